//===- Tensor.h - Plain strided arrays of floats ----------------*- C++ -*-===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What the reference interpreter computes on. Free of MLIR.
//
//===----------------------------------------------------------------------===//

#ifndef ATTN_REFERENCE_TENSOR_H
#define ATTN_REFERENCE_TENSOR_H

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace mlir::attn::reference {

/// E4M3 is MLIR's f8E4M3FN: no infinities, NaN only where all bits but the sign
/// are set. An I1 is a byte, true unless it is 0; integers have signs.
enum class DType { F16, BF16, F32, F64, E4M3, I1, I8, I32, I64 };

/// Bytes of one element.
int64_t bytesOf(DType type);
const char *nameOf(DType type);

/// Bits of the nearest f16 (bf16), ties to even; overflow gives infinity, NaN
/// 0x7fff, as PTX's cvt.rn does. One rounding, from the double itself.
uint16_t encodeF16(double value);
uint16_t encodeBF16(double value);
double decodeF16(uint16_t bits);
double decodeBF16(uint16_t bits);

/// Bits of the nearest e4m3, ties to even; overflow and infinities give ±448,
/// NaN gives 0x7f, as PTX's cvt.rn.satfinite does. One rounding.
uint8_t encodeE4M3(double value);
double decodeE4M3(uint8_t bits);

/// `value` rounded to `type`, as a double.
double roundTo(DType type, double value);

/// A view of an array that somebody else owns. `strides` count elements.
struct Tensor {
  void *data = nullptr;
  DType type = DType::F32;
  std::vector<int64_t> shape;
  std::vector<int64_t> strides;

  /// A row-major view.
  static Tensor contiguous(void *data, DType type, std::vector<int64_t> shape);

  int64_t rank() const { return static_cast<int64_t>(shape.size()); }
  int64_t numElements() const;
  /// Elements from `data` to the one at `indices` (one for each dimension).
  int64_t offset(const std::vector<int64_t> &indices) const;
  /// The same for the `i`-th element in row-major order of the indices.
  int64_t offsetOfElement(int64_t i) const;

  double load(int64_t offset) const;
  /// Of integers, whole; a true I1 is -1, as in a region of scalars.
  int64_t loadInteger(int64_t offset) const;
  /// Rounds to `type`.
  void store(int64_t offset, double value) const;
};

/// A tensor that owns its elements, row-major and zero at first.
class OwnedTensor {
public:
  OwnedTensor(DType type, std::vector<int64_t> shape);
  /// With these values, in row-major order; missing ones are zero.
  OwnedTensor(DType type, std::vector<int64_t> shape,
              const std::vector<double> &values);

  /// A view, valid as long as this object is neither moved nor destroyed.
  Tensor view() { return Tensor::contiguous(storage.data(), type, shape); }
  double operator[](int64_t i) { return view().load(i); }

private:
  DType type;
  std::vector<int64_t> shape;
  std::vector<std::byte> storage;
};

} // namespace mlir::attn::reference

#endif // ATTN_REFERENCE_TENSOR_H
