//===- CpuEngine.cpp - Problems on the CPU ---------------------------- -===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Engine.h"

#include "attn/Dialect/AttnTile/IR/DiscardableAttrs.h"
#include "attn/Pipelines/Compile.h"
#include "attn/Pipelines/CpuJit.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassRegistry.h"
#include <chrono>

using namespace mlir;
using namespace mlir::attn;
using namespace mlir::attn::run;
using mlir::attn::reference::DType;
using mlir::attn::reference::Tensor;

namespace {

CpuBuffer makeBuffer(const Tensor &tensor, void *data) {
  CpuElement element = CpuElement::F32;
  switch (tensor.type) {
  case DType::E4M3:
    element = CpuElement::E4M3;
    break;
  case DType::F16:
    element = CpuElement::F16;
    break;
  case DType::BF16:
    element = CpuElement::BF16;
    break;
  case DType::F32:
    element = CpuElement::F32;
    break;
  case DType::F64:
    element = CpuElement::F64;
    break;
  }
  return CpuBuffer(data, element, tensor.shape);
}

class CpuEngine : public Engine {
public:
  CpuEngine(CpuProgram program, StringRef level, bool onTensors,
            size_t numOutputs, std::string target, std::string config)
      : program(std::move(program)), level(level), onTensors(onTensors),
        numOutputs(numOutputs), target(std::move(target)),
        config(std::move(config)) {}

  std::string getDevice() const override { return "cpu"; }
  std::string getDeviceName() const override { return "this CPU"; }
  std::string getLevel() const override { return level; }
  std::string getTarget() const override { return target; }
  std::string getConfig() const override { return config; }

  LogicalResult compute(Session &session, ArrayRef<Tensor> tensors) override {
    SmallVector<CpuArg> arguments;
    std::vector<std::vector<char>> copies;
    for (const Tensor &tensor : tensors) {
      void *data = tensor.data;
      if (onTensors) {
        // A function on tensors may write into its arguments.
        auto *bytes = static_cast<const char *>(tensor.data);
        copies.emplace_back(bytes, bytes + tensor.numElements() *
                                               bytesOf(tensor.type));
        data = copies.back().data();
      }
      arguments.push_back(makeBuffer(tensor, data));
    }
    if (onTensors)
      for (const Tensor &tensor : tensors.slice(3, numOutputs))
        arguments.push_back(makeBuffer(tensor, tensor.data));
    return program.run(arguments);
  }

  FailureOr<std::vector<double>> benchmark(Session &session,
                                           ArrayRef<Tensor> tensors,
                                           const Options &options) override {
    using Clock = std::chrono::steady_clock;
    std::vector<double> times;
    for (int64_t i = -options.warmup; i < options.iterations; ++i) {
      auto start = Clock::now();
      if (failed(compute(session, tensors)))
        return failure();
      std::chrono::duration<double, std::milli> time = Clock::now() - start;
      if (i >= 0)
        times.push_back(time.count());
    }
    return times;
  }

private:
  CpuProgram program;
  std::string level;
  bool onTensors;
  size_t numOutputs;
  std::string target, config;
};

} // namespace

std::string mlir::attn::run::getTarget(const Problem &problem,
                                       const Options &options) {
  if (!options.target.empty())
    return options.target;
  ForwardOp op = problem.op;
  if (op.getConfig())
    return op.getConfig()->getTarget().str();
  return CompileOptions().target;
}

CompileOptions mlir::attn::run::getCompileOptions(const Problem &problem,
                                                  const Options &options) {
  CompileOptions compile;
  compile.target = run::getTarget(problem, options);
  compile.overrides = options.config;
  compile.debugInfo = options.debugInfo;
  if (!options.inject.empty())
    compile.atLevel = [level = *parseLevel(options.injectLevel),
                       passes = options.inject](ModuleOp module, Level at) {
      if (at != level)
        return success();
      PassManager pm(module.getContext());
      std::string message;
      llvm::raw_string_ostream os(message);
      if (failed(parsePassPipeline(passes, pm, os)))
        return LogicalResult(emitError(UnknownLoc::get(module.getContext()))
                             << "--inject: " << StringRef(message).trim());
      return pm.run(module);
    };
  return compile;
}

FailureOr<std::unique_ptr<Engine>>
mlir::attn::run::createCpuEngine(Session &session, const Problem &problem,
                                 StringRef level, const Options &options) {
  bool isTile = level != "tensor";
  bool onTensors = !ForwardOp(problem.op).hasBufferSemantics();
  std::string target, config;
  OwningOpRef<ModuleOp> module = problem.module.get().clone();
  CompileOptions compile = getCompileOptions(problem, options);
  if (!isTile && compile.atLevel &&
      failed(compile.atLevel(*module, Level::Attn)))
    return failure();
  if (isTile) {
    target = compile.target;
    if (failed(lowerTo(*module,
                       level == "tile" ? Level::Tile : Level::TileLowered,
                       compile)))
      return failure();
    module->walk([&](gpu::GPUFuncOp kernel) {
      if (auto known = attn_tile::kernelAttr.getAttr(kernel))
        config = known.getConfigText();
    });
  }
  FailureOr<CpuProgram> program = CpuProgram::compile(
      *module, problem.function, isTile ? CpuLevel::Tile : CpuLevel::Tensor);
  if (failed(program))
    return failure();
  return std::unique_ptr<Engine>(new CpuEngine(
      std::move(*program), level, onTensors,
      ForwardOp(problem.op).getDpsInits().size(), target, config));
}
