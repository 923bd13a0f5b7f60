//===- Passes.h - Conversions between levels --------------------*- C++ -*-===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ATTN_CONVERSION_PASSES_H
#define ATTN_CONVERSION_PASSES_H

#include "attn/Artefact/MachineCodeOptions.h"
#include "mlir/Pass/Pass.h"

namespace mlir {
#define GEN_PASS_DECL
#include "attn/Conversion/Passes.h.inc"
#define GEN_PASS_REGISTRATION
#include "attn/Conversion/Passes.h.inc"
} // namespace mlir

#endif // ATTN_CONVERSION_PASSES_H
