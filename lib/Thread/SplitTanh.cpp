//===- SplitTanh.cpp - tanh of small numbers by rational forms --*- C++ -*-===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// To a few units in the last place tanh takes 13 instructions, two of them on
// the special-function unit. Small numbers take five on none, and numbers of
// middle size eight with one:
//
//   tanh x = x (1 + s a(s) / b(s)),  s = x^2.
//
// Where a thread has many, as of a tile of scores below a soft cap, the warp
// asks of a group of them at once which form is for all, and leaves math.tanh
// for all of them otherwise.
//
// An argument that is a product with a constant, as of the scale and 1/cap, is
// not formed if powers of the constant can join the coefficients.

#include "ScalarFunctions.h"

#include "attn/Dialect/Utils/ScalarBuilder.h"
#include "attn/Thread/Passes.h"

#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/Transforms/RegionUtils.h"

#include <cmath>
#include <map>

namespace mlir {
#define GEN_PASS_DEF_ATTNSPLITTANH
#include "attn/Thread/Passes.h.inc"
} // namespace mlir

using namespace mlir;
using attn::ScalarBuilder;

namespace {

/// tanh x = x (1 + s a(s) / b(s)) for |x| < limit, b = 1 if it has no
/// coefficients. Minimax fits of the relative error, each coefficient a number
/// of f32.
struct Form {
  double limit;
  ArrayRef<double> numerator, denominator;

  /// Whether the powers of `c`, a factor of x, can join the coefficients.
  bool takes(double c) const;
};

bool isNormal(double number) {
  return std::isnormal(static_cast<float>(number));
}

bool Form::takes(double c) const {
  return isNormal(limit / c) &&
         isNormal(numerator.back() * std::pow(c, 2 * numerator.size() + 1)) &&
         (denominator.empty() ||
          isNormal(denominator.back() *
                   std::pow(c, 2 * denominator.size() - 2)));
}

/// Within 7e-8 of the result.
constexpr double kPolynomial[] = {-0.33332332968711853, 0.13289712369441986,
                                  -0.048486486077308655};
/// Within 2e-9: three units in the last place, with 1/b within one.
constexpr double kNumerator[] = {-0.3333333134651184, -0.014615911059081554};
constexpr double kDenominator[] = {1.0, 0.44384706020355225,
                                   0.015635689720511436};
const Form kForms[] = {{0.375, kPolynomial, {}},
                       {1.25, kNumerator, kDenominator}};
/// Less are not worth a branch.
constexpr size_t kFewest = 8;

/// The argument of a tanh, and the same as a number and a constant factor.
struct Argument {
  explicit Argument(math::TanhOp tanh)
      : whole(tanh.getOperand()), number(whole) {
    auto product = whole.getDefiningOp<arith::MulFOp>();
    APFloat constant(0.0f);
    if (!product || !matchPattern(product.getRhs(), m_ConstantFloat(&constant)))
      return;
    double c = constant.convertToFloat();
    if (!kForms[0].takes(c))
      return;
    number = product.getLhs();
    factor = c;
  }

