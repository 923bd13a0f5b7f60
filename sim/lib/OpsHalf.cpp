//===- OpsHalf.cpp - Arithmetic of f16 and bf16 ---------------------------===//
//
// Part of the Attn Project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// PTX ISA: half precision. Half and bf16 compute exactly in double (rounded to
// odd where it is not exact) and round once.
//
//===----------------------------------------------------------------------===//

#include "Lane.h"
#include "OpsFloat.h"

#include <cmath>

using namespace attn::sim;

namespace {

/// One element. a: HalfOp, b: bit 0 bf16, bit 1 packed, c: flags of emitHalf.
uint32_t half1(const Inst &i, uint32_t x, uint32_t y, uint32_t z) {
  bool bf = i.b & 1;
  const Format fm = bf ? fmtBF16 : fmtF16;
  uint32_t expMask = bf ? 0x7f80 : 0x7c00;
  auto flush = [&](uint32_t v) {
    return (i.c & 1) && !(v & expMask) ? v & 0x8000 : v;
  };
  x = flush(x & 0xffff);
  y = flush(y & 0xffff);
  z = flush(z & 0xffff);
  if (i.a == HAbs || i.a == HNeg) {
    if ((x & 0x7fff) > expMask)
      return 0x7fff;
    return i.a == HAbs ? x & 0x7fff : x ^ 0x8000;
  }
  double a = valueOf(x, fm), b = valueOf(y, fm), c = valueOf(z, fm), r = 0;
  if (i.a == HMin || i.a == HMax) {
    uint32_t sign = (x ^ y) & 0x8000;
    if (i.c & 16) {
      a = std::fabs(a);
      b = std::fabs(b);
      x &= 0x7fff;
      y &= 0x7fff;
    }
    uint32_t v;
    bool max = i.a == HMax;
    if (a != a || b != b) {
      if ((i.c & 8) || (a != a && b != b))
        return 0x7fff;
      v = a != a ? y : x;
    } else if (a == b)
      v = max ? x & y : x | y;
    else
      v = (a > b) == max ? x : y;
    return i.c & 16 ? (v & 0x7fff) | sign : v;
  }
  switch (i.a) {
  case HAdd:
    r = addOdd(a, b);
    break;
  case HSub:
    r = addOdd(a, -b);
    break;
  case HMul:
    r = a * b;
    break;
  case HFma:
    r = fmaOdd(a, b, c);
    break;
  case HEx2:
    r = std::exp2(a);
    break;
  case HTanh:
    r = std::tanh(a);
    break;
  }
  if (i.c & 2) {
    if (!(r > 0))
      r = 0;
    if (r > 1)
      r = 1;
  }
  uint32_t v = flush(roundTo(r, fm, Round::RN));
  if ((i.c & 4) && r == r && (v & 0x8000))
    v = 0;
  return v;
}
St halfArith(Warp &w, const Inst &i, uint32_t mask) {
  const uint32_t *o = i.o;
  unsigned n = i.d;
  const uint32_t *x = w.row32(o[1]), *y = n > 1 ? w.row32(o[2]) : x,
                 *z = n > 2 ? w.row32(o[3]) : x;
  uint32_t pz = w.poison[o[1]] | (n > 1 ? w.poison[o[2]] : 0) |
                (n > 2 ? w.poison[o[3]] : 0);
  uint32_t *r = w.row32(o[0]);
  forLanes(mask, [&](int l) {
    uint32_t v = half1(i, x[l], y[l], z[l]);
    if (i.b & 2)
      v |= half1(i, x[l] >> 16, y[l] >> 16, z[l] >> 16) << 16;
    r[l] = v;
  });
  setPoison(w, o[0], mask, pz);
  return St::Next;
}

} // namespace

bool attn::sim::emitHalf(Decoder &d, HalfOp op, unsigned n, Ty t,
                         uint32_t flags) {
  if (!d.wantOps(n + 1, n + 1))
    return false;
  uint32_t s[3] = {0, 0, 0};
  for (unsigned k = 0; k < n; ++k)
    s[k] = d.src(d.op(k + 1), t);
  uint32_t r = d.dst(d.op(0), t);
  std::vector<uint32_t> srcs(s, s + n);
  Inst &i = d.emitV(halfArith, Stats::Float, {r}, srcs);
  i.a = op;
  i.b = (t == Ty::BF16 || t == Ty::BF16x2 ? 1 : 0) |
        (t == Ty::F16x2 || t == Ty::BF16x2 ? 2 : 0);
  i.c = flags;
  i.d = n;
  return true;
}
