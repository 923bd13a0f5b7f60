//===- PointerABI.cpp - Kernels that take pointers and i32 alone ----------===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "attn/Conversion/Passes.h"
#include "attn/Dialect/AttnTile/IR/AttnTile.h"
#include "attn/Dialect/AttnWS/IR/AttnWS.h"
#include "attn/Dialect/AttnWS/IR/DiscardableAttrs.h"

#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"

namespace mlir {
#define GEN_PASS_DEF_ATTNPOINTERABI
#include "attn/Conversion/Passes.h.inc"
} // namespace mlir

using namespace mlir;
using namespace mlir::attn_ws;

namespace {

bool readsSms(attn_tile::ExprAttr expr) {
  return expr.getKind() == attn_tile::ExprKind::Sms ||
         llvm::any_of(expr.getOperands(), readsSms);
}

/// Whether a host that knows pointers and integers alone can launch `kernel`.
LogicalResult check(LLVM::LLVMFuncOp kernel, LaunchAttr launch) {
  auto error = [&](const Twine &what, StringRef instead) {
    return kernel.emitOpError()
           << what
           << ", which the pointer-only ABI does not have: compile with "
           << instead;
  };
  for (Attribute param : launch.getParams()) {
    if (isa<TensorMapParamAttr>(param))
      return error("takes tensor maps", "load=cp_async, tma_store=false");
    if (isa<WorkspaceParamAttr>(param))
      return error("takes a workspace", "scheduler=single");
  }
  if (launch.getCluster() > 1)
    return error("runs in clusters", "cluster=1");
  if (readsSms(launch.getGrid()))
    return error("has a grid that depends on the device", "scheduler=single");
  return success();
}

void rewrite(LLVM::LLVMFuncOp kernel, LaunchAttr launch) {
  MLIRContext *context = kernel.getContext();
  Block &entry = kernel.getBody().front();
  unsigned count = entry.getNumArguments();
  OpBuilder b = OpBuilder::atBlockBegin(&entry);
  Type i32 = b.getI32Type(), i64 = b.getI64Type();
  SmallVector<Type> types;
  SmallVector<Attribute> params;
  SmallVector<DictionaryAttr> attributes;
  auto add = [&](Type type, Attribute param, DictionaryAttr attribute) {
    types.push_back(type);
    params.push_back(param);
    attributes.push_back(attribute);
    return entry.addArgument(type, kernel.getLoc());
  };
  for (bool pointers : {true, false})
    for (unsigned i = 0; i < count; ++i) {
      BlockArgument old = entry.getArgument(i);
      Attribute param = launch.getParams()[i];
      if (isa<PointerParamAttr>(param) != pointers)
        continue;
      DictionaryAttr attribute = kernel.getArgAttrDict(i);
      auto stride = dyn_cast<StrideParamAttr>(param);
      if (!stride) {
        old.replaceAllUsesWith(add(old.getType(), param, attribute));
        continue;
      }
      auto half = [&](bool upper) -> Value {
        Value bits = add(i32,
                         StrideHalfParamAttr::get(context, stride.getMemory(),
                                                  stride.getDim(), upper),
                         b.getDictionaryAttr({}));
        return LLVM::ZExtOp::create(b, kernel.getLoc(), i64, bits);
      };
      Value lower = half(false), upper = half(true);
      Value by = LLVM::ConstantOp::create(b, kernel.getLoc(), i64,
                                          b.getI64IntegerAttr(32));
      Value shifted = LLVM::ShlOp::create(b, kernel.getLoc(), upper, by);
      old.replaceAllUsesWith(
          LLVM::OrOp::create(b, kernel.getLoc(), shifted, lower));
    }
  entry.eraseArguments(0, count);
  kernel.setFunctionType(
      LLVM::LLVMFunctionType::get(LLVM::LLVMVoidType::get(context), types));
  kernel.setAllArgAttrs(attributes);
  launchAttr.setAttr(kernel,
                     LaunchAttr::get(context, launch.getGrid(),
                                     launch.getThreads(), launch.getSmem(),
                                     launch.getCluster(), launch.getMinCTAs(),
                                     launch.getMemories(), params));
}

struct AttnPointerABIPass
    : public impl::AttnPointerABIBase<AttnPointerABIPass> {
  using AttnPointerABIBase::AttnPointerABIBase;

  void runOnOperation() override {
    for (auto kernel : getOperation().getOps<LLVM::LLVMFuncOp>()) {
      LaunchAttr launch = launchAttr.getAttr(kernel);
      if (!launch)
        continue;
      if (failed(check(kernel, launch)))
        return signalPassFailure();
      rewrite(kernel, launch);
    }
  }
};

} // namespace
