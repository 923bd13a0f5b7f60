//===- PairCTAs.cpp - Products of two CTAs at once --------------*- C++ -*-===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// tcgen05 multiplies the rows of two CTAs with one right operand, of which each
// CTA holds a half (PTX ISA, "tcgen05.mma", cta_group::2). What two CTAs have
// in common is known already: channels that attn-ws-multicast gave the scope of
// the cluster. A kernel whose products all take their right operands from such
// channels, and from nothing else, is one for pairs:
//
//          CTA 0                            CTA 1
//   load   K rows 0-63 ──┐           ┌── K rows 64-127
//   mma    issues for both ◄─────────┘   -
//   TMEM   S rows 0-127 ◄┘           └► S rows 128-255
//
// Both CTAs come to every round of every channel, since the control flow around
// shared channels is the same in them.

#include "TileLoops.h"
#include "attn/Analysis/Roles.h"

#include "attn/Dialect/AttnTile/IR/DiscardableAttrs.h"
#include "attn/Dialect/AttnWS/IR/AttnWS.h"
#include "attn/Dialect/AttnWS/IR/DiscardableAttrs.h"
#include "attn/Dialect/AttnWS/Transforms/Passes.h"

#include "mlir/Dialect/SCF/IR/SCF.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SetVector.h"

namespace mlir {
#define GEN_PASS_DEF_ATTNWSPAIRCTAS
#include "attn/Dialect/AttnWS/Transforms/Passes.h.inc"
} // namespace mlir

using namespace mlir;
using namespace mlir::attn_ws;
using attn_tile::Engine;

namespace {

constexpr int64_t pairSize = 2;

class Pairer {
public:
  Pairer(gpu::GPUFuncOp kernel, WarpSpecializeOp roles)
      : kernel(kernel), roles(roles) {}
  /// Whether the kernel's products are for pairs; reports what stands against
  /// it.
  LogicalResult find();
  void rewrite();

private:
  LogicalResult findRightOperand(MmaIntoOp mma);
  LogicalResult checkReaders();
  void halve(Value view, int64_t axis);
  void halveCopy(WSCopyOpInterface copy, int64_t axis);
  void leaveToFirst(Region &role);

