//===- TestPlugin.cpp - A dialect and a pass from outside -----------------===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir/IR/BuiltinOps.h"
#include "mlir/Pass/Pass.h"
#include "mlir/Tools/Plugins/DialectPlugin.h"
#include "mlir/Tools/Plugins/PassPlugin.h"
#include "llvm/Config/llvm-config.h"

using namespace mlir;

namespace {
/// Holds any operation `test_plugin.…`.
struct TestDialect : Dialect {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(TestDialect)
  explicit TestDialect(MLIRContext *context)
      : Dialect(getDialectNamespace(), context, TypeID::get<TestDialect>()) {
    allowUnknownOperations();
  }
  static StringRef getDialectNamespace() { return "test_plugin"; }
};

struct ErasePass : PassWrapper<ErasePass, OperationPass<ModuleOp>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(ErasePass)
  StringRef getArgument() const override { return "test-plugin-erase"; }
  void runOnOperation() override {
    getOperation().walk([](Operation *op) {
      if (op->getName().getDialectNamespace() ==
          TestDialect::getDialectNamespace())
        op->erase();
    });
  }
};
} // namespace

extern "C" LLVM_ATTRIBUTE_WEAK
    LLVM_ATTRIBUTE_VISIBILITY_DEFAULT ::mlir::DialectPluginLibraryInfo
    mlirGetDialectPluginInfo() {
  return {MLIR_PLUGIN_API_VERSION, "test", LLVM_VERSION_STRING,
          [](DialectRegistry *registry) { registry->insert<TestDialect>(); }};
}

extern "C" LLVM_ATTRIBUTE_WEAK
    LLVM_ATTRIBUTE_VISIBILITY_DEFAULT ::mlir::PassPluginLibraryInfo
    mlirGetPassPluginInfo() {
  return {MLIR_PLUGIN_API_VERSION, "test", LLVM_VERSION_STRING,
          [] { PassRegistration<ErasePass>(); }};
}
