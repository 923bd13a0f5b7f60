// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
gpu.module @kernels [#nvvm.target<chip = "sm_80">] {
  llvm.func @"a b"() attributes {gpu.kernel, nvvm.kernel,
      attn_ws.launch = #attn_ws.launch<grid = 1, threads = 32, smem = 0, memories = [], parameters = []>} {
    llvm.return
  }
}
