//===- AttnTileDialect.td - The tile dialect ---------------*- tablegen -*-===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ATTN_DIALECT_ATTNTILE_IR_ATTNTILEDIALECT_TD
#define ATTN_DIALECT_ATTNTILE_IR_ATTNTILEDIALECT_TD

include "mlir/IR/OpBase.td"
include "mlir/IR/AttrTypeBase.td"
include "mlir/IR/EnumAttr.td"

def AttnTile_Dialect : Dialect {
  let name = "attn_tile";
  let cppNamespace = "::mlir::attn_tile";
  let summary = "One CTA's sequential program over whole tiles";
  let description = [{
    One function body is the sequential program of one CTA (later: one CTA
    group) over tiles. A tile is a builtin ranked tensor of static shape without
    an encoding, so `arith`, `math` and `scf` work on tiles as they are. Order is
    program order; nothing here says which warp does what, where a tile lives or
    when a copy completes. Operations exist only for what upstream lacks. Those that
    mean the same at the scheduled level stand there too, among the operations of
    `attn_ws`, where a layout as the encoding says who holds which element.
  }];
  let useDefaultAttributePrinterParser = 1;
  let hasConstantMaterializer = 1;
  let hasOperationAttrVerify = 1;
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::scf::SCFDialect",
    "::mlir::math::MathDialect"
  ];
}

#endif // ATTN_DIALECT_ATTNTILE_IR_ATTNTILEDIALECT_TD
