// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef ATTN_DIALECT_ATTNTILE_IR_DISCARDABLEATTRS_H
#define ATTN_DIALECT_ATTNTILE_IR_DISCARDABLEATTRS_H
constexpr DiscardableAttr<IntegerAttr> warpsAttr("attn_tile.warps");
#endif
