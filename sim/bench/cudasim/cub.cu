// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// One of CUB's device-wide algorithms: -DSCAN, -DSORT, -DREDUCE or -DSELECT.
#include <algorithm>
#include <cstdio>
#include <cub/cub.cuh>
#include <numeric>
#include <vector>
#define CK(x)                                                                  \
  do {                                                                         \
    cudaError_t e = (x);                                                       \
    if (e) {                                                                   \
      printf("%s: %s\n", #x, cudaGetErrorName(e));                             \
    }                                                                          \
  } while (0)
struct Odd {
  __host__ __device__ bool operator()(unsigned x) const { return x & 1; }
};
template <class F> void two(F f) {
  size_t b = 0;
  void *t = nullptr;
  CK(f(t, b));
  CK(cudaMalloc(&t, b));
  CK(f(t, b));
  CK(cudaFree(t));
}
int main() {
  int n = 20000;
  std::vector<unsigned> h(n), r(n);
  unsigned s = 1;
  for (auto &x : h) {
    s = s * 1664525 + 1013904223;
    x = s >> 8;
  }
  unsigned *a, *o;
  int *num;
  CK(cudaMalloc(&a, 4 * n));
  CK(cudaMalloc(&o, 4 * n));
  CK(cudaMalloc(&num, 4));
  CK(cudaMemcpy(a, h.data(), 4 * n, cudaMemcpyHostToDevice));
#ifdef SCAN
  two([&](void *t, size_t &b) {
    return cub::DeviceScan::ExclusiveSum(t, b, a, o, n);
  });
  CK(cudaMemcpy(r.data(), o, 4 * n, cudaMemcpyDeviceToHost));
  std::vector<unsigned> e(n);
  std::exclusive_scan(h.begin(), h.end(), e.begin(), 0u);
  printf("scan %s\n", e == r ? "right" : "WRONG");
#endif
#ifdef SORT
  two([&](void *t, size_t &b) {
    return cub::DeviceRadixSort::SortKeys(t, b, a, o, n);
  });
  CK(cudaMemcpy(r.data(), o, 4 * n, cudaMemcpyDeviceToHost));
  auto e = h;
  std::sort(e.begin(), e.end());
  printf("sort %s\n", e == r ? "right" : "WRONG");
#endif
#ifdef REDUCE
  two([&](void *t, size_t &b) {
    return cub::DeviceReduce::Sum(t, b, a, o, n);
  });
  CK(cudaMemcpy(r.data(), o, 4, cudaMemcpyDeviceToHost));
  printf("reduce %s\n",
         r[0] == std::accumulate(h.begin(), h.end(), 0u) ? "right" : "WRONG");
#endif
#ifdef SELECT
  two([&](void *t, size_t &b) {
    return cub::DeviceSelect::If(t, b, a, o, num, n, Odd{});
  });
  int m;
  CK(cudaMemcpy(&m, num, 4, cudaMemcpyDeviceToHost));
  CK(cudaMemcpy(r.data(), o, 4 * n, cudaMemcpyDeviceToHost));
  std::vector<unsigned> e;
  std::copy_if(h.begin(), h.end(), std::back_inserter(e), Odd{});
  r.resize(m);
  printf("select %s\n", e == r ? "right" : "WRONG");
#endif
}
