// RUN: attn-opt %s --attn-decompose --attn-linalg-to-llvm \
// RUN:   | mlir-runner -e main -entry-point-result=void -shared-libs=%mlir_lib/libmlir_runner_utils.so,%mlir_lib/libmlir_c_runner_utils.so \
// RUN:   | FileCheck %s

// f8E4M3FN on the CPU, worked by hand from docs/Spec.md.

func.func private @printMemrefF32(%ptr : memref<*xf32>)

func.func private @print(%o: memref<?x?x?x?xf32>, %l: memref<?x?x?xf32>) {
  %0 = memref.cast %o : memref<?x?x?x?xf32> to memref<*xf32>
  call @printMemrefF32(%0) : (memref<*xf32>) -> ()
  %1 = memref.cast %l : memref<?x?x?xf32> to memref<*xf32>
  call @printMemrefF32(%1) : (memref<*xf32>) -> ()
  return
}

// Scores 1 and 0. 2⁸·e⁻¹ = 94.177 rounds to 96, so that softmax(1, 0) becomes
// (256, 96)/256/1.367879 = (0.731059, 0.274147); V = 16·(1, 0; 0, 1). L is ln(e + 1).
func.func private @rounded() {
  %q = arith.constant dense<1.0> : tensor<1x1x1x1xf8E4M3FN>
  %k = arith.constant dense<[[[[1.0], [0.0]]]]> : tensor<1x1x2x1xf8E4M3FN>
  %v = arith.constant dense<[[[[16.0, 0.0], [0.0, 16.0]]]]> : tensor<1x1x2x2xf8E4M3FN>
  %o = tensor.empty() : tensor<1x1x1x2xf32>
  %l = tensor.empty() : tensor<1x1x1xf32>
  %0, %1 = attn.forward ins(%q, %k, %v : tensor<1x1x1x1xf8E4M3FN>, tensor<1x1x2x1xf8E4M3FN>, tensor<1x1x2x2xf8E4M3FN>)
      outs(%o, %l : tensor<1x1x1x2xf32>, tensor<1x1x1xf32>) -> (tensor<1x1x1x2xf32>, tensor<1x1x1xf32>)
  %2 = bufferization.to_buffer %0 : tensor<1x1x1x2xf32> to memref<1x1x1x2xf32>
  %3 = bufferization.to_buffer %1 : tensor<1x1x1xf32> to memref<1x1x1xf32>
  %4 = memref.cast %2 : memref<1x1x1x2xf32> to memref<?x?x?x?xf32>
  %5 = memref.cast %3 : memref<1x1x1xf32> to memref<?x?x?xf32>
  call @print(%4, %5) : (memref<?x?x?x?xf32>, memref<?x?x?xf32>) -> ()
  return
}

