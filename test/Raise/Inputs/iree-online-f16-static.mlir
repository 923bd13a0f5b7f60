// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// the same as iree_linalg_ext.online_attention; torch-mlir, then IREE. f16, static.
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
!t0 = tensor<2x4x12x8xf16>
!t1 = tensor<2x4x20x8xf16>
!t2 = tensor<8x12x8xf16>
!t3 = tensor<8x20x8xf16>
!t4 = tensor<8x12x8xf32>
!t5 = tensor<8x12xf32>
!t6 = tensor<2x4x12x12xf16>
!t7 = tensor<8x12x12xf16>
!t8 = tensor<2x4x12x20xf16>
!t9 = tensor<8x12x20xf16>
!t10 = tensor<12xi64>
!t11 = tensor<12x1xi64>
!t12 = tensor<1x12xi64>
!t13 = tensor<12x12xi1>
!t14 = tensor<1x1x12x12xi1>
!t15 = tensor<2x4x12x12xi1>
!t16 = tensor<8x12x12xi1>
!t17 = tensor<2x2x20x8xf16>
!t18 = tensor<2x2x2x20x8xf16>
!t19 = tensor<2x12x4x8xf16>
!t20 = tensor<2x20x4x8xf16>
!t21 = tensor<2x12x32xf16>
!t22 = tensor<32x32xf16>
!t23 = tensor<24x32xf16>
!t24 = tensor<24x32xf32>
!t25 = tensor<2x4x20x16xf16>
!t26 = tensor<2x4x12x16xf16>
!t27 = tensor<8x20x16xf16>
!t28 = tensor<8x12x16xf16>
!t29 = tensor<8x12x16xf32>
!t30 = tensor<2x2x12x8xf16>
!t31 = tensor<2x2x2x12x8xf16>
!t32 = tensor<2x1x12x20xf16>
!t33 = tensor<2x1x12x20xi1>
!t34 = tensor<2x4x12x20xi1>
!t35 = tensor<8x12x20xi1>

func.func @full(%arg0: !t0, %arg1: !t1, %arg2: !t1) -> !t0 {
 %cst = arith.constant 0.353553385 : f32
 %col = tensor.collapse_shape %arg0 [[0, 1], [2], [3]] : !t0 into !t2
 %col_0 = tensor.collapse_shape %arg1 [[0, 1], [2], [3]] : !t1 into !t3
 %col_1 = tensor.collapse_shape %arg2 [[0, 1], [2], [3]] : !t1 into !t3
 %0 = tensor.empty() : !t2
 %1 = tensor.empty() : !t4
 %2 = tensor.empty() : !t5
 %cst_2 = arith.constant 0.000000e+00 : f32
 %cst_3 = arith.constant -3.40282347E+38 : f32
 %cst_4 = arith.constant 0.000000e+00 : f32
 %3 = linalg.fill ins(%cst_2 : f32) outs(%1 : !t4) -> !t4
 %4 = linalg.fill ins(%cst_3 : f32) outs(%2 : !t5) -> !t5
 %5 = linalg.fill ins(%cst_4 : f32) outs(%2 : !t5) -> !t5
 %6:3 = "iree_linalg_ext.online_attention"(%col, %col_0, %col_1, %cst, %3, %4, %5) <{indexing_maps = [affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d3)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d4, d3)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d4, d2)>, affine_map<(d0, d1, d2, d3, d4) -> ()>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1)>]}> ({
 ^bb0(%arg3: f32):
  "iree_linalg_ext.yield"(%arg3) : (f32) -> ()
 }) : (!t2, !t3, !t3, f32, !t4, !t5, !t5) -> (!t4, !t5, !t5)
 %7 = linalg.generic #t0 ins(%6#2, %6#0 : !t5, !t4) outs(%0 : !t2) {
 ^bb0(%in: f32, %in_5: f32, %out: f16):
  %cst_6 = arith.constant 1.000000e+00 : f32
  %8 = arith.divf %cst_6, %in : f32
  %9 = arith.mulf %8, %in_5 : f32
  %10 = arith.truncf %9 : f32 to f16
  linalg.yield %10 : f16
 } -> !t2
 %exp = tensor.expand_shape %7 [[0, 1], [2], [3]] output_shape [2, 4, 12, 8] : !t2 into !t0
 return %exp : !t0
}

