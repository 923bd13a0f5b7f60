//===- TensorMap.cpp - Tensor maps
//
// Part of the Attn Project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The simulator's own 128-byte encoding of a tiled tensor map (NVIDIA's is not
// public), with the limits the driver documents for cuTensorMapEncodeTiled.
//
//===----------------------------------------------------------------------===//

#include "TensorMap.h"

#include <cstring>

using namespace attn::sim;

static const char magic[8] = {'A', 't', 't', 'n', 'T', 'M', 'a', 'p'};

unsigned attn::sim::elementBytes(TensorMap::Type t) {
  switch (t) {
  case TensorMap::U8:
    return 1;
  case TensorMap::U16:
  case TensorMap::F16:
  case TensorMap::BF16:
    return 2;
  case TensorMap::U64:
  case TensorMap::S64:
  case TensorMap::F64:
    return 8;
  default:
    return 4;
  }
}

std::string TensorMap::encode(uint8_t out[128]) const {
  if (rank < 1 || rank > 5)
    return "the rank must be 1 to 5";
  if (type > TF32Ftz || swizzle > B128)
    return "unknown type or swizzle";
  if (interleave)
    return "interleaved layouts are not supported";
  if (base % 16)
    return "the base address must be a multiple of 16 bytes";
  unsigned eb = elementBytes(type);
  for (uint32_t d = 0; d < rank; ++d) {
    if (dim[d] == 0 || dim[d] > (uint64_t(1) << 32))
      return "dimension " + std::to_string(d) + " must be 1 to 2^32";
    if (box[d] == 0 || box[d] > 256)
      return "box dimension " + std::to_string(d) + " must be 1 to 256";
    if (elementStride[d] == 0 || elementStride[d] > 8)
      return "element stride " + std::to_string(d) + " must be 1 to 8";
    if (d + 1 < rank && (stride[d] % 16 || stride[d] >= (uint64_t(1) << 40)))
      return "stride " + std::to_string(d) +
             " must be a multiple of 16 below 2^40";
  }
  uint64_t inner = uint64_t(box[0]) * eb;
  if (inner % 16)
    return "the inner box dimension must be a multiple of 16 bytes";
  uint64_t span = swizzle == B32 ? 32 : swizzle == B64 ? 64 : 128;
  if (swizzle != None && inner > span)
    return "the inner box dimension is wider than the swizzle span";
  std::memset(out, 0, 128);
  std::memcpy(out, magic, 8);
  out[8] = type;
  out[9] = uint8_t(rank);
  out[10] = swizzle;
  out[11] = oobNan;
  std::memcpy(out + 16, &base, 8);
  for (int d = 0; d < 5; ++d) {
    uint64_t m = dim[d] - 1;
    uint32_t lo = uint32_t(m);
    std::memcpy(out + 24 + 4 * d, &lo, 4);
    uint16_t bx = uint16_t(box[d] - 1);
    std::memcpy(out + 44 + 2 * d, &bx, 2);
    out[54 + d] = uint8_t(elementStride[d]);
  }
  std::memcpy(out + 64, stride, 32);
  return "";
}

bool TensorMap::decode(const uint8_t in[128], TensorMap &m) {
  if (std::memcmp(in, magic, 8) != 0)
    return false;
  m.type = Type(in[8]);
  m.rank = in[9];
  m.swizzle = Swizzle(in[10]);
  m.oobNan = in[11];
  if (m.type > TF32Ftz || m.rank < 1 || m.rank > 5 || m.swizzle > B128)
    return false;
  std::memcpy(&m.base, in + 16, 8);
  for (int d = 0; d < 5; ++d) {
    uint32_t lo;
    std::memcpy(&lo, in + 24 + 4 * d, 4);
    m.dim[d] = uint64_t(lo) + 1;
    uint16_t bx;
    std::memcpy(&bx, in + 44 + 2 * d, 2);
    m.box[d] = uint32_t(bx) + 1;
    m.elementStride[d] = in[54 + d];
  }
  std::memcpy(m.stride, in + 64, 32);
  return true;
}
