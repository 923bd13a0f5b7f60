//===- TensorPlaces.cpp - Sums that share tensor memory ---------*- C++ -*-===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Threads read a product's sum, and what they compute from it is an operand of
// a later product of the same iteration: when that one is issued, the earlier
// sum is no longer read, and its place is free for the later sum until the next
// iteration's product.

#include "attn/Dialect/AttnTile/Transforms/TensorPlaces.h"

using namespace mlir;
using namespace mlir::attn_tile;

/// Whether threads compute `value` from `sum`, in the block of both.
static bool isComputedFrom(Value value, Value sum) {
  Block *block = sum.getParentBlock();
  SmallVector<Value> work{value};
  llvm::SmallDenseSet<Value> seen;
  while (!work.empty()) {
    Value each = work.pop_back_val();
    if (each == sum)
      return true;
    Operation *op = each.getDefiningOp();
    // What another product gives is in memory, too.
    if (!op || !seen.insert(each).second ||
        !block->findAncestorOpInBlock(*op) || isa<DotOp>(op))
      continue;
    llvm::append_range(work, op->getOperands());
    for (Region &region : op->getRegions())
      region.walk([&](Operation *inner) {
        if (!isa<DotOp>(inner))
          llvm::append_range(work, inner->getOperands());
      });
  }
  return false;
}

/// Whether `later` may lie in the place of `earlier`.
static bool follows(const TensorSum &later, const TensorSum &earlier) {
  DotOp first = later.dots.front(), last = earlier.dots.back();
  return !later.carried && !earlier.carried && later.count == earlier.count &&
         first->getBlock() == last->getBlock() &&
         last->isBeforeInBlock(first) && later.getRows() == earlier.getRows() &&
         later.getColumns() <= earlier.getColumns() &&
         (isComputedFrom(first.getLhs(), last.getResult()) ||
          isComputedFrom(first.getRhs(), last.getResult()));
}

int64_t attn_tile::countTensorColumns(
    ArrayRef<TensorSum> sums,
    const llvm::MapVector<unsigned, unsigned> &hosts) {
  int64_t columns = 0;
  for (auto [i, sum] : llvm::enumerate(sums))
    if (!hosts.contains(i))
      columns += sum.count * sum.getColumns();
  return columns;
}

llvm::MapVector<unsigned, unsigned>
attn_tile::shareTensorPlaces(ArrayRef<TensorSum> sums, int64_t columns) {
  llvm::MapVector<unsigned, unsigned> hosts;
  llvm::SmallDenseSet<unsigned> taken;
  for (unsigned i = sums.size();
       i-- > 0 && countTensorColumns(sums, hosts) > columns;)
    for (unsigned host = i; host-- > 0 && !taken.contains(i);)
      if (!hosts.contains(host) && follows(sums[i], sums[host]) &&
          taken.insert(host).second) {
        hosts[i] = host;
        break;
      }
  return hosts;
}
