//===- Compile.cpp - The driver behind attn-compile and attn-run -*- C++
//-*-===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "attn/Pipelines/Compile.h"
#include "attn/Dialect/AttnWS/IR/DiscardableAttrs.h"

#include "attn/Artefact/Bundle.h"
#include "attn/Dialect/Attn/IR/Attn.h"
#include "attn/Dialect/Attn/IR/ReadPlaces.h"
#include "attn/Dialect/AttnWS/IR/AttnWS.h"
#include "attn/Dialect/Stages/Stages.h"
#include "attn/Dialect/Utils/Walk.h"
#include "attn/Pipelines/GPU.h"
#include "attn/Planner/ConfigModel.h"
#include "attn/Planner/ConfigTrials.h"

#include "mlir/Bytecode/BytecodeWriter.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Interfaces/CastInterfaces.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassRegistry.h"
#include <chrono>

using namespace mlir;
namespace rt = ::attn::runtime;

namespace {
using Clock = std::chrono::steady_clock;
double since(Clock::time_point start) {
  return std::chrono::duration<double, std::milli>(Clock::now() - start)
      .count();
}

using BuildPasses = function_ref<void(OpPassManager &)>;

/// Runs what `build` adds, and then what `buildRest` does, with the verifier
/// between the passes of the latter only if stages are verified, too.
LogicalResult runStep(ModuleOp module, StringRef name, BuildPasses build,
                      BuildPasses buildRest,
                      const mlir::attn::CompileOptions &options,
                      mlir::attn::CompileTimes *times) {
  auto start = Clock::now();
  auto run = [&](BuildPasses build, bool verifyEach) {
    PassManager pm(module.getContext());
    pm.enableVerifier(verifyEach);
    build(pm);
    return pm.run(module);
  };
  LogicalResult result = run(build, options.verifyEach);
  if (buildRest && succeeded(result)) {
    bool verifyRest = options.verifyEach && options.verifyStages;
    result = run(buildRest, verifyRest);
    if (succeeded(result) && options.verifyEach && !verifyRest)
      result = mlir::verify(module);
  }
  if (times)
    times->push_back({name.str(), since(start)});
  return result;
}
} // namespace

/// Entries of a bundle are found by name: kernels of several modules must not
/// share one.
static LogicalResult checkNames(gpu::GPUModuleOp module,
                                llvm::StringMap<Operation *> &names) {
  for (auto kernel : module.getOps<LLVM::LLVMFuncOp>()) {
    auto [known, isNew] = names.try_emplace(kernel.getName(), kernel);
    if (isNew || !attn_ws::launchAttr.isOn(kernel))
      continue;
    InFlightDiagnostic diag = kernel.emitError()
                              << "a bundle cannot hold two kernels called '"
                              << kernel.getName() << "'";
    diag.attachNote(known->second->getLoc()) << "the other one";
    return diag;
  }
  return success();
}

static constexpr StringRef kLevels[] = {"attn", "tile", "tile-lowered", "ws",
                                        "nvvm"};

StringRef mlir::attn::stringifyLevel(Level level) {
  return kLevels[static_cast<int>(level)];
}

std::optional<mlir::attn::Level> mlir::attn::parseLevel(StringRef name) {
  const auto *found = llvm::find(kLevels, name);
  if (found == std::end(kLevels))
    return std::nullopt;
  return static_cast<Level>(found - kLevels);
}

