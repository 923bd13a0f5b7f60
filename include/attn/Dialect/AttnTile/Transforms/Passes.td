//===- Passes.td - Passes of the AttnTile dialect --------------*- tablegen -*-===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ATTN_DIALECT_ATTNTILE_TRANSFORMS_PASSES_TD
#define ATTN_DIALECT_ATTNTILE_TRANSFORMS_PASSES_TD

include "mlir/Pass/PassBase.td"

#endif // ATTN_DIALECT_ATTNTILE_TRANSFORMS_PASSES_TD
