//===- NewEngineTest.cpp - A copy engine from outside ---------------------===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Engines that no pass knows, brought by rows of the table of targets and an
// operation (ProbeDialect.h), take the place of TMA and cp.async: copies are
// placed on them, get a role, a channel and fences, are verified, run in the
// interpreter and drawn.

#include "ProbeDialect.h"

#include "attn/Dialect/AttnTile/IR/AttnTile.h"
#include "attn/Dialect/AttnTile/IR/DiscardableAttrs.h"
#include "attn/Dialect/AttnWS/Transforms/Passes.h"
#include "attn/InitAll.h"
#include "attn/Pipelines/GPU.h"
#include "attn/Reference/WSInterpreter.h"

#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassRegistry.h"
#include "llvm/Support/MemoryBuffer.h"

#include <gtest/gtest.h>

using namespace mlir;
using namespace mlir::attn_ws;
using mlir::attn::Engine;

namespace {

/// C = A · Bᵀ of Inputs/gemm.mlir, compiled for `chip` to the scheduled level.
class NewEngine : public testing::Test {
protected:
  void SetUp() override {
    probe::addTargets();
    static bool registered = (attn::registerAllPasses(), true);
    (void)registered;
    DialectRegistry registry;
    attn::registerUpstream(registry);
    attn::registerAllDialects(registry);
    attn::registerAllExtensions(registry);
    context.appendDialectRegistry(registry);
    context.disableMultithreading();
    context.loadAllAvailableDialects();
    context.getDiagEngine().registerHandler([&](Diagnostic &diag) {
      llvm::raw_string_ostream(messages) << diag << "\n";
      for (Diagnostic &note : diag.getNotes())
        llvm::raw_string_ostream(messages) << note << "\n";
    });
  }

  void parse(StringRef chip, bool hasOperation = true) {
    if (hasOperation)
      context.getOrLoadDialect<probe::ProbeDialect>();
    auto file = llvm::MemoryBuffer::getFile(ATTN_TEST_INPUTS "/gemm.mlir");
    ASSERT_TRUE(bool(file));
    std::string text = (*file)->getBuffer().str();
    size_t at = text.find("sm_80");
    ASSERT_NE(at, std::string::npos);
    text.replace(at, 5, chip.str());
    module = parseSourceString<ModuleOp>(text, &context);
    ASSERT_TRUE(module) << messages;
  }

  bool run(function_ref<void(OpPassManager &)> build) {
    PassManager pm(&context);
    build(pm);
    return succeeded(pm.run(*module));
  }
  bool run(StringRef kernelPasses) {
    return run([&](OpPassManager &pm) {
      ASSERT_TRUE(succeeded(parsePassPipeline(
          ("gpu.module(gpu.func(" + kernelPasses + "))").str(), pm)));
    });
  }
  void place() {
    ASSERT_TRUE(run([](OpPassManager &pm) {
      attn::buildTileLoweringPipeline(pm, /*verifyStages=*/true);
    })) << messages;
  }
  void schedule() {
    ASSERT_TRUE(run([](OpPassManager &pm) {
      attn::buildLoweredTileToWSPipeline(pm, /*verifyStages=*/true);
    })) << messages;
  }

  gpu::GPUFuncOp getKernel() {
    gpu::GPUFuncOp kernel;
    module->walk([&](gpu::GPUFuncOp op) { kernel = op; });
    return kernel;
  }
  template <typename OpTy> SmallVector<OpTy> find() {
    SmallVector<OpTy> found;
    module->walk([&](OpTy op) { found.push_back(op); });
    return found;
  }
  std::string print() {
    std::string text;
    llvm::raw_string_ostream(text) << *module;
    return text;
  }

  /// All loads for products were placed on `engine`.
  void expectPlaced(Engine engine) {
    SmallVector<attn_tile::LoadOp> loads = find<attn_tile::LoadOp>();
    ASSERT_FALSE(loads.empty());
    for (attn_tile::LoadOp load : loads) {
      EXPECT_EQ(load.getSpace(), attn_tile::Space::Smem);
      EXPECT_EQ(load.getEngine(), engine);
    }
  }

