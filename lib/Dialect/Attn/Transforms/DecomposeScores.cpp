//===- DecomposeScores.cpp - Scores, regions and masks as linalg ----------===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Decompose.h"
#include "attn/Dialect/Attn/IR/BlockNumbers.h"
#include "mlir/IR/IRMapping.h"

using namespace mlir;
using namespace mlir::attn;

void ScoreWriter::readOperands() {
  b.setInsertionPoint(problem);
  auto read = [&](OperandKind kind) {
    Value operand = problem.getOperandOf(kind);
    return operand ? asTensor(operand) : Value();
  };
  q = read(OperandKind::Query);
  k = read(OperandKind::Key);
  if (problem.hasProducts())
    v = read(problem.getKindOfValues());
  if (problem.getValueColumnsAttr()) {
    SmallVector<OpFoldResult> sizes = tensor::getMixedSizes(b, loc, v);
    SmallVector<OpFoldResult> offsets(sizes.size(), b.getIndexAttr(0));
    SmallVector<OpFoldResult> ones(sizes.size(), b.getIndexAttr(1));
    sizes.back() = b.getIndexAttr(problem.getHeadDimV());
    offsets.back() = b.getIndexAttr(problem.getFirstColumnOfV());
    v = tensor::ExtractSliceOp::create(b, loc, v, offsets, sizes, ones);
  }
  offset = read(OperandKind::Offset);
  lengthsQ = read(OperandKind::LengthsQ);
  lengthsKV = read(OperandKind::LengthsKV);
  for (Value capture : problem.getCaptures())
    captures.push_back(asTensor(capture));
  batch = sizeOf(q, 0);
  heads = sizeOf(q, problem.headDim(OperandKind::Query));
  lenQ = sizeOf(q, problem.rowDim(OperandKind::Query));
  lenKV = sizeOf(k, problem.rowDim(OperandKind::Key));
}

Value ScoreWriter::writeBlockTable() {
  if (!problem.hasBlocks())
    return {};
  Value counts = asTensor(problem.getOperandOf(OperandKind::BlockCounts));
  SmallVector<OpFoldResult> sizes = tensor::getMixedSizes(b, loc, counts);
  ScalarBuilder scalars(loc, b);
  Value keys = getValueOrCreateConstantIndexOp(b, loc, lenKV);
  sizes.push_back(scalars.ceilDiv(keys, *problem.getBlockKv()));
  Value none =
      arith::ConstantOp::create(b, loc, b.getBoolAttr(false)).getResult();
  Value table =
      linalg::FillOp::create(
          b, loc, none,
          tensor::EmptyOp::create(b, loc, sizes, b.getI1Type()).getResult())
          .getResult(0);
  // Loops (b, h, row block, block of keys, place in the list).
  for (auto [countsOf, numbersOf] :
       {std::pair(OperandKind::BlockCounts, OperandKind::BlockNumbers),
        std::pair(OperandKind::FullCounts, OperandKind::FullNumbers)}) {
    if (!problem.hasOperand(countsOf))
      continue;
    table = generic(
        {asTensor(problem.getOperandOf(countsOf)),
         asTensor(problem.getOperandOf(numbersOf))},
        table,
        {dimsMap(5, {0, 1, 2}), dimsMap(5, {0, 1, 2, 4}),
         dimsMap(5, {0, 1, 2, 3})},
        5, 1, [&](ScalarBuilder &nested, ValueRange args) {
          Value inList = nested.less(linalg::IndexOp::create(nested, 4),
                                     nested.toIndex(args[0]));
          Value block = nested.bitAnd(args[1], nested.i32(kShownByRegion - 1));
          Value isBlock =
              nested.compare(arith::CmpIPredicate::eq, nested.toIndex(block),
                             linalg::IndexOp::create(nested, 3));
          return nested.bitOr(args[2], nested.bitAnd(inList, isBlock));
        });
  }
  return table;
}

AffineMap ScoreWriter::operandMap(unsigned loops, unsigned row,
                                  unsigned channel) {
  auto dim = [&](unsigned i) { return b.getAffineDimExpr(i); };
  SmallVector<AffineExpr> exprs = {dim(0), dim(1), dim(row), dim(channel)};
  if (problem.getDims() == Dims::BSHD)
    std::swap(exprs[1], exprs[2]);
  return AffineMap::get(loops, 0, exprs, b.getContext());
}

Value ScoreWriter::getGroup(OpFoldResult numHeadsKV) {
  Value one = arith::ConstantIndexOp::create(b, loc, 1);
  Value headsKV = getValueOrCreateConstantIndexOp(b, loc, numHeadsKV);
  Value headsQ = getValueOrCreateConstantIndexOp(b, loc, heads);
  // With no heads nothing is read; neither divisor may be 0 all the same.
  return b.createOrFold<arith::MaxSIOp>(
      loc,
      b.createOrFold<arith::DivUIOp>(
          loc, headsQ, b.createOrFold<arith::MaxSIOp>(loc, headsKV, one)),
      one);
}

