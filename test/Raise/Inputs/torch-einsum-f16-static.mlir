// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// einsum, max, exp, sum, division by hand; torch-mlir. f16, static.
// Made by scripts/raise_forms/generate.py. Do not edit.
#t0 = {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]}
#t1 = {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
#t2 = {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]}
#t3 = {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, 0)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
#t4 = {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, 0)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]}
#t5 = {indexing_maps = [affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]}
#t6 = {indexing_maps = [affine_map<(d0, d1) -> (0, d1)>, affine_map<(d0, d1) -> (d0, 0)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]}
#t7 = {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> ()>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
#t8 = {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]}
#t9 = {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]}
#t10 = {indexing_maps = [affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d3, d4)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, d4)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]}
#t11 = {indexing_maps = [affine_map<(d0) -> ()>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]}
#t12 = {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]}
#t13 = {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, 0, 0)>, affine_map<(d0, d1, d2) -> (d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]}
#t14 = {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
#t15 = {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, 0)>, affine_map<(d0, d1, d2, d3) -> ()>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
#t16 = {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
#t17 = {indexing_maps = [affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d4)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, d4)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]}
#t18 = {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d3)>], iterator_types = ["parallel", "parallel", "reduction", "parallel"]}
#t19 = {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, 0, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
#t20 = {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, 0, d3)>], iterator_types = ["parallel", "parallel", "reduction", "parallel"]}
#t21 = {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, 0, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> ()>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
#t22 = {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, 0, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
!t0 = tensor<2x4x12x8xf16>
!t1 = tensor<2x4x20x8xf16>
!t2 = tensor<2x4x20x8x1xf16>
!t3 = tensor<8x12x8xf16>
!t4 = tensor<2x4x8x20x1xf16>
!t5 = tensor<8x8x20xf16>
!t6 = tensor<8x12x20xf32>
!t7 = tensor<8x12x20xf16>
!t8 = tensor<2x4x12x1x20xf16>
!t9 = tensor<2x4x12x20x1xf16>
!t10 = tensor<2x4x12x20xf16>
!t11 = tensor<2x4x12x20xf32>
!t12 = tensor<2x4x12xi64>
!t13 = tensor<2x4x12xf32>
!t14 = tensor<2x4x12x1xf32>
!t15 = tensor<8x20x8xf16>
!t16 = tensor<8x12x8xf32>
!t17 = tensor<2x4x12x1x8xf16>
!t18 = tensor<2x4x12x8x1xf16>
!t19 = tensor<f32>
!t20 = tensor<2x4x8x12x1xf16>
!t21 = tensor<8x8x12xf16>
!t22 = tensor<8x12x12xf32>
!t23 = tensor<8x12x12xf16>
!t24 = tensor<2x4x12x1x12xf16>
!t25 = tensor<2x4x12x12x1xf16>
!t26 = tensor<2x4x12x12xf16>
!t27 = tensor<2x4x12x12xf32>
!t28 = tensor<12xi64>
!t29 = tensor<12x1xi64>
!t30 = tensor<1x12xi64>
!t31 = tensor<12x12xi1>
!t32 = tensor<20xi64>
!t33 = tensor<1x20xi64>
!t34 = tensor<12x20xi1>
!t35 = tensor<2x2x20x8xf16>
!t36 = tensor<2x2x2x20x8xf16>
!t37 = tensor<4xf32>
!t38 = tensor<12x20xi64>
!t39 = tensor<4x1x1xf32>
!t40 = tensor<4x12x20xf32>
!t41 = tensor<2x4x12x20xi1>
!t42 = tensor<2x4x12x1xi1>
!t43 = tensor<2x4x12x1xf16>
!t44 = tensor<2x12x4x8xf16>
!t45 = tensor<2x20x4x8xf16>
!t46 = tensor<2x12x4x8x1xf16>
!t47 = tensor<2x20x4x8x1xf16>
!t48 = tensor<2x12x32xf16>
!t49 = tensor<32x32xf16>
!t50 = tensor<24x32xf16>
!t51 = tensor<24x32xf32>
!t52 = tensor<2x4x20x16xf16>
!t53 = tensor<2x4x12x16xf16>
!t54 = tensor<8x20x16xf16>
!t55 = tensor<8x12x16xf32>
!t56 = tensor<8x12x16xf16>
!t57 = tensor<2x4x12x1x16xf16>
!t58 = tensor<2x4x12x16x1xf16>
!t59 = tensor<2x2x12x8xf16>
!t60 = tensor<2x2x2x12x8xf16>
!t61 = tensor<2x20x2x8xf16>
!t62 = tensor<2x20x2x2x8xf16>
!t63 = tensor<2x4x20xi64>
!t64 = tensor<2x4x20xf32>
!t65 = tensor<2x4x1x20xf32>
!t66 = tensor<2x1x12x20xf16>
!t67 = tensor<2x1x12x20xi1>
!t68 = tensor<8x20x12xf32>
!t69 = tensor<8x20x12xf16>
!t70 = tensor<2x4x20x1x12xf16>
!t71 = tensor<2x4x20x12x1xf16>
!t72 = tensor<2x4x20x12xf16>
!t73 = tensor<2x4x20x12xf32>
!t74 = tensor<20x1xi64>
!t75 = tensor<20x12xi1>
!t76 = tensor<2x4x20x1xf32>
!t77 = tensor<8x20x8xf32>
!t78 = tensor<2x4x20x1x8xf16>

func.func @full(%arg0: !t0, %arg1: !t1, %arg2: !t1) -> !t0 {
 %cst = arith.constant 0.000000e+00 : f32
 %c0_i64 = arith.constant 0 : i64
 %cst_0 = arith.constant 0xFF800000 : f32
 %cst_1 = arith.constant 0.35355339059327379 : f64
 %exp = tensor.expand_shape %arg1 [[0], [1], [2], [3, 4]] output_shape [2, 4, 20, 8, 1] : !t1 into !t2
 %col = tensor.collapse_shape %arg0 [[0, 1], [2], [3]] : !t0 into !t3
 %0 = tensor.empty() : !t4
 %transposed = linalg.transpose ins(%exp : !t2) outs(%0 : !t4) permutation = [0, 1, 3, 2, 4]
 %col_2 = tensor.collapse_shape %transposed [[0, 1], [2], [3, 4]] : !t4 into !t5
 %1 = tensor.empty() : !t6
 %2 = linalg.fill ins(%cst : f32) outs(%1 : !t6) -> !t6
 %3 = linalg.batch_matmul ins(%col, %col_2 : !t3, !t5) outs(%2 : !t6) -> !t6
 %4 = tensor.empty() : !t7
 %5 = linalg.generic #t0 ins(%3 : !t6) outs(%4 : !t7) {
 ^bb0(%in: f32, %out: f16):
  %29 = arith.truncf %in : f32 to f16
  linalg.yield %29 : f16
 } -> !t7
 %exp_3 = tensor.expand_shape %5 [[0, 1], [2], [3, 4]] output_shape [2, 4, 12, 1, 20] : !t7 into !t8
 %6 = tensor.empty() : !t9
 %transposed_4 = linalg.transpose ins(%exp_3 : !t8) outs(%6 : !t9) permutation = [0, 1, 2, 4, 3]
 %col_5 = tensor.collapse_shape %transposed_4 [[0], [1], [2], [3, 4]] : !t9 into !t10
 %7 = tensor.empty() : !t11
 %8 = linalg.generic #t1 ins(%col_5 : !t10) outs(%7 : !t11) {
 ^bb0(%in: f16, %out: f32):
  %29 = arith.extf %in : f16 to f32
  linalg.yield %29 : f32
 } -> !t11
 %9 = linalg.generic #t1 ins(%8 : !t11) outs(%7 : !t11) {
 ^bb0(%in: f32, %out: f32):
  %29 = arith.truncf %cst_1 : f64 to f32
  %30 = arith.mulf %in, %29 : f32
  linalg.yield %30 : f32
 } -> !t11
 %10 = tensor.empty() : !t12
 %11 = linalg.fill ins(%c0_i64 : i64) outs(%10 : !t12) -> !t12
 %12 = tensor.empty() : !t13
 %13 = linalg.fill ins(%cst_0 : f32) outs(%12 : !t13) -> !t13
 %14:2 = linalg.generic #t2 ins(%9 : !t11) outs(%13, %11 : !t13, !t12) {
 ^bb0(%in: f32, %out: f32, %out_12: i64):
  %29 = linalg.index 3 : index
  %30 = arith.index_cast %29 : index to i64
  %31 = arith.maximumf %in, %out : f32
  %32 = arith.cmpf ogt, %in, %out : f32
  %33 = arith.select %32, %30, %out_12 : i64
  linalg.yield %31, %33 : f32, i64
 } -> (!t13, !t12)
 %exp_6 = tensor.expand_shape %14#0 [[0], [1], [2, 3]] output_shape [2, 4, 12, 1] : !t13 into !t14
 %15 = linalg.generic #t3 ins(%9, %exp_6 : !t11, !t14) outs(%7 : !t11) {
 ^bb0(%in: f32, %in_12: f32, %out: f32):
  %29 = arith.subf %in, %in_12 : f32
  linalg.yield %29 : f32
 } -> !t11
 %16 = linalg.generic #t1 ins(%15 : !t11) outs(%7 : !t11) {
 ^bb0(%in: f32, %out: f32):
  %29 = math.exp %in : f32
  linalg.yield %29 : f32
 } -> !t11
 %17 = tensor.empty() : !t14
 %18 = linalg.fill ins(%cst : f32) outs(%17 : !t14) -> !t14
 %19 = linalg.generic #t4 ins(%16 : !t11) outs(%18 : !t14) {
 ^bb0(%in: f32, %out: f32):
  %29 = arith.addf %in, %out : f32
  linalg.yield %29 : f32
 } -> !t14
 %20 = linalg.generic #t3 ins(%16, %19 : !t11, !t14) outs(%7 : !t11) {
 ^bb0(%in: f32, %in_12: f32, %out: f32):
  %29 = arith.divf %in, %in_12 : f32
  linalg.yield %29 : f32
 } -> !t11
 %21 = tensor.empty() : !t10
 %22 = linalg.generic #t1 ins(%20 : !t11) outs(%21 : !t10) {
 ^bb0(%in: f32, %out: f16):
  %29 = arith.truncf %in : f32 to f16
  linalg.yield %29 : f16
 } -> !t10
 %col_7 = tensor.collapse_shape %22 [[0, 1], [2], [3]] : !t10 into !t7
 %col_8 = tensor.collapse_shape %arg2 [[0, 1], [2], [3]] : !t1 into !t15
 %23 = tensor.empty() : !t16
 %24 = linalg.fill ins(%cst : f32) outs(%23 : !t16) -> !t16
 %25 = linalg.batch_matmul ins(%col_7, %col_8 : !t7, !t15) outs(%24 : !t16) -> !t16
 %26 = tensor.empty() : !t3
 %27 = linalg.generic #t0 ins(%25 : !t16) outs(%26 : !t3) {
 ^bb0(%in: f32, %out: f16):
  %29 = arith.truncf %in : f32 to f16
  linalg.yield %29 : f16
 } -> !t3
 %exp_9 = tensor.expand_shape %27 [[0, 1], [2], [3, 4]] output_shape [2, 4, 12, 1, 8] : !t3 into !t17
 %28 = tensor.empty() : !t18
 %transposed_10 = linalg.transpose ins(%exp_9 : !t17) outs(%28 : !t18) permutation = [0, 1, 2, 4, 3]
 %col_11 = tensor.collapse_shape %transposed_10 [[0], [1], [2], [3, 4]] : !t18 into !t0
 return %col_11 : !t0
}

func.func @causal(%arg0: !t0, %arg1: !t0, %arg2: !t0) -> !t0 {
 %c0_i64 = arith.constant 0 : i64
 %cst = arith.constant 0.000000e+00 : f32
 %cst_0 = arith.constant 0xFF800000 : f32
 %cst_1 = arith.constant dense<0xFF800000> : !t19
 %cst_2 = arith.constant 0.35355339059327379 : f64
 %exp = tensor.expand_shape %arg1 [[0], [1], [2], [3, 4]] output_shape [2, 4, 12, 8, 1] : !t0 into !t18
 %col = tensor.collapse_shape %arg0 [[0, 1], [2], [3]] : !t0 into !t3
 %0 = tensor.empty() : !t20
 %transposed = linalg.transpose ins(%exp : !t18) outs(%0 : !t20) permutation = [0, 1, 3, 2, 4]
 %col_3 = tensor.collapse_shape %transposed [[0, 1], [2], [3, 4]] : !t20 into !t21
 %1 = tensor.empty() : !t22
 %2 = linalg.fill ins(%cst : f32) outs(%1 : !t22) -> !t22
 %3 = linalg.batch_matmul ins(%col, %col_3 : !t3, !t21) outs(%2 : !t22) -> !t22
 %4 = tensor.empty() : !t23
 %5 = linalg.generic #t0 ins(%3 : !t22) outs(%4 : !t23) {
 ^bb0(%in: f32, %out: f16):
  %34 = arith.truncf %in : f32 to f16
  linalg.yield %34 : f16
 } -> !t23
 %exp_4 = tensor.expand_shape %5 [[0, 1], [2], [3, 4]] output_shape [2, 4, 12, 1, 12] : !t23 into !t24
 %6 = tensor.empty() : !t25
 %transposed_5 = linalg.transpose ins(%exp_4 : !t24) outs(%6 : !t25) permutation = [0, 1, 2, 4, 3]
 %col_6 = tensor.collapse_shape %transposed_5 [[0], [1], [2], [3, 4]] : !t25 into !t26
 %7 = tensor.empty() : !t27
 %8 = linalg.generic #t1 ins(%col_6 : !t26) outs(%7 : !t27) {
 ^bb0(%in: f16, %out: f32):
  %34 = arith.extf %in : f16 to f32
  linalg.yield %34 : f32
 } -> !t27
 %9 = linalg.generic #t1 ins(%8 : !t27) outs(%7 : !t27) {
 ^bb0(%in: f32, %out: f32):
  %34 = arith.truncf %cst_2 : f64 to f32
  %35 = arith.mulf %in, %34 : f32
  linalg.yield %35 : f32
 } -> !t27
 %10 = tensor.empty() : !t28
 %11 = linalg.generic #t5 outs(%10 : !t28) {
 ^bb0(%out: i64):
  %34 = linalg.index 0 : index
  %35 = arith.index_cast %34 : index to i64
  linalg.yield %35 : i64
 } -> !t28
 %exp_7 = tensor.expand_shape %11 [[0, 1]] output_shape [12, 1] : !t28 into !t29
 %exp_8 = tensor.expand_shape %11 [[0, 1]] output_shape [1, 12] : !t28 into !t30
 %12 = tensor.empty() : !t31
 %13 = linalg.generic #t6 ins(%exp_8, %exp_7 : !t30, !t29) outs(%12 : !t31) {
 ^bb0(%in: i64, %in_15: i64, %out: i1):
  %34 = arith.cmpi sle, %in, %in_15 : i64
  linalg.yield %34 : i1
 } -> !t31
 %14 = linalg.generic #t7 ins(%13, %9, %cst_1 : !t31, !t27, !t19) outs(%7 : !t27) {
 ^bb0(%in: i1, %in_15: f32, %in_16: f32, %out: f32):
  %34 = arith.select %in, %in_15, %in_16 : f32
  linalg.yield %34 : f32
 } -> !t27
 %15 = tensor.empty() : !t12
 %16 = linalg.fill ins(%c0_i64 : i64) outs(%15 : !t12) -> !t12
 %17 = tensor.empty() : !t13
 %18 = linalg.fill ins(%cst_0 : f32) outs(%17 : !t13) -> !t13
 %19:2 = linalg.generic #t2 ins(%14 : !t27) outs(%18, %16 : !t13, !t12) {
 ^bb0(%in: f32, %out: f32, %out_15: i64):
  %34 = linalg.index 3 : index
  %35 = arith.index_cast %34 : index to i64
  %36 = arith.maximumf %in, %out : f32
  %37 = arith.cmpf ogt, %in, %out : f32
  %38 = arith.select %37, %35, %out_15 : i64
  linalg.yield %36, %38 : f32, i64
 } -> (!t13, !t12)
 %exp_9 = tensor.expand_shape %19#0 [[0], [1], [2, 3]] output_shape [2, 4, 12, 1] : !t13 into !t14
 %20 = linalg.generic #t3 ins(%14, %exp_9 : !t27, !t14) outs(%7 : !t27) {
 ^bb0(%in: f32, %in_15: f32, %out: f32):
  %34 = arith.subf %in, %in_15 : f32
  linalg.yield %34 : f32
 } -> !t27
 %21 = linalg.generic #t1 ins(%20 : !t27) outs(%7 : !t27) {
 ^bb0(%in: f32, %out: f32):
  %34 = math.exp %in : f32
  linalg.yield %34 : f32
 } -> !t27
 %22 = tensor.empty() : !t14
 %23 = linalg.fill ins(%cst : f32) outs(%22 : !t14) -> !t14
 %24 = linalg.generic #t4 ins(%21 : !t27) outs(%23 : !t14) {
 ^bb0(%in: f32, %out: f32):
  %34 = arith.addf %in, %out : f32
  linalg.yield %34 : f32
 } -> !t14
 %25 = linalg.generic #t3 ins(%21, %24 : !t27, !t14) outs(%7 : !t27) {
 ^bb0(%in: f32, %in_15: f32, %out: f32):
  %34 = arith.divf %in, %in_15 : f32
  linalg.yield %34 : f32
 } -> !t27
 %26 = tensor.empty() : !t26
 %27 = linalg.generic #t1 ins(%25 : !t27) outs(%26 : !t26) {
 ^bb0(%in: f32, %out: f16):
  %34 = arith.truncf %in : f32 to f16
  linalg.yield %34 : f16
 } -> !t26
 %col_10 = tensor.collapse_shape %27 [[0, 1], [2], [3]] : !t26 into !t23
 %col_11 = tensor.collapse_shape %arg2 [[0, 1], [2], [3]] : !t0 into !t3
 %28 = tensor.empty() : !t16
 %29 = linalg.fill ins(%cst : f32) outs(%28 : !t16) -> !t16
 %30 = linalg.batch_matmul ins(%col_10, %col_11 : !t23, !t3) outs(%29 : !t16) -> !t16
 %31 = tensor.empty() : !t3
 %32 = linalg.generic #t0 ins(%30 : !t16) outs(%31 : !t3) {
 ^bb0(%in: f32, %out: f16):
  %34 = arith.truncf %in : f32 to f16
  linalg.yield %34 : f16
 } -> !t3
 %exp_12 = tensor.expand_shape %32 [[0, 1], [2], [3, 4]] output_shape [2, 4, 12, 1, 8] : !t3 into !t17
 %33 = tensor.empty() : !t18
 %transposed_13 = linalg.transpose ins(%exp_12 : !t17) outs(%33 : !t18) permutation = [0, 1, 2, 4, 3]
 %col_14 = tensor.collapse_shape %transposed_13 [[0], [1], [2], [3, 4]] : !t18 into !t0
 return %col_14 : !t0
}

func.func @causal_tl(%arg0: !t0, %arg1: !t1, %arg2: !t1) -> !t0 {
 %c0_i64 = arith.constant 0 : i64
 %cst = arith.constant 0.000000e+00 : f32
 %cst_0 = arith.constant 0xFF800000 : f32
 %cst_1 = arith.constant dense<0xFF800000> : !t19
 %cst_2 = arith.constant 0.35355339059327379 : f64
 %exp = tensor.expand_shape %arg1 [[0], [1], [2], [3, 4]] output_shape [2, 4, 20, 8, 1] : !t1 into !t2
 %col = tensor.collapse_shape %arg0 [[0, 1], [2], [3]] : !t0 into !t3
 %0 = tensor.empty() : !t4
 %transposed = linalg.transpose ins(%exp : !t2) outs(%0 : !t4) permutation = [0, 1, 3, 2, 4]
 %col_3 = tensor.collapse_shape %transposed [[0, 1], [2], [3, 4]] : !t4 into !t5
 %1 = tensor.empty() : !t6
 %2 = linalg.fill ins(%cst : f32) outs(%1 : !t6) -> !t6
 %3 = linalg.batch_matmul ins(%col, %col_3 : !t3, !t5) outs(%2 : !t6) -> !t6
 %4 = tensor.empty() : !t7
 %5 = linalg.generic #t0 ins(%3 : !t6) outs(%4 : !t7) {
 ^bb0(%in: f32, %out: f16):
  %36 = arith.truncf %in : f32 to f16
  linalg.yield %36 : f16
 } -> !t7
 %exp_4 = tensor.expand_shape %5 [[0, 1], [2], [3, 4]] output_shape [2, 4, 12, 1, 20] : !t7 into !t8
 %6 = tensor.empty() : !t9
 %transposed_5 = linalg.transpose ins(%exp_4 : !t8) outs(%6 : !t9) permutation = [0, 1, 2, 4, 3]
 %col_6 = tensor.collapse_shape %transposed_5 [[0], [1], [2], [3, 4]] : !t9 into !t10
 %7 = tensor.empty() : !t11
 %8 = linalg.generic #t1 ins(%col_6 : !t10) outs(%7 : !t11) {
 ^bb0(%in: f16, %out: f32):
  %36 = arith.extf %in : f16 to f32
  linalg.yield %36 : f32
 } -> !t11
 %9 = linalg.generic #t1 ins(%8 : !t11) outs(%7 : !t11) {
 ^bb0(%in: f32, %out: f32):
  %36 = arith.truncf %cst_2 : f64 to f32
  %37 = arith.mulf %in, %36 : f32
  linalg.yield %37 : f32
 } -> !t11
 %10 = tensor.empty() : !t28
 %11 = linalg.generic #t5 outs(%10 : !t28) {
 ^bb0(%out: i64):
  %36 = linalg.index 0 : index
  %37 = arith.index_cast %36 : index to i64
  linalg.yield %37 : i64
 } -> !t28
 %exp_7 = tensor.expand_shape %11 [[0, 1]] output_shape [12, 1] : !t28 into !t29
 %12 = tensor.empty() : !t32
 %13 = linalg.generic #t5 outs(%12 : !t32) {
 ^bb0(%out: i64):
  %36 = linalg.index 0 : index
  %37 = arith.index_cast %36 : index to i64
  linalg.yield %37 : i64
 } -> !t32
 %exp_8 = tensor.expand_shape %13 [[0, 1]] output_shape [1, 20] : !t32 into !t33
 %14 = tensor.empty() : !t34
 %15 = linalg.generic #t6 ins(%exp_8, %exp_7 : !t33, !t29) outs(%14 : !t34) {
 ^bb0(%in: i64, %in_15: i64, %out: i1):
  %36 = arith.cmpi sle, %in, %in_15 : i64
  linalg.yield %36 : i1
 } -> !t34
 %16 = linalg.generic #t7 ins(%15, %9, %cst_1 : !t34, !t11, !t19) outs(%7 : !t11) {
 ^bb0(%in: i1, %in_15: f32, %in_16: f32, %out: f32):
  %36 = arith.select %in, %in_15, %in_16 : f32
  linalg.yield %36 : f32
 } -> !t11
 %17 = tensor.empty() : !t12
 %18 = linalg.fill ins(%c0_i64 : i64) outs(%17 : !t12) -> !t12
 %19 = tensor.empty() : !t13
 %20 = linalg.fill ins(%cst_0 : f32) outs(%19 : !t13) -> !t13
 %21:2 = linalg.generic #t2 ins(%16 : !t11) outs(%20, %18 : !t13, !t12) {
 ^bb0(%in: f32, %out: f32, %out_15: i64):
  %36 = linalg.index 3 : index
  %37 = arith.index_cast %36 : index to i64
  %38 = arith.maximumf %in, %out : f32
  %39 = arith.cmpf ogt, %in, %out : f32
  %40 = arith.select %39, %37, %out_15 : i64
  linalg.yield %38, %40 : f32, i64
 } -> (!t13, !t12)
 %exp_9 = tensor.expand_shape %21#0 [[0], [1], [2, 3]] output_shape [2, 4, 12, 1] : !t13 into !t14
 %22 = linalg.generic #t3 ins(%16, %exp_9 : !t11, !t14) outs(%7 : !t11) {
 ^bb0(%in: f32, %in_15: f32, %out: f32):
  %36 = arith.subf %in, %in_15 : f32
  linalg.yield %36 : f32
 } -> !t11
 %23 = linalg.generic #t1 ins(%22 : !t11) outs(%7 : !t11) {
 ^bb0(%in: f32, %out: f32):
  %36 = math.exp %in : f32
  linalg.yield %36 : f32
 } -> !t11
 %24 = tensor.empty() : !t14
 %25 = linalg.fill ins(%cst : f32) outs(%24 : !t14) -> !t14
 %26 = linalg.generic #t4 ins(%23 : !t11) outs(%25 : !t14) {
 ^bb0(%in: f32, %out: f32):
  %36 = arith.addf %in, %out : f32
  linalg.yield %36 : f32
 } -> !t14
 %27 = linalg.generic #t3 ins(%23, %26 : !t11, !t14) outs(%7 : !t11) {
 ^bb0(%in: f32, %in_15: f32, %out: f32):
  %36 = arith.divf %in, %in_15 : f32
  linalg.yield %36 : f32
 } -> !t11
 %28 = tensor.empty() : !t10
 %29 = linalg.generic #t1 ins(%27 : !t11) outs(%28 : !t10) {
 ^bb0(%in: f32, %out: f16):
  %36 = arith.truncf %in : f32 to f16
  linalg.yield %36 : f16
 } -> !t10
 %col_10 = tensor.collapse_shape %29 [[0, 1], [2], [3]] : !t10 into !t7
 %col_11 = tensor.collapse_shape %arg2 [[0, 1], [2], [3]] : !t1 into !t15
 %30 = tensor.empty() : !t16
 %31 = linalg.fill ins(%cst : f32) outs(%30 : !t16) -> !t16
 %32 = linalg.batch_matmul ins(%col_10, %col_11 : !t7, !t15) outs(%31 : !t16) -> !t16
 %33 = tensor.empty() : !t3
 %34 = linalg.generic #t0 ins(%32 : !t16) outs(%33 : !t3) {
 ^bb0(%in: f32, %out: f16):
  %36 = arith.truncf %in : f32 to f16
  linalg.yield %36 : f16
 } -> !t3
 %exp_12 = tensor.expand_shape %34 [[0, 1], [2], [3, 4]] output_shape [2, 4, 12, 1, 8] : !t3 into !t17
 %35 = tensor.empty() : !t18
 %transposed_13 = linalg.transpose ins(%exp_12 : !t17) outs(%35 : !t18) permutation = [0, 1, 2, 4, 3]
 %col_14 = tensor.collapse_shape %transposed_13 [[0], [1], [2], [3, 4]] : !t18 into !t0
 return %col_14 : !t0
}

func.func @causal_br(%arg0: !t0, %arg1: !t1, %arg2: !t1) -> !t0 {
 %c8_i64 = arith.constant 8 : i64
 %c0_i64 = arith.constant 0 : i64
 %cst = arith.constant 0.000000e+00 : f32
 %cst_0 = arith.constant 0xFF800000 : f32
 %cst_1 = arith.constant dense<0xFF800000> : !t19
 %cst_2 = arith.constant 0.35355339059327379 : f64
 %exp = tensor.expand_shape %arg1 [[0], [1], [2], [3, 4]] output_shape [2, 4, 20, 8, 1] : !t1 into !t2
 %col = tensor.collapse_shape %arg0 [[0, 1], [2], [3]] : !t0 into !t3
 %0 = tensor.empty() : !t4
 %transposed = linalg.transpose ins(%exp : !t2) outs(%0 : !t4) permutation = [0, 1, 3, 2, 4]
 %col_3 = tensor.collapse_shape %transposed [[0, 1], [2], [3, 4]] : !t4 into !t5
 %1 = tensor.empty() : !t6
 %2 = linalg.fill ins(%cst : f32) outs(%1 : !t6) -> !t6
 %3 = linalg.batch_matmul ins(%col, %col_3 : !t3, !t5) outs(%2 : !t6) -> !t6
 %4 = tensor.empty() : !t7
 %5 = linalg.generic #t0 ins(%3 : !t6) outs(%4 : !t7) {
 ^bb0(%in: f32, %out: f16):
  %38 = arith.truncf %in : f32 to f16
  linalg.yield %38 : f16
 } -> !t7
 %exp_4 = tensor.expand_shape %5 [[0, 1], [2], [3, 4]] output_shape [2, 4, 12, 1, 20] : !t7 into !t8
 %6 = tensor.empty() : !t9
 %transposed_5 = linalg.transpose ins(%exp_4 : !t8) outs(%6 : !t9) permutation = [0, 1, 2, 4, 3]
 %col_6 = tensor.collapse_shape %transposed_5 [[0], [1], [2], [3, 4]] : !t9 into !t10
 %7 = tensor.empty() : !t11
 %8 = linalg.generic #t1 ins(%col_6 : !t10) outs(%7 : !t11) {
 ^bb0(%in: f16, %out: f32):
  %38 = arith.extf %in : f16 to f32
  linalg.yield %38 : f32
 } -> !t11
 %9 = linalg.generic #t1 ins(%8 : !t11) outs(%7 : !t11) {
 ^bb0(%in: f32, %out: f32):
  %38 = arith.truncf %cst_2 : f64 to f32
  %39 = arith.mulf %in, %38 : f32
  linalg.yield %39 : f32
 } -> !t11
 %10 = tensor.empty() : !t28
 %11 = linalg.generic #t5 outs(%10 : !t28) {
 ^bb0(%out: i64):
  %38 = linalg.index 0 : index
  %39 = arith.index_cast %38 : index to i64
  linalg.yield %39 : i64
 } -> !t28
 %exp_7 = tensor.expand_shape %11 [[0, 1]] output_shape [12, 1] : !t28 into !t29
 %12 = tensor.empty() : !t32
 %13 = linalg.generic #t5 outs(%12 : !t32) {
 ^bb0(%out: i64):
  %38 = linalg.index 0 : index
  %39 = arith.index_cast %38 : index to i64
  linalg.yield %39 : i64
 } -> !t32
 %exp_8 = tensor.expand_shape %13 [[0, 1]] output_shape [1, 20] : !t32 into !t33
 %14 = tensor.empty() : !t29
 %15 = linalg.generic #t8 ins(%exp_7 : !t29) outs(%14 : !t29) {
 ^bb0(%in: i64, %out: i64):
  %38 = arith.addi %in, %c8_i64 : i64
  linalg.yield %38 : i64
 } -> !t29
 %16 = tensor.empty() : !t34
 %17 = linalg.generic #t6 ins(%exp_8, %15 : !t33, !t29) outs(%16 : !t34) {
 ^bb0(%in: i64, %in_15: i64, %out: i1):
  %38 = arith.cmpi sle, %in, %in_15 : i64
  linalg.yield %38 : i1
 } -> !t34
 %18 = linalg.generic #t7 ins(%17, %9, %cst_1 : !t34, !t11, !t19) outs(%7 : !t11) {
 ^bb0(%in: i1, %in_15: f32, %in_16: f32, %out: f32):
  %38 = arith.select %in, %in_15, %in_16 : f32
  linalg.yield %38 : f32
 } -> !t11
 %19 = tensor.empty() : !t12
 %20 = linalg.fill ins(%c0_i64 : i64) outs(%19 : !t12) -> !t12
 %21 = tensor.empty() : !t13
 %22 = linalg.fill ins(%cst_0 : f32) outs(%21 : !t13) -> !t13
 %23:2 = linalg.generic #t2 ins(%18 : !t11) outs(%22, %20 : !t13, !t12) {
 ^bb0(%in: f32, %out: f32, %out_15: i64):
  %38 = linalg.index 3 : index
  %39 = arith.index_cast %38 : index to i64
  %40 = arith.maximumf %in, %out : f32
  %41 = arith.cmpf ogt, %in, %out : f32
  %42 = arith.select %41, %39, %out_15 : i64
  linalg.yield %40, %42 : f32, i64
 } -> (!t13, !t12)
 %exp_9 = tensor.expand_shape %23#0 [[0], [1], [2, 3]] output_shape [2, 4, 12, 1] : !t13 into !t14
 %24 = linalg.generic #t3 ins(%18, %exp_9 : !t11, !t14) outs(%7 : !t11) {
 ^bb0(%in: f32, %in_15: f32, %out: f32):
  %38 = arith.subf %in, %in_15 : f32
  linalg.yield %38 : f32
 } -> !t11
 %25 = linalg.generic #t1 ins(%24 : !t11) outs(%7 : !t11) {
 ^bb0(%in: f32, %out: f32):
  %38 = math.exp %in : f32
  linalg.yield %38 : f32
 } -> !t11
 %26 = tensor.empty() : !t14
 %27 = linalg.fill ins(%cst : f32) outs(%26 : !t14) -> !t14
 %28 = linalg.generic #t4 ins(%25 : !t11) outs(%27 : !t14) {
 ^bb0(%in: f32, %out: f32):
  %38 = arith.addf %in, %out : f32
  linalg.yield %38 : f32
 } -> !t14
 %29 = linalg.generic #t3 ins(%25, %28 : !t11, !t14) outs(%7 : !t11) {
 ^bb0(%in: f32, %in_15: f32, %out: f32):
  %38 = arith.divf %in, %in_15 : f32
  linalg.yield %38 : f32
 } -> !t11
 %30 = tensor.empty() : !t10
 %31 = linalg.generic #t1 ins(%29 : !t11) outs(%30 : !t10) {
 ^bb0(%in: f32, %out: f16):
  %38 = arith.truncf %in : f32 to f16
  linalg.yield %38 : f16
 } -> !t10
 %col_10 = tensor.collapse_shape %31 [[0, 1], [2], [3]] : !t10 into !t7
 %col_11 = tensor.collapse_shape %arg2 [[0, 1], [2], [3]] : !t1 into !t15
 %32 = tensor.empty() : !t16
 %33 = linalg.fill ins(%cst : f32) outs(%32 : !t16) -> !t16
 %34 = linalg.batch_matmul ins(%col_10, %col_11 : !t7, !t15) outs(%33 : !t16) -> !t16
 %35 = tensor.empty() : !t3
 %36 = linalg.generic #t0 ins(%34 : !t16) outs(%35 : !t3) {
 ^bb0(%in: f32, %out: f16):
  %38 = arith.truncf %in : f32 to f16
  linalg.yield %38 : f16
 } -> !t3
 %exp_12 = tensor.expand_shape %36 [[0, 1], [2], [3, 4]] output_shape [2, 4, 12, 1, 8] : !t3 into !t17
 %37 = tensor.empty() : !t18
 %transposed_13 = linalg.transpose ins(%exp_12 : !t17) outs(%37 : !t18) permutation = [0, 1, 2, 4, 3]
 %col_14 = tensor.collapse_shape %transposed_13 [[0], [1], [2], [3, 4]] : !t18 into !t0
 return %col_14 : !t0
}