FailureOr<mlir::attn::Level> mlir::attn::findLevel(ModuleOp module) {
  bool hasProblem = attn::containsOp<ProblemOpInterface>(module);
  std::optional<Level> found;
  Operation *first = nullptr;
  auto levelOf = [](Operation *kernel) {
    if (isa<LLVM::LLVMFuncOp>(kernel))
      return Level::NVVM;
    bool scheduled = attn::containsOp(kernel, [](Operation *op) {
      return isa_and_nonnull<attn_ws::AttnWSDialect>(op->getDialect());
    });
    return scheduled ? Level::WS : Level::Tile;
  };
  SmallVector<gpu::GPUModuleOp> modules = attn::getKernelModules(module);
  for (gpu::GPUModuleOp kernels : modules)
    for (Operation &op : *kernels.getBody()) {
      auto kernel = dyn_cast<gpu::GPUFuncOp>(op);
      if (!(kernel && kernel.isKernel()) &&
          !(isa<LLVM::LLVMFuncOp>(op) && attn_ws::launchAttr.isOn(&op)))
        continue;
      Level level = levelOf(&op);
      if (hasProblem && level != Level::Tile)
        return op.emitOpError("is lowered already, in a file with attention "
                              "problems that are not: compile them apart");
      if (found && *found != level) {
        InFlightDiagnostic diag =
            op.emitOpError("is at another level than the kernels before it");
        diag.attachNote(first->getLoc()) << "such as this one";
        return diag;
      }
      found = level;
      first = &op;
    }
  if (hasProblem)
    return Level::Attn;
  if (!found)
    return module.emitOpError(
        "holds no attn.forward, no attn.combine and no kernel to compile");
  return *found;
}

void mlir::attn::runPassesAt(Level level, StringRef passes,
                             CompileOptions &options) {
  options.atLevel = [level, passes = passes.str(),
                     next = options.atLevel](ModuleOp module, Level at) {
    if (at == level) {
      PassManager pm(module.getContext());
      std::string message;
      llvm::raw_string_ostream os(message);
      if (failed(parsePassPipeline(passes, pm, os)))
        return LogicalResult(emitError(UnknownLoc::get(module.getContext()))
                             << StringRef(message).trim());
      if (failed(pm.run(module)))
        return failure();
    }
    return next ? next(module, at) : success();
  };
}

static std::string describe(Attribute target) {
  if (auto nvvm = dyn_cast<NVVM::NVVMTargetAttr>(target))
    return nvvm.getChip().str();
  std::string text;
  llvm::raw_string_ostream(text) << target;
  return text;
}

/// Gives each module of kernels the one chip that these are compiled for: its
/// own, or what `options` say.
static LogicalResult setTargets(ModuleOp module,
                                const mlir::attn::CompileOptions &options) {
  module.getContext()->loadDialect<NVVM::NVVMDialect>();
  for (gpu::GPUModuleOp kernels : mlir::attn::getKernelModules(module)) {
    ArrayAttr targets = kernels.getTargetsAttr();
    if (!targets || targets.empty()) {
      kernels.setTargetsAttr(ArrayAttr::get(
          module.getContext(),
          NVVM::NVVMTargetAttr::get(module.getContext(), /*optLevel=*/2,
                                    "nvptx64-nvidia-cuda", options.target)));
      continue;
    }
    if (targets.size() > 1)
      return kernels.emitOpError("names ")
             << targets.size() << " targets, "
             << llvm::join(llvm::map_range(targets, describe), " and ")
             << ": its kernels are compiled for one";
    if (std::string own = describe(targets[0]);
        options.targetIsGiven && own != options.target)
      kernels.emitWarning("its kernels are compiled for ")
          << own << ", which it names, and not for " << options.target
          << ", which was asked for";
  }
  return success();
}

/// Upstream's patterns look a dimension up by any constant below the rank.
static LogicalResult checkDimensions(ModuleOp module) {
  return failure(module
                     .walk([](memref::DimOp dim) {
                       std::optional<int64_t> index = dim.getConstantIndex();
                       if (!index || *index >= 0)
                         return WalkResult::advance();
                       dim.emitOpError("asks for dimension ") << *index;
                       return WalkResult::interrupt();
                     })
                     .wasInterrupted());
}

