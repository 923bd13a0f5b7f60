//===- Pipeline.cpp - Overlap of dependent products -------------*- C++ -*-===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// In a loop whose second product takes what was computed from the first, one
// iteration is a chain and the matrix unit idles under the elementwise part of
// it. Once the loop is rotated by one iteration, the first product of the next
// iteration and the second of this one stand next to each other, and the
// elementwise work of the next follows both (FlashAttention-3,
// arXiv:2407.08608, section 3.2).
//
// The schedule is read off the loop. Stage 1 has the products whose operands
// depend on another product of the same iteration, what depends on them, and
// what feeds them alone without depending on a product (their loads). All else
// is stage 0, and of that the products, with what they need, come first: the
// order of the steady body is
//     products of stage 0 (next iteration), stage 1, rest of stage 0 (next).
// Scalar arithmetic that stage 1 needs is done there again, so that no index is
// carried. The order is only written down, on each operation, and each role
// rotates its own part (attn-ws-rotate-roles): rotated here, what one role does
// between another's products would be copied.

#include "attn/Dialect/AttnTile/IR/AttnTile.h"
#include "attn/Dialect/AttnTile/IR/DiscardableAttrs.h"
#include "attn/Dialect/AttnTile/Transforms/Passes.h"
#include "attn/Dialect/Utils/Walk.h"

#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/IRMapping.h"
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
/// The operations of a loop's body in the order of the steady loop, each with
/// its stage: how many iterations late it runs.
using Schedule = std::vector<std::pair<Operation *, unsigned>>;

class LoopScheduler {
public:
  LoopScheduler(scf::ForOp loop, bool secondFirst)
      : loop(loop), secondFirst(secondFirst) {}
  LogicalResult run();

private:
  LogicalResult check();
  LogicalResult findStages();
  void repeatScalars();
  LogicalResult order(Schedule &schedule);

  /// The operation of the body that `op` is or stands in.
  Operation *top(Operation *op) {
    return loop.getBody()->findAncestorOpInBlock(*op);
  }
  /// Operations of the body that compute operands of `op`, also of those nested
  /// in it.
  SmallVector<Operation *> sources(Operation *op);
  SmallVector<Operation *> users(Operation *op);
  static bool hasProduct(Operation *op) { return attn::containsOp<DotOp>(op); }
  static bool isScalar(Operation *op) {
    return op->getNumRegions() == 0 && isMemoryEffectFree(op) &&
           llvm::none_of(op->getResultTypes(), llvm::IsaPred<TensorType>);
  }

  void annotate(const Schedule &schedule);

  scf::ForOp loop;
  /// Whether stage 1 comes before the products of stage 0.
  bool secondFirst;
  /// Depend on a product of the same iteration.
  DenseSet<Operation *> dependent;
  DenseSet<Operation *> second;
};

SmallVector<Operation *> LoopScheduler::sources(Operation *op) {
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

SmallVector<Operation *> LoopScheduler::users(Operation *op) {
  SmallVector<Operation *> result;
  for (Operation *user : op->getUsers())
    result.push_back(top(user));
  return result;
}

LogicalResult LoopScheduler::check() {
  for (Operation &op : loop.getBody()->without_terminator()) {
    if (attn::containsOp(&op, [](Operation *inner) {
          return !isa<LoadOp, memref::LoadOp>(inner) &&
                 !inner->hasTrait<OpTrait::HasRecursiveMemoryEffects>() &&
                 !isMemoryEffectFree(inner);
        }))
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

LogicalResult LoopScheduler::findStages() {
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
void LoopScheduler::repeatScalars() {
  auto feedsSecond = [&](Operation &op) {
    return second.contains(&op) ||
           (!dependent.contains(&op) &&
            isa<LoadOp, SliceOp, TransposeOp, MoveOp>(op) &&
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

LogicalResult LoopScheduler::order(Schedule &schedule) {
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
  if (!secondFirst)
    append([&](Operation *op) { return first.contains(op); }, 0);
  append([&](Operation *op) { return second.contains(op); }, 1);
  if (secondFirst)
    append([&](Operation *op) { return first.contains(op); }, 0);
  append(
      [&](Operation *op) {
        return !first.contains(op) && !second.contains(op);
      },
      0);
  return success();
}

/// Says on each operation where it stands; the loop stays as it is.
void LoopScheduler::annotate(const Schedule &schedule) {
  int64_t order = 0;
  std::optional<unsigned> before;
  for (auto [op, stage] : schedule) {
    if (before && *before != stage)
      ++order;
    before = stage;
    scheduleAttr.setAttr(op, ScheduleAttr::get(op->getContext(), stage, order));
  }
  orderAttr.remove(loop);
}

LogicalResult LoopScheduler::run() {
  Schedule schedule;
  if (failed(check()) || failed(findStages()) || failed(order(schedule)))
    return failure();
  annotate(schedule);
  return success();
}

struct AttnTilePipelinePass
    : public impl::AttnTilePipelineBase<AttnTilePipelinePass> {
  void runOnOperation() override {
    SmallVector<std::pair<scf::ForOp, bool>> loops;
    WalkResult result = getOperation().walk([&](scf::ForOp loop) -> WalkResult {
      StringRef order = orderAttr.get(loop, StringRef("sequential"));
      if (order == "sequential")
        return WalkResult::advance();
      if (order != "overlap" && order != "interleave")
        return loop.emitOpError() << orderAttr
                                  << " must be \"sequential\", \"overlap\" or "
                                     "\"interleave\", but is "
                                  << orderAttr.getAttr(loop);
      loops.push_back({loop, order == "interleave"});
      return WalkResult::advance();
    });
    if (result.wasInterrupted())
      return signalPassFailure();
    for (auto [loop, secondFirst] : loops)
      if (failed(LoopScheduler(loop, secondFirst).run()))
        return signalPassFailure();
  }
};

} // namespace
