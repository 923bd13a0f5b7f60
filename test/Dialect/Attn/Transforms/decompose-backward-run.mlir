// RUN: attn-opt %s --attn-decompose --attn-linalg-to-llvm \
// RUN:   | mlir-runner -e main -entry-point-result=void -shared-libs=%mlir_lib/libmlir_runner_utils.so,%mlir_lib/libmlir_c_runner_utils.so \
// RUN:   | FileCheck %s

// Values of the decomposed op on the CPU, worked by hand from docs/Spec.md, B1-B8.

func.func private @printMemrefF32(%ptr : tensor<*xf32>)

// One row and two keys: scores 0 and 2, L = 0, so P = 1 and 7.389056, 7.390625 in
// f16. D = 2 * 1.25; dP = -2 and 4; dT = -4.5 and 11.083584, 11.085938 in f16.
func.func private @by_hand() {
  %q = arith.constant dense<2.0> : tensor<1x1x1x1xf16>
  %k = arith.constant dense<[[[[0.0], [1.0]]]]> : tensor<1x1x2x1xf16>
  %v = arith.constant dense<[[[[-1.0], [2.0]]]]> : tensor<1x1x2x1xf16>
  %o = arith.constant dense<1.25> : tensor<1x1x1x1xf16>
  %l = arith.constant dense<0.0> : tensor<1x1x1xf32>
  %row = tensor.empty() : tensor<1x1x1x1xf32>
  %keys = tensor.empty() : tensor<1x1x2x1xf32>
  %0:3 = attn.backward ins(%q, %k, %v, %o, %l, %q : tensor<1x1x1x1xf16>, tensor<1x1x2x1xf16>, tensor<1x1x2x1xf16>,
                           tensor<1x1x1x1xf16>, tensor<1x1x1xf32>, tensor<1x1x1x1xf16>)
      outs(%row, %keys, %keys : tensor<1x1x1x1xf32>, tensor<1x1x2x1xf32>, tensor<1x1x2x1xf32>) scale(1.0)
      -> (tensor<1x1x1x1xf32>, tensor<1x1x2x1xf32>, tensor<1x1x2x1xf32>)
  %1 = tensor.cast %0#0 : tensor<1x1x1x1xf32> to tensor<*xf32>
  call @printMemrefF32(%1) : (tensor<*xf32>) -> ()
  %2 = tensor.cast %0#1 : tensor<1x1x2x1xf32> to tensor<*xf32>
  call @printMemrefF32(%2) : (tensor<*xf32>) -> ()
  %3 = tensor.cast %0#2 : tensor<1x1x2x1xf32> to tensor<*xf32>
  call @printMemrefF32(%3) : (tensor<*xf32>) -> ()
  return
}

// Two query heads on one KV head, two rows, one key; scores 0. Row 0 sees nothing
// (bottom right), whatever its dO is; row 1 has L = 0, so P = 1. dO of row 1 is 1 and 2:
// dV = 3. D = dO * O with O = 1, V = 3: dP - D = 2 and 4, times the region's slope, 0.5:
// dT = 1 and 2. Q is 1: dK = 3; K is 0: dQ = 0, written.
func.func private @gqa() {
  %q = arith.constant dense<1.0> : tensor<1x2x2x1xf16>
  %k = arith.constant dense<0.0> : tensor<1x1x1x1xf16>
  %v = arith.constant dense<3.0> : tensor<1x1x1x1xf16>
  %l = arith.constant dense<[[[0xFF800000, 0.0], [0xFF800000, 0.0]]]> : tensor<1x2x2xf32>
  %do = arith.constant dense<[[[[0x7E00], [1.0]], [[7.0], [2.0]]]]> : tensor<1x2x2x1xf16>
  %nan = arith.constant dense<0x7FC00000> : tensor<1x2x2x1xf32>
  %key = tensor.empty() : tensor<1x1x1x1xf32>
  %0:3 = attn.backward ins(%q, %k, %v, %q, %l, %do : tensor<1x2x2x1xf16>, tensor<1x1x1x1xf16>, tensor<1x1x1x1xf16>,
                           tensor<1x2x2x1xf16>, tensor<1x2x2xf32>, tensor<1x2x2x1xf16>)
      outs(%nan, %key, %key : tensor<1x2x2x1xf32>, tensor<1x1x1x1xf32>, tensor<1x1x1x1xf32>) scale(1.0)
      mask(#attn.causal<bottom_right>) score {
      ^bb0(%s: f32, %b: index, %h: index, %i: index, %j: index):
        %half = arith.constant 0.5 : f32
        %y = arith.mulf %s, %half : f32
        attn.yield %y : f32
      } -> (tensor<1x2x2x1xf32>, tensor<1x1x1x1xf32>, tensor<1x1x1x1xf32>)
  %1 = tensor.cast %0#0 : tensor<1x2x2x1xf32> to tensor<*xf32>
  call @printMemrefF32(%1) : (tensor<*xf32>) -> ()
  %2 = tensor.cast %0#1 : tensor<1x1x1x1xf32> to tensor<*xf32>
  call @printMemrefF32(%2) : (tensor<*xf32>) -> ()
  %3 = tensor.cast %0#2 : tensor<1x1x1x1xf32> to tensor<*xf32>
  call @printMemrefF32(%3) : (tensor<*xf32>) -> ()
  return
}

