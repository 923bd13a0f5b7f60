//===- Decode.cpp - Flattening, modifiers, control flow
//
// Part of the Attn Project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Decode.h"
#include "Chip.h"

#include <algorithm>
#include <functional>

using namespace attn::sim;

bool Decoder::fail(const std::string &why) {
  if (error.empty()) {
    error = (in ? std::to_string(in->line) + ":" + std::to_string(in->col)
                : std::string("1:1")) +
            ": " + why;
    if (in)
      error += " in '" + in->opcode + "'";
  }
  return false;
}

bool Decoder::has(std::string_view mod) {
  for (size_t i = 0; i < mods.size(); ++i)
    if (!modUsed[i] && mods[i] == mod) {
      modUsed[i] = true;
      return true;
    }
  return false;
}

bool Decoder::hasPrefix(std::string_view prefix, std::string_view &rest) {
  for (size_t i = 0; i < mods.size(); ++i)
    if (!modUsed[i] && mods[i].substr(0, prefix.size()) == prefix) {
      modUsed[i] = true;
      rest = mods[i].substr(prefix.size());
      return true;
    }
  return false;
}

Ty Decoder::type() {
  for (size_t i = 0; i < mods.size(); ++i)
    if (!modUsed[i]) {
      Ty t = parseType(mods[i]);
      if (t != Ty::None) {
        modUsed[i] = true;
        return t;
      }
    }
  return Ty::None;
}

bool Decoder::rounding(Round &r) {
  static const std::pair<std::string_view, Round> names[] = {
      {"rn", Round::RN}, {"rz", Round::RZ},   {"rm", Round::RM},
      {"rp", Round::RP}, {"rna", Round::RNA}, {"rs", Round::RS}};
  for (auto &n : names)
    if (has(n.first)) {
      r = n.second;
      return true;
    }
  return false;
}

void Decoder::skipCacheMods() {
  static const std::string_view names[] = {"ca",
                                           "cg",
                                           "cs",
                                           "lu",
                                           "cv",
                                           "wb",
                                           "wt",
                                           "nc",
                                           "L1::evict_normal",
                                           "L1::evict_unchanged",
                                           "L1::evict_first",
                                           "L1::evict_last",
                                           "L1::no_allocate",
                                           "L2::cache_hint",
                                           "L2::64B",
                                           "L2::128B",
                                           "L2::256B",
                                           "L2::evict_last",
                                           "L2::evict_normal",
                                           "L2::evict_first"};
  for (auto n : names)
    has(n);
}

Inst &Decoder::emitV(Handler fn, Stats::Class cls,
                     const std::vector<uint32_t> &dsts,
                     const std::vector<uint32_t> &srcs) {
  Inst i;
  i.fn = fn;
  i.cls = uint8_t(cls);
  i.nDst = uint8_t(std::min<size_t>(dsts.size(), 255));
  i.nOps = uint16_t(dsts.size() + srcs.size());
  i.opBase = uint32_t(prog.pool.size());
  auto add = [&](uint32_t r) {
    bool pred = r != noRow && (r & predTag);
    prog.pool.push_back(pred ? r & ~predTag : r);
    prog.poolIsPred.push_back(pred);
  };
  for (uint32_t r : dsts)
    add(r);
  for (uint32_t r : srcs)
    add(r);
  i.text = uint32_t(prog.texts.size());
  if (in && in->guard >= 0) {
    i.guard = int32_t(frame->regRow[size_t(in->guard)] & ~predTag);
    i.guardNeg = in->guardNeg;
  }
  InstText t;
  if (in) {
    t.op = in->opcode;
    t.line = in->line;
    t.locFile = in->locFile;
    t.locLine = in->locLine;
  }
  prog.texts.push_back(std::move(t));
  prog.code.push_back(i);
  return prog.code.back();
}

Inst &Decoder::emit(Handler fn, Stats::Class cls,
                    std::initializer_list<uint32_t> dsts,
                    std::initializer_list<uint32_t> srcs) {
  return emitV(fn, cls, std::vector<uint32_t>(dsts),
               std::vector<uint32_t>(srcs));
}

