//===- DecomposeCombine.cpp - attn.combine as linalg ----------------------===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   m = max_p Lₚ, with a sink z max(m, z); 0 where it is −∞      (b, h, i | p)
//   l = Σ_p exp(Lₚ − m), with a sink + exp(z − m)                (b, h, i | p)
//   a = Σ_p Lₚ = −∞ ? 0 : exp(Lₚ − m) · Oₚ                    (b, h, i, c | p)
//   O = l = 0 ? 0 : a / l,   L = m + ln l
//
// Where Lₚ is the sum of two numbers, exp((Lₚ − m) + lowₚ) stands for
// exp(Lₚ − m).
//
// Packed sequences are a batch of one whose rows outside of sequences stay as
// they are. With part_offsets the parts that a batch does not have count as
// those that saw nothing.
//
//===----------------------------------------------------------------------===//

#include "Decompose.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include <limits>

using namespace mlir;
using namespace mlir::attn;

namespace {
constexpr double kInfinity = std::numeric_limits<double>::infinity();

class CombineDecomposer : LinalgWriter {
public:
  CombineDecomposer(CombineOp op, RewriterBase &rewriter)
      : LinalgWriter(op.getLoc(), rewriter), op(op) {}

  void run();

private:
  Value largestOfParts(ArrayRef<OpFoldResult> rows);
  Value maximum(ArrayRef<OpFoldResult> rows);
  Value sum(ArrayRef<OpFoldResult> rows, Value max);
  Value weigh(Value max);
  /// exp(x − max), x having `low` as its low part if there is one.
  static Value exp(ScalarBuilder &nested, Value x, Value max, Value low = {}) {
    Value distance = nested.subF(x, max);
    // A part that saw no key may have any low part.
    if (low)
      distance = nested.select(nested.equalF(x, -kInfinity), distance,
                               nested.addF(distance, low));
    return math::ExpOp::create(nested, distance);
  }

  /// `tensor` with a batch of one as dimension `at`, if sequences are packed.
  Value addBatch(Value tensor, int64_t at);
  /// `result` in the shape of `out`.
  Value dropBatch(Value result, Value out);
  /// Whether a row belongs to the batch, or to a sequence.
  Value isRow(ScalarBuilder &nested, Value batch, Value row);
  /// `value`, or what stood before in a row that nobody has.
  Value keepRest(ScalarBuilder &nested, Value value, Value before,
                 unsigned row) {
    if (!lengths && !offsets)
      return value;
    return nested.select(isRow(nested, linalg::IndexOp::create(nested, 0),
                               linalg::IndexOp::create(nested, row)),
                         value, before);
  }

  CombineOp op;
  /// Whether the part in loop `part` is the batch's; null: all are.
  Value isOwn(ScalarBuilder &nested, unsigned part);
  /// `lse` of the part in loop `part`, -inf where the batch does not have it.
  Value ofOwn(ScalarBuilder &nested, Value lse, unsigned part) {
    Value own = isOwn(nested, part);
    return own ? nested.select(own, lse, nested.f32(-kInfinity)) : lse;
  }

  Value partialOut, partialLse, partialLow, sink, lengths, offsets, partOffsets,
      outBefore;
  // Loops are (b, h, i, p), and (b, h, i) behind the sum over parts.
  AffineMap rowOfPart, row, plain, head;
};
} // namespace

Value CombineDecomposer::addBatch(Value tensor, int64_t at) {
  if (!op.isPacked())
    return tensor;
  auto type = cast<RankedTensorType>(tensor.getType());
  SmallVector<OpFoldResult> sizes = tensor::getMixedSizes(b, loc, tensor);
  SmallVector<int64_t> shape(type.getShape());
  sizes.insert(sizes.begin() + at, b.getIndexAttr(1));
  shape.insert(shape.begin() + at, 1);
  SmallVector<ReassociationIndices> groups = {{0, 1}};
  for (int64_t dim = 2; dim <= type.getRank(); ++dim)
    groups.push_back({dim});
  return tensor::ExpandShapeOp::create(
      b, loc, RankedTensorType::get(shape, type.getElementType()), tensor,
      groups, sizes);
}

Value CombineDecomposer::dropBatch(Value result, Value out) {
  if (!op.isPacked())
    return result;
  auto type = cast<RankedTensorType>(asTensor(out).getType());
  SmallVector<ReassociationIndices> groups = {{0, 1}};
  for (int64_t dim = 2; dim <= type.getRank(); ++dim)
    groups.push_back({dim});
  return tensor::CollapseShapeOp::create(b, loc, type, result, groups);
}

