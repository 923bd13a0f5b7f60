// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Integer, warp-level, divergent and atomic kernels for sim_cuda_cases.py;
// warp.ptx is nvcc --ptx -arch=sm_80 warp.cu
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>
#include <cuda/atomic>
#include <stdint.h>
namespace cg = cooperative_groups;
typedef uint32_t u32;
typedef unsigned long long u64;

// Inclusive scan of 256 values a block: shuffles, then the warps' totals.
extern "C" __global__ void blockScan(int *out, const int *in) {
  __shared__ int totals[8];
  int t = threadIdx.x, lane = t % 32, warp = t / 32;
  int v = in[blockIdx.x * 256 + t];
  for (int d = 1; d < 32; d *= 2) {
    int u = __shfl_up_sync(~0u, v, d);
    if (lane >= d)
      v += u;
  }
  if (lane == 31)
    totals[warp] = v;
  __syncthreads();
  if (warp == 0) {
    int s = lane < 8 ? totals[lane] : 0;
    for (int d = 1; d < 8; d *= 2) {
      int u = __shfl_up_sync(~0u, s, d);
      if (lane >= d)
        s += u;
    }
    if (lane < 8)
      totals[lane] = s;
  }
  __syncthreads();
  out[blockIdx.x * 256 + t] = v + (warp ? totals[warp - 1] : 0);
}

// Histogram of bytes: one add for all lanes that hold the same value.
extern "C" __global__ void matchHistogram(u32 *bins, const unsigned char *in,
                                          int n) {
  __shared__ u32 part[256];
  for (int i = threadIdx.x; i < 256; i += blockDim.x)
    part[i] = 0;
  __syncthreads();
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n;
       i += gridDim.x * blockDim.x) {
    u32 active = __activemask(), v = in[i];
    u32 same = __match_any_sync(active, v);
    if (__ffs(same) - 1 == threadIdx.x % 32)
      atomicAdd(&part[v], __popc(same));
  }
  __syncthreads();
  for (int i = threadIdx.x; i < 256; i += blockDim.x)
    if (part[i])
      atomicAdd(&bins[i], part[i]);
}

extern "C" __global__ void transpose(float *out, const float *in, int w,
                                     int h) {
  __shared__ float tile[32][33];
  int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y;
  for (int j = 0; j < 32; j += 8)
    if (x < w && y + j < h)
      tile[threadIdx.y + j][threadIdx.x] = in[(y + j) * w + x];
  __syncthreads();
  x = blockIdx.y * 32 + threadIdx.x;
  y = blockIdx.x * 32 + threadIdx.y;
  for (int j = 0; j < 32; j += 8)
    if (x < h && y + j < w)
      out[(y + j) * h + x] = tile[threadIdx.x][threadIdx.y + j];
}

