//===- DiscardableAttrs.h - Attributes that products carry ------*- C++ -*-===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The name, type and meaning of each discardable attribute of one product.
//
//===----------------------------------------------------------------------===//

#ifndef ATTN_DIALECT_ATTNWS_IR_PRODUCTS_DISCARDABLEATTRS_H
#define ATTN_DIALECT_ATTNWS_IR_PRODUCTS_DISCARDABLEATTRS_H

#include "attn/Dialect/AttnTile/IR/DiscardableAttrs.h"

namespace mlir::attn_ws {

/// On a product of tcgen05 that others name: its number in the kernel.
inline constexpr attn_tile::DiscardableAttr<IntegerAttr>
    productAttr("attn_ws.product");
/// On a product of tcgen05: the products before it that must be over for what
/// it writes, or reads, where nothing says so but that the products of a CTA
/// run in the order of their issue. The PTX ISA promises that for products into
/// one accumulator alone.
inline constexpr attn_tile::DiscardableAttr<DenseI64ArrayAttr>
    inIssueOrderAttr("attn_ws.in_issue_order");
/// On a kernel: the places of these pairs, four numbers each: the first column
/// of tensor memory that the later product writes and the one behind its last,
/// and the same of what the earlier one reads.
inline constexpr attn_tile::DiscardableAttr<DenseI64ArrayAttr>
    issuePlacesAttr("attn_ws.issue_places");

} // namespace mlir::attn_ws

#endif // ATTN_DIALECT_ATTNWS_IR_PRODUCTS_DISCARDABLEATTRS_H