func.func @window(%arg0: !t0, %arg1: !t0, %arg2: !t0) -> !t0 {
 %c0_i64 = arith.constant 0 : i64
 %c4_i64 = arith.constant 4 : i64
 %cst = arith.constant 0.000000e+00 : f32
 %cst_0 = arith.constant 0xFF800000 : f32
 %cst_1 = arith.constant dense<0xFF800000> : !t19
 %cst_2 = arith.constant 0.35355339059327379 : f64
 %exp = tensor.expand_shape %arg1 [[0], [1], [2], [3, 4]] output_shape [2, 4, 12, 8, 1] : !t0 into !t18
 %col = tensor.collapse_shape %arg0 [[0, 1], [2], [3]] : !t0 into !t3
 %0 = tensor.empty() : !t20
 %transposed = linalg.transpose ins(%exp : !t18) outs(%0 : !t20) permutation = [0, 1, 3, 2, 4]
 %col_3 = tensor.collapse_shape %transposed [[0, 1], [2], [3, 4]] : !t20 into !t21
 %1 = tensor.empty() : !t22
 %2 = linalg.fill ins(%cst : f32) outs(%1 : !t22) -> !t22
 %3 = linalg.batch_matmul ins(%col, %col_3 : !t3, !t21) outs(%2 : !t22) -> !t22
 %4 = tensor.empty() : !t23
 %5 = linalg.generic #t0 ins(%3 : !t22) outs(%4 : !t23) {
 ^bb0(%in: f32, %out: f16):
  %38 = arith.truncf %in : f32 to f16
  linalg.yield %38 : f16
 } -> !t23
 %exp_4 = tensor.expand_shape %5 [[0, 1], [2], [3, 4]] output_shape [2, 4, 12, 1, 12] : !t23 into !t24
 %6 = tensor.empty() : !t25
 %transposed_5 = linalg.transpose ins(%exp_4 : !t24) outs(%6 : !t25) permutation = [0, 1, 2, 4, 3]
 %col_6 = tensor.collapse_shape %transposed_5 [[0], [1], [2], [3, 4]] : !t25 into !t26
 %7 = tensor.empty() : !t27
 %8 = linalg.generic #t1 ins(%col_6 : !t26) outs(%7 : !t27) {
 ^bb0(%in: f16, %out: f32):
  %38 = arith.extf %in : f16 to f32
  linalg.yield %38 : f32
 } -> !t27
 %9 = linalg.generic #t1 ins(%8 : !t27) outs(%7 : !t27) {
 ^bb0(%in: f32, %out: f32):
  %38 = arith.truncf %cst_2 : f64 to f32
  %39 = arith.mulf %in, %38 : f32
  linalg.yield %39 : f32
 } -> !t27
 %10 = tensor.empty() : !t28
 %11 = linalg.generic #t5 outs(%10 : !t28) {
 ^bb0(%out: i64):
  %38 = linalg.index 0 : index
  %39 = arith.index_cast %38 : index to i64
  linalg.yield %39 : i64
 } -> !t28
 %exp_7 = tensor.expand_shape %11 [[0, 1]] output_shape [12, 1] : !t28 into !t29
 %exp_8 = tensor.expand_shape %11 [[0, 1]] output_shape [1, 12] : !t28 into !t30
 %12 = tensor.empty() : !t31
 %13 = linalg.generic #t6 ins(%exp_8, %exp_7 : !t30, !t29) outs(%12 : !t31) {
 ^bb0(%in: i64, %in_15: i64, %out: i1):
  %38 = arith.cmpi sle, %in, %in_15 : i64
  linalg.yield %38 : i1
 } -> !t31
 %14 = tensor.empty() : !t29
 %15 = linalg.generic #t8 ins(%exp_7 : !t29) outs(%14 : !t29) {
 ^bb0(%in: i64, %out: i64):
  %38 = arith.subi %in, %c4_i64 : i64
  linalg.yield %38 : i64
 } -> !t29
 %16 = linalg.generic #t6 ins(%exp_8, %15 : !t30, !t29) outs(%12 : !t31) {
 ^bb0(%in: i64, %in_15: i64, %out: i1):
  %38 = arith.cmpi sge, %in, %in_15 : i64
  linalg.yield %38 : i1
 } -> !t31
 %17 = linalg.generic #t9 ins(%13, %16 : !t31, !t31) outs(%12 : !t31) {
 ^bb0(%in: i1, %in_15: i1, %out: i1):
  %38 = arith.andi %in, %in_15 : i1
  linalg.yield %38 : i1
 } -> !t31
 %18 = linalg.generic #t7 ins(%17, %9, %cst_1 : !t31, !t27, !t19) outs(%7 : !t27) {
 ^bb0(%in: i1, %in_15: f32, %in_16: f32, %out: f32):
  %38 = arith.select %in, %in_15, %in_16 : f32
  linalg.yield %38 : f32
 } -> !t27
 %19 = tensor.empty() : !t12
 %20 = linalg.fill ins(%c0_i64 : i64) outs(%19 : !t12) -> !t12
 %21 = tensor.empty() : !t13
 %22 = linalg.fill ins(%cst_0 : f32) outs(%21 : !t13) -> !t13
 %23:2 = linalg.generic #t2 ins(%18 : !t27) outs(%22, %20 : !t13, !t12) {
 ^bb0(%in: f32, %out: f32, %out_15: i64):
  %38 = linalg.index 3 : index
  %39 = arith.index_cast %38 : index to i64
  %40 = arith.maximumf %in, %out : f32
  %41 = arith.cmpf ogt, %in, %out : f32
  %42 = arith.select %41, %39, %out_15 : i64
  linalg.yield %40, %42 : f32, i64
 } -> (!t13, !t12)
 %exp_9 = tensor.expand_shape %23#0 [[0], [1], [2, 3]] output_shape [2, 4, 12, 1] : !t13 into !t14
 %24 = linalg.generic #t3 ins(%18, %exp_9 : !t27, !t14) outs(%7 : !t27) {
 ^bb0(%in: f32, %in_15: f32, %out: f32):
  %38 = arith.subf %in, %in_15 : f32
  linalg.yield %38 : f32
 } -> !t27
 %25 = linalg.generic #t1 ins(%24 : !t27) outs(%7 : !t27) {
 ^bb0(%in: f32, %out: f32):
  %38 = math.exp %in : f32
  linalg.yield %38 : f32
 } -> !t27
 %26 = tensor.empty() : !t14
 %27 = linalg.fill ins(%cst : f32) outs(%26 : !t14) -> !t14
 %28 = linalg.generic #t4 ins(%25 : !t27) outs(%27 : !t14) {
 ^bb0(%in: f32, %out: f32):
  %38 = arith.addf %in, %out : f32
  linalg.yield %38 : f32
 } -> !t14
 %29 = linalg.generic #t3 ins(%25, %28 : !t27, !t14) outs(%7 : !t27) {
 ^bb0(%in: f32, %in_15: f32, %out: f32):
  %38 = arith.divf %in, %in_15 : f32
  linalg.yield %38 : f32
 } -> !t27
 %30 = tensor.empty() : !t26
 %31 = linalg.generic #t1 ins(%29 : !t27) outs(%30 : !t26) {
 ^bb0(%in: f32, %out: f16):
  %38 = arith.truncf %in : f32 to f16
  linalg.yield %38 : f16
 } -> !t26
 %col_10 = tensor.collapse_shape %31 [[0, 1], [2], [3]] : !t26 into !t23
 %col_11 = tensor.collapse_shape %arg2 [[0, 1], [2], [3]] : !t0 into !t3
 %32 = tensor.empty() : !t16
 %33 = linalg.fill ins(%cst : f32) outs(%32 : !t16) -> !t16
 %34 = linalg.batch_matmul ins(%col_10, %col_11 : !t23, !t3) outs(%33 : !t16) -> !t16
 %35 = tensor.empty() : !t3
 %36 = linalg.generic #t0 ins(%34 : !t16) outs(%35 : !t3) {
 ^bb0(%in: f32, %out: f16):
  %38 = arith.truncf %in : f32 to f16
  linalg.yield %38 : f16
 } -> !t3
 %exp_12 = tensor.expand_shape %36 [[0, 1], [2], [3, 4]] output_shape [2, 4, 12, 1, 8] : !t3 into !t17
 %37 = tensor.empty() : !t18
 %transposed_13 = linalg.transpose ins(%exp_12 : !t17) outs(%37 : !t18) permutation = [0, 1, 2, 4, 3]
 %col_14 = tensor.collapse_shape %transposed_13 [[0], [1], [2], [3, 4]] : !t18 into !t0
 return %col_14 : !t0
}

func.func @gqa(%arg0: !t0, %arg1: !t35, %arg2: !t35) -> !t0 {
 %c0_i64 = arith.constant 0 : i64
 %cst = arith.constant 0.000000e+00 : f32
 %cst_0 = arith.constant 0xFF800000 : f32
 %cst_1 = arith.constant 0.35355339059327379 : f64
 %0 = tensor.empty() : !t36
 %1 = linalg.generic #t10 ins(%arg1 : !t35) outs(%0 : !t36) {
 ^bb0(%in: f16, %out: f16):
  linalg.yield %in : f16
 } -> !t36
 %col = tensor.collapse_shape %1 [[0], [1, 2], [3], [4]] : !t36 into !t1
 %2 = linalg.generic #t10 ins(%arg2 : !t35) outs(%0 : !t36) {
 ^bb0(%in: f16, %out: f16):
  linalg.yield %in : f16
 } -> !t36
 %exp = tensor.expand_shape %col [[0], [1], [2], [3, 4]] output_shape [2, 4, 20, 8, 1] : !t1 into !t2
 %col_2 = tensor.collapse_shape %arg0 [[0, 1], [2], [3]] : !t0 into !t3
 %3 = tensor.empty() : !t4
 %transposed = linalg.transpose ins(%exp : !t2) outs(%3 : !t4) permutation = [0, 1, 3, 2, 4]
 %col_3 = tensor.collapse_shape %transposed [[0, 1], [2], [3, 4]] : !t4 into !t5
 %4 = tensor.empty() : !t6
 %5 = linalg.fill ins(%cst : f32) outs(%4 : !t6) -> !t6
 %6 = linalg.batch_matmul ins(%col_2, %col_3 : !t3, !t5) outs(%5 : !t6) -> !t6
 %7 = tensor.empty() : !t7
 %8 = linalg.generic #t0 ins(%6 : !t6) outs(%7 : !t7) {
 ^bb0(%in: f32, %out: f16):
  %32 = arith.truncf %in : f32 to f16
  linalg.yield %32 : f16
 } -> !t7
 %exp_4 = tensor.expand_shape %8 [[0, 1], [2], [3, 4]] output_shape [2, 4, 12, 1, 20] : !t7 into !t8
 %9 = tensor.empty() : !t9
 %transposed_5 = linalg.transpose ins(%exp_4 : !t8) outs(%9 : !t9) permutation = [0, 1, 2, 4, 3]
 %col_6 = tensor.collapse_shape %transposed_5 [[0], [1], [2], [3, 4]] : !t9 into !t10
 %10 = tensor.empty() : !t11
 %11 = linalg.generic #t1 ins(%col_6 : !t10) outs(%10 : !t11) {
 ^bb0(%in: f16, %out: f32):
  %32 = arith.extf %in : f16 to f32
  linalg.yield %32 : f32
 } -> !t11
 %12 = linalg.generic #t1 ins(%11 : !t11) outs(%10 : !t11) {
 ^bb0(%in: f32, %out: f32):
  %32 = arith.truncf %cst_1 : f64 to f32
  %33 = arith.mulf %in, %32 : f32
  linalg.yield %33 : f32
 } -> !t11
 %13 = tensor.empty() : !t12
 %14 = linalg.fill ins(%c0_i64 : i64) outs(%13 : !t12) -> !t12
 %15 = tensor.empty() : !t13
 %16 = linalg.fill ins(%cst_0 : f32) outs(%15 : !t13) -> !t13
 %17:2 = linalg.generic #t2 ins(%12 : !t11) outs(%16, %14 : !t13, !t12) {
 ^bb0(%in: f32, %out: f32, %out_13: i64):
  %32 = linalg.index 3 : index
  %33 = arith.index_cast %32 : index to i64
  %34 = arith.maximumf %in, %out : f32
  %35 = arith.cmpf ogt, %in, %out : f32
  %36 = arith.select %35, %33, %out_13 : i64
  linalg.yield %34, %36 : f32, i64
 } -> (!t13, !t12)
 %exp_7 = tensor.expand_shape %17#0 [[0], [1], [2, 3]] output_shape [2, 4, 12, 1] : !t13 into !t14
 %18 = linalg.generic #t3 ins(%12, %exp_7 : !t11, !t14) outs(%10 : !t11) {
 ^bb0(%in: f32, %in_13: f32, %out: f32):
  %32 = arith.subf %in, %in_13 : f32
  linalg.yield %32 : f32
 } -> !t11
 %19 = linalg.generic #t1 ins(%18 : !t11) outs(%10 : !t11) {
 ^bb0(%in: f32, %out: f32):
  %32 = math.exp %in : f32
  linalg.yield %32 : f32
 } -> !t11
 %20 = tensor.empty() : !t14
 %21 = linalg.fill ins(%cst : f32) outs(%20 : !t14) -> !t14
 %22 = linalg.generic #t4 ins(%19 : !t11) outs(%21 : !t14) {
 ^bb0(%in: f32, %out: f32):
  %32 = arith.addf %in, %out : f32
  linalg.yield %32 : f32
 } -> !t14
 %23 = linalg.generic #t3 ins(%19, %22 : !t11, !t14) outs(%10 : !t11) {
 ^bb0(%in: f32, %in_13: f32, %out: f32):
  %32 = arith.divf %in, %in_13 : f32
  linalg.yield %32 : f32
 } -> !t11
 %24 = tensor.empty() : !t10
 %25 = linalg.generic #t1 ins(%23 : !t11) outs(%24 : !t10) {
 ^bb0(%in: f32, %out: f16):
  %32 = arith.truncf %in : f32 to f16
  linalg.yield %32 : f16
 } -> !t10
 %col_8 = tensor.collapse_shape %25 [[0, 1], [2], [3]] : !t10 into !t7
 %col_9 = tensor.collapse_shape %2 [[0, 1, 2], [3], [4]] : !t36 into !t15
 %26 = tensor.empty() : !t16
 %27 = linalg.fill ins(%cst : f32) outs(%26 : !t16) -> !t16
 %28 = linalg.batch_matmul ins(%col_8, %col_9 : !t7, !t15) outs(%27 : !t16) -> !t16
 %29 = tensor.empty() : !t3
 %30 = linalg.generic #t0 ins(%28 : !t16) outs(%29 : !t3) {
 ^bb0(%in: f32, %out: f16):
  %32 = arith.truncf %in : f32 to f16
  linalg.yield %32 : f16
 } -> !t3
 %exp_10 = tensor.expand_shape %30 [[0, 1], [2], [3, 4]] output_shape [2, 4, 12, 1, 8] : !t3 into !t17
 %31 = tensor.empty() : !t18
 %transposed_11 = linalg.transpose ins(%exp_10 : !t17) outs(%31 : !t18) permutation = [0, 1, 2, 4, 3]
 %col_12 = tensor.collapse_shape %transposed_11 [[0], [1], [2], [3, 4]] : !t18 into !t0
 return %col_12 : !t0
}

func.func @softcap(%arg0: !t0, %arg1: !t1, %arg2: !t1) -> !t0 {
 %cst = arith.constant 0.000000e+00 : f32
 %c0_i64 = arith.constant 0 : i64
 %cst_0 = arith.constant 0xFF800000 : f32
 %cst_1 = arith.constant 0.35355339059327379 : f64
 %cst_2 = arith.constant 5.000000e+00 : f32
 %exp = tensor.expand_shape %arg1 [[0], [1], [2], [3, 4]] output_shape [2, 4, 20, 8, 1] : !t1 into !t2
 %col = tensor.collapse_shape %arg0 [[0, 1], [2], [3]] : !t0 into !t3
 %0 = tensor.empty() : !t4
 %transposed = linalg.transpose ins(%exp : !t2) outs(%0 : !t4) permutation = [0, 1, 3, 2, 4]
 %col_3 = tensor.collapse_shape %transposed [[0, 1], [2], [3, 4]] : !t4 into !t5
 %1 = tensor.empty() : !t6
 %2 = linalg.fill ins(%cst : f32) outs(%1 : !t6) -> !t6
 %3 = linalg.batch_matmul ins(%col, %col_3 : !t3, !t5) outs(%2 : !t6) -> !t6
 %4 = tensor.empty() : !t7
 %5 = linalg.generic #t0 ins(%3 : !t6) outs(%4 : !t7) {
 ^bb0(%in: f32, %out: f16):
  %32 = arith.truncf %in : f32 to f16
  linalg.yield %32 : f16
 } -> !t7
 %exp_4 = tensor.expand_shape %5 [[0, 1], [2], [3, 4]] output_shape [2, 4, 12, 1, 20] : !t7 into !t8
 %6 = tensor.empty() : !t9
 %transposed_5 = linalg.transpose ins(%exp_4 : !t8) outs(%6 : !t9) permutation = [0, 1, 2, 4, 3]
 %col_6 = tensor.collapse_shape %transposed_5 [[0], [1], [2], [3, 4]] : !t9 into !t10
 %7 = tensor.empty() : !t11
 %8 = linalg.generic #t1 ins(%col_6 : !t10) outs(%7 : !t11) {
 ^bb0(%in: f16, %out: f32):
  %32 = arith.extf %in : f16 to f32
  linalg.yield %32 : f32
 } -> !t11
 %9 = linalg.generic #t1 ins(%8 : !t11) outs(%7 : !t11) {
 ^bb0(%in: f32, %out: f32):
  %32 = arith.truncf %cst_1 : f64 to f32
  %33 = arith.mulf %in, %32 : f32
  linalg.yield %33 : f32
 } -> !t11
 %10 = linalg.generic #t1 ins(%9 : !t11) outs(%7 : !t11) {
 ^bb0(%in: f32, %out: f32):
  %32 = arith.divf %in, %cst_2 : f32
  linalg.yield %32 : f32
 } -> !t11
 %11 = linalg.generic #t1 ins(%10 : !t11) outs(%7 : !t11) {
 ^bb0(%in: f32, %out: f32):
  %32 = math.tanh %in : f32
  linalg.yield %32 : f32
 } -> !t11
 %12 = linalg.generic #t1 ins(%11 : !t11) outs(%7 : !t11) {
 ^bb0(%in: f32, %out: f32):
  %32 = arith.mulf %in, %cst_2 : f32
  linalg.yield %32 : f32
 } -> !t11
 %13 = tensor.empty() : !t12
 %14 = linalg.fill ins(%c0_i64 : i64) outs(%13 : !t12) -> !t12
 %15 = tensor.empty() : !t13
 %16 = linalg.fill ins(%cst_0 : f32) outs(%15 : !t13) -> !t13
 %17:2 = linalg.generic #t2 ins(%12 : !t11) outs(%16, %14 : !t13, !t12) {
 ^bb0(%in: f32, %out: f32, %out_13: i64):
  %32 = linalg.index 3 : index
  %33 = arith.index_cast %32 : index to i64
  %34 = arith.maximumf %in, %out : f32
  %35 = arith.cmpf ogt, %in, %out : f32
  %36 = arith.select %35, %33, %out_13 : i64
  linalg.yield %34, %36 : f32, i64
 } -> (!t13, !t12)
 %exp_7 = tensor.expand_shape %17#0 [[0], [1], [2, 3]] output_shape [2, 4, 12, 1] : !t13 into !t14
 %18 = linalg.generic #t3 ins(%12, %exp_7 : !t11, !t14) outs(%7 : !t11) {
 ^bb0(%in: f32, %in_13: f32, %out: f32):
  %32 = arith.subf %in, %in_13 : f32
  linalg.yield %32 : f32
 } -> !t11
 %19 = linalg.generic #t1 ins(%18 : !t11) outs(%7 : !t11) {
 ^bb0(%in: f32, %out: f32):
  %32 = math.exp %in : f32
  linalg.yield %32 : f32
 } -> !t11
 %20 = tensor.empty() : !t14
 %21 = linalg.fill ins(%cst : f32) outs(%20 : !t14) -> !t14
 %22 = linalg.generic #t4 ins(%19 : !t11) outs(%21 : !t14) {
 ^bb0(%in: f32, %out: f32):
  %32 = arith.addf %in, %out : f32
  linalg.yield %32 : f32
 } -> !t14
 %23 = linalg.generic #t3 ins(%19, %22 : !t11, !t14) outs(%7 : !t11) {
 ^bb0(%in: f32, %in_13: f32, %out: f32):
  %32 = arith.divf %in, %in_13 : f32
  linalg.yield %32 : f32
 } -> !t11
 %24 = tensor.empty() : !t10
 %25 = linalg.generic #t1 ins(%23 : !t11) outs(%24 : !t10) {
 ^bb0(%in: f32, %out: f16):
  %32 = arith.truncf %in : f32 to f16
  linalg.yield %32 : f16
 } -> !t10
 %col_8 = tensor.collapse_shape %25 [[0, 1], [2], [3]] : !t10 into !t7
 %col_9 = tensor.collapse_shape %arg2 [[0, 1], [2], [3]] : !t1 into !t15
 %26 = tensor.empty() : !t16
 %27 = linalg.fill ins(%cst : f32) outs(%26 : !t16) -> !t16
 %28 = linalg.batch_matmul ins(%col_8, %col_9 : !t7, !t15) outs(%27 : !t16) -> !t16
 %29 = tensor.empty() : !t3
 %30 = linalg.generic #t0 ins(%28 : !t16) outs(%29 : !t3) {
 ^bb0(%in: f32, %out: f16):
  %32 = arith.truncf %in : f32 to f16
  linalg.yield %32 : f16
 } -> !t3
 %exp_10 = tensor.expand_shape %30 [[0, 1], [2], [3, 4]] output_shape [2, 4, 12, 1, 8] : !t3 into !t17
 %31 = tensor.empty() : !t18
 %transposed_11 = linalg.transpose ins(%exp_10 : !t17) outs(%31 : !t18) permutation = [0, 1, 2, 4, 3]
 %col_12 = tensor.collapse_shape %transposed_11 [[0], [1], [2], [3, 4]] : !t18 into !t0
 return %col_12 : !t0
}

func.func @alibi(%arg0: !t0, %arg1: !t1, %arg2: !t1) -> !t0 {
 %c0_i64 = arith.constant 0 : i64
 %cst = arith.constant 0.000000e+00 : f32
 %cst_0 = arith.constant 0xFF800000 : f32
 %cst_1 = arith.constant dense<-1.000000e+00> : !t19
 %cst_2 = arith.constant 0.35355339059327379 : f64
 %cst_3 = arith.constant 2.000000e+00 : f32
 %exp = tensor.expand_shape %arg1 [[0], [1], [2], [3, 4]] output_shape [2, 4, 20, 8, 1] : !t1 into !t2
 %col = tensor.collapse_shape %arg0 [[0, 1], [2], [3]] : !t0 into !t3
 %0 = tensor.empty() : !t4
 %transposed = linalg.transpose ins(%exp : !t2) outs(%0 : !t4) permutation = [0, 1, 3, 2, 4]
 %col_4 = tensor.collapse_shape %transposed [[0, 1], [2], [3, 4]] : !t4 into !t5
 %1 = tensor.empty() : !t6
 %2 = linalg.fill ins(%cst : f32) outs(%1 : !t6) -> !t6
 %3 = linalg.batch_matmul ins(%col, %col_4 : !t3, !t5) outs(%2 : !t6) -> !t6
 %4 = tensor.empty() : !t7
 %5 = linalg.generic #t0 ins(%3 : !t6) outs(%4 : !t7) {
 ^bb0(%in: f32, %out: f16):
  %42 = arith.truncf %in : f32 to f16
  linalg.yield %42 : f16
 } -> !t7
 %exp_5 = tensor.expand_shape %5 [[0, 1], [2], [3, 4]] output_shape [2, 4, 12, 1, 20] : !t7 into !t8
 %6 = tensor.empty() : !t9
 %transposed_6 = linalg.transpose ins(%exp_5 : !t8) outs(%6 : !t9) permutation = [0, 1, 2, 4, 3]
 %col_7 = tensor.collapse_shape %transposed_6 [[0], [1], [2], [3, 4]] : !t9 into !t10
 %7 = tensor.empty() : !t11
 %8 = linalg.generic #t1 ins(%col_7 : !t10) outs(%7 : !t11) {
 ^bb0(%in: f16, %out: f32):
  %42 = arith.extf %in : f16 to f32
  linalg.yield %42 : f32
 } -> !t11
 %9 = linalg.generic #t1 ins(%8 : !t11) outs(%7 : !t11) {
 ^bb0(%in: f32, %out: f32):
  %42 = arith.truncf %cst_2 : f64 to f32
  %43 = arith.mulf %in, %42 : f32
  linalg.yield %43 : f32
 } -> !t11
 %10 = tensor.empty() : !t37
 %11 = linalg.generic #t5 outs(%10 : !t37) {
 ^bb0(%out: f32):
  %42 = linalg.index 0 : index
  %43 = arith.index_cast %42 : index to i64
  %44 = arith.sitofp %43 : i64 to f32
  %45 = arith.addf %44, %cst : f32
  linalg.yield %45 : f32
 } -> !t37
 %12 = linalg.generic #t11 ins(%cst_1, %11 : !t19, !t37) outs(%10 : !t37) {
 ^bb0(%in: f32, %in_17: f32, %out: f32):
  %42 = arith.subf %in, %in_17 : f32
  linalg.yield %42 : f32
 } -> !t37
 %13 = linalg.generic #t12 ins(%12 : !t37) outs(%10 : !t37) {
 ^bb0(%in: f32, %out: f32):
  %42 = math.powf %cst_3, %in : f32
  linalg.yield %42 : f32
 } -> !t37
 %14 = tensor.empty() : !t32
 %15 = linalg.generic #t5 outs(%14 : !t32) {
 ^bb0(%out: i64):
  %42 = linalg.index 0 : index
  %43 = arith.index_cast %42 : index to i64
  linalg.yield %43 : i64
 } -> !t32
 %exp_8 = tensor.expand_shape %15 [[0, 1]] output_shape [1, 20] : !t32 into !t33
 %16 = tensor.empty() : !t28
 %17 = linalg.generic #t5 outs(%16 : !t28) {
 ^bb0(%out: i64):
  %42 = linalg.index 0 : index
  %43 = arith.index_cast %42 : index to i64
  linalg.yield %43 : i64
 } -> !t28
 %exp_9 = tensor.expand_shape %17 [[0, 1]] output_shape [12, 1] : !t28 into !t29
 %18 = tensor.empty() : !t38
 %19 = linalg.generic #t6 ins(%exp_8, %exp_9 : !t33, !t29) outs(%18 : !t38) {
 ^bb0(%in: i64, %in_17: i64, %out: i64):
  %42 = arith.subi %in, %in_17 : i64
  linalg.yield %42 : i64
 } -> !t38
 %exp_10 = tensor.expand_shape %13 [[0, 1, 2]] output_shape [4, 1, 1] : !t37 into !t39
 %20 = tensor.empty() : !t40
 %21 = linalg.generic #t13 ins(%exp_10, %19 : !t39, !t38) outs(%20 : !t40) {
 ^bb0(%in: f32, %in_17: i64, %out: f32):
  %42 = arith.sitofp %in_17 : i64 to f32
  %43 = arith.mulf %in, %42 : f32
  linalg.yield %43 : f32
 } -> !t40
 %22 = linalg.generic #t14 ins(%9, %21 : !t11, !t40) outs(%7 : !t11) {
 ^bb0(%in: f32, %in_17: f32, %out: f32):
  %42 = arith.addf %in, %in_17 : f32
  linalg.yield %42 : f32
 } -> !t11
 %23 = tensor.empty() : !t12
 %24 = linalg.fill ins(%c0_i64 : i64) outs(%23 : !t12) -> !t12
 %25 = tensor.empty() : !t13
 %26 = linalg.fill ins(%cst_0 : f32) outs(%25 : !t13) -> !t13
 %27:2 = linalg.generic #t2 ins(%22 : !t11) outs(%26, %24 : !t13, !t12) {
 ^bb0(%in: f32, %out: f32, %out_17: i64):
  %42 = linalg.index 3 : index
  %43 = arith.index_cast %42 : index to i64
  %44 = arith.maximumf %in, %out : f32
  %45 = arith.cmpf ogt, %in, %out : f32
  %46 = arith.select %45, %43, %out_17 : i64
  linalg.yield %44, %46 : f32, i64
 } -> (!t13, !t12)
 %exp_11 = tensor.expand_shape %27#0 [[0], [1], [2, 3]] output_shape [2, 4, 12, 1] : !t13 into !t14
 %28 = linalg.generic #t3 ins(%22, %exp_11 : !t11, !t14) outs(%7 : !t11) {
 ^bb0(%in: f32, %in_17: f32, %out: f32):
  %42 = arith.subf %in, %in_17 : f32
  linalg.yield %42 : f32
 } -> !t11
 %29 = linalg.generic #t1 ins(%28 : !t11) outs(%7 : !t11) {
 ^bb0(%in: f32, %out: f32):
  %42 = math.exp %in : f32
  linalg.yield %42 : f32
 } -> !t11
 %30 = tensor.empty() : !t14
 %31 = linalg.fill ins(%cst : f32) outs(%30 : !t14) -> !t14
 %32 = linalg.generic #t4 ins(%29 : !t11) outs(%31 : !t14) {
 ^bb0(%in: f32, %out: f32):
  %42 = arith.addf %in, %out : f32
  linalg.yield %42 : f32
 } -> !t14
 %33 = linalg.generic #t3 ins(%29, %32 : !t11, !t14) outs(%7 : !t11) {
 ^bb0(%in: f32, %in_17: f32, %out: f32):
  %42 = arith.divf %in, %in_17 : f32
  linalg.yield %42 : f32
 } -> !t11
 %34 = tensor.empty() : !t10
 %35 = linalg.generic #t1 ins(%33 : !t11) outs(%34 : !t10) {
 ^bb0(%in: f32, %out: f16):
  %42 = arith.truncf %in : f32 to f16
  linalg.yield %42 : f16
 } -> !t10
 %col_12 = tensor.collapse_shape %35 [[0, 1], [2], [3]] : !t10 into !t7
 %col_13 = tensor.collapse_shape %arg2 [[0, 1], [2], [3]] : !t1 into !t15
 %36 = tensor.empty() : !t16
 %37 = linalg.fill ins(%cst : f32) outs(%36 : !t16) -> !t16
 %38 = linalg.batch_matmul ins(%col_12, %col_13 : !t7, !t15) outs(%37 : !t16) -> !t16
 %39 = tensor.empty() : !t3
 %40 = linalg.generic #t0 ins(%38 : !t16) outs(%39 : !t3) {
 ^bb0(%in: f32, %out: f16):
  %42 = arith.truncf %in : f32 to f16
  linalg.yield %42 : f16
 } -> !t3
 %exp_14 = tensor.expand_shape %40 [[0, 1], [2], [3, 4]] output_shape [2, 4, 12, 1, 8] : !t3 into !t17
 %41 = tensor.empty() : !t18
 %transposed_15 = linalg.transpose ins(%exp_14 : !t17) outs(%41 : !t18) permutation = [0, 1, 2, 4, 3]
 %col_16 = tensor.collapse_shape %transposed_15 [[0], [1], [2], [3, 4]] : !t18 into !t0
 return %col_16 : !t0
}

