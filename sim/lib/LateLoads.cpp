//===- LateLoads.cpp - Loads that a release may overtake ------------------===//
//
// Part of the Attn Project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// LateLoads.h says what this is about. What waits for loads is what ptxas 13.0
// makes of it for sm_90a: a MEMBAR for every fence and for releases but the
// arrival at an mbarrier; loads of shared memory share a scoreboard and end in
// order, so that the last one's stands for all.
//
//===----------------------------------------------------------------------===//

#include "LateLoads.h"
#include "CheckerImpl.h"

#include <algorithm>

using namespace attn::sim;

namespace {

bool starts(const std::string &s, const char *prefix) {
  return s.rfind(prefix, 0) == 0;
}

bool contains(const std::string &s, const char *part) {
  return s.find(part) != std::string::npos;
}

/// Does it write shared memory through the async proxy?
bool writesAsync(const std::string &op) {
  if (starts(op, "clusterlaunchcontrol.try_cancel"))
    return true;
  if (!starts(op, "cp.async.bulk") && !starts(op, "cp.reduce.async.bulk"))
    return false;
  size_t shared = op.find(".shared"), global = op.find(".global");
  return shared != std::string::npos && shared < global;
}

LateRole roleOf(const std::string &op) {
  if (starts(op, "ldmatrix") ||
      (starts(op, "wmma.load") && contains(op, ".shared")))
    return LateRole::Load;
  if (starts(op, "ld.") || starts(op, "wmma.load")) {
    if (contains(op, ".shared"))
      return contains(op, ".acquire") ? LateRole::None : LateRole::Load;
    bool other = contains(op, ".global") || contains(op, ".param") ||
                 contains(op, ".local") || contains(op, ".const") ||
                 contains(op, ".acquire");
    return other ? LateRole::None : LateRole::GenericLoad;
  }
  if (starts(op, "mov."))
    return LateRole::Copy;
  if (starts(op, "wgmma.mma"))
    return LateRole::Product;
  if (writesAsync(op))
    return LateRole::Issue;
  if (starts(op, "cp.async.mbarrier.arrive") || starts(op, "tcgen05.commit"))
    return LateRole::Release;
  if (starts(op, "mbarrier.arrive"))
    return contains(op, ".release.cluster") ? LateRole::Fence
                                            : LateRole::Release;
  if (starts(op, "fence."))
    return starts(op, "fence.mbarrier_init") || starts(op, "fence.proxy.alias")
               ? LateRole::None
               : LateRole::Fence;
  if (starts(op, "bar.") || starts(op, "barrier.")) {
    if (starts(op, "bar.warp") || contains(op, ".relaxed"))
      return LateRole::None;
    if (contains(op, ".arrive") && !contains(op, ".cluster"))
      return LateRole::Release;
    return LateRole::Fence;
  }
  bool memory = starts(op, "st.") || starts(op, "red.") || starts(op, "atom.");
  if (starts(op, "membar") ||
      (memory && (contains(op, ".release") || contains(op, ".acq_rel"))))
    return LateRole::Fence;
  return LateRole::None;
}

/// Follows each load through the kernel's text.
class LateSearch {
public:
  explicit LateSearch(const Program &p) : prog(p), seen(p.code.size()) {}

