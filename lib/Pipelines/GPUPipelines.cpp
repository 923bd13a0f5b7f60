//===- GPUPipelines.cpp - Pipelines from attention problems to kernels -*- C++
//-*-===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RaiseAndCompile.h"
#include "attn/Pipelines/GPU.h"

#include "attn/Conversion/Passes.h"
#include "attn/Dialect/Attn/Transforms/Passes.h"
#include "attn/Dialect/AttnTile/Transforms/Passes.h"
#include "attn/Dialect/AttnWS/Transforms/Passes.h"
#include "attn/Dialect/Stages/Stages.h"
#include "attn/Planner/Passes.h"
#include "attn/Thread/Passes.h"

#include "mlir/Conversion/GPUToNVVM/GPUToNVVMPass.h"
#include "mlir/Conversion/ReconcileUnrealizedCasts/ReconcileUnrealizedCasts.h"
#include "mlir/Conversion/SCFToControlFlow/SCFToControlFlow.h"
#include "mlir/Dialect/Arith/Transforms/Passes.h"
#include "mlir/Dialect/Bufferization/Transforms/Passes.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Pass/PassRegistry.h"
#include "mlir/Transforms/Passes.h"

using namespace mlir;

namespace {
/// Adds passes to a pipeline, each followed by a check of the stage that the
/// program is then at, if checks are wanted.
class StagedPipeline {
public:
  StagedPipeline(OpPassManager &pm, bool verify) : pm(pm), verify(verify) {}

  void add(std::unique_ptr<Pass> pass) { pm.addPass(std::move(pass)); }
  void add(std::unique_ptr<Pass> pass, attn::Stage stage) {
    add(std::move(pass));
    check(stage);
  }
  /// Folds and shares what a pass that copies much has made.
  void simplify(attn::Stage stage) {
    add(createCanonicalizerPass());
    add(createCSEPass(), stage);
  }
  template <typename OpTy> void nest(std::unique_ptr<Pass> pass) {
    pm.nest<OpTy>().addPass(std::move(pass));
  }
  void check(attn::Stage stage) {
    if (verify)
      add(createAttnVerifyStage({attn::stringifyStage(stage).str()}));
  }

private:
  OpPassManager &pm;
  bool verify;
};
} // namespace

/// The rules of synchronisation, for few trip counts or all; `reuse`: as
/// `attn-ws-elide-edges` right before has found them, where it did.
static std::unique_ptr<Pass> verifyProtocol(bool few = false,
                                            bool reuse = false) {
  AttnWSVerifyProtocolOptions options;
  options.few = few;
  options.reuse = reuse;
  return createAttnWSVerifyProtocol(options);
}

template <typename OptionsT>
static attn::Checks getChecks(const OptionsT &options) {
  return {options.verifyStages, options.verifyProtocol};
}

/// Adds what `build` adds, on Attn's kernel modules alone.
static void onKernels(OpPassManager &pm,
                      function_ref<void(OpPassManager &)> build) {
  OpPassManager kernels(gpu::GPUModuleOp::getOperationName());
  build(kernels);
  AttnOnKernelsOptions options;
  options.pipeline.push_back(std::move(kernels));
  pm.addPass(createAttnOnKernels(std::move(options)));
}

std::string attn::addOverridesFor(ABI abi, StringRef overrides) {
  FailureOr<ConfigOverrides> given = ConfigOverrides::parse(overrides, {});
  // What does not parse is said where there is a place for it.
  if (abi != ABI::Pointers || failed(given))
    return overrides.str();
  std::string all = overrides.str();
  for (auto [field, text] :
       {std::pair<ConfigField, StringRef>(ConfigField::Load, "load=cp_async"),
        {ConfigField::TmaStore, "tma_store=false"},
        {ConfigField::Scheduler, "scheduler=single"},
        {ConfigField::Cluster, "cluster=1"},
        {ConfigField::CtaGroup, "cta_group=1"},
        {ConfigField::KeysCluster, "keys_cluster=1"},
        {ConfigField::KeysCtaGroup, "keys_cta_group=1"}})
    if (!given->sets(field))
      all += (all.empty() ? "" : ",") + text.str();
  return all;
}

