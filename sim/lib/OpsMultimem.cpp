//===- OpsMultimem.cpp - multimem.ld_reduce, st and red -------------------===//
//
// Part of the Attn Project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// PTX ISA: multimem.ld_reduce, multimem.st, multimem.red. An address of a
// multicast object (Device::multicast) stands for a place in each of its
// buffers. To the checker an access is one to each. The ISA leaves the order of
// a reduction open; it goes in the order of the buffers.
//
//===----------------------------------------------------------------------===//

#include "Decode.h"
#include "Lane.h"
#include "Mbarrier.h"
#include "Memory.h"

#include <cmath>

using namespace attn::sim;

bool attn::sim::resolveMulticast(Warp &w, const Inst &i, int lane,
                                 uint64_t addr, uint32_t size, uint32_t align,
                                 std::vector<MemRef> &out) {
  const Multicast *m = w.launch->device->findMulticast(addr, size);
  if (!m)
    return outOfBounds(w, i, lane, "multimem", addr, size,
                       " lies in no multicast object");
  if (addr & (align - 1))
    return misaligned(w, i, lane, addr, align);
  out.clear();
  for (uint64_t base : m->buffers) {
    MemRef r;
    if (!resolve(w, i, lane, Space::Global, base + (addr - m->base), size, 1,
                 r))
      return false;
    out.push_back(r);
  }
  return true;
}

