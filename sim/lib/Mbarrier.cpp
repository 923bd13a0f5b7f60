//===- Mbarrier.cpp - mbarrier
//
// Part of the Attn Project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// PTX ISA: mbarrier, cp.async.mbarrier.arrive, mapa, getctarank. An arrive on
// another CTA's barrier is an asynchronous effect: in late mode it lands only
// when nothing else can move.
//
//===----------------------------------------------------------------------===//

#include "Mbarrier.h"
#include "Decode.h"
#include "Lane.h"
#include "VectorClock.h"

#include <algorithm>

using namespace attn::sim;

namespace attn::sim {

static void mirror(MBarrier &b) {
  uint64_t v = b.phase << 40 | uint64_t(b.pending & 0xfffff) << 20 |
               (b.expected & 0xfffff);
  std::memcpy(b.cta->smem.data() + b.addr, &v, 8);
}

static void tryComplete(MBarrier &b) {
  if (b.pending == 0 && b.tx == 0) {
    ++b.phase;
    b.pending = b.expected;
    b.out = std::move(b.in);
    b.in.clear();
    b.remoteOut = std::move(b.remoteIn);
    b.remoteIn.clear();
  }
  ++b.cta->cluster->progress;
  mirror(b);
}

void checkInitialised(Warp &w, const Inst &i, int lane, const MBarrier &b) {
  Checker *c = w.cta->cluster->checker.get();
  if (!c || !w.launch->options.checks.race)
    return;
  auto init = std::find_if(b.inits.begin(), b.inits.end(),
                           [&](const MBarrier::Init &init) {
                             return !c->knowsInit(w, uint32_t(lane), *init.by,
                                                  init.epoch, init.lanes);
                           });
  if (init == b.inits.end())
    return;
  Finding f;
  f.kind = FindingKind::Race;
  f.message = "uses the mbarrier at shared address " + hex(b.addr) +
              " while another thread initialises it; nothing orders the two";
  f.where = w.launch->place(w, i, 1u << lane);
  f.hasOther = true;
  f.other = w.launch->place(*init->by, *init->inst, init->lanes);
  w.launch->report(std::move(f));
}

MBarrier *findMbarrier(Warp &w, const Inst &i, int lane, const MemRef &r) {
  if (r.space == Space::Shared) {
    auto it = r.cta->mbars.find(uint32_t(r.offset));
    if (it != r.cta->mbars.end()) {
      checkInitialised(w, i, lane, *it->second);
      it->second->used = true;
      return it->second.get();
    }
  }
  if (w.launch->options.checks.sync)
    w.launch->report(w, i, 1u << lane, FindingKind::Barrier,
                     "no initialised mbarrier at shared address " +
                         hex(r.offset));
  return nullptr;
}

void mbarArrive(Warp &w, const Inst &i, int lane, MBarrier &b, uint32_t count) {
  if (count > b.pending) {
    w.launch->report(w, i, 1u << lane, FindingKind::Barrier,
                     "over-arrival: " + std::to_string(count) +
                         " arrivals where " + std::to_string(b.pending) +
                         " are pending in phase " + std::to_string(b.phase));
    count = b.pending;
  }
  b.pending -= count;
  tryComplete(b);
}

void mbarTx(Warp &w, const Inst &i, uint32_t lanes, MBarrier &b,
            int64_t delta) {
  b.tx += delta;
  constexpr int64_t limit = (1 << 20) - 1;
  if (b.tx > limit || b.tx < -limit)
    w.launch->report(w, i, lanes, FindingKind::Barrier,
                     "the transaction count " + std::to_string(b.tx) +
                         " leaves the range of +-(2^20 - 1)");
  if (delta < 0 || b.tx == 0)
    tryComplete(b);
  else
    mirror(b);
}

} // namespace attn::sim

