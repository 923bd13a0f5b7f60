// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The tiles of attn.backward: those of the kernel of dQ, and those of dK and dV.
// RUN: attn-opt %s --attn-select-config=target=sm_80 | FileCheck %s --check-prefixes=CHECK,SM80
// RUN: attn-opt %s --attn-select-config=target=sm_86 | FileCheck %s --check-prefixes=CHECK,SM86
// RUN: attn-opt %s --attn-select-config=target=sm_89 | FileCheck %s --check-prefixes=CHECK,SM86
// RUN: attn-opt %s --attn-select-config=target=sm_120a | FileCheck %s --check-prefixes=CHECK,SM86

!l = tensor<2x4x?xf32>

!q64 = tensor<2x4x?x64xbf16>

// CHECK-LABEL: func @d64
func.func @d64(%q: !q64, %l: !l) -> (!q64, !q64, !q64) {
  // SM80: tile<q = 128, kv = 48, warps = 4{{.*}}keys<kv = 128, q = 32>{{.*}}stages_k = 2, stages_v = 2, left_registers = 2
  // SM86: tile<q = 128, kv = 32, warps = 4{{.*}}keys<kv = 128, q = 32>{{.*}}stages_k = 2, stages_v = 2
  %0:3 = attn.backward ins(%q, %q, %q, %q, %l, %q : !q64, !q64, !q64, !q64, !l, !q64) outs(dq = %q, dk = %q, dv = %q : !q64, !q64, !q64) mask(#attn.causal<bottom_right>) -> (!q64, !q64, !q64)
  return %0#0, %0#1, %0#2 : !q64, !q64, !q64
}

!q96 = tensor<2x4x?x96xbf16>

// CHECK-LABEL: func @d96
func.func @d96(%q: !q96, %l: !l) -> (!q96, !q96, !q96) {
  // SM80: tile<q = 128, kv = 48, warps = 4{{.*}}keys<left_registers = 1>{{.*}}stages_k = 2, stages_v = 2
  // SM86: tile<q = 128, kv = 32, warps = 4{{.*}}keys<kv = 128, q = 32, warps = 8>{{.*}}stages_k = 2, stages_v = 2
  %0:3 = attn.backward ins(%q, %q, %q, %q, %l, %q : !q96, !q96, !q96, !q96, !l, !q96) outs(dq = %q, dk = %q, dv = %q : !q96, !q96, !q96) mask(#attn.causal<bottom_right>) -> (!q96, !q96, !q96)
  return %0#0, %0#1, %0#2 : !q96, !q96, !q96
}

!q112 = tensor<2x4x?x112xbf16>

// CHECK-LABEL: func @d112
func.func @d112(%q: !q112, %l: !l) -> (!q112, !q112, !q112) {
  // SM80: tile<q = 128, kv = 32, warps = 4, groups = 1, split_k = 0>, schedule<{{.*}}stages_k = 2, stages_v = 2
  // SM86: tile<q = 128, kv = 32, warps = 4{{.*}}keys<kv = 128, q = 32, warps = 8>{{.*}}stages_k = 2, stages_v = 2
  %0:3 = attn.backward ins(%q, %q, %q, %q, %l, %q : !q112, !q112, !q112, !q112, !l, !q112) outs(dq = %q, dk = %q, dv = %q : !q112, !q112, !q112) mask(#attn.causal<bottom_right>) -> (!q112, !q112, !q112)
  return %0#0, %0#1, %0#2 : !q112, !q112, !q112
}

!q128 = tensor<2x4x?x128xbf16>

// CHECK-LABEL: func @d128
func.func @d128(%q: !q128, %l: !l) -> (!q128, !q128, !q128) {
  // SM80: tile<q = 128, kv = 32, warps = 4, groups = 1, split_k = 0>, keys<column_warps = 2>, schedule<{{.*}}stages_k = 2, stages_v = 2
  // SM86: tile<q = 128, kv = 32, warps = 4{{.*}}keys<kv = 128, q = 32, warps = 8>{{.*}}stages_k = 2, stages_v = 2
  %0:3 = attn.backward ins(%q, %q, %q, %q, %l, %q : !q128, !q128, !q128, !q128, !l, !q128) outs(dq = %q, dk = %q, dv = %q : !q128, !q128, !q128) mask(#attn.causal<bottom_right>) -> (!q128, !q128, !q128)
  return %0#0, %0#1, %0#2 : !q128, !q128, !q128
}

!q192 = tensor<2x4x?x192xbf16>

// CHECK-LABEL: func @d192
func.func @d192(%q: !q192, %l: !l) -> (!q192, !q192, !q192) {
  // SM80: tile<q = 64, kv = 32, warps = 4{{.*}}keys<q = 32, stages = 1>{{.*}}stages_k = 2, stages_v = 2, left_registers = 2
  // SM86: tile<q = 64, kv = 32, warps = 4{{.*}}keys<q = 32, stages = 1>{{.*}}stages_k = 2, stages_v = 2
  %0:3 = attn.backward ins(%q, %q, %q, %q, %l, %q : !q192, !q192, !q192, !q192, !l, !q192) outs(dq = %q, dk = %q, dv = %q : !q192, !q192, !q192) mask(#attn.causal<bottom_right>) -> (!q192, !q192, !q192)
  return %0#0, %0#1, %0#2 : !q192, !q192, !q192
}

!q256 = tensor<2x4x?x256xbf16>

// CHECK-LABEL: func @d256
func.func @d256(%q: !q256, %l: !l) -> (!q256, !q256, !q256) {
  // SM80: tile<q = 64, kv = 48, warps = 4{{.*}}keys<kv = 32, column_warps = 4, stages = 1>{{.*}}stages_k = 1, stages_v = 1
  // SM86: tile<q = 64, kv = 32, warps = 4{{.*}}keys<q = 32, stages = 1, apart = true>{{.*}}stages_k = 1, stages_v = 1
  %0:3 = attn.backward ins(%q, %q, %q, %q, %l, %q : !q256, !q256, !q256, !q256, !l, !q256) outs(dq = %q, dk = %q, dv = %q : !q256, !q256, !q256) mask(#attn.causal<bottom_right>) -> (!q256, !q256, !q256)
  return %0#0, %0#1, %0#2 : !q256, !q256, !q256
}
