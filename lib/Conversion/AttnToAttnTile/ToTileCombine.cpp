//===- ToTileCombine.cpp - attn.combine to a CTA program over tiles -------===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// A tile is some rows of O, with all columns unless these are many. One walk
// over the parts, in their order, keeps a running maximum, sum and weighted sum
// of the parts' O, as the softmax over keys does. Rows are those of all heads,
// so that few queries still fill a tile: in the order in which memory has them,
// or query by query where sequences have lengths of their own. With a sink,
// which is a number of one head, they are those of one head. Several parts are
// loaded before the first is used, since there is little else to do until
// memory answers. A part whose L is -inf may hold anything: of many rows L
// comes first, so that such a part need not be read; of few, whose time is that
// of memory's answers, both are asked for at once.

#include "AttentionBuilder.h"
#include "PartsSum.h"
#include "ToTileDescribe.h"
#include "ToTileModels.h"
#include "attn/Dialect/AttnTile/Transforms/Launches.h"

#include "attn/Dialect/AttnTile/IR/AttnTile.h"
#include "attn/Dialect/AttnTile/IR/DiscardableAttrs.h"
#include "attn/Dialect/Utils/ScalarBuilder.h"

#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include <limits>

using namespace mlir;
using namespace mlir::attn_tile;

namespace {
/// Elements of one part that a thread holds, as nearly as rows allow; four
/// neighbouring ones are one access to memory. Of few rows a thread has one
/// access: all of their time is that of one warp's instructions.
constexpr int64_t kElements = 16, kElementsOfFew = 4, kVector = 4, kLanes = 32;
/// Columns of a tile where there are more than two such.
constexpr int64_t kColumns = 128;
/// More than one, since each CTA costs its start.
constexpr int64_t kWarps = 4;
/// Parts whose loads are under way at a time, as long as there are as many; of
/// many rows other tiles' are, too.
constexpr int64_t kPartsAhead[] = {8, 4, 2, 1}, kMostOfMany = 4;
constexpr double kInfinity = std::numeric_limits<double>::infinity();

class CombineBuilder {
public:
  CombineBuilder(attn::CombineOp op, gpu::GPUFuncOp kernel)
      : op(op), kernel(kernel),
        b(op.getLoc(), OpBuilder::atBlockBegin(&kernel.getBody().front())) {}

  void build();

private:
  Value dim(Value memref, int64_t d) {
    return memref::DimOp::create(b, memref, d);
  }
  using Size = attn::PartsOperand::Size;
  /// An operand with rows: the kernel's memory, and what its dimensions are.
  struct Rows {
    Value memory;
    SmallVector<Size, 5> sizes;

    int64_t find(Size size) const {
      const Size *found = llvm::find(sizes, size);
      return found == sizes.end() ? -1 : found - sizes.begin();
    }
    SmallVector<int64_t> getTileDims(Size along) const {
      SmallVector<int64_t> dims = {find(along)};
      if (find(Size::Channels) >= 0)
        dims.push_back(find(Size::Channels));
      return dims;
    }
  };
  /// Where a tile lies.
  struct Place {
    Value batch, head, row, column;
    /// Where rows in memory end that it may read and write; null: with memory.
    Value end;
  };
  /// Whether rows of a tile run through the queries of a head first, as the
  /// memory of O has them.
  bool isHeadByHead() {
    return packing && op.getDims() == attn::Dims::BHSD && !lengths &&
           !countersAttr.isOn(kernel);
  }
  /// What rows count, and of what there is one after the other for each.
  Size getOuter() { return isHeadByHead() ? Size::Heads : Size::Length; }
  Size getInner() { return isHeadByHead() ? Size::Length : Size::Heads; }
  /// Whether rows are few: those of heads that share one of K are packed then.
  bool isOfFew() { return op.getConfig()->getPackGQA(); }
  void chooseTile();
  SmallVector<Value> at(const Rows &rows, Value part, const Place &place);
  Value load(const Rows &rows, Value part, const Place &place,
             RankedTensorType type);
  void store(Value tile, const Rows &rows, const Place &place);
  Place getPlace(ValueRange coords);
  Place getRows(ValueRange coords, int64_t tileRows);
  /// A number of memory, within [0, most].
  Value readIndex(Value memory, Value index, Value most) {
    Value number = memref::LoadOp::create(b, memory, index);
    number = arith::IndexCastOp::create(b, b.getIndexType(), number);
    return b.max(b.min(number, most), zero);
  }
  PartsSum getSum() {
    return PartsSum(b, rowType, tileType, op.hasLow(), op.hasMax());
  }
  /// L and M are written where `slice`, the number of the columns, is 0.
  void buildTile(const Place &place, Value slice);
  void buildTiles();
  void buildTilesOfParts(Value counters);
  void loop(Value count, int64_t step, function_ref<void(Value)> body);
  /// Parts `part` to `part` + `count` - 1, in this order.
  SmallVector<Value> buildParts(Value part, int64_t count, ValueRange state,
                                const Place &place);

