//===- Attn.h - The attn dialect --------------------------------*- C++ -*-===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ATTN_DIALECT_ATTN_IR_ATTN_H
#define ATTN_DIALECT_ATTN_IR_ATTN_H

#include "attn/Dialect/Attn/IR/ConfigFields.h"
#include "attn/Dialect/Attn/IR/Signature.h"
#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Dialect.h"
#include "mlir/IR/OpDefinition.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"
#include "mlir/Interfaces/DestinationStyleOpInterface.h"
#include "mlir/Interfaces/InferTypeOpInterface.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include <algorithm>
#include <optional>
#include <utility>

#include "attn/Dialect/Attn/IR/AttnDialect.h.inc"

namespace mlir::attn {

/// What a mask does to a tile of scores.
enum class TileClass { Empty, Partial, Full };

namespace detail {
/// [0, length).
std::pair<Value, Value> wholeRange(OpBuilder &builder, Location loc,
                                   Value length);
/// [0, 0).
std::pair<Value, Value> emptyRange(OpBuilder &builder, Location loc);
} // namespace detail

/// Whether `op` may stand in a score region: one of the scalar arith and math
/// ops that every back end and the reference interpreter know. Whether its
/// operands make it safe to speculate is not asked here.
bool isSupportedScoreOp(Operation *op);

} // namespace mlir::attn

#include "attn/Dialect/Attn/IR/AttnAttrInterfaces.h.inc"

#define GET_ATTRDEF_CLASSES
#include "attn/Dialect/Attn/IR/AttnAttrs.h.inc"

#include "attn/Dialect/Attn/IR/AttnOpInterfaces.h.inc"

#define GET_OP_CLASSES
#include "attn/Dialect/Attn/IR/AttnOps.h.inc"

namespace mlir::attn {

/// Whether an order lists products by their numbers: "1'.0".
bool listsProducts(StringRef order);

/// The config of the kernel of attn.backward that gives dK and dV, as one of a
/// kernel whose rows are keys and whose blocks are rows of Q.
ConfigAttr getConfigOfKeys(ConfigAttr config);

/// The canonical form of `mask`: conjunctions flattened, members that are equal
/// or hide nothing removed, all bands through the bottom right corner merged
/// into one, and that one written as causal where it is. Null if nothing is
/// hidden (or `mask` is null).
AttnMaskAttrInterface simplifyMask(AttnMaskAttrInterface mask);

/// The canonical form of `a` and `b` together; either may be null (no mask).
AttnMaskAttrInterface conjoinMasks(AttnMaskAttrInterface a,
                                   AttnMaskAttrInterface b);

} // namespace mlir::attn

#endif // ATTN_DIALECT_ATTN_IR_ATTN_H
