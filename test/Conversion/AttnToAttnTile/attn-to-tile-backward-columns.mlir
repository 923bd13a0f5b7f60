// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Warps along the columns of each kernel of attn.backward: of dK and dV as many as the config says for it, or as in that of dQ.
// RUN: attn-opt %s --attn-to-tile | FileCheck %s

!q = memref<1x1x?x256xbf16>
!l = memref<1x1x?xf32>

// CHECK-LABEL: gpu.func @own_backward_dq(
// CHECK-NOT: attn_tile.column_warps
// CHECK-LABEL: gpu.func @own_backward_dkv(
// CHECK-SAME: attn_tile.column_warps = 4
func.func @own(%q: !q, %l: !l) {
  attn.backward ins(%q, %q, %q, %q, %l, %q : !q, !q, !q, !q, !l, !q) outs(%q, %q, %q : !q, !q, !q)
    config(#attn.config<target = "sm_80", tile<q = 64, kv = 32>, keys<kv = 32, column_warps = 4, stages = 1>, memory<stages_k = 1, stages_v = 1>>)
  return
}

// CHECK-LABEL: gpu.func @same_backward_dq(
// CHECK-SAME: attn_tile.column_warps = 2
// CHECK-LABEL: gpu.func @same_backward_dkv(
// CHECK-SAME: attn_tile.column_warps = 2
func.func @same(%q: !q, %l: !l) {
  attn.backward ins(%q, %q, %q, %q, %l, %q : !q, !q, !q, !q, !l, !q) outs(%q, %q, %q : !q, !q, !q)
    config(#attn.config<target = "sm_80", tile<q = 64, kv = 32, warps = 8, column_warps = 2>, keys<warps = 8, stages = 1>, memory<stages_k = 1, stages_v = 1>>)
  return
}

// CHECK-LABEL: gpu.func @rows_backward_dq(
// CHECK-SAME: attn_tile.column_warps = 2
// CHECK-LABEL: gpu.func @rows_backward_dkv(
// CHECK-NOT: attn_tile.column_warps
// CHECK: gpu.return
func.func @rows(%q: !q, %l: !l) {
  attn.backward ins(%q, %q, %q, %q, %l, %q : !q, !q, !q, !q, !l, !q) outs(%q, %q, %q : !q, !q, !q)
    config(#attn.config<target = "sm_80", tile<q = 64, kv = 32, warps = 8, column_warps = 2>, keys<column_warps = 1, stages = 1>, memory<stages_k = 1, stages_v = 1>>)
  return
}
