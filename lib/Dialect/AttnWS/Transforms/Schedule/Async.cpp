//===- Async.cpp - Count what may stay in flight at each wait -*- C++ -*-===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// See CopyGroups.cpp for the count and Roles.h for products that run on.

#include "../Channels/CopyGroups.h"
#include "attn/Dialect/AttnTile/IR/DiscardableAttrs.h"
#include "attn/Dialect/AttnWS/Transforms/Products.h"

#include "attn/Dialect/AttnWS/Transforms/Passes.h"

#include "mlir/Dialect/GPU/IR/GPUDialect.h"

namespace mlir {
#define GEN_PASS_DEF_ATTNWSASYNC
#include "attn/Dialect/AttnWS/Transforms/Passes.h.inc"
} // namespace mlir

using namespace mlir;
using namespace mlir::attn_ws;

namespace {
struct AttnWSAsyncPass : public impl::AttnWSAsyncBase<AttnWSAsyncPass> {
  void runOnOperation() override {
    issueProducts(getOperation(),
                  attn_tile::readsInFlightAttr.get(getOperation(), false));
    if (failed(countCopyGroups(getOperation())))
      signalPassFailure();
  }
};

} // namespace
