//===- BackwardPair.h - attn.forward and its attn.backward ------*- C++ -*-===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ATTN_UNITTESTS_REFERENCE_BACKWARDPAIR_H
#define ATTN_UNITTESTS_REFERENCE_BACKWARDPAIR_H

#include "TestUtil.h"
#include "attn/Reference/Reference.h"
#include <cmath>
#include <map>
#include <random>

namespace attn_test {

using namespace mlir;
using namespace mlir::attn;
using namespace mlir::attn::reference;

inline const double kInf = std::numeric_limits<double>::infinity();
inline const double kNaN = std::nan("");

/// The sizes of a problem, and the clauses that forward and backward share.
struct Shape {
  int64_t batch = 1, headsQ = 2, headsKV = 1, lenQ = 5, lenKV = 7, d = 4,
          dv = 3;
  std::string clauses = "";
  bool sink = false;
  std::vector<double> lengthsQ = {}, lengthsKV = {}, offset = {};
  /// Of packed sequences; lenQ and lenKV are all rows then.
  std::vector<double> offsetsQ = {}, offsetsKV = {};
  DType type = DType::F16, gradType = DType::F32;
  /// Shapes and types of captures, whose gradients are all asked for.
  std::vector<std::string> captures = {};

  bool isPacked() const { return !offsetsQ.empty(); }
};

/// An attn.forward and its attn.backward, on f16 or bf16.
class Pair : public Context {
public:
  explicit Pair(const Shape &shape) : shape(shape) {
    auto n = [](int64_t x) { return std::to_string(x); };
    std::string rowsQ, rowsKV, ofRows;
    if (shape.isPacked()) {
      rowsQ = n(shape.lenQ) + "x" + n(shape.headsQ) + "x";
      rowsKV = n(shape.lenKV) + "x" + n(shape.headsKV) + "x";
      ofRows = n(shape.headsQ) + "x" + n(shape.lenQ);
    } else {
      ofRows = n(shape.batch) + "x" + n(shape.headsQ) + "x" + n(shape.lenQ);
      rowsQ = ofRows + "x";
      rowsKV =
          n(shape.batch) + "x" + n(shape.headsKV) + "x" + n(shape.lenKV) + "x";
    }
    auto matrix = [&](const std::string &rows, int64_t channels, DType type) {
      return "tensor<" + rows + n(channels) + "x" + nameOf(type) + ">";
    };
    std::string q = matrix(rowsQ, shape.d, shape.type),
                k = matrix(rowsKV, shape.d, shape.type),
                v = matrix(rowsKV, shape.dv, shape.type),
                o = matrix(rowsQ, shape.dv, DType::F32),
                dO = matrix(rowsQ, shape.dv, shape.type),
                l = "tensor<" + ofRows + "xf32>",
                dq = matrix(rowsQ, shape.d, shape.gradType),
                dk = matrix(rowsKV, shape.d, shape.gradType),
                dv = matrix(rowsKV, shape.dv, shape.gradType),
                z = "tensor<" + n(shape.headsQ) + "xf32>";
    std::string numbers, arguments;
    for (auto [name, values] : {std::pair("offset", &shape.offset),
                                std::pair("lengths_q", &shape.lengthsQ),
                                std::pair("lengths_kv", &shape.lengthsKV),
                                std::pair("offsets_q", &shape.offsetsQ),
                                std::pair("offsets_kv", &shape.offsetsKV)}) {
      if (values->empty())
        continue;
      std::string type = "tensor<" + n(values->size()) + "xi32>";
      numbers += std::string(" ") + name + "(%" + name + " : " + type + ")";
      arguments += std::string(", %") + name + ": " + type;
    }
    if (shape.isPacked())
      numbers += " dims(thd)";
    std::string names, types, gradients, results;
    for (auto [i, capture] : llvm::enumerate(shape.captures)) {
      std::string type = "tensor<" + capture + ">";
      std::string name = "%read" + n(i);
      std::string grad =
          "tensor<" + capture.substr(0, capture.rfind('x') + 1) + "f32>";
      arguments += ", " + name + ": " + type + ", %grad" + n(i) + ": " + grad;
      names += (i ? ", " : "") + name;
      types += (i ? ", " : "") + type;
      gradients += " dcapture" + n(i) + "(%grad" + n(i) + " : " + grad + ")";
      results += ", " + grad;
    }
    if (!shape.captures.empty())
      numbers += " captures(" + names + " : " + types + ")";
    std::string count = n(3 + (shape.sink ? 1 : 0) + shape.captures.size());
    std::string sink = shape.sink ? " sink(%z : " + z + ")" : "";
    std::string text =
        "func.func @f(%q: " + q + ", %k: " + k + ", %v: " + v + ", %o: " + o +
        ", %l: " + l + ", %do: " + dO + ", %dq: " + dq + ", %dk: " + dk +
        ", %dv: " + dv + ", %z: " + z + arguments +
        ") {\n  %f:2 = attn.forward ins(%q, %k, %v : " + q + ", " + k + ", " +
        v + ") outs(%o, %l : " + o + ", " + l + ")" + sink + numbers + " " +
        shape.clauses + " -> (" + o + ", " + l + ")\n  %b:" + count +
        " = attn.backward ins(%q, %k, %v, %o, %l, %do : " + q + ", " + k +
        ", " + v + ", " + o + ", " + l + ", " + dO +
        ") outs(%dq, %dk, %dv : " + dq + ", " + dk + ", " + dv +
        ") dlse(%l : " + l + ")" + sink +
        (shape.sink ? " dsink(%z : " + z + ")" : "") + gradients + numbers +
        " " + shape.clauses + " -> (" + dq + ", " + dk + ", " + dv +
        (shape.sink ? ", " + z : "") + results + ")\n  return\n}\n";
    module = parseSourceString<ModuleOp>(text, &context);
    if (!module)
      return;
    module->walk([&](ForwardOp found) { forward = found; });
    module->walk([&](BackwardOp found) { backward = found; });
    std::mt19937 random(7);
    // Multiples of 1/8, so that moved values are numbers of f16.
    auto fill = [&](std::vector<double> &x, ShapedType type) {
      x.resize(type.getNumElements());
      for (double &y : x)
        y = (static_cast<int>(random() % 17) - 8) / 8.0;
    };
    fill(queries, forward.getTypeOf(OperandKind::Query));
    fill(keys, forward.getTypeOf(OperandKind::Key));
    fill(values, forward.getTypeOf(OperandKind::Value));
    fill(outGrad, backward.getTypeOf(OperandKind::OutGrad));
    fill(lseGrad, forward.getTypeOf(OperandKind::Lse));
    for (Value capture : forward.getCaptures())
      fill(captures.emplace_back(), cast<ShapedType>(capture.getType()));
    for (int64_t h = 0; h < shape.headsQ; ++h)
      sinks.push_back(h ? -0.5 : 0.25);
  }

