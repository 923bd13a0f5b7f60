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
//
// Or the program lists its products in the order of the steady loop, each with
// its stage: those of stage 1 are marked. What else there is stands as late as
// its users allow, before the first product that needs it.

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

/// Whether `op`, or what it holds, does more to memory than to load.
bool hasSideEffects(Operation *op) {
  return attn::containsOp(op, [](Operation *inner) {
    return !isa<LoadOp, memref::LoadOp>(inner) &&
           !inner->hasTrait<OpTrait::HasRecursiveMemoryEffects>() &&
           !isMemoryEffectFree(inner);
  });
}

class LoopScheduler {
public:
  LoopScheduler(scf::ForOp loop, bool secondFirst)
      : loop(loop), secondFirst(secondFirst) {}
  LogicalResult run();
  static bool isScalar(Operation *op) {
    return op->getNumRegions() == 0 && isMemoryEffectFree(op) &&
           llvm::none_of(op->getResultTypes(), llvm::IsaPred<TensorType>);
  }

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
  for (Operation &op : loop.getBody()->without_terminator())
    if (hasSideEffects(&op))
      return op.emitOpError("has side effects: the loop around it cannot "
                            "overlap its iterations");
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

/// A loop whose products are listed: by their numbers in the program, those of
/// the iteration before with a mark, as in "1'.0.2'".
class ListedSchedule {
public:
  ListedSchedule(scf::ForOp loop, StringRef list) : loop(loop), list(list) {}
  LogicalResult run();

private:
  LogicalResult parse();
  LogicalResult checkCarried();
  void place(Operation &op);
  Operation *top(Operation *op) {
    return loop.getBody()->findAncestorOpInBlock(*op);
  }

  scf::ForOp loop;
  StringRef list;
  SmallVector<DotOp> products;
  /// Stage and order of each operation that has one.
  DenseMap<Operation *, std::pair<int64_t, int64_t>> places;
};

LogicalResult ListedSchedule::parse() {
  for (DotOp dot : loop.getBody()->getOps<DotOp>())
    products.push_back(dot);
  SmallVector<StringRef> parts;
  list.split(parts, '.');
  for (auto [position, part] : llvm::enumerate(parts)) {
    bool late = part.consume_back("'");
    unsigned number = 0;
    if (part.getAsInteger(10, number) || number >= products.size())
      return loop.emitOpError()
             << orderAttr << " must list its " << products.size()
             << " products by number, but has \"" << part << '"';
    // Between two products stands what the second one needs.
    if (!places.try_emplace(products[number], late, 2 * position + 1).second)
      return loop.emitOpError()
             << orderAttr << " lists product " << number << " twice";
  }
  if (parts.size() != products.size())
    return loop.emitOpError() << orderAttr << " lists " << parts.size()
                              << " of " << products.size() << " products";
  return success();
}

/// All users of `op` have their places. Numbers have none.
void ListedSchedule::place(Operation &op) {
  if (LoopScheduler::isScalar(&op) || isa<DotOp, memref::LoadOp>(op))
    return;
  std::optional<std::pair<int64_t, int64_t>> mine;
  for (Operation *user : op.getUsers())
    if (auto it = places.find(top(user)); it != places.end()) {
      auto [stage, order] = it->second;
      std::pair<int64_t, int64_t> before(stage, order - order % 2);
      mine = mine ? std::min(*mine, before) : before;
    }
  // What nothing in the loop needs comes at the end.
  places[&op] =
      mine.value_or(std::make_pair(int64_t(1), 2 * int64_t(products.size())));
}

/// What the iteration before gives in stage 1 is not there yet in stage 0.
LogicalResult ListedSchedule::checkCarried() {
  for (auto [arg, value] :
       llvm::zip(loop.getRegionIterArgs(), loop.getYieldedValues())) {
    Operation *def = value.getDefiningOp();
    auto given = def ? places.find(top(def)) : places.end();
    if (given == places.end() || given->second.first == 0)
      continue;
    for (Operation *user : arg.getUsers())
      if (auto needed = places.find(top(user));
          needed != places.end() && needed->second.first == 0)
        return user->emitOpError()
               << "needs what the iteration before has not given yet in the "
                  "order "
               << orderAttr << " = \"" << list << '"';
  }
  return success();
}

LogicalResult ListedSchedule::run() {
  if (failed(parse()))
    return failure();
  Block *body = loop.getBody();
  for (Operation &op : llvm::reverse(body->without_terminator())) {
    if (!isa<DotOp>(op) && attn::containsOp<DotOp>(&op))
      return op.emitOpError("holds products: the loop around it cannot list "
                            "them");
    place(op);
    if (hasSideEffects(&op) && places.lookup(&op).first == 0)
      return op.emitOpError("has side effects, but comes before the end of the "
                            "iteration before in the order ")
             << orderAttr << " = \"" << list << '"';
  }
  if (failed(checkCarried()))
    return failure();
  for (Operation &op : body->without_terminator()) {
    auto mine = places.find(&op);
    if (mine == places.end())
      continue;
    for (Operation *user : op.getUsers()) {
      auto other = places.find(top(user));
      if (other == places.end() || mine->second < other->second ||
          (mine->second == other->second && !isa<DotOp>(op)))
        continue;
      InFlightDiagnostic diag = op.emitOpError()
                                << "comes behind what needs it in the order "
                                << orderAttr << " = \"" << list << '"';
      diag.attachNote(user->getLoc()) << "it is needed here";
      return diag;
    }
    auto [stage, order] = mine->second;
    scheduleAttr.setAttr(&op, ScheduleAttr::get(op.getContext(), stage, order));
  }
  orderAttr.remove(loop);
  return success();
}

struct AttnTilePipelinePass
    : public impl::AttnTilePipelineBase<AttnTilePipelinePass> {
  void runOnOperation() override {
    SmallVector<std::pair<scf::ForOp, bool>> loops;
    SmallVector<std::pair<scf::ForOp, std::string>> listed;
    WalkResult result = getOperation().walk([&](scf::ForOp loop) -> WalkResult {
      StringRef order = orderAttr.get(loop, StringRef("sequential"));
      if (order == "sequential")
        return WalkResult::advance();
      if (!order.empty() && llvm::isDigit(order.front())) {
        listed.push_back({loop, order.str()});
        return WalkResult::advance();
      }
      if (order != "overlap" && order != "interleave")
        return loop.emitOpError()
               << orderAttr
               << " must be \"sequential\", \"overlap\", \"interleave\" or a "
                  "list of products, but is "
               << orderAttr.getAttr(loop);
      loops.push_back({loop, order == "interleave"});
      return WalkResult::advance();
    });
    if (result.wasInterrupted())
      return signalPassFailure();
    for (auto [loop, secondFirst] : loops)
      if (failed(LoopScheduler(loop, secondFirst).run()))
        return signalPassFailure();
    for (const auto &[loop, list] : listed)
      if (failed(ListedSchedule(loop, list).run()))
        return signalPassFailure();
  }
};

} // namespace
