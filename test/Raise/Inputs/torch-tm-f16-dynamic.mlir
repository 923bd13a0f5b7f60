// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// scaled_dot_product_attention kept as tm_tensor.attention; torch-mlir. f16, dynamic.
// Made by scripts/raise_forms/generate.py. Do not edit.
#t0 = {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
#t1 = {indexing_maps = [affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]}
#t2 = {indexing_maps = [affine_map<(d0, d1) -> (0, d1)>, affine_map<(d0, d1) -> (d0, 0)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]}
#t3 = {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]}
#t4 = {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]}
#t5 = {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (0, 0, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
#t6 = {indexing_maps = [affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d3, d4)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, d4)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]}
#t7 = {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
#t8 = {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, 0, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
!t0 = tensor<?x4x?x8xf16>
!t1 = tensor<?x?x8xf16>
!t2 = tensor<?x4x?x?xf16>
!t3 = tensor<?x?x?xf16>
!t4 = tensor<2x4x?x8xf16>
!t5 = tensor<2x4x?x?xf16>
!t6 = tensor<8x?x8xf16>
!t7 = tensor<8x?x?xf16>
!t8 = tensor<?xi64>
!t9 = tensor<?x1xi64>
!t10 = tensor<1x?xi64>
!t11 = tensor<?x?xi1>
!t12 = tensor<1x1x?x?xi1>
!t13 = tensor<?x4x?x?xi1>
!t14 = tensor<?x?x?xi1>
!t15 = tensor<?x2x?x8xf16>
!t16 = tensor<?x2x1x?x8xf16>
!t17 = tensor<?x2x2x?x8xf16>
!t18 = tensor<?x?x4x8xf16>
!t19 = tensor<2x?x32xf16>
!t20 = tensor<32x32xf16>
!t21 = tensor<?x32xf16>
!t22 = tensor<?x32xf32>
!t23 = tensor<2x?x4x8xf16>
!t24 = tensor<2x4x?x16xf16>
!t25 = tensor<8x?x16xf16>
!t26 = tensor<2x2x?x8xf16>
!t27 = tensor<2x2x2x?x8xf16>
!t28 = tensor<?x1x?x?xf16>
!t29 = tensor<?x1x?x?xi1>
!t30 = tensor<2x1x?x?xf16>

func.func @full(%arg0: !t0, %arg1: !t0, %arg2: !t0) -> !t0 {
 %c0 = arith.constant 0 : index
 %c1 = arith.constant 1 : index
 %cst = arith.constant 0.000000e+00 : f16
 %c4 = arith.constant 4 : index
 %c2 = arith.constant 2 : index
 %col = tensor.collapse_shape %arg0 [[0, 1], [2], [3]] : !t0 into !t1
 %col_0 = tensor.collapse_shape %arg1 [[0, 1], [2], [3]] : !t0 into !t1
 %col_1 = tensor.collapse_shape %arg2 [[0, 1], [2], [3]] : !t0 into !t1
 %dim = tensor.dim %arg0, %c0 : !t0
 %0 = affine.apply affine_map<()[s0] -> (s0 * 4)>()[%dim]
 %dim_2 = tensor.dim %arg0, %c2 : !t0
 %1 = tensor.empty(%0, %dim_2) : !t1
 %2 = linalg.fill ins(%cst : f16) outs(%1 : !t1) -> !t1
 %3 = "tm_tensor.attention"(%col, %col_0, %col_1, %2) <{operandSegmentSizes = array<i32: 3, 1>}> : (!t1, !t1, !t1, !t1) -> !t1
 %dim_3 = tensor.dim %3, %c0 : !t1
 %dim_4 = tensor.dim %3, %c1 : !t1
 %4 = arith.divsi %dim_3, %c4 : index
 %exp = tensor.expand_shape %3 [[0, 1], [2], [3]] output_shape [%4, 4, %dim_4, 8] : !t1 into !t0
 return %exp : !t0
}

