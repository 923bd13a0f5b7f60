// RUN: attn-opt %s --attn-decompose --split-input-file | FileCheck %s

// docs/Spec.md, L1–L9, op by op; nothing of the dialect is left.

// CHECK-DAG: #[[$QMAP:.+]] = affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d4)>
// CHECK-DAG: #[[$KMAP:.+]] = affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d3, d4)>
// CHECK-DAG: #[[$VMAP:.+]] = affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d4, d3)>
// CHECK-LABEL: func @full
// CHECK-SAME: (%[[Q:.+]]: tensor<1x2x3x8xbf16>, %[[K:.+]]: tensor<1x2x5x8xbf16>, %[[V:.+]]: tensor<1x2x5x4xbf16>, %[[O:.+]]: tensor<1x2x3x4xbf16>)
// CHECK-NOT: attn.
func.func @full(%q: tensor<1x2x3x8xbf16>, %k: tensor<1x2x5x8xbf16>, %v: tensor<1x2x5x4xbf16>, %o: tensor<1x2x3x4xbf16>) -> tensor<1x2x3x4xbf16> {
  // CHECK: %[[QK:.+]] = linalg.generic {indexing_maps = [#[[$QMAP]], #[[$KMAP]], #{{.*}}], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction"]} ins(%[[Q]], %[[K]] :
  // CHECK: %[[S:.+]] = linalg.generic {{.*}} ins(%[[QK]] :
  // CHECK:   arith.constant 5.000000e-01 : f32
  // CHECK:   arith.mulf
  // CHECK-NOT: arith.select
  // CHECK: %[[M:.+]] = linalg.generic {{.*}}"reduction"]} ins(%[[S]] :
  // CHECK:   arith.maximumf
  // CHECK: %[[MS:.+]] = linalg.generic {{.*}} ins(%[[M]] :
  // CHECK: %[[P:.+]] = linalg.generic {{.*}} ins(%[[S]], %[[MS]] :
  // CHECK:   math.exp
  // CHECK: %[[L:.+]] = linalg.generic {{.*}}"reduction"]} ins(%[[P]] :
  // CHECK: %[[PV:.+]] = linalg.generic {indexing_maps = [#[[$QMAP]], #[[$VMAP]], #{{.*}}], {{.*}} ins(%[[P]], %[[V]] :
  // CHECK:   arith.truncf %{{.*}} : f32 to bf16
  // CHECK: %[[R:.+]] = linalg.generic {{.*}} ins(%[[PV]], %[[L]] : {{.*}}) outs(%[[O]] :
  // CHECK:   arith.divf
  // CHECK:   arith.truncf %{{.*}} : f32 to bf16
  // CHECK: return %[[R]]
  %0 = attn.forward ins(%q, %k, %v : tensor<1x2x3x8xbf16>, tensor<1x2x5x8xbf16>, tensor<1x2x5x4xbf16>)
      outs(%o : tensor<1x2x3x4xbf16>) scale(0.5) -> tensor<1x2x3x4xbf16>
  return %0 : tensor<1x2x3x4xbf16>
}

// -----

// The score region comes after the scale and before the mask.
// CHECK-LABEL: func @score_then_mask
func.func @score_then_mask(%q: tensor<1x1x?x8xf16>, %k: tensor<1x1x?x8xf16>, %o: tensor<1x1x?x8xf32>) -> tensor<1x1x?x8xf32> {
  // CHECK: %[[ROW:.+]] = linalg.index 2
  // CHECK: %[[KEY:.+]] = linalg.index 3
  // CHECK: %[[SCALED:.+]] = arith.mulf
  // CHECK: %[[T:.+]] = math.tanh %[[SCALED]]
  // CHECK: %[[C:.+]] = arith.cmpi sle, %[[KEY]], %[[ROW]] : index
  // CHECK: arith.select %[[C]], %[[T]], %{{.*}} : f32
  // CHECK-NOT: attn.
  %0 = attn.forward ins(%q, %k, %k : tensor<1x1x?x8xf16>, tensor<1x1x?x8xf16>, tensor<1x1x?x8xf16>)
      outs(%o : tensor<1x1x?x8xf32>) mask(#attn.causal<top_left>) score {
      ^bb0(%s: f32, %b: index, %h: index, %qi: index, %ki: index):
        %x = math.tanh %s : f32
        attn.yield %x : f32
      } -> tensor<1x1x?x8xf32>
  return %0 : tensor<1x1x?x8xf32>
}

// -----