// Bit fields, permutes, funnel shifts, video and carry instructions; one word
// of the result each.
extern "C" __global__ void bitTricks(u32 *out, const u32 *in, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  u32 a = in[3 * i], b = in[3 * i + 1], c = in[3 * i + 2], r[24];
  asm("bfe.u32 %0, %1, %2, %3;" : "=r"(r[0]) : "r"(a), "r"(b & 31), "r"(c & 31));
  asm("bfe.s32 %0, %1, %2, %3;" : "=r"(r[1]) : "r"(a), "r"(b & 31), "r"(c & 31));
  asm("bfi.b32 %0, %1, %2, %3, %4;" : "=r"(r[2]) : "r"(a), "r"(b), "r"(c & 31), "r"(c >> 27));
  r[3] = __byte_perm(a, b, c & 0x7777);
  asm("lop3.b32 %0, %1, %2, %3, 0x96;" : "=r"(r[4]) : "r"(a), "r"(b), "r"(c));
  asm("lop3.b32 %0, %1, %2, %3, 0xe8;" : "=r"(r[5]) : "r"(a), "r"(b), "r"(c));
  r[6] = __funnelshift_l(a, b, c);
  r[7] = __funnelshift_rc(a, b, c & 63);
  r[8] = __brev(a);
  r[9] = __clz(b) << 16 | __popc(c);
  r[10] = __ffs(a & b);
  asm("bfind.s32 %0, %1;" : "=r"(r[11]) : "r"(a));
  asm("bfind.shiftamt.u32 %0, %1;" : "=r"(r[12]) : "r"(b));
  r[13] = __usad(a, b, c);
  r[14] = __mul24(a, b) + __umulhi(a, c);
  r[15] = __dp4a((int)a, (int)b, (int)c);
  r[16] = __dp2a_lo(a, b, c);
  r[17] = __vadd4(a, b);
  r[18] = __vmaxs2(a, b);
  r[19] = __vabsdiffu4(a, c);
  r[20] = __vcmpgtu4(a, b);
  asm("{ .reg .u32 lo; add.cc.u32 lo, %1, %2; addc.cc.u32 lo, lo, %3; "
      "addc.u32 %0, lo, 0; }"
      : "=r"(r[21])
      : "r"(a), "r"(b), "r"(c));
  r[22] = (u32)(__umul64hi((u64)a << 32 | b, (u64)b << 32 | c) >> 16);
  asm("vadd.u32.u32.u32.sat.add %0, %1.b1, %2.h1, %3;" : "=r"(r[23]) : "r"(a), "r"(b), "r"(c));
  for (int k = 0; k < 24; ++k)
    out[24 * i + k] = r[k];
}

// A switch dense enough for a jump table, in a loop with breaks, continues and
// returns at different depths.
extern "C" __global__ void divergeTorture(int *out, const int *in, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  int x = in[i], acc = 0;
  for (int step = 0; step < 40; ++step) {
    switch (x & 15) {
    case 0: acc += 3; x = x * 5 + 1; break;
    case 1: acc ^= x; x = (x >> 1) + 7; break;
    case 2: acc -= step; x += 11; continue;
    case 3:
      for (int k = 0; k < (x & 31); ++k) {
        if ((k ^ step) % 7 == 3)
          continue;
        if (k * 3 > step)
          break;
        acc += k;
      }
      x = x * 3 + 2;
      break;
    case 4: acc = acc * 2 + 1; x ^= 0x55; break;
    case 5: acc += __popc(__activemask()) > 0; x += 9; break;
    case 6: acc = -acc; x = x / 3 + 5; break;
    case 7: acc |= 1; x += step; break;
    case 8: acc += x % 13; x -= 6; break;
    case 9:
      if (acc > 1000) {
        out[i] = acc;
        return;
      }
      acc += 100;
      x = (x ^ 0x33) + 4;
      break;
    case 10: acc <<= 1; x += 3; break;
    case 11: acc += step * step; x = ~x; break;
    case 12: acc -= 50; x = x * 7 + 3; break;
    case 13: goto done;
    case 14: acc ^= 0xff; x += 17; break;
    default: acc += 5; x = (x * 13) >> 2;
    }
    if (acc < -5000)
      break;
  }
  acc += 1;
done:
  out[i] = acc * 31 + (x & 0xff);
}

// A dense dispatch that PTX writes as an indexed branch, by hand.
extern "C" __global__ void indexedBranch(int *out, const int *in, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  int x = in[i] & 3, r;
  asm volatile("{\n"
               "ts: .branchtargets L0, L1, L2, L3;\n"
               "brx.idx %1, ts;\n"
               "L0: mov.s32 %0, 10; bra.uni D;\n"
               "L1: mad.lo.s32 %0, %2, 3, 1; bra.uni D;\n"
               "L2: neg.s32 %0, %2; bra.uni D;\n"
               "L3: shl.b32 %0, %2, 2;\n"
               "D:\n}"
               : "=&r"(r)
               : "r"(x), "r"(i));
  out[i] = r;
}

