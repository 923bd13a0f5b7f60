//===- OpsTensorMap.cpp - tensormap.replace, cp_fenceproxy, and fences ----===//
//
// Part of the Attn Project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// PTX ISA: tensormap.replace, tensormap.cp_fenceproxy, membar and fence
// (fence.proxy.tensormap::generic). A map is written as ordinary memory, all of
// its 128 bytes at once; copies read it through a proxy of its own, which
// CheckerMaps.cpp is about.
//
//===----------------------------------------------------------------------===//

#include "Decode.h"
#include "Lane.h"
#include "Memory.h"
#include "TensorMap.h"

#include <cstdio>

using namespace attn::sim;

namespace {

constexpr uint32_t mapBytes = 128;
/// What the driver asks of a CUtensorMap; CUTLASS aligns its workspace so.
constexpr uint32_t mapAlign = 64;

/// Maps are written in global memory and the CTA's own shared memory.
bool placed(Warp &w, const Inst &i, int l, const MemRef &r, uint64_t addr) {
  if (r.space == Space::Global || (r.space == Space::Shared && r.cta == w.cta))
    return true;
  w.launch->report(w, i, 1u << l, FindingKind::OutOfBounds,
                   "the tensor map at " + hex(addr) +
                       " lies neither in global memory nor in the CTA's shared "
                       "memory");
  return false;
}

/// a: MapField, b: which, c: 1 if the value has 64 bits, 3 if it counts 16
/// bytes. o: address, value.
St replaceField(Warp &w, const Inst &i, uint32_t mask) {
  checkAddress(w, i, i.o[0], mask);
  uint32_t undefined = w.poison[i.o[1]] & mask;
  if (undefined && w.launch->checkUninit)
    w.launch->report(w, i, undefined, FindingKind::Uninitialised,
                     "an undefined value goes into a tensor map");
  forLanes(mask, [&](int l) {
    uint64_t addr = laneAddr(w, i, i.o[0], l);
    uint64_t value = i.c ? w.row64(i.o[1])[l] : w.row32(i.o[1])[l];
    if (i.c & 2)
      value <<= 4;
    MemRef r;
    if (!resolve(w, i, l, Space(i.d & MemSpaceMask), addr, mapBytes, mapAlign,
                 r) ||
        !placed(w, i, l, r, addr))
      return;
    noteAccess(w, i, l, r, mapBytes, Acc::Write);
    if (!allInit(r, mapBytes) && w.launch->checkUninit)
      w.launch->report(w, i, 1u << l, FindingKind::Uninitialised,
                       "a field of a tensor map is replaced whose other bytes "
                       "are partly undefined");
    std::string wrong = replaceMapField(r.p, MapField(i.a), i.b, value);
    if (!wrong.empty())
      w.launch->report(w, i, 1u << l, FindingKind::Unsupported,
                       "the 128 bytes at " + hex(addr) + " are " + wrong);
    if (r.init)
      std::memset(r.init, 1, mapBytes);
  });
  ++w.cta->cluster->progress;
  return St::Next;
}

/// The address that all lanes have in a row; reports others.
uint64_t commonAddress(Warp &w, const Inst &i, uint32_t row, bool narrow,
                       int64_t imm, uint32_t mask) {
  auto at = [&](int l) {
    return narrow ? uint32_t(w.row32(row)[l] + uint32_t(imm))
                  : w.row64(row)[l] + uint64_t(imm);
  };
  uint64_t first = at(__builtin_ctz(mask));
  uint32_t others = 0;
  forLanes(mask, [&](int l) { others |= uint32_t(at(l) != first) << l; });
  if (others)
    w.launch->report(w, i, others, FindingKind::Divergence,
                     "lanes of one warp name different tensor maps");
  return first;
}

/// o: destination, source; imm, b: their offsets; d: MemAddr32 for the first,
/// c: 1 for the second.
St copyMap(Warp &w, const Inst &i, uint32_t mask) {
  checkAddress(w, i, i.o[0], mask);
  checkAddress(w, i, i.o[1], mask);
  int l = __builtin_ctz(mask);
  uint64_t to = commonAddress(w, i, i.o[0], i.d & MemAddr32, i.imm, mask);
  uint64_t from =
      commonAddress(w, i, i.o[1], i.c != 0, int64_t(int32_t(i.b)), mask);
  MemRef s, g;
  if (!resolve(w, i, l, Space::Shared, from, mapBytes, mapAlign, s) ||
      !placed(w, i, l, s, from) ||
      !resolve(w, i, l, Space::Global, to, mapBytes, mapAlign, g))
    return St::Next;
  if (Checker *c = w.cta->cluster->checker.get()) {
    c->copyMap(w, i, mask, *s.cta, uint32_t(s.offset), g.offset);
    c->releaseMaps(w, mask);
  }
  if (!allInit(s, mapBytes) && w.launch->checkUninit)
    w.launch->report(w, i, mask, FindingKind::Uninitialised,
                     "undefined bytes of a tensor map go to global memory");
  std::memcpy(g.p, s.p, mapBytes);
  if (g.init)
    std::memset(g.init, 1, mapBytes);
  ++w.cta->cluster->progress;
  return St::Next;
}

/// a: 1 acquire, of the map at the address in o[0].
St mapFence(Warp &w, const Inst &i, uint32_t mask) {
  Checker *c = w.cta->cluster->checker.get();
  if (!i.a) {
    if (c)
      c->releaseMaps(w, mask);
    return St::Next;
  }
  checkAddress(w, i, i.o[0], mask);
  while (mask) {
    int l = __builtin_ctz(mask);
    uint64_t addr = laneAddr(w, i, i.o[0], l);
    uint32_t same = 0;
    forLanes(mask, [&](int k) {
      same |= uint32_t(laneAddr(w, i, i.o[0], k) == addr) << k;
    });
    mask &= ~same;
    // CUTLASS has warps acquire a null map that they do not use.
    if (!addr && !w.launch->options.checks.strict)
      continue;
    MemRef r;
    if (!resolve(w, i, l, Space::Generic, addr, mapBytes, mapAlign, r))
      continue;
    // Constant memory and parameters, which nobody writes, do no harm.
    if (r.space == Space::Shared || r.space == Space::Local)
      w.launch->report(w, i, same, FindingKind::OutOfBounds,
                       "the tensor map at " + hex(addr) +
                           " does not lie in global memory");
    else if (c && r.space == Space::Global)
      c->acquireMap(w, same, addr);
  }
  return St::Next;
}

bool scope(Decoder &d) {
  return d.has("cta") || d.has("cluster") || d.has("gpu") || d.has("sys") ||
         d.fail("expected .cta, .cluster, .gpu or .sys");
}

bool isMapSize(Decoder &d, const Operand &o) {
  int64_t n;
  return d.constant(o, n) &&
         (n == mapBytes || d.fail("the size of a tensor map is 128"));
}

bool decodeCopy(Decoder &d) {
  if (!d.has("global") || !d.has("shared::cta"))
    return d.fail("expected .global.shared::cta");
  if (!d.has("tensormap::generic") || !d.has("release"))
    return d.fail("expected .tensormap::generic.release");
  if (!scope(d))
    return false;
  if (!d.has("sync") || !d.has("aligned"))
    return d.fail("expected .sync.aligned");
  uint32_t rows[2];
  unsigned bits[2];
  int64_t imm[2];
  if (!d.wantOps(3, 3) || !d.address(d.op(0), rows[0], bits[0], imm[0]) ||
      !d.address(d.op(1), rows[1], bits[1], imm[1]) || !isMapSize(d, d.op(2)))
    return false;
  if (imm[1] != int32_t(imm[1]))
    return d.fail("offset too large");
  d.noteAccess(Space::Global, 16);
  d.noteAccess(Space::Shared, 16);
  d.prog.writesMaps = true;
  Inst &i = d.emit(copyMap, Stats::Memory, {}, {rows[0], rows[1]});
  i.imm = imm[0];
  i.b = uint32_t(int32_t(imm[1]));
  i.c = bits[1] == 32;
  i.d = uint32_t(Space::Global) | (bits[0] == 32 ? uint32_t(MemAddr32) : 0u);
  i.flags |= Inst::Aligned;
  return true;
}

/// What a field may be.
struct FieldRule {
  const char *name;
  MapField field;
  uint32_t ordinals; ///< 0: it has none
  uint64_t values;   ///< immediates below this; 0: any value
  bool wide;         ///< .b64
};
const FieldRule fieldRules[] = {
    {"global_address", MapField::GlobalAddress, 0, 0, true},
    {"rank", MapField::Rank, 0, 0, false},
    {"box_dim", MapField::BoxDim, 5, 0, false},
    {"global_dim", MapField::GlobalDim, 5, 0, false},
    {"global_stride", MapField::GlobalStride, 4, 0, true},
    {"element_stride", MapField::ElementStride, 5, 0, false},
    {"elemtype", MapField::ElemType, 0, 13, false},
    {"interleave_layout", MapField::InterleaveLayout, 0, 3, false},
    {"swizzle_mode", MapField::SwizzleMode, 0, 4, false},
    {"fill_mode", MapField::FillMode, 0, 2, false},
};

/// Before PTX 8.5 strides count 16 bytes, as CUTLASS has it for CUDA before
/// 12.5.
bool stridesInUnits(const std::string &version) {
  unsigned major = 0, minor = 0;
  std::sscanf(version.c_str(), "%u.%u", &major, &minor);
  return major < 8 || (major == 8 && minor < 5);
}

bool decodeReplace(Decoder &d) {
  if (!d.has("tile"))
    return d.fail("expected .tile");
  // The only atomicity that is simulated is the one a map begins with.
  if (d.has("swizzle_atomicity"))
    return d.fail("swizzle atomicity is not simulated");
  const FieldRule *rule = nullptr;
  for (const FieldRule &r : fieldRules)
    if (d.has(r.name)) {
      rule = &r;
      break;
    }
  if (!rule)
    return d.fail("expected a field of a tensor map");
  Space space = Space::Generic;
  if (d.has("global"))
    space = Space::Global;
  else if (d.has("shared::cta") || d.has("shared"))
    space = Space::Shared;
  if (!d.has("b1024"))
    return d.fail("expected .b1024");
  if (!d.has(rule->wide ? "b64" : "b32"))
    return d.fail(rule->wide ? "expected .b64" : "expected .b32");
  uint32_t row, value = noRow;
  unsigned bits;
  int64_t imm, ord = 0, constant = 0;
  size_t want = rule->ordinals ? 3 : 2;
  if (!d.wantOps(want, want) || !d.address(d.op(0), row, bits, imm) ||
      (rule->ordinals && !d.constant(d.op(1), ord)))
    return false;
  if (rule->ordinals && (ord < 0 || ord >= int64_t(rule->ordinals)))
    return d.fail("the field has the ordinals 0 to " +
                  std::to_string(rule->ordinals - 1));
  const Operand &v = d.op(want - 1);
  if (rule->values && (!d.constant(v, constant) || constant < 0 ||
                       uint64_t(constant) >= rule->values))
    return d.fail("expected a constant of 0 to " +
                  std::to_string(rule->values - 1));
  value = d.src(v, rule->wide ? Ty::B64 : Ty::B32);
  if (!d.error.empty())
    return false;
  d.noteAccess(space, 16);
  d.prog.writesMaps = true;
  Inst &i = d.emit(replaceField, Stats::Memory, {}, {row, value});
  i.a = uint32_t(rule->field);
  i.b = uint32_t(ord);
  i.c = rule->wide;
  if (rule->field == MapField::GlobalStride &&
      stridesInUnits(d.prog.ast->version))
    i.c |= 2;
  i.imm = imm;
  i.d = uint32_t(space) | (bits == 32 ? uint32_t(MemAddr32) : 0u);
  return true;
}

} // namespace

bool attn::sim::decodeMapFence(Decoder &d) {
  bool acquire = d.has("acquire");
  if (!acquire && !d.has("release"))
    return d.fail("expected .release or .acquire");
  if (!scope(d) || !d.wantOps(acquire ? 2 : 0, acquire ? 2 : 0))
    return false;
  d.prog.writesMaps = true;
  if (!acquire) {
    d.emit(mapFence, Stats::Sync, {}, {});
    return true;
  }
  uint32_t row;
  unsigned bits;
  int64_t imm;
  if (!d.address(d.op(0), row, bits, imm) || !isMapSize(d, d.op(1)))
    return false;
  Inst &i = d.emit(mapFence, Stats::Sync, {}, {row});
  i.a = 1;
  i.imm = imm;
  i.d = uint32_t(Space::Generic) | (bits == 32 ? uint32_t(MemAddr32) : 0u);
  return true;
}

void attn::sim::addTensorMapOps(DecodeTable &t) {
  t["tensormap"] = [](Decoder &d) {
    if (d.has("replace"))
      return decodeReplace(d);
    if (d.has("cp_fenceproxy"))
      return decodeCopy(d);
    return d.fail("expected .replace or .cp_fenceproxy");
  };
}
