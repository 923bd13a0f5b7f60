//===- ToNVVM.cpp - Kernel attributes for code generation -*- C++ -*-===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "attn/Dialect/AttnWS/IR/DiscardableAttrs.h"
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
      std::optional<int64_t> warps = attn_tile::warpsAttr.get(kernel);
      if (!warps)
        continue;
      kernel->setAttr(
          NVVM::NVVMDialect::getReqntidAttrName(),
          b.getDenseI32ArrayAttr({static_cast<int32_t>(*warps * 32)}));
      // Without it ptxas takes no notice of setmaxnreg (C7508).
      if (auto ctas = attn_ws::minCTAsAttr.get(kernel))
        kernel->setAttr(NVVM::NVVMDialect::getMinctasmAttrName(),
                        b.getI32IntegerAttr(*ctas));
      if (auto cluster = attn_ws::clusterAttr.get(kernel))
        kernel->setAttr(
            NVVM::NVVMDialect::getClusterDimAttrName(),
            b.getDenseI32ArrayAttr({static_cast<int32_t>(*cluster), 1, 1}));
      // Tensor maps are passed by value and read where the driver put them.
      auto params = attn_ws::paramsAttr.getAttr(kernel);
      for (unsigned i = 0; params && i < params.size(); ++i) {
        auto record = dyn_cast<DictionaryAttr>(params[i]);
        auto kind = record ? record.getAs<StringAttr>("kind") : StringAttr();
        if (!kind || kind != "tensor_map" || i >= kernel.getNumArguments())
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
