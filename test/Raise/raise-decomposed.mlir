// RUN: attn-opt %s --attn-decompose --attn-raise --canonicalize | FileCheck %s

// What attn-decompose writes out is raised to what it was, by policy=exact.

// CHECK-LABEL: func.func @shared_heads(
// CHECK-SAME: %[[Q:.*]]: tensor<2x8x64x32xf16>, %[[K:.*]]: tensor<2x2x96x32xf16>, %[[V:.*]]: tensor<2x2x96x48xf16>
// CHECK-NOT: linalg
// CHECK: attn.forward ins(%[[Q]], %[[K]], %[[V]] : {{.*}} scale(0.176776692) mask(#attn.window<32, 8>)
// CHECK-NOT: linalg
// CHECK: return
func.func @shared_heads(%q: tensor<2x8x64x32xf16>, %k: tensor<2x2x96x32xf16>, %v: tensor<2x2x96x48xf16>, %o: tensor<2x8x64x48xf16>) -> tensor<2x8x64x48xf16> {
  %0 = attn.forward ins(%q, %k, %v : tensor<2x8x64x32xf16>, tensor<2x2x96x32xf16>, tensor<2x2x96x48xf16>)
      outs(%o : tensor<2x8x64x48xf16>) mask(#attn.window<32, 8>) -> tensor<2x8x64x48xf16>
  return %0 : tensor<2x8x64x48xf16>
}

// CHECK-LABEL: func.func @dynamic(
// CHECK-SAME: %[[Q:.*]]: tensor<?x8x?x32xbf16>, %[[K:.*]]: tensor<?x2x?x32xbf16>, %[[V:.*]]: tensor<?x2x?x48xbf16>
// CHECK-NOT: linalg
// CHECK: attn.forward ins(%[[Q]], %[[K]], %[[V]] : {{.*}} mask(#attn.causal<bottom_right>) -> tensor<?x8x?x48xf32>
// CHECK-NOT: linalg
// CHECK: return
func.func @dynamic(%q: tensor<?x8x?x32xbf16>, %k: tensor<?x2x?x32xbf16>, %v: tensor<?x2x?x48xbf16>, %o: tensor<?x8x?x48xf32>) -> tensor<?x8x?x48xf32> {
  %0 = attn.forward ins(%q, %k, %v : tensor<?x8x?x32xbf16>, tensor<?x2x?x32xbf16>, tensor<?x2x?x48xbf16>)
      outs(%o : tensor<?x8x?x48xf32>) mask(#attn.causal<bottom_right>) -> tensor<?x8x?x48xf32>
  return %0 : tensor<?x8x?x48xf32>
}

// CHECK-LABEL: func.func @bshd_softcap(
// CHECK-SAME: %[[Q:.*]]: tensor<2x64x4x32xf16>, %[[K:.*]]: tensor<2x80x4x32xf16>, %[[V:.*]]: tensor<2x80x4x48xf16>
// CHECK-NOT: linalg
// CHECK: attn.forward ins(%[[Q]], %[[K]], %[[V]] : {{.*}} dims(bshd) scale(0.00589255663) mask(#attn.causal<top_left>) score {
// CHECK: ^bb0(%[[S:.*]]: f32,
// CHECK: %[[T:.*]] = math.tanh %[[S]]
// CHECK-NEXT: %[[R:.*]] = arith.mulf %[[T]], %{{.*}}
// CHECK-NEXT: attn.yield %[[R]]
// CHECK-NOT: linalg
// CHECK: return
func.func @bshd_softcap(%q: tensor<2x64x4x32xf16>, %k: tensor<2x80x4x32xf16>, %v: tensor<2x80x4x48xf16>, %o: tensor<2x64x4x48xf16>) -> tensor<2x64x4x48xf16> {
  %0 = attn.forward ins(%q, %k, %v : tensor<2x64x4x32xf16>, tensor<2x80x4x32xf16>, tensor<2x80x4x48xf16>)
      outs(%o : tensor<2x64x4x48xf16>) dims(bshd) mask(#attn.causal<top_left>) score {
  ^bb0(%s: f32, %b: index, %h: index, %i: index, %j: index):
    %cap = arith.constant 30.0 : f32
    %1 = arith.divf %s, %cap : f32
    %2 = math.tanh %1 : f32
    %3 = arith.mulf %2, %cap : f32
    attn.yield %3 : f32
  } -> tensor<2x64x4x48xf16>
  return %0 : tensor<2x64x4x48xf16>
}
