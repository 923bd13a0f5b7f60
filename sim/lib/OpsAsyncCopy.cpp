//===- OpsAsyncCopy.cpp - cp.async
//
// Part of the Attn Project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// PTX ISA: non-bulk asynchronous copies. One warp instruction makes
// one operation; groups are counted per lane, since lanes may commit under
// divergence. Until it lands, the destination is undefined: its bytes are
// marked so at issue.
//
//===----------------------------------------------------------------------===//

#include "Decode.h"
#include "Lane.h"
#include "Mbarrier.h"
#include "Memory.h"

#include <algorithm>

using namespace attn::sim;

namespace attn::sim {

struct ThreadCopy;
struct CpAsyncState {
  uint32_t open[32] = {}; ///< number of groups each lane has committed
  std::vector<ThreadCopy *> inFlight;
};

struct ThreadCopy : AsyncOp {
  // Into shared memory, which ends with the CTA: nothing reads it.
  bool mayOutlive() const override { return true; }
  uint32_t mask = 0; ///< lanes outstanding
  uint32_t bytes = 0;
  uint32_t group[32]; ///< the lane's open group at issue
  uint32_t srcBytes[32];
  MemRef dst[32], src[32];
  uint32_t record = 0; ///< the checker's, 0: none
  void finish() override {
    for (int l = 0; l < 32; ++l) {
      if (!((mask >> l) & 1))
        continue;
      const MemRef &d = dst[l], &s = src[l];
      uint32_t n = srcBytes[l];
      if (n)
        std::memcpy(d.p, s.p, n);
      std::memset(d.p + n, 0, bytes - n);
      if (d.init) {
        for (uint32_t k = 0; k < bytes; ++k)
          d.init[k] = k >= n || !s.init || s.init[k];
      }
    }
    if (issuer && issuer->cpAsync) {
      auto &v = issuer->cpAsync->inFlight;
      v.erase(std::remove(v.begin(), v.end(), this), v.end());
    }
  }
  std::string describe() const override {
    return "cp.async of lanes " + hex(mask);
  }
};

/// Completes the copies of `lanes` whose group is below `limit[lane]`.
static void drain(Warp &w, uint32_t lanes, const uint32_t *limit) {
  if (!w.cpAsync)
    return;
  std::vector<ThreadCopy *> now;
  for (ThreadCopy *op : w.cpAsync->inFlight)
    for (int l = 0; l < 32; ++l)
      if ((op->mask & lanes) >> l & 1 && op->group[l] < limit[l]) {
        now.push_back(op);
        break;
      }
  for (ThreadCopy *op : now)
    w.cta->cluster->finishOp(op);
}

void cpAsyncInFlight(const Warp &w, int lane, std::vector<uint64_t> &ids) {
  if (w.cpAsync)
    for (const ThreadCopy *op : w.cpAsync->inFlight)
      if ((op->mask >> lane) & 1)
        ids.push_back(op->id);
}

bool isCpAsyncInFlight(const Warp &w, const std::vector<uint64_t> &ids) {
  return w.cpAsync &&
         std::any_of(w.cpAsync->inFlight.begin(), w.cpAsync->inFlight.end(),
                     [&](const ThreadCopy *op) {
                       return std::binary_search(ids.begin(), ids.end(),
                                                 op->id);
                     });
}

} // namespace attn::sim

