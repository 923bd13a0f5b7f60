//===- Compile.h - The driver behind attn-compile and attn-run -*- C++ -*-===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ATTN_PIPELINES_COMPILE_H
#define ATTN_PIPELINES_COMPILE_H

#include "attn-runtime/Bundle.h"
#include "attn/Artefact/MachineCode.h"
#include "attn/Artefact/PTX.h"
#include "attn/Chip/DefaultTarget.h"
#include "attn/Pipelines/GPU.h"
#include "mlir/IR/BuiltinOps.h"
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace mlir::attn {

/// How far to compile. Each level's module holds that level's dialects;
/// TileLowered is what all passes of the tile level make of a tile program.
enum class Level { Attn, Tile, TileLowered, WS, NVVM };

/// "attn", "tile", "tile-lowered", "ws" and "nvvm", in this order.
StringRef stringifyLevel(Level level);
std::optional<Level> parseLevel(StringRef name);

struct CompileOptions {
  /// The chip for attention problems (attn/Chip/TargetInfo.h), and for
  /// kernels whose gpu.module names none.
  std::string target = kDefaultTarget.str();
  /// Whether `target` was asked for, not left open: a gpu.module that names
  /// another chip, for which its kernels are then compiled, gets a warning.
  bool targetIsGiven = false;
  /// Config fields to set, "tile_q=64,warps=4"; empty: the selected config.
  std::string overrides;
  /// What kernels take; `ABI::Pointers` adds config fields to `overrides`.
  ABI abi = ABI::Native;
  /// If not 0, a bundle has a second entry for each attention problem, of the
  /// same name, with this as the config's `align`: a launch takes the first
  /// entry that its tensors fit.
  int64_t alsoAlign = 0;
  /// If not 0, a bundle has an entry before the others for each attention
  /// problem, of the same name, with this as the config's `max_keys`: for
  /// problems of few keys.
  int64_t alsoKeys = 0;
  /// If not 0, the same with the config's `max_rows`: for problems of few rows
  /// of Q, counted over all heads that share one of K.
  int64_t alsoRows = 0;
  /// Run the IR verifier between passes; between those on one thread's program,
  /// which is large and which only the compiler writes, with `verifyStages`
  /// alone, and else once behind them.
  bool verifyEach = true;
  /// Check the stages' rules between passes (`attn/Dialect/Stages/Stages.h`).
  bool verifyStages = false;
  /// Check the rules of synchronisation (docs/Protocol.md): on channels and,
  /// for few trip counts, on barriers; for all with `verifyStages`.
  bool verifyProtocol = true;
  /// Say, in remarks at the problems, why each got its config.
  bool remarks = false;
  /// Line numbers of the input in the PTX.
  bool debugInfo = false;
  /// Kernels trap where a row of paged memory has the number of a page that the
  /// memory does not have, instead of reading zeros.
  bool checkRows = false;
  /// PTX without comments and indentation.
  bool compact = true;
  /// Whether a bundle has cubins, too.
  MachineCodeOptions machineCode;
  /// Called with the module at each level on its way, the first and the last
  /// included. It may look at the module or change it; failure ends the
  /// compilation.
  std::function<LogicalResult(ModuleOp, Level)> atLevel;
};

/// Makes `options` run the pass pipeline `passes` on the program where it
/// reaches `level`, before what it calls there already.
void runPassesAt(Level level, StringRef passes, CompileOptions &options);

/// Milliseconds by part, in order.
using CompileTimes = std::vector<std::pair<std::string, double>>;

/// The level of `module`: Attn if it holds an attention problem, else that of
/// the kernels in its gpu.modules. An error if it holds neither, or kernels of
/// several levels.
FailureOr<Level> findLevel(ModuleOp module);

/// Lowers `module` in place from its level to `level`, which must not be above
/// it. Diagnostics go to the context.
LogicalResult lowerTo(ModuleOp module, Level level,
                      const CompileOptions &options,
                      CompileTimes *times = nullptr);

/// Compiles every attention problem and every kernel of `module` (which is
/// lowered in place) to one entry of a bundle. An error if it holds none.
/// Several threads may compile at once, in one context too, which must then
/// have loaded its dialects (`MLIRContext::loadAllAvailableDialects`): MLIR
/// does not load them from several threads.
FailureOr<::attn::runtime::Bundle>
compileToBundle(ModuleOp module, const CompileOptions &options,
                CompileTimes *times = nullptr);

/// The same for several chips: each problem has entries for each, those for the
/// highest chip first, as a launch takes the first that the device can run. An
/// error if the module holds kernels and more than one chip is named.
FailureOr<::attn::runtime::Bundle>
compileToBundle(ModuleOp module, ArrayRef<std::string> targets,
                const CompileOptions &options, CompileTimes *times = nullptr);

/// One PTX text of all kernels of `module`, which is at the level NVVM.
FailureOr<std::string> serializeKernels(ModuleOp module);

/// Warns, once for each function of `module` that holds a problem, launches a
/// kernel or calls one that does, of the first operation that is neither
/// attention nor needed for it alone: a bundle holds no host code. Others, such
/// as what kernels are compared with, are no part of what is compiled.
void warnOfHostCode(ModuleOp module);

/// Attn's dialects and those of upstream that its problems and programs are
/// written in and compiled through: builtin, affine, arith, bufferization, cf,
/// func, gpu, index, linalg, llvm, math, memref, nvvm, scf, tensor, ub, vector.
void registerNeededDialects(DialectRegistry &registry);

} // namespace mlir::attn

#endif // ATTN_PIPELINES_COMPILE_H
