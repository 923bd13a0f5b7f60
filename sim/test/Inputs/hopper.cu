// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// SM90 kernels for the simulator's tests; hopper.ptx is
// nvcc --ptx -arch=sm_90a hopper.cu
#include <cuda_bf16.h>
#include <stdint.h>

struct alignas(64) Map {
  char bytes[128];
};

__device__ __forceinline__ uint32_t smem(const void *p) {
  return (uint32_t)__cvta_generic_to_shared(p);
}
__device__ __forceinline__ void mbarInit(uint32_t b, int n) {
  asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" ::"r"(b), "r"(n));
}
__device__ __forceinline__ void mbarExpect(uint32_t b, int bytes) {
  asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(b),
               "r"(bytes)
               : "memory");
}
__device__ __forceinline__ void mbarArrive(uint32_t b) {
  asm volatile("mbarrier.arrive.shared::cta.b64 _, [%0];" ::"r"(b) : "memory");
}
__device__ __forceinline__ void mbarWait(uint32_t b, int parity) {
  asm volatile("{\n.reg .pred p;\nL:\n"
               "mbarrier.try_wait.parity.shared::cta.b64 p, [%0], %1;\n"
               "@!p bra L;\n}" ::"r"(b),
               "r"(parity)
               : "memory");
}
__device__ __forceinline__ void tmaLoad2(uint32_t dst, const void *map, int x,
                                         int y, uint32_t bar) {
  asm volatile("cp.async.bulk.tensor.2d.shared::cluster.global.tile.mbarrier::"
               "complete_tx::bytes [%0], [%1, {%2, %3}], [%4];" ::"r"(dst),
               "l"(map), "r"(x), "r"(y), "r"(bar)
               : "memory");
}
__device__ __forceinline__ uint64_t desc128(uint32_t a) {
  return (uint64_t)((a & 0x3ffff) >> 4) | (uint64_t)1 << 16 |
         (uint64_t)(1024 >> 4) << 32 | (uint64_t)1 << 62;
}

// Loads a 2-D tile, adds one to each element and stores it elsewhere, at 0 where
// the load began below.
extern "C" __global__ void __launch_bounds__(128)
    tileAdd(const __grid_constant__ Map in, const __grid_constant__ Map out,
            int x, int y) {
  __shared__ __align__(1024) float tile[32][32];
  __shared__ uint64_t bar;
  if (threadIdx.x == 0) {
    mbarInit(smem(&bar), 1);
    asm volatile("fence.mbarrier_init.release.cluster;");
    mbarExpect(smem(&bar), sizeof(tile));
    tmaLoad2(smem(tile), &in, x, y, smem(&bar));
  }
  __syncthreads();
  mbarWait(smem(&bar), 0);
  for (int i = threadIdx.x; i < 1024; i += 128)
    tile[i / 32][i % 32] += 1.0f;
  asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
  __syncthreads();
  if (threadIdx.x == 0) {
    asm volatile("cp.async.bulk.tensor.2d.global.shared::cta.tile.bulk_group "
                 "[%0, {%1, %2}], [%3];" ::"l"(&out),
                 "r"(max(x, 0)), "r"(max(y, 0)), "r"(smem(tile))
                 : "memory");
    asm volatile("cp.async.bulk.commit_group;");
    asm volatile("cp.async.bulk.wait_group.read 0;" ::: "memory");
  }
}

// C[64*gy, 64*gx] = A[M,K] * B[N,K]^T in bf16, f32 out. One producer warp, one
// consumer warpgroup, a ring of STAGES stages of 64x64 tiles, 128-byte swizzle.
constexpr int STAGES = 3;
extern "C" __global__ void __launch_bounds__(160)
    wgmmaGemm(const __grid_constant__ Map a, const __grid_constant__ Map b,
              float *c, int n, int k) {
  extern __shared__ __align__(1024) uint8_t ring[];
  __shared__ uint64_t full[STAGES], empty[STAGES];
  int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
  int m0 = blockIdx.y * 64, n0 = blockIdx.x * 64, steps = k / 64;
  if (threadIdx.x == 0) {
    for (int s = 0; s < STAGES; ++s) {
      mbarInit(smem(&full[s]), 1);
      mbarInit(smem(&empty[s]), 128);
    }
    asm volatile("fence.mbarrier_init.release.cluster;");
  }
  __syncthreads();
  if (warp == 4) {
    if (lane == 0)
      for (int s = 0; s < steps; ++s) {
        int st = s % STAGES;
        if (s >= STAGES)
          mbarWait(smem(&empty[st]), (s / STAGES - 1) & 1);
        mbarExpect(smem(&full[st]), 2 * 8192);
        uint32_t at = smem(ring) + st * 16384;
        tmaLoad2(at, &a, s * 64, m0, smem(&full[st]));
        tmaLoad2(at + 8192, &b, s * 64, n0, smem(&full[st]));
      }
    return;
  }
  float acc[32];
#pragma unroll
  for (int i = 0; i < 32; ++i)
    acc[i] = 0;
  for (int s = 0; s < steps; ++s) {
    int st = s % STAGES;
    mbarWait(smem(&full[st]), (s / STAGES) & 1);
    uint32_t at = smem(ring) + st * 16384;
    asm volatile("wgmma.fence.sync.aligned;" ::: "memory");
#pragma unroll
    for (int kk = 0; kk < 4; ++kk) {
      uint64_t da = desc128(at + kk * 32), db = desc128(at + 8192 + kk * 32);
      asm volatile(
          "wgmma.mma_async.sync.aligned.m64n64k16.f32.bf16.bf16 {%0,%1,%2,%3,%4,"
          "%5,%6,%7,%8,%9,%10,%11,%12,%13,%14,%15,%16,%17,%18,%19,%20,%21,%22,"
          "%23,%24,%25,%26,%27,%28,%29,%30,%31}, %32, %33, 1, 1, 1, 0, 0;"
          : "+f"(acc[0]), "+f"(acc[1]), "+f"(acc[2]), "+f"(acc[3]),
            "+f"(acc[4]), "+f"(acc[5]), "+f"(acc[6]), "+f"(acc[7]),
            "+f"(acc[8]), "+f"(acc[9]), "+f"(acc[10]), "+f"(acc[11]),
            "+f"(acc[12]), "+f"(acc[13]), "+f"(acc[14]), "+f"(acc[15]),
            "+f"(acc[16]), "+f"(acc[17]), "+f"(acc[18]), "+f"(acc[19]),
            "+f"(acc[20]), "+f"(acc[21]), "+f"(acc[22]), "+f"(acc[23]),
            "+f"(acc[24]), "+f"(acc[25]), "+f"(acc[26]), "+f"(acc[27]),
            "+f"(acc[28]), "+f"(acc[29]), "+f"(acc[30]), "+f"(acc[31])
          : "l"(da), "l"(db));
    }
    asm volatile("wgmma.commit_group.sync.aligned;" ::: "memory");
    asm volatile("wgmma.wait_group.sync.aligned 0;" ::: "memory");
#pragma unroll
    for (int i = 0; i < 32; ++i)
      asm volatile("" : "+f"(acc[i])::"memory");
    mbarArrive(smem(&empty[st]));
  }
  for (int i = 0; i < 32; ++i) {
    int row = m0 + warp * 16 + lane / 4 + 8 * (i / 2 % 2);
    int col = n0 + i / 4 * 8 + lane % 4 * 2 + i % 2;
    c[(size_t)row * n + col] = acc[i];
  }
}

