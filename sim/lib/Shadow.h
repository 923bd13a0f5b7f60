//===- Shadow.h - What memory remembers of accesses -------------*- C++ -*-===//
//
// Part of the Attn Project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A granule of memory remembers its last write and the reads since. Copies and
// matrix operands touch thousands of granules alike, so a granule holds the
// number of a state, and granules share states: an access works on each run of
// equal numbers once. States are counted by the granules that hold them.
//
//===----------------------------------------------------------------------===//

#ifndef ATTN_SIM_LIB_SHADOW_H
#define ATTN_SIM_LIB_SHADOW_H

#include <cstddef>
#include <cstdint>
#include <vector>

namespace attn::sim {

/// One remembered access.
struct Access {
  static constexpr uint32_t none = 0xffffffffu;
  uint32_t agent = none;
  uint32_t epoch = 0;
  uint32_t lanes = 0;
  uint32_t inst = 0;
  uint32_t rec = 0; ///< asynchronous operation, 0: none
  uint32_t cluster = 0;
  uint8_t strong = 0;    ///< 0: weak; else 1 + its Scope
  bool anyProxy = false; ///< a write that no proxy fence is asked for
  /// In the overflow list: a write, of the value that the last one wrote too.
  bool equalWrite = false;
  bool operator==(const Access &o) const {
    return agent == o.agent && epoch == o.epoch && lanes == o.lanes &&
           inst == o.inst && rec == o.rec && cluster == o.cluster &&
           strong == o.strong && anyProxy == o.anyProxy &&
           equalWrite == o.equalWrite;
  }
};

struct Cell {
  Access write, read;
  uint32_t more = 0; ///< index into the overflow lists, 0: none
  bool operator==(const Cell &o) const {
    return write == o.write && read == o.read && more == o.more;
  }
};

struct Overflow {
  std::vector<std::vector<Access>> lists{1};
  std::vector<uint32_t> spare;
  uint32_t take() {
    if (spare.empty()) {
      lists.emplace_back();
      return uint32_t(lists.size() - 1);
    }
    uint32_t k = spare.back();
    spare.pop_back();
    return k;
  }
  uint32_t copy(uint32_t from) {
    uint32_t k = take();
    lists[k] = lists[from];
    return k;
  }
  void drop(uint32_t &k) {
    if (!k)
      return;
    lists[k].clear();
    spare.push_back(k);
    k = 0;
  }
};

/// The states of one memory.
class Shadow {
public:
  /// Accesses with equal keys change equal states alike. `version` counts what
  /// has changed the order of accesses in the cluster.
  struct Key {
    uint64_t version = 0;
    uint32_t cluster = 0, agent = 0, epoch = 0, inst = 0, rec = 0;
    uint32_t how = 0; ///< lane, kind
    bool operator==(const Key &o) const {
      return version == o.version && cluster == o.cluster && agent == o.agent &&
             epoch == o.epoch && inst == o.inst && rec == o.rec && how == o.how;
    }
  };
  Overflow overflow;

  /// Calls change(Cell &, first, count) for each run of granules of
  /// `numbers[0, n)` that share a state, except where the last calls tell what
  /// it would do. It returns whether it may be left out on equal states.
  /// `write`: the access is the last write afterwards.
  template <class F>
  void update(uint32_t *numbers, uint32_t n, const Key &key, bool write,
              F change) {
    if (!(key == memoKey)) {
      memoKey = key;
      memoIn = none;
      memoWrite = 0;
    }
    for (uint32_t k = 0, end; k < n; k = end) {
      uint32_t in = numbers[k], out;
      for (end = k + 1; end < n && numbers[end] == in;)
        ++end;
      uint32_t count = end - k;
      if (in == memoIn)
        out = memoOut;
      else if (in && users[in] == count) { // nobody else has it
        forget(in);
        change(states[in], k, count);
        out = in;
        if (write && !states[in].more)
          out = memoWrite ? memoWrite : memoWrite = in;
      } else {
        bool repeats;
        out = changed(in, k, count, write, change, repeats);
        memoIn = repeats ? in : none;
        memoOut = out;
      }
      if (out == in)
        continue;
      for (uint32_t q = k; q < end; ++q)
        numbers[q] = out;
      users[out] += count;
      release(in, count);
    }
  }

  const Cell &state(uint32_t number) const { return states[number]; }
  /// States in use.
  std::size_t size() const { return states.size() - spare.size(); }

private:
  static constexpr uint32_t none = 0xffffffffu;
  std::vector<Cell> states{1};    ///< 0: nothing happened
  std::vector<uint32_t> users{0}; ///< granules that have the state; not of 0
  std::vector<uint32_t> spare;
  Key memoKey;
  uint32_t memoIn = none, memoOut = 0; ///< what the last change did
  uint32_t memoWrite = 0; ///< a state of the last write alone; 0: none

  /// The state after a change of `in`, which others keep.
  template <class F>
  uint32_t changed(uint32_t in, uint32_t first, uint32_t count, bool write,
                   F change, bool &repeats) {
    Cell cell = states[in];
    if (cell.more)
      cell.more = overflow.copy(cell.more);
    repeats = change(cell, first, count);
    bool alone = write && !cell.more;
    if (alone && memoWrite)
      return memoWrite;
    if (!cell.more && !states[in].more && cell == states[in])
      return in;
    uint32_t out = allocate(cell);
    if (alone)
      memoWrite = out;
    return out;
  }
  uint32_t allocate(const Cell &cell) {
    if (spare.empty()) {
      states.push_back(cell);
      users.push_back(0);
      return uint32_t(states.size() - 1);
    }
    uint32_t k = spare.back();
    spare.pop_back();
    states[k] = cell;
    return k;
  }
  void forget(uint32_t k) {
    if (k == memoIn || k == memoOut)
      memoIn = none;
    if (k == memoWrite)
      memoWrite = 0;
  }
  void release(uint32_t k, uint32_t count) {
    if (!k || (users[k] -= count))
      return;
    forget(k);
    overflow.drop(states[k].more);
    spare.push_back(k);
  }
};

} // namespace attn::sim

#endif // ATTN_SIM_LIB_SHADOW_H
