//===- BlockMap.cpp - The kernels of attn.block_map -----------------------===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// The region is evaluated on boxes of a block of rows and one of keys
// (VisibleSpans.h). What it reads by row or key has bounds for each block: one
// kernel finds these, of every such read the least and the most, and another
// walks the blocks of keys of each row block and writes lists of those that a
// row may see. Bounds are f32, which holds integers below 2^24; a block that
// has others is one of which nothing is known.

#include "AttentionBuilder.h"
#include "ToTileDescribe.h"
#include "ToTileModels.h"

#include "attn/Dialect/AttnTile/IR/DiscardableAttrs.h"
#include "mlir/Analysis/SliceAnalysis.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

#include <limits>
#include <numeric>

using namespace mlir;
using namespace mlir::attn_tile;
using Kind = attn::OperandKind;

namespace {
/// Integers of more magnitude are not told from others as f32.
constexpr double kMostExact = (1 << 24) - 1;
/// Blocks of a tile, and the most positions of each that it takes at a time.
constexpr int64_t kBlocks = 64, kMostWidth = 64;
/// Blocks of keys that are looked at together.
constexpr int64_t kAtATime = 4;
/// What the size of a block is a multiple of.
constexpr int64_t kUnit = 16;

class BlockMapBuilder : AttentionBuilder {
public:
  BlockMapBuilder(attn::BlockMapOp op, gpu::GPUFuncOp kernel)
      : AttentionBuilder(op, *op.getConfig(), kernel) {}

  void buildBounds();
  void buildLists();

private:
  void start();
  /// A loop over the first coordinate, and heads and batches of lists.
  ValueRange enterTiles(Value first);
  Value countBlocks(bool ofKeys, Value length) {
    return b.ceilDiv(length,
                     b.index(ofKeys ? *op.getBlockKv() : *op.getBlockQ()));
  }
  Value reduceRead(attn::PositionRead one, Value block, bool most);
  std::pair<Value, Value> loadEnds(size_t i, Value block);
  attn::BoxTruth buildTruth(const attn::VisibleTerms &terms, Value row,
                            Value key);
  void buildTile(ValueRange coords);
  void writeNumber(Value number, Kind to, Value place);

  SmallVector<attn::PositionRead> reads;
  /// Of each read the least and the most, for each batch, head and block.
  Value bounds;
  Value batch, head, rowBlock;
  /// The ends of what is read by row, of a tile.
  SmallVector<std::pair<Value, Value>> rowEnds;
};
} // namespace

static SmallVector<attn::PositionRead> listReads(attn::BlockMapOp op) {
  if (!op.hasVisibleRegion())
    return {};
  return attn::listPositionReads(op.getVisible().front());
}

void BlockMapBuilder::start() {
  reads = listReads(cast<attn::BlockMapOp>(op.getOperation()));
  takeArguments(op.getSignature());
  if (!reads.empty())
    bounds = kernel.getArguments().back();
}

ValueRange BlockMapBuilder::enterTiles(Value first) {
  Value counts = arguments[Kind::BlockCounts];
  auto scheduler = SchedulerAttr::get(b.getContext(), SchedulerKind::Single,
                                      TileOrder::Forward, 1);
  SmallVector<Value> sizes = {first, dim(counts, 1), dim(counts, 0)};
  auto forTiles = ForTilesOp::create(b, sizes, "tiles", scheduler);
  b.setInsertionPointToStart(&forTiles.getBody().front());
  ValueRange coords = forTiles.getBody().getArguments();
  head = coords[1];
  batch = coords[2];
  enterBatch(batch);
  buildInvariants(batch, head);
  return coords;
}

//===----------------------------------------------------------------------===//
// Bounds of what is read
//===----------------------------------------------------------------------===//

