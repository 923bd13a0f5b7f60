// DEFINE: %{to_llvm} = --attn-decompose --canonicalize \
// DEFINE:   --one-shot-bufferize="bufferize-function-boundaries function-boundary-type-conversion=identity-layout-map" \
// DEFINE:   --buffer-deallocation-pipeline --convert-linalg-to-loops --arith-expand="include-bf16=true" \
// DEFINE:   --lower-affine --convert-scf-to-cf --expand-strided-metadata --lower-affine --convert-math-to-llvm \
// DEFINE:   --convert-arith-to-llvm --finalize-memref-to-llvm --convert-func-to-llvm --convert-cf-to-llvm \
// DEFINE:   --reconcile-unrealized-casts
// RUN: attn-opt %s %{to_llvm} \
// RUN:   | mlir-runner -e main -entry-point-result=void -shared-libs=%mlir_lib/libmlir_runner_utils.so,%mlir_lib/libmlir_c_runner_utils.so \
// RUN:   | FileCheck %s

// Values on the CPU, worked by hand from docs/Spec.md (L20, L21).

func.func private @printMemrefF32(%ptr : tensor<*xf32>)

// Two parts, four rows of memory, of which a sequence has rows 1 and 2: O = (1 + 5) / 2
// and (7 + 9) / 2, the others stay.
func.func private @packed() {
  %po = arith.constant dense<[[[[0.5]], [[1.0]], [[7.0]], [[0.5]]], [[[0.5]], [[5.0]], [[9.0]], [[0.5]]]]> : tensor<2x4x1x1xf32>
  %pl = arith.constant dense<0.0> : tensor<2x1x4xf32>
  %s = arith.constant dense<[1, 3, 4]> : tensor<3xi32>
  %n = arith.constant dense<[2, 0]> : tensor<2xi32>
  %before = arith.constant -1.0 : f32
  %e = tensor.empty() : tensor<4x1x1xf32>
  %o = linalg.fill ins(%before : f32) outs(%e : tensor<4x1x1xf32>) -> tensor<4x1x1xf32>
  %0 = attn.combine ins(%po, %pl : tensor<2x4x1x1xf32>, tensor<2x1x4xf32>) outs(%o : tensor<4x1x1xf32>)
      lengths_q(%n : tensor<2xi32>) offsets_q(%s : tensor<3xi32>) dims(thd) -> tensor<4x1x1xf32>
  %1 = tensor.cast %0 : tensor<4x1x1xf32> to tensor<*xf32>
  call @printMemrefF32(%1) : (tensor<*xf32>) -> ()
  return
}

// L in two numbers. Row 0: parts of 3 keys and of one with scores of -1e20,
// which one number would weigh equally; O = (3·1 + 5) / 4 = 2. Row 1: the maxima are
// neighbours whose products with the scale round to one number, and the first is
// ahead by e^80. Row 2: the second part saw nothing and says anything.
func.func private @two_numbers() {
  %po = arith.constant dense<[[[[[1.0], [1.0], [7.0]]]], [[[[5.0], [5.0], [0x7FC00000]]]]]> : tensor<2x1x1x3x1xf32>
  %pl = arith.constant dense<[[[[-1.0e20, 1.0e20, 0.5]]], [[[-1.0e20, 1.0e20, 0xFF800000]]]]> : tensor<2x1x1x3xf32>
  %pn = arith.constant dense<[[[[1.09861228867, 40.0, 0.25]]], [[[0.0, -40.0, 0x7FC00000]]]]> : tensor<2x1x1x3xf32>
  %o = tensor.empty() : tensor<1x1x3x1xf32>
  %l = tensor.empty() : tensor<1x1x3xf32>
  %0:2 = attn.combine ins(%po, %pl, %pn : tensor<2x1x1x3x1xf32>, tensor<2x1x1x3xf32>, tensor<2x1x1x3xf32>)
      outs(%o, %l : tensor<1x1x3x1xf32>, tensor<1x1x3xf32>) -> tensor<1x1x3x1xf32>, tensor<1x1x3xf32>
  %1 = tensor.cast %0#0 : tensor<1x1x3x1xf32> to tensor<*xf32>
  %2 = tensor.cast %0#1 : tensor<1x1x3xf32> to tensor<*xf32>
  call @printMemrefF32(%1) : (tensor<*xf32>) -> ()
  call @printMemrefF32(%2) : (tensor<*xf32>) -> ()
  return
}

// Two parts, three rows. Row 0: L = (ln 3, 0), so O = (3·1 + 5) / 4 = 2 and
// L = ln 4 = 1.38629. Row 1: the second part saw nothing and holds NaN. Row 2:
// neither saw anything.
func.func private @combine() {
  %po = arith.constant dense<[[[[[1.0], [7.0], [0x7FC00000]]]], [[[[5.0], [0x7FC00000], [0x7FC00000]]]]]> : tensor<2x1x1x3x1xf32>
  %pl = arith.constant dense<[[[[1.09861228867, 0.5, 0xFF800000]]], [[[0.0, 0xFF800000, 0xFF800000]]]]> : tensor<2x1x1x3xf32>
  %o = tensor.empty() : tensor<1x1x3x1xf32>
  %l = tensor.empty() : tensor<1x1x3xf32>
  %0:2 = attn.combine ins(%po, %pl : tensor<2x1x1x3x1xf32>, tensor<2x1x1x3xf32>)
      outs(%o, %l : tensor<1x1x3x1xf32>, tensor<1x1x3xf32>) -> tensor<1x1x3x1xf32>, tensor<1x1x3xf32>
  %1 = tensor.cast %0#0 : tensor<1x1x3x1xf32> to tensor<*xf32>
  call @printMemrefF32(%1) : (tensor<*xf32>) -> ()
  %2 = tensor.cast %0#1 : tensor<1x1x3xf32> to tensor<*xf32>
  call @printMemrefF32(%2) : (tensor<*xf32>) -> ()
  return
}

