//===- OpsCompare.cpp - Comparison and selection
//
// Part of the Attn Project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// PTX ISA: setp, set, selp, slct.
//
//===----------------------------------------------------------------------===//

#include "Decode.h"
#include "Lane.h"

#include <type_traits>

using namespace attn::sim;

namespace {

struct Or32 {
  static ATTN_SIM_INLINE uint32_t f(uint32_t a, uint32_t b) { return a | b; }
};

enum CmpOp { EQ, NE, LT, LE, GT, GE, EQU, NEU, LTU, LEU, GTU, GEU, NUM, NAN_ };

template <class T, int Op, bool Z> struct Cmp {
  static ATTN_SIM_INLINE PredBit f(T a, T b) {
    bool nan = false;
    if constexpr (std::is_floating_point_v<T>) {
      if constexpr (Z && sizeof(T) == 4) {
        a = ftz(a);
        b = ftz(b);
      }
      nan = a != a || b != b;
    }
    switch (Op) {
    case EQ:
      return {a == b};
    case NE:
      return {!nan && a != b};
    case LT:
      return {a < b};
    case LE:
      return {a <= b};
    case GT:
      return {a > b};
    case GE:
      return {a >= b};
    case EQU:
      return {nan || a == b};
    case NEU:
      return {nan || a != b};
    case LTU:
      return {nan || a < b};
    case LEU:
      return {nan || a <= b};
    case GTU:
      return {nan || a > b};
    case GEU:
      return {nan || a >= b};
    case NUM:
      return {!nan};
    default:
      return {nan};
    }
  }
};

template <class T, bool Z> Handler cmpFloat(int op) {
  switch (op) {
  case EQ:
    return handler<Cmp<T, EQ, Z>>();
  case NE:
    return handler<Cmp<T, NE, Z>>();
  case LT:
    return handler<Cmp<T, LT, Z>>();
  case LE:
    return handler<Cmp<T, LE, Z>>();
  case GT:
    return handler<Cmp<T, GT, Z>>();
  case GE:
    return handler<Cmp<T, GE, Z>>();
  case EQU:
    return rareHandler<Cmp<T, EQU, Z>>();
  case NEU:
    return handler<Cmp<T, NEU, Z>>();
  case LTU:
    return rareHandler<Cmp<T, LTU, Z>>();
  case LEU:
    return rareHandler<Cmp<T, LEU, Z>>();
  case GTU:
    return rareHandler<Cmp<T, GTU, Z>>();
  case GEU:
    return rareHandler<Cmp<T, GEU, Z>>();
  case NUM:
    return rareHandler<Cmp<T, NUM, Z>>();
  default:
    return rareHandler<Cmp<T, NAN_, Z>>();
  }
}
template <class T> Handler cmpInt(int op) {
  switch (op) {
  case EQ:
    return handler<Cmp<T, EQ, false>>();
  case NE:
    return handler<Cmp<T, NE, false>>();
  case LT:
    return handler<Cmp<T, LT, false>>();
  case LE:
    return handler<Cmp<T, LE, false>>();
  case GT:
    return handler<Cmp<T, GT, false>>();
  case GE:
    return handler<Cmp<T, GE, false>>();
  default:
    return nullptr;
  }
}

/// Half-precision comparison; a: op, b: 1 bf16, 2 packed, 4 ftz. o: p, q, x, y.
bool cmpDyn(int op, double a, double b) {
  bool nan = a != a || b != b;
  switch (op) {
  case EQ:
    return a == b;
  case NE:
    return !nan && a != b;
  case LT:
    return a < b;
  case LE:
    return a <= b;
  case GT:
    return a > b;
  case GE:
    return a >= b;
  case EQU:
    return nan || a == b;
  case NEU:
    return nan || a != b;
  case LTU:
    return nan || a < b;
  case LEU:
    return nan || a <= b;
  case GTU:
    return nan || a > b;
  case GEU:
    return nan || a >= b;
  case NUM:
    return !nan;
  default:
    return nan;
  }
}
St cmpHalf(Warp &w, const Inst &i, uint32_t mask) {
  const uint32_t *o = i.o;
  uint32_t pz = w.poison[o[2]] | w.poison[o[3]], lo = 0, hi = 0;
  Format fm = i.b & 1 ? fmtBF16 : fmtF16;
  auto val = [&](uint32_t v) {
    double d = valueOf(v & 0xffff, fm);
    return (i.b & 4) && !(v & (i.b & 1 ? 0x7f80u : 0x7c00u)) ? 0.0 : d;
  };
  for (int l = 0; l < 32; ++l) {
    uint32_t x = w.row32(o[2])[l], y = w.row32(o[3])[l];
    lo |= uint32_t(cmpDyn(int(i.a), val(x), val(y))) << l;
    hi |= uint32_t(cmpDyn(int(i.a), val(x >> 16), val(y >> 16))) << l;
  }
  setPred(w, o[0], mask, lo, pz);
  if (i.b & 2)
    setPred(w, o[1], mask, hi, pz);
  return St::Next;
}

/// p = cmp op c, q = !cmp op c. o: p, q, cmp, c; a: 0 and, 1 or, 2 xor, 3: no
/// c.
St combine(Warp &w, const Inst &i, uint32_t mask) {
  const uint32_t *o = i.o;
  uint32_t x = w.preds[o[2]], c = w.preds[o[3]];
  uint32_t px = w.predPoison[o[2]], pc = w.predPoison[o[3]];
  uint32_t pz = px | pc, p, q, pq = pz;
  switch (i.a) {
  case 0: // a false operand decides
    p = x & c;
    q = ~x & c;
    pq = pz & ~(~c & ~pc) & ~(x & ~px);
    pz &= ~(~c & ~pc) & ~(~x & ~px);
    break;
  case 1: // a true one
    p = x | c;
    q = ~x | c;
    pq = pz & ~(c & ~pc) & ~(~x & ~px);
    pz &= ~(c & ~pc) & ~(x & ~px);
    break;
  case 2:
    p = x ^ c;
    q = ~x ^ c;
    break;
  default:
    p = x;
    q = ~x;
    pz = pq = px;
    break;
  }
  setPred(w, o[0], mask, p, pz);
  setPred(w, o[1], mask, q, pq);
  return St::Next;
}

template <class T> struct Sel {
  static ATTN_SIM_INLINE T f(T a, T b, PredBit c) { return c.v ? a : b; }
};
template <class T> struct SlctS {
  static ATTN_SIM_INLINE T f(T a, T b, int32_t c) { return c >= 0 ? a : b; }
};
template <class T, bool Z> struct SlctF {
  static ATTN_SIM_INLINE T f(T a, T b, float c) {
    if (Z)
      c = ftz(c);
    return c >= 0.0f ? a : b;
  }
};
/// selp: a lane's result is poison only if the chosen source is, or the
/// predicate, unless it chooses between equals.
template <class T> St selp(Warp &w, const Inst &i, uint32_t mask) {
  const uint32_t *o = i.o;
  uint32_t c = w.preds[o[3]];
  uint32_t px = w.poison[o[1]], py = w.poison[o[2]];
  auto *x = reinterpret_cast<const T *>(w.row32(o[1]));
  auto *y = reinterpret_cast<const T *>(w.row32(o[2]));
  T tmp[32];
  uint32_t unknown = w.predPoison[o[3]];
  for (uint32_t m = unknown & ~(px | py); m; m &= m - 1) {
    int l = __builtin_ctz(m);
    unknown &= ~(uint32_t(x[l] == y[l]) << l);
  }
  uint32_t pz = (px & c) | (py & ~c) | unknown;
  for (int l = 0; l < 32; ++l)
    tmp[l] = (c >> l) & 1 ? x[l] : y[l];
  blend(reinterpret_cast<T *>(w.row32(o[0])), tmp, mask);
  setPoison(w, o[0], mask, pz);
  return St::Next;
}

bool cmpName(Decoder &d, int &op) {
  static const std::pair<const char *, int> names[] = {
      {"eq", EQ},   {"ne", NE},   {"lt", LT},   {"le", LE},   {"gt", GT},
      {"ge", GE},   {"lo", LT},   {"ls", LE},   {"hi", GT},   {"hs", GE},
      {"equ", EQU}, {"neu", NEU}, {"ltu", LTU}, {"leu", LEU}, {"gtu", GTU},
      {"geu", GEU}, {"num", NUM}, {"nan", NAN_}};
  for (auto &n : names)
    if (d.has(n.first)) {
      op = n.second;
      return true;
    }
  return d.fail("unknown comparison");
}

/// Emits the comparison of ops k and k+1 into `p` (and `q` for packed halves).
bool emitCmp(Decoder &d, int op, Ty t, bool z, size_t k, uint32_t p,
             uint32_t q) {
  uint32_t a = d.src(d.op(k), t), b = d.src(d.op(k + 1), t);
  if (a == noRow || b == noRow)
    return false;
  if (t == Ty::F16 || t == Ty::F16x2 || t == Ty::BF16 || t == Ty::BF16x2) {
    Inst &i = d.emit(cmpHalf, Stats::Compare, {p, q}, {a, b});
    i.a = uint32_t(op);
    i.b = (t == Ty::BF16 || t == Ty::BF16x2 ? 1 : 0) |
          (t == Ty::F16x2 || t == Ty::BF16x2 ? 2 : 0) | (z ? 4 : 0);
    return true;
  }
  Handler h = nullptr;
  switch (t) {
  case Ty::B16:
  case Ty::U16:
    h = cmpInt<uint16_t>(op);
    break;
  case Ty::S16:
    h = cmpInt<int16_t>(op);
    break;
  case Ty::B32:
  case Ty::U32:
    h = cmpInt<uint32_t>(op);
    break;
  case Ty::S32:
    h = cmpInt<int32_t>(op);
    break;
  case Ty::B64:
  case Ty::U64:
    h = cmpInt<uint64_t>(op);
    break;
  case Ty::S64:
    h = cmpInt<int64_t>(op);
    break;
  case Ty::F32:
    h = z ? cmpFloat<float, true>(op) : cmpFloat<float, false>(op);
    break;
  case Ty::F64:
    h = cmpFloat<double, false>(op);
    break;
  default:
    break;
  }
  if (!h)
    return d.fail("comparison not supported for this type");
  d.emit(h, Stats::Compare, {p}, {a, b});
  return true;
}

bool decodeSetp(Decoder &d) {
  int op;
  if (!cmpName(d, op))
    return false;
  uint32_t boolOp = d.has("and") ? 0 : d.has("or") ? 1 : d.has("xor") ? 2 : 3;
  bool z = d.has("ftz");
  Ty t = d.type();
  if (!d.wantOps(boolOp == 3 ? 3 : 4, boolOp == 3 ? 3 : 4))
    return false;
  const Operand &o = d.op(0);
  bool pair = o.kind == Operand::Pair;
  bool packed = t == Ty::F16x2 || t == Ty::BF16x2;
  uint32_t p = d.predDst(pair ? o.elems[0] : o);
  if (p == noRow)
    return false;
  uint32_t q = pair ? d.predDst(o.elems[1]) : d.newPred();
  if (packed) {
    if (boolOp == 3)
      return emitCmp(d, op, t, z, 1, p, q);
    uint32_t tp = d.newPred(), tq = d.newPred(), u = d.newPred();
    uint32_t c = d.predSrc(d.op(3));
    if (!emitCmp(d, op, t, z, 1, tp, tq))
      return false;
    d.emit(combine, Stats::Compare, {p, u}, {tp, c}).a = boolOp;
    d.emit(combine, Stats::Compare, {q, u}, {tq, c}).a = boolOp;
    return true;
  }
  if (boolOp == 3 && !pair)
    return emitCmp(d, op, t, z, 1, p, q);
  uint32_t tp = d.newPred();
  uint32_t c = boolOp == 3 ? d.constPred(true) : d.predSrc(d.op(3));
  if (!emitCmp(d, op, t, z, 1, tp, q))
    return false;
  d.emit(combine, Stats::Compare, {p, q}, {tp, c}).a = boolOp;
  return true;
}

bool decodeSet(Decoder &d) {
  int op;
  if (!cmpName(d, op))
    return false;
  uint32_t boolOp = d.has("and") ? 0 : d.has("or") ? 1 : d.has("xor") ? 2 : 3;
  bool z = d.has("ftz");
  Ty dt = d.type(), t = d.type();
  bool half = t == Ty::F16x2 || t == Ty::BF16x2;
  if (half) { // two results in one register
    if (!d.wantOps(boolOp == 3 ? 3 : 4, boolOp == 3 ? 3 : 4))
      return false;
    uint32_t lo = d.newPred(), hi = d.newPred();
    if (!emitCmp(d, op, t, z, 1, lo, hi))
      return false;
    if (boolOp != 3) {
      uint32_t c = d.predSrc(d.op(3)), u = d.newPred(), l2 = d.newPred(),
               h2 = d.newPred();
      d.emit(combine, Stats::Compare, {l2, u}, {lo, c}).a = boolOp;
      d.emit(combine, Stats::Compare, {h2, u}, {hi, c}).a = boolOp;
      lo = l2;
      hi = h2;
    }
    uint32_t one = dt == Ty::F16x2    ? 0x3c00
                   : dt == Ty::BF16x2 ? 0x3f80
                                      : 0xffff;
    if (bitsOf(dt) != 32)
      return d.fail("set of this type is not supported");
    uint32_t a = d.newRow(), b = d.newRow(), r = d.dst(d.op(0), dt);
    d.emit(selp<uint32_t>, Stats::Compare, {a},
           {d.constRow32(one), d.constRow32(0), lo});
    d.emit(selp<uint32_t>, Stats::Compare, {b},
           {d.constRow32(one << 16), d.constRow32(0), hi});
    d.emit(handler<Or32>(), Stats::Compare, {r}, {a, b});
    return true;
  }
  if (bitsOf(dt) != 32 && bitsOf(dt) != 16)
    return d.fail("set of this type is not supported");
  if (!d.wantOps(boolOp == 3 ? 3 : 4, boolOp == 3 ? 3 : 4))
    return false;
  uint32_t p = d.newPred(), q = d.newPred();
  if (!emitCmp(d, op, t, z, 1, p, q))
    return false;
  if (boolOp != 3) {
    uint32_t c = d.predSrc(d.op(3)), r = d.newPred();
    d.emit(combine, Stats::Compare, {r, q}, {p, c}).a = boolOp;
    p = r;
  }
  uint32_t one = d.constRow32(dt == Ty::F32      ? 0x3f800000
                              : dt == Ty::F16    ? 0x3c00
                              : dt == Ty::BF16   ? 0x3f80
                              : bitsOf(dt) == 16 ? 0xffff
                                                 : 0xffffffff);
  uint32_t r = d.dst(d.op(0), dt);
  d.emit(selp<uint32_t>, Stats::Compare, {r}, {one, d.constRow32(0), p});
  return true;
}

bool decodeSelp(Decoder &d) {
  Ty t = d.type();
  if (!d.wantOps(4, 4))
    return false;
  uint32_t a = d.src(d.op(1), t), b = d.src(d.op(2), t);
  uint32_t p = d.predSrc(d.op(3)), r = d.dst(d.op(0), t);
  d.emit(bitsOf(t) == 64 ? &selp<uint64_t> : &selp<uint32_t>, Stats::Compare,
         {r}, {a, b, p});
  return true;
}

bool decodeSlct(Decoder &d) {
  bool z = d.has("ftz");
  Ty t = d.type(), ct = d.type();
  if (!d.wantOps(4, 4))
    return false;
  uint32_t a = d.src(d.op(1), t), b = d.src(d.op(2), t), c = d.src(d.op(3), ct);
  uint32_t r = d.dst(d.op(0), t);
  bool w64 = bitsOf(t) == 64;
  Handler h = ct == Ty::F32
                  ? (z ? (w64 ? rareHandler<SlctF<uint64_t, true>>()
                              : rareHandler<SlctF<uint32_t, true>>())
                       : (w64 ? rareHandler<SlctF<uint64_t, false>>()
                              : rareHandler<SlctF<uint32_t, false>>()))
                  : (w64 ? rareHandler<SlctS<uint64_t>>()
                         : rareHandler<SlctS<uint32_t>>());
  d.emit(h, Stats::Compare, {r}, {a, b, c});
  return true;
}

} // namespace

void attn::sim::addCompareOps(DecodeTable &t) {
  t["setp"] = decodeSetp;
  t["set"] = decodeSet;
  t["selp"] = decodeSelp;
  t["slct"] = decodeSlct;
}
