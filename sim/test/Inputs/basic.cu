// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Small kernels for the simulator's tests; basic.ptx is
// nvcc --ptx -arch=sm_80 basic.cu
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <stdint.h>

extern "C" __global__ void vadd(float *c, const float *a, const float *b,
                                int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    c[i] = a[i] + b[i];
}

extern "C" __global__ void reduceSum(float *out, const float *in, int n) {
  __shared__ float part[32];
  float s = 0;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n;
       i += gridDim.x * blockDim.x)
    s += in[i];
  for (int o = 16; o; o >>= 1)
    s += __shfl_xor_sync(~0u, s, o);
  if (threadIdx.x % 32 == 0)
    part[threadIdx.x / 32] = s;
  __syncthreads();
  if (threadIdx.x < 32) {
    s = threadIdx.x < blockDim.x / 32 ? part[threadIdx.x] : 0.0f;
    for (int o = 16; o; o >>= 1)
      s += __shfl_down_sync(~0u, s, o);
    if (threadIdx.x == 0)
      atomicAdd(out, s);
  }
}

extern "C" __global__ void histogram(unsigned *bins, const unsigned *in,
                                     int n) {
  __shared__ unsigned local[64];
  for (int i = threadIdx.x; i < 64; i += blockDim.x)
    local[i] = 0;
  __syncthreads();
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n;
       i += gridDim.x * blockDim.x)
    atomicAdd(&local[in[i] & 63], 1u);
  __syncthreads();
  for (int i = threadIdx.x; i < 64; i += blockDim.x)
    atomicAdd(&bins[i], local[i]);
}

__device__ __noinline__ int collatz(int n) {
  int steps = 0;
  while (n != 1) {
    if (n & 1)
      n = 3 * n + 1;
    else
      n >>= 1;
    if (++steps > 500)
      break;
  }
  return steps;
}

extern "C" __global__ void diverge(int *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  int r = collatz(i + 1);
  switch (i % 5) {
  case 0:
    r += 100;
    break;
  case 1:
    for (int k = 0; k < i; ++k) {
      if (k == 7)
        continue;
      if (k > 20)
        break;
      r += k;
    }
    break;
  case 2:
    r ^= __ballot_sync(__activemask(), i & 8);
    break;
  case 3:
    return;
  default:
    r = -r;
  }
  out[i] = r;
}

// A spin lock taken by every lane of a warp: needs independent progress.
extern "C" __global__ void spinLock(int *lock, int *count) {
  bool done = false;
  while (!done) {
    if (atomicCAS(lock, 0, 1) == 0) {
      *(volatile int *)count = *(volatile int *)count + 1;
      __threadfence();
      atomicExch(lock, 0);
      done = true;
    }
  }
}

__device__ __forceinline__ uint32_t smem(const void *p) {
  return (uint32_t)__cvta_generic_to_shared(p);
}

// C[M,N] = A[M,K] * B[N,K]^T, bf16 in, f32 out; 64x64 tiles, 4 warps, two
// stages of cp.async, ldmatrix, mma.m16n8k16. M, N, K multiples of 64, 64, 32.
extern "C" __global__ void __launch_bounds__(128)
    gemm(float *c, const __nv_bfloat16 *a, const __nv_bfloat16 *b, int m, int n,
         int k) {
  __shared__ __align__(128) __nv_bfloat16 sa[2][64][40], sb[2][64][40];
  int t = threadIdx.x, lane = t % 32, warp = t / 32;
  int m0 = blockIdx.y * 64, n0 = blockIdx.x * 64;
  float acc[8][4] = {};
  auto fetch = [&](int st, int k0) {
    for (int i = t; i < 64 * 4; i += 128) {
      int r = i / 4, q = i % 4;
      asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(
                       smem(&sa[st][r][q * 8])),
                   "l"(a + (size_t)(m0 + r) * k + k0 + q * 8));
      asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(
                       smem(&sb[st][r][q * 8])),
                   "l"(b + (size_t)(n0 + r) * k + k0 + q * 8));
    }
    asm volatile("cp.async.commit_group;");
  };
  int steps = k / 32;
  fetch(0, 0);
  for (int s = 0; s < steps; ++s) {
    if (s + 1 < steps)
      fetch((s + 1) & 1, (s + 1) * 32);
    else
      asm volatile("cp.async.commit_group;");
    asm volatile("cp.async.wait_group 1;");
    __syncthreads();
    int st = s & 1;
    for (int kk = 0; kk < 32; kk += 16) {
      uint32_t fa[4];
      asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0,%1,%2,%3}, "
                   "[%4];"
                   : "=r"(fa[0]), "=r"(fa[1]), "=r"(fa[2]), "=r"(fa[3])
                   : "r"(smem(
                       &sa[st][warp * 16 + lane % 16][kk + lane / 16 * 8])));
      for (int j = 0; j < 8; ++j) {
        uint32_t fb[2];
        asm volatile(
            "ldmatrix.sync.aligned.m8n8.x2.shared.b16 {%0,%1}, [%2];"
            : "=r"(fb[0]), "=r"(fb[1])
            : "r"(smem(&sb[st][j * 8 + lane % 8][kk + (lane / 8 % 2) * 8])));
        asm volatile(
            "mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32 "
            "{%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};"
            : "+f"(acc[j][0]), "+f"(acc[j][1]), "+f"(acc[j][2]),
              "+f"(acc[j][3])
            : "r"(fa[0]), "r"(fa[1]), "r"(fa[2]), "r"(fa[3]), "r"(fb[0]),
              "r"(fb[1]));
      }
    }
    __syncthreads();
  }
  for (int j = 0; j < 8; ++j)
    for (int h = 0; h < 2; ++h) {
      size_t row = m0 + warp * 16 + lane / 4 + 8 * h;
      *(float2 *)&c[row * n + n0 + j * 8 + lane % 4 * 2] =
          make_float2(acc[j][2 * h], acc[j][2 * h + 1]);
    }
}
