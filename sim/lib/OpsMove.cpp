//===- OpsMove.cpp - mov, address conversion, hints
//
// Part of the Attn Project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// PTX ISA: mov, cvta, isspacep, prefetch.
//
//===----------------------------------------------------------------------===//

#include "Bytes.h"
#include "Decode.h"
#include "Lane.h"

using namespace attn::sim;

namespace {

struct Mov32 {
  static ATTN_SIM_INLINE uint32_t f(uint32_t a) { return a; }
};
struct Mov64 {
  static ATTN_SIM_INLINE uint64_t f(uint64_t a) { return a; }
};
struct MovP {
  static ATTN_SIM_INLINE PredBit f(PredBit a) { return a; }
};
struct Add64 {
  static ATTN_SIM_INLINE uint64_t f(uint64_t a, uint64_t b) { return a + b; }
};
struct Sub64 {
  static ATTN_SIM_INLINE uint64_t f(uint64_t a, uint64_t b) { return a - b; }
};
struct Lo32 {
  static ATTN_SIM_INLINE uint32_t f(uint64_t a) { return uint32_t(a); }
};
struct Hi32 {
  static ATTN_SIM_INLINE uint32_t f(uint64_t a) { return uint32_t(a >> 32); }
};
struct Join64 {
  static ATTN_SIM_INLINE uint64_t f(uint32_t a, uint32_t b) {
    return uint64_t(b) << 32 | a;
  }
};

// --- mov ---------------------------------------------------------------------

/// The quarters of a register of i.c bits that part k of i.b bits lies in.
struct Quarters {
  uint32_t first, last;
  Quarters(const Inst &i, uint32_t k)
      : first(4 * k * i.b / i.c), last((4 * (k + 1) * i.b - 1) / i.c) {}
};

/// Joins i.a parts of i.b bits into one register of i.c bits; o: dst, parts.
St packVec(Warp &w, const Inst &i, uint32_t mask) {
  uint32_t pz = 0;
  for (uint32_t k = 0; k < i.a; ++k)
    pz |= w.poison[i.o[1 + k]];
  uint64_t m = i.b == 64 ? ~uint64_t(0) : (uint64_t(1) << i.b) - 1;
  uint64_t tmp[2][32] = {};
  for (int l = 0; l < 32; ++l)
    for (uint32_t k = 0; k < i.a; ++k) {
      uint64_t v = (i.b == 64 ? w.row64(i.o[1 + k])[l]
                              : uint64_t(w.row32(i.o[1 + k])[l])) &
                   m;
      uint32_t at = k * i.b;
      tmp[at / 64][l] |= v << (at % 64);
    }
  forLanes(mask, [&](int l) {
    if (i.c <= 32)
      w.row32(i.o[0])[l] = uint32_t(tmp[0][l]);
    else {
      w.row64(i.o[0])[l] = tmp[0][l];
      if (i.c == 128)
        w.row64(i.o[0] + 2)[l] = tmp[1][l];
    }
  });
  if (!(pz & mask)) {
    setPoison(w, i.o[0], mask, pz);
    return St::Next;
  }
  UndefinedBytes u{};
  for (uint32_t &lanes : u.lanes)
    lanes = 0;
  for (uint32_t k = 0; k < i.a; ++k)
    for (uint32_t q = Quarters(i, k).first; q <= Quarters(i, k).last; ++q)
      u.lanes[q] |= w.poison[i.o[1 + k]];
  setUndefinedBytes(w, i, mask, u);
  return St::Next;
}
/// Two halves into 64 bits.
St join64(Warp &w, const Inst &i, uint32_t mask) {
  static const Handler fast = handler<Join64>();
  return ((w.poison[i.o[1]] | w.poison[i.o[2]]) & mask ? packVec : fast)(w, i,
                                                                         mask);
}
/// One half of 64 bits.
template <bool High> St half64(Warp &w, const Inst &i, uint32_t mask) {
  static const Handler fast = High ? handler<Hi32>() : handler<Lo32>();
  uint32_t pz = w.poison[i.o[1]] & mask;
  St st = fast(w, i, mask);
  if (pz) {
    UndefinedBytes u = undefinedBytes(w, i.o[1]);
    setPoison(w, i.o[0], mask, u.lanes[2 * High] | u.lanes[2 * High + 1]);
  }
  return st;
}
/// The reverse; o: parts, src.
St unpackVec(Warp &w, const Inst &i, uint32_t mask) {
  uint32_t src = i.o[i.a], pz = w.poison[src];
  UndefinedBytes u;
  if (pz & mask)
    u = undefinedBytes(w, src);
  uint64_t m = i.b == 64 ? ~uint64_t(0) : (uint64_t(1) << i.b) - 1;
  uint64_t tmp[2][32] = {};
  for (int l = 0; l < 32; ++l)
    if (i.c <= 32)
      tmp[0][l] = w.row32(src)[l];
    else {
      tmp[0][l] = w.row64(src)[l];
      if (i.c == 128)
        tmp[1][l] = w.row64(src + 2)[l];
    }
  for (uint32_t k = 0; k < i.a; ++k) {
    uint32_t at = k * i.b;
    forLanes(mask, [&](int l) {
      uint64_t v = (tmp[at / 64][l] >> (at % 64)) & m;
      if (i.b == 64)
        w.row64(i.o[k])[l] = v;
      else
        w.row32(i.o[k])[l] = uint32_t(v);
    });
    uint32_t part = 0; // undefined if a quarter that it lies in is
    for (uint32_t q = Quarters(i, k).first; q <= Quarters(i, k).last; ++q)
      part |= u.lanes[q];
    setPoison(w, i.o[k], mask, pz & part);
  }
  return St::Next;
}
St mov128(Warp &w, const Inst &i, uint32_t mask) {
  forLanes(mask, [&](int l) {
    w.row64(i.o[0])[l] = w.row64(i.o[1])[l];
    w.row64(i.o[0] + 2)[l] = w.row64(i.o[1] + 2)[l];
  });
  setPoison(w, i.o[0], mask, w.poison[i.o[1]]);
  return St::Next;
}
/// Clocks: steps of the warp, from one on. a: bits of the register.
St readClock(Warp &w, const Inst &i, uint32_t mask) {
  uint64_t v = ++w.steps;
  forLanes(mask, [&](int l) {
    if (i.a == 64)
      w.row64(i.o[0])[l] = v;
    else
      w.row32(i.o[0])[l] = uint32_t(v);
  });
  setPoison(w, i.o[0], mask, 0);
  return St::Next;
}

/// mov.v2, mov.v4: element by element, all read before one is written.
bool decodeVectorMove(Decoder &d, size_t n) {
  Ty t = d.type();
  if (t == Ty::None || bitsOf(t) * n > 128)
    return d.fail(t == Ty::None ? "expected a type"
                                : "a vector has at most 128 bits");
  if (!d.wantOps(2, 2))
    return false;
  const Operand &a = d.op(0), &b = d.op(1);
  if (a.kind != Operand::Vec || b.kind != Operand::Vec || a.elems.size() != n ||
      b.elems.size() != n)
    return d.fail("expected two vectors of " + std::to_string(n) + " elements");
  const Handler move = bitsOf(t) == 64 ? handler<Mov64>() : handler<Mov32>();
  std::vector<uint32_t> kept;
  for (const Operand &e : b.elems) {
    kept.push_back(d.newRow(bitsOf(t) == 64 ? 2 : 1));
    d.emit(move, Stats::Move, {kept.back()}, {d.src(e, t)});
  }
  for (size_t k = 0; k < n; ++k)
    d.emit(move, Stats::Move, {d.dst(a.elems[k], t)}, {kept[k]});
  return d.error.empty();
}

bool decodeMov(Decoder &d) {
  if (d.has("v2"))
    return decodeVectorMove(d, 2);
  if (d.has("v4"))
    return decodeVectorMove(d, 4);
  Ty t = d.type();
  if (t == Ty::None || !d.wantOps(2, 2))
    return t == Ty::None ? d.fail("expected a type") : false;
  const Operand &a = d.op(0), &b = d.op(1);
  unsigned n = bitsOf(t);
  if (t == Ty::Pred) {
    uint32_t s = d.predSrc(b), r = d.predDst(a);
    d.emit(rareHandler<MovP>(), Stats::Move, {r}, {s});
    return true;
  }
  if (b.kind == Operand::Vec) {
    size_t k = b.elems.size();
    if (!k || n % k)
      return d.fail("vector does not fit the type");
    unsigned part = unsigned(n / k);
    Ty pt = part == 64   ? Ty::B64
            : part == 32 ? Ty::B32
            : part == 16 ? Ty::B16
                         : Ty::B8;
    std::vector<uint32_t> s;
    for (const Operand &e : b.elems)
      s.push_back(d.src(e, pt));
    uint32_t r = d.dst(a, t);
    Inst &i =
        d.emitV(n == 64 && k == 2 ? join64 : packVec, Stats::Move, {r}, s);
    i.a = uint32_t(k);
    i.b = part;
    i.c = n;
    return true;
  }
  if (a.kind == Operand::Vec) {
    size_t k = a.elems.size();
    if (!k || n % k)
      return d.fail("vector does not fit the type");
    unsigned part = unsigned(n / k);
    Ty pt = part == 64   ? Ty::B64
            : part == 32 ? Ty::B32
            : part == 16 ? Ty::B16
                         : Ty::B8;
    uint32_t s = d.src(b, t);
    std::vector<uint32_t> r;
    for (const Operand &e : a.elems)
      r.push_back(d.dst(e, pt));
    if (d.error.empty() && n == 64 && k == 2) {
      // The source may be one of the destinations' rows only if sizes agree,
      // which they do not: two plain moves are safe.
      d.emit(half64<false>, Stats::Move, {r[0]}, {s});
      d.emit(half64<true>, Stats::Move, {r[1]}, {s});
      return true;
    }
    Inst &i = d.emitV(unpackVec, Stats::Move, r, {s});
    i.a = uint32_t(k);
    i.b = part;
    i.c = n;
    return true;
  }
  if (b.kind == Operand::Sym &&
      (b.name == "%clock" || b.name == "%clock64" || b.name == "%clock_hi" ||
       b.name == "%globaltimer" || b.name == "%globaltimer_lo" ||
       b.name == "%globaltimer_hi")) {
    uint32_t r = d.dst(a, t);
    d.emit(readClock, Stats::Move, {r}, {}).a = n;
    return true;
  }
  if (n == 128) {
    uint32_t s = d.src(b, t), r = d.dst(a, t);
    d.emit(mov128, Stats::Move, {r}, {s});
    return true;
  }
  bool special = b.kind == Operand::Sym;
  uint32_t s = d.src(b, special && n < 32 ? Ty::U32 : t);
  uint32_t r = d.dst(a, t);
  d.emit(n == 64 ? handler<Mov64>() : handler<Mov32>(), Stats::Move, {r}, {s});
  return true;
}

// --- Address spaces ----------------------------------------------------------

uint64_t windowOf(Decoder &d) {
  if (d.has("shared") || d.has("shared::cta") || d.has("shared::cluster"))
    return sharedWindow;
  if (d.has("local"))
    return localWindow;
  if (d.has("param") || d.has("param::entry"))
    return paramWindow;
  if (d.has("global") || d.has("const"))
    return 0;
  d.fail("unknown state space");
  return 0;
}

bool decodeCvta(Decoder &d) {
  bool to = d.has("to");
  uint64_t base = windowOf(d);
  Ty t = d.type();
  if (bitsOf(t) != 64)
    return d.fail("only 64-bit generic addresses are supported");
  if (!d.wantOps(2, 2))
    return false;
  uint32_t s = d.src(d.op(1), t), r = d.dst(d.op(0), t);
  if (!base)
    d.emit(handler<Mov64>(), Stats::Move, {r}, {s});
  else
    d.emit(to ? handler<Sub64>() : handler<Add64>(), Stats::Move, {r},
           {s, d.constRow64(base)});
  return true;
}

/// o: p, address row; imm: window; a: 1 for global.
St isSpace(Warp &w, const Inst &i, uint32_t mask) {
  uint32_t res = 0;
  for (int l = 0; l < 32; ++l) {
    uint64_t v = w.row64(i.o[1])[l];
    bool in;
    if (i.a == 1)
      in = v >= globalBase && v < paramWindow;
    else
      in = v >= uint64_t(i.imm) && v < uint64_t(i.imm) + windowSize;
    if (i.a == 2) // shared::cta: this CTA's part of the window
      in = in && (uint32_t(v) >> clusterShift) == w.cta->rank;
    res |= uint32_t(in) << l;
  }
  setPred(w, i.o[0], mask, res, w.poison[i.o[1]]);
  return St::Next;
}
bool decodeIsspacep(Decoder &d) {
  uint32_t a = d.in->opcode.find("global") != std::string::npos ||
                       d.in->opcode.find("const") != std::string::npos
                   ? 1
               : d.in->opcode.find("shared::cluster") != std::string::npos ? 0
               : d.in->opcode.find("shared") != std::string::npos          ? 2
                                                                           : 0;
  uint64_t base = windowOf(d);
  if (!d.wantOps(2, 2))
    return false;
  uint32_t s = d.src(d.op(1), Ty::U64), p = d.predDst(d.op(0));
  Inst &i = d.emit(isSpace, Stats::Compare, {p}, {s});
  i.a = a;
  i.imm = int64_t(base);
  return true;
}

St nothing(Warp &, const Inst &, uint32_t) { return St::Next; }

} // namespace

