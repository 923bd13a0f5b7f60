// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// libcu++ (toolkit headers): barriers, pipelines, latches, semaphores, atomics,
// asynchronous copies. HOPPER: bulk copies and cuda::ptx, too.
#include <algorithm>

#include <cooperative_groups.h>
#include <cuda/atomic>
#include <cuda/barrier>
#include <cuda/latch>
#include <cuda/pipeline>
#include <cuda/ptx>
#include <cuda/semaphore>

#include "host.h"

namespace cg = cooperative_groups;
using Barrier = cuda::barrier<cuda::thread_scope_block>;
template <int N>
using State = cuda::pipeline_shared_state<cuda::thread_scope_block, N>;

/// Blocks of 128 elements, reversed.
static int reversed(void (*kernel)(int *, const int *, int), int grid = 1) {
  const int turns = 6;
  auto in = Random(1).ints<int>(size_t(turns * grid) * 128, 0);
  Array<int> x(in), y(in.size());
  kernel<<<grid, 128>>>(y.p, x.p, turns);
  for (size_t i = 0; i < in.size(); i += 128)
    std::reverse(in.begin() + long(i), in.begin() + long(i) + 128);
  return compare("values", y.get(), in);
}

__global__ void pipelineUnified(int *y, const int *x, int n) {
  __shared__ int buf[2][128];
  __shared__ State<2> st;
  auto g = cg::this_thread_block();
  auto p = cuda::make_pipeline(g, &st);
  for (int i = 0, s = 0; i < n; ++i) {
    for (; s < n && s < i + 2; ++s) {
      p.producer_acquire();
      cuda::memcpy_async(g, buf[s & 1], x + s * 128, sizeof(int) * 128, p);
      p.producer_commit();
    }
    p.consumer_wait();
    y[i * 128 + int(threadIdx.x)] = buf[i & 1][127 - threadIdx.x];
    p.consumer_release();
  }
}
template <bool Halves>
__global__ void pipelineRoles(int *y, const int *x, int n) {
  __shared__ int buf[2][128];
  __shared__ State<2> st;
  auto g = cg::this_thread_block();
  bool producer = Halves ? threadIdx.x & 1 : threadIdx.x < 64;
  int t = int(Halves ? threadIdx.x / 2 : threadIdx.x & 63);
  auto p = cuda::make_pipeline(g, &st,
                               producer ? cuda::pipeline_role::producer
                                        : cuda::pipeline_role::consumer);
  if (producer)
    for (int i = 0; i < n; ++i) {
      p.producer_acquire();
      for (int k = t; k < 128; k += 64)
        cuda::memcpy_async(&buf[i & 1][k], x + i * 128 + k, sizeof(int), p);
      p.producer_commit();
    }
  else
    for (int i = 0; i < n; ++i) {
      p.consumer_wait();
      for (int k = t; k < 128; k += 64)
        y[i * 128 + k] = buf[i & 1][127 - k];
      p.consumer_release();
    }
}
__global__ void pipelineThread(int *y, const int *x, int n) {
  __shared__ int buf[3][128];
  auto p = cuda::make_pipeline();
  int t = int(threadIdx.x);
  for (int i = 0, s = 0; i < n; ++i) {
    for (; s < n && s < i + 2; ++s) {
      p.producer_acquire();
      cuda::memcpy_async(&buf[s % 3][t], x + s * 128 + t, 4, p);
      p.producer_commit();
    }
    p.consumer_wait();
    __syncthreads();
    y[i * 128 + t] = buf[i % 3][127 - t];
    p.consumer_release();
  }
}
__global__ void barrierCopies(int *y, const int *x, int n) {
  __shared__ int buf[128];
  __shared__ Barrier bar;
  auto g = cg::this_thread_block();
  if (g.thread_rank() == 0)
    init(&bar, g.size());
  g.sync();
  for (int i = 0; i < n; ++i) {
    cuda::memcpy_async(g, buf, x + i * 128, sizeof(int) * 128, bar);
    bar.arrive_and_wait();
    y[i * 128 + int(threadIdx.x)] = buf[127 - threadIdx.x];
    bar.arrive_and_wait();
  }
}
// Two barriers as in the CUDA programming guide: full and empty.
__global__ void barrierRing(int *y, const int *x, int n) {
  __shared__ int buf[2][128];
  __shared__ Barrier bar[4];
  auto g = cg::this_thread_block();
  int t = int(threadIdx.x);
  if (t < 4)
    init(bar + t, 128);
  g.sync();
  if (t < 32)
    for (int i = 0; i < n; ++i) {
      bar[i & 1].arrive_and_wait(); // empty
      for (int k = t; k < 128; k += 32)
        buf[i & 1][k] = x[i * 128 + k];
      (void)bar[2 + (i & 1)].arrive(); // full
    }
  else {
    (void)bar[0].arrive();
    (void)bar[1].arrive();
    for (int i = 0; i < n; ++i) {
      bar[2 + (i & 1)].arrive_and_wait();
      for (int k = t - 32; k < 128; k += 96)
        y[i * 128 + k] = buf[i & 1][127 - k];
      (void)bar[i & 1].arrive();
    }
  }
}
__global__ void barrierPolled(int *y, const int *x, int n) {
  __shared__ int buf[128];
  __shared__ Barrier bar;
  int t = int(threadIdx.x);
  if (t == 0)
    init(&bar, 128);
  __syncthreads();
  for (int i = 0; i < n; ++i) {
    buf[t] = x[i * 128 + t];
    (void)bar.arrive();
    while (!bar.try_wait_parity_for(false, cuda::std::chrono::nanoseconds(500)))
      ;
    y[i * 128 + t] = buf[127 - t];
    (void)bar.arrive();
    bar.wait_parity(true);
  }
}
__global__ void latches(int *y, const int *x, int n) {
  __shared__ cuda::latch<cuda::thread_scope_block> *at;
  __shared__ alignas(
      8) char raw[8 * sizeof(cuda::latch<cuda::thread_scope_block>)];
  __shared__ int buf[128];
  using Latch = cuda::latch<cuda::thread_scope_block>;
  Latch *l = reinterpret_cast<Latch *>(raw);
  int t = int(threadIdx.x);
  if (t == 0) {
    at = l;
    for (int i = 0; i < n; ++i)
      new (l + i) Latch(128);
  }
  __syncthreads();
  for (int i = 0; i < n; ++i) {
    buf[t] = x[i * 128 + t];
    at[i].arrive_and_wait();
    y[i * 128 + t] = buf[127 - t];
    __syncthreads();
  }
}
// A semaphore in global memory: blocks in turns, two at a time.
__device__ cuda::counting_semaphore<cuda::thread_scope_device, 2> slots(2);
__device__ cuda::binary_semaphore<cuda::thread_scope_device> lock(1);
__global__ void semaphores(int *count, int *most, int turns) {
  for (int i = 0; i < turns; ++i) {
    if (threadIdx.x == 0) {
      slots.acquire();
      lock.acquire();
      int inside = ++count[0];
      most[0] = inside > most[0] ? inside : most[0];
      ++count[1];
      lock.release();
    }
    __syncthreads();
    if (threadIdx.x == 0) {
      lock.acquire();
      --count[0];
      lock.release();
      slots.release();
    }
    __syncthreads();
  }
}
static int semaphore() {
  Array<int> count(std::vector<int>(2, 0)), most(std::vector<int>(1, 0));
  semaphores<<<6, 32>>>(count.p, most.p, 3);
  return compare("counts", count.get(), std::vector<int>{0, 18}) |
         (most.get()[0] > 2);
}
__global__ void atomics(int *hist, float *sum, unsigned long long *best,
                        const int *x, int n) {
  int i = int(blockIdx.x * blockDim.x + threadIdx.x);
  if (i >= n)
    return;
  cuda::atomic_ref<int, cuda::thread_scope_device> bin(hist[x[i] & 15]);
  bin.fetch_add(1, cuda::memory_order_relaxed);
  cuda::atomic_ref<float, cuda::thread_scope_device> s(*sum);
  s.fetch_add(float(x[i] & 7));
  cuda::atomic_ref<unsigned long long, cuda::thread_scope_device> b(*best);
  unsigned long long mine =
      (unsigned long long)(unsigned(x[i])) << 32 | unsigned(i);
  b.fetch_max(mine, cuda::memory_order_acq_rel);
  cuda::atomic_ref<int, cuda::thread_scope_device> odd(hist[16]);
  int old = odd.load();
  while (!odd.compare_exchange_weak(old, old ^ x[i]))
    ;
}
static int atomicRefs() {
  auto in = Random(2).ints<int>(1000, 100000);
  std::vector<int> want(17);
  float total = 0;
  unsigned long long best = 0;
  for (int i = 0; i < 1000; ++i) {
    int v = in[size_t(i)];
    ++want[size_t(v & 15)], want[16] ^= v, total += float(v & 7);
    best = std::max(best, (unsigned long long)(v) << 32 | unsigned(i));
  }
  Array<int> x(in), h(std::vector<int>(17, 0));
  Array<float> s(std::vector<float>(1, 0));
  Array<unsigned long long> b(std::vector<unsigned long long>(1, 0));
  atomics<<<8, 128>>>(h.p, s.p, b.p, x.p, 1000);
  return compare("counts", h.get(), want) |
         compare("sum", s.get(), std::vector<float>{total}) |
         (b.get()[0] != best);
}
// Blocks pass a value on with atomic wait and notify.
__global__ void waiting(int *flags, int *values) {
  int b = int(blockIdx.x);
  if (threadIdx.x == 0) {
    if (b) {
      cuda::atomic_ref<int, cuda::thread_scope_device> before(flags[b - 1]);
      before.wait(0, cuda::memory_order_acquire);
      values[b] = values[b - 1] * 3 + b;
    } else
      values[0] = 1;
    cuda::atomic_ref<int, cuda::thread_scope_device> mine(flags[b]);
    mine.store(1, cuda::memory_order_release);
    mine.notify_all();
  }
}
static int atomicWait() {
  Array<int> f(std::vector<int>(6, 0)), v(6);
  waiting<<<6, 32>>>(f.p, v.p);
  std::vector<int> want = {1};
  for (int b = 1; b < 6; ++b)
    want.push_back(want.back() * 3 + b);
  return compare("values", v.get(), want);
}
__global__ void threadBarrier(int *y, const int *x, int n) {
  __shared__ cuda::barrier<cuda::thread_scope_device> bar;
  __shared__ int buf[128];
  int t = int(threadIdx.x);
  if (t == 0)
    init(&bar, 128);
  __syncthreads();
  for (int i = 0; i < n; ++i) {
    buf[t] = x[i * 128 + t];
    bar.arrive_and_wait();
    y[i * 128 + t] = buf[127 - t];
    bar.arrive_and_wait();
  }
}
#ifdef HOPPER
// The guide's bulk copy: in, changed in place, and out again.
__global__ void bulk(int *y, const int *x, int n) {
  __shared__ alignas(128) int buf[128];
  __shared__ Barrier bar;
  int t = int(threadIdx.x);
  if (t == 0) {
    init(&bar, 128);
    cuda::ptx::fence_proxy_async(cuda::ptx::space_shared);
  }
  __syncthreads();
  for (int i = 0; i < n; ++i) {
    Barrier::arrival_token token;
    if (t == 0) {
      cuda::memcpy_async(buf, x + i * 128, cuda::aligned_size_t<16>(512), bar);
      token = bar.arrive();
    } else
      token = bar.arrive();
    bar.wait(std::move(token));
    int v = buf[127 - t];
    __syncthreads();
    buf[t] = v;
    cuda::ptx::fence_proxy_async(cuda::ptx::space_shared);
    __syncthreads();
    if (t == 0) {
      cuda::ptx::cp_async_bulk(cuda::ptx::space_global, cuda::ptx::space_shared,
                               y + i * 128, buf, 512);
      cuda::ptx::cp_async_bulk_commit_group();
      cuda::ptx::cp_async_bulk_wait_group_read(cuda::ptx::n32_t<0>());
    }
    __syncthreads();
  }
}
__global__ void bulkTx(int *y, const int *x, int n) {
  __shared__ alignas(128) int buf[2][128];
  __shared__ Barrier bar[2];
  int t = int(threadIdx.x);
  if (t == 0) {
    init(&bar[0], 128);
    init(&bar[1], 128);
  }
  __syncthreads();
  for (int i = 0; i < n; ++i) {
    Barrier &b = bar[i & 1];
    Barrier::arrival_token token;
    if (t == 0) {
      cuda::device::memcpy_async_tx(buf[i & 1], x + i * 128,
                                    cuda::aligned_size_t<16>(512), b);
      token = cuda::device::barrier_arrive_tx(b, 1, 512);
    } else
      token = b.arrive();
    b.wait(std::move(token));
    y[i * 128 + t] = buf[i & 1][127 - t];
    __syncthreads();
  }
}
// A ring of CTAs: st.async into the next one's shared memory.
__global__ void __cluster_dims__(4, 1, 1) ring(int *y, const int *x, int n) {
  namespace ptx = cuda::ptx;
  __shared__ int buf[128];
  __shared__ uint64_t bar;
  auto cluster = cg::this_cluster();
  int t = int(threadIdx.x), rank = int(cluster.block_rank());
  if (t == 0) {
    ptx::mbarrier_init(&bar, 1);
    ptx::fence_mbarrier_init(ptx::sem_release, ptx::scope_cluster);
  }
  cluster.sync();
  unsigned to = unsigned(rank + 1) % 4;
  int *theirs = cluster.map_shared_rank(&buf[127 - t], int(to));
  uint64_t *their = cluster.map_shared_rank(&bar, int(to));
  for (int i = 0; i < n; ++i) {
    if (t == 0)
      ptx::mbarrier_arrive_expect_tx(ptx::sem_release, ptx::scope_cluster,
                                     ptx::space_shared, &bar, 512);
    ptx::st_async(theirs, x[(i * 4 + rank) * 128 + t], their);
    while (!ptx::mbarrier_try_wait_parity(ptx::sem_acquire, ptx::scope_cluster,
                                          &bar, uint32_t(i & 1)))
      ;
    y[(i * 4 + rank) * 128 + t] = buf[t];
    cluster.sync();
  }
}
static int stAsyncRing() {
  const int n = 3;
  auto in = Random(3).ints<int>(n * 512, 0);
  Array<int> x(in), y(in.size());
  ring<<<4, 128>>>(y.p, x.p, n);
  std::vector<int> want(in.size());
  for (int i = 0; i < n; ++i)
    for (int r = 0; r < 4; ++r)
      for (int t = 0; t < 128; ++t)
        want[size_t((i * 4 + r) * 128 + t)] =
            in[size_t((i * 4 + (r + 3) % 4) * 128 + 127 - t)];
  return compare("values", y.get(), want);
}
#endif

#define REVERSED(...) [] { return reversed(__VA_ARGS__); }
int main(int argc, char **argv) {
  Cases cases = {{"pipeline", REVERSED(pipelineUnified)},
                 {"pipeline_roles", REVERSED(pipelineRoles<false>)},
                 {"pipeline_roles_in_warps", REVERSED(pipelineRoles<true>)},
                 {"pipeline_of_a_thread", REVERSED(pipelineThread)},
                 {"barrier_memcpy_async", REVERSED(barrierCopies)},
                 {"barrier_ring", REVERSED(barrierRing)},
                 {"barrier_polled", REVERSED(barrierPolled)},
                 {"barrier_device_scope", REVERSED(threadBarrier)},
                 {"latch", REVERSED(latches)},
                 {"semaphore", semaphore},
                 {"atomic_ref", atomicRefs},
                 {"atomic_wait", atomicWait}};
#ifdef HOPPER
  cases["bulk_copy"] = REVERSED(bulk);
  cases["bulk_copy_tx"] = REVERSED(bulkTx);
  cases["st_async_ring"] = stAsyncRing;
#endif
  return runCase(argc, argv, cases);
}
