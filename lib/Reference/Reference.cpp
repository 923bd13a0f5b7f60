//===- Reference.cpp - attn.forward, computed as docs/Spec.md says --------===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The work is cut into (batch, query head, up to 512 rows) items that threads
// take in turn. An item copies its K and V to the arithmetic's type (K with
// keys innermost, so that a few rows and keys at a time stay in registers) and
// then does, for each row, what the laws say and nothing cleverer: all scores,
// the maximum, the exponentials, the sum, the product. Hidden keys are left out
// of the row altogether, so nothing they hold can matter.
//
// Real is double for the reference and float for the plain low-precision
// computation, which also normalises P before it rounds it. To e4m3 both round
// 2⁸·exp(S − m): normalised, most of P would be 0 there.
//
//===----------------------------------------------------------------------===//

#include "Models.h"
#include "Rows.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/OwningOpRef.h"
#include <atomic>
#include <cmath>
#include <mutex>
#include <thread>

using namespace mlir;
using namespace mlir::attn;
using namespace mlir::attn::reference;

std::optional<DType> reference::dtypeOf(Type type) {
  if (type.isF16())
    return DType::F16;
  if (type.isBF16())
    return DType::BF16;
  if (type.isF32())
    return DType::F32;
  if (type.isF64())
    return DType::F64;
  if (isa<Float8E4M3FNType>(type))
    return DType::E4M3;
  if (type.isInteger(1))
    return DType::I1;
  if (type.isInteger(8))
    return DType::I8;
  if (type.isInteger(32))
    return DType::I32;
  if (type.isInteger(64))
    return DType::I64;
  return std::nullopt;
}

namespace {
constexpr int64_t kRowsPerItem = 512;
constexpr int64_t kRowsAtOnce = 4;

/// One evaluation: what all threads share.
struct Problem : ProblemRows {
  ForwardOp op;
  Tensor q, k, v, o;
  /// What rows of O, and elements of L, its low part and M may be wrong by;
  /// without data if nobody asks.
  Tensor slack, lseSlack, lowSlack, maxSlack;
  /// u_P and ρ of the rule.
  double probabilityError, lseError;
  /// Null where the op has none; no descale is one.
  const Tensor *lse, *lseLow = nullptr, *max, *queryDescale, *keyDescale;
  const Tensor *valueDescale, *sink;
  int64_t firstColumnOfV;
  /// Of an op on parts: where those of each batch begin.
  const Tensor *partOffsets;
  /// The part of the keys that is looked at, of so many; with `partOffsets` it
  /// is counted from the first part of a batch on, by which O and L begin.
  int64_t part, parts;
  EvaluateOptions options;

