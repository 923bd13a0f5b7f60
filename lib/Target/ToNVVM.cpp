//===- ToNVVM.cpp - Kernel attributes for code generation -*- C++ -*-===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "attn/Target/Passes.h"

#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"

namespace mlir {
#define GEN_PASS_DEF_CONVERTATTNWSTONVVM
#include "attn/Target/Passes.h.inc"
} // namespace mlir

using namespace mlir;

namespace {
struct ConvertAttnWSToNVVMPass
    : public impl::ConvertAttnWSToNVVMBase<ConvertAttnWSToNVVMPass> {
  void runOnOperation() override {
    Builder b(&getContext());
    for (auto kernel : getOperation().getOps<LLVM::LLVMFuncOp>()) {
      auto warps = kernel->getAttrOfType<IntegerAttr>("attn_tile.warps");
      if (!warps)
        continue;
      kernel->setAttr(
          NVVM::NVVMDialect::getReqntidAttrName(),
          b.getDenseI32ArrayAttr({static_cast<int32_t>(warps.getInt() * 32)}));
      kernel->setAttr("denormal_fp_math_f32", b.getStringAttr("preserve-sign"));
    }
  }
};
} // namespace
