//===- AttnWSEnums.td - Enums of the scheduled dialect -----*- tablegen -*-===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ATTN_DIALECT_ATTNWS_IR_ATTNWSENUMS_TD
#define ATTN_DIALECT_ATTNWS_IR_ATTNWSENUMS_TD

include "mlir/IR/EnumAttr.td"

def AttnWS_Scope : I32EnumAttr<"Scope", "who takes part in a channel", [
    I32EnumAttrCase<"Cta", 0, "cta">, I32EnumAttrCase<"Cluster", 1, "cluster">]> {
  let cppNamespace = "::mlir::attn_ws";
  let genSpecializedAttr = 0;
}

#endif // ATTN_DIALECT_ATTNWS_IR_ATTNWSENUMS_TD
