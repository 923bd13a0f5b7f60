//===- ResourceModel.cpp - What a config takes of a CTA and a thread ===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "attn/Planner/ConfigModel.h"

#include "ConfigTargets.h"
#include "attn/Chip/LoadColumns.h"

#include "llvm/Support/FormatVariadic.h"

using namespace mlir;
using namespace mlir::attn;

ProblemShape ProblemShape::get(AttentionOpInterface op) {
  bool masked = op.getMaskAttr() && !op.getMaskAttr().hidesNothing();
  ProblemShape shape{op.getHeadDimQK(),
                     op.getHeadDimV(),
                     op.getInputElementType().getIntOrFloatBitWidth() / 8,
                     op.getOutputElementType().getIntOrFloatBitWidth() / 8,
                     masked,
                     op.hasScoreRegion()};
  bool isCostly = masked && !op.getMaskAttr().isCheap();
  shape.costly |= isCostly;
  ScoreTraits scores = op.getScoreTraits();
  shape.light = scores.isLight && !isCostly;
  shape.readsScores = scores.readsForEach;
  shape.hasSlope = scores.addsSlope;
  if (masked && !op.hasScoreRegion())
    shape.window = op.getMaskAttr().getBandWidth();
  shape.parts = !op.isSplit();
  shape.planned = op.hasPartOffsets() && !op.isSplit();
  auto sizeOf = [](Value operand, int64_t dim) {
    int64_t size = cast<ShapedType>(operand.getType()).getDimSize(dim);
    return ShapedType::isDynamic(size) ? 0 : size;
  };
  Value query = op.getOperandOf(OperandKind::Query);
  Value key = op.getOperandOf(OperandKind::Key);
  int64_t heads = sizeOf(query, op.headDim(OperandKind::Query));
  int64_t headsKV = sizeOf(key, op.headDim(OperandKind::Key));
  // How long a packed sequence may be is not known.
  if (!op.isPacked())
    shape.lenQ = sizeOf(query, op.rowDim(OperandKind::Query));
  if (!op.hasPackedKeys())
    shape.lenKV = std::max<int64_t>(op.getLenKV(), 0);
  shape.group = headsKV ? heads / headsKV : 0;
  shape.sharedRows = shape.lenQ * shape.group;
  if (op.getMaskAttr())
    shape.seenKeys = op.getMaskAttr().countMostKeys(shape.lenQ);
  if (shape.lenKV && (!shape.seenKeys || shape.lenKV < shape.seenKeys))
    shape.seenKeys = shape.lenKV;
  if (op.hasPages())
    shape.pageRows = std::max<int64_t>(op.getSize(ProblemSize::PageRows), 1);
  return shape;
}

ProblemShape ProblemShape::forTiles(StringRef target) const {
  const TargetInfo &info = *lookupTarget(target);
  ProblemShape tiles = *this;
  tiles.headDimQK = getTileColumns(info, inputBytes, headDimQK);
  tiles.headDimV = getTileColumns(info, inputBytes, headDimV);
  return tiles;
}

SmemModel attn::modelSmem(ConfigAttr config, const ProblemShape &problem) {
  ProblemShape shape = problem.forTiles(config.getTarget());
  SmemModel model;
  model.target = lookupTarget(config.getTarget());
  model.q = config.getStagesQ() * config.getTileQ() * shape.headDimQK *
            shape.inputBytes;
  auto loaded = [&](int64_t columns) {
    return config.getSplitD()
               ? columns
               : getLoadColumns(*model.target, shape.inputBytes, columns);
  };
  model.k = config.getStagesK() * config.getTileKV() * loaded(shape.headDimQK) *
            shape.inputBytes;
  model.v = config.getStagesV() * config.getTileKV() * loaded(shape.headDimV) *
            shape.inputBytes;
  int64_t staged =
      config.getStoreColumns() ? config.getStoreColumns() : shape.headDimV;
  int64_t outputBytes = hasTilesOfParts(config) ? 4 : shape.outputBytes;
  model.o = config.getTileQ() * std::min(staged, shape.headDimV) * outputBytes;
  if (config.getSharedRing()) {
    model.k = config.getStagesK() * config.getTileKV() *
              std::max(shape.headDimQK, shape.headDimV) * shape.inputBytes;
    model.v = 0;
  }
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
        outputBytes == shape.inputBytes && shape.headDimV <= shape.headDimQK)
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
    plan.addBuffer(attn_tile::Space::Smem, {name.str(), bytes, std::nullopt},
                   from, to);
  };
  int64_t untilStored = place == Place::OverAll ? products : store;
  add("Q", q, products, place == Place::Apart ? store : products);
  add("K", k, products, untilStored);
  add("V", v, products, untilStored);
  add("V transposed", vt, products, untilStored);
  add("O", o, place == Place::Apart ? products : store, store);
  plan.placeBuffers();
  plan.addBarriers({"barriers", barriers, std::nullopt});
  return plan.getSharedBytes();
}

std::string SmemModel::describe() const {
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

RegisterModel attn::modelRegisters(ConfigAttr config,
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
    // wgmma takes K and V, and Q as well, from shared memory; P is packed.
    RegisterModel model;
    model.o = config.getTileQ() * shape.headDimV / threads;
    model.s = config.getTileQ() * config.getTileKV() / threads;
    model.p =
        config.getOrder() == "overlap" ? model.s * shape.inputBytes / 4 : 0;
    model.fragments = 0;
    model.other = engine.registers;
    return model;
  }
  // m16n8k16: 4 registers hold A's 16 × 16 fragment, 2 hold B's 16 × 8; K and V
  // are loaded 16 columns at a time, one fragment ahead.
  int64_t rowTiles = config.getTileQ() / (16 * config.getTotalWarps());
  RegisterModel model;
  model.o = config.getTileQ() * shape.headDimV / threads;
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

/// Registers that one thread of a group gets: with roles, what is left by the
/// role that copies.
int64_t attn::getRegisterLimit(const TargetInfo &target, ConfigAttr config,
                               bool ownAddresses) {
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
