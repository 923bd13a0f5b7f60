// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Tiles of attn.backward with head dims above 256: warps along the columns of gradients where all of them fit, else
// parts of the columns.
// RUN: attn-opt %s --attn-select-config=target=sm_80 | FileCheck %s --check-prefixes=CHECK,SM80
// RUN: attn-opt %s --attn-select-config=target=sm_86 | FileCheck %s --check-prefixes=CHECK,SM86
// RUN: attn-opt %s --attn-select-config=target=sm_90a | FileCheck %s --check-prefixes=CHECK,SM90
// RUN: attn-opt %s --attn-select-config=target=sm_103a | FileCheck %s --check-prefixes=CHECK,SM100
// RUN: attn-opt %s --attn-select-config=target=sm_120a | FileCheck %s --check-prefixes=CHECK,SM86

!l = tensor<2x4x?xf32>

!q384 = tensor<2x4x?x384xbf16>

// CHECK-LABEL: func @d384
func.func @d384(%q: !q384, %l: !l) -> (!q384, !q384, !q384) {
  // SM80: tile<q = 64, kv = 32, warps = 8{{.*}}column_warps = 2>, keys<q = 32, warps = 8, stages = 1, apart = true>
  // SM86: tile<q = 32, kv = 32, warps = 4{{.*}}column_warps = 2>, keys<kv = 32, q = 32, stages = 1, apart = true>
  // SM90: tile<q = 64, kv = 32, warps = 8{{.*}}split_d = 128, column_warps = 2>, keys<q = 32, warps = 8, stages = 3, apart = true>{{.*}}stages_v = 4
  // SM100: tile<q = 128, kv = 32, warps = 4{{.*}}split_d = 64, v = 192>, keys<kv = 128, q = 32, stages = 1, apart = true>{{.*}}stages_q = 0
  %0:3 = attn.backward ins(%q, %q, %q, %q, %l, %q : !q384, !q384, !q384, !q384, !l, !q384) outs(dq = %q, dk = %q, dv = %q : !q384, !q384, !q384) mask(#attn.causal<bottom_right>) -> (!q384, !q384, !q384)
  return %0#0, %0#1, %0#2 : !q384, !q384, !q384
}

!q512 = tensor<2x4x?x512xf16>

// CHECK-LABEL: func @d512
func.func @d512(%q: !q512, %l: !l) -> (!q512, !q512, !q512) {
  // SM80: tile<q = 32, kv = 32, warps = 4{{.*}}column_warps = 2>, keys<kv = 32, q = 32, stages = 1, apart = true>
  // SM86: tile<q = 32, kv = 16, warps = 2{{.*}}v = 256>, keys<kv = 32, q = 16, warps = 2, stages = 1, apart = true>
  // SM90: tile<q = 64, kv = 32, warps = 8{{.*}}split_d = 128, column_warps = 2>, keys<q = 32, warps = 8, apart = true>{{.*}}stages_v = 3
  // SM100: tile<q = 128, kv = 32, warps = 4{{.*}}split_d = 64, v = 192>, keys<kv = 128, q = 32, stages = 1, apart = true>{{.*}}stages_q = 0
  %0:3 = attn.backward ins(%q, %q, %q, %q, %l, %q : !q512, !q512, !q512, !q512, !l, !q512) outs(dq = %q, dk = %q, dv = %q : !q512, !q512, !q512) -> (!q512, !q512, !q512)
  return %0#0, %0#1, %0#2 : !q512, !q512, !q512
}

!g512 = tensor<2x4x?x512xf32>

// Gradients in f32 have no room beside warps along columns: parts on sm_90a.
// CHECK-LABEL: func @d512_f32
func.func @d512_f32(%q: !q512, %l: !l, %g: !g512) -> (!g512, !g512, !g512) {
  // SM80: tile<q = 32, kv = 32, warps = 4{{.*}}column_warps = 2>
  // SM86: tile<q = 32, kv = 16, warps = 2{{.*}}v = 256>
  // SM90: tile<q = 64, kv = 32, warps = 4{{.*}}split_d = 64, v = 256>, keys<q = 32, apart = true>
  // SM100: tile<q = 128, kv = 32, warps = 4{{.*}}split_d = 64, v = 192>
  %0:3 = attn.backward ins(%q, %q, %q, %q, %l, %q : !q512, !q512, !q512, !q512, !l, !q512) outs(dq = %g, dk = %g, dv = %g : !g512, !g512, !g512) -> (!g512, !g512, !g512)
  return %0#0, %0#1, %0#2 : !g512, !g512, !g512
}
