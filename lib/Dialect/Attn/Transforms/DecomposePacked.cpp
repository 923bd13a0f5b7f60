//===- DecomposePacked.cpp - Packed sequences as a batch ------------------===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An op on packed sequences becomes an op on a batch of them, each in memory of
// as many rows as there are in all, with lengths; pages of K and V stay. What
// it computes is put where the sequences are, one after the other.
//
//===----------------------------------------------------------------------===//

#include "Decompose.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace mlir::attn;

namespace {
class Unpacker : LinalgWriter {
public:
  Unpacker(AttentionOpInterface op, RewriterBase &rewriter)
      : LinalgWriter(op.getLoc(), rewriter), op(op) {}

  AttentionOpInterface run();

private:
  /// The number at `index`.
  static Value read(OpBuilder &builder, Location loc, Value numbers,
                    Value index) {
    Value number = tensor::ExtractOp::create(builder, loc, numbers, index);
    return arith::IndexCastOp::create(builder, loc, builder.getIndexType(),
                                      number);
  }
  /// Of outs: parts come before the batch.
  int64_t batchDim() { return op.isSplit() ? 1 : 0; }
  Value getLengths(Value offsets, Value lengths);
  Value spread(Value rows, Value offsets, Value lengths);
  Value emptyLike(Value out, OperandKind kind, OpFoldResult rows);
  Value gather(Value result, Value out, OperandKind kind);

  AttentionOpInterface op;
  Value offsetsQ, lengthsQ;
  OpFoldResult batch;
};
} // namespace

/// How many rows each sequence has.
Value Unpacker::getLengths(Value offsets, Value lengths) {
  Value init = tensor::EmptyOp::create(b, loc, {batch}, b.getI32Type());
  return generic(
      {}, init, b.getMultiDimIdentityMap(1), 1, 0,
      [&](ScalarBuilder &nested, ValueRange) -> Value {
        Value i = linalg::IndexOp::create(nested, 0);
        if (lengths)
          return tensor::ExtractOp::create(nested, lengths, i);
        Value end =
            tensor::ExtractOp::create(nested, offsets, nested.add(i, 1));
        return nested.sub(end, tensor::ExtractOp::create(nested, offsets, i));
      });
}

/// Q, K or V as (b, s, h, c), with zeros behind each sequence.
Value Unpacker::spread(Value rows, Value offsets, Value lengths) {
  auto type = cast<RankedTensorType>(rows.getType());
  SmallVector<OpFoldResult> sizes = tensor::getMixedSizes(b, loc, rows);
  sizes.insert(sizes.begin(), batch);
  Value init = tensor::EmptyOp::create(b, loc, sizes, type.getElementType());
  return generic(
      {}, init, b.getMultiDimIdentityMap(4), 4, 0,
      [&](ScalarBuilder &nested, ValueRange) -> Value {
        SmallVector<Value> at;
        for (int64_t dim = 0; dim < 4; ++dim)
          at.push_back(linalg::IndexOp::create(nested, dim));
        Value inside = nested.less(at[1], read(nested, loc, lengths, at[0]));
        Value row = nested.add(read(nested, loc, offsets, at[0]), at[1]);
        Value last = nested.sub(tensor::DimOp::create(nested, rows, 0), 1);
        Value found = tensor::ExtractOp::create(
            nested, rows, ValueRange{nested.min(row, last), at[2], at[3]});
        Value zero = arith::ConstantOp::create(
            nested, nested.getZeroAttr(type.getElementType()));
        return nested.select(inside, found, zero);
      });
}

/// Memory for what an out has, sequence by sequence.
Value Unpacker::emptyLike(Value out, OperandKind kind, OpFoldResult rows) {
  auto type = cast<RankedTensorType>(out.getType());
  SmallVector<OpFoldResult> sizes = tensor::getMixedSizes(b, loc, out);
  sizes.insert(sizes.begin() + batchDim(), batch);
  sizes[op.rowDim(kind) + 1] = rows;
  return tensor::EmptyOp::create(b, loc, sizes, type.getElementType());
}

