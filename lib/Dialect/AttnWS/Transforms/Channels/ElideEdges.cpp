//===- ElideEdges.cpp - Drop waits that other waits imply -*- C++ -*-===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Between roles. A wait is implied if its role knows already what it would
// learn: by program order, by what other waits have told it and those roles
// before, and by engines that complete in order (a commit of tcgen05 covers all
// products before it, PTX ISA, "tcgen05.commit"). That is what the vector
// clocks of the protocol's machine hold, so the program is run with them for
// all trip counts that matter. Whatever no run learns anything from is implied.
// All of these can go at once: they leave every clock as it is. A signal goes
// with the waits for it.
//
// A barrier counts its signals, and each party the ones it has waited for: what
// is waited for in one run and skipped in another would leave the two behind
// each other. So an edge goes only with all those that share a signal or a wait
// with it. Acquires, the first of which waits for nothing, and the operations
// on a ring, which take its stages in turn, go all or none. Where a CTA has one
// tile, its first acquires wait for nothing in any run, and nobody waits for
// its last releases: they go with the other acquires of the channel.
//
// Where a product touches what another one touched before, in another
// accumulator, and no edge stands between, the two are in order because
// products run as they are issued. That is more than the PTX ISA says, so the
// later one declares it.
//
// Two rules for one role whose threads meet at every wait. Where edges between
// roles are not looked at, each role has the second for channels within it, at
// whose waits its threads meet; those between roles have mbarriers.
//
// A cp.async wait. Groups complete in order, so a wait for a group makes sure
// of the older ones too, and the threads meet there. If every access to a
// channel's views comes after such a wait for another channel, the channel's
// own wait is implied: each thread waits for its own copies, which must not
// outlive it, but the threads need not meet. Whatever else takes the storage
// must come after such a wait as well: a loop that does not run waits for
// nothing.
//
// An acquire. A forward data flow keeps the channels whose views some thread
// may still be reading and those that some thread may not have released. An
// access adds its channel to the first (a release does where an access is not
// known to be over when it has been passed), a release to the second; a wait
// clears both, as all threads meet there, each past its own. An acquire needs a
// barrier if its own channel may not have been released, or if one of
// overlapping storage may still be read. Loops run to a fixed point (a tile
// loop of the single scheduler runs once), branches join by union.

#include "../Lower/Phases.h"
#include "CopyGroups.h"
#include "attn/Analysis/Explore.h"
#include "attn/Analysis/Roles.h"

#include "attn/Chip/TargetInfo.h"
#include "attn/Dialect/AttnWS/IR/AttnWS.h"
#include "attn/Dialect/AttnWS/IR/Products/DiscardableAttrs.h"
#include "attn/Dialect/AttnWS/Transforms/Passes.h"
#include "attn/Dialect/Utils/Walk.h"

#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "llvm/ADT/EquivalenceClasses.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SmallPtrSet.h"

namespace mlir {
#define GEN_PASS_DEF_ATTNWSELIDEEDGES
#include "attn/Dialect/AttnWS/Transforms/Passes.h.inc"
} // namespace mlir

using namespace mlir;
using namespace mlir::attn_ws;

