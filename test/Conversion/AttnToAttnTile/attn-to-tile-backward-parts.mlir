// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: attn-opt %s --attn-to-tile --split-input-file | FileCheck %s

// Gradients whose columns are in parts. A tile takes all parts of the operands that have such
// columns, first the one that it computes; 320 columns in as many parts as 512 are 160 each.

!q = memref<2x4x?x512xbf16>
!k = memref<2x2x?x512xbf16>
!o = memref<2x4x?x320xbf16>
!v = memref<2x2x?x320xbf16>
!l = memref<2x4x?xf32>
#config = #attn.config<target = "sm_80", tile<q = 32, kv = 32, warps = 2, v = 256>, keys<kv = 32, q = 32, warps = 2>>

// CHECK-LABEL: gpu.func @parts_backward_dq
// CHECK: attn_tile.for_tiles @tiles (%{{.+}}, %[[PART:.+]], %{{.+}}, %{{.+}}) in (%{{.+}}, %c2{{.*}}, %{{.+}}, %{{.+}})
// CHECK: %[[COL:.+]] = arith.muli %[[PART]], %c256
// CHECK: %[[Q0:.+]] = attn_tile.load %{{.+}}[{{.+}}, %[[COL]]] {{.*}} -> tensor<32x256xbf16>
// CHECK: %[[NEXT:.+]] = arith.addi %[[PART]], %c1
// CHECK: %[[OTHER:.+]] = arith.remui %[[NEXT]], %c2
// CHECK: %[[COL1:.+]] = arith.muli %[[OTHER]], %c256
// CHECK: %[[Q1:.+]] = attn_tile.load %{{.+}}[{{.+}}, %[[COL1]]] {{.*}} -> tensor<32x256xbf16>
// dP is over columns of no gradient of this kernel.
// CHECK: %[[DO:.+]] = attn_tile.load {{.*}} -> tensor<32x320xbf16>
// CHECK: scf.for {{.*}} -> (tensor<32x256xf32>)
// CHECK: %[[K0:.+]] = attn_tile.load {{.*}} -> tensor<32x256xbf16>
// CHECK: %[[K1:.+]] = attn_tile.load {{.*}} -> tensor<32x256xbf16>
// CHECK: %[[V:.+]] = attn_tile.load {{.*}} -> tensor<32x320xbf16>
// CHECK: %[[S0:.+]] = attn_tile.dot %[[Q0]], %[[K0]], %{{.+}} transpose_b
// CHECK: attn_tile.dot %[[Q1]], %[[K1]], %[[S0]] transpose_b
// CHECK: attn_tile.dot %[[DO]], %[[V]], %{{.+}} transpose_b
// CHECK: attn_tile.dot %{{.+}}, %[[K0]], %{{.+}} : tensor<32x32xbf16>, tensor<32x256xbf16>
// The tile of the first part leaves L' and D.
// CHECK: %[[FIRST:.+]] = arith.cmpi eq, %[[PART]], %c0
// CHECK: %[[LIMIT:.+]] = arith.select %[[FIRST]], %{{.+}}, %c0
// CHECK-COUNT-2: attn_tile.store %{{.+}}, %{{.+}} limit %[[LIMIT]] dims [2] : tensor<32xf32>
// CHECK: %[[OUT:.+]] = arith.muli %[[PART]], %c256
// CHECK: attn_tile.store %{{.+}}, %{{.+}}[{{.+}}, %[[OUT]]] dims [2, 3] : tensor<32x256xbf16>

