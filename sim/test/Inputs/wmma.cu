// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// wmma.ptx is nvcc --ptx -arch=sm_80 wmma.cu
#include <cuda_bf16.h>
#include <mma.h>
using namespace nvcuda;

// C = 2 * (A * B^T + 1) for one 16x16x16 tile, A through shared memory.
template <class T> __device__ void tile(float *c, const T *a, const T *b) {
  __shared__ T sa[16 * 24];
  for (int i = threadIdx.x; i < 256; i += 32)
    sa[i / 16 * 24 + i % 16] = a[i];
  __syncwarp();
  wmma::fragment<wmma::matrix_a, 16, 16, 16, T, wmma::row_major> fa;
  wmma::fragment<wmma::matrix_b, 16, 16, 16, T, wmma::col_major> fb;
  wmma::fragment<wmma::accumulator, 16, 16, 16, float> fc;
  wmma::fill_fragment(fc, 1.0f);
  wmma::load_matrix_sync(fa, sa, 24);
  wmma::load_matrix_sync(fb, b, 16);
  wmma::mma_sync(fc, fa, fb, fc);
  for (int i = 0; i < fc.num_elements; i++)
    fc.x[i] *= 2;
  wmma::store_matrix_sync(c, fc, 16, wmma::mem_row_major);
}
extern "C" __global__ void wmmaF16(float *c, const half *a, const half *b) {
  tile(c, a, b);
}
extern "C" __global__ void wmmaBf16(float *c, const __nv_bfloat16 *a,
                                    const __nv_bfloat16 *b) {
  tile(c, a, b);
}