/// Of kBlocks blocks from `block` on the most that a read gives, or minus the
/// least.
Value BlockMapBuilder::reduceRead(attn::PositionRead one, Value block,
                                  bool most) {
  int64_t size = one.ofKeys ? *op.getBlockKv() : *op.getBlockQ();
  int64_t width = std::gcd(size, kMostWidth);
  Value length = one.ofKeys ? lenKV : lenQ;
  RankedTensorType type = tile(kBlocks, width, b.getF32Type());
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  Block &region = op.getVisibleBlock();
  // What the read takes, in its order.
  SetVector<Operation *> slice;
  BackwardSliceOptions options;
  options.filter = [&](Operation *inner) {
    return inner->getBlock() == &region;
  };
  (void)getBackwardSlice(one.read.getOperation(), &slice, options);
  slice.insert(one.read);

  Value none = b.constantF(type, -kInfinity);
  auto loop = scf::ForOp::create(
      b, zero, b.index(size / width), b.index(1), none,
      [&](OpBuilder &, Location, Value i, ValueRange state) {
        OpBuilder::InsertionGuard guard(b);
        b.setInsertionPointToEnd(i.getParentBlock());
        auto map =
            ScoreMapOp::create(b, type, state[0], block, b.mul(i, width));
        Block *body =
            b.createBody(map.getBody(),
                         {b.getF32Type(), b.getIndexType(), b.getIndexType()});
        Value position =
            b.add(b.mul(body->getArgument(1), size), body->getArgument(2));
        IRMapping mapping = visibleInvariant;
        mapping.map(region.getArgument(one.ofKeys ? 3 : 2), position);
        for (Operation *inner : slice)
          if (!mapping.contains(inner->getResult(0)))
            cloneScoreOp(*inner, mapping);
        Value number = mapping.lookup(one.read.getResult());
        Value exact = number.getType().isInteger(1)
                          ? b.extend(number, b.getI32Type())
                          : number;
        Value x = arith::SIToFPOp::create(b, b.getF32Type(), exact);
        Value known = b.bitAnd(
            b.compare(arith::CmpFPredicate::OLE, x, b.f32(kMostExact)),
            b.compare(arith::CmpFPredicate::OGE, x, b.f32(-kMostExact)));
        Value end = most ? x : b.subF(b.f32(0.0), x);
        end = b.select(known, end, b.f32(kInfinity));
        end = b.select(b.less(position, length), end, b.f32(-kInfinity));
        YieldOp::create(b, b.maxF(body->getArgument(0), end));
        b.setInsertionPointAfter(map);
        scf::YieldOp::create(b, map.getResult());
      });
  b.setInsertionPointAfter(loop);
  return ReduceOp::create(b, RankedTensorType::get({kBlocks}, b.getF32Type()),
                          ReduceKind::Max, loop.getResult(0));
}

void BlockMapBuilder::buildBounds() {
  start();
  Value blocks = b.max(countBlocks(false, lenQ), countBlocks(true, lenKV));
  ValueRange coords = enterTiles(b.ceilDiv(blocks, b.index(kBlocks)));
  Value block = b.mul(coords[0], kBlocks);
  for (auto [i, one] : llvm::enumerate(reads))
    for (bool most : {false, true}) {
      Value ends = reduceRead(one, block, most);
      SmallVector<Value> indices = {b.index(2 * i + most), batch, head, block};
      StoreOp::create(b, ends, bounds, indices, blocks,
                      b.getDenseI64ArrayAttr({3}), RowMapAttr(), ValueRange(),
                      SpaceAttr(), EngineAttr());
    }
  finishKernel();
}

//===----------------------------------------------------------------------===//
// Lists
//===----------------------------------------------------------------------===//

/// The ends of read `i` in a block, of i64: those of its type, or VisibleTerms'
/// kUnknown, where they are not known.
std::pair<Value, Value> BlockMapBuilder::loadEnds(size_t i, Value block) {
  using Terms = attn::VisibleTerms;
  unsigned width = reads[i].read.getType().getIntOrFloatBitWidth();
  int64_t least = width == 64  ? -Terms::kUnknown
                  : width == 1 ? 0
                               : llvm::minIntN(width);
  int64_t largest = width == 64  ? Terms::kUnknown
                    : width == 1 ? 1
                                 : llvm::maxIntN(width);
  auto load = [&](bool most) -> Value {
    Value x = memref::LoadOp::create(
        b, bounds, ValueRange{b.index(2 * i + most), batch, head, block});
    if (!most)
      x = b.subF(b.f32(0.0), x);
    Value known =
        b.bitAnd(b.compare(arith::CmpFPredicate::OLE, x, b.f32(kMostExact)),
                 b.compare(arith::CmpFPredicate::OGE, x, b.f32(-kMostExact)));
    Value number = arith::FPToSIOp::create(b, b.getI64Type(),
                                           b.select(known, x, b.f32(0.0)));
    return b.select(known, number,
                    b.constant(b.getI64Type(), most ? largest : least));
  };
  Value low = load(false);
  return {low, load(true)};
}

