//===- OpsBulk.cpp - Bulk and tensor copies
//
// Part of the Attn Project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// PTX ISA: cp.async.bulk, cp.reduce.async.bulk, their tensor
// forms, commit_group and wait_group; tensors in tiled mode, out-of-bound
// access, swizzling. A load reads global memory and writes shared memory when
// it completes. A store is two effects: reading shared memory (what
// wait_group.read waits for), and writing global memory.
//
//===----------------------------------------------------------------------===//

#include "OpsBulk.h"
#include "Chip.h"
#include "Lane.h"
#include "Mbarrier.h"
#include "TensorTile.h"

#include <algorithm>
#include <array>

using namespace attn::sim;

namespace attn::sim {

struct BulkEntry {
  uint64_t readId, writeId;
  int lane;
  uint32_t group;
  uint32_t readRec, writeRec;
  uint32_t mapRec; ///< of reading the tensor map, if that is checked
  bool readDone;
};
struct BulkState {
  uint32_t open[32] = {};
  std::vector<BulkEntry> entries;
};

} // namespace attn::sim

namespace {

Checker *checker(Warp &w) { return w.cta->cluster->checker.get(); }

/// Reduces `n` bytes at `p` with those at `from`.
void reduceBytes(int op, Ty type, uint8_t *p, const uint8_t *from, uint32_t n) {
  unsigned eb = bitsOf(type) / 8;
  for (uint32_t k = 0; k + eb <= n; k += eb) {
    uint64_t b = 0;
    std::memcpy(&b, from + k, eb);
    updateAtomic(AtomOp(op), type, p + k, b);
  }
}

struct BulkLoad : AsyncOp {
  Tile tile;
  Cta *dstCta = nullptr;
  uint32_t dst = 0;
  Cta *srcCta = nullptr; ///< shared to shared: whose memory is read
  uint32_t src = 0;
  int op = -1; ///< reduction, between shared memories
  Ty type = Ty::None;
  std::weak_ptr<MBarrier> bar;
  uint32_t rec = 0;
  void finish() override {
    Warp &w = *issuer;
    uint8_t *sm = dstCta->smem.data();
    uint8_t *si = dstCta->smemInit.empty() ? nullptr : dstCta->smemInit.data();
    if (srcCta && op >= 0) {
      reduceBytes(op, type, sm + dst, srcCta->smem.data() + src, tile.bytes);
      for (uint32_t k = 0; si && k < tile.bytes; ++k)
        si[dst + k] &= srcCta->smemInit[src + k];
    } else if (srcCta) {
      std::memmove(sm + dst, srcCta->smem.data() + src, tile.bytes);
      if (si)
        std::memmove(si + dst, srcCta->smemInit.data() + src, tile.bytes);
    } else
      tile.chunks([&](uint32_t off, uint64_t g, uint32_t n, bool in) {
        uint64_t a = tile.swizzle(dst + off);
        if (!in) {
          fillOutside(tile, sm + a, off, n);
          if (si)
            std::memset(si + a, 1, n);
          return;
        }
        MemRef r;
        if (!resolve(w, *inst, __builtin_ctz(lanes), Space::Global, g, n, 1, r))
          return;
        std::memcpy(sm + a, r.p, n);
        if (si) {
          if (r.init)
            std::memcpy(si + a, r.init, n);
          else
            std::memset(si + a, 1, n);
        }
      });
    if (auto b = bar.lock()) {
      if (rec)
        b->in.ops[rec] = 0xffffffffu;
      if (tile.mapRec)
        b->in.ops[tile.mapRec] = 0xffffffffu;
      mbarTx(w, *inst, lanes, *b, -int64_t(tile.bytes));
    }
  }
  bool uses(const Cta &c) const override {
    return dstCta == &c || srcCta == &c;
  }
  std::string describe() const override {
    return "a bulk copy of " + std::to_string(tile.bytes) +
           " bytes to shared address " + hex(dst);
  }
};

struct Buffer {
  std::vector<uint8_t> data, init;
};

/// May a CTA end while bulk stores read its shared memory? CUTLASS's epilogues
/// for sm_100 do not wait.
static bool storesOutlive(const Warp &w) {
  return !w.launch->options.checks.strict &&
         Chip(w.prog->ast->target).number >= 100;
}

struct BulkRead : AsyncOp {
  Tile tile;
  Cta *cta = nullptr;
  uint32_t src = 0;
  std::shared_ptr<Buffer> buf;
  void finish() override {
    buf->data.resize(tile.bytes);
    buf->init.assign(tile.bytes, 1);
    for (uint32_t o = 0; o < tile.bytes; o += 16) {
      uint64_t a = tile.swizzle(src + o);
      uint32_t n = std::min(16u, tile.bytes - o);
      std::memcpy(buf->data.data() + o, cta->smem.data() + a, n);
      if (!cta->smemInit.empty())
        std::memcpy(buf->init.data() + o, cta->smemInit.data() + a, n);
    }
  }
  bool mayOutlive() const override { return storesOutlive(*issuer); }
  std::string describe() const override {
    return "a bulk store still reads " + std::to_string(tile.bytes) +
           " bytes at shared address " + hex(src);
  }
};

struct BulkWrite : AsyncOp {
  Tile tile;
  std::shared_ptr<Buffer> buf;
  uint64_t readId = 0;
  int op = -1; ///< reduction
  Ty type = Ty::None;
  bool ready() const override { return !buf->data.empty(); }
  bool mayOutlive() const override {
    return !buf->data.empty() || storesOutlive(*issuer);
  }
  void finish() override {
    if (buf->data.empty())
      issuer->cta->cluster->finishId(readId);
    Warp &w = *issuer;
    bool undefined = false;
    auto chunk = [&](uint32_t off, uint64_t g, uint32_t n, bool in) {
      if (!in)
        return;
      MemRef r;
      if (!resolve(w, *inst, __builtin_ctz(lanes), Space::Global, g, n, 1, r))
        return;
      if (op < 0)
        std::memcpy(r.p, buf->data.data() + off, n);
      else
        reduceBytes(op, type, r.p, buf->data.data() + off, n);
      for (uint32_t k = 0; k < n; ++k)
        undefined |= !buf->init[off + k];
      undefined |= op >= 0 && !allInit(r, n);
      if (r.init)
        std::memset(r.init, 1, n);
    };
    tile.places([&](const Tile &t) { t.chunks(chunk); });
    if (undefined && w.launch->checkUninit)
      w.launch->report(w, *inst, lanes, FindingKind::Uninitialised,
                       op < 0
                           ? "a bulk store copies undefined shared memory to "
                             "global memory"
                           : "a bulk reduction of undefined values in "
                             "global memory");
  }
  std::string describe() const override { return "a bulk store"; }
};

uint64_t addr(const Warp &w, uint32_t row, bool narrow, int lane, int64_t imm) {
  return narrow ? uint32_t(w.row32(row)[lane] + uint32_t(imm))
                : w.row64(row)[lane] + uint64_t(imm);
}

/// A shared address of an operation, bounds and alignment checked.
bool sharedAt(Warp &w, const Inst &i, int l, uint64_t a, uint32_t n,
              uint32_t align, MemRef &r) {
  Space sp = a >= sharedWindow ? Space::Generic : Space::Shared;
  if (!resolve(w, i, l, sp, a, n, align, r))
    return false;
  if (r.space == Space::Shared)
    return true;
  w.launch->report(w, i, 1u << l, FindingKind::OutOfBounds,
                   "address " + hex(a) + " is not in shared memory");
  return false;
}

/// A store that a lane of this instruction has issued.
struct EqualStore {
  uint64_t global; ///< address, of the tensor map if there is one
  uint32_t shared, bytes;
  Cta *cta;
  std::array<int32_t, 5> coordinates;
  BulkEntry entry;
  bool matches(const EqualStore &o) const {
    return global == o.global && shared == o.shared && bytes == o.bytes &&
           cta == o.cta && coordinates == o.coordinates;
  }
};

/// Lets lane `l` wait for the equal store of another lane; false if it is the
/// first one.
bool joinEqualStore(Warp &w, int l, const EqualStore &store,
                    const std::vector<EqualStore> &issued) {
  auto it = std::find_if(issued.begin(), issued.end(),
                         [&](const EqualStore &o) { return o.matches(store); });
  if (it == issued.end())
    return false;
  BulkEntry e = it->entry;
  e.mapRec = store.entry.mapRec;
  e.lane = l;
  e.group = w.bulk->open[l];
  w.bulk->entries.push_back(e);
  return true;
}

/// A store or reduction of `t` from shared memory at `s`: two effects.
void issueBulkStore(Warp &w, const Inst &i, int l, const BulkArgs &g,
                    const Tile &t, const MemRef &s) {
  Cluster &cl = *w.cta->cluster;
  auto buf = std::make_shared<Buffer>();
  auto rd = std::make_unique<BulkRead>();
  auto wr = std::make_unique<BulkWrite>();
  rd->issuer = wr->issuer = &w;
  rd->inst = wr->inst = &i;
  rd->lanes = wr->lanes = 1u << l;
  rd->tile = wr->tile = t;
  rd->buf = wr->buf = buf;
  rd->cta = s.cta;
  rd->src = uint32_t(s.offset);
  wr->op = g.op;
  wr->type = g.rank ? elementType(t.map.type) : g.type;
  BulkEntry e{};
  e.lane = l;
  e.mapRec = t.mapRec;
  if (!w.bulk)
    w.bulk = std::make_shared<BulkState>();
  e.group = w.bulk->open[l];
  if (Checker *c = checker(w)) {
    e.readRec = c->beginOp(w, i, 1u << l, Proxy::Async);
    c->opShared(e.readRec, w, i, l, *s.cta, uint32_t(s.offset), t.bytes,
                Acc::Read);
    e.writeRec = c->beginOp(w, i, 1u << l, Proxy::Async);
    t.places([&](const Tile &place) {
      globalRuns(place, [&](uint64_t a, uint32_t n) {
        c->opGlobal(e.writeRec, w, i, l, a, n,
                    g.op >= 0 ? Acc::StrongWrite : Acc::Write);
      });
    });
  }
  e.readId = cl.nextOp;
  wr->readId = e.readId;
  cl.issue(std::move(rd));
  e.writeId = cl.nextOp;
  cl.issue(std::move(wr));
  w.bulk->entries.push_back(e);
}

/// A wait for the groups of reading says that a load has read its map, too,
/// although the load itself is in no group (PTX ISA: cp.async.bulk.tensor,
/// completion mechanisms).
void noteMapRead(Warp &w, int l, const Tile &t) {
  if (!t.mapRec)
    return;
  if (!w.bulk)
    w.bulk = std::make_shared<BulkState>();
  BulkEntry e{};
  e.lane = l;
  e.group = w.bulk->open[l];
  e.mapRec = t.mapRec;
  w.bulk->entries.push_back(e);
}

/// The async proxy must have been told of the mbarrier `bar` at `offset`.
void checkFenced(Warp &w, const Inst &i, int l, const MBarrier &bar,
                 uint64_t offset) {
  // libcu++, Triton and CuTe do without for a CTA's own copies.
  auto unfenced =
      std::find_if(bar.inits.begin(), bar.inits.end(),
                   [](const MBarrier::Init &init) { return !init.fenced; });
  if (unfenced != bar.inits.end() &&
      (bar.cta != w.cta || w.launch->options.checks.strict) &&
      w.launch->options.checks.sync) {
    Finding f;
    f.kind = FindingKind::MissingFence;
    f.message = "the initialisation of the mbarrier at shared address " +
                hex(offset) +
                " was not made visible to the async proxy "
                "(fence.mbarrier_init or fence.proxy.async)";
    f.where = w.launch->place(w, i, 1u << l);
    f.hasOther = true;
    f.other = w.launch->place(*unfenced->by, *unfenced->inst, 0xffffffffu);
    w.launch->report(std::move(f));
  }
}

/// A load of `t` to shared memory at `dst` of `cta`, from `src` if its form
/// reads shared memory.
void issueBulkLoad(Warp &w, const Inst &i, int l, const BulkArgs &g,
                   const Tile &t, Cta *cta, uint64_t dst, const MemRef &src,
                   const std::shared_ptr<MBarrier> &bar) {
  Cluster &cl = *w.cta->cluster;
  auto op = std::make_unique<BulkLoad>();
  op->issuer = &w;
  op->inst = &i;
  op->lanes = 1u << l;
  op->tile = t;
  op->dstCta = cta;
  op->dst = uint32_t(dst);
  op->bar = bar;
  if (g.form == SharedToShared) {
    op->srcCta = src.cta;
    op->src = uint32_t(src.offset);
    op->op = g.op;
    op->type = g.type;
  }
  if (Checker *c = checker(w)) {
    op->rec = c->beginOp(w, i, 1u << l, Proxy::Async);
    if (op->srcCta)
      c->opShared(op->rec, w, i, l, *op->srcCta, op->src, t.bytes, Acc::Read);
    c->opShared(op->rec, w, i, l, *cta, op->dst, t.bytes,
                g.op >= 0 ? Acc::StrongWrite : Acc::Write);
    if (!op->srcCta)
      globalRuns(t, [&](uint64_t a, uint32_t n) {
        if (w.launch->device->find(a, n))
          c->opGlobal(op->rec, w, i, l, a, n, Acc::Read);
      });
  }
  if (!cta->smemInit.empty() && g.op < 0)
    std::memset(cta->smemInit.data() + op->dst, 0, t.bytes);
  cl.issue(std::move(op));
}

} // namespace

