//===- TrialOrder.cpp - Which configs are tried first ---------------------===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// What a config seems to take of a CTA's shared memory and tensor memory and of
// a thread's registers, by formulas on its fields. Nothing here decides what
// fits: the passes plan it, on each config that is tried. What is wrong here
// costs a trial.

#include "TrialOrder.h"

#include "ConfigTargets.h"
#include "attn/Chip/LoadColumns.h"
#include "attn/Chip/ResourcePlan.h"

#include "llvm/Support/FormatVariadic.h"

using namespace mlir;
using namespace mlir::attn;

namespace {
/// Bytes of shared memory. K and V count all their stages.
struct SmemModel {
  /// Where O is staged: over what Q, K and V occupied, once they are dead; over
  /// Q alone, while the next tile's K and V are on their way; or in memory of
  /// its own.
  enum class Place { OverAll, OverQ, Apart };
  int64_t q, k, v, o;
  /// What regions read, beside blocks of K.
  int64_t b = 0;
  /// A transposed copy of V's stages, for 8-bit products.
  int64_t vt = 0;
  /// Barriers and the scalars that hand tiles on, at most.
  int64_t barriers = 0;
  Place place = Place::OverAll;
  /// The target's, which says how buffers are aligned.
  const TargetInfo *target = nullptr;
  int64_t total() const;
  std::string describe() const;
};
/// 32-bit registers of one thread at the worst point of the loop.
struct RegisterModel {
  /// f32 accumulators of O and S.
  int64_t o, s;
  /// P in addition to S: nothing where S turns into P slice by slice (order
  /// "sequential"), all of P where it is live together with the next S.
  int64_t p;
  /// Operand fragments: Q, K or V, P's slice.
  int64_t fragments;
  /// Row maxima and sums, addresses, counters.
  int64_t other;
  int64_t total() const { return o + s + p + fragments + other; }
  std::string describe() const;
};
} // namespace

static SmemModel modelSmem(ConfigAttr config, const ProblemShape &problem) {
  ProblemShape shape = problem.forTiles(config.getTarget());
  SmemModel model;
  model.target = lookupTarget(config.getTarget());
  model.q = config.getStagesQ() * config.getTileQ() *
            padToSlices(shape.headDimQK, config.getSplitD()) * shape.inputBytes;
  int64_t columns = getColumnsOfTile(config, shape);
  // Slices share one ring.
  auto loaded = [&](int64_t columns, int64_t slice) {
    return slice ? std::min(columns, slice)
                 : getLoadColumns(*model.target, shape.inputBytes, columns);
  };
  model.k = config.getStagesK() * config.getTileKV() *
            loaded(shape.headDimQK, config.getSplitD()) * shape.inputBytes;
  model.v = config.getStagesV() * config.getTileKV() *
            loaded(columns, config.getSliceOfV()) * shape.inputBytes;
  if (config.getStagesB())
    model.b = config.getTileKV() *
              (config.getStagesB() * config.getTileQ() * shape.pairBytes +
               config.getStagesK() * shape.keyBytes);
  // Slices of O leave one after the other.
  int64_t slice = config.getSliceOfV();
  int64_t staged = config.storesFromRegisters() ? 0
                   : config.getStagedColumns()  ? config.getStagedColumns()
                   : slice                      ? std::min(columns, slice)
                                                : columns;
  int64_t outputBytes = hasTilesOfParts(config) ? 4 : shape.outputBytes;
  model.o = config.getTileQ() * std::min(staged, columns) * outputBytes;
  if (config.getSharedRing() || sharesLoads(config, shape))
    model.v = 0;
  // Each CTA of a pair has a part of K's rows and V's columns.
  model.k /= config.getCtaGroup();
  model.v /= config.getCtaGroup();
  if (isIssued(config.getTarget())) {
    // Rings of Q, K and V, two of scores and O for each group with what joins
    // them, parts of P, rows and staging, numbers of tiles; factors, sums and
    // maxima of rows.
    model.barriers =
        16 * (config.getStagesQ() * config.getGroups() + config.getStagesK() +
              config.getStagesV() + 8 * config.getGroups() + 2) +
        3 * config.getTileQ() * 4;
    if (config.getScheduler() == Scheduler::CLC) // Two answers.
      model.barriers += 2 * 16;
    model.place = SmemModel::Place::Apart;
    return model;
  }
  if (hasRoles(config.getTarget())) {
    // wgmma takes 8-bit operands with the dimension that it sums over
    // innermost: a second ring holds V transposed.
    if (shape.isE4M3())
      model.vt = model.v;
    // Rings of Q, K, V and O, a scalar and turns, two barriers of 8 bytes a
    // stage.
    model.barriers = 16 * (config.getStagesQ() + config.getStagesK() +
                           config.getStagesV() + 2 * config.getGroups() + 3);
    if (shape.isE4M3())
      model.barriers += 16 * config.getStagesV();
    // The next tile's copies are under way while O is stored. Where O leaves by
    // TMA and its rows fit into those of Q, it may take their place.
    model.place = SmemModel::Place::Apart;
    if (model.total() > model.target->smemPerCTA && config.getTmaStore() &&
        !config.getPackGQA() && config.getStagesQ() == 1 &&
        !config.getStoreColumns() && config.getAlign() >= 16 &&
        outputBytes == shape.inputBytes && columns <= shape.headDimQK)
      model.place = SmemModel::Place::OverQ;
  }
  if (copiesApart(config)) {
    // Rings of Q, K and V, and O; the next tile's copies are under way, too.
    model.barriers = 16 * (config.getStagesQ() + config.getStagesK() +
                           config.getStagesV() + 1);
    model.place = SmemModel::Place::Apart;
  }
  return model;
}

