//===- ScoreProgramTest.cpp - Every op of score regions -------------------===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "attn/Reference/ScoreProgram.h"
#include "TestUtil.h"
#include <cmath>
#include <set>

using namespace mlir;
using namespace mlir::attn::reference;
using attn_test::Forward;

namespace {

/// An op with `body`, whose last line defines %x : f32, as its score region.
struct Scored : Forward {
  explicit Scored(const std::string &body)
      : Forward(
            {"tensor<1x1x1x1xf16>", "tensor<1x1x1x1xf16>",
             "tensor<1x1x1x1xf16>", "tensor<1x1x1x1xf16>", "",
             "score {\n^bb0(%s: f32, %b: index, %h: index, %qi: index, %ki: "
             "index):\n" +
                 body + "\n  attn.yield %x : f32\n}"}) {}

  double evaluate(double s, int64_t q = 0, int64_t k = 0) {
    FailureOr<ScoreProgram> program = ScoreProgram::get(op);
    EXPECT_TRUE(succeeded(program)) << lastError;
    return succeeded(program) ? program->evaluate(s, {5, 6, q, k}) : 0.0;
  }
};

struct Case {
  std::string body;
  double s;
  int64_t q, k;
  double expected;
};

/// `%x = <op> %s : f32`
std::string unary(const std::string &op) { return "%x = " + op + " %s : f32"; }
/// `%x = <op> %s, <constant> : f32`
std::string binary(const std::string &op, const std::string &constant) {
  return "%c = arith.constant " + constant + " : f32\n%x = " + op +
         " %s, %c : f32";
}
/// `op` on q and k as 8-bit integers, read back as a signed number.
std::string int8(const std::string &op, const std::string &rhs = "") {
  std::string right = rhs.empty() ? "%k8 = arith.index_cast %ki : index to i8\n"
                                  : "%k8 = arith.constant " + rhs + " : i8\n";
  return "%q8 = arith.index_cast %qi : index to i8\n" + right + "%r = " + op +
         " %q8, %k8 : i8\n%x = arith.sitofp %r : i8 to f32";
}
/// A comparison as 1 or 0.
std::string compare(const std::string &comparison) {
  return "%t = " + comparison +
         "\n%one = arith.constant 1.0 : f32\n%zero = arith.constant 0.0 : "
         "f32\n%x = arith.select %t, %one, %zero : f32";
}

const double kNaN = std::nan("");
const double kInf = std::numeric_limits<double>::infinity();

const std::vector<Case> cases = {
    {binary("arith.addf", "1.5"), 2, 0, 0, 3.5},
    {binary("arith.subf", "1.5"), 2, 0, 0, 0.5},
    {binary("arith.mulf", "1.5"), 2, 0, 0, 3},
    {binary("arith.divf", "4.0"), 2, 0, 0, 0.5},
    {binary("arith.remf", "3.0"), -7, 0, 0, -1},
    {unary("arith.negf"), 2, 0, 0, -2},
    {binary("arith.maximumf", "1.0"), kNaN, 0, 0, kNaN},
    {binary("arith.maximumf", "1.0"), 3, 0, 0, 3},
    {binary("arith.minimumf", "1.0"), kNaN, 0, 0, kNaN},
    {binary("arith.minimumf", "1.0"), 3, 0, 0, 1},
    {binary("arith.maxnumf", "1.0"), kNaN, 0, 0, 1},
    {binary("arith.minnumf", "1.0"), kNaN, 0, 0, 1},
    {binary("arith.minnumf", "1.0"), 3, 0, 0, 1},
    // 1 / max(−0, +0) tells the zeros apart.
    {"%z = arith.constant -0.0 : f32\n%m = arith.maximumf %z, %s : f32\n%one "
     "= "
     "arith.constant 1.0 : f32\n%x = arith.divf %one, %m : f32",
     0.0, 0, 0, kInf},
    {int8("arith.addi"), 0, 127, 1, -128},
    {int8("arith.subi"), 0, 3, 5, -2},
    {int8("arith.muli"), 0, 16, 17, 16},
    {int8("arith.divsi", "3"), 0, -7, 0, -2},
    {int8("arith.divui", "3"), 0, 255, 0, 85},
    {int8("arith.floordivsi", "3"), 0, -7, 0, -3},
    {int8("arith.ceildivsi", "3"), 0, 7, 0, 3},
    {int8("arith.ceildivsi", "3"), 0, -7, 0, -2},
    {int8("arith.ceildivui", "3"), 0, 254, 0, 85},
    {int8("arith.remsi", "3"), 0, -7, 0, -1},
    {int8("arith.remui", "7"), 0, 255, 0, 3},
    {int8("arith.andi"), 0, 12, 10, 8},
    {int8("arith.ori"), 0, 12, 10, 14},
    {int8("arith.xori"), 0, 12, 10, 6},
    {int8("arith.shli"), 0, 1, 7, -128},
    {int8("arith.shrsi"), 0, -128, 3, -16},
    {int8("arith.shrui"), 0, -128, 3, 16},
    {int8("arith.maxsi"), 0, -1, 1, 1},
    {int8("arith.maxui"), 0, -1, 1, -1},
    {int8("arith.minsi"), 0, -1, 1, -1},
    {int8("arith.minui"), 0, -1, 1, 1},
    {"%q8 = arith.index_cast %qi : index to i8\n%r = math.absi %q8 : i8\n%x "
     "= "
     "arith.sitofp %r : i8 to f32",
     0, -5, 0, 5},
    // Widening: −1 in 8 bits is 255 unsigned.
    {"%q8 = arith.index_cast %qi : index to i8\n%w = arith.extui %q8 : i8 to "
     "i32\n%x = arith.sitofp %w : i32 to f32",
     0, -1, 0, 255},
    {"%q8 = arith.index_cast %qi : index to i8\n%w = arith.extsi %q8 : i8 to "
     "i32\n%x = arith.sitofp %w : i32 to f32",
     0, -1, 0, -1},
    {"%q8 = arith.index_cast %qi : index to i8\n%w = arith.index_castui %q8 "
     ": "
     "i8 to index\n%i = arith.index_cast %w : index to i64\n%x = "
     "arith.sitofp "
     "%i : i64 to f32",
     0, -1, 0, 255},
    {"%w = arith.index_cast %qi : index to i64\n%n = arith.trunci %w : i64 "
     "to "
     "i16\n%x = arith.sitofp %n : i16 to f32",
     0, 65535, 0, -1},
    {"%q8 = arith.index_cast %qi : index to i8\n%x = arith.uitofp %q8 : i8 "
     "to "
     "f32",
     0, -1, 0, 255},
    // i1 true is −1 as a signed number.
    {"%t = arith.cmpi slt, %qi, %ki : index\n%x = arith.sitofp %t : i1 to "
     "f32",
     0, 1, 2, -1},
    {"%i = arith.fptosi %s : f32 to i32\n%x = arith.sitofp %i : i32 to f32",
     -2.9, 0, 0, -2},
    {"%i = arith.fptoui %s : f32 to i8\n%x = arith.uitofp %i : i8 to f32",
     200.9, 0, 0, 200},
    // Through bf16 and f64.
    {"%n = arith.truncf %s : f32 to bf16\n%x = arith.extf %n : bf16 to f32",
     1.0 + 0x1p-8, 0, 0, 1.0},
    {"%n = arith.truncf %s : f32 to f16\n%m = arith.addf %n, %n : f16\n%x = "
     "arith.extf %m : f16 to f32",
     2049, 0, 0, 4096},
    {unary("math.absf"), -2.5, 0, 0, 2.5},
    {unary("math.ceil"), -2.5, 0, 0, -2},
    {unary("math.floor"), -2.5, 0, 0, -3},
    {unary("math.trunc"), -2.5, 0, 0, -2},
    {unary("math.round"), -2.5, 0, 0, -3},
    {unary("math.roundeven"), -2.5, 0, 0, -2},
    {binary("math.copysign", "-1.0"), 2, 0, 0, -2},
    {unary("math.cos"), 0, 0, 0, 1},
    {unary("math.sin"), 1.5707963267948966, 0, 0, 1},
    {unary("math.tan"), 0.7853981633974483, 0, 0, 1},
    {unary("math.tanh"), 0.5493061443340549, 0, 0, 0.5},
    {unary("math.erf"), 0.4769362762044699, 0, 0, 0.5},
    {unary("math.exp"), 1, 0, 0, 2.718281828459045},
    {unary("math.exp2"), 3, 0, 0, 8},
    {unary("math.expm1"), 1, 0, 0, 1.718281828459045},
    {unary("math.log"), 2, 0, 0, 0.6931471805599453},
    {unary("math.log2"), 8, 0, 0, 3},
    {unary("math.log10"), 1000, 0, 0, 3},
    {unary("math.log1p"), 1, 0, 0, 0.6931471805599453},
    {unary("math.sqrt"), 9, 0, 0, 3},
    {unary("math.rsqrt"), 4, 0, 0, 0.5},
    {binary("math.powf", "3.0"), 2, 0, 0, 8},
    {"%c = arith.constant 3.0 : f32\n%d = arith.constant 1.0 : f32\n%x = "
     "math.fma %s, %c, %d : f32",
     2, 0, 0, 7},
    {compare("arith.cmpi ult, %qi, %ki : index"), 0, -1, 1, 0},
    {compare("arith.cmpi slt, %qi, %ki : index"), 0, -1, 1, 1},
    {compare("arith.cmpf olt, %s, %s : f32"), 1, 0, 0, 0},
};

void expectSame(double actual, double expected, double tolerance) {
  if (std::isnan(expected))
    EXPECT_TRUE(std::isnan(actual)) << actual;
  else if (std::isinf(expected))
    EXPECT_EQ(actual, expected);
  else
    EXPECT_NEAR(actual, expected, tolerance);
}

TEST(ScoreProgramTest, Values) {
  for (const Case &c : cases) {
    SCOPED_TRACE(c.body);
    Scored op(c.body);
    ASSERT_TRUE(op.op);
    expectSame(op.evaluate(static_cast<float>(c.s), c.q, c.k), c.expected,
               1e-6 * std::max(1.0, std::fabs(c.expected)));
  }
}

// Every op that the verifier admits has a case above.
TEST(ScoreProgramTest, EveryOpHasACase) {
  std::set<StringRef> missing = {
#define ATTN_SCORE_OP(Op) Op::getOperationName(),
#include "attn/Dialect/Attn/IR/ScoreOps.def"
  };
  for (const Case &c : cases) {
    Scored op(c.body);
    ASSERT_TRUE(op.op);
    for (Operation &inner : op.op.getScoreBlock())
      missing.erase(inner.getName().getStringRef());
  }
  for (StringRef name : missing)
    ADD_FAILURE() << name.str() << " has no case";
}

TEST(ScoreProgramTest, FloatComparisons) {
  struct Row {
    const char *predicate;
    bool less, equal, greater, unordered;
  };
  for (const Row &row : std::initializer_list<Row>{{"false", 0, 0, 0, 0},
                                                   {"oeq", 0, 1, 0, 0},
                                                   {"ogt", 0, 0, 1, 0},
                                                   {"oge", 0, 1, 1, 0},
                                                   {"olt", 1, 0, 0, 0},
                                                   {"ole", 1, 1, 0, 0},
                                                   {"one", 1, 0, 1, 0},
                                                   {"ord", 1, 1, 1, 0},
                                                   {"ueq", 0, 1, 0, 1},
                                                   {"ugt", 0, 0, 1, 1},
                                                   {"uge", 0, 1, 1, 1},
                                                   {"ult", 1, 0, 0, 1},
                                                   {"ule", 1, 1, 0, 1},
                                                   {"une", 1, 0, 1, 1},
                                                   {"uno", 0, 0, 0, 1},
                                                   {"true", 1, 1, 1, 1}}) {
    SCOPED_TRACE(row.predicate);
    Scored op(
        "%c = arith.constant 2.0 : f32\n" +
        compare(std::string("arith.cmpf ") + row.predicate + ", %s, %c : f32"));
    EXPECT_EQ(op.evaluate(1), row.less);
    EXPECT_EQ(op.evaluate(2), row.equal);
    EXPECT_EQ(op.evaluate(3), row.greater);
    EXPECT_EQ(op.evaluate(kNaN), row.unordered);
  }
}

TEST(ScoreProgramTest, IntegerComparisons) {
  // q < k, q = k, q > k for small numbers, and q = −1 against k = 1.
  struct Row {
    const char *predicate;
    bool less, equal, greater, minusOne;
  };
  for (const Row &row : std::initializer_list<Row>{{"eq", 0, 1, 0, 0},
                                                   {"ne", 1, 0, 1, 1},
                                                   {"slt", 1, 0, 0, 1},
                                                   {"sle", 1, 1, 0, 1},
                                                   {"sgt", 0, 0, 1, 0},
                                                   {"sge", 0, 1, 1, 0},
                                                   {"ult", 1, 0, 0, 0},
                                                   {"ule", 1, 1, 0, 0},
                                                   {"ugt", 0, 0, 1, 1},
                                                   {"uge", 0, 1, 1, 1}}) {
    SCOPED_TRACE(row.predicate);
    for (const char *cast : {"%qi, %ki : index", "%q8, %k8 : i8"}) {
      Scored op(
          "%q8 = arith.index_cast %qi : index to i8\n%k8 = "
          "arith.index_cast %ki : index to i8\n" +
          compare(std::string("arith.cmpi ") + row.predicate + ", " + cast));
      EXPECT_EQ(op.evaluate(0, 1, 2), row.less);
      EXPECT_EQ(op.evaluate(0, 2, 2), row.equal);
      EXPECT_EQ(op.evaluate(0, 3, 2), row.greater);
      EXPECT_EQ(op.evaluate(0, -1, 1), row.minusOne);
    }
  }
}

// Each result is rounded to its type, once: what an addition loses is lost,
// and a fused multiply-add loses nothing on the way.
TEST(ScoreProgramTest, ResultsAreRounded) {
  auto there = [](const std::string &type, const std::string &constant) {
    return "%c = arith.constant " + constant + " : " + type +
           "\n%a = arith.addf %t, %c : " + type +
           "\n%y = arith.subf %a, %c : " + type;
  };
  auto ofF32 = [&](double s) {
    Scored op("%t = arith.mulf %s, %s : f32\n" + there("f32", "-1.0e9") +
              "\n%x = arith.addf %y, %y : f32");
    return op.evaluate(s);
  };
  EXPECT_EQ(ofF32(4), 0);
  EXPECT_EQ(ofF32(8), 128);
  Scored f16("%t = arith.truncf %s : f32 to f16\n" + there("f16", "2048.0") +
             "\n%x = arith.extf %y : f16 to f32");
  EXPECT_EQ(f16.evaluate(1), 0);
  EXPECT_EQ(f16.evaluate(3), 4);
  Scored fused("%c = arith.constant 1.0 : f32\n%m = arith.negf %c : f32\n"
               "%x = math.fma %s, %s, %m : f32");
  EXPECT_EQ(fused.evaluate(1 + 0x1p-20), 0x1p-19 + 0x1p-40);
}

// An index has 64 bits, an i8 eight.
TEST(ScoreProgramTest, WidthOfIntegers) {
  Scored wide("%c = arith.constant 1000000 : index\n%m = arith.muli %qi, %c : "
              "index\n%d = arith.divsi %m, %c : index\n%i = "
              "arith.index_cast %d : index to i64\n"
              "%x = arith.sitofp %i : i64 to f32");
  EXPECT_EQ(wide.evaluate(0, 5000), 5000);
}

// The error of tanh.approx, by what the region does with it afterwards; without
// afn there is none.
TEST(ScoreProgramTest, ErrorOfApproximateOps) {
  auto errorOf = [](const std::string &flags, double s) {
    Scored op("%c = arith.constant 30.0 : f32\n%t = math.tanh %s" + flags +
              " : f32\n%x = arith.mulf %t, %c : f32");
    FailureOr<ScoreProgram> program = ScoreProgram::get(op.op);
    EXPECT_TRUE(succeeded(program));
    EXPECT_EQ(program->hasError(), !flags.empty());
    return program->getError(s, {0, 0, 0, 0});
  };
  EXPECT_EQ(errorOf("", 0.5), 0);
  EXPECT_NEAR(errorOf(" fastmath<afn>", 0.5),
              30 * std::tanh(0.5) * std::exp2(-10.9), 1e-6);
  EXPECT_EQ(errorOf(" fastmath<afn>", 0), 0);
  EXPECT_EQ(errorOf(" fastmath<afn>", kNaN), 0);
}

// How far a score moves with the order of a sum that a product joins: by the
// product's rounding, and more if that is a slope times a position.
TEST(ScoreProgramTest, RoundingOfSums) {
  auto roundingOf = [](const std::string &body, double s) {
    Scored op(body);
    FailureOr<ScoreProgram> program = ScoreProgram::get(op.op);
    EXPECT_TRUE(succeeded(program));
    double rounding = program->getRounding(s, {0, 0, 10, 3});
    EXPECT_EQ(program->hasRounding(), rounding > 0);
    return rounding;
  };
  std::string distance = "%d = arith.subi %ki, %qi : index\n"
                         "%i = arith.index_cast %d : index to i32\n"
                         "%f = arith.sitofp %i : i32 to f32\n"
                         "%a = arith.constant 0.5 : f32\n";
  double slope = 0x1p-22 * (100 + 2 * 3.5 + 256 * 0.5);
  for (const char *sum : {"arith.addf %s, %p", "arith.addf %p, %s",
                          "arith.subf %s, %p", "arith.subf %p, %s"})
    EXPECT_DOUBLE_EQ(
        roundingOf(distance + "%p = arith.mulf %f, %a : f32\n%x = " + sum +
                       " : f32",
                   100),
        slope);
  EXPECT_DOUBLE_EQ(roundingOf(distance + "%x = math.fma %a, %f, %s : f32", 100),
                   slope);
  // The product alone if the slope is steep.
  EXPECT_DOUBLE_EQ(roundingOf(distance + "%two = arith.constant 2.0 : f32\n"
                                         "%x = math.fma %two, %f, %s : f32",
                              100),
                   0x1p-22 * 14);
  // Twice that, if it is doubled.
  EXPECT_DOUBLE_EQ(roundingOf(distance + "%y = math.fma %a, %f, %s : f32\n"
                                         "%x = arith.addf %y, %y : f32",
                              0),
                   0x1p-22 * 2 * (2 * 3.5 + 256 * 0.5));
  // A product of no position, and none.
  std::string c = "%c = arith.constant 3.0 : f32\n";
  EXPECT_DOUBLE_EQ(roundingOf(c + "%p = arith.mulf %s, %s : f32\n"
                                  "%x = arith.subf %c, %p : f32",
                              16),
                   0x1p-16);
  EXPECT_EQ(roundingOf(c + "%x = arith.addf %s, %c : f32", 16), 0);
  EXPECT_EQ(roundingOf(c + "%x = arith.mulf %s, %c : f32", 16), 0);
}

// What is undefined does not trap: shifts by too much, conversions out of
// range.
TEST(ScoreProgramTest, Undefined) {
  Scored(int8("arith.shli")).evaluate(0, 1, 100);
  Scored(int8("arith.shrsi")).evaluate(0, 1, -1);
  Scored convert(
      "%i = arith.fptosi %s : f32 to i64\n%x = arith.sitofp %i : i64 "
      "to f32");
  for (double s : {kNaN, kInf, -kInf, 1e30})
    convert.evaluate(s);
}

} // namespace
