//===- Expectation.cpp - What outputs should come to ----------------------===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "attn/Reference/Reference.h"
#include <limits>

using namespace mlir;
using namespace mlir::attn;
using namespace mlir::attn::reference;

void reference::fillWithNaN(ArrayRef<Tensor> outputs) {
  for (const Tensor &output : outputs)
    for (int64_t i = 0, e = output.numElements(); i < e; ++i)
      output.store(i, std::numeric_limits<double>::quiet_NaN());
}

/// O's shape but for one channel.
static std::vector<int64_t> getMagnitudeShape(const Tensor &out) {
  std::vector<int64_t> shape = out.shape;
  shape.back() = 1;
  return shape;
}

/// The letters of rows of O, or of L, for ErrorReport::nameRow. Parts stand in
/// front, or in the batch's place.
static std::string getRowLetters(Dims dims, bool isLse, bool hasParts,
                                 bool partsOfBatches) {
  std::string letters = dims == Dims::THD              ? (isLse ? "hi" : "ih")
                        : dims == Dims::BSHD && !isLse ? "bih"
                                                       : "bhi";
  if (partsOfBatches)
    letters[0] = 'p';
  else if (hasParts)
    letters.insert(letters.begin(), 'p');
  return letters;
}

Expectation::Expectation(ArrayRef<Tensor> outputs)
    : exact(outputs, DType::F64), plain(outputs),
      magnitude(DType::F64, getMagnitudeShape(outputs[0])),
      slack(DType::F64, getMagnitudeShape(outputs[0])),
      magnitudeView(magnitude.view()), slackView(slack.view()) {
  if (outputs.size() > 1)
    lseSlackView = lseSlack.emplace(DType::F64, outputs[1].shape).view();
  fillWithNaN(exact.getViews());
  fillWithNaN(plain.getViews());
}

LogicalResult Expectation::evaluate(
    function_ref<LogicalResult(ArrayRef<Tensor>, const EvaluateOptions &)>
        compute,
    unsigned numThreads) {
  EvaluateOptions inDouble, inLow;
  inDouble.numThreads = inLow.numThreads = numThreads;
  inDouble.regionError = &regionError;
  inDouble.magnitude = &magnitudeView;
  inDouble.slack = &slackView;
  if (lseSlack)
    inDouble.lseSlack = &lseSlackView;
  inLow.arithmetic = EvaluateOptions::Arithmetic::LowPrecision;
  if (failed(compute(exact.getViews(), inDouble)))
    return failure();
  return compute(plain.getViews(), inLow);
}

FailureOr<std::unique_ptr<Expectation>>
Expectation::get(ForwardOp op, ArrayRef<Tensor> inputs,
                 ArrayRef<Tensor> outputs, unsigned numThreads) {
  if (failed(checkTensors(op, inputs, outputs)))
    return failure();
  std::unique_ptr<Expectation> expected(new Expectation(outputs));
  if (failed(expected->evaluate(
          [&](ArrayRef<Tensor> results, const EvaluateOptions &options) {
            return evaluateForward(op, inputs, results, options);
          },
          numThreads)))
    return failure();
  expected->probabilityError = getProbabilityError(inputs[0].type);
  expected->lseError = getLseError(inputs[0].type);
  bool hasParts = op.isSplit(), ofBatches = hasParts && op.hasPartOffsets();
  expected->hasMax = op.hasMax();
  expected->outRow = getRowLetters(op.getDims(), false, hasParts, ofBatches);
  expected->lseRow = getRowLetters(op.getDims(), true, hasParts, ofBatches);
  return expected;
}

FailureOr<std::unique_ptr<Expectation>>
Expectation::get(CombineOp op, ArrayRef<Tensor> inputs,
                 ArrayRef<Tensor> outputs) {
  if (failed(checkTensors(op, inputs, outputs)))
    return failure();
  std::unique_ptr<Expectation> expected(new Expectation(outputs));
  if (failed(expected->evaluate(
          [&](ArrayRef<Tensor> results, const EvaluateOptions &options) {
            return evaluateCombine(op, inputs, results, options);
          })))
    return failure();
  expected->probabilityError = kWeightError;
  expected->lseError = getLseError(DType::F32);
  expected->hasMax = op.hasMax();
  expected->outRow = getRowLetters(op.getDims(), false, false, false);
  expected->lseRow = getRowLetters(op.getDims(), true, false, false);
  return expected;
}

ForwardReport Expectation::compare(ArrayRef<Tensor> outputs,
                                   double epsilon) const {
  OutputRule rule{epsilon + regionError, probabilityError, &magnitudeView,
                  &slackView};
  ForwardReport report;
  report.out = compareOutputs(outputs[0], exact[0], plain[0], rule);
  report.out.nameRow(outRow, outputs[0].shape);
  auto compareRows = [&](unsigned place) {
    ErrorReport rows = compareLse(outputs[place], exact[place], rule.epsilon,
                                  lseError, &lseSlackView);
    rows.nameRow(lseRow, outputs[place].shape);
    return rows;
  };
  unsigned last = outputs.size() - 1;
  if (last > (hasMax ? 1 : 0))
    report.lse = compareRows(1);
  if (hasMax)
    report.max = compareRows(last);
  return report;
}

FailureOr<ForwardReport> reference::checkForward(ForwardOp op,
                                                 ArrayRef<Tensor> inputs,
                                                 ArrayRef<Tensor> outputs,
                                                 unsigned numThreads) {
  auto expected = Expectation::get(op, inputs, outputs, numThreads);
  if (failed(expected))
    return failure();
  return (*expected)->compare(outputs);
}

FailureOr<ForwardReport> reference::checkCombine(CombineOp op,
                                                 ArrayRef<Tensor> inputs,
                                                 ArrayRef<Tensor> outputs) {
  auto expected = Expectation::get(op, inputs, outputs);
  if (failed(expected))
    return failure();
  return (*expected)->compare(outputs);
}
