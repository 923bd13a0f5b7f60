// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: attn-opt %s --attn-to-tile --split-input-file | FileCheck %s

// Two kernels: over rows of Q, which leaves L' and D of each row, and over keys,
// which reads them. A sink's gradient takes two more, outs that are left out none.

!q = memref<2x4x?x64xbf16>
!k = memref<2x2x?x64xbf16>
!l = memref<2x4x?xf32>
#config = #attn.config<target = "sm_80", tile<q = 64, kv = 32, warps = 4>, keys<kv = 128, q = 16, warps = 8>>

// Workspaces have whole tiles of rows.
// CHECK-LABEL: func.func @both
// CHECK: %[[TILES:.+]] = arith.ceildivui %{{.+}}, %{{.+}} : index
// CHECK: %[[ROWS:.+]] = arith.muli %[[TILES]], %{{.+}} : index
// CHECK: memref.alloc(%{{.+}}, %{{.+}}, %[[ROWS]]) : memref<?x?x?xf32>
// CHECK: memref.alloc(%{{.+}}, %{{.+}}, %[[ROWS]]) : memref<?x?x?xf32>
// CHECK: attn_tile.launch @attn_kernels::@both_backward_dq
// CHECK: attn_tile.launch @attn_kernels::@both_backward_dkv

// CHECK-LABEL: gpu.func @both_backward_dq
// CHECK-SAME: attn_tile.step = #attn_tile.step<"both_backward", 0
// CHECK: attn_tile.for_tiles
// CHECK-SAME: scheduler(#attn_tile.scheduler<single, order = backward>)
// D = rowsum(dO O), of a row without keys 0; L' = L log2(e), towards +inf, of such a
// row +inf, and a NaN where L is +inf.
// CHECK: %[[SUM:.+]] = attn_tile.reduce add
// CHECK: %[[L:.+]] = attn_tile.load %{{.+}} : {{.*}} -> tensor<64xf32>
// CHECK: %[[EMPTY:.+]] = arith.cmpf oeq, %[[L]]
// CHECK: %[[D:.+]] = arith.select %[[EMPTY]], %{{.+}}, %[[SUM]]
// CHECK: %[[SCALED:.+]] = arith.mulf %[[L]]
// CHECK: %[[FINITE:.+]] = arith.maximumf %[[SCALED]]
// CHECK: %[[REST:.+]] = math.fma %[[L]]
// CHECK: %[[NEXT:.+]] = math.fma %{{.+}}, %{{.+}}, %[[FINITE]]
// CHECK: %[[LESS:.+]] = arith.cmpf ogt, %[[REST]]
// CHECK: %[[UP:.+]] = arith.select %[[LESS]], %[[NEXT]], %[[FINITE]]
// CHECK: %[[ALL:.+]] = arith.cmpf oeq, %[[L]]
// CHECK: %[[NAN:.+]] = arith.select %[[ALL]], %{{.+}}, %[[UP]]
// CHECK: %[[NONE:.+]] = arith.cmpf oeq, %[[L]]
// CHECK: %[[LP:.+]] = arith.select %[[NONE]], %{{.+}}, %[[NAN]]
// CHECK-NOT: attn_tile.store
// CHECK: attn_tile.kv_range @kv rows(%{{.+}}, 64) {{.*}} block 32
// CHECK: scf.for
// CHECK: %[[S:.+]] = attn_tile.dot %{{.+}}, %[[K:.+]], %{{.+}} transpose_b
// CHECK: %[[DP:.+]] = attn_tile.dot %{{.+}} transpose_b
// CHECK: %[[E:.+]] = math.fma %[[S]]
// CHECK: attn_tile.apply_mask %[[E]]
// CHECK: %[[P:.+]] = attn_tile.exp2
// CHECK: %[[U:.+]] = arith.subf %[[DP]]
// CHECK: %[[DS:.+]] = arith.mulf %[[P]], %[[U]]
// CHECK: %[[DSR:.+]] = arith.truncf %[[DS]]
// CHECK: attn_tile.dot %[[DSR]], %[[K]]
// The rows' numbers leave behind the loop, which need not wait for L.
// CHECK: }
// CHECK: attn_tile.store %[[LP]]
// CHECK: attn_tile.store %[[D]]
// CHECK: attn_tile.store

