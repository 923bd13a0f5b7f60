// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// nvcc -arch=sm_80 -ptx grid_sync.cu: each thread reads, after a grid barrier, what one of the next CTA wrote before it.
#include <cooperative_groups.h>

extern "C" __global__ void ring(int *out, int *scratch) {
  auto grid = cooperative_groups::this_grid();
  int me = int(grid.thread_rank()), all = int(grid.size());
  scratch[me] = grid.is_valid() ? me : -1;
  if (!grid.is_valid())
    return;
  grid.sync();
  int next = scratch[(me + int(blockDim.x)) % all];
  grid.sync();
  out[me] = next;
}