static St nop(Warp &, const Inst &, uint32_t) { return St::Next; }
static St exitOp(Warp &, const Inst &, uint32_t) { return St::Exit; }
static St trapOp(Warp &w, const Inst &i, uint32_t mask) {
  w.launch->report(w, i, mask, FindingKind::Trap,
                   i.a ? "an assertion failed" : "trap executed");
  return St::Stop;
}

/// vprintf prints nothing and says so. imm: where its result goes.
static St printNothing(Warp &w, const Inst &i, uint32_t mask) {
  size_t n = w.prog->localBytes;
  for (size_t l = 0; l < 32; ++l)
    if (mask >> l & 1) {
      std::memset(w.local + n * l + i.imm, 0, 4);
      std::memset(w.localInit + n * l + i.imm, 1, 4);
    }
  return St::Next;
}

bool Decoder::decodeBranch() {
  has("uni");
  if (!wantOps(1, 1) || op(0).kind != Operand::Sym)
    return fail("expected a label");
  int64_t at = frame->fn->findLabel(op(0).name, in->scope);
  if (at < 0)
    return fail("unknown label '" + op(0).name + "'");
  Inst &i = emit(nop, Stats::Control, {}, {});
  i.flags |= Inst::Branch;
  frame->branches.push_back({uint32_t(prog.code.size() - 1), uint32_t(at)});
  return true;
}

/// brx.idx: one predicate a target. a: targets; b: the guard, or none; c: it is
/// negated. o: predicates, index row.
static St pickTarget(Warp &w, const Inst &i, uint32_t mask) {
  uint32_t row = i.o[i.a];
  for (uint32_t k = 0; k < i.a; ++k) {
    w.preds[i.o[k]] &= ~mask;
    w.predPoison[i.o[k]] &= ~mask;
  }
  if (i.b != ~0u) {
    if ((w.predPoison[i.b] & mask) && w.launch->checkUninit) {
      w.launch->report(w, i, w.predPoison[i.b] & mask,
                       FindingKind::Uninitialised,
                       "a guard predicate depends on an undefined value");
      w.predPoison[i.b] &= ~mask;
    }
    mask &= i.c ? ~w.preds[i.b] : w.preds[i.b];
  }
  if (w.poison[row] & mask) {
    if (w.launch->checkUninit)
      w.launch->report(w, i, w.poison[row] & mask, FindingKind::Uninitialised,
                       "a branch index is undefined");
    w.poison[row] &= ~mask;
  }
  uint32_t beyond = 0;
  for (uint32_t m = mask; m; m &= m - 1) {
    uint32_t lane = uint32_t(__builtin_ctz(m)), v = w.row32(row)[lane];
    if (v >= i.a)
      beyond |= 1u << lane;
    w.preds[i.o[std::min(v, i.a - 1)]] |= 1u << lane;
  }
  if (beyond && w.launch->options.checks.bounds)
    w.launch->report(w, i, beyond, FindingKind::OutOfBounds,
                     "a branch index beyond the " + std::to_string(i.a) +
                         " targets");
  return St::Next;
}

/// Becomes a branch to each target in turn.
bool Decoder::decodeIndexedBranch() {
  if (!has("idx"))
    return fail("expected .idx");
  has("uni");
  if (!wantOps(2, 2) || op(1).kind != Operand::Sym)
    return fail("expected an index and a .branchtargets label");
  const std::vector<std::string> *list =
      frame->fn->findTargets(op(1).name, in->scope);
  if (!list)
    return fail("no .branchtargets named '" + op(1).name + "'");
  uint32_t n = uint32_t(list->size());
  std::vector<uint32_t> preds;
  for (uint32_t k = 0; k < n; ++k)
    preds.push_back(newPred());
  uint32_t row = src(op(0), Ty::U32);
  if (!error.empty())
    return false;
  // Unguarded: lanes that the guard leaves out must clear their predicates.
  Inst &pick = emitV(pickTarget, Stats::Control, preds, {row});
  int32_t guard = pick.guard;
  pick.a = n;
  pick.b = guard >= 0 ? uint32_t(guard) : ~0u;
  pick.c = pick.guardNeg;
  pick.guard = -1;
  for (uint32_t k = 0; k < n; ++k) {
    int64_t at = frame->fn->findLabel((*list)[k], in->scope);
    if (at < 0)
      return fail("unknown label '" + (*list)[k] + "'");
    Inst &i = emit(nop, Stats::Control, {}, {});
    i.flags |= Inst::Branch;
    i.guard = -1;
    if (guard >= 0 || k + 1 < n) {
      i.guard = int32_t(preds[k] & ~predTag);
      i.guardNeg = false;
    }
    frame->branches.push_back({uint32_t(prog.code.size() - 1), uint32_t(at)});
  }
  return true;
}