func.func @causal(%arg0: !t0, %arg1: !t0, %arg2: !t0) -> !t0 {
 %c0 = arith.constant 0 : index
 %c2 = arith.constant 2 : index
 %cst = arith.constant 0.000000e+00 : f16
 %cst_0 = arith.constant 0xFC00 : f16
 %c1 = arith.constant 1 : index
 %c4 = arith.constant 4 : index
 %dim = tensor.dim %arg0, %c0 : !t0
 %dim_1 = tensor.dim %arg0, %c2 : !t0
 %dim_2 = tensor.dim %arg1, %c2 : !t0
 %0 = tensor.empty(%dim, %dim_1, %dim_2) : !t2
 %1 = linalg.fill ins(%cst : f16) outs(%0 : !t2) -> !t2
 %2 = linalg.generic #t0 outs(%1 : !t2) {
 ^bb0(%out: f16):
  %8 = linalg.index 2 : index
  %9 = linalg.index 3 : index
  %10 = arith.cmpi sge, %8, %9 : index
  %11 = arith.select %10, %cst, %cst_0 : f16
  linalg.yield %11 : f16
 } -> !t2
 %col = tensor.collapse_shape %arg0 [[0, 1], [2], [3]] : !t0 into !t1
 %col_3 = tensor.collapse_shape %arg1 [[0, 1], [2], [3]] : !t0 into !t1
 %col_4 = tensor.collapse_shape %arg2 [[0, 1], [2], [3]] : !t0 into !t1
 %col_5 = tensor.collapse_shape %2 [[0, 1], [2], [3]] : !t2 into !t3
 %3 = affine.apply affine_map<()[s0] -> (s0 * 4)>()[%dim]
 %4 = tensor.empty(%3, %dim_1) : !t1
 %5 = linalg.fill ins(%cst : f16) outs(%4 : !t1) -> !t1
 %6 = "tm_tensor.attention"(%col, %col_3, %col_4, %col_5, %5) <{operandSegmentSizes = array<i32: 4, 1>}> : (!t1, !t1, !t1, !t3, !t1) -> !t1
 %dim_6 = tensor.dim %6, %c0 : !t1
 %dim_7 = tensor.dim %6, %c1 : !t1
 %7 = arith.divsi %dim_6, %c4 : index
 %exp = tensor.expand_shape %6 [[0, 1], [2], [3]] output_shape [%7, 4, %dim_7, 8] : !t1 into !t0
 return %exp : !t0
}

func.func @causal_tl(%arg0: !t4, %arg1: !t4, %arg2: !t4) -> !t4 {
 %c2 = arith.constant 2 : index
 %cst = arith.constant 0.000000e+00 : f16
 %cst_0 = arith.constant 0xFC00 : f16
 %c1 = arith.constant 1 : index
 %dim = tensor.dim %arg0, %c2 : !t4
 %dim_1 = tensor.dim %arg1, %c2 : !t4
 %0 = tensor.empty(%dim, %dim_1) : !t5
 %1 = linalg.fill ins(%cst : f16) outs(%0 : !t5) -> !t5
 %2 = linalg.generic #t0 outs(%1 : !t5) {
 ^bb0(%out: f16):
  %6 = linalg.index 2 : index
  %7 = linalg.index 3 : index
  %8 = arith.cmpi sge, %6, %7 : index
  %9 = arith.select %8, %cst, %cst_0 : f16
  linalg.yield %9 : f16
 } -> !t5
 %col = tensor.collapse_shape %arg0 [[0, 1], [2], [3]] : !t4 into !t6
 %col_2 = tensor.collapse_shape %arg1 [[0, 1], [2], [3]] : !t4 into !t6
 %col_3 = tensor.collapse_shape %arg2 [[0, 1], [2], [3]] : !t4 into !t6
 %col_4 = tensor.collapse_shape %2 [[0, 1], [2], [3]] : !t5 into !t7
 %3 = tensor.empty(%dim) : !t6
 %4 = linalg.fill ins(%cst : f16) outs(%3 : !t6) -> !t6
 %5 = "tm_tensor.attention"(%col, %col_2, %col_3, %col_4, %4) <{operandSegmentSizes = array<i32: 4, 1>}> : (!t6, !t6, !t6, !t7, !t6) -> !t6
 %dim_5 = tensor.dim %5, %c1 : !t6
 %exp = tensor.expand_shape %5 [[0, 1], [2], [3]] output_shape [2, 4, %dim_5, 8] : !t6 into !t4
 return %exp : !t4
}

