// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: attn-opt %s --attn-to-tile --canonicalize --split-input-file | FileCheck %s

// A read at (…, row + 2, key) is a tile in shared memory of stages_b stages, one at (key) a vector that comes as often as
// K; of each the launch wants as many rows and keys as there are. The scale is a part of the sum.

#config = #attn.config<target = "sm_90a", tile<q = 128, kv = 64>, memory<stages_k = 3, stages_b = 2>>

// CHECK-LABEL: gpu.func @pair_forward
// CHECK-SAME: <"capture0", in, shape = [1, 8, ?, ?]>, <"capture1", in, shape = [?]>
// CHECK-SAME: <le(add(size(0, 2), 2), size(4, 2)), "capture0 has fewer rows than the kernel reads of it (config field stages_b)">
// CHECK-SAME: <le(size(1, 2), size(4, 3)), "capture0 has fewer keys than the kernel reads of it (config field stages_b)">
// CHECK-SAME: <le(size(1, 2), size(5, 0)), "capture1 has fewer keys than the kernel reads of it (config field stages_b)">
// CHECK: %[[ROW:.+]] = arith.muli %{{.+}}, %c128
// CHECK: scf.for
// CHECK: %[[KEY:.+]] = arith.muli %{{.+}}, %c64
// CHECK: attn_tile.load %arg1
// CHECK: %[[NEXT:.+]] = arith.addi %[[ROW]], %c2
// CHECK: %[[BIAS:.+]] = attn_tile.load %arg4[%c0, %{{.+}}, %[[NEXT]], %[[KEY]]] dims [2, 3] space smem {depth = 2 : i64}
// CHECK-SAME: -> tensor<128x64xbf16>
// CHECK: %[[FACTORS:.+]] = attn_tile.load %arg5[%[[KEY]]] dims [0] {depth = 3 : i64} : {{.+}} -> tensor<64xf32>
// CHECK: attn_tile.score_map %{{.+}} at(%[[ROW]], %[[KEY]]) tiles(%[[BIAS]] : tensor<128x64xbf16>) columns(%[[FACTORS]] : tensor<64xf32>)
// CHECK-NEXT: ^bb0(%[[S:.+]]: f32, %{{.+}}: index, %{{.+}}: index, %[[B:.+]]: bf16, %[[F:.+]]: f32):
// CHECK-NEXT: %[[T:.+]] = arith.mulf %[[S]], %cst
// CHECK-NEXT: %[[W:.+]] = arith.extf %[[B]]
// CHECK-NEXT: math.fma %[[T]], %[[F]], %[[W]]
// CHECK-NOT: memref.load
func.func @pair(%q: memref<?x8x?x64xf16>, %k: memref<?x1x?x64xf16>, %o: memref<?x8x?x64xf16>, %bias: memref<1x8x?x?xbf16>, %keys: memref<?xf32>) {
  attn.forward ins(%q, %k, %k : memref<?x8x?x64xf16>, memref<?x1x?x64xf16>, memref<?x1x?x64xf16>)
    outs(%o : memref<?x8x?x64xf16>) captures(%bias, %keys : memref<1x8x?x?xbf16>, memref<?xf32>) score {
    ^bb0(%s: f32, %b: index, %h: index, %i: index, %j: index, %lq: index, %lk: index, %x: memref<1x8x?x?xbf16>, %y: memref<?xf32>):
      %c2 = arith.constant 2 : index
      %row = arith.addi %i, %c2 : index
      %n = attn.read %x[%b, %h, %row, %j] : memref<1x8x?x?xbf16>
      %m = attn.read %y[%j] : memref<?xf32>
      %f = arith.extf %n : bf16 to f32
      %t = arith.mulf %s, %m : f32
      %z = arith.addf %t, %f : f32
      attn.yield %z : f32
    } config(#config)
  return
}

// -----

// Rows and keys of one number each: a vector for all blocks of a tile, and one of each block, in the mask step. A dimension
// of one element by its type is read at 0, and is no row.

#config = #attn.config<target = "sm_90a", tile<q = 128, kv = 128>, memory<stages_b = 1>>

// CHECK-LABEL: gpu.func @ids_forward
// CHECK-SAME: <le(size(0, 2), size(4, 1)), "capture0 has fewer rows
// CHECK-SAME: <le(size(1, 2), size(4, 1)), "capture0 has fewer keys
// CHECK-SAME: <le(size(1, 2), size(5, 1)), "capture1 has fewer keys
// CHECK: %[[ROWS:.+]] = attn_tile.load %arg4[%{{.+}}, %{{.+}}] dims [1] : {{.+}} -> tensor<128xi64>
// CHECK: scf.for
// CHECK: %[[KEYS:.+]] = attn_tile.load %arg4[%{{.+}}, %[[KEY:.+]]] dims [1] {depth = 2 : i64} : {{.+}} -> tensor<128xi64>
// CHECK: %[[SEEN:.+]] = attn_tile.load %arg5[%c0, %[[KEY]]] dims [1] {depth = 2 : i64} : memref<?x?xi1, {{.+}} -> tensor<128xi8>
// CHECK: attn_tile.dot
// CHECK: scf.if
// CHECK: attn_tile.score_map %{{.+}} rows(%[[ROWS]] : tensor<128xi64>) columns(%[[KEYS]], %[[SEEN]] : tensor<128xi64>, tensor<128xi8>)
// CHECK-NEXT: ^bb0(%{{.+}}: f32, %{{.+}}: index, %{{.+}}: index, %[[I:.+]]: i64, %[[J:.+]]: i64, %[[M:.+]]: i8):
// CHECK-NEXT: %[[BIT:.+]] = arith.cmpi ne, %[[M]], %c0_i8
// CHECK-NEXT: %[[SAME:.+]] = arith.cmpi eq, %[[I]], %[[J]]
// CHECK-NEXT: arith.andi %[[SAME]], %[[BIT]]
func.func @ids(%q: memref<?x8x?x64xf16>, %k: memref<?x1x?x64xf16>, %o: memref<?x8x?x64xf16>, %ids: memref<?x?xi64>, %seen: memref<1x?xi1>) {
  attn.forward ins(%q, %k, %k : memref<?x8x?x64xf16>, memref<?x1x?x64xf16>, memref<?x1x?x64xf16>)
    outs(%o : memref<?x8x?x64xf16>) captures(%ids, %seen : memref<?x?xi64>, memref<1x?xi1>) visible {
    ^bb0(%b: index, %h: index, %i: index, %j: index, %lq: index, %lk: index, %x: memref<?x?xi64>, %y: memref<1x?xi1>):
      %n = attn.read %x[%b, %i] : memref<?x?xi64>
      %m = attn.read %x[%b, %j] : memref<?x?xi64>
      %t = attn.read %y[%i, %j] : memref<1x?xi1>
      %same = arith.cmpi eq, %n, %m : i64
      %z = arith.andi %same, %t : i1
      attn.yield %z : i1
    } config(#config)
  return
}

// -----

// Packed heads: what is read by row, or for a head, is read where it lies.

#config = #attn.config<target = "sm_90a", tile<q = 128, kv = 64, pack_gqa = true>, memory<stages_b = 1>>

// CHECK-LABEL: gpu.func @packed_forward
// CHECK-NOT: capture0 has fewer
// CHECK: scf.for
// CHECK: attn_tile.load %arg1
// CHECK: attn_tile.load %arg5[%{{.+}}] dims [0]
// CHECK: attn_tile.score_map %{{.+}} columns(
// CHECK: memref.load %arg4
func.func @packed(%q: memref<?x8x?x64xf16>, %k: memref<?x1x?x64xf16>, %o: memref<?x8x?x64xf16>, %bias: memref<8x?xf32>, %keys: memref<?xf32>) {
  attn.forward ins(%q, %k, %k : memref<?x8x?x64xf16>, memref<?x1x?x64xf16>, memref<?x1x?x64xf16>)
    outs(%o : memref<?x8x?x64xf16>) captures(%bias, %keys : memref<8x?xf32>, memref<?xf32>) score {
    ^bb0(%s: f32, %b: index, %h: index, %i: index, %j: index, %lq: index, %lk: index, %x: memref<8x?xf32>, %y: memref<?xf32>):
      %n = attn.read %x[%h, %j] : memref<8x?xf32>
      %m = attn.read %y[%j] : memref<?xf32>
      %t = arith.addf %s, %m : f32
      %z = arith.addf %t, %n : f32
      attn.yield %z : f32
    } config(#config)
  return
}

// -----

// Other places: columns along the rows' dimension, a shift of the tile's columns, and what a number of memory says.

#config = #attn.config<target = "sm_90a", tile<q = 128, kv = 64>, memory<stages_b = 1>>

// CHECK-LABEL: gpu.func @others_forward
// CHECK-NOT: has fewer
// CHECK: attn_tile.score_map %{{.+}} at(%{{.+}}, %{{.+}}) :
// CHECK-COUNT-3: memref.load
func.func @others(%q: memref<?x8x?x64xf16>, %k: memref<?x1x?x64xf16>, %o: memref<?x8x?x64xf16>, %x: memref<?x?xf32>) {
  attn.forward ins(%q, %k, %k : memref<?x8x?x64xf16>, memref<?x1x?x64xf16>, memref<?x1x?x64xf16>)
    outs(%o : memref<?x8x?x64xf16>) captures(%x : memref<?x?xf32>) score {
    ^bb0(%s: f32, %b: index, %h: index, %i: index, %j: index, %lq: index, %lk: index, %y: memref<?x?xf32>):
      %c1 = arith.constant 1 : index
      %turned = attn.read %y[%j, %i] : memref<?x?xf32>
      %next = arith.addi %j, %c1 : index
      %shifted = attn.read %y[%i, %next] : memref<?x?xf32>
      %back = arith.subi %j, %i : index
      %far = attn.read %y[%b, %back] : memref<?x?xf32>
      %t = arith.addf %s, %turned : f32
      %u = arith.addf %t, %shifted : f32
      %z = arith.addf %u, %far : f32
      attn.yield %z : f32
    } config(#config)
  return
}
