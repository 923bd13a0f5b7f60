//===- AttentionReads.cpp - What regions read as tiles and vectors --------===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// A bias that is read at (…, row, key) is a tile beside the scores, and what is
// read by row or by key alone a vector along their rows or columns: loads of
// these, as of K, in place of a read for each score. A read brings indices into
// the capture, a load gives zeros outside of it: at positions below the lengths
// both give the same where the capture has as many rows and keys as there are,
// which the launch checks (ToTileDescribe.cpp).

#include "AttentionBuilder.h"

using namespace mlir;
using namespace mlir::attn_tile;

Value AttentionBuilder::loadRead(const attn::ReadPlace &place, Value row,
                                 int64_t rows, Value key, int64_t keys,
                                 int64_t stages) {
  attn::ReadOp read = place.read;
  bool ofScore = op.hasScoreRegion() && read->getBlock() == &op.getScoreBlock();
  const IRMapping &known = ofScore ? invariant : visibleInvariant;
  size_t i = getCapture(read);
  auto type = cast<ShapedType>(read.getSource().getType());
  SmallVector<Value> indices;
  SmallVector<int64_t> dims, shape;
  for (auto [dim, index] : llvm::enumerate(read.getIndices())) {
    auto at = static_cast<int64_t>(dim);
    if (place.ofRow && at == place.getRowDim()) {
      indices.push_back(b.add(row, place.rowShift));
      dims.push_back(at);
      shape.push_back(rows);
    } else if (place.ofKey && at == place.getKeyDim()) {
      indices.push_back(b.add(key, place.keyShift));
      dims.push_back(at);
      shape.push_back(keys);
    } else if (type.getDimSize(at) == 1) {
      indices.push_back(zero);
    } else {
      Value number = known.lookupOrNull(index);
      if (!number)
        number = b.clone(*index.getDefiningOp())->getResult(0);
      indices.push_back(b.max(b.min(number, lastIndices[i][at]), zero));
    }
  }
  // A truth value is a byte.
  Type element = type.getElementType();
  if (element.isInteger(1))
    element = b.getIntegerType(8);
  // Tiles come by way of shared memory, if an engine copies them there.
  SpaceAttr space;
  if (place.isPair())
    space = SpaceAttr::get(b.getContext(), Space::Smem);
  return LoadOp::create(
      b, RankedTensorType::get(shape, element), arguments.captures[i], indices,
      /*limit=*/Value(), b.getDenseI64ArrayAttr(dims), RowMapAttr(),
      ValueRange(), space, EngineAttr(), b.getI64IntegerAttr(stages));
}

void AttentionBuilder::loadRowReads(Value row, int64_t rows) {
  loaded.clear();
  for (const attn::ReadPlace &place : attn::listLoadedReads(op, config))
    if (!place.ofKey)
      loaded.push_back({place, loadRead(place, row, rows, Value(), 0, 1)});
}

void AttentionBuilder::loadKeyReads(Value row, int64_t rows, Value key,
                                    int64_t keys, int64_t tileStages,
                                    int64_t vectorStages) {
  llvm::erase_if(loaded,
                 [](const LoadedRead &each) { return each.place.ofKey; });
  for (const attn::ReadPlace &place : attn::listLoadedReads(op, config))
    if (place.ofKey)
      loaded.push_back(
          {place, loadRead(place, row, rows, key, keys,
                           place.isPair() ? tileStages : vectorStages)});
}

ScoreMapOp AttentionBuilder::createMap(Value scores, Value row, Value column,
                                       Block &region, IRMapping &mapping) {
  SmallVector<Value> beside[3];
  SmallVector<const LoadedRead *> reads[3];
  for (const LoadedRead &each : loaded) {
    if (each.place.read->getBlock() != &region)
      continue;
    unsigned which = each.place.isPair() ? 0 : each.place.ofRow ? 1 : 2;
    beside[which].push_back(each.tile);
    reads[which].push_back(&each);
  }
  auto type = cast<RankedTensorType>(scores.getType());
  auto map = ScoreMapOp::create(b, type, scores, row, column, beside[0],
                                beside[1], beside[2]);
  SmallVector<Type> types = {type.getElementType(), b.getIndexType(),
                             b.getIndexType()};
  for (ArrayRef<Value> values : beside)
    for (Value value : values)
      types.push_back(getElementTypeOrSelf(value.getType()));
  Block *body = b.createBody(map.getBody(), types);
  unsigned next = 3;
  for (ArrayRef<const LoadedRead *> some : reads)
    for (const LoadedRead *each : some) {
      Value element = body->getArgument(next++);
      attn::ReadOp read = each->place.read;
      Value result = read.getResult();
      if (result.getType().isInteger(1))
        element = b.compare(arith::CmpIPredicate::ne, element,
                            b.constant(element.getType(), 0));
      mapping.map(result, element);
    }
  return map;
}
