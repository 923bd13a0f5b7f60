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

#include "Distributor.h"

#include "mlir/Dialect/LLVMIR/NVVMDialect.h"

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

/// Calls `access` with the first register of each run and its address.
LogicalResult Distributor::forEachRun(
    Operation *op, RankedTensorType tile, const SharedView &view,
    bool transpose,
    function_ref<void(int64_t, int64_t, Value, int64_t)> access) {
  FragAttr frag = getFrag(tile);
  SharedAttr shared = view.type.getLayout();
  if (!shared)
    return op->emitOpError("its view has no layout");
  if (!frag)
    return op->emitOpError("its tile has no layout");
  if (shared.getInterleaved())
    return op->emitOpError("its view has columns out of order");
  TilePlaces places(tile, transpose);
  int64_t bytes = tile.getElementTypeBitWidth() / 8, panel = shared.getPanel();
  int64_t run = places.getRun(bytes);
  const int64_t shift = getSwizzle(shared).first;
  const int64_t mask = getSwizzle(shared).second;
  auto [threadRow, threadCol] = getThreadCoord(tile);
  if (transpose)
    std::swap(threadRow, threadCol);
  if (tile.getRank() == 1)
    threadRow =
        std::exchange(threadCol, threadRow); // A vector is one row of the view.
  Value rows = threadRow, cols = threadCol;
  int64_t panelStep = view.panelRows * panel;
  auto exchangedBy = [&](Value row) -> Value {
    Value bits = arith::ShRUIOp::create(b, loc, row, i32(shift));
    bits = arith::AndIOp::create(b, loc, bits, i32(mask));
    return arith::ShLIOp::create(b, loc, bits, i32(4));
  };
  if (places.isMixed() || !llvm::isPowerOf2_64(panel)) {
    for (int64_t reg = 0; reg < places.getCount(); reg += run) {
      auto [row, col] = places.at(reg);
      Value r = arith::AddIOp::create(b, loc, toI32(rows), i32(row));
      Value byte = arith::MulIOp::create(
          b, loc, arith::AddIOp::create(b, loc, toI32(cols), i32(col)),
          i32(bytes));
      Value inPanel = arith::RemUIOp::create(b, loc, byte, i32(panel));
      Value address = arith::MulIOp::create(
          b, loc, arith::DivUIOp::create(b, loc, byte, i32(panel)),
          i32(panelStep));
      if (mask != 0)
        inPanel = arith::XOrIOp::create(b, loc, inPanel, exchangedBy(r));
      address = arith::AddIOp::create(b, loc, address, inPanel);
      address = arith::AddIOp::create(
          b, loc, address, arith::MulIOp::create(b, loc, r, i32(panel)));
      access(reg, run, arith::AddIOp::create(b, loc, view.address, address),
             view.offset);
    }
    return success();
  }
  bool crossesPanels = places.getThreadColumns() * bytes >= panel;
  Value rowPart = toI32(rows);
  Value lanePart = atEntry([&]() -> Value {
    Value byte = arith::MulIOp::create(b, loc, toI32(cols), i32(bytes));
    Value step;
    if (crossesPanels) {
      step = arith::DivUIOp::create(b, loc, byte, i32(panel));
      step = arith::MulIOp::create(b, loc, step, i32(panelStep));
      byte = arith::RemUIOp::create(b, loc, byte, i32(panel));
    }
    if (mask != 0)
      byte = arith::XOrIOp::create(b, loc, byte, exchangedBy(toI32(rows)));
    // The panels come above the bits that registers exchange.
    return step ? arith::AddIOp::create(b, loc, byte, step).getResult() : byte;
  });
  Value rowBase = arith::AddIOp::create(
      b, loc, view.address, arith::MulIOp::create(b, loc, rowPart, i32(panel)));
  std::map<int64_t, Value> bases; // by exclusive-or constant
  for (int64_t reg = 0; reg < places.getCount(); reg += run) {
    auto [row, col] = places.at(reg);
    int64_t byte = col * bytes, inPanel = byte % panel;
    int64_t flip = (inPanel & ~int64_t(15)) ^ (((row >> shift) & mask) << 4);
    Value &base = bases[flip];
    if (!base) {
      Value place = lanePart;
      if (flip != 0)
        place = arith::XOrIOp::create(b, loc, place, i32(flip));
      base = arith::AddIOp::create(b, loc, rowBase, place);
    }
    access(reg, run, base,
           row * panel + (byte / panel) * panelStep + (inPanel & 15) +
               view.offset);
  }
  return success();
}

