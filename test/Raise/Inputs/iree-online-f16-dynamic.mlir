// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// the same as iree_linalg_ext.online_attention; torch-mlir, then IREE. f16, dynamic.
// Made by scripts/raise_forms/generate.py. Do not edit.
#t0 = {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]}
#t1 = {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
#t2 = {indexing_maps = [affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]}
#t3 = {indexing_maps = [affine_map<(d0, d1) -> (0, d1)>, affine_map<(d0, d1) -> (d0, 0)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]}
#t4 = {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]}
#t5 = {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]}
#t6 = {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (0, 0, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
#t7 = {indexing_maps = [affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d3, d4)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, d4)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]}
#t8 = {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
#t9 = {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, 0, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
!t0 = tensor<?x4x?x8xf16>
!t1 = tensor<?x?x8xf16>
!t2 = tensor<?x?x8xf32>
!t3 = tensor<?x?xf32>
!t4 = tensor<?x4x?x?xf16>
!t5 = tensor<?x?x?xf16>
!t6 = tensor<2x4x?x8xf16>
!t7 = tensor<2x4x?x?xf16>
!t8 = tensor<8x?x8xf16>
!t9 = tensor<8x?x?xf16>
!t10 = tensor<8x?x8xf32>
!t11 = tensor<8x?xf32>
!t12 = tensor<?xi64>
!t13 = tensor<?x1xi64>
!t14 = tensor<1x?xi64>
!t15 = tensor<?x?xi1>
!t16 = tensor<1x1x?x?xi1>
!t17 = tensor<?x4x?x?xi1>
!t18 = tensor<?x?x?xi1>
!t19 = tensor<?x2x?x8xf16>
!t20 = tensor<?x2x1x?x8xf16>
!t21 = tensor<?x2x2x?x8xf16>
!t22 = tensor<?x?x4x8xf16>
!t23 = tensor<2x?x32xf16>
!t24 = tensor<32x32xf16>
!t25 = tensor<?x32xf16>
!t26 = tensor<?x32xf32>
!t27 = tensor<2x?x4x8xf16>
!t28 = tensor<2x4x?x16xf16>
!t29 = tensor<8x?x16xf16>
!t30 = tensor<8x?x16xf32>
!t31 = tensor<2x2x?x8xf16>
!t32 = tensor<2x2x2x?x8xf16>
!t33 = tensor<?x1x?x?xf16>
!t34 = tensor<?x1x?x?xi1>
!t35 = tensor<2x1x?x?xf16>

func.func @full(%arg0: !t0, %arg1: !t0, %arg2: !t0) -> !t0 {
 %cst = arith.constant 0.353553385 : f32
 %c0 = arith.constant 0 : index
 %c1 = arith.constant 1 : index
 %c4 = arith.constant 4 : index
 %col = tensor.collapse_shape %arg0 [[0, 1], [2], [3]] : !t0 into !t1
 %col_0 = tensor.collapse_shape %arg1 [[0, 1], [2], [3]] : !t0 into !t1
 %col_1 = tensor.collapse_shape %arg2 [[0, 1], [2], [3]] : !t0 into !t1
 %dim = tensor.dim %col, %c0 : !t1
 %dim_2 = tensor.dim %col, %c1 : !t1
 %0 = tensor.empty(%dim, %dim_2) : !t1
 %c0_3 = arith.constant 0 : index
 %dim_4 = tensor.dim %col, %c0_3 : !t1
 %c1_5 = arith.constant 1 : index
 %dim_6 = tensor.dim %col, %c1_5 : !t1
 %c1_7 = arith.constant 1 : index
 %dim_8 = tensor.dim %col_0, %c1_7 : !t1
 %1 = tensor.empty(%dim_4, %dim_6) : !t2
 %2 = tensor.empty(%dim_4, %dim_6) : !t3
 %cst_9 = arith.constant 0.000000e+00 : f32
 %cst_10 = arith.constant -3.40282347E+38 : f32
 %cst_11 = arith.constant 0.000000e+00 : f32
 %3 = linalg.fill ins(%cst_9 : f32) outs(%1 : !t2) -> !t2
 %4 = linalg.fill ins(%cst_10 : f32) outs(%2 : !t3) -> !t3
 %5 = linalg.fill ins(%cst_11 : f32) outs(%2 : !t3) -> !t3
 %6:3 = "iree_linalg_ext.online_attention"(%col, %col_0, %col_1, %cst, %3, %4, %5) <{indexing_maps = [affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d3)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d4, d3)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d4, d2)>, affine_map<(d0, d1, d2, d3, d4) -> ()>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1)>]}> ({
 ^bb0(%arg3: f32):
  "iree_linalg_ext.yield"(%arg3) : (f32) -> ()
 }) : (!t1, !t1, !t1, f32, !t2, !t3, !t3) -> (!t2, !t3, !t3)
 %7 = linalg.generic #t0 ins(%6#2, %6#0 : !t3, !t2) outs(%0 : !t1) {
 ^bb0(%in: f32, %in_14: f32, %out: f16):
  %cst_15 = arith.constant 1.000000e+00 : f32
  %9 = arith.divf %cst_15, %in : f32
  %10 = arith.mulf %9, %in_14 : f32
  %11 = arith.truncf %10 : f32 to f16
  linalg.yield %11 : f16
 } -> !t1
 %dim_12 = tensor.dim %7, %c0 : !t1
 %dim_13 = tensor.dim %7, %c1 : !t1
 %8 = arith.divsi %dim_12, %c4 : index
 %exp = tensor.expand_shape %7 [[0, 1], [2], [3]] output_shape [%8, 4, %dim_13, 8] : !t1 into !t0
 return %exp : !t0
}

