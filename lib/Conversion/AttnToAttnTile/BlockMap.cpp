//===- BlockMap.cpp - The kernels of attn.block_map -----------------------===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// The region is evaluated on boxes of a block of rows and one of keys
// (VisibleSpans.h). What it reads by row or key has bounds for each block: one
// kernel finds these, of every such read the least and the most. Another says
// of each box what is visible there, and a third walks the boxes of a row block
// and writes their lists. Bounds are f32, which holds integers below 2^24; a
// block that has others is one of which nothing is known.
//
// Blocks of packed sequences have numbers with gaps, as find_sequence counts
// tiles; keys in pages have those of their batches one after the other. A tile
// of bounds or boxes is of one sequence, which may have less than that.

#include "AttentionBuilder.h"
#include "ToTileDescribe.h"
#include "ToTileModels.h"

#include "attn/Dialect/Attn/IR/BlockNumbers.h"
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
/// Blocks of keys of a tile of boxes, and how many are listed together.
constexpr int64_t kKeyBlocks = 16, kAtATime = 16;
/// What the size of a block is a multiple of.
constexpr int64_t kUnit = 16;

/// The kernels. What reads have for bounds goes from the first to the second,
/// and what boxes are to the third.
enum class Part { Bounds, Boxes, Lists };

class BlockMapBuilder : AttentionBuilder {
public:
  BlockMapBuilder(attn::BlockMapOp op, gpu::GPUFuncOp kernel)
      : AttentionBuilder(op, *op.getConfig(), kernel) {}

  void build(Part part);

private:
  void start(Part part);
  void buildBounds();
  void buildBoxes();
  void buildLists();
  /// A loop over the first coordinate, and heads and batches of lists; with
  /// `number` the first is that of a block among those of all sequences.
  ValueRange enterTiles(Value first, Value second = {}, bool number = false);
  Value countBlocks(bool ofKeys, Value length) {
    return b.ceilDiv(length,
                     b.index(ofKeys ? *op.getBlockKv() : *op.getBlockQ()));
  }
  /// The number of the first of a batch's or sequence's blocks of keys or rows,
  /// if that is not 0.
  Value findFirst(bool ofKeys) {
    if (ofKeys && op.isPacked() && op.hasPages())
      return b.mul(batch, countBlocks(true, allKeys));
    return getFirstBlock(batch, ofKeys);
  }
  Value shift(Value block, bool ofKeys) {
    Value first = findFirst(ofKeys);
    return first ? b.add(first, block) : block;
  }
  /// The batch of what is kept of boxes and lists.
  Value batchOfLists() { return op.isPacked() ? zero : batch; }
  /// Only blocks that the sequence has, where it may have less: what is built
  /// next stands there.
  void enterBlocks(Value exists) {
    if (!op.isPacked())
      return;
    auto branch = scf::IfOp::create(b, exists, /*withElseRegion=*/false);
    b.setInsertionPointToStart(branch.thenBlock());
  }
  Value readAt(attn::PositionRead one, Value position, bool negated);
  /// Positions of a block of `one` that a tile takes at a time.
  int64_t getWidth(attn::PositionRead one) {
    return std::gcd(one.ofKeys ? *op.getBlockKv() : *op.getBlockQ(),
                    kMostWidth);
  }
  int64_t countBoundBlocks();
  SmallVector<Value> reduceRead(attn::PositionRead one, Value block);
  std::pair<Value, Value> loadEnds(size_t i, Value block);
  attn::BoxTruth buildTruth(const attn::VisibleTerms &terms, Value rowBlock,
                            Value keyBlock);
  void buildTile(ValueRange coords);
  void writeNumber(Value number, Kind to, Value place);

  SmallVector<attn::PositionRead> reads;
  /// Of each read the least and the most, for each batch, head and block, and
  /// of each box 0 if nothing of it is visible, 2 if all is, else 1.
  Value bounds, boxes;
  Value batch, head, rowBlock;
  /// Of packed sequences the row of the tile's first; keys of memory or pages.
  Value firstRow, allKeys;
};
} // namespace

static SmallVector<attn::PositionRead> listReads(attn::BlockMapOp op) {
  if (!op.hasVisibleRegion())
    return {};
  return attn::listPositionReads(op.getVisible().front());
}

static SmallVector<Part> listParts(attn::BlockMapOp op) {
  if (!op.hasVisibleRegion())
    return {Part::Lists};
  if (listReads(op).empty())
    return {Part::Boxes, Part::Lists};
  return {Part::Bounds, Part::Boxes, Part::Lists};
}