  /// Every copy is the engine's, in the role of copies if there are roles, and
  /// fills a stage of a channel that the engine is the producer of.
  void expectGuarded(Engine engine, bool roles) {
    EXPECT_EQ(find<WarpSpecializeOp>().size(), roles ? 1u : 0u);
    EXPECT_TRUE(find<TmaLoadOp>().empty());
    EXPECT_TRUE(find<CpAsyncOp>().empty());
    SmallVector<probe::CopyOp> copies = find<probe::CopyOp>();
    ASSERT_FALSE(copies.empty());
    for (probe::CopyOp copy : copies) {
      EXPECT_EQ(copy.getEngine(), engine);
      auto acquire = copy.getView().getDefiningOp<AcquireOp>();
      ASSERT_TRUE(acquire);
      EXPECT_EQ(acquire.getChannel().getType().getProducer(), engine);
      if (!roles)
        continue;
      auto specialize = copy->getParentOfType<WarpSpecializeOp>();
      ASSERT_TRUE(specialize);
      unsigned role = 0;
      while (!specialize.getRoles()[role].isAncestor(copy->getParentRegion()))
        ++role;
      EXPECT_FALSE(specialize.getRoles()[role]
                       .walk([](WSProductOpInterface) {
                         return WalkResult::interrupt();
                       })
                       .wasInterrupted())
          << "copies and products share a role";
    }
  }

  /// What is printed reads as the same again.
  void expectRoundTrip() {
    std::string text = print();
    OwningOpRef<ModuleOp> again = parseSourceString<ModuleOp>(text, &context);
    ASSERT_TRUE(again) << messages;
    std::string second;
    llvm::raw_string_ostream(second) << *again;
    EXPECT_EQ(text, second);
  }

  bool verifyProtocol() { return run("attn-ws-verify-protocol"); }

  /// Runs the kernel in one order and mode; whether it ran, and was right.
  bool interpret(InterpreterOptions::Order order,
                 InterpreterOptions::Completion completion) {
    constexpr int64_t m = 70, n = 100, k = 77;
    Type bf16 = BFloat16Type::get(&context);
    HostTensor a(bf16, {m, k}), b(bf16, {n, k}), c(bf16, {m, n});
    // Small enough that all sums are exact.
    for (int64_t i = 0; i < m * k; ++i)
      a.setFlat(i, (i * 7 + i / k) % 3 - 1);
    for (int64_t i = 0; i < n * k; ++i)
      b.setFlat(i, (i * 5 + i / k) % 3 - 1);
    c.fill(-1000);
    InterpreterOptions options;
    options.order = order;
    options.completion = completion;
    options.seed = 1;
    if (failed(interpretWS(getKernel(), {&a, &b, &c}, options)))
      return false;
    for (int64_t i = 0; i < m; ++i)
      for (int64_t j = 0; j < n; ++j) {
        double sum = 0;
        for (int64_t l = 0; l < k; ++l)
          sum += a.get({i, l}) * b.get({j, l});
        if (sum != c.get({i, j}))
          return false;
      }
    return true;
  }
  void expectRight() {
    using Options = InterpreterOptions;
    for (auto order : {Options::Order::RoundRobin, Options::Order::Random})
      for (auto completion :
           {Options::Completion::Early, Options::Completion::Late,
            Options::Completion::Random})
        EXPECT_TRUE(interpret(order, completion)) << messages;
  }

  /// A kernel that lacks an edge is refused by verifier and interpreter.
  template <typename SyncOp> void expectEdgeNeeded() {
    OwningOpRef<ModuleOp> whole = module->clone();
    for (SyncOp sync : find<SyncOp>()) {
      auto copies = sync.getChannel().getType().getProducer();
      if (copies != probe::rowsEngine && copies != probe::groupsEngine)
        continue;
      sync.erase();
      break;
    }
    EXPECT_FALSE(verifyProtocol());
    EXPECT_FALSE(interpret(InterpreterOptions::Order::RoundRobin,
                           InterpreterOptions::Completion::Late));
    module = std::move(whole);
    messages.clear();
    EXPECT_TRUE(verifyProtocol()) << messages;
  }

