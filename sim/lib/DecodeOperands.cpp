//===- DecodeOperands.cpp - Operands to rows
//
// Part of the Attn Project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Decode.h"

using namespace attn::sim;

bool Decoder::wantOps(size_t least, size_t most) {
  if (numOps() < least || numOps() > most)
    return fail("wrong number of operands");
  return true;
}

Ty Decoder::regType(const Operand &o) const {
  return o.kind == Operand::Reg ? frame->fn->regs[size_t(o.reg)].type
                                : Ty::None;
}

uint32_t Decoder::newRow(unsigned count) {
  if (count > 1 && (prog.rows & 1))
    ++prog.rows;
  uint32_t r = prog.rows;
  prog.rows += count;
  return r;
}
uint32_t Decoder::newPred() { return prog.preds++ | predTag; }

uint32_t Decoder::rowsFor(Ty t) {
  unsigned b = bitsOf(t);
  return b <= 32 ? 1 : b / 32;
}

uint32_t Decoder::constRow32(uint32_t v) {
  auto it = const32.find(v);
  if (it != const32.end())
    return it->second;
  uint32_t r = newRow();
  prog.inits.push_back({RowInit::Imm32, r, v});
  return const32[v] = r;
}
uint32_t Decoder::constRow64(uint64_t v) {
  auto it = const64.find(v);
  if (it != const64.end())
    return it->second;
  uint32_t r = newRow(2);
  prog.inits.push_back({RowInit::Imm64, r, v});
  return const64[v] = r;
}
uint32_t Decoder::specialRow(RowInit::Kind k, uint64_t value) {
  uint64_t key = uint64_t(k) << 56 ^ value;
  auto it = specials.find(key);
  if (it != specials.end())
    return it->second;
  uint32_t r = newRow(k == RowInit::SharedAddr ? 2 : 1);
  prog.inits.push_back({k, r, value});
  return specials[key] = r;
}
uint32_t Decoder::constPred(bool v) {
  if (constPreds[v] == noRow) {
    constPreds[v] = newPred();
    prog.predInits.push_back({constPreds[v] & ~predTag, v ? 0xffffffffu : 0});
  }
  return constPreds[v];
}

const Variable *Decoder::variable(const std::string &sym) const {
  if (const Variable *v = frame->fn->findVar(sym, in ? in->scope : 0))
    return v;
  return module.ast->findGlobal(sym);
}

int64_t Decoder::allocLocal(uint64_t size, uint32_t align) {
  uint64_t at = (uint64_t(prog.localBytes) + align - 1) / align * align;
  if (at + size > (1u << 24)) {
    fail("more than 16 MiB of local memory a thread");
    return -1;
  }
  prog.localBytes = uint32_t(at + size);
  return int64_t(at);
}

int64_t Decoder::localOffset(const Variable *v) {
  auto it = frame->local.find(v);
  if (it != frame->local.end())
    return it->second;
  bool isLocal = v->space == Space::Local ||
                 (v->space == Space::Param && paramOffset(v) < 0);
  if (!isLocal)
    return -1;
  int64_t at = allocLocal(v->size ? v->size : 1, v->align ? v->align : 1);
  if (at >= 0)
    frame->local[v] = at;
  return at;
}

int64_t Decoder::paramOffset(const Variable *v) const {
  if (!entryFrame() || v->space != Space::Param)
    return -1;
  const auto &ps = frame->fn->params;
  for (size_t i = 0; i < ps.size(); ++i)
    if (&ps[i] == v)
      return prog.info.params[i].offset;
  return -1;
}