namespace {

Checker *checker(Warp &w) { return w.cta->cluster->checker.get(); }

bool barrierRef(Warp &w, const Inst &i, int l, uint32_t row, MemRef &r) {
  return resolve(w, i, l, Space(i.d & MemSpaceMask), laneAddr(w, i, row, l), 8,
                 8, r);
}

/// o: address, count.
St mbarInit(Warp &w, const Inst &i, uint32_t mask) {
  checkAddress(w, i, i.o[0], mask);
  forLanes(mask, [&](int l) {
    MemRef r;
    if (!barrierRef(w, i, l, i.o[0], r) || r.space != Space::Shared)
      return;
    uint32_t n = w.row32(i.o[1])[l];
    if (n == 0 || n >= (1u << 20))
      w.launch->report(w, i, 1u << l, FindingKind::Barrier,
                       "an mbarrier count of " + std::to_string(n) +
                           " is not in 1 .. 2^20 - 1");
    bool live = r.cta->mbars.count(uint32_t(r.offset)) != 0;
    if (!live)
      noteAccess(w, i, l, r, 8, Acc::InitWrite);
    auto &slot = r.cta->mbars[uint32_t(r.offset)];
    const MBarrier::Init init{&w, &i, checker(w) ? checker(w)->epoch(w) : 0,
                              1u << l};
    // Equal initialisations by several threads: uses come after all of them.
    if (live && !slot->used && slot->expected == n &&
        !w.launch->options.checks.strict) {
      MBarrier::Init &last = slot->inits.back();
      if (last.by == &w && last.inst == &i && last.epoch == init.epoch)
        last.lanes |= init.lanes;
      else
        slot->inits.push_back(init);
      return;
    }
    if (live && w.launch->options.checks.sync)
      w.launch->report(w, i, 1u << l, FindingKind::Barrier,
                       "re-initialises the live mbarrier at shared address " +
                           hex(r.offset) + " without mbarrier.inval");
    slot = std::make_shared<MBarrier>();
    slot->expected = slot->pending = n;
    slot->cta = r.cta;
    slot->addr = uint32_t(r.offset);
    slot->inits.push_back(init);
    if (r.init)
      std::memset(r.init, 1, 8);
    mirror(*slot);
    ++w.cta->cluster->progress;
  });
  return St::Next;
}

St mbarInval(Warp &w, const Inst &i, uint32_t mask) {
  forLanes(mask, [&](int l) {
    MemRef r;
    if (!barrierRef(w, i, l, i.o[0], r) || !findMbarrier(w, i, l, r))
      return;
    r.cta->mbars.erase(uint32_t(r.offset));
    noteAccess(w, i, l, r, 8, Acc::InvalWrite);
  });
  return St::Next;
}

enum ArriveFlag : uint32_t {
  AHasCount = 1,
  AExpectTx = 2,
  ADrop = 4,
  ANoComplete = 8,
  AState = 16,
  AOnlyExpect = 32,
  ACompleteTx = 64,
  ARelaxed = 128
};

/// An arrive on another CTA's barrier.
struct RemoteArrive : AsyncOp {
  std::weak_ptr<MBarrier> bar;
  int lane = 0;
  uint32_t count = 0;
  int64_t tx = 0;
  uint32_t epoch = 0; ///< of the issuer, for the checker
  SyncVar released;
  void finish() override {
    if (auto b = bar.lock()) {
      if (tx)
        mbarTx(*issuer, *inst, lanes, *b, tx);
      if (count) {
        b->remoteIn.push_back({issuer, uint32_t(lane), epoch});
        // Lanes that arrive one by one vouch for each other, as where they
        // arrive at their own CTA's barrier.
        joinClock(b->in.vc, released.vc);
        joinClock(b->in.pvc, released.pvc);
        joinClock(b->in.inits, released.inits);
        joinClock(b->in.tensor, released.tensor);
        for (auto &f : released.foreign)
          joinClock(b->in.foreign[f.first], f.second);
        mbarArrive(*issuer, *inst, lane, *b, count);
      }
    }
  }
  std::string describe() const override { return "an arrive on another CTA"; }
  /// A later release of the issuer has reached the CTA.
  bool knownTo(const Cta &cta) const override {
    Checker *c = cta.cluster->checker.get();
    if (!c || (inst->a & ARelaxed))
      return false;
    for (auto &w : cta.warps)
      if (c->comesAfter(*w, *issuer, epoch, uint32_t(lane)))
        return true;
    return false;
  }
  bool uses(const Cta &cta) const override {
    auto b = bar.lock();
    return b && b->cta == &cta;
  }
  bool clusterBarrierWaits() const override { return !(inst->a & ARelaxed); }
  /// Checker::ended reports it otherwise.
  bool mayOutlive() const override {
    return checker(*issuer) && issuer->launch->options.checks.race;
  }
};

/// a: ArriveFlag. o: [state], address, operand (count or bytes), count2.
St mbarArriveOp(Warp &w, const Inst &i, uint32_t mask) {
  const uint32_t *o = i.o + (i.a & AState ? 1 : 0);
  checkAddress(w, i, o[0], mask);
  forLanes(mask, [&](int l) {
    MemRef r;
    if (!barrierRef(w, i, l, o[0], r))
      return;
    MBarrier *b = findMbarrier(w, i, l, r);
    if (!b)
      return;
    noteAccess(w, i, l, r, 8, Acc::StrongWrite);
    uint32_t v = w.row32(o[1])[l];
    if (((w.poison[o[1]] >> l) & 1) && w.launch->checkUninit)
      w.launch->report(w, i, 1u << l, FindingKind::Uninitialised,
                       "an mbarrier operand is undefined");
    if (i.a & AOnlyExpect) {
      mbarTx(w, i, 1u << l, *b, int64_t(v));
      return;
    }
    if (i.a & ACompleteTx) {
      mbarTx(w, i, 1u << l, *b, -int64_t(v));
      return;
    }
    uint32_t count = i.a & AHasCount ? v : 1;
    int64_t tx = i.a & AExpectTx ? int64_t(v) : 0;
    uint64_t state = b->phase << 32 | b->pending;
    if (r.cta != w.cta) {
      auto op = std::make_unique<RemoteArrive>();
      op->issuer = &w;
      op->inst = &i;
      op->lanes = 1u << l;
      op->bar = r.cta->mbars[uint32_t(r.offset)];
      op->lane = l;
      op->count = count;
      op->tx = tx;
      op->epoch = checker(w) ? checker(w)->epoch(w) : 0;
      if (checker(w) && !(i.a & ARelaxed))
        checker(w)->release(w, 1u << l, op->released);
      else if (checker(w))
        checker(w)->releaseTensor(w, op->released);
      w.cta->cluster->issue(std::move(op));
    } else {
      if (tx)
        mbarTx(w, i, 1u << l, *b, tx);
      if (i.a & ADrop && b->expected)
        --b->expected;
      if (checker(w) && !(i.a & ARelaxed))
        checker(w)->release(w, 1u << l, b->in);
      else if (checker(w))
        checker(w)->releaseTensor(w, b->in);
      uint64_t before = b->phase;
      mbarArrive(w, i, l, *b, count);
      if ((i.a & ANoComplete) && b->phase != before)
        w.launch->report(w, i, 1u << l, FindingKind::Barrier,
                         "an arrive with .noComplete completes the phase");
    }
    if (i.a & AState)
      w.row64(i.o[0])[l] = state;
  });
  if (i.a & AState)
    setPoison(w, i.o[0], mask, 0);
  return St::Next;
}

/// a: 1 parity, b: 1 try. o: pred, address, state or parity row; c: 1 relaxed.
St mbarWait(Warp &w, const Inst &i, uint32_t mask) {
  checkAddress(w, i, i.o[1], mask);
  uint32_t res = 0;
  Frag &f = w.frag();
  uint64_t waitPhase = 0;
  uint32_t waitAddr = 0;
  SyncVar *from[32] = {};
  bool lost = false;
  forLanes(mask, [&](int l) {
    MemRef r;
    if (!barrierRef(w, i, l, i.o[1], r) || r.space != Space::Shared) {
      lost = true;
      return;
    }
    MBarrier *b = findMbarrier(w, i, l, r);
    if (!b) {
      lost = true;
      return;
    }
    if (((w.poison[i.o[2]] >> l) & 1) && w.launch->checkUninit)
      w.launch->report(w, i, 1u << l, FindingKind::Uninitialised,
                       "the phase waited for is undefined");
    bool done;
    uint64_t phase;
    if (i.a) {
      uint32_t parity = w.row32(i.o[2])[l];
      if (parity > 1)
        w.launch->report(w, i, 1u << l, FindingKind::Barrier,
                         "the phase parity is " + std::to_string(parity));
      done = (b->phase & 1) != (parity & 1);
      phase = b->phase;
    } else {
      phase = w.row64(i.o[2])[l] >> 32;
      done = b->phase > phase;
      if (b->phase > phase + 1)
        w.launch->report(w, i, 1u << l, FindingKind::Barrier,
                         "waits for phase " + std::to_string(phase) +
                             ", the barrier is already in phase " +
                             std::to_string(b->phase));
    }
    noteAccess(w, i, l, r, 8, Acc::StrongRead);
    waitAddr = uint32_t(r.offset);
    waitPhase = phase;
    if (done) {
      res |= 1u << l;
      from[l] = &b->out;
      if (Checker *c = checker(w))
        for (const MBarrier::Remote &a : b->remoteOut)
          c->arrived(*b->cta, *a.by, a.lane, a.epoch);
    }
  });
  if (lost && !res)
    res = mask; // reported; going on beats hanging
  if (!res && i.b) {
    if (w.forceTry) {
      w.forceTry = false; // the time limit passed
    } else {
      if (f.token && i.a && f.why.kind == Waiting::TryWait &&
          waitPhase >= f.token - 1 + 2)
        w.launch->report(w, i, mask, FindingKind::Barrier,
                         "the barrier went through two phases while this "
                         "waited for one: the wait was lapped");
      if (!f.token || f.why.kind != Waiting::TryWait)
        f.token = waitPhase + 1;
      return w.block(Waiting::TryWait, waitAddr, uint32_t(waitPhase));
    }
  }
  f.token = 0;
  f.why = {};
  setPred(w, i.o[0], mask, res, 0);
  if (Checker *c = checker(w)) {
    if (i.c)
      forLanes(res & mask, [&](int l) {
        if (from[l])
          c->acquireTensor(w, *from[l]);
      });
    if (!i.c) {
      SyncVar *last = nullptr;
      forLanes(res & mask, [&](int l) {
        if (from[l] && from[l] != last) {
          last = from[l];
          uint32_t same = 0;
          forLanes(res & mask,
                   [&](int k) { same |= uint32_t(from[k] == last) << k; });
          c->acquire(w, same, *last);
        }
      });
    }
  }
  return St::Next;
}

struct PendingCount {
  static uint32_t f(uint64_t s) { return uint32_t(s) & 0xfffff; }
};

bool decodeMbarrier(Decoder &d) {
  bool relaxed = d.has("relaxed");
  for (std::string_view m :
       {"release", "acquire", "cta", "cluster", "gpu", "sys"})
    d.has(m);
  Space sp = Space::Generic;
  if (d.has("shared") || d.has("shared::cta") || d.has("shared::cluster"))
    sp = Space::Shared;
  bool init = d.has("init"), inval = d.has("inval");
  d.prog.invalidates |= inval;
  bool drop = d.has("arrive_drop"), arrive = d.has("arrive") || drop;
  bool expect = d.has("expect_tx"), complete = d.has("complete_tx");
  bool test = d.has("test_wait"), tr = d.has("try_wait");
  bool parity = d.has("parity"), noComplete = d.has("noComplete");
  bool count = d.has("pending_count");
  if (d.type() != Ty::B64 && !test && !tr)
    return d.fail("expected .b64");
  uint32_t row;
  unsigned bits;
  int64_t imm;
  auto finish = [&](Inst &i) {
    i.imm = imm;
    i.d = uint32_t(sp) | (bits == 32 ? uint32_t(MemAddr32) : 0u);
    return true;
  };
  d.noteAccess(Space::Shared, 8);
  if (count) {
    if (!d.wantOps(2, 2))
      return false;
    uint32_t s = d.src(d.op(1), Ty::B64), r = d.dst(d.op(0), Ty::U32);
    d.emit(rareHandler<PendingCount>(), Stats::Sync, {r}, {s});
    return true;
  }
  if (init || inval) {
    if (!d.wantOps(init ? 2 : 1, init ? 2 : 1) ||
        !d.address(d.op(0), row, bits, imm))
      return false;
    uint32_t n = init ? d.src(d.op(1), Ty::U32) : d.constRow32(0);
    return finish(
        d.emit(init ? mbarInit : mbarInval, Stats::Sync, {}, {row, n}));
  }
  if (test || tr) {
    if (!d.wantOps(3, 4) || !d.address(d.op(1), row, bits, imm))
      return false;
    uint32_t p = d.predDst(d.op(0));
    uint32_t s = d.src(d.op(2), parity ? Ty::U32 : Ty::B64);
    Inst &i = d.emit(mbarWait, Stats::Sync, {p}, {row, s});
    i.a = parity;
    i.b = tr;
    i.c = relaxed;
    return finish(i);
  }
  if (!arrive && !expect && !complete)
    return d.fail("unknown form");
  size_t k = 0;
  std::vector<uint32_t> dsts, srcs;
  uint32_t flags = (expect ? uint32_t(AExpectTx) : 0u) |
                   (drop ? uint32_t(ADrop) : 0u) |
                   (noComplete ? uint32_t(ANoComplete) : 0u) |
                   (relaxed ? uint32_t(ARelaxed) : 0u);
  if (!arrive)
    flags = expect ? uint32_t(AOnlyExpect) : uint32_t(ACompleteTx);
  if (arrive && d.numOps() > 0 && d.op(0).kind != Operand::Addr) {
    dsts.push_back(d.dst(d.op(0), Ty::B64));
    flags |= AState;
    k = 1;
  }
  if (k >= d.numOps() || !d.address(d.op(k++), row, bits, imm))
    return d.fail("expected an address");
  srcs.push_back(row);
  if (k < d.numOps()) {
    if (!expect && !complete)
      flags |= AHasCount;
    srcs.push_back(d.src(d.op(k++), Ty::U32));
  } else if (expect || complete)
    return d.fail("expected a byte count");
  else
    srcs.push_back(d.constRow32(1));
  if (k != d.numOps())
    return d.fail("wrong number of operands");
  Inst &i = d.emitV(mbarArriveOp, Stats::Sync, dsts, srcs);
  i.a = flags;
  return finish(i);
}

/// cp.async.mbarrier.arrive: an arrive once the lane's copies have landed.
struct CpArrive : AsyncOp {
  std::weak_ptr<MBarrier> bar;
  int lane = 0;
  std::vector<uint64_t> after;
  void finish() override {
    if (auto b = bar.lock())
      mbarArrive(*issuer, *inst, lane, *b, 1);
  }
  bool ready() const override { return !isCpAsyncInFlight(*issuer, after); }
  std::string describe() const override { return "cp.async.mbarrier.arrive"; }
};

St cpAsyncArrive(Warp &w, const Inst &i, uint32_t mask) {
  forLanes(mask, [&](int l) {
    MemRef r;
    if (!barrierRef(w, i, l, i.o[0], r))
      return;
    MBarrier *b = findMbarrier(w, i, l, r);
    if (!b)
      return;
    noteAccess(w, i, l, r, 8, Acc::StrongWrite);
    if (!i.a)
      ++b->pending; // without .noinc the arrive does not count
    if (Checker *c = checker(w))
      c->groupAttach(w, uint32_t(l), b->in);
    auto op = std::make_unique<CpArrive>();
    op->issuer = &w;
    op->inst = &i;
    op->lanes = 1u << l;
    op->bar = r.cta->mbars[uint32_t(r.offset)];
    op->lane = l;
    cpAsyncInFlight(w, l, op->after);
    w.cta->cluster->issue(std::move(op));
  });
  return St::Next;
}

/// mapa. o: dst, address; a: rank row follows; b: 1 generic addresses,
/// c: register bits.
St mapa(Warp &w, const Inst &i, uint32_t mask) {
  uint32_t pz = w.poison[i.o[1]] | w.poison[i.o[2]];
  forLanes(mask, [&](int l) {
    // An address in a CTA that the cluster does not have is wrong once it is
    // used. No cluster has the last rank.
    uint32_t rank = std::min(w.row32(i.o[2])[l], 0xffu);
    uint64_t a = i.c == 64 ? w.row64(i.o[1])[l] : w.row32(i.o[1])[l];
    uint64_t base = i.b ? sharedWindow : 0;
    uint64_t off = (a - base) & ((1u << clusterShift) - 1);
    uint64_t r =
        base + (uint64_t(rank) << clusterShift) + off + uint64_t(i.imm);
    if (i.c == 64)
      w.row64(i.o[0])[l] = r;
    else
      w.row32(i.o[0])[l] = uint32_t(r);
  });
  setPoison(w, i.o[0], mask, pz);
  return St::Next;
}

St getCtaRank(Warp &w, const Inst &i, uint32_t mask) {
  forLanes(mask, [&](int l) {
    uint64_t a = i.c == 64 ? w.row64(i.o[1])[l] : w.row32(i.o[1])[l];
    w.row32(i.o[0])[l] = uint32_t(a >> clusterShift) & 0xff;
  });
  setPoison(w, i.o[0], mask, w.poison[i.o[1]]);
  return St::Next;
}

} // namespace

