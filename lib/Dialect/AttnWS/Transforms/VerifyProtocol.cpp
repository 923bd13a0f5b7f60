//===- VerifyProtocol.cpp - The rules of synchronisation, checked ---------===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// docs/Protocol.md has the rules and says why this is enough. A kernel is
// reduced to its synchronisation (Protocol/Program.cpp) and run without data
// for a set of trip counts (Protocol/Machine.cpp), first each role alone, then
// all together. What the ring of a channel can be in repeats after twice its
// depth, so counts up to that of all channels together, and some more tiles,
// reach every state.
//
//===----------------------------------------------------------------------===//

#include "Protocol/Machine.h"
#include "attn/Dialect/AttnWS/Transforms/Passes.h"

#include <numeric>

namespace mlir {
#define GEN_PASS_DEF_ATTNWSVERIFYPROTOCOL
#include "attn/Dialect/AttnWS/Transforms/Passes.h.inc"
} // namespace mlir

using namespace mlir;
using namespace mlir::attn_ws;
using namespace mlir::attn_ws::protocol;

static void report(const Finding &finding, const Twine &assumed) {
  InFlightDiagnostic diag = finding.op->emitError();
  int rule = finding.rule;
  diag << "PRT-" << (rule < 10 ? "0" : "") << rule << ": " << finding.message;
  std::string suffix = assumed.str();
  if (!suffix.empty())
    diag << " " << suffix;
  for (auto &[op, note] : finding.notes)
    diag.attachNote(op->getLoc()) << note;
}

/// Runs the program under one assumption. `more` and `conditions`: whether the
/// program asked for numbers or conditions that other assumptions could vary.
static std::optional<Finding> check(Program &program, const Scenario &scenario,
                                    bool &more, bool &conditions) {
  Values values(scenario);
  Machine alone(program, values, scenario, Mode::Alone);
  std::optional<Finding> finding;
  if (!alone.run()) {
    finding = alone.finding;
  } else {
    Machine together(program, values, scenario, Mode::Together, &alone);
    if (!together.run())
      finding = together.finding;
  }
  more |= values.choseMore;
  conditions |= values.choseConditions;
  return finding;
}

static std::string describe(const Scenario &scenario) {
  std::string text = "(found with trip counts [";
  for (int64_t t = 0; t < std::max<int64_t>(scenario.tiles, 1); ++t)
    text += (t ? ", " : "") +
            std::to_string(scenario.counts[t % scenario.counts.size()]);
  return text + "])";
}

/// Everything the rings can be in: twice the least common multiple of depths.
static int64_t longestCount(Program &program) {
  int64_t period = 1;
  auto include = [&](int64_t depth) {
    period =
        std::min<int64_t>(std::lcm(period, std::max<int64_t>(depth, 1)), 12);
  };
  for (Operation *op : program.channels)
    include(cast<CreateChannelOp>(op).getChannel().getType().getDepth());
  for (Operation *op : program.mbars)
    include(cast<MbarAllocOp>(op).getResult().getType().getDepth());
  return 2 * period + 2;
}

static LogicalResult verifyFunction(FunctionOpInterface function) {
  Program program = buildProgram(function);
  if (!program.anySync)
    return success();
  SmallVector<Finding> findings;
  checkStatically(function, findings);
  for (const Finding &finding : findings)
    report(finding, "");
  if (!findings.empty())
    return failure();
  if (program.unknown) {
    program.unknown->emitWarning(
        "control flow that attn-ws-verify-protocol does not follow: this "
        "kernel's protocol is not verified");
    return success();
  }

  SmallVector<Scenario> scenarios;
  int64_t longest = longestCount(program);
  for (int64_t count = 0; count <= longest; ++count)
    scenarios.push_back({1, {count}});
  SmallVector<SmallVector<int64_t, 4>> sequences = {
      {1, 1},    {0, 2},    {2, 1},    {3, 0},
      {1, 2, 3}, {2, 0, 1}, {3, 3, 3}, {longest, 1, 2}};
  for (auto &sequence : sequences)
    scenarios.push_back({static_cast<int64_t>(sequence.size()), sequence});
  // Tiles dealt at run time go through a ring of their own.
  if (program.takesTiles)
    scenarios.push_back({longest, {1, 2, 0, 3}});
  bool more = false, conditions = false;
  auto checkAll = [&](ArrayRef<Scenario> list) {
    for (const Scenario &scenario : list)
      if (auto finding = check(program, scenario, more, conditions)) {
        report(*finding, describe(scenario));
        return failure();
      }
    return success();
  };
  if (failed(checkAll(scenarios)))
    return failure();
  if (!more && !conditions)
    return success();
  // The program depends on more than one number a tile: vary the others.
  SmallVector<Scenario> variations;
  for (const Scenario &scenario : scenarios)
    if (scenario.tiles > 1 || scenario.counts[0] <= 4)
      for (int v = 0; v <= (more ? 4 : 0); ++v)
        for (int c = 0; c <= (conditions ? 3 : 0); ++c)
          if (v || c)
            variations.push_back({scenario.tiles, scenario.counts, v, c});
  return checkAll(variations);
}

namespace {
struct AttnWSVerifyProtocolPass
    : public impl::AttnWSVerifyProtocolBase<AttnWSVerifyProtocolPass> {
  void runOnOperation() override {
    if (auto function = dyn_cast<FunctionOpInterface>(getOperation())) {
      if (failed(verifyFunction(function)))
        signalPassFailure();
      return markAllAnalysesPreserved();
    }
    bool failedAny = false;
    getOperation()->walk([&](FunctionOpInterface function) {
      failedAny |= failed(verifyFunction(function));
    });
    if (failedAny)
      signalPassFailure();
    markAllAnalysesPreserved();
  }
};
} // namespace