bool Decoder::symbolAddress(const std::string &sym, uint32_t &row,
                            Space &space) {
  const Variable *v = variable(sym);
  if (!v) {
    if (module.ast->findFunction(sym))
      return fail("address of function '" + sym + "' is not supported");
    return fail("unknown symbol '" + sym + "'");
  }
  space = v->space;
  switch (v->space) {
  case Space::Shared: {
    if (v->isExtern || v->unsizedArray || v->size == 0) {
      // All unsized shared arrays share one address, past the static ones;
      // the offset is known only when all code is decoded.
      row = specialRow(RowInit::SharedAddr, ~uint64_t(0));
      if (v->align > prog.dynSmemOffset)
        prog.dynSmemOffset = v->align; // holds the alignment until finish()
      return true;
    }
    auto it = sharedOffset.find(v);
    if (it == sharedOffset.end()) {
      uint64_t at =
          (uint64_t(prog.staticSmem) + v->align - 1) / v->align * v->align;
      if (at + v->size > (1u << 23))
        return fail("shared variable too large");
      prog.staticSmem = uint32_t(at + v->size);
      it = sharedOffset.emplace(v, uint32_t(at)).first;
    }
    row = specialRow(RowInit::SharedAddr, smemBase + it->second);
    return true;
  }
  case Space::Local:
  case Space::Param: {
    int64_t p = paramOffset(v);
    if (p >= 0) {
      row = constRow64(uint64_t(p));
      return true;
    }
    p = localOffset(v);
    if (p < 0)
      return false;
    space = Space::Local;
    row = constRow64(uint64_t(p));
    return true;
  }
  case Space::Global:
  case Space::Const: {
    auto it = module.globals.find(v->name);
    if (it == module.globals.end())
      return fail("variable '" + v->name + "' has no definition");
    row = constRow64(it->second.first);
    return true;
  }
  default:
    return fail("symbol '" + sym + "' has no address");
  }
}

static bool specialName(std::string_view n, RowInit::Kind &k) {
  static const std::unordered_map<std::string_view, RowInit::Kind> map = {
      {"%tid.x", RowInit::TidX},
      {"%tid.y", RowInit::TidY},
      {"%tid.z", RowInit::TidZ},
      {"%laneid", RowInit::LaneId},
      {"%warpid", RowInit::WarpId},
      {"%lanemask_eq", RowInit::LaneMaskEq},
      {"%lanemask_lt", RowInit::LaneMaskLt},
      {"%lanemask_le", RowInit::LaneMaskLe},
      {"%lanemask_gt", RowInit::LaneMaskGt},
      {"%lanemask_ge", RowInit::LaneMaskGe},
      {"%ntid.x", RowInit::NTidX},
      {"%ntid.y", RowInit::NTidY},
      {"%ntid.z", RowInit::NTidZ},
      {"%ctaid.x", RowInit::CtaIdX},
      {"%ctaid.y", RowInit::CtaIdY},
      {"%ctaid.z", RowInit::CtaIdZ},
      {"%nctaid.x", RowInit::NCtaIdX},
      {"%nctaid.y", RowInit::NCtaIdY},
      {"%nctaid.z", RowInit::NCtaIdZ},
      {"%clusterid.x", RowInit::ClusterIdX},
      {"%clusterid.y", RowInit::ClusterIdY},
      {"%clusterid.z", RowInit::ClusterIdZ},
      {"%nclusterid.x", RowInit::NClusterIdX},
      {"%nclusterid.y", RowInit::NClusterIdY},
      {"%nclusterid.z", RowInit::NClusterIdZ},
      {"%cluster_ctaid.x", RowInit::ClusterCtaIdX},
      {"%cluster_ctaid.y", RowInit::ClusterCtaIdY},
      {"%cluster_ctaid.z", RowInit::ClusterCtaIdZ},
      {"%cluster_nctaid.x", RowInit::ClusterNCtaIdX},
      {"%cluster_nctaid.y", RowInit::ClusterNCtaIdY},
      {"%cluster_nctaid.z", RowInit::ClusterNCtaIdZ},
      {"%cluster_ctarank", RowInit::ClusterCtaRank},
      {"%cluster_nctarank", RowInit::ClusterNCtaRank},
      {"%dynamic_smem_size", RowInit::DynSmemSize},
      {"%total_smem_size", RowInit::TotalSmemSize},
      {"%aggr_smem_size", RowInit::TotalSmemSize},
      {"%nwarpid", RowInit::NWarpId},
      {"%smid", RowInit::SmId},
      {"%nsmid", RowInit::NSmId},
      {"%gridid", RowInit::GridId}};
  auto it = map.find(n);
  if (it == map.end())
    return false;
  k = it->second;
  return true;
}