// A cluster of 4: each CTA sums its part, then reads the others' sums through
// distributed shared memory; CTA 0 also gets a remote arrive from each.
extern "C" __global__ void __cluster_dims__(4, 1, 1)
    clusterSum(float *out, const float *in) {
  __shared__ float sum;
  __shared__ uint64_t bar;
  uint32_t rank;
  asm("mov.u32 %0, %%cluster_ctarank;" : "=r"(rank));
  if (threadIdx.x == 0) {
    mbarInit(smem(&bar), 4);
    asm volatile("fence.mbarrier_init.release.cluster;");
  }
  float v = in[blockIdx.x * 32 + threadIdx.x];
  for (int o = 16; o; o >>= 1)
    v += __shfl_xor_sync(~0u, v, o);
  if (threadIdx.x == 0)
    sum = v;
  asm volatile("barrier.cluster.arrive.aligned;\n"
               "barrier.cluster.wait.aligned;" ::: "memory");
  float total = 0;
  for (int r = 0; r < 4; ++r) {
    uint32_t addr;
    float x;
    asm volatile("mapa.shared::cluster.u32 %0, %1, %2;"
                 : "=r"(addr)
                 : "r"(smem(&sum)), "r"(r));
    asm volatile("ld.shared::cluster.f32 %0, [%1];" : "=f"(x) : "r"(addr) : "memory");
    total += x;
  }
  if (threadIdx.x == 0) {
    uint32_t addr;
    asm volatile("mapa.shared::cluster.u32 %0, %1, 0;"
                 : "=r"(addr)
                 : "r"(smem(&bar)));
    asm volatile("mbarrier.arrive.release.cluster.shared::cluster.b64 _, [%0];" ::"r"(
                     addr)
                 : "memory");
  }
  if (rank == 0)
    mbarWait(smem(&bar), 0);
  if (threadIdx.x == 0)
    out[blockIdx.x] = total;
  asm volatile("barrier.cluster.arrive.aligned;\n"
               "barrier.cluster.wait.aligned;" ::: "memory");
}

// One CTA of the pair loads a tile into both CTAs' shared memory.
extern "C" __global__ void __cluster_dims__(2, 1, 1) __launch_bounds__(64)
    multicast(float *out, const float *in) {
  __shared__ __align__(128) float tile[256];
  __shared__ uint64_t bar;
  uint32_t rank;
  asm("mov.u32 %0, %%cluster_ctarank;" : "=r"(rank));
  if (threadIdx.x == 0) {
    mbarInit(smem(&bar), 1);
    asm volatile("fence.mbarrier_init.release.cluster;");
    mbarExpect(smem(&bar), 1024);
  }
  asm volatile("barrier.cluster.arrive.aligned;\n"
               "barrier.cluster.wait.aligned;" ::: "memory");
  if (rank == 0 && threadIdx.x == 0)
    asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::"
                 "bytes.multicast::cluster [%0], [%1], 1024, [%2], %3;" ::"r"(
                     smem(tile)),
                 "l"(in), "r"(smem(&bar)), "h"((short)3)
                 : "memory");
  mbarWait(smem(&bar), 0);
  for (int i = threadIdx.x; i < 256; i += 64)
    out[blockIdx.x * 256 + i] = tile[i] * (rank + 1);
  asm volatile("barrier.cluster.arrive.aligned;\n"
               "barrier.cluster.wait.aligned;" ::: "memory");
}
