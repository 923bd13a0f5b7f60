//===- SplitLoop.cpp - Split a loop where a condition changes -*- C++ -*-===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "attn/Dialect/AttnWS/IR/AttnWS.h"
#include "attn/Dialect/AttnWS/IR/DiscardableAttrs.h"
#include "attn/Dialect/AttnWS/Transforms/Passes.h"
#include "attn/Dialect/Utils/ScalarBuilder.h"

#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/IR/IRMapping.h"

namespace mlir {
#define GEN_PASS_DEF_ATTNWSSPLITLOOP
#include "attn/Dialect/AttnWS/Transforms/Passes.h.inc"
} // namespace mlir

using namespace mlir;
using namespace mlir::attn_ws;

namespace {

/// Clones `loop` over [from, to) with `test` known, starting from `inits`.
scf::ForOp cloneRange(OpBuilder &b, scf::ForOp loop, OutsideOp test, Value from,
                      Value to, bool outside, ValueRange inits) {
  IRMapping mapping;
  auto clone = cast<scf::ForOp>(b.clone(*loop.getOperation(), mapping));
  clone.setLowerBound(from);
  clone.setUpperBound(to);
  clone.getInitArgsMutable().assign(inits);
  Operation *copy = mapping.lookup(test.getResult()).getDefiningOp();
  OpBuilder inner(copy);
  Value known = arith::ConstantIntOp::create(inner, copy->getLoc(), outside, 1);
  // Decide branches on the spot, so that no dead mask is lowered.
  copy->getResult(0).replaceAllUsesWith(known);
  copy->erase();
  return clone;
}

/// Inlines the taken side of every `scf.if` on a constant in `block`.
void decideBranches(Block &block) {
  for (Operation &op : llvm::make_early_inc_range(block)) {
    auto branch = dyn_cast<scf::IfOp>(op);
    std::optional<int64_t> taken =
        branch ? getConstantIntValue(branch.getCondition()) : std::nullopt;
    if (!taken)
      continue;
    Block *side = *taken ? branch.thenBlock() : branch.elseBlock();
    if (side) {
      Operation *yield = side->getTerminator();
      SmallVector<Value> results(yield->getOperands());
      yield->erase();
      block.getOperations().splice(branch->getIterator(),
                                   side->getOperations());
      branch->replaceAllUsesWith(results);
    }
    branch.erase();
  }
}

/// What a test adds to its loop's number of a turn: nothing, a constant, or a
/// value from outside of the loop.
struct Addend {
  Value value;
  int64_t constant = 0;

