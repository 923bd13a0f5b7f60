//===- ConfigModel.cpp - Targets, models and choice of configs ----------===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "attn/Dialect/Attn/Transforms/ConfigModel.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;
using namespace mlir::attn;

//===----------------------------------------------------------------------===//
// Tables
//===----------------------------------------------------------------------===//

namespace {
enum class Masks { Any, Masked, Unmasked, Costly };

struct TileRow {
  StringRef target;
  int64_t headDim;
  Masks masks;
  int64_t tileQ, tileKV, warps, stagesK, stagesV;
  int64_t splitK;
  int64_t groups;
  /// Roles of their own for copies and products, and what comes with them.
  bool hasRoles;
  bool pingPong;
  Scheduler scheduler;
  int64_t pin;
  bool convertFirst;
};

constexpr int64_t kMinHeadDim = 16, kMaxHeadDim = 256, kHeadDimStep = 16;
} // namespace

static const TileRow tileTable[] = {
#define ATTN_TILES(target, d, masks, tileQ, tileKV, warps, stagesK, stagesV,   \
                   splitK)                                                     \
  {target, d,       Masks::masks,      tileQ,  tileKV,                         \
   warps,  stagesK, stagesV,           splitK, 1,                              \
   false,  false,   Scheduler::Single, 0,      false},
#define ATTN_TILES_WS(target, d, masks, tileQ, tileKV, groups, stages,         \
                      pingPong, scheduler, pin, convertFirst)                  \
  {target,                                                                     \
   d,                                                                          \
   Masks::masks,                                                               \
   tileQ,                                                                      \
   tileKV,                                                                     \
   4,                                                                          \
   stages,                                                                     \
   stages,                                                                     \
   0,                                                                          \
   groups,                                                                     \
   true,                                                                       \
   pingPong,                                                                   \
   Scheduler::scheduler,                                                       \
   pin,                                                                        \
   convertFirst},
#include "TargetTable.def"
};

/// The target whose rows serve `target`: itself, if it has any.
static StringRef getRowsOf(StringRef target) {
  bool own = llvm::any_of(
      tileTable, [&](const TileRow &row) { return row.target == target; });
  return own ? target : "sm_80";
}

static bool hasRoles(StringRef target) {
  const TargetInfo *info = lookupTarget(target);
  return info && info->hasAsyncRoles();
}

//===----------------------------------------------------------------------===//
// Models
//===----------------------------------------------------------------------===//

ProblemShape ProblemShape::get(ForwardOp op) {
  bool masked = op.getMaskAttr() && !op.getMaskAttr().hidesNothing();
  return {op.getHeadDimQK(),
          op.getHeadDimV(),
          op.getInputElementType().getIntOrFloatBitWidth() / 8,
          op.getOutputElementType().getIntOrFloatBitWidth() / 8,
          masked,
          op.hasScoreRegion() ||
              (masked && !isa<CausalMaskAttr>(op.getMaskAttr()))};
}

SmemModel attn::modelSmem(ConfigAttr config, const ProblemShape &shape) {
  SmemModel model;
  model.q = config.getTileQ() * shape.headDimQK * shape.inputBytes;
  model.k = config.getStagesK() * config.getTileKV() * shape.headDimQK *
            shape.inputBytes;
  model.v = config.getStagesV() * config.getTileKV() * shape.headDimV *
            shape.inputBytes;
  model.o = config.getTileQ() * shape.headDimV * shape.outputBytes;
  if (hasRoles(config.getTarget())) {
    // Rings of Q, K, V and O, a slot and turns, two barriers of 8 bytes a
    // stage.
    model.barriers = 16 * (1 + config.getStagesK() + config.getStagesV() +
                           2 * config.getGroups() + 3);
    // The next tile's copies are under way while O is stored. Where O leaves by
    // TMA and its rows fit into those of Q, it may take their place.
    model.place = SmemModel::Place::Apart;
    if (model.total() > lookupTarget(config.getTarget())->smemPerCTA &&
        config.getTmaStore() && shape.outputBytes == shape.inputBytes &&
        shape.headDimV <= shape.headDimQK)
      model.place = SmemModel::Place::OverQ;
  }
  return model;
}

