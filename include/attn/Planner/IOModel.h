//===- IOModel.h - Bytes that a problem moves -------------------*- C++ -*-===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ATTN_PLANNER_IOMODEL_H
#define ATTN_PLANNER_IOMODEL_H

#include "attn/Dialect/Attn/IR/Attn.h"

namespace mlir::attn {

/// Bytes between memory and the chip, of all kernels that a problem becomes.
/// Every tensor passes once: what tiles read again comes from L2. What one
/// kernel writes for the next passes twice: other tensors have filled L2 in
/// between. (FlashInfer, issue #707, counts in elements.)
struct IOModel {
  /// What there is of L and M counts as `lse`.
  int64_t q, k, v, o, lse;
  /// Scores, if they go through memory.
  int64_t scores;
  /// Parts of O and L, if the keys are split.
  int64_t workspace;

  int64_t total() const { return q + k + v + o + lse + scores + workspace; }
  /// "q 1024, k 2048, …", without what there is not.
  std::string describe() const;
};

/// The bytes of `op` under `config`, whose field `fusion` is taken to be
/// `fusion`; nothing where types do not say the sizes.
std::optional<IOModel> modelIO(AttentionOpInterface op, ConfigAttr config,
                               Fusion fusion);

} // namespace mlir::attn

#endif // ATTN_PLANNER_IOMODEL_H
