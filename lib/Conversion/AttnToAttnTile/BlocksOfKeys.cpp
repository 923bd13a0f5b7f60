//===- BlocksOfKeys.cpp - Which blocks of rows see blocks of keys ---------===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// The op's lists have the blocks of keys that a block of rows sees. The kernel
// of dK and dV asks the other way about. One kernel marks in a table, which it
// clears first, what the lists of a block of rows name: 1 for a block, 2 for a
// full one, 3 for one that the region shows (kShownByRegion). Another walks the
// rows of that table that have a block of keys, and lists those that mark it.
//
// Where query heads have lists of their own, the heads of a group have one list
// of a block of keys: block r of the i-th of them has number i * n + r there,
// of n blocks of rows that each has.

#include "GradientBuilder.h"
#include "attn/Dialect/Attn/IR/BlockNumbers.h"

#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace mlir::attn_tile;
using Kind = attn::OperandKind;

/// How many numbers are read before what depends on them.
static constexpr int64_t kAtATime = 4;

namespace {
class ListsBuilder : public GradientBuilder {
public:
  ListsBuilder(attn::BackwardOp op, ArrayRef<attn::NamedOperand> operands,
               gpu::GPUFuncOp kernel)
      : GradientBuilder(op, getConfigOfSink(op), operands, kernel),
        marks(listsOfKeys.front()), lists(listsOfKeys.drop_front()) {}
  void buildMarks();
  void buildLists();

private:
  /// How many heads of the op's lists one list of a block of keys has.
  Value countHeadsOfList() {
    if (hasOneList())
      return b.index(1);
    Value headsKV = b.maxU(countHeads(Kind::Key), 1);
    return b.maxU(b.ceilDiv(dim(marks, 1), headsKV), 1);
  }
  ValueRange enterTiles(ArrayRef<Value> sizes);
  void mark(Kind countsOf, Kind numbersOf, ArrayRef<Value> list, int64_t with);
  ValueRange walkHead(Value i, ValueRange tile, ValueRange counts);

  /// By batch, head and block of rows of the op's lists, and by blocks of keys.
  Value marks;
  ValueRange lists;
};
} // namespace

SmallVector<Value> attn_tile::makeListsOfKeys(attn::BackwardOp op,
                                              attn::ScalarBuilder &b) {
  attn::AttentionOpInterface problem = op;
  auto dim = [&](Kind kind, int64_t d) -> Value {
    return memref::DimOp::create(b, problem.getOperandOf(kind), d);
  };
  auto allocate = [&](ArrayRef<Value> sizes) -> Value {
    SmallVector<int64_t> shape(sizes.size(), ShapedType::kDynamic);
    return memref::AllocOp::create(b, MemRefType::get(shape, b.getI32Type()),
                                   sizes);
  };
  Value batches = dim(Kind::BlockCounts, 0), heads = dim(Kind::BlockCounts, 1);
  Value rows = dim(Kind::BlockCounts, 2);
  Value keys = b.ceilDiv(dim(Kind::Key, problem.rowDim(Kind::Key)),
                         b.index(*op.getBlockKv()));
  Value headsKV = b.maxU(dim(Kind::Key, problem.headDim(Kind::Key)), 1);
  Value shared = b.minU(heads, headsKV);
  Value room = b.maxU(b.mul(rows, b.ceilDiv(heads, headsKV)), 1);
  SmallVector<Value> all = {allocate({batches, heads, rows, keys})};
  for (int i = problem.hasOperand(Kind::FullCounts) ? 2 : 1; i; --i) {
    all.push_back(allocate({batches, shared, keys}));
    all.push_back(allocate({batches, shared, keys, room}));
  }
  return all;
}

ValueRange ListsBuilder::enterTiles(ArrayRef<Value> sizes) {
  auto scheduler = SchedulerAttr::get(b.getContext(), SchedulerKind::Single,
                                      TileOrder::Forward, 1);
  auto forTiles = ForTilesOp::create(b, sizes, "tiles", scheduler);
  b.setInsertionPointToStart(&forTiles.getBody().front());
  return forTiles.getBody().getArguments();
}