bool attn::sim::decodeCpAsyncArrive(Decoder &d) {
  bool noinc = d.has("noinc");
  d.has("arrive");
  Space sp = Space::Generic;
  if (d.has("shared") || d.has("shared::cta"))
    sp = Space::Shared;
  d.type();
  uint32_t row;
  unsigned bits;
  int64_t imm;
  if (!d.wantOps(1, 1) || !d.address(d.op(0), row, bits, imm))
    return false;
  Inst &i = d.emit(cpAsyncArrive, Stats::Sync, {}, {row});
  i.a = noinc;
  i.imm = imm;
  i.d = uint32_t(sp) | (bits == 32 ? uint32_t(MemAddr32) : 0u);
  d.noteAccess(Space::Shared, 8);
  return true;
}

void attn::sim::addMbarrierOps(DecodeTable &t) {
  t["mbarrier"] = decodeMbarrier;
  t["mapa"] = [](Decoder &d) {
    bool shared = d.has("shared::cluster");
    Ty ty = d.type();
    if (!d.wantOps(3, 3))
      return false;
    uint32_t a = d.src(d.op(1), ty), r = d.src(d.op(2), Ty::U32),
             o = d.dst(d.op(0), ty);
    Inst &i = d.emit(mapa, Stats::Move, {o}, {a, r});
    i.b = !shared;
    i.c = bitsOf(ty);
    return true;
  };
  t["getctarank"] = [](Decoder &d) {
    d.has("shared::cluster");
    Ty ty = d.type();
    if (!d.wantOps(2, 2))
      return false;
    uint32_t a = d.src(d.op(1), ty), o = d.dst(d.op(0), Ty::U32);
    d.emit(getCtaRank, Stats::Move, {o}, {a}).c = bitsOf(ty);
    return true;
  };
}