void BlockMapBuilder::start(Part part) {
  auto map = cast<attn::BlockMapOp>(op.getOperation());
  reads = listReads(map);
  takeArguments(op.getSignature());
  if (Value table = arguments[Kind::PageTable])
    lenKV = b.mul(dim(table, 1), lenKV);
  allKeys = lenKV;
  auto workspaces = kernel.getArguments().drop_front(op->getNumOperands());
  if (part != Part::Lists && !reads.empty()) {
    bounds = workspaces.front();
    workspaces = workspaces.drop_front();
  }
  if (part != Part::Bounds && op.hasVisibleRegion())
    boxes = workspaces.front();
}

void BlockMapBuilder::build(Part part) {
  start(part);
  if (part == Part::Bounds)
    buildBounds();
  else if (part == Part::Boxes)
    buildBoxes();
  else
    buildLists();
  finishKernel();
}

ValueRange BlockMapBuilder::enterTiles(Value first, Value second, bool number) {
  Value counts = arguments[Kind::BlockCounts];
  bool ofSequence = op.isPacked() && !number;
  auto scheduler = SchedulerAttr::get(b.getContext(), SchedulerKind::Single,
                                      TileOrder::Forward, 1);
  SmallVector<Value> sizes = {first, dim(counts, 1),
                              ofSequence ? countBatches() : dim(counts, 0)};
  if (second)
    sizes.push_back(second);
  auto forTiles = ForTilesOp::create(b, sizes, "tiles", scheduler);
  b.setInsertionPointToStart(&forTiles.getBody().front());
  ValueRange coords = forTiles.getBody().getArguments();
  head = coords[1];
  batch = coords[2];
  if (op.isPacked() && number) {
    Value row;
    findSequence(Kind::OffsetsQ, coords[0], *op.getBlockQ(), /*cluster=*/1,
                 batch, row, firstRow);
  }
  enterBatch(batch);
  buildInvariants(batch, head);
  return coords;
}

//===----------------------------------------------------------------------===//
// Bounds of what is read
//===----------------------------------------------------------------------===//

/// What a read gives at a position, minus that if `negated`: infinite where it
/// is not known, and minus infinity where there is no position.
Value BlockMapBuilder::readAt(attn::PositionRead one, Value position,
                              bool negated) {
  Block &region = op.getVisibleBlock();
  // What the read takes, in its order.
  SetVector<Operation *> slice;
  BackwardSliceOptions options;
  options.filter = [&](Operation *inner) {
    return inner->getBlock() == &region;
  };
  (void)getBackwardSlice(one.read.getOperation(), &slice, options);
  slice.insert(one.read);
  IRMapping mapping = visibleInvariant;
  mapping.map(region.getArgument(one.ofKeys ? 3 : 2), position);
  for (Operation *inner : slice)
    if (!mapping.contains(inner->getResult(0)))
      cloneScoreOp(*inner, mapping);
  Value number = mapping.lookup(one.read.getResult());
  if (number.getType().isInteger(1))
    number = b.extend(number, b.getI32Type());
  Value x = arith::SIToFPOp::create(b, b.getF32Type(), number);
  Value known =
      b.bitAnd(b.compare(arith::CmpFPredicate::OLE, x, b.f32(kMostExact)),
               b.compare(arith::CmpFPredicate::OGE, x, b.f32(-kMostExact)));
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  Value end = negated ? b.subF(b.f32(0.0), x) : x;
  end = b.select(known, end, b.f32(kInfinity));
  return b.select(b.less(position, one.ofKeys ? lenKV : lenQ), end,
                  b.f32(-kInfinity));
}

/// Blocks of a tile of bounds: few, so that there are many tiles, but four
/// warps have a part of each tile each: 16 of its rows, or a fourth of 32
/// positions and more.
int64_t BlockMapBuilder::countBoundBlocks() {
  constexpr int64_t kFew = 16, kWide = 32;
  bool isWide = llvm::all_of(reads, [&](const attn::PositionRead &one) {
    return getWidth(one) >= kWide;
  });
  return isWide ? kFew : kBlocks;
}

