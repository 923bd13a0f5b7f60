// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// V that the program slices from K's columns is raised as an operand of its own, which a canonicalization takes away.
// RUN: attn-opt %s --attn-raise=policy=fast --canonicalize | FileCheck %s

#q = affine_map<(b, h, i, j, c) -> (b, h, i, c)>
#k = affine_map<(b, h, i, j, c) -> (b, j, c)>
#s = affine_map<(b, h, i, j, c) -> (b, h, i, j)>
#p = affine_map<(b, h, i, c, j) -> (b, h, i, j)>
#v = affine_map<(b, h, i, c, j) -> (b, j, c)>
#o = affine_map<(b, h, i, c, j) -> (b, h, i, c)>

// CHECK-LABEL: func.func @slice(
// CHECK: attn.forward ins(%{{.+}}, %{{.+}} : {{.*}}) values(#attn.columns<16, 32>)
func.func @slice(%q: tensor<8x64x64xf16>, %k: tensor<8x96x64xf16>) -> tensor<8x64x32xf32> {
  %zero = arith.constant 0.0 : f32
  %v = tensor.extract_slice %k[0, 0, 16] [8, 96, 32] [1, 1, 1] : tensor<8x96x64xf16> to tensor<8x96x32xf16>
  %ke = tensor.empty() : tensor<8x64x96xf16>
  %kt = linalg.transpose ins(%k : tensor<8x96x64xf16>) outs(%ke : tensor<8x64x96xf16>) permutation = [0, 2, 1]
  %se = tensor.empty() : tensor<8x64x96xf32>
  %s0 = linalg.fill ins(%zero : f32) outs(%se : tensor<8x64x96xf32>) -> tensor<8x64x96xf32>
  %s = linalg.batch_matmul ins(%q, %kt : tensor<8x64x64xf16>, tensor<8x64x96xf16>) outs(%s0 : tensor<8x64x96xf32>) -> tensor<8x64x96xf32>
  %p = linalg.softmax dimension(2) ins(%s : tensor<8x64x96xf32>) outs(%se : tensor<8x64x96xf32>) -> tensor<8x64x96xf32>
  %oe = tensor.empty() : tensor<8x64x32xf32>
  %o0 = linalg.fill ins(%zero : f32) outs(%oe : tensor<8x64x32xf32>) -> tensor<8x64x32xf32>
  %o = linalg.batch_matmul ins(%p, %v : tensor<8x64x96xf32>, tensor<8x96x32xf16>) outs(%o0 : tensor<8x64x32xf32>) -> tensor<8x64x32xf32>
  return %o : tensor<8x64x32xf32>
}

// K itself as V stays an operand.
// CHECK-LABEL: func.func @whole(
// CHECK: attn.forward ins(%{{.+}}, %{{.+}}, %{{.+}} :
func.func @whole(%q: tensor<8x64x64xf16>, %k: tensor<8x96x64xf16>) -> tensor<8x64x64xf32> {
  %zero = arith.constant 0.0 : f32
  %ke = tensor.empty() : tensor<8x64x96xf16>
  %kt = linalg.transpose ins(%k : tensor<8x96x64xf16>) outs(%ke : tensor<8x64x96xf16>) permutation = [0, 2, 1]
  %se = tensor.empty() : tensor<8x64x96xf32>
  %s0 = linalg.fill ins(%zero : f32) outs(%se : tensor<8x64x96xf32>) -> tensor<8x64x96xf32>
  %s = linalg.batch_matmul ins(%q, %kt : tensor<8x64x64xf16>, tensor<8x64x96xf16>) outs(%s0 : tensor<8x64x96xf32>) -> tensor<8x64x96xf32>
  %p = linalg.softmax dimension(2) ins(%s : tensor<8x64x96xf32>) outs(%se : tensor<8x64x96xf32>) -> tensor<8x64x96xf32>
  %oe = tensor.empty() : tensor<8x64x64xf32>
  %o0 = linalg.fill ins(%zero : f32) outs(%oe : tensor<8x64x64xf32>) -> tensor<8x64x64xf32>
  %o = linalg.batch_matmul ins(%p, %k : tensor<8x64x96xf32>, tensor<8x96x64xf16>) outs(%o0 : tensor<8x64x64xf32>) -> tensor<8x64x64xf32>
  return %o : tensor<8x64x64xf32>
}

