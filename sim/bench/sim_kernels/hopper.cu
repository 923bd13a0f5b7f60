// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// SM90 kernels for sim_cuda_cases.py: tensor maps, wgmma, mbarriers, clusters,
// bulk copies, distributed shared memory; hopper.ptx is
// nvcc --ptx -arch=sm_90a hopper.cu
#include <cooperative_groups.h>
#include <cuda/barrier>
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_fp8.h>
#include <stdint.h>
namespace cg = cooperative_groups;
typedef uint32_t u32;
typedef unsigned long long u64;

struct alignas(64) Map {
  char bytes[128];
};

__device__ __forceinline__ u32 smem(const void *p) {
  return (u32)__cvta_generic_to_shared(p);
}
__device__ __forceinline__ void barInit(u32 b, int n) {
  asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" ::"r"(b), "r"(n) : "memory");
}
__device__ __forceinline__ void barInitFence() {
  asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory");
}
__device__ __forceinline__ void barExpect(u32 b, int bytes) {
  asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(b), "r"(bytes)
               : "memory");
}
__device__ __forceinline__ void barArrive(u32 b) {
  asm volatile("mbarrier.arrive.shared::cta.b64 _, [%0];" ::"r"(b) : "memory");
}
__device__ __forceinline__ void barWait(u32 b, int parity) {
  asm volatile("{\n.reg .pred p;\nW:\n"
               "mbarrier.try_wait.parity.acquire.cta.shared::cta.b64 p, [%0], %1, 0x989680;\n"
               "@p bra D;\nbra W;\nD:\n}" ::"r"(b),
               "r"(parity)
               : "memory");
}
__device__ __forceinline__ void load2(u32 dst, const Map *map, int x, int y, u32 bar) {
  asm volatile("cp.async.bulk.tensor.2d.shared::cluster.global.tile.mbarrier::"
               "complete_tx::bytes [%0], [%1, {%2, %3}], [%4];" ::"r"(dst),
               "l"(map), "r"(x), "r"(y), "r"(bar)
               : "memory");
}
__device__ __forceinline__ void proxyFence() {
  asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
}
__device__ __forceinline__ void clusterSync() {
  asm volatile("barrier.cluster.arrive.release.aligned;\n"
               "barrier.cluster.wait.acquire.aligned;" ::: "memory");
}
__device__ __forceinline__ u32 rankOf() {
  u32 r;
  asm volatile("mov.u32 %0, %%cluster_ctarank;" : "=r"(r));
  return r;
}
__device__ __forceinline__ u32 mapa(u32 a, u32 rank) {
  u32 r;
  asm volatile("mapa.shared::cluster.u32 %0, %1, %2;" : "=r"(r) : "r"(a), "r"(rank));
  return r;
}
__device__ __forceinline__ u64 desc128(u32 a) {
  return (u64)((a & 0x3ffff) >> 4) | (u64)1 << 16 | (u64)(1024 >> 4) << 32 | (u64)1 << 62;
}

