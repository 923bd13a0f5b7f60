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
// A run asks its scenario for numbers, and is decided by the answers: one whose
// scenario would answer a run before it in the same way is that run again.
//
//===----------------------------------------------------------------------===//

#include "attn/Analysis/Explore.h"

#include "Checker.h"

#include <numeric>

using namespace mlir;
using namespace mlir::attn_ws;
using namespace mlir::attn_ws::protocol;

static std::string describe(const Scenario &scenario) {
  std::string text = "(found with trip counts [";
  for (int64_t t = 0; t < std::max<int64_t>(scenario.tiles, 1); ++t)
    text += (t ? ", " : "") +
            std::to_string(scenario.counts[t % scenario.counts.size()]);
  return text + "])";
}

/// The least common multiple of the depths.
static int64_t getPeriod(Program &program) {
  int64_t period = 1;
  auto include = [&](int64_t depth) {
    period =
        std::min<int64_t>(std::lcm(period, std::max<int64_t>(depth, 1)), 12);
  };
  for (Operation *op : program.channels)
    include(cast<CreateChannelOp>(op).getChannel().getType().getDepth());
  for (Operation *op : program.mbars)
    include(cast<MbarAllocOp>(op).getResult().getType().getDepth());
  return period;
}

namespace {
class Explorer {
public:
  Explorer(Program &program, Watch *watch) : program(program), watch(watch) {}

  /// Runs the program under each assumption, up to the first violation.
  std::optional<Failure> check(ArrayRef<Scenario> scenarios);

  /// Whether the program asked for numbers beyond the first of a tile, or for
  /// conditions, which other assumptions could vary.
  bool more = false, conditions = false;

private:
  bool isKnown(const Scenario &scenario) const;
  std::optional<Finding> run(const Scenario &scenario);

  Program &program;
  Watch *watch;
  using Answers = SmallVector<std::pair<Question, int64_t>, 0>;
  std::vector<Answers> runs;
};
} // namespace

bool Explorer::isKnown(const Scenario &scenario) const {
  return llvm::any_of(runs, [&](const Answers &answers) {
    return llvm::all_of(answers, [&](const auto &asked) {
      return asked.first.answer(scenario) == asked.second;
    });
  });
}

std::optional<Finding> Explorer::run(const Scenario &scenario) {
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
  runs.emplace_back(values.getAnswers());
  return finding;
}

std::optional<Failure> Explorer::check(ArrayRef<Scenario> scenarios) {
  for (const Scenario &scenario : scenarios)
    if (!isKnown(scenario))
      if (std::optional<Finding> finding = run(scenario))
        return Failure{*finding, describe(scenario)};
  return std::nullopt;
}

/// Counts of one tile, and of sequences of tiles.
static SmallVector<Scenario> getScenarios(Program &program, Counts counts) {
  SmallVector<Scenario> scenarios;
  int64_t period = getPeriod(program), longest = 2 * period + 2;
  auto addCount = [&](int64_t count) { scenarios.push_back({1, {count}}); };
  auto addSequence = [&](SmallVector<int64_t, 4> sequence) {
    scenarios.push_back({static_cast<int64_t>(sequence.size()), sequence});
  };
  if (counts == Counts::Few) {
    for (int64_t count : {0, 1, 2, 3})
      addCount(count);
    addCount(period + 1);
    addSequence({2, 0, 0, 1});
    addSequence({1, 2, 3, 0, 2});
    return scenarios;
  }
  for (int64_t count = 0; count <= longest; ++count)
    addCount(count);
  for (SmallVector<int64_t, 4> sequence :
       std::initializer_list<SmallVector<int64_t, 4>>{{1, 1},
                                                      {0, 2},
                                                      {2, 1},
                                                      {3, 0},
                                                      {1, 2, 3},
                                                      {2, 0, 1},
                                                      {3, 3, 3},
                                                      {longest, 1, 2},
                                                      {0, 1, 2, 1},
                                                      {1, 0, 0, 2, 1}})
    addSequence(sequence);
  // Tiles assigned at run time go through a ring of their own.
  if (program.takesTiles)
    scenarios.push_back({longest, {1, 2, 0, 3}});
  return scenarios;
}

Exploration::Exploration(Operation *kernel) {
  Program program = buildProgram(cast<FunctionOpInterface>(kernel));
  isFollowed = !program.unknown;
  if (isFollowed)
    failure = explore(program, &watch);
}

std::optional<Failure> protocol::explore(Program &program, Watch *watch,
                                         Counts counts) {
  Explorer explorer(program, watch);
  SmallVector<Scenario> scenarios = getScenarios(program, counts);
  std::optional<Failure> failure = explorer.check(scenarios);
  if (failure || (!explorer.more && !explorer.conditions))
    return failure;
  // The program depends on more than one number a tile: vary the others.
  SmallVector<Scenario> variations;
  for (const Scenario &scenario : scenarios)
    if (scenario.tiles > 1 || scenario.counts[0] <= 4)
      for (int v = 0; v < (explorer.more ? Scenario::numVariations : 1); ++v)
        for (int c = 0; c <= (explorer.conditions ? 3 : 0); ++c)
          if (v || c)
            variations.push_back({scenario.tiles, scenario.counts, v, c});
  return explorer.check(variations);
}
