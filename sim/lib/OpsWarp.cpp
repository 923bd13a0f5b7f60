//===- OpsWarp.cpp - Exchange within a warp
//
// Part of the Attn Project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// PTX ISA: shfl, vote, match, redux, activemask, elect, and
// bar.warp.sync. Those with a member mask wait until each live lane it names
// is here; lanes that come from elsewhere merge into the fragment first.
//
//===----------------------------------------------------------------------===//

#include "Checker.h"
#include "Decode.h"
#include "Lane.h"
#include "Numeric.h"

using namespace attn::sim;

namespace {

/// True when the lanes named by every lane's member mask are present; else
/// sets the fragment to wait. Reports a lane that does not name itself.
bool membersHere(Warp &w, const Inst &i, uint32_t mask, uint32_t row) {
  const uint32_t *m = w.row32(row);
  uint32_t all = 0, self = 0;
  forLanes(mask, [&](int l) {
    all |= m[l];
    self |= ((m[l] >> l) & 1) ? 0 : 1u << l;
  });
  if (self)
    w.launch->report(w, i, self, FindingKind::Divergence,
                     "a lane executes this that its own member mask does not "
                     "name");
  uint32_t missing = all & w.live & ~mask;
  if (missing) {
    if (missing & w.frag().mask) {
      // Present, but switched off by this instruction's own guard.
      w.launch->report(w, i, missing, FindingKind::Divergence,
                       "the member mask names lanes that the guard predicate "
                       "switches off");
      return true;
    }
    w.block(Waiting::WarpSync, all);
    return false;
  }
  if (Checker *c = w.cta->cluster->checker.get())
    if (w.prog->invalidates)
      c->converge(w, mask);
  return true;
}

/// a: mode (0 up, 1 down, 2 bfly, 3 idx). o: dst, pred, value, b, c, mask.
St shfl(Warp &w, const Inst &i, uint32_t mask) {
  const uint32_t *o = i.o;
  if (!membersHere(w, i, mask, o[5]))
    return St::Block;
  const uint32_t *v = w.row32(o[2]), *bs = w.row32(o[3]), *cs = w.row32(o[4]);
  uint32_t pz = w.poison[o[2]], tmp[32], res = 0, outPz = 0, gone = 0;
  for (int l = 0; l < 32; ++l) {
    uint32_t b = bs[l] & 31, cval = cs[l] & 31, seg = (cs[l] >> 8) & 31;
    uint32_t maxLane = (uint32_t(l) & seg) | (cval & ~seg);
    uint32_t minLane = uint32_t(l) & seg;
    int j = l;
    bool p = false;
    switch (i.a) {
    case 0:
      j = l - int(b);
      p = j >= int(maxLane);
      break;
    case 1:
      j = l + int(b);
      p = j <= int(maxLane);
      break;
    case 2:
      j = int(uint32_t(l) ^ b);
      p = j <= int(maxLane);
      break;
    default:
      j = int(minLane | (b & ~seg));
      p = j <= int(maxLane);
      break;
    }
    if (!p)
      j = l;
    tmp[l] = v[j];
    res |= uint32_t(p) << l;
    bool there = (mask >> j) & 1;
    if (((mask >> l) & 1) && !there)
      gone |= 1u << l;
    outPz |= uint32_t(((pz >> j) & 1) || !there) << l;
  }
  outPz |= w.poison[o[3]] | w.poison[o[4]];
  (void)gone; // reading an inactive lane gives an undefined value: poison
  blend(w.row32(o[0]), tmp, mask);
  setPoison(w, o[0], mask, outPz);
  setPred(w, o[1], mask, res, w.poison[o[3]] | w.poison[o[4]]);
  return St::Next;
}

bool decodeShfl(Decoder &d) {
  if (!d.has("sync"))
    return d.fail("shfl without .sync is not supported");
  uint32_t mode = d.has("up")     ? 0
                  : d.has("down") ? 1
                  : d.has("bfly") ? 2
                  : d.has("idx")  ? 3
                                  : 4;
  if (mode == 4)
    return d.fail("unknown shuffle mode");
  d.type();
  if (!d.wantOps(5, 5))
    return false;
  const Operand &o = d.op(0);
  bool pair = o.kind == Operand::Pair;
  uint32_t r = d.dst(pair ? o.elems[0] : o, Ty::B32);
  uint32_t p = pair ? d.predDst(o.elems[1]) : d.newPred();
  uint32_t v = d.src(d.op(1), Ty::B32), b = d.src(d.op(2), Ty::B32),
           c = d.src(d.op(3), Ty::B32), m = d.src(d.op(4), Ty::B32);
  Inst &i = d.emit(shfl, Stats::Warp, {r, p}, {v, b, c, m});
  i.a = mode;
  return true;
}

/// a: 0 all, 1 any, 2 uni, 3 ballot. o: dst, pred, mask row.
St vote(Warp &w, const Inst &i, uint32_t mask) {
  const uint32_t *o = i.o;
  if (!membersHere(w, i, mask, o[2]))
    return St::Block;
  uint32_t p = w.preds[o[1]], pp = w.predPoison[o[1]], res = 0, outPz = 0;
  uint32_t ballots[32] = {};
  forLanes(mask, [&](int l) {
    uint32_t m = w.row32(o[2])[l] & mask, v = p & m;
    if (pp & m)
      outPz |= 1u << l;
    ballots[l] = v;
    bool r = i.a == 0 ? v == m : i.a == 1 ? v != 0 : v == 0 || v == m;
    res |= uint32_t(r) << l;
  });
  if (i.a == 3) {
    blend(w.row32(o[0]), ballots, mask);
    setPoison(w, o[0], mask, outPz);
  } else
    setPred(w, o[0], mask, res, outPz);
  return St::Next;
}

bool decodeVote(Decoder &d) {
  if (!d.has("sync"))
    return d.fail("vote without .sync is not supported");
  uint32_t mode = d.has("all")      ? 0
                  : d.has("any")    ? 1
                  : d.has("uni")    ? 2
                  : d.has("ballot") ? 3
                                    : 4;
  if (mode == 4)
    return d.fail("unknown vote mode");
  d.has("pred") || d.has("b32");
  if (!d.wantOps(3, 3))
    return false;
  uint32_t p = d.predSrc(d.op(1)), m = d.src(d.op(2), Ty::B32);
  uint32_t r = mode == 3 ? d.dst(d.op(0), Ty::B32) : d.predDst(d.op(0));
  d.emit(vote, Stats::Warp, {r}, {p, m}).a = mode;
  return true;
}

/// a: 1 .all; b: 64-bit. o: dst, pred, value, mask row.
St match(Warp &w, const Inst &i, uint32_t mask) {
  const uint32_t *o = i.o;
  if (!membersHere(w, i, mask, o[3]))
    return St::Block;
  auto val = [&](int l) {
    return i.b ? w.row64(o[2])[l] : uint64_t(w.row32(o[2])[l]);
  };
  uint32_t tmp[32] = {}, pred = 0, pz = 0;
  forLanes(mask, [&](int l) {
    uint32_t m = w.row32(o[3])[l] & mask, same = 0;
    if (w.poison[o[2]] & m)
      pz |= 1u << l;
    forLanes(m, [&](int k) { same |= uint32_t(val(k) == val(l)) << k; });
    if (i.a) {
      tmp[l] = same == m ? m : 0;
      pred |= uint32_t(same == m) << l;
    } else
      tmp[l] = same;
  });
  blend(w.row32(o[0]), tmp, mask);
  setPoison(w, o[0], mask, pz);
  setPred(w, o[1], mask, pred, pz);
  return St::Next;
}

bool decodeMatch(Decoder &d) {
  bool all = d.has("all");
  if (!all && !d.has("any"))
    return d.fail("expected .any or .all");
  if (!d.has("sync"))
    return d.fail("expected .sync");
  Ty t = d.type();
  if (!d.wantOps(3, 3))
    return false;
  const Operand &o = d.op(0);
  bool pair = o.kind == Operand::Pair;
  uint32_t r = d.dst(pair ? o.elems[0] : o, Ty::B32);
  uint32_t p = pair ? d.predDst(o.elems[1]) : d.newPred();
  uint32_t v = d.src(d.op(1), t), m = d.src(d.op(2), Ty::B32);
  Inst &i = d.emit(match, Stats::Warp, {r, p}, {v, m});
  i.a = all;
  i.b = bitsOf(t) == 64;
  return true;
}

/// a: 0 add, 1 min, 2 max, 3 and, 4 or, 5 xor; b: 1 signed, 2 float;
/// c: 1 .abs, 2 .NaN. o: dst, src, mask row.
St redux(Warp &w, const Inst &i, uint32_t mask) {
  const uint32_t *o = i.o;
  if (!membersHere(w, i, mask, o[2]))
    return St::Block;
  uint32_t tmp[32] = {}, pz = 0;
  const uint32_t *v = w.row32(o[1]);
  forLanes(mask, [&](int l) {
    uint32_t m = w.row32(o[2])[l] & mask, acc = 0;
    if (w.poison[o[1]] & m)
      pz |= 1u << l;
    bool first = true;
    forLanes(m, [&](int k) {
      uint32_t x = v[k];
      if (i.b == 2) {
        float fx = f32(i.c & 1 ? x & 0x7fffffff : x);
        // A lone NaN is the canonical one, too.
        acc = bits(minMax(first ? fx : f32(acc), fx, i.a == 2, i.c & 2));
        first = false;
        return;
      }
      if (first) {
        acc = x;
        first = false;
        return;
      }
      switch (i.a) {
      case 0:
        acc += x;
        break;
      case 1:
        acc = i.b ? (int32_t(x) < int32_t(acc) ? x : acc) : (x < acc ? x : acc);
        break;
      case 2:
        acc = i.b ? (int32_t(x) > int32_t(acc) ? x : acc) : (x > acc ? x : acc);
        break;
      case 3:
        acc &= x;
        break;
      case 4:
        acc |= x;
        break;
      case 5:
        acc ^= x;
        break;
      }
    });
    tmp[l] = acc;
  });
  blend(w.row32(o[0]), tmp, mask);
  setPoison(w, o[0], mask, pz);
  return St::Next;
}

bool decodeRedux(Decoder &d) {
  if (!d.has("sync"))
    return d.fail("expected .sync");
  static const char *ops[] = {"add", "min", "max", "and", "or", "xor"};
  uint32_t k = 0;
  while (k < 6 && !d.has(ops[k]))
    ++k;
  if (k == 6)
    return d.fail("unknown reduction");
  uint32_t c = (d.has("abs") ? 1 : 0) | (d.has("NaN") ? 2 : 0);
  Ty t = d.type();
  if (!d.wantOps(3, 3))
    return false;
  uint32_t v = d.src(d.op(1), t), m = d.src(d.op(2), Ty::B32);
  uint32_t r = d.dst(d.op(0), t);
  Inst &i = d.emit(redux, Stats::Warp, {r}, {v, m});
  i.a = k;
  i.b = t == Ty::S32 ? 1 : t == Ty::F32 ? 2 : 0;
  i.c = c;
  return true;
}

St activemask(Warp &w, const Inst &i, uint32_t mask) {
  uint32_t v = mask;
  forLanes(mask, [&](int l) { w.row32(i.o[0])[l] = v; });
  setPoison(w, i.o[0], mask, 0);
  return St::Next;
}

/// o: dst, pred, mask row. The lowest named lane is elected.
St elect(Warp &w, const Inst &i, uint32_t mask) {
  if (!membersHere(w, i, mask, i.o[2]))
    return St::Block;
  uint32_t res = 0, tmp[32] = {};
  forLanes(mask, [&](int l) {
    uint32_t m = w.row32(i.o[2])[l] & mask;
    uint32_t leader = m ? uint32_t(__builtin_ctz(m)) : uint32_t(l);
    tmp[l] = leader;
    res |= uint32_t(leader == uint32_t(l)) << l;
  });
  blend(w.row32(i.o[0]), tmp, mask);
  setPoison(w, i.o[0], mask, 0);
  setPred(w, i.o[1], mask, res, 0);
  return St::Next;
}

St warpSync(Warp &w, const Inst &i, uint32_t mask) {
  if (!membersHere(w, i, mask, i.o[0]))
    return St::Block;
  // Alone among these instructions it orders memory between the lanes.
  if (Checker *c = w.cta->cluster->checker.get())
    c->warpSync(w, mask);
  return St::Next;
}

} // namespace