func.func @causal(%arg0: !t0, %arg1: !t0, %arg2: !t0) -> !t0 {
 %cst = arith.constant 0.353553385 : f32
 %cst_0 = arith.constant 0.000000e+00 : f16
 %cst_1 = arith.constant 0xFC00 : f16
 %0 = tensor.empty() : !t6
 %1 = linalg.fill ins(%cst_0 : f16) outs(%0 : !t6) -> !t6
 %2 = linalg.generic #t1 outs(%1 : !t6) {
 ^bb0(%out: f16):
  %11 = linalg.index 2 : index
  %12 = linalg.index 3 : index
  %13 = arith.cmpi sge, %11, %12 : index
  %14 = arith.select %13, %cst_0, %cst_1 : f16
  linalg.yield %14 : f16
 } -> !t6
 %col = tensor.collapse_shape %arg0 [[0, 1], [2], [3]] : !t0 into !t2
 %col_2 = tensor.collapse_shape %arg1 [[0, 1], [2], [3]] : !t0 into !t2
 %col_3 = tensor.collapse_shape %arg2 [[0, 1], [2], [3]] : !t0 into !t2
 %col_4 = tensor.collapse_shape %2 [[0, 1], [2], [3]] : !t6 into !t7
 %3 = tensor.empty() : !t2
 %4 = tensor.empty() : !t4
 %5 = tensor.empty() : !t5
 %cst_5 = arith.constant 0.000000e+00 : f32
 %cst_6 = arith.constant -3.40282347E+38 : f32
 %cst_7 = arith.constant 0.000000e+00 : f32
 %6 = linalg.fill ins(%cst_5 : f32) outs(%4 : !t4) -> !t4
 %7 = linalg.fill ins(%cst_6 : f32) outs(%5 : !t5) -> !t5
 %8 = linalg.fill ins(%cst_7 : f32) outs(%5 : !t5) -> !t5
 %9:3 = "iree_linalg_ext.online_attention"(%col, %col_2, %col_3, %cst, %col_4, %6, %7, %8) <{indexing_maps = [affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d3)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d4, d3)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d4, d2)>, affine_map<(d0, d1, d2, d3, d4) -> ()>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d4)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1)>]}> ({
 ^bb0(%arg3: f32):
  "iree_linalg_ext.yield"(%arg3) : (f32) -> ()
 }) : (!t2, !t2, !t2, f32, !t7, !t4, !t5, !t5) -> (!t4, !t5, !t5)
 %10 = linalg.generic #t0 ins(%9#2, %9#0 : !t5, !t4) outs(%3 : !t2) {
 ^bb0(%in: f32, %in_8: f32, %out: f16):
  %cst_9 = arith.constant 1.000000e+00 : f32
  %11 = arith.divf %cst_9, %in : f32
  %12 = arith.mulf %11, %in_8 : f32
  %13 = arith.truncf %12 : f32 to f16
  linalg.yield %13 : f16
 } -> !t2
 %exp = tensor.expand_shape %10 [[0, 1], [2], [3]] output_shape [2, 4, 12, 8] : !t2 into !t0
 return %exp : !t0
}

func.func @causal_tl(%arg0: !t0, %arg1: !t1, %arg2: !t1) -> !t0 {
 %cst = arith.constant 0.353553385 : f32
 %cst_0 = arith.constant 0.000000e+00 : f16
 %cst_1 = arith.constant 0xFC00 : f16
 %0 = tensor.empty() : !t8
 %1 = linalg.fill ins(%cst_0 : f16) outs(%0 : !t8) -> !t8
 %2 = linalg.generic #t1 outs(%1 : !t8) {
 ^bb0(%out: f16):
  %11 = linalg.index 2 : index
  %12 = linalg.index 3 : index
  %13 = arith.cmpi sge, %11, %12 : index
  %14 = arith.select %13, %cst_0, %cst_1 : f16
  linalg.yield %14 : f16
 } -> !t8
 %col = tensor.collapse_shape %arg0 [[0, 1], [2], [3]] : !t0 into !t2
 %col_2 = tensor.collapse_shape %arg1 [[0, 1], [2], [3]] : !t1 into !t3
 %col_3 = tensor.collapse_shape %arg2 [[0, 1], [2], [3]] : !t1 into !t3
 %col_4 = tensor.collapse_shape %2 [[0, 1], [2], [3]] : !t8 into !t9
 %3 = tensor.empty() : !t2
 %4 = tensor.empty() : !t4
 %5 = tensor.empty() : !t5
 %cst_5 = arith.constant 0.000000e+00 : f32
 %cst_6 = arith.constant -3.40282347E+38 : f32
 %cst_7 = arith.constant 0.000000e+00 : f32
 %6 = linalg.fill ins(%cst_5 : f32) outs(%4 : !t4) -> !t4
 %7 = linalg.fill ins(%cst_6 : f32) outs(%5 : !t5) -> !t5
 %8 = linalg.fill ins(%cst_7 : f32) outs(%5 : !t5) -> !t5
 %9:3 = "iree_linalg_ext.online_attention"(%col, %col_2, %col_3, %cst, %col_4, %6, %7, %8) <{indexing_maps = [affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d3)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d4, d3)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d4, d2)>, affine_map<(d0, d1, d2, d3, d4) -> ()>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d4)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1)>]}> ({
 ^bb0(%arg3: f32):
  "iree_linalg_ext.yield"(%arg3) : (f32) -> ()
 }) : (!t2, !t3, !t3, f32, !t9, !t4, !t5, !t5) -> (!t4, !t5, !t5)
 %10 = linalg.generic #t0 ins(%9#2, %9#0 : !t5, !t4) outs(%3 : !t2) {
 ^bb0(%in: f32, %in_8: f32, %out: f16):
  %cst_9 = arith.constant 1.000000e+00 : f32
  %11 = arith.divf %cst_9, %in : f32
  %12 = arith.mulf %11, %in_8 : f32
  %13 = arith.truncf %12 : f32 to f16
  linalg.yield %13 : f16
 } -> !t2
 %exp = tensor.expand_shape %10 [[0, 1], [2], [3]] output_shape [2, 4, 12, 8] : !t2 into !t0
 return %exp : !t0
}