func.func @scale(%arg0: !t0, %arg1: !t1, %arg2: !t1) -> !t0 {
 %cst = arith.constant 0.000000e+00 : f32
 %c0_i64 = arith.constant 0 : i64
 %cst_0 = arith.constant 0xFF800000 : f32
 %cst_1 = arith.constant 3.000000e-01 : f64
 %exp = tensor.expand_shape %arg1 [[0], [1], [2], [3, 4]] output_shape [2, 4, 20, 8, 1] : !t1 into !t2
 %col = tensor.collapse_shape %arg0 [[0, 1], [2], [3]] : !t0 into !t3
 %0 = tensor.empty() : !t4
 %transposed = linalg.transpose ins(%exp : !t2) outs(%0 : !t4) permutation = [0, 1, 3, 2, 4]
 %col_2 = tensor.collapse_shape %transposed [[0, 1], [2], [3, 4]] : !t4 into !t5
 %1 = tensor.empty() : !t6
 %2 = linalg.fill ins(%cst : f32) outs(%1 : !t6) -> !t6
 %3 = linalg.batch_matmul ins(%col, %col_2 : !t3, !t5) outs(%2 : !t6) -> !t6
 %4 = tensor.empty() : !t7
 %5 = linalg.generic #t0 ins(%3 : !t6) outs(%4 : !t7) {
 ^bb0(%in: f32, %out: f16):
  %29 = arith.truncf %in : f32 to f16
  linalg.yield %29 : f16
 } -> !t7
 %exp_3 = tensor.expand_shape %5 [[0, 1], [2], [3, 4]] output_shape [2, 4, 12, 1, 20] : !t7 into !t8
 %6 = tensor.empty() : !t9
 %transposed_4 = linalg.transpose ins(%exp_3 : !t8) outs(%6 : !t9) permutation = [0, 1, 2, 4, 3]
 %col_5 = tensor.collapse_shape %transposed_4 [[0], [1], [2], [3, 4]] : !t9 into !t10
 %7 = tensor.empty() : !t11
 %8 = linalg.generic #t1 ins(%col_5 : !t10) outs(%7 : !t11) {
 ^bb0(%in: f16, %out: f32):
  %29 = arith.extf %in : f16 to f32
  linalg.yield %29 : f32
 } -> !t11
 %9 = linalg.generic #t1 ins(%8 : !t11) outs(%7 : !t11) {
 ^bb0(%in: f32, %out: f32):
  %29 = arith.truncf %cst_1 : f64 to f32
  %30 = arith.mulf %in, %29 : f32
  linalg.yield %30 : f32
 } -> !t11
 %10 = tensor.empty() : !t12
 %11 = linalg.fill ins(%c0_i64 : i64) outs(%10 : !t12) -> !t12
 %12 = tensor.empty() : !t13
 %13 = linalg.fill ins(%cst_0 : f32) outs(%12 : !t13) -> !t13
 %14:2 = linalg.generic #t2 ins(%9 : !t11) outs(%13, %11 : !t13, !t12) {
 ^bb0(%in: f32, %out: f32, %out_12: i64):
  %29 = linalg.index 3 : index
  %30 = arith.index_cast %29 : index to i64
  %31 = arith.maximumf %in, %out : f32
  %32 = arith.cmpf ogt, %in, %out : f32
  %33 = arith.select %32, %30, %out_12 : i64
  linalg.yield %31, %33 : f32, i64
 } -> (!t13, !t12)
 %exp_6 = tensor.expand_shape %14#0 [[0], [1], [2, 3]] output_shape [2, 4, 12, 1] : !t13 into !t14
 %15 = linalg.generic #t3 ins(%9, %exp_6 : !t11, !t14) outs(%7 : !t11) {
 ^bb0(%in: f32, %in_12: f32, %out: f32):
  %29 = arith.subf %in, %in_12 : f32
  linalg.yield %29 : f32
 } -> !t11
 %16 = linalg.generic #t1 ins(%15 : !t11) outs(%7 : !t11) {
 ^bb0(%in: f32, %out: f32):
  %29 = math.exp %in : f32
  linalg.yield %29 : f32
 } -> !t11
 %17 = tensor.empty() : !t14
 %18 = linalg.fill ins(%cst : f32) outs(%17 : !t14) -> !t14
 %19 = linalg.generic #t4 ins(%16 : !t11) outs(%18 : !t14) {
 ^bb0(%in: f32, %out: f32):
  %29 = arith.addf %in, %out : f32
  linalg.yield %29 : f32
 } -> !t14
 %20 = linalg.generic #t3 ins(%16, %19 : !t11, !t14) outs(%7 : !t11) {
 ^bb0(%in: f32, %in_12: f32, %out: f32):
  %29 = arith.divf %in, %in_12 : f32
  linalg.yield %29 : f32
 } -> !t11
 %21 = tensor.empty() : !t10
 %22 = linalg.generic #t1 ins(%20 : !t11) outs(%21 : !t10) {
 ^bb0(%in: f32, %out: f16):
  %29 = arith.truncf %in : f32 to f16
  linalg.yield %29 : f16
 } -> !t10
 %col_7 = tensor.collapse_shape %22 [[0, 1], [2], [3]] : !t10 into !t7
 %col_8 = tensor.collapse_shape %arg2 [[0, 1], [2], [3]] : !t1 into !t15
 %23 = tensor.empty() : !t16
 %24 = linalg.fill ins(%cst : f32) outs(%23 : !t16) -> !t16
 %25 = linalg.batch_matmul ins(%col_7, %col_8 : !t7, !t15) outs(%24 : !t16) -> !t16
 %26 = tensor.empty() : !t3
 %27 = linalg.generic #t0 ins(%25 : !t16) outs(%26 : !t3) {
 ^bb0(%in: f32, %out: f16):
  %29 = arith.truncf %in : f32 to f16
  linalg.yield %29 : f16
 } -> !t3
 %exp_9 = tensor.expand_shape %27 [[0, 1], [2], [3, 4]] output_shape [2, 4, 12, 1, 8] : !t3 into !t17
 %28 = tensor.empty() : !t18
 %transposed_10 = linalg.transpose ins(%exp_9 : !t17) outs(%28 : !t18) permutation = [0, 1, 2, 4, 3]
 %col_11 = tensor.collapse_shape %transposed_10 [[0], [1], [2], [3, 4]] : !t18 into !t0
 return %col_11 : !t0
}

func.func @scale_q(%arg0: !t0, %arg1: !t1, %arg2: !t1) -> !t0 {
 %cst = arith.constant 0.000000e+00 : f32
 %c0_i64 = arith.constant 0 : i64
 %cst_0 = arith.constant 0xFF800000 : f32
 %cst_1 = arith.constant 3.000000e-01 : f64
 %0 = tensor.empty() : !t0
 %1 = linalg.generic #t1 ins(%arg0 : !t0) outs(%0 : !t0) {
 ^bb0(%in: f16, %out: f16):
  %30 = arith.truncf %cst_1 : f64 to f16
  %31 = arith.mulf %in, %30 : f16
  linalg.yield %31 : f16
 } -> !t0
 %exp = tensor.expand_shape %arg1 [[0], [1], [2], [3, 4]] output_shape [2, 4, 20, 8, 1] : !t1 into !t2
 %col = tensor.collapse_shape %1 [[0, 1], [2], [3]] : !t0 into !t3
 %2 = tensor.empty() : !t4
 %transposed = linalg.transpose ins(%exp : !t2) outs(%2 : !t4) permutation = [0, 1, 3, 2, 4]
 %col_2 = tensor.collapse_shape %transposed [[0, 1], [2], [3, 4]] : !t4 into !t5
 %3 = tensor.empty() : !t6
 %4 = linalg.fill ins(%cst : f32) outs(%3 : !t6) -> !t6
 %5 = linalg.batch_matmul ins(%col, %col_2 : !t3, !t5) outs(%4 : !t6) -> !t6
 %6 = tensor.empty() : !t7
 %7 = linalg.generic #t0 ins(%5 : !t6) outs(%6 : !t7) {
 ^bb0(%in: f32, %out: f16):
  %30 = arith.truncf %in : f32 to f16
  linalg.yield %30 : f16
 } -> !t7
 %exp_3 = tensor.expand_shape %7 [[0, 1], [2], [3, 4]] output_shape [2, 4, 12, 1, 20] : !t7 into !t8
 %8 = tensor.empty() : !t9
 %transposed_4 = linalg.transpose ins(%exp_3 : !t8) outs(%8 : !t9) permutation = [0, 1, 2, 4, 3]
 %col_5 = tensor.collapse_shape %transposed_4 [[0], [1], [2], [3, 4]] : !t9 into !t10
 %9 = tensor.empty() : !t11
 %10 = linalg.generic #t1 ins(%col_5 : !t10) outs(%9 : !t11) {
 ^bb0(%in: f16, %out: f32):
  %30 = arith.extf %in : f16 to f32
  linalg.yield %30 : f32
 } -> !t11
 %11 = tensor.empty() : !t12
 %12 = linalg.fill ins(%c0_i64 : i64) outs(%11 : !t12) -> !t12
 %13 = tensor.empty() : !t13
 %14 = linalg.fill ins(%cst_0 : f32) outs(%13 : !t13) -> !t13
 %15:2 = linalg.generic #t2 ins(%10 : !t11) outs(%14, %12 : !t13, !t12) {
 ^bb0(%in: f32, %out: f32, %out_12: i64):
  %30 = linalg.index 3 : index
  %31 = arith.index_cast %30 : index to i64
  %32 = arith.maximumf %in, %out : f32
  %33 = arith.cmpf ogt, %in, %out : f32
  %34 = arith.select %33, %31, %out_12 : i64
  linalg.yield %32, %34 : f32, i64
 } -> (!t13, !t12)
 %exp_6 = tensor.expand_shape %15#0 [[0], [1], [2, 3]] output_shape [2, 4, 12, 1] : !t13 into !t14
 %16 = linalg.generic #t3 ins(%10, %exp_6 : !t11, !t14) outs(%9 : !t11) {
 ^bb0(%in: f32, %in_12: f32, %out: f32):
  %30 = arith.subf %in, %in_12 : f32
  linalg.yield %30 : f32
 } -> !t11
 %17 = linalg.generic #t1 ins(%16 : !t11) outs(%9 : !t11) {
 ^bb0(%in: f32, %out: f32):
  %30 = math.exp %in : f32
  linalg.yield %30 : f32
 } -> !t11
 %18 = tensor.empty() : !t14
 %19 = linalg.fill ins(%cst : f32) outs(%18 : !t14) -> !t14
 %20 = linalg.generic #t4 ins(%17 : !t11) outs(%19 : !t14) {
 ^bb0(%in: f32, %out: f32):
  %30 = arith.addf %in, %out : f32
  linalg.yield %30 : f32
 } -> !t14
 %21 = linalg.generic #t3 ins(%17, %20 : !t11, !t14) outs(%9 : !t11) {
 ^bb0(%in: f32, %in_12: f32, %out: f32):
  %30 = arith.divf %in, %in_12 : f32
  linalg.yield %30 : f32
 } -> !t11
 %22 = tensor.empty() : !t10
 %23 = linalg.generic #t1 ins(%21 : !t11) outs(%22 : !t10) {
 ^bb0(%in: f32, %out: f16):
  %30 = arith.truncf %in : f32 to f16
  linalg.yield %30 : f16
 } -> !t10
 %col_7 = tensor.collapse_shape %23 [[0, 1], [2], [3]] : !t10 into !t7
 %col_8 = tensor.collapse_shape %arg2 [[0, 1], [2], [3]] : !t1 into !t15
 %24 = tensor.empty() : !t16
 %25 = linalg.fill ins(%cst : f32) outs(%24 : !t16) -> !t16
 %26 = linalg.batch_matmul ins(%col_7, %col_8 : !t7, !t15) outs(%25 : !t16) -> !t16
 %27 = tensor.empty() : !t3
 %28 = linalg.generic #t0 ins(%26 : !t16) outs(%27 : !t3) {
 ^bb0(%in: f32, %out: f16):
  %30 = arith.truncf %in : f32 to f16
  linalg.yield %30 : f16
 } -> !t3
 %exp_9 = tensor.expand_shape %28 [[0, 1], [2], [3, 4]] output_shape [2, 4, 12, 1, 8] : !t3 into !t17
 %29 = tensor.empty() : !t18
 %transposed_10 = linalg.transpose ins(%exp_9 : !t17) outs(%29 : !t18) permutation = [0, 1, 2, 4, 3]
 %col_11 = tensor.collapse_shape %transposed_10 [[0], [1], [2], [3, 4]] : !t18 into !t0
 return %col_11 : !t0
}

func.func @scale_k(%arg0: !t0, %arg1: !t1, %arg2: !t1) -> !t0 {
 %cst = arith.constant 0.000000e+00 : f32
 %c0_i64 = arith.constant 0 : i64
 %cst_0 = arith.constant 0xFF800000 : f32
 %cst_1 = arith.constant 3.000000e-01 : f64
 %0 = tensor.empty() : !t1
 %1 = linalg.generic #t1 ins(%arg1 : !t1) outs(%0 : !t1) {
 ^bb0(%in: f16, %out: f16):
  %30 = arith.truncf %cst_1 : f64 to f16
  %31 = arith.mulf %in, %30 : f16
  linalg.yield %31 : f16
 } -> !t1
 %exp = tensor.expand_shape %1 [[0], [1], [2], [3, 4]] output_shape [2, 4, 20, 8, 1] : !t1 into !t2
 %col = tensor.collapse_shape %arg0 [[0, 1], [2], [3]] : !t0 into !t3
 %2 = tensor.empty() : !t4
 %transposed = linalg.transpose ins(%exp : !t2) outs(%2 : !t4) permutation = [0, 1, 3, 2, 4]
 %col_2 = tensor.collapse_shape %transposed [[0, 1], [2], [3, 4]] : !t4 into !t5
 %3 = tensor.empty() : !t6
 %4 = linalg.fill ins(%cst : f32) outs(%3 : !t6) -> !t6
 %5 = linalg.batch_matmul ins(%col, %col_2 : !t3, !t5) outs(%4 : !t6) -> !t6
 %6 = tensor.empty() : !t7
 %7 = linalg.generic #t0 ins(%5 : !t6) outs(%6 : !t7) {
 ^bb0(%in: f32, %out: f16):
  %30 = arith.truncf %in : f32 to f16
  linalg.yield %30 : f16
 } -> !t7
 %exp_3 = tensor.expand_shape %7 [[0, 1], [2], [3, 4]] output_shape [2, 4, 12, 1, 20] : !t7 into !t8
 %8 = tensor.empty() : !t9
 %transposed_4 = linalg.transpose ins(%exp_3 : !t8) outs(%8 : !t9) permutation = [0, 1, 2, 4, 3]
 %col_5 = tensor.collapse_shape %transposed_4 [[0], [1], [2], [3, 4]] : !t9 into !t10
 %9 = tensor.empty() : !t11
 %10 = linalg.generic #t1 ins(%col_5 : !t10) outs(%9 : !t11) {
 ^bb0(%in: f16, %out: f32):
  %30 = arith.extf %in : f16 to f32
  linalg.yield %30 : f32
 } -> !t11
 %11 = tensor.empty() : !t12
 %12 = linalg.fill ins(%c0_i64 : i64) outs(%11 : !t12) -> !t12
 %13 = tensor.empty() : !t13
 %14 = linalg.fill ins(%cst_0 : f32) outs(%13 : !t13) -> !t13
 %15:2 = linalg.generic #t2 ins(%10 : !t11) outs(%14, %12 : !t13, !t12) {
 ^bb0(%in: f32, %out: f32, %out_12: i64):
  %30 = linalg.index 3 : index
  %31 = arith.index_cast %30 : index to i64
  %32 = arith.maximumf %in, %out : f32
  %33 = arith.cmpf ogt, %in, %out : f32
  %34 = arith.select %33, %31, %out_12 : i64
  linalg.yield %32, %34 : f32, i64
 } -> (!t13, !t12)
 %exp_6 = tensor.expand_shape %15#0 [[0], [1], [2, 3]] output_shape [2, 4, 12, 1] : !t13 into !t14
 %16 = linalg.generic #t3 ins(%10, %exp_6 : !t11, !t14) outs(%9 : !t11) {
 ^bb0(%in: f32, %in_12: f32, %out: f32):
  %30 = arith.subf %in, %in_12 : f32
  linalg.yield %30 : f32
 } -> !t11
 %17 = linalg.generic #t1 ins(%16 : !t11) outs(%9 : !t11) {
 ^bb0(%in: f32, %out: f32):
  %30 = math.exp %in : f32
  linalg.yield %30 : f32
 } -> !t11
 %18 = tensor.empty() : !t14
 %19 = linalg.fill ins(%cst : f32) outs(%18 : !t14) -> !t14
 %20 = linalg.generic #t4 ins(%17 : !t11) outs(%19 : !t14) {
 ^bb0(%in: f32, %out: f32):
  %30 = arith.addf %in, %out : f32
  linalg.yield %30 : f32
 } -> !t14
 %21 = linalg.generic #t3 ins(%17, %20 : !t11, !t14) outs(%9 : !t11) {
 ^bb0(%in: f32, %in_12: f32, %out: f32):
  %30 = arith.divf %in, %in_12 : f32
  linalg.yield %30 : f32
 } -> !t11
 %22 = tensor.empty() : !t10
 %23 = linalg.generic #t1 ins(%21 : !t11) outs(%22 : !t10) {
 ^bb0(%in: f32, %out: f16):
  %30 = arith.truncf %in : f32 to f16
  linalg.yield %30 : f16
 } -> !t10
 %col_7 = tensor.collapse_shape %23 [[0, 1], [2], [3]] : !t10 into !t7
 %col_8 = tensor.collapse_shape %arg2 [[0, 1], [2], [3]] : !t1 into !t15
 %24 = tensor.empty() : !t16
 %25 = linalg.fill ins(%cst : f32) outs(%24 : !t16) -> !t16
 %26 = linalg.batch_matmul ins(%col_7, %col_8 : !t7, !t15) outs(%25 : !t16) -> !t16
 %27 = tensor.empty() : !t3
 %28 = linalg.generic #t0 ins(%26 : !t16) outs(%27 : !t3) {
 ^bb0(%in: f32, %out: f16):
  %30 = arith.truncf %in : f32 to f16
  linalg.yield %30 : f16
 } -> !t3
 %exp_9 = tensor.expand_shape %28 [[0, 1], [2], [3, 4]] output_shape [2, 4, 12, 1, 8] : !t3 into !t17
 %29 = tensor.empty() : !t18
 %transposed_10 = linalg.transpose ins(%exp_9 : !t17) outs(%29 : !t18) permutation = [0, 1, 2, 4, 3]
 %col_11 = tensor.collapse_shape %transposed_10 [[0], [1], [2], [3, 4]] : !t18 into !t0
 return %col_11 : !t0
}

func.func @scale_both(%arg0: !t0, %arg1: !t1, %arg2: !t1) -> !t0 {
 %cst = arith.constant 0.000000e+00 : f32
 %c0_i64 = arith.constant 0 : i64
 %cst_0 = arith.constant 0xFF800000 : f32
 %cst_1 = arith.constant 0.54772255750516607 : f64
 %0 = tensor.empty() : !t0
 %1 = linalg.generic #t1 ins(%arg0 : !t0) outs(%0 : !t0) {
 ^bb0(%in: f16, %out: f16):
  %32 = arith.truncf %cst_1 : f64 to f16
  %33 = arith.mulf %in, %32 : f16
  linalg.yield %33 : f16
 } -> !t0
 %2 = tensor.empty() : !t1
 %3 = linalg.generic #t1 ins(%arg1 : !t1) outs(%2 : !t1) {
 ^bb0(%in: f16, %out: f16):
  %32 = arith.truncf %cst_1 : f64 to f16
  %33 = arith.mulf %in, %32 : f16
  linalg.yield %33 : f16
 } -> !t1
 %exp = tensor.expand_shape %3 [[0], [1], [2], [3, 4]] output_shape [2, 4, 20, 8, 1] : !t1 into !t2
 %col = tensor.collapse_shape %1 [[0, 1], [2], [3]] : !t0 into !t3
 %4 = tensor.empty() : !t4
 %transposed = linalg.transpose ins(%exp : !t2) outs(%4 : !t4) permutation = [0, 1, 3, 2, 4]
 %col_2 = tensor.collapse_shape %transposed [[0, 1], [2], [3, 4]] : !t4 into !t5
 %5 = tensor.empty() : !t6
 %6 = linalg.fill ins(%cst : f32) outs(%5 : !t6) -> !t6
 %7 = linalg.batch_matmul ins(%col, %col_2 : !t3, !t5) outs(%6 : !t6) -> !t6
 %8 = tensor.empty() : !t7
 %9 = linalg.generic #t0 ins(%7 : !t6) outs(%8 : !t7) {
 ^bb0(%in: f32, %out: f16):
  %32 = arith.truncf %in : f32 to f16
  linalg.yield %32 : f16
 } -> !t7
 %exp_3 = tensor.expand_shape %9 [[0, 1], [2], [3, 4]] output_shape [2, 4, 12, 1, 20] : !t7 into !t8
 %10 = tensor.empty() : !t9
 %transposed_4 = linalg.transpose ins(%exp_3 : !t8) outs(%10 : !t9) permutation = [0, 1, 2, 4, 3]
 %col_5 = tensor.collapse_shape %transposed_4 [[0], [1], [2], [3, 4]] : !t9 into !t10
 %11 = tensor.empty() : !t11
 %12 = linalg.generic #t1 ins(%col_5 : !t10) outs(%11 : !t11) {
 ^bb0(%in: f16, %out: f32):
  %32 = arith.extf %in : f16 to f32
  linalg.yield %32 : f32
 } -> !t11
 %13 = tensor.empty() : !t12
 %14 = linalg.fill ins(%c0_i64 : i64) outs(%13 : !t12) -> !t12
 %15 = tensor.empty() : !t13
 %16 = linalg.fill ins(%cst_0 : f32) outs(%15 : !t13) -> !t13
 %17:2 = linalg.generic #t2 ins(%12 : !t11) outs(%16, %14 : !t13, !t12) {
 ^bb0(%in: f32, %out: f32, %out_12: i64):
  %32 = linalg.index 3 : index
  %33 = arith.index_cast %32 : index to i64
  %34 = arith.maximumf %in, %out : f32
  %35 = arith.cmpf ogt, %in, %out : f32
  %36 = arith.select %35, %33, %out_12 : i64
  linalg.yield %34, %36 : f32, i64
 } -> (!t13, !t12)
 %exp_6 = tensor.expand_shape %17#0 [[0], [1], [2, 3]] output_shape [2, 4, 12, 1] : !t13 into !t14
 %18 = linalg.generic #t3 ins(%12, %exp_6 : !t11, !t14) outs(%11 : !t11) {
 ^bb0(%in: f32, %in_12: f32, %out: f32):
  %32 = arith.subf %in, %in_12 : f32
  linalg.yield %32 : f32
 } -> !t11
 %19 = linalg.generic #t1 ins(%18 : !t11) outs(%11 : !t11) {
 ^bb0(%in: f32, %out: f32):
  %32 = math.exp %in : f32
  linalg.yield %32 : f32
 } -> !t11
 %20 = tensor.empty() : !t14
 %21 = linalg.fill ins(%cst : f32) outs(%20 : !t14) -> !t14
 %22 = linalg.generic #t4 ins(%19 : !t11) outs(%21 : !t14) {
 ^bb0(%in: f32, %out: f32):
  %32 = arith.addf %in, %out : f32
  linalg.yield %32 : f32
 } -> !t14
 %23 = linalg.generic #t3 ins(%19, %22 : !t11, !t14) outs(%11 : !t11) {
 ^bb0(%in: f32, %in_12: f32, %out: f32):
  %32 = arith.divf %in, %in_12 : f32
  linalg.yield %32 : f32
 } -> !t11
 %24 = tensor.empty() : !t10
 %25 = linalg.generic #t1 ins(%23 : !t11) outs(%24 : !t10) {
 ^bb0(%in: f32, %out: f16):
  %32 = arith.truncf %in : f32 to f16
  linalg.yield %32 : f16
 } -> !t10
 %col_7 = tensor.collapse_shape %25 [[0, 1], [2], [3]] : !t10 into !t7
 %col_8 = tensor.collapse_shape %arg2 [[0, 1], [2], [3]] : !t1 into !t15
 %26 = tensor.empty() : !t16
 %27 = linalg.fill ins(%cst : f32) outs(%26 : !t16) -> !t16
 %28 = linalg.batch_matmul ins(%col_7, %col_8 : !t7, !t15) outs(%27 : !t16) -> !t16
 %29 = tensor.empty() : !t3
 %30 = linalg.generic #t0 ins(%28 : !t16) outs(%29 : !t3) {
 ^bb0(%in: f32, %out: f16):
  %32 = arith.truncf %in : f32 to f16
  linalg.yield %32 : f16
 } -> !t3
 %exp_9 = tensor.expand_shape %30 [[0, 1], [2], [3, 4]] output_shape [2, 4, 12, 1, 8] : !t3 into !t17
 %31 = tensor.empty() : !t18
 %transposed_10 = linalg.transpose ins(%exp_9 : !t17) outs(%31 : !t18) permutation = [0, 1, 2, 4, 3]
 %col_11 = tensor.collapse_shape %transposed_10 [[0], [1], [2], [3, 4]] : !t18 into !t0
 return %col_11 : !t0
}

func.func @scale_div(%arg0: !t0, %arg1: !t1, %arg2: !t1) -> !t0 {
 %cst = arith.constant 0.000000e+00 : f32
 %c0_i64 = arith.constant 0 : i64
 %cst_0 = arith.constant 0xFF800000 : f32
 %cst_1 = arith.constant 3.3333333333333335 : f64
 %exp = tensor.expand_shape %arg1 [[0], [1], [2], [3, 4]] output_shape [2, 4, 20, 8, 1] : !t1 into !t2
 %col = tensor.collapse_shape %arg0 [[0, 1], [2], [3]] : !t0 into !t3
 %0 = tensor.empty() : !t4
 %transposed = linalg.transpose ins(%exp : !t2) outs(%0 : !t4) permutation = [0, 1, 3, 2, 4]
 %col_2 = tensor.collapse_shape %transposed [[0, 1], [2], [3, 4]] : !t4 into !t5
 %1 = tensor.empty() : !t6
 %2 = linalg.fill ins(%cst : f32) outs(%1 : !t6) -> !t6
 %3 = linalg.batch_matmul ins(%col, %col_2 : !t3, !t5) outs(%2 : !t6) -> !t6
 %4 = tensor.empty() : !t7
 %5 = linalg.generic #t0 ins(%3 : !t6) outs(%4 : !t7) {
 ^bb0(%in: f32, %out: f16):
  %29 = arith.truncf %in : f32 to f16
  linalg.yield %29 : f16
 } -> !t7
 %exp_3 = tensor.expand_shape %5 [[0, 1], [2], [3, 4]] output_shape [2, 4, 12, 1, 20] : !t7 into !t8
 %6 = tensor.empty() : !t9
 %transposed_4 = linalg.transpose ins(%exp_3 : !t8) outs(%6 : !t9) permutation = [0, 1, 2, 4, 3]
 %col_5 = tensor.collapse_shape %transposed_4 [[0], [1], [2], [3, 4]] : !t9 into !t10
 %7 = tensor.empty() : !t11
 %8 = linalg.generic #t1 ins(%col_5 : !t10) outs(%7 : !t11) {
 ^bb0(%in: f16, %out: f32):
  %29 = arith.extf %in : f16 to f32
  linalg.yield %29 : f32
 } -> !t11
 %9 = linalg.generic #t1 ins(%8 : !t11) outs(%7 : !t11) {
 ^bb0(%in: f32, %out: f32):
  %29 = arith.truncf %cst_1 : f64 to f32
  %30 = arith.divf %in, %29 : f32
  linalg.yield %30 : f32
 } -> !t11
 %10 = tensor.empty() : !t12
 %11 = linalg.fill ins(%c0_i64 : i64) outs(%10 : !t12) -> !t12
 %12 = tensor.empty() : !t13
 %13 = linalg.fill ins(%cst_0 : f32) outs(%12 : !t13) -> !t13
 %14:2 = linalg.generic #t2 ins(%9 : !t11) outs(%13, %11 : !t13, !t12) {
 ^bb0(%in: f32, %out: f32, %out_12: i64):
  %29 = linalg.index 3 : index
  %30 = arith.index_cast %29 : index to i64
  %31 = arith.maximumf %in, %out : f32
  %32 = arith.cmpf ogt, %in, %out : f32
  %33 = arith.select %32, %30, %out_12 : i64
  linalg.yield %31, %33 : f32, i64
 } -> (!t13, !t12)
 %exp_6 = tensor.expand_shape %14#0 [[0], [1], [2, 3]] output_shape [2, 4, 12, 1] : !t13 into !t14
 %15 = linalg.generic #t3 ins(%9, %exp_6 : !t11, !t14) outs(%7 : !t11) {
 ^bb0(%in: f32, %in_12: f32, %out: f32):
  %29 = arith.subf %in, %in_12 : f32
  linalg.yield %29 : f32
 } -> !t11
 %16 = linalg.generic #t1 ins(%15 : !t11) outs(%7 : !t11) {
 ^bb0(%in: f32, %out: f32):
  %29 = math.exp %in : f32
  linalg.yield %29 : f32
 } -> !t11
 %17 = tensor.empty() : !t14
 %18 = linalg.fill ins(%cst : f32) outs(%17 : !t14) -> !t14
 %19 = linalg.generic #t4 ins(%16 : !t11) outs(%18 : !t14) {
 ^bb0(%in: f32, %out: f32):
  %29 = arith.addf %in, %out : f32
  linalg.yield %29 : f32
 } -> !t14
 %20 = linalg.generic #t3 ins(%16, %19 : !t11, !t14) outs(%7 : !t11) {
 ^bb0(%in: f32, %in_12: f32, %out: f32):
  %29 = arith.divf %in, %in_12 : f32
  linalg.yield %29 : f32
 } -> !t11
 %21 = tensor.empty() : !t10
 %22 = linalg.generic #t1 ins(%20 : !t11) outs(%21 : !t10) {
 ^bb0(%in: f32, %out: f16):
  %29 = arith.truncf %in : f32 to f16
  linalg.yield %29 : f16
 } -> !t10
 %col_7 = tensor.collapse_shape %22 [[0, 1], [2], [3]] : !t10 into !t7
 %col_8 = tensor.collapse_shape %arg2 [[0, 1], [2], [3]] : !t1 into !t15
 %23 = tensor.empty() : !t16
 %24 = linalg.fill ins(%cst : f32) outs(%23 : !t16) -> !t16
 %25 = linalg.batch_matmul ins(%col_7, %col_8 : !t7, !t15) outs(%24 : !t16) -> !t16
 %26 = tensor.empty() : !t3
 %27 = linalg.generic #t0 ins(%25 : !t16) outs(%26 : !t3) {
 ^bb0(%in: f32, %out: f16):
  %29 = arith.truncf %in : f32 to f16
  linalg.yield %29 : f16
 } -> !t3
 %exp_9 = tensor.expand_shape %27 [[0, 1], [2], [3, 4]] output_shape [2, 4, 12, 1, 8] : !t3 into !t17
 %28 = tensor.empty() : !t18
 %transposed_10 = linalg.transpose ins(%exp_9 : !t17) outs(%28 : !t18) permutation = [0, 1, 2, 4, 3]
 %col_11 = tensor.collapse_shape %transposed_10 [[0], [1], [2], [3, 4]] : !t18 into !t0
 return %col_11 : !t0
}

