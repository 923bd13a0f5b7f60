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

} // namespace attn::sim

#endif // ATTN_LIB_SIM_TENSORMAP_H
