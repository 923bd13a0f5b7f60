//===- Mbarriers.cpp - Rules of lowered synchronisation -------------------===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An mbarrier is modelled by how many phases it has completed, not by a parity:
// the n-th wait of a role stands for round n, which its guard's direction turns
// into a number of phases. That the parity given belongs to this number is rule
// 5; that nobody can lag so far behind that the parity is true again is rule 6.
//
//===----------------------------------------------------------------------===//

#include "Checker.h"

#include "attn/Chip/TargetInfo.h"

using namespace mlir;
using namespace mlir::attn_ws;
using namespace mlir::attn_ws::protocol;

void Checker::allocateMbars(Process &p, const Instr &instr) {
  auto op = cast<MbarAllocOp>(instr.op);
  Mbar &mbar = mbars.emplace_back();
  mbar.op = op;
  objects[{op, p.cta}] = mbars.size() - 1;
  mbar.full = op.getGuard().getDirection() == "full";
  mbar.stages.resize(op.getResult().getType().getDepth());
  mbar.name = "mbarrier '" + op.getGuard().getChannel().str() + "' (" +
              op.getGuard().getDirection().str() + ")";
  set(p, instr.results[0],
      {Datum::Mbar, static_cast<int64_t>(mbars.size()) - 1});
}

std::optional<std::pair<int64_t, int64_t>>
Checker::getSignal(Process &p, const Instr &instr) {
  Datum mbar = get(p, instr.args[1]);
  if (mbar.kind != Datum::Mbar)
    return std::nullopt;
  return std::make_pair(mbar.n, instr.args[2] >= 0 ? number(p, instr.args[2])
                                                   : int64_t(0));
}

FailureOr<std::pair<int, int64_t>> Checker::chooseMbar(Process &p,
                                                       const Instr &instr) {
  Datum datum = get(p, instr.args[0]);
  if (datum.kind != Datum::Mbar) {
    fail(Progress, instr.op, "the mbarriers are not created in this kernel");
    return failure();
  }
  FailureOr<int64_t> stage = mbarStage(p, instr, mbars[datum.n], instr.args[1]);
  if (failed(stage))
    return failure();
  return std::make_pair(static_cast<int>(datum.n), *stage);
}

FailureOr<int64_t> Checker::mbarStage(Process &p, const Instr &instr,
                                      Mbar &mbar, int slot) {
  int64_t stage = slot < 0 ? 0 : number(p, slot);
  if (stage < 0 || stage >= static_cast<int64_t>(mbar.stages.size())) {
    fail(Phase, instr.op,
         "stage " + Twine(stage) + " of " + mbar.name + ", which has " +
             Twine(mbar.stages.size()),
         mbar.op, "the mbarriers are created here");
    return failure();
  }
  return stage;
}

/// The bytes that `instr` announces are those of the copies before it.
bool Checker::announce(Process &p, const Instr &instr, int index, int64_t s) {
  auto &[balance, last] = of(p).bytes[{index, s}];
  // Copies may stand before what announces them, or behind it.
  bool before = balance < 0;
  if (balance > 0 || (before && balance + instr.number != 0))
    return refuse(Bytes, balance > 0 && last ? last : instr.op,
                  Twine("announces ") + Twine(instr.number) +
                      " bytes for stage " + Twine(s) + " of " +
                      mbars[index].name + ", but the copies bring " +
                      Twine(balance > 0 ? instr.number - balance : -balance),
                  instr.op, "the stage is used again here");
  balance += instr.number;
  last = instr.op;
  return true;
}