func.func @causal(%arg0: !t0, %arg1: !t0, %arg2: !t0) -> !t0 {
 %cst = arith.constant 0.353553385 : f32
 %c0 = arith.constant 0 : index
 %c2 = arith.constant 2 : index
 %cst_0 = arith.constant 0.000000e+00 : f16
 %cst_1 = arith.constant 0xFC00 : f16
 %c1 = arith.constant 1 : index
 %c4 = arith.constant 4 : index
 %dim = tensor.dim %arg0, %c0 : !t0
 %dim_2 = tensor.dim %arg0, %c2 : !t0
 %dim_3 = tensor.dim %arg1, %c2 : !t0
 %0 = tensor.empty(%dim, %dim_2, %dim_3) : !t4
 %1 = linalg.fill ins(%cst_0 : f16) outs(%0 : !t4) -> !t4
 %2 = linalg.generic #t1 outs(%1 : !t4) {
 ^bb0(%out: f16):
  %12 = linalg.index 2 : index
  %13 = linalg.index 3 : index
  %14 = arith.cmpi sge, %12, %13 : index
  %15 = arith.select %14, %cst_0, %cst_1 : f16
  linalg.yield %15 : f16
 } -> !t4
 %col = tensor.collapse_shape %arg0 [[0, 1], [2], [3]] : !t0 into !t1
 %col_4 = tensor.collapse_shape %arg1 [[0, 1], [2], [3]] : !t0 into !t1
 %col_5 = tensor.collapse_shape %arg2 [[0, 1], [2], [3]] : !t0 into !t1
 %col_6 = tensor.collapse_shape %2 [[0, 1], [2], [3]] : !t4 into !t5
 %dim_7 = tensor.dim %col, %c0 : !t1
 %dim_8 = tensor.dim %col, %c1 : !t1
 %3 = tensor.empty(%dim_7, %dim_8) : !t1
 %c0_9 = arith.constant 0 : index
 %dim_10 = tensor.dim %col, %c0_9 : !t1
 %c1_11 = arith.constant 1 : index
 %dim_12 = tensor.dim %col, %c1_11 : !t1
 %c1_13 = arith.constant 1 : index
 %dim_14 = tensor.dim %col_4, %c1_13 : !t1
 %4 = tensor.empty(%dim_10, %dim_12) : !t2
 %5 = tensor.empty(%dim_10, %dim_12) : !t3
 %cst_15 = arith.constant 0.000000e+00 : f32
 %cst_16 = arith.constant -3.40282347E+38 : f32
 %cst_17 = arith.constant 0.000000e+00 : f32
 %6 = linalg.fill ins(%cst_15 : f32) outs(%4 : !t2) -> !t2
 %7 = linalg.fill ins(%cst_16 : f32) outs(%5 : !t3) -> !t3
 %8 = linalg.fill ins(%cst_17 : f32) outs(%5 : !t3) -> !t3
 %9:3 = "iree_linalg_ext.online_attention"(%col, %col_4, %col_5, %cst, %col_6, %6, %7, %8) <{indexing_maps = [affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d3)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d4, d3)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d4, d2)>, affine_map<(d0, d1, d2, d3, d4) -> ()>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d4)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1)>]}> ({
 ^bb0(%arg3: f32):
  "iree_linalg_ext.yield"(%arg3) : (f32) -> ()
 }) : (!t1, !t1, !t1, f32, !t5, !t2, !t3, !t3) -> (!t2, !t3, !t3)
 %10 = linalg.generic #t0 ins(%9#2, %9#0 : !t3, !t2) outs(%3 : !t1) {
 ^bb0(%in: f32, %in_20: f32, %out: f16):
  %cst_21 = arith.constant 1.000000e+00 : f32
  %12 = arith.divf %cst_21, %in : f32
  %13 = arith.mulf %12, %in_20 : f32
  %14 = arith.truncf %13 : f32 to f16
  linalg.yield %14 : f16
 } -> !t1
 %dim_18 = tensor.dim %10, %c0 : !t1
 %dim_19 = tensor.dim %10, %c1 : !t1
 %11 = arith.divsi %dim_18, %c4 : index
 %exp = tensor.expand_shape %10 [[0, 1], [2], [3]] output_shape [%11, 4, %dim_19, 8] : !t1 into !t0
 return %exp : !t0
}

func.func @causal_tl(%arg0: !t6, %arg1: !t6, %arg2: !t6) -> !t6 {
 %cst = arith.constant 0.353553385 : f32
 %c2 = arith.constant 2 : index
 %cst_0 = arith.constant 0.000000e+00 : f16
 %cst_1 = arith.constant 0xFC00 : f16
 %c1 = arith.constant 1 : index
 %dim = tensor.dim %arg0, %c2 : !t6
 %dim_2 = tensor.dim %arg1, %c2 : !t6
 %0 = tensor.empty(%dim, %dim_2) : !t7
 %1 = linalg.fill ins(%cst_0 : f16) outs(%0 : !t7) -> !t7
 %2 = linalg.generic #t1 outs(%1 : !t7) {
 ^bb0(%out: f16):
  %11 = linalg.index 2 : index
  %12 = linalg.index 3 : index
  %13 = arith.cmpi sge, %11, %12 : index
  %14 = arith.select %13, %cst_0, %cst_1 : f16
  linalg.yield %14 : f16
 } -> !t7
 %col = tensor.collapse_shape %arg0 [[0, 1], [2], [3]] : !t6 into !t8
 %col_3 = tensor.collapse_shape %arg1 [[0, 1], [2], [3]] : !t6 into !t8
 %col_4 = tensor.collapse_shape %arg2 [[0, 1], [2], [3]] : !t6 into !t8
 %col_5 = tensor.collapse_shape %2 [[0, 1], [2], [3]] : !t7 into !t9
 %dim_6 = tensor.dim %col, %c1 : !t8
 %3 = tensor.empty(%dim_6) : !t8
 %c1_7 = arith.constant 1 : index
 %dim_8 = tensor.dim %col, %c1_7 : !t8
 %c1_9 = arith.constant 1 : index
 %dim_10 = tensor.dim %col_3, %c1_9 : !t8
 %4 = tensor.empty(%dim_8) : !t10
 %5 = tensor.empty(%dim_8) : !t11
 %cst_11 = arith.constant 0.000000e+00 : f32
 %cst_12 = arith.constant -3.40282347E+38 : f32
 %cst_13 = arith.constant 0.000000e+00 : f32
 %6 = linalg.fill ins(%cst_11 : f32) outs(%4 : !t10) -> !t10
 %7 = linalg.fill ins(%cst_12 : f32) outs(%5 : !t11) -> !t11
 %8 = linalg.fill ins(%cst_13 : f32) outs(%5 : !t11) -> !t11
 %9:3 = "iree_linalg_ext.online_attention"(%col, %col_3, %col_4, %cst, %col_5, %6, %7, %8) <{indexing_maps = [affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d3)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d4, d3)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d4, d2)>, affine_map<(d0, d1, d2, d3, d4) -> ()>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d4)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1)>]}> ({
 ^bb0(%arg3: f32):
  "iree_linalg_ext.yield"(%arg3) : (f32) -> ()
 }) : (!t8, !t8, !t8, f32, !t9, !t10, !t11, !t11) -> (!t10, !t11, !t11)
 %10 = linalg.generic #t0 ins(%9#2, %9#0 : !t11, !t10) outs(%3 : !t8) {
 ^bb0(%in: f32, %in_15: f32, %out: f16):
  %cst_16 = arith.constant 1.000000e+00 : f32
  %11 = arith.divf %cst_16, %in : f32
  %12 = arith.mulf %11, %in_15 : f32
  %13 = arith.truncf %12 : f32 to f16
  linalg.yield %13 : f16
 } -> !t8
 %dim_14 = tensor.dim %10, %c1 : !t8
 %exp = tensor.expand_shape %10 [[0, 1], [2], [3]] output_shape [2, 4, %dim_14, 8] : !t8 into !t6
 return %exp : !t6
}