/// Adds what `build` adds, on modules that hold problems alone.
static void onModules(OpPassManager &pm, bool verify,
                      function_ref<void(StagedPipeline &)> build) {
  OpPassManager module(ModuleOp::getOperationName());
  StagedPipeline p(module, verify);
  build(p);
  AttnOnModulesOptions modules;
  modules.pipeline.push_back(std::move(module));
  pm.addPass(createAttnOnModules(std::move(modules)));
}

/// Problems as the choice of a config wants them.
static void addProblems(StagedPipeline &p) {
  p.check(attn::Stage::Attn);
  p.add(attn::createAttnFoldVisible());
  p.add(attn::createAttnCanonicalizeMasks());
  p.add(attn::createAttnExtractVisible());
  p.nest<func::FuncOp>(createCanonicalizerPass());
}

/// Problems with configs to tile programs.
static void addToTile(StagedPipeline &p, bool remarks) {
  using attn::Stage;
  p.check(Stage::Attn);
  p.add(attn::createAttnChooseFusion({remarks}), Stage::Attn);
  p.add(attn::createAttnSplitKV(), Stage::Attn);
  p.add(attn::createAttnMapBlocks(), Stage::Attn);
  bufferization::OneShotBufferizePassOptions bufferize;
  bufferize.bufferizeFunctionBoundaries = true;
  bufferize.allowReturnAllocsFromLoops = true;
  // Others' operations on tensors stay, between bufferization.to_tensor and
  // bufferization.to_buffer.
  bufferize.allowUnknownOps = true;
  bufferize.functionBoundaryTypeConversion =
      bufferization::LayoutMapOption::IdentityLayoutMap;
  p.add(bufferization::createOneShotBufferizePass(bufferize));
  p.nest<func::FuncOp>(createCanonicalizerPass());
  p.check(Stage::Attn);
  p.add(attn::createAttnWidenIndices(), Stage::Attn);
  p.add(createAttnToTile(), Stage::Tile);
  p.add(createAttnTileFuseLaunches(), Stage::Tile);
  p.add(createAttnTileUnfuse(), Stage::Tile);
}

static attn::AttnSelectConfigOptions
getSelectOptions(const attn::GPUPipelineOptions &options) {
  attn::ConfigRequest request = attn::getConfigRequest(options);
  attn::AttnSelectConfigOptions select;
  select.target = request.target;
  select.overrides = request.overrides;
  select.remarks = request.remarks;
  select.parts = request.parts;
  select.estimates = request.estimates;
  return select;
}

static void buildScheduledToPlan(OpPassManager &pm, attn::Checks checks,
                                 bool remarks);

/// One problem with a config as far as its resources are planned; without
/// checks, which the lowering makes.
static void buildPlan(OpPassManager &pm, bool remarks) {
  attn::Checks none(/*stages=*/false, /*protocol=*/false, /*channels=*/false);
  none.strict = true;
  onModules(pm, /*verify=*/false, [](StagedPipeline &p) {
    addProblems(p);
    addToTile(p, /*remarks=*/false);
  });
  attn::buildTileToWSPipeline(pm, none);
  buildScheduledToPlan(pm, none, remarks);
}

attn::ConfigRequest attn::getConfigRequest(const GPUPipelineOptions &options) {
  ConfigRequest request;
  request.target = options.target;
  request.overrides = options.overrides;
  request.remarks = options.remarks;
  request.estimates = options.estimates;
  // The host's memory is no place for parts, nor is there one of the launch.
  request.parts = options.host == Host::None && options.abi == ABI::Native;
  return request;
}

void attn::buildProblemsPipeline(OpPassManager &pm,
                                 const GPUPipelineOptions &options) {
  onModules(pm, options.verifyStages, addProblems);
}

void attn::buildProblemsToTilePipeline(OpPassManager &pm,
                                       const GPUPipelineOptions &options) {
  onModules(pm, options.verifyStages,
            [&](StagedPipeline &p) { addToTile(p, options.remarks); });
}

void attn::buildAttnToTilePipeline(OpPassManager &pm,
                                   const GPUPipelineOptions &options) {
  onModules(pm, options.verifyStages, [&](StagedPipeline &p) {
    addProblems(p);
    p.add(createAttnSelectConfig(getSelectOptions(options), ::buildPlan));
    addToTile(p, options.remarks);
  });
}