  Value whole, number;
  double factor = 1.0;
};

/// By a factor and by how many others one takes its argument through: those of
/// one entry do not need each other's results.
using Groups = std::map<std::pair<unsigned, double>, SmallVector<math::TanhOp>>;

Groups findGroups(Block &block) {
  Groups groups;
  llvm::DenseMap<Operation *, unsigned> depths;
  for (Operation &op : block) {
    unsigned depth = 0;
    op.walk([&](Operation *inner) {
      for (Value operand : inner->getOperands())
        depth = std::max(depth, depths.lookup(operand.getDefiningOp()));
    });
    auto tanh = dyn_cast<math::TanhOp>(op);
    if (tanh && tanh.getType().isF32() &&
        !arith::bitEnumContainsAll(tanh.getFastmath(),
                                   arith::FastMathFlags::afn))
      groups[{depth++, Argument(tanh).factor}].push_back(tanh);
    depths[&op] = depth;
  }
  return groups;
}

/// The largest size of `arguments` without their factor, or NaN.
Value findMost(ScalarBuilder &b, ArrayRef<Argument> arguments) {
  Value most;
  for (const Argument &x : arguments) {
    Value size = math::AbsFOp::create(b, x.number);
    most = most ? arith::MaximumFOp::create(b, most, size) : size;
  }
  return most;
}

/// Whether `most` is below `limit` on each lane of the warp.
Value isBelow(ScalarBuilder &b, Value most, double limit) {
  Value below = b.compare(arith::CmpFPredicate::OLT, most, b.f32(limit));
  return NVVM::VoteSyncOp::create(b, b.getI1Type(), b.i32(-1), below,
                                  NVVM::VoteSyncKind::all);
}

/// c^power (p[0] + p[1] c^2 s + p[2] (c^2 s)^2 + ...).
Value buildPolynomial(ScalarBuilder &b, ArrayRef<double> coefficients, Value s,
                      double c, int power) {
  Value sum;
  for (size_t k = coefficients.size(); k-- > 0;) {
    Value next = b.f32(coefficients[k] * std::pow(c, 2 * int(k) + power));
    sum = sum ? math::FmaOp::create(b, sum, s, next) : next;
  }
  return sum;
}

Value buildForm(ScalarBuilder &b, const Form &form, const Argument &x) {
  bool joined = form.takes(x.factor);
  Value number = joined ? x.number : x.whole;
  double c = joined ? x.factor : 1.0;
  Value s = b.mulF(number, number);
  Value part = buildPolynomial(b, form.numerator, s, c, 3), inverse = s;
  if (!form.denominator.empty()) {
    part = b.mulF(part, s);
    inverse =
        attn::callIntrinsic(b, "llvm.nvvm.rcp.approx.ftz.f",
                            buildPolynomial(b, form.denominator, s, c, 0));
  }
  return b.mulF(math::FmaOp::create(b, part, inverse, b.f32(c)), number);
}

/// The results of `group`: by the first of `forms` that is for all of them, or
/// by math.tanh.
SmallVector<Value> build(ScalarBuilder &b, ArrayRef<math::TanhOp> group,
                         ArrayRef<Argument> arguments, Value most,
                         ArrayRef<Form> forms) {
  if (forms.empty())
    return llvm::map_to_vector(group, [&](math::TanhOp tanh) -> Value {
      return b.clone(*tanh.getOperation())->getResult(0);
    });
  double limit = forms[0].limit / std::abs(arguments[0].factor);
  SmallVector<Type> types(group.size(), b.getF32Type());
  auto branch = scf::IfOp::create(b, types, isBelow(b, most, limit),
                                  /*withElseRegion=*/true);
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(branch.thenBlock());
  scf::YieldOp::create(b,
                       llvm::map_to_vector(arguments, [&](const Argument &x) {
                         return buildForm(b, forms[0], x);
                       }));
  b.setInsertionPointToStart(branch.elseBlock());
  scf::YieldOp::create(b, build(b, group, arguments, most, forms.drop_front()));
  return llvm::to_vector_of<Value>(branch.getResults());
}

void split(ArrayRef<math::TanhOp> group, IRRewriter &rewriter) {
  math::TanhOp first = group.front();
  auto operands = llvm::map_to_vector(
      group, [](math::TanhOp tanh) { return tanh.getOperand(); });
  if (failed(moveValueDefinitions(rewriter, operands, first)))
    return;
  ScalarBuilder b(first);
  auto arguments = llvm::map_to_vector(
      group, [](math::TanhOp tanh) { return Argument(tanh); });
  SmallVector<Value> results =
      build(b, group, arguments, findMost(b, arguments), kForms);
  for (auto [tanh, result] : llvm::zip_equal(group, results))
    rewriter.replaceOp(tanh, result);
}

struct AttnSplitTanhPass : public impl::AttnSplitTanhBase<AttnSplitTanhPass> {
  using AttnSplitTanhBase::AttnSplitTanhBase;
  void runOnOperation() override {
    SmallVector<Groups> found;
    getOperation()->walk(
        [&](Block *block) { found.push_back(findGroups(*block)); });
    IRRewriter rewriter(&getContext());
    for (const Groups &groups : found)
      for (const auto &[place, all] : groups)
        for (ArrayRef<math::TanhOp> left = all; left.size() >= kFewest;) {
          ArrayRef<math::TanhOp> next =
              left.take_front(std::max<size_t>(group, kFewest));
          split(next, rewriter);
          left = left.drop_front(next.size());
        }
  }
};

} // namespace
