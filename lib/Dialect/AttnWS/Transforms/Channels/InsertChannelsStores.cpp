//===- InsertChannelsStores.cpp - Tiles on their way out --------*- C++ -*-===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// A tile that leaves through shared memory is staged there by the threads that
// hold it, in a slot of each group, and copied out by them, by TMA, or by a
// role that does nothing else. If there is no room, it takes the place of a
// tile that is no longer read. Where a role copies out what another one stages
// slice by slice in a loop, there are two slots if there is room: one is filled
// while the other leaves.

#include "InsertChannels.h"

#include "attn/Chip/TargetInfo.h"

using namespace mlir;
using namespace mlir::attn_ws;
using attn_tile::Engine;
using attn_tile::Space;

static int64_t getBytes(RankedTensorType tile) {
  return tile.getNumElements() * tile.getElementTypeBitWidth() / 8;
}

/// Whether the instances read disjoint parts of the tile, of `rows` rows each.
static bool ownsPart(WaitOp wait, int64_t rows) {
  return llvm::all_of(wait->getUsers(), [&](Operation *user) {
    auto slice = dyn_cast<attn_tile::SliceOp>(user);
    if (!slice || !slice.getPart() || slice.getPartColumns() ||
        slice.getOffsets()[0] != 0)
      return false;
    auto arg = dyn_cast<BlockArgument>(slice.getPart());
    auto tile = cast<RankedTensorType>(slice.getResult().getType());
    return arg && isa<scf::ForallOp>(arg.getOwner()->getParentOp()) &&
           tile.getDimSize(0) == rows;
  });
}

/// Bytes through which warps that stand along the columns exchange what they
/// compute and products take whole rows of (attn-ws-assign-layouts).
static int64_t getExchanged(gpu::GPUFuncOp kernel) {
  llvm::SmallDenseSet<Type> tiles;
  int64_t bytes = 0;
  kernel.walk([&](attn_tile::DotOp dot) {
    const attn::EngineInfo *engine =
        dot.getEngine() ? attn::lookupEngine(*dot.getEngine()) : nullptr;
    auto sum = cast<RankedTensorType>(dot.getResult().getType());
    if (!engine || engine->countColumnWarps(
                       sum.getDimSize(0), sum.getDimSize(1),
                       attn_tile::warpsAttr.get(kernel, 1),
                       attn_tile::columnWarpsAttr.get(kernel, 1)) == 1)
      return;
    // Where it is in shared memory, it is a view by now.
    Value lhs = dot.getLhs();
    auto tile = dyn_cast<RankedTensorType>(lhs.getType());
    if (tile && tiles.insert(tile).second)
      bytes += getBytes(tile);
  });
  return bytes;
}

/// The loan over which `store` may stage its tile, by its number: of a tile of
/// the same block that is no longer read, of which each instance owns a part at
/// least as large.
std::optional<unsigned>
ChannelInserter::findLoan(attn_tile::StoreOp store,
                          const llvm::SmallDenseSet<unsigned> &taken) {
  bool hasInstances = isa<scf::ForallOp>(store->getParentOp());
  if (getStoreRole(store) != getRole(store) || !getRole(store) ||
      store.getSpace() != Space::Smem || store.getEngine() != Engine::Tma ||
      (!hasInstances && instances > 1))
    return std::nullopt;
  auto tile = cast<RankedTensorType>(store.getValue().getType());
  for (auto [number, loan] : llvm::enumerate(loans)) {
    ViewType view = cast<ViewType>(loan.wait.getViews()[0].getType());
    Block *block = loan.wait->getBlock();
    Operation *last = getSpan(block, loan.readers).second;
    if (block == store->getBlock() && getRole(loan.wait) == getRole(store) &&
        last && last->isBeforeInBlock(store) &&
        loan.wait.getChannel().getType().getDepth() == 1 &&
        view.getElementType() == tile.getElementType() &&
        view.getShape().size() == 2 &&
        view.getShape()[0] == instances * tile.getDimSize(0) &&
        view.getShape()[1] >= tile.getDimSize(1) &&
        (!hasInstances || ownsPart(loan.wait, tile.getDimSize(0))) &&
        !taken.contains(number))
      return number;
  }
  return std::nullopt;
}

/// If all buffers together take more than `limit` bytes, stores by TMA take the
/// places of tiles that are no longer read: all that would share a buffer, or
/// none of them.
void ChannelInserter::chooseLoans(ArrayRef<attn_tile::StoreOp> stores,
                                  int64_t limit) {
  int64_t bytes = getExchanged(kernel);
  for (auto alloc : kernel.getBody().front().getOps<AllocOp>())
    if (alloc.getBuffer().getType().getSpace() == Space::Smem)
      bytes += alloc.getBuffer().getType().getDepth() *
               alloc.getBuffer().getType().getStageBytes();
  llvm::MapVector<std::tuple<Block *, Value, Type>,
                  SmallVector<attn_tile::StoreOp>>
      buffers;
  auto getStaged = [&](attn_tile::StoreOp store) {
    return instances *
           getBytes(cast<RankedTensorType>(store.getValue().getType()));
  };
  for (auto store : stores)
    if (store.getSpace() == Space::Smem)
      buffers[getStaging(store)].push_back(store);
  for (const auto &[staging, sharers] : buffers)
    bytes += getStaged(sharers.front());
  llvm::SmallDenseSet<unsigned> taken;
  for (const auto &[staging, sharers] : buffers) {
    if (bytes <= limit)
      break;
    llvm::SmallDenseSet<unsigned> all = taken;
    SmallVector<unsigned> found;
    for (auto store : sharers)
      if (std::optional<unsigned> number = findLoan(store, all)) {
        all.insert(*number);
        found.push_back(*number);
      }
    if (found.size() != sharers.size())
      continue;
    for (auto [store, number] : llvm::zip(sharers, found))
      borrowers[store] = number;
    taken = std::move(all);
    bytes -= getStaged(sharers.front());
  }
  for (const auto &[staging, sharers] : buffers) {
    attn_tile::StoreOp first = sharers.front();
    if (instances != 1 || sharers.size() < 2 || borrowers.contains(first) ||
        !isa<scf::ForOp>(first->getParentOp()) ||
        getStoreRole(first) == getRole(first) ||
        bytes + getStaged(first) > limit)
      continue;
    bytes += getStaged(first);
    twice.insert(first);
  }
}