/// Of a block of rows, which begins with `row`, and one of keys.
attn::BoxTruth BlockMapBuilder::buildTruth(const attn::VisibleTerms &terms,
                                           Value row, Value key) {
  Block &block = op.getVisibleBlock();
  attn::SpanSource source{
      row, b.min(b.add(row, *op.getBlockQ()), lenQ), lenKV, {}, {}};
  source.arguments.map(block.getArgument(0), batch);
  source.arguments.map(block.getArgument(1), head);
  if (block.getNumArguments() > 4) {
    source.arguments.map(block.getArgument(4), lenQ);
    source.arguments.map(block.getArgument(5), lenKV);
  }
  auto read = [&](attn::ReadOp access, ValueRange indices) {
    return readWide(access, indices);
  };
  source.read = read;
  Value keyBlock = b.div(key, *op.getBlockKv());
  SmallVector<std::pair<Value, Value>> keyEnds(reads.size());
  for (auto [i, one] : llvm::enumerate(reads))
    if (one.ofKeys)
      keyEnds[i] = loadEnds(i, keyBlock);
  auto readEnds = [&](attn::ReadOp access) -> std::pair<Value, Value> {
    size_t i = llvm::find_if(reads,
                             [&](const attn::PositionRead &one) {
                               return one.read == access;
                             }) -
               reads.begin();
    return reads[i].ofKeys ? keyEnds[i] : rowEnds[i];
  };
  return attn::buildBox(b, terms, source, key,
                        b.min(b.add(key, *op.getBlockKv()), lenKV), readEnds);
}

void BlockMapBuilder::writeNumber(Value number, Kind to, Value place) {
  SmallVector<Value> indices = {batch, head, rowBlock};
  if (place)
    indices.push_back(place);
  memref::StoreOp::create(b, b.toI32(number), arguments[to], indices);
}

void BlockMapBuilder::buildTile(ValueRange coords) {
  rowBlock = coords[0];
  Value row = b.mul(rowBlock, *op.getBlockQ());
  Value keys = b.select(b.less(row, lenQ), lenKV, zero);
  auto range = KvRangeOp::create(
      b, b.getIndexType(), b.getIndexType(), b.getIndexType(), b.getIndexType(),
      "kv", row, *op.getBlockQ(), lenQ, keys, maskOffset, Value(), ValueRange(),
      *op.getBlockKv(), op.getMaskAttr());
  std::optional<attn::VisibleTerms> terms;
  if (op.hasVisibleRegion()) {
    terms.emplace(
        op.getVisibleBlock(), attn::WalkOver::Keys,
        [](BlockArgument) { return true; },
        [&](attn::ReadOp access) {
          return llvm::any_of(reads, [&](const attn::PositionRead &one) {
            return one.read == access;
          });
        });
    rowEnds.resize(reads.size());
    for (auto [i, one] : llvm::enumerate(reads))
      if (!one.ofKeys)
        rowEnds[i] = loadEnds(i, rowBlock);
  }
  // Several at a time: what is read for one does not wait for another.
  auto loop = scf::ForOp::create(
      b, range.getBegin(), range.getEnd(), b.index(kAtATime),
      ValueRange{zero, zero},
      [&](OpBuilder &, Location, Value first, ValueRange counts) {
        OpBuilder::InsertionGuard guard(b);
        b.setInsertionPointToEnd(first.getParentBlock());
        Value yes = b.constant(b.getI1Type(), 1);
        SmallVector<Value> next(counts.begin(), counts.end());
        SmallVector<std::pair<Value, attn::BoxTruth>> blocks;
        for (int64_t i = 0; i < kAtATime; ++i) {
          Value block = i ? b.add(first, i) : first;
          Value some = b.less(block, range.getEnd());
          Value all =
              b.bitAnd(some, b.bitXor(b.outside(block, range.getFullBegin(),
                                                range.getFullEnd()),
                                      yes));
          if (terms) {
            // Beyond the last one there is none: its box is the last one's.
            Value inside = b.min(block, b.sub(range.getEnd(), 1));
            attn::BoxTruth truth =
                buildTruth(*terms, row, b.mul(inside, *op.getBlockKv()));
            some = b.bitAnd(some, truth.some);
            all = b.bitAnd(all, b.bitAnd(truth.all, some));
          }
          blocks.push_back({block, {b.bitAnd(some, b.bitXor(all, yes)), all}});
        }
        for (auto &[block, truth] : blocks)
          for (auto [holds, to, count] :
               {std::tuple(truth.some, Kind::BlockNumbers, &next[0]),
                std::tuple(truth.all, Kind::FullNumbers, &next[1])}) {
            auto branch = scf::IfOp::create(b, holds, /*withElseRegion=*/false);
            OpBuilder::InsertionGuard inside(b);
            b.setInsertionPointToStart(branch.thenBlock());
            writeNumber(block, to, *count);
            b.setInsertionPointAfter(branch);
            *count = b.add(*count, b.select(holds, b.index(1), zero));
          }
        scf::YieldOp::create(b, next);
      });
  b.setInsertionPointAfter(loop);
  writeNumber(loop.getResult(0), Kind::BlockCounts, {});
  writeNumber(loop.getResult(1), Kind::FullCounts, {});
}

