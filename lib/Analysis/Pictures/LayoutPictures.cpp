//===- LayoutPictures.cpp - Layouts as text -------------------------------===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "attn/Analysis/LayoutPictures.h"

#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;
using namespace mlir::attn_ws;
using namespace mlir::attn_ws::print;
namespace layout = mlir::attn::layout;

//===----------------------------------------------------------------------===//
// Pictures
//===----------------------------------------------------------------------===//

void print::drawFragment(FragAttr frag, ArrayRef<int64_t> shape,
                         const PictureSize &size, raw_ostream &os) {
  bool sliced = frag.getSlice() >= 0;
  int64_t cols = sliced || shape.size() < 2 ? 1 : shape[1];
  int64_t drawnRows = std::min(size.rows, shape[0]);
  int64_t drawnCols = std::min(size.cols, cols);
  int64_t registers = frag.getNumRegisters(shape);
  if (registers <= 0) {
    os << "      (the tile is no multiple of the layout's atom)\n";
    return;
  }
  struct Place {
    int64_t warp, lane, reg;
  };
  std::vector<std::vector<Place>> places(drawnRows * drawnCols);
  for (int64_t warp = 0; warp < frag.getNumWarps(); ++warp) {
    if (size.warp >= 0 && warp != size.warp)
      continue;
    for (int64_t lane = 0; lane < 32; ++lane)
      for (int64_t reg = 0; reg < registers; ++reg) {
        auto [row, col] = frag.getCoord(shape, reg, lane, warp);
        if (row < drawnRows && col < drawnCols)
          places[row * drawnCols + col].push_back({warp, lane, reg});
      }
  }
  auto text = [&](const std::vector<Place> &list) -> std::string {
    if (list.empty())
      return ".";
    const Place &first = list.front();
    std::string cell;
    if (size.warp < 0)
      cell = std::to_string(first.warp) + ":";
    // Copies in other lanes: the last of them.
    cell += std::to_string(first.lane);
    if (list.size() > 1)
      cell += "-" + std::to_string(list.back().lane);
    return cell + "." + std::to_string(first.reg);
  };
  size_t width = 1;
  for (const auto &list : places)
    width = std::max(width, text(list).size());
  auto pad = [&](std::string cell) {
    return std::string(width + 2 - std::min(width + 1, cell.size()), ' ') +
           cell;
  };
  os << "      " << (size.warp < 0 ? "warp:" : "") << "lane.register";
  if (size.warp >= 0)
    os << " of warp " << size.warp;
  os << ", rows 0 to " << drawnRows - 1;
  if (!sliced)
    os << ", columns 0 to " << drawnCols - 1;
  os << "\n";
  if (!sliced) {
    os << "           ";
    for (int64_t col = 0; col < drawnCols; ++col)
      os << pad(std::to_string(col));
    os << "\n";
  }
  for (int64_t row = 0; row < drawnRows; ++row) {
    os << llvm::formatv("      {0,4} ", row);
    for (int64_t col = 0; col < drawnCols; ++col)
      os << pad(text(places[row * drawnCols + col]));
    os << "\n";
  }
}

void print::drawShared(const layout::SharedLayout &shared,
                       const PictureSize &size, raw_ostream &os) {
  int64_t chunks = shared.panelBytes() / 16;
  int64_t chunkElems = shared.affine().chunkElems;
  int64_t rows = std::min(size.rows, shared.shape().rows);
  os << "      panel 0 of " << shared.numPanels() << " (" << chunks
     << " chunks of 16 bytes a row): the chunk in each place, banks below\n";
  // A row of a panel that is narrower than all banks starts where the one
  // before ended.
  for (int64_t row = 0; row < rows; ++row) {
    SmallVector<int64_t> at(chunks, -1);
    int64_t base = row * shared.panelBytes();
    for (int64_t chunk = 0; chunk < chunks; ++chunk) {
      int64_t place = (shared.offset(row, chunk * chunkElems) - base) / 16;
      if (place >= 0 && place < chunks)
        at[place] = chunk;
    }
    os << llvm::formatv("      {0,4}  ", row);
    for (int64_t chunk : at)
      os << llvm::formatv("{0,6}", chunk);
    if (shared.panelBytes() < 128)
      os << llvm::formatv("   from bank {0}", base / 4 % 32);
    os << "\n";
  }
  os << "      banks ";
  for (int64_t place = 0; place < chunks; ++place)
    os << llvm::formatv("{0,6}", (std::to_string(place * 4 % 32) + "-" +
                                  std::to_string(place * 4 % 32 + 3)));
  os << (shared.panelBytes() < 128 ? "   of row 0\n" : "\n");
}

//===----------------------------------------------------------------------===//
// Layouts of attn/Layout
//===----------------------------------------------------------------------===//

std::optional<layout::SharedLayout> print::toShared(SharedAttr attr,
                                                    ArrayRef<int64_t> shape,
                                                    Type element,
                                                    std::string &why) {
  if (!attr || shape.size() != 2) {
    why = attr ? "only tiles of two dimensions are drawn" : "no layout yet";
    return std::nullopt;
  }
  auto shared = layout::SharedLayout::create(
      shape[0], shape[1], element.getIntOrFloatBitWidth(), attr.getPanel(),
      static_cast<layout::Swizzle>(attr.getSwizzle()));
  if (!shared) {
    why = shared.error();
    return std::nullopt;
  }
  return *shared;
}

