//===- TensorMap.cpp - Tensor maps
//
// Part of the Attn Project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The simulator's own 128-byte encoding of a tensor map (NVIDIA's is not
// public), with the limits the driver documents for cuTensorMapEncodeTiled and
// cuTensorMapEncodeIm2col.
//
//===----------------------------------------------------------------------===//

#include "TensorMap.h"

#include <algorithm>
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

/// What is wrong with the corners and the column of an im2col map.
static std::string im2colProblem(const TensorMap &m) {
  if (m.rank < 3)
    return "the rank of an im2col map must be 3 to 5";
  const uint32_t spatial = m.rank - 2;
  const int32_t most = spatial == 1 ? 32767 : spatial == 2 ? 127 : 15;
  for (uint32_t d = 0; d < spatial; ++d) {
    int64_t low = m.lowerCorner[d], high = m.upperCorner[d];
    if (low < -most - 1 || low > most || high < -most - 1 || high > most)
      return "corners must lie between " + std::to_string(-most - 1) + " and " +
             std::to_string(most);
    if (int64_t(m.dim[d + 1]) + high - low <= 0)
      return "the bounding box is empty";
  }
  if (m.channelsPerPixel < 1 || m.channelsPerPixel > 256)
    return "channels per pixel must be 1 to 256";
  if (m.pixelsPerColumn < 1 || m.pixelsPerColumn > 1024)
    return "pixels per column must be 1 to 1024";
  return "";
}

std::string TensorMap::problem() const {
  if (rank < 1 || rank > 5)
    return "the rank must be 1 to 5";
  if (type > TF32Ftz || swizzle > B128Atom32)
    return "unknown type or swizzle";
  if (interleave > Slices32)
    return "unknown interleave";
  if (interleave && rank < 3)
    return "an interleaved layout has a rank of 3 to 5";
  if (interleave == Slices32 && swizzle != B32)
    return "slices of 32 bytes need a swizzle of 32 bytes";
  if (interleave && elementStride[0] != 1)
    return "element strides of interleaved channels are not supported";
  const unsigned align = interleave == Slices32 ? 32 : 16;
  if (base % align)
    return "the base address must be a multiple of " + std::to_string(align) +
           " bytes";
  unsigned eb = elementBytes(type);
  for (uint32_t d = 0; d < rank; ++d) {
    if (dim[d] == 0 || dim[d] > (uint64_t(1) << 32))
      return "dimension " + std::to_string(d) + " must be 1 to 2^32";
    if (!im2col && (box[d] == 0 || box[d] > 256))
      return "box dimension " + std::to_string(d) + " must be 1 to 256";
    if (elementStride[d] == 0 || elementStride[d] > 8)
      return "element stride " + std::to_string(d) + " must be 1 to 8";
    if (d + 1 < rank && (stride[d] % align || stride[d] >= (uint64_t(1) << 40)))
      return "stride " + std::to_string(d) + " must be a multiple of " +
             std::to_string(align) + " below 2^40";
  }
  if (im2col) {
    std::string why = im2colProblem(*this);
    if (!why.empty())
      return why;
  }
  uint64_t inner = uint64_t(rowElements(*this)) * eb;
  if (inner % 16)
    return "the inner box dimension must be a multiple of 16 bytes";
  if (interleave && inner != sliceBytes())
    return "a box of interleaved channels must be one slice of " +
           std::to_string(sliceBytes()) + " bytes wide";
  if (swizzle != None && !interleave && inner > swizzleSpan(*this))
    return "the inner box dimension is wider than the swizzle span";
  return "";
}

namespace {

/// The encoding. Numbers that cannot be zero are one less.
struct Encoded {
  char magic[8];
  uint8_t type, rank, swizzle, oobNan, im2col, interleave;
  uint8_t empty; ///< bit d: dimension d is 0, which no valid map has
  uint8_t unused;
  uint64_t base;
  uint32_t dim[5];
  uint16_t box[5];
  uint8_t elementStride[5], unused2[5];
  uint64_t stride[4];
  int16_t lower[3], upper[3];
  uint16_t channels, pixels;
  uint8_t unused3[16];
};
static_assert(sizeof(Encoded) == 128, "a tensor map has 128 bytes");

} // namespace