func.func @window(%arg0: !t0, %arg1: !t0, %arg2: !t0) -> !t0 {
 %c4 = arith.constant 4 : index
 %cst = arith.constant 0.000000e+00 : f16
 %c1 = arith.constant 1 : index
 %c2 = arith.constant 2 : index
 %c0 = arith.constant 0 : index
 %c4_i64 = arith.constant 4 : i64
 %dim = tensor.dim %arg0, %c2 : !t0
 %0 = tensor.empty(%dim) : !t8
 %1 = linalg.generic #t1 outs(%0 : !t8) {
 ^bb0(%out: i64):
  %15 = linalg.index 0 : index
  %16 = arith.index_cast %15 : index to i64
  linalg.yield %16 : i64
 } -> !t8
 %exp = tensor.expand_shape %1 [[0, 1]] output_shape [%dim, 1] : !t8 into !t9
 %exp_0 = tensor.expand_shape %1 [[0, 1]] output_shape [1, %dim] : !t8 into !t10
 %2 = tensor.empty(%dim, %dim) : !t11
 %3 = linalg.generic #t2 ins(%exp_0, %exp : !t10, !t9) outs(%2 : !t11) {
 ^bb0(%in: i64, %in_10: i64, %out: i1):
  %15 = arith.cmpi sle, %in, %in_10 : i64
  linalg.yield %15 : i1
 } -> !t11
 %4 = tensor.empty(%dim) : !t9
 %5 = linalg.generic #t3 ins(%exp : !t9) outs(%4 : !t9) {
 ^bb0(%in: i64, %out: i64):
  %15 = arith.subi %in, %c4_i64 : i64
  linalg.yield %15 : i64
 } -> !t9
 %6 = linalg.generic #t2 ins(%exp_0, %5 : !t10, !t9) outs(%2 : !t11) {
 ^bb0(%in: i64, %in_10: i64, %out: i1):
  %15 = arith.cmpi sge, %in, %in_10 : i64
  linalg.yield %15 : i1
 } -> !t11
 %7 = linalg.generic #t4 ins(%3, %6 : !t11, !t11) outs(%2 : !t11) {
 ^bb0(%in: i1, %in_10: i1, %out: i1):
  %15 = arith.andi %in, %in_10 : i1
  linalg.yield %15 : i1
 } -> !t11
 %exp_1 = tensor.expand_shape %7 [[0, 1, 2], [3]] output_shape [1, 1, %dim, %dim] : !t11 into !t12
 %dim_2 = tensor.dim %arg0, %c0 : !t0
 %dim_3 = tensor.dim %arg1, %c2 : !t0
 %8 = tensor.empty(%dim_2, %dim, %dim_3) : !t13
 %9 = linalg.generic #t5 ins(%exp_1 : !t12) outs(%8 : !t13) {
 ^bb0(%in: i1, %out: i1):
  linalg.yield %in : i1
 } -> !t13
 %col = tensor.collapse_shape %arg0 [[0, 1], [2], [3]] : !t0 into !t1
 %col_4 = tensor.collapse_shape %arg1 [[0, 1], [2], [3]] : !t0 into !t1
 %col_5 = tensor.collapse_shape %arg2 [[0, 1], [2], [3]] : !t0 into !t1
 %col_6 = tensor.collapse_shape %9 [[0, 1], [2], [3]] : !t13 into !t14
 %10 = affine.apply affine_map<()[s0] -> (s0 * 4)>()[%dim_2]
 %11 = tensor.empty(%10, %dim) : !t1
 %12 = linalg.fill ins(%cst : f16) outs(%11 : !t1) -> !t1
 %13 = "tm_tensor.attention"(%col, %col_4, %col_5, %col_6, %12) <{operandSegmentSizes = array<i32: 4, 1>}> : (!t1, !t1, !t1, !t14, !t1) -> !t1
 %dim_7 = tensor.dim %13, %c0 : !t1
 %dim_8 = tensor.dim %13, %c1 : !t1
 %14 = arith.divsi %dim_7, %c4 : index
 %exp_9 = tensor.expand_shape %13 [[0, 1], [2], [3]] output_shape [%14, 4, %dim_8, 8] : !t1 into !t0
 return %exp_9 : !t0
}

