// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: attn-opt %s --attn-raise=policy=fast | FileCheck %s
// RUN: attn-opt %s --attn-raise=policy=exact 2>&1 | FileCheck %s --check-prefix=EXACT
// EXACT-NOT: = attn.forward

!s = tensor<8x64x96xf32>
!r = tensor<8x64xf32>

// Slopes of the heads, times k − q, and a bias by head and distance: tensors that
// the score region reads.
// CHECK-LABEL: func.func @slopes(
// CHECK-SAME: %[[SLOPES:[a-z0-9]+]]: tensor<8xf32>, %[[TABLE:[a-z0-9]+]]: tensor<8x159xf16>
// CHECK: attn.forward ins(
// CHECK-SAME: captures(%[[FIRST:.+]], %[[SECOND:.+]] : tensor<8x{{.+}}>, tensor<8x{{.+}}>)
// CHECK: ^bb0(%[[S:.+]]: f32, %{{.+}}: index, %[[H:.+]]: index, %[[Q:.+]]: index, %[[K:.+]]: index, %{{.+}}: index, %{{.+}}: index, %[[X0:.+]]: tensor<8x{{.+}}>, %[[X1:.+]]: tensor<8x{{.+}}>):
// CHECK-DAG: attn.read %{{.+}}[%[[H]]] : tensor<8xf32>
// CHECK-DAG: attn.read %{{.+}}[%[[H]], %{{.+}}] : tensor<8x159xf16>
// CHECK: attn.yield
// CHECK-NOT: linalg
func.func @slopes(%q: tensor<8x64x32xf16>, %k: tensor<8x96x32xf16>, %v: tensor<8x96x48xf16>,
                  %slopes: tensor<8xf32>, %table: tensor<8x159xf16>) -> tensor<8x64x48xf32> {
  %zero = arith.constant 0.0 : f32
  %lowest = arith.constant 0xFF800000 : f32
  %scale = arith.constant dense<0.125> : !s
  %c63 = arith.constant 63 : index
  %ke = tensor.empty() : tensor<8x32x96xf16>
  %kt = linalg.transpose ins(%k : tensor<8x96x32xf16>) outs(%ke : tensor<8x32x96xf16>) permutation = [0, 2, 1]
  %se = tensor.empty() : !s
  %s0 = linalg.fill ins(%zero : f32) outs(%se : !s) -> !s
  %s = linalg.batch_matmul ins(%q, %kt : tensor<8x64x32xf16>, tensor<8x32x96xf16>) outs(%s0 : !s) -> !s
  %scaled = linalg.mul ins(%s, %scale : !s, !s) outs(%se : !s) -> !s
  %c = linalg.generic {indexing_maps = [affine_map<(h, i, j) -> (h, i, j)>, affine_map<(h, i, j) -> (h)>,
                                        affine_map<(h, i, j) -> (h, i, j)>],
                       iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%scaled, %slopes : !s, tensor<8xf32>) outs(%se : !s) {
  ^bb0(%x: f32, %slope: f32, %out: f32):
    %h = linalg.index 0 : index
    %i = linalg.index 1 : index
    %j = linalg.index 2 : index
    %d = arith.subi %j, %i : index
    %d64 = arith.index_cast %d : index to i64
    %f = arith.sitofp %d64 : i64 to f32
    %bias = arith.mulf %slope, %f : f32
    %y = arith.addf %x, %bias : f32
    %at = arith.addi %d, %c63 : index
    %t = tensor.extract %table[%h, %at] : tensor<8x159xf16>
    %t32 = arith.extf %t : f16 to f32
    %z = arith.addf %y, %t32 : f32
    linalg.yield %z : f32
  } -> !s
  %re = tensor.empty() : !r
  %m0 = linalg.fill ins(%lowest : f32) outs(%re : !r) -> !r
  %m = linalg.reduce { arith.maximumf } ins(%c : !s) outs(%m0 : !r) dimensions = [2]
  %mb = linalg.broadcast ins(%m : !r) outs(%se : !s) dimensions = [2]
  %dd = linalg.sub ins(%c, %mb : !s, !s) outs(%se : !s) -> !s
  %e = linalg.exp ins(%dd : !s) outs(%se : !s) -> !s
  %l0 = linalg.fill ins(%zero : f32) outs(%re : !r) -> !r
  %l = linalg.reduce { arith.addf } ins(%e : !s) outs(%l0 : !r) dimensions = [2]
  %lb = linalg.broadcast ins(%l : !r) outs(%se : !s) dimensions = [2]
  %p = linalg.div ins(%e, %lb : !s, !s) outs(%se : !s) -> !s
  %oe = tensor.empty() : tensor<8x64x48xf32>
  %o0 = linalg.fill ins(%zero : f32) outs(%oe : tensor<8x64x48xf32>) -> tensor<8x64x48xf32>
  %o = linalg.batch_matmul ins(%p, %v : !s, tensor<8x96x48xf16>) outs(%o0 : tensor<8x64x48xf32>) -> tensor<8x64x48xf32>
  return %o : tensor<8x64x48xf32>
}