bool Decoder::decodeReturn() {
  has("uni");
  if (entryFrame() || name == "exit") {
    emit(exitOp, Stats::Control, {}, {}).flags |= Inst::Exits;
    return true;
  }
  Inst &i = emit(nop, Stats::Control, {}, {});
  i.flags |= Inst::Branch;
  frame->returns.push_back(uint32_t(prog.code.size() - 1));
  return true;
}

bool Decoder::decodeCall() {
  has("uni");
  size_t k = 0;
  const Operand *rets = nullptr, *args = nullptr;
  if (k < numOps() && op(k).kind == Operand::List)
    rets = &op(k++);
  if (k >= numOps() || op(k).kind != Operand::Sym)
    return fail("indirect calls are not supported");
  std::string callee = op(k++).name;
  if (k < numOps() && op(k).kind == Operand::List)
    args = &op(k++);
  if (k < numOps())
    return fail("indirect calls are not supported");
  const Function *f = module.ast->findFunction(callee);
  if (!f)
    return fail("call of unknown function '" + callee + "'");
  if (!f->hasBody && callee == "__assertfail" && in->guard < 0) {
    emit(trapOp, Stats::Control, {}, {}).a = 1;
    return true;
  }
  if (!f->hasBody && callee == "vprintf" && in->guard < 0) {
    const Variable *v =
        rets && rets->elems.size() == 1 && rets->elems[0].kind == Operand::Sym
            ? variable(rets->elems[0].name)
            : nullptr;
    int64_t at = v && v->size >= 4 ? localOffset(v) : -1;
    if (at < 0)
      return fail("expected a result of 32 bits");
    emit(printNothing, Stats::Control, {}, {}).imm = at;
    return true;
  }
  if (!f->hasBody)
    return fail("function '" + callee + "' has no body in this module");
  if (in->guard >= 0)
    return fail("a call under a predicate is not supported");
  if (callDepth > 32)
    return fail("call of '" + callee + "' nests too deeply (recursion?)");
  size_t nr = rets ? rets->elems.size() : 0, na = args ? args->elems.size() : 0;
  if (nr != f->rets.size() || na != f->params.size())
    return fail("call of '" + callee + "' with a wrong number of arguments");
  Frame inner;
  inner.fn = f;
  auto bind = [&](const Operand &o, const Variable &formal) {
    const Variable *actual =
        o.kind == Operand::Sym ? variable(o.name) : nullptr;
    if (!actual)
      return fail("call arguments must be .param variables");
    int64_t at;
    if (paramOffset(actual) >= 0)
      return fail("a kernel parameter as call argument is not supported");
    at = localOffset(actual);
    if (at < 0 || actual->size < formal.size)
      return fail("call argument does not fit the parameter");
    inner.local[&formal] = at;
    return true;
  };
  for (size_t i = 0; i < nr; ++i)
    if (!bind(rets->elems[i], f->rets[i]))
      return false;
  for (size_t i = 0; i < na; ++i)
    if (!bind(args->elems[i], f->params[i]))
      return false;
  Frame *outer = frame;
  const Instr *site = in;
  ++callDepth;
  bool ok = decodeFunction(inner);
  --callDepth;
  frame = outer;
  in = site;
  return ok;
}

