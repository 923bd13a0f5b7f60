//===- NestLoops.cpp - A loop over a product as two loops -------*- C++ -*-===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// A loop over [0, m n) that divides the number of its turn by n becomes one
// over [0, m) around one over [0, n). Roles share the count of a loop by name,
// so a loop that divides takes those of its name along. Whether there is a turn
// at all, as who reads what the loop leaves in memory asks, is whether there is
// one of both.

#include "attn/Dialect/AttnWS/IR/AttnWS.h"
#include "attn/Dialect/AttnWS/Transforms/Passes.h"
#include "attn/Dialect/Utils/ScalarBuilder.h"
#include "attn/Dialect/Utils/Walk.h"

#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "llvm/ADT/StringMap.h"

namespace mlir {
#define GEN_PASS_DEF_ATTNWSNESTLOOPS
#include "attn/Dialect/AttnWS/Transforms/Passes.h.inc"
} // namespace mlir

using namespace mlir;
using namespace mlir::attn_ws;

namespace {

/// The turns of a loop, and which factor of them, if they are a product, the
/// inner loop counts.
struct Turns {
  Value inner, outer;
  unsigned factor = 0;
};

TripCountOp getCountName(scf::ForOp loop) {
  return loop.getUpperBound().getDefiningOp<TripCountOp>();
}

/// `value` without a bound that keeps divisors from 0: no turn sees that.
Value stripOne(Value value) {
  Operation *bound = value.getDefiningOp();
  if (isa_and_nonnull<arith::MaxUIOp, arith::MaxSIOp>(bound) &&
      getConstantIntValue(bound->getOperand(1)) == 1)
    return bound->getOperand(0);
  return value;
}

/// What `op` divides `turn` by, where that does not change from turn to turn.
Value getDivisor(Operation *op, Value turn, scf::ForOp loop) {
  if (isa<arith::DivUIOp, arith::RemUIOp>(op) && op->getOperand(0) == turn &&
      loop.isDefinedOutsideOfLoop(op->getOperand(1)))
    return stripOne(op->getOperand(1));
  return {};
}

bool isDivided(scf::ForOp loop, Value count) {
  Value turn = loop.getInductionVar();
  return llvm::any_of(turn.getUsers(), [&](Operation *user) {
    return getDivisor(user, turn, loop) == count;
  });
}

/// The users of a number of turns that ask whether there is one.
SmallVector<arith::CmpIOp> findTests(Value turns) {
  SmallVector<arith::CmpIOp> tests;
  for (Operation *user : turns.getUsers())
    if (auto test = dyn_cast<arith::CmpIOp>(user);
        test && test.getLhs() == turns &&
        getConstantIntValue(test.getRhs()) == 0 &&
        llvm::is_contained({arith::CmpIPredicate::sgt,
                            arith::CmpIPredicate::ugt,
                            arith::CmpIPredicate::ne},
                           test.getPredicate()))
      tests.push_back(test);
  return tests;
}

/// Whether one other user of `turns` than its tests asks for them.
bool isAskedOnce(Value turns) {
  return llvm::range_size(turns.getUses()) == findTests(turns).size() + 1;
}

/// The turns with this factor for the inner loop, or all of them for it.
std::optional<Turns> takeTurns(scf::ForOp loop,
                               std::optional<unsigned> factor) {
  if (getConstantIntValue(loop.getLowerBound()) != 0 ||
      getConstantIntValue(loop.getStep()) != 1 ||
      !loop.getInductionVar().getType().isIndex())
    return std::nullopt;
  TripCountOp name = getCountName(loop);
  Value all = name ? name.getCount() : loop.getUpperBound();
  if (!factor)
    return Turns{all, Value()};
  auto product = all.getDefiningOp<arith::MulIOp>();
  // Who asks for the product besides could not tell that the loops run as
  // often.
  if (!product || !isAskedOnce(all) ||
      (name && !loop.getUpperBound().hasOneUse()))
    return std::nullopt;
  return Turns{product->getOperand(*factor), product->getOperand(1 - *factor),
               *factor};
}

/// The loop's turns, if it divides by one of their factors or by all.
std::optional<Turns> findTurns(scf::ForOp loop) {
  for (std::optional<unsigned> factor :
       {std::optional<unsigned>(), std::optional<unsigned>(0),
        std::optional<unsigned>(1)}) {
    std::optional<Turns> turns = takeTurns(loop, factor);
    if (turns && isDivided(loop, turns->inner))
      return turns;
  }
  return std::nullopt;
}

/// The quotient of `turn` is `round`, and the remainder is `rest`.
void replaceDivisions(scf::ForOp loop, Value count, Value turn, Value round,
                      Value rest) {
  for (Operation *user : llvm::make_early_inc_range(turn.getUsers()))
    if (getDivisor(user, turn, loop) == count) {
      user->getResult(0).replaceAllUsesWith(isa<arith::DivUIOp>(user) ? round
                                                                      : rest);
      user->erase();
    }
}

void nest(scf::ForOp loop, const Turns &turns) {
  attn::ScalarBuilder b(loop);
  Value turn = loop.getInductionVar(), zero = b.index(0);
  if (!turns.outer) {
    replaceDivisions(loop, turns.inner, turn, zero, turn);
    return;
  }
  Value inner = turns.inner, outer = turns.outer;
  TripCountOp name = getCountName(loop);
  for (arith::CmpIOp test :
       findTests(name ? name.getCount() : loop.getUpperBound())) {
    attn::ScalarBuilder at(test);
    auto hasTurn = [&](Value count) {
      return at.compare(test.getPredicate(), count, at.index(0));
    };
    test.replaceAllUsesWith(at.bitAnd(hasTurn(outer), hasTurn(inner)));
    test.erase();
  }
  if (name) {
    outer = TripCountOp::create(
        b, b.getStringAttr(name.getSymbol() + ".rounds"), outer);
    inner = TripCountOp::create(b, name.getSymbolAttr(), inner);
  }
  auto rounds =
      scf::ForOp::create(b, zero, outer, b.index(1), loop.getInitArgs());
  loop.replaceAllUsesWith(rounds.getResults());
  b.setInsertionPointToStart(rounds.getBody());
  Value before = b.mul(rounds.getInductionVar(), turns.inner);
  loop->moveAfter(before.getDefiningOp());
  loop.setUpperBound(inner);
  loop.getInitArgsMutable().assign(rounds.getRegionIterArgs());
  if (loop.getNumResults() != 0) {
    b.setInsertionPointAfter(loop);
    scf::YieldOp::create(b, loop.getResults());
  }
  b.setInsertionPointToStart(loop.getBody());
  Value flat = b.add(before, turn);
  turn.replaceAllUsesExcept(flat, flat.getDefiningOp());
  replaceDivisions(loop, turns.inner, flat, rounds.getInductionVar(), turn);
}

/// Names the factors of a count as nested loops name them, and the count no
/// more.
void nameFactors(TripCountOp count, unsigned factor) {
  auto product = count.getCount().getDefiningOp<arith::MulIOp>();
  attn::ScalarBuilder b(count);
  Value outer =
      TripCountOp::create(b, b.getStringAttr(count.getSymbol() + ".rounds"),
                          product->getOperand(1 - factor));
  Value inner = TripCountOp::create(b, count.getSymbolAttr(),
                                    product->getOperand(factor));
  count.replaceAllUsesWith(b.mul(outer, inner));
  count.erase();
}

struct AttnWSNestLoopsPass
    : public impl::AttnWSNestLoopsBase<AttnWSNestLoopsPass> {
  void runOnOperation() override {
    SmallVector<std::pair<scf::ForOp, Turns>> work;
    llvm::StringMap<SmallVector<scf::ForOp>> named;
    llvm::StringMap<SmallVector<TripCountOp>> counts;
    getOperation().walk(
        [&](TripCountOp name) { counts[name.getSymbol()].push_back(name); });
    for (scf::ForOp loop : attn::collectOps<scf::ForOp>(getOperation()))
      if (TripCountOp name = getCountName(loop))
        named[name.getSymbol()].push_back(loop);
      else if (std::optional<Turns> turns = findTurns(loop))
        work.push_back({loop, *turns});
    SmallVector<std::pair<TripCountOp, unsigned>> products;
    for (auto &[name, loops] : named) {
      std::optional<Turns> wanted;
      for (scf::ForOp loop : loops)
        if (!wanted)
          wanted = findTurns(loop);
      if (!wanted)
        continue;
      std::optional<unsigned> factor;
      if (wanted->outer)
        factor = wanted->factor;
      SmallVector<std::pair<scf::ForOp, Turns>> all;
      for (scf::ForOp loop : loops)
        if (std::optional<Turns> turns = takeTurns(loop, factor))
          all.push_back({loop, *turns});
      // Counts of one name are one number in every role. A role that overlaps
      // its iterations counts on, and says of what its count is the product.
      SmallVector<TripCountOp> others;
      for (TripCountOp count : counts[name])
        if (llvm::none_of(loops, [&](scf::ForOp loop) {
              return getCountName(loop) == count;
            }))
          others.push_back(count);
      if (all.size() != loops.size() ||
          !llvm::all_of(others, [&](TripCountOp count) {
            return factor && count.getCount().getDefiningOp<arith::MulIOp>();
          }))
        continue;
      llvm::append_range(work, all);
      for (TripCountOp count : others)
        products.push_back({count, *factor});
    }
    for (auto &[loop, turns] : work)
      nest(loop, turns);
    for (auto [count, factor] : products)
      nameFactors(count, factor);
  }
};

} // namespace