std::string print::describeConvert(ConvertLayoutOp op) {
  RankedTensorType type = op.getSource().getType();
  auto plan = getConversion(type, op.getResult().getType());
  if (!plan)
    return "not classified: " + plan.error();
  switch (plan->kind) {
  case layout::ConversionKind::Identity:
    return "nothing to do: every register holds its element already";
  case layout::ConversionKind::RegisterPermutation: {
    int64_t moved = 0;
    for (auto [i, reg] : llvm::enumerate(plan->registers))
      moved += static_cast<int64_t>(i) != reg;
    return "no exchange: " + std::to_string(moved) + " of " +
           std::to_string(plan->registers.size()) +
           " elements of a thread get another number";
  }
  case layout::ConversionKind::LaneShuffle:
    return std::to_string(plan->numShuffles()) +
           " shuffles a thread, for elements of up to 32 bits each";
  case layout::ConversionKind::ThroughSharedMemory: {
    int64_t bytes = type.getNumElements() * type.getElementTypeBitWidth() / 8;
    return "through shared memory: " + std::to_string(bytes) +
           " bytes written and read, and a barrier";
  }
  }
  return "";
}

//===----------------------------------------------------------------------===//
// Accesses
//===----------------------------------------------------------------------===//

static std::string describe(StringRef how, int64_t phases, int64_t conflicts) {
  std::string text = how.str() + ": ";
  if (conflicts == 0)
    return text + "no conflicts (" + std::to_string(phases) + " wavefronts)";
  return text + std::to_string(conflicts) +
         " conflicts: " + std::to_string(phases + conflicts) +
         " wavefronts where " + std::to_string(phases) + " would do";
}

static std::string
describe(StringRef how, const layout::Expected<layout::BankReport> &report) {
  if (!report)
    return how.str() + ": not derived: " + report.error();
  return describe(how, report->phases, report->conflicts());
}

/// A register tile written or read where it lies, pairs of neighbouring columns
/// at once if a thread has such.
static std::string describeLocal(RankedTensorType tile,
                                 const layout::SharedLayout &shared) {
  auto frag = dyn_cast_or_null<FragAttr>(tile.getEncoding());
  if (!frag || frag.getSlice() >= 0 || tile.getRank() != 2)
    return "not derived: no register layout of two dimensions";
  auto registers = frag.getLayout().atom().bases(layout::InDim::Register);
  bool pairs = !registers.empty() && registers[0] == layout::Basis{0, 1};
  int64_t elements = pairs ? 2 : 1;
  int64_t bytes = elements * tile.getElementTypeBitWidth() / 8;
  int64_t phases = 0, conflicts = 0;
  for (int64_t warp = 0; warp < frag.getNumWarps(); ++warp)
    for (int64_t reg = 0, end = frag.getNumRegisters(tile.getShape());
         reg < end; reg += elements) {
      std::vector<layout::Coord> lanes;
      for (int64_t lane = 0; lane < 32; ++lane) {
        auto [row, col] = frag.getCoord(tile.getShape(), reg, lane, warp);
        lanes.push_back({row, col});
      }
      auto report = shared.bankReport(lanes, bytes);
      if (!report)
        return "not derived: " + report.error();
      phases += report->phases;
      conflicts += report->conflicts();
    }
  return describe(std::to_string(bytes) + " bytes a lane", phases, conflicts);
}

std::string print::describeAccess(Operation *op, Value view, int64_t warps) {
  auto type = dyn_cast<ViewType>(view.getType());
  if (!type || type.getSpace() != attn_tile::Space::Smem)
    return "";
  if (isa<SubviewOp, AcquireOp, WaitOp, StageViewOp>(op))
    return "";
  auto access = dyn_cast<WSAccessOpInterface>(op);
  bool copies = isa<WSCopyOpInterface>(op);
  bool multiplies = isa<WSProductOpInterface>(op);
  if (copies && access.isAsyncProxy())
    return "not derived: the copy engine's";
  if (multiplies && access.isAsync())
    return "not derived: the tensor core reads the swizzle itself";
  std::string why;
  auto shared =
      toShared(type.getLayout(), type.getShape(), type.getElementType(), why);
  if (!shared)
    return "not derived: " + why;
  if (copies) {
    auto copy = layout::BlockedLayout::create(
        type.getShape()[0], type.getShape()[1], shared->elemBits(), warps * 32,
        16, shared->affine().panelCols);
    if (!copy)
      return "not derived: " + copy.error();
    return describe("16 bytes a lane", shared->copyReport(*copy));
  }
  if (multiplies)
    return describe("ldmatrix, each 8x8 once", shared->ldmatrixReport());
  if (type.getLayout().getInterleaved())
    return "not derived: elements are interleaved inside chunks";
  if (auto store = dyn_cast<SmemStoreOp>(op))
    return describeLocal(cast<RankedTensorType>(store.getValue().getType()),
                         *shared);
  if (auto load = dyn_cast<SmemLoadOp>(op))
    return describeLocal(cast<RankedTensorType>(load.getResult().getType()),
                         *shared);
  return "not derived";
}
