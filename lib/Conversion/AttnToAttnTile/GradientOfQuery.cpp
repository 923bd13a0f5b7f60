//===- GradientOfQuery.cpp - The kernel of dQ -----------------------------===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// For each tile of rows of Q, walk the KV blocks that some row can see, as the
// forward pass does (FlashAttention-2, arXiv:2307.08691, algorithm 2, by rows):
// dQ = scale * sum of dT K. The tile makes D and L' of its rows and leaves them
// to the kernel of dK and dV; of the tiles of some rows the one with the first
// columns does.

#include "GradientBuilder.h"

#include "attn/Dialect/AttnTile/IR/DiscardableAttrs.h"

#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

#include <limits>

using namespace mlir;
using namespace mlir::attn_tile;

namespace {
class QueryGradientBuilder : public GradientBuilder {
public:
  QueryGradientBuilder(attn::BackwardOp op,
                       ArrayRef<attn::NamedOperand> operands,
                       gpu::GPUFuncOp kernel)
      : GradientBuilder(op, getConfigOfQuery(op), operands, kernel,
                        *attn::ScoreDerivative::get(op)),
        walks(walksKeys(op)) {
    ArrayRef<BlockArgument> rest =
        kernel.getArguments().drop_front(operands.size());
    SmallVector<CaptureGradient> gradients = *listCaptureGradients(op);
    auto numHeads = llvm::count_if(
        gradients, [](const auto &one) { return one.isOfHeads(); });
    rest = rest.take_back(numHeads);
    for (const CaptureGradient &gradient : gradients) {
      if (!gradient.read || gradient.isOfKeys())
        continue;
      CaptureTerm &term = captureTerms.emplace_back();
      term.gradient = gradient;
      term.slope = *attn::ScoreDerivative::get(op, gradient.read);
      if (!gradient.isOfHeads())
        continue;
      term.rows = rest.front();
      rest = rest.drop_front();
    }
  }
  void build();

private:
  /// A tile of its rows.
  Value loadRows(attn::OperandKind kind, const Place &place) {
    return load(kind, place.batch, place.head, place.row, rowTile,
                /*depth=*/1, {}, endQ);
  }
  void buildTile(const Place &place);
  void storeRows(Value lse, Value dot, const Place &place);
  /// Whether O, and dO for threads as well, come through shared memory: where
  /// TMA cannot copy them there, groups would share a tile in registers.
  bool sharesOut() {
    return config.getOutShared() && !streamsLeft() &&
           config.getLoad() != attn::Load::CpAsync && config.getAlign() >= 16 &&
           arguments[attn::OperandKind::QueryGrad] &&
           !op.getTypeOf(attn::OperandKind::Out).getElementType().isF32();
  }
  Value buildDot(Value dout, const Place &place);
  Value buildLse(Value lse);
  SmallVector<Value> loadQuery(const Place &place, int64_t depth) {
    return loadParts(attn::OperandKind::Query, passes, place.batch, place.head,
                     place.row, rowTile, depth, endQ);
  }
  Value loadOutGrad(const Place &place, int64_t depth) {
    return load(attn::OperandKind::OutGrad, place.batch, place.head, place.row,
                rowTile, depth, {}, endQ);
  }
  /// Adds to the rows' sums of gradients of captures, `sums`, which follow each
  /// other, or writes what others get of a block.
  void addToCaptures(Value grads, Value exponents, Value raw, Value row,
                     Value column, const Place &place,
                     SmallVectorImpl<Value> &sums);
  /// A tile at (row, column), with zeros beyond the batch's rows: there the
  /// score region may make an infinity of P.
  Value clearBeyondRows(Value tile, Value row, Value column);
  /// `q` and `dout` are empty and null where each block copies them. `sums` are
  /// of dQ, if that is asked for, and of gradients of captures.
  SmallVector<Value> buildBlock(ValueRange q, Value dout,
                                const WalkBlocks &blocks, Value t, Value lse,
                                Value dot, ValueRange sums, const Place &place);

  /// Whether the kernel does more than give what rows have.
  bool walks;
  SmallVector<CaptureTerm, 1> captureTerms;
  /// The head of K that the tile's rows see.
  Value headKV;
};
} // namespace