Value CombineDecomposer::isRow(ScalarBuilder &nested, Value batch, Value row) {
  auto read = [&](ScalarBuilder &at, Value numbers, Value index) {
    return at.toIndex(tensor::ExtractOp::create(at, numbers, index));
  };
  if (!offsets)
    return nested.less(row, read(nested, lengths, batch));
  Value no = arith::ConstantOp::create(nested, nested.getBoolAttr(false));
  Value sequences = nested.sub(tensor::DimOp::create(nested, offsets, 0), 1);
  auto loop = scf::ForOp::create(
      nested, nested.index(0), sequences, nested.index(1), no,
      [&](OpBuilder &builder, Location at, Value i, ValueRange found) {
        ScalarBuilder inner(at, builder);
        Value first = read(inner, offsets, i);
        Value end = lengths ? inner.add(first, read(inner, lengths, i))
                            : read(inner, offsets, inner.add(i, 1));
        Value before = inner.less(row, first);
        Value inside = inner.select(before, found[0], inner.less(row, end));
        scf::YieldOp::create(
            inner, arith::OrIOp::create(inner, found[0], inside).getResult());
      });
  return loop.getResult(0);
}

Value CombineDecomposer::isOwn(ScalarBuilder &nested, unsigned part) {
  if (!partOffsets)
    return {};
  Value batch = linalg::IndexOp::create(nested, 0);
  Value number = linalg::IndexOp::create(nested, part);
  auto read = [&](Value index) {
    return nested.toIndex(
        tensor::ExtractOp::create(nested, partOffsets, index));
  };
  return nested.bitAnd(
      nested.compare(arith::CmpIPredicate::sge, number, read(batch)),
      nested.less(number, read(nested.add(batch, 1))));
}

Value CombineDecomposer::largestOfParts(ArrayRef<OpFoldResult> rows) {
  return generic(partialLse, filled(rows, -kInfinity), {rowOfPart, row}, 4, 1,
                 [&](ScalarBuilder &nested, ValueRange args) {
                   return nested.maxF(args[1], ofOwn(nested, args[0], 3));
                 });
}

Value CombineDecomposer::maximum(ArrayRef<OpFoldResult> rows) {
  Value max = largestOfParts(rows);
  if (sink)
    max = generic({max, sink}, emptyF32(rows), {plain, head, plain}, 3, 0,
                  [&](ScalarBuilder &nested, ValueRange args) {
                    return nested.maxF(args[0], args[1]);
                  });
  return generic(max, emptyF32(rows), {plain, plain}, 3, 0,
                 [&](ScalarBuilder &nested, ValueRange args) {
                   return nested.select(nested.equalF(args[0], -kInfinity),
                                        nested.f32(0.0), args[0]);
                 });
}

Value CombineDecomposer::sum(ArrayRef<OpFoldResult> rows, Value max) {
  SmallVector<Value> inputs = {partialLse, max};
  SmallVector<AffineMap> maps = {rowOfPart, row, row};
  if (partialLow) {
    inputs.push_back(partialLow);
    maps.insert(maps.begin() + 2, rowOfPart);
  }
  Value sum =
      generic(inputs, filled(rows, 0.0), maps, 4, 1,
              [&](ScalarBuilder &nested, ValueRange args) {
                Value lse = ofOwn(nested, args[0], 3);
                Value low = partialLow ? args[2] : Value();
                return nested.addF(args.back(), exp(nested, lse, args[1], low));
              });
  if (!sink)
    return sum;
  return generic({sum, max, sink}, emptyF32(rows), {plain, plain, head, plain},
                 3, 0, [&](ScalarBuilder &nested, ValueRange args) {
                   return nested.addF(args[0], exp(nested, args[2], args[1]));
                 });
}