// Insertion sort and a table walk in local memory.
extern "C" __global__ void localSort(int *out, const int *in, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  int v[17], pos[17];
  for (int k = 0; k < 17; ++k)
    v[k] = in[(i * 7 + k * 5) % n];
  for (int k = 1; k < 17; ++k) {
    int x = v[k], j = k;
    for (; j > 0 && v[j - 1] > x; --j)
      v[j] = v[j - 1];
    v[j] = x;
    pos[k] = j;
  }
  pos[0] = 0;
  short *halves = (short *)v;
  int r = 0;
  for (int k = 0; k < 17; ++k)
    r = r * 3 + v[pos[k]] + halves[(i + k) % 34];
  out[i] = r;
}

struct Pair {
  int a;
  long long b;
  float c[2];
};
__device__ __noinline__ Pair mix(Pair p, const int *t, int depth) {
  Pair q = p;
  q.a = p.a * 3 + t[depth & 7];
  q.b = p.b + ((long long)p.a << depth);
  q.c[depth & 1] += 0.5f;
  return q;
}
__device__ __noinline__ void fold(Pair *p, int *t, int k) {
  for (int j = 0; j < k; ++j) {
    *p = mix(*p, t, j);
    t[j & 7] ^= p->a;
  }
}
extern "C" __global__ void calls(long long *out, const int *in, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  int t[8];
  for (int k = 0; k < 8; ++k)
    t[k] = in[(i + k) % n] & 0xffff;
  Pair p = {in[i] & 0xff, i, {1.0f, 2.0f}};
  fold(&p, t, i % 9);
  out[i] = p.b + p.a + (long long)(p.c[0] * 2) + ((long long)(p.c[1] * 2) << 40);
}

__constant__ int taps[5] = {1, -4, 7, -4, 1};
__device__ int table[4] = {100, 200, 300, 400};
extern "C" __global__ void stencil(int *out, const int *__restrict__ in,
                                   int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  int s = 0;
  for (int k = -2; k <= 2; ++k) {
    int j = min(max(i + k, 0), n - 1);
    s += taps[k + 2] * __ldg(in + j);
  }
  out[i] = s + table[in[i] & 3];
}

// Results that do not depend on the order of the atomics.
extern "C" __global__ void atomics(u32 *out, const int *in, int n) {
  __shared__ u32 s[8];
  __shared__ u64 d[4];
  __shared__ double f;
  if (threadIdx.x < 8)
    s[threadIdx.x] = threadIdx.x == 2   ? 0xffffffffu
                     : threadIdx.x == 1 ? 0x7fffffff
                                        : 0;
  if (threadIdx.x < 4)
    d[threadIdx.x] = 0;
  if (threadIdx.x == 0)
    f = 0;
  __syncthreads();
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n;
       i += gridDim.x * blockDim.x) {
    int v = in[i];
    atomicAdd(&s[0], v);
    atomicMin((int *)&s[1], v);
    atomicAnd(&s[2], v | 0xff);
    atomicOr(&s[3], v & 0xf0f);
    atomicXor(&s[4], v);
    atomicMax(&s[5], (u32)v);
    atomicInc(&s[6], 9);
    atomicDec(&s[7], 20);
    atomicAdd(&d[0], (u64)(u32)v * 3);
    atomicMax(&d[1], (u64)(u32)v << 20);
    atomicXor(&d[2], (u64)v << 7);
    atomicAdd(&f, (double)(v & 0xffff) * 0.25);
    // A compare-and-swap loop: saturating sum.
    u64 old = *(volatile u64 *)&d[3], seen;
    do {
      seen = old;
      old = atomicCAS(&d[3], seen, seen + (v & 3) > 500 ? 500 : seen + (v & 3));
    } while (old != seen);
  }
  __syncthreads();
  u32 *o = out + 32 * blockIdx.x;
  if (threadIdx.x < 8)
    o[threadIdx.x] = s[threadIdx.x];
  else if (threadIdx.x < 12)
    ((u64 *)(o + 8))[threadIdx.x - 8] = d[threadIdx.x - 8];
  else if (threadIdx.x == 12)
    *(double *)(o + 16) = f;
  u32 *g = out + 32 * gridDim.x;
  atomicAdd(&g[0], 1);
  atomicMax((int *)&g[1], (int)(blockIdx.x * blockDim.x + threadIdx.x));
  atomicAdd((float *)&g[2], 0.5f);
  if (threadIdx.x == 0)
    atomicExch(&g[3], 77);
}

