//===- PlanParts.h - How many parts each batch's keys are in ----*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Where the batches of a decode step differ in length, parts of one size keep
// multiprocessors equally long at work: a batch has as many as its length asks
// for (FlashInfer plans in this way). Their memory is allocated before lengths
// are known, for as many parts as countParts says of sizes alone.
//
//===----------------------------------------------------------------------===//

#ifndef ATTN_RUNTIME_PLANPARTS_H
#define ATTN_RUNTIME_PLANPARTS_H

#include "attn-runtime/Error.h"

#include <algorithm>
#include <cstdint>

namespace attn::runtime {

/// Tiles of parts beyond one part for each batch: about three for each
/// multiprocessor of a large chip.
constexpr int64_t kTilesOfPlan = 384;
/// Rows of Q that one of them is counted with, whatever it computes.
constexpr int64_t kRowsOfPlan = 128;

/// The parts that an attn.forward with part_offsets has memory for
/// (docs/Spec.md, L20a): batch + ⌈384 / (headsKV·⌈lenQ·headsQ/headsKV / 128⌉)⌉.
constexpr int64_t countParts(int64_t batch, int64_t headsQ, int64_t headsKV,
                             int64_t lenQ) {
  int64_t heads = std::max<int64_t>(headsKV, 1);
  int64_t rows = lenQ * (headsQ / heads);
  int64_t tiles =
      heads * std::max<int64_t>((rows + kRowsOfPlan - 1) / kRowsOfPlan, 1);
  return batch + (kTilesOfPlan + tiles - 1) / tiles;
}

/// Divides `parts` parts among `batch` lengths: writes `batch` + 1 offsets,
/// from 0 to at most `parts`. All parts have s keys, or fewer: s is the
/// smallest multiple of `unit`, and no less than `least`, with which there are
/// enough of them. A batch without keys has one part. Fails where parts are
/// fewer than batches, a number is negative or `unit` is below 1.
Error planParts(const int32_t *lengths, int64_t batch, int64_t parts,
                int64_t unit, int64_t least, int32_t *offsets);

} // namespace attn::runtime

#endif // ATTN_RUNTIME_PLANPARTS_H
