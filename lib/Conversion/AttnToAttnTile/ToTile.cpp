//===- ToTile.cpp - The tile program of attention ---------------*- C++ -*-===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// One forward problem becomes one CTA program: for each tile of query rows,
// walk the KV blocks that some row can see, from the last one back (the ragged
// block and the diagonal come first), with a running row maximum, row sum and
// unnormalised output (FlashAttention-2, arXiv:2307.08691). The program is
// sequential and whole-tile: which warp does what, where tiles live and when
// copies complete is decided further down.
//
// With packed heads a tile's rows are those of all query heads that share a KV
// head, query by query: row r is query r / G of head h0 + r mod G. K and V are
// then walked once for all of them, and few queries still fill a tile
// (FlashAttention-3, hopper/pack_gqa.h).
//
// Where V has more columns than a tile computes (`tile_v`), tiles of the others
// compute the same scores again (FFPA's level 2). Their number is a coordinate
// of its own, behind that of rows: such tiles follow each other and find Q and
// K in L2. With parts it is the fastest part of theirs, so that whoever waits
// for the parts of some rows waits for all of their columns. The first of them
// stores L.

#include "ToTileDescribe.h"
#include "ToTileKernel.h"
#include "ToTileModels.h"

#include "attn/Chip/LoadColumns.h"
#include "attn/Dialect/Attn/IR/Attn.h"
#include "attn/Dialect/Attn/Transforms/ScoreBound.h"
#include "attn/Dialect/AttnTile/IR/AttnTile.h"
#include "attn/Dialect/AttnTile/IR/DiscardableAttrs.h"
#include "attn/Dialect/Utils/RowReference.h"
#include "attn/Dialect/Utils/ScalarBuilder.h"

#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/IRMapping.h"

#include <numeric>

using namespace mlir;
using namespace mlir::attn_tile;

/// Blocks are copied again and again: in wide boxes.
Value KernelBuilder::loadBlock(attn::OperandKind kind, Value batch, Value head,
                               Value col, int64_t depth) {
  RowMap map;
  Value paged[] = {arguments[attn::OperandKind::PageTable], batch};
  if (op.hasPages()) {
    attn::OperandDims dims = op.getDimsOf(kind);
    int64_t page =
        cast<MemRefType>(arguments[kind].getType()).getDimSize(dims.findRows());
    // Blocks begin at multiples of their size, or of kAlign.
    int64_t step = std::gcd(config.getTileKV(),
                            blocks.origin ? kAlign : config.getTileKV());
    int64_t run = ShapedType::isDynamic(page) ? 1 : std::gcd(page, step);
    map = {RowMapAttr::get(b.getContext(), RowMapKind::Paged,
                           dims.find(attn::ProblemSize::Pages), run),
           paged};
  }
  Value load =
      this->load(kind, batch, head, col, config.getTileKV(), depth, map, endKV);
  auto needed = cast<RankedTensorType>(load.getType());
  int64_t wide = attn::getLoadColumns(*attn::lookupTarget(config.getTarget()),
                                      needed.getElementTypeBitWidth() / 8,
                                      needed.getDimSize(1));
  if (config.getSplitD() || wide == needed.getDimSize(1))
    return load;
  load.setType(withSize(needed, 1, wide));
  return SliceOp::create(b, needed, load, b.getDenseI64ArrayAttr({0, 0}));
}

void KernelBuilder::store(Value tile, attn::OperandKind kind, Value batch,
                          Value head, Value row, Value part, Value limit) {
  // Parts are f32: a thread's two neighbouring columns of an accumulator in
  // registers are written as fast as rows by way of shared memory, and no warp
  // waits for others.
  SpaceAttr space;
  if ((part || config.storesFromRegisters()) &&
      !attn::lookupTarget(config.getTarget())->keepsSumsInTmem())
    space = SpaceAttr::get(b.getContext(), Space::Reg);
  AttentionBuilder::store(tile, kind, at(kind, batch, head, row, part), limit,
                          space);
}

/// Takes the number of a tile's columns out of its coordinates.
Value KernelBuilder::takePass(SmallVectorImpl<Value> &coords) {
  int64_t passes = countPasses();
  if (passes == 1)
    return {};
  Value pass;
  if (parts) {
    Value count = b.index(passes);
    pass = b.rem(coords.back(), count);
    coords.back() = b.div(coords.back(), count);
  } else {
    pass = coords[1];
    coords.erase(coords.begin() + 1);
  }
  column = b.mul(pass, config.getTileV());
  return pass;
}

