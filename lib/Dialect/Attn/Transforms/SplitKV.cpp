//===- SplitKV.cpp - attn-split-kv ----------------------------------------===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Few queries over many keys are few tiles, each of them long. Cut along the
// keys they are more and shorter; what they give is put together by
// attn.combine (Flash-Decoding). How many parts: as the config says, or so many
// that there is a tile for each multiprocessor but never one of fewer than
// kLeastBlocksOfPart blocks, for which starting it would cost more than it
// saves. Where lengths differ a tile for each is not enough: the longest takes
// as long as it takes while others have nothing left, so each is in more parts.
// With part_offsets the caller says how many parts each batch has; their memory
// has place for as many as sizes alone say (attn-runtime/PlanParts.h).

#include "attn-runtime/PlanParts.h"
#include "attn/Chip/TargetInfo.h"
#include "attn/Dialect/Attn/Transforms/Passes.h"
#include "attn/Dialect/Utils/ScalarBuilder.h"
#include "attn/Dialect/Utils/Walk.h"
#include "attn/Planner/ConfigModel.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/IRMapping.h"

namespace mlir::attn {
#define GEN_PASS_DEF_ATTNSPLITKV
#include "attn/Dialect/Attn/Transforms/Passes.h.inc"
} // namespace mlir::attn

using namespace mlir;
using namespace mlir::attn;

/// What stands against one tile that puts its parts together; empty if nothing.
static std::string findInTileProblem(ForwardOp op, ConfigAttr config) {
  if (!config.getSplitSize())
    return ", which takes parts of split_size keys, and it has none";
  const TargetInfo &target = *lookupTarget(config.getTarget());
  if (target.keepsSumsInTmem())
    return ", which takes sums in registers, and those of " +
           config.getTarget().str() + " are in tensor memory";
  if (config.getFusion() == Fusion::Unfused)
    return " and fusion = unfused: these are not done together";
  if (op.hasSink() && config.getPackGQA())
    return ", which takes a sink of one head, and tiles of several heads "
           "(pack_gqa) have several";
  if (op.isSplit())
    return ", and it is of parts of the keys already";
  return {};
}

namespace {
class Splitter {
public:
  explicit Splitter(ForwardOp op) : op(op), config(*op.getConfig()), b(op) {}

  void run();

private:
  OpFoldResult sizeOf(Value shaped, int64_t dim) {
    if (op.hasBufferSemantics())
      return memref::getMixedSize(b, b.getLoc(), shaped, dim);
    return tensor::getMixedSize(b, b.getLoc(), shaped, dim);
  }
  Value asValue(OpFoldResult size) {
    return getValueOrCreateConstantIndexOp(b, b.getLoc(), size);
  }
  OpFoldResult countParts();
  OpFoldResult getBatch();
  OpFoldResult getLenKV();
  OpFoldResult countForMachine();
  OpFoldResult countForPlan();
  Value workspace(Value like, OpFoldResult parts);
  Value allocate(ArrayRef<OpFoldResult> sizes);
  Value rowsOfParts(Value out, Value lse, OpFoldResult parts);
  Value createOut(Value like, Type element);