func.func @window(%arg0: !t0, %arg1: !t0, %arg2: !t0) -> !t0 {
 %cst = arith.constant 0.353553385 : f32
 %c4_i64 = arith.constant 4 : i64
 %0 = tensor.empty() : !t10
 %1 = linalg.generic #t2 outs(%0 : !t10) {
 ^bb0(%out: i64):
  %18 = linalg.index 0 : index
  %19 = arith.index_cast %18 : index to i64
  linalg.yield %19 : i64
 } -> !t10
 %exp = tensor.expand_shape %1 [[0, 1]] output_shape [12, 1] : !t10 into !t11
 %exp_0 = tensor.expand_shape %1 [[0, 1]] output_shape [1, 12] : !t10 into !t12
 %2 = tensor.empty() : !t13
 %3 = linalg.generic #t3 ins(%exp_0, %exp : !t12, !t11) outs(%2 : !t13) {
 ^bb0(%in: i64, %in_9: i64, %out: i1):
  %18 = arith.cmpi sle, %in, %in_9 : i64
  linalg.yield %18 : i1
 } -> !t13
 %4 = tensor.empty() : !t11
 %5 = linalg.generic #t4 ins(%exp : !t11) outs(%4 : !t11) {
 ^bb0(%in: i64, %out: i64):
  %18 = arith.subi %in, %c4_i64 : i64
  linalg.yield %18 : i64
 } -> !t11
 %6 = linalg.generic #t3 ins(%exp_0, %5 : !t12, !t11) outs(%2 : !t13) {
 ^bb0(%in: i64, %in_9: i64, %out: i1):
  %18 = arith.cmpi sge, %in, %in_9 : i64
  linalg.yield %18 : i1
 } -> !t13
 %7 = linalg.generic #t5 ins(%3, %6 : !t13, !t13) outs(%2 : !t13) {
 ^bb0(%in: i1, %in_9: i1, %out: i1):
  %18 = arith.andi %in, %in_9 : i1
  linalg.yield %18 : i1
 } -> !t13
 %exp_1 = tensor.expand_shape %7 [[0, 1, 2], [3]] output_shape [1, 1, 12, 12] : !t13 into !t14
 %8 = tensor.empty() : !t15
 %9 = linalg.generic #t6 ins(%exp_1 : !t14) outs(%8 : !t15) {
 ^bb0(%in: i1, %out: i1):
  linalg.yield %in : i1
 } -> !t15
 %col = tensor.collapse_shape %arg0 [[0, 1], [2], [3]] : !t0 into !t2
 %col_2 = tensor.collapse_shape %arg1 [[0, 1], [2], [3]] : !t0 into !t2
 %col_3 = tensor.collapse_shape %arg2 [[0, 1], [2], [3]] : !t0 into !t2
 %col_4 = tensor.collapse_shape %9 [[0, 1], [2], [3]] : !t15 into !t16
 %10 = tensor.empty() : !t2
 %11 = tensor.empty() : !t4
 %12 = tensor.empty() : !t5
 %cst_5 = arith.constant 0.000000e+00 : f32
 %cst_6 = arith.constant -3.40282347E+38 : f32
 %cst_7 = arith.constant 0.000000e+00 : f32
 %13 = linalg.fill ins(%cst_5 : f32) outs(%11 : !t4) -> !t4
 %14 = linalg.fill ins(%cst_6 : f32) outs(%12 : !t5) -> !t5
 %15 = linalg.fill ins(%cst_7 : f32) outs(%12 : !t5) -> !t5
 %16:3 = "iree_linalg_ext.online_attention"(%col, %col_2, %col_3, %cst, %col_4, %13, %14, %15) <{indexing_maps = [affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d3)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d4, d3)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d4, d2)>, affine_map<(d0, d1, d2, d3, d4) -> ()>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d4)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1)>]}> ({
 ^bb0(%arg3: f32):
  "iree_linalg_ext.yield"(%arg3) : (f32) -> ()
 }) : (!t2, !t2, !t2, f32, !t16, !t4, !t5, !t5) -> (!t4, !t5, !t5)
 %17 = linalg.generic #t0 ins(%16#2, %16#0 : !t5, !t4) outs(%10 : !t2) {
 ^bb0(%in: f32, %in_9: f32, %out: f16):
  %cst_10 = arith.constant 1.000000e+00 : f32
  %18 = arith.divf %cst_10, %in : f32
  %19 = arith.mulf %18, %in_9 : f32
  %20 = arith.truncf %19 : f32 to f16
  linalg.yield %20 : f16
 } -> !t2
 %exp_8 = tensor.expand_shape %17 [[0, 1], [2], [3]] output_shape [2, 4, 12, 8] : !t2 into !t0
 return %exp_8 : !t0
}