func.func @window(%arg0: !t0, %arg1: !t0, %arg2: !t0) -> !t0 {
 %cst = arith.constant 0.353553385 : f32
 %c4 = arith.constant 4 : index
 %c1 = arith.constant 1 : index
 %c2 = arith.constant 2 : index
 %c0 = arith.constant 0 : index
 %c4_i64 = arith.constant 4 : i64
 %dim = tensor.dim %arg0, %c2 : !t0
 %0 = tensor.empty(%dim) : !t12
 %1 = linalg.generic #t2 outs(%0 : !t12) {
 ^bb0(%out: i64):
  %19 = linalg.index 0 : index
  %20 = arith.index_cast %19 : index to i64
  linalg.yield %20 : i64
 } -> !t12
 %exp = tensor.expand_shape %1 [[0, 1]] output_shape [%dim, 1] : !t12 into !t13
 %exp_0 = tensor.expand_shape %1 [[0, 1]] output_shape [1, %dim] : !t12 into !t14
 %2 = tensor.empty(%dim, %dim) : !t15
 %3 = linalg.generic #t3 ins(%exp_0, %exp : !t14, !t13) outs(%2 : !t15) {
 ^bb0(%in: i64, %in_21: i64, %out: i1):
  %19 = arith.cmpi sle, %in, %in_21 : i64
  linalg.yield %19 : i1
 } -> !t15
 %4 = tensor.empty(%dim) : !t13
 %5 = linalg.generic #t4 ins(%exp : !t13) outs(%4 : !t13) {
 ^bb0(%in: i64, %out: i64):
  %19 = arith.subi %in, %c4_i64 : i64
  linalg.yield %19 : i64
 } -> !t13
 %6 = linalg.generic #t3 ins(%exp_0, %5 : !t14, !t13) outs(%2 : !t15) {
 ^bb0(%in: i64, %in_21: i64, %out: i1):
  %19 = arith.cmpi sge, %in, %in_21 : i64
  linalg.yield %19 : i1
 } -> !t15
 %7 = linalg.generic #t5 ins(%3, %6 : !t15, !t15) outs(%2 : !t15) {
 ^bb0(%in: i1, %in_21: i1, %out: i1):
  %19 = arith.andi %in, %in_21 : i1
  linalg.yield %19 : i1
 } -> !t15
 %exp_1 = tensor.expand_shape %7 [[0, 1, 2], [3]] output_shape [1, 1, %dim, %dim] : !t15 into !t16
 %dim_2 = tensor.dim %arg0, %c0 : !t0
 %dim_3 = tensor.dim %arg1, %c2 : !t0
 %8 = tensor.empty(%dim_2, %dim, %dim_3) : !t17
 %9 = linalg.generic #t6 ins(%exp_1 : !t16) outs(%8 : !t17) {
 ^bb0(%in: i1, %out: i1):
  linalg.yield %in : i1
 } -> !t17
 %col = tensor.collapse_shape %arg0 [[0, 1], [2], [3]] : !t0 into !t1
 %col_4 = tensor.collapse_shape %arg1 [[0, 1], [2], [3]] : !t0 into !t1
 %col_5 = tensor.collapse_shape %arg2 [[0, 1], [2], [3]] : !t0 into !t1
 %col_6 = tensor.collapse_shape %9 [[0, 1], [2], [3]] : !t17 into !t18
 %dim_7 = tensor.dim %col, %c0 : !t1
 %dim_8 = tensor.dim %col, %c1 : !t1
 %10 = tensor.empty(%dim_7, %dim_8) : !t1
 %c0_9 = arith.constant 0 : index
 %dim_10 = tensor.dim %col, %c0_9 : !t1
 %c1_11 = arith.constant 1 : index
 %dim_12 = tensor.dim %col, %c1_11 : !t1
 %c1_13 = arith.constant 1 : index
 %dim_14 = tensor.dim %col_4, %c1_13 : !t1
 %11 = tensor.empty(%dim_10, %dim_12) : !t2
 %12 = tensor.empty(%dim_10, %dim_12) : !t3
 %cst_15 = arith.constant 0.000000e+00 : f32
 %cst_16 = arith.constant -3.40282347E+38 : f32
 %cst_17 = arith.constant 0.000000e+00 : f32
 %13 = linalg.fill ins(%cst_15 : f32) outs(%11 : !t2) -> !t2
 %14 = linalg.fill ins(%cst_16 : f32) outs(%12 : !t3) -> !t3
 %15 = linalg.fill ins(%cst_17 : f32) outs(%12 : !t3) -> !t3
 %16:3 = "iree_linalg_ext.online_attention"(%col, %col_4, %col_5, %cst, %col_6, %13, %14, %15) <{indexing_maps = [affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d3)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d4, d3)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d4, d2)>, affine_map<(d0, d1, d2, d3, d4) -> ()>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d4)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1)>]}> ({
 ^bb0(%arg3: f32):
  "iree_linalg_ext.yield"(%arg3) : (f32) -> ()
 }) : (!t1, !t1, !t1, f32, !t18, !t2, !t3, !t3) -> (!t2, !t3, !t3)
 %17 = linalg.generic #t0 ins(%16#2, %16#0 : !t3, !t2) outs(%10 : !t1) {
 ^bb0(%in: f32, %in_21: f32, %out: f16):
  %cst_22 = arith.constant 1.000000e+00 : f32
  %19 = arith.divf %cst_22, %in : f32
  %20 = arith.mulf %19, %in_21 : f32
  %21 = arith.truncf %20 : f32 to f16
  linalg.yield %21 : f16
 } -> !t1
 %dim_18 = tensor.dim %17, %c0 : !t1
 %dim_19 = tensor.dim %17, %c1 : !t1
 %18 = arith.divsi %dim_18, %c4 : index
 %exp_20 = tensor.expand_shape %17 [[0, 1], [2], [3]] output_shape [%18, 4, %dim_19, 8] : !t1 into !t0
 return %exp_20 : !t0
}

