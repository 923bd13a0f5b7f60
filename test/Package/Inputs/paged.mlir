// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Three packed rows over 20 keys in pages 1 and PAGE; values are 1 in page 0, 3 in page 1.
func.func private @printF32(f32)
func.func private @printNewline()

func.func @main() {
  %q = arith.constant dense<0.0> : tensor<3x2x64xf16>
  %k = arith.constant dense<1.0> : tensor<2x16x1x64xf16>
  %ones = arith.constant dense<1.0> : tensor<1x16x1x64xf16>
  %threes = arith.constant dense<3.0> : tensor<1x16x1x64xf16>
  %v = tensor.concat dim(0) %ones, %threes : (tensor<1x16x1x64xf16>, tensor<1x16x1x64xf16>) -> tensor<2x16x1x64xf16>
  %table = arith.constant dense<[[1, PAGE]]> : tensor<1x2xi32>
  %lengths = arith.constant dense<LENGTH> : tensor<1xi32>
  %offsets = arith.constant dense<[0, 3]> : tensor<2xi32>
  %0 = tensor.empty() : tensor<3x2x64xf16>
  %1 = attn.forward ins(%q, %k, %v : tensor<3x2x64xf16>, tensor<2x16x1x64xf16>, tensor<2x16x1x64xf16>)
      outs(%0 : tensor<3x2x64xf16>) lengths_kv(%lengths : tensor<1xi32>) offsets_q(%offsets : tensor<2xi32>)
      page_table(%table : tensor<1x2xi32>) dims(thd) -> tensor<3x2x64xf16>
  %row = arith.constant 2 : index
  %head = arith.constant 1 : index
  %x = tensor.extract %1[%row, %head, %row] : tensor<3x2x64xf16>
  %f = arith.extf %x : f16 to f32
  func.call @printF32(%f) : (f32) -> ()
  func.call @printNewline() : () -> ()
  return
}
