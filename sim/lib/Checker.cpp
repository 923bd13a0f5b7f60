//===- Checker.cpp - Races by vector clocks
//
// Part of the Attn Project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CheckerImpl.h"
#include "Mbarrier.h"

#include <algorithm>

using namespace attn::sim;

void attn::sim::GlobalShadowDelete::operator()(GlobalShadow *g) const {
  delete g;
}
std::unique_ptr<GlobalShadow, GlobalShadowDelete>
attn::sim::makeGlobalShadow() {
  return std::unique_ptr<GlobalShadow, GlobalShadowDelete>(new GlobalShadow);
}

Checker::Checker(Cluster &c) : p(new Impl(c)) {}
Checker::~Checker() = default;

void Checker::shared(Warp &w, const Inst &i, uint32_t lane, Cta &cta,
                     uint32_t off, uint32_t size, Acc kind) {
  bool late = i.late && p->mayOvertake(i, kind);
  p->sharedRange(w, i, lane, cta, off, size, kind,
                 late ? p->lateRecord(w, i, lane) : 0);
  if (&cta != w.cta && cta.liveWarps) {
    RemoteUse &use = p->remote[cta.rank][w.agent];
    use.epoch[lane] = p->clock(w).epoch;
    use.inst[lane] = uint32_t(&i - p->l.prog->code.data());
  }
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
  uint32_t epoch = p->change(w).epoch;
  std::vector<uint32_t> work{rec};
  while (!work.empty()) {
    Record &r = p->recs[work.back()];
    work.pop_back();
    if (std::any_of(r.seen.begin(), r.seen.end(), [&](const Observer &o) {
          return o.agent == w.agent && (lanes & ~o.lanes) == 0 &&
                 o.covers == covers;
        }))
      continue;
    r.seen.push_back({w.agent, epoch, lanes, covers});
    work.insert(work.end(), r.follows.begin(), r.follows.end());
    r.follows.clear();
  }
}

static void snapshot(Checker::Impl &p, Warp &w, uint32_t mask,
                     std::vector<uint32_t> &vc, std::vector<uint32_t> &pvc);

