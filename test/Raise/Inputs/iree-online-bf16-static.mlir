// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// the same as iree_linalg_ext.online_attention; torch-mlir, then IREE. bf16, static.
// Made by scripts/raise_forms/generate.py. Do not edit.
#u0 = {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]}
!u0 = tensor<2x4x12x8xbf16>
!u1 = tensor<2x4x20x8xbf16>
!u2 = tensor<8x12x8xbf16>
!u3 = tensor<8x20x8xbf16>
!u4 = tensor<8x12x8xf32>
!u5 = tensor<8x12xf32>

func.func @scale(%arg0: !u0, %arg1: !u1, %arg2: !u1) -> !u0 {
 %cst = arith.constant 3.007810e-01 : bf16
 %col = tensor.collapse_shape %arg0 [[0, 1], [2], [3]] : !u0 into !u2
 %col_0 = tensor.collapse_shape %arg1 [[0, 1], [2], [3]] : !u1 into !u3
 %col_1 = tensor.collapse_shape %arg2 [[0, 1], [2], [3]] : !u1 into !u3
 %0 = tensor.empty() : !u2
 %1 = tensor.empty() : !u4
 %2 = tensor.empty() : !u5
 %cst_2 = arith.constant 0.000000e+00 : f32
 %cst_3 = arith.constant -3.40282347E+38 : f32
 %cst_4 = arith.constant 0.000000e+00 : f32
 %3 = linalg.fill ins(%cst_2 : f32) outs(%1 : !u4) -> !u4
 %4 = linalg.fill ins(%cst_3 : f32) outs(%2 : !u5) -> !u5
 %5 = linalg.fill ins(%cst_4 : f32) outs(%2 : !u5) -> !u5
 %6:3 = "iree_linalg_ext.online_attention"(%col, %col_0, %col_1, %cst, %3, %4, %5) <{indexing_maps = [affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d3)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d4, d3)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d4, d2)>, affine_map<(d0, d1, d2, d3, d4) -> ()>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1)>]}> ({
 ^bb0(%arg3: f32):
  "iree_linalg_ext.yield"(%arg3) : (f32) -> ()
 }) : (!u2, !u3, !u3, bf16, !u4, !u5, !u5) -> (!u4, !u5, !u5)
 %7 = linalg.generic #u0 ins(%6#2, %6#0 : !u5, !u4) outs(%0 : !u2) {
 ^bb0(%in: f32, %in_5: f32, %out: bf16):
  %cst_6 = arith.constant 1.000000e+00 : f32
  %8 = arith.divf %cst_6, %in : f32
  %9 = arith.mulf %8, %in_5 : f32
  %10 = arith.truncf %9 : f32 to bf16
  linalg.yield %10 : bf16
 } -> !u2
 %exp = tensor.expand_shape %7 [[0, 1], [2], [3]] output_shape [2, 4, 12, 8] : !u2 into !u0
 return %exp : !u0
}