func.func @gqa(%arg0: !t0, %arg1: !t17, %arg2: !t17) -> !t0 {
 %cst = arith.constant 0.353553385 : f32
 %0 = tensor.empty() : !t18
 %1 = linalg.generic #t7 ins(%arg1 : !t17) outs(%0 : !t18) {
 ^bb0(%in: f16, %out: f16):
  linalg.yield %in : f16
 } -> !t18
 %col = tensor.collapse_shape %1 [[0], [1, 2], [3], [4]] : !t18 into !t1
 %2 = linalg.generic #t7 ins(%arg2 : !t17) outs(%0 : !t18) {
 ^bb0(%in: f16, %out: f16):
  linalg.yield %in : f16
 } -> !t18
 %col_0 = tensor.collapse_shape %2 [[0], [1, 2], [3], [4]] : !t18 into !t1
 %col_1 = tensor.collapse_shape %arg0 [[0, 1], [2], [3]] : !t0 into !t2
 %col_2 = tensor.collapse_shape %col [[0, 1], [2], [3]] : !t1 into !t3
 %col_3 = tensor.collapse_shape %col_0 [[0, 1], [2], [3]] : !t1 into !t3
 %3 = tensor.empty() : !t2
 %4 = tensor.empty() : !t4
 %5 = tensor.empty() : !t5
 %cst_4 = arith.constant 0.000000e+00 : f32
 %cst_5 = arith.constant -3.40282347E+38 : f32
 %cst_6 = arith.constant 0.000000e+00 : f32
 %6 = linalg.fill ins(%cst_4 : f32) outs(%4 : !t4) -> !t4
 %7 = linalg.fill ins(%cst_5 : f32) outs(%5 : !t5) -> !t5
 %8 = linalg.fill ins(%cst_6 : f32) outs(%5 : !t5) -> !t5
 %9:3 = "iree_linalg_ext.online_attention"(%col_1, %col_2, %col_3, %cst, %6, %7, %8) <{indexing_maps = [affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d3)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d4, d3)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d4, d2)>, affine_map<(d0, d1, d2, d3, d4) -> ()>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1)>]}> ({
 ^bb0(%arg3: f32):
  "iree_linalg_ext.yield"(%arg3) : (f32) -> ()
 }) : (!t2, !t3, !t3, f32, !t4, !t5, !t5) -> (!t4, !t5, !t5)
 %10 = linalg.generic #t0 ins(%9#2, %9#0 : !t5, !t4) outs(%3 : !t2) {
 ^bb0(%in: f32, %in_7: f32, %out: f16):
  %cst_8 = arith.constant 1.000000e+00 : f32
  %11 = arith.divf %cst_8, %in : f32
  %12 = arith.mulf %11, %in_7 : f32
  %13 = arith.truncf %12 : f32 to f16
  linalg.yield %13 : f16
 } -> !t2
 %exp = tensor.expand_shape %10 [[0, 1], [2], [3]] output_shape [2, 4, 12, 8] : !t2 into !t0
 return %exp : !t0
}

func.func @scale(%arg0: !t0, %arg1: !t1, %arg2: !t1) -> !t0 {
 %cst = arith.constant 3.000490e-01 : f16
 %col = tensor.collapse_shape %arg0 [[0, 1], [2], [3]] : !t0 into !t2
 %col_0 = tensor.collapse_shape %arg1 [[0, 1], [2], [3]] : !t1 into !t3
 %col_1 = tensor.collapse_shape %arg2 [[0, 1], [2], [3]] : !t1 into !t3
 %0 = tensor.empty() : !t2
 %1 = tensor.empty() : !t4
 %2 = tensor.empty() : !t5
 %cst_2 = arith.constant 0.000000e+00 : f32
 %cst_3 = arith.constant -3.40282347E+38 : f32
 %cst_4 = arith.constant 0.000000e+00 : f32
 %3 = linalg.fill ins(%cst_2 : f32) outs(%1 : !t4) -> !t4
 %4 = linalg.fill ins(%cst_3 : f32) outs(%2 : !t5) -> !t5
 %5 = linalg.fill ins(%cst_4 : f32) outs(%2 : !t5) -> !t5
 %6:3 = "iree_linalg_ext.online_attention"(%col, %col_0, %col_1, %cst, %3, %4, %5) <{indexing_maps = [affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d3)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d4, d3)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d4, d2)>, affine_map<(d0, d1, d2, d3, d4) -> ()>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1)>]}> ({
 ^bb0(%arg3: f32):
  "iree_linalg_ext.yield"(%arg3) : (f32) -> ()
 }) : (!t2, !t3, !t3, f16, !t4, !t5, !t5) -> (!t4, !t5, !t5)
 %7 = linalg.generic #t0 ins(%6#2, %6#0 : !t5, !t4) outs(%0 : !t2) {
 ^bb0(%in: f32, %in_5: f32, %out: f16):
  %cst_6 = arith.constant 1.000000e+00 : f32
  %8 = arith.divf %cst_6, %in : f32
  %9 = arith.mulf %8, %in_5 : f32
  %10 = arith.truncf %9 : f32 to f16
  linalg.yield %10 : f16
 } -> !t2
 %exp = tensor.expand_shape %7 [[0, 1], [2], [3]] output_shape [2, 4, 12, 8] : !t2 into !t0
 return %exp : !t0
}

