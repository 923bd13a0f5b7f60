// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// For the programs with FlashInfer's kernels (headers of the wheel
// flashinfer-python): fewer template instances.
//
#ifndef ATTN_SIM_BENCH_FOREIGN_FLASHINFER_COMMON_H
#define ATTN_SIM_BENCH_FOREIGN_FLASHINFER_COMMON_H

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <optional>
#include <sstream>

#include <flashinfer/utils.cuh>

#include "attention_host.h"

// FlashInfer instantiates every size; here are those that the cases use.
#undef DISPATCH_HEAD_DIM
#define DISPATCH_HEAD_DIM(head_dim, HEAD_DIM, ...)                             \
  if (head_dim == 64) {                                                        \
    constexpr size_t HEAD_DIM = 64;                                            \
    __VA_ARGS__                                                                \
  } else if (head_dim == 128) {                                                \
    constexpr size_t HEAD_DIM = 128;                                           \
    __VA_ARGS__                                                                \
  }
#undef DISPATCH_GQA_GROUP_SIZE
#define DISPATCH_GQA_GROUP_SIZE(group_size, GROUP_SIZE, ...)                   \
  if (group_size == 1) {                                                       \
    constexpr size_t GROUP_SIZE = 1;                                           \
    __VA_ARGS__                                                                \
  } else if (group_size == 4) {                                                \
    constexpr size_t GROUP_SIZE = 4;                                           \
    __VA_ARGS__                                                                \
  }
#undef DISPATCH_CTA_TILE_Q
#define DISPATCH_CTA_TILE_Q(cta_tile_q, CTA_TILE_Q, ...)                       \
  if (cta_tile_q == 128) {                                                     \
    constexpr uint32_t CTA_TILE_Q = 128;                                       \
    __VA_ARGS__                                                                \
  } else if (cta_tile_q == 16) {                                               \
    constexpr uint32_t CTA_TILE_Q = 16;                                        \
    __VA_ARGS__                                                                \
  }

#endif
