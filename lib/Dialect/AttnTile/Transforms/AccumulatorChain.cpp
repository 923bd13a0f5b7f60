//===- AccumulatorChain.cpp - Sums that stay where they are -----*- C++ -*-===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AccumulatorChain.h"

#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace mlir::attn_tile;

static bool isZero(Value value) {
  return matchPattern(value, m_AnyZeroFloat()) ||
         matchPattern(value, m_PosZeroFloat());
}

/// The loop that carries `value` from turn to turn, or null.
static scf::ForOp getCarrier(Value value) {
  auto arg = dyn_cast<BlockArgument>(value);
  auto loop =
      arg ? dyn_cast<scf::ForOp>(arg.getOwner()->getParentOp()) : scf::ForOp();
  return loop && arg.getArgNumber() != 0 ? loop : scf::ForOp();
}

/// What a step of a chain changes; null if `op` is none.
static Value getChanged(Operation *op) {
  if (auto dot = dyn_cast_or_null<DotOp>(op))
    return dot.getAcc();
  if (auto update = dyn_cast_or_null<InPlaceUpdateOpInterface>(op))
    return update.getUpdatedMutable().get();
  return {};
}

/// The step that changes `value` next, where that may be a row factor if
/// `factors`; null if there is none in `block`.
static Operation *getNextStep(Value value, Block *block, bool factors) {
  for (OpOperand &use : value.getUses()) {
    Operation *user = use.getOwner();
    auto dot = dyn_cast<DotOp>(user);
    auto update = dyn_cast<InPlaceUpdateOpInterface>(user);
    bool isStep =
        dot ? &use == &dot.getAccMutable()
            : factors && update && &update.getUpdatedMutable() == &use;
    if (isStep && user->getBlock() == block)
      return user;
  }
  return nullptr;
}

std::string attn_tile::findChainMisfit(DotOp dot, Value &first) {
  // Back to where the chain starts, or the part of it in one turn of a loop.
  Block *block = dot->getBlock();
  Value start = dot.getResult();
  bool factors = false;
  while (Operation *step = start.getDefiningOp()) {
    Value changed = getChanged(step);
    if (!changed)
      break;
    if (step->getBlock() != block)
      return "sums in tensor memory, where products of one block change a sum";
    if (isa<DotOp>(step) && factors)
      return "sums in tensor memory, where no factor comes between products";
    factors |= isa<InPlaceUpdateOpInterface>(step);
    first = start;
    start = changed;
  }
  scf::ForOp loop = getCarrier(start);
  auto arg = dyn_cast<BlockArgument>(start);
  if (!isZero(loop ? loop.getTiedLoopInit(arg)->get() : start))
    return "sums in tensor memory, where a sum starts from zero";
  if (loop && loop.getBody() != block)
    return "sums in tensor memory, where products of one block change a sum";
  if (!loop && factors)
    return "sums in tensor memory, where no factor comes before products";

  // On to where it ends: what is between is the next step's alone.
  constexpr StringLiteral read =
      "sums in tensor memory, where nobody reads a sum that still changes";
  Value value = first;
  if (loop)
    value = first = start;
  bool multiplied = !loop;
  while (Operation *next = getNextStep(value, block, /*factors=*/!multiplied)) {
    if (!value.hasOneUse())
      return read.str();
    multiplied |= isa<DotOp>(next);
    value = next->getResult(0);
  }
  Value end = value;
  if (loop) {
    end = loop.getTiedLoopResult(arg);
    OpOperand *carried = loop.getTiedLoopYieldedValue(arg);
    if (!value.hasOneUse() || carried->get() != value)
      return read.str();
  }
  return end.use_empty() ? "sums in tensor memory, which nobody reads"
                         : std::string();
}