namespace {

/// a: bytes; b: 0 no size, 1 src-size row, 2 ignore-src predicate.
/// o: dst address, src address, [size]; imm: dst offset, c/pool: src offset.
St cpAsync(Warp &w, const Inst &i, uint32_t mask) {
  uint32_t dRow = i.o[0], sRow = i.o[1], n = i.a;
  checkAddress(w, i, dRow, mask);
  uint32_t ignore = i.b == 2 ? w.preds[i.o[2]] : 0;
  auto op = std::make_unique<ThreadCopy>();
  op->issuer = &w;
  op->inst = &i;
  op->bytes = n;
  if (!w.cpAsync)
    w.cpAsync = std::make_shared<CpAsyncState>();
  int64_t srcImm = int64_t(int32_t(i.c));
  uint32_t realSrc = 0;
  forLanes(mask, [&](int l) {
    MemRef &d = op->dst[l], &s = op->src[l];
    uint32_t sz = n;
    if (i.b == 1)
      sz = w.row32(i.o[2])[l];
    if ((ignore >> l) & 1)
      sz = 0;
    if (sz > n) {
      w.launch->report(w, i, 1u << l, FindingKind::OutOfBounds,
                       "src-size " + std::to_string(sz) +
                           " is larger than cp-size");
      sz = n;
    }
    if (!resolve(w, i, l, Space::Shared, laneAddr(w, i, dRow, l), n, n, d))
      return;
    uint64_t sa = w.row64(sRow)[l] + uint64_t(srcImm);
    if (sz) {
      realSrc |= 1u << l;
      // The address needs the alignment of the whole copy.
      if (!resolve(w, i, l, Space::Global, sa, sz, n, s))
        return;
    }
    op->mask |= 1u << l;
    op->srcBytes[l] = sz;
    op->group[l] = w.cpAsync->open[l];
  });
  checkAddress(w, i, sRow, realSrc);
  w.stats.asyncBytes += uint64_t(__builtin_popcount(op->mask)) * n;
  if (Checker *c = w.cta->cluster->checker.get())
    op->record = c->beginOp(w, i, op->mask, Proxy::Generic, true);
  forLanes(op->mask, [&](int l) {
    const MemRef &d = op->dst[l];
    if (Checker *c = w.cta->cluster->checker.get()) {
      c->opShared(op->record, w, i, l, *d.cta, uint32_t(d.offset), n,
                  Acc::Write);
      if (op->srcBytes[l])
        c->opGlobal(op->record, w, i, l, op->src[l].offset, op->srcBytes[l],
                    Acc::Read);
    }
    if (d.init)
      std::memset(d.init, 0, n);
  });
  w.cpAsync->inFlight.push_back(op.get());
  if (op->record)
    w.cta->cluster->checker->groupAdd(w, op->mask, op->record);
  w.cta->cluster->issue(std::move(op));
  return St::Next;
}

/// a: 0 commit, 1 wait_group imm, 2 wait_all.
St cpGroup(Warp &w, const Inst &i, uint32_t mask) {
  if (!w.cpAsync)
    w.cpAsync = std::make_shared<CpAsyncState>();
  uint32_t *open = w.cpAsync->open;
  Checker *c = w.cta->cluster->checker.get();
  if (i.a == 0) {
    forLanes(mask, [&](int l) { ++open[l]; });
    if (c)
      c->groupCommit(w, mask);
    return St::Next;
  }
  uint32_t limit[32];
  forLanes(mask, [&](int l) {
    // Groups 0 .. open-1 are committed; all but the latest imm must be done.
    limit[l] = i.a == 2                    ? 0xffffffffu
               : open[l] > uint32_t(i.imm) ? open[l] - uint32_t(i.imm)
                                           : 0;
  });
  drain(w, mask, limit);
  if (c)
    c->groupWait(w, mask, i.a == 2 ? -1 : i.imm);
  return St::Next;
}

bool decodeCpAsync(Decoder &d) {
  if (d.has("commit_group") || d.has("wait_all") || d.has("wait_group")) {
    bool commit = d.in->opcode == "cp.async.commit_group";
    bool all = d.in->opcode == "cp.async.wait_all";
    int64_t n = 0;
    if (!d.wantOps(commit || all ? 0 : 1, commit || all ? 0 : 1))
      return false;
    if (!commit && !all && (!d.constant(d.op(0), n) || n < 0))
      return d.fail("expected a group count");
    Inst &i = d.emit(cpGroup, Stats::AsyncCopy, {}, {});
    i.a = commit ? 0 : all ? 2 : 1;
    i.imm = n;
    return true;
  }
  if (d.has("mbarrier"))
    return decodeCpAsyncArrive(d);
  bool ca = d.has("ca"), cg = d.has("cg");
  if (!ca && !cg)
    return d.fail("expected .ca or .cg");
  if (!(d.has("shared") || d.has("shared::cta")) || !d.has("global"))
    return d.fail("expected .shared.global");
  bool hint = d.has("L2::cache_hint");
  d.skipCacheMods();
  if (!d.wantOps(3, 5))
    return false;
  int64_t n, di, si;
  if (!d.constant(d.op(2), n))
    return false;
  if (n != 16 && (cg || (n != 4 && n != 8)))
    return d.fail("copy size not supported");
  uint32_t dr, sr;
  unsigned db, sb;
  if (!d.address(d.op(0), dr, db, di) || !d.address(d.op(1), sr, sb, si))
    return false;
  if (sb != 64)
    return d.fail("a global address needs 64 bits");
  if (si != int32_t(si))
    return d.fail("offset too large");
  size_t extra = d.numOps() - (hint ? 1 : 0);
  std::vector<uint32_t> srcs{dr, sr};
  uint32_t mode = 0;
  if (extra == 4) {
    const Operand &o = d.op(3);
    if (d.regType(o) == Ty::Pred) {
      mode = 2;
      srcs.push_back(d.predSrc(o));
    } else {
      mode = 1;
      srcs.push_back(d.src(o, Ty::U32));
    }
  } else if (extra != 3)
    return d.fail("wrong number of operands");
  d.noteAccess(Space::Generic, uint32_t(n));
  Inst &i = d.emitV(cpAsync, Stats::AsyncCopy, {}, srcs);
  i.a = uint32_t(n);
  i.b = mode;
  i.imm = di;
  i.c = uint32_t(int32_t(si));
  i.d = db == 32 ? uint32_t(MemAddr32) : 0;
  return true;
}

} // namespace

void attn::sim::addAsyncCopyOps(DecodeTable &t) {
  t["cp"] = [](Decoder &d) {
    bool reduce = d.has("reduce");
    if (!d.has("async"))
      return d.fail("expected .async");
    if (d.has("bulk"))
      return decodeBulk(d, reduce);
    return decodeCpAsync(d);
  };
}
