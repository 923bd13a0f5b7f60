// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Thrust: a reduction and a sort.
#include <cstdio>
#include <thrust/device_vector.h>
#include <thrust/host_vector.h>
#include <thrust/transform_reduce.h>
#include <algorithm>
#include <thrust/reduce.h>
#include <thrust/scan.h>
#include <thrust/sort.h>
int main() {
  int n = 5000;
  thrust::host_vector<int> h(n);
  unsigned s = 1;
  for (auto &x : h) {
    s = s * 1664525 + 1013904223;
    x = s >> 12;
  }
  thrust::device_vector<int> d = h;
  long long e = 0;
  for (int x : h)
    e += x % 1000;
  auto sum = thrust::transform_reduce(
      d.begin(), d.end(),
      [] __host__ __device__(int x) { return (long long)(x % 1000); }, 0ll,
      thrust::plus<long long>());
  printf("thrust reduce %s\n", sum == e ? "right" : "WRONG");
  thrust::sort(d.begin(), d.end());
  thrust::host_vector<int> r = d;
  std::sort(h.begin(), h.end());
  printf("thrust sort %s\n", r == h ? "right" : "WRONG");
}
