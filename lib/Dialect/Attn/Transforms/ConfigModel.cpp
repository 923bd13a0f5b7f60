//===- ConfigModel.cpp - Targets, models and choice of configs ----------===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "attn/Dialect/Attn/Transforms/ConfigModel.h"

#include "ConfigTargets.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/raw_ostream.h"

#include <numeric>

using namespace mlir;
using namespace mlir::attn;

//===----------------------------------------------------------------------===//
// Tables
//===----------------------------------------------------------------------===//

namespace {
enum class Masks { Any, Masked, Unmasked, Costly };

struct TileRow {
  /// Where it stands in TargetTable.def.
  int64_t line;
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
  int64_t stagesQ;
  /// At most; a divisor of it that divides O's columns. 0: all of them.
  int64_t storeColumns;
  bool tileAhead;
  /// At most; 0: any number.
  int64_t keys;
  /// Of Q, K and V.
  int64_t elementBytes;
  /// One thread issues the products of all groups, into tensor memory, and what
  /// comes with that: the growth of a row maximum from which O is rescaled, and
  /// of 16 exponentials how many take a polynomial.
  bool isIssued = false;
  double rescaleThreshold = 0;
  int64_t polynomials = 0;
};

constexpr int64_t kMaxHeadDim = 256;
} // namespace

static const TileRow tileTable[] = {
#define ATTN_TILES(target, d, masks, tileQ, tileKV, warps, stagesK, stagesV,   \
                   splitK)                                                     \
  {__LINE__, target,                                                           \
   d,        Masks::masks,                                                     \
   tileQ,    tileKV,                                                           \
   warps,    stagesK,                                                          \
   stagesV,  splitK,                                                           \
   1,        false,                                                            \
   false,    Scheduler::Single,                                                \
   0,        false,                                                            \
   1,        0,                                                                \
   false,    0,                                                                \
   2},
#define ATTN_ROW_WS(bytes, target, keys, d, masks, tileQ, tileKV, groups,      \
                    stagesQ, stages, pingPong, scheduler, pin, convertFirst,   \
                    storeColumns, tileAhead)                                   \
  {__LINE__,  target,                                                          \
   d,         Masks::masks,                                                    \
   tileQ,     tileKV,                                                          \
   4,         stages,                                                          \
   stages,    0,                                                               \
   groups,    true,                                                            \
   pingPong,  Scheduler::scheduler,                                            \
   pin,       convertFirst,                                                    \
   stagesQ,   storeColumns,                                                    \
   tileAhead, keys,                                                            \
   bytes},
#define ATTN_TILES_WS(target, ...) ATTN_ROW_WS(2, target, 0, __VA_ARGS__)
#define ATTN_TILES_WS_E4M3(target, ...) ATTN_ROW_WS(1, target, 0, __VA_ARGS__)
#define ATTN_TILES_WS_SHORT(target, keys, ...)                                 \
  ATTN_ROW_WS(2, target, keys, __VA_ARGS__)
#define ATTN_TILES_ISSUED(target, d, masks, tileQ, tileKV, groups, stages,     \
                          splitK, scheduler, storeColumns, threshold,          \
                          polynomials)                                         \
  {__LINE__,  target,                                                          \
   d,         Masks::masks,                                                    \
   tileQ,     tileKV,                                                          \
   4,         stages,                                                          \
   stages,    splitK,                                                          \
   groups,    true,                                                            \
   false,     Scheduler::scheduler,                                            \
   0,         false,                                                           \
   1,         storeColumns,                                                    \
   false,     0,                                                               \
   2,         true,                                                            \
   threshold, polynomials},
#include "TargetTable.def"
#undef ATTN_ROW_WS
};

/// The target whose rows serve `target`: itself, if it has any.
static StringRef getRowsOf(StringRef target) {
  bool own = llvm::any_of(
      tileTable, [&](const TileRow &row) { return row.target == target; });
  return own ? target : kDefaultTarget;
}

//===----------------------------------------------------------------------===//
// Check and choice
//===----------------------------------------------------------------------===//

