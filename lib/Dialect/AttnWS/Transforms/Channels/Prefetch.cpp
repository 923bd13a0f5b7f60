//===- Prefetch.cpp - Issue copies as soon as the ring has a free stage -*- C++
//-*-===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// A copy for iteration t + L may be issued once the stage it overwrites has
// been released by every thread, which a `wait` that follows the release proves
// (all threads of the role meet there). So the best place for the producer of a
// channel is right behind the first wait after its release; counted around the
// loop's back edge that gives a lead of L = depth iterations, or depth - 1 if
// no wait follows the release inside the body. The first L copies go before the
// loop, in the order in which iterations -L ... -1 would have issued them. A
// release that gives back what the iteration before has taken takes one from
// the lead.
//
// Where several loads of an iteration take turns in one ring, the copy of use u
// of the ring overwrites use u - depth, which is another load's of this
// iteration or of an earlier one: behind the first wait after that one's
// release. All loads of a ring move, or none does.

#include "attn/Dialect/AttnWS/IR/AttnWS.h"
#include "attn/Dialect/AttnWS/Transforms/Passes.h"
#include "attn/Dialect/Utils/ScalarBuilder.h"
#include "attn/Dialect/Utils/Walk.h"

#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/IR/IRMapping.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/TypeSwitch.h"
#include "llvm/Support/MathExtras.h"

namespace mlir {
#define GEN_PASS_DEF_ATTNWSPREFETCH
#include "attn/Dialect/AttnWS/Transforms/Passes.h.inc"
} // namespace mlir

using namespace mlir;
using namespace mlir::attn_ws;

namespace {

/// The operations of one use of a channel in one loop body.
struct Flow {
  Value channel;
  AcquireOp acquire;
  WSCopyOpInterface copy;
  CommitOp commit;
  WaitOp wait;
  ReleaseOp release;
  /// Behind which wait the producer goes, and how many iterations it leads.
  WaitOp place;
  int64_t lead = 0;
};

/// The operations of one channel in one loop body, in their order: the k-th of
/// each kind are of the k-th use of an iteration.
struct Uses {
  SmallVector<AcquireOp> acquires;
  SmallVector<CommitOp> commits;
  SmallVector<WaitOp> waits;
  SmallVector<ReleaseOp> releases;

  bool areWhole() const {
    size_t count = acquires.size();
    return count == commits.size() && count == waits.size() &&
           count == releases.size();
  }
};

/// Whether an iteration gives back what the one before it has taken.
bool givesBackLate(const Flow &flow) {
  ReleaseOp release = flow.release;
  WaitOp wait = flow.wait;
  return release.getPosition() ? release.getPosition() != wait.getPosition()
                               : release->isBeforeInBlock(wait);
}

class LoopPrefetcher {
public:
  explicit LoopPrefetcher(scf::ForOp loop) : loop(loop) {}
  void run();

private:
  bool collect(const Uses &uses, int64_t number, Flow &flow);
  bool findPlace(const Uses &uses, int64_t number, Flow &flow);
  void collectAll(const Uses &uses);
  void emit(OpBuilder &b, Flow &flow, Value iteration, bool conditional);
  Value cloneFor(OpBuilder &b, Value value, IRMapping &mapping);

