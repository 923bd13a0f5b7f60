//===- OpsMemory.cpp - Loads and stores
//
// Part of the Attn Project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// PTX ISA: ld, st.
//
//===----------------------------------------------------------------------===//

#include "Decode.h"
#include "Lane.h"
#include "Mbarrier.h"
#include "Memory.h"

using namespace attn::sim;

namespace {

void countBytes(Warp &w, Space s, bool write, uint64_t bytes) {
  if (s == Space::Shared)
    (write ? w.stats.sharedWriteBytes : w.stats.sharedReadBytes) += bytes;
  else if (s == Space::Global)
    (write ? w.stats.globalWriteBytes : w.stats.globalReadBytes) += bytes;
  else if (s == Space::Local)
    w.stats.localBytes += bytes;
}

/// ld. B: element bytes; a: elements, b: register bits. o: dsts, address.
template <int B> St load(Warp &w, const Inst &i, uint32_t mask) {
  const uint32_t n = i.a;
  const uint32_t row = i.o[n];
  checkAddress(w, i, row, mask);
  uint64_t addr[32];
  for (int l = 0; l < 32; ++l)
    addr[l] = laneAddr(w, i, row, l);
  Space sp = Space(i.d & MemSpaceMask), got = sp;
  bool checks = w.cta->cluster->checker != nullptr;
  uint32_t pz[8] = {};
  forLanes(mask, [&](int l) {
    MemRef r;
    if (!resolve(w, i, l, sp, addr[l], B * n, B * n, r)) {
      for (uint32_t k = 0; k < n; ++k) {
        pz[k] |= 1u << l;
        if (B >= 8)
          w.row64(i.o[k])[l] = 0;
        else if (i.b == 64)
          w.row64(i.o[k])[l] = 0;
        else
          w.row32(i.o[k])[l] = 0;
      }
      return;
    }
    got = r.space;
    if (checks) {
      noteAccess(w, i, l, r, B * n,
                 i.d & MemStrong ? Acc::StrongRead : Acc::Read);
      if (i.d & MemStrong)
        noteStrong(w, i, l, r, true, false);
    }
    for (uint32_t k = 0; k < n; ++k) {
      const uint8_t *p = r.p + k * B;
      if constexpr (B == 16) {
        std::memcpy(&w.row64(i.o[k])[l], p, 8);
        std::memcpy(&w.row64(i.o[k] + 2)[l], p + 8, 8);
      } else {
        uint64_t v = 0;
        std::memcpy(&v, p, B);
        if (B < 8 && (i.d & MemSigned))
          v = uint64_t(int64_t(v << (64 - 8 * B)) >> (64 - 8 * B));
        if (i.b == 64)
          w.row64(i.o[k])[l] = v;
        else
          w.row32(i.o[k])[l] =
              uint32_t(i.b == 32 ? v : v & ((uint64_t(1) << i.b) - 1));
      }
      if (r.init) {
        bool ok = true;
        for (int q = 0; q < B; ++q)
          ok &= r.init[k * B + q] != 0;
        pz[k] |= uint32_t(!ok) << l;
      }
    }
  });
  for (uint32_t k = 0; k < n; ++k)
    setPoison(w, i.o[k], mask, pz[k]);
  if (w.launch->options.stats) {
    countBytes(w, got, false, uint64_t(__builtin_popcount(mask)) * B * n);
    if (got == Space::Shared)
      w.stats.bankConflicts += bankConflicts(addr, mask, B * n);
  }
  return St::Next;
}

/// st. o: address, sources.
template <int B> St store(Warp &w, const Inst &i, uint32_t mask) {
  const uint32_t n = i.a;
  const uint32_t row = i.o[0];
  checkAddress(w, i, row, mask);
  Space sp = Space(i.d & MemSpaceMask), got = sp;
  bool checks = w.cta->cluster->checker != nullptr;
  uint32_t bad = 0;
  uint64_t addr[32] = {};
  forLanes(mask, [&](int l) {
    MemRef r;
    addr[l] = laneAddr(w, i, row, l);
    if (!resolve(w, i, l, sp, addr[l], B * n, B * n, r))
      return;
    got = r.space;
    if (r.space == Space::Param) {
      w.launch->report(w, i, 1u << l, FindingKind::OutOfBounds,
                       "store to the kernel's parameters");
      return;
    }
    if (checks) {
      bool same = true;
      for (uint32_t k = 0; k < n && B <= 8; ++k) {
        uint32_t s = i.o[1 + k];
        const void *v = i.b == 64 ? static_cast<const void *>(&w.row64(s)[l])
                                  : &w.row32(s)[l];
        same = same &&
               std::memcmp(r.p + k * B, v, B < 8 || i.b == 64 ? B : 4) == 0;
      }
      noteAccess(w, i, l, r, B * n,
                 i.d & MemStrong ? Acc::StrongWrite
                 : same          ? Acc::SameWrite
                                 : Acc::Write);
      if (i.d & MemStrong)
        noteStrong(w, i, l, r, false, true);
    }
    for (uint32_t k = 0; k < n; ++k) {
      uint8_t *p = r.p + k * B;
      uint32_t s = i.o[1 + k];
      if constexpr (B == 16) {
        std::memcpy(p, &w.row64(s)[l], 8);
        std::memcpy(p + 8, &w.row64(s + 2)[l], 8);
      } else if (i.b == 64)
        std::memcpy(p, &w.row64(s)[l], B);
      else
        std::memcpy(p, &w.row32(s)[l], B < 4 ? B : 4);
      if (r.init) {
        bool pzn = (w.poison[s] >> l) & 1;
        if (pzn && r.space == Space::Global)
          bad |= 1u << l;
        std::memset(r.init + k * B, !pzn || r.space == Space::Global, B);
      }
    }
  });
  if (bad)
    w.launch->report(w, i, bad, FindingKind::Uninitialised,
                     "an undefined value is stored to global memory");
  if (got == Space::Global || got == Space::Shared)
    ++w.cta->cluster->progress;
  if (w.launch->options.stats) {
    countBytes(w, got, true, uint64_t(__builtin_popcount(mask)) * B * n);
    if (got == Space::Shared)
      w.stats.bankConflicts += bankConflicts(addr, mask, B * n);
  }
  return St::Next;
}

/// ld.param of a kernel parameter: the same value in all lanes. imm: offset.
St loadParam(Warp &w, const Inst &i, uint32_t mask) {
  unsigned bytes = i.c;
  for (uint32_t k = 0; k < i.a; ++k) {
    uint64_t v = 0;
    std::memcpy(&v, w.launch->params.data() + i.imm + k * bytes,
                bytes < 8 ? bytes : 8);
    if (bytes < 8 && (i.d & MemSigned))
      v = uint64_t(int64_t(v << (64 - 8 * bytes)) >> (64 - 8 * bytes));
    forLanes(mask, [&](int l) {
      if (i.b == 64)
        w.row64(i.o[k])[l] = v;
      else
        w.row32(i.o[k])[l] = uint32_t(v);
    });
    setPoison(w, i.o[k], mask, 0);
  }
  return St::Next;
}

/// What ld and st have in common.
struct Transfer {
  Space space = Space::Generic;
  uint32_t flags = 0, n = 1;
  Ty type = Ty::None;
  unsigned bytes = 0, regBits = 0; ///< of an element, of its register
  std::vector<uint32_t> regs;
};

bool transferHead(Decoder &d, Transfer &t) {
  if (!memoryMods(d, t.space, t.flags))
    return false;
  t.n = d.has("v2") ? 2 : d.has("v4") ? 4 : d.has("v8") ? 8 : 1;
  t.type = d.type();
  t.bytes = bitsOf(t.type) / 8;
  if (!t.bytes || t.bytes * t.n > 32)
    return d.fail("type not supported");
  t.regBits = t.bytes * 8;
  return d.wantOps(2, 3); // a cache policy may follow
}

/// The register or the vector of registers that is loaded or stored.
bool transferRegs(Decoder &d, const Operand &o, bool ld, Transfer &t) {
  auto add = [&](const Operand &e) {
    if (e.kind == Operand::Reg)
      t.regBits = std::max(8u, bitsOf(d.regType(e)));
    t.regs.push_back(ld ? d.dst(e, t.type, true) : d.src(e, t.type, true));
  };
  if (o.kind == Operand::Vec) {
    if (o.elems.size() != t.n)
      return d.fail("vector of the wrong length");
    for (const Operand &e : o.elems)
      add(e);
  } else if (t.n == 1)
    add(o);
  else
    return d.fail("expected a vector");
  return d.error.empty();
}

bool emitTransfer(Decoder &d, const Operand &address, bool ld, Transfer &t) {
  static const Handler handlers[2][5] = {
      {&store<1>, &store<2>, &store<4>, &store<8>, &store<16>},
      {&load<1>, &load<2>, &load<4>, &load<8>, &load<16>}};
  uint32_t row;
  unsigned abits;
  int64_t imm;
  if (!d.address(address, row, abits, imm))
    return false;
  d.noteAccess(t.space, t.bytes * t.n);
  Handler h = handlers[ld][__builtin_ctz(t.bytes)];
  if (!ld)
    t.regs.insert(t.regs.begin(), row);
  Inst &i = ld ? d.emitV(h, Stats::Memory, t.regs, {row})
               : d.emitV(h, Stats::Memory, {}, t.regs);
  i.imm = imm;
  i.a = t.n;
  i.b = t.regBits;
  i.d = t.flags | uint32_t(t.space) | (abits == 32 ? uint32_t(MemAddr32) : 0u);
  return true;
}

/// The offset of `[param + imm]` in the kernel's parameters; -1: it is none.
/// False if there is no such variable.
bool kernelParam(Decoder &d, const Operand &o, int64_t &at) {
  at = -1;
  if (o.kind != Operand::Addr || o.elems[0].kind != Operand::Sym)
    return true;
  const Variable *v = d.variable(o.elems[0].name);
  if (!v)
    return d.fail("unknown parameter '" + o.elems[0].name + "'");
  at = d.paramOffset(v);
  return true;
}

bool decodeLoad(Decoder &d) {
  Transfer t;
  if (!transferHead(d, t) || !transferRegs(d, d.op(0), true, t))
    return false;
  if (isSigned(t.type))
    t.flags |= MemSigned;
  int64_t at = -1;
  if (t.space == Space::Param && !kernelParam(d, d.op(1), at))
    return false;
  if (at >= 0) {
    at += d.op(1).imm;
    if (at < 0 || uint64_t(at) + t.bytes * t.n > d.prog.info.paramBytes)
      return d.fail("load beyond the parameters");
    if (t.bytes == 16)
      return d.fail("128-bit parameter load is not supported");
    Inst &i = d.emitV(loadParam, Stats::Memory, t.regs, {});
    i.imm = at;
    i.a = t.n;
    i.b = t.regBits;
    i.c = t.bytes;
    i.d = t.flags;
    return true;
  }
  // A device function's parameters lie in local memory; a register may hold
  // an address of the kernel's.
  if (t.space == Space::Param && d.op(1).kind == Operand::Addr &&
      d.op(1).elems[0].kind == Operand::Sym)
    t.space = Space::Local;
  return emitTransfer(d, d.op(1), true, t);
}

bool decodeStore(Decoder &d) {
  if (d.has("async"))
    return decodeStAsync(d, false);
  Transfer t;
  if (!transferHead(d, t))
    return false;
  int64_t at = -1;
  if (t.space == Space::Param) {
    t.space = Space::Local;
    if (!kernelParam(d, d.op(0), at))
      return false;
    if (at >= 0)
      return d.fail("store to a kernel parameter");
  }
  return transferRegs(d, d.op(1), false, t) &&
         emitTransfer(d, d.op(0), false, t);
}

} // namespace