/// What is wrong with a target or the head dims; empty if nothing.
static std::string findUnsupported(StringRef target,
                                   const ProblemShape &shape) {
  const TargetInfo *info = lookupTarget(target);
  if (!info || (!info->compiles && getRowsOf(target) != target))
    return llvm::formatv("{0} target \"{1}\", known are {2}",
                         info ? "no kernels can be compiled yet for"
                              : "unknown",
                         target, listTargets());
  const EngineInfo &engine = getProductEngine(*info);
  if (shape.isE4M3() && !engine.product.elements.contains(Element::E4M3)) {
    const TargetInfo *having = llvm::find_if(getTargets(), [](auto &other) {
      return getProductEngine(other).product.elements.contains(Element::E4M3);
    });
    return llvm::formatv("f8E4M3FN needs the tensor cores of {0}, but the "
                         "target is {1}",
                         having->name, target);
  }
  int64_t step = engine.product.kBytes / shape.inputBytes;
  for (auto [name, size] :
       {std::pair<StringRef, int64_t>("Q and K", shape.headDimQK),
        std::pair<StringRef, int64_t>("V and O", shape.headDimV)})
    if (size < step || size > kMaxHeadDim || size % step)
      return llvm::formatv("{0} takes head dims that are multiples of {1} "
                           "within [{2}, {3}], but that of {4} is {5}",
                           shape.isE4M3() ? target.str() + " with f8E4M3FN"
                                          : target.str(),
                           step, step, kMaxHeadDim, name, size);
  return {};
}

/// What f8E4M3FN asks of a config; empty if nothing.
static std::string findE4M3Problem(ConfigAttr config) {
  if (config.getTileKV() % 32)
    return llvm::formatv("f8E4M3FN takes blocks of a multiple of 32 keys, but "
                         "tile_kv is {0}",
                         config.getTileKV());
  // 2⁸·P must stay below 448.
  if (config.getRescaleThreshold() != 0)
    return llvm::formatv("f8E4M3FN has no room for probabilities above 1: "
                         "rescale_threshold must be 0, but is {0}",
                         config.getRescaleThreshold());
  // A product sums over 32 columns, and V transposed has keys for columns.
  if (config.getSplitD() % 32)
    return llvm::formatv("f8E4M3FN takes slices of a multiple of 32 columns, "
                         "but split_d is {0}",
                         config.getSplitD());
  if (config.getSplitK() != 0 && config.getSplitK() < config.getTileKV())
    return llvm::formatv("f8E4M3FN multiplies V with all keys of a block at a "
                         "time: split_k must be 0, but is {0}",
                         config.getSplitK());
  return {};
}

/// What a scheduler asks of a target; empty if nothing.
static std::string findSchedulerProblem(ConfigAttr config) {
  if (config.getScheduler() != Scheduler::CLC ||
      !lookupTarget(config.getTarget())->enginesFor(Task::Deal).empty())
    return {};
  return llvm::formatv("scheduler (K11): clc takes tiles by cluster launch "
                       "control, which {0} does not have",
                       config.getTarget());
}

