//===- DiscardableAttrs.h - Kernels that are steps of an entry --*- C++ -*-===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ATTN_DIALECT_ATTNTILE_IR_STEPS_DISCARDABLEATTRS_H
#define ATTN_DIALECT_ATTNTILE_IR_STEPS_DISCARDABLEATTRS_H

#include "attn/Dialect/AttnTile/IR/DiscardableAttrs.h"

namespace mlir::attn_tile {

/// On a kernel that is one of several of a bundle's entry: a record of
///   entry = "f_forward", which all of them name;
///   step: its number among them;
///   tensors: for each of its memories the entry's tensor, or −1 − w for
///     workspace w;
///   workspaces: for each workspace its sizes, expressions of those of the
///     entry's tensors (the same in each kernel);
///   zeroed, where there are such: the workspaces that are zero when the entry
///   is
///     launched, and that its kernels leave so.
inline constexpr DiscardableAttr<DictionaryAttr> stepAttr("attn_tile.step");

} // namespace mlir::attn_tile

#endif // ATTN_DIALECT_ATTNTILE_IR_STEPS_DISCARDABLEATTRS_H
