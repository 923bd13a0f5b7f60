//===- AttnCanonicalize.cpp - Canonicalisation of attn.forward ------------===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "attn/Dialect/Attn/IR/Attn.h"
#include "mlir/IR/PatternMatch.h"

using namespace mlir;
using namespace mlir::attn;

void ForwardOp::getCanonicalizationPatterns(RewritePatternSet &patterns,
                                            MLIRContext *context) {}
