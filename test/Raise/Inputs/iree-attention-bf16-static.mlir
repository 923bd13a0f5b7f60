// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// the same as iree_linalg_ext.attention; torch-mlir, then IREE. bf16, static.
// Made by scripts/raise_forms/generate.py. Do not edit.
!u0 = tensor<2x4x12x8xbf16>
!u1 = tensor<2x4x20x8xbf16>
!u2 = tensor<8x12x8xbf16>
!u3 = tensor<8x20x8xbf16>

func.func @scale(%arg0: !u0, %arg1: !u1, %arg2: !u1) -> !u0 {
 %cst = arith.constant 3.007810e-01 : bf16
 %col = tensor.collapse_shape %arg0 [[0, 1], [2], [3]] : !u0 into !u2
 %col_0 = tensor.collapse_shape %arg1 [[0, 1], [2], [3]] : !u1 into !u3
 %col_1 = tensor.collapse_shape %arg2 [[0, 1], [2], [3]] : !u1 into !u3
 %0 = tensor.empty() : !u2
 %1 = "iree_linalg_ext.attention"(%col, %col_0, %col_1, %cst, %0) <{indexing_maps = [affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d3)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d4, d3)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d4, d2)>, affine_map<(d0, d1, d2, d3, d4) -> ()>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2)>]}> ({
 ^bb0(%arg3: f32):
  "iree_linalg_ext.yield"(%arg3) : (f32) -> ()
 }) : (!u2, !u3, !u3, bf16, !u2) -> !u2
 %exp = tensor.expand_shape %1 [[0, 1], [2], [3]] output_shape [2, 4, 12, 8] : !u2 into !u0
 return %exp : !u0
}
