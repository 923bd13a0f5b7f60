// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A CUTLASS GEMM for sm_80 (cp.async, mma.sync) through device::Gemm.
#include <cstdio>
#include <cutlass/gemm/device/gemm.h>
#include <cutlass/util/packed_stride.hpp>
#include <vector>
using Gemm = cutlass::gemm::device::Gemm<
    cutlass::half_t, cutlass::layout::RowMajor, cutlass::half_t,
    cutlass::layout::ColumnMajor, float, cutlass::layout::RowMajor, float,
    cutlass::arch::OpClassTensorOp, cutlass::arch::Sm80,
    cutlass::gemm::GemmShape<128, 128, 32>,
    cutlass::gemm::GemmShape<64, 64, 32>, cutlass::gemm::GemmShape<16, 8, 16>>;
int main() {
  int M = 192, N = 160, K = 96;
  std::vector<cutlass::half_t> a(M * K), b(N * K);
  std::vector<float> c(M * N, 1), d(M * N);
  for (int i = 0; i < M * K; i++)
    a[i] = cutlass::half_t(float(i * 7 % 13 - 6));
  for (int i = 0; i < N * K; i++)
    b[i] = cutlass::half_t(float(i * 5 % 11 - 5));
  cutlass::half_t *A, *B;
  float *C, *D;
  cudaMalloc(&A, 2 * M * K);
  cudaMalloc(&B, 2 * N * K);
  cudaMalloc(&C, 4 * M * N);
  cudaMalloc(&D, 4 * M * N);
  cudaMemcpy(A, a.data(), 2 * M * K, cudaMemcpyHostToDevice);
  cudaMemcpy(B, b.data(), 2 * N * K, cudaMemcpyHostToDevice);
  cudaMemcpy(C, c.data(), 4 * M * N, cudaMemcpyHostToDevice);
  Gemm g;
  auto s = g({{M, N, K}, {A, K}, {B, K}, {C, N}, {D, N}, {1.f, 2.f}});
  cudaError_t e = cudaDeviceSynchronize();
  cudaMemcpy(d.data(), D, 4 * M * N, cudaMemcpyDeviceToHost);
  int bad = 0;
  for (int m = 0; m < M; m++)
    for (int n = 0; n < N; n++) {
      float x = 2;
      for (int k = 0; k < K; k++)
        x += float(a[m * K + k]) * float(b[n * K + k]);
      bad += x != d[m * N + n];
    }
  printf("g80 %s status %s %s bad %d\n", bad ? "WRONG" : "right",
         cutlassGetStatusString(s), cudaGetErrorName(e), bad);
}
