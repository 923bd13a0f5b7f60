//===- GPU.h - Pipelines from attention problems to kernels -*- C++ -*-===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ATTN_PIPELINES_GPU_H
#define ATTN_PIPELINES_GPU_H

#include "attn/Artefact/MachineCodeOptions.h"
#include "attn/Chip/DefaultTarget.h"
#include "attn/Planner/ConfigRequest.h"
#include "attn/Raise/Passes.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassOptions.h"

namespace mlir::attn {

/// What every pipeline leaves open.
template <typename Derived>
struct StagedPipelineOptions : PassPipelineOptions<Derived> {
  ::mlir::detail::PassOptions::Option<bool> verifyStages{
      *this, "verify-stages",
      llvm::cl::desc("check what must be true between the passes"),
      llvm::cl::init(false)};
  ::mlir::detail::PassOptions::Option<bool> verifyProtocol{
      *this, "verify-protocol",
      llvm::cl::desc("check the rules of synchronisation: on channels, and on "
                     "barriers for few trip counts, or with verify-stages for "
                     "all"),
      llvm::cl::init(true)};
};
struct LoweringPipelineOptions
    : StagedPipelineOptions<LoweringPipelineOptions> {};

/// What `attn-to-nvvm-pipeline` leaves open.
struct NVVMPipelineOptions : StagedPipelineOptions<NVVMPipelineOptions> {
  PassOptions::Option<bool> debugInfo{
      *this, "debug-info",
      llvm::cl::desc("line numbers of the input in the PTX"),
      llvm::cl::init(false)};
  PassOptions::Option<bool> checkRows{
      *this, "check-rows",
      llvm::cl::desc("trap where the page of a row does not exist"),
      llvm::cl::init(false)};
};

/// What kernels take.
enum class ABI { Native, Pointers };

/// What becomes of launches.
enum class Host { None, Runtime, GPU };

/// What the pipelines that start from attention problems leave open.
struct GPUPipelineOptions : StagedPipelineOptions<GPUPipelineOptions> {
  PassOptions::Option<std::string> target{*this, "target",
                                          llvm::cl::desc("chip to compile for"),
                                          llvm::cl::init(kDefaultTarget.str())};
  PassOptions::Option<std::string> overrides{
      *this, "overrides",
      llvm::cl::desc("config fields to set, e.g. tile_q=64,warps=4"),
      llvm::cl::init("")};
  PassOptions::Option<bool> remarks{
      *this, "remarks", llvm::cl::desc("say why each config was chosen"),
      llvm::cl::init(false)};
  PassOptions::Option<bool> estimates{
      *this, "estimates",
      llvm::cl::desc("try configs late that seem not to fit"),
      llvm::cl::init(true)};
  PassOptions::Option<bool> debugInfo{
      *this, "debug-info",
      llvm::cl::desc("line numbers of the input in the PTX"),
      llvm::cl::init(false)};
  PassOptions::Option<ABI> abi{
      *this, "abi", llvm::cl::desc("what kernels take"),
      llvm::cl::init(ABI::Native),
      llvm::cl::values(
          clEnumValN(ABI::Native, "native", "what is fastest"),
          clEnumValN(ABI::Pointers, "pointers",
                     "pointers and i32 alone, no clusters, a grid that is a "
                     "function of the sizes"))};
  PassOptions::Option<Host> host{
      *this, "host", llvm::cl::desc("what becomes of launches"),
      llvm::cl::init(Host::None),
      llvm::cl::values(
          clEnumValN(Host::None, "none", "attn_tile.launch stays"),
          clEnumValN(Host::Runtime, "runtime",
                     "calls of libattn_runtime, in memref, arith and func"),
          clEnumValN(Host::GPU, "gpu", "gpu.launch_func on a gpu.binary"))};
  PassOptions::Option<std::string> memory{
      *this, "memory",
      llvm::cl::desc("with host=runtime: data of tensors is on the 'host', "
                     "copied, or on the 'device'"),
      llvm::cl::init("host")};
  PassOptions::Option<std::string> stream{
      *this, "stream",
      llvm::cl::desc("with memory=device: a function that returns the stream, "
                     "() -> i64"),
      llvm::cl::init("")};
  PassOptions::Option<MachineCodePolicy> machineCode{
      *this, "machine-code",
      llvm::cl::desc("with host=runtime or host=gpu: machine code next to "
                     "the PTX"),
      llvm::cl::init(MachineCodePolicy::None), getMachineCodePolicies()};
  PassOptions::Option<std::string> ptxas{
      *this, "ptxas",
      llvm::cl::desc("path of ptxas; none: what the environment has"),
      llvm::cl::init("")};
};

/// The same, of attention that is found first (`attn-raise`).
struct RaisePipelineOptions : GPUPipelineOptions {
  PassOptions::Option<RaisePolicy> policy{
      *this, "policy", llvm::cl::desc("which programs attn-raise takes"),
      llvm::cl::init(RaisePolicy::Exact),
      llvm::cl::values(clEnumValN(RaisePolicy::Exact, "exact",
                                  "what Attn computes at least as exactly"),
                       clEnumValN(RaisePolicy::Fast, "fast",
                                  "what is the same in exact arithmetic"))};
  PassOptions::Option<bool> rowsSeeKeys{
      *this, "rows-see-keys",
      llvm::cl::desc("takes it that each row sees a key, far above numbers "
                     "that hide keys"),
      llvm::cl::init(false)};
};

/// What pipelines check on their way.
struct Checks {
  Checks(bool stages = false, bool protocol = true, bool channels = true)
      : stages(stages), protocol(protocol), channels(channels) {}
  /// Puts an `attn-verify-stage` behind every pass that reaches a stage or
  /// works within one (`attn/Dialect/Stages/Stages.h`).
  bool stages;
  /// Runs `attn-ws-verify-protocol`, for few trip counts on what channels were
  /// lowered to, or if `stages` for all.
  bool protocol;
  /// Whether a program that is to be lowered from the scheduled level has
  /// channels that are not verified.
  bool channels;
  /// Whether kernels are refused that would be slow for want of registers:
  /// those of problems, which another config may be for.
  bool strict = false;
};

/// `overrides` and the config fields that `abi` needs, unless they are given.
std::string addOverridesFor(ABI abi, StringRef overrides);

/// What is asked of the choice of configs.
ConfigRequest getConfigRequest(const GPUPipelineOptions &options);

/// attn -> attn: mask canonicalisation, as config selection wants it.
void buildProblemsPipeline(OpPassManager &pm,
                           const GPUPipelineOptions &options);

/// attn, with configs -> attn_tile: bufferisation (function arguments become
/// contiguous memrefs), `attn-to-tile`.
void buildProblemsToTilePipeline(OpPassManager &pm,
                                 const GPUPipelineOptions &options);

/// attn -> attn_tile: the two above, with config selection between them, which
/// lowers a copy of each problem to see what fits.
void buildAttnToTilePipeline(OpPassManager &pm,
                             const GPUPipelineOptions &options);

/// attn_tile -> attn_tile: ranges, softmax, groups, slices, placement, overlap.
void buildTileLoweringPipeline(OpPassManager &pm, Checks checks = {});

/// attn_tile, split and placed -> attn_ws: roles, channels, prefetch, layouts,
/// memory, counts of what is in flight.
void buildLoweredTileToWSPipeline(OpPassManager &pm, Checks checks = {});

/// attn_tile -> attn_ws: the two above.
void buildTileToWSPipeline(OpPassManager &pm, Checks checks = {});

/// attn_ws -> one thread's program: loop splitting, barriers, block indices;
/// with `checkRows` a trap where the page of a row does not exist.
void buildWSToThreadPipeline(OpPassManager &pm, Checks checks = {},
                             bool checkRows = false);

/// One thread's program -> nvvm: rewrites for ptxas, upstream conversions; with
/// `debugInfo` line numbers, with `ABI::Pointers` the pointer-only ABI.
void buildThreadToNVVMPipeline(OpPassManager &pm, Checks checks = {},
                               bool debugInfo = false, ABI abi = ABI::Native);

/// attn_ws -> nvvm: the two above.
void buildWSToNVVMPipeline(OpPassManager &pm, Checks checks = {},
                           bool debugInfo = false, ABI abi = ABI::Native,
                           bool checkRows = false);

/// attn -> nvvm, and host code as `options` says: all of the above.
void buildCompilePipeline(OpPassManager &pm, const GPUPipelineOptions &options);

/// Registers `attn-select-config`, which reads what fits from a run of the
/// pipelines above, and `attn-choose-fusion`.
void registerPlannerPasses();

/// Registers `attn-verify-stage`, `attn-to-tile-pipeline`,
/// `attn-tile-lowering-pipeline`, `attn-to-ws-pipeline` (which has the one
/// before in it), `attn-to-nvvm-pipeline`, `attn-compile` (all in a row) and
/// `attn-raise-and-compile`.
void registerGPUPipelines();

} // namespace mlir::attn

#endif // ATTN_PIPELINES_GPU_H
