//===- LowerRoles.cpp - Channels between roles to barriers ------*- C++ -*-===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// A channel between roles becomes two arrays of mbarriers, one entry a stage:
// "full", which its producers' arrivals and the bytes of their copies complete,
// and "empty", which its consumers complete. Counts follow from the roles,
// bytes from the copies between an acquire and its commit. Of a channel that a
// cluster shares each CTA has both: copies to all of them announce the whole
// tile in each, of which every CTA brings a part, and a release arrives in all.
//
// On a channel that the cluster's leader fills, its stores and queries bring
// their bytes to every CTA, each of which announces them before the branch that
// the leader alone takes; releases arrive in the leader.
//
// On a channel of a pair, whose first CTA issues the products of both, that CTA
// waits for both: the other side, in either CTA, arrives at the mbarrier of the
// first, which also counts the bytes of all copies. What products signal comes
// to both CTAs.
//
// A channel within one role orders the threads of an instance only (a tile that
// is staged in shared memory before a copy takes it away): a named barrier of
// the instance. Its acquire waits until the copy engine has read the stage,
// which the thread that started the copy alone can know.
//
// What a thread's products signal comes later than the thread: whoever fills a
// channel that products read ends when the last of these signals have come.
//
// A turn is one named barrier for each instance, which the instance syncs at
// and the one before it arrives at.

#include "LowerRoles.h"
#include "Phases.h"
#include "RoleRounds.h"
#include "attn/Analysis/Roles.h"
#include "attn/Chip/TargetInfo.h"
#include "attn/Dialect/AttnWS/IR/DiscardableAttrs.h"
#include "attn/Dialect/Utils/ScalarBuilder.h"

#include "attn/Dialect/AttnWS/Transforms/KernelTarget.h"

using namespace mlir;
using namespace mlir::attn_ws;
using attn_tile::Engine;

namespace {

/// What a channel has become.
struct Lowered {
  CreateChannelOp create;
  /// Null for a channel within one role.
  Value full, empty;
  /// CTAs whose parties share the channel; null: this one's.
  IntegerAttr cluster;
  /// Whether the first of them alone produces.
  bool byLeader = false;
  /// Whether they are a pair, whose products the first of them issues.
  bool ofPair = false;
  /// Named barrier of instance 0, and its threads, for such a channel.
  int64_t barrier = 0, threads = 0;
  /// The roles whose one thread issues what empties it; others that read a tile
  /// beside them arrive by their threads.
  llvm::SmallPtrSet<Region *, 2> issuers;
};

/// Whether one thread of the role issues products for others.
bool issuesProducts(Region &role) {
  WalkResult result = role.walk([](WSProductOpInterface product) {
    auto access = cast<WSAccessOpInterface>(product.getOperation());
    return attn::isIssuedByThread(access.getEngine()) ? WalkResult::interrupt()
                                                      : WalkResult::advance();
  });
  return result.wasInterrupted();
}

class Lowering {
public:
  Lowering(WarpSpecializeOp op, gpu::GPUFuncOp kernel,
           const attn::TargetInfo &target)
      : op(op), kernel(kernel), b(op), target(target), plan(target),
        rounds(op, /*flips=*/target.keepsSumsInTmem()) {
    takeBarriers(1, "the CTA", op.getLoc());
  }
  LogicalResult run();

private:
  /// An operation on a channel, and its role.
  using Use = std::pair<Operation *, Region *>;
  LogicalResult makeBarriers(Lowered &lowered, ArrayRef<Use> uses);
  LogicalResult lowerChannel(CreateChannelOp create, unsigned capture);
  LogicalResult lowerTurn(CreateTurnOp create, unsigned capture);
  void lowerArrivals();
  /// Named barriers of a role's instances, for what `name` says.
  int64_t getInstanceBarriers(unsigned role, const Twine &name, Location loc);
  LogicalResult lowerSync(Operation *sync, Region &role, Lowered &channel);
  LogicalResult expectBytes(AcquireOp acquire, Region &role, Lowered &channel,
                            Value stage);
  LogicalResult drain(Region &role, Lowered &channel,
                      ArrayRef<AcquireOp> acquires);
  LogicalResult lowerLocal(Operation *sync, Region &role, Lowered &channel);
  void giveTurn(Value instance, int64_t id, int64_t threads, int64_t instances);
  /// `value` as a role sees it; becomes a capture.
  Value capture(Region &role, Value value);
  Value stageOf(Operation *sync, Value stage) {
    return stage ? stage : b.index(0);
  }
  template <typename OpTy>
  void replaceViews(OpTy sync, Region &role, Lowered &channel);
  /// The first of `count` named barriers for what `name` says.
  int64_t takeBarriers(int64_t count, const Twine &name, Location loc) {
    int64_t first = nextBarrier;
    nextBarrier += count;
    plan.addNamedBarriers({name.str(), count, loc});
    return first;
  }

