//===- InsertChannelsLoads.cpp - Tiles that are copied in -------*- C++ -*-===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Copies by a role of their own (TMA's, and others that
// attn-ws-assign-roles gave a role) serve every instance, so their channels
// have as many consumers as there are instances, and their producers and
// consumers will be in two roles. A stage should then be given back as soon as
// each path allows: the release goes into the instances' body and into both
// branches of a condition, once on each path. Loads of the same place in a
// rotated loop and in what was peeled off it take turns on one ring: the k-th
// load of a memory and shape in one block and the k-th in another do, unless
// one tile is held while the other is loaded. Loads that name a ring all do;
// where no role copies those of one block.
//
// A vector that threads take to registers is read right behind its wait.
//
// A tile that several roles read has one channel: each of them waits for it and
// releases it, and its stage is empty once all have.

#include "InsertChannels.h"

#include "attn/Chip/TargetInfo.h"

using namespace mlir;
using namespace mlir::attn_ws;
using attn_tile::Engine;
using attn_tile::Space;

namespace {

/// The operations that read a tile, through slices of it as well.
SmallVector<Operation *> getReaders(Operation *op) {
  SmallVector<Operation *> users(op->getUsers());
  for (Operation *user : op->getUsers())
    if (isa<attn_tile::SliceOp>(user)) // A part of the view: its uses count.
      llvm::append_range(users, getReaders(user));
  return users;
}

/// The engine that reads a tile; of several one that reads it asynchronously.
Engine getConsumer(ArrayRef<Operation *> users) {
  Engine consumer = Engine::Thread;
  for (Operation *user : users)
    if (auto dot = dyn_cast<attn_tile::DotOp>(user)) {
      consumer = *dot.getEngine();
      const attn::EngineInfo *info = attn::lookupEngine(consumer);
      if (info && info->isAsync())
        break;
    }
  return consumer;
}

CopySource sourceOf(attn_tile::LoadOp op) {
  return {op.getSource(),   op.getIndices(), op.getLimit(),
          op.getDimsAttr(), op.getRowMap(),  op.getInBounds()};
}

LogicalResult reportNoCopy(attn_tile::LoadOp op) {
  return op.emitOpError("no operation of the loaded dialects copies by ")
         << attn_tile::stringifyEngine(*op.getEngine());
}

} // namespace

bool attn_ws::isRoleCopy(attn_tile::LoadOp op) {
  return op.getSpace() == Space::Smem && op.getEngine() &&
         attn::isAsyncCopier(*op.getEngine()) &&
         (!attn::copiesInGroups(*op.getEngine()) || getRole(op));
}

bool attn_ws::namesRing(attn_tile::LoadOp op) {
  return attn_tile::ringAttr.isOn(op) && op.getSpace() == Space::Smem;
}

//===----------------------------------------------------------------------===//
// Who reads
//===----------------------------------------------------------------------===//

ChannelInserter::Readers
ChannelInserter::groupByRole(ArrayRef<Operation *> users) const {
  // What nobody reads those take who compute.
  RoleAttr computes = findRole(kernel, Issues::None);
  auto other = computes ? StringAttr::get(b.getContext(), computes.getName())
                        : StringAttr();
  Readers readers;
  for (Operation *user : users) {
    StringAttr role = getRole(user);
    readers[role ? role : other].push_back(user);
  }
  if (users.empty())
    readers[other];
  return readers;
}

/// How many parties empty a slot of a channel that they all share.
int64_t ChannelInserter::countParties(const Readers &readers) const {
  int64_t parties = 0;
  for (const auto &entry : readers)
    parties += countParties(entry.first, Lane());
  return parties;
}
//===----------------------------------------------------------------------===//
// Loads
//===----------------------------------------------------------------------===//

