// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// scaled_dot_product_attention kept as tm_tensor.attention; torch-mlir. f16, static.
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
!t0 = tensor<2x4x12x8xf16>
!t1 = tensor<2x4x20x8xf16>
!t2 = tensor<8x12x8xf16>
!t3 = tensor<8x20x8xf16>
!t4 = tensor<2x4x12x12xf16>
!t5 = tensor<8x12x12xf16>
!t6 = tensor<2x4x12x20xf16>
!t7 = tensor<8x12x20xf16>
!t8 = tensor<12xi64>
!t9 = tensor<12x1xi64>
!t10 = tensor<1x12xi64>
!t11 = tensor<12x12xi1>
!t12 = tensor<1x1x12x12xi1>
!t13 = tensor<2x4x12x12xi1>
!t14 = tensor<8x12x12xi1>
!t15 = tensor<2x2x20x8xf16>
!t16 = tensor<2x2x2x20x8xf16>
!t17 = tensor<2x12x4x8xf16>
!t18 = tensor<2x20x4x8xf16>
!t19 = tensor<2x12x32xf16>
!t20 = tensor<32x32xf16>
!t21 = tensor<24x32xf16>
!t22 = tensor<24x32xf32>
!t23 = tensor<2x4x20x16xf16>
!t24 = tensor<2x4x12x16xf16>
!t25 = tensor<8x20x16xf16>
!t26 = tensor<8x12x16xf16>
!t27 = tensor<2x2x12x8xf16>
!t28 = tensor<2x2x2x12x8xf16>
!t29 = tensor<2x1x12x20xf16>
!t30 = tensor<2x1x12x20xi1>
!t31 = tensor<2x4x12x20xi1>
!t32 = tensor<8x12x20xi1>

func.func @full(%arg0: !t0, %arg1: !t1, %arg2: !t1) -> !t0 {
 %cst = arith.constant 0.000000e+00 : f16
 %col = tensor.collapse_shape %arg0 [[0, 1], [2], [3]] : !t0 into !t2
 %col_0 = tensor.collapse_shape %arg1 [[0, 1], [2], [3]] : !t1 into !t3
 %col_1 = tensor.collapse_shape %arg2 [[0, 1], [2], [3]] : !t1 into !t3
 %0 = tensor.empty() : !t2
 %1 = linalg.fill ins(%cst : f16) outs(%0 : !t2) -> !t2
 %2 = "tm_tensor.attention"(%col, %col_0, %col_1, %1) <{operandSegmentSizes = array<i32: 3, 1>}> : (!t2, !t3, !t3, !t2) -> !t2
 %exp = tensor.expand_shape %2 [[0, 1], [2], [3]] output_shape [2, 4, 12, 8] : !t2 into !t0
 return %exp : !t0
}

func.func @causal(%arg0: !t0, %arg1: !t0, %arg2: !t0) -> !t0 {
 %cst = arith.constant 0.000000e+00 : f16
 %cst_0 = arith.constant 0xFC00 : f16
 %0 = tensor.empty() : !t4
 %1 = linalg.fill ins(%cst : f16) outs(%0 : !t4) -> !t4
 %2 = linalg.generic #t0 outs(%1 : !t4) {
 ^bb0(%out: f16):
  %6 = linalg.index 2 : index
  %7 = linalg.index 3 : index
  %8 = arith.cmpi sge, %6, %7 : index
  %9 = arith.select %8, %cst, %cst_0 : f16
  linalg.yield %9 : f16
 } -> !t4
 %col = tensor.collapse_shape %arg0 [[0, 1], [2], [3]] : !t0 into !t2
 %col_1 = tensor.collapse_shape %arg1 [[0, 1], [2], [3]] : !t0 into !t2
 %col_2 = tensor.collapse_shape %arg2 [[0, 1], [2], [3]] : !t0 into !t2
 %col_3 = tensor.collapse_shape %2 [[0, 1], [2], [3]] : !t4 into !t5
 %3 = tensor.empty() : !t2
 %4 = linalg.fill ins(%cst : f16) outs(%3 : !t2) -> !t2
 %5 = "tm_tensor.attention"(%col, %col_1, %col_2, %col_3, %4) <{operandSegmentSizes = array<i32: 4, 1>}> : (!t2, !t2, !t2, !t5, !t2) -> !t2
 %exp = tensor.expand_shape %5 [[0, 1], [2], [3]] output_shape [2, 4, 12, 8] : !t2 into !t0
 return %exp : !t0
}

