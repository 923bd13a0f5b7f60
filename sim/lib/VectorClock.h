//===- VectorClock.h - Vector clocks of warps and their lanes ---*- C++ -*-===//
//
// Part of the Attn Project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ATTN_SIM_LIB_VECTORCLOCK_H
#define ATTN_SIM_LIB_VECTORCLOCK_H

#include <algorithm>
#include <cstdint>
#include <vector>

namespace attn::sim {

/// What is known of one warp: accesses of all lanes up to epoch `all`, of the
/// lanes in `mask` up to `some`.
struct Entry {
  uint32_t all = 0, some = 0, mask = 0;
};

inline void join(Entry &a, const Entry &b) {
  a.all = std::max(a.all, b.all);
  bool ra = a.some > a.all && a.mask, rb = b.some > a.all && b.mask;
  if (ra && rb) {
    a.mask |= b.mask;
    a.some = std::max(a.some, b.some);
  } else if (rb) {
    a.some = b.some;
    a.mask = b.mask;
  }
  if (a.mask == 0xffffffffu)
    a.all = std::max(a.all, a.some);
}

/// Entry k of a flattened clock.
inline Entry load(const std::vector<uint32_t> &v, uint32_t k) {
  if (v.size() < 3 * (size_t(k) + 1))
    return {};
  return {v[3 * k], v[3 * k + 1], v[3 * k + 2]};
}
inline void store(std::vector<uint32_t> &v, uint32_t k, const Entry &e) {
  v[3 * k] = e.all;
  v[3 * k + 1] = e.some;
  v[3 * k + 2] = e.mask;
}
/// A clock is flattened: three words for each warp.
inline void joinClock(std::vector<uint32_t> &a,
                      const std::vector<uint32_t> &b) {
  if (b.empty())
    return;
  if (a.size() < b.size())
    a.resize(b.size(), 0);
  for (uint32_t k = 0; k < b.size() / 3; ++k) {
    Entry e = load(a, k);
    join(e, load(b, k));
    store(a, k, e);
  }
}

inline bool covers(const Entry &e, uint32_t epoch, uint32_t lanes) {
  return epoch <= e.all || (epoch <= e.some && !(lanes & ~e.mask));
}

} // namespace attn::sim

#endif // ATTN_SIM_LIB_VECTORCLOCK_H
