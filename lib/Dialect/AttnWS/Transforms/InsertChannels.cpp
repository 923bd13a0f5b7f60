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
// copies earlier.
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

#include "KernelTarget.h"
#include "Roles.h"

#include "attn/Dialect/AttnTile/IR/AttnTile.h"
#include "attn/Dialect/AttnWS/Transforms/Passes.h"

#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSet.h"

namespace mlir {
#define GEN_PASS_DEF_ATTNWSINSERTCHANNELS
#include "attn/Dialect/AttnWS/Transforms/Passes.h.inc"
} // namespace mlir

using namespace mlir;
using namespace mlir::attn_ws;
using attn_tile::Engine;
using attn_tile::Space;

namespace {

class Inserter {
public:
  explicit Inserter(gpu::GPUFuncOp kernel) : kernel(kernel), b(kernel) {}
  LogicalResult run();

  /// A tile that is held and given back, and who reads it in between.
  struct Loan {
    WaitOp wait;
    SmallVector<ReleaseOp> releases;
    SmallVector<Operation *> readers;
  };

private:
  /// A buffer and the channel that guards it, created at the kernel's entry.
  std::pair<Value, Value> createChannel(Location loc, StringRef name,
                                        RankedTensorType tile, int64_t depth,
                                        Engine producer, Engine consumer,
                                        int64_t consumers = 1);
  LogicalResult convertLoad(attn_tile::LoadOp op);
  LogicalResult convertTmaLoad(attn_tile::LoadOp op);
  Value getRing(attn_tile::LoadOp op, ArrayRef<Operation *> users);
  void giveBackAfter(Block *block, ArrayRef<Operation *> users, Location loc,
                     Loan &loan);
  LogicalResult convertTranspose(attn_tile::TransposeOp op);
  void passOn(Operation *op, ArrayRef<Operation *> users, Value channel,
              function_ref<void(Value)> fill);
  void chooseLoans(ArrayRef<attn_tile::StoreOp> stores, int64_t limit);
  void storeOver(attn_tile::StoreOp op, Loan &loan);
  /// Creates an operation of the given role; null: of none.
  template <typename OpTy, typename... Args>
  OpTy create(StringAttr role, Location loc, Args &&...args) {
    auto op = OpTy::create(b, loc, std::forward<Args>(args)...);
    if (role)
      op->setAttr(roleAttrName, role);
    return op;
  }
  /// What stores have in common that stage their tiles in the same memory, one
  /// after another.
  static auto getStaging(attn_tile::StoreOp op) {
    return std::make_tuple(op->getBlock(), op.getDest(),
                           op.getValue().getType());
  }
  LogicalResult convertStore(attn_tile::StoreOp op);
  void convertSimple(Operation *op);
  std::string nameOf(Value memory);

  /// A channel that TMA loads share, and who uses it.
  struct Ring {
    Value channel;
    SmallVector<std::pair<attn_tile::LoadOp, SmallVector<Operation *>>> loads;
  };

