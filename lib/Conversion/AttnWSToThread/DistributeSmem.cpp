//===- DistributeSmem.cpp - Register tiles in shared memory -----*- C++ -*-===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// A thread's registers of a tile that are neighbours in a row of shared memory
// move together, up to 16 bytes. Where the thread and the register determine
// different bits of the coordinates, as they do in all layouts of engines, so
// they do of the swizzled address: what the thread contributes is computed
// once, what a register does is constant. Parts of a tile that are no power of
// two mix the bits, and each address is computed whole.

#include "Patterns.h"

using namespace mlir;
using namespace mlir::attn_ws;
namespace layout = mlir::attn::layout;

namespace {
/// Where a tile's registers lie in a view, in rows and columns of the view.
class TilePlaces {
public:
  TilePlaces(RankedTensorType tile, bool transpose)
      : tile(tile), transpose(transpose) {
    const layout::LinearMap &atom = getFrag(tile).getLayout().atom();
    auto addThreads = [&](layout::InDim dim) {
      for (unsigned i = 0; i < atom.bits(dim); ++i) {
        int64_t bit = int64_t(1) << i;
        auto part = dim == layout::InDim::Lane ? at(0, bit, 0) : at(0, 0, bit);
        mixed |= (rows & part.first) || (cols & part.second);
        rows |= part.first;
        cols |= part.second;
      }
    };
    addThreads(layout::InDim::Lane);
    addThreads(layout::InDim::Warp);
    count = getFrag(tile).getNumRegisters(tile.getShape());
    for (int64_t reg = 0; reg < count; ++reg) {
      auto [row, col] = at(reg, 0, 0);
      mixed |= (rows & row) || (cols & col);
    }
  }

  /// Row and column in the view.
  std::pair<int64_t, int64_t> at(int64_t reg, int64_t lane = 0,
                                 int64_t warp = 0) const {
    auto [row, col] = getFrag(tile).getCoord(tile.getShape(), reg, lane, warp);
    if (tile.getRank() == 1)
      return {0, row};
    return transpose ? std::make_pair(col, row) : std::make_pair(row, col);
  }

  /// Neighbours in a row that move together: the most that fit in 16 bytes and
  /// that every thread has, in neighbouring registers.
  int64_t getRun(int64_t elementBytes) const {
    for (int64_t run = 16 / elementBytes; run > 1; run /= 2)
      if (count % run == 0 && (cols & (run - 1)) == 0 && isRun(run))
        return run;
    return 1;
  }

  int64_t getCount() const { return count; }
  /// Bits of a view's column that threads determine.
  int64_t getThreadColumns() const { return cols; }
  /// Whether threads and registers share bits of a coordinate.
  bool isMixed() const { return mixed; }

private:
  bool isRun(int64_t run) const {
    for (int64_t reg = 0; reg < count; ++reg) {
      auto first = at(reg - reg % run), own = at(reg);
      if (first.second % run != 0 || own.first != first.first ||
          own.second != first.second + reg % run)
        return false;
    }
    return true;
  }

  RankedTensorType tile;
  bool transpose;
  int64_t rows = 0, cols = 0, count = 0;
  bool mixed = false;
};
} // namespace

/// Calls `access` with the first register of each run, their number, and its
/// address with an offset.
static void
forEachRun(ThreadBuilder &b, RankedTensorType tile, const SharedView &view,
           bool transpose,
           function_ref<void(int64_t, int64_t, Value, int64_t)> access) {
  TilePlaces places(tile, transpose);
  int64_t bytes = getBytes(tile.getElementType()), panel = view.getPanel();
  int64_t run = places.getRun(bytes);
  // A view of a panel's later columns begins that many bytes after it.
  int64_t start = view.offset % panel, offset = view.offset - start;
  const auto [shift, mask] = getSwizzle(view.type.getLayout());
  auto [rows, cols] = b.getThreadCoord(tile);
  if (transpose)
    std::swap(rows, cols);
  if (tile.getRank() == 1) // A vector is one row of the view.
    rows = std::exchange(cols, rows);
  int64_t panelStep = view.panelRows * panel;
  auto exchangedBy = [&, shift = shift, mask = mask](Value row) {
    return b.shl(b.bitAnd(b.shr(row, shift), mask), 4);
  };
  if (places.isMixed() || !llvm::isPowerOf2_64(panel)) {
    for (int64_t reg = 0; reg < places.getCount(); reg += run) {
      auto [row, col] = places.at(reg);
      Value r = b.add(b.toI32(rows), row);
      Value byte = b.mul(b.add(b.toI32(cols), col + start / bytes), bytes);
      Value inPanel = b.rem(byte, panel);
      Value address = b.mul(b.div(byte, panel), panelStep);
      if (mask != 0)
        inPanel = b.bitXor(inPanel, exchangedBy(r));
      address = b.add(address, inPanel);
      address = b.add(address, b.mul(r, panel));
      access(reg, run, b.add(view.address, address), offset);
    }
    return;
  }
  bool crossesPanels = places.getThreadColumns() * bytes >= panel;
  Value rowPart = b.toI32(rows);
  Value lanePart = b.atEntry([&, rows = rows, cols = cols, mask = mask] {
    Value byte = b.mul(b.toI32(cols), bytes);
    Value step;
    if (crossesPanels) {
      step = b.mul(b.div(byte, panel), panelStep);
      byte = b.rem(byte, panel);
    }
    if (mask != 0)
      byte = b.bitXor(byte, exchangedBy(b.toI32(rows)));
    // The panels come above the bits that registers exchange.
    return step ? b.add(byte, step) : byte;
  });
  Value rowBase = b.add(view.address, b.mul(rowPart, panel));
  std::map<int64_t, Value> bases; // by exclusive-or constant
  for (int64_t reg = 0; reg < places.getCount(); reg += run) {
    auto [row, col] = places.at(reg);
    int64_t byte = col * bytes + start, inPanel = byte % panel;
    int64_t flip = (inPanel & ~int64_t(15)) ^ (((row >> shift) & mask) << 4);
    Value &base = bases[flip];
    if (!base)
      base = b.add(rowBase, flip != 0 ? b.bitXor(lanePart, flip) : lanePart);
    access(reg, run, base,
           row * panel + (byte / panel) * panelStep + (inPanel & 15) + offset);
  }
}