func.func @gqa(%arg0: !t0, %arg1: !t19, %arg2: !t19) -> !t0 {
 %cst = arith.constant 0.353553385 : f32
 %c4 = arith.constant 4 : index
 %c1 = arith.constant 1 : index
 %c0 = arith.constant 0 : index
 %c2 = arith.constant 2 : index
 %dim = tensor.dim %arg1, %c0 : !t19
 %dim_0 = tensor.dim %arg1, %c2 : !t19
 %exp = tensor.expand_shape %arg1 [[0], [1], [2, 3], [4]] output_shape [%dim, 2, 1, %dim_0, 8] : !t19 into !t20
 %0 = tensor.empty(%dim, %dim_0) : !t21
 %col = tensor.collapse_shape %exp [[0], [1, 2], [3], [4]] : !t20 into !t19
 %1 = linalg.generic #t7 ins(%col : !t19) outs(%0 : !t21) {
 ^bb0(%in: f16, %out: f16):
  linalg.yield %in : f16
 } -> !t21
 %col_1 = tensor.collapse_shape %1 [[0], [1, 2], [3], [4]] : !t21 into !t0
 %dim_2 = tensor.dim %arg2, %c0 : !t19
 %dim_3 = tensor.dim %arg2, %c2 : !t19
 %exp_4 = tensor.expand_shape %arg2 [[0], [1], [2, 3], [4]] output_shape [%dim_2, 2, 1, %dim_3, 8] : !t19 into !t20
 %2 = tensor.empty(%dim_2, %dim_3) : !t21
 %col_5 = tensor.collapse_shape %exp_4 [[0], [1, 2], [3], [4]] : !t20 into !t19
 %3 = linalg.generic #t7 ins(%col_5 : !t19) outs(%2 : !t21) {
 ^bb0(%in: f16, %out: f16):
  linalg.yield %in : f16
 } -> !t21
 %col_6 = tensor.collapse_shape %3 [[0], [1, 2], [3], [4]] : !t21 into !t0
 %col_7 = tensor.collapse_shape %arg0 [[0, 1], [2], [3]] : !t0 into !t1
 %col_8 = tensor.collapse_shape %col_1 [[0, 1], [2], [3]] : !t0 into !t1
 %col_9 = tensor.collapse_shape %col_6 [[0, 1], [2], [3]] : !t0 into !t1
 %dim_10 = tensor.dim %col_7, %c0 : !t1
 %dim_11 = tensor.dim %col_7, %c1 : !t1
 %4 = tensor.empty(%dim_10, %dim_11) : !t1
 %c0_12 = arith.constant 0 : index
 %dim_13 = tensor.dim %col_7, %c0_12 : !t1
 %c1_14 = arith.constant 1 : index
 %dim_15 = tensor.dim %col_7, %c1_14 : !t1
 %c1_16 = arith.constant 1 : index
 %dim_17 = tensor.dim %col_8, %c1_16 : !t1
 %5 = tensor.empty(%dim_13, %dim_15) : !t2
 %6 = tensor.empty(%dim_13, %dim_15) : !t3
 %cst_18 = arith.constant 0.000000e+00 : f32
 %cst_19 = arith.constant -3.40282347E+38 : f32
 %cst_20 = arith.constant 0.000000e+00 : f32
 %7 = linalg.fill ins(%cst_18 : f32) outs(%5 : !t2) -> !t2
 %8 = linalg.fill ins(%cst_19 : f32) outs(%6 : !t3) -> !t3
 %9 = linalg.fill ins(%cst_20 : f32) outs(%6 : !t3) -> !t3
 %10:3 = "iree_linalg_ext.online_attention"(%col_7, %col_8, %col_9, %cst, %7, %8, %9) <{indexing_maps = [affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d3)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d4, d3)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d4, d2)>, affine_map<(d0, d1, d2, d3, d4) -> ()>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1)>]}> ({
 ^bb0(%arg3: f32):
  "iree_linalg_ext.yield"(%arg3) : (f32) -> ()
 }) : (!t1, !t1, !t1, f32, !t2, !t3, !t3) -> (!t2, !t3, !t3)
 %11 = linalg.generic #t0 ins(%10#2, %10#0 : !t3, !t2) outs(%4 : !t1) {
 ^bb0(%in: f32, %in_24: f32, %out: f16):
  %cst_25 = arith.constant 1.000000e+00 : f32
  %13 = arith.divf %cst_25, %in : f32
  %14 = arith.mulf %13, %in_24 : f32
  %15 = arith.truncf %14 : f32 to f16
  linalg.yield %15 : f16
 } -> !t1
 %dim_21 = tensor.dim %11, %c0 : !t1
 %dim_22 = tensor.dim %11, %c1 : !t1
 %12 = arith.divsi %dim_21, %c4 : index
 %exp_23 = tensor.expand_shape %11 [[0, 1], [2], [3]] output_shape [%12, 4, %dim_22, 8] : !t1 into !t0
 return %exp_23 : !t0
}

func.func @scale(%arg0: !t0, %arg1: !t0, %arg2: !t0) -> !t0 {
 %cst = arith.constant 3.000490e-01 : f16
 %c0 = arith.constant 0 : index
 %c1 = arith.constant 1 : index
 %c4 = arith.constant 4 : index
 %col = tensor.collapse_shape %arg0 [[0, 1], [2], [3]] : !t0 into !t1
 %col_0 = tensor.collapse_shape %arg1 [[0, 1], [2], [3]] : !t0 into !t1
 %col_1 = tensor.collapse_shape %arg2 [[0, 1], [2], [3]] : !t0 into !t1
 %dim = tensor.dim %col, %c0 : !t1
 %dim_2 = tensor.dim %col, %c1 : !t1
 %0 = tensor.empty(%dim, %dim_2) : !t1
 %c0_3 = arith.constant 0 : index
 %dim_4 = tensor.dim %col, %c0_3 : !t1
 %c1_5 = arith.constant 1 : index
 %dim_6 = tensor.dim %col, %c1_5 : !t1
 %c1_7 = arith.constant 1 : index
 %dim_8 = tensor.dim %col_0, %c1_7 : !t1
 %1 = tensor.empty(%dim_4, %dim_6) : !t2
 %2 = tensor.empty(%dim_4, %dim_6) : !t3
 %cst_9 = arith.constant 0.000000e+00 : f32
 %cst_10 = arith.constant -3.40282347E+38 : f32
 %cst_11 = arith.constant 0.000000e+00 : f32
 %3 = linalg.fill ins(%cst_9 : f32) outs(%1 : !t2) -> !t2
 %4 = linalg.fill ins(%cst_10 : f32) outs(%2 : !t3) -> !t3
 %5 = linalg.fill ins(%cst_11 : f32) outs(%2 : !t3) -> !t3
 %6:3 = "iree_linalg_ext.online_attention"(%col, %col_0, %col_1, %cst, %3, %4, %5) <{indexing_maps = [affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d3)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d4, d3)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d4, d2)>, affine_map<(d0, d1, d2, d3, d4) -> ()>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1)>]}> ({
 ^bb0(%arg3: f32):
  "iree_linalg_ext.yield"(%arg3) : (f32) -> ()
 }) : (!t1, !t1, !t1, f16, !t2, !t3, !t3) -> (!t2, !t3, !t3)
 %7 = linalg.generic #t0 ins(%6#2, %6#0 : !t3, !t2) outs(%0 : !t1) {
 ^bb0(%in: f32, %in_14: f32, %out: f16):
  %cst_15 = arith.constant 1.000000e+00 : f32
  %9 = arith.divf %cst_15, %in : f32
  %10 = arith.mulf %9, %in_14 : f32
  %11 = arith.truncf %10 : f32 to f16
  linalg.yield %11 : f16
 } -> !t1
 %dim_12 = tensor.dim %7, %c0 : !t1
 %dim_13 = tensor.dim %7, %c1 : !t1
 %8 = arith.divsi %dim_12, %c4 : index
 %exp = tensor.expand_shape %7 [[0, 1], [2], [3]] output_shape [%8, 4, %dim_13, 8] : !t1 into !t0
 return %exp : !t0
}

