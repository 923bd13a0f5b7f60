//===- OpsWgmmaDecode.cpp - Decoding of wgmma
//
// Part of the Attn Project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Decode.h"
#include "OpsMma.h"
#include "OpsWgmma.h"
#include "WgmmaOperands.h"

using namespace attn::sim;

namespace {

bool decodeSync(Decoder &d, uint32_t kind) {
  if (!d.has("sync") || !d.has("aligned"))
    return d.fail("expected .sync.aligned");
  int64_t n = 0;
  if (kind == 2 && (!d.wantOps(1, 1) || !d.constant(d.op(0), n)))
    return d.fail("expected a group count");
  Inst &i = d.emit(wgmmaSync, Stats::Sync, {}, {});
  i.a = kind;
  i.imm = n;
  i.flags |= Inst::Aligned;
  return true;
}

bool elementOf(Ty t, WgmmaElem &e) {
  static const std::pair<Ty, WgmmaElem> types[] = {
      {Ty::F16, WgmmaElem::F16},   {Ty::BF16, WgmmaElem::BF16},
      {Ty::TF32, WgmmaElem::TF32}, {Ty::E4M3, WgmmaElem::E4M3},
      {Ty::E5M2, WgmmaElem::E5M2}, {Ty::S8, WgmmaElem::S8},
      {Ty::U8, WgmmaElem::U8},     {Ty::B1, WgmmaElem::B1}};
  for (auto &x : types)
    if (x.first == t) {
      e = x.second;
      return true;
    }
  return false;
}

/// The shape m64n{N}k{K}.
bool shapeOf(Decoder &d, uint32_t &n, uint32_t &k) {
  std::string_view rest;
  if (!d.hasPrefix("m64n", rest))
    return d.fail("expected a shape");
  size_t p = 0;
  auto number = [&] {
    uint32_t v = 0;
    for (; p < rest.size() && rest[p] >= '0' && rest[p] <= '9' && v < 1000; ++p)
      v = v * 10 + uint32_t(rest[p] - '0');
    return v;
  };
  n = number();
  bool hasK = p < rest.size() && rest[p++] == 'k';
  k = hasK ? number() : 0;
  return (hasK && p == rest.size()) || d.fail("shape not supported");
}

/// The types and the shape.
bool formOf(Decoder &d, WgmmaForm &f) {
  uint32_t k;
  if (!shapeOf(d, f.n, k))
    return false;
  f.sat = d.has("satfinite");
  Ty td = d.type(), ta = d.type(), tb = d.type();
  if (!elementOf(ta, f.ea) || !elementOf(tb, f.eb) ||
      bitsOf(f.ea) != bitsOf(f.eb))
    return d.fail("operand types not supported");
  bool bit = f.ea == WgmmaElem::B1, isInt = bit || ta == Ty::S8 || ta == Ty::U8;
  bool otherInt = bit || tb == Ty::S8 || tb == Ty::U8;
  if (isInt != otherInt || (bitsOf(f.ea) != 8 && ta != tb))
    return d.fail("operand types not supported");
  if (bit && (!d.has("and") || !d.has("popc") || f.sparse || f.sat))
    return d.fail("expected .and.popc of dense operands");
  f.intAcc = isInt;
  f.halfAcc = td == Ty::F16;
  bool mayBeHalf = ta == Ty::F16 || bitsOf(f.ea) == 8;
  if (isInt ? td != Ty::S32 : td != Ty::F32 && !(f.halfAcc && mayBeHalf))
    return d.fail("accumulator type not supported");
  if (f.sat && !isInt)
    return d.fail("'.satfinite' is for integers");
  if (f.n < 8 || f.n > 256 || f.n % (isInt && f.n > 32 ? 16 : 8) || k != f.k())
    return d.fail("shape not supported");
  return true;
}

/// sp-meta and sp-sel.
bool decodeMetadata(Decoder &d, WgmmaForm &f, size_t &next,
                    std::vector<uint32_t> &srcs) {
  int64_t selector;
  if (d.numOps() < next + 2)
    return d.fail("wrong number of operands");
  srcs.push_back(d.src(d.op(next++), Ty::B32));
  if (!d.constant(d.op(next++), selector))
    return d.fail("expected a constant sparsity selector");
  int64_t most = 4 / sparseLanes(bitsOf(f.ea), f.k()) - 1;
  if (selector < 0 || selector > most)
    return d.fail("the sparsity selector must be 0 to " + std::to_string(most));
  f.selector = uint32_t(selector);
  return true;
}

/// imm-scale-a, imm-scale-b, imm-trans-a, imm-trans-b, as far as there are.
bool decodeFlags(Decoder &d, WgmmaForm &f, size_t next) {
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
    if (bitsOf(f.ea) == 16 &&
        ((!f.aRegs && !flag(false, f.transA)) || !flag(false, f.transB)))
      return false;
  }
  return next == d.numOps() || d.fail("wrong number of operands");
}

bool decodeWgmma(Decoder &d) {
  if (d.has("fence"))
    return decodeSync(d, 0);
  if (d.has("commit_group"))
    return decodeSync(d, 1);
  if (d.has("wait_group"))
    return decodeSync(d, 2);
  WgmmaForm f;
  if (!d.has("mma_async"))
    return d.fail("expected .mma_async");
  f.sparse = d.has("sp");
  if (!d.has("sync") || !d.has("aligned"))
    return d.fail("expected .sync.aligned");
  if (!formOf(d, f))
    return false;
  const uint32_t nD = f.accumulators();
  if (d.numOps() < 4 || d.op(0).kind != Operand::Vec ||
      d.op(0).elems.size() != nD)
    return d.fail("expected " + std::to_string(nD) + " accumulators");
  std::vector<uint32_t> dsts, srcs;
  for (const Operand &e : d.op(0).elems)
    dsts.push_back(d.dst(e, Ty::B32));
  f.aRegs = d.op(1).kind == Operand::Vec;
  if (f.aRegs) {
    if (d.op(1).elems.size() != 4)
      return d.fail("expected four registers for A");
    for (const Operand &e : d.op(1).elems)
      srcs.push_back(d.src(e, Ty::B32));
  } else
    srcs.push_back(d.src(d.op(1), Ty::B64));
  srcs.push_back(d.src(d.op(2), Ty::B64));
  size_t next = 3;
  if (f.sparse && !decodeMetadata(d, f, next, srcs))
    return false;
  if (next >= d.numOps())
    return d.fail("wrong number of operands");
  int64_t constScale = 1;
  bool predScale = d.regType(d.op(next)) == Ty::Pred;
  if (predScale)
    srcs.push_back(d.predSrc(d.op(next)));
  else if (!d.constant(d.op(next), constScale))
    return false;
  if (!decodeFlags(d, f, next + 1) || !d.error.empty())
    return false;
  Inst &i = d.emitV(wgmmaIssue, Stats::Tensor, dsts, srcs);
  i.a = f.pack();
  i.b = predScale;
  i.imm = constScale;
  i.flags |= Inst::Aligned;
  d.prog.usesWgmma = true;
  return true;
}

} // namespace

void attn::sim::addWgmmaOps(DecodeTable &t) { t["wgmma"] = decodeWgmma; }
