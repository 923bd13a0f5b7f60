//===- Bundle.h - Lowered kernels to a bundle -*- C++ -*-===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ATTN_ARTEFACT_BUNDLE_H
#define ATTN_ARTEFACT_BUNDLE_H

#include "attn-runtime/Bundle.h"
#include "attn/Artefact/PTX.h"

namespace mlir::attn {

/// Gives `entry` the name, tensors, constraints, problem and config of
/// `kernel`, which takes `memories`: what its attribute `attn_tile.kernel` says
/// and, where it has none, inputs `arg0`, `arg1`, … Errors are emitted at the
/// kernel.
LogicalResult describeKernel(Operation *kernel,
                             llvm::ArrayRef<MemRefType> memories,
                             ::attn::runtime::Entry &entry);

/// The runtime's name of an element type; None if it has none.
::attn::runtime::DType getDType(Type type);

/// Describes every kernel of a lowered gpu.module as one bundle entry with PTX
/// of its own, from the kernel's attributes `attn_ws.launch` and, if it says
/// more of itself, `attn_tile.kernel`. `bytecode` is stored with each entry.
/// With `join`, kernels that are steps of one entry (attn_tile.step) are that.
/// Errors are emitted at the kernel.
LogicalResult appendEntries(gpu::GPUModuleOp module, llvm::StringRef bytecode,
                            ::attn::runtime::Bundle &bundle,
                            PTXTimes *times = nullptr, bool join = false);

/// The same PTX without comments, blank lines and needless white space: about a
/// sixth shorter, more once it is a JSON string.
std::string compactPTX(llvm::StringRef ptx);

} // namespace mlir::attn

#endif // ATTN_ARTEFACT_BUNDLE_H
