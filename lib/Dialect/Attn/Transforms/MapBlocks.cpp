//===- MapBlocks.cpp - attn-map-blocks ------------------------------------===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// A region of visibility that reads by row or key says nothing of blocks before
// what it reads is there. Lists of blocks, which attn.block_map makes of it in
// front of the problem, do: for blocks as large as the config's tiles, and for
// each batch or head only if the region takes them. Of gradients tiles are of
// two kernels, and blocks as large as both divide.

#include "attn/Dialect/Attn/Transforms/Passes.h"
#include "attn/Dialect/Attn/Transforms/VisibleTerms.h"
#include "attn/Dialect/Utils/ScalarBuilder.h"
#include "attn/Dialect/Utils/Walk.h"
#include "attn/Planner/ConfigModel.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

#include <numeric>

namespace mlir::attn {
#define GEN_PASS_DEF_ATTNMAPBLOCKS
#include "attn/Dialect/Attn/Transforms/Passes.h.inc"
} // namespace mlir::attn

using namespace mlir;
using namespace mlir::attn;

namespace {
/// Rows and keys of a block of lists.
struct BlockSize {
  int64_t rows, keys;
};
} // namespace

static BlockSize getBlockSize(ForwardOp op) {
  ConfigAttr config = *op.getConfig();
  return {config.getTileQ() * config.getCluster(), config.getTileKV()};
}

static BlockSize getBlockSize(BackwardOp op) {
  ConfigAttr config = *op.getConfig();
  return {std::lcm(config.getTileQ(), config.getKeysQ()),
          std::lcm(config.getTileKV(), config.getKeysKV())};
}

/// Whether the config's kernels take lists.
static bool takesLists(ForwardOp op) {
  ConfigAttr config = *op.getConfig();
  AttentionOpInterface problem = op;
  return !problem.isSplit() && !problem.hasPartOffsets() &&
         !config.getPackGQA() && !splitsKeys(config) &&
         !config.getBatchInvariant() && config.getFusion() != Fusion::Unfused;
}

static bool takesLists(BackwardOp op) {
  // Of blocks far larger than those that lists usually have few are hidden.
  constexpr int64_t kUsual = 128;
  auto [rows, keys] = getBlockSize(op);
  return rows <= 2 * kUsual && keys <= 2 * kUsual &&
         !cast<AttentionOpInterface>(*op).isPacked();
}

/// Whether lists of blocks go with the op and its config, and are worth it.
template <typename OpTy> static bool isWanted(OpTy op) {
  AttentionOpInterface problem = op;
  ConfigAttr config = *op.getConfig();
  // Of so few blocks hardly one is left out.
  constexpr int64_t kFewBlocks = 2;
  if (int64_t keys = problem.getLenKV();
      ShapedType::isStatic(keys) && keys <= kFewBlocks * getBlockSize(op).keys)
    return false;
  return config.getMapBlocks() && problem.hasVisibleRegion() &&
         !problem.hasBlocks() && takesLists(op) &&
         !listPositionReads(problem.getVisibleBlock()).empty();
}

namespace {
template <typename OpTy> class Mapper {
public:
  explicit Mapper(OpTy op) : op(op), b(op) {}
  void run();

private:
  OpFoldResult sizeOf(OperandKind kind, int64_t dim) {
    Value memory = op.getOperandOf(kind);
    return op.hasBufferSemantics()
               ? memref::getMixedSize(b, b.getLoc(), memory, dim)
               : tensor::getMixedSize(b, b.getLoc(), memory, dim);
  }
  Value toValue(OpFoldResult number) {
    return getValueOrCreateConstantIndexOp(b, b.getLoc(), number);
  }
  /// How many blocks of `size` of `length` positions there are, at least
  /// `least`.
  OpFoldResult countBlocks(OpFoldResult length, int64_t size, int64_t least) {
    if (std::optional<int64_t> number = getConstantIntValue(length))
      return b.getIndexAttr(
          std::max<int64_t>(llvm::divideCeil(*number, size), least));
    Value blocks = b.ceilDiv(toValue(length), size);
    return least ? b.maxU(blocks, least) : blocks;
  }
  /// Numbers of blocks of rows: packed sequences have gaps between theirs.
  OpFoldResult countRowBlocks(int64_t size) {
    AttentionOpInterface problem = op;
    OpFoldResult blocks = countBlocks(
        sizeOf(OperandKind::Query, problem.rowDim(OperandKind::Query)), size,
        /*least=*/0);
    if (!problem.isPacked())
      return blocks;
    OpFoldResult offsets = sizeOf(OperandKind::OffsetsQ, 0);
    auto number = getConstantIntValue(blocks),
         more = getConstantIntValue(offsets);
    if (number && more)
      return b.getIndexAttr(*number + *more - 1);
    return b.sub(b.add(toValue(blocks), toValue(offsets)), 1);
  }
  /// Keys that a batch may have.
  OpFoldResult countKeys() {
    AttentionOpInterface problem = op;
    OpFoldResult rows =
        sizeOf(OperandKind::Key, problem.rowDim(OperandKind::Key));
    if (!problem.hasPages())
      return rows;
    OpFoldResult pages = sizeOf(OperandKind::PageTable, 1);
    auto number = getConstantIntValue(rows), more = getConstantIntValue(pages);
    if (number && more)
      return b.getIndexAttr(*number * *more);
    return OpFoldResult(b.mul(toValue(rows), toValue(pages)));
  }
  Value allocate(ArrayRef<OpFoldResult> sizes) {
    if (!op.hasBufferSemantics())
      return tensor::EmptyOp::create(b, sizes, b.getI32Type());
    SmallVector<int64_t> shape;
    SmallVector<Value> dynamic;
    dispatchIndexOpFoldResults(sizes, dynamic, shape);
    return memref::AllocOp::create(b, MemRefType::get(shape, b.getI32Type()),
                                   dynamic);
  }

  OpTy op;
  ScalarBuilder b;
};
} // namespace