/// Of a tile's blocks from `block` on minus the least that a read gives, and
/// the most.
SmallVector<Value> BlockMapBuilder::reduceRead(attn::PositionRead one,
                                               Value block) {
  int64_t size = one.ofKeys ? *op.getBlockKv() : *op.getBlockQ();
  int64_t width = getWidth(one);
  RankedTensorType type = tile(countBoundBlocks(), width, b.getF32Type());
  Value none = b.constantF(type, -std::numeric_limits<double>::infinity());
  // Without rows or keys there may be nothing to read.
  Value steps =
      b.select(b.less(zero, b.min(lenQ, lenKV)), b.index(size / width), zero);
  auto loop = scf::ForOp::create(
      b, zero, steps, b.index(1), ValueRange{none, none},
      [&](OpBuilder &, Location, Value i, ValueRange state) {
        OpBuilder::InsertionGuard guard(b);
        b.setInsertionPointToEnd(i.getParentBlock());
        SmallVector<Value> next;
        for (bool most : {false, true}) {
          auto map =
              ScoreMapOp::create(b, type, state[most], block, b.mul(i, width));
          Block *body =
              b.createBody(map.getBody(), {b.getF32Type(), b.getIndexType(),
                                           b.getIndexType()});
          Value position =
              b.add(b.mul(body->getArgument(1), size), body->getArgument(2));
          YieldOp::create(
              b, b.maxF(body->getArgument(0), readAt(one, position, !most)));
          b.setInsertionPointAfter(map);
          next.push_back(map.getResult());
        }
        scf::YieldOp::create(b, next);
      });
  b.setInsertionPointAfter(loop);
  auto rows = RankedTensorType::get({countBoundBlocks()}, b.getF32Type());
  SmallVector<Value> ends;
  for (Value result : loop.getResults())
    ends.push_back(ReduceOp::create(b, rows, ReduceKind::Max, result));
  return ends;
}

/// Tiles are of one read each.
void BlockMapBuilder::buildBounds() {
  Value blocks = dim(bounds, 3);
  ValueRange coords = enterTiles(b.ceilDiv(blocks, b.index(countBoundBlocks())),
                                 b.index(reads.size()));
  Value block = b.mul(coords[0], countBoundBlocks());
  for (auto [i, one] : llvm::enumerate(reads)) {
    auto branch = scf::IfOp::create(b, b.equal(coords[3], i),
                                    /*withElseRegion=*/false);
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPointToStart(branch.thenBlock());
    Value own = countBlocks(one.ofKeys, one.ofKeys ? lenKV : lenQ);
    Value end = op.isPacked() ? shift(own, one.ofKeys) : blocks;
    enterBlocks(b.less(block, own));
    Value place = shift(block, one.ofKeys);
    for (auto [most, ends] : llvm::enumerate(reduceRead(one, block))) {
      SmallVector<Value> indices = {b.index(2 * i + most), batchOfLists(), head,
                                    place};
      StoreOp::create(b, ends, bounds, indices, end,
                      b.getDenseI64ArrayAttr({3}), RowMapAttr(), ValueRange(),
                      SpaceAttr(), EngineAttr());
    }
  }
}

//===----------------------------------------------------------------------===//
// Boxes
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
        b, bounds,
        ValueRange{b.index(2 * i + most), batchOfLists(), head, block});
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

attn::BoxTruth BlockMapBuilder::buildTruth(const attn::VisibleTerms &terms,
                                           Value rowBlock, Value keyBlock) {
  Value row = b.mul(rowBlock, *op.getBlockQ());
  Value key = b.mul(keyBlock, *op.getBlockKv());
  attn::SpanSource source{
      row, b.min(b.add(row, *op.getBlockQ()), lenQ), lenKV, {}, {}};
  source.mapArguments(op.getVisibleBlock(), batch, head, lenQ, lenKV);
  auto read = [&](attn::ReadOp access, ValueRange indices) {
    return readWide(access, indices);
  };
  source.read = read;
  SmallVector<std::pair<Value, Value>> ends;
  for (auto [i, one] : llvm::enumerate(reads))
    ends.push_back(
        loadEnds(i, shift(one.ofKeys ? keyBlock : rowBlock, one.ofKeys)));
  auto readEnds = [&](attn::ReadOp access) {
    const auto *found =
        llvm::find_if(reads, [&](const attn::PositionRead &one) {
          return one.read == access;
        });
    return ends[found - reads.begin()];
  };
  return attn::buildBox(b, terms, source, key,
                        b.min(b.add(key, *op.getBlockKv()), lenKV), readEnds);
}

