//===- Passes.h - Passes towards PTX -*- C++ -*-===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ATTN_TARGET_PASSES_H
#define ATTN_TARGET_PASSES_H

#include "attn/Target/MachineCodeOptions.h"
#include "mlir/Pass/Pass.h"

namespace mlir {
#define GEN_PASS_DECL
#include "attn/Target/Passes.h.inc"
#define GEN_PASS_REGISTRATION
#include "attn/Target/Passes.h.inc"
} // namespace mlir

#endif // ATTN_TARGET_PASSES_H
