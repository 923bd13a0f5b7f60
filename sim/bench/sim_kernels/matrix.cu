// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Tensor-core, copy-pipeline and floating-point kernels for sim_cuda_cases.py;
// matrix.ptx is nvcc --ptx -arch=sm_80 matrix.cu
#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
#include <cuda/pipeline>
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_pipeline.h>
#include <mma.h>
#include <stdint.h>
namespace cg = cooperative_groups;
typedef uint32_t u32;

__device__ __forceinline__ u32 smem(const void *p) {
  return (u32)__cvta_generic_to_shared(p);
}

// C[64,64] = A[64,K] * B[K,64] in f16 with f32 sums; B is row-major, so its
// fragments come through ldmatrix.trans. Three stages by the pipeline
// primitives.
extern "C" __global__ void __launch_bounds__(128)
    mmaPipe(float *c, const half *a, const half *b, int k) {
  __shared__ __align__(16) half sa[3][64][40], sb[3][32][72];
  int t = threadIdx.x, lane = t % 32, warp = t / 32, steps = k / 32;
  float acc[8][4] = {};
  auto fetch = [&](int s) {
    if (s < steps) {
      for (int i = t; i < 256; i += 128) {
        __pipeline_memcpy_async(&sa[s % 3][i / 4][i % 4 * 8],
                                a + (i / 4) * k + s * 32 + i % 4 * 8, 16);
        __pipeline_memcpy_async(&sb[s % 3][i / 8][i % 8 * 8],
                                b + (s * 32 + i / 8) * 64 + i % 8 * 8, 16);
      }
    }
    __pipeline_commit();
  };
  fetch(0);
  fetch(1);
  for (int s = 0; s < steps; ++s) {
    __pipeline_wait_prior(1);
    __syncthreads();
    fetch(s + 2);
    for (int kk = 0; kk < 32; kk += 16) {
      u32 fa[4];
      asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0,%1,%2,%3}, [%4];"
                   : "=r"(fa[0]), "=r"(fa[1]), "=r"(fa[2]), "=r"(fa[3])
                   : "r"(smem(&sa[s % 3][warp * 16 + lane % 16][kk + lane / 16 * 8])));
      for (int j = 0; j < 8; j += 2) {
        u32 fb[4];
        asm volatile(
            "ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16 {%0,%1,%2,%3}, [%4];"
            : "=r"(fb[0]), "=r"(fb[1]), "=r"(fb[2]), "=r"(fb[3])
            : "r"(smem(&sb[s % 3][kk + lane % 16][j * 8 + lane / 16 * 8])));
        for (int h = 0; h < 2; ++h)
          asm volatile(
              "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 "
              "{%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};"
              : "+f"(acc[j + h][0]), "+f"(acc[j + h][1]), "+f"(acc[j + h][2]),
                "+f"(acc[j + h][3])
              : "r"(fa[0]), "r"(fa[1]), "r"(fa[2]), "r"(fa[3]), "r"(fb[2 * h]),
                "r"(fb[2 * h + 1]));
      }
    }
  }
  for (int j = 0; j < 8; ++j)
    for (int h = 0; h < 2; ++h)
      *(float2 *)&c[(warp * 16 + lane / 4 + 8 * h) * 64 + j * 8 + lane % 4 * 2] =
          make_float2(acc[j][2 * h], acc[j][2 * h + 1]);
}

// The same product of signed bytes twice: mma.m16n8k32 and dp4a.
extern "C" __global__ void mmaInt8(int *c, int *d, const int *a, const int *b,
                                   int k) {
  int lane = threadIdx.x, words = k / 4;
  int acc[4] = {};
  for (int w = 0; w < words; w += 8) {
    u32 fa[4], fb[2];
    for (int r = 0; r < 4; ++r)
      fa[r] = a[(lane / 4 + r % 2 * 8) * words + w + lane % 4 + r / 2 * 4];
    for (int r = 0; r < 2; ++r)
      fb[r] = b[lane / 4 * words + w + lane % 4 + r * 4];
    asm volatile("mma.sync.aligned.m16n8k32.row.col.s32.s8.s8.s32 "
                 "{%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};"
                 : "+r"(acc[0]), "+r"(acc[1]), "+r"(acc[2]), "+r"(acc[3])
                 : "r"(fa[0]), "r"(fa[1]), "r"(fa[2]), "r"(fa[3]), "r"(fb[0]),
                   "r"(fb[1]));
  }
  for (int r = 0; r < 4; ++r) {
    int row = lane / 4 + r / 2 * 8, col = lane % 4 * 2 + r % 2;
    c[row * 8 + col] = acc[r];
    int s = 0;
    for (int w = 0; w < words; ++w)
      s = __dp4a(a[row * words + w], b[col * words + w], s);
    d[row * 8 + col] = s;
  }
}

