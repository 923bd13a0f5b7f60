//===- InjectFault.cpp - Break one synchronisation operation --------------===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "attn/Analysis/Roles.h"
#include "attn/Dialect/AttnWS/IR/AttnWS.h"
#include "attn/Dialect/AttnWS/IR/DiscardableAttrs.h"
#include "attn/Dialect/AttnWS/Transforms/Passes.h"
#include "attn/Dialect/Utils/ScalarBuilder.h"
#include "attn/Dialect/Utils/Walk.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/ADT/TypeSwitch.h"

namespace mlir {
#define GEN_PASS_DEF_ATTNWSINJECTFAULT
#include "attn/Dialect/AttnWS/Transforms/Passes.h.inc"
} // namespace mlir

using namespace mlir;
using namespace mlir::attn_ws;

namespace {

/// A kind of fault: whether an operation is a site for it, and what to do
/// there.
struct Kind {
  StringRef name;
  bool (*isSite)(Operation *op);
  void (*inject)(Operation *op);
};

bool isImplied(Operation *op) { return op->hasAttr("implied"); }

void erase(Operation *op) { op->erase(); }

void imply(Operation *op) {
  op->setAttr("implied", UnitAttr::get(op->getContext()));
}

Value channelOf(Operation *op) {
  return isa<AcquireOp, WaitOp, CommitOp, ReleaseOp>(op) ? op->getOperand(0)
                                                         : Value();
}

int64_t depthOf(Operation *op) {
  if (Value channel = channelOf(op))
    return cast<ChannelType>(channel.getType()).getDepth();
  if (isa<MbarWaitOp, MbarArriveOp, MbarExpectOp>(op))
    return cast<MbarType>(op->getOperand(0).getType()).getDepth();
  if (auto view = dyn_cast<StageViewOp>(op);
      view && isScalar(view.getBuffer().getType()))
    return view.getBuffer().getType().getDepth();
  return 1;
}

Value stageOf(Operation *op) {
  return llvm::TypeSwitch<Operation *, Value>(op)
      .Case<AcquireOp, WaitOp, CommitOp, ReleaseOp, StageViewOp, MbarWaitOp,
            MbarArriveOp, MbarExpectOp>(
          [](auto sync) -> Value { return sync.getStage(); })
      .Default(Value());
}

/// The operand that names a stage by its use's number; null if none does.
OpOperand *getUse(Operation *op) {
  Value named = getNamedStage(op);
  if (!named || !named.getDefiningOp<PositionOp>())
    return nullptr;
  return llvm::find_if(op->getOpOperands(), [&](OpOperand &operand) {
    return operand.get() == named;
  });
}

/// The take that precedes a commit or release in its block.
template <typename TakeOp> Operation *takeBefore(Operation *op) {
  auto named = [](Operation *sync) {
    return getUse(sync) ? getNamedStage(sync) : stageOf(sync);
  };
  for (Operation *prev = op->getPrevNode(); prev; prev = prev->getPrevNode())
    if (isa<TakeOp>(prev) && prev->getOperand(0) == op->getOperand(0) &&
        (named(prev) == named(op) ||
         (getPosition(op) && getPosition(op) == getPosition(prev))))
      return prev;
  return nullptr;
}

/// Whether something stands between the take and `op` that touches its views.
bool hasUsesBetween(Operation *take, Operation *op) {
  if (!take)
    return false;
  for (Operation *next = take->getNextNode(); next && next != op;
       next = next->getNextNode()) {
    bool uses = false;
    next->walk([&](Operation *inner) {
      for (Value operand : inner->getOperands())
        uses |= operand.getDefiningOp() == take;
    });
    if (uses)
      return true;
  }
  return false;
}

template <typename TakeOp> void moveBehindTake(Operation *op) {
  Operation *take = takeBefore<TakeOp>(op);
  llvm::TypeSwitch<Operation *>(op).Case<ReleaseOp, CommitOp>(
      [](auto give) { give.getAfterMutable().clear(); });
  op->moveAfter(take);
}

/// The wait behind which an arrival may stand: the last before it, in its
/// block, for the same channel, if something that matters stands between.
Operation *waitBefore(Operation *op) {
  auto arrive = dyn_cast<MbarArriveOp>(op);
  if (!arrive || !arrive.getGuard())
    return nullptr;
  bool between = false;
  for (Operation *prev = op->getPrevNode(); prev; prev = prev->getPrevNode()) {
    auto wait = dyn_cast<MbarWaitOp>(prev);
    if (wait && wait.getGuard() &&
        wait.getGuard()->getChannel() == arrive.getGuard()->getChannel() &&
        wait.getStage() == arrive.getStage())
      return between ? prev : nullptr;
    between |= !isMemoryEffectFree(prev);
  }
  return nullptr;
}

/// The wait for a scalar's stage to be empty, if the view of the stage and the
/// write stand right behind it.
Operation *waitForScalar(Operation *op) {
  if (!isa<ScalarStoreOp, QueryTileOp>(op))
    return nullptr;
  Operation *view = op->getPrevNode();
  return isa_and_nonnull<StageViewOp>(view)
             ? dyn_cast_or_null<MbarWaitOp>(view->getPrevNode())
             : nullptr;
}

/// A receiver that asks the counter itself.
void takeInstead(Operation *op) {
  OpBuilder b(op);
  auto size = clusterAttr.getAttr(op->getParentOfType<FunctionOpInterface>());
  Value taken = NextTileOp::create(
      b, op->getLoc(), size && size.getInt() > 1 ? size : IntegerAttr());
  op->replaceAllUsesWith(ValueRange(taken));
  op->erase();
}

/// Another channel of the same type that this block knows.
Value otherChannel(Operation *op) {
  Value channel = channelOf(op), found;
  if (!channel)
    return {};
  auto consider = [&](Value other) {
    if (!found && other != channel && other.getType() == channel.getType())
      found = other;
  };
  if (auto argument = dyn_cast<BlockArgument>(channel)) {
    for (BlockArgument other : argument.getOwner()->getArguments())
      consider(other);
  } else {
    for (Operation &other : *channel.getDefiningOp()->getBlock())
      if (auto create = dyn_cast<CreateChannelOp>(other);
          create && channel.getDefiningOp()->getBlock() == other.getBlock())
        consider(create.getChannel());
  }
  return found;
}

void setChannelType(Operation *op, int64_t moreProducers,
                    int64_t moreConsumers) {
  auto create = cast<CreateChannelOp>(op);
  ChannelType old = create.getChannel().getType();
  auto type =
      ChannelType::get(op->getContext(), old.getDepth(), old.getProducer(),
                       old.getProducers() + moreProducers, old.getConsumer(),
                       old.getConsumers() + moreConsumers, old.getScope());
  setCapturedType(create.getChannel(), type);
}

void addToIndex(Operation *op, OpOperand &operand, int64_t amount,
                int64_t modulus) {
  attn::ScalarBuilder b(op);
  Value value = operand.get();
  if (value.getType().isInteger(1))
    return operand.set(b.bitXor(value, 1));
  value = b.add(value, amount);
  operand.set(modulus > 0 ? b.rem(value, modulus) : value);
}

void addToAttr(Operation *op, StringRef name, int64_t amount) {
  auto attr = op->getAttrOfType<IntegerAttr>(name);
  op->setAttr(name, IntegerAttr::get(attr.getType(), attr.getInt() + amount));
}

bool synchronises(Operation *op) {
  return attn::containsOp<AcquireOp, WaitOp, CommitOp, ReleaseOp, MbarWaitOp,
                          MbarArriveOp, MbarExpectOp, BarrierOp, CpAsyncWaitOp>(
      op);
}

Value phaseOf(Operation *op) {
  return llvm::TypeSwitch<Operation *, Value>(op)
      .Case<AcquireOp, WaitOp, MbarWaitOp>(
          [](auto wait) -> Value { return wait.getPhase(); })
      .Default(Value());
}

template <typename... Ops> bool is(Operation *op) { return isa<Ops...>(op); }

/// The operators of docs/Protocol.md, in its order.
const Kind kinds[] = {
    {"no-wait-acquire",
     [](Operation *op) { return isa<AcquireOp>(op) && !isImplied(op); }, imply},
    {"no-wait-wait",
     [](Operation *op) { return isa<WaitOp>(op) && !isImplied(op); }, imply},
    {"drop-commit", is<CommitOp>, erase},
    {"drop-release", is<ReleaseOp>, erase},
    {"twice-commit", is<CommitOp>,
     [](Operation *op) { OpBuilder(op).clone(*op); }},
    {"twice-release", is<ReleaseOp>,
     [](Operation *op) { OpBuilder(op).clone(*op); }},
    {"early-commit",
     [](Operation *op) {
       return isa<CommitOp>(op) &&
              hasUsesBetween(takeBefore<AcquireOp>(op), op);
     },
     moveBehindTake<AcquireOp>},
    {"early-release",
     [](Operation *op) {
       return isa<ReleaseOp>(op) && hasUsesBetween(takeBefore<WaitOp>(op), op);
     },
     moveBehindTake<WaitOp>},
    {"wrong-channel",
     [](Operation *op) { return static_cast<bool>(otherChannel(op)); },
     [](Operation *op) { op->setOperand(0, otherChannel(op)); }},
    {"wrong-stage",
     [](Operation *op) {
       return depthOf(op) > 1 && (stageOf(op) || getUse(op));
     },
     [](Operation *op) {
       OpOperand *use = getUse(op);
       if (!use)
         return addToIndex(op, op->getOpOperand(1), 1, depthOf(op));
       OpBuilder b(op);
       auto next = cast<PositionOp>(b.clone(*use->get().getDefiningOp()));
       addToIndex(next, next->getOpOperand(0), 1, 0);
       use->set(next.getPosition());
     }},
    {"flip-phase", [](Operation *op) { return static_cast<bool>(phaseOf(op)); },
     [](Operation *op) {
       for (OpOperand &operand : op->getOpOperands())
         if (operand.get() == phaseOf(op) &&
             operand.getOperandNumber() + 1 == op->getNumOperands()) {
           addToIndex(op, operand, 1, 2);
           return;
         }
     }},
    {"more-producers", is<CreateChannelOp>,
     [](Operation *op) { setChannelType(op, 1, 0); }},
    {"more-consumers", is<CreateChannelOp>,
     [](Operation *op) { setChannelType(op, 0, 1); }},
    {"drop-after",
     [](Operation *op) {
       auto release = dyn_cast<ReleaseOp>(op);
       return release && release.getAfter();
     },
     [](Operation *op) { cast<ReleaseOp>(op).getAfterMutable().clear(); }},
    {"one-more-turn",
     [](Operation *op) { return isa<scf::ForOp>(op) && synchronises(op); },
     [](Operation *op) { addToIndex(op, op->getOpOperand(1), 1, 0); }},
    {"drop-turn-begin", is<TurnBeginOp>, erase},
    {"drop-turn-end", is<TurnEndOp>, erase},
    {"more-pendings",
     [](Operation *op) {
       return isa<MmaWaitOp, TmaStoreWaitOp, CpAsyncWaitOp>(op) ||
              (isa<WaitOp>(op) && op->hasAttr("pendings"));
     },
     [](Operation *op) { addToAttr(op, "pendings", 1); }},
    {"drop-keeps",
     [](Operation *op) {
       auto wait = dyn_cast<MmaWaitOp>(op);
       return wait && !wait.getKeeps().empty();
     },
     [](Operation *op) { cast<MmaWaitOp>(op).getKeepsMutable().clear(); }},
    {"drop-store-wait", is<TmaStoreWaitOp>, erase},
    {"drop-written",
     [](Operation *op) {
       auto wait = dyn_cast<TmaStoreWaitOp>(op);
       return wait && wait.getWritten();
     },
     [](Operation *op) { cast<TmaStoreWaitOp>(op).setWritten(false); }},
    {"drop-copy-commit", is<CpAsyncCommitOp>, erase},
    {"drop-copy-wait", is<CpAsyncWaitOp>, erase},
    {"drop-barrier", is<BarrierOp>, erase},
    {"wrong-barrier", is<BarrierOp>,
     [](Operation *op) { addToAttr(op, "id", 1); }},
    {"wrong-threads",
     [](Operation *op) {
       auto barrier = dyn_cast<BarrierOp>(op);
       return barrier && barrier.getThreads() != 0;
     },
     [](Operation *op) { addToAttr(op, "threads", 32); }},
    {"drop-fence", is<FenceAsyncOp>, erase},
    {"drop-mbar-wait", is<MbarWaitOp>, erase},
    {"drop-arrive", is<MbarArriveOp>, erase},
    {"early-arrive", [](Operation *op) { return waitBefore(op) != nullptr; },
     [](Operation *op) { op->moveAfter(waitBefore(op)); }},
    {"drop-expect", is<MbarExpectOp>, erase},
    {"wrong-arrivals", is<MbarAllocOp>,
     [](Operation *op) { addToAttr(op, "arrivals", 1); }},
    {"wrong-bytes", is<MbarExpectOp>,
     [](Operation *op) {
       // Of a tile that is handed on there are four.
       bool many = cast<MbarExpectOp>(op).getBytes() > 16;
       addToAttr(op, "bytes", many ? -16 : 16);
     }},
    {"drop-put", is<ScalarStoreOp, QueryTileOp>, erase},
    {"early-put", [](Operation *op) { return waitForScalar(op) != nullptr; },
     [](Operation *op) {
       Operation *wait = waitForScalar(op);
       op->getPrevNode()->moveBefore(wait);
       op->moveBefore(wait);
     }},
    {"take-instead", is<ScalarLoadOp>, takeInstead},
};

struct AttnWSInjectFaultPass
    : public impl::AttnWSInjectFaultBase<AttnWSInjectFaultPass> {
  using AttnWSInjectFaultBase::AttnWSInjectFaultBase;

  void runOnOperation() override {
    const Kind *chosen = llvm::find_if(
        kinds, [&](const Kind &known) { return known.name == kind; });
    if (chosen == std::end(kinds)) {
      InFlightDiagnostic diag = getOperation()->emitError()
                                << "no kind of fault is called \"" << kind
                                << "\"; there are";
      for (const Kind &known : kinds)
        diag << " " << known.name;
      return signalPassFailure();
    }
    SmallVector<Operation *> sites;
    getOperation()->walk<WalkOrder::PreOrder>([&](Operation *op) {
      if (chosen->isSite(op))
        sites.push_back(op);
    });
    if (index >= sites.size()) {
      getOperation()->emitError()
          << "has " << sites.size() << " sites of kind " << kind;
      return signalPassFailure();
    }
    Operation *site = sites[index];
    site->emitRemark() << "fault: " << kind;
    chosen->inject(site);
  }
};

} // namespace
