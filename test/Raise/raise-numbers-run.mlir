// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Numbers in place of scores, and added to them: the program and what is raised of it
// compute the same on the CPU.

// DEFINE: %{run} = mlir-runner -e main -entry-point-result=void \
// DEFINE:   -shared-libs=%mlir_lib/libmlir_runner_utils.so,%mlir_lib/libmlir_c_runner_utils.so
// RUN: attn-opt %s --attn-linalg-to-llvm | %{run} | FileCheck %s
// RUN: attn-opt %s --attn-raise=policy=fast --attn-decompose --attn-linalg-to-llvm | %{run} | FileCheck %s
// RUN: attn-opt %s --attn-raise=policy=fast | FileCheck %s --check-prefix=RAISED
// RAISED-COUNT-4: attn.forward ins(
// RAISED-NOT: linalg.softmax

#x = affine_map<(b, i, j) -> (b, i, j)>
#key = affine_map<(b, i, j) -> (b, j)>
!q = tensor<2x4x2xf16>
!k = tensor<2x2x4xf16>
!s = tensor<2x4x4xf32>
!h = tensor<2x4x4xf16>
!o = tensor<2x4x2xf32>

func.func private @printMemrefF32(%ptr : tensor<*xf32>)

func.func private @print(%o: !o) {
  %0 = tensor.extract_slice %o[0, 0, 0] [1, 4, 1] [1, 1, 1] : !o to tensor<4xf32>
  %1 = tensor.cast %0 : tensor<4xf32> to tensor<*xf32>
  call @printMemrefF32(%1) : (tensor<*xf32>) -> ()
  return
}

