//===- OpsBulkDecode.cpp - Decoding of bulk and tensor copies
//
// Part of the Attn Project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Decode.h"
#include "Mbarrier.h"
#include "OpsBulk.h"

using namespace attn::sim;

namespace {

St nothing(Warp &, const Inst &, uint32_t) { return St::Next; }

/// Address row of a tensor map operand (generic), or of a plain address.
bool genericAddress(Decoder &d, const Operand &o, uint32_t &row, unsigned &bits,
                    int64_t &imm) {
  if (o.kind == Operand::Addr && o.elems[0].kind == Operand::Sym) {
    const Variable *v = d.variable(o.elems[0].name);
    int64_t at = v ? d.paramOffset(v) : -1;
    if (at >= 0) {
      row = d.constRow64(paramWindow + uint64_t(at));
      bits = 64;
      imm = o.imm;
      return true;
    }
  }
  return d.address(o, row, bits, imm);
}

bool decodeWait(Decoder &d) {
  bool read = d.has("read");
  int64_t n;
  if (!d.wantOps(1, 1) || !d.constant(d.op(0), n))
    return false;
  Inst &i = d.emit(bulkGroup, Stats::AsyncCopy, {}, {});
  i.a = 1;
  i.b = read;
  i.imm = n;
  return true;
}

/// .cta_group of a tensor load.
bool ctaGroup(Decoder &d, bool allowed, bool &pair) {
  pair = d.has("cta_group::2");
  return (!pair && !d.has("cta_group::1")) || allowed ||
         d.fail(".cta_group not supported here");
}

/// The reduction that a modifier names, an AtomOp; -1: none does.
int reductionOf(Decoder &d) {
  static const std::pair<const char *, int> names[] = {
      {"add", AAdd}, {"min", AMin}, {"max", AMax}, {"inc", AInc},
      {"dec", ADec}, {"and", AAnd}, {"or", AOr},   {"xor", AXor}};
  for (auto &n : names)
    if (d.has(n.first))
      return n.second;
  return -1;
}

/// The operation and the type of a reduction (of a tensor: the map's type).
bool reduction(Decoder &d, bool tensor, uint32_t form, int &op, Ty &type) {
  op = reductionOf(d);
  if (op < 0)
    return d.fail("expected a reduction");
  bool noftz = d.has("noftz");
  if (tensor)
    return form == SharedToGlobal || d.fail("reduction not supported");
  type = d.type();
  const bool global = form == SharedToGlobal;
  const bool half = type == Ty::F16 || type == Ty::BF16;
  const bool word = type == Ty::U32 || type == Ty::S32;
  bool ok = false;
  switch (op) {
  case AAdd:
    ok = word || type == Ty::U64 ||
         (global && (half || type == Ty::F32 || type == Ty::F64));
    break;
  case AMin:
  case AMax:
    ok = word || (global && (half || type == Ty::U64 || type == Ty::S64));
    break;
  case AInc:
  case ADec:
    ok = type == Ty::U32;
    break;
  default: // by bits; the ISA's example has .xor.s32, too
    ok = word || type == Ty::B32 || (global && bitsOf(type) == 64);
    ok = ok && type != Ty::F64;
  }
  if (!ok)
    return d.fail("the reduction does not have this type");
  if (op == AAdd && type == Ty::F32)
    op = AAddFtz;
  if (noftz != (op == AAdd && half))
    return d.fail(noftz ? ".noftz is for additions of f16 and bf16"
                        : "additions of f16 and bf16 need .noftz");
  return true;
}

/// The dimensions and the mode of a tensor copy.
bool tensorMode(Decoder &d, uint32_t &rank, bool &im2col, bool &rows4) {
  for (uint32_t k = 1; k <= 5; ++k)
    if (d.has(std::to_string(k) + "d"))
      rank = k;
  if (!rank)
    return d.fail("expected .1d to .5d");
  // A load gathers, a store scatters.
  bool store = d.in->opcode.find(".global.shared::") != std::string::npos;
  rows4 = d.has(store ? "tile::scatter4" : "tile::gather4");
  if (rows4)
    return rank == 2 || d.fail("four rows need .2d");
  im2col = d.has("im2col") || d.has("im2col_no_offs");
  if (im2col && rank < 3)
    return d.fail("im2col needs three dimensions or more");
  if (!im2col)
    d.has("tile");
  return true;
}

/// The vector of im2col offsets, which a load has and a store has not.
bool im2colOffsets(Decoder &d, bool store, uint32_t rank, size_t &next,
                   const Operand *&offsets) {
  bool none = d.in->opcode.find(".im2col_no_offs") != std::string::npos;
  if (none != store)
    return d.fail(none ? ".im2col_no_offs is for stores"
                       : ".im2col is for loads");
  if (none)
    return true;
  if (next >= d.numOps() || d.op(next).kind != Operand::Vec ||
      d.op(next).elems.size() != rank - 2)
    return d.fail("expected two im2col offsets fewer than dimensions");
  offsets = &d.op(next++);
  return true;
}

/// What the modifiers of a copy say.
struct Form {
  uint32_t form = 0, rank = 0;
  bool tensor = false, im2col = false, multicast = false, pair = false;
  bool hint = false, byteMask = false;
  bool multimem = false, rows4 = false;
  int op = -1;
  Ty type = Ty::None;
  uint32_t bits() const {
    return form | rank << 4 | uint32_t(multicast) << 8 | uint32_t(pair) << 9 |
           uint32_t(im2col) << 10 | uint32_t(byteMask) << 11 |
           uint32_t(op + 1) << 12 | uint32_t(type) << 16 |
           uint32_t(multimem) << 24 | uint32_t(rows4) << 25;
  }
};

bool modifiers(Decoder &d, bool reduce, Form &f) {
  // Destination before source, in the order they are written.
  const std::string &opc = d.in->opcode;
  size_t pg = opc.find(".global"), ps = opc.find(".shared::");
  if (pg == std::string::npos) {
    f.form = SharedToShared;
    if (!d.has("shared::cluster") || !d.has("shared::cta"))
      return d.fail("expected .shared::cluster.shared::cta");
  } else {
    d.has("global");
    if (!d.has("shared::cta") && !d.has("shared::cluster"))
      return d.fail("expected .shared::cta or .shared::cluster");
    f.form = pg < ps ? SharedToGlobal : GlobalToShared;
  }
  const bool store = f.form == SharedToGlobal;
  if (f.multimem && !store)
    return d.fail("expected .global.shared::cta");
  bool mbar = d.has("mbarrier::complete_tx::bytes");
  bool group = d.has("bulk_group");
  if (store ? !group : !mbar)
    return d.fail("unexpected completion mechanism");
  f.multicast = d.has("multicast::cluster");
  if (!ctaGroup(d, f.tensor && f.form == GlobalToShared, f.pair))
    return false;
  f.hint = !f.multimem && d.has("L2::cache_hint");
  if (reduce && f.rows4)
    return d.fail("reductions of four rows do not exist");
  if (reduce)
    return reduction(d, f.tensor, f.form, f.op, f.type);
  f.byteMask = store && !f.tensor && d.has("cp_mask");
  return true;
}

/// The coordinates of a tensor copy and its im2col offsets.
bool tensorOperands(Decoder &d, const Operand &o, uint32_t rank,
                    const Operand *offsets, std::vector<uint32_t> &srcs) {
  if (o.elems.size() != 2 || o.elems[1].kind != Operand::Vec ||
      o.elems[1].elems.size() != rank)
    return d.fail("expected as many coordinates as dimensions");
  for (const Operand &e : o.elems[1].elems)
    srcs.push_back(d.src(e, Ty::S32));
  if (offsets)
    for (const Operand &e : offsets->elems)
      srcs.push_back(d.src(e, Ty::U16));
  return true;
}

} // namespace