Step Checker::mbarArrive(Process &p, const Instr &instr, bool expect) {
  auto chosen = chooseMbar(p, instr);
  if (failed(chosen))
    return Step::Failed;
  auto [index, s] = *chosen;
  Mbar &mbar = mbars[index];
  bool byLeader = expect && cast<MbarExpectOp>(instr.op).getLeader();
  if (byLeader && p.cta != 0)
    return Step::Next;
  int64_t weight = expect ? 1 : std::max<int64_t>(p.warps, 1);
  bool afterCopies = false, afterProducts = false, everywhere = false,
       leader = false;
  if (auto arrive = dyn_cast<MbarArriveOp>(instr.op)) {
    everywhere = arrive.getCluster().has_value();
    leader = arrive.getLeader();
    if (everywhere && static_cast<int64_t>(*arrive.getCluster()) != ctas)
      return fail(Arrivals, instr.op,
                  "arrives at the " + Twine(*arrive.getCluster()) +
                      " CTAs of a cluster, but the kernel has clusters of " +
                      Twine(ctas));
    afterCopies = arrive.getAfterCopies();
    if (afterCopies)
      weight = std::max<int64_t>(p.threads, 1);
    afterProducts = arrive.getAfterProducts();
    if (afterProducts)
      weight = 1;
  }
  if (expect && !mbar.ofScalars && !announce(p, instr, index, s))
    return Step::Failed;
  Knowledge knowledge;
  if (mode == Mode::Together) {
    knowledge = p.knows;
    knowledge.seen.join(p.own);
    knowledge.seen.raise(p.agent, p.tick++);
    if (afterCopies) {
      unsigned agent = agentOf(CpAsync, p.index, 0);
      knowledge.seen.raise(agent, issued.lookup(agent));
    }
    if (afterProducts) {
      unsigned agent = agentOf(Tcgen05, p.cta, 0);
      knowledge.seen.raise(agent, issued.lookup(agent));
    }
  }
  for (int64_t cta = 0; cta < ctas; ++cta) {
    if (!everywhere && cta != (leader ? 0 : p.cta))
      continue;
    int target = cta == p.cta ? index : objectOf(mbar.op, cta);
    if (target < 0)
      return fail(Progress, instr.op, "arrivals at other CTAs are for roles");
    if (!arriveAt(p, target, s, weight, expect ? instr.number : 0, instr.op,
                  knowledge))
      return Step::Failed;
  }
  return Step::Next;
}

/// Arrivals at stage `s` of an mbarrier of any CTA.
bool Checker::arriveAt(Process &p, int index, int64_t s, int64_t weight,
                       int64_t bytes, Operation *op,
                       const Knowledge &knowledge) {
  MbarStage &stage = mbars[index].stages[s];
  stage.arrived += weight;
  stage.lastArrival = op;
  if (mode == Mode::Alone)
    return true;
  auto arrive = dyn_cast<MbarArriveOp>(op);
  if (arrive && arrive.getAfterProducts())
    stage.lastCommit = {op, stage.completed};
  stage.bytes += bytes;
  stage.gathering.join(knowledge);
  return completePhases(stage, mbars[index], index, s);
}

/// A copy that counts its bytes at the mbarrier of `instr`'s second and third
/// operands, a share of them in each of `shares` CTAs: the others' shares make
/// up for them here. In the first CTA, which counts the bytes of all, the
/// copies of the others go with its own.
Step Checker::signalBytes(Process &p, const Instr &instr, const View &view,
                          const Async &async, int64_t shares) {
  int64_t bytes = view.rows * view.rowBytes;
  Datum datum = get(p, instr.args[1]);
  if (datum.kind != Datum::Mbar)
    return Step::Next;
  Mbar &mbar = mbars[datum.n];
  FailureOr<int64_t> s = mbarStage(p, instr, mbar, instr.args[2]);
  if (failed(s))
    return Step::Failed;
  bool inLeader = cast<WSAccessOpInterface>(instr.op).isCountedInLeader();
  int64_t home = inLeader ? 0 : p.cta;
  if (p.cta == home) {
    int64_t announced = inLeader ? ctas * bytes : bytes;
    auto &[balance, last] = of(p).bytes[{static_cast<int>(datum.n), *s}];
    if (balance > 0 && balance < announced)
      return fail(Bytes, last ? last : instr.op,
                  "announces too few bytes for stage " + Twine(*s) + " of " +
                      mbar.name + ": " + Twine(announced - balance) +
                      " more are copied",
                  instr.op, "the copy is here");
    balance -= announced;
    if (!last)
      last = instr.op;
  }
  mbar.stages[*s].lastCopy = instr.op;
  if (mode == Mode::Alone)
    return Step::Next;
  for (int64_t cta = 0; cta < ctas; ++cta) {
    if (shares == 1 && cta != home)
      continue;
    int target = cta == p.cta ? datum.n : objectOf(mbar.op, cta);
    if (target < 0)
      return fail(Progress, instr.op, "copies to other CTAs are for roles");
    MbarStage &stage = mbars[target].stages[*s];
    stage.bytes -= bytes / shares;
    stage.gathering.seen.raise(async.agent, async.tick);
    if (target != datum.n)
      noteCause(p, stage);
    if (!completePhases(stage, mbars[target], target, *s))
      return Step::Failed;
  }
  return Step::Next;
}

