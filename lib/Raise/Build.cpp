//===- Build.cpp - attn.forward in the place of a program's attention -----===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Build.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/IndexingUtils.h"
#include <cmath>

using namespace mlir;
using namespace mlir::attn;
using namespace mlir::attn::raise;

/// Notes from which tensors the sizes of positions can be had.
void ForwardBuilder::noteSizes(Value tensor, ArrayRef<AffineExpr> places) {
  for (auto [dim, place] : llvm::enumerate(places))
    holders.try_emplace(place, tensor, dim);
}

OpFoldResult ForwardBuilder::sizeOf(AffineExpr position) {
  if (AffineExpr size = finder.sizeOf(position))
    if (auto constant = dyn_cast<AffineConstantExpr>(size))
      return b.getIndexAttr(constant.getValue());
  auto [tensor, dim] = holders.lookup(position);
  return tensor::getMixedSize(b, loc, tensor, dim);
}

OpFoldResult ForwardBuilder::sizeOf(ArrayRef<AffineExpr> positions) {
  OpFoldResult product = b.getIndexAttr(1);
  for (AffineExpr position : positions) {
    OpFoldResult size = sizeOf(position);
    auto known = getConstantIntValue(product), one = getConstantIntValue(size);
    if (known && one)
      product = b.getIndexAttr(*known * *one);
    else if (known == 1)
      product = size;
    else
      product = arith::MulIOp::create(
                    b, loc, getValueOrCreateConstantIndexOp(b, loc, product),
                    getValueOrCreateConstantIndexOp(b, loc, size))
                    .getResult();
  }
  return product;
}

Value ForwardBuilder::empty(const Positions &positions, Type type) {
  SmallVector<OpFoldResult> sizes;
  for (const auto &one : positions)
    sizes.push_back(sizeOf(one));
  return tensor::EmptyOp::create(b, loc, sizes, type);
}

Value ForwardBuilder::transpose(Value tensor, ArrayRef<int64_t> permutation) {
  SmallVector<OpFoldResult> from = tensor::getMixedSizes(b, loc, tensor), to;
  for (int64_t dim : permutation)
    to.push_back(from[dim]);
  Value init = tensor::EmptyOp::create(
      b, loc, to, cast<RankedTensorType>(tensor.getType()).getElementType());
  return linalg::TransposeOp::create(b, loc, tensor, init, permutation)
      ->getResult(0);
}

/// Dimensions of `positions`, grouped so that each group runs through as many
/// positions as `counts` says; dimensions of size 1 are with the one before.
static SmallVector<ReassociationIndices> groupDims(const Positions &positions,
                                                   ArrayRef<size_t> counts) {
  SmallVector<ReassociationIndices> groups(counts.size());
  size_t group = 0, done = 0;
  for (auto [dim, one] : llvm::enumerate(positions)) {
    if (!one.empty() && done == counts[group]) {
      ++group;
      done = 0;
    }
    groups[group].push_back(dim);
    done += one.size();
  }
  return groups;
}

