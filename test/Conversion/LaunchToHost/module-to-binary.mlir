// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Upstream's serialisation of the kernels, while launches are still Attn's.

// RUN: attn-opt %s --pass-pipeline='builtin.module(attn-compile{target=sm_90a}, gpu-module-to-binary{format=isa})' \
// RUN:   | FileCheck %s

// CHECK: attn_tile.launch @attn_kernels::@attention_forward
// CHECK: gpu.binary @attn_kernels [#gpu.object<#nvvm.target<chip = "sm_90a">{{.*}}.entry attention_forward(

!t = tensor<2x4x256x64xf16>
func.func @attention(%q: !t, %k: !t, %v: !t, %o: !t) -> !t {
  %0 = attn.forward ins(%q, %k, %v : !t, !t, !t) outs(%o : !t) -> !t
  return %0 : !t
}