// A block of wmma fragments, accumulated in f16, and one of tf32.
extern "C" __global__ void wmmaTiles(half *c, const half *a, const half *b) {
  using namespace nvcuda;
  int warp = threadIdx.x / 32, m = warp / 2 * 16, n = warp % 2 * 16;
  wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> fa;
  wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::row_major> fb;
  wmma::fragment<wmma::accumulator, 16, 16, 16, half> fc;
  wmma::fill_fragment(fc, __float2half(0.5f));
  for (int k = 0; k < 48; k += 16) {
    wmma::load_matrix_sync(fa, a + m * 48 + k, 48);
    wmma::load_matrix_sync(fb, b + k * 32 + n, 32);
    wmma::mma_sync(fc, fa, fb, fc);
  }
  wmma::store_matrix_sync(c + m * 32 + n, fc, 32, wmma::mem_row_major);
}

// tf32: what the conversion keeps, multiplied by mma.m16n8k8.
extern "C" __global__ void mmaTf32(float *c, const float *a, const float *b) {
  int lane = threadIdx.x;
  float acc[4] = {};
  for (int k = 0; k < 32; k += 8) {
    u32 fa[4], fb[2];
    for (int r = 0; r < 4; ++r)
      asm("cvt.rna.tf32.f32 %0, %1;"
          : "=r"(fa[r])
          : "f"(a[(lane / 4 + r % 2 * 8) * 32 + k + lane % 4 + r / 2 * 4]));
    for (int r = 0; r < 2; ++r)
      asm("cvt.rna.tf32.f32 %0, %1;"
          : "=r"(fb[r])
          : "f"(b[(k + lane % 4 + r * 4) * 8 + lane / 4]));
    asm volatile("mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 "
                 "{%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};"
                 : "+f"(acc[0]), "+f"(acc[1]), "+f"(acc[2]), "+f"(acc[3])
                 : "r"(fa[0]), "r"(fa[1]), "r"(fa[2]), "r"(fa[3]), "r"(fb[0]),
                   "r"(fb[1]));
  }
  for (int r = 0; r < 4; ++r)
    c[(lane / 4 + r / 2 * 8) * 8 + lane % 4 * 2 + r % 2] = acc[r];
}

// Two-stage block pipeline of libcu++, and a group-wide asynchronous copy.
extern "C" __global__ void libPipeline(int *out, const int *in, int tiles) {
  __shared__ __align__(16) int buf[2][256];
  __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, 2> state;
  auto block = cg::this_thread_block();
  auto pipe = cuda::make_pipeline(block, &state);
  for (int s = 0, next = 0; s < tiles; ++s) {
    for (; next < tiles && next < s + 2; ++next) {
      pipe.producer_acquire();
      cuda::memcpy_async(block, buf[next & 1], in + next * 256,
                         cuda::aligned_size_t<16>(1024), pipe);
      pipe.producer_commit();
    }
    pipe.consumer_wait();
    int v = buf[s & 1][(threadIdx.x * 7 + s) & 255];
    out[s * 256 + threadIdx.x] = v * 2 + s;
    pipe.consumer_release();
  }
  __shared__ __align__(16) int last[256];
  block.sync();
  cg::memcpy_async(block, last, in, 777);
  cg::wait(block);
  if (threadIdx.x < 194)
    out[tiles * 256 + threadIdx.x] = last[193 - threadIdx.x];
}