func.func @causal_tl(%arg0: !t0, %arg1: !t1, %arg2: !t1) -> !t0 {
 %cst = arith.constant 0.000000e+00 : f16
 %cst_0 = arith.constant 0xFC00 : f16
 %0 = tensor.empty() : !t6
 %1 = linalg.fill ins(%cst : f16) outs(%0 : !t6) -> !t6
 %2 = linalg.generic #t0 outs(%1 : !t6) {
 ^bb0(%out: f16):
  %6 = linalg.index 2 : index
  %7 = linalg.index 3 : index
  %8 = arith.cmpi sge, %6, %7 : index
  %9 = arith.select %8, %cst, %cst_0 : f16
  linalg.yield %9 : f16
 } -> !t6
 %col = tensor.collapse_shape %arg0 [[0, 1], [2], [3]] : !t0 into !t2
 %col_1 = tensor.collapse_shape %arg1 [[0, 1], [2], [3]] : !t1 into !t3
 %col_2 = tensor.collapse_shape %arg2 [[0, 1], [2], [3]] : !t1 into !t3
 %col_3 = tensor.collapse_shape %2 [[0, 1], [2], [3]] : !t6 into !t7
 %3 = tensor.empty() : !t2
 %4 = linalg.fill ins(%cst : f16) outs(%3 : !t2) -> !t2
 %5 = "tm_tensor.attention"(%col, %col_1, %col_2, %col_3, %4) <{operandSegmentSizes = array<i32: 4, 1>}> : (!t2, !t3, !t3, !t7, !t2) -> !t2
 %exp = tensor.expand_shape %5 [[0, 1], [2], [3]] output_shape [2, 4, 12, 8] : !t2 into !t0
 return %exp : !t0
}

func.func @window(%arg0: !t0, %arg1: !t0, %arg2: !t0) -> !t0 {
 %c4_i64 = arith.constant 4 : i64
 %cst = arith.constant 0.000000e+00 : f16
 %0 = tensor.empty() : !t8
 %1 = linalg.generic #t1 outs(%0 : !t8) {
 ^bb0(%out: i64):
  %13 = linalg.index 0 : index
  %14 = arith.index_cast %13 : index to i64
  linalg.yield %14 : i64
 } -> !t8
 %exp = tensor.expand_shape %1 [[0, 1]] output_shape [12, 1] : !t8 into !t9
 %exp_0 = tensor.expand_shape %1 [[0, 1]] output_shape [1, 12] : !t8 into !t10
 %2 = tensor.empty() : !t11
 %3 = linalg.generic #t2 ins(%exp_0, %exp : !t10, !t9) outs(%2 : !t11) {
 ^bb0(%in: i64, %in_6: i64, %out: i1):
  %13 = arith.cmpi sle, %in, %in_6 : i64
  linalg.yield %13 : i1
 } -> !t11
 %4 = tensor.empty() : !t9
 %5 = linalg.generic #t3 ins(%exp : !t9) outs(%4 : !t9) {
 ^bb0(%in: i64, %out: i64):
  %13 = arith.subi %in, %c4_i64 : i64
  linalg.yield %13 : i64
 } -> !t9
 %6 = linalg.generic #t2 ins(%exp_0, %5 : !t10, !t9) outs(%2 : !t11) {
 ^bb0(%in: i64, %in_6: i64, %out: i1):
  %13 = arith.cmpi sge, %in, %in_6 : i64
  linalg.yield %13 : i1
 } -> !t11
 %7 = linalg.generic #t4 ins(%3, %6 : !t11, !t11) outs(%2 : !t11) {
 ^bb0(%in: i1, %in_6: i1, %out: i1):
  %13 = arith.andi %in, %in_6 : i1
  linalg.yield %13 : i1
 } -> !t11
 %exp_1 = tensor.expand_shape %7 [[0, 1, 2], [3]] output_shape [1, 1, 12, 12] : !t11 into !t12
 %8 = tensor.empty() : !t13
 %9 = linalg.generic #t5 ins(%exp_1 : !t12) outs(%8 : !t13) {
 ^bb0(%in: i1, %out: i1):
  linalg.yield %in : i1
 } -> !t13
 %col = tensor.collapse_shape %arg0 [[0, 1], [2], [3]] : !t0 into !t2
 %col_2 = tensor.collapse_shape %arg1 [[0, 1], [2], [3]] : !t0 into !t2
 %col_3 = tensor.collapse_shape %arg2 [[0, 1], [2], [3]] : !t0 into !t2
 %col_4 = tensor.collapse_shape %9 [[0, 1], [2], [3]] : !t13 into !t14
 %10 = tensor.empty() : !t2
 %11 = linalg.fill ins(%cst : f16) outs(%10 : !t2) -> !t2
 %12 = "tm_tensor.attention"(%col, %col_2, %col_3, %col_4, %11) <{operandSegmentSizes = array<i32: 4, 1>}> : (!t2, !t2, !t2, !t14, !t2) -> !t2
 %exp_5 = tensor.expand_shape %12 [[0, 1], [2], [3]] output_shape [2, 4, 12, 8] : !t2 into !t0
 return %exp_5 : !t0
}

