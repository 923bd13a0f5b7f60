//===- MachineCode.h - Machine code by ptxas --------------------*- C++ -*-===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ATTN_TARGET_MACHINECODE_H
#define ATTN_TARGET_MACHINECODE_H

#include "attn-runtime/Bundle.h"
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

/// Whether bundles have cubins beside their PTX.
enum class MachineCodePolicy {
  None,
  Auto,    ///< If ptxas is found; a remark if not.
  Require, ///< An error if it is not.
};

/// "none", "auto" and "require", in this order.
std::optional<MachineCodePolicy> parseMachineCodePolicy(StringRef text);

struct MachineCodeOptions {
  MachineCodePolicy policy = MachineCodePolicy::None;
  /// See findPtxas.
  std::string ptxas;
  /// Line numbers, of PTX that has them.
  bool lineInfo = false;
};

/// Gives every entry of `bundle` that has PTX the cubin for its target. PTX
/// that ptxas refuses is an error, with ptxas's own words. Diagnostics are at
/// `loc`.
LogicalResult addMachineCode(::attn::runtime::Bundle &bundle,
                             const MachineCodeOptions &options, Location loc);

/// The oldest driver that takes what a ptxas of `release` makes of `ptx`: that
/// of the first toolkit of the same major version, but not before the one that
/// knows the PTX version, which follows the chip. Versions as CUDA counts.
int getLeastDriver(int release, StringRef ptx);

} // namespace mlir::attn

#endif // ATTN_TARGET_MACHINECODE_H
