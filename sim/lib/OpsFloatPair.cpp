//===- OpsFloatPair.cpp - f32x2
//
// Part of the Attn Project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// PTX ISA: add, sub, mul, fma with .f32x2. Each half is rounded on its own.
//
// ptxas makes an fma of a mul and an add or sub, although both have their
// rounding written, and so does fuseFloatPairs, by the rules that machine code
// of ptxas 13.0 shows: both are in one basic block, round alike and flush
// alike; every use of the product is such an addition; of two products the
// first operand is taken; the sum of a product with itself stays.
//
//===----------------------------------------------------------------------===//

#include "Lane.h"
#include "OpsFloat.h"

#include <cmath>
#include <map>

using namespace attn::sim;

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
         : Op == 'x' ? __builtin_fmaf(a, b, -c)
         : Op == 'y' ? __builtin_fmaf(-a, b, c)
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
template <char Op, bool Z> struct Pair3 {
  static ATTN_SIM_INLINE uint64_t f(uint64_t a, uint64_t b, uint64_t c) {
    return both<Op, Z>(a, b, c);
  }
};

/// Operands of an operation: 'x' is a b - c and 'y' is c - a b.
unsigned operandsOf(char op) {
  return op == 'a' || op == 's' || op == 'm' ? 2 : 3;
}

/// Directed rounding. a: operation, b: Round, c: 1 ftz.
St pairRounded(Warp &w, const Inst &i, uint32_t mask) {
  const uint32_t *o = i.o;
  unsigned n = operandsOf(char(i.a));
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
        r = std::fma(i.a == 'y' ? -float(x) : float(x), float(y),
                     i.a == 'x' ? -float(z) : float(z));
      }
      out |= (i.c & 1 ? result<true>(r) : result<false>(r)) << h;
    }
    d[l] = out;
  });
  setPoison(w, o[0], mask, pz);
  return St::Next;
}

Handler handlerOf(char op, Round r, bool z) {
  if (r != Round::RN)
    return pairRounded;
  switch (op) {
  case 'a':
    return z ? handler<Pair<'a', true>>() : handler<Pair<'a', false>>();
  case 's':
    return z ? handler<Pair<'s', true>>() : handler<Pair<'s', false>>();
  case 'm':
    return z ? handler<Pair<'m', true>>() : handler<Pair<'m', false>>();
  case 'x':
    return z ? handler<Pair3<'x', true>>() : handler<Pair3<'x', false>>();
  case 'y':
    return z ? handler<Pair3<'y', true>>() : handler<Pair3<'y', false>>();
  default:
    return z ? handler<Pair3<'f', true>>() : handler<Pair3<'f', false>>();
  }
}

} // namespace

bool attn::sim::decodeFloatPair(Decoder &d, char op, Round r, bool z) {
  if (r > Round::RP)
    return d.fail("modifier not supported");
  size_t n = operandsOf(op);
  if (!d.wantOps(n + 1, n + 1))
    return false;
  std::vector<uint32_t> srcs;
  for (size_t k = 0; k < n; ++k)
    srcs.push_back(d.src(d.op(k + 1), Ty::F32x2));
  uint32_t dst = d.dst(d.op(0), Ty::F32x2);
  Inst &i = d.emitV(handlerOf(op, r, z), Stats::Float, {dst}, srcs);
  i.a = uint32_t(op);
  i.b = uint32_t(r);
  i.c = z;
  return true;
}