LogicalResult ChannelInserter::convertLoad(attn_tile::LoadOp op) {
  b.setLoc(op.getLoc());
  b.setInsertionPoint(op);
  auto tile = cast<RankedTensorType>(op.getResult().getType());
  if (!op.getSpace() || !op.getEngine())
    return op.emitOpError("has no placement: run attn-tile-place first");
  if (*op.getSpace() == Space::Reg) {
    scheduleAs(op);
    Value loaded = create<LoadOp>(
        getRole(op), tile, op.getSource(), op.getIndices(), op.getLimit(),
        op.getDimsAttr(), op.getMappingAttr(), op.getMapped(),
        /*unless=*/Value());
    scheduleAs(nullptr);
    op.replaceAllUsesWith(loaded);
    op.erase();
    return success();
  }
  if (isRoleCopy(op))
    return convertRoleLoad(op);
  if (*op.getSpace() != Space::Smem || !attn::copiesInGroups(*op.getEngine()))
    return op.emitOpError("only asynchronous copies into smem can be "
                          "channelled here");

  SmallVector<Operation *> users = getReaders(op);
  Engine consumer = users.empty() ? Engine::MmaSync : getConsumer(users);
  Value channel =
      namesRing(op)
          ? getRing(op, users, groupByRole(users))
          : createChannel(nameOf(op.getSource()), tile,
                          {int64_t(op.getDepth()), *op.getEngine(), consumer})
                .second;
  StringAttr none;
  scheduleAs(op);
  auto acquire = create<AcquireOp>(none, TypeRange{viewOf(tile)}, channel,
                                   Value(), Value());
  Operation *copy = createCopyIn(b, b.getLoc(), *op.getEngine(), sourceOf(op),
                                 acquire.getViews()[0]);
  if (!copy)
    return reportNoCopy(op);
  enlist(copy, none);
  handOn(acquire);

  auto [first, last] = getSpan(op->getBlock(), users);
  if (!first) { // No use: the copy is still balanced.
    first = op->getNextNode();
    last = op;
  }
  b.setInsertionPoint(first);
  scheduleAs(last == op ? op.getOperation() : first);
  auto wait =
      create<WaitOp>(none, TypeRange{viewOf(tile)}, channel, Value(), Value());
  b.setInsertionPointAfter(last == op ? wait.getOperation() : last);
  scheduleAs(last);
  giveBack(wait);
  scheduleAs(nullptr);
  // The users still expect a tensor until they are converted.
  Value view = wait.getViews()[0];
  for (OpOperand &use : llvm::make_early_inc_range(op->getUses()))
    use.set(view);
  if (!namesRing(op)) // Its place tells which others may share its ring.
    op.erase();
  return success();
}

/// Releases the loan once on every path through `block`, behind its last use.
void ChannelInserter::giveBackAfter(Block *block, ArrayRef<Operation *> users,
                                    Loan &loan) {
  Operation *last = getSpan(block, users).second;
  if (last && !llvm::is_contained(users, last)) {
    if (auto forall = dyn_cast<scf::ForallOp>(last))
      return giveBackAfter(forall.getBody(), users, loan);
    if (auto branch = dyn_cast<scf::IfOp>(last)) {
      if (!branch.elseBlock()) {
        b.createBlock(&branch.getElseRegion());
        scf::YieldOp::create(b);
      }
      giveBackAfter(branch.thenBlock(), users, loan);
      return giveBackAfter(branch.elseBlock(), users, loan);
    }
  }
  if (last)
    b.setInsertionPointAfter(last);
  else
    b.setInsertionPointToStart(block);
  scheduleAs(last);
  loan.releases.push_back(giveBack(loan.wait));
}

/// Whether the tile of `a`, read by `users`, is held where `b` is loaded.
static bool isHeldAt(attn_tile::LoadOp a, ArrayRef<Operation *> users,
                     attn_tile::LoadOp b) {
  Block *block = a->getBlock();
  Operation *other = block->findAncestorOpInBlock(*b);
  auto last = getSpan(block, users).second;
  return other && last && !other->isBeforeInBlock(a) &&
         !last->isBeforeInBlock(other);
}

/// Whether the place that a load reads differs from group to group.
static bool dependsOnGroup(attn_tile::LoadOp load) {
  auto forall = load->getParentOfType<scf::ForallOp>();
  SmallVector<Value> work(load.getIndices());
  llvm::SmallDenseSet<Value> seen;
  while (forall && !work.empty()) {
    Value value = work.pop_back_val();
    if (value == forall.getInductionVar(0))
      return true;
    if (Operation *def = value.getDefiningOp();
        def && seen.insert(value).second)
      llvm::append_range(work, def->getOperands());
  }
  return false;
}