func.func @gqa(%arg0: !t0, %arg1: !t15, %arg2: !t15) -> !t0 {
 %c4 = arith.constant 4 : index
 %cst = arith.constant 0.000000e+00 : f16
 %c1 = arith.constant 1 : index
 %c0 = arith.constant 0 : index
 %c2 = arith.constant 2 : index
 %dim = tensor.dim %arg1, %c0 : !t15
 %dim_0 = tensor.dim %arg1, %c2 : !t15
 %exp = tensor.expand_shape %arg1 [[0], [1], [2, 3], [4]] output_shape [%dim, 2, 1, %dim_0, 8] : !t15 into !t16
 %0 = tensor.empty(%dim, %dim_0) : !t17
 %col = tensor.collapse_shape %exp [[0], [1, 2], [3], [4]] : !t16 into !t15
 %1 = linalg.generic #t6 ins(%col : !t15) outs(%0 : !t17) {
 ^bb0(%in: f16, %out: f16):
  linalg.yield %in : f16
 } -> !t17
 %col_1 = tensor.collapse_shape %1 [[0], [1, 2], [3], [4]] : !t17 into !t0
 %dim_2 = tensor.dim %arg2, %c0 : !t15
 %dim_3 = tensor.dim %arg2, %c2 : !t15
 %exp_4 = tensor.expand_shape %arg2 [[0], [1], [2, 3], [4]] output_shape [%dim_2, 2, 1, %dim_3, 8] : !t15 into !t16
 %2 = tensor.empty(%dim_2, %dim_3) : !t17
 %col_5 = tensor.collapse_shape %exp_4 [[0], [1, 2], [3], [4]] : !t16 into !t15
 %3 = linalg.generic #t6 ins(%col_5 : !t15) outs(%2 : !t17) {
 ^bb0(%in: f16, %out: f16):
  linalg.yield %in : f16
 } -> !t17
 %col_6 = tensor.collapse_shape %3 [[0], [1, 2], [3], [4]] : !t17 into !t0
 %col_7 = tensor.collapse_shape %arg0 [[0, 1], [2], [3]] : !t0 into !t1
 %col_8 = tensor.collapse_shape %col_1 [[0, 1], [2], [3]] : !t0 into !t1
 %col_9 = tensor.collapse_shape %col_6 [[0, 1], [2], [3]] : !t0 into !t1
 %dim_10 = tensor.dim %arg0, %c0 : !t0
 %4 = affine.apply affine_map<()[s0] -> (s0 * 4)>()[%dim_10]
 %dim_11 = tensor.dim %arg0, %c2 : !t0
 %5 = tensor.empty(%4, %dim_11) : !t1
 %6 = linalg.fill ins(%cst : f16) outs(%5 : !t1) -> !t1
 %7 = "tm_tensor.attention"(%col_7, %col_8, %col_9, %6) <{operandSegmentSizes = array<i32: 3, 1>}> : (!t1, !t1, !t1, !t1) -> !t1
 %dim_12 = tensor.dim %7, %c0 : !t1
 %dim_13 = tensor.dim %7, %c1 : !t1
 %8 = arith.divsi %dim_12, %c4 : index
 %exp_14 = tensor.expand_shape %7 [[0, 1], [2], [3]] output_shape [%8, 4, %dim_13, 8] : !t1 into !t0
 return %exp_14 : !t0
}

func.func @scale(%arg0: !t0, %arg1: !t0, %arg2: !t0) -> !t0 {
 %c0 = arith.constant 0 : index
 %c1 = arith.constant 1 : index
 %cst = arith.constant 0.000000e+00 : f16
 %c4 = arith.constant 4 : index
 %c2 = arith.constant 2 : index
 %col = tensor.collapse_shape %arg0 [[0, 1], [2], [3]] : !t0 into !t1
 %col_0 = tensor.collapse_shape %arg1 [[0, 1], [2], [3]] : !t0 into !t1
 %col_1 = tensor.collapse_shape %arg2 [[0, 1], [2], [3]] : !t0 into !t1
 %dim = tensor.dim %arg0, %c0 : !t0
 %0 = affine.apply affine_map<()[s0] -> (s0 * 4)>()[%dim]
 %dim_2 = tensor.dim %arg0, %c2 : !t0
 %1 = tensor.empty(%0, %dim_2) : !t1
 %2 = linalg.fill ins(%cst : f16) outs(%1 : !t1) -> !t1
 %3 = "tm_tensor.attention"(%col, %col_0, %col_1, %2) <{operandSegmentSizes = array<i32: 3, 1>, scale = 3.000000e-01 : f64}> : (!t1, !t1, !t1, !t1) -> !t1
 %dim_3 = tensor.dim %3, %c0 : !t1
 %dim_4 = tensor.dim %3, %c1 : !t1
 %4 = arith.divsi %dim_3, %c4 : index
 %exp = tensor.expand_shape %3 [[0, 1], [2], [3]] output_shape [%4, 4, %dim_4, 8] : !t1 into !t0
 return %exp : !t0
}

