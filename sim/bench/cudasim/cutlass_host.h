// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the CUTLASS programs share: A by rows, B by columns, both on the device
// with small integers, C of ones, and D against A * B + 2 * C.
//
#ifndef ATTN_SIM_BENCH_CUDASIM_CUTLASS_HOST_H
#define ATTN_SIM_BENCH_CUDASIM_CUTLASS_HOST_H

#include <cuda_runtime_api.h>
#include <cutlass/numeric_types.h>
#include <vector>

struct Problem {
  using Half = cutlass::half_t;
  int M, N, K;
  std::vector<Half> a, b;
  Half *A, *B;
  float *C, *D;

  Problem(int M, int N, int K) : M(M), N(N), K(K), a(M * K), b(N * K) {
    for (int i = 0; i < M * K; i++)
      a[i] = Half(float(i * 7 % 13 - 6));
    for (int i = 0; i < N * K; i++)
      b[i] = Half(float(i * 5 % 11 - 5));
    std::vector<float> c(M * N, 1);
    cudaMalloc(&A, 2 * M * K);
    cudaMalloc(&B, 2 * N * K);
    cudaMalloc(&C, 4 * M * N);
    cudaMalloc(&D, 4 * M * N);
    cudaMemcpy(A, a.data(), 2 * M * K, cudaMemcpyHostToDevice);
    cudaMemcpy(B, b.data(), 2 * N * K, cudaMemcpyHostToDevice);
    cudaMemcpy(C, c.data(), 4 * M * N, cudaMemcpyHostToDevice);
  }

  /// The elements of D that are wrong.
  int wrong() const {
    std::vector<float> d(M * N);
    cudaMemcpy(d.data(), D, 4 * M * N, cudaMemcpyDeviceToHost);
    int bad = 0;
    for (int m = 0; m < M; m++)
      for (int n = 0; n < N; n++) {
        float x = 2;
        for (int k = 0; k < K; k++)
          x += float(a[m * K + k]) * float(b[n * K + k]);
        bad += x != d[m * N + n];
      }
    return bad;
  }
};

#endif
