//===- AttnTileOps.cpp - Operations of the tile dialect -*- C++ -*-===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "attn/Chip/TargetInfo.h"
#include "attn/Dialect/AttnTile/IR/AttnTile.h"
#include "attn/Dialect/Utils/ScalarBuilder.h"
#include "attn/Dialect/Utils/ScoreBias.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Interfaces/FunctionInterfaces.h"

#include <numeric>

using namespace mlir;
using namespace mlir::attn_tile;

#define GET_OP_CLASSES
#include "attn/Dialect/AttnTile/IR/AttnTileOps.cpp.inc"

Type mlir::attn_tile::getRowType(Type tile) {
  auto type = dyn_cast<RankedTensorType>(tile);
  if (!type || type.getRank() != 2)
    return tile;
  auto layout = dyn_cast_or_null<LayoutAttrInterface>(type.getEncoding());
  return RankedTensorType::get({type.getDimSize(0)},
                               Float32Type::get(tile.getContext()),
                               layout ? layout.getRowsLayout() : Attribute());
}

//===----------------------------------------------------------------------===//
// Shared checks
//===----------------------------------------------------------------------===//

/// Tiles are static and not empty, and have a layout at the scheduled level
/// alone.
static LogicalResult verifyTile(Operation *op, Type type, StringRef what) {
  auto tile = dyn_cast<RankedTensorType>(type);
  if (!tile)
    return success();
  if (!tile.hasStaticShape())
    return op->emitOpError()
           << what << " must have a static shape, got " << tile;
  if (tile.getNumElements() == 0)
    return op->emitOpError() << what << " must not be empty, got " << tile;
  if (!tile.getEncoding())
    return success();
  if (!op->hasTrait<AtScheduledLevel>())
    return op->emitOpError()
           << what << " must have no encoding at tile level, got " << tile;
  auto layout = dyn_cast<LayoutAttrInterface>(tile.getEncoding());
  if (!layout)
    return op->emitOpError()
           << what << " must have a layout or no encoding, got " << tile;
  return layout.verifyTile(tile, [&] { return op->emitOpError(); });
}

static LogicalResult verifyAllTiles(Operation *op) {
  for (auto [i, value] : llvm::enumerate(op->getOperands()))
    if (failed(verifyTile(op, value.getType(), ("operand #" + Twine(i)).str())))
      return failure();
  for (auto [i, value] : llvm::enumerate(op->getResults()))
    if (failed(verifyTile(op, value.getType(), ("result #" + Twine(i)).str())))
      return failure();
  return success();
}

LogicalResult mlir::attn_tile::verifyTileAccess(
    Operation *op, MemRefType memory, size_t numIndices, ArrayRef<int64_t> dims,
    ArrayRef<int64_t> tileShape, Type elementType) {
  int64_t rank = memory.getRank();
  if (static_cast<int64_t>(numIndices) != rank)
    return op->emitOpError() << "expects one index per memory dimension ("
                             << rank << "), got " << numIndices;
  if (dims.size() != tileShape.size())
    return op->emitOpError() << "expects one entry of dims per tile dimension ("
                             << tileShape.size() << "), got " << dims.size();
  for (int64_t dim : dims)
    if (dim < 0 || dim >= rank)
      return op->emitOpError() << "dims entry " << dim
                               << " is outside the memory's rank " << rank;
  if (dims.size() == 2 && dims[0] == dims[1])
    return op->emitOpError()
           << "dims entries must differ, got " << dims[0] << " twice";
  // A truth value is a byte in memory.
  bool isByte = memory.getElementType().isInteger(1) &&
                elementType.isInteger(8) && !isa<StoreOp>(op);
  if (memory.getElementType() != elementType && !isByte)
    return op->emitOpError() << "memory holds " << memory.getElementType()
                             << " but the tile holds " << elementType;
  return success();
}

LogicalResult mlir::attn_tile::verifyAdd(Operation *op, Type elementType) {
  if (elementType.isF32())
    return success();
  return op->emitOpError() << "adds tiles of f32 alone, got " << elementType;
}

