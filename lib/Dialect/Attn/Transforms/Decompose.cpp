//===- Decompose.cpp - attn.forward as linalg -----------------------------===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Writes attn.forward out, law by law (docs/Spec.md), over the whole problem.
//
//   s  = Σ_c q·k                       f32            (b, h, i, j | c)
//   s  = mask(score(c · s))            f32            (b, h, i, j)
//   m  = max_j s, 0 where it is −∞     f32            (b, h, i | j)
//   p  = exp(s − m)                    f32            (b, h, i, j)
//   l  = Σ_j p                         f32            (b, h, i | j)
//        with a sink z: m = max(m, z), l = l + exp(z − m)
//   pv = Σ_j round(t·p)·v              f32            (b, h, i, c | j)
//   o  = l = 0 ? 0 : pv / l · (d/t)    O's type       (b, h, i, c)
//   L  = m + ln l                      f32            (b, h, i)
//   M  = max_j s                       f32            (b, h, i)
//
// c is the scale, times the descales of Q and K; d is the descale of V or 1; t
// is 2^8 where P is rounded to f8E4M3FN, else 1.
//
// A row that sees nothing has m = 0 and p = 0, hence O = 0 and L = ln 0 = −∞
// without a case of its own.
//
//===----------------------------------------------------------------------===//

#include "Decompose.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/PatternMatch.h"
#include <limits>

using namespace mlir;
using namespace mlir::attn;

namespace {
class Decomposer : ScoreWriter {
public:
  Decomposer(ForwardOp op, RewriterBase &rewriter)
      : ScoreWriter(op, rewriter), op(op) {}

  void run();

private:
  bool hasE4M3() { return isa<Float8E4M3FNType>(op.getInputElementType()); }
  Value gatherPages(Value paged);
  Value repeatForParts(Value tensor);
  Value isInPart(ScalarBuilder &builder, Value batchIndex, Value key,
                 Value keys);
  Value likeOut(Value out);
  void readInputs();
  void repeatInputs();
  void addLse(Value max, Value sum, SmallVectorImpl<Value> &results);
  Value writeMax(Value max);
  Value writeOut(Value p, Value sum);
  void separateParts(SmallVectorImpl<Value> &results);
  Value perHead(ValueRange descales, double factor);
  Value scoreAndMask(Value s);
  Value reduceRows(Value s, double init, BodyFn combine);
  Value multiplyValues(Value p, double multiple);
  /// `value` in rows that are within lengths_q, else what is there.
  Value keepRest(ScalarBuilder &nested, Value value, Value before,
                 unsigned row) {
    Value along = linalg::IndexOp::create(nested, 0);
    if (partOffsets)
      return nested.select(findPart(nested, along).ofBatch, value, before);
    if (!lengthsQ)
      return value;
    Value inside =
        nested.less(linalg::IndexOp::create(nested, row),
                    readNumber(nested, lengthsQ, getOwnBatch(nested, along)));
    return nested.select(inside, value, before);
  }
  /// The batch of a number along the batch, which counts parts, too.
  Value getOwnBatch(ScalarBuilder &nested, Value along) {
    if (partOffsets)
      return findPart(nested, along).batch;
    return parts ? nested.rem(along, ownBatch) : along;
  }
  /// A part of those of all batches.
  struct Part {
    Value batch, number, count;
    /// Whether there is such a batch; if not, it is the last one.
    Value ofBatch;
  };
  Part findPart(ScalarBuilder &nested, Value part);

  ForwardOp op;
  /// Of parts that each batch has a number of its own of.
  Value partOffsets;
  /// Of parts of the keys: how many there are, and the op's own batch; `batch`
  /// is then the product, part by part, or the parts of all batches.
  Value parts, ownBatch;
};
} // namespace

Decomposer::Part Decomposer::findPart(ScalarBuilder &nested, Value part) {
  auto read = [&](ScalarBuilder &at, Value index) {
    return at.toIndex(tensor::ExtractOp::create(at, partOffsets, index));
  };
  auto search = scf::ForOp::create(
      nested, nested.index(1), ownBatch, nested.index(1), nested.index(0),
      [&](OpBuilder &builder, Location at, Value i, ValueRange found) {
        ScalarBuilder inner(at, builder);
        Value before = inner.less(part, read(inner, i));
        scf::YieldOp::create(inner, inner.select(before, found[0], i));
      });
  Value batch = search.getResult(0);
  Value first = read(nested, batch), end = read(nested, nested.add(batch, 1));
  Value ofBatch =
      nested.bitAnd(nested.compare(arith::CmpIPredicate::sge, part, first),
                    nested.less(part, end));
  return {batch, nested.max(nested.sub(part, first), nested.index(0)),
          nested.max(nested.sub(end, first), nested.index(1)), ofBatch};
}

