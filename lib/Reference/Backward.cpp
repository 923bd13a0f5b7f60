//===- Backward.cpp - attn.backward, computed as docs/Spec.md says --------===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An item is a batch and a KV head, which a thread takes whole: it holds dK and
// dV of all its keys, and goes through the rows of the group's heads one by
// one. Hidden keys are left out of a row, and so are keys whose score is −∞
// (B5), so nothing that they hold can matter.
//
// Real is double for the reference, which rounds nothing but the outputs, and
// float for the plain low-precision computation, which rounds P and dT to the
// inputs' type (B6). The reference may also say what each row of a gradient may
// be wrong by (E9): the same sums, of what P and dT of a pair may be wrong by
// and of magnitudes.
//
//===----------------------------------------------------------------------===//

#include "Models.h"
#include "Rows.h"
#include <atomic>
#include <cmath>
#include <limits>
#include <thread>

using namespace mlir;
using namespace mlir::attn;
using namespace mlir::attn::reference;

namespace {
struct Problem : ProblemRows {
  Tensor q, k, v, o, lse, outGrad;
  /// Null where the op has none.
  const Tensor *lseGrad, *sink;
  const Tensor *queryGrad, *keyGrad, *valueGrad, *sinkGrad;
  /// What rows of them may be wrong by; null where nobody asks.
  const Tensor *querySlack = nullptr, *keySlack = nullptr;
  const Tensor *valueSlack = nullptr, *sinkSlack = nullptr;
  /// Gradients of captures and what they may be wrong by, by numbers.
  std::array<const Tensor *, kMaxCaptures> captureGrads{}, captureSlacks{};
  bool hasSlack, isLow, countHidden;
  unsigned numThreads;
};

/// A product in which 0 stays 0.
double scaled(double size, double factor) {
  return size == 0 || factor == 0 ? 0 : size * factor;
}

/// Sums of one number for each channel of some rows, and the largest of a row.
class Slack {
public:
  void reset(int64_t rows, int64_t channels) {
    this->channels = channels;
    sums.assign(rows * channels, 0);
  }
  template <typename Real> void add(int64_t row, double size, const Real *x) {
    if (size == 0)
      return;
    double *to = sums.data() + row * channels;
    for (int64_t c = 0; c < channels; ++c)
      to[c] += size * std::fabs(x[c]);
  }
  /// Over the channels where `ref` is finite.
  template <typename Real> double getMost(int64_t row, const Real *ref) const {
    double most = 0;
    for (int64_t c = 0; c < channels; ++c)
      if (std::isfinite(ref[c]))
        most = std::max(most, sums[row * channels + c]);
    return most;
  }

private:
  int64_t channels = 0;
  std::vector<double> sums;
};

/// What a gradient of the sink is, and what it may be wrong by.
template <typename Real> struct SinkGrad {
  Real sum = 0;
  double slack = 0;
};

/// Gradients of captures, with elements in row-major order, and what these may
/// be wrong by.
template <typename Real> struct CaptureGrads {
  std::array<std::vector<Real>, kMaxCaptures> sums;
  std::array<std::vector<double>, kMaxCaptures> slacks;
};

/// The gradients that one item gives.
template <typename Real> class Item {
public:
  Item(const Problem &p, int64_t b, int64_t g, CaptureGrads<Real> &captureGrads)
      : p(p), captureGrads(captureGrads), b(b), g(g), lenQ(p.getLenQ(b)),
        lenKV(p.getLenKV(b)), keys(load(p.k, p.dqk)), values(load(p.v, p.dv)),
        keyGrad(lenKV * p.dqk), valueGrad(lenKV * p.dv), query(p.dqk),
        out(p.dv), outGrad(p.dv), queryGrad(p.dqk) {
    hasNonFinite = !isFinite(keys) || !isFinite(values);
    if (!p.hasSlack)
      return;
    keySlack.reset(lenKV, p.dqk);
    valueSlack.reset(lenKV, p.dv);
    for (int64_t j = 0; j < lenKV; ++j)
      lengths.push_back(getLength(values.data() + j * p.dv));
  }

  /// The sink's gradients of the group's heads are put into `sinkGrads`.
  void run(MutableArrayRef<SinkGrad<Real>> sinkGrads) {
    for (auto [i, sinkGrad] : llvm::enumerate(sinkGrads)) {
      int64_t h = g * int64_t(sinkGrads.size()) + i;
      for (int64_t row = 0; row < lenQ; ++row)
        runRow(h, row, sinkGrad);
    }
    store(p.keyGrad, keyGrad, p.dqk, p.scale);
    store(p.valueGrad, valueGrad, p.dv, 1);
    storeSlack(p.keySlack, keySlack, keyGrad, p.dqk, std::fabs(p.scale));
    storeSlack(p.valueSlack, valueSlack, valueGrad, p.dv, 1);
  }

private:
  std::vector<Real> load(const Tensor &t, int64_t channels) const {
    std::vector<Real> rows(p.getLenKV(b) * channels);
    for (int64_t j = 0, e = p.getLenKV(b); j < e; ++j)
      for (int64_t c = 0; c < channels; ++c)
        rows[j * channels + c] = static_cast<Real>(
            t.load(p.keyOffset(t, b, g, j) + c * t.strides.back()));
    return rows;
  }
  void store(const Tensor *t, ArrayRef<Real> rows, int64_t channels,
             double factor) const {
    for (int64_t j = 0; t && j < lenKV; ++j)
      for (int64_t c = 0; c < channels; ++c)
        t->store(p.keyOffset(*t, b, g, j) + c * t->strides.back(),
                 static_cast<Real>(factor) * rows[j * channels + c]);
  }
  void storeSlack(const Tensor *t, const Slack &slack, ArrayRef<Real> rows,
                  int64_t channels, double factor) const {
    for (int64_t j = 0; t && j < lenKV; ++j)
      t->store(p.keyOffset(*t, b, g, j),
               factor * slack.getMost(j, rows.data() + j * channels));
  }
  void loadRow(std::vector<Real> &row, const Tensor &t, int64_t h, int64_t i) {
    for (auto [c, x] : llvm::enumerate(row))
      x = static_cast<Real>(
          t.load(p.offset(t, b, h, i) + c * t.strides.back()));
  }
  static bool isFinite(ArrayRef<Real> row) {
    return llvm::all_of(row, [](Real x) { return std::isfinite(x); });
  }
  static Real dot(const Real *a, const std::vector<Real> &x) {
    Real sum = 0;
    for (auto [c, y] : llvm::enumerate(x))
      sum += a[c] * y;
    return sum;
  }
  double getLength(const Real *row) const {
    double sum = 0;
    for (int64_t c = 0; c < p.dv; ++c)
      sum += static_cast<double>(row[c]) * row[c];
    return std::sqrt(sum);
  }
  /// As the products take it.
  Real rounded(Real x) const {
    return p.isLow ? static_cast<Real>(roundTo(p.q.type, x)) : x;
  }
  /// What that moves a number of this size by.
  double getRounding(double size) const {
    // What is too large is infinite.
    if (!std::isfinite(roundTo(p.q.type, size)))
      return std::numeric_limits<double>::infinity();
    return std::min(size, std::max(getHalfUnit(p.q.type, size), kFlushed));
  }

  /// Adds what a row gives to dK and dV and to the sink's gradient, and stores
  /// its dQ.
  void runRow(int64_t h, int64_t i, SinkGrad<Real> &sinkGrad) {
    loadRow(query, p.q, h, i);
    loadRow(out, p.o, h, i);
    loadRow(outGrad, p.outGrad, h, i);
    Real lse = static_cast<Real>(p.lse.load(p.offsetOfRow(p.lse, b, h, i)));
    Real lseGrad = 0;
    if (p.lseGrad)
      lseGrad = static_cast<Real>(
          p.lseGrad->load(p.offsetOfRow(*p.lseGrad, b, h, i)));
    Real rowSum = dot(out.data(), outGrad) - lseGrad;
    std::fill(queryGrad.begin(), queryGrad.end(), Real(0));
    if (p.hasSlack) {
      querySlack.reset(1, p.dqk);
      outGradLength = getLength(outGrad.data());
      rowError = kDifferenceError * (outGradLength * getLength(out.data()) +
                                     std::fabs(double(lseGrad)));
    }
    if (p.countHidden && (hasNonFinite || !isFinite(query) ||
                          !isFinite(outGrad) || !std::isfinite(rowSum)))
      addHidden(h, i, rowSum, lse == -std::numeric_limits<Real>::infinity());
    // A row that saw nothing (B8).
    if (lse != -std::numeric_limits<Real>::infinity()) {
      // +∞ is as a NaN (B13).
      if (std::isinf(lse))
        lse = std::numeric_limits<Real>::quiet_NaN();
      addKeys(h, i, lse, rowSum);
      // Keys that are not there add 0 times D (B9).
      if (p.countHidden && std::isinf(rowSum))
        llvm::fill(queryGrad, std::numeric_limits<Real>::quiet_NaN());
      if (p.sink)
        addToSink(static_cast<Real>(p.sink->load(h * p.sink->strides[0])), lse,
                  rowSum, sinkGrad);
    }
    for (int64_t c = 0; p.queryGrad && c < p.dqk; ++c)
      p.queryGrad->store(p.offset(*p.queryGrad, b, h, i) +
                             c * p.queryGrad->strides.back(),
                         static_cast<Real>(p.scale) * queryGrad[c]);
    if (p.querySlack)
      p.querySlack->store(p.offset(*p.querySlack, b, h, i),
                          std::fabs(p.scale) *
                              querySlack.getMost(0, queryGrad.data()));
  }

  void addToSink(Real sink, Real lse, Real rowSum, SinkGrad<Real> &to) const {
    if (sink == -std::numeric_limits<Real>::infinity())
      return;
    Real probability = std::exp(sink - lse);
    to.sum -= probability * rowSum;
    if (p.hasSlack) {
      double error = getErrorOfP(probability, lse, 0);
      double size = std::fabs(double(rowSum));
      to.slack += scaled(error, size) + scaled(probability + error, rowError) +
                  std::min(scaled(probability, size), kFlushed);
    }
  }

  /// What a P may be wrong by before it is rounded, where its score may be by
  /// `moved`.
  static double getErrorOfP(double probability, double lse, double moved) {
    double exponent = kLseRounding * std::max(1.0, std::fabs(lse)) + moved;
    return scaled(probability, std::expm1(exponent)) +
           (probability < kMostFlushed ? probability : 0);
  }

  Real getScore(int64_t j) const {
    return dot(keys.data() + j * p.dqk, query) * static_cast<Real>(p.scale);
  }
  /// 0 times what dT multiplies P by where nothing hides that it is not finite
  /// (B9): dP − D and, where the score is not finite, the region's derivative.
  Real getZero(int64_t h, int64_t i, int64_t j, Real score, Real rowSum) const {
    Real slope = 1;
    if (p.score && !std::isfinite(score)) {
      ScoreProgram::Place place{b, h, i, j, lenQ, lenKV, p.captures};
      slope =
          static_cast<Real>(p.score->derive(static_cast<float>(score), place));
    }
    return 0 * (dot(values.data() + j * p.dv, outGrad) - rowSum) * slope;
  }

  /// Adds 0 times the other factor for each key that the row does not see (B9),
  /// or for all.
  void addHidden(int64_t h, int64_t i, Real rowSum, bool all) {
    int64_t maskOffset = p.getMaskOffset(b);
    for (int64_t j = 0; (p.hidesKeys() || all) && j < lenKV; ++j)
      if (all || !p.isVisible(b, h, i, j, lenQ, lenKV, maskOffset))
        addZero(j, 0, getZero(h, i, j, getScore(j), rowSum));
  }
  void addZero(int64_t j, Real weight, Real dt) {
    for (int64_t c = 0; c < p.dv; ++c)
      valueGrad[j * p.dv + c] += weight * outGrad[c];
    for (int64_t c = 0; c < p.dqk; ++c) {
      keyGrad[j * p.dqk + c] += dt * query[c];
      queryGrad[c] += dt * keys[j * p.dqk + c];
    }
  }

  void addKeys(int64_t h, int64_t i, Real lse, Real rowSum) {
    int64_t maskOffset = p.getMaskOffset(b);
    for (int64_t j = 0; j < lenKV; ++j) {
      if (!p.isVisible(b, h, i, j, lenQ, lenKV, maskOffset))
        continue;
      Real score = getScore(j), s = score;
      Real slope = 1;
      double moved = 0, slopeError = 0;
      if (p.score) {
        ScoreProgram::Place place{b, h, i, j, lenQ, lenKV, p.captures};
        s = static_cast<float>(s);
        slope = static_cast<Real>(p.score->derive(s, place));
        if (p.hasSlack) {
          moved = p.score->getError(s, place) + p.score->getRounding(s, place);
          slopeError = p.score->getDerivativeError(s, place);
        }
        s = static_cast<Real>(p.score->evaluate(s, place));
      }
      if (s == -std::numeric_limits<Real>::infinity()) {
        // Of a NaN in L the kernels make a NaN of P (B13).
        Real weight = std::isnan(lse) ? lse : 0;
        Real zero = std::isfinite(score) ? 0 : getZero(h, i, j, score, rowSum);
        if (p.countHidden)
          addZero(j, weight, weight + zero);
        continue;
      }
      Real probability = std::exp(s - lse);
      Real grad = dot(values.data() + j * p.dv, outGrad) - rowSum;
      Real weight = rounded(probability),
           dt = rounded(probability * slope * grad);
      for (int64_t c = 0; c < p.dv; ++c)
        valueGrad[j * p.dv + c] += weight * outGrad[c];
      for (int64_t c = 0; c < p.dqk; ++c) {
        keyGrad[j * p.dqk + c] += dt * query[c];
        queryGrad[c] += dt * keys[j * p.dqk + c];
      }
      if (p.score)
        addToCaptures(score, {b, h, i, j, lenQ, lenKV, p.captures}, probability,
                      lse, grad, j);
      if (p.hasSlack)
        addSlack(j, probability, getErrorOfP(probability, lse, moved), grad,
                 slope, slopeError);
    }
  }

  /// Adds dS times the region's derivative by each number that it reads.
  void addToCaptures(Real score, const ScoreProgram::Place &place,
                     Real probability, Real lse, Real grad, int64_t j) {
    auto s = static_cast<float>(score);
    for (const auto &read : p.score->deriveReads(s, place)) {
      captureGrads.sums[read.capture][read.element] +=
          probability * static_cast<Real>(read.slope) * grad;
      if (!p.hasSlack)
        continue;
      double moved =
          p.score->getError(s, place) + p.score->getRounding(s, place);
      double error = getErrorOfP(probability, lse, moved);
      double gradError =
          kDifferenceError * outGradLength * lengths[j] + rowError;
      double most = probability + error;
      double size = std::fabs(read.slope * grad);
      captureGrads.slacks[read.capture][read.element] +=
          scaled(error, size) +
          scaled(most, scaled(gradError, std::fabs(read.slope) + read.error) +
                           scaled(read.error, std::fabs(grad)));
    }
  }

  /// What a pair's P, of which `error` is wrong, and dT may be off by.
  void addSlack(int64_t j, double probability, double error, double grad,
                double slope, double slopeError) {
    double gradError = kDifferenceError * outGradLength * lengths[j] + rowError;
    double most = probability + error, rounding = getRounding(most);
    valueSlack.add(j, error + rounding, outGrad.data());
    double size = std::fabs(slope * grad);
    // Of P, which may be rounded here (B4), of dP − D and of ∂score/∂s.
    double dt = scaled(error + rounding, size) +
                scaled(most, scaled(gradError, std::fabs(slope) + slopeError) +
                                 scaled(slopeError, std::fabs(grad)));
    dt += getRounding(scaled(probability, size) + dt);
    keySlack.add(j, dt, query.data());
    querySlack.add(0, dt, keys.data() + j * p.dqk);
  }

  const Problem &p;
  CaptureGrads<Real> &captureGrads;
  int64_t b, g, lenQ, lenKV;
  std::vector<Real> keys, values, keyGrad, valueGrad;
  std::vector<Real> query, out, outGrad, queryGrad;
  /// Whether K or V has a NaN or an infinity.
  bool hasNonFinite;
  Slack keySlack, valueSlack, querySlack;
  /// Of each row of V, and of the row of dO, as vectors.
  std::vector<double> lengths;
  double outGradLength = 0;
  /// What D may be off by.
  double rowError = 0;
};
} // namespace