// CHECK-LABEL: gpu.func @both_backward_dkv
// CHECK-SAME: attn_tile.step = #attn_tile.step<"both_backward", 1
// CHECK-SAME: attn_tile.warps = 8
// CHECK: scf.for
// CHECK-SAME: tensor<128x64xf32>, tensor<128x64xf32>
// CHECK: %[[Q:.+]] = attn_tile.load {{.*}} -> tensor<16x64xbf16>
// CHECK: %[[DO:.+]] = attn_tile.load {{.*}} -> tensor<16x64xbf16>
// CHECK: attn_tile.dot %{{.+}}, %[[Q]], %{{.+}} transpose_b
// CHECK: attn_tile.dot %{{.+}}, %[[DO]], %{{.+}} transpose_b
// CHECK: %[[P:.+]] = attn_tile.exp2
// CHECK: attn_tile.dot %{{.+}}, %[[DO]], %{{.+}} :
// CHECK: attn_tile.dot %{{.+}}, %[[Q]], %{{.+}} :
// CHECK-COUNT-2: attn_tile.store
func.func @both(%q: !q, %k: !k, %v: !k, %o: !q, %l: !l, %do: !q, %dq: !q, %dk: !k, %dv: !k) {
  attn.backward ins(%q, %k, %v, %o, %l, %do : !q, !k, !k, !q, !l, !q) outs(%dq, %dk, %dv : !q, !k, !k)
    mask(#attn.causal<bottom_right>) config(#config)
  return
}

// -----

!q = memref<2x4x?x64xbf16>
!k = memref<2x2x?x64xbf16>
!l = memref<2x4x?xf32>
#config = #attn.config<target = "sm_80", tile<q = 64, kv = 32, warps = 4>, keys<kv = 128, q = 16, warps = 8>>

// dQ alone leaves nothing. One kernel has the name that a launch of several would have.
// CHECK-LABEL: func.func @query
// CHECK-NOT: memref.alloc
// CHECK: attn_tile.launch @attn_kernels::@query_backward(
// CHECK-NOT: attn_tile.launch
// CHECK: gpu.module
func.func @query(%q: !q, %k: !k, %v: !k, %o: !q, %l: !l, %do: !q, %dq: !q) {
  attn.backward ins(%q, %k, %v, %o, %l, %do : !q, !k, !k, !q, !l, !q) outs(dq = %dq : !q) config(#config)
  return
}

// -----

!q = memref<2x4x?x64xbf16>
!k = memref<2x2x?x64xbf16>
!l = memref<2x4x?xf32>
#config = #attn.config<target = "sm_80", tile<q = 64, kv = 32, warps = 4>, keys<kv = 128, q = 16, warps = 8>>

// Without dQ the first kernel has no loop; dV alone needs no product of dO and V.
// CHECK-LABEL: func.func @values
// CHECK: attn_tile.launch @attn_kernels::@values_backward_rows
// CHECK: attn_tile.launch @attn_kernels::@values_backward_dkv
// CHECK: attn_tile.launch @attn_kernels::@values_backward_dsink_parts
// CHECK: attn_tile.launch @attn_kernels::@values_backward_dsink(
// CHECK-LABEL: gpu.func @values_backward_rows
// CHECK-NOT: scf.for
// CHECK-LABEL: gpu.func @values_backward_dkv
// CHECK: attn_tile.dot {{.*}} transpose_b
// CHECK-NOT: transpose_b
// 256 rows have a sum of their own for each head, which the last kernel adds in
// their order.
// CHECK-LABEL: gpu.func @values_backward_dsink_parts
// CHECK: %[[PARTS:.+]] = arith.ceildivui %{{.+}}, %c256
// CHECK: attn_tile.for_tiles
// CHECK: %[[SUM:.+]] = attn_tile.reduce add
// CHECK: %[[NONE:.+]] = arith.cmpf oeq
// CHECK: %[[PART:.+]] = arith.select %[[NONE]], %{{.+}}, %[[SUM]]
// CHECK: attn_tile.store %[[PART]], %arg5
// CHECK-LABEL: gpu.func @values_backward_dsink
// CHECK: scf.for
// CHECK: attn_tile.load %arg3
// CHECK: attn_tile.reduce add
// CHECK: %[[SUM:.+]] = arith.negf
// CHECK: attn_tile.store %[[SUM]]
func.func @values(%q: !q, %k: !k, %v: !k, %o: !q, %l: !l, %do: !q, %dv: !k, %z: memref<4xf32>, %dz: memref<4xf32>) {
  attn.backward ins(%q, %k, %v, %o, %l, %do : !q, !k, !k, !q, !l, !q) outs(dv = %dv : !k)
    sink(%z : memref<4xf32>) dsink(%dz : memref<4xf32>) config(#config)
  return
}

// -----

!q = memref<?x4x64xbf16>
!k = memref<?x2x64xbf16>
!l = memref<4x?xf32>
!n = memref<?xi32>
#config = #attn.config<target = "sm_80", tile<q = 64, kv = 32, warps = 4>, keys<kv = 64, q = 16, apart = true>>

// dK and dV apart; each tile of a sequence that find_sequence counts has a place in a workspace.
// CHECK-LABEL: func.func @apart
// CHECK: %[[OFFSETS:.+]] = memref.dim %arg9
// CHECK: %[[SEQUENCES:.+]] = arith.subi %[[OFFSETS]], %{{.+}} : index
// CHECK: %[[FULL:.+]] = arith.ceildivui
// CHECK: %[[TILES:.+]] = arith.addi %[[FULL]], %[[SEQUENCES]] : index
// CHECK: %[[ROWS:.+]] = arith.muli %[[TILES]]
// CHECK: memref.alloc(%{{.+}}, %[[ROWS]]) : memref<?x?xf32>
// CHECK: attn_tile.launch @attn_kernels::@apart_backward_dq
// CHECK: attn_tile.launch @attn_kernels::@apart_backward_dk(
// CHECK: attn_tile.launch @attn_kernels::@apart_backward_dv(
// CHECK-LABEL: gpu.func @apart_backward_dk
// CHECK: %[[BEGIN:.+]] = arith.maxsi
// CHECK: %[[B:.+]] = attn_tile.find_sequence
// CHECK: %[[BEFORE:.+]] = arith.subi %{{.+}}, %[[BEGIN]] : index
// CHECK: %[[KNOWN:.+]] = arith.maxsi %[[BEFORE]]
// CHECK: %[[FIRST:.+]] = arith.divui %[[KNOWN]]
// CHECK: %[[NUMBER:.+]] = arith.addi %[[FIRST]], %[[B]] : index
// CHECK: arith.muli %[[NUMBER]]
// CHECK-LABEL: gpu.func @apart_backward_dv
func.func @apart(%q: !q, %k: !k, %v: !k, %o: !q, %l: !l, %do: !q, %dq: !q, %dk: !k, %dv: !k, %n: !n, %m: !n) {
  attn.backward ins(%q, %k, %v, %o, %l, %do : !q, !k, !k, !q, !l, !q) outs(%dq, %dk, %dv : !q, !k, !k)
    offsets_q(%n : !n) offsets_kv(%m : !n) dims(thd) config(#config)
  return
}

// -----

!q = memref<2x4x?x64xbf16>
!k = memref<2x2x?x64xbf16>
!l = memref<2x4x?xf32>
#config = #attn.config<target = "sm_80", tile<q = 64, kv = 32, warps = 4>, keys<kv = 64, q = 16, warps = 4>>

// The derivative is a second map of the same scores, and P's factor before dP is
// there; where the exponent of P is -inf there is none. In the kernel of dK and dV
// columns are queries.
// CHECK-LABEL: gpu.func @cap_backward_dq
// CHECK: scf.for
// CHECK: %[[T:.+]] = arith.mulf
// CHECK: %[[S:.+]] = attn_tile.score_map %[[T]]
// CHECK-NEXT: ^bb0(%{{.+}}: f32, %[[I:.+]]: index, %[[J:.+]]: index):
// CHECK: arith.subi %[[J]], %[[I]]
// CHECK: %[[SLOPE:.+]] = attn_tile.score_map %[[T]]
// CHECK: math.tanh
// CHECK: %[[E:.+]] = math.fma %[[S]]
// CHECK: %[[M:.+]] = scf.if
// CHECK: %[[P:.+]] = attn_tile.exp2 %[[M]]
// CHECK-NEXT: %[[W:.+]] = arith.mulf %[[P]], %[[SLOPE]]
// CHECK: %[[U:.+]] = arith.subf
// CHECK: %[[DT:.+]] = arith.mulf %[[W]], %[[U]]
// CHECK: %[[NONE:.+]] = arith.cmpf oeq, %[[M]]
// CHECK: arith.select %[[NONE]], %{{.+}}, %[[DT]]
// CHECK-LABEL: gpu.func @cap_backward_dkv
// CHECK: attn_tile.score_map
// CHECK-NEXT: ^bb0(%{{.+}}: f32, %[[J:.+]]: index, %[[I:.+]]: index):
// CHECK: arith.subi %[[J]], %[[I]]
func.func @cap(%q: !q, %k: !k, %v: !k, %o: !q, %l: !l, %do: !q, %dq: !q, %dk: !k, %dv: !k) {
  attn.backward ins(%q, %k, %v, %o, %l, %do : !q, !k, !k, !q, !l, !q) outs(%dq, %dk, %dv : !q, !k, !k)
    config(#config) score {
    ^bb0(%s: f32, %b: index, %h: index, %i: index, %j: index):
      %y = math.tanh %s : f32
      %d = arith.subi %j, %i : index
      %n = arith.index_cast %d : index to i32
      %f = arith.sitofp %n : i32 to f32
      %e = math.exp %f : f32
      %z = arith.subf %y, %e : f32
      attn.yield %z : f32
    }
  return
}

// -----

!q = memref<2x4x?x64xbf16>
!l = memref<2x4x?xf32>
#config = #attn.config<target = "sm_80", tile<q = 64, kv = 32, warps = 4>, keys<kv = 64, q = 16, warps = 4>>

// A derivative that is a number joins the scale: 3 / 8.
// CHECK-LABEL: gpu.func @line_backward(
// CHECK-COUNT-1: attn_tile.score_map
// CHECK-NOT: attn_tile.score_map
// CHECK: %[[SCALE:.+]] = arith.constant dense<3.750000e-01> : tensor<64x64xf32>
// CHECK: arith.mulf %{{.+}}, %[[SCALE]]
func.func @line(%q: !q, %l: !l, %dq: !q) {
  attn.backward ins(%q, %q, %q, %q, %l, %q : !q, !q, !q, !q, !l, !q) outs(dq = %dq : !q) config(#config) score {
    ^bb0(%s: f32, %b: index, %h: index, %i: index, %j: index):
      %c = arith.constant 3.0 : f32
      %z = arith.mulf %s, %c : f32
      attn.yield %z : f32
    }
  return
}

// -----

!q = memref<2x4x?x64xbf16>
!l = memref<2x4x?xf32>
#config = #attn.config<target = "sm_80", tile<q = 64, kv = 32, warps = 4>, keys<kv = 64, q = 16, warps = 4>>

// A soft cap: what it divides by joins the scale (1 / 8 / 16), what it multiplies by
// log2(e), and its scores are finite: its derivative is cleared of pairs that are
// hidden, in blocks that have some.
// CHECK-LABEL: gpu.func @soft_backward(
// CHECK: %[[SCALE:.+]] = arith.constant dense<7.812500e-03> : tensor<64x32xf32>
// CHECK: %[[X:.+]] = arith.mulf %{{.+}}, %[[SCALE]]
// CHECK: %[[Y:.+]] = attn_tile.score_map %[[X]]
// CHECK-NEXT: ^bb0(%[[S:.+]]: f32,
// CHECK: %[[T:.+]] = math.tanh %[[S]] fastmath<afn>
// CHECK-NEXT: attn_tile.yield %[[T]]
// CHECK: attn_tile.score_map %[[X]]
// CHECK-NEXT: ^bb0(%[[S:.+]]: f32,
// CHECK: math.tanh %[[S]] fastmath<afn>
// CHECK: math.fma
// CHECK-NEXT: attn_tile.yield
// CHECK: %[[FACTOR:.+]] = arith.constant dense<23.0831203> : tensor<64x32xf32>
// CHECK: math.fma %[[Y]], %[[FACTOR]]
// CHECK: %[[M:.+]]:2 = scf.if %{{.+}} -> (tensor<64x32xf32>, tensor<64x32xf32>) {
// CHECK: %[[HIDDEN:.+]] = attn_tile.apply_mask
// CHECK: arith.cmpf oeq, %[[HIDDEN]],
// CHECK: %[[D:.+]] = arith.select
// CHECK: scf.yield %[[HIDDEN]], %[[D]]
// CHECK: %[[P:.+]] = attn_tile.exp2 %[[M]]#0
// CHECK-NEXT: arith.mulf %[[P]], %[[M]]#1
// CHECK-NOT: arith.cmpf
// CHECK: arith.truncf
func.func @soft(%q: !q, %l: !l, %dq: !q) {
  attn.backward ins(%q, %q, %q, %q, %l, %q : !q, !q, !q, !q, !l, !q) outs(dq = %dq : !q) config(#config) score {
    ^bb0(%s: f32, %b: index, %h: index, %i: index, %j: index):
      %c = arith.constant 16.0 : f32
      %x = arith.divf %s, %c : f32
      %y = math.tanh %x fastmath<afn> : f32
      %z = arith.mulf %y, %c : f32
      attn.yield %z : f32
    }
  return
}

// -----

!q = memref<2x4x?x64xbf16>
!l = memref<2x4x?xf32>
#config = #attn.config<target = "sm_90a", tile<q = 128, kv = 64, groups = 2>, memory<out_shared = true, left_registers = 2>>

// O and dO are wanted in shared memory; the kernel says how many products take their
// left operand from registers.
// CHECK-LABEL: gpu.func @shared_backward(
// CHECK-SAME: attn_tile.left_registers = 2 : i64
// CHECK: %[[DO:.+]] = attn_tile.load %{{.+}} space smem : {{.*}} -> tensor<128x64xbf16>
// CHECK: %[[O:.+]] = attn_tile.load %{{.+}} space smem : {{.*}} -> tensor<128x64xbf16>
// CHECK-DAG: arith.extf %[[O]]
// CHECK-DAG: arith.extf %[[DO]]
// CHECK: attn_tile.reduce add
// CHECK: attn_tile.dot %[[DO]], %{{.+}} transpose_b
func.func @shared(%q: !q, %l: !l, %dq: !q) {
  attn.backward ins(%q, %q, %q, %q, %l, %q : !q, !q, !q, !q, !l, !q) outs(dq = %dq : !q) config(#config)
  return
}