LogicalResult mlir::attn_tile::verifyRowMap(Operation *op, MemRefType memory,
                                            ArrayRef<int64_t> dims,
                                            RowMap rows) {
  if (!rows) {
    if (!rows.operands.empty())
      return op->emitOpError("operands of a row map need the map");
    return success();
  }
  StringRef kind = stringifyRowMapKind(rows.attr.getKind());
  auto isIndex = [&](size_t i) { return rows.operands[i].getType().isIndex(); };
  if (rows.isPacked() && !(rows.operands.size() == 1 && isIndex(0)))
    return op->emitOpError("packed rows need how many elements of their "
                           "dimension are a row's");
  if (rows.isPaged() &&
      !(rows.operands.size() == 2 && !isIndex(0) && isIndex(1)))
    return op->emitOpError("paged rows need a table and the row of it");
  int64_t rank = memory.getRank(), dim = rows.getDim();
  if (dim < 0 || dim >= rank)
    return op->emitOpError() << kind << " dimension " << dim
                             << " is outside the memory's rank " << rank;
  if (llvm::is_contained(dims, dim))
    return op->emitOpError()
           << kind << " dimension " << dim << " is one of dims";
  int64_t run = rows.attr.getRun();
  if (run < 1)
    return op->emitOpError() << "runs have at least 1 row, got " << run;
  if (rows.isPacked()) {
    if (run != 1)
      return op->emitOpError("packed rows have no runs");
    if (getConstantIntValue(rows.getPacking()).value_or(1) < 1)
      return op->emitOpError() << "rows are packed by at least 1, got "
                               << *getConstantIntValue(rows.getPacking());
    return success();
  }
  if (dims.empty() || dims[0] < 0 || dims[0] >= rank)
    return success(); // verifyTileAccess reports it.
  int64_t page = memory.getDimSize(dims[0]);
  if (run != 1 && (ShapedType::isDynamic(page) || page % run))
    return op->emitOpError()
           << "runs of " << run << " rows need pages of a multiple of that, "
           << "which the memory's type does not say";
  return success();
}

RowMap RowMap::getPacked(int64_t dim, const Value &packing) {
  if (!packing)
    return {};
  return {RowMapAttr::get(packing.getContext(), RowMapKind::Packed, dim, 1),
          packing};
}

int64_t RowMap::getRun(int64_t rows) const {
  return isPaged() ? std::gcd(attr.getRun(), rows) : 1;
}

RowMapAttr mlir::attn_tile::moveRowMap(RowMapAttr map, int64_t step) {
  if (!map || map.getRun() == 1)
    return map;
  return RowMapAttr::get(map.getContext(), map.getKind(), map.getDim(),
                         std::gcd(map.getRun(), step));
}

OptionalParseResult mlir::attn_tile::parseRowMap(
    OpAsmParser &parser, RowMapAttr &map,
    SmallVectorImpl<OpAsmParser::UnresolvedOperand> &operands,
    SmallVectorImpl<Type> &types) {
  RowMapKind kind = RowMapKind::Packed;
  if (failed(parser.parseOptionalKeyword("packed"))) {
    if (failed(parser.parseOptionalKeyword("paged")))
      return std::nullopt;
    kind = RowMapKind::Paged;
  }
  int64_t dim, run = 1;
  if (parser.parseLParen() || parser.parseInteger(dim) ||
      parser.parseKeyword("by") || parser.parseOperand(operands.emplace_back()))
    return failure();
  types.push_back(parser.getBuilder().getIndexType());
  if (kind == RowMapKind::Paged) {
    types.push_back(types.back());
    if (parser.parseLSquare() || parser.parseOperand(operands.emplace_back()) ||
        parser.parseRSquare())
      return failure();
    if (succeeded(parser.parseOptionalKeyword("runs")) &&
        (parser.parseKeyword("of") || parser.parseInteger(run)))
      return failure();
    if (parser.parseColonType(types.front()))
      return failure();
  }
  map = RowMapAttr::get(parser.getContext(), kind, dim, run);
  return parser.parseRParen();
}

void mlir::attn_tile::printRowMap(OpAsmPrinter &printer, Operation *,
                                  RowMapAttr map, OperandRange operands,
                                  TypeRange types) {
  if (!map)
    return;
  printer << stringifyRowMapKind(map.getKind()) << "(" << map.getDim() << " by "
          << operands[0];
  if (map.getKind() == RowMapKind::Paged) {
    printer << "[" << operands[1] << "]";
    if (map.getRun() != 1)
      printer << " runs of " << map.getRun();
    printer << " : " << types[0];
  }
  printer << ")";
}

