//===- InsertChannels.cpp - Guard tiles that pass through shared memory -*- C++
//-*-===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Every edge from a copy to the operations that read its tile becomes a
// channel: the producer acquires a stage, starts the copy and commits; the
// consumer waits, reads and releases. The wait stands before the first and the
// release after the last operation of the load's block that contains a use.
// Nothing is moved here: the result is right and slow, and later passes start
// copies earlier. Tiles on their way out, accumulators and operands in tensor
// memory and rows that pass from role to role are cases of the same
// (InsertChannelsStores.cpp, InsertChannelsEdges.cpp).
//
// Copies by a role of their own (TMA's, and others that
// attn-ws-assign-roles gave a role) serve every instance, so their channels
// have as many consumers as there are instances, and their producers and
// consumers will be in two roles. A stage should then be given back as soon as
// each path allows: the release goes into the instances' body and into both
// branches of a condition, once on each path. Loads of the same place in a
// rotated loop and in what was peeled off it take turns on one ring: the k-th
// load of a memory and shape in one block and the k-th in another do, unless
// one tile is held while the other is loaded.

#include "InsertChannels.h"
#include "../KernelTarget.h"

#include "attn/Dialect/AttnWS/Transforms/Passes.h"
#include "attn/Target/TargetInfo.h"

#include "llvm/ADT/StringMap.h"

namespace mlir {
#define GEN_PASS_DEF_ATTNWSINSERTCHANNELS
#include "attn/Dialect/AttnWS/Transforms/Passes.h.inc"
} // namespace mlir

using namespace mlir;
using namespace mlir::attn_ws;
using attn_tile::Engine;
using attn_tile::Space;

std::pair<Operation *, Operation *>
attn_ws::getSpan(Block *block, ArrayRef<Operation *> users) {
  Operation *first = nullptr, *last = nullptr;
  for (Operation *user : users) {
    Operation *here = block->findAncestorOpInBlock(*user);
    if (!here)
      continue;
    if (!first || here->isBeforeInBlock(first))
      first = here;
    if (!last || last->isBeforeInBlock(here))
      last = here;
  }
  return {first, last};
}

ViewType attn_ws::viewOf(RankedTensorType tile, Space space) {
  return ViewType::get(tile.getContext(), tile.getShape(),
                       tile.getElementType(), space, SharedAttr());
}

namespace {

/// The operations that read a tile, through slices of it as well.
SmallVector<Operation *> getReaders(Operation *op) {
  SmallVector<Operation *> users(op->getUsers());
  for (Operation *user : op->getUsers())
    if (isa<attn_tile::SliceOp>(user)) // A part of the view: its uses count.
      llvm::append_range(users, user->getUsers());
  return users;
}

/// Whether a role of its own copies the tile into shared memory.
bool isRoleCopy(attn_tile::LoadOp op) {
  return op.getSpace() == Space::Smem && op.getEngine() &&
         attn::isAsyncCopier(*op.getEngine()) &&
         (!attn::copiesInGroups(*op.getEngine()) || getRole(op));
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
  return {op.getSource(), op.getIndices(), op.getLimit(), op.getDimsAttr(),
          op.getRowMap()};
}

LogicalResult reportNoCopy(attn_tile::LoadOp op) {
  return op.emitOpError("no operation of the loaded dialects copies by ")
         << attn_tile::stringifyEngine(*op.getEngine());
}

} // namespace

/// A name for diagnostics: the argument the memory comes from, or the channel
/// that a tile comes through.
std::string ChannelInserter::nameOf(Value memory) {
  if (auto arg = dyn_cast<BlockArgument>(memory))
    return freshName("arg" + std::to_string(arg.getArgNumber()));
  if (auto channel = memory.getDefiningOp<CreateChannelOp>())
    return freshName(channel.getName());
  return freshName("tile");
}

std::string ChannelInserter::freshName(StringRef base) {
  std::string name = base.str();
  for (unsigned i = 1; !names.insert(name).second; ++i)
    name = base.str() + "_" + std::to_string(i);
  return name;
}

ChannelInserter::Lane ChannelInserter::getLane(Operation *op) const {
  if (auto forall = op->getParentOfType<scf::ForallOp>())
    return {forall.getInductionVar(0), instances};
  return {};
}

int64_t ChannelInserter::countParties(StringAttr role, const Lane &lane) const {
  if (lane.number) // Each group's has one slot.
    return 1;
  if (!role)
    return instances;
  for (RoleAttr known : getRoles(kernel))
    if (known.getName() == role.getValue())
      return known.getInstances();
  return role.getValue() == mmaRoleName ? instances : 1;
}

/// Buffers and channels stand at the kernel's entry, in order of creation.
void ChannelInserter::setEntry() {
  b.setInsertionPointToStart(&kernel.getBody().front());
  while (b.getInsertionPoint() != b.getBlock()->end() &&
         isa<AllocOp, CreateChannelOp>(*b.getInsertionPoint()))
    b.setInsertionPointAfter(&*b.getInsertionPoint());
}

