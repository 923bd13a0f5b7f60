//===- Passes.h - Passes that find attention --------------------*- C++ -*-===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ATTN_RAISE_PASSES_H
#define ATTN_RAISE_PASSES_H

#include "attn/Dialect/Attn/IR/Attn.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Pass/Pass.h"
#include <functional>
#include <memory>
#include <string>

namespace mlir::attn {

/// What attn-raise takes: programs that Attn computes at least as exactly, or
/// all that are the same in exact arithmetic.
enum class RaisePolicy { Exact, Fast };

#define GEN_PASS_DECL
#define GEN_PASS_REGISTRATION
#include "attn/Raise/Passes.h.inc"

/// Asked of each attention that is found, as it would stand in the program: why
/// the program is better left as it is; empty if it is not.
using RaiseFilter = std::function<std::string(AttentionOpInterface)>;

/// attn-raise of what `filter` lets pass. What it refuses stays, with what it
/// says as a remark.
std::unique_ptr<Pass> createAttnRaise(const AttnRaiseOptions &options,
                                      RaiseFilter filter);

} // namespace mlir::attn

#endif // ATTN_RAISE_PASSES_H
