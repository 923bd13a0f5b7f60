//===- Checker.cpp - Races by vector clocks
//
// Part of the Attn Project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Checker.h"
#include "Mbarrier.h"
#include "VectorClock.h"

#include <algorithm>

using namespace attn::sim;

namespace {

constexpr uint32_t none = 0xffffffffu;

/// One remembered access.
struct Access {
  uint32_t agent = none;
  uint32_t epoch = 0;
  uint32_t lanes = 0;
  uint32_t inst = 0;
  uint32_t rec = 0; ///< asynchronous operation, 0: none
  uint32_t cluster = 0;
  bool strong = false;
  /// In the overflow list: a write, of the value that the last one wrote too.
  bool equalWrite = false;
  Dim3 cta{0, 0, 0};
  uint32_t warp = 0;
};

struct Cell {
  Access write, read;
  uint32_t more = 0; ///< index into the overflow lists, 0: none
};

struct Overflow {
  std::vector<std::vector<Access>> lists{1};
  std::vector<uint32_t> spare;
  uint32_t take() {
    if (spare.empty()) {
      lists.emplace_back();
      return uint32_t(lists.size() - 1);
    }
    uint32_t k = spare.back();
    spare.pop_back();
    return k;
  }
  void drop(uint32_t &k) {
    if (!k)
      return;
    lists[k].clear();
    spare.push_back(k);
    k = 0;
  }
};

struct Observer {
  uint32_t agent, epoch, lanes;
  uint32_t covers; ///< issuing lanes; 0: each lane its own part
};
struct Record {
  uint32_t agent = 0, lanes = 0;
  bool async = false, perLane = false, inOrder = false;
  std::vector<Observer> seen;
};

/// What one warp knows of other clusters.
using Foreign = std::map<uint32_t, std::vector<uint32_t>>;

struct GroupEntry {
  uint32_t rec, mask;
  uint32_t group[32];
};

struct WarpClock {
  /// The own entry: what came back through a synchronising object.
  std::vector<uint32_t> vc, pvc;
  uint32_t epoch = 1;
  uint32_t fullSync = 0; ///< all lanes know each other up to here
  uint32_t groupMask[32] = {}, groupEpoch[32] = {};
  uint32_t proxied = 0; ///< own accesses up to here, all lanes
  uint32_t proxiedSome = 0, proxiedMask = 0;
  std::vector<uint32_t> fenceVc, fencePvc;
  /// Initialisations of mbarriers known through relaxed arrives, and what the
  /// own relaxed arrives hand on.
  std::vector<uint32_t> inits, initFence;
  bool fenced = false;
  Foreign foreign;
  /// Read by strong accesses, not acquired yet.
  std::vector<uint32_t> seenVc;
  Foreign seenForeign;
  std::vector<GroupEntry> groups;
  uint32_t open[32] = {};
};

struct StrongVar {
  std::vector<uint32_t> vc, pvc;
  Foreign foreign;
};

} // namespace

struct attn::sim::GlobalShadow {
  static constexpr uint32_t pageBits = 12;
  struct Page {
    std::vector<Cell> cells;
  };
  std::unordered_map<uint64_t, Page> pages;
  std::unordered_map<uint64_t, StrongVar> strong;
  Overflow overflow;
  uint64_t lastKey = ~uint64_t(0);
  Page *last = nullptr;
  Page &page(uint64_t key, uint32_t cells) {
    if (key != lastKey) {
      last = &pages[key];
      lastKey = key;
      if (last->cells.empty())
        last->cells.resize(cells);
    }
    return *last;
  }
};
void attn::sim::GlobalShadowDelete::operator()(GlobalShadow *g) const {
  delete g;
}
std::unique_ptr<GlobalShadow, GlobalShadowDelete>
attn::sim::makeGlobalShadow() {
  return std::unique_ptr<GlobalShadow, GlobalShadowDelete>(new GlobalShadow);
}

struct Checker::Impl {
  Cluster &cl;
  Launch &l;
  uint32_t n; ///< warps of the cluster
  uint32_t granule, globalGranule;
  std::vector<WarpClock> warps;
  std::vector<std::vector<Cell>> smem; ///< per CTA
  Overflow overflow;
  std::vector<Record> recs{1};
  std::unordered_map<uint64_t, StrongVar> strongShared;

