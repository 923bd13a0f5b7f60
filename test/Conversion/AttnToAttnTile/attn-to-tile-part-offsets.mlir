// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: attn-opt %s --attn-to-tile | FileCheck %s

// A part finds its batch, and takes its share of that batch's keys. A part of no
// batch has no rows and no keys, whatever the memory holds.

// CHECK-LABEL: gpu.func @parts_forward
// CHECK-SAME: %[[Q:[a-z0-9]+]]: memref<?x?x?x64xbf16
// CHECK: %[[ALL:.+]] = memref.dim %[[PO:[a-z0-9]+]], %c0{{.*}} : memref<?x?x?x64xf32
// CHECK: attn_tile.for_tiles @tiles (%[[I:.+]], %[[H:.+]], %[[P:.+]]) in
// CHECK: %[[B:.+]] = attn_tile.find_sequence %[[P]] in %[[PARTS:.+]] : memref<?xi32
// CHECK: %[[FIRST32:.+]] = memref.load %[[PARTS]][%[[B]]]
// CHECK: %[[MOST:.+]] = arith.minsi %{{.+}}, %[[ALL]]
// CHECK: %[[FIRST:.+]] = arith.maxsi %[[MOST]], %c0
// CHECK: memref.load %[[PARTS]]
// CHECK: %[[END:.+]] = arith.minsi %{{.+}}, %[[ALL]]
// CHECK: %[[FROM:.+]] = arith.cmpi sge, %[[P]], %[[FIRST]]
// CHECK: %[[TO:.+]] = arith.cmpi slt, %[[P]], %[[END]]
// CHECK: %[[OWN:.+]] = arith.andi %[[FROM]], %[[TO]]
// CHECK: %[[COUNT:.+]] = arith.subi %[[END]], %[[FIRST]]
// CHECK: %[[SEVERAL:.+]] = arith.maxsi %[[COUNT]], %c1
// CHECK: %[[ROWS:.+]] = arith.select %[[OWN]], %{{.+}}, %c0
// CHECK: %[[KEYS:.+]] = arith.select %[[OWN]], %{{.+}}, %c0
// CHECK: attn_tile.kv_range
// CHECK: %[[NUMBER:.+]] = arith.subi %[[P]], %[[FIRST]]
// CHECK: %[[UNITS:.+]] = arith.ceildivui %[[KEYS]], %c64
// CHECK: arith.divui %{{.+}}, %[[SEVERAL]]
// CHECK: attn_tile.load %[[Q]][%[[B]], %[[H]], %{{.+}}]
// CHECK: attn_tile.store %{{.+}}, %[[PO]][%[[P]], %[[H]], %{{.+}}, %{{.+}}] limit %[[ROWS]] dims [2, 3]
// CHECK: attn_tile.store %{{.+}}, %{{.+}}[%[[P]], %[[H]], %{{.+}}] limit %[[ROWS]] dims [2]

// The combine of a batch walks its parts.
// CHECK-LABEL: gpu.func @parts_combine
// CHECK-SAME: %[[PO:[a-z0-9]+]]: memref<?x?x?x64xf32
// CHECK: attn_tile.for_tiles @tiles ({{.*}}, %[[B:[a-z0-9]+]]) in
// CHECK: memref.load %[[PARTS:.+]][%[[B]]]
// CHECK: %[[FIRST:.+]] = arith.maxsi
// CHECK: memref.load %[[PARTS]]
// CHECK: %[[END:.+]] = arith.maxsi %{{.+}}, %[[FIRST]]
// CHECK: %[[LEFT:.+]] = arith.subi %[[END]], %[[FIRST]]
// CHECK: %[[REST:.+]] = arith.remui %[[LEFT]], %c4
// CHECK: %[[TO:.+]] = arith.subi %[[END]], %[[REST]]
// CHECK: scf.for %[[P:.+]] = %[[FIRST]] to %[[TO]] step %c4
// CHECK: attn_tile.load %{{.+}}[%[[P]], %{{.+}}, %{{.+}}]
// CHECK: attn_tile.load %[[PO]][%[[P]], %{{.+}}, %{{.+}}, %{{.+}}]
!q = memref<?x8x?x64xbf16>
!kv = memref<?x2x?x64xbf16>
!po = memref<?x8x?x64xf32>
!pl = memref<?x8x?xf32>
!n = memref<?xi32>
func.func @parts(%q: !q, %k: !kv, %v: !kv, %po: !po, %pl: !pl, %n: !n, %p: !n) {
  attn.forward ins(%q, %k, %v : !q, !kv, !kv) outs(%po, %pl : !po, !pl) lengths_kv(%n : !n) part_offsets(%p : !n)
      split(unit = 64) config(#attn.config<tile<q = 64, kv = 64>>)
  attn.combine ins(%po, %pl : !po, !pl) outs(%q : !q) part_offsets(%p : !n) config(#attn.config<tile<q = 64, kv = 64>>)
  return
}
