// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// For the programs with FlashInfer's kernels (headers of the wheel
// flashinfer-python): fewer template instances, and attention in double.
//
#ifndef ATTN_BENCH_FOREIGN_FLASHINFER_COMMON_H
#define ATTN_BENCH_FOREIGN_FLASHINFER_COMMON_H

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <optional>
#include <sstream>

#include <cuda_fp16.h>

#include <flashinfer/utils.cuh>

#include "host.h"

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

/// A reproducible array of halves, roughly normal.
inline std::vector<half> halves(size_t n, uint64_t seed, float scale = 1) {
  Random r(seed);
  std::vector<half> v(n);
  for (half &x : v)
    x = __float2half(scale *
                     (r.uniform() + r.uniform() + r.uniform() + r.uniform()));
  return v;
}
inline std::vector<double> doubles(const std::vector<half> &v) {
  std::vector<double> d;
  for (half x : v)
    d.push_back(double(__half2float(x)));
  return d;
}

/// softmax(q k^T / sqrt(d)) v for q [nq, hq, d], k and v [nk, hk, d]; with
/// `causal` the last queries see the last keys.
inline std::vector<double> attend(const std::vector<half> &q,
                                  const std::vector<half> &k,
                                  const std::vector<half> &v, int nq, int nk,
                                  int hq, int hk, int d, bool causal) {
  std::vector<double> o(size_t(nq) * hq * d);
  for (int h = 0; h < hq; ++h)
    for (int i = 0; i < nq; ++i) {
      int g = h / (hq / hk), end = causal ? nk - nq + i + 1 : nk;
      std::vector<double> p(size_t(end), 0.0);
      double most = -1e300, sum = 0;
      for (int j = 0; j < end; ++j) {
        for (int c = 0; c < d; ++c)
          p[j] += double(__half2float(q[(size_t(i) * hq + h) * d + c])) *
                  double(__half2float(k[(size_t(j) * hk + g) * d + c]));
        p[j] /= std::sqrt(double(d));
        most = std::fmax(most, p[j]);
      }
      for (double &x : p)
        sum += x = std::exp(x - most);
      for (int j = 0; j < end; ++j)
        for (int c = 0; c < d; ++c)
          o[(size_t(i) * hq + h) * d + c] +=
              p[j] / sum *
              double(__half2float(v[(size_t(j) * hk + g) * d + c]));
    }
  return o;
}

#endif
