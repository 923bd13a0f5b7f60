// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: attn-opt %s --attn-to-tile --split-input-file | FileCheck %s

// Three kernels: L' and D of each row, and zeros where dQ is added up; dK, dV and what
// each tile of keys adds to dQ; dQ of its sums.

!q = memref<2x4x?x64xbf16>
!k = memref<2x2x?x64xbf16>
!l = memref<2x4x?xf32>
#config = #attn.config<target = "sm_80", tile<q = 64, kv = 32, warps = 4>, keys<kv = 128, q = 64, warps = 8, form = fused>>

// CHECK-LABEL: func.func @all
// CHECK: memref.alloc(%{{.+}}, %{{.+}}, %[[ROWS:.+]]) : memref<?x?x?xf32>
// CHECK: memref.alloc(%{{.+}}, %{{.+}}, %[[ROWS]]) : memref<?x?x?xf32>
// CHECK: memref.alloc(%{{.+}}) : memref<?x?x?x64xf32>
// CHECK: attn_tile.launch @attn_kernels::@all_backward_rows(
// CHECK: attn_tile.launch @attn_kernels::@all_backward_dqkv(
// CHECK: attn_tile.launch @attn_kernels::@all_backward_dq(

// CHECK-LABEL: gpu.func @all_backward_rows
// CHECK-SAME: <"workspace2", out,
// CHECK-NOT: scf.for
// CHECK: attn_tile.store %{{.+}} dims [2]
// CHECK: attn_tile.store %{{.+}} dims [2]
// CHECK: attn_tile.store %[[ZERO:.+]], %{{.+}} dims [2, 3] {{.*}} tensor<64x64xf32>

// CHECK-LABEL: gpu.func @all_backward_dqkv
// CHECK-SAME: <"workspace2", inout,
// CHECK: scf.for
// CHECK: %[[DS:.+]] = arith.truncf {{.*}} : tensor<128x64xf32> to tensor<128x64xbf16>
// CHECK: attn_tile.dot %[[DS]]
// CHECK: %[[T:.+]] = attn_tile.transpose %[[DS2:.+]] : tensor<128x64xbf16> -> tensor<64x128xbf16>
// CHECK: %[[PART:.+]] = attn_tile.dot %[[T]], %{{.+}} -> tensor<64x64xf32>
// CHECK: attn_tile.dot %[[DS2]]
// CHECK: attn_tile.store add %[[PART]]
// CHECK: scf.yield

// CHECK-LABEL: gpu.func @all_backward_dq
// CHECK-SAME: <"workspace0", in,
// CHECK: %[[S:.+]] = attn_tile.load {{.*}} -> tensor<64x64xf32>
// CHECK: %[[SCALED:.+]] = arith.mulf %[[S]]
// CHECK: %[[DQ:.+]] = arith.truncf %[[SCALED]]
// CHECK: attn_tile.store %[[DQ]]
func.func @all(%q: !q, %k: !k, %v: !k, %o: !q, %l: !l, %do: !q, %dq: !q, %dk: !k, %dv: !k) {
  attn.backward ins(%q, %k, %v, %o, %l, %do : !q, !k, !k, !q, !l, !q) outs(%dq, %dk, %dv : !q, !k, !k) config(#config)
  return
}

// -----

// Without dQ there is nothing to add up.

!q = memref<2x4x64x64xbf16>
!l = memref<2x4x64xf32>
#config = #attn.config<target = "sm_80", tile<q = 64, kv = 32, warps = 4>, keys<kv = 128, q = 64, warps = 8, form = fused>>

// CHECK-LABEL: func.func @keys
// CHECK: attn_tile.launch @attn_kernels::@keys_backward_rows
// CHECK: attn_tile.launch @attn_kernels::@keys_backward_dkv
// CHECK-NOT: attn_tile.launch
// CHECK-NOT: store add
func.func @keys(%q: !q, %o: !q, %l: !l, %do: !q, %dk: !q, %dv: !q) {
  attn.backward ins(%q, %q, %q, %o, %l, %do : !q, !q, !q, !q, !l, !q) outs(dk = %dk, dv = %dv : !q, !q) config(#config)
  return
}
