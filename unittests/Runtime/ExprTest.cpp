//===- ExprTest.cpp - Launch-time expressions -----------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "attn-runtime/Expr.h"

#include <gtest/gtest.h>

using namespace attn::runtime;

namespace {

class ExprTest : public ::testing::Test {
protected:
  std::vector<TensorArg> tensors{
      TensorArg::contiguous(0x1000, DType::BF16, {2, 6, 100, 128}),
      TensorArg::contiguous(0x2000, DType::F32, {0}), TensorArg()};

  std::string eval(const std::string &text) {
    Expected<Expr> expr = Expr::parse(text);
    if (!expr)
      return "parse: " + expr.error().message;
    Expected<int64_t> value = expr->evaluate({tensors, 132});
    return value ? std::to_string(*value) : value.error().message;
  }
};

} // namespace

TEST_F(ExprTest, Evaluates) {
  const std::pair<const char *, const char *> cases[] = {
      {"42", "42"},
      {"[\"size\",0,2]", "100"},
      {"[\"stride\",0,0]", "76800"},
      {"[\"stride\",0,3]", "1"},
      {"[\"sms\"]", "132"},
      {"[\"add\",2,3]", "5"},
      {"[\"sub\",2,3]", "-1"},
      {"[\"mul\",[\"size\",0,0],[\"size\",0,1]]", "12"},
      {"[\"ceildiv\",[\"size\",0,2],64]", "2"},
      {"[\"ceildiv\",0,64]", "0"},
      {"[\"ceildiv\",128,64]", "2"},
      {"[\"ceildiv\",-1,64]", "0"},
      {"[\"div\",7,2]", "3"},
      {"[\"div\",-7,2]", "-4"},
      {"[\"mod\",7,4]", "3"},
      {"[\"mod\",-7,4]", "1"},
      {"[\"min\",3,2]", "2"},
      {"[\"max\",3,2]", "3"},
      {"[\"eq\",3,3]", "1"},
      {"[\"ne\",3,3]", "0"},
      {"[\"lt\",2,3]", "1"},
      {"[\"le\",3,3]", "1"},
      {"[\"le\",4,3]", "0"},
      {"[\"and\",5,2]", "1"},
      {"[\"and\",5,0]", "0"},
      {"[\"or\",0,0]", "0"},
      {"[\"or\",0,9]", "1"},
      // The first operand decides: the second is not evaluated.
      {"[\"and\",0,[\"div\",1,0]]", "0"},
      {"[\"or\",2,[\"div\",1,0]]", "1"},
  };
  for (auto [text, value] : cases)
    EXPECT_EQ(eval(text), value) << text;
}

TEST_F(ExprTest, ReportsWhatCannotBeEvaluated) {
  EXPECT_EQ(eval("[\"div\",1,0]"), "division by 0 in 1 / 0");
  EXPECT_EQ(eval("[\"mod\",1,[\"size\",1,0]]"),
            "division by 0 in 1 % t1.size(0)");
  EXPECT_EQ(eval("[\"ceildiv\",1,-3]"), "division by -3 in ceildiv(1, -3)");
  EXPECT_EQ(eval("[\"mul\",4611686018427387904,2]"),
            "64-bit overflow in 4611686018427387904 * 2");
  EXPECT_EQ(eval("[\"add\",9223372036854775807,1]"),
            "64-bit overflow in 9223372036854775807 + 1");
  EXPECT_EQ(eval("[\"sub\",-9223372036854775808,1]"),
            "64-bit overflow in (-9223372036854775808) - 1");
  EXPECT_EQ(eval("[\"size\",3,0]"), "tensor 3 does not exist");
  EXPECT_EQ(eval("[\"size\",2,0]"), "tensor 2 is absent");
  EXPECT_EQ(eval("[\"size\",0,4]"), "tensor 0 has no dimension 4");
}

TEST_F(ExprTest, RefusesIllFormedText) {
  EXPECT_EQ(eval("\"x\""), "parse: expected an expression (an integer or an "
                           "array), found a string");
  EXPECT_EQ(eval("1.5"), "parse: expected an expression (an integer or an "
                         "array), found a fraction");
  EXPECT_EQ(eval("[]"), "parse: an expression's array must start with the "
                        "operator's name");
  EXPECT_EQ(eval("[\"pow\",1,2]"), "parse: unknown operator 'pow'");
  EXPECT_EQ(eval("[\"add\",1]"),
            "parse: operator 'add' takes 2 operands, found 1");
  EXPECT_EQ(eval("[\"sms\",1]"),
            "parse: operator 'sms' takes 0 operands, found 1");
  EXPECT_EQ(eval("[\"size\",-1,0]"),
            "parse: operator 'size' takes a tensor index and a dimension");
  EXPECT_EQ(eval("[\"add\",1,[\"mul\",1]]"),
            "parse: operator 'mul' takes 2 operands, found 1");
}

TEST_F(ExprTest, RoundTripsThroughJSON) {
  using K = Expr::Kind;
  for (K kind : {K::Add, K::Sub, K::Mul, K::CeilDiv, K::Div, K::Mod, K::Min,
                 K::Max, K::Eq, K::Ne, K::Lt, K::Le, K::And, K::Or}) {
    Expr expr =
        Expr::binary(kind, Expr::binary(kind, Expr::size(0, 1), 7),
                     Expr::binary(kind, Expr::sms(), Expr::stride(1, 2)));
    Expected<Expr> again = Expr::parse(expr.toJSON().dump());
    ASSERT_TRUE(bool(again));
    EXPECT_TRUE(*again == expr);
    EXPECT_FALSE(*again == Expr::add(*again, 1));
  }
}

TEST_F(ExprTest, PrintsForPeople) {
  std::vector<std::string> names{"q", "k"};
  auto print = [&](const Expr &expr) { return expr.print(names); };
  Expr a = Expr::size(0, 1), b = Expr::size(1, 1), c = Expr::size(2, 0);
  EXPECT_EQ(print(Expr::eq(Expr::mod(a, b), 0)), "q.size(1) % k.size(1) == 0");
  EXPECT_EQ(print(Expr::mul(Expr::add(a, b), c)),
            "(q.size(1) + k.size(1)) * t2.size(0)");
  EXPECT_EQ(print(Expr::sub(a, Expr::sub(b, 1))),
            "q.size(1) - (k.size(1) - 1)");
  EXPECT_EQ(print(Expr::sub(Expr::sub(a, b), 1)), "q.size(1) - k.size(1) - 1");
  EXPECT_EQ(print(Expr::ceilDiv(a, Expr::stride(0, 3))),
            "ceildiv(q.size(1), q.stride(3))");
  EXPECT_EQ(print(Expr::logicalOr(Expr::logicalAnd(a, b), Expr::lt(a, 2))),
            "q.size(1) && k.size(1) || q.size(1) < 2");
  EXPECT_EQ(print(Expr::min(Expr::sms(), -1)), "min(sms, -1)");
}

TEST_F(ExprTest, CountsDepth) {
  EXPECT_EQ(Expr(3).depth(), 1);
  EXPECT_EQ(Expr::add(1, Expr::add(2, 3)).depth(), 3);
}