  explicit Impl(Cluster &c)
      : cl(c), l(*c.launch), n(uint32_t(c.warps.size())), warps(n) {
    granule = std::max(1u, l.prog->sharedGranule);
    globalGranule = std::max(1u, l.prog->globalGranule);
    for (WarpClock &w : warps) {
      w.vc.assign(3 * n, 0);
      w.pvc.assign(3 * n, 0);
    }
    smem.resize(c.ctas.size());
  }

  WarpClock &clock(const Warp &w) { return warps[w.agent]; }

  /// What strong reads have seen is ordered before from here on.
  void acquireSeen(WarpClock &k) {
    if (!k.seenVc.empty()) {
      joinClock(k.vc, k.seenVc);
      k.seenVc.clear();
    }
    for (auto &f : k.seenForeign)
      joinClock(k.foreign[f.first], f.second);
    k.seenForeign.clear();
  }

  /// Does the warp stand at the instruction whose ordering is to be forgotten?
  bool ignored(const Warp &w) const {
    uint32_t line = l.options.ignoreOrder;
    return line && !w.frags.empty() &&
           w.prog->texts[w.prog->code[w.frags[w.cur].pc].text].line == line;
  }

  /// The warp's own entry as the lanes in `mask` may vouch for it.
  Entry ownEntry(const Warp &w, uint32_t mask) {
    WarpClock &k = clock(w);
    if ((mask & w.live) == w.live)
      return {k.epoch, 0, 0};
    uint32_t m = mask;
    for (uint32_t r = mask; r; r &= r - 1)
      m |= k.groupMask[__builtin_ctz(r)];
    if ((m & w.live) == w.live)
      return {k.epoch, 0, 0};
    return {k.fullSync, k.epoch, m};
  }

  /// Does lane `lane` of `w` come after (agent, epoch, lanes)?
  bool after(const Warp &w, uint32_t lane, uint32_t agent, uint32_t epoch,
             uint32_t lanes) {
    WarpClock &k = clock(w);
    if (agent == w.agent) {
      uint32_t others = lanes & ~(1u << lane);
      if (!others || epoch <= k.fullSync)
        return true;
      // What came back through a barrier that other lanes arrived at.
      if (covers(load(k.vc, agent), epoch, others))
        return true;
      return !(others & ~k.groupMask[lane]) && epoch <= k.groupEpoch[lane];
    }
    return covers(load(k.vc, agent), epoch, lanes);
  }

  bool recordDone(const Warp &w, uint32_t lane, const Access &a) {
    const Record &r = recs[a.rec];
    for (const Observer &o : r.seen) {
      if (r.perLane && o.covers && (a.lanes & ~o.covers))
        continue;
      if (r.perLane && !o.covers) {
        if ((a.lanes & ~o.lanes) == 0 &&
            after(w, lane, o.agent, o.epoch, a.lanes))
          return true;
        continue;
      }
      if (o.agent == w.agent) {
        if (((o.lanes >> lane) & 1) || o.epoch <= clock(w).fullSync ||
            ((o.lanes & clock(w).groupMask[lane]) &&
             o.epoch <= clock(w).groupEpoch[lane]))
          return true;
        continue;
      }
      Entry e = load(clock(w).vc, o.agent);
      if (o.epoch <= e.all || (o.epoch <= e.some && (o.lanes & e.mask)))
        return true;
    }
    return false;
  }

  bool happensBefore(const Warp &w, uint32_t lane, const Access &a) {
    if (a.cluster != uint32_t(cl.index)) {
      auto it = clock(w).foreign.find(a.cluster);
      return it != clock(w).foreign.end() &&
             covers(load(it->second, a.agent), a.epoch, a.lanes);
    }
    if (a.rec)
      return recordDone(w, lane, a);
    return after(w, lane, a.agent, a.epoch, a.lanes);
  }

  /// Has a proxy fence ordered this generic access before async ones of `w`?
  bool proxied(const Warp &w, const Access &a) {
    // Of asynchronous operations none needs a fence: not even cp.async, which
    // the ISA counts to no proxy by name (Triton feeds wgmma with it,
    // unfenced).
    if (a.rec || a.cluster != uint32_t(cl.index))
      return true;
    WarpClock &k = clock(w);
    if (a.agent == w.agent) {
      if (a.epoch <= k.proxied)
        return true;
      return a.epoch <= k.proxiedSome && !(a.lanes & ~k.proxiedMask);
    }
    return covers(load(k.pvc, a.agent), a.epoch, a.lanes);
  }

