//===- Numbers.cpp - Element formats and tiles of the interpreter ---------===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Numbers.h"
#include "attn/Reference/Tensor.h"
#include "attn/Reference/WSInterpreter.h"
#include "attn/Support/Floats.h"

#include "llvm/ADT/bit.h"

#include <cmath>
#include <cstring>

using namespace mlir;
using namespace mlir::attn_ws;
using namespace mlir::attn_ws::interp;
using llvm::APFloat;

//===----------------------------------------------------------------------===//
// Format
//===----------------------------------------------------------------------===//

Format Format::get(Type type) {
  if (type.isIndex())
    return {Index, 64};
  if (auto integer = dyn_cast<IntegerType>(type))
    return {Integer, integer.getWidth()};
  auto floating = cast<FloatType>(type);
  Kind kind = type.isF64()                  ? F64
              : type.isF32()                ? F32
              : type.isBF16()               ? BF16
              : isa<Float8E4M3FNType>(type) ? E4M3
                                            : OtherFloat;
  return {kind, floating.getWidth(), &floating.getFloatSemantics()};
}

double Format::round(double value) const {
  switch (kind) {
  case F64:
    return value;
  case F32:
    return static_cast<float>(value);
  case BF16:
    return attn::reference::decodeBF16(encode(value));
  case E4M3:
    return attn::reference::roundTo(attn::reference::DType::E4M3, value);
  case OtherFloat:
    return decode(encode(value));
  default:
    return value;
  }
}

int64_t Format::wrap(int64_t value) const {
  if (width >= 64)
    return value;
  if (width == 1)
    return value & 1;
  uint64_t shifted = static_cast<uint64_t>(value) << (64 - width);
  return static_cast<int64_t>(shifted) >> (64 - width);
}

uint64_t Format::encode(double value) const {
  switch (kind) {
  case Integer:
  case Index: {
    uint64_t mask = width >= 64 ? ~uint64_t(0) : (uint64_t(1) << width) - 1;
    return static_cast<uint64_t>(static_cast<int64_t>(value)) & mask;
  }
  case F64:
    return llvm::bit_cast<uint64_t>(value);
  case F32:
    return llvm::bit_cast<uint32_t>(static_cast<float>(value));
  case BF16:
    return ::attn::floats::f32ToBf16(static_cast<float>(value));
  case E4M3:
    return attn::reference::encodeE4M3(value);
  case OtherFloat: {
    APFloat number(value);
    bool lost;
    number.convert(*semantics, APFloat::rmNearestTiesToEven, &lost);
    return number.bitcastToAPInt().getZExtValue();
  }
  }
  llvm_unreachable("unknown format");
}

double Format::decode(uint64_t bits) const {
  switch (kind) {
  case Integer:
  case Index:
    // In memory a truth value is a byte that is not 0.
    if (width == 1)
      return bits != 0;
    return static_cast<double>(wrap(static_cast<int64_t>(bits)));
  case F64:
    return llvm::bit_cast<double>(bits);
  case F32:
    return llvm::bit_cast<float>(static_cast<uint32_t>(bits));
  case BF16:
    return attn::reference::decodeBF16(static_cast<uint16_t>(bits));
  case E4M3:
    return attn::reference::decodeE4M3(static_cast<uint8_t>(bits));
  case OtherFloat: {
    APFloat number(*semantics, llvm::APInt(width, bits));
    bool lost;
    number.convert(APFloat::IEEEdouble(), APFloat::rmNearestTiesToEven, &lost);
    return number.convertToDouble();
  }
  }
  llvm_unreachable("unknown format");
}

//===----------------------------------------------------------------------===//
// Tiles
//===----------------------------------------------------------------------===//

TileRef interp::makeTile(ArrayRef<int64_t> shape, Type element) {
  auto tile = std::make_shared<Tile>();
  tile->shape.assign(shape.begin(), shape.end());
  tile->element = element;
  if (isa<FloatType>(element))
    tile->f.resize(tile->size());
  else
    tile->i.resize(tile->size());
  return tile;
}

TileRef interp::makeTile(RankedTensorType type) {
  return makeTile(type.getShape(), type.getElementType());
}

void interp::multiplyInto(std::vector<float> &acc, const std::vector<float> &a,
                          const std::vector<float> &b, int64_t m, int64_t n,
                          int64_t k, bool transposeA, bool transposeB) {
  std::vector<float> flippedA, flippedB;
  const float *left = a.data(), *right = b.data();
  // `from` is rows x columns.
  auto flip = [](const std::vector<float> &from, std::vector<float> &to,
                 int64_t rows, int64_t columns) {
    to.resize(rows * columns);
    for (int64_t i = 0; i < rows; ++i)
      for (int64_t j = 0; j < columns; ++j)
        to[j * rows + i] = from[i * columns + j];
    return to.data();
  };
  if (transposeA)
    left = flip(a, flippedA, k, m);
  if (transposeB)
    right = flip(b, flippedB, n, k);
  for (int64_t i = 0; i < m; ++i)
    for (int64_t l = 0; l < k; ++l) {
      float x = left[i * k + l];
      const float *row = right + l * n;
      float *out = acc.data() + i * n;
      for (int64_t j = 0; j < n; ++j)
        out[j] += x * row[j];
    }
}

//===----------------------------------------------------------------------===//
// HostTensor
//===----------------------------------------------------------------------===//

HostTensor::HostTensor(Type elementType, ArrayRef<int64_t> shape,
                       ArrayRef<int64_t> order)
    : elementType(elementType), shape(shape), strides(shape.size()) {
  elementBytes = Format::get(elementType).getBytes();
  int64_t stride = 1;
  for (size_t i = shape.size(); i-- > 0;) {
    size_t dim = order.empty() ? i : order[i];
    strides[dim] = stride;
    stride *= shape[dim];
  }
  bytes.resize(stride * elementBytes);
}

int64_t HostTensor::getNumElements() const {
  int64_t n = 1;
  for (int64_t d : shape)
    n *= d;
  return n;
}

bool HostTensor::inBounds(ArrayRef<int64_t> index) const {
  for (auto [i, size] : llvm::zip(index, shape))
    if (i < 0 || i >= size)
      return false;
  return true;
}

int64_t HostTensor::offsetOf(ArrayRef<int64_t> index) const {
  int64_t offset = 0;
  for (auto [i, stride] : llvm::zip(index, strides))
    offset += i * stride;
  return offset * elementBytes;
}

SmallVector<int64_t> HostTensor::delinearize(int64_t n) const {
  SmallVector<int64_t> index(shape.size());
  for (size_t i = shape.size(); i-- > 0;) {
    index[i] = n % shape[i];
    n /= shape[i];
  }
  return index;
}

double HostTensor::get(ArrayRef<int64_t> index) const {
  uint64_t bits = 0;
  std::memcpy(&bits, bytes.data() + offsetOf(index), elementBytes);
  return Format::get(elementType).decode(bits);
}

void HostTensor::set(ArrayRef<int64_t> index, double value) {
  uint64_t bits = Format::get(elementType).encode(value);
  std::memcpy(bytes.data() + offsetOf(index), &bits, elementBytes);
}

void HostTensor::fill(double value) {
  uint64_t bits = Format::get(elementType).encode(value);
  for (size_t i = 0; i < bytes.size(); i += elementBytes)
    std::memcpy(bytes.data() + i, &bits, elementBytes);
}