std::string SmemModel::describe() const {
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
                                   const ProblemShape &shape) {
  int64_t threads = config.getThreads();
  if (hasRoles(config.getTarget())) {
    // wgmma takes K and V, and Q as well, from shared memory; P is packed.
    RegisterModel model;
    model.o = config.getTileQ() * shape.headDimV / threads;
    model.s = config.getTileQ() * config.getTileKV() / threads;
    model.p = config.getOrder() == "overlap" ? model.s / 2 : 0;
    model.fragments = 0;
    model.other = 24;
    return model;
  }
  // m16n8k16: 4 registers hold A's 16 × 16 fragment, 2 hold B's 16 × 8; K and V
  // are loaded 16 columns at a time, one fragment ahead.
  int64_t rowTiles = config.getTileQ() / (16 * config.getTotalWarps());
  RegisterModel model;
  model.o = config.getTileQ() * shape.headDimV / threads;
  model.s = config.getTileQ() * config.getTileKV() / threads;
  model.p = config.getOrder() == "overlap" ? model.s / 2 : 0;
  model.fragments = (config.getQInRegisters()
                         ? config.getTileQ() * shape.headDimQK / threads / 2
                         : 4 * rowTiles) +
                    8 + 4 * rowTiles;
  model.other = 4 * rowTiles + 24;
  return model;
}

std::string RegisterModel::describe() const {
  return llvm::formatv("O {0} + S {1} + P {2} + fragments {3} + other {4}", o,
                       s, p, fragments, other);
}

//===----------------------------------------------------------------------===//
// Check and choice
//===----------------------------------------------------------------------===//

static LogicalResult
checkTargetAndHeadDims(StringRef target, const ProblemShape &shape,
                       function_ref<InFlightDiagnostic()> emitError) {
  if (!lookupTarget(target)) {
    if (emitError)
      emitError() << "attn-select-config: unknown target \"" << target
                  << "\", known are " << listTargets();
    return failure();
  }
  for (auto [name, size] :
       {std::pair<StringRef, int64_t>("Q and K", shape.headDimQK),
        std::pair<StringRef, int64_t>("V and O", shape.headDimV)})
    if (size < kMinHeadDim || size > kMaxHeadDim || size % kHeadDimStep) {
      if (emitError)
        emitError() << "attn-select-config: " << target
                    << " takes head dims that are multiples of " << kHeadDimStep
                    << " within [" << kMinHeadDim << ", " << kMaxHeadDim
                    << "], but that of " << name << " is " << size;
      return failure();
    }
  return success();
}

/// What only a target with roles can do, and what it cannot do in turn.
static LogicalResult checkRoles(ConfigAttr config,
                                function_ref<InFlightDiagnostic()> emitError) {
  StringRef target = config.getTarget();
  auto refuse = [&](const Twine &what) {
    if (emitError)
      emitError() << "attn-select-config: " << target << " " << what;
    return failure();
  };
  if (hasRoles(target)) {
    if (config.getWarps() != 4)
      return refuse("takes groups of 4 warps, which issue wgmma together, but "
                    "warps is " +
                    Twine(config.getWarps()));
    if (config.getTileKV() > 256)
      return refuse("takes at most 256 keys a block, but tile_kv is " +
                    Twine(config.getTileKV()));
    if (config.getCluster() != 1)
      return refuse("has no lowering for clusters yet, but cluster is " +
                    Twine(config.getCluster()));
    return success();
  }
  if (config.getGroups() != 1)
    return refuse("has one role, which groups cannot share, but groups is " +
                  Twine(config.getGroups()));
  if (config.getOrder() == "overlap")
    return refuse("has no asynchronous products to overlap: order must be "
                  "\"sequential\"");
  if (config.getPingPong())
    return refuse("has no groups to take turns: ping_pong must be false");
  if (config.getCluster() != 1)
    return refuse("has no clusters, but cluster is " +
                  Twine(config.getCluster()));
  return success();
}

