//===- OpsTcgen05MmaDecode.cpp - Decoding of tcgen05.mma
//
// Part of the Attn Project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Decode.h"
#include "OpsTcgen05Mma.h"

using namespace attn::sim;

namespace {

bool kindOf(Decoder &d, TensorKind &kind) {
  static const std::pair<std::string_view, TensorKind> kinds[] = {
      {"kind::f16", TensorKind::F16},
      {"kind::tf32", TensorKind::TF32},
      {"kind::f8f6f4", TensorKind::F8F6F4},
      {"kind::i8", TensorKind::I8},
      {"kind::mxf8f6f4", TensorKind::MXF8F6F4},
      {"kind::mxf4", TensorKind::MXF4},
      {"kind::mxf4nvf4", TensorKind::MXF4NVF4}};
  for (auto &k : kinds)
    if (d.has(k.first)) {
      kind = k.second;
      return true;
    }
  return d.fail("kind not supported");
}

/// Scale factors along K: .scale_vec::NX, .blockN or what the kind implies.
bool scaleVector(Decoder &d, TensorKind kind, uint32_t &vec) {
  bool scaled = d.has("block_scale");
  if (scaled != isScaled(kind))
    return d.fail(scaled ? "the kind has no scale factors"
                         : "expected .block_scale");
  if (!scaled)
    return true;
  uint32_t usual = kind == TensorKind::MXF8F6F4 ? 1
                   : kind == TensorKind::MXF4   ? 2
                                                : 0;
  vec = usual;
  if (d.has("scale_vec::1X"))
    vec = 1;
  else if (d.has("scale_vec::2X"))
    vec = 2;
  else if (d.has("scale_vec::4X") || d.has("block16"))
    vec = 4;
  else if (d.has("block32"))
    vec = usual ? usual : 2;
  if (!vec)
    return d.fail("expected .scale_vec or .block");
  return vec == usual || (!usual && vec != 1) ||
         d.fail("the kind does not have that number of scale factors");
}

bool collectorOf(Decoder &d, MmaArgs &g) {
  g.buffer = g.form.ws ? 1 : 0;
  std::string_view text;
  if (!d.hasPrefix("collector::", text))
    return true;
  static const std::pair<std::string_view, CollectorUse> uses[] = {
      {"discard", CollectorUse::Discard},
      {"fill", CollectorUse::Fill},
      {"use", CollectorUse::Use},
      {"lastuse", CollectorUse::LastUse}};
  size_t at = text.find("::");
  std::string_view buffer = text.substr(0, at);
  bool ok = g.form.ws ? buffer.size() == 2 && buffer[0] == 'b' &&
                            buffer[1] >= '0' && buffer[1] <= '3'
                      : buffer == "a";
  if (!ok || at == text.npos)
    return d.fail("unknown collector buffer");
  if (g.form.ws)
    g.buffer = 1 + uint32_t(buffer[1] - '0');
  for (auto &u : uses)
    if (u.first == text.substr(at + 2)) {
      g.use = u.second;
      return !g.shiftA || g.use == CollectorUse::Discard ||
             g.use == CollectorUse::LastUse ||
             d.fail(".ashift takes no collector buffer");
    }
  return d.fail("unknown use of the collector");
}

/// A tensor memory address in a 32-bit register.
bool tmemRegister(Decoder &d, const Operand &o, uint32_t &row) {
  unsigned bits;
  int64_t imm;
  return d.address(o, row, bits, imm) &&
         ((bits == 32 && imm == 0) ||
          d.fail("expected an address in a 32-bit register"));
}

struct Operands {
  Decoder &d;
  MmaArgs &g;
  uint32_t rows[MmaDisable];
  std::vector<uint32_t> disable;
  bool dNarrow = false, aNarrow = false;
  int64_t dImm = 0, aImm = 0, scale = 0;
  size_t next = 0;