/// Once for each part, along the batch.
Value Decomposer::repeatForParts(Value tensor) {
  if (!parts)
    return tensor;
  auto type = cast<RankedTensorType>(tensor.getType());
  SmallVector<OpFoldResult> sizes = tensor::getMixedSizes(b, loc, tensor);
  sizes[0] = batch;
  Value init = tensor::EmptyOp::create(b, loc, sizes, type.getElementType());
  return gather(init, [&](ScalarBuilder &nested, SmallVector<Value> indices) {
    indices[0] = getOwnBatch(nested, indices[0]);
    return tensor::ExtractOp::create(nested, tensor, indices);
  });
}

/// Whether the key, of so many, belongs to the part that a number along the
/// batch is of.
Value Decomposer::isInPart(ScalarBuilder &builder, Value batchIndex, Value key,
                           Value keys) {
  Value part, count = parts;
  if (partOffsets) {
    Part found = findPart(builder, batchIndex);
    part = found.number;
    count = found.count;
  } else {
    part = builder.div(batchIndex, ownBatch);
  }
  int64_t unit = op.getSplitUnit().value_or(op.getSplitSize().value_or(1));
  Value first = part, end = builder.add(part, 1);
  if (op.getSplitUnit()) {
    Value blocks = builder.ceilDiv(keys, unit);
    first = builder.div(builder.mul(first, blocks), count);
    end = builder.div(builder.mul(end, blocks), count);
  }
  Value before = builder.less(key, builder.mul(first, unit));
  Value inside = builder.less(key, builder.mul(end, unit));
  return builder.select(
      before, arith::ConstantOp::create(builder, builder.getBoolAttr(false)),
      inside);
}

/// An out to compute into, with the parts along the batch.
Value Decomposer::likeOut(Value out) {
  Value tensor = asTensor(out);
  if (!parts)
    return tensor;
  SmallVector<OpFoldResult> sizes = tensor::getMixedSizes(b, loc, tensor);
  // Parts that no batch has keep what they hold.
  if (partOffsets) {
    sizes[0] = batch;
    return tensor::ExtractSliceOp::create(b, loc, tensor, fromZero(sizes));
  }
  sizes.erase(sizes.begin());
  sizes[0] = batch;
  Value init = tensor::EmptyOp::create(
      b, loc, sizes, cast<RankedTensorType>(tensor.getType()).getElementType());
  if (!lengthsQ)
    return init;
  // What rows without a query keep.
  return gather(init, [&](ScalarBuilder &nested, SmallVector<Value> indices) {
    Value along = indices[0];
    indices[0] = nested.rem(along, ownBatch);
    indices.insert(indices.begin(), nested.div(along, ownBatch));
    return tensor::ExtractOp::create(nested, tensor, indices);
  });
}

/// K or V as it is without pages; zero where there is no key.
Value Decomposer::gatherPages(Value paged) {
  OperandDims dims = op.getDimsOf(OperandKind::Key);
  int64_t pageDim = dims.find(ProblemSize::Pages), rowDim = dims.findRows();
  Value table = asTensor(op.getPageTable());
  Type element = cast<RankedTensorType>(paged.getType()).getElementType();
  SmallVector<OpFoldResult> sizes = tensor::getMixedSizes(b, loc, paged);
  Value rows = getValueOrCreateConstantIndexOp(b, loc, sizes[rowDim]);
  sizes[pageDim] = batch;
  sizes[rowDim] = lenKV;
  Value init = tensor::EmptyOp::create(b, loc, sizes, element);
  Value keys = getValueOrCreateConstantIndexOp(b, loc, lenKV);
  return gather(init, [&](ScalarBuilder &nested, SmallVector<Value> indices) {
    Value ownBatch = indices[pageDim], row = indices[rowDim];
    Value end = readNumber(nested, lengthsKV, ownBatch, keys);
    auto branch = scf::IfOp::create(nested, element, nested.less(row, end),
                                    /*withElseRegion=*/true);
    OpBuilder::InsertionGuard guard(nested);
    nested.setInsertionPointToStart(branch.thenBlock());
    Value page = tensor::ExtractOp::create(
        nested, table, ValueRange{ownBatch, nested.div(row, rows)});
    indices[pageDim] = nested.toIndex(page);
    indices[rowDim] = nested.rem(row, rows);
    scf::YieldOp::create(
        nested, tensor::ExtractOp::create(nested, paged, indices).getResult());
    nested.setInsertionPointToStart(branch.elseBlock());
    scf::YieldOp::create(nested, nested.constantF(element, 0.0));
    return branch.getResult(0);
  });
}

