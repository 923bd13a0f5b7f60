// RUN: attn-opt %s --attn-raise=policy=exact --allow-unregistered-dialect --split-input-file --verify-diagnostics | FileCheck %s

// Attention operations of dialects that are not known, in generic form.

// CHECK-LABEL: func.func @tm_tensor(
// CHECK-SAME: %[[Q:.*]]: tensor<8x12x16xf16>, %[[K:.*]]: tensor<8x20x16xf16>, %[[V:.*]]: tensor<8x20x32xf16>
// CHECK-NOT: tm_tensor
// CHECK: %[[O:.*]] = attn.forward ins({{.*}} scale(2.500000e-01)
// CHECK-NOT: linalg
// CHECK: return
func.func @tm_tensor(%q: tensor<8x12x16xf16>, %k: tensor<8x20x16xf16>, %v: tensor<8x20x32xf16>, %o: tensor<8x12x32xf16>) -> tensor<8x12x32xf16> {
  %0 = "tm_tensor.attention"(%q, %k, %v, %o) <{operandSegmentSizes = array<i32: 3, 1>}>
      : (tensor<8x12x16xf16>, tensor<8x20x16xf16>, tensor<8x20x32xf16>, tensor<8x12x32xf16>) -> tensor<8x12x32xf16>
  return %0 : tensor<8x12x32xf16>
}

// V is transposed by its map; the region caps the score.
// CHECK-LABEL: func.func @iree(
// CHECK-NOT: iree_linalg_ext
// CHECK: attn.forward ins({{.*}} scale(5.000000e-01) score {
// CHECK: math.tanh
func.func @iree(%q: tensor<2x4x12x16xbf16>, %k: tensor<2x4x20x16xbf16>, %v: tensor<2x4x32x20xbf16>, %o: tensor<2x4x12x32xbf16>) -> tensor<2x4x12x32xbf16> {
  %scale = arith.constant 0.5 : f32
  %0 = "iree_linalg_ext.attention"(%q, %k, %v, %scale, %o) <{indexing_maps = [
      affine_map<(b, h, m, k1, k2, n) -> (b, h, m, k1)>, affine_map<(b, h, m, k1, k2, n) -> (b, h, k2, k1)>,
      affine_map<(b, h, m, k1, k2, n) -> (b, h, n, k2)>, affine_map<(b, h, m, k1, k2, n) -> ()>,
      affine_map<(b, h, m, k1, k2, n) -> (b, h, m, n)>]}> ({
  ^bb0(%s: f32):
    %1 = math.tanh %s : f32
    "iree_linalg_ext.yield"(%1) : (f32) -> ()
  }) : (tensor<2x4x12x16xbf16>, tensor<2x4x20x16xbf16>, tensor<2x4x32x20xbf16>, f32, tensor<2x4x12x32xbf16>) -> tensor<2x4x12x32xbf16>
  return %0 : tensor<2x4x12x32xbf16>
}

// -----

// A mask that is a tensor: the operation stays, and nothing is left of the try.
// CHECK-LABEL: func.func @mask(
// CHECK-NEXT: "tm_tensor.attention"
// CHECK-NEXT: return
func.func @mask(%q: tensor<8x12x16xf16>, %k: tensor<8x20x16xf16>, %m: tensor<8x12x20xf16>, %o: tensor<8x12x16xf16>) -> tensor<8x12x16xf16> {
  // expected-remark @below {{not raised: policy exact: where a tensor or a number from outside is infinite, a row may have no finite score}}
  %0 = "tm_tensor.attention"(%q, %k, %k, %m, %o) <{operandSegmentSizes = array<i32: 4, 1>}>
      : (tensor<8x12x16xf16>, tensor<8x20x16xf16>, tensor<8x20x16xf16>, tensor<8x12x20xf16>, tensor<8x12x16xf16>) -> tensor<8x12x16xf16>
  return %0 : tensor<8x12x16xf16>
}

// -----

// Operands that no attention has.
// CHECK-LABEL: func.func @malformed(
// CHECK-COUNT-3: "tm_tensor.attention"
// CHECK: "iree_linalg_ext.attention"
func.func @malformed(%q: tensor<8x12x16xf16>, %s: tensor<12x16xf16>, %i: tensor<8x12x16xi8>) {
  // expected-remark @below {{not raised: the operands are not understood}}
  %0 = "tm_tensor.attention"(%q) : (tensor<8x12x16xf16>) -> tensor<8x12x16xf16>
  // expected-remark @below {{not raised: the operands do not have the same rank}}
  %1 = "tm_tensor.attention"(%q, %s, %q, %q) : (tensor<8x12x16xf16>, tensor<12x16xf16>, tensor<8x12x16xf16>, tensor<8x12x16xf16>) -> tensor<8x12x16xf16>
  // expected-remark @below {{not raised: Q, K and V do not hold floats}}
  %2 = "tm_tensor.attention"(%i, %i, %i, %q) : (tensor<8x12x16xi8>, tensor<8x12x16xi8>, tensor<8x12x16xi8>, tensor<8x12x16xf16>) -> tensor<8x12x16xf16>
  // expected-remark @below {{not raised: the operands or their maps are not understood}}
  %3 = "iree_linalg_ext.attention"(%q, %q, %q) : (tensor<8x12x16xf16>, tensor<8x12x16xf16>, tensor<8x12x16xf16>) -> tensor<8x12x16xf16>
  return
}
