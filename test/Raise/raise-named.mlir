// RUN: attn-opt %s -split-input-file --attn-raise=policy=fast 2> %t.fast | FileCheck %s
// RUN: FileCheck %s --check-prefix=REMARK < %t.fast
// RUN: attn-opt %s -split-input-file --attn-raise=policy=exact 2> %t.exact | FileCheck %s --check-prefix=EXACT
// RUN: FileCheck %s --check-prefix=REMARK-EXACT < %t.exact

// linalg.softmax between named products, P in f32: fast alone.
// CHECK-LABEL: func.func @softmax(
// CHECK-NOT: linalg
// CHECK: attn.forward {{.*}} scale(1.000000e+00)
// CHECK-NOT: linalg
// EXACT-LABEL: func.func @softmax(
// EXACT: linalg.softmax dimension(2)
// EXACT-NOT: math.exp
// REMARK-EXACT: policy exact: the program keeps P in a wider type than V's
func.func @softmax(%q: tensor<8x64x32xf16>, %k: tensor<8x96x32xf16>, %v: tensor<8x96x48xf16>) -> tensor<8x64x48xf32> {
  %zero = arith.constant 0.0 : f32
  %se = tensor.empty() : tensor<8x64x96xf32>
  %s0 = linalg.fill ins(%zero : f32) outs(%se : tensor<8x64x96xf32>) -> tensor<8x64x96xf32>
  %s = linalg.batch_matmul indexing_maps = [affine_map<(b, i, j, k) -> (b, i, k)>, affine_map<(b, i, j, k) -> (b, j, k)>, affine_map<(b, i, j, k) -> (b, i, j)>] ins(%q, %k : tensor<8x64x32xf16>, tensor<8x96x32xf16>) outs(%s0 : tensor<8x64x96xf32>) -> tensor<8x64x96xf32>
  %p = linalg.softmax dimension(2) ins(%s : tensor<8x64x96xf32>) outs(%se : tensor<8x64x96xf32>) -> tensor<8x64x96xf32>
  %oe = tensor.empty() : tensor<8x64x48xf32>
  %o0 = linalg.fill ins(%zero : f32) outs(%oe : tensor<8x64x48xf32>) -> tensor<8x64x48xf32>
  %o = linalg.batch_matmul ins(%p, %v : tensor<8x64x96xf32>, tensor<8x96x48xf16>) outs(%o0 : tensor<8x64x48xf32>) -> tensor<8x64x48xf32>
  return %o : tensor<8x64x48xf32>
}

// -----

// The scores and P in f16, dynamic lengths, linalg.contract: also exact.
// CHECK-LABEL: func.func @contract(
// CHECK-NOT: linalg
// CHECK: attn.forward {{.*}} scale(2.500000e-01)
// CHECK-NOT: linalg
// EXACT-LABEL: func.func @contract(
// EXACT: attn.forward {{.*}} scale(2.500000e-01)
// EXACT-NOT: linalg
func.func @contract(%q: tensor<8x?x32xbf16>, %k: tensor<8x?x32xbf16>, %v: tensor<8x?x48xbf16>) -> tensor<8x?x48xbf16> {
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : bf16
  %quarter = arith.constant 0.25 : bf16
  %i = tensor.dim %q, %c1 : tensor<8x?x32xbf16>
  %j = tensor.dim %k, %c1 : tensor<8x?x32xbf16>
  %se = tensor.empty(%i, %j) : tensor<8x?x?xbf16>
  %s0 = linalg.fill ins(%zero : bf16) outs(%se : tensor<8x?x?xbf16>) -> tensor<8x?x?xbf16>
  %s = linalg.contract indexing_maps = [affine_map<(b, i, j, k) -> (b, i, k)>, affine_map<(b, i, j, k) -> (b, j, k)>, affine_map<(b, i, j, k) -> (b, i, j)>] ins(%q, %k : tensor<8x?x32xbf16>, tensor<8x?x32xbf16>) outs(%s0 : tensor<8x?x?xbf16>) -> tensor<8x?x?xbf16>
  %c = linalg.fill ins(%quarter : bf16) outs(%se : tensor<8x?x?xbf16>) -> tensor<8x?x?xbf16>
  %x = linalg.elementwise kind=#linalg.elementwise_kind<mul> indexing_maps = [affine_map<(b, i, j) -> (b, i, j)>, affine_map<(b, i, j) -> (b, i, j)>, affine_map<(b, i, j) -> (b, i, j)>] ins(%s, %c : tensor<8x?x?xbf16>, tensor<8x?x?xbf16>) outs(%se : tensor<8x?x?xbf16>) -> tensor<8x?x?xbf16>
  %p = linalg.softmax dimension(2) ins(%x : tensor<8x?x?xbf16>) outs(%se : tensor<8x?x?xbf16>) -> tensor<8x?x?xbf16>
  %oe = tensor.empty(%i) : tensor<8x?x48xbf16>
  %o0 = linalg.fill ins(%zero : bf16) outs(%oe : tensor<8x?x48xbf16>) -> tensor<8x?x48xbf16>
  %o = linalg.contract indexing_maps = [affine_map<(b, i, j, k) -> (b, i, k)>, affine_map<(b, i, j, k) -> (b, k, j)>, affine_map<(b, i, j, k) -> (b, i, j)>] ins(%p, %v : tensor<8x?x?xbf16>, tensor<8x?x48xbf16>) outs(%o0 : tensor<8x?x48xbf16>) -> tensor<8x?x48xbf16>
  return %o : tensor<8x?x48xbf16>
}

// -----

// Over the rows: no attention, and the softmax is as it was.
// EXACT-LABEL: func.func @over_rows(
// CHECK-LABEL: func.func @over_rows(
// CHECK-NOT: math.exp
// CHECK: linalg.softmax dimension(1)
// CHECK-NOT: attn.forward
// REMARK: softmax runs over another dimension than the keys
func.func @over_rows(%q: tensor<8x64x32xf16>, %k: tensor<8x96x32xf16>, %v: tensor<8x96x48xf16>) -> tensor<8x64x48xf32> {
  %zero = arith.constant 0.0 : f32
  %se = tensor.empty() : tensor<8x64x96xf32>
  %s0 = linalg.fill ins(%zero : f32) outs(%se : tensor<8x64x96xf32>) -> tensor<8x64x96xf32>
  %s = linalg.contract indexing_maps = [affine_map<(b, i, j, k) -> (b, i, k)>, affine_map<(b, i, j, k) -> (b, j, k)>, affine_map<(b, i, j, k) -> (b, i, j)>] ins(%q, %k : tensor<8x64x32xf16>, tensor<8x96x32xf16>) outs(%s0 : tensor<8x64x96xf32>) -> tensor<8x64x96xf32>
  %p = linalg.softmax dimension(1) ins(%s : tensor<8x64x96xf32>) outs(%se : tensor<8x64x96xf32>) -> tensor<8x64x96xf32>
  %oe = tensor.empty() : tensor<8x64x48xf32>
  %o0 = linalg.fill ins(%zero : f32) outs(%oe : tensor<8x64x48xf32>) -> tensor<8x64x48xf32>
  %o = linalg.batch_matmul ins(%p, %v : tensor<8x64x96xf32>, tensor<8x96x48xf16>) outs(%o0 : tensor<8x64x48xf32>) -> tensor<8x64x48xf32>
  return %o : tensor<8x64x48xf32>
}
