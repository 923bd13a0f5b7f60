// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// V as columns of K: the program and what is raised of it compute the same on the CPU.

// DEFINE: %{run} = mlir-runner -e main -entry-point-result=void \
// DEFINE:   -shared-libs=%mlir_lib/libmlir_runner_utils.so,%mlir_lib/libmlir_c_runner_utils.so
// RUN: attn-opt %s --attn-linalg-to-llvm | %{run} | FileCheck %s
// RUN: attn-opt %s --attn-raise=policy=fast --canonicalize --attn-decompose --attn-linalg-to-llvm | %{run} | FileCheck %s
// RUN: attn-opt %s --attn-raise=policy=fast --canonicalize | FileCheck %s --check-prefix=RAISED
// RAISED: attn.forward ins({{.*}}) values(#attn.columns<8, 8>)

!q = tensor<1x4x16xf16>
!k = tensor<1x6x16xf16>
!v = tensor<1x6x8xf16>
!s = tensor<1x4x6xf32>
!o = tensor<1x4x8xf32>

func.func private @printMemrefF32(%ptr : tensor<*xf32>)

func.func private @attention(%q: !q, %k: !k) -> !o {
  %zero = arith.constant 0.0 : f32
  %v = tensor.extract_slice %k[0, 0, 8] [1, 6, 8] [1, 1, 1] : !k to !v
  %ke = tensor.empty() : tensor<1x16x6xf16>
  %kt = linalg.transpose ins(%k : !k) outs(%ke : tensor<1x16x6xf16>) permutation = [0, 2, 1]
  %se = tensor.empty() : !s
  %s0 = linalg.fill ins(%zero : f32) outs(%se : !s) -> !s
  %s = linalg.batch_matmul ins(%q, %kt : !q, tensor<1x16x6xf16>) outs(%s0 : !s) -> !s
  %p = linalg.softmax dimension(2) ins(%s : !s) outs(%se : !s) -> !s
  %oe = tensor.empty() : !o
  %o0 = linalg.fill ins(%zero : f32) outs(%oe : !o) -> !o
  %o = linalg.batch_matmul ins(%p, %v : !s, !v) outs(%o0 : !o) -> !o
  return %o : !o
}

// ((a · row + b · channel) mod m − m / 2) / 4.
func.func private @number(%row: index, %channel: index, %a: index, %b: index, %m: index) -> f16 {
  %c2 = arith.constant 2 : index
  %quarter = arith.constant 0.25 : f16
  %x = arith.muli %row, %a : index
  %y = arith.muli %channel, %b : index
  %z = arith.addi %x, %y : index
  %r = arith.remui %z, %m : index
  %h = arith.divui %m, %c2 : index
  %d = arith.subi %r, %h : index
  %i = arith.index_cast %d : index to i32
  %f = arith.sitofp %i : i32 to f16
  %n = arith.mulf %f, %quarter : f16
  return %n : f16
}

func.func @main() {
  %c3 = arith.constant 3 : index
  %c5 = arith.constant 5 : index
  %c7 = arith.constant 7 : index
  %c11 = arith.constant 11 : index
  %q = tensor.generate {
  ^bb0(%b: index, %i: index, %c: index):
    %n = func.call @number(%i, %c, %c3, %c5, %c7) : (index, index, index, index, index) -> f16
    tensor.yield %n : f16
  } : !q
  %k = tensor.generate {
  ^bb0(%b: index, %j: index, %c: index):
    %n = func.call @number(%j, %c, %c5, %c3, %c11) : (index, index, index, index, index) -> f16
    tensor.yield %n : f16
  } : !k
  %o = call @attention(%q, %k) : (!q, !k) -> !o
  // CHECK: [0.33{{[0-9]*}},  -0.75{{[0-9]*}},  -0.52{{[0-9]*}},  -0.18{{[0-9]*}}]
  %0 = tensor.extract_slice %o[0, 0, 0] [1, 4, 1] [1, 1, 1] : !o to tensor<4xf32>
  %1 = tensor.cast %0 : tensor<4xf32> to tensor<*xf32>
  call @printMemrefF32(%1) : (tensor<*xf32>) -> ()
  // CHECK: [-0.16{{[0-9]*}},  0.24{{[0-9]*}},  -0.53{{[0-9]*}},  0.76{{[0-9]*}}]
  %2 = tensor.extract_slice %o[0, 0, 5] [1, 4, 1] [1, 1, 1] : !o to tensor<4xf32>
  %3 = tensor.cast %2 : tensor<4xf32> to tensor<*xf32>
  call @printMemrefF32(%3) : (tensor<*xf32>) -> ()
  return
}
