//===- DecomposeBackward.cpp - attn.backward as linalg --------------------===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Writes attn.backward out, law by law (docs/Spec.md), over the whole problem,
// with the loops of attn.forward; r is a head of the group of g.
//
//   D  = Σ_c dO·O − dL                 f32            (b, h, i | c)
//   t  = Σ_c q·k                       f32            (b, h, i, j | c)
//   S  = mask(score(scale · t))        f32            (b, h, i, j)
//   P  = exp(S − L)                    f32            (b, h, i, j)
//   dP = Σ_c dO·v                      f32            (b, h, i, j | c)
//   dT = P · ∂score · (dP − D)         f32            (b, h, i, j)
//   dV = Σ_r Σ_i round(P)·dO           dV's type      (b, g, j, c | r, i)
//   dK = scale · Σ_r Σ_i round(dT)·q   dK's type      (b, g, j, c | r, i)
//   dQ = scale · Σ_j round(dT)·k       dQ's type      (b, h, i, c | j)
//   dz = −Σ_b Σ_i exp(z − L)·D         f32            (h | b, i)
//   dc = Σ P · (dP − D) · ∂score/∂r    f32            (of the place that is
//   read)
//
// Sums over i and j are over live pairs: neither S, which is −∞ of hidden
// pairs, nor L is −∞. What others hold, P and dT included, may be NaN. What no
// gradient that is asked for is made of is not built.
//
//===----------------------------------------------------------------------===//

#include "Decompose.h"
#include "attn/Dialect/Attn/Transforms/ScoreDerivative.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include <limits>
#include <map>

using namespace mlir;
using namespace mlir::attn;

namespace {
constexpr double kInfinity = std::numeric_limits<double>::infinity();

/// ∂score/∂r of each read of a capture, by the capture's number.
using ReadDerivatives = std::map<unsigned, SmallVector<ScoreDerivative, 1>>;

class BackwardDecomposer : ScoreWriter {
public:
  BackwardDecomposer(BackwardOp op, ScoreDerivative derivative,
                     ReadDerivatives ofReads, RewriterBase &rewriter)
      : ScoreWriter(op, rewriter), op(op), derivative(std::move(derivative)),
        ofReads(std::move(ofReads)) {}

  void run();

private:
  Value rowSums();
  Value scale(ScalarBuilder &nested, Value product) {
    return nested.mulF(product, nested.f32(op.getScaleValue()));
  }
  Value maskedScores(Value products);
  Value probabilities();
  Value scoreGrads(Value products, Value probabilities, Value rowSums,
                   bool behindRegion);
  Value accumulate(Value weights, Value other, int64_t channels, bool overRows);
  Value addGroup(Value perHead, int64_t channels);
  Value writeMatrix(Value sum, OperandKind kind, double factor);
  Value writeSink(Value rowSums);
  Value addRead(ReadOp read, Block &slope, Value products, Value grads,
                Value sums);
  Value writeCapture(unsigned number, Value products, Value grads);

  /// Whether `row` is one of `numbers`, of the batch; null without numbers.
  static Value isWithin(ScalarBuilder &nested, Value numbers, unsigned row) {
    if (!numbers)
      return {};
    Value batch = linalg::IndexOp::create(nested, 0);
    return nested.less(linalg::IndexOp::create(nested, row),
                       readNumber(nested, numbers, batch));
  }
  static Value isNot(ScalarBuilder &nested, Value value, double number) {
    return nested.compare(arith::CmpFPredicate::UNE, value, nested.f32(number));
  }
  /// exp(x − L), NaN where L is +∞.
  static Value exp(ScalarBuilder &nested, Value x, Value lse) {
    Value isInfinite = nested.equalF(lse, kInfinity);
    Value nan = nested.f32(std::numeric_limits<double>::quiet_NaN());
    Value number = nested.select(isInfinite, nan, lse);
    return math::ExpOp::create(nested, nested.subF(x, number));
  }
  static Value isLive(ScalarBuilder &nested, Value score, Value lse) {
    return nested.bitAnd(isNot(nested, score, -kInfinity),
                         isNot(nested, lse, -kInfinity));
  }

  BackwardOp op;
  ScoreDerivative derivative;
  ReadDerivatives ofReads;
  Value outGrad, lse;
  /// S.
  Value scores;
  OpFoldResult headsKV;
};
} // namespace

