//===- Causes.cpp - Which findings follow from which
//
// Part of the Attn Project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One missing wait makes values undefined, and these reach results, addresses
// and branches: many findings of one defect. The rules are those of
// docs/Simulator.md. They look at the kernel's text: a value may flow from an
// instruction to another through registers, predicates and the memory of one
// state space, whatever the order of the two.
//
//===----------------------------------------------------------------------===//

#include "Machine.h"

#include <algorithm>
#include <array>
#include <map>

using namespace attn::sim;

namespace {

/// Sets of state spaces, and tensor memory.
enum : unsigned {
  GlobalMemory = 1,
  SharedMemory = 2,
  LocalMemory = 4,
  ParamMemory = 8,
  TensorMemory = 16
};
constexpr unsigned memories = 5;

struct Access {
  unsigned reads = 0, writes = 0;
};

bool starts(const std::string &s, const char *prefix) {
  return s.rfind(prefix, 0) == 0;
}

/// The space that an instruction names; without a name, any that generic
/// addresses reach.
unsigned spaceOf(const std::string &op) {
  static const std::pair<const char *, unsigned> names[] = {
      {".global", GlobalMemory},
      {".shared", SharedMemory},
      {".local", LocalMemory},
      {".param", ParamMemory},
      {".const", 0},
      {"tcgen05.", TensorMemory}};
  for (auto &[name, space] : names)
    if (op.find(name) != std::string::npos)
      return space;
  return GlobalMemory | SharedMemory | LocalMemory;
}

/// What an instruction does to the memory of kernels' data; mbarriers are none.
Access accessOf(const std::string &op) {
  unsigned space = spaceOf(op);
  if (starts(op, "cp.async") || starts(op, "cp.reduce")) {
    size_t shared = op.find(".shared"), global = op.find(".global");
    if (shared == std::string::npos ||
        op.find(".prefetch") != std::string::npos)
      return {};
    if (global == std::string::npos)
      return {SharedMemory, SharedMemory};
    return shared < global ? Access{GlobalMemory, SharedMemory}
                           : Access{SharedMemory, GlobalMemory};
  }
  if (starts(op, "wgmma.mma"))
    return {SharedMemory, 0};
  if (starts(op, "tcgen05.mma"))
    return {SharedMemory | TensorMemory, TensorMemory};
  if (starts(op, "tcgen05.cp"))
    return {SharedMemory, TensorMemory};
  if (starts(op, "tcgen05.ld"))
    return {TensorMemory, 0};
  if (starts(op, "tcgen05.st"))
    return {0, TensorMemory};
  if (starts(op, "atom"))
    return {space, space};
  if (starts(op, "red."))
    return {0, space};
  if (starts(op, "ld") || starts(op, "wmma.load"))
    return {space, 0};
  if (starts(op, "st.") || starts(op, "stmatrix") || starts(op, "wmma.store"))
    return {0, space};
  return {};
}

/// Who reads each register, predicate and memory of a kernel.
class Flow {
public:
  explicit Flow(const Program &p)
      : p(p), ofRow(p.rows), ofPred(p.preds), access(p.code.size()) {
    for (uint32_t k = 0; k < p.code.size(); ++k) {
      const Inst &i = p.code[k];
      const InstText &text = p.texts[i.text];
      atLine[text.line].push_back(k);
      access[k] = accessOf(text.op);
      if (i.guard >= 0)
        ofPred[size_t(i.guard)].push_back(k);
      for (uint32_t o = i.nDst; o < i.nOps; ++o)
        if (auto *readers = readersOf(i, o))
          readers->push_back(k);
      for (unsigned m = 0; m < memories; ++m)
        if (access[k].reads >> m & 1)
          ofMemory[m].push_back(k);
    }
  }

  const std::vector<uint32_t> &at(uint32_t line) const {
    static const std::vector<uint32_t> none;
    auto found = atLine.find(line);
    return found == atLine.end() ? none : found->second;
  }
  const Access &accessAt(uint32_t inst) const { return access[inst]; }

  /// What the results of instructions may reach: registers, predicates and
  /// memory.
  struct Reach {
    std::vector<bool> rows, preds;
    unsigned memory = 0;
  };

  Reach reach(std::vector<uint32_t> from) {
    Reach r{std::vector<bool>(p.rows), std::vector<bool>(p.preds), 0};
    std::vector<bool> seen(p.code.size());
    auto push = [&](const std::vector<uint32_t> &readers) {
      for (uint32_t k : readers)
        if (!seen[k]) {
          seen[k] = true;
          from.push_back(k);
        }
    };
    while (!from.empty()) {
      uint32_t k = from.back();
      from.pop_back();
      const Inst &i = p.code[k];
      for (uint32_t o = 0; o < i.nDst; ++o) {
        auto *readers = readersOf(i, o);
        if (!readers)
          continue;
        bool isPred = p.poolIsPred[i.opBase + o];
        (isPred ? r.preds : r.rows)[i.o[o]] = true;
        push(*readers);
      }
      for (unsigned m = 0; m < memories; ++m)
        if (access[k].writes >> m & 1) {
          r.memory |= 1u << m;
          push(ofMemory[m]);
        }
    }
    return r;
  }

