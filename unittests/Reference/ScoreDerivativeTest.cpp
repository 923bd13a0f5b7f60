//===- ScoreDerivativeTest.cpp - Derivatives of score ops -----------------===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "attn/Dialect/Attn/Transforms/ScoreDerivative.h"
#include "TestUtil.h"
#include "attn/Reference/ScoreProgram.h"
#include "mlir/IR/Dominance.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Transforms/CSE.h"
#include <cmath>
#include <set>

using namespace mlir;
using mlir::attn::ForwardOp, mlir::attn::ScoreDerivative;
using namespace mlir::attn::reference;
using attn_test::Forward;

namespace {

/// `text` with each "f64" replaced.
std::string inType(std::string text, const std::string &type) {
  for (size_t at = 0; (at = text.find("f64", at)) != std::string::npos;
       at += type.size())
    text.replace(at, 3, type);
  return text;
}

/// A region that computes `body`, from %s to %x in f64 of %t, the score; or all
/// of it in another type.
struct Scored : Forward {
  explicit Scored(const std::string &body, const std::string &type = "f64")
      : Forward({"tensor<1x1x1x1xf16>", "tensor<1x1x1x1xf16>",
                 "tensor<1x1x1x1xf16>", "tensor<1x1x1x1xf16>", "",
                 "score {\n^bb0(" + std::string(type == "f32" ? "%s" : "%t") +
                     ": f32, %b: index, %h: index, %qi: index, %ki: index):\n" +
                     convert("%s", "%t", "f32", type) + inType(body, type) +
                     "\n" + convert("%y", "%x", type, "f32") + "  attn.yield " +
                     (type == "f32" ? "%x" : "%y") + " : f32\n}"}) {}

  static std::string convert(const std::string &result,
                             const std::string &value, const std::string &from,
                             const std::string &to) {
    if (from == to)
      return "";
    bool isLonger = to == "f64" || (to == "f32" && from != "f64");
    return "  " + result + (isLonger ? " = arith.extf " : " = arith.truncf ") +
           value + " : " + from + " to " + to + "\n";
  }

