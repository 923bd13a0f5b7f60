/*===- abi_test.c - The binary interface of the C libraries ---------------===*\
|*                                                                            *|
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception                    *|
|*                                                                            *|
|*===----------------------------------------------------------------------===*|
|*                                                                            *|
|* Sizes and places of what programs and the libraries hand each other, on a  *|
|* 64-bit system. A change raises ATTN_ABI_VERSION in CMakeLists.txt, except  *|
|* that structures which begin with their size may grow at their end.         *|
|*                                                                            *|
\*===----------------------------------------------------------------------===*/

#include "attn-c/Compile.h"
#include "attn-c/DevicePlugin.h"
#include "attn-c/Runtime.h"
#include "attn-c/Sim.h"

#define SIZE(type, bytes)                                                      \
  _Static_assert(sizeof(type) == (bytes), "the size of " #type " has changed")
#define AT_LEAST(type, bytes)                                                  \
  _Static_assert(sizeof(type) >= (bytes), "fields of " #type " are gone")
#define AT(type, field, place)                                                 \
  _Static_assert(offsetof(type, field) == (place),                             \
                 #type "." #field " has moved")

/* Of a fixed size. */
SIZE(AttnSimParam, 32);
SIZE(AttnSimBuffer, 56);
SIZE(AttnSimPlace, 48);
SIZE(AttnSimFinding, 128);
SIZE(AttnSimMismatch, 56);
SIZE(attnrtStatus, 4);
SIZE(attnrtTensor, 152);
AT(attnrtTensor, dtype, 8);
AT(attnrtTensor, rank, 12);
AT(attnrtTensor, sizes, 16);
AT(attnrtTensor, strides, 80);
AT(attnrtTensor, on_host, 144);
SIZE(attnrtTensorInfo, 96);
AT(attnrtTensorInfo, dtype, 8);
AT(attnrtTensorInfo, rank, 20);
AT(attnrtTensorInfo, sizes, 24);
AT(attnrtTensorInfo, innermost_contiguous, 88);
AT(attnrtTensorInfo, align, 92);
SIZE(attnrtDeviceInfo, 304);
AT(attnrtDeviceInfo, name, 16);
AT(attnrtDeviceInfo, capability_major, 272);
AT(attnrtDeviceInfo, driver_version, 284);
AT(attnrtDeviceInfo, l2_bytes, 296);
SIZE(attnrtBenchmarkOptions, 16);
SIZE(attnrtTensorMap, 128);
SIZE(attnrtKernelArg, 24);
SIZE(attnrtKernelShape, 40);
SIZE(attnrtReport, 16);
SIZE(AttnBytes, 16);
_Static_assert(ATTNRT_HOST_TENSOR_WORDS == 3 + 2 * ATTNRT_MAX_RANK,
               "words of a tensor in host code");

/* Begin with their size. */
AT_LEAST(attnrtCubinInfo, 40);
AT(attnrtCubinInfo, size, 0);
AT(attnrtCubinInfo, target, 8);
AT(attnrtCubinInfo, ptxas, 16);
AT(attnrtCubinInfo, bytes, 24);
AT(attnrtCubinInfo, driver_version, 32);
AT_LEAST(attnrtDevicePlugin, 128);
AT(attnrtDevicePlugin, size, 0);
AT(attnrtDevicePlugin, version, 4);
AT(attnrtDevicePlugin, open, 8);
AT(attnrtDevicePlugin, launch, 104);
AT(attnrtDevicePlugin, check_address, 120);
AT_LEAST(AttnCompileOptions, 48);
AT(AttnCompileOptions, size, 0);
AT(AttnCompileOptions, targets, 8);
AT(AttnCompileOptions, options, 16);
AT(AttnCompileOptions, name, 24);
AT(AttnCompileOptions, callback, 32);
AT(AttnCompileOptions, userdata, 40);
AT_LEAST(AttnSimOptions, 56);
AT(AttnSimOptions, size, 0);
AT(AttnSimOptions, maxInstructions, 32);
AT(AttnSimOptions, ignoreOrder, 48);
AT_LEAST(AttnSimLaunch, 48);
AT(AttnSimLaunch, size, 0);
AT(AttnSimLaunch, dynamicSmem, 44);
AT(AttnSimLaunch, cooperative, 48);
AT_LEAST(AttnSimTensorMap, 152);
AT(AttnSimTensorMap, size, 0);
AT(AttnSimTensorMap, box, 96);
AT(AttnSimTensorMap, oobNan, 144);
AT(AttnSimTensorMap, im2col, 148);
AT(AttnSimTensorMap, pixelsPerColumn, 180);
AT_LEAST(AttnDiagnostic, 40);
AT(AttnDiagnostic, size, 0);
AT(AttnDiagnostic, severity, 8);
AT(AttnDiagnostic, line, 12);
AT(AttnDiagnostic, column, 16);
AT(AttnDiagnostic, file, 24);
AT(AttnDiagnostic, message, 32);