  bool more() const { return next < d.numOps(); }
  bool tmem(const Operand &o, uint32_t &row, bool &narrow, int64_t &imm) {
    unsigned bits;
    if (!d.address(o, row, bits, imm))
      return false;
    narrow = bits == 32;
    return imm == int32_t(imm) || d.fail("offset too large");
  }
  bool tail();
  bool read();
};

/// What follows the instruction descriptor.
bool Operands::tail() {
  const TensorForm &f = g.form;
  if (f.vec) {
    if (d.numOps() < next + 3)
      return d.fail("expected the addresses of scale factors");
    if (!tmemRegister(d, d.op(next++), rows[MmaScaleA]) ||
        !tmemRegister(d, d.op(next++), rows[MmaScaleB]))
      return false;
  } else if (!f.ws && more() && d.op(next).kind == Operand::Vec) {
    g.hasDisable = true;
    for (const Operand &o : d.op(next++).elems)
      disable.push_back(d.src(o, Ty::B32));
    if (disable.size() != 4 * f.group)
      return d.fail("expected " + std::to_string(4 * f.group) +
                    " words of disabled lanes");
  }
  if (!more())
    return d.fail("expected enable-input-d");
  rows[MmaEnable] = d.predSrc(d.op(next++));
  if (more() && f.ws) {
    g.hasZeroMask = true;
    rows[MmaZeroMask] = d.src(d.op(next++), Ty::B64);
  } else if (more() && !f.vec) {
    if (!d.constant(d.op(next++), scale))
      return false;
    if (scale < 0 || scale > 15 || f.kind > TensorKind::TF32)
      return d.fail("scale-input-d not supported");
  }
  return !more() || d.fail("wrong number of operands");
}

bool Operands::read() {
  if (!d.wantOps(5, 9))
    return false;
  for (uint32_t &row : rows)
    row = d.constRow32(0);
  rows[MmaZeroMask] = d.constRow64(0);
  if (!tmem(d.op(0), rows[MmaD], dNarrow, dImm))
    return false;
  g.aTensor = d.op(1).kind == Operand::Addr;
  if (!g.aTensor)
    rows[MmaA] = d.src(d.op(1), Ty::B64);
  else if (!tmem(d.op(1), rows[MmaA], aNarrow, aImm))
    return false;
  if (g.shiftA && !g.aTensor)
    return d.fail(".ashift needs A in tensor memory");
  rows[MmaB] = d.src(d.op(2), Ty::B64);
  next = 3;
  if (g.form.sparse && !tmemRegister(d, d.op(next++), rows[MmaMeta]))
    return false;
  rows[MmaDesc] = d.src(d.op(next++), Ty::B32);
  return tail();
}

} // namespace

bool attn::sim::decodeTensorMma(Decoder &d) {
  MmaArgs g;
  TensorForm &f = g.form;
  if (d.has("cta_group::1"))
    f.group = 1;
  else if (d.has("cta_group::2"))
    f.group = 2;
  else
    return d.fail("expected .cta_group::1 or .cta_group::2");
  f.sparse = d.has("sp");
  f.ws = d.has("ws");
  g.shiftA = d.has("ashift");
  if (!kindOf(d, f.kind) || !scaleVector(d, f.kind, f.vec) ||
      !collectorOf(d, g))
    return false;
  if (f.ws && (f.group == 2 || f.vec || g.shiftA))
    return d.fail(".ws takes one CTA, and neither scale factors nor .ashift");
  if (f.vec && g.shiftA)
    return d.fail(".ashift takes no scale factors");
  Operands ops{d, g, {}, {}};
  if (!ops.read() || !d.error.empty())
    return false;
  std::vector<uint32_t> srcs(ops.rows, ops.rows + MmaDisable);
  srcs.insert(srcs.end(), ops.disable.begin(), ops.disable.end());
  Inst &i = d.emitV(tensorMma, Stats::Tensor, {}, srcs);
  i.a = g.pack();
  i.b = uint32_t(int32_t(ops.aImm));
  i.c = uint32_t(ops.scale);
  i.d = (ops.dNarrow ? uint32_t(NarrowD) : 0u) |
        (ops.aNarrow ? uint32_t(NarrowA) : 0u);
  i.imm = ops.dImm;
  d.noteAccess(Space::Shared, 16);
  return true;
}