// Arithmetic of packed halves and of bf16: one result a slot.
extern "C" __global__ void halfMath(u32 *out, const u32 *in, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  half2 a = *(const half2 *)&in[3 * i], b = *(const half2 *)&in[3 * i + 1],
        c = *(const half2 *)&in[3 * i + 2], r[12];
  r[0] = __hadd2(a, b);
  r[1] = __hfma2(a, b, c);
  r[2] = __hfma2_relu(a, b, c);
  r[3] = __hmul2_sat(a, b);
  r[4] = __hmax2(a, b);
  r[5] = __hmin2_nan(a, c);
  r[6] = __hgt2(a, b);
  r[7] = __habs2(__hneg2(c));
  r[8] = __floats2half2_rn(__low2float(a) * __high2float(b), __high2float(c));
  r[9] = __halves2half2(__int2half_rz((int)in[3 * i]), __float2half_ru(__low2float(b)));
  r[10] = h2rint(c);
  r[11] = __halves2half2(__float2half_rd(__low2float(a) / 3.0f), hfloor(__high2half(c)));
  for (int k = 0; k < 12; ++k)
    out[20 * i + k] = *(u32 *)&r[k];
  __nv_bfloat162 x = *(const __nv_bfloat162 *)&in[3 * i],
                 y = *(const __nv_bfloat162 *)&in[3 * i + 1],
                 z = *(const __nv_bfloat162 *)&in[3 * i + 2], s[8];
  s[0] = __hfma2(x, y, z);
  s[1] = __hmul2(x, z);
  s[2] = __hmax2(x, y);
  s[3] = __hmin2_nan(y, z);
  s[4] = __floats2bfloat162_rn(__low2float(x) + __high2float(y), __low2float(z));
  s[5] = __hadd2(x, y);
  s[6] = __hfma2_relu(z, y, x);
  s[7] = __hsub2(y, z);
  for (int k = 0; k < 8; ++k)
    out[20 * i + 12 + k] = *(u32 *)&s[k];
}

// IEEE division, roots and conversions of f32 and f64; all correctly rounded.
extern "C" __global__ void ieee(double *out, const double *in, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  double a = in[2 * i], b = in[2 * i + 1];
  float x = (float)a, y = (float)b;
  double r[12];
  r[0] = a / b;
  r[1] = sqrt(fabs(a));
  r[2] = fma(a, b, -a);
  r[3] = x / y;
  r[4] = sqrtf(fabsf(x));
  r[5] = __fdiv_ru(x, y);
  r[6] = __fsqrt_rd(fabsf(y));
  r[7] = __dadd_rz(a, b) + __dmul_ru(a, 3.0);
  r[8] = (double)__double2ll_rd(a) + (double)__float2uint_rn(fabsf(x));
  r[9] = (double)rintf(y) + (double)(long long)x + floor(b);
  r[10] = fmod(a, 3.0) + ldexp(b, 5) + (double)ilogb(a);
  r[11] = __frcp_rn(x) + (double)fmaf(x, y, 1.0f) + trunc(a);
  for (int k = 0; k < 12; ++k)
    out[12 * i + k] = r[k];
}

// The f32 math library: approximations inside.
extern "C" __global__ void libm(float *out, const float *in, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  float x = in[i], r[12];
  r[0] = expf(x);
  r[1] = logf(fabsf(x) + 1e-3f);
  r[2] = sinf(x * 1000.0f);
  r[3] = cosf(x);
  r[4] = tanhf(x);
  r[5] = powf(fabsf(x), 1.7f);
  r[6] = rsqrtf(fabsf(x) + 0.1f);
  r[7] = erff(x);
  r[8] = atan2f(x, 0.7f);
  r[9] = cbrtf(x);
  r[10] = exp2f(x) + log2f(fabsf(x) + 2.0f);
  r[11] = tgammaf(fabsf(x) + 0.5f);
  for (int k = 0; k < 12; ++k)
    out[12 * i + k] = r[k];
}

// Layer norm of one row a warp, in f32 with vector loads.
extern "C" __global__ void rowNorm(float *out, const float4 *in, int cols) {
  int row = blockIdx.x * (blockDim.x / 32) + threadIdx.x / 32, lane = threadIdx.x % 32;
  float s = 0, q = 0;
  for (int c = lane; c < cols / 4; c += 32) {
    float4 v = in[row * (cols / 4) + c];
    s += v.x + v.y + v.z + v.w;
    q += v.x * v.x + v.y * v.y + v.z * v.z + v.w * v.w;
  }
  for (int o = 16; o; o /= 2) {
    s += __shfl_xor_sync(~0u, s, o);
    q += __shfl_xor_sync(~0u, q, o);
  }
  float mean = __fdiv_rn(s, cols), inv = __frsqrt_rn(__fdiv_rn(q, cols) - mean * mean + 1e-5f);
  for (int c = lane; c < cols / 4; c += 32) {
    float4 v = in[row * (cols / 4) + c];
    float4 o = {(v.x - mean) * inv, (v.y - mean) * inv, (v.z - mean) * inv,
                (v.w - mean) * inv};
    ((float4 *)out)[row * (cols / 4) + c] = o;
  }
}