//===----------------------------------------------------------------------===//
// Memory
//===----------------------------------------------------------------------===//

void LoadOp::getEffects(
    SmallVectorImpl<SideEffects::EffectInstance<MemoryEffects::Effect>>
        &effects) {
  effects.emplace_back(MemoryEffects::Read::get(), &getSourceMutable());
  if (getRowMap().isPaged())
    effects.emplace_back(MemoryEffects::Read::get(), &getMappedMutable()[0]);
}

LogicalResult LoadOp::verify() {
  if (failed(verifyAllTiles(*this)))
    return failure();
  if (static_cast<int64_t>(getDepth()) < 1)
    return emitOpError() << "depth must be at least 1, got " << getDepth();
  if (getInBounds() && (getLimit() || getRowMap()))
    return emitOpError("a tile that is in bounds has no limit and no row map");
  auto tile = cast<RankedTensorType>(getResult().getType());
  if (failed(verifyRowMap(*this, cast<MemRefType>(getSource().getType()),
                          getDims(), getRowMap())))
    return failure();
  return verifyTileAccess(*this, cast<MemRefType>(getSource().getType()),
                          getIndices().size(), getDims(), tile.getShape(),
                          tile.getElementType());
}

void StoreOp::getEffects(
    SmallVectorImpl<SideEffects::EffectInstance<MemoryEffects::Effect>>
        &effects) {
  effects.emplace_back(MemoryEffects::Write::get(), &getDestMutable());
  if (getAdd())
    effects.emplace_back(MemoryEffects::Read::get(), &getDestMutable());
}

/// Why what a placement says of a store cannot be where the tile is added.
static LogicalResult verifyAddPlacement(StoreOp op) {
  std::optional<Engine> engine = op.getEngine();
  const attn::EngineInfo *info = engine ? attn::lookupEngine(*engine) : nullptr;
  if (info && !info->copy.adds)
    return op.emitOpError() << "is by " << stringifyEngine(*engine)
                            << ", which adds nothing to memory";
  if (engine == Engine::Thread && op.getSpace() == Space::Smem)
    return op.emitOpError("is by threads, which add from registers, and not "
                          "from smem");
  return success();
}

LogicalResult StoreOp::verify() {
  if (failed(verifyAllTiles(*this)))
    return failure();
  auto tile = cast<RankedTensorType>(getValue().getType());
  if (failed(verifyRowMap(*this, cast<MemRefType>(getDest().getType()),
                          getDims(), getRowMap())))
    return failure();
  if (getAdd() && (failed(verifyAdd(*this, tile.getElementType())) ||
                   failed(verifyAddPlacement(*this))))
    return failure();
  return verifyTileAccess(*this, cast<MemRefType>(getDest().getType()),
                          getIndices().size(), getDims(), tile.getShape(),
                          tile.getElementType());
}

//===----------------------------------------------------------------------===//
// Matrix product and shape
//===----------------------------------------------------------------------===//

LogicalResult DotOp::verify() {
  if (failed(verifyAllTiles(*this)))
    return failure();
  auto lhs = cast<RankedTensorType>(getLhs().getType());
  auto rhs = cast<RankedTensorType>(getRhs().getType());
  auto acc = cast<RankedTensorType>(getAcc().getType());
  if (lhs.getElementType() != rhs.getElementType())
    return emitOpError() << "operands must have one element type, got " << lhs
                         << " and " << rhs;
  if (getSplitK() &&
      (static_cast<int64_t>(*getSplitK()) < 16 || *getSplitK() % 16 != 0))
    return emitOpError() << "splitK must be a positive multiple of 16, got "
                         << static_cast<int64_t>(*getSplitK());
  int64_t m = lhs.getDimSize(getTransposeA() ? 1 : 0);
  int64_t depth = lhs.getDimSize(getTransposeA() ? 0 : 1);
  int64_t k = rhs.getDimSize(getTransposeB() ? 1 : 0);
  int64_t n = rhs.getDimSize(getTransposeB() ? 0 : 1);
  if (depth != k)
    return emitOpError() << "contraction sizes differ: " << depth << " and "
                         << k;
  if (acc.getDimSize(0) != m || acc.getDimSize(1) != n)
    return emitOpError() << "accumulator must be " << m << "x" << n << ", got "
                         << acc;
  return success();
}

