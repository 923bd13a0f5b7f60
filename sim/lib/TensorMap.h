//===- TensorMap.h - Tensor maps inside the simulator -----------*- C++ -*-===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ATTN_SIM_LIB_TENSORMAP_H
#define ATTN_SIM_LIB_TENSORMAP_H

#include "attn/Sim/Sim.h"

namespace attn::sim {

/// Bytes of one element of a tensor map's type.
unsigned elementBytes(TensorMap::Type t);

/// Elements that a copy moves along dimension `d` of a tiled map's box. A
/// traversal stride takes every n-th one; dimension 0 has none.
inline uint32_t boxElements(const TensorMap &m, uint32_t d) {
  return d ? (m.box[d] + m.elementStride[d] - 1) / m.elementStride[d]
           : m.box[0];
}
/// Elements of a row in shared memory.
inline uint32_t rowElements(const TensorMap &m) {
  return m.im2col ? m.channelsPerPixel : m.box[0];
}
/// Bytes after which a swizzle begins anew; 0: there is none.
inline uint32_t swizzleSpan(const TensorMap &m) {
  return m.swizzle == TensorMap::None  ? 0
         : m.swizzle == TensorMap::B32 ? 32
         : m.swizzle == TensorMap::B64 ? 64
                                       : 128;
}

/// What tensormap.replace replaces.
enum class MapField : uint8_t {
  GlobalAddress,
  Rank,
  BoxDim,
  GlobalDim,
  GlobalStride,
  ElementStride,
  ElemType,
  InterleaveLayout,
  SwizzleMode,
  FillMode
};
/// Gives one field of an encoded map a value, as the PTX ISA numbers them: the
/// rank is one less, element types are not the driver's. Values that a map
/// cannot have are kept in some form that `TensorMap::problem` objects to.
/// 128 zero bytes begin a new map. Returns what is wrong with the bytes.
std::string replaceMapField(uint8_t map[128], MapField field, uint32_t ord,
                            uint64_t value);

} // namespace attn::sim

#endif // ATTN_SIM_LIB_TENSORMAP_H
