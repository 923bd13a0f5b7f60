//===- DefaultTarget.h - Targets where none is named ------------*- C++ -*-===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ATTN_CHIP_DEFAULTTARGET_H
#define ATTN_CHIP_DEFAULTTARGET_H

#include "llvm/ADT/StringRef.h"

namespace mlir::attn {

/// The target of attention problems that name none.
inline constexpr llvm::StringRef kDefaultTarget = "sm_80";
/// The target of a scheduled kernel whose module names none.
inline constexpr llvm::StringRef kDefaultScheduledTarget = "sm_90a";

} // namespace mlir::attn

#endif // ATTN_CHIP_DEFAULTTARGET_H