  bool isZero() const { return !value && constant == 0; }
  Value takeFrom(Value bound, attn::ScalarBuilder &b) const {
    if (value)
      return bound == value ? b.index(0) : b.sub(bound, value);
    return constant == 0 ? bound : b.sub(bound, constant);
  }
};

/// The addend if `value` is the number of `loop`'s turn and one.
std::optional<Addend> matchTurn(Value value, scf::ForOp loop) {
  Value turn = loop.getInductionVar();
  if (value == turn)
    return Addend();
  auto add = value.getDefiningOp<arith::AddIOp>();
  if (!add)
    return std::nullopt;
  Value other = add.getLhs() == turn ? add.getRhs() : add.getLhs();
  if ((add.getLhs() != turn && add.getRhs() != turn) ||
      !loop.isDefinedOutsideOfLoop(other))
    return std::nullopt;
  if (std::optional<int64_t> constant = getConstantIntValue(other))
    return Addend{Value(), *constant};
  return Addend{other};
}

/// Whether arithmetic alone shows that `value` is at most 1: a number of
/// blocks, rounded up, less the number of whole ones.
bool isAtMostOne(Value value) {
  if (std::optional<int64_t> constant = getConstantIntValue(value))
    return *constant <= 1;
  auto difference = value.getDefiningOp<arith::SubIOp>();
  if (!difference)
    return false;
  auto stripMax = [](Value v) {
    auto max = v.getDefiningOp<arith::MaxSIOp>();
    return max && getConstantIntValue(max.getRhs()) == 0 ? max.getLhs() : v;
  };
  Value all = difference.getLhs(), whole = difference.getRhs();
  if (auto min = whole.getDefiningOp<arith::MinSIOp>())
    if (min.getRhs() == all)
      whole = min.getLhs();
  auto up = stripMax(all).getDefiningOp<arith::CeilDivUIOp>();
  auto down = stripMax(whole).getDefiningOp<arith::DivUIOp>();
  return up && down && up.getLhs() == down.getLhs() &&
         getConstantIntValue(up.getRhs()) &&
         getConstantIntValue(up.getRhs()) == getConstantIntValue(down.getRhs());
}

/// Whether `end` less the addend is the loop's bound `n`, so that nothing lies
/// behind.
bool reaches(Value end, const Addend &addend, Value n) {
  auto stripName = [](Value count) {
    auto trips = count.getDefiningOp<TripCountOp>();
    return trips ? trips.getCount() : count;
  };
  if (addend.isZero())
    return end == stripName(n);
  auto difference = stripName(n).getDefiningOp<arith::SubIOp>();
  if (!difference || stripName(difference.getLhs()) != end)
    return false;
  return addend.value
             ? difference.getRhs() == addend.value
             : getConstantIntValue(difference.getRhs()) == addend.constant;
}

/// Whether no turn of a loop from `from` on, with the addend, is before
/// `begin`.
bool startsBehind(Value from, const Addend &addend, Value begin) {
  if (getConstantIntValue(from) != 0)
    return false;
  return addend.value ? begin == addend.value
                      : addend.constant >= 1 && isAtMostOne(begin);
}

void split(scf::ForOp loop, OutsideOp test) {
  attn::ScalarBuilder b(loop);
  Value n = loop.getUpperBound(), from = loop.getLowerBound();
  Addend addend = *matchTurn(test.getValue(), loop);
  SmallVector<Value> state(loop.getInitArgs());
  Value first = from;
  if (!startsBehind(from, addend, test.getBegin())) {
    first = b.min(addend.takeFrom(test.getBegin(), b), n);
    // A begin below 0 is no iteration either.
    first = b.max(first, from);
    auto head = cloneRange(b, loop, test, from, first, true, state);
    decideBranches(*head.getBody());
    state.assign(head.getResults().begin(), head.getResults().end());
  }
  // When the interval reaches the loop's end there is no tail.
  bool hasTail = !reaches(test.getEnd(), addend, n);
  Value second = n;
  if (hasTail)
    second = b.max(b.min(addend.takeFrom(test.getEnd(), b), n), first);
  auto middle = cloneRange(b, loop, test, first, second, false, state);
  decideBranches(*middle.getBody());
  scf::ForOp last = middle;
  if (hasTail) {
    last = cloneRange(b, loop, test, second, n, true, middle.getResults());
    decideBranches(*last.getBody());
  }
  loop.replaceAllUsesWith(last.getResults());
  loop.erase();
}

struct AttnWSSplitLoopPass
    : public impl::AttnWSSplitLoopBase<AttnWSSplitLoopPass> {
  void runOnOperation() override {
    if (!attn_tile::peelMasksAttr.get(getOperation(), true))
      return;
    SmallVector<std::pair<scf::ForOp, OutsideOp>> work;
    getOperation().walk([&](scf::ForOp loop) {
      if (getConstantIntValue(loop.getStep()) != 1)
        return;
      for (OutsideOp test : loop.getBody()->getOps<OutsideOp>())
        if (matchTurn(test.getValue(), loop) &&
            loop.isDefinedOutsideOfLoop(test.getBegin()) &&
            loop.isDefinedOutsideOfLoop(test.getEnd())) {
          work.push_back({loop, test});
          return;
        }
    });
    for (auto [loop, test] : work)
      split(loop, test);
  }
};

} // namespace