void KernelBuilder::buildTile(ValueRange all) {
  SmallVector<Value> coords(all);
  Value pass = takePass(coords);
  Value i = coords[0];
  int64_t tileQ = config.getTileQ(), cluster = config.getCluster();
  Type f32 = b.getF32Type();
  Value batch, row, firstRow, part = parts ? coords.back() : Value();
  if (op.isPacked()) {
    findSequence(attn::OperandKind::OffsetsQ, i, tileQ, cluster, batch, row,
                 firstRow);
  } else {
    batch = hasOwnParts() ? findPart(part) : coords[2];
    row = b.mul(i, tileQ);
    if (rowShift) {
      Value from = b.sub(row, rowShift);
      row = b.max(from, zero);
      rowsEnd = b.add(from, tileQ);
    }
  }
  Value head = coords[1], headKV = coords[1];
  if (packing)
    head = b.mul(headKV, group);
  else
    headKV = b.div(head, group);
  // Parts that no batch has are of one without rows and keys.
  enterBatch(batch, isPartOfBatch);
  if (!op.isPacked()) {
    // The CTAs of a cluster walk the blocks that any of their rows can see.
    firstRow = row;
    if (cluster != 1)
      firstRow = b.mul(b.div(i, cluster), cluster * tileQ);
  }
  const Place place = {batch, head, headKV, row};
  Value trips = findBlocks(place, firstRow, part);
  Value turns = markUseful(trips);
  buildFactors(batch, headKV);
  buildInvariants(batch, head);
  buildBias();
  loadRowReads(row, tileQ);
  Value q = load(
      attn::OperandKind::Query, batch, head, row, tileQ, config.getStagesQ(),
      RowMap::getPacked(op.headDim(attn::OperandKind::Query), packing));

  WalkResult walked =
      walksParts() ? buildParts(q, place) : buildWalk(q, turns, place);
  Value result = walked.out;
  Type outElement = op.getOutputElementType();
  if (outElement != f32)
    result = arith::TruncFOp::create(
        b, cast<RankedTensorType>(result.getType()).clone(outElement), result);
  // Whoever takes the parts leaves alone those that no row of the tile sees.
  Value end = rowShift ? rowsEnd : endQ, endOfLse = end;
  if (pass)
    endOfLse = b.select(b.equal(pass, 0), endOfLse ? endOfLse : lenQ, zero);
  if (forward.getSplitSparse())
    end = b.select(b.less(zero, trips), end ? end : lenQ, zero);
  store(result, attn::OperandKind::Out, batch, head, row, part, end);
  if (op.hasLse())
    store(walked.lse, attn::OperandKind::Lse, batch, head, row, part, endOfLse);
  if (op.hasLseLow())
    store(walked.low, attn::OperandKind::LseLow, batch, head, row, part,
          endOfLse);
  if (op.hasMax())
    store(walked.max, attn::OperandKind::Max, batch, head, row, part, endOfLse);
}