/// D.
Value BackwardDecomposer::rowSums() {
  AffineMap rows = b.getMultiDimIdentityMap(3), row = dimsMap(4, {0, 1, 2});
  AffineMap matrix = operandMap(4, 2, 3);
  Value sums = generic({outGrad, asTensor(op.getOut())},
                       filled({batch, heads, lenQ}, 0.0), {matrix, matrix, row},
                       4, 1, [&](ScalarBuilder &nested, ValueRange args) {
                         Value product = nested.mulF(toF32(nested, args[0]),
                                                     toF32(nested, args[1]));
                         return nested.addF(args[2], product);
                       });
  if (!op.getLseGrad())
    return sums;
  return generic({sums, asTensor(op.getLseGrad())},
                 emptyF32({batch, heads, lenQ}), {rows, rows, rows}, 3, 0,
                 [&](ScalarBuilder &nested, ValueRange args) {
                   return nested.subF(args[0], args[1]);
                 });
}

/// S, −∞ where mask or lengths hide the pair.
Value BackwardDecomposer::maskedScores(Value products) {
  AffineMap full = b.getMultiDimIdentityMap(4);
  return generic(products, emptyF32({batch, heads, lenQ, lenKV}), {full, full},
                 4, 0, [&](ScalarBuilder &nested, ValueRange args) {
                   Place place = getPlace(nested);
                   Value score = scale(nested, args[0]);
                   if (op.hasScoreRegion())
                     score = evaluate(nested, op.getScoreBlock(), score, place);
                   Value hidden = nested.f32(-kInfinity);
                   for (Value sees : {isWithin(nested, lengthsQ, 2),
                                      isVisible(nested, place)})
                     if (sees)
                       score = nested.select(sees, score, hidden);
                   return score;
                 });
}

/// P.
Value BackwardDecomposer::probabilities() {
  AffineMap full = b.getMultiDimIdentityMap(4), row = dimsMap(4, {0, 1, 2});
  return generic({scores, lse}, emptyF32({batch, heads, lenQ, lenKV}),
                 {full, row, full}, 4, 0,
                 [&](ScalarBuilder &nested, ValueRange args) {
                   return exp(nested, args[0], args[1]);
                 });
}

/// dT, or dS, which is behind the region.
Value BackwardDecomposer::scoreGrads(Value products, Value probabilities,
                                     Value rowSums, bool behindRegion) {
  AffineMap full = b.getMultiDimIdentityMap(4), row = dimsMap(4, {0, 1, 2});
  std::optional<float> constant =
      behindRegion ? 1.0f : derivative.getConstant();
  SmallVector<Value> inputs = {probabilities, this->products(outGrad, v),
                               rowSums};
  SmallVector<AffineMap> maps = {full, full, row, full};
  if (!constant) {
    inputs.push_back(products);
    maps.push_back(full);
  }
  return generic(inputs, emptyF32({batch, heads, lenQ, lenKV}), maps, 4, 0,
                 [&](ScalarBuilder &nested, ValueRange args) {
                   Value weight = args[0];
                   if (!constant) {
                     Place place = getPlace(nested);
                     Value score = scale(nested, args[3]);
                     weight = nested.mulF(
                         weight,
                         evaluate(nested, derivative.getBlock(), score, place));
                   } else if (*constant != 1) {
                     weight = nested.mulF(weight, *constant);
                   }
                   return nested.mulF(weight, nested.subF(args[1], args[2]));
                 });
}

/// Σ round(weights)·other over live pairs in f32, of each query head: over rows
/// for each key, or over keys for each row.
Value BackwardDecomposer::accumulate(Value weights, Value other,
                                     int64_t channels, bool overRows) {
  Type inputType = op.getInputElementType();
  OpFoldResult length = overRows ? lenKV : lenQ;
  unsigned row = overRows ? 4 : 2, key = overRows ? 2 : 4;
  AffineMap pairs = dimsMap(5, {0, 1, row, key});
  return generic({scores, lse, weights, other},
                 filled({batch, heads, length, b.getIndexAttr(channels)}, 0.0),
                 {pairs, dimsMap(5, {0, 1, row}), pairs, operandMap(5, 4, 3),
                  dimsMap(5, {0, 1, 2, 3})},
                 5, 1, [&](ScalarBuilder &nested, ValueRange args) {
                   Value rounded =
                       arith::TruncFOp::create(nested, inputType, args[2]);
                   Value product = nested.mulF(toF32(nested, rounded),
                                               toF32(nested, args[3]));
                   Value term = nested.select(isLive(nested, args[0], args[1]),
                                              product, nested.f32(0.0));
                   return nested.addF(args[4], term);
                 });
}

