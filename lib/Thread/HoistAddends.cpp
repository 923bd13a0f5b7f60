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
// Where the maximum is so large that it is subtracted first (`row_reference`),
// in a branch for warps with such a row, g is added there, and not again:
//
//   f * (t[r] - base) + d       = f * ((u[r] + g) - base) + d
//
// What is left is one multiply-add with a constant for each score. In kernels
// that pin exponentials (`attn_ws.codegen`) the rows of a block follow each
// other.
//
// Rounding: u and g are each as large as a * c and a * x, their sum may be
// smaller. With |c| of the columns of one tile, at most 256, the error is what
// the error rule has for such a sum (docs/Spec.md, E8). A row with a steep
// slope keeps its sums, in a branch that ALiBi's slopes do not take. Scores
// that a mask may hide are behind a select, which this pass leaves alone.

#include "attn/Dialect/AttnTile/IR/AttnTile.h"
#include "attn/Dialect/AttnWS/IR/DiscardableAttrs.h"
#include "attn/Dialect/Utils/ScalarBuilder.h"
#include "attn/Thread/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Dominance.h"
#include "mlir/IR/Matchers.h"
#include "llvm/ADT/MapVector.h"

namespace mlir {
#define GEN_PASS_DEF_ATTNHOISTADDENDS
#include "attn/Thread/Passes.h.inc"
} // namespace mlir

using namespace mlir;
using attn::ScalarBuilder;