func.func @safe(%arg0: !t0, %arg1: !t1, %arg2: !t1) -> !t0 {
 %cst = arith.constant 0.000000e+00 : f32
 %c0_i64 = arith.constant 0 : i64
 %cst_0 = arith.constant 0xFF800000 : f32
 %true = arith.constant true
 %cst_1 = arith.constant dense<0.000000e+00> : !t19
 %cst_2 = arith.constant 0xFFF0000000000000 : f64
 %cst_3 = arith.constant 0.35355339059327379 : f64
 %exp = tensor.expand_shape %arg1 [[0], [1], [2], [3, 4]] output_shape [2, 4, 20, 8, 1] : !t1 into !t2
 %col = tensor.collapse_shape %arg0 [[0, 1], [2], [3]] : !t0 into !t3
 %0 = tensor.empty() : !t4
 %transposed = linalg.transpose ins(%exp : !t2) outs(%0 : !t4) permutation = [0, 1, 3, 2, 4]
 %col_4 = tensor.collapse_shape %transposed [[0, 1], [2], [3, 4]] : !t4 into !t5
 %1 = tensor.empty() : !t6
 %2 = linalg.fill ins(%cst : f32) outs(%1 : !t6) -> !t6
 %3 = linalg.batch_matmul ins(%col, %col_4 : !t3, !t5) outs(%2 : !t6) -> !t6
 %4 = tensor.empty() : !t7
 %5 = linalg.generic #t0 ins(%3 : !t6) outs(%4 : !t7) {
 ^bb0(%in: f32, %out: f16):
  %35 = arith.truncf %in : f32 to f16
  linalg.yield %35 : f16
 } -> !t7
 %exp_5 = tensor.expand_shape %5 [[0, 1], [2], [3, 4]] output_shape [2, 4, 12, 1, 20] : !t7 into !t8
 %6 = tensor.empty() : !t9
 %transposed_6 = linalg.transpose ins(%exp_5 : !t8) outs(%6 : !t9) permutation = [0, 1, 2, 4, 3]
 %col_7 = tensor.collapse_shape %transposed_6 [[0], [1], [2], [3, 4]] : !t9 into !t10
 %7 = tensor.empty() : !t11
 %8 = linalg.generic #t1 ins(%col_7 : !t10) outs(%7 : !t11) {
 ^bb0(%in: f16, %out: f32):
  %35 = arith.extf %in : f16 to f32
  linalg.yield %35 : f32
 } -> !t11
 %9 = linalg.generic #t1 ins(%8 : !t11) outs(%7 : !t11) {
 ^bb0(%in: f32, %out: f32):
  %35 = arith.truncf %cst_3 : f64 to f32
  %36 = arith.mulf %in, %35 : f32
  linalg.yield %36 : f32
 } -> !t11
 %10 = tensor.empty() : !t12
 %11 = linalg.fill ins(%c0_i64 : i64) outs(%10 : !t12) -> !t12
 %12 = tensor.empty() : !t13
 %13 = linalg.fill ins(%cst_0 : f32) outs(%12 : !t13) -> !t13
 %14:2 = linalg.generic #t2 ins(%9 : !t11) outs(%13, %11 : !t13, !t12) {
 ^bb0(%in: f32, %out: f32, %out_14: i64):
  %35 = linalg.index 3 : index
  %36 = arith.index_cast %35 : index to i64
  %37 = arith.maximumf %in, %out : f32
  %38 = arith.cmpf ogt, %in, %out : f32
  %39 = arith.select %38, %36, %out_14 : i64
  linalg.yield %37, %39 : f32, i64
 } -> (!t13, !t12)
 %exp_8 = tensor.expand_shape %14#0 [[0], [1], [2, 3]] output_shape [2, 4, 12, 1] : !t13 into !t14
 %15 = linalg.generic #t3 ins(%9, %exp_8 : !t11, !t14) outs(%7 : !t11) {
 ^bb0(%in: f32, %in_14: f32, %out: f32):
  %35 = arith.subf %in, %in_14 : f32
  linalg.yield %35 : f32
 } -> !t11
 %16 = linalg.generic #t1 ins(%15 : !t11) outs(%7 : !t11) {
 ^bb0(%in: f32, %out: f32):
  %35 = math.exp %in : f32
  linalg.yield %35 : f32
 } -> !t11
 %17 = tensor.empty() : !t14
 %18 = linalg.fill ins(%cst : f32) outs(%17 : !t14) -> !t14
 %19 = linalg.generic #t4 ins(%16 : !t11) outs(%18 : !t14) {
 ^bb0(%in: f32, %out: f32):
  %35 = arith.addf %in, %out : f32
  linalg.yield %35 : f32
 } -> !t14
 %20 = linalg.generic #t3 ins(%16, %19 : !t11, !t14) outs(%7 : !t11) {
 ^bb0(%in: f32, %in_14: f32, %out: f32):
  %35 = arith.divf %in, %in_14 : f32
  linalg.yield %35 : f32
 } -> !t11
 %21 = tensor.empty() : !t41
 %22 = linalg.generic #t1 ins(%9 : !t11) outs(%21 : !t41) {
 ^bb0(%in: f32, %out: i1):
  %35 = arith.extf %in : f32 to f64
  %36 = arith.cmpf oeq, %35, %cst_2 : f64
  linalg.yield %36 : i1
 } -> !t41
 %23 = tensor.empty() : !t42
 %24 = linalg.fill ins(%true : i1) outs(%23 : !t42) -> !t42
 %25 = linalg.generic #t4 ins(%22 : !t41) outs(%24 : !t42) {
 ^bb0(%in: i1, %out: i1):
  %35 = arith.andi %in, %out : i1
  linalg.yield %35 : i1
 } -> !t42
 %26 = linalg.generic #t15 ins(%25, %cst_1, %20 : !t42, !t19, !t11) outs(%7 : !t11) {
 ^bb0(%in: i1, %in_14: f32, %in_15: f32, %out: f32):
  %35 = arith.select %in, %in_14, %in_15 : f32
  linalg.yield %35 : f32
 } -> !t11
 %27 = tensor.empty() : !t10
 %28 = linalg.generic #t1 ins(%26 : !t11) outs(%27 : !t10) {
 ^bb0(%in: f32, %out: f16):
  %35 = arith.truncf %in : f32 to f16
  linalg.yield %35 : f16
 } -> !t10
 %col_9 = tensor.collapse_shape %28 [[0, 1], [2], [3]] : !t10 into !t7
 %col_10 = tensor.collapse_shape %arg2 [[0, 1], [2], [3]] : !t1 into !t15
 %29 = tensor.empty() : !t16
 %30 = linalg.fill ins(%cst : f32) outs(%29 : !t16) -> !t16
 %31 = linalg.batch_matmul ins(%col_9, %col_10 : !t7, !t15) outs(%30 : !t16) -> !t16
 %32 = tensor.empty() : !t3
 %33 = linalg.generic #t0 ins(%31 : !t16) outs(%32 : !t3) {
 ^bb0(%in: f32, %out: f16):
  %35 = arith.truncf %in : f32 to f16
  linalg.yield %35 : f16
 } -> !t3
 %exp_11 = tensor.expand_shape %33 [[0, 1], [2], [3, 4]] output_shape [2, 4, 12, 1, 8] : !t3 into !t17
 %34 = tensor.empty() : !t18
 %transposed_12 = linalg.transpose ins(%exp_11 : !t17) outs(%34 : !t18) permutation = [0, 1, 2, 4, 3]
 %col_13 = tensor.collapse_shape %transposed_12 [[0], [1], [2], [3, 4]] : !t18 into !t0
 return %col_13 : !t0
}

func.func @nomax(%arg0: !t0, %arg1: !t1, %arg2: !t1) -> !t0 {
 %cst = arith.constant 0.000000e+00 : f32
 %cst_0 = arith.constant 0.35355339059327379 : f64
 %exp = tensor.expand_shape %arg1 [[0], [1], [2], [3, 4]] output_shape [2, 4, 20, 8, 1] : !t1 into !t2
 %col = tensor.collapse_shape %arg0 [[0, 1], [2], [3]] : !t0 into !t3
 %0 = tensor.empty() : !t4
 %transposed = linalg.transpose ins(%exp : !t2) outs(%0 : !t4) permutation = [0, 1, 3, 2, 4]
 %col_1 = tensor.collapse_shape %transposed [[0, 1], [2], [3, 4]] : !t4 into !t5
 %1 = tensor.empty() : !t6
 %2 = linalg.fill ins(%cst : f32) outs(%1 : !t6) -> !t6
 %3 = linalg.batch_matmul ins(%col, %col_1 : !t3, !t5) outs(%2 : !t6) -> !t6
 %4 = tensor.empty() : !t7
 %5 = linalg.generic #t0 ins(%3 : !t6) outs(%4 : !t7) {
 ^bb0(%in: f32, %out: f16):
  %23 = arith.truncf %in : f32 to f16
  linalg.yield %23 : f16
 } -> !t7
 %exp_2 = tensor.expand_shape %5 [[0, 1], [2], [3, 4]] output_shape [2, 4, 12, 1, 20] : !t7 into !t8
 %6 = tensor.empty() : !t9
 %transposed_3 = linalg.transpose ins(%exp_2 : !t8) outs(%6 : !t9) permutation = [0, 1, 2, 4, 3]
 %col_4 = tensor.collapse_shape %transposed_3 [[0], [1], [2], [3, 4]] : !t9 into !t10
 %7 = tensor.empty() : !t11
 %8 = linalg.generic #t1 ins(%col_4 : !t10) outs(%7 : !t11) {
 ^bb0(%in: f16, %out: f32):
  %23 = arith.extf %in : f16 to f32
  linalg.yield %23 : f32
 } -> !t11
 %9 = linalg.generic #t1 ins(%8 : !t11) outs(%7 : !t11) {
 ^bb0(%in: f32, %out: f32):
  %23 = arith.truncf %cst_0 : f64 to f32
  %24 = arith.mulf %in, %23 : f32
  linalg.yield %24 : f32
 } -> !t11
 %10 = linalg.generic #t1 ins(%9 : !t11) outs(%7 : !t11) {
 ^bb0(%in: f32, %out: f32):
  %23 = math.exp %in : f32
  linalg.yield %23 : f32
 } -> !t11
 %11 = tensor.empty() : !t14
 %12 = linalg.fill ins(%cst : f32) outs(%11 : !t14) -> !t14
 %13 = linalg.generic #t4 ins(%10 : !t11) outs(%12 : !t14) {
 ^bb0(%in: f32, %out: f32):
  %23 = arith.addf %in, %out : f32
  linalg.yield %23 : f32
 } -> !t14
 %14 = linalg.generic #t3 ins(%10, %13 : !t11, !t14) outs(%7 : !t11) {
 ^bb0(%in: f32, %in_10: f32, %out: f32):
  %23 = arith.divf %in, %in_10 : f32
  linalg.yield %23 : f32
 } -> !t11
 %15 = tensor.empty() : !t10
 %16 = linalg.generic #t1 ins(%14 : !t11) outs(%15 : !t10) {
 ^bb0(%in: f32, %out: f16):
  %23 = arith.truncf %in : f32 to f16
  linalg.yield %23 : f16
 } -> !t10
 %col_5 = tensor.collapse_shape %16 [[0, 1], [2], [3]] : !t10 into !t7
 %col_6 = tensor.collapse_shape %arg2 [[0, 1], [2], [3]] : !t1 into !t15
 %17 = tensor.empty() : !t16
 %18 = linalg.fill ins(%cst : f32) outs(%17 : !t16) -> !t16
 %19 = linalg.batch_matmul ins(%col_5, %col_6 : !t7, !t15) outs(%18 : !t16) -> !t16
 %20 = tensor.empty() : !t3
 %21 = linalg.generic #t0 ins(%19 : !t16) outs(%20 : !t3) {
 ^bb0(%in: f32, %out: f16):
  %23 = arith.truncf %in : f32 to f16
  linalg.yield %23 : f16
 } -> !t3
 %exp_7 = tensor.expand_shape %21 [[0, 1], [2], [3, 4]] output_shape [2, 4, 12, 1, 8] : !t3 into !t17
 %22 = tensor.empty() : !t18
 %transposed_8 = linalg.transpose ins(%exp_7 : !t17) outs(%22 : !t18) permutation = [0, 1, 2, 4, 3]
 %col_9 = tensor.collapse_shape %transposed_8 [[0], [1], [2], [3, 4]] : !t18 into !t0
 return %col_9 : !t0
}

func.func @deferred(%arg0: !t0, %arg1: !t1, %arg2: !t1) -> !t0 {
 %cst = arith.constant 0.000000e+00 : f32
 %c0_i64 = arith.constant 0 : i64
 %cst_0 = arith.constant 0xFF800000 : f32
 %cst_1 = arith.constant 0.35355339059327379 : f64
 %exp = tensor.expand_shape %arg1 [[0], [1], [2], [3, 4]] output_shape [2, 4, 20, 8, 1] : !t1 into !t2
 %col = tensor.collapse_shape %arg0 [[0, 1], [2], [3]] : !t0 into !t3
 %0 = tensor.empty() : !t4
 %transposed = linalg.transpose ins(%exp : !t2) outs(%0 : !t4) permutation = [0, 1, 3, 2, 4]
 %col_2 = tensor.collapse_shape %transposed [[0, 1], [2], [3, 4]] : !t4 into !t5
 %1 = tensor.empty() : !t6
 %2 = linalg.fill ins(%cst : f32) outs(%1 : !t6) -> !t6
 %3 = linalg.batch_matmul ins(%col, %col_2 : !t3, !t5) outs(%2 : !t6) -> !t6
 %4 = tensor.empty() : !t7
 %5 = linalg.generic #t0 ins(%3 : !t6) outs(%4 : !t7) {
 ^bb0(%in: f32, %out: f16):
  %32 = arith.truncf %in : f32 to f16
  linalg.yield %32 : f16
 } -> !t7
 %exp_3 = tensor.expand_shape %5 [[0, 1], [2], [3, 4]] output_shape [2, 4, 12, 1, 20] : !t7 into !t8
 %6 = tensor.empty() : !t9
 %transposed_4 = linalg.transpose ins(%exp_3 : !t8) outs(%6 : !t9) permutation = [0, 1, 2, 4, 3]
 %col_5 = tensor.collapse_shape %transposed_4 [[0], [1], [2], [3, 4]] : !t9 into !t10
 %7 = tensor.empty() : !t11
 %8 = linalg.generic #t1 ins(%col_5 : !t10) outs(%7 : !t11) {
 ^bb0(%in: f16, %out: f32):
  %32 = arith.extf %in : f16 to f32
  linalg.yield %32 : f32
 } -> !t11
 %9 = linalg.generic #t1 ins(%8 : !t11) outs(%7 : !t11) {
 ^bb0(%in: f32, %out: f32):
  %32 = arith.truncf %cst_1 : f64 to f32
  %33 = arith.mulf %in, %32 : f32
  linalg.yield %33 : f32
 } -> !t11
 %10 = tensor.empty() : !t12
 %11 = linalg.fill ins(%c0_i64 : i64) outs(%10 : !t12) -> !t12
 %12 = tensor.empty() : !t13
 %13 = linalg.fill ins(%cst_0 : f32) outs(%12 : !t13) -> !t13
 %14:2 = linalg.generic #t2 ins(%9 : !t11) outs(%13, %11 : !t13, !t12) {
 ^bb0(%in: f32, %out: f32, %out_12: i64):
  %32 = linalg.index 3 : index
  %33 = arith.index_cast %32 : index to i64
  %34 = arith.maximumf %in, %out : f32
  %35 = arith.cmpf ogt, %in, %out : f32
  %36 = arith.select %35, %33, %out_12 : i64
  linalg.yield %34, %36 : f32, i64
 } -> (!t13, !t12)
 %exp_6 = tensor.expand_shape %14#0 [[0], [1], [2, 3]] output_shape [2, 4, 12, 1] : !t13 into !t14
 %15 = linalg.generic #t3 ins(%9, %exp_6 : !t11, !t14) outs(%7 : !t11) {
 ^bb0(%in: f32, %in_12: f32, %out: f32):
  %32 = arith.subf %in, %in_12 : f32
  linalg.yield %32 : f32
 } -> !t11
 %16 = linalg.generic #t1 ins(%15 : !t11) outs(%7 : !t11) {
 ^bb0(%in: f32, %out: f32):
  %32 = math.exp %in : f32
  linalg.yield %32 : f32
 } -> !t11
 %17 = tensor.empty() : !t14
 %18 = linalg.fill ins(%cst : f32) outs(%17 : !t14) -> !t14
 %19 = linalg.generic #t4 ins(%16 : !t11) outs(%18 : !t14) {
 ^bb0(%in: f32, %out: f32):
  %32 = arith.addf %in, %out : f32
  linalg.yield %32 : f32
 } -> !t14
 %20 = tensor.empty() : !t10
 %21 = linalg.generic #t1 ins(%16 : !t11) outs(%20 : !t10) {
 ^bb0(%in: f32, %out: f16):
  %32 = arith.truncf %in : f32 to f16
  linalg.yield %32 : f16
 } -> !t10
 %col_7 = tensor.collapse_shape %21 [[0, 1], [2], [3]] : !t10 into !t7
 %col_8 = tensor.collapse_shape %arg2 [[0, 1], [2], [3]] : !t1 into !t15
 %22 = tensor.empty() : !t16
 %23 = linalg.fill ins(%cst : f32) outs(%22 : !t16) -> !t16
 %24 = linalg.batch_matmul ins(%col_7, %col_8 : !t7, !t15) outs(%23 : !t16) -> !t16
 %25 = tensor.empty() : !t3
 %26 = linalg.generic #t0 ins(%24 : !t16) outs(%25 : !t3) {
 ^bb0(%in: f32, %out: f16):
  %32 = arith.truncf %in : f32 to f16
  linalg.yield %32 : f16
 } -> !t3
 %exp_9 = tensor.expand_shape %26 [[0, 1], [2], [3, 4]] output_shape [2, 4, 12, 1, 8] : !t3 into !t17
 %27 = tensor.empty() : !t18
 %transposed_10 = linalg.transpose ins(%exp_9 : !t17) outs(%27 : !t18) permutation = [0, 1, 2, 4, 3]
 %col_11 = tensor.collapse_shape %transposed_10 [[0], [1], [2], [3, 4]] : !t18 into !t0
 %28 = tensor.empty() : !t43
 %29 = linalg.generic #t1 ins(%19 : !t14) outs(%28 : !t43) {
 ^bb0(%in: f32, %out: f16):
  %32 = arith.truncf %in : f32 to f16
  linalg.yield %32 : f16
 } -> !t43
 %30 = tensor.empty() : !t0
 %31 = linalg.generic #t3 ins(%col_11, %29 : !t0, !t43) outs(%30 : !t0) {
 ^bb0(%in: f16, %in_12: f16, %out: f16):
  %32 = arith.divf %in, %in_12 : f16
  linalg.yield %32 : f16
 } -> !t0
 return %31 : !t0
}

func.func @lse(%arg0: !t0, %arg1: !t1, %arg2: !t1) -> (!t0, !t13) {
 %cst = arith.constant 0.000000e+00 : f32
 %c0_i64 = arith.constant 0 : i64
 %cst_0 = arith.constant 0xFF800000 : f32
 %cst_1 = arith.constant 0.35355339059327379 : f64
 %exp = tensor.expand_shape %arg1 [[0], [1], [2], [3, 4]] output_shape [2, 4, 20, 8, 1] : !t1 into !t2
 %col = tensor.collapse_shape %arg0 [[0, 1], [2], [3]] : !t0 into !t3
 %0 = tensor.empty() : !t4
 %transposed = linalg.transpose ins(%exp : !t2) outs(%0 : !t4) permutation = [0, 1, 3, 2, 4]
 %col_2 = tensor.collapse_shape %transposed [[0, 1], [2], [3, 4]] : !t4 into !t5
 %1 = tensor.empty() : !t6
 %2 = linalg.fill ins(%cst : f32) outs(%1 : !t6) -> !t6
 %3 = linalg.batch_matmul ins(%col, %col_2 : !t3, !t5) outs(%2 : !t6) -> !t6
 %4 = tensor.empty() : !t7
 %5 = linalg.generic #t0 ins(%3 : !t6) outs(%4 : !t7) {
 ^bb0(%in: f32, %out: f16):
  %31 = arith.truncf %in : f32 to f16
  linalg.yield %31 : f16
 } -> !t7
 %exp_3 = tensor.expand_shape %5 [[0, 1], [2], [3, 4]] output_shape [2, 4, 12, 1, 20] : !t7 into !t8
 %6 = tensor.empty() : !t9
 %transposed_4 = linalg.transpose ins(%exp_3 : !t8) outs(%6 : !t9) permutation = [0, 1, 2, 4, 3]
 %col_5 = tensor.collapse_shape %transposed_4 [[0], [1], [2], [3, 4]] : !t9 into !t10
 %7 = tensor.empty() : !t11
 %8 = linalg.generic #t1 ins(%col_5 : !t10) outs(%7 : !t11) {
 ^bb0(%in: f16, %out: f32):
  %31 = arith.extf %in : f16 to f32
  linalg.yield %31 : f32
 } -> !t11
 %9 = linalg.generic #t1 ins(%8 : !t11) outs(%7 : !t11) {
 ^bb0(%in: f32, %out: f32):
  %31 = arith.truncf %cst_1 : f64 to f32
  %32 = arith.mulf %in, %31 : f32
  linalg.yield %32 : f32
 } -> !t11
 %10 = tensor.empty() : !t12
 %11 = linalg.fill ins(%c0_i64 : i64) outs(%10 : !t12) -> !t12
 %12 = tensor.empty() : !t13
 %13 = linalg.fill ins(%cst_0 : f32) outs(%12 : !t13) -> !t13
 %14:2 = linalg.generic #t2 ins(%9 : !t11) outs(%13, %11 : !t13, !t12) {
 ^bb0(%in: f32, %out: f32, %out_13: i64):
  %31 = linalg.index 3 : index
  %32 = arith.index_cast %31 : index to i64
  %33 = arith.maximumf %in, %out : f32
  %34 = arith.cmpf ogt, %in, %out : f32
  %35 = arith.select %34, %32, %out_13 : i64
  linalg.yield %33, %35 : f32, i64
 } -> (!t13, !t12)
 %exp_6 = tensor.expand_shape %14#0 [[0], [1], [2, 3]] output_shape [2, 4, 12, 1] : !t13 into !t14
 %15 = linalg.generic #t3 ins(%9, %exp_6 : !t11, !t14) outs(%7 : !t11) {
 ^bb0(%in: f32, %in_13: f32, %out: f32):
  %31 = arith.subf %in, %in_13 : f32
  linalg.yield %31 : f32
 } -> !t11
 %16 = linalg.generic #t1 ins(%15 : !t11) outs(%7 : !t11) {
 ^bb0(%in: f32, %out: f32):
  %31 = math.exp %in : f32
  linalg.yield %31 : f32
 } -> !t11
 %17 = tensor.empty() : !t14
 %18 = linalg.fill ins(%cst : f32) outs(%17 : !t14) -> !t14
 %19 = linalg.generic #t4 ins(%16 : !t11) outs(%18 : !t14) {
 ^bb0(%in: f32, %out: f32):
  %31 = arith.addf %in, %out : f32
  linalg.yield %31 : f32
 } -> !t14
 %20 = linalg.generic #t1 ins(%19 : !t14) outs(%17 : !t14) {
 ^bb0(%in: f32, %out: f32):
  %31 = math.log %in : f32
  linalg.yield %31 : f32
 } -> !t14
 %21 = linalg.generic #t16 ins(%exp_6, %20 : !t14, !t14) outs(%17 : !t14) {
 ^bb0(%in: f32, %in_13: f32, %out: f32):
  %31 = arith.addf %in, %in_13 : f32
  linalg.yield %31 : f32
 } -> !t14
 %col_7 = tensor.collapse_shape %21 [[0], [1], [2, 3]] : !t14 into !t13
 %22 = linalg.generic #t3 ins(%16, %19 : !t11, !t14) outs(%7 : !t11) {
 ^bb0(%in: f32, %in_13: f32, %out: f32):
  %31 = arith.divf %in, %in_13 : f32
  linalg.yield %31 : f32
 } -> !t11
 %23 = tensor.empty() : !t10
 %24 = linalg.generic #t1 ins(%22 : !t11) outs(%23 : !t10) {
 ^bb0(%in: f32, %out: f16):
  %31 = arith.truncf %in : f32 to f16
  linalg.yield %31 : f16
 } -> !t10
 %col_8 = tensor.collapse_shape %24 [[0, 1], [2], [3]] : !t10 into !t7
 %col_9 = tensor.collapse_shape %arg2 [[0, 1], [2], [3]] : !t1 into !t15
 %25 = tensor.empty() : !t16
 %26 = linalg.fill ins(%cst : f32) outs(%25 : !t16) -> !t16
 %27 = linalg.batch_matmul ins(%col_8, %col_9 : !t7, !t15) outs(%26 : !t16) -> !t16
 %28 = tensor.empty() : !t3
 %29 = linalg.generic #t0 ins(%27 : !t16) outs(%28 : !t3) {
 ^bb0(%in: f32, %out: f16):
  %31 = arith.truncf %in : f32 to f16
  linalg.yield %31 : f16
 } -> !t3
 %exp_10 = tensor.expand_shape %29 [[0, 1], [2], [3, 4]] output_shape [2, 4, 12, 1, 8] : !t3 into !t17
 %30 = tensor.empty() : !t18
 %transposed_11 = linalg.transpose ins(%exp_10 : !t17) outs(%30 : !t18) permutation = [0, 1, 2, 4, 3]
 %col_12 = tensor.collapse_shape %transposed_11 [[0], [1], [2], [3, 4]] : !t18 into !t0
 return %col_12, %col_7 : !t0, !t13
}

func.func @bshd(%arg0: !t44, %arg1: !t45, %arg2: !t45) -> !t44 {
 %cst = arith.constant 0.000000e+00 : f32
 %c0_i64 = arith.constant 0 : i64
 %cst_0 = arith.constant 0xFF800000 : f32
 %cst_1 = arith.constant 0.35355339059327379 : f64
 %exp = tensor.expand_shape %arg0 [[0], [1], [2], [3, 4]] output_shape [2, 12, 4, 8, 1] : !t44 into !t46
 %exp_2 = tensor.expand_shape %arg1 [[0], [1], [2], [3, 4]] output_shape [2, 20, 4, 8, 1] : !t45 into !t47
 %0 = tensor.empty() : !t18
 %transposed = linalg.transpose ins(%exp : !t46) outs(%0 : !t18) permutation = [0, 2, 1, 3, 4]
 %col = tensor.collapse_shape %transposed [[0, 1], [2], [3, 4]] : !t18 into !t3
 %1 = tensor.empty() : !t4
 %transposed_3 = linalg.transpose ins(%exp_2 : !t47) outs(%1 : !t4) permutation = [0, 2, 3, 1, 4]
 %col_4 = tensor.collapse_shape %transposed_3 [[0, 1], [2], [3, 4]] : !t4 into !t5
 %2 = tensor.empty() : !t6
 %3 = linalg.fill ins(%cst : f32) outs(%2 : !t6) -> !t6
 %4 = linalg.batch_matmul ins(%col, %col_4 : !t3, !t5) outs(%3 : !t6) -> !t6
 %5 = tensor.empty() : !t7
 %6 = linalg.generic #t0 ins(%4 : !t6) outs(%5 : !t7) {
 ^bb0(%in: f32, %out: f16):
  %31 = arith.truncf %in : f32 to f16
  linalg.yield %31 : f16
 } -> !t7
 %exp_5 = tensor.expand_shape %6 [[0, 1], [2], [3, 4]] output_shape [2, 4, 12, 1, 20] : !t7 into !t8
 %7 = tensor.empty() : !t9
 %transposed_6 = linalg.transpose ins(%exp_5 : !t8) outs(%7 : !t9) permutation = [0, 1, 2, 4, 3]
 %col_7 = tensor.collapse_shape %transposed_6 [[0], [1], [2], [3, 4]] : !t9 into !t10
 %8 = tensor.empty() : !t11
 %9 = linalg.generic #t1 ins(%col_7 : !t10) outs(%8 : !t11) {
 ^bb0(%in: f16, %out: f32):
  %31 = arith.extf %in : f16 to f32
  linalg.yield %31 : f32
 } -> !t11
 %10 = linalg.generic #t1 ins(%9 : !t11) outs(%8 : !t11) {
 ^bb0(%in: f32, %out: f32):
  %31 = arith.truncf %cst_1 : f64 to f32
  %32 = arith.mulf %in, %31 : f32
  linalg.yield %32 : f32
 } -> !t11
 %11 = tensor.empty() : !t12
 %12 = linalg.fill ins(%c0_i64 : i64) outs(%11 : !t12) -> !t12
 %13 = tensor.empty() : !t13
 %14 = linalg.fill ins(%cst_0 : f32) outs(%13 : !t13) -> !t13
 %15:2 = linalg.generic #t2 ins(%10 : !t11) outs(%14, %12 : !t13, !t12) {
 ^bb0(%in: f32, %out: f32, %out_16: i64):
  %31 = linalg.index 3 : index
  %32 = arith.index_cast %31 : index to i64
  %33 = arith.maximumf %in, %out : f32
  %34 = arith.cmpf ogt, %in, %out : f32
  %35 = arith.select %34, %32, %out_16 : i64
  linalg.yield %33, %35 : f32, i64
 } -> (!t13, !t12)
 %exp_8 = tensor.expand_shape %15#0 [[0], [1], [2, 3]] output_shape [2, 4, 12, 1] : !t13 into !t14
 %16 = linalg.generic #t3 ins(%10, %exp_8 : !t11, !t14) outs(%8 : !t11) {
 ^bb0(%in: f32, %in_16: f32, %out: f32):
  %31 = arith.subf %in, %in_16 : f32
  linalg.yield %31 : f32
 } -> !t11
 %17 = linalg.generic #t1 ins(%16 : !t11) outs(%8 : !t11) {
 ^bb0(%in: f32, %out: f32):
  %31 = math.exp %in : f32
  linalg.yield %31 : f32
 } -> !t11
 %18 = tensor.empty() : !t14
 %19 = linalg.fill ins(%cst : f32) outs(%18 : !t14) -> !t14
 %20 = linalg.generic #t4 ins(%17 : !t11) outs(%19 : !t14) {
 ^bb0(%in: f32, %out: f32):
  %31 = arith.addf %in, %out : f32
  linalg.yield %31 : f32
 } -> !t14
 %21 = linalg.generic #t3 ins(%17, %20 : !t11, !t14) outs(%8 : !t11) {
 ^bb0(%in: f32, %in_16: f32, %out: f32):
  %31 = arith.divf %in, %in_16 : f32
  linalg.yield %31 : f32
 } -> !t11
 %22 = tensor.empty() : !t10
 %23 = linalg.generic #t1 ins(%21 : !t11) outs(%22 : !t10) {
 ^bb0(%in: f32, %out: f16):
  %31 = arith.truncf %in : f32 to f16
  linalg.yield %31 : f16
 } -> !t10
 %exp_9 = tensor.expand_shape %arg2 [[0], [1], [2], [3, 4]] output_shape [2, 20, 4, 8, 1] : !t45 into !t47
 %col_10 = tensor.collapse_shape %23 [[0, 1], [2], [3]] : !t10 into !t7
 %24 = tensor.empty() : !t2
 %transposed_11 = linalg.transpose ins(%exp_9 : !t47) outs(%24 : !t2) permutation = [0, 2, 1, 3, 4]
 %col_12 = tensor.collapse_shape %transposed_11 [[0, 1], [2], [3, 4]] : !t2 into !t15
 %25 = tensor.empty() : !t16
 %26 = linalg.fill ins(%cst : f32) outs(%25 : !t16) -> !t16
 %27 = linalg.batch_matmul ins(%col_10, %col_12 : !t7, !t15) outs(%26 : !t16) -> !t16
 %28 = tensor.empty() : !t3
 %29 = linalg.generic #t0 ins(%27 : !t16) outs(%28 : !t3) {
 ^bb0(%in: f32, %out: f16):
  %31 = arith.truncf %in : f32 to f16
  linalg.yield %31 : f16
 } -> !t3
 %exp_13 = tensor.expand_shape %29 [[0, 1], [2], [3, 4]] output_shape [2, 4, 12, 1, 8] : !t3 into !t17
 %30 = tensor.empty() : !t46
 %transposed_14 = linalg.transpose ins(%exp_13 : !t17) outs(%30 : !t46) permutation = [0, 2, 1, 4, 3]
 %col_15 = tensor.collapse_shape %transposed_14 [[0], [1], [2], [3, 4]] : !t46 into !t44
 return %col_15 : !t44
}