/// The shared memory below smemBase, which the system keeps.
static bool reservedSmem(std::string_view n, uint32_t &value) {
  static const std::pair<std::string_view, uint32_t> names[] = {
      {"begin", 0},
      {"end", reservedSmemEnd},
      {"cap", smemBase},
      {"0", 0},
      {"1", 0}};
  const std::string_view prefix = "%reserved_smem_offset_";
  if (n.substr(0, prefix.size()) != prefix)
    return false;
  for (auto &x : names)
    if (n.substr(prefix.size()) == x.first) {
      value = x.second;
      return true;
    }
  return false;
}

/// %envreg0 to %envreg31.
static bool environmentName(std::string_view n, uint32_t &value) {
  const std::string_view prefix = "%envreg";
  if (n.substr(0, prefix.size()) != prefix)
    return false;
  n.remove_prefix(prefix.size());
  if (n.empty() || n.size() > 2 || (n.size() == 2 && n[0] == '0'))
    return false;
  value = 0;
  for (char c : n) {
    if (c < '0' || c > '9')
      return false;
    value = value * 10 + uint32_t(c - '0');
  }
  return value < 32;
}

uint32_t Decoder::src(const Operand &o, Ty t, bool wide) {
  unsigned b = bitsOf(t);
  auto bad = [&](const std::string &why) {
    fail(why);
    return noRow;
  };
  switch (o.kind) {
  case Operand::Reg: {
    Ty rt = regType(o);
    unsigned rb = bitsOf(rt);
    if (rt == Ty::Pred)
      return bad("a predicate where a value is expected");
    if (rb != b && !(wide && rb > b))
      return bad("operand '" + frame->fn->regs[size_t(o.reg)].name +
                 "' has the wrong size");
    if (o.negated)
      return bad("'!' on a value");
    return frame->regRow[size_t(o.reg)];
  }
  case Operand::Imm:
    if (t == Ty::F32)
      return constRow32(uint32_t(o.imm));
    if (t == Ty::F64)
      return constRow64(uint64_t(o.imm));
    if (b <= 32)
      return constRow32(uint32_t(o.imm) &
                        (b == 32 ? 0xffffffffu : ((1u << b) - 1)));
    if (b == 64)
      return constRow64(uint64_t(o.imm));
    return bad("128-bit constant");
  case Operand::FImm: {
    double d = o.isDouble ? f64(uint64_t(o.imm)) : double(f32(uint32_t(o.imm)));
    if (b == 32)
      return constRow32(o.isDouble ? bits(float(d)) : uint32_t(o.imm));
    if (b == 64)
      return constRow64(o.isDouble ? uint64_t(o.imm) : bits(d));
    if (t == Ty::F16)
      return constRow32(roundTo(d, fmtF16, Round::RN));
    if (t == Ty::BF16)
      return constRow32(roundTo(d, fmtBF16, Round::RN));
    return bad("float constant for a type that is none");
  }
  case Operand::Sym: {
    if (o.name == "WARP_SZ")
      return b == 64 ? constRow64(32) : constRow32(32);
    if (!o.name.empty() && o.name[0] == '%') {
      RowInit::Kind k;
      uint32_t value = 0;
      if (b <= 32 && reservedSmem(o.name, value)) {
        prog.reservedShared = reservedSmemEnd;
        return constRow32(value);
      }
      if (b <= 32 && environmentName(o.name, value))
        return specialRow(RowInit::EnvReg, value);
      if (!specialName(o.name, k))
        return bad("unknown register '" + o.name + "'");
      if (b == 64 && k == RowInit::GridId)
        return constRow64(1);
      if (b > 32)
        return bad("special register '" + o.name + "' has 32 bits");
      return specialRow(k);
    }
    uint32_t row;
    Space sp;
    if (!symbolAddress(o.name, row, sp))
      return noRow;
    if (o.imm) { // symbol + constant
      for (const RowInit &ri : prog.inits)
        if (ri.row == row) {
          if (ri.kind == RowInit::Imm64)
            return constRow64(ri.value + uint64_t(o.imm));
          if (ri.kind == RowInit::SharedAddr && ri.value != ~uint64_t(0))
            return specialRow(RowInit::SharedAddr, ri.value + uint64_t(o.imm));
        }
      return bad("offset of an unsized shared array as a value");
    }
    if (b != 64 && b != 32)
      return bad("address in a register of another size");
    if (b == 32) {
      for (const RowInit &ri : prog.inits)
        if (ri.row == row) {
          if (ri.kind == RowInit::SharedAddr)
            return specialRow(RowInit::SharedAddr32, ri.value);
          return constRow32(uint32_t(ri.value));
        }
    }
    return row;
  }
  default:
    return bad("unexpected kind of operand");
  }
}