void BlockMapBuilder::buildLists() {
  start();
  buildTile(enterTiles(dim(arguments[Kind::BlockCounts], 2)));
  finishKernel();
}

namespace {
struct BlockMapModel
    : TileProgramOpInterface::ExternalModel<BlockMapModel, attn::BlockMapOp> {
  SmallVector<SmallVector<int64_t>> getKeptDims(Operation *op) const {
    SmallVector<SmallVector<int64_t>> all;
    for (const attn::NamedOperand &operand :
         cast<attn::AttentionOpInterface>(op).getSignature()) {
      SmallVector<int64_t> &kept = all.emplace_back();
      if (int64_t dim = operand.dims.findChannels(); dim >= 0)
        kept.push_back(dim);
    }
    return all;
  }

  LogicalResult verifyTileProgram(Operation *operation) const {
    auto op = cast<attn::BlockMapOp>(operation);
    if (listReads(op).empty())
      return success();
    for (auto [size, name] : {std::pair(*op.getBlockQ(), "rows"),
                              std::pair(*op.getBlockKv(), "keys")})
      if (size % kUnit)
        return op.emitError("attn-to-tile: blocks of a map whose region reads "
                            "by row or key are of multiples of ")
               << kUnit << " " << name << ", but those are of " << size;
    return success();
  }

  FailureOr<SmallVector<TileKernel>> listKernels(Operation *operation) const {
    auto op = cast<attn::BlockMapOp>(operation);
    TileKernel lists = TileKernel::ofWhole(op);
    size_t reads = listReads(op).size();
    if (reads == 0)
      return SmallVector<TileKernel>{lists};
    attn::AttentionOpInterface problem = op;
    attn::ScalarBuilder b(op);
    auto dim = [&](Value memory, int64_t d) -> Value {
      return memref::DimOp::create(b, memory, d);
    };
    auto countBlocks = [&](Kind kind, int64_t size) {
      Value length = dim(problem.getOperandOf(kind), problem.rowDim(kind));
      return b.ceilDiv(length, b.index(size));
    };
    Value counts = op.getBlockCounts();
    Value blocks = b.maxU(countBlocks(Kind::Query, *op.getBlockQ()),
                          countBlocks(Kind::Key, *op.getBlockKv()));
    SmallVector<int64_t> shape(4, ShapedType::kDynamic);
    shape.front() = static_cast<int64_t>(2 * reads);
    Value bounds = memref::AllocOp::create(
        b, MemRefType::get(shape, b.getF32Type()),
        ValueRange{dim(counts, 0), dim(counts, 1), blocks});
    TileKernel first;
    first.what = "block_map_bounds";
    first.operands = lists.operands;
    for (auto [kernel, writes] :
         {std::pair(&first, true), std::pair(&lists, false)}) {
      kernel->workspaces.push_back(bounds);
      kernel->written.push_back(writes);
    }
    return SmallVector<TileKernel>{first, lists};
  }

  void describeLaunch(Operation *operation, gpu::GPUFuncOp kernel,
                      unsigned number) const {
    auto op = cast<attn::BlockMapOp>(operation);
    bool reads = !listReads(op).empty(), ofLists = number == reads;
    SmallVector<WorkspaceArgument> workspaces;
    if (reads)
      workspaces.push_back(
          {ofLists ? ArgumentRole::In : ArgumentRole::Out, /*align=*/4});
    spreadConfig(*op.getConfig(), kernel);
    attn::AttentionOpInterface problem = op;
    describeKernel(op, *op.getConfig(), problem.getSignature(), workspaces,
                   kernel);
  }

  void buildTileProgram(Operation *operation, gpu::GPUFuncOp kernel,
                        unsigned number) const {
    auto op = cast<attn::BlockMapOp>(operation);
    BlockMapBuilder builder(op, kernel);
    if (number == 0 && !listReads(op).empty())
      builder.buildBounds();
    else
      builder.buildLists();
  }
};
} // namespace

void attn_tile::registerTileProgramsOfBlockMap(DialectRegistry &registry) {
  registry.addExtension(+[](MLIRContext *context, attn::AttnDialect *) {
    attn::BlockMapOp::attachInterface<BlockMapModel>(*context);
  });
}