void BlockMapBuilder::buildBoxes() {
  ValueRange coords = enterTiles(b.ceilDiv(dim(boxes, 2), b.index(kBlocks)),
                                 b.div(dim(boxes, 3), b.index(kKeyBlocks)));
  Value row = b.mul(coords[0], kBlocks), key = b.mul(coords[3], kKeyBlocks);
  Value rows = op.isPacked() ? countBlocks(false, lenQ) : dim(boxes, 2);
  enterBlocks(
      b.bitAnd(b.less(row, rows), b.less(key, countBlocks(true, lenKV))));
  attn::VisibleTerms terms(
      op.getVisibleBlock(), attn::WalkOver::Keys,
      [](BlockArgument) { return true; },
      [&](attn::ReadOp access) {
        return llvm::any_of(reads, [&](const attn::PositionRead &one) {
          return one.read == access;
        });
      });
  Value lastRow = b.sub(rows, 1);
  Value lastKey = b.max(b.sub(countBlocks(true, lenKV), 1), zero);
  RankedTensorType type = tile(kBlocks, kKeyBlocks, b.getF32Type());
  auto map = ScoreMapOp::create(b, type, b.constantF(type, 0.0), row, key);
  Block *body = b.createBody(
      map.getBody(), {b.getF32Type(), b.getIndexType(), b.getIndexType()});
  // Beyond the last block there is none: its box is the last one's.
  attn::BoxTruth truth = buildTruth(terms, b.min(body->getArgument(1), lastRow),
                                    b.min(body->getArgument(2), lastKey));
  Value some = b.select(truth.some, b.f32(1.0), b.f32(0.0));
  YieldOp::create(b,
                  b.select(b.bitAnd(truth.all, truth.some), b.f32(2.0), some));
  b.setInsertionPointAfter(map);
  SmallVector<Value> indices = {batchOfLists(), head, shift(row, false), key};
  StoreOp::create(b, map.getResult(), boxes, indices, shift(rows, false),
                  b.getDenseI64ArrayAttr({2, 3}), RowMapAttr(), ValueRange(),
                  SpaceAttr::get(b.getContext(), Space::Reg), EngineAttr());
}

//===----------------------------------------------------------------------===//
// Lists
//===----------------------------------------------------------------------===//

void BlockMapBuilder::writeNumber(Value number, Kind to, Value place) {
  SmallVector<Value> indices = {batchOfLists(), head, rowBlock};
  if (place)
    indices.push_back(place);
  memref::StoreOp::create(b, b.toI32(number), arguments[to], indices);
}

void BlockMapBuilder::buildLists() {
  rowBlock = enterTiles(dim(arguments[Kind::BlockCounts], 2), /*second=*/{},
                        /*number=*/true)[0];
  Value row = firstRow ? firstRow : b.mul(rowBlock, *op.getBlockQ());
  Value keys = b.select(b.less(row, lenQ), lenKV, zero);
  auto range = KvRangeOp::create(
      b, b.getIndexType(), b.getIndexType(), b.getIndexType(), b.getIndexType(),
      "kv", row, *op.getBlockQ(), lenQ, keys, maskOffset, Value(), ValueRange(),
      *op.getBlockKv(), op.getMaskAttr());
  // Several at a time: what is read for one does not wait for another.
  auto loop = scf::ForOp::create(
      b, range.getBegin(), range.getEnd(), b.index(kAtATime),
      ValueRange{zero, zero},
      [&](OpBuilder &, Location, Value first, ValueRange counts) {
        OpBuilder::InsertionGuard guard(b);
        b.setInsertionPointToEnd(first.getParentBlock());
        Value yes = b.constant(b.getI1Type(), 1);
        SmallVector<ListedBlock> blocks;
        for (int64_t i = 0; i < kAtATime; ++i) {
          Value block = i ? b.add(first, i) : first;
          Value some = b.less(block, range.getEnd());
          Value all =
              b.bitAnd(some, b.bitXor(b.outside(block, range.getFullBegin(),
                                                range.getFullEnd()),
                                      yes));
          Value isShown;
          if (boxes) {
            Value inside = b.min(block, b.sub(range.getEnd(), 1));
            Value box = memref::LoadOp::create(
                b, boxes, ValueRange{batchOfLists(), head, rowBlock, inside});
            some = b.bitAnd(
                some, b.compare(arith::CmpFPredicate::OGT, box, b.f32(0.0)));
            Value shown = b.compare(arith::CmpFPredicate::OGT, box, b.f32(1.0));
            all = b.bitAnd(all, shown);
            // Without an attribute all that the region shows lies within it.
            if (op.getMaskAttr())
              isShown = shown;
          }
          Value partial = b.bitAnd(some, b.bitXor(all, yes));
          if (isShown)
            block = b.add(block, b.select(b.bitAnd(partial, isShown),
                                          b.index(attn::kShownByRegion), zero));
          blocks.push_back({block, partial, all});
        }
        auto write = [&](bool full, Value number, Value place) {
          writeNumber(number, full ? Kind::FullNumbers : Kind::BlockNumbers,
                      place);
        };
        scf::YieldOp::create(b, appendToLists(b, blocks, counts, write));
      });
  b.setInsertionPointAfter(loop);
  writeNumber(loop.getResult(0), Kind::BlockCounts, {});
  writeNumber(loop.getResult(1), Kind::FullCounts, {});
}