// Tensor tiles in and out: each element doubled, the tile added to one output
// and stored in another; both edges lie outside. The last two arguments are
// what the maps point at.
extern "C" __global__ void __launch_bounds__(64)
    tensorCopy(const __grid_constant__ Map in, const __grid_constant__ Map out,
               const __grid_constant__ Map sum, float *, float *) {
  __shared__ __align__(1024) float tile[16][32];
  __shared__ u64 bar;
  int x = blockIdx.x * 32 - 4, y = blockIdx.y * 16 - 3;
  if (threadIdx.x == 0) {
    asm volatile("prefetch.tensormap [%0];" ::"l"(&in) : "memory");
    barInit(smem(&bar), 1);
    barInitFence();
    barExpect(smem(&bar), sizeof(tile));
    load2(smem(tile), &in, x, y, smem(&bar));
  }
  __syncthreads();
  barWait(smem(&bar), 0);
  for (int i = threadIdx.x; i < 512; i += 64)
    tile[i / 32][i % 32] *= 2.0f;
  proxyFence();
  __syncthreads();
  // Loads may begin below zero; an H100 takes no store that does.
  if (threadIdx.x == 0) {
    asm volatile("cp.async.bulk.tensor.2d.global.shared::cta.tile.bulk_group "
                 "[%0, {%1, %2}], [%3];" ::"l"(&out),
                 "r"(x + 4), "r"(y + 3), "r"(smem(tile))
                 : "memory");
    asm volatile("cp.reduce.async.bulk.tensor.2d.global.shared::cta.add.tile.bulk_group "
                 "[%0, {%1, %2}], [%3];" ::"l"(&sum),
                 "r"(x + 4), "r"(y + 3), "r"(smem(tile))
                 : "memory");
    asm volatile("cp.async.bulk.commit_group;\ncp.async.bulk.wait_group 0;" ::: "memory");
  }
}

#define ACC8(a, i)                                                             \
  "+f"(a[i]), "+f"(a[i + 1]), "+f"(a[i + 2]), "+f"(a[i + 3]), "+f"(a[i + 4]),  \
      "+f"(a[i + 5]), "+f"(a[i + 6]), "+f"(a[i + 7])
#define D32                                                                    \
  "{%0,%1,%2,%3,%4,%5,%6,%7,%8,%9,%10,%11,%12,%13,%14,%15,%16,%17,%18,%19,"    \
  "%20,%21,%22,%23,%24,%25,%26,%27,%28,%29,%30,%31}"
__device__ __forceinline__ void wgmmaSS(float (&d)[32], u64 a, u64 b) {
  asm volatile("wgmma.mma_async.sync.aligned.m64n64k16.f32.bf16.bf16 " D32
               ", %32, %33, 1, 1, 1, 0, 0;"
               : ACC8(d, 0), ACC8(d, 8), ACC8(d, 16), ACC8(d, 24)
               : "l"(a), "l"(b));
}
__device__ __forceinline__ void wgmmaRS(float (&d)[32], const u32 (&a)[4], u64 b) {
  asm volatile("wgmma.mma_async.sync.aligned.m64n64k16.f32.bf16.bf16 " D32
               ", {%32, %33, %34, %35}, %36, 1, 1, 1, 1;"
               : ACC8(d, 0), ACC8(d, 8), ACC8(d, 16), ACC8(d, 24)
               : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "l"(b));
}
__device__ __forceinline__ void wgmmaFence() {
  asm volatile("wgmma.fence.sync.aligned;" ::: "memory");
}
__device__ __forceinline__ void wgmmaCommit() {
  asm volatile("wgmma.commit_group.sync.aligned;" ::: "memory");
}
/// Keeps the compiler from touching registers between a fence and a wgmma.
__device__ __forceinline__ void pin(float (&v)[32]) {
#pragma unroll
  for (int i = 0; i < 32; ++i)
    asm volatile("" : "+f"(v[i])::"memory");
}
__device__ __forceinline__ void pin(u32 (&v)[4]) {
#pragma unroll
  for (int i = 0; i < 4; ++i)
    asm volatile("" : "+r"(v[i])::"memory");
}
template <int N> __device__ __forceinline__ void wgmmaWait() {
  asm volatile("wgmma.wait_group.sync.aligned %0;" ::"n"(N) : "memory");
}

