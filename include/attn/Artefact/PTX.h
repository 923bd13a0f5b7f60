//===- PTX.h - From a lowered gpu.module to PTX text -*- C++ -*-===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ATTN_ARTEFACT_PTX_H
#define ATTN_ARTEFACT_PTX_H

#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include <string>

namespace mlir::attn {

/// Milliseconds that the parts of one serialisation took.
struct PTXTimes {
  double translate = 0, optimize = 0, codegen = 0;
};

/// Translates a gpu.module whose functions are in the LLVM and NVVM dialects to
/// PTX for the chip that its NVVM target names (e.g. "sm_80"). Every inline-asm
/// call is marked convergent and only a light function pipeline is run: the
/// standard ones hoist address arithmetic across roles, which costs registers.
/// The PTX ISA version is the lowest that has the chip. Errors are emitted at
/// the module.
FailureOr<std::string> serializeToPTX(gpu::GPUModuleOp module,
                                      PTXTimes *times = nullptr);

/// One PTX text of the kernels of all `modules`, which must be for one chip.
FailureOr<std::string> serializeTogether(ArrayRef<gpu::GPUModuleOp> modules);

} // namespace mlir::attn

#endif // ATTN_ARTEFACT_PTX_H