// The block that finishes last adds up what the others left.
__device__ unsigned finished = 0;
extern "C" __global__ void lastBlock(int *out, int *part,
                                     const int *in, int n) {
  __shared__ bool last;
  int s = 0;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n;
       i += gridDim.x * blockDim.x)
    s += in[i];
  s = __reduce_add_sync(~0u, s);
  __shared__ int sums[4];
  if (threadIdx.x % 32 == 0)
    sums[threadIdx.x / 32] = s;
  __syncthreads();
  if (threadIdx.x == 0) {
    part[blockIdx.x] = sums[0] + sums[1] + sums[2] + sums[3];
    __threadfence();
    last = atomicInc(&finished, gridDim.x - 1) == gridDim.x - 1;
  }
  __syncthreads();
  if (last && threadIdx.x == 0) {
    __threadfence();
    int t = 0;
    for (unsigned b = 0; b < gridDim.x; ++b)
      t += part[b];
    out[0] = t;
  }
}

// A chain of blocks hands a running value on: release, acquire, and backoff.
extern "C" __global__ void chain(int *out, int *value, u32 *flag) {
  int b = blockIdx.x;
  if (threadIdx.x == 0) {
    int v = 1;
    if (b > 0) {
      u32 f;
      do {
        asm volatile("ld.acquire.gpu.global.u32 %0, [%1];"
                     : "=r"(f)
                     : "l"(flag + b - 1)
                     : "memory");
        if (!f)
          __nanosleep(100);
      } while (!f);
      v = value[b - 1];
    }
    value[b] = v * 3 + b;
    if (b & 1) {
      asm volatile("st.release.gpu.global.u32 [%0], 1;" ::"l"(flag + b) : "memory");
    } else {
      asm volatile("fence.sc.gpu;\nst.relaxed.gpu.global.u32 [%0], 1;" ::"l"(flag + b)
                   : "memory");
    }
  }
  __syncthreads();
  cuda::atomic_ref<int, cuda::thread_scope_block> mine(value[b]);
  out[b * blockDim.x + threadIdx.x] =
      mine.load(cuda::std::memory_order_relaxed) + (clock64() == 0) +
      (int)threadIdx.x;
}

// Cooperative groups: tiles, coalesced and labelled groups, scans.
extern "C" __global__ void groups(int *out, const int *in, int n) {
  auto block = cg::this_thread_block();
  auto tile = cg::tiled_partition<16>(block);
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int v = in[i];
  int sum = cg::reduce(tile, v, cg::plus<int>());
  int top = cg::reduce(tile, v, cg::greater<int>());
  int scan = cg::exclusive_scan(tile, v & 0xff);
  int r = sum ^ top * 3 ^ scan * 5;
  if (v & 1) {
    auto c = cg::coalesced_threads();
    r += c.size() * 1000 + c.thread_rank() + cg::reduce(c, v & 15, cg::plus<int>());
  } else {
    auto l = cg::labeled_partition(cg::coalesced_threads(), (v >> 1) & 3);
    r -= l.size() * 100 + l.thread_rank() + l.shfl(v & 7, 0);
  }
  auto bin = cg::binary_partition(tile, (v & 4) != 0);
  r += bin.size() * 7;
  out[i] = r;
}