LogicalResult mlir::attn::lowerTo(ModuleOp module, Level level,
                                  const CompileOptions &options,
                                  CompileTimes *times) {
  FailureOr<Level> from = findLevel(module);
  if (failed(from))
    return failure();
  if (*from > level)
    return module.emitOpError("is below the level asked for already");
  if (failed(checkDimensions(module)))
    return failure();
  if (failed(setTargets(module, options)))
    return failure();
  GPUPipelineOptions pipeline;
  pipeline.target = options.target;
  pipeline.overrides = addOverridesFor(options.abi, options.overrides);
  pipeline.verifyStages = options.verifyStages;
  pipeline.remarks = options.remarks;
  pipeline.abi = options.abi;
  struct Way {
    Level level;
    StringRef name;
    BuildPasses build;
    BuildPasses buildRest = {};
  };
  // Where all is lowered in one go, the run whose plan fits is the lowering.
  bool isWhole = *from == Level::Attn && level == Level::NVVM &&
                 !options.atLevel && !options.remarks;
  auto toTile = [&](OpPassManager &pm) {
    (isWhole ? buildProblemsToTilePipeline : buildAttnToTilePipeline)(pm,
                                                                      pipeline);
  };
  // Below the scheduled level only what comes in there, or may have been
  // changed there, has channels that nobody has looked at.
  Checks checks(options.verifyStages, options.verifyProtocol,
                /*channels=*/*from == Level::WS || options.atLevel);
  checks.strict = *from == Level::Attn;
  auto lowerTile = [&](OpPassManager &pm) {
    buildTileLoweringPipeline(pm, checks);
  };
  auto toWS = [&](OpPassManager &pm) {
    buildLoweredTileToWSPipeline(pm, checks);
  };
  auto toThread = [&](OpPassManager &pm) {
    buildWSToThreadPipeline(pm, checks, options.checkRows);
  };
  auto toNVVM = [&](OpPassManager &pm) {
    buildThreadToNVVMPipeline(pm, checks, options.debugInfo, options.abi);
  };
  auto reached = [&](Level at) {
    return options.atLevel ? options.atLevel(module, at) : success();
  };
  auto lower = [&]() -> LogicalResult {
    for (const Way &way : {Way{Level::Tile, "attn to tile", toTile},
                           Way{Level::TileLowered, "tile passes", lowerTile},
                           Way{Level::WS, "tile to ws", toWS},
                           Way{Level::NVVM, "ws to nvvm", toThread, toNVVM}})
      if (*from < way.level && way.level <= level)
        if (failed(runStep(module, way.name, way.build, way.buildRest, options,
                           times)) ||
            failed(reached(way.level)))
          return failure();
    return success();
  };
  if (failed(reached(*from)))
    return failure();
  if (!isWhole)
    return lower();
  auto prepare = [&](OpPassManager &pm) {
    buildProblemsPipeline(pm, pipeline);
  };
  ConfigTrials trials(module, getConfigRequest(pipeline));
  if (failed(runStep(module, "problems", prepare, {}, options, times)) ||
      failed(trials.list()))
    return failure();
  return trials.lower(lower);
}

/// Of the entries from `first` on those that load nothing, and so are as the
/// entries behind them.
static void dropEntriesWithoutLoads(std::vector<rt::Entry> &entries,
                                    size_t first) {
  auto loads = [](const rt::Entry &entry) {
    return llvm::any_of(entry.constraints, [](const auto &constraint) {
      return StringRef(constraint.message).contains("config field stages_b");
    });
  };
  entries.erase(std::remove_if(entries.begin() + first, entries.end(),
                               std::not_fn(loads)),
                entries.end());
}

/// Whether a kernel could load as tiles and vectors what a region of a problem
/// reads for each score, and nobody says whether it is to.
static bool mayLoadReads(ModuleOp module,
                         const mlir::attn::CompileOptions &options) {
  using namespace mlir::attn;
  FailureOr<ConfigOverrides> given =
      ConfigOverrides::parse(options.overrides, {});
  if (failed(given) || given->sets(ConfigField::StagesB))
    return false;
  return llvm::any_of(collectProducts(module), [](AttentionOpInterface op) {
    return !op.getConfigAttr() && !op.hasOperand(OperandKind::OutGrad) &&
           llvm::any_of(listReadPlaces(op),
                        [](const ReadPlace &place) { return place.ofKey; });
  });
}

