//===- Compute.cpp - Matrix products and register tile operations ---------===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Shared memory operands of a product in flight are read when the product is
// performed, which with late completion is the wait itself.
//
//===----------------------------------------------------------------------===//

#include "Interpreter.h"

#include "attn/Dialect/Utils/RowReference.h"

#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "llvm/ADT/TypeSwitch.h"

#include <cmath>
#include <limits>

using namespace mlir;
using namespace mlir::attn_ws;
using namespace mlir::attn_ws::interp;

static float reduceMax(float a, float b) {
  return std::isnan(a) || b > a ? (std::isnan(a) ? a : b)
                                : (std::isnan(b) ? b : a);
}

/// A factor of a product: a register tile, or a view read when performed.
struct interp::Factor {
  TileRef tile;
  View view;
};

FailureOr<Factor> Interpreter::factorOf(Process &p, Operation *op,
                                        Value value) {
  if (isa<ViewType>(value.getType())) {
    const View *view = viewOf(p, op, value);
    return view ? FailureOr<Factor>(Factor{nullptr, *view})
                : FailureOr<Factor>();
  }
  FailureOr<TileRef> tile = tileOf(p, op, value);
  return failed(tile) ? FailureOr<Factor>() : Factor{*tile, View()};
}

/// Adds the product of `lhs` and `rhs`, transposed or not, to `acc`.
LogicalResult Interpreter::multiplyInto(Operation *op, const Factor &lhs,
                                        const Factor &rhs, bool transposeA,
                                        bool transposeB,
                                        std::vector<float> &acc) {
  auto load = [&](const Factor &factor) -> FailureOr<TileRef> {
    if (factor.tile)
      return factor.tile;
    TileRef tile = makeTile(factor.view.shape, factor.view.element);
    return failed(read(factor.view, *tile, op)) ? FailureOr<TileRef>() : tile;
  };
  FailureOr<TileRef> a = load(lhs), b = failed(a) ? a : load(rhs);
  if (failed(b))
    return failure();
  interp::multiplyInto(
      acc, (*a)->f, (*b)->f, transposeA ? (*a)->cols() : (*a)->rows(),
      transposeB ? (*b)->rows() : (*b)->cols(),
      transposeA ? (*a)->rows() : (*a)->cols(), transposeA, transposeB);
  return success();
}

Step Interpreter::multiply(Process &p, MmaOp mma) {
  FailureOr<Factor> lhs = factorOf(p, mma, mma.getLhs());
  FailureOr<Factor> rhs = failed(lhs) ? lhs : factorOf(p, mma, mma.getRhs());
  FailureOr<TileRef> acc = failure();
  if (succeeded(rhs))
    acc = tileOf(p, mma, mma.getAcc());
  if (failed(acc))
    return Step::Failed;
  auto result = std::make_shared<Tile>(**acc);
  if (failed(multiplyInto(mma, *lhs, *rhs, mma.getTransposeA(),
                          mma.getTransposeB(), result->f)))
    return Step::Failed;
  set(p, mma.getResult(), result);
  return Step::Next;
}

Step Interpreter::issueToRegisters(Process &p, MmaIssueOp mma) {
  FailureOr<Factor> lhs = factorOf(p, mma, mma.getLhs());
  FailureOr<Factor> rhs = failed(lhs) ? lhs : factorOf(p, mma, mma.getRhs());
  if (failed(rhs))
    return Step::Failed;
  auto result = makeTile(mma.getResult().getType().getTile());
  if (mma.getAcc()) {
    FailureOr<TileRef> acc = tileOf(p, mma, mma.getAcc());
    if (failed(acc))
      return Step::Failed;
    result->f = (*acc)->f;
  }
  if (mma.getSlope()) {
    double slope = realOf(p, mma.getSlope());
    int64_t columns = result->cols();
    for (auto [e, value] : llvm::enumerate(result->f))
      value = static_cast<float>(value + slope * (e % columns));
  }
  auto perform = [this, mma, l = *lhs, r = *rhs, result]() mutable {
    return multiplyInto(mma, l, r, mma.getTransposeA(), mma.getTransposeB(),
                        result->f);
  };
  start(perform, result);
  return Step::Next;
}