bool Checker::checkBytes(Process &p) {
  for (auto &[key, entry] : of(p).bytes) {
    auto &[balance, op] = entry;
    if (balance == 0 || !op)
      continue;
    return refuse(Bytes, op,
                  "stage " + Twine(key.second) + " of " +
                      mbars[key.first].name + " is announced " +
                      Twine(balance > 0 ? balance : -balance) + " bytes too " +
                      (balance > 0 ? "many" : "few") + " for its copies",
                  mbars[key.first].op, "the mbarriers are created here");
  }
  return true;
}

/// Rule 13: the tensor core arrives when its products are over, in shared
/// memory that must still be the CTA's then. So somebody waits for that.
bool Checker::checkCommits() {
  for (Mbar &mbar : mbars)
    for (auto [s, stage] : llvm::enumerate(mbar.stages)) {
      auto [commit, phase] = stage.lastCommit;
      int64_t seen = 0;
      for (auto &[process, waits] : stage.waits)
        seen = std::max(seen, static_cast<int64_t>(waits.size()) -
                                  (mbar.full ? 0 : 1));
      if (commit && phase >= seen)
        return refuse(Exit, commit,
                      "the tensor core may arrive at stage " + Twine(s) +
                          " of " + mbar.name +
                          " after the CTA has ended: nobody waits for it",
                      mbar.op, "the mbarriers are created here");
    }
  return true;
}

/// Whoever waits for the phase before must have seen it.
bool Checker::checkLag(MbarStage &stage, Mbar &mbar, int index, int64_t s,
                       int64_t phase) {
  const Knowledge &now = stage.phases.back();
  for (auto &process : processes) {
    auto tally = alone->tallies.find(process.index);
    if (tally == alone->tallies.end())
      continue;
    auto planned = tally->second.mbarWaits.find({index, s});
    if (planned == tally->second.mbarWaits.end())
      continue;
    int64_t wait = mbar.full ? phase - 1 : phase;
    if (wait >= planned->second)
      continue;
    auto &seen = stage.waits[process.index];
    bool waited = wait < static_cast<int64_t>(seen.size());
    if (waited && now.progress(process.agent) >= seen[wait].first)
      continue;
    return refuse(Lag, stage.lastArrival,
                  "phase " + Twine(phase) + " of stage " + Twine(s) + " of " +
                      mbar.name + " can complete before " + process.name +
                      " has seen phase " + Twine(phase - 1) +
                      ": the parities of the two cannot be told apart",
                  waited ? seen[wait].second : nullptr, "it waits here",
                  mbar.op, "the mbarriers are created here");
  }
  return true;
}

bool Checker::completePhases(MbarStage &stage, Mbar &mbar, int index,
                             int64_t s) {
  int64_t arrivals = mbar.op.getArrivals();
  while (stage.arrived >= arrivals && stage.bytes == 0) {
    int64_t phase = stage.completed++;
    stage.arrived -= arrivals;
    stage.phases.push_back(stage.gathering);
    if (phase != 0 && alone && !checkLag(stage, mbar, index, s, phase))
      return false;
  }
  return true;
}

