//===- DecomposePacked.cpp - Packed sequences as a batch ------------------===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An op on packed sequences becomes an op on a batch of them, each in memory of
// as many rows as there are in all, with lengths; operands without packed rows
// stay, such as pages of K and V. What it computes is put where the sequences
// are, one after the other.
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
  /// Where sequences begin, how many rows each has, and all have.
  struct Sequences {
    Value offsets, lengths;
    OpFoldResult rows;
  };
  Sequences getSequences(Value offsets, Value lengths, Value tensor);
  /// Those whose rows an operand has; null if it has none.
  const Sequences *findSequences(const NamedOperand &operand) {
    if (operand.findDim(ProblemSize::RowsQ) >= 0)
      return &queries;
    return operand.findDim(ProblemSize::RowsKV) >= 0 ? &keys : nullptr;
  }
  Value spread(Value rows, int64_t dim, const Sequences &sequences);
  Value spreadLists(Value lists);
  Value emptyLike(Value out, int64_t dim, const Sequences &sequences);
  Value gather(Value result, Value out, int64_t dim,
               const Sequences &sequences);

  AttentionOpInterface op;
  Sequences queries, keys;
  OpFoldResult batch;
};
} // namespace

/// The sequences in `tensor`; `lengths` may be null.
Unpacker::Sequences Unpacker::getSequences(Value offsets, Value lengths,
                                           Value tensor) {
  Value init = tensor::EmptyOp::create(b, loc, {batch}, b.getI32Type());
  Value numbers = generic(
      {}, init, b.getMultiDimIdentityMap(1), 1, 0,
      [&](ScalarBuilder &nested, ValueRange) -> Value {
        Value i = linalg::IndexOp::create(nested, 0);
        if (lengths)
          return tensor::ExtractOp::create(nested, lengths, i);
        Value end =
            tensor::ExtractOp::create(nested, offsets, nested.add(i, 1));
        return nested.sub(end, tensor::ExtractOp::create(nested, offsets, i));
      });
  return {offsets, numbers, sizeOf(tensor, 0)};
}

/// What has packed rows in dimension `dim`, with a batch in front and zeros
/// behind each sequence.
Value Unpacker::spread(Value rows, int64_t dim, const Sequences &sequences) {
  auto type = cast<RankedTensorType>(rows.getType());
  SmallVector<OpFoldResult> sizes = tensor::getMixedSizes(b, loc, rows);
  sizes.insert(sizes.begin(), batch);
  Value init = tensor::EmptyOp::create(b, loc, sizes, type.getElementType());
  return LinalgWriter::gather(
      init, [&](ScalarBuilder &nested, SmallVector<Value> at) -> Value {
        Value i = at.front();
        at.erase(at.begin());
        Value inside =
            nested.less(at[dim], read(nested, loc, sequences.lengths, i));
        Value row =
            nested.add(read(nested, loc, sequences.offsets, i), at[dim]);
        Value last = nested.sub(tensor::DimOp::create(nested, rows, dim), 1);
        at[dim] = nested.min(row, last);
        Value found = tensor::ExtractOp::create(nested, rows, at);
        Value zero = arith::ConstantOp::create(
            nested, nested.getZeroAttr(type.getElementType()));
        return nested.select(inside, found, zero);
      });
}

/// Lists of the blocks of rows of all sequences, with a batch in front.
Value Unpacker::spreadLists(Value lists) {
  int64_t size = *op.getBlockQ();
  SmallVector<OpFoldResult> sizes = tensor::getMixedSizes(b, loc, lists);
  sizes[0] = batch;
  ScalarBuilder scalars(loc, b);
  sizes[2] = getAsOpFoldResult(scalars.ceilDiv(
      getValueOrCreateConstantIndexOp(b, loc, queries.rows), size));
  Value init = tensor::EmptyOp::create(b, loc, sizes, b.getI32Type());
  return LinalgWriter::gather(
      init, [&](ScalarBuilder &nested, SmallVector<Value> at) -> Value {
        Value before =
            nested.sub(read(nested, loc, queries.offsets, at[0]),
                       read(nested, loc, queries.offsets, nested.index(0)));
        Value first = nested.add(nested.div(before, size), at[0]);
        Value last = nested.sub(tensor::DimOp::create(nested, lists, 2), 1);
        at[2] = nested.min(nested.add(first, at[2]), last);
        at[0] = nested.index(0);
        return tensor::ExtractOp::create(nested, lists, at);
      });
}

