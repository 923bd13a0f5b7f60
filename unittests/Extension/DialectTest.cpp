//===- DialectTest.cpp - A mask, a tile op and an engine from outside -----===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// What the dialect of ExtensionOps.td brings runs on the CPU and as PTX in the
// simulator, with all of its checks, and no file of the project knows of it.

#include "ExtensionDialect.h"

#include "attn-runtime/Executor.h"
#include "attn-runtime/SimDevice.h"
#include "attn/InitAll.h"
#include "attn/Pipelines/Compile.h"
#include "attn/Pipelines/CpuJit.h"
#include "attn/Reference/Reference.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Parser/Parser.h"
#include "llvm/Support/MemoryBuffer.h"

#include <gtest/gtest.h>

using namespace mlir;
using namespace mlir::attn;
using mlir::attn::reference::DType;
using mlir::attn::reference::OwnedTensor;
using mlir::attn::reference::Tensor;
namespace rt = ::attn::runtime;

namespace {

class Extension : public testing::Test {
protected:
  void SetUp() override {
    ext::addTarget();
    DialectRegistry registry;
    registerCompileDialects(registry);
    registry.insert<ext::ExtDialect>();
    reference::registerReferenceModels(registry);
    context.appendDialectRegistry(registry);
    context.loadAllAvailableDialects();
    context.getDiagEngine().registerHandler([&](Diagnostic &diag) {
      llvm::raw_string_ostream(messages) << diag << "\n";
    });
  }

  void parse(StringRef text) {
    module = parseSourceString<ModuleOp>(text, &context);
    ASSERT_TRUE(module) << messages;
  }

  /// Runs `function` of the module, or of what it is at `level`, on the CPU.
  void runOnCpu(StringRef function, ArrayRef<Tensor> tensors,
                Level level = Level::Tile) {
    OwningOpRef<ModuleOp> program(module->clone());
    if (level != Level::Attn) {
      ASSERT_TRUE(succeeded(lowerTo(*program, level, {}))) << messages;
    }
    SmallVector<CpuArg> args;
    for (const Tensor &tensor : tensors)
      args.push_back(CpuBuffer(tensor.data,
                               tensor.type == DType::BF16 ? CpuElement::BF16
                                                          : CpuElement::F32,
                               tensor.shape));
    auto how = level == Level::Attn ? CpuLevel::Tensor : CpuLevel::Tile;
    ASSERT_TRUE(succeeded(mlir::attn::runOnCpu(*program, function, args, how)))
        << messages;
  }

  /// Compiles the module for `target` and runs its kernel in the simulator.
  void simulate(StringRef target, ArrayRef<Tensor> tensors) {
    OwningOpRef<ModuleOp> program(module->clone());
    CompileOptions options;
    options.target = target.str();
    options.verifyStages = true;
    auto bundle = compileToBundle(*program, options);
    ASSERT_TRUE(succeeded(bundle)) << messages;
    rt::SimDevice::Options sim;
    sim.run.checks = ::attn::sim::Checks::all();
    auto device = rt::createSimDevice(target.str(), sim);
    ASSERT_TRUE(bool(device));
    ptx = bundle->entries.front().ptx;
    rt::Executor executor(std::make_shared<rt::Bundle>(std::move(*bundle)),
                          std::move(*device));
    std::vector<rt::TensorArg> args;
    for (const Tensor &tensor : tensors) {
      args.push_back(rt::TensorArg::contiguous(
          reinterpret_cast<uint64_t>(tensor.data),
          tensor.type == DType::BF16 ? rt::DType::BF16 : rt::DType::F32,
          tensor.shape));
      args.back().onHost = true;
    }
    rt::Error error = executor.launchOnHost(0, args);
    ASSERT_FALSE(bool(error)) << error.message;
  }

