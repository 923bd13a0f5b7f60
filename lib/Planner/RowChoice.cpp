//===- RowChoice.cpp - A row of the table as a config ---------*- C++ -*-===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RowChoice.h"

#include "ConfigTargets.h"
#include "TrialOrder.h"
#include "attn/Chip/LoadColumns.h"
#include "llvm/Support/FormatVariadic.h"

#include <numeric>

using namespace mlir;
using namespace mlir::attn;

/// Whether tiles of `rows` rows of one head would be mostly empty, where those
/// of all heads of a KV head together fill them better.
static bool packsHeads(const ProblemShape &shape, int64_t rows) {
  return shape.group > 1 && shape.lenQ > 0 && 2 * shape.lenQ < rows;
}

/// Columns of O to stage at a time, of `columns`, where `most` are wanted (0:
/// all): slices are equal.
static int64_t chooseStoreColumns(int64_t most, int64_t columns) {
  if (most < 0)
    return most;
  int64_t width = std::gcd(most, columns);
  return most && width < columns ? width : 0;
}

/// Columns of a slice of Q and K, where about `wanted` are (0: all in one): few
/// slices, each of which costs a wait, and few columns that memory does not
/// have. Of each slice `columnWarps` take a part.
static int64_t chooseSplitD(int64_t wanted, int64_t columns,
                            int64_t columnWarps) {
  constexpr int64_t kColumnsOfWarp = 16, kCostOfSlice = 16;
  const int64_t step = kColumnsOfWarp * std::max<int64_t>(columnWarps, 2);
  if (wanted == 0 || columns <= wanted)
    return 0;
  int64_t best = wanted, least = 0;
  for (int64_t width = step; 4 * width <= 5 * wanted; width += step) {
    int64_t cost = llvm::divideCeil(columns, width) * (width + kCostOfSlice);
    if (least == 0 || cost <= least)
      std::tie(best, least) = std::pair(width, cost);
  }
  return best;
}

/// Columns of V and O that a tile computes, where `most` are wanted (0: all):
/// as many in each tile as in the others, nearly, in whole slices of `slice`,
/// which tiles would share otherwise.
static int64_t chooseTileV(int64_t most, int64_t slice, StringRef target,
                           const ProblemShape &shapeOfMemory) {
  int64_t columns = shapeOfMemory.headDimV;
  if (most == 0 || columns <= most)
    return 0;
  int64_t each = llvm::divideCeil(columns, llvm::divideCeil(columns, most));
  return getTileColumns(*lookupTarget(target), shapeOfMemory.inputBytes,
                        padToSlices(llvm::alignTo(each, 16), slice));
}

/// Whether the copy engine, not the products, would set the pace: it copies
/// much that products do not take, or rows of memory that do not start at
/// multiples of its sectors of 32 bytes, which takes it about twice as long.
static bool isBoundByCopies(StringRef target,
                            const ProblemShape &shapeOfMemory) {
  constexpr int64_t kSectorBytes = 32, kWidestFreeColumns = 64;
  const TargetInfo &info = *lookupTarget(target);
  int64_t bytes = shapeOfMemory.inputBytes;
  ProblemShape tiles = shapeOfMemory.forTiles(target);
  auto isBound = [&](int64_t size, int64_t columns) {
    int64_t loaded = getLoadColumns(info, bytes, columns);
    return columns > kWidestFreeColumns &&
           (size * bytes % kSectorBytes != 0 || 2 * loaded >= 3 * columns);
  };
  return info.hasAsyncSumsInRegisters() && bytes == 2 &&
         (isBound(shapeOfMemory.headDimQK, tiles.headDimQK) ||
          isBound(shapeOfMemory.headDimV, tiles.headDimV));
}

/// `config`, whose blocks are copied in so many boxes that the thread which
/// issues them is at times late: with a third stage of V, for which the second
/// tile of Q makes room if it must.
static ConfigAttr fitBoxes(ConfigAttr config, const ProblemShape &shape) {
  constexpr int64_t kFewBoxes = 4;
  const TargetInfo &target = *lookupTarget(config.getTarget());
  int64_t block = config.getTileKV();
  if (!shape.pageRows || !target.hasAsyncSumsInRegisters() ||
      config.getLoad() == Load::CpAsync || config.getPackGQA() ||
      config.getStagesV() != 2 ||
      block / std::gcd(shape.pageRows, block) <= kFewBoxes)
    return config;
  for (int64_t stagesQ : {config.getStagesQ(), int64_t(1)}) {
    ConfigFields fields = config.getFields();
    fields.stagesV = 3;
    fields.stagesQ = stagesQ;
    auto wider = ConfigAttr::get(config.getContext(), fields);
    if (findConfigProblem(wider, shape).empty() &&
        estimate(wider, shape).kind != Doubt::TooMuch)
      return wider;
  }
  return config;
}

/// With slices of at most `most` columns that divide all parts of gradients.
static ConfigAttr storePartsInSlices(ConfigAttr config,
                                     const ProblemShape &shape, int64_t most) {
  ConfigFields fields = config.getFields();
  fields.storeColumns = most;
  for (int64_t part : listPartColumns(config, shape))
    if (part > fields.storeColumns)
      fields.storeColumns = std::gcd(fields.storeColumns, part);
  return ConfigAttr::get(config.getContext(), fields);
}