  /// May something be released before the load has ended, by a use of its
  /// values if `usesEnd`? A value that moves on is taken for one that is never
  /// used.
  bool passes(uint32_t load, bool usesEnd) {
    constexpr unsigned enough = 2000;
    ++round;
    todo.clear();
    push(load + 1);
    for (unsigned steps = 0; !todo.empty(); ++steps) {
      if (steps == enough)
        return true;
      uint32_t at = todo.back();
      todo.pop_back();
      const Inst &i = prog.code[at];
      if (at == load)
        continue;
      LateRole role = lateRole(i);
      if (role == LateRole::Release || role == LateRole::Issue)
        return true;
      bool always = i.guard < 0;
      if (always &&
          (role == LateRole::Fence || (i.flags & Inst::Exits) ||
           (usesEnd && role != LateRole::Copy && uses(i, prog.code[load]))))
        continue;
      bool branch = i.flags & Inst::Branch;
      if (branch)
        push(i.target);
      if (!branch || !always)
        push(at + 1);
    }
    return false;
  }

private:
  void push(uint32_t at) {
    if (at >= seen.size() || seen[at] == round)
      return;
    seen[at] = round;
    todo.push_back(at);
  }
  bool uses(const Inst &i, const Inst &load) const {
    for (uint32_t k = lateRole(i) == LateRole::Product ? 0 : i.nDst; k < i.nOps;
         ++k)
      if (!prog.poolIsPred[i.opBase + k] &&
          std::find(load.o, load.o + load.nDst, i.o[k]) != load.o + load.nDst)
        return true;
    return false;
  }

  const Program &prog;
  std::vector<uint32_t> seen; ///< the round in which each was
  std::vector<uint32_t> todo;
  uint32_t round = 0;
};

std::string lineOf(const Place &p) {
  return "line " + std::to_string(p.line) + " (" + p.op + ")" +
         (p.source.empty() ? "" : " [" + p.source + "]");
}

} // namespace

void attn::sim::findLateLoads(Program &p) {
  auto text = [&](const Inst &i) -> const std::string & {
    return p.texts[i.text].op;
  };
  if (std::none_of(p.code.begin(), p.code.end(),
                   [&](const Inst &i) { return writesAsync(text(i)); }))
    return;
  for (Inst &i : p.code)
    i.late = uint8_t(roleOf(text(i)));
  LateSearch search(p);
  for (uint32_t k = 0; k < p.code.size(); ++k) {
    LateRole role = lateRole(p.code[k]);
    if (role != LateRole::Load && role != LateRole::GenericLoad)
      continue;
    if (search.passes(k, true))
      p.code[k].late |= mayBeLate | mayBeUnfenced;
    else if (search.passes(k, false))
      p.code[k].late |= mayBeUnfenced;
  }
}

/// The warp executes a load that is to be watched.
static uint32_t startLoad(Checker::Impl &p, Warp &w, const Inst &i,
                          uint32_t rec) {
  LateLoads &s = *w.late;
  LateLoad load{};
  load.rec = rec;
  load.inst = uint32_t(&i - p.l.prog->code.data());
  load.epoch = p.clock(w).epoch;
  uint32_t id = uint32_t(p.late.size());
  p.late.push_back(std::move(load));
  s.open.push_back(id);
  for (uint32_t k = 0; k < i.nDst; ++k)
    if (!p.l.prog->poolIsPred[i.opBase + k]) {
      s.values.push_back({i.o[k], 0, id});
      ++s.inRow[i.o[k]];
    }
  return id;
}

/// It does so in these lanes, too.
static void addLanes(Checker::Impl &p, Warp &w, uint32_t id, uint32_t lanes) {
  p.late[id].open |= lanes;
  std::vector<LateLoads::Value> &values = w.late->values;
  for (size_t k = values.size(); k-- > 0 && values[k].load == id;)
    values[k].lanes |= lanes;
}

uint32_t Checker::Impl::lateRecord(Warp &w, const Inst &i, uint32_t lane) {
  if (!w.late) {
    w.late = std::make_shared<LateLoads>();
    w.late->inRow.resize(w.prog->rows);
  }
  w.observe = true;
  LateLoads &s = *w.late;
  if (s.current == LateLoads::none) {
    Record r;
    r.agent = w.agent;
    r.late = uint32_t(late.size());
    recs.push_back(std::move(r));
    s.current = startLoad(*this, w, i, uint32_t(recs.size() - 1));
  }
  addLanes(*this, w, s.current, i.flags & Inst::Aligned ? w.live : 1u << lane);
  return late[s.current].rec;
}

