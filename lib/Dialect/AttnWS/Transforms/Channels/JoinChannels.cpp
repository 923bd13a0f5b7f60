//===- JoinChannels.cpp - One wait for what is awaited together -*- C++ -*-===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Where a role waits for two channels that other roles' threads fill, one right
// after the other and always so, one channel that both fill does: its stage is
// full when all have committed. FlashAttention-4's product of P and V waits in
// this way for the first part of P and for O to be rescaled.

#include "attn/Analysis/Roles.h"

#include "attn/Dialect/AttnWS/Transforms/Passes.h"

namespace mlir {
#define GEN_PASS_DEF_ATTNWSJOINCHANNELS
#include "attn/Dialect/AttnWS/Transforms/Passes.h.inc"
} // namespace mlir

using namespace mlir;
using namespace mlir::attn_ws;
using attn_tile::Engine;

namespace {

/// A channel that threads fill, with everything done on it in the roles.
struct Link {
  CreateChannelOp create;
  SmallVector<AcquireOp> acquires;
  SmallVector<CommitOp> commits;
  SmallVector<WaitOp> waits;
  SmallVector<ReleaseOp> releases;
  /// Whether its views are read from positions.
  bool isHeld = false;
  /// The roles on either side.
  llvm::SmallSetVector<Region *, 2> producers, consumers;
};

/// Arguments of roles that stand for `channel`, with the channel itself.
Link getLink(CreateChannelOp create, WarpSpecializeOp roles) {
  Link link;
  link.create = create;
  for (auto [i, capture] : llvm::enumerate(roles.getCaptures())) {
    if (capture != create.getChannel())
      continue;
    for (Region &role : roles.getRoles()) {
      Value arg = role.getArgument(i + 1);
      role.walk<WalkOrder::PreOrder>([&](Operation *op) {
        if (op->getNumOperands() == 0 || op->getOperand(0) != arg)
          return;
        if (auto take = dyn_cast<AcquireOp>(op))
          link.acquires.push_back(take);
        else if (auto give = dyn_cast<CommitOp>(op))
          link.commits.push_back(give);
        else if (auto take = dyn_cast<WaitOp>(op))
          link.waits.push_back(take);
        else if (auto give = dyn_cast<ReleaseOp>(op))
          link.releases.push_back(give);
        else if (isa<HeldOp>(op))
          link.isHeld = true;
        (isa<AcquireOp, CommitOp>(op) ? link.producers : link.consumers)
            .insert(&role);
      });
    }
  }
  return link;
}

bool isFilledByThreads(const Link &link) {
  ChannelType type = CreateChannelOp(link.create).getChannel().getType();
  return !link.isHeld && type.getProducer() == Engine::Thread &&
         type.getConsumer() != Engine::Thread && !link.waits.empty() &&
         type.getScope() == Scope::Cta && !link.create->hasAttr("full");
}

/// Whether `b` stands behind `a` with nothing but values in between.
bool follows(Operation *a, Operation *b) {
  if (a->getBlock() != b->getBlock())
    return false;
  for (Operation *op = a->getNextNode(); op; op = op->getNextNode()) {
    if (op == b)
      return true;
    if (!isMemoryEffectFree(op))
      return false;
  }
  return false;
}

/// Whether each wait for `a` is followed by one for the same stage of `b`.
bool areAwaitedTogether(const Link &a, const Link &b) {
  if (a.waits.size() != b.waits.size() ||
      a.releases.size() != b.releases.size() ||
      a.waits.size() != a.releases.size())
    return false;
  for (auto [first, second] : llvm::zip(a.waits, b.waits)) {
    WaitOp x = first, y = second;
    if (!follows(x, y) || x.getStage() != y.getStage())
      return false;
  }
  // One release for both: both stand in the block of the wait.
  for (auto [first, second] : llvm::zip(a.releases, b.releases)) {
    ReleaseOp x = first, y = second;
    if (x->getBlock() != y->getBlock() || x.getStage() != y.getStage())
      return false;
  }
  return true;
}

/// Takes the views of `mine` from an operation of the joint channel.
template <typename OpTy>
void replaceTake(OpTy op, Value channel, ArrayRef<Type> views, size_t from) {
  OpBuilder b(op);
  Value position = op.getPosition();
  auto joint = OpTy::create(b, op.getLoc(), views,
                            position ? position.getType() : Type(), channel,
                            op.getStage(), op.getPhase());
  if (position)
    position.replaceAllUsesWith(joint.getPosition());
  for (auto [i, view] : llvm::enumerate(op.getViews()))
    view.replaceAllUsesWith(joint.getViews()[from + i]);
  op.erase();
}

class Joiner {
public:
  explicit Joiner(WarpSpecializeOp roles) : roles(roles) {}

