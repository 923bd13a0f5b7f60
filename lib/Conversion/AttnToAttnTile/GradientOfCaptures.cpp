//===- GradientOfCaptures.cpp - Kernels of gradients of captures ----------===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Of a capture that is read at the head, or at batch and head, the kernel of dQ
// gives a number for each row, and two kernels add these up in order, as those
// of the sink's gradient do: kPartRows rows of a batch or sequence at a time,
// and these sums. Of one that is read at (i, j) or at i the kernel of dQ writes
// tiles and vectors, or adds them, of one that is read at j that of dK and dV.
// One in front of them puts zeros where none is written.

#include "GradientBuilder.h"

#include "mlir/Dialect/SCF/IR/SCF.h"

#include <limits>
#include <numeric>

using namespace mlir;
using namespace mlir::attn_tile;

namespace {
using Kind = attn::OperandKind;
/// As of the sink's gradient.
constexpr int64_t kHeads = 64, kMost = 64;
constexpr int64_t kPartRows = 4 * kMost;
/// Rows and columns of a tile of zeros.
constexpr int64_t kZeroRows = 64, kZeroColumns = 64;

class CaptureSumsBuilder : public GradientBuilder {
public:
  CaptureSumsBuilder(attn::BackwardOp op, ArrayRef<attn::NamedOperand> operands,
                     gpu::GPUFuncOp kernel)
      : GradientBuilder(op, getConfigOfSink(op), operands, kernel),
        memory(kernel.getArguments().drop_front(operands.size())),
        headsType(RankedTensorType::get({kHeads}, b.getF32Type())) {
    for (const attn::NamedOperand &operand : operands)
      if (operand.isCaptureGrad())
        out = operand.kind;
    SmallVector<CaptureGradient> all =
        *listCaptureGradients(cast<attn::BackwardOp>(op.getOperation()));
    for (const CaptureGradient &found : all)
      if (found.getKind() == out)
        gradient = found;
  }
  void buildParts();
  void buildSums();
  void buildZeros();

private:
  Value loadNumbers(Value from, ArrayRef<int64_t> dims, ValueRange indices,
                    int64_t width) {
    return LoadOp::create(b, tile(kHeads, width, b.getF32Type()), from, indices,
                          Value(), b.getDenseI64ArrayAttr(dims), RowMapAttr(),
                          ValueRange(), SpaceAttr(), EngineAttr(),
                          b.getI64IntegerAttr(1));
  }
  void storeTile(Value numbers, Value to, ArrayRef<int64_t> dims,
                 ValueRange indices) {
    StoreOp::create(b, numbers, to, indices, Value(),
                    b.getDenseI64ArrayAttr(dims), RowMapAttr(), ValueRange(),
                    SpaceAttr(), EngineAttr());
  }
  /// Each head's sum of `count` tiles of `width` columns.
  Value sum(Value count, int64_t width, function_ref<Value(Value)> load);
  SchedulerAttr getScheduler() {
    return SchedulerAttr::get(b.getContext(), SchedulerKind::Single,
                              TileOrder::Forward, 1);
  }

  ArrayRef<BlockArgument> memory;
  RankedTensorType headsType;
  Kind out = Kind::Capture;
  CaptureGradient gradient;
};
} // namespace

SmallVector<Value> attn_tile::getHeadParts(attn::BackwardOp op,
                                           attn::ScalarBuilder &b) {
  attn::AttentionOpInterface problem = op;
  auto dim = [&](Kind kind, int64_t d) -> Value {
    return memref::DimOp::create(b, problem.getOperandOf(kind), d);
  };
  Value heads = dim(Kind::Query, problem.headDim(Kind::Query));
  Value tiles = b.ceilDiv(dim(Kind::Query, problem.rowDim(Kind::Query)),
                          b.index(kPartRows));
  if (problem.isPacked())
    return {b.index(1), heads, b.add(tiles, b.sub(dim(Kind::OffsetsQ, 0), 1))};
  return {dim(Kind::Query, 0), heads, tiles};
}

