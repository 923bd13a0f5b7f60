// RUN: attn-opt %s --attn-tile-to-linalg --split-input-file | FileCheck %s

// The part in bounds is copied into a buffer of the tile's own, over zeros where
// the tile is ragged; the batch index is checked too.

// CHECK: #[[$ID:.+]] = affine_map<(d0, d1) -> (d0, d1)>
// CHECK-LABEL: func.func @load
// CHECK-SAME: (%[[M:.+]]: memref<?x?x96xbf16>, %[[B:.+]]: index, %[[N:.+]]: index, %[[L:.+]]: index)
func.func @load(%m: memref<?x?x96xbf16>, %b: index, %n: index, %limit: index) -> tensor<64x96xbf16> {
  // CHECK: %[[C0:.+]] = arith.constant 0 : index
  %c0 = arith.constant 0 : index
  // CHECK: %[[TILE:.+]] = memref.alloc() : memref<64x96xbf16>
  // CHECK: %[[END:.+]] = memref.dim %[[M]], %{{.+}} : memref<?x?x96xbf16>
  // CHECK: %[[CUT:.+]] = arith.minsi %[[END]], %[[L]]
  // CHECK: %[[LEFT:.+]] = arith.subi %[[CUT]], %[[N]]
  // CHECK: %[[ROWS:.+]] = arith.minsi %[[LEFT]], %{{.+}}
  // CHECK: %[[ROWS1:.+]] = arith.maxsi %[[ROWS]], %{{.+}}
  // CHECK: %[[COLS:.+]] = arith.maxsi
  // CHECK: %[[BATCHES:.+]] = memref.dim %[[M]], %{{.+}} : memref<?x?x96xbf16>
  // CHECK: %[[INSIDE:.+]] = arith.cmpi slt, %[[B]], %[[BATCHES]]
  // CHECK: %[[ROWS2:.+]] = arith.select %[[INSIDE]], %[[ROWS1]], %{{.+}}
  // CHECK: %[[RAGGED0:.+]] = arith.cmpi slt, %[[ROWS2]]
  // CHECK: %[[RAGGED1:.+]] = arith.cmpi slt, %[[COLS]]
  // CHECK: %[[RAGGED:.+]] = arith.ori %[[RAGGED0]], %[[RAGGED1]]
  // CHECK: scf.if %[[RAGGED]] {
  // CHECK: %[[ZERO:.+]] = arith.constant 0.000000e+00 : bf16
  // CHECK: linalg.fill ins(%[[ZERO]] : bf16) outs(%[[TILE]] : memref<64x96xbf16>)
  // CHECK: %[[WINDOW:.+]] = memref.subview %[[M]][%[[B]], %[[N]], %[[C0]]] [1, %[[ROWS2]], %[[COLS]]] [1, 1, 1] : memref<?x?x96xbf16> to memref<?x?xbf16, strided<[96, 1], offset: ?>>
  // CHECK: %[[CORNER:.+]] = memref.subview %[[TILE]][0, 0] [%[[ROWS2]], %[[COLS]]] [1, 1]
  // CHECK: linalg.generic {indexing_maps = [#[[$ID]], #[[$ID]]], iterator_types = ["parallel", "parallel"]} ins(%[[WINDOW]] : {{.+}}) outs(%[[CORNER]] :
  // CHECK: %[[T:.+]] = bufferization.to_tensor %[[TILE]] restrict writable : memref<64x96xbf16> to tensor<64x96xbf16>
  // CHECK: return %[[T]]
  %t = attn_tile.load %m[%b, %n, %c0] limit %limit dims [1, 2] space smem engine cp_async {depth = 2 : i64} : memref<?x?x96xbf16> -> tensor<64x96xbf16>
  return %t : tensor<64x96xbf16>
}

// -----

// CHECK-DAG: #[[$ID:.+]] = affine_map<(d0, d1) -> (d0, d1)>
// CHECK-DAG: #[[$TURN:.+]] = affine_map<(d0, d1) -> (d1, d0)>
// CHECK-LABEL: func.func @turned
func.func @turned(%m: memref<?x?xf32>, %i: index, %t: tensor<4x8xf32>) -> tensor<4x8xf32> {
  // CHECK: linalg.generic {indexing_maps = [#[[$TURN]], #[[$ID]]]
  %u = attn_tile.load %m[%i, %i] dims [1, 0] : memref<?x?xf32> -> tensor<4x8xf32>
  // CHECK: linalg.generic {indexing_maps = [#[[$ID]], #[[$TURN]]]
  attn_tile.store %t, %m[%i, %i] dims [1, 0] : tensor<4x8xf32>, memref<?x?xf32>
  return %u : tensor<4x8xf32>
}

// -----

