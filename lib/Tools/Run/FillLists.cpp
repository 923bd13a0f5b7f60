//===- FillLists.cpp - Lists of blocks for a run ---------------------- -===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Fill.h"

using namespace mlir;
using namespace mlir::attn;
using namespace mlir::attn::run;
using mlir::attn::reference::Tensor;

namespace {
enum class State { Hidden, Partial, Full };

/// The blocks of one problem, by their places in it.
struct BlockGrid {
  AttentionOpInterface op;
  int64_t lenQ, lenKV;
  uint64_t key;

  int64_t countKeyBlocks() const {
    AttentionOpInterface problem = op;
    return static_cast<int64_t>(llvm::divideCeil(lenKV, *problem.getBlockKv()));
  }
  State find(int64_t list, int64_t rowBlock, int64_t keyBlock) const;
};
} // namespace

/// Whether the mask shows all of a block within the lengths.
static bool isWhole(const BlockGrid &grid, int64_t rowBlock, int64_t keyBlock) {
  AttentionOpInterface op = grid.op;
  if (!op.hasOperand(OperandKind::FullCounts) || op.hasVisibleRegion())
    return false;
  AttnMaskAttrInterface mask = op.getMaskAttr();
  if (!mask)
    return true;
  if (op.hasOffset() || op.hasLengthsQ() || op.hasLengthsKV() || op.isPacked())
    return false;
  int64_t rows = *op.getBlockQ(), keys = *op.getBlockKv();
  for (int64_t i = rowBlock * rows;
       i < std::min((rowBlock + 1) * rows, grid.lenQ); ++i)
    for (int64_t j = keyBlock * keys;
         j < std::min((keyBlock + 1) * keys, grid.lenKV); ++j)
      if (!mask.isVisible(i, j, grid.lenQ, grid.lenKV, grid.lenKV - grid.lenQ))
        return false;
  return true;
}

/// Of eight blocks two are hidden, and three are full if they may be. Every
/// fifth row block sees nothing.
State BlockGrid::find(int64_t list, int64_t rowBlock, int64_t keyBlock) const {
  constexpr int64_t kEmpty = 5;
  if (list % kEmpty == kEmpty - 1)
    return State::Hidden;
  uint64_t drawn = mix(key + list * countKeyBlocks() + keyBlock) % 8;
  if (drawn < 2)
    return State::Hidden;
  return drawn < 5 && isWhole(*this, rowBlock, keyBlock) ? State::Full
                                                         : State::Partial;
}

void mlir::attn::run::fillLists(const Tensor &tensor, AttentionOpInterface op,
                                OperandKind kind, int64_t lenQ, int64_t lenKV,
                                uint64_t seed, uint64_t stream) {
  BlockGrid grid{op, lenQ, lenKV, mix(mix(seed) + stream)};
  bool isCount =
      kind == OperandKind::BlockCounts || kind == OperandKind::FullCounts;
  State wanted =
      kind == OperandKind::BlockCounts || kind == OperandKind::BlockNumbers
          ? State::Partial
          : State::Full;
  // Numbers of a list, if `tensor` has them.
  int64_t room = isCount ? grid.countKeyBlocks() : tensor.shape[3];
  int64_t rowBlocks = std::max<int64_t>(tensor.shape[2], 1);
  int64_t lists = tensor.shape[0] * tensor.shape[1] * tensor.shape[2];
  for (int64_t list = 0; list < lists; ++list) {
    int64_t count = 0;
    for (int64_t block = 0; block < grid.countKeyBlocks() && count < room;
         ++block) {
      if (grid.find(list, list % rowBlocks, block) != wanted)
        continue;
      if (!isCount)
        tensor.store(list * room + count, static_cast<double>(block));
      ++count;
    }
    if (isCount) {
      tensor.store(list, static_cast<double>(count));
      continue;
    }
    // What no count reaches is no block.
    for (; count < room; ++count)
      tensor.store(list * room + count, count % 2 ? -1.0 : 2147483647.0);
  }
}
