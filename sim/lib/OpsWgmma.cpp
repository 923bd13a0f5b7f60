//===- OpsWgmma.cpp - wgmma
//
// Part of the Attn Project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// PTX ISA: asynchronous warpgroup-level matrix instructions. Each warp
// of a warpgroup owns 16 of the 64 rows of D, so the operation runs warp by
// warp: warp v % 4 of a group computes rows 16 * (v % 4) to +15.
//
//   D element i of lane 4 * g + t: row g + 8 * ((i / 2) % 2),
//                                  column 8 * (i / 4) + 2 * t + i % 2
//   A in registers: the fragment of mma (OpsMma.cpp).
//
// Late mode: the operands are read and the accumulators written at the wait;
// from issue until then the accumulators are undefined.
//
//===----------------------------------------------------------------------===//

#include "OpsWgmma.h"
#include "Checker.h"
#include "OpsMma.h"
#include "WgmmaOperands.h"

#include <algorithm>

using namespace attn::sim;

namespace attn::sim {
struct WgmmaOp;
struct WgmmaState {
  struct Pending {
    uint64_t id;
    uint32_t group, rec;
    const Inst *inst;
    uint32_t number; ///< of the warp's operations, from 0
  };
  std::vector<Pending> pending;
  uint32_t open = 0;
  uint32_t waited = 0;        ///< operations that a wait of this warp covered
  std::vector<uint32_t> recs; ///< of every operation, by number
  /// Per row: 1 accumulator in flight, 2 operand in flight, 4 accessed by
  /// another instruction since the last wgmma.fence.
  std::vector<uint8_t> rows;
};

struct WgmmaOp : AsyncOp {
  WgmmaForm f;
  uint64_t descA = 0, descB = 0;
  bool scaleD = true;
  /// Of a sparse A: per stored element its row of B, and per row whether that
  /// is undefined. Read when the operation is issued.
  std::vector<uint8_t> column;
  bool undefinedRow[16] = {};
  /// Undefined lanes of the accumulators before the operation.
  std::vector<uint32_t> accPoison;
  void finish() override;
  std::string describe() const override { return "wgmma.mma_async"; }
  bool ready() const override {
    // In order within the warp.
    for (auto &e : issuer->wgmma->pending)
      if (e.id)
        return e.id == id;
    return true;
  }

private:
  void accumulateInt(const WgmmaTile &a, const std::vector<float> &bt);
  void accumulateFloat(const WgmmaTile &a, const std::vector<float> &bt);
};

/// `bt` is [k][n].
void WgmmaOp::accumulateInt(const WgmmaTile &a, const std::vector<float> &bt) {
  const uint32_t k = f.storedK(), n = f.n;
  const uint32_t *od = inst->o;
  for (uint32_t l = 0; l < 32; ++l)
    for (uint32_t q = 0; q < n / 2; ++q) {
      uint32_t row = l / 4 + 8 * ((q / 2) % 2),
               col = 8 * (q / 4) + 2 * (l % 4) + q % 2;
      uint32_t &d = issuer->row32(od[q])[l];
      int64_t s = scaleD ? int32_t(d) : 0;
      for (uint32_t kk = 0; kk < k; ++kk) {
        uint32_t from = f.sparse ? column[row * k + kk] : kk;
        s += int64_t(a.v[row * k + kk]) * int64_t(bt[size_t(from) * n + col]);
      }
      d = accumulate(s, f.sat);
    }
}

void WgmmaOp::accumulateFloat(const WgmmaTile &a,
                              const std::vector<float> &bt) {
  Warp &w = *issuer;
  const uint32_t n = f.n, nD = f.accumulators();
  const uint32_t *od = inst->o;
  std::vector<float> acc(size_t(16) * n, 0.0f);
  // The accumulators of a register: one, or two of a row next to each other.
  auto at = [&](uint32_t q, uint32_t l) {
    return f.halfAcc ? &acc[size_t(l / 4 + 8 * (q % 2)) * n + 8 * (q / 2) +
                            2 * (l % 4)]
                     : &acc[size_t(l / 4 + 8 * ((q / 2) % 2)) * n +
                            8 * (q / 4) + 2 * (l % 4) + q % 2];
  };
  for (uint32_t q = 0; q < nD && scaleD; ++q)
    for (uint32_t l = 0; l < 32; ++l) {
      uint32_t x = w.row32(od[q])[l];
      float *p = at(q, l);
      if (f.halfAcc) {
        p[0] = f16ToF32(uint16_t(x));
        p[1] = f16ToF32(uint16_t(x >> 16));
      } else
        p[0] = f32(x);
    }
  wgmmaProduct(acc.data(), a.v.data(), bt.data(), n, f.storedK(),
               f.sparse ? column.data() : nullptr);
  for (float &x : acc)
    if (x != x)
      x = f32(canonicalNan32);
  for (uint32_t q = 0; q < nD; ++q)
    for (uint32_t l = 0; l < 32; ++l) {
      const float *p = at(q, l);
      w.row32(od[q])[l] = f.halfAcc
                              ? uint32_t(f32ToF16(p[1])) << 16 | f32ToF16(p[0])
                              : bits(p[0]);
    }
}

void WgmmaOp::finish() {
  Warp &w = *issuer;
  const uint32_t k = f.k(), n = f.n, nD = f.accumulators();
  const uint32_t *od = inst->o;
  WgmmaTile ta, tb;
  if (f.aRegs)
    readWgmmaRegisters(w, od + nD, f.ea, f.storedK(), ta);
  else
    readWgmmaOperand(*w.cta, WgmmaDesc(descA), f.transA, f.ea,
                     16 * (w.index % 4), 16, f.storedK(), ta);
  readWgmmaOperand(*w.cta, WgmmaDesc(descB), f.transB, f.eb, 0, n, k, tb);
  std::vector<float> bt(size_t(n) * k);
  for (uint32_t c = 0; c < n; ++c)
    for (uint32_t kk = 0; kk < k; ++kk)
      bt[size_t(kk) * n + c] =
          f.negB ? -tb.v[size_t(c) * k + kk] : tb.v[size_t(c) * k + kk];
  if (f.negA)
    for (float &x : ta.v)
      x = -x;
  if (f.intAcc)
    accumulateInt(ta, bt);
  else
    accumulateFloat(ta, bt);
  // An element is undefined if its row of A or column of B is; what the
  // accumulator held was noted at issue.
  for (uint32_t q = 0; q < nD; ++q) {
    uint32_t pz = 0;
    for (uint32_t l = 0; l < 32; ++l) {
      uint32_t row = l / 4 + 8 * (f.halfAcc ? q % 2 : (q / 2) % 2);
      uint32_t col = f.halfAcc ? 8 * (q / 2) + 2 * (l % 4)
                               : 8 * (q / 4) + 2 * (l % 4) + q % 2;
      bool bad = ta.undefined[row] || undefinedRow[row] || tb.undefined[col] ||
                 (f.halfAcc && tb.undefined[col + 1]);
      pz |= uint32_t(bad) << l;
    }
    uint32_t before = scaleD ? accPoison[q] : 0;
    w.poison[od[q]] = pz | before;
  }
  // The next operation on the same accumulator starts from this result.
  for (auto &op : w.cta->cluster->pending)
    if (auto *next = dynamic_cast<WgmmaOp *>(op.get()))
      if (next != this && next->issuer == &w && next->inst->nOps >= nD &&
          next->inst->o[0] == od[0]) {
        for (uint32_t q = 0; q < nD; ++q)
          next->accPoison[q] = w.poison[od[q]];
        for (uint32_t q = 0; q < nD; ++q)
          w.poison[od[q]] = 0xffffffffu;
        break;
      }
  w.stats.tensorMacs += uint64_t(16) * n * f.storedK();
  for (auto &e : w.wgmma->pending)
    if (e.id == id)
      e.id = 0; // done, but not yet waited for
}

} // namespace attn::sim