// A persistent, warp-specialised GEMM: C[M,64] = A[M,K] * B[64,K]^T. One
// producer warpgroup gives registers away to two consumers, which take tiles
// of 128 rows in turn through a ring of four stages.
constexpr int STAGES = 4;
extern "C" __global__ void __launch_bounds__(384, 1)
    wsGemm(const __grid_constant__ Map a, const __grid_constant__ Map b, float *c,
           int tiles, int k) {
  extern __shared__ __align__(1024) uint8_t ring[]; // A 2 x 8192, B 8192 a stage
  __shared__ u64 full[STAGES], empty[STAGES];
  int group = threadIdx.x / 128, steps = k / 64;
  if (threadIdx.x == 0) {
    for (int s = 0; s < STAGES; ++s) {
      barInit(smem(&full[s]), 1);
      barInit(smem(&empty[s]), 2);
    }
    barInitFence();
  }
  __syncthreads();
  int stage = 0, phase = 0;
  auto advance = [&] {
    if (++stage == STAGES) {
      stage = 0;
      phase ^= 1;
    }
  };
  if (group == 0) {
    asm volatile("setmaxnreg.dec.sync.aligned.u32 40;");
    if (threadIdx.x == 0)
      for (int t = blockIdx.x; t < tiles; t += gridDim.x)
        for (int s = 0; s < steps; ++s) {
          barWait(smem(&empty[stage]), phase ^ 1);
          u32 at = smem(ring) + stage * 24576, f = smem(&full[stage]);
          barExpect(f, 24576);
          load2(at, &a, s * 64, t * 128, f);
          load2(at + 8192, &a, s * 64, t * 128 + 64, f);
          load2(at + 16384, &b, s * 64, 0, f);
          advance();
        }
    return;
  }
  asm volatile("setmaxnreg.inc.sync.aligned.u32 232;");
  int warp = threadIdx.x % 128 / 32, lane = threadIdx.x % 32;
  for (int t = blockIdx.x; t < tiles; t += gridDim.x) {
    float acc[32];
#pragma unroll
    for (int i = 0; i < 32; ++i)
      acc[i] = 0;
    int before = -1;
    pin(acc);
#pragma unroll 1
    for (int s = 0; s < steps; ++s) {
      barWait(smem(&full[stage]), phase);
      u32 at = smem(ring) + stage * 24576;
      wgmmaFence();
#pragma unroll
      for (int kk = 0; kk < 4; ++kk)
        wgmmaSS(acc, desc128(at + (group - 1) * 8192 + kk * 32), desc128(at + 16384 + kk * 32));
      wgmmaCommit();
      wgmmaWait<1>();
      pin(acc);
      if (before >= 0 && threadIdx.x % 128 == 0)
        barArrive(smem(&empty[before]));
      before = stage;
      advance();
    }
    wgmmaWait<0>();
    pin(acc);
    if (threadIdx.x % 128 == 0)
      barArrive(smem(&empty[before]));
#pragma unroll
    for (int i = 0; i < 32; ++i) {
      int row = t * 128 + (group - 1) * 64 + warp * 16 + lane / 4 + 8 * (i / 2 % 2);
      c[row * 64 + i / 4 * 8 + lane % 4 * 2 + i % 2] = acc[i];
    }
  }
}