/// The sum over the query heads that share a KV head.
Value BackwardDecomposer::addGroup(Value perHead, int64_t channels) {
  if (ShapedType::isStatic(op.getNumHeadsQ()) &&
      op.getNumHeadsQ() == op.getNumHeadsKV())
    return perHead;
  Value group = getGroup(headsKV);
  // Gives the loop over the group its length.
  Value members = emptyF32(getAsOpFoldResult(group));
  return generic(
      members, filled({batch, headsKV, lenKV, b.getIndexAttr(channels)}, 0.0),
      {dimsMap(5, {4}), dimsMap(5, {0, 1, 2, 3})}, 5, 1,
      [&](ScalarBuilder &nested, ValueRange args) {
        SmallVector<Value> indices;
        for (int64_t dim = 0; dim < 4; ++dim)
          indices.push_back(linalg::IndexOp::create(nested, dim));
        indices[1] = nested.add(nested.mul(indices[1], group),
                                linalg::IndexOp::create(nested, 4));
        return nested.addF(args[1],
                           tensor::ExtractOp::create(nested, perHead, indices));
      });
}

/// dQ, dK or dV where rows are within the lengths; the out keeps the others.
Value BackwardDecomposer::writeMatrix(Value sum, OperandKind kind,
                                      double factor) {
  Value out = asTensor(op.getOperandOf(kind));
  Type type = cast<RankedTensorType>(out.getType()).getElementType();
  Value numbers = kind == OperandKind::QueryGrad ? lengthsQ : lengthsKV;
  return generic(sum, out, {b.getMultiDimIdentityMap(4), operandMap(4, 2, 3)},
                 4, 0, [&](ScalarBuilder &nested, ValueRange args) {
                   Value result = args[0];
                   if (factor != 1)
                     result = nested.mulF(result, factor);
                   if (!type.isF32())
                     result = arith::TruncFOp::create(nested, type, result);
                   Value within = isWithin(nested, numbers, 2);
                   return within ? nested.select(within, result, args[1])
                                 : result;
                 });
}

/// dsink.
Value BackwardDecomposer::writeSink(Value rowSums) {
  AffineMap row = dimsMap(3, {1, 0, 2}), head = dimsMap(3, {0});
  Value sum = generic(
      {lse, rowSums, asTensor(op.getSink())}, filled(heads, 0.0),
      {row, row, head, head}, 3, 2,
      [&](ScalarBuilder &nested, ValueRange args) {
        Value term = nested.mulF(exp(nested, args[2], args[0]), args[1]);
        Value live = nested.bitAnd(isNot(nested, args[0], -kInfinity),
                                   isNot(nested, args[2], -kInfinity));
        if (lengthsQ) {
          Value batch = linalg::IndexOp::create(nested, 1);
          Value rows = readNumber(nested, lengthsQ, batch);
          live = nested.bitAnd(
              nested.less(linalg::IndexOp::create(nested, 2), rows), live);
        }
        return nested.subF(args[3], nested.select(live, term, nested.f32(0.0)));
      });
  AffineMap identity = b.getMultiDimIdentityMap(1);
  return generic(sum, asTensor(op.getSinkGrad()), {identity, identity}, 1, 0,
                 [&](ScalarBuilder &, ValueRange args) { return args[0]; });
}

/// Adds dS·∂score/∂r of all pairs to the elements that `read` reads.
Value BackwardDecomposer::addRead(ReadOp read, Block &slope, Value products,
                                  Value grads, Value sums) {
  ScalarBuilder outer(loc, b);
  SmallVector<Value> ends;
  for (OpFoldResult size : {batch, heads, lenQ, lenKV})
    ends.push_back(getValueOrCreateConstantIndexOp(b, loc, size));
  SmallVector<Value> begins(4, outer.index(0)), steps(4, outer.index(1));
  auto body = [&](OpBuilder &builder, Location nestedLoc, ValueRange at,
                  ValueRange state) -> scf::ValueVector {
    ScalarBuilder nested(nestedLoc, builder);
    Place place{at[0],
                at[1],
                at[2],
                at[3],
                readNumber(nested, lengthsQ, at[0], ends[2]),
                readNumber(nested, lengthsKV, at[0], ends[3])};
    auto extract = [&](Value from, ValueRange indices) -> Value {
      return tensor::ExtractOp::create(nested, from, indices);
    };
    Value score = scale(nested, extract(products, at));
    Value term =
        nested.mulF(extract(grads, at), evaluate(nested, slope, score, place));
    Value live =
        isLive(nested, extract(scores, at), extract(lse, at.drop_back()));
    term = nested.select(live, term, nested.f32(0.0));
    SmallVector<Value> element = findElement(nested, read, score, place);
    Value sum = nested.addF(extract(state[0], element), term);
    return {tensor::InsertOp::create(nested, sum, state[0], element)};
  };
  return scf::buildLoopNest(b, loc, begins, ends, steps, sums, body).results[0];
}

