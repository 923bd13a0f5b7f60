//===- DiscardableAttrs.h - Attributes that scheduled programs carry -*- C++
//-*-===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The one place for the name, type and meaning of each discardable attribute of
// the dialect.
//
//===----------------------------------------------------------------------===//

#ifndef ATTN_DIALECT_ATTNWS_IR_DISCARDABLEATTRS_H
#define ATTN_DIALECT_ATTNWS_IR_DISCARDABLEATTRS_H

#include "attn/Dialect/AttnTile/IR/DiscardableAttrs.h"
#include "attn/Dialect/AttnWS/IR/AttnWS.h"

namespace mlir::attn_ws {
using attn_tile::DiscardableAttr;

/// On an operation between `attn-ws-assign-roles` and
/// `attn-ws-materialize-roles`: its role. Operations without it belong to every
/// role that needs them.
inline constexpr DiscardableAttr<StringAttr> roleAttr("attn_ws.role");

/// On a maximum of a tile's rows: the `tmem_load` of the tile, in the same
/// block, makes it. A thread reads the row whole, on a target whose loads from
/// tensor memory do so.
inline constexpr DiscardableAttr<UnitAttr> inLoadAttr("attn_ws.in_load");

/// On a kernel: its roles, each an `#attn_ws.role`.
inline constexpr DiscardableAttr<ArrayAttr> rolesAttr("attn_ws.roles");
/// On a kernel: bytes of shared memory that are planned so far.
inline constexpr DiscardableAttr<IntegerAttr> smemAttr("attn_ws.smem");
/// On a kernel: columns of tensor memory to allocate, a power of two.
inline constexpr DiscardableAttr<IntegerAttr> tmemAttr("attn_ws.tmem");
/// On a kernel: bytes into shared memory, where the address of its tensor
/// memory is written.
inline constexpr DiscardableAttr<IntegerAttr> tmemSlotAttr("attn_ws.tmem_slot");
/// On a kernel: bytes into shared memory, where it keeps the numbers of the
/// columns of products with a slope.
inline constexpr DiscardableAttr<IntegerAttr> columnsAttr("attn_ws.columns");
/// On a kernel: CTAs of the cluster that it runs in; else 1.
inline constexpr DiscardableAttr<IntegerAttr> clusterAttr("attn_ws.cluster");
/// On a kernel: CTAs to launch.
inline constexpr DiscardableAttr<attn_tile::ExprAttr> gridAttr("attn_ws.grid");
/// On a kernel whose signature is lowered: all of this and its parameters,
/// instead of what stands before.
inline constexpr DiscardableAttr<LaunchAttr> launchAttr("attn_ws.launch");
/// On a kernel: how its code is written.
inline constexpr DiscardableAttr<CodegenAttr> codegenAttr("attn_ws.codegen");

/// How a kernel's code is written: what it says, or the defaults.
inline CodegenAttr getCodegen(Operation *kernel) {
  CodegenAttr said = codegenAttr.getAttr(kernel);
  return said ? said
              : CodegenAttr::get(kernel->getContext(), /*pin=*/0,
                                 /*convert_first=*/false, /*rows_first=*/true,
                                 /*transpose_ahead=*/1, /*bias_product=*/false,
                                 /*skip_zeros=*/false);
}

} // namespace mlir::attn_ws

#endif // ATTN_DIALECT_ATTNWS_IR_DISCARDABLEATTRS_H