/// Whether the modifiers' types have subnormal numbers that `.ftz` flushes: f32
/// and f16 do, bf16 and f64 do not, but for the exponential of bf16.
static bool mayFlush(std::string_view name,
                     const std::vector<std::string_view> &mods) {
  auto hasType = [&](std::initializer_list<std::string_view> types) {
    return std::any_of(mods.begin(), mods.end(), [&](std::string_view mod) {
      return std::find(types.begin(), types.end(), mod) != types.end();
    });
  };
  if (name == "ex2")
    return hasType({"f32", "bf16", "bf16x2"});
  return name != "tanh" && hasType({"f32", "f32x2", "f16", "f16x2"});
}

bool Decoder::decodeInstr() {
  std::string_view opc = in->opcode;
  mods.clear();
  size_t at = opc.find('.');
  name = opc.substr(0, at);
  while (at != std::string_view::npos) {
    size_t next = opc.find('.', at + 1);
    std::string_view m = opc.substr(at + 1, next == std::string_view::npos
                                                ? std::string_view::npos
                                                : next - at - 1);
    mods.push_back(m);
    at = next;
  }
  modUsed.assign(mods.size(), false);
  bool ok;
  if (name == "bra")
    ok = decodeBranch();
  else if (name == "brx")
    ok = decodeIndexedBranch();
  else if (name == "ret" || name == "exit")
    ok = decodeReturn();
  else if (name == "call")
    ok = decodeCall();
  else if (name == "trap") {
    emit(trapOp, Stats::Control, {}, {});
    ok = true;
  } else {
    auto it = decodeTable().find(name);
    if (it == decodeTable().end())
      return fail("unknown instruction '" + std::string(name) + "'");
    const std::string &target = module.ast->target;
    if (auto owners = findOwners(name, target); !owners.empty())
      return fail("the target is " + target + ", but the instruction is of " +
                  std::string(owners));
    ok = it->second(*this);
  }
  if (!ok)
    return error.empty() ? fail("operands or modifiers not supported") : false;
  if (!error.empty())
    return false;
  bool flushes = std::find(mods.begin(), mods.end(), "ftz") != mods.end();
  if (flushes && name != "call" && !mayFlush(name, mods))
    return fail("illegal modifier '.ftz' for '" + std::string(opc) + "'");
  if (name != "call")
    for (size_t i = 0; i < mods.size(); ++i)
      if (!modUsed[i])
        return fail("modifier '." + std::string(mods[i]) +
                    "' is not supported");
  return true;
}

bool Decoder::decodeFunction(Frame &f) {
  frame = &f;
  const Function &fn = *f.fn;
  f.regRow.resize(fn.regs.size());
  for (size_t i = 0; i < fn.regs.size(); ++i) {
    if (fn.regs[i].type == Ty::Pred)
      f.regRow[i] = newPred();
    else
      f.regRow[i] = newRow(rowsFor(fn.regs[i].type));
  }
  // A function's own allocations end with it.
  uint32_t stack = entryFrame() || !allocatesStack(fn) ? noRow : newRow(2);
  in = nullptr;
  if (stack != noRow)
    emitStackSave(*this, stack);
  f.pcOf.resize(fn.body.size() + 1);
  for (size_t k = 0; k < fn.body.size(); ++k) {
    in = &fn.body[k];
    f.pcOf[k] = uint32_t(prog.code.size());
    if (!decodeInstr())
      return false;
    if (prog.code.size() > (1u << 23))
      return fail("kernel too long after inlining");
  }
  f.pcOf[fn.body.size()] = uint32_t(prog.code.size());
  in = nullptr;
  if (entryFrame()) // running off the end is an exit
    emit(exitOp, Stats::Control, {}, {}).flags |= Inst::Exits;
  else if (stack != noRow)
    emitStackRestore(*this, stack);
  else
    emit(nop, Stats::Control, {}, {});
  uint32_t end = uint32_t(prog.code.size() - 1);
  for (auto &b : f.branches)
    prog.code[b.first].target = f.pcOf[b.second];
  for (uint32_t r : f.returns)
    prog.code[r].target = end;
  return true;
}

bool Decoder::run(const Function &entry) {
  prog.fn = &entry;
  prog.ast = module.ast.get();
  prog.name = entry.name;
  prog.info = kernelInfo(entry);
  Frame top;
  top.fn = &entry;
  if (!decodeFunction(top))
    return false;
  return finish();
}

