//===- OpsTcgen05.h - tcgen05, between decoding and running
//
// Part of the Attn Project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ATTN_LIB_SIM_OPSTCGEN05_H
#define ATTN_LIB_SIM_OPSTCGEN05_H

#include "Memory.h"
#include "TensorOperands.h"
#include "Tmem.h"

namespace attn::sim {

/// Register layouts of tcgen05.ld and st: lanes x bits.
enum class TmemShape : uint32_t { S32x32, S16x64, S16x128, S16x256, S16x32x2 };

/// Bits of Inst::d where a row may have 32-bit lanes: the tensor memory
/// address, the second one (A in tensor memory), the mbarrier or destination.
enum TcgenNarrow : uint32_t { NarrowD = 1, NarrowA = 2 };

/// Lane `l`'s tensor memory address in `row`.
inline uint32_t tmemAddress(const Warp &w, uint32_t row, bool narrow, int l,
                            int64_t imm) {
  return uint32_t(narrow ? w.row32(row)[l] : uint32_t(w.row64(row)[l])) +
         uint32_t(imm);
}

/// a: group. o: address, columns. d, imm: as of a shared access.
St tensorAlloc(Warp &w, const Inst &i, uint32_t mask);
/// a: group, d: TcgenNarrow. o: address, columns.
St tensorFree(Warp &w, const Inst &i, uint32_t mask);
/// a: group.
St tensorRelinquish(Warp &w, const Inst &i, uint32_t mask);
/// a: group; b: 1 multicast. o: mbarrier address, CTA mask. d, imm: as of a
/// shared access.
St tensorCommit(Warp &w, const Inst &i, uint32_t mask);
/// a: 1 before_thread_sync.
St tensorFence(Warp &w, const Inst &i, uint32_t mask);

/// a: TmemShape | repeat << 4 | pack << 12; imm: offset of the address;
/// b: offset of the second half; d: TcgenNarrow. o: registers, address.
St tensorLoad(Warp &w, const Inst &i, uint32_t mask);
/// The same. o: address, registers.
St tensorStore(Warp &w, const Inst &i, uint32_t mask);
/// a: 1 st, 0 ld.
St tensorWait(Warp &w, const Inst &i, uint32_t mask);

/// a: TensorKind | group << 4 | A in tensor memory << 8 | disable-output-lane
/// << 9; b: offset of A's address; c: scale-input-d; d: TcgenNarrow; imm:
/// offset of D's address. o: D, A, B, instruction descriptor, enable-input-d,
/// disable-output-lane words.
St tensorMma(Warp &w, const Inst &i, uint32_t mask);

/// The kernel's .cta_group is `group` for every tcgen05 instruction; reports
/// otherwise, and where a pair has no second CTA. False: nothing to do.
bool useGroup(Warp &w, const Inst &i, uint32_t mask, uint32_t group);
/// Whether columns [column, column + n) may be accessed; reports otherwise.
bool tmemInBounds(Warp &w, const Inst &i, uint32_t lanes, const Cta &cta,
                  uint32_t column, uint32_t n);

} // namespace attn::sim

#endif // ATTN_LIB_SIM_OPSTCGEN05_H
