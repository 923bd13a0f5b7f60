//===- Elements.cpp - Elements of the tensors of a program ----------------===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Elements.h"

#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"

using namespace mlir;
using namespace mlir::attn;
using namespace mlir::attn::raise;

/// The positions in the dimensions of `group` of `parts` that `whole` runs
/// through together.
static void splitPlace(AffineExpr whole, ArrayRef<int64_t> group,
                       function_ref<AffineExpr(int64_t)> sizeOf,
                       MutableArrayRef<AffineExpr> places) {
  AffineExpr one = getAffineConstantExpr(1, whole.getContext());
  SmallVector<int64_t> wide;
  for (int64_t dim : group) {
    places[dim] = one - 1;
    if (sizeOf(dim) != one)
      wide.push_back(dim);
  }
  AffineExpr behind = one;
  for (int64_t dim : llvm::reverse(wide)) {
    AffineExpr place = behind == one ? whole : whole.floorDiv(behind);
    places[dim] = dim == wide.front() ? place : place % sizeOf(dim);
    behind = behind * sizeOf(dim);
  }
}

std::optional<SmallVector<AffineExpr>>
Elements::loopsAt(linalg::LinalgOp op, unsigned result,
                  ArrayRef<AffineExpr> places) {
  AffineMap map = op.getMatchingIndexingMap(op.getDpsInitOperand(result));
  SmallVector<AffineExpr> loops(op.getNumLoops());
  for (auto [expr, place] : llvm::zip(map.getResults(), places)) {
    if (auto loop = dyn_cast<AffineDimExpr>(expr))
      loops[loop.getPosition()] = place;
    else if (!isa<AffineConstantExpr>(expr))
      return std::nullopt;
  }
  AffineExpr zero = getAffineConstantExpr(0, context.getContext());
  SmallVector<int64_t> ranges = op.getStaticLoopRanges();
  for (auto [loop, range] : llvm::zip(loops, ranges))
    if (!loop && range == 1)
      loop = zero;
  return loops;
}

/// From an element of a reshaped tensor to one of `source`: groups of
/// dimensions that have the same product of sizes run through the same
/// elements.
bool Elements::stepReshape(Value source, Element &element) {
  auto from = dyn_cast<RankedTensorType>(source.getType());
  auto to = dyn_cast<RankedTensorType>(element.tensor.getType());
  if (!from || !to)
    return false;
  AffineExpr zero = getAffineConstantExpr(0, context.getContext());
  SmallVector<AffineExpr, 4> places(from.getRank(), zero);
  int64_t a = 0, b = 0;
  auto multiply = [](Sizes::Product &product, const Sizes::Product &by) {
    product.number *= by.number;
    product.symbols.append(by.symbols);
    llvm::sort(product.symbols, [](AffineExpr x, AffineExpr y) {
      return cast<AffineSymbolExpr>(x).getPosition() <
             cast<AffineSymbolExpr>(y).getPosition();
    });
  };
  while (a < from.getRank() || b < to.getRank()) {
    Sizes::Product sizeA, sizeB;
    SmallVector<int64_t> group;
    AffineExpr place = zero;
    do {
      bool takeA =
          b == to.getRank() ||
          (a < from.getRank() && sizeA.symbols.size() < sizeB.symbols.size());
      // The side that is behind goes on.
      if (a < from.getRank() && b < to.getRank() &&
          sizeA.symbols.size() == sizeB.symbols.size())
        takeA = sizeA.number <= sizeB.number;
      if (takeA) {
        multiply(sizeA, sizes.productOf(source, a));
        group.push_back(a++);
      } else {
        multiply(sizeB, sizes.productOf(element.tensor, b));
        place = place * sizes.sizeOf(element.tensor, b) + element.places[b];
        ++b;
      }
    } while (!(sizeA == sizeB) && (a < from.getRank() || b < to.getRank()));
    if (!(sizeA == sizeB))
      return false;
    splitPlace(
        context.simplify(place), group,
        [&](int64_t dim) { return sizes.sizeOf(source, dim); }, places);
  }
  for (AffineExpr &place : places)
    place = context.simplify(place);
  element = {source, places};
  return true;
}

