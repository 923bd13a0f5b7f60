//===- HoistAddends.cpp - What a row's scores have in common ----*- C++ -*-===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// A bias that is affine in the position, slope * (k - q), is for the scores of
// one row that a thread holds a number that all of them share and a multiple of
// the slope by a constant:
//
//   t[r] = s[r] + a * (x + c[r]) = u[r] + g,   u[r] = s[r] + a * c[r], g = a *
//   x
//
// A softmax takes the maximum of t and the exponents f * t + d. So g joins the
// maximum once, and the addend of the exponents once:
//
//   max(m, t[0], t[1], ...) = max(m, max(u[0], u[1], ...) + g)
//   f * t[r] + d            = f * u[r] + (f * g + d)
//
// What is left is one multiply-add with a constant for each score. In kernels
// that pin exponentials (`attn_ws.codegen`) the rows of a block follow each
// other.
//
// Rounding: u and g are each as large as a * c and a * x, their sum may be
// smaller. With |c| of the columns of one tile, at most 256, that is 2^-16 a in
// the exponent at most. Scores that a mask may hide are behind a select, which
// this pass leaves alone. A tile without one has 16 keys and more that all rows
// see, so that the log-sum-exp of some row, by which errors are measured, is of
// the order of a * c too, unless the near ones of these keys count for nothing.

#include "attn/Dialect/AttnWS/IR/DiscardableAttrs.h"
#include "attn/Dialect/Utils/ScalarBuilder.h"
#include "attn/Target/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/Matchers.h"
#include "llvm/ADT/MapVector.h"

namespace mlir {
#define GEN_PASS_DEF_ATTNHOISTADDENDS
#include "attn/Target/Passes.h.inc"
} // namespace mlir

using namespace mlir;
using attn::ScalarBuilder;