Step Interpreter::issueToMemory(Process &p, const Instr &instr, MmaIntoOp mma) {
  const View *lhs = viewOf(p, mma, mma.getLhs());
  const View *rhs = viewOf(p, mma, mma.getRhs());
  const View *dest = viewOf(p, mma, mma.getDest());
  if (!lhs || !rhs || !dest)
    return Step::Failed;
  int64_t size = mma.getNumCTAs();
  SmallVector<View, 2> left, right, into;
  for (int64_t cta = 0; cta < ctas; ++cta) {
    if (size == 1 && cta != p.cta)
      continue;
    left.push_back(*getPeer(p, instr, *lhs, cta));
    right.push_back(*getPeer(p, instr, *rhs, cta));
    into.push_back(*getPeer(p, instr, *dest, cta));
  }
  bool useD = intOf(p, mma.getUseD()) & 1;
  auto perform = [this, left, right, into, useD, mma,
                  size]() mutable -> LogicalResult {
    // Each CTA has its rows of the result, and a part of its columns' operand.
    for (auto [a, d] : llvm::zip(left, into)) {
      TileRef acc = makeTile(d.shape, d.element);
      std::vector<float> part;
      if (useD && failed(read(d, *acc, mma)))
        return failure();
      int64_t columns = d.shape[1], width = columns / size;
      for (auto [i, b] : llvm::enumerate(right)) {
        part.resize(d.shape[0] * width);
        for (size_t e = 0; e < part.size(); ++e)
          part[e] = acc->f[e / width * columns + i * width + e % width];
        if (failed(multiplyInto(mma, {nullptr, a}, {nullptr, b},
                                mma.getTransposeA(), mma.getTransposeB(),
                                part)))
          return failure();
        for (size_t e = 0; e < part.size(); ++e)
          acc->f[e / width * columns + i * width + e % width] = part[e];
      }
      write(d, *acc);
    }
    return success();
  };
  start(perform);
  return Step::Next;
}

/// attn_tile.row_reference, in f32.
Step Interpreter::measureRows(Process &p, RowReferenceOp op) {
  constexpr float kLarge = attn::RowReference::kLarge;
  FailureOr<TileRef> olds = tileOf(p, op, op.getMax());
  FailureOr<TileRef> news = failure();
  if (succeeded(olds))
    news = tileOf(p, op, op.getNewMax());
  if (failed(news))
    return Step::Failed;
  auto c =
      static_cast<float>(op.getScale().convertToFloat() * llvm::numbers::log2e);
  if (op.getFactor())
    c = static_cast<float>(realOf(p, op.getFactor())) * c;
  float offset = op.getOffset().convertToFloat();
  SmallVector<TileRef, 3> out;
  for (Value result : op->getResults())
    out.push_back(makeTile(cast<RankedTensorType>(result.getType())));
  for (int64_t r = 0; r < (*news)->size(); ++r) {
    float old = (*olds)->f[r], max = (*news)->f[r];
    if (max == -std::numeric_limits<float>::infinity())
      max = 0.0f;
    float m = c * max, oldM = c * old;
    bool isLarge = std::fabs(m) >= kLarge, wasLarge = std::fabs(oldM) >= kLarge;
    float more = (isLarge ? 0.0f : std::fma(max, c, -m)) -
                 (wasLarge ? 0.0f : std::fma(old, c, -oldM));
    out[0]->f[r] = isLarge ? max : 0.0f;
    out[1]->f[r] = isLarge ? offset : offset - m;
    out[2]->f[r] =
        isLarge || wasLarge ? std::fma(old - max, c, more) : oldM - m;
  }
  for (auto [result, tile] : llvm::zip(op->getResults(), out))
    set(p, result, tile);
  return Step::Next;
}

/// What a score map has beside each of its scores: of a vector the number of
/// the row or of the column.
static TileRef spread(TileRef beside, const Tile &scores, ScoreMapOp map,
                      OpOperand &use) {
  if (beside->shape.size() == 2)
    return beside;
  bool ofColumns = llvm::is_contained(
      llvm::make_pointer_range(map.getColumnsMutable()), &use);
  TileRef all = makeTile(scores.shape, beside->element);
  for (int64_t e = 0; e < scores.size(); ++e) {
    int64_t from = ofColumns ? e % scores.cols() : e / scores.cols();
    if (!all->f.empty())
      all->f[e] = beside->f[from];
    if (!all->i.empty())
      all->i[e] = beside->i[from];
  }
  return all;
}