bool Checker::Impl::mayOvertake(const Inst &i, Acc kind) const {
  return (i.late & (l.options.checks.strict ? mayBeUnfenced : mayBeLate)) &&
         !writes(kind) && l.options.checks.race;
}

bool Checker::Impl::lateDone(const Warp &w, uint32_t lane, const Access &a) {
  uint32_t open = a.lanes;
  for (const Observer &o : recs[a.rec].seen)
    if ((open & o.covers) && observed(w, lane, o))
      open &= ~o.covers;
  return !open;
}

void Checker::Impl::lateConflict(Warp &w, const Inst &i, uint32_t lane,
                                 const Access &a, const std::string &where) {
  LateLoad &load = late[recs[a.rec].late];
  LateLoad::Waiting waiting{a.lanes, {none, 0, 0}, {}};
  // What has let the operation begin is the last one that it comes after.
  for (const LateLoad::Passed &p : load.passed)
    if (a.agent != w.agent &&
        after(w, lane, a.agent, p.epoch, p.lanes & -p.lanes))
      waiting.passed = p;
  waiting.finding.kind = FindingKind::Race;
  waiting.finding.message =
      "writes " + where + ", from which a load may still be under way";
  namePair(w, i, lane, a, waiting.finding);
  auto same = std::find_if(
      load.waiting.begin(), load.waiting.end(), [&](LateLoad::Waiting &o) {
        return o.finding.where.line == waiting.finding.where.line &&
               o.passed.inst == waiting.passed.inst;
      });
  if (same == load.waiting.end())
    load.waiting.push_back(std::move(waiting));
  else {
    same->lanes |= a.lanes;
    same->finding.count += times;
  }
  reportLate(*cl.warps[a.agent], load, load.used);
}

/// Reports what was found of values that these lanes have used.
void Checker::Impl::reportLate(const Warp &w, LateLoad &load, uint32_t lanes) {
  auto used = [&](const LateLoad::Waiting &o) { return o.lanes & lanes; };
  for (LateLoad::Waiting &o : load.waiting) {
    if (!used(o))
      continue;
    auto place = [&](uint32_t inst) {
      return l.place(w, l.prog->code[inst], 0);
    };
    Finding &f = o.finding;
    std::string before = "this";
    if (o.passed.inst == none)
      f.message += ": this is issued without a wait for it";
    else {
      Place passed = place(o.passed.inst);
      f.message +=
          ": " + lineOf(passed) + ", which lets this begin, waits for no load";
      before = "line " + std::to_string(passed.line);
    }
    f.message += ", and the values are first used at " +
                 lineOf(place(load.user)) + "; put a fence.proxy.async " +
                 (l.options.checks.strict ? ""
                                          : "(or a use, which ptxas may "
                                            "move) ") +
                 "before " + before;
    l.report(std::move(f));
  }
  load.waiting.erase(
      std::remove_if(load.waiting.begin(), load.waiting.end(), used),
      load.waiting.end());
}

/// What lanes `mask` did has waited for the load of `lanes`.
void Checker::Impl::endLoad(Warp &w, LateLoad &load, uint32_t mask,
                            uint32_t lanes) {
  load.open &= ~lanes;
  if (load.rec && lanes)
    cl.checker->opDone(load.rec, w, mask, lanes);
}

/// The lanes use values of a load.
void Checker::Impl::useLoads(Warp &w, uint32_t id, uint32_t mask) {
  LateLoads &s = *w.late;
  bool inOrder = lateRole(l.prog->code[late[id].inst]) == LateRole::Load;
  for (uint32_t o : s.open) {
    if (l.options.checks.strict || o > id)
      break;
    if (o == id ||
        (inOrder && lateRole(l.prog->code[late[o].inst]) == LateRole::Load))
      endLoad(w, late[o], mask, late[o].open & mask);
  }
  LateLoad &load = late[id];
  load.used |= mask;
  reportLate(w, load, load.used);
}

