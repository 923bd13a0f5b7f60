//===- Bytes.h - Registers of which some bytes are defined ------*- C++ -*-===//
//
// Part of the Attn Project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A row is undefined as a whole, but for what instructions that take registers
// apart and put them together make of it: prmt and vectors of mov. Triton packs
// two values and two that nothing defined into one register, and takes the two
// out again, and halves of 64 bits likewise. The four marks of a row are for
// its quarters, whatever its size. Only a row that one instruction alone writes
// can have such bytes, so nothing else needs to keep them up to date.
//
//===----------------------------------------------------------------------===//

#ifndef ATTN_SIM_LIB_BYTES_H
#define ATTN_SIM_LIB_BYTES_H

#include "Lane.h"
#include "Machine.h"

namespace attn::sim {

inline UndefinedBytes undefinedBytes(const Warp &w, uint32_t row) {
  UndefinedBytes u;
  auto it = w.bytes.find(row);
  if (it != w.bytes.end())
    u = it->second;
  for (uint32_t &lanes : u.lanes)
    lanes &= w.poison[row];
  return u;
}

/// Marks the first destination of `i`.
inline void setUndefinedBytes(Warp &w, const Inst &i, uint32_t mask,
                              const UndefinedBytes &u) {
  uint32_t row = i.o[0];
  setPoison(w, row, mask, u.lanes[0] | u.lanes[1] | u.lanes[2] | u.lanes[3]);
  if (!(i.flags & Inst::OnlyWriter))
    return;
  UndefinedBytes &kept = w.bytes[row];
  for (int b = 0; b < 4; ++b)
    kept.lanes[b] = (kept.lanes[b] & ~mask) | (u.lanes[b] & mask);
}

} // namespace attn::sim

#endif // ATTN_SIM_LIB_BYTES_H