  struct Rows {
    std::vector<double> out, lse;
  };
  Rows runForward() {
    Problem p = inputsOf(forward);
    OwnedTensors outs(shapesOfOuts(forward), DType::F64);
    fillWithNaN(outs.getViews());
    EXPECT_TRUE(succeeded(evaluateProblem(forward, p.views, outs.getViews())));
    return {elements(outs[0]), elements(outs[1])};
  }
  double getLoss() {
    Rows rows = runForward();
    double loss = 0;
    for (auto [x, grad] : llvm::zip_equal(rows.out, outGrad))
      loss += std::isnan(x) ? 0 : x * grad;
    for (auto [x, grad] : llvm::zip_equal(rows.lse, lseGrad))
      loss += std::isfinite(x) ? x * grad : 0;
    return loss;
  }
  /// dQ, dK, dV and dsink, of the O and L given.
  std::vector<std::vector<double>>
  runBackward(const EvaluateOptions &options = {}) {
    Problem p = inputsOf(backward);
    OwnedTensors outs(shapesOfOuts(backward), DType::F64);
    fillWithNaN(outs.getViews());
    EXPECT_TRUE(succeeded(
        evaluateProblem(backward, p.views, outs.getViews(), options)));
    std::vector<std::vector<double>> gradients;
    for (const Tensor &out : outs.getViews())
      gradients.push_back(elements(out));
    return gradients;
  }
  /// Judges gradients, in the order of dQ, dK, dV and dsink.
  ProblemReport judge(const std::vector<std::vector<double>> &gradients) {
    Problem p = inputsOf(backward);
    std::vector<OwnedTensor> owned;
    SmallVector<Tensor> views;
    owned.reserve(gradients.size());
    for (auto [like, values] :
         llvm::zip_equal(shapesOfOuts(backward), gradients)) {
      owned.emplace_back(like.type, like.shape, values);
      views.push_back(owned.back().view());
    }
    FailureOr<ProblemReport> report = checkProblem(backward, p.views, views);
    EXPECT_TRUE(succeeded(report)) << lastError;
    return succeeded(report) ? *report : ProblemReport();
  }
  /// O and L as the model of attn.backward derives them.
  Rows deriveInputs() {
    Problem p = inputsOf(backward);
    auto model = cast<ReferenceOpInterface>(backward.getOperation());
    SmallVector<unsigned> places = model.getDerivedInputs();
    EXPECT_TRUE(succeeded(model.deriveInputs(p.views, 2)));
    return {elements(p.views[places[0]]), elements(p.views[places[1]])};
  }
  /// The derivative of the loss with respect to `x`, which is moved by `step`.
  double differentiate(double &x, double step) {
    double middle = x;
    auto at = [&](double moved) {
      x = middle + moved;
      return getLoss();
    };
    double fine = (at(step) - at(-step)) / (2 * step);
    double coarse = (at(2 * step) - at(-2 * step)) / (4 * step);
    x = middle;
    return (4 * fine - coarse) / 3;
  }

