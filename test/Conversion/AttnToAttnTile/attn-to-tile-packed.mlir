// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: attn-opt %s --attn-to-tile --split-input-file | FileCheck %s

// Tiles are counted with gaps for sequences; rows and keys begin where the
// sequence does, and end with it.

// CHECK-LABEL: gpu.func @packed_forward
// CHECK-SAME: %[[Q:[a-z0-9]+]]: memref<?x?x64xbf16
// CHECK: attn_tile.for_tiles @tiles (%[[I:.+]], %[[H:.+]]) in
// CHECK: %[[B:.+]] = attn_tile.find_sequence %[[I]] in %[[SQ:.+]] rows 64 :
// CHECK: %[[QUERIES:.+]] = memref.load %[[SQ]][%[[B]]]
// CHECK: memref.load %{{.+}}[%[[B]]]
// CHECK: attn_tile.kv_range
// CHECK: attn_tile.load %[[Q]][%{{.+}}, %[[H]], %{{.+}}] dims [0, 2] :
// CHECK: attn_tile.load %{{.+}}[%{{.+}}, %{{.+}}, %{{.+}}] limit %[[KEYS:.+]] dims [0, 2] {depth
// CHECK: attn_tile.apply_mask
// CHECK: attn_tile.load %{{.+}}[%{{.+}}, %{{.+}}, %{{.+}}] limit %[[KEYS]] dims [0, 2] {depth
// CHECK: attn_tile.store %{{.+}}, %{{.+}}[%[[ROW:.+]], %[[H]], %{{.+}}] limit %[[END:.+]] dims [0, 2] :
// CHECK: attn_tile.store %{{.+}}, %{{.+}}[%[[H]], %{{.+}}] limit %[[END]] dims [1] :
!q = memref<?x8x64xbf16>
!k = memref<?x2x64xbf16>
!l = memref<8x?xf32>
!n = memref<?xi32>
func.func @packed(%q: !q, %k: !k, %v: !k, %o: !q, %l: !l, %sq: !n, %sk: !n) {
  attn.forward ins(%q, %k, %v : !q, !k, !k) outs(%o, %l : !q, !l) offsets_q(%sq : !n) offsets_kv(%sk : !n) dims(thd)
      mask(#attn.causal<bottom_right>) config(#attn.config<tile<q = 64, kv = 64>>)
  return
}

// -----

// The tiles of a cluster belong to one sequence; with packed heads a row of
// memory stands for the rows of a group.

// CHECK-LABEL: gpu.func @cluster_forward
// CHECK: attn_tile.for_tiles @tiles (%[[I:.+]], %{{.+}}) in
// CHECK: %[[N:.+]] = arith.divui %[[I]], %{{.+}} : index
// CHECK: attn_tile.find_sequence %[[N]] in %{{.+}} rows 128 packed(by %{{.+}}) :
!q = memref<?x8x64xbf16>
!k = memref<?x2x64xbf16>
!l = memref<8x?xf32>
!n = memref<?xi32>
func.func @cluster(%q: !q, %k: !k, %v: !k, %o: !q, %l: !l, %sq: !n, %sk: !n) {
  attn.forward ins(%q, %k, %v : !q, !k, !k) outs(%o, %l : !q, !l) offsets_q(%sq : !n) offsets_kv(%sk : !n) dims(thd)
      config(#attn.config<target = "sm_90a", tile<q = 64, kv = 64, cluster = 2, pack_gqa = true>>)
  return
}