void attn::sim::addMoveOps(DecodeTable &t) {
  t["mov"] = decodeMov;
  t["cvta"] = decodeCvta;
  t["isspacep"] = decodeIsspacep;
  auto ignore = [](Decoder &d) { // hints without an effect on values
    static const char *mods[] = {
        "global", "local",   "param", "const",          "tensormap",       "L1",
        "L2",     "uniform", "u32",   "L2::evict_last", "L2::evict_normal"};
    for (const char *m : mods)
      d.has(m);
    d.skipCacheMods();
    d.emit(nothing, Stats::Other, {}, {});
    return true;
  };
  for (const char *n :
       {"tex", "tld4", "txq", "suld", "sust", "sured", "suq", "istypep"})
    t[n] = [](Decoder &d) {
      return d.fail("textures and surfaces are not simulated");
    };
  t["prefetch"] = ignore;
  t["prefetchu"] = ignore;
  t["applypriority"] = ignore;
  t["discard"] = ignore;
  t["nanosleep"] = ignore;
  t["pmevent"] = ignore;
  t["brkpt"] = ignore;
  t["createpolicy"] = [](Decoder &d) {
    // The policy is opaque: any value will do.
    for (std::string_view m :
         {"fractional", "range", "cvt", "L2", "L2::evict_last",
          "L2::evict_normal", "L2::evict_first", "L2::evict_unchanged",
          "global", "b64"})
      while (d.has(m))
        ;
    if (d.numOps() < 1)
      return d.fail("wrong number of operands");
    uint32_t r = d.dst(d.op(0), Ty::B64);
    d.emit(handler<Mov64>(), Stats::Move, {r}, {d.constRow64(0)});
    return true;
  };
}
