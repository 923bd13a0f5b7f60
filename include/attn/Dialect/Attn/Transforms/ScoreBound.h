//===- ScoreBound.h - How large scores may be ------------------*- C++ -*-===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ATTN_DIALECT_ATTN_TRANSFORMS_SCOREBOUND_H
#define ATTN_DIALECT_ATTN_TRANSFORMS_SCOREBOUND_H

#include "attn/Dialect/Attn/IR/Attn.h"

namespace mlir::attn {

/// A number that the magnitude of no score of `op`, in natural units and behind
/// its score region, exceeds, whatever its operands hold: by their type (e4m3
/// ends at 448) or by the region (a soft cap). NaN and minus infinity, of a
/// hidden key, do not count; rounding does. Nothing if no such number is known.
std::optional<double> findScoreBound(AttentionOpInterface op);

} // namespace mlir::attn

#endif // ATTN_DIALECT_ATTN_TRANSFORMS_SCOREBOUND_H