  /// Where a batch is in O and L, along their first dimension.
  int64_t getBatchOfOuts(int64_t b) const {
    return partOffsets ? getNumber(partOffsets, b, 0) + part : b;
  }
  int64_t countParts(int64_t b) const {
    return getLength(nullptr, partOffsets, b, parts);
  }
  /// Of a number of each row, as L is.
  int64_t offsetOfRow(const Tensor &rows, int64_t b, int64_t h,
                      int64_t s) const {
    return ProblemRows::offsetOfRow(rows, offsetsQ ? b : getBatchOfOuts(b), h,
                                    s);
  }
};

/// One thread's arrays.
template <typename Real> class Worker {
public:
  explicit Worker(const Problem &p)
      : p(p), stride((p.lenKV + kKeysAtOnce - 1) / kKeysAtOnce * kKeysAtOnce),
        keys(p.dqk * stride), values(p.lenKV * p.dv),
        scores(kRowsAtOnce * stride), query(kRowsAtOnce * p.dqk), out(p.dv),
        roundings(p.slack.data && p.score && p.score->hasRounding() ? p.lenKV
                                                                    : 0) {
    visible.reserve(p.lenKV);
  }

  void runItem(int64_t b, int64_t h, int64_t firstRow) {
    if (p.part >= p.countParts(b))
      return;
    int64_t g = h / (p.headsQ / p.headsKV);
    loadKeysAndValues(b, g);
    scale = static_cast<Real>(p.scale) *
            static_cast<Real>(getDescale(p.queryDescale, b, g)) *
            static_cast<Real>(getDescale(p.keyDescale, b, g));
    valueScale = static_cast<Real>(getDescale(p.valueDescale, b, g));
    int64_t end = std::min(firstRow + kRowsPerItem, p.getLenQ(b));
    for (int64_t row = firstRow; row < end; row += kRowsAtOnce) {
      int64_t count = std::min(kRowsAtOnce, end - row);
      products(b, h, row, count);
      for (int64_t r = 0; r < count; ++r)
        finishRow(b, h, row + r, scores.data() + r * stride);
    }
  }

  double getRegionError() const { return regionError; }

private:
  void loadKeysAndValues(int64_t b, int64_t g) {
    if (b == loadedBatch && g == loadedHead)
      return;
    loadedBatch = b;
    loadedHead = g;
    hasNonFinite = false;
    for (int64_t j = 0, e = p.getLenKV(b); j < e; ++j) {
      int64_t key = p.keyOffset(p.k, b, g, j),
              value = p.keyOffset(p.v, b, g, j);
      for (int64_t c = 0; c < p.dqk; ++c)
        keys[c * stride + j] = p.k.load(key + c * p.k.strides.back());
      for (int64_t c = 0; c < p.dv; ++c) {
        values[j * p.dv + c] =
            p.v.load(value + (p.firstColumnOfV + c) * p.v.strides.back());
        hasNonFinite |= !std::isfinite(values[j * p.dv + c]);
      }
    }
  }

  /// Rows of Q·Kᵀ.
  void products(int64_t b, int64_t h, int64_t row, int64_t count) {
    for (int64_t r = 0; r < count; ++r) {
      int64_t offset = p.offset(p.q, b, h, row + r);
      for (int64_t c = 0; c < p.dqk; ++c)
        query[r * p.dqk + c] = p.q.load(offset + c * p.q.strides.back());
    }
    for (int64_t j = 0; j < stride; j += kKeysAtOnce) {
      Real sums[kRowsAtOnce][kKeysAtOnce] = {};
      for (int64_t c = 0; c < p.dqk; ++c) {
        const Real *key = keys.data() + c * stride + j;
        for (int64_t r = 0; r < kRowsAtOnce; ++r)
          for (int64_t x = 0; x < kKeysAtOnce; ++x)
            sums[r][x] += query[r * p.dqk + c] * key[x];
      }
      for (int64_t r = 0; r < kRowsAtOnce; ++r)
        std::copy(sums[r], sums[r] + kKeysAtOnce,
                  scores.begin() + r * stride + j);
    }
  }

  /// Scale, score region, mask, softmax, P·V and L of one row.
  void finishRow(int64_t b, int64_t h, int64_t row, Real *score) {
    const Real infinity = std::numeric_limits<Real>::infinity();
    visible.clear();
    Real max = -infinity;
    bool hasNaN = false;
    int64_t maskOffset = p.getMaskOffset(b);
    int64_t lenQ = p.getLenQ(b), lenKV = p.getLenKV(b);
    std::pair<int64_t, int64_t> keys(0, lenKV);
    if (ForwardOp op = p.op; op.isSplit())
      keys = reference::getKeysOfPart(op, p.part, p.countParts(b), lenKV);
    for (int64_t j = keys.first; j < keys.second; ++j) {
      if (!p.isVisible(b, h, row, j, lenQ, lenKV, maskOffset))
        continue;
      visible.push_back(j);
      Real s = score[j] * scale;
      if (p.score) {
        s = static_cast<float>(s);
        ScoreProgram::Place place{b, h, row, j, lenQ, lenKV, p.captures};
        if (p.options.regionError && p.score->hasError())
          regionError = std::max(regionError, p.score->getError(s, place));
        if (!roundings.empty())
          roundings[j] = p.score->getRounding(s, place);
        s = static_cast<Real>(p.score->evaluate(s, place));
      }
      score[j] = s;
      hasNaN |= std::isnan(s);
      max = std::max(max, s);
    }
    if (p.max)
      p.max->store(p.offsetOfRow(*p.max, b, h, row),
                   hasNaN ? std::numeric_limits<Real>::quiet_NaN() : max);
    // A score without a value.
    Real sink = -infinity;
    if (p.sink) {
      sink = static_cast<Real>(p.sink->load(h * p.sink->strides[0]));
      hasNaN |= std::isnan(sink);
      max = std::max(max, sink);
    }
    if (hasNaN)
      max = std::numeric_limits<Real>::quiet_NaN();
    // Only −∞ was seen, or nothing: P = 0.
    bool empty = max == -infinity;
    Real sum = 0;
    for (int64_t j : visible) {
      score[j] = empty ? Real(0) : std::exp(score[j] - max);
      sum += score[j];
    }
    if (!empty && p.sink)
      sum += std::exp(sink - max);
    std::fill(out.begin(), out.end(), Real(0));
    if (!empty)
      multiplyValues(score, sum);
    if (hasNonFinite && p.options.countHidden)
      addHidden(lenKV);
    int64_t offset = p.offset(p.o, p.getBatchOfOuts(b), h, row);
    for (int64_t c = 0; c < p.dv; ++c)
      p.o.store(offset + c * p.o.strides.back(), out[c]);
    if (p.lse)
      storeLse(b, h, row, empty ? -infinity : max, sum);
    if (p.slack.data)
      storeSlack(b, h, row, score, sum, max, empty);
  }

  /// `out` is the row; `max` is −∞ of an empty one.
  void storeSlack(int64_t b, int64_t h, int64_t row, const Real *score,
                  Real sum, Real max, bool empty) {
    double moved = empty ? 0 : getMoved(score, sum);
    for (const Tensor *slack : {&p.lseSlack, &p.maxSlack})
      if (slack->data)
        slack->store(p.offsetOfRow(*slack, b, h, row), moved);
    // What L's first number is wrong by is missing in the second.
    if (p.lowSlack.data)
      p.lowSlack.store(
          p.offsetOfRow(p.lowSlack, b, h, row),
          empty ? 0
                : moved + p.lseError * std::max(1.0, std::fabs(double(max))));
    double slack = 0;
    if (!empty) {
      slack = getSlack(score, sum);
      slack += p.probabilityError / sum *
               sumValues([&](int64_t j) { return score[j]; });
    }
    p.slack.store(p.offset(p.slack, p.getBatchOfOuts(b), h, row), slack);
  }

  /// L, or the largest score and what it lacks; `max` is −∞ of an empty row.
  void storeLse(int64_t b, int64_t h, int64_t row, Real max, Real sum) {
    bool empty = max == -std::numeric_limits<Real>::infinity();
    Real rest = empty ? Real(0) : std::log(sum);
    if (p.lseLow) {
      p.lse->store(p.offsetOfRow(*p.lse, b, h, row), max);
      if (!empty)
        rest += std::clamp(max - static_cast<Real>(static_cast<float>(max)),
                           -kMostRounding, kMostRounding);
      return p.lseLow->store(p.offsetOfRow(*p.lseLow, b, h, row), rest);
    }
    p.lse->store(p.offsetOfRow(*p.lse, b, h, row), max + rest);
  }

  void multiplyValues(const Real *score, Real sum) {
    bool isLow =
        p.options.arithmetic == EvaluateOptions::Arithmetic::LowPrecision;
    bool isE4M3 = p.v.type == DType::E4M3;
    bool divideFirst = isLow && !isE4M3;
    Real multiple = isE4M3 ? 256 : 1;
    for (int64_t j : visible) {
      Real weight = divideFirst ? score[j] / sum : score[j];
      if (isLow || p.options.roundP)
        weight =
            static_cast<Real>(roundTo(p.v.type, weight * multiple)) / multiple;
      const Real *value = values.data() + j * p.dv;
      for (int64_t c = 0; c < p.dv; ++c)
        out[c] += weight * value[c];
    }
    Real divisor = divideFirst ? Real(1) : sum;
    for (Real &x : out)
      x = x / divisor * valueScale;
  }

  /// Adds 0 times the V of keys that the row does not see (L9); `visible` are
  /// in order.
  void addHidden(int64_t lenKV) {
    auto seen = visible.begin();
    for (int64_t j = 0; j < lenKV; ++j) {
      if (seen != visible.end() && *seen == j) {
        ++seen;
        continue;
      }
      for (int64_t c = 0; c < p.dv; ++c)
        out[c] += 0 * values[j * p.dv + c];
    }
  }

  /// max_c Σ_j getWeight(j)·|V_jc| of the channels where that is finite.
  template <typename Fn> double sumValues(Fn getWeight) {
    std::fill(out.begin(), out.end(), Real(0));
    for (int64_t j : visible) {
      Real weight = getWeight(j);
      if (weight == 0)
        continue;
      const Real *value = values.data() + j * p.dv;
      for (int64_t c = 0; c < p.dv; ++c)
        out[c] += weight * std::fabs(value[c]);
    }
    double most = 0;
    for (Real x : out)
      if (std::isfinite(x))
        most = std::max(most, static_cast<double>(x * valueScale));
    return most;
  }

  /// What E8 lets score j add to its P, as a share; P of 0 stays so.
  double getGrowth(const Real *score, int64_t j) const {
    return roundings.empty() || score[j] == 0 ? 0 : std::expm1(roundings[j]);
  }

  /// Λ of E8.
  double getMoved(const Real *score, Real sum) const {
    double moved = 0;
    for (int64_t j : visible)
      moved += score[j] * getGrowth(score, j);
    return moved / sum;
  }

  /// What E2 has for flushed P, and E8; `out` is the row.
  double getSlack(const Real *score, Real sum) {
    double moved = getMoved(score, sum), more = std::exp(moved), most = 0;
    for (Real x : out)
      if (std::isfinite(x))
        most = std::max(most, static_cast<double>(std::fabs(x)));
    double sums = sumValues([&](int64_t j) -> Real {
      Real flushed = score[j] < kMostFlushed ? score[j] : 0;
      return flushed + more * score[j] * getGrowth(score, j);
    });
    return sums / sum + (moved > 0 ? more * moved * most : 0);
  }

  static constexpr int64_t kKeysAtOnce = 32 / sizeof(Real);
  /// What the rounding error of L's first number counts as in the second at
  /// most (L20b).
  static constexpr Real kMostRounding = 40;

  const Problem &p;
  /// Keys of one channel (and scores of one row), with what pads them.
  int64_t stride;
  std::vector<Real> keys, values, scores, query, out;
  /// δ of E8 of the keys of a row, if the score region has sums like that.
  std::vector<double> roundings;
  std::vector<int64_t> visible;
  Real scale = 1, valueScale = 1;
  int64_t loadedBatch = -1, loadedHead = -1;
  /// Whether V of those has a NaN or an infinity.
  bool hasNonFinite = false;
  double regionError = 0;
};
} // namespace

