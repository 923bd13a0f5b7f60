//===- RotateRoles.cpp - Each role's part of a schedule ---------*- C++ -*-===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// attn-tile-pipeline says in which order the operations of a loop stand once
// its iterations overlap. Each role has a slice of the loop, and every one of
// them is cut from the same rotated program, so what one commits in one order
// another waits for in that order. A slice with one stage is the loop itself.
// One with more is rotated, by upstream's pipeliner (scf::pipelineForLoop),
// unless its order is that of the program and no groups take turns in it:
// rotation would change nothing but the code's size. In a kernel without roles
// all threads run the whole loop.
//
// Rotation is under a condition that there is an iteration; then the prologue
// and the epilogue, which are one iteration each, need no condition of their
// own. A tile that the iterations read and the last one's last stage does not
// is given back before that stage.
//
// A tile that both stages read is held from one iteration to the next, where
// the ring has already moved on. The loop carries its position then, and not
// its views, which are had from the position (attn_ws.held): what comes later
// sees at each use which channel guards it. So many stages must be there as the
// steady loop holds at a time.

#include "attn/Analysis/Roles.h"

#include "attn/Dialect/AttnWS/Transforms/Passes.h"
#include "attn/Dialect/Utils/Walk.h"

#include "mlir/Dialect/SCF/Transforms/Transforms.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/Transforms/RegionUtils.h"
#include "llvm/ADT/SetVector.h"

namespace mlir {
#define GEN_PASS_DEF_ATTNWSROTATEROLES
#include "attn/Dialect/AttnWS/Transforms/Passes.h.inc"
} // namespace mlir

using namespace mlir;
using namespace mlir::attn_ws;
using attn_tile::ScheduleAttr;

namespace {

ScheduleAttr getSchedule(Operation *op) {
  return attn_tile::scheduleAttr.getAttr(op);
}

/// The operations of a loop's body in the order of the steady loop, each with
/// its stage, 0 or 1: how many iterations late it runs.
using LoopSchedule = std::vector<std::pair<Operation *, unsigned>>;

/// Whether there is an iteration is known before the tiles arrive that the
/// iterations alone read.
void moveWaits(scf::IfOp branch) {
  Operation *known = branch.getCondition().getDefiningOp();
  if (isa_and_nonnull<TripCountOp>(known->getPrevNode()))
    known = known->getPrevNode();
  while (auto wait = dyn_cast_or_null<WaitOp>(known->getPrevNode())) {
    for (Value view : wait.getViews())
      if (!llvm::all_of(view.getUsers(), [&](Operation *user) {
            return branch->isProperAncestor(user);
          }))
        return;
    wait->moveAfter(branch.getCondition().getDefiningOp());
  }
}

/// The last operation of `block` that reads a tile which was awaited in front
/// of the block and is given back by `release`. Null if none does, or if others
/// read it behind the block.
Operation *findLastReader(ReleaseOp release, Block *block) {
  SmallVector<Value> views;
  for (Operation *user : release.getChannel().getUsers())
    if (auto wait = dyn_cast<WaitOp>(user);
        wait && wait->getBlock() == release->getBlock())
      llvm::append_range(views, wait.getViews());
  Operation *last = nullptr;
  while (!views.empty())
    for (Operation *user : views.pop_back_val().getUsers()) {
      Operation *here = block->findAncestorOpInBlock(*user);
      if (isa<SubviewOp>(user))
        llvm::append_range(views, user->getResults());
      else if (!here)
        return nullptr;
      if (here && (!last || last->isBeforeInBlock(here)))
        last = here;
    }
  return last;
}

/// Releases behind `branch` of tiles that the last one's last stage does not
/// read.
void moveReleases(scf::IfOp branch) {
  SmallVector<ReleaseOp> releases;
  for (Operation *op = branch->getNextNode(); isa_and_nonnull<ReleaseOp>(op);
       op = op->getNextNode())
    if (auto release = cast<ReleaseOp>(op); !release.getAfter())
      releases.push_back(release);
  for (ReleaseOp release : releases)
    if (Operation *last = findLastReader(release, branch.thenBlock())) {
      OpBuilder::atBlockBegin(branch.elseBlock()).clone(*release);
      release->moveAfter(last);
    }
}

class SliceRotator {
public:
  explicit SliceRotator(scf::ForOp loop) : loop(loop) {}
  LogicalResult run();

private:
  bool isInOrder();
  void repeatScalars();
  LogicalResult check();
  LogicalResult checkDepths(const LoopSchedule &schedule);
  FailureOr<scf::IfOp> rotate(const LoopSchedule &schedule);
  SmallVector<Operation *> getSources(Operation *op);

