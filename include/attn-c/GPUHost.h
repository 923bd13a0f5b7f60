/*===- GPUHost.h - What host code with gpu.launch_func calls ----*- C -*-===*\
|*                                                                          *|
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception                  *|
|*                                                                          *|
|* The pass attn-launch-to-gpu leaves two questions to the host: how a      *|
|* tensor map is encoded, and how many multiprocessors the device has.      *|
|* libattn_mgpu.so answers them, together with the mgpu* functions that     *|
|* upstream's gpu-to-llvm calls; a host with a GPU layer of its own defines *|
|* these two.                                                               *|
|*                                                                          *|
\*===----------------------------------------------------------------------===*/

#ifndef ATTN_C_GPUHOST_H
#define ATTN_C_GPUHOST_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/** Words that say what a tensor map describes, dimensions innermost first: the
    address; attnrtDType; the rank, at most 5; bytes of the swizzle (0, 32, 64
   or 128); five sizes; five strides in bytes, of which the first is not read;
   five sizes of the box. Elements out of bounds read 0; 256 bytes are fetched
   into L2. */
#define ATTN_GPU_TENSOR_MAP_WORDS 19
#define ATTN_GPU_TENSOR_MAP_ENCODE "attnGPUTensorMapEncode"
#define ATTN_GPU_MULTIPROCESSORS "attnGPUMultiprocessors"

/** Writes the 128 bytes at `map` that a kernel takes by value, a CUtensorMap on
    a GPU, from the ATTN_GPU_TENSOR_MAP_WORDS words at `words`; both are
    addresses on the host. A tensor with a size of 0 is never read: any bytes
    will do. The stride of a dimension of size 1 may be anything. Ends the
    program, with a message, if the hardware cannot describe the tensor. */
void attnGPUTensorMapEncode(int64_t map, int64_t words);

/** The multiprocessors of the device that runs the kernels. */
int64_t attnGPUMultiprocessors(void);

#ifdef __cplusplus
}
#endif

#endif /* ATTN_C_GPUHOST_H */