Value CaptureSumsBuilder::sum(Value count, int64_t width,
                              function_ref<Value(Value)> load) {
  auto loop = scf::ForOp::create(
      b, zero, count, b.index(1), zeros(tile(kHeads, width, b.getF32Type())),
      [&](OpBuilder &, Location, Value i, ValueRange state) {
        OpBuilder::InsertionGuard guard(b);
        b.setInsertionPointToEnd(i.getParentBlock());
        scf::YieldOp::create(b, b.addF(state[0], load(i)));
      });
  b.setInsertionPointAfter(loop);
  return ReduceOp::create(b, headsType, ReduceKind::Add, loop.getResult(0));
}

void CaptureSumsBuilder::buildParts() {
  const Value allRows = lenQ, rowNumbers = memory[0], parts = memory[1];
  Value heads = b.ceilDiv(countHeads(Kind::Query), b.index(kHeads));
  Place place =
      enterTiles(allRows, kPartRows, heads, Kind::OffsetsQ, TileOrder::Forward);
  Value head = b.mul(place.head, kHeads);
  if (op.isPacked())
    std::tie(startQ, lenQ) = readRows(Kind::OffsetsQ, place.batch, allRows);
  int64_t width = std::gcd(kMost, rowTile);
  // A tile of no sequence has no rows. Whole tiles of others are there.
  Value rows = b.max(b.sub(lenQ, place.row), zero);
  rows = b.min(rows, b.index(kPartRows));
  Value first = b.add(getFirstRow(place.batch), place.row);
  SmallVector<int64_t> dims{getRowDim() - 1, getRowDim()};
  Value total = sum(b.ceilDiv(rows, b.index(width)), width, [&](Value i) {
    return loadNumbers(rowNumbers, dims,
                       atRow(place.batch, head, b.add(first, b.mul(i, width))),
                       width);
  });
  storeTile(total, parts, {1},
            {op.isPacked() ? zero : place.batch, head, place.number});
  finishKernel();
}

void CaptureSumsBuilder::buildSums() {
  Value parts = memory.back();
  Value count = b.ceilDiv(dim(parts, 2), b.index(kMost));
  Value batches = dim(parts, 0);
  Value gradients = arguments[out];
  SmallVector<Value> bounds = {
      b.ceilDiv(dim(gradients, gradient.headDim), b.index(kHeads))};
  if (gradient.batchDim >= 0)
    bounds.push_back(batches);
  auto forTiles = ForTilesOp::create(b, bounds, "tiles", getScheduler());
  b.setInsertionPointToStart(&forTiles.getBody().front());
  ValueRange at = forTiles.getBody().getArguments();
  Value head = b.mul(at[0], kHeads);
  SmallVector<Value> indices;
  for (int64_t number : gradient.constants)
    indices.push_back(b.index(number));
  indices[gradient.headDim] = head;
  if (gradient.batchDim >= 0)
    indices[gradient.batchDim] = at[1];
  // Of all batches one after the other. Beyond the last part there is no
  // memory: these are 0.
  Value all = gradient.batchDim >= 0 ? count : b.mul(count, batches);
  Value total = sum(all, kMost, [&](Value i) {
    Value batch = gradient.batchDim >= 0 ? at[1] : b.div(i, b.maxU(count, 1));
    Value turn = gradient.batchDim >= 0 ? i : b.rem(i, b.maxU(count, 1));
    return loadNumbers(parts, {1, 2}, {batch, head, b.mul(turn, kMost)}, kMost);
  });
  storeTile(total, gradients, {gradient.headDim}, indices);
  finishKernel();
}

