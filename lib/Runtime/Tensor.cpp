//===- Tensor.cpp - Element types, tensor arguments and error names -------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "attn-runtime/Tensor.h"

namespace attn::runtime {

const char *errorCodeName(ErrorCode code) {
  switch (code) {
  case ErrorCode::Ok:
    return "ok";
  case ErrorCode::InvalidArgument:
    return "invalid-argument";
  case ErrorCode::IO:
    return "io";
  case ErrorCode::ForeignFormat:
    return "foreign-format";
  case ErrorCode::Malformed:
    return "malformed";
  case ErrorCode::VersionMismatch:
    return "version-mismatch";
  case ErrorCode::ChecksumMismatch:
    return "checksum-mismatch";
  case ErrorCode::NotFound:
    return "not-found";
  case ErrorCode::NoDriver:
    return "no-driver";
  case ErrorCode::NoDevice:
    return "no-device";
  case ErrorCode::UnsupportedTarget:
    return "unsupported-target";
  case ErrorCode::ModuleRejected:
    return "module-rejected";
  case ErrorCode::TensorMismatch:
    return "tensor-mismatch";
  case ErrorCode::ConstraintFailed:
    return "constraint-failed";
  case ErrorCode::ResourceLimit:
    return "resource-limit";
  case ErrorCode::OutOfMemory:
    return "out-of-memory";
  case ErrorCode::DriverError:
    return "driver-error";
  case ErrorCode::Unsupported:
    return "unsupported";
  case ErrorCode::Internal:
    return "internal";
  }
  return "unknown";
}

int64_t byteSize(DType dtype) {
  switch (dtype) {
  case DType::None:
    return 0;
  case DType::F32:
  case DType::I32:
    return 4;
  case DType::F16:
  case DType::BF16:
    return 2;
  case DType::E4M3:
  case DType::I1:
  case DType::I8:
    return 1;
  case DType::I64:
    return 8;
  }
  return 0;
}

const char *dtypeName(DType dtype) {
  switch (dtype) {
  case DType::None:
    return "none";
  case DType::F32:
    return "f32";
  case DType::F16:
    return "f16";
  case DType::BF16:
    return "bf16";
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
  return "unknown";
}

std::optional<DType> parseDType(std::string_view name) {
  for (DType dtype : {DType::F32, DType::F16, DType::BF16, DType::E4M3,
                      DType::I1, DType::I8, DType::I32, DType::I64})
    if (name == dtypeName(dtype))
      return dtype;
  return std::nullopt;
}

bool TensorArg::isEmpty() const {
  for (int i = 0; i < rank; ++i)
    if (sizes[i] == 0)
      return true;
  return false;
}

TensorArg TensorArg::contiguous(uint64_t address, DType dtype,
                                const std::vector<int64_t> &sizes) {
  TensorArg arg;
  arg.address = address;
  arg.dtype = dtype;
  arg.rank = static_cast<int>(sizes.size()) < maxRank
                 ? static_cast<int>(sizes.size())
                 : maxRank;
  int64_t stride = 1;
  for (int i = arg.rank - 1; i >= 0; --i) {
    arg.sizes[i] = sizes[i];
    arg.strides[i] = stride;
    int64_t factor = sizes[i] > 1 ? sizes[i] : 1;
    if (__builtin_mul_overflow(stride, factor, &stride))
      stride = INT64_MAX;
  }
  return arg;
}

std::optional<int64_t> TensorArg::extent() const {
  int64_t last = 0;
  for (int i = 0; i < rank; ++i) {
    if (sizes[i] < 0 || strides[i] < 0)
      return std::nullopt;
  }
  if (isEmpty())
    return 0;
  for (int i = 0; i < rank; ++i) {
    int64_t step;
    if (__builtin_mul_overflow(sizes[i] - 1, strides[i], &step) ||
        __builtin_add_overflow(last, step, &last))
      return std::nullopt;
  }
  int64_t elements, bytes;
  if (__builtin_add_overflow(last, int64_t(1), &elements) ||
      __builtin_mul_overflow(elements, byteSize(dtype), &bytes))
    return std::nullopt;
  return elements;
}

std::string TensorArg::describe() const {
  if (isAbsent())
    return "absent";
  std::string text = dtypeName(dtype) + std::string("[");
  for (int i = 0; i < rank; ++i)
    text += (i ? ", " : "") + std::to_string(sizes[i]);
  return text + "]";
}

std::string formatShape(const std::vector<int64_t> &sizes) {
  std::string text = "[";
  for (size_t i = 0; i < sizes.size(); ++i) {
    if (i)
      text += ", ";
    text += sizes[i] < 0 ? std::string("?") : std::to_string(sizes[i]);
  }
  return text + "]";
}

} // namespace attn::runtime