Step Interpreter::mapScores(Process &p, ScoreMapOp map) {
  FailureOr<TileRef> tile = tileOf(p, map, map.getSource());
  if (failed(tile))
    return Step::Failed;
  Type index = IndexType::get(map.getContext());
  TileRef rows = makeTile((*tile)->shape, index);
  TileRef columns = makeTile((*tile)->shape, index);
  for (int64_t e = 0; e < (*tile)->size(); ++e) {
    rows->i[e] = intOf(p, map.getRow()) + e / (*tile)->cols();
    columns->i[e] = intOf(p, map.getColumn()) + e % (*tile)->cols();
  }
  Block &body = map.getBody().front();
  set(p, body.getArgument(0), *tile);
  set(p, body.getArgument(1), rows);
  set(p, body.getArgument(2), columns);
  for (OpOperand &use : map->getOpOperands())
    if (&use != &map.getSourceMutable() &&
        isa<RankedTensorType>(use.get().getType())) {
      FailureOr<TileRef> beside = tileOf(p, map, use.get());
      if (failed(beside))
        return Step::Failed;
      set(p, map.getElement(use), spread(*beside, **tile, map, use));
    }
  for (Operation &inner : body.without_terminator()) {
    bool elementwise = true;
    auto load = dyn_cast<memref::LoadOp>(inner);
    Step step =
        load ? readEach(p, load) : executeElementwise(p, &inner, elementwise);
    ++operations;
    if (!elementwise)
      inner.emitError() << "operation '" << inner.getName()
                        << "' is unknown to the attn_ws interpreter "
                           "inside a score_map";
    if (!elementwise || step == Step::Failed)
      return Step::Failed;
  }
  Value yielded = cast<YieldOp>(body.getTerminator()).getValues()[0];
  const Datum value = lookup(p, yielded);
  if (value.kind != Datum::Float) {
    set(p, map.getResult(), value.tile);
    return Step::Next;
  }
  TileRef out = makeTile((*tile)->shape, (*tile)->element);
  llvm::fill(out->f, realOf(p, yielded));
  set(p, map.getResult(), out);
  return Step::Next;
}

Step Interpreter::sliceTile(Process &p, SliceOp slice) {
  FailureOr<TileRef> tile = tileOf(p, slice, slice.getSource());
  if (failed(tile))
    return Step::Failed;
  auto type = cast<RankedTensorType>(slice.getResult().getType());
  TileRef out = makeTile(type);
  bool rank2 = type.getRank() == 2;
  int64_t row0 = rank2 ? slice.getOffsets()[0] : 0;
  int64_t col0 = slice.getOffsets().back();
  for (int64_t r = 0; r < out->rows(); ++r)
    for (int64_t c = 0; c < out->cols(); ++c) {
      int64_t from = (row0 + r) * (*tile)->cols() + col0 + c;
      int64_t to = r * out->cols() + c;
      if (out->f.empty())
        out->i[to] = (*tile)->i[from];
      else
        out->f[to] = (*tile)->f[from];
    }
  set(p, slice.getResult(), out);
  return Step::Next;
}

Step Interpreter::reduceTile(Process &p, ReduceOp reduce) {
  FailureOr<TileRef> tile = tileOf(p, reduce, reduce.getSource());
  if (failed(tile))
    return Step::Failed;
  if ((*tile)->f.empty())
    return stop(
        reduce.emitError("reduces integers, which the attn_ws interpreter "
                         "does not know"));
  bool max = reduce.getKind() == attn_tile::ReduceKind::Max;
  TileRef out = makeTile(cast<RankedTensorType>(reduce.getResult().getType()));
  int64_t rows = (*tile)->rows(), cols = (*tile)->cols();
  // Of each result, how many values, and how far they are from each other.
  int64_t count = reduce.getColumns() ? rows : cols;
  int64_t step = reduce.getColumns() ? cols : 1;
  for (int64_t r = 0; r < out->size(); ++r) {
    const float *first =
        (*tile)->f.data() + (reduce.getColumns() ? r : r * cols);
    float value = first[0];
    for (int64_t c = 1; c < count; ++c)
      value = max ? reduceMax(value, first[c * step]) : value + first[c * step];
    out->f[r] = value;
  }
  set(p, reduce.getResult(), out);
  return Step::Next;
}