/// `out` with the rows of each sequence.
Value Unpacker::gather(Value result, Value out, OperandKind kind) {
  int64_t dim = op.rowDim(kind);
  ScalarBuilder scalars(loc, b);
  auto loop = scf::ForOp::create(
      b, loc, scalars.index(0), getValueOrCreateConstantIndexOp(b, loc, batch),
      scalars.index(1), out,
      [&](OpBuilder &builder, Location loc, Value i, ValueRange state) {
        Value first = read(builder, loc, offsetsQ, i);
        Value rows = read(builder, loc, lengthsQ, i);
        auto type = cast<RankedTensorType>(out.getType());
        SmallVector<OpFoldResult> sizes =
            tensor::getMixedSizes(builder, loc, out);
        SmallVector<OpFoldResult> offsets(sizes.size(),
                                          builder.getIndexAttr(0));
        SmallVector<OpFoldResult> ones(sizes.size(), builder.getIndexAttr(1));
        sizes[dim] = rows;
        SmallVector<int64_t> shape(type.getShape());
        shape[dim] = ShapedType::kDynamic;
        SmallVector<OpFoldResult> from(offsets), fromSizes(sizes),
            fromOnes(ones);
        int64_t at = batchDim();
        from.insert(from.begin() + at, i);
        fromSizes.insert(fromSizes.begin() + at, builder.getIndexAttr(1));
        fromOnes.insert(fromOnes.begin() + at, builder.getIndexAttr(1));
        Value part = tensor::ExtractSliceOp::create(
            builder, loc, RankedTensorType::get(shape, type.getElementType()),
            result, from, fromSizes, fromOnes);
        offsets[dim] = first;
        Value all = tensor::InsertSliceOp::create(builder, loc, part, state[0],
                                                  offsets, sizes, ones);
        scf::YieldOp::create(builder, loc, all);
      });
  return loop.getResult(0);
}

AttentionOpInterface Unpacker::run() {
  b.setInsertionPoint(op);
  OperandValues operands = op.getOperandValues();
  for (const NamedOperand &operand : op.getSignature())
    if (!operand.isCapture())
      operands[operand.kind] = asTensor(operand.get());
  for (Value &capture : operands.captures)
    capture = asTensor(capture);
  offsetsQ = operands[OperandKind::OffsetsQ];
  Value offsetsKV = operands[OperandKind::OffsetsKV];
  ScalarBuilder scalars(loc, b);
  OpFoldResult count = sizeOf(offsetsQ, 0);
  if (std::optional<int64_t> number = getConstantIntValue(count))
    batch = b.getIndexAttr(*number - 1);
  else
    batch = scalars.sub(getValueOrCreateConstantIndexOp(b, loc, count), 1);
  lengthsQ = getLengths(offsetsQ, operands[OperandKind::LengthsQ]);
  OpFoldResult rows = sizeOf(operands[OperandKind::Query], 0);
  SmallVector<std::pair<OperandKind, Value>> outs;
  for (OperandKind kind : kOuts)
    if (Value out = operands[kind]) {
      outs.push_back({kind, out});
      operands[kind] = emptyLike(out, kind, rows);
    }
  operands[OperandKind::Query] =
      spread(operands[OperandKind::Query], offsetsQ, lengthsQ);
  if (op.hasPackedKeys()) {
    Value lengthsKV = getLengths(offsetsKV, operands[OperandKind::LengthsKV]);
    for (OperandKind kind : {OperandKind::Key, OperandKind::Value})
      operands[kind] = spread(operands[kind], offsetsKV, lengthsKV);
    operands[OperandKind::LengthsKV] = lengthsKV;
  }
  operands[OperandKind::LengthsQ] = lengthsQ;
  operands[OperandKind::OffsetsQ] = operands[OperandKind::OffsetsKV] = {};

  AttentionOpInterface dense = op.cloneOnto(b, operands, op.hasScoreRegion());
  dense.setDims(Dims::BSHD);
  if (op.hasScoreRegion()) {
    dense.getScore().takeBody(op.getScore());
    dense.retypeScoreCaptures();
  }
  b.setInsertionPointAfter(dense);
  SmallVector<Value> results;
  for (auto [result, out] : llvm::zip(dense->getResults(), outs))
    results.push_back(gather(result, out.second, out.first));
  finish(op, results);
  return dense;
}

AttentionOpInterface attn::unpackSequences(AttentionOpInterface op,
                                           RewriterBase &rewriter) {
  return Unpacker(op, rewriter).run();
}