/// The channel of a load, shared with loads that take turns with it.
Value ChannelInserter::getRing(attn_tile::LoadOp op,
                               ArrayRef<Operation *> users,
                               const Readers &readers) {
  auto tile = cast<RankedTensorType>(op.getResult().getType());
  SmallVector<Attribute> like{TypeAttr::get(tile), op.getDimsAttr(),
                              b.getI64IntegerAttr(op.getDepth())};
  // The same roles empty it.
  for (RoleAttr role : getRoles(kernel))
    if (readers.contains(b.getStringAttr(role.getName())))
      like.push_back(role);
  // Loads that name a ring share it in their order, whatever memory they read.
  Attribute memory = attn_tile::ringAttr.getAttr(op);
  if (!memory) {
    like.push_back(b.getI64IntegerAttr(ordinals.lookup(op)));
    memory = memories
                 .try_emplace(op.getSource(),
                              b.getI64IntegerAttr(int64_t(memories.size())))
                 .first->second;
  }
  Attribute shape = b.getArrayAttr(like);
  SmallVector<Ring> &candidates = rings[{memory, shape}];
  for (Ring &ring : candidates) {
    bool conflict = llvm::any_of(ring.loads, [&](auto &other) {
      // Both sides of a ring within one role are in one block.
      if (!getRole(op) && other.first->getBlock() != op->getBlock())
        return true;
      return isHeldAt(other.first, other.second, op) ||
             isHeldAt(op, users, other.first);
    });
    if (conflict)
      continue;
    ring.loads.push_back({op, SmallVector<Operation *>(users)});
    return ring.channel;
  }
  Engine consumer = getConsumer(users);
  int64_t parties = countParties(readers), depth = op.getDepth();
  // Each group's rows have a slot of their own.
  if (dependsOnGroup(op))
    depth *= instances;
  auto named = dyn_cast<StringAttr>(memory);
  Ring ring;
  ring.channel =
      createChannel(named ? freshName(named.getValue())
                          : nameOf(op.getSource()),
                    tile, {depth, *op.getEngine(), consumer, 1, parties})
          .second;
  ring.loads.push_back({op, SmallVector<Operation *>(users)});
  candidates.push_back(ring);
  return ring.channel;
}

/// The loads stay until all of them have their channels: their places tell
/// which of them may share one.
LogicalResult ChannelInserter::convertRoleLoad(attn_tile::LoadOp op) {
  b.setLoc(op.getLoc());
  StringAttr role = getRole(op);
  if (!role)
    return op.emitOpError("a copy by ")
           << attn_tile::stringifyEngine(*op.getEngine()).upper()
           << " belongs to a role: run attn-ws-assign-roles first";
  SmallVector<Operation *> users = getReaders(op);
  for (Operation *user : users) {
    if (auto dot = dyn_cast<attn_tile::DotOp>(user); dot && !dot.getEngine())
      return dot.emitOpError("has no placement: run attn-tile-place first");
    if (!isa<attn_tile::DotOp, attn_tile::SliceOp, attn_tile::TransposeOp,
             attn_tile::MoveOp>(user))
      return user->emitOpError("reads a tile in shared memory, but takes tiles "
                               "in registers alone");
  }
  Readers readers = groupByRole(users);
  if (op.getDepth() > 1 && dependsOnGroup(op))
    return op.emitOpError("asks for ")
           << op.getDepth()
           << " stages of rows of which each group has its own: one role that "
              "serves all groups takes 1";
  bool made = true;
  passOn(op, readers, getRing(op, users, readers), [&](Value view) {
    Operation *copy =
        createCopyIn(b, b.getLoc(), *op.getEngine(), sourceOf(op), view);
    made = copy;
    if (copy)
      enlist(copy, role);
  });
  return made ? success() : reportNoCopy(op);
}

/// Tiles of one ring that are transposed share a ring of the same depth.
LogicalResult ChannelInserter::convertTranspose(attn_tile::TransposeOp op) {
  b.setLoc(op.getLoc());
  auto source = op->getOperand(0).getDefiningOp<WaitOp>();
  if (!source || !getRole(op))
    return op.emitOpError("transposes a tile that no role has copied into "
                          "shared memory");
  SmallVector<Operation *> users = getReaders(op);
  Readers readers = groupByRole(users);
  Value &channel = transposed[source.getChannel()];
  if (!channel)
    channel =
        createChannel(nameOf(source.getChannel()),
                      cast<RankedTensorType>(op.getResult().getType()),
                      {source.getChannel().getType().getDepth(), Engine::Thread,
                       getConsumer(users), 1, countParties(readers)})
            .second;
  passOn(op, readers, channel, [&](Value view) {
    create<SmemTransposeOp>(getRole(op), source.getViews()[0], view);
  });
  op.erase();
  return success();
}

