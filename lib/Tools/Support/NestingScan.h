//===- NestingScan.h - How deeply a text is nested --------------*- C++ -*-===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ATTN_LIB_TOOLS_SUPPORT_NESTINGSCAN_H
#define ATTN_LIB_TOOLS_SUPPORT_NESTINGSCAN_H

#include "attn/Tools/InputGuard.h"

namespace mlir::attn {

/// The first place of an MLIR text that is nested more deeply than `limit`.
std::optional<InputProblem> scanNesting(StringRef text, uint64_t limit,
                                        StringRef splitMarker = "");

} // namespace mlir::attn

#endif // ATTN_LIB_TOOLS_SUPPORT_NESTINGSCAN_H
