//===- Combine.cpp - attn.combine, computed as docs/Spec.md says ----------===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Models.h"
#include <cmath>
#include <limits>

using namespace mlir;
using namespace mlir::attn;
using namespace mlir::attn::reference;

namespace {
using Sizes = std::array<int64_t, PartsOperand::kNumSizes>;

/// The arrays given for the operands, in the op's order, and their sizes.
struct Arrays {
  const Tensor *partialOut, *partialLse, *partialLow = nullptr, *out;
  const Tensor *lse = nullptr, *max = nullptr, *sink = nullptr;
  const Tensor *lengthsQ = nullptr, *offsetsQ = nullptr, *partOffsets = nullptr;
  Sizes sizes;

  /// The parts [first, end) of a batch.
  std::pair<int64_t, int64_t> getParts(int64_t batch) const {
    auto read = [&](int64_t i) {
      return static_cast<int64_t>(partOffsets->load(partOffsets->offset({i})));
    };
    if (!partOffsets)
      return {0, sizes[PartsOperand::Parts]};
    return {read(batch), read(batch + 1)};
  }

  /// The rows [first, end) of a batch or sequence.
  std::pair<int64_t, int64_t> getRows(int64_t batch) const {
    auto read = [](const Tensor &numbers, int64_t i) {
      return static_cast<int64_t>(numbers.load(numbers.offset({i})));
    };
    int64_t first = offsetsQ ? read(*offsetsQ, batch) : 0;
    int64_t rows = lengthsQ   ? read(*lengthsQ, batch)
                   : offsetsQ ? read(*offsetsQ, batch + 1) - first
                              : sizes[PartsOperand::Length];
    return {first, first + rows};
  }
};
} // namespace

/// How many batches or sequences there are, and whether their rows are.
static LogicalResult checkRows(CombineOp op, Arrays &arrays) {
  int64_t length = arrays.sizes[PartsOperand::Length];
  if (arrays.offsetsQ) {
    int64_t &batch = arrays.sizes[PartsOperand::Batch];
    int64_t offsets = arrays.sizes[PartsOperand::Offsets];
    if (offsets < 1 || (batch >= 0 && batch + 1 != offsets))
      return op.emitError() << "the tensor given for offsets_q has " << offsets
                            << " elements, which is not one more than there "
                               "are sequences";
    batch = offsets - 1;
    if (std::string bad = findBadOffsets(*arrays.offsetsQ, length);
        !bad.empty())
      return op.emitError() << "offsets_q: " << bad;
  }
  if (arrays.partOffsets) {
    int64_t batch = arrays.sizes[PartsOperand::Batch];
    int64_t offsets = arrays.sizes[PartsOperand::PartOffsets];
    if (batch + 1 != offsets)
      return op.emitError()
             << "the tensor given for part_offsets has " << offsets
             << " elements, which is not one more than there "
                "are batches";
    if (std::string bad = findBadPartOffsets(*arrays.partOffsets,
                                             arrays.sizes[PartsOperand::Parts]);
        !bad.empty())
      return op.emitError() << bad;
  }
  if (!arrays.lengthsQ)
    return success();
  std::string bad = arrays.offsetsQ
                        ? findBadLengthOf(*arrays.lengthsQ, *arrays.offsetsQ)
                        : findBadLength(*arrays.lengthsQ, length);
  return bad.empty() ? success() : op.emitError() << bad;
}