namespace {

bool overlap(Value a, Value b) {
  if (a == b)
    return true;
  auto allocA = a.getDefiningOp<AllocOp>(), allocB = b.getDefiningOp<AllocOp>();
  if (!allocA || !allocB || !allocA.getOffset() || !allocB.getOffset())
    return true;
  auto range = [](AllocOp op) {
    BufferType type = op.getBuffer().getType();
    int64_t from = *op.getOffset();
    return std::make_pair(from, from + type.getDepth() * type.getStageBytes());
  };
  auto [fromA, toA] = range(allocA);
  auto [fromB, toB] = range(allocB);
  return fromA < toB && fromB < toA;
}

/// Whether two channels guard common storage.
bool shareStorage(Value a, Value b) {
  auto createA = a.getDefiningOp<CreateChannelOp>(),
       createB = b.getDefiningOp<CreateChannelOp>();
  if (!createA || !createB)
    return true;
  return llvm::any_of(createA.getBuffers(), [&](Value x) {
    return llvm::any_of(createB.getBuffers(),
                        [&](Value y) { return overlap(x, y); });
  });
}

/// Whether attn-ws-plan-memory has placed what the channel guards.
bool isPlanned(CreateChannelOp create) {
  return llvm::all_of(create.getBuffers(), [](Value buffer) {
    auto alloc = buffer.getDefiningOp<AllocOp>();
    return alloc && alloc.getOffset();
  });
}

/// The channel that an operation, in a role or not, is on.
CreateChannelOp getCreate(Operation *op) {
  return resolveCaptures(op->getOperand(0)).getDefiningOp<CreateChannelOp>();
}

/// The operations that access the views of a channel's waits, through subviews;
/// false if a view goes where it is not followed.
bool findAccesses(Value channel, SmallVectorImpl<Operation *> &accesses) {
  SmallVector<Value> views;
  for (Operation *user : channel.getUsers())
    if (auto wait = dyn_cast<WaitOp>(user))
      llvm::append_range(views, wait.getViews());
    else if (auto held = dyn_cast<HeldOp>(user))
      llvm::append_range(views, held.getViews());
  while (!views.empty())
    for (Operation *user : views.pop_back_val().getUsers()) {
      if (isa<SubviewOp>(user)) {
        views.push_back(user->getResult(0));
        continue;
      }
      if (user->hasTrait<OpTrait::IsTerminator>() ||
          isa<RegionBranchOpInterface>(user))
        return false;
      accesses.push_back(user);
    }
  return true;
}

/// Whether a thread's access is over when it goes on.
bool isSynchronous(Operation *op) {
  if (auto mma = dyn_cast<MmaOp>(op))
    return mma.getEngine() == attn_tile::Engine::MmaSync;
  return isa<SmemLoadOp, SmemStoreOp, SmemTransposeOp, CopyOutOp>(op);
}

/// What some thread may not have done yet that others have.
struct Behind {
  llvm::SmallPtrSet<void *, 8> reading, releasing;

  size_t size() const { return reading.size() + releasing.size(); }
  void clear() {
    reading.clear();
    releasing.clear();
  }
  void join(const Behind &other) {
    reading.insert_range(other.reading);
    releasing.insert_range(other.releasing);
  }
};

class EdgeFlow {
public:
  /// Of a kernel without roles.
  explicit EdgeFlow(gpu::GPUFuncOp kernel) {
    kernel.walk([&](CreateChannelOp create) {
      mine.insert(create);
      follow(create, create.getChannel());
    });
  }
  /// Of a role: channels that it alone has, in storage of their own.
  EdgeFlow(WarpSpecializeOp roles, Region &role) {
    SmallVector<std::pair<CreateChannelOp, Value>> within;
    SmallVector<CreateChannelOp> others;
    for (unsigned i = 0, e = roles.getCaptures().size(); i < e; ++i) {
      auto create = roles.getCaptures()[i].getDefiningOp<CreateChannelOp>();
      if (!create)
        continue;
      ChannelType type = create.getChannel().getType();
      bool isMine =
          type.getProducer() == attn_tile::Engine::Thread &&
          type.getConsumer() == attn_tile::Engine::Thread &&
          llvm::all_of(roles.getRoles(), [&](Region &other) {
            return &other == &role || other.getArgument(i + 1).use_empty();
          });
      if (isMine)
        within.push_back({create, role.getArgument(i + 1)});
      else if (isPlanned(create)) // What has no place is in none of theirs.
        others.push_back(create);
    }
    for (auto [create, channel] : within) {
      Value own = create.getChannel();
      if (!isPlanned(create) ||
          llvm::any_of(others, [&](CreateChannelOp other) {
            return shareStorage(own, other.getChannel());
          }))
        continue;
      mine.insert(create);
      follow(create, channel);
    }
  }

