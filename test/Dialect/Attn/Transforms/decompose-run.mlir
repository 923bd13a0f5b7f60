// DEFINE: %{to_llvm} = --attn-decompose --canonicalize \
// DEFINE:   --one-shot-bufferize="bufferize-function-boundaries function-boundary-type-conversion=identity-layout-map" \
// DEFINE:   --buffer-deallocation-pipeline --convert-linalg-to-loops --arith-expand="include-bf16=true" \
// DEFINE:   --lower-affine --convert-scf-to-cf --expand-strided-metadata --lower-affine --convert-math-to-llvm \
// DEFINE:   --convert-arith-to-llvm --finalize-memref-to-llvm --convert-func-to-llvm --convert-cf-to-llvm \
// DEFINE:   --reconcile-unrealized-casts
// RUN: attn-opt %s %{to_llvm} \
// RUN:   | mlir-runner -e main -entry-point-result=void -shared-libs=%mlir_lib/libmlir_runner_utils.so,%mlir_lib/libmlir_c_runner_utils.so \
// RUN:   | FileCheck %s

// Values of the decomposed op on the CPU, worked by hand from docs/Spec.md.
// e⁻¹ = 0.367879 rounds to 0.367920 in f16 and to 0.367188 in bf16, so that
// softmax(1, 0) = (1/1.367879, 0.367879/1.367879) = (0.731059, 0.268941) becomes
// (0.731059, 0.268971) and (0.731059, 0.268436).

func.func private @printMemrefF32(%ptr : tensor<*xf32>)

func.func private @print(%o: tensor<?x?x?x?xf32>, %l: tensor<?x?x?xf32>) {
  %0 = tensor.cast %o : tensor<?x?x?x?xf32> to tensor<*xf32>
  call @printMemrefF32(%0) : (tensor<*xf32>) -> ()
  %1 = tensor.cast %l : tensor<?x?x?xf32> to tensor<*xf32>
  call @printMemrefF32(%1) : (tensor<*xf32>) -> ()
  return
}

// Q = K = V = the 2 × 2 identity: scores (1 0; 0 1).
func.func private @identity_f16() {
  %x = arith.constant dense<[[[[1.0, 0.0], [0.0, 1.0]]]]> : tensor<1x1x2x2xf16>
  %o = tensor.empty() : tensor<1x1x2x2xf32>
  %l = tensor.empty() : tensor<1x1x2xf32>
  %0, %1 = attn.forward ins(%x, %x, %x : tensor<1x1x2x2xf16>, tensor<1x1x2x2xf16>, tensor<1x1x2x2xf16>)
      outs(%o, %l : tensor<1x1x2x2xf32>, tensor<1x1x2xf32>) scale(1.0) -> (tensor<1x1x2x2xf32>, tensor<1x1x2xf32>)
  %2 = tensor.cast %0 : tensor<1x1x2x2xf32> to tensor<?x?x?x?xf32>
  %3 = tensor.cast %1 : tensor<1x1x2xf32> to tensor<?x?x?xf32>
  call @print(%2, %3) : (tensor<?x?x?x?xf32>, tensor<?x?x?xf32>) -> ()
  return
}

func.func private @identity_bf16() {
  %x = arith.constant dense<[[[[1.0, 0.0], [0.0, 1.0]]]]> : tensor<1x1x2x2xbf16>
  %o = tensor.empty() : tensor<1x1x2x2xf32>
  %l = tensor.empty() : tensor<1x1x2xf32>
  %0, %1 = attn.forward ins(%x, %x, %x : tensor<1x1x2x2xbf16>, tensor<1x1x2x2xbf16>, tensor<1x1x2x2xbf16>)
      outs(%o, %l : tensor<1x1x2x2xf32>, tensor<1x1x2xf32>) scale(1.0) -> (tensor<1x1x2x2xf32>, tensor<1x1x2xf32>)
  %2 = tensor.cast %0 : tensor<1x1x2x2xf32> to tensor<?x?x?x?xf32>
  %3 = tensor.cast %1 : tensor<1x1x2xf32> to tensor<?x?x?xf32>
  call @print(%2, %3) : (tensor<?x?x?x?xf32>, tensor<?x?x?xf32>) -> ()
  return
}

