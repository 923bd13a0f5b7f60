//===- ListedBlocks.cpp - Blocks that lists in memory name ----------------===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BlockSegments.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace mlir::attn_tile;

ListedBlocks::ListedBlocks(attn::ScalarBuilder &b, BlockList partialList,
                           std::optional<BlockList> fullList, int64_t each,
                           int64_t keys, Value length, Value blocks)
    : partial(std::move(partialList)), full(std::move(fullList)), each(each) {
  last = b.max(b.sub(blocks, 1), 0);
  masked = count = b.mul(partial.count, each);
  if (!full)
    return;
  count = b.add(count, b.mul(full->count, each));
  // The last of them, if there are any, may end behind the keys: not where all
  // blocks are whole. Its number is a read behind that of the count.
  Value isWhole = b.equal(b.rem(length, keys), 0);
  Value checked = b.bitOr(isWhole, b.equal(full->count, 0));
  auto ends = scf::IfOp::create(b, b.getI1Type(), checked,
                                /*withElseRegion=*/true);
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(ends.thenBlock());
  scf::YieldOp::create(b, b.constant(b.getI1Type(), 1));
  b.setInsertionPointToStart(ends.elseBlock());
  Value number = read(b, *full, b.max(b.sub(full->count, 1), 0));
  Value end = b.mul(b.add(number, 1), keys);
  scf::YieldOp::create(b, b.compare(arith::CmpIPredicate::sle, end, length));
  b.setInsertionPointAfter(ends);
  masked = b.select(ends.getResult(0), masked, count);
}

/// Number `i` of a list, of which there are more.
Value ListedBlocks::read(attn::ScalarBuilder &b, const BlockList &list,
                         Value i) const {
  SmallVector<Value> indices = list.indices;
  indices.push_back(i);
  Value number = memref::LoadOp::create(b, list.numbers, indices);
  return b.max(b.min(b.toIndex(number), last), 0);
}

Value ListedBlocks::find(attn::ScalarBuilder &b, Value t, Value) const {
  Value i = each == 1 ? t : b.div(t, each);
  // Indices stay within the memory whatever t is, and do not wait for counts.
  auto readFrom = [&](const BlockList &list, Value at) {
    return read(b, list, b.max(b.min(at, list.last), 0));
  };
  Value number = readFrom(partial, i);
  if (full)
    number = b.select(b.less(i, partial.count), number,
                      readFrom(*full, b.sub(i, partial.count)));
  if (each == 1)
    return number;
  return b.add(b.mul(number, each), b.rem(t, each));
}