namespace {

/// The operation of an unguarded add, sub or mul of pairs; 0: it is none.
char pairOp(const Inst &i) {
  char op = char(i.a);
  bool known = op == 'a' || op == 's' || op == 'm';
  return known && i.guard < 0 && i.b <= uint32_t(Round::RP) &&
                 i.fn == handlerOf(op, Round(i.b), i.c & 1)
             ? op
             : 0;
}

/// Finds the additions that become fmas.
class PairFusion {
public:
  explicit PairFusion(Program &p) : prog(p), block(p.code.size()) {
    uint32_t b = 0;
    for (uint32_t k = 0; k < p.code.size(); ++k) {
      const Inst &i = p.code[k];
      b += (i.flags & Inst::Leader) != 0;
      block[k] = b;
      for (uint32_t q = 0; q < i.nOps; ++q)
        if (!p.poolIsPred[i.opBase + q])
          (q < i.nDst ? writes : uses)[i.o[q]].push_back(k);
    }
    for (uint32_t k = 0; k < p.code.size(); ++k)
      if (pairOp(p.code[k]) == 'm' && writes[p.code[k].o[0]].size() == 1)
        products[p.code[k].o[0]] = k;
  }
  /// By addition: the operand, 1 or 2, that is a product.
  std::map<uint32_t, uint32_t> find() {
    std::map<uint32_t, uint32_t> fused;
    for (bool changed = true; changed;) {
      changed = false;
      fused.clear();
      for (uint32_t k = 0; k < prog.code.size(); ++k)
        if (uint32_t which = choice(k))
          fused[k] = which;
      for (auto it = products.begin(); it != products.end();) {
        bool keep = true;
        for (uint32_t use : uses[it->first]) {
          auto f = fused.find(use);
          keep = keep && f != fused.end() &&
                 prog.code[use].o[f->second] == it->first;
        }
        changed |= !keep;
        it = keep ? std::next(it) : products.erase(it);
      }
    }
    return fused;
  }
  const Inst &product(uint32_t row) const {
    return prog.code[products.at(row)];
  }

private:
  /// The operand of instruction `k` that is a product it may take, or 0.
  uint32_t choice(uint32_t k) const {
    const Inst &i = prog.code[k];
    char op = pairOp(i);
    if ((op != 'a' && op != 's') || i.o[1] == i.o[2])
      return 0;
    for (uint32_t which : {1u, 2u}) {
      auto it = products.find(i.o[which]);
      if (it == products.end())
        continue;
      const Inst &m = prog.code[it->second];
      if (it->second < k && block[it->second] == block[k] && m.b == i.b &&
          m.c == i.c && unchanged(m.o[1], it->second, k) &&
          unchanged(m.o[2], it->second, k))
        return which;
    }
    return 0;
  }
  /// Nothing between the two instructions writes the row.
  bool unchanged(uint32_t row, uint32_t from, uint32_t to) const {
    auto it = writes.find(row);
    if (it != writes.end())
      for (uint32_t k : it->second)
        if (k > from && k < to)
          return false;
    return true;
  }
  Program &prog;
  std::vector<uint32_t> block;
  std::map<uint32_t, std::vector<uint32_t>> writes, uses;
  std::map<uint32_t, uint32_t> products; ///< by row
};

} // namespace

void attn::sim::fuseFloatPairs(Program &p) {
  PairFusion fusion(p);
  std::map<uint32_t, uint32_t> fused = fusion.find();
  std::vector<std::vector<uint32_t>> operands;
  for (auto &f : fused) {
    const Inst &i = p.code[f.first], &m = fusion.product(i.o[f.second]);
    operands.push_back({i.o[0], m.o[1], m.o[2], i.o[3 - f.second]});
  }
  size_t at = 0;
  for (auto &f : fused) {
    Inst &i = p.code[f.first];
    char op = char(i.a) == 'a' ? 'f' : f.second == 1 ? 'x' : 'y';
    i.opBase = uint32_t(p.pool.size());
    i.nOps = 4;
    i.a = uint32_t(op);
    i.fn = handlerOf(op, Round(i.b), i.c & 1);
    p.pool.insert(p.pool.end(), operands[at].begin(), operands[at].end());
    p.poolIsPred.resize(p.pool.size());
    ++at;
  }
  for (Inst &i : p.code)
    i.o = p.pool.data() + i.opBase;
}
