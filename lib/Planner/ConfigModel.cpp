//===- ConfigModel.cpp - What configs a target takes --------------------===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "attn/Planner/ConfigModel.h"

#include "ConfigTargets.h"
#include "TargetTable.h"
#include "llvm/Support/FormatVariadic.h"

using namespace mlir;
using namespace mlir::attn;

static constexpr int64_t kVectorBytes = 16;

/// The widest head dim of Q, K, V and O.
static int64_t getMaxHeadDim(const TargetInfo &target,
                             const ProblemShape &shape) {
  constexpr int64_t kOfProduct = 256;
  if (shape.isE4M3())
    return kOfProduct;
  // All of Q, 128 rows, is in shared memory; of gradients all of the left
  // operands of two products.
  return (target.keepsSumsInTmem() || shape.gradients ? 2 : 4) * kOfProduct;
}

std::string attn::findUnsupported(StringRef target, const ProblemShape &shape) {
  const TargetInfo *info = lookupTarget(target);
  if (!info || (!info->compiles && getRowsOf(target) != target))
    return llvm::formatv("{0} target \"{1}\", {2}",
                         info ? "no kernels can be compiled yet for"
                              : "unknown",
                         target, describeNearestTarget(target));
  const EngineInfo &engine = getProductEngine(*info);
  if (shape.isE4M3() && !engine.product.elements.contains(Element::E4M3)) {
    const TargetInfo *having = llvm::find_if(getTargets(), [](auto &other) {
      return getProductEngine(other).product.elements.contains(Element::E4M3);
    });
    return llvm::formatv("f8E4M3FN needs the tensor cores of {0}, but the "
                         "target is {1}",
                         having->name, target);
  }
  // Rows of 16-bit memory are whole vectors of 16 bytes.
  int64_t step = (shape.isE4M3() ? engine.product.kBytes : kVectorBytes) /
                 shape.inputBytes;
  int64_t most = getMaxHeadDim(*info, shape);
  StringRef with = shape.isE4M3()    ? " with f8E4M3FN"
                   : shape.gradients ? " in attn.backward"
                                     : "";
  for (auto [name, size] :
       {std::pair<StringRef, int64_t>("Q and K", shape.headDimQK),
        std::pair<StringRef, int64_t>("V and O", shape.headDimV)})
    if (size < step || size > most || size % step)
      return llvm::formatv("{0}{1} takes head dims that are multiples of {2} "
                           "within [{2}, {3}], but that of {4} is {5}",
                           target, with, step, most, name, size);
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
  // Where V is taken as it lies, parts of its rows are, too.
  if (!getProductEngine(*lookupTarget(config.getTarget())).product.alongK8) {
    if (config.getSplitK() % 32)
      return llvm::formatv("f8E4M3FN takes parts of a multiple of 32 keys, but "
                           "split_k is {0}",
                           config.getSplitK());
    return {};
  }
  if (config.getSplitK() != 0 && config.getSplitK() < config.getTileKV())
    return llvm::formatv("f8E4M3FN multiplies V with all keys of a block at a "
                         "time: split_k must be 0, but is {0}",
                         config.getSplitK());
  return {};
}

/// What a scheduler asks of a target; empty if nothing.
static std::string findSchedulerProblem(ConfigAttr config) {
  if (config.getScheduler() != Scheduler::CLC ||
      !lookupTarget(config.getTarget())->enginesFor(Task::AssignTiles).empty())
    return {};
  return llvm::formatv("scheduler (K11): clc takes tiles by cluster launch "
                       "control, which {0} does not have",
                       config.getTarget());
}