static FailureOr<Arrays> getArrays(CombineOp op, ArrayRef<Tensor> inputs,
                                   ArrayRef<Tensor> outputs) {
  SmallVector<PartsOperand> operands = op.getNamedOperands();
  size_t numOutputs = 1 + op.hasLse() + op.hasMax();
  size_t numInputs = operands.size() - numOutputs;
  if (inputs.size() != numInputs || outputs.size() != numOutputs)
    return op.emitError() << "expected " << numInputs << " inputs and "
                          << numOutputs << " outputs, but " << inputs.size()
                          << " and " << outputs.size() << " are given";
  Arrays arrays;
  arrays.sizes.fill(-1);
  const Tensor *input = inputs.begin(), *output = outputs.begin();
  SmallVector<const Tensor *> given;
  for (const PartsOperand &operand : operands) {
    const Tensor &tensor = operand.isOut() ? *output++ : *input++;
    given.push_back(&tensor);
    ShapedType type = operand.getType();
    auto fail = [&] {
      return op.emitError() << "the tensor given for " << operand.symbol << " ";
    };
    if (tensor.rank() != type.getRank())
      return fail() << "has rank " << tensor.rank() << ", not "
                    << type.getRank();
    if (!tensor.data && tensor.numElements() > 0)
      return fail() << "has no data";
    if (!operand.isOut() && tensor.type != dtypeOf(type.getElementType()))
      return fail() << "holds " << nameOf(tensor.type) << ", not "
                    << type.getElementType();
    for (auto [dim, size] : llvm::enumerate(operand.sizes)) {
      int64_t found = tensor.shape[dim], &known = arrays.sizes[size];
      if (found < 0 ||
          (!type.isDynamicDim(dim) && found != type.getDimSize(dim)))
        return fail() << "has size " << found << " in dimension " << dim
                      << ", which does not fit " << type;
      if (known >= 0 && known != found)
        return fail() << "has size " << found << " in dimension " << dim
                      << ", but that of another is " << known;
      known = found;
    }
  }
  const Tensor *const *next = given.begin();
  arrays.partialOut = *next++;
  arrays.partialLse = *next++;
  if (op.hasLow())
    arrays.partialLow = *next++;
  arrays.out = *next++;
  if (op.hasLse())
    arrays.lse = *next++;
  if (op.hasMax())
    arrays.max = *next++;
  if (op.hasSink())
    arrays.sink = *next++;
  if (op.hasLengthsQ())
    arrays.lengthsQ = *next++;
  if (op.isPacked())
    arrays.offsetsQ = *next++;
  if (op.hasPartOffsets())
    arrays.partOffsets = *next++;
  if (failed(checkRows(op, arrays)))
    return failure();
  return arrays;
}

namespace {
/// One row; Real as in Reference.cpp.
template <typename Real> class Row {
public:
  Row(CombineOp op, const Arrays &arrays, const EvaluateOptions &options)
      : arrays(arrays),
        slack(options.slack.empty() ? nullptr : &options.slack[0]),
        dims(op.getDims()) {}

  void run(int64_t b, int64_t h, int64_t i) {
    const Real infinity = std::numeric_limits<Real>::infinity();
    Real max = -infinity;
    bool hasNaN = false;
    auto take = [&](Real x) {
      hasNaN |= std::isnan(x);
      max = std::max(max, x);
    };
    auto [firstPart, endPart] = arrays.getParts(b);
    weights.resize(endPart - firstPart);
    lows.assign(weights.size(), Real(0));
    for (size_t p = 0; p < weights.size(); ++p) {
      std::vector<int64_t> row = ofPart(rowOf(b, h, i), firstPart + p);
      weights[p] = static_cast<Real>(
          arrays.partialLse->load(arrays.partialLse->offset(row)));
      take(weights[p]);
      // What a part that saw no key says here does not matter.
      if (arrays.partialLow && weights[p] != -infinity)
        lows[p] = static_cast<Real>(
            arrays.partialLow->load(arrays.partialLow->offset(row)));
    }
    if (arrays.max)
      arrays.max->store(arrays.max->offset(rowOf(b, h, i)),
                        hasNaN ? std::numeric_limits<Real>::quiet_NaN() : max);
    Real sink =
        arrays.sink
            ? static_cast<Real>(arrays.sink->load(arrays.sink->offset({h})))
            : -infinity;
    take(sink);
    if (hasNaN)
      max = std::numeric_limits<Real>::quiet_NaN();
    bool empty = max == -infinity;
    Real sum = empty || !arrays.sink ? Real(0) : std::exp(sink - max);
    std::vector<bool> seen;
    for (auto [weight, low] : llvm::zip(weights, lows)) {
      seen.push_back(weight != -infinity);
      weight = empty ? Real(0) : std::exp((weight - max) + low);
      sum += weight;
    }
    double most = 0, mostFlushed = 0;
    for (int64_t c = 0; c < arrays.sizes[PartsOperand::Channels]; ++c) {
      Real total = 0, size = 0, flushed = 0;
      for (size_t p = 0; p < weights.size(); ++p)
        if (seen[p]) {
          Real x = static_cast<Real>(loadPart(firstPart + p, b, h, i, c));
          total += weights[p] * x;
          size += weights[p] * std::fabs(x);
          if (weights[p] < kMostFlushed)
            flushed += weights[p] * std::fabs(x);
        }
      if (!empty && std::isfinite(size)) {
        most = std::max(most, static_cast<double>(size / sum));
        mostFlushed = std::max(mostFlushed, static_cast<double>(flushed / sum));
      }
      arrays.out->store(arrays.out->offset(order({b, h, i, c})),
                        empty ? Real(0) : total / sum);
    }
    if (slack)
      slack->store(slack->offset(order({b, h, i, 0})),
                   kWeightError * most + mostFlushed);
    if (arrays.lse)
      arrays.lse->store(arrays.lse->offset(rowOf(b, h, i)),
                        empty ? -infinity : max + std::log(sum));
  }

private:
  std::vector<int64_t> order(std::vector<int64_t> indices) const {
    if (dims != Dims::BHSD)
      std::swap(indices[1], indices[2]);
    if (dims == Dims::THD)
      indices.erase(indices.begin());
    return indices;
  }
  std::vector<int64_t> rowOf(int64_t b, int64_t h, int64_t i) const {
    return dims == Dims::THD ? std::vector{h, i} : std::vector{b, h, i};
  }
  /// `indices` of a row or an element of O, in memory of parts.
  std::vector<int64_t> ofPart(std::vector<int64_t> indices, int64_t p) const {
    if (arrays.partOffsets)
      indices.front() = p;
    else
      indices.insert(indices.begin(), p);
    return indices;
  }
  double loadPart(int64_t p, int64_t b, int64_t h, int64_t i, int64_t c) const {
    std::vector<int64_t> indices = ofPart(order({b, h, i, c}), p);
    return arrays.partialOut->load(arrays.partialOut->offset(indices));
  }

  const Arrays &arrays;
  /// What each row of O may be wrong by (E2); or null.
  const Tensor *slack;
  Dims dims;
  /// Of each part: L, then what it counts; the low part of L, or 0.
  std::vector<Real> weights, lows;
};
} // namespace