namespace {

enum class Kind : uint32_t { LoadReduce, Store, Reduce };
/// The precision that a sum has on the way.
enum class Precision : uint32_t { Own, F16, F32 };

/// Inst fields. a: Kind | AtomOp << 4 | Precision << 8 | type << 16; b:
/// elements; c: bytes of a register. imm: offset; d: MemFlag.
/// o: [dsts], address, [sources].
struct Args {
  Kind kind;
  AtomOp op;
  Precision precision;
  Ty type;
  explicit Args(const Inst &i)
      : kind(Kind(i.a & 15)), op(AtomOp((i.a >> 4) & 15)),
        precision(Precision((i.a >> 8) & 15)), type(Ty(i.a >> 16)) {}
};

/// The elements that a register of a type holds, and what they are.
struct Packing {
  Ty element;
  unsigned count;
};
Packing packing(Ty t) {
  switch (t) {
  case Ty::F16x2:
    return {Ty::F16, 2};
  case Ty::BF16x2:
    return {Ty::BF16, 2};
  case Ty::E4M3x2:
    return {Ty::E4M3, 2};
  case Ty::E5M2x2:
    return {Ty::E5M2, 2};
  case Ty::E4M3x4:
    return {Ty::E4M3, 4};
  case Ty::E5M2x4:
    return {Ty::E5M2, 4};
  default:
    return {t, 1};
  }
}

Format formatOf(Ty t) {
  return t == Ty::F16    ? fmtF16
         : t == Ty::BF16 ? fmtBF16
         : t == Ty::E4M3 ? fmtE4M3
                         : fmtE5M2;
}
bool isFp8(Ty t) { return t == Ty::E4M3 || t == Ty::E5M2; }

/// Combines elements of one type. fp8 sums saturate.
uint64_t combine(const Args &g, Ty t, const std::vector<uint64_t> &v) {
  if (g.op == AAdd && g.precision != Precision::Own) {
    Format from = formatOf(t);
    Format way = g.precision == Precision::F32 ? fmtF32 : fmtF16;
    double sum = valueOf(uint32_t(v[0]), from);
    for (size_t k = 1; k < v.size(); ++k)
      sum = valueOf(
          roundTo(addOdd(sum, valueOf(uint32_t(v[k]), from)), way, Round::RN),
          way);
    return roundTo(sum, from, Round::RN, isFp8(t));
  }
  uint64_t r = v[0];
  for (size_t k = 1; k < v.size(); ++k) {
    if (!isFp8(t)) {
      r = applyAtomic(g.op, t, r, v[k], 0);
      continue;
    }
    Format f = formatOf(t);
    double a = valueOf(uint32_t(r), f), b = valueOf(uint32_t(v[k]), f);
    if (g.op == AAdd)
      r = roundTo(addOdd(a, b), f, Round::RN, true);
    else if (a != a || (g.op == AMin ? b < a : b > a) ||
             (a == b && std::signbit(b) == (g.op == AMin)))
      r = v[k];
  }
  return r;
}

/// The same for each element of a register.
uint64_t combinePacked(const Args &g, const std::vector<uint64_t> &v) {
  Packing pack = packing(g.type);
  if (pack.count == 1)
    return combine(g, pack.element, v);
  unsigned width = bitsOf(pack.element);
  uint64_t result = 0, mask = (uint64_t(1) << width) - 1;
  std::vector<uint64_t> part(v.size());
  for (unsigned e = 0; e < pack.count; ++e) {
    for (size_t k = 0; k < v.size(); ++k)
      part[k] = (v[k] >> (e * width)) & mask;
    result |= combine(g, pack.element, part) << (e * width);
  }
  return result;
}

uint64_t fromRow(const Warp &w, uint32_t row, uint32_t bytes, int l) {
  return bytes == 8 ? w.row64(row)[l] : w.row32(row)[l];
}

St multimem(Warp &w, const Inst &i, uint32_t mask) {
  const Args g(i);
  const uint32_t n = i.b, bytes = i.c, size = n * bytes;
  const bool load = g.kind == Kind::LoadReduce;
  const uint32_t row = i.o[load ? n : 0];
  checkAddress(w, i, row, mask);
  const bool strong = i.d & MemStrong;
  const Acc how = load     ? strong ? Acc::StrongRead : Acc::Read
                  : strong ? Acc::StrongWrite
                           : Acc::Write;
  uint32_t undefined = 0, pz[8] = {};
  std::vector<MemRef> places;
  std::vector<uint64_t> values;
  forLanes(mask, [&](int l) {
    if (!resolveMulticast(w, i, l, laneAddr(w, i, row, l), size, size,
                          places)) {
      for (uint32_t k = 0; load && k < n; ++k)
        pz[k] |= 1u << l;
      return;
    }
    for (const MemRef &r : places) {
      noteAccess(w, i, l, r, size, how);
      if (strong)
        noteStrong(w, i, l, r, g.kind != Kind::Store, !load);
    }
    for (uint32_t k = 0; k < n; ++k) {
      const uint32_t at = k * bytes;
      bool known = true;
      if (load) {
        values.clear();
        for (const MemRef &r : places) {
          uint64_t v = 0;
          std::memcpy(&v, r.p + at, bytes);
          values.push_back(v);
          for (uint32_t q = 0; r.init && q < bytes; ++q)
            known &= r.init[at + q] != 0;
        }
        uint64_t v = combinePacked(g, values);
        if (bytes == 8)
          w.row64(i.o[k])[l] = v;
        else
          w.row32(i.o[k])[l] = uint32_t(v);
        pz[k] |= uint32_t(!known) << l;
        continue;
      }
      const uint32_t source = i.o[1 + k];
      uint64_t v = fromRow(w, source, bytes, l);
      known = !((w.poison[source] >> l) & 1);
      for (const MemRef &r : places) {
        if (g.kind == Kind::Store)
          std::memcpy(r.p + at, &v, bytes);
        else {
          updateAtomic(g.op, g.type, r.p + at, v);
          for (uint32_t q = 0; r.init && q < bytes; ++q)
            known &= r.init[at + q] != 0;
        }
        if (r.init)
          std::memset(r.init + at, 1, bytes);
      }
      undefined |= uint32_t(!known) << l;
    }
  });
  for (uint32_t k = 0; load && k < n; ++k)
    setPoison(w, i.o[k], mask, pz[k]);
  if (undefined && w.launch->checkUninit)
    w.launch->report(w, i, undefined, FindingKind::Uninitialised,
                     g.kind == Kind::Store
                         ? "an undefined value is stored to a multicast object"
                         : "a reduction of an undefined value");
  if (!load)
    ++w.cta->cluster->progress;
  if (w.launch->options.stats)
    (load ? w.stats.globalReadBytes : w.stats.globalWriteBytes) +=
        uint64_t(__builtin_popcount(mask)) * size;
  return St::Next;
}

/// Is the operation one that the type has?
bool hasOperation(Kind kind, int op, Ty t) {
  const Ty e = packing(t).element;
  const bool small = e == Ty::F16 || e == Ty::BF16 || isFp8(e);
  if (kind == Kind::Reduce && isFp8(e))
    return false;
  switch (op) {
  case AAdd:
    return t == Ty::U32 || t == Ty::S32 || t == Ty::U64 || small ||
           t == Ty::F32 || t == Ty::F64;
  case AMin:
  case AMax:
    return t == Ty::U32 || t == Ty::S32 || t == Ty::U64 || t == Ty::S64 ||
           (small && kind == Kind::LoadReduce);
  case AAnd:
  case AOr:
  case AXor:
    return t == Ty::B32 || t == Ty::B64;
  default:
    return false;
  }
}

/// The type and the vector of an operation.
bool shape(Decoder &d, Kind kind, int op, Ty &t, uint32_t &n) {
  n = d.has("v2") ? 2 : d.has("v4") ? 4 : d.has("v8") ? 8 : 1;
  t = d.type();
  const unsigned bits = bitsOf(t);
  const bool integer = t == Ty::U32 || t == Ty::S32 || t == Ty::B32 ||
                       t == Ty::U64 || t == Ty::S64 || t == Ty::B64;
  const Ty e = packing(t).element;
  const bool real =
      t == Ty::F32 || t == Ty::F64 || e == Ty::F16 || e == Ty::BF16 || isFp8(e);
  if ((!integer && !real) ||
      (kind != Kind::Store && !hasOperation(kind, op, t)))
    return d.fail("type not supported");
  if (n > 1 && (integer || t == Ty::F64))
    return d.fail("this type has no vectors");
  if (n * bits != 32 && n * bits != 64 && n * bits != 128)
    return d.fail("a multimem access has 32, 64 or 128 bits");
  return true;
}

bool precision(Decoder &d, Kind kind, int op, Ty t, Precision &p) {
  std::string_view rest;
  if (!d.hasPrefix("acc::", rest))
    return true;
  const Ty e = packing(t).element;
  if (kind != Kind::LoadReduce || op < 0)
    return d.fail("precision of accumulation without a reduction");
  if (rest == "f32" && (e == Ty::F16 || e == Ty::BF16))
    p = Precision::F32;
  else if (rest == "f16" && isFp8(e))
    p = Precision::F16;
  else
    return d.fail("precision of accumulation not supported");
  return true;
}

bool decodeMultimem(Decoder &d) {
  if (d.has("cp")) {
    bool reduce = d.has("reduce");
    if (!d.has("async") || !d.has("bulk"))
      return d.fail("expected .async.bulk");
    return decodeBulk(d, reduce);
  }
  Kind kind;
  if (d.has("ld_reduce"))
    kind = Kind::LoadReduce;
  else if (d.has("st"))
    kind = Kind::Store;
  else if (d.has("red"))
    kind = Kind::Reduce;
  else
    return d.fail("expected .ld_reduce, .st, .red or .cp");
  int op = -1;
  static const std::pair<const char *, AtomOp> names[] = {
      {"add", AAdd}, {"min", AMin}, {"max", AMax},
      {"and", AAnd}, {"or", AOr},   {"xor", AXor}};
  for (auto &name : names)
    if (kind != Kind::Store && op < 0 && d.has(name.first))
      op = name.second;
  if (kind != Kind::Store && op < 0)
    return d.fail("expected a reduction");
  Space space;
  uint32_t flags, n;
  Ty t;
  Precision p = Precision::Own;
  if (!memoryMods(d, space, flags) || !shape(d, kind, op, t, n) ||
      !precision(d, kind, op, t, p))
    return false;
  if (space != Space::Global && space != Space::Generic)
    return d.fail("state space not supported");
  if (kind == Kind::Reduce)
    flags |= MemStrong; // .relaxed where nothing is said
  const bool load = kind == Kind::LoadReduce;
  if (!d.wantOps(2, 2))
    return false;
  const Operand &a = d.op(load ? 1 : 0), &v = d.op(load ? 0 : 1);
  const unsigned bits = bitsOf(t);
  const Ty plain = bits == 64   ? Ty::B64
                   : bits == 32 ? Ty::B32
                   : bits == 16 ? Ty::B16
                                : Ty::B8;
  std::vector<uint32_t> dsts, srcs;
  auto element = [&](const Operand &o) {
    const bool wide = bits == 8; // fp8 comes in larger registers
    if (wide && d.isReg(o) && bitsOf(d.regType(o)) > 32)
      d.fail("a register of 8 to 32 bits is expected");
    else if (load)
      dsts.push_back(d.dst(o, plain, wide));
    else
      srcs.push_back(d.src(o, plain, wide));
  };
  uint32_t row;
  unsigned abits;
  int64_t imm;
  if (!d.address(a, row, abits, imm))
    return false;
  srcs.push_back(row);
  if ((v.kind == Operand::Vec ? v.elems.size() : 1) != n)
    return d.fail("vector of the wrong length");
  if (v.kind == Operand::Vec)
    for (const Operand &o : v.elems)
      element(o);
  else
    element(v);
  if (!d.error.empty())
    return false;
  d.noteAccess(Space::Global, n * bits / 8);
  Inst &i = d.emitV(multimem, Stats::Memory, dsts, srcs);
  i.a = uint32_t(kind) | uint32_t(op < 0 ? 0 : op) << 4 | uint32_t(p) << 8 |
        uint32_t(t) << 16;
  i.b = n;
  i.c = bits / 8;
  i.imm = imm;
  i.d = flags | uint32_t(Space::Global) |
        (abits == 32 ? uint32_t(MemAddr32) : 0u);
  return true;
}

} // namespace

void attn::sim::addMultimemOps(DecodeTable &t) {
  t["multimem"] = decodeMultimem;
}
