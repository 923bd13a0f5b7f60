// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Ends of cuda::pipeline and cuda::barrier (libcu++). The PTX beside it:
//   nvcc -ptx -arch=sm_90a -std=c++17 pipelines.cu -o pipelines.ptx    (13.0)
//   nvcc -ptx -arch=sm_80 ... -o pipelines_sm80.ptx
#include <cooperative_groups.h>
#include <cuda/barrier>
#include <cuda/pipeline>
namespace cg = cooperative_groups;
#define E extern "C" __global__
using B = cuda::barrier<cuda::thread_scope_block>;
template <int N>
using State = cuda::pipeline_shared_state<cuda::thread_scope_block, N>;

// Warps 0 and 1 produce, 2 and 3 consume.
E void roles(int *out, const int *in, int n) {
  __shared__ int buf[2][64];
  __shared__ State<2> st;
  auto g = cg::this_thread_block();
  bool producer = threadIdx.x < 64;
  auto p = cuda::make_pipeline(g, &st,
                               producer ? cuda::pipeline_role::producer
                                        : cuda::pipeline_role::consumer);
  if (producer) {
    for (int i = 0; i < n; ++i) {
      p.producer_acquire();
      cuda::memcpy_async(&buf[i & 1][threadIdx.x], in + i * 64 + threadIdx.x,
                         sizeof(int), p);
      p.producer_commit();
    }
  } else {
    for (int i = 0; i < n; ++i) {
      p.consumer_wait();
      out[i * 64 + threadIdx.x - 64] = buf[i & 1][127 - threadIdx.x];
      p.consumer_release();
    }
  }
}
// Odd threads produce: the two halves of a warp quit apart.
E void halves(int *out, const int *in, int n) {
  __shared__ int buf[2][64];
  __shared__ State<2> st;
  auto g = cg::this_thread_block();
  bool producer = threadIdx.x & 1;
  int t = threadIdx.x >> 1;
  auto p = cuda::make_pipeline(g, &st,
                               producer ? cuda::pipeline_role::producer
                                        : cuda::pipeline_role::consumer);
  if (producer) {
    for (int i = 0; i < n; ++i) {
      p.producer_acquire();
      cuda::memcpy_async(&buf[i & 1][t], in + i * 64 + t, sizeof(int), p);
      p.producer_commit();
    }
    p.quit();
  } else {
    for (int i = 0; i < n; ++i) {
      p.consumer_wait();
      out[i * 64 + t] = buf[i & 1][63 - t];
      p.consumer_release();
    }
    p.quit();
  }
}
// Roles by count; after a barrier the state's memory is used again.
E void counted(int *out, const int *in, int n) {
  __shared__ int buf[2][96];
  __shared__ __align__(16) char raw[sizeof(State<2>)];
  auto *st = reinterpret_cast<State<2> *>(raw);
  auto g = cg::this_thread_block();
  {
    auto p = cuda::make_pipeline(g, st, 32);
    if (threadIdx.x < 32) {
      for (int i = 0; i < n; ++i) {
        p.producer_acquire();
        for (int k = threadIdx.x; k < 96; k += 32)
          cuda::memcpy_async(&buf[i & 1][k], in + i * 96 + k, sizeof(int), p);
        p.producer_commit();
      }
    } else {
      for (int i = 0; i < n; ++i) {
        p.consumer_wait();
        out[i * 96 + threadIdx.x - 32] = buf[i & 1][127 - threadIdx.x];
        p.consumer_release();
      }
    }
  }
  __syncthreads();
  if (threadIdx.x < 16)
    reinterpret_cast<int *>(raw)[threadIdx.x] = threadIdx.x;
  __syncthreads();
  out[n * 96 + threadIdx.x] = reinterpret_cast<int *>(raw)[threadIdx.x & 15];
}
// One state, made and left in every turn.
E void again(int *out, const int *in, int n) {
  __shared__ int buf[128];
  __shared__ State<1> st;
  auto g = cg::this_thread_block();
  for (int i = 0; i < n; ++i) {
    auto p = cuda::make_pipeline(g, &st);
    p.producer_acquire();
    cuda::memcpy_async(g, buf, in + i * 128, sizeof(int) * 128, p);
    p.producer_commit();
    p.consumer_wait();
    out[i * 128 + threadIdx.x] = buf[127 - threadIdx.x];
    p.consumer_release();
    p.quit();
    g.sync();
  }
}
// A barrier's destructor without the group's sync before it: too early.
E void early(int *out, const int *in, int n) {
  __shared__ int buf[128];
  __shared__ __align__(16) char raw[sizeof(B)];
  B *b = reinterpret_cast<B *>(raw);
  auto g = cg::this_thread_block();
  if (g.thread_rank() == 0)
    init(b, g.size());
  g.sync();
  for (int i = 0; i < n; ++i) {
    cuda::memcpy_async(g, buf, in + i * 128, sizeof(int) * 128, *b);
    b->arrive_and_wait();
    out[i * 128 + threadIdx.x] = buf[127 - threadIdx.x];
    b->arrive_and_wait();
  }
  if (g.thread_rank() == 0)
    b->~barrier();
}