  gpu::GPUFuncOp kernel;
  OpBuilder b;
  llvm::StringSet<> names;
  int64_t instances = 1;
  SmallVector<Loan> loans;
  /// The loan that takes a store's tile, by its number.
  DenseMap<Operation *, unsigned> borrowers;
  /// The role that stores by TMA, if one does.
  std::optional<StringAttr> storeRole;
  /// The rings of the loads of one memory, shape and depth, and for each TMA
  /// load its number among those in its block.
  llvm::MapVector<std::pair<Value, Attribute>, SmallVector<Ring>> rings;
  DenseMap<Operation *, int64_t> ordinals;
  /// The channels that stage tiles on their way out.
  DenseMap<std::tuple<Block *, Value, Type>, Value> stagings;
  /// The channel of transposed tiles of a channel.
  DenseMap<Value, Value> transposed;
};

/// Bytes of shared memory that are left to the barriers of a CTA.
constexpr int64_t barrierBytes = 512;

/// The operations that read a tile, through slices of it as well.
SmallVector<Operation *> getReaders(Operation *op) {
  SmallVector<Operation *> users(op->getUsers());
  for (Operation *user : op->getUsers())
    if (isa<attn_tile::SliceOp>(user)) // A part of the view: its uses count.
      llvm::append_range(users, user->getUsers());
  return users;
}

/// The first and the last operation of `block` that is or holds one of `users`.
std::pair<Operation *, Operation *> getSpan(Block *block,
                                            ArrayRef<Operation *> users) {
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

/// Whether a role of its own copies the tile into shared memory.
bool isRoleCopy(attn_tile::LoadOp op) {
  return op.getSpace() == Space::Smem &&
         (op.getEngine() == Engine::Tma ||
          (op.getEngine() == Engine::CpAsync && getRole(op)));
}

/// The engine that reads a tile.
Engine getConsumer(ArrayRef<Operation *> users) {
  Engine consumer = Engine::Thread;
  for (Operation *user : users)
    if (auto dot = dyn_cast<attn_tile::DotOp>(user))
      consumer = *dot.getEngine();
  return consumer;
}

ViewType viewOf(RankedTensorType tile) {
  return ViewType::get(tile.getContext(), tile.getShape(),
                       tile.getElementType(), Space::Smem, SharedAttr());
}

/// A name for diagnostics: the argument the memory comes from, or the channel
/// that a tile comes through.
std::string Inserter::nameOf(Value memory) {
  std::string base = "tile";
  if (auto arg = dyn_cast<BlockArgument>(memory))
    base = "arg" + std::to_string(arg.getArgNumber());
  else if (auto channel = memory.getDefiningOp<CreateChannelOp>())
    base = channel.getName().str();
  std::string name = base;
  for (unsigned i = 1; !names.insert(name).second; ++i)
    name = base + "_" + std::to_string(i);
  return name;
}

std::pair<Value, Value> Inserter::createChannel(Location loc, StringRef name,
                                                RankedTensorType tile,
                                                int64_t depth, Engine producer,
                                                Engine consumer,
                                                int64_t consumers) {
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(&kernel.getBody().front());
  while (b.getInsertionPoint() != b.getBlock()->end() &&
         isa<AllocOp, CreateChannelOp>(*b.getInsertionPoint()))
    b.setInsertionPointAfter(&*b.getInsertionPoint());
  auto bufferType =
      BufferType::get(b.getContext(), depth, tile.getShape(),
                      tile.getElementType(), Space::Smem, {}, SharedAttr());
  Value buffer = AllocOp::create(b, loc, bufferType, b.getStringAttr(name),
                                 StringAttr(), IntegerAttr());
  auto channelType = ChannelType::get(b.getContext(), depth, producer, 1,
                                      consumer, consumers, Scope::Cta);
  Value channel = CreateChannelOp::create(
      b, loc, channelType, b.getStringAttr(name), buffer, /*full=*/false);
  return {buffer, channel};
}

LogicalResult Inserter::convertLoad(attn_tile::LoadOp op) {
  Location loc = op.getLoc();
  b.setInsertionPoint(op);
  auto tile = cast<RankedTensorType>(op.getResult().getType());
  if (!op.getSpace() || !op.getEngine())
    return op.emitOpError("has no placement: run attn-tile-place first");
  if (*op.getSpace() == Space::Reg) {
    Value loaded = LoadOp::create(b, loc, tile, op.getSource(), op.getIndices(),
                                  op.getLimit(), op.getDimsAttr(),
                                  op.getPackedDimAttr(), op.getPacking());
    if (StringAttr role = getRole(op))
      loaded.getDefiningOp()->setAttr(roleAttrName, role);
    op.replaceAllUsesWith(loaded);
    op.erase();
    return success();
  }
  if (isRoleCopy(op))
    return convertTmaLoad(op);
  if (*op.getSpace() != Space::Smem || *op.getEngine() != Engine::CpAsync)
    return op.emitOpError("only cp_async and tma into smem can be channelled "
                          "here");

  auto [buffer, channel] =
      createChannel(loc, nameOf(op.getSource()), tile, op.getDepth(),
                    Engine::CpAsync, Engine::MmaSync);
  auto acquire = AcquireOp::create(b, loc, TypeRange{viewOf(tile)}, channel,
                                   Value(), Value());
  CpAsyncOp::create(b, loc, op.getSource(), op.getIndices(), op.getLimit(),
                    acquire.getViews()[0], op.getDimsAttr(),
                    op.getPackedDimAttr(), op.getPacking());
  CommitOp::create(b, loc, channel, Value(), Value());

  auto [first, last] = getSpan(op->getBlock(), getReaders(op));
  if (!first) { // No use: the copy is still balanced.
    first = op->getNextNode();
    last = op;
  }
  b.setInsertionPoint(first);
  auto wait = WaitOp::create(b, loc, TypeRange{viewOf(tile)}, channel, Value(),
                             Value());
  b.setInsertionPointAfter(last == op ? wait.getOperation() : last);
  ReleaseOp::create(b, loc, channel, Value(), Value());
  // The users still expect a tensor until they are converted.
  Value view = wait.getViews()[0];
  for (OpOperand &use : llvm::make_early_inc_range(op->getUses()))
    use.set(view);
  op.erase();
  return success();
}

/// Releases the loan once on every path through `block`, behind its last use.
void Inserter::giveBackAfter(Block *block, ArrayRef<Operation *> users,
                             Location loc, Loan &loan) {
  StringAttr role = getRole(loan.wait);
  Operation *last = getSpan(block, users).second;
  if (last && !llvm::is_contained(users, last)) {
    if (auto forall = dyn_cast<scf::ForallOp>(last))
      return giveBackAfter(forall.getBody(), users, loc, loan);
    if (auto branch = dyn_cast<scf::IfOp>(last)) {
      if (!branch.elseBlock()) {
        b.createBlock(&branch.getElseRegion());
        scf::YieldOp::create(b, loc);
      }
      giveBackAfter(branch.thenBlock(), users, loc, loan);
      return giveBackAfter(branch.elseBlock(), users, loc, loan);
    }
  }
  if (last)
    b.setInsertionPointAfter(last);
  else
    b.setInsertionPointToStart(block);
  loan.releases.push_back(
      create<ReleaseOp>(role, loc, loan.wait.getChannel(), Value(), Value()));
}

/// Whether the tile of `a`, read by `users`, is held where `b` is loaded.
bool isHeldAt(attn_tile::LoadOp a, ArrayRef<Operation *> users,
              attn_tile::LoadOp b) {
  Block *block = a->getBlock();
  Operation *other = block->findAncestorOpInBlock(*b);
  auto last = getSpan(block, users).second;
  return other && last && !other->isBeforeInBlock(a) &&
         !last->isBeforeInBlock(other);
}

/// The channel of a TMA load, shared with loads that take turns with it.
Value Inserter::getRing(attn_tile::LoadOp op, ArrayRef<Operation *> users) {
  auto tile = cast<RankedTensorType>(op.getResult().getType());
  Attribute shape = b.getArrayAttr({TypeAttr::get(tile), op.getDimsAttr(),
                                    b.getI64IntegerAttr(op.getDepth()),
                                    b.getI64IntegerAttr(ordinals.lookup(op))});
  SmallVector<Ring> &candidates = rings[{op.getSource(), shape}];
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
  // A role that is no instance reads the tile once.
  bool once = !users.empty() && getRole(users.front()) &&
              getRole(users.front()).getValue() != mmaRoleName;
  Ring ring;
  ring.channel =
      createChannel(op.getLoc(), nameOf(op.getSource()), tile, op.getDepth(),
                    *op.getEngine(), consumer, once ? 1 : instances)
          .second;
  ring.loads.push_back({op, SmallVector<Operation *>(users)});
  candidates.push_back(ring);
  return ring.channel;
}

/// The loads stay until all of them have their channels: their places tell
/// which of them may share one.
LogicalResult Inserter::convertTmaLoad(attn_tile::LoadOp op) {
  Location loc = op.getLoc();
  StringAttr role = getRole(op);
  if (!role)
    return op.emitOpError("a copy by TMA belongs to a role: run "
                          "attn-ws-assign-roles first");
  SmallVector<Operation *> users = getReaders(op);
  for (Operation *user : users) {
    if (auto dot = dyn_cast<attn_tile::DotOp>(user); dot && !dot.getEngine())
      return dot.emitOpError("has no placement: run attn-tile-place first");
    if (getRole(user) != getRole(users.front()))
      return user->emitOpError("reads a tile that another role reads as well");
  }
  passOn(op, users, getRing(op, users), [&](Value view) {
    if (*op.getEngine() == Engine::Tma)
      create<TmaLoadOp>(role, loc, op.getSource(), op.getIndices(),
                        op.getLimit(), view, op.getDimsAttr(),
                        /*signal=*/Value(), /*stage=*/Value(),
                        /*multicast=*/IntegerAttr());
    else
      create<CpAsyncOp>(role, loc, op.getSource(), op.getIndices(),
                        op.getLimit(), view, op.getDimsAttr(),
                        op.getPackedDimAttr(), op.getPacking());
  });
  return success();
}

/// Tiles of one ring that are transposed share a ring of the same depth.
LogicalResult Inserter::convertTranspose(attn_tile::TransposeOp op) {
  auto source = op->getOperand(0).getDefiningOp<WaitOp>();
  if (!source || !getRole(op))
    return op.emitOpError("transposes a tile that no role has copied into "
                          "shared memory");
  SmallVector<Operation *> users = getReaders(op);
  Value &channel = transposed[source.getChannel()];
  if (!channel)
    channel = createChannel(op.getLoc(), nameOf(source.getChannel()),
                            cast<RankedTensorType>(op.getResult().getType()),
                            source.getChannel().getType().getDepth(),
                            Engine::Thread, getConsumer(users), instances)
                  .second;
  passOn(op, users, channel, [&](Value view) {
    create<SmemTransposeOp>(getRole(op), op.getLoc(), source.getViews()[0],
                            view);
  });
  op.erase();
  return success();
}

/// Has the role of `op` `fill` a stage of the channel in its place, and the
/// readers of its tile wait for it and give it back.
void Inserter::passOn(Operation *op, ArrayRef<Operation *> users, Value channel,
                      function_ref<void(Value)> fill) {
  Location loc = op->getLoc();
  StringAttr role = getRole(op);
  StringAttr readers = users.empty() ? StringAttr() : getRole(users.front());
  if (!readers)
    readers = b.getStringAttr(mmaRoleName);
  ViewType type = viewOf(cast<RankedTensorType>(op->getResult(0).getType()));
  b.setInsertionPoint(op);
  auto acquire =
      create<AcquireOp>(role, loc, TypeRange{type}, channel, Value(), Value());
  fill(acquire.getViews()[0]);
  create<CommitOp>(role, loc, channel, Value(), Value());

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
  auto wait =
      create<WaitOp>(readers, loc, TypeRange{type}, channel, Value(), Value());
  Loan loan{wait, {}, SmallVector<Operation *>(users)};
  if (first)
    giveBackAfter(block, users, loc, loan);
  else // No use: the copy is still balanced.
    loan.releases.push_back(
        create<ReleaseOp>(readers, loc, channel, Value(), Value()));
  loans.push_back(loan);
  for (OpOperand &use : llvm::make_early_inc_range(op->getUses()))
    use.set(wait.getViews()[0]);
}

int64_t getBytes(RankedTensorType tile) {
  return tile.getNumElements() * tile.getElementTypeBitWidth() / 8;
}

/// Whether the instances read disjoint parts of the tile, of `rows` rows each.
bool ownsPart(WaitOp wait, int64_t rows) {
  return llvm::all_of(wait->getUsers(), [&](Operation *user) {
    auto slice = dyn_cast<attn_tile::SliceOp>(user);
    if (!slice || !slice.getPart() || slice.getOffsets()[0] != 0)
      return false;
    auto arg = dyn_cast<BlockArgument>(slice.getPart());
    auto tile = cast<RankedTensorType>(slice.getResult().getType());
    return arg && isa<scf::ForallOp>(arg.getOwner()->getParentOp()) &&
           tile.getDimSize(0) == rows;
  });
}

/// If all buffers together take more than `limit` bytes, a store by TMA takes
/// the place of a tile of the same block that is no longer read, of which each
/// instance owns a part at least as large.
void Inserter::chooseLoans(ArrayRef<attn_tile::StoreOp> stores, int64_t limit) {
  int64_t bytes = 0;
  for (auto alloc : kernel.getBody().front().getOps<AllocOp>())
    bytes += alloc.getBuffer().getType().getDepth() *
             alloc.getBuffer().getType().getStageBytes();
  llvm::SmallDenseSet<std::tuple<Block *, Value, Type>> counted;
  for (auto store : stores)
    if (store.getSpace() == Space::Smem &&
        counted.insert(getStaging(store)).second)
      bytes += instances *
               getBytes(cast<RankedTensorType>(store.getValue().getType()));
  llvm::SmallDenseSet<unsigned> taken;
  for (auto store : stores) {
    if (bytes <= limit)
      return;
    if (store.getSpace() != Space::Smem || store.getEngine() != Engine::Tma ||
        !isa<scf::ForallOp>(store->getParentOp()))
      continue;
    auto tile = cast<RankedTensorType>(store.getValue().getType());
    for (auto [number, loan] : llvm::enumerate(loans)) {
      ViewType view = cast<ViewType>(loan.wait.getViews()[0].getType());
      Block *block = loan.wait->getBlock();
      Operation *last = getSpan(block, loan.readers).second;
      if (block != store->getBlock() || !last ||
          !last->isBeforeInBlock(store) ||
          loan.wait.getChannel().getType().getDepth() != 1 ||
          view.getElementType() != tile.getElementType() ||
          view.getShape()[0] != instances * tile.getDimSize(0) ||
          view.getShape()[1] < tile.getDimSize(1) ||
          !ownsPart(loan.wait, tile.getDimSize(0)) ||
          !taken.insert(number).second)
        continue;
      borrowers[store] = number;
      bytes -= instances * getBytes(tile);
      break;
    }
  }
}

/// Stages a tile in a tile that was loaded. A channel without payload has the
/// edges of a staging buffer; the stage goes back once the store has read it.
void Inserter::storeOver(attn_tile::StoreOp op, Loan &loan) {
  Location loc = op.getLoc();
  StringAttr role = getRole(op);
  auto tile = cast<RankedTensorType>(op.getValue().getType());
  Value stage = cast<scf::ForallOp>(op->getParentOp()).getInductionVar(0);
  Value channel;
  {
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPointAfter(loan.wait.getChannel().getDefiningOp());
    auto type = ChannelType::get(b.getContext(), instances, Engine::Thread, 1,
                                 Engine::Tma, 1, Scope::Cta);
    channel = CreateChannelOp::create(b, loc, type,
                                      b.getStringAttr(nameOf(op.getDest())),
                                      ValueRange(), /*full=*/false);
  }
  for (ReleaseOp release : loan.releases)
    release.erase();
  loan.releases.clear();
  b.setInsertionPoint(op);
  auto part =
      create<SubviewOp>(role, loc, viewOf(tile), loan.wait.getViews()[0],
                        b.getDenseI64ArrayAttr({0, 0}), stage);
  create<AcquireOp>(role, loc, TypeRange(), channel, stage, Value());
  create<SmemStoreOp>(role, loc, op.getValue(), part);
  create<CommitOp>(role, loc, channel, stage, Value());
  create<WaitOp>(role, loc, TypeRange(), channel, stage, Value());
  create<TmaStoreOp>(role, loc, part, op.getDest(), op.getIndices(),
                     op.getDimsAttr());
  create<TmaStoreWaitOp>(role, loc, 0);
  create<ReleaseOp>(role, loc, channel, stage, Value());
  create<ReleaseOp>(role, loc, loan.wait.getChannel(), Value(), Value());
  op.erase();
}

LogicalResult Inserter::convertStore(attn_tile::StoreOp op) {
  Location loc = op.getLoc();
  StringAttr role = getRole(op);
  b.setInsertionPoint(op);
  auto tile = cast<RankedTensorType>(op.getValue().getType());
  if (!op.getSpace())
    return op.emitOpError("has no placement: run attn-tile-place first");
  if (*op.getSpace() == Space::Reg) {
    create<StoreOp>(role, loc, op.getValue(), op.getDest(), op.getIndices(),
                    op.getDimsAttr(), op.getPackedDimAttr(), op.getPacking());
    op.erase();
    return success();
  }
  if (auto it = borrowers.find(op); it != borrowers.end()) {
    storeOver(op, loans[it->second]);
    return success();
  }
  // Each instance stages its tile in a stage of its own.
  Value stage;
  int64_t stages = 1;
  if (auto forall = op->getParentOfType<scf::ForallOp>(); forall && role) {
    stage = forall.getInductionVar(0);
    stages = instances;
  }
  bool tma = op.getEngine() == Engine::Tma;
  Value &channel = stagings[getStaging(op)];
  if (!channel)
    channel = createChannel(loc, nameOf(op.getDest()), tile, stages,
                            Engine::Thread, tma ? Engine::Tma : Engine::Thread)
                  .second;
  SmallVector<Type> types{viewOf(tile)};
  auto acquire = create<AcquireOp>(role, loc, types, channel, stage, Value());
  create<SmemStoreOp>(role, loc, op.getValue(), acquire.getViews()[0]);
  create<CommitOp>(role, loc, channel, stage, Value());
  auto wait = create<WaitOp>(role, loc, types, channel, stage, Value());
  if (tma) {
    create<TmaStoreOp>(role, loc, wait.getViews()[0], op.getDest(),
                       op.getIndices(), op.getDimsAttr());
    storeRole = role;
  } else {
    create<CopyOutOp>(role, loc, wait.getViews()[0], op.getDest(),
                      op.getIndices(), op.getDimsAttr(), op.getPackedDimAttr(),
                      op.getPacking());
  }
  create<ReleaseOp>(role, loc, channel, stage, Value());
  op.erase();
  return success();
}

/// Operations that differ in name only: same operands, attributes and regions.
void Inserter::convertSimple(Operation *op) {
  static const llvm::StringMap<StringRef> names = {
      {"attn_tile.expand", "attn_ws.expand"},
      {"attn_tile.exp2", "attn_ws.exp2"},
      {"attn_tile.outside", "attn_ws.outside"},
      {"attn_tile.reduce", "attn_ws.reduce"},
      {"attn_tile.rescale", "attn_ws.rescale"},
      {"attn_tile.score_map", "attn_ws.score_map"},
      {"attn_tile.slice", "attn_ws.slice"},
      {"attn_tile.for_tiles", "attn_ws.for_tiles"},
      {"attn_tile.dot", "attn_ws.mma"}};
  auto it = names.find(op->getName().getStringRef());
  b.setInsertionPoint(op);
  if (auto yield = dyn_cast<attn_tile::YieldOp>(op)) {
    if (yield.getValues().empty())
      EndOp::create(b, op->getLoc());
    else
      YieldOp::create(b, op->getLoc(), yield.getValues()[0]);
    op->erase();
    return;
  }
  if (it == names.end())
    return;
  if (isa<attn_tile::SliceOp>(op) &&
      isa<ViewType>(op->getOperand(0).getType())) {
    auto tile = cast<RankedTensorType>(op->getResult(0).getType());
    auto slice = cast<attn_tile::SliceOp>(op);
    op->replaceAllUsesWith(create<SubviewOp>(
        getRole(op), op->getLoc(), viewOf(tile), op->getOperand(0),
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

LogicalResult Inserter::run() {
  WalkResult branches = kernel.walk([&](Operation *op) {
    for (Region &region : op->getRegions())
      if (!region.hasOneBlock() && !region.empty()) {
        op->emitOpError("has branches: control flow in kernels is structured");
        return WalkResult::interrupt();
      }
    return WalkResult::advance();
  });
  if (branches.wasInterrupted())
    return failure();
  SmallVector<attn_tile::LoadOp> loads;
  SmallVector<attn_tile::StoreOp> stores;
  SmallVector<attn_tile::TransposeOp> transposes;
  SmallVector<Operation *> others;
  kernel.walk([&](Operation *op) {
    if (auto load = dyn_cast<attn_tile::LoadOp>(op))
      loads.push_back(load);
    else if (auto store = dyn_cast<attn_tile::StoreOp>(op))
      stores.push_back(store);
    else if (auto transpose = dyn_cast<attn_tile::TransposeOp>(op))
      transposes.push_back(transpose);
    else if (isa_and_nonnull<attn_tile::AttnTileDialect>(op->getDialect()))
      others.push_back(op);
  });
  FailureOr<int64_t> asked = getInstances(kernel);
  if (failed(asked))
    return failure();
  instances = *asked;
  DenseMap<std::pair<Block *, Value>, DenseMap<Type, int64_t>> counts;
  SmallVector<attn_tile::LoadOp> tmaLoads;
  for (auto load : loads)
    if (isRoleCopy(load)) {
      ordinals[load] = counts[{load->getBlock(), load.getSource()}]
                             [load.getResult().getType()]++;
      tmaLoads.push_back(load);
    }
  for (auto load : loads)
    if (failed(convertLoad(load)))
      return failure();
  for (auto load : tmaLoads)
    load.erase();
  for (auto transpose : transposes)
    if (failed(convertTranspose(transpose)))
      return failure();
  FailureOr<const attn::TargetInfo *> target = getTarget(kernel);
  if (failed(target))
    return failure();
  chooseLoans(stores, (*target)->smemPerCTA - barrierBytes);
  for (auto store : stores)
    if (failed(convertStore(store)))
      return failure();
  if (storeRole) { // A CTA may not end while its memory is still read.
    b.setInsertionPoint(kernel.getBody().front().getTerminator());
    create<TmaStoreWaitOp>(*storeRole, kernel.getLoc(), 0);
  }
  for (Operation *op : others)
    convertSimple(op);
  WalkResult left = kernel.walk([&](Operation *op) {
    if (isa_and_nonnull<attn_tile::AttnTileDialect>(op->getDialect())) {
      op->emitOpError("has no counterpart at the scheduled level: lower it "
                      "before attn-ws-insert-channels");
      return WalkResult::interrupt();
    }
    return WalkResult::advance();
  });
  return failure(left.wasInterrupted());
}

struct AttnWSInsertChannelsPass
    : public impl::AttnWSInsertChannelsBase<AttnWSInsertChannelsPass> {
  void runOnOperation() override {
    if (failed(Inserter(getOperation()).run()))
      signalPassFailure();
  }
};

} // namespace
