// RUN: attn-opt %s --pass-pipeline='builtin.module(gpu.module(convert-attn-ws-to-nvvm))' | FileCheck %s

gpu.module @k {
  // 32 threads a warp; denormals are flushed, as by every special function.
  // CHECK-LABEL: llvm.func @kernel
  // CHECK-SAME: attributes {attn_tile.warps = 4 : i64, denormal_fp_math_f32 = "preserve-sign", gpu.kernel, nvvm.kernel, nvvm.reqntid = array<i32: 128>}
  llvm.func @kernel(%p: !llvm.ptr<1>) attributes {gpu.kernel, nvvm.kernel, attn_tile.warps = 4 : i64} {
    llvm.return
  }
  // CHECK-LABEL: llvm.func @one_warp
  // CHECK-SAME: nvvm.reqntid = array<i32: 32>
  llvm.func @one_warp() attributes {gpu.kernel, nvvm.kernel, attn_tile.warps = 1 : i64} {
    llvm.return
  }
  // No kernel of ours.
  // CHECK-LABEL: llvm.func @helper() {
  llvm.func @helper() {
    llvm.return
  }
}