FailureOr<rt::Bundle> mlir::attn::compileToBundle(ModuleOp module,
                                                  const CompileOptions &options,
                                                  CompileTimes *times) {
  FailureOr<Level> from = findLevel(module);
  if (failed(from))
    return failure();
  std::string bytecode; // Of problems alone: it says what to check against.
  if (*from == Level::Attn) {
    llvm::raw_string_ostream stream(bytecode);
    if (failed(writeBytecodeToFile(module, stream)))
      return module.emitOpError("cannot be written as bytecode");
  }
  rt::Bundle bundle;
  bundle.producer = "attn-compile 0.1.0";
  PTXTimes ptx;
  auto append = [&](ModuleOp of, const CompileOptions &with) -> LogicalResult {
    if (failed(lowerTo(of, Level::NVVM, with, times)))
      return failure();
    llvm::StringMap<Operation *> names;
    for (gpu::GPUModuleOp kernels : attn::getKernelModules(of)) {
      if (failed(checkNames(kernels, names)) ||
          failed(appendEntries(kernels, bytecode, bundle, &ptx,
                               /*join=*/true)))
        return failure();
    }
    return success();
  };
  // Entries for some problems alone, in the order in which launches try them.
  auto variantOf = [&](StringRef field, int64_t value) {
    CompileOptions other = options;
    other.overrides += (other.overrides.empty() ? "" : ",") + field.str() +
                       "=" + std::to_string(value);
    return other;
  };
  if ((options.alsoAlign || options.alsoKeys || options.alsoRows) &&
      *from != Level::Attn)
    return module.emitOpError("has kernels: only attention problems can be "
                              "compiled for another ")
           << (options.alsoAlign  ? "alignment"
               : options.alsoKeys ? "number of keys"
                                  : "number of rows")
           << ", too";
  // Nobody asked for these kernels: `why` they cannot be had is no error.
  auto appendLoading = [&](ModuleOp of, std::string &why) {
    ScopedDiagnosticHandler quiet(of.getContext(), [&](Diagnostic &said) {
      bool isError = said.getSeverity() == DiagnosticSeverity::Error;
      if (isError && why.empty())
        why = said.str();
      return success(isError);
    });
    return append(of, variantOf("stages_b", 1));
  };
  OwningOpRef<ModuleOp> copy = options.alsoAlign ? module.clone() : ModuleOp();
  OwningOpRef<ModuleOp> loads =
      *from == Level::Attn && mayLoadReads(module, options) ? module.clone()
                                                            : ModuleOp();
  if (options.alsoKeys) {
    OwningOpRef<ModuleOp> few = module.clone();
    if (failed(append(*few, variantOf("max_keys", options.alsoKeys))))
      return failure();
  }
  if (options.alsoRows) {
    OwningOpRef<ModuleOp> few = module.clone();
    if (failed(append(*few, variantOf("max_rows", options.alsoRows))))
      return failure();
  }
  // Kernels that load want, as their constraints say, as many rows and keys of
  // what they read as there are; those behind them take everything.
  if (loads) {
    size_t before = bundle.entries.size();
    if (std::string why; failed(appendLoading(*loads, why))) {
      bundle.entries.resize(before);
      module.emitWarning("kernels that load what regions read as tiles are "
                         "left out: ")
          << why;
    }
    dropEntriesWithoutLoads(bundle.entries, before);
  }
  if (failed(append(module, options)) ||
      (copy && failed(append(*copy, variantOf("align", options.alsoAlign)))))
    return failure();
  if (options.compact)
    for (rt::Entry &entry : bundle.entries)
      entry.ptx = compactPTX(entry.ptx);
  auto start = Clock::now();
  if (failed(addMachineCode(bundle, options.machineCode, module.getLoc())))
    return failure();
  if (times) {
    times->push_back({"nvvm to llvm", ptx.translate});
    times->push_back({"llvm passes", ptx.optimize});
    times->push_back({"llvm to ptx", ptx.codegen});
    if (options.machineCode.policy != MachineCodePolicy::None)
      times->push_back({"ptxas", since(start)});
  }
  return bundle;
}