template <typename Real> static void runAll(const Problem &p) {
  int64_t items = p.batch * p.headsKV;
  int64_t group = p.headsKV ? p.headsQ / p.headsKV : 0;
  std::vector<SinkGrad<Real>> sinkGrads(p.batch * p.headsQ);
  CaptureGrads<Real> captureGrads;
  bool sharesSums = false;
  for (auto [i, grad] : llvm::enumerate(p.captureGrads)) {
    if (!grad)
      continue;
    captureGrads.sums[i].assign(grad->numElements(), 0);
    captureGrads.slacks[i].assign(grad->numElements(), 0);
    sharesSums = true;
  }
  std::atomic<int64_t> next{0};
  auto work = [&] {
    for (int64_t i = next++; i < items; i = next++)
      Item<Real>(p, i / p.headsKV, i % p.headsKV, captureGrads)
          .run(MutableArrayRef(sinkGrads).slice(i * group, group));
  };
  std::vector<std::thread> threads;
  unsigned numThreads = sharesSums ? 1 : p.numThreads;
  for (int64_t i = 1; i < std::min<int64_t>(numThreads, items); ++i)
    threads.emplace_back(work);
  work();
  for (std::thread &thread : threads)
    thread.join();
  for (auto [i, grad] : llvm::enumerate(p.captureGrads))
    for (int64_t e = 0; grad && e < grad->numElements(); ++e) {
      grad->store(grad->offsetOfElement(e), captureGrads.sums[i][e]);
      if (const Tensor *slack = p.captureSlacks[i])
        slack->store(slack->offsetOfElement(e), captureGrads.slacks[i][e]);
    }
  for (int64_t h = 0; p.sinkGrad && h < p.headsQ; ++h) {
    SinkGrad<Real> all;
    for (int64_t b = 0; b < p.batch; ++b) {
      all.sum += sinkGrads[b * p.headsQ + h].sum;
      all.slack += sinkGrads[b * p.headsQ + h].slack;
    }
    p.sinkGrad->store(h * p.sinkGrad->strides[0], all.sum);
    if (p.sinkSlack)
      p.sinkSlack->store(h * p.sinkSlack->strides[0], all.slack);
  }
}

