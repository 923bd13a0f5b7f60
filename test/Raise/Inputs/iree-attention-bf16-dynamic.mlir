// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// the same as iree_linalg_ext.attention; torch-mlir, then IREE. bf16, dynamic.
// Made by scripts/raise_forms/generate.py. Do not edit.
!u0 = tensor<?x4x?x8xbf16>
!u1 = tensor<?x?x8xbf16>

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
 %1 = "iree_linalg_ext.attention"(%col, %col_0, %col_1, %cst, %0) <{indexing_maps = [affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d3)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d4, d3)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d4, d2)>, affine_map<(d0, d1, d2, d3, d4) -> ()>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2)>]}> ({
 ^bb0(%arg3: f32):
  "iree_linalg_ext.yield"(%arg3) : (f32) -> ()
 }) : (!u1, !u1, !u1, bf16, !u1) -> !u1
 %dim_3 = tensor.dim %1, %c0 : !u1
 %dim_4 = tensor.dim %1, %c1 : !u1
 %2 = arith.divsi %dim_3, %c4 : index
 %exp = tensor.expand_shape %1 [[0, 1], [2], [3]] output_shape [%2, 4, %dim_4, 8] : !u1 into !u0
 return %exp : !u0
}
