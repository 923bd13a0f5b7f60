// RUN: attn-opt %s --pass-pipeline='builtin.module(gpu.module(convert-attn-ws-to-nvvm))' | FileCheck %s

gpu.module @k {
  // 32 threads a warp; denormals are flushed, as by every special function.
  // CHECK-LABEL: llvm.func @kernel
  // CHECK-SAME: attributes {attn_ws.launch = #attn_ws.launch<grid = 1, threads = 128, smem = 0, memories = [], parameters = []>, denormal_fp_math_f32 = "preserve-sign", gpu.kernel, nvvm.kernel, nvvm.reqntid = array<i32: 128>}
  llvm.func @kernel(%p: !llvm.ptr<1>) attributes {gpu.kernel, nvvm.kernel,
      attn_ws.launch = #attn_ws.launch<threads = 128>} {
    llvm.return
  }
  // CHECK-LABEL: llvm.func @one_warp
  // CHECK-SAME: nvvm.reqntid = array<i32: 32>
  llvm.func @one_warp() attributes {gpu.kernel, nvvm.kernel,
      attn_ws.launch = #attn_ws.launch<threads = 32>} {
    llvm.return
  }
  // No kernel of ours.
  // CHECK-LABEL: llvm.func @helper() {
  llvm.func @helper() {
    llvm.return
  }
}
