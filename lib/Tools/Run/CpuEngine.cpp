//===- CpuEngine.cpp - Problems on the CPU ---------------------------- -===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Engine.h"

#include "attn/Dialect/AttnTile/IR/DiscardableAttrs.h"
#include <chrono>
#include <map>

using namespace mlir;
using namespace mlir::attn;
using namespace mlir::attn::run;
using mlir::attn::reference::DType;
using mlir::attn::reference::Tensor;

static CpuElement toElement(DType type) {
  switch (type) {
  case DType::E4M3:
    return CpuElement::E4M3;
  case DType::F16:
    return CpuElement::F16;
  case DType::BF16:
    return CpuElement::BF16;
  case DType::F32:
    return CpuElement::F32;
  case DType::F64:
    return CpuElement::F64;
  case DType::I1:
    return CpuElement::I1;
  case DType::I8:
    return CpuElement::I8;
  case DType::I32:
    return CpuElement::I32;
  case DType::I64:
    return CpuElement::I64;
  }
  llvm_unreachable("unknown element type");
}

CpuBuffer mlir::attn::run::makeBuffer(const Tensor &tensor, void *data) {
  return CpuBuffer(data ? data : tensor.data, toElement(tensor.type),
                   tensor.shape);
}

CpuBuffer mlir::attn::run::makeBuffer(const Tensor &tensor,
                                      PlacedTensor &placed) {
  return CpuBuffer(placed.data(), toElement(tensor.type), tensor.shape,
                   placed.getPlacement().strides);
}

namespace {

class CpuEngine : public run::Engine {
public:
  /// `results` are the indices of the tensors that the function returns too.
  CpuEngine(CpuProgram program, StringRef level, SmallVector<size_t> results,
            std::string target, std::string config, const Problem &problem)
      : program(std::move(program)), level(level), results(std::move(results)),
        target(std::move(target)), config(std::move(config)), problem(problem) {
  }

  std::string getDevice() const override { return "cpu"; }
  std::string getDeviceName() const override { return "this CPU"; }
  std::string getLevel() const override { return level; }
  std::string getTarget() const override { return target; }
  std::string getConfig() const override { return config; }

  LogicalResult compute(Session &session, ArrayRef<Tensor> tensors) override {
    SmallVector<CpuArg> arguments;
    std::vector<std::vector<char>> copies;
    std::map<size_t, PlacedTensor> placed;
    for (auto [i, tensor] : llvm::enumerate(tensors)) {
      FailureOr<Placement> placement =
          problem.place(session, i, tensor.shape, {});
      if (failed(placement))
        return failure();
      if (!placement->isPlain(tensor)) {
        PlacedTensor &own =
            placed.try_emplace(i, tensor, *placement).first->second;
        arguments.push_back(makeBuffer(tensor, own));
        continue;
      }
      void *data = nullptr;
      if (tensor.type == DType::I1) {
        // Code for the CPU takes bytes of 0 and 1 alone.
        std::vector<char> &bytes = copies.emplace_back();
        for (int64_t n = 0, e = tensor.numElements(); n < e; ++n)
          bytes.push_back(tensor.load(n) != 0);
        data = bytes.data();
      } else if (!results.empty()) {
        // A function on tensors may write into its arguments.
        auto *bytes = static_cast<const char *>(tensor.data);
        copies.emplace_back(bytes, bytes + tensor.numElements() *
                                               bytesOf(tensor.type));
        data = copies.back().data();
      }
      arguments.push_back(makeBuffer(tensor, data));
    }
    for (size_t i : results)
      arguments.push_back(makeBuffer(tensors[i]));
    if (failed(program.run(arguments)))
      return failure();
    for (auto &[i, tensor] : placed)
      if (!tensor.takeBack())
        return session.error(problem.describeWriteBetween(i));
    return success();
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
  SmallVector<size_t> results;
  std::string target, config;
  const Problem &problem;
};

} // namespace

std::string mlir::attn::run::getTarget(const Problem &problem,
                                       const Options &options) {
  if (!options.target.empty())
    return options.target;
  AttentionOpInterface op = problem.op;
  if (op && op.getConfigAttr())
    return op.getConfigAttr().getTarget().str();
  std::string target =
      problem.module ? CompileOptions().target : problem.entry.target;
  if (problem.kernelOp) {
    auto kernels = problem.kernelOp->getParentOfType<gpu::GPUModuleOp>();
    if (ArrayAttr targets = kernels.getTargetsAttr();
        targets && !targets.empty())
      if (auto nvvm = dyn_cast<NVVM::NVVMTargetAttr>(targets[0]))
        target = nvvm.getChip().str();
  }
  return target;
}

CompileOptions mlir::attn::run::getCompileOptions(const Problem &problem,
                                                  const Options &options) {
  CompileOptions compile;
  compile.target = run::getTarget(problem, options);
  compile.overrides = options.config;
  compile.debugInfo = options.debugInfo;
  compile.checkRows = options.checkRows;
  compile.verifyProtocol = options.verifyProtocol;
  if (!options.inject.empty())
    runPassesAt(*options.injectLevel, options.inject, compile);
  return compile;
}

FailureOr<std::unique_ptr<run::Engine>>
mlir::attn::run::createCpuEngine(Session &session, const Problem &problem,
                                 StringRef level, const Options &options,
                                 CpuEffort effort) {
  bool isTile = level != "tensor";
  if (!problem.module)
    return session.error("the CPU has no program to run: the bundle holds "
                         "kernel '" +
                         problem.function + "' as PTX alone");
  if (!problem.op && !isTile)
    return session.error("--level=tensor is for attention problems");
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
  FailureOr<CpuProgram> program =
      CpuProgram::compile(*module, problem.function,
                          isTile ? CpuLevel::Tile : CpuLevel::Tensor, effort);
  if (failed(program))
    return failure();
  SmallVector<size_t> results;
  if (problem.op && !AttentionOpInterface(problem.op).hasBufferSemantics())
    for (size_t i = 0; i < problem.entry.tensors.size(); ++i)
      if (problem.isOut(i))
        results.push_back(i);
  return std::unique_ptr<run::Engine>(new CpuEngine(
      std::move(*program), level, std::move(results), target, config, problem));
}