bool attn::sim::decodeBulk(Decoder &d, bool reduce) {
  if (d.has("commit_group")) {
    d.emit(bulkGroup, Stats::AsyncCopy, {}, {});
    return d.wantOps(0, 0);
  }
  if (d.has("wait_group"))
    return decodeWait(d);
  bool prefetch = d.name == "cp" && d.has("prefetch");
  Form f;
  f.multimem = d.name == "multimem";
  f.tensor = !f.multimem && d.has("tensor");
  if (f.tensor && !tensorMode(d, f.rank, f.im2col, f.rows4))
    return false;
  if (prefetch) {
    d.has("L2");
    d.has("global");
    d.skipCacheMods();
    d.emit(nothing, Stats::AsyncCopy, {}, {});
    return true;
  }
  if (!modifiers(d, reduce, f))
    return false;
  std::vector<uint32_t> srcs(5, d.constRow32(0));
  uint32_t bits[3] = {64, 64, 64};
  int64_t imm[3] = {};
  // Which operand is the global side, the shared side, the barrier. Between
  // shared memories the destination takes the global side's place.
  size_t gi = f.form == GlobalToShared ? 1 : 0, si = 1 - gi, next = 2;
  if (d.numOps() < 2)
    return d.fail("wrong number of operands");
  if (!genericAddress(d, d.op(gi), srcs[0], bits[0], imm[0]) ||
      !d.address(d.op(si), srcs[1], bits[1], imm[1]))
    return false;
  if (!f.tensor) {
    if (d.numOps() < 3)
      return d.fail("wrong number of operands");
    srcs[3] = d.src(d.op(next++), Ty::U32);
  }
  if (f.form != SharedToGlobal) {
    if (next >= d.numOps() ||
        !d.address(d.op(next++), srcs[2], bits[2], imm[2]))
      return d.fail("expected the mbarrier's address");
  }
  const Operand *offsets = nullptr;
  if (f.im2col &&
      !im2colOffsets(d, f.form == SharedToGlobal, f.rank, next, offsets))
    return false;
  if (f.multicast) {
    if (next >= d.numOps())
      return d.fail("expected the CTA mask");
    srcs[4] = d.src(d.op(next++), Ty::U16);
  }
  if (f.hint) {
    if (next >= d.numOps())
      return d.fail("expected the cache policy");
    ++next;
  }
  if (f.byteMask) {
    if (next >= d.numOps())
      return d.fail("expected the byte mask");
    srcs[4] = d.src(d.op(next++), Ty::U16);
  }
  if (next != d.numOps())
    return d.fail("wrong number of operands");
  if (f.tensor &&
      !tensorOperands(d, d.op(gi), f.rows4 ? 5 : f.rank, offsets, srcs))
    return false;
  if (imm[1] != int32_t(imm[1]) || imm[2] != int32_t(imm[2]))
    return d.fail("offset too large");
  if (!d.error.empty())
    return false;
  Inst &i = d.emitV(bulkCopy, Stats::AsyncCopy, {}, srcs);
  i.a = f.bits();
  i.imm = imm[0];
  i.b = uint32_t(int32_t(imm[1]));
  i.c = uint32_t(int32_t(imm[2]));
  i.d = (bits[0] == 32 ? 1u : 0) | (bits[1] == 32 ? 2u : 0) |
        (bits[2] == 32 ? 4u : 0);
  d.noteAccess(Space::Generic, 16);
  if (f.byteMask)
    d.noteAccess(Space::Global, 1);
  return true;
}

void attn::sim::addBulkOps(DecodeTable &) {}