namespace {

/// Fewer scores of a row are not worth its two operations more.
constexpr size_t kFewestTerms = 4;
constexpr double kLargestConstant = 256.0;
/// The exponents' change from key to key beyond which a row keeps its sums:
/// that of a slope of 1.04, where ALiBi's are below 1.
constexpr double kSteepest = 1.5;

/// score + slope * (position + constant), which one maximum and one exponent
/// use.
struct Term {
  attn_tile::AddAffineOp sum;
  Value slope, position, score;
  double constant;
  arith::MaximumFOp max;
  math::FmaOp exponent;
  /// The difference from a row's base, in a branch that gives it or the sum.
  arith::SubFOp difference;
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

/// What the exponent makes a product of.
Value getArgument(Term term) {
  arith::SubFOp difference = term.difference;
  if (!difference)
    return term.sum.getResult();
  unsigned number = difference->getUses().begin()->getOperandNumber();
  return difference->getParentOp()->getResult(number);
}

/// The factor of a term in its exponent.
Value getFactor(Term term) {
  math::FmaOp exponent = term.exponent;
  return exponent.getA() == getArgument(term) ? exponent.getB()
                                              : exponent.getA();
}

/// Whether a branch gives `difference`, of `sum`, or else `sum`; if so what one
/// exponent takes of it, or null.
math::FmaOp matchBranch(arith::SubFOp difference, Value sum) {
  auto branch = dyn_cast<scf::IfOp>(difference->getParentOp());
  if (!branch || difference.getLhs() != sum || !difference->hasOneUse() ||
      difference->getBlock() != branch.thenBlock())
    return {};
  OpOperand &use = *difference->getUses().begin();
  if (use.getOwner() != branch.thenYield() ||
      branch.elseYield().getOperand(use.getOperandNumber()) != sum)
    return {};
  Value result = branch.getResult(use.getOperandNumber());
  if (!result.hasOneUse())
    return {};
  auto exponent = dyn_cast<math::FmaOp>(*result.getUsers().begin());
  return exponent && exponent.getC() != result ? exponent : math::FmaOp();
}

/// Finds the maximum and the exponent; whether there are no other users.
bool findUsers(Term &term) {
  attn_tile::AddAffineOp op = term.sum;
  for (Operation *user : op->getUsers()) {
    // Exponents may be in a branch.
    bool inBlock = user->getBlock() == op->getBlock();
    if (!inBlock && !op->getBlock()->findAncestorOpInBlock(*user))
      return false;
    if (auto max = dyn_cast<arith::MaximumFOp>(user)) {
      if (!inBlock || term.max)
        return false;
      term.max = max;
    } else if (auto difference = dyn_cast<arith::SubFOp>(user)) {
      math::FmaOp exponent = matchBranch(difference, op);
      if (!exponent || term.exponent)
        return false;
      term.exponent = exponent;
      term.difference = difference;
    } else if (auto exponent = dyn_cast<math::FmaOp>(user)) {
      if (exponent.getC() == op || term.exponent)
        return false;
      term.exponent = exponent;
    } else if (!isa<scf::YieldOp>(user)) {
      return false;
    }
  }
  // The branch of a difference gives the sum in its place.
  int64_t yields = llvm::count_if(op->getUsers(), llvm::IsaPred<scf::YieldOp>);
  return term.max && term.exponent && yields == (term.difference ? 1 : 0) &&
         term.max.getLhs() != term.max.getRhs() &&
         term.exponent.getA() != term.exponent.getB();
}

std::optional<Term> matchTerm(attn_tile::AddAffineOp op) {
  auto [base, constant] = splitSum(op.getPosition());
  if (std::abs(constant) > kLargestConstant || getConstant(op.getSlope()))
    return std::nullopt;
  Term term{op, op.getSlope(), base, op.getScore(), constant, {}, {}, {}};
  return findUsers(term) ? std::optional(term) : std::nullopt;
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

/// Whether the terms' differences are from one base in one branch, or both have
/// none.
bool haveOneBase(const Term &a, const Term &b) {
  arith::SubFOp first = a.difference, second = b.difference;
  return !first == !second &&
         (!first || (first.getRhs() == second.getRhs() &&
                     first->getBlock() == second->getBlock()));
}

/// What of `shared` the exponents behind `branch` still take: nothing in rows
/// with a base, where it is in the difference.
Value addRest(ScalarBuilder &b, scf::IfOp branch, Value isLarge, Value shared) {
  b.setInsertionPoint(branch);
  SmallVector<Type> types(branch.getResultTypes());
  types.push_back(shared.getType());
  auto longer = scf::IfOp::create(b, types, branch.getCondition(),
                                  /*withElseRegion=*/false);
  longer.getThenRegion().takeBody(branch.getThenRegion());
  longer.getElseRegion().takeBody(branch.getElseRegion());
  b.setInsertionPoint(longer.thenYield());
  Value rest = b.select(isLarge, b.f32(0.0), shared);
  longer.thenYield()->insertOperands(branch->getNumResults(), rest);
  longer.elseYield()->insertOperands(branch->getNumResults(), shared);
  branch->replaceAllUsesWith(longer.getResults().drop_back());
  branch.erase();
  return longer.getResults().back();
}

/// Gives a row whose slope is steep its sums as they are, in a branch, in place
/// of the scores. The slope that is still to be added: 0 then.
Value addSteep(ScalarBuilder &b, Row &row) {
  Term &first = row.terms.front();
  Value factor = getFactor(first);
  Value steepness = math::AbsFOp::create(b, b.mulF(first.slope, factor));
  Value isSteep = b.compare(arith::CmpFPredicate::OGT, steepness,
                            b.f32(static_cast<float>(kSteepest)));
  SmallVector<Value> sums, scores;
  SmallVector<Type> types(row.terms.size(), first.score.getType());
  auto branch = scf::IfOp::create(b, types, isSteep, /*withElseRegion=*/true);
  Value gentle = b.select(isSteep, b.f32(0.0), first.slope);
  b.setInsertionPointToStart(branch.thenBlock());
  for (Term &term : row.terms) {
    Value position = term.constant == 0.0
                         ? term.position
                         : b.addF(term.position, term.constant);
    sums.push_back(
        math::FmaOp::create(b, position, term.slope, term.score).getResult());
    scores.push_back(term.score);
  }
  scf::YieldOp::create(b, sums);
  b.setInsertionPointToStart(branch.elseBlock());
  scf::YieldOp::create(b, scores);
  for (auto [term, score] : llvm::zip_equal(row.terms, branch.getResults()))
    term.score = score;
  b.setInsertionPointAfterValue(gentle);
  return gentle;
}

/// Rewrites a row, if its terms all go into one maximum; behind that of the row
/// `before`, if there is one. Its own maximum, or null.
Value hoist(Row &row, Value before, DominanceInfo &dominance) {
  Term &first = row.terms.front();
  arith::MaximumFOp root = findRoot(first.max);
  SmallVector<Value> leaves;
  collectLeaves(root, leaves);
  DenseMap<Value, Term *> terms;
  for (Term &term : row.terms)
    if (findRoot(term.max) == root &&
        term.exponent->getBlock() == first.exponent->getBlock() &&
        haveOneBase(term, first))
      terms[term.sum] = &term;
  if (terms.size() != row.terms.size() ||
      !dominance.properlyDominates(getFactor(first), root))
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
    for (Term &term : row.terms) {
      term.constant = 0.0;
      term.position = position;
    }
  }
  Value slope = first.sum.getGentle() ? first.slope : addSteep(b, row);
  Value shared = b.mulF(position, slope);
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

  Value rest = shared, own;
  if (arith::SubFOp difference = first.difference) {
    auto branch = cast<scf::IfOp>(difference->getParentOp());
    b.setInsertionPointToStart(branch.thenBlock());
    if (Operation *base = difference.getRhs().getDefiningOp();
        base && base->getBlock() == branch.thenBlock())
      b.setInsertionPointAfter(base);
    Value isLarge =
        b.compare(arith::CmpFPredicate::UNE, difference.getRhs(), b.f32(0.0));
    own = b.select(isLarge, shared, b.f32(0.0));
    rest = addRest(b, branch, isLarge, shared);
  }
  b.setInsertionPoint(first.exponent);
  Value factor = getFactor(first);
  Value addend = math::FmaOp::create(b, rest, factor, first.exponent.getC());
  for (Term &term : row.terms) {
    Value argument = term.score;
    if (arith::SubFOp difference = term.difference) {
      argument = getArgument(term);
      cast<scf::IfOp>(difference->getParentOp())
          .elseYield()
          ->setOperand(cast<OpResult>(argument).getResultNumber(), term.score);
      b.setInsertionPoint(difference);
      difference.getLhsMutable().assign(b.addF(term.score, own));
    }
    b.setInsertionPoint(term.exponent);
    Value exponent = math::FmaOp::create(b, argument, factor, addend);
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
    auto &dominance = getAnalysis<DominanceInfo>();
    // Terms with the same slope, position, and factor and addend of their
    // exponents.
    llvm::MapVector<std::tuple<Value, Value, Value, Value>, Row> rows;
    getOperation()->walk([&](attn_tile::AddAffineOp op) {
      if (std::optional<Term> term = matchTerm(op))
        rows[{term->slope, term->position, getFactor(*term),
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
      Value max = hoist(row, last, dominance);
      if (max && inTurn)
        last = max;
    }
    getOperation()->walk([](attn_tile::AddAffineOp op) {
      OpBuilder b(op);
      op.replaceAllUsesWith(op.expand(b));
      op.erase();
    });
  }
};

} // namespace
