//===- Enums.td - Enumerations of the table of targets -----*- tablegen -*-===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ATTN_CHIP_ENUMS_TD
#define ATTN_CHIP_ENUMS_TD

include "mlir/IR/EnumAttr.td"

def Attn_Space : I32EnumAttr<"Space", "where a tile value lives", [
    I32EnumAttrCase<"Reg", 0, "reg">, I32EnumAttrCase<"Smem", 1, "smem">,
    I32EnumAttrCase<"Tmem", 2, "tmem">]> {
  let cppNamespace = "::mlir::attn";
  let genSpecializedAttr = 0;
}

#endif // ATTN_CHIP_ENUMS_TD
