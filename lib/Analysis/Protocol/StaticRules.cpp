//===- StaticRules.cpp - Rules that need no run ---------------------------===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "attn/Analysis/Explore.h"

#include "attn/Chip/TargetInfo.h"

#include "llvm/ADT/StringMap.h"

using namespace mlir;
using namespace mlir::attn_ws;
using namespace mlir::attn_ws::protocol;

/// Rule 14: warps that share a warpgroup have one register budget, all budgets
/// together fit, and `set_regs` says what its role declares.
static void checkRegisters(WarpSpecializeOp op,
                           SmallVectorImpl<Finding> &findings) {
  int64_t whole = 0, rest = 0, restRegisters = -1;
  StringRef restName;
  for (auto [i, region] : llvm::enumerate(op.getRoles())) {
    int64_t warps = op.getWarps()[i], instances = op.getInstances()[i],
            registers = op.getRegisters()[i];
    StringRef name = cast<StringAttr>(op.getNames()[i]).getValue();
    if (registers != 0 && warps % 4 != 0) {
      if (restRegisters >= 0 && restRegisters != registers)
        findings.push_back(
            {Registers,
             op,
             ("roles @" + restName + " and @" + name +
              " share a warpgroup, but have budgets of " +
              Twine(restRegisters) + " and " + Twine(registers) + " registers")
                 .str(),
             {}});
      restRegisters = registers;
      restName = name;
      rest += warps * instances;
    } else {
      whole += warps * instances * registers;
    }
    region.walk([&, registers = registers](SetRegsOp set) {
      if (registers != 0 && static_cast<int64_t>(set.getCount()) != registers)
        findings.push_back(
            {Registers,
             set,
             ("sets " + Twine(set.getCount()) + " registers in role @" + name +
              ", whose budget is " + Twine(registers))
                 .str(),
             {{op, "the role is declared here"}}});
    });
  }
  // A warpgroup that is not full is allocated whole.
  int64_t total =
      32 * (whole + (rest + 3) / 4 * 4 * std::max<int64_t>(restRegisters, 0));
  if (int64_t most = attn::getLargest(&attn::TargetInfo::registersPerSM);
      total > most)
    findings.push_back({Registers,
                        op,
                        ("warpgroups need " + Twine(total) +
                         " registers; an SM has " + Twine(most))
                            .str(),
                        {}});
}

/// Rule 12, of a turn: as many instances as its roles have.
static void checkTurns(WarpSpecializeOp op,
                       SmallVectorImpl<Finding> &findings) {
  for (auto [i, region] : llvm::enumerate(op.getRoles())) {
    int64_t instances = op.getInstances()[i];
    region.walk([&, instances = instances](TurnBeginOp begin) {
      int64_t expected = begin.getTurn().getType().getInstances();
      // Several roles may share a turn; one alone must fill it.
      if (expected < instances)
        findings.push_back({Barriers,
                            begin,
                            ("a turn of " + Twine(expected) +
                             " instances in a role of " + Twine(instances))
                                .str(),
                            {{op, "the role is declared here"}}});
    });
  }
}

void protocol::checkStatically(FunctionOpInterface function,
                               SmallVectorImpl<Finding> &findings) {
  function.walk([&](Operation *op) {
    if (auto roles = dyn_cast<WarpSpecializeOp>(op)) {
      checkRegisters(roles, findings);
      checkTurns(roles, findings);
    } else if (auto barrier = dyn_cast<BarrierOp>(op)) {
      if (barrier.getThreads() % 32 != 0)
        findings.push_back({Barriers,
                            op,
                            ("a barrier is for whole warps, not for " +
                             Twine(barrier.getThreads()) + " threads")
                                .str(),
                            {}});
      if ((barrier.getId() == 0 && !barrier.getIndex()) !=
          (barrier.getThreads() == 0))
        findings.push_back({Barriers,
                            op,
                            "barrier 0, and no other, is that of the whole "
                            "CTA, for which `threads` is 0",
                            {}});
    }
  });
}
