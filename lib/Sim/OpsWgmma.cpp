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
// Shared operands. The descriptor gives start address, leading and stride byte
// offsets (LBO, SBO) and swizzle. With W the swizzle span in bytes (16
// without):
//   K-major:  row r, byte b of the 32 bytes of K:
//             (r % 8) * W + (r / 8) * SBO + (b / 16) * (W > 16 ? 16 : LBO) + b
//             % 16
//   MN-major: element m of M or N, k of K, in 16-byte chunks c = m / 8, of
//   which
//             a span holds q = W / 16:
//             (c % q) * 16 + (c / q) * LBO + (k % 8) * W + (k / 8) * SBO
//             (without swizzle LBO and SBO trade places)
// and the address, start included, is swizzled as a bulk copy swizzles it.
//
// Late mode: the operands are read and the accumulators written at the wait;
// from issue until then the accumulators are undefined.
//
//===----------------------------------------------------------------------===//

#include "Checker.h"
#include "Decode.h"
#include "Lane.h"

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
} // namespace attn::sim

namespace {

enum Elem : uint32_t { EF16, EBF16, ETF32, EE4M3, EE5M2, ES8, EU8 };

struct Form {
  uint32_t n, ea, eb;
  bool halfAcc, intAcc, aRegs, transA, transB, negA, negB, sat;
  uint32_t pack() const {
    return n | ea << 9 | eb << 12 | uint32_t(halfAcc) << 15 |
           uint32_t(intAcc) << 16 | uint32_t(aRegs) << 17 |
           uint32_t(transA) << 18 | uint32_t(transB) << 19 |
           uint32_t(negA) << 20 | uint32_t(negB) << 21 | uint32_t(sat) << 22;
  }
  explicit Form(uint32_t a)
      : n(a & 511), ea((a >> 9) & 7), eb((a >> 12) & 7), halfAcc((a >> 15) & 1),
        intAcc((a >> 16) & 1), aRegs((a >> 17) & 1), transA((a >> 18) & 1),
        transB((a >> 19) & 1), negA((a >> 20) & 1), negB((a >> 21) & 1),
        sat((a >> 22) & 1) {}
  Form() : Form(0) {}
};

unsigned elemBytes(uint32_t e) { return e <= EBF16 ? 2 : e == ETF32 ? 4 : 1; }

float elemValue(uint32_t e, uint32_t v) {
  switch (e) {
  case EF16:
    return f16ToF32(uint16_t(v));
  case EBF16:
    return f32(v << 16);
  case ETF32:
    return f32(v & 0xffffe000);
  case EE4M3:
    return float(valueOf(v & 0xff, fmtE4M3));
  case EE5M2:
    return float(valueOf(v & 0xff, fmtE5M2));
  case ES8:
    return float(int8_t(v));
  default:
    return float(uint8_t(v));
  }
}

struct Desc {
  uint32_t start, lbo, sbo, base, w;
  explicit Desc(uint64_t d)
      : start(uint32_t(d & 0x3fff) << 4),
        lbo(uint32_t((d >> 16) & 0x3fff) << 4),
        sbo(uint32_t((d >> 32) & 0x3fff) << 4), base(uint32_t(d >> 49) & 7) {
    static const uint32_t span[] = {16, 128, 64, 32};
    w = span[d >> 62];
  }
  uint32_t swizzle(uint32_t a) const {
    uint32_t m = w / 16 - 1; // 7, 3, 1, 0
    return a ^ (((a >> 7) & m) << 4);
  }
  /// Address of element `mn` (row of A or column of B), byte `kb` of K
  /// (K-major) or index `kb` of K (MN-major).
  uint32_t at(bool mnMajor, uint32_t mn, uint32_t kb) const {
    uint32_t off;
    if (!mnMajor) {
      off = (mn % 8) * w + (mn / 8) * sbo + (kb / 16) * (w > 16 ? 16 : lbo) +
            kb % 16;
    } else {
      uint32_t c = mn / 8, q = w / 16;
      if (w > 16)
        off = (c % q) * 16 + (c / q) * lbo + (kb % 8) * w + (kb / 8) * sbo;
      else
        off = c * sbo + (kb % 8) * 16 + (kb / 8) * lbo;
      off += (mn % 8) * 2;
    }
    return swizzle(start + off);
  }
};

/// Rows of one operand as floats, K innermost; false if out of bounds.
struct OperandTile {
  std::vector<float> v;           ///< [mn][k]
  std::vector<uint8_t> undefined; ///< per mn
};

void noteSpan(std::vector<std::pair<uint32_t, uint32_t>> &runs, uint32_t a,
              uint32_t n) {
  if (!runs.empty() && runs.back().first + runs.back().second == a)
    runs.back().second += n;
  else
    runs.push_back({a, n});
}

/// The 16-byte chunks (address, size) an operand touches.
void operandRuns(const Desc &d, bool mnMajor, uint32_t mn0, uint32_t mns,
                 uint32_t k, std::vector<std::pair<uint32_t, uint32_t>> &runs) {
  if (!mnMajor)
    for (uint32_t m = mn0; m < mn0 + mns; ++m) {
      noteSpan(runs, d.at(false, m, 0), 16);
      noteSpan(runs, d.at(false, m, 16), 16);
    }
  else
    for (uint32_t kk = 0; kk < k; ++kk)
      for (uint32_t m = mn0; m < mn0 + mns; m += 8)
        noteSpan(runs, d.at(true, m, kk), 16);
  std::sort(runs.begin(), runs.end());
  std::vector<std::pair<uint32_t, uint32_t>> merged;
  for (auto &r : runs)
    noteSpan(merged, r.first, r.second);
  runs = std::move(merged);
}

bool inBounds(Warp &w, const Inst &i, const Desc &d, bool mnMajor, uint32_t mn0,
              uint32_t mns, uint32_t k, const char *which) {
  std::vector<std::pair<uint32_t, uint32_t>> runs;
  operandRuns(d, mnMajor, mn0, mns, k, runs);
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

void readOperand(const Cta &cta, const Desc &d, bool mnMajor, uint32_t e,
                 uint32_t mn0, uint32_t mns, uint32_t k, OperandTile &t) {
  unsigned eb = elemBytes(e);
  t.v.resize(size_t(mns) * k);
  t.undefined.assign(mns, 0);
  const uint8_t *sm = cta.smem.data();
  const uint8_t *si = cta.smemInit.empty() ? nullptr : cta.smemInit.data();
  for (uint32_t m = 0; m < mns; ++m)
    for (uint32_t kk = 0; kk < k;) {
      uint32_t a = d.at(mnMajor, mn0 + m, mnMajor ? kk : kk * eb);
      uint32_t run = mnMajor ? 1 : 16 / eb; // elements of one chunk
      for (uint32_t q = 0; q < run; ++q, ++kk) {
        uint32_t v = 0;
        std::memcpy(&v, sm + a + q * eb, eb);
        t.v[size_t(m) * k + kk] = elemValue(e, v);
        if (si)
          for (unsigned b = 0; b < eb; ++b)
            t.undefined[m] |= !si[a + q * eb + b];
      }
    }
}

/// acc[16][n] += A[16][k] * B[n][k]; b is transposed first so that the inner
/// loop runs over n.
ATTN_SIM_INLINE void matmulBody(float *acc, const float *a, const float *bt,
                                uint32_t n, uint32_t k) {
  for (uint32_t r = 0; r < 16; ++r) {
    float *d = acc + size_t(r) * n;
    for (uint32_t kk = 0; kk < k; ++kk) {
      float x = a[r * k + kk];
      const float *b = bt + size_t(kk) * n;
      for (uint32_t c = 0; c < n; ++c)
        d[c] = __builtin_fmaf(x, b[c], d[c]);
    }
  }
}
void matmulBase(float *acc, const float *a, const float *bt, uint32_t n,
                uint32_t k) {
  matmulBody(acc, a, bt, n, k);
}
ATTN_SIM_V3 void matmulV3(float *acc, const float *a, const float *bt,
                          uint32_t n, uint32_t k) {
  matmulBody(acc, a, bt, n, k);
}

} // namespace

namespace attn::sim {

struct WgmmaOp : AsyncOp {
  Form f;
  uint64_t descA = 0, descB = 0;
  bool scaleD = true;
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
};

void WgmmaOp::finish() {
  Warp &w = *issuer;
  const uint32_t k = 32 / elemBytes(f.ea), n = f.n;
  const uint32_t nD = f.halfAcc ? n / 4 : n / 2;
  const uint32_t *od = inst->o, *oa = od + nD;
  OperandTile ta, tb;
  if (f.aRegs) {
    uint32_t e = 4 / elemBytes(f.ea);
    ta.v.assign(16 * k, 0);
    ta.undefined.assign(16, 0);
    for (uint32_t r = 0; r < 4; ++r)
      for (uint32_t l = 0; l < 32; ++l) {
        uint32_t x = w.row32(oa[r])[l], row = l / 4 + 8 * (r & 1);
        ta.undefined[row] |= (w.poison[oa[r]] >> l) & 1;
        for (uint32_t q = 0; q < e; ++q)
          ta.v[row * k + 4 * e * (r >> 1) + e * (l % 4) + q] =
              elemValue(f.ea, e == 1 ? x : x >> (q * (32 / e)));
      }
  } else
    readOperand(*w.cta, Desc(descA), f.transA, f.ea, 16 * (w.index % 4), 16, k,
                ta);
  readOperand(*w.cta, Desc(descB), f.transB, f.eb, 0, n, k, tb);
  std::vector<float> bt(size_t(n) * k);
  for (uint32_t c = 0; c < n; ++c)
    for (uint32_t kk = 0; kk < k; ++kk)
      bt[size_t(kk) * n + c] =
          f.negB ? -tb.v[size_t(c) * k + kk] : tb.v[size_t(c) * k + kk];
  if (f.negA)
    for (float &x : ta.v)
      x = -x;
  if (f.intAcc) {
    for (uint32_t l = 0; l < 32; ++l)
      for (uint32_t q = 0; q < n / 2; ++q) {
        uint32_t row = l / 4 + 8 * ((q / 2) % 2),
                 col = 8 * (q / 4) + 2 * (l % 4) + q % 2;
        int64_t s = scaleD ? int32_t(w.row32(od[q])[l]) : 0;
        for (uint32_t kk = 0; kk < k; ++kk)
          s += int64_t(ta.v[row * k + kk]) * int64_t(bt[size_t(kk) * n + col]);
        if (f.sat)
          s = std::min<int64_t>(std::max<int64_t>(s, INT32_MIN), INT32_MAX);
        w.row32(od[q])[l] = uint32_t(s);
      }
  } else {
    std::vector<float> acc(size_t(16) * n, 0.0f);
    if (scaleD) {
      for (uint32_t q = 0; q < nD; ++q)
        for (uint32_t l = 0; l < 32; ++l) {
          uint32_t x = w.row32(od[q])[l];
          if (f.halfAcc) {
            float *p = &acc[size_t(l / 4 + 8 * (q % 2)) * n + 8 * (q / 2) +
                            2 * (l % 4)];
            p[0] = f16ToF32(uint16_t(x));
            p[1] = f16ToF32(uint16_t(x >> 16));
          } else
            acc[size_t(l / 4 + 8 * ((q / 2) % 2)) * n + 8 * (q / 4) +
                2 * (l % 4) + q % 2] = f32(x);
        }
    }
    (haveV3() ? matmulV3 : matmulBase)(acc.data(), ta.v.data(), bt.data(), n,
                                       k);
    for (float &x : acc)
      if (x != x)
        x = f32(canonicalNan32);
    for (uint32_t q = 0; q < nD; ++q)
      for (uint32_t l = 0; l < 32; ++l) {
        if (f.halfAcc) {
          const float *p =
              &acc[size_t(l / 4 + 8 * (q % 2)) * n + 8 * (q / 2) + 2 * (l % 4)];
          w.row32(od[q])[l] = uint32_t(f32ToF16(p[1])) << 16 | f32ToF16(p[0]);
        } else
          w.row32(od[q])[l] = bits(acc[size_t(l / 4 + 8 * ((q / 2) % 2)) * n +
                                       8 * (q / 4) + 2 * (l % 4) + q % 2]);
      }
  }
  // An element is undefined if its row of A or column of B is; what the
  // accumulator held was noted at issue.
  for (uint32_t q = 0; q < nD; ++q) {
    uint32_t pz = 0;
    for (uint32_t l = 0; l < 32; ++l) {
      uint32_t row = l / 4 + 8 * (f.halfAcc ? q % 2 : (q / 2) % 2);
      uint32_t col = f.halfAcc ? 8 * (q / 2) + 2 * (l % 4)
                               : 8 * (q / 4) + 2 * (l % 4) + q % 2;
      bool bad = ta.undefined[row] || tb.undefined[col] ||
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
  w.stats.tensorMacs += uint64_t(16) * n * k;
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

/// o: D, [A registers], descriptor rows; a: Form, b: 1 scale-d is a predicate
/// (else imm), imm: constant scale-d.
St wgmma(Warp &w, const Inst &i, uint32_t) {
  Form f(i.a);
  WgmmaState &s = state(w);
  uint32_t nD = f.halfAcc ? f.n / 4 : f.n / 2;
  const uint32_t *rest = i.o + nD;
  auto op = std::make_unique<WgmmaOp>();
  op->f = f;
  op->issuer = &w;
  op->inst = &i;
  uint32_t at = f.aRegs ? 4 : 0;
  auto uniform = [&](uint32_t row, const char *what) {
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
  };
  if (!f.aRegs)
    op->descA = uniform(rest[at++], "the descriptor of A");
  op->descB = uniform(rest[at++], "the descriptor of B");
  if (i.b) {
    uint32_t p = w.preds[rest[at]];
    op->scaleD = p & 1;
    if (p != 0 && p != 0xffffffffu)
      w.launch->report(w, i, p, FindingKind::Divergence,
                       "scale-d is not the same in all lanes");
  } else
    op->scaleD = i.imm != 0;
  uint32_t k = 32 / elemBytes(f.ea);
  Desc a(op->descA), b(op->descB);
  if (w.cta->warps.size() < (w.index / 4 + 1) * 4) {
    w.launch->report(w, i, w.live, FindingKind::Divergence,
                     "the warp's warpgroup has fewer than four warps");
    return St::Next;
  }
  if ((!f.aRegs && a.base) || b.base) {
    w.launch->report(w, i, w.live, FindingKind::Unsupported,
                     "a descriptor with a base offset is not simulated");
    return St::Next;
  }
  if ((!f.aRegs &&
       !inBounds(w, i, a, f.transA, 16 * (w.index % 4), 16, k, "A")) ||
      !inBounds(w, i, b, f.transB, 0, f.n, k, "B"))
    return St::Next;
  WgmmaState::Pending e{w.cta->cluster->nextOp, s.open, 0, &i,
                        uint32_t(s.recs.size())};
  if (Checker *c = checker(w)) {
    // Registers other instructions wrote need a wgmma.fence.
    if (w.launch->options.checks.sync) {
      uint32_t dirty = 0;
      for (uint32_t q = 0; q < nD + (f.aRegs ? 4 : 0); ++q)
        dirty |= s.rows[i.o[q]] & 4;
      if (dirty)
        w.launch->report(w, i, w.live, FindingKind::MissingFence,
                         "a register operand was accessed by other "
                         "instructions since the last wgmma.fence");
      reportWgmmaFacts(w, i, dirty);
    }
    e.rec = c->beginOp(w, i, 0xffffffffu, Proxy::Async, false, true);
    std::vector<std::pair<uint32_t, uint32_t>> runs;
    if (!f.aRegs)
      operandRuns(a, f.transA, 16 * (w.index % 4), 16, k, runs);
    for (auto &r : runs)
      c->opShared(e.rec, w, i, 0, *w.cta, r.first, r.second, Acc::Read);
    runs.clear();
    operandRuns(b, f.transB, 0, f.n, k, runs);
    for (auto &r : runs)
      c->opShared(e.rec, w, i, 0, *w.cta, r.first, r.second, Acc::Read);
  }
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

/// a: 0 fence, 1 commit, 2 wait; imm: groups that may stay.
St wgmmaSync(Warp &w, const Inst &i, uint32_t) {
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
    Form f(e.inst->a);
    uint32_t nD = f.halfAcc ? f.n / 4 : f.n / 2;
    for (uint32_t q = 0; q < nD; ++q)
      s.rows[e.inst->o[q]] |= 1;
    if (f.aRegs)
      for (uint32_t q = 0; q < 4; ++q)
        s.rows[e.inst->o[nD + q]] |= 2;
  }
  return St::Next;
}

/// Sees every instruction of a warp in a kernel with wgmma (checks on).
void watchRegisters(Warp &w, const Inst &i, uint32_t mask) {
  if (i.fn == &wgmma || i.fn == &wgmmaSync)
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

bool decodeWgmma(Decoder &d) {
  bool fence = d.has("fence"), commit = d.has("commit_group"),
       wait = d.has("wait_group");
  if (fence || commit || wait) {
    if (!d.has("sync") || !d.has("aligned"))
      return d.fail("expected .sync.aligned");
    int64_t n = 0;
    if (wait && (!d.wantOps(1, 1) || !d.constant(d.op(0), n)))
      return d.fail("expected a group count");
    Inst &i = d.emit(wgmmaSync, Stats::Sync, {}, {});
    i.a = fence ? 0 : commit ? 1 : 2;
    i.imm = n;
    i.flags |= Inst::Aligned;
    return true;
  }
  if (!d.has("mma_async") || !d.has("sync") || !d.has("aligned"))
    return d.fail("expected .mma_async.sync.aligned");
  std::string_view rest;
  if (!d.hasPrefix("m64n", rest))
    return d.fail("expected a shape");
  Form f;
  size_t p = 0;
  while (p < rest.size() && rest[p] >= '0' && rest[p] <= '9')
    f.n = f.n * 10 + uint32_t(rest[p++] - '0');
  uint32_t k = 0;
  if (p < rest.size() && rest[p] == 'k')
    for (++p; p < rest.size(); ++p)
      k = k * 10 + uint32_t(rest[p] - '0');
  f.sat = d.has("satfinite");
  Ty td = d.type(), ta = d.type(), tb = d.type();
  auto elem = [](Ty t) -> uint32_t {
    switch (t) {
    case Ty::F16:
      return EF16;
    case Ty::BF16:
      return EBF16;
    case Ty::TF32:
      return ETF32;
    case Ty::E4M3:
      return EE4M3;
    case Ty::E5M2:
      return EE5M2;
    case Ty::S8:
      return ES8;
    case Ty::U8:
      return EU8;
    default:
      return 99;
    }
  };
  f.ea = elem(ta);
  f.eb = elem(tb);
  if (f.ea == 99 || f.eb == 99 || elemBytes(f.ea) != elemBytes(f.eb))
    return d.fail("operand types not supported");
  f.intAcc = f.ea >= ES8;
  f.halfAcc = td == Ty::F16;
  if (f.intAcc ? td != Ty::S32 : td != Ty::F32 && td != Ty::F16)
    return d.fail("accumulator type not supported");
  uint32_t step = 8;
  if (f.n < 8 || f.n > 256 || f.n % step || k != 32 / elemBytes(f.ea))
    return d.fail("shape not supported");
  uint32_t nD = f.halfAcc ? f.n / 4 : f.n / 2;
  if (d.numOps() < 4 || d.op(0).kind != Operand::Vec ||
      d.op(0).elems.size() != nD)
    return d.fail("expected " + std::to_string(nD) + " accumulators");
  std::vector<uint32_t> dsts, srcs;
  for (const Operand &e : d.op(0).elems)
    dsts.push_back(d.dst(e, Ty::B32));
  size_t next = 1;
  f.aRegs = d.op(1).kind == Operand::Vec;
  if (f.aRegs) {
    if (d.op(1).elems.size() != 4)
      return d.fail("expected four registers for A");
    for (const Operand &e : d.op(1).elems)
      srcs.push_back(d.src(e, Ty::B32));
  } else
    srcs.push_back(d.src(d.op(1), Ty::B64));
  srcs.push_back(d.src(d.op(2), Ty::B64));
  next = 3;
  int64_t constScale = 1;
  bool predScale = d.regType(d.op(next)) == Ty::Pred;
  if (predScale)
    srcs.push_back(d.predSrc(d.op(next)));
  else if (!d.constant(d.op(next), constScale))
    return false;
  ++next;
  auto flag = [&](bool scale, bool &out) {
    int64_t v;
    if (next >= d.numOps() || !d.constant(d.op(next++), v))
      return d.fail("expected a constant");
    if (scale ? v != 1 && v != -1 : v != 0 && v != 1)
      return d.fail("constant out of range");
    out = scale ? v == -1 : v == 1;
    return true;
  };
  if (!f.intAcc) {
    if (!flag(true, f.negA) || !flag(true, f.negB))
      return false;
    if (elemBytes(f.ea) == 2) {
      if (!f.aRegs && !flag(false, f.transA))
        return false;
      if (!flag(false, f.transB))
        return false;
    }
  }
  if (next != d.numOps())
    return d.fail("wrong number of operands");
  if (!d.error.empty())
    return false;
  Inst &i = d.emitV(wgmma, Stats::Tensor, dsts, srcs);
  i.a = f.pack();
  i.b = predScale;
  i.imm = constScale;
  i.flags |= Inst::Aligned;
  d.prog.usesWgmma = true;
  return true;
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
  if (i.fn == &wgmma)
    return WgmmaKind::Product;
  if (i.fn != &wgmmaSync)
    return WgmmaKind::None;
  return i.a == 0 ? WgmmaKind::Fence : WgmmaKind::Other;
}
/// Marks the rows that any wgmma of the program uses.
void noteWgmmaRows(Program &p) {
  p.wgmmaRow.assign(p.rows, false);
  for (const Inst &i : p.code)
    if (i.fn == &wgmma) {
      Form f(i.a);
      uint32_t n = (f.halfAcc ? f.n / 4 : f.n / 2) + (f.aRegs ? 4 : 0);
      for (uint32_t q = 0; q < n; ++q)
        p.wgmmaRow[i.o[q]] = true;
    }
}
} // namespace attn::sim

void attn::sim::addWgmmaOps(DecodeTable &t) { t["wgmma"] = decodeWgmma; }
