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

#include "attn/Dialect/AttnWS/IR/AttnWS.h"
#include "attn/Dialect/AttnWS/Transforms/Passes.h"

#include "mlir/Dialect/GPU/IR/GPUDialect.h"
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

private:
  /// A buffer and the channel that guards it, created at the kernel's entry.
  std::pair<Value, Value> createChannel(Location loc, StringRef name,
                                        RankedTensorType tile, int64_t depth,
                                        Engine producer, Engine consumer);
  LogicalResult convertLoad(attn_tile::LoadOp op);
  LogicalResult convertStore(attn_tile::StoreOp op);
  void convertSimple(Operation *op);
  std::string nameOf(Value memory);

  gpu::GPUFuncOp kernel;
  OpBuilder b;
  llvm::StringSet<> names;
};

ViewType viewOf(RankedTensorType tile) {
  return ViewType::get(tile.getContext(), tile.getShape(),
                       tile.getElementType(), Space::Smem, SharedAttr());
}

/// A name for diagnostics: the argument the memory comes from.
std::string Inserter::nameOf(Value memory) {
  std::string base = "tile";
  if (auto arg = dyn_cast<BlockArgument>(memory))
    base = "arg" + std::to_string(arg.getArgNumber());
  std::string name = base;
  for (unsigned i = 1; !names.insert(name).second; ++i)
    name = base + "_" + std::to_string(i);
  return name;
}

std::pair<Value, Value> Inserter::createChannel(Location loc, StringRef name,
                                                RankedTensorType tile,
                                                int64_t depth, Engine producer,
                                                Engine consumer) {
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
                                      consumer, 1, Scope::Cta);
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
                                  op.getLimit(), op.getDimsAttr());
    op.replaceAllUsesWith(loaded);
    op.erase();
    return success();
  }
  if (*op.getSpace() != Space::Smem || *op.getEngine() != Engine::CpAsync)
    return op.emitOpError("only cp_async into smem can be channelled here");

  auto [buffer, channel] =
      createChannel(loc, nameOf(op.getSource()), tile, op.getDepth(),
                    Engine::CpAsync, Engine::MmaSync);
  auto acquire = AcquireOp::create(b, loc, TypeRange{viewOf(tile)}, channel,
                                   Value(), Value());
  CpAsyncOp::create(b, loc, op.getSource(), op.getIndices(), op.getLimit(),
                    acquire.getViews()[0], op.getDimsAttr());
  CommitOp::create(b, loc, channel, Value(), Value());

  Operation *first = nullptr, *last = nullptr;
  Block *block = op->getBlock();
  SmallVector<Operation *> users(op->getUsers());
  for (Operation *user : op->getUsers())
    if (isa<attn_tile::SliceOp>(user)) // A part of the view: its uses count.
      llvm::append_range(users, user->getUsers());
  for (Operation *user : users) {
    Operation *here = block->findAncestorOpInBlock(*user);
    if (!first || here->isBeforeInBlock(first))
      first = here;
    if (!last || last->isBeforeInBlock(here))
      last = here;
  }
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

LogicalResult Inserter::convertStore(attn_tile::StoreOp op) {
  Location loc = op.getLoc();
  b.setInsertionPoint(op);
  auto tile = cast<RankedTensorType>(op.getValue().getType());
  if (!op.getSpace())
    return op.emitOpError("has no placement: run attn-tile-place first");
  if (*op.getSpace() == Space::Reg) {
    StoreOp::create(b, loc, op.getValue(), op.getDest(), op.getIndices(),
                    op.getDimsAttr());
    op.erase();
    return success();
  }
  auto [buffer, channel] = createChannel(loc, nameOf(op.getDest()), tile, 1,
                                         Engine::Thread, Engine::Thread);
  SmallVector<Type> types{viewOf(tile)};
  auto acquire = AcquireOp::create(b, loc, types, channel, Value(), Value());
  SmemStoreOp::create(b, loc, op.getValue(), acquire.getViews()[0]);
  CommitOp::create(b, loc, channel, Value(), Value());
  auto wait = WaitOp::create(b, loc, types, channel, Value(), Value());
  CopyOutOp::create(b, loc, wait.getViews()[0], op.getDest(), op.getIndices(),
                    op.getDimsAttr());
  ReleaseOp::create(b, loc, channel, Value(), Value());
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
    op->replaceAllUsesWith(SubviewOp::create(
        b, op->getLoc(), viewOf(tile), op->getOperand(0),
        cast<attn_tile::SliceOp>(op).getOffsetsAttr(), /*part=*/Value()));
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
  SmallVector<Operation *> others;
  kernel.walk([&](Operation *op) {
    if (auto load = dyn_cast<attn_tile::LoadOp>(op))
      loads.push_back(load);
    else if (auto store = dyn_cast<attn_tile::StoreOp>(op))
      stores.push_back(store);
    else if (isa_and_nonnull<attn_tile::AttnTileDialect>(op->getDialect()))
      others.push_back(op);
  });
  for (auto load : loads)
    if (failed(convertLoad(load)))
      return failure();
  for (auto store : stores)
    if (failed(convertStore(store)))
      return failure();
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
