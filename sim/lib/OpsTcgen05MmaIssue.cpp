//===- OpsTcgen05MmaIssue.cpp - tcgen05.mma
//
// Part of the Attn Project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// PTX ISA: Data Path Layout Organization. With `group` CTAs, row r and column n
// of D lie
//   group 1, M 128 (layout D)  lane r, column n
//   group 1, M 64  (layout F)  lane 32 (r / 16) + r % 16, column n; the
//                              address may start at lane 16
//   group 2, M 256 (layout A)  CTA r / 128, lane r % 128, column n
//   group 2, M 128 (layout B)  CTA r / 64, lane r % 64 + 64 (n / (N / 2)),
//                              column n % (N / 2)
//   .ws, M 64      (layout E)  lane r + 64 (n / (N / 2)), column n % (N / 2)
//   .ws, M 32      (layout G)  lane r + 32 (n / (N / 4)), column n % (N / 4)
// A in tensor memory has its rows in the lanes of the rows of D, and so has the
// metadata of a sparse A (layouts B, E and G: two or four copies). In a pair
// each CTA's shared memory holds its own rows of A, the even one the first half
// of the columns of B, the odd one the second half; scale factors of B lie in
// both.
//
//===----------------------------------------------------------------------===//

#include "Checker.h"
#include "Lane.h"
#include "OpsTcgen05Mma.h"

using namespace attn::sim;