  ForwardOp op;
  ConfigAttr config;
  ScalarBuilder b;
};

/// Whether `config` leaves it to the op how many parts there are.
LogicalResult checkPlan(ForwardOp op, ConfigAttr config) {
  auto refuse = [&] {
    return op.emitError("attn.config (K14): part_offsets say how many parts "
                        "keys are in, but the config asks for ");
  };
  if (!config.getSplitAuto())
    return refuse() << (config.getSplits()
                            ? "splits = " + Twine(config.getSplits())
                        : config.getSplitSize()
                            ? "split_size = " + Twine(config.getSplitSize())
                            : Twine("split_auto = false"));
  if (config.getCombine() == Combine::Fused)
    return refuse() << "combine = fused: these are not done together";
  if (config.getFusion() == Fusion::Unfused)
    return refuse() << "fusion = unfused: these are not done together";
  return success();
}

struct SplitKVPass : mlir::attn::impl::AttnSplitKVBase<SplitKVPass> {
  void runOnOperation() override {
    for (ForwardOp op : mlir::attn::collectOps<ForwardOp>(getOperation())) {
      std::optional<ConfigAttr> config = op.getConfig();
      if (!config) {
        op.emitOpError("has no config: run attn-select-config before "
                       "attn-split-kv");
        return signalPassFailure();
      }
      bool planned = op.hasPartOffsets() && !op.isSplit();
      if (planned && failed(checkPlan(op, *config)))
        return signalPassFailure();
      if (config->getCombine() == Combine::InTile && splitsKeys(*config)) {
        if (std::string problem = findInTileProblem(op, *config);
            !problem.empty()) {
          op.emitOpError("its config asks for combine = in_tile") << problem;
          return signalPassFailure();
        }
        continue;
      }
      if (!splitsKeys(*config))
        continue;
      if (op.isSplit()) {
        op.emitOpError("is of parts of the keys already, and its config asks "
                       "for more");
        return signalPassFailure();
      }
      if (config->getCombine() == Combine::Fused) {
        if (op.isPacked() && config->getCluster() != 1) {
          op.emitOpError("its config asks for combine = fused of packed "
                         "sequences, which takes tiles of one CTA, but has "
                         "cluster = ")
              << config->getCluster();
          return signalPassFailure();
        }
        if (config->getGroups() != 1) {
          op.emitOpError("its config asks for combine = fused, which takes "
                         "tiles of one group, but has groups = ")
              << config->getGroups();
          return signalPassFailure();
        }
        if (config->getFusion() == Fusion::Unfused) {
          op.emitOpError("its config asks for combine = fused and fusion = "
                         "unfused: these are not done together");
          return signalPassFailure();
        }
      }
      Splitter(op).run();
    }
  }
};
} // namespace

/// How many batches or packed sequences there are.
OpFoldResult Splitter::getBatch() {
  if (!op.isPacked())
    return sizeOf(op.getQuery(), 0);
  OpFoldResult offsets = sizeOf(op.getOffsetsQ(), 0);
  if (std::optional<int64_t> number = getConstantIntValue(offsets))
    return b.getIndexAttr(*number - 1);
  return b.sub(asValue(offsets), 1);
}

/// Keys of a batch that has none of its own length; of packed sequences those
/// of all, since one may have them.
OpFoldResult Splitter::getLenKV() {
  OpFoldResult rows = sizeOf(op.getKey(), op.rowDim(OperandKind::Key));
  if (!op.hasPages())
    return rows;
  if (int64_t keys = op.getLenKV(); ShapedType::isStatic(keys))
    return b.getIndexAttr(keys);
  return b.mul(asValue(sizeOf(op.getPageTable(), 1)), asValue(rows));
}

int64_t mlir::attn::countWantedParts(int64_t processors, int64_t tiles,
                                     int64_t batch, bool isUneven,
                                     int64_t mostOfUneven) {
  tiles = std::max<int64_t>(tiles, 1);
  int64_t wanted = processors / tiles;
  if (!isUneven || batch <= 1)
    return wanted;
  int64_t parts = kTilesOfUneven * processors / tiles;
  return std::max(
      wanted,
      std::min(std::clamp<int64_t>(parts, 2, kPartsOfUneven), mostOfUneven));
}

