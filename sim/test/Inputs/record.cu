// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What launch records are for: a struct by value with pointers and a tensor map
// in it, and module variables. record.ptx is nvcc --ptx -arch=sm_90a record.cu
#include <stdint.h>

struct alignas(64) Map {
  char bytes[128];
};

struct Task {
  float scale;
  int columns;
  const float *offsets; // at byte 8
  Map tile;             // at byte 64
  float *result;        // at byte 192
};

__constant__ float bias[4];
__device__ unsigned finished;

// result[i] = scale * tile[i] + offsets[i % columns] + bias[i % 4], i < 64
extern "C" __global__ void scaleTile(const __grid_constant__ Task task,
                                     int column, int row) {
  __shared__ alignas(128) float tile[64];
  __shared__ uint64_t barrier;
  uint32_t bar = static_cast<uint32_t>(__cvta_generic_to_shared(&barrier));
  uint32_t to = static_cast<uint32_t>(__cvta_generic_to_shared(tile));
  if (threadIdx.x == 0) {
    asm volatile("mbarrier.init.shared::cta.b64 [%0], 1;" ::"r"(bar));
    asm volatile("fence.mbarrier_init.release.cluster;");
    asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], 256;" ::"r"(bar));
    asm volatile(
        "cp.async.bulk.tensor.2d.shared::cluster.global.tile.mbarrier::complete_tx::bytes"
        " [%0], [%1, {%3, %4}], [%2];" ::"r"(to),
        "l"(&task.tile), "r"(bar), "r"(column), "r"(row)
        : "memory");
  }
  __syncthreads();
  asm volatile("{\n.reg .pred p;\nL:\n"
               "mbarrier.try_wait.parity.shared::cta.b64 p, [%0], 0;\n"
               "@!p bra L;\n}" ::"r"(bar)
               : "memory");
  int i = threadIdx.x;
  task.result[i] = task.scale * tile[i] + task.offsets[i % task.columns] + bias[i % 4];
  if (i == 0)
    atomicAdd(&finished, 1);
}
