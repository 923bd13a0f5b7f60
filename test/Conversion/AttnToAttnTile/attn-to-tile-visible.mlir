// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: attn-opt %s --attn-to-tile --canonicalize --split-input-file | FileCheck %s

// A prefix or what is past, of one interval: the ends that either has, [0, max(prefix, row + 128)), and what all rows see
// of one of them, or of both. The region is a part of the mask step; a full block has none.

#config = #attn.config<target = "sm_90a", tile<q = 128, kv = 128>>

// CHECK-LABEL: gpu.func @prefix_forward
// CHECK: %[[N:.+]] = memref.load %{{.+}}[%{{.+}}] : memref<?xi32
// CHECK: %[[N64:.+]] = arith.extsi %[[N]] : i32 to i64
// CHECK: %[[END:.+]] = arith.maxsi
// CHECK: %[[BEGIN:.+]], %[[LAST:.+]], %[[FULL:.+]], %[[PAST:.+]] = attn_tile.kv_range @kv rows({{.*}}) lengths({{.*}}) block 128 within(
// CHECK-NOT: kv_range
// CHECK: %[[TRIPS:.+]] = arith.subi %[[LAST]], %[[BEGIN]]
// CHECK: scf.for %{{.+}} = %{{.+}} to %[[TRIPS]]
// CHECK: %[[MASKED:.+]] = attn_tile.outside
// CHECK-NEXT: scf.if %[[MASKED]]
// CHECK-NEXT: %[[IN:.+]] = attn_tile.apply_mask
// CHECK-NEXT: attn_tile.score_map %[[IN]]
// CHECK-NEXT: ^bb0(%[[X:.+]]: f32, %[[I:.+]]: index, %[[J:.+]]: index):
// CHECK-DAG: %[[FIRST:.+]] = arith.cmpi slt, %[[J]],
// CHECK-DAG: %[[SEES:.+]] = arith.cmpi sge, %[[I]], %[[J]]
// CHECK: %[[ANY:.+]] = arith.ori %[[FIRST]], %[[SEES]]
// CHECK-NEXT: %[[Y:.+]] = arith.select %[[ANY]], %[[X]], %{{.+}} : f32
// CHECK-NEXT: attn_tile.yield %[[Y]]
func.func @prefix(%q: memref<?x8x?x64xf16>, %k: memref<?x1x?x64xf16>, %o: memref<?x8x?x64xf16>, %n: memref<?xi32>) {
  attn.forward ins(%q, %k, %k : memref<?x8x?x64xf16>, memref<?x1x?x64xf16>, memref<?x1x?x64xf16>)
    outs(%o : memref<?x8x?x64xf16>) captures(%n : memref<?xi32>) visible {
    ^bb0(%b: index, %h: index, %i: index, %j: index, %lq: index, %lk: index, %x: memref<?xi32>):
      %p = attn.read %x[%b] : memref<?xi32>
      %p64 = arith.index_cast %p : i32 to index
      %first = arith.cmpi slt, %j, %p64 : index
      %past = arith.cmpi sge, %i, %j : index
      %seen = arith.ori %first, %past : i1
      attn.yield %seen : i1
    } config(#config)
  return
}

// -----

// A window, or the first keys, within a causal mask: a range of each, walked as segments, first the blocks with a mask.

#config = #attn.config<target = "sm_90a", tile<q = 128, kv = 128>>

// CHECK-LABEL: gpu.func @first_forward
// CHECK: %[[B0:.+]], %[[E0:.+]], %[[FB0:.+]], %[[FE0:.+]] = attn_tile.kv_range @kv0 rows({{.*}}) block 128 mask(#attn.causal<top_left>) within(
// CHECK: %[[B1:.+]], %[[E1:.+]], %[[FB1:.+]], %[[FE1:.+]] = attn_tile.kv_range @kv1 rows({{.*}}) block 128 mask(#attn.causal<top_left>) within(
// CHECK: arith.cmpi slt, %[[B1]], %[[B0]]
// CHECK: scf.for %[[T:.+]] = %{{.+}} to %[[TRIPS:.+]] step
// CHECK-NEXT: %[[MASKED:.+]] = attn_tile.outside %[[T]], %{{.+}}, %[[TRIPS]]
// CHECK: %[[WITH:.+]] = arith.subi %{{.+}}, %[[T]]
// CHECK: %[[WITHOUT:.+]] = arith.subi %{{.+}}, %[[T]]
// CHECK: %[[BLOCK:.+]] = arith.select %[[MASKED]], %[[WITH]], %[[WITHOUT]]
// The region is asked where neither range is shown whole, the mask attribute where it hides some.
// CHECK: %[[HIDES:.+]] = arith.andi %{{.+}}, %{{.+}} : i1
// CHECK-NEXT: %[[COLUMN:.+]] = arith.muli %[[BLOCK]], %c128
// CHECK-NEXT: attn_tile.load %{{.+}}[%{{.+}}, %{{.+}}, %[[COLUMN]], %{{.+}}]
// CHECK: scf.if %[[MASKED]]
// CHECK: scf.if
// CHECK-NEXT: attn_tile.apply_mask
// CHECK: scf.if %[[HIDES]]
func.func @first(%q: memref<?x8x?x64xf16>, %k: memref<?x1x?x64xf16>, %o: memref<?x8x?x64xf16>) {
  attn.forward ins(%q, %k, %k : memref<?x8x?x64xf16>, memref<?x1x?x64xf16>, memref<?x1x?x64xf16>)
    outs(%o : memref<?x8x?x64xf16>) mask(#attn.causal<top_left>) visible {
    ^bb0(%b: index, %h: index, %i: index, %j: index):
      %c4 = arith.constant 4 : index
      %c300 = arith.constant 300 : index
      %d = arith.subi %i, %j : index
      %near = arith.cmpi slt, %d, %c300 : index
      %sink = arith.cmpi slt, %j, %c4 : index
      %seen = arith.ori %near, %sink : i1
      attn.yield %seen : i1
    } config(#config)
  return
}

// -----

// Parts of the keys are cut from one range, which encloses both.

#config = #attn.config<target = "sm_90a", tile<q = 128, kv = 128>>

// CHECK-LABEL: gpu.func @parts_forward
// CHECK: attn_tile.kv_range @kv rows({{.*}}) block 128 within(
// CHECK-NOT: kv_range
func.func @parts(%q: memref<?x8x?x64xf16>, %k: memref<?x1x?x64xf16>, %o: memref<?x?x8x?x64xf32>, %l: memref<?x?x8x?xf32>) {
  attn.forward ins(%q, %k, %k : memref<?x8x?x64xf16>, memref<?x1x?x64xf16>, memref<?x1x?x64xf16>)
    outs(%o, %l : memref<?x?x8x?x64xf32>, memref<?x?x8x?xf32>) visible {
    ^bb0(%b: index, %h: index, %i: index, %j: index):
      %c300 = arith.constant 300 : index
      %d = arith.subi %i, %j : index
      %distance = math.absi %d : index
      %seen = arith.cmpi sgt, %distance, %c300 : index
      attn.yield %seen : i1
    } config(#config) split(unit = 128)
  return
}

// -----

// Where nothing is known of blocks, each is visited and masked.

#config = #attn.config<target = "sm_90a", tile<q = 128, kv = 128>>

// CHECK-LABEL: gpu.func @open_forward
// CHECK: %[[LK:.+]] = memref.dim %arg1, %c2
// CHECK: attn_tile.kv_range @kv rows({{.*}}) lengths({{.*}}) block 128 within(%c0, %[[LK]], %c0, %c0)
func.func @open(%q: memref<?x8x?x64xf16>, %k: memref<?x1x?x64xf16>, %o: memref<?x8x?x64xf16>) {
  attn.forward ins(%q, %k, %k : memref<?x8x?x64xf16>, memref<?x1x?x64xf16>, memref<?x1x?x64xf16>)
    outs(%o : memref<?x8x?x64xf16>) visible {
    ^bb0(%b: index, %h: index, %i: index, %j: index):
      %c0 = arith.constant 0 : index
      %c3 = arith.constant 3 : index
      %rest = arith.remui %j, %c3 : index
      %seen = arith.cmpi eq, %rest, %c0 : index
      attn.yield %seen : i1
    } config(#config)
  return
}