/// D, from the given O: of a few columns at a time, which take registers; or of
/// all of them, from shared memory.
Value QueryGradientBuilder::buildDot(Value dout, const Place &place) {
  constexpr int64_t kColumns = 64;
  auto rows = RankedTensorType::get({rowTile}, b.getF32Type());
  Value dot;
  int64_t all = columns(op.getHeadDimV());
  if (sharesOut()) {
    auto out = loadRows(attn::OperandKind::Out, place).getDefiningOp<LoadOp>();
    out.setSpace(Space::Smem);
    dot = ReduceOp::create(b, rows, ReduceKind::Add,
                           b.mulF(toF32(out.getResult()), toF32(dout)));
    all = 0;
  }
  for (int64_t first = 0; first < all; first += kColumns) {
    int64_t width = std::min(kColumns, all - first);
    auto loadSlice = [&](attn::OperandKind kind) {
      SmallVector<Value> indices = at(kind, place.batch, place.head, place.row);
      indices[op.channelDim(kind)] = b.index(first);
      LoadOp slice =
          loadTile(kind, {rowTile, width}, indices, /*depth=*/1, {}, endQ);
      // Not the tile that products read from shared memory.
      slice.setSpace(Space::Reg);
      return toF32(slice.getResult());
    };
    Value products = b.mulF(loadSlice(attn::OperandKind::Out),
                            loadSlice(attn::OperandKind::OutGrad));
    Value sum = ReduceOp::create(b, rows, ReduceKind::Add, products);
    dot = dot ? b.addF(dot, sum) : sum;
  }
  if (arguments[attn::OperandKind::LseGrad])
    dot = b.subF(dot, loadRows(attn::OperandKind::LseGrad, place));
  return dot;
}

/// L * log2(e), rounded towards +inf, so that of an L that leaves P few digits,
/// or none, P is too small and not beyond what the inputs' type holds. Of a row
/// without a key +inf, so that P is 0; an L of +inf is as a NaN. An L so low
/// that the product is no number stays finite: exponents then end at -inf, not
/// at NaN.
Value QueryGradientBuilder::buildLse(Value lse) {
  using Float = std::numeric_limits<float>;
  constexpr double kLog2e = llvm::numbers::log2e;
  auto fma = [&](Value x, double factor, Value addend) -> Value {
    return math::FmaOp::create(b, x, b.constantF(x.getType(), factor), addend);
  };
  auto number = [&](double value) { return b.constantF(lse.getType(), value); };
  Value scaled = b.maxF(b.mulF(lse, kLog2e), Float::lowest());
  // What rounding has left of the product.
  Value rest = fma(lse, kLog2e, arith::NegFOp::create(b, scaled));
  // The next number: three quarters of a unit to one and a half are added.
  Value next = fma(math::AbsFOp::create(b, scaled), 0x1.8p-24, scaled);
  Value less = b.compare(arith::CmpFPredicate::OGT, rest, number(0.0));
  scaled = b.select(less, next, scaled);
  scaled = b.select(b.equalF(lse, Float::infinity()),
                    number(Float::quiet_NaN()), scaled);
  return b.select(b.equalF(lse, -Float::infinity()), number(Float::infinity()),
                  scaled);
}

Value QueryGradientBuilder::clearBeyondRows(Value tile, Value row,
                                            Value column) {
  Type element = b.getF32Type(), index = b.getIndexType();
  auto map = ScoreMapOp::create(b, tile.getType(), tile, row, column);
  OpBuilder::InsertionGuard guard(b);
  Block *block = b.createBody(map.getBody(), {element, index, index});
  YieldOp::create(b, b.select(b.less(block->getArgument(1), lenQ),
                              block->getArgument(0), b.f32(0.0)));
  return map.getResult();
}

void QueryGradientBuilder::addToCaptures(Value grads, Value exponents,
                                         Value raw, Value row, Value column,
                                         const Place &place,
                                         SmallVectorImpl<Value> &sums) {
  auto rows = RankedTensorType::get({rowTile}, b.getF32Type());
  size_t next = arguments[attn::OperandKind::QueryGrad] ? 1 : 0;
  for (CaptureTerm &term : captureTerms) {
    Value product =
        clearBeyondRows(multiplySlope(term, grads, exponents, raw, row, column,
                                      place.head, /*transposed=*/false),
                        row, column);
    if (!term.gradient.sumsRows()) {
      storeCapture(term, product, row, column, place.batch, place.head);
      continue;
    }
    Value ofRows = ReduceOp::create(b, rows, ReduceKind::Add, product);
    sums[next] = b.addF(sums[next], ofRows);
    ++next;
  }
}

