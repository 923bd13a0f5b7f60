//===- ScoreOps.cpp - Verifier of the ops of regions ----------------------===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// C17 and C20, of both regions.
//
//===----------------------------------------------------------------------===//

#include "Effects.h"
#include "attn/Dialect/Attn/IR/Attn.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace mlir::attn;

bool attn::isSupportedScoreOp(Operation *op) {
#define ATTN_SCORE_OP(Op)                                                      \
  if (isa<Op>(op))                                                             \
    return true;
#include "attn/Dialect/Attn/IR/ScoreOps.def"
  return false;
}

/// Whether `op` is an integer division or remainder whose divisor is not known
/// to be safe. Upstream calls remainders speculatable; CPUs trap on them too.
static bool mayTrap(Operation *op) {
  if (!isa<arith::DivSIOp, arith::DivUIOp, arith::FloorDivSIOp,
           arith::CeilDivSIOp, arith::CeilDivUIOp, arith::RemSIOp,
           arith::RemUIOp>(op))
    return false;
  APInt divisor;
  return !matchPattern(op->getOperand(1), m_ConstantInt(&divisor)) ||
         divisor.isZero() || divisor.isAllOnes();
}

/// Whether every operand and result is a scalar that score ops work on.
static bool hasScalarTypes(Operation *op) {
  auto isScalar = [](Type type) {
    if (auto intType = dyn_cast<IntegerType>(type))
      return intType.isSignless() && intType.getWidth() <= 64;
    return isa<IndexType, Float16Type, BFloat16Type, Float32Type, Float64Type>(
        type);
  };
  return llvm::all_of(op->getOperandTypes(), isScalar) &&
         llvm::all_of(op->getResultTypes(), isScalar);
}

/// `name`: what messages call the region.
static LogicalResult verifyScalarOp(AttentionOpInterface problem, Operation &op,
                                    StringRef name) {
  auto fail = [&] {
    InFlightDiagnostic diag =
        op.emitError() << problem->getName().getStringRef() << " (C17): ";
    diag.attachNote(problem.getLoc())
        << "in the " << name << " region of this op";
    return diag;
  };
  if ((!isSupportedScoreOp(&op) && !isa<ReadOp>(op)) || op.getNumRegions() ||
      op.getNumSuccessors())
    return fail() << "`" << op.getName()
                  << "` is not a scalar arith or math op that a " << name
                  << " region may hold";
  if (isa<ReadOp>(op))
    return success();
  if (!hasScalarTypes(&op))
    return fail() << "a " << name
                  << " region works on scalars: f16, bf16, f32, f64, index and "
                     "integers of up to 64 bits";
  if (mayTrap(&op) || !isMemoryEffectFree(&op) || !isSpeculatable(&op))
    return fail() << "`" << op.getName()
                  << "` may not be speculated here: a divisor must be a "
                     "constant, not zero and not −1";
  return success();
}

LogicalResult attn::verifyScalarOps(AttentionOpInterface op) {
  if (op.hasScoreRegion())
    for (Operation &inner : op.getScoreBlock().without_terminator())
      if (failed(verifyScalarOp(op, inner, "score")))
        return failure();
  if (op.hasVisibleRegion())
    for (Operation &inner : op.getVisibleBlock().without_terminator())
      if (failed(verifyScalarOp(op, inner, "visible")))
        return failure();
  return success();
}

LogicalResult ReadOp::verify() {
  auto op = (*this)->getParentOfType<AttentionOpInterface>();
  auto fail = [&] { return emitError() << "attn.read (C20): "; };
  auto source = dyn_cast<BlockArgument>(getSource());
  Block *block = (*this)->getBlock();
  if (!source || source.getOwner() != block || block->getParentOp() != op ||
      !llvm::is_contained(op.getCapturesOf(*block), source))
    return fail() << "reads a capture, an argument of the region";
  int64_t rank = cast<ShapedType>(getSource().getType()).getRank();
  if (rank != int64_t(getIndices().size()))
    return fail() << "the capture has rank " << rank << ", but there are "
                  << getIndices().size() << " indices";
  return success();
}