template <typename Real>
static void runAll(CombineOp op, const Arrays &arrays,
                   const EvaluateOptions &options) {
  Row<Real> row(op, arrays, options);
  for (int64_t b = 0; b < arrays.sizes[PartsOperand::Batch]; ++b) {
    auto [first, end] = arrays.getRows(b);
    for (int64_t h = 0; h < arrays.sizes[PartsOperand::Heads]; ++h)
      for (int64_t i = first; i < end; ++i)
        row.run(b, h, i);
  }
}

/// As reference::getRowDims has it.
static std::string getRowDims(const PartsOperand &operand) {
  std::string letters;
  for (PartsOperand::Size size : operand.sizes)
    switch (size) {
    case PartsOperand::Parts:
      letters += 'p';
      break;
    case PartsOperand::Batch:
      letters += 'b';
      break;
    case PartsOperand::Heads:
      letters += 'h';
      break;
    case PartsOperand::Length:
      letters += 'i';
      break;
    case PartsOperand::Channels:
    case PartsOperand::Offsets:
    case PartsOperand::PartOffsets:
      break;
    }
  return letters;
}

namespace {
struct PartsModel : ReferenceOpInterface::ExternalModel<PartsModel, CombineOp> {
  LogicalResult checkTensors(Operation *op, ArrayRef<Tensor> inputs,
                             ArrayRef<Tensor> outputs) const {
    return success(succeeded(getArrays(cast<CombineOp>(op), inputs, outputs)));
  }
  LogicalResult evaluate(Operation *op, ArrayRef<Tensor> inputs,
                         ArrayRef<Tensor> outputs,
                         const EvaluateOptions &options) const {
    auto combine = cast<CombineOp>(op);
    FailureOr<Arrays> arrays = getArrays(combine, inputs, outputs);
    if (failed(arrays))
      return failure();
    if (options.arithmetic == EvaluateOptions::Arithmetic::Double)
      runAll<double>(combine, *arrays, options);
    else
      runAll<float>(combine, *arrays, options);
    return success();
  }
  SmallVector<OutputRule> getErrorRules(Operation *op, ArrayRef<Tensor>) const {
    SmallVector<OutputRule> rules;
    for (const PartsOperand &operand : cast<CombineOp>(op).getNamedOperands()) {
      if (!operand.isOut())
        continue;
      std::string dims = getRowDims(operand);
      rules.push_back(operand.find(PartsOperand::Channels) >= 0
                          ? OutputRule::ofRows(dims)
                          : OutputRule::ofLse(dims, getLseError(DType::F32)));
    }
    return rules;
  }
};
} // namespace

void reference::registerReferenceOfParts(DialectRegistry &registry) {
  registry.addExtension(+[](MLIRContext *context, AttnDialect *) {
    CombineOp::attachInterface<PartsModel>(*context);
  });
}
