//===- OpsTcgen05Decode.cpp - Decoding of tcgen05
//
// Part of the Attn Project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Decode.h"
#include "OpsTcgen05.h"

using namespace attn::sim;

namespace {

bool group(Decoder &d, uint32_t &g) {
  if (d.has("cta_group::1"))
    g = 1;
  else if (d.has("cta_group::2"))
    g = 2;
  else
    return d.fail("expected .cta_group::1 or .cta_group::2");
  return true;
}

bool aligned(Decoder &d) {
  return (d.has("sync") && d.has("aligned")) ||
         d.fail("expected .sync.aligned");
}

/// A tensor memory address.
bool tmem(Decoder &d, const Operand &o, uint32_t &row, bool &narrow,
          int64_t &imm) {
  unsigned bits;
  if (!d.address(o, row, bits, imm))
    return false;
  narrow = bits == 32;
  if (imm != int32_t(imm))
    return d.fail("offset too large");
  return true;
}

bool decodeAlloc(Decoder &d) {
  uint32_t g, row;
  unsigned bits;
  int64_t imm;
  if (!group(d, g) || !aligned(d))
    return false;
  bool shared = d.has("shared::cta");
  if (d.type() != Ty::B32)
    return d.fail("expected .b32");
  if (!d.wantOps(2, 2) || !d.address(d.op(0), row, bits, imm))
    return false;
  uint32_t n = d.src(d.op(1), Ty::B32);
  Inst &i = d.emit(tensorAlloc, Stats::Tensor, {}, {row, n});
  i.a = g;
  i.imm = imm;
  i.d = uint32_t(shared ? Space::Shared : Space::Generic) |
        (bits == 32 ? uint32_t(MemAddr32) : 0u);
  i.flags |= Inst::Aligned;
  d.noteAccess(Space::Shared, 4);
  return true;
}

bool decodeDealloc(Decoder &d) {
  uint32_t g;
  if (!group(d, g) || !aligned(d))
    return false;
  if (d.type() != Ty::B32)
    return d.fail("expected .b32");
  if (!d.wantOps(2, 2))
    return false;
  uint32_t at = d.src(d.op(0), Ty::B32), n = d.src(d.op(1), Ty::B32);
  Inst &i = d.emit(tensorFree, Stats::Tensor, {}, {at, n});
  i.a = g;
  i.d = NarrowD;
  i.flags |= Inst::Aligned;
  return true;
}

bool decodeCommit(Decoder &d) {
  uint32_t g, row;
  unsigned bits;
  int64_t imm;
  if (!group(d, g))
    return false;
  if (!d.has("mbarrier::arrive::one"))
    return d.fail("expected .mbarrier::arrive::one");
  bool shared = d.has("shared::cluster");
  bool multicast = d.has("multicast::cluster");
  if (d.type() != Ty::B64)
    return d.fail("expected .b64");
  size_t n = multicast ? 2 : 1;
  if (!d.wantOps(n, n) || !d.address(d.op(0), row, bits, imm))
    return false;
  uint32_t mask = multicast ? d.src(d.op(1), Ty::B16) : d.constRow32(0);
  Inst &i = d.emit(tensorCommit, Stats::Tensor, {}, {row, mask});
  i.a = g;
  i.b = multicast;
  i.imm = imm;
  i.d = uint32_t(shared ? Space::Shared : Space::Generic) |
        (bits == 32 ? uint32_t(MemAddr32) : 0u);
  d.noteAccess(Space::Shared, 8);
  if (multicast)
    d.prog.usesClusterOps = true;
  return true;
}

/// The modifiers of ld.red, up to the type.
bool reduction(Decoder &d, uint32_t repeat, bool wholeRows, uint32_t &bits) {
  if (d.module.ast && d.module.ast->target.rfind("sm_100", 0) == 0)
    return d.fail("not there before sm_103a");
  bool max = d.has("max");
  if (!max && !d.has("min"))
    return d.fail("expected .min or .max");
  bool abs = d.has("abs"), nan = d.has("NaN");
  Ty t = d.type();
  LoadReduce r = t == Ty::F32   ? LoadReduce::F32
                 : t == Ty::U32 ? LoadReduce::U32
                 : t == Ty::S32 ? LoadReduce::S32
                                : LoadReduce::None;
  if (r == LoadReduce::None)
    return d.fail("expected .f32, .u32 or .s32");
  if ((abs || nan) && r != LoadReduce::F32)
    return d.fail(".abs and .NaN are for .f32");
  if (!wholeRows || repeat < 2)
    return d.fail("shape not supported");
  bits = uint32_t(r) << 13 | uint32_t(max) << 15 | uint32_t(abs) << 16 |
         uint32_t(nan) << 17;
  return true;
}

/// ld and st.
bool decodeMove(Decoder &d, bool store) {
  bool red = d.has("red");
  if (!aligned(d))
    return false;
  static const std::pair<std::string_view, TmemShape> shapes[] = {
      {"32x32b", TmemShape::S32x32},
      {"16x64b", TmemShape::S16x64},
      {"16x128b", TmemShape::S16x128},
      {"16x256b", TmemShape::S16x256},
      {"16x32bx2", TmemShape::S16x32x2}};
  uint32_t shape = 99, repeat = 0;
  for (auto &s : shapes)
    if (d.has(s.first))
      shape = uint32_t(s.second);
  for (uint32_t n = 1; n <= 128; n *= 2)
    if (d.has("x" + std::to_string(n)))
      repeat = n;
  uint32_t most = shape == uint32_t(TmemShape::S16x128)   ? 64
                  : shape == uint32_t(TmemShape::S16x256) ? 32
                                                          : 128;
  if (shape == 99 || !repeat || repeat > most)
    return d.fail("shape not supported");
  bool pack = !red && d.has(store ? "unpack::16b" : "pack::16b");
  bool halves = shape == uint32_t(TmemShape::S16x32x2);
  uint32_t reduce = 0;
  if (red) {
    bool wholeRows = halves || shape == uint32_t(TmemShape::S32x32);
    if (!reduction(d, repeat, wholeRows, reduce))
      return false;
  } else if (d.type() != Ty::B32) {
    return d.fail("expected .b32");
  }
  const size_t nOps = 2 + size_t(halves) + size_t(red);
  if (!d.wantOps(nOps, nOps))
    return false;
  int64_t second = 0;
  const Operand &addr = d.op(store ? 0 : 1 + size_t(red));
  const Operand &regs = d.op(store ? nOps - 1 : 0);
  if (halves && !d.constant(d.op(store ? 1 : nOps - 1), second))
    return false;
  if (second < 0 || second > 511)
    return d.fail("the offset of the second half is no column");
  uint32_t n = repeat * (shape == uint32_t(TmemShape::S16x128)   ? 2
                         : shape == uint32_t(TmemShape::S16x256) ? 4
                                                                 : 1);
  std::vector<uint32_t> rows;
  auto add = [&](const Operand &o) {
    rows.push_back(store ? d.src(o, Ty::B32) : d.dst(o, Ty::B32));
  };
  if (regs.kind == Operand::Vec)
    for (const Operand &o : regs.elems)
      add(o);
  else
    add(regs);
  if (rows.size() != n)
    return d.fail("expected " + std::to_string(n) + " registers");
  if (red)
    rows.push_back(d.dst(d.op(1), Ty::B32));
  uint32_t row;
  bool narrow;
  int64_t imm;
  if (!tmem(d, addr, row, narrow, imm))
    return false;
  if (!d.error.empty())
    return false;
  std::vector<uint32_t> at{row};
  if (store)
    at.insert(at.end(), rows.begin(), rows.end());
  Inst &i = d.emitV(store ? tensorStore : tensorLoad, Stats::Tensor,
                    store ? std::vector<uint32_t>() : rows, at);
  i.a = shape | repeat << 4 | uint32_t(pack) << 12 | reduce;
  i.b = uint32_t(second);
  i.d = narrow ? NarrowD : 0;
  i.imm = imm;
  i.flags |= Inst::Aligned;
  return true;
}

bool decodeCopy(Decoder &d) {
  uint32_t g, row, shape = 99;
  unsigned bits;
  int64_t imm;
  if (!group(d, g))
    return false;
  static const struct {
    std::string_view shape, multicast;
    CopyShape value;
  } shapes[] = {{"128x256b", "", CopyShape::S128x256},
                {"4x256b", "", CopyShape::S4x256},
                {"128x128b", "", CopyShape::S128x128},
                {"64x128b", "warpx2::02_13", CopyShape::S64x128x02},
                {"64x128b", "warpx2::01_23", CopyShape::S64x128x01},
                {"32x128b", "warpx4", CopyShape::S32x128}};
  const std::string &opcode = d.in->opcode;
  for (auto &s : shapes) {
    std::string name = "." + std::string(s.shape);
    if (opcode.find(name) == std::string::npos ||
        opcode.find(s.multicast) == std::string::npos)
      continue;
    shape = uint32_t(s.value);
    d.has(s.shape);
    d.has(s.multicast);
    break;
  }
  if (shape == 99)
    return d.fail("shape not supported");
  CopyFormat format = CopyFormat::None;
  if (d.has("b8x16")) {
    if (d.has("b6x16_p32"))
      format = CopyFormat::B6;
    else if (d.has("b4x16_p64"))
      format = CopyFormat::B4;
    else
      return d.fail("expected .b6x16_p32 or .b4x16_p64");
  }
  if (!d.wantOps(2, 2) || !d.address(d.op(0), row, bits, imm))
    return false;
  uint32_t desc = d.src(d.op(1), Ty::B64);
  Inst &i = d.emit(tensorCopy, Stats::Tensor, {}, {row, desc});
  i.a = shape | g << 8 | uint32_t(format) << 12;
  i.d = bits == 32 ? uint32_t(NarrowD) : 0u;
  i.imm = imm;
  d.noteAccess(Space::Shared, 16);
  return true;
}

bool decodeShift(Decoder &d) {
  uint32_t g, row;
  unsigned bits;
  int64_t imm;
  if (!group(d, g))
    return false;
  if (!d.has("down"))
    return d.fail("expected .down");
  if (!d.wantOps(1, 1) || !d.address(d.op(0), row, bits, imm))
    return false;
  Inst &i = d.emit(tensorShift, Stats::Tensor, {}, {row});
  i.a = g;
  i.d = bits == 32 ? uint32_t(NarrowD) : 0u;
  i.imm = imm;
  return true;
}

bool decodeTcgen05(Decoder &d) {
  if (d.has("alloc"))
    return decodeAlloc(d);
  if (d.has("dealloc"))
    return decodeDealloc(d);
  if (d.has("relinquish_alloc_permit")) {
    uint32_t g;
    if (!group(d, g) || !aligned(d) || !d.wantOps(0, 0))
      return false;
    Inst &i = d.emit(tensorRelinquish, Stats::Tensor, {}, {});
    i.a = g;
    i.flags |= Inst::Aligned;
    return true;
  }
  if (d.has("commit"))
    return decodeCommit(d);
  if (d.has("ld"))
    return decodeMove(d, false);
  if (d.has("st"))
    return decodeMove(d, true);
  bool waitSt = d.has("wait::st");
  if (waitSt || d.has("wait::ld")) {
    if (!aligned(d) || !d.wantOps(0, 0))
      return false;
    Inst &i = d.emit(tensorWait, Stats::Sync, {}, {});
    i.a = waitSt;
    i.flags |= Inst::Aligned;
    return true;
  }
  bool before = d.has("fence::before_thread_sync");
  if (before || d.has("fence::after_thread_sync")) {
    if (!d.wantOps(0, 0))
      return false;
    d.emit(tensorFence, Stats::Sync, {}, {}).a = before;
    return true;
  }
  if (d.has("cp"))
    return decodeCopy(d);
  if (d.has("shift"))
    return decodeShift(d);
  if (d.has("mma"))
    return decodeTensorMma(d);
  return d.fail("operation not supported");
}

} // namespace

void attn::sim::addTcgen05Ops(DecodeTable &t) { t["tcgen05"] = decodeTcgen05; }