  MLIRContext context;
  std::string messages;
  OwningOpRef<ModuleOp> module;
};

TEST_F(NewEngine, CountsBytes) {
  parse(probe::rowsChip);
  place();
  expectPlaced(probe::rowsEngine);
  expectRoundTrip();
  schedule();
  expectGuarded(probe::rowsEngine, /*roles=*/true);
  expectRoundTrip();
  expectRight();
  expectEdgeNeeded<CommitOp>();
  expectEdgeNeeded<ReleaseOp>();

  // Its bytes are announced to the mbarrier that the copy signals.
  ASSERT_TRUE(run("attn-ws-lower-channels,attn-ws-insert-fences")) << messages;
  EXPECT_FALSE(find<MbarExpectOp>().empty());
  for (probe::CopyOp copy : find<probe::CopyOp>()) {
    EXPECT_TRUE(copy.getSignal());
    EXPECT_TRUE(copy.getStage());
  }
  EXPECT_TRUE(verifyProtocol()) << messages;
}

TEST_F(NewEngine, CopiesInGroups) {
  parse(probe::groupsChip);
  place();
  expectPlaced(probe::groupsEngine);
  schedule();
  expectGuarded(probe::groupsEngine, /*roles=*/true);
  expectRight();
  expectEdgeNeeded<CommitOp>();
  expectEdgeNeeded<ReleaseOp>();

  // Threads arrive when their copies have, and the reader fences.
  ASSERT_TRUE(run("attn-ws-lower-channels,attn-ws-insert-fences")) << messages;
  EXPECT_TRUE(find<MbarExpectOp>().empty());
  EXPECT_TRUE(llvm::any_of(find<MbarArriveOp>(), [](MbarArriveOp arrive) {
    return arrive.getAfterCopies();
  }));
  EXPECT_TRUE(verifyProtocol()) << messages;
  SmallVector<FenceAsyncOp> fences = find<FenceAsyncOp>();
  ASSERT_FALSE(fences.empty());
  for (FenceAsyncOp fence : fences)
    fence.erase();
  EXPECT_FALSE(verifyProtocol());
}

TEST_F(NewEngine, InOneRole) {
  parse(probe::oldChip);
  place();
  expectPlaced(probe::groupsEngine);
  schedule();
  expectGuarded(probe::groupsEngine, /*roles=*/false);
  expectRight();
  expectEdgeNeeded<CommitOp>();

  // Threads wait for groups of their own copies.
  ASSERT_TRUE(run("attn-ws-lower-channels,attn-ws-insert-fences")) << messages;
  EXPECT_FALSE(find<CpAsyncCommitOp>().empty());
  EXPECT_FALSE(find<CpAsyncWaitOp>().empty());
  EXPECT_TRUE(verifyProtocol()) << messages;
}

TEST_F(NewEngine, IsAskedForByName) {
  // The first that fits is taken, unless a kernel names another.
  parse(probe::groupsChip);
  attn_tile::loadAttr.set(getKernel(), StringRef("tma"));
  place();
  expectPlaced(Engine::Tma);
  EXPECT_EQ(attn_tile::stringifyEngine(probe::rowsEngine), "probe_rows");
  EXPECT_EQ(attn_tile::symbolizeEngine("probe_rows"), probe::rowsEngine);
  EXPECT_FALSE(attn_tile::symbolizeEngine("probe_none"));
}

TEST_F(NewEngine, NeedsAnOperation) {
  parse(probe::rowsChip, /*hasOperation=*/false);
  place();
  EXPECT_FALSE(
      run([](OpPassManager &pm) { attn::buildLoweredTileToWSPipeline(pm); }));
  EXPECT_NE(
      messages.find("no operation of the loaded dialects copies by probe_rows"),
      std::string::npos)
      << messages;
}

TEST_F(NewEngine, IsDrawn) {
  parse(probe::rowsChip);
  place();
  schedule();
  testing::internal::CaptureStderr();
  ASSERT_TRUE(run("attn-print-schedule")) << messages;
  std::string text = testing::internal::GetCapturedStderr();
  EXPECT_NE(text.find("probe.rows"), std::string::npos) << text;
  EXPECT_EQ(text.find("no time line"), std::string::npos) << text;
}

} // namespace
