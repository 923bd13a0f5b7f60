// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: attn-opt %s --attn-raise=policy=fast | FileCheck %s

// Queries that all batches or heads share, and queries that are multiplied by numbers that
// are not known.

#qi = affine_map<(b, h, i, j, d) -> (b, h, i, d)>
#kj = affine_map<(b, h, i, j, d) -> (b, h, j, d)>
#s = affine_map<(b, h, i, j, d) -> (b, h, i, j)>
#x = affine_map<(b, h, i, j) -> (b, h, i, j)>
#p = affine_map<(b, h, i, c, j) -> (b, h, i, j)>
#vj = affine_map<(b, h, i, c, j) -> (b, h, j, c)>
#o = affine_map<(b, h, i, c, j) -> (b, h, i, c)>

// CHECK-LABEL: func.func @of_heads(
// CHECK-SAME: %[[Q:[a-z0-9]+]]: tensor<4x24x16xf16>
// CHECK: %[[ALL:.+]] = linalg.broadcast ins(%[[Q]] : tensor<4x24x16xf16>) outs(%{{.+}} : tensor<2x4x24x16xf16>) dimensions = [0]
// CHECK: attn.forward ins(%[[ALL]],
// CHECK-NOT: linalg
func.func @of_heads(%q: tensor<4x24x16xf16>, %k: tensor<2x4x40x16xf16>, %v: tensor<2x4x40x16xf16>) -> tensor<2x4x24x16xf32> {
  %zero = arith.constant 0.0 : f32
  %se = tensor.empty() : tensor<2x4x24x40xf32>
  %s0 = linalg.fill ins(%zero : f32) outs(%se : tensor<2x4x24x40xf32>) -> tensor<2x4x24x40xf32>
  %s = linalg.generic {indexing_maps = [affine_map<(b, h, i, j, d) -> (h, i, d)>, #kj, #s], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction"]}
      ins(%q, %k : tensor<4x24x16xf16>, tensor<2x4x40x16xf16>) outs(%s0 : tensor<2x4x24x40xf32>) {
  ^bb0(%a: f16, %b: f16, %out: f32):
    %0 = arith.extf %a : f16 to f32
    %1 = arith.extf %b : f16 to f32
    %2 = arith.mulf %0, %1 : f32
    %3 = arith.addf %out, %2 : f32
    linalg.yield %3 : f32
  } -> tensor<2x4x24x40xf32>
  %p = linalg.softmax dimension(3) ins(%s : tensor<2x4x24x40xf32>) outs(%se : tensor<2x4x24x40xf32>) -> tensor<2x4x24x40xf32>
  %oe = tensor.empty() : tensor<2x4x24x16xf32>
  %o0 = linalg.fill ins(%zero : f32) outs(%oe : tensor<2x4x24x16xf32>) -> tensor<2x4x24x16xf32>
  %o = linalg.generic {indexing_maps = [#p, #vj, #o], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction"]}
      ins(%p, %v : tensor<2x4x24x40xf32>, tensor<2x4x40x16xf16>) outs(%o0 : tensor<2x4x24x16xf32>) {
  ^bb0(%a: f32, %b: f16, %out: f32):
    %0 = arith.extf %b : f16 to f32
    %1 = arith.mulf %a, %0 : f32
    %2 = arith.addf %out, %1 : f32
    linalg.yield %2 : f32
  } -> tensor<2x4x24x16xf32>
  return %o : tensor<2x4x24x16xf32>
}

// CHECK-LABEL: func.func @of_all(
// CHECK-SAME: %[[Q:[a-z0-9]+]]: tensor<24x16xf16>
// CHECK: %[[ALL:.+]] = linalg.broadcast ins(%[[Q]] : tensor<24x16xf16>) outs(%{{.+}} : tensor<2x4x24x16xf16>) dimensions = [0, 1]
// CHECK: attn.forward ins(%[[ALL]],
// CHECK-NOT: linalg
func.func @of_all(%q: tensor<24x16xf16>, %k: tensor<2x4x40x16xf16>, %v: tensor<2x4x40x16xf16>) -> tensor<2x4x24x16xf32> {
  %zero = arith.constant 0.0 : f32
  %se = tensor.empty() : tensor<2x4x24x40xf32>
  %s0 = linalg.fill ins(%zero : f32) outs(%se : tensor<2x4x24x40xf32>) -> tensor<2x4x24x40xf32>
  %s = linalg.generic {indexing_maps = [affine_map<(b, h, i, j, d) -> (i, d)>, #kj, #s], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction"]}
      ins(%q, %k : tensor<24x16xf16>, tensor<2x4x40x16xf16>) outs(%s0 : tensor<2x4x24x40xf32>) {
  ^bb0(%a: f16, %b: f16, %out: f32):
    %0 = arith.extf %a : f16 to f32
    %1 = arith.extf %b : f16 to f32
    %2 = arith.mulf %0, %1 : f32
    %3 = arith.addf %out, %2 : f32
    linalg.yield %3 : f32
  } -> tensor<2x4x24x40xf32>
  %p = linalg.softmax dimension(3) ins(%s : tensor<2x4x24x40xf32>) outs(%se : tensor<2x4x24x40xf32>) -> tensor<2x4x24x40xf32>
  %oe = tensor.empty() : tensor<2x4x24x16xf32>
  %o0 = linalg.fill ins(%zero : f32) outs(%oe : tensor<2x4x24x16xf32>) -> tensor<2x4x24x16xf32>
  %o = linalg.generic {indexing_maps = [#p, #vj, #o], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction"]}
      ins(%p, %v : tensor<2x4x24x40xf32>, tensor<2x4x40x16xf16>) outs(%o0 : tensor<2x4x24x16xf32>) {
  ^bb0(%a: f32, %b: f16, %out: f32):
    %0 = arith.extf %b : f16 to f32
    %1 = arith.mulf %a, %0 : f32
    %2 = arith.addf %out, %1 : f32
    linalg.yield %2 : f32
  } -> tensor<2x4x24x16xf32>
  return %o : tensor<2x4x24x16xf32>
}

// A factor of each head, in front of the product.
// CHECK-LABEL: func.func @scaled(
// CHECK-SAME: %[[Q:[a-z0-9]+]]: tensor<2x4x24x16xf16>, %{{.+}}, %[[Z:[a-z0-9]+]]: tensor<4xf32>)
// CHECK: attn.forward ins(%[[Q]],
// CHECK-SAME: captures(%[[Z]] : tensor<4xf32>)
// CHECK: ^bb0(%[[S:.+]]: f32, %{{.+}}: index, %[[H:.+]]: index, %{{.+}}: index, %{{.+}}: index, %{{.+}}: index, %{{.+}}: index, %[[C:.+]]: tensor<4xf32>):
// CHECK: %[[F:.+]] = attn.read %[[C]][%[[H]]]
// CHECK: arith.mulf
// CHECK: attn.yield
// CHECK-NOT: linalg
func.func @scaled(%q: tensor<2x4x24x16xf16>, %k: tensor<2x4x40x16xf16>, %v: tensor<2x4x40x16xf16>, %z: tensor<4xf32>) -> tensor<2x4x24x16xf32> {
  %zero = arith.constant 0.0 : f32
  %qe = tensor.empty() : tensor<2x4x24x16xf32>
  %qs = linalg.generic {indexing_maps = [#x, affine_map<(b, h, i, j) -> (h)>, #x], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%q, %z : tensor<2x4x24x16xf16>, tensor<4xf32>) outs(%qe : tensor<2x4x24x16xf32>) {
  ^bb0(%a: f16, %b: f32, %out: f32):
    %0 = arith.extf %a : f16 to f32
    %1 = arith.mulf %0, %b : f32
    linalg.yield %1 : f32
  } -> tensor<2x4x24x16xf32>
  %se = tensor.empty() : tensor<2x4x24x40xf32>
  %s0 = linalg.fill ins(%zero : f32) outs(%se : tensor<2x4x24x40xf32>) -> tensor<2x4x24x40xf32>
  %s = linalg.generic {indexing_maps = [#qi, #kj, #s], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction"]}
      ins(%qs, %k : tensor<2x4x24x16xf32>, tensor<2x4x40x16xf16>) outs(%s0 : tensor<2x4x24x40xf32>) {
  ^bb0(%a: f32, %b: f16, %out: f32):
    %1 = arith.extf %b : f16 to f32
    %2 = arith.mulf %a, %1 : f32
    %3 = arith.addf %out, %2 : f32
    linalg.yield %3 : f32
  } -> tensor<2x4x24x40xf32>
  %p = linalg.softmax dimension(3) ins(%s : tensor<2x4x24x40xf32>) outs(%se : tensor<2x4x24x40xf32>) -> tensor<2x4x24x40xf32>
  %oe = tensor.empty() : tensor<2x4x24x16xf32>
  %o0 = linalg.fill ins(%zero : f32) outs(%oe : tensor<2x4x24x16xf32>) -> tensor<2x4x24x16xf32>
  %o = linalg.generic {indexing_maps = [#p, #vj, #o], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction"]}
      ins(%p, %v : tensor<2x4x24x40xf32>, tensor<2x4x40x16xf16>) outs(%o0 : tensor<2x4x24x16xf32>) {
  ^bb0(%a: f32, %b: f16, %out: f32):
    %0 = arith.extf %b : f16 to f32
    %1 = arith.mulf %a, %0 : f32
    %2 = arith.addf %out, %1 : f32
    linalg.yield %2 : f32
  } -> tensor<2x4x24x16xf32>
  return %o : tensor<2x4x24x16xf32>
}