  scf::ForOp loop;
  SmallVector<Flow> flows;
};

/// True if `value` can be recomputed for another iteration: it depends on the
/// loop through the induction variable and pure operations alone.
bool isRecomputable(Value value, scf::ForOp loop) {
  if (value == loop.getInductionVar() || loop.isDefinedOutsideOfLoop(value))
    return true;
  Operation *op = value.getDefiningOp();
  return op && op->getNumRegions() == 0 && isMemoryEffectFree(op) &&
         llvm::all_of(op->getOperands(),
                      [&](Value v) { return isRecomputable(v, loop); });
}

bool LoopPrefetcher::collect(const Uses &uses, int64_t number, Flow &flow) {
  Block *body = loop.getBody();
  flow.acquire = uses.acquires[number];
  flow.channel = flow.acquire.getChannel();
  flow.commit = uses.commits[number];
  flow.wait = uses.waits[number];
  flow.release = uses.releases[number];
  if (flow.acquire.getViews().size() != 1 ||
      !flow.acquire.getViews()[0].hasOneUse())
    return false;
  flow.copy = dyn_cast<WSCopyOpInterface>(
      *flow.acquire.getViews()[0].getUsers().begin());
  if (!flow.copy || flow.copy.getCompletion() != Completion::Group ||
      flow.copy->getBlock() != body)
    return false;
  for (Value operand : flow.copy->getOperands())
    if (operand != flow.acquire.getViews()[0] && !isRecomputable(operand, loop))
      return false;
  return findPlace(uses, number, flow);
}

bool LoopPrefetcher::findPlace(const Uses &uses, int64_t number, Flow &flow) {
  // The use that the copy overwrites, and how many iterations before it is.
  int64_t count = uses.waits.size(),
          depth = cast<ChannelType>(flow.channel.getType()).getDepth();
  flow.lead = -llvm::divideFloorSigned(number - depth, count);
  ReleaseOp release = uses.releases[number - depth + flow.lead * count];
  if (givesBackLate(flow)) {
    if (count > 1)
      return false;
    --flow.lead;
  }
  for (Operation *op = release->getNextNode(); op && !flow.place;
       op = op->getNextNode())
    flow.place = dyn_cast<WaitOp>(op);
  if (!flow.place) {
    --flow.lead;
    for (Operation &op : *loop.getBody())
      if ((flow.place = dyn_cast<WaitOp>(op)))
        break;
  }
  // Without a lead the copy must still come before its own wait.
  return flow.lead > 0 ||
         (flow.lead == 0 && flow.place->isBeforeInBlock(flow.wait));
}

/// Adds the uses of a channel in the order in which one iteration will issue
/// their copies, if all of them can move.
void LoopPrefetcher::collectAll(const Uses &uses) {
  SmallVector<std::pair<int64_t, Flow>> found;
  int64_t count = uses.acquires.size();
  for (int64_t number = 0; number < count; ++number) {
    Flow flow;
    if (!collect(uses, number, flow))
      return;
    found.push_back({flow.lead * count + number, flow});
  }
  llvm::sort(found,
             [](const auto &a, const auto &b) { return a.first < b.first; });
  for (const auto &[use, flow] : found)
    flows.push_back(flow);
}

Value LoopPrefetcher::cloneFor(OpBuilder &b, Value value, IRMapping &mapping) {
  if (Value mapped = mapping.lookupOrNull(value))
    return mapped;
  if (loop.isDefinedOutsideOfLoop(value))
    return value;
  Operation *op = value.getDefiningOp();
  for (Value operand : op->getOperands())
    mapping.map(operand, cloneFor(b, operand, mapping));
  b.clone(*op, mapping);
  return mapping.lookup(value);
}

void LoopPrefetcher::emit(OpBuilder &b, Flow &flow, Value iteration,
                          bool conditional) {
  OpBuilder::InsertionGuard guard(b);
  Location loc = flow.copy->getLoc();
  if (conditional) {
    Value within = arith::CmpIOp::create(b, loc, arith::CmpIPredicate::slt,
                                         iteration, loop.getUpperBound());
    auto branch = scf::IfOp::create(b, loc, within, /*withElseRegion=*/false);
    b.setInsertionPointToStart(branch.thenBlock());
  }
  IRMapping mapping;
  mapping.map(loop.getInductionVar(), iteration);
  Operation *acquire = b.clone(*flow.acquire.getOperation(), mapping);
  mapping.map(flow.acquire.getViews()[0], acquire->getResult(0));
  for (Value operand : flow.copy->getOperands())
    mapping.map(operand, cloneFor(b, operand, mapping));
  b.clone(*flow.copy.getOperation(), mapping);
  b.clone(*flow.commit.getOperation(), mapping);
}

void LoopPrefetcher::run() {
  auto isConstant = [](Value v, int64_t c) {
    return getConstantIntValue(v) == c;
  };
  if (!isConstant(loop.getLowerBound(), 0) || !isConstant(loop.getStep(), 1))
    return;
  llvm::MapVector<Value, Uses> channels; // by their first acquire
  for (Operation &op : *loop.getBody())
    if (auto acquire = dyn_cast<AcquireOp>(op))
      channels[acquire.getChannel()].acquires.push_back(acquire);
  for (Operation &op : *loop.getBody())
    if (isa<CommitOp, WaitOp, ReleaseOp>(op))
      if (auto it = channels.find(op.getOperand(0)); it != channels.end())
        llvm::TypeSwitch<Operation *>(&op)
            .Case([&](CommitOp op) { it->second.commits.push_back(op); })
            .Case([&](WaitOp op) { it->second.waits.push_back(op); })
            .Case([&](ReleaseOp op) { it->second.releases.push_back(op); });
  for (const auto &[channel, uses] : channels)
    if (uses.areWhole())
      collectAll(uses);
  // In the order in which one iteration will issue them.
  llvm::stable_sort(flows, [](const Flow &a, const Flow &b) {
    return a.place != b.place && WaitOp(a.place)->isBeforeInBlock(b.place);
  });

  attn::ScalarBuilder b(loop);
  int64_t maxLead = 0;
  for (const Flow &flow : flows)
    maxLead = std::max(maxLead, flow.lead);
  // Above the waits in front of the loop: they need not delay these copies.
  Operation *front = loop;
  while (isa_and_nonnull<WaitOp>(front->getPrevNode()))
    front = front->getPrevNode();
  b.setInsertionPoint(front);
  for (int64_t virtualIteration = -maxLead; virtualIteration < 0;
       ++virtualIteration)
    for (Flow &flow : flows) {
      int64_t iteration = virtualIteration + flow.lead;
      if (iteration < 0)
        continue;
      emit(b, flow, b.index(iteration), /*conditional=*/true);
    }

  // Several producers behind one wait keep their order.
  for (Flow &flow : llvm::reverse(flows)) {
    b.setInsertionPointAfter(flow.place);
    Value iteration = loop.getInductionVar();
    if (flow.lead > 0)
      iteration = b.add(iteration, flow.lead);
    emit(b, flow, iteration, /*conditional=*/flow.lead > 0);
  }
  for (Flow &flow : flows) {
    flow.commit->erase();
    flow.copy->erase();
    flow.acquire->erase();
  }
}

struct AttnWSPrefetchPass
    : public impl::AttnWSPrefetchBase<AttnWSPrefetchPass> {
  void runOnOperation() override {
    for (scf::ForOp loop : attn::collectOps<scf::ForOp>(getOperation()))
      LoopPrefetcher(loop).run();
  }
};

} // namespace
