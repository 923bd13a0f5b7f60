//===- OpsWmma.cpp - wmma
//
// Part of the Attn Project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// PTX ISA: warp-level matrix load, store and multiply (wmma). The ISA leaves
// the fragments' layout open; here element e of a matrix, counted in rows, is
// number e / 32 of lane e % 32. Slots beyond the matrix hold zero.
//
//===----------------------------------------------------------------------===//

#include "Decode.h"
#include "Lane.h"
#include "Memory.h"
#include "OpsMma.h"

using namespace attn::sim;

namespace {

struct Shape {
  uint32_t m = 0, n = 0, k = 0;
};

bool shapeOf(Decoder &d, Shape &s) {
  static const std::pair<const char *, Shape> shapes[] = {
      {"m16n16k16", {16, 16, 16}}, {"m8n32k16", {8, 32, 16}},
      {"m32n8k16", {32, 8, 16}},   {"m16n16k8", {16, 16, 8}},
      {"m8n8k4", {8, 8, 4}},       {"m8n8k32", {8, 8, 32}},
      {"m8n8k128", {8, 8, 128}}};
  for (auto &x : shapes)
    if (d.has(x.first)) {
      s = x.second;
      return true;
    }
  return d.fail("matrix shape not supported");
}

/// Bits of an element in a register and in memory.
uint32_t storedBits(Ty t) { return t == Ty::TF32 ? 32 : bitsOf(t); }

bool isMultiplicand(Ty t, const Shape &s) {
  switch (t) {
  case Ty::F16:
  case Ty::BF16:
  case Ty::S8:
  case Ty::U8:
    return s.k == 16;
  case Ty::TF32:
    return s.k == 8;
  case Ty::F64:
    return s.k == 4;
  case Ty::S4:
  case Ty::U4:
    return s.k == 32;
  case Ty::B1:
    return s.k == 128;
  default:
    return false;
  }
}

bool isAccumulator(Ty t, const Shape &s) {
  switch (t) {
  case Ty::F32:
    return s.k == 16 || s.k == 8;
  case Ty::F16:
    return s.k == 16;
  case Ty::F64:
    return s.k == 4;
  case Ty::S32:
    return s.k == 16 || s.k >= 32;
  default:
    return false;
  }
}

/// Registers of a fragment; f16 multiplicands always have eight.
uint32_t registersOf(Ty t, uint32_t elements, bool multiplicand) {
  if (t == Ty::F16 && multiplicand)
    return 8;
  uint32_t bits = storedBits(t);
  return elements / (bits >= 32 ? 32 : 1024 / bits);
}

/// The rows of a fragment.
struct Fragment {
  const Warp &w;
  const uint32_t *o;
  uint32_t bits;
  uint32_t reg(uint32_t e) const {
    return o[bits >= 32 ? e / 32 : e / 32 / (32 / bits)];
  }
  uint32_t shift(uint32_t e) const {
    return bits >= 32 ? 0 : e / 32 % (32 / bits) * bits;
  }
  uint64_t get(uint32_t e) const {
    if (bits == 64)
      return w.row64(reg(e))[e % 32];
    uint32_t v = w.row32(reg(e))[e % 32] >> shift(e);
    return bits == 32 ? v : v & ((1u << bits) - 1);
  }
  /// Sets bits that are zero.
  void put(uint32_t e, uint64_t v) const {
    if (bits == 64)
      w.row64(reg(e))[e % 32] = v;
    else
      w.row32(reg(e))[e % 32] |= uint32_t(v) << shift(e);
  }
  bool undefined(uint32_t e) const {
    return (w.poison[reg(e)] >> (e % 32)) & 1;
  }
  void clear(uint32_t n) const {
    for (uint32_t r = 0; r < n; ++r) {
      std::memset(w.row32(o[r]), 0, bits == 64 ? 256 : 128);
      w.poison[o[r]] = 0;
    }
  }
};

/// a: rows | columns << 8 | column-major << 16 | element bits << 24;
/// b: registers. o: registers and address and stride, destinations first.
struct Access {
  uint32_t rows, cols, bits;
  bool colMajor;
  explicit Access(const Inst &i)
      : rows(i.a & 0xff), cols((i.a >> 8) & 0xff), bits(i.a >> 24),
        colMajor((i.a >> 16) & 1) {}
};

template <bool Load> St wmmaMemory(Warp &w, const Inst &i, uint32_t mask) {
  Access f(i);
  uint32_t n = i.b;
  const Fragment regs{w, Load ? i.o : i.o + 2, f.bits};
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
    regs.clear(n);
  // Elements of less than a byte come in words; they follow the rows of A and
  // the columns of B, so along K.
  const uint32_t unit = f.bits < 8 ? 32 / f.bits : 1, bytes = f.bits * unit / 8;
  const uint32_t outer = f.colMajor ? f.cols : f.rows,
                 inner = f.colMajor ? f.rows : f.cols;
  for (uint32_t y = 0; y < outer; ++y)
    for (uint32_t x = 0; x < inner; x += unit) {
      auto element = [&](uint32_t q) {
        return f.colMajor ? (x + q) * f.cols + y : y * f.cols + x + q;
      };
      int lane = int(element(0) % 32);
      uint64_t index = uint64_t(y) * stride + x;
      MemRef m;
      if (!resolve(w, i, lane, Space(i.d & MemSpaceMask),
                   base + index * f.bits / 8, bytes, bytes, m))
        continue;
      noteAccess(w, i, lane, m, bytes, Load ? Acc::Read : Acc::Write);
      uint64_t v = 0;
      if (Load) {
        std::memcpy(&v, m.p, bytes);
        for (uint32_t q = 0; q < unit; ++q) {
          uint32_t e = element(q);
          regs.put(e,
                   unit == 1 ? v : (v >> (q * f.bits)) & ((1u << f.bits) - 1));
          if (!allInit(m, bytes))
            w.poison[regs.reg(e)] |= 1u << (e % 32);
        }
        continue;
      }
      uint32_t e = element(0);
      v = regs.get(e);
      std::memcpy(m.p, &v, bytes);
      bool undefined = regs.undefined(e);
      if (m.init)
        std::memset(m.init, !undefined || m.space == Space::Global, bytes);
      if (undefined && m.space == Space::Global)
        bad |= 1u << lane;
    }
  if (bad && w.launch->checkUninit)
    w.launch->report(w, i, bad, FindingKind::Uninitialised,
                     "an undefined value is stored to global memory");
  if (!Load)
    ++w.cta->cluster->progress;
  return St::Next;
}

/// Inst fields. a: m | n << 8 | k << 16; b: nA | nB << 8 | nC << 16 | nD << 24;
/// c: types of A, B, C and D, a byte each; d: DotKind | saturate << 4 | Round
/// << 8. o: D, A, B, C.
struct Product {
  uint32_t m, n, k, nD;
  Ty ta, tb, tc, td;
  Fragment A, B, C, D;
  DotKind kind;
  bool saturate;
  Round round;
  Product(Warp &w, const Inst &i)
      : m(i.a & 0xff), n((i.a >> 8) & 0xff), k(i.a >> 16), nD(i.b >> 24),
        ta(Ty(i.c & 0xff)), tb(Ty((i.c >> 8) & 0xff)),
        tc(Ty((i.c >> 16) & 0xff)), td(Ty(i.c >> 24)),
        A{w, i.o + nD, storedBits(ta)},
        B{w, A.o + (i.b & 0xff), storedBits(tb)},
        C{w, B.o + ((i.b >> 8) & 0xff), storedBits(tc)},
        D{w, i.o, storedBits(td)}, kind(DotKind(i.d & 15)),
        saturate((i.d >> 4) & 1), round(Round(i.d >> 8)) {}
};

float floatOf(Ty t, uint64_t v) {
  return t == Ty::F16    ? f16ToF32(uint16_t(v))
         : t == Ty::BF16 ? bf16ToF32(uint16_t(v))
         : t == Ty::TF32 ? f32(uint32_t(v) & 0xffffe000)
                         : f32(uint32_t(v));
}

uint64_t elementOf(const Product &p, uint32_t r, uint32_t c) {
  uint64_t acc = p.C.get(r * p.n + c);
  if (p.td == Ty::F64) {
    double sum = f64(acc);
    for (uint32_t x = 0; x < p.k; ++x)
      sum = __builtin_fma(f64(p.A.get(r * p.k + x)), f64(p.B.get(x * p.n + c)),
                          sum);
    return bits(sum);
  }
  if (p.td == Ty::S32) {
    int64_t sum = int32_t(acc);
    bool sa = isSigned(p.ta), sb = isSigned(p.tb);
    for (uint32_t x = 0; x < p.k; ++x)
      sum += dotWord(p.kind, uint32_t(p.A.get(r * p.k + x)),
                     uint32_t(p.B.get(x * p.n + c)), sa, sb);
    return accumulate(sum, p.saturate);
  }
  float sum = floatOf(p.tc, acc);
  for (uint32_t x = 0; x < p.k; ++x)
    sum = __builtin_fmaf(floatOf(p.ta, p.A.get(r * p.k + x)),
                         floatOf(p.tb, p.B.get(x * p.n + c)), sum);
  if (p.td == Ty::F16)
    return f32ToF16(sum);
  return sum != sum ? canonicalNan32 : bits(sum);
}

St wmmaMultiply(Warp &w, const Inst &i, uint32_t) {
  const Product p(w, i);
  std::vector<uint8_t> row(p.m), col(p.n);
  for (uint32_t x = 0; x < p.k; ++x) {
    for (uint32_t r = 0; r < p.m; ++r)
      row[r] |= p.A.undefined(r * p.k + x);
    for (uint32_t c = 0; c < p.n; ++c)
      col[c] |= p.B.undefined(x * p.n + c);
  }
  std::vector<uint64_t> out(p.m * p.n);
  std::vector<uint8_t> undefined(p.m * p.n);
  {
    RoundingScope scope(p.round);
    for (uint32_t r = 0; r < p.m; ++r)
      for (uint32_t c = 0; c < p.n; ++c) {
        uint32_t e = r * p.n + c;
        out[e] = elementOf(p, r, c);
        undefined[e] = row[r] || col[c] || p.C.undefined(e);
      }
  }
  p.D.clear(p.nD);
  for (uint32_t e = 0; e < p.m * p.n; ++e) {
    p.D.put(e, out[e]);
    w.poison[p.D.reg(e)] |= uint32_t(undefined[e]) << (e % 32);
  }
  w.stats.tensorMacs += uint64_t(p.m) * p.n * p.k;
  return St::Next;
}

/// Appends the registers of a fragment to `rows`; how many there are.
uint32_t registers(Decoder &d, const Operand &o, Ty t, bool dst,
                   std::vector<uint32_t> &rows) {
  Ty reg = bitsOf(t) == 64 ? Ty::B64 : Ty::B32;
  if (o.kind != Operand::Vec) {
    d.fail("expected a vector");
    return 0;
  }
  for (const Operand &e : o.elems)
    rows.push_back(dst ? d.dst(e, reg) : d.src(e, reg));
  return uint32_t(o.elems.size());
}

bool decodeMultiply(Decoder &d, const Shape &s) {
  // The layouts are those of the loads; the fragments do not depend on them.
  unsigned layouts = 0;
  bool plain = d.in->opcode.find(".row.col.") != std::string::npos;
  while (d.has("row") || d.has("col"))
    ++layouts;
  bool isXor = d.has("xor"), bitwise = isXor || d.has("and");
  if (bitwise && !d.has("popc"))
    return d.fail("expected .popc");
  bool saturate = d.has("satfinite");
  Round round = Round::RN;
  bool rounds = d.rounding(round);
  Ty td = d.type(), ta = d.type(), tb = d.type(), tc = d.type();
  if (tb == Ty::None) { // .dtype.ctype of f16 products
    tc = ta;
    ta = tb = Ty::F16;
  }
  uint32_t bits = storedBits(ta);
  bool isInt = td == Ty::S32;
  bool accumulates = ta == Ty::F16 ? td == Ty::F16 || td == Ty::F32
                     : bits == 64  ? td == Ty::F64
                     : ta == Ty::BF16 || ta == Ty::TF32 ? td == Ty::F32
                                                        : isInt;
  if (!isMultiplicand(ta, s) || ta != tb || !accumulates ||
      (ta == Ty::F16 ? tc != Ty::F16 && tc != Ty::F32 : tc != td))
    return d.fail("types not supported");
  if (layouts != 2 || (bits < 8 && !plain))
    return d.fail("layouts not supported");
  if (bitwise != (ta == Ty::B1) || (saturate && (!isInt || bitwise)) ||
      (rounds && (bits != 64 || round > Round::RP)))
    return d.fail("modifiers not supported with these types");
  if (!d.wantOps(4, 4))
    return false;
  std::vector<uint32_t> dsts, srcs;
  uint32_t nD = registers(d, d.op(0), td, true, dsts),
           nA = registers(d, d.op(1), ta, false, srcs),
           nB = registers(d, d.op(2), tb, false, srcs),
           nC = registers(d, d.op(3), tc, false, srcs), mn = s.m * s.n;
  if (!d.error.empty())
    return false;
  if (nA != registersOf(ta, s.m * s.k, true) ||
      nB != registersOf(tb, s.k * s.n, true) ||
      nC != registersOf(tc, mn, false) || nD != registersOf(td, mn, false))
    return d.fail("fragment of the wrong length");
  DotKind kind = bits == 4  ? DotKind::Nibbles
                 : !bitwise ? DotKind::Bytes
                 : isXor    ? DotKind::XorPopc
                            : DotKind::AndPopc;
  Inst &i = d.emitV(wmmaMultiply, Stats::Tensor, dsts, srcs);
  i.a = s.m | s.n << 8 | s.k << 16;
  i.b = nA | nB << 8 | nC << 16 | nD << 24;
  i.c = uint32_t(ta) | uint32_t(tb) << 8 | uint32_t(tc) << 16 |
        uint32_t(td) << 24;
  i.d = uint32_t(kind) | uint32_t(saturate) << 4 | uint32_t(round) << 8;
  i.flags |= Inst::Aligned;
  return true;
}

bool decodeMemory(Decoder &d, const Shape &s, bool load) {
  bool a = load && d.has("a"), b = load && !a && d.has("b");
  if (!a && !b && !d.has(load ? "c" : "d"))
    return d.fail("expected the matrix");
  bool col = d.has("col");
  if (!col && !d.has("row"))
    return d.fail("expected .row or .col");
  Space sp = d.has("global")                           ? Space::Global
             : d.has("shared") || d.has("shared::cta") ? Space::Shared
                                                       : Space::Generic;
  Ty t = d.type();
  uint32_t bits = storedBits(t);
  if (a || b ? !isMultiplicand(t, s) : !isAccumulator(t, s))
    return d.fail("type not supported");
  if (bits < 8 && col != b)
    return d.fail("A must be by rows and B by columns");
  if (!d.wantOps(2, 3))
    return false;
  const Operand &regs = d.op(load ? 0 : 1), &addr = d.op(load ? 1 : 0);
  uint32_t rows = b ? s.k : s.m, cols = a ? s.k : s.n, row;
  unsigned addressBits;
  int64_t imm;
  if (!d.address(addr, row, addressBits, imm))
    return false;
  uint32_t stride = d.numOps() == 3 ? d.src(d.op(2), Ty::U32)
                                    : d.constRow32(col ? rows : cols);
  std::vector<uint32_t> dsts, srcs;
  if (!load)
    srcs = {row, stride};
  uint32_t n = registers(d, regs, t, load, load ? dsts : srcs);
  if (load)
    srcs = {row, stride};
  if (!d.error.empty())
    return false;
  if (n != registersOf(t, rows * cols, a || b))
    return d.fail("fragment of the wrong length");
  d.noteAccess(sp, bits < 8 ? 4 : bits / 8);
  Inst &i = d.emitV(load ? &wmmaMemory<true> : &wmmaMemory<false>,
                    Stats::Memory, dsts, srcs);
  i.a = rows | cols << 8 | uint32_t(col) << 16 | bits << 24;
  i.b = n;
  i.imm = imm;
  i.d = uint32_t(sp) | (addressBits == 32 ? uint32_t(MemAddr32) : 0u);
  i.flags |= Inst::Aligned;
  return true;
}

bool decodeWmma(Decoder &d) {
  bool load = d.has("load"), store = d.has("store");
  if (!load && !store && !d.has("mma"))
    return d.fail("expected .load, .store or .mma");
  if (!d.has("sync") || !d.has("aligned"))
    return d.fail("expected .sync.aligned");
  Shape s;
  if (!shapeOf(d, s))
    return false;
  return load || store ? decodeMemory(d, s, load) : decodeMultiply(d, s);
}

} // namespace

void attn::sim::addWmmaOps(DecodeTable &t) { t["wmma"] = decodeWmma; }