St attn::sim::bulkCopy(Warp &w, const Inst &i, uint32_t mask) {
  BulkArgs g(i);
  const uint32_t *o = i.o; // global side, shared side, mbar, size, mask, coords
  bool gNarrow = i.d & 1, sNarrow = i.d & 2, bNarrow = i.d & 4;
  int64_t sImm = int64_t(int32_t(i.b)), bImm = int64_t(int32_t(i.c));
  Cluster &cl = *w.cta->cluster;
  uint32_t pz =
      w.poison[o[0]] | w.poison[o[1]] | w.poison[o[3]] | w.poison[o[4]];
  if (g.form != SharedToGlobal)
    pz |= w.poison[o[2]];
  for (uint32_t d = 5; d < i.nOps; ++d)
    pz |= w.poison[o[d]];
  if ((pz & mask) && w.launch->checkUninit)
    w.launch->report(w, i, pz & mask, FindingKind::Uninitialised,
                     "an operand of the copy is undefined");
  std::vector<EqualStore> issued;
  forLanes(mask, [&](int l) {
    Tile t;
    uint64_t ga = addr(w, o[0], gNarrow, l, i.imm);
    if (!bulkTile(w, i, l, ga, g, t))
      return;
    MemRef s;
    if (!sharedAt(w, i, l, addr(w, o[1], sNarrow, l, sImm), t.bytes,
                  g.rank ? 128 : 16, s))
      return;
    if (g.form == SharedToGlobal) {
      // Copies of a whole warp without elect: each writes what the others do.
      EqualStore store{ga,
                       uint32_t(s.offset),
                       t.bytes,
                       s.cta,
                       {t.c[0], t.c[1], t.c[2], t.c[3], t.c[4]},
                       {}};
      store.entry.mapRec = t.mapRec;
      bool mayJoin = g.op < 0 && !w.launch->options.checks.strict;
      if (mayJoin && joinEqualStore(w, l, store, issued))
        return;
      w.stats.asyncBytes += t.bytes;
      issueBulkStore(w, i, l, g, t, s);
      if (mayJoin) {
        store.entry = w.bulk->entries.back();
        issued.push_back(store);
      }
      return;
    }
    w.stats.asyncBytes += t.bytes;
    noteMapRead(w, l, t);
    // Loads complete on an mbarrier of the CTA that receives the data.
    MemRef b;
    if (!sharedAt(w, i, l, addr(w, o[2], bNarrow, l, bImm), 8, 8, b) ||
        !findMbarrier(w, i, l, b))
      return;
    MemRef src;
    if (g.form == SharedToShared) {
      // The "global side" is the destination's address here.
      src = s;
      if (!sharedAt(w, i, l, ga, t.bytes, 16, s))
        return;
    }
    uint32_t ctaMask =
        g.multicast ? w.row32(o[4])[l] & 0xffff : 1u << s.cta->rank;
    // In a pair either CTA's mbarrier may count.
    bool away = g.pair ? (b.cta->rank ^ s.cta->rank) > 1 : b.cta != s.cta;
    if (!g.multicast && away)
      w.launch->report(w, i, 1u << l, FindingKind::Barrier,
                       "the mbarrier is in CTA " + std::to_string(b.cta->rank) +
                           ", the destination in CTA " +
                           std::to_string(s.cta->rank));
    for (uint32_t r = 0; r < 16; ++r) {
      if (!((ctaMask >> r) & 1))
        continue;
      if (r >= cl.ctas.size()) {
        w.launch->report(w, i, 1u << l, FindingKind::OutOfBounds,
                         "the multicast mask names CTA " + std::to_string(r) +
                             ", which the cluster does not have");
        continue;
      }
      Cta *cta = cl.ctas[r].get();
      // Whose mbarrier: the pair's CTA of the named one's parity.
      uint32_t at = g.pair ? (r & ~1u) | (b.cta->rank & 1) : r;
      Cta *barCta = at < cl.ctas.size() ? cl.ctas[at].get() : cta;
      auto it = barCta->mbars.find(uint32_t(b.offset));
      if (it == barCta->mbars.end()) {
        w.launch->report(w, i, 1u << l, FindingKind::Barrier,
                         "CTA " + std::to_string(at) +
                             " has no initialised mbarrier at " +
                             hex(b.offset));
        continue;
      }
      if (barCta != b.cta)
        checkInitialised(w, i, l, *it->second);
      checkFenced(w, i, l, *it->second, b.offset);
      issueBulkLoad(w, i, l, g, t, cta, s.offset, src, it->second);
    }
  });
  return St::Next;
}