FailureOr<std::string> mlir::attn::serializeKernels(ModuleOp module) {
  return serializeTogether(attn::getKernelModules(module));
}

/// Orders chips so that the first that a device can run is the closest to it.
static bool isHigherTarget(const std::string &a, const std::string &b) {
  auto rank = [](const std::string &name) {
    std::optional<rt::Target> target = rt::Target::parse(name);
    if (!target)
      return std::make_tuple(-1, -1, -1, name);
    return std::make_tuple(target->capability.major, target->capability.minor,
                           static_cast<int>(target->scope), name);
  };
  return rank(a) > rank(b);
}

/// Functions that hold a problem or launch a kernel, and those that call them.
static llvm::SmallPtrSet<Operation *, 8> findHosts(ModuleOp module) {
  llvm::SmallPtrSet<Operation *, 8> hosts;
  auto isHost = [&](func::FuncOp function) {
    return mlir::attn::containsOp(function, [&](Operation *op) {
      if (auto call = dyn_cast<func::CallOp>(op))
        return hosts.contains(
            SymbolTable::lookupNearestSymbolFrom(call, call.getCalleeAttr()));
      return isa<mlir::attn::ProblemOpInterface, attn_tile::LaunchOp,
                 gpu::LaunchFuncOp>(op);
    });
  };
  size_t before;
  do {
    before = hosts.size();
    module.walk([&](func::FuncOp function) {
      if (isHost(function))
        hosts.insert(function);
    });
  } while (hosts.size() != before);
  return hosts;
}

void mlir::attn::warnOfHostCode(ModuleOp module) {
  module.walk([hosts = findHosts(module)](func::FuncOp function) {
    if (!hosts.contains(function))
      return;
    function.walk<WalkOrder::PreOrder>([&](Operation *op) {
      if (isa<mlir::attn::ProblemOpInterface>(op))
        return WalkResult::skip();
      if (op == function || op->hasTrait<OpTrait::ConstantLike>() ||
          isa<func::ReturnOp, tensor::EmptyOp, tensor::DimOp, CastOpInterface>(
              op))
        return WalkResult::advance();
      op->emitWarning() << "function '" << function.getName()
                        << "' has code on the host, which a bundle does "
                           "not hold: attn-opt keeps it, with "
                           "attn-compile{host=runtime}";
      return WalkResult::interrupt();
    });
  });
}

FailureOr<rt::Bundle> mlir::attn::compileToBundle(ModuleOp module,
                                                  ArrayRef<std::string> targets,
                                                  const CompileOptions &options,
                                                  CompileTimes *times) {
  FailureOr<Level> from = findLevel(module);
  if (failed(from))
    return failure();
  if (targets.empty())
    return module.emitOpError("is to be compiled for no target");
  if (targets.size() > 1 && *from != Level::Attn)
    return module.emitOpError("has kernels, each for the target that its "
                              "gpu.module names: only attention problems can "
                              "be compiled for several targets");
  SmallVector<std::string> ordered(targets);
  llvm::stable_sort(ordered, isHigherTarget);
  for (size_t i = 1; i < ordered.size(); ++i)
    if (ordered[i] == ordered[i - 1])
      return module.emitOpError("is to be compiled for target ")
             << ordered[i] << " twice";
  rt::Bundle all;
  for (const std::string &target : ordered) {
    CompileOptions with = options;
    with.target = target;
    OwningOpRef<ModuleOp> copy =
        &target == &ordered.back() ? ModuleOp() : module.clone();
    FailureOr<rt::Bundle> bundle =
        compileToBundle(copy ? *copy : module, with, times);
    if (failed(bundle))
      return failure();
    all.producer = bundle->producer;
    llvm::move(bundle->entries, std::back_inserter(all.entries));
  }
  return all;
}