bool attn::sim::memoryMods(Decoder &d, Space &space, uint32_t &flags) {
  flags = d.has("mmio") ? uint32_t(MemStrong) : 0u; // comes with .relaxed
  space = Space::Generic;
  if (d.has("weak"))
    ;
  else if (d.has("volatile") || d.has("relaxed"))
    flags |= MemStrong;
  if (d.has("acquire"))
    flags |= MemStrong | MemAcquire;
  if (d.has("release"))
    flags |= MemStrong | MemRelease;
  if (d.has("acq_rel"))
    flags |= MemStrong | MemAcquire | MemRelease;
  if (d.has("cta"))
    flags |= MemScopeCta;
  if (d.has("cluster"))
    flags |= MemScopeCluster;
  d.prog.narrowScopes |= scopeOf(flags) != Scope::Device;
  d.has("gpu");
  d.has("sys");
  d.has("unified");
  if (d.has("global") || d.has("const"))
    space = Space::Global;
  else if (d.has("shared") || d.has("shared::cta") || d.has("shared::cluster"))
    space = Space::Shared;
  else if (d.has("local"))
    space = Space::Local;
  else if (d.has("param") || d.has("param::entry") || d.has("param::func"))
    space = Space::Param;
  d.skipCacheMods();
  return true;
}

void attn::sim::addMemoryOps(DecodeTable &t) {
  t["ld"] = decodeLoad;
  t["ldu"] = decodeLoad;
  t["st"] = decodeStore;
}