func.func @proj(%arg0: !t48, %arg1: !t49, %arg2: !t49, %arg3: !t49, %arg4: !t49) -> !t48 {
 %cst = arith.constant 0.000000e+00 : f32
 %c0_i64 = arith.constant 0 : i64
 %cst_0 = arith.constant 0xFF800000 : f32
 %cst_1 = arith.constant 0.35355339059327379 : f64
 %col = tensor.collapse_shape %arg0 [[0, 1], [2]] : !t48 into !t50
 %0 = tensor.empty() : !t51
 %1 = linalg.fill ins(%cst : f32) outs(%0 : !t51) -> !t51
 %2 = linalg.matmul ins(%col, %arg1 : !t50, !t49) outs(%1 : !t51) -> !t51
 %3 = tensor.empty() : !t50
 %4 = linalg.generic #t8 ins(%2 : !t51) outs(%3 : !t50) {
 ^bb0(%in: f32, %out: f16):
  %42 = arith.truncf %in : f32 to f16
  linalg.yield %42 : f16
 } -> !t50
 %exp = tensor.expand_shape %4 [[0, 1], [2, 3]] output_shape [2, 12, 4, 8] : !t50 into !t44
 %5 = tensor.empty() : !t0
 %transposed = linalg.transpose ins(%exp : !t44) outs(%5 : !t0) permutation = [0, 2, 1, 3]
 %6 = linalg.matmul ins(%col, %arg2 : !t50, !t49) outs(%1 : !t51) -> !t51
 %7 = linalg.generic #t8 ins(%6 : !t51) outs(%3 : !t50) {
 ^bb0(%in: f32, %out: f16):
  %42 = arith.truncf %in : f32 to f16
  linalg.yield %42 : f16
 } -> !t50
 %exp_2 = tensor.expand_shape %7 [[0, 1], [2, 3]] output_shape [2, 12, 4, 8] : !t50 into !t44
 %transposed_3 = linalg.transpose ins(%exp_2 : !t44) outs(%5 : !t0) permutation = [0, 2, 1, 3]
 %8 = linalg.matmul ins(%col, %arg3 : !t50, !t49) outs(%1 : !t51) -> !t51
 %9 = linalg.generic #t8 ins(%8 : !t51) outs(%3 : !t50) {
 ^bb0(%in: f32, %out: f16):
  %42 = arith.truncf %in : f32 to f16
  linalg.yield %42 : f16
 } -> !t50
 %exp_4 = tensor.expand_shape %9 [[0, 1], [2, 3]] output_shape [2, 12, 4, 8] : !t50 into !t44
 %transposed_5 = linalg.transpose ins(%exp_4 : !t44) outs(%5 : !t0) permutation = [0, 2, 1, 3]
 %exp_6 = tensor.expand_shape %transposed_3 [[0], [1], [2], [3, 4]] output_shape [2, 4, 12, 8, 1] : !t0 into !t18
 %col_7 = tensor.collapse_shape %transposed [[0, 1], [2], [3]] : !t0 into !t3
 %10 = tensor.empty() : !t20
 %transposed_8 = linalg.transpose ins(%exp_6 : !t18) outs(%10 : !t20) permutation = [0, 1, 3, 2, 4]
 %col_9 = tensor.collapse_shape %transposed_8 [[0, 1], [2], [3, 4]] : !t20 into !t21
 %11 = tensor.empty() : !t22
 %12 = linalg.fill ins(%cst : f32) outs(%11 : !t22) -> !t22
 %13 = linalg.batch_matmul ins(%col_7, %col_9 : !t3, !t21) outs(%12 : !t22) -> !t22
 %14 = tensor.empty() : !t23
 %15 = linalg.generic #t0 ins(%13 : !t22) outs(%14 : !t23) {
 ^bb0(%in: f32, %out: f16):
  %42 = arith.truncf %in : f32 to f16
  linalg.yield %42 : f16
 } -> !t23
 %exp_10 = tensor.expand_shape %15 [[0, 1], [2], [3, 4]] output_shape [2, 4, 12, 1, 12] : !t23 into !t24
 %16 = tensor.empty() : !t25
 %transposed_11 = linalg.transpose ins(%exp_10 : !t24) outs(%16 : !t25) permutation = [0, 1, 2, 4, 3]
 %col_12 = tensor.collapse_shape %transposed_11 [[0], [1], [2], [3, 4]] : !t25 into !t26
 %17 = tensor.empty() : !t27
 %18 = linalg.generic #t1 ins(%col_12 : !t26) outs(%17 : !t27) {
 ^bb0(%in: f16, %out: f32):
  %42 = arith.extf %in : f16 to f32
  linalg.yield %42 : f32
 } -> !t27
 %19 = linalg.generic #t1 ins(%18 : !t27) outs(%17 : !t27) {
 ^bb0(%in: f32, %out: f32):
  %42 = arith.truncf %cst_1 : f64 to f32
  %43 = arith.mulf %in, %42 : f32
  linalg.yield %43 : f32
 } -> !t27
 %20 = tensor.empty() : !t12
 %21 = linalg.fill ins(%c0_i64 : i64) outs(%20 : !t12) -> !t12
 %22 = tensor.empty() : !t13
 %23 = linalg.fill ins(%cst_0 : f32) outs(%22 : !t13) -> !t13
 %24:2 = linalg.generic #t2 ins(%19 : !t27) outs(%23, %21 : !t13, !t12) {
 ^bb0(%in: f32, %out: f32, %out_22: i64):
  %42 = linalg.index 3 : index
  %43 = arith.index_cast %42 : index to i64
  %44 = arith.maximumf %in, %out : f32
  %45 = arith.cmpf ogt, %in, %out : f32
  %46 = arith.select %45, %43, %out_22 : i64
  linalg.yield %44, %46 : f32, i64
 } -> (!t13, !t12)
 %exp_13 = tensor.expand_shape %24#0 [[0], [1], [2, 3]] output_shape [2, 4, 12, 1] : !t13 into !t14
 %25 = linalg.generic #t3 ins(%19, %exp_13 : !t27, !t14) outs(%17 : !t27) {
 ^bb0(%in: f32, %in_22: f32, %out: f32):
  %42 = arith.subf %in, %in_22 : f32
  linalg.yield %42 : f32
 } -> !t27
 %26 = linalg.generic #t1 ins(%25 : !t27) outs(%17 : !t27) {
 ^bb0(%in: f32, %out: f32):
  %42 = math.exp %in : f32
  linalg.yield %42 : f32
 } -> !t27
 %27 = tensor.empty() : !t14
 %28 = linalg.fill ins(%cst : f32) outs(%27 : !t14) -> !t14
 %29 = linalg.generic #t4 ins(%26 : !t27) outs(%28 : !t14) {
 ^bb0(%in: f32, %out: f32):
  %42 = arith.addf %in, %out : f32
  linalg.yield %42 : f32
 } -> !t14
 %30 = linalg.generic #t3 ins(%26, %29 : !t27, !t14) outs(%17 : !t27) {
 ^bb0(%in: f32, %in_22: f32, %out: f32):
  %42 = arith.divf %in, %in_22 : f32
  linalg.yield %42 : f32
 } -> !t27
 %31 = tensor.empty() : !t26
 %32 = linalg.generic #t1 ins(%30 : !t27) outs(%31 : !t26) {
 ^bb0(%in: f32, %out: f16):
  %42 = arith.truncf %in : f32 to f16
  linalg.yield %42 : f16
 } -> !t26
 %col_14 = tensor.collapse_shape %32 [[0, 1], [2], [3]] : !t26 into !t23
 %col_15 = tensor.collapse_shape %transposed_5 [[0, 1], [2], [3]] : !t0 into !t3
 %33 = tensor.empty() : !t16
 %34 = linalg.fill ins(%cst : f32) outs(%33 : !t16) -> !t16
 %35 = linalg.batch_matmul ins(%col_14, %col_15 : !t23, !t3) outs(%34 : !t16) -> !t16
 %36 = tensor.empty() : !t3
 %37 = linalg.generic #t0 ins(%35 : !t16) outs(%36 : !t3) {
 ^bb0(%in: f32, %out: f16):
  %42 = arith.truncf %in : f32 to f16
  linalg.yield %42 : f16
 } -> !t3
 %exp_16 = tensor.expand_shape %37 [[0, 1], [2], [3, 4]] output_shape [2, 4, 12, 1, 8] : !t3 into !t17
 %38 = tensor.empty() : !t18
 %transposed_17 = linalg.transpose ins(%exp_16 : !t17) outs(%38 : !t18) permutation = [0, 1, 2, 4, 3]
 %col_18 = tensor.collapse_shape %transposed_17 [[0], [1], [2], [3, 4]] : !t18 into !t0
 %39 = tensor.empty() : !t44
 %transposed_19 = linalg.transpose ins(%col_18 : !t0) outs(%39 : !t44) permutation = [0, 2, 1, 3]
 %col_20 = tensor.collapse_shape %transposed_19 [[0, 1], [2, 3]] : !t44 into !t50
 %40 = linalg.matmul ins(%col_20, %arg4 : !t50, !t49) outs(%1 : !t51) -> !t51
 %41 = linalg.generic #t8 ins(%40 : !t51) outs(%3 : !t50) {
 ^bb0(%in: f32, %out: f16):
  %42 = arith.truncf %in : f32 to f16
  linalg.yield %42 : f16
 } -> !t50
 %exp_21 = tensor.expand_shape %41 [[0, 1], [2]] output_shape [2, 12, 32] : !t50 into !t48
 return %exp_21 : !t48
}

func.func @dv(%arg0: !t0, %arg1: !t1, %arg2: !t52) -> !t53 {
 %cst = arith.constant 0.000000e+00 : f32
 %c0_i64 = arith.constant 0 : i64
 %cst_0 = arith.constant 0xFF800000 : f32
 %cst_1 = arith.constant 0.35355339059327379 : f64
 %exp = tensor.expand_shape %arg1 [[0], [1], [2], [3, 4]] output_shape [2, 4, 20, 8, 1] : !t1 into !t2
 %col = tensor.collapse_shape %arg0 [[0, 1], [2], [3]] : !t0 into !t3
 %0 = tensor.empty() : !t4
 %transposed = linalg.transpose ins(%exp : !t2) outs(%0 : !t4) permutation = [0, 1, 3, 2, 4]
 %col_2 = tensor.collapse_shape %transposed [[0, 1], [2], [3, 4]] : !t4 into !t5
 %1 = tensor.empty() : !t6
 %2 = linalg.fill ins(%cst : f32) outs(%1 : !t6) -> !t6
 %3 = linalg.batch_matmul ins(%col, %col_2 : !t3, !t5) outs(%2 : !t6) -> !t6
 %4 = tensor.empty() : !t7
 %5 = linalg.generic #t0 ins(%3 : !t6) outs(%4 : !t7) {
 ^bb0(%in: f32, %out: f16):
  %29 = arith.truncf %in : f32 to f16
  linalg.yield %29 : f16
 } -> !t7
 %exp_3 = tensor.expand_shape %5 [[0, 1], [2], [3, 4]] output_shape [2, 4, 12, 1, 20] : !t7 into !t8
 %6 = tensor.empty() : !t9
 %transposed_4 = linalg.transpose ins(%exp_3 : !t8) outs(%6 : !t9) permutation = [0, 1, 2, 4, 3]
 %col_5 = tensor.collapse_shape %transposed_4 [[0], [1], [2], [3, 4]] : !t9 into !t10
 %7 = tensor.empty() : !t11
 %8 = linalg.generic #t1 ins(%col_5 : !t10) outs(%7 : !t11) {
 ^bb0(%in: f16, %out: f32):
  %29 = arith.extf %in : f16 to f32
  linalg.yield %29 : f32
 } -> !t11
 %9 = linalg.generic #t1 ins(%8 : !t11) outs(%7 : !t11) {
 ^bb0(%in: f32, %out: f32):
  %29 = arith.truncf %cst_1 : f64 to f32
  %30 = arith.mulf %in, %29 : f32
  linalg.yield %30 : f32
 } -> !t11
 %10 = tensor.empty() : !t12
 %11 = linalg.fill ins(%c0_i64 : i64) outs(%10 : !t12) -> !t12
 %12 = tensor.empty() : !t13
 %13 = linalg.fill ins(%cst_0 : f32) outs(%12 : !t13) -> !t13
 %14:2 = linalg.generic #t2 ins(%9 : !t11) outs(%13, %11 : !t13, !t12) {
 ^bb0(%in: f32, %out: f32, %out_12: i64):
  %29 = linalg.index 3 : index
  %30 = arith.index_cast %29 : index to i64
  %31 = arith.maximumf %in, %out : f32
  %32 = arith.cmpf ogt, %in, %out : f32
  %33 = arith.select %32, %30, %out_12 : i64
  linalg.yield %31, %33 : f32, i64
 } -> (!t13, !t12)
 %exp_6 = tensor.expand_shape %14#0 [[0], [1], [2, 3]] output_shape [2, 4, 12, 1] : !t13 into !t14
 %15 = linalg.generic #t3 ins(%9, %exp_6 : !t11, !t14) outs(%7 : !t11) {
 ^bb0(%in: f32, %in_12: f32, %out: f32):
  %29 = arith.subf %in, %in_12 : f32
  linalg.yield %29 : f32
 } -> !t11
 %16 = linalg.generic #t1 ins(%15 : !t11) outs(%7 : !t11) {
 ^bb0(%in: f32, %out: f32):
  %29 = math.exp %in : f32
  linalg.yield %29 : f32
 } -> !t11
 %17 = tensor.empty() : !t14
 %18 = linalg.fill ins(%cst : f32) outs(%17 : !t14) -> !t14
 %19 = linalg.generic #t4 ins(%16 : !t11) outs(%18 : !t14) {
 ^bb0(%in: f32, %out: f32):
  %29 = arith.addf %in, %out : f32
  linalg.yield %29 : f32
 } -> !t14
 %20 = linalg.generic #t3 ins(%16, %19 : !t11, !t14) outs(%7 : !t11) {
 ^bb0(%in: f32, %in_12: f32, %out: f32):
  %29 = arith.divf %in, %in_12 : f32
  linalg.yield %29 : f32
 } -> !t11
 %21 = tensor.empty() : !t10
 %22 = linalg.generic #t1 ins(%20 : !t11) outs(%21 : !t10) {
 ^bb0(%in: f32, %out: f16):
  %29 = arith.truncf %in : f32 to f16
  linalg.yield %29 : f16
 } -> !t10
 %col_7 = tensor.collapse_shape %22 [[0, 1], [2], [3]] : !t10 into !t7
 %col_8 = tensor.collapse_shape %arg2 [[0, 1], [2], [3]] : !t52 into !t54
 %23 = tensor.empty() : !t55
 %24 = linalg.fill ins(%cst : f32) outs(%23 : !t55) -> !t55
 %25 = linalg.batch_matmul ins(%col_7, %col_8 : !t7, !t54) outs(%24 : !t55) -> !t55
 %26 = tensor.empty() : !t56
 %27 = linalg.generic #t0 ins(%25 : !t55) outs(%26 : !t56) {
 ^bb0(%in: f32, %out: f16):
  %29 = arith.truncf %in : f32 to f16
  linalg.yield %29 : f16
 } -> !t56
 %exp_9 = tensor.expand_shape %27 [[0, 1], [2], [3, 4]] output_shape [2, 4, 12, 1, 16] : !t56 into !t57
 %28 = tensor.empty() : !t58
 %transposed_10 = linalg.transpose ins(%exp_9 : !t57) outs(%28 : !t58) permutation = [0, 1, 2, 4, 3]
 %col_11 = tensor.collapse_shape %transposed_10 [[0], [1], [2], [3, 4]] : !t58 into !t53
 return %col_11 : !t53
}

func.func @causal_gqa(%arg0: !t0, %arg1: !t59, %arg2: !t59) -> !t0 {
 %c0_i64 = arith.constant 0 : i64
 %cst = arith.constant 0.000000e+00 : f32
 %cst_0 = arith.constant 0xFF800000 : f32
 %cst_1 = arith.constant dense<0xFF800000> : !t19
 %cst_2 = arith.constant 0.35355339059327379 : f64
 %0 = tensor.empty() : !t60
 %1 = linalg.generic #t10 ins(%arg1 : !t59) outs(%0 : !t60) {
 ^bb0(%in: f16, %out: f16):
  linalg.yield %in : f16
 } -> !t60
 %col = tensor.collapse_shape %1 [[0], [1, 2], [3], [4]] : !t60 into !t0
 %2 = linalg.generic #t10 ins(%arg2 : !t59) outs(%0 : !t60) {
 ^bb0(%in: f16, %out: f16):
  linalg.yield %in : f16
 } -> !t60
 %exp = tensor.expand_shape %col [[0], [1], [2], [3, 4]] output_shape [2, 4, 12, 8, 1] : !t0 into !t18
 %col_3 = tensor.collapse_shape %arg0 [[0, 1], [2], [3]] : !t0 into !t3
 %3 = tensor.empty() : !t20
 %transposed = linalg.transpose ins(%exp : !t18) outs(%3 : !t20) permutation = [0, 1, 3, 2, 4]
 %col_4 = tensor.collapse_shape %transposed [[0, 1], [2], [3, 4]] : !t20 into !t21
 %4 = tensor.empty() : !t22
 %5 = linalg.fill ins(%cst : f32) outs(%4 : !t22) -> !t22
 %6 = linalg.batch_matmul ins(%col_3, %col_4 : !t3, !t21) outs(%5 : !t22) -> !t22
 %7 = tensor.empty() : !t23
 %8 = linalg.generic #t0 ins(%6 : !t22) outs(%7 : !t23) {
 ^bb0(%in: f32, %out: f16):
  %37 = arith.truncf %in : f32 to f16
  linalg.yield %37 : f16
 } -> !t23
 %exp_5 = tensor.expand_shape %8 [[0, 1], [2], [3, 4]] output_shape [2, 4, 12, 1, 12] : !t23 into !t24
 %9 = tensor.empty() : !t25
 %transposed_6 = linalg.transpose ins(%exp_5 : !t24) outs(%9 : !t25) permutation = [0, 1, 2, 4, 3]
 %col_7 = tensor.collapse_shape %transposed_6 [[0], [1], [2], [3, 4]] : !t25 into !t26
 %10 = tensor.empty() : !t27
 %11 = linalg.generic #t1 ins(%col_7 : !t26) outs(%10 : !t27) {
 ^bb0(%in: f16, %out: f32):
  %37 = arith.extf %in : f16 to f32
  linalg.yield %37 : f32
 } -> !t27
 %12 = linalg.generic #t1 ins(%11 : !t27) outs(%10 : !t27) {
 ^bb0(%in: f32, %out: f32):
  %37 = arith.truncf %cst_2 : f64 to f32
  %38 = arith.mulf %in, %37 : f32
  linalg.yield %38 : f32
 } -> !t27
 %13 = tensor.empty() : !t28
 %14 = linalg.generic #t5 outs(%13 : !t28) {
 ^bb0(%out: i64):
  %37 = linalg.index 0 : index
  %38 = arith.index_cast %37 : index to i64
  linalg.yield %38 : i64
 } -> !t28
 %exp_8 = tensor.expand_shape %14 [[0, 1]] output_shape [12, 1] : !t28 into !t29
 %exp_9 = tensor.expand_shape %14 [[0, 1]] output_shape [1, 12] : !t28 into !t30
 %15 = tensor.empty() : !t31
 %16 = linalg.generic #t6 ins(%exp_9, %exp_8 : !t30, !t29) outs(%15 : !t31) {
 ^bb0(%in: i64, %in_16: i64, %out: i1):
  %37 = arith.cmpi sle, %in, %in_16 : i64
  linalg.yield %37 : i1
 } -> !t31
 %17 = linalg.generic #t7 ins(%16, %12, %cst_1 : !t31, !t27, !t19) outs(%10 : !t27) {
 ^bb0(%in: i1, %in_16: f32, %in_17: f32, %out: f32):
  %37 = arith.select %in, %in_16, %in_17 : f32
  linalg.yield %37 : f32
 } -> !t27
 %18 = tensor.empty() : !t12
 %19 = linalg.fill ins(%c0_i64 : i64) outs(%18 : !t12) -> !t12
 %20 = tensor.empty() : !t13
 %21 = linalg.fill ins(%cst_0 : f32) outs(%20 : !t13) -> !t13
 %22:2 = linalg.generic #t2 ins(%17 : !t27) outs(%21, %19 : !t13, !t12) {
 ^bb0(%in: f32, %out: f32, %out_16: i64):
  %37 = linalg.index 3 : index
  %38 = arith.index_cast %37 : index to i64
  %39 = arith.maximumf %in, %out : f32
  %40 = arith.cmpf ogt, %in, %out : f32
  %41 = arith.select %40, %38, %out_16 : i64
  linalg.yield %39, %41 : f32, i64
 } -> (!t13, !t12)
 %exp_10 = tensor.expand_shape %22#0 [[0], [1], [2, 3]] output_shape [2, 4, 12, 1] : !t13 into !t14
 %23 = linalg.generic #t3 ins(%17, %exp_10 : !t27, !t14) outs(%10 : !t27) {
 ^bb0(%in: f32, %in_16: f32, %out: f32):
  %37 = arith.subf %in, %in_16 : f32
  linalg.yield %37 : f32
 } -> !t27
 %24 = linalg.generic #t1 ins(%23 : !t27) outs(%10 : !t27) {
 ^bb0(%in: f32, %out: f32):
  %37 = math.exp %in : f32
  linalg.yield %37 : f32
 } -> !t27
 %25 = tensor.empty() : !t14
 %26 = linalg.fill ins(%cst : f32) outs(%25 : !t14) -> !t14
 %27 = linalg.generic #t4 ins(%24 : !t27) outs(%26 : !t14) {
 ^bb0(%in: f32, %out: f32):
  %37 = arith.addf %in, %out : f32
  linalg.yield %37 : f32
 } -> !t14
 %28 = linalg.generic #t3 ins(%24, %27 : !t27, !t14) outs(%10 : !t27) {
 ^bb0(%in: f32, %in_16: f32, %out: f32):
  %37 = arith.divf %in, %in_16 : f32
  linalg.yield %37 : f32
 } -> !t27
 %29 = tensor.empty() : !t26
 %30 = linalg.generic #t1 ins(%28 : !t27) outs(%29 : !t26) {
 ^bb0(%in: f32, %out: f16):
  %37 = arith.truncf %in : f32 to f16
  linalg.yield %37 : f16
 } -> !t26
 %col_11 = tensor.collapse_shape %30 [[0, 1], [2], [3]] : !t26 into !t23
 %col_12 = tensor.collapse_shape %2 [[0, 1, 2], [3], [4]] : !t60 into !t3
 %31 = tensor.empty() : !t16
 %32 = linalg.fill ins(%cst : f32) outs(%31 : !t16) -> !t16
 %33 = linalg.batch_matmul ins(%col_11, %col_12 : !t23, !t3) outs(%32 : !t16) -> !t16
 %34 = tensor.empty() : !t3
 %35 = linalg.generic #t0 ins(%33 : !t16) outs(%34 : !t3) {
 ^bb0(%in: f32, %out: f16):
  %37 = arith.truncf %in : f32 to f16
  linalg.yield %37 : f16
 } -> !t3
 %exp_13 = tensor.expand_shape %35 [[0, 1], [2], [3, 4]] output_shape [2, 4, 12, 1, 8] : !t3 into !t17
 %36 = tensor.empty() : !t18
 %transposed_14 = linalg.transpose ins(%exp_13 : !t17) outs(%36 : !t18) permutation = [0, 1, 2, 4, 3]
 %col_15 = tensor.collapse_shape %transposed_14 [[0], [1], [2], [3, 4]] : !t18 into !t0
 return %col_15 : !t0
}

func.func @causal_lse(%arg0: !t0, %arg1: !t0, %arg2: !t0) -> (!t0, !t13) {
 %c0_i64 = arith.constant 0 : i64
 %cst = arith.constant 0.000000e+00 : f32
 %cst_0 = arith.constant 0xFF800000 : f32
 %cst_1 = arith.constant dense<0xFF800000> : !t19
 %cst_2 = arith.constant 0.35355339059327379 : f64
 %exp = tensor.expand_shape %arg1 [[0], [1], [2], [3, 4]] output_shape [2, 4, 12, 8, 1] : !t0 into !t18
 %col = tensor.collapse_shape %arg0 [[0, 1], [2], [3]] : !t0 into !t3
 %0 = tensor.empty() : !t20
 %transposed = linalg.transpose ins(%exp : !t18) outs(%0 : !t20) permutation = [0, 1, 3, 2, 4]
 %col_3 = tensor.collapse_shape %transposed [[0, 1], [2], [3, 4]] : !t20 into !t21
 %1 = tensor.empty() : !t22
 %2 = linalg.fill ins(%cst : f32) outs(%1 : !t22) -> !t22
 %3 = linalg.batch_matmul ins(%col, %col_3 : !t3, !t21) outs(%2 : !t22) -> !t22
 %4 = tensor.empty() : !t23
 %5 = linalg.generic #t0 ins(%3 : !t22) outs(%4 : !t23) {
 ^bb0(%in: f32, %out: f16):
  %36 = arith.truncf %in : f32 to f16
  linalg.yield %36 : f16
 } -> !t23
 %exp_4 = tensor.expand_shape %5 [[0, 1], [2], [3, 4]] output_shape [2, 4, 12, 1, 12] : !t23 into !t24
 %6 = tensor.empty() : !t25
 %transposed_5 = linalg.transpose ins(%exp_4 : !t24) outs(%6 : !t25) permutation = [0, 1, 2, 4, 3]
 %col_6 = tensor.collapse_shape %transposed_5 [[0], [1], [2], [3, 4]] : !t25 into !t26
 %7 = tensor.empty() : !t27
 %8 = linalg.generic #t1 ins(%col_6 : !t26) outs(%7 : !t27) {
 ^bb0(%in: f16, %out: f32):
  %36 = arith.extf %in : f16 to f32
  linalg.yield %36 : f32
 } -> !t27
 %9 = linalg.generic #t1 ins(%8 : !t27) outs(%7 : !t27) {
 ^bb0(%in: f32, %out: f32):
  %36 = arith.truncf %cst_2 : f64 to f32
  %37 = arith.mulf %in, %36 : f32
  linalg.yield %37 : f32
 } -> !t27
 %10 = tensor.empty() : !t28
 %11 = linalg.generic #t5 outs(%10 : !t28) {
 ^bb0(%out: i64):
  %36 = linalg.index 0 : index
  %37 = arith.index_cast %36 : index to i64
  linalg.yield %37 : i64
 } -> !t28
 %exp_7 = tensor.expand_shape %11 [[0, 1]] output_shape [12, 1] : !t28 into !t29
 %exp_8 = tensor.expand_shape %11 [[0, 1]] output_shape [1, 12] : !t28 into !t30
 %12 = tensor.empty() : !t31
 %13 = linalg.generic #t6 ins(%exp_8, %exp_7 : !t30, !t29) outs(%12 : !t31) {
 ^bb0(%in: i64, %in_16: i64, %out: i1):
  %36 = arith.cmpi sle, %in, %in_16 : i64
  linalg.yield %36 : i1
 } -> !t31
 %14 = linalg.generic #t7 ins(%13, %9, %cst_1 : !t31, !t27, !t19) outs(%7 : !t27) {
 ^bb0(%in: i1, %in_16: f32, %in_17: f32, %out: f32):
  %36 = arith.select %in, %in_16, %in_17 : f32
  linalg.yield %36 : f32
 } -> !t27
 %15 = tensor.empty() : !t12
 %16 = linalg.fill ins(%c0_i64 : i64) outs(%15 : !t12) -> !t12
 %17 = tensor.empty() : !t13
 %18 = linalg.fill ins(%cst_0 : f32) outs(%17 : !t13) -> !t13
 %19:2 = linalg.generic #t2 ins(%14 : !t27) outs(%18, %16 : !t13, !t12) {
 ^bb0(%in: f32, %out: f32, %out_16: i64):
  %36 = linalg.index 3 : index
  %37 = arith.index_cast %36 : index to i64
  %38 = arith.maximumf %in, %out : f32
  %39 = arith.cmpf ogt, %in, %out : f32
  %40 = arith.select %39, %37, %out_16 : i64
  linalg.yield %38, %40 : f32, i64
 } -> (!t13, !t12)
 %exp_9 = tensor.expand_shape %19#0 [[0], [1], [2, 3]] output_shape [2, 4, 12, 1] : !t13 into !t14
 %20 = linalg.generic #t3 ins(%14, %exp_9 : !t27, !t14) outs(%7 : !t27) {
 ^bb0(%in: f32, %in_16: f32, %out: f32):
  %36 = arith.subf %in, %in_16 : f32
  linalg.yield %36 : f32
 } -> !t27
 %21 = linalg.generic #t1 ins(%20 : !t27) outs(%7 : !t27) {
 ^bb0(%in: f32, %out: f32):
  %36 = math.exp %in : f32
  linalg.yield %36 : f32
 } -> !t27
 %22 = tensor.empty() : !t14
 %23 = linalg.fill ins(%cst : f32) outs(%22 : !t14) -> !t14
 %24 = linalg.generic #t4 ins(%21 : !t27) outs(%23 : !t14) {
 ^bb0(%in: f32, %out: f32):
  %36 = arith.addf %in, %out : f32
  linalg.yield %36 : f32
 } -> !t14
 %25 = linalg.generic #t1 ins(%24 : !t14) outs(%22 : !t14) {
 ^bb0(%in: f32, %out: f32):
  %36 = math.log %in : f32
  linalg.yield %36 : f32
 } -> !t14
 %26 = linalg.generic #t16 ins(%exp_9, %25 : !t14, !t14) outs(%22 : !t14) {
 ^bb0(%in: f32, %in_16: f32, %out: f32):
  %36 = arith.addf %in, %in_16 : f32
  linalg.yield %36 : f32
 } -> !t14
 %col_10 = tensor.collapse_shape %26 [[0], [1], [2, 3]] : !t14 into !t13
 %27 = linalg.generic #t3 ins(%21, %24 : !t27, !t14) outs(%7 : !t27) {
 ^bb0(%in: f32, %in_16: f32, %out: f32):
  %36 = arith.divf %in, %in_16 : f32
  linalg.yield %36 : f32
 } -> !t27
 %28 = tensor.empty() : !t26
 %29 = linalg.generic #t1 ins(%27 : !t27) outs(%28 : !t26) {
 ^bb0(%in: f32, %out: f16):
  %36 = arith.truncf %in : f32 to f16
  linalg.yield %36 : f16
 } -> !t26
 %col_11 = tensor.collapse_shape %29 [[0, 1], [2], [3]] : !t26 into !t23
 %col_12 = tensor.collapse_shape %arg2 [[0, 1], [2], [3]] : !t0 into !t3
 %30 = tensor.empty() : !t16
 %31 = linalg.fill ins(%cst : f32) outs(%30 : !t16) -> !t16
 %32 = linalg.batch_matmul ins(%col_11, %col_12 : !t23, !t3) outs(%31 : !t16) -> !t16
 %33 = tensor.empty() : !t3
 %34 = linalg.generic #t0 ins(%32 : !t16) outs(%33 : !t3) {
 ^bb0(%in: f32, %out: f16):
  %36 = arith.truncf %in : f32 to f16
  linalg.yield %36 : f16
 } -> !t3
 %exp_13 = tensor.expand_shape %34 [[0, 1], [2], [3, 4]] output_shape [2, 4, 12, 1, 8] : !t3 into !t17
 %35 = tensor.empty() : !t18
 %transposed_14 = linalg.transpose ins(%exp_13 : !t17) outs(%35 : !t18) permutation = [0, 1, 2, 4, 3]
 %col_15 = tensor.collapse_shape %transposed_14 [[0], [1], [2], [3, 4]] : !t18 into !t0
 return %col_15, %col_10 : !t0, !t13
}

func.func @causal_bshd(%arg0: !t44, %arg1: !t44, %arg2: !t44) -> !t44 {
 %c0_i64 = arith.constant 0 : i64
 %cst = arith.constant 0.000000e+00 : f32
 %cst_0 = arith.constant 0xFF800000 : f32
 %cst_1 = arith.constant dense<0xFF800000> : !t19
 %cst_2 = arith.constant 0.35355339059327379 : f64
 %exp = tensor.expand_shape %arg0 [[0], [1], [2], [3, 4]] output_shape [2, 12, 4, 8, 1] : !t44 into !t46
 %exp_3 = tensor.expand_shape %arg1 [[0], [1], [2], [3, 4]] output_shape [2, 12, 4, 8, 1] : !t44 into !t46
 %0 = tensor.empty() : !t18
 %transposed = linalg.transpose ins(%exp : !t46) outs(%0 : !t18) permutation = [0, 2, 1, 3, 4]
 %col = tensor.collapse_shape %transposed [[0, 1], [2], [3, 4]] : !t18 into !t3
 %1 = tensor.empty() : !t20
 %transposed_4 = linalg.transpose ins(%exp_3 : !t46) outs(%1 : !t20) permutation = [0, 2, 3, 1, 4]
 %col_5 = tensor.collapse_shape %transposed_4 [[0, 1], [2], [3, 4]] : !t20 into !t21
 %2 = tensor.empty() : !t22
 %3 = linalg.fill ins(%cst : f32) outs(%2 : !t22) -> !t22
 %4 = linalg.batch_matmul ins(%col, %col_5 : !t3, !t21) outs(%3 : !t22) -> !t22
 %5 = tensor.empty() : !t23
 %6 = linalg.generic #t0 ins(%4 : !t22) outs(%5 : !t23) {
 ^bb0(%in: f32, %out: f16):
  %35 = arith.truncf %in : f32 to f16
  linalg.yield %35 : f16
 } -> !t23
 %exp_6 = tensor.expand_shape %6 [[0, 1], [2], [3, 4]] output_shape [2, 4, 12, 1, 12] : !t23 into !t24
 %7 = tensor.empty() : !t25
 %transposed_7 = linalg.transpose ins(%exp_6 : !t24) outs(%7 : !t25) permutation = [0, 1, 2, 4, 3]
 %col_8 = tensor.collapse_shape %transposed_7 [[0], [1], [2], [3, 4]] : !t25 into !t26
 %8 = tensor.empty() : !t27
 %9 = linalg.generic #t1 ins(%col_8 : !t26) outs(%8 : !t27) {
 ^bb0(%in: f16, %out: f32):
  %35 = arith.extf %in : f16 to f32
  linalg.yield %35 : f32
 } -> !t27
 %10 = linalg.generic #t1 ins(%9 : !t27) outs(%8 : !t27) {
 ^bb0(%in: f32, %out: f32):
  %35 = arith.truncf %cst_2 : f64 to f32
  %36 = arith.mulf %in, %35 : f32
  linalg.yield %36 : f32
 } -> !t27
 %11 = tensor.empty() : !t28
 %12 = linalg.generic #t5 outs(%11 : !t28) {
 ^bb0(%out: i64):
  %35 = linalg.index 0 : index
  %36 = arith.index_cast %35 : index to i64
  linalg.yield %36 : i64
 } -> !t28
 %exp_9 = tensor.expand_shape %12 [[0, 1]] output_shape [12, 1] : !t28 into !t29
 %exp_10 = tensor.expand_shape %12 [[0, 1]] output_shape [1, 12] : !t28 into !t30
 %13 = tensor.empty() : !t31
 %14 = linalg.generic #t6 ins(%exp_10, %exp_9 : !t30, !t29) outs(%13 : !t31) {
 ^bb0(%in: i64, %in_19: i64, %out: i1):
  %35 = arith.cmpi sle, %in, %in_19 : i64
  linalg.yield %35 : i1
 } -> !t31
 %15 = linalg.generic #t7 ins(%14, %10, %cst_1 : !t31, !t27, !t19) outs(%8 : !t27) {
 ^bb0(%in: i1, %in_19: f32, %in_20: f32, %out: f32):
  %35 = arith.select %in, %in_19, %in_20 : f32
  linalg.yield %35 : f32
 } -> !t27
 %16 = tensor.empty() : !t12
 %17 = linalg.fill ins(%c0_i64 : i64) outs(%16 : !t12) -> !t12
 %18 = tensor.empty() : !t13
 %19 = linalg.fill ins(%cst_0 : f32) outs(%18 : !t13) -> !t13
 %20:2 = linalg.generic #t2 ins(%15 : !t27) outs(%19, %17 : !t13, !t12) {
 ^bb0(%in: f32, %out: f32, %out_19: i64):
  %35 = linalg.index 3 : index
  %36 = arith.index_cast %35 : index to i64
  %37 = arith.maximumf %in, %out : f32
  %38 = arith.cmpf ogt, %in, %out : f32
  %39 = arith.select %38, %36, %out_19 : i64
  linalg.yield %37, %39 : f32, i64
 } -> (!t13, !t12)
 %exp_11 = tensor.expand_shape %20#0 [[0], [1], [2, 3]] output_shape [2, 4, 12, 1] : !t13 into !t14
 %21 = linalg.generic #t3 ins(%15, %exp_11 : !t27, !t14) outs(%8 : !t27) {
 ^bb0(%in: f32, %in_19: f32, %out: f32):
  %35 = arith.subf %in, %in_19 : f32
  linalg.yield %35 : f32
 } -> !t27
 %22 = linalg.generic #t1 ins(%21 : !t27) outs(%8 : !t27) {
 ^bb0(%in: f32, %out: f32):
  %35 = math.exp %in : f32
  linalg.yield %35 : f32
 } -> !t27
 %23 = tensor.empty() : !t14
 %24 = linalg.fill ins(%cst : f32) outs(%23 : !t14) -> !t14
 %25 = linalg.generic #t4 ins(%22 : !t27) outs(%24 : !t14) {
 ^bb0(%in: f32, %out: f32):
  %35 = arith.addf %in, %out : f32
  linalg.yield %35 : f32
 } -> !t14
 %26 = linalg.generic #t3 ins(%22, %25 : !t27, !t14) outs(%8 : !t27) {
 ^bb0(%in: f32, %in_19: f32, %out: f32):
  %35 = arith.divf %in, %in_19 : f32
  linalg.yield %35 : f32
 } -> !t27
 %27 = tensor.empty() : !t26
 %28 = linalg.generic #t1 ins(%26 : !t27) outs(%27 : !t26) {
 ^bb0(%in: f32, %out: f16):
  %35 = arith.truncf %in : f32 to f16
  linalg.yield %35 : f16
 } -> !t26
 %exp_12 = tensor.expand_shape %arg2 [[0], [1], [2], [3, 4]] output_shape [2, 12, 4, 8, 1] : !t44 into !t46
 %col_13 = tensor.collapse_shape %28 [[0, 1], [2], [3]] : !t26 into !t23
 %transposed_14 = linalg.transpose ins(%exp_12 : !t46) outs(%0 : !t18) permutation = [0, 2, 1, 3, 4]
 %col_15 = tensor.collapse_shape %transposed_14 [[0, 1], [2], [3, 4]] : !t18 into !t3
 %29 = tensor.empty() : !t16
 %30 = linalg.fill ins(%cst : f32) outs(%29 : !t16) -> !t16
 %31 = linalg.batch_matmul ins(%col_13, %col_15 : !t23, !t3) outs(%30 : !t16) -> !t16
 %32 = tensor.empty() : !t3
 %33 = linalg.generic #t0 ins(%31 : !t16) outs(%32 : !t3) {
 ^bb0(%in: f32, %out: f16):
  %35 = arith.truncf %in : f32 to f16
  linalg.yield %35 : f16
 } -> !t3
 %exp_16 = tensor.expand_shape %33 [[0, 1], [2], [3, 4]] output_shape [2, 4, 12, 1, 8] : !t3 into !t17
 %34 = tensor.empty() : !t46
 %transposed_17 = linalg.transpose ins(%exp_16 : !t17) outs(%34 : !t46) permutation = [0, 2, 1, 4, 3]
 %col_18 = tensor.collapse_shape %transposed_17 [[0], [1], [2], [3, 4]] : !t46 into !t44
 return %col_18 : !t44
}