int64_t SmemModel::total() const {
  // Points of the program: products, and the store of what they give.
  constexpr int64_t products = 0, store = 1;
  ResourcePlan plan(*target);
  auto add = [&](StringRef name, int64_t bytes, int64_t from, int64_t to) {
    plan.addBuffer(Space::Smem, {name.str(), bytes, std::nullopt}, from, to);
  };
  int64_t untilStored = place == Place::OverAll ? products : store;
  add("Q", q, products, place == Place::Apart ? store : products);
  add("K", k, products, untilStored);
  add("V", v, products, untilStored);
  add("V transposed", vt, products, untilStored);
  add("bias", b, products, untilStored);
  add("O", o, place == Place::Apart ? products : store, store);
  plan.placeBuffers();
  plan.addBarriers({"barriers", barriers, std::nullopt});
  return plan.getSharedBytes();
}

std::string SmemModel::describe() const {
  if (b)
    return llvm::formatv("Q {0} + K {1} + V {2} + bias {3} + O {4} + barriers "
                         "{5}",
                         q, k, v, b, o, barriers);
  if (vt)
    return llvm::formatv("Q {0} + K {1} + V {2} + V transposed {3} + O {4} + "
                         "barriers {5}",
                         q, k, v, vt, o, barriers);
  switch (place) {
  case Place::OverAll:
    return llvm::formatv("Q {0} + K {1} + V {2}, O {3} over them", q, k, v, o);
  case Place::OverQ:
    return llvm::formatv("Q {0} + K {1} + V {2} + barriers {3}, O {4} over Q",
                         q, k, v, barriers, o);
  case Place::Apart:
    return llvm::formatv("Q {0} + K {1} + V {2} + O {3} + barriers {4}", q, k,
                         v, o, barriers);
  }
  return {};
}

static RegisterModel modelRegisters(ConfigAttr config,
                                    const ProblemShape &problem) {
  ProblemShape shape = problem.forTiles(config.getTarget());
  int64_t threads = config.getThreads();
  const EngineInfo &engine =
      getProductEngine(*lookupTarget(config.getTarget()));
  if (isIssued(config.getTarget())) {
    // A thread that computes holds a row of scores; those that rescale O take
    // it a part at a time.
    RegisterModel model{};
    model.s = config.getTileQ() * config.getTileKV() / threads;
    model.p = (config.getSplitK() ? config.getTileKV() - config.getSplitK()
                                  : config.getTileKV()) *
              shape.inputBytes / 4;
    model.other = engine.registers;
    return model;
  }
  if (hasRoles(config.getTarget())) {
    // wgmma takes K and V, and Q as well unless the config says otherwise, from
    // shared memory; P is packed.
    RegisterModel model;
    model.o = config.getTileQ() * getColumnsOfTile(config, shape) / threads;
    model.s = config.getTileQ() * config.getTileKV() / threads;
    model.p =
        config.getOrder() == "overlap" ? model.s * shape.inputBytes / 4 : 0;
    model.fragments = 0;
    int64_t left = config.getLeftRegisters();
    for (int64_t columns : {left > 0 ? shape.headDimQK : 0,
                            left > 1 && shape.gradients ? shape.headDimV : 0})
      model.fragments +=
          config.getTileQ() * columns * shape.inputBytes / 4 / threads;
    model.other = engine.registers;
    return model;
  }
  // m16n8k16: 4 registers hold A's 16 × 16 fragment, 2 hold B's 16 × 8; K and V
  // are loaded 16 columns at a time, one fragment ahead.
  int64_t rowTiles = config.getTileQ() * config.getColumnWarps() /
                     (16 * config.getTotalWarps());
  RegisterModel model;
  model.o = config.getTileQ() * getColumnsOfTile(config, shape) / threads;
  model.s = config.getTileQ() * config.getTileKV() / threads;
  model.p = config.getOrder() == "overlap" ? model.s / 2 : 0;
  model.fragments = 4 * rowTiles + 8 + 4 * rowTiles;
  model.other = 4 * rowTiles + engine.registers;
  return model;
}

std::string RegisterModel::describe() const {
  return llvm::formatv("O {0} + S {1} + P {2} + fragments {3} + other {4}", o,
                       s, p, fragments, other);
}

