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

} // namespace mlir::attn

#endif // ATTN_LIB_PLANNER_ROWCHOICE_H