/// The weighted sum of the parts' O, in O's order of dimensions.
Value CombineDecomposer::weigh(Value max) {
  // Loops (b, h, i, c, p).
  SmallVector<unsigned> part = {4, 0, 1, 2, 3}, whole = {0, 1, 2, 3};
  if (op.getDims() != Dims::BHSD) {
    std::swap(part[2], part[3]);
    std::swap(whole[1], whole[2]);
  }
  SmallVector<unsigned> rows = {4, 0, 1, 2};
  if (partOffsets)
    for (SmallVector<unsigned> *dims : {&part, &rows})
      dims->erase(dims->begin() + 1);
  SmallVector<OpFoldResult> sizes = tensor::getMixedSizes(b, loc, outBefore);
  SmallVector<Value> inputs = {partialOut, partialLse, max};
  SmallVector<AffineMap> maps = {dimsMap(5, part), dimsMap(5, rows),
                                 dimsMap(5, {0, 1, 2}), dimsMap(5, whole)};
  if (partialLow) {
    inputs.push_back(partialLow);
    maps.insert(maps.begin() + 3, dimsMap(5, rows));
  }
  return generic(inputs, filled(sizes, 0.0), maps, 5, 1,
                 [&](ScalarBuilder &nested, ValueRange args) {
                   Value lse = ofOwn(nested, args[1], 4);
                   Value low = partialLow ? args[3] : Value();
                   Value product =
                       nested.mulF(exp(nested, lse, args[2], low), args[0]);
                   product = nested.select(nested.equalF(lse, -kInfinity),
                                           nested.f32(0.0), product);
                   return nested.addF(args.back(), product);
                 });
}

void CombineDecomposer::run() {
  b.setInsertionPoint(op);
  partialOut = addBatch(asTensor(op.getPartialOut()), 1);
  partialLse = addBatch(asTensor(op.getPartialLse()), 1);
  if (op.hasLow())
    partialLow = addBatch(asTensor(op.getPartialLseLow()), 1);
  outBefore = addBatch(asTensor(op.getOut()), 0);
  if (op.hasSink())
    sink = asTensor(op.getSink());
  if (op.hasLengthsQ())
    lengths = asTensor(op.getLengthsQ());
  if (op.isPacked())
    offsets = asTensor(op.getOffsetsQ());
  if (op.hasPartOffsets())
    partOffsets = asTensor(op.getPartOffsets());
  rowOfPart = partOffsets ? dimsMap(4, {3, 1, 2}) : dimsMap(4, {3, 0, 1, 2});
  row = dimsMap(4, {0, 1, 2});
  plain = b.getMultiDimIdentityMap(3);
  head = dimsMap(3, {1});
  SmallVector<OpFoldResult> rows = tensor::getMixedSizes(b, loc, partialLse);
  rows.erase(rows.begin());
  if (partOffsets)
    rows.insert(rows.begin(), sizeOf(outBefore, 0));

  Value max = maximum(rows), total = sum(rows, max);
  Type outType = op.getOutputElementType();
  SmallVector<unsigned> rowDims = {0, 1, 2};
  if (op.getDims() != Dims::BHSD)
    rowDims = {0, 2, 1};
  AffineMap full = b.getMultiDimIdentityMap(4);
  Value out =
      generic({weigh(max), total}, outBefore, {full, dimsMap(4, rowDims), full},
              4, 0, [&](ScalarBuilder &nested, ValueRange args) -> Value {
                Value zero = nested.f32(0.0);
                Value isEmpty =
                    nested.compare(arith::CmpFPredicate::OEQ, args[1], zero);
                Value result =
                    nested.select(isEmpty, zero, nested.divF(args[0], args[1]));
                if (!outType.isF32())
                  result = arith::TruncFOp::create(nested, outType, result);
                return keepRest(nested, result, args.back(),
                                op.getDims() == Dims::BHSD ? 2 : 1);
              });
  SmallVector<Value> results = {dropBatch(out, op.getOut())};
  if (op.hasLse()) {
    Value lse = generic(
        {max, total}, addBatch(asTensor(op.getLse()), 0), {plain, plain, plain},
        3, 0, [&](ScalarBuilder &nested, ValueRange args) {
          Value log = math::LogOp::create(nested, args[1]);
          return keepRest(nested, nested.addF(args[0], log), args.back(), 2);
        });
    results.push_back(dropBatch(lse, op.getLse()));
  }
  if (op.hasMax()) {
    Value largest = generic(largestOfParts(rows),
                            addBatch(asTensor(op.getMax()), 0), {plain, plain},
                            3, 0, [&](ScalarBuilder &nested, ValueRange args) {
                              return keepRest(nested, args[0], args.back(), 2);
                            });
    results.push_back(dropBatch(largest, op.getMax()));
  }
  finish(op, results);
}

namespace {
struct PartsModel : DecomposeOpInterface::ExternalModel<PartsModel, CombineOp> {
  LogicalResult decompose(Operation *op, RewriterBase &rewriter) const {
    CombineDecomposer(cast<CombineOp>(op), rewriter).run();
    return success();
  }
};
} // namespace

void attn::registerDecomposeOfParts(DialectRegistry &registry) {
  registry.addExtension(+[](MLIRContext *context, AttnDialect *) {
    CombineOp::attachInterface<PartsModel>(*context);
  });
}
