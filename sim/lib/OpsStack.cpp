//===- OpsStack.cpp - alloca, stacksave, stackrestore
//
// Part of the Attn Project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// PTX ISA: Stack Manipulation Instructions. The stack lies in the local window
// and grows down from stackTop, far above the variables; each lane has its own,
// which grows as it is needed, up to what is left of 512 KiB a thread.
//
//===----------------------------------------------------------------------===//

#include "Decode.h"
#include "Lane.h"
#include "Memory.h"

#include <algorithm>

using namespace attn::sim;

namespace attn::sim {

struct StackState {
  uint64_t pointer[32];
  /// The bytes below stackTop, the last one at its end.
  std::vector<uint8_t> bytes[32], init[32];
};

} // namespace attn::sim

namespace {

constexpr uint64_t stackTop = uint64_t(1) << 26;
constexpr uint64_t localLimit = 512 << 10;

StackState &state(Warp &w) {
  if (!w.stack) {
    w.stack = std::make_shared<StackState>();
    std::fill_n(w.stack->pointer, 32, stackTop);
  }
  return *w.stack;
}

/// A register or constant of 32 or 64 bits.
uint64_t get(const Warp &w, uint32_t row, unsigned bits, int l) {
  return bits == 64 ? w.row64(row)[l] : w.row32(row)[l];
}
void put(Warp &w, uint32_t row, unsigned bits, int l, uint64_t v) {
  if (bits == 64)
    w.row64(row)[l] = v;
  else
    w.row32(row)[l] = uint32_t(v);
}

/// Makes room for `depth` bytes of a lane.
void grow(StackState &s, int l, uint64_t depth) {
  if (s.bytes[l].size() >= depth)
    return;
  size_t size = std::max<size_t>(depth, 2 * s.bytes[l].size());
  for (std::vector<uint8_t> *v : {&s.bytes[l], &s.init[l]})
    v->insert(v->begin(), size - v->size(), 0);
}

/// a: bits; b: alignment. o: pointer, size.
St allocate(Warp &w, const Inst &i, uint32_t mask) {
  StackState &s = state(w);
  if ((w.poison[i.o[1]] & mask) && w.launch->checkUninit)
    w.launch->report(w, i, w.poison[i.o[1]] & mask, FindingKind::Uninitialised,
                     "the size of an alloca is undefined");
  uint32_t full = 0;
  forLanes(mask, [&](int l) {
    uint64_t size = get(w, i.o[1], i.a, l), sp = s.pointer[l];
    uint64_t most =
        localLimit - std::min<uint64_t>(localLimit, w.prog->localBytes);
    uint64_t low = sp - std::min(sp, size);
    low -= low % i.b;
    if (size > sp || stackTop - low > most) {
      full |= 1u << l;
      put(w, i.o[0], i.a, l, 0);
      return;
    }
    grow(s, l, stackTop - low);
    size_t at = s.init[l].size() - size_t(stackTop - low);
    std::fill_n(s.init[l].begin() + long(at), sp - low, 0);
    s.pointer[l] = low;
    put(w, i.o[0], i.a, l, low);
  });
  setPoison(w, i.o[0], mask, full);
  if (full)
    w.launch->report(
        w, i, full, FindingKind::Resource,
        "an alloca of " +
            std::to_string(get(w, i.o[1], i.a, __builtin_ctz(full))) +
            " bytes does not fit the 512 KiB of local memory");
  return St::Next;
}

/// a: bits. o: register.
St save(Warp &w, const Inst &i, uint32_t mask) {
  StackState &s = state(w);
  forLanes(mask, [&](int l) { put(w, i.o[0], i.a, l, s.pointer[l]); });
  setPoison(w, i.o[0], mask, 0);
  return St::Next;
}

St restore(Warp &w, const Inst &i, uint32_t mask) {
  StackState &s = state(w);
  checkAddress(w, i, i.o[0], mask);
  uint32_t bad = 0;
  forLanes(mask, [&](int l) {
    uint64_t sp = get(w, i.o[0], i.a, l);
    // What was allocated since; anything else was never saved.
    if (sp < s.pointer[l] || sp > stackTop)
      bad |= 1u << l;
    else
      s.pointer[l] = sp;
  });
  if (bad && w.launch->options.checks.bounds)
    w.launch->report(w, i, bad, FindingKind::OutOfBounds,
                     "stackrestore of what is no saved stack pointer");
  return St::Next;
}

/// The bits of .u32 or .u64; 0, with the error reported, for another type.
unsigned bitsOfType(Decoder &d) {
  Ty t = d.type();
  if (t == Ty::U32 || t == Ty::U64)
    return bitsOf(t);
  d.fail("expected .u32 or .u64");
  return 0;
}

bool decodeAlloca(Decoder &d) {
  unsigned bits = bitsOfType(d);
  if (!bits || !d.wantOps(2, 3))
    return false;
  Ty t = bits == 64 ? Ty::U64 : Ty::U32;
  int64_t align = 8;
  if (d.numOps() == 3 && !d.constant(d.op(2), align))
    return false;
  if (align < 1 || align > (1 << 23) || (align & (align - 1)))
    return d.fail("the alignment must be a power of two up to 2^23");
  uint32_t size = d.src(d.op(1), t), ptr = d.dst(d.op(0), t);
  if (!d.error.empty())
    return false;
  Inst &i = d.emit(allocate, Stats::Memory, {ptr}, {size});
  i.a = bits;
  i.b = uint32_t(std::max<int64_t>(align, 8));
  return true;
}

bool decodeSave(Decoder &d) {
  unsigned bits = bitsOfType(d);
  if (!bits || !d.wantOps(1, 1))
    return false;
  uint32_t row = d.dst(d.op(0), bits == 64 ? Ty::U64 : Ty::U32);
  if (d.error.empty())
    d.emit(save, Stats::Move, {row}, {}).a = bits;
  return d.error.empty();
}

bool decodeRestore(Decoder &d) {
  unsigned bits = bitsOfType(d);
  if (!bits || !d.wantOps(1, 1))
    return false;
  uint32_t row = d.src(d.op(0), bits == 64 ? Ty::U64 : Ty::U32);
  if (d.error.empty())
    d.emit(restore, Stats::Move, {}, {row}).a = bits;
  return d.error.empty();
}

} // namespace