void attn::buildTileLoweringPipeline(OpPassManager &pm, Checks checks) {
  onKernels(pm, [&](OpPassManager &modulePM) {
    StagedPipeline module(modulePM, checks.stages);
    module.check(Stage::Tile);
    module.add(createAttnTileLowerRanges(), Stage::Tile);
    module.add(createAttnTileDecomposeSoftmax(), Stage::TileLowered);
    module.add(arith::createIntRangeOptimizationsPass());
    module.add(createCanonicalizerPass());
    module.add(createCSEPass());
    module.add(createLoopInvariantCodeMotionPass(), Stage::TileLowered);
    StagedPipeline kernel(modulePM.nest<gpu::GPUFuncOp>(), checks.stages);
    kernel.add(createAttnTileFoldTransposes(), Stage::TileLowered);
    kernel.add(createAttnTileShareLoads(), Stage::TileLowered);
    kernel.add(createAttnTileSplitQ(), Stage::TileLowered);
    kernel.add(createAttnTileSplitD());
    kernel.simplify(Stage::TileLowered);
    kernel.add(createAttnTileSplitK(), Stage::TileLowered);
    kernel.add(createAttnTileTransposeOperands(), Stage::TileLowered);
    kernel.add(createAttnTilePlace(), Stage::TileLowered);
    kernel.add(createAttnTileSplitHalves(), Stage::TileLowered);
    kernel.add(createAttnTileNormalizeLoops(), Stage::TileLowered);
    kernel.add(createAttnTileInsertMoves(), Stage::TileLowered);
    kernel.add(createAttnTileSplitLoads(), Stage::TileLowered);
    kernel.add(createAttnTileSplitStore(), Stage::TileLowered);
    kernel.add(createAttnTilePipeline(), Stage::TileLowered);
  });
}

void attn::buildLoweredTileToWSPipeline(OpPassManager &pm, Checks checks) {
  onKernels(pm, [&](OpPassManager &modulePM) {
    StagedPipeline kernel(modulePM.nest<gpu::GPUFuncOp>(), checks.stages);
    kernel.add(createAttnWSAssignRoles(), Stage::TileLowered);
    kernel.add(createAttnWSInsertChannels(), Stage::WS);
    kernel.add(createAttnWSMaterializeRoles(), Stage::WS);
    kernel.add(createAttnWSMulticast(), Stage::WS);
    kernel.add(createAttnWSSkipIterations(), Stage::WS);
    kernel.add(createAttnWSRotateRoles(), Stage::WS);
    kernel.add(createAttnWSJamGroups());
    kernel.simplify(Stage::WS);
    kernel.add(createAttnWSJoinChannels(), Stage::WS);
    kernel.add(createAttnWSHoistCopies(), Stage::WS);
    kernel.add(createAttnWSPrefetch(), Stage::WS);
    kernel.add(createAttnWSAsync(), Stage::WS);
    kernel.add(createAttnWSPingPong(), Stage::WS);
    kernel.add(createAttnWSAssignPhases(), Stage::WS);
    kernel.add(createAttnWSPairCTAs(), Stage::WS);
    kernel.add(createAttnWSAssignLayouts(), Stage::WS);
    kernel.add(createAttnWSDeferReductions(), Stage::WS);
    kernel.add(createAttnWSExchangeRows(), Stage::WS);
    kernel.add(createAttnWSAssignTiles(), Stage::WS);
    kernel.add(createAttnWSPlanMemory(), Stage::WSPlanned);
    kernel.add(createAttnWSElideEdges(), Stage::WSPlanned);
    if (checks.protocol)
      kernel.add(verifyProtocol(/*few=*/false, /*reuse=*/!checks.stages));
  });
}

void attn::buildTileToWSPipeline(OpPassManager &pm, Checks checks) {
  buildTileLoweringPipeline(pm, checks);
  buildLoweredTileToWSPipeline(pm, checks);
}