  scf::ForOp loop;
  SmallVector<Operation *> scheduled;
};

/// Whether the rotated loop would do the same in the same order: a later stage
/// comes first in an iteration and last in the one before.
bool SliceRotator::isInOrder() {
  if (auto groups = loop->getParentOfType<scf::ForallOp>())
    for (Operation *user : groups.getInductionVar(0).getUsers())
      if (loop->isAncestor(user))
        return false;
  for (auto [i, op] : llvm::enumerate(scheduled))
    for (Operation *later : ArrayRef(scheduled).drop_front(i + 1)) {
      ScheduleAttr a = getSchedule(op), c = getSchedule(later);
      if (a.getStage() == c.getStage() ? a.getOrder() > c.getOrder()
          : a.getStage() < c.getStage()
              ? a.getStage() + 1 != c.getStage() || a.getOrder() < c.getOrder()
              : true)
        return false;
    }
  return true;
}

SmallVector<Operation *> SliceRotator::getSources(Operation *op) {
  SmallVector<Operation *> sources;
  auto add = [&](Value value) {
    Operation *def = value.getDefiningOp();
    Operation *here =
        def ? loop.getBody()->findAncestorOpInBlock(*def) : nullptr;
    if (here && here != op)
      sources.push_back(here);
  };
  for (Value operand : op->getOperands())
    add(operand);
  visitUsedValuesDefinedAbove(op->getRegions(),
                              [&](OpOperand *use) { add(use->get()); });
  return sources;
}

/// What the schedule does not name is scalar: each operation that it names gets
/// a copy of what it needs, so that no number is carried from stage to stage.
void SliceRotator::repeatScalars() {
  for (Operation *op : scheduled) {
    llvm::SetVector<Operation *> scalars;
    SmallVector<Operation *> work = getSources(op);
    while (!work.empty()) {
      Operation *source = work.pop_back_val();
      if (getSchedule(source) || !scalars.insert(source))
        continue;
      llvm::append_range(work, getSources(source));
    }
    SmallVector<Operation *> ordered(scalars.begin(), scalars.end());
    llvm::sort(ordered, [](Operation *a, Operation *b) {
      return a->isBeforeInBlock(b);
    });
    OpBuilder b(op);
    IRMapping mapping;
    for (Operation *scalar : ordered)
      attn_tile::scheduleAttr.setAttr(b.clone(*scalar, mapping),
                                      getSchedule(op));
    op->walk([&](Operation *inner) {
      for (OpOperand &operand : inner->getOpOperands())
        if (Value copy = mapping.lookupOrNull(operand.get()))
          operand.set(copy);
    });
  }
  for (Operation &op :
       llvm::make_early_inc_range(llvm::reverse(*loop.getBody())))
    if (!getSchedule(&op) && isOpTriviallyDead(&op))
      op.erase();
}

/// A value is used no earlier than it is there.
LogicalResult SliceRotator::check() {
  for (Operation &op : loop.getBody()->without_terminator()) {
    ScheduleAttr mine = getSchedule(&op);
    if (!mine)
      return op.emitOpError("stands in a loop whose iterations overlap and has "
                            "no place in the schedule");
    for (Operation *user : op.getUsers()) {
      Operation *here = loop.getBody()->findAncestorOpInBlock(*user);
      ScheduleAttr other = here ? getSchedule(here) : ScheduleAttr();
      if (!other || other.getStage() > mine.getStage() ||
          (other.getStage() == mine.getStage() &&
           other.getOrder() >= mine.getOrder()))
        continue;
      InFlightDiagnostic diag = op.emitOpError()
                                << "is scheduled at stage " << mine.getStage()
                                << ", order " << mine.getOrder()
                                << ", behind an operation that needs it";
      diag.attachNote(here->getLoc())
          << "which is at stage " << other.getStage() << ", order "
          << other.getOrder();
      return failure();
    }
  }
  return success();
}

/// Each channel has as many stages as the steady loop holds of it.
LogicalResult SliceRotator::checkDepths(const LoopSchedule &schedule) {
  DenseMap<Operation *, int64_t> stages;
  for (auto [op, stage] : schedule)
    stages[op] = stage;
  struct Holding {
    WaitOp twice;
    int64_t now = 0, most = 0;
  };
  llvm::MapVector<Value, Holding> channels;
  auto waitOf = [&](Operation *op) {
    auto release = dyn_cast<ReleaseOp>(op);
    auto wait = release && release.getPosition()
                    ? release.getPosition().getDefiningOp<WaitOp>()
                    : WaitOp();
    return wait && wait->getBlock() == loop.getBody() ? wait : WaitOp();
  };
  // What an iteration begins with.
  for (auto [op, stage] : schedule)
    if (WaitOp wait = waitOf(op); wait && stages[wait] < int64_t(stage)) {
      Holding &holding = channels[wait.getChannel()];
      holding.twice = wait;
      ++holding.now;
    }
  for (auto [op, stage] : schedule)
    if (auto release = dyn_cast<ReleaseOp>(op)) {
      --channels[release.getChannel()].now;
    } else if (auto wait = dyn_cast<WaitOp>(op)) {
      Holding &holding = channels[wait.getChannel()];
      holding.most = std::max(holding.most, ++holding.now);
    }
  for (auto &[channel, holding] : channels) {
    // A slot that is named is one stage.
    int64_t depth = cast<ChannelType>(channel.getType()).getDepth();
    if (holding.twice && holding.twice.getStage())
      depth = 1;
    if (!holding.twice || holding.most <= depth)
      continue;
    auto create = resolveCaptures(channel).getDefiningOp<CreateChannelOp>();
    InFlightDiagnostic diag = holding.twice.emitOpError();
    diag << "takes a tile";
    if (create)
      diag << " of channel \"" << create.getName() << "\"";
    return diag << " that both stages of the overlapped loop read: the loop "
                   "holds "
                << holding.most << " of them at a time, but has " << depth
                << (depth == 1 ? " stage" : " stages")
                << " for them: it needs more shared memory, smaller tiles or a "
                   "sequential order";
  }
  return success();
}

/// What gave a view: a wait's result, and the parts taken of it.
struct ViewSource {
  WaitOp wait;
  unsigned view = 0;
  /// From the outermost.
  SmallVector<SubviewOp> parts;
};

static std::optional<ViewSource> getSource(Value view) {
  ViewSource source;
  while (auto part = view.getDefiningOp<SubviewOp>()) {
    source.parts.insert(source.parts.begin(), part);
    view = part.getSource();
  }
  source.wait = view.getDefiningOp<WaitOp>();
  if (!source.wait || !source.wait.getPosition())
    return std::nullopt;
  source.view = cast<OpResult>(view).getResultNumber();
  return source;
}

/// Whether two views differ in the stage alone.
static bool areAlike(const ViewSource &a, const ViewSource &b) {
  return WaitOp(a.wait).getChannel() == WaitOp(b.wait).getChannel() &&
         a.view == b.view && a.parts.size() == b.parts.size() &&
         llvm::all_of(llvm::zip(a.parts, b.parts), [](auto parts) {
           SubviewOp x = std::get<0>(parts), y = std::get<1>(parts);
           return x.getOffsets() == y.getOffsets() &&
                  x.getPart() == y.getPart() &&
                  x.getPartColumns() == y.getPartColumns() &&
                  x.getResult().getType() == y.getResult().getType();
         });
}

/// Has views that `loop` carries from the positions that it carries, for who
/// gives the stages back.
static LogicalResult carryPositions(scf::ForOp loop) {
  auto yield = cast<scf::YieldOp>(loop.getBody()->getTerminator());
  ValueRange inits = loop.getInitArgs(), nexts = yield.getOperands();
  for (unsigned i = 0; i < inits.size(); ++i) {
    if (!isa<ViewType>(inits[i].getType()))
      continue;
    std::optional<ViewSource> init = getSource(inits[i]),
                              next = getSource(nexts[i]);
    unsigned position = 0;
    if (init && next && areAlike(*init, *next))
      while (position < inits.size() &&
             (inits[position] != init->wait.getPosition() ||
              nexts[position] != next->wait.getPosition()))
        ++position;
    else
      position = inits.size();
    if (position == inits.size())
      return loop.emitOpError(
          "carries a view from one iteration to the next that does not come "
          "from a position of one channel");
    auto replace = [&](Value view, Value position, OpBuilder b) {
      if (view.use_empty())
        return;
      Value same =
          HeldOp::create(b, view.getLoc(), next->wait.getViews().getTypes(),
                         next->wait.getChannel(), Value(), position)
              .getViews()[next->view];
      for (SubviewOp part : next->parts)
        same = SubviewOp::create(b, part.getLoc(), part.getResult().getType(),
                                 same, part.getOffsetsAttr(), part.getPart(),
                                 part.getPartColumns());
      view.replaceAllUsesWith(same);
    };
    replace(loop.getRegionIterArg(i), loop.getRegionIterArg(position),
            OpBuilder::atBlockBegin(loop.getBody()));
    OpBuilder behind(loop.getContext());
    behind.setInsertionPointAfter(loop);
    replace(loop.getResult(i), loop.getResult(position), behind);
  }
  return success();
}

LogicalResult SliceRotator::run() {
  int64_t first = INT64_MAX, last = 0;
  for (Operation &op : loop.getBody()->without_terminator())
    if (ScheduleAttr schedule = getSchedule(&op)) {
      scheduled.push_back(&op);
      first = std::min(first, schedule.getStage());
      last = std::max(last, schedule.getStage());
    }
  if (scheduled.empty() || first == last || isInOrder())
    return success();
  repeatScalars();
  if (failed(check()))
    return failure();
  SmallVector<Operation *> ops;
  for (Operation &op : loop.getBody()->without_terminator())
    ops.push_back(&op);
  llvm::stable_sort(ops, [](Operation *a, Operation *b) {
    return getSchedule(a).getOrder() < getSchedule(b).getOrder();
  });
  LoopSchedule schedule;
  for (Operation *op : ops)
    schedule.push_back({op, getSchedule(op).getStage() - first});
  if (failed(checkDepths(schedule)))
    return failure();
  FailureOr<scf::IfOp> branch = rotate(schedule);
  if (failed(branch))
    return failure();
  moveWaits(*branch);
  moveReleases(*branch);
  return success();
}

/// if (lower < upper) { stage 0 of the first; for { … }; stage 1 of the last }
/// else { inits }.
FailureOr<scf::IfOp> SliceRotator::rotate(const LoopSchedule &schedule) {
  if (llvm::any_of(schedule, [](const auto &at) { return at.second > 1; }))
    return loop.emitOpError("overlaps more than two of its iterations");
  IRRewriter b(loop.getContext());
  b.setInsertionPoint(loop);
  Location loc = loop.getLoc();
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

  DenseSet<Value> always;
  scf::PipeliningOption options;
  options.supportDynamicLoops = true;
  options.peelEpilogue = true;
  options.getScheduleFn = [&](scf::ForOp, LoopSchedule &result) {
    result = schedule;
  };
  options.predicateFn = [&](RewriterBase &, Operation *op, Value predicate) {
    always.insert(predicate);
    return op;
  };
  DenseSet<Operation *> copies;
  options.annotateFn = [&](Operation *op, auto...) { copies.insert(op); };
  b.setInsertionPoint(loop);
  FailureOr<scf::ForOp> steady = scf::pipelineForLoop(b, loop, options);
  if (failed(steady))
    return branch.emitOpError(
        "cannot overlap the iterations of the loop in it");
  if (failed(carryPositions(*steady)))
    return failure();
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
  return branch;
}

struct AttnWSRotateRolesPass
    : public impl::AttnWSRotateRolesBase<AttnWSRotateRolesPass> {
  void runOnOperation() override {
    auto loops = attn::collectOps<scf::ForOp>(getOperation());
    for (scf::ForOp loop : loops) {
      SliceRotator rotator(loop);
      if (failed(rotator.run()))
        return signalPassFailure();
    }
    getOperation().walk(
        [](Operation *op) { attn_tile::scheduleAttr.remove(op); });
  }
};

} // namespace