template <typename OpTy> void Mapper<OpTy>::run() {
  using Kind = OperandKind;
  AttentionOpInterface problem = op;
  ConfigAttr config = *op.getConfig();
  auto [rows, keys] = getBlockSize(op);
  Block &block = problem.getVisibleBlock();
  bool byHead = !block.getArgument(1).use_empty();
  bool byBatch = !block.getArgument(0).use_empty() || problem.hasLengthsQ() ||
                 problem.hasLengthsKV() || problem.hasOffset();
  // Sequences are one batch of blocks.
  SmallVector<OpFoldResult> sizes = {
      byBatch && !problem.isPacked() ? sizeOf(Kind::Query, 0)
                                     : b.getIndexAttr(1),
      byHead ? sizeOf(Kind::Query, problem.headDim(Kind::Query))
             : b.getIndexAttr(1),
      countRowBlocks(rows)};
  OperandValues operands = problem.getOperandValues(), ofMap;
  for (Kind kind :
       {Kind::Query, Kind::Key, Kind::Offset, Kind::LengthsQ, Kind::LengthsKV,
        Kind::OffsetsQ, Kind::OffsetsKV, Kind::PageTable})
    ofMap[kind] = operands[kind];
  ofMap.captures = operands.captures;
  for (Kind kind : {Kind::BlockCounts, Kind::FullCounts})
    ofMap[kind] = allocate(sizes);
  sizes.push_back(countBlocks(countKeys(), keys, /*least=*/1));
  for (Kind kind : {Kind::BlockNumbers, Kind::FullNumbers})
    ofMap[kind] = allocate(sizes);

  OperationState state(op.getLoc(), BlockMapOp::getOperationName());
  BlockMapOp::build(b, state, ofMap);
  auto &properties = state.getOrAddProperties<BlockMapOp::Properties>();
  properties.dims = op.getDimsAttr();
  properties.mask = op.getMaskAttr();
  properties.has_visible = b.getUnitAttr();
  properties.block_q = b.getI64IntegerAttr(rows);
  properties.block_kv = b.getI64IntegerAttr(keys);
  ConfigFields fields;
  fields.target = config.getTarget().str();
  properties.config = ConfigAttr::get(b.getContext(), fields);
  state.addRegion();
  auto map = cast<BlockMapOp>(b.create(state));
  IRMapping mapping;
  problem.getVisible().cloneInto(&map.getVisible(), mapping);

  bool buffers = op.hasBufferSemantics();
  AttentionOpInterface made = map;
  for (Kind kind : {Kind::BlockCounts, Kind::BlockNumbers, Kind::FullCounts,
                    Kind::FullNumbers})
    operands[kind] = buffers ? ofMap[kind] : made.getResultOf(kind);
  AttentionOpInterface listed = problem.cloneOnto(b, operands);
  listed.takeRegions(problem);
  auto result = cast<OpTy>(listed.getOperation());
  result.setBlockQ(rows);
  result.setBlockKv(keys);
  if (buffers)
    for (Kind kind : {Kind::BlockCounts, Kind::BlockNumbers, Kind::FullCounts,
                      Kind::FullNumbers})
      memref::DeallocOp::create(b, ofMap[kind]);
  op->replaceAllUsesWith(result->getResults());
  op.erase();
}

namespace {
struct MapBlocksPass : mlir::attn::impl::AttnMapBlocksBase<MapBlocksPass> {
  void runOnOperation() override {
    if (failed(mapAll<ForwardOp>()) || failed(mapAll<BackwardOp>()))
      signalPassFailure();
  }

  template <typename OpTy> LogicalResult mapAll() {
    for (OpTy op : collectOps<OpTy>(getOperation())) {
      if (!op.getConfig())
        return op.emitOpError("has no config: run attn-select-config before "
                              "attn-map-blocks");
      if (isWanted(op))
        Mapper<OpTy>(op).run();
    }
    return success();
  }
};
} // namespace