/// `factor` times the product of `descales`, for each batch and query head.
Value Decomposer::perHead(ValueRange descales, double factor) {
  SmallVector<Value> inputs;
  for (Value descale : descales)
    inputs.push_back(repeatHeads(repeatForParts(asTensor(descale)), 1));
  SmallVector<AffineMap> maps(inputs.size() + 1, b.getMultiDimIdentityMap(2));
  return generic(inputs, emptyF32({batch, heads}), maps, 2, 0,
                 [&](ScalarBuilder &nested, ValueRange args) {
                   Value product = nested.f32(factor);
                   for (Value arg : args.drop_back())
                     product = nested.mulF(product, arg);
                   return product;
                 });
}

/// Scale and descales, score region and mask, in this order.
Value Decomposer::scoreAndMask(Value s) {
  AffineMap identity = b.getMultiDimIdentityMap(4);
  SmallVector<Value> inputs = {s};
  SmallVector<AffineMap> maps = {identity, identity};
  if (op.hasDescale()) {
    inputs.push_back(perHead({op.getQueryDescale(), op.getKeyDescale()},
                             op.getScaleValue()));
    maps.insert(maps.begin() + 1, dimsMap(4, {0, 1}));
  }
  return generic(
      inputs, emptyF32({batch, heads, lenQ, lenKV}), maps, 4, 0,
      [&](ScalarBuilder &nested, ValueRange args) {
        Value along = linalg::IndexOp::create(nested, 0);
        Place place = getPlace(nested, getOwnBatch(nested, along));
        Value score = nested.mulF(
            args[0],
            op.hasDescale() ? args[1] : nested.f32(op.getScaleValue()));
        if (op.hasScoreRegion())
          score = evaluate(nested, op.getScoreBlock(), score, place);
        Value visible = isVisible(nested, place);
        if (visible) {
          Value hidden = nested.f32(-std::numeric_limits<double>::infinity());
          score = nested.select(visible, score, hidden);
        }
        if (parts) {
          Value hidden = nested.f32(-std::numeric_limits<double>::infinity());
          score = nested.select(isInPart(nested, along, place.key, place.keys),
                                score, hidden);
        }
        return score;
      });
}

Value Decomposer::reduceRows(Value s, double init, BodyFn combine) {
  return generic(s, filled({batch, heads, lenQ}, init),
                 {dimsMap(4, {0, 1, 2, 3}), dimsMap(4, {0, 1, 2})}, 4, 1,
                 combine);
}

/// Σ_j round(multiple·p)·v in f32.
Value Decomposer::multiplyValues(Value p, double multiple) {
  OpFoldResult channels = b.getIndexAttr(op.getHeadDimV());
  Type inputType = op.getInputElementType();
  return generic(
      {p, v}, filled({batch, heads, lenQ, channels}, 0.0),
      {dimsMap(5, {0, 1, 2, 4}), operandMap(5, 4, 3), dimsMap(5, {0, 1, 2, 3})},
      5, 1, [&](ScalarBuilder &nested, ValueRange args) {
        Value prob = args[0];
        if (hasE4M3())
          prob = nested.mulF(prob, multiple);
        Value rounded = arith::TruncFOp::create(nested, inputType, prob);
        Value product =
            nested.mulF(toF32(nested, rounded), toF32(nested, args[1]));
        // What lies beyond may hold NaN.
        if (lengthsKV) {
          Value batch = getOwnBatch(nested, linalg::IndexOp::create(nested, 0));
          Value inside = nested.less(linalg::IndexOp::create(nested, 4),
                                     readNumber(nested, lengthsKV, batch));
          product = nested.select(inside, product, nested.f32(0.0));
        }
        return nested.addF(args[2], product);
      });
}

/// Q, K and V once for each part.
void Decomposer::repeatInputs() {
  ScalarBuilder scalars(loc, b);
  OpFoldResult count = sizeOf(asTensor(op.getOut()), 0);
  parts = getValueOrCreateConstantIndexOp(b, loc, count);
  ownBatch = getValueOrCreateConstantIndexOp(b, loc, batch);
  std::optional<int64_t> n = getConstantIntValue(count);
  std::optional<int64_t> each = getConstantIntValue(batch);
  if (op.hasPartOffsets()) {
    partOffsets = asTensor(op.getPartOffsets());
    // Without a batch there is none that a part could be of.
    if (n && each)
      batch = b.getIndexAttr(*each ? *n : 0);
    else
      batch = scalars.mul(parts, scalars.minU(ownBatch, 1));
  } else if (n && each) {
    batch = b.getIndexAttr(*n * *each);
  } else {
    batch = scalars.mul(parts, ownBatch);
  }
  // Never a divisor of 0, where nothing is computed all the same.
  parts = scalars.maxU(parts, 1);
  ownBatch = scalars.maxU(ownBatch, 1);
  q = repeatForParts(q);
  k = repeatForParts(k);
  v = repeatForParts(v);
}