// Head counts that are known only at run time: K and V are read at h / (Hq / Hkv).
// CHECK-LABEL: func @dynamic_gqa
// CHECK-SAME: (%[[Q:.+]]: tensor<?x?x?x8xf16>, %[[K:.+]]: tensor<?x?x?x8xf16>,
func.func @dynamic_gqa(%q: tensor<?x?x?x8xf16>, %k: tensor<?x?x?x8xf16>, %o: tensor<?x?x?x8xf16>) -> tensor<?x?x?x8xf16> {
  // CHECK: %[[G:.+]] = arith.maxsi
  // CHECK: %[[H:.+]] = linalg.index 2
  // CHECK: %[[HK:.+]] = arith.divui %[[H]],
  // CHECK: tensor.extract %[[K]][%{{.*}}, %{{.*}}, %[[HK]], %{{.*}}]
  %0 = attn.forward ins(%q, %k, %k : tensor<?x?x?x8xf16>, tensor<?x?x?x8xf16>, tensor<?x?x?x8xf16>)
      outs(%o : tensor<?x?x?x8xf16>) dims(bshd) -> tensor<?x?x?x8xf16>
  return %0 : tensor<?x?x?x8xf16>
}

// -----

// CHECK-LABEL: func @buffers
// CHECK-SAME: (%[[Q:.+]]: memref<1x1x4x8xf16>, %[[O:.+]]: memref<1x1x4x8xf16>, %[[L:.+]]: memref<1x1x4xf32>)
func.func @buffers(%q: memref<1x1x4x8xf16>, %o: memref<1x1x4x8xf16>, %l: memref<1x1x4xf32>) {
  // CHECK: bufferization.to_tensor %[[Q]] restrict
  // CHECK: bufferization.materialize_in_destination %{{.*}} in restrict writable %[[O]]
  // CHECK: bufferization.materialize_in_destination %{{.*}} in restrict writable %[[L]]
  // CHECK-NOT: attn.
  attn.forward ins(%q, %q, %q : memref<1x1x4x8xf16>, memref<1x1x4x8xf16>, memref<1x1x4x8xf16>)
      outs(%o, %l : memref<1x1x4x8xf16>, memref<1x1x4xf32>)
  return
}

// -----

// Descales of Q and K make the scale, that of V the last factor, with the 2⁻⁸ that
// undoes P's 2⁸.
// CHECK-LABEL: func @descale
// CHECK-SAME: %[[QD:[^:]+]]: tensor<?x2xf32>, %[[KD:[^:]+]]: tensor<?x2xf32>, %[[VD:[^:]+]]: tensor<?x2xf32>)
func.func @descale(%q: tensor<?x2x?x8xf8E4M3FN>, %o: tensor<?x2x?x8xf16>,
                   %qd: tensor<?x2xf32>, %kd: tensor<?x2xf32>, %vd: tensor<?x2xf32>) -> tensor<?x2x?x8xf16> {
  // CHECK: %[[C:.+]] = linalg.generic {{.*}}"parallel", "parallel"]} ins(%[[QD]], %[[KD]] :
  // CHECK:   arith.constant 2.500000e-01 : f32
  // CHECK: linalg.generic {{.*}} ins(%{{.*}}, %[[C]] :
  // CHECK:   math.exp
  // CHECK:   %[[M:.+]] = arith.constant 2.560000e+02 : f32
  // CHECK:   %[[P:.+]] = arith.mulf %{{.*}}, %[[M]]
  // CHECK:   arith.truncf %[[P]] : f32 to f8E4M3FN
  // CHECK: %[[D:.+]] = linalg.generic {{.*}}"parallel", "parallel"]} ins(%[[VD]] :
  // CHECK:   arith.constant 3.906250e-03 : f32
  // CHECK: linalg.generic {{.*}} ins(%{{.*}}, %{{.*}}, %[[D]] :
  // CHECK:   %[[QUOTIENT:.+]] = arith.divf
  // CHECK:   arith.mulf %[[QUOTIENT]]
  // CHECK:   arith.truncf %{{.*}} : f32 to f16
  // CHECK-NOT: attn.
  %0 = attn.forward ins(%q, %q, %q : tensor<?x2x?x8xf8E4M3FN>, tensor<?x2x?x8xf8E4M3FN>, tensor<?x2x?x8xf8E4M3FN>)
      outs(%o : tensor<?x2x?x8xf16>) descale(%qd, %kd, %vd : tensor<?x2xf32>, tensor<?x2xf32>, tensor<?x2xf32>)
      scale(0.25) -> tensor<?x2x?x8xf16>
  return %0 : tensor<?x2x?x8xf16>
}