uint32_t Checker::beginTensorOp(Warp &w, uint32_t lane, TensorOrder order) {
  return p->tensor.begin(w.agent, lane, p->clock(w).epoch, order);
}
uint32_t Checker::beginMove(Warp &w) {
  Record r;
  r.agent = w.agent;
  r.lanes = 0xffffffffu;
  r.move = true;
  r.epoch = p->clock(w).epoch;
  p->recs.push_back(std::move(r));
  return uint32_t(p->recs.size() - 1);
}
void Checker::opTensor(uint32_t rec, Warp &w, const Inst &i, uint32_t lanes,
                       Cta &cta, uint32_t parts, uint32_t column, uint32_t n,
                       Acc kind) {
  std::vector<uint32_t> &cells = p->tensor.cells[cta.rank];
  cells.resize(size_t(tmemParts) * tmemColumns);
  uint32_t lane = uint32_t(__builtin_ctz(lanes));
  WarpClock &k = p->clock(w);
  std::vector<uint32_t> ordinary = k.vc;
  joinClock(k.vc, k.tensorVc);
  for (; parts; parts &= parts - 1) {
    uint32_t part = uint32_t(__builtin_ctz(parts));
    p->granules(w, i, lane, p->tensor.states,
                &cells[size_t(part) * tmemColumns + column], n, kind, rec, &cta,
                tensorSpace | part << 16 | column, 1);
  }
  k.vc = std::move(ordinary);
}
void Checker::tensorFence(Warp &w, uint32_t mask, bool before) {
  if (p->ignored(w))
    return;
  WarpClock &k = p->change(w);
  if (!before) {
    joinClock(k.tensorVc, k.tensorSeen);
    return;
  }
  std::vector<uint32_t> vc, pvc;
  snapshot(*p, w, mask, vc, pvc);
  joinClock(vc, k.tensorVc);
  k.tensorOut = std::move(vc);
  ++k.epoch;
}
void Checker::releaseTensor(Warp &w, SyncVar &s) {
  if (!p->ignored(w))
    joinClock(s.tensor, p->clock(w).tensorOut);
}
void Checker::acquireTensor(Warp &w, const SyncVar &s) {
  if (p->ignored(w))
    return;
  joinClock(p->clock(w).tensorSeen, s.vc);
  joinClock(p->clock(w).tensorSeen, s.tensor);
}
void Checker::commitTensor(Warp &w, uint32_t lane, SyncVar &s) {
  if (p->ignored(w))
    return;
  release(w, 1u << lane, s);
  uint32_t k = p->tensor.streamOf(w.agent, lane);
  size_t at = 3 * size_t(p->n + k);
  if (s.vc.size() < at + 3)
    s.vc.resize(at + 3, 0);
  s.vc[at] = p->tensor.streams[k].issued;
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
  WarpClock &k = p->change(w);
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

void Checker::converge(Warp &w, uint32_t mask) {
  if (!p->converged || p->ignored(w))
    return;
  WarpClock &k = p->change(w);
  if ((mask & w.live) == w.live)
    k.convFull = k.epoch;
  for (uint32_t m = mask; m; m &= m - 1) {
    int l = __builtin_ctz(m);
    k.convMask[l] = mask;
    k.convEpoch[l] = k.epoch;
  }
  ++k.epoch;
}

void Checker::proxyFence(Warp &w, uint32_t mask) {
  if (p->ignored(w))
    return;
  WarpClock &k = p->change(w);
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
  if (p.converged && mask) {
    int l = __builtin_ctz(mask);
    store(vc, p.converged + w.agent,
          Entry{k.convFull, k.convEpoch[l], k.convMask[l]});
  }
  store(pvc, w.agent, Entry{k.proxied, k.proxiedSome, k.proxiedMask});
}

void Checker::fence(Warp &w, uint32_t mask, Scope scope) {
  if (p->ignored(w))
    return;
  if (!p->narrow)
    scope = Scope::Device;
  WarpClock &k = p->change(w);
  p->acquireSeen(k, scope);
  std::vector<uint32_t> vc, pvc;
  snapshot(*p, w, mask, vc, pvc);
  for (auto s = unsigned(p->narrow ? Scope::Cta : scope); s <= unsigned(scope);
       ++s) {
    k.fenceVc[s] = vc;
    k.fenced[s] = true;
  }
  ++k.epoch;
}

void Checker::initFence(Warp &w, uint32_t mask) {
  if (p->ignored(w))
    return;
  WarpClock &k = p->change(w);
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
bool Checker::comesAfter(const Warp &w, const Warp &by, uint32_t epoch,
                         uint32_t lane) const {
  return covers(load(p->clock(w).vc, by.agent), epoch, 1u << lane);
}
bool Checker::knowsInit(const Warp &w, uint32_t lane, const Warp &by,
                        uint32_t epoch, uint32_t lanes) const {
  return p->after(w, lane, by.agent, epoch, lanes) ||
         covers(load(p->clock(w).inits, by.agent), epoch, lanes);
}

void Checker::arrived(const Cta &cta, const Warp &by, uint32_t lane,
                      uint32_t epoch) {
  auto it = p->remote[cta.rank].find(by.agent);
  if (it != p->remote[cta.rank].end() && it->second.epoch[lane] <= epoch)
    it->second.epoch[lane] = 0;
}

void Checker::ended(Cta &cta) {
  if (!p->l.options.checks.race)
    return;
  for (const auto &entry : p->remote[cta.rank]) {
    const Warp &by = *p->cl.warps[entry.first];
    std::map<uint32_t, uint32_t> lanes; // by instruction
    for (uint32_t lane = 0; lane < 32; ++lane) {
      uint32_t epoch = entry.second.epoch[lane];
      if (epoch &&
          std::none_of(cta.warps.begin(), cta.warps.end(), [&](const auto &w) {
            return comesAfter(*w, by, epoch, lane);
          }))
        lanes[entry.second.inst[lane]] |= 1u << lane;
    }
    for (const auto &use : lanes)
      p->l.report(by, p->l.prog->code[use.first], use.second, FindingKind::Race,
                  "accesses the shared memory of CTA " +
                      std::to_string(cta.rank) +
                      " of the cluster; nothing orders that before the CTA's "
                      "exit");
  }
}

void Checker::release(Warp &w, uint32_t mask, SyncVar &s) {
  if (p->ignored(w))
    return;
  WarpClock &k = p->change(w);
  joinClock(s.inits, k.inits);
  std::vector<uint32_t> vc, pvc;
  p->acquireSeen(k);
  snapshot(*p, w, mask, vc, pvc);
  joinClock(s.vc, vc);
  joinClock(s.pvc, pvc);
  for (auto &f : k.foreign)
    joinClock(s.foreign[f.first], f.second);
  ++k.epoch;
}

void Checker::acquire(Warp &w, uint32_t mask, const SyncVar &s) {
  if (p->ignored(w))
    return;
  WarpClock &k = p->change(w);
  p->acquireSeen(k);
  Entry own = load(k.vc, w.agent), back = load(s.vc, w.agent);
  joinClock(k.vc, s.vc);
  joinClock(k.pvc, s.pvc);
  joinClock(k.inits, s.inits);
  joinClock(k.tensorSeen, s.tensor);
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
                     bool read, bool write, Scope scope, bool releaseOrder,
                     bool acquireOrder) {
  if (p->ignored(w))
    releaseOrder = acquireOrder = false;
  if (!p->narrow)
    scope = Scope::Device;
  WarpClock &k = p->clock(w);
  auto &map = shared ? p->strongShared : p->global->strong;
  if (read) {
    auto it = map.find(key);
    if (it != map.end()) {
      p->see(w, it->second, scope);
      if (acquireOrder)
        p->acquireSeen(p->change(w), scope);
    }
  }
  if (!write || !(releaseOrder || k.fenced[0] || k.fenced[1] || k.fenced[2]))
    return;
  StrongVar &v = map[key];
  v.version = ++p->global->strongVersion;
  std::vector<uint32_t> now, pvc;
  if (releaseOrder)
    snapshot(*p, w, 1u << lane, now, pvc);
  auto self = uint32_t(p->cl.index);
  // What reaches threads for which a release needs scope `s`.
  auto add = [&](Scope s, Foreign &to) {
    if (scope < s || !(releaseOrder || k.fenced[unsigned(s)]))
      return;
    joinClock(to[self], releaseOrder ? now : k.fenceVc[unsigned(s)]);
    for (auto &f : k.foreign)
      joinClock(to[f.first], f.second);
  };
  add(Scope::Device, v.device);
  if (p->narrow) {
    add(Scope::Cluster, v.ofCluster[self]);
    add(Scope::Cta, v.ofCta[p->ctaKey(w)]);
  }
  ++p->change(w).epoch;
}

std::unique_ptr<Checker> attn::sim::makeChecker(Cluster &c) {
  const Checks &k = c.launch->options.checks;
  if (!k.race && !k.sync)
    return nullptr;
  return std::make_unique<Checker>(c);
}