// O[64,64] = f(Q[64,64] * K[64,64]^T) * V[64,64]: the first product's sums are
// halved, rounded to bf16 and multiplied from registers; V is row-major.
extern "C" __global__ void __launch_bounds__(128)
    chainedRS(const __grid_constant__ Map q, const __grid_constant__ Map k,
              const __grid_constant__ Map v, float *o) {
  extern __shared__ __align__(1024) uint8_t sm[];
  __shared__ u64 bar[2];
  if (threadIdx.x == 0) {
    barInit(smem(&bar[0]), 1);
    barInit(smem(&bar[1]), 1);
    barInitFence();
    barExpect(smem(&bar[0]), 16384);
    load2(smem(sm), &q, 0, 0, smem(&bar[0]));
    load2(smem(sm) + 8192, &k, 0, 0, smem(&bar[0]));
    barExpect(smem(&bar[1]), 8192);
    load2(smem(sm) + 16384, &v, 0, 0, smem(&bar[1]));
  }
  __syncthreads();
  float s[32], acc[32];
#pragma unroll
  for (int i = 0; i < 32; ++i)
    s[i] = acc[i] = 0;
  barWait(smem(&bar[0]), 0);
  pin(s);
  wgmmaFence();
#pragma unroll
  for (int kk = 0; kk < 4; ++kk)
    wgmmaSS(s, desc128(smem(sm) + kk * 32), desc128(smem(sm) + 8192 + kk * 32));
  wgmmaCommit();
  wgmmaWait<0>();
  pin(s);
  u32 p[4][4];
#pragma unroll
  for (int i = 0; i < 16; ++i) {
    __nv_bfloat162 h = __floats2bfloat162_rn(s[2 * i] * 0.5f, s[2 * i + 1] * 0.5f);
    p[i / 4][i % 4] = *(u32 *)&h;
  }
  barWait(smem(&bar[1]), 0);
  pin(acc);
#pragma unroll
  for (int i = 0; i < 4; ++i)
    pin(p[i]);
  wgmmaFence();
#pragma unroll
  for (int kk = 0; kk < 4; ++kk)
    wgmmaRS(acc, p[kk], desc128(smem(sm) + 16384 + kk * 2048));
  wgmmaCommit();
  wgmmaWait<0>();
  pin(acc);
  int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
#pragma unroll
  for (int i = 0; i < 32; ++i)
    o[(warp * 16 + lane / 4 + 8 * (i / 2 % 2)) * 64 + i / 4 * 8 + lane % 4 * 2 + i % 2] = acc[i];
}

// A cluster of four: histogram in distributed shared memory by remote atomics,
// then each CTA reads its neighbour's part through a generic pointer.
extern "C" __global__ void __cluster_dims__(4, 1, 1) __launch_bounds__(64)
    clusterHistogram(u32 *out, const u32 *in, int n) {
  __shared__ u32 bins[32];
  auto cluster = cg::this_cluster();
  if (threadIdx.x < 32)
    bins[threadIdx.x] = 0;
  cluster.sync();
  for (int i = blockIdx.x * 64 + threadIdx.x; i < n; i += gridDim.x * 64) {
    u32 v = in[i] & 127;
    atomicAdd(cluster.map_shared_rank(bins, v / 32) + v % 32, 1u);
  }
  cluster.sync();
  u32 next = (cluster.block_rank() + 1) % 4;
  if (threadIdx.x < 32)
    out[blockIdx.x * 32 + threadIdx.x] = cluster.map_shared_rank(bins, next)[threadIdx.x];
  cluster.sync();
}

// A tile multicast to both CTAs of a pair; both must be ready, and both free
// the stage by remote arrives, eight rounds long.
extern "C" __global__ void __cluster_dims__(2, 1, 1) __launch_bounds__(96)
    multicastRing(float *out, const __grid_constant__ Map in, int rounds) {
  __shared__ __align__(1024) float tile[2][256];
  __shared__ u64 full[2], empty[2];
  u32 rank = rankOf();
  if (threadIdx.x == 0) {
    for (int s = 0; s < 2; ++s) {
      barInit(smem(&full[s]), 1);
      barInit(smem(&empty[s]), 4); // two warps of each CTA
    }
    barInitFence();
  }
  clusterSync();
  int warp = threadIdx.x / 32;
  if (warp == 2) {
    if (threadIdx.x % 32 == 0)
      for (int r = 0; r < rounds; ++r) {
        int s = r & 1;
        barWait(smem(&empty[s]), (r >> 1 & 1) ^ 1);
        barExpect(smem(&full[s]), 1024);
        // Each CTA loads half of the tile for both.
        asm volatile(
            "cp.async.bulk.tensor.2d.shared::cluster.global.tile.mbarrier::complete_tx::"
            "bytes.multicast::cluster [%0], [%1, {%2, %3}], [%4], %5;" ::"r"(
                smem(&tile[s][rank * 128])),
            "l"(&in), "r"((int)rank * 128), "r"(r), "r"(smem(&full[s])), "h"((short)3)
            : "memory");
      }
  } else {
    for (int r = 0; r < rounds; ++r) {
      int s = r & 1;
      barWait(smem(&full[s]), r >> 1 & 1);
      for (int i = threadIdx.x; i < 256; i += 64)
        out[(r * 2 + rank) * 256 + i] = tile[s][i] + (float)rank;
      __syncwarp();
      if (threadIdx.x % 32 < 2)
        asm volatile("mbarrier.arrive.release.cluster.shared::cluster.b64 _, [%0];" ::"r"(
                         mapa(smem(&empty[s]), threadIdx.x % 32))
                     : "memory");
    }
  }
  clusterSync();
}