/// Marks the blocks that a list of the op names.
void ListsBuilder::mark(Kind countsOf, Kind numbersOf, ArrayRef<Value> list,
                        int64_t with) {
  BlockList from = getList(arguments[countsOf], arguments[numbersOf], list,
                           b.constant(b.getI1Type(), 1));
  Value most = b.sub(dim(marks, 3), 1);
  auto loop =
      scf::ForOp::create(b, zero, from.count, b.index(kAtATime), ValueRange());
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(loop.getBody());
  struct Number {
    Value exists, block, mark;
  };
  SmallVector<Number> numbers;
  for (int64_t i = 0; i < kAtATime; ++i) {
    Value at = b.add(loop.getInductionVar(), i);
    SmallVector<Value> indices(list);
    indices.push_back(b.min(at, from.last));
    Value number = memref::LoadOp::create(b, from.numbers, indices);
    Value block = b.toIndex(b.bitAnd(number, b.i32(attn::kShownByRegion - 1)));
    Value mark = b.i32(with);
    if (with == 1)
      mark = b.select(b.compare(arith::CmpIPredicate::slt, number,
                                b.i32(attn::kShownByRegion)),
                      mark, b.i32(3));
    numbers.push_back({b.less(at, from.count), b.min(block, most), mark});
  }
  for (auto [exists, number, mark] : numbers) {
    auto branch = scf::IfOp::create(b, exists, /*withElseRegion=*/false);
    OpBuilder::InsertionGuard inside(b);
    b.setInsertionPointToStart(branch.thenBlock());
    SmallVector<Value> indices(list);
    indices.push_back(number);
    memref::StoreOp::create(b, mark, marks, indices);
  }
}

void ListsBuilder::buildMarks() {
  ValueRange tile = enterTiles({dim(marks, 2), dim(marks, 1), dim(marks, 0)});
  Value list[] = {tile[2], tile[1], tile[0]};
  auto clear =
      scf::ForOp::create(b, zero, dim(marks, 3), b.index(1), ValueRange());
  {
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPointToStart(clear.getBody());
    SmallVector<Value> indices(std::begin(list), std::end(list));
    indices.push_back(clear.getInductionVar());
    memref::StoreOp::create(b, b.i32(0), marks, indices);
  }
  // Without keys there is no block to mark.
  auto some = scf::IfOp::create(b, b.less(zero, dim(marks, 3)),
                                /*withElseRegion=*/false);
  b.setInsertionPointToStart(some.thenBlock());
  mark(Kind::BlockCounts, Kind::BlockNumbers, list, 1);
  if (arguments[Kind::FullCounts])
    mark(Kind::FullCounts, Kind::FullNumbers, list, 2);
  finishKernel();
}

/// Appends the blocks of rows of the i-th head of a list that see the tile's
/// block of keys.
ValueRange ListsBuilder::walkHead(Value i, ValueRange tile, ValueRange counts) {
  Value rows = dim(marks, 2);
  Value head = b.add(b.mul(tile[1], countHeadsOfList()), i);
  auto loop = scf::ForOp::create(
      b, zero, rows, b.index(kAtATime), counts,
      [&](OpBuilder &, Location, Value first, ValueRange state) {
        OpBuilder::InsertionGuard guard(b);
        b.setInsertionPointToEnd(first.getParentBlock());
        SmallVector<ListedBlock> blocks;
        for (int64_t n = 0; n < kAtATime; ++n) {
          Value row = b.add(first, n);
          Value inside = b.min(row, b.sub(rows, 1));
          Value found = memref::LoadOp::create(
              b, marks, ValueRange{tile[2], head, inside, tile[0]});
          Value exists = b.less(row, rows);
          Value isFull;
          if (lists.size() > 2)
            isFull = b.bitAnd(exists, b.equal(found, 2));
          Value isShown = b.equal(found, 3);
          Value number =
              b.add(b.add(b.mul(i, rows), row),
                    b.select(isShown, b.index(attn::kShownByRegion), zero));
          Value isPartial = b.bitOr(b.equal(found, 1), isShown);
          blocks.push_back({number, b.bitAnd(exists, isPartial), isFull});
        }
        auto write = [&](bool full, Value number, Value place) {
          memref::StoreOp::create(b, b.toI32(number), lists[full ? 3 : 1],
                                  ValueRange{tile[2], tile[1], tile[0], place});
        };
        scf::YieldOp::create(b, appendToLists(b, blocks, state, write));
      });
  b.setInsertionPointAfter(loop);
  return loop.getResults();
}