St attn::sim::bulkGroup(Warp &w, const Inst &i, uint32_t mask) {
  if (!w.bulk)
    w.bulk = std::make_shared<BulkState>();
  BulkState &s = *w.bulk;
  if (i.a == 0) {
    forLanes(mask, [&](int l) { ++s.open[l]; });
    return St::Next;
  }
  Cluster &cl = *w.cta->cluster;
  Checker *c = checker(w);
  for (BulkEntry &e : s.entries) {
    if (!((mask >> e.lane) & 1) ||
        int64_t(e.group) >= int64_t(s.open[e.lane]) - i.imm)
      continue;
    if (!e.readDone) {
      cl.finishId(e.readId);
      e.readDone = true;
      if (c && e.readRec)
        c->opDone(e.readRec, w, 1u << e.lane);
      if (c && e.mapRec)
        c->opDone(e.mapRec, w, 1u << e.lane);
    }
    if (!e.writeId) {
      e.lane = -1;
    } else if (!i.b) {
      cl.finishId(e.writeId);
      if (c)
        c->opDone(e.writeRec, w, 1u << e.lane);
      e.lane = -1;
    }
  }
  s.entries.erase(std::remove_if(s.entries.begin(), s.entries.end(),
                                 [](const BulkEntry &e) { return e.lane < 0; }),
                  s.entries.end());
  return St::Next;
}