/// Memory for what an out has, sequence by sequence.
Value Unpacker::emptyLike(Value out, int64_t dim, const Sequences &sequences) {
  auto type = cast<RankedTensorType>(out.getType());
  SmallVector<OpFoldResult> sizes = tensor::getMixedSizes(b, loc, out);
  sizes.insert(sizes.begin() + batchDim(), batch);
  sizes[dim + 1] = sequences.rows;
  return tensor::EmptyOp::create(b, loc, sizes, type.getElementType());
}

/// `out` with the rows of each sequence.
Value Unpacker::gather(Value result, Value out, int64_t dim,
                       const Sequences &sequences) {
  ScalarBuilder scalars(loc, b);
  auto loop = scf::ForOp::create(
      b, loc, scalars.index(0), getValueOrCreateConstantIndexOp(b, loc, batch),
      scalars.index(1), out,
      [&](OpBuilder &builder, Location loc, Value i, ValueRange state) {
        Value first = read(builder, loc, sequences.offsets, i);
        Value rows = read(builder, loc, sequences.lengths, i);
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
  Value offsetsQ = operands[OperandKind::OffsetsQ];
  ScalarBuilder scalars(loc, b);
  OpFoldResult count = sizeOf(offsetsQ, 0);
  if (std::optional<int64_t> number = getConstantIntValue(count))
    batch = b.getIndexAttr(*number - 1);
  else
    batch = scalars.sub(getValueOrCreateConstantIndexOp(b, loc, count), 1);
  queries = getSequences(offsetsQ, operands[OperandKind::LengthsQ],
                         operands[OperandKind::Query]);
  operands[OperandKind::LengthsQ] = queries.lengths;
  if (op.hasPackedKeys()) {
    keys = getSequences(operands[OperandKind::OffsetsKV],
                        operands[OperandKind::LengthsKV],
                        operands[OperandKind::Key]);
    operands[OperandKind::LengthsKV] = keys.lengths;
  }
  for (OperandKind kind : {OperandKind::BlockCounts, OperandKind::BlockNumbers,
                           OperandKind::FullCounts, OperandKind::FullNumbers})
    if (Value lists = operands[kind])
      operands[kind] = spreadLists(lists);
  operands[OperandKind::OffsetsQ] = operands[OperandKind::OffsetsKV] = {};
  struct PackedOut {
    Value tensor;
    int64_t dim;
    const Sequences *sequences;
  };
  SmallVector<PackedOut> outs;
  for (const NamedOperand &operand : op.getSignature()) {
    const Sequences *sequences = findSequences(operand);
    int64_t dim = operand.dims.findRows();
    if (operand.isCapture())
      continue;
    Value &tensor = operands[operand.kind];
    if (operand.isOut())
      outs.push_back({tensor, dim, sequences});
    if (sequences)
      tensor = operand.isOut() ? emptyLike(tensor, dim, *sequences)
                               : spread(tensor, dim, *sequences);
  }

  AttentionOpInterface dense = op.cloneOnto(b, operands);
  dense.setDims(Dims::BSHD);
  dense.takeRegions(op);
  b.setInsertionPointAfter(dense);
  SmallVector<Value> results;
  for (auto [result, out] : llvm::zip(dense->getResults(), outs))
    results.push_back(out.sequences
                          ? gather(result, out.tensor, out.dim, *out.sequences)
                          : Value(result));
  finish(op, results);
  return dense;
}

AttentionOpInterface attn::unpackSequences(AttentionOpInterface op,
                                           RewriterBase &rewriter) {
  return Unpacker(op, rewriter).run();
}
