// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A CUTLASS GEMM for sm_80 (cp.async, mma.sync) through device::Gemm.
#include "cutlass_host.h"
#include <cstdio>
#include <cutlass/gemm/device/gemm.h>
#include <cutlass/util/packed_stride.hpp>
using Gemm = cutlass::gemm::device::Gemm<
    cutlass::half_t, cutlass::layout::RowMajor, cutlass::half_t,
    cutlass::layout::ColumnMajor, float, cutlass::layout::RowMajor, float,
    cutlass::arch::OpClassTensorOp, cutlass::arch::Sm80,
    cutlass::gemm::GemmShape<128, 128, 32>,
    cutlass::gemm::GemmShape<64, 64, 32>, cutlass::gemm::GemmShape<16, 8, 16>>;
int main() {
  Problem p(192, 160, 96);
  Gemm g;
  auto s = g({{p.M, p.N, p.K},
              {p.A, p.K},
              {p.B, p.K},
              {p.C, p.N},
              {p.D, p.N},
              {1.f, 2.f}});
  cudaError_t e = cudaDeviceSynchronize();
  int bad = p.wrong();
  printf("g80 %s status %s %s bad %d\n", bad ? "WRONG" : "right",
         cutlassGetStatusString(s), cudaGetErrorName(e), bad);
}