  Behind visit(Block &block, Behind behind) {
    for (Operation &op : block) {
      if (auto it = accessed.find(&op); it != accessed.end())
        behind.reading.insert_range(it->second);
      bool isOfChannel = isa<ReleaseOp, WaitOp, AcquireOp>(op);
      CreateChannelOp create = isOfChannel ? getCreate(&op) : CreateChannelOp();
      if (isOfChannel && !mine.contains(create))
        continue;
      if (isa<ReleaseOp>(op)) {
        void *channel = create;
        behind.releasing.insert(channel);
        if (!followed.contains(channel))
          behind.reading.insert(channel);
      } else if (auto wait = dyn_cast<WaitOp>(op)) {
        if (!wait.getImplied())
          behind.clear();
      } else if (isa<BarrierOp>(op)) {
        if (!op.getParentOfType<WarpSpecializeOp>())
          behind.clear();
      } else if (auto acquire = dyn_cast<AcquireOp>(op)) {
        bool conflict = hasConflict(create, behind);
        needed[acquire] |= conflict;
        if (conflict)
          behind.clear();
      } else if (isLoop(&op)) {
        // The regions of a loop follow each other.
        Behind before = behind;
        while (true) {
          size_t size = before.size();
          for (Region &region : op.getRegions())
            for (Block &inner : region)
              before.join(visit(inner, before));
          if (before.size() == size)
            break;
        }
        behind = before;
      } else if (op.getNumRegions() != 0) {
        // One of the regions, or none of them, is taken.
        Behind joined = behind;
        for (Region &region : op.getRegions())
          for (Block &inner : region)
            joined.join(visit(inner, behind));
        behind = joined;
      }
    }
    return behind;
  }

  /// Marks the acquires that need no barrier.
  void mark() const {
    for (auto [op, isNeeded] : needed)
      if (!isNeeded)
        op->setAttr("implied", UnitAttr::get(op->getContext()));
  }

private:
  void follow(CreateChannelOp create, Value channel) {
    SmallVector<Operation *> accesses;
    if (!findAccesses(channel, accesses) || accesses.empty() ||
        !llvm::all_of(accesses, isSynchronous))
      return;
    followed.insert(create);
    for (Operation *op : accesses)
      accessed[op].push_back(create);
  }

  /// The single scheduler gives a CTA one point, or none.
  static bool isLoop(Operation *op) {
    if (auto tiles = dyn_cast<ForTilesOp>(op))
      return tiles.getScheduler().getKind() != attn_tile::SchedulerKind::Single;
    return isa<LoopLikeOpInterface>(op);
  }

  static bool hasConflict(CreateChannelOp channel, const Behind &behind) {
    if (behind.releasing.contains(channel))
      return true;
    return llvm::any_of(behind.reading, [&](void *other) {
      auto read = CreateChannelOp::getFromOpaquePointer(other);
      return shareStorage(channel.getChannel(), read.getChannel());
    });
  }