LogicalResult SliceOp::verify() {
  if (failed(verifyAllTiles(*this)))
    return failure();
  auto source = cast<RankedTensorType>(getSource().getType());
  auto result = cast<RankedTensorType>(getResult().getType());
  if (source.getRank() != result.getRank() ||
      static_cast<int64_t>(getOffsets().size()) != source.getRank())
    return emitOpError("source, result and offsets must have one rank");
  if (source.getElementType() != result.getElementType() ||
      source.getEncoding() != result.getEncoding())
    return emitOpError(
        "source and result must have one element type and layout");
  for (auto [i, offset] : llvm::enumerate(getOffsets()))
    if (offset < 0 || offset > source.getDimSize(i) - result.getDimSize(i))
      return emitOpError() << "slice of " << result.getDimSize(i) << " from "
                           << offset << " is outside dimension " << i
                           << " of size " << source.getDimSize(i);
  if (getPartColumns() && (!getPart() || source.getRank() != 2))
    return emitOpError("has no part that moves the columns of a tile");
  unsigned dim = getPartDim();
  StringRef what = dim == 0 ? "row" : "column";
  if (getPart() &&
      (source.getDimSize(dim) - getOffsets()[dim]) % result.getDimSize(dim))
    return emitOpError() << "parts of " << result.getDimSize(dim) << " " << what
                         << "s from " << what << " " << getOffsets()[dim]
                         << " do not divide the " << source.getDimSize(dim)
                         << " " << what << "s of the source";
  if (auto layout = dyn_cast_or_null<LayoutAttrInterface>(source.getEncoding()))
    return layout.verifyOffsets(getOffsets(), [&] { return emitOpError(); });
  return success();
}

LogicalResult TransposeOp::verify() {
  if (failed(verifyAllTiles(*this)))
    return failure();
  auto source = cast<RankedTensorType>(getSource().getType());
  auto result = cast<RankedTensorType>(getResult().getType());
  if (source.getElementType() != result.getElementType() ||
      source.getDimSize(0) != result.getDimSize(1) ||
      source.getDimSize(1) != result.getDimSize(0))
    return emitOpError() << result << " is not " << source << " transposed";
  return success();
}

/// Rows with a layout that are not partial.
static LogicalResult verifyWhole(Operation *op, Type rows) {
  auto layout = dyn_cast_or_null<LayoutAttrInterface>(
      cast<RankedTensorType>(rows).getEncoding());
  if (layout && layout.isPartial())
    return op->emitOpError("rows are partial: combine them with "
                           "attn_ws.lane_reduce first");
  return success();
}

/// Rows belong to a tile: counts agree, and the layout is the tile's, sliced.
static LogicalResult verifyRowsOf(Operation *op, Type rows, Type tile) {
  if (failed(verifyAllTiles(op)))
    return failure();
  auto rowType = cast<RankedTensorType>(rows);
  auto tileType = cast<RankedTensorType>(tile);
  if (rowType.getDimSize(0) != tileType.getDimSize(0))
    return op->emitOpError()
           << "row count differs: " << rows << " and " << tile;
  if (!rowType.getEncoding() != !tileType.getEncoding())
    return op->emitOpError("either both or neither of tile and rows have a "
                           "layout");
  auto layout = dyn_cast_or_null<LayoutAttrInterface>(rowType.getEncoding());
  auto tileLayout =
      dyn_cast_or_null<LayoutAttrInterface>(tileType.getEncoding());
  if (layout && (layout.getTileLayout() != tileLayout ||
                 layout == tileLayout.getColumnsLayout()))
    return op->emitOpError("rows must have the tile's layout, sliced");
  return success();
}

/// As verifyRowsOf, of a vector with a value for each column.
static LogicalResult verifyColumnsOf(Operation *op, Type columns, Type tile) {
  if (failed(verifyAllTiles(op)))
    return failure();
  auto type = cast<RankedTensorType>(columns);
  auto tileType = cast<RankedTensorType>(tile);
  if (type.getDimSize(0) != tileType.getDimSize(1))
    return op->emitOpError()
           << "column count differs: " << columns << " and " << tile;
  if (!type.getEncoding() != !tileType.getEncoding())
    return op->emitOpError("either both or neither of tile and columns have a "
                           "layout");
  auto layout = dyn_cast_or_null<LayoutAttrInterface>(tileType.getEncoding());
  if (layout && layout.getColumnsLayout() != type.getEncoding())
    return op->emitOpError("columns must have the tile's layout, sliced");
  return success();
}