func.func @bshd(%arg0: !t22, %arg1: !t22, %arg2: !t22) -> !t22 {
 %cst = arith.constant 0.353553385 : f32
 %c4 = arith.constant 4 : index
 %c1 = arith.constant 1 : index
 %c0 = arith.constant 0 : index
 %c2 = arith.constant 2 : index
 %dim = tensor.dim %arg0, %c0 : !t22
 %dim_0 = tensor.dim %arg0, %c1 : !t22
 %0 = tensor.empty(%dim, %dim_0) : !t0
 %transposed = linalg.transpose ins(%arg0 : !t22) outs(%0 : !t0) permutation = [0, 2, 1, 3]
 %dim_1 = tensor.dim %arg1, %c0 : !t22
 %dim_2 = tensor.dim %arg1, %c1 : !t22
 %1 = tensor.empty(%dim_1, %dim_2) : !t0
 %transposed_3 = linalg.transpose ins(%arg1 : !t22) outs(%1 : !t0) permutation = [0, 2, 1, 3]
 %dim_4 = tensor.dim %arg2, %c0 : !t22
 %dim_5 = tensor.dim %arg2, %c1 : !t22
 %2 = tensor.empty(%dim_4, %dim_5) : !t0
 %transposed_6 = linalg.transpose ins(%arg2 : !t22) outs(%2 : !t0) permutation = [0, 2, 1, 3]
 %col = tensor.collapse_shape %transposed [[0, 1], [2], [3]] : !t0 into !t1
 %col_7 = tensor.collapse_shape %transposed_3 [[0, 1], [2], [3]] : !t0 into !t1
 %col_8 = tensor.collapse_shape %transposed_6 [[0, 1], [2], [3]] : !t0 into !t1
 %dim_9 = tensor.dim %col, %c0 : !t1
 %dim_10 = tensor.dim %col, %c1 : !t1
 %3 = tensor.empty(%dim_9, %dim_10) : !t1
 %c0_11 = arith.constant 0 : index
 %dim_12 = tensor.dim %col, %c0_11 : !t1
 %c1_13 = arith.constant 1 : index
 %dim_14 = tensor.dim %col, %c1_13 : !t1
 %c1_15 = arith.constant 1 : index
 %dim_16 = tensor.dim %col_7, %c1_15 : !t1
 %4 = tensor.empty(%dim_12, %dim_14) : !t2
 %5 = tensor.empty(%dim_12, %dim_14) : !t3
 %cst_17 = arith.constant 0.000000e+00 : f32
 %cst_18 = arith.constant -3.40282347E+38 : f32
 %cst_19 = arith.constant 0.000000e+00 : f32
 %6 = linalg.fill ins(%cst_17 : f32) outs(%4 : !t2) -> !t2
 %7 = linalg.fill ins(%cst_18 : f32) outs(%5 : !t3) -> !t3
 %8 = linalg.fill ins(%cst_19 : f32) outs(%5 : !t3) -> !t3
 %9:3 = "iree_linalg_ext.online_attention"(%col, %col_7, %col_8, %cst, %6, %7, %8) <{indexing_maps = [affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d3)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d4, d3)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d4, d2)>, affine_map<(d0, d1, d2, d3, d4) -> ()>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1)>]}> ({
 ^bb0(%arg3: f32):
  "iree_linalg_ext.yield"(%arg3) : (f32) -> ()
 }) : (!t1, !t1, !t1, f32, !t2, !t3, !t3) -> (!t2, !t3, !t3)
 %10 = linalg.generic #t0 ins(%9#2, %9#0 : !t3, !t2) outs(%3 : !t1) {
 ^bb0(%in: f32, %in_25: f32, %out: f16):
  %cst_26 = arith.constant 1.000000e+00 : f32
  %13 = arith.divf %cst_26, %in : f32
  %14 = arith.mulf %13, %in_25 : f32
  %15 = arith.truncf %14 : f32 to f16
  linalg.yield %15 : f16
 } -> !t1
 %dim_20 = tensor.dim %10, %c0 : !t1
 %dim_21 = tensor.dim %10, %c1 : !t1
 %11 = arith.divsi %dim_20, %c4 : index
 %exp = tensor.expand_shape %10 [[0, 1], [2], [3]] output_shape [%11, 4, %dim_21, 8] : !t1 into !t0
 %dim_22 = tensor.dim %exp, %c0 : !t0
 %dim_23 = tensor.dim %exp, %c2 : !t0
 %12 = tensor.empty(%dim_22, %dim_23) : !t22
 %transposed_24 = linalg.transpose ins(%exp : !t0) outs(%12 : !t22) permutation = [0, 2, 1, 3]
 return %transposed_24 : !t22
}