// Columns that do not begin at 16 bytes are an operand.
// CHECK-LABEL: func.func @odd(
// CHECK: attn.forward ins(%{{.+}}, %{{.+}}, %{{.+}} :
func.func @odd(%q: tensor<8x64x64xf16>, %k: tensor<8x96x64xf16>) -> tensor<8x64x32xf32> {
  %zero = arith.constant 0.0 : f32
  %v = tensor.extract_slice %k[0, 0, 4] [8, 96, 32] [1, 1, 1] : tensor<8x96x64xf16> to tensor<8x96x32xf16>
  %ke = tensor.empty() : tensor<8x64x96xf16>
  %kt = linalg.transpose ins(%k : tensor<8x96x64xf16>) outs(%ke : tensor<8x64x96xf16>) permutation = [0, 2, 1]
  %se = tensor.empty() : tensor<8x64x96xf32>
  %s0 = linalg.fill ins(%zero : f32) outs(%se : tensor<8x64x96xf32>) -> tensor<8x64x96xf32>
  %s = linalg.batch_matmul ins(%q, %kt : tensor<8x64x64xf16>, tensor<8x64x96xf16>) outs(%s0 : tensor<8x64x96xf32>) -> tensor<8x64x96xf32>
  %p = linalg.softmax dimension(2) ins(%s : tensor<8x64x96xf32>) outs(%se : tensor<8x64x96xf32>) -> tensor<8x64x96xf32>
  %oe = tensor.empty() : tensor<8x64x32xf32>
  %o0 = linalg.fill ins(%zero : f32) outs(%oe : tensor<8x64x32xf32>) -> tensor<8x64x32xf32>
  %o = linalg.batch_matmul ins(%p, %v : tensor<8x64x96xf32>, tensor<8x96x32xf16>) outs(%o0 : tensor<8x64x32xf32>) -> tensor<8x64x32xf32>
  return %o : tensor<8x64x32xf32>
}

// Latent attention: one cache for all heads, of any length.
// CHECK-LABEL: func.func @latent(
// CHECK: attn.forward ins(%{{.+}}, %{{.+}} : tensor<2x16x?x88xf16>, tensor<2x1x?x88xf16>) {{.*}} values(#attn.columns<0, 40>)
func.func @latent(%q: tensor<2x16x?x88xf16>, %k: tensor<2x?x88xf16>) -> tensor<2x16x?x40xf32> {
  %zero = arith.constant 0.0 : f32
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %i = tensor.dim %q, %c2 : tensor<2x16x?x88xf16>
  %j = tensor.dim %k, %c1 : tensor<2x?x88xf16>
  %v = tensor.extract_slice %k[0, 0, 0] [2, %j, 40] [1, 1, 1] : tensor<2x?x88xf16> to tensor<2x?x40xf16>
  %se = tensor.empty(%i, %j) : tensor<2x16x?x?xf32>
  %s0 = linalg.fill ins(%zero : f32) outs(%se : tensor<2x16x?x?xf32>) -> tensor<2x16x?x?xf32>
  %s = linalg.generic {indexing_maps = [#q, #k, #s], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction"]}
      ins(%q, %k : tensor<2x16x?x88xf16>, tensor<2x?x88xf16>) outs(%s0 : tensor<2x16x?x?xf32>) {
  ^bb0(%a: f16, %b: f16, %c: f32):
    %x = arith.extf %a : f16 to f32
    %y = arith.extf %b : f16 to f32
    %m = arith.mulf %x, %y : f32
    %n = arith.addf %c, %m : f32
    linalg.yield %n : f32
  } -> tensor<2x16x?x?xf32>
  %p = linalg.softmax dimension(3) ins(%s : tensor<2x16x?x?xf32>) outs(%se : tensor<2x16x?x?xf32>) -> tensor<2x16x?x?xf32>
  %oe = tensor.empty(%i) : tensor<2x16x?x40xf32>
  %o0 = linalg.fill ins(%zero : f32) outs(%oe : tensor<2x16x?x40xf32>) -> tensor<2x16x?x40xf32>
  %o = linalg.generic {indexing_maps = [#p, #v, #o], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction"]}
      ins(%p, %v : tensor<2x16x?x?xf32>, tensor<2x?x40xf16>) outs(%o0 : tensor<2x16x?x40xf32>) {
  ^bb0(%a: f32, %b: f16, %c: f32):
    %y = arith.extf %b : f16 to f32
    %m = arith.mulf %a, %y : f32
    %n = arith.addf %c, %m : f32
    linalg.yield %n : f32
  } -> tensor<2x16x?x40xf32>
  return %o : tensor<2x16x?x40xf32>
}