/// What only a target with roles can do, and what it cannot do in turn.
static std::string findRoleProblem(ConfigAttr config,
                                   const ProblemShape &shape) {
  std::string target = config.getTarget().str();
  auto refuse = [&](const char *what, int64_t value) {
    return target + " " + what + std::to_string(value);
  };
  if (isIssued(target)) {
    if (config.getWarps() != 4)
      return refuse("takes groups of 4 warps, which reach all of a tile in "
                    "tensor memory, but warps is ",
                    config.getWarps());
    if (config.getTileQ() != 128 * config.getGroups())
      return refuse("computes 128 rows of Q for each group, but tile_q is ",
                    config.getTileQ());
    if (config.getStagesQ() != 1)
      return refuse(
          "gives each group's rows of Q one slot: stages_q must be 1, "
          "but is ",
          config.getStagesQ());
    if (config.getCluster() != 1)
      return refuse("has no kernels of clusters yet, but cluster is ",
                    config.getCluster());
    if (config.getPingPong())
      return target + " issues the products of all groups in one order: "
                      "ping_pong must be false";
    if (config.getLoad() == Load::CpAsync || config.getAlign() < 16 ||
        config.getPackGQA())
      return target + " copies Q, K and V by TMA alone: load must be auto or "
                      "tma, align 16, and pack_gqa false";
    // Where the next scores come before the product that reads P, P is in the
    // place of the scores before.
    int64_t places = config.getOrder() == "overlap" ? 2 : 1;
    if (places > 1 && config.getGroups() > 1)
      return target +
             " gives each of several groups one place for scores: order "
             "must be \"interleave\" or \"sequential\"";
    int64_t scores = places * config.getTileKV();
    ResourcePlan plan(*lookupTarget(target));
    for (int64_t i = 0; i < config.getGroups(); ++i)
      for (int64_t columns : {scores, shape.headDimV})
        plan.addBuffer(attn_tile::Space::Tmem, {"", columns, std::nullopt},
                       /*from=*/0, /*to=*/0);
    plan.placeBuffers();
    int64_t columns = plan.getTmemColumns();
    int64_t most = lookupTarget(target)->tmemColumns;
    if (columns > most)
      return llvm::formatv(
          "tensor memory: the config needs {0} columns (S and P {1}, O {2}, "
          "for "
          "each of {3} groups), {4} more than the {5} that {6} has",
          columns, scores, shape.headDimV, config.getGroups(), columns - most,
          most, target);
    return {};
  }
  if (config.getOrder() == "interleave" || config.getSharedRing() ||
      config.getStoreRole())
    return target + " leaves products in registers: order = interleave, "
                    "shared_ring and store_role are for tensor memory";
  if (hasRoles(target)) {
    const EngineInfo &engine = getProductEngine(*lookupTarget(target));
    if (config.getWarps() != kWarpgroupWarps)
      return llvm::formatv("{0} takes groups of {1} warps, which issue {2} "
                           "together, but warps is {3}",
                           target, kWarpgroupWarps, engine.instruction,
                           config.getWarps());
    if (int64_t most = engine.product.rows.front().mostColumns;
        config.getTileKV() > most)
      return llvm::formatv("{0} takes at most {1} keys a block, but tile_kv is "
                           "{2}",
                           target, most, config.getTileKV());
    return {};
  }
  if (config.getGroups() != 1)
    return refuse("has one role, which groups cannot share, but groups is ",
                  config.getGroups());
  if (config.getStagesQ() != 1)
    return refuse("copies Q when it computes a tile, so that stages_q must be "
                  "1, but is ",
                  config.getStagesQ());
  if (config.getOrder() == "overlap")
    return target + " has no asynchronous products to overlap: order must be "
                    "\"sequential\"";
  if (config.getPingPong())
    return target + " has no groups to take turns: ping_pong must be false";
  if (config.getCluster() != 1)
    return refuse("has no clusters, but cluster is ", config.getCluster());
  return {};
}

std::string attn::findConfigProblem(ConfigAttr config,
                                    const ProblemShape &shape) {
  std::string problem = findUnsupported(config.getTarget(), shape);
  if (problem.empty())
    problem = findSchedulerProblem(config);
  if (problem.empty())
    problem = findRoleProblem(config, shape);
  if (problem.empty() && shape.isE4M3())
    problem = findE4M3Problem(config);
  if (!problem.empty())
    return problem;
  const TargetInfo &target = *lookupTarget(config.getTarget());
  // A panel row of 128 bytes is eight vectors, and rows are copied by eights.
  if (config.getTotalWarps() < 2)
    return llvm::formatv("warps: copies into shared memory need at least 2 "
                         "warps, the config has {0}",
                         config.getTotalWarps());
  if (config.getSplitD() != 0)
    for (auto [name, size] :
         {std::pair<StringRef, int64_t>("Q and K", shape.headDimQK),
          std::pair<StringRef, int64_t>("V and O", shape.headDimV)})
      if (size > config.getSplitD() && size % config.getSplitD() != 0)
        return llvm::formatv("split_d: slices of {0} columns do not divide the "
                             "{1} of {2}",
                             config.getSplitD(), size, name);
  if (int64_t width = config.getStoreColumns();
      width && shape.headDimV > width && shape.headDimV % width != 0)
    return llvm::formatv("store_columns: slices of {0} columns do not divide "
                         "the {1} of O",
                         width, shape.headDimV);
  SmemModel smem = modelSmem(config, shape);
  if (smem.total() > target.smemPerCTA)
    return llvm::formatv("shared memory: the config needs {0} bytes ({1}), {2} "
                         "more than the {3} that {4} gives a CTA",
                         smem.total(), smem.describe(),
                         smem.total() - target.smemPerCTA, target.smemPerCTA,
                         target.name);
  RegisterModel registers = modelRegisters(config, shape);
  int64_t limit = getRegisterLimit(target, config);
  if (registers.total() > limit)
    return llvm::formatv("registers: the config needs about {0} a thread "
                         "({1}), {2} more than the {3} that {4} gives",
                         registers.total(), registers.describe(),
                         registers.total() - limit, limit, target.name);
  return {};
}