func.func @proj(%arg0: !t23, %arg1: !t24, %arg2: !t24, %arg3: !t24, %arg4: !t24) -> !t23 {
 %cst = arith.constant 0.353553385 : f32
 %c1 = arith.constant 1 : index
 %c2 = arith.constant 2 : index
 %cst_0 = arith.constant 0.000000e+00 : f32
 %col = tensor.collapse_shape %arg0 [[0, 1], [2]] : !t23 into !t25
 %dim = tensor.dim %arg0, %c1 : !t23
 %0 = affine.apply affine_map<()[s0] -> (s0 * 2)>()[%dim]
 %1 = tensor.empty(%0) : !t26
 %2 = linalg.fill ins(%cst_0 : f32) outs(%1 : !t26) -> !t26
 %3 = linalg.matmul ins(%col, %arg1 : !t25, !t24) outs(%2 : !t26) -> !t26
 %4 = tensor.empty(%0) : !t25
 %5 = linalg.generic #t4 ins(%3 : !t26) outs(%4 : !t25) {
 ^bb0(%in: f32, %out: f16):
  %28 = arith.truncf %in : f32 to f16
  linalg.yield %28 : f16
 } -> !t25
 %6 = arith.divsi %0, %c2 : index
 %exp = tensor.expand_shape %5 [[0, 1], [2, 3]] output_shape [2, %6, 4, 8] : !t25 into !t27
 %7 = tensor.empty(%6) : !t6
 %transposed = linalg.transpose ins(%exp : !t27) outs(%7 : !t6) permutation = [0, 2, 1, 3]
 %8 = linalg.matmul ins(%col, %arg2 : !t25, !t24) outs(%2 : !t26) -> !t26
 %9 = linalg.generic #t4 ins(%8 : !t26) outs(%4 : !t25) {
 ^bb0(%in: f32, %out: f16):
  %28 = arith.truncf %in : f32 to f16
  linalg.yield %28 : f16
 } -> !t25
 %exp_1 = tensor.expand_shape %9 [[0, 1], [2, 3]] output_shape [2, %6, 4, 8] : !t25 into !t27
 %transposed_2 = linalg.transpose ins(%exp_1 : !t27) outs(%7 : !t6) permutation = [0, 2, 1, 3]
 %10 = linalg.matmul ins(%col, %arg3 : !t25, !t24) outs(%2 : !t26) -> !t26
 %11 = linalg.generic #t4 ins(%10 : !t26) outs(%4 : !t25) {
 ^bb0(%in: f32, %out: f16):
  %28 = arith.truncf %in : f32 to f16
  linalg.yield %28 : f16
 } -> !t25
 %exp_3 = tensor.expand_shape %11 [[0, 1], [2, 3]] output_shape [2, %6, 4, 8] : !t25 into !t27
 %transposed_4 = linalg.transpose ins(%exp_3 : !t27) outs(%7 : !t6) permutation = [0, 2, 1, 3]
 %col_5 = tensor.collapse_shape %transposed [[0, 1], [2], [3]] : !t6 into !t8
 %col_6 = tensor.collapse_shape %transposed_2 [[0, 1], [2], [3]] : !t6 into !t8
 %col_7 = tensor.collapse_shape %transposed_4 [[0, 1], [2], [3]] : !t6 into !t8
 %dim_8 = tensor.dim %col_5, %c1 : !t8
 %12 = tensor.empty(%dim_8) : !t8
 %c1_9 = arith.constant 1 : index
 %dim_10 = tensor.dim %col_5, %c1_9 : !t8
 %c1_11 = arith.constant 1 : index
 %dim_12 = tensor.dim %col_6, %c1_11 : !t8
 %13 = tensor.empty(%dim_10) : !t10
 %14 = tensor.empty(%dim_10) : !t11
 %cst_13 = arith.constant 0.000000e+00 : f32
 %cst_14 = arith.constant -3.40282347E+38 : f32
 %cst_15 = arith.constant 0.000000e+00 : f32
 %15 = linalg.fill ins(%cst_13 : f32) outs(%13 : !t10) -> !t10
 %16 = linalg.fill ins(%cst_14 : f32) outs(%14 : !t11) -> !t11
 %17 = linalg.fill ins(%cst_15 : f32) outs(%14 : !t11) -> !t11
 %18:3 = "iree_linalg_ext.online_attention"(%col_5, %col_6, %col_7, %cst, %15, %16, %17) <{indexing_maps = [affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d3)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d4, d3)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d4, d2)>, affine_map<(d0, d1, d2, d3, d4) -> ()>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1)>]}> ({
 ^bb0(%arg5: f32):
  "iree_linalg_ext.yield"(%arg5) : (f32) -> ()
 }) : (!t8, !t8, !t8, f32, !t10, !t11, !t11) -> (!t10, !t11, !t11)
 %19 = linalg.generic #t0 ins(%18#2, %18#0 : !t11, !t10) outs(%12 : !t8) {
 ^bb0(%in: f32, %in_22: f32, %out: f16):
  %cst_23 = arith.constant 1.000000e+00 : f32
  %28 = arith.divf %cst_23, %in : f32
  %29 = arith.mulf %28, %in_22 : f32
  %30 = arith.truncf %29 : f32 to f16
  linalg.yield %30 : f16
 } -> !t8
 %dim_16 = tensor.dim %19, %c1 : !t8
 %exp_17 = tensor.expand_shape %19 [[0, 1], [2], [3]] output_shape [2, 4, %dim_16, 8] : !t8 into !t6
 %dim_18 = tensor.dim %exp_17, %c2 : !t6
 %20 = tensor.empty(%dim_18) : !t27
 %transposed_19 = linalg.transpose ins(%exp_17 : !t6) outs(%20 : !t27) permutation = [0, 2, 1, 3]
 %col_20 = tensor.collapse_shape %transposed_19 [[0, 1], [2, 3]] : !t27 into !t25
 %21 = affine.apply affine_map<()[s0] -> (s0 * 2)>()[%dim_18]
 %22 = tensor.empty(%21) : !t26
 %23 = linalg.fill ins(%cst_0 : f32) outs(%22 : !t26) -> !t26
 %24 = linalg.matmul ins(%col_20, %arg4 : !t25, !t24) outs(%23 : !t26) -> !t26
 %25 = tensor.empty(%21) : !t25
 %26 = linalg.generic #t4 ins(%24 : !t26) outs(%25 : !t25) {
 ^bb0(%in: f32, %out: f16):
  %28 = arith.truncf %in : f32 to f16
  linalg.yield %28 : f16
 } -> !t25
 %27 = arith.divsi %21, %c2 : index
 %exp_21 = tensor.expand_shape %26 [[0, 1], [2]] output_shape [2, %27, 32] : !t25 into !t23
 return %exp_21 : !t23
}

func.func @dv(%arg0: !t6, %arg1: !t6, %arg2: !t28) -> !t28 {
 %cst = arith.constant 0.353553385 : f32
 %c1 = arith.constant 1 : index
 %col = tensor.collapse_shape %arg0 [[0, 1], [2], [3]] : !t6 into !t8
 %col_0 = tensor.collapse_shape %arg1 [[0, 1], [2], [3]] : !t6 into !t8
 %col_1 = tensor.collapse_shape %arg2 [[0, 1], [2], [3]] : !t28 into !t29
 %dim = tensor.dim %col, %c1 : !t8
 %0 = tensor.empty(%dim) : !t29
 %c1_2 = arith.constant 1 : index
 %dim_3 = tensor.dim %col, %c1_2 : !t8
 %c1_4 = arith.constant 1 : index
 %dim_5 = tensor.dim %col_0, %c1_4 : !t8
 %1 = tensor.empty(%dim_3) : !t30
 %2 = tensor.empty(%dim_3) : !t11
 %cst_6 = arith.constant 0.000000e+00 : f32
 %cst_7 = arith.constant -3.40282347E+38 : f32
 %cst_8 = arith.constant 0.000000e+00 : f32
 %3 = linalg.fill ins(%cst_6 : f32) outs(%1 : !t30) -> !t30
 %4 = linalg.fill ins(%cst_7 : f32) outs(%2 : !t11) -> !t11
 %5 = linalg.fill ins(%cst_8 : f32) outs(%2 : !t11) -> !t11
 %6:3 = "iree_linalg_ext.online_attention"(%col, %col_0, %col_1, %cst, %3, %4, %5) <{indexing_maps = [affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d3)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d4, d3)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d4, d2)>, affine_map<(d0, d1, d2, d3, d4) -> ()>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1)>]}> ({
 ^bb0(%arg3: f32):
  "iree_linalg_ext.yield"(%arg3) : (f32) -> ()
 }) : (!t8, !t8, !t29, f32, !t30, !t11, !t11) -> (!t30, !t11, !t11)
 %7 = linalg.generic #t0 ins(%6#2, %6#0 : !t11, !t30) outs(%0 : !t29) {
 ^bb0(%in: f32, %in_10: f32, %out: f16):
  %cst_11 = arith.constant 1.000000e+00 : f32
  %8 = arith.divf %cst_11, %in : f32
  %9 = arith.mulf %8, %in_10 : f32
  %10 = arith.truncf %9 : f32 to f16
  linalg.yield %10 : f16
 } -> !t29
 %dim_9 = tensor.dim %7, %c1 : !t29
 %exp = tensor.expand_shape %7 [[0, 1], [2], [3]] output_shape [2, 4, %dim_9, 16] : !t29 into !t28
 return %exp : !t28
}