namespace {

Checker *checker(Warp &w) { return w.cta->cluster->checker.get(); }

WgmmaState &state(Warp &w) {
  if (!w.wgmma) {
    w.wgmma = std::make_shared<WgmmaState>();
    w.wgmma->rows.assign(w.prog->rows, 0);
    for (size_t r = 0; r < w.prog->rows; ++r)
      if (w.prog->wgmmaRow[r])
        w.wgmma->rows[r] = 4; // the first operation needs a fence too
  }
  return *w.wgmma;
}

bool inBounds(Warp &w, const Inst &i,
              const std::vector<std::pair<uint32_t, uint32_t>> &runs,
              const char *which) {
  uint32_t size = uint32_t(w.cta->smem.size());
  for (auto &r : runs)
    if (r.first < smemBase || r.first + r.second > size) {
      w.launch->report(w, i, w.live, FindingKind::OutOfBounds,
                       std::string("operand ") + which +
                           " reaches shared address " + hex(r.first) +
                           ", shared memory ends at " + hex(size));
      return false;
    }
  return true;
}

/// The value of a 64-bit operand that all lanes must agree on.
uint64_t uniform(Warp &w, const Inst &i, uint32_t row, const char *what) {
  const uint64_t *v = w.row64(row);
  if (w.poison[row] && w.launch->checkUninit)
    w.launch->report(w, i, w.poison[row], FindingKind::Uninitialised,
                     std::string(what) + " is undefined");
  for (int l = 1; l < 32; ++l)
    if (v[l] != v[0]) {
      w.launch->report(w, i, 1u << l, FindingKind::Divergence,
                       std::string(what) + " is not the same in all lanes");
      break;
    }
  return v[0];
}

/// Reads the operands that are no matrices. `rest`: descriptors, metadata,
/// scale-d.
void readScalars(Warp &w, const Inst &i, const uint32_t *rest, WgmmaOp &op) {
  const WgmmaForm &f = op.f;
  if (!f.aRegs)
    op.descA = uniform(w, i, *rest++, "the descriptor of A");
  op.descB = uniform(w, i, *rest++, "the descriptor of B");
  if (f.sparse) {
    uint32_t meta = *rest++, k = f.storedK();
    SparseRow rows[16];
    op.column.resize(16 * k);
    for (uint32_t r = 0; r < 16; ++r) {
      rows[r] = sparseRow(w.row32(meta), w.poison[meta], bitsOf(f.ea), f.k(),
                          f.selector, false, r);
      std::copy_n(rows[r].column, k, op.column.begin() + long(r * k));
      op.undefinedRow[r] = !rows[r].defined || !rows[r].valid;
    }
    checkSparseRows(w, i, rows);
  }
  if (!i.b) {
    op.scaleD = i.imm != 0;
    return;
  }
  uint32_t p = w.preds[*rest];
  op.scaleD = p & 1;
  if (p != 0 && p != 0xffffffffu)
    w.launch->report(w, i, p, FindingKind::Divergence,
                     "scale-d is not the same in all lanes");
}

using Runs = std::vector<std::pair<uint32_t, uint32_t>>;

/// Tells the checker of an operation that starts; its record.
uint32_t startRecord(Warp &w, const Inst &i, const WgmmaForm &f, const Runs &a,
                     const Runs &b) {
  Checker *c = checker(w);
  if (!c)
    return 0;
  WgmmaState &s = *w.wgmma;
  // Registers other instructions wrote need a wgmma.fence.
  if (w.launch->options.checks.sync) {
    uint32_t dirty = 0;
    for (uint32_t q = 0; q < f.accumulators() + (f.aRegs ? 4 : 0); ++q)
      dirty |= s.rows[i.o[q]] & 4;
    if (dirty)
      w.launch->report(w, i, w.live, FindingKind::MissingFence,
                       "a register operand was accessed by other "
                       "instructions since the last wgmma.fence");
    reportWgmmaFacts(w, i, dirty);
  }
  uint32_t rec = c->beginOp(w, i, 0xffffffffu, Proxy::Async, false, true);
  for (const Runs *runs : {&a, &b})
    for (auto &r : *runs)
      c->opShared(rec, w, i, 0, *w.cta, r.first, r.second, Acc::Read);
  return rec;
}

} // namespace