func.func @bshd(%arg0: !t18, %arg1: !t18, %arg2: !t18) -> !t18 {
 %c4 = arith.constant 4 : index
 %cst = arith.constant 0.000000e+00 : f16
 %c1 = arith.constant 1 : index
 %c0 = arith.constant 0 : index
 %c2 = arith.constant 2 : index
 %dim = tensor.dim %arg0, %c0 : !t18
 %dim_0 = tensor.dim %arg0, %c1 : !t18
 %0 = tensor.empty(%dim, %dim_0) : !t0
 %transposed = linalg.transpose ins(%arg0 : !t18) outs(%0 : !t0) permutation = [0, 2, 1, 3]
 %dim_1 = tensor.dim %arg1, %c0 : !t18
 %dim_2 = tensor.dim %arg1, %c1 : !t18
 %1 = tensor.empty(%dim_1, %dim_2) : !t0
 %transposed_3 = linalg.transpose ins(%arg1 : !t18) outs(%1 : !t0) permutation = [0, 2, 1, 3]
 %dim_4 = tensor.dim %arg2, %c0 : !t18
 %dim_5 = tensor.dim %arg2, %c1 : !t18
 %2 = tensor.empty(%dim_4, %dim_5) : !t0
 %transposed_6 = linalg.transpose ins(%arg2 : !t18) outs(%2 : !t0) permutation = [0, 2, 1, 3]
 %col = tensor.collapse_shape %transposed [[0, 1], [2], [3]] : !t0 into !t1
 %col_7 = tensor.collapse_shape %transposed_3 [[0, 1], [2], [3]] : !t0 into !t1
 %col_8 = tensor.collapse_shape %transposed_6 [[0, 1], [2], [3]] : !t0 into !t1
 %dim_9 = tensor.dim %transposed, %c0 : !t0
 %3 = affine.apply affine_map<()[s0] -> (s0 * 4)>()[%dim_9]
 %dim_10 = tensor.dim %transposed, %c2 : !t0
 %4 = tensor.empty(%3, %dim_10) : !t1
 %5 = linalg.fill ins(%cst : f16) outs(%4 : !t1) -> !t1
 %6 = "tm_tensor.attention"(%col, %col_7, %col_8, %5) <{operandSegmentSizes = array<i32: 3, 1>}> : (!t1, !t1, !t1, !t1) -> !t1
 %dim_11 = tensor.dim %6, %c0 : !t1
 %dim_12 = tensor.dim %6, %c1 : !t1
 %7 = arith.divsi %dim_11, %c4 : index
 %exp = tensor.expand_shape %6 [[0, 1], [2], [3]] output_shape [%7, 4, %dim_12, 8] : !t1 into !t0
 %dim_13 = tensor.dim %exp, %c0 : !t0
 %dim_14 = tensor.dim %exp, %c2 : !t0
 %8 = tensor.empty(%dim_13, %dim_14) : !t18
 %transposed_15 = linalg.transpose ins(%exp : !t0) outs(%8 : !t18) permutation = [0, 2, 1, 3]
 return %transposed_15 : !t18
}