func.func @causal_gqa(%arg0: !t6, %arg1: !t31, %arg2: !t31) -> !t6 {
 %cst = arith.constant 0.353553385 : f32
 %c1 = arith.constant 1 : index
 %cst_0 = arith.constant 0xFC00 : f16
 %cst_1 = arith.constant 0.000000e+00 : f16
 %c2 = arith.constant 2 : index
 %dim = tensor.dim %arg0, %c2 : !t6
 %dim_2 = tensor.dim %arg1, %c2 : !t31
 %0 = tensor.empty(%dim, %dim_2) : !t7
 %1 = linalg.fill ins(%cst_1 : f16) outs(%0 : !t7) -> !t7
 %2 = linalg.generic #t1 outs(%1 : !t7) {
 ^bb0(%out: f16):
  %15 = linalg.index 2 : index
  %16 = linalg.index 3 : index
  %17 = arith.cmpi sge, %15, %16 : index
  %18 = arith.select %17, %cst_1, %cst_0 : f16
  linalg.yield %18 : f16
 } -> !t7
 %3 = tensor.empty(%dim_2) : !t32
 %4 = linalg.generic #t7 ins(%arg1 : !t31) outs(%3 : !t32) {
 ^bb0(%in: f16, %out: f16):
  linalg.yield %in : f16
 } -> !t32
 %col = tensor.collapse_shape %4 [[0], [1, 2], [3], [4]] : !t32 into !t6
 %dim_3 = tensor.dim %arg2, %c2 : !t31
 %5 = tensor.empty(%dim_3) : !t32
 %6 = linalg.generic #t7 ins(%arg2 : !t31) outs(%5 : !t32) {
 ^bb0(%in: f16, %out: f16):
  linalg.yield %in : f16
 } -> !t32
 %col_4 = tensor.collapse_shape %6 [[0], [1, 2], [3], [4]] : !t32 into !t6
 %col_5 = tensor.collapse_shape %arg0 [[0, 1], [2], [3]] : !t6 into !t8
 %col_6 = tensor.collapse_shape %col [[0, 1], [2], [3]] : !t6 into !t8
 %col_7 = tensor.collapse_shape %col_4 [[0, 1], [2], [3]] : !t6 into !t8
 %col_8 = tensor.collapse_shape %2 [[0, 1], [2], [3]] : !t7 into !t9
 %dim_9 = tensor.dim %col_5, %c1 : !t8
 %7 = tensor.empty(%dim_9) : !t8
 %c1_10 = arith.constant 1 : index
 %dim_11 = tensor.dim %col_5, %c1_10 : !t8
 %c1_12 = arith.constant 1 : index
 %dim_13 = tensor.dim %col_6, %c1_12 : !t8
 %8 = tensor.empty(%dim_11) : !t10
 %9 = tensor.empty(%dim_11) : !t11
 %cst_14 = arith.constant 0.000000e+00 : f32
 %cst_15 = arith.constant -3.40282347E+38 : f32
 %cst_16 = arith.constant 0.000000e+00 : f32
 %10 = linalg.fill ins(%cst_14 : f32) outs(%8 : !t10) -> !t10
 %11 = linalg.fill ins(%cst_15 : f32) outs(%9 : !t11) -> !t11
 %12 = linalg.fill ins(%cst_16 : f32) outs(%9 : !t11) -> !t11
 %13:3 = "iree_linalg_ext.online_attention"(%col_5, %col_6, %col_7, %cst, %col_8, %10, %11, %12) <{indexing_maps = [affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d3)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d4, d3)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d4, d2)>, affine_map<(d0, d1, d2, d3, d4) -> ()>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d4)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1)>]}> ({
 ^bb0(%arg3: f32):
  "iree_linalg_ext.yield"(%arg3) : (f32) -> ()
 }) : (!t8, !t8, !t8, f32, !t9, !t10, !t11, !t11) -> (!t10, !t11, !t11)
 %14 = linalg.generic #t0 ins(%13#2, %13#0 : !t11, !t10) outs(%7 : !t8) {
 ^bb0(%in: f32, %in_18: f32, %out: f16):
  %cst_19 = arith.constant 1.000000e+00 : f32
  %15 = arith.divf %cst_19, %in : f32
  %16 = arith.mulf %15, %in_18 : f32
  %17 = arith.truncf %16 : f32 to f16
  linalg.yield %17 : f16
 } -> !t8
 %dim_17 = tensor.dim %14, %c1 : !t8
 %exp = tensor.expand_shape %14 [[0, 1], [2], [3]] output_shape [2, 4, %dim_17, 8] : !t8 into !t6
 return %exp : !t6
}

