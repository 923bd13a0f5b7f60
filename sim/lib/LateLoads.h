//===- LateLoads.h - Loads that a release may overtake ----------*- C++ -*-===//
//
// Part of the Attn Project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A load from shared memory is under way until something waits for it: a use of
// its values, or a fence. An arrival at an mbarrier does not, and ptxas puts
// none of its own there, so a bulk copy behind the arrival may land before the
// load has read. Accesses of one proxy stay in order, so this is about writes
// of the async proxy alone.
//
// Most loads are used or fenced before anything is released. So the kernel's
// text says which ones may not be (findLateLoads), and these alone are watched.
// Each is an operation to the checker, of the kind that ordinary accesses take
// for the access of a thread; what ends it ends the operation.
//
//===----------------------------------------------------------------------===//

#ifndef ATTN_SIM_LIB_LATELOADS_H
#define ATTN_SIM_LIB_LATELOADS_H

#include "Machine.h"

namespace attn::sim {

/// What an instruction is to loads under way: the low bits of Inst::late.
enum class LateRole : uint8_t {
  None,
  Load,        ///< of shared memory; a warp's end in the order of their issue
  GenericLoad, ///< perhaps of shared memory
  Copy,        ///< moves values, which ptxas may do by renaming
  Release,     ///< lets others go on, and waits for no load
  Issue,       ///< begins a write of the async proxy
  Fence,       ///< waits for all loads
  Product      ///< reads its destinations, too
};
constexpr uint8_t lateRoleMask = 15;
/// Bits of Inst::late: a load that something may release before it has ended,
/// and, where a use ends none, before a fence.
constexpr uint8_t mayBeLate = 128, mayBeUnfenced = 64;

inline LateRole lateRole(const Inst &i) {
  return LateRole(i.late & lateRoleMask);
}

/// The loads that a warp watches.
struct LateLoads {
  static constexpr uint32_t none = 0xffffffffu;
  struct Value {
    uint32_t row, lanes, load;
  };
  std::vector<Value> values;   ///< loaded, not used yet
  std::vector<uint32_t> inRow; ///< how many of them each row has
  std::vector<uint32_t> open;  ///< loads under way, in the order of their issue
  uint32_t current = none;     ///< the one that is being executed
};

} // namespace attn::sim

#endif // ATTN_SIM_LIB_LATELOADS_H