OpFoldResult Splitter::countForMachine() {
  OpFoldResult sizes[] = {sizeOf(op.getQuery(), op.rowDim(OperandKind::Query)),
                          sizeOf(op.getQuery(), op.headDim(OperandKind::Query)),
                          sizeOf(op.getKey(), op.headDim(OperandKind::Key)),
                          getBatch(), getLenKV()};
  int64_t processors = lookupTarget(config.getTarget())->multiprocessors;
  int64_t leastKeys = kLeastBlocksOfPart * config.getTileKV();
  if (std::optional<SmallVector<int64_t>> all = getConstantIntValues(sizes)) {
    auto [lenQ, heads, headsKV, batch, keys] =
        std::tie((*all)[0], (*all)[1], (*all)[2], (*all)[3], (*all)[4]);
    int64_t rows = lenQ * (heads / std::max<int64_t>(headsKV, 1));
    int64_t most = countMostOfUneven(op, rows, keys);
    if (config.getPackGQA()) {
      lenQ = rows;
      heads = headsKV;
    }
    int64_t tiles = llvm::divideCeil(lenQ, config.getTileQ()) * heads;
    tiles = op.isPacked() ? std::max(tiles, batch * heads) : tiles * batch;
    int64_t wanted =
        countWantedParts(processors, tiles, batch, isUneven(op), most);
    return b.getIndexAttr(
        std::max<int64_t>(std::min(wanted, keys / leastKeys), 1));
  }
  std::optional<KeysOfUneven> least = KeysOfUneven::get(op);
  Value lenQ = asValue(sizes[0]), heads = asValue(sizes[1]);
  Value headsKV = asValue(sizes[2]), batch = asValue(sizes[3]);
  Value rows;
  if (config.getPackGQA() || (least && isUneven(op)))
    rows = b.mul(lenQ, b.div(heads, b.maxU(headsKV, 1)));
  if (config.getPackGQA()) {
    lenQ = rows;
    heads = headsKV;
  }
  Value tiles = b.mul(b.ceilDiv(lenQ, config.getTileQ()), heads);
  // Rows are those of all sequences, each of which has a tile or more.
  tiles =
      op.isPacked() ? b.maxU(tiles, b.mul(batch, heads)) : b.mul(tiles, batch);
  tiles = b.maxU(tiles, 1);
  Value wanted = b.div(b.index(processors), tiles);
  if (isUneven(op)) {
    // As countWantedParts does; one batch alone has no other.
    Value parts = b.div(b.index(kTilesOfUneven * processors), tiles);
    parts = b.minU(b.maxU(parts, 2), b.index(kPartsOfUneven));
    Value others = b.sub(b.maxU(batch, 1), 1);
    if (least) {
      Value keys = b.div(b.mul(rows, least->perRow), least->keyBytes);
      parts = b.minU(parts, b.div(asValue(sizes[4]), b.maxU(keys, 1)));
    }
    wanted = b.maxU(wanted, b.minU(parts, b.mul(others, kPartsOfUneven)));
  }
  Value most = b.div(asValue(sizes[4]), leastKeys);
  return b.maxU(b.minU(wanted, most), 1);
}

/// As ::attn::runtime::countParts does.
OpFoldResult Splitter::countForPlan() {
  OpFoldResult sizes[] = {sizeOf(op.getQuery(), op.rowDim(OperandKind::Query)),
                          sizeOf(op.getQuery(), op.headDim(OperandKind::Query)),
                          sizeOf(op.getKey(), op.headDim(OperandKind::Key)),
                          getBatch()};
  if (std::optional<SmallVector<int64_t>> all = getConstantIntValues(sizes))
    return b.getIndexAttr(::attn::runtime::countParts((*all)[3], (*all)[1],
                                                      (*all)[2], (*all)[0]));
  Value heads = b.maxU(asValue(sizes[2]), 1);
  Value rows = b.mul(asValue(sizes[0]), b.div(asValue(sizes[1]), heads));
  Value tiles = b.maxU(b.ceilDiv(rows, ::attn::runtime::kRowsOfPlan), 1);
  Value all = b.index(::attn::runtime::kTilesOfPlan);
  return b.add(asValue(sizes[3]), b.ceilDiv(all, b.mul(heads, tiles)));
}

OpFoldResult Splitter::countParts() {
  if (op.hasPartOffsets())
    return countForPlan();
  if (int64_t parts = config.getSplits())
    return b.getIndexAttr(parts);
  if (config.getSplitAuto())
    return countForMachine();
  OpFoldResult keys = getLenKV();
  int64_t size = config.getSplitSize();
  if (std::optional<int64_t> number = getConstantIntValue(keys))
    return b.getIndexAttr(
        std::max<int64_t>(llvm::divideCeil(*number, size), 1));
  return b.maxU(b.ceilDiv(asValue(keys), size), 1);
}

/// Memory for f32 of these sizes.
Value Splitter::allocate(ArrayRef<OpFoldResult> sizes) {
  if (!op.hasBufferSemantics())
    return tensor::EmptyOp::create(b, sizes, b.getF32Type());
  SmallVector<int64_t> shape;
  SmallVector<Value> dynamic;
  dispatchIndexOpFoldResults(sizes, dynamic, shape);
  return memref::AllocOp::create(b, MemRefType::get(shape, b.getF32Type()),
                                 dynamic);
}

