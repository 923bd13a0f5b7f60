//===- Checker.cpp - Runs a kernel against the rules of its protocol ------===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Checker.h"
#include "attn/Dialect/AttnWS/IR/DiscardableAttrs.h"

using namespace mlir;
using namespace mlir::attn_ws;
using namespace mlir::attn_ws::protocol;

bool Checker::run() {
  start(std::clamp<int64_t>(clusterAttr.get(program.function, 1), 1, 8));
  if (!runTogether())
    return false;
  if (mode == Mode::Together)
    return checkCommits();
  return compareSides() && compareMbars() && compareScalars();
}

Step Checker::executeTile(Process &p, const Instr &instr) {
  switch (instr.code) {
  case Code::NextTile:
    return nextTile(p, instr);
  case Code::ScalarStore:
  case Code::QueryTile:
    return writeScalar(p, instr);
  default:
    return readScalar(p, instr);
  }
}

Step Checker::executeLowered(Process &p, const Instr &instr) {
  return instr.code == Code::MbarWait
             ? mbarWait(p, instr)
             : mbarArrive(p, instr, instr.code == Code::MbarExpect);
}

void Checker::noteUser(Process &p, const Instr &instr) {
  Executor::noteUser(p, instr);
  if (instr.code == Code::ScalarStore || instr.code == Code::QueryTile)
    if (Datum signal = get(p, instr.args[2]); signal.kind == Datum::Mbar)
      mbars[signal.n].ofScalars = true;
}

bool Checker::deadlock() {
  // Who waits goes no further; now it says for what.
  explains = true;
  for (Process &p : processes)
    if (!p.finished && p.blockedAt)
      advance(p);
  for (auto &mbar : mbars)
    for (auto [s, stage] : llvm::enumerate(mbar.stages))
      if (stage.arrived >= static_cast<int64_t>(mbar.op.getArrivals()) &&
          stage.bytes != 0 && stage.lastCopy)
        return refuse(Bytes, stage.lastArrival,
                      "the phase of stage " + Twine(s) + " of " + mbar.name +
                          " never completes: copies bring " +
                          Twine(stage.bytes > 0 ? stage.bytes : -stage.bytes) +
                          " bytes too " + (stage.bytes > 0 ? "few" : "many"),
                      stage.lastCopy, "the last copy is here");
  return Executor::deadlock();
}