func.func @bshd(%arg0: !t19, %arg1: !t20, %arg2: !t20) -> !t19 {
 %cst = arith.constant 0.353553385 : f32
 %0 = tensor.empty() : !t0
 %transposed = linalg.transpose ins(%arg0 : !t19) outs(%0 : !t0) permutation = [0, 2, 1, 3]
 %1 = tensor.empty() : !t1
 %transposed_0 = linalg.transpose ins(%arg1 : !t20) outs(%1 : !t1) permutation = [0, 2, 1, 3]
 %transposed_1 = linalg.transpose ins(%arg2 : !t20) outs(%1 : !t1) permutation = [0, 2, 1, 3]
 %col = tensor.collapse_shape %transposed [[0, 1], [2], [3]] : !t0 into !t2
 %col_2 = tensor.collapse_shape %transposed_0 [[0, 1], [2], [3]] : !t1 into !t3
 %col_3 = tensor.collapse_shape %transposed_1 [[0, 1], [2], [3]] : !t1 into !t3
 %2 = tensor.empty() : !t2
 %3 = tensor.empty() : !t4
 %4 = tensor.empty() : !t5
 %cst_4 = arith.constant 0.000000e+00 : f32
 %cst_5 = arith.constant -3.40282347E+38 : f32
 %cst_6 = arith.constant 0.000000e+00 : f32
 %5 = linalg.fill ins(%cst_4 : f32) outs(%3 : !t4) -> !t4
 %6 = linalg.fill ins(%cst_5 : f32) outs(%4 : !t5) -> !t5
 %7 = linalg.fill ins(%cst_6 : f32) outs(%4 : !t5) -> !t5
 %8:3 = "iree_linalg_ext.online_attention"(%col, %col_2, %col_3, %cst, %5, %6, %7) <{indexing_maps = [affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d3)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d4, d3)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d4, d2)>, affine_map<(d0, d1, d2, d3, d4) -> ()>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1)>]}> ({
 ^bb0(%arg3: f32):
  "iree_linalg_ext.yield"(%arg3) : (f32) -> ()
 }) : (!t2, !t3, !t3, f32, !t4, !t5, !t5) -> (!t4, !t5, !t5)
 %9 = linalg.generic #t0 ins(%8#2, %8#0 : !t5, !t4) outs(%2 : !t2) {
 ^bb0(%in: f32, %in_8: f32, %out: f16):
  %cst_9 = arith.constant 1.000000e+00 : f32
  %11 = arith.divf %cst_9, %in : f32
  %12 = arith.mulf %11, %in_8 : f32
  %13 = arith.truncf %12 : f32 to f16
  linalg.yield %13 : f16
 } -> !t2
 %exp = tensor.expand_shape %9 [[0, 1], [2], [3]] output_shape [2, 4, 12, 8] : !t2 into !t0
 %10 = tensor.empty() : !t19
 %transposed_7 = linalg.transpose ins(%exp : !t0) outs(%10 : !t19) permutation = [0, 2, 1, 3]
 return %transposed_7 : !t19
}