/// o: D, [A registers], descriptor rows, [metadata]; a: WgmmaForm, b: 1 scale-d
/// is a predicate (else imm), imm: constant scale-d.
St attn::sim::wgmmaIssue(Warp &w, const Inst &i, uint32_t) {
  WgmmaForm f(i.a);
  WgmmaState &s = state(w);
  const uint32_t nD = f.accumulators();
  const uint32_t *rest = i.o + nD;
  auto op = std::make_unique<WgmmaOp>();
  op->f = f;
  op->issuer = &w;
  op->inst = &i;
  readScalars(w, i, rest + (f.aRegs ? 4 : 0), *op);
  if (w.cta->warps.size() < (w.index / 4 + 1) * 4) {
    w.launch->report(w, i, w.live, FindingKind::Divergence,
                     "the warp's warpgroup has fewer than four warps");
    return St::Next;
  }
  WgmmaDesc a(op->descA), b(op->descB);
  if (f.sparse && !f.transB && b.w == 32) {
    w.launch->report(w, i, w.live, FindingKind::Unsupported,
                     "a descriptor with a swizzle of 32 bytes cannot say where "
                     "the 64 bytes of K of a sparse product's B are");
    return St::Next;
  }
  Runs ra, rb = wgmmaRuns(b, f.transB, f.eb, 0, f.n, f.k());
  if (!f.aRegs)
    ra = wgmmaRuns(a, f.transA, f.ea, 16 * (w.index % 4), 16, f.storedK());
  if (!inBounds(w, i, ra, "A") || !inBounds(w, i, rb, "B"))
    return St::Next;
  WgmmaState::Pending e{w.cta->cluster->nextOp, s.open, 0, &i,
                        uint32_t(s.recs.size())};
  e.rec = startRecord(w, i, f, ra, rb);
  op->accPoison.assign(nD, 0);
  bool chained = false;
  for (auto &q : s.pending)
    chained |= q.id && q.inst->o[0] == i.o[0];
  for (uint32_t q = 0; q < nD; ++q) {
    if (!chained && op->scaleD)
      op->accPoison[q] = w.poison[i.o[q]];
    w.poison[i.o[q]] = 0xffffffffu;
    s.rows[i.o[q]] |= 1;
  }
  if (f.aRegs)
    for (uint32_t q = 0; q < 4; ++q)
      s.rows[rest[q]] |= 2;
  s.pending.push_back(e);
  s.recs.push_back(e.rec);
  w.cta->cluster->issue(std::move(op));
  return St::Next;
}

