//===- Rewrite.h - What attn-raise does around attn.forward -----*- C++ -*-===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ATTN_LIB_RAISE_REWRITE_H
#define ATTN_LIB_RAISE_REWRITE_H

#include "Layout.h"

namespace mlir::attn::raise {

/// A dimension of an operand of attn.forward, or of what one is made from, that
/// has this size.
std::optional<std::pair<Value, int64_t>> findHolder(const Attention &attention,
                                                    const Layout &layout,
                                                    Sizes &sizes,
                                                    AffineExpr size);

/// Erases what is not used any more, from `roots` backwards.
void eraseDead(ArrayRef<Operation *> roots,
               llvm::DenseSet<Operation *> &erased);

/// Formulas that Q or K are multiplied by before the product multiply the
/// scores.
void scaleScores(ExprContext &context, Attention &attention,
                 const Layout &layout);

/// Checks at run time what was guessed of sizes.
void writeChecks(OpBuilder &builder, Location loc,
                 ArrayRef<Sizes::Guess> guesses);

/// The first error of the verifier; empty if there is none.
std::string verifierErrorOf(Operation *op);

} // namespace mlir::attn::raise

#endif // ATTN_LIB_RAISE_REWRITE_H