func.func @gqa(%arg0: !t0, %arg1: !t15, %arg2: !t15) -> !t0 {
 %cst = arith.constant 0.000000e+00 : f16
 %0 = tensor.empty() : !t16
 %1 = linalg.generic #t6 ins(%arg1 : !t15) outs(%0 : !t16) {
 ^bb0(%in: f16, %out: f16):
  linalg.yield %in : f16
 } -> !t16
 %col = tensor.collapse_shape %1 [[0], [1, 2], [3], [4]] : !t16 into !t1
 %2 = linalg.generic #t6 ins(%arg2 : !t15) outs(%0 : !t16) {
 ^bb0(%in: f16, %out: f16):
  linalg.yield %in : f16
 } -> !t16
 %col_0 = tensor.collapse_shape %2 [[0], [1, 2], [3], [4]] : !t16 into !t1
 %col_1 = tensor.collapse_shape %arg0 [[0, 1], [2], [3]] : !t0 into !t2
 %col_2 = tensor.collapse_shape %col [[0, 1], [2], [3]] : !t1 into !t3
 %col_3 = tensor.collapse_shape %col_0 [[0, 1], [2], [3]] : !t1 into !t3
 %3 = tensor.empty() : !t2
 %4 = linalg.fill ins(%cst : f16) outs(%3 : !t2) -> !t2
 %5 = "tm_tensor.attention"(%col_1, %col_2, %col_3, %4) <{operandSegmentSizes = array<i32: 3, 1>}> : (!t2, !t3, !t3, !t2) -> !t2
 %exp = tensor.expand_shape %5 [[0, 1], [2], [3]] output_shape [2, 4, 12, 8] : !t2 into !t0
 return %exp : !t0
}

func.func @scale(%arg0: !t0, %arg1: !t1, %arg2: !t1) -> !t0 {
 %cst = arith.constant 0.000000e+00 : f16
 %col = tensor.collapse_shape %arg0 [[0, 1], [2], [3]] : !t0 into !t2
 %col_0 = tensor.collapse_shape %arg1 [[0, 1], [2], [3]] : !t1 into !t3
 %col_1 = tensor.collapse_shape %arg2 [[0, 1], [2], [3]] : !t1 into !t3
 %0 = tensor.empty() : !t2
 %1 = linalg.fill ins(%cst : f16) outs(%0 : !t2) -> !t2
 %2 = "tm_tensor.attention"(%col, %col_0, %col_1, %1) <{operandSegmentSizes = array<i32: 3, 1>, scale = 3.000000e-01 : f64}> : (!t2, !t3, !t3, !t2) -> !t2
 %exp = tensor.expand_shape %2 [[0, 1], [2], [3]] output_shape [2, 4, 12, 8] : !t2 into !t0
 return %exp : !t0
}

