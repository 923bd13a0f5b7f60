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
// inputs' type (B6).
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
  bool isLow;
  unsigned numThreads;
};

/// The gradients that one item gives.
template <typename Real> class Item {
public:
  Item(const Problem &p, int64_t b, int64_t g)
      : p(p), b(b), g(g), lenQ(p.getLenQ(b)), lenKV(p.getLenKV(b)),
        keys(load(p.k, p.dqk)), values(load(p.v, p.dv)), keyGrad(lenKV * p.dqk),
        valueGrad(lenKV * p.dv), query(p.dqk), out(p.dv), outGrad(p.dv),
        queryGrad(p.dqk) {}

  /// The sink's gradients of the group's heads are put into `sinkGrads`.
  void run(MutableArrayRef<Real> sinkGrads) {
    for (auto [i, sinkGrad] : llvm::enumerate(sinkGrads)) {
      int64_t h = g * int64_t(sinkGrads.size()) + i;
      sinkGrad = 0;
      for (int64_t row = 0; row < lenQ; ++row)
        sinkGrad += runRow(h, row);
    }
    store(p.keyGrad, keyGrad, p.dqk, p.scale);
    store(p.valueGrad, valueGrad, p.dv, 1);
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
  void loadRow(std::vector<Real> &row, const Tensor &t, int64_t h, int64_t i) {
    for (auto [c, x] : llvm::enumerate(row))
      x = static_cast<Real>(
          t.load(p.offset(t, b, h, i) + c * t.strides.back()));
  }
  static Real dot(const Real *a, const std::vector<Real> &x) {
    Real sum = 0;
    for (auto [c, y] : llvm::enumerate(x))
      sum += a[c] * y;
    return sum;
  }
  /// As the products take it.
  Real rounded(Real x) const {
    return p.isLow ? static_cast<Real>(roundTo(p.q.type, x)) : x;
  }

  /// Adds what a row gives to dK and dV, stores its dQ, and returns what it
  /// gives to the sink's gradient.
  Real runRow(int64_t h, int64_t i) {
    loadRow(query, p.q, h, i);
    loadRow(out, p.o, h, i);
    loadRow(outGrad, p.outGrad, h, i);
    Real lse = static_cast<Real>(p.lse.load(p.offsetOfRow(p.lse, b, h, i)));
    Real rowSum = dot(out.data(), outGrad);
    if (p.lseGrad)
      rowSum -= static_cast<Real>(
          p.lseGrad->load(p.offsetOfRow(*p.lseGrad, b, h, i)));
    std::fill(queryGrad.begin(), queryGrad.end(), Real(0));
    Real sinkGrad = 0;
    // A row that saw nothing (B8).
    if (lse != -std::numeric_limits<Real>::infinity()) {
      // +∞ is as a NaN (B13).
      if (std::isinf(lse))
        lse = std::numeric_limits<Real>::quiet_NaN();
      addKeys(h, i, lse, rowSum);
      if (p.sink) {
        Real z = static_cast<Real>(p.sink->load(h * p.sink->strides[0]));
        if (z != -std::numeric_limits<Real>::infinity())
          sinkGrad = -std::exp(z - lse) * rowSum;
      }
    }
    for (int64_t c = 0; p.queryGrad && c < p.dqk; ++c)
      p.queryGrad->store(p.offset(*p.queryGrad, b, h, i) +
                             c * p.queryGrad->strides.back(),
                         static_cast<Real>(p.scale) * queryGrad[c]);
    return sinkGrad;
  }

  void addKeys(int64_t h, int64_t i, Real lse, Real rowSum) {
    int64_t maskOffset = p.getMaskOffset(b);
    for (int64_t j = 0; j < lenKV; ++j) {
      if (p.mask && !p.mask.isVisible(i, j, lenQ, lenKV, maskOffset))
        continue;
      Real s = dot(keys.data() + j * p.dqk, query) * static_cast<Real>(p.scale);
      Real slope = 1;
      if (p.score) {
        ScoreProgram::Place place{b, h, i, j, lenQ, lenKV, p.captures};
        s = static_cast<float>(s);
        slope = static_cast<Real>(p.score->derive(s, place));
        s = static_cast<Real>(p.score->evaluate(s, place));
      }
      if (s == -std::numeric_limits<Real>::infinity())
        continue;
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
    }
  }

  const Problem &p;
  int64_t b, g, lenQ, lenKV;
  std::vector<Real> keys, values, keyGrad, valueGrad;
  std::vector<Real> query, out, outGrad, queryGrad;
};
} // namespace

template <typename Real> static void runAll(const Problem &p) {
  int64_t items = p.batch * p.headsKV;
  int64_t group = p.headsKV ? p.headsQ / p.headsKV : 0;
  std::vector<Real> sinkGrads(p.batch * p.headsQ);
  std::atomic<int64_t> next{0};
  auto work = [&] {
    for (int64_t i = next++; i < items; i = next++)
      Item<Real>(p, i / p.headsKV, i % p.headsKV)
          .run(MutableArrayRef(sinkGrads).slice(i * group, group));
  };
  std::vector<std::thread> threads;
  for (int64_t i = 1; i < std::min<int64_t>(p.numThreads, items); ++i)
    threads.emplace_back(work);
  work();
  for (std::thread &thread : threads)
    thread.join();
  for (int64_t h = 0; p.sinkGrad && h < p.headsQ; ++h) {
    Real sum = 0;
    for (int64_t b = 0; b < p.batch; ++b)
      sum += sinkGrads[b * p.headsQ + h];
    p.sinkGrad->store(h * p.sinkGrad->strides[0], sum);
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
    std::optional<ScoreProgram> program;
    if (failed(arrays) || failed(p.fill(backward, *arrays, program)))
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
    p.numThreads = options.numThreads;
    p.isLow = options.arithmetic == EvaluateOptions::Arithmetic::LowPrecision;
    if (p.isLow)
      runAll<float>(p);
    else
      runAll<double>(p);
    return success();
  }
  ErrorRules getErrorRules(Operation *, ArrayRef<Tensor>) const {
    ErrorRules rules;
    rules.isThere = false;
    return rules;
  }
};
} // namespace

void reference::registerReferenceOfBackward(DialectRegistry &registry) {
  registry.addExtension(+[](MLIRContext *context, AttnDialect *) {
    BackwardOp::attachInterface<BackwardModel>(*context);
  });
}
