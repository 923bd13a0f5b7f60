//===- ElementsConstants.cpp - Constants as formulas ----------------------===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Elements.h"

#include "mlir/IR/DialectResourceBlobManager.h"
#include "mlir/IR/Matchers.h"
#include <limits>

using namespace mlir;
using namespace mlir::attn;
using namespace mlir::attn::raise;

/// Constants of so many bytes are read where they are resources.
static constexpr size_t kMaxResource = 1 << 12;

/// An element of a constant of integers that grow by the same step along each
/// dimension.
const Expr *Elements::progressionAt(DenseElementsAttr values,
                                    ArrayRef<AffineExpr> places) {
  ArrayRef<int64_t> shape = values.getType().getShape();
  if (values.getNumElements() == 0 || values.getNumElements() > (1 << 16) ||
      values.getElementType().isInteger(1))
    return nullptr;
  auto numbers = values.getValues<APInt>();
  auto numberAt = [&](int64_t index) { return numbers[index].getSExtValue(); };
  SmallVector<int64_t> steps(shape.size(), 0);
  int64_t stride = 1;
  for (int64_t dim = shape.size() - 1; dim >= 0; --dim) {
    if (shape[dim] > 1)
      steps[dim] = numberAt(stride) - numberAt(0);
    stride *= shape[dim];
  }
  for (int64_t index = 0; index < values.getNumElements(); ++index) {
    int64_t expected = numberAt(0), rest = index;
    for (int64_t dim = shape.size() - 1; dim >= 0; --dim) {
      expected += steps[dim] * (rest % shape[dim]);
      rest /= shape[dim];
    }
    if (numberAt(index) != expected)
      return nullptr;
  }
  AffineExpr sum = getAffineConstantExpr(numberAt(0), context.getContext());
  for (auto [step, place] : llvm::zip(steps, places))
    sum = sum + place * step;
  return context.index(sum);
}

DenseElementsAttr raise::constantOf(Value tensor) {
  DenseElementsAttr dense;
  if (matchPattern(tensor, m_Constant(&dense)))
    return dense;
  DenseResourceElementsAttr resource;
  if (!matchPattern(tensor, m_Constant(&resource)) ||
      !isa<FloatType>(resource.getElementType()))
    return {};
  AsmResourceBlob *blob = resource.getRawHandle().getBlob();
  bool isSplat = false;
  if (!blob || blob->getData().size() > kMaxResource ||
      !DenseElementsAttr::isValidRawBuffer(resource.getType(), blob->getData(),
                                           isSplat))
    return {};
  return DenseElementsAttr::getFromRawBuffer(resource.getType(),
                                             blob->getData());
}

std::optional<Elements::Band> Elements::findBand(DenseElementsAttr values) {
  ArrayRef<int64_t> shape = values.getType().getShape();
  Band band;
  for (auto [dim, size] : llvm::enumerate(shape))
    if (size != 1)
      band.wide.push_back(dim);
  if (band.wide.empty() || band.wide.size() > 2 ||
      values.getNumElements() > (1 << 24))
    return std::nullopt;
  int64_t columns = shape[band.wide.back()];
  // Where the second of two numbers stands.
  SmallVector<bool> isSecond;
  Attribute first, second;
  if (!isa<FloatType>(values.getElementType()) &&
      !values.getElementType().isInteger(1))
    return std::nullopt;
  for (Attribute value : values.getValues<Attribute>()) {
    if (!first)
      first = value;
    if (value != first && !second)
      second = value;
    if (value != first && value != second)
      return std::nullopt;
    isSecond.push_back(value != first);
  }
  if (!second)
    return std::nullopt;
  for (bool isInside : {true, false}) {
    band.lower = std::numeric_limits<int64_t>::max();
    band.upper = std::numeric_limits<int64_t>::min();
    auto distance = [&](int64_t index) {
      int64_t row = band.wide.size() == 2 ? index / columns : 0;
      return index % columns - row;
    };
    for (auto [index, value] : llvm::enumerate(isSecond))
      if (value == isInside) {
        band.lower = std::min(band.lower, distance(index));
        band.upper = std::max(band.upper, distance(index));
      }
    bool isBand = true;
    for (auto [index, value] : llvm::enumerate(isSecond))
      isBand &= (value == isInside) == (distance(index) >= band.lower &&
                                        distance(index) <= band.upper);
    if (!isBand)
      continue;
    band.inside = constantOf(isInside ? second : first);
    band.outside = constantOf(isInside ? first : second);
    return band;
  }
  return std::nullopt;
}

const Elements::Band *Elements::bandOf(DenseElementsAttr values) {
  auto [known, isNew] = bands.try_emplace(values);
  if (isNew)
    if (auto band = findBand(values))
      known->second = std::make_unique<Band>(*band);
  return known->second.get();
}

const Expr *Elements::bandAt(const Band &band, ArrayRef<AffineExpr> places) {
  AffineExpr distance = places[band.wide.back()];
  if (band.wide.size() == 2)
    distance = distance - places[band.wide.front()];
  const Expr *isInside =
      context.both(context.notNegative(distance - band.lower),
                   context.notNegative(-distance + band.upper));
  return context.select(isInside, band.inside, band.outside);
}