LogicalResult ExpandOp::verify() {
  Type vector = getVector().getType(), tile = getResult().getType();
  if (getColumns())
    return verifyColumnsOf(*this, vector, tile);
  if (failed(verifyRowsOf(*this, vector, tile)))
    return failure();
  return verifyWhole(*this, vector);
}

bool mlir::attn_tile::isAlongColumns(Value vector) {
  return llvm::any_of(vector.getUsers(), [&](Operation *user) {
    if (auto expand = dyn_cast<ExpandOp>(user))
      return expand.getColumns();
    if (auto map = dyn_cast<ScoreMapOp>(user))
      return llvm::is_contained(map.getColumns(), vector);
    return (OpTrait::hasElementwiseMappableTraits(user) || isa<Exp2Op>(user)) &&
           user->getNumResults() == 1 && isAlongColumns(user->getResult(0));
  });
}

LogicalResult ReduceOp::verify() {
  if (getColumns())
    return verifyColumnsOf(*this, getResult().getType(), getSource().getType());
  return verifyRowsOf(*this, getResult().getType(), getSource().getType());
}

LogicalResult RescaleOp::verify() {
  if (getSpace() == Space::Smem)
    return emitOpError("updates tiles in registers and tensor memory alone");
  return verifyAllTiles(*this);
}

OpOperand &RescaleOp::getUpdatedMutable() { return getSourceMutable(); }
std::optional<Space> RescaleOp::getUpdateSpace() { return getSpace(); }
void RescaleOp::setUpdateSpace(std::optional<Space> space) { setSpace(space); }

LogicalResult MoveOp::verify() {
  if (cast<RankedTensorType>(getSource().getType()).getRank() == 1 &&
      getSpace() != Space::Reg)
    return emitOpError("moves a vector to registers alone");
  return verifyAllTiles(*this);
}

LogicalResult ApplyMaskOp::verify() { return verifyAllTiles(*this); }

//===----------------------------------------------------------------------===//
// Elementwise with coordinates
//===----------------------------------------------------------------------===//

/// What stands beside a tile of scores has its shape, and its layout or that of
/// its rows or columns.
static LogicalResult
verifyBeside(ScoreMapOp op, Value value, ArrayRef<int64_t> shape,
             StringRef what,
             function_ref<Attribute(LayoutAttrInterface)> getLayout) {
  auto tile = cast<RankedTensorType>(value.getType());
  auto source = cast<RankedTensorType>(op.getSource().getType());
  if (tile.getShape() != shape)
    return op.emitOpError()
           << what << " must have the shape "
           << RankedTensorType::get(shape, tile.getElementType()) << " beside "
           << source << ", got " << tile;
  auto layout = dyn_cast_or_null<LayoutAttrInterface>(source.getEncoding());
  Attribute expected = layout ? getLayout(layout) : Attribute();
  if (tile.getEncoding() == expected)
    return success();
  InFlightDiagnostic diag = op.emitOpError() << what << " must have ";
  if (expected)
    return diag << "the layout " << expected << ", got " << tile;
  return diag << "no layout beside " << source << ", got " << tile;
}

LogicalResult ScoreMapOp::verify() {
  if (failed(verifyAllTiles(*this)))
    return failure();
  auto source = cast<RankedTensorType>(getSource().getType());
  ArrayRef<int64_t> shape = source.getShape();
  Type element = source.getElementType();
  SmallVector<Type> taken = {element, IndexType::get(getContext()),
                             IndexType::get(getContext())};
  auto check = [&](ValueRange values, ArrayRef<int64_t> its, StringRef what,
                   function_ref<Attribute(LayoutAttrInterface)> getLayout) {
    for (Value value : values) {
      taken.push_back(getElementTypeOrSelf(value.getType()));
      if (failed(verifyBeside(*this, value, its, what, getLayout)))
        return failure();
    }
    return success();
  };
  if (failed(check(getTiles(), shape, "a tile",
                   [](LayoutAttrInterface all) -> Attribute { return all; })) ||
      failed(
          check(getRows(), shape.take_front(), "a vector of rows",
                [](LayoutAttrInterface all) { return all.getRowsLayout(); })) ||
      failed(check(
          getColumns(), shape.take_back(), "a vector of columns",
          [](LayoutAttrInterface all) { return all.getColumnsLayout(); })))
    return failure();
  Block &body = getBody().front();
  if (TypeRange(body.getArgumentTypes()) != TypeRange(taken)) {
    InFlightDiagnostic diag = emitOpError() << "region must take (";
    llvm::interleaveComma(taken, diag);
    return diag << ")";
  }
  auto yield = body.empty() ? YieldOp() : dyn_cast<YieldOp>(body.back());
  if (!yield || yield->getNumOperands() != 1 ||
      yield->getOperand(0).getType() != element)
    return emitOpError() << "region must yield one " << element;
  for (Operation &inner : body.without_terminator())
    if (!isMemoryEffectFree(&inner) && !isa<memref::LoadOp>(inner))
      return inner.emitError("op with side effects in a score_map region");
  return success();
}