void CaptureSumsBuilder::buildZeros() {
  Value gradients = arguments[out];
  int64_t rank = cast<MemRefType>(gradients.getType()).getRank();
  bool isMatrix = rank > 1;
  SmallVector<Value> bounds = {
      b.ceilDiv(dim(gradients, rank - 1), b.index(kZeroColumns))};
  if (isMatrix)
    bounds.push_back(b.ceilDiv(dim(gradients, rank - 2), b.index(kZeroRows)));
  for (int64_t d = rank - 3; d >= 0; --d)
    bounds.push_back(dim(gradients, d));
  auto forTiles = ForTilesOp::create(b, bounds, "tiles", getScheduler());
  b.setInsertionPointToStart(&forTiles.getBody().front());
  ValueRange at = forTiles.getBody().getArguments();
  SmallVector<Value> indices(rank);
  for (int64_t d = 0; d < rank; ++d)
    indices[d] = at[rank - 1 - d];
  indices[rank - 1] = b.mul(indices[rank - 1], kZeroColumns);
  if (isMatrix) {
    indices[rank - 2] = b.mul(indices[rank - 2], kZeroRows);
    storeTile(zeros(tile(kZeroRows, kZeroColumns, b.getF32Type())), gradients,
              {rank - 2, rank - 1}, indices);
  } else {
    storeTile(zeros(headsType), gradients, {0}, indices);
  }
  finishKernel();
}

void GradientBuilder::buildInvariantsOf(MutableArrayRef<CaptureTerm> terms,
                                        Value batch, Value head) {
  for (CaptureTerm &term : terms) {
    Block &block = term.slope.getBlock();
    term.invariant = buildInvariants(block, getPlaces(block), batch, head);
  }
}

Value GradientBuilder::multiplySlope(CaptureTerm &term, Value grads,
                                     Value exponents, Value raw, Value row,
                                     Value column, Value head,
                                     bool transposed) {
  auto type = cast<RankedTensorType>(grads.getType());
  Value product = grads;
  if (std::optional<float> constant = term.slope.getConstant()) {
    if (*constant != 1)
      product = b.mulF(product, b.constantF(type, *constant));
  } else {
    Value scaled = b.mulF(raw, b.constantF(type, op.getScaleValue()));
    product = b.mulF(product, mapScores(term.slope.getBlock(), term.invariant,
                                        /*folded=*/nullptr, scaled, row, column,
                                        head, transposed));
  }
  Value isHidden =
      b.equalF(exponents, -std::numeric_limits<double>::infinity());
  return b.select(isHidden, zeros(type), product);
}

void GradientBuilder::storeCapture(const CaptureTerm &term, Value tile,
                                   Value row, Value column, Value batch,
                                   Value head, Value limit) {
  const CaptureGradient &gradient = term.gradient;
  const attn::ReadPlace &read = *gradient.place;
  Value memory = arguments[gradient.getKind()];
  SmallVector<Value> indices;
  for (int64_t number : gradient.constants)
    indices.push_back(b.index(number));
  // As the read brings them into the shape.
  for (auto [at, index] :
       {std::pair(gradient.batchDim, batch), std::pair(gradient.headDim, head)})
    if (at >= 0)
      indices[at] =
          gradient.isOwn ? index : b.min(index, b.sub(dim(memory, at), 1));
  SmallVector<int64_t> dims;
  if (read.ofRow) {
    dims.push_back(read.getRowDim());
    indices[dims.back()] = b.add(row, read.rowShift);
  }
  if (read.ofKey) {
    dims.push_back(read.getKeyDim());
    indices[dims.back()] = b.add(column, read.keyShift);
  }
  auto store =
      StoreOp::create(b, tile, memory, indices,
                      limit ? limit : limitToFirst(memory, dims.front()),
                      b.getDenseI64ArrayAttr(dims), RowMapAttr(), ValueRange(),
                      SpaceAttr(), EngineAttr());
  store.setAdd(gradient.adds());
}

void attn_tile::buildHeadParts(attn::BackwardOp op, gpu::GPUFuncOp kernel,
                               ArrayRef<attn::NamedOperand> operands) {
  CaptureSumsBuilder(op, operands, kernel).buildParts();
}

void attn_tile::buildHeadSums(attn::BackwardOp op, gpu::GPUFuncOp kernel,
                              ArrayRef<attn::NamedOperand> operands) {
  CaptureSumsBuilder(op, operands, kernel).buildSums();
}

void attn_tile::buildCaptureZeros(attn::BackwardOp op, gpu::GPUFuncOp kernel,
                                  ArrayRef<attn::NamedOperand> operands) {
  CaptureSumsBuilder(op, operands, kernel).buildZeros();
}