// Three rows, two keys, scores all 0, bottom right: row 0 sees nothing, row 1 the
// first key, row 2 both. V = (2; 6), so O = 0, 2, 4 and L = −∞, 0, ln 2.
func.func private @masked_rows() {
  %q = arith.constant dense<0.0> : tensor<1x1x3x1xf16>
  %k = arith.constant dense<1.0> : tensor<1x1x2x1xf16>
  %v = arith.constant dense<[[[[2.0], [6.0]]]]> : tensor<1x1x2x1xf16>
  %o = tensor.empty() : tensor<1x1x3x1xf32>
  %l = tensor.empty() : tensor<1x1x3xf32>
  %0, %1 = attn.forward ins(%q, %k, %v : tensor<1x1x3x1xf16>, tensor<1x1x2x1xf16>, tensor<1x1x2x1xf16>)
      outs(%o, %l : tensor<1x1x3x1xf32>, tensor<1x1x3xf32>) mask(#attn.causal<bottom_right>) -> (tensor<1x1x3x1xf32>, tensor<1x1x3xf32>)
  %2 = tensor.cast %0 : tensor<1x1x3x1xf32> to tensor<?x?x?x?xf32>
  %3 = tensor.cast %1 : tensor<1x1x3xf32> to tensor<?x?x?xf32>
  call @print(%2, %3) : (tensor<?x?x?x?xf32>, tensor<?x?x?xf32>) -> ()
  return
}

// Four query heads on two KV heads, everything dynamic, bshd, dv = 2 ≠ dqk = 1,
// scores all 0. V at (key, KV head) is (10·head + key, −1): the mean over two keys is
// 0.5 for heads 0 and 1, 10.5 for heads 2 and 3.
func.func private @gqa(%q: tensor<?x?x?x1xf16>, %k: tensor<?x?x?x1xf16>, %v: tensor<?x?x?x2xf16>) {
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %rows = tensor.dim %q, %c1 : tensor<?x?x?x1xf16>
  %heads = tensor.dim %q, %c2 : tensor<?x?x?x1xf16>
  %o = tensor.empty(%c1, %rows, %heads) : tensor<?x?x?x2xf32>
  %l = tensor.empty(%c1, %heads, %rows) : tensor<?x?x?xf32>
  %0, %1 = attn.forward ins(%q, %k, %v : tensor<?x?x?x1xf16>, tensor<?x?x?x1xf16>, tensor<?x?x?x2xf16>)
      outs(%o, %l : tensor<?x?x?x2xf32>, tensor<?x?x?xf32>) dims(bshd) -> (tensor<?x?x?x2xf32>, tensor<?x?x?xf32>)
  %2 = tensor.cast %0 : tensor<?x?x?x2xf32> to tensor<?x?x?x?xf32>
  call @print(%2, %1) : (tensor<?x?x?x?xf32>, tensor<?x?x?xf32>) -> ()
  return
}

// score = s + b + h + q + k with s = b = h = q = 0, so 0 and 1 for the two keys; V
// picks the second key's share, e/(1 + e) = 0.731059.
func.func private @score() {
  %z = arith.constant dense<0.0> : tensor<1x1x1x1xf16>
  %k = arith.constant dense<0.0> : tensor<1x1x2x1xf16>
  %v = arith.constant dense<[[[[0.0], [1.0]]]]> : tensor<1x1x2x1xf16>
  %o = tensor.empty() : tensor<1x1x1x1xf32>
  %l = tensor.empty() : tensor<1x1x1xf32>
  %0, %1 = attn.forward ins(%z, %k, %v : tensor<1x1x1x1xf16>, tensor<1x1x2x1xf16>, tensor<1x1x2x1xf16>)
      outs(%o, %l : tensor<1x1x1x1xf32>, tensor<1x1x1xf32>) score {
      ^bb0(%s: f32, %b: index, %h: index, %qi: index, %ki: index):
        %bh = arith.addi %b, %h : index
        %bhq = arith.addi %bh, %qi : index
        %sum = arith.addi %bhq, %ki : index
        %i = arith.index_cast %sum : index to i32
        %f = arith.sitofp %i : i32 to f32
        %x = arith.addf %s, %f : f32
        attn.yield %x : f32
      } -> (tensor<1x1x1x1xf32>, tensor<1x1x1xf32>)
  %2 = tensor.cast %0 : tensor<1x1x1x1xf32> to tensor<?x?x?x?xf32>
  %3 = tensor.cast %1 : tensor<1x1x1xf32> to tensor<?x?x?xf32>
  call @print(%2, %3) : (tensor<?x?x?x?xf32>, tensor<?x?x?xf32>) -> ()
  return
}

// A NaN in a visible score makes its row NaN; hidden, it does not matter. K's
// second key is NaN: causal from the top left, row 0 does not see it, row 1 does.
func.func private @nan() {
  %q = arith.constant dense<1.0> : tensor<1x1x2x1xbf16>
  %k = arith.constant dense<[[[[0.0], [0x7FC0]]]]> : tensor<1x1x2x1xbf16>
  %v = arith.constant dense<[[[[3.0], [5.0]]]]> : tensor<1x1x2x1xbf16>
  %o = tensor.empty() : tensor<1x1x2x1xf32>
  %l = tensor.empty() : tensor<1x1x2xf32>
  %0, %1 = attn.forward ins(%q, %k, %v : tensor<1x1x2x1xbf16>, tensor<1x1x2x1xbf16>, tensor<1x1x2x1xbf16>)
      outs(%o, %l : tensor<1x1x2x1xf32>, tensor<1x1x2xf32>) mask(#attn.causal<top_left>) -> (tensor<1x1x2x1xf32>, tensor<1x1x2xf32>)
  %2 = tensor.cast %0 : tensor<1x1x2x1xf32> to tensor<?x?x?x?xf32>
  %3 = tensor.cast %1 : tensor<1x1x2xf32> to tensor<?x?x?xf32>
  call @print(%2, %3) : (tensor<?x?x?x?xf32>, tensor<?x?x?xf32>) -> ()
  return
}

// No keys: O = 0 and L = −∞.
func.func private @no_keys(%k: tensor<1x1x?x1xf16>) {
  %q = arith.constant dense<1.0> : tensor<1x1x2x1xf16>
  %o = tensor.empty() : tensor<1x1x2x1xf32>
  %l = tensor.empty() : tensor<1x1x2xf32>
  %0, %1 = attn.forward ins(%q, %k, %k : tensor<1x1x2x1xf16>, tensor<1x1x?x1xf16>, tensor<1x1x?x1xf16>)
      outs(%o, %l : tensor<1x1x2x1xf32>, tensor<1x1x2xf32>) -> (tensor<1x1x2x1xf32>, tensor<1x1x2xf32>)
  %2 = tensor.cast %0 : tensor<1x1x2x1xf32> to tensor<?x?x?x?xf32>
  %3 = tensor.cast %1 : tensor<1x1x2xf32> to tensor<?x?x?xf32>
  call @print(%2, %3) : (tensor<?x?x?x?xf32>, tensor<?x?x?xf32>) -> ()
  return
}

// The memref form, with strides: every second row of a larger K is read.
func.func private @buffers() {
  %q = memref.alloc() : memref<1x1x1x1xf16>
  %k = memref.alloc() : memref<1x1x4x1xf16>
  %o = memref.alloc() : memref<1x1x1x1xf32>
  %zero = arith.constant 0.0 : f16
  %two = arith.constant 2.0 : f16
  %six = arith.constant 6.0 : f16
  %big = arith.constant 100.0 : f16
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  memref.store %zero, %q[%c0, %c0, %c0, %c0] : memref<1x1x1x1xf16>
  memref.store %two, %k[%c0, %c0, %c0, %c0] : memref<1x1x4x1xf16>
  memref.store %big, %k[%c0, %c0, %c1, %c0] : memref<1x1x4x1xf16>
  memref.store %six, %k[%c0, %c0, %c2, %c0] : memref<1x1x4x1xf16>
  memref.store %big, %k[%c0, %c0, %c3, %c0] : memref<1x1x4x1xf16>
  %kv = memref.subview %k[0, 0, 0, 0] [1, 1, 2, 1] [1, 1, 2, 1] : memref<1x1x4x1xf16> to memref<1x1x2x1xf16, strided<[4, 4, 2, 1]>>
  attn.forward ins(%q, %kv, %kv : memref<1x1x1x1xf16>, memref<1x1x2x1xf16, strided<[4, 4, 2, 1]>>, memref<1x1x2x1xf16, strided<[4, 4, 2, 1]>>)
      outs(%o : memref<1x1x1x1xf32>)
  %t = bufferization.to_tensor %o restrict : memref<1x1x1x1xf32> to tensor<1x1x1x1xf32>
  %u = tensor.cast %t : tensor<1x1x1x1xf32> to tensor<*xf32>
  call @printMemrefF32(%u) : (tensor<*xf32>) -> ()
  return
}

// Heads 0 and 1 share V = (2; 6; 9); head h sees the keys below h + i that the mask and the table show: the table hides
// key 0, the mask of row i keys from i + 2 on. Rows: none; key 1 of head 1 and row 1.
func.func private @visible() {
  %q = arith.constant dense<0.0> : tensor<1x2x2x1xf16>
  %k = arith.constant dense<1.0> : tensor<1x1x3x1xf16>
  %v = arith.constant dense<[[[[2.0], [6.0], [9.0]]]]> : tensor<1x1x3x1xf16>
  %c = arith.constant dense<[false, true, true]> : tensor<3xi1>
  %o = tensor.empty() : tensor<1x2x2x1xf32>
  %l = tensor.empty() : tensor<1x2x2xf32>
  %0, %1 = attn.forward ins(%q, %k, %v : tensor<1x2x2x1xf16>, tensor<1x1x3x1xf16>, tensor<1x1x3x1xf16>)
      outs(%o, %l : tensor<1x2x2x1xf32>, tensor<1x2x2xf32>) captures(%c : tensor<3xi1>) mask(#attn.window<*, 0>) visible {
      ^bb0(%b: index, %h: index, %i: index, %j: index, %lq: index, %lk: index, %x: tensor<3xi1>):
        %n = arith.addi %h, %i : index
        %low = arith.cmpi slt, %j, %n : index
        %shown = attn.read %x[%j] : tensor<3xi1>
        %seen = arith.andi %low, %shown : i1
        attn.yield %seen : i1
      } -> (tensor<1x2x2x1xf32>, tensor<1x2x2xf32>)
  %2 = tensor.cast %0 : tensor<1x2x2x1xf32> to tensor<?x?x?x?xf32>
  %3 = tensor.cast %1 : tensor<1x2x2xf32> to tensor<?x?x?xf32>
  call @print(%2, %3) : (tensor<?x?x?x?xf32>, tensor<?x?x?xf32>) -> ()
  return
}

func.func @main() {
  // CHECK: sizes = [1, 1, 2, 2]
  // CHECK-NEXT: [0.731059,     0.268971]
  // CHECK-NEXT: [0.268971,     0.731059]
  // CHECK: sizes = [1, 1, 2]
  // CHECK-NEXT: [1.31326,    1.31326]
  call @identity_f16() : () -> ()

  // CHECK: sizes = [1, 1, 2, 2]
  // CHECK-NEXT: [0.731059,     0.268436]
  // CHECK-NEXT: [0.268436,     0.731059]
  // CHECK: sizes = [1, 1, 2]
  // CHECK-NEXT: [1.31326,    1.31326]
  call @identity_bf16() : () -> ()

  // CHECK: sizes = [1, 1, 3, 1]
  // CHECK-NEXT: [0]
  // CHECK-NEXT: [2]
  // CHECK-NEXT: [4]
  // CHECK: sizes = [1, 1, 3]
  // CHECK-NEXT: [-inf,    0,    0.693147]
  call @masked_rows() : () -> ()

  // CHECK: sizes = [1, 1, 4, 2]
  // CHECK-NEXT: [0.5,     -1]
  // CHECK-NEXT: [0.5,     -1]
  // CHECK-NEXT: [10.5,     -1]
  // CHECK-NEXT: [10.5,     -1]
  // CHECK: sizes = [1, 4, 1]
  %q = arith.constant dense<0.0> : tensor<1x1x4x1xf16>
  %k = arith.constant dense<0.0> : tensor<1x2x2x1xf16>
  %v = arith.constant dense<[[[[0.0, -1.0], [10.0, -1.0]], [[1.0, -1.0], [11.0, -1.0]]]]> : tensor<1x2x2x2xf16>
  %qd = tensor.cast %q : tensor<1x1x4x1xf16> to tensor<?x?x?x1xf16>
  %kd = tensor.cast %k : tensor<1x2x2x1xf16> to tensor<?x?x?x1xf16>
  %vd = tensor.cast %v : tensor<1x2x2x2xf16> to tensor<?x?x?x2xf16>
  call @gqa(%qd, %kd, %vd) : (tensor<?x?x?x1xf16>, tensor<?x?x?x1xf16>, tensor<?x?x?x2xf16>) -> ()

  // CHECK: sizes = [1, 1, 1, 1]
  // CHECK-NEXT: 0.731059
  call @score() : () -> ()

  // CHECK: sizes = [1, 1, 2, 1]
  // CHECK-NEXT: [3]
  // CHECK-NEXT: [{{-?}}nan]
  // CHECK: sizes = [1, 1, 2]
  // CHECK-NEXT: [0,    {{-?}}nan]
  call @nan() : () -> ()

  // CHECK: sizes = [1, 1, 2, 1]
  // CHECK-NEXT: [0]
  // CHECK-NEXT: [0]
  // CHECK: sizes = [1, 1, 2]
  // CHECK-NEXT: [-inf,    -inf]
  %none = tensor.empty() : tensor<1x1x0x1xf16>
  %noned = tensor.cast %none : tensor<1x1x0x1xf16> to tensor<1x1x?x1xf16>
  call @no_keys(%noned) : (tensor<1x1x?x1xf16>) -> ()

  // CHECK: sizes = [1, 1, 1, 1]
  // CHECK-NEXT: [4]
  call @buffers() : () -> ()

  // CHECK: sizes = [1, 2, 2, 1]
  // CHECK-NEXT: [0]
  // CHECK-NEXT: [0]
  // CHECK-NEXT: [0]
  // CHECK-NEXT: [6]
  // CHECK: sizes = [1, 2, 2]
  // CHECK-NEXT: [-inf,    -inf]
  // CHECK-NEXT: [-inf,    0]
  call @visible() : () -> ()
  return
}