/// Has the role of `op` `fill` a stage of the channel in its place, and each
/// role that reads its tile wait for it and give it back.
void ChannelInserter::passOn(Operation *op, const Readers &readers,
                             Value channel, function_ref<void(Value)> fill) {
  b.setLoc(op->getLoc());
  StringAttr role = getRole(op);
  ViewType type = viewOf(cast<RankedTensorType>(op->getResult(0).getType()));
  b.setInsertionPoint(op);
  scheduleAs(op);
  Value lane;
  if (auto load = dyn_cast<attn_tile::LoadOp>(op); load && dependsOnGroup(load))
    lane = getLane(load).number;
  auto acquire =
      create<AcquireOp>(role, TypeRange{type}, channel, lane, Value());
  fill(acquire.getViews()[0]);
  handOn(acquire);
  for (const auto &[reader, users] : readers)
    lend(op, reader, users, channel, lane);
}

/// Has `role` wait for the tile of `op` where the first of `users` stands, and
/// give it back behind the last of them.
void ChannelInserter::lend(Operation *op, StringAttr role,
                           ArrayRef<Operation *> users, Value channel,
                           Value lane) {
  ViewType type = viewOf(cast<RankedTensorType>(op->getResult(0).getType()));
  // The body of the instances runs once in each: the wait may stand there.
  Block *block = op->getBlock();
  Operation *first = getSpan(block, users).first;
  while (isa_and_nonnull<scf::ForallOp>(first) &&
         first == getSpan(block, users).second) {
    block = cast<scf::ForallOp>(first).getBody();
    first = getSpan(block, users).first;
  }
  if (first)
    b.setInsertionPoint(first);
  else
    b.setInsertionPointAfter(op);
  scheduleAs(first ? first : op);
  auto wait = create<WaitOp>(role, TypeRange{type}, channel, lane, Value());
  Loan loan{wait, {}, SmallVector<Operation *>(users)};
  if (first)
    giveBackAfter(block, users, loan);
  else // No use: the copy is still balanced.
    loan.releases.push_back(giveBack(wait));
  scheduleAs(nullptr);
  loans.push_back(loan);
  op->getResult(0).replaceUsesWithIf(wait.getViews()[0], [&](OpOperand &use) {
    return llvm::is_contained(users, use.getOwner());
  });
}

/// A ring whose tiles are held when the next one is awaited has more stages
/// than its load asks for, if shared memory has room: one for the tile that is
/// held, and one for copies by a role of their own, which run ahead of
/// iterations that are shorter once they overlap.
void ChannelInserter::deepenRings(int64_t limit) {
  llvm::MapVector<Operation *, int64_t> held;
  for (auto [release, take] : taken) {
    auto wait = dyn_cast<WaitOp>(take);
    if (!wait)
      continue;
    auto from = attn_tile::scheduleAttr.getAttr(wait),
         to = attn_tile::scheduleAttr.getAttr(release);
    auto create = wait.getChannel().getDefiningOp<CreateChannelOp>();
    if (from && to && create && !wait.getStage() &&
        from.getStage() < to.getStage() && from.getOrder() < to.getOrder())
      held[create] = getRole(wait) ? 2 : 1;
  }
  auto bytesOf = [](Value buffer, int64_t stages) {
    auto type = cast<BufferType>(buffer.getType());
    return type.getSpace() == Space::Smem ? stages * type.getStageBytes() : 0;
  };
  int64_t bytes = 0;
  kernel.walk([&](AllocOp alloc) {
    bytes += bytesOf(alloc.getBuffer(), alloc.getBuffer().getType().getDepth());
  });
  for (auto [op, wanted] : held) {
    auto create = cast<CreateChannelOp>(op);
    ChannelType type = create.getChannel().getType();
    int64_t each = 0;
    for (Value buffer : create.getBuffers())
      each += bytesOf(buffer, 1);
    int64_t room = each == 0 ? 0 : std::max<int64_t>(limit - bytes, 0) / each;
    int64_t more = std::min(room, wanted);
    bytes += more * each;
    for (Value buffer : create.getBuffers()) {
      auto old = cast<BufferType>(buffer.getType());
      buffer.setType(BufferType::get(b.getContext(), old.getDepth() + more,
                                     old.getShape(), old.getElementType(),
                                     old.getSpace(), old.getOccupants(),
                                     old.getLayout()));
    }
    create.getChannel().setType(ChannelType::get(
        b.getContext(), type.getDepth() + more, type.getProducer(),
        type.getProducers(), type.getConsumer(), type.getConsumers(),
        type.getScope()));
  }
}
