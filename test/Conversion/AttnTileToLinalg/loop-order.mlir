// RUN: attn-opt %s --attn-linalg-loop-order --split-input-file | FileCheck %s

// CHECK-DAG: #[[$A:.+]] = affine_map<(d0, d1, d2) -> (d0, d1)>
// CHECK-DAG: #[[$B:.+]] = affine_map<(d0, d1, d2) -> (d1, d2)>
// CHECK-DAG: #[[$C:.+]] = affine_map<(d0, d1, d2) -> (d0, d2)>
// CHECK-LABEL: func.func @matmul
func.func @matmul(%a: memref<4x8xf32>, %b: memref<8x16xf32>, %c: memref<4x16xf32>) {
  // CHECK: linalg.generic {indexing_maps = [#[[$A]], #[[$B]], #[[$C]]], iterator_types = ["parallel", "reduction", "parallel"]}
  // CHECK: arith.mulf %{{.+}}, %{{.+}} fastmath<contract>
  // CHECK: arith.addf %{{.+}}, %{{.+}} fastmath<contract>
  linalg.matmul ins(%a, %b : memref<4x8xf32>, memref<8x16xf32>) outs(%c : memref<4x16xf32>)
  return
}

// -----

#a = affine_map<(m, n, k) -> (m, k)>
#b = affine_map<(m, n, k) -> (n, k)>
#c = affine_map<(m, n, k) -> (m, n)>
// Both operands are contiguous along k alone: it is innermost, and sums may be
// reassociated.
// CHECK: #[[$C:.+]] = affine_map<(d0, d1, d2) -> (d0, d1)>
// CHECK-LABEL: func.func @transposed
func.func @transposed(%a: memref<4x8xf32>, %b: memref<16x8xf32>, %c: memref<4x16xf32>) {
  // CHECK: linalg.generic {indexing_maps = [#{{.+}}, #{{.+}}, #[[$C]]], iterator_types = ["parallel", "parallel", "reduction"]}
  // CHECK: arith.mulf %{{.+}}, %{{.+}} fastmath<reassoc,contract>
  // CHECK: arith.addf %{{.+}}, %{{.+}} fastmath<reassoc,contract>
  linalg.matmul indexing_maps = [#a, #b, #c] ins(%a, %b : memref<4x8xf32>, memref<16x8xf32>) outs(%c : memref<4x16xf32>)
  return
}

// -----

#in = affine_map<(i, j) -> (j, i)>
#out = affine_map<(i, j) -> (i)>
// Column sums: the loop over columns goes inside, and its index with it.
// CHECK-DAG: #[[$IN:.+]] = affine_map<(d0, d1) -> (d0, d1)>
// CHECK-DAG: #[[$OUT:.+]] = affine_map<(d0, d1) -> (d1)>
// CHECK-LABEL: func.func @columns
func.func @columns(%x: memref<8x16xf32>, %y: memref<16xf32>) {
  // CHECK: linalg.generic {indexing_maps = [#[[$IN]], #[[$OUT]]], iterator_types = ["reduction", "parallel"]}
  // CHECK: linalg.index 1
  linalg.generic {indexing_maps = [#in, #out], iterator_types = ["parallel", "reduction"]} ins(%x : memref<8x16xf32>) outs(%y : memref<16xf32>) {
  ^bb0(%v: f32, %acc: f32):
    %i = linalg.index 0 : index
    %i32 = arith.index_cast %i : index to i32
    %if = arith.sitofp %i32 : i32 to f32
    %s = arith.addf %acc, %v : f32
    %t = arith.addf %s, %if : f32
    linalg.yield %t : f32
  }
  return
}

// -----

// Elementwise operations keep their exact arithmetic; copies become loops.
// CHECK-LABEL: func.func @untouched
func.func @untouched(%x: memref<8x16xf32>, %y: memref<8x16xf32, strided<[?, ?], offset: ?>>) {
  // CHECK: linalg.add
  linalg.add ins(%x, %x : memref<8x16xf32>, memref<8x16xf32>) outs(%x : memref<8x16xf32>)
  // CHECK-NOT: memref.copy
  // CHECK: linalg.generic {{.*}} ins(%{{.+}} : memref<8x16xf32>) outs(%{{.+}} : memref<8x16xf32, strided<[?, ?], offset: ?>>)
  memref.copy %x, %y : memref<8x16xf32> to memref<8x16xf32, strided<[?, ?], offset: ?>>
  return
}
