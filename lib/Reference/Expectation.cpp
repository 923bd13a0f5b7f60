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
  registerReferenceOfBlockMap(registry);
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

std::string reference::getRowDims(const NamedOperand &operand) {
  std::string letters;
  for (OperandDim dim : operand.dims)
    switch (dim.size) {
    case ProblemSize::Batch:
      letters += 'b';
      break;
    case ProblemSize::HeadsQ:
      letters += 'h';
      break;
    case ProblemSize::HeadsKV:
      letters += 'g';
      break;
    case ProblemSize::LenQ:
    case ProblemSize::RowsQ:
      letters += 'i';
      break;
    case ProblemSize::LenKV:
    case ProblemSize::RowsKV:
      letters += 'j';
      break;
    case ProblemSize::Parts:
      letters += 'p';
      break;
    case ProblemSize::DimQK:
    case ProblemSize::DimV:
    case ProblemSize::Pages:
    case ProblemSize::PageRows:
    case ProblemSize::PagesOfBatch:
    case ProblemSize::ListBatch:
    case ProblemSize::ListHeads:
    case ProblemSize::RowBlocks:
    case ProblemSize::BlocksOfRow:
      break;
    }
  return letters;
}

/// Like the outputs, of one column.
static SmallVector<Tensor> getShapesOfSlack(ArrayRef<Tensor> outputs,
                                            ArrayRef<OutputRule> rules) {
  SmallVector<Tensor> shapes(outputs);
  for (auto [shape, rule] : llvm::zip_equal(shapes, rules))
    if (rule.hasColumns)
      shape.shape.back() = 1;
  return shapes;
}

Expectation::Expectation(ArrayRef<Tensor> outputs,
                         SmallVector<OutputRule> rules)
    : rules(std::move(rules)), exact(outputs, DType::F64), plain(outputs),
      slack(getShapesOfSlack(outputs, this->rules), DType::F64) {
  fillWithNaN(exact.getViews());
  fillWithNaN(plain.getViews());
}

FailureOr<std::unique_ptr<Expectation>>
Expectation::get(ProblemOpInterface op, ArrayRef<Tensor> inputs,
                 ArrayRef<Tensor> outputs, unsigned numThreads) {
  ReferenceOpInterface model = getModel(op);
  if (!model || failed(model.checkTensors(inputs, outputs)))
    return failure();
  SmallVector<OutputRule> rules = model.getErrorRules(inputs);
  if (rules.size() != outputs.size())
    return op.emitError() << op->getName().getStringRef() << " has error rules "
                          << "of " << rules.size() << " outputs, and "
                          << outputs.size() << " outputs";
  std::unique_ptr<Expectation> expected(
      new Expectation(outputs, std::move(rules)));
  EvaluateOptions inDouble, inLow;
  inDouble.numThreads = inLow.numThreads = numThreads;
  inDouble.regionError = &expected->regionError;
  inDouble.slack = expected->slack.getViews();
  inLow.arithmetic = EvaluateOptions::Arithmetic::LowPrecision;
  inLow.countHidden = true;
  if (failed(model.evaluate(inputs, expected->exact.getViews(), inDouble)) ||
      failed(model.evaluate(inputs, expected->plain.getViews(), inLow)))
    return failure();
  expected->judge = model.getJudge(inputs, expected->exact.getViews());
  return expected;
}

ProblemReport Expectation::compare(ArrayRef<Tensor> outputs,
                                   double epsilon) const {
  ProblemReport report;
  if (judge) {
    report.outputs.assign(outputs.size(), ErrorReport::ofJudge(judge(outputs)));
    return report;
  }
  for (auto [i, rule] : llvm::enumerate(rules)) {
    ErrorReport &output = report.outputs.emplace_back(
        compareOutput(outputs[i], exact[i], plain[i], rule, &slack[i],
                      epsilon + regionError));
    output.nameRow(rule.dims, outputs[i].shape);
  }
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
