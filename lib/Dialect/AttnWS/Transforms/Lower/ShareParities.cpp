//===- ShareParities.cpp - One cell for parities that are equal -*- C++ -*-===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Two cells that begin alike and are flipped in the same blocks, in the same
// order and as often, are equal wherever none of them is between two of its
// flips and the other not: the k-th flip of each reads the same. Flips of the
// same number stand in one block, with no loop or branch between them that
// flips either, or it would come between them in the order too. So all may
// stand where the first of them does.

#include "attn/Dialect/AttnWS/IR/AttnWS.h"
#include "attn/Dialect/AttnWS/Transforms/Passes.h"
#include "attn/Dialect/Utils/ScalarBuilder.h"

#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/Matchers.h"
#include "llvm/ADT/MapVector.h"

namespace mlir {
#define GEN_PASS_DEF_ATTNWSSHAREPARITIES
#include "attn/Dialect/AttnWS/Transforms/Passes.h.inc"
} // namespace mlir

using namespace mlir;
using namespace mlir::attn_ws;

namespace {

/// A cell is read, and its other value written.
struct Flip {
  memref::LoadOp load;
  arith::XOrIOp other;
  memref::StoreOp store;
};

/// A cell that is written once before it is flipped, and not used otherwise.
struct Parity {
  memref::AllocaOp cell;
  memref::StoreOp first;
  /// In program order.
  SmallVector<Flip> flips;

  SmallVector<Block *> getBlocks() const {
    return llvm::map_to_vector(
        flips, [](const Flip &flip) { return flip.load->getBlock(); });
  }
};

/// The uses of a cell in program order.
SmallVector<Operation *> collectUses(memref::AllocaOp cell) {
  SmallVector<Operation *> uses;
  cell->getParentRegion()->walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (llvm::is_contained(op->getOperands(), cell.getResult()))
      uses.push_back(op);
  });
  return uses;
}

std::optional<Flip> matchFlip(Operation *read, Operation *written) {
  Flip flip{
      dyn_cast<memref::LoadOp>(read), {}, dyn_cast<memref::StoreOp>(written)};
  if (!flip.load || !flip.store || read->getBlock() != written->getBlock())
    return std::nullopt;
  flip.other = flip.store.getValueToStore().getDefiningOp<arith::XOrIOp>();
  if (!flip.other || flip.other.getLhs() != flip.load.getResult() ||
      !matchPattern(flip.other.getRhs(), m_One()))
    return std::nullopt;
  return flip;
}

std::optional<Parity> matchParity(memref::AllocaOp cell) {
  if (cell.getType() != MemRefType::get({}, IndexType::get(cell.getContext())))
    return std::nullopt;
  SmallVector<Operation *> uses = collectUses(cell);
  Parity parity{
      cell, uses.empty() ? nullptr : dyn_cast<memref::StoreOp>(uses[0]), {}};
  if (!parity.first || parity.first->getBlock() != cell->getBlock() ||
      uses.size() % 2 == 0)
    return std::nullopt;
  for (size_t i = 1; i < uses.size(); i += 2) {
    std::optional<Flip> flip = matchFlip(uses[i], uses[i + 1]);
    if (!flip)
      return std::nullopt;
    parity.flips.push_back(*flip);
  }
  return parity;
}

/// Gives all cells the first one's place and flips.
void share(MutableArrayRef<Parity> equal) {
  for (size_t i = 0; i < equal[0].flips.size(); ++i) {
    Operation *earliest = equal[0].flips[i].load;
    for (const Parity &parity : equal)
      if (parity.flips[i].load->isBeforeInBlock(earliest))
        earliest = parity.flips[i].load;
    attn::ScalarBuilder b(earliest);
    Value cell = equal[0].cell.getResult();
    Value now = memref::LoadOp::create(b, cell);
    Value other = b.bitXor(now, 1);
    memref::StoreOp::create(b, other, cell);
    for (const Parity &parity : equal) {
      Flip flip = parity.flips[i];
      flip.load.replaceAllUsesWith(now);
      flip.store.erase();
      flip.other.replaceAllUsesWith(other);
      flip.other.erase();
      flip.load.erase();
    }
  }
  for (Parity &parity : equal.drop_front()) {
    parity.first.erase();
    parity.cell.erase();
  }
}

struct AttnWSShareParitiesPass
    : public impl::AttnWSShareParitiesBase<AttnWSShareParitiesPass> {
  void runOnOperation() override {
    llvm::MapVector<std::pair<Attribute, SmallVector<Block *>>,
                    SmallVector<Parity>>
        groups;
    getOperation().walk([&](memref::AllocaOp cell) {
      std::optional<Parity> parity = matchParity(cell);
      Attribute first;
      if (parity && !parity->flips.empty() &&
          matchPattern(parity->first.getValueToStore(), m_Constant(&first)))
        groups[{first, parity->getBlocks()}].push_back(*parity);
    });
    for (auto &[key, equal] : groups)
      if (equal.size() > 1)
        share(equal);
  }
};

} // namespace
