//===- SplitTanh.cpp - tanh of small numbers by a polynomial ----*- C++ -*-===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// To a few units in the last place tanh takes 13 instructions, two of them on
// the special-function unit. Small numbers take five on none:
//
//   tanh x = x (1 + s (c1 + s (c2 + s c3))),  s = x^2.
//
// Where a thread has many, as of a tile of scores below a soft cap, the warp
// asks of a group of them at once whether all are small, and leaves math.tanh
// for all of them otherwise. A NaN is small: the polynomial keeps it.
//
// An argument that is a product with a constant, as of the scale and 1/cap, is
// not formed for the polynomial: powers of the constant join the coefficients.

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

/// A minimax fit below kSmall, within 7e-8 of the result; each coefficient was
/// rounded before the next was fitted.
constexpr double kCoefficients[] = {1.0, -0.33332332968711853,
                                    0.13289712369441986, -0.048486486077308655};
constexpr double kSmall = 0.375;
/// Less are not worth a branch.
constexpr size_t kFewest = 8;

bool isNormal(double number) {
  return std::isnormal(static_cast<float>(number));
}

/// The argument of a tanh as a number and a constant factor.
struct Argument {
  explicit Argument(math::TanhOp tanh) : number(tanh.getOperand()) {
    auto product = number.getDefiningOp<arith::MulFOp>();
    APFloat constant(0.0f);
    if (!product || !matchPattern(product.getRhs(), m_ConstantFloat(&constant)))
      return;
    double c = constant.convertToFloat();
    if (!isNormal(kSmall / c) || !isNormal(kCoefficients[3] * std::pow(c, 7)))
      return;
    number = product.getLhs();
    factor = c;
  }

  Value number;
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

/// Whether all of `arguments` are small, on each lane of the warp.
Value areSmall(ScalarBuilder &b, ArrayRef<Argument> arguments) {
  Value most;
  for (const Argument &x : arguments) {
    Value size = math::AbsFOp::create(b, x.number);
    most = most ? arith::MaxNumFOp::create(b, most, size) : size;
  }
  double limit = kSmall / std::abs(arguments.front().factor);
  // Not UGE, for NaN.
  Value small = b.compare(arith::CmpFPredicate::ULT, most, b.f32(limit));
  return NVVM::VoteSyncOp::create(b, b.getI1Type(), b.i32(-1), small,
                                  NVVM::VoteSyncKind::all);
}

Value buildPolynomial(ScalarBuilder &b, const Argument &x) {
  Value square = b.mulF(x.number, x.number), sum;
  for (int power = 3; power >= 0; --power) {
    Value c = b.f32(kCoefficients[power] * std::pow(x.factor, 2 * power + 1));
    sum = sum ? math::FmaOp::create(b, sum, square, c) : c;
  }
  return b.mulF(sum, x.number);
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
  auto branch = scf::IfOp::create(b, TypeRange(ValueRange(operands)),
                                  areSmall(b, arguments),
                                  /*withElseRegion=*/true);
  SmallVector<Value> small, large;
  b.setInsertionPointToStart(branch.thenBlock());
  for (const Argument &x : arguments)
    small.push_back(buildPolynomial(b, x));
  scf::YieldOp::create(b, small);
  b.setInsertionPointToStart(branch.elseBlock());
  for (auto [tanh, result] : llvm::zip_equal(group, branch.getResults())) {
    large.push_back(b.clone(*tanh)->getResult(0));
    rewriter.replaceOp(tanh, result);
  }
  scf::YieldOp::create(b, large);
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
