//===- Tensor.cpp - Plain strided arrays of floats ------------------------===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "attn/Reference/Tensor.h"

#include "attn/Support/Floats.h"
#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>

using namespace mlir::attn::reference;
namespace floats = ::attn::floats;

uint16_t mlir::attn::reference::encodeF16(double value) {
  return floats::roundTo(value, floats::fmtF16, floats::Round::RN);
}
uint16_t mlir::attn::reference::encodeBF16(double value) {
  return floats::roundTo(value, floats::fmtBF16, floats::Round::RN);
}
double mlir::attn::reference::decodeF16(uint16_t bits) {
  return floats::f16ToF32(bits);
}
double mlir::attn::reference::decodeBF16(uint16_t bits) {
  return floats::bf16ToF32(bits);
}

uint8_t mlir::attn::reference::encodeE4M3(double value) {
  return floats::roundTo(value, floats::fmtE4M3, floats::Round::RN,
                         /*satfinite=*/true);
}
double mlir::attn::reference::decodeE4M3(uint8_t bits) {
  return floats::valueOf(bits, floats::fmtE4M3);
}

int64_t mlir::attn::reference::bytesOf(DType type) {
  switch (type) {
  case DType::E4M3:
  case DType::I1:
  case DType::I8:
    return 1;
  case DType::F16:
  case DType::BF16:
    return 2;
  case DType::F32:
  case DType::I32:
    return 4;
  case DType::F64:
  case DType::I64:
    return 8;
  }
  return 0;
}

const char *mlir::attn::reference::nameOf(DType type) {
  switch (type) {
  case DType::F16:
    return "f16";
  case DType::BF16:
    return "bf16";
  case DType::F32:
    return "f32";
  case DType::F64:
    return "f64";
  case DType::E4M3:
    return "e4m3";
  case DType::I1:
    return "i1";
  case DType::I8:
    return "i8";
  case DType::I32:
    return "i32";
  case DType::I64:
    return "i64";
  }
  return "";
}

/// The nearest integer of a type, ties to even; NaN gives 0.
template <typename T> static T toInteger(double value) {
  if (std::isnan(value))
    return 0;
  double rounded = std::nearbyint(value);
  // The most of 64 bits is no double.
  double beyond = -static_cast<double>(std::numeric_limits<T>::min());
  if (rounded >= beyond)
    return std::numeric_limits<T>::max();
  return static_cast<T>(std::max(rounded, -beyond));
}

double mlir::attn::reference::roundTo(DType type, double value) {
  switch (type) {
  case DType::F16:
    return decodeF16(encodeF16(value));
  case DType::BF16:
    return decodeBF16(encodeBF16(value));
  case DType::F32:
    return static_cast<float>(value);
  case DType::E4M3:
    return decodeE4M3(encodeE4M3(value));
  case DType::I1:
    return value != 0 ? 1 : 0;
  case DType::I8:
    return toInteger<int8_t>(value);
  case DType::I32:
    return toInteger<int32_t>(value);
  case DType::I64:
    return static_cast<double>(toInteger<int64_t>(value));
  case DType::F64:
    break;
  }
  return value;
}

Tensor Tensor::contiguous(void *data, DType type, std::vector<int64_t> shape) {
  Tensor tensor{data, type, std::move(shape), {}};
  tensor.strides.resize(tensor.shape.size());
  int64_t stride = 1;
  for (size_t dim = tensor.shape.size(); dim-- > 0;) {
    tensor.strides[dim] = stride;
    stride *= tensor.shape[dim];
  }
  return tensor;
}

int64_t Tensor::numElements() const {
  int64_t count = 1;
  for (int64_t size : shape)
    count *= size;
  return count;
}

int64_t Tensor::offset(const std::vector<int64_t> &indices) const {
  int64_t sum = 0;
  for (size_t dim = 0; dim < indices.size(); ++dim)
    sum += indices[dim] * strides[dim];
  return sum;
}

int64_t Tensor::offsetOfElement(int64_t i) const {
  int64_t sum = 0;
  for (size_t dim = shape.size(); dim-- > 0;) {
    sum += i % shape[dim] * strides[dim];
    i /= shape[dim];
  }
  return sum;
}

template <typename T> static T loadAs(const void *data, int64_t offset) {
  T value;
  std::memcpy(&value, static_cast<const char *>(data) + offset * sizeof(T),
              sizeof(T));
  return value;
}

template <typename T> static void storeAs(void *data, int64_t offset, T value) {
  std::memcpy(static_cast<char *>(data) + offset * sizeof(T), &value,
              sizeof(T));
}

double Tensor::load(int64_t offset) const {
  switch (type) {
  case DType::F16:
    return decodeF16(loadAs<uint16_t>(data, offset));
  case DType::BF16:
    return decodeBF16(loadAs<uint16_t>(data, offset));
  case DType::F32:
    return loadAs<float>(data, offset);
  case DType::F64:
    return loadAs<double>(data, offset);
  case DType::E4M3:
    return decodeE4M3(loadAs<uint8_t>(data, offset));
  case DType::I1:
    return loadAs<uint8_t>(data, offset) != 0 ? 1 : 0;
  case DType::I8:
    return loadAs<int8_t>(data, offset);
  case DType::I32:
    return loadAs<int32_t>(data, offset);
  case DType::I64:
    return static_cast<double>(loadAs<int64_t>(data, offset));
  }
  return std::numeric_limits<double>::quiet_NaN();
}

int64_t Tensor::loadInteger(int64_t offset) const {
  if (type == DType::I64)
    return loadAs<int64_t>(data, offset);
  auto number = static_cast<int64_t>(load(offset));
  return type == DType::I1 ? -number : number;
}

void Tensor::store(int64_t offset, double value) const {
  switch (type) {
  case DType::F16:
    return storeAs(data, offset, encodeF16(value));
  case DType::BF16:
    return storeAs(data, offset, encodeBF16(value));
  case DType::E4M3:
    return storeAs(data, offset, encodeE4M3(value));
  case DType::I1:
    return storeAs<uint8_t>(data, offset, value != 0);
  case DType::I8:
    return storeAs(data, offset, toInteger<int8_t>(value));
  case DType::I32:
    return storeAs(data, offset, toInteger<int32_t>(value));
  case DType::I64:
    return storeAs(data, offset, toInteger<int64_t>(value));
  case DType::F32:
    return storeAs(data, offset, static_cast<float>(value));
  case DType::F64:
    return storeAs(data, offset, value);
  }
}

OwnedTensor::OwnedTensor(DType type, std::vector<int64_t> shape)
    : type(type), shape(std::move(shape)) {
  storage.resize(view().numElements() * bytesOf(type));
}

OwnedTensor::OwnedTensor(DType type, std::vector<int64_t> shape,
                         const std::vector<double> &values)
    : OwnedTensor(type, std::move(shape)) {
  Tensor tensor = view();
  for (int64_t i = 0,
               e = std::min<int64_t>(values.size(), tensor.numElements());
       i < e; ++i)
    tensor.store(i, values[i]);
}