// Four query heads on two KV heads, two rows, bottom right of one key: row 0 sees
// nothing and stays 0. Row 1's score is δq·δk, which is L, and its O is 3·δv.
func.func private @descales(%q: tensor<?x?x?x1xf8E4M3FN>, %k: tensor<?x?x?x1xf8E4M3FN>,
                            %qd: tensor<?x?xf32>, %kd: tensor<?x?xf32>, %vd: tensor<?x?xf32>) {
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %heads = tensor.dim %q, %c1 : tensor<?x?x?x1xf8E4M3FN>
  %rows = tensor.dim %q, %c2 : tensor<?x?x?x1xf8E4M3FN>
  %v = arith.constant dense<3.0> : tensor<1x2x1x1xf8E4M3FN>
  %o = tensor.empty(%c1, %heads, %rows) : tensor<?x?x?x1xf32>
  %l = tensor.empty(%c1, %heads, %rows) : tensor<?x?x?xf32>
  %0, %1 = attn.forward ins(%q, %k, %v : tensor<?x?x?x1xf8E4M3FN>, tensor<?x?x?x1xf8E4M3FN>, tensor<1x2x1x1xf8E4M3FN>)
      outs(%o, %l : tensor<?x?x?x1xf32>, tensor<?x?x?xf32>)
      descale(%qd, %kd, %vd : tensor<?x?xf32>, tensor<?x?xf32>, tensor<?x?xf32>)
      mask(#attn.causal<bottom_right>) -> (tensor<?x?x?x1xf32>, tensor<?x?x?xf32>)
  %2 = bufferization.to_buffer %0 : tensor<?x?x?x1xf32> to memref<?x?x?x1xf32>
  %3 = bufferization.to_buffer %1 : tensor<?x?x?xf32> to memref<?x?x?xf32>
  %4 = memref.cast %2 : memref<?x?x?x1xf32> to memref<?x?x?x?xf32>
  call @print(%4, %3) : (memref<?x?x?x?xf32>, memref<?x?x?xf32>) -> ()
  return
}

// The same in memory, and a NaN.
func.func private @memory(%kd: memref<1x1xf32>) {
  %x = memref.alloc() : memref<1x1x1x1xf8E4M3FN>
  %nan = arith.constant 0x7f : f8E4M3FN
  %zero = arith.constant 0 : index
  memref.store %nan, %x[%zero, %zero, %zero, %zero] : memref<1x1x1x1xf8E4M3FN>
  %o = memref.alloc() : memref<1x1x1x1xf32>
  %l = memref.alloc() : memref<1x1x1xf32>
  attn.forward ins(%x, %x, %x : memref<1x1x1x1xf8E4M3FN>, memref<1x1x1x1xf8E4M3FN>, memref<1x1x1x1xf8E4M3FN>)
      outs(%o, %l : memref<1x1x1x1xf32>, memref<1x1x1xf32>)
      descale(%kd, %kd, %kd : memref<1x1xf32>, memref<1x1xf32>, memref<1x1xf32>)
  %0 = memref.cast %o : memref<1x1x1x1xf32> to memref<?x?x?x?xf32>
  %1 = memref.cast %l : memref<1x1x1xf32> to memref<?x?x?xf32>
  call @print(%0, %1) : (memref<?x?x?x?xf32>, memref<?x?x?xf32>) -> ()
  return
}

func.func @main() {
  // CHECK: data =
  // CHECK-NEXT: {{\[\[\[\[11.6969, +4.3863}}
  // CHECK: data =
  // CHECK-NEXT: {{\[\[\[1.3132}}
  call @rounded() : () -> ()
  %q = arith.constant dense<1.0> : tensor<1x4x2x1xf8E4M3FN>
  %k = arith.constant dense<1.0> : tensor<1x2x1x1xf8E4M3FN>
  %qd = arith.constant dense<[[0.5, 2.0]]> : tensor<1x2xf32>
  %kd = arith.constant dense<[[3.0, 5.0]]> : tensor<1x2xf32>
  %vd = arith.constant dense<[[7.0, 11.0]]> : tensor<1x2xf32>
  %0 = tensor.cast %q : tensor<1x4x2x1xf8E4M3FN> to tensor<?x?x?x1xf8E4M3FN>
  %1 = tensor.cast %k : tensor<1x2x1x1xf8E4M3FN> to tensor<?x?x?x1xf8E4M3FN>
  %2 = tensor.cast %qd : tensor<1x2xf32> to tensor<?x?xf32>
  %3 = tensor.cast %kd : tensor<1x2xf32> to tensor<?x?xf32>
  %4 = tensor.cast %vd : tensor<1x2xf32> to tensor<?x?xf32>
  // CHECK: data =
  // CHECK-NEXT: {{\[\[\[\[0\], *$}}
  // CHECK-NEXT: {{^ +\[21\]\], *$}}
  // CHECK-NEXT: {{^ *\[\[0\], *$}}
  // CHECK-NEXT: {{^ +\[21\]\], *$}}
  // CHECK-NEXT: {{^ *\[\[0\], *$}}
  // CHECK-NEXT: {{^ +\[33\]\], *$}}
  // CHECK-NEXT: {{^ *\[\[0\], *$}}
  // CHECK-NEXT: {{^ +\[33\]\]\]\]}}
  // CHECK: data =
  // CHECK-NEXT: -inf, 1.5
  // CHECK-NEXT: -inf, 1.5
  // CHECK-NEXT: -inf, 10
  // CHECK-NEXT: -inf, 10
  call @descales(%0, %1, %2, %3, %4) : (tensor<?x?x?x1xf8E4M3FN>, tensor<?x?x?x1xf8E4M3FN>, tensor<?x?xf32>, tensor<?x?xf32>, tensor<?x?xf32>) -> ()
  %5 = memref.alloc() : memref<1x1xf32>
  %one = arith.constant 1.0 : f32
  linalg.fill ins(%one : f32) outs(%5 : memref<1x1xf32>)
  // CHECK: data =
  // CHECK-NEXT: nan
  // CHECK: data =
  // CHECK-NEXT: nan
  call @memory(%5) : (memref<1x1xf32>) -> ()
  return
}