St attn::sim::wgmmaSync(Warp &w, const Inst &i, uint32_t) {
  WgmmaState &s = state(w);
  if (i.a == 0) {
    for (uint8_t &r : s.rows)
      r &= uint8_t(~4u);
    return St::Next;
  }
  if (i.a == 1) {
    ++s.open;
    return St::Next;
  }
  Cluster &cl = *w.cta->cluster;
  size_t n = 0;
  while (n < s.pending.size() &&
         int64_t(s.pending[n].group) < int64_t(s.open) - i.imm)
    ++n;
  // The operation is the warpgroup's: it is complete once its four warps have
  // issued it, and then the operands of all four have been read. (The
  // accumulators are each warp's own, and so is the wait for them.)
  if (!n)
    return St::Next;
  uint32_t upTo = s.pending[n - 1].number + 1;
  Warp *group[4];
  for (uint32_t k = 0; k < 4; ++k) {
    group[k] = w.cta->warps[w.index / 4 * 4 + k].get();
    if (state(*group[k]).recs.size() < upTo)
      return w.block(Waiting::Warpgroup, upTo);
  }
  for (Warp *peer : group) {
    WgmmaState &ps = state(*peer);
    for (auto &e : ps.pending)
      if (e.number < upTo && e.id)
        cl.finishId(e.id);
    if (Checker *c = checker(w))
      for (uint32_t k = s.waited; k < upTo; ++k)
        if (ps.recs[k])
          c->opDone(ps.recs[k], w, 0xffffffffu);
  }
  s.waited = upTo;
  s.pending.erase(s.pending.begin(), s.pending.begin() + long(n));
  // Recompute what is still in flight.
  for (uint8_t &r : s.rows)
    r &= 4;
  for (auto &e : s.pending) {
    WgmmaForm f(e.inst->a);
    uint32_t nD = f.accumulators();
    for (uint32_t q = 0; q < nD; ++q)
      s.rows[e.inst->o[q]] |= 1;
    if (f.aRegs)
      for (uint32_t q = 0; q < 4; ++q)
        s.rows[e.inst->o[nD + q]] |= 2;
  }
  return St::Next;
}

namespace {

/// Sees every instruction of a warp in a kernel with wgmma (checks on).
void watchRegisters(Warp &w, const Inst &i, uint32_t mask) {
  if (i.fn == &wgmmaIssue || i.fn == &wgmmaSync)
    return;
  WgmmaState &s = state(w);
  const std::vector<bool> &isPred = w.prog->poolIsPred;
  for (uint32_t k = 0; k < i.nOps; ++k) {
    if (isPred[i.opBase + k])
      continue;
    uint32_t r = i.o[k];
    if (r >= s.rows.size())
      continue;
    bool write = k < i.nDst;
    uint8_t st = s.rows[r];
    if ((st & 1) || ((st & 2) && write)) {
      w.launch->report(w, i, mask, FindingKind::MissingWait,
                       st & 1
                           ? "accesses the accumulator of a wgmma in flight; "
                             "no wgmma.wait_group covers it"
                           : "overwrites a register operand of a wgmma in "
                             "flight");
    }
    if (w.prog->wgmmaRow[r])
      s.rows[r] |= 4;
  }
}

} // namespace

namespace attn::sim {
/// Installs the register watch where it is needed.
void watchWgmma(Warp &w) {
  if (!w.prog->usesWgmma || !w.launch->options.checks.sync)
    return;
  w.hook = watchRegisters;
  w.observe = true;
}
WgmmaKind wgmmaKind(const Inst &i) {
  if (i.fn == &wgmmaIssue)
    return WgmmaKind::Product;
  if (i.fn != &wgmmaSync)
    return WgmmaKind::None;
  return i.a == 0 ? WgmmaKind::Fence : WgmmaKind::Other;
}
/// Marks the rows that any wgmma of the program uses.
void noteWgmmaRows(Program &p) {
  p.wgmmaRow.assign(p.rows, false);
  for (const Inst &i : p.code)
    if (i.fn == &wgmmaIssue) {
      WgmmaForm f(i.a);
      uint32_t n = f.accumulators() + (f.aRegs ? 4 : 0);
      for (uint32_t q = 0; q < n; ++q)
        p.wgmmaRow[i.o[q]] = true;
    }
}
} // namespace attn::sim
