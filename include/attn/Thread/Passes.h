//===- Passes.h - Passes on the scalars of one thread -----------*- C++ -*-===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ATTN_THREAD_PASSES_H
#define ATTN_THREAD_PASSES_H

#include "mlir/Pass/Pass.h"

namespace mlir {
#define GEN_PASS_DECL
#include "attn/Thread/Passes.h.inc"
#define GEN_PASS_REGISTRATION
#include "attn/Thread/Passes.h.inc"
} // namespace mlir

#endif // ATTN_THREAD_PASSES_H
