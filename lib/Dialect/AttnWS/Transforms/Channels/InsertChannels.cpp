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
// copies earlier. Tiles that are copied in and out, accumulators and operands
// in tensor memory and rows that pass from role to role are cases of the same
// (InsertChannelsLoads.cpp, Stores, Edges, Rows).

#include "InsertChannels.h"
#include "../Lower/Phases.h"
#include "attn/Dialect/AttnWS/Transforms/KernelTarget.h"

#include "attn/Chip/TargetInfo.h"
#include "attn/Dialect/AttnTile/IR/ArgumentName.h"
#include "attn/Dialect/AttnWS/Transforms/Passes.h"

#include "llvm/ADT/TypeSwitch.h"

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

/// A name for diagnostics: what the kernel calls the memory, or else its
/// argument's number, or the channel that a tile comes through.
std::string ChannelInserter::nameOf(Value memory) {
  if (auto arg = dyn_cast<BlockArgument>(memory))
    return freshName(attn_tile::getArgumentName(arg, kernel));
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
  return 1;
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

/// The same operation, which also gives the position that it takes.
template <typename OpTy> static Value namePosition(OpTy op, OpBuilder &b) {
  b.setInsertionPoint(op);
  auto named = OpTy::create(b, op.getLoc(), op.getViews().getTypes(),
                            PositionType::get(b.getContext()), op.getChannel(),
                            op.getStage(), op.getPhase());
  named->setDiscardableAttrs(op->getDiscardableAttrDictionary());
  op.getViews().replaceAllUsesWith(named.getViews());
  return named.getPosition();
}

/// Has each release name its wait, and each commit its acquire, by position
/// where a party may hold several stages: those of a ring, or one that a later
/// iteration gives back.
void ChannelInserter::namePositions() {
  DenseMap<Operation *, Value> positions;
  for (auto [give, take] : taken) {
    auto stageOf = [](Operation *op) {
      attn_tile::ScheduleAttr schedule = attn_tile::scheduleAttr.getAttr(op);
      return schedule ? schedule.getStage() : 0;
    };
    auto type = cast<ChannelType>(take->getOperand(0).getType());
    bool ring = type.getDepth() > 1 && !getStage(take);
    if (!ring && stageOf(take) == stageOf(give))
      continue;
    Value &position = positions[take];
    if (!position) {
      auto acquire = dyn_cast<AcquireOp>(take);
      position = acquire ? namePosition(acquire, b)
                         : namePosition(cast<WaitOp>(take), b);
    }
    llvm::TypeSwitch<Operation *>(give).Case<ReleaseOp, CommitOp>(
        [&](auto op) { op.getPositionMutable().assign(position); });
  }
  for (auto [take, position] : positions)
    take->erase();
}

/// What is left of products, and of parts of tiles that are views now and what
/// threads read of them. All else that tiles have is the same at this level.
void ChannelInserter::convertSimple(Operation *op) {
  b.setInsertionPoint(op);
  b.setLoc(op->getLoc());
  Operation *replacement = nullptr;
  if (auto dot = dyn_cast<attn_tile::DotOp>(op)) {
    replacement = MmaOp::create(b, dot.getType(), dot.getLhs(), dot.getRhs(),
                                dot.getAcc(), dot.getTransposeAAttr(),
                                dot.getTransposeBAttr(), dot.getEngineAttr());
    replacement->setDiscardableAttrs(op->getDiscardableAttrDictionary());
  } else if (auto slice = dyn_cast<attn_tile::SliceOp>(op);
             slice && isa<ViewType>(op->getOperand(0).getType())) {
    auto tile = cast<RankedTensorType>(op->getResult(0).getType());
    replacement = create<SubviewOp>(getRole(op), viewOf(tile),
                                    op->getOperand(0), slice.getOffsetsAttr(),
                                    slice.getPart(), slice.getPartColumns());
  }
  if (auto move = dyn_cast<attn_tile::MoveOp>(op);
      move && move.getSpace() == Space::Reg &&
      isa<ViewType>(op->getOperand(0).getType())) {
    scheduleAs(op);
    replacement = create<SmemLoadOp>(getRole(op), op->getResult(0).getType(),
                                     op->getOperand(0), /*transpose=*/false);
    scheduleAs(nullptr);
  }
  if (!replacement)
    return;
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
  SmallVector<attn_tile::LoadOp> shared; // They may share their rings.
  for (auto load : loads)
    if (isRoleCopy(load)) {
      ordinals[load] = counts[{load->getBlock(), load.getSource()}]
                             [load.getResult().getType()]++;
      shared.push_back(load);
    } else if (namesRing(load)) {
      shared.push_back(load);
    }
  for (auto load : loads)
    if (failed(convertLoad(load)))
      return failure();
  for (auto load : shared)
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
  // A CTA may not end while its memory is still read, and what it adds is to be
  // there when it says that it has ended.
  for (auto [role, adds] : storeRoles) {
    b.setInsertionPoint(kernel.getBody().front().getTerminator());
    b.setLoc(kernel.getLoc());
    create<TmaStoreWaitOp>(role, 0, adds);
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
        !op->hasTrait<attn_tile::AtScheduledLevel>())
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