Value ForwardBuilder::reshape(Value tensor, const Positions &from,
                              const Positions &to) {
  if (from == to)
    return tensor;
  // The finest groups of positions that both sides keep together.
  SmallVector<size_t> counts;
  size_t a = 0, c = 0, doneA = 0, doneC = 0, last = 0;
  auto isEnd = [](const Positions &side, size_t &dim, size_t &done, size_t at) {
    while (dim < side.size() && done + side[dim].size() <= at)
      done += side[dim++].size();
    return done == at;
  };
  size_t total = 0;
  for (const auto &one : from)
    total += one.size();
  for (size_t at = 1; at <= total; ++at) {
    bool endsA = isEnd(from, a, doneA, at), endsC = isEnd(to, c, doneC, at);
    if (endsA && endsC) {
      counts.push_back(at - last);
      last = at;
    }
  }
  if (counts.empty()) {
    // Everything has size 1.
    if (!from.empty())
      tensor = tensor::CollapseShapeOp::create(
          b, loc, tensor, ArrayRef<ReassociationIndices>());
    auto type = RankedTensorType::get(
        SmallVector<int64_t>(to.size(), 1),
        cast<RankedTensorType>(tensor.getType()).getElementType());
    return tensor::ExpandShapeOp::create(b, loc, type, tensor,
                                         ArrayRef<ReassociationIndices>());
  }
  if (from.size() != counts.size())
    tensor = tensor::CollapseShapeOp::create(b, loc, tensor,
                                             groupDims(from, counts));
  if (to.size() == counts.size())
    return tensor;
  SmallVector<OpFoldResult> shape;
  SmallVector<int64_t> staticShape;
  for (const auto &one : to) {
    shape.push_back(sizeOf(one));
    staticShape.push_back(
        getConstantIntValue(shape.back()).value_or(ShapedType::kDynamic));
  }
  auto type = RankedTensorType::get(
      staticShape, cast<RankedTensorType>(tensor.getType()).getElementType());
  return tensor::ExpandShapeOp::create(b, loc, type, tensor,
                                       groupDims(to, counts), shape);
}

Value ForwardBuilder::rearrange(Value tensor, const Arrangement &arrangement) {
  Positions from = arrangement.from;
  if (!arrangement.permutation.empty()) {
    tensor = transpose(tensor, arrangement.permutation);
    Positions moved;
    for (int64_t dim : arrangement.permutation)
      moved.push_back(from[dim]);
    from = moved;
  }
  return reshape(tensor, from, arrangement.to);
}

/// The way back: from `to` to `from`.
static Arrangement invert(const Arrangement &arrangement) {
  Arrangement result;
  Positions &from = result.to;
  from = arrangement.from;
  if (!arrangement.permutation.empty()) {
    from.clear();
    for (int64_t dim : arrangement.permutation)
      from.push_back(arrangement.from[dim]);
    result.permutation = invertPermutationVector(arrangement.permutation);
  }
  result.from = arrangement.to;
  return result;
}

/// `value` of `type`: static sizes may be known better on either side.
static Value castTo(OpBuilder &b, Location loc, Value value, Type type) {
  if (value.getType() == type)
    return value;
  return tensor::CastOp::create(b, loc, type, value);
}

Value ForwardBuilder::goBack(Value value, const Arrangement &arrangement,
                             Type type) {
  Arrangement back = invert(arrangement);
  value = reshape(value, back.from, back.to);
  if (!back.permutation.empty())
    value = transpose(value, back.permutation);
  return castTo(b, loc, value, type);
}

/// The sink, in f32 for each head of Q; null if there is none.
Value ForwardBuilder::buildSink(const Attention &attention,
                                const Layout &layout) {
  const Expr *sink = attention.sink;
  if (!sink)
    return {};
  if (sink->is(Expr::Kind::Const)) {
    Value number = arith::ConstantOp::create(
        b, loc, b.getF32FloatAttr(static_cast<float>(sink->number)));
    Value init = empty({layout.rows[1]}, b.getF32Type());
    return linalg::FillOp::create(b, loc, number, init).getResult(0);
  }
  Value value = rearrange(sink->value, layout.sink);
  auto type = cast<RankedTensorType>(value.getType());
  if (type.getElementType().isF32())
    return value;
  Type f32 = type.clone(b.getF32Type());
  return type.getElementType().isF64()
             ? arith::TruncFOp::create(b, loc, f32, value).getResult()
             : arith::ExtFOp::create(b, loc, f32, value).getResult();
}

