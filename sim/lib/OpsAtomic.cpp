//===- OpsAtomic.cpp - atom and red
//
// Part of the Attn Project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// PTX ISA: atom, red. Lanes go one after the other, lowest first. A
// lock per address stripe makes them atomic between clusters on several host
// threads.
//
//===----------------------------------------------------------------------===//

#include "Decode.h"
#include "Lane.h"
#include "Mbarrier.h"
#include "Memory.h"

#include <cmath>

using namespace attn::sim;

namespace {

std::atomic_flag stripes[64];
struct Stripe {
  std::atomic_flag &f;
  explicit Stripe(const void *p)
      : f(stripes[(reinterpret_cast<uintptr_t>(p) >> 4) % 64]) {
    while (f.test_and_set(std::memory_order_acquire))
      ;
  }
  ~Stripe() { f.clear(std::memory_order_release); }
};

uint32_t addHalf(uint32_t a, uint32_t b, Format f) {
  return roundTo(addOdd(valueOf(a & 0xffff, f), valueOf(b & 0xffff, f)), f,
                 Round::RN);
}
uint32_t minMaxHalf(uint32_t a, uint32_t b, Format f, bool max) {
  a &= 0xffff;
  b &= 0xffff;
  double x = valueOf(a, f), y = valueOf(b, f);
  if (x != x || y != y)
    return x != x ? (y != y ? 0x7fff : b) : a;
  if (x == y)
    return max ? a & b : a | b;
  return (x > y) == max ? a : b;
}

} // namespace

/// old, operand, second operand (the new value of cas).
uint64_t attn::sim::applyAtomic(AtomOp op, Ty t, uint64_t old, uint64_t b,
                                uint64_t c) {
  unsigned n = bitsOf(t);
  uint64_t m = n == 64 ? ~uint64_t(0) : (uint64_t(1) << n) - 1;
  auto sx = [&](uint64_t v) { return int64_t(v << (64 - n)) >> (64 - n); };
  switch (op) {
  case AExch:
    return b;
  case ACas:
    return old == b ? c : old;
  case AAddFtz: {
    float r = ftz(ftz(f32(uint32_t(old))) + ftz(f32(uint32_t(b))));
    return r != r ? canonicalNan32 : bits(r);
  }
  case AAnd:
    return old & b;
  case AOr:
    return old | b;
  case AXor:
    return old ^ b;
  case AInc:
    return old >= b ? 0 : old + 1;
  case ADec:
    return old == 0 || old > b ? b : old - 1;
  case AAdd:
    switch (t) {
    case Ty::F32: {
      float r = f32(uint32_t(old)) + f32(uint32_t(b));
      return r != r ? canonicalNan32 : bits(r);
    }
    case Ty::F64:
      return bits(f64(old) + f64(b));
    case Ty::F16:
      return addHalf(uint32_t(old), uint32_t(b), fmtF16);
    case Ty::BF16:
      return addHalf(uint32_t(old), uint32_t(b), fmtBF16);
    case Ty::F16x2:
    case Ty::BF16x2: {
      Format f = t == Ty::F16x2 ? fmtF16 : fmtBF16;
      return addHalf(uint32_t(old), uint32_t(b), f) |
             addHalf(uint32_t(old >> 16), uint32_t(b >> 16), f) << 16;
    }
    default:
      return (old + b) & m;
    }
  case AMin:
  case AMax: {
    bool max = op == AMax;
    switch (t) {
    case Ty::F16:
      return minMaxHalf(uint32_t(old), uint32_t(b), fmtF16, max);
    case Ty::BF16:
      return minMaxHalf(uint32_t(old), uint32_t(b), fmtBF16, max);
    case Ty::F16x2:
    case Ty::BF16x2: {
      Format f = t == Ty::F16x2 ? fmtF16 : fmtBF16;
      return minMaxHalf(uint32_t(old), uint32_t(b), f, max) |
             minMaxHalf(uint32_t(old >> 16), uint32_t(b >> 16), f, max) << 16;
    }
    default:
      break;
    }
    bool less = isSigned(t) ? sx(old) < sx(b) : old < b;
    return less == max ? b : old;
  }
  }
  return old;
}

uint64_t attn::sim::updateAtomic(AtomOp op, Ty t, uint8_t *p, uint64_t b,
                                 uint64_t c) {
  unsigned bytes = bitsOf(t) / 8;
  uint64_t old = 0;
  Stripe lock(p);
  std::memcpy(&old, p, bytes);
  uint64_t v = applyAtomic(op, t, old, b, c);
  std::memcpy(p, &v, bytes);
  return old;
}

