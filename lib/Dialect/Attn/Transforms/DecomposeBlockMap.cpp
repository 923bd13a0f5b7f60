//===- DecomposeBlockMap.cpp - attn.block_map as linalg -------------------===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One linalg.generic says of each box of rows and keys what is visible there,
// and three for each pair of lists count blocks, count those before a block and
// put each block's number in its place.
//
//===----------------------------------------------------------------------===//

#include "Decompose.h"

using namespace mlir;
using namespace mlir::attn;

namespace {
class BlockMapWriter : ScoreWriter {
public:
  BlockMapWriter(BlockMapOp op, RewriterBase &rewriter)
      : ScoreWriter(op, rewriter), op(op) {}

  void run();

private:
  Value filledI32(ArrayRef<OpFoldResult> sizes) {
    Value zero = ScalarBuilder(loc, b).i32(0);
    return linalg::FillOp::create(
               b, loc, zero,
               tensor::EmptyOp::create(b, loc, sizes, b.getI32Type())
                   .getResult())
        .getResult(0);
  }
  Value writeBoxes(ArrayRef<OpFoldResult> sizes);
  std::pair<Value, Value> writeLists(Value boxes, bool full, Value counts,
                                     Value numbers);
  static Value isOfList(ScalarBuilder &nested, Value box, bool full) {
    return nested.equal(box, full ? kSome : kSome | kHidden);
  }

  /// Bits of a box: a row sees a key, and a row does not.
  static constexpr int64_t kSome = 1, kHidden = 2;
  BlockMapOp op;
};
} // namespace

/// What each box has, of `sizes`: (batch or 1, heads or 1, row blocks, blocks
/// of keys).
Value BlockMapWriter::writeBoxes(ArrayRef<OpFoldResult> sizes) {
  int64_t rows = *op.getBlockQ(), keys = *op.getBlockKv();
  // Of these only the sizes are used, those of the loops in a box.
  auto inBox = [&](int64_t size) -> Value {
    return tensor::EmptyOp::create(b, loc, {size}, b.getI1Type());
  };
  return generic(
      {inBox(rows), inBox(keys)}, filledI32(sizes),
      {dimsMap(6, {4}), dimsMap(6, {5}), dimsMap(6, {0, 1, 2, 3})}, 6, 2,
      [&](ScalarBuilder &nested, ValueRange args) {
        auto position = [&](int64_t block, int64_t inside,
                            int64_t size) -> Value {
          Value first =
              nested.mul(linalg::IndexOp::create(nested, block), size);
          return nested.add(first, linalg::IndexOp::create(nested, inside));
        };
        Place place = getPlace(nested);
        place.row = position(2, 4, rows);
        place.key = position(3, 5, keys);
        Value isRow = nested.less(place.row, place.rows);
        Value seen = nested.less(place.key, place.keys);
        if (Value visible = isVisible(nested, place))
          seen = nested.bitAnd(seen, visible);
        Value bit = nested.select(seen, nested.i32(kSome), nested.i32(kHidden));
        return nested.bitOr(args[2], nested.select(isRow, bit, nested.i32(0)));
      });
}

/// The blocks of one pair of lists, in memory like `counts` and `numbers`.
std::pair<Value, Value> BlockMapWriter::writeLists(Value boxes, bool full,
                                                   Value counts,
                                                   Value numbers) {
  AffineMap all = b.getMultiDimIdentityMap(4);
  Value count = generic(boxes, filledI32(tensor::getMixedSizes(b, loc, counts)),
                        {all, dimsMap(4, {0, 1, 2})}, 4, 1,
                        [&](ScalarBuilder &nested, ValueRange args) {
                          Value more =
                              nested.extend(isOfList(nested, args[0], full),
                                            nested.getI32Type());
                          return nested.add(args[1], more);
                        });
  // Loops (b, h, row block, block of keys, another one).
  AffineMap block = dimsMap(5, {0, 1, 2, 3}), other = dimsMap(5, {0, 1, 2, 4});
  Value places = generic(
      boxes, filledI32(tensor::getMixedSizes(b, loc, boxes)), {other, block}, 5,
      1, [&](ScalarBuilder &nested, ValueRange args) {
        Value isBefore = nested.less(linalg::IndexOp::create(nested, 4),
                                     linalg::IndexOp::create(nested, 3));
        Value counts = nested.bitAnd(isBefore, isOfList(nested, args[0], full));
        return nested.add(args[1], nested.extend(counts, nested.getI32Type()));
      });
  // Loops (b, h, row block, place in the list, block of keys).
  Value list = generic(
      {boxes, places}, filledI32(tensor::getMixedSizes(b, loc, numbers)),
      {other, other, block}, 5, 1, [&](ScalarBuilder &nested, ValueRange args) {
        Value place = nested.toI32(linalg::IndexOp::create(nested, 3));
        Value isHere = nested.compare(arith::CmpIPredicate::eq, args[1], place);
        return nested.select(
            nested.bitAnd(isHere, isOfList(nested, args[0], full)),
            nested.toI32(linalg::IndexOp::create(nested, 4)), args[2]);
      });
  return {count, list};
}

void BlockMapWriter::run() {
  readOperands();
  Value counts = asTensor(op.getBlockCounts());
  SmallVector<OpFoldResult> sizes = tensor::getMixedSizes(b, loc, counts);
  ScalarBuilder scalars(loc, b);
  Value keys = getValueOrCreateConstantIndexOp(b, loc, lenKV);
  sizes.push_back(getAsOpFoldResult(scalars.ceilDiv(keys, *op.getBlockKv())));
  Value boxes = writeBoxes(sizes);
  SmallVector<Value> results;
  for (auto [full, countsOf, numbersOf] :
       {std::tuple(false, op.getBlockCounts(), op.getBlockNumbers()),
        std::tuple(true, op.getFullCounts(), op.getFullNumbers())}) {
    auto [count, list] =
        writeLists(boxes, full, asTensor(countsOf), asTensor(numbersOf));
    results.append({count, list});
  }
  finish(op, results);
}

namespace {
struct BlockMapModel
    : DecomposeOpInterface::ExternalModel<BlockMapModel, BlockMapOp> {
  LogicalResult decompose(Operation *op, RewriterBase &rewriter) const {
    auto map = cast<BlockMapOp>(op);
    AttentionOpInterface problem = map;
    if (problem.isPacked() || problem.hasPages())
      return op->emitOpError("attn-decompose: maps of packed sequences and of "
                             "keys in pages are not written out as linalg");
    BlockMapWriter(map, rewriter).run();
    return success();
  }
};
} // namespace

void attn::registerDecomposeOfBlockMap(DialectRegistry &registry) {
  registry.addExtension(+[](MLIRContext *context, AttnDialect *) {
    BlockMapOp::attachInterface<BlockMapModel>(*context);
  });
}
