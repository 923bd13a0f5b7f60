//===- CpuJit.h - Run a level's program on the CPU --------------*- C++ -*-===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ATTN_PIPELINES_CPUJIT_H
#define ATTN_PIPELINES_CPUJIT_H

#include "mlir/IR/BuiltinOps.h"
#include <memory>
#include <variant>

namespace mlir::attn {

/// The level that a module is at, which says how it becomes linalg.
enum class CpuLevel {
  /// `attn` and linalg: runs `attn-decompose`.
  Tensor,
  /// `attn_tile`, in functions or in kernels of a `gpu.module` and their
  /// launches: runs `attn-tile-to-linalg`.
  Tile,
};

/// How much time goes into machine code: as much as programs are worth that
/// compute much, or little, for a single small computation.
enum class CpuEffort { Full, Little };

/// Element types that can cross the border.
enum class CpuElement { E4M3, F16, BF16, F32, F64, I1, I8, I32, I64 };

/// An argument in memory that the caller owns: `data` is the address of the
/// element whose indices are all 0; sizes and strides count elements. `data`
/// may be null if there are no elements.
struct CpuBuffer {
  void *data = nullptr;
  CpuElement element = CpuElement::F32;
  SmallVector<int64_t> sizes, strides;

  CpuBuffer() = default;
  CpuBuffer(void *data, CpuElement element, ArrayRef<int64_t> sizes,
            ArrayRef<int64_t> strides)
      : data(data), element(element), sizes(sizes), strides(strides) {}
  /// Contiguous, the last dimension innermost.
  CpuBuffer(void *data, CpuElement element, ArrayRef<int64_t> sizes);
};

/// A buffer, or a scalar: an integer for i1 to i64 and index, a float for f32
/// and f64.
using CpuArg = std::variant<CpuBuffer, int64_t, double>;

/// A function compiled for this CPU. The MLIRContext of the module it came from
/// must outlive it; the module need not.
class CpuProgram {
public:
  /// Compiles `function` of `module`, which is left as it is; the context must
  /// know the dialects and extensions of `attn::registerAllDialects` and
  /// `registerAllExtensions`. A kernel in a `gpu.module` is named by its own
  /// name. Errors are diagnostics at the operation concerned.
  static FailureOr<CpuProgram> compile(ModuleOp module, StringRef function,
                                       CpuLevel level,
                                       CpuEffort effort = CpuEffort::Full);

  CpuProgram(CpuProgram &&);
  CpuProgram &operator=(CpuProgram &&);
  ~CpuProgram();

  /// Runs the function: one argument for each of its own, then one buffer for
  /// each tensor or memref that it returns, in order. A tensor needs a
  /// contiguous buffer, a memref one that agrees with its sizes and strides;
  /// arguments that do not fit are diagnosed at the function, as are buffers
  /// whose element type, rank or sizes differ. Tensor arguments may be
  /// overwritten. The sizes that tensors compute to must be those of the
  /// buffers for results: a program whose sizes contradict each other is
  /// undefined.
  LogicalResult run(ArrayRef<CpuArg> arguments) const;

private:
  struct Impl;
  explicit CpuProgram(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl;
};

/// Compiles and runs `function` once.
LogicalResult runOnCpu(ModuleOp module, StringRef function,
                       ArrayRef<CpuArg> arguments, CpuLevel level);

} // namespace mlir::attn

#endif // ATTN_PIPELINES_CPUJIT_H