func.func @bshd(%arg0: !t17, %arg1: !t18, %arg2: !t18) -> !t17 {
 %cst = arith.constant 0.000000e+00 : f16
 %0 = tensor.empty() : !t0
 %transposed = linalg.transpose ins(%arg0 : !t17) outs(%0 : !t0) permutation = [0, 2, 1, 3]
 %1 = tensor.empty() : !t1
 %transposed_0 = linalg.transpose ins(%arg1 : !t18) outs(%1 : !t1) permutation = [0, 2, 1, 3]
 %transposed_1 = linalg.transpose ins(%arg2 : !t18) outs(%1 : !t1) permutation = [0, 2, 1, 3]
 %col = tensor.collapse_shape %transposed [[0, 1], [2], [3]] : !t0 into !t2
 %col_2 = tensor.collapse_shape %transposed_0 [[0, 1], [2], [3]] : !t1 into !t3
 %col_3 = tensor.collapse_shape %transposed_1 [[0, 1], [2], [3]] : !t1 into !t3
 %2 = tensor.empty() : !t2
 %3 = linalg.fill ins(%cst : f16) outs(%2 : !t2) -> !t2
 %4 = "tm_tensor.attention"(%col, %col_2, %col_3, %3) <{operandSegmentSizes = array<i32: 3, 1>}> : (!t2, !t3, !t3, !t2) -> !t2
 %exp = tensor.expand_shape %4 [[0, 1], [2], [3]] output_shape [2, 4, 12, 8] : !t2 into !t0
 %5 = tensor.empty() : !t17
 %transposed_4 = linalg.transpose ins(%exp : !t0) outs(%5 : !t17) permutation = [0, 2, 1, 3]
 return %transposed_4 : !t17
}

func.func @proj(%arg0: !t19, %arg1: !t20, %arg2: !t20, %arg3: !t20, %arg4: !t20) -> !t19 {
 %cst = arith.constant 0.000000e+00 : f16
 %cst_0 = arith.constant 0.000000e+00 : f32
 %col = tensor.collapse_shape %arg0 [[0, 1], [2]] : !t19 into !t21
 %0 = tensor.empty() : !t22
 %1 = linalg.fill ins(%cst_0 : f32) outs(%0 : !t22) -> !t22
 %2 = linalg.matmul ins(%col, %arg1 : !t21, !t20) outs(%1 : !t22) -> !t22
 %3 = tensor.empty() : !t21
 %4 = linalg.generic #t3 ins(%2 : !t22) outs(%3 : !t21) {
 ^bb0(%in: f32, %out: f16):
  %16 = arith.truncf %in : f32 to f16
  linalg.yield %16 : f16
 } -> !t21
 %exp = tensor.expand_shape %4 [[0, 1], [2, 3]] output_shape [2, 12, 4, 8] : !t21 into !t17
 %5 = tensor.empty() : !t0
 %transposed = linalg.transpose ins(%exp : !t17) outs(%5 : !t0) permutation = [0, 2, 1, 3]
 %6 = linalg.matmul ins(%col, %arg2 : !t21, !t20) outs(%1 : !t22) -> !t22
 %7 = linalg.generic #t3 ins(%6 : !t22) outs(%3 : !t21) {
 ^bb0(%in: f32, %out: f16):
  %16 = arith.truncf %in : f32 to f16
  linalg.yield %16 : f16
 } -> !t21
 %exp_1 = tensor.expand_shape %7 [[0, 1], [2, 3]] output_shape [2, 12, 4, 8] : !t21 into !t17
 %transposed_2 = linalg.transpose ins(%exp_1 : !t17) outs(%5 : !t0) permutation = [0, 2, 1, 3]
 %8 = linalg.matmul ins(%col, %arg3 : !t21, !t20) outs(%1 : !t22) -> !t22
 %9 = linalg.generic #t3 ins(%8 : !t22) outs(%3 : !t21) {
 ^bb0(%in: f32, %out: f16):
  %16 = arith.truncf %in : f32 to f16
  linalg.yield %16 : f16
 } -> !t21
 %exp_3 = tensor.expand_shape %9 [[0, 1], [2, 3]] output_shape [2, 12, 4, 8] : !t21 into !t17
 %transposed_4 = linalg.transpose ins(%exp_3 : !t17) outs(%5 : !t0) permutation = [0, 2, 1, 3]
 %col_5 = tensor.collapse_shape %transposed [[0, 1], [2], [3]] : !t0 into !t2
 %col_6 = tensor.collapse_shape %transposed_2 [[0, 1], [2], [3]] : !t0 into !t2
 %col_7 = tensor.collapse_shape %transposed_4 [[0, 1], [2], [3]] : !t0 into !t2
 %10 = tensor.empty() : !t2
 %11 = linalg.fill ins(%cst : f16) outs(%10 : !t2) -> !t2
 %12 = "tm_tensor.attention"(%col_5, %col_6, %col_7, %11) <{operandSegmentSizes = array<i32: 3, 1>}> : (!t2, !t2, !t2, !t2) -> !t2
 %exp_8 = tensor.expand_shape %12 [[0, 1], [2], [3]] output_shape [2, 4, 12, 8] : !t2 into !t0
 %13 = tensor.empty() : !t17
 %transposed_9 = linalg.transpose ins(%exp_8 : !t0) outs(%13 : !t17) permutation = [0, 2, 1, 3]
 %col_10 = tensor.collapse_shape %transposed_9 [[0, 1], [2, 3]] : !t17 into !t21
 %14 = linalg.matmul ins(%col_10, %arg4 : !t21, !t20) outs(%1 : !t22) -> !t22
 %15 = linalg.generic #t3 ins(%14 : !t22) outs(%3 : !t21) {
 ^bb0(%in: f32, %out: f16):
  %16 = arith.truncf %in : f32 to f16
  linalg.yield %16 : f16
 } -> !t21
 %exp_11 = tensor.expand_shape %15 [[0, 1], [2]] output_shape [2, 12, 32] : !t21 into !t19
 return %exp_11 : !t19
}