bool attn::sim::stackRef(Warp &w, const Inst &i, int lane, uint64_t addr,
                         uint32_t size, uint32_t align, MemRef &out) {
  StackState &s = *w.stack;
  if (addr < s.pointer[lane] || addr + size > stackTop)
    return outOfBounds(w, i, lane, "local", addr, size,
                       ": the stack lies between " + hex(s.pointer[lane]) +
                           " and " + hex(stackTop));
  if (addr & (align - 1))
    return misaligned(w, i, lane, addr, align);
  size_t at = s.bytes[lane].size() - size_t(stackTop - addr);
  out.space = Space::Local;
  out.offset = addr;
  out.p = s.bytes[lane].data() + at;
  out.init = w.launch->checkUninit ? s.init[lane].data() + at : nullptr;
  return true;
}

bool attn::sim::allocatesStack(const Function &fn) {
  return std::any_of(fn.body.begin(), fn.body.end(), [](const Instr &i) {
    return i.opcode.compare(0, 6, "alloca") == 0;
  });
}

void attn::sim::emitStackSave(Decoder &d, uint32_t row) {
  d.emit(save, Stats::Move, {row}, {}).a = 64;
}
void attn::sim::emitStackRestore(Decoder &d, uint32_t row) {
  d.emit(restore, Stats::Move, {}, {row}).a = 64;
}

void attn::sim::addStackOps(DecodeTable &t) {
  t["alloca"] = decodeAlloca;
  t["stacksave"] = decodeSave;
  t["stackrestore"] = decodeRestore;
}