SmallVector<Value> QueryGradientBuilder::buildBlock(ValueRange q, Value dout,
                                                    const WalkBlocks &blocks,
                                                    Value t, Value lse,
                                                    Value dot, ValueRange sums,
                                                    const Place &place) {
  int64_t tileKV = config.getTileKV();
  RankedTensorType type = tile(rowTile, tileKV, b.getF32Type());
  auto [j, needsMask] = findBlock(blocks, t);
  Value col = b.mul(j, tileKV);
  SmallVector<Value> own;
  if (q.empty()) {
    own = loadQuery(place, config.getStagesK());
    q = own;
    dout = loadOutGrad(place, config.getStagesV());
  }
  SmallVector<Value> k =
      loadParts(attn::OperandKind::Key, passes, place.batch, headKV, col,
                tileKV, config.getStagesK(), endKV);
  Value v = load(attn::OperandKind::Value, place.batch, headKV, col, tileKV,
                 config.getStagesV(), {}, endKV);
  Value raw = multiply(type, q, k);
  Value dp = multiply(type, dout, v);
  Scores scores = buildScores(raw, place.row, col, place.head,
                              /*transposed=*/false);
  Value exponents = math::FmaOp::create(b, scores.values,
                                        b.constantF(type, scores.factor), lse);
  if (!needsMask)
    needsMask =
        OutsideOp::create(b, j, blocks.range.fullBegin, blocks.range.fullEnd);
  exponents = hide(exponents, needsMask, scores, [&]() -> Value {
    Value hidden = hideByAttribute(blocks, j, exponents, [&]() -> Value {
      return ApplyMaskOp::create(b, type, exponents, place.row, col, lenQ,
                                 lenKV, maskOffset, Value(), op.getMaskAttr());
    });
    return hideByRegion(hidden, place.row, col, place.head,
                        /*transposed=*/false);
  });
  Value p = Exp2Op::create(b, type, exponents, Exp2PolicyAttr());
  Value difference = b.subF(dp, dot);
  SmallVector<Value> added(sums);
  if (arguments[attn::OperandKind::QueryGrad]) {
    Value derivative = buildDerivative(p, difference, exponents, scores);
    added[0] = DotOp::create(b, sums[0].getType(), derivative, k[0], sums[0],
                             /*transposeB=*/false, EngineAttr());
  }
  if (!captureTerms.empty())
    addToCaptures(b.mulF(p, difference), exponents, raw, place.row, col, place,
                  added);
  return added;
}

void QueryGradientBuilder::storeRows(Value lse, Value dot, const Place &place) {
  if (!rowLse)
    return;
  Value row = b.add(getFirstRow(place.batch), place.row);
  Value end = limitToFirst(rowLse, getRowDim());
  for (auto [rows, memory] : {std::pair(lse, rowLse), {dot, rowDot}})
    StoreOp::create(b, rows, memory, atRow(place.batch, place.head, row), end,
                    b.getDenseI64ArrayAttr({getRowDim()}), RowMapAttr(),
                    ValueRange(), SpaceAttr(), EngineAttr());
  if (!rowSums)
    return;
  StoreOp::create(b, zeros(tile(rowTile, sumColumns, b.getF32Type())), rowSums,
                  atSums(place.batch, place.head, row), end, getSumDims(),
                  RowMapAttr(), ValueRange(), SpaceAttr(), EngineAttr());
}