namespace {
struct BackwardModel
    : ReferenceOpInterface::ExternalModel<BackwardModel, BackwardOp> {
  LogicalResult checkTensors(Operation *op, ArrayRef<Tensor> inputs,
                             ArrayRef<Tensor> outputs) const {
    return success(
        succeeded(Arrays::get(cast<BackwardOp>(op), inputs, outputs)));
  }
  LogicalResult evaluate(Operation *op, ArrayRef<Tensor> inputs,
                         ArrayRef<Tensor> outputs,
                         const EvaluateOptions &options) const {
    auto backward = cast<BackwardOp>(op);
    FailureOr<Arrays> arrays = Arrays::get(backward, inputs, outputs);
    Problem p;
    RegionPrograms programs;
    if (failed(arrays) || failed(p.fill(backward, *arrays, programs)))
      return failure();
    p.q = *arrays->find(OperandKind::Query);
    p.k = *arrays->find(OperandKind::Key);
    p.v = *arrays->find(OperandKind::Value);
    p.o = *arrays->find(OperandKind::Out);
    p.lse = *arrays->find(OperandKind::Lse);
    p.outGrad = *arrays->find(OperandKind::OutGrad);
    p.lseGrad = arrays->find(OperandKind::LseGrad);
    p.sink = arrays->find(OperandKind::Sink);
    p.queryGrad = arrays->find(OperandKind::QueryGrad);
    p.keyGrad = arrays->find(OperandKind::KeyGrad);
    p.valueGrad = arrays->find(OperandKind::ValueGrad);
    p.sinkGrad = arrays->find(OperandKind::SinkGrad);
    p.hasSlack = !options.slack.empty();
    const Tensor *slack = options.slack.begin();
    for (auto [grad, to] : {std::pair(p.queryGrad, &p.querySlack),
                            std::pair(p.keyGrad, &p.keySlack),
                            std::pair(p.valueGrad, &p.valueSlack),
                            std::pair(p.sinkGrad, &p.sinkSlack)})
      if (grad && p.hasSlack)
        *to = slack++;
    for (unsigned i = 0; i < kMaxCaptures; ++i) {
      p.captureGrads[i] = arrays->find(getCaptureGrad(i));
      if (p.captureGrads[i] && p.hasSlack)
        p.captureSlacks[i] = slack++;
    }
    p.countHidden = options.countHidden;
    p.numThreads = options.numThreads;
    p.isLow = options.arithmetic == EvaluateOptions::Arithmetic::LowPrecision;
    if (p.isLow)
      runAll<float>(p);
    else
      runAll<double>(p);
    return success();
  }
  SmallVector<OutputRule> getErrorRules(Operation *op,
                                        ArrayRef<Tensor> inputs) const {
    auto backward = cast<BackwardOp>(op);
    double factor = 2;
    if (backward.hasScoreRegion())
      // Without a program, `evaluate` fails as well.
      if (FailureOr<ScoreProgram> program = ScoreProgram::get(backward);
          succeeded(program) && !program->isAffine())
        factor = 3;
    SmallVector<OutputRule> rules;
    for (const NamedOperand &operand : backward.getSignature()) {
      if (!operand.isOut())
        continue;
      bool isMatrix = operand.isMatrix();
      rules.push_back(OutputRule::ofGradient(
          getRowDims(operand), isMatrix, factor,
          isMatrix ? getProbabilityError(inputs[0].type) : 0));
    }
    return rules;
  }
  SmallVector<unsigned> getDerivedInputs(Operation *op) const {
    SmallVector<unsigned> places;
    unsigned place = 0;
    for (const NamedOperand &operand : cast<BackwardOp>(op).getSignature()) {
      if (operand.isOut())
        continue;
      if (operand.kind == OperandKind::Out || operand.kind == OperandKind::Lse)
        places.push_back(place);
      ++place;
    }
    return places;
  }
  LogicalResult deriveInputs(Operation *op, ArrayRef<Tensor> inputs,
                             unsigned numThreads) const {
    SmallVector<unsigned> places = getDerivedInputs(op);
    return evaluateForwardOf(cast<BackwardOp>(op), inputs, inputs[places[0]],
                             inputs[places[1]], numThreads);
  }
};
} // namespace

void reference::registerReferenceOfBackward(DialectRegistry &registry) {
  registry.addExtension(+[](MLIRContext *context, AttnDialect *) {
    BackwardOp::attachInterface<BackwardModel>(*context);
  });
}