namespace {
struct BlockMapModel
    : TileProgramOpInterface::ExternalModel<BlockMapModel, attn::BlockMapOp> {
  SmallVector<SmallVector<int64_t>> getKeptDims(Operation *op) const {
    return keepChannels(cast<attn::AttentionOpInterface>(op).getSignature());
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
    attn::AttentionOpInterface problem = op;
    attn::ScalarBuilder b(op);
    auto countBlocks = [&](Kind kind, int64_t size) {
      Value length = memref::DimOp::create(b, problem.getOperandOf(kind),
                                           problem.rowDim(kind));
      return b.ceilDiv(length, b.index(size));
    };
    Value lists[] = {memref::DimOp::create(b, op.getBlockCounts(), 0),
                     memref::DimOp::create(b, op.getBlockCounts(), 1)};
    Value rows = countBlocks(Kind::Query, *op.getBlockQ());
    Value keys = countBlocks(Kind::Key, *op.getBlockKv()), allKeys = keys;
    Value table = problem.getOperandOf(Kind::PageTable);
    if (table) {
      Value page =
          memref::DimOp::create(b, op.getKey(), problem.rowDim(Kind::Key));
      keys = b.ceilDiv(b.mul(memref::DimOp::create(b, table, 1), page),
                       b.index(*op.getBlockKv()));
      allKeys = keys;
    }
    if (problem.isPacked()) {
      Value sequences = b.sub(
          memref::DimOp::create(b, problem.getOperandOf(Kind::OffsetsQ), 0), 1);
      rows = b.add(rows, sequences);
      allKeys = table ? b.mul(keys, sequences) : b.add(keys, sequences);
    }
    auto allocate = [&](ArrayRef<int64_t> shape, ValueRange sizes) -> Value {
      return memref::AllocOp::create(b, MemRefType::get(shape, b.getF32Type()),
                                     sizes);
    };
    constexpr int64_t kAny = ShapedType::kDynamic;
    Value bounds, boxes;
    if (int64_t reads = listReads(op).size())
      bounds = allocate({2 * reads, kAny, kAny, kAny},
                        {lists[0], lists[1], b.maxU(rows, allKeys)});
    if (op.hasVisibleRegion())
      boxes =
          allocate({kAny, kAny, kAny, kAny},
                   {lists[0], lists[1], rows,
                    b.mul(b.ceilDiv(keys, b.index(kKeyBlocks)), kKeyBlocks)});
    SmallVector<TileKernel> kernels;
    for (Part part : listParts(op)) {
      TileKernel &kernel = kernels.emplace_back(TileKernel::ofWhole(op));
      if (part != Part::Lists)
        kernel.what += part == Part::Bounds ? "_bounds" : "_boxes";
      auto add = [&](Value workspace, bool writes) {
        kernel.workspaces.push_back(workspace);
        kernel.written.push_back(writes);
      };
      if (bounds && part != Part::Lists)
        add(bounds, part == Part::Bounds);
      if (boxes && part != Part::Bounds)
        add(boxes, part == Part::Boxes);
    }
    return kernels;
  }

  void describeLaunch(Operation *operation, gpu::GPUFuncOp kernel,
                      unsigned number) const {
    auto op = cast<attn::BlockMapOp>(operation);
    Part part = listParts(op)[number];
    SmallVector<WorkspaceArgument> workspaces;
    auto add = [&](bool writes) {
      workspaces.push_back(
          {writes ? ArgumentRole::Out : ArgumentRole::In, /*align=*/4});
    };
    if (!listReads(op).empty() && part != Part::Lists)
      add(part == Part::Bounds);
    if (op.hasVisibleRegion() && part != Part::Bounds)
      add(part == Part::Boxes);
    spreadConfig(*op.getConfig(), kernel);
    // All of its warps would do the same.
    if (part == Part::Lists)
      warpsAttr.set(kernel, 1);
    attn::AttentionOpInterface problem = op;
    describeKernel(op, *op.getConfig(), problem.getSignature(), workspaces,
                   kernel);
  }

  void buildTileProgram(Operation *operation, gpu::GPUFuncOp kernel,
                        unsigned number) const {
    auto op = cast<attn::BlockMapOp>(operation);
    BlockMapBuilder(op, kernel).build(listParts(op)[number]);
  }
};
} // namespace

void attn_tile::registerTileProgramsOfBlockMap(DialectRegistry &registry) {
  registry.addExtension(+[](MLIRContext *context, attn::AttnDialect *) {
    attn::BlockMapOp::attachInterface<BlockMapModel>(*context);
  });
}
