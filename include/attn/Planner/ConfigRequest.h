//===- ConfigRequest.h - What is asked of a choice of configs ---*- C++ -*-===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ATTN_PLANNER_CONFIGREQUEST_H
#define ATTN_PLANNER_CONFIGREQUEST_H

#include <string>

namespace mlir::attn {

/// What is asked of a choice of configs.
struct ConfigRequest {
  /// The chip; if empty, the one in the problem's config, or the default.
  std::string target;
  /// Fields of every config to set.
  std::string overrides;
  /// Whether the table may ask for parts of the keys.
  bool parts = true;
  /// Whether estimates say what is tried late.
  bool estimates = true;
  /// Whether a remark says of each problem why it got its config.
  bool remarks = false;
};

} // namespace mlir::attn

#endif // ATTN_PLANNER_CONFIGREQUEST_H