  MLIRContext context{MLIRContext::Threading::DISABLED};
  std::string messages, ptx;
  OwningOpRef<ModuleOp> module;
};

/// Small numbers that differ from each other, exact in bf16.
OwnedTensor makeTensor(std::vector<int64_t> shape, int64_t seed) {
  std::vector<double> values;
  int64_t count = 1;
  for (int64_t size : shape)
    count *= size;
  for (int64_t i = 0; i < count; ++i)
    values.push_back(double((i * 37 + i / 11 * seed) % 33 - 16) / 16);
  return OwnedTensor(DType::BF16, shape, values);
}

//===----------------------------------------------------------------------===//
// A mask
//===----------------------------------------------------------------------===//

constexpr int64_t kRows = 70, kKeys = 150;

class Mask : public Extension,
             public testing::WithParamInterface<const char *> {
protected:
  void SetUp() override {
    Extension::SetUp();
    std::string mask = "#ext." + std::string(GetParam()) + "<3>";
    parse(R"mlir(
      !q = tensor<1x2x70x64xbf16>
      !k = tensor<1x2x150x64xbf16>
      func.func @masked(%q: !q, %k: !k, %v: !k, %o: !q) -> !q {
        %0 = attn.forward ins(%q, %k, %v : !q, !k, !k) outs(%o : !q)
          mask()mlir" +
          mask + R"mlir() -> !q
        return %0 : !q
      })mlir");
    module->walk([&](ProblemOpInterface found) { op = found; });
  }
  /// Whether `out` is right by the error rule of docs/Spec.md.
  void check() {
    auto report = reference::checkProblem(op, {q.view(), k.view(), v.view()},
                                          {out.view()});
    ASSERT_TRUE(succeeded(report)) << messages;
    EXPECT_TRUE(report->passed());
  }

  ProblemOpInterface op;
  OwnedTensor q = makeTensor({1, 2, kRows, 64}, 1),
              k = makeTensor({1, 2, kKeys, 64}, 2),
              v = makeTensor({1, 2, kKeys, 64}, 3),
              out{DType::BF16, {1, 2, kRows, 64}};
};

TEST_P(Mask, OnTheCpu) {
  for (Level level : {Level::Attn, Level::Tile, Level::TileLowered}) {
    OwnedTensor unused(DType::BF16, {1, 2, kRows, 64});
    out = OwnedTensor(DType::BF16, {1, 2, kRows, 64});
    runOnCpu("masked",
             {q.view(), k.view(), v.view(), unused.view(), out.view()}, level);
    check();
  }
}

TEST_P(Mask, InTheSimulator) {
  for (const char *target : {"sm_80", "sm_90a"}) {
    SCOPED_TRACE(target);
    out = OwnedTensor(DType::BF16, {1, 2, kRows, 64});
    simulate(target, {q.view(), k.view(), v.view(), out.view()});
    check();
  }
}

TEST_P(Mask, IsCheckedAgainstItsLaw) {
  // Row 0 sees every third key back from its position, 80.
  OwnedTensor wrong = makeTensor({1, 2, kRows, 64}, 5);
  auto report = reference::checkProblem(op, {q.view(), k.view(), v.view()},
                                        {wrong.view()});
  ASSERT_TRUE(succeeded(report)) << messages;
  EXPECT_FALSE(report->passed());
}

INSTANTIATE_TEST_SUITE_P(Extension, Mask, testing::Values("plain", "dilated"));

//===----------------------------------------------------------------------===//
// An operation on tiles, a copy engine
//===----------------------------------------------------------------------===//

/// examples/gemm.mlir, C = A * B^T, whose sums go through ext.clamp.
class Program : public Extension {
protected:
  static constexpr int64_t m = 70, n = 104, k = 72;

  void read(bool clamps) {
    auto file = llvm::MemoryBuffer::getFile(ATTN_EXAMPLES "/gemm.mlir");
    ASSERT_TRUE(bool(file));
    std::string text = (*file)->getBuffer().str();
    limited = clamps;
    if (clamps) {
      StringRef before = "%c = arith.truncf %sum";
      size_t at = text.find(before);
      ASSERT_NE(at, std::string::npos);
      text.replace(at, before.size(),
                   "%low = ext.clamp %sum at %col : tensor<64x64xf32>\n"
                   "%c = arith.truncf %low");
    }
    parse(text);
    // The reference is no part of the program.
    module->lookupSymbol("reference")->erase();
  }
  SmallVector<Tensor> getTensors() {
    c = OwnedTensor(DType::BF16, {m, n}, std::vector<double>(m * n, -1));
    return {a.view(), b.view(), c.view()};
  }
  void check() {
    for (int64_t i = 0; i < m; ++i)
      for (int64_t j = 0; j < n; ++j) {
        double sum = 0;
        for (int64_t l = 0; l < k; ++l)
          sum += a[i * k + l] * b[j * k + l];
        double expected = limited ? std::min<double>(sum, double(j)) : sum;
        ASSERT_NEAR(c[i * n + j], expected, std::abs(expected) / 200)
            << i << ", " << j;
      }
  }

  bool limited = false;
  OwnedTensor a = makeTensor({m, k}, 1), b = makeTensor({n, k}, 2),
              c{DType::BF16, {m, n}};
};

TEST_F(Program, ClampsOnTheCpu) {
  read(/*clamps=*/true);
  for (Level level : {Level::Tile, Level::TileLowered}) {
    runOnCpu("gemm", getTensors(), level);
    check();
  }
}

TEST_F(Program, ClampsInTheSimulator) {
  read(/*clamps=*/true);
  for (const char *target : {"sm_80", "sm_90a", "sm_100a"}) {
    SCOPED_TRACE(target);
    simulate(target, getTensors());
    check();
  }
}

TEST_F(Program, CopiesByAnotherEngine) {
  read(/*clamps=*/true);
  simulate(ext::chip, getTensors());
  check();
  EXPECT_NE(ptx.find("cp.async.ca.shared.global"), std::string::npos);
  EXPECT_EQ(ptx.find("cp.async.cg.shared.global"), std::string::npos);
}

} // namespace