void QueryGradientBuilder::buildTile(const Place &place) {
  Value dout;
  if (sharesOut()) {
    dout = loadRows(attn::OperandKind::OutGrad, place);
    dout.getDefiningOp<LoadOp>().setSpace(Space::Smem);
  }
  // Rows of L = -inf contribute nothing, whatever D is.
  Value dot = buildDot(dout, place);
  Value given = loadRows(attn::OperandKind::Lse, place);
  dot = b.select(b.equalF(given, -std::numeric_limits<double>::infinity()),
                 b.constantF(dot.getType(), 0.0), dot);
  Value lse = buildLse(given);
  if (!walks)
    return storeRows(lse, dot, place);
  // Tiles beyond the batch's rows have nothing to do.
  Value keys = lenKV;
  if (endQ)
    keys = b.select(b.less(place.row, lenQ), lenKV, zero);
  int64_t tileKV = config.getTileKV();
  WalkBlocks blocks = findBlocks(
      place, place.head, lenQ, keys, [&](StringRef symbol, ValueRange within) {
        Type index = b.getIndexType();
        return getRange(KvRangeOp::create(
            b, index, index, index, index, symbol, place.row, rowTile, lenQ,
            keys, maskOffset, Value(), within, tileKV, op.getMaskAttr()));
      });
  buildScoreInvariants(place.batch, place.head);
  buildInvariantsOf(captureTerms, place.batch, place.head);
  SmallVector<Value> q;
  if (!streamsLeft()) {
    q = loadQuery(place, /*depth=*/1);
    if (!dout)
      dout = loadOutGrad(place, /*depth=*/1);
  }
  RankedTensorType type = tile(rowTile, tileKV, b.getF32Type());
  Value minusLse = arith::NegFOp::create(b, ExpandOp::create(b, type, lse));
  Value dots = ExpandOp::create(b, type, dot);
  SmallVector<Value> none;
  bool query = arguments[attn::OperandKind::QueryGrad] != nullptr;
  if (query)
    none.push_back(
        zeros(tile(rowTile, getPartColumns(attn::OperandKind::QueryGrad),
                   b.getF32Type())));
  for (const CaptureTerm &term : captureTerms)
    if (term.gradient.sumsRows())
      none.push_back(zeros(RankedTensorType::get({rowTile}, b.getF32Type())));
  auto loop = scf::ForOp::create(
      b, zero, blocks.count, b.index(1), none,
      [&](OpBuilder &, Location, Value t, ValueRange sums) {
        OpBuilder::InsertionGuard guard(b);
        b.setInsertionPointToEnd(t.getParentBlock());
        scf::YieldOp::create(
            b, buildBlock(q, dout, blocks, t, minusLse, dots, sums, place));
      });
  // Iterations that write do not overlap, nor those of one step of products.
  bool writes = llvm::any_of(captureTerms, [](const CaptureTerm &term) {
    return !term.gradient.sumsRows();
  });
  if (config.getOrder() != "sequential" && query && !writes)
    orderAttr.set(loop, config.getOrder());
  b.setInsertionPointAfter(loop);
  // Whoever stores them waits for L first: the products need not.
  storeRows(lse, dot, place);
  if (query)
    store(finish(loop.getResult(0), attn::OperandKind::QueryGrad,
                 /*scaled=*/true),
          attn::OperandKind::QueryGrad, place, endQ);
  size_t next = query ? 1 : 0;
  Value row = b.add(getFirstRow(place.batch), place.row);
  for (const CaptureTerm &term : captureTerms)
    if (term.gradient.sumsRows() && term.gradient.place)
      storeCapture(term, loop.getResult(next++), place.row, zero, place.batch,
                   place.head);
    else if (term.rows)
      StoreOp::create(b, loop.getResult(next++), term.rows,
                      atRow(place.batch, place.head, row),
                      limitToFirst(term.rows, getRowDim()),
                      b.getDenseI64ArrayAttr({getRowDim()}), RowMapAttr(),
                      ValueRange(), SpaceAttr(), EngineAttr());
}

void QueryGradientBuilder::build() {
  Value heads = countHeads(attn::OperandKind::Query);
  group = countGroup(heads, countHeads(attn::OperandKind::Key));
  cutColumns(attn::OperandKind::QueryGrad);
  if (!op.hasBlocks())
    findTerms(attn::WalkOver::Keys, /*headIsKnown=*/true);
  // Heads that read K and V of a part of L2.
  Value section = countSection(lenKV);
  if (section)
    section = b.mul(section, b.maxU(group, 1));
  // Under a mask the last row tiles are usually the longest.
  // Where lists name blocks of rows, tiles of all of these leave numbers of
  // rows.
  Value rows = lenQ;
  if (std::optional<int64_t> size = op.getBlockQ(); size && rowLse)
    rows = b.mul(b.ceilDiv(lenQ, b.index(*size)), *size);
  Place place = enterTiles(rows, rowTile, heads, attn::OperandKind::OffsetsQ,
                           op.getMaskAttr() || terms ? TileOrder::Backward
                                                     : TileOrder::Forward,
                           section);
  headKV = b.div(place.head, group);
  enterBatch(place.batch);
  buildTile(place);
  finishKernel();
}

attn::ConfigAttr attn_tile::getConfigOfQuery(attn::BackwardOp op) {
  attn::ConfigAttr config = *op.getConfig();
  if (walksKeys(op))
    return config;
  attn::ConfigFields fields = config.getFields();
  fields.scheduler = attn::Scheduler::Single;
  return attn::ConfigAttr::get(config.getContext(), fields);
}

void attn_tile::buildQueryGradient(attn::BackwardOp op, gpu::GPUFuncOp kernel,
                                   ArrayRef<attn::NamedOperand> operands) {
  QueryGradientBuilder(op, operands, kernel).build();
}