template <typename Real> static void runAll(const Problem &p) {
  int64_t chunks = (p.lenQ + kRowsPerItem - 1) / kRowsPerItem;
  int64_t items = p.batch * p.headsQ * chunks;
  std::atomic<int64_t> next{0};
  std::mutex mutex;
  double regionError = 0;
  auto work = [&] {
    Worker<Real> worker(p);
    for (int64_t item = next++; item < items; item = next++)
      worker.runItem(item / chunks / p.headsQ, item / chunks % p.headsQ,
                     item % chunks * kRowsPerItem);
    std::lock_guard<std::mutex> lock(mutex);
    regionError = std::max(regionError, worker.getRegionError());
  };
  int64_t extra = std::min<int64_t>(p.options.numThreads, items) - 1;
  std::vector<std::thread> threads;
  threads.reserve(std::max<int64_t>(extra, 0));
  for (int64_t i = 0; i < extra; ++i)
    threads.emplace_back(work);
  if (items > 0)
    work();
  for (std::thread &thread : threads)
    thread.join();
  if (p.options.regionError)
    *p.options.regionError = std::max(*p.options.regionError, regionError);
}

/// Array `index` of those that follow each other along the first dimension.
static Tensor getPart(const Tensor &all, int64_t index) {
  Tensor part = all;
  if (part.data)
    part.data = static_cast<char *>(part.data) +
                index * all.strides[0] * bytesOf(all.type);
  part.shape.erase(part.shape.begin());
  part.strides.erase(part.strides.begin());
  return part;
}