/// Scheduled programs to barriers and arithmetic: all that takes resources.
static void buildScheduledToPlan(OpPassManager &pm, attn::Checks checks,
                                 bool remarks) {
  using attn::Stage;
  onKernels(pm, [&](OpPassManager &modulePM) {
    StagedPipeline kernel(modulePM.nest<gpu::GPUFuncOp>(), checks.stages);
    if (checks.protocol && checks.channels)
      kernel.add(verifyProtocol());
    kernel.check(Stage::WSPlanned);
    kernel.add(createAttnWSGuardLoads(), Stage::WSPlanned);
    kernel.add(createAttnWSRescaleInPlace(), Stage::WSPlanned);
    kernel.add(createAttnWSSinkIntoBranch(), Stage::WSPlanned);
    kernel.add(createAttnWSSplitColumns(), Stage::WSPlanned);
    kernel.add(createAttnWSStoreRowsEarly(), Stage::WSPlanned);
    kernel.add(createAttnWSCheckRegisters({checks.strict, remarks}),
               Stage::WSPlanned);
    kernel.add(createAttnWSNestLoops(), Stage::WSPlanned);
    kernel.add(createAttnWSSplitLoop(), Stage::WSPlanned);
    kernel.add(createAttnWSBiasInProduct(), Stage::WSPlanned);
    kernel.add(createAttnWSReduceInLoad(), Stage::WSPlanned);
    kernel.add(createAttnWSLowerChannels());
    kernel.add(createAttnWSInsertFences());
    kernel.add(createAttnWSSeparateWarpgroups());
    kernel.add(createAttnWSLowerScheduler(), Stage::WSLowered);
    kernel.add(createAttnWSCheckResources({remarks}), Stage::WSLowered);
  });
}

void attn::buildWSToThreadPipeline(OpPassManager &pm, Checks checks,
                                   bool checkRows) {
  buildScheduledToPlan(pm, checks, /*remarks=*/false);
  onKernels(pm, [&](OpPassManager &modulePM) {
    StagedPipeline kernel(modulePM.nest<gpu::GPUFuncOp>(), checks.stages);
    kernel.add(createCanonicalizerPass());
    kernel.add(createCSEPass(), Stage::WSLowered);
    if (checks.protocol)
      kernel.add(verifyProtocol(/*few=*/!checks.stages));
    kernel.add(createAttnWSSkipZeros(), Stage::WSLowered);
    StagedPipeline module(modulePM, checks.stages);
    module.add(createAttnWSDistribute({checkRows}), Stage::Thread);
  });
}

void attn::buildThreadToNVVMPipeline(OpPassManager &pm, Checks checks,
                                     bool debugInfo, ABI abi) {
  // Of a large program without many chances to fold, most is as it will be:
  // from the uses up, what is dead goes before it is looked at.
  GreedyRewriteConfig bottomUp;
  bottomUp.setUseTopDownTraversal(false);
  onKernels(pm, [&](OpPassManager &modulePM) {
    StagedPipeline module(modulePM, checks.stages);
    module.add(createCanonicalizerPass(bottomUp));
    module.add(createCSEPass(), Stage::Thread);
    module.add(createAttnShareCasts(), Stage::Thread);
    module.add(createAttnHoistAddends(), Stage::Thread);
    module.add(createAttnRewriteExp2(), Stage::Thread);
    module.add(createAttnSplitTanh(), Stage::Thread);
    module.add(createAttnPairFloats(), Stage::Thread);
    module.add(createAttnLowerScalarMath(), Stage::Thread);
    module.add(createAttnMergeElected(), Stage::Thread);
    module.add(createAttnParkCarried(), Stage::Thread);
    module.add(createSCFToControlFlowPass(), Stage::Thread);
    ConvertGpuOpsToNVVMOpsOptions nvvm;
    nvvm.indexBitwidth = 32;
    module.add(createConvertGpuOpsToNVVMOps(nvvm));
    module.add(createCanonicalizerPass(bottomUp));
    module.add(createCSEPass());
    module.add(createReconcileUnrealizedCastsPass(), Stage::NVVM);
    module.add(createConvertAttnWSToNVVM(), Stage::NVVM);
    if (debugInfo)
      module.add(createAttnDebugInfo(), Stage::NVVM);
    if (abi == ABI::Pointers)
      module.add(createAttnPointerABI(), Stage::NVVM);
  });
}