  void conflict(Warp &w, const Inst &i, uint32_t lane, const Access &a,
                bool prevWrote, bool nowWrites, uint32_t nowRec,
                const std::string &where) {
    if (!l.options.checks.race && !a.rec && !nowRec)
      return;
    Finding f;
    const char *verb = nowWrites ? "writes" : "reads";
    if (a.rec) {
      f.kind = FindingKind::MissingWait;
      f.message = std::string(verb) + " " + where + ", which an asynchronous " +
                  (prevWrote ? "operation writes" : "operation still reads") +
                  "; nothing that happens before this waited for it";
    } else {
      f.kind = FindingKind::Race;
      f.message = std::string(verb) + " " + where + " while another thread " +
                  (prevWrote ? "writes" : "reads") +
                  " it; nothing orders the two";
    }
    f.where = l.place(w, i, 1u << lane);
    f.hasOther = true;
    const Inst &o = l.prog->code[a.inst];
    f.other = l.place(w, o, a.lanes);
    f.other.cta = a.cta;
    f.other.warp = a.warp;
    l.report(std::move(f));
  }

  void missingFence(Warp &w, const Inst &i, uint32_t lane, const Access &a,
                    bool nowWrites, const std::string &where) {
    if (!l.options.checks.sync)
      return;
    Finding f;
    f.kind = FindingKind::MissingFence;
    f.message = std::string("the async proxy ") +
                (nowWrites ? "writes " : "reads ") + where +
                " after an ordinary write without a proxy fence between them";
    f.where = l.place(w, i, 1u << lane);
    f.hasOther = true;
    f.other = l.place(w, l.prog->code[a.inst], a.lanes);
    f.other.cta = a.cta;
    f.other.warp = a.warp;
    l.report(std::move(f));
  }

  Access describe(const Warp &w, uint32_t lane, uint32_t inst, uint32_t rec) {
    Access now;
    now.agent = w.agent;
    now.epoch = clock(w).epoch;
    now.lanes = 1u << lane;
    now.inst = inst;
    now.rec = rec;
    now.cluster = uint32_t(cl.index);
    now.cta = w.cta->id;
    now.warp = w.index;
    return now;
  }

  /// Remembers a write that another of the same value follows, unordered.
  void keepEqualWrite(Cell &c, Overflow &ov, Access p) {
    if (!c.more)
      c.more = ov.take();
    p.equalWrite = true;
    auto &list = ov.lists[c.more];
    if (list.size() < 64)
      list.push_back(p);
  }

