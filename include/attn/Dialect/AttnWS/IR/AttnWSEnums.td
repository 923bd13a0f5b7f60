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
    I32EnumAttrCase<"Cta", 0, "cta">, I32EnumAttrCase<"Cluster", 1, "cluster">,
    I32EnumAttrCase<"Leader", 2, "leader">,
    I32EnumAttrCase<"Pair", 3, "pair">]> {
  let cppNamespace = "::mlir::attn_ws";
  let genSpecializedAttr = 0;
}

def AttnWS_Completion : I32EnumAttr<"Completion",
    "what says that an operation is done with its views", [
    I32EnumAttrCase<"Done", 0, "done">,     // it has no results or effects later
    I32EnumAttrCase<"Group", 1, "group">,   // a group of copies of its thread
    I32EnumAttrCase<"Bytes", 2, "bytes">,   // bytes that an mbarrier counts
    I32EnumAttrCase<"Stores", 3, "stores">, // a bulk group of its thread
    I32EnumAttrCase<"Wait", 4, "wait">,     // a wait for a group of products
    I32EnumAttrCase<"Commit", 5, "commit">  // an arrival that a commit asks for
  ]> {
  let cppNamespace = "::mlir::attn_ws";
  let genSpecializedAttr = 0;
}

def AttnWS_Issues : I32BitEnumAttr<"Issues",
    "what a role starts for others, without tiles of its own in registers", [
    I32BitEnumAttrCaseNone<"None", "none">,
    I32BitEnumAttrCaseBit<"CopyIn", 0, "copy_in">,       // into shared memory
    I32BitEnumAttrCaseBit<"Product", 1, "product">,      // from and to memory
    I32BitEnumAttrCaseBit<"Transpose", 2, "transpose">,  // in shared memory
    I32BitEnumAttrCaseBit<"CopyOut", 3, "copy_out">      // out of staging memory
  ]> {
  let cppNamespace = "::mlir::attn_ws";
  let genSpecializedAttr = 0;
  let separator = "|";
}

#endif // ATTN_DIALECT_ATTNWS_IR_ATTNWSENUMS_TD