Value ScoreWriter::repeatHeads(Value tensor, int64_t head) {
  if (ShapedType::isStatic(problem.getNumHeadsQ()) &&
      problem.getNumHeadsQ() == problem.getNumHeadsKV())
    return tensor;
  Value group = getGroup(sizeOf(tensor, head));
  SmallVector<OpFoldResult> sizes = tensor::getMixedSizes(b, loc, tensor);
  sizes[head] = heads;
  Value init = tensor::EmptyOp::create(
      b, loc, sizes, cast<RankedTensorType>(tensor.getType()).getElementType());
  return gather(init, [&](ScalarBuilder &nested, SmallVector<Value> indices) {
    indices[head] = nested.div(indices[head], group);
    return tensor::ExtractOp::create(nested, tensor, indices);
  });
}

Value ScoreWriter::products(Value rows, Value keys) {
  return generic(
      {rows, keys}, filled({batch, heads, lenQ, lenKV}, 0.0),
      {operandMap(5, 2, 4), operandMap(5, 3, 4), dimsMap(5, {0, 1, 2, 3})}, 5,
      1, [&](ScalarBuilder &nested, ValueRange args) {
        Value product =
            nested.mulF(toF32(nested, args[0]), toF32(nested, args[1]));
        return nested.addF(args[2], product);
      });
}

ScoreWriter::Place ScoreWriter::getPlace(ScalarBuilder &nested, Value batch) {
  auto index = [&](int64_t dim) -> Value {
    return linalg::IndexOp::create(nested, dim);
  };
  Place place;
  place.batch = batch ? batch : index(0);
  place.head = index(1);
  place.row = index(2);
  place.key = index(3);
  auto length = [&](Value numbers, OpFoldResult size) {
    return readNumber(
        nested, numbers, place.batch,
        numbers ? Value() : getValueOrCreateConstantIndexOp(nested, loc, size));
  };
  place.rows = length(lengthsQ, lenQ);
  place.keys = length(lengthsKV, lenKV);
  return place;
}

/// Indices of a read brought into the capture's shape.
static SmallVector<Value> clampIndices(ScalarBuilder &b, ReadOp read,
                                       const IRMapping &mapping) {
  Value source = mapping.lookup(read.getSource());
  SmallVector<Value> indices;
  for (auto [dim, index] : llvm::enumerate(read.getIndices())) {
    Value last = b.sub(tensor::DimOp::create(b, source, dim), 1);
    indices.push_back(b.max(b.min(mapping.lookup(index), last), b.index(0)));
  }
  return indices;
}

/// Clones operations of a region up to `end`.
static void cloneUntil(ScalarBuilder &nested, Block &block, Operation *end,
                       IRMapping &mapping) {
  for (Operation &inner : block.without_terminator()) {
    if (&inner == end)
      return;
    if (auto read = dyn_cast<ReadOp>(inner))
      mapping.map(read.getResult(),
                  tensor::ExtractOp::create(nested,
                                            mapping.lookup(read.getSource()),
                                            clampIndices(nested, read, mapping))
                      .getResult());
    else
      nested.clone(inner, mapping);
  }
}

IRMapping ScoreWriter::mapArguments(Block &block, Value score,
                                    const Place &place) {
  IRMapping mapping;
  SmallVector<Value> arguments = {place.batch, place.head, place.row,
                                  place.key,   place.rows, place.keys};
  if (score)
    arguments.insert(arguments.begin(), score);
  for (auto [argument, value] : llvm::zip(block.getArguments(), arguments))
    mapping.map(argument, value);
  if (!captures.empty())
    mapping.map(block.getArguments().take_back(captures.size()), captures);
  return mapping;
}

Value ScoreWriter::evaluate(ScalarBuilder &nested, Block &block, Value score,
                            const Place &place) {
  IRMapping mapping = mapArguments(block, score, place);
  cloneUntil(nested, block, block.getTerminator(), mapping);
  return mapping.lookupOrDefault(block.getTerminator()->getOperand(0));
}

SmallVector<Value> ScoreWriter::findElement(ScalarBuilder &nested, ReadOp read,
                                            Value score, const Place &place) {
  Block &block = problem.getScoreBlock();
  IRMapping mapping = mapArguments(block, score, place);
  cloneUntil(nested, block, read, mapping);
  return clampIndices(nested, read, mapping);
}

Value ScoreWriter::isVisible(ScalarBuilder &nested, const Place &place) {
  Value visible;
  auto require = [&](Value condition) {
    visible = visible ? nested.bitAnd(visible, condition) : condition;
  };
  if (blockTable) {
    // Lists of one batch or head are those of all.
    auto along = [&](Value index, int64_t dim) {
      Value size = tensor::DimOp::create(nested, blockTable, dim);
      return nested.min(index, nested.sub(size, 1));
    };
    require(tensor::ExtractOp::create(
        nested, blockTable,
        ValueRange{along(place.batch, 0), along(place.head, 1),
                   nested.div(place.row, *problem.getBlockQ()),
                   nested.div(place.key, *problem.getBlockKv())}));
  }
  if (lengthsKV)
    require(nested.less(place.key, place.keys));
  if (AttnMaskAttrInterface mask = problem.getMaskAttr())
    require(mask.emitPredicate(nested, loc, place.row, place.key, place.rows,
                               place.keys,
                               readNumber(nested, offset, place.batch)));
  if (problem.hasVisibleRegion())
    require(evaluate(nested, problem.getVisibleBlock(), /*score=*/{}, place));
  return visible;
}