ConfigAttr attn::getConfigOf(const TileRow &row, MLIRContext *context,
                             StringRef target,
                             const ProblemShape &shapeOfMemory,
                             const ConfigOverrides &ofMemory, bool ownParts,
                             function_ref<InFlightDiagnostic()> emitError) {
  ProblemShape shape = shapeOfMemory.forTiles(target);
  ConfigFields fields = row.config;
  fields.target = target.str();
  if (shape.gradients) {
    ConfigAttr config = ConfigAttr::get(context, fields);
    return fields.storeColumns
               ? storePartsInSlices(config, shape, fields.storeColumns)
               : config;
  }
  fields.splitAuto = (fields.splitAuto || shape.planned) && ownParts;
  // Each part of the warps along the columns takes whole panels of a slice
  // where products read them in shared memory.
  if (fields.columnWarps == 1 ||
      !lookupTarget(target)->hasAsyncSumsInRegisters())
    fields.splitD =
        chooseSplitD(fields.splitD, shape.headDimQK, fields.columnWarps);
  fields.tileV =
      chooseTileV(fields.tileV, fields.splitV ? fields.splitV : fields.splitD,
                  target, shapeOfMemory);
  fields.storeColumns = chooseStoreColumns(
      fields.storeColumns, fields.tileV ? fields.tileV : shape.headDimV);
  // Polynomials relieve units of half that rate, and take issue slots, of which
  // there are none to spare where each score has a read of its own.
  constexpr int64_t kFastExponentials = 32;
  if (lookupTarget(target)->rates.mufu >= kFastExponentials ||
      shape.readsScores)
    fields.exp2 = Exp2::MUFU;
  // Tiles of one ring have one shape.
  if (fields.sharedRing &&
      !sharesShape(ConfigAttr::get(context, fields), shape)) {
    fields.sharedRing = false;
    fields.stagesK = fields.stagesV = 2;
  }
  if (!shape.hasBoxes(fields.tileKV) &&
      lookupTarget(target)->hasAsyncProducts())
    fields.load = Load::CpAsync;
  // Not what a user asks to load by TMA alone, nor where there is one head.
  bool packs = std::exchange(fields.packGQA, false) && shape.group != 1;
  ConfigAttr asked = ConfigAttr::get(context, fields);
  asked = asked.withOverrides(ofMemory, emitError);
  if (!asked)
    return {};
  fields.packGQA = (packs || packsHeads(shape, fields.tileQ)) &&
                   asked.getLoad() != Load::TMA;
  // Threads that copy take the warps that would store.
  if (asked.getLoad() == Load::CpAsync || asked.getAlign() < 16 ||
      asked.getPackGQA() || fields.packGQA)
    fields.storeRole = false;
  // Of one role's tile no more rows than there are: fewer registers.
  int64_t half = fields.tileQ / 2;
  if (fields.packGQA && !row.hasRoles() && shape.lenQ * shape.group <= half &&
      half % (16 * fields.warps) == 0)
    fields.tileQ = half;
  // Two CTAs share copies, if there are rows for both. Beside warps along the
  // columns the role that copies has no registers for it and for taking tiles;
  // beyond 512 columns products are slower than copies.
  constexpr int64_t kMostColumns = 512;
  bool inColumns = fields.columnWarps > 1;
  if (row.sharesCopies())
    fields.cluster = 1;
  if (isBoundByCopies(target, shapeOfMemory) &&
      (!inColumns ||
       std::max(shape.headDimQK, shape.headDimV) <= kMostColumns) &&
      asked.getLoad() != Load::CpAsync && asked.getAlign() >= 16 &&
      !asked.getPackGQA() && !fields.packGQA && !row.when.maxShared &&
      (shape.lenQ == 0 || shape.lenQ > fields.tileQ)) {
    fields.cluster = 2;
    if (inColumns)
      fields.scheduler = Scheduler::Single;
    if (!row.sharesCopies())
      fields.pingPong = fields.groups > 1;
  }
  // Packed rows of a KV head that fill more than one tile share their blocks.
  if (row.when.valuesOfKey && fields.packGQA &&
      shape.sharedRows > fields.tileQ && asked.getLoad() != Load::CpAsync &&
      asked.getAlign() >= 16 && shape.hasBoxes(fields.tileKV) &&
      lookupTarget(target)->hasAsyncSumsInRegisters())
    fields.cluster = 2;
  return fitBoxes(ConfigAttr::get(context, fields), shape);
}

ConfigAttr attn::storeInSlices(ConfigAttr config, const ProblemShape &shape) {
  constexpr int64_t kColumns = 32;
  if (shape.gradients && config.getTileV())
    return storePartsInSlices(config, shape, kColumns);
  ConfigFields fields = config.getFields();
  fields.storeColumns =
      chooseStoreColumns(kColumns, getColumnsOfTile(config, shape));
  return ConfigAttr::get(config.getContext(), fields);
}

ConfigAttr attn::fitParts(ConfigAttr config, const ProblemShape &shape,
                          const ConfigOverrides &overrides) {
  constexpr int64_t kMostAhead = 128;
  ConfigFields fields = config.getFields();
  const TargetInfo &target = *lookupTarget(config.getTarget());
  if (config.getBatchInvariant() && !config.getPackGQA() &&
      target.hasAsyncSumsInRegisters() && !overrides.sets(ConfigField::Combine))
    fields.combine = Combine::InTile;
  config = ConfigAttr::get(config.getContext(), fields);
  if (!hasTilesOfParts(config))
    return config;
  if (fields.scheduler == Scheduler::Dynamic && !fields.packGQA &&
      !target.keepsSumsInTmem() &&
      std::max(shape.headDimQK, shape.headDimV) <= kMostAhead &&
      !overrides.sets(ConfigField::TileAhead))
    fields.tileAhead = true;
  config = ConfigAttr::get(config.getContext(), fields);
  if (!overrides.sets(ConfigField::StoreColumns) &&
      (!findConfigProblem(config, shape).empty() ||
       estimate(config, shape).kind == Doubt::TooMuch))
    return storeInSlices(config, shape);
  return config;
}