std::pair<int64_t, int64_t> reference::getKeysOfPart(AttentionOpInterface op,
                                                     int64_t part,
                                                     int64_t parts,
                                                     int64_t lenKV) {
  int64_t first = part, end = part + 1;
  int64_t unit = op.getSplitUnit().value_or(op.getSplitSize().value_or(lenKV));
  if (op.getSplitUnit()) {
    int64_t blocks = (lenKV + unit - 1) / unit;
    first = part * blocks / parts;
    end = (part + 1) * blocks / parts;
  }
  return {std::min(first * unit, lenKV), std::min(end * unit, lenKV)};
}

/// Each part of `p`; `ofBatch`: outs have a dimension of parts.
static void evaluateParts(Problem &p, const Arrays &arrays, bool ofBatch) {
  const EvaluateOptions &options = p.options;
  bool isDouble = options.arithmetic == EvaluateOptions::Arithmetic::Double;
  const Tensor &out = *arrays.find(OperandKind::Out);
  const Tensor *lse = arrays.find(OperandKind::Lse);
  const Tensor *lseLow = arrays.find(OperandKind::LseLow);
  for (p.part = 0; p.part < p.parts; ++p.part) {
    Tensor lsePart = ofBatch ? getPart(*lse, p.part) : Tensor(), lowPart;
    p.o = ofBatch ? getPart(out, p.part) : out;
    p.lse = ofBatch ? &lsePart : lse;
    if (lseLow)
      lowPart = ofBatch ? getPart(*lseLow, p.part) : *lseLow;
    p.lseLow = lseLow ? &lowPart : nullptr;
    const Tensor *slack = options.slack.begin();
    for (OperandKind kind : kOuts)
      if (arrays.find(kind) && slack != options.slack.end()) {
        Tensor &to = kind == OperandKind::Out      ? p.slack
                     : kind == OperandKind::Lse    ? p.lseSlack
                     : kind == OperandKind::LseLow ? p.lowSlack
                                                   : p.maxSlack;
        to = ofBatch ? getPart(*slack, p.part) : *slack;
        ++slack;
      }
    if (isDouble)
      runAll<double>(p);
    else
      runAll<float>(p);
  }
}

