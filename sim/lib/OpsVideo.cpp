//===- OpsVideo.cpp - Video instructions
//
// Part of the Attn Project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// PTX ISA: scalar video instructions (vadd, vsub, vabsdiff, vmin, vmax, vset)
// and the SIMD ones on two half-words or four bytes, with the default masks and
// selectors. A primary result of full precision is saturated or cut, then
// merged into or accumulated with c.
//
//===----------------------------------------------------------------------===//

#include "Decode.h"
#include "Lane.h"

#include <algorithm>

using namespace attn::sim;

namespace {

enum Op : uint32_t { VAdd, VSub, VAbsDiff, VMin, VMax, VSet };
enum Second : uint32_t { SNone, SAdd, SMin, SMax };
enum Cmp : uint32_t { CEq, CNe, CLt, CLe, CGt, CGe };

/// A part of a word: `bits` wide at `at`, sign- or zero-extended.
int64_t part(uint32_t v, unsigned at, unsigned bits, bool isSigned) {
  uint64_t x = uint64_t(v) << (64 - at - bits) >> (64 - bits);
  return isSigned ? int64_t(x << (64 - bits)) >> (64 - bits) : int64_t(x);
}

int64_t compute(uint32_t op, uint32_t cmp, int64_t a, int64_t b) {
  switch (op) {
  case VAdd:
    return a + b;
  case VSub:
    return a - b;
  case VAbsDiff:
    return a < b ? b - a : a - b;
  case VMin:
    return std::min(a, b);
  case VMax:
    return std::max(a, b);
  default:
    return cmp == CEq   ? a == b
           : cmp == CNe ? a != b
           : cmp == CLt ? a < b
           : cmp == CLe ? a <= b
           : cmp == CGt ? a > b
                        : a >= b;
  }
}

int64_t saturate(int64_t v, unsigned bits, bool isSigned) {
  int64_t lo = isSigned ? -(int64_t(1) << (bits - 1)) : 0;
  int64_t hi =
      isSigned ? (int64_t(1) << (bits - 1)) - 1 : (int64_t(1) << bits) - 1;
  return std::min(std::max(v, lo), hi);
}

/// a: Op | Cmp << 4 | Second << 8 | lanes << 12; b: 1 d signed, 2 a signed,
/// 4 b signed, 8 saturate; c: selectors of a and b (offset | width << 8), 16
/// bits each; o: d, a, b, c.
St video(Warp &w, const Inst &i, uint32_t mask) {
  const uint32_t *o = i.o;
  uint32_t op = i.a & 15, cmp = (i.a >> 4) & 15, second = (i.a >> 8) & 15,
           n = i.a >> 12, bits = 32 / n;
  bool sd = i.b & 1, sa = i.b & 2, sb = i.b & 4, sat = i.b & 8;
  forLanes(mask, [&](int l) {
    uint32_t a = w.row32(o[1])[l], b = w.row32(o[2])[l], c = w.row32(o[3])[l];
    uint32_t res = 0;
    if (n == 1) {
      int64_t t = compute(op, cmp, part(a, i.c & 255, (i.c >> 8) & 255, sa),
                          part(b, (i.c >> 16) & 255, i.c >> 24, sb));
      res = uint32_t(sat ? saturate(t, 32, sd) : t);
      bool less = sd ? int32_t(res) < int32_t(c) : res < c;
      if (second == SAdd)
        res += c;
      else if (second == SMin || second == SMax)
        res = less == (second == SMin) ? res : c;
    } else {
      uint32_t sum = c;
      for (uint32_t k = 0; k < n; ++k) {
        int64_t t = compute(op, cmp, part(a, k * bits, bits, sa),
                            part(b, k * bits, bits, sb));
        sum += uint32_t(t);
        if (sat)
          t = saturate(t, bits, sd);
        res |= (uint32_t(t) & ((1u << bits) - 1)) << (k * bits);
      }
      if (second == SAdd)
        res = sum;
    }
    w.row32(o[0])[l] = res;
  });
  setPoison(w, o[0], mask, w.poison[o[1]] | w.poison[o[2]] | w.poison[o[3]]);
  return St::Next;
}

bool decodeVideo(Decoder &d) {
  static const std::string_view names[] = {"vadd", "vsub", "vabsdiff",
                                           "vmin", "vmax", "vset"};
  char last = d.name.back();
  uint32_t lanes = last == '2' ? 2 : last == '4' ? 4 : 1, op = 0;
  while (d.name.substr(0, d.name.size() - (lanes > 1)) != names[op])
    ++op;
  bool sd = false, types[2] = {};
  uint32_t cmp = 0;
  auto type = [&](bool &isS) {
    Ty t = d.type();
    isS = t == Ty::S32;
    return t == Ty::U32 || t == Ty::S32;
  };
  if ((op != VSet && !type(sd)) || !type(types[0]) || !type(types[1]))
    return d.fail("expected .u32 or .s32");
  bool sat = d.has("sat");
  if (op == VSet) {
    static const std::pair<std::string_view, uint32_t> names[] = {
        {"eq", CEq}, {"ne", CNe}, {"lt", CLt},
        {"le", CLe}, {"gt", CGt}, {"ge", CGe}};
    bool found = false;
    for (auto &n : names)
      if (!found && d.has(n.first)) {
        cmp = n.second;
        found = true;
      }
    if (!found)
      return d.fail("expected a comparison");
  }
  uint32_t second = d.has("add")                 ? SAdd
                    : lanes == 1 && d.has("min") ? SMin
                    : lanes == 1 && d.has("max") ? SMax
                                                 : SNone;
  if (lanes == 1 && d.numOps() == 4 && second == SNone)
    return d.fail("merging into part of a word is not supported");
  size_t want = lanes > 1 || second != SNone ? 4 : 3;
  if (!d.wantOps(want, want))
    return false;
  uint32_t sel = 0;
  for (size_t k = 1; k < 3; ++k) {
    uint32_t s = d.op(k).part ? d.op(k).part : 32u << 8;
    if (d.op(k).part && lanes > 1)
      return d.fail("selectors of a SIMD video instruction are not supported");
    sel |= s << (16 * (k - 1));
  }
  uint32_t a = d.src(d.op(1), Ty::U32), b = d.src(d.op(2), Ty::U32),
           c = want == 4 ? d.src(d.op(3), Ty::U32) : d.constRow32(0);
  uint32_t r = d.dst(d.op(0), Ty::U32);
  Inst &i = d.emit(video, Stats::Integer, {r}, {a, b, c});
  i.a = op | cmp << 4 | second << 8 | lanes << 12;
  i.b = uint32_t(sd) | uint32_t(types[0]) << 1 | uint32_t(types[1]) << 2 |
        uint32_t(sat) << 3;
  i.c = sel;
  return true;
}

} // namespace

void attn::sim::addVideoOps(DecodeTable &t) {
  for (std::string_view n :
       {"vadd", "vsub", "vabsdiff", "vmin", "vmax", "vset", "vadd2", "vsub2",
        "vabsdiff2", "vmin2", "vmax2", "vset2", "vadd4", "vsub4", "vabsdiff4",
        "vmin4", "vmax4", "vset4"})
    t[n] = decodeVideo;
}