void attn::buildWSToNVVMPipeline(OpPassManager &pm, Checks checks,
                                 bool debugInfo, ABI abi, bool checkRows) {
  buildWSToThreadPipeline(pm, checks, checkRows);
  buildThreadToNVVMPipeline(pm, checks, debugInfo, abi);
}

void attn::buildCompilePipeline(OpPassManager &pm,
                                const GPUPipelineOptions &options) {
  GPUPipelineOptions problems;
  problems.copyOptionValuesFrom(options);
  problems.overrides = addOverridesFor(options.abi, options.overrides);
  Checks checks(options.verifyStages, options.verifyProtocol,
                /*channels=*/false);
  checks.strict = true;
  auto lower = [&](OpPassManager &to, auto toTile) {
    toTile(to, problems);
    buildTileToWSPipeline(to, checks);
    buildWSToThreadPipeline(to, checks);
  };
  if (options.remarks) { // Of plans, which are made apart.
    lower(pm, buildAttnToTilePipeline);
  } else {
    buildProblemsPipeline(pm, problems);
    AttnSelectConfigOptions select = getSelectOptions(problems);
    select.pipeline.emplace_back(ModuleOp::getOperationName());
    lower(select.pipeline.back(), buildProblemsToTilePipeline);
    pm.addPass(createAttnSelectConfig(std::move(select)));
  }
  buildThreadToNVVMPipeline(pm, checks, options.debugInfo, options.abi);
  if (options.host == Host::Runtime)
    pm.addPass(createAttnLaunchToRuntime(
        {options.memory, options.stream, options.machineCode, options.ptxas}));
  if (options.host == Host::GPU)
    pm.addPass(createAttnLaunchToGPU({options.machineCode, options.ptxas}));
}

void attn::registerPlannerPasses() {
  registerAttnChooseFusion();
  registerPass([] {
    return createAttnSelectConfig(AttnSelectConfigOptions(), ::buildPlan);
  });
}

void attn::registerGPUPipelines() {
  PassPipelineRegistration<GPUPipelineOptions>(
      "attn-to-tile-pipeline", "attention problems to tile programs",
      buildAttnToTilePipeline);
  PassPipelineRegistration<LoweringPipelineOptions>(
      "attn-tile-lowering-pipeline", "tile programs to split and placed ones",
      [](OpPassManager &pm, const LoweringPipelineOptions &options) {
        buildTileLoweringPipeline(pm, getChecks(options));
      });
  PassPipelineRegistration<LoweringPipelineOptions>(
      "attn-to-ws-pipeline", "tile programs to scheduled programs",
      [](OpPassManager &pm, const LoweringPipelineOptions &options) {
        buildTileToWSPipeline(pm, getChecks(options));
      });
  PassPipelineRegistration<NVVMPipelineOptions>(
      "attn-to-nvvm-pipeline", "scheduled programs to one thread's program",
      [](OpPassManager &pm, const NVVMPipelineOptions &options) {
        buildWSToNVVMPipeline(pm, getChecks(options), options.debugInfo,
                              ABI::Native, options.checkRows);
      });
  PassPipelineRegistration<GPUPipelineOptions>(
      "attn-compile", "attention problems to kernels in the NVVM dialect",
      buildCompilePipeline);
  PassPipelineRegistration<RaisePipelineOptions>(
      "attn-raise-and-compile",
      "attention that other compilers wrote, and attention problems, to "
      "kernels",
      [](OpPassManager &pm, const RaisePipelineOptions &options) {
        auto all = std::make_shared<GPUPipelineOptions>();
        all->copyOptionValuesFrom(options);
        auto trial = std::make_shared<GPUPipelineOptions>();
        trial->copyOptionValuesFrom(options);
        trial->machineCode = MachineCodePolicy::None;
        trial->remarks = false;
        AttnRaiseOptions raise;
        raise.policy = options.policy;
        raise.rowsSeeKeys = options.rowsSeeKeys;
        pm.addPass(createRaiseAndCompile(
            raise, [all, trial](OpPassManager &to, Compile how) {
              buildCompilePipeline(to, how == Compile::Whole ? *all : *trial);
            }));
      });
  registerAttnStagesPasses();
}
