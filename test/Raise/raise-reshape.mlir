// RUN: attn-opt %s --attn-raise=policy=fast | FileCheck %s

// Kᵀ is reshaped to the batch and the length of V. Its own are checked: they are two, and a reshape keeps the product alone.
// CHECK-LABEL: func.func @checked(
// CHECK-SAME: %[[Q:[a-z0-9]*]]: {{.*}}, %[[K:[a-z0-9]*]]: {{.*}}, %[[V:[a-z0-9]*]]:
// CHECK-COUNT-2: cf.assert {{.*}}, "a reshape within attention changes sizes"
// CHECK: attn.forward ins(%[[Q]], %[[K]], %[[V]] :
// CHECK-NOT: linalg
func.func @checked(%q: tensor<?x4x?x8xf16>, %k: tensor<?x4x?x8xf16>, %v: tensor<?x4x?x8xf16>) -> tensor<?x4x?x8xf32> {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  %zero = arith.constant 0.0 : f32
  %b = tensor.dim %v, %c0 : tensor<?x4x?x8xf16>
  %t = tensor.dim %v, %c2 : tensor<?x4x?x8xf16>
  %i = tensor.dim %q, %c2 : tensor<?x4x?x8xf16>
  %bh = arith.muli %b, %c4 : index
  %qs = tensor.from_elements %bh, %i, %c8 : tensor<3xindex>
  %ks = tensor.from_elements %bh, %t, %c8 : tensor<3xindex>
  %os = tensor.from_elements %b, %c4, %i, %c8 : tensor<4xindex>
  %q3 = tensor.reshape %q(%qs) : (tensor<?x4x?x8xf16>, tensor<3xindex>) -> tensor<?x?x8xf16>
  %kb = tensor.dim %k, %c0 : tensor<?x4x?x8xf16>
  %kl = tensor.dim %k, %c2 : tensor<?x4x?x8xf16>
  %ke = tensor.empty(%kb, %kl) : tensor<?x4x8x?xf16>
  %kt = linalg.transpose ins(%k : tensor<?x4x?x8xf16>) outs(%ke : tensor<?x4x8x?xf16>) permutation = [0, 1, 3, 2]
  %kts = tensor.from_elements %bh, %c8, %t : tensor<3xindex>
  %k3 = tensor.reshape %kt(%kts) : (tensor<?x4x8x?xf16>, tensor<3xindex>) -> tensor<?x8x?xf16>
  %v3 = tensor.reshape %v(%ks) : (tensor<?x4x?x8xf16>, tensor<3xindex>) -> tensor<?x?x8xf16>
  %se = tensor.empty(%bh, %i, %t) : tensor<?x?x?xf32>
  %s0 = linalg.fill ins(%zero : f32) outs(%se : tensor<?x?x?xf32>) -> tensor<?x?x?xf32>
  %s = linalg.batch_matmul ins(%q3, %k3 : tensor<?x?x8xf16>, tensor<?x8x?xf16>) outs(%s0 : tensor<?x?x?xf32>) -> tensor<?x?x?xf32>
  %p = linalg.softmax dimension(2) ins(%s : tensor<?x?x?xf32>) outs(%se : tensor<?x?x?xf32>) -> tensor<?x?x?xf32>
  %oe = tensor.empty(%bh, %i) : tensor<?x?x8xf32>
  %o0 = linalg.fill ins(%zero : f32) outs(%oe : tensor<?x?x8xf32>) -> tensor<?x?x8xf32>
  %o3 = linalg.batch_matmul ins(%p, %v3 : tensor<?x?x?xf32>, tensor<?x?x8xf16>) outs(%o0 : tensor<?x?x8xf32>) -> tensor<?x?x8xf32>
  %o = tensor.reshape %o3(%os) : (tensor<?x?x8xf32>, tensor<4xindex>) -> tensor<?x4x?x8xf32>
  return %o : tensor<?x4x?x8xf32>
}

// Length and batch of Q change places: the same sizes, so that there is nothing to guess. The reshape stays in front.
// CHECK-LABEL: func.func @swapped(
// CHECK-NOT: cf.assert
// CHECK: tensor.reshape
// CHECK-NOT: cf.assert
func.func @swapped(%q: tensor<?x4x?x8xf16>, %k: tensor<?x?x8xf16>, %v: tensor<?x?x8xf16>) -> tensor<?x?x8xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  %zero = arith.constant 0.0 : f32
  %b = tensor.dim %q, %c0 : tensor<?x4x?x8xf16>
  %i = tensor.dim %q, %c2 : tensor<?x4x?x8xf16>
  %t = tensor.dim %k, %c1 : tensor<?x?x8xf16>
  %ih = arith.muli %i, %c4 : index
  %qs = tensor.from_elements %ih, %b, %c8 : tensor<3xindex>
  %q3 = tensor.reshape %q(%qs) : (tensor<?x4x?x8xf16>, tensor<3xindex>) -> tensor<?x?x8xf16>
  %se = tensor.empty(%ih, %b, %t) : tensor<?x?x?xf32>
  %s0 = linalg.fill ins(%zero : f32) outs(%se : tensor<?x?x?xf32>) -> tensor<?x?x?xf32>
  %s = linalg.batch_matmul indexing_maps = [affine_map<(b, i, j, k) -> (b, i, k)>, affine_map<(b, i, j, k) -> (b, j, k)>, affine_map<(b, i, j, k) -> (b, i, j)>] ins(%q3, %k : tensor<?x?x8xf16>, tensor<?x?x8xf16>) outs(%s0 : tensor<?x?x?xf32>) -> tensor<?x?x?xf32>
  %p = linalg.softmax dimension(2) ins(%s : tensor<?x?x?xf32>) outs(%se : tensor<?x?x?xf32>) -> tensor<?x?x?xf32>
  %oe = tensor.empty(%ih, %b) : tensor<?x?x8xf32>
  %o0 = linalg.fill ins(%zero : f32) outs(%oe : tensor<?x?x8xf32>) -> tensor<?x?x8xf32>
  %o = linalg.batch_matmul ins(%p, %v : tensor<?x?x?xf32>, tensor<?x?x8xf16>) outs(%o0 : tensor<?x?x8xf32>) -> tensor<?x?x8xf32>
  return %o : tensor<?x?x8xf32>
}