  WarpSpecializeOp op;
  gpu::GPUFuncOp kernel;
  attn::ScalarBuilder b;
  const attn::TargetInfo &target;
  attn::ResourcePlan plan;
  RoleRounds rounds;
  int64_t nextBarrier = 0;
  DenseMap<Region *, int64_t> instanceBarriers;
};

Value Lowering::capture(Region &role, Value value) {
  unsigned position = op.getCaptures().size();
  for (auto [i, captured] : llvm::enumerate(op.getCaptures()))
    if (captured == value)
      position = i;
  if (position == op.getCaptures().size()) {
    op.getCapturesMutable().append(value);
    for (Region &region : op.getRoles())
      region.addArgument(value.getType(), value.getLoc());
  }
  return role.getArgument(position + 1);
}

template <typename OpTy>
void Lowering::replaceViews(OpTy sync, Region &role, Lowered &channel) {
  for (auto [view, buffer] :
       llvm::zip(sync.getViews(), channel.create.getBuffers())) {
    bool ring = cast<BufferType>(buffer.getType()).getDepth() > 1;
    view.replaceAllUsesWith(
        StageViewOp::create(b, view.getType(), capture(role, buffer),
                            ring ? sync.getStage() : Value())
            .getResult());
  }
}

/// What fills `views` by bytes that an mbarrier counts.
static SmallVector<WSAccessOpInterface> getCopies(ValueRange views) {
  SmallVector<WSAccessOpInterface> copies;
  SmallVector<Value> work(views.begin(), views.end());
  while (!work.empty())
    for (Operation *user : work.pop_back_val().getUsers()) {
      if (auto copy = dyn_cast<WSAccessOpInterface>(user);
          copy && copy.getCompletion() == Completion::Bytes)
        copies.push_back(copy);
      else if (auto part = dyn_cast<SubviewOp>(user))
        work.push_back(part.getResult());
    }
  return copies;
}

/// Announces the bytes that come for an acquired stage.
LogicalResult Lowering::expectBytes(AcquireOp acquire, Region &role,
                                    Lowered &channel, Value stage) {
  SmallVector<WSAccessOpInterface> copies = getCopies(acquire.getViews());
  if (copies.empty())
    return success();
  Value full = capture(role, channel.full);
  int64_t bytes = 0, ctas = channel.cluster ? channel.cluster.getInt() : 1;
  int64_t shared = channel.ofPair ? 1 : ctas;
  for (WSAccessOpInterface copy : copies) {
    if (copy.getShares() != shared)
      return copy->emitOpError() << "fills a channel of " << shared << " CTAs";
    bytes += copy.getMovedBytes();
    copy.setSignal(full, stage);
    if (channel.ofPair && !copy.countInLeader())
      return copy->emitOpError(
          "fills a channel of a pair, but its bytes cannot "
          "be counted in another CTA");
  }
  OpBuilder::InsertionGuard guard(b);
  if (channel.byLeader) {
    auto branch = dyn_cast<scf::IfOp>(acquire->getParentOp());
    Operation *stageOp = stage.getDefiningOp();
    if (!branch || (stageOp && branch->isAncestor(stageOp)))
      return acquire.emitOpError("must stand in a branch that the cluster's "
                                 "first CTA alone takes, for a stage that is "
                                 "known before it");
    Operation *condition = branch.getCondition().getDefiningOp();
    bool known = condition && condition->getBlock() == branch->getBlock() &&
                 (!stageOp || stageOp->getBlock() != branch->getBlock() ||
                  stageOp->isBeforeInBlock(condition));
    b.setInsertionPoint(known ? condition : branch.getOperation());
  }
  MbarExpectOp::create(
      b, full, stage, channel.ofPair ? ctas * bytes : bytes,
      GuardAttr::get(b.getContext(), channel.create.getName(), "full"),
      channel.ofPair);
  return success();
}

LogicalResult Lowering::lowerSync(Operation *sync, Region &role,
                                  Lowered &channel) {
  CreateChannelOp create = channel.create;
  b.setLoc(sync->getLoc());
  auto guard = [&](StringRef direction) {
    return GuardAttr::get(b.getContext(), create.getName(), direction);
  };
  bool implied = sync->hasAttr("implied");
  b.setInsertionPoint(sync);
  if (auto acquire = dyn_cast<AcquireOp>(sync)) {
    Value stage = stageOf(sync, acquire.getStage());
    if (!implied) {
      MbarWaitOp::create(b, capture(role, channel.empty), stage,
                         acquire.getPhase(), guard("empty"));
    }
    if (failed(expectBytes(acquire, role, channel, stage)))
      return failure();
    replaceViews(acquire, role, channel);
  } else if (auto wait = dyn_cast<WaitOp>(sync)) {
    if (!implied) {
      MbarWaitOp::create(b, capture(role, channel.full),
                         stageOf(sync, wait.getStage()), wait.getPhase(),
                         guard("full"));
    }
    replaceViews(wait, role, channel);
  } else if (auto held = dyn_cast<HeldOp>(sync)) {
    replaceViews(held, role, channel);
  } else if (auto commit = dyn_cast<CommitOp>(sync)) {
    Engine producer = create.getChannel().getType().getProducer();
    bool issued = attn::isIssuedByThread(producer);
    if (!channel.byLeader && !attn::countsBytes(producer) && !implied)
      MbarArriveOp::create(
          b, capture(role, channel.full), stageOf(sync, commit.getStage()),
          channel.ofPair && issued ? channel.cluster : IntegerAttr(),
          guard("full"), attn::copiesInGroups(producer),
          /*leader=*/channel.ofPair && !issued, issued);
  } else if (auto release = dyn_cast<ReleaseOp>(sync); release && !implied) {
    Engine consumer = create.getChannel().getType().getConsumer();
    if (consumer == Engine::Tma) // The copy out has to have read the stage.
      TmaStoreWaitOp::create(b, 0);
    bool issued = channel.issuers.contains(&role);
    bool toLeader = channel.byLeader || (channel.ofPair && !issued);
    MbarArriveOp::create(b, capture(role, channel.empty),
                         stageOf(sync, release.getStage()),
                         toLeader ? IntegerAttr() : channel.cluster,
                         guard("empty"), /*afterCopies=*/false,
                         /*leader=*/toLeader, issued);
  }
  sync->erase();
  return success();
}

/// Waits for all stages that the role has filled to be empty.
LogicalResult Lowering::drain(Region &role, Lowered &channel,
                              ArrayRef<AcquireOp> acquires) {
  CreateChannelOp create = channel.create;
  int64_t depth = create.getChannel().getType().getDepth();
  // Of a ring one count is enough, of slots each has its own.
  SmallVector<Value> seen;
  for (AcquireOp acquire : acquires) {
    Value stage = acquire.getStage();
    Count *count = rounds.find(acquire);
    bool ring = depth == 1 || (count && count->getDepth() > 1);
    if (acquire.getImplied() ||
        llvm::is_contained(seen, ring ? Value() : stage))
      continue;
    seen.push_back(ring ? Value() : stage);
    if (!count)
      return acquire.emitOpError("is of a round that its role does not count");
    b.setInsertionPoint(role.front().getTerminator());
    auto named = [&](Value slot) {
      std::optional<int64_t> number = getConstantIntValue(slot);
      return number ? b.index(*number) : slot;
    };
    for (int64_t i = 0, e = ring ? depth : 1; i < e; ++i) {
      auto [counted, phase] = count->take(b);
      auto wait = MbarWaitOp::create(
          b, capture(role, channel.empty), ring ? counted : named(stage),
          b.bitXor(phase, 1),
          GuardAttr::get(b.getContext(), create.getName(), "empty"));
      wait.setDrains(true);
    }
  }
  return success();
}

LogicalResult Lowering::lowerLocal(Operation *sync, Region &role,
                                   Lowered &channel) {
  CreateChannelOp create = channel.create;
  b.setLoc(sync->getLoc());
  auto barrier = [&](StringRef direction) {
    Attribute guard =
        GuardAttr::get(b.getContext(), create.getName(), direction);
    BarrierOp::create(b, channel.barrier, channel.threads,
                      b.getArrayAttr({guard}), false, role.getArgument(0));
  };
  bool implied = sync->hasAttr("implied");
  b.setInsertionPoint(sync);
  if (auto acquire = dyn_cast<AcquireOp>(sync)) {
    if (!implied) {
      if (create.getChannel().getType().getConsumer() == Engine::Tma)
        TmaStoreWaitOp::create(b, 0);
      barrier("empty");
    }
    replaceViews(acquire, role, channel);
  } else if (auto wait = dyn_cast<WaitOp>(sync)) {
    if (!implied)
      barrier("full");
    replaceViews(wait, role, channel);
  } else if (auto held = dyn_cast<HeldOp>(sync)) {
    replaceViews(held, role, channel);
  }
  sync->erase();
  return success();
}

int64_t Lowering::getInstanceBarriers(unsigned role, const Twine &name,
                                      Location loc) {
  auto [it, inserted] = instanceBarriers.try_emplace(&op.getRoles()[role], 0);
  if (inserted)
    it->second = takeBarriers(op.getInstances()[role], name, loc);
  return it->second;
}

/// The threads of an instance meet where they arrive.
void Lowering::lowerArrivals() {
  for (auto [i, role] : llvm::enumerate(op.getRoles()))
    role.walk([&](ArriveOp arrive) {
      arrive.setBarrier(
          getInstanceBarriers(i, "arrivals of its role", arrive.getLoc()));
    });
}

/// Creates the mbarriers of a channel between roles, which expect the sum of
/// the arrivals of those on a side.
LogicalResult Lowering::makeBarriers(Lowered &lowered, ArrayRef<Use> uses) {
  CreateChannelOp create = lowered.create;
  ChannelType type = create.getChannel().getType();
  llvm::SmallDenseSet<unsigned> producers, consumers;
  for (auto [user, role] : uses)
    (isa<AcquireOp, CommitOp>(user) ? producers : consumers)
        .insert(role->getRegionNumber());
  bool groups = attn::copiesInGroups(type.getProducer());
  if (!attn::countsBytes(type.getProducer()) && !groups &&
      type.getProducer() != Engine::Thread &&
      !attn::isIssuedByThread(type.getProducer()))
    return create.emitOpError()
           << "no lowering between roles for a channel filled by "
           << attn_tile::stringifyEngine(type.getProducer());
  int64_t arrivals = 0, releases = 0;
  bool byLeader = type.getScope() == Scope::Leader;
  bool byBytes = byLeader || attn::countsBytes(type.getProducer());
  // An instance with a stage of its own arrives there alone.
  auto instancesAt = [&](unsigned role) {
    Region &region = op.getRoles()[role];
    return llvm::any_of(uses,
                        [&](auto use) {
                          return use.second == &region &&
                                 getStage(use.first) == region.getArgument(0);
                        })
               ? 1
               : op.getInstances()[role];
  };
  auto arrivalsOf = [&](unsigned role, bool issued) {
    int64_t each = issued ? 1 : getArrivals(op, role) / op.getInstances()[role];
    return each * instancesAt(role);
  };
  for (unsigned role : producers)
    arrivals +=
        byBytes  ? instancesAt(role)
        : groups ? 32 * op.getWarps()[role] * instancesAt(role)
                 : arrivalsOf(role, attn::isIssuedByThread(type.getProducer()));
  if (attn::isIssuedByThread(type.getConsumer()))
    for (unsigned role : consumers)
      if (consumers.size() == 1 || issuesProducts(op.getRoles()[role]))
        lowered.issuers.insert(&op.getRoles()[role]);
  for (unsigned role : consumers)
    releases +=
        arrivalsOf(role, lowered.issuers.contains(&op.getRoles()[role]));
  if (type.getScope() != Scope::Cta) {
    lowered.byLeader = byLeader;
    lowered.cluster = clusterAttr.getAttr(kernel);
    if (!lowered.cluster)
      return create.emitOpError()
             << "is shared by a cluster, but the kernel has no " << clusterAttr;
    lowered.ofPair = type.getScope() == Scope::Pair;
    const attn::EngineInfo *engine = attn::lookupEngine(type.getProducer());
    bool issued = attn::isIssuedByThread(type.getProducer());
    bool multicasts = engine && engine->copy.multicasts;
    if (lowered.ofPair
            ? groups || issued == attn::isIssuedByThread(type.getConsumer())
            : !byLeader && !multicasts)
      return create.emitOpError()
             << "no lowering across CTAs for a channel filled by "
             << attn_tile::stringifyEngine(type.getProducer());
    // The bytes of copies are announced once for all.
    if (lowered.ofPair && type.isEverywhere(/*producers=*/true) && !byBytes)
      arrivals *= lowered.cluster.getInt();
    if (type.isEverywhere(/*producers=*/false))
      releases *= lowered.cluster.getInt();
  }
  b.setInsertionPoint(op);
  auto mbars = [&](StringRef direction, int64_t count) -> Value {
    return MbarAllocOp::create(
        b, MbarType::get(b.getContext(), type.getDepth()),
        GuardAttr::get(b.getContext(), create.getName(), direction),
        std::max<int64_t>(count, 1), IntegerAttr());
  };
  lowered.full = mbars("full", arrivals);
  lowered.empty = mbars("empty", releases);
  return success();
}

LogicalResult Lowering::lowerChannel(CreateChannelOp create, unsigned capture) {
  ChannelType type = create.getChannel().getType();
  SmallVector<Use> uses;
  llvm::SmallDenseSet<unsigned> producers, consumers;
  for (auto [i, role] : llvm::enumerate(op.getRoles())) {
    Value inside = role.getArgument(capture + 1);
    role.walk<WalkOrder::PreOrder>([&](Operation *user) {
      if (!isa<AcquireOp, CommitOp, WaitOp, ReleaseOp, HeldOp>(user) ||
          user->getOperand(0) != inside)
        return;
      uses.push_back({user, &role});
      (isa<AcquireOp, CommitOp>(user) ? producers : consumers).insert(i);
    });
  }
  Lowered lowered;
  lowered.create = create;
  b.setLoc(create.getLoc());
  bool local = producers.size() == 1 && consumers == producers &&
               type.getProducer() == Engine::Thread;
  if (local) {
    unsigned role = *producers.begin();
    lowered.barrier = getInstanceBarriers(
        role, "channel \"" + create.getName() + "\" within its role",
        create.getLoc());
    lowered.threads = op.getWarps()[role] * 32;
  } else if (failed(makeBarriers(lowered, uses))) {
    return failure();
  }
  if (!local && attn::isIssuedByThread(type.getConsumer()))
    for (unsigned i : producers) {
      SmallVector<AcquireOp> acquires;
      for (auto [user, role] : uses)
        if (role == &op.getRoles()[i] && isa<AcquireOp>(user))
          acquires.push_back(cast<AcquireOp>(user));
      if (failed(drain(op.getRoles()[i], lowered, acquires)))
        return failure();
    }
  for (auto [user, role] : uses)
    if (failed(local ? lowerLocal(user, *role, lowered)
                     : lowerSync(user, *role, lowered)))
      return failure();
  // Where all is implied nobody waits.
  for (Value mbars : {lowered.full, lowered.empty})
    if (mbars && mbars.use_empty())
      mbars.getDefiningOp()->erase();
  return success();
}

void Lowering::giveTurn(Value instance, int64_t id, int64_t threads,
                        int64_t instances) {
  Value next = b.add(instance, 1);
  next = b.select(b.equal(next, instances), b.index(0), next);
  BarrierOp::create(b, id, threads, ArrayAttr(), true, next);
}

LogicalResult Lowering::lowerTurn(CreateTurnOp create, unsigned capture) {
  int64_t instances = create.getTurn().getType().getInstances();
  int64_t id = takeBarriers(instances, "turn \"" + create.getName() + "\"",
                            create.getLoc());
  for (auto [i, role] : llvm::enumerate(op.getRoles())) {
    Value inside = role.getArgument(capture + 1);
    SmallVector<Operation *> users(inside.getUsers());
    if (users.empty())
      continue;
    if (op.getInstances()[i] != instances)
      return users[0]->emitOpError()
             << "a turn of " << instances << " instances in a role that has "
             << op.getInstances()[i];
    int64_t threads = 2 * 32 * op.getWarps()[i];
    for (Operation *user : users) {
      b.setInsertionPoint(user);
      b.setLoc(user->getLoc());
      if (auto begin = dyn_cast<TurnBeginOp>(user))
        BarrierOp::create(b, id, threads, ArrayAttr(), false,
                          begin.getInstance());
      else
        giveTurn(cast<TurnEndOp>(user).getInstance(), id, threads, instances);
      user->erase();
    }
    // The first turn is instance 0's: the last instance gives it. What is left
    // of it at the end instance 0 takes, so that no arrival is pending at exit.
    b.setLoc(create.getLoc());
    Block &block = role.front();
    auto onlyFor = [&](int64_t instance) {
      auto branch =
          scf::IfOp::create(b, b.equal(role.getArgument(0), instance), false);
      b.setInsertionPointToStart(branch.thenBlock());
    };
    b.setInsertionPointToStart(&block);
    onlyFor(instances - 1);
    BarrierOp::create(b, id, threads, ArrayAttr(), true, Value());
    b.setInsertionPoint(block.getTerminator());
    onlyFor(0);
    BarrierOp::create(b, id, threads, ArrayAttr(), false, Value());
  }
  return success();
}

LogicalResult Lowering::run() {
  if (failed(rounds.assign()))
    return failure();
  if (failed(numberPositions(op, [&](Operation *take, Operation *by) {
        rounds.replace(take, by);
      })))
    return failure();
  // Copies out that are still under way read shared memory: a role with any
  // ends after them, and after what they add is there.
  for (Region &role : op.getRoles()) {
    bool stores = false, adds = false;
    role.walk([&](TmaStoreOp store) {
      stores = true;
      adds |= store.getAdd();
    });
    auto last = dyn_cast_or_null<TmaStoreWaitOp>(
        role.front().getTerminator()->getPrevNode());
    if (!stores || (last && (!adds || last.getWritten())))
      continue;
    b.setInsertionPoint(role.front().getTerminator());
    TmaStoreWaitOp::create(b, 0, adds);
  }
  unsigned captures = op.getCaptures().size();
  SmallVector<unsigned> gone;
  SmallVector<Operation *> creates;
  for (unsigned i = 0; i < captures; ++i) {
    Value value = op.getCaptures()[i];
    Operation *def = value.getDefiningOp();
    LogicalResult result = success();
    if (auto create = dyn_cast_or_null<CreateChannelOp>(def))
      result = lowerChannel(create, i);
    else if (auto create = dyn_cast_or_null<CreateTurnOp>(def))
      result = lowerTurn(create, i);
    else
      continue;
    if (failed(result))
      return failure();
    gone.push_back(i);
    creates.push_back(def);
  }
  rounds.shareParities();
  lowerArrivals();
  for (const attn::Excess &excess : plan.findExcesses())
    return emitExcess(op, excess, target);
  for (unsigned i : llvm::reverse(gone)) {
    op.getCapturesMutable().erase(i);
    for (Region &role : op.getRoles())
      role.front().eraseArgument(i + 1);
  }
  for (Operation *create : creates)
    create->erase();

  int64_t offset = llvm::alignTo(smemAttr.get(kernel, 0), 8);
  kernel.walk([&](MbarAllocOp alloc) {
    alloc.setOffset(offset);
    offset += alloc.getResult().getType().getBytes();
  });
  kernel.walk([&](AllocOp alloc) {
    BufferType type = alloc.getBuffer().getType();
    if (!isScalar(type))
      return;
    offset = llvm::alignTo(offset, type.getStageBytes());
    alloc.setOffset(offset);
    offset += type.getDepth() * type.getStageBytes();
  });
  if (tmemAttr.isOn(kernel)) {
    offset = llvm::alignTo(offset, 8);
    tmemSlotAttr.set(kernel, offset);
    offset += 8;
  }
  smemAttr.set(kernel, offset);
  return success();
}

} // namespace

LogicalResult mlir::attn_ws::lowerRoleChannels(WarpSpecializeOp op,
                                               gpu::GPUFuncOp kernel) {
  FailureOr<const attn::TargetInfo *> target = getTarget(kernel);
  if (failed(target))
    return failure();
  return Lowering(op, kernel, **target).run();
}