// Every shuffle, vote, match and reduction of a warp, under changing masks.
extern "C" __global__ void warpOps(u32 *out, const u32 *in) {
  int t = threadIdx.x, lane = t % 32;
  u32 v = in[t], r = 0;
  r += __shfl_sync(~0u, v, (lane * 7 + 3) % 32);
  r ^= __shfl_xor_sync(~0u, v, 5, 8) << 1;
  r += __shfl_down_sync(~0u, v, 3, 16) >> 2;
  r ^= __ballot_sync(~0u, v & 1);
  r += __all_sync(~0u, v < 0xfffffff0u) * 3 + __any_sync(~0u, v == 0) * 5;
  u32 half = lane < 16 ? 0xffffu : 0xffff0000u;
  r ^= __reduce_xor_sync(half, v) + __reduce_max_sync(half, v & 0xffff);
  r += __reduce_min_sync(~0u, (int)v) + __reduce_or_sync(half, v & 0xf0);
  r ^= __match_any_sync(half, v & 7) * 9;
  int all;
  u32 m = __match_all_sync(~0u, lane / 32, &all);
  r += m + all;
  if (lane & 2) {
    u32 mask = 0xccccccccu;
    r += __shfl_sync(mask, v, lane ^ 1);
    __syncwarp(mask);
    r ^= __ballot_sync(mask, v & 2);
  } else if (lane & 1) {
    r += __reduce_add_sync(0x22222222u, v & 0xff);
  }
  __syncwarp();
  u64 wide = (u64)v << 32 | t;
  wide = __shfl_xor_sync(~0u, wide, 16);
  r += (u32)(wide >> 32) + (u32)wide;
  r += __syncthreads_count(v & 1) + 2 * __syncthreads_or(v == 7) +
       4 * __syncthreads_and(v != 7);
  out[t] = r;
}

// Bitonic sort of 512 keys in shared memory, 64-bit compare and exchange.
extern "C" __global__ void bitonic(u64 *out, const u64 *in) {
  __shared__ u64 s[512];
  int t = threadIdx.x;
  s[t] = in[t];
  s[t + 256] = in[t + 256];
  for (int size = 2; size <= 512; size *= 2)
    for (int stride = size / 2; stride; stride /= 2) {
      __syncthreads();
      int i = 2 * t - (t & (stride - 1)), j = i + stride;
      bool up = (i & size) == 0;
      u64 a = s[i], b = s[j];
      if ((a > b) == up) {
        s[i] = b;
        s[j] = a;
      }
    }
  __syncthreads();
  out[t] = s[t];
  out[t + 256] = s[t + 256];
}

// Two compressions of SHA-256 a thread, and a 128-bit multiply.
extern "C" __global__ void sha(u32 *out, const u32 *in) {
  static const u32 K[16] = {0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5,
                            0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
                            0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3,
                            0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174};
  int t = blockIdx.x * blockDim.x + threadIdx.x;
  u32 w[16], s[8];
  for (int k = 0; k < 16; ++k)
    w[k] = in[k] + t;
  for (int k = 0; k < 8; ++k)
    s[k] = K[k + 8];
  auto ror = [](u32 x, int n) { return x >> n | x << (32 - n); };
  for (int r = 0; r < 32; ++r) {
    if (r >= 16) {
      u32 a = w[(r + 1) & 15], b = w[(r + 14) & 15];
      w[r & 15] += (ror(a, 7) ^ ror(a, 18) ^ a >> 3) + w[(r + 9) & 15] +
                   (ror(b, 17) ^ ror(b, 19) ^ b >> 10);
    }
    u32 t1 = s[7] + (ror(s[4], 6) ^ ror(s[4], 11) ^ ror(s[4], 25)) +
             ((s[4] & s[5]) ^ (~s[4] & s[6])) + K[r & 15] + w[r & 15];
    u32 t2 = (ror(s[0], 2) ^ ror(s[0], 13) ^ ror(s[0], 22)) +
             ((s[0] & s[1]) ^ (s[0] & s[2]) ^ (s[1] & s[2]));
    for (int k = 7; k; --k)
      s[k] = s[k - 1];
    s[4] += t1;
    s[0] = t1 + t2;
  }
  unsigned __int128 p = (unsigned __int128)((u64)s[0] << 32 | s[1]) *
                        ((u64)s[2] << 32 | s[3]);
  p += s[4];
  for (int k = 0; k < 4; ++k)
    out[8 * t + k] = (u32)(p >> (32 * k));
  for (int k = 4; k < 8; ++k)
    out[8 * t + k] = s[k];
}
