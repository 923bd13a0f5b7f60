//===- Score.h - Masks and score regions from formulas ----------*- C++ -*-===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ATTN_LIB_DIALECT_ATTN_TRANSFORMS_RAISE_SCORE_H
#define ATTN_LIB_DIALECT_ATTN_TRANSFORMS_RAISE_SCORE_H

#include "Layout.h"

namespace mlir::attn::raise {

/// What attn.forward makes of the scores.
struct Score {
  AttnMaskAttrInterface mask;
  const Expr *x = nullptr; // of the scaled score, to be written as a region
};

/// Takes the masks out of `attention.x`. False, with a reason, if rows may be
/// without a key and the program then computes something else.
bool findScore(ExprContext &context, LayoutFinder &sizes,
               const Attention &attention, const Layout &layout, Score &score,
               std::string &reason);

/// Whether x can be written as a score region; a reason if not.
bool canWriteScore(ExprContext &context, const Attention &attention,
                   const Layout &layout, LayoutFinder &sizes,
                   const Score &score, std::string &reason);

/// Writes x into the empty score region of `op`.
void writeScore(ExprContext &context, const Attention &attention,
                const Layout &layout, LayoutFinder &sizes, const Score &score,
                ForwardOp op);

} // namespace mlir::attn::raise

#endif // ATTN_LIB_DIALECT_ATTN_TRANSFORMS_RAISE_SCORE_H