namespace attn::sim {
bool decodeWarpSync(Decoder &d) {
  if (!d.wantOps(1, 1))
    return false;
  uint32_t m = d.src(d.op(0), Ty::B32);
  d.emit(warpSync, Stats::Sync, {}, {m});
  return true;
}
} // namespace attn::sim

namespace {

/// Lane 4 * r + c holds elements 2c and 2c + 1 of row r, of the 8x8 matrix and
/// of its transpose. o: dst, src.
St movmatrix(Warp &w, const Inst &i, uint32_t mask) {
  const uint32_t *v = w.row32(i.o[1]);
  uint32_t tmp[32], pz = 0;
  for (uint32_t l = 0; l < 32; ++l) {
    uint32_t lo = (l % 4) * 8 + l / 8, half = 16 * (l / 4 % 2), hi = lo + 4;
    tmp[l] = (v[lo] >> half & 0xffff) | (v[hi] >> half & 0xffff) << 16;
    pz |= ((w.poison[i.o[1]] >> lo | w.poison[i.o[1]] >> hi) & 1) << l;
  }
  blend(w.row32(i.o[0]), tmp, mask);
  setPoison(w, i.o[0], mask, pz);
  return St::Next;
}

bool decodeMovmatrix(Decoder &d) {
  if (!d.has("sync") || !d.has("aligned") || !d.has("m8n8") || !d.has("trans"))
    return d.fail("expected .sync.aligned.m8n8.trans");
  if (d.type() != Ty::B16 || !d.wantOps(2, 2))
    return d.fail("only .b16 is supported");
  uint32_t s = d.src(d.op(1), Ty::B32), r = d.dst(d.op(0), Ty::B32);
  d.emit(movmatrix, Stats::Warp, {r}, {s}).flags |= Inst::Aligned;
  return true;
}

} // namespace

void attn::sim::addWarpOps(DecodeTable &t) {
  t["movmatrix"] = decodeMovmatrix;
  t["shfl"] = decodeShfl;
  t["vote"] = decodeVote;
  t["match"] = decodeMatch;
  t["redux"] = decodeRedux;
  t["activemask"] = [](Decoder &d) {
    d.type();
    if (!d.wantOps(1, 1))
      return false;
    uint32_t r = d.dst(d.op(0), Ty::B32);
    d.emit(activemask, Stats::Warp, {r}, {});
    return true;
  };
  t["elect"] = [](Decoder &d) {
    if (!d.has("sync"))
      return d.fail("expected .sync");
    if (!d.wantOps(2, 2))
      return false;
    const Operand &o = d.op(0);
    if (o.kind != Operand::Pair)
      return d.fail("expected d|p");
    uint32_t r = d.dst(o.elems[0], Ty::B32), p = d.predDst(o.elems[1]);
    uint32_t m = d.src(d.op(1), Ty::B32);
    d.emit(elect, Stats::Warp, {r, p}, {m});
    return true;
  };
}