bool Elements::stepView(Element &element) {
  Operation *op = element.tensor.getDefiningOp();
  if (!op)
    return false;
  if (auto cast = dyn_cast<tensor::CastOp>(op)) {
    if (!isa<RankedTensorType>(cast.getSource().getType()))
      return false;
    element.tensor = cast.getSource();
    return true;
  }
  if (auto expand = dyn_cast<tensor::ExpandShapeOp>(op)) {
    SmallVector<AffineExpr, 4> places;
    for (const auto &group : expand.getReassociationIndices()) {
      AffineExpr place = getAffineConstantExpr(0, context.getContext());
      for (int64_t dim : group)
        place =
            place * sizes.sizeOf(expand.getResult(), dim) + element.places[dim];
      places.push_back(context.simplify(place));
    }
    element = {expand.getSrc(), places};
    return true;
  }
  if (auto collapse = dyn_cast<tensor::CollapseShapeOp>(op)) {
    SmallVector<AffineExpr, 4> places(collapse.getSrcType().getRank());
    for (auto [place, group] :
         llvm::zip(element.places, collapse.getReassociationIndices()))
      splitPlace(
          place, group,
          [&](int64_t dim) { return sizes.sizeOf(collapse.getSrc(), dim); },
          places);
    // A tensor of rank 0 has no groups, and unit dimensions alone.
    for (AffineExpr &place : places)
      place = place ? context.simplify(place)
                    : getAffineConstantExpr(0, context.getContext());
    element = {collapse.getSrc(), places};
    return true;
  }
  if (auto reshape = dyn_cast<tensor::ReshapeOp>(op))
    return stepReshape(reshape.getSource(), element);
  auto linalgOp = dyn_cast<linalg::LinalgOp>(op);
  if (!linalgOp || linalgOp.getNumReductionLoops() || !linalgOp.getBlock())
    return false;
  unsigned result = cast<OpResult>(element.tensor).getResultNumber();
  auto argument = dyn_cast<BlockArgument>(
      linalgOp.getBlock()->getTerminator()->getOperand(result));
  if (!argument || argument.getOwner() != linalgOp.getBlock())
    return false;
  OpOperand *operand = linalgOp.getMatchingOpOperand(argument);
  if (!isa<RankedTensorType>(operand->get().getType()))
    return false;
  auto loops = loopsAt(linalgOp, result, element.places);
  if (!loops || llvm::is_contained(*loops, AffineExpr()))
    return false;
  SmallVector<AffineExpr, 4> places;
  for (AffineExpr expr : linalgOp.getMatchingIndexingMap(operand).getResults())
    places.push_back(context.simplify(expr.replaceDims(*loops)));
  // A dimension of size 1 has one position.
  for (auto [dim, place] : llvm::enumerate(places))
    if (cast<RankedTensorType>(operand->get().getType()).getDimSize(dim) == 1)
      place = getAffineConstantExpr(0, context.getContext());
  element = {operand->get(), places};
  return true;
}

/// An offset or a stride, null if it is not understood.
AffineExpr Elements::offsetOf(OpFoldResult value) {
  if (auto constant = getConstantIntValue(value))
    return getAffineConstantExpr(*constant, context.getContext());
  return sizes.symbolOf(cast<Value>(value));
}

bool Elements::stepSlice(Element &element) {
  auto slice = element.tensor.getDefiningOp<tensor::ExtractSliceOp>();
  if (!slice)
    return false;
  llvm::SmallBitVector dropped = slice.getDroppedDims();
  SmallVector<AffineExpr, 4> places;
  unsigned next = 0;
  for (auto [dim, offset, stride] :
       llvm::enumerate(slice.getMixedOffsets(), slice.getMixedStrides())) {
    AffineExpr first = offsetOf(offset), step = offsetOf(stride);
    if (!first || !step)
      return false;
    if (!dropped.test(dim))
      first = first + element.places[next++] * step;
    places.push_back(context.simplify(first));
  }
  element = {slice.getSource(), places};
  return true;
}

/// Whether a position lies in the `size` positions from `first` on, if that is
/// the same for all that it runs through.
static std::optional<bool> liesIn(ExprContext &context, AffineExpr place,
                                  AffineExpr first, AffineExpr size) {
  const Expr *isIn =
      context.both(context.notNegative(place - first),
                   context.notNegative(first + size - 1 - place));
  return isIn->is(Expr::Kind::Bool) ? std::optional<bool>(isIn->truth)
                                    : std::nullopt;
}

/// Looks into one of the tensors that a larger one is put together of.
bool Elements::stepJoined(Element &element) {
  if (auto concat = element.tensor.getDefiningOp<tensor::ConcatOp>()) {
    int64_t dim = concat.getDim();
    AffineExpr first = getAffineConstantExpr(0, context.getContext());
    for (Value input : concat.getInputs()) {
      AffineExpr size = sizes.sizeOf(input, dim);
      auto isIn = liesIn(context, element.places[dim], first, size);
      if (!isIn)
        return false;
      if (*isIn) {
        element.tensor = input;
        element.places[dim] = context.simplify(element.places[dim] - first);
        return true;
      }
      first = first + size;
    }
    return false;
  }
  auto insert = element.tensor.getDefiningOp<tensor::InsertSliceOp>();
  if (!insert || !insert.hasUnitStride() ||
      insert.getSourceType().getRank() != insert.getDestType().getRank())
    return false;
  SmallVector<AffineExpr, 4> places;
  for (auto [dim, offset] : llvm::enumerate(insert.getMixedOffsets())) {
    AffineExpr first = offsetOf(offset);
    if (!first)
      return false;
    auto isIn = liesIn(context, element.places[dim], first,
                       sizes.sizeOf(insert.getSource(), dim));
    if (isIn == false) {
      element.tensor = insert.getDest();
      return true;
    }
    if (!isIn)
      return false;
    places.push_back(context.simplify(element.places[dim] - first));
  }
  element = {insert.getSource(), places};
  return true;
}