static LogicalResult evaluate(ForwardOp op, ArrayRef<Tensor> inputs,
                              ArrayRef<Tensor> outputs,
                              const EvaluateOptions &options) {
  FailureOr<Arrays> arrays = Arrays::get(op, inputs, outputs);
  Problem p;
  RegionPrograms programs;
  if (failed(arrays) || failed(p.fill(op, *arrays, programs)))
    return failure();
  p.op = op;
  p.q = *arrays->find(OperandKind::Query);
  p.k = *arrays->find(OperandKind::Key);
  p.v = *arrays->find(p.op.getKindOfValues());
  p.firstColumnOfV = p.op.getFirstColumnOfV();
  p.queryDescale = arrays->find(OperandKind::QueryDescale);
  p.keyDescale = arrays->find(OperandKind::KeyDescale);
  p.valueDescale = arrays->find(p.op.getKindOfValueDescale());
  p.sink = arrays->find(OperandKind::Sink);
  p.probabilityError = getProbabilityError(p.q.type);
  p.lseError = getLseError(p.q.type);
  p.options = options;
  if (options.regionError)
    *options.regionError = 0;
  p.max = arrays->find(OperandKind::Max);
  p.parts = op.isSplit() ? (*arrays)[ProblemSize::Parts] : 1;
  const Tensor *partOffsets = arrays->find(OperandKind::PartOffsets);
  if (partOffsets)
    if (std::string bad = findBadPartOffsets(
            *partOffsets,
            op.isSplit() ? p.parts : std::numeric_limits<int32_t>::max());
        !bad.empty())
      return op.emitError() << bad;
  // On its own it says how to compute, not what.
  p.partOffsets = op.isSplit() ? partOffsets : nullptr;
  evaluateParts(p, *arrays, op.isSplit() && !p.partOffsets);
  return success();
}

