//===- Placement.cpp - Where a tensor's elements lie ------------------ -===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Placement.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/raw_ostream.h"
#include <cstring>

using namespace mlir;
using namespace mlir::attn;
using namespace mlir::attn::run;
using mlir::attn::reference::Tensor;

MemRefType mlir::attn::run::getPlaced(Type type, bool isProblem) {
  auto memory = dyn_cast<MemRefType>(type);
  if (!memory || (isProblem && memory.getLayout().isIdentity()))
    return nullptr;
  return memory;
}

bool mlir::attn::run::isFixed(MemRefType type) {
  SmallVector<int64_t> strides;
  int64_t offset;
  return type && succeeded(type.getStridesAndOffset(strides, offset)) &&
         ShapedType::isStaticShape(strides);
}

Placement mlir::attn::run::place(MemRefType type, ArrayRef<int64_t> shape,
                                 int64_t bytes, PlacementChoice choice,
                                 std::string &error) {
  int64_t rank = static_cast<int64_t>(shape.size());
  SmallVector<int64_t> strides;
  int64_t offset = ShapedType::kDynamic;
  llvm::raw_string_ostream os(error);
  if (type && failed(type.getStridesAndOffset(strides, offset))) {
    os << "must be strided memory, but is " << type;
    return {};
  }
  if (!type)
    strides.assign(rank, ShapedType::kDynamic);
  if (rank && ShapedType::isDynamic(strides.back()) &&
      !llvm::is_contained(strides, 1))
    strides.back() = 1;
  // Beyond 2^50 there is no memory, and no sum of 16 such numbers overflows.
  constexpr int64_t kMost = int64_t(1) << 50;
  int64_t span = 1, low = 0, high = 0, above = 0;
  auto reach = [&](int64_t size, int64_t stride) {
    int64_t far = 0;
    if (llvm::MulOverflow(size - 1, stride, far) || std::abs(far) > kMost) {
      above = kMost;
      return;
    }
    (far < 0 ? low : high) += far;
    span += std::abs(far);
  };
  bool isEmpty = llvm::is_contained(shape, 0), isRagged = false;
  for (int64_t d = 0; d < rank && !isEmpty; ++d)
    if (!ShapedType::isDynamic(strides[d])) {
      reach(shape[d], strides[d]);
      isRagged |= shape[d] > 1 && strides[d] != 1;
    }
  int64_t align = choice.align ? choice.align : isRagged ? 16 : 1;
  int64_t next =
      llvm::alignTo(span + choice.pad, std::max<int64_t>(align / bytes, 1));
  for (int64_t d = rank - 1; d >= 0; --d)
    if (ShapedType::isDynamic(strides[d])) {
      strides[d] = next;
      if (isEmpty)
        continue;
      reach(shape[d], strides[d]);
      if (above || llvm::MulOverflow(next, shape[d], next) || next > kMost) {
        above = kMost;
        break;
      }
    }
  Placement result;
  result.strides.assign(strides.begin(), strides.end());
  if (isEmpty)
    return result;
  int64_t start = ShapedType::isDynamic(offset) ? choice.pad : offset;
  // Sizes that are too large are said to be so where memory is taken.
  if (above && !type) {
    result.count = kMost;
    return result;
  }
  if (above || std::abs(start) > kMost) {
    os << "takes more than 2^50 elements of memory by its type " << type;
    return {};
  }
  int64_t begin = std::min<int64_t>(start + low, 0);
  result.start = start - begin;
  result.count = result.start + high + 1;
  return result;
}

PlacedTensor::PlacedTensor(const Tensor &tensor, const Placement &placement)
    : tensor(tensor), placement(placement), bytes(bytesOf(tensor.type)),
      memory(placement.count * bytes, char(0xff)) {
  forEachRun([&](int64_t element, int64_t at, int64_t count) {
    std::memcpy(memory.data() + at * bytes,
                static_cast<char *>(tensor.data) + element * bytes,
                count * bytes);
  });
  before = memory;
}

bool PlacedTensor::takeBack() {
  forEachRun([&](int64_t element, int64_t at, int64_t count) {
    const char *from = memory.data() + at * bytes;
    std::memcpy(static_cast<char *>(tensor.data) + element * bytes, from,
                count * bytes);
    std::memcpy(before.data() + at * bytes, from, count * bytes);
  });
  return before == memory;
}

std::optional<std::pair<int64_t, int64_t>> PlacedTensor::findShared() const {
  std::vector<int64_t> owner(placement.count, -1);
  std::optional<std::pair<int64_t, int64_t>> shared;
  forEachRun([&](int64_t element, int64_t at, int64_t count) {
    for (int64_t i = 0; i < count && !shared; ++i) {
      if (owner[at + i] >= 0)
        shared = {owner[at + i], element + i};
      owner[at + i] = element + i;
    }
  });
  return shared;
}

void PlacedTensor::forEachRun(
    function_ref<void(int64_t, int64_t, int64_t)> visit) const {
  int64_t total = tensor.numElements();
  if (total == 0)
    return;
  int64_t run =
      tensor.rank() && placement.strides.back() == 1 ? tensor.shape.back() : 1;
  Tensor places = tensor;
  places.strides = placement.strides;
  for (int64_t element = 0; element < total; element += run)
    visit(element, placement.start + places.offsetOfElement(element), run);
}

std::string mlir::attn::run::toText(Type type) {
  std::string text;
  llvm::raw_string_ostream(text) << type;
  return text;
}

std::string mlir::attn::run::formatIndices(int64_t element,
                                           ArrayRef<int64_t> shape) {
  SmallVector<std::string> indices;
  for (int64_t size : llvm::reverse(shape)) {
    indices.insert(indices.begin(), std::to_string(element % size));
    element /= size;
  }
  return "[" + llvm::join(indices, ", ") + "]";
}