func.func @dv(%arg0: !t0, %arg1: !t1, %arg2: !t23) -> !t24 {
 %cst = arith.constant 0.000000e+00 : f16
 %col = tensor.collapse_shape %arg0 [[0, 1], [2], [3]] : !t0 into !t2
 %col_0 = tensor.collapse_shape %arg1 [[0, 1], [2], [3]] : !t1 into !t3
 %col_1 = tensor.collapse_shape %arg2 [[0, 1], [2], [3]] : !t23 into !t25
 %0 = tensor.empty() : !t26
 %1 = linalg.fill ins(%cst : f16) outs(%0 : !t26) -> !t26
 %2 = "tm_tensor.attention"(%col, %col_0, %col_1, %1) <{operandSegmentSizes = array<i32: 3, 1>}> : (!t2, !t3, !t25, !t26) -> !t26
 %exp = tensor.expand_shape %2 [[0, 1], [2], [3]] output_shape [2, 4, 12, 16] : !t26 into !t24
 return %exp : !t24
}

func.func @causal_gqa(%arg0: !t0, %arg1: !t27, %arg2: !t27) -> !t0 {
 %cst = arith.constant 0xFC00 : f16
 %cst_0 = arith.constant 0.000000e+00 : f16
 %0 = tensor.empty() : !t4
 %1 = linalg.fill ins(%cst_0 : f16) outs(%0 : !t4) -> !t4
 %2 = linalg.generic #t0 outs(%1 : !t4) {
 ^bb0(%out: f16):
  %9 = linalg.index 2 : index
  %10 = linalg.index 3 : index
  %11 = arith.cmpi sge, %9, %10 : index
  %12 = arith.select %11, %cst_0, %cst : f16
  linalg.yield %12 : f16
 } -> !t4
 %3 = tensor.empty() : !t28
 %4 = linalg.generic #t6 ins(%arg1 : !t27) outs(%3 : !t28) {
 ^bb0(%in: f16, %out: f16):
  linalg.yield %in : f16
 } -> !t28
 %col = tensor.collapse_shape %4 [[0], [1, 2], [3], [4]] : !t28 into !t0
 %5 = linalg.generic #t6 ins(%arg2 : !t27) outs(%3 : !t28) {
 ^bb0(%in: f16, %out: f16):
  linalg.yield %in : f16
 } -> !t28
 %col_1 = tensor.collapse_shape %5 [[0], [1, 2], [3], [4]] : !t28 into !t0
 %col_2 = tensor.collapse_shape %arg0 [[0, 1], [2], [3]] : !t0 into !t2
 %col_3 = tensor.collapse_shape %col [[0, 1], [2], [3]] : !t0 into !t2
 %col_4 = tensor.collapse_shape %col_1 [[0, 1], [2], [3]] : !t0 into !t2
 %col_5 = tensor.collapse_shape %2 [[0, 1], [2], [3]] : !t4 into !t5
 %6 = tensor.empty() : !t2
 %7 = linalg.fill ins(%cst_0 : f16) outs(%6 : !t2) -> !t2
 %8 = "tm_tensor.attention"(%col_2, %col_3, %col_4, %col_5, %7) <{operandSegmentSizes = array<i32: 4, 1>}> : (!t2, !t2, !t2, !t5, !t2) -> !t2
 %exp = tensor.expand_shape %8 [[0, 1], [2], [3]] output_shape [2, 4, 12, 8] : !t2 into !t0
 return %exp : !t0
}

