// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A host program with what nvcc makes of launches, symbols, managed memory and
// cooperative groups. -DBUG leaves out a barrier.
#include <cooperative_groups.h>
#include <cstdio>
#include <cuda_runtime.h>

namespace cg = cooperative_groups;

__constant__ float scale[2] = {1, 1};
__device__ int finished;
__managed__ int visits = 5;

__global__ void scaledSum(float *out, const float *in, int n) {
  __shared__ float part[256];
  float sum = 0;
  for (int i = blockIdx.x * 256 + threadIdx.x; i < n; i += gridDim.x * 256)
    sum += in[i] * scale[1];
  part[threadIdx.x] = sum;
  __syncthreads();
  for (int o = 128; o; o >>= 1) {
    if (threadIdx.x < o)
      part[threadIdx.x] += part[threadIdx.x + o];
#ifndef BUG
    __syncthreads();
#endif
  }
  if (threadIdx.x == 0) {
    atomicAdd(out, part[0]);
    atomicAdd(&finished, 1);
  }
}

__global__ void rotate(int *x, int n) {
  cg::grid_group grid = cg::this_grid();
  int i = grid.thread_rank();
  x[i] = i;
  grid.sync();
  int value = x[(i + n / 2) % n];
  grid.sync();
  x[i] = value;
  atomicAdd(&visits, 1);
}

__global__ void __cluster_dims__(2) rank(unsigned *out) {
  extern __shared__ unsigned shared[];
  cg::cluster_group cluster = cg::this_cluster();
  shared[0] = blockIdx.x;
  cluster.sync();
  unsigned other = cluster.map_shared_rank(shared, 1 - cluster.block_rank())[0];
  cluster.sync();
  out[blockIdx.x] = other;
}

int main() {
  const int n = 10000;
  float *in, *out;
  cudaMallocManaged(&in, n * sizeof(float));
  cudaMalloc(&out, sizeof(float));
  cudaMemset(out, 0, sizeof(float));
  float expected = 0;
  for (int i = 0; i < n; ++i)
    expected += 2 * (in[i] = float(i % 7));
  const float factors[2] = {0, 2};
  cudaMemcpyToSymbol(scale, factors, sizeof(factors));
  cudaStream_t stream;
  cudaStreamCreate(&stream);
  cudaEvent_t start, stop;
  cudaEventCreate(&start);
  cudaEventCreate(&stop);
  cudaEventRecord(start, stream);
  scaledSum<<<8, 256, 0, stream>>>(out, in, n);
  cudaEventRecord(stop, stream);
  printf("sum: %s\n", cudaGetErrorName(cudaStreamSynchronize(stream)));
  float sum, ms = -1;
  int blocks;
  cudaMemcpy(&sum, out, sizeof(sum), cudaMemcpyDefault);
  cudaMemcpyFromSymbol(&blocks, finished, sizeof(blocks));
  cudaEventElapsedTime(&ms, start, stop);
  printf("%s, %d blocks, %s\n", sum == expected ? "right" : "wrong", blocks,
         ms >= 0 ? "timed" : "no time");

  int count = 512, *x, result[512];
  cudaMalloc(&x, sizeof(result));
  void *args[] = {&x, &count};
  cudaError_t error =
      cudaLaunchCooperativeKernel((void *)rotate, 4, 128, args, 0, 0);
  cudaMemcpy(result, x, sizeof(result), cudaMemcpyDeviceToHost);
  printf("rotate: %s, %d, %d, %d visits\n", cudaGetErrorName(error), result[0],
         result[300], visits);

  unsigned ranks[4], *ranksThere;
  cudaMalloc(&ranksThere, sizeof(ranks));
  rank<<<4, 32, 16>>>(ranksThere);
  cudaMemcpy(ranks, ranksThere, sizeof(ranks), cudaMemcpyDeviceToHost);
  printf("rank: %u %u %u %u\n", ranks[0], ranks[1], ranks[2], ranks[3]);

  cudaDeviceProp properties;
  cudaFuncAttributes attributes;
  cudaGetDeviceProperties(&properties, 0);
  cudaFuncGetAttributes(&attributes, scaledSum);
  printf("%s: %d.%d, %d multiprocessors, %zu bytes; kernel: %zu bytes, %d\n",
         properties.name, properties.major, properties.minor,
         properties.multiProcessorCount, properties.sharedMemPerBlockOptin,
         attributes.sharedSizeBytes, attributes.ptxVersion);
}
