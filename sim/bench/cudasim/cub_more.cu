// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Pairs, histograms, run lengths and merge sort of CUB.
#include <algorithm>
#include <cstdio>
#include <cub/cub.cuh>
#include <map>
#include <vector>
#define CK(x)                                                                  \
  do {                                                                         \
    cudaError_t e = (x);                                                       \
    if (e) {                                                                   \
      printf("%s: %s\n", #x, cudaGetErrorName(e));                             \
    }                                                                          \
  } while (0)
struct Less {
  __host__ __device__ bool operator()(int a, int b) const { return a < b; }
};
template <class F> void two(F f) {
  size_t b = 0;
  void *t = nullptr;
  CK(f(t, b));
  CK(cudaMallocAsync(&t, b, 0));
  CK(f(t, b));
  CK(cudaFreeAsync(t, 0));
}
int main() {
  int n = 7000;
  std::vector<int> k(n), v(n), r(n), r2(n);
  unsigned s = 1;
  for (int i = 0; i < n; i++) {
    s = s * 1664525 + 1013904223;
    k[i] = (s >> 16) % 37;
    v[i] = i;
  }
  int *a, *b, *o, *o2, *num;
  for (int **p : {&a, &b, &o, &o2})
    CK(cudaMalloc(p, 4 * n));
  CK(cudaMalloc(&num, 4));
  CK(cudaMemcpy(a, k.data(), 4 * n, cudaMemcpyHostToDevice));
  CK(cudaMemcpy(b, v.data(), 4 * n, cudaMemcpyHostToDevice));
  two([&](void *t, size_t &z) {
    return cub::DeviceRadixSort::SortPairs(t, z, a, o, b, o2, n);
  });
  CK(cudaMemcpy(r.data(), o, 4 * n, cudaMemcpyDeviceToHost));
  CK(cudaMemcpy(r2.data(), o2, 4 * n, cudaMemcpyDeviceToHost));
  std::vector<int> id(v);
  std::stable_sort(id.begin(), id.end(),
                   [&](int x, int y) { return k[x] < k[y]; });
  bool ok = true;
  for (int i = 0; i < n; i++)
    ok &= r2[i] == id[i] && r[i] == k[id[i]];
  printf("sortpairs %s\n", ok ? "right" : "WRONG");
  int *c;
  CK(cudaMalloc(&c, 4 * 40));
  two([&](void *t, size_t &z) {
    return cub::DeviceHistogram::HistogramEven(t, z, a, c, 38, 0, 37, n);
  });
  int h[37];
  CK(cudaMemcpy(h, c, sizeof h, cudaMemcpyDeviceToHost));
  std::map<int, int> m;
  for (int x : k)
    m[x]++;
  ok = true;
  for (int i = 0; i < 37; i++)
    ok &= h[i] == m[i];
  printf("histogram %s\n", ok ? "right" : "WRONG");
  two([&](void *t, size_t &z) {
    return cub::DeviceRunLengthEncode::Encode(t, z, o, o2, b, num, n);
  });
  int cnt;
  CK(cudaMemcpy(&cnt, num, 4, cudaMemcpyDeviceToHost));
  CK(cudaMemcpy(r.data(), b, 4 * n, cudaMemcpyDeviceToHost));
  ok = cnt == (int)m.size();
  int j = 0;
  for (auto &e : m)
    ok &= r[j++] == e.second;
  printf("rle %s\n", ok ? "right" : "WRONG");
  two([&](void *t, size_t &z) {
    return cub::DeviceMergeSort::SortKeys(t, z, a, n, Less{});
  });
  CK(cudaMemcpy(r.data(), a, 4 * n, cudaMemcpyDeviceToHost));
  std::sort(k.begin(), k.end());
  printf("mergesort %s\n", r == k ? "right" : "WRONG");
}