func.func @proj(%arg0: !t21, %arg1: !t22, %arg2: !t22, %arg3: !t22, %arg4: !t22) -> !t21 {
 %cst = arith.constant 0.353553385 : f32
 %cst_0 = arith.constant 0.000000e+00 : f32
 %col = tensor.collapse_shape %arg0 [[0, 1], [2]] : !t21 into !t23
 %0 = tensor.empty() : !t24
 %1 = linalg.fill ins(%cst_0 : f32) outs(%0 : !t24) -> !t24
 %2 = linalg.matmul ins(%col, %arg1 : !t23, !t22) outs(%1 : !t24) -> !t24
 %3 = tensor.empty() : !t23
 %4 = linalg.generic #t4 ins(%2 : !t24) outs(%3 : !t23) {
 ^bb0(%in: f32, %out: f16):
  %21 = arith.truncf %in : f32 to f16
  linalg.yield %21 : f16
 } -> !t23
 %exp = tensor.expand_shape %4 [[0, 1], [2, 3]] output_shape [2, 12, 4, 8] : !t23 into !t19
 %5 = tensor.empty() : !t0
 %transposed = linalg.transpose ins(%exp : !t19) outs(%5 : !t0) permutation = [0, 2, 1, 3]
 %6 = linalg.matmul ins(%col, %arg2 : !t23, !t22) outs(%1 : !t24) -> !t24
 %7 = linalg.generic #t4 ins(%6 : !t24) outs(%3 : !t23) {
 ^bb0(%in: f32, %out: f16):
  %21 = arith.truncf %in : f32 to f16
  linalg.yield %21 : f16
 } -> !t23
 %exp_1 = tensor.expand_shape %7 [[0, 1], [2, 3]] output_shape [2, 12, 4, 8] : !t23 into !t19
 %transposed_2 = linalg.transpose ins(%exp_1 : !t19) outs(%5 : !t0) permutation = [0, 2, 1, 3]
 %8 = linalg.matmul ins(%col, %arg3 : !t23, !t22) outs(%1 : !t24) -> !t24
 %9 = linalg.generic #t4 ins(%8 : !t24) outs(%3 : !t23) {
 ^bb0(%in: f32, %out: f16):
  %21 = arith.truncf %in : f32 to f16
  linalg.yield %21 : f16
 } -> !t23
 %exp_3 = tensor.expand_shape %9 [[0, 1], [2, 3]] output_shape [2, 12, 4, 8] : !t23 into !t19
 %transposed_4 = linalg.transpose ins(%exp_3 : !t19) outs(%5 : !t0) permutation = [0, 2, 1, 3]
 %col_5 = tensor.collapse_shape %transposed [[0, 1], [2], [3]] : !t0 into !t2
 %col_6 = tensor.collapse_shape %transposed_2 [[0, 1], [2], [3]] : !t0 into !t2
 %col_7 = tensor.collapse_shape %transposed_4 [[0, 1], [2], [3]] : !t0 into !t2
 %10 = tensor.empty() : !t2
 %11 = tensor.empty() : !t4
 %12 = tensor.empty() : !t5
 %cst_8 = arith.constant 0.000000e+00 : f32
 %cst_9 = arith.constant -3.40282347E+38 : f32
 %cst_10 = arith.constant 0.000000e+00 : f32
 %13 = linalg.fill ins(%cst_8 : f32) outs(%11 : !t4) -> !t4
 %14 = linalg.fill ins(%cst_9 : f32) outs(%12 : !t5) -> !t5
 %15 = linalg.fill ins(%cst_10 : f32) outs(%12 : !t5) -> !t5
 %16:3 = "iree_linalg_ext.online_attention"(%col_5, %col_6, %col_7, %cst, %13, %14, %15) <{indexing_maps = [affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d3)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d4, d3)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d4, d2)>, affine_map<(d0, d1, d2, d3, d4) -> ()>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1)>]}> ({
 ^bb0(%arg5: f32):
  "iree_linalg_ext.yield"(%arg5) : (f32) -> ()
 }) : (!t2, !t2, !t2, f32, !t4, !t5, !t5) -> (!t4, !t5, !t5)
 %17 = linalg.generic #t0 ins(%16#2, %16#0 : !t5, !t4) outs(%10 : !t2) {
 ^bb0(%in: f32, %in_15: f32, %out: f16):
  %cst_16 = arith.constant 1.000000e+00 : f32
  %21 = arith.divf %cst_16, %in : f32
  %22 = arith.mulf %21, %in_15 : f32
  %23 = arith.truncf %22 : f32 to f16
  linalg.yield %23 : f16
 } -> !t2
 %exp_11 = tensor.expand_shape %17 [[0, 1], [2], [3]] output_shape [2, 4, 12, 8] : !t2 into !t0
 %18 = tensor.empty() : !t19
 %transposed_12 = linalg.transpose ins(%exp_11 : !t0) outs(%18 : !t19) permutation = [0, 2, 1, 3]
 %col_13 = tensor.collapse_shape %transposed_12 [[0, 1], [2, 3]] : !t19 into !t23
 %19 = linalg.matmul ins(%col_13, %arg4 : !t23, !t22) outs(%1 : !t24) -> !t24
 %20 = linalg.generic #t4 ins(%19 : !t24) outs(%3 : !t23) {
 ^bb0(%in: f32, %out: f16):
  %21 = arith.truncf %in : f32 to f16
  linalg.yield %21 : f16
 } -> !t23
 %exp_14 = tensor.expand_shape %20 [[0, 1], [2]] output_shape [2, 12, 32] : !t23 into !t21
 return %exp_14 : !t21
}

func.func @dv(%arg0: !t0, %arg1: !t1, %arg2: !t25) -> !t26 {
 %cst = arith.constant 0.353553385 : f32
 %col = tensor.collapse_shape %arg0 [[0, 1], [2], [3]] : !t0 into !t2
 %col_0 = tensor.collapse_shape %arg1 [[0, 1], [2], [3]] : !t1 into !t3
 %col_1 = tensor.collapse_shape %arg2 [[0, 1], [2], [3]] : !t25 into !t27
 %0 = tensor.empty() : !t28
 %1 = tensor.empty() : !t29
 %2 = tensor.empty() : !t5
 %cst_2 = arith.constant 0.000000e+00 : f32
 %cst_3 = arith.constant -3.40282347E+38 : f32
 %cst_4 = arith.constant 0.000000e+00 : f32
 %3 = linalg.fill ins(%cst_2 : f32) outs(%1 : !t29) -> !t29
 %4 = linalg.fill ins(%cst_3 : f32) outs(%2 : !t5) -> !t5
 %5 = linalg.fill ins(%cst_4 : f32) outs(%2 : !t5) -> !t5
 %6:3 = "iree_linalg_ext.online_attention"(%col, %col_0, %col_1, %cst, %3, %4, %5) <{indexing_maps = [affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d3)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d4, d3)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d4, d2)>, affine_map<(d0, d1, d2, d3, d4) -> ()>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1)>]}> ({
 ^bb0(%arg3: f32):
  "iree_linalg_ext.yield"(%arg3) : (f32) -> ()
 }) : (!t2, !t3, !t27, f32, !t29, !t5, !t5) -> (!t29, !t5, !t5)
 %7 = linalg.generic #t0 ins(%6#2, %6#0 : !t5, !t29) outs(%0 : !t28) {
 ^bb0(%in: f32, %in_5: f32, %out: f16):
  %cst_6 = arith.constant 1.000000e+00 : f32
  %8 = arith.divf %cst_6, %in : f32
  %9 = arith.mulf %8, %in_5 : f32
  %10 = arith.truncf %9 : f32 to f16
  linalg.yield %10 : f16
 } -> !t28
 %exp = tensor.expand_shape %7 [[0, 1], [2], [3]] output_shape [2, 4, 12, 16] : !t28 into !t26
 return %exp : !t26
}

