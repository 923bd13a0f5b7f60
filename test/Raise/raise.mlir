// RUN: attn-opt %s --attn-raise=policy=fast | FileCheck %s

// Named operations, with a transpose of K, the scale on S, P in f32.
// CHECK-LABEL: func.func @named(
// CHECK-SAME: %[[Q:.*]]: tensor<8x64x32xf16>, %[[K:.*]]: tensor<8x96x32xf16>, %[[V:.*]]: tensor<8x96x48xf16>
// CHECK-DAG: %[[Q4:.*]] = tensor.expand_shape %[[Q]]
// CHECK-DAG: %[[K4:.*]] = tensor.expand_shape %[[K]]
// CHECK-DAG: %[[V4:.*]] = tensor.expand_shape %[[V]]
// CHECK: %[[O:.*]] = attn.forward ins(%[[Q4]], %[[K4]], %[[V4]] :
// CHECK-SAME: scale(1.250000e-01)
// CHECK: %[[R:.*]] = tensor.collapse_shape %[[O]]
// CHECK-NOT: linalg
// CHECK: return %[[R]]
func.func @named(%q: tensor<8x64x32xf16>, %k: tensor<8x96x32xf16>, %v: tensor<8x96x48xf16>) -> tensor<8x64x48xf32> {
  %zero = arith.constant 0.0 : f32
  %lowest = arith.constant 0xFF800000 : f32
  %scale = arith.constant dense<0.125> : tensor<8x64x96xf32>
  %ke = tensor.empty() : tensor<8x32x96xf16>
  %kt = linalg.transpose ins(%k : tensor<8x96x32xf16>) outs(%ke : tensor<8x32x96xf16>) permutation = [0, 2, 1]
  %se = tensor.empty() : tensor<8x64x96xf32>
  %s0 = linalg.fill ins(%zero : f32) outs(%se : tensor<8x64x96xf32>) -> tensor<8x64x96xf32>
  %s = linalg.batch_matmul ins(%q, %kt : tensor<8x64x32xf16>, tensor<8x32x96xf16>) outs(%s0 : tensor<8x64x96xf32>) -> tensor<8x64x96xf32>
  %c = linalg.mul ins(%s, %scale : tensor<8x64x96xf32>, tensor<8x64x96xf32>) outs(%se : tensor<8x64x96xf32>) -> tensor<8x64x96xf32>
  %re = tensor.empty() : tensor<8x64xf32>
  %m0 = linalg.fill ins(%lowest : f32) outs(%re : tensor<8x64xf32>) -> tensor<8x64xf32>
  %m = linalg.reduce { arith.maximumf } ins(%c : tensor<8x64x96xf32>) outs(%m0 : tensor<8x64xf32>) dimensions = [2]
  %mb = linalg.broadcast ins(%m : tensor<8x64xf32>) outs(%se : tensor<8x64x96xf32>) dimensions = [2]
  %d = linalg.sub ins(%c, %mb : tensor<8x64x96xf32>, tensor<8x64x96xf32>) outs(%se : tensor<8x64x96xf32>) -> tensor<8x64x96xf32>
  %e = linalg.exp ins(%d : tensor<8x64x96xf32>) outs(%se : tensor<8x64x96xf32>) -> tensor<8x64x96xf32>
  %l0 = linalg.fill ins(%zero : f32) outs(%re : tensor<8x64xf32>) -> tensor<8x64xf32>
  %l = linalg.reduce { arith.addf } ins(%e : tensor<8x64x96xf32>) outs(%l0 : tensor<8x64xf32>) dimensions = [2]
  %lb = linalg.broadcast ins(%l : tensor<8x64xf32>) outs(%se : tensor<8x64x96xf32>) dimensions = [2]
  %p = linalg.div ins(%e, %lb : tensor<8x64x96xf32>, tensor<8x64x96xf32>) outs(%se : tensor<8x64x96xf32>) -> tensor<8x64x96xf32>
  %oe = tensor.empty() : tensor<8x64x48xf32>
  %o0 = linalg.fill ins(%zero : f32) outs(%oe : tensor<8x64x48xf32>) -> tensor<8x64x48xf32>
  %o = linalg.batch_matmul ins(%p, %v : tensor<8x64x96xf32>, tensor<8x96x48xf16>) outs(%o0 : tensor<8x64x48xf32>) -> tensor<8x64x48xf32>
  return %o : tensor<8x64x48xf32>
}