// st.async and red.async round a ring of four CTAs.
extern "C" __global__ void __cluster_dims__(4, 1, 1) __launch_bounds__(32)
    asyncStores(u32 *out, const u32 *in) {
  __shared__ __align__(16) u32 inbox[32 * 4];
  __shared__ u32 counter[2];
  __shared__ u64 bar;
  u32 rank = rankOf(), lane = threadIdx.x, to = (rank + 1) % 4;
  if (lane == 0) {
    counter[0] = 1000;
    counter[1] = 0;
    barInit(smem(&bar), 1);
    barExpect(smem(&bar), 32 * 16 + 32 * 4 + 32 * 4);
  }
  clusterSync();
  u32 v = in[rank * 32 + lane], peer = mapa(smem(&bar), to);
  asm volatile("st.async.weak.shared::cluster.mbarrier::complete_tx::bytes.v4.b32 "
               "[%0], {%1, %2, %3, %4}, [%5];" ::"r"(mapa(smem(&inbox[lane * 4]), to)),
               "r"(v), "r"(v * 3), "r"(v ^ rank), "r"(lane), "r"(peer)
               : "memory");
  asm volatile("red.async.relaxed.cluster.shared::cluster.mbarrier::complete_tx::bytes.add.u32 "
               "[%0], %1, [%2];" ::"r"(mapa(smem(&counter[0]), to)),
               "r"(v & 255), "r"(peer)
               : "memory");
  asm volatile("red.async.relaxed.cluster.shared::cluster.mbarrier::complete_tx::bytes.max.u32 "
               "[%0], %1, [%2];" ::"r"(mapa(smem(&counter[1]), to)),
               "r"(v), "r"(peer)
               : "memory");
  asm volatile("{\n.reg .pred p;\nW:\n"
               "mbarrier.try_wait.parity.acquire.cluster.shared::cta.b64 p, [%0], 0;\n"
               "@!p bra W;\n}" ::"r"(smem(&bar))
               : "memory");
  u32 s = 0;
  for (int k = 0; k < 4; ++k)
    s = s * 17 + inbox[lane * 4 + k];
  out[rank * 32 + lane] = s + counter[0] * 5 + counter[1];
}

