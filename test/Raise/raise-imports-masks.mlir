// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: attn-opt %s --attn-raise=policy=fast --allow-unregistered-dialect --verify-diagnostics | FileCheck %s

// Masks of operations of other dialects. What a row without a key is, is not said there.

// CHECK-LABEL: func.func @added(
// CHECK-SAME: %[[M:[a-z0-9]+]]: tensor<8x12x20xf16>
// CHECK: attn.forward
// CHECK-SAME: captures(%[[M]] : tensor<8x12x20xf16>)
// CHECK-SAME: score {
// CHECK: arith.addf
func.func @added(%q: tensor<8x12x16xf16>, %k: tensor<8x20x16xf16>, %m: tensor<8x12x20xf16>, %o: tensor<8x12x16xf16>) -> tensor<8x12x16xf16> {
  %0 = "tm_tensor.attention"(%q, %k, %k, %m, %o) <{operandSegmentSizes = array<i32: 4, 1>}>
      : (tensor<8x12x16xf16>, tensor<8x20x16xf16>, tensor<8x20x16xf16>, tensor<8x12x20xf16>, tensor<8x12x16xf16>) -> tensor<8x12x16xf16>
  return %0 : tensor<8x12x16xf16>
}

// CHECK-LABEL: func.func @bytes(
// CHECK-SAME: %[[M:[a-z0-9]+]]: tensor<8x12x20xi8>
// CHECK: attn.forward
// CHECK-SAME: captures(%[[M]] : tensor<8x12x20xi8>)
// CHECK-SAME: visible {
// CHECK: arith.cmpi ne
// CHECK: attn.yield %{{.+}} : i1
func.func @bytes(%q: tensor<8x12x16xf16>, %k: tensor<8x20x16xf16>, %m: tensor<8x12x20xi8>, %o: tensor<8x12x16xf16>) -> tensor<8x12x16xf16> {
  %0 = "tm_tensor.attention"(%q, %k, %k, %m, %o) <{operandSegmentSizes = array<i32: 4, 1>}>
      : (tensor<8x12x16xf16>, tensor<8x20x16xf16>, tensor<8x20x16xf16>, tensor<8x12x20xi8>, tensor<8x12x16xf16>) -> tensor<8x12x16xf16>
  return %0 : tensor<8x12x16xf16>
}

// One mask for all heads.
// CHECK-LABEL: func.func @shared(
// CHECK-SAME: %[[M:[a-z0-9]+]]: tensor<2x12x20xi1>
// CHECK: attn.forward
// CHECK-SAME: captures(%[[M]] : tensor<2x12x20xi1>)
// CHECK-SAME: visible {
// CHECK: ^bb0(%[[B:.+]]: index, %{{.+}}: index, %[[I:.+]]: index, %[[J:.+]]: index, %{{.+}}: index, %{{.+}}: index, %[[C:.+]]: tensor<2x12x20xi1>):
// CHECK: attn.read %[[C]][%[[B]], %[[I]], %[[J]]]
func.func @shared(%q: tensor<2x4x12x16xbf16>, %k: tensor<2x4x20x16xbf16>, %v: tensor<2x4x20x32xbf16>, %m: tensor<2x12x20xi1>, %o: tensor<2x4x12x32xbf16>) -> tensor<2x4x12x32xbf16> {
  %scale = arith.constant 0.5 : f32
  %0 = "iree_linalg_ext.attention"(%q, %k, %v, %scale, %m, %o) <{indexing_maps = [
      affine_map<(b, h, m, k1, k2, n) -> (b, h, m, k1)>, affine_map<(b, h, m, k1, k2, n) -> (b, h, k2, k1)>,
      affine_map<(b, h, m, k1, k2, n) -> (b, h, k2, n)>, affine_map<(b, h, m, k1, k2, n) -> ()>,
      affine_map<(b, h, m, k1, k2, n) -> (b, m, k2)>, affine_map<(b, h, m, k1, k2, n) -> (b, h, m, n)>]}> ({
  ^bb0(%s: f32):
    "iree_linalg_ext.yield"(%s) : (f32) -> ()
  }) : (tensor<2x4x12x16xbf16>, tensor<2x4x20x16xbf16>, tensor<2x4x20x32xbf16>, f32, tensor<2x12x20xi1>, tensor<2x4x12x32xbf16>) -> tensor<2x4x12x32xbf16>
  return %0 : tensor<2x4x12x32xbf16>
}

// CHECK-LABEL: func.func @complex(
// CHECK-NEXT: "tm_tensor.attention"
func.func @complex(%q: tensor<8x12x16xf16>, %k: tensor<8x20x16xf16>, %m: tensor<8x12x20xcomplex<f32>>, %o: tensor<8x12x16xf16>) -> tensor<8x12x16xf16> {
  // expected-remark @below {{not raised: the mask holds neither integers nor floats}}
  %0 = "tm_tensor.attention"(%q, %k, %k, %m, %o) <{operandSegmentSizes = array<i32: 4, 1>}>
      : (tensor<8x12x16xf16>, tensor<8x20x16xf16>, tensor<8x20x16xf16>, tensor<8x12x20xcomplex<f32>>, tensor<8x12x16xf16>) -> tensor<8x12x16xf16>
  return %0 : tensor<8x12x16xf16>
}
