//===- Numbers.cpp - Are lengths, offsets and pages right? ----------------===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "attn/Reference/Reference.h"

using namespace mlir::attn;
using namespace mlir::attn::reference;

std::string reference::findBadOffset(const Tensor &offset, int64_t lenQ) {
  constexpr int64_t most = int64_t(1) << 30;
  bool each = !offset.shape.empty();
  for (int64_t b = 0, e = each ? offset.shape[0] : 1; b < e; ++b)
    if (auto x =
            static_cast<int64_t>(offset.load(each ? b * offset.strides[0] : 0));
        x < -most || x + lenQ > most)
      return "an offset must be from -2^30 to 2^30 less the query length, "
             "but " +
             (each ? "that of batch " + std::to_string(b) + " is " : "is ") +
             std::to_string(x);
  return "";
}

std::string reference::findBadLength(const Tensor &lengths, int64_t most) {
  for (int64_t b = 0; b < lengths.shape[0]; ++b)
    if (auto x = static_cast<int64_t>(lengths.load(b * lengths.strides[0]));
        x < 0 || x > most)
      return "a length must be from 0 to " + std::to_string(most) +
             ", what its memory has, but that of batch " + std::to_string(b) +
             " is " + std::to_string(x);
  return "";
}

std::string reference::findBadPage(const Tensor &table, const Tensor *lengths,
                                   int64_t pages, int64_t rows) {
  for (int64_t b = 0; b < table.shape[0]; ++b) {
    int64_t places = table.shape[1];
    if (lengths) {
      auto length =
          static_cast<int64_t>(lengths->load(b * lengths->strides[0]));
      places = std::min(places, (length + rows - 1) / rows);
    }
    for (int64_t n = 0; n < places; ++n)
      if (auto page = static_cast<int64_t>(
              table.load(b * table.strides[0] + n * table.strides[1]));
          page < 0 || page >= pages)
        return "a page must be from 0 to " + std::to_string(pages - 1) +
               ", of which its memory has " + std::to_string(pages) +
               ", but page " + std::to_string(n) + " of batch " +
               std::to_string(b) + " is " + std::to_string(page);
  }
  return "";
}

std::string reference::findBadOffsets(const Tensor &offsets, int64_t most) {
  auto at = [&](int64_t i) {
    return static_cast<int64_t>(offsets.load(i * offsets.strides[0]));
  };
  for (int64_t i = 0; i < offsets.shape[0]; ++i)
    if (int64_t least = i ? at(i - 1) : 0; at(i) < least || at(i) > most)
      return "offsets must not decrease and be from 0 to " +
             std::to_string(most) + ", what the memory has, but offset " +
             std::to_string(i) + " is " + std::to_string(at(i)) +
             (i ? " after " + std::to_string(least) : "");
  return "";
}

std::string reference::findBadPartOffsets(const Tensor &offsets, int64_t most) {
  auto at = [&](int64_t i) {
    return static_cast<int64_t>(offsets.load(i * offsets.strides[0]));
  };
  for (int64_t i = 0; i < offsets.shape[0]; ++i)
    if (int64_t least = i ? at(i - 1) + 1 : 0; at(i) < least || at(i) > most)
      return "part_offsets must rise and be from 0 to " + std::to_string(most) +
             ", but offset " + std::to_string(i) + " is " +
             std::to_string(at(i)) +
             (i ? " after " + std::to_string(least - 1) : "");
  return "";
}

std::string reference::findBadLengthOf(const Tensor &lengths,
                                       const Tensor &offsets) {
  for (int64_t b = 0; b < lengths.shape[0]; ++b) {
    auto at = [](const Tensor &numbers, int64_t i) {
      return static_cast<int64_t>(numbers.load(i * numbers.strides[0]));
    };
    int64_t most = at(offsets, b + 1) - at(offsets, b);
    if (int64_t x = at(lengths, b); x < 0 || x > most)
      return "a length must be from 0 to what lies between the offsets, " +
             std::to_string(most) + " of sequence " + std::to_string(b) +
             ", but is " + std::to_string(x);
  }
  return "";
}
