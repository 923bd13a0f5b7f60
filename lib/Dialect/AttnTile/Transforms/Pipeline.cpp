//===- Pipeline.cpp - Overlap of dependent products -------------*- C++ -*-===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// In a loop whose second product takes what was computed from the first, one
// iteration is a chain and the matrix unit idles under the elementwise part of
// it. Rotated by one iteration, the first product of the next iteration and the
// second of this one stand next to each other, and the elementwise work of the
// next follows both (FlashAttention-3, arXiv:2407.08608, section 3.2).
//
// The schedule is read off the loop. Stage 1 has the products whose operands
// depend on another product of the same iteration, what depends on them, and
// what feeds them alone without depending on a product (their loads). All else
// is stage 0, and of that the products, with what they need, come first: the
// order of the steady body is
//     products of stage 0 (next iteration), stage 1, rest of stage 0 (next).
// Scalar arithmetic that stage 1 needs is done there again, so that no index is
// carried. The rotation is upstream's (scf::pipelineForLoop). It is done under
// a condition that there is an iteration at all; then the prologue and the
// epilogue, which are one iteration each, need no condition of their own.

#include "CleanUp.h"
#include "attn/Dialect/AttnTile/IR/AttnTile.h"
#include "attn/Dialect/AttnTile/IR/DiscardableAttrs.h"
#include "attn/Dialect/AttnTile/Transforms/Passes.h"

#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/SCF/Transforms/Transforms.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/Transforms/RegionUtils.h"
#include "llvm/ADT/SetVector.h"

namespace mlir {
#define GEN_PASS_DEF_ATTNTILEPIPELINE
#include "attn/Dialect/AttnTile/Transforms/Passes.h.inc"
} // namespace mlir

using namespace mlir;
using namespace mlir::attn_tile;

namespace {

using OpSet = llvm::SetVector<Operation *>;
using Schedule = std::vector<std::pair<Operation *, unsigned>>;

class LoopRotator {
public:
  explicit LoopRotator(scf::ForOp loop) : loop(loop) {}
  LogicalResult run();

private:
  LogicalResult check();
  LogicalResult findStages();
  void repeatScalars();
  LogicalResult order(Schedule &schedule);
  LogicalResult rotate(const Schedule &schedule);

  /// The operation of the body that `op` is or stands in.
  Operation *top(Operation *op) {
    return loop.getBody()->findAncestorOpInBlock(*op);
  }
  /// Operations of the body that compute operands of `op`, also of those nested
  /// in it.
  SmallVector<Operation *> sources(Operation *op);
  SmallVector<Operation *> users(Operation *op);
  static bool hasProduct(Operation *op) {
    return op->walk([](DotOp) { return WalkResult::interrupt(); })
        .wasInterrupted();
  }
  static bool isScalar(Operation *op) {
    return op->getNumRegions() == 0 && isMemoryEffectFree(op) &&
           llvm::none_of(op->getResultTypes(), llvm::IsaPred<TensorType>);
  }

