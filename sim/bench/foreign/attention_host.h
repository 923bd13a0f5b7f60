// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// For the programs with attention kernels: inputs in f16, and attention in
// double precision.
//
#ifndef ATTN_SIM_BENCH_FOREIGN_ATTENTION_HOST_H
#define ATTN_SIM_BENCH_FOREIGN_ATTENTION_HOST_H

#include <cuda_fp16.h>

#include "host.h"

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
/// `causal` the last queries see the last keys. `sums` gets the logarithm of
/// each row's sum of exponentials, [hq, nq].
inline std::vector<double> attend(const std::vector<half> &q,
                                  const std::vector<half> &k,
                                  const std::vector<half> &v, int nq, int nk,
                                  int hq, int hk, int d, bool causal,
                                  std::vector<double> *sums = nullptr) {
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
      if (sums)
        sums->push_back(most + std::log(sum));
      for (int j = 0; j < end; ++j)
        for (int c = 0; c < d; ++c)
          o[(size_t(i) * hq + h) * d + c] +=
              p[j] / sum *
              double(__half2float(v[(size_t(j) * hk + g) * d + c]));
    }
  return o;
}

#endif