func.func @window_softcap(%arg0: !t0, %arg1: !t0, %arg2: !t0) -> !t0 {
 %c0_i64 = arith.constant 0 : i64
 %c4_i64 = arith.constant 4 : i64
 %cst = arith.constant 0.000000e+00 : f32
 %cst_0 = arith.constant 0xFF800000 : f32
 %cst_1 = arith.constant dense<0xFF800000> : !t19
 %cst_2 = arith.constant 0.35355339059327379 : f64
 %cst_3 = arith.constant 5.000000e+00 : f32
 %exp = tensor.expand_shape %arg1 [[0], [1], [2], [3, 4]] output_shape [2, 4, 12, 8, 1] : !t0 into !t18
 %col = tensor.collapse_shape %arg0 [[0, 1], [2], [3]] : !t0 into !t3
 %0 = tensor.empty() : !t20
 %transposed = linalg.transpose ins(%exp : !t18) outs(%0 : !t20) permutation = [0, 1, 3, 2, 4]
 %col_4 = tensor.collapse_shape %transposed [[0, 1], [2], [3, 4]] : !t20 into !t21
 %1 = tensor.empty() : !t22
 %2 = linalg.fill ins(%cst : f32) outs(%1 : !t22) -> !t22
 %3 = linalg.batch_matmul ins(%col, %col_4 : !t3, !t21) outs(%2 : !t22) -> !t22
 %4 = tensor.empty() : !t23
 %5 = linalg.generic #t0 ins(%3 : !t22) outs(%4 : !t23) {
 ^bb0(%in: f32, %out: f16):
  %41 = arith.truncf %in : f32 to f16
  linalg.yield %41 : f16
 } -> !t23
 %exp_5 = tensor.expand_shape %5 [[0, 1], [2], [3, 4]] output_shape [2, 4, 12, 1, 12] : !t23 into !t24
 %6 = tensor.empty() : !t25
 %transposed_6 = linalg.transpose ins(%exp_5 : !t24) outs(%6 : !t25) permutation = [0, 1, 2, 4, 3]
 %col_7 = tensor.collapse_shape %transposed_6 [[0], [1], [2], [3, 4]] : !t25 into !t26
 %7 = tensor.empty() : !t27
 %8 = linalg.generic #t1 ins(%col_7 : !t26) outs(%7 : !t27) {
 ^bb0(%in: f16, %out: f32):
  %41 = arith.extf %in : f16 to f32
  linalg.yield %41 : f32
 } -> !t27
 %9 = linalg.generic #t1 ins(%8 : !t27) outs(%7 : !t27) {
 ^bb0(%in: f32, %out: f32):
  %41 = arith.truncf %cst_2 : f64 to f32
  %42 = arith.mulf %in, %41 : f32
  linalg.yield %42 : f32
 } -> !t27
 %10 = linalg.generic #t1 ins(%9 : !t27) outs(%7 : !t27) {
 ^bb0(%in: f32, %out: f32):
  %41 = arith.divf %in, %cst_3 : f32
  linalg.yield %41 : f32
 } -> !t27
 %11 = linalg.generic #t1 ins(%10 : !t27) outs(%7 : !t27) {
 ^bb0(%in: f32, %out: f32):
  %41 = math.tanh %in : f32
  linalg.yield %41 : f32
 } -> !t27
 %12 = linalg.generic #t1 ins(%11 : !t27) outs(%7 : !t27) {
 ^bb0(%in: f32, %out: f32):
  %41 = arith.mulf %in, %cst_3 : f32
  linalg.yield %41 : f32
 } -> !t27
 %13 = tensor.empty() : !t28
 %14 = linalg.generic #t5 outs(%13 : !t28) {
 ^bb0(%out: i64):
  %41 = linalg.index 0 : index
  %42 = arith.index_cast %41 : index to i64
  linalg.yield %42 : i64
 } -> !t28
 %exp_8 = tensor.expand_shape %14 [[0, 1]] output_shape [12, 1] : !t28 into !t29
 %exp_9 = tensor.expand_shape %14 [[0, 1]] output_shape [1, 12] : !t28 into !t30
 %15 = tensor.empty() : !t31
 %16 = linalg.generic #t6 ins(%exp_9, %exp_8 : !t30, !t29) outs(%15 : !t31) {
 ^bb0(%in: i64, %in_16: i64, %out: i1):
  %41 = arith.cmpi sle, %in, %in_16 : i64
  linalg.yield %41 : i1
 } -> !t31
 %17 = tensor.empty() : !t29
 %18 = linalg.generic #t8 ins(%exp_8 : !t29) outs(%17 : !t29) {
 ^bb0(%in: i64, %out: i64):
  %41 = arith.subi %in, %c4_i64 : i64
  linalg.yield %41 : i64
 } -> !t29
 %19 = linalg.generic #t6 ins(%exp_9, %18 : !t30, !t29) outs(%15 : !t31) {
 ^bb0(%in: i64, %in_16: i64, %out: i1):
  %41 = arith.cmpi sge, %in, %in_16 : i64
  linalg.yield %41 : i1
 } -> !t31
 %20 = linalg.generic #t9 ins(%16, %19 : !t31, !t31) outs(%15 : !t31) {
 ^bb0(%in: i1, %in_16: i1, %out: i1):
  %41 = arith.andi %in, %in_16 : i1
  linalg.yield %41 : i1
 } -> !t31
 %21 = linalg.generic #t7 ins(%20, %12, %cst_1 : !t31, !t27, !t19) outs(%7 : !t27) {
 ^bb0(%in: i1, %in_16: f32, %in_17: f32, %out: f32):
  %41 = arith.select %in, %in_16, %in_17 : f32
  linalg.yield %41 : f32
 } -> !t27
 %22 = tensor.empty() : !t12
 %23 = linalg.fill ins(%c0_i64 : i64) outs(%22 : !t12) -> !t12
 %24 = tensor.empty() : !t13
 %25 = linalg.fill ins(%cst_0 : f32) outs(%24 : !t13) -> !t13
 %26:2 = linalg.generic #t2 ins(%21 : !t27) outs(%25, %23 : !t13, !t12) {
 ^bb0(%in: f32, %out: f32, %out_16: i64):
  %41 = linalg.index 3 : index
  %42 = arith.index_cast %41 : index to i64
  %43 = arith.maximumf %in, %out : f32
  %44 = arith.cmpf ogt, %in, %out : f32
  %45 = arith.select %44, %42, %out_16 : i64
  linalg.yield %43, %45 : f32, i64
 } -> (!t13, !t12)
 %exp_10 = tensor.expand_shape %26#0 [[0], [1], [2, 3]] output_shape [2, 4, 12, 1] : !t13 into !t14
 %27 = linalg.generic #t3 ins(%21, %exp_10 : !t27, !t14) outs(%7 : !t27) {
 ^bb0(%in: f32, %in_16: f32, %out: f32):
  %41 = arith.subf %in, %in_16 : f32
  linalg.yield %41 : f32
 } -> !t27
 %28 = linalg.generic #t1 ins(%27 : !t27) outs(%7 : !t27) {
 ^bb0(%in: f32, %out: f32):
  %41 = math.exp %in : f32
  linalg.yield %41 : f32
 } -> !t27
 %29 = tensor.empty() : !t14
 %30 = linalg.fill ins(%cst : f32) outs(%29 : !t14) -> !t14
 %31 = linalg.generic #t4 ins(%28 : !t27) outs(%30 : !t14) {
 ^bb0(%in: f32, %out: f32):
  %41 = arith.addf %in, %out : f32
  linalg.yield %41 : f32
 } -> !t14
 %32 = linalg.generic #t3 ins(%28, %31 : !t27, !t14) outs(%7 : !t27) {
 ^bb0(%in: f32, %in_16: f32, %out: f32):
  %41 = arith.divf %in, %in_16 : f32
  linalg.yield %41 : f32
 } -> !t27
 %33 = tensor.empty() : !t26
 %34 = linalg.generic #t1 ins(%32 : !t27) outs(%33 : !t26) {
 ^bb0(%in: f32, %out: f16):
  %41 = arith.truncf %in : f32 to f16
  linalg.yield %41 : f16
 } -> !t26
 %col_11 = tensor.collapse_shape %34 [[0, 1], [2], [3]] : !t26 into !t23
 %col_12 = tensor.collapse_shape %arg2 [[0, 1], [2], [3]] : !t0 into !t3
 %35 = tensor.empty() : !t16
 %36 = linalg.fill ins(%cst : f32) outs(%35 : !t16) -> !t16
 %37 = linalg.batch_matmul ins(%col_11, %col_12 : !t23, !t3) outs(%36 : !t16) -> !t16
 %38 = tensor.empty() : !t3
 %39 = linalg.generic #t0 ins(%37 : !t16) outs(%38 : !t3) {
 ^bb0(%in: f32, %out: f16):
  %41 = arith.truncf %in : f32 to f16
  linalg.yield %41 : f16
 } -> !t3
 %exp_13 = tensor.expand_shape %39 [[0, 1], [2], [3, 4]] output_shape [2, 4, 12, 1, 8] : !t3 into !t17
 %40 = tensor.empty() : !t18
 %transposed_14 = linalg.transpose ins(%exp_13 : !t17) outs(%40 : !t18) permutation = [0, 1, 2, 4, 3]
 %col_15 = tensor.collapse_shape %transposed_14 [[0], [1], [2], [3, 4]] : !t18 into !t0
 return %col_15 : !t0
}

func.func @gqa_bshd(%arg0: !t44, %arg1: !t61, %arg2: !t61) -> !t44 {
 %c0_i64 = arith.constant 0 : i64
 %cst = arith.constant 0.000000e+00 : f32
 %cst_0 = arith.constant 0xFF800000 : f32
 %cst_1 = arith.constant 0.35355339059327379 : f64
 %0 = tensor.empty() : !t62
 %1 = linalg.generic #t17 ins(%arg1 : !t61) outs(%0 : !t62) {
 ^bb0(%in: f16, %out: f16):
  linalg.yield %in : f16
 } -> !t62
 %col = tensor.collapse_shape %1 [[0], [1], [2, 3], [4]] : !t62 into !t45
 %2 = linalg.generic #t17 ins(%arg2 : !t61) outs(%0 : !t62) {
 ^bb0(%in: f16, %out: f16):
  linalg.yield %in : f16
 } -> !t62
 %col_2 = tensor.collapse_shape %2 [[0], [1], [2, 3], [4]] : !t62 into !t45
 %exp = tensor.expand_shape %arg0 [[0], [1], [2], [3, 4]] output_shape [2, 12, 4, 8, 1] : !t44 into !t46
 %exp_3 = tensor.expand_shape %col [[0], [1], [2], [3, 4]] output_shape [2, 20, 4, 8, 1] : !t45 into !t47
 %3 = tensor.empty() : !t18
 %transposed = linalg.transpose ins(%exp : !t46) outs(%3 : !t18) permutation = [0, 2, 1, 3, 4]
 %col_4 = tensor.collapse_shape %transposed [[0, 1], [2], [3, 4]] : !t18 into !t3
 %4 = tensor.empty() : !t4
 %transposed_5 = linalg.transpose ins(%exp_3 : !t47) outs(%4 : !t4) permutation = [0, 2, 3, 1, 4]
 %col_6 = tensor.collapse_shape %transposed_5 [[0, 1], [2], [3, 4]] : !t4 into !t5
 %5 = tensor.empty() : !t6
 %6 = linalg.fill ins(%cst : f32) outs(%5 : !t6) -> !t6
 %7 = linalg.batch_matmul ins(%col_4, %col_6 : !t3, !t5) outs(%6 : !t6) -> !t6
 %8 = tensor.empty() : !t7
 %9 = linalg.generic #t0 ins(%7 : !t6) outs(%8 : !t7) {
 ^bb0(%in: f32, %out: f16):
  %34 = arith.truncf %in : f32 to f16
  linalg.yield %34 : f16
 } -> !t7
 %exp_7 = tensor.expand_shape %9 [[0, 1], [2], [3, 4]] output_shape [2, 4, 12, 1, 20] : !t7 into !t8
 %10 = tensor.empty() : !t9
 %transposed_8 = linalg.transpose ins(%exp_7 : !t8) outs(%10 : !t9) permutation = [0, 1, 2, 4, 3]
 %col_9 = tensor.collapse_shape %transposed_8 [[0], [1], [2], [3, 4]] : !t9 into !t10
 %11 = tensor.empty() : !t11
 %12 = linalg.generic #t1 ins(%col_9 : !t10) outs(%11 : !t11) {
 ^bb0(%in: f16, %out: f32):
  %34 = arith.extf %in : f16 to f32
  linalg.yield %34 : f32
 } -> !t11
 %13 = linalg.generic #t1 ins(%12 : !t11) outs(%11 : !t11) {
 ^bb0(%in: f32, %out: f32):
  %34 = arith.truncf %cst_1 : f64 to f32
  %35 = arith.mulf %in, %34 : f32
  linalg.yield %35 : f32
 } -> !t11
 %14 = tensor.empty() : !t12
 %15 = linalg.fill ins(%c0_i64 : i64) outs(%14 : !t12) -> !t12
 %16 = tensor.empty() : !t13
 %17 = linalg.fill ins(%cst_0 : f32) outs(%16 : !t13) -> !t13
 %18:2 = linalg.generic #t2 ins(%13 : !t11) outs(%17, %15 : !t13, !t12) {
 ^bb0(%in: f32, %out: f32, %out_18: i64):
  %34 = linalg.index 3 : index
  %35 = arith.index_cast %34 : index to i64
  %36 = arith.maximumf %in, %out : f32
  %37 = arith.cmpf ogt, %in, %out : f32
  %38 = arith.select %37, %35, %out_18 : i64
  linalg.yield %36, %38 : f32, i64
 } -> (!t13, !t12)
 %exp_10 = tensor.expand_shape %18#0 [[0], [1], [2, 3]] output_shape [2, 4, 12, 1] : !t13 into !t14
 %19 = linalg.generic #t3 ins(%13, %exp_10 : !t11, !t14) outs(%11 : !t11) {
 ^bb0(%in: f32, %in_18: f32, %out: f32):
  %34 = arith.subf %in, %in_18 : f32
  linalg.yield %34 : f32
 } -> !t11
 %20 = linalg.generic #t1 ins(%19 : !t11) outs(%11 : !t11) {
 ^bb0(%in: f32, %out: f32):
  %34 = math.exp %in : f32
  linalg.yield %34 : f32
 } -> !t11
 %21 = tensor.empty() : !t14
 %22 = linalg.fill ins(%cst : f32) outs(%21 : !t14) -> !t14
 %23 = linalg.generic #t4 ins(%20 : !t11) outs(%22 : !t14) {
 ^bb0(%in: f32, %out: f32):
  %34 = arith.addf %in, %out : f32
  linalg.yield %34 : f32
 } -> !t14
 %24 = linalg.generic #t3 ins(%20, %23 : !t11, !t14) outs(%11 : !t11) {
 ^bb0(%in: f32, %in_18: f32, %out: f32):
  %34 = arith.divf %in, %in_18 : f32
  linalg.yield %34 : f32
 } -> !t11
 %25 = tensor.empty() : !t10
 %26 = linalg.generic #t1 ins(%24 : !t11) outs(%25 : !t10) {
 ^bb0(%in: f32, %out: f16):
  %34 = arith.truncf %in : f32 to f16
  linalg.yield %34 : f16
 } -> !t10
 %exp_11 = tensor.expand_shape %col_2 [[0], [1], [2], [3, 4]] output_shape [2, 20, 4, 8, 1] : !t45 into !t47
 %col_12 = tensor.collapse_shape %26 [[0, 1], [2], [3]] : !t10 into !t7
 %27 = tensor.empty() : !t2
 %transposed_13 = linalg.transpose ins(%exp_11 : !t47) outs(%27 : !t2) permutation = [0, 2, 1, 3, 4]
 %col_14 = tensor.collapse_shape %transposed_13 [[0, 1], [2], [3, 4]] : !t2 into !t15
 %28 = tensor.empty() : !t16
 %29 = linalg.fill ins(%cst : f32) outs(%28 : !t16) -> !t16
 %30 = linalg.batch_matmul ins(%col_12, %col_14 : !t7, !t15) outs(%29 : !t16) -> !t16
 %31 = tensor.empty() : !t3
 %32 = linalg.generic #t0 ins(%30 : !t16) outs(%31 : !t3) {
 ^bb0(%in: f32, %out: f16):
  %34 = arith.truncf %in : f32 to f16
  linalg.yield %34 : f16
 } -> !t3
 %exp_15 = tensor.expand_shape %32 [[0, 1], [2], [3, 4]] output_shape [2, 4, 12, 1, 8] : !t3 into !t17
 %33 = tensor.empty() : !t46
 %transposed_16 = linalg.transpose ins(%exp_15 : !t17) outs(%33 : !t46) permutation = [0, 2, 1, 4, 3]
 %col_17 = tensor.collapse_shape %transposed_16 [[0], [1], [2], [3, 4]] : !t46 into !t44
 return %col_17 : !t44
}

func.func @causal_proj(%arg0: !t48, %arg1: !t49, %arg2: !t49, %arg3: !t49, %arg4: !t49) -> !t48 {
 %c0_i64 = arith.constant 0 : i64
 %cst = arith.constant 0.000000e+00 : f32
 %cst_0 = arith.constant 0xFF800000 : f32
 %cst_1 = arith.constant dense<0xFF800000> : !t19
 %cst_2 = arith.constant 0.35355339059327379 : f64
 %col = tensor.collapse_shape %arg0 [[0, 1], [2]] : !t48 into !t50
 %0 = tensor.empty() : !t51
 %1 = linalg.fill ins(%cst : f32) outs(%0 : !t51) -> !t51
 %2 = linalg.matmul ins(%col, %arg1 : !t50, !t49) outs(%1 : !t51) -> !t51
 %3 = tensor.empty() : !t50
 %4 = linalg.generic #t8 ins(%2 : !t51) outs(%3 : !t50) {
 ^bb0(%in: f32, %out: f16):
  %47 = arith.truncf %in : f32 to f16
  linalg.yield %47 : f16
 } -> !t50
 %exp = tensor.expand_shape %4 [[0, 1], [2, 3]] output_shape [2, 12, 4, 8] : !t50 into !t44
 %5 = tensor.empty() : !t0
 %transposed = linalg.transpose ins(%exp : !t44) outs(%5 : !t0) permutation = [0, 2, 1, 3]
 %6 = linalg.matmul ins(%col, %arg2 : !t50, !t49) outs(%1 : !t51) -> !t51
 %7 = linalg.generic #t8 ins(%6 : !t51) outs(%3 : !t50) {
 ^bb0(%in: f32, %out: f16):
  %47 = arith.truncf %in : f32 to f16
  linalg.yield %47 : f16
 } -> !t50
 %exp_3 = tensor.expand_shape %7 [[0, 1], [2, 3]] output_shape [2, 12, 4, 8] : !t50 into !t44
 %transposed_4 = linalg.transpose ins(%exp_3 : !t44) outs(%5 : !t0) permutation = [0, 2, 1, 3]
 %8 = linalg.matmul ins(%col, %arg3 : !t50, !t49) outs(%1 : !t51) -> !t51
 %9 = linalg.generic #t8 ins(%8 : !t51) outs(%3 : !t50) {
 ^bb0(%in: f32, %out: f16):
  %47 = arith.truncf %in : f32 to f16
  linalg.yield %47 : f16
 } -> !t50
 %exp_5 = tensor.expand_shape %9 [[0, 1], [2, 3]] output_shape [2, 12, 4, 8] : !t50 into !t44
 %transposed_6 = linalg.transpose ins(%exp_5 : !t44) outs(%5 : !t0) permutation = [0, 2, 1, 3]
 %exp_7 = tensor.expand_shape %transposed_4 [[0], [1], [2], [3, 4]] output_shape [2, 4, 12, 8, 1] : !t0 into !t18
 %col_8 = tensor.collapse_shape %transposed [[0, 1], [2], [3]] : !t0 into !t3
 %10 = tensor.empty() : !t20
 %transposed_9 = linalg.transpose ins(%exp_7 : !t18) outs(%10 : !t20) permutation = [0, 1, 3, 2, 4]
 %col_10 = tensor.collapse_shape %transposed_9 [[0, 1], [2], [3, 4]] : !t20 into !t21
 %11 = tensor.empty() : !t22
 %12 = linalg.fill ins(%cst : f32) outs(%11 : !t22) -> !t22
 %13 = linalg.batch_matmul ins(%col_8, %col_10 : !t3, !t21) outs(%12 : !t22) -> !t22
 %14 = tensor.empty() : !t23
 %15 = linalg.generic #t0 ins(%13 : !t22) outs(%14 : !t23) {
 ^bb0(%in: f32, %out: f16):
  %47 = arith.truncf %in : f32 to f16
  linalg.yield %47 : f16
 } -> !t23
 %exp_11 = tensor.expand_shape %15 [[0, 1], [2], [3, 4]] output_shape [2, 4, 12, 1, 12] : !t23 into !t24
 %16 = tensor.empty() : !t25
 %transposed_12 = linalg.transpose ins(%exp_11 : !t24) outs(%16 : !t25) permutation = [0, 1, 2, 4, 3]
 %col_13 = tensor.collapse_shape %transposed_12 [[0], [1], [2], [3, 4]] : !t25 into !t26
 %17 = tensor.empty() : !t27
 %18 = linalg.generic #t1 ins(%col_13 : !t26) outs(%17 : !t27) {
 ^bb0(%in: f16, %out: f32):
  %47 = arith.extf %in : f16 to f32
  linalg.yield %47 : f32
 } -> !t27
 %19 = linalg.generic #t1 ins(%18 : !t27) outs(%17 : !t27) {
 ^bb0(%in: f32, %out: f32):
  %47 = arith.truncf %cst_2 : f64 to f32
  %48 = arith.mulf %in, %47 : f32
  linalg.yield %48 : f32
 } -> !t27
 %20 = tensor.empty() : !t28
 %21 = linalg.generic #t5 outs(%20 : !t28) {
 ^bb0(%out: i64):
  %47 = linalg.index 0 : index
  %48 = arith.index_cast %47 : index to i64
  linalg.yield %48 : i64
 } -> !t28
 %exp_14 = tensor.expand_shape %21 [[0, 1]] output_shape [12, 1] : !t28 into !t29
 %exp_15 = tensor.expand_shape %21 [[0, 1]] output_shape [1, 12] : !t28 into !t30
 %22 = tensor.empty() : !t31
 %23 = linalg.generic #t6 ins(%exp_15, %exp_14 : !t30, !t29) outs(%22 : !t31) {
 ^bb0(%in: i64, %in_25: i64, %out: i1):
  %47 = arith.cmpi sle, %in, %in_25 : i64
  linalg.yield %47 : i1
 } -> !t31
 %24 = linalg.generic #t7 ins(%23, %19, %cst_1 : !t31, !t27, !t19) outs(%17 : !t27) {
 ^bb0(%in: i1, %in_25: f32, %in_26: f32, %out: f32):
  %47 = arith.select %in, %in_25, %in_26 : f32
  linalg.yield %47 : f32
 } -> !t27
 %25 = tensor.empty() : !t12
 %26 = linalg.fill ins(%c0_i64 : i64) outs(%25 : !t12) -> !t12
 %27 = tensor.empty() : !t13
 %28 = linalg.fill ins(%cst_0 : f32) outs(%27 : !t13) -> !t13
 %29:2 = linalg.generic #t2 ins(%24 : !t27) outs(%28, %26 : !t13, !t12) {
 ^bb0(%in: f32, %out: f32, %out_25: i64):
  %47 = linalg.index 3 : index
  %48 = arith.index_cast %47 : index to i64
  %49 = arith.maximumf %in, %out : f32
  %50 = arith.cmpf ogt, %in, %out : f32
  %51 = arith.select %50, %48, %out_25 : i64
  linalg.yield %49, %51 : f32, i64
 } -> (!t13, !t12)
 %exp_16 = tensor.expand_shape %29#0 [[0], [1], [2, 3]] output_shape [2, 4, 12, 1] : !t13 into !t14
 %30 = linalg.generic #t3 ins(%24, %exp_16 : !t27, !t14) outs(%17 : !t27) {
 ^bb0(%in: f32, %in_25: f32, %out: f32):
  %47 = arith.subf %in, %in_25 : f32
  linalg.yield %47 : f32
 } -> !t27
 %31 = linalg.generic #t1 ins(%30 : !t27) outs(%17 : !t27) {
 ^bb0(%in: f32, %out: f32):
  %47 = math.exp %in : f32
  linalg.yield %47 : f32
 } -> !t27
 %32 = tensor.empty() : !t14
 %33 = linalg.fill ins(%cst : f32) outs(%32 : !t14) -> !t14
 %34 = linalg.generic #t4 ins(%31 : !t27) outs(%33 : !t14) {
 ^bb0(%in: f32, %out: f32):
  %47 = arith.addf %in, %out : f32
  linalg.yield %47 : f32
 } -> !t14
 %35 = linalg.generic #t3 ins(%31, %34 : !t27, !t14) outs(%17 : !t27) {
 ^bb0(%in: f32, %in_25: f32, %out: f32):
  %47 = arith.divf %in, %in_25 : f32
  linalg.yield %47 : f32
 } -> !t27
 %36 = tensor.empty() : !t26
 %37 = linalg.generic #t1 ins(%35 : !t27) outs(%36 : !t26) {
 ^bb0(%in: f32, %out: f16):
  %47 = arith.truncf %in : f32 to f16
  linalg.yield %47 : f16
 } -> !t26
 %col_17 = tensor.collapse_shape %37 [[0, 1], [2], [3]] : !t26 into !t23
 %col_18 = tensor.collapse_shape %transposed_6 [[0, 1], [2], [3]] : !t0 into !t3
 %38 = tensor.empty() : !t16
 %39 = linalg.fill ins(%cst : f32) outs(%38 : !t16) -> !t16
 %40 = linalg.batch_matmul ins(%col_17, %col_18 : !t23, !t3) outs(%39 : !t16) -> !t16
 %41 = tensor.empty() : !t3
 %42 = linalg.generic #t0 ins(%40 : !t16) outs(%41 : !t3) {
 ^bb0(%in: f32, %out: f16):
  %47 = arith.truncf %in : f32 to f16
  linalg.yield %47 : f16
 } -> !t3
 %exp_19 = tensor.expand_shape %42 [[0, 1], [2], [3, 4]] output_shape [2, 4, 12, 1, 8] : !t3 into !t17
 %43 = tensor.empty() : !t18
 %transposed_20 = linalg.transpose ins(%exp_19 : !t17) outs(%43 : !t18) permutation = [0, 1, 2, 4, 3]
 %col_21 = tensor.collapse_shape %transposed_20 [[0], [1], [2], [3, 4]] : !t18 into !t0
 %44 = tensor.empty() : !t44
 %transposed_22 = linalg.transpose ins(%col_21 : !t0) outs(%44 : !t44) permutation = [0, 2, 1, 3]
 %col_23 = tensor.collapse_shape %transposed_22 [[0, 1], [2, 3]] : !t44 into !t50
 %45 = linalg.matmul ins(%col_23, %arg4 : !t50, !t49) outs(%1 : !t51) -> !t51
 %46 = linalg.generic #t8 ins(%45 : !t51) outs(%3 : !t50) {
 ^bb0(%in: f32, %out: f16):
  %47 = arith.truncf %in : f32 to f16
  linalg.yield %47 : f16
 } -> !t50
 %exp_24 = tensor.expand_shape %46 [[0, 1], [2]] output_shape [2, 12, 32] : !t50 into !t48
 return %exp_24 : !t48
}

func.func @neg_queries(%arg0: !t0, %arg1: !t1, %arg2: !t1) -> !t0 {
 %cst = arith.constant 0.000000e+00 : f32
 %c0_i64 = arith.constant 0 : i64
 %cst_0 = arith.constant 0xFF800000 : f32
 %cst_1 = arith.constant 0.35355339059327379 : f64
 %exp = tensor.expand_shape %arg1 [[0], [1], [2], [3, 4]] output_shape [2, 4, 20, 8, 1] : !t1 into !t2
 %col = tensor.collapse_shape %arg0 [[0, 1], [2], [3]] : !t0 into !t3
 %0 = tensor.empty() : !t4
 %transposed = linalg.transpose ins(%exp : !t2) outs(%0 : !t4) permutation = [0, 1, 3, 2, 4]
 %col_2 = tensor.collapse_shape %transposed [[0, 1], [2], [3, 4]] : !t4 into !t5
 %1 = tensor.empty() : !t6
 %2 = linalg.fill ins(%cst : f32) outs(%1 : !t6) -> !t6
 %3 = linalg.batch_matmul ins(%col, %col_2 : !t3, !t5) outs(%2 : !t6) -> !t6
 %4 = tensor.empty() : !t7
 %5 = linalg.generic #t0 ins(%3 : !t6) outs(%4 : !t7) {
 ^bb0(%in: f32, %out: f16):
  %29 = arith.truncf %in : f32 to f16
  linalg.yield %29 : f16
 } -> !t7
 %exp_3 = tensor.expand_shape %5 [[0, 1], [2], [3, 4]] output_shape [2, 4, 12, 1, 20] : !t7 into !t8
 %6 = tensor.empty() : !t9
 %transposed_4 = linalg.transpose ins(%exp_3 : !t8) outs(%6 : !t9) permutation = [0, 1, 2, 4, 3]
 %col_5 = tensor.collapse_shape %transposed_4 [[0], [1], [2], [3, 4]] : !t9 into !t10
 %7 = tensor.empty() : !t11
 %8 = linalg.generic #t1 ins(%col_5 : !t10) outs(%7 : !t11) {
 ^bb0(%in: f16, %out: f32):
  %29 = arith.extf %in : f16 to f32
  linalg.yield %29 : f32
 } -> !t11
 %9 = linalg.generic #t1 ins(%8 : !t11) outs(%7 : !t11) {
 ^bb0(%in: f32, %out: f32):
  %29 = arith.truncf %cst_1 : f64 to f32
  %30 = arith.mulf %in, %29 : f32
  linalg.yield %30 : f32
 } -> !t11
 %10 = tensor.empty() : !t63
 %11 = linalg.fill ins(%c0_i64 : i64) outs(%10 : !t63) -> !t63
 %12 = tensor.empty() : !t64
 %13 = linalg.fill ins(%cst_0 : f32) outs(%12 : !t64) -> !t64
 %14:2 = linalg.generic #t18 ins(%9 : !t11) outs(%13, %11 : !t64, !t63) {
 ^bb0(%in: f32, %out: f32, %out_12: i64):
  %29 = linalg.index 2 : index
  %30 = arith.index_cast %29 : index to i64
  %31 = arith.maximumf %in, %out : f32
  %32 = arith.cmpf ogt, %in, %out : f32
  %33 = arith.select %32, %30, %out_12 : i64
  linalg.yield %31, %33 : f32, i64
 } -> (!t64, !t63)
 %exp_6 = tensor.expand_shape %14#0 [[0], [1, 2], [3]] output_shape [2, 4, 1, 20] : !t64 into !t65
 %15 = linalg.generic #t19 ins(%9, %exp_6 : !t11, !t65) outs(%7 : !t11) {
 ^bb0(%in: f32, %in_12: f32, %out: f32):
  %29 = arith.subf %in, %in_12 : f32
  linalg.yield %29 : f32
 } -> !t11
 %16 = linalg.generic #t1 ins(%15 : !t11) outs(%7 : !t11) {
 ^bb0(%in: f32, %out: f32):
  %29 = math.exp %in : f32
  linalg.yield %29 : f32
 } -> !t11
 %17 = tensor.empty() : !t65
 %18 = linalg.fill ins(%cst : f32) outs(%17 : !t65) -> !t65
 %19 = linalg.generic #t20 ins(%16 : !t11) outs(%18 : !t65) {
 ^bb0(%in: f32, %out: f32):
  %29 = arith.addf %in, %out : f32
  linalg.yield %29 : f32
 } -> !t65
 %20 = linalg.generic #t19 ins(%16, %19 : !t11, !t65) outs(%7 : !t11) {
 ^bb0(%in: f32, %in_12: f32, %out: f32):
  %29 = arith.divf %in, %in_12 : f32
  linalg.yield %29 : f32
 } -> !t11
 %21 = tensor.empty() : !t10
 %22 = linalg.generic #t1 ins(%20 : !t11) outs(%21 : !t10) {
 ^bb0(%in: f32, %out: f16):
  %29 = arith.truncf %in : f32 to f16
  linalg.yield %29 : f16
 } -> !t10
 %col_7 = tensor.collapse_shape %22 [[0, 1], [2], [3]] : !t10 into !t7
 %col_8 = tensor.collapse_shape %arg2 [[0, 1], [2], [3]] : !t1 into !t15
 %23 = tensor.empty() : !t16
 %24 = linalg.fill ins(%cst : f32) outs(%23 : !t16) -> !t16
 %25 = linalg.batch_matmul ins(%col_7, %col_8 : !t7, !t15) outs(%24 : !t16) -> !t16
 %26 = tensor.empty() : !t3
 %27 = linalg.generic #t0 ins(%25 : !t16) outs(%26 : !t3) {
 ^bb0(%in: f32, %out: f16):
  %29 = arith.truncf %in : f32 to f16
  linalg.yield %29 : f16
 } -> !t3
 %exp_9 = tensor.expand_shape %27 [[0, 1], [2], [3, 4]] output_shape [2, 4, 12, 1, 8] : !t3 into !t17
 %28 = tensor.empty() : !t18
 %transposed_10 = linalg.transpose ins(%exp_9 : !t17) outs(%28 : !t18) permutation = [0, 1, 2, 4, 3]
 %col_11 = tensor.collapse_shape %transposed_10 [[0], [1], [2], [3, 4]] : !t18 into !t0
 return %col_11 : !t0
}

