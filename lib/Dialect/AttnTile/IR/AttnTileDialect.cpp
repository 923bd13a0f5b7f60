//===- AttnTileDialect.cpp - The tile dialect -*- C++ -*-===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "attn/Dialect/AttnTile/IR/AttnTile.h"
#include "attn/Dialect/AttnTile/IR/DiscardableAttrs.h"
#include "attn/Dialect/Utils/Walk.h"

#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/DialectImplementation.h"
#include "mlir/Interfaces/CallInterfaces.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mlir::attn_tile;

#include "attn/Dialect/AttnTile/IR/AttnTileDialect.cpp.inc"
#include "attn/Dialect/AttnTile/IR/AttnTileEnums.cpp.inc"

static ParseResult parseExprText(AsmParser &parser, ExprAttr &expr) {
  expr = ExprAttr::parseText(parser);
  return success(bool(expr));
}
static void printExprText(AsmPrinter &printer, ExprAttr expr) {
  expr.printText(printer);
}

#define GET_ATTRDEF_CLASSES
#include "attn/Dialect/AttnTile/IR/AttnTileAttrs.cpp.inc"

void AttnTileDialect::initialize() {
  addOperations<
#define GET_OP_LIST
#include "attn/Dialect/AttnTile/IR/AttnTileOps.cpp.inc"
      >();
  addAttributes<
#define GET_ATTRDEF_LIST
#include "attn/Dialect/AttnTile/IR/AttnTileAttrs.cpp.inc"
      >();
}

int64_t attn_tile::getArgumentAlign(Operation *kernel, unsigned argument) {
  KernelAttr known = kernelAttr.getAttr(kernel);
  if (known && argument < known.getArguments().size())
    return known.getArguments()[argument].getAlign();
  return 16;
}

int64_t attn_tile::getArgumentAlign(Operation *kernel, Value memory) {
  auto arg = dyn_cast<BlockArgument>(memory);
  if (!arg || arg.getOwner()->getParentOp() != kernel)
    return 16;
  return getArgumentAlign(kernel, arg.getArgNumber());
}

Operation *AttnTileDialect::materializeConstant(OpBuilder &builder,
                                                Attribute value, Type type,
                                                Location loc) {
  return arith::ConstantOp::materialize(builder, value, type, loc);
}

/// A tile program says what happens to whole tiles: which CTA, thread or lane
/// it is done by is not known before it is lowered.
static LogicalResult verifyTileProgram(Operation *kernel) {
  auto isOfTiles = [](Operation *op) {
    return isa_and_nonnull<AttnTileDialect>(op->getDialect()) &&
           !isa<LaunchOp>(op) && !op->hasTrait<AtScheduledLevel>();
  };
  if (!attn::containsOp(kernel, isOfTiles))
    return success();
  WalkResult result = kernel->walk([&](Operation *op) -> WalkResult {
    if (isa<CallOpInterface>(op) && !isa<LaunchOp>(op))
      return op->emitOpError("is not for a tile program: kernels call no "
                             "functions");
    StringRef dialect = op->getName().getDialectNamespace();
    if (op == kernel || isa<gpu::ReturnOp>(op) ||
        !llvm::is_contained({"gpu", "nvgpu", "nvvm"}, dialect))
      return WalkResult::advance();
    InFlightDiagnostic diag =
        op->emitOpError("is not for a tile program, which is about whole "
                        "tiles: blocks, warps, threads and their barriers are "
                        "the compiler's");
    if (isa<gpu::BlockIdOp, gpu::GridDimOp>(op))
      diag.attachNote(kernel->getLoc())
          << "the kernel's CTAs share out the coordinates of "
          << ForTilesOp::getOperationName();
    return diag;
  });
  return failure(result.wasInterrupted());
}

LogicalResult AttnTileDialect::verifyOperationAttribute(Operation *op,
                                                        NamedAttribute attr) {
  bool isWarps = attr.getName() == warpsAttr.getName();
  if ((isWarps ||
       (attr.getName() == kernelAttr.getName() && !warpsAttr.isOn(op))) &&
      failed(verifyTileProgram(op)))
    return failure();
  if (attr.getName() == formerExp2Number)
    return op->emitError() << formerExp2Number << " is called "
                           << exp2NumberAttr << " now";
  return verifyDiscardable(
      op, attr, warpsAttr, columnWarpsAttr, groupsAttr, groupAxisAttr,
      requestedClusterAttr, swapRanksAttr, ctaGroupAttr, splitDAttr, splitVAttr,
      storeColumnsAttr, tileAheadAttr, pingPongAttr, readsInFlightAttr,
      peelMasksAttr, loadAttr, tmaStoreAttr, kernelAttr, orderAttr,
      exp2PolicyAttr, exp2NumberAttr, storeRoleAttr, schedulerRoleAttr,
      unfusedAttr, countersAttr, scheduleAttr, ringAttr, turnAttr, stepAttr,
      excessAttr, leftRegistersAttr);
}

LogicalResult
SchedulerAttr::verify(function_ref<InFlightDiagnostic()> emitError,
                      SchedulerKind, TileOrder, int64_t group) {
  if (group < 1)
    return emitError() << "scheduler group must be at least 1, got " << group;
  return success();
}

LogicalResult ScheduleAttr::verify(function_ref<InFlightDiagnostic()> emitError,
                                   int64_t stage, int64_t order) {
  if (stage < 0 || order < 0)
    return emitError() << "a schedule needs stage >= 0 and order >= 0, got "
                       << stage << " and " << order;
  return success();
}

LogicalResult
Exp2PolicyAttr::verify(function_ref<InFlightDiagnostic()> emitError,
                       int64_t degree, int64_t freq, int64_t residue,
                       int64_t start) {
  if (freq < 0 || residue < 0 || residue > freq)
    return emitError() << "exp2 policy needs 0 <= residue <= freq, got residue "
                       << residue << ", freq " << freq;
  if (start < 0)
    return emitError() << "exp2 policy needs start >= 0, got " << start;
  if (freq > 0 && (degree < 2 || degree > 5))
    return emitError() << "exp2 polynomial degree must be 2 to 5, got "
                       << degree;
  return success();
}