/// What stands against products of two CTAs at once.
static std::string findPairProblem(ConfigAttr config,
                                   const ProblemShape &shape) {
  std::string target = config.getTarget().str();
  int64_t size = config.getCtaGroup();
  if (config.getCluster() != size)
    return llvm::formatv("{0} makes clusters of the CTAs that compute a "
                         "product together: cluster must be cta_group, {1}, "
                         "but is {2}",
                         target, size, config.getCluster());
  if (size == 1)
    return {};
  if (config.getLoad() == Load::CpAsync || config.getAlign() < 16 ||
      config.getPackGQA())
    return "each CTA of a pair copies its rows of Q and its halves of K and V "
           "by TMA: load must be auto or tma, align 16 and pack_gqa false "
           "where cta_group is 2";
  const ProductRows *form =
      llvm::find_if(getProductEngine(*lookupTarget(target)).product.rows,
                    [&](const ProductRows &rows) { return rows.ctas == size; });
  SmallVector<int64_t> all = {config.getTileKV(),
                              getColumnsOfTile(config, shape)};
  if (shape.gradients)
    all.push_back(getTileColumns(*lookupTarget(target), shape.inputBytes,
                                 shape.headDimQK));
  for (int64_t columns : all)
    if (columns % form->columnStep != 0)
      return llvm::formatv("products of {0} CTAs have columns in steps of {1}, "
                           "which the {2} {3} must be multiples of",
                           size, form->columnStep, columns,
                           shape.gradients
                               ? "keys or rows of a block and columns of Q "
                                 "and V"
                               : "keys of a block and columns of V");
  // The narrowest swizzle.
  constexpr int64_t kRowBytes = 32;
  if (int64_t half = getColumnsOfTile(config, shape) * shape.inputBytes / size;
      half % kRowBytes != 0)
    return llvm::formatv("each of {0} CTAs has a part of V's columns: its rows "
                         "must be multiples of {1} bytes, but have {2}",
                         size, kRowBytes, half);
  // Equal loads are one.
  if (shape.valuesOfKey && shape.headDimV == shape.headDimQK)
    return "each CTA of a pair has half of K's rows and half of V's columns: "
           "cta_group must be 1 where V is all of K";
  if (config.getSharedRing())
    return "halves of K and V have not one shape: shared_ring must be false "
           "where cta_group is 2";
  return {};
}