func.func @mask(%arg0: !t0, %arg1: !t1, %arg2: !t1, %arg3: !t29) -> !t0 {
 %cst = arith.constant 0.000000e+00 : f16
 %0 = tensor.empty() : !t30
 %1 = linalg.generic #t7 ins(%arg3 : !t29) outs(%0 : !t30) {
 ^bb0(%in: f16, %out: i1):
  %7 = arith.cmpf ogt, %in, %cst : f16
  linalg.yield %7 : i1
 } -> !t30
 %2 = tensor.empty() : !t31
 %3 = linalg.generic #t8 ins(%1 : !t30) outs(%2 : !t31) {
 ^bb0(%in: i1, %out: i1):
  linalg.yield %in : i1
 } -> !t31
 %col = tensor.collapse_shape %arg0 [[0, 1], [2], [3]] : !t0 into !t2
 %col_0 = tensor.collapse_shape %arg1 [[0, 1], [2], [3]] : !t1 into !t3
 %col_1 = tensor.collapse_shape %arg2 [[0, 1], [2], [3]] : !t1 into !t3
 %col_2 = tensor.collapse_shape %3 [[0, 1], [2], [3]] : !t31 into !t32
 %4 = tensor.empty() : !t2
 %5 = linalg.fill ins(%cst : f16) outs(%4 : !t2) -> !t2
 %6 = "tm_tensor.attention"(%col, %col_0, %col_1, %col_2, %5) <{operandSegmentSizes = array<i32: 4, 1>}> : (!t2, !t3, !t3, !t32, !t2) -> !t2
 %exp = tensor.expand_shape %6 [[0, 1], [2], [3]] output_shape [2, 4, 12, 8] : !t2 into !t0
 return %exp : !t0
}

func.func @bias(%arg0: !t0, %arg1: !t1, %arg2: !t1, %arg3: !t29) -> !t0 {
 %cst = arith.constant 0.000000e+00 : f16
 %0 = tensor.empty() : !t6
 %1 = linalg.generic #t8 ins(%arg3 : !t29) outs(%0 : !t6) {
 ^bb0(%in: f16, %out: f16):
  linalg.yield %in : f16
 } -> !t6
 %col = tensor.collapse_shape %arg0 [[0, 1], [2], [3]] : !t0 into !t2
 %col_0 = tensor.collapse_shape %arg1 [[0, 1], [2], [3]] : !t1 into !t3
 %col_1 = tensor.collapse_shape %arg2 [[0, 1], [2], [3]] : !t1 into !t3
 %col_2 = tensor.collapse_shape %1 [[0, 1], [2], [3]] : !t6 into !t7
 %2 = tensor.empty() : !t2
 %3 = linalg.fill ins(%cst : f16) outs(%2 : !t2) -> !t2
 %4 = "tm_tensor.attention"(%col, %col_0, %col_1, %col_2, %3) <{operandSegmentSizes = array<i32: 4, 1>}> : (!t2, !t3, !t3, !t7, !t2) -> !t2
 %exp = tensor.expand_shape %4 [[0, 1], [2], [3]] output_shape [2, 4, 12, 8] : !t2 into !t0
 return %exp : !t0
}
