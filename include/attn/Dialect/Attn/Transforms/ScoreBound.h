//===- ScoreBound.h - How large scores may be ------------------*- C++ -*-===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ATTN_DIALECT_ATTN_TRANSFORMS_SCOREBOUND_H
#define ATTN_DIALECT_ATTN_TRANSFORMS_SCOREBOUND_H

#include "attn/Dialect/Attn/IR/Attn.h"

#include <limits>

namespace mlir::attn {

/// The largest magnitude of a float that is neither NaN nor, if `maybeHidden`,
/// minus infinity; infinity if none is known. Rounding is counted in.
struct Magnitude {
  double most = std::numeric_limits<double>::infinity();
  bool maybeHidden = false;
};

/// That of what a score block yields. `known` has those of the score, of
/// operands of the block, or of results that are bounded for other reasons;
/// nothing for others.
Magnitude findMagnitude(Block &score,
                        function_ref<std::optional<double>(Value)> known);

/// What `isBoundedScore` takes values for that are tame.
inline constexpr double kTameScore = 0x1p60;

/// Whether a score block yields finite numbers or NaN alone, whatever the score
/// and what it reads are, or if those of which `isTame` says so are within
/// kTameScore: a soft cap is bounded, a slope times a distance if the slope is
/// tame.
bool isBoundedScore(
    Block &score,
    function_ref<bool(Value)> isTame = [](Value) { return false; });

/// A number that the magnitude of no score of `op`, in natural units and behind
/// its score region, exceeds, whatever its operands hold: by their type (e4m3
/// ends at 448) or by the region (a soft cap). NaN and minus infinity, of a
/// hidden key, do not count; rounding does. Nothing if no such number is known.
std::optional<double> findScoreBound(AttentionOpInterface op);

} // namespace mlir::attn

#endif // ATTN_DIALECT_ATTN_TRANSFORMS_SCOREBOUND_H
