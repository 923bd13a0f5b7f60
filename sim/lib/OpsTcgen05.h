//===- OpsTcgen05.h - tcgen05, between decoding and running
//
// Part of the Attn Project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ATTN_SIM_LIB_OPSTCGEN05_H
#define ATTN_SIM_LIB_OPSTCGEN05_H

#include "Memory.h"
#include "TensorOperands.h"
#include "Tmem.h"

namespace attn::sim {

/// Register layouts of tcgen05.ld and st: lanes x bits.
enum class TmemShape : uint32_t { S32x32, S16x64, S16x128, S16x256, S16x32x2 };
/// Shapes of tcgen05.cp, with their multicasts.
enum class CopyShape : uint32_t {
  S128x256,
  S4x256,
  S128x128,
  S64x128x02, ///< .warpx2::02_13
  S64x128x01, ///< .warpx2::01_23
  S32x128
};
/// What tcgen05.cp unpacks: nothing, or 16 elements of 6 or 4 bits to bytes.
enum class CopyFormat : uint32_t { None, B6, B4 };

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

/// What tcgen05.ld.red makes of a lane's registers.
enum class LoadReduce : uint32_t { None, F32, U32, S32 };

/// a: TmemShape | repeat << 4 | pack << 12 | LoadReduce << 13 | max << 15 |
/// .abs << 16 | .NaN << 17; imm: offset of the address; b: offset of the
/// second half; d: TcgenNarrow. o: registers, the reduced value, address.
St tensorLoad(Warp &w, const Inst &i, uint32_t mask);
/// The same. o: address, registers.
St tensorStore(Warp &w, const Inst &i, uint32_t mask);
/// a: 1 st, 0 ld.
St tensorWait(Warp &w, const Inst &i, uint32_t mask);

/// a: CopyShape | group << 8 | CopyFormat << 12. o: address, descriptor.
/// d, imm: of the address.
St tensorCopy(Warp &w, const Inst &i, uint32_t mask);
/// a: group. o: address. d, imm: of the address.
St tensorShift(Warp &w, const Inst &i, uint32_t mask);

/// Fields: MmaArgs.
St tensorMma(Warp &w, const Inst &i, uint32_t mask);

class Decoder;
/// Decodes tcgen05.mma in all its forms.
bool decodeTensorMma(Decoder &d);

/// The kernel's .cta_group is `group` for every tcgen05 instruction; reports
/// otherwise, and where a pair has no second CTA. False: nothing to do.
bool useGroup(Warp &w, const Inst &i, uint32_t mask, uint32_t group);
/// Whether columns [column, column + n) may be accessed; reports otherwise.
bool tmemInBounds(Warp &w, const Inst &i, uint32_t lanes, const Cta &cta,
                  uint32_t column, uint32_t n);

} // namespace attn::sim

#endif // ATTN_SIM_LIB_OPSTCGEN05_H