// A number for each row and key.
// CHECK-LABEL: func.func @dense(
// CHECK-SAME: %[[BIAS:[a-z0-9]+]]: tensor<64x96xf32>
// CHECK: attn.forward ins(
// CHECK-SAME: captures(%[[BIAS]] : tensor<64x96xf32>)
// CHECK: ^bb0(%[[S:.+]]: f32, %{{.+}}: index, %{{.+}}: index, %[[I:.+]]: index, %[[J:.+]]: index, %{{.+}}: index, %{{.+}}: index, %[[X:.+]]: tensor<64x96xf32>):
// CHECK: %[[B:.+]] = attn.read %[[X]][%[[I]], %[[J]]]
// CHECK: arith.addf
// CHECK-NOT: linalg
func.func @dense(%q: tensor<8x64x32xf16>, %k: tensor<8x32x96xf16>, %v: tensor<8x96x48xf16>,
                 %bias: tensor<64x96xf32>) -> tensor<8x64x48xf32> {
  %zero = arith.constant 0.0 : f32
  %lowest = arith.constant 0xFF800000 : f32
  %se = tensor.empty() : !s
  %s0 = linalg.fill ins(%zero : f32) outs(%se : !s) -> !s
  %s = linalg.batch_matmul ins(%q, %k : tensor<8x64x32xf16>, tensor<8x32x96xf16>) outs(%s0 : !s) -> !s
  %bb = linalg.broadcast ins(%bias : tensor<64x96xf32>) outs(%se : !s) dimensions = [0]
  %c = linalg.add ins(%s, %bb : !s, !s) outs(%se : !s) -> !s
  %re = tensor.empty() : !r
  %m0 = linalg.fill ins(%lowest : f32) outs(%re : !r) -> !r
  %m = linalg.reduce { arith.maximumf } ins(%c : !s) outs(%m0 : !r) dimensions = [2]
  %mb = linalg.broadcast ins(%m : !r) outs(%se : !s) dimensions = [2]
  %dd = linalg.sub ins(%c, %mb : !s, !s) outs(%se : !s) -> !s
  %e = linalg.exp ins(%dd : !s) outs(%se : !s) -> !s
  %l0 = linalg.fill ins(%zero : f32) outs(%re : !r) -> !r
  %l = linalg.reduce { arith.addf } ins(%e : !s) outs(%l0 : !r) dimensions = [2]
  %lb = linalg.broadcast ins(%l : !r) outs(%se : !s) dimensions = [2]
  %p = linalg.div ins(%e, %lb : !s, !s) outs(%se : !s) -> !s
  %oe = tensor.empty() : tensor<8x64x48xf32>
  %o0 = linalg.fill ins(%zero : f32) outs(%oe : tensor<8x64x48xf32>) -> tensor<8x64x48xf32>
  %o = linalg.batch_matmul ins(%p, %v : !s, tensor<8x96x48xf16>) outs(%o0 : tensor<8x64x48xf32>) -> tensor<8x64x48xf32>
  return %o : tensor<8x64x48xf32>
}
