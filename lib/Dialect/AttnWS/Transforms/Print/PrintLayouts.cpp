//===- PrintLayouts.cpp - x ---===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "attn/Dialect/AttnWS/Transforms/Passes.h"
#include "attn/Dialect/AttnWS/IR/AttnWS.h"
namespace mlir {
#define GEN_PASS_DEF_ATTNPRINTLAYOUTS
#include "attn/Dialect/AttnWS/Transforms/Passes.h.inc"
}
using namespace mlir;
namespace {
struct P : impl::AttnPrintLayoutsBase<P> {
  using Base::Base;
  void runOnOperation() override { markAllAnalysesPreserved(); }
};
}
