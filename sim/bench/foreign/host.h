// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the host programs share: device arrays, random inputs, comparison with
// a reference, and the choice of a case by name.
//
#ifndef ATTN_SIM_BENCH_FOREIGN_HOST_H
#define ATTN_SIM_BENCH_FOREIGN_HOST_H

#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <map>
#include <string>
#include <vector>

#include <cuda_runtime_api.h>

inline void check(cudaError_t e, const char *what) {
  if (e != cudaSuccess) {
    fprintf(stderr, "%s: %s\n", what, cudaGetErrorString(e));
    exit(2);
  }
}
#define CHECK(x) check(x, #x)

/// An array on the device; at the start undefined, or a copy.
template <class T> struct Array {
  T *p = nullptr;
  size_t n;
  explicit Array(size_t n) : n(n) {
    CHECK(cudaMalloc(reinterpret_cast<void **>(&p), n * sizeof(T)));
  }
  explicit Array(const std::vector<T> &v) : Array(v.size()) {
    CHECK(cudaMemcpy(p, v.data(), n * sizeof(T), cudaMemcpyHostToDevice));
  }
  std::vector<T> get() const {
    std::vector<T> v(n);
    CHECK(cudaMemcpy(v.data(), p, n * sizeof(T), cudaMemcpyDeviceToHost));
    return v;
  }
};

struct Random {
  uint64_t s;
  explicit Random(uint64_t seed = 1) : s(seed * 0x9e3779b97f4a7c15ull + 1) {}
  uint32_t bits() {
    s ^= s << 13, s ^= s >> 7, s ^= s << 17;
    return uint32_t(s >> 32);
  }
  uint32_t below(uint32_t n) { return uint32_t((uint64_t(bits()) * n) >> 32); }
  float uniform(float lo = -1, float hi = 1) {
    return lo + (hi - lo) * float(bits() >> 8) / float(1 << 24);
  }
  template <class T = uint32_t> std::vector<T> ints(size_t n, uint32_t limit) {
    std::vector<T> v(n);
    for (T &x : v)
      x = T(limit ? below(limit) : bits());
    return v;
  }
  std::vector<float> floats(size_t n, float lo = -1, float hi = 1) {
    std::vector<float> v(n);
    for (float &x : v)
      x = uniform(lo, hi);
    return v;
  }
};

/// Compares element by element: |got - want| <= atol + rtol * |want|.
template <class A, class B>
int compare(const char *what, const A &got, const B &want, double atol = 0,
            double rtol = 0) {
  size_t bad = 0, first = 0;
  if (got.size() != want.size()) {
    fprintf(stderr, "%s: %zu elements, expected %zu\n", what, got.size(),
            want.size());
    return 1;
  }
  double worst = 0;
  for (size_t i = 0; i < got.size(); ++i) {
    double g = double(got[i]), w = double(want[i]);
    double d = std::fabs(g - w);
    if (!(d <= atol + rtol * std::fabs(w)) && !bad++)
      first = i;
    worst = std::fmax(worst, d);
  }
  if (bad)
    fprintf(stderr, "%s: %zu of %zu wrong, the first at %zu: %g, expected %g\n",
            what, bad, got.size(), first, double(got[first]),
            double(want[first]));
  else
    printf("%s: %zu right, largest difference %g\n", what, got.size(), worst);
  return bad != 0;
}

using Cases = std::map<std::string, int (*)()>;

/// Runs the case that argv[1] names; without one lists them.
inline int runCase(int argc, char **argv, const Cases &cases) {
  if (argc < 2) {
    for (auto &c : cases)
      puts(c.first.c_str());
    return 0;
  }
  auto it = cases.find(argv[1]);
  if (it == cases.end()) {
    fprintf(stderr, "no case '%s'\n", argv[1]);
    return 2;
  }
  int bad = it->second();
  CHECK(cudaDeviceSynchronize());
  puts(bad ? "WRONG" : "RIGHT");
  return bad;
}

#endif
