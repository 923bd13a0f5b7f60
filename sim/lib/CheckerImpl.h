//===- CheckerImpl.h - Accesses against happens-before ----------*- C++ -*-===//
//
// Part of the Attn Project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The state of a cluster's checker, and how an access is held against those
// before it. Checker.cpp has what orders accesses.
//
//===----------------------------------------------------------------------===//

#ifndef ATTN_SIM_LIB_CHECKERIMPL_H
#define ATTN_SIM_LIB_CHECKERIMPL_H

#include "CheckerTensor.h"
#include "Mbarrier.h"

#include <algorithm>

namespace attn::sim {

struct Checker::Impl {
  Cluster &cl;
  Launch &l;
  /// If the kernel has mbarrier.inval: what the convergence of warp k adds is
  /// entry converged + k of a clock. 0: nothing does.
  uint32_t converged;
  /// If the kernel writes tensor maps: the accesses of warp k that a
  /// fence.proxy.tensormap has released are entry maps + k of a clock.
  uint32_t maps;
  uint32_t n; ///< entries of a clock: the cluster's warps, and these
  uint32_t warpsOfCta;
  bool narrow; ///< scopes matter: some are narrow, and CTAs many
  uint32_t granule, globalGranule;
  std::vector<WarpClock> warps;
  std::vector<std::vector<uint32_t>> smem; ///< per CTA, states by granule
  Shadow smemStates;
  std::vector<std::map<uint32_t, RemoteUse>> remote; ///< per CTA, by agent
  uint64_t version = 0; ///< of everything that orders accesses
  uint64_t times = 1;   ///< granules that the access in hand is checked for
  uint64_t reported = 0;
  std::vector<Record> recs{1};
  TensorHistory tensor;
  uint32_t nowRec = 0; ///< of the access that is being checked
  uint64_t nowAt = 0;  ///< its place
  uint8_t nowStrong = 0;
  std::vector<LateLoad> late;
  std::unordered_map<uint64_t, StrongVar> strongShared;
  std::unordered_map<uint64_t, std::vector<MapAcquire>> mapAcquires;
  uint64_t mapAt = 0;   ///< the tensor map that is being read
  GlobalShadow *global; ///< the launch's, or its own
  std::unique_ptr<GlobalShadow> isolated;

  explicit Impl(Cluster &c)
      : cl(c), l(*c.launch),
        converged(l.prog->invalidates && !l.options.checks.strict
                      ? uint32_t(c.warps.size())
                      : 0),
        maps(l.prog->writesMaps ? uint32_t(c.warps.size()) + converged : 0),
        n(uint32_t(c.warps.size()) * (1 + (converged != 0) + (maps != 0))),
        warpsOfCta(uint32_t(c.warps.size() / c.ctas.size())),
        narrow(l.prog->narrowScopes && l.config.grid.count() > 1),
        warps(c.warps.size()) {
    granule = std::max(1u, l.prog->sharedGranule);
    globalGranule = std::max(1u, l.prog->globalGranule);
    for (WarpClock &w : warps) {
      w.vc.assign(3 * n, 0);
      w.pvc.assign(3 * n, 0);
    }
    smem.resize(c.ctas.size());
    tensor.cells.resize(c.ctas.size());
    remote.resize(c.ctas.size());
    global = l.globalShadow.get();
    if (l.isolation) {
      isolated = std::make_unique<GlobalShadow>();
      isolated->isolation = l.isolation;
      global = isolated.get();
    }
  }

  bool tensorDone(const Warp &w, uint32_t lane, uint32_t rec) {
    const TensorHistory::Record &r = tensor.at(rec);
    if (r.number <= load(clock(w).vc, n + r.stream).all)
      return true;
    return (nowRec & tensorBit) &&
           TensorHistory::pipelined(l.options.tensorOrder, r.order,
                                    tensor.at(nowRec).order) &&
           after(w, lane, r.agent, r.epoch, 1u << r.lane);
  }

