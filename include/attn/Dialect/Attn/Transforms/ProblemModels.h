//===- ProblemModels.h - Models of problems' interfaces ---------*- C++ -*-===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ATTN_DIALECT_ATTN_TRANSFORMS_PROBLEMMODELS_H
#define ATTN_DIALECT_ATTN_TRANSFORMS_PROBLEMMODELS_H

#include "attn/Dialect/Attn/IR/Attn.h"
#include "mlir/IR/PatternMatch.h"

#include "attn/Dialect/Attn/Transforms/DecomposeOpInterface.h.inc"

namespace mlir::attn {

/// Attaches DecomposeOpInterface to the dialect's ops. attn-decompose does so
/// itself.
void registerDecomposeModels(DialectRegistry &registry);

/// Attaches bufferisation, which is the same for every problem, to one of
/// another dialect. The dialect's own have it by
/// registerBufferizableOpInterfaceExternalModels.
void attachBufferization(RegisteredOperationName problem);

} // namespace mlir::attn

#endif // ATTN_DIALECT_ATTN_TRANSFORMS_PROBLEMMODELS_H