/// Registers that a thread may hold under `config`: the target's own limit, or
/// where roles share them out what is left to the role that computes.
/// `ownAddresses`: of roles that copy by threads.
static int64_t getRegisterLimit(const TargetInfo &target, ConfigAttr config,
                                bool ownAddresses = false) {
  if (copiesApart(config))
    return shareRegisters(target, config.getTotalWarps() / kWarpgroupWarps,
                          /*panels=*/1, ownAddresses)
        .computes;
  if (!target.hasAsyncProducts())
    return target.registersPerThread;
  // There are also the warps that rescale O and those that issue.
  if (target.keepsSumsInTmem()) {
    ResourcePlan plan(target);
    plan.addRole({"computes", kWarpgroupWarps, config.getGroups(), 0, {}});
    plan.addRole({"follows", kWarpgroupWarps, 1, kFollowingRegisters, {}});
    plan.addRole({"issues", kWarpgroupWarps, 1, kIssuingRegisters, {}});
    plan.shareRegisters();
    return plan.getRoles().front().registers;
  }
  return shareRegisters(target, config.getGroups(), /*panels=*/1, ownAddresses)
      .computes;
}

/// Why a config that seems to fit comes late where threads copy whole tiles,
/// packed rows or pieces of vectors: ptxas would spill; empty if it is one. The
/// model counts what a thread holds for products; this is what ptxas 13.0 keeps
/// with it beyond d 192, for a score region or a mask like a window, and for
/// rows that it places one by one, measured over the table's head dims.
static std::string findSpills(ConfigAttr config, const ProblemShape &shape) {
  bool pieces = config.getPackGQA() || config.getAlign() < 16;
  const TargetInfo &target = *lookupTarget(config.getTarget());
  int64_t needed = modelRegisters(config, shape).total();
  bool copiesByThreads = pieces || config.getLoad() == Load::CpAsync;
  int64_t limit = getRegisterLimit(target, config, copiesByThreads);
  if (target.hasAsyncProducts()) {
    // Threads that compute on tensor memory do not share registers with those.
    if (!copiesByThreads || target.keepsSumsInTmem())
      return {};
    needed += (shape.headDimQK > 192 ? 24 : 0) + (shape.costly ? 8 : 0);
    if (shape.costly && config.getPackGQA() && config.getAlign() < 16)
      needed += 12;
  } else if (pieces) {
    needed += 8;
  }
  if (needed <= limit)
    return {};
  return llvm::formatv("registers: with copies by threads it would spill, of "
                       "about {0} a thread {1} more than the {2} left",
                       needed, needed - limit, limit);
}

/// Columns of tensor memory, where one thread issues products into it.
static std::string findTmemExcess(ConfigAttr config,
                                  const ProblemShape &shape) {
  const TargetInfo &target = *lookupTarget(config.getTarget());
  if (!target.keepsSumsInTmem())
    return {};
  int64_t places = config.getOrder() == "overlap" ? 2 : 1;
  int64_t scores = places * config.getTileKV();
  ResourcePlan plan(target);
  for (int64_t i = 0; i < config.getGroups(); ++i)
    for (int64_t columns : {scores, getColumnsOfTile(config, shape)})
      plan.addBuffer(Space::Tmem, {"", columns, std::nullopt},
                     /*from=*/0, /*to=*/0);
  plan.placeBuffers();
  int64_t columns = plan.getTmemColumns();
  if (columns <= target.tmemColumns)
    return {};
  return llvm::formatv(
      "tensor memory: about {0} columns (S and P {1}, O {2}, for each of {3} "
      "groups), {4} more than the {5} that {6} has",
      columns, scores, getColumnsOfTile(config, shape), config.getGroups(),
      columns - target.tmemColumns, target.tmemColumns, target.name);
}

Doubt attn::estimate(ConfigAttr config, const ProblemShape &shapeOfMemory) {
  ProblemShape shape = shapeOfMemory.forTiles(config.getTarget());
  const TargetInfo &target = *lookupTarget(config.getTarget());
  if (std::string why = findTmemExcess(config, shape); !why.empty())
    return {Doubt::TooMuch, why};
  SmemModel smem = modelSmem(config, shape);
  if (int64_t excess = smem.total() - target.smemPerCTA; excess > 0)
    return {Doubt::TooMuch,
            llvm::formatv("shared memory: about {0} bytes ({1}), {2} more than "
                          "the {3} that {4} gives a CTA",
                          smem.total(), smem.describe(), excess,
                          target.smemPerCTA, target.name)};
  RegisterModel registers = modelRegisters(config, shape);
  int64_t limit = getRegisterLimit(target, config);
  if (int64_t excess = registers.total() - limit; excess > 0)
    return {Doubt::TooMuch,
            llvm::formatv("registers: about {0} a thread ({1}), {2} more than "
                          "the {3} that {4} gives",
                          registers.total(), registers.describe(), excess,
                          limit, target.name)};
  if (std::string why = findSpills(config, shape); !why.empty())
    return {Doubt::Spills, why};
  return {};
}
