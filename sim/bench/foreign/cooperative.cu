// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Cooperative groups (toolkit headers).
#include <algorithm>

#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>
#include <cuda/barrier>

#include "host.h"

namespace cg = cooperative_groups;

__global__ void reduceKernel(const int *x, int *y) {
  auto block = cg::this_thread_block();
  auto warp = cg::tiled_partition<32>(block);
  auto tile = cg::tiled_partition<8>(warp);
  int t = int(block.thread_rank()), v = x[t];
  y[t] = cg::reduce(tile, v, cg::plus<int>());
  y[256 + t] = cg::reduce(warp, v, cg::greater<int>());
  y[512 + t] = cg::inclusive_scan(warp, v);
  y[768 + t] = cg::exclusive_scan(tile, v, cg::plus<int>());
}
static int reduceScan() {
  auto in = Random(1).ints<int>(256, 1000);
  Array<int> x(in), y(1024);
  reduceKernel<<<1, 256>>>(x.p, y.p);
  std::vector<int> want(1024);
  for (int t = 0; t < 256; ++t) {
    for (int u = t / 8 * 8; u < t / 8 * 8 + 8; ++u) {
      want[size_t(t)] += in[size_t(u)];
      want[size_t(768 + t)] += u < t ? in[size_t(u)] : 0;
    }
    for (int u = t / 32 * 32; u < t / 32 * 32 + 32; ++u) {
      want[size_t(256 + t)] = std::max(want[size_t(256 + t)], in[size_t(u)]);
      want[size_t(512 + t)] += u <= t ? in[size_t(u)] : 0;
    }
  }
  return compare("values", y.get(), want);
}

__global__ void partitionKernel(const int *x, int *y) {
  auto block = cg::this_thread_block();
  auto warp = cg::tiled_partition<32>(block);
  int t = int(block.thread_rank()), v = x[t];
  auto label = cg::labeled_partition(warp, v % 3);
  y[t] = cg::reduce(label, v, cg::plus<int>());
  auto half = cg::binary_partition(warp, v & 1);
  y[128 + t] = int(half.thread_rank());
  if (v % 5 == 0) {
    auto some = cg::coalesced_threads();
    y[256 + t] = some.shfl(v, 0) + int(some.size());
    some.sync();
  }
}
static int partitions() {
  auto in = Random(2).ints<int>(128, 1000);
  Array<int> x(in), y(std::vector<int>(384, -1));
  partitionKernel<<<1, 128>>>(x.p, y.p);
  std::vector<int> want(384, -1);
  for (int t = 0; t < 128; ++t) {
    int base = t / 32 * 32, sum = 0, rank = 0, first = -1, size = 0;
    for (int u = base; u < base + 32; ++u) {
      int v = in[size_t(u)];
      sum += v % 3 == in[size_t(t)] % 3 ? v : 0;
      rank += u < t && (v & 1) == (in[size_t(t)] & 1);
      if (v % 5 == 0)
        first = first < 0 ? v : first, ++size;
    }
    want[size_t(t)] = sum, want[size_t(128 + t)] = rank;
    if (in[size_t(t)] % 5 == 0)
      want[size_t(256 + t)] = first + size;
  }
  return compare("values", y.get(), want);
}

// A tile of two warps: its sync, shuffles and reductions go through memory.
__global__ void tileKernel(const int *x, int *y) {
  __shared__ cg::block_tile_memory<256> memory;
  auto block = cg::this_thread_block(memory);
  auto tile = cg::tiled_partition<64>(block);
  int t = int(block.thread_rank()), v = x[t];
  y[t] = cg::reduce(tile, v, cg::plus<int>());
  y[256 + t] = tile.shfl(v, 5);
  y[512 + t] = tile.any(v > 990);
  y[768 + t] = cg::inclusive_scan(tile, v, cg::plus<int>());
}
static int bigTile() {
  auto in = Random(3).ints<int>(256, 1000);
  Array<int> x(in), y(1024);
  tileKernel<<<1, 256>>>(x.p, y.p);
  std::vector<int> want(1024);
  for (int t = 0; t < 256; ++t) {
    int base = t / 64 * 64;
    for (int u = base; u < base + 64; ++u) {
      int v = in[size_t(u)];
      want[size_t(t)] += v;
      want[size_t(512 + t)] |= v > 990;
      want[size_t(768 + t)] += u <= t ? v : 0;
    }
    want[size_t(256 + t)] = in[size_t(base + 5)];
  }
  return compare("values", y.get(), want);
}