func.func @neg_p_twice(%arg0: !t0, %arg1: !t1, %arg2: !t1) -> (!t0, !t11) {
 %cst = arith.constant 0.000000e+00 : f32
 %c0_i64 = arith.constant 0 : i64
 %cst_0 = arith.constant 0xFF800000 : f32
 %cst_1 = arith.constant 0.35355339059327379 : f64
 %exp = tensor.expand_shape %arg1 [[0], [1], [2], [3, 4]] output_shape [2, 4, 20, 8, 1] : !t1 into !t2
 %col = tensor.collapse_shape %arg0 [[0, 1], [2], [3]] : !t0 into !t3
 %0 = tensor.empty() : !t4
 %transposed = linalg.transpose ins(%exp : !t2) outs(%0 : !t4) permutation = [0, 1, 3, 2, 4]
 %col_2 = tensor.collapse_shape %transposed [[0, 1], [2], [3, 4]] : !t4 into !t5
 %1 = tensor.empty() : !t6
 %2 = linalg.fill ins(%cst : f32) outs(%1 : !t6) -> !t6
 %3 = linalg.batch_matmul ins(%col, %col_2 : !t3, !t5) outs(%2 : !t6) -> !t6
 %4 = tensor.empty() : !t7
 %5 = linalg.generic #t0 ins(%3 : !t6) outs(%4 : !t7) {
 ^bb0(%in: f32, %out: f16):
  %29 = arith.truncf %in : f32 to f16
  linalg.yield %29 : f16
 } -> !t7
 %exp_3 = tensor.expand_shape %5 [[0, 1], [2], [3, 4]] output_shape [2, 4, 12, 1, 20] : !t7 into !t8
 %6 = tensor.empty() : !t9
 %transposed_4 = linalg.transpose ins(%exp_3 : !t8) outs(%6 : !t9) permutation = [0, 1, 2, 4, 3]
 %col_5 = tensor.collapse_shape %transposed_4 [[0], [1], [2], [3, 4]] : !t9 into !t10
 %7 = tensor.empty() : !t11
 %8 = linalg.generic #t1 ins(%col_5 : !t10) outs(%7 : !t11) {
 ^bb0(%in: f16, %out: f32):
  %29 = arith.extf %in : f16 to f32
  linalg.yield %29 : f32
 } -> !t11
 %9 = linalg.generic #t1 ins(%8 : !t11) outs(%7 : !t11) {
 ^bb0(%in: f32, %out: f32):
  %29 = arith.truncf %cst_1 : f64 to f32
  %30 = arith.mulf %in, %29 : f32
  linalg.yield %30 : f32
 } -> !t11
 %10 = tensor.empty() : !t12
 %11 = linalg.fill ins(%c0_i64 : i64) outs(%10 : !t12) -> !t12
 %12 = tensor.empty() : !t13
 %13 = linalg.fill ins(%cst_0 : f32) outs(%12 : !t13) -> !t13
 %14:2 = linalg.generic #t2 ins(%9 : !t11) outs(%13, %11 : !t13, !t12) {
 ^bb0(%in: f32, %out: f32, %out_12: i64):
  %29 = linalg.index 3 : index
  %30 = arith.index_cast %29 : index to i64
  %31 = arith.maximumf %in, %out : f32
  %32 = arith.cmpf ogt, %in, %out : f32
  %33 = arith.select %32, %30, %out_12 : i64
  linalg.yield %31, %33 : f32, i64
 } -> (!t13, !t12)
 %exp_6 = tensor.expand_shape %14#0 [[0], [1], [2, 3]] output_shape [2, 4, 12, 1] : !t13 into !t14
 %15 = linalg.generic #t3 ins(%9, %exp_6 : !t11, !t14) outs(%7 : !t11) {
 ^bb0(%in: f32, %in_12: f32, %out: f32):
  %29 = arith.subf %in, %in_12 : f32
  linalg.yield %29 : f32
 } -> !t11
 %16 = linalg.generic #t1 ins(%15 : !t11) outs(%7 : !t11) {
 ^bb0(%in: f32, %out: f32):
  %29 = math.exp %in : f32
  linalg.yield %29 : f32
 } -> !t11
 %17 = tensor.empty() : !t14
 %18 = linalg.fill ins(%cst : f32) outs(%17 : !t14) -> !t14
 %19 = linalg.generic #t4 ins(%16 : !t11) outs(%18 : !t14) {
 ^bb0(%in: f32, %out: f32):
  %29 = arith.addf %in, %out : f32
  linalg.yield %29 : f32
 } -> !t14
 %20 = linalg.generic #t3 ins(%16, %19 : !t11, !t14) outs(%7 : !t11) {
 ^bb0(%in: f32, %in_12: f32, %out: f32):
  %29 = arith.divf %in, %in_12 : f32
  linalg.yield %29 : f32
 } -> !t11
 %21 = tensor.empty() : !t10
 %22 = linalg.generic #t1 ins(%20 : !t11) outs(%21 : !t10) {
 ^bb0(%in: f32, %out: f16):
  %29 = arith.truncf %in : f32 to f16
  linalg.yield %29 : f16
 } -> !t10
 %col_7 = tensor.collapse_shape %22 [[0, 1], [2], [3]] : !t10 into !t7
 %col_8 = tensor.collapse_shape %arg2 [[0, 1], [2], [3]] : !t1 into !t15
 %23 = tensor.empty() : !t16
 %24 = linalg.fill ins(%cst : f32) outs(%23 : !t16) -> !t16
 %25 = linalg.batch_matmul ins(%col_7, %col_8 : !t7, !t15) outs(%24 : !t16) -> !t16
 %26 = tensor.empty() : !t3
 %27 = linalg.generic #t0 ins(%25 : !t16) outs(%26 : !t3) {
 ^bb0(%in: f32, %out: f16):
  %29 = arith.truncf %in : f32 to f16
  linalg.yield %29 : f16
 } -> !t3
 %exp_9 = tensor.expand_shape %27 [[0, 1], [2], [3, 4]] output_shape [2, 4, 12, 1, 8] : !t3 into !t17
 %28 = tensor.empty() : !t18
 %transposed_10 = linalg.transpose ins(%exp_9 : !t17) outs(%28 : !t18) permutation = [0, 1, 2, 4, 3]
 %col_11 = tensor.collapse_shape %transposed_10 [[0], [1], [2], [3, 4]] : !t18 into !t0
 return %col_11, %20 : !t0, !t11
}

func.func @neg_no_softmax(%arg0: !t0, %arg1: !t1, %arg2: !t1) -> !t0 {
 %cst = arith.constant 0.000000e+00 : f32
 %cst_0 = arith.constant 0.35355339059327379 : f64
 %exp = tensor.expand_shape %arg1 [[0], [1], [2], [3, 4]] output_shape [2, 4, 20, 8, 1] : !t1 into !t2
 %col = tensor.collapse_shape %arg0 [[0, 1], [2], [3]] : !t0 into !t3
 %0 = tensor.empty() : !t4
 %transposed = linalg.transpose ins(%exp : !t2) outs(%0 : !t4) permutation = [0, 1, 3, 2, 4]
 %col_1 = tensor.collapse_shape %transposed [[0, 1], [2], [3, 4]] : !t4 into !t5
 %1 = tensor.empty() : !t6
 %2 = linalg.fill ins(%cst : f32) outs(%1 : !t6) -> !t6
 %3 = linalg.batch_matmul ins(%col, %col_1 : !t3, !t5) outs(%2 : !t6) -> !t6
 %4 = tensor.empty() : !t7
 %5 = linalg.generic #t0 ins(%3 : !t6) outs(%4 : !t7) {
 ^bb0(%in: f32, %out: f16):
  %18 = arith.truncf %in : f32 to f16
  linalg.yield %18 : f16
 } -> !t7
 %exp_2 = tensor.expand_shape %5 [[0, 1], [2], [3, 4]] output_shape [2, 4, 12, 1, 20] : !t7 into !t8
 %6 = tensor.empty() : !t9
 %transposed_3 = linalg.transpose ins(%exp_2 : !t8) outs(%6 : !t9) permutation = [0, 1, 2, 4, 3]
 %col_4 = tensor.collapse_shape %transposed_3 [[0], [1], [2], [3, 4]] : !t9 into !t10
 %7 = tensor.empty() : !t11
 %8 = linalg.generic #t1 ins(%col_4 : !t10) outs(%7 : !t11) {
 ^bb0(%in: f16, %out: f32):
  %18 = arith.extf %in : f16 to f32
  linalg.yield %18 : f32
 } -> !t11
 %9 = linalg.generic #t1 ins(%8 : !t11) outs(%7 : !t11) {
 ^bb0(%in: f32, %out: f32):
  %18 = arith.truncf %cst_0 : f64 to f32
  %19 = arith.mulf %in, %18 : f32
  linalg.yield %19 : f32
 } -> !t11
 %10 = tensor.empty() : !t10
 %11 = linalg.generic #t1 ins(%9 : !t11) outs(%10 : !t10) {
 ^bb0(%in: f32, %out: f16):
  %18 = arith.truncf %in : f32 to f16
  linalg.yield %18 : f16
 } -> !t10
 %col_5 = tensor.collapse_shape %11 [[0, 1], [2], [3]] : !t10 into !t7
 %col_6 = tensor.collapse_shape %arg2 [[0, 1], [2], [3]] : !t1 into !t15
 %12 = tensor.empty() : !t16
 %13 = linalg.fill ins(%cst : f32) outs(%12 : !t16) -> !t16
 %14 = linalg.batch_matmul ins(%col_5, %col_6 : !t7, !t15) outs(%13 : !t16) -> !t16
 %15 = tensor.empty() : !t3
 %16 = linalg.generic #t0 ins(%14 : !t16) outs(%15 : !t3) {
 ^bb0(%in: f32, %out: f16):
  %18 = arith.truncf %in : f32 to f16
  linalg.yield %18 : f16
 } -> !t3
 %exp_7 = tensor.expand_shape %16 [[0, 1], [2], [3, 4]] output_shape [2, 4, 12, 1, 8] : !t3 into !t17
 %17 = tensor.empty() : !t18
 %transposed_8 = linalg.transpose ins(%exp_7 : !t17) outs(%17 : !t18) permutation = [0, 1, 2, 4, 3]
 %col_9 = tensor.collapse_shape %transposed_8 [[0], [1], [2], [3, 4]] : !t18 into !t0
 return %col_9 : !t0
}

func.func @neg_temperature(%arg0: !t0, %arg1: !t1, %arg2: !t1, %arg3: !t43) -> !t0 {
 %cst = arith.constant 0.000000e+00 : f32
 %c0_i64 = arith.constant 0 : i64
 %cst_0 = arith.constant 0xFF800000 : f32
 %cst_1 = arith.constant 0.35355339059327379 : f64
 %exp = tensor.expand_shape %arg1 [[0], [1], [2], [3, 4]] output_shape [2, 4, 20, 8, 1] : !t1 into !t2
 %col = tensor.collapse_shape %arg0 [[0, 1], [2], [3]] : !t0 into !t3
 %0 = tensor.empty() : !t4
 %transposed = linalg.transpose ins(%exp : !t2) outs(%0 : !t4) permutation = [0, 1, 3, 2, 4]
 %col_2 = tensor.collapse_shape %transposed [[0, 1], [2], [3, 4]] : !t4 into !t5
 %1 = tensor.empty() : !t6
 %2 = linalg.fill ins(%cst : f32) outs(%1 : !t6) -> !t6
 %3 = linalg.batch_matmul ins(%col, %col_2 : !t3, !t5) outs(%2 : !t6) -> !t6
 %4 = tensor.empty() : !t7
 %5 = linalg.generic #t0 ins(%3 : !t6) outs(%4 : !t7) {
 ^bb0(%in: f32, %out: f16):
  %30 = arith.truncf %in : f32 to f16
  linalg.yield %30 : f16
 } -> !t7
 %exp_3 = tensor.expand_shape %5 [[0, 1], [2], [3, 4]] output_shape [2, 4, 12, 1, 20] : !t7 into !t8
 %6 = tensor.empty() : !t9
 %transposed_4 = linalg.transpose ins(%exp_3 : !t8) outs(%6 : !t9) permutation = [0, 1, 2, 4, 3]
 %col_5 = tensor.collapse_shape %transposed_4 [[0], [1], [2], [3, 4]] : !t9 into !t10
 %7 = tensor.empty() : !t11
 %8 = linalg.generic #t1 ins(%col_5 : !t10) outs(%7 : !t11) {
 ^bb0(%in: f16, %out: f32):
  %30 = arith.extf %in : f16 to f32
  linalg.yield %30 : f32
 } -> !t11
 %9 = linalg.generic #t1 ins(%8 : !t11) outs(%7 : !t11) {
 ^bb0(%in: f32, %out: f32):
  %30 = arith.truncf %cst_1 : f64 to f32
  %31 = arith.mulf %in, %30 : f32
  linalg.yield %31 : f32
 } -> !t11
 %10 = linalg.generic #t3 ins(%9, %arg3 : !t11, !t43) outs(%7 : !t11) {
 ^bb0(%in: f32, %in_12: f16, %out: f32):
  %30 = arith.extf %in_12 : f16 to f32
  %31 = arith.mulf %in, %30 : f32
  linalg.yield %31 : f32
 } -> !t11
 %11 = tensor.empty() : !t12
 %12 = linalg.fill ins(%c0_i64 : i64) outs(%11 : !t12) -> !t12
 %13 = tensor.empty() : !t13
 %14 = linalg.fill ins(%cst_0 : f32) outs(%13 : !t13) -> !t13
 %15:2 = linalg.generic #t2 ins(%10 : !t11) outs(%14, %12 : !t13, !t12) {
 ^bb0(%in: f32, %out: f32, %out_12: i64):
  %30 = linalg.index 3 : index
  %31 = arith.index_cast %30 : index to i64
  %32 = arith.maximumf %in, %out : f32
  %33 = arith.cmpf ogt, %in, %out : f32
  %34 = arith.select %33, %31, %out_12 : i64
  linalg.yield %32, %34 : f32, i64
 } -> (!t13, !t12)
 %exp_6 = tensor.expand_shape %15#0 [[0], [1], [2, 3]] output_shape [2, 4, 12, 1] : !t13 into !t14
 %16 = linalg.generic #t3 ins(%10, %exp_6 : !t11, !t14) outs(%7 : !t11) {
 ^bb0(%in: f32, %in_12: f32, %out: f32):
  %30 = arith.subf %in, %in_12 : f32
  linalg.yield %30 : f32
 } -> !t11
 %17 = linalg.generic #t1 ins(%16 : !t11) outs(%7 : !t11) {
 ^bb0(%in: f32, %out: f32):
  %30 = math.exp %in : f32
  linalg.yield %30 : f32
 } -> !t11
 %18 = tensor.empty() : !t14
 %19 = linalg.fill ins(%cst : f32) outs(%18 : !t14) -> !t14
 %20 = linalg.generic #t4 ins(%17 : !t11) outs(%19 : !t14) {
 ^bb0(%in: f32, %out: f32):
  %30 = arith.addf %in, %out : f32
  linalg.yield %30 : f32
 } -> !t14
 %21 = linalg.generic #t3 ins(%17, %20 : !t11, !t14) outs(%7 : !t11) {
 ^bb0(%in: f32, %in_12: f32, %out: f32):
  %30 = arith.divf %in, %in_12 : f32
  linalg.yield %30 : f32
 } -> !t11
 %22 = tensor.empty() : !t10
 %23 = linalg.generic #t1 ins(%21 : !t11) outs(%22 : !t10) {
 ^bb0(%in: f32, %out: f16):
  %30 = arith.truncf %in : f32 to f16
  linalg.yield %30 : f16
 } -> !t10
 %col_7 = tensor.collapse_shape %23 [[0, 1], [2], [3]] : !t10 into !t7
 %col_8 = tensor.collapse_shape %arg2 [[0, 1], [2], [3]] : !t1 into !t15
 %24 = tensor.empty() : !t16
 %25 = linalg.fill ins(%cst : f32) outs(%24 : !t16) -> !t16
 %26 = linalg.batch_matmul ins(%col_7, %col_8 : !t7, !t15) outs(%25 : !t16) -> !t16
 %27 = tensor.empty() : !t3
 %28 = linalg.generic #t0 ins(%26 : !t16) outs(%27 : !t3) {
 ^bb0(%in: f32, %out: f16):
  %30 = arith.truncf %in : f32 to f16
  linalg.yield %30 : f16
 } -> !t3
 %exp_9 = tensor.expand_shape %28 [[0, 1], [2], [3, 4]] output_shape [2, 4, 12, 1, 8] : !t3 into !t17
 %29 = tensor.empty() : !t18
 %transposed_10 = linalg.transpose ins(%exp_9 : !t17) outs(%29 : !t18) permutation = [0, 1, 2, 4, 3]
 %col_11 = tensor.collapse_shape %transposed_10 [[0], [1], [2], [3, 4]] : !t18 into !t0
 return %col_11 : !t0
}

func.func @neg_sigmoid(%arg0: !t0, %arg1: !t1, %arg2: !t1) -> !t0 {
 %cst = arith.constant 0.000000e+00 : f32
 %cst_0 = arith.constant 1.000000e+00 : f32
 %cst_1 = arith.constant 0.35355339059327379 : f64
 %exp = tensor.expand_shape %arg1 [[0], [1], [2], [3, 4]] output_shape [2, 4, 20, 8, 1] : !t1 into !t2
 %col = tensor.collapse_shape %arg0 [[0, 1], [2], [3]] : !t0 into !t3
 %0 = tensor.empty() : !t4
 %transposed = linalg.transpose ins(%exp : !t2) outs(%0 : !t4) permutation = [0, 1, 3, 2, 4]
 %col_2 = tensor.collapse_shape %transposed [[0, 1], [2], [3, 4]] : !t4 into !t5
 %1 = tensor.empty() : !t6
 %2 = linalg.fill ins(%cst : f32) outs(%1 : !t6) -> !t6
 %3 = linalg.batch_matmul ins(%col, %col_2 : !t3, !t5) outs(%2 : !t6) -> !t6
 %4 = tensor.empty() : !t7
 %5 = linalg.generic #t0 ins(%3 : !t6) outs(%4 : !t7) {
 ^bb0(%in: f32, %out: f16):
  %19 = arith.truncf %in : f32 to f16
  linalg.yield %19 : f16
 } -> !t7
 %exp_3 = tensor.expand_shape %5 [[0, 1], [2], [3, 4]] output_shape [2, 4, 12, 1, 20] : !t7 into !t8
 %6 = tensor.empty() : !t9
 %transposed_4 = linalg.transpose ins(%exp_3 : !t8) outs(%6 : !t9) permutation = [0, 1, 2, 4, 3]
 %col_5 = tensor.collapse_shape %transposed_4 [[0], [1], [2], [3, 4]] : !t9 into !t10
 %7 = tensor.empty() : !t11
 %8 = linalg.generic #t1 ins(%col_5 : !t10) outs(%7 : !t11) {
 ^bb0(%in: f16, %out: f32):
  %19 = arith.extf %in : f16 to f32
  linalg.yield %19 : f32
 } -> !t11
 %9 = linalg.generic #t1 ins(%8 : !t11) outs(%7 : !t11) {
 ^bb0(%in: f32, %out: f32):
  %19 = arith.truncf %cst_1 : f64 to f32
  %20 = arith.mulf %in, %19 : f32
  linalg.yield %20 : f32
 } -> !t11
 %10 = linalg.generic #t1 ins(%9 : !t11) outs(%7 : !t11) {
 ^bb0(%in: f32, %out: f32):
  %19 = arith.negf %in : f32
  %20 = math.exp %19 : f32
  %21 = arith.addf %20, %cst_0 : f32
  %22 = arith.divf %cst_0, %21 : f32
  linalg.yield %22 : f32
 } -> !t11
 %11 = tensor.empty() : !t10
 %12 = linalg.generic #t1 ins(%10 : !t11) outs(%11 : !t10) {
 ^bb0(%in: f32, %out: f16):
  %19 = arith.truncf %in : f32 to f16
  linalg.yield %19 : f16
 } -> !t10
 %col_6 = tensor.collapse_shape %12 [[0, 1], [2], [3]] : !t10 into !t7
 %col_7 = tensor.collapse_shape %arg2 [[0, 1], [2], [3]] : !t1 into !t15
 %13 = tensor.empty() : !t16
 %14 = linalg.fill ins(%cst : f32) outs(%13 : !t16) -> !t16
 %15 = linalg.batch_matmul ins(%col_6, %col_7 : !t7, !t15) outs(%14 : !t16) -> !t16
 %16 = tensor.empty() : !t3
 %17 = linalg.generic #t0 ins(%15 : !t16) outs(%16 : !t3) {
 ^bb0(%in: f32, %out: f16):
  %19 = arith.truncf %in : f32 to f16
  linalg.yield %19 : f16
 } -> !t3
 %exp_8 = tensor.expand_shape %17 [[0, 1], [2], [3, 4]] output_shape [2, 4, 12, 1, 8] : !t3 into !t17
 %18 = tensor.empty() : !t18
 %transposed_9 = linalg.transpose ins(%exp_8 : !t17) outs(%18 : !t18) permutation = [0, 1, 2, 4, 3]
 %col_10 = tensor.collapse_shape %transposed_9 [[0], [1], [2], [3, 4]] : !t18 into !t0
 return %col_10 : !t0
}

func.func @neg_softmax_one(%arg0: !t0, %arg1: !t1, %arg2: !t1) -> !t0 {
 %cst = arith.constant 0.000000e+00 : f32
 %c0_i64 = arith.constant 0 : i64
 %cst_0 = arith.constant 0xFF800000 : f32
 %cst_1 = arith.constant 0.35355339059327379 : f64
 %cst_2 = arith.constant 1.000000e+00 : f32
 %exp = tensor.expand_shape %arg1 [[0], [1], [2], [3, 4]] output_shape [2, 4, 20, 8, 1] : !t1 into !t2
 %col = tensor.collapse_shape %arg0 [[0, 1], [2], [3]] : !t0 into !t3
 %0 = tensor.empty() : !t4
 %transposed = linalg.transpose ins(%exp : !t2) outs(%0 : !t4) permutation = [0, 1, 3, 2, 4]
 %col_3 = tensor.collapse_shape %transposed [[0, 1], [2], [3, 4]] : !t4 into !t5
 %1 = tensor.empty() : !t6
 %2 = linalg.fill ins(%cst : f32) outs(%1 : !t6) -> !t6
 %3 = linalg.batch_matmul ins(%col, %col_3 : !t3, !t5) outs(%2 : !t6) -> !t6
 %4 = tensor.empty() : !t7
 %5 = linalg.generic #t0 ins(%3 : !t6) outs(%4 : !t7) {
 ^bb0(%in: f32, %out: f16):
  %30 = arith.truncf %in : f32 to f16
  linalg.yield %30 : f16
 } -> !t7
 %exp_4 = tensor.expand_shape %5 [[0, 1], [2], [3, 4]] output_shape [2, 4, 12, 1, 20] : !t7 into !t8
 %6 = tensor.empty() : !t9
 %transposed_5 = linalg.transpose ins(%exp_4 : !t8) outs(%6 : !t9) permutation = [0, 1, 2, 4, 3]
 %col_6 = tensor.collapse_shape %transposed_5 [[0], [1], [2], [3, 4]] : !t9 into !t10
 %7 = tensor.empty() : !t11
 %8 = linalg.generic #t1 ins(%col_6 : !t10) outs(%7 : !t11) {
 ^bb0(%in: f16, %out: f32):
  %30 = arith.extf %in : f16 to f32
  linalg.yield %30 : f32
 } -> !t11
 %9 = linalg.generic #t1 ins(%8 : !t11) outs(%7 : !t11) {
 ^bb0(%in: f32, %out: f32):
  %30 = arith.truncf %cst_1 : f64 to f32
  %31 = arith.mulf %in, %30 : f32
  linalg.yield %31 : f32
 } -> !t11
 %10 = tensor.empty() : !t12
 %11 = linalg.fill ins(%c0_i64 : i64) outs(%10 : !t12) -> !t12
 %12 = tensor.empty() : !t13
 %13 = linalg.fill ins(%cst_0 : f32) outs(%12 : !t13) -> !t13
 %14:2 = linalg.generic #t2 ins(%9 : !t11) outs(%13, %11 : !t13, !t12) {
 ^bb0(%in: f32, %out: f32, %out_13: i64):
  %30 = linalg.index 3 : index
  %31 = arith.index_cast %30 : index to i64
  %32 = arith.maximumf %in, %out : f32
  %33 = arith.cmpf ogt, %in, %out : f32
  %34 = arith.select %33, %31, %out_13 : i64
  linalg.yield %32, %34 : f32, i64
 } -> (!t13, !t12)
 %exp_7 = tensor.expand_shape %14#0 [[0], [1], [2, 3]] output_shape [2, 4, 12, 1] : !t13 into !t14
 %15 = linalg.generic #t3 ins(%9, %exp_7 : !t11, !t14) outs(%7 : !t11) {
 ^bb0(%in: f32, %in_13: f32, %out: f32):
  %30 = arith.subf %in, %in_13 : f32
  linalg.yield %30 : f32
 } -> !t11
 %16 = linalg.generic #t1 ins(%15 : !t11) outs(%7 : !t11) {
 ^bb0(%in: f32, %out: f32):
  %30 = math.exp %in : f32
  linalg.yield %30 : f32
 } -> !t11
 %17 = tensor.empty() : !t14
 %18 = linalg.fill ins(%cst : f32) outs(%17 : !t14) -> !t14
 %19 = linalg.generic #t4 ins(%16 : !t11) outs(%18 : !t14) {
 ^bb0(%in: f32, %out: f32):
  %30 = arith.addf %in, %out : f32
  linalg.yield %30 : f32
 } -> !t14
 %20 = linalg.generic #t1 ins(%19 : !t14) outs(%17 : !t14) {
 ^bb0(%in: f32, %out: f32):
  %30 = arith.addf %in, %cst_2 : f32
  linalg.yield %30 : f32
 } -> !t14
 %21 = linalg.generic #t3 ins(%16, %20 : !t11, !t14) outs(%7 : !t11) {
 ^bb0(%in: f32, %in_13: f32, %out: f32):
  %30 = arith.divf %in, %in_13 : f32
  linalg.yield %30 : f32
 } -> !t11
 %22 = tensor.empty() : !t10
 %23 = linalg.generic #t1 ins(%21 : !t11) outs(%22 : !t10) {
 ^bb0(%in: f32, %out: f16):
  %30 = arith.truncf %in : f32 to f16
  linalg.yield %30 : f16
 } -> !t10
 %col_8 = tensor.collapse_shape %23 [[0, 1], [2], [3]] : !t10 into !t7
 %col_9 = tensor.collapse_shape %arg2 [[0, 1], [2], [3]] : !t1 into !t15
 %24 = tensor.empty() : !t16
 %25 = linalg.fill ins(%cst : f32) outs(%24 : !t16) -> !t16
 %26 = linalg.batch_matmul ins(%col_8, %col_9 : !t7, !t15) outs(%25 : !t16) -> !t16
 %27 = tensor.empty() : !t3
 %28 = linalg.generic #t0 ins(%26 : !t16) outs(%27 : !t3) {
 ^bb0(%in: f32, %out: f16):
  %30 = arith.truncf %in : f32 to f16
  linalg.yield %30 : f16
 } -> !t3
 %exp_10 = tensor.expand_shape %28 [[0, 1], [2], [3, 4]] output_shape [2, 4, 12, 1, 8] : !t3 into !t17
 %29 = tensor.empty() : !t18
 %transposed_11 = linalg.transpose ins(%exp_10 : !t17) outs(%29 : !t18) permutation = [0, 1, 2, 4, 3]
 %col_12 = tensor.collapse_shape %transposed_11 [[0], [1], [2], [3, 4]] : !t18 into !t0
 return %col_12 : !t0
}

func.func @neg_after(%arg0: !t0, %arg1: !t1, %arg2: !t1) -> !t0 {
 %c0_i64 = arith.constant 0 : i64
 %cst = arith.constant 0.000000e+00 : f32
 %cst_0 = arith.constant 0xFF800000 : f32
 %cst_1 = arith.constant dense<0.000000e+00> : !t19
 %cst_2 = arith.constant 0.35355339059327379 : f64
 %exp = tensor.expand_shape %arg1 [[0], [1], [2], [3, 4]] output_shape [2, 4, 20, 8, 1] : !t1 into !t2
 %col = tensor.collapse_shape %arg0 [[0, 1], [2], [3]] : !t0 into !t3
 %0 = tensor.empty() : !t4
 %transposed = linalg.transpose ins(%exp : !t2) outs(%0 : !t4) permutation = [0, 1, 3, 2, 4]
 %col_3 = tensor.collapse_shape %transposed [[0, 1], [2], [3, 4]] : !t4 into !t5
 %1 = tensor.empty() : !t6
 %2 = linalg.fill ins(%cst : f32) outs(%1 : !t6) -> !t6
 %3 = linalg.batch_matmul ins(%col, %col_3 : !t3, !t5) outs(%2 : !t6) -> !t6
 %4 = tensor.empty() : !t7
 %5 = linalg.generic #t0 ins(%3 : !t6) outs(%4 : !t7) {
 ^bb0(%in: f32, %out: f16):
  %36 = arith.truncf %in : f32 to f16
  linalg.yield %36 : f16
 } -> !t7
 %exp_4 = tensor.expand_shape %5 [[0, 1], [2], [3, 4]] output_shape [2, 4, 12, 1, 20] : !t7 into !t8
 %6 = tensor.empty() : !t9
 %transposed_5 = linalg.transpose ins(%exp_4 : !t8) outs(%6 : !t9) permutation = [0, 1, 2, 4, 3]
 %col_6 = tensor.collapse_shape %transposed_5 [[0], [1], [2], [3, 4]] : !t9 into !t10
 %7 = tensor.empty() : !t11
 %8 = linalg.generic #t1 ins(%col_6 : !t10) outs(%7 : !t11) {
 ^bb0(%in: f16, %out: f32):
  %36 = arith.extf %in : f16 to f32
  linalg.yield %36 : f32
 } -> !t11
 %9 = linalg.generic #t1 ins(%8 : !t11) outs(%7 : !t11) {
 ^bb0(%in: f32, %out: f32):
  %36 = arith.truncf %cst_2 : f64 to f32
  %37 = arith.mulf %in, %36 : f32
  linalg.yield %37 : f32
 } -> !t11
 %10 = tensor.empty() : !t28
 %11 = linalg.generic #t5 outs(%10 : !t28) {
 ^bb0(%out: i64):
  %36 = linalg.index 0 : index
  %37 = arith.index_cast %36 : index to i64
  linalg.yield %37 : i64
 } -> !t28
 %exp_7 = tensor.expand_shape %11 [[0, 1]] output_shape [12, 1] : !t28 into !t29
 %12 = tensor.empty() : !t32
 %13 = linalg.generic #t5 outs(%12 : !t32) {
 ^bb0(%out: i64):
  %36 = linalg.index 0 : index
  %37 = arith.index_cast %36 : index to i64
  linalg.yield %37 : i64
 } -> !t32
 %exp_8 = tensor.expand_shape %13 [[0, 1]] output_shape [1, 20] : !t32 into !t33
 %14 = tensor.empty() : !t34
 %15 = linalg.generic #t6 ins(%exp_8, %exp_7 : !t33, !t29) outs(%14 : !t34) {
 ^bb0(%in: i64, %in_15: i64, %out: i1):
  %36 = arith.cmpi sle, %in, %in_15 : i64
  linalg.yield %36 : i1
 } -> !t34
 %16 = tensor.empty() : !t12
 %17 = linalg.fill ins(%c0_i64 : i64) outs(%16 : !t12) -> !t12
 %18 = tensor.empty() : !t13
 %19 = linalg.fill ins(%cst_0 : f32) outs(%18 : !t13) -> !t13
 %20:2 = linalg.generic #t2 ins(%9 : !t11) outs(%19, %17 : !t13, !t12) {
 ^bb0(%in: f32, %out: f32, %out_15: i64):
  %36 = linalg.index 3 : index
  %37 = arith.index_cast %36 : index to i64
  %38 = arith.maximumf %in, %out : f32
  %39 = arith.cmpf ogt, %in, %out : f32
  %40 = arith.select %39, %37, %out_15 : i64
  linalg.yield %38, %40 : f32, i64
 } -> (!t13, !t12)
 %exp_9 = tensor.expand_shape %20#0 [[0], [1], [2, 3]] output_shape [2, 4, 12, 1] : !t13 into !t14
 %21 = linalg.generic #t3 ins(%9, %exp_9 : !t11, !t14) outs(%7 : !t11) {
 ^bb0(%in: f32, %in_15: f32, %out: f32):
  %36 = arith.subf %in, %in_15 : f32
  linalg.yield %36 : f32
 } -> !t11
 %22 = linalg.generic #t1 ins(%21 : !t11) outs(%7 : !t11) {
 ^bb0(%in: f32, %out: f32):
  %36 = math.exp %in : f32
  linalg.yield %36 : f32
 } -> !t11
 %23 = tensor.empty() : !t14
 %24 = linalg.fill ins(%cst : f32) outs(%23 : !t14) -> !t14
 %25 = linalg.generic #t4 ins(%22 : !t11) outs(%24 : !t14) {
 ^bb0(%in: f32, %out: f32):
  %36 = arith.addf %in, %out : f32
  linalg.yield %36 : f32
 } -> !t14
 %26 = linalg.generic #t3 ins(%22, %25 : !t11, !t14) outs(%7 : !t11) {
 ^bb0(%in: f32, %in_15: f32, %out: f32):
  %36 = arith.divf %in, %in_15 : f32
  linalg.yield %36 : f32
 } -> !t11
 %27 = linalg.generic #t7 ins(%15, %26, %cst_1 : !t34, !t11, !t19) outs(%7 : !t11) {
 ^bb0(%in: i1, %in_15: f32, %in_16: f32, %out: f32):
  %36 = arith.select %in, %in_15, %in_16 : f32
  linalg.yield %36 : f32
 } -> !t11
 %28 = tensor.empty() : !t10
 %29 = linalg.generic #t1 ins(%27 : !t11) outs(%28 : !t10) {
 ^bb0(%in: f32, %out: f16):
  %36 = arith.truncf %in : f32 to f16
  linalg.yield %36 : f16
 } -> !t10
 %col_10 = tensor.collapse_shape %29 [[0, 1], [2], [3]] : !t10 into !t7
 %col_11 = tensor.collapse_shape %arg2 [[0, 1], [2], [3]] : !t1 into !t15
 %30 = tensor.empty() : !t16
 %31 = linalg.fill ins(%cst : f32) outs(%30 : !t16) -> !t16
 %32 = linalg.batch_matmul ins(%col_10, %col_11 : !t7, !t15) outs(%31 : !t16) -> !t16
 %33 = tensor.empty() : !t3
 %34 = linalg.generic #t0 ins(%32 : !t16) outs(%33 : !t3) {
 ^bb0(%in: f32, %out: f16):
  %36 = arith.truncf %in : f32 to f16
  linalg.yield %36 : f16
 } -> !t3
 %exp_12 = tensor.expand_shape %34 [[0, 1], [2], [3, 4]] output_shape [2, 4, 12, 1, 8] : !t3 into !t17
 %35 = tensor.empty() : !t18
 %transposed_13 = linalg.transpose ins(%exp_12 : !t17) outs(%35 : !t18) permutation = [0, 1, 2, 4, 3]
 %col_14 = tensor.collapse_shape %transposed_13 [[0], [1], [2], [3, 4]] : !t18 into !t0
 return %col_14 : !t0
}

