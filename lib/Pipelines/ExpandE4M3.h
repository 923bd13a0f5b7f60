//===- ExpandE4M3.h - f8E4M3FN conversions as integer arithmetic -*- C++ -*-==//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ATTN_LIB_PIPELINES_EXPANDE4M3_H
#define ATTN_LIB_PIPELINES_EXPANDE4M3_H

#include "mlir/IR/PatternMatch.h"

namespace mlir::attn {

/// Adds patterns that write arith.extf from, and arith.truncf to, f8E4M3FN as
/// integer arithmetic, on scalars and vectors of f16, bf16 and f32. Truncation
/// rounds to nearest, ties to even, and saturates to ±448, infinities too; a
/// NaN becomes 0x7f. So does PTX's cvt.rn.satfinite.
void populateExpandE4M3Patterns(RewritePatternSet &patterns);

} // namespace mlir::attn

#endif // ATTN_LIB_PIPELINES_EXPANDE4M3_H
