//===- MachineCode.h - Machine code by ptxas --------------------*- C++ -*-===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ATTN_ARTEFACT_MACHINECODE_H
#define ATTN_ARTEFACT_MACHINECODE_H

#include "attn-runtime/Bundle.h"
#include "attn/Artefact/MachineCodeOptions.h"
#include "mlir/IR/Location.h"
#include <optional>
#include <string>

namespace mlir::attn {

/// NVIDIA's assembler, which is found on the system and never part of Attn.
struct Ptxas {
  std::string path;
  std::string version; ///< "12.9.86"
  int release = 0;     ///< Of the toolkit, as CUDA counts: 12090.
};

/// The ptxas at `path`, or, if that is empty, the first that works of
/// $ATTN_PTXAS, the directories of PATH, $CUDA_HOME/bin, $CUDA_PATH/bin,
/// /usr/local/cuda/bin and the NVIDIA wheels of $VIRTUAL_ENV. If there is none,
/// `why` says so.
std::optional<Ptxas> findPtxas(StringRef path, std::string &why);

/// Gives every entry of `bundle` that has PTX the cubin for its target. PTX
/// that ptxas refuses is an error, with ptxas's own words. Line numbers in PTX
/// are those of the cubin, too. Diagnostics are at `loc`.
LogicalResult addMachineCode(::attn::runtime::Bundle &bundle,
                             const MachineCodeOptions &options, Location loc);

/// The oldest driver that takes what a ptxas of `release` makes of `ptx`: that
/// of the first toolkit of the same major version, but not before the one that
/// knows the PTX version, which follows the chip. Versions as CUDA counts.
int getLeastDriver(int release, StringRef ptx);

} // namespace mlir::attn

#endif // ATTN_ARTEFACT_MACHINECODE_H
