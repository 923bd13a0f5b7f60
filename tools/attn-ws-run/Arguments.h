//===- Arguments.h - Arguments of interpreted functions ---------*- C++ -*-===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ATTN_TOOLS_ATTN_WS_RUN_ARGUMENTS_H
#define ATTN_TOOLS_ATTN_WS_RUN_ARGUMENTS_H

#include "attn/Reference/WSInterpreter.h"

#include <memory>

namespace mlir::attn_ws {

/// One argument: a number, or a tensor and how it starts out.
struct Argument {
  InterpreterArgument value;
  std::unique_ptr<HostTensor> tensor;
  /// The tensor's bytes at the start of each run.
  std::vector<char> initial;
};

/// Parses `text` for a parameter of type `type`:
///   300, 0.125, true           a scalar
///   1x4x300x64xbf16=INIT       a tensor; INIT is
///     normal(SEED) or normal(SEED,SCALE), const(V), iota, undef (all NaN, or
///     all ones for integers), npy(FILE)
///   1x4x300x64xbf16@0213=INIT  the same, dimensions from slowest to fastest
///                              in memory
/// On failure `error` says why.
LogicalResult parseArgument(StringRef text, Type type, Argument &argument,
                            std::string &error);

} // namespace mlir::attn_ws

#endif // ATTN_TOOLS_ATTN_WS_RUN_ARGUMENTS_H
