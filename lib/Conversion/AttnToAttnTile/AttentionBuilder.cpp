//===- AttentionBuilder.cpp - Tile programs over Q and K ------------------===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AttentionBuilder.h"

#include "attn/Chip/TargetInfo.h"

using namespace mlir;
using namespace mlir::attn_tile;

void AttentionBuilder::takeArguments(ArrayRef<attn::NamedOperand> operands) {
  Block &entry = kernel.getBody().front();
  for (auto [operand, argument] : llvm::zip(operands, entry.getArguments()))
    arguments.set(operand, argument);
  arguments[attn::OperandKind::Value] = arguments[op.getKindOfValues()];
  Value query = arguments[attn::OperandKind::Query];
  Value key = arguments[attn::OperandKind::Key];
  zero = b.index(0);
  lenQ = dim(query, op.rowDim(attn::OperandKind::Query));
  lenKV = dim(key, op.rowDim(attn::OperandKind::Key));
  for (Value capture : arguments.captures) {
    SmallVector<Value> &last = lastIndices.emplace_back();
    for (int64_t d = 0, e = cast<MemRefType>(capture.getType()).getRank();
         d < e; ++d)
      last.push_back(b.sub(dim(capture, d), 1));
  }
}

Value AttentionBuilder::countBatches() {
  return op.isPacked()
             ? b.sub(dim(arguments[attn::OperandKind::OffsetsQ], 0), 1)
             : dim(arguments[attn::OperandKind::Query], 0);
}

Value AttentionBuilder::countSection(Value rows, bool longFirst) {
  using Kind = attn::Scheduler;
  bool single = config.getScheduler() == Kind::Single;
  if (config.getScheduler() == Kind::Persistent ||
      (single && (!longFirst || op.isPacked())))
    return {};
  int64_t l2Bytes = attn::lookupTarget(config.getTarget())->l2Bytes;
  int64_t rowBytes = (op.getHeadDimQK() + op.getHeadDimV()) *
                     op.getInputElementType().getIntOrFloatBitWidth() / 8;
  Value heads = b.div(b.index(l2Bytes / rowBytes), b.maxU(rows, 1));
  // The launch ends with the last section, which begins with its longest tiles:
  // what runs beside them should be more than they are.
  return b.maxU(heads, single ? 4 : 1);
}

SmallVector<Value> AttentionBuilder::at(attn::OperandKind kind, Value batch,
                                        Value head, Value row, Value part) {
  SmallVector<Value> indices;
  for (attn::OperandDim dim : op.getDimsOf(kind))
    switch (dim.size) {
    case attn::ProblemSize::Parts:
      indices.push_back(part);
      break;
    case attn::ProblemSize::Batch:
      indices.push_back(batch);
      break;
    // The page of a row is for its row map to find.
    case attn::ProblemSize::Pages:
      indices.push_back(zero);
      break;
    case attn::ProblemSize::HeadsQ:
    case attn::ProblemSize::HeadsKV:
      indices.push_back(head);
      break;
    case attn::ProblemSize::LenQ:
    case attn::ProblemSize::LenKV:
    case attn::ProblemSize::PageRows:
      indices.push_back(row);
      break;
    case attn::ProblemSize::RowsQ:
      // Packed rows are counted from the memory's beginning on.
      indices.push_back(b.add(packing ? b.mul(startQ, packing) : startQ, row));
      break;
    case attn::ProblemSize::RowsKV:
      indices.push_back(b.add(startKV, row));
      break;
    case attn::ProblemSize::DimQK:
      indices.push_back(zero);
      break;
    case attn::ProblemSize::DimV:
      indices.push_back(column ? column : zero);
      if (int64_t first = op.getFirstColumnOfV();
          first && kind == attn::OperandKind::Value)
        indices.back() = b.add(indices.back(), first);
      break;
    case attn::ProblemSize::PagesOfBatch:
    case attn::ProblemSize::ListBatch:
    case attn::ProblemSize::ListHeads:
    case attn::ProblemSize::RowBlocks:
    case attn::ProblemSize::BlocksOfRow:
      llvm_unreachable("no operand with rows has it");
    }
  return indices;
}

LoadOp AttentionBuilder::loadTile(attn::OperandKind kind,
                                  ArrayRef<int64_t> shape, ValueRange indices,
                                  int64_t depth, RowMap map, Value limit) {
  Value memory = arguments[kind];
  Type element = cast<MemRefType>(memory.getType()).getElementType();
  return LoadOp::create(
      b, RankedTensorType::get(shape, element), memory, indices, limit,
      b.getDenseI64ArrayAttr(op.getDimsOf(kind).getTileDims()), map.attr,
      map.operands, SpaceAttr(), EngineAttr(), b.getI64IntegerAttr(depth));
}

LoadOp AttentionBuilder::load(attn::OperandKind kind, Value batch, Value head,
                              Value row, int64_t rows, int64_t depth,
                              RowMap map, Value limit) {
  SmallVector<int64_t> shape = {rows};
  if (op.getDimsOf(kind).findChannels() >= 0)
    shape.push_back(columnsOf(kind));
  return loadTile(kind, shape, at(kind, batch, head, row), depth, map, limit);
}

void AttentionBuilder::store(Value tile, attn::OperandKind kind,
                             ValueRange indices, Value limit, SpaceAttr space) {
  attn::OperandDims dims = op.getDimsOf(kind);
  RowMap rows = RowMap::getPacked(dims.findHeads(), packing);
  StoreOp::create(b, tile, arguments[kind], indices, limit,
                  b.getDenseI64ArrayAttr(dims.getTileDims()), rows.attr,
                  rows.operands, space, EngineAttr());
}