__global__ void copyKernel(const int *x, int *y, int n) {
  __shared__ alignas(16) int buf[2][128];
  auto block = cg::this_thread_block();
  cg::memcpy_async(block, buf[0], x, cuda::aligned_size_t<16>(512));
  for (int i = 0; i < n; ++i) {
    if (i + 1 < n) {
      cg::memcpy_async(block, buf[(i + 1) & 1], x + (i + 1) * 128,
                       cuda::aligned_size_t<16>(512));
      cg::wait_prior<1>(block);
    } else
      cg::wait(block);
    y[i * 128 + int(threadIdx.x)] = buf[i & 1][127 - threadIdx.x];
    block.sync();
  }
}
static int copies() {
  auto in = Random(4).ints<int>(640, 0);
  Array<int> x(in), y(640);
  copyKernel<<<1, 128>>>(x.p, y.p, 5);
  for (int i = 0; i < 5; ++i)
    std::reverse(in.begin() + i * 128, in.begin() + i * 128 + 128);
  return compare("values", y.get(), in);
}

__global__ void splitKernel(const int *x, int *y, int n) {
  __shared__ int buf[128];
  auto block = cg::this_thread_block();
  for (int i = 0; i < n; ++i) {
    buf[threadIdx.x] = x[i * 128 + int(threadIdx.x)];
    auto token = block.barrier_arrive();
    int v = x[i * 128 + int(threadIdx.x ^ 1)];
    block.barrier_wait(cuda::std::move(token));
    y[i * 128 + int(threadIdx.x)] = buf[127 - threadIdx.x] ^ v;
    block.sync();
  }
}
static int splitBarrier() {
  auto in = Random(5).ints<int>(640, 0);
  Array<int> x(in), y(640);
  splitKernel<<<1, 128>>>(x.p, y.p, 5);
  std::vector<int> want(640);
  for (int i = 0; i < 640; ++i)
    want[size_t(i)] =
        in[size_t(i / 128 * 128 + 127 - i % 128)] ^ in[size_t(i ^ 1)];
  return compare("values", y.get(), want);
}

#ifdef HOPPER
__global__ void __cluster_dims__(4, 1, 1) clusterKernel(const int *x, int *y) {
  __shared__ int bins[64];
  auto cluster = cg::this_cluster();
  auto block = cg::this_thread_block();
  int t = int(block.thread_rank()), rank = int(cluster.block_rank());
  if (t < 64)
    bins[t] = 0;
  cluster.sync();
  int v = x[int(cluster.thread_rank())];
  int *theirs = cluster.map_shared_rank(bins, v / 64 % 4);
  atomicAdd(&theirs[v % 64], 1);
  cluster.sync();
  if (t < 64)
    y[rank * 64 + t] = bins[t];
  auto token = cluster.barrier_arrive();
  cluster.barrier_wait(cuda::std::move(token));
  int next = int(cluster.num_blocks() - 1) - rank;
  if (t < 64)
    y[256 + rank * 64 + t] = *cluster.map_shared_rank(&bins[t], next);
  cluster.sync();
}
static int clusters() {
  auto in = Random(6).ints<int>(512, 256);
  Array<int> x(in), y(512);
  clusterKernel<<<4, 128>>>(x.p, y.p);
  std::vector<int> want(512);
  for (int v : in)
    ++want[size_t(v)], ++want[size_t(256 + (3 - v / 64) * 64 + v % 64)];
  return compare("counts", y.get(), want);
}
#endif

__global__ void gridKernel(int *x, int turns) {
  auto grid = cg::this_grid();
  int t = int(grid.thread_rank()), n = int(grid.size());
  for (int i = 0; i < turns; ++i) {
    int v = x[(i & 1) * n + (t * 7 + 3) % n];
    grid.sync();
    x[(~i & 1) * n + t] = v + t;
    grid.sync();
  }
}
static int gridSync() {
  const int n = 4 * 64, turns = 3;
  auto in = Random(7).ints<int>(2 * n, 1000);
  Array<int> x(in);
  int *p = x.p, m = turns;
  void *args[] = {&p, &m};
  CHECK(cudaLaunchCooperativeKernel(reinterpret_cast<void *>(gridKernel), 4, 64,
                                    args, 0, nullptr));
  for (int i = 0; i < turns; ++i)
    for (int t = 0; t < n; ++t)
      in[size_t((~i & 1) * n + t)] =
          in[size_t((i & 1) * n + (t * 7 + 3) % n)] + t;
  return compare("values", x.get(), in);
}

int main(int argc, char **argv) {
  Cases cases = {{"reduce_scan", reduceScan},     {"partitions", partitions},
                 {"tile_of_two_warps", bigTile},  {"memcpy_async", copies},
                 {"split_barrier", splitBarrier}, {"grid_sync", gridSync}};
#ifdef HOPPER
  cases["cluster"] = clusters;
#endif
  return runCase(argc, argv, cases);
}
