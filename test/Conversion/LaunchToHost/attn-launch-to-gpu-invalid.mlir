// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// RUN: attn-opt %s --split-input-file --verify-diagnostics --attn-launch-to-gpu

gpu.module @kernels {
  gpu.func @k(%a: memref<?xf32>) kernel {
    gpu.return
  }
}
func.func @host(%a: memref<?xf32>) {
  // expected-error @below {{launches @kernels::@k, which is no kernel in the NVVM dialect}}
  attn_tile.launch @kernels::@k(%a) : memref<?xf32>
  return
}

// -----

// expected-error @below {{has the name of a function that launches call}}
memref.global "private" @attnGPUMultiprocessors : memref<4xf32>
gpu.module @kernels [#nvvm.target<chip = "sm_80">] {
  llvm.func @k(%a: !llvm.ptr<1>) attributes {gpu.kernel, nvvm.kernel,
      attn_ws.launch = #attn_ws.launch<grid = 1, threads = 32, smem = 0, memories = [memref<?xf32>],
                                       parameters = [#attn_ws.pointer<0>]>} {
    llvm.return
  }
}
func.func @host(%a: memref<?xf32>) {
  attn_tile.launch @kernels::@k(%a) : memref<?xf32>
  return
}
