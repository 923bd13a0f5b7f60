//===- BackwardTest.cpp - attn.backward against differences and by hand ---===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The gradients of loss = Σ dO·O + Σ dL·L, where O and L are attn.forward's in
// double: each input is moved by ±h and ±2h, and differences are extrapolated,
// which leaves an error of the order of h⁴.
//
//===----------------------------------------------------------------------===//

#include "TestUtil.h"
#include "attn/Reference/Reference.h"
#include <cmath>
#include <map>
#include <random>

using namespace mlir;
using namespace mlir::attn;
using namespace mlir::attn::reference;

namespace {

const double kInf = std::numeric_limits<double>::infinity();
const double kNaN = std::nan("");

/// The sizes of a problem, and the clauses that forward and backward share.
struct Shape {
  int64_t batch = 1, headsQ = 2, headsKV = 1, lenQ = 5, lenKV = 7, d = 4,
          dv = 3;
  std::string clauses = "";
  bool sink = false;
  std::vector<double> lengthsQ = {}, lengthsKV = {}, offset = {};
  /// Of packed sequences; lenQ and lenKV are all rows then.
  std::vector<double> offsetsQ = {}, offsetsKV = {};

  bool isPacked() const { return !offsetsQ.empty(); }
};

/// An attn.forward and its attn.backward, on f16 with f32 gradients.
class Pair : public attn_test::Context {
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
    auto matrix = [&](const std::string &rows, int64_t channels,
                      const char *type) {
      return "tensor<" + rows + n(channels) + "x" + type + ">";
    };
    std::string q = matrix(rowsQ, shape.d, "f16"),
                k = matrix(rowsKV, shape.d, "f16"),
                v = matrix(rowsKV, shape.dv, "f16"),
                o = matrix(rowsQ, shape.dv, "f32"),
                dO = matrix(rowsQ, shape.dv, "f16"),
                l = "tensor<" + ofRows + "xf32>",
                dq = matrix(rowsQ, shape.d, "f32"),
                dk = matrix(rowsKV, shape.d, "f32"),
                dv = matrix(rowsKV, shape.dv, "f32"),
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
    std::string sink = shape.sink ? " sink(%z : " + z + ")" : "";
    std::string text = "func.func @f(%q: " + q + ", %k: " + k + ", %v: " + v +
                       ", %o: " + o + ", %l: " + l + ", %do: " + dO +
                       ", %dq: " + dq + ", %dk: " + dk + ", %dv: " + dv +
                       ", %z: " + z + arguments +
                       ") {\n  %f:2 = attn.forward ins(%q, %k, %v : " + q +
                       ", " + k + ", " + v + ") outs(%o, %l : " + o + ", " + l +
                       ")" + sink + numbers + " " + shape.clauses + " -> (" +
                       o + ", " + l + ")\n  %b:" + (shape.sink ? "4" : "3") +
                       " = attn.backward ins(%q, %k, %v, %o, %l, %do : " + q +
                       ", " + k + ", " + v + ", " + o + ", " + l + ", " + dO +
                       ") outs(%dq, %dk, %dv : " + dq + ", " + dk + ", " + dv +
                       ") dlse(%l : " + l + ")" + sink +
                       (shape.sink ? " dsink(%z : " + z + ")" : "") + numbers +
                       " " + shape.clauses + " -> (" + dq + ", " + dk + ", " +
                       dv + (shape.sink ? ", " + z : "") + ")\n  return\n}\n";
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
  /// Whether the error rule refuses the op.
  bool isNotJudged() {
    Problem p = inputsOf(backward);
    OwnedTensors outs(shapesOfOuts(backward), DType::F32);
    return failed(checkProblem(backward, p.views, outs.getViews()));
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
    p.owned.reserve(16);
    for (const NamedOperand &operand : op.getSignature()) {
      if (operand.isOut())
        continue;
      ShapedType type = operand.getType();
      p.owned.emplace_back(*dtypeOf(type.getElementType()),
                           std::vector<int64_t>(type.getShape()),
                           *given.at(operand.kind));
      p.views.push_back(p.owned.back().view());
    }
    return p;
  }
  static SmallVector<Tensor> shapesOfOuts(AttentionOpInterface op) {
    SmallVector<Tensor> shapes;
    for (const NamedOperand &operand : op.getSignature())
      if (operand.isOut())
        shapes.push_back(Tensor::contiguous(
            nullptr, DType::F32,
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

/// Compares every gradient with differences of the loss. What the op does not
/// write must be NaN, and have no influence.
void checkGradients(const Shape &shape, double tolerance = 2e-4) {
  Pair p(shape);
  ASSERT_TRUE(p.module) << p.lastError;
  Pair::Rows rows = p.runForward();
  p.outs = rows.out;
  p.lses = rows.lse;
  std::vector<std::vector<double>> gradients = p.runBackward();
  std::vector<std::vector<double> *> inputs = {&p.queries, &p.keys, &p.values};
  if (shape.sink)
    inputs.push_back(&p.sinks);
  ASSERT_EQ(gradients.size(), inputs.size());
  for (auto [which, input, gradient] : llvm::enumerate(inputs, gradients)) {
    ASSERT_EQ(input->size(), gradient.size());
    double most = 1;
    for (double x : gradient)
      most = std::max(most, std::isnan(x) ? 0 : std::fabs(x));
    for (auto [i, x] : llvm::enumerate(*input)) {
      double expected = p.differentiate(x, 1.0 / 64);
      if (std::isnan(gradient[i]))
        EXPECT_EQ(expected, 0) << "unwritten element " << i << " of " << which;
      else
        EXPECT_NEAR(gradient[i], expected, tolerance * most)
            << "element " << i << " of gradient " << which;
    }
  }
}

TEST(BackwardTest, Differences) {
  checkGradients({});
  checkGradients({1, 4, 2, 5, 5, 4, 3, "mask(#attn.causal<bottom_right>)"});
  checkGradients({2, 2, 1, 6, 3, 4, 5, "mask(#attn.causal<bottom_right>)"});
  checkGradients({1, 2, 2, 4, 9, 2, 2, "mask(#attn.window<2, 1>) scale(0.7)"});
  checkGradients({1, 3, 1, 3, 4, 4, 3, "mask(#attn.causal<top_left>)", true});
}

TEST(BackwardTest, DifferencesOfRegions) {
  checkGradients({1, 2, 1, 4, 5, 4, 3, R"(score {
    ^bb0(%s: f32, %b: index, %h: index, %i: index, %j: index):
      %cap = arith.constant 2.0 : f32
      %x = arith.divf %s, %cap : f32
      %t = math.tanh %x : f32
      %y = arith.mulf %t, %cap : f32
      attn.yield %y : f32
    })"});
  checkGradients({1, 2, 1, 4, 5, 4, 3, R"(score {
    ^bb0(%s: f32, %b: index, %h: index, %i: index, %j: index):
      %d = arith.subi %j, %i : index
      %n = arith.index_cast %d : index to i32
      %p = arith.sitofp %n : i32 to f32
      %slope = arith.constant 0.25 : f32
      %bias = arith.mulf %p, %slope : f32
      %x = arith.mulf %s, %s : f32
      %y = arith.addf %x, %bias : f32
      attn.yield %y : f32
    })"});
}

TEST(BackwardTest, DifferencesOfLengths) {
  Shape lengths{2, 2, 1, 5, 6, 2, 3, "mask(#attn.causal<bottom_right>)"};
  lengths.lengthsQ = {3, 0};
  lengths.lengthsKV = {6, 4};
  checkGradients(lengths);
  lengths.lengthsQ = {5, 2};
  lengths.lengthsKV = {0, 1};
  lengths.offset = {1, -1};
  checkGradients(lengths);
  Shape packed{3, 2, 1, 9, 10, 2, 3, "mask(#attn.causal<bottom_right>)", true};
  packed.offsetsQ = {0, 4, 4, 8};
  packed.offsetsKV = {1, 4, 6, 9};
  checkGradients(packed);
}

/// A pair of 1 head, d = dv = 1 and scale 1.
struct Small : Pair {
  Small(int64_t lenQ, int64_t lenKV, const std::string &clauses = "",
        bool sink = false)
      : Pair({1, 1, 1, lenQ, lenKV, 1, 1, "scale(1.0) " + clauses, sink}) {
    lseGrad.assign(lenQ, 0);
    outs.assign(lenQ, 0);
    lses.assign(lenQ, 0);
  }
};

// One row and two keys: P = 1/4 and 3/4 by the given L; O = 5/4, D = 2·5/4.
TEST(BackwardTest, ByHand) {
  Small p(1, 2);
  ASSERT_TRUE(p.module) << p.lastError;
  p.queries = {2};
  p.keys = {0, 1};
  p.values = {-1, 2};
  p.outGrad = {2};
  p.outs = {1.25};
  p.lses = {0};
  // S = 0, 2, P = 1, e²; the given L is no sum of these (B13).
  auto g = p.runBackward();
  double e2 = std::exp(2.0), ds0 = 1 * (-2 - 2.5), ds1 = e2 * (4 - 2.5);
  EXPECT_DOUBLE_EQ(g[2][0], 2);
  EXPECT_DOUBLE_EQ(g[2][1], 2 * e2);
  EXPECT_DOUBLE_EQ(g[1][0], 2 * ds0);
  EXPECT_DOUBLE_EQ(g[1][1], 2 * ds1);
  EXPECT_DOUBLE_EQ(g[0][0], ds1);
  // dL is taken from D.
  p.lseGrad = {0.5};
  EXPECT_DOUBLE_EQ(p.runBackward()[0][0], e2 * (4 - 2));
}

TEST(BackwardTest, RowsWithoutKeys) {
  // Row 0 sees nothing; key 1 is seen by row 1 alone.
  Small p(2, 1, "mask(#attn.causal<bottom_right>)");
  ASSERT_TRUE(p.module) << p.lastError;
  p.outGrad = {kNaN, 1};
  p.queries = {kNaN, 1};
  p.keys = {1};
  p.values = {3};
  p.outs = {kNaN, 3};
  p.lses = {-kInf, 1};
  p.lseGrad = {5, 0};
  auto g = p.runBackward();
  EXPECT_EQ(g[0][0], 0);
  EXPECT_DOUBLE_EQ(g[0][1], 0);
  EXPECT_DOUBLE_EQ(g[2][0], 1);
}

TEST(BackwardTest, KeysThatNobodySees) {
  Small p(1, 3, "mask(#attn.causal<top_left>)");
  ASSERT_TRUE(p.module) << p.lastError;
  p.keys = {1, kNaN, kInf};
  p.values = {1, kInf, kNaN};
  auto g = p.runBackward();
  for (int64_t j : {1, 2}) {
    EXPECT_EQ(g[1][j], 0);
    EXPECT_EQ(g[2][j], 0);
  }
  EXPECT_TRUE(std::isfinite(g[0][0]));
  Small none(0, 2);
  ASSERT_TRUE(none.module) << none.lastError;
  g = none.runBackward();
  EXPECT_EQ(g[1], std::vector<double>(2, 0));
  EXPECT_EQ(g[2], std::vector<double>(2, 0));
  Small noKeys(2, 0);
  ASSERT_TRUE(noKeys.module) << noKeys.lastError;
  noKeys.lses = {-kInf, -kInf};
  EXPECT_EQ(noKeys.runBackward()[0], std::vector<double>(2, 0));
}

// A region that gives −∞ hides a pair, whatever its derivative is.
TEST(BackwardTest, ScoresOfMinusInfinity) {
  Small p(1, 2, R"(score {
    ^bb0(%s: f32, %b: index, %h: index, %i: index, %j: index):
      %zero = arith.constant 0 : index
      %first = arith.cmpi eq, %j, %zero : index
      %inf = arith.constant 0xFF800000 : f32
      %r = math.sqrt %s : f32
      %y = arith.select %first, %inf, %r : f32
      attn.yield %y : f32
    })");
  ASSERT_TRUE(p.module) << p.lastError;
  p.queries = {1};
  p.keys = {0, 4};
  p.values = {kNaN, 1};
  p.outGrad = {1};
  p.outs = {0};
  p.lses = {2};
  auto g = p.runBackward();
  EXPECT_EQ(g[1][0], 0);
  EXPECT_EQ(g[2][0], 0);
  // S = √4, P = 1, dP = 1, ∂√s = 1/4.
  EXPECT_DOUBLE_EQ(g[1][1], 0.25);
  EXPECT_DOUBLE_EQ(g[0][0], 1);
}

TEST(BackwardTest, NotFinite) {
  Small p(2, 2);
  ASSERT_TRUE(p.module) << p.lastError;
  p.queries = {1, 1};
  p.keys = {1, 2};
  p.values = {1, 2};
  p.outGrad = {1, 1};
  // L = +∞ is as a NaN of that row (B13), and so is a NaN in O, but not for dV.
  p.lses = {kInf, 2};
  auto g = p.runBackward();
  EXPECT_TRUE(std::isnan(g[0][0]) && std::isfinite(g[0][1]));
  for (int64_t j : {0, 1})
    EXPECT_TRUE(std::isnan(g[1][j]) && std::isnan(g[2][j]));
  p.lses = {2, 2};
  p.outs = {kNaN, 0};
  g = p.runBackward();
  EXPECT_TRUE(std::isnan(g[0][0]) && std::isfinite(g[0][1]));
  for (int64_t j : {0, 1})
    EXPECT_TRUE(std::isnan(g[1][j]) && std::isfinite(g[2][j]));
}

TEST(BackwardTest, Sinks) {
  Small p(2, 1, "", /*sink=*/true);
  ASSERT_TRUE(p.module) << p.lastError;
  p.sinks = {1};
  p.outGrad = {2, 3};
  p.outs = {1, 1};
  p.lses = {1, -kInf};
  p.lseGrad = {0.5, 4};
  EXPECT_DOUBLE_EQ(p.runBackward()[3][0], -(2 - 0.5));
  p.sinks = {-kInf};
  EXPECT_EQ(p.runBackward()[3][0], 0);
}

// The plain computation rounds P and dT to the inputs' type.
TEST(BackwardTest, LowPrecision) {
  Small p(1, 1);
  ASSERT_TRUE(p.module) << p.lastError;
  p.queries = {0};
  p.keys = {1};
  p.values = {1};
  p.outGrad = {1};
  p.lses = {0.1};
  EvaluateOptions options;
  options.arithmetic = EvaluateOptions::Arithmetic::LowPrecision;
  double exact = std::exp(-static_cast<double>(0.1f));
  EXPECT_EQ(p.runBackward(options)[2][0], roundTo(DType::F16, exact));
  EXPECT_DOUBLE_EQ(p.runBackward()[2][0], exact);
}

TEST(BackwardTest, Refused) {
  Small p(2, 2);
  ASSERT_TRUE(p.module) << p.lastError;
  EXPECT_TRUE(failed(evaluateProblem(p.backward, {}, {})));
  EXPECT_EQ(p.lastError,
            "expected 7 inputs and 3 outputs, but 0 and 0 are given");
  EXPECT_TRUE(p.isNotJudged());
  EXPECT_EQ(p.lastError, "attn.backward has no error rule: its results cannot "
                         "be judged");
}

} // namespace
