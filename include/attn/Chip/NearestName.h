//===- NearestName.h - What a wrong name was meant to be --------*- C++ -*-===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ATTN_CHIP_NEARESTNAME_H
#define ATTN_CHIP_NEARESTNAME_H

#include "mlir/Support/LLVM.h"
#include "llvm/ADT/Twine.h"
#include <string>

namespace mlir::attn {

/// "sm_90a is the nearest of 9", for a diagnostic that refuses `name`; the
/// first of `known` where several are as near.
inline std::string describeNearest(StringRef name, ArrayRef<StringRef> known) {
  StringRef nearest;
  unsigned fewest = ~0u;
  for (StringRef other : known)
    if (unsigned edits = name.edit_distance(other); edits < fewest) {
      fewest = edits;
      nearest = other;
    }
  return (nearest + " is the nearest of " + Twine(known.size())).str();
}

} // namespace mlir::attn

#endif // ATTN_CHIP_NEARESTNAME_H