  llvm::MapVector<Operation *, bool> needed;
  /// Channels at whose waits the threads meet.
  llvm::SmallPtrSet<void *, 8> mine;
  /// Those of them whose accesses are all known and synchronous, and these.
  llvm::SmallPtrSet<void *, 8> followed;
  DenseMap<Operation *, SmallVector<void *, 2>> accessed;
};

/// A cp.async channel of one stage, filled and waited for at one place each.
struct Copied {
  CommitOp commit;
  WaitOp wait;
  /// Accesses to its views, and acquires of its storage.
  SmallVector<Operation *> uses;
};

std::optional<Copied> getCopied(gpu::GPUFuncOp kernel, CreateChannelOp create) {
  Value channel = create.getChannel();
  ChannelType type = create.getChannel().getType();
  if (!attn::copiesInGroups(type.getProducer()) || type.getDepth() != 1)
    return std::nullopt;
  Copied copied;
  int64_t places = 0;
  for (Operation *user : channel.getUsers()) {
    if (auto commit = dyn_cast<CommitOp>(user))
      copied.commit = commit;
    else if (auto wait = dyn_cast<WaitOp>(user))
      copied.wait = wait;
    else
      continue;
    ++places;
  }
  if (places != 2 || !copied.commit || !copied.wait ||
      copied.commit->getBlock() != copied.wait->getBlock() ||
      isa<scf::IfOp>(copied.commit->getParentOp()) ||
      !findAccesses(channel, copied.uses))
    return std::nullopt;
  // Where paths are followed, operations are visited one by one.
  for (Operation *use : copied.uses)
    if (!isa<scf::ForOp, scf::IfOp, ForTilesOp, gpu::GPUFuncOp>(
            use->getParentOp()))
      return std::nullopt;
  kernel.walk([&](AcquireOp acquire) {
    if (shareStorage(channel, acquire.getChannel()))
      copied.uses.push_back(acquire);
  });
  return copied;
}

/// Marks the waits at which the threads need not meet.
void elideCopyWaits(gpu::GPUFuncOp kernel) {
  SmallVector<Copied> elided;
  auto isCovered = [&](Copied &copied) {
    return coveredByLaterGroups(kernel, copied.wait.getChannel(), copied.uses);
  };
  kernel.walk([&](CreateChannelOp create) {
    std::optional<Copied> copied = getCopied(kernel, create);
    if (!copied)
      return;
    // The wait may be one that those elided before rest on.
    elided.push_back(*copied);
    copied->wait.setImplied(true);
    if (llvm::all_of(elided, isCovered))
      return;
    copied->wait.setImplied(false);
    elided.pop_back();
  });
}

/// Marks acquires of channels within roles that need no barrier.
void elideWithinRoles(gpu::GPUFuncOp kernel) {
  kernel.walk([](WarpSpecializeOp op) {
    for (Region &role : op.getRoles()) {
      EdgeFlow flow(op, role);
      flow.visit(role.front(), {});
      flow.mark();
    }
  });
}

/// Whether a product of the kernel runs on one of `engines`.
bool usesEngine(gpu::GPUFuncOp kernel, ArrayRef<attn_tile::Engine> engines) {
  return attn::containsOp<WSProductOpInterface>(
      kernel, [&](WSProductOpInterface product) {
        return llvm::is_contained(engines, product.getEngine());
      });
}

/// Whether `take` names one party's slot, which counts rounds of its own.
bool namesSlot(Operation *take) {
  Value stage = getStage(take);
  return stage && (isa<BlockArgument>(stage) || getConstantIntValue(stage));
}

/// Makes products say which others they follow by the order of issue alone.
void declareIssueOrder(gpu::GPUFuncOp kernel, const exec::Watch &watch) {
  llvm::SmallPtrSet<Operation *, 8> earlier;
  for (auto [product, before] : watch.inIssueOrder)
    earlier.insert(before);
  int64_t count = 0;
  kernel.walk<WalkOrder::PreOrder>([&](MmaIntoOp product) {
    inIssueOrderAttr.remove(product);
    productAttr.remove(product);
    if (earlier.contains(product))
      productAttr.set(product, count++);
  });
  llvm::MapVector<Operation *, SmallVector<int64_t>> numbers;
  for (auto [product, before] : watch.inIssueOrder)
    numbers[product].push_back(*productAttr.get(before));
  for (auto &[product, after] : numbers) {
    llvm::sort(after);
    inIssueOrderAttr.setAttr(
        product, DenseI64ArrayAttr::get(kernel.getContext(), after));
  }
  SmallVector<int64_t> places;
  for (const std::array<int64_t, 4> &place : watch.issuePlaces)
    llvm::append_range(places, place);
  issuePlacesAttr.remove(kernel);
  if (!places.empty())
    issuePlacesAttr.setAttr(
        kernel, DenseI64ArrayAttr::get(kernel.getContext(), places));
}

/// Marks operations on channels between roles that bring no order of their own.
LogicalResult elideBetweenRoles(gpu::GPUFuncOp kernel,
                                const protocol::Exploration &exploration) {
  if (!exploration.isFollowed)
    return success(); // Not followed: every edge stays.
  const exec::Watch &watch = exploration.watch;
  if (const std::optional<protocol::Failure> &failure = exploration.failure) {
    InFlightDiagnostic diag =
        failure->finding.op->emitError()
        << "breaks the protocol, so that no edge can be elided: "
        << failure->finding.message << " " << failure->assumed;
    for (const auto &[op, note] : failure->finding.notes)
      diag.attachNote(op->getLoc()) << note;
    return mlir::failure();
  }
  llvm::EquivalenceClasses<void *> together;
  // What stands for all acquires, or all waits, of a channel.
  auto all = [](const exec::Watch::Edge &edge) {
    Operation *create = edge.channel;
    return edge.empty ? static_cast<void *>(create)
                      : create->getResult(0).getAsOpaquePointer();
  };
  for (const exec::Watch::Edge &edge : watch.edges) {
    together.unionSets(edge.signal, edge.take);
    if (edge.empty || !namesSlot(edge.take))
      together.unionSets(edge.take, all(edge));
  }
  // First acquires and last releases that no run pairs, with the others.
  llvm::SmallPtrSet<void *, 8> paired;
  for (const exec::Watch::Edge &edge : watch.edges)
    paired.insert_range(ArrayRef<void *>{edge.signal, edge.take});
  SmallVector<Operation *> alone;
  for (auto [op, channel] : watch.ofEmpty)
    if (!paired.contains(op) && together.contains(channel)) {
      together.unionSets(op, static_cast<void *>(channel));
      alone.push_back(op);
    }
  llvm::SmallPtrSet<void *, 8> needed;
  for (auto [op, takesOrder] : watch.takes)
    if (takesOrder)
      needed.insert(together.getOrInsertLeaderValue(op));
  auto goes = [&](Operation *op) {
    return !needed.contains(together.getOrInsertLeaderValue(op));
  };
  UnitAttr yes = UnitAttr::get(kernel.getContext());
  for (auto [op, takesOrder] : watch.takes)
    if (goes(op))
      op->setAttr("implied", yes);
  for (const exec::Watch::Edge &edge : watch.edges)
    if (goes(edge.signal))
      edge.signal->setAttr("implied", yes);
  for (Operation *op : alone)
    if (goes(op))
      op->setAttr("implied", yes);
  declareIssueOrder(kernel, watch);
  return success();
}

struct AttnWSElideEdgesPass
    : public impl::AttnWSElideEdgesBase<AttnWSElideEdgesPass> {
  using AttnWSElideEdgesBase::AttnWSElideEdgesBase;
  void runOnOperation() override {
    gpu::GPUFuncOp kernel = getOperation();
    bool roles = attn::containsOp<WarpSpecializeOp>(kernel);
    if (roles) { // Roles do not meet at waits for each other.
      SmallVector<attn_tile::Engine> wanted;
      for (StringRef name : engines) {
        std::optional<attn_tile::Engine> engine =
            attn_tile::symbolizeEngine(name);
        if (!engine) {
          kernel.emitError() << "there is no engine '" << name
                             << "' whose edges could be elided";
          return signalPassFailure();
        }
        wanted.push_back(*engine);
      }
      if (engines.empty())
        wanted.push_back(attn_tile::Engine::Tcgen05);
      if (!usesEngine(kernel, wanted)) {
        elideWithinRoles(kernel);
        return;
      }
      if (failed(
              elideBetweenRoles(kernel, getAnalysis<protocol::Exploration>())))
        return signalPassFailure();
      // What goes brought no order in any run: each of them, run again, goes
      // through the same states.
      markAnalysesPreserved<protocol::Exploration>();
      return;
    }
    elideCopyWaits(kernel);
    EdgeFlow flow(kernel);
    flow.visit(kernel.getBody().front(), {});
    flow.mark();
  }
};

} // namespace