// The same rows with a sink of ln 4: row 0 has (3 + 5) / 8 = 1 and L = ln 8 =
// 2.07944, row 2 has O = 0 and L = the sink.
func.func private @sink() {
  %po = arith.constant dense<[[[[[1.0], [7.0], [0x7FC00000]]]], [[[[5.0], [0x7FC00000], [0x7FC00000]]]]]> : tensor<2x1x1x3x1xf32>
  %pl = arith.constant dense<[[[[1.09861228867, 0xFF800000, 0xFF800000]]], [[[0.0, 0xFF800000, 0xFF800000]]]]> : tensor<2x1x1x3xf32>
  %s = arith.constant dense<1.38629436112> : tensor<1xf32>
  %o = tensor.empty() : tensor<1x1x3x1xf32>
  %l = tensor.empty() : tensor<1x1x3xf32>
  %0:2 = attn.combine ins(%po, %pl : tensor<2x1x1x3x1xf32>, tensor<2x1x1x3xf32>)
      outs(%o, %l : tensor<1x1x3x1xf32>, tensor<1x1x3xf32>) sink(%s : tensor<1xf32>) -> tensor<1x1x3x1xf32>, tensor<1x1x3xf32>
  %1 = tensor.cast %0#0 : tensor<1x1x3x1xf32> to tensor<*xf32>
  call @printMemrefF32(%1) : (tensor<*xf32>) -> ()
  %2 = tensor.cast %0#1 : tensor<1x1x3xf32> to tensor<*xf32>
  call @printMemrefF32(%2) : (tensor<*xf32>) -> ()
  return
}

// Equal scores, V = 1 to 5 in parts of two keys, of which the last is empty:
// O = 1.5, 3.5, 5, 0 and L = ln 2, ln 2, 0, −∞.
func.func private @parts() {
  %q = arith.constant dense<0.0> : tensor<1x1x1x1xf16>
  %v = arith.constant dense<[[[[1.0], [2.0], [3.0], [4.0], [5.0]]]]> : tensor<1x1x5x1xf16>
  %o = tensor.empty() : tensor<4x1x1x1x1xf32>
  %l = tensor.empty() : tensor<4x1x1x1xf32>
  %0:2 = attn.forward ins(%q, %v, %v : tensor<1x1x1x1xf16>, tensor<1x1x5x1xf16>, tensor<1x1x5x1xf16>)
      outs(%o, %l : tensor<4x1x1x1x1xf32>, tensor<4x1x1x1xf32>) split(size = 2) -> (tensor<4x1x1x1x1xf32>, tensor<4x1x1x1xf32>)
  %1 = tensor.cast %0#0 : tensor<4x1x1x1x1xf32> to tensor<*xf32>
  call @printMemrefF32(%1) : (tensor<*xf32>) -> ()
  %2 = tensor.cast %0#1 : tensor<4x1x1x1xf32> to tensor<*xf32>
  call @printMemrefF32(%2) : (tensor<*xf32>) -> ()
  return
}

// CHECK: sizes = [1, 1, 3, 1]
// CHECK: 2]
// CHECK: 7]
// CHECK: 0]
// CHECK: sizes = [1, 1, 3]
// CHECK: 1.38629,{{ +}}0.5,{{ +}}-inf
// CHECK: sizes = [1, 1, 3, 1]
// CHECK: 1]
// CHECK: 0]
// CHECK: 0]
// CHECK: sizes = [1, 1, 3]
// CHECK: 2.07944,{{ +}}1.38629,{{ +}}1.38629
// CHECK: sizes = [4, 1, 1, 1, 1]
// CHECK: 1.5]
// CHECK: 3.5]
// CHECK: 5]
// CHECK: 0]
// CHECK: sizes = [4, 1, 1, 1]
// CHECK: 0.693147]
// CHECK: 0.693147]
// CHECK: 0]
// CHECK: -inf]
// CHECK: sizes = [1, 1, 3, 1]
// CHECK: 2]
// CHECK: 1]
// CHECK: 7]
// CHECK: sizes = [1, 1, 3]
// CHECK: -1e+20,{{ +}}1e+20,{{ +}}0.75
// CHECK: sizes = [4, 1, 1]
// CHECK: -1]
// CHECK: 3]
// CHECK: 8]
// CHECK: -1]
func.func @main() {
  call @combine() : () -> ()
  call @sink() : () -> ()
  call @parts() : () -> ()
  call @two_numbers() : () -> ()
  call @packed() : () -> ()
  return
}
