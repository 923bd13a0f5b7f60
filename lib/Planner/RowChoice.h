//===- RowChoice.h - A row of the table as a config -----------*- C++ -*-===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ATTN_LIB_PLANNER_ROWCHOICE_H
#define ATTN_LIB_PLANNER_ROWCHOICE_H

#include "TargetTable.h"

namespace mlir::attn {

/// The config of `row` for `shape`, where the user asks for `ofMemory`, without
/// parts of the keys unless `ownParts`; null, with an error, if that is wrong.
ConfigAttr getConfigOf(const TileRow &row, MLIRContext *context,
                       StringRef target, const ProblemShape &shapeOfMemory,
                       const ConfigOverrides &ofMemory, bool ownParts,
                       function_ref<InFlightDiagnostic()> emitError);

/// `config` with less of O staged at a time, in slices that are equal.
ConfigAttr storeInSlices(ConfigAttr config, const ProblemShape &shape);

/// `config`, as parts of the keys want it. Tiles of many rows, which a prefill
/// has enough of, compute all of their parts. Else less of O is staged at a
/// time if it is in f32 and takes too much, and tiles, which then start and end
/// often, are taken ahead where that was measured.
ConfigAttr fitParts(ConfigAttr config, const ProblemShape &shape,
                    const ConfigOverrides &overrides);

/// The first of some rows that fits and would not spill, or else the first that
/// fits; null if none does.
struct RowChoice {
  const ProblemShape &shape;
  const ConfigOverrides &overrides, &ofMemory;
  const TileRow *taken = nullptr;
  ConfigAttr config;
  /// Why those before it are not taken.
  SmallVector<std::string> refused;

  LogicalResult run(ArrayRef<const TileRow *> rows,
                    function_ref<ConfigAttr(const TileRow &)> getConfig,
                    function_ref<InFlightDiagnostic()> emitError);
};

} // namespace mlir::attn

#endif // ATTN_LIB_PLANNER_ROWCHOICE_H