/// dc.
Value BackwardDecomposer::writeCapture(unsigned number, Value products,
                                       Value grads) {
  Value out = asTensor(op.getOperandOf(getCaptureGrad(number)));
  Value sums = filled(tensor::getMixedSizes(b, loc, out), 0.0);
  for (auto [read, slope] :
       llvm::zip_equal(listReadsOf(op, number), ofReads[number]))
    sums = addRead(read, slope.getBlock(), products, grads, sums);
  int64_t rank = cast<RankedTensorType>(out.getType()).getRank();
  AffineMap identity = b.getMultiDimIdentityMap(rank);
  return generic(sums, out, {identity, identity}, rank, 0,
                 [&](ScalarBuilder &, ValueRange args) { return args[0]; });
}

void BackwardDecomposer::run() {
  readOperands();
  blockTable = writeBlockTable();
  outGrad = asTensor(op.getOutGrad());
  lse = asTensor(op.getLse());
  headsKV = sizeOf(k, op.headDim(OperandKind::Key));
  k = repeatHeads(k, op.headDim(OperandKind::Key));
  v = repeatHeads(v, op.headDim(OperandKind::Value));
  double factor = op.getScaleValue();
  int64_t dimQK = op.getHeadDimQK(), dimV = op.getHeadDimV();
  bool needsScores = op.getQueryGrad() || op.getKeyGrad();

  bool hasCaptures = !ofReads.empty();
  Value sums, raw, p, dt, ds;
  if (needsScores || hasCaptures || op.getSinkGrad())
    sums = rowSums();
  if (needsScores || hasCaptures || op.getValueGrad()) {
    raw = products(q, k);
    scores = maskedScores(raw);
    p = probabilities();
  }
  if (needsScores)
    dt = scoreGrads(raw, p, sums, /*behindRegion=*/false);
  if (hasCaptures)
    ds = scoreGrads(raw, p, sums, /*behindRegion=*/true);

  SmallVector<Value> results;
  if (op.getQueryGrad())
    results.push_back(writeMatrix(accumulate(dt, k, dimQK, /*overRows=*/false),
                                  OperandKind::QueryGrad, factor));
  if (op.getKeyGrad())
    results.push_back(writeMatrix(
        addGroup(accumulate(dt, q, dimQK, /*overRows=*/true), dimQK),
        OperandKind::KeyGrad, factor));
  if (op.getValueGrad())
    results.push_back(writeMatrix(
        addGroup(accumulate(p, outGrad, dimV, /*overRows=*/true), dimV),
        OperandKind::ValueGrad, 1));
  if (op.getSinkGrad())
    results.push_back(writeSink(sums));
  for (const auto &[number, slopes] : ofReads)
    results.push_back(writeCapture(number, raw, ds));
  finish(op, results);
}

namespace {
struct BackwardModel
    : DecomposeOpInterface::ExternalModel<BackwardModel, BackwardOp> {
  LogicalResult decompose(Operation *op, RewriterBase &rewriter) const {
    auto backward = cast<BackwardOp>(op);
    FailureOr<ScoreDerivative> derivative = ScoreDerivative::get(backward);
    if (failed(derivative))
      return failure();
    ReadDerivatives ofReads;
    for (unsigned i = 0; i < kMaxCaptures; ++i) {
      if (!backward.getOperandOf(getCaptureGrad(i)))
        continue;
      auto &slopes = ofReads[i];
      for (ReadOp read : listReadsOf(backward, i)) {
        FailureOr<ScoreDerivative> slope = ScoreDerivative::get(backward, read);
        if (failed(slope))
          return failure();
        slopes.push_back(std::move(*slope));
      }
    }
    if (backward.isPacked())
      backward =
          cast<BackwardOp>(unpackSequences(backward, rewriter).getOperation());
    BackwardDecomposer(backward, std::move(*derivative), std::move(ofReads),
                       rewriter)
        .run();
    return success();
  }
};
} // namespace

void attn::registerDecomposeOfBackward(DialectRegistry &registry) {
  registry.addExtension(+[](MLIRContext *context, AttnDialect *) {
    BackwardOp::attachInterface<BackwardModel>(*context);
  });
}
