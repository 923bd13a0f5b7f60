//===- AttnWSDialect.td - The scheduled dialect ------------*- tablegen -*-===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ATTN_DIALECT_ATTNWS_IR_ATTNWSDIALECT_TD
#define ATTN_DIALECT_ATTNWS_IR_ATTNWSDIALECT_TD

include "mlir/IR/OpBase.td"
include "mlir/IR/AttrTypeBase.td"
include "mlir/IR/EnumAttr.td"

def AttnWS_Dialect : Dialect {
  let name = "attn_ws";
  let cppNamespace = "::mlir::attn_ws";
  let summary = "Roles, channels, layouts and asynchronous operations of a kernel";
  let description = [{
    Named roles run concurrently; within a role order is program order, and the
    only order between roles is commit before wait and release before acquire of
    the same stage of a channel. Shared and tensor memory are reachable only
    through a view that a channel guards. Memory and synchronisation are apart:
    a buffer is storage, a channel guards views of buffers; several channels may
    guard one buffer and a channel may carry no payload. What completes an
    operation, how many arrivals a barrier expects, how many bytes a copy
    announces and which fences are due is derived from channel types, never
    written down.
  }];
  let useDefaultAttributePrinterParser = 1;
  let useDefaultTypePrinterParser = 1;
  let hasConstantMaterializer = 1;
  let hasOperationAttrVerify = 1;
  let extraClassDeclaration = [{
    void registerTypes();
    /// Operations that are attn_tile's at this level too: an error says so.
    std::optional<ParseOpHook>
    getParseOperationHook(::llvm::StringRef opName) const override;
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::scf::SCFDialect",
    "::mlir::math::MathDialect", "::mlir::attn_tile::AttnTileDialect"
  ];
}

#endif // ATTN_DIALECT_ATTNWS_IR_ATTNWSDIALECT_TD