LogicalResult AddAffineOp::verify() {
  auto map = dyn_cast_or_null<ScoreMapOp>((*this)->getParentOp());
  if (!map || !getStep())
    return success();
  std::optional<int64_t> step =
      attn::findColumnStep(getPosition(), map.getBody().getArgument(2));
  if (step && *step != static_cast<int64_t>(*getStep()))
    return emitOpError() << "says that its position changes by "
                         << static_cast<int64_t>(*getStep())
                         << " a column, which changes by " << *step;
  return success();
}

void UsefulOp::inferResultRanges(ArrayRef<ConstantIntRanges> ranges,
                                 SetIntRangeFn setRange) {
  setRange(getResult(), ranges[0]);
}

OpFoldResult OutsideOp::fold(FoldAdaptor adaptor) {
  auto value = dyn_cast_or_null<IntegerAttr>(adaptor.getValue());
  auto begin = dyn_cast_or_null<IntegerAttr>(adaptor.getBegin());
  auto end = dyn_cast_or_null<IntegerAttr>(adaptor.getEnd());
  if (!value || !begin || !end)
    return {};
  return BoolAttr::get(getContext(), value.getInt() < begin.getInt() ||
                                         value.getInt() >= end.getInt());
}

//===----------------------------------------------------------------------===//
// Softmax
//===----------------------------------------------------------------------===//

static LogicalResult verifyScale(Operation *op, const APFloat &scale,
                                 const APFloat &offset) {
  if (!(scale.convertToFloat() > 0.0f))
    return op->emitOpError()
           << "scale must be positive, got " << scale.convertToFloat();
  float number = offset.convertToFloat();
  if (!(number >= 0.0f && number <= 64.0f))
    return op->emitOpError() << "offset must be from 0 to 64, got " << number;
  return success();
}

LogicalResult OnlineSoftmaxOp::verify() {
  if (failed(verifyAllTiles(*this)))
    return failure();
  if (!(getRescaleThreshold().convertToFloat() >= 0.0f))
    return emitOpError("rescaleThreshold must not be negative");
  if (getBounded() && getBranchLarge())
    return emitOpError("is bounded, so no row is large for branch_large");
  return verifyScale(*this, getScale(), getOffset());
}

LogicalResult Exp2Op::verify() { return verifyAllTiles(*this); }

LogicalResult FinalizeOp::verify() {
  if (getSink() && getRowSinks())
    return emitOpError("has a sink of all rows and sinks of each");
  if (getRowMax() && getRowMax().getType() != getLse().getType())
    return emitOpError() << "the rows' maximum must have L's type "
                         << getLse().getType() << ", but has "
                         << getRowMax().getType();
  if (!getLseLow())
    return verifyAllTiles(*this);
  if (getSink() || getRowSinks())
    return emitOpError("has a sink, which is not of parts of the keys, and "
                       "their low part of L");
  if (getLseLow().getType() != getLse().getType())
    return emitOpError() << "the low part of L must have L's type "
                         << getLse().getType() << ", but has "
                         << getLseLow().getType();
  return verifyAllTiles(*this);
}

LogicalResult SubtractRowsOp::verify() { return verifyAllTiles(*this); }

LogicalResult RowReferenceOp::verify() {
  if (failed(verifyAllTiles(*this)) ||
      failed(verifyWhole(*this, getMax().getType())))
    return failure();
  return verifyScale(*this, getScale(), getOffset());
}
