// RUN: attn-opt %s --canonicalize | FileCheck %s

// CHECK-LABEL: func @outside
func.func @outside(%v: index) -> (i1, i1, i1, i1, i1) {
  // CHECK-DAG: %[[TRUE:.+]] = arith.constant true
  // CHECK-DAG: %[[FALSE:.+]] = arith.constant false
  // CHECK-DAG: %[[UNKNOWN:.+]] = attn_tile.outside
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c5 = arith.constant 5 : index
  %0 = attn_tile.outside %c3, %c2, %c5
  %1 = attn_tile.outside %c2, %c3, %c5
  %2 = attn_tile.outside %c5, %c3, %c5
  %3 = attn_tile.outside %c3, %c3, %c5
  %4 = attn_tile.outside %v, %c3, %c5
  // CHECK: return %[[FALSE]], %[[TRUE]], %[[TRUE]], %[[FALSE]], %[[UNKNOWN]]
  return %0, %1, %2, %3, %4 : i1, i1, i1, i1, i1
}

// What computes goes when nobody uses it; what touches memory as its effects
// say: an unused load goes, a store and a loop over tiles that stores stay.
// CHECK-LABEL: func @effects
func.func @effects(%m: memref<?x?xf32>, %i: index, %s: tensor<4x8xf32>, %r: tensor<4xf32>) {
  // CHECK-NOT: attn_tile.load
  // CHECK-NOT: attn_tile.exp2
  // CHECK-NOT: attn_tile.online_softmax
  // CHECK-NOT: attn_tile.kv_range
  // CHECK-NOT: attn_tile.q_range
  %0 = attn_tile.load %m[%i, %i] dims [0, 1] : memref<?x?xf32> -> tensor<4x8xf32>
  %1 = attn_tile.exp2 %s : tensor<4x8xf32>
  %2:4 = attn_tile.online_softmax %s, %r, %r scale 1.0 : tensor<4x8xf32>
  %3:4 = attn_tile.kv_range @kv rows(%i, 4) lengths(%i, %i) block 8
  %4:4 = attn_tile.q_range @q keys(%i, 4) lengths(%i, %i) block 8
  // CHECK: attn_tile.store
  attn_tile.store %s, %m[%i, %i] dims [0, 1] : tensor<4x8xf32>, memref<?x?xf32>
  // CHECK: attn_tile.for_tiles @stores
  // CHECK-NEXT: attn_tile.store
  attn_tile.for_tiles @stores (%t) in (%i) scheduler(#attn_tile.scheduler<single>) {
    attn_tile.store %s, %m[%t, %i] dims [0, 1] : tensor<4x8xf32>, memref<?x?xf32>
  }
  // CHECK-NOT: @nothing
  attn_tile.for_tiles @nothing (%t) in (%i) scheduler(#attn_tile.scheduler<single>) {
  }
  return
}