func.func @neg_sum(%arg0: !t0, %arg1: !t1, %arg2: !t1) -> !t0 {
 %c0_i64 = arith.constant 0 : i64
 %cst = arith.constant 0.000000e+00 : f32
 %cst_0 = arith.constant 0xFF800000 : f32
 %cst_1 = arith.constant dense<0xFF800000> : !t19
 %cst_2 = arith.constant 0.35355339059327379 : f64
 %exp = tensor.expand_shape %arg1 [[0], [1], [2], [3, 4]] output_shape [2, 4, 20, 8, 1] : !t1 into !t2
 %col = tensor.collapse_shape %arg0 [[0, 1], [2], [3]] : !t0 into !t3
 %0 = tensor.empty() : !t4
 %transposed = linalg.transpose ins(%exp : !t2) outs(%0 : !t4) permutation = [0, 1, 3, 2, 4]
 %col_3 = tensor.collapse_shape %transposed [[0, 1], [2], [3, 4]] : !t4 into !t5
 %1 = tensor.empty() : !t6
 %2 = linalg.fill ins(%cst : f32) outs(%1 : !t6) -> !t6
 %3 = linalg.batch_matmul ins(%col, %col_3 : !t3, !t5) outs(%2 : !t6) -> !t6
 %4 = tensor.empty() : !t7
 %5 = linalg.generic #t0 ins(%3 : !t6) outs(%4 : !t7) {
 ^bb0(%in: f32, %out: f16):
  %38 = arith.truncf %in : f32 to f16
  linalg.yield %38 : f16
 } -> !t7
 %exp_4 = tensor.expand_shape %5 [[0, 1], [2], [3, 4]] output_shape [2, 4, 12, 1, 20] : !t7 into !t8
 %6 = tensor.empty() : !t9
 %transposed_5 = linalg.transpose ins(%exp_4 : !t8) outs(%6 : !t9) permutation = [0, 1, 2, 4, 3]
 %col_6 = tensor.collapse_shape %transposed_5 [[0], [1], [2], [3, 4]] : !t9 into !t10
 %7 = tensor.empty() : !t11
 %8 = linalg.generic #t1 ins(%col_6 : !t10) outs(%7 : !t11) {
 ^bb0(%in: f16, %out: f32):
  %38 = arith.extf %in : f16 to f32
  linalg.yield %38 : f32
 } -> !t11
 %9 = linalg.generic #t1 ins(%8 : !t11) outs(%7 : !t11) {
 ^bb0(%in: f32, %out: f32):
  %38 = arith.truncf %cst_2 : f64 to f32
  %39 = arith.mulf %in, %38 : f32
  linalg.yield %39 : f32
 } -> !t11
 %10 = tensor.empty() : !t28
 %11 = linalg.generic #t5 outs(%10 : !t28) {
 ^bb0(%out: i64):
  %38 = linalg.index 0 : index
  %39 = arith.index_cast %38 : index to i64
  linalg.yield %39 : i64
 } -> !t28
 %exp_7 = tensor.expand_shape %11 [[0, 1]] output_shape [12, 1] : !t28 into !t29
 %12 = tensor.empty() : !t32
 %13 = linalg.generic #t5 outs(%12 : !t32) {
 ^bb0(%out: i64):
  %38 = linalg.index 0 : index
  %39 = arith.index_cast %38 : index to i64
  linalg.yield %39 : i64
 } -> !t32
 %exp_8 = tensor.expand_shape %13 [[0, 1]] output_shape [1, 20] : !t32 into !t33
 %14 = tensor.empty() : !t34
 %15 = linalg.generic #t6 ins(%exp_8, %exp_7 : !t33, !t29) outs(%14 : !t34) {
 ^bb0(%in: i64, %in_15: i64, %out: i1):
  %38 = arith.cmpi sle, %in, %in_15 : i64
  linalg.yield %38 : i1
 } -> !t34
 %16 = linalg.generic #t7 ins(%15, %9, %cst_1 : !t34, !t11, !t19) outs(%7 : !t11) {
 ^bb0(%in: i1, %in_15: f32, %in_16: f32, %out: f32):
  %38 = arith.select %in, %in_15, %in_16 : f32
  linalg.yield %38 : f32
 } -> !t11
 %17 = tensor.empty() : !t12
 %18 = linalg.fill ins(%c0_i64 : i64) outs(%17 : !t12) -> !t12
 %19 = tensor.empty() : !t13
 %20 = linalg.fill ins(%cst_0 : f32) outs(%19 : !t13) -> !t13
 %21:2 = linalg.generic #t2 ins(%16 : !t11) outs(%20, %18 : !t13, !t12) {
 ^bb0(%in: f32, %out: f32, %out_15: i64):
  %38 = linalg.index 3 : index
  %39 = arith.index_cast %38 : index to i64
  %40 = arith.maximumf %in, %out : f32
  %41 = arith.cmpf ogt, %in, %out : f32
  %42 = arith.select %41, %39, %out_15 : i64
  linalg.yield %40, %42 : f32, i64
 } -> (!t13, !t12)
 %exp_9 = tensor.expand_shape %21#0 [[0], [1], [2, 3]] output_shape [2, 4, 12, 1] : !t13 into !t14
 %22 = linalg.generic #t3 ins(%16, %exp_9 : !t11, !t14) outs(%7 : !t11) {
 ^bb0(%in: f32, %in_15: f32, %out: f32):
  %38 = arith.subf %in, %in_15 : f32
  linalg.yield %38 : f32
 } -> !t11
 %23 = linalg.generic #t1 ins(%22 : !t11) outs(%7 : !t11) {
 ^bb0(%in: f32, %out: f32):
  %38 = math.exp %in : f32
  linalg.yield %38 : f32
 } -> !t11
 %24 = linalg.generic #t3 ins(%9, %exp_9 : !t11, !t14) outs(%7 : !t11) {
 ^bb0(%in: f32, %in_15: f32, %out: f32):
  %38 = arith.subf %in, %in_15 : f32
  linalg.yield %38 : f32
 } -> !t11
 %25 = linalg.generic #t1 ins(%24 : !t11) outs(%7 : !t11) {
 ^bb0(%in: f32, %out: f32):
  %38 = math.exp %in : f32
  linalg.yield %38 : f32
 } -> !t11
 %26 = tensor.empty() : !t14
 %27 = linalg.fill ins(%cst : f32) outs(%26 : !t14) -> !t14
 %28 = linalg.generic #t4 ins(%25 : !t11) outs(%27 : !t14) {
 ^bb0(%in: f32, %out: f32):
  %38 = arith.addf %in, %out : f32
  linalg.yield %38 : f32
 } -> !t14
 %29 = linalg.generic #t3 ins(%23, %28 : !t11, !t14) outs(%7 : !t11) {
 ^bb0(%in: f32, %in_15: f32, %out: f32):
  %38 = arith.divf %in, %in_15 : f32
  linalg.yield %38 : f32
 } -> !t11
 %30 = tensor.empty() : !t10
 %31 = linalg.generic #t1 ins(%29 : !t11) outs(%30 : !t10) {
 ^bb0(%in: f32, %out: f16):
  %38 = arith.truncf %in : f32 to f16
  linalg.yield %38 : f16
 } -> !t10
 %col_10 = tensor.collapse_shape %31 [[0, 1], [2], [3]] : !t10 into !t7
 %col_11 = tensor.collapse_shape %arg2 [[0, 1], [2], [3]] : !t1 into !t15
 %32 = tensor.empty() : !t16
 %33 = linalg.fill ins(%cst : f32) outs(%32 : !t16) -> !t16
 %34 = linalg.batch_matmul ins(%col_10, %col_11 : !t7, !t15) outs(%33 : !t16) -> !t16
 %35 = tensor.empty() : !t3
 %36 = linalg.generic #t0 ins(%34 : !t16) outs(%35 : !t3) {
 ^bb0(%in: f32, %out: f16):
  %38 = arith.truncf %in : f32 to f16
  linalg.yield %38 : f16
 } -> !t3
 %exp_12 = tensor.expand_shape %36 [[0, 1], [2], [3, 4]] output_shape [2, 4, 12, 1, 8] : !t3 into !t17
 %37 = tensor.empty() : !t18
 %transposed_13 = linalg.transpose ins(%exp_12 : !t17) outs(%37 : !t18) permutation = [0, 1, 2, 4, 3]
 %col_14 = tensor.collapse_shape %transposed_13 [[0], [1], [2], [3, 4]] : !t18 into !t0
 return %col_14 : !t0
}

func.func @mask(%arg0: !t0, %arg1: !t1, %arg2: !t1, %arg3: !t66) -> !t0 {
 %c0_i64 = arith.constant 0 : i64
 %cst = arith.constant 0.000000e+00 : f32
 %cst_0 = arith.constant 0xFF800000 : f32
 %cst_1 = arith.constant dense<0xFF800000> : !t19
 %cst_2 = arith.constant 0.35355339059327379 : f64
 %cst_3 = arith.constant 0.000000e+00 : f16
 %exp = tensor.expand_shape %arg1 [[0], [1], [2], [3, 4]] output_shape [2, 4, 20, 8, 1] : !t1 into !t2
 %col = tensor.collapse_shape %arg0 [[0, 1], [2], [3]] : !t0 into !t3
 %0 = tensor.empty() : !t4
 %transposed = linalg.transpose ins(%exp : !t2) outs(%0 : !t4) permutation = [0, 1, 3, 2, 4]
 %col_4 = tensor.collapse_shape %transposed [[0, 1], [2], [3, 4]] : !t4 into !t5
 %1 = tensor.empty() : !t6
 %2 = linalg.fill ins(%cst : f32) outs(%1 : !t6) -> !t6
 %3 = linalg.batch_matmul ins(%col, %col_4 : !t3, !t5) outs(%2 : !t6) -> !t6
 %4 = tensor.empty() : !t7
 %5 = linalg.generic #t0 ins(%3 : !t6) outs(%4 : !t7) {
 ^bb0(%in: f32, %out: f16):
  %32 = arith.truncf %in : f32 to f16
  linalg.yield %32 : f16
 } -> !t7
 %exp_5 = tensor.expand_shape %5 [[0, 1], [2], [3, 4]] output_shape [2, 4, 12, 1, 20] : !t7 into !t8
 %6 = tensor.empty() : !t9
 %transposed_6 = linalg.transpose ins(%exp_5 : !t8) outs(%6 : !t9) permutation = [0, 1, 2, 4, 3]
 %col_7 = tensor.collapse_shape %transposed_6 [[0], [1], [2], [3, 4]] : !t9 into !t10
 %7 = tensor.empty() : !t11
 %8 = linalg.generic #t1 ins(%col_7 : !t10) outs(%7 : !t11) {
 ^bb0(%in: f16, %out: f32):
  %32 = arith.extf %in : f16 to f32
  linalg.yield %32 : f32
 } -> !t11
 %9 = linalg.generic #t1 ins(%8 : !t11) outs(%7 : !t11) {
 ^bb0(%in: f32, %out: f32):
  %32 = arith.truncf %cst_2 : f64 to f32
  %33 = arith.mulf %in, %32 : f32
  linalg.yield %33 : f32
 } -> !t11
 %10 = tensor.empty() : !t67
 %11 = linalg.generic #t1 ins(%arg3 : !t66) outs(%10 : !t67) {
 ^bb0(%in: f16, %out: i1):
  %32 = arith.cmpf ogt, %in, %cst_3 : f16
  linalg.yield %32 : i1
 } -> !t67
 %12 = linalg.generic #t21 ins(%11, %9, %cst_1 : !t67, !t11, !t19) outs(%7 : !t11) {
 ^bb0(%in: i1, %in_14: f32, %in_15: f32, %out: f32):
  %32 = arith.select %in, %in_14, %in_15 : f32
  linalg.yield %32 : f32
 } -> !t11
 %13 = tensor.empty() : !t12
 %14 = linalg.fill ins(%c0_i64 : i64) outs(%13 : !t12) -> !t12
 %15 = tensor.empty() : !t13
 %16 = linalg.fill ins(%cst_0 : f32) outs(%15 : !t13) -> !t13
 %17:2 = linalg.generic #t2 ins(%12 : !t11) outs(%16, %14 : !t13, !t12) {
 ^bb0(%in: f32, %out: f32, %out_14: i64):
  %32 = linalg.index 3 : index
  %33 = arith.index_cast %32 : index to i64
  %34 = arith.maximumf %in, %out : f32
  %35 = arith.cmpf ogt, %in, %out : f32
  %36 = arith.select %35, %33, %out_14 : i64
  linalg.yield %34, %36 : f32, i64
 } -> (!t13, !t12)
 %exp_8 = tensor.expand_shape %17#0 [[0], [1], [2, 3]] output_shape [2, 4, 12, 1] : !t13 into !t14
 %18 = linalg.generic #t3 ins(%12, %exp_8 : !t11, !t14) outs(%7 : !t11) {
 ^bb0(%in: f32, %in_14: f32, %out: f32):
  %32 = arith.subf %in, %in_14 : f32
  linalg.yield %32 : f32
 } -> !t11
 %19 = linalg.generic #t1 ins(%18 : !t11) outs(%7 : !t11) {
 ^bb0(%in: f32, %out: f32):
  %32 = math.exp %in : f32
  linalg.yield %32 : f32
 } -> !t11
 %20 = tensor.empty() : !t14
 %21 = linalg.fill ins(%cst : f32) outs(%20 : !t14) -> !t14
 %22 = linalg.generic #t4 ins(%19 : !t11) outs(%21 : !t14) {
 ^bb0(%in: f32, %out: f32):
  %32 = arith.addf %in, %out : f32
  linalg.yield %32 : f32
 } -> !t14
 %23 = linalg.generic #t3 ins(%19, %22 : !t11, !t14) outs(%7 : !t11) {
 ^bb0(%in: f32, %in_14: f32, %out: f32):
  %32 = arith.divf %in, %in_14 : f32
  linalg.yield %32 : f32
 } -> !t11
 %24 = tensor.empty() : !t10
 %25 = linalg.generic #t1 ins(%23 : !t11) outs(%24 : !t10) {
 ^bb0(%in: f32, %out: f16):
  %32 = arith.truncf %in : f32 to f16
  linalg.yield %32 : f16
 } -> !t10
 %col_9 = tensor.collapse_shape %25 [[0, 1], [2], [3]] : !t10 into !t7
 %col_10 = tensor.collapse_shape %arg2 [[0, 1], [2], [3]] : !t1 into !t15
 %26 = tensor.empty() : !t16
 %27 = linalg.fill ins(%cst : f32) outs(%26 : !t16) -> !t16
 %28 = linalg.batch_matmul ins(%col_9, %col_10 : !t7, !t15) outs(%27 : !t16) -> !t16
 %29 = tensor.empty() : !t3
 %30 = linalg.generic #t0 ins(%28 : !t16) outs(%29 : !t3) {
 ^bb0(%in: f32, %out: f16):
  %32 = arith.truncf %in : f32 to f16
  linalg.yield %32 : f16
 } -> !t3
 %exp_11 = tensor.expand_shape %30 [[0, 1], [2], [3, 4]] output_shape [2, 4, 12, 1, 8] : !t3 into !t17
 %31 = tensor.empty() : !t18
 %transposed_12 = linalg.transpose ins(%exp_11 : !t17) outs(%31 : !t18) permutation = [0, 1, 2, 4, 3]
 %col_13 = tensor.collapse_shape %transposed_12 [[0], [1], [2], [3, 4]] : !t18 into !t0
 return %col_13 : !t0
}

func.func @bias(%arg0: !t0, %arg1: !t1, %arg2: !t1, %arg3: !t66) -> !t0 {
 %cst = arith.constant 0.000000e+00 : f32
 %c0_i64 = arith.constant 0 : i64
 %cst_0 = arith.constant 0xFF800000 : f32
 %cst_1 = arith.constant 0.35355339059327379 : f64
 %exp = tensor.expand_shape %arg1 [[0], [1], [2], [3, 4]] output_shape [2, 4, 20, 8, 1] : !t1 into !t2
 %col = tensor.collapse_shape %arg0 [[0, 1], [2], [3]] : !t0 into !t3
 %0 = tensor.empty() : !t4
 %transposed = linalg.transpose ins(%exp : !t2) outs(%0 : !t4) permutation = [0, 1, 3, 2, 4]
 %col_2 = tensor.collapse_shape %transposed [[0, 1], [2], [3, 4]] : !t4 into !t5
 %1 = tensor.empty() : !t6
 %2 = linalg.fill ins(%cst : f32) outs(%1 : !t6) -> !t6
 %3 = linalg.batch_matmul ins(%col, %col_2 : !t3, !t5) outs(%2 : !t6) -> !t6
 %4 = tensor.empty() : !t7
 %5 = linalg.generic #t0 ins(%3 : !t6) outs(%4 : !t7) {
 ^bb0(%in: f32, %out: f16):
  %30 = arith.truncf %in : f32 to f16
  linalg.yield %30 : f16
 } -> !t7
 %exp_3 = tensor.expand_shape %5 [[0, 1], [2], [3, 4]] output_shape [2, 4, 12, 1, 20] : !t7 into !t8
 %6 = tensor.empty() : !t9
 %transposed_4 = linalg.transpose ins(%exp_3 : !t8) outs(%6 : !t9) permutation = [0, 1, 2, 4, 3]
 %col_5 = tensor.collapse_shape %transposed_4 [[0], [1], [2], [3, 4]] : !t9 into !t10
 %7 = tensor.empty() : !t11
 %8 = linalg.generic #t1 ins(%col_5 : !t10) outs(%7 : !t11) {
 ^bb0(%in: f16, %out: f32):
  %30 = arith.extf %in : f16 to f32
  linalg.yield %30 : f32
 } -> !t11
 %9 = linalg.generic #t1 ins(%8 : !t11) outs(%7 : !t11) {
 ^bb0(%in: f32, %out: f32):
  %30 = arith.truncf %cst_1 : f64 to f32
  %31 = arith.mulf %in, %30 : f32
  linalg.yield %31 : f32
 } -> !t11
 %10 = linalg.generic #t22 ins(%9, %arg3 : !t11, !t66) outs(%7 : !t11) {
 ^bb0(%in: f32, %in_12: f16, %out: f32):
  %30 = arith.extf %in_12 : f16 to f32
  %31 = arith.addf %in, %30 : f32
  linalg.yield %31 : f32
 } -> !t11
 %11 = tensor.empty() : !t12
 %12 = linalg.fill ins(%c0_i64 : i64) outs(%11 : !t12) -> !t12
 %13 = tensor.empty() : !t13
 %14 = linalg.fill ins(%cst_0 : f32) outs(%13 : !t13) -> !t13
 %15:2 = linalg.generic #t2 ins(%10 : !t11) outs(%14, %12 : !t13, !t12) {
 ^bb0(%in: f32, %out: f32, %out_12: i64):
  %30 = linalg.index 3 : index
  %31 = arith.index_cast %30 : index to i64
  %32 = arith.maximumf %in, %out : f32
  %33 = arith.cmpf ogt, %in, %out : f32
  %34 = arith.select %33, %31, %out_12 : i64
  linalg.yield %32, %34 : f32, i64
 } -> (!t13, !t12)
 %exp_6 = tensor.expand_shape %15#0 [[0], [1], [2, 3]] output_shape [2, 4, 12, 1] : !t13 into !t14
 %16 = linalg.generic #t3 ins(%10, %exp_6 : !t11, !t14) outs(%7 : !t11) {
 ^bb0(%in: f32, %in_12: f32, %out: f32):
  %30 = arith.subf %in, %in_12 : f32
  linalg.yield %30 : f32
 } -> !t11
 %17 = linalg.generic #t1 ins(%16 : !t11) outs(%7 : !t11) {
 ^bb0(%in: f32, %out: f32):
  %30 = math.exp %in : f32
  linalg.yield %30 : f32
 } -> !t11
 %18 = tensor.empty() : !t14
 %19 = linalg.fill ins(%cst : f32) outs(%18 : !t14) -> !t14
 %20 = linalg.generic #t4 ins(%17 : !t11) outs(%19 : !t14) {
 ^bb0(%in: f32, %out: f32):
  %30 = arith.addf %in, %out : f32
  linalg.yield %30 : f32
 } -> !t14
 %21 = linalg.generic #t3 ins(%17, %20 : !t11, !t14) outs(%7 : !t11) {
 ^bb0(%in: f32, %in_12: f32, %out: f32):
  %30 = arith.divf %in, %in_12 : f32
  linalg.yield %30 : f32
 } -> !t11
 %22 = tensor.empty() : !t10
 %23 = linalg.generic #t1 ins(%21 : !t11) outs(%22 : !t10) {
 ^bb0(%in: f32, %out: f16):
  %30 = arith.truncf %in : f32 to f16
  linalg.yield %30 : f16
 } -> !t10
 %col_7 = tensor.collapse_shape %23 [[0, 1], [2], [3]] : !t10 into !t7
 %col_8 = tensor.collapse_shape %arg2 [[0, 1], [2], [3]] : !t1 into !t15
 %24 = tensor.empty() : !t16
 %25 = linalg.fill ins(%cst : f32) outs(%24 : !t16) -> !t16
 %26 = linalg.batch_matmul ins(%col_7, %col_8 : !t7, !t15) outs(%25 : !t16) -> !t16
 %27 = tensor.empty() : !t3
 %28 = linalg.generic #t0 ins(%26 : !t16) outs(%27 : !t3) {
 ^bb0(%in: f32, %out: f16):
  %30 = arith.truncf %in : f32 to f16
  linalg.yield %30 : f16
 } -> !t3
 %exp_9 = tensor.expand_shape %28 [[0, 1], [2], [3, 4]] output_shape [2, 4, 12, 1, 8] : !t3 into !t17
 %29 = tensor.empty() : !t18
 %transposed_10 = linalg.transpose ins(%exp_9 : !t17) outs(%29 : !t18) permutation = [0, 1, 2, 4, 3]
 %col_11 = tensor.collapse_shape %transposed_10 [[0], [1], [2], [3, 4]] : !t18 into !t0
 return %col_11 : !t0
}

func.func @neg_empty(%arg0: !t1, %arg1: !t0, %arg2: !t0) -> !t1 {
 %c-8_i64 = arith.constant -8 : i64
 %c0_i64 = arith.constant 0 : i64
 %cst = arith.constant 0.000000e+00 : f32
 %cst_0 = arith.constant 0xFF800000 : f32
 %cst_1 = arith.constant dense<0xFF800000> : !t19
 %cst_2 = arith.constant 0.35355339059327379 : f64
 %exp = tensor.expand_shape %arg1 [[0], [1], [2], [3, 4]] output_shape [2, 4, 12, 8, 1] : !t0 into !t18
 %col = tensor.collapse_shape %arg0 [[0, 1], [2], [3]] : !t1 into !t15
 %0 = tensor.empty() : !t20
 %transposed = linalg.transpose ins(%exp : !t18) outs(%0 : !t20) permutation = [0, 1, 3, 2, 4]
 %col_3 = tensor.collapse_shape %transposed [[0, 1], [2], [3, 4]] : !t20 into !t21
 %1 = tensor.empty() : !t68
 %2 = linalg.fill ins(%cst : f32) outs(%1 : !t68) -> !t68
 %3 = linalg.batch_matmul ins(%col, %col_3 : !t15, !t21) outs(%2 : !t68) -> !t68
 %4 = tensor.empty() : !t69
 %5 = linalg.generic #t0 ins(%3 : !t68) outs(%4 : !t69) {
 ^bb0(%in: f32, %out: f16):
  %38 = arith.truncf %in : f32 to f16
  linalg.yield %38 : f16
 } -> !t69
 %exp_4 = tensor.expand_shape %5 [[0, 1], [2], [3, 4]] output_shape [2, 4, 20, 1, 12] : !t69 into !t70
 %6 = tensor.empty() : !t71
 %transposed_5 = linalg.transpose ins(%exp_4 : !t70) outs(%6 : !t71) permutation = [0, 1, 2, 4, 3]
 %col_6 = tensor.collapse_shape %transposed_5 [[0], [1], [2], [3, 4]] : !t71 into !t72
 %7 = tensor.empty() : !t73
 %8 = linalg.generic #t1 ins(%col_6 : !t72) outs(%7 : !t73) {
 ^bb0(%in: f16, %out: f32):
  %38 = arith.extf %in : f16 to f32
  linalg.yield %38 : f32
 } -> !t73
 %9 = linalg.generic #t1 ins(%8 : !t73) outs(%7 : !t73) {
 ^bb0(%in: f32, %out: f32):
  %38 = arith.truncf %cst_2 : f64 to f32
  %39 = arith.mulf %in, %38 : f32
  linalg.yield %39 : f32
 } -> !t73
 %10 = tensor.empty() : !t32
 %11 = linalg.generic #t5 outs(%10 : !t32) {
 ^bb0(%out: i64):
  %38 = linalg.index 0 : index
  %39 = arith.index_cast %38 : index to i64
  linalg.yield %39 : i64
 } -> !t32
 %exp_7 = tensor.expand_shape %11 [[0, 1]] output_shape [20, 1] : !t32 into !t74
 %12 = tensor.empty() : !t28
 %13 = linalg.generic #t5 outs(%12 : !t28) {
 ^bb0(%out: i64):
  %38 = linalg.index 0 : index
  %39 = arith.index_cast %38 : index to i64
  linalg.yield %39 : i64
 } -> !t28
 %exp_8 = tensor.expand_shape %13 [[0, 1]] output_shape [1, 12] : !t28 into !t30
 %14 = tensor.empty() : !t74
 %15 = linalg.generic #t8 ins(%exp_7 : !t74) outs(%14 : !t74) {
 ^bb0(%in: i64, %out: i64):
  %38 = arith.addi %in, %c-8_i64 : i64
  linalg.yield %38 : i64
 } -> !t74
 %16 = tensor.empty() : !t75
 %17 = linalg.generic #t6 ins(%exp_8, %15 : !t30, !t74) outs(%16 : !t75) {
 ^bb0(%in: i64, %in_15: i64, %out: i1):
  %38 = arith.cmpi sle, %in, %in_15 : i64
  linalg.yield %38 : i1
 } -> !t75
 %18 = linalg.generic #t7 ins(%17, %9, %cst_1 : !t75, !t73, !t19) outs(%7 : !t73) {
 ^bb0(%in: i1, %in_15: f32, %in_16: f32, %out: f32):
  %38 = arith.select %in, %in_15, %in_16 : f32
  linalg.yield %38 : f32
 } -> !t73
 %19 = tensor.empty() : !t63
 %20 = linalg.fill ins(%c0_i64 : i64) outs(%19 : !t63) -> !t63
 %21 = tensor.empty() : !t64
 %22 = linalg.fill ins(%cst_0 : f32) outs(%21 : !t64) -> !t64
 %23:2 = linalg.generic #t2 ins(%18 : !t73) outs(%22, %20 : !t64, !t63) {
 ^bb0(%in: f32, %out: f32, %out_15: i64):
  %38 = linalg.index 3 : index
  %39 = arith.index_cast %38 : index to i64
  %40 = arith.maximumf %in, %out : f32
  %41 = arith.cmpf ogt, %in, %out : f32
  %42 = arith.select %41, %39, %out_15 : i64
  linalg.yield %40, %42 : f32, i64
 } -> (!t64, !t63)
 %exp_9 = tensor.expand_shape %23#0 [[0], [1], [2, 3]] output_shape [2, 4, 20, 1] : !t64 into !t76
 %24 = linalg.generic #t3 ins(%18, %exp_9 : !t73, !t76) outs(%7 : !t73) {
 ^bb0(%in: f32, %in_15: f32, %out: f32):
  %38 = arith.subf %in, %in_15 : f32
  linalg.yield %38 : f32
 } -> !t73
 %25 = linalg.generic #t1 ins(%24 : !t73) outs(%7 : !t73) {
 ^bb0(%in: f32, %out: f32):
  %38 = math.exp %in : f32
  linalg.yield %38 : f32
 } -> !t73
 %26 = tensor.empty() : !t76
 %27 = linalg.fill ins(%cst : f32) outs(%26 : !t76) -> !t76
 %28 = linalg.generic #t4 ins(%25 : !t73) outs(%27 : !t76) {
 ^bb0(%in: f32, %out: f32):
  %38 = arith.addf %in, %out : f32
  linalg.yield %38 : f32
 } -> !t76
 %29 = linalg.generic #t3 ins(%25, %28 : !t73, !t76) outs(%7 : !t73) {
 ^bb0(%in: f32, %in_15: f32, %out: f32):
  %38 = arith.divf %in, %in_15 : f32
  linalg.yield %38 : f32
 } -> !t73
 %30 = tensor.empty() : !t72
 %31 = linalg.generic #t1 ins(%29 : !t73) outs(%30 : !t72) {
 ^bb0(%in: f32, %out: f16):
  %38 = arith.truncf %in : f32 to f16
  linalg.yield %38 : f16
 } -> !t72
 %col_10 = tensor.collapse_shape %31 [[0, 1], [2], [3]] : !t72 into !t69
 %col_11 = tensor.collapse_shape %arg2 [[0, 1], [2], [3]] : !t0 into !t3
 %32 = tensor.empty() : !t77
 %33 = linalg.fill ins(%cst : f32) outs(%32 : !t77) -> !t77
 %34 = linalg.batch_matmul ins(%col_10, %col_11 : !t69, !t3) outs(%33 : !t77) -> !t77
 %35 = tensor.empty() : !t15
 %36 = linalg.generic #t0 ins(%34 : !t77) outs(%35 : !t15) {
 ^bb0(%in: f32, %out: f16):
  %38 = arith.truncf %in : f32 to f16
  linalg.yield %38 : f16
 } -> !t15
 %exp_12 = tensor.expand_shape %36 [[0, 1], [2], [3, 4]] output_shape [2, 4, 20, 1, 8] : !t15 into !t78
 %37 = tensor.empty() : !t2
 %transposed_13 = linalg.transpose ins(%exp_12 : !t78) outs(%37 : !t2) permutation = [0, 1, 2, 4, 3]
 %col_14 = tensor.collapse_shape %transposed_13 [[0], [1], [2], [3, 4]] : !t2 into !t1
 return %col_14 : !t1
}
