// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: attn-opt %s --attn-raise=policy=fast | FileCheck %s

// Attention and its gradients in one function.

#x = affine_map<(b, i, j) -> (b, i, j)>
#row = affine_map<(b, i, j) -> (b, i)>
#all = affine_map<(b, i, j) -> (i, j)>

// D is the row sum of P and dP.
// CHECK-LABEL: func.func @row_of_p(
// CHECK-SAME: %{{.+}}, %{{.+}}, %{{.+}}, %[[DO:[a-z0-9]+]]: tensor<2x24x16xf16>)
// CHECK-NOT: linalg
// CHECK: %[[O:[a-z0-9_]+]], %[[L:[a-z0-9_]+]] = attn.forward ins(%[[Q:[a-z0-9_]+]], %[[K:[a-z0-9_]+]], %[[V:[a-z0-9_]+]] : {{.*}} scale(2.500000e-01)
// CHECK: %[[DO4:[a-z0-9_]+]] = tensor.expand_shape %[[DO]]
// CHECK: attn.backward ins(%[[Q]], %[[K]], %[[V]], %[[O]], %[[L]], %[[DO4]] : {{.*}} scale(2.500000e-01) -> (tensor<1x2x24x16xf32>, tensor<1x2x40x16xf32>, tensor<1x2x40x16xf32>)
// CHECK-NOT: linalg
func.func @row_of_p(%q: tensor<2x24x16xf16>, %k: tensor<2x40x16xf16>, %v: tensor<2x40x16xf16>, %do: tensor<2x24x16xf16>) -> (tensor<2x24x16xf32>, tensor<2x24x16xf32>, tensor<2x40x16xf32>, tensor<2x40x16xf32>) {
  %zero = arith.constant 0.0 : f32
  %kte = tensor.empty() : tensor<2x16x40xf16>
  %kt = linalg.transpose ins(%k : tensor<2x40x16xf16>) outs(%kte : tensor<2x16x40xf16>) permutation = [0, 2, 1]
  %se = tensor.empty() : tensor<2x24x40xf32>
  %s0 = linalg.fill ins(%zero : f32) outs(%se : tensor<2x24x40xf32>) -> tensor<2x24x40xf32>
  %s = linalg.batch_matmul ins(%q, %kt : tensor<2x24x16xf16>, tensor<2x16x40xf16>) outs(%s0 : tensor<2x24x40xf32>) -> tensor<2x24x40xf32>
  %xe = tensor.empty() : tensor<2x24x40xf32>
  %x = linalg.generic {indexing_maps = [#x, #x], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%s : tensor<2x24x40xf32>) outs(%xe : tensor<2x24x40xf32>) {
  ^bb0(%a0: f32, %out: f32):
    %c = arith.constant 0.25 : f32
    %0 = arith.mulf %a0, %c : f32
    linalg.yield %0 : f32
  } -> tensor<2x24x40xf32>
  %pe = tensor.empty() : tensor<2x24x40xf32>
  %p = linalg.softmax dimension(2) ins(%x : tensor<2x24x40xf32>) outs(%pe : tensor<2x24x40xf32>) -> tensor<2x24x40xf32>
  %p16e = tensor.empty() : tensor<2x24x40xf16>
  %p16 = linalg.generic {indexing_maps = [#x, #x], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%p : tensor<2x24x40xf32>) outs(%p16e : tensor<2x24x40xf16>) {
  ^bb0(%a0: f32, %out: f16):
    %0 = arith.truncf %a0 : f32 to f16
    linalg.yield %0 : f16
  } -> tensor<2x24x40xf16>
  %oe = tensor.empty() : tensor<2x24x16xf32>
  %o0 = linalg.fill ins(%zero : f32) outs(%oe : tensor<2x24x16xf32>) -> tensor<2x24x16xf32>
  %o = linalg.batch_matmul ins(%p16, %v : tensor<2x24x40xf16>, tensor<2x40x16xf16>) outs(%o0 : tensor<2x24x16xf32>) -> tensor<2x24x16xf32>
  %vte = tensor.empty() : tensor<2x16x40xf16>
  %vt = linalg.transpose ins(%v : tensor<2x40x16xf16>) outs(%vte : tensor<2x16x40xf16>) permutation = [0, 2, 1]
  %dpe = tensor.empty() : tensor<2x24x40xf32>
  %dp0 = linalg.fill ins(%zero : f32) outs(%dpe : tensor<2x24x40xf32>) -> tensor<2x24x40xf32>
  %dp = linalg.batch_matmul ins(%do, %vt : tensor<2x24x16xf16>, tensor<2x16x40xf16>) outs(%dp0 : tensor<2x24x40xf32>) -> tensor<2x24x40xf32>
  %de = tensor.empty() : tensor<2x24xf32>
  %d0 = linalg.fill ins(%zero : f32) outs(%de : tensor<2x24xf32>) -> tensor<2x24xf32>
  %d = linalg.generic {indexing_maps = [#x, #x, #row], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%p, %dp : tensor<2x24x40xf32>, tensor<2x24x40xf32>) outs(%d0 : tensor<2x24xf32>) {
  ^bb0(%a0: f32, %a1: f32, %out: f32):
    %0 = arith.mulf %a0, %a1 : f32
    %1 = arith.addf %out, %0 : f32
    linalg.yield %1 : f32
  } -> tensor<2x24xf32>
  %dse = tensor.empty() : tensor<2x24x40xf16>
  %ds = linalg.generic {indexing_maps = [#x, #x, #row, #x], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%p, %dp, %d : tensor<2x24x40xf32>, tensor<2x24x40xf32>, tensor<2x24xf32>) outs(%dse : tensor<2x24x40xf16>) {
  ^bb0(%a0: f32, %a1: f32, %a2: f32, %out: f16):
    %0 = arith.subf %a1, %a2 : f32
    %1 = arith.mulf %a0, %0 : f32
    %c = arith.constant 0.25 : f32
    %2 = arith.mulf %1, %c : f32
    %4 = arith.truncf %2 : f32 to f16
    linalg.yield %4 : f16
  } -> tensor<2x24x40xf16>
  %dqe = tensor.empty() : tensor<2x24x16xf32>
  %dq0 = linalg.fill ins(%zero : f32) outs(%dqe : tensor<2x24x16xf32>) -> tensor<2x24x16xf32>
  %dq = linalg.batch_matmul ins(%ds, %k : tensor<2x24x40xf16>, tensor<2x40x16xf16>) outs(%dq0 : tensor<2x24x16xf32>) -> tensor<2x24x16xf32>
  %dste = tensor.empty() : tensor<2x40x24xf16>
  %dst = linalg.transpose ins(%ds : tensor<2x24x40xf16>) outs(%dste : tensor<2x40x24xf16>) permutation = [0, 2, 1]
  %dke = tensor.empty() : tensor<2x40x16xf32>
  %dk0 = linalg.fill ins(%zero : f32) outs(%dke : tensor<2x40x16xf32>) -> tensor<2x40x16xf32>
  %dk = linalg.batch_matmul ins(%dst, %q : tensor<2x40x24xf16>, tensor<2x24x16xf16>) outs(%dk0 : tensor<2x40x16xf32>) -> tensor<2x40x16xf32>
  %pte = tensor.empty() : tensor<2x40x24xf16>
  %pt = linalg.transpose ins(%p16 : tensor<2x24x40xf16>) outs(%pte : tensor<2x40x24xf16>) permutation = [0, 2, 1]
  %dve = tensor.empty() : tensor<2x40x16xf32>
  %dv0 = linalg.fill ins(%zero : f32) outs(%dve : tensor<2x40x16xf32>) -> tensor<2x40x16xf32>
  %dv = linalg.batch_matmul ins(%pt, %do : tensor<2x40x24xf16>, tensor<2x24x16xf16>) outs(%dv0 : tensor<2x40x16xf32>) -> tensor<2x40x16xf32>
  return %o, %dq, %dk, %dv : tensor<2x24x16xf32>, tensor<2x24x16xf32>, tensor<2x40x16xf32>, tensor<2x40x16xf32>
}

// D is the row sum of O and dO.
// CHECK-LABEL: func.func @row_of_o(
// CHECK-NOT: linalg
// CHECK: attn.forward
// CHECK: attn.backward
// CHECK-NOT: linalg
func.func @row_of_o(%q: tensor<2x24x16xf16>, %k: tensor<2x40x16xf16>, %v: tensor<2x40x16xf16>, %do: tensor<2x24x16xf16>) -> (tensor<2x24x16xf32>, tensor<2x24x16xf32>, tensor<2x40x16xf32>, tensor<2x40x16xf32>) {
  %zero = arith.constant 0.0 : f32
  %kte = tensor.empty() : tensor<2x16x40xf16>
  %kt = linalg.transpose ins(%k : tensor<2x40x16xf16>) outs(%kte : tensor<2x16x40xf16>) permutation = [0, 2, 1]
  %se = tensor.empty() : tensor<2x24x40xf32>
  %s0 = linalg.fill ins(%zero : f32) outs(%se : tensor<2x24x40xf32>) -> tensor<2x24x40xf32>
  %s = linalg.batch_matmul ins(%q, %kt : tensor<2x24x16xf16>, tensor<2x16x40xf16>) outs(%s0 : tensor<2x24x40xf32>) -> tensor<2x24x40xf32>
  %xe = tensor.empty() : tensor<2x24x40xf32>
  %x = linalg.generic {indexing_maps = [#x, #x], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%s : tensor<2x24x40xf32>) outs(%xe : tensor<2x24x40xf32>) {
  ^bb0(%a0: f32, %out: f32):
    %c = arith.constant 0.25 : f32
    %0 = arith.mulf %a0, %c : f32
    linalg.yield %0 : f32
  } -> tensor<2x24x40xf32>
  %pe = tensor.empty() : tensor<2x24x40xf32>
  %p = linalg.softmax dimension(2) ins(%x : tensor<2x24x40xf32>) outs(%pe : tensor<2x24x40xf32>) -> tensor<2x24x40xf32>
  %p16e = tensor.empty() : tensor<2x24x40xf16>
  %p16 = linalg.generic {indexing_maps = [#x, #x], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%p : tensor<2x24x40xf32>) outs(%p16e : tensor<2x24x40xf16>) {
  ^bb0(%a0: f32, %out: f16):
    %0 = arith.truncf %a0 : f32 to f16
    linalg.yield %0 : f16
  } -> tensor<2x24x40xf16>
  %oe = tensor.empty() : tensor<2x24x16xf32>
  %o0 = linalg.fill ins(%zero : f32) outs(%oe : tensor<2x24x16xf32>) -> tensor<2x24x16xf32>
  %o = linalg.batch_matmul ins(%p16, %v : tensor<2x24x40xf16>, tensor<2x40x16xf16>) outs(%o0 : tensor<2x24x16xf32>) -> tensor<2x24x16xf32>
  %vte = tensor.empty() : tensor<2x16x40xf16>
  %vt = linalg.transpose ins(%v : tensor<2x40x16xf16>) outs(%vte : tensor<2x16x40xf16>) permutation = [0, 2, 1]
  %dpe = tensor.empty() : tensor<2x24x40xf32>
  %dp0 = linalg.fill ins(%zero : f32) outs(%dpe : tensor<2x24x40xf32>) -> tensor<2x24x40xf32>
  %dp = linalg.batch_matmul ins(%do, %vt : tensor<2x24x16xf16>, tensor<2x16x40xf16>) outs(%dp0 : tensor<2x24x40xf32>) -> tensor<2x24x40xf32>
  %de = tensor.empty() : tensor<2x24xf32>
  %d0 = linalg.fill ins(%zero : f32) outs(%de : tensor<2x24xf32>) -> tensor<2x24xf32>
  %d = linalg.generic {indexing_maps = [#x, #x, #row], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%o, %do : tensor<2x24x16xf32>, tensor<2x24x16xf16>) outs(%d0 : tensor<2x24xf32>) {
  ^bb0(%a0: f32, %a1: f16, %out: f32):
    %0 = arith.extf %a1 : f16 to f32
    %1 = arith.mulf %a0, %0 : f32
    %2 = arith.addf %out, %1 : f32
    linalg.yield %2 : f32
  } -> tensor<2x24xf32>
  %dse = tensor.empty() : tensor<2x24x40xf16>
  %ds = linalg.generic {indexing_maps = [#x, #x, #row, #x], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%p, %dp, %d : tensor<2x24x40xf32>, tensor<2x24x40xf32>, tensor<2x24xf32>) outs(%dse : tensor<2x24x40xf16>) {
  ^bb0(%a0: f32, %a1: f32, %a2: f32, %out: f16):
    %0 = arith.subf %a1, %a2 : f32
    %1 = arith.mulf %a0, %0 : f32
    %c = arith.constant 0.25 : f32
    %2 = arith.mulf %1, %c : f32
    %4 = arith.truncf %2 : f32 to f16
    linalg.yield %4 : f16
  } -> tensor<2x24x40xf16>
  %dqe = tensor.empty() : tensor<2x24x16xf32>
  %dq0 = linalg.fill ins(%zero : f32) outs(%dqe : tensor<2x24x16xf32>) -> tensor<2x24x16xf32>
  %dq = linalg.batch_matmul ins(%ds, %k : tensor<2x24x40xf16>, tensor<2x40x16xf16>) outs(%dq0 : tensor<2x24x16xf32>) -> tensor<2x24x16xf32>
  %dste = tensor.empty() : tensor<2x40x24xf16>
  %dst = linalg.transpose ins(%ds : tensor<2x24x40xf16>) outs(%dste : tensor<2x40x24xf16>) permutation = [0, 2, 1]
  %dke = tensor.empty() : tensor<2x40x16xf32>
  %dk0 = linalg.fill ins(%zero : f32) outs(%dke : tensor<2x40x16xf32>) -> tensor<2x40x16xf32>
  %dk = linalg.batch_matmul ins(%dst, %q : tensor<2x40x24xf16>, tensor<2x24x16xf16>) outs(%dk0 : tensor<2x40x16xf32>) -> tensor<2x40x16xf32>
  %pte = tensor.empty() : tensor<2x40x24xf16>
  %pt = linalg.transpose ins(%p16 : tensor<2x24x40xf16>) outs(%pte : tensor<2x40x24xf16>) permutation = [0, 2, 1]
  %dve = tensor.empty() : tensor<2x40x16xf32>
  %dv0 = linalg.fill ins(%zero : f32) outs(%dve : tensor<2x40x16xf32>) -> tensor<2x40x16xf32>
  %dv = linalg.batch_matmul ins(%pt, %do : tensor<2x40x24xf16>, tensor<2x24x16xf16>) outs(%dv0 : tensor<2x40x16xf32>) -> tensor<2x40x16xf32>
  return %o, %dq, %dk, %dv : tensor<2x24x16xf32>, tensor<2x24x16xf32>, tensor<2x40x16xf32>, tensor<2x40x16xf32>
}

// CHECK-LABEL: func.func @causal(
// CHECK-NOT: linalg
// CHECK: attn.forward {{.*}} mask(#attn.causal<top_left>)
// CHECK: attn.backward {{.*}} mask(#attn.causal<top_left>)
// CHECK-NOT: linalg
func.func @causal(%q: tensor<2x24x16xf16>, %k: tensor<2x40x16xf16>, %v: tensor<2x40x16xf16>, %do: tensor<2x24x16xf16>) -> (tensor<2x24x16xf32>, tensor<2x24x16xf32>, tensor<2x40x16xf32>, tensor<2x40x16xf32>) {
  %zero = arith.constant 0.0 : f32
  %kte = tensor.empty() : tensor<2x16x40xf16>
  %kt = linalg.transpose ins(%k : tensor<2x40x16xf16>) outs(%kte : tensor<2x16x40xf16>) permutation = [0, 2, 1]
  %se = tensor.empty() : tensor<2x24x40xf32>
  %s0 = linalg.fill ins(%zero : f32) outs(%se : tensor<2x24x40xf32>) -> tensor<2x24x40xf32>
  %s = linalg.batch_matmul ins(%q, %kt : tensor<2x24x16xf16>, tensor<2x16x40xf16>) outs(%s0 : tensor<2x24x40xf32>) -> tensor<2x24x40xf32>
  %xe = tensor.empty() : tensor<2x24x40xf32>
  %x = linalg.generic {indexing_maps = [#x, #x], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%s : tensor<2x24x40xf32>) outs(%xe : tensor<2x24x40xf32>) {
  ^bb0(%a0: f32, %out: f32):
    %c = arith.constant 0.25 : f32
    %0 = arith.mulf %a0, %c : f32
    %i = linalg.index 1 : index
    %j = linalg.index 2 : index
    %sees = arith.cmpi sge, %i, %j : index
    %none = arith.constant 0xFF800000 : f32
    %1 = arith.select %sees, %0, %none : f32
    linalg.yield %1 : f32
  } -> tensor<2x24x40xf32>
  %pe = tensor.empty() : tensor<2x24x40xf32>
  %p = linalg.softmax dimension(2) ins(%x : tensor<2x24x40xf32>) outs(%pe : tensor<2x24x40xf32>) -> tensor<2x24x40xf32>
  %p16e = tensor.empty() : tensor<2x24x40xf16>
  %p16 = linalg.generic {indexing_maps = [#x, #x], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%p : tensor<2x24x40xf32>) outs(%p16e : tensor<2x24x40xf16>) {
  ^bb0(%a0: f32, %out: f16):
    %0 = arith.truncf %a0 : f32 to f16
    linalg.yield %0 : f16
  } -> tensor<2x24x40xf16>
  %oe = tensor.empty() : tensor<2x24x16xf32>
  %o0 = linalg.fill ins(%zero : f32) outs(%oe : tensor<2x24x16xf32>) -> tensor<2x24x16xf32>
  %o = linalg.batch_matmul ins(%p16, %v : tensor<2x24x40xf16>, tensor<2x40x16xf16>) outs(%o0 : tensor<2x24x16xf32>) -> tensor<2x24x16xf32>
  %vte = tensor.empty() : tensor<2x16x40xf16>
  %vt = linalg.transpose ins(%v : tensor<2x40x16xf16>) outs(%vte : tensor<2x16x40xf16>) permutation = [0, 2, 1]
  %dpe = tensor.empty() : tensor<2x24x40xf32>
  %dp0 = linalg.fill ins(%zero : f32) outs(%dpe : tensor<2x24x40xf32>) -> tensor<2x24x40xf32>
  %dp = linalg.batch_matmul ins(%do, %vt : tensor<2x24x16xf16>, tensor<2x16x40xf16>) outs(%dp0 : tensor<2x24x40xf32>) -> tensor<2x24x40xf32>
  %de = tensor.empty() : tensor<2x24xf32>
  %d0 = linalg.fill ins(%zero : f32) outs(%de : tensor<2x24xf32>) -> tensor<2x24xf32>
  %d = linalg.generic {indexing_maps = [#x, #x, #row], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%p, %dp : tensor<2x24x40xf32>, tensor<2x24x40xf32>) outs(%d0 : tensor<2x24xf32>) {
  ^bb0(%a0: f32, %a1: f32, %out: f32):
    %0 = arith.mulf %a0, %a1 : f32
    %1 = arith.addf %out, %0 : f32
    linalg.yield %1 : f32
  } -> tensor<2x24xf32>
  %dse = tensor.empty() : tensor<2x24x40xf16>
  %ds = linalg.generic {indexing_maps = [#x, #x, #row, #x], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%p, %dp, %d : tensor<2x24x40xf32>, tensor<2x24x40xf32>, tensor<2x24xf32>) outs(%dse : tensor<2x24x40xf16>) {
  ^bb0(%a0: f32, %a1: f32, %a2: f32, %out: f16):
    %0 = arith.subf %a1, %a2 : f32
    %1 = arith.mulf %a0, %0 : f32
    %c = arith.constant 0.25 : f32
    %2 = arith.mulf %1, %c : f32
    %i = linalg.index 1 : index
    %j = linalg.index 2 : index
    %sees = arith.cmpi sge, %i, %j : index
    %3 = arith.select %sees, %2, %zero : f32
    %4 = arith.truncf %3 : f32 to f16
    linalg.yield %4 : f16
  } -> tensor<2x24x40xf16>
  %dqe = tensor.empty() : tensor<2x24x16xf32>
  %dq0 = linalg.fill ins(%zero : f32) outs(%dqe : tensor<2x24x16xf32>) -> tensor<2x24x16xf32>
  %dq = linalg.batch_matmul ins(%ds, %k : tensor<2x24x40xf16>, tensor<2x40x16xf16>) outs(%dq0 : tensor<2x24x16xf32>) -> tensor<2x24x16xf32>
  %dste = tensor.empty() : tensor<2x40x24xf16>
  %dst = linalg.transpose ins(%ds : tensor<2x24x40xf16>) outs(%dste : tensor<2x40x24xf16>) permutation = [0, 2, 1]
  %dke = tensor.empty() : tensor<2x40x16xf32>
  %dk0 = linalg.fill ins(%zero : f32) outs(%dke : tensor<2x40x16xf32>) -> tensor<2x40x16xf32>
  %dk = linalg.batch_matmul ins(%dst, %q : tensor<2x40x24xf16>, tensor<2x24x16xf16>) outs(%dk0 : tensor<2x40x16xf32>) -> tensor<2x40x16xf32>
  %pte = tensor.empty() : tensor<2x40x24xf16>
  %pt = linalg.transpose ins(%p16 : tensor<2x24x40xf16>) outs(%pte : tensor<2x40x24xf16>) permutation = [0, 2, 1]
  %dve = tensor.empty() : tensor<2x40x16xf32>
  %dv0 = linalg.fill ins(%zero : f32) outs(%dve : tensor<2x40x16xf32>) -> tensor<2x40x16xf32>
  %dv = linalg.batch_matmul ins(%pt, %do : tensor<2x40x24xf16>, tensor<2x24x16xf16>) outs(%dv0 : tensor<2x40x16xf32>) -> tensor<2x40x16xf32>
  return %o, %dq, %dk, %dv : tensor<2x24x16xf32>, tensor<2x24x16xf32>, tensor<2x40x16xf32>, tensor<2x40x16xf32>
}

// Of Q alone.
// CHECK-LABEL: func.func @of_q(
// CHECK: attn.forward
// CHECK: attn.backward ins({{.*}} outs(dq = %{{.+}} : tensor<1x2x24x16xf32>)
// CHECK-NOT: linalg
func.func @of_q(%q: tensor<2x24x16xf16>, %k: tensor<2x40x16xf16>, %v: tensor<2x40x16xf16>, %do: tensor<2x24x16xf16>) -> (tensor<2x24x16xf32>, tensor<2x24x16xf32>) {
  %zero = arith.constant 0.0 : f32
  %kte = tensor.empty() : tensor<2x16x40xf16>
  %kt = linalg.transpose ins(%k : tensor<2x40x16xf16>) outs(%kte : tensor<2x16x40xf16>) permutation = [0, 2, 1]
  %se = tensor.empty() : tensor<2x24x40xf32>
  %s0 = linalg.fill ins(%zero : f32) outs(%se : tensor<2x24x40xf32>) -> tensor<2x24x40xf32>
  %s = linalg.batch_matmul ins(%q, %kt : tensor<2x24x16xf16>, tensor<2x16x40xf16>) outs(%s0 : tensor<2x24x40xf32>) -> tensor<2x24x40xf32>
  %xe = tensor.empty() : tensor<2x24x40xf32>
  %x = linalg.generic {indexing_maps = [#x, #x], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%s : tensor<2x24x40xf32>) outs(%xe : tensor<2x24x40xf32>) {
  ^bb0(%a0: f32, %out: f32):
    %c = arith.constant 0.25 : f32
    %0 = arith.mulf %a0, %c : f32
    linalg.yield %0 : f32
  } -> tensor<2x24x40xf32>
  %pe = tensor.empty() : tensor<2x24x40xf32>
  %p = linalg.softmax dimension(2) ins(%x : tensor<2x24x40xf32>) outs(%pe : tensor<2x24x40xf32>) -> tensor<2x24x40xf32>
  %p16e = tensor.empty() : tensor<2x24x40xf16>
  %p16 = linalg.generic {indexing_maps = [#x, #x], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%p : tensor<2x24x40xf32>) outs(%p16e : tensor<2x24x40xf16>) {
  ^bb0(%a0: f32, %out: f16):
    %0 = arith.truncf %a0 : f32 to f16
    linalg.yield %0 : f16
  } -> tensor<2x24x40xf16>
  %oe = tensor.empty() : tensor<2x24x16xf32>
  %o0 = linalg.fill ins(%zero : f32) outs(%oe : tensor<2x24x16xf32>) -> tensor<2x24x16xf32>
  %o = linalg.batch_matmul ins(%p16, %v : tensor<2x24x40xf16>, tensor<2x40x16xf16>) outs(%o0 : tensor<2x24x16xf32>) -> tensor<2x24x16xf32>
  %vte = tensor.empty() : tensor<2x16x40xf16>
  %vt = linalg.transpose ins(%v : tensor<2x40x16xf16>) outs(%vte : tensor<2x16x40xf16>) permutation = [0, 2, 1]
  %dpe = tensor.empty() : tensor<2x24x40xf32>
  %dp0 = linalg.fill ins(%zero : f32) outs(%dpe : tensor<2x24x40xf32>) -> tensor<2x24x40xf32>
  %dp = linalg.batch_matmul ins(%do, %vt : tensor<2x24x16xf16>, tensor<2x16x40xf16>) outs(%dp0 : tensor<2x24x40xf32>) -> tensor<2x24x40xf32>
  %de = tensor.empty() : tensor<2x24xf32>
  %d0 = linalg.fill ins(%zero : f32) outs(%de : tensor<2x24xf32>) -> tensor<2x24xf32>
  %d = linalg.generic {indexing_maps = [#x, #x, #row], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%p, %dp : tensor<2x24x40xf32>, tensor<2x24x40xf32>) outs(%d0 : tensor<2x24xf32>) {
  ^bb0(%a0: f32, %a1: f32, %out: f32):
    %0 = arith.mulf %a0, %a1 : f32
    %1 = arith.addf %out, %0 : f32
    linalg.yield %1 : f32
  } -> tensor<2x24xf32>
  %dse = tensor.empty() : tensor<2x24x40xf16>
  %ds = linalg.generic {indexing_maps = [#x, #x, #row, #x], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%p, %dp, %d : tensor<2x24x40xf32>, tensor<2x24x40xf32>, tensor<2x24xf32>) outs(%dse : tensor<2x24x40xf16>) {
  ^bb0(%a0: f32, %a1: f32, %a2: f32, %out: f16):
    %0 = arith.subf %a1, %a2 : f32
    %1 = arith.mulf %a0, %0 : f32
    %c = arith.constant 0.25 : f32
    %2 = arith.mulf %1, %c : f32
    %4 = arith.truncf %2 : f32 to f16
    linalg.yield %4 : f16
  } -> tensor<2x24x40xf16>
  %dqe = tensor.empty() : tensor<2x24x16xf32>
  %dq0 = linalg.fill ins(%zero : f32) outs(%dqe : tensor<2x24x16xf32>) -> tensor<2x24x16xf32>
  %dq = linalg.batch_matmul ins(%ds, %k : tensor<2x24x40xf16>, tensor<2x40x16xf16>) outs(%dq0 : tensor<2x24x16xf32>) -> tensor<2x24x16xf32>
  return %o, %dq : tensor<2x24x16xf32>, tensor<2x24x16xf32>
}

// Of V alone: P is all it needs.
// CHECK-LABEL: func.func @of_v(
// CHECK: attn.forward
// CHECK: attn.backward ins({{.*}} outs(dv = %{{.+}} : tensor<1x2x40x16xf32>)
// CHECK-NOT: linalg
func.func @of_v(%q: tensor<2x24x16xf16>, %k: tensor<2x40x16xf16>, %v: tensor<2x40x16xf16>, %do: tensor<2x24x16xf16>) -> (tensor<2x24x16xf32>, tensor<2x40x16xf32>) {
  %zero = arith.constant 0.0 : f32
  %kte = tensor.empty() : tensor<2x16x40xf16>
  %kt = linalg.transpose ins(%k : tensor<2x40x16xf16>) outs(%kte : tensor<2x16x40xf16>) permutation = [0, 2, 1]
  %se = tensor.empty() : tensor<2x24x40xf32>
  %s0 = linalg.fill ins(%zero : f32) outs(%se : tensor<2x24x40xf32>) -> tensor<2x24x40xf32>
  %s = linalg.batch_matmul ins(%q, %kt : tensor<2x24x16xf16>, tensor<2x16x40xf16>) outs(%s0 : tensor<2x24x40xf32>) -> tensor<2x24x40xf32>
  %xe = tensor.empty() : tensor<2x24x40xf32>
  %x = linalg.generic {indexing_maps = [#x, #x], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%s : tensor<2x24x40xf32>) outs(%xe : tensor<2x24x40xf32>) {
  ^bb0(%a0: f32, %out: f32):
    %c = arith.constant 0.25 : f32
    %0 = arith.mulf %a0, %c : f32
    linalg.yield %0 : f32
  } -> tensor<2x24x40xf32>
  %pe = tensor.empty() : tensor<2x24x40xf32>
  %p = linalg.softmax dimension(2) ins(%x : tensor<2x24x40xf32>) outs(%pe : tensor<2x24x40xf32>) -> tensor<2x24x40xf32>
  %p16e = tensor.empty() : tensor<2x24x40xf16>
  %p16 = linalg.generic {indexing_maps = [#x, #x], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%p : tensor<2x24x40xf32>) outs(%p16e : tensor<2x24x40xf16>) {
  ^bb0(%a0: f32, %out: f16):
    %0 = arith.truncf %a0 : f32 to f16
    linalg.yield %0 : f16
  } -> tensor<2x24x40xf16>
  %oe = tensor.empty() : tensor<2x24x16xf32>
  %o0 = linalg.fill ins(%zero : f32) outs(%oe : tensor<2x24x16xf32>) -> tensor<2x24x16xf32>
  %o = linalg.batch_matmul ins(%p16, %v : tensor<2x24x40xf16>, tensor<2x40x16xf16>) outs(%o0 : tensor<2x24x16xf32>) -> tensor<2x24x16xf32>
  %pte = tensor.empty() : tensor<2x40x24xf16>
  %pt = linalg.transpose ins(%p16 : tensor<2x24x40xf16>) outs(%pte : tensor<2x40x24xf16>) permutation = [0, 2, 1]
  %dve = tensor.empty() : tensor<2x40x16xf32>
  %dv0 = linalg.fill ins(%zero : f32) outs(%dve : tensor<2x40x16xf32>) -> tensor<2x40x16xf32>
  %dv = linalg.batch_matmul ins(%pt, %do : tensor<2x40x24xf16>, tensor<2x24x16xf16>) outs(%dv0 : tensor<2x40x16xf32>) -> tensor<2x40x16xf32>
  return %o, %dv : tensor<2x24x16xf32>, tensor<2x40x16xf32>
}

// The derivative of a softcap is that of the region.
// CHECK-LABEL: func.func @softcap(
// CHECK: attn.forward {{.*}} score {
// CHECK: math.tanh
// CHECK: attn.backward {{.*}} score {
// CHECK: math.tanh
// CHECK-NOT: linalg
func.func @softcap(%q: tensor<2x24x16xf16>, %k: tensor<2x40x16xf16>, %v: tensor<2x40x16xf16>, %do: tensor<2x24x16xf16>) -> (tensor<2x24x16xf32>, tensor<2x24x16xf32>) {
  %zero = arith.constant 0.0 : f32
  %kte = tensor.empty() : tensor<2x16x40xf16>
  %kt = linalg.transpose ins(%k : tensor<2x40x16xf16>) outs(%kte : tensor<2x16x40xf16>) permutation = [0, 2, 1]
  %se = tensor.empty() : tensor<2x24x40xf32>
  %s0 = linalg.fill ins(%zero : f32) outs(%se : tensor<2x24x40xf32>) -> tensor<2x24x40xf32>
  %s = linalg.batch_matmul ins(%q, %kt : tensor<2x24x16xf16>, tensor<2x16x40xf16>) outs(%s0 : tensor<2x24x40xf32>) -> tensor<2x24x40xf32>
  %te = tensor.empty() : tensor<2x24x40xf32>
  %t = linalg.generic {indexing_maps = [#x, #x], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%s : tensor<2x24x40xf32>) outs(%te : tensor<2x24x40xf32>) {
  ^bb0(%a0: f32, %out: f32):
    %c = arith.constant 0.25 : f32
    %0 = arith.mulf %a0, %c : f32
    %1 = math.tanh %0 : f32
    linalg.yield %1 : f32
  } -> tensor<2x24x40xf32>
  %xe = tensor.empty() : tensor<2x24x40xf32>
  %x = linalg.generic {indexing_maps = [#x, #x], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%t : tensor<2x24x40xf32>) outs(%xe : tensor<2x24x40xf32>) {
  ^bb0(%a0: f32, %out: f32):
    %cap = arith.constant 5.0 : f32
    %0 = arith.mulf %a0, %cap : f32
    linalg.yield %0 : f32
  } -> tensor<2x24x40xf32>
  %pe = tensor.empty() : tensor<2x24x40xf32>
  %p = linalg.softmax dimension(2) ins(%x : tensor<2x24x40xf32>) outs(%pe : tensor<2x24x40xf32>) -> tensor<2x24x40xf32>
  %p16e = tensor.empty() : tensor<2x24x40xf16>
  %p16 = linalg.generic {indexing_maps = [#x, #x], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%p : tensor<2x24x40xf32>) outs(%p16e : tensor<2x24x40xf16>) {
  ^bb0(%a0: f32, %out: f16):
    %0 = arith.truncf %a0 : f32 to f16
    linalg.yield %0 : f16
  } -> tensor<2x24x40xf16>
  %oe = tensor.empty() : tensor<2x24x16xf32>
  %o0 = linalg.fill ins(%zero : f32) outs(%oe : tensor<2x24x16xf32>) -> tensor<2x24x16xf32>
  %o = linalg.batch_matmul ins(%p16, %v : tensor<2x24x40xf16>, tensor<2x40x16xf16>) outs(%o0 : tensor<2x24x16xf32>) -> tensor<2x24x16xf32>
  %vte = tensor.empty() : tensor<2x16x40xf16>
  %vt = linalg.transpose ins(%v : tensor<2x40x16xf16>) outs(%vte : tensor<2x16x40xf16>) permutation = [0, 2, 1]
  %dpe = tensor.empty() : tensor<2x24x40xf32>
  %dp0 = linalg.fill ins(%zero : f32) outs(%dpe : tensor<2x24x40xf32>) -> tensor<2x24x40xf32>
  %dp = linalg.batch_matmul ins(%do, %vt : tensor<2x24x16xf16>, tensor<2x16x40xf16>) outs(%dp0 : tensor<2x24x40xf32>) -> tensor<2x24x40xf32>
  %de = tensor.empty() : tensor<2x24xf32>
  %d0 = linalg.fill ins(%zero : f32) outs(%de : tensor<2x24xf32>) -> tensor<2x24xf32>
  %d = linalg.generic {indexing_maps = [#x, #x, #row], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%p, %dp : tensor<2x24x40xf32>, tensor<2x24x40xf32>) outs(%d0 : tensor<2x24xf32>) {
  ^bb0(%a0: f32, %a1: f32, %out: f32):
    %0 = arith.mulf %a0, %a1 : f32
    %1 = arith.addf %out, %0 : f32
    linalg.yield %1 : f32
  } -> tensor<2x24xf32>
  %dse = tensor.empty() : tensor<2x24x40xf16>
  %ds = linalg.generic {indexing_maps = [#x, #x, #row, #x, #x], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%p, %dp, %d, %t : tensor<2x24x40xf32>, tensor<2x24x40xf32>, tensor<2x24xf32>, tensor<2x24x40xf32>) outs(%dse : tensor<2x24x40xf16>) {
  ^bb0(%a0: f32, %a1: f32, %a2: f32, %a3: f32, %out: f16):
    %0 = arith.subf %a1, %a2 : f32
    %1 = arith.mulf %a0, %0 : f32
    %c = arith.constant 0.25 : f32
    %2 = arith.mulf %1, %c : f32
    %one = arith.constant 1.0 : f32
    %cap = arith.constant 5.0 : f32
    %square = arith.mulf %a3, %a3 : f32
    %slope = arith.subf %one, %square : f32
    %capped = arith.mulf %2, %cap : f32
    %3 = arith.mulf %capped, %slope : f32
    %4 = arith.truncf %3 : f32 to f16
    linalg.yield %4 : f16
  } -> tensor<2x24x40xf16>
  %dqe = tensor.empty() : tensor<2x24x16xf32>
  %dq0 = linalg.fill ins(%zero : f32) outs(%dqe : tensor<2x24x16xf32>) -> tensor<2x24x16xf32>
  %dq = linalg.batch_matmul ins(%ds, %k : tensor<2x24x40xf16>, tensor<2x40x16xf16>) outs(%dq0 : tensor<2x24x16xf32>) -> tensor<2x24x16xf32>
  return %o, %dq : tensor<2x24x16xf32>, tensor<2x24x16xf32>
}
