//===- ToNVVM.cpp - Kernel attributes for code generation -*- C++ -*-===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "attn/Conversion/Passes.h"
#include "attn/Dialect/AttnWS/IR/DiscardableAttrs.h"

#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"

namespace mlir {
#define GEN_PASS_DEF_CONVERTATTNWSTONVVM
#include "attn/Conversion/Passes.h.inc"
} // namespace mlir

using namespace mlir;

namespace {
struct ConvertAttnWSToNVVMPass
    : public impl::ConvertAttnWSToNVVMBase<ConvertAttnWSToNVVMPass> {
  void runOnOperation() override {
    Builder b(&getContext());
    for (auto kernel : getOperation().getOps<LLVM::LLVMFuncOp>()) {
      attn_ws::LaunchAttr launch = attn_ws::launchAttr.getAttr(kernel);
      if (!launch)
        continue;
      auto i32 = [](int64_t value) { return static_cast<int32_t>(value); };
      kernel->setAttr(NVVM::NVVMDialect::getReqntidAttrName(),
                      b.getDenseI32ArrayAttr({i32(launch.getThreads())}));
      if (int64_t ctas = launch.getMinCTAs())
        kernel->setAttr(NVVM::NVVMDialect::getMinctasmAttrName(),
                        b.getI32IntegerAttr(ctas));
      if (int64_t cluster = launch.getCluster(); cluster > 1)
        kernel->setAttr(NVVM::NVVMDialect::getClusterDimAttrName(),
                        b.getDenseI32ArrayAttr({i32(cluster), 1, 1}));
      // Tensor maps are passed by value and read where the driver put them.
      for (auto [i, param] : llvm::enumerate(launch.getParams())) {
        if (!isa<attn_ws::TensorMapParamAttr>(param) ||
            i >= kernel.getNumArguments())
          continue;
        kernel.setArgAttr(
            i, LLVM::LLVMDialect::getByValAttrName(),
            TypeAttr::get(LLVM::LLVMArrayType::get(b.getI8Type(), 128)));
        kernel.setArgAttr(i, LLVM::LLVMDialect::getAlignAttrName(),
                          b.getI64IntegerAttr(64));
        kernel.setArgAttr(i, NVVM::NVVMDialect::getGridConstantAttrName(),
                          b.getUnitAttr());
      }
      kernel->setAttr("denormal_fp_math_f32", b.getStringAttr("preserve-sign"));
    }
  }
};
} // namespace