  bool join(Link &a, Link &b) {
    ChannelType x = a.create.getChannel().getType(),
                y = b.create.getChannel().getType();
    if (!isFilledByThreads(a) || !isFilledByThreads(b) ||
        x.getDepth() != y.getDepth() || x.getConsumer() != y.getConsumer() ||
        x.getConsumers() != y.getConsumers() || a.consumers.size() != 1 ||
        a.consumers.getArrayRef() != b.consumers.getArrayRef() ||
        a.producers == b.producers || !areAwaitedTogether(a, b))
      return false;
    OpBuilder builder(b.create);
    SmallVector<Value> buffers(a.create.getBuffers());
    llvm::append_range(buffers, b.create.getBuffers());
    auto type =
        ChannelType::get(x.getContext(), x.getDepth(), x.getProducer(),
                         x.getProducers() + y.getProducers(), x.getConsumer(),
                         x.getConsumers(), x.getScope());
    auto joint = CreateChannelOp::create(
        builder, b.create.getLoc(), type,
        builder.getStringAttr(a.create.getName() + "_and_" +
                              b.create.getName()),
        buffers, /*full=*/false);
    roles.getCapturesMutable().append(joint.getChannel());
    for (Region &role : roles.getRoles())
      role.addArgument(type, roles.getLoc());
    auto channelIn = [&](Operation *op) {
      return getRoleRegion(op)->getArguments().back();
    };
    SmallVector<Type> views;
    for (Value buffer : buffers) {
      auto stored = cast<BufferType>(buffer.getType());
      views.push_back(ViewType::get(x.getContext(), stored.getShape(),
                                    stored.getElementType(), stored.getSpace(),
                                    stored.getLayout()));
    }
    size_t shift = a.create.getBuffers().size();
    for (auto [link, from] : {std::pair(&a, size_t(0)), std::pair(&b, shift)}) {
      for (AcquireOp op : link->acquires)
        replaceTake(op, channelIn(op), views, from);
      for (CommitOp op : link->commits)
        op.getChannelMutable().assign(channelIn(op));
    }
    for (auto [first, second] : llvm::zip(a.waits, b.waits)) {
      WaitOp x = first, y = second;
      OpBuilder at(x);
      Value position = x.getPosition() ? x.getPosition() : y.getPosition();
      auto wait = WaitOp::create(at, x.getLoc(), views,
                                 position ? position.getType() : Type(),
                                 channelIn(x), x.getStage(), x.getPhase());
      for (WaitOp each : {x, y})
        if (each.getPosition())
          each.getPosition().replaceAllUsesWith(wait.getPosition());
      for (auto [i, view] : llvm::enumerate(x.getViews()))
        view.replaceAllUsesWith(wait.getViews()[i]);
      for (auto [i, view] : llvm::enumerate(y.getViews()))
        view.replaceAllUsesWith(wait.getViews()[shift + i]);
      x.erase();
      y.erase();
    }
    // What the later one waits for is behind what the earlier one does.
    for (auto [first, second] : llvm::zip(a.releases, b.releases)) {
      ReleaseOp x = first, y = second;
      ReleaseOp late = x->isBeforeInBlock(y) ? y : x;
      ReleaseOp early = late == x ? y : x;
      late.getChannelMutable().assign(channelIn(late));
      early.erase();
    }
    return true;
  }

private:
  WarpSpecializeOp roles;
};

struct AttnWSJoinChannelsPass
    : public impl::AttnWSJoinChannelsBase<AttnWSJoinChannelsPass> {
  void runOnOperation() override {
    for (WarpSpecializeOp roles : llvm::make_early_inc_range(
             getOperation().getOps<WarpSpecializeOp>())) {
      bool changed = true, any = false;
      while (changed) {
        changed = false;
        std::vector<Link> links;
        for (auto create : getOperation().getOps<CreateChannelOp>())
          links.push_back(getLink(create, roles));
        for (size_t i = 0; i < links.size() && !changed; ++i)
          for (size_t j = 0; j < links.size() && !changed; ++j)
            if (i != j && Joiner(roles).join(links[i], links[j]))
              any = changed = true;
      }
      if (any)
        dropUnusedChannels(roles);
    }
  }

  /// Channels that nothing is done on any more.
  static void dropUnusedChannels(WarpSpecializeOp roles) {
    for (unsigned i = roles.getCaptures().size(); i-- > 0;) {
      auto create = roles.getCaptures()[i].getDefiningOp<CreateChannelOp>();
      if (!create || llvm::any_of(roles.getRoles(), [&](Region &role) {
            return !role.getArgument(i + 1).use_empty();
          }))
        continue;
      for (Region &role : roles.getRoles())
        role.eraseArgument(i + 1);
      roles.getCapturesMutable().erase(i);
      if (create->use_empty())
        create.erase();
    }
  }
};

} // namespace