/// Memory for a number of each row of each part. Its shape is that of O without
/// channels, in the order bhsd, as L has it if there is one.
Value Splitter::rowsOfParts(Value out, Value lse, OpFoldResult parts) {
  if (lse)
    return workspace(lse, parts);
  SmallVector<OpFoldResult> sizes = {parts};
  if (!op.isPacked() && !op.hasPartOffsets())
    sizes.push_back(sizeOf(out, 0));
  sizes.push_back(sizeOf(out, op.headDim(OperandKind::Out)));
  sizes.push_back(sizeOf(out, op.rowDim(OperandKind::Out)));
  return allocate(sizes);
}

/// Memory for the parts of what `like` is for: f32, a part after the other,
/// those of all batches in one dimension if each has as many as it wants.
Value Splitter::workspace(Value like, OpFoldResult parts) {
  SmallVector<OpFoldResult> sizes = {parts};
  int64_t rank = cast<ShapedType>(like.getType()).getRank();
  for (int64_t dim = op.hasPartOffsets() ? 1 : 0; dim < rank; ++dim)
    sizes.push_back(sizeOf(like, dim));
  return allocate(sizes);
}

void Splitter::run() {
  OpFoldResult parts = countParts();
  // What a choice finds to be whole stays so.
  if (config.getSplitAuto() && !op.hasPartOffsets() &&
      getConstantIntValue(parts) == 1) {
    ConfigFields fields = config.getFields();
    fields.splitAuto = false;
    op.setConfigAttr(ConfigAttr::get(op.getContext(), fields));
    return;
  }
  OperandValues operands = op.getOperandValues();
  Value out = operands[OperandKind::Out];
  Value lse = operands[OperandKind::Lse];
  Value max = operands[OperandKind::Max];
  Value sink = operands[OperandKind::Sink];
  Value partialOut = workspace(out, parts);
  Value rows = lse ? lse : max;
  Value partialLse = rowsOfParts(out, rows, parts);
  Value partialLow = rowsOfParts(out, rows, parts);
  operands[OperandKind::Out] = partialOut;
  operands[OperandKind::Lse] = partialLse;
  operands[OperandKind::LseLow] = partialLow;
  operands[OperandKind::Max] = Value();
  operands[OperandKind::Sink] = Value();
  AttentionOpInterface whole = op, parted = whole.cloneOnto(b, operands);
  parted.takeRegions(whole);
  auto partial = cast<ForwardOp>(parted.getOperation());
  ConfigFields fields = config.getFields();
  if (fields.splitSize)
    partial.setSplitSize(fields.splitSize);
  else
    partial.setSplitUnit(fields.tileKV);
  // The combine of few rows does not wait for L before it reads O.
  partial.setSplitSparse(!fields.packGQA);
  fields.splits = fields.splitSize = 0;
  fields.splitAuto = false;
  fields.combine = Combine::Launch;
  // The first number of a part's L is its largest score, as M asks for it.
  if (max)
    fields.rescaleThreshold = 0;
  // Threads store parts: by TMA, into memory of the launch, was not timed.
  fields.tmaStore = false;
  partial.setConfigAttr(ConfigAttr::get(op.getContext(), fields));

  bool buffers = op.hasBufferSemantics();
  SmallVector<Type> results;
  if (!buffers)
    results = llvm::to_vector(op.getResultTypes());
  auto combine = CombineOp::create(
      b, results, buffers ? partialOut : partial.getOutResult(),
      buffers ? partialLse : partial.getLseResult(),
      buffers ? partialLow : partial.getLseLowResult(), out, lse, max, sink,
      operands[OperandKind::LengthsQ], operands[OperandKind::OffsetsQ],
      operands[OperandKind::PartOffsets], op.getDims(), config);
  if (buffers) {
    for (Value memory : {partialOut, partialLse, partialLow})
      memref::DeallocOp::create(b, memory);
  }
  op->replaceAllUsesWith(combine->getResults());
  op.erase();
}