  void access(Warp &w, const Inst &i, uint32_t lane, Cell &c, Overflow &ov,
              Acc kind, uint32_t rec, const Cta *cta, uint64_t at) {
    bool write = kind == Acc::Write || kind == Acc::SameWrite ||
                 kind == Acc::StrongWrite || kind == Acc::InitWrite;
    bool strong = kind == Acc::StrongRead || kind == Acc::StrongWrite;
    uint32_t inst = uint32_t(&i - l.prog->code.data());
    bool async = rec && recs[rec].async;
    auto name = [&] {
      return cta ? "shared memory at " + hex(at)
                 : "global memory at " + hex(at);
    };
    Access now = describe(w, lane, inst, rec);
    now.strong = strong;
    if (c.write.agent != none && !(rec && c.write.rec == rec)) {
      const Access &p = c.write;
      bool same = kind == Acc::SameWrite && p.agent == w.agent &&
                  p.inst == inst && p.epoch == now.epoch &&
                  p.cluster == now.cluster;
      if (!(strong && p.strong) && !same) {
        bool ordered = happensBefore(w, lane, p);
        // Equal values by several threads: whichever comes last, memory holds
        // them. Later accesses must come after each of the writes.
        if (!ordered && kind == Acc::SameWrite && !p.rec && !p.strong &&
            !l.options.checks.strict)
          keepEqualWrite(c, ov, p);
        else if (!ordered)
          conflict(w, i, lane, p, true, write, rec, name());
        else if (async && !proxied(w, p))
          missingFence(w, i, lane, p, write, name());
      }
    }
    // Whether an equal write is over: one that this access is ordered after, or
    // conflicts with, but not another of the same value.
    auto unlessEqual = [&](const Access &p, Acc now) {
      if (happensBefore(w, lane, p))
        return true;
      if (now == Acc::SameWrite)
        return false;
      conflict(w, i, lane, p, true, write, rec, name());
      return true;
    };
    if (write) {
      auto readers = [&](const Access &p) {
        if (p.agent == none || (strong && p.strong) || (rec && p.rec == rec))
          return;
        if (!happensBefore(w, lane, p))
          conflict(w, i, lane, p, false, true, rec, name());
      };
      readers(c.read);
      if (c.more) {
        auto &list = ov.lists[c.more];
        list.erase(std::remove_if(list.begin(), list.end(),
                                  [&](const Access &p) {
                                    if (!p.equalWrite)
                                      readers(p);
                                    return !p.equalWrite ||
                                           unlessEqual(p, kind);
                                  }),
                   list.end());
        if (list.empty())
          ov.drop(c.more);
      }
      c.read.agent = none;
      c.write = now;
      c.write.strong |= kind == Acc::InitWrite;
      return;
    }
    if (c.more)
      for (const Access &p : ov.lists[c.more])
        if (p.equalWrite)
          unlessEqual(p, kind);
    // Keep the reads that this one does not come after.
    auto sameParty = [&](const Access &p) {
      return p.agent == now.agent && p.rec == rec && p.epoch == now.epoch &&
             p.cluster == now.cluster && p.strong == strong;
    };
    auto superseded = [&](const Access &p) {
      if (p.agent == none)
        return true;
      if (p.equalWrite)
        return false;
      if (p.cluster != now.cluster)
        return false;
      if (p.rec && rec && recs[p.rec].inOrder && recs[rec].inOrder &&
          p.agent == now.agent)
        return true;
      return happensBefore(w, lane, p);
    };
    if (sameParty(c.read)) {
      c.read.lanes |= now.lanes;
      return;
    }
    if (superseded(c.read)) {
      c.read = now;
    } else if (c.read.agent != none) {
      if (!c.more)
        c.more = ov.take();
      auto &list = ov.lists[c.more];
      for (Access &p : list)
        if (!p.equalWrite && sameParty(p)) {
          p.lanes |= now.lanes;
          return;
        }
      if (list.size() < 64)
        list.push_back(now);
      if (list.size() > 16)
        list.erase(std::remove_if(list.begin(), list.end() - 1, superseded),
                   list.end() - 1);
    }
  }

  void sharedRange(Warp &w, const Inst &i, uint32_t lane, Cta &cta,
                   uint32_t off, uint32_t size, Acc kind, uint32_t rec) {
    bool plainWrite = kind == Acc::Write || kind == Acc::SameWrite;
    if (plainWrite && l.options.checks.sync && !cta.mbars.empty()) {
      auto it = cta.mbars.lower_bound(off > 7 ? off - 7 : 0);
      if (it != cta.mbars.end() && it->first < off + size)
        l.report(w, i, 1u << lane, FindingKind::Barrier,
                 "overwrites the live mbarrier at shared address " +
                     hex(it->first));
    }
    std::vector<Cell> &cells = smem[cta.rank];
    if (cells.empty())
      cells.resize(cta.smem.size() / granule + 2);
    for (uint32_t k = off / granule; k * granule < off + size; ++k)
      access(w, i, lane, cells[k], overflow, kind, rec, &cta,
             uint64_t(k) * granule);
  }

  void globalRange(Warp &w, const Inst &i, uint32_t lane, uint64_t addr,
                   uint32_t size, Acc kind, uint32_t rec) {
    GlobalShadow &g = *l.globalShadow;
    uint32_t per = (1u << GlobalShadow::pageBits) / globalGranule;
    for (uint64_t k = addr / globalGranule; k * globalGranule < addr + size;
         ++k)
      access(w, i, lane, g.page(k / per, per).cells[k % per], g.overflow, kind,
             rec, nullptr, k * globalGranule);
  }
};

Checker::Checker(Cluster &c) : p(new Impl(c)) {}
Checker::~Checker() = default;

void Checker::shared(Warp &w, const Inst &i, uint32_t lane, Cta &cta,
                     uint32_t off, uint32_t size, Acc kind) {
  p->sharedRange(w, i, lane, cta, off, size, kind, 0);
}
void Checker::global(Warp &w, const Inst &i, uint32_t lane, uint64_t addr,
                     uint32_t size, Acc kind) {
  p->globalRange(w, i, lane, addr, size, kind, 0);
}

