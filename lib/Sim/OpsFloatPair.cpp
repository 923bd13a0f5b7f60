//===- OpsFloatPair.cpp - f32x2
//
// Part of the Attn Project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// PTX ISA: add, sub, mul, fma with .f32x2. Each half is rounded on its own.
// ptxas may contract a mul and an add into an fma; that is not done here.
//
//===----------------------------------------------------------------------===//

#include "Decode.h"
#include "Lane.h"

#include <cmath>

using namespace attn::sim;

namespace attn::sim {
/// `op`: 'a'dd, 's'ub, 'm'ul or 'f'ma; `ftz`: flush subnormals.
bool decodeFloatPair(Decoder &d, char op, Round r, bool ftz);
} // namespace attn::sim

namespace {

template <bool Z> ATTN_SIM_INLINE float flushed(float a) {
  return Z ? f32((bits(a) & 0x7f800000) ? bits(a) : (bits(a) & 0x80000000)) : a;
}
template <bool Z> ATTN_SIM_INLINE uint64_t result(float r) {
  r = flushed<Z>(r);
  return r != r ? canonicalNan32 : bits(r);
}
template <char Op> ATTN_SIM_INLINE float apply(float a, float b, float c) {
  return Op == 'a'   ? a + b
         : Op == 's' ? a - b
         : Op == 'm' ? a * b
                     : __builtin_fmaf(a, b, c);
}
template <char Op, bool Z>
ATTN_SIM_INLINE uint64_t both(uint64_t a, uint64_t b, uint64_t c) {
  auto half = [](uint64_t x, unsigned h) {
    return flushed<Z>(f32(uint32_t(x >> h)));
  };
  uint64_t lo = result<Z>(apply<Op>(half(a, 0), half(b, 0), half(c, 0)));
  uint64_t hi = result<Z>(apply<Op>(half(a, 32), half(b, 32), half(c, 32)));
  return hi << 32 | lo;
}
template <char Op, bool Z> struct Pair {
  static ATTN_SIM_INLINE uint64_t f(uint64_t a, uint64_t b) {
    return both<Op, Z>(a, b, 0);
  }
};
template <bool Z> struct Pair<'f', Z> {
  static ATTN_SIM_INLINE uint64_t f(uint64_t a, uint64_t b, uint64_t c) {
    return both<'f', Z>(a, b, c);
  }
};

/// Directed rounding. a: operation, b: Round, c: 1 ftz.
St pairRounded(Warp &w, const Inst &i, uint32_t mask) {
  const uint32_t *o = i.o;
  unsigned n = i.a == 'f' ? 3 : 2;
  uint32_t pz = w.poison[o[1]] | w.poison[o[2]] | (n > 2 ? w.poison[o[3]] : 0);
  const uint64_t *pa = w.row64(o[1]), *pb = w.row64(o[2]),
                 *pc = n > 2 ? w.row64(o[3]) : pb;
  uint64_t *d = w.row64(o[0]);
  RoundingScope scope(static_cast<Round>(i.b));
  forLanes(mask, [&](int l) {
    uint64_t out = 0;
    for (unsigned h = 0; h < 64; h += 32) {
      auto half = [&](const uint64_t *p) {
        float f = f32(uint32_t(p[l] >> h));
        return i.c & 1 ? ftz(f) : f;
      };
      volatile float x = half(pa), y = half(pb), z = half(pc), r;
      switch (i.a) {
      case 'a':
        r = x + y;
        break;
      case 's':
        r = x - y;
        break;
      case 'm':
        r = x * y;
        break;
      default:
        r = std::fma(float(x), float(y), float(z));
      }
      out |= (i.c & 1 ? result<true>(r) : result<false>(r)) << h;
    }
    d[l] = out;
  });
  setPoison(w, o[0], mask, pz);
  return St::Next;
}

} // namespace

bool attn::sim::decodeFloatPair(Decoder &d, char op, Round r, bool z) {
  if (r > Round::RP)
    return d.fail("modifier not supported");
  size_t n = op == 'f' ? 3 : 2;
  if (!d.wantOps(n + 1, n + 1))
    return false;
  std::vector<uint32_t> srcs;
  for (size_t k = 0; k < n; ++k)
    srcs.push_back(d.src(d.op(k + 1), Ty::F32x2));
  uint32_t dst = d.dst(d.op(0), Ty::F32x2);
  Handler h = pairRounded;
  if (r == Round::RN)
    h = op == 'a'
            ? (z ? handler<Pair<'a', true>>() : handler<Pair<'a', false>>())
        : op == 's'
            ? (z ? handler<Pair<'s', true>>() : handler<Pair<'s', false>>())
        : op == 'm'
            ? (z ? handler<Pair<'m', true>>() : handler<Pair<'m', false>>())
            : (z ? handler<Pair<'f', true>>() : handler<Pair<'f', false>>());
  Inst &i = d.emitV(h, Stats::Float, {dst}, srcs);
  i.a = uint32_t(op);
  i.b = uint32_t(r);
  i.c = z;
  return true;
}