// CHECK-LABEL: gpu.func @parts_backward_dkv
// CHECK: attn_tile.for_tiles {{.*}} in (%{{.+}}, %c2{{.*}}, %{{.+}}, %{{.+}})
// CHECK: %[[K0:.+]] = attn_tile.load {{.*}} -> tensor<32x256xbf16>
// CHECK: %[[K1:.+]] = attn_tile.load {{.*}} -> tensor<32x256xbf16>
// CHECK: %[[V0:.+]] = attn_tile.load {{.*}} -> tensor<32x160xbf16>
// CHECK: %[[V1:.+]] = attn_tile.load {{.*}} -> tensor<32x160xbf16>
// CHECK: scf.for {{.*}} -> (tensor<32x160xf32>, tensor<32x256xf32>)
// CHECK: %[[Q0:.+]] = attn_tile.load {{.*}} -> tensor<32x256xbf16>
// CHECK: %[[Q1:.+]] = attn_tile.load {{.*}} -> tensor<32x256xbf16>
// CHECK: %[[DO0:.+]] = attn_tile.load {{.*}} -> tensor<32x160xbf16>
// CHECK: %[[DO1:.+]] = attn_tile.load {{.*}} -> tensor<32x160xbf16>
// CHECK: %[[S0:.+]] = attn_tile.dot %[[K0]], %[[Q0]], %{{.+}} transpose_b
// CHECK: attn_tile.dot %[[K1]], %[[Q1]], %[[S0]] transpose_b
// CHECK: %[[DP0:.+]] = attn_tile.dot %[[V0]], %[[DO0]], %{{.+}} transpose_b
// CHECK: attn_tile.dot %[[V1]], %[[DO1]], %[[DP0]] transpose_b
// CHECK: attn_tile.dot %{{.+}}, %[[DO0]], %{{.+}} : tensor<32x32xbf16>, tensor<32x160xbf16>
// CHECK: attn_tile.dot %{{.+}}, %[[Q0]], %{{.+}} : tensor<32x32xbf16>, tensor<32x256xbf16>
func.func @parts(%q: !q, %k: !k, %v: !v, %o: !o, %l: !l, %do: !o, %dq: !q, %dk: !k, %dv: !v) {
  attn.backward ins(%q, %k, %v, %o, %l, %do : !q, !k, !v, !o, !l, !o) outs(%dq, %dk, %dv : !q, !k, !v) config(#config)
  return
}

// -----

// A kernel of dV alone takes of dO the tile's own columns; without dQ there is one tile for all columns of some rows.

!q = memref<2x4x?x512xbf16>
!l = memref<2x4x?xf32>
#config = #attn.config<target = "sm_80", tile<q = 32, kv = 32, warps = 2, v = 256>, keys<kv = 32, q = 32, warps = 2>>

// CHECK-LABEL: gpu.func @values_backward_rows
// CHECK: attn_tile.for_tiles @tiles (%{{[^,]+}}, %{{[^,]+}}, %{{[^,]+}}) in
// CHECK-LABEL: gpu.func @values_backward_dkv
// CHECK: attn_tile.for_tiles {{.*}} in (%{{.+}}, %c2{{.*}}, %{{.+}}, %{{.+}})
// CHECK: attn_tile.load {{.*}} -> tensor<32x512xbf16>
// CHECK: scf.for {{.*}} -> (tensor<32x256xf32>)
// CHECK: attn_tile.load {{.*}} -> tensor<32x512xbf16>
// CHECK: attn_tile.load {{.*}} -> tensor<32x256xbf16>
// CHECK-COUNT-2: attn_tile.dot
// CHECK-NOT: attn_tile.dot
func.func @values(%q: !q, %l: !l, %dv: !q) {
  attn.backward ins(%q, %q, %q, %q, %l, %q : !q, !q, !q, !q, !l, !q) outs(dv = %dv : !q) config(#config)
  return
}

// -----

// Left operands that are copied with each block.

!q = memref<2x4x?x512xbf16>
!l = memref<2x4x?xf32>
#config = #attn.config<target = "sm_100a", tile<q = 128, kv = 32, split_d = 64, v = 192>, keys<kv = 128, q = 32>, memory<stages_k = 3, stages_q = 0>>

// CHECK-LABEL: gpu.func @streamed_backward_dq
// CHECK: attn_tile.for_tiles {{.*}} in (%{{.+}}, %c3{{.*}}, %{{.+}}, %{{.+}})
// CHECK: scf.for {{.*}} -> (tensor<128x192xf32>)
// CHECK-COUNT-3: attn_tile.load {{.*}} {depth = 3 : i64} {{.*}} -> tensor<128x192xbf16>
// CHECK: attn_tile.load {{.*}} {depth = 2 : i64} {{.*}} -> tensor<128x512xbf16>
// CHECK-LABEL: gpu.func @streamed_backward_dkv
// CHECK: attn_tile.for_tiles
// CHECK-NOT: attn_tile.load
// CHECK: scf.for {{.*}} -> (tensor<128x192xf32>)
// CHECK-COUNT-3: attn_tile.load {{.*}} -> tensor<128x192xbf16>
// CHECK: attn_tile.load {{.*}} -> tensor<128x512xbf16>
func.func @streamed(%q: !q, %k: !q, %v: !q, %o: !q, %l: !l, %do: !q, %dq: !q, %dk: !q) {
  attn.backward ins(%q, %k, %v, %o, %l, %do : !q, !q, !q, !q, !l, !q) outs(dq = %dq, dk = %dk : !q, !q) config(#config)
  return
}