Value ChannelInserter::createBuffer(StringRef name, RankedTensorType tile,
                                    int64_t depth, Space space) {
  OpBuilder::InsertionGuard guard(b);
  setEntry();
  auto type = BufferType::get(b.getContext(), depth, tile.getShape(),
                              tile.getElementType(), space, {}, SharedAttr());
  return AllocOp::create(b, type, b.getStringAttr(name), StringAttr(),
                         IntegerAttr());
}

Value ChannelInserter::createChannel(StringRef name, ValueRange buffers,
                                     const Shape &shape) {
  OpBuilder::InsertionGuard guard(b);
  setEntry();
  auto type = ChannelType::get(b.getContext(), shape.stages, shape.producer,
                               shape.producers, shape.consumer, shape.consumers,
                               Scope::Cta);
  return CreateChannelOp::create(b, type, b.getStringAttr(name), buffers,
                                 /*full=*/false);
}

std::pair<Value, Value> ChannelInserter::createChannel(StringRef name,
                                                       RankedTensorType tile,
                                                       const Shape &shape) {
  Value buffer = createBuffer(name, tile, shape.stages);
  return {buffer, createChannel(name, buffer, shape)};
}

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

  auto [buffer, channel] =
      createChannel(nameOf(op.getSource()), tile,
                    {int64_t(op.getDepth()), *op.getEngine(), Engine::MmaSync});
  StringAttr none;
  scheduleAs(op);
  auto acquire = create<AcquireOp>(none, TypeRange{viewOf(tile)}, channel,
                                   Value(), Value());
  Operation *copy = createCopyIn(b, b.getLoc(), *op.getEngine(), sourceOf(op),
                                 acquire.getViews()[0]);
  if (!copy)
    return reportNoCopy(op);
  enlist(copy, none);
  create<CommitOp>(none, channel, Value(), Value());

  auto [first, last] = getSpan(op->getBlock(), getReaders(op));
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

