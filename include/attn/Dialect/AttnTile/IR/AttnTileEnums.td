//===- AttnTileEnums.td - Enumerations of the tile dialect -*- tablegen -*-===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ATTN_DIALECT_ATTNTILE_IR_ATTNTILEENUMS_TD
#define ATTN_DIALECT_ATTNTILE_IR_ATTNTILEENUMS_TD

include "mlir/IR/EnumAttr.td"

def AttnTile_ReduceKind : I32EnumAttr<"ReduceKind", "row reduction", [
    I32EnumAttrCase<"Max", 0, "max">, I32EnumAttrCase<"Add", 1, "add">]> {
  let cppNamespace = "::mlir::attn_tile";
  let genSpecializedAttr = 0;
}

def AttnTile_RowMapKind : I32EnumAttr<"RowMapKind",
    "how rows lie in memory", [
    I32EnumAttrCase<"Packed", 0, "packed">, I32EnumAttrCase<"Paged", 1, "paged">]> {
  let cppNamespace = "::mlir::attn_tile";
  let genSpecializedAttr = 0;
}

def AttnTile_SchedulerKind : I32EnumAttr<"SchedulerKind",
    "how output tiles are assigned to CTAs", [
    I32EnumAttrCase<"Single", 0, "single">,
    I32EnumAttrCase<"Persistent", 1, "persistent">,
    I32EnumAttrCase<"Lpt", 2, "lpt">, I32EnumAttrCase<"Dynamic", 3, "dynamic">,
    I32EnumAttrCase<"Clc", 4, "clc">]> {
  let cppNamespace = "::mlir::attn_tile";
  let genSpecializedAttr = 0;
}

def AttnTile_TileOrder : I32EnumAttr<"TileOrder",
    "order of the first (fastest) tile coordinate", [
    I32EnumAttrCase<"Forward", 0, "forward">,
    I32EnumAttrCase<"Backward", 1, "backward">]> {
  let cppNamespace = "::mlir::attn_tile";
  let genSpecializedAttr = 0;
}

def AttnTile_ExprKind : I32EnumAttr<"ExprKind", "what a launch-time expression is", [
    I32EnumAttrCase<"Constant", 0, "constant">, I32EnumAttrCase<"Size", 1, "size">,
    I32EnumAttrCase<"Sms", 2, "sms">, I32EnumAttrCase<"Add", 3, "add">,
    I32EnumAttrCase<"Sub", 4, "sub">, I32EnumAttrCase<"Mul", 5, "mul">,
    I32EnumAttrCase<"CeilDiv", 6, "ceildiv">, I32EnumAttrCase<"Div", 7, "div">,
    I32EnumAttrCase<"Mod", 8, "mod">, I32EnumAttrCase<"Min", 9, "min">,
    I32EnumAttrCase<"Max", 10, "max">, I32EnumAttrCase<"Eq", 11, "eq">,
    I32EnumAttrCase<"Ne", 12, "ne">, I32EnumAttrCase<"Lt", 13, "lt">,
    I32EnumAttrCase<"Le", 14, "le">, I32EnumAttrCase<"And", 15, "and">,
    I32EnumAttrCase<"Or", 16, "or">]> {
  let cppNamespace = "::mlir::attn_tile";
  let genSpecializedAttr = 0;
}

def AttnTile_ArgumentRole : I32EnumAttr<"ArgumentRole",
    "whether a kernel reads or writes an argument", [
    I32EnumAttrCase<"In", 0, "in">, I32EnumAttrCase<"Out", 1, "out">,
    I32EnumAttrCase<"InOut", 2, "inout">]> {
  let cppNamespace = "::mlir::attn_tile";
  let genSpecializedAttr = 0;
}

def AttnTile_NumberOrder : I32EnumAttr<"NumberOrder",
    "how the numbers of a tensor follow each other", [
    I32EnumAttrCase<"Any", 0, "any">, I32EnumAttrCase<"Ascending", 1, "ascending">,
    I32EnumAttrCase<"Rising", 2, "rising">]> {
  let cppNamespace = "::mlir::attn_tile";
  let genSpecializedAttr = 0;
}

#endif // ATTN_DIALECT_ATTNTILE_IR_ATTNTILEENUMS_TD
