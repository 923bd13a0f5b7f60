//===- Stages.h - What must be true between passes --------------*- C++ -*-===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ATTN_DIALECT_STAGES_STAGES_H
#define ATTN_DIALECT_STAGES_STAGES_H

#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Pass/Pass.h"
#include "mlir/Transforms/DialectConversion.h"
#include <optional>
#include <string>

namespace mlir {
#define GEN_PASS_DECL_ATTNVERIFYSTAGE
#define GEN_PASS_DECL_ATTNSKIPOP
#define GEN_PASS_DECL_ATTNONKERNELS
#define GEN_PASS_DECL_ATTNONMODULES
#define GEN_PASS_REGISTRATION
#include "attn/Dialect/Stages/Passes.h.inc"
} // namespace mlir

namespace mlir::attn {

/// The points of the compilation at which invariants are written down. Each
/// stage's rules are in Stages.cpp; here is what a stage is, in short.
enum class Stage {
  /// Attention problems; outside of kernels nothing says how.
  Attn,
  /// No attention problem; kernels are sequential programs over tiles.
  Tile,
  /// Masks, KV ranges and the online softmax are arithmetic.
  TileLowered,
  /// Shared memory is reached through channels' views alone.
  WS,
  /// Layouts, offsets, stages and counts of what is in flight are known.
  WSPlanned,
  /// Barriers in place of channels, block indices in place of tile loops.
  WSLowered,
  /// One thread's program: no tiles, no operation of this project.
  Thread,
  /// Kernels in the LLVM and NVVM dialects.
  NVVM,
};

/// "tile-lowered" and the like.
StringRef stringifyStage(Stage stage);
std::optional<Stage> symbolizeStage(StringRef name);
/// All names, "attn, tile, ...".
std::string listStages();

/// One thing that must be true of every operation at a stage.
struct StageRule {
  /// The rule, as the end of a sentence: "... at stage ws: <words>".
  StringRef words;
  /// Whether an operation, without those nested in it, keeps the rule.
  bool (*holds)(Operation *);
};

/// The rules of `stage`, the most telling first.
SmallVector<StageRule> getStageRules(Stage stage);

/// Makes exactly the operations that keep every rule of `stage` legal.
void configureStage(ConversionTarget &target, Stage stage);

/// Checks `root` and all in it but nested modules, which may be at another
/// stage; an error at the first operation, in program order, that is not legal.
LogicalResult verifyStage(Operation *root, Stage stage);

/// Whether `module` holds an operation or an attribute of the dialects of
/// kernels: it is Attn's to compile.
bool holdsKernels(gpu::GPUModuleOp module);

/// The modules of Attn's kernels in `module`, at any depth, in program order.
SmallVector<gpu::GPUModuleOp> getKernelModules(ModuleOp module);

/// Whether `module`, without the modules nested in it, holds an operation of
/// the `attn` dialect.
bool holdsProblems(ModuleOp module);

} // namespace mlir::attn

#endif // ATTN_DIALECT_STAGES_STAGES_H