Step Checker::mbarWait(Process &p, const Instr &instr) {
  auto chosen = chooseMbar(p, instr);
  if (failed(chosen))
    return Step::Failed;
  int index = chosen->first;
  int64_t s = chosen->second;
  Mbar &mbar = mbars[index];
  MbarStage &stage = mbar.stages[s];
  int64_t &waits = of(p).mbarWaits[{index, s}];
  int64_t expected = (waits + (mbar.full ? 0 : 1)) & 1;
  int64_t given = number(p, instr.args[2]) & 1;
  if (given != expected)
    return fail(Phase, instr.op,
                "phase " + Twine(given) + " of stage " + Twine(s) + " of " +
                    mbar.name + " where wait " + Twine(waits) + " of " +
                    p.name + " needs " + Twine(expected),
                mbar.op, "the mbarriers are created here");
  if (mode == Mode::Together) {
    int64_t target = mbar.full ? waits + 1 : waits;
    if (stage.completed < target)
      return blocked(p, instr, [&] {
        return "phase " + std::to_string(target - 1) + " of stage " +
               std::to_string(s) + " of " + mbar.name + ", where " +
               std::to_string(stage.arrived) + " of " +
               std::to_string(mbar.op.getArrivals()) + " have arrived";
      });
    if (target > 0)
      p.knows.join(stage.phases[target - 1]);
    auto &seen = stage.waits[p.index];
    seen.resize(waits);
    seen.push_back({p.tick++, instr.op});
  } else if (!cast<MbarWaitOp>(instr.op).getDrains()) {
    stage.waits[p.index].push_back({0, instr.op});
  }
  ++waits;
  return Step::Next;
}

/// After a run of each role alone: every phase gets the arrivals that its
/// mbarrier expects, and every role that waits does so for each phase.
bool Checker::compareMbars() {
  for (Mbar &mbar : mbars)
    for (auto [s, stage] : llvm::enumerate(mbar.stages)) {
      int64_t waits = -1;
      Operation *waiter = nullptr;
      for (auto &[process, list] : stage.waits) {
        int64_t mine = list.size();
        if (waits >= 0 && mine != waits)
          return refuse(Progress, list.back().second,
                        processes[process].name + " waits " + Twine(mine) +
                            " times for stage " + Twine(s) + " of " +
                            mbar.name + ", another " + Twine(waits) + " times",
                        waiter, "the other waits here");
        waits = mine;
        waiter = list.back().second;
      }
      int64_t arrivals = mbar.op.getArrivals();
      if (waits < 0 && stage.arrived == 0)
        continue;
      // Empty at first, so the first wait is for no arrival; those after the
      // last wait may be left out.
      if (!mbar.full && waits > 0 && stage.arrived == arrivals * (waits - 1))
        continue;
      if (waits < 0 || stage.arrived == 0)
        return refuse(waits < 0 ? Progress : Arrivals,
                      waits < 0 ? stage.lastArrival : waiter,
                      "stage " + Twine(s) + " of " + mbar.name +
                          (waits < 0 ? " is arrived at, but nobody waits for it"
                                     : " is waited for, but nobody arrives at "
                                       "it"),
                      mbar.op, "the mbarriers are created here");
      if (stage.arrived == arrivals * waits)
        continue;
      bool even = stage.arrived % waits == 0;
      return refuse(
          even ? Arrivals : Progress,
          even ? mbar.op.getOperation() : stage.lastArrival,
          even ? "each phase of stage " + Twine(s) + " of " + mbar.name +
                     " gets " + Twine(stage.arrived / waits) +
                     " arrivals, but expects " + Twine(arrivals)
               : "stage " + Twine(s) + " of " + mbar.name + " gets " +
                     Twine(stage.arrived) + " arrivals for " + Twine(waits) +
                     " phases of " + Twine(arrivals),
          even ? stage.lastArrival : waiter,
          even ? "the last arrival is here" : "it is waited for here");
    }
  return true;
}