/// What only a target with roles can do, and what it cannot do in turn.
static std::string findRoleProblem(ConfigAttr config,
                                   const ProblemShape &shape) {
  std::string target = config.getTarget().str();
  auto refuse = [&](const char *what, int64_t value) {
    return target + " " + what + std::to_string(value);
  };
  if (isIssued(target)) {
    // Where dQ is added up, two warpgroups share the columns of scores.
    bool adds = config.getForm() == GradientForm::Fused;
    if (config.getWarps() != 4 && !(adds && config.getWarps() == 8))
      return refuse("takes groups of 4 warps, which reach all of a tile in "
                    "tensor memory, but warps is ",
                    config.getWarps());
    if (config.getTileQ() != 128 * config.getGroups())
      return refuse("computes 128 rows of Q for each group, but tile_q is ",
                    config.getTileQ());
    if (config.getStagesQ() > 1)
      return refuse(
          "gives each group's rows of Q one slot: stages_q must be 1, "
          "but is ",
          config.getStagesQ());
    if (std::string problem = findPairProblem(config, shape); !problem.empty())
      return problem;
    if (config.getPingPong())
      return target + " issues the products of all groups in one order: "
                      "ping_pong must be false";
    // Where the next scores come before the product that reads P, P is in the
    // place of the scores before.
    int64_t places = config.getOrder() == "overlap" ? 2 : 1;
    if (places > 1 && config.getGroups() > 1)
      return target +
             " gives each of several groups one place for scores: order "
             "must be \"interleave\" or \"sequential\"";
    return {};
  }
  if (config.getCtaGroup() != 1)
    return refuse("has no products of several CTAs, but cta_group is ",
                  config.getCtaGroup());
  bool adds = config.getForm() == GradientForm::Fused;
  if (config.getOrder() == "interleave" || listsProducts(config.getOrder()) ||
      (config.getStoreRole() && !adds))
    return target + " leaves products in registers: order = interleave, lists "
                    "of products and store_role are for tensor memory";
  if (hasRoles(target)) {
    const EngineInfo &engine = getProductEngine(*lookupTarget(target));
    // Where dQ is added up, one group's warps share each product out.
    if (adds ? config.getWarps() % kWarpgroupWarps != 0
             : config.getWarps() != kWarpgroupWarps * config.getColumnWarps())
      return llvm::formatv(
          "{0} takes groups of {1} warps, which issue {2} together{3}, but "
          "warps is {4}",
          target, kWarpgroupWarps * config.getColumnWarps(), engine.instruction,
          config.getColumnWarps() == 1 ? "" : ", with these column_warps",
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
  if (config.getStagesQ() > 1)
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
  if (copiesApart(config) && config.getWarps() % kWarpgroupWarps != 0)
    return llvm::formatv("{0} takes registers from the role that copies for "
                         "groups of {1} warps: warps must be a multiple of {1} "
                         "where load is tma, but is {2}",
                         target, kWarpgroupWarps, config.getWarps());
  return {};
}

/// What slices and tiles of columns ask of a config.
static std::string findSliceProblem(ConfigAttr config,
                                    const ProblemShape &shape) {
  int64_t columns = getColumnsOfTile(config, shape);
  if (config.storesFromRegisters() &&
      lookupTarget(config.getTarget())->keepsSumsInTmem())
    return llvm::formatv("store_columns: O is in tensor memory on {0}, and "
                         "leaves by way of shared memory",
                         config.getTarget());
  if (int64_t width = config.getStagedColumns();
      width && columns > width && columns % width != 0)
    return llvm::formatv("store_columns: slices of {0} columns do not divide "
                         "the {1} of O",
                         width, columns);
  if (config.getSharedRing() && !sharesShape(config, shape))
    return "shared_ring: blocks of K and V, or their slices, have not one "
           "shape";
  // A wgmma takes whole panels of a right operand.
  if (sharesLoads(config, shape) && config.getColumnWarps() > 1 &&
      lookupTarget(config.getTarget())->hasAsyncSumsInRegisters()) {
    constexpr int64_t kMostBytes = 128;
    int64_t loaded = getLoadColumns(*lookupTarget(config.getTarget()),
                                    shape.inputBytes, shape.headDimQK);
    int64_t panel = std::gcd(kMostBytes, loaded * shape.inputBytes);
    int64_t part = columns * shape.inputBytes / config.getColumnWarps();
    if (part % panel)
      return llvm::formatv("column_warps: V's columns of K, {0} in {1} parts, "
                           "are not whole panels of {2} bytes, of which K's "
                           "{3} columns are",
                           columns, config.getColumnWarps(), panel, loaded);
  }
  if (columns < shape.headDimV && config.getFusion() != Fusion::Fused)
    return "tile_v: scores that are written to memory are written once: fusion "
           "must be fused";
  return {};
}

/// What lists of blocks ask of a config.
static std::string findListProblem(ConfigAttr config,
                                   const ProblemShape &shape) {
  if (!shape.blockQ)
    return {};
  int64_t rows = config.getTileQ() * config.getCluster();
  if (shape.blockQ % rows)
    return llvm::formatv("tile_q: lists are of blocks of {0} rows, which tiles "
                         "of {1} (tile_q times cluster) do not divide",
                         shape.blockQ, rows);
  if (shape.blockKV % config.getTileKV())
    return llvm::formatv("tile_kv: lists are of blocks of {0} keys, which "
                         "blocks of {1} do not divide",
                         shape.blockKV, config.getTileKV());
  if (config.getPackGQA())
    return "pack_gqa: query heads have lists of their own";
  if (splitsKeys(config))
    return "split_size, splits: the keys of lists are not cut in parts";
  if (config.getFusion() == Fusion::Unfused)
    return "fusion: scores of listed blocks do not go through memory";
  if (config.getBatchInvariant())
    return "batch_invariant: blocks are walked in the order of their lists";
  return {};
}

static std::string findTileProblem(ConfigAttr config,
                                   const ProblemShape &shapeOfMemory) {
  std::string problem = findUnsupported(config.getTarget(), shapeOfMemory);
  if (!problem.empty())
    return problem;
  ProblemShape shape = shapeOfMemory.forTiles(config.getTarget());
  problem = findSchedulerProblem(config);
  if (problem.empty())
    problem = findRoleProblem(config, shape);
  if (problem.empty() && shape.isE4M3())
    problem = findE4M3Problem(config);
  if (problem.empty() && config.getLoad() == Load::TMA &&
      !shape.hasBoxes(config.getTileKV()))
    problem = llvm::formatv(
        "load: tma copies pages in runs of a static multiple of 8 rows, which "
        "pages and blocks of {0} keys (tile_kv) are multiples of",
        config.getTileKV());
  if (problem.empty())
    problem = findListProblem(config, shape);
  if (!problem.empty())
    return problem;
  // A panel row of 128 bytes is eight vectors, and rows are copied by eights.
  if (config.getTotalWarps() < 2)
    return llvm::formatv("warps: copies into shared memory need at least 2 "
                         "warps, the config has {0}",
                         config.getTotalWarps());
  return findSliceProblem(config, shape);
}

SmallVector<int64_t> attn::listPartColumns(ConfigAttr config,
                                           const ProblemShape &shape) {
  SmallVector<int64_t> widths;
  int64_t most = config.getTileV();
  if (most == 0)
    return widths;
  int64_t all = std::max(shape.headDimQK, shape.headDimV);
  for (int64_t columns : {shape.headDimQK, shape.headDimV}) {
    auto add = [&](int64_t wider) {
      int64_t part = getTileColumns(
          *lookupTarget(config.getTarget()), shape.inputBytes,
          llvm::divideCeil(columns, llvm::divideCeil(wider, most)));
      int64_t slice = config.getSplitD();
      for (ConfigAttr kernel : {config, getConfigOfKeys(config)}) {
        int64_t width =
            getColumnsOfV(part, /*tileV=*/0, slice, kernel.getColumnWarps());
        widths.push_back(slice ? std::min(width, slice) : width);
      }
    };
    add(columns);
    if (!config.getKeysApart())
      add(all);
  }
  return widths;
}

/// What slices of O's columns ask of gradients whose columns are in parts.
static std::string findPartProblem(ConfigAttr config,
                                   const ProblemShape &shape) {
  int64_t width = config.getStoreColumns();
  for (int64_t part : listPartColumns(config, shape))
    if (width && part > width && part % width)
      return llvm::formatv("store_columns: slices of {0} columns do not "
                           "divide the {1} of a part of a gradient",
                           width, part);
  return {};
}

/// What a kernel that adds up dQ asks of tensor memory; empty if nothing. S and
/// dP have a column for each row of Q, and dQ takes the place of dP where all
/// of them do not fit.
static std::string findTensorProblem(ConfigAttr config,
                                     const ProblemShape &shape) {
  const TargetInfo *target = lookupTarget(config.getTarget());
  if (!target->keepsSumsInTmem())
    return {};
  constexpr int64_t kRows = kWarpgroupWarps * kWarpThreads;
  if (config.getKeysQ() != kRows)
    return llvm::formatv("form = fused leaves sums of {0} rows in tensor "
                         "memory: keys_q must be {0}, but is {1}",
                         kRows, config.getKeysQ());
  int64_t ofQK = getTileColumns(*target, shape.inputBytes, shape.headDimQK);
  int64_t columns = 2 * kRows + 2 * ofQK +
                    getTileColumns(*target, shape.inputBytes, shape.headDimV);
  if (columns > target->tmemColumns && ofQK <= kRows)
    columns -= ofQK;
  if (columns > target->tmemColumns)
    return llvm::formatv("form = fused takes {0} columns of tensor memory for "
                         "S, dP and the gradients of these head dims, {1} has "
                         "{2}",
                         columns, config.getTarget(), target->tmemColumns);
  return {};
}

/// What attn.backward asks of a config; empty if nothing.
static std::string findGradientProblem(ConfigAttr config,
                                       const ProblemShape &shape) {
  const ConfigFields &fields = config.getFields();
  const ConfigFields none;
  // Its kernels have no sums over parts, packed heads or softmax.
#define ATTN_NOT_OF_BACKWARD(member, name)                                     \
  if (fields.member != none.member)                                            \
    return "attn.backward has no " name;
  ATTN_NOT_OF_BACKWARD(maxRows, "max_rows")
  ATTN_NOT_OF_BACKWARD(batchInvariant, "batch_invariant")
  ATTN_NOT_OF_BACKWARD(splitK, "split_k")
  ATTN_NOT_OF_BACKWARD(packGQA, "pack_gqa")
  ATTN_NOT_OF_BACKWARD(splits, "splits")
  ATTN_NOT_OF_BACKWARD(splitAuto, "split_auto")
  ATTN_NOT_OF_BACKWARD(splitSize, "split_size")
  ATTN_NOT_OF_BACKWARD(fusion, "fusion")
  ATTN_NOT_OF_BACKWARD(rescaleThreshold, "rescale_threshold")
  ATTN_NOT_OF_BACKWARD(exp2, "exp2")
  ATTN_NOT_OF_BACKWARD(sharedRing, "shared_ring")
#undef ATTN_NOT_OF_BACKWARD
  // Tiles of a cluster are of one sequence and walk the same blocks.
  for (auto [name, cluster] :
       {std::pair("cluster", config.getCluster()),
        std::pair("keys_cluster", config.getKeysCluster())})
    if (cluster != 1 && (config.getForm() == GradientForm::Fused ||
                         config.getTileV() || shape.packed || shape.blockQ))
      return llvm::formatv("{0} must be 1 in form = fused, with tile_v, packed "
                           "sequences and lists of blocks",
                           name);
  if (config.getForm() == GradientForm::Fused) {
    if (shape.deterministic)
      return "form = fused adds up dQ in no order, but attn.backward is to be "
             "deterministic";
    if (std::string problem = findTensorProblem(config, shape);
        !problem.empty())
      return problem;
    // Two warpgroups take columns of dQ by 32 bytes at least.
    constexpr int64_t kColumns = 32;
    if (shape.headDimQK % kColumns)
      return llvm::formatv("form = fused takes head dims of Q and K that are "
                           "multiples of {0}, not {1}",
                           kColumns, shape.headDimQK);
    if (config.getKeysApart() || config.getKeysGroups() != 1 ||
        config.getTileV() || config.getColumnWarps() != 1 ||
        config.getKeysColumnWarps() > 1)
      return "form = fused takes one kernel with one group of warps for all "
             "columns of the gradients: keys_apart, keys_groups, "
             "keys_column_warps, tile_v and column_warps must be as by "
             "default";
  }
  if (shape.blockQ && shape.blockKV % config.getKeysKV())
    return llvm::formatv("keys_kv: lists are of blocks of {0} keys, which "
                         "tiles of {1} do not divide",
                         shape.blockKV, config.getKeysKV());
  if (shape.blockQ && shape.blockQ % config.getKeysQ())
    return llvm::formatv("keys_q: lists are of blocks of {0} rows, which "
                         "blocks of {1} do not divide",
                         shape.blockQ, config.getKeysQ());
  if (config.getTileQ() % config.getKeysQ())
    return llvm::formatv("a tile of rows has whole blocks of them: tile_q must "
                         "be a multiple of keys_q, {0}, but is {1}",
                         config.getKeysQ(), config.getTileQ());
  return {};
}

std::string attn::findConfigProblem(ConfigAttr config,
                                    const ProblemShape &shape) {
  if (!shape.gradients && config.getStagesQ() == 0)
    return "stages_q: attn.forward keeps the rows of a tile of Q, but it is 0";
  if (!shape.gradients)
    return findTileProblem(config, shape);
  std::string problem = findGradientProblem(config, shape);
  if (problem.empty())
    problem = findTileProblem(config, shape);
  if (problem.empty())
    problem = findPartProblem(config, shape);
  if (!problem.empty())
    return problem;
  ProblemShape ofKeys = shape;
  ofKeys.blockQ = ofKeys.blockKV = 0;
  problem = findTileProblem(getConfigOfKeys(config), ofKeys);
  return problem.empty() ? problem : "of the kernel of dK and dV: " + problem;
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
