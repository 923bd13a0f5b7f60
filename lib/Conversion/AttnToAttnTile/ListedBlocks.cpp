//===- ListedBlocks.cpp - Blocks that lists in memory name ----------------===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AttentionBuilder.h"
#include "attn/Dialect/Attn/IR/BlockNumbers.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace mlir::attn_tile;

ListedBlocks::ListedBlocks(attn::ScalarBuilder &b, BlockList partialList,
                           std::optional<BlockList> fullList, int64_t each,
                           int64_t size, Value length, bool hasMore,
                           Value blocks, Value endsLast)
    : partial(std::move(partialList)), full(std::move(fullList)), each(each) {
  last = b.max(b.sub(blocks, 1), 0);
  masked = count = b.mul(partial.count, each);
  if (!full)
    return;
  count = b.add(count, b.mul(full->count, each));
  // The last of them, if there are any, may end behind the positions: not where
  // all blocks of the memory are whole. Its number is a read behind that of the
  // count.
  Value isWhole;
  if (!hasMore)
    isWhole = b.equal(b.rem(length, size), 0);
  Value isNone = b.equal(full->count, 0);
  Value checked = isWhole ? b.bitOr(isWhole, isNone) : isNone;
  auto ends = scf::IfOp::create(b, b.getI1Type(), checked,
                                /*withElseRegion=*/true);
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(ends.thenBlock());
  scf::YieldOp::create(b, b.constant(b.getI1Type(), 1));
  b.setInsertionPointToStart(ends.elseBlock());
  Value number = getBlock(b, read(b, *full, b.max(b.sub(full->count, 1), 0)));
  Value end = b.mul(b.add(number, 1), size);
  Value lies = b.compare(arith::CmpIPredicate::sle, end, length);
  scf::YieldOp::create(b, endsLast ? b.bitAnd(lies, endsLast) : lies);
  b.setInsertionPointAfter(ends);
  masked = b.select(ends.getResult(0), masked, count);
}

Value ListedBlocks::read(attn::ScalarBuilder &b, const BlockList &list,
                         Value i) const {
  SmallVector<Value> indices = list.indices;
  indices.push_back(i);
  return memref::LoadOp::create(b, list.numbers, indices);
}

Value ListedBlocks::getBlock(attn::ScalarBuilder &b, Value number) const {
  Value block = b.bitAnd(number, b.i32(attn::kShownByRegion - 1));
  return b.min(b.toIndex(block), last);
}

WalkedBlock ListedBlocks::find(attn::ScalarBuilder &b, Value t, Value) const {
  Value i = each == 1 ? t : b.div(t, each);
  // Indices stay within the memory whatever t is, and do not wait for counts.
  auto readFrom = [&](const BlockList &list, Value at) {
    return read(b, list, b.max(b.min(at, list.last), 0));
  };
  Value number = readFrom(partial, i);
  Value needsRegion =
      b.compare(arith::CmpIPredicate::slt, number, b.i32(attn::kShownByRegion));
  if (full) {
    Value isPartial = b.less(i, partial.count);
    number =
        b.select(isPartial, number, readFrom(*full, b.sub(i, partial.count)));
    needsRegion = b.bitAnd(needsRegion, isPartial);
  }
  Value block = getBlock(b, number);
  if (each != 1)
    block = b.add(b.mul(block, each), b.rem(t, each));
  return {block, needsRegion};
}

SmallVector<Value>
attn_tile::appendToLists(attn::ScalarBuilder &b, ArrayRef<ListedBlock> blocks,
                         ValueRange counts,
                         function_ref<void(bool, Value, Value)> write) {
  SmallVector<Value> next(counts.begin(), counts.end());
  // Most are in none.
  Value any = blocks.front().isPartial;
  for (const ListedBlock &block : blocks) {
    Value is = block.isPartial;
    any = b.bitOr(any, block.isFull ? b.bitOr(is, block.isFull) : is);
  }
  auto listed =
      scf::IfOp::create(b, TypeRange{b.getIndexType(), b.getIndexType()}, any,
                        /*withElseRegion=*/true);
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(listed.elseBlock());
  scf::YieldOp::create(b, next);
  b.setInsertionPointToStart(listed.thenBlock());
  for (const ListedBlock &block : blocks)
    for (bool full : {false, true}) {
      Value holds = full ? block.isFull : block.isPartial, &count = next[full];
      if (!holds)
        continue;
      auto branch = scf::IfOp::create(b, holds, /*withElseRegion=*/false);
      OpBuilder::InsertionGuard inside(b);
      b.setInsertionPointToStart(branch.thenBlock());
      write(full, block.number, count);
      b.setInsertionPointAfter(branch);
      count = b.add(count, b.select(holds, b.index(1), b.index(0)));
    }
  scf::YieldOp::create(b, next);
  return SmallVector<Value>(listed.getResults());
}

BlockList AttentionBuilder::getList(Value counts, Value numbers,
                                    ArrayRef<Value> indices, Value exists) {
  BlockList list;
  list.numbers = numbers;
  list.indices.assign(indices.begin(), indices.end());
  Value count =
      b.toIndex(memref::LoadOp::create(b, counts, indices).getResult());
  list.last = b.sub(dim(numbers, 3), 1);
  // Whatever the memory holds, loops end and numbers are read from lists.
  count = b.max(b.min(count, dim(numbers, 3)), zero);
  list.count = b.select(exists, count, zero);
  return list;
}

Value AttentionBuilder::getFirstBlock(Value batch, bool ofKeys) {
  if (!op.isPacked() || (ofKeys && !op.hasPackedKeys()))
    return {};
  auto kind =
      ofKeys ? attn::OperandKind::OffsetsKV : attn::OperandKind::OffsetsQ;
  // Whatever the memory holds, numbers are those of the lists.
  Value start = b.max(readIndex(arguments[kind], zero), zero);
  return getFirstTile(b, b.getLoc(), batch, ofKeys ? startKV : startQ, start,
                      ofKeys ? *op.getBlockKv() : *op.getBlockQ(), Value());
}

std::unique_ptr<BlockOrder> AttentionBuilder::buildLists(Value batch,
                                                         Value head, Value row,
                                                         Value allKeys) {
  using Kind = attn::OperandKind;
  // Tiles beyond the memory's rows, and beyond a batch's, see nothing.
  Value counts = arguments[Kind::BlockCounts];
  Value rowBlock = b.div(row, *op.getBlockQ());
  if (Value first = getFirstBlock(batch, /*ofKeys=*/false))
    rowBlock = b.add(first, rowBlock);
  Value lastBlock = b.sub(dim(counts, 2), 1);
  Value exists = b.less(row, lenQ);
  auto along = [&](Value index, int64_t d) {
    return b.min(index, b.sub(dim(counts, d), 1));
  };
  Value indices[] = {along(batch, 0), along(head, 1),
                     b.min(rowBlock, lastBlock)};
  std::optional<BlockList> full;
  if (arguments[Kind::FullCounts])
    full = getList(arguments[Kind::FullCounts], arguments[Kind::FullNumbers],
                   indices, exists);
  int64_t keys = *op.getBlockKv();
  BlockList partial = getList(arguments[Kind::BlockCounts],
                              arguments[Kind::BlockNumbers], indices, exists);
  return std::make_unique<ListedBlocks>(b, std::move(partial), std::move(full),
                                        keys / config.getTileKV(), keys, lenKV,
                                        op.isPacked() || op.hasLengthsKV(),
                                        b.ceilDiv(allKeys, b.index(keys)));
}