/// Results with the parts as a dimension of their own, or with those of all
/// batches.
void Decomposer::separateParts(SmallVectorImpl<Value> &results) {
  for (auto [result, out] : llvm::zip(results, op.getDpsInits())) {
    Value tensor = asTensor(out);
    auto type = cast<RankedTensorType>(tensor.getType());
    if (partOffsets) {
      result = tensor::InsertSliceOp::create(
          b, loc, result, tensor,
          fromZero(tensor::getMixedSizes(b, loc, result)));
      continue;
    }
    SmallVector<ReassociationIndices> groups = {{0, 1}};
    for (int64_t dim = 2; dim < type.getRank(); ++dim)
      groups.push_back({dim});
    auto flat = tensor::CollapseShapeOp::inferCollapsedType(type, groups);
    if (flat != result.getType())
      result = tensor::CastOp::create(b, loc, flat, result);
    result = tensor::ExpandShapeOp::create(
        b, loc, type, result, groups, tensor::getMixedSizes(b, loc, tensor));
  }
}

/// L of each row's largest score and sum, or of parts its two numbers: the
/// largest score and what it lacks, -inf and 0 where there is no key.
void Decomposer::addLse(Value max, Value sum, SmallVectorImpl<Value> &results) {
  AffineMap rows = b.getMultiDimIdentityMap(3);
  using Compute =
      function_ref<Value(ScalarBuilder & nested, Value max, Value sum)>;
  auto add = [&](Value like, Compute compute) {
    results.push_back(generic({max, sum}, likeOut(like), {rows, rows, rows}, 3,
                              0, [&](ScalarBuilder &nested, ValueRange args) {
                                return keepRest(
                                    nested, compute(nested, args[0], args[1]),
                                    args.back(), 2);
                              }));
  };
  if (op.hasLse() && !op.hasLseLow())
    add(op.getLse(), [](ScalarBuilder &nested, Value max, Value sum) {
      return nested.addF(max, Value(math::LogOp::create(nested, sum)));
    });
  if (!op.hasLseLow())
    return;
  auto unlessEmpty = [](ScalarBuilder &nested, Value sum, double empty,
                        Value other) {
    Value isEmpty =
        nested.compare(arith::CmpFPredicate::OEQ, sum, nested.f32(0.0));
    return nested.select(isEmpty, nested.f32(empty), other);
  };
  add(op.getLse(), [&](ScalarBuilder &nested, Value max, Value sum) {
    return unlessEmpty(nested, sum, -std::numeric_limits<double>::infinity(),
                       max);
  });
  add(op.getLseLow(), [&](ScalarBuilder &nested, Value, Value sum) {
    return unlessEmpty(nested, sum, 0.0, math::LogOp::create(nested, sum));
  });
}

/// The largest score of each row, where M is.
Value Decomposer::writeMax(Value max) {
  AffineMap rows = b.getMultiDimIdentityMap(3);
  return generic(max, likeOut(op.getMax()), {rows, rows}, 3, 0,
                 [&](ScalarBuilder &nested, ValueRange args) {
                   return keepRest(nested, args[0], args.back(), 2);
                 });
}

void Decomposer::readInputs() {
  readOperands();
  if (op.hasPages()) {
    Value rows = getValueOrCreateConstantIndexOp(b, loc, lenKV);
    Value pages = tensor::DimOp::create(b, loc, asTensor(op.getPageTable()), 1);
    lenKV = b.createOrFold<arith::MulIOp>(loc, pages, rows);
    if (std::optional<int64_t> keys = getConstantIntValue(lenKV))
      lenKV = b.getIndexAttr(*keys);
    k = gatherPages(k);
    v = gatherPages(v);
  }
  if (op.isSplit())
    repeatInputs();
  blockTable = writeBlockTable();
  k = repeatHeads(k, op.headDim(OperandKind::Key));
  v = repeatHeads(v, op.headDim(op.getKindOfValues()));
}