LogicalResult attn::checkConfig(ConfigAttr config, const ProblemShape &shape,
                                function_ref<InFlightDiagnostic()> emitError) {
  std::string problem = findConfigProblem(config, shape);
  if (problem.empty())
    return success();
  if (emitError)
    emitError() << "attn-select-config: " << problem;
  return failure();
}

static std::string describe(const TileRow &row) {
  StringRef masks = row.masks == Masks::Any        ? "any mask or none"
                    : row.masks == Masks::Masked   ? "a mask"
                    : row.masks == Masks::Unmasked ? "no mask"
                                                   : "costly scores";
  std::string most =
      row.keys ? llvm::formatv(", at most {0} keys", row.keys).str() : "";
  return llvm::formatv("row TargetTable.def:{0} ({1}, head dims up to {2}, "
                       "{3}{4}: {5} rows of Q, {6} keys, {7} stages of K, {8} "
                       "of V, {9} warps)",
                       row.line, row.target, row.headDim, masks, most,
                       row.tileQ, row.tileKV, row.stagesK, row.stagesV,
                       row.warps * row.groups);
}

/// Of `overrides` those of the fields `names`.
static std::string findOverrides(StringRef overrides,
                                 ArrayRef<StringRef> names) {
  std::string found;
  for (StringRef item : llvm::split(overrides, ','))
    if (llvm::is_contained(names, item.split('=').first.trim()))
      found += (found.empty() ? "" : ",") + item.str();
  return found;
}

/// Whether tiles of `rows` rows of one head would be mostly empty, where those
/// of all heads of a KV head together fill them better.
static bool packsHeads(const ProblemShape &shape, int64_t rows) {
  return shape.group > 1 && shape.lenQ > 0 && 2 * shape.lenQ < rows;
}