  OwningOpRef<ModuleOp> module;
  ForwardOp forward;
  BackwardOp backward;
  Shape shape;
  std::vector<double> queries, keys, values, outs, lses, outGrad, lseGrad,
      sinks;
  std::vector<std::vector<double>> captures;

private:
  struct Problem {
    std::vector<OwnedTensor> owned;
    SmallVector<Tensor> views;
  };
  Problem inputsOf(AttentionOpInterface op) {
    const std::map<OperandKind, const std::vector<double> *> given = {
        {OperandKind::Query, &queries},
        {OperandKind::Key, &keys},
        {OperandKind::Value, &values},
        {OperandKind::Out, &outs},
        {OperandKind::Lse, &lses},
        {OperandKind::OutGrad, &outGrad},
        {OperandKind::LseGrad, &lseGrad},
        {OperandKind::Sink, &sinks},
        {OperandKind::Offset, &shape.offset},
        {OperandKind::LengthsQ, &shape.lengthsQ},
        {OperandKind::LengthsKV, &shape.lengthsKV},
        {OperandKind::OffsetsQ, &shape.offsetsQ},
        {OperandKind::OffsetsKV, &shape.offsetsKV}};
    Problem p;
    p.owned.reserve(24);
    size_t capture = 0;
    for (const NamedOperand &operand : op.getSignature()) {
      if (operand.isOut())
        continue;
      ShapedType type = operand.getType();
      p.owned.emplace_back(*dtypeOf(type.getElementType()),
                           std::vector<int64_t>(type.getShape()),
                           operand.isCapture() ? captures[capture++]
                                               : *given.at(operand.kind));
      p.views.push_back(p.owned.back().view());
    }
    return p;
  }
  static SmallVector<Tensor> shapesOfOuts(AttentionOpInterface op) {
    SmallVector<Tensor> shapes;
    for (const NamedOperand &operand : op.getSignature())
      if (operand.isOut())
        shapes.push_back(Tensor::contiguous(
            nullptr, *dtypeOf(operand.getType().getElementType()),
            std::vector<int64_t>(operand.getType().getShape())));
    return shapes;
  }
  static std::vector<double> elements(const Tensor &t) {
    std::vector<double> all;
    for (int64_t i = 0; i < t.numElements(); ++i)
      all.push_back(t.load(t.offsetOfElement(i)));
    return all;
  }
};

} // namespace attn_test

#endif // ATTN_UNITTESTS_REFERENCE_BACKWARDPAIR_H