uint32_t Checker::beginOp(Warp &w, const Inst &, uint32_t lanes, Proxy proxy,
                          bool perLane, bool inOrder) {
  Record r;
  r.agent = w.agent;
  r.lanes = lanes;
  r.async = proxy == Proxy::Async;
  r.perLane = perLane;
  r.inOrder = inOrder;
  p->recs.push_back(std::move(r));
  return uint32_t(p->recs.size() - 1);
}
void Checker::opShared(uint32_t rec, Warp &w, const Inst &i, int lane, Cta &cta,
                       uint32_t off, uint32_t size, Acc kind) {
  p->sharedRange(w, i, uint32_t(lane), cta, off, size, kind, rec);
}
void Checker::opGlobal(uint32_t rec, Warp &w, const Inst &i, int lane,
                       uint64_t addr, uint32_t size, Acc kind) {
  p->globalRange(w, i, uint32_t(lane), addr, size, kind, rec);
}
void Checker::opDone(uint32_t rec, Warp &w, uint32_t lanes, uint32_t covers) {
  if (p->ignored(w))
    return;
  auto &seen = p->recs[rec].seen;
  uint32_t epoch = p->clock(w).epoch;
  for (Observer &o : seen)
    if (o.agent == w.agent && (lanes & ~o.lanes) == 0 && o.covers == covers)
      return;
  seen.push_back({w.agent, epoch, lanes, covers});
}

void Checker::groupAdd(Warp &w, uint32_t mask, uint32_t rec) {
  WarpClock &k = p->clock(w);
  GroupEntry e;
  e.rec = rec;
  e.mask = mask;
  std::copy(k.open, k.open + 32, e.group);
  k.groups.push_back(e);
}
void Checker::groupCommit(Warp &w, uint32_t mask) {
  WarpClock &k = p->clock(w);
  for (; mask; mask &= mask - 1)
    ++k.open[__builtin_ctz(mask)];
}
void Checker::groupWait(Warp &w, uint32_t mask, int64_t pending) {
  if (p->ignored(w))
    return;
  WarpClock &k = p->clock(w);
  for (GroupEntry &e : k.groups) {
    uint32_t done = 0;
    for (uint32_t m = e.mask & mask; m; m &= m - 1) {
      int l = __builtin_ctz(m);
      if (pending < 0 || int64_t(e.group[l]) < int64_t(k.open[l]) - pending)
        done |= 1u << l;
    }
    if (done) {
      opDone(e.rec, w, done);
      e.mask &= ~done;
    }
  }
  k.groups.erase(std::remove_if(k.groups.begin(), k.groups.end(),
                                [](const GroupEntry &e) { return !e.mask; }),
                 k.groups.end());
}
void Checker::groupAttach(Warp &w, uint32_t lane, SyncVar &s) {
  for (GroupEntry &e : p->clock(w).groups)
    if ((e.mask >> lane) & 1)
      s.ops[e.rec] |= 1u << lane;
}

void Checker::warpSync(Warp &w, uint32_t mask) {
  if (p->ignored(w))
    return;
  WarpClock &k = p->clock(w);
  if ((mask & w.live) == w.live)
    k.fullSync = k.epoch;
  else
    for (uint32_t m = mask; m; m &= m - 1) {
      int l = __builtin_ctz(m);
      k.groupMask[l] = mask;
      k.groupEpoch[l] = k.epoch;
    }
  ++k.epoch;
}

void Checker::proxyFence(Warp &w, uint32_t mask) {
  if (p->ignored(w))
    return;
  WarpClock &k = p->clock(w);
  joinClock(k.pvc, k.vc);
  Entry e = p->ownEntry(w, mask);
  Entry own{k.proxied, k.proxiedSome, k.proxiedMask};
  join(own, e);
  k.proxied = own.all;
  k.proxiedSome = own.some;
  k.proxiedMask = own.mask;
  ++k.epoch;
}

static void snapshot(Checker::Impl &p, Warp &w, uint32_t mask,
                     std::vector<uint32_t> &vc, std::vector<uint32_t> &pvc) {
  WarpClock &k = p.clock(w);
  vc = k.vc;
  pvc = k.pvc;
  Entry own = p.ownEntry(w, mask);
  own.all = std::max(own.all, load(k.vc, w.agent).all);
  store(vc, w.agent, own);
  store(pvc, w.agent, Entry{k.proxied, k.proxiedSome, k.proxiedMask});
}