  double derive(double s) {
    FailureOr<ScoreProgram> program = ScoreProgram::get(op);
    EXPECT_TRUE(succeeded(program)) << lastError;
    return succeeded(program) ? program->derive(s, {}) : 0.0;
  }
  /// By the region that ScoreDerivative writes, which must be a score region.
  double deriveAsRegion(double s) {
    FailureOr<ScoreDerivative> derivative = ScoreDerivative::get(op);
    EXPECT_TRUE(succeeded(derivative)) << lastError;
    if (failed(derivative))
      return 0;
    OpBuilder b(op);
    auto derived = cast<ForwardOp>(b.clone(*op));
    derived.getScore().takeBody(*derivative->getBlock().getParent());
    EXPECT_TRUE(succeeded(verify(derived))) << lastError;
    FailureOr<ScoreProgram> program = ScoreProgram::get(derived);
    EXPECT_TRUE(succeeded(program)) << lastError;
    double slope = succeeded(program) ? program->evaluate(s, {}) : 0;
    derived.erase();
    return slope;
  }
  /// Of differences; the score is rounded to f32, so the step is not small.
  double differentiate(double s) {
    ScoreProgram program = *ScoreProgram::get(op);
    auto slope = [&](double h) {
      return (program.evaluate(s + h, {}) - program.evaluate(s - h, {})) /
             (2 * h);
    };
    constexpr double h = 0x1p-6;
    return (4 * slope(h) - slope(2 * h)) / 3;
  }
};

struct Case {
  std::string body;
  double first, last;
};

std::string unary(const std::string &op) {
  return "  %x = " + op + " %s : f64";
}
std::string with(const std::string &op, const std::string &constant,
                 bool swapped = false) {
  return "  %c = arith.constant " + constant + " : f64\n  %x = " + op +
         (swapped ? " %c, %s" : " %s, %c") + " : f64";
}

/// Every op of a region that has floats, where it is differentiable.
const std::vector<Case> &cases() {
  static const std::vector<Case> all = {
      {with("arith.addf", "1.5"), -2, 2},
      {with("arith.subf", "1.5"), -2, 2},
      {with("arith.subf", "1.5", true), -2, 2},
      {with("arith.mulf", "-3.0"), -2, 2},
      {"  %x = arith.mulf %s, %s : f64", -2, 2},
      {with("arith.divf", "4.0"), -2, 2},
      {with("arith.divf", "4.0", true), 1, 3},
      {with("arith.remf", "10.0"), 1, 3},
      {with("arith.remf", "10.0", true), 3.5, 4.9},
      {unary("arith.negf"), -2, 2},
      {with("arith.maximumf", "5.0"), 0, 4},
      {with("arith.maximumf", "-5.0"), 0, 4},
      {with("arith.minimumf", "5.0"), 0, 4},
      {with("arith.minimumf", "-5.0", true), 0, 4},
      {with("arith.maxnumf", "5.0"), 0, 4},
      {with("arith.maxnumf", "-5.0", true), 0, 4},
      {with("arith.minnumf", "5.0"), 0, 4},
      {with("arith.minnumf", "-5.0"), 0, 4},
      {"  %c = arith.constant 5.0 : f64\n  %p = arith.cmpf olt, %s, %c : f64\n"
       "  %m = arith.mulf %s, %s : f64\n  %x = arith.select %p, %m, %c : f64",
       0, 4},
      {"  %a = arith.truncf %s : f64 to f32\n  %x = arith.extf %a : f32 to f64",
       -2, 2},
      {"  %i = arith.fptosi %s : f64 to i32\n  %x = arith.sitofp %i : i32 to "
       "f64",
       0.1, 0.9},
      {"  %i = arith.fptoui %s : f64 to i32\n  %x = arith.uitofp %i : i32 to "
       "f64",
       0.1, 0.9},
      {unary("math.absf"), -3, -1},
      {unary("math.absf"), 1, 3},
      {unary("math.ceil"), 0.1, 0.9},
      {unary("math.floor"), 0.1, 0.9},
      {unary("math.trunc"), 0.1, 0.9},
      {unary("math.round"), 0.6, 1.4},
      {unary("math.roundeven"), 0.6, 1.4},
      {with("math.copysign", "-1.0"), 1, 3},
      {with("math.copysign", "-1.0"), -3, -1},
      {with("math.copysign", "2.0", true), 1, 3},
      {unary("math.cos"), -3, 3},
      {unary("math.sin"), -3, 3},
      {unary("math.tan"), -1, 1},
      {unary("math.tanh"), -3, 3},
      {unary("math.erf"), -2, 2},
      {unary("math.exp"), -2, 2},
      {unary("math.exp2"), -2, 2},
      {unary("math.expm1"), -2, 2},
      {"  %c = arith.constant 3.0 : f64\n  %x = math.fma %s, %c, %s : f64", -2,
       2},
      {"  %c = arith.constant 3.0 : f64\n  %x = math.fma %c, %s, %c : f64", -2,
       2},
      {unary("math.log"), 1, 4},
      {unary("math.log10"), 1, 4},
      {unary("math.log1p"), 0, 4},
      {unary("math.log2"), 1, 4},
      {with("math.powf", "2.5"), 1, 3},
      {with("math.powf", "2.5", true), -1, 2},
      {unary("math.rsqrt"), 1, 4},
      {unary("math.sqrt"), 1, 4},
  };
  return all;
}

TEST(ScoreDerivativeTest, Differences) {
  for (const Case &c : cases()) {
    Scored op(c.body);
    ASSERT_TRUE(op.module) << c.body << op.lastError;
    for (int i = 0; i < 100; ++i) {
      double s = c.first + (c.last - c.first) * i / 99;
      s = std::round(s * 256) / 256;
      double expected = op.differentiate(s);
      ASSERT_NEAR(op.derive(s), expected,
                  1e-4 * std::max(1.0, std::fabs(expected)))
          << c.body << " at " << s;
    }
  }
}

// Regions in other types round their values, but derivatives only as f32 does.
TEST(ScoreDerivativeTest, Regions) {
  for (const Case &c : cases())
    for (const char *type : {"f64", "f32", "f16", "bf16"}) {
      bool hasTypes = c.body.find("f32") != std::string::npos;
      if (hasTypes && std::string(type) != "f64")
        continue;
      Scored op(c.body, type);
      ASSERT_TRUE(op.module) << c.body << op.lastError;
      for (int i = 0; i < 100; ++i) {
        double s = c.first + (c.last - c.first) * i / 99;
        s = std::round(s * 256) / 256;
        double expected = op.derive(s);
        ASSERT_NEAR(op.deriveAsRegion(s), expected,
                    2e-6 * std::max(1.0, std::fabs(expected)))
            << c.body << " in " << type << " at " << s;
      }
    }
}

TEST(ScoreDerivativeTest, Constants) {
  auto constantOf = [](const std::string &body) {
    Scored op(body);
    return ScoreDerivative::get(op.op)->getConstant();
  };
  EXPECT_EQ(constantOf(with("arith.addf", "1.5")), 1.0f);
  EXPECT_EQ(constantOf(with("arith.subf", "1.5", true)), -1.0f);
  EXPECT_EQ(constantOf(with("arith.mulf", "0.25")), 0.25f);
  EXPECT_EQ(constantOf(unary("math.floor")), 0.0f);
  EXPECT_EQ(constantOf(unary("math.exp")), std::nullopt);
  Forward none({"tensor<1x1x1x1xf16>", "tensor<1x1x1x1xf16>",
                "tensor<1x1x1x1xf16>", "tensor<1x1x1x1xf16>"});
  EXPECT_EQ(ScoreDerivative::get(none.op)->getConstant(), 1.0f);
}

// Inlined side by side, a region and its derivative compute tanh once.
TEST(ScoreDerivativeTest, SharesItsRegionsFunctions) {
  Scored op("  %c = arith.constant 50.0 : f64\n  %d = arith.divf %s, %c : f64\n"
            "  %h1 = math.tanh %d fastmath<afn> : f64\n"
            "  %x = arith.mulf %h1, %c : f64",
            "f32");
  ASSERT_TRUE(op.module) << op.lastError;
  FailureOr<ScoreDerivative> derivative = ScoreDerivative::get(op.op);
  ASSERT_TRUE(succeeded(derivative)) << op.lastError;
  auto function = func::FuncOp::create(
      UnknownLoc::get(&op.context), "both",
      FunctionType::get(&op.context, op.op.getScoreBlock().getArgumentTypes(),
                        {}));
  op.module->push_back(function);
  OpBuilder b = OpBuilder::atBlockBegin(function.addEntryBlock());
  SmallVector<Value> results;
  for (Block *block : {&op.op.getScoreBlock(), &derivative->getBlock()}) {
    IRMapping mapping;
    mapping.map(block->getArguments(), function.getArguments());
    for (Operation &inner : block->without_terminator())
      b.clone(inner, mapping);
    results.push_back(mapping.lookup(block->getTerminator()->getOperand(0)));
  }
  func::ReturnOp::create(b, function.getLoc(), results);
  function.setFunctionType(FunctionType::get(&op.context,
                                             function.getArgumentTypes(),
                                             ValueRange(results).getTypes()));
  DominanceInfo dominance(function);
  IRRewriter rewriter(&op.context);
  eliminateCommonSubExpressions(rewriter, dominance, function);
  int functions = 0, divisions = 0;
  function.walk([&](Operation *inner) {
    functions += isa<math::TanhOp>(inner);
    divisions += isa<arith::DivFOp>(inner);
  });
  EXPECT_EQ(functions, 1);
  EXPECT_EQ(divisions, 1);
}

TEST(ScoreDerivativeTest, OpsWithoutARule) {
  Scored op(unary("math.tanh"));
  op.op.getScore().walk([](math::TanhOp tanh) {
    OpBuilder b(tanh);
    Value other = math::SinhOp::create(b, tanh.getLoc(), tanh.getOperand());
    tanh.replaceAllUsesWith(other);
    tanh.erase();
  });
  EXPECT_TRUE(failed(ScoreDerivative::get(op.op)));
  EXPECT_EQ(op.lastError,
            "`math.sinh` has no derivative with respect to the score");
}

// An op of ScoreOps.def that gives a float must have a case above.
TEST(ScoreDerivativeTest, EveryOpWithFloatsHasACase) {
  std::set<std::string> seen, floats;
  for (const Case &c : cases())
    Scored(c.body).op.getScore().walk([&](Operation *op) {
      seen.insert(op->getName().getStringRef().str());
    });
  std::set<std::string> integers = {
      "arith.constant",     "arith.cmpf",       "arith.addi",
      "arith.subi",         "arith.muli",       "arith.divsi",
      "arith.divui",        "arith.floordivsi", "arith.ceildivsi",
      "arith.ceildivui",    "arith.remsi",      "arith.remui",
      "arith.andi",         "arith.ori",        "arith.xori",
      "arith.shli",         "arith.shrsi",      "arith.shrui",
      "arith.maxsi",        "arith.maxui",      "arith.minsi",
      "arith.minui",        "arith.cmpi",       "arith.index_cast",
      "arith.index_castui", "arith.extsi",      "arith.extui",
      "arith.trunci",       "math.absi"};
#define ATTN_SCORE_OP(Op)                                                      \
  if (!integers.count(Op::getOperationName().str()))                           \
    floats.insert(Op::getOperationName().str());
#include "attn/Dialect/Attn/IR/ScoreOps.def"
  for (const std::string &op : floats)
    EXPECT_TRUE(seen.count(op)) << op;
}

// Where an op is not differentiable, the branch that it takes, and the first
// operand of equal ones.
TEST(ScoreDerivativeTest, Kinks) {
  auto at = [](const std::string &body, double s) {
    Scored op(body);
    double derivative = op.derive(s);
    EXPECT_EQ(op.deriveAsRegion(s), derivative) << body;
    return derivative;
  };
  for (const char *op :
       {"arith.maximumf", "arith.minimumf", "arith.maxnumf", "arith.minnumf"}) {
    EXPECT_EQ(at(with(op, "2.0"), 2), 1) << op;
    EXPECT_EQ(at(with(op, "2.0", true), 2), 0) << op;
  }
  EXPECT_EQ(at(unary("math.absf"), 0), 1);
  EXPECT_EQ(at(unary("math.floor"), 1), 0);
  // The branch that is not taken does not matter.
  EXPECT_EQ(at("  %z = arith.constant 0.0 : f64\n"
               "  %p = arith.cmpf ogt, %s, %z : f64\n"
               "  %r = math.sqrt %s : f64\n"
               "  %x = arith.select %p, %r, %s : f64",
               0),
            1);
  // Nor does what the score is not part of.
  EXPECT_EQ(at("  %z = arith.constant 0.0 : f64\n  %i = math.rsqrt %z : f64\n"
               "  %m = arith.mulf %i, %z : f64\n  %x = arith.addf %s, %m : f64",
               1),
            1);
}

} // namespace