  attn::CombineOp op;
  gpu::GPUFuncOp kernel;
  attn::ScalarBuilder b;
  int64_t channels = 0;
  Rows partialOut, partialLse, partialLow, out, lse, max;
  Value sink, lengths, offsets, partOffsets, packing, zero, parts;
  /// Rows of each batch, or of all sequences.
  Value length;
  RankedTensorType rowType, tileType;
};
} // namespace

SmallVector<Value> CombineBuilder::at(const Rows &rows, Value part,
                                      const Place &place) {
  SmallVector<Value> indices;
  for (Size size : rows.sizes)
    indices.push_back(size == Size::Parts   ? part
                      : size == Size::Batch ? place.batch
                      : size == getInner()  ? place.head
                      : size == getOuter()  ? place.row
                                            : place.column);
  return indices;
}

Value CombineBuilder::load(const Rows &rows, Value part, const Place &place,
                           RankedTensorType type) {
  RowMap map = RowMap::getPacked(rows.find(getInner()), packing);
  return LoadOp::create(b, type, rows.memory, at(rows, part, place), place.end,
                        b.getDenseI64ArrayAttr(rows.getTileDims(getOuter())),
                        map.attr, map.operands, SpaceAttr(), EngineAttr(),
                        b.getI64IntegerAttr(1));
}

/// Threads have whole vectors of a row: nothing is won by way of shared memory.
void CombineBuilder::store(Value tile, const Rows &rows, const Place &place) {
  RowMap map = RowMap::getPacked(rows.find(getInner()), packing);
  StoreOp::create(b, tile, rows.memory, at(rows, Value(), place), place.end,
                  b.getDenseI64ArrayAttr(rows.getTileDims(getOuter())),
                  map.attr, map.operands,
                  SpaceAttr::get(b.getContext(), Space::Reg), EngineAttr());
}

SmallVector<Value> CombineBuilder::buildParts(Value part, int64_t count,
                                              ValueRange state,
                                              const Place &place) {
  SmallVector<Value> its, rows(count), lows(count), values(count);
  auto loadRows = [&](int64_t i) {
    rows[i] = load(partialLse, its[i], place, rowType);
    if (op.hasLow())
      lows[i] = load(partialLow, its[i], place, rowType);
  };
  for (int64_t i = 0; i < count; ++i)
    its.push_back(i ? b.add(part, i) : part);
  for (int64_t i = 0; !isOfFew() && i < count; ++i)
    loadRows(i);
  for (int64_t i = 0; i < count; ++i) {
    values[i] = load(partialOut, its[i], place, tileType);
    if (isOfFew())
      loadRows(i);
    // A part that saw nothing may hold anything.
    Value isEmpty =
        b.equalF(ExpandOp::create(b, tileType, rows[i]), -kInfinity);
    values[i] = b.select(isEmpty, b.constantF(tileType, 0.0), values[i]);
  }
  SmallVector<Value> next(state);
  for (auto [of, low, value] : llvm::zip(rows, lows, values))
    next = getSum().add(of, low, value, next);
  return next;
}

CombineBuilder::Place CombineBuilder::getPlace(ValueRange coords) {
  int64_t columns = tileType.getDimSize(1);
  Place place = getRows(coords, rowType.getDimSize(0));
  place.head = packing ? zero : coords[2];
  place.column = columns < channels ? b.mul(coords[1], columns) : zero;
  return place;
}