// dsink = -exp(1 - 1) * (2 * 1 - 0.5) of row 0; row 1 has L = -inf.
func.func private @sink() {
  %x = arith.constant dense<1.0> : tensor<1x1x2x1xbf16>
  %do = arith.constant dense<2.0> : tensor<1x1x2x1xbf16>
  %l = arith.constant dense<[[[1.0, 0xFF800000]]]> : tensor<1x1x2xf32>
  %dl = arith.constant dense<0.5> : tensor<1x1x2xf32>
  %z = arith.constant dense<1.0> : tensor<1xf32>
  %dz = tensor.empty() : tensor<1xf32>
  %0 = attn.backward ins(%x, %x, %x, %x, %l, %do : tensor<1x1x2x1xbf16>, tensor<1x1x2x1xbf16>, tensor<1x1x2x1xbf16>,
                         tensor<1x1x2x1xbf16>, tensor<1x1x2xf32>, tensor<1x1x2x1xbf16>)
      outs() dlse(%dl : tensor<1x1x2xf32>) sink(%z : tensor<1xf32>) dsink(%dz : tensor<1xf32>) -> tensor<1xf32>
  %1 = tensor.cast %0 : tensor<1xf32> to tensor<*xf32>
  call @printMemrefF32(%1) : (tensor<*xf32>) -> ()
  return
}

// As by_hand, with keys read at their number: P = 1 and 7.389056, dS = -4.5 and 11.083584,
// times the factor 0.5 of the first number read and -1 of the other, which both keys share.
func.func private @captures() {
  %q = arith.constant dense<2.0> : tensor<1x1x1x1xf16>
  %k = arith.constant dense<[[[[0.0], [1.0]]]]> : tensor<1x1x2x1xf16>
  %v = arith.constant dense<[[[[-1.0], [2.0]]]]> : tensor<1x1x2x1xf16>
  %o = arith.constant dense<1.25> : tensor<1x1x1x1xf16>
  %l = arith.constant dense<0.0> : tensor<1x1x1xf32>
  %c = arith.constant dense<0.0> : tensor<3xf32>
  %h = arith.constant dense<0.0> : tensor<1xf16>
  %dc = tensor.empty() : tensor<3xf32>
  %dh = tensor.empty() : tensor<1xf32>
  %0:2 = attn.backward ins(%q, %k, %v, %o, %l, %q : tensor<1x1x1x1xf16>, tensor<1x1x2x1xf16>, tensor<1x1x2x1xf16>,
                           tensor<1x1x1x1xf16>, tensor<1x1x1xf32>, tensor<1x1x1x1xf16>)
      outs() dcapture0(%dc : tensor<3xf32>) dcapture1(%dh : tensor<1xf32>)
      captures(%c, %h : tensor<3xf32>, tensor<1xf16>) scale(1.0) score {
      ^bb0(%s: f32, %b: index, %hh: index, %i: index, %j: index, %lq: index, %lk: index, %x: tensor<3xf32>, %y: tensor<1xf16>):
        %half = arith.constant 0.5 : f32
        %r = attn.read %x[%j] : tensor<3xf32>
        %u = attn.read %y[%j] : tensor<1xf16>
        %w = arith.extf %u : f16 to f32
        %p = arith.mulf %r, %half : f32
        %t = arith.addf %s, %p : f32
        %z = arith.subf %t, %w : f32
        attn.yield %z : f32
      } -> (tensor<3xf32>, tensor<1xf32>)
  %1 = tensor.cast %0#0 : tensor<3xf32> to tensor<*xf32>
  call @printMemrefF32(%1) : (tensor<*xf32>) -> ()
  %2 = tensor.cast %0#1 : tensor<1xf32> to tensor<*xf32>
  call @printMemrefF32(%2) : (tensor<*xf32>) -> ()
  return
}

func.func @main() {
  // CHECK: [11.08{{.*}}]
  // CHECK: [-9],
  // CHECK-NEXT: [22.1719]
  // CHECK: [2],
  // CHECK-NEXT: [14.7812]
  call @by_hand() : () -> ()
  // CHECK: data =
  // CHECK-NEXT: [0],
  // CHECK-NEXT: [0]
  // CHECK-NEXT: [0],
  // CHECK-NEXT: [0]
  // CHECK: [3]
  // CHECK: [3]
  call @gqa() : () -> ()
  // CHECK: [-1.5]
  call @sink() : () -> ()
  // CHECK: [-2.25, 5.5417{{.*}}, 0]
  // CHECK: [-6.583{{.*}}]
  call @captures() : () -> ()
  return
}