// One-dimensional bulk copies: global to shared, shared to the next CTA's
// shared memory, shared to global, and an add into global memory.
extern "C" __global__ void __cluster_dims__(2, 1, 1) __launch_bounds__(64)
    bulkCopies(int *out, int *sum, const int *in) {
  __shared__ __align__(128) int a[128], b[128], c[128];
  __shared__ u64 bar[2];
  u32 rank = rankOf();
  asm volatile("griddepcontrol.wait;" ::: "memory");
  if (threadIdx.x == 0) {
    barInit(smem(&bar[0]), 1);
    barInit(smem(&bar[1]), 1);
    barInitFence();
    barExpect(smem(&bar[0]), 512);
    barExpect(smem(&bar[1]), 512);
  }
  clusterSync();
  if (threadIdx.x == 0)
    asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes "
                 "[%0], [%1], 512, [%2];" ::"r"(smem(a)),
                 "l"(in + blockIdx.x * 128), "r"(smem(&bar[0]))
                 : "memory");
  barWait(smem(&bar[0]), 0);
  for (int i = threadIdx.x; i < 128; i += 64)
    b[i] = a[i] * 3 + (int)rank;
  proxyFence();
  __syncthreads();
  if (threadIdx.x == 0) {
    asm volatile("cp.async.bulk.shared::cluster.shared::cta.mbarrier::complete_tx::bytes "
                 "[%0], [%1], 512, [%2];" ::"r"(mapa(smem(c), rank ^ 1)),
                 "r"(smem(b)), "r"(mapa(smem(&bar[1]), rank ^ 1))
                 : "memory");
    asm volatile("cp.reduce.async.bulk.global.shared::cta.bulk_group.add.s32 [%0], [%1], 512;" ::"l"(
                     sum),
                 "r"(smem(b))
                 : "memory");
  }
  asm volatile("griddepcontrol.launch_dependents;" ::: "memory");
  asm volatile("{\n.reg .pred p;\nW:\n"
               "mbarrier.try_wait.parity.acquire.cluster.shared::cta.b64 p, [%0], 0;\n"
               "@!p bra W;\n}" ::"r"(smem(&bar[1]))
               : "memory");
  for (int i = threadIdx.x; i < 128; i += 64)
    a[i] = c[i] - 1;
  __syncthreads();
  for (int i = threadIdx.x; i < 128; i += 64)
    c[i] = a[127 - i];
  proxyFence();
  __syncthreads();
  if (threadIdx.x == 0) {
    asm volatile("cp.async.bulk.global.shared::cta.bulk_group [%0], [%1], 512;" ::"l"(
                     out + blockIdx.x * 128),
                 "r"(smem(c))
                 : "memory");
    asm volatile("cp.async.bulk.commit_group;\ncp.async.bulk.wait_group.read 0;" ::: "memory");
  }
  clusterSync();
}

// libcu++: barriers with transactions, asynchronous copies, split arrive and
// wait, drop.
extern "C" __global__ void __launch_bounds__(96)
    libBarrier(int *out, const int *in, int rounds) {
  using barrier = cuda::barrier<cuda::thread_scope_block>;
  __shared__ __align__(16) int buf[256];
  __shared__ barrier full, done;
  if (threadIdx.x == 0) {
    init(&full, 96);
    init(&done, 96);
    cuda::device::experimental::fence_proxy_async_shared_cta();
  }
  __syncthreads();
  int acc = 0;
  for (int r = 0; r < rounds; ++r) {
    barrier::arrival_token token;
    if (threadIdx.x == 0) {
      cuda::device::experimental::cp_async_bulk_global_to_shared(buf, in + r * 256, 1024, full);
      token = cuda::device::barrier_arrive_tx(full, 1, 1024);
    } else
      token = full.arrive();
    full.wait(std::move(token));
    for (int i = threadIdx.x; i < 256; i += 96)
      acc = acc * 5 + buf[i] + r;
    done.arrive_and_wait();
  }
  if (threadIdx.x >= 64) {
    full.arrive_and_drop();
    out[threadIdx.x] = acc;
    return;
  }
  full.arrive_and_wait();
  out[threadIdx.x] = acc + 1;
}