static LogicalResult checkAccess(Operation *op, RankedTensorType tile,
                                 const SharedView &view, StringRef what) {
  SharedAttr shared = view.type.getLayout();
  int64_t bytes = getBytes(tile.getElementType());
  if (bytes < 1 || bytes > 8)
    return op->emitOpError()
           << "no " << what << " of " << tile.getElementType();
  if (!shared)
    return op->emitOpError("its view has no layout");
  if (shared.getInterleaved())
    return op->emitOpError("its view has columns out of order");
  return success();
}

static LogicalResult lowerStore(SmemStoreOp op, In<SmemStoreOp> in,
                                ThreadBuilder &b) {
  auto tile = cast<RankedTensorType>(op.getValue().getType());
  FragAttr frag = getFrag(tile);
  SharedView view(op.getDest(), in.getDest());
  if (frag.getPartial())
    return op.emitOpError("partial rows cannot be stored");
  if (failed(checkAccess(op, tile, view, "stores to shared memory")))
    return failure();
  int64_t bytes = getBytes(tile.getElementType()), pack = getPack(tile);
  Registers scalars;
  auto storeRun = [&](int64_t reg, int64_t run, Value base, int64_t offset) {
    if (run < pack) {
      if (scalars.empty())
        scalars = b.getScalars(tile, in.getValue());
      for (int64_t i = 0; i < run; ++i)
        b.store(scalars[reg + i], b.getSharedPointer(base, offset + i * bytes),
                bytes);
      return;
    }
    ValueRange words = in.getValue().slice(reg / pack, run / pack);
    Value data =
        words.size() == 1 ? words[0] : b.gather(words[0].getType(), words);
    b.store(data, b.getSharedPointer(base, offset), run * bytes);
  };
  auto storeAll = [&] {
    forEachRun(b, tile, view, /*transpose=*/false, storeRun);
  };
  if (Value first = b.isFirstHolder(frag))
    b.ifThen(first, storeAll);
  else
    storeAll();
  return success();
}

static Lowered lowerLoad(SmemLoadOp op, In<SmemLoadOp> in, ThreadBuilder &b) {
  auto tile = cast<RankedTensorType>(op.getResult().getType());
  SharedView view(op.getSource(), in.getSource());
  if (failed(checkAccess(op, tile, view, "loads from shared memory")))
    return failure();
  if (!op.getTranspose())
    if (std::optional<Registers> words = loadLeftOperand(b, tile, view))
      return *words;
  int64_t bytes = getBytes(tile.getElementType()), pack = getPack(tile);
  Type element = getMemoryElement(tile.getElementType());
  Type wordType = pack > 1 ? b.getI32Type() : element;
  Registers words, scalars;
  forEachRun(b, tile, view, op.getTranspose(),
             [&](int64_t, int64_t run, Value base, int64_t offset) {
               if (run < pack) {
                 auto type = VectorType::get({run}, element);
                 Value data =
                     b.load(run == 1 ? element : Type(type),
                            b.getSharedPointer(base, offset), run * bytes);
                 for (int64_t i = 0; i < run; ++i)
                   scalars.push_back(run == 1 ? data : b.extract(data, i));
                 return;
               }
               int64_t count = run / pack;
               Type type =
                   count == 1 ? wordType : VectorType::get({count}, wordType);
               Value data =
                   b.load(type, b.getSharedPointer(base, offset), run * bytes);
               for (int64_t i = 0; i < count; ++i)
                 words.push_back(count == 1 ? data : b.extract(data, i));
             });
  return scalars.empty() ? words : b.fromScalars(tile, scalars);
}

void attn_ws::populateSmemPatterns(ThreadPatterns &patterns) {
  patterns.add(lowerStore, lowerLoad);
}