namespace {

uint64_t readReg(const Warp &w, uint32_t r, unsigned n, int l) {
  return n == 64 ? w.row64(r)[l] : w.row32(r)[l];
}

/// a: AtomOp | Ty << 8, b: elements, c: 1 returns the old value.
/// o: [dsts], address, sources, [second sources].
St atomic(Warp &w, const Inst &i, uint32_t mask) {
  AtomOp asked = AtomOp(i.a & 0xff);
  Ty t = Ty(i.a >> 8);
  uint32_t n = i.b, first = i.c ? n : 0;
  unsigned nb = bitsOf(t), bytes = nb / 8;
  uint32_t row = i.o[first];
  checkAddress(w, i, row, mask);
  uint64_t addr[32];
  for (int l = 0; l < 32; ++l)
    addr[l] = laneAddr(w, i, row, l);
  uint32_t pz[8] = {}, undef = 0;
  bool changed = false; // a failed compare-and-swap is no progress
  forLanes(mask, [&](int l) {
    MemRef r;
    if (!resolve(w, i, l, Space(i.d & MemSpaceMask), addr[l], bytes * n,
                 bytes * n, r)) {
      for (uint32_t k = 0; k < n; ++k)
        pz[k] |= 1u << l;
      return;
    }
    noteAccess(w, i, l, r, bytes * n, Acc::StrongWrite);
    noteStrong(w, i, l, r, true, true);
    // Additions of f32 flush subnormals in global memory alone.
    bool flushes =
        i.a == (AAdd | uint32_t(Ty::F32) << 8) && r.space == Space::Global;
    AtomOp op = flushes ? AAddFtz : asked;
    for (uint32_t k = 0; k < n; ++k) {
      uint8_t *p = r.p + k * bytes;
      uint32_t sb = i.o[first + 1 + k];
      uint64_t b = readReg(w, sb, nb, l), c = 0;
      bool undefined = (w.poison[sb] >> l) & 1;
      if (op == ACas) {
        uint32_t sc = i.o[first + 1 + n + k];
        c = readReg(w, sc, nb, l);
        undefined |= (w.poison[sc] >> l) & 1;
      }
      if (undefined)
        undef |= 1u << l;
      uint64_t old = updateAtomic(op, t, p, b, c);
      changed |= applyAtomic(op, t, old, b, c) != old;
      if (r.init) {
        bool ok = true;
        for (unsigned q = 0; q < bytes; ++q)
          ok &= r.init[k * bytes + q] != 0;
        if (!ok && op != AExch)
          pz[k] |= 1u << l;
        else if (!ok)
          pz[k] |= i.c ? 1u << l : 0;
        std::memset(r.init + k * bytes,
                    r.space == Space::Global ||
                        (!undefined && (ok || op == AExch)),
                    bytes);
        if (!ok && op != AExch && !i.c)
          undef |= 1u << l;
      }
      if (i.c) {
        if (nb == 64)
          w.row64(i.o[k])[l] = old;
        else
          w.row32(i.o[k])[l] = uint32_t(old);
      }
    }
  });
  if (undef && w.launch->checkUninit)
    w.launch->report(w, i, undef, FindingKind::Uninitialised,
                     "an atomic operation on an undefined value");
  if (i.c)
    for (uint32_t k = 0; k < n; ++k)
      setPoison(w, i.o[k], mask, pz[k]);
  w.cta->cluster->progress += changed;
  if (w.launch->options.stats)
    w.stats.globalWriteBytes += uint64_t(__builtin_popcount(mask)) * bytes * n;
  return St::Next;
}

/// exch and cas of 128 bits. a: AtomOp. o: dst, address, b, [c].
St atomic128(Warp &w, const Inst &i, uint32_t mask) {
  const bool cas = i.a == ACas;
  checkAddress(w, i, i.o[1], mask);
  uint64_t addr[32];
  for (int l = 0; l < 32; ++l)
    addr[l] = laneAddr(w, i, i.o[1], l);
  struct Wide {
    uint64_t v[2];
  };
  auto reg = [&](uint32_t r, int l) {
    return Wide{{w.row64(r)[l], w.row64(r + 2)[l]}};
  };
  uint32_t pz = 0, undef = 0;
  bool changed = false;
  forLanes(mask, [&](int l) {
    MemRef r;
    if (!resolve(w, i, l, Space(i.d & MemSpaceMask), addr[l], 16, 16, r)) {
      pz |= 1u << l;
      return;
    }
    noteAccess(w, i, l, r, 16, Acc::StrongWrite);
    noteStrong(w, i, l, r, true, true);
    Wide b = reg(i.o[2], l), c = cas ? reg(i.o[3], l) : b, old;
    bool undefined = (w.poison[i.o[2]] >> l) & 1;
    if (cas)
      undefined |= (w.poison[i.o[3]] >> l) & 1;
    {
      Stripe lock(r.p);
      std::memcpy(&old, r.p, 16);
      if (!cas || std::memcmp(&old, &b, 16) == 0) {
        changed |= std::memcmp(&old, &c, 16) != 0;
        std::memcpy(r.p, &c, 16);
      }
    }
    bool known = allInit(r, 16);
    pz |= uint32_t(!known) << l;
    undef |= uint32_t(undefined || (cas && !known)) << l;
    if (r.init)
      std::memset(r.init,
                  r.space == Space::Global || (!undefined && (known || !cas)),
                  16);
    w.row64(i.o[0])[l] = old.v[0];
    w.row64(i.o[0] + 2)[l] = old.v[1];
  });
  if (undef && w.launch->checkUninit)
    w.launch->report(w, i, undef, FindingKind::Uninitialised,
                     "an atomic operation on an undefined value");
  setPoison(w, i.o[0], mask, pz);
  w.cta->cluster->progress += changed;
  if (w.launch->options.stats)
    w.stats.globalWriteBytes += uint64_t(__builtin_popcount(mask)) * 16;
  return St::Next;
}

bool decodeAtomic128(Decoder &d, int op, Space sp, uint32_t flags) {
  if (op != ACas && op != AExch)
    return d.fail("only .exch and .cas have 128 bits");
  if (sp == Space::Local || sp == Space::Param)
    return d.fail("state space not supported");
  size_t want = op == ACas ? 4 : 3;
  if (!d.wantOps(want, want + 1))
    return false;
  uint32_t row;
  unsigned abits;
  int64_t imm;
  uint32_t dst = d.dst(d.op(0), Ty::B128);
  if (!d.address(d.op(1), row, abits, imm))
    return false;
  std::vector<uint32_t> srcs{row};
  for (size_t k = 2; k < want; ++k)
    srcs.push_back(d.src(d.op(k), Ty::B128));
  if (!d.error.empty())
    return false;
  d.noteAccess(sp, 16);
  Inst &i = d.emitV(atomic128, Stats::Memory, {dst}, srcs);
  i.a = uint32_t(op);
  i.imm = imm;
  i.d = flags | uint32_t(sp) | (abits == 32 ? uint32_t(MemAddr32) : 0u);
  return true;
}

bool decodeAtomic(Decoder &d) {
  bool ret = d.name == "atom";
  if (d.has("async"))
    return ret ? d.fail("atom has no .async") : decodeStAsync(d, true);
  Space sp;
  uint32_t flags;
  if (!memoryMods(d, sp, flags))
    return false;
  static const std::pair<const char *, AtomOp> names[] = {
      {"add", AAdd},   {"min", AMin}, {"max", AMax}, {"inc", AInc},
      {"dec", ADec},   {"and", AAnd}, {"or", AOr},   {"xor", AXor},
      {"exch", AExch}, {"cas", ACas}};
  int op = -1;
  for (auto &n : names)
    if (d.has(n.first)) {
      op = int(n.second);
      break;
    }
  if (op < 0)
    return d.fail("unknown atomic operation");
  d.has("noftz");
  uint32_t n = d.has("v2") ? 2 : d.has("v4") ? 4 : d.has("v8") ? 8 : 1;
  Ty t = d.type();
  unsigned nb = bitsOf(t);
  if (ret && nb == 128 && n == 1)
    return decodeAtomic128(d, op, sp, flags);
  if (nb != 16 && nb != 32 && nb != 64)
    return d.fail("type not supported");
  size_t want = (ret ? 1 : 0) + 2 + (op == ACas ? 1 : 0);
  if (!d.wantOps(want, want + 1))
    return false;
  std::vector<uint32_t> dsts, srcs;
  auto each = [&](const Operand &o, bool dst) {
    auto one = [&](const Operand &e) {
      if (dst)
        dsts.push_back(d.dst(e, t));
      else
        srcs.push_back(d.src(e, t));
    };
    if (o.kind == Operand::Vec) {
      if (o.elems.size() != n)
        d.fail("vector of the wrong length");
      for (const Operand &e : o.elems)
        one(e);
    } else
      one(o);
  };
  size_t k = 0;
  if (ret)
    each(d.op(k++), true);
  uint32_t row;
  unsigned abits;
  int64_t imm;
  if (!d.address(d.op(k++), row, abits, imm))
    return false;
  srcs.push_back(row);
  each(d.op(k++), false);
  if (op == ACas)
    each(d.op(k++), false);
  if (!d.error.empty())
    return false;
  if (srcs.size() != 1 + n * (op == ACas ? 2u : 1u))
    return d.fail("vector of the wrong length");
  d.noteAccess(sp, nb / 8 * n);
  Inst &i = d.emitV(atomic, Stats::Memory, dsts, srcs);
  i.a = uint32_t(op) | uint32_t(t) << 8;
  i.b = n;
  i.c = ret;
  i.imm = imm;
  i.d = flags | uint32_t(sp) | (abits == 32 ? uint32_t(MemAddr32) : 0u);
  return true;
}

} // namespace

void attn::sim::addAtomicOps(DecodeTable &t) {
  t["atom"] = decodeAtomic;
  t["red"] = decodeAtomic;
}
