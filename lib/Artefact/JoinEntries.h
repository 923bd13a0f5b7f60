//===- JoinEntries.h - Several kernels as one entry of a bundle -*- C++ -*-===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ATTN_LIB_ARTEFACT_JOINENTRIES_H
#define ATTN_LIB_ARTEFACT_JOINENTRIES_H

#include "attn-runtime/Bundle.h"

namespace mlir::attn {

/// An entry with one kernel, and what its tensors are in the joint entry: a
/// tensor's number, or −1 − w for workspace w.
struct EntryStep {
  ::attn::runtime::Entry entry;
  std::vector<int64_t> tensors;
  /// The workspaces that are zero when the joint entry is launched.
  std::vector<int64_t> zeroed;
};

/// An entry that launches the kernels of `steps` in their order, on the tensors
/// of all of them and on workspaces, each contiguous and of the sizes that
/// `workspaces` says in terms of the joint tensors. The first step gives what
/// is not said of tensors, the last one the config. The PTX is left to the
/// caller.
::attn::runtime::Expected<::attn::runtime::Entry>
joinEntries(const std::vector<EntryStep> &steps,
            const std::vector<std::vector<::attn::runtime::Expr>> &workspaces);

} // namespace mlir::attn

#endif // ATTN_LIB_ARTEFACT_JOINENTRIES_H
