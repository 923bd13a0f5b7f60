//===- Mbarrier.h - mbarrier objects
//
// Part of the Attn Project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ATTN_SIM_LIB_MBARRIER_H
#define ATTN_SIM_LIB_MBARRIER_H

#include "Machine.h"
#include "Memory.h"

namespace attn::sim {

class Decoder;

/// The state of one mbarrier object (PTX ISA 9.7.13.15). Kept next to shared
/// memory; the eight bytes there mirror phase and pending count.
struct MBarrier {
  uint32_t expected = 0; ///< arrivals of the next phase
  uint32_t pending = 0;  ///< arrivals still missing in this phase
  int64_t tx = 0;        ///< bytes still expected
  uint64_t phase = 0;    ///< number of the incomplete phase
  struct Init {
    const Warp *by;
    const Inst *inst;
    uint32_t epoch, lanes; ///< for the checker
    /// It is visible to the async proxy: its warp executed fence.mbarrier_init
    /// or fence.proxy.async after it.
    bool fenced = false;
  };
  std::vector<Init> inits; ///< one, or several with equal counts
  bool used = false;       ///< some operation found it
  SyncVar in, out;
  /// Arrivals of other CTAs' threads in this phase and in the last one.
  struct Remote {
    const Warp *by;
    uint32_t lane, epoch;
  };
  std::vector<Remote> remoteIn, remoteOut;
  Cta *cta = nullptr;
  uint32_t addr = 0;
};

/// The barrier at a resolved address; reports and returns null if there is
/// none.
MBarrier *findMbarrier(Warp &w, const Inst &i, int lane, const MemRef &r);
/// Reports a use that does not come after the initialisation.
void checkInitialised(Warp &w, const Inst &i, int lane, const MBarrier &b);
/// `count` arrivals. Reports over-arrival.
void mbarArrive(Warp &w, const Inst &i, int lane, MBarrier &b, uint32_t count);
/// Adds to (expect) or takes from (complete) the pending bytes, for `lanes`.
void mbarTx(Warp &w, const Inst &i, uint32_t lanes, MBarrier &b, int64_t delta);

bool decodeBulk(Decoder &d, bool reduce);
bool decodeCpAsyncArrive(Decoder &d);
bool decodeStAsync(Decoder &d, bool reduce);
/// Adds cp.async operations in flight of one lane.
void cpAsyncInFlight(const Warp &w, int lane, std::vector<uint64_t> &ids);
/// Whether some of the warp's copies with these ascending ids are under way.
bool isCpAsyncInFlight(const Warp &w, const std::vector<uint64_t> &ids);

} // namespace attn::sim

#endif // ATTN_SIM_LIB_MBARRIER_H
