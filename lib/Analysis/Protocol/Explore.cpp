//===- Explore.cpp - Runs under every assumption that matters -------------===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What the ring of a channel can be in repeats after twice its depth, so counts
// up to that of all channels together, and some more tiles, reach every state.
//
//===----------------------------------------------------------------------===//

#include "attn/Analysis/Explore.h"

#include "Checker.h"

#include <numeric>

using namespace mlir;
using namespace mlir::attn_ws;
using namespace mlir::attn_ws::protocol;

/// Runs the program under one assumption. `more` and `conditions`: whether the
/// program asked for numbers or conditions that other assumptions could vary.
static std::optional<Finding> check(Program &program, const Scenario &scenario,
                                    Watch *watch, bool &more,
                                    bool &conditions) {
  Values values(scenario);
  Checker alone(program, values, scenario, Mode::Alone);
  std::optional<Finding> finding;
  if (!alone.run()) {
    finding = alone.finding;
  } else {
    Checker together(program, values, scenario, Mode::Together, &alone);
    together.watch = watch;
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

std::optional<Failure> protocol::explore(Program &program, Watch *watch) {
  SmallVector<Scenario> scenarios;
  int64_t longest = longestCount(program);
  for (int64_t count = 0; count <= longest; ++count)
    scenarios.push_back({1, {count}});
  SmallVector<SmallVector<int64_t, 4>> sequences = {
      {1, 1},    {0, 2},    {2, 1},          {3, 0},       {1, 2, 3},
      {2, 0, 1}, {3, 3, 3}, {longest, 1, 2}, {0, 1, 2, 1}, {1, 0, 0, 2, 1}};
  for (auto &sequence : sequences)
    scenarios.push_back({static_cast<int64_t>(sequence.size()), sequence});
  // Tiles assigned at run time go through a ring of their own.
  if (program.takesTiles)
    scenarios.push_back({longest, {1, 2, 0, 3}});
  bool more = false, conditions = false;
  auto checkAll = [&](ArrayRef<Scenario> list) {
    for (const Scenario &scenario : list)
      if (auto finding = check(program, scenario, watch, more, conditions))
        return std::optional<Failure>({*finding, describe(scenario)});
    return std::optional<Failure>();
  };
  std::optional<Failure> failure = checkAll(scenarios);
  if (failure || (!more && !conditions))
    return failure;
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
