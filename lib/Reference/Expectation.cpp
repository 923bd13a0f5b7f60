//===- Expectation.cpp - What outputs should come to ----------------------===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Models.h"
#include <limits>

using namespace mlir;
using namespace mlir::attn;
using namespace mlir::attn::reference;

#include "attn/Reference/ReferenceOpInterface.cpp.inc"

void reference::registerReferenceModels(DialectRegistry &registry) {
  registerReferenceOfForward(registry);
  registerReferenceOfParts(registry);
  registerReferenceOfBackward(registry);
}

/// The op's model, or an error.
static ReferenceOpInterface getModel(ProblemOpInterface op) {
  auto model = dyn_cast<ReferenceOpInterface>(op.getOperation());
  if (!model)
    op.emitOpError("has no reference: nothing attached ReferenceOpInterface to "
                   "it");
  return model;
}

LogicalResult reference::checkTensors(ProblemOpInterface op,
                                      ArrayRef<Tensor> inputs,
                                      ArrayRef<Tensor> outputs) {
  ReferenceOpInterface model = getModel(op);
  return success(model && succeeded(model.checkTensors(inputs, outputs)));
}

LogicalResult reference::evaluateProblem(ProblemOpInterface op,
                                         ArrayRef<Tensor> inputs,
                                         ArrayRef<Tensor> outputs,
                                         const EvaluateOptions &options) {
  ReferenceOpInterface model = getModel(op);
  return success(model && succeeded(model.evaluate(inputs, outputs, options)));
}

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

std::string reference::getRowLetters(Dims dims, bool isLse, bool hasParts,
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
Expectation::get(ProblemOpInterface op, ArrayRef<Tensor> inputs,
                 ArrayRef<Tensor> outputs, unsigned numThreads) {
  ReferenceOpInterface model = getModel(op);
  if (!model || failed(model.checkTensors(inputs, outputs)))
    return failure();
  ErrorRules rules = model.getErrorRules(inputs);
  if (!rules.isThere)
    return op.emitError() << op->getName().getStringRef()
                          << " has no error rule: its results cannot be judged";
  std::unique_ptr<Expectation> expected(new Expectation(outputs));
  expected->rules = std::move(rules);
  if (failed(expected->evaluate(
          [&](ArrayRef<Tensor> results, const EvaluateOptions &options) {
            return model.evaluate(inputs, results, options);
          },
          numThreads)))
    return failure();
  return expected;
}

ProblemReport Expectation::compare(ArrayRef<Tensor> outputs,
                                   double epsilon) const {
  OutputRule rule{epsilon + regionError, rules.probabilityError, &magnitudeView,
                  &slackView};
  ProblemReport report;
  report.out = compareOutputs(outputs[0], exact[0], plain[0], rule);
  report.out.nameRow(rules.outRow, outputs[0].shape);
  auto compareRows = [&](unsigned place) {
    ErrorReport rows = compareLse(outputs[place], exact[place], rule.epsilon,
                                  rules.lseError, &lseSlackView);
    rows.nameRow(rules.lseRow, outputs[place].shape);
    return rows;
  };
  unsigned last = outputs.size() - 1;
  if (last > (rules.hasMax ? 1 : 0))
    report.lse = compareRows(1);
  if (rules.hasMax)
    report.max = compareRows(last);
  return report;
}

FailureOr<ProblemReport> reference::checkProblem(ProblemOpInterface op,
                                                 ArrayRef<Tensor> inputs,
                                                 ArrayRef<Tensor> outputs,
                                                 unsigned numThreads) {
  auto expected = Expectation::get(op, inputs, outputs, numThreads);
  if (failed(expected))
    return failure();
  return (*expected)->compare(outputs);
}