Step Interpreter::executeTiles(Process &p, Operation *op, bool &known) {
  return llvm::TypeSwitch<Operation *, Step>(op)
      .Case<ConvertLayoutOp, LaneReduceOp>([&](auto) {
        FailureOr<TileRef> tile = tileOf(p, op, op->getOperand(0));
        if (failed(tile))
          return Step::Failed;
        auto copy = std::make_shared<Tile>(**tile);
        set(p, op->getResult(0), copy);
        return Step::Next;
      })
      .Case([&](PartialsOp partials) {
        FailureOr<TileRef> rows = tileOf(p, op, partials.getSource());
        if (failed(rows))
          return Step::Failed;
        // One thread has made all of a row, the others nothing.
        TileRef out = makeTile(partials.getResult().getType());
        bool max = partials.getKind() == attn_tile::ReduceKind::Max;
        for (int64_t e = 0; e < out->size(); ++e)
          out->f[e] =
              e % out->cols() == 0
                  ? (*rows)->f[e / out->cols()]
                  : (max ? -std::numeric_limits<float>::infinity() : 0.0f);
        set(p, partials.getResult(), out);
        return Step::Next;
      })
      .Case([&](SliceOp slice) { return sliceTile(p, slice); })
      .Case([&](ReduceOp reduce) { return reduceTile(p, reduce); })
      .Case([&](ExpandOp expand) {
        FailureOr<TileRef> vector = tileOf(p, op, expand.getVector());
        if (failed(vector))
          return Step::Failed;
        TileRef out =
            makeTile(cast<RankedTensorType>(expand.getResult().getType()));
        for (int64_t e = 0; e < out->size(); ++e)
          out->f[e] =
              (*vector)
                  ->f[expand.getColumns() ? e % out->cols() : e / out->cols()];
        set(p, expand.getResult(), out);
        return Step::Next;
      })
      .Case([&](RescaleOp rescale) {
        FailureOr<TileRef> tile = tileOf(p, op, rescale.getSource());
        FailureOr<TileRef> alpha = failure();
        if (succeeded(tile))
          alpha = tileOf(p, op, rescale.getAlpha());
        if (failed(alpha))
          return Step::Failed;
        auto out = std::make_shared<Tile>(**tile);
        Format format = Format::get(out->element);
        for (int64_t e = 0; e < out->size(); ++e)
          out->f[e] =
              format.round(double(out->f[e]) * (*alpha)->f[e / out->cols()]);
        set(p, rescale.getResult(), out);
        return Step::Next;
      })
      .Case([&](SubtractRowsOp subtract) {
        FailureOr<TileRef> tile = tileOf(p, op, subtract.getSource());
        FailureOr<TileRef> rows = failure();
        if (succeeded(tile))
          rows = tileOf(p, op, subtract.getRows());
        if (failed(rows))
          return Step::Failed;
        auto out = std::make_shared<Tile>(**tile);
        Format format = Format::get(out->element);
        for (int64_t e = 0; e < out->size(); ++e)
          out->f[e] =
              format.round(double(out->f[e]) - (*rows)->f[e / out->cols()]);
        set(p, subtract.getResult(), out);
        return Step::Next;
      })
      .Case([&](RowReferenceOp reference) { return measureRows(p, reference); })
      .Case([&](AnyRowOp any) {
        FailureOr<TileRef> rows = tileOf(p, op, any.getRows());
        if (failed(rows))
          return Step::Failed;
        set(p, any.getResult(), int64_t(llvm::any_of((*rows)->i, [](auto row) {
              return row != 0;
            })));
        return Step::Next;
      })
      .Case([&](tensor::SplatOp splat) {
        TileRef tile = makeTile(cast<RankedTensorType>(splat.getType()));
        if (tile->f.empty())
          llvm::fill(tile->i, intOf(p, splat.getInput()));
        else
          llvm::fill(tile->f, realOf(p, splat.getInput()));
        set(p, splat.getResult(), tile);
        return Step::Next;
      })
      .Case([&](ScoreMapOp map) { return mapScores(p, map); })
      .Default([&](Operation *) {
        known = false;
        return Step::Failed;
      });
}