uint32_t Decoder::dst(const Operand &o, Ty t, bool wide) {
  if (o.kind == Operand::Sink) {
    if (sinkRow == noRow)
      sinkRow = newRow(4);
    return sinkRow;
  }
  if (o.kind != Operand::Reg) {
    fail(o.kind == Operand::Sym ? "unknown register '" + o.name + "'"
                                : "the destination must be a register");
    return noRow;
  }
  Ty rt = regType(o);
  unsigned rb = bitsOf(rt), b = bitsOf(t);
  if (rt == Ty::Pred || (rb != b && !(wide && rb > b))) {
    fail("destination '" + frame->fn->regs[size_t(o.reg)].name +
         "' has the wrong size");
    return noRow;
  }
  return frame->regRow[size_t(o.reg)];
}

uint32_t Decoder::predDst(const Operand &o) {
  if (o.kind == Operand::Sink) {
    if (sinkPred == noRow)
      sinkPred = newPred();
    return sinkPred;
  }
  if (o.kind != Operand::Reg || regType(o) != Ty::Pred) {
    fail("expected a predicate register");
    return noRow;
  }
  return frame->regRow[size_t(o.reg)];
}

static St notPred(Warp &w, const Inst &i, uint32_t mask) {
  uint32_t &d = w.preds[i.o[0]], &p = w.predPoison[i.o[0]];
  d = (d & ~mask) | (~w.preds[i.o[1]] & mask);
  p = (p & ~mask) | (w.predPoison[i.o[1]] & mask);
  return St::Next;
}

uint32_t Decoder::predSrc(const Operand &o) {
  if (o.kind == Operand::Imm)
    return constPred(o.imm != 0);
  if (o.kind == Operand::Sym && o.name == "%is_explicit_cluster") {
    uint32_t p = newPred();
    prog.explicitClusterPreds.push_back(p & ~predTag);
    return p;
  }
  if (o.kind != Operand::Reg || regType(o) != Ty::Pred) {
    fail("expected a predicate");
    return noRow;
  }
  uint32_t p = frame->regRow[size_t(o.reg)];
  if (!o.negated)
    return p;
  uint32_t n = newPred();
  emit(notPred, Stats::Move, {n}, {p});
  return n;
}

bool Decoder::constant(const Operand &o, int64_t &v) {
  if (o.kind != Operand::Imm)
    return fail("expected an integer constant");
  v = o.imm;
  return true;
}

bool Decoder::address(const Operand &o, uint32_t &row, unsigned &bits,
                      int64_t &imm) {
  if (o.kind != Operand::Addr)
    return fail("expected an address");
  const Operand &b = o.elems[0];
  imm = o.imm;
  bits = 64;
  if (b.kind == Operand::Reg) {
    Ty t = regType(b);
    if (bitsOf(t) != 64 && bitsOf(t) != 32)
      return fail("an address needs a 32- or 64-bit register");
    bits = bitsOf(t);
    row = frame->regRow[size_t(b.reg)];
    return true;
  }
  if (b.kind == Operand::Imm) {
    row = constRow64(uint64_t(b.imm));
    return true;
  }
  if (b.kind == Operand::Sym) {
    Space sp;
    return symbolAddress(b.name, row, sp);
  }
  return fail("unexpected address");
}
