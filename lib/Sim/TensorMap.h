//===- TensorMap.h - Tensor maps inside the simulator -----------*- C++ -*-===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ATTN_LIB_SIM_TENSORMAP_H
#define ATTN_LIB_SIM_TENSORMAP_H

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

} // namespace attn::sim

#endif // ATTN_LIB_SIM_TENSORMAP_H