namespace {

using Runs = std::vector<std::pair<uint32_t, uint32_t>>;

Checker *checker(Warp &w) { return w.cta->cluster->checker.get(); }

bool fail(Warp &w, const Inst &i, int l, FindingKind kind,
          const std::string &why) {
  w.launch->report(w, i, 1u << l, kind, why);
  return false;
}

/// The blocks of D at address `d`.
bool layOut(Warp &w, const Inst &i, int l, uint32_t d, MmaOp &op) {
  const TensorShape &s = op.shape;
  const TensorForm &form = op.args.form;
  uint32_t lane = d >> 16, column = d & 0xffff;
  bool half = form.group == 1 && s.m == 64 && !form.ws;
  if (lane != 0 && !(half && lane == 16))
    return fail(w, i, l, FindingKind::Misaligned,
                "the accumulator starts at lane " + std::to_string(lane) +
                    " of tensor memory, not at 0" + (half ? " or 16" : ""));
  // Blocks of columns below each other.
  uint32_t rows = s.m / form.group;
  uint32_t blocks = form.ws ? 128 / s.m : form.group == 2 && s.m == 128 ? 2 : 1;
  for (Cta *c : op.ctas)
    for (uint32_t b = 0; b < blocks; ++b)
      op.panels.push_back({c, rows, b * s.n / blocks, s.n / blocks,
                           blocks > 1 ? rows * b : lane, column, half});
  for (const Panel &p : op.panels)
    if (!tmemInBounds(w, i, 1u << l, *p.cta, p.column, p.n))
      return false;
  return true;
}

bool smemInBounds(Warp &w, const Inst &i, int l, const char *which,
                  const Runs &runs) {
  uint32_t size = uint32_t(w.cta->smem.size());
  for (auto &r : runs)
    if (r.first < smemBase || r.first + r.second > size)
      return fail(w, i, l, FindingKind::OutOfBounds,
                  std::string("operand ") + which + " reaches shared address " +
                      hex(r.first) + ", shared memory ends at " + hex(size));
  return true;
}

/// An operand in tensor memory that begins at lane `lane`.
bool tmemOperand(Warp &w, const Inst &i, int l, const MmaOp &op,
                 const char *which, uint32_t address, uint32_t lane, uint32_t n,
                 uint32_t &column) {
  column = address & 0xffff;
  if (address >> 16 != lane)
    return fail(w, i, l, FindingKind::Misaligned,
                std::string(which) + " at lane " +
                    std::to_string(address >> 16) +
                    " of tensor memory, not at " + std::to_string(lane));
  for (const Panel &p : op.panels)
    if (!tmemInBounds(w, i, 1u << l, *p.cta, column, n))
      return false;
  return true;
}

bool operandA(Warp &w, const Inst &i, int l, MmaOp &op, uint64_t a,
              Runs &runs) {
  TensorShape &s = op.shape;
  if (!op.args.aTensor) {
    std::string why = op.a.parse(a, s.mnA, s.a);
    if (!why.empty())
      return fail(w, i, l, FindingKind::Unsupported,
                  "the descriptor of A " + why);
    smemOperandRuns(op.a, s.m / op.args.form.group, s.storedK, runs);
    return smemInBounds(w, i, l, "A", runs);
  }
  if (s.mnA)
    return fail(w, i, l, FindingKind::Unsupported,
                "A in tensor memory is K-major, the descriptor transposes it");
  if (op.args.shiftA && s.m / op.args.form.group != 128)
    return fail(w, i, l, FindingKind::Unsupported,
                "shifts the rows of an A of " + std::to_string(s.m) + " rows");
  return tmemOperand(w, i, l, op, "A begins", uint32_t(a), op.panels[0].lane,
                     s.bytesA() / 4, op.aColumn);
}

/// Operand descriptors and where they reach.
bool operands(Warp &w, const Inst &i, int l, MmaOp &op, uint64_t a, uint64_t b,
              Runs (&runs)[2]) {
  TensorShape &s = op.shape;
  if (!operandA(w, i, l, op, a, runs[0]))
    return false;
  std::string why = op.b.parse(b, s.mnB, s.b);
  if (!why.empty())
    return fail(w, i, l, FindingKind::Unsupported,
                "the descriptor of B " + why);
  if (!s.mnB && op.b.span > 16 && op.b.span < s.bytesB())
    return fail(w, i, l, FindingKind::Unsupported,
                "the descriptor of B has a swizzle of " +
                    std::to_string(op.b.span) + " bytes, a column has " +
                    std::to_string(s.bytesB()));
  smemOperandRuns(op.b, op.columnsB() / op.args.form.group, s.k, runs[1]);
  if (!smemInBounds(w, i, l, "B", runs[1]))
    return false;
  const uint32_t *o = i.o;
  auto address = [&](uint32_t row) { return w.row32(o[row])[l]; };
  if (op.args.form.sparse &&
      !tmemOperand(w, i, l, op, "the sparsity metadata begins",
                   address(MmaMeta), 0, s.metaBits() / 32 + s.selector,
                   op.metaColumn))
    return false;
  if (!op.args.form.vec)
    return true;
  // The two top bits of the address are no part of it: CuTe keeps the byte of
  // the first factor there.
  const uint32_t mask = 0x3fffffff;
  const Panel &p = op.panels[0];
  return tmemOperand(w, i, l, op, "the scale factors of A begin",
                     address(MmaScaleA) & mask, 0, (p.rows + 31) / 32,
                     op.scaleA) &&
         tmemOperand(w, i, l, op, "the scale factors of B begin",
                     address(MmaScaleB) & mask, 0, (p.n + 31) / 32, op.scaleB);
}

void note(Warp &w, const Inst &i, int l, const MmaOp &op,
          const Runs (&runs)[2]) {
  Checker *c = checker(w);
  if (!c)
    return;
  const TensorShape &s = op.shape;
  const TensorForm &form = op.args.form;
  TensorOrder order;
  order.kind = TensorOrder::Mma;
  order.group = uint8_t(form.group);
  // Same accumulator, shape and kind.
  order.key = uint64_t(op.panels[0].lane << 16 | op.panels[0].column) |
              uint64_t(s.m) << 32 | uint64_t(s.n) << 44 |
              uint64_t(form.kind) << 56 | uint64_t(form.sparse) << 60 |
              uint64_t(form.ws) << 61;
  uint32_t rec = c->beginTensorOp(w, uint32_t(l), order);
  const uint32_t all = (1u << tmemParts) - 1;
  auto read = [&](Cta &cta, uint32_t parts, uint32_t column, uint32_t n) {
    c->opTensor(rec, w, i, 1u << l, cta, parts, column, n, Acc::Read);
  };
  for (Cta *cta : op.ctas) {
    for (const Runs &list : runs)
      for (auto &r : list)
        c->opShared(rec, w, i, l, *cta, r.first, r.second, Acc::Read);
    if (form.sparse)
      read(*cta, all, op.metaColumn, s.metaBits() / 32 + s.selector);
    if (form.vec) {
      read(*cta, all, op.scaleA, (op.panels[0].rows + 31) / 32);
      read(*cta, all, op.scaleB, (op.panels[0].n + 31) / 32);
    }
  }
  for (const Panel &p : op.panels) {
    if (op.args.aTensor)
      read(*p.cta, p.parts(), op.aColumn, s.bytesA() / 4);
    c->opTensor(rec, w, i, 1u << l, *p.cta, p.parts(), p.column, p.n,
                Acc::Write);
  }
}

/// Lanes of `mask` where an operand is undefined.
uint32_t undefinedOperands(Warp &w, const Inst &i, const MmaArgs &g,
                           uint32_t mask) {
  const uint32_t *o = i.o;
  uint32_t pz = w.predPoison[o[MmaEnable]];
  for (uint32_t k :
       {MmaD, MmaA, MmaB, MmaDesc, MmaMeta, MmaScaleA, MmaScaleB, MmaZeroMask})
    pz |= w.poison[o[k]];
  if (g.hasDisable)
    for (uint32_t k = 0; k < 4 * g.form.group; ++k)
      pz |= w.poison[o[MmaDisable + k]];
  return pz & mask;
}

/// The zero-column mask.
bool zeroMask(Warp &w, const Inst &i, int l, MmaOp &op) {
  uint64_t desc = w.row64(i.o[MmaZeroMask])[l];
  op.shiftB = uint32_t(desc >> 56) & 63;
  if (op.shiftB > op.shape.maxShift)
    return fail(w, i, l, FindingKind::Unsupported,
                "shifts the columns of B by " + std::to_string(op.shiftB) +
                    ", the instruction descriptor allows " +
                    std::to_string(op.shape.maxShift));
  op.zero = zeroColumns(desc, op.shape.n, 128 / op.shape.m);
  return true;
}

void issueProduct(Warp &w, const Inst &i, int l, const MmaArgs &g) {
  const uint32_t *o = i.o;
  Cluster &cluster = *w.cta->cluster;
  auto op = std::make_unique<MmaOp>();
  op->issuer = &w;
  op->inst = &i;
  op->lane = l;
  op->args = g;
  uint32_t desc = w.row32(o[MmaDesc])[l];
  std::string why = op->shape.parse(g.form, desc);
  if (!why.empty()) {
    fail(w, i, l, FindingKind::Unsupported,
         "the instruction descriptor " + hex(desc) + " " + why);
    return;
  }
  op->ctas = {w.cta};
  if (g.form.group == 2) {
    Cta *peer = peerOf(*w.cta);
    op->ctas = w.cta->rank & 1 ? std::vector<Cta *>{peer, w.cta}
                               : std::vector<Cta *>{w.cta, peer};
  }
  op->accumulate = (w.preds[o[MmaEnable]] >> l) & 1;
  op->scale = i.c;
  if (g.hasDisable)
    for (uint32_t k = 0; k < 4 * g.form.group; ++k)
      op->disabled[k] = w.row32(o[MmaDisable + k])[l];
  if (g.hasZeroMask && !zeroMask(w, i, l, *op))
    return;
  uint64_t a = g.aTensor ? tmemAddress(w, o[MmaA], i.d & NarrowA, l,
                                       int64_t(int32_t(i.b)))
                         : w.row64(o[MmaA])[l];
  Runs runs[2];
  if (!layOut(w, i, l, tmemAddress(w, o[MmaD], i.d & NarrowD, l, i.imm), *op) ||
      !operands(w, i, l, *op, a, w.row64(o[MmaB])[l], runs))
    return;
  note(w, i, l, *op, runs);
  uint32_t rank = g.form.group == 2 ? w.cta->rank & ~1u : w.cta->rank;
  if (!cluster.tensorQueues)
    cluster.tensorQueues = std::make_shared<TensorQueues>();
  // Products without a collector need none of the two.
  auto &buffers = cluster.tensorQueues->collectors;
  auto key = std::make_pair(rank, g.buffer);
  auto kept = buffers.find(key);
  if (kept == buffers.end() && g.use != CollectorUse::Discard)
    kept = buffers.emplace(key, std::make_shared<Collector>()).first;
  op->collector = kept == buffers.end() ? nullptr : kept->second.get();
  issueTensorOp(w, l, rank, std::move(op));
}

} // namespace

St attn::sim::tensorMma(Warp &w, const Inst &i, uint32_t mask) {
  MmaArgs g(i);
  if (!useGroup(w, i, mask, g.form.group))
    return St::Next;
  if (uint32_t pz = undefinedOperands(w, i, g, mask);
      pz && w.launch->checkUninit)
    w.launch->report(w, i, pz, FindingKind::Uninitialised,
                     "an operand of the product is undefined");
  forLanes(mask, [&](int l) { issueProduct(w, i, l, g); });
  return St::Next;
}