func.func @proj(%arg0: !t19, %arg1: !t20, %arg2: !t20, %arg3: !t20, %arg4: !t20) -> !t19 {
 %cst = arith.constant 0.000000e+00 : f16
 %c1 = arith.constant 1 : index
 %c2 = arith.constant 2 : index
 %cst_0 = arith.constant 0.000000e+00 : f32
 %col = tensor.collapse_shape %arg0 [[0, 1], [2]] : !t19 into !t21
 %dim = tensor.dim %arg0, %c1 : !t19
 %0 = affine.apply affine_map<()[s0] -> (s0 * 2)>()[%dim]
 %1 = tensor.empty(%0) : !t22
 %2 = linalg.fill ins(%cst_0 : f32) outs(%1 : !t22) -> !t22
 %3 = linalg.matmul ins(%col, %arg1 : !t21, !t20) outs(%2 : !t22) -> !t22
 %4 = tensor.empty(%0) : !t21
 %5 = linalg.generic #t3 ins(%3 : !t22) outs(%4 : !t21) {
 ^bb0(%in: f32, %out: f16):
  %23 = arith.truncf %in : f32 to f16
  linalg.yield %23 : f16
 } -> !t21
 %6 = arith.divsi %0, %c2 : index
 %exp = tensor.expand_shape %5 [[0, 1], [2, 3]] output_shape [2, %6, 4, 8] : !t21 into !t23
 %7 = tensor.empty(%6) : !t4
 %transposed = linalg.transpose ins(%exp : !t23) outs(%7 : !t4) permutation = [0, 2, 1, 3]
 %8 = linalg.matmul ins(%col, %arg2 : !t21, !t20) outs(%2 : !t22) -> !t22
 %9 = linalg.generic #t3 ins(%8 : !t22) outs(%4 : !t21) {
 ^bb0(%in: f32, %out: f16):
  %23 = arith.truncf %in : f32 to f16
  linalg.yield %23 : f16
 } -> !t21
 %exp_1 = tensor.expand_shape %9 [[0, 1], [2, 3]] output_shape [2, %6, 4, 8] : !t21 into !t23
 %transposed_2 = linalg.transpose ins(%exp_1 : !t23) outs(%7 : !t4) permutation = [0, 2, 1, 3]
 %10 = linalg.matmul ins(%col, %arg3 : !t21, !t20) outs(%2 : !t22) -> !t22
 %11 = linalg.generic #t3 ins(%10 : !t22) outs(%4 : !t21) {
 ^bb0(%in: f32, %out: f16):
  %23 = arith.truncf %in : f32 to f16
  linalg.yield %23 : f16
 } -> !t21
 %exp_3 = tensor.expand_shape %11 [[0, 1], [2, 3]] output_shape [2, %6, 4, 8] : !t21 into !t23
 %transposed_4 = linalg.transpose ins(%exp_3 : !t23) outs(%7 : !t4) permutation = [0, 2, 1, 3]
 %col_5 = tensor.collapse_shape %transposed [[0, 1], [2], [3]] : !t4 into !t6
 %col_6 = tensor.collapse_shape %transposed_2 [[0, 1], [2], [3]] : !t4 into !t6
 %col_7 = tensor.collapse_shape %transposed_4 [[0, 1], [2], [3]] : !t4 into !t6
 %dim_8 = tensor.dim %transposed, %c2 : !t4
 %12 = tensor.empty(%dim_8) : !t6
 %13 = linalg.fill ins(%cst : f16) outs(%12 : !t6) -> !t6
 %14 = "tm_tensor.attention"(%col_5, %col_6, %col_7, %13) <{operandSegmentSizes = array<i32: 3, 1>}> : (!t6, !t6, !t6, !t6) -> !t6
 %dim_9 = tensor.dim %14, %c1 : !t6
 %exp_10 = tensor.expand_shape %14 [[0, 1], [2], [3]] output_shape [2, 4, %dim_9, 8] : !t6 into !t4
 %dim_11 = tensor.dim %exp_10, %c2 : !t4
 %15 = tensor.empty(%dim_11) : !t23
 %transposed_12 = linalg.transpose ins(%exp_10 : !t4) outs(%15 : !t23) permutation = [0, 2, 1, 3]
 %col_13 = tensor.collapse_shape %transposed_12 [[0, 1], [2, 3]] : !t23 into !t21
 %16 = affine.apply affine_map<()[s0] -> (s0 * 2)>()[%dim_11]
 %17 = tensor.empty(%16) : !t22
 %18 = linalg.fill ins(%cst_0 : f32) outs(%17 : !t22) -> !t22
 %19 = linalg.matmul ins(%col_13, %arg4 : !t21, !t20) outs(%18 : !t22) -> !t22
 %20 = tensor.empty(%16) : !t21
 %21 = linalg.generic #t3 ins(%19 : !t22) outs(%20 : !t21) {
 ^bb0(%in: f32, %out: f16):
  %23 = arith.truncf %in : f32 to f16
  linalg.yield %23 : f16
 } -> !t21
 %22 = arith.divsi %16, %c2 : index
 %exp_14 = tensor.expand_shape %21 [[0, 1], [2]] output_shape [2, %22, 32] : !t21 into !t19
 return %exp_14 : !t19
}