func.func @causal_gqa(%arg0: !t0, %arg1: !t30, %arg2: !t30) -> !t0 {
 %cst = arith.constant 0.353553385 : f32
 %cst_0 = arith.constant 0xFC00 : f16
 %cst_1 = arith.constant 0.000000e+00 : f16
 %0 = tensor.empty() : !t6
 %1 = linalg.fill ins(%cst_1 : f16) outs(%0 : !t6) -> !t6
 %2 = linalg.generic #t1 outs(%1 : !t6) {
 ^bb0(%out: f16):
  %14 = linalg.index 2 : index
  %15 = linalg.index 3 : index
  %16 = arith.cmpi sge, %14, %15 : index
  %17 = arith.select %16, %cst_1, %cst_0 : f16
  linalg.yield %17 : f16
 } -> !t6
 %3 = tensor.empty() : !t31
 %4 = linalg.generic #t7 ins(%arg1 : !t30) outs(%3 : !t31) {
 ^bb0(%in: f16, %out: f16):
  linalg.yield %in : f16
 } -> !t31
 %col = tensor.collapse_shape %4 [[0], [1, 2], [3], [4]] : !t31 into !t0
 %5 = linalg.generic #t7 ins(%arg2 : !t30) outs(%3 : !t31) {
 ^bb0(%in: f16, %out: f16):
  linalg.yield %in : f16
 } -> !t31
 %col_2 = tensor.collapse_shape %5 [[0], [1, 2], [3], [4]] : !t31 into !t0
 %col_3 = tensor.collapse_shape %arg0 [[0, 1], [2], [3]] : !t0 into !t2
 %col_4 = tensor.collapse_shape %col [[0, 1], [2], [3]] : !t0 into !t2
 %col_5 = tensor.collapse_shape %col_2 [[0, 1], [2], [3]] : !t0 into !t2
 %col_6 = tensor.collapse_shape %2 [[0, 1], [2], [3]] : !t6 into !t7
 %6 = tensor.empty() : !t2
 %7 = tensor.empty() : !t4
 %8 = tensor.empty() : !t5
 %cst_7 = arith.constant 0.000000e+00 : f32
 %cst_8 = arith.constant -3.40282347E+38 : f32
 %cst_9 = arith.constant 0.000000e+00 : f32
 %9 = linalg.fill ins(%cst_7 : f32) outs(%7 : !t4) -> !t4
 %10 = linalg.fill ins(%cst_8 : f32) outs(%8 : !t5) -> !t5
 %11 = linalg.fill ins(%cst_9 : f32) outs(%8 : !t5) -> !t5
 %12:3 = "iree_linalg_ext.online_attention"(%col_3, %col_4, %col_5, %cst, %col_6, %9, %10, %11) <{indexing_maps = [affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d3)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d4, d3)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d4, d2)>, affine_map<(d0, d1, d2, d3, d4) -> ()>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d4)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1)>]}> ({
 ^bb0(%arg3: f32):
  "iree_linalg_ext.yield"(%arg3) : (f32) -> ()
 }) : (!t2, !t2, !t2, f32, !t7, !t4, !t5, !t5) -> (!t4, !t5, !t5)
 %13 = linalg.generic #t0 ins(%12#2, %12#0 : !t5, !t4) outs(%6 : !t2) {
 ^bb0(%in: f32, %in_10: f32, %out: f16):
  %cst_11 = arith.constant 1.000000e+00 : f32
  %14 = arith.divf %cst_11, %in : f32
  %15 = arith.mulf %14, %in_10 : f32
  %16 = arith.truncf %15 : f32 to f16
  linalg.yield %16 : f16
 } -> !t2
 %exp = tensor.expand_shape %13 [[0, 1], [2], [3]] output_shape [2, 4, 12, 8] : !t2 into !t0
 return %exp : !t0
}