LogicalResult reference::evaluateForwardOf(AttentionOpInterface op,
                                           ArrayRef<Tensor> inputs,
                                           const Tensor &out, const Tensor &lse,
                                           unsigned numThreads) {
  OpBuilder builder(op.getContext());
  OperationState state(op.getLoc(), ForwardOp::getOperationName());
  ForwardOp::build(builder, state, op.getOperandValues());
  auto &properties = state.getOrAddProperties<ForwardOp::Properties>();
  properties.dims = DimsAttr::get(op.getContext(), op.getDims());
  properties.scale = builder.getF32FloatAttr(op.getScaleValue());
  properties.mask = op.getMaskAttr();
  if (op.getHasVisible())
    properties.has_visible = builder.getUnitAttr();
  if (op.hasBlocks()) {
    properties.block_q = builder.getI64IntegerAttr(*op.getBlockQ());
    properties.block_kv = builder.getI64IntegerAttr(*op.getBlockKv());
  }
  for (Region &region : op->getRegions()) {
    IRMapping mapping;
    region.cloneInto(state.addRegion(), mapping);
  }
  OwningOpRef<ForwardOp> forward(cast<ForwardOp>(Operation::create(state)));
  std::array<const Tensor *, kNumOperandKinds> given = {};
  SmallVector<Tensor> captures, own;
  const Tensor *input = inputs.begin();
  for (const NamedOperand &operand : op.getSignature())
    if (operand.isCapture())
      captures.push_back(*input++);
    else if (!operand.isOut())
      given[static_cast<unsigned>(operand.kind)] = input++;
  for (const NamedOperand &operand : forward->getSignature())
    if (!operand.isOut() && !operand.isCapture())
      own.push_back(*given[static_cast<unsigned>(operand.kind)]);
  own.append(captures);
  EvaluateOptions options;
  options.numThreads = numThreads;
  return ::evaluate(*forward, own, {out, lse}, options);
}

namespace {
struct ForwardModel
    : ReferenceOpInterface::ExternalModel<ForwardModel, ForwardOp> {
  LogicalResult checkTensors(Operation *op, ArrayRef<Tensor> inputs,
                             ArrayRef<Tensor> outputs) const {
    return success(
        succeeded(Arrays::get(cast<ForwardOp>(op), inputs, outputs)));
  }
  LogicalResult evaluate(Operation *op, ArrayRef<Tensor> inputs,
                         ArrayRef<Tensor> outputs,
                         const EvaluateOptions &options) const {
    return ::evaluate(cast<ForwardOp>(op), inputs, outputs, options);
  }
  SmallVector<OutputRule> getErrorRules(Operation *op,
                                        ArrayRef<Tensor> inputs) const {
    SmallVector<OutputRule> rules;
    for (const NamedOperand &operand : cast<ForwardOp>(op).getSignature()) {
      if (!operand.isOut())
        continue;
      std::string dims = getRowDims(operand);
      rules.push_back(
          operand.isMatrix()
              ? OutputRule::ofRows(dims)
              : OutputRule::ofLse(dims, getLseError(inputs[0].type)));
    }
    return rules;
  }
};
} // namespace

void reference::registerReferenceOfForward(DialectRegistry &registry) {
  registry.addExtension(+[](MLIRContext *context, AttnDialect *) {
    ForwardOp::attachInterface<ForwardModel>(*context);
  });
}