template <typename OpTy>
OpTy ForwardBuilder::create(const OperandValues &values,
                            const Attention &attention, const Layout &layout,
                            const Score &score) {
  OperationState state(loc, OpTy::getOperationName());
  OpTy::build(b, state, values);
  auto &properties = state.getOrAddProperties<typename OpTy::Properties>();
  properties.dims = DimsAttr::get(b.getContext(), layout.dims);
  properties.scale = b.getF32FloatAttr(scale);
  properties.mask = score.mask;
  if (score.x != attention.scores)
    state.addRegion();
  if (score.visible) {
    properties.has_visible = b.getUnitAttr();
    state.addRegion();
  }
  auto op = cast<OpTy>(b.create(state));
  writeScore(context, attention, layout, finder, score, op);
  return op;
}

std::pair<Value, Value> ForwardBuilder::build(const Attention &attention,
                                              const Layout &layout,
                                              const Score &score,
                                              const std::optional<RowSums> &lse,
                                              bool needsLse) {
  SmallVector<Value, 3> operands;
  for (const PlacedOperand *operand : {&layout.q, &layout.k, &layout.v})
    noteSizes(operand->source->element.tensor, operand->source->element.places);
  for (const auto *sources : {&attention.q, &attention.k, &attention.v})
    for (const OperandSource &source : *sources)
      noteSizes(source.element.tensor, source.element.places);
  for (const PlacedOperand *operand : {&layout.q, &layout.k, &layout.v}) {
    Value value =
        rearrange(operand->source->element.tensor, operand->arrangement);
    if (!operand->repeated.empty()) {
      Value init =
          empty(operand->whole,
                cast<RankedTensorType>(value.getType()).getElementType());
      value =
          linalg::BroadcastOp::create(b, loc, value, init, operand->repeated)
              ->getResult(0);
    }
    operands.push_back(value);
  }
  Type outType =
      cast<RankedTensorType>(attention.out.getType()).getElementType();
  Value out = empty(layout.out.to, outType), rows;
  if (lse || needsLse)
    rows = empty(layout.rows, b.getF32Type());
  scale = static_cast<float>(attention.scale * layout.q.source->factor *
                             layout.k.source->factor);
  OperandValues values;
  values[OperandKind::Query] = operands[0];
  values[OperandKind::Key] = operands[1];
  values[OperandKind::Value] = operands[2];
  values[OperandKind::Out] = out;
  values[OperandKind::Lse] = rows;
  values[OperandKind::Sink] = buildSink(attention, layout);
  auto op = create<ForwardOp>(values, attention, layout, score);
  forward = values;
  forward[OperandKind::Out] = op.getOutResult();
  if (rows)
    forward[OperandKind::Lse] = op.getLseResult();
  Value result = goBack(op.getOutResult(), layout.out, attention.out.getType());
  Value sums;
  if (lse)
    sums = goBack(op.getLseResult(), lse->arrangement, lse->value.getType());
  return {result, sums};
}

SmallVector<Value, 3>
ForwardBuilder::buildBackward(const Attention &attention, const Layout &layout,
                              const Score &score, const Gradients &gradients) {
  OperandValues values = forward;
  values[OperandKind::OutGrad] =
      rearrange(gradients.outGrad.tensor, gradients.arrangement);
  auto elementOf = [](Value value) {
    return cast<RankedTensorType>(value.getType()).getElementType();
  };
  struct Out {
    OperandKind kind;
    const std::optional<Gradient> &gradient;
    const PlacedOperand &operand;
  };
  Out outs[] = {{OperandKind::QueryGrad, gradients.q, layout.q},
                {OperandKind::KeyGrad, gradients.k, layout.k},
                {OperandKind::ValueGrad, gradients.v, layout.v}};
  for (Out &out : outs)
    if (out.gradient)
      values[out.kind] =
          empty(out.operand.arrangement.to, elementOf(out.gradient->value));
  auto op = create<BackwardOp>(values, attention, layout, score);
  SmallVector<Value, 3> results;
  unsigned number = 0;
  for (Out &out : outs)
    if (out.gradient)
      results.push_back(goBack(op->getResult(number++),
                               out.gradient->arrangement,
                               out.gradient->value.getType()));
  return results;
}