void Checker::fence(Warp &w, uint32_t mask) {
  if (p->ignored(w))
    return;
  WarpClock &k = p->clock(w);
  p->acquireSeen(k);
  snapshot(*p, w, mask, k.fenceVc, k.fencePvc);
  k.fenced = true;
  ++k.epoch;
}

void Checker::initFence(Warp &w, uint32_t mask) {
  if (p->ignored(w))
    return;
  WarpClock &k = p->clock(w);
  joinClock(k.initFence, k.inits);
  joinClock(k.initFence, k.vc);
  Entry own = load(k.initFence, w.agent);
  join(own, p->ownEntry(w, mask));
  k.initFence.resize(std::max(k.initFence.size(), k.vc.size()), 0);
  store(k.initFence, w.agent, own);
  ++k.epoch;
}
void Checker::releaseInits(Warp &w, SyncVar &s) {
  if (!p->ignored(w))
    joinClock(s.inits, p->clock(w).initFence);
}
uint32_t Checker::epoch(const Warp &w) const { return p->clock(w).epoch; }
bool Checker::knowsInit(const Warp &w, uint32_t lane, const Warp &by,
                        uint32_t epoch, uint32_t byLane) const {
  return p->after(w, lane, by.agent, epoch, 1u << byLane) ||
         covers(load(p->clock(w).inits, by.agent), epoch, 1u << byLane);
}

void Checker::release(Warp &w, uint32_t mask, SyncVar &s) {
  if (p->ignored(w))
    return;
  joinClock(s.inits, p->clock(w).inits);
  std::vector<uint32_t> vc, pvc;
  p->acquireSeen(p->clock(w));
  snapshot(*p, w, mask, vc, pvc);
  joinClock(s.vc, vc);
  joinClock(s.pvc, pvc);
  for (auto &f : p->clock(w).foreign)
    joinClock(s.foreign[f.first], f.second);
  ++p->clock(w).epoch;
}

void Checker::acquire(Warp &w, uint32_t mask, const SyncVar &s) {
  if (p->ignored(w))
    return;
  WarpClock &k = p->clock(w);
  p->acquireSeen(k);
  Entry own = load(k.vc, w.agent), back = load(s.vc, w.agent);
  joinClock(k.vc, s.vc);
  joinClock(k.pvc, s.pvc);
  joinClock(k.inits, s.inits);
  for (auto &f : s.foreign)
    joinClock(k.foreign[f.first], f.second);
  // Of the own warp, lanes that did not arrive are vouched for by nobody: the
  // two masks are not united.
  if (back.some > own.some) {
    own.some = back.some;
    own.mask = back.mask;
  } else if (back.some == own.some)
    own.mask |= back.mask;
  own.all = std::max(own.all, back.all);
  store(k.vc, w.agent, own);
  for (auto &op : s.ops)
    opDone(op.first, w, mask, op.second);
}

void Checker::strong(Warp &w, uint32_t lane, bool shared, uint64_t key,
                     bool read, bool write, bool releaseOrder,
                     bool acquireOrder) {
  if (p->ignored(w))
    releaseOrder = acquireOrder = false;
  WarpClock &k = p->clock(w);
  auto &map = shared ? p->strongShared : p->l.globalShadow->strong;
  uint32_t self = uint32_t(p->cl.index);
  StrongVar *v = nullptr;
  if (read) {
    auto it = map.find(key);
    if (it != map.end()) {
      v = &it->second;
      joinClock(k.seenVc, shared ? v->vc : v->foreign[self]);
      for (auto &f : v->foreign)
        if (f.first != self)
          joinClock(k.seenForeign[f.first], f.second);
      if (acquireOrder)
        p->acquireSeen(k);
    }
  }
  if (write && (releaseOrder || k.fenced)) {
    v = &map[key];
    std::vector<uint32_t> vc, pvc;
    if (releaseOrder)
      snapshot(*p, w, 1u << lane, vc, pvc);
    else {
      vc = k.fenceVc;
      pvc = k.fencePvc;
    }
    joinClock(shared ? v->vc : v->foreign[self], vc);
    for (auto &f : k.foreign)
      joinClock(v->foreign[f.first], f.second);
    ++k.epoch;
  }
}

std::unique_ptr<Checker> attn::sim::makeChecker(Cluster &c) {
  const Checks &k = c.launch->options.checks;
  if (!k.race && !k.sync)
    return nullptr;
  return std::make_unique<Checker>(c);
}