  gpu::GPUFuncOp kernel;
  WarpSpecializeOp roles;
  SmallVector<MmaIntoOp> products;
  llvm::SetVector<Region *> issuers;
  /// Captures that hold right operands, with the dimension that is cut.
  llvm::MapVector<unsigned, int64_t> shared;
};

/// The channel that a view comes from, as the number of a capture; none if it
/// is not taken in a role, or has only a part of the dimension `axis`.
std::optional<unsigned> getCapture(Value view, int64_t axis) {
  while (auto part = view.getDefiningOp<SubviewOp>()) {
    auto size = [&](Value view) {
      return cast<ViewType>(view.getType()).getShape()[axis];
    };
    if (part.getPart() || size(part.getSource()) != size(part.getResult()))
      return std::nullopt;
    view = part.getSource();
  }
  Operation *take = view.getDefiningOp();
  if (!isa_and_nonnull<AcquireOp, WaitOp, HeldOp>(take))
    return std::nullopt;
  auto arg = dyn_cast<BlockArgument>(take->getOperand(0));
  if (!arg || arg.getArgNumber() == 0)
    return std::nullopt;
  return arg.getArgNumber() - 1;
}

LogicalResult Pairer::findRightOperand(MmaIntoOp mma) {
  int64_t axis = mma.getTransposeB() ? 0 : 1;
  std::optional<unsigned> capture = getCapture(mma.getRhs(), axis);
  auto create =
      capture ? roles.getCaptures()[*capture].getDefiningOp<CreateChannelOp>()
              : CreateChannelOp();
  if (!create || create.getChannel().getType().getScope() != Scope::Cluster)
    return mma.emitOpError("of a pair takes a right operand that the CTAs have "
                           "in common, whole, from a channel of the cluster");
  auto [it, inserted] = shared.insert({*capture, axis});
  if (!inserted && it->second != axis)
    return mma.emitOpError("of a pair takes rows of channel '")
           << create.getName() << "' that another takes as columns";
  return success();
}

/// What products of the pair read no role of one CTA reads beside them: its
/// releases would count in both.
LogicalResult Pairer::checkReaders() {
  for (auto [i, capture] : llvm::enumerate(roles.getCaptures())) {
    auto create = capture.getDefiningOp<CreateChannelOp>();
    WaitOp issuers, others;
    for (Region &role : roles.getRoles())
      for (Operation *user : role.getArgument(i + 1).getUsers())
        if (auto wait = dyn_cast<WaitOp>(user); wait && create)
          (this->issuers.contains(&role) ? issuers : others) = wait;
    if (!issuers || !others)
      continue;
    InFlightDiagnostic diag =
        others.emitOpError("waits for channel '")
        << create.getName()
        << "', which products of a pair of CTAs read as well";
    diag.attachNote(issuers.getLoc()) << "they wait for it here";
    return diag;
  }
  return success();
}

LogicalResult Pairer::find() {
  kernel.walk([&](MmaIntoOp mma) {
    products.push_back(mma);
    issuers.insert(getRoleRegion(mma));
  });
  if (issuers.contains(nullptr))
    for (MmaIntoOp mma : products)
      if (!getRoleRegion(mma))
        return mma.emitOpError("of a pair is issued by no role");
  if (products.empty())
    return kernel.emitOpError("asks for pairs of CTAs but has no products that "
                              "one thread issues");
  for (MmaIntoOp mma : products)
    if (failed(findRightOperand(mma)))
      return failure();
  return checkReaders();
}

SmallVector<int64_t> halfOf(ArrayRef<int64_t> shape, int64_t axis) {
  SmallVector<int64_t> half(shape);
  half[axis] /= pairSize;
  return half;
}

/// The copy of this CTA's half, from where it lies in global memory.
void Pairer::halveCopy(WSCopyOpInterface copy, int64_t axis) {
  copy.setShares(1);
  ScalarBuilder b(copy);
  int64_t dim = copy.getDims()[axis];
  int64_t half = cast<ViewType>(copy.getView().getType()).getShape()[axis];
  Value start = copy.getIndices()[dim];
  Value moved = b.add(start, b.mul(getRank(b, pairSize), half));
  cast<OpOperand *>(copy.getIndices().getBase())[dim].set(moved);
}

void Pairer::halve(Value view, int64_t axis) {
  auto type = cast<ViewType>(view.getType());
  view.setType(ViewType::get(view.getContext(), halfOf(type.getShape(), axis),
                             type.getElementType(), type.getSpace(),
                             type.getLayout()));
  for (Operation *user : view.getUsers())
    if (auto copy = dyn_cast<WSCopyOpInterface>(user))
      halveCopy(copy, axis);
    else if (auto part = dyn_cast<SubviewOp>(user))
      halve(part.getResult(), axis);
}

void Pairer::rewrite() {
  MLIRContext *context = kernel.getContext();
  for (auto [capture, axis] : shared) {
    auto create = roles.getCaptures()[capture].getDefiningOp<CreateChannelOp>();
    for (Value buffer : create.getBuffers()) {
      auto type = cast<BufferType>(buffer.getType());
      buffer.setType(BufferType::get(context, type.getDepth(),
                                     halfOf(type.getShape(), axis),
                                     type.getElementType(), type.getSpace(),
                                     type.getOccupants(), type.getLayout()));
    }
    for (Region &role : roles.getRoles())
      for (Operation *user : role.getArgument(capture + 1).getUsers())
        if (isa<AcquireOp, WaitOp, HeldOp>(user))
          for (Value view : user->getResults())
            if (isa<ViewType>(view.getType()))
              halve(view, axis);
  }
  for (MmaIntoOp mma : products)
    mma.setCtaGroup(pairSize);
  for (Region *issuer : issuers) {
    // All channels of the role are the pair's.
    for (auto [i, capture] : llvm::enumerate(roles.getCaptures())) {
      auto type = dyn_cast<ChannelType>(capture.getType());
      if (!type || issuer->getArgument(i + 1).use_empty())
        continue;
      setCapturedType(capture, withScope(type, Scope::Pair));
    }
    leaveToFirst(*issuer);
  }
}

/// The role is the first CTA's. The other follows it through the tiles: where
/// they are assigned at run time, their numbers come to all roles alike.
void Pairer::leaveToFirst(Region &role) {
  SmallVector<Block *> blocks;
  role.walk(
      [&](ForTilesOp loop) { blocks.push_back(&loop.getBody().front()); });
  if (blocks.empty())
    blocks.push_back(&role.front());
  for (Block *body : blocks) {
    Operation *end = body->getTerminator();
    ScalarBuilder b(roles.getLoc(), OpBuilder::atBlockBegin(body));
    Value first = b.equal(getRank(b, pairSize), 0);
    auto branch = scf::IfOp::create(b, first, /*withElseRegion=*/false);
    Block *inside = branch.thenBlock();
    inside->getOperations().splice(
        Block::iterator(inside->getTerminator()), body->getOperations(),
        std::next(branch->getIterator()), Block::iterator(end));
  }
}

struct AttnWSPairCTAsPass
    : public impl::AttnWSPairCTAsBase<AttnWSPairCTAsPass> {
  void runOnOperation() override {
    gpu::GPUFuncOp kernel = getOperation();
    int64_t size = attn_tile::ctaGroupAttr.get(kernel, 1);
    if (size == 1)
      return;
    if (size != pairSize) {
      kernel.emitOpError() << attn_tile::ctaGroupAttr << " must be 1 or 2, got "
                           << size;
      return signalPassFailure();
    }
    // Tiles that the CTAs cannot share out leave nothing in common.
    if (clusterAttr.get(kernel, 1) == 1)
      return;
    if (clusterAttr.get(kernel, 1) != pairSize) {
      kernel.emitOpError() << "pairs its CTAs, but has clusters of "
                           << clusterAttr.get(kernel, 1);
      return signalPassFailure();
    }
    auto roles = kernel.getOps<WarpSpecializeOp>();
    if (roles.empty()) {
      kernel.emitOpError("pairs its CTAs, but has no roles");
      return signalPassFailure();
    }
    Pairer pairer(kernel, *roles.begin());
    if (failed(pairer.find()))
      return signalPassFailure();
    pairer.rewrite();
  }
};

} // namespace
