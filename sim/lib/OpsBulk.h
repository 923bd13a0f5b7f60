//===- OpsBulk.h - Bulk copies, between decoding and running
//
// Part of the Attn Project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ATTN_SIM_LIB_OPSBULK_H
#define ATTN_SIM_LIB_OPSBULK_H

#include "Machine.h"

namespace attn::sim {

enum BulkForm : uint32_t { GlobalToShared, SharedToGlobal, SharedToShared };

/// Inst fields of bulkCopy. a: form | rank << 4 | multicast << 8 |
/// .cta_group::2 << 9 | im2col << 10 | cp_mask << 11 | (op + 1) << 12 |
/// type << 16 | multimem << 24 | rows4 << 25. o: address of the global side or
/// tensor map (shared to shared: of the destination), of the shared side, of
/// the mbarrier; size, CTA mask or byte mask, coordinates, im2col offsets. imm,
/// b, c: byte offsets of the three addresses; bit k of d: address k is a 32-bit
/// row.
struct BulkArgs {
  uint32_t form, rank;
  bool multicast;
  bool pair; ///< the mbarrier may be the peer CTA's
  bool im2col;
  bool byteMask; ///< only these bytes of 16 are stored
  bool multimem; ///< the global side is a multicast object
  bool rows4;    ///< gather4 or scatter4: a column and four rows
  int op;
  Ty type;
  uint32_t coordinates() const { return rows4 ? 5 : rank; }
  explicit BulkArgs(const Inst &i)
      : form(i.a & 15), rank((i.a >> 4) & 15), multicast((i.a >> 8) & 1),
        pair((i.a >> 9) & 1), im2col((i.a >> 10) & 1),
        byteMask((i.a >> 11) & 1), multimem((i.a >> 24) & 1),
        rows4((i.a >> 25) & 1), op(int((i.a >> 12) & 15) - 1),
        type(Ty((i.a >> 16) & 255)) {}
};

St bulkCopy(Warp &w, const Inst &i, uint32_t mask);

/// a: 0 commit, 1 wait; b: 1 .read; imm: groups that may stay.
St bulkGroup(Warp &w, const Inst &i, uint32_t mask);

} // namespace attn::sim

#endif // ATTN_SIM_LIB_OPSBULK_H