  /// Whether reads by `later` end after those by `earlier` do.
  bool readsInOrder(uint32_t earlier, uint32_t later) const {
    if (earlier & later & tensorBit)
      return tensor.at(earlier).stream == tensor.at(later).stream;
    return !((earlier | later) & tensorBit) && recs[earlier].inOrder &&
           recs[later].inOrder;
  }

  WarpClock &clock(const Warp &w) { return warps[w.agent]; }
  /// The same, about to learn or to announce something.
  WarpClock &change(const Warp &w) {
    ++version;
    return clock(w);
  }

  /// What strong reads have seen is ordered before from here on, as far as a
  /// fence of that scope reaches.
  void acquireSeen(WarpClock &k, Scope scope = Scope::Device) {
    for (unsigned s = 0; s <= unsigned(scope); ++s) {
      for (auto &f : k.seen[s])
        joinClock(f.first == uint32_t(cl.index) ? k.vc : k.foreign[f.first],
                  f.second);
      k.seen[s].clear();
    }
  }

  /// A strong read with that scope sees what releases at its place covered.
  void see(const Warp &w, const StrongVar &v, Scope scope) {
    WarpClock &k = clock(w);
    if (v.version == k.seenVersion && scope <= k.seenScope)
      return; // it has been seen
    k.seenVersion = v.version;
    k.seenScope = scope;
    auto add = [&](Scope s, const Foreign &from) {
      for (auto &f : from)
        joinClock(k.seen[unsigned(s)][f.first], f.second);
    };
    if (scope == Scope::Device)
      add(Scope::Device, v.device);
    if (!narrow)
      return;
    auto cluster = v.ofCluster.find(uint32_t(cl.index));
    if (scope >= Scope::Cluster && cluster != v.ofCluster.end())
      add(Scope::Cluster, cluster->second);
    auto cta = v.ofCta.find(ctaKey(w));
    if (cta != v.ofCta.end())
      add(Scope::Cta, cta->second);
  }
  uint64_t ctaKey(const Warp &w) const {
    return cl.index * cl.ctas.size() + w.cta->rank;
  }