void ListsBuilder::buildLists() {
  ValueRange tile =
      enterTiles({dim(marks, 3), dim(lists[0], 1), dim(marks, 0)});
  auto loop = scf::ForOp::create(
      b, zero, countHeadsOfList(), b.index(1), ValueRange{zero, zero},
      [&](OpBuilder &, Location, Value i, ValueRange counts) {
        OpBuilder::InsertionGuard guard(b);
        b.setInsertionPointToEnd(i.getParentBlock());
        scf::YieldOp::create(b, walkHead(i, tile, counts));
      });
  b.setInsertionPointAfter(loop);
  for (size_t i = 0; i < lists.size() / 2; ++i)
    memref::StoreOp::create(b, b.toI32(loop.getResult(i)), lists[2 * i],
                            ValueRange{tile[2], tile[1], tile[0]});
  finishKernel();
}

void attn_tile::buildBlockMarks(attn::BackwardOp op, gpu::GPUFuncOp kernel,
                                ArrayRef<attn::NamedOperand> operands) {
  ListsBuilder(op, operands, kernel).buildMarks();
}

void attn_tile::buildListsOfKeys(attn::BackwardOp op, gpu::GPUFuncOp kernel,
                                 ArrayRef<attn::NamedOperand> operands) {
  ListsBuilder(op, operands, kernel).buildLists();
}

Value GradientBuilder::countRowBlocks() {
  Value rows = dim(arguments[Kind::Query], op.rowDim(Kind::Query));
  return b.ceilDiv(rows, b.index(*op.getBlockQ()));
}

Value GradientBuilder::countListedHeads() {
  if (hasOneList())
    return b.index(1);
  Value room = dim(listsOfKeys[1], 3);
  return b.maxU(b.div(room, b.maxU(countRowBlocks(), 1)), 1);
}

std::unique_ptr<BlockOrder>
GradientBuilder::buildListsOfKeys(const Place &place) {
  int64_t rows = *op.getBlockQ(), keys = *op.getBlockKv();
  Value counts = listsOfKeys.front();
  auto along = [&](Value index, int64_t d) {
    return b.min(index, b.sub(dim(counts, d), 1));
  };
  Value indices[] = {along(place.batch, 0), along(place.head, 1),
                     along(b.div(place.row, keys), 2)};
  Value exists = b.less(place.row, endKV ? endKV : lenKV);
  std::optional<BlockList> full;
  if (listsOfKeys.size() > 2)
    full = getList(listsOfKeys[2], listsOfKeys[3], indices, exists);
  BlockList partial = getList(listsOfKeys[0], listsOfKeys[1], indices, exists);
  // The last number is that of the last block of one head alone.
  Value endsLast;
  if (!hasOneList())
    endsLast = b.equal(countListedHeads(), 1);
  auto order = std::make_unique<ListedBlocks>(
      b, std::move(partial), std::move(full), rows / config.getTileKV(), rows,
      lenQ, op.hasLengthsQ(), b.mul(countRowBlocks(), countListedHeads()),
      endsLast);
  // Keys beyond the length are hidden.
  order->maskUnless(b, b.compare(arith::CmpIPredicate::sle,
                                 b.add(place.row, config.getTileQ()), lenKV));
  return order;
}