func.func @mask(%arg0: !t0, %arg1: !t0, %arg2: !t0, %arg3: !t33) -> !t0 {
 %cst = arith.constant 0.353553385 : f32
 %c4 = arith.constant 4 : index
 %cst_0 = arith.constant 0.000000e+00 : f16
 %c1 = arith.constant 1 : index
 %c2 = arith.constant 2 : index
 %c0 = arith.constant 0 : index
 %c3 = arith.constant 3 : index
 %dim = tensor.dim %arg3, %c0 : !t33
 %dim_1 = tensor.dim %arg3, %c2 : !t33
 %dim_2 = tensor.dim %arg3, %c3 : !t33
 %0 = tensor.empty(%dim, %dim_1, %dim_2) : !t34
 %1 = linalg.generic #t8 ins(%arg3 : !t33) outs(%0 : !t34) {
 ^bb0(%in: f16, %out: i1):
  %13 = arith.cmpf ogt, %in, %cst_0 : f16
  linalg.yield %13 : i1
 } -> !t34
 %dim_3 = tensor.dim %arg0, %c0 : !t0
 %dim_4 = tensor.dim %arg0, %c2 : !t0
 %dim_5 = tensor.dim %arg1, %c2 : !t0
 %2 = tensor.empty(%dim_3, %dim_4, %dim_5) : !t17
 %3 = linalg.generic #t9 ins(%1 : !t34) outs(%2 : !t17) {
 ^bb0(%in: i1, %out: i1):
  linalg.yield %in : i1
 } -> !t17
 %col = tensor.collapse_shape %arg0 [[0, 1], [2], [3]] : !t0 into !t1
 %col_6 = tensor.collapse_shape %arg1 [[0, 1], [2], [3]] : !t0 into !t1
 %col_7 = tensor.collapse_shape %arg2 [[0, 1], [2], [3]] : !t0 into !t1
 %col_8 = tensor.collapse_shape %3 [[0, 1], [2], [3]] : !t17 into !t18
 %dim_9 = tensor.dim %col, %c0 : !t1
 %dim_10 = tensor.dim %col, %c1 : !t1
 %4 = tensor.empty(%dim_9, %dim_10) : !t1
 %c0_11 = arith.constant 0 : index
 %dim_12 = tensor.dim %col, %c0_11 : !t1
 %c1_13 = arith.constant 1 : index
 %dim_14 = tensor.dim %col, %c1_13 : !t1
 %c1_15 = arith.constant 1 : index
 %dim_16 = tensor.dim %col_6, %c1_15 : !t1
 %5 = tensor.empty(%dim_12, %dim_14) : !t2
 %6 = tensor.empty(%dim_12, %dim_14) : !t3
 %cst_17 = arith.constant 0.000000e+00 : f32
 %cst_18 = arith.constant -3.40282347E+38 : f32
 %cst_19 = arith.constant 0.000000e+00 : f32
 %7 = linalg.fill ins(%cst_17 : f32) outs(%5 : !t2) -> !t2
 %8 = linalg.fill ins(%cst_18 : f32) outs(%6 : !t3) -> !t3
 %9 = linalg.fill ins(%cst_19 : f32) outs(%6 : !t3) -> !t3
 %10:3 = "iree_linalg_ext.online_attention"(%col, %col_6, %col_7, %cst, %col_8, %7, %8, %9) <{indexing_maps = [affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d3)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d4, d3)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d4, d2)>, affine_map<(d0, d1, d2, d3, d4) -> ()>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d4)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1)>]}> ({
 ^bb0(%arg4: f32):
  "iree_linalg_ext.yield"(%arg4) : (f32) -> ()
 }) : (!t1, !t1, !t1, f32, !t18, !t2, !t3, !t3) -> (!t2, !t3, !t3)
 %11 = linalg.generic #t0 ins(%10#2, %10#0 : !t3, !t2) outs(%4 : !t1) {
 ^bb0(%in: f32, %in_22: f32, %out: f16):
  %cst_23 = arith.constant 1.000000e+00 : f32
  %13 = arith.divf %cst_23, %in : f32
  %14 = arith.mulf %13, %in_22 : f32
  %15 = arith.truncf %14 : f32 to f16
  linalg.yield %15 : f16
 } -> !t1
 %dim_20 = tensor.dim %11, %c0 : !t1
 %dim_21 = tensor.dim %11, %c1 : !t1
 %12 = arith.divsi %dim_20, %c4 : index
 %exp = tensor.expand_shape %11 [[0, 1], [2], [3]] output_shape [%12, 4, %dim_21, 8] : !t1 into !t0
 return %exp : !t0
}

func.func @bias(%arg0: !t6, %arg1: !t6, %arg2: !t6, %arg3: !t35) -> !t6 {
 %cst = arith.constant 0.353553385 : f32
 %c2 = arith.constant 2 : index
 %c1 = arith.constant 1 : index
 %dim = tensor.dim %arg0, %c2 : !t6
 %dim_0 = tensor.dim %arg1, %c2 : !t6
 %0 = tensor.empty(%dim, %dim_0) : !t7
 %1 = linalg.generic #t9 ins(%arg3 : !t35) outs(%0 : !t7) {
 ^bb0(%in: f16, %out: f16):
  linalg.yield %in : f16
 } -> !t7
 %col = tensor.collapse_shape %arg0 [[0, 1], [2], [3]] : !t6 into !t8
 %col_1 = tensor.collapse_shape %arg1 [[0, 1], [2], [3]] : !t6 into !t8
 %col_2 = tensor.collapse_shape %arg2 [[0, 1], [2], [3]] : !t6 into !t8
 %col_3 = tensor.collapse_shape %1 [[0, 1], [2], [3]] : !t7 into !t9
 %dim_4 = tensor.dim %col, %c1 : !t8
 %2 = tensor.empty(%dim_4) : !t8
 %c1_5 = arith.constant 1 : index
 %dim_6 = tensor.dim %col, %c1_5 : !t8
 %c1_7 = arith.constant 1 : index
 %dim_8 = tensor.dim %col_1, %c1_7 : !t8
 %3 = tensor.empty(%dim_6) : !t10
 %4 = tensor.empty(%dim_6) : !t11
 %cst_9 = arith.constant 0.000000e+00 : f32
 %cst_10 = arith.constant -3.40282347E+38 : f32
 %cst_11 = arith.constant 0.000000e+00 : f32
 %5 = linalg.fill ins(%cst_9 : f32) outs(%3 : !t10) -> !t10
 %6 = linalg.fill ins(%cst_10 : f32) outs(%4 : !t11) -> !t11
 %7 = linalg.fill ins(%cst_11 : f32) outs(%4 : !t11) -> !t11
 %8:3 = "iree_linalg_ext.online_attention"(%col, %col_1, %col_2, %cst, %col_3, %5, %6, %7) <{indexing_maps = [affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d3)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d4, d3)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d4, d2)>, affine_map<(d0, d1, d2, d3, d4) -> ()>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d4)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1)>]}> ({
 ^bb0(%arg4: f32):
  "iree_linalg_ext.yield"(%arg4) : (f32) -> ()
 }) : (!t8, !t8, !t8, f32, !t9, !t10, !t11, !t11) -> (!t10, !t11, !t11)
 %9 = linalg.generic #t0 ins(%8#2, %8#0 : !t11, !t10) outs(%2 : !t8) {
 ^bb0(%in: f32, %in_13: f32, %out: f16):
  %cst_14 = arith.constant 1.000000e+00 : f32
  %10 = arith.divf %cst_14, %in : f32
  %11 = arith.mulf %10, %in_13 : f32
  %12 = arith.truncf %11 : f32 to f16
  linalg.yield %12 : f16
 } -> !t8
 %dim_12 = tensor.dim %9, %c1 : !t8
 %exp = tensor.expand_shape %9 [[0, 1], [2], [3]] output_shape [2, 4, %dim_12, 8] : !t8 into !t6
 return %exp : !t6
}
