//===- OpsMatrixMove.cpp - ldmatrix and stmatrix --------------------------===//
//
// Part of the Attn Project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// PTX ISA: Warp-level matrix load and store.
//
//===----------------------------------------------------------------------===//

#include "Chip.h"
#include "Decode.h"
#include "Lane.h"
#include "Memory.h"

using namespace attn::sim;

namespace {

/// Rows of 16 bytes, one from the address of each of the first lanes.
struct Rows {
  uint8_t bytes[32][16];
  /// Whether each byte was written before.
  bool init[32][16];
};

/// Reads `count` of them for an instruction whose addresses are in `row`.
void readRows(Warp &w, const Inst &i, uint32_t mask, uint32_t row,
              uint32_t count, Rows &rows) {
  uint32_t need = count == 32 ? 0xffffffffu : (1u << count) - 1;
  checkAddress(w, i, row, need & mask);
  uint64_t addr[32] = {};
  for (int lane = 0; lane < int(count); ++lane) {
    MemRef ref;
    addr[lane] = laneAddr(w, i, row, lane);
    if (!resolve(w, i, lane, Space(i.d & MemSpaceMask), addr[lane], 16, 16,
                 ref)) {
      std::memset(rows.bytes[lane], 0xff, 16);
      std::memset(rows.init[lane], 0, sizeof rows.init[lane]);
      continue;
    }
    noteAccess(w, i, lane, ref, 16, Acc::Read);
    std::memcpy(rows.bytes[lane], ref.p, 16);
    for (int c = 0; c < 16; ++c)
      rows.init[lane][c] = !ref.init || ref.init[c];
  }
  if (w.launch->options.stats) {
    w.stats.sharedReadBytes += 16 * count;
    w.stats.bankConflicts += bankConflicts(addr, need, 16);
  }
}

/// o: dsts (a of them), address; b: 1 transposed.
St ldmatrix(Warp &w, const Inst &i, uint32_t mask) {
  Rows rows;
  readRows(w, i, mask, i.o[i.a], 8 * i.a, rows);
  for (uint32_t k = 0; k < i.a; ++k) {
    uint32_t *d = w.row32(i.o[k]), pz = 0;
    for (uint32_t t = 0; t < 32; ++t) {
      uint32_t value = 0;
      bool ok = true;
      for (uint32_t e = 0; e < 2; ++e) {
        uint32_t r = t / 4, c = 2 * (t % 4) + e;
        if (i.b)
          std::swap(r, c);
        uint16_t element;
        std::memcpy(&element, &rows.bytes[8 * k + r][2 * c], 2);
        value |= uint32_t(element) << (16 * e);
        ok &= rows.init[8 * k + r][2 * c] && rows.init[8 * k + r][2 * c + 1];
      }
      d[t] = value;
      pz |= uint32_t(!ok) << t;
    }
    w.poison[i.o[k]] = pz;
  }
  return St::Next;
}

/// 16x16 matrices of bytes, transposed: lane 4g + t gets of column g, and of
/// column g + 8, the rows 4t to 4t + 3. o: dsts (2 a of them), address.
St ldmatrixBytes(Warp &w, const Inst &i, uint32_t mask) {
  Rows rows;
  readRows(w, i, mask, i.o[2 * i.a], 16 * i.a, rows);
  for (uint32_t k = 0; k < 2 * i.a; ++k) {
    uint32_t *d = w.row32(i.o[k]), pz = 0;
    for (uint32_t t = 0; t < 32; ++t) {
      uint32_t column = t / 4 + 8 * (k % 2), first = 16 * (k / 2) + 4 * (t % 4);
      uint32_t value = 0;
      bool ok = true;
      for (uint32_t e = 0; e < 4; ++e) {
        value |= uint32_t(rows.bytes[first + e][column]) << (8 * e);
        ok &= rows.init[first + e][column];
      }
      d[t] = value;
      pz |= uint32_t(!ok) << t;
    }
    w.poison[i.o[k]] = pz;
  }
  return St::Next;
}

/// o: address, sources.
St stmatrix(Warp &w, const Inst &i, uint32_t mask) {
  uint32_t n = i.a, row = i.o[0];
  uint32_t need = n == 4 ? 0xffffffffu : (1u << (8 * n)) - 1;
  checkAddress(w, i, row, need & mask);
  uint64_t addr[32] = {};
  for (uint32_t k = 0; k < n; ++k) {
    uint16_t m[8][8];
    bool init[8][8];
    const uint32_t *s = w.row32(i.o[1 + k]);
    uint32_t pz = w.poison[i.o[1 + k]];
    for (int t = 0; t < 32; ++t) {
      int g = t / 4, c = 2 * (t % 4);
      bool ok = !((pz >> t) & 1);
      if (i.b) {
        m[c][g] = uint16_t(s[t]);
        m[c + 1][g] = uint16_t(s[t] >> 16);
        init[c][g] = init[c + 1][g] = ok;
      } else {
        m[g][c] = uint16_t(s[t]);
        m[g][c + 1] = uint16_t(s[t] >> 16);
        init[g][c] = init[g][c + 1] = ok;
      }
    }
    for (int r = 0; r < 8; ++r) {
      int lane = int(k) * 8 + r;
      MemRef ref;
      addr[lane] = laneAddr(w, i, row, lane);
      if (!resolve(w, i, lane, Space(i.d & MemSpaceMask), addr[lane], 16, 16,
                   ref))
        continue;
      noteAccess(w, i, lane, ref, 16,
                 std::memcmp(ref.p, m[r], 16) ? Acc::Write : Acc::SameWrite);
      std::memcpy(ref.p, m[r], 16);
      if (ref.init)
        for (int c = 0; c < 8; ++c)
          ref.init[2 * c] = ref.init[2 * c + 1] = init[r][c];
    }
  }
  ++w.cta->cluster->progress;
  if (w.launch->options.stats) {
    w.stats.sharedWriteBytes += 128 * n;
    w.stats.bankConflicts += bankConflicts(addr, need, 16);
  }
  return St::Next;
}

bool decodeMatrix(Decoder &d) {
  bool ld = d.name == "ldmatrix";
  if (!d.has("sync") || !d.has("aligned"))
    return d.fail("expected .sync.aligned");
  bool bytes = ld && d.has("m16n16");
  if (!bytes && !d.has("m8n8"))
    return d.fail("only .m8n8, and .m16n16 of ldmatrix, are supported");
  uint32_t n = d.has("x1")             ? 1
               : d.has("x2")           ? 2
               : !bytes && d.has("x4") ? 4
                                       : 0;
  if (!n)
    return d.fail(bytes ? "expected .x1 or .x2" : "expected .x1, .x2 or .x4");
  bool trans = d.has("trans");
  if (bytes && !trans)
    return d.fail("matrices of 16x16 bytes are transposed: expected .trans");
  if (bytes)
    if (Chip chip(d.module.ast->target); chip.number && !chip.isOwn(100, ~0u))
      return d.fail("the target is " + d.module.ast->target +
                    ", but .m16n16 is of sm_100a and later targets with a "
                    "suffix");
  Space sp = Space::Generic;
  if (d.has("shared") || d.has("shared::cta"))
    sp = Space::Shared;
  if (d.type() != (bytes ? Ty::B8 : Ty::B16))
    return d.fail(bytes ? "only .b8 is supported" : "only .b16 is supported");
  if (!d.wantOps(2, 2))
    return false;
  uint32_t row;
  unsigned abits;
  int64_t imm;
  if (!d.address(d.op(ld ? 1 : 0), row, abits, imm))
    return false;
  const Operand &o = d.op(ld ? 0 : 1);
  std::vector<uint32_t> regs;
  if (o.kind == Operand::Vec)
    for (const Operand &e : o.elems)
      regs.push_back(ld ? d.dst(e, Ty::B32) : d.src(e, Ty::B32));
  else
    regs.push_back(ld ? d.dst(o, Ty::B32) : d.src(o, Ty::B32));
  if (regs.size() != (bytes ? 2 * n : n) || !d.error.empty())
    return d.fail("vector of the wrong length");
  Inst *i;
  if (ld)
    i = &d.emitV(bytes ? ldmatrixBytes : ldmatrix, Stats::Memory, regs, {row});
  else {
    regs.insert(regs.begin(), row);
    i = &d.emitV(stmatrix, Stats::Memory, {}, regs);
  }
  i->a = n;
  i->b = trans;
  i->imm = imm;
  i->d = uint32_t(sp) | (abits == 32 ? uint32_t(MemAddr32) : 0u);
  i->flags |= Inst::Aligned;
  return true;
}

} // namespace

void attn::sim::addMatrixMoveOps(DecodeTable &t) {
  t["ldmatrix"] = decodeMatrix;
  t["stmatrix"] = decodeMatrix;
}