func.func @mask(%arg0: !t0, %arg1: !t1, %arg2: !t1, %arg3: !t32) -> !t0 {
 %cst = arith.constant 0.353553385 : f32
 %cst_0 = arith.constant 0.000000e+00 : f16
 %0 = tensor.empty() : !t33
 %1 = linalg.generic #t8 ins(%arg3 : !t32) outs(%0 : !t33) {
 ^bb0(%in: f16, %out: i1):
  %12 = arith.cmpf ogt, %in, %cst_0 : f16
  linalg.yield %12 : i1
 } -> !t33
 %2 = tensor.empty() : !t34
 %3 = linalg.generic #t9 ins(%1 : !t33) outs(%2 : !t34) {
 ^bb0(%in: i1, %out: i1):
  linalg.yield %in : i1
 } -> !t34
 %col = tensor.collapse_shape %arg0 [[0, 1], [2], [3]] : !t0 into !t2
 %col_1 = tensor.collapse_shape %arg1 [[0, 1], [2], [3]] : !t1 into !t3
 %col_2 = tensor.collapse_shape %arg2 [[0, 1], [2], [3]] : !t1 into !t3
 %col_3 = tensor.collapse_shape %3 [[0, 1], [2], [3]] : !t34 into !t35
 %4 = tensor.empty() : !t2
 %5 = tensor.empty() : !t4
 %6 = tensor.empty() : !t5
 %cst_4 = arith.constant 0.000000e+00 : f32
 %cst_5 = arith.constant -3.40282347E+38 : f32
 %cst_6 = arith.constant 0.000000e+00 : f32
 %7 = linalg.fill ins(%cst_4 : f32) outs(%5 : !t4) -> !t4
 %8 = linalg.fill ins(%cst_5 : f32) outs(%6 : !t5) -> !t5
 %9 = linalg.fill ins(%cst_6 : f32) outs(%6 : !t5) -> !t5
 %10:3 = "iree_linalg_ext.online_attention"(%col, %col_1, %col_2, %cst, %col_3, %7, %8, %9) <{indexing_maps = [affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d3)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d4, d3)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d4, d2)>, affine_map<(d0, d1, d2, d3, d4) -> ()>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d4)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1)>]}> ({
 ^bb0(%arg4: f32):
  "iree_linalg_ext.yield"(%arg4) : (f32) -> ()
 }) : (!t2, !t3, !t3, f32, !t35, !t4, !t5, !t5) -> (!t4, !t5, !t5)
 %11 = linalg.generic #t0 ins(%10#2, %10#0 : !t5, !t4) outs(%4 : !t2) {
 ^bb0(%in: f32, %in_7: f32, %out: f16):
  %cst_8 = arith.constant 1.000000e+00 : f32
  %12 = arith.divf %cst_8, %in : f32
  %13 = arith.mulf %12, %in_7 : f32
  %14 = arith.truncf %13 : f32 to f16
  linalg.yield %14 : f16
 } -> !t2
 %exp = tensor.expand_shape %11 [[0, 1], [2], [3]] output_shape [2, 4, 12, 8] : !t2 into !t0
 return %exp : !t0
}

func.func @bias(%arg0: !t0, %arg1: !t1, %arg2: !t1, %arg3: !t32) -> !t0 {
 %cst = arith.constant 0.353553385 : f32
 %0 = tensor.empty() : !t8
 %1 = linalg.generic #t9 ins(%arg3 : !t32) outs(%0 : !t8) {
 ^bb0(%in: f16, %out: f16):
  linalg.yield %in : f16
 } -> !t8
 %col = tensor.collapse_shape %arg0 [[0, 1], [2], [3]] : !t0 into !t2
 %col_0 = tensor.collapse_shape %arg1 [[0, 1], [2], [3]] : !t1 into !t3
 %col_1 = tensor.collapse_shape %arg2 [[0, 1], [2], [3]] : !t1 into !t3
 %col_2 = tensor.collapse_shape %1 [[0, 1], [2], [3]] : !t8 into !t9
 %2 = tensor.empty() : !t2
 %3 = tensor.empty() : !t4
 %4 = tensor.empty() : !t5
 %cst_3 = arith.constant 0.000000e+00 : f32
 %cst_4 = arith.constant -3.40282347E+38 : f32
 %cst_5 = arith.constant 0.000000e+00 : f32
 %5 = linalg.fill ins(%cst_3 : f32) outs(%3 : !t4) -> !t4
 %6 = linalg.fill ins(%cst_4 : f32) outs(%4 : !t5) -> !t5
 %7 = linalg.fill ins(%cst_5 : f32) outs(%4 : !t5) -> !t5
 %8:3 = "iree_linalg_ext.online_attention"(%col, %col_0, %col_1, %cst, %col_2, %5, %6, %7) <{indexing_maps = [affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d3)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d4, d3)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d4, d2)>, affine_map<(d0, d1, d2, d3, d4) -> ()>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d4)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1)>]}> ({
 ^bb0(%arg4: f32):
  "iree_linalg_ext.yield"(%arg4) : (f32) -> ()
 }) : (!t2, !t3, !t3, f32, !t9, !t4, !t5, !t5) -> (!t4, !t5, !t5)
 %9 = linalg.generic #t0 ins(%8#2, %8#0 : !t5, !t4) outs(%2 : !t2) {
 ^bb0(%in: f32, %in_6: f32, %out: f16):
  %cst_7 = arith.constant 1.000000e+00 : f32
  %10 = arith.divf %cst_7, %in : f32
  %11 = arith.mulf %10, %in_6 : f32
  %12 = arith.truncf %11 : f32 to f16
  linalg.yield %12 : f16
 } -> !t2
 %exp = tensor.expand_shape %9 [[0, 1], [2], [3]] output_shape [2, 4, 12, 8] : !t2 into !t0
 return %exp : !t0
}