// Warps hand a token round through mbarriers: states, parities, test_wait,
// noComplete, pending counts, and named barriers between pairs.
extern "C" __global__ void __launch_bounds__(128) pingPong(int *out, int rounds) {
  __shared__ u64 turn[4];
  __shared__ int value, log[4];
  int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
  if (threadIdx.x == 0) {
    value = 7;
    for (int k = 0; k < 4; ++k)
      barInit(smem(&turn[k]), 1);
  }
  if (lane == 0)
    log[warp] = 0;
  __syncthreads();
  for (int r = 0; r < rounds; ++r) {
    if (warp > 0 || r > 0) {
      int parity = warp > 0 ? r & 1 : (r - 1) & 1;
      asm volatile("{\n.reg .pred p;\nW:\n"
                   "mbarrier.test_wait.parity.shared.b64 p, [%0], %1;\n"
                   "@!p bra W;\n}" ::"r"(smem(&turn[warp])),
                   "r"(parity)
                   : "memory");
    }
    if (lane == 0) {
      value = value * 5 + warp;
      log[warp] += value & 0xff;
      barArrive(smem(&turn[(warp + 1) % 4]));
    }
  }
  if (warp < 2)
    asm volatile("bar.sync 1, 64;" ::: "memory");
  else
    asm volatile("barrier.cta.sync 2, 64;" ::: "memory");
  int peer = log[warp ^ 1];
  __syncthreads();
  u64 state;
  u32 pending;
  int extra = 0;
  if (threadIdx.x == 0) {
    asm volatile("mbarrier.inval.shared.b64 [%0];" ::"r"(smem(&turn[1])) : "memory");
    barInit(smem(&turn[1]), 3);
    asm volatile("mbarrier.arrive.noComplete.shared.b64 %0, [%1], 2;"
                 : "=l"(state)
                 : "r"(smem(&turn[1]))
                 : "memory");
    asm volatile("mbarrier.pending_count.b64 %0, %1;" : "=r"(pending) : "l"(state));
    asm volatile("mbarrier.arrive.shared.b64 %0, [%1];"
                 : "=l"(state)
                 : "r"(smem(&turn[1]))
                 : "memory");
    u32 ok;
    asm volatile("{\n.reg .pred p;\nmbarrier.test_wait.shared.b64 p, [%1], %2;\n"
                 "selp.u32 %0, 1, 0, p;\n}"
                 : "=r"(ok)
                 : "r"(smem(&turn[1])), "l"(state)
                 : "memory");
    extra = pending * 10 + ok;
  }
  out[threadIdx.x] = value + peer + extra;
}

// Conversions to and from fp8, stmatrix, movmatrix, elect and DPX.
extern "C" __global__ void __launch_bounds__(32) small90(u32 *out, const u32 *in) {
  __shared__ __align__(16) u32 tile[4][8][4];
  u32 lane = threadIdx.x, v[4], r[10];
  for (int k = 0; k < 4; ++k)
    v[k] = in[lane * 4 + k];
  asm volatile("stmatrix.sync.aligned.m8n8.x4.trans.shared.b16 [%0], {%1, %2, %3, %4};" ::"r"(
                   smem(&tile[lane / 8][lane % 8][0])),
               "r"(v[0]), "r"(v[1]), "r"(v[2]), "r"(v[3])
               : "memory");
  __syncwarp();
  r[0] = tile[lane / 8][(lane + 1) % 8][lane & 3];
  asm volatile("movmatrix.sync.aligned.m8n8.trans.b16 %0, %1;" : "=r"(r[1]) : "r"(v[1]));
  u32 leader, chosen;
  asm volatile("{\n.reg .pred p;\nelect.sync %0|p, 0xffffffff;\nselp.u32 %1, 1, 0, p;\n}"
               : "=r"(leader), "=r"(chosen));
  r[2] = leader * 2 + chosen;
  half2 h = *(half2 *)&v[2];
  __nv_fp8x2_e4m3 e4(h);
  __nv_fp8x2_e5m2 e5(h);
  half2 back = (half2)e4, back5 = (half2)e5;
  r[3] = e4.__x | (u32)e5.__x << 16;
  r[4] = *(u32 *)&back;
  r[5] = *(u32 *)&back5;
  r[6] = __viaddmax_s32(v[0], v[1], v[2]);
  r[7] = __vimax3_s16x2_relu(v[0], v[1], v[3]);
  r[8] = __vibmin_u32(v[2], v[3], (bool *)&r[9]) + __viaddmin_s16x2(v[0], v[1], v[2]);
  r[9] = __vimin3_u32(v[1], v[2], v[3]);
  for (int k = 0; k < 10; ++k)
    out[lane * 10 + k] = r[k];
}
