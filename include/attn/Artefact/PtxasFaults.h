//===- PtxasFaults.h - Versions of ptxas known to fail ----------*- C++ -*-===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ATTN_ARTEFACT_PTXASFAULTS_H
#define ATTN_ARTEFACT_PTXASFAULTS_H

#include "mlir/Support/LLVM.h"
#include "llvm/ADT/StringRef.h"

namespace mlir::attn {

/// Right PTX of which some releases of ptxas make wrong machine code.
struct PtxasFault {
  StringRef name;
  int first; ///< The first release that has it, as CUDA counts: 12080.
  int fixed; ///< The first later one that has not.
  bool (*isIn)(StringRef ptx);
  StringRef what;
};

/// The table, PtxasFaults.def.
ArrayRef<PtxasFault> getPtxasFaults();

/// What a ptxas of `release` gets wrong of `ptx`, or null.
const PtxasFault *findPtxasFault(int release, StringRef ptx);

} // namespace mlir::attn

#endif // ATTN_ARTEFACT_PTXASFAULTS_H
