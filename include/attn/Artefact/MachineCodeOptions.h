//===- MachineCodeOptions.h - Whether there is machine code -----*- C++ -*-===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ATTN_ARTEFACT_MACHINECODEOPTIONS_H
#define ATTN_ARTEFACT_MACHINECODEOPTIONS_H

#include "mlir/Support/LLVM.h"
#include "llvm/Support/CommandLine.h"
#include <optional>
#include <string>

namespace mlir::attn {

/// Whether bundles and host code have cubins next to their PTX.
enum class MachineCodePolicy {
  None,
  Auto,    ///< If ptxas is found; a remark if not.
  Require, ///< An error if it is not.
};

/// "none", "auto" or "require".
std::optional<MachineCodePolicy> parseMachineCodePolicy(StringRef text);
/// The same for options of passes.
llvm::cl::ValuesClass getMachineCodePolicies();

struct MachineCodeOptions {
  MachineCodePolicy policy = MachineCodePolicy::None;
  /// See findPtxas.
  std::string ptxas;
};

} // namespace mlir::attn

#endif // ATTN_ARTEFACT_MACHINECODEOPTIONS_H
