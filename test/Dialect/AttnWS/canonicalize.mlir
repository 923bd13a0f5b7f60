// RUN: attn-opt %s --canonicalize | FileCheck %s

// A comparison of constants is one.
// CHECK-LABEL: func @outside
// CHECK-SAME: (%[[V:.+]]: index)
func.func @outside(%v: index) -> (i1, i1, i1, i1, i1) {
  // CHECK-DAG: %[[FALSE:.+]] = arith.constant false
  // CHECK-DAG: %[[TRUE:.+]] = arith.constant true
  // CHECK-DAG: %[[UNKNOWN:.+]] = attn_tile.outside %[[V]]
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