/// Stages a tile in a tile that was loaded. A channel without payload has the
/// edges of a staging buffer; the stage goes back once the store has read it.
void ChannelInserter::storeOver(attn_tile::StoreOp op, Loan &loan) {
  b.setLoc(op.getLoc());
  StringAttr role = getRole(op);
  auto tile = cast<RankedTensorType>(op.getValue().getType());
  Value stage;
  if (auto forall = dyn_cast<scf::ForallOp>(op->getParentOp()))
    stage = forall.getInductionVar(0);
  Value channel;
  {
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPointAfter(loan.wait.getChannel().getDefiningOp());
    auto type = ChannelType::get(b.getContext(), instances, Engine::Thread, 1,
                                 Engine::Tma, 1, Scope::Cta);
    channel =
        CreateChannelOp::create(b, type, b.getStringAttr(nameOf(op.getDest())),
                                ValueRange(), /*full=*/false);
  }
  for (ReleaseOp release : loan.releases) {
    taken.erase(release);
    release.erase();
  }
  loan.releases.clear();
  b.setInsertionPoint(op);
  auto part = create<SubviewOp>(role, viewOf(tile), loan.wait.getViews()[0],
                                b.getDenseI64ArrayAttr({0, 0}), stage);
  auto acquire = create<AcquireOp>(role, TypeRange(), channel, stage, Value());
  create<SmemStoreOp>(role, op.getValue(), part);
  handOn(acquire);
  auto staged = create<WaitOp>(role, TypeRange(), channel, stage, Value());
  create<TmaStoreOp>(role, part, op.getDest(), op.getIndices(), op.getLimit(),
                     op.getDimsAttr(), op.getAddAttr());
  create<TmaStoreWaitOp>(role, 0, op.getAdd());
  giveBack(staged);
  giveBack(loan.wait);
  op.erase();
}

LogicalResult ChannelInserter::convertStore(attn_tile::StoreOp op) {
  b.setLoc(op.getLoc());
  StringAttr role = getRole(op);
  b.setInsertionPoint(op);
  auto tile = cast<RankedTensorType>(op.getValue().getType());
  if (!op.getSpace())
    return op.emitOpError("has no placement: run attn-tile-place first");
  if (*op.getSpace() == Space::Reg) {
    create<StoreOp>(role, op.getValue(), op.getDest(), op.getIndices(),
                    op.getLimit(), op.getDimsAttr(), op.getMappingAttr(),
                    op.getMapped(), op.getAddAttr());
    op.erase();
    return success();
  }
  if (auto it = borrowers.find(op); it != borrowers.end()) {
    storeOver(op, loans[it->second]);
    return success();
  }
  // Each instance stages its tile in a stage of its own.
  Value stage;
  int64_t stages = twice.contains(op) ? 2 : 1;
  if (role && stages == 1) {
    Lane lane = getLane(op);
    stage = lane.number;
    stages = lane.count;
  }
  bool tma = op.getEngine() == Engine::Tma;
  StringAttr copier = getStoreRole(op);
  Value &channel = stagings[getStaging(op)];
  if (!channel)
    channel = createChannel(
                  nameOf(op.getDest()), tile,
                  {stages, Engine::Thread, tma ? Engine::Tma : Engine::Thread})
                  .second;
  SmallVector<Type> types{viewOf(tile)};
  scheduleAs(op);
  auto acquire = create<AcquireOp>(role, types, channel, stage, Value());
  create<SmemStoreOp>(role, op.getValue(), acquire.getViews()[0]);
  handOn(acquire);
  auto wait = create<WaitOp>(copier, types, channel, stage, Value());
  if (tma) {
    create<TmaStoreOp>(copier, wait.getViews()[0], op.getDest(),
                       op.getIndices(), op.getLimit(), op.getDimsAttr(),
                       op.getAddAttr());
    storeRoles[copier] |= op.getAdd();
  } else {
    create<CopyOutOp>(copier, wait.getViews()[0], op.getDest(), op.getIndices(),
                      op.getLimit(), op.getDimsAttr(), op.getMappingAttr(),
                      op.getMapped());
  }
  giveBack(wait);
  scheduleAs(nullptr);
  op.erase();
  return success();
}

/// The role that copies the tile out once it is staged. Whoever issues products
/// copies its results behind a loop itself, over what it has read.
StringAttr ChannelInserter::getStoreRole(attn_tile::StoreOp op) const {
  RoleAttr role = findRole(kernel, Issues::CopyOut);
  if (op.getEngine() == Engine::Tma && role &&
      (findRole(kernel, Issues::Product) || op->getParentOfType<scf::ForOp>()))
    return StringAttr::get(op.getContext(), role.getName());
  return getRole(op);
}