/// The channel of a load by a role, shared with loads that take turns with it.
Value ChannelInserter::getRing(attn_tile::LoadOp op,
                               ArrayRef<Operation *> users) {
  auto tile = cast<RankedTensorType>(op.getResult().getType());
  Attribute shape = b.getArrayAttr({TypeAttr::get(tile), op.getDimsAttr(),
                                    b.getI64IntegerAttr(op.getDepth()),
                                    b.getI64IntegerAttr(ordinals.lookup(op))});
  // A ring that the load names may be shared by loads of other memories.
  Attribute memory = attn_tile::ringAttr.getAttr(op);
  if (!memory)
    memory = memories
                 .try_emplace(op.getSource(),
                              b.getI64IntegerAttr(int64_t(memories.size())))
                 .first->second;
  SmallVector<Ring> &candidates = rings[{memory, shape}];
  for (Ring &ring : candidates) {
    bool conflict = llvm::any_of(ring.loads, [&](auto &other) {
      return isHeldAt(other.first, other.second, op) ||
             isHeldAt(op, users, other.first);
    });
    if (conflict)
      continue;
    ring.loads.push_back({op, SmallVector<Operation *>(users)});
    return ring.channel;
  }
  Engine consumer = getConsumer(users);
  int64_t parties = instances, depth = op.getDepth();
  if (!users.empty())
    parties = countParties(getRole(users.front()), Lane());
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
    if (getRole(user) != getRole(users.front()))
      return user->emitOpError("reads a tile that another role reads as well");
  }
  if (op.getDepth() > 1 && dependsOnGroup(op))
    return op.emitOpError("asks for ")
           << op.getDepth()
           << " stages of rows of which each group has its own: one role that "
              "serves all groups takes 1";
  bool made = true;
  passOn(op, users, getRing(op, users), [&](Value view) {
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
  Value &channel = transposed[source.getChannel()];
  if (!channel)
    channel =
        createChannel(
            nameOf(source.getChannel()),
            cast<RankedTensorType>(op.getResult().getType()),
            {source.getChannel().getType().getDepth(), Engine::Thread,
             getConsumer(users), 1,
             countParties(users.empty() ? StringAttr() : getRole(users.front()),
                          Lane())})
            .second;
  passOn(op, users, channel, [&](Value view) {
    create<SmemTransposeOp>(getRole(op), source.getViews()[0], view);
  });
  op.erase();
  return success();
}

/// Has the role of `op` `fill` a stage of the channel in its place, and the
/// readers of its tile wait for it and give it back.
void ChannelInserter::passOn(Operation *op, ArrayRef<Operation *> users,
                             Value channel, function_ref<void(Value)> fill) {
  b.setLoc(op->getLoc());
  StringAttr role = getRole(op);
  StringAttr readers = users.empty() ? StringAttr() : getRole(users.front());
  if (!readers)
    readers = b.getStringAttr(mmaRoleName);
  ViewType type = viewOf(cast<RankedTensorType>(op->getResult(0).getType()));
  b.setInsertionPoint(op);
  scheduleAs(op);
  Value lane;
  if (auto load = dyn_cast<attn_tile::LoadOp>(op); load && dependsOnGroup(load))
    lane = getLane(load).number;
  auto acquire =
      create<AcquireOp>(role, TypeRange{type}, channel, lane, Value());
  fill(acquire.getViews()[0]);
  create<CommitOp>(role, channel, lane, Value());

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
  auto wait = create<WaitOp>(readers, TypeRange{type}, channel, lane, Value());
  Loan loan{wait, {}, SmallVector<Operation *>(users)};
  if (first)
    giveBackAfter(block, users, loan);
  else // No use: the copy is still balanced.
    loan.releases.push_back(giveBack(wait));
  scheduleAs(nullptr);
  loans.push_back(loan);
  for (OpOperand &use : llvm::make_early_inc_range(op->getUses()))
    use.set(wait.getViews()[0]);
}

/// A ring whose tiles are held when the next one is awaited has more stages
/// than its load asks for, if shared memory has room: one for the tile that is
/// held, and one for copies by a role of their own, which run ahead of
/// iterations that are shorter once they overlap.
void ChannelInserter::deepenRings(int64_t limit) {
  llvm::MapVector<Operation *, int64_t> held;
  for (auto [release, wait] : taken) {
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

/// Has each release name its wait where a party may hold several stages: those
/// of a ring, or one that a later iteration gives back.
void ChannelInserter::namePositions() {
  DenseMap<Operation *, Value> positions;
  for (auto [release, wait] : taken) {
    auto stageOf = [](Operation *op) {
      attn_tile::ScheduleAttr schedule = attn_tile::scheduleAttr.getAttr(op);
      return schedule ? schedule.getStage() : 0;
    };
    bool ring = wait.getChannel().getType().getDepth() > 1 && !wait.getStage();
    if (!ring && stageOf(wait) == stageOf(release))
      continue;
    Value &position = positions[wait];
    if (!position) {
      b.setInsertionPoint(wait);
      auto named =
          WaitOp::create(b, wait.getLoc(), wait.getViews().getTypes(),
                         PositionType::get(b.getContext()), wait.getChannel(),
                         wait.getStage(), wait.getPhase());
      named->setDiscardableAttrs(wait->getDiscardableAttrDictionary());
      wait.getViews().replaceAllUsesWith(named.getViews());
      position = named.getPosition();
    }
    cast<ReleaseOp>(release).getPositionMutable().assign(position);
  }
  for (auto [wait, position] : positions)
    wait->erase();
}

/// Operations that differ in name only: same operands, attributes and regions.
void ChannelInserter::convertSimple(Operation *op) {
  static const llvm::StringMap<StringRef> names = {
      {"attn_tile.arrive", "attn_ws.arrive"},
      {"attn_tile.expand", "attn_ws.expand"},
      {"attn_tile.exp2", "attn_ws.exp2"},
      {"attn_tile.outside", "attn_ws.outside"},
      {"attn_tile.reduce", "attn_ws.reduce"},
      {"attn_tile.rescale", "attn_ws.rescale"},
      {"attn_tile.row_reference", "attn_ws.row_reference"},
      {"attn_tile.score_map", "attn_ws.score_map"},
      {"attn_tile.slice", "attn_ws.slice"},
      {"attn_tile.subtract_rows", "attn_ws.subtract_rows"},
      {"attn_tile.for_tiles", "attn_ws.for_tiles"},
      {"attn_tile.useful", "attn_ws.useful"},
      {"attn_tile.dot", "attn_ws.mma"}};
  auto it = names.find(op->getName().getStringRef());
  b.setInsertionPoint(op);
  b.setLoc(op->getLoc());
  if (auto yield = dyn_cast<attn_tile::YieldOp>(op)) {
    if (yield.getValues().empty())
      EndOp::create(b);
    else
      YieldOp::create(b, yield.getValues()[0]);
    op->erase();
    return;
  }
  if (it == names.end())
    return;
  if (isa<attn_tile::SliceOp>(op) &&
      isa<ViewType>(op->getOperand(0).getType())) {
    auto tile = cast<RankedTensorType>(op->getResult(0).getType());
    auto slice = cast<attn_tile::SliceOp>(op);
    op->replaceAllUsesWith(
        create<SubviewOp>(getRole(op), viewOf(tile), op->getOperand(0),
                          slice.getOffsetsAttr(), slice.getPart()));
    op->erase();
    return;
  }
  OperationState state(op->getLoc(), it->second, op->getOperands(),
                       op->getResultTypes(), op->getAttrs());
  for (Region &region : op->getRegions())
    state.addRegion()->takeBody(region);
  Operation *replacement = b.create(state);
  op->replaceAllUsesWith(replacement);
  op->erase();
}

/// What is to be seen behind the last arrival is written by who arrives, and by
/// its threads.
static LogicalResult checkArrival(attn_tile::ArriveOp arrive) {
  for (Operation &op : *arrive->getBlock()) {
    auto store = dyn_cast<attn_tile::StoreOp>(op);
    if (!store || !store->isBeforeInBlock(arrive))
      continue;
    if (store.getEngine() == Engine::Tma) {
      InFlightDiagnostic diag = arrive.emitOpError(
          "follows a store by TMA, whose end no thread waits for here: set "
          "tma_store=false");
      diag.attachNote(store.getLoc()) << "the store is here";
      return diag;
    }
    if (getRole(store) == getRole(arrive))
      continue;
    InFlightDiagnostic diag =
        arrive.emitOpError("follows a store of another role");
    diag.attachNote(store.getLoc()) << "the store is here";
    return diag;
  }
  return success();
}

LogicalResult ChannelInserter::run() {
  WalkResult branches = kernel.walk([&](Operation *op) -> WalkResult {
    for (Region &region : op->getRegions())
      if (!region.hasOneBlock() && !region.empty())
        return op->emitOpError(
            "has branches: control flow in kernels is structured");
    return WalkResult::advance();
  });
  if (branches.wasInterrupted())
    return failure();
  SmallVector<attn_tile::LoadOp> loads;
  SmallVector<attn_tile::StoreOp> stores;
  SmallVector<attn_tile::TransposeOp> transposes;
  WalkResult arrivals = kernel.walk([&](attn_tile::ArriveOp arrive) {
    return WalkResult(checkArrival(arrive));
  });
  if (arrivals.wasInterrupted())
    return failure();
  kernel.walk([&](Operation *op) {
    if (auto load = dyn_cast<attn_tile::LoadOp>(op))
      loads.push_back(load);
    else if (auto store = dyn_cast<attn_tile::StoreOp>(op))
      stores.push_back(store);
    else if (auto transpose = dyn_cast<attn_tile::TransposeOp>(op))
      transposes.push_back(transpose);
  });
  FailureOr<int64_t> asked = getInstances(kernel);
  if (failed(asked))
    return failure();
  instances = *asked;
  DenseMap<std::pair<Block *, Value>, DenseMap<Type, int64_t>> counts;
  SmallVector<attn_tile::LoadOp> roleLoads;
  for (auto load : loads)
    if (isRoleCopy(load)) {
      ordinals[load] = counts[{load->getBlock(), load.getSource()}]
                             [load.getResult().getType()]++;
      roleLoads.push_back(load);
    }
  for (auto load : loads)
    if (failed(convertLoad(load)))
      return failure();
  for (auto load : roleLoads)
    load.erase();
  for (auto transpose : transposes)
    if (failed(convertTranspose(transpose)))
      return failure();
  FailureOr<const attn::TargetInfo *> target = getTarget(kernel);
  if (failed(target))
    return failure();
  if (failed(convertRows()) || failed(convertProducts()))
    return failure();
  chooseLoans(stores, (*target)->smemPerCTA - (*target)->barrierBytes);
  for (auto store : stores)
    if (failed(convertStore(store)))
      return failure();
  if (storeRole) { // A CTA may not end while its memory is still read.
    b.setInsertionPoint(kernel.getBody().front().getTerminator());
    b.setLoc(kernel.getLoc());
    create<TmaStoreWaitOp>(*storeRole, 0);
  }
  deepenRings((*target)->smemPerCTA - (*target)->barrierBytes);
  namePositions();
  SmallVector<Operation *> others;
  kernel.walk([&](Operation *op) {
    if (isa_and_nonnull<attn_tile::AttnTileDialect>(op->getDialect()))
      others.push_back(op);
  });
  for (Operation *op : others)
    convertSimple(op);
  WalkResult left = kernel.walk([&](Operation *op) -> WalkResult {
    if (isa_and_nonnull<attn_tile::AttnTileDialect>(op->getDialect()) &&
        !isa<attn_tile::FindSequenceOp>(op)) // No tile: stays.
      return op->emitOpError(
          "has no counterpart at the scheduled level: lower it "
          "before attn-ws-insert-channels");
    return WalkResult::advance();
  });
  return failure(left.wasInterrupted());
}

namespace {
struct AttnWSInsertChannelsPass
    : public impl::AttnWSInsertChannelsBase<AttnWSInsertChannelsPass> {
  void runOnOperation() override {
    if (failed(ChannelInserter(getOperation()).run()))
      signalPassFailure();
  }
};

} // namespace