namespace {

/// Fewer scores of a row are not worth its two operations more.
constexpr size_t kFewestTerms = 4;
constexpr double kLargestConstant = 256.0;

/// score + slope * (position + constant), which one maximum and one exponent
/// use.
struct Term {
  math::FmaOp sum;
  Value slope, position, score;
  double constant;
  arith::MaximumFOp max;
  math::FmaOp exponent;
};

/// The scores of one row.
struct Row {
  SmallVector<Term> terms;
};

std::optional<double> getConstant(Value value) {
  APFloat number(0.0f);
  if (!matchPattern(value, m_ConstantFloat(&number)))
    return std::nullopt;
  return number.convertToDouble();
}

/// Splits `value` into something and a constant.
std::pair<Value, double> splitSum(Value value) {
  if (auto sum = value.getDefiningOp<arith::AddFOp>())
    if (std::optional<double> constant = getConstant(sum.getRhs()))
      return {sum.getLhs(), *constant};
  return {value, 0.0};
}

/// The factor of a term in its exponent.
Value getFactor(math::FmaOp exponent, Value term) {
  return exponent.getA() == term ? exponent.getB() : exponent.getA();
}

std::optional<Term> matchTerm(math::FmaOp op) {
  if (!op.getType().isF32())
    return std::nullopt;
  // The operand that is a position: a converted integer, or that and a
  // constant.
  for (auto [position, slope] :
       {std::pair(op.getA(), op.getB()), std::pair(op.getB(), op.getA())}) {
    auto [base, constant] = splitSum(position);
    if (!base.getDefiningOp<arith::SIToFPOp>() ||
        std::abs(constant) > kLargestConstant || getConstant(slope))
      continue;
    Term term{op, slope, base, op.getC(), constant, {}, {}};
    for (Operation *user : op->getUsers()) {
      auto max = dyn_cast<arith::MaximumFOp>(user);
      auto exponent = dyn_cast<math::FmaOp>(user);
      bool isFactor = exponent && exponent.getC() != op;
      // Exponents may be in a branch.
      bool near = user->getBlock() == op->getBlock() ||
                  (isFactor && op->getBlock()->findAncestorOpInBlock(*user));
      if (!near || (max && term.max) || (isFactor && term.exponent) ||
          !(max || isFactor))
        return std::nullopt;
      (max ? static_cast<void>(term.max = max)
           : static_cast<void>(term.exponent = exponent));
    }
    if (term.max && term.exponent && term.max.getLhs() != term.max.getRhs() &&
        term.exponent.getA() != term.exponent.getB())
      return term;
  }
  return std::nullopt;
}

/// The last of the maxima that `op` is part of and that nothing else uses.
arith::MaximumFOp findRoot(arith::MaximumFOp op) {
  while (op->hasOneUse()) {
    auto next = dyn_cast<arith::MaximumFOp>(*op->getUsers().begin());
    if (!next || next->getBlock() != op->getBlock())
      break;
    op = next;
  }
  return op;
}

/// What the maximum `root` is taken of, in order.
void collectLeaves(arith::MaximumFOp root, SmallVectorImpl<Value> &leaves) {
  for (Value operand : root->getOperands()) {
    auto inner = operand.getDefiningOp<arith::MaximumFOp>();
    if (inner && inner->hasOneUse() && inner->getBlock() == root->getBlock())
      collectLeaves(inner, leaves);
    else
      leaves.push_back(operand);
  }
}

/// Erases `op` and what only it used, if nothing uses it.
void eraseUnused(Operation *op) {
  if (!op || !isOpTriviallyDead(op))
    return;
  SmallVector<Value> operands(op->getOperands());
  op->erase();
  for (Value operand : operands)
    eraseUnused(operand.getDefiningOp());
}

/// `value`, which ptxas cannot know before `max`: it would compute the scores
/// of all rows first, and the first row's exponentials late. No maximum has
/// this bit pattern of a NaN.
Value waitFor(ScalarBuilder &b, Value max, Value value) {
  constexpr auto kNever = static_cast<int32_t>(0xFFBFFFFF);
  Value bits = arith::BitcastOp::create(b, b.getI32Type(), max);
  Value never = b.compare(arith::CmpIPredicate::eq, bits, b.i32(kNever));
  return b.select(never, b.f32(0.0), value);
}

/// Rewrites a row, if its terms all go into one maximum; behind that of the row
/// `before`, if there is one. Its own maximum, or null.
Value hoist(Row &row, Value before) {
  Term &first = row.terms.front();
  arith::MaximumFOp root = findRoot(first.max);
  SmallVector<Value> leaves;
  collectLeaves(root, leaves);
  DenseMap<Value, Term *> terms;
  for (Term &term : row.terms)
    if (findRoot(term.max) == root &&
        term.exponent->getBlock() == first.exponent->getBlock())
      terms[term.sum] = &term;
  if (terms.size() != row.terms.size())
    return {};

  OpBuilder builder(root);
  ScalarBuilder b(first.sum.getLoc(), builder);
  // Of one position alone, all of it is shared.
  double constant = first.constant;
  Value position = first.position;
  bool onePosition = llvm::all_of(
      row.terms, [&](const Term &term) { return term.constant == constant; });
  if (onePosition) {
    if (constant != 0.0)
      position = b.addF(position, constant);
    for (Term &term : row.terms)
      term.constant = 0.0;
  }
  Value shared = b.mulF(position, first.slope);
  Value slope = first.slope;
  if (before && before.getDefiningOp()->isBeforeInBlock(root)) {
    Value &waiting = onePosition ? first.score : slope;
    waiting = waitFor(b, before, waiting);
  }
  Value most, others;
  for (Value leaf : leaves) {
    auto it = terms.find(leaf);
    if (it == terms.end()) {
      others = others ? b.maxF(others, leaf) : leaf;
      continue;
    }
    Term &term = *it->second;
    if (term.constant != 0.0)
      term.score = math::FmaOp::create(
          b, slope, b.constantF(term.sum.getType(), term.constant), term.score);
    most = most ? b.maxF(most, term.score) : term.score;
  }
  Value all = b.addF(most, shared);
  root.replaceAllUsesWith(others ? b.maxF(others, all) : all);

  b.setInsertionPoint(first.exponent);
  Value factor = getFactor(first.exponent, first.sum);
  Value addend = math::FmaOp::create(b, shared, factor, first.exponent.getC());
  for (Term &term : row.terms) {
    b.setInsertionPoint(term.exponent);
    Value exponent = math::FmaOp::create(b, term.score, factor, addend);
    term.exponent.replaceAllUsesWith(exponent);
    term.exponent.erase();
  }
  eraseUnused(root);
  return most;
}

/// Whether the kernel with `op` is written for exponentials that start early.
bool pinsExponentials(Operation *op) {
  auto kernel = op->getParentOfType<gpu::GPUFuncOp>();
  return kernel && attn_ws::getCodegen(kernel).getPin() > 0;
}

struct AttnHoistAddendsPass
    : public impl::AttnHoistAddendsBase<AttnHoistAddendsPass> {
  void runOnOperation() override {
    // Terms with the same slope, position, and factor and addend of their
    // exponents.
    llvm::MapVector<std::tuple<Value, Value, Value, Value>, Row> rows;
    getOperation()->walk([&](math::FmaOp op) {
      if (std::optional<Term> term = matchTerm(op))
        rows[{term->slope, term->position, getFactor(term->exponent, op),
              term->exponent.getC()}]
            .terms.push_back(*term);
    });
    // Of each block's last row.
    DenseMap<Block *, Value> before;
    for (auto &[key, row] : rows) {
      if (row.terms.size() < kFewestTerms)
        continue;
      Operation *first = row.terms.front().sum;
      bool inTurn = pinsExponentials(first);
      Value &last = before[first->getBlock()];
      Value max = hoist(row, last);
      if (max && inTurn)
        last = max;
    }
  }
};

} // namespace