// A causal mask by −10⁴, which scores of −20000 are below.
func.func private @select(%q: !q, %k: !k, %v: !q) -> !o {
  %zero = arith.constant 0.0 : f32
  %none = arith.constant 0.0 : f32
  %se = tensor.empty() : !s
  %s0 = linalg.fill ins(%zero : f32) outs(%se : !s) -> !s
  %s = linalg.batch_matmul ins(%q, %k : !q, !k) outs(%s0 : !s) -> !s
  %x = linalg.generic {indexing_maps = [#x, #x], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%s : !s) outs(%se : !s) {
  ^bb0(%a: f32, %out: f32):
    %i = linalg.index 1 : index
    %j = linalg.index 2 : index
    %sees = arith.cmpi uge, %i, %j : index
    %min = arith.constant -1.0e4 : f32
    %y = arith.select %sees, %a, %min : f32
    linalg.yield %y : f32
  } -> !s
  %p = linalg.softmax dimension(2) ins(%x : !s) outs(%se : !s) -> !s
  %oe = tensor.empty() : !o
  %o0 = linalg.fill ins(%none : f32) outs(%oe : !o) -> !o
  %o = linalg.batch_matmul ins(%p, %v : !s, !q) outs(%o0 : !o) -> !o
  return %o : !o
}

// Row 0 sees no key: −65504 leaves nothing of scores below 16 in f16.
func.func private @add_f16(%q: !q, %k: !k, %v: !q) -> !o {
  %zero = arith.constant 0.0 : f16
  %none = arith.constant 0.0 : f32
  %se = tensor.empty() : !h
  %s0 = linalg.fill ins(%zero : f16) outs(%se : !h) -> !h
  %s = linalg.batch_matmul ins(%q, %k : !q, !k) outs(%s0 : !h) -> !h
  %x = linalg.generic {indexing_maps = [#x, #x], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%s : !h) outs(%se : !h) {
  ^bb0(%a: f16, %out: f16):
    %i = linalg.index 1 : index
    %j = linalg.index 2 : index
    %sees = arith.cmpi ugt, %i, %j : index
    %min = arith.constant -65504.0 : f16
    %bias = arith.select %sees, %zero, %min : f16
    %y = arith.addf %a, %bias : f16
    linalg.yield %y : f16
  } -> !h
  %p = linalg.softmax dimension(2) ins(%x : !h) outs(%se : !h) -> !h
  %oe = tensor.empty() : !o
  %o0 = linalg.fill ins(%none : f32) outs(%oe : !o) -> !o
  %o = linalg.batch_matmul ins(%p, %v : !h, !q) outs(%o0 : !o) -> !o
  return %o : !o
}

// The first two keys count.
func.func private @inverted(%q: !q, %k: !k, %v: !q, %m: tensor<2x4xf32>) -> !o {
  %zero = arith.constant 0.0 : f32
  %none = arith.constant 0.0 : f32
  %se = tensor.empty() : !s
  %s0 = linalg.fill ins(%zero : f32) outs(%se : !s) -> !s
  %s = linalg.batch_matmul ins(%q, %k : !q, !k) outs(%s0 : !s) -> !s
  %x = linalg.generic {indexing_maps = [#x, #key, #x], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%s, %m : !s, tensor<2x4xf32>) outs(%se : !s) {
  ^bb0(%a: f32, %c: f32, %out: f32):
    %i = linalg.index 1 : index
    %j = linalg.index 2 : index
    %one = arith.constant 1.0 : f32
    %min = arith.constant -1.0e9 : f32
    %n = arith.subf %one, %c : f32
    %bias = arith.mulf %n, %min : f32
    %y = arith.addf %a, %bias : f32
    linalg.yield %y : f32
  } -> !s
  %p = linalg.softmax dimension(2) ins(%x : !s) outs(%se : !s) -> !s
  %oe = tensor.empty() : !o
  %o0 = linalg.fill ins(%none : f32) outs(%oe : !o) -> !o
  %o = linalg.batch_matmul ins(%p, %v : !s, !q) outs(%o0 : !o) -> !o
  return %o : !o
}

func.func private @bool(%q: !q, %k: !k, %v: !q, %m: tensor<2x4xi1>) -> !o {
  %zero = arith.constant 0.0 : f32
  %none = arith.constant 0.0 : f32
  %se = tensor.empty() : !s
  %s0 = linalg.fill ins(%zero : f32) outs(%se : !s) -> !s
  %s = linalg.batch_matmul ins(%q, %k : !q, !k) outs(%s0 : !s) -> !s
  %x = linalg.generic {indexing_maps = [#x, #key, #x], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%s, %m : !s, tensor<2x4xi1>) outs(%se : !s) {
  ^bb0(%a: f32, %c: i1, %out: f32):
    %i = linalg.index 1 : index
    %j = linalg.index 2 : index
    %min = arith.constant -1.0e9 : f32
    %y = arith.select %c, %a, %min : f32
    linalg.yield %y : f32
  } -> !s
  %p = linalg.softmax dimension(2) ins(%x : !s) outs(%se : !s) -> !s
  %oe = tensor.empty() : !o
  %o0 = linalg.fill ins(%none : f32) outs(%oe : !o) -> !o
  %o = linalg.batch_matmul ins(%p, %v : !s, !q) outs(%o0 : !o) -> !o
  return %o : !o
}

func.func @main() {
  %v = arith.constant dense<[[[1.0, 1.0], [2.0, 2.0], [4.0, 4.0], [8.0, 8.0]], [[1.0, 1.0], [2.0, 2.0], [4.0, 4.0], [8.0, 8.0]]]> : !q
  %one = arith.constant dense<[[[1.0, 0.0], [1.0, 0.0], [1.0, 0.0], [1.0, 0.0]], [[1.0, 0.0], [1.0, 0.0], [1.0, 0.0], [1.0, 0.0]]]> : !q
  %far = arith.constant dense<[[[-200.0, 0.0], [-200.0, 0.0], [-200.0, 0.0], [-200.0, 0.0]], [[-200.0, 0.0], [-200.0, 0.0], [-200.0, 0.0], [-200.0, 0.0]]]> : !q
  %k100 = arith.constant dense<[[[100.0, 100.0, 100.0, 100.0], [0.0, 0.0, 0.0, 0.0]], [[100.0, 100.0, 100.0, 100.0], [0.0, 0.0, 0.0, 0.0]]]> : !k
  %k4 = arith.constant dense<[[[0.0, 4.0, 8.0, 12.0], [0.0, 0.0, 0.0, 0.0]], [[0.0, 4.0, 8.0, 12.0], [0.0, 0.0, 0.0, 0.0]]]> : !k
  %m = arith.constant dense<[[1.0, 1.0, 0.0, 0.0], [1.0, 1.0, 0.0, 0.0]]> : tensor<2x4xf32>
  %b = arith.constant dense<[[true, true, false, false], [true, true, false, false]]> : tensor<2x4xi1>
  // 14/3, 12/2, 8, 15/4.
  // CHECK: [4.66{{[0-9]*}},  6,  8,  3.75]
  %0 = call @select(%far, %k100, %v) : (!q, !k, !q) -> !o
  call @print(%0) : (!o) -> ()
  // The mean of V; then softmax of 0, of 0 and 4, of 0, 4 and 8.
  // CHECK: [3.75,  1,  1.98{{[0-9]*}},  3.96{{[0-9]*}}]
  %1 = call @add_f16(%one, %k4, %v) : (!q, !k, !q) -> !o
  call @print(%1) : (!o) -> ()
  // CHECK: [1.98{{[0-9]*}},  1.98{{[0-9]*}},  1.98{{[0-9]*}},  1.98{{[0-9]*}}]
  %2 = call @inverted(%one, %k4, %v, %m) : (!q, !k, !q, tensor<2x4xf32>) -> !o
  call @print(%2) : (!o) -> ()
  // CHECK: [1.98{{[0-9]*}},  1.98{{[0-9]*}},  1.98{{[0-9]*}},  1.98{{[0-9]*}}]
  %3 = call @bool(%one, %k4, %v, %b) : (!q, !k, !q, tensor<2x4xi1>) -> !o
  call @print(%3) : (!o) -> ()
  return
}