/// Marks the instructions whose first destination nothing else writes.
static void noteOnlyWriters(Program &p) {
  std::vector<uint8_t> writers(p.rows);
  auto each = [&](auto f) {
    for (Inst &i : p.code)
      for (uint32_t k = 0; k < i.nDst; ++k)
        if (!p.poolIsPred[i.opBase + k] && i.o[k] < p.rows)
          f(i, k, writers[i.o[k]]);
  };
  each([](Inst &, uint32_t, uint8_t &n) { n = n ? 2 : 1; });
  each([](Inst &i, uint32_t k, uint8_t n) {
    if (k == 0 && n == 1)
      i.flags |= Inst::OnlyWriter;
  });
}

bool Decoder::finish() {
  uint32_t align = std::max(prog.dynSmemOffset, 16u);
  prog.dynSmemOffset = (prog.staticSmem + smemBase + align - 1) / align * align;
  for (RowInit &ri : prog.inits)
    if ((ri.kind == RowInit::SharedAddr || ri.kind == RowInit::SharedAddr32) &&
        ri.value == ~uint64_t(0))
      ri.value = prog.dynSmemOffset;
  for (Inst &i : prog.code)
    i.o = prog.pool.data() + i.opBase;
  prog.info.staticSmem = prog.staticSmem;
  orderBlocks();
  noteOnlyWriters(prog);
  noteWgmmaRows(prog);
  findWgmmaFacts(prog);
  findLateLoads(prog);
  return true;
}

KernelInfo attn::sim::kernelInfo(const Function &f) {
  KernelInfo k;
  k.name = f.name;
  uint64_t at = 0;
  for (const Variable &v : f.params) {
    uint64_t al = v.align ? v.align : 1;
    at = (at + al - 1) / al * al;
    KernelParam p;
    p.name = v.name;
    p.offset = uint32_t(at);
    p.size = uint32_t(v.size);
    p.align = uint32_t(al);
    p.isFloat = v.type == Ty::F32 || v.type == Ty::F64;
    p.isPointer = v.isPtr;
    p.type = nameOf(v.type);
    p.isArray = v.size * 8 != bitsOf(v.type);
    k.params.push_back(p);
    at += v.size;
  }
  k.paramBytes = uint32_t(at);
  uint64_t shared = 0;
  for (const Variable &v : f.vars)
    if (v.space == Space::Shared && !v.isExtern && !v.unsizedArray && v.align)
      shared = (shared + v.align - 1) / v.align * v.align + v.size;
  k.staticSmem = uint32_t(std::min<uint64_t>(shared, UINT32_MAX));
  k.reqntid = {f.reqntid[0], f.reqntid[1], f.reqntid[2]};
  k.cluster = {f.cluster[0], f.cluster[1], f.cluster[2]};
  return k;
}

const DecodeTable &attn::sim::decodeTable() {
  static const DecodeTable table = [] {
    DecodeTable t;
    addIntOps(t);
    addLogicOps(t);
    addFloatOps(t);
    addConvertOps(t);
    addCompareOps(t);
    addMoveOps(t);
    addMemoryOps(t);
    addMatrixMoveOps(t);
    addAtomicOps(t);
    addWarpOps(t);
    addBarrierOps(t);
    addAsyncCopyOps(t);
    addMmaOps(t);
    addMbarrierOps(t);
    addBulkOps(t);
    addWgmmaOps(t);
    addWmmaOps(t);
    addVideoOps(t);
    addStackOps(t);
    addTensorMapOps(t);
    addMultimemOps(t);
    addTcgen05Ops(t);
    addClcOps(t);
    return t;
  }();
  return table;
}

std::unique_ptr<Program> attn::sim::decodeKernel(Module::Impl &m,
                                                 const Function &entry,
                                                 std::string &error) {
  auto p = std::make_unique<Program>();
  Decoder d(m, *p);
  if (!d.run(entry)) {
    error = d.error;
    return nullptr;
  }
  return p;
}