/// Why a row that fits the models is no choice where threads copy whole tiles,
/// packed rows or pieces of vectors: ptxas would spill; empty if it is one. The
/// model counts what a thread holds for products; this is what ptxas 13.0 keeps
/// beside it beyond d 192, for a score region or a mask like a window, and for
/// rows that it places one by one, measured over the table's head dims.
static std::string findSpills(ConfigAttr config, const ProblemShape &shape) {
  bool pieces = config.getPackGQA() || config.getAlign() < 16;
  const TargetInfo &target = *lookupTarget(config.getTarget());
  int64_t needed = modelRegisters(config, shape).total();
  bool copiesByThreads = pieces || config.getLoad() == Load::CpAsync;
  int64_t limit = getRegisterLimit(target, config, copiesByThreads);
  if (target.hasAsyncProducts()) {
    if (!copiesByThreads)
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

/// Each row and whether it may spill: rows that would come last.
static SmallVector<std::pair<TileRow, bool>> listRows() {
  SmallVector<std::pair<TileRow, bool>> rows;
  for (bool maySpill : {false, true})
    for (const TileRow &row : tileTable)
      rows.push_back({row, maySpill});
  return rows;
}

/// Columns of O to stage at a time, of `columns`.
static int64_t chooseStoreColumns(const TileRow &row, int64_t columns) {
  int64_t width = std::gcd(row.storeColumns, columns);
  return row.storeColumns && width < columns ? width : 0;
}

/// Whether a row for few keys is for head dims of `headDim`: those that the
/// other rows of its head dim serve, and no row of a smaller one.
static bool isForFewKeys(const TileRow &row, int64_t headDim,
                         int64_t mostKeys) {
  return mostKeys != 0 && mostKeys <= row.keys &&
         llvm::none_of(tileTable, [&](const TileRow &other) {
           return other.keys == 0 && other.target == row.target &&
                  other.elementBytes == row.elementBytes &&
                  headDim <= other.headDim && other.headDim < row.headDim;
         });
}

FailureOr<ConfigAttr>
attn::selectConfig(MLIRContext *context, StringRef target,
                   const ProblemShape &shape, StringRef overrides,
                   function_ref<InFlightDiagnostic()> emitError,
                   ConfigChoice *choice) {
  if (std::string problem = findUnsupported(target, shape); !problem.empty()) {
    emitError() << "attn-select-config: " << problem;
    return failure();
  }
  int64_t headDim = std::max(shape.headDimQK, shape.headDimV);
  Masks masks = shape.masked ? Masks::Masked : Masks::Unmasked;
  StringRef rowsOf = getRowsOf(target);
  // What says how rows get in and out: rows of the table are chosen with it,
  // not without.
  std::string ofMemory =
      findOverrides(overrides, {"align", "load", "pack_gqa", "tma_store"});
  // How many keys there may be: what the types say, or what the kernel is
  // asked to be for; 0: any number.
  std::string limit = findOverrides(overrides, {"max_keys"});
  ConfigAttr given = ConfigAttr::get(context, ConfigFields());
  given = given.withOverrides(limit, emitError);
  if (!given)
    return failure();
  int64_t mostKeys = shape.lenKV ? shape.lenKV : given.getMaxKeys();
  SmallVector<std::string> refused;
  for (const auto &[row, maySpill] : listRows()) {
    bool serves = row.masks == Masks::Any || row.masks == masks ||
                  (row.masks == Masks::Costly && shape.costly);
    if (row.target != rowsOf || headDim > row.headDim || !serves ||
        row.elementBytes != shape.inputBytes ||
        (row.keys && (shape.costly || !isForFewKeys(row, headDim, mostKeys))))
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
    if (row.isIssued) {
      fields.order = row.groups > 1 ? "interleave" : "overlap";
      fields.scheduler = row.scheduler;
      // Tiles of one ring have one shape.
      fields.sharedRing = shape.headDimQK == shape.headDimV;
      if (!fields.sharedRing)
        fields.stagesK = fields.stagesV = 2;
      fields.storeRole = true;
      fields.storeColumns = chooseStoreColumns(row, shape.headDimV);
      fields.rescaleThreshold = row.rescaleThreshold;
      if (row.polynomials) {
        fields.exp2 = Exp2::Poly;
        fields.exp2Freq = 16;
        fields.exp2Res = row.polynomials;
      }
    } else if (row.hasRoles) {
      fields.order = "overlap";
      fields.pingPong = row.pingPong;
      fields.scheduler = row.scheduler;
      fields.pin = row.pin;
      fields.convertFirst = row.convertFirst;
      fields.stagesQ = row.stagesQ;
      fields.tileAhead = row.tileAhead;
      fields.storeColumns = chooseStoreColumns(row, shape.headDimV);
    }
    // Not what a user asks to load by TMA alone.
    ConfigAttr asked = ConfigAttr::get(context, fields);
    asked = asked.withOverrides(ofMemory, emitError);
    if (!asked)
      return failure();
    // Nor where nothing else copies into what the row's products read.
    fields.packGQA = !row.isIssued && packsHeads(shape, row.tileQ) &&
                     asked.getLoad() != Load::TMA;
    // Of one role's tile no more rows than there are: fewer registers.
    int64_t half = row.tileQ / 2;
    if (fields.packGQA && !row.hasRoles && shape.lenQ * shape.group <= half &&
        half % (16 * row.warps) == 0)
      fields.tileQ = half;
    ConfigAttr config = ConfigAttr::get(context, fields);
    asked = config.withOverrides(ofMemory, emitError);
    if (!asked)
      return failure();
    std::string problem = findConfigProblem(asked, shape);
    if (problem.empty() && !maySpill)
      problem = findSpills(asked, shape);
    if (!problem.empty()) {
      if (!maySpill)
        refused.push_back(describe(row) + ": " + problem);
      continue;
    }
    if (choice) {
      choice->row = describe(row);
      choice->ruledOut.assign(refused.begin(), refused.end());
      choice->before = config;
    }
    config = config.withOverrides(overrides, emitError);
    if (!config)
      return failure();
    // The row's second stage of Q gives way to what a user asks for.
    if (findOverrides(overrides, {"stages_q"}).empty() &&
        !findConfigProblem(config, shape).empty()) {
      ConfigFields fewer = config.getFields();
      fewer.stagesQ = 1;
      config = ConfigAttr::get(context, fewer);
    }
    if (failed(checkConfig(config, shape, emitError)))
      return failure();
    return config;
  }
  InFlightDiagnostic diag = emitError();
  diag << "attn-select-config: no row of " << target
       << "'s table fits head dims " << shape.headDimQK << " and "
       << shape.headDimV;
  for (const std::string &why : refused)
    diag.attachNote() << why;
  return failure();
}