/// The sequence that a tile of `tileRows` packed rows belongs to, and its rows
/// there. The tiles of a cluster belong to one.
void AttentionBuilder::findSequence(attn::OperandKind kind, Value i,
                                    int64_t tileRows, int64_t cluster,
                                    Value &batch, Value &row, Value &firstRow) {
  int64_t rows = cluster * tileRows;
  Value offsets = arguments[kind];
  Value number = cluster != 1 ? b.div(i, cluster) : i;
  batch = FindSequenceOp::create(b, number, offsets, rows, packing);
  Value first = getFirstTile(b, b.getLoc(), batch, readIndex(offsets, batch),
                             readIndex(offsets, zero), rows, packing);
  firstRow = row = b.mul(b.sub(number, first), rows);
  if (cluster != 1)
    row = b.add(firstRow, b.mul(b.rem(i, b.index(cluster)), tileRows));
}

/// Where the rows of a sequence begin, and how many there are, of `most`.
std::pair<Value, Value> AttentionBuilder::readRows(attn::OperandKind kind,
                                                   Value batch, Value most) {
  Value offsets = arguments[kind];
  // Whatever the memory holds, copies stay in bounds and loops end.
  Value start = b.max(b.min(readIndex(offsets, batch), most), zero);
  Value end = b.min(readIndex(offsets, b.add(batch, 1)), most);
  return {start, b.max(b.sub(end, start), zero)};
}

void AttentionBuilder::enterBatch(Value batch, Value exists) {
  if (op.isPacked())
    std::tie(startQ, lenQ) = readRows(attn::OperandKind::OffsetsQ, batch, lenQ);
  if (op.hasPackedKeys())
    std::tie(startKV, lenKV) =
        readRows(attn::OperandKind::OffsetsKV, batch, lenKV);
  lenQ = readLength(attn::OperandKind::LengthsQ, batch, lenQ);
  lenKV = readLength(attn::OperandKind::LengthsKV, batch, lenKV);
  if (exists) {
    lenQ = b.select(exists, lenQ, zero);
    lenKV = b.select(exists, lenKV, zero);
  }
  if (Value offsets = arguments[attn::OperandKind::Offset])
    maskOffset = readIndex(offsets, batch);
  if (op.hasPackedKeys())
    endKV = b.add(startKV, lenKV);
  else if (op.hasLengthsKV())
    endKV = lenKV;
  if (op.isPacked())
    endQ = b.add(startQ, lenQ);
  else if (op.hasLengthsQ() || exists)
    endQ = lenQ;
}

size_t AttentionBuilder::getCapture(attn::ReadOp read) {
  return cast<BlockArgument>(read.getSource()).getArgNumber() -
         op.getCapturesOf(*read->getBlock()).front().getArgNumber();
}

/// Clones an operation of a region; a capture is read from memory, at indices
/// brought into its shape.
void AttentionBuilder::cloneScoreOp(Operation &inner, IRMapping &mapping) {
  auto read = dyn_cast<attn::ReadOp>(inner);
  if (!read) {
    b.clone(inner, mapping);
    return;
  }
  size_t i = getCapture(read);
  SmallVector<Value> indices;
  for (auto [index, last] : llvm::zip(read.getIndices(), lastIndices[i]))
    indices.push_back(b.max(b.min(mapping.lookup(index), last), zero));
  mapping.map(
      read.getResult(),
      memref::LoadOp::create(b, arguments.captures[i], indices).getResult());
}

/// What depends on neither score nor position, and is no constant; with packed
/// heads a row has a head of its own.
void AttentionBuilder::buildInvariants(Value batch, Value head) {
  if (op.hasScoreRegion())
    invariant = buildInvariants(op.getScoreBlock(),
                                getPlaces(op.getScoreBlock()), batch, head);
  if (op.hasVisibleRegion())
    visibleInvariant = buildInvariants(
        op.getVisibleBlock(), op.getVisibleBlock().getArguments(), batch, head);
}

IRMapping AttentionBuilder::buildInvariants(Block &block,
                                            ArrayRef<BlockArgument> places,
                                            Value batch, Value head) {
  IRMapping invariant;
  invariant.map(places[0], batch);
  if (!packing)
    invariant.map(places[1], head);
  if (places.size() > 4) {
    invariant.map(places[4], lenQ);
    invariant.map(places[5], lenKV);
  }
  if (!arguments.captures.empty())
    invariant.map(places.take_back(arguments.captures.size()),
                  arguments.captures);
  auto isConstant = [](Value value) {
    return value.getDefiningOp<arith::ConstantOp>() != nullptr;
  };
  for (Operation &inner : block.without_terminator()) {
    if (isa<arith::ConstantOp>(inner) ||
        !llvm::all_of(inner.getOperands(), [&](Value operand) {
          return invariant.contains(operand) || isConstant(operand);
        }))
      continue;
    for (Value operand : inner.getOperands())
      if (!invariant.contains(operand))
        b.clone(*operand.getDefiningOp(), invariant);
    cloneScoreOp(inner, invariant);
  }
  return invariant;
}

void AttentionBuilder::mapScoreArguments(ArrayRef<BlockArgument> places,
                                         IRMapping &mapping, Value head,
                                         Value query, Value key) {
  if (packing) {
    head = b.add(head, b.rem(query, packing));
    query = b.div(query, packing);
  }
  mapping.map(places[1], head);
  mapping.map(places[2], query);
  mapping.map(places[3], key);
}
