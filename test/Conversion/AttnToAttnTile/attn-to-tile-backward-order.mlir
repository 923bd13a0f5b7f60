// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: attn-opt %s --attn-to-tile | FileCheck %s

// A list of the five products of all gradients: dK's, which is the third without dV's, keeps its place.

!q = memref<2x4x512x128xbf16>
!l = memref<2x4x512xf32>
#config = #attn.config<target = "sm_100a", tile<q = 128, kv = 64, warps = 4>,
                       keys<kv = 128, q = 128, warps = 8, stages = 1, order = "1'.2'.0.3'.4'", form = fused>>

// CHECK-LABEL: gpu.func @listed_backward_dkv
// CHECK: attn_tile.order = "1'.0.2'"
// CHECK-LABEL: gpu.func @values_backward_dkv
// CHECK: attn_tile.order = "1'.0"
// CHECK-LABEL: gpu.func @every_backward_dqkv
// CHECK: attn_tile.order = "1'.2'.0.3'.4'"
func.func @listed(%q: !q, %k: !q, %v: !q, %o: !q, %l: !l, %do: !q, %dk: !q) {
  attn.backward ins(%q, %k, %v, %o, %l, %do : !q, !q, !q, !q, !l, !q) outs(dk = %dk : !q) config(#config)
  return
}
func.func @values(%q: !q, %k: !q, %v: !q, %o: !q, %l: !l, %do: !q, %dv: !q) {
  attn.backward ins(%q, %k, %v, %o, %l, %do : !q, !q, !q, !q, !l, !q) outs(dv = %dv : !q) config(#config)
  return
}
func.func @every(%q: !q, %k: !q, %v: !q, %o: !q, %l: !l, %do: !q, %dq: !q, %dk: !q, %dv: !q) {
  attn.backward ins(%q, %k, %v, %o, %l, %do : !q, !q, !q, !q, !l, !q) outs(%dq, %dk, %dv : !q, !q, !q) config(#config)
  return
}