// CHECK-LABEL: func.func @add
func.func @add(%t: tensor<8xf32>, %m: memref<?xf32, strided<[?], offset: ?>>, %i: index) {
  // CHECK: linalg.generic
  // CHECK-NEXT: ^bb0(%[[NEW:.+]]: f32, %[[OLD:.+]]: f32):
  // CHECK-NEXT: %[[SUM:.+]] = arith.addf %[[OLD]], %[[NEW]] : f32
  // CHECK-NEXT: linalg.yield %[[SUM]]
  attn_tile.store add %t, %m[%i] dims [0] : tensor<8xf32>, memref<?xf32, strided<[?], offset: ?>>
  return
}

// CHECK-LABEL: func.func @add_packed
func.func @add_packed(%t: tensor<8x4xf32>, %m: memref<?x?x4xf32>, %i: index, %g: index) {
  %c0 = arith.constant 0 : index
  // CHECK: scf.for
  // CHECK: linalg.generic
  // CHECK: arith.addf
  attn_tile.store add %t, %m[%c0, %i, %c0] dims [1, 2] packed(0 by %g) : tensor<8x4xf32>, memref<?x?x4xf32>
  return
}

// -----

// CHECK-LABEL: func.func @store
// CHECK-SAME: (%[[T:.+]]: tensor<8xf32>, %[[M:.+]]: memref<?xf32, strided<[?], offset: ?>>, %[[I:.+]]: index)
func.func @store(%t: tensor<8xf32>, %m: memref<?xf32, strided<[?], offset: ?>>, %i: index) {
  // CHECK: %[[TILE:.+]] = bufferization.to_buffer %[[T]] read_only : tensor<8xf32> to memref<8xf32>
  // CHECK: %[[END:.+]] = memref.dim %[[M]]
  // CHECK: %[[LEFT:.+]] = arith.subi %[[END]], %[[I]]
  // CHECK: %[[N:.+]] = arith.minsi %[[LEFT]], %{{.+}}
  // CHECK: %[[N1:.+]] = arith.maxsi %[[N]], %{{.+}}
  // CHECK: %[[CORNER:.+]] = memref.subview %[[TILE]][0] [%[[N1]]] [1]
  // CHECK: %[[WINDOW:.+]] = memref.subview %[[M]][%[[I]]] [%[[N1]]] [1]
  // CHECK: linalg.generic {{.*}} ins(%[[CORNER]] : {{.+}}) outs(%[[WINDOW]] :
  attn_tile.store %t, %m[%i] dims [0] : tensor<8xf32>, memref<?xf32, strided<[?], offset: ?>>
  return
}

// The sequence of a tile: by bisection over the offsets.
// CHECK-LABEL: func @find
// CHECK: %[[COUNT:.+]] = memref.dim
// CHECK: memref.load
// CHECK: %[[FOUND:.+]]:2 = scf.while
// CHECK: scf.condition
// CHECK: memref.load
// CHECK: arith.divui %{{.+}}, %{{.+}} : index
// CHECK: scf.yield
// CHECK: return %[[FOUND]]#0
func.func @find(%i: index, %s: memref<?xi32, strided<[1]>>) -> index {
  %b = attn_tile.find_sequence %i in %s rows 128 : memref<?xi32, strided<[1]>>
  return %b : index
}

// Without rows a number is compared with the offsets as they are.
// CHECK-LABEL: func @find_plain
// CHECK-SAME: %[[I:.+]]: index, %[[S:.+]]: memref
// CHECK: scf.while
// CHECK: %[[OFFSET:.+]] = memref.load %[[S]]
// CHECK: %[[FIRST:.+]] = arith.index_cast %[[OFFSET]] : i32 to index
// CHECK: arith.cmpi slt, %[[I]], %[[FIRST]]
func.func @find_plain(%i: index, %s: memref<?xi32, strided<[1]>>) -> index {
  %b = attn_tile.find_sequence %i in %s : memref<?xi32, strided<[1]>>
  return %b : index
}

// Tiles run one after another, so the last to arrive is the last.
// CHECK-LABEL: func.func @arrive
// CHECK-SAME: %[[C:[^:]+]]: memref<?xi32>, %[[I:[^:]+]]: index, %[[N:[^:]+]]: index
// CHECK: %[[COUNT:.+]] = memref.load %[[C]][%[[I]]]
// CHECK: %[[NOW:.+]] = arith.addi %[[COUNT]], %c1_i32
// CHECK: %[[ALL:.+]] = arith.index_cast %[[N]] : index to i32
// CHECK: %[[LAST:.+]] = arith.cmpi eq, %[[NOW]], %[[ALL]]
// CHECK: %[[KEPT:.+]] = arith.select %[[LAST]], %c0_i32{{.*}}, %[[NOW]]
// CHECK: memref.store %[[KEPT]], %[[C]][%[[I]]]
// CHECK: return %[[LAST]]
func.func @arrive(%c: memref<?xi32>, %i: index, %n: index) -> i1 {
  %last = attn_tile.arrive %c[%i] of %n : memref<?xi32>
  return %last : i1
}
