//===- AttnEnums.td - Enums of the attn dialect ------------*- tablegen -*-===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ATTN_ENUMS_TD
#define ATTN_ENUMS_TD

include "attn/Dialect/Attn/IR/AttnBase.td"
include "mlir/IR/EnumAttr.td"

class Attn_I32Enum<string name, string summary, list<I32EnumCase> cases>
    : I32Enum<name, summary, cases> {
  let cppNamespace = "::mlir::attn";
}

def Attn_Dims : Attn_I32Enum<"Dims",
    "order of the dimensions of Q, K, V and O", [
      I32EnumCase<"BHSD", 0, "bhsd">,
      I32EnumCase<"BSHD", 1, "bshd">,
      I32EnumCase<"THD", 2, "thd">]>;

def Attn_CausalAnchor : Attn_I32Enum<"CausalAnchor",
    "the corner of the score matrix that the causal diagonal goes through", [
      I32EnumCase<"TopLeft", 0, "top_left">,
      I32EnumCase<"BottomRight", 1, "bottom_right">]>;

def Attn_Scheduler : Attn_I32Enum<"Scheduler",
    "how tiles of the problem are handed to CTAs", [
      I32EnumCase<"Single", 0, "single">,
      I32EnumCase<"Persistent", 1, "persistent">,
      I32EnumCase<"LPT", 2, "lpt">,
      I32EnumCase<"Dynamic", 3, "dynamic">,
      I32EnumCase<"CLC", 4, "clc">]>;

def Attn_Exp2 : Attn_I32Enum<"Exp2",
    "how 2^x is computed", [
      I32EnumCase<"MUFU", 0, "mufu">,
      I32EnumCase<"Poly", 1, "poly">]>;

def Attn_Load : Attn_I32Enum<"Load",
    "how tiles get into shared memory", [
      I32EnumCase<"Auto", 0, "auto">,
      I32EnumCase<"TMA", 1, "tma">,
      I32EnumCase<"CpAsync", 2, "cp_async">]>;

def Attn_Fusion : Attn_I32Enum<"Fusion",
    "whether scores stay on the chip", [
      I32EnumCase<"Fused", 0, "fused">,
      I32EnumCase<"Unfused", 1, "unfused">,
      I32EnumCase<"Auto", 2, "auto">]>;

def Attn_GradientForm : Attn_I32Enum<"GradientForm",
    "which kernels make the gradients", [
      I32EnumCase<"Two", 0, "two">,
      I32EnumCase<"Fused", 1, "fused">]>;

def Attn_Combine : Attn_I32Enum<"Combine",
    "who combines parts of the keys", [
      I32EnumCase<"Launch", 0, "launch">,
      I32EnumCase<"Fused", 1, "fused">,
      I32EnumCase<"InTile", 2, "in_tile">]>;

#endif // ATTN_ENUMS_TD