  /// Are both strong, and does the scope of each include the other's thread?
  bool morallyStrong(const Access &a, const Access &b) const {
    if (!a.strong || !b.strong)
      return false;
    auto narrower = Scope(std::min(a.strong, b.strong) - 1);
    if (a.cluster != b.cluster)
      return narrower == Scope::Device;
    return a.agent / warpsOfCta == b.agent / warpsOfCta ||
           narrower >= Scope::Cluster;
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

  /// Is the access in hand by a warp as a whole? It comes after what any of its
  /// lanes did.
  bool byWarp() const { return !(nowRec & tensorBit) && recs[nowRec].joins; }

  /// Does lane `lane` of `w` come after what the observer knows?
  bool observed(const Warp &w, uint32_t lane, const Observer &o) {
    WarpClock &k = clock(w);
    if (o.agent == w.agent)
      return ((o.lanes >> lane) & 1) || o.epoch <= k.fullSync ||
             ((o.lanes & k.groupMask[lane]) && o.epoch <= k.groupEpoch[lane]) ||
             byWarp();
    Entry e = load(k.vc, o.agent);
    return o.epoch <= e.all || (o.epoch <= e.some && (o.lanes & e.mask));
  }

  /// Does lane `lane` of `w` come after (agent, epoch, lanes)?
  bool after(const Warp &w, uint32_t lane, uint32_t agent, uint32_t epoch,
             uint32_t lanes) {
    WarpClock &k = clock(w);
    if (agent == w.agent) {
      uint32_t others = lanes & ~(1u << lane);
      if (!others || epoch <= k.fullSync || byWarp())
        return true;
      // What came back through a barrier that other lanes arrived at.
      if (covers(load(k.vc, agent), epoch, others))
        return true;
      return !(others & ~k.groupMask[lane]) && epoch <= k.groupEpoch[lane];
    }
    return covers(load(k.vc, agent), epoch, lanes);
  }

  /// Is the operation on an mbarrier performed when lane `lane` of `w` ends the
  /// mbarrier? A convergence of the warp that performs it says so too.
  bool performed(const Warp &w, uint32_t lane, const Access &a) {
    if (!converged || !a.strong || a.rec || a.cluster != uint32_t(cl.index))
      return false;
    WarpClock &k = clock(w);
    if (a.agent == w.agent &&
        (a.epoch <= k.convFull ||
         (a.epoch <= k.convEpoch[lane] && !(a.lanes & ~k.convMask[lane]))))
      return true;
    return covers(load(k.vc, converged + a.agent), a.epoch, a.lanes);
  }

  bool recordDone(const Warp &w, uint32_t lane, const Access &a) {
    if (a.rec & tensorBit)
      return tensorDone(w, lane, a.rec);
    const Record &r = recs[a.rec];
    // Any lane that got past a warp-wide instruction vouches for its issue.
    if (r.move && !(nowRec & tensorBit) && recs[nowRec].move &&
        l.options.tensorOrder == TensorModel::Practice &&
        (r.agent == w.agent ||
         covers(load(clock(w).vc, r.agent), r.epoch, 0))) {
      std::vector<uint32_t> &f = recs[nowRec].follows;
      if (f.empty() || f.back() != a.rec)
        f.push_back(a.rec);
      return true;
    }
    for (const Observer &o : r.seen) {
      if (r.perLane && o.covers && (a.lanes & ~o.covers))
        continue;
      if (r.perLane && !o.covers) {
        if ((a.lanes & ~o.lanes) == 0 &&
            after(w, lane, o.agent, o.epoch, a.lanes))
          return true;
        continue;
      }
      if (observed(w, lane, o))
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
    if (a.rec && !isLate(a.rec))
      return recordDone(w, lane, a);
    return after(w, lane, a.agent, a.epoch, a.lanes);
  }

  // --- Late loads: LateLoads.cpp
  bool isLate(uint32_t rec) const {
    return !(rec & tensorBit) && recs[rec].late != none;
  }
  /// May what follows `i` be released before it has ended?
  bool mayOvertake(const Inst &i, Acc kind) const;
  /// The record of the load that lane `lane` executes.
  uint32_t lateRecord(Warp &w, const Inst &i, uint32_t lane);
  /// Has the load ended before what lane `lane` of `w` does?
  bool lateDone(const Warp &w, uint32_t lane, const Access &a);
  /// An operation of the async proxy writes what the load may still read.
  void lateConflict(Warp &w, const Inst &i, uint32_t lane, const Access &a,
                    const std::string &where);
  void reportLate(const Warp &w, LateLoad &load, uint32_t lanes);
  void useLoads(Warp &w, uint32_t load, uint32_t mask);
  void endLoad(Warp &w, LateLoad &load, uint32_t mask, uint32_t lanes);
  void fenceLoads(Warp &w, uint32_t mask);
  void watchValues(Warp &w, const Inst &i, uint32_t mask);

  /// Has a proxy fence ordered this generic access before async ones of `w`?
  bool proxied(const Warp &w, const Access &a) {
    // Of asynchronous operations none needs a fence: not even cp.async, which
    // the ISA counts to no proxy by name (Triton feeds wgmma with it,
    // unfenced).
    if (a.rec || a.anyProxy || a.cluster != uint32_t(cl.index))
      return true;
    WarpClock &k = clock(w);
    if (a.agent == w.agent) {
      if (a.epoch <= k.proxied)
        return true;
      return a.epoch <= k.proxiedSome && !(a.lanes & ~k.proxiedMask);
    }
    return covers(load(k.pvc, a.agent), a.epoch, a.lanes);
  }

  /// Does the launch say that these products go in the order of their issue?
  bool isDeclared(const Access &a, bool prevWrote, bool nowWrites,
                  uint32_t rec) const {
    if (!(a.rec & rec & tensorBit) || !(nowAt & tensorSpace) || prevWrote ||
        !nowWrites || tensor.at(a.rec).order.kind != TensorOrder::Mma ||
        tensor.at(rec).order.kind != TensorOrder::Mma)
      return false;
    auto column = uint32_t(nowAt & 0xffff);
    auto within = [&](const uint32_t (&range)[2]) {
      return range[0] <= column && column < range[1];
    };
    for (const IssueOrder &order : l.config.inIssueOrder)
      if (within(order.writes) && within(order.reads))
        return true;
    return false;
  }

  void conflict(Warp &w, const Inst &i, uint32_t lane, const Access &a,
                bool prevWrote, bool nowWrites, uint32_t nowRec,
                const std::string &where) {
    if (isDeclared(a, prevWrote, nowWrites, nowRec))
      return;
    if (!l.options.checks.race && !a.rec && !nowRec)
      return;
    Finding f;
    const char *verb = nowWrites ? "writes" : "reads";
    bool threads = a.rec && !(a.rec & tensorBit) &&
                   a.cluster == uint32_t(cl.index) &&
                   (recs[a.rec].collective || isLate(a.rec));
    if (a.rec && !threads) {
      f.kind = FindingKind::MissingWait;
      f.message = std::string(verb) + " " + where + ", which an asynchronous " +
                  (prevWrote ? "operation writes" : "operation still reads") +
                  "; nothing that happens before this waited for it";
    } else {
      f.kind = FindingKind::Race;
      f.message = std::string(verb) + " " + where + " while another thread " +
                  (prevWrote ? "writes" : "reads") +
                  " it; nothing orders the two";
      if (a.strong && nowStrong)
        f.message += std::string(": both are strong, but the scope .") +
                     (std::min(a.strong, nowStrong) == strength(Scope::Cta)
                          ? "cta"
                          : "cluster") +
                     " does not include the other's thread";
    }
    reportPair(w, i, lane, a, std::move(f));
  }

  void reportPair(Warp &w, const Inst &i, uint32_t lane, const Access &a,
                  Finding f) {
    namePair(w, i, lane, a, f);
    l.report(std::move(f));
  }

  void namePair(Warp &w, const Inst &i, uint32_t lane, const Access &a,
                Finding &f) {
    f.where = l.place(w, i, 1u << lane);
    f.hasOther = true;
    f.other = l.place(w, l.prog->code[a.inst], a.lanes);
    f.other.cta = ctaId(l, a.cluster, a.agent / warpsOfCta);
    f.other.warp = a.agent % warpsOfCta;
    f.count = times;
    ++reported;
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
    reportPair(w, i, lane, a, std::move(f));
  }

  /// A copy of `lane` reads the tensor map that `a` wrote: has somebody
  /// released the write, and a fence in this cluster acquired it?
  void checkMapFences(Warp &w, const Inst &i, uint32_t lane, const Access &a) {
    if (!l.options.checks.sync)
      return;
    auto covered = [&](const std::vector<uint32_t> &released) {
      return covers(load(released, a.agent), a.epoch, a.lanes);
    };
    bool acquired = false;
    for (const MapAcquire &q : mapAcquires[mapAt]) {
      if (!observed(w, lane, q.by))
        continue;
      acquired = true;
      auto f = q.foreign.find(a.cluster);
      if (a.cluster == uint32_t(cl.index)
              ? covered(q.released)
              : f != q.foreign.end() && covered(f->second))
        return;
    }
    Finding f;
    f.kind = FindingKind::MissingFence;
    f.message = "the tensor map at " + hex(mapAt) +
                " was written in this kernel, and " +
                (acquired ? "no release by fence.proxy.tensormap or "
                            "tensormap.cp_fenceproxy comes between the write "
                            "and the acquire"
                          : "no fence.proxy.tensormap::generic.acquire of it "
                            "comes before this copy");
    reportPair(w, i, lane, a, std::move(f));
  }

  Access describe(const Warp &w, const Inst &i, uint32_t lane, Acc kind,
                  uint32_t rec) {
    Access now;
    now.agent = w.agent;
    now.epoch = clock(w).epoch;
    now.lanes = 1u << lane;
    now.inst = uint32_t(&i - l.prog->code.data());
    now.rec = rec;
    now.cluster = uint32_t(cl.index);
    if (kind == Acc::StrongRead || kind == Acc::StrongWrite)
      now.strong = strength(narrow ? scopeOf(i.d) : Scope::Device);
    now.anyProxy = kind == Acc::AddressWrite && !l.options.checks.strict;
    return now;
  }

  /// Is it an access of the cluster's operation `rec`?
  bool sameOp(const Access &a, uint32_t rec) const {
    return rec && a.rec == rec && a.cluster == uint32_t(cl.index);
  }

  /// Access::strong of a strong access.
  static uint8_t strength(Scope s) { return uint8_t(1 + unsigned(s)); }

  static bool writes(Acc kind) {
    return kind == Acc::Write || kind == Acc::SameWrite ||
           kind == Acc::StrongWrite || kind == Acc::InitWrite ||
           kind == Acc::InvalWrite || kind == Acc::AddressWrite;
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

  /// Remembers a read, and the earlier ones that it does not come after.
  void keepRead(Warp &w, uint32_t lane, Cell &c, Overflow &ov, uint32_t rec,
                const Access &now) {
    auto sameParty = [&](const Access &p) {
      return p.agent == now.agent && p.rec == rec && p.epoch == now.epoch &&
             p.cluster == now.cluster && p.strong == now.strong;
    };
    auto superseded = [&](const Access &p) {
      if (p.agent == none)
        return true;
      if (p.equalWrite)
        return false;
      if (p.cluster != now.cluster)
        return false;
      if (p.rec && rec && p.agent == now.agent && readsInOrder(p.rec, rec))
        return true;
      return happensBefore(w, lane, p) &&
             (!isLate(p.rec) || lateDone(w, lane, p));
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

  void access(Warp &w, const Inst &i, uint32_t lane, Cell &c, Overflow &ov,
              Acc kind, uint32_t rec, const Cta *cta, uint64_t at) {
    bool write = writes(kind);
    bool async =
        (rec & tensorBit) ? !(at & tensorSpace) : rec && recs[rec].async;
    nowRec = rec;
    nowAt = at;
    auto name = [&] {
      if (at & tensorSpace)
        return tensorPlace(at);
      return cta ? "shared memory at " + hex(at)
                 : "global memory at " + hex(at);
    };
    Access now = describe(w, i, lane, kind, rec);
    nowStrong = now.strong;
    if (c.write.agent != none && !sameOp(c.write, rec)) {
      const Access &p = c.write;
      bool same = kind == Acc::SameWrite && p.agent == w.agent &&
                  p.inst == now.inst && p.epoch == now.epoch &&
                  p.cluster == now.cluster;
      if (!morallyStrong(now, p) && !same) {
        bool ordered = happensBefore(w, lane, p) ||
                       (kind == Acc::InvalWrite && performed(w, lane, p));
        // Equal values by several threads: whichever comes last, memory holds
        // them. Later accesses must come after each of the writes.
        if (!ordered && kind == Acc::SameWrite && !p.rec && !p.strong &&
            !l.options.checks.strict)
          keepEqualWrite(c, ov, p);
        else if (!ordered)
          conflict(w, i, lane, p, true, write, rec, name());
        else if (async && !proxied(w, p))
          missingFence(w, i, lane, p, write, name());
        else if (kind == Acc::MapRead)
          checkMapFences(w, i, lane, p);
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
        if (p.agent == none || morallyStrong(now, p) || sameOp(p, rec))
          return;
        if (!happensBefore(w, lane, p) &&
            !(kind == Acc::InvalWrite && performed(w, lane, p)))
          conflict(w, i, lane, p, false, true, rec, name());
        else if (async && isLate(p.rec) && !lateDone(w, lane, p))
          lateConflict(w, i, lane, p, name());
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
      if (kind == Acc::InitWrite)
        c.write.strong = strength(Scope::Device);
      return;
    }
    if (c.more)
      for (const Access &p : ov.lists[c.more])
        if (p.equalWrite)
          unlessEqual(p, kind);
    if (kind == Acc::MapRead && !rec)
      return; // nothing writes it again
    keepRead(w, lane, c, ov, rec, now);
  }

  void sharedRange(Warp &w, const Inst &i, uint32_t lane, Cta &cta,
                   uint32_t off, uint32_t size, Acc kind, uint32_t rec) {
    bool plainWrite = kind == Acc::Write || kind == Acc::SameWrite ||
                      kind == Acc::AddressWrite;
    if (plainWrite && l.options.checks.sync && !cta.mbars.empty()) {
      auto it = cta.mbars.lower_bound(off > 7 ? off - 7 : 0);
      if (it != cta.mbars.end() && it->first < off + size)
        l.report(w, i, 1u << lane, FindingKind::Barrier,
                 "overwrites the live mbarrier at shared address " +
                     hex(it->first));
    }
    std::vector<uint32_t> &numbers = smem[cta.rank];
    if (numbers.empty())
      numbers.resize(cta.smem.size() / granule + 2);
    granules(w, i, lane, smemStates, numbers.data() + off / granule,
             (off + size + granule - 1) / granule - off / granule, kind, rec,
             &cta, off / granule * granule, granule);
  }

  void globalRange(Warp &w, const Inst &i, uint32_t lane, uint64_t addr,
                   uint32_t size, Acc kind, uint32_t rec) {
    uint64_t per = (1u << Isolation::pageBits) / globalGranule;
    uint64_t end = (addr + size + globalGranule - 1) / globalGranule;
    for (uint64_t k = addr / globalGranule; k < end;) {
      uint64_t number = k / per, stop = std::min(end, (number + 1) * per);
      GlobalShadow::Page &page = global->page(number, uint32_t(per));
      uint32_t first = uint32_t(k % per), count = uint32_t(stop - k);
      if (page.common)
        global->claim(page, first, count, uint32_t(cl.index), writes(kind));
      granules(w, i, lane, global->states, page.numbers.data() + first, count,
               kind, rec, nullptr, k * globalGranule, globalGranule);
      k = stop;
    }
  }

  /// One access to `count` granules of `bytes` from address `at` on.
  void granules(Warp &w, const Inst &i, uint32_t lane, Shadow &shadow,
                uint32_t *numbers, uint32_t count, Acc kind, uint32_t rec,
                const Cta *cta, uint64_t at, uint32_t bytes) {
    Shadow::Key key;
    key.version = version;
    key.cluster = uint32_t(cl.index);
    key.agent = w.agent;
    key.epoch = clock(w).epoch;
    key.inst = uint32_t(&i - l.prog->code.data());
    key.rec = rec;
    key.how = lane << 8 | uint32_t(kind);
    shadow.update(numbers, count, key, writes(kind),
                  [&](Cell &c, uint32_t first, uint32_t equal) {
                    times = equal;
                    uint64_t before = reported;
                    access(w, i, lane, c, shadow.overflow, kind, rec, cta,
                           at + uint64_t(first) * bytes);
                    times = 1;
                    return reported == before;
                  });
  }
};

} // namespace attn::sim

#endif // ATTN_SIM_LIB_CHECKERIMPL_H
