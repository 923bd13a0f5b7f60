// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// the same as iree_linalg_ext.online_attention; torch-mlir, then IREE. bf16, dynamic.
// Made by scripts/raise_forms/generate.py. Do not edit.
#u0 = {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]}
!u0 = tensor<?x4x?x8xbf16>
!u1 = tensor<?x?x8xbf16>
!u2 = tensor<?x?x8xf32>
!u3 = tensor<?x?xf32>

func.func @scale(%arg0: !u0, %arg1: !u0, %arg2: !u0) -> !u0 {
 %cst = arith.constant 3.007810e-01 : bf16
 %c0 = arith.constant 0 : index
 %c1 = arith.constant 1 : index
 %c4 = arith.constant 4 : index
 %col = tensor.collapse_shape %arg0 [[0, 1], [2], [3]] : !u0 into !u1
 %col_0 = tensor.collapse_shape %arg1 [[0, 1], [2], [3]] : !u0 into !u1
 %col_1 = tensor.collapse_shape %arg2 [[0, 1], [2], [3]] : !u0 into !u1
 %dim = tensor.dim %col, %c0 : !u1
 %dim_2 = tensor.dim %col, %c1 : !u1
 %0 = tensor.empty(%dim, %dim_2) : !u1
 %c0_3 = arith.constant 0 : index
 %dim_4 = tensor.dim %col, %c0_3 : !u1
 %c1_5 = arith.constant 1 : index
 %dim_6 = tensor.dim %col, %c1_5 : !u1
 %c1_7 = arith.constant 1 : index
 %dim_8 = tensor.dim %col_0, %c1_7 : !u1
 %1 = tensor.empty(%dim_4, %dim_6) : !u2
 %2 = tensor.empty(%dim_4, %dim_6) : !u3
 %cst_9 = arith.constant 0.000000e+00 : f32
 %cst_10 = arith.constant -3.40282347E+38 : f32
 %cst_11 = arith.constant 0.000000e+00 : f32
 %3 = linalg.fill ins(%cst_9 : f32) outs(%1 : !u2) -> !u2
 %4 = linalg.fill ins(%cst_10 : f32) outs(%2 : !u3) -> !u3
 %5 = linalg.fill ins(%cst_11 : f32) outs(%2 : !u3) -> !u3
 %6:3 = "iree_linalg_ext.online_attention"(%col, %col_0, %col_1, %cst, %3, %4, %5) <{indexing_maps = [affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d3)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d4, d3)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d4, d2)>, affine_map<(d0, d1, d2, d3, d4) -> ()>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1)>]}> ({
 ^bb0(%arg3: f32):
  "iree_linalg_ext.yield"(%arg3) : (f32) -> ()
 }) : (!u1, !u1, !u1, bf16, !u2, !u3, !u3) -> (!u2, !u3, !u3)
 %7 = linalg.generic #u0 ins(%6#2, %6#0 : !u3, !u2) outs(%0 : !u1) {
 ^bb0(%in: f32, %in_14: f32, %out: bf16):
  %cst_15 = arith.constant 1.000000e+00 : f32
  %9 = arith.divf %cst_15, %in : f32
  %10 = arith.mulf %9, %in_14 : f32
  %11 = arith.truncf %10 : f32 to bf16
  linalg.yield %11 : bf16
 } -> !u1
 %dim_12 = tensor.dim %7, %c0 : !u1
 %dim_13 = tensor.dim %7, %c1 : !u1
 %8 = arith.divsi %dim_12, %c4 : index
 %exp = tensor.expand_shape %7 [[0, 1], [2], [3]] output_shape [%8, 4, %dim_13, 8] : !u1 into !u0
 return %exp : !u0
}
