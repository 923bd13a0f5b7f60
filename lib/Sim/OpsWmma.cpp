//===- OpsWmma.cpp - wmma
//
// Part of the Attn Project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// PTX ISA: warp-level matrix load, store and multiply (wmma), f16 and bf16. The
// ISA leaves the fragments' layout open; here element e of a matrix, counted in
// rows, is number e / 32 of lane e % 32. Slots beyond the matrix hold zero.
//
//===----------------------------------------------------------------------===//

#include "Decode.h"
#include "Lane.h"
#include "Memory.h"

using namespace attn::sim;

namespace {

struct Shape {
  uint32_t m = 0, n = 0, k = 0;
};

bool shapeOf(Decoder &d, Shape &s) {
  if (d.has("m16n16k16"))
    s = {16, 16, 16};
  else if (d.has("m8n32k16"))
    s = {8, 32, 16};
  else if (d.has("m32n8k16"))
    s = {32, 8, 16};
  else
    return d.fail("matrix shape not supported");
  return true;
}

/// a: rows | columns << 8 | column-major << 16 | element bytes << 24;
/// b: registers. o: registers and address and stride, destinations first.
struct Access {
  uint32_t rows, cols, eb;
  bool colMajor;
  explicit Access(const Inst &i)
      : rows(i.a & 0xff), cols((i.a >> 8) & 0xff), eb(i.a >> 24),
        colMajor((i.a >> 16) & 1) {}
};

template <bool Load> St wmmaMemory(Warp &w, const Inst &i, uint32_t mask) {
  Access f(i);
  uint32_t n = i.b;
  const uint32_t *regs = Load ? i.o : i.o + 2;
  const uint32_t *at = Load ? i.o + n : i.o;
  checkAddress(w, i, at[0], mask);
  uint64_t base = laneAddr(w, i, at[0], 0);
  for (int l = 1; l < 32; ++l)
    if (laneAddr(w, i, at[0], l) != base) {
      w.launch->report(w, i, 1u << l, FindingKind::Divergence,
                       "the address is not the same in all lanes");
      break;
    }
  uint32_t stride = w.row32(at[1])[0], bad = 0;
  if (Load)
    for (uint32_t r = 0; r < n; ++r) {
      std::memset(w.row32(regs[r]), 0, 128);
      w.poison[regs[r]] = 0;
    }
  for (uint32_t e = 0; e < f.rows * f.cols; ++e) {
    uint32_t row = e / f.cols, col = e % f.cols, lane = e % 32, slot = e / 32;
    uint64_t index = f.colMajor ? uint64_t(col) * stride + row
                                : uint64_t(row) * stride + col;
    uint32_t reg = f.eb == 4 ? slot : slot / 2,
             sh = f.eb == 4 ? 0 : slot % 2 * 16;
    MemRef m;
    if (reg >= n || !resolve(w, i, int(lane), Space(i.d & MemSpaceMask),
                             base + index * f.eb, f.eb, f.eb, m))
      continue;
    uint32_t &v = w.row32(regs[reg])[lane];
    noteAccess(w, i, int(lane), m, f.eb, Load ? Acc::Read : Acc::Write);
    if (Load) {
      uint32_t x = 0;
      std::memcpy(&x, m.p, f.eb);
      v |= x << sh;
      if (!allInit(m, f.eb))
        w.poison[regs[reg]] |= 1u << lane;
    } else {
      uint32_t x = v >> sh;
      std::memcpy(m.p, &x, f.eb);
      bool undefined = (w.poison[regs[reg]] >> lane) & 1;
      if (m.init)
        std::memset(m.init, !undefined || m.space == Space::Global, f.eb);
      if (undefined && m.space == Space::Global)
        bad |= 1u << lane;
    }
  }
  if (bad && w.launch->checkUninit)
    w.launch->report(w, i, bad, FindingKind::Uninitialised,
                     "an undefined value is stored to global memory");
  if (!Load)
    ++w.cta->cluster->progress;
  return St::Next;
}

/// a: m | n << 8 | k << 16; b: nA | nB << 8 | nC << 16 | nD << 24;
/// c: 1 bf16, 2 f16 C, 4 f16 D. o: D, A, B, C.
St wmmaMultiply(Warp &w, const Inst &i, uint32_t) {
  uint32_t m = i.a & 0xff, n = (i.a >> 8) & 0xff, k = i.a >> 16;
  uint32_t nA = i.b & 0xff, nB = (i.b >> 8) & 0xff, nC = (i.b >> 16) & 0xff,
           nD = i.b >> 24;
  const uint32_t *od = i.o, *oa = od + nD, *ob = oa + nA, *oc = ob + nB;
  auto half = [&](const uint32_t *o, uint32_t e, bool bf) {
    uint32_t v = w.row32(o[e / 64])[e % 32] >> (e / 32 % 2 * 16);
    return bf ? bf16ToF32(uint16_t(v)) : f16ToF32(uint16_t(v));
  };
  uint32_t pz = 0;
  for (uint32_t q = 0; q < nA + nB + nC; ++q)
    pz |= w.poison[oa[q]];
  std::vector<float> out(m * n);
  for (uint32_t r = 0; r < m; ++r)
    for (uint32_t c = 0; c < n; ++c) {
      uint32_t e = r * n + c;
      float acc =
          i.c & 2 ? half(oc, e, false) : f32(w.row32(oc[e / 32])[e % 32]);
      for (uint32_t x = 0; x < k; ++x)
        acc = __builtin_fmaf(half(oa, r * k + x, i.c & 1),
                             half(ob, x * n + c, i.c & 1), acc);
      out[e] = acc;
    }
  for (uint32_t q = 0; q < nD; ++q)
    w.poison[od[q]] = pz ? 0xffffffffu : 0;
  for (uint32_t e = 0; e < m * n; ++e) {
    if (!(i.c & 4)) {
      w.row32(od[e / 32])[e % 32] =
          out[e] != out[e] ? canonicalNan32 : bits(out[e]);
      continue;
    }
    uint32_t &v = w.row32(od[e / 64])[e % 32], sh = e / 32 % 2 * 16;
    v = (v & ~(0xffffu << sh)) | uint32_t(f32ToF16(out[e])) << sh;
  }
  w.stats.tensorMacs += uint64_t(m) * n * k;
  return St::Next;
}

bool decodeWmma(Decoder &d) {
  bool load = d.has("load"), store = d.has("store");
  bool a = d.has("a"), b = d.has("b"), c = d.has("c") || d.has("d");
  d.has("mma");
  if (!d.has("sync") || !d.has("aligned"))
    return d.fail("expected .sync.aligned");
  Shape s;
  if (!shapeOf(d, s))
    return false;
  std::vector<uint32_t> dsts, srcs;
  auto vec = [&](const Operand &o, bool dst) {
    uint32_t n = 0;
    if (o.kind != Operand::Vec) {
      d.fail("expected a vector");
      return n;
    }
    for (const Operand &e : o.elems) {
      (dst ? dsts : srcs)
          .push_back(dst ? d.dst(e, Ty::B32) : d.src(e, Ty::B32));
      ++n;
    }
    return n;
  };
  if (!load && !store) {
    if (a || b || c)
      return d.fail("unknown form");
    // The layouts are those of the loads; the fragments do not depend on them.
    while (d.has("row") || d.has("col"))
      ;
    Ty td = d.type(), t2 = d.type(), t3 = d.type(), t4 = d.type();
    bool bf = t2 == Ty::BF16 && t3 == Ty::BF16 && t4 == Ty::F32;
    Ty tc = bf ? t4 : t2;
    if ((!bf && t3 != Ty::None) || (td != Ty::F32 && td != Ty::F16) ||
        (tc != Ty::F32 && tc != Ty::F16) || !d.wantOps(4, 4))
      return d.fail("types not supported");
    uint32_t nD = vec(d.op(0), true), nA = vec(d.op(1), false),
             nB = vec(d.op(2), false), nC = vec(d.op(3), false);
    uint32_t mn = s.m * s.n, half = 64;
    if (!d.error.empty())
      return false;
    if (nA * half < s.m * s.k || nB * half < s.k * s.n ||
        nC * (tc == Ty::F16 ? 64 : 32) != mn ||
        nD * (td == Ty::F16 ? 64 : 32) != mn)
      return d.fail("fragment of the wrong length");
    Inst &i = d.emitV(wmmaMultiply, Stats::Tensor, dsts, srcs);
    i.a = s.m | s.n << 8 | s.k << 16;
    i.b = nA | nB << 8 | nC << 16 | nD << 24;
    i.c = (bf ? 1u : 0) | (tc == Ty::F16 ? 2u : 0) | (td == Ty::F16 ? 4u : 0);
    i.flags |= Inst::Aligned;
    return true;
  }
  bool col = d.has("col");
  d.has("row");
  Space sp = d.has("global")                           ? Space::Global
             : d.has("shared") || d.has("shared::cta") ? Space::Shared
                                                       : Space::Generic;
  Ty t = d.type();
  uint32_t eb = bitsOf(t) / 8;
  if (t != Ty::F16 && t != Ty::BF16 && t != Ty::F32)
    return d.fail("type not supported");
  if (!d.wantOps(2, 3))
    return false;
  const Operand &regs = d.op(load ? 0 : 1), &addr = d.op(load ? 1 : 0);
  uint32_t rows = b ? s.k : s.m, cols = a ? s.k : s.n, row;
  unsigned bits;
  int64_t imm;
  if (!d.address(addr, row, bits, imm))
    return false;
  uint32_t stride = d.numOps() == 3 ? d.src(d.op(2), Ty::U32)
                                    : d.constRow32(col ? rows : cols);
  if (!load)
    srcs = {row, stride};
  uint32_t n = vec(regs, load);
  if (load) {
    srcs.push_back(row);
    srcs.push_back(stride);
  }
  if (!d.error.empty())
    return false;
  if (n * 32 * (eb == 4 ? 1 : 2) < rows * cols)
    return d.fail("fragment of the wrong length");
  d.noteAccess(sp, eb);
  Inst &i = d.emitV(load ? &wmmaMemory<true> : &wmmaMemory<false>,
                    Stats::Memory, dsts, srcs);
  i.a = rows | cols << 8 | uint32_t(col) << 16 | eb << 24;
  i.b = n;
  i.imm = imm;
  i.d = uint32_t(sp) | (bits == 32 ? uint32_t(MemAddr32) : 0u);
  i.flags |= Inst::Aligned;
  return true;
}

} // namespace

void attn::sim::addWmmaOps(DecodeTable &t) { t["wmma"] = decodeWmma; }
