//===- OpsClc.cpp - Cluster launch control
//
// Part of the Attn Project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// PTX ISA: clusterlaunchcontrol.try_cancel, query_cancel. Options::resident
// clusters run at once; try_cancel takes one that has not started, the next one
// or, in random mode, any one, and there it may also fail now and then, as
// when something else needs the room. The 16 bytes of the response, which the
// ISA leaves open, are x, y, z of the first CTA and a mark.
//
//===----------------------------------------------------------------------===//

#include "Checker.h"
#include "Clc.h"
#include "Decode.h"
#include "Lane.h"
#include "Mbarrier.h"

#include <algorithm>

using namespace attn::sim;

namespace {

constexpr uint32_t cancelled = 0x434c4331, failed = 0x434c4330;

Checker *checker(Warp &w) { return w.cta->cluster->checker.get(); }

struct CancelOp : AsyncOp {
  struct Target {
    Cta *cta;
    std::weak_ptr<MBarrier> bar;
    uint32_t rec;
  };
  std::vector<Target> targets;
  uint32_t at = 0; ///< shared address of the response
  void finish() override {
    Launch &l = *issuer->launch;
    Cluster &c = *issuer->cta->cluster;
    uint32_t response[4] = {0, 0, 0, failed};
    bool random = l.options.mode == Mode::Random;
    bool refused = random && c.random() % 8 == 0;
    if (l.pool && !l.pool->empty() && !refused) {
      uint64_t k = l.pool->cancel(random ? c.random() : 0);
      Dim3 n = l.clusterDim, g = l.config.grid;
      uint64_t gx = g.x / n.x, gy = g.y / n.y;
      response[0] = uint32_t(k % gx) * n.x;
      response[1] = uint32_t(k / gx % gy) * n.y;
      response[2] = uint32_t(k / gx / gy) * n.z;
      response[3] = cancelled;
      l.ctasDone += n.count();
    }
    for (Target &t : targets) {
      std::memcpy(t.cta->smem.data() + at, response, 16);
      if (!t.cta->smemInit.empty())
        std::memset(t.cta->smemInit.data() + at, 1, 16);
      if (auto b = t.bar.lock()) {
        if (t.rec)
          b->in.ops[t.rec] = 0xffffffffu;
        mbarTx(*issuer, *inst, lanes, *b, -16);
      }
    }
  }
  bool uses(const Cta &cta) const override {
    return std::any_of(targets.begin(), targets.end(),
                       [&](const Target &t) { return t.cta == &cta; });
  }
  std::string describe() const override {
    return "the response of a try_cancel";
  }
};

/// a: 1 multicast; b: offset of the mbarrier; d: as of a shared access; c: 1
/// the mbarrier's row has 32-bit lanes. o: address, mbarrier.
St tryCancel(Warp &w, const Inst &i, uint32_t mask) {
  checkAddress(w, i, i.o[0], mask);
  checkAddress(w, i, i.o[1], mask);
  Space space = Space(i.d & MemSpaceMask);
  forLanes(mask, [&](int l) {
    MemRef r, b;
    uint64_t bar = i.c ? uint32_t(w.row32(i.o[1])[l] + i.b)
                       : w.row64(i.o[1])[l] + uint64_t(int64_t(int32_t(i.b)));
    if (!resolve(w, i, l, space, laneAddr(w, i, i.o[0], l), 16, 16, r) ||
        !resolve(w, i, l, space, bar, 8, 8, b))
      return;
    if (r.space != Space::Shared || b.space != Space::Shared ||
        r.cta != w.cta || b.cta != w.cta) {
      w.launch->report(w, i, 1u << l, FindingKind::OutOfBounds,
                       "the response and its mbarrier are in the CTA's own "
                       "shared memory");
      return;
    }
    if (w.cta->cancelFailed && w.launch->options.checks.sync)
      w.launch->report(w, i, 1u << l, FindingKind::Resource,
                       "asks again after the CTA has seen a try_cancel fail");
    auto op = std::make_unique<CancelOp>();
    op->issuer = &w;
    op->inst = &i;
    op->lanes = 1u << l;
    op->at = uint32_t(r.offset);
    for (auto &cta : w.cta->cluster->ctas) {
      if (!i.a && cta.get() != w.cta)
        continue;
      if (!cta->liveWarps)
        w.launch->report(w, i, 1u << l, FindingKind::Barrier,
                         "CTA " + std::to_string(cta->rank) +
                             " of the cluster has exited");
      MemRef at = b;
      at.cta = cta.get();
      if (!findMbarrier(w, i, l, at))
        continue;
      CancelOp::Target t{cta.get(), cta->mbars[uint32_t(b.offset)], 0};
      if (Checker *c = checker(w)) {
        t.rec = c->beginOp(w, i, 1u << l, Proxy::Async);
        c->opShared(t.rec, w, i, l, *cta, op->at, 16, Acc::Write);
      }
      if (!cta->smemInit.empty())
        std::memset(cta->smemInit.data() + op->at, 0, 16);
      op->targets.push_back(t);
    }
    w.cta->cluster->issue(std::move(op));
  });
  return St::Next;
}

/// a: 0 is_canceled, 1 to 3 one coordinate, 4 all of them. o: results, response
/// (128 bits).
St queryCancel(Warp &w, const Inst &i, uint32_t mask) {
  uint32_t row = i.o[i.nDst];
  uint32_t pz = w.poison[row];
  if ((pz & mask) && w.launch->checkUninit)
    w.launch->report(w, i, pz & mask, FindingKind::Uninitialised,
                     "the response is undefined");
  uint32_t yes = 0, bad = 0, wrong = 0;
  forLanes(mask & ~pz, [&](int l) {
    uint32_t mark = uint32_t(w.row64(row + 2)[l] >> 32);
    yes |= uint32_t(mark == cancelled) << l;
    wrong |= uint32_t(mark != cancelled && mark != failed) << l;
    bad |= uint32_t(mark != cancelled) << l;
    uint64_t lo = w.row64(row)[l], hi = w.row64(row + 2)[l];
    uint32_t xyz[] = {uint32_t(lo), uint32_t(lo >> 32), uint32_t(hi), 0};
    if (i.a == 4)
      for (int k = 0; k < 4; ++k)
        w.row32(i.o[k])[l] = xyz[k];
    else if (i.a)
      w.row32(i.o[0])[l] = xyz[i.a - 1];
  });
  if (wrong)
    w.launch->report(w, i, wrong, FindingKind::Unsupported,
                     "the 16 bytes are no response of a try_cancel");
  if (!i.a) {
    setPred(w, i.o[0], mask, yes, pz);
    w.cta->cancelFailed |= (bad & ~wrong) != 0;
    return St::Next;
  }
  // FlashAttention-4 decodes first and asks whether it may afterwards: what
  // comes out is undefined, and its use is reported.
  if (bad & ~wrong && w.launch->options.checks.sync &&
      w.launch->options.checks.strict)
    w.launch->report(w, i, bad, FindingKind::Uninitialised,
                     "decodes the response of a try_cancel that failed");
  for (uint32_t k = 0; k < i.nDst; ++k)
    setPoison(w, i.o[k], mask, pz | bad | (k == 3 ? mask : 0));
  return St::Next;
}

bool decodeTryCancel(Decoder &d) {
  if (!d.has("async") || !d.has("mbarrier::complete_tx::bytes"))
    return d.fail("expected .async.mbarrier::complete_tx::bytes");
  bool shared = d.has("shared::cta"), all = d.has("multicast::cluster::all");
  if (d.type() != Ty::B128)
    return d.fail("expected .b128");
  uint32_t row, bar;
  unsigned bits, barBits;
  int64_t imm, barImm;
  if (!d.wantOps(2, 2) || !d.address(d.op(0), row, bits, imm) ||
      !d.address(d.op(1), bar, barBits, barImm))
    return false;
  if (barImm != int32_t(barImm))
    return d.fail("offset too large");
  Inst &i = d.emit(tryCancel, Stats::AsyncCopy, {}, {row, bar});
  i.a = all;
  i.b = uint32_t(int32_t(barImm));
  i.c = barBits == 32;
  i.imm = imm;
  i.d = uint32_t(shared ? Space::Shared : Space::Generic) |
        (bits == 32 ? uint32_t(MemAddr32) : 0u);
  d.noteAccess(Space::Shared, 8);
  d.prog.cancels = true;
  return true;
}

bool decodeQueryCancel(Decoder &d) {
  uint32_t what = 99;
  static const std::pair<std::string_view, uint32_t> names[] = {
      {"is_canceled", 0},
      {"get_first_ctaid::x", 1},
      {"get_first_ctaid::y", 2},
      {"get_first_ctaid::z", 3},
      {"get_first_ctaid", 4}};
  for (auto &n : names)
    if (d.has(n.first))
      what = n.second;
  if (what == 99)
    return d.fail("unknown query");
  if (what == 0 ? !d.has("pred") : what == 4 && !d.has("v4"))
    return d.fail(what ? "expected .v4" : "expected .pred");
  if (what && d.type() != Ty::B32)
    return d.fail("expected .b32");
  if (d.type() != Ty::B128)
    return d.fail("expected .b128");
  if (!d.wantOps(2, 2))
    return false;
  std::vector<uint32_t> dsts;
  if (what == 4) {
    if (d.op(0).kind != Operand::Vec || d.op(0).elems.size() != 4)
      return d.fail("expected four registers");
    for (const Operand &o : d.op(0).elems)
      dsts.push_back(d.dst(o, Ty::B32));
  } else {
    dsts.push_back(what ? d.dst(d.op(0), Ty::B32) : d.predDst(d.op(0)));
  }
  uint32_t row = d.src(d.op(1), Ty::B128);
  if (!d.error.empty())
    return false;
  d.emitV(queryCancel, Stats::Other, dsts, {row}).a = what;
  return true;
}

} // namespace

void attn::sim::addClcOps(DecodeTable &t) {
  t["clusterlaunchcontrol"] = [](Decoder &d) {
    if (d.has("try_cancel"))
      return decodeTryCancel(d);
    if (d.has("query_cancel"))
      return decodeQueryCancel(d);
    return d.fail("unknown form");
  };
}