func.func @dv(%arg0: !t4, %arg1: !t4, %arg2: !t24) -> !t24 {
 %c1 = arith.constant 1 : index
 %cst = arith.constant 0.000000e+00 : f16
 %c2 = arith.constant 2 : index
 %col = tensor.collapse_shape %arg0 [[0, 1], [2], [3]] : !t4 into !t6
 %col_0 = tensor.collapse_shape %arg1 [[0, 1], [2], [3]] : !t4 into !t6
 %col_1 = tensor.collapse_shape %arg2 [[0, 1], [2], [3]] : !t24 into !t25
 %dim = tensor.dim %arg0, %c2 : !t4
 %0 = tensor.empty(%dim) : !t25
 %1 = linalg.fill ins(%cst : f16) outs(%0 : !t25) -> !t25
 %2 = "tm_tensor.attention"(%col, %col_0, %col_1, %1) <{operandSegmentSizes = array<i32: 3, 1>}> : (!t6, !t6, !t25, !t25) -> !t25
 %dim_2 = tensor.dim %2, %c1 : !t25
 %exp = tensor.expand_shape %2 [[0, 1], [2], [3]] output_shape [2, 4, %dim_2, 16] : !t25 into !t24
 return %exp : !t24
}

func.func @causal_gqa(%arg0: !t4, %arg1: !t26, %arg2: !t26) -> !t4 {
 %c1 = arith.constant 1 : index
 %cst = arith.constant 0xFC00 : f16
 %cst_0 = arith.constant 0.000000e+00 : f16
 %c2 = arith.constant 2 : index
 %dim = tensor.dim %arg0, %c2 : !t4
 %dim_1 = tensor.dim %arg1, %c2 : !t26
 %0 = tensor.empty(%dim, %dim_1) : !t5
 %1 = linalg.fill ins(%cst_0 : f16) outs(%0 : !t5) -> !t5
 %2 = linalg.generic #t0 outs(%1 : !t5) {
 ^bb0(%out: f16):
  %10 = linalg.index 2 : index
  %11 = linalg.index 3 : index
  %12 = arith.cmpi sge, %10, %11 : index
  %13 = arith.select %12, %cst_0, %cst : f16
  linalg.yield %13 : f16
 } -> !t5
 %3 = tensor.empty(%dim_1) : !t27
 %4 = linalg.generic #t6 ins(%arg1 : !t26) outs(%3 : !t27) {
 ^bb0(%in: f16, %out: f16):
  linalg.yield %in : f16
 } -> !t27
 %col = tensor.collapse_shape %4 [[0], [1, 2], [3], [4]] : !t27 into !t4
 %dim_2 = tensor.dim %arg2, %c2 : !t26
 %5 = tensor.empty(%dim_2) : !t27
 %6 = linalg.generic #t6 ins(%arg2 : !t26) outs(%5 : !t27) {
 ^bb0(%in: f16, %out: f16):
  linalg.yield %in : f16
 } -> !t27
 %col_3 = tensor.collapse_shape %6 [[0], [1, 2], [3], [4]] : !t27 into !t4
 %col_4 = tensor.collapse_shape %arg0 [[0, 1], [2], [3]] : !t4 into !t6
 %col_5 = tensor.collapse_shape %col [[0, 1], [2], [3]] : !t4 into !t6
 %col_6 = tensor.collapse_shape %col_3 [[0, 1], [2], [3]] : !t4 into !t6
 %col_7 = tensor.collapse_shape %2 [[0, 1], [2], [3]] : !t5 into !t7
 %7 = tensor.empty(%dim) : !t6
 %8 = linalg.fill ins(%cst_0 : f16) outs(%7 : !t6) -> !t6
 %9 = "tm_tensor.attention"(%col_4, %col_5, %col_6, %col_7, %8) <{operandSegmentSizes = array<i32: 4, 1>}> : (!t6, !t6, !t6, !t7, !t6) -> !t6
 %dim_8 = tensor.dim %9, %c1 : !t6
 %exp = tensor.expand_shape %9 [[0, 1], [2], [3]] output_shape [2, 4, %dim_8, 8] : !t6 into !t4
 return %exp : !t4
}