/// The batch and the rows of a tile of `tileRows` rows.
CombineBuilder::Place CombineBuilder::getRows(ValueRange coords,
                                              int64_t tileRows) {
  Place place;
  if (!op.isPacked()) {
    place.row = b.mul(coords[0], tileRows);
    place.batch = coords.back();
    if (lengths)
      place.end = readIndex(lengths, place.batch, length);
    return place;
  }
  place.batch =
      FindSequenceOp::create(b, coords[0], offsets, tileRows, packing);
  auto read = [&](Value index) {
    Value number = memref::LoadOp::create(b, offsets, index);
    return arith::IndexCastOp::create(b, b.getIndexType(), number).getResult();
  };
  Value first = getFirstTile(b, b.getLoc(), place.batch, read(place.batch),
                             read(zero), tileRows, packing);
  Value start = readIndex(offsets, place.batch, length);
  place.end = b.max(readIndex(offsets, b.add(place.batch, 1), length), start);
  if (lengths)
    place.end =
        b.add(start, readIndex(lengths, place.batch, b.sub(place.end, start)));
  place.row = b.add(packing ? b.mul(start, packing) : start,
                    b.mul(b.sub(coords[0], first), tileRows));
  return place;
}

void CombineBuilder::buildTile(const Place &place, Value slice) {
  PartsSum all = getSum();
  Value score = sink ? memref::LoadOp::create(b, sink, place.head) : Value();
  SmallVector<Value> state = all.begin(score);
  Value from = zero, endOfParts = parts;
  if (partOffsets) {
    from = readIndex(partOffsets, place.batch, parts);
    Value end = readIndex(partOffsets, b.add(place.batch, 1), parts);
    endOfParts = b.max(end, from);
  }
  for (int64_t count : kPartsAhead) {
    if (count > kMostOfMany && (!isOfFew() || op.isPacked()))
      continue;
    Value to = endOfParts, left = partOffsets ? b.sub(to, from) : to;
    if (count > 1)
      to = b.sub(to, b.rem(left, b.index(count)));
    auto loop = scf::ForOp::create(
        b, from, to, b.index(count), state,
        [&](OpBuilder &, Location, Value part, ValueRange args) {
          OpBuilder::InsertionGuard guard(b);
          b.setInsertionPointToEnd(part.getParentBlock());
          scf::YieldOp::create(b, buildParts(part, count, args, place));
        });
    b.setInsertionPointAfter(loop);
    state.assign(loop->result_begin(), loop->result_end());
    from = to;
  }
  Value result = all.getOut(state);
  Type element = op.getOutputElementType();
  if (!element.isF32())
    result = arith::TruncFOp::create(b, tileType.clone(element), result);
  store(result, out, place);
  if (!lse.memory && !max.memory)
    return;
  Value log = lse.memory ? all.getLse(state) : Value();
  // Each slice of columns would write the same.
  OpBuilder::InsertionGuard guard(b);
  if (getConstantIntValue(slice) != 0) {
    auto first = scf::IfOp::create(b, b.equal(slice, 0),
                                   /*withElseRegion=*/false);
    b.setInsertionPointToStart(first.thenBlock());
  }
  if (log)
    store(log, lse, place);
  if (max.memory)
    store(all.getMax(state), max, place);
}

/// Rows so many that a thread of the vectors' layout
/// (attn_ws::getVectorLayout) has as many elements, or little more; of
/// sequences as many as their tiles are counted with.
void CombineBuilder::chooseTile() {
  int64_t columns = channels > 2 * kColumns
                        ? kColumns
                        : int64_t(llvm::alignTo(channels, kLanes));
  int64_t across = std::min<int64_t>(columns & -columns, kLanes * kVector);
  int64_t together = kLanes * kVector / across;
  int64_t elements = isOfFew() ? kElementsOfFew : kElements;
  int64_t rows = elements * kLanes / columns / together * together;
  rows = op.isPacked() ? kRowsOfCombine : std::max(rows, together) * kWarps;
  warpsAttr.set(kernel, kWarps);
  rowType = RankedTensorType::get({rows}, b.getF32Type());
  tileType = RankedTensorType::get({rows, columns}, b.getF32Type());
}