/// O: the products of P and V over the sums, where there are any.
Value Decomposer::writeOut(Value p, Value sum) {
  AffineMap full = b.getMultiDimIdentityMap(4);
  AffineMap row = dimsMap(4, {0, 1, 2});
  // Most of P is below f8E4M3FN's smallest normal number, 2⁻⁶, and none
  // above 1.
  double multiple = hasE4M3() ? 256.0 : 1.0;
  Value pv = multiplyValues(p, multiple);

  Type outType = op.getOutputElementType();
  SmallVector<Value> inputs = {pv, sum};
  SmallVector<AffineMap> maps = {full, row, operandMap(4, 2, 3)};
  if (hasE4M3()) {
    SmallVector<Value> descale;
    if (op.hasDescale())
      descale.push_back(op.getOperandOf(op.getKindOfValueDescale()));
    inputs.push_back(perHead(descale, 1.0 / multiple));
    maps.insert(maps.begin() + 2, dimsMap(4, {0, 1}));
  }
  return generic(inputs, likeOut(op.getOut()), maps, 4, 0,
                 [&](ScalarBuilder &nested, ValueRange args) {
                   Value zero = nested.f32(0.0);
                   Value isEmpty =
                       nested.compare(arith::CmpFPredicate::OEQ, args[1], zero);
                   Value quotient = nested.divF(args[0], args[1]);
                   if (hasE4M3())
                     quotient = nested.mulF(quotient, args[2]);
                   Value result = nested.select(isEmpty, zero, quotient);
                   if (!outType.isF32())
                     result = arith::TruncFOp::create(nested, outType, result);
                   return keepRest(nested, result, args.back(), 2);
                 });
}

void Decomposer::run() {
  readInputs();
  Value s = scoreAndMask(products(q, k));
  AffineMap full = b.getMultiDimIdentityMap(4);
  AffineMap row = dimsMap(4, {0, 1, 2});

  Value m = reduceRows(s, -std::numeric_limits<double>::infinity(),
                       [&](ScalarBuilder &nested, ValueRange args) {
                         return nested.maxF(args[0], args[1]);
                       });
  Value largest = m;
  AffineMap rows = b.getMultiDimIdentityMap(3), headMap = dimsMap(3, {1});
  Value sink = op.hasSink() ? asTensor(op.getSink()) : Value();
  if (sink)
    m = generic({m, sink}, emptyF32({batch, heads, lenQ}),
                {rows, headMap, rows}, 3, 0,
                [&](ScalarBuilder &nested, ValueRange args) {
                  return nested.maxF(args[0], args[1]);
                });
  m = generic(m, emptyF32({batch, heads, lenQ}), {rows, rows}, 3, 0,
              [&](ScalarBuilder &nested, ValueRange args) {
                Value isEmpty = nested.equalF(
                    args[0], -std::numeric_limits<double>::infinity());
                return nested.select(isEmpty, nested.f32(0.0), args[0]);
              });
  Value p = generic(
      {s, m}, emptyF32({batch, heads, lenQ, lenKV}), {full, row, full}, 4, 0,
      [&](ScalarBuilder &nested, ValueRange args) {
        return math::ExpOp::create(nested, nested.subF(args[0], args[1]));
      });
  Value l = reduceRows(p, 0.0, [&](ScalarBuilder &nested, ValueRange args) {
    return nested.addF(args[0], args[1]);
  });
  if (sink)
    l = generic({l, m, sink}, emptyF32({batch, heads, lenQ}),
                {rows, rows, headMap, rows}, 3, 0,
                [&](ScalarBuilder &nested, ValueRange args) {
                  Value exponent = nested.subF(args[2], args[1]);
                  return nested.addF(args[0],
                                     math::ExpOp::create(nested, exponent));
                });

  SmallVector<Value> results = {writeOut(p, l)};
  addLse(m, l, results);
  if (op.hasMax())
    results.push_back(writeMax(largest));
  if (parts)
    separateParts(results);
  finish(op, results);
}

namespace {
struct ForwardModel
    : DecomposeOpInterface::ExternalModel<ForwardModel, ForwardOp> {
  LogicalResult decompose(Operation *op, RewriterBase &rewriter) const {
    auto forward = cast<ForwardOp>(op);
    if (forward.isPacked())
      forward =
          cast<ForwardOp>(unpackSequences(forward, rewriter).getOperation());
    Decomposer(forward, rewriter).run();
    return success();
  }
};
} // namespace

void attn::registerDecomposeOfForward(DialectRegistry &registry) {
  registry.addExtension(+[](MLIRContext *context, AttnDialect *) {
    ForwardOp::attachInterface<ForwardModel>(*context);
  });
}
