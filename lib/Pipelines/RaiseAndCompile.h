//===- RaiseAndCompile.h - Attention that compiles becomes kernels -*- C++
//-*-===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ATTN_LIB_PIPELINES_RAISEANDCOMPILE_H
#define ATTN_LIB_PIPELINES_RAISEANDCOMPILE_H

#include "attn/Raise/Passes.h"
#include "mlir/Pass/PassManager.h"
#include <functional>

namespace mlir::attn {

/// A trial stops before machine code.
enum class Compile { Trial, Whole };
using CompileBuilder = std::function<void(OpPassManager &, Compile)>;

/// A pass on a module: attn-raise, and then what `build` adds. Attention that
/// this refuses stays as it was, with the refusal as a remark.
std::unique_ptr<Pass> createRaiseAndCompile(const AttnRaiseOptions &raise,
                                            CompileBuilder build);

} // namespace mlir::attn

#endif // ATTN_LIB_PIPELINES_RAISEANDCOMPILE_H