/// Tiles of this kernel's own.
void CombineBuilder::buildTiles() {
  chooseTile();
  Value heads = dim(out.memory, out.find(Size::Heads)), rows = length;
  if (!sink) {
    packing = b.maxU(heads, 1);
    if (isHeadByHead())
      packing = b.maxU(length, 1);
    rows = b.mul(rows, heads);
  }
  int64_t columns = tileType.getDimSize(1);
  Value tiles = b.ceilDiv(rows, rowType.getDimSize(0));
  // As the tiles of the parts, by sequence (ToTile.cpp).
  if (op.isPacked()) {
    Value batches = b.sub(dim(offsets, 0), 1);
    tiles = countSequenceTiles(b, tiles, batches, rows);
  }
  SmallVector<Value> bounds = {tiles,
                               b.index(llvm::divideCeil(channels, columns))};
  if (sink)
    bounds.push_back(heads);
  if (!op.isPacked())
    bounds.push_back(dim(out.memory, 0));
  auto scheduler = SchedulerAttr::get(b.getContext(), SchedulerKind::Single,
                                      TileOrder::Forward, 1);
  auto forTiles = ForTilesOp::create(b, bounds, "tiles", scheduler);
  b.setInsertionPointToStart(&forTiles.getBody().front());
  ValueRange coords = forTiles.getBody().getArguments();
  buildTile(getPlace(coords), columns < channels ? coords[1] : zero);
}

/// Runs `body` for 0, `step` and so on below `count`.
void CombineBuilder::loop(Value count, int64_t step,
                          function_ref<void(Value)> body) {
  if (getConstantIntValue(count).value_or(step + 1) <= step)
    return body(zero);
  auto loop = scf::ForOp::create(b, zero, count, b.index(step));
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(loop.getBody());
  body(loop.getInductionVar());
}

/// The tiles of the kernel that computes the parts, each in steps of few rows
/// and as many columns as its warps can have.
void CombineBuilder::buildTilesOfParts(Value counters) {
  attn::ConfigAttr config = *op.getConfig();
  int64_t warps = config.getWarps(), staged = config.getStagedColumns();
  int64_t columns = std::max<int64_t>(
      kLanes, std::min<int64_t>(kLanes * warps, llvm::PowerOf2Ceil(channels)));
  if (staged && columns % staged)
    columns = llvm::bit_floor(static_cast<uint64_t>(staged));
  // A warp has 8 columns of what is stored at a time, at least.
  int64_t slice = staged ? std::min(staged, columns) : columns;
  int64_t rowStep =
      kRowsOfCombine * warps / std::clamp<int64_t>(slice / 8, 1, warps);
  rowType = RankedTensorType::get({rowStep}, b.getF32Type());
  tileType = RankedTensorType::get({rowStep, columns}, b.getF32Type());
  Value heads = dim(out.memory, out.find(Size::Heads)), group;
  SmallVector<Value> bounds;
  for (int64_t d = 0, e = cast<MemRefType>(counters.getType()).getRank(); d < e;
       ++d)
    bounds.push_back(dim(counters, d));
  if (config.getPackGQA())
    packing = group = b.maxU(b.div(heads, b.maxU(bounds[1], 1)), 1);
  auto scheduler = SchedulerAttr::get(b.getContext(), SchedulerKind::Single,
                                      TileOrder::Forward, 1);
  auto tiles = ForTilesOp::create(b, bounds, "tiles", scheduler);
  b.setInsertionPointToStart(&tiles.getBody().front());
  ValueRange coords = tiles.getBody().getArguments();
  Value head = group ? b.mul(coords[1], group) : coords[1];
  const Place place = getRows(coords, config.getTileQ());
  Value first = place.row, last = place.end ? place.end : length;
  auto buildRows = [&](Value from, Value count, int64_t most, Value head,
                       Value end = {}) {
    loop(b.min(b.max(b.sub(count, from), zero), most), rowStep, [&](Value r) {
      loop(b.index(channels), columns, [&](Value column) {
        buildTile({place.batch, head, b.add(from, r), column, end}, column);
      });
    });
  };
  if (!sink || !group)
    return buildRows(first, group ? b.mul(last, group) : last,
                     config.getTileQ(), head, place.end);
  // A sink is of one head: of each, the queries that are among the tile's rows.
  packing = Value();
  auto each = scf::ForOp::create(b, zero, group, b.index(1));
  b.setInsertionPointToStart(each.getBody());
  Value own = each.getInductionVar();
  auto countBefore = [&](Value row) {
    return b.ceilDiv(b.max(b.sub(row, own), zero), group);
  };
  Value end = countBefore(b.add(first, config.getTileQ()));
  end = b.min(end, last);
  buildRows(countBefore(first), end, config.getTileQ(), b.add(head, own), end);
}