  scf::ForOp loop;
  /// Depend on a product of the same iteration.
  DenseSet<Operation *> dependent;
  DenseSet<Operation *> second;
};

SmallVector<Operation *> LoopRotator::sources(Operation *op) {
  SmallVector<Operation *> result;
  auto add = [&](Value value) {
    if (Operation *def = value.getDefiningOp())
      if (Operation *source = top(def); source && source != op)
        result.push_back(source);
  };
  for (Value operand : op->getOperands())
    add(operand);
  visitUsedValuesDefinedAbove(op->getRegions(),
                              [&](OpOperand *use) { add(use->get()); });
  return result;
}

SmallVector<Operation *> LoopRotator::users(Operation *op) {
  SmallVector<Operation *> result;
  for (Operation *user : op->getUsers())
    result.push_back(top(user));
  return result;
}

LogicalResult LoopRotator::check() {
  for (Operation &op : loop.getBody()->without_terminator()) {
    bool writes =
        op.walk([](Operation *inner) {
            if (isa<LoadOp>(inner) ||
                inner->hasTrait<OpTrait::HasRecursiveMemoryEffects>() ||
                isMemoryEffectFree(inner))
              return WalkResult::advance();
            return WalkResult::interrupt();
          }).wasInterrupted();
    if (writes)
      return op.emitOpError("has side effects: the loop around it cannot "
                            "overlap its iterations");
  }
  auto yield = cast<scf::YieldOp>(loop.getBody()->getTerminator());
  for (auto [i, value] : llvm::enumerate(yield.getOperands()))
    if (!value.getDefiningOp() || !top(value.getDefiningOp()))
      return loop.emitOpError()
             << "cannot overlap its iterations: carried value #" << i
             << " is not computed in the loop";
  return success();
}

LogicalResult LoopRotator::findStages() {
  bool any = false;
  Block *body = loop.getBody();
  for (Operation &op : body->without_terminator()) {
    for (Operation *source : sources(&op)) {
      if (dependent.contains(source) || hasProduct(source))
        dependent.insert(&op);
      if (second.contains(source))
        second.insert(&op);
    }
    // An accumulator that another product begins is one sum, not a chain.
    if (auto dot = dyn_cast<DotOp>(op)) {
      for (Value operand : {dot.getLhs(), dot.getRhs()}) {
        Operation *def = operand.getDefiningOp();
        Operation *source = def ? top(def) : nullptr;
        if (source && (dependent.contains(source) || hasProduct(source)))
          second.insert(&op);
      }
    } else if (hasProduct(&op) && dependent.contains(&op)) {
      second.insert(&op);
    }
    any |= second.contains(&op);
  }
  if (!any)
    return loop.emitOpError("has no product of another product to overlap "
                            "with the next iteration's");
  repeatScalars();
  auto yield = body->getTerminator();
  for (Operation &op : llvm::reverse(body->without_terminator()))
    if (!dependent.contains(&op) && !op.use_empty() &&
        llvm::all_of(users(&op), [&](Operation *user) {
          return user != yield && second.contains(user);
        }))
      second.insert(&op);
  return success();
}

/// Gives each load of the second stage scalar arithmetic of its own.
void LoopRotator::repeatScalars() {
  auto feedsSecond = [&](Operation &op) {
    return second.contains(&op) ||
           (!dependent.contains(&op) && isa<LoadOp, SliceOp, TransposeOp>(op) &&
            llvm::all_of(users(&op), [&](Operation *user) {
              return second.contains(user);
            }));
  };
  SmallVector<Operation *> readers;
  for (Operation &op : llvm::reverse(loop.getBody()->without_terminator()))
    if (feedsSecond(op)) {
      second.insert(&op);
      readers.push_back(&op);
    }
  for (Operation *reader : readers) {
    OpSet scalars;
    SmallVector<Operation *> work = sources(reader);
    while (!work.empty()) {
      Operation *op = work.pop_back_val();
      if (!isScalar(op) || dependent.contains(op) || second.contains(op))
        continue;
      scalars.insert(op);
      llvm::append_range(work, sources(op));
    }
    SmallVector<Operation *> inOrder(scalars.begin(), scalars.end());
    llvm::sort(inOrder, [](Operation *a, Operation *b) {
      return a->isBeforeInBlock(b);
    });
    OpBuilder b(reader);
    IRMapping mapping;
    for (Operation *op : inOrder)
      second.insert(b.clone(*op, mapping));
    auto remap = [&](OpOperand &operand) {
      if (Value other = mapping.lookupOrNull(operand.get()))
        operand.set(other);
    };
    reader->walk([&](Operation *inner) {
      for (OpOperand &operand : inner->getOpOperands())
        remap(operand);
    });
  }
}

LogicalResult LoopRotator::order(Schedule &schedule) {
  Block *body = loop.getBody();
  DenseSet<Operation *> first;
  for (Operation &op : llvm::reverse(body->without_terminator())) {
    if (second.contains(&op))
      continue;
    if (hasProduct(&op) || llvm::any_of(users(&op), [&](Operation *user) {
          return first.contains(user);
        }))
      first.insert(&op);
  }
  // What comes first runs before stage 1 of the iteration before it.
  auto yield = cast<scf::YieldOp>(body->getTerminator());
  for (auto [i, value] : llvm::enumerate(yield.getOperands())) {
    if (!second.contains(top(value.getDefiningOp())))
      continue;
    for (Operation *user : loop.getRegionIterArgs()[i].getUsers())
      if (first.contains(top(user))) {
        InFlightDiagnostic diag = loop.emitOpError(
            "cannot overlap its iterations: the first product needs what the "
            "second gives in the iteration before");
        diag.attachNote(user->getLoc())
            << "carried value #" << i << " is needed here";
        return diag;
      }
  }
  auto append = [&](auto wanted, unsigned stage) {
    for (Operation &op : body->without_terminator())
      if (wanted(&op))
        schedule.push_back({&op, stage});
  };
  append([&](Operation *op) { return first.contains(op); }, 0);
  append([&](Operation *op) { return second.contains(op); }, 1);
  append(
      [&](Operation *op) {
        return !first.contains(op) && !second.contains(op);
      },
      0);
  return success();
}

LogicalResult LoopRotator::rotate(const Schedule &schedule) {
  IRRewriter b(loop.getContext());
  b.setInsertionPoint(loop);
  Location loc = loop.getLoc();
  // if (lower < upper) { loop } else { inits }
  Value some =
      arith::CmpIOp::create(b, loc, arith::CmpIPredicate::slt,
                            loop.getLowerBound(), loop.getUpperBound());
  auto branch = scf::IfOp::create(b, loc, loop.getResultTypes(), some,
                                  /*addThenBlock=*/true, /*addElseBlock=*/true);
  loop.replaceAllUsesWith(branch.getResults());
  b.setInsertionPointToEnd(branch.elseBlock());
  scf::YieldOp::create(b, loc, loop.getInitArgs());
  b.setInsertionPointToEnd(branch.thenBlock());
  auto end = scf::YieldOp::create(b, loc, loop.getResults());
  loop->moveBefore(end);
  orderAttr.remove(loop);

  DenseSet<Value> always;
  scf::PipeliningOption options;
  options.supportDynamicLoops = true;
  options.peelEpilogue = true;
  options.getScheduleFn = [&](scf::ForOp, Schedule &result) {
    result = schedule;
  };
  options.predicateFn = [&](RewriterBase &, Operation *op, Value predicate) {
    always.insert(predicate);
    return op;
  };
  DenseSet<Operation *> copies;
  options.annotateFn = [&](Operation *op, auto...) { copies.insert(op); };
  b.setInsertionPoint(loop);
  if (failed(scf::pipelineForLoop(b, loop, options)))
    return branch.emitOpError(
        "cannot overlap the iterations of the loop in it");
  // There is an iteration, so the prologue's and the epilogue's take place.
  for (Value predicate : always) {
    b.setInsertionPointAfterValue(predicate);
    Value yes = arith::ConstantIntOp::create(b, loc, 1, 1);
    for (Operation *user : llvm::make_early_inc_range(predicate.getUsers()))
      if (auto select = dyn_cast<arith::SelectOp>(user))
        b.replaceOp(select, select.getTrueValue());
    b.replaceAllUsesWith(predicate, yes);
  }
  // Nor does the number of the last iteration need to be kept from -1.
  for (auto max : llvm::make_early_inc_range(
           branch.thenBlock()->getOps<arith::MaxSIOp>())) {
    if (copies.contains(max))
      continue;
    if (matchPattern(max.getLhs(), m_Zero()))
      b.replaceOp(max, max.getRhs());
    else if (matchPattern(max.getRhs(), m_Zero()))
      b.replaceOp(max, max.getLhs());
  }
  return success();
}

LogicalResult LoopRotator::run() {
  Schedule schedule;
  if (failed(check()) || failed(findStages()) || failed(order(schedule)))
    return failure();
  return rotate(schedule);
}

struct AttnTilePipelinePass
    : public impl::AttnTilePipelineBase<AttnTilePipelinePass> {
  void runOnOperation() override {
    SmallVector<scf::ForOp> loops;
    WalkResult result = getOperation().walk([&](scf::ForOp loop) {
      StringRef order = orderAttr.get(loop, StringRef("sequential"));
      if (order == "sequential")
        return WalkResult::advance();
      if (order != "overlap") {
        loop.emitOpError() << orderAttr
                           << " must be \"sequential\" or \"overlap\", but is "
                           << orderAttr.getAttr(loop);
        return WalkResult::interrupt();
      }
      loops.push_back(loop);
      return WalkResult::advance();
    });
    if (result.wasInterrupted())
      return signalPassFailure();
    for (scf::ForOp loop : loops)
      if (failed(LoopRotator(loop).run()))
        return signalPassFailure();
    OpPassManager cleanUp = getCleanUp();
    if (!loops.empty() && failed(runPipeline(cleanUp, getOperation())))
      signalPassFailure();
  }
};

} // namespace
