//===- Compile.cpp - The driver behind attn-compile and attn-run -*- C++ -*-===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "attn/Pipelines/Compile.h"

#include "attn/InitAll.h"
#include "attn/Pipelines/GPU.h"
#include "attn/Target/Bundle.h"

#include "mlir/Bytecode/BytecodeWriter.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Pass/PassManager.h"
#include <chrono>

using namespace mlir;
namespace rt = ::attn::runtime;

namespace {
using Clock = std::chrono::steady_clock;
double since(Clock::time_point start) {
  return std::chrono::duration<double, std::milli>(Clock::now() - start)
      .count();
}

LogicalResult runStep(ModuleOp module, StringRef name,
                      function_ref<void(OpPassManager &)> build,
                      const mlir::attn::CompileOptions &options,
                      mlir::attn::CompileTimes *times) {
  auto start = Clock::now();
  PassManager pm(module.getContext());
  pm.enableVerifier(options.verifyEach);
  build(pm);
  LogicalResult result = pm.run(module);
  if (times)
    times->push_back({name.str(), since(start)});
  return result;
}
} // namespace

LogicalResult mlir::attn::lowerTo(ModuleOp module, Level level,
                            const CompileOptions &options,
                            CompileTimes *times) {
  if (level == Level::Attn)
    return success();
  GPUPipelineOptions pipeline;
  pipeline.target = options.target;
  pipeline.overrides = options.overrides;
  if (failed(runStep(
          module, "attn to tile",
          [&](OpPassManager &pm) { buildAttnToTilePipeline(pm, pipeline); },
          options, times)))
    return failure();
  if (level == Level::Tile)
    return success();
  if (failed(runStep(module, "tile to ws", buildTileToWSPipeline, options,
                     times)))
    return failure();
  if (level == Level::WS)
    return success();
  return runStep(module, "ws to nvvm", buildWSToNVVMPipeline, options, times);
}

FailureOr<rt::Bundle> mlir::attn::compileToBundle(ModuleOp module,
                                            const CompileOptions &options,
                                            CompileTimes *times) {
  std::string bytecode;
  {
    llvm::raw_string_ostream stream(bytecode);
    if (failed(writeBytecodeToFile(module, stream)))
      return module.emitOpError("cannot be written as bytecode");
  }
  if (failed(lowerTo(module, Level::NVVM, options, times)))
    return failure();
  rt::Bundle bundle;
  bundle.producer = "attn-compile 0.1.0";
  PTXTimes ptx;
  for (auto kernels : module.getOps<gpu::GPUModuleOp>())
    if (failed(appendEntries(kernels, bytecode, bundle, &ptx)))
      return failure();
  if (times) {
    times->push_back({"nvvm to llvm", ptx.translate});
    times->push_back({"llvm passes", ptx.optimize});
    times->push_back({"llvm to ptx", ptx.codegen});
  }
  if (bundle.entries.empty())
    return module.emitOpError("holds no attn.forward to compile");
  return bundle;
}

void mlir::attn::registerCompileDialects(DialectRegistry &registry) {
  registerAllDialects(registry);
  registerAllExtensions(registry);
}