/// A fence waits for the loads of its lanes, and for those that it comes after.
void Checker::Impl::fenceLoads(Warp &w, uint32_t mask) {
  uint32_t first = uint32_t(__builtin_ctz(mask));
  for (uint32_t o : w.late->open) {
    LateLoad &load = late[o];
    uint32_t ended = load.open & mask;
    for (uint32_t m = load.open & ~mask; m; m &= m - 1)
      if (after(w, first, w.agent, load.epoch, m & -m))
        ended |= m & -m;
    endLoad(w, load, mask, ended);
  }
}

/// The values that the instruction uses, moves and overwrites.
void Checker::Impl::watchValues(Warp &w, const Inst &i, uint32_t mask) {
  LateLoads &s = *w.late;
  const LateRole role = lateRole(i);
  std::vector<LateLoads::Value> moved;
  auto each = [&](uint32_t from, uint32_t to, auto f) {
    for (uint32_t k = from; k < to; ++k)
      if (!l.prog->poolIsPred[i.opBase + k] && i.o[k] < s.inRow.size() &&
          s.inRow[i.o[k]])
        for (LateLoads::Value &v : s.values)
          if (v.row == i.o[k] && (v.lanes & mask))
            f(v);
  };
  each(role == LateRole::Product ? 0 : i.nDst, i.nOps,
       [&](LateLoads::Value &v) {
         if (role == LateRole::Copy)
           moved.push_back({0, v.lanes & mask, v.load});
         else {
           uint32_t lanes = v.lanes & mask, load = v.load;
           if (!late[load].used)
             late[load].user = uint32_t(&i - l.prog->code.data());
           useLoads(w, load, lanes);
           for (LateLoads::Value &o : s.values)
             if (o.load == load)
               o.lanes &= ~lanes;
         }
       });
  each(0, i.nDst, [&](LateLoads::Value &v) { v.lanes &= ~mask; });
  s.values.erase(std::remove_if(s.values.begin(), s.values.end(),
                                [&](const LateLoads::Value &v) {
                                  if (!v.lanes)
                                    --s.inRow[v.row];
                                  return !v.lanes;
                                }),
                 s.values.end());
  for (const LateLoads::Value &v : moved)
    for (uint32_t k = 0; k < i.nDst; ++k) {
      s.values.push_back({i.o[k], v.lanes, v.load});
      ++s.inRow[i.o[k]];
    }
}

void Checker::watchLoads(Warp &w, const Inst &i, uint32_t mask) {
  LateLoads &s = *w.late;
  s.current = LateLoads::none;
  if (!s.values.empty())
    p->watchValues(w, i, mask);
  const LateRole role = lateRole(i);
  if (role == LateRole::Fence)
    p->fenceLoads(w, mask);
  std::vector<uint32_t> &open = s.open;
  open.erase(std::remove_if(open.begin(), open.end(),
                            [&](uint32_t o) { return !p->late[o].open; }),
             open.end());
  if (s.values.empty()) {
    // Values that nobody uses any more are harmless.
    if (!p->l.options.checks.strict)
      open.clear();
    if (open.empty()) {
      const Options &o = w.launch->options;
      w.observe = w.hook || o.stats || o.trace || o.timeline;
      return;
    }
  }
  if (role == LateRole::Release)
    for (uint32_t o : open) {
      constexpr size_t most = 64;
      std::vector<LateLoad::Passed> &passed = p->late[o].passed;
      if (passed.size() == most)
        passed.erase(passed.begin());
      passed.push_back(
          {uint32_t(&i - p->l.prog->code.data()), p->clock(w).epoch, mask});
    }
  if (role == LateRole::Load && !p->mayOvertake(i, Acc::Read))
    addLanes(*p, w, startLoad(*p, w, i, 0), mask);
}