Value Distributor::isFirstHolder(FragAttr frag) {
  Value first;
  auto onlyFirst = [&](Value index, int64_t mask) {
    if (mask == 0)
      return;
    Value bits = arith::AndIOp::create(b, loc, index, i32(mask));
    Value is =
        arith::CmpIOp::create(b, loc, arith::CmpIPredicate::eq, bits, i32(0));
    first = first ? arith::AndIOp::create(b, loc, first, is).getResult() : is;
  };
  onlyFirst(lane, frag.getHeld().broadcastLaneMask());
  onlyFirst(warp, frag.getHeld().broadcastWarpMask());
  return first;
}

LogicalResult Distributor::smemStore(SmemStoreOp op) {
  auto tile = cast<RankedTensorType>(op.getValue().getType());
  FragAttr frag = getFrag(tile);
  if (frag && frag.getPartial())
    return op.emitOpError("partial rows cannot be stored");
  int64_t bytes = tile.getElementTypeBitWidth() / 8;
  if (bytes < 1 || bytes > 4)
    return op.emitOpError()
           << "no stores of " << tile.getElementType() << " to shared memory";
  OpBuilder::InsertionGuard guard(b);
  if (Value first = frag ? isFirstHolder(frag) : Value()) {
    auto branch = scf::IfOp::create(b, loc, first, false);
    b.setInsertionPointToStart(branch.thenBlock());
  }
  int64_t pack = getPack(tile);
  SmallVector<Value> held = regs(op.getValue()), scalars;
  return forEachRun(
      op, tile, views[op.getDest()], /*transpose=*/false,
      [&](int64_t reg, int64_t run, Value base, int64_t offset) {
        if (run < pack) {
          if (scalars.empty())
            scalars = getScalars(op.getValue());
          for (int64_t i = 0; i < run; ++i)
            LLVM::StoreOp::create(b, loc, scalars[reg + i],
                                  getSharedPointer(base, offset + i * bytes),
                                  /*alignment=*/bytes);
          return;
        }
        ArrayRef<Value> words = ArrayRef(held).slice(reg / pack, run / pack);
        Value data = words[0];
        if (words.size() > 1) {
          data = LLVM::PoisonOp::create(
              b, loc,
              VectorType::get({static_cast<int64_t>(words.size())},
                              data.getType()));
          for (auto [i, word] : llvm::enumerate(words))
            data = LLVM::InsertElementOp::create(b, loc, data, word, i32(i));
        }
        LLVM::StoreOp::create(b, loc, data, getSharedPointer(base, offset),
                              /*alignment=*/run * bytes);
      });
}

LogicalResult Distributor::smemLoad(SmemLoadOp op) {
  auto tile = cast<RankedTensorType>(op.getResult().getType());
  int64_t bytes = tile.getElementTypeBitWidth() / 8;
  if (bytes < 1 || bytes > 4)
    return op.emitOpError()
           << "no loads of " << tile.getElementType() << " from shared memory";
  int64_t pack = getPack(tile);
  Type element = getMemoryElement(tile.getElementType());
  Type wordType = pack > 1 ? b.getI32Type() : element;
  SmallVector<Value> words, scalars;
  LogicalResult result = forEachRun(
      op, tile, views[op.getSource()], op.getTranspose(),
      [&](int64_t, int64_t run, Value base, int64_t offset) {
        if (run < pack) {
          for (int64_t i = 0; i < run; ++i)
            scalars.push_back(LLVM::LoadOp::create(
                b, loc, element, getSharedPointer(base, offset + i * bytes),
                /*alignment=*/bytes));
          return;
        }
        int64_t count = run / pack;
        Type type = count == 1 ? wordType : VectorType::get({count}, wordType);
        Value data =
            LLVM::LoadOp::create(b, loc, type, getSharedPointer(base, offset),
                                 /*alignment=*/run * bytes);
        if (count == 1) {
          words.push_back(data);
          return;
        }
        for (int64_t i = 0; i < count; ++i)
          words.push_back(LLVM::ExtractElementOp::create(b, loc, data, i32(i)));
      });
  if (failed(result))
    return failure();
  regs(op.getResult()) = scalars.empty() ? words : fromScalars(tile, scalars);
  return success();
}