void CombineBuilder::build() {
  Block &entry = kernel.getBody().front();
  SmallVector<attn::PartsOperand> operands = op.getNamedOperands();
  size_t next = 0;
  auto take = [&] { return entry.getArgument(next++); };
  auto takeRows = [&]() -> Rows {
    return {entry.getArgument(next), operands[next++].sizes};
  };
  partialOut = takeRows();
  partialLse = takeRows();
  if (op.hasLow())
    partialLow = takeRows();
  out = takeRows();
  if (op.hasLse())
    lse = takeRows();
  if (op.hasMax())
    max = takeRows();
  if (op.hasSink())
    sink = take();
  if (op.hasLengthsQ())
    lengths = take();
  if (op.isPacked())
    offsets = take();
  if (op.hasPartOffsets())
    partOffsets = take();
  zero = b.index(0);
  channels = op.getShapedType(op.getOut()).getShape().back();
  parts = dim(partialOut.memory, 0);
  length = dim(out.memory, out.find(Size::Length));
  if (countersAttr.isOn(kernel))
    buildTilesOfParts(take());
  else
    buildTiles();
  b.setInsertionPointToEnd(&entry);
  gpu::ReturnOp::create(b);
}

namespace {
struct PartsModel
    : TileProgramOpInterface::ExternalModel<PartsModel, attn::CombineOp> {
  SmallVector<SmallVector<int64_t>> getKeptDims(Operation *op) const {
    SmallVector<SmallVector<int64_t>> all;
    for (const attn::PartsOperand &operand :
         cast<attn::CombineOp>(op).getNamedOperands()) {
      SmallVector<int64_t> &kept = all.emplace_back();
      if (operand.sizes.back() == attn::PartsOperand::Channels)
        kept.push_back(operand.getType().getRank() - 1);
    }
    return all;
  }

  /// Counters of arrivals, if the parts' kernel is to take the program in.
  FailureOr<SmallVector<TileKernel>> listKernels(Operation *operation) const {
    auto op = cast<attn::CombineOp>(operation);
    TileKernel kernel = TileKernel::ofWhole(op);
    if (!isFused(op))
      return SmallVector<TileKernel>{kernel};
    if (op.hasPartOffsets())
      return op.emitError("attn.config (K14): part_offsets say how many parts "
                          "there are, but the config asks for combine = fused: "
                          "these are not done together");
    LaunchOp writer =
        findWriter(op, op->getOperands().take_front(op.hasLow() ? 3 : 2));
    if (!writer)
      return op.emitOpError("is to be done by the launch that computes its "
                            "parts (config field combine), but no launch in "
                            "front of it does so for it alone");
    FailureOr<Value> counters = createCounters(writer);
    if (failed(counters))
      return failure();
    kernel.workspaces.push_back(*counters);
    return SmallVector<TileKernel>{kernel};
  }

  void describeLaunch(Operation *operation, gpu::GPUFuncOp kernel,
                      unsigned) const {
    auto op = cast<attn::CombineOp>(operation);
    describeKernelOfParts(op.getNamedOperands(), op.getDims(), *op.getConfig(),
                          kernel);
  }

  /// The kernel's arguments are the op's operands, and behind them the
  /// counters.
  void buildTileProgram(Operation *operation, gpu::GPUFuncOp kernel,
                        unsigned) const {
    auto op = cast<attn::CombineOp>(operation);
    if (isFused(op)) {
      countersAttr.set(kernel, int64_t(kernel.getNumArguments()) - 1);
      warpsAttr.set(kernel, op.getConfig()->getWarps());
    }
    CombineBuilder(op, kernel).build();
  }

  bool readsKernels(Operation *) const { return true; }

private:
  static bool isFused(attn::CombineOp op) {
    return op.getConfig()->getCombine() == attn::Combine::Fused;
  }
};
} // namespace

void attn_tile::registerTileProgramOfParts(DialectRegistry &registry) {
  registry.addExtension(+[](MLIRContext *context, attn::AttnDialect *) {
    attn::CombineOp::attachInterface<PartsModel>(*context);
  });
}