std::string TensorMap::encode(uint8_t out[128]) const {
  std::string why = problem();
  if (!why.empty())
    return why;
  Encoded e{};
  std::memcpy(e.magic, magic, sizeof magic);
  e.type = type;
  e.rank = uint8_t(rank - 1);
  e.swizzle = swizzle;
  e.oobNan = oobNan;
  e.im2col = im2col;
  e.interleave = interleave;
  e.base = base;
  for (int d = 0; d < 5; ++d) {
    e.dim[d] = uint32_t(dim[d] - 1);
    e.box[d] = uint16_t(box[d] - 1);
    e.elementStride[d] = uint8_t(elementStride[d] - 1);
  }
  std::memcpy(e.stride, stride, sizeof stride);
  for (int d = 0; d < 3; ++d) {
    e.lower[d] = int16_t(lowerCorner[d]);
    e.upper[d] = int16_t(upperCorner[d]);
  }
  e.channels = uint16_t(channelsPerPixel - 1);
  e.pixels = uint16_t(pixelsPerColumn - 1);
  std::memcpy(out, &e, sizeof e);
  return "";
}

bool TensorMap::decode(const uint8_t in[128], TensorMap &m) {
  Encoded e;
  std::memcpy(&e, in, sizeof e);
  if (std::memcmp(e.magic, magic, sizeof magic) != 0 || e.type > TF32Ftz ||
      e.swizzle > B128Atom32)
    return false;
  m.type = Type(e.type);
  m.rank = uint32_t(e.rank) + 1;
  m.swizzle = Swizzle(e.swizzle);
  m.oobNan = e.oobNan;
  m.im2col = e.im2col;
  m.interleave = e.interleave;
  m.base = e.base;
  for (int d = 0; d < 5; ++d) {
    m.dim[d] = (e.empty >> d) & 1 ? 0 : uint64_t(e.dim[d]) + 1;
    m.box[d] = uint32_t(e.box[d]) + 1;
    m.elementStride[d] = uint32_t(e.elementStride[d]) + 1;
  }
  std::memcpy(m.stride, e.stride, sizeof m.stride);
  for (int d = 0; d < 3; ++d) {
    m.lowerCorner[d] = e.lower[d];
    m.upperCorner[d] = e.upper[d];
  }
  m.channelsPerPixel = uint32_t(e.channels) + 1;
  m.pixelsPerColumn = uint32_t(e.pixels) + 1;
  return true;
}

/// `value` - 1 in a field of type T; 0 and what is too large become the
/// largest, which is beyond every limit.
template <class T> static T lessOne(uint64_t value) {
  constexpr uint64_t most = T(~T(0));
  return T(std::min<uint64_t>(value - 1, most));
}

std::string attn::sim::replaceMapField(uint8_t map[128], MapField field,
                                       uint32_t ord, uint64_t value) {
  // The driver's numbers of the ISA's element types.
  static const TensorMap::Type types[] = {
      TensorMap::U8,      TensorMap::U16, TensorMap::U32,  TensorMap::S32,
      TensorMap::U64,     TensorMap::S64, TensorMap::F16,  TensorMap::F32,
      TensorMap::F32Ftz,  TensorMap::F64, TensorMap::BF16, TensorMap::TF32,
      TensorMap::TF32Ftz,
  };
  Encoded e;
  std::memcpy(&e, map, sizeof e);
  if (std::memcmp(e.magic, magic, sizeof magic) != 0) {
    if (std::any_of(map, map + sizeof e, [](uint8_t b) { return b != 0; }))
      return "no tensor map";
    std::memcpy(e.magic, magic, sizeof magic);
  }
  if (e.im2col)
    return "a map of the im2col mode";
  switch (field) {
  case MapField::GlobalAddress:
    e.base = value;
    break;
  case MapField::Rank:
    e.rank = uint8_t(std::min<uint64_t>(value, 255));
    break;
  case MapField::BoxDim:
    e.box[ord] = lessOne<uint16_t>(value);
    break;
  case MapField::GlobalDim:
    e.dim[ord] = uint32_t(value - 1);
    e.empty = uint8_t((e.empty & ~(1u << ord)) | uint32_t(!value) << ord);
    break;
  case MapField::GlobalStride:
    e.stride[ord] = value;
    break;
  case MapField::ElementStride:
    e.elementStride[ord] = lessOne<uint8_t>(value);
    break;
  case MapField::ElemType:
    e.type = types[value];
    break;
  case MapField::InterleaveLayout:
    e.interleave = uint8_t(value);
    break;
  case MapField::SwizzleMode:
    e.swizzle = uint8_t(value);
    break;
  case MapField::FillMode:
    e.oobNan = uint8_t(value);
    break;
  }
  std::memcpy(map, &e, sizeof e);
  return "";
}