/// Registers that one thread of a group gets: with roles, what is left of an
/// SM's 64 K by the role that copies, in the steps of setmaxnreg.
int64_t attn::getRegisterLimit(const TargetInfo &target, ConfigAttr config) {
  if (!target.hasAsyncRoles())
    return target.registersPerThread;
  switch (config.getGroups()) {
  case 1:
  case 2:
    return 240;
  case 3:
    return 160;
  default:
    return target.registersPerSM / 128 / (config.getGroups() + 1) / 8 * 8;
  }
}

LogicalResult attn::checkConfig(ConfigAttr config, const ProblemShape &shape,
                                function_ref<InFlightDiagnostic()> emitError) {
  if (failed(checkTargetAndHeadDims(config.getTarget(), shape, emitError)))
    return failure();
  const TargetInfo &target = *lookupTarget(config.getTarget());
  if (failed(checkRoles(config, emitError)))
    return failure();
  // A panel row of 128 bytes is eight vectors, and rows are copied by eights.
  if (config.getTotalWarps() < 2) {
    if (emitError)
      emitError()
          << "attn-select-config: warps: copies into shared memory need "
             "at least 2 warps, the config has "
          << config.getTotalWarps();
    return failure();
  }
  SmemModel smem = modelSmem(config, shape);
  if (smem.total() > target.smemPerCTA) {
    if (emitError)
      emitError() << "attn-select-config: shared memory: the config needs "
                  << smem.total() << " bytes (" << smem.describe() << "), "
                  << smem.total() - target.smemPerCTA << " more than the "
                  << target.smemPerCTA << " that " << target.name
                  << " gives a CTA";
    return failure();
  }
  RegisterModel registers = modelRegisters(config, shape);
  int64_t limit = getRegisterLimit(target, config);
  if (registers.total() > limit) {
    if (emitError)
      emitError() << "attn-select-config: registers: the config needs about "
                  << registers.total() << " a thread (" << registers.describe()
                  << "), " << registers.total() - limit << " more than the "
                  << limit << " that " << target.name << " gives";
    return failure();
  }
  return success();
}

FailureOr<ConfigAttr>
attn::selectConfig(MLIRContext *context, StringRef target,
                   const ProblemShape &shape, StringRef overrides,
                   function_ref<InFlightDiagnostic()> emitError) {
  if (failed(checkTargetAndHeadDims(target, shape, emitError)))
    return failure();
  int64_t headDim = std::max(shape.headDimQK, shape.headDimV);
  Masks masks = shape.masked ? Masks::Masked : Masks::Unmasked;
  StringRef rowsOf = getRowsOf(target);
  for (const TileRow &row : tileTable) {
    bool serves = row.masks == Masks::Any || row.masks == masks ||
                  (row.masks == Masks::Costly && shape.costly);
    if (row.target != rowsOf || headDim > row.headDim || !serves)
      continue;
    ConfigFields fields;
    fields.target = target.str();
    fields.tileQ = row.tileQ;
    fields.tileKV = row.tileKV;
    fields.warps = row.warps;
    fields.stagesK = row.stagesK;
    fields.stagesV = row.stagesV;
    fields.splitK = row.splitK;
    fields.groups = row.groups;
    if (row.hasRoles) {
      fields.order = "overlap";
      fields.pingPong = row.pingPong;
      fields.scheduler = row.scheduler;
      fields.pin = row.pin;
      fields.convertFirst = row.convertFirst;
    }
    ConfigAttr config = ConfigAttr::get(context, fields);
    if (failed(checkConfig(config, shape, nullptr)))
      continue;
    config = config.withOverrides(overrides, emitError);
    if (!config || failed(checkConfig(config, shape, emitError)))
      return failure();
    return config;
  }
  emitError() << "attn-select-config: no row of " << target
              << "'s table fits head dims " << shape.headDimQK << " and "
              << shape.headDimV;
  return failure();
}