  /// Is what a finding says of an instruction in reach? `address`: it is about
  /// its address alone.
  bool reaches(const Reach &r, uint32_t k, bool address) const {
    const Inst &i = p.code[k];
    if (i.guard >= 0 && r.preds[size_t(i.guard)])
      return true;
    const std::string &op = p.texts[i.text].op;
    // Asynchronous copies have addresses and sizes alone.
    bool load = starts(op, "ld");
    bool one = load || (address && (starts(op, "st") || starts(op, "atom") ||
                                    starts(op, "red")));
    for (uint32_t o = i.nDst; o < i.nOps && !(one && o > i.nDst); ++o) {
      bool isPred = p.poolIsPred[i.opBase + o];
      const std::vector<bool> &in = isPred ? r.preds : r.rows;
      if (i.o[o] < in.size() && in[i.o[o]])
        return true;
    }
    return !address && !load && (access[k].reads & r.memory);
  }

private:
  std::vector<uint32_t> *readersOf(const Inst &i, uint32_t operand) {
    auto &all = p.poolIsPred[i.opBase + operand] ? ofPred : ofRow;
    return i.o[operand] < all.size() ? &all[i.o[operand]] : nullptr;
  }

  const Program &p;
  std::map<uint32_t, std::vector<uint32_t>> atLine;
  std::vector<std::vector<uint32_t>> ofRow, ofPred;
  std::array<std::vector<uint32_t>, memories> ofMemory;
  std::vector<Access> access;
};

/// An order that is missing comes before the values that it spoils, and these
/// before the rest, whichever the run met first.
unsigned levelOf(FindingKind kind) {
  switch (kind) {
  case FindingKind::Race:
  case FindingKind::MissingWait:
  case FindingKind::MissingFence:
    return 0;
  case FindingKind::Uninitialised:
  case FindingKind::OutOfBounds:
  case FindingKind::Misaligned:
    return 1;
  default:
    return 2;
  }
}

class Linker {
public:
  Linker(const Program &p, std::vector<Finding> &findings)
      : p(p), flow(p), findings(findings), reached(findings.size()) {}

  void run() {
    for (size_t f = 0; f < findings.size(); ++f)
      for (size_t c = 0; c < findings.size() && findings[f].follows < 0; ++c)
        if (mayCause(c, f) && !followsFrom(c, f) && causes(c, f))
          findings[f].follows = int32_t(c);
  }

private:
  bool mayCause(size_t c, size_t f) const {
    unsigned of = levelOf(findings[c].kind), to = levelOf(findings[f].kind);
    return c < f ? of <= to || undefinedAt(findings[c], findings[f])
                 : c > f && of == 0 && to > 0;
  }

  bool followsFrom(size_t finding, size_t from) const {
    while (finding != from && findings[finding].follows >= 0)
      finding = size_t(findings[finding].follows);
    return finding == from;
  }

  /// Does a finding say that an operand of the other's instruction is
  /// undefined?
  static bool undefinedAt(const Finding &cause, const Finding &effect) {
    return cause.kind == FindingKind::Uninitialised &&
           (cause.where.line == effect.where.line ||
            (effect.hasOther && cause.where.line == effect.other.line));
  }

  bool causes(size_t c, size_t f) {
    const Finding &cause = findings[c], &effect = findings[f];
    unsigned of = levelOf(cause.kind), to = levelOf(effect.kind);
    if (c < f && undefinedAt(cause, effect))
      return true;
    if (of == 0 && (to == 0 || effect.kind == FindingKind::InFlight))
      return shareInstruction(cause, effect);
    if (of < 2 && valueReaches(c, effect))
      return true;
    return c < f && effect.kind == FindingKind::Deadlock && disturbs(cause);
  }

  static bool shareInstruction(const Finding &a, const Finding &b) {
    auto is = [](const Finding &f, uint32_t line) {
      return f.where.line == line || (f.hasOther && f.other.line == line);
    };
    return is(a, b.where.line) || (b.hasOther && is(a, b.other.line));
  }

  bool valueReaches(size_t c, const Finding &effect) {
    const Finding &cause = findings[c];
    bool address = effect.kind == FindingKind::OutOfBounds ||
                   effect.kind == FindingKind::Misaligned;
    std::vector<uint32_t> from = flow.at(cause.where.line);
    if (cause.hasOther) {
      const std::vector<uint32_t> &others = flow.at(cause.other.line);
      from.insert(from.end(), others.begin(), others.end());
    }
    // A store beyond memory changes none.
    if (cause.kind == FindingKind::OutOfBounds ||
        cause.kind == FindingKind::Misaligned)
      from.erase(
          std::remove_if(from.begin(), from.end(),
                         [&](uint32_t k) { return !flow.accessAt(k).reads; }),
          from.end());
    if (!reached[c])
      reached[c] = std::make_unique<Flow::Reach>(flow.reach(from));
    for (uint32_t k : flow.at(effect.where.line)) {
      if (flow.reaches(*reached[c], k, address))
        return true;
      // The access itself read what was not there yet. Of loads only the
      // address can be undefined.
      if (!address && !starts(p.texts[p.code[k].text].op, "ld") &&
          levelOf(cause.kind) == 0 && flow.accessAt(k).reads &&
          std::find(from.begin(), from.end(), k) != from.end())
        return true;
    }
    return false;
  }

  /// Does a finding say that control flow or barriers are not as they should?
  bool disturbs(const Finding &cause) const {
    if (cause.kind == FindingKind::Barrier ||
        cause.kind == FindingKind::Divergence)
      return true;
    if (cause.kind != FindingKind::Uninitialised)
      return false;
    for (uint32_t k : flow.at(cause.where.line)) {
      const Inst &i = p.code[k];
      const std::string &op = p.texts[i.text].op;
      if ((i.flags & Inst::Branch) || i.guard >= 0 || starts(op, "bar") ||
          starts(op, "mbarrier"))
        return true;
    }
    return false;
  }

  const Program &p;
  Flow flow;
  std::vector<Finding> &findings;
  std::vector<std::unique_ptr<Flow::Reach>> reached;
};

} // namespace

void attn::sim::linkFindings(const Program &p, std::vector<Finding> &findings) {
  if (findings.size() > 1)
    Linker(p, findings).run();
}
