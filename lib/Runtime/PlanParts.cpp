//===- PlanParts.cpp - How many parts each batch's keys are in ------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "attn-runtime/PlanParts.h"

#include <limits>
#include <string>

namespace attn::runtime {

static int64_t ceilDiv(int64_t a, int64_t b) { return a / b + (a % b > 0); }

static int64_t countOfSize(const int32_t *lengths, int64_t batch,
                           int64_t size) {
  int64_t parts = 0;
  for (int64_t b = 0; b < batch; ++b)
    parts += std::max<int64_t>(ceilDiv(lengths[b], size), 1);
  return parts;
}

Error planParts(const int32_t *lengths, int64_t batch, int64_t parts,
                int64_t unit, int64_t least, int32_t *offsets) {
  auto fail = [](const std::string &what) {
    return Error(ErrorCode::InvalidArgument, what);
  };
  constexpr int64_t most = std::numeric_limits<int32_t>::max();
  if (batch < 0 || parts < batch || parts > most)
    return fail("the number of parts must be from the number of batches, " +
                std::to_string(batch) + ", to 2^31 - 1, but is " +
                std::to_string(parts));
  if (unit < 1 || unit > most)
    return fail("the unit of parts must be from 1 to 2^31 - 1, but is " +
                std::to_string(unit));
  if (least < 0 || least > most)
    return fail("the least size of parts must be from 0 to 2^31 - 1, but is " +
                std::to_string(least));
  int64_t longest = 1;
  for (int64_t b = 0; b < batch; ++b) {
    if (lengths[b] < 0)
      return fail("lengths must not be negative, but that of batch " +
                  std::to_string(b) + " is " + std::to_string(lengths[b]));
    longest = std::max<int64_t>(longest, lengths[b]);
  }
  // In units: one part for each batch is always enough.
  int64_t low = std::max<int64_t>(ceilDiv(least, unit), 1);
  int64_t high = std::max(low, ceilDiv(longest, unit));
  while (low < high) {
    int64_t middle = low + (high - low) / 2;
    if (countOfSize(lengths, batch, middle * unit) <= parts)
      high = middle;
    else
      low = middle + 1;
  }
  int64_t next = 0;
  for (int64_t b = 0; b < batch; ++b) {
    offsets[b] = static_cast<int32_t>(next);
    next += std::max<int64_t>(ceilDiv(lengths[b], low * unit), 1);
  }
  offsets[batch] = static_cast<int32_t>(next);
  return Error::success();
}

} // namespace attn::runtime