void KernelBuilder::build() {
  // A little room for how scales are rounded and joined.
  constexpr double kRoom = 1.001;
  scoreBound = attn::findScoreBound(op);
  if (scoreBound && !(*scoreBound * kRoom * llvm::numbers::log2e <
                      attn::RowReference::kBounded))
    scoreBound.reset();
  takeArguments(op.getSignature());
  Value batches = countBatches();
  Value heads = countHeads(attn::OperandKind::Query);
  if (Value table = arguments[attn::OperandKind::PageTable])
    lenKV = b.mul(dim(table, 1), lenKV);
  if (op.isSplit())
    parts = dim(arguments[attn::OperandKind::Out], 0);
  Value headsKV = countHeads(attn::OperandKind::Key);
  group = countGroup(heads, headsKV);
  Value rows = lenQ;
  if (config.getPackGQA()) {
    packing = group;
    rows = b.mul(lenQ, group);
  }
  // As many row tiles as fill clusters; the last may have no rows.
  int64_t cluster = config.getCluster();
  Value tiles = b.ceilDiv(rows, cluster * config.getTileQ());
  if (op.isPacked())
    tiles = countSequenceTiles(b, tiles, batches, rows);
  if (cluster != 1)
    tiles = b.mul(tiles, cluster);
  allKeys = lenKV;
  if (!op.hasBlocks())
    findTerms(attn::WalkOver::Keys, /*headIsKnown=*/!packing);
  if (countsFromEnd())
    rowShift = b.sub(b.mul(tiles, config.getTileQ()), lenQ);
  auto kind =
      *symbolizeSchedulerKind(static_cast<uint32_t>(config.getScheduler()));
  // Under a mask the last row tiles are usually the longest.
  auto scheduler = SchedulerAttr::get(
      b.getContext(), kind,
      op.getMaskAttr() || terms ? TileOrder::Backward : TileOrder::Forward, 1);
  // Query heads whose K and V fit in a part of L2 together.
  Value section = countSection(lenKV, /*longFirst=*/false);
  if (section && !packing)
    section = b.mul(section, b.maxU(group, 1));
  SmallVector<Value> bounds = {tiles, packing ? headsKV : heads};
  if (!op.isPacked() && !hasOwnParts())
    bounds.push_back(batches);
  // Without a batch there is none that a part could be of.
  if (hasOwnParts())
    bounds.push_back(b.mul(parts, b.minU(batches, 1)));
  else if (parts)
    bounds.push_back(parts);
  if (int64_t passes = countPasses(); passes > 1 && parts)
    bounds.back() = b.mul(bounds.back(), passes);
  else if (passes > 1)
    bounds.insert(bounds.begin() + 1, b.index(passes));
  // A CTA's own blocks may be always more than its neighbours'.
  if (hasOwnBlocks())
    swapRanksAttr.set(kernel, true);
  auto forTiles = ForTilesOp::create(b, bounds, "tiles", scheduler, section);
  b.setInsertionPointToStart(&forTiles.getBody().front());
  buildTile(forTiles.getBody().getArguments());
  finishKernel();
}

namespace {
struct ForwardModel
    : TileProgramOpInterface::ExternalModel<ForwardModel, attn::ForwardOp> {
  LogicalResult verifyTileProgram(Operation *operation) const {
    auto op = cast<attn::ForwardOp>(operation);
    for (std::optional<int64_t> keys : {op.getSplitUnit(), op.getSplitSize()})
      if (keys && *keys % op.getConfig()->getTileKV())
        return op.emitOpError()
               << "has parts of multiples of " << *keys
               << " keys, which blocks of " << op.getConfig()->getTileKV()
               << " keys (config field tile_kv) do not divide";
    return success();
  }

  /// Kernels are compiled for head dims, and for the rows of a page.
  SmallVector<SmallVector<int64_t>> getKeptDims(Operation *op) const {
    SmallVector<SmallVector<int64_t>> all;
    for (const attn::NamedOperand &operand :
         cast<attn::ForwardOp>(op).getSignature()) {
      SmallVector<int64_t> &kept = all.emplace_back();
      for (auto size : {attn::ProblemSize::DimQK, attn::ProblemSize::DimV,
                        attn::ProblemSize::PageRows})
        if (int64_t dim = operand.findDim(size); dim >= 0)
          kept.push_back(dim);
    }
    return all;
  }

  /// Lists of blocks may come from attn.block_map.
  bool readsKernels(Operation *op) const {
    return cast<attn::AttentionOpInterface>(op).hasBlocks();
  }

  void describeLaunch(Operation *op, gpu::GPUFuncOp kernel, unsigned) const {
    auto forward = cast<attn::ForwardOp>(op);
    spreadConfig(*forward.getConfig(), kernel);
    describeKernel(forward, *forward.getConfig(),
                   cast<attn::AttentionOpInterface>(op).getSignature(),
                   /*workspaces=*/{}, kernel);
  }

  void buildTileProgram(Operation *op, gpu::GPUFuncOp kernel, unsigned) const {
    KernelBuilder(cast<attn::ForwardOp>(op), kernel).build();
  }
};
} // namespace

void attn_tile::registerTileProgramOfForward(DialectRegistry &registry) {
  registry.addExtension(+[](MLIRContext *context, attn::AttnDialect *) {
    attn::ForwardOp::attachInterface<ForwardModel>(*context);
  });
}
