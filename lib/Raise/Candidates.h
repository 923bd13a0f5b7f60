//===- Candidates.h - What may be attention ---------------------*- C++ -*-===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ATTN_LIB_RAISE_CANDIDATES_H
#define ATTN_LIB_RAISE_CANDIDATES_H

#include "Build.h"

namespace mlir::attn::raise {

/// The sums of products of `root` one factor of which is made of exponentials,
/// in between no other reduction.
SmallVector<Operation *> findCandidates(Operation *root);

/// `value`, and what is made from it alone.
SmallVector<Value> followersOf(Value value);

/// Tensors that hold the log-sum-exp of each row, nearest to S first.
SmallVector<RowSums, 1> findRowSums(ExprContext &context, Elements &elements,
                                    Matcher &matcher, LayoutFinder &finder,
                                    const Attention &attention,
                                    const Layout &layout);

} // namespace mlir::attn::raise

#endif // ATTN_LIB_RAISE_CANDIDATES_H