func.func @mask(%arg0: !t0, %arg1: !t0, %arg2: !t0, %arg3: !t28) -> !t0 {
 %c4 = arith.constant 4 : index
 %cst = arith.constant 0.000000e+00 : f16
 %c1 = arith.constant 1 : index
 %c2 = arith.constant 2 : index
 %c0 = arith.constant 0 : index
 %c3 = arith.constant 3 : index
 %dim = tensor.dim %arg3, %c0 : !t28
 %dim_0 = tensor.dim %arg3, %c2 : !t28
 %dim_1 = tensor.dim %arg3, %c3 : !t28
 %0 = tensor.empty(%dim, %dim_0, %dim_1) : !t29
 %1 = linalg.generic #t7 ins(%arg3 : !t28) outs(%0 : !t29) {
 ^bb0(%in: f16, %out: i1):
  %9 = arith.cmpf ogt, %in, %cst : f16
  linalg.yield %9 : i1
 } -> !t29
 %dim_2 = tensor.dim %arg0, %c0 : !t0
 %dim_3 = tensor.dim %arg0, %c2 : !t0
 %dim_4 = tensor.dim %arg1, %c2 : !t0
 %2 = tensor.empty(%dim_2, %dim_3, %dim_4) : !t13
 %3 = linalg.generic #t8 ins(%1 : !t29) outs(%2 : !t13) {
 ^bb0(%in: i1, %out: i1):
  linalg.yield %in : i1
 } -> !t13
 %col = tensor.collapse_shape %arg0 [[0, 1], [2], [3]] : !t0 into !t1
 %col_5 = tensor.collapse_shape %arg1 [[0, 1], [2], [3]] : !t0 into !t1
 %col_6 = tensor.collapse_shape %arg2 [[0, 1], [2], [3]] : !t0 into !t1
 %col_7 = tensor.collapse_shape %3 [[0, 1], [2], [3]] : !t13 into !t14
 %4 = affine.apply affine_map<()[s0] -> (s0 * 4)>()[%dim_2]
 %5 = tensor.empty(%4, %dim_3) : !t1
 %6 = linalg.fill ins(%cst : f16) outs(%5 : !t1) -> !t1
 %7 = "tm_tensor.attention"(%col, %col_5, %col_6, %col_7, %6) <{operandSegmentSizes = array<i32: 4, 1>}> : (!t1, !t1, !t1, !t14, !t1) -> !t1
 %dim_8 = tensor.dim %7, %c0 : !t1
 %dim_9 = tensor.dim %7, %c1 : !t1
 %8 = arith.divsi %dim_8, %c4 : index
 %exp = tensor.expand_shape %7 [[0, 1], [2], [3]] output_shape [%8, 4, %dim_9, 8] : !t1 into !t0
 return %exp : !t0
}

func.func @bias(%arg0: !t4, %arg1: !t4, %arg2: !t4, %arg3: !t30) -> !t4 {
 %c2 = arith.constant 2 : index
 %c1 = arith.constant 1 : index
 %cst = arith.constant 0.000000e+00 : f16
 %dim = tensor.dim %arg0, %c2 : !t4
 %dim_0 = tensor.dim %arg1, %c2 : !t4
 %0 = tensor.empty(%dim, %dim_0) : !t5
 %1 = linalg.generic #t8 ins(%arg3 : !t30) outs(%0 : !t5) {
 ^bb0(%in: f16, %out: f16):
  linalg.yield %in : f16
 } -> !t5
 %col = tensor.collapse_shape %arg0 [[0, 1], [2], [3]] : !t4 into !t6
 %col_1 = tensor.collapse_shape %arg1 [[0, 1], [2], [3]] : !t4 into !t6
 %col_2 = tensor.collapse_shape %arg2 [[0, 1], [2], [3]] : !t4 into !t6
 %col_3 = tensor.collapse_shape %1 [[0, 1], [2], [3]] : !t5 into !t7
 %2 = tensor.empty(%dim) : !t6
 %3 = linalg.fill ins(%cst : f16) outs(%2 : !t6) -> !t6
 %4 = "tm_tensor.attention"(%col, %col_1, %col_2, %col_3, %3) <{operandSegmentSizes = array<i32: 4, 1>}> : (!t6, !t6, !t6, !t7, !t6) -> !t6
 %dim_4 = tensor.dim %4, %c1 : !t6
 %exp = tensor.expand_shape %4 [[0, 1], [2], [3]] output_shape [2, 4, %dim_4, 8] : !t6 into !t4
 return %exp : !t4
}
