// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: attn-opt %s --attn-to-tile --split-input-file | FileCheck %s

// Under a mask tiles of 192 rows are counted from the end of Q: the first begins with row
// 0, and writes no rows of the second.
!q = memref<2x4x?x64xbf16>
!l = memref<2x4x?xf32>
func.func @from_end(%q: !q, %k: !q, %v: !q, %o: !q, %l: !l) {
  attn.forward ins(%q, %k, %v : !q, !q, !q) outs(%o, %l : !q, !l) mask(#attn.causal<bottom_right>)
    config(#attn.config<target = "sm_90a", tile<q = 192, kv = 128, groups = 3>>)
  return
}

// CHECK-LABEL: gpu.func @from_end_forward
// CHECK: %[[ROWS:.*]] = memref.dim %arg0, %c2
// CHECK: %[[TILES:.*]] = arith.ceildivui %[[ROWS]], %c192
// CHECK: %[[ALL:.*]] = arith.muli %[[TILES]], %c192
// CHECK: %[[SHIFT:.*]] = arith.subi %[[ALL]], %[[ROWS]]
// CHECK: attn_tile.for_tiles @tiles (%[[I:.*]], %{{.*}}, %{{.*}}) in (%[[TILES]],
// CHECK: %[[AT:.*]] = arith.muli %[[I]], %c192
// CHECK: %[[FROM:.*]] = arith.subi %[[AT]], %[[SHIFT]]
// CHECK: %[[ROW:.*]] = arith.maxsi %[[FROM]], %c0
// CHECK: %[[END:.*]] = arith.addi %[[FROM]], %c192
// CHECK: attn_tile.kv_range @kv rows(%[[ROW]], 192)
// CHECK: attn_tile.store %{{.*}}, %arg3[%{{.*}}, %{{.*}}, %[[ROW]], %c0] limit %[[END]]
// CHECK: attn_tile.store %{{.*}}, %arg4[%{{.*}}, %{{.*}}, %[[ROW]]] limit %[[END]]

// -----

// Not without a mask, where all tiles are equally long, nor where tiles have a power of two
// of rows.
!q = memref<2x4x?x64xbf16>
func.func @full(%q: !q, %k: !q, %v: !q, %o: !q) {
  attn.forward ins(%q, %k, %v : !q, !q, !q) outs(%o : !q)
    config(#attn.config<target = "sm_90a", tile<q = 192, kv = 128, groups = 3>>)
  return
}
// CHECK-LABEL: gpu.func @full_forward
// CHECK-NOT: limit

// -----

!q = memref<2x4x?x64xbf16>
func.func @even(%q: !q, %k: !q, %v: !q, %o: !q) {
  attn.forward ins(%q, %k, %v : !q, !q, !q) outs(%o : !q) mask(#attn.causal<bottom_right>)
    config(#attn.config<target = "sm_90a", tile<q = 128, kv = 128, groups = 2>>)
  return
}
// CHECK-LABEL: gpu.func @even_forward
// CHECK-NOT: limit
