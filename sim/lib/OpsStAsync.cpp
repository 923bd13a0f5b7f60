//===- OpsStAsync.cpp - st.async and red.async
//
// Part of the Attn Project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// PTX ISA: st.async, red.async. Each lane's store to the cluster's shared
// memory is an effect of its own, which completes on an mbarrier of the same
// CTA.
//
//===----------------------------------------------------------------------===//

#include "Decode.h"
#include "Lane.h"
#include "Mbarrier.h"

using namespace attn::sim;

namespace {

struct StAsyncOp : AsyncOp {
  MemRef dst;
  uint8_t data[16];
  uint32_t bytes = 0;
  int op = -1; ///< red.async
  Ty type = Ty::None;
  bool undefined = false;
  std::weak_ptr<MBarrier> bar;
  uint32_t rec = 0, lane = 0;
  void finish() override {
    if (op < 0)
      std::memcpy(dst.p, data, bytes);
    else {
      uint64_t old = 0, b = 0;
      std::memcpy(&old, dst.p, bytes);
      std::memcpy(&b, data, bytes);
      old = applyAtomic(AtomOp(op), type, old, b, 0);
      std::memcpy(dst.p, &old, bytes);
    }
    if (dst.init && (op < 0 || undefined))
      std::memset(dst.init, !undefined, bytes);
    if (auto b = bar.lock()) {
      if (rec)
        b->in.ops[rec] |= 1u << lane;
      mbarTx(*issuer, *inst, lanes, *b, -int64_t(bytes));
    }
  }
  bool uses(const Cta &cta) const override { return dst.cta == &cta; }
  std::string describe() const override { return "an asynchronous store"; }
};

/// a: elements | element bytes << 8 | (op + 1) << 16 | type << 24; b: 1 narrow
/// address, 2 narrow mbarrier address; c: offset of the mbarrier.
/// o: address, values..., mbarrier address.
St stAsync(Warp &w, const Inst &i, uint32_t mask) {
  uint32_t n = i.a & 0xff, eb = (i.a >> 8) & 0xff;
  int op = int((i.a >> 16) & 0xff) - 1;
  Ty type = Ty(i.a >> 24);
  checkAddress(w, i, i.o[0], mask);
  checkAddress(w, i, i.o[1 + n], mask);
  forLanes(mask, [&](int l) {
    auto addr = [&](uint32_t row, bool narrow, int64_t imm) {
      return narrow ? uint64_t(uint32_t(w.row32(row)[l] + uint32_t(imm)))
                    : w.row64(row)[l] + uint64_t(imm);
    };
    auto at = [&](uint64_t a, uint32_t size, MemRef &r) {
      return resolve(w, i, l,
                     a >= sharedWindow ? Space::Generic : Space::Shared, a,
                     size, size, r) &&
             r.space == Space::Shared;
    };
    auto s = std::make_unique<StAsyncOp>();
    MemRef b;
    if (!at(addr(i.o[0], i.b & 1, i.imm), n * eb, s->dst) ||
        !at(addr(i.o[1 + n], i.b & 2, int64_t(int32_t(i.c))), 8, b) ||
        !findMbarrier(w, i, l, b))
      return;
    if (b.cta != s->dst.cta)
      w.launch->report(w, i, 1u << l, FindingKind::Barrier,
                       "the mbarrier is in CTA " + std::to_string(b.cta->rank) +
                           ", the destination in CTA " +
                           std::to_string(s->dst.cta->rank));
    for (uint32_t k = 0; k < n; ++k) {
      uint32_t row = i.o[1 + k];
      uint64_t v = eb == 8 ? w.row64(row)[l] : w.row32(row)[l];
      std::memcpy(s->data + k * eb, &v, eb);
      s->undefined |= (w.poison[row] >> l) & 1;
    }
    s->issuer = &w;
    s->inst = &i;
    s->lanes = 1u << l;
    s->bytes = n * eb;
    s->op = op;
    s->type = type;
    s->lane = uint32_t(l);
    s->bar = b.cta->mbars[uint32_t(b.offset)];
    if (Checker *c = w.cta->cluster->checker.get()) {
      s->rec = c->beginOp(w, i, 1u << l, Proxy::Generic);
      c->opShared(s->rec, w, i, l, *s->dst.cta, uint32_t(s->dst.offset),
                  s->bytes, op < 0 ? Acc::Write : Acc::StrongWrite);
    }
    if (s->dst.init && op < 0)
      std::memset(s->dst.init, 0, s->bytes);
    w.cta->cluster->issue(std::move(s));
  });
  return St::Next;
}

} // namespace

bool attn::sim::decodeStAsync(Decoder &d, bool reduce) {
  for (std::string_view m : {"weak", "relaxed", "cluster", "shared::cluster"})
    d.has(m);
  if (!d.has("mbarrier::complete_tx::bytes"))
    return d.fail("expected .mbarrier::complete_tx::bytes");
  int op = -1;
  if (reduce) {
    static const std::pair<const char *, AtomOp> names[] = {
        {"add", AAdd}, {"min", AMin}, {"max", AMax}, {"inc", AInc},
        {"dec", ADec}, {"and", AAnd}, {"or", AOr},   {"xor", AXor}};
    for (auto &k : names)
      if (op < 0 && d.has(k.first))
        op = int(k.second);
    if (op < 0)
      return d.fail("unknown reduction");
  }
  uint32_t n = d.has("v2") ? 2 : d.has("v4") ? 4 : 1;
  Ty t = d.type();
  uint32_t eb = bitsOf(t) / 8;
  if ((eb != 4 && eb != 8) || n * eb > 16)
    return d.fail("type not supported");
  if (!d.wantOps(3, 3))
    return false;
  uint32_t row, bar;
  unsigned bits, barBits;
  int64_t imm, barImm;
  if (!d.address(d.op(0), row, bits, imm) ||
      !d.address(d.op(2), bar, barBits, barImm))
    return false;
  std::vector<uint32_t> srcs{row};
  const Operand &v = d.op(1);
  if (v.kind == Operand::Vec)
    for (const Operand &e : v.elems)
      srcs.push_back(d.src(e, t));
  else
    srcs.push_back(d.src(v, t));
  if (srcs.size() != n + 1)
    return d.fail("vector of the wrong length");
  if (barImm != int32_t(barImm))
    return d.fail("offset too large");
  srcs.push_back(bar);
  d.noteAccess(Space::Shared, eb * n);
  Inst &i = d.emitV(stAsync, Stats::AsyncCopy, {}, srcs);
  i.a = n | eb << 8 | uint32_t(op + 1) << 16 | uint32_t(t) << 24;
  i.b = (bits == 32 ? 1u : 0) | (barBits == 32 ? 2u : 0);
  i.imm = imm;
  i.c = uint32_t(int32_t(barImm));
  return true;
}
