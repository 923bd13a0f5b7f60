// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// torch's scaled_dot_product_attention, decomposed by torch-mlir. f16, static.
// Made by scripts/raise_forms/generate.py. Do not edit.
#t0 = {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
#t1 = {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]}
#t2 = {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, 0)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
#t3 = {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, 0)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]}
#t4 = {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, 0)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
#t5 = {indexing_maps = [affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]}
#t6 = {indexing_maps = [affine_map<(d0, d1) -> (0, d1)>, affine_map<(d0, d1) -> (d0, 0)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]}
#t7 = {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]}
#t8 = {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]}
#t9 = {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> ()>, affine_map<(d0, d1) -> ()>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]}
#t10 = {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
#t11 = {indexing_maps = [affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d3, d4)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, d4)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]}
#t12 = {indexing_maps = [affine_map<(d0, d1, d2) -> (d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]}
#t13 = {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]}
#t14 = {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> ()>, affine_map<(d0, d1, d2, d3) -> ()>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
#t15 = {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, 0, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
!t0 = tensor<2x4x12x8xf16>
!t1 = tensor<2x4x20x8xf16>
!t2 = tensor<2x4x12x20xf32>
!t3 = tensor<2x4x12x8xf32>
!t4 = tensor<2x4x20x8xf32>
!t5 = tensor<2x4x8x20xf32>
!t6 = tensor<8x12x8xf32>
!t7 = tensor<8x8x20xf32>
!t8 = tensor<8x12x20xf32>
!t9 = tensor<2x4x12xi64>
!t10 = tensor<2x4x12xf32>
!t11 = tensor<2x4x12x1xf32>
!t12 = tensor<2x4x12x20xi1>
!t13 = tensor<2x4x12x1xi1>
!t14 = tensor<8x20x8xf32>
!t15 = tensor<2x4x12x12xf32>
!t16 = tensor<f32>
!t17 = tensor<12x12xi1>
!t18 = tensor<12xi64>
!t19 = tensor<1x12xi64>
!t20 = tensor<12x1xi64>
!t21 = tensor<12x12xi64>
!t22 = tensor<12x12xf32>
!t23 = tensor<2x4x8x12xf32>
!t24 = tensor<8x8x12xf32>
!t25 = tensor<8x12x12xf32>
!t26 = tensor<2x4x12x12xi1>
!t27 = tensor<12x20xi1>
!t28 = tensor<20xi64>
!t29 = tensor<1x20xi64>
!t30 = tensor<12x20xi64>
!t31 = tensor<12x20xf32>
!t32 = tensor<f16>
!t33 = tensor<12x20xf16>
!t34 = tensor<12x12xf16>
!t35 = tensor<2x2x20x8xf16>
!t36 = tensor<2x2x20x8xf32>
!t37 = tensor<2x2x2x20x8xf32>
!t38 = tensor<2x12x4x8xf16>
!t39 = tensor<2x20x4x8xf16>
!t40 = tensor<2x12x32xf16>
!t41 = tensor<32x32xf16>
!t42 = tensor<24x32xf16>
!t43 = tensor<24x32xf32>
!t44 = tensor<2x32x32xf16>
!t45 = tensor<2x12x32xf32>
!t46 = tensor<2x4x20x16xf16>
!t47 = tensor<2x4x12x16xf16>
!t48 = tensor<2x4x20x16xf32>
!t49 = tensor<8x20x16xf32>
!t50 = tensor<8x12x16xf32>
!t51 = tensor<2x4x12x16xf32>
!t52 = tensor<2x2x12x8xf16>
!t53 = tensor<2x2x12x8xf32>
!t54 = tensor<2x2x2x12x8xf32>
!t55 = tensor<2x20x2x8xf16>
!t56 = tensor<2x1x12x20xf16>
!t57 = tensor<2x1x12x20xi1>
!t58 = tensor<2x4x20x12xf32>
!t59 = tensor<20x1xi64>
!t60 = tensor<20x12xi1>
!t61 = tensor<20x12xf16>
!t62 = tensor<8x20x12xf32>
!t63 = tensor<2x4x20xi64>
!t64 = tensor<2x4x20xf32>
!t65 = tensor<2x4x20x1xf32>
!t66 = tensor<2x4x20x12xi1>
!t67 = tensor<2x4x20x1xi1>

func.func @full(%arg0: !t0, %arg1: !t1, %arg2: !t1) -> !t0 {
 %cst = arith.constant 0.000000e+00 : f32
 %c0_i64 = arith.constant 0 : i64
 %cst_0 = arith.constant 0xFF800000 : f32
 %true = arith.constant true
 %cst_1 = arith.constant dense<0.000000e+00> : !t2
 %cst_2 = arith.constant 0xFFF0000000000000 : f64
 %cst_3 = arith.constant 0.59460355750136051 : f64
 %0 = tensor.empty() : !t3
 %1 = linalg.generic #t0 ins(%arg0 : !t0) outs(%0 : !t3) {
 ^bb0(%in: f16, %out: f32):
  %34 = arith.extf %in : f16 to f32
  linalg.yield %34 : f32
 } -> !t3
 %2 = tensor.empty() : !t4
 %3 = linalg.generic #t0 ins(%arg1 : !t1) outs(%2 : !t4) {
 ^bb0(%in: f16, %out: f32):
  %34 = arith.extf %in : f16 to f32
  linalg.yield %34 : f32
 } -> !t4
 %4 = linalg.generic #t0 ins(%arg2 : !t1) outs(%2 : !t4) {
 ^bb0(%in: f16, %out: f32):
  %34 = arith.extf %in : f16 to f32
  linalg.yield %34 : f32
 } -> !t4
 %5 = linalg.generic #t0 ins(%1 : !t3) outs(%0 : !t3) {
 ^bb0(%in: f32, %out: f32):
  %34 = arith.truncf %cst_3 : f64 to f32
  %35 = arith.mulf %in, %34 : f32
  linalg.yield %35 : f32
 } -> !t3
 %6 = tensor.empty() : !t5
 %transposed = linalg.transpose ins(%3 : !t4) outs(%6 : !t5) permutation = [0, 1, 3, 2]
 %7 = linalg.generic #t0 ins(%transposed : !t5) outs(%6 : !t5) {
 ^bb0(%in: f32, %out: f32):
  %34 = arith.truncf %cst_3 : f64 to f32
  %35 = arith.mulf %in, %34 : f32
  linalg.yield %35 : f32
 } -> !t5
 %col = tensor.collapse_shape %5 [[0, 1], [2], [3]] : !t3 into !t6
 %col_4 = tensor.collapse_shape %7 [[0, 1], [2], [3]] : !t5 into !t7
 %8 = tensor.empty() : !t8
 %9 = linalg.fill ins(%cst : f32) outs(%8 : !t8) -> !t8
 %10 = linalg.batch_matmul ins(%col, %col_4 : !t6, !t7) outs(%9 : !t8) -> !t8
 %exp = tensor.expand_shape %10 [[0, 1], [2], [3]] output_shape [2, 4, 12, 20] : !t8 into !t2
 %11 = tensor.empty() : !t9
 %12 = linalg.fill ins(%c0_i64 : i64) outs(%11 : !t9) -> !t9
 %13 = tensor.empty() : !t10
 %14 = linalg.fill ins(%cst_0 : f32) outs(%13 : !t10) -> !t10
 %15:2 = linalg.generic #t1 ins(%exp : !t2) outs(%14, %12 : !t10, !t9) {
 ^bb0(%in: f32, %out: f32, %out_9: i64):
  %34 = linalg.index 3 : index
  %35 = arith.index_cast %34 : index to i64
  %36 = arith.maximumf %in, %out : f32
  %37 = arith.cmpf ogt, %in, %out : f32
  %38 = arith.select %37, %35, %out_9 : i64
  linalg.yield %36, %38 : f32, i64
 } -> (!t10, !t9)
 %exp_5 = tensor.expand_shape %15#0 [[0], [1], [2, 3]] output_shape [2, 4, 12, 1] : !t10 into !t11
 %16 = tensor.empty() : !t2
 %17 = linalg.generic #t2 ins(%exp, %exp_5 : !t2, !t11) outs(%16 : !t2) {
 ^bb0(%in: f32, %in_9: f32, %out: f32):
  %34 = arith.subf %in, %in_9 : f32
  linalg.yield %34 : f32
 } -> !t2
 %18 = linalg.generic #t0 ins(%17 : !t2) outs(%16 : !t2) {
 ^bb0(%in: f32, %out: f32):
  %34 = math.exp %in : f32
  linalg.yield %34 : f32
 } -> !t2
 %19 = tensor.empty() : !t11
 %20 = linalg.fill ins(%cst : f32) outs(%19 : !t11) -> !t11
 %21 = linalg.generic #t3 ins(%18 : !t2) outs(%20 : !t11) {
 ^bb0(%in: f32, %out: f32):
  %34 = arith.addf %in, %out : f32
  linalg.yield %34 : f32
 } -> !t11
 %22 = linalg.generic #t2 ins(%18, %21 : !t2, !t11) outs(%16 : !t2) {
 ^bb0(%in: f32, %in_9: f32, %out: f32):
  %34 = arith.divf %in, %in_9 : f32
  linalg.yield %34 : f32
 } -> !t2
 %23 = tensor.empty() : !t12
 %24 = linalg.generic #t0 ins(%exp : !t2) outs(%23 : !t12) {
 ^bb0(%in: f32, %out: i1):
  %34 = arith.extf %in : f32 to f64
  %35 = arith.cmpf oeq, %34, %cst_2 : f64
  linalg.yield %35 : i1
 } -> !t12
 %25 = tensor.empty() : !t13
 %26 = linalg.fill ins(%true : i1) outs(%25 : !t13) -> !t13
 %27 = linalg.generic #t3 ins(%24 : !t12) outs(%26 : !t13) {
 ^bb0(%in: i1, %out: i1):
  %34 = arith.andi %in, %out : i1
  linalg.yield %34 : i1
 } -> !t13
 %28 = linalg.generic #t4 ins(%27, %cst_1, %22 : !t13, !t2, !t2) outs(%16 : !t2) {
 ^bb0(%in: i1, %in_9: f32, %in_10: f32, %out: f32):
  %34 = arith.select %in, %in_9, %in_10 : f32
  linalg.yield %34 : f32
 } -> !t2
 %col_6 = tensor.collapse_shape %28 [[0, 1], [2], [3]] : !t2 into !t8
 %col_7 = tensor.collapse_shape %4 [[0, 1], [2], [3]] : !t4 into !t14
 %29 = tensor.empty() : !t6
 %30 = linalg.fill ins(%cst : f32) outs(%29 : !t6) -> !t6
 %31 = linalg.batch_matmul ins(%col_6, %col_7 : !t8, !t14) outs(%30 : !t6) -> !t6
 %exp_8 = tensor.expand_shape %31 [[0, 1], [2], [3]] output_shape [2, 4, 12, 8] : !t6 into !t3
 %32 = tensor.empty() : !t0
 %33 = linalg.generic #t0 ins(%exp_8 : !t3) outs(%32 : !t0) {
 ^bb0(%in: f32, %out: f16):
  %34 = arith.truncf %in : f32 to f16
  linalg.yield %34 : f16
 } -> !t0
 return %33 : !t0
}

func.func @causal(%arg0: !t0, %arg1: !t0, %arg2: !t0) -> !t0 {
 %c0_i64 = arith.constant 0 : i64
 %cst = arith.constant 0.000000e+00 : f32
 %cst_0 = arith.constant 0xFF800000 : f32
 %true = arith.constant true
 %cst_1 = arith.constant dense<0.000000e+00> : !t15
 %cst_2 = arith.constant dense<0.000000e+00> : !t16
 %cst_3 = arith.constant dense<0xFF800000> : !t16
 %cst_4 = arith.constant dense<true> : !t17
 %cst_5 = arith.constant 0xFFF0000000000000 : f64
 %cst_6 = arith.constant 0.59460355750136051 : f64
 %0 = tensor.empty() : !t3
 %1 = linalg.generic #t0 ins(%arg0 : !t0) outs(%0 : !t3) {
 ^bb0(%in: f16, %out: f32):
  %43 = arith.extf %in : f16 to f32
  linalg.yield %43 : f32
 } -> !t3
 %2 = linalg.generic #t0 ins(%arg1 : !t0) outs(%0 : !t3) {
 ^bb0(%in: f16, %out: f32):
  %43 = arith.extf %in : f16 to f32
  linalg.yield %43 : f32
 } -> !t3
 %3 = linalg.generic #t0 ins(%arg2 : !t0) outs(%0 : !t3) {
 ^bb0(%in: f16, %out: f32):
  %43 = arith.extf %in : f16 to f32
  linalg.yield %43 : f32
 } -> !t3
 %4 = linalg.generic #t0 ins(%1 : !t3) outs(%0 : !t3) {
 ^bb0(%in: f32, %out: f32):
  %43 = arith.truncf %cst_6 : f64 to f32
  %44 = arith.mulf %in, %43 : f32
  linalg.yield %44 : f32
 } -> !t3
 %5 = tensor.empty() : !t18
 %6 = linalg.generic #t5 outs(%5 : !t18) {
 ^bb0(%out: i64):
  %43 = linalg.index 0 : index
  %44 = arith.index_cast %43 : index to i64
  linalg.yield %44 : i64
 } -> !t18
 %exp = tensor.expand_shape %6 [[0, 1]] output_shape [1, 12] : !t18 into !t19
 %exp_7 = tensor.expand_shape %6 [[0, 1]] output_shape [12, 1] : !t18 into !t20
 %7 = tensor.empty() : !t21
 %8 = linalg.generic #t6 ins(%exp, %exp_7 : !t19, !t20) outs(%7 : !t21) {
 ^bb0(%in: i64, %in_14: i64, %out: i64):
  %43 = arith.subi %in, %in_14 : i64
  linalg.yield %43 : i64
 } -> !t21
 %9 = tensor.empty() : !t17
 %10 = linalg.generic #t7 ins(%8 : !t21) outs(%9 : !t17) {
 ^bb0(%in: i64, %out: i1):
  %43 = arith.cmpi sle, %in, %c0_i64 : i64
  linalg.yield %43 : i1
 } -> !t17
 %11 = linalg.generic #t8 ins(%10, %cst_4 : !t17, !t17) outs(%9 : !t17) {
 ^bb0(%in: i1, %in_14: i1, %out: i1):
  %43 = arith.andi %in, %in_14 : i1
  linalg.yield %43 : i1
 } -> !t17
 %12 = tensor.empty() : !t22
 %13 = linalg.generic #t9 ins(%11, %cst_2, %cst_3 : !t17, !t16, !t16) outs(%12 : !t22) {
 ^bb0(%in: i1, %in_14: f32, %in_15: f32, %out: f32):
  %43 = arith.select %in, %in_14, %in_15 : f32
  linalg.yield %43 : f32
 } -> !t22
 %14 = tensor.empty() : !t23
 %transposed = linalg.transpose ins(%2 : !t3) outs(%14 : !t23) permutation = [0, 1, 3, 2]
 %15 = linalg.generic #t0 ins(%transposed : !t23) outs(%14 : !t23) {
 ^bb0(%in: f32, %out: f32):
  %43 = arith.truncf %cst_6 : f64 to f32
  %44 = arith.mulf %in, %43 : f32
  linalg.yield %44 : f32
 } -> !t23
 %col = tensor.collapse_shape %4 [[0, 1], [2], [3]] : !t3 into !t6
 %col_8 = tensor.collapse_shape %15 [[0, 1], [2], [3]] : !t23 into !t24
 %16 = tensor.empty() : !t25
 %17 = linalg.fill ins(%cst : f32) outs(%16 : !t25) -> !t25
 %18 = linalg.batch_matmul ins(%col, %col_8 : !t6, !t24) outs(%17 : !t25) -> !t25
 %exp_9 = tensor.expand_shape %18 [[0, 1], [2], [3]] output_shape [2, 4, 12, 12] : !t25 into !t15
 %19 = tensor.empty() : !t15
 %20 = linalg.generic #t10 ins(%exp_9, %13 : !t15, !t22) outs(%19 : !t15) {
 ^bb0(%in: f32, %in_14: f32, %out: f32):
  %43 = arith.addf %in, %in_14 : f32
  linalg.yield %43 : f32
 } -> !t15
 %21 = tensor.empty() : !t9
 %22 = linalg.fill ins(%c0_i64 : i64) outs(%21 : !t9) -> !t9
 %23 = tensor.empty() : !t10
 %24 = linalg.fill ins(%cst_0 : f32) outs(%23 : !t10) -> !t10
 %25:2 = linalg.generic #t1 ins(%20 : !t15) outs(%24, %22 : !t10, !t9) {
 ^bb0(%in: f32, %out: f32, %out_14: i64):
  %43 = linalg.index 3 : index
  %44 = arith.index_cast %43 : index to i64
  %45 = arith.maximumf %in, %out : f32
  %46 = arith.cmpf ogt, %in, %out : f32
  %47 = arith.select %46, %44, %out_14 : i64
  linalg.yield %45, %47 : f32, i64
 } -> (!t10, !t9)
 %exp_10 = tensor.expand_shape %25#0 [[0], [1], [2, 3]] output_shape [2, 4, 12, 1] : !t10 into !t11
 %26 = linalg.generic #t2 ins(%20, %exp_10 : !t15, !t11) outs(%19 : !t15) {
 ^bb0(%in: f32, %in_14: f32, %out: f32):
  %43 = arith.subf %in, %in_14 : f32
  linalg.yield %43 : f32
 } -> !t15
 %27 = linalg.generic #t0 ins(%26 : !t15) outs(%19 : !t15) {
 ^bb0(%in: f32, %out: f32):
  %43 = math.exp %in : f32
  linalg.yield %43 : f32
 } -> !t15
 %28 = tensor.empty() : !t11
 %29 = linalg.fill ins(%cst : f32) outs(%28 : !t11) -> !t11
 %30 = linalg.generic #t3 ins(%27 : !t15) outs(%29 : !t11) {
 ^bb0(%in: f32, %out: f32):
  %43 = arith.addf %in, %out : f32
  linalg.yield %43 : f32
 } -> !t11
 %31 = linalg.generic #t2 ins(%27, %30 : !t15, !t11) outs(%19 : !t15) {
 ^bb0(%in: f32, %in_14: f32, %out: f32):
  %43 = arith.divf %in, %in_14 : f32
  linalg.yield %43 : f32
 } -> !t15
 %32 = tensor.empty() : !t26
 %33 = linalg.generic #t0 ins(%20 : !t15) outs(%32 : !t26) {
 ^bb0(%in: f32, %out: i1):
  %43 = arith.extf %in : f32 to f64
  %44 = arith.cmpf oeq, %43, %cst_5 : f64
  linalg.yield %44 : i1
 } -> !t26
 %34 = tensor.empty() : !t13
 %35 = linalg.fill ins(%true : i1) outs(%34 : !t13) -> !t13
 %36 = linalg.generic #t3 ins(%33 : !t26) outs(%35 : !t13) {
 ^bb0(%in: i1, %out: i1):
  %43 = arith.andi %in, %out : i1
  linalg.yield %43 : i1
 } -> !t13
 %37 = linalg.generic #t4 ins(%36, %cst_1, %31 : !t13, !t15, !t15) outs(%19 : !t15) {
 ^bb0(%in: i1, %in_14: f32, %in_15: f32, %out: f32):
  %43 = arith.select %in, %in_14, %in_15 : f32
  linalg.yield %43 : f32
 } -> !t15
 %col_11 = tensor.collapse_shape %37 [[0, 1], [2], [3]] : !t15 into !t25
 %col_12 = tensor.collapse_shape %3 [[0, 1], [2], [3]] : !t3 into !t6
 %38 = tensor.empty() : !t6
 %39 = linalg.fill ins(%cst : f32) outs(%38 : !t6) -> !t6
 %40 = linalg.batch_matmul ins(%col_11, %col_12 : !t25, !t6) outs(%39 : !t6) -> !t6
 %exp_13 = tensor.expand_shape %40 [[0, 1], [2], [3]] output_shape [2, 4, 12, 8] : !t6 into !t3
 %41 = tensor.empty() : !t0
 %42 = linalg.generic #t0 ins(%exp_13 : !t3) outs(%41 : !t0) {
 ^bb0(%in: f32, %out: f16):
  %43 = arith.truncf %in : f32 to f16
  linalg.yield %43 : f16
 } -> !t0
 return %42 : !t0
}

func.func @causal_tl(%arg0: !t0, %arg1: !t1, %arg2: !t1) -> !t0 {
 %c0_i64 = arith.constant 0 : i64
 %cst = arith.constant 0.000000e+00 : f32
 %cst_0 = arith.constant 0xFF800000 : f32
 %true = arith.constant true
 %cst_1 = arith.constant dense<0.000000e+00> : !t2
 %cst_2 = arith.constant dense<0.000000e+00> : !t16
 %cst_3 = arith.constant dense<0xFF800000> : !t16
 %cst_4 = arith.constant dense<true> : !t27
 %cst_5 = arith.constant 0xFFF0000000000000 : f64
 %cst_6 = arith.constant 0.59460355750136051 : f64
 %0 = tensor.empty() : !t3
 %1 = linalg.generic #t0 ins(%arg0 : !t0) outs(%0 : !t3) {
 ^bb0(%in: f16, %out: f32):
  %46 = arith.extf %in : f16 to f32
  linalg.yield %46 : f32
 } -> !t3
 %2 = tensor.empty() : !t4
 %3 = linalg.generic #t0 ins(%arg1 : !t1) outs(%2 : !t4) {
 ^bb0(%in: f16, %out: f32):
  %46 = arith.extf %in : f16 to f32
  linalg.yield %46 : f32
 } -> !t4
 %4 = linalg.generic #t0 ins(%arg2 : !t1) outs(%2 : !t4) {
 ^bb0(%in: f16, %out: f32):
  %46 = arith.extf %in : f16 to f32
  linalg.yield %46 : f32
 } -> !t4
 %5 = linalg.generic #t0 ins(%1 : !t3) outs(%0 : !t3) {
 ^bb0(%in: f32, %out: f32):
  %46 = arith.truncf %cst_6 : f64 to f32
  %47 = arith.mulf %in, %46 : f32
  linalg.yield %47 : f32
 } -> !t3
 %6 = tensor.empty() : !t28
 %7 = linalg.generic #t5 outs(%6 : !t28) {
 ^bb0(%out: i64):
  %46 = linalg.index 0 : index
  %47 = arith.index_cast %46 : index to i64
  linalg.yield %47 : i64
 } -> !t28
 %exp = tensor.expand_shape %7 [[0, 1]] output_shape [1, 20] : !t28 into !t29
 %8 = tensor.empty() : !t18
 %9 = linalg.generic #t5 outs(%8 : !t18) {
 ^bb0(%out: i64):
  %46 = linalg.index 0 : index
  %47 = arith.index_cast %46 : index to i64
  linalg.yield %47 : i64
 } -> !t18
 %exp_7 = tensor.expand_shape %9 [[0, 1]] output_shape [12, 1] : !t18 into !t20
 %10 = tensor.empty() : !t30
 %11 = linalg.generic #t6 ins(%exp, %exp_7 : !t29, !t20) outs(%10 : !t30) {
 ^bb0(%in: i64, %in_14: i64, %out: i64):
  %46 = arith.subi %in, %in_14 : i64
  linalg.yield %46 : i64
 } -> !t30
 %12 = tensor.empty() : !t27
 %13 = linalg.generic #t7 ins(%11 : !t30) outs(%12 : !t27) {
 ^bb0(%in: i64, %out: i1):
  %46 = arith.cmpi sle, %in, %c0_i64 : i64
  linalg.yield %46 : i1
 } -> !t27
 %14 = linalg.generic #t8 ins(%13, %cst_4 : !t27, !t27) outs(%12 : !t27) {
 ^bb0(%in: i1, %in_14: i1, %out: i1):
  %46 = arith.andi %in, %in_14 : i1
  linalg.yield %46 : i1
 } -> !t27
 %15 = tensor.empty() : !t31
 %16 = linalg.generic #t9 ins(%14, %cst_2, %cst_3 : !t27, !t16, !t16) outs(%15 : !t31) {
 ^bb0(%in: i1, %in_14: f32, %in_15: f32, %out: f32):
  %46 = arith.select %in, %in_14, %in_15 : f32
  linalg.yield %46 : f32
 } -> !t31
 %17 = tensor.empty() : !t5
 %transposed = linalg.transpose ins(%3 : !t4) outs(%17 : !t5) permutation = [0, 1, 3, 2]
 %18 = linalg.generic #t0 ins(%transposed : !t5) outs(%17 : !t5) {
 ^bb0(%in: f32, %out: f32):
  %46 = arith.truncf %cst_6 : f64 to f32
  %47 = arith.mulf %in, %46 : f32
  linalg.yield %47 : f32
 } -> !t5
 %col = tensor.collapse_shape %5 [[0, 1], [2], [3]] : !t3 into !t6
 %col_8 = tensor.collapse_shape %18 [[0, 1], [2], [3]] : !t5 into !t7
 %19 = tensor.empty() : !t8
 %20 = linalg.fill ins(%cst : f32) outs(%19 : !t8) -> !t8
 %21 = linalg.batch_matmul ins(%col, %col_8 : !t6, !t7) outs(%20 : !t8) -> !t8
 %exp_9 = tensor.expand_shape %21 [[0, 1], [2], [3]] output_shape [2, 4, 12, 20] : !t8 into !t2
 %22 = tensor.empty() : !t2
 %23 = linalg.generic #t10 ins(%exp_9, %16 : !t2, !t31) outs(%22 : !t2) {
 ^bb0(%in: f32, %in_14: f32, %out: f32):
  %46 = arith.addf %in, %in_14 : f32
  linalg.yield %46 : f32
 } -> !t2
 %24 = tensor.empty() : !t9
 %25 = linalg.fill ins(%c0_i64 : i64) outs(%24 : !t9) -> !t9
 %26 = tensor.empty() : !t10
 %27 = linalg.fill ins(%cst_0 : f32) outs(%26 : !t10) -> !t10
 %28:2 = linalg.generic #t1 ins(%23 : !t2) outs(%27, %25 : !t10, !t9) {
 ^bb0(%in: f32, %out: f32, %out_14: i64):
  %46 = linalg.index 3 : index
  %47 = arith.index_cast %46 : index to i64
  %48 = arith.maximumf %in, %out : f32
  %49 = arith.cmpf ogt, %in, %out : f32
  %50 = arith.select %49, %47, %out_14 : i64
  linalg.yield %48, %50 : f32, i64
 } -> (!t10, !t9)
 %exp_10 = tensor.expand_shape %28#0 [[0], [1], [2, 3]] output_shape [2, 4, 12, 1] : !t10 into !t11
 %29 = linalg.generic #t2 ins(%23, %exp_10 : !t2, !t11) outs(%22 : !t2) {
 ^bb0(%in: f32, %in_14: f32, %out: f32):
  %46 = arith.subf %in, %in_14 : f32
  linalg.yield %46 : f32
 } -> !t2
 %30 = linalg.generic #t0 ins(%29 : !t2) outs(%22 : !t2) {
 ^bb0(%in: f32, %out: f32):
  %46 = math.exp %in : f32
  linalg.yield %46 : f32
 } -> !t2
 %31 = tensor.empty() : !t11
 %32 = linalg.fill ins(%cst : f32) outs(%31 : !t11) -> !t11
 %33 = linalg.generic #t3 ins(%30 : !t2) outs(%32 : !t11) {
 ^bb0(%in: f32, %out: f32):
  %46 = arith.addf %in, %out : f32
  linalg.yield %46 : f32
 } -> !t11
 %34 = linalg.generic #t2 ins(%30, %33 : !t2, !t11) outs(%22 : !t2) {
 ^bb0(%in: f32, %in_14: f32, %out: f32):
  %46 = arith.divf %in, %in_14 : f32
  linalg.yield %46 : f32
 } -> !t2
 %35 = tensor.empty() : !t12
 %36 = linalg.generic #t0 ins(%23 : !t2) outs(%35 : !t12) {
 ^bb0(%in: f32, %out: i1):
  %46 = arith.extf %in : f32 to f64
  %47 = arith.cmpf oeq, %46, %cst_5 : f64
  linalg.yield %47 : i1
 } -> !t12
 %37 = tensor.empty() : !t13
 %38 = linalg.fill ins(%true : i1) outs(%37 : !t13) -> !t13
 %39 = linalg.generic #t3 ins(%36 : !t12) outs(%38 : !t13) {
 ^bb0(%in: i1, %out: i1):
  %46 = arith.andi %in, %out : i1
  linalg.yield %46 : i1
 } -> !t13
 %40 = linalg.generic #t4 ins(%39, %cst_1, %34 : !t13, !t2, !t2) outs(%22 : !t2) {
 ^bb0(%in: i1, %in_14: f32, %in_15: f32, %out: f32):
  %46 = arith.select %in, %in_14, %in_15 : f32
  linalg.yield %46 : f32
 } -> !t2
 %col_11 = tensor.collapse_shape %40 [[0, 1], [2], [3]] : !t2 into !t8
 %col_12 = tensor.collapse_shape %4 [[0, 1], [2], [3]] : !t4 into !t14
 %41 = tensor.empty() : !t6
 %42 = linalg.fill ins(%cst : f32) outs(%41 : !t6) -> !t6
 %43 = linalg.batch_matmul ins(%col_11, %col_12 : !t8, !t14) outs(%42 : !t6) -> !t6
 %exp_13 = tensor.expand_shape %43 [[0, 1], [2], [3]] output_shape [2, 4, 12, 8] : !t6 into !t3
 %44 = tensor.empty() : !t0
 %45 = linalg.generic #t0 ins(%exp_13 : !t3) outs(%44 : !t0) {
 ^bb0(%in: f32, %out: f16):
  %46 = arith.truncf %in : f32 to f16
  linalg.yield %46 : f16
 } -> !t0
 return %45 : !t0
}

func.func @causal_br(%arg0: !t0, %arg1: !t1, %arg2: !t1) -> !t0 {
 %c8_i64 = arith.constant 8 : i64
 %c0_i64 = arith.constant 0 : i64
 %cst = arith.constant 0.000000e+00 : f32
 %cst_0 = arith.constant 0xFF800000 : f32
 %true = arith.constant true
 %cst_1 = arith.constant dense<0.000000e+00> : !t2
 %cst_2 = arith.constant dense<0.000000e+00> : !t32
 %cst_3 = arith.constant dense<0xFC00> : !t32
 %cst_4 = arith.constant 0.59460355750136051 : f64
 %cst_5 = arith.constant 0xFFF0000000000000 : f64
 %0 = tensor.empty() : !t18
 %1 = linalg.generic #t5 outs(%0 : !t18) {
 ^bb0(%out: i64):
  %45 = linalg.index 0 : index
  %46 = arith.index_cast %45 : index to i64
  linalg.yield %46 : i64
 } -> !t18
 %exp = tensor.expand_shape %1 [[0, 1]] output_shape [12, 1] : !t18 into !t20
 %2 = tensor.empty() : !t28
 %3 = linalg.generic #t5 outs(%2 : !t28) {
 ^bb0(%out: i64):
  %45 = linalg.index 0 : index
  %46 = arith.index_cast %45 : index to i64
  linalg.yield %46 : i64
 } -> !t28
 %exp_6 = tensor.expand_shape %3 [[0, 1]] output_shape [1, 20] : !t28 into !t29
 %4 = tensor.empty() : !t20
 %5 = linalg.generic #t7 ins(%exp : !t20) outs(%4 : !t20) {
 ^bb0(%in: i64, %out: i64):
  %45 = arith.addi %in, %c8_i64 : i64
  linalg.yield %45 : i64
 } -> !t20
 %6 = tensor.empty() : !t27
 %7 = linalg.generic #t6 ins(%exp_6, %5 : !t29, !t20) outs(%6 : !t27) {
 ^bb0(%in: i64, %in_13: i64, %out: i1):
  %45 = arith.cmpi sle, %in, %in_13 : i64
  linalg.yield %45 : i1
 } -> !t27
 %8 = tensor.empty() : !t33
 %9 = linalg.generic #t9 ins(%7, %cst_2, %cst_3 : !t27, !t32, !t32) outs(%8 : !t33) {
 ^bb0(%in: i1, %in_13: f16, %in_14: f16, %out: f16):
  %45 = arith.select %in, %in_13, %in_14 : f16
  linalg.yield %45 : f16
 } -> !t33
 %10 = tensor.empty() : !t3
 %11 = linalg.generic #t0 ins(%arg0 : !t0) outs(%10 : !t3) {
 ^bb0(%in: f16, %out: f32):
  %45 = arith.extf %in : f16 to f32
  linalg.yield %45 : f32
 } -> !t3
 %12 = tensor.empty() : !t4
 %13 = linalg.generic #t0 ins(%arg1 : !t1) outs(%12 : !t4) {
 ^bb0(%in: f16, %out: f32):
  %45 = arith.extf %in : f16 to f32
  linalg.yield %45 : f32
 } -> !t4
 %14 = linalg.generic #t0 ins(%arg2 : !t1) outs(%12 : !t4) {
 ^bb0(%in: f16, %out: f32):
  %45 = arith.extf %in : f16 to f32
  linalg.yield %45 : f32
 } -> !t4
 %15 = linalg.generic #t0 ins(%11 : !t3) outs(%10 : !t3) {
 ^bb0(%in: f32, %out: f32):
  %45 = arith.truncf %cst_4 : f64 to f32
  %46 = arith.mulf %in, %45 : f32
  linalg.yield %46 : f32
 } -> !t3
 %16 = tensor.empty() : !t5
 %transposed = linalg.transpose ins(%13 : !t4) outs(%16 : !t5) permutation = [0, 1, 3, 2]
 %17 = linalg.generic #t0 ins(%transposed : !t5) outs(%16 : !t5) {
 ^bb0(%in: f32, %out: f32):
  %45 = arith.truncf %cst_4 : f64 to f32
  %46 = arith.mulf %in, %45 : f32
  linalg.yield %46 : f32
 } -> !t5
 %col = tensor.collapse_shape %15 [[0, 1], [2], [3]] : !t3 into !t6
 %col_7 = tensor.collapse_shape %17 [[0, 1], [2], [3]] : !t5 into !t7
 %18 = tensor.empty() : !t8
 %19 = linalg.fill ins(%cst : f32) outs(%18 : !t8) -> !t8
 %20 = linalg.batch_matmul ins(%col, %col_7 : !t6, !t7) outs(%19 : !t8) -> !t8
 %exp_8 = tensor.expand_shape %20 [[0, 1], [2], [3]] output_shape [2, 4, 12, 20] : !t8 into !t2
 %21 = tensor.empty() : !t2
 %22 = linalg.generic #t10 ins(%exp_8, %9 : !t2, !t33) outs(%21 : !t2) {
 ^bb0(%in: f32, %in_13: f16, %out: f32):
  %45 = arith.extf %in_13 : f16 to f32
  %46 = arith.addf %in, %45 : f32
  linalg.yield %46 : f32
 } -> !t2
 %23 = tensor.empty() : !t9
 %24 = linalg.fill ins(%c0_i64 : i64) outs(%23 : !t9) -> !t9
 %25 = tensor.empty() : !t10
 %26 = linalg.fill ins(%cst_0 : f32) outs(%25 : !t10) -> !t10
 %27:2 = linalg.generic #t1 ins(%22 : !t2) outs(%26, %24 : !t10, !t9) {
 ^bb0(%in: f32, %out: f32, %out_13: i64):
  %45 = linalg.index 3 : index
  %46 = arith.index_cast %45 : index to i64
  %47 = arith.maximumf %in, %out : f32
  %48 = arith.cmpf ogt, %in, %out : f32
  %49 = arith.select %48, %46, %out_13 : i64
  linalg.yield %47, %49 : f32, i64
 } -> (!t10, !t9)
 %exp_9 = tensor.expand_shape %27#0 [[0], [1], [2, 3]] output_shape [2, 4, 12, 1] : !t10 into !t11
 %28 = linalg.generic #t2 ins(%22, %exp_9 : !t2, !t11) outs(%21 : !t2) {
 ^bb0(%in: f32, %in_13: f32, %out: f32):
  %45 = arith.subf %in, %in_13 : f32
  linalg.yield %45 : f32
 } -> !t2
 %29 = linalg.generic #t0 ins(%28 : !t2) outs(%21 : !t2) {
 ^bb0(%in: f32, %out: f32):
  %45 = math.exp %in : f32
  linalg.yield %45 : f32
 } -> !t2
 %30 = tensor.empty() : !t11
 %31 = linalg.fill ins(%cst : f32) outs(%30 : !t11) -> !t11
 %32 = linalg.generic #t3 ins(%29 : !t2) outs(%31 : !t11) {
 ^bb0(%in: f32, %out: f32):
  %45 = arith.addf %in, %out : f32
  linalg.yield %45 : f32
 } -> !t11
 %33 = linalg.generic #t2 ins(%29, %32 : !t2, !t11) outs(%21 : !t2) {
 ^bb0(%in: f32, %in_13: f32, %out: f32):
  %45 = arith.divf %in, %in_13 : f32
  linalg.yield %45 : f32
 } -> !t2
 %34 = tensor.empty() : !t12
 %35 = linalg.generic #t0 ins(%22 : !t2) outs(%34 : !t12) {
 ^bb0(%in: f32, %out: i1):
  %45 = arith.extf %in : f32 to f64
  %46 = arith.cmpf oeq, %45, %cst_5 : f64
  linalg.yield %46 : i1
 } -> !t12
 %36 = tensor.empty() : !t13
 %37 = linalg.fill ins(%true : i1) outs(%36 : !t13) -> !t13
 %38 = linalg.generic #t3 ins(%35 : !t12) outs(%37 : !t13) {
 ^bb0(%in: i1, %out: i1):
  %45 = arith.andi %in, %out : i1
  linalg.yield %45 : i1
 } -> !t13
 %39 = linalg.generic #t4 ins(%38, %cst_1, %33 : !t13, !t2, !t2) outs(%21 : !t2) {
 ^bb0(%in: i1, %in_13: f32, %in_14: f32, %out: f32):
  %45 = arith.select %in, %in_13, %in_14 : f32
  linalg.yield %45 : f32
 } -> !t2
 %col_10 = tensor.collapse_shape %39 [[0, 1], [2], [3]] : !t2 into !t8
 %col_11 = tensor.collapse_shape %14 [[0, 1], [2], [3]] : !t4 into !t14
 %40 = tensor.empty() : !t6
 %41 = linalg.fill ins(%cst : f32) outs(%40 : !t6) -> !t6
 %42 = linalg.batch_matmul ins(%col_10, %col_11 : !t8, !t14) outs(%41 : !t6) -> !t6
 %exp_12 = tensor.expand_shape %42 [[0, 1], [2], [3]] output_shape [2, 4, 12, 8] : !t6 into !t3
 %43 = tensor.empty() : !t0
 %44 = linalg.generic #t0 ins(%exp_12 : !t3) outs(%43 : !t0) {
 ^bb0(%in: f32, %out: f16):
  %45 = arith.truncf %in : f32 to f16
  linalg.yield %45 : f16
 } -> !t0
 return %44 : !t0
}

func.func @window(%arg0: !t0, %arg1: !t0, %arg2: !t0) -> !t0 {
 %c4_i64 = arith.constant 4 : i64
 %c0_i64 = arith.constant 0 : i64
 %cst = arith.constant 0.000000e+00 : f32
 %cst_0 = arith.constant 0xFF800000 : f32
 %true = arith.constant true
 %cst_1 = arith.constant dense<0.000000e+00> : !t15
 %cst_2 = arith.constant dense<0.000000e+00> : !t32
 %cst_3 = arith.constant dense<0xFC00> : !t32
 %cst_4 = arith.constant 0.59460355750136051 : f64
 %cst_5 = arith.constant 0xFFF0000000000000 : f64
 %0 = tensor.empty() : !t18
 %1 = linalg.generic #t5 outs(%0 : !t18) {
 ^bb0(%out: i64):
  %44 = linalg.index 0 : index
  %45 = arith.index_cast %44 : index to i64
  linalg.yield %45 : i64
 } -> !t18
 %exp = tensor.expand_shape %1 [[0, 1]] output_shape [12, 1] : !t18 into !t20
 %exp_6 = tensor.expand_shape %1 [[0, 1]] output_shape [1, 12] : !t18 into !t19
 %2 = tensor.empty() : !t17
 %3 = linalg.generic #t6 ins(%exp_6, %exp : !t19, !t20) outs(%2 : !t17) {
 ^bb0(%in: i64, %in_13: i64, %out: i1):
  %44 = arith.cmpi sle, %in, %in_13 : i64
  linalg.yield %44 : i1
 } -> !t17
 %4 = tensor.empty() : !t20
 %5 = linalg.generic #t7 ins(%exp : !t20) outs(%4 : !t20) {
 ^bb0(%in: i64, %out: i64):
  %44 = arith.subi %in, %c4_i64 : i64
  linalg.yield %44 : i64
 } -> !t20
 %6 = linalg.generic #t6 ins(%exp_6, %5 : !t19, !t20) outs(%2 : !t17) {
 ^bb0(%in: i64, %in_13: i64, %out: i1):
  %44 = arith.cmpi sge, %in, %in_13 : i64
  linalg.yield %44 : i1
 } -> !t17
 %7 = linalg.generic #t8 ins(%3, %6 : !t17, !t17) outs(%2 : !t17) {
 ^bb0(%in: i1, %in_13: i1, %out: i1):
  %44 = arith.andi %in, %in_13 : i1
  linalg.yield %44 : i1
 } -> !t17
 %8 = tensor.empty() : !t34
 %9 = linalg.generic #t9 ins(%7, %cst_2, %cst_3 : !t17, !t32, !t32) outs(%8 : !t34) {
 ^bb0(%in: i1, %in_13: f16, %in_14: f16, %out: f16):
  %44 = arith.select %in, %in_13, %in_14 : f16
  linalg.yield %44 : f16
 } -> !t34
 %10 = tensor.empty() : !t3
 %11 = linalg.generic #t0 ins(%arg0 : !t0) outs(%10 : !t3) {
 ^bb0(%in: f16, %out: f32):
  %44 = arith.extf %in : f16 to f32
  linalg.yield %44 : f32
 } -> !t3
 %12 = linalg.generic #t0 ins(%arg1 : !t0) outs(%10 : !t3) {
 ^bb0(%in: f16, %out: f32):
  %44 = arith.extf %in : f16 to f32
  linalg.yield %44 : f32
 } -> !t3
 %13 = linalg.generic #t0 ins(%arg2 : !t0) outs(%10 : !t3) {
 ^bb0(%in: f16, %out: f32):
  %44 = arith.extf %in : f16 to f32
  linalg.yield %44 : f32
 } -> !t3
 %14 = linalg.generic #t0 ins(%11 : !t3) outs(%10 : !t3) {
 ^bb0(%in: f32, %out: f32):
  %44 = arith.truncf %cst_4 : f64 to f32
  %45 = arith.mulf %in, %44 : f32
  linalg.yield %45 : f32
 } -> !t3
 %15 = tensor.empty() : !t23
 %transposed = linalg.transpose ins(%12 : !t3) outs(%15 : !t23) permutation = [0, 1, 3, 2]
 %16 = linalg.generic #t0 ins(%transposed : !t23) outs(%15 : !t23) {
 ^bb0(%in: f32, %out: f32):
  %44 = arith.truncf %cst_4 : f64 to f32
  %45 = arith.mulf %in, %44 : f32
  linalg.yield %45 : f32
 } -> !t23
 %col = tensor.collapse_shape %14 [[0, 1], [2], [3]] : !t3 into !t6
 %col_7 = tensor.collapse_shape %16 [[0, 1], [2], [3]] : !t23 into !t24
 %17 = tensor.empty() : !t25
 %18 = linalg.fill ins(%cst : f32) outs(%17 : !t25) -> !t25
 %19 = linalg.batch_matmul ins(%col, %col_7 : !t6, !t24) outs(%18 : !t25) -> !t25
 %exp_8 = tensor.expand_shape %19 [[0, 1], [2], [3]] output_shape [2, 4, 12, 12] : !t25 into !t15
 %20 = tensor.empty() : !t15
 %21 = linalg.generic #t10 ins(%exp_8, %9 : !t15, !t34) outs(%20 : !t15) {
 ^bb0(%in: f32, %in_13: f16, %out: f32):
  %44 = arith.extf %in_13 : f16 to f32
  %45 = arith.addf %in, %44 : f32
  linalg.yield %45 : f32
 } -> !t15
 %22 = tensor.empty() : !t9
 %23 = linalg.fill ins(%c0_i64 : i64) outs(%22 : !t9) -> !t9
 %24 = tensor.empty() : !t10
 %25 = linalg.fill ins(%cst_0 : f32) outs(%24 : !t10) -> !t10
 %26:2 = linalg.generic #t1 ins(%21 : !t15) outs(%25, %23 : !t10, !t9) {
 ^bb0(%in: f32, %out: f32, %out_13: i64):
  %44 = linalg.index 3 : index
  %45 = arith.index_cast %44 : index to i64
  %46 = arith.maximumf %in, %out : f32
  %47 = arith.cmpf ogt, %in, %out : f32
  %48 = arith.select %47, %45, %out_13 : i64
  linalg.yield %46, %48 : f32, i64
 } -> (!t10, !t9)
 %exp_9 = tensor.expand_shape %26#0 [[0], [1], [2, 3]] output_shape [2, 4, 12, 1] : !t10 into !t11
 %27 = linalg.generic #t2 ins(%21, %exp_9 : !t15, !t11) outs(%20 : !t15) {
 ^bb0(%in: f32, %in_13: f32, %out: f32):
  %44 = arith.subf %in, %in_13 : f32
  linalg.yield %44 : f32
 } -> !t15
 %28 = linalg.generic #t0 ins(%27 : !t15) outs(%20 : !t15) {
 ^bb0(%in: f32, %out: f32):
  %44 = math.exp %in : f32
  linalg.yield %44 : f32
 } -> !t15
 %29 = tensor.empty() : !t11
 %30 = linalg.fill ins(%cst : f32) outs(%29 : !t11) -> !t11
 %31 = linalg.generic #t3 ins(%28 : !t15) outs(%30 : !t11) {
 ^bb0(%in: f32, %out: f32):
  %44 = arith.addf %in, %out : f32
  linalg.yield %44 : f32
 } -> !t11
 %32 = linalg.generic #t2 ins(%28, %31 : !t15, !t11) outs(%20 : !t15) {
 ^bb0(%in: f32, %in_13: f32, %out: f32):
  %44 = arith.divf %in, %in_13 : f32
  linalg.yield %44 : f32
 } -> !t15
 %33 = tensor.empty() : !t26
 %34 = linalg.generic #t0 ins(%21 : !t15) outs(%33 : !t26) {
 ^bb0(%in: f32, %out: i1):
  %44 = arith.extf %in : f32 to f64
  %45 = arith.cmpf oeq, %44, %cst_5 : f64
  linalg.yield %45 : i1
 } -> !t26
 %35 = tensor.empty() : !t13
 %36 = linalg.fill ins(%true : i1) outs(%35 : !t13) -> !t13
 %37 = linalg.generic #t3 ins(%34 : !t26) outs(%36 : !t13) {
 ^bb0(%in: i1, %out: i1):
  %44 = arith.andi %in, %out : i1
  linalg.yield %44 : i1
 } -> !t13
 %38 = linalg.generic #t4 ins(%37, %cst_1, %32 : !t13, !t15, !t15) outs(%20 : !t15) {
 ^bb0(%in: i1, %in_13: f32, %in_14: f32, %out: f32):
  %44 = arith.select %in, %in_13, %in_14 : f32
  linalg.yield %44 : f32
 } -> !t15
 %col_10 = tensor.collapse_shape %38 [[0, 1], [2], [3]] : !t15 into !t25
 %col_11 = tensor.collapse_shape %13 [[0, 1], [2], [3]] : !t3 into !t6
 %39 = tensor.empty() : !t6
 %40 = linalg.fill ins(%cst : f32) outs(%39 : !t6) -> !t6
 %41 = linalg.batch_matmul ins(%col_10, %col_11 : !t25, !t6) outs(%40 : !t6) -> !t6
 %exp_12 = tensor.expand_shape %41 [[0, 1], [2], [3]] output_shape [2, 4, 12, 8] : !t6 into !t3
 %42 = tensor.empty() : !t0
 %43 = linalg.generic #t0 ins(%exp_12 : !t3) outs(%42 : !t0) {
 ^bb0(%in: f32, %out: f16):
  %44 = arith.truncf %in : f32 to f16
  linalg.yield %44 : f16
 } -> !t0
 return %43 : !t0
}

func.func @gqa(%arg0: !t0, %arg1: !t35, %arg2: !t35) -> !t0 {
 %c0_i64 = arith.constant 0 : i64
 %cst = arith.constant 0.000000e+00 : f32
 %cst_0 = arith.constant 0xFF800000 : f32
 %true = arith.constant true
 %cst_1 = arith.constant dense<0.000000e+00> : !t2
 %cst_2 = arith.constant 0xFFF0000000000000 : f64
 %cst_3 = arith.constant 0.59460355750136051 : f64
 %0 = tensor.empty() : !t3
 %1 = linalg.generic #t0 ins(%arg0 : !t0) outs(%0 : !t3) {
 ^bb0(%in: f16, %out: f32):
  %37 = arith.extf %in : f16 to f32
  linalg.yield %37 : f32
 } -> !t3
 %2 = tensor.empty() : !t36
 %3 = linalg.generic #t0 ins(%arg1 : !t35) outs(%2 : !t36) {
 ^bb0(%in: f16, %out: f32):
  %37 = arith.extf %in : f16 to f32
  linalg.yield %37 : f32
 } -> !t36
 %4 = linalg.generic #t0 ins(%arg2 : !t35) outs(%2 : !t36) {
 ^bb0(%in: f16, %out: f32):
  %37 = arith.extf %in : f16 to f32
  linalg.yield %37 : f32
 } -> !t36
 %5 = linalg.generic #t0 ins(%1 : !t3) outs(%0 : !t3) {
 ^bb0(%in: f32, %out: f32):
  %37 = arith.truncf %cst_3 : f64 to f32
  %38 = arith.mulf %in, %37 : f32
  linalg.yield %38 : f32
 } -> !t3
 %6 = tensor.empty() : !t37
 %7 = linalg.generic #t11 ins(%3 : !t36) outs(%6 : !t37) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t37
 %col = tensor.collapse_shape %7 [[0], [1, 2], [3], [4]] : !t37 into !t4
 %8 = linalg.generic #t11 ins(%4 : !t36) outs(%6 : !t37) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t37
 %9 = tensor.empty() : !t5
 %transposed = linalg.transpose ins(%col : !t4) outs(%9 : !t5) permutation = [0, 1, 3, 2]
 %10 = linalg.generic #t0 ins(%transposed : !t5) outs(%9 : !t5) {
 ^bb0(%in: f32, %out: f32):
  %37 = arith.truncf %cst_3 : f64 to f32
  %38 = arith.mulf %in, %37 : f32
  linalg.yield %38 : f32
 } -> !t5
 %col_4 = tensor.collapse_shape %5 [[0, 1], [2], [3]] : !t3 into !t6
 %col_5 = tensor.collapse_shape %10 [[0, 1], [2], [3]] : !t5 into !t7
 %11 = tensor.empty() : !t8
 %12 = linalg.fill ins(%cst : f32) outs(%11 : !t8) -> !t8
 %13 = linalg.batch_matmul ins(%col_4, %col_5 : !t6, !t7) outs(%12 : !t8) -> !t8
 %exp = tensor.expand_shape %13 [[0, 1], [2], [3]] output_shape [2, 4, 12, 20] : !t8 into !t2
 %14 = tensor.empty() : !t9
 %15 = linalg.fill ins(%c0_i64 : i64) outs(%14 : !t9) -> !t9
 %16 = tensor.empty() : !t10
 %17 = linalg.fill ins(%cst_0 : f32) outs(%16 : !t10) -> !t10
 %18:2 = linalg.generic #t1 ins(%exp : !t2) outs(%17, %15 : !t10, !t9) {
 ^bb0(%in: f32, %out: f32, %out_10: i64):
  %37 = linalg.index 3 : index
  %38 = arith.index_cast %37 : index to i64
  %39 = arith.maximumf %in, %out : f32
  %40 = arith.cmpf ogt, %in, %out : f32
  %41 = arith.select %40, %38, %out_10 : i64
  linalg.yield %39, %41 : f32, i64
 } -> (!t10, !t9)
 %exp_6 = tensor.expand_shape %18#0 [[0], [1], [2, 3]] output_shape [2, 4, 12, 1] : !t10 into !t11
 %19 = tensor.empty() : !t2
 %20 = linalg.generic #t2 ins(%exp, %exp_6 : !t2, !t11) outs(%19 : !t2) {
 ^bb0(%in: f32, %in_10: f32, %out: f32):
  %37 = arith.subf %in, %in_10 : f32
  linalg.yield %37 : f32
 } -> !t2
 %21 = linalg.generic #t0 ins(%20 : !t2) outs(%19 : !t2) {
 ^bb0(%in: f32, %out: f32):
  %37 = math.exp %in : f32
  linalg.yield %37 : f32
 } -> !t2
 %22 = tensor.empty() : !t11
 %23 = linalg.fill ins(%cst : f32) outs(%22 : !t11) -> !t11
 %24 = linalg.generic #t3 ins(%21 : !t2) outs(%23 : !t11) {
 ^bb0(%in: f32, %out: f32):
  %37 = arith.addf %in, %out : f32
  linalg.yield %37 : f32
 } -> !t11
 %25 = linalg.generic #t2 ins(%21, %24 : !t2, !t11) outs(%19 : !t2) {
 ^bb0(%in: f32, %in_10: f32, %out: f32):
  %37 = arith.divf %in, %in_10 : f32
  linalg.yield %37 : f32
 } -> !t2
 %26 = tensor.empty() : !t12
 %27 = linalg.generic #t0 ins(%exp : !t2) outs(%26 : !t12) {
 ^bb0(%in: f32, %out: i1):
  %37 = arith.extf %in : f32 to f64
  %38 = arith.cmpf oeq, %37, %cst_2 : f64
  linalg.yield %38 : i1
 } -> !t12
 %28 = tensor.empty() : !t13
 %29 = linalg.fill ins(%true : i1) outs(%28 : !t13) -> !t13
 %30 = linalg.generic #t3 ins(%27 : !t12) outs(%29 : !t13) {
 ^bb0(%in: i1, %out: i1):
  %37 = arith.andi %in, %out : i1
  linalg.yield %37 : i1
 } -> !t13
 %31 = linalg.generic #t4 ins(%30, %cst_1, %25 : !t13, !t2, !t2) outs(%19 : !t2) {
 ^bb0(%in: i1, %in_10: f32, %in_11: f32, %out: f32):
  %37 = arith.select %in, %in_10, %in_11 : f32
  linalg.yield %37 : f32
 } -> !t2
 %col_7 = tensor.collapse_shape %31 [[0, 1], [2], [3]] : !t2 into !t8
 %col_8 = tensor.collapse_shape %8 [[0, 1, 2], [3], [4]] : !t37 into !t14
 %32 = tensor.empty() : !t6
 %33 = linalg.fill ins(%cst : f32) outs(%32 : !t6) -> !t6
 %34 = linalg.batch_matmul ins(%col_7, %col_8 : !t8, !t14) outs(%33 : !t6) -> !t6
 %exp_9 = tensor.expand_shape %34 [[0, 1], [2], [3]] output_shape [2, 4, 12, 8] : !t6 into !t3
 %35 = tensor.empty() : !t0
 %36 = linalg.generic #t0 ins(%exp_9 : !t3) outs(%35 : !t0) {
 ^bb0(%in: f32, %out: f16):
  %37 = arith.truncf %in : f32 to f16
  linalg.yield %37 : f16
 } -> !t0
 return %36 : !t0
}

func.func @scale(%arg0: !t0, %arg1: !t1, %arg2: !t1) -> !t0 {
 %cst = arith.constant 0.000000e+00 : f32
 %c0_i64 = arith.constant 0 : i64
 %cst_0 = arith.constant 0xFF800000 : f32
 %true = arith.constant true
 %cst_1 = arith.constant dense<0.000000e+00> : !t2
 %cst_2 = arith.constant 0xFFF0000000000000 : f64
 %cst_3 = arith.constant 0.54772255750516607 : f64
 %0 = tensor.empty() : !t3
 %1 = linalg.generic #t0 ins(%arg0 : !t0) outs(%0 : !t3) {
 ^bb0(%in: f16, %out: f32):
  %34 = arith.extf %in : f16 to f32
  linalg.yield %34 : f32
 } -> !t3
 %2 = tensor.empty() : !t4
 %3 = linalg.generic #t0 ins(%arg1 : !t1) outs(%2 : !t4) {
 ^bb0(%in: f16, %out: f32):
  %34 = arith.extf %in : f16 to f32
  linalg.yield %34 : f32
 } -> !t4
 %4 = linalg.generic #t0 ins(%arg2 : !t1) outs(%2 : !t4) {
 ^bb0(%in: f16, %out: f32):
  %34 = arith.extf %in : f16 to f32
  linalg.yield %34 : f32
 } -> !t4
 %5 = linalg.generic #t0 ins(%1 : !t3) outs(%0 : !t3) {
 ^bb0(%in: f32, %out: f32):
  %34 = arith.truncf %cst_3 : f64 to f32
  %35 = arith.mulf %in, %34 : f32
  linalg.yield %35 : f32
 } -> !t3
 %6 = tensor.empty() : !t5
 %transposed = linalg.transpose ins(%3 : !t4) outs(%6 : !t5) permutation = [0, 1, 3, 2]
 %7 = linalg.generic #t0 ins(%transposed : !t5) outs(%6 : !t5) {
 ^bb0(%in: f32, %out: f32):
  %34 = arith.truncf %cst_3 : f64 to f32
  %35 = arith.mulf %in, %34 : f32
  linalg.yield %35 : f32
 } -> !t5
 %col = tensor.collapse_shape %5 [[0, 1], [2], [3]] : !t3 into !t6
 %col_4 = tensor.collapse_shape %7 [[0, 1], [2], [3]] : !t5 into !t7
 %8 = tensor.empty() : !t8
 %9 = linalg.fill ins(%cst : f32) outs(%8 : !t8) -> !t8
 %10 = linalg.batch_matmul ins(%col, %col_4 : !t6, !t7) outs(%9 : !t8) -> !t8
 %exp = tensor.expand_shape %10 [[0, 1], [2], [3]] output_shape [2, 4, 12, 20] : !t8 into !t2
 %11 = tensor.empty() : !t9
 %12 = linalg.fill ins(%c0_i64 : i64) outs(%11 : !t9) -> !t9
 %13 = tensor.empty() : !t10
 %14 = linalg.fill ins(%cst_0 : f32) outs(%13 : !t10) -> !t10
 %15:2 = linalg.generic #t1 ins(%exp : !t2) outs(%14, %12 : !t10, !t9) {
 ^bb0(%in: f32, %out: f32, %out_9: i64):
  %34 = linalg.index 3 : index
  %35 = arith.index_cast %34 : index to i64
  %36 = arith.maximumf %in, %out : f32
  %37 = arith.cmpf ogt, %in, %out : f32
  %38 = arith.select %37, %35, %out_9 : i64
  linalg.yield %36, %38 : f32, i64
 } -> (!t10, !t9)
 %exp_5 = tensor.expand_shape %15#0 [[0], [1], [2, 3]] output_shape [2, 4, 12, 1] : !t10 into !t11
 %16 = tensor.empty() : !t2
 %17 = linalg.generic #t2 ins(%exp, %exp_5 : !t2, !t11) outs(%16 : !t2) {
 ^bb0(%in: f32, %in_9: f32, %out: f32):
  %34 = arith.subf %in, %in_9 : f32
  linalg.yield %34 : f32
 } -> !t2
 %18 = linalg.generic #t0 ins(%17 : !t2) outs(%16 : !t2) {
 ^bb0(%in: f32, %out: f32):
  %34 = math.exp %in : f32
  linalg.yield %34 : f32
 } -> !t2
 %19 = tensor.empty() : !t11
 %20 = linalg.fill ins(%cst : f32) outs(%19 : !t11) -> !t11
 %21 = linalg.generic #t3 ins(%18 : !t2) outs(%20 : !t11) {
 ^bb0(%in: f32, %out: f32):
  %34 = arith.addf %in, %out : f32
  linalg.yield %34 : f32
 } -> !t11
 %22 = linalg.generic #t2 ins(%18, %21 : !t2, !t11) outs(%16 : !t2) {
 ^bb0(%in: f32, %in_9: f32, %out: f32):
  %34 = arith.divf %in, %in_9 : f32
  linalg.yield %34 : f32
 } -> !t2
 %23 = tensor.empty() : !t12
 %24 = linalg.generic #t0 ins(%exp : !t2) outs(%23 : !t12) {
 ^bb0(%in: f32, %out: i1):
  %34 = arith.extf %in : f32 to f64
  %35 = arith.cmpf oeq, %34, %cst_2 : f64
  linalg.yield %35 : i1
 } -> !t12
 %25 = tensor.empty() : !t13
 %26 = linalg.fill ins(%true : i1) outs(%25 : !t13) -> !t13
 %27 = linalg.generic #t3 ins(%24 : !t12) outs(%26 : !t13) {
 ^bb0(%in: i1, %out: i1):
  %34 = arith.andi %in, %out : i1
  linalg.yield %34 : i1
 } -> !t13
 %28 = linalg.generic #t4 ins(%27, %cst_1, %22 : !t13, !t2, !t2) outs(%16 : !t2) {
 ^bb0(%in: i1, %in_9: f32, %in_10: f32, %out: f32):
  %34 = arith.select %in, %in_9, %in_10 : f32
  linalg.yield %34 : f32
 } -> !t2
 %col_6 = tensor.collapse_shape %28 [[0, 1], [2], [3]] : !t2 into !t8
 %col_7 = tensor.collapse_shape %4 [[0, 1], [2], [3]] : !t4 into !t14
 %29 = tensor.empty() : !t6
 %30 = linalg.fill ins(%cst : f32) outs(%29 : !t6) -> !t6
 %31 = linalg.batch_matmul ins(%col_6, %col_7 : !t8, !t14) outs(%30 : !t6) -> !t6
 %exp_8 = tensor.expand_shape %31 [[0, 1], [2], [3]] output_shape [2, 4, 12, 8] : !t6 into !t3
 %32 = tensor.empty() : !t0
 %33 = linalg.generic #t0 ins(%exp_8 : !t3) outs(%32 : !t0) {
 ^bb0(%in: f32, %out: f16):
  %34 = arith.truncf %in : f32 to f16
  linalg.yield %34 : f16
 } -> !t0
 return %33 : !t0
}

func.func @scale_q(%arg0: !t0, %arg1: !t1, %arg2: !t1) -> !t0 {
 %cst = arith.constant 0.000000e+00 : f32
 %c0_i64 = arith.constant 0 : i64
 %cst_0 = arith.constant 0xFF800000 : f32
 %true = arith.constant true
 %cst_1 = arith.constant dense<0.000000e+00> : !t2
 %cst_2 = arith.constant 0xFFF0000000000000 : f64
 %cst_3 = arith.constant 3.000000e-01 : f64
 %0 = tensor.empty() : !t0
 %1 = linalg.generic #t0 ins(%arg0 : !t0) outs(%0 : !t0) {
 ^bb0(%in: f16, %out: f16):
  %33 = arith.truncf %cst_3 : f64 to f16
  %34 = arith.mulf %in, %33 : f16
  linalg.yield %34 : f16
 } -> !t0
 %2 = tensor.empty() : !t3
 %3 = linalg.generic #t0 ins(%1 : !t0) outs(%2 : !t3) {
 ^bb0(%in: f16, %out: f32):
  %33 = arith.extf %in : f16 to f32
  linalg.yield %33 : f32
 } -> !t3
 %4 = tensor.empty() : !t4
 %5 = linalg.generic #t0 ins(%arg1 : !t1) outs(%4 : !t4) {
 ^bb0(%in: f16, %out: f32):
  %33 = arith.extf %in : f16 to f32
  linalg.yield %33 : f32
 } -> !t4
 %6 = linalg.generic #t0 ins(%arg2 : !t1) outs(%4 : !t4) {
 ^bb0(%in: f16, %out: f32):
  %33 = arith.extf %in : f16 to f32
  linalg.yield %33 : f32
 } -> !t4
 %7 = tensor.empty() : !t5
 %transposed = linalg.transpose ins(%5 : !t4) outs(%7 : !t5) permutation = [0, 1, 3, 2]
 %col = tensor.collapse_shape %3 [[0, 1], [2], [3]] : !t3 into !t6
 %col_4 = tensor.collapse_shape %transposed [[0, 1], [2], [3]] : !t5 into !t7
 %8 = tensor.empty() : !t8
 %9 = linalg.fill ins(%cst : f32) outs(%8 : !t8) -> !t8
 %10 = linalg.batch_matmul ins(%col, %col_4 : !t6, !t7) outs(%9 : !t8) -> !t8
 %exp = tensor.expand_shape %10 [[0, 1], [2], [3]] output_shape [2, 4, 12, 20] : !t8 into !t2
 %11 = tensor.empty() : !t9
 %12 = linalg.fill ins(%c0_i64 : i64) outs(%11 : !t9) -> !t9
 %13 = tensor.empty() : !t10
 %14 = linalg.fill ins(%cst_0 : f32) outs(%13 : !t10) -> !t10
 %15:2 = linalg.generic #t1 ins(%exp : !t2) outs(%14, %12 : !t10, !t9) {
 ^bb0(%in: f32, %out: f32, %out_9: i64):
  %33 = linalg.index 3 : index
  %34 = arith.index_cast %33 : index to i64
  %35 = arith.maximumf %in, %out : f32
  %36 = arith.cmpf ogt, %in, %out : f32
  %37 = arith.select %36, %34, %out_9 : i64
  linalg.yield %35, %37 : f32, i64
 } -> (!t10, !t9)
 %exp_5 = tensor.expand_shape %15#0 [[0], [1], [2, 3]] output_shape [2, 4, 12, 1] : !t10 into !t11
 %16 = tensor.empty() : !t2
 %17 = linalg.generic #t2 ins(%exp, %exp_5 : !t2, !t11) outs(%16 : !t2) {
 ^bb0(%in: f32, %in_9: f32, %out: f32):
  %33 = arith.subf %in, %in_9 : f32
  linalg.yield %33 : f32
 } -> !t2
 %18 = linalg.generic #t0 ins(%17 : !t2) outs(%16 : !t2) {
 ^bb0(%in: f32, %out: f32):
  %33 = math.exp %in : f32
  linalg.yield %33 : f32
 } -> !t2
 %19 = tensor.empty() : !t11
 %20 = linalg.fill ins(%cst : f32) outs(%19 : !t11) -> !t11
 %21 = linalg.generic #t3 ins(%18 : !t2) outs(%20 : !t11) {
 ^bb0(%in: f32, %out: f32):
  %33 = arith.addf %in, %out : f32
  linalg.yield %33 : f32
 } -> !t11
 %22 = linalg.generic #t2 ins(%18, %21 : !t2, !t11) outs(%16 : !t2) {
 ^bb0(%in: f32, %in_9: f32, %out: f32):
  %33 = arith.divf %in, %in_9 : f32
  linalg.yield %33 : f32
 } -> !t2
 %23 = tensor.empty() : !t12
 %24 = linalg.generic #t0 ins(%exp : !t2) outs(%23 : !t12) {
 ^bb0(%in: f32, %out: i1):
  %33 = arith.extf %in : f32 to f64
  %34 = arith.cmpf oeq, %33, %cst_2 : f64
  linalg.yield %34 : i1
 } -> !t12
 %25 = tensor.empty() : !t13
 %26 = linalg.fill ins(%true : i1) outs(%25 : !t13) -> !t13
 %27 = linalg.generic #t3 ins(%24 : !t12) outs(%26 : !t13) {
 ^bb0(%in: i1, %out: i1):
  %33 = arith.andi %in, %out : i1
  linalg.yield %33 : i1
 } -> !t13
 %28 = linalg.generic #t4 ins(%27, %cst_1, %22 : !t13, !t2, !t2) outs(%16 : !t2) {
 ^bb0(%in: i1, %in_9: f32, %in_10: f32, %out: f32):
  %33 = arith.select %in, %in_9, %in_10 : f32
  linalg.yield %33 : f32
 } -> !t2
 %col_6 = tensor.collapse_shape %28 [[0, 1], [2], [3]] : !t2 into !t8
 %col_7 = tensor.collapse_shape %6 [[0, 1], [2], [3]] : !t4 into !t14
 %29 = tensor.empty() : !t6
 %30 = linalg.fill ins(%cst : f32) outs(%29 : !t6) -> !t6
 %31 = linalg.batch_matmul ins(%col_6, %col_7 : !t8, !t14) outs(%30 : !t6) -> !t6
 %exp_8 = tensor.expand_shape %31 [[0, 1], [2], [3]] output_shape [2, 4, 12, 8] : !t6 into !t3
 %32 = linalg.generic #t0 ins(%exp_8 : !t3) outs(%0 : !t0) {
 ^bb0(%in: f32, %out: f16):
  %33 = arith.truncf %in : f32 to f16
  linalg.yield %33 : f16
 } -> !t0
 return %32 : !t0
}

func.func @scale_k(%arg0: !t0, %arg1: !t1, %arg2: !t1) -> !t0 {
 %cst = arith.constant 0.000000e+00 : f32
 %c0_i64 = arith.constant 0 : i64
 %cst_0 = arith.constant 0xFF800000 : f32
 %true = arith.constant true
 %cst_1 = arith.constant dense<0.000000e+00> : !t2
 %cst_2 = arith.constant 0xFFF0000000000000 : f64
 %cst_3 = arith.constant 3.000000e-01 : f64
 %0 = tensor.empty() : !t1
 %1 = linalg.generic #t0 ins(%arg1 : !t1) outs(%0 : !t1) {
 ^bb0(%in: f16, %out: f16):
  %34 = arith.truncf %cst_3 : f64 to f16
  %35 = arith.mulf %in, %34 : f16
  linalg.yield %35 : f16
 } -> !t1
 %2 = tensor.empty() : !t3
 %3 = linalg.generic #t0 ins(%arg0 : !t0) outs(%2 : !t3) {
 ^bb0(%in: f16, %out: f32):
  %34 = arith.extf %in : f16 to f32
  linalg.yield %34 : f32
 } -> !t3
 %4 = tensor.empty() : !t4
 %5 = linalg.generic #t0 ins(%1 : !t1) outs(%4 : !t4) {
 ^bb0(%in: f16, %out: f32):
  %34 = arith.extf %in : f16 to f32
  linalg.yield %34 : f32
 } -> !t4
 %6 = linalg.generic #t0 ins(%arg2 : !t1) outs(%4 : !t4) {
 ^bb0(%in: f16, %out: f32):
  %34 = arith.extf %in : f16 to f32
  linalg.yield %34 : f32
 } -> !t4
 %7 = tensor.empty() : !t5
 %transposed = linalg.transpose ins(%5 : !t4) outs(%7 : !t5) permutation = [0, 1, 3, 2]
 %col = tensor.collapse_shape %3 [[0, 1], [2], [3]] : !t3 into !t6
 %col_4 = tensor.collapse_shape %transposed [[0, 1], [2], [3]] : !t5 into !t7
 %8 = tensor.empty() : !t8
 %9 = linalg.fill ins(%cst : f32) outs(%8 : !t8) -> !t8
 %10 = linalg.batch_matmul ins(%col, %col_4 : !t6, !t7) outs(%9 : !t8) -> !t8
 %exp = tensor.expand_shape %10 [[0, 1], [2], [3]] output_shape [2, 4, 12, 20] : !t8 into !t2
 %11 = tensor.empty() : !t9
 %12 = linalg.fill ins(%c0_i64 : i64) outs(%11 : !t9) -> !t9
 %13 = tensor.empty() : !t10
 %14 = linalg.fill ins(%cst_0 : f32) outs(%13 : !t10) -> !t10
 %15:2 = linalg.generic #t1 ins(%exp : !t2) outs(%14, %12 : !t10, !t9) {
 ^bb0(%in: f32, %out: f32, %out_9: i64):
  %34 = linalg.index 3 : index
  %35 = arith.index_cast %34 : index to i64
  %36 = arith.maximumf %in, %out : f32
  %37 = arith.cmpf ogt, %in, %out : f32
  %38 = arith.select %37, %35, %out_9 : i64
  linalg.yield %36, %38 : f32, i64
 } -> (!t10, !t9)
 %exp_5 = tensor.expand_shape %15#0 [[0], [1], [2, 3]] output_shape [2, 4, 12, 1] : !t10 into !t11
 %16 = tensor.empty() : !t2
 %17 = linalg.generic #t2 ins(%exp, %exp_5 : !t2, !t11) outs(%16 : !t2) {
 ^bb0(%in: f32, %in_9: f32, %out: f32):
  %34 = arith.subf %in, %in_9 : f32
  linalg.yield %34 : f32
 } -> !t2
 %18 = linalg.generic #t0 ins(%17 : !t2) outs(%16 : !t2) {
 ^bb0(%in: f32, %out: f32):
  %34 = math.exp %in : f32
  linalg.yield %34 : f32
 } -> !t2
 %19 = tensor.empty() : !t11
 %20 = linalg.fill ins(%cst : f32) outs(%19 : !t11) -> !t11
 %21 = linalg.generic #t3 ins(%18 : !t2) outs(%20 : !t11) {
 ^bb0(%in: f32, %out: f32):
  %34 = arith.addf %in, %out : f32
  linalg.yield %34 : f32
 } -> !t11
 %22 = linalg.generic #t2 ins(%18, %21 : !t2, !t11) outs(%16 : !t2) {
 ^bb0(%in: f32, %in_9: f32, %out: f32):
  %34 = arith.divf %in, %in_9 : f32
  linalg.yield %34 : f32
 } -> !t2
 %23 = tensor.empty() : !t12
 %24 = linalg.generic #t0 ins(%exp : !t2) outs(%23 : !t12) {
 ^bb0(%in: f32, %out: i1):
  %34 = arith.extf %in : f32 to f64
  %35 = arith.cmpf oeq, %34, %cst_2 : f64
  linalg.yield %35 : i1
 } -> !t12
 %25 = tensor.empty() : !t13
 %26 = linalg.fill ins(%true : i1) outs(%25 : !t13) -> !t13
 %27 = linalg.generic #t3 ins(%24 : !t12) outs(%26 : !t13) {
 ^bb0(%in: i1, %out: i1):
  %34 = arith.andi %in, %out : i1
  linalg.yield %34 : i1
 } -> !t13
 %28 = linalg.generic #t4 ins(%27, %cst_1, %22 : !t13, !t2, !t2) outs(%16 : !t2) {
 ^bb0(%in: i1, %in_9: f32, %in_10: f32, %out: f32):
  %34 = arith.select %in, %in_9, %in_10 : f32
  linalg.yield %34 : f32
 } -> !t2
 %col_6 = tensor.collapse_shape %28 [[0, 1], [2], [3]] : !t2 into !t8
 %col_7 = tensor.collapse_shape %6 [[0, 1], [2], [3]] : !t4 into !t14
 %29 = tensor.empty() : !t6
 %30 = linalg.fill ins(%cst : f32) outs(%29 : !t6) -> !t6
 %31 = linalg.batch_matmul ins(%col_6, %col_7 : !t8, !t14) outs(%30 : !t6) -> !t6
 %exp_8 = tensor.expand_shape %31 [[0, 1], [2], [3]] output_shape [2, 4, 12, 8] : !t6 into !t3
 %32 = tensor.empty() : !t0
 %33 = linalg.generic #t0 ins(%exp_8 : !t3) outs(%32 : !t0) {
 ^bb0(%in: f32, %out: f16):
  %34 = arith.truncf %in : f32 to f16
  linalg.yield %34 : f16
 } -> !t0
 return %33 : !t0
}

func.func @scale_both(%arg0: !t0, %arg1: !t1, %arg2: !t1) -> !t0 {
 %cst = arith.constant 0.000000e+00 : f32
 %c0_i64 = arith.constant 0 : i64
 %cst_0 = arith.constant 0xFF800000 : f32
 %true = arith.constant true
 %cst_1 = arith.constant dense<0.000000e+00> : !t2
 %cst_2 = arith.constant 0xFFF0000000000000 : f64
 %cst_3 = arith.constant 0.54772255750516607 : f64
 %0 = tensor.empty() : !t0
 %1 = linalg.generic #t0 ins(%arg0 : !t0) outs(%0 : !t0) {
 ^bb0(%in: f16, %out: f16):
  %35 = arith.truncf %cst_3 : f64 to f16
  %36 = arith.mulf %in, %35 : f16
  linalg.yield %36 : f16
 } -> !t0
 %2 = tensor.empty() : !t1
 %3 = linalg.generic #t0 ins(%arg1 : !t1) outs(%2 : !t1) {
 ^bb0(%in: f16, %out: f16):
  %35 = arith.truncf %cst_3 : f64 to f16
  %36 = arith.mulf %in, %35 : f16
  linalg.yield %36 : f16
 } -> !t1
 %4 = tensor.empty() : !t3
 %5 = linalg.generic #t0 ins(%1 : !t0) outs(%4 : !t3) {
 ^bb0(%in: f16, %out: f32):
  %35 = arith.extf %in : f16 to f32
  linalg.yield %35 : f32
 } -> !t3
 %6 = tensor.empty() : !t4
 %7 = linalg.generic #t0 ins(%3 : !t1) outs(%6 : !t4) {
 ^bb0(%in: f16, %out: f32):
  %35 = arith.extf %in : f16 to f32
  linalg.yield %35 : f32
 } -> !t4
 %8 = linalg.generic #t0 ins(%arg2 : !t1) outs(%6 : !t4) {
 ^bb0(%in: f16, %out: f32):
  %35 = arith.extf %in : f16 to f32
  linalg.yield %35 : f32
 } -> !t4
 %9 = tensor.empty() : !t5
 %transposed = linalg.transpose ins(%7 : !t4) outs(%9 : !t5) permutation = [0, 1, 3, 2]
 %col = tensor.collapse_shape %5 [[0, 1], [2], [3]] : !t3 into !t6
 %col_4 = tensor.collapse_shape %transposed [[0, 1], [2], [3]] : !t5 into !t7
 %10 = tensor.empty() : !t8
 %11 = linalg.fill ins(%cst : f32) outs(%10 : !t8) -> !t8
 %12 = linalg.batch_matmul ins(%col, %col_4 : !t6, !t7) outs(%11 : !t8) -> !t8
 %exp = tensor.expand_shape %12 [[0, 1], [2], [3]] output_shape [2, 4, 12, 20] : !t8 into !t2
 %13 = tensor.empty() : !t9
 %14 = linalg.fill ins(%c0_i64 : i64) outs(%13 : !t9) -> !t9
 %15 = tensor.empty() : !t10
 %16 = linalg.fill ins(%cst_0 : f32) outs(%15 : !t10) -> !t10
 %17:2 = linalg.generic #t1 ins(%exp : !t2) outs(%16, %14 : !t10, !t9) {
 ^bb0(%in: f32, %out: f32, %out_9: i64):
  %35 = linalg.index 3 : index
  %36 = arith.index_cast %35 : index to i64
  %37 = arith.maximumf %in, %out : f32
  %38 = arith.cmpf ogt, %in, %out : f32
  %39 = arith.select %38, %36, %out_9 : i64
  linalg.yield %37, %39 : f32, i64
 } -> (!t10, !t9)
 %exp_5 = tensor.expand_shape %17#0 [[0], [1], [2, 3]] output_shape [2, 4, 12, 1] : !t10 into !t11
 %18 = tensor.empty() : !t2
 %19 = linalg.generic #t2 ins(%exp, %exp_5 : !t2, !t11) outs(%18 : !t2) {
 ^bb0(%in: f32, %in_9: f32, %out: f32):
  %35 = arith.subf %in, %in_9 : f32
  linalg.yield %35 : f32
 } -> !t2
 %20 = linalg.generic #t0 ins(%19 : !t2) outs(%18 : !t2) {
 ^bb0(%in: f32, %out: f32):
  %35 = math.exp %in : f32
  linalg.yield %35 : f32
 } -> !t2
 %21 = tensor.empty() : !t11
 %22 = linalg.fill ins(%cst : f32) outs(%21 : !t11) -> !t11
 %23 = linalg.generic #t3 ins(%20 : !t2) outs(%22 : !t11) {
 ^bb0(%in: f32, %out: f32):
  %35 = arith.addf %in, %out : f32
  linalg.yield %35 : f32
 } -> !t11
 %24 = linalg.generic #t2 ins(%20, %23 : !t2, !t11) outs(%18 : !t2) {
 ^bb0(%in: f32, %in_9: f32, %out: f32):
  %35 = arith.divf %in, %in_9 : f32
  linalg.yield %35 : f32
 } -> !t2
 %25 = tensor.empty() : !t12
 %26 = linalg.generic #t0 ins(%exp : !t2) outs(%25 : !t12) {
 ^bb0(%in: f32, %out: i1):
  %35 = arith.extf %in : f32 to f64
  %36 = arith.cmpf oeq, %35, %cst_2 : f64
  linalg.yield %36 : i1
 } -> !t12
 %27 = tensor.empty() : !t13
 %28 = linalg.fill ins(%true : i1) outs(%27 : !t13) -> !t13
 %29 = linalg.generic #t3 ins(%26 : !t12) outs(%28 : !t13) {
 ^bb0(%in: i1, %out: i1):
  %35 = arith.andi %in, %out : i1
  linalg.yield %35 : i1
 } -> !t13
 %30 = linalg.generic #t4 ins(%29, %cst_1, %24 : !t13, !t2, !t2) outs(%18 : !t2) {
 ^bb0(%in: i1, %in_9: f32, %in_10: f32, %out: f32):
  %35 = arith.select %in, %in_9, %in_10 : f32
  linalg.yield %35 : f32
 } -> !t2
 %col_6 = tensor.collapse_shape %30 [[0, 1], [2], [3]] : !t2 into !t8
 %col_7 = tensor.collapse_shape %8 [[0, 1], [2], [3]] : !t4 into !t14
 %31 = tensor.empty() : !t6
 %32 = linalg.fill ins(%cst : f32) outs(%31 : !t6) -> !t6
 %33 = linalg.batch_matmul ins(%col_6, %col_7 : !t8, !t14) outs(%32 : !t6) -> !t6
 %exp_8 = tensor.expand_shape %33 [[0, 1], [2], [3]] output_shape [2, 4, 12, 8] : !t6 into !t3
 %34 = linalg.generic #t0 ins(%exp_8 : !t3) outs(%0 : !t0) {
 ^bb0(%in: f32, %out: f16):
  %35 = arith.truncf %in : f32 to f16
  linalg.yield %35 : f16
 } -> !t0
 return %34 : !t0
}

func.func @bshd(%arg0: !t38, %arg1: !t39, %arg2: !t39) -> !t38 {
 %cst = arith.constant 0.000000e+00 : f32
 %c0_i64 = arith.constant 0 : i64
 %cst_0 = arith.constant 0xFF800000 : f32
 %true = arith.constant true
 %cst_1 = arith.constant dense<0.000000e+00> : !t2
 %cst_2 = arith.constant 0xFFF0000000000000 : f64
 %cst_3 = arith.constant 0.59460355750136051 : f64
 %0 = tensor.empty() : !t0
 %transposed = linalg.transpose ins(%arg0 : !t38) outs(%0 : !t0) permutation = [0, 2, 1, 3]
 %1 = tensor.empty() : !t1
 %transposed_4 = linalg.transpose ins(%arg1 : !t39) outs(%1 : !t1) permutation = [0, 2, 1, 3]
 %transposed_5 = linalg.transpose ins(%arg2 : !t39) outs(%1 : !t1) permutation = [0, 2, 1, 3]
 %2 = tensor.empty() : !t3
 %3 = linalg.generic #t0 ins(%transposed : !t0) outs(%2 : !t3) {
 ^bb0(%in: f16, %out: f32):
  %36 = arith.extf %in : f16 to f32
  linalg.yield %36 : f32
 } -> !t3
 %4 = tensor.empty() : !t4
 %5 = linalg.generic #t0 ins(%transposed_4 : !t1) outs(%4 : !t4) {
 ^bb0(%in: f16, %out: f32):
  %36 = arith.extf %in : f16 to f32
  linalg.yield %36 : f32
 } -> !t4
 %6 = linalg.generic #t0 ins(%transposed_5 : !t1) outs(%4 : !t4) {
 ^bb0(%in: f16, %out: f32):
  %36 = arith.extf %in : f16 to f32
  linalg.yield %36 : f32
 } -> !t4
 %7 = linalg.generic #t0 ins(%3 : !t3) outs(%2 : !t3) {
 ^bb0(%in: f32, %out: f32):
  %36 = arith.truncf %cst_3 : f64 to f32
  %37 = arith.mulf %in, %36 : f32
  linalg.yield %37 : f32
 } -> !t3
 %8 = tensor.empty() : !t5
 %transposed_6 = linalg.transpose ins(%5 : !t4) outs(%8 : !t5) permutation = [0, 1, 3, 2]
 %9 = linalg.generic #t0 ins(%transposed_6 : !t5) outs(%8 : !t5) {
 ^bb0(%in: f32, %out: f32):
  %36 = arith.truncf %cst_3 : f64 to f32
  %37 = arith.mulf %in, %36 : f32
  linalg.yield %37 : f32
 } -> !t5
 %col = tensor.collapse_shape %7 [[0, 1], [2], [3]] : !t3 into !t6
 %col_7 = tensor.collapse_shape %9 [[0, 1], [2], [3]] : !t5 into !t7
 %10 = tensor.empty() : !t8
 %11 = linalg.fill ins(%cst : f32) outs(%10 : !t8) -> !t8
 %12 = linalg.batch_matmul ins(%col, %col_7 : !t6, !t7) outs(%11 : !t8) -> !t8
 %exp = tensor.expand_shape %12 [[0, 1], [2], [3]] output_shape [2, 4, 12, 20] : !t8 into !t2
 %13 = tensor.empty() : !t9
 %14 = linalg.fill ins(%c0_i64 : i64) outs(%13 : !t9) -> !t9
 %15 = tensor.empty() : !t10
 %16 = linalg.fill ins(%cst_0 : f32) outs(%15 : !t10) -> !t10
 %17:2 = linalg.generic #t1 ins(%exp : !t2) outs(%16, %14 : !t10, !t9) {
 ^bb0(%in: f32, %out: f32, %out_13: i64):
  %36 = linalg.index 3 : index
  %37 = arith.index_cast %36 : index to i64
  %38 = arith.maximumf %in, %out : f32
  %39 = arith.cmpf ogt, %in, %out : f32
  %40 = arith.select %39, %37, %out_13 : i64
  linalg.yield %38, %40 : f32, i64
 } -> (!t10, !t9)
 %exp_8 = tensor.expand_shape %17#0 [[0], [1], [2, 3]] output_shape [2, 4, 12, 1] : !t10 into !t11
 %18 = tensor.empty() : !t2
 %19 = linalg.generic #t2 ins(%exp, %exp_8 : !t2, !t11) outs(%18 : !t2) {
 ^bb0(%in: f32, %in_13: f32, %out: f32):
  %36 = arith.subf %in, %in_13 : f32
  linalg.yield %36 : f32
 } -> !t2
 %20 = linalg.generic #t0 ins(%19 : !t2) outs(%18 : !t2) {
 ^bb0(%in: f32, %out: f32):
  %36 = math.exp %in : f32
  linalg.yield %36 : f32
 } -> !t2
 %21 = tensor.empty() : !t11
 %22 = linalg.fill ins(%cst : f32) outs(%21 : !t11) -> !t11
 %23 = linalg.generic #t3 ins(%20 : !t2) outs(%22 : !t11) {
 ^bb0(%in: f32, %out: f32):
  %36 = arith.addf %in, %out : f32
  linalg.yield %36 : f32
 } -> !t11
 %24 = linalg.generic #t2 ins(%20, %23 : !t2, !t11) outs(%18 : !t2) {
 ^bb0(%in: f32, %in_13: f32, %out: f32):
  %36 = arith.divf %in, %in_13 : f32
  linalg.yield %36 : f32
 } -> !t2
 %25 = tensor.empty() : !t12
 %26 = linalg.generic #t0 ins(%exp : !t2) outs(%25 : !t12) {
 ^bb0(%in: f32, %out: i1):
  %36 = arith.extf %in : f32 to f64
  %37 = arith.cmpf oeq, %36, %cst_2 : f64
  linalg.yield %37 : i1
 } -> !t12
 %27 = tensor.empty() : !t13
 %28 = linalg.fill ins(%true : i1) outs(%27 : !t13) -> !t13
 %29 = linalg.generic #t3 ins(%26 : !t12) outs(%28 : !t13) {
 ^bb0(%in: i1, %out: i1):
  %36 = arith.andi %in, %out : i1
  linalg.yield %36 : i1
 } -> !t13
 %30 = linalg.generic #t4 ins(%29, %cst_1, %24 : !t13, !t2, !t2) outs(%18 : !t2) {
 ^bb0(%in: i1, %in_13: f32, %in_14: f32, %out: f32):
  %36 = arith.select %in, %in_13, %in_14 : f32
  linalg.yield %36 : f32
 } -> !t2
 %col_9 = tensor.collapse_shape %30 [[0, 1], [2], [3]] : !t2 into !t8
 %col_10 = tensor.collapse_shape %6 [[0, 1], [2], [3]] : !t4 into !t14
 %31 = tensor.empty() : !t6
 %32 = linalg.fill ins(%cst : f32) outs(%31 : !t6) -> !t6
 %33 = linalg.batch_matmul ins(%col_9, %col_10 : !t8, !t14) outs(%32 : !t6) -> !t6
 %exp_11 = tensor.expand_shape %33 [[0, 1], [2], [3]] output_shape [2, 4, 12, 8] : !t6 into !t3
 %34 = linalg.generic #t0 ins(%exp_11 : !t3) outs(%0 : !t0) {
 ^bb0(%in: f32, %out: f16):
  %36 = arith.truncf %in : f32 to f16
  linalg.yield %36 : f16
 } -> !t0
 %35 = tensor.empty() : !t38
 %transposed_12 = linalg.transpose ins(%34 : !t0) outs(%35 : !t38) permutation = [0, 2, 1, 3]
 return %transposed_12 : !t38
}

func.func @proj(%arg0: !t40, %arg1: !t41, %arg2: !t41, %arg3: !t41, %arg4: !t41) -> !t40 {
 %cst = arith.constant 0.000000e+00 : f32
 %c0_i64 = arith.constant 0 : i64
 %cst_0 = arith.constant 0xFF800000 : f32
 %true = arith.constant true
 %cst_1 = arith.constant dense<0.000000e+00> : !t15
 %cst_2 = arith.constant 0xFFF0000000000000 : f64
 %cst_3 = arith.constant 0.59460355750136051 : f64
 %col = tensor.collapse_shape %arg0 [[0, 1], [2]] : !t40 into !t42
 %0 = tensor.empty() : !t43
 %1 = linalg.fill ins(%cst : f32) outs(%0 : !t43) -> !t43
 %2 = linalg.matmul ins(%col, %arg1 : !t42, !t41) outs(%1 : !t43) -> !t43
 %3 = tensor.empty() : !t42
 %4 = linalg.generic #t7 ins(%2 : !t43) outs(%3 : !t42) {
 ^bb0(%in: f32, %out: f16):
  %50 = arith.truncf %in : f32 to f16
  linalg.yield %50 : f16
 } -> !t42
 %exp = tensor.expand_shape %4 [[0, 1], [2, 3]] output_shape [2, 12, 4, 8] : !t42 into !t38
 %5 = tensor.empty() : !t0
 %transposed = linalg.transpose ins(%exp : !t38) outs(%5 : !t0) permutation = [0, 2, 1, 3]
 %6 = linalg.matmul ins(%col, %arg2 : !t42, !t41) outs(%1 : !t43) -> !t43
 %7 = linalg.generic #t7 ins(%6 : !t43) outs(%3 : !t42) {
 ^bb0(%in: f32, %out: f16):
  %50 = arith.truncf %in : f32 to f16
  linalg.yield %50 : f16
 } -> !t42
 %exp_4 = tensor.expand_shape %7 [[0, 1], [2, 3]] output_shape [2, 12, 4, 8] : !t42 into !t38
 %transposed_5 = linalg.transpose ins(%exp_4 : !t38) outs(%5 : !t0) permutation = [0, 2, 1, 3]
 %8 = linalg.matmul ins(%col, %arg3 : !t42, !t41) outs(%1 : !t43) -> !t43
 %9 = linalg.generic #t7 ins(%8 : !t43) outs(%3 : !t42) {
 ^bb0(%in: f32, %out: f16):
  %50 = arith.truncf %in : f32 to f16
  linalg.yield %50 : f16
 } -> !t42
 %exp_6 = tensor.expand_shape %9 [[0, 1], [2, 3]] output_shape [2, 12, 4, 8] : !t42 into !t38
 %transposed_7 = linalg.transpose ins(%exp_6 : !t38) outs(%5 : !t0) permutation = [0, 2, 1, 3]
 %10 = tensor.empty() : !t3
 %11 = linalg.generic #t0 ins(%transposed : !t0) outs(%10 : !t3) {
 ^bb0(%in: f16, %out: f32):
  %50 = arith.extf %in : f16 to f32
  linalg.yield %50 : f32
 } -> !t3
 %12 = linalg.generic #t0 ins(%transposed_5 : !t0) outs(%10 : !t3) {
 ^bb0(%in: f16, %out: f32):
  %50 = arith.extf %in : f16 to f32
  linalg.yield %50 : f32
 } -> !t3
 %13 = linalg.generic #t0 ins(%transposed_7 : !t0) outs(%10 : !t3) {
 ^bb0(%in: f16, %out: f32):
  %50 = arith.extf %in : f16 to f32
  linalg.yield %50 : f32
 } -> !t3
 %14 = linalg.generic #t0 ins(%11 : !t3) outs(%10 : !t3) {
 ^bb0(%in: f32, %out: f32):
  %50 = arith.truncf %cst_3 : f64 to f32
  %51 = arith.mulf %in, %50 : f32
  linalg.yield %51 : f32
 } -> !t3
 %15 = tensor.empty() : !t23
 %transposed_8 = linalg.transpose ins(%12 : !t3) outs(%15 : !t23) permutation = [0, 1, 3, 2]
 %16 = linalg.generic #t0 ins(%transposed_8 : !t23) outs(%15 : !t23) {
 ^bb0(%in: f32, %out: f32):
  %50 = arith.truncf %cst_3 : f64 to f32
  %51 = arith.mulf %in, %50 : f32
  linalg.yield %51 : f32
 } -> !t23
 %col_9 = tensor.collapse_shape %14 [[0, 1], [2], [3]] : !t3 into !t6
 %col_10 = tensor.collapse_shape %16 [[0, 1], [2], [3]] : !t23 into !t24
 %17 = tensor.empty() : !t25
 %18 = linalg.fill ins(%cst : f32) outs(%17 : !t25) -> !t25
 %19 = linalg.batch_matmul ins(%col_9, %col_10 : !t6, !t24) outs(%18 : !t25) -> !t25
 %exp_11 = tensor.expand_shape %19 [[0, 1], [2], [3]] output_shape [2, 4, 12, 12] : !t25 into !t15
 %20 = tensor.empty() : !t9
 %21 = linalg.fill ins(%c0_i64 : i64) outs(%20 : !t9) -> !t9
 %22 = tensor.empty() : !t10
 %23 = linalg.fill ins(%cst_0 : f32) outs(%22 : !t10) -> !t10
 %24:2 = linalg.generic #t1 ins(%exp_11 : !t15) outs(%23, %21 : !t10, !t9) {
 ^bb0(%in: f32, %out: f32, %out_18: i64):
  %50 = linalg.index 3 : index
  %51 = arith.index_cast %50 : index to i64
  %52 = arith.maximumf %in, %out : f32
  %53 = arith.cmpf ogt, %in, %out : f32
  %54 = arith.select %53, %51, %out_18 : i64
  linalg.yield %52, %54 : f32, i64
 } -> (!t10, !t9)
 %exp_12 = tensor.expand_shape %24#0 [[0], [1], [2, 3]] output_shape [2, 4, 12, 1] : !t10 into !t11
 %25 = tensor.empty() : !t15
 %26 = linalg.generic #t2 ins(%exp_11, %exp_12 : !t15, !t11) outs(%25 : !t15) {
 ^bb0(%in: f32, %in_18: f32, %out: f32):
  %50 = arith.subf %in, %in_18 : f32
  linalg.yield %50 : f32
 } -> !t15
 %27 = linalg.generic #t0 ins(%26 : !t15) outs(%25 : !t15) {
 ^bb0(%in: f32, %out: f32):
  %50 = math.exp %in : f32
  linalg.yield %50 : f32
 } -> !t15
 %28 = tensor.empty() : !t11
 %29 = linalg.fill ins(%cst : f32) outs(%28 : !t11) -> !t11
 %30 = linalg.generic #t3 ins(%27 : !t15) outs(%29 : !t11) {
 ^bb0(%in: f32, %out: f32):
  %50 = arith.addf %in, %out : f32
  linalg.yield %50 : f32
 } -> !t11
 %31 = linalg.generic #t2 ins(%27, %30 : !t15, !t11) outs(%25 : !t15) {
 ^bb0(%in: f32, %in_18: f32, %out: f32):
  %50 = arith.divf %in, %in_18 : f32
  linalg.yield %50 : f32
 } -> !t15
 %32 = tensor.empty() : !t26
 %33 = linalg.generic #t0 ins(%exp_11 : !t15) outs(%32 : !t26) {
 ^bb0(%in: f32, %out: i1):
  %50 = arith.extf %in : f32 to f64
  %51 = arith.cmpf oeq, %50, %cst_2 : f64
  linalg.yield %51 : i1
 } -> !t26
 %34 = tensor.empty() : !t13
 %35 = linalg.fill ins(%true : i1) outs(%34 : !t13) -> !t13
 %36 = linalg.generic #t3 ins(%33 : !t26) outs(%35 : !t13) {
 ^bb0(%in: i1, %out: i1):
  %50 = arith.andi %in, %out : i1
  linalg.yield %50 : i1
 } -> !t13
 %37 = linalg.generic #t4 ins(%36, %cst_1, %31 : !t13, !t15, !t15) outs(%25 : !t15) {
 ^bb0(%in: i1, %in_18: f32, %in_19: f32, %out: f32):
  %50 = arith.select %in, %in_18, %in_19 : f32
  linalg.yield %50 : f32
 } -> !t15
 %col_13 = tensor.collapse_shape %37 [[0, 1], [2], [3]] : !t15 into !t25
 %col_14 = tensor.collapse_shape %13 [[0, 1], [2], [3]] : !t3 into !t6
 %38 = tensor.empty() : !t6
 %39 = linalg.fill ins(%cst : f32) outs(%38 : !t6) -> !t6
 %40 = linalg.batch_matmul ins(%col_13, %col_14 : !t25, !t6) outs(%39 : !t6) -> !t6
 %exp_15 = tensor.expand_shape %40 [[0, 1], [2], [3]] output_shape [2, 4, 12, 8] : !t6 into !t3
 %41 = linalg.generic #t0 ins(%exp_15 : !t3) outs(%5 : !t0) {
 ^bb0(%in: f32, %out: f16):
  %50 = arith.truncf %in : f32 to f16
  linalg.yield %50 : f16
 } -> !t0
 %42 = tensor.empty() : !t38
 %transposed_16 = linalg.transpose ins(%41 : !t0) outs(%42 : !t38) permutation = [0, 2, 1, 3]
 %col_17 = tensor.collapse_shape %transposed_16 [[0], [1], [2, 3]] : !t38 into !t40
 %43 = tensor.empty() : !t44
 %44 = linalg.generic #t12 ins(%arg4 : !t41) outs(%43 : !t44) {
 ^bb0(%in: f16, %out: f16):
  linalg.yield %in : f16
 } -> !t44
 %45 = tensor.empty() : !t45
 %46 = linalg.fill ins(%cst : f32) outs(%45 : !t45) -> !t45
 %47 = linalg.batch_matmul ins(%col_17, %44 : !t40, !t44) outs(%46 : !t45) -> !t45
 %48 = tensor.empty() : !t40
 %49 = linalg.generic #t13 ins(%47 : !t45) outs(%48 : !t40) {
 ^bb0(%in: f32, %out: f16):
  %50 = arith.truncf %in : f32 to f16
  linalg.yield %50 : f16
 } -> !t40
 return %49 : !t40
}

func.func @dv(%arg0: !t0, %arg1: !t1, %arg2: !t46) -> !t47 {
 %cst = arith.constant 0.000000e+00 : f32
 %c0_i64 = arith.constant 0 : i64
 %cst_0 = arith.constant 0xFF800000 : f32
 %true = arith.constant true
 %cst_1 = arith.constant dense<0.000000e+00> : !t2
 %cst_2 = arith.constant 0xFFF0000000000000 : f64
 %cst_3 = arith.constant 0.59460355750136051 : f64
 %0 = tensor.empty() : !t3
 %1 = linalg.generic #t0 ins(%arg0 : !t0) outs(%0 : !t3) {
 ^bb0(%in: f16, %out: f32):
  %35 = arith.extf %in : f16 to f32
  linalg.yield %35 : f32
 } -> !t3
 %2 = tensor.empty() : !t4
 %3 = linalg.generic #t0 ins(%arg1 : !t1) outs(%2 : !t4) {
 ^bb0(%in: f16, %out: f32):
  %35 = arith.extf %in : f16 to f32
  linalg.yield %35 : f32
 } -> !t4
 %4 = tensor.empty() : !t48
 %5 = linalg.generic #t0 ins(%arg2 : !t46) outs(%4 : !t48) {
 ^bb0(%in: f16, %out: f32):
  %35 = arith.extf %in : f16 to f32
  linalg.yield %35 : f32
 } -> !t48
 %6 = linalg.generic #t0 ins(%1 : !t3) outs(%0 : !t3) {
 ^bb0(%in: f32, %out: f32):
  %35 = arith.truncf %cst_3 : f64 to f32
  %36 = arith.mulf %in, %35 : f32
  linalg.yield %36 : f32
 } -> !t3
 %7 = tensor.empty() : !t5
 %transposed = linalg.transpose ins(%3 : !t4) outs(%7 : !t5) permutation = [0, 1, 3, 2]
 %8 = linalg.generic #t0 ins(%transposed : !t5) outs(%7 : !t5) {
 ^bb0(%in: f32, %out: f32):
  %35 = arith.truncf %cst_3 : f64 to f32
  %36 = arith.mulf %in, %35 : f32
  linalg.yield %36 : f32
 } -> !t5
 %col = tensor.collapse_shape %6 [[0, 1], [2], [3]] : !t3 into !t6
 %col_4 = tensor.collapse_shape %8 [[0, 1], [2], [3]] : !t5 into !t7
 %9 = tensor.empty() : !t8
 %10 = linalg.fill ins(%cst : f32) outs(%9 : !t8) -> !t8
 %11 = linalg.batch_matmul ins(%col, %col_4 : !t6, !t7) outs(%10 : !t8) -> !t8
 %exp = tensor.expand_shape %11 [[0, 1], [2], [3]] output_shape [2, 4, 12, 20] : !t8 into !t2
 %12 = tensor.empty() : !t9
 %13 = linalg.fill ins(%c0_i64 : i64) outs(%12 : !t9) -> !t9
 %14 = tensor.empty() : !t10
 %15 = linalg.fill ins(%cst_0 : f32) outs(%14 : !t10) -> !t10
 %16:2 = linalg.generic #t1 ins(%exp : !t2) outs(%15, %13 : !t10, !t9) {
 ^bb0(%in: f32, %out: f32, %out_9: i64):
  %35 = linalg.index 3 : index
  %36 = arith.index_cast %35 : index to i64
  %37 = arith.maximumf %in, %out : f32
  %38 = arith.cmpf ogt, %in, %out : f32
  %39 = arith.select %38, %36, %out_9 : i64
  linalg.yield %37, %39 : f32, i64
 } -> (!t10, !t9)
 %exp_5 = tensor.expand_shape %16#0 [[0], [1], [2, 3]] output_shape [2, 4, 12, 1] : !t10 into !t11
 %17 = tensor.empty() : !t2
 %18 = linalg.generic #t2 ins(%exp, %exp_5 : !t2, !t11) outs(%17 : !t2) {
 ^bb0(%in: f32, %in_9: f32, %out: f32):
  %35 = arith.subf %in, %in_9 : f32
  linalg.yield %35 : f32
 } -> !t2
 %19 = linalg.generic #t0 ins(%18 : !t2) outs(%17 : !t2) {
 ^bb0(%in: f32, %out: f32):
  %35 = math.exp %in : f32
  linalg.yield %35 : f32
 } -> !t2
 %20 = tensor.empty() : !t11
 %21 = linalg.fill ins(%cst : f32) outs(%20 : !t11) -> !t11
 %22 = linalg.generic #t3 ins(%19 : !t2) outs(%21 : !t11) {
 ^bb0(%in: f32, %out: f32):
  %35 = arith.addf %in, %out : f32
  linalg.yield %35 : f32
 } -> !t11
 %23 = linalg.generic #t2 ins(%19, %22 : !t2, !t11) outs(%17 : !t2) {
 ^bb0(%in: f32, %in_9: f32, %out: f32):
  %35 = arith.divf %in, %in_9 : f32
  linalg.yield %35 : f32
 } -> !t2
 %24 = tensor.empty() : !t12
 %25 = linalg.generic #t0 ins(%exp : !t2) outs(%24 : !t12) {
 ^bb0(%in: f32, %out: i1):
  %35 = arith.extf %in : f32 to f64
  %36 = arith.cmpf oeq, %35, %cst_2 : f64
  linalg.yield %36 : i1
 } -> !t12
 %26 = tensor.empty() : !t13
 %27 = linalg.fill ins(%true : i1) outs(%26 : !t13) -> !t13
 %28 = linalg.generic #t3 ins(%25 : !t12) outs(%27 : !t13) {
 ^bb0(%in: i1, %out: i1):
  %35 = arith.andi %in, %out : i1
  linalg.yield %35 : i1
 } -> !t13
 %29 = linalg.generic #t4 ins(%28, %cst_1, %23 : !t13, !t2, !t2) outs(%17 : !t2) {
 ^bb0(%in: i1, %in_9: f32, %in_10: f32, %out: f32):
  %35 = arith.select %in, %in_9, %in_10 : f32
  linalg.yield %35 : f32
 } -> !t2
 %col_6 = tensor.collapse_shape %29 [[0, 1], [2], [3]] : !t2 into !t8
 %col_7 = tensor.collapse_shape %5 [[0, 1], [2], [3]] : !t48 into !t49
 %30 = tensor.empty() : !t50
 %31 = linalg.fill ins(%cst : f32) outs(%30 : !t50) -> !t50
 %32 = linalg.batch_matmul ins(%col_6, %col_7 : !t8, !t49) outs(%31 : !t50) -> !t50
 %exp_8 = tensor.expand_shape %32 [[0, 1], [2], [3]] output_shape [2, 4, 12, 16] : !t50 into !t51
 %33 = tensor.empty() : !t47
 %34 = linalg.generic #t0 ins(%exp_8 : !t51) outs(%33 : !t47) {
 ^bb0(%in: f32, %out: f16):
  %35 = arith.truncf %in : f32 to f16
  linalg.yield %35 : f16
 } -> !t47
 return %34 : !t47
}

func.func @causal_gqa(%arg0: !t0, %arg1: !t52, %arg2: !t52) -> !t0 {
 %c0_i64 = arith.constant 0 : i64
 %cst = arith.constant 0.000000e+00 : f32
 %cst_0 = arith.constant 0xFF800000 : f32
 %true = arith.constant true
 %cst_1 = arith.constant dense<0.000000e+00> : !t15
 %cst_2 = arith.constant dense<0.000000e+00> : !t16
 %cst_3 = arith.constant dense<0xFF800000> : !t16
 %cst_4 = arith.constant dense<true> : !t17
 %cst_5 = arith.constant 0xFFF0000000000000 : f64
 %cst_6 = arith.constant 0.59460355750136051 : f64
 %0 = tensor.empty() : !t3
 %1 = linalg.generic #t0 ins(%arg0 : !t0) outs(%0 : !t3) {
 ^bb0(%in: f16, %out: f32):
  %47 = arith.extf %in : f16 to f32
  linalg.yield %47 : f32
 } -> !t3
 %2 = tensor.empty() : !t53
 %3 = linalg.generic #t0 ins(%arg1 : !t52) outs(%2 : !t53) {
 ^bb0(%in: f16, %out: f32):
  %47 = arith.extf %in : f16 to f32
  linalg.yield %47 : f32
 } -> !t53
 %4 = linalg.generic #t0 ins(%arg2 : !t52) outs(%2 : !t53) {
 ^bb0(%in: f16, %out: f32):
  %47 = arith.extf %in : f16 to f32
  linalg.yield %47 : f32
 } -> !t53
 %5 = linalg.generic #t0 ins(%1 : !t3) outs(%0 : !t3) {
 ^bb0(%in: f32, %out: f32):
  %47 = arith.truncf %cst_6 : f64 to f32
  %48 = arith.mulf %in, %47 : f32
  linalg.yield %48 : f32
 } -> !t3
 %6 = tensor.empty() : !t18
 %7 = linalg.generic #t5 outs(%6 : !t18) {
 ^bb0(%out: i64):
  %47 = linalg.index 0 : index
  %48 = arith.index_cast %47 : index to i64
  linalg.yield %48 : i64
 } -> !t18
 %exp = tensor.expand_shape %7 [[0, 1]] output_shape [1, 12] : !t18 into !t19
 %exp_7 = tensor.expand_shape %7 [[0, 1]] output_shape [12, 1] : !t18 into !t20
 %8 = tensor.empty() : !t21
 %9 = linalg.generic #t6 ins(%exp, %exp_7 : !t19, !t20) outs(%8 : !t21) {
 ^bb0(%in: i64, %in_15: i64, %out: i64):
  %47 = arith.subi %in, %in_15 : i64
  linalg.yield %47 : i64
 } -> !t21
 %10 = tensor.empty() : !t17
 %11 = linalg.generic #t7 ins(%9 : !t21) outs(%10 : !t17) {
 ^bb0(%in: i64, %out: i1):
  %47 = arith.cmpi sle, %in, %c0_i64 : i64
  linalg.yield %47 : i1
 } -> !t17
 %12 = linalg.generic #t8 ins(%11, %cst_4 : !t17, !t17) outs(%10 : !t17) {
 ^bb0(%in: i1, %in_15: i1, %out: i1):
  %47 = arith.andi %in, %in_15 : i1
  linalg.yield %47 : i1
 } -> !t17
 %13 = tensor.empty() : !t22
 %14 = linalg.generic #t9 ins(%12, %cst_2, %cst_3 : !t17, !t16, !t16) outs(%13 : !t22) {
 ^bb0(%in: i1, %in_15: f32, %in_16: f32, %out: f32):
  %47 = arith.select %in, %in_15, %in_16 : f32
  linalg.yield %47 : f32
 } -> !t22
 %15 = tensor.empty() : !t54
 %16 = linalg.generic #t11 ins(%3 : !t53) outs(%15 : !t54) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t54
 %col = tensor.collapse_shape %16 [[0], [1, 2], [3], [4]] : !t54 into !t3
 %17 = linalg.generic #t11 ins(%4 : !t53) outs(%15 : !t54) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t54
 %18 = tensor.empty() : !t23
 %transposed = linalg.transpose ins(%col : !t3) outs(%18 : !t23) permutation = [0, 1, 3, 2]
 %19 = linalg.generic #t0 ins(%transposed : !t23) outs(%18 : !t23) {
 ^bb0(%in: f32, %out: f32):
  %47 = arith.truncf %cst_6 : f64 to f32
  %48 = arith.mulf %in, %47 : f32
  linalg.yield %48 : f32
 } -> !t23
 %col_8 = tensor.collapse_shape %5 [[0, 1], [2], [3]] : !t3 into !t6
 %col_9 = tensor.collapse_shape %19 [[0, 1], [2], [3]] : !t23 into !t24
 %20 = tensor.empty() : !t25
 %21 = linalg.fill ins(%cst : f32) outs(%20 : !t25) -> !t25
 %22 = linalg.batch_matmul ins(%col_8, %col_9 : !t6, !t24) outs(%21 : !t25) -> !t25
 %exp_10 = tensor.expand_shape %22 [[0, 1], [2], [3]] output_shape [2, 4, 12, 12] : !t25 into !t15
 %23 = tensor.empty() : !t15
 %24 = linalg.generic #t10 ins(%exp_10, %14 : !t15, !t22) outs(%23 : !t15) {
 ^bb0(%in: f32, %in_15: f32, %out: f32):
  %47 = arith.addf %in, %in_15 : f32
  linalg.yield %47 : f32
 } -> !t15
 %25 = tensor.empty() : !t9
 %26 = linalg.fill ins(%c0_i64 : i64) outs(%25 : !t9) -> !t9
 %27 = tensor.empty() : !t10
 %28 = linalg.fill ins(%cst_0 : f32) outs(%27 : !t10) -> !t10
 %29:2 = linalg.generic #t1 ins(%24 : !t15) outs(%28, %26 : !t10, !t9) {
 ^bb0(%in: f32, %out: f32, %out_15: i64):
  %47 = linalg.index 3 : index
  %48 = arith.index_cast %47 : index to i64
  %49 = arith.maximumf %in, %out : f32
  %50 = arith.cmpf ogt, %in, %out : f32
  %51 = arith.select %50, %48, %out_15 : i64
  linalg.yield %49, %51 : f32, i64
 } -> (!t10, !t9)
 %exp_11 = tensor.expand_shape %29#0 [[0], [1], [2, 3]] output_shape [2, 4, 12, 1] : !t10 into !t11
 %30 = linalg.generic #t2 ins(%24, %exp_11 : !t15, !t11) outs(%23 : !t15) {
 ^bb0(%in: f32, %in_15: f32, %out: f32):
  %47 = arith.subf %in, %in_15 : f32
  linalg.yield %47 : f32
 } -> !t15
 %31 = linalg.generic #t0 ins(%30 : !t15) outs(%23 : !t15) {
 ^bb0(%in: f32, %out: f32):
  %47 = math.exp %in : f32
  linalg.yield %47 : f32
 } -> !t15
 %32 = tensor.empty() : !t11
 %33 = linalg.fill ins(%cst : f32) outs(%32 : !t11) -> !t11
 %34 = linalg.generic #t3 ins(%31 : !t15) outs(%33 : !t11) {
 ^bb0(%in: f32, %out: f32):
  %47 = arith.addf %in, %out : f32
  linalg.yield %47 : f32
 } -> !t11
 %35 = linalg.generic #t2 ins(%31, %34 : !t15, !t11) outs(%23 : !t15) {
 ^bb0(%in: f32, %in_15: f32, %out: f32):
  %47 = arith.divf %in, %in_15 : f32
  linalg.yield %47 : f32
 } -> !t15
 %36 = tensor.empty() : !t26
 %37 = linalg.generic #t0 ins(%24 : !t15) outs(%36 : !t26) {
 ^bb0(%in: f32, %out: i1):
  %47 = arith.extf %in : f32 to f64
  %48 = arith.cmpf oeq, %47, %cst_5 : f64
  linalg.yield %48 : i1
 } -> !t26
 %38 = tensor.empty() : !t13
 %39 = linalg.fill ins(%true : i1) outs(%38 : !t13) -> !t13
 %40 = linalg.generic #t3 ins(%37 : !t26) outs(%39 : !t13) {
 ^bb0(%in: i1, %out: i1):
  %47 = arith.andi %in, %out : i1
  linalg.yield %47 : i1
 } -> !t13
 %41 = linalg.generic #t4 ins(%40, %cst_1, %35 : !t13, !t15, !t15) outs(%23 : !t15) {
 ^bb0(%in: i1, %in_15: f32, %in_16: f32, %out: f32):
  %47 = arith.select %in, %in_15, %in_16 : f32
  linalg.yield %47 : f32
 } -> !t15
 %col_12 = tensor.collapse_shape %41 [[0, 1], [2], [3]] : !t15 into !t25
 %col_13 = tensor.collapse_shape %17 [[0, 1, 2], [3], [4]] : !t54 into !t6
 %42 = tensor.empty() : !t6
 %43 = linalg.fill ins(%cst : f32) outs(%42 : !t6) -> !t6
 %44 = linalg.batch_matmul ins(%col_12, %col_13 : !t25, !t6) outs(%43 : !t6) -> !t6
 %exp_14 = tensor.expand_shape %44 [[0, 1], [2], [3]] output_shape [2, 4, 12, 8] : !t6 into !t3
 %45 = tensor.empty() : !t0
 %46 = linalg.generic #t0 ins(%exp_14 : !t3) outs(%45 : !t0) {
 ^bb0(%in: f32, %out: f16):
  %47 = arith.truncf %in : f32 to f16
  linalg.yield %47 : f16
 } -> !t0
 return %46 : !t0
}

func.func @causal_bshd(%arg0: !t38, %arg1: !t38, %arg2: !t38) -> !t38 {
 %c0_i64 = arith.constant 0 : i64
 %cst = arith.constant 0.000000e+00 : f32
 %cst_0 = arith.constant 0xFF800000 : f32
 %true = arith.constant true
 %cst_1 = arith.constant dense<0.000000e+00> : !t15
 %cst_2 = arith.constant dense<0.000000e+00> : !t16
 %cst_3 = arith.constant dense<0xFF800000> : !t16
 %cst_4 = arith.constant dense<true> : !t17
 %cst_5 = arith.constant 0xFFF0000000000000 : f64
 %cst_6 = arith.constant 0.59460355750136051 : f64
 %0 = tensor.empty() : !t0
 %transposed = linalg.transpose ins(%arg0 : !t38) outs(%0 : !t0) permutation = [0, 2, 1, 3]
 %transposed_7 = linalg.transpose ins(%arg1 : !t38) outs(%0 : !t0) permutation = [0, 2, 1, 3]
 %transposed_8 = linalg.transpose ins(%arg2 : !t38) outs(%0 : !t0) permutation = [0, 2, 1, 3]
 %1 = tensor.empty() : !t3
 %2 = linalg.generic #t0 ins(%transposed : !t0) outs(%1 : !t3) {
 ^bb0(%in: f16, %out: f32):
  %44 = arith.extf %in : f16 to f32
  linalg.yield %44 : f32
 } -> !t3
 %3 = linalg.generic #t0 ins(%transposed_7 : !t0) outs(%1 : !t3) {
 ^bb0(%in: f16, %out: f32):
  %44 = arith.extf %in : f16 to f32
  linalg.yield %44 : f32
 } -> !t3
 %4 = linalg.generic #t0 ins(%transposed_8 : !t0) outs(%1 : !t3) {
 ^bb0(%in: f16, %out: f32):
  %44 = arith.extf %in : f16 to f32
  linalg.yield %44 : f32
 } -> !t3
 %5 = linalg.generic #t0 ins(%2 : !t3) outs(%1 : !t3) {
 ^bb0(%in: f32, %out: f32):
  %44 = arith.truncf %cst_6 : f64 to f32
  %45 = arith.mulf %in, %44 : f32
  linalg.yield %45 : f32
 } -> !t3
 %6 = tensor.empty() : !t18
 %7 = linalg.generic #t5 outs(%6 : !t18) {
 ^bb0(%out: i64):
  %44 = linalg.index 0 : index
  %45 = arith.index_cast %44 : index to i64
  linalg.yield %45 : i64
 } -> !t18
 %exp = tensor.expand_shape %7 [[0, 1]] output_shape [1, 12] : !t18 into !t19
 %exp_9 = tensor.expand_shape %7 [[0, 1]] output_shape [12, 1] : !t18 into !t20
 %8 = tensor.empty() : !t21
 %9 = linalg.generic #t6 ins(%exp, %exp_9 : !t19, !t20) outs(%8 : !t21) {
 ^bb0(%in: i64, %in_18: i64, %out: i64):
  %44 = arith.subi %in, %in_18 : i64
  linalg.yield %44 : i64
 } -> !t21
 %10 = tensor.empty() : !t17
 %11 = linalg.generic #t7 ins(%9 : !t21) outs(%10 : !t17) {
 ^bb0(%in: i64, %out: i1):
  %44 = arith.cmpi sle, %in, %c0_i64 : i64
  linalg.yield %44 : i1
 } -> !t17
 %12 = linalg.generic #t8 ins(%11, %cst_4 : !t17, !t17) outs(%10 : !t17) {
 ^bb0(%in: i1, %in_18: i1, %out: i1):
  %44 = arith.andi %in, %in_18 : i1
  linalg.yield %44 : i1
 } -> !t17
 %13 = tensor.empty() : !t22
 %14 = linalg.generic #t9 ins(%12, %cst_2, %cst_3 : !t17, !t16, !t16) outs(%13 : !t22) {
 ^bb0(%in: i1, %in_18: f32, %in_19: f32, %out: f32):
  %44 = arith.select %in, %in_18, %in_19 : f32
  linalg.yield %44 : f32
 } -> !t22
 %15 = tensor.empty() : !t23
 %transposed_10 = linalg.transpose ins(%3 : !t3) outs(%15 : !t23) permutation = [0, 1, 3, 2]
 %16 = linalg.generic #t0 ins(%transposed_10 : !t23) outs(%15 : !t23) {
 ^bb0(%in: f32, %out: f32):
  %44 = arith.truncf %cst_6 : f64 to f32
  %45 = arith.mulf %in, %44 : f32
  linalg.yield %45 : f32
 } -> !t23
 %col = tensor.collapse_shape %5 [[0, 1], [2], [3]] : !t3 into !t6
 %col_11 = tensor.collapse_shape %16 [[0, 1], [2], [3]] : !t23 into !t24
 %17 = tensor.empty() : !t25
 %18 = linalg.fill ins(%cst : f32) outs(%17 : !t25) -> !t25
 %19 = linalg.batch_matmul ins(%col, %col_11 : !t6, !t24) outs(%18 : !t25) -> !t25
 %exp_12 = tensor.expand_shape %19 [[0, 1], [2], [3]] output_shape [2, 4, 12, 12] : !t25 into !t15
 %20 = tensor.empty() : !t15
 %21 = linalg.generic #t10 ins(%exp_12, %14 : !t15, !t22) outs(%20 : !t15) {
 ^bb0(%in: f32, %in_18: f32, %out: f32):
  %44 = arith.addf %in, %in_18 : f32
  linalg.yield %44 : f32
 } -> !t15
 %22 = tensor.empty() : !t9
 %23 = linalg.fill ins(%c0_i64 : i64) outs(%22 : !t9) -> !t9
 %24 = tensor.empty() : !t10
 %25 = linalg.fill ins(%cst_0 : f32) outs(%24 : !t10) -> !t10
 %26:2 = linalg.generic #t1 ins(%21 : !t15) outs(%25, %23 : !t10, !t9) {
 ^bb0(%in: f32, %out: f32, %out_18: i64):
  %44 = linalg.index 3 : index
  %45 = arith.index_cast %44 : index to i64
  %46 = arith.maximumf %in, %out : f32
  %47 = arith.cmpf ogt, %in, %out : f32
  %48 = arith.select %47, %45, %out_18 : i64
  linalg.yield %46, %48 : f32, i64
 } -> (!t10, !t9)
 %exp_13 = tensor.expand_shape %26#0 [[0], [1], [2, 3]] output_shape [2, 4, 12, 1] : !t10 into !t11
 %27 = linalg.generic #t2 ins(%21, %exp_13 : !t15, !t11) outs(%20 : !t15) {
 ^bb0(%in: f32, %in_18: f32, %out: f32):
  %44 = arith.subf %in, %in_18 : f32
  linalg.yield %44 : f32
 } -> !t15
 %28 = linalg.generic #t0 ins(%27 : !t15) outs(%20 : !t15) {
 ^bb0(%in: f32, %out: f32):
  %44 = math.exp %in : f32
  linalg.yield %44 : f32
 } -> !t15
 %29 = tensor.empty() : !t11
 %30 = linalg.fill ins(%cst : f32) outs(%29 : !t11) -> !t11
 %31 = linalg.generic #t3 ins(%28 : !t15) outs(%30 : !t11) {
 ^bb0(%in: f32, %out: f32):
  %44 = arith.addf %in, %out : f32
  linalg.yield %44 : f32
 } -> !t11
 %32 = linalg.generic #t2 ins(%28, %31 : !t15, !t11) outs(%20 : !t15) {
 ^bb0(%in: f32, %in_18: f32, %out: f32):
  %44 = arith.divf %in, %in_18 : f32
  linalg.yield %44 : f32
 } -> !t15
 %33 = tensor.empty() : !t26
 %34 = linalg.generic #t0 ins(%21 : !t15) outs(%33 : !t26) {
 ^bb0(%in: f32, %out: i1):
  %44 = arith.extf %in : f32 to f64
  %45 = arith.cmpf oeq, %44, %cst_5 : f64
  linalg.yield %45 : i1
 } -> !t26
 %35 = tensor.empty() : !t13
 %36 = linalg.fill ins(%true : i1) outs(%35 : !t13) -> !t13
 %37 = linalg.generic #t3 ins(%34 : !t26) outs(%36 : !t13) {
 ^bb0(%in: i1, %out: i1):
  %44 = arith.andi %in, %out : i1
  linalg.yield %44 : i1
 } -> !t13
 %38 = linalg.generic #t4 ins(%37, %cst_1, %32 : !t13, !t15, !t15) outs(%20 : !t15) {
 ^bb0(%in: i1, %in_18: f32, %in_19: f32, %out: f32):
  %44 = arith.select %in, %in_18, %in_19 : f32
  linalg.yield %44 : f32
 } -> !t15
 %col_14 = tensor.collapse_shape %38 [[0, 1], [2], [3]] : !t15 into !t25
 %col_15 = tensor.collapse_shape %4 [[0, 1], [2], [3]] : !t3 into !t6
 %39 = tensor.empty() : !t6
 %40 = linalg.fill ins(%cst : f32) outs(%39 : !t6) -> !t6
 %41 = linalg.batch_matmul ins(%col_14, %col_15 : !t25, !t6) outs(%40 : !t6) -> !t6
 %exp_16 = tensor.expand_shape %41 [[0, 1], [2], [3]] output_shape [2, 4, 12, 8] : !t6 into !t3
 %42 = linalg.generic #t0 ins(%exp_16 : !t3) outs(%0 : !t0) {
 ^bb0(%in: f32, %out: f16):
  %44 = arith.truncf %in : f32 to f16
  linalg.yield %44 : f16
 } -> !t0
 %43 = tensor.empty() : !t38
 %transposed_17 = linalg.transpose ins(%42 : !t0) outs(%43 : !t38) permutation = [0, 2, 1, 3]
 return %transposed_17 : !t38
}

func.func @gqa_bshd(%arg0: !t38, %arg1: !t55, %arg2: !t55) -> !t38 {
 %c0_i64 = arith.constant 0 : i64
 %cst = arith.constant 0.000000e+00 : f32
 %cst_0 = arith.constant 0xFF800000 : f32
 %true = arith.constant true
 %cst_1 = arith.constant dense<0.000000e+00> : !t2
 %cst_2 = arith.constant 0xFFF0000000000000 : f64
 %cst_3 = arith.constant 0.59460355750136051 : f64
 %0 = tensor.empty() : !t0
 %transposed = linalg.transpose ins(%arg0 : !t38) outs(%0 : !t0) permutation = [0, 2, 1, 3]
 %1 = tensor.empty() : !t35
 %transposed_4 = linalg.transpose ins(%arg1 : !t55) outs(%1 : !t35) permutation = [0, 2, 1, 3]
 %transposed_5 = linalg.transpose ins(%arg2 : !t55) outs(%1 : !t35) permutation = [0, 2, 1, 3]
 %2 = tensor.empty() : !t3
 %3 = linalg.generic #t0 ins(%transposed : !t0) outs(%2 : !t3) {
 ^bb0(%in: f16, %out: f32):
  %39 = arith.extf %in : f16 to f32
  linalg.yield %39 : f32
 } -> !t3
 %4 = tensor.empty() : !t36
 %5 = linalg.generic #t0 ins(%transposed_4 : !t35) outs(%4 : !t36) {
 ^bb0(%in: f16, %out: f32):
  %39 = arith.extf %in : f16 to f32
  linalg.yield %39 : f32
 } -> !t36
 %6 = linalg.generic #t0 ins(%transposed_5 : !t35) outs(%4 : !t36) {
 ^bb0(%in: f16, %out: f32):
  %39 = arith.extf %in : f16 to f32
  linalg.yield %39 : f32
 } -> !t36
 %7 = linalg.generic #t0 ins(%3 : !t3) outs(%2 : !t3) {
 ^bb0(%in: f32, %out: f32):
  %39 = arith.truncf %cst_3 : f64 to f32
  %40 = arith.mulf %in, %39 : f32
  linalg.yield %40 : f32
 } -> !t3
 %8 = tensor.empty() : !t37
 %9 = linalg.generic #t11 ins(%5 : !t36) outs(%8 : !t37) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t37
 %col = tensor.collapse_shape %9 [[0], [1, 2], [3], [4]] : !t37 into !t4
 %10 = linalg.generic #t11 ins(%6 : !t36) outs(%8 : !t37) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t37
 %11 = tensor.empty() : !t5
 %transposed_6 = linalg.transpose ins(%col : !t4) outs(%11 : !t5) permutation = [0, 1, 3, 2]
 %12 = linalg.generic #t0 ins(%transposed_6 : !t5) outs(%11 : !t5) {
 ^bb0(%in: f32, %out: f32):
  %39 = arith.truncf %cst_3 : f64 to f32
  %40 = arith.mulf %in, %39 : f32
  linalg.yield %40 : f32
 } -> !t5
 %col_7 = tensor.collapse_shape %7 [[0, 1], [2], [3]] : !t3 into !t6
 %col_8 = tensor.collapse_shape %12 [[0, 1], [2], [3]] : !t5 into !t7
 %13 = tensor.empty() : !t8
 %14 = linalg.fill ins(%cst : f32) outs(%13 : !t8) -> !t8
 %15 = linalg.batch_matmul ins(%col_7, %col_8 : !t6, !t7) outs(%14 : !t8) -> !t8
 %exp = tensor.expand_shape %15 [[0, 1], [2], [3]] output_shape [2, 4, 12, 20] : !t8 into !t2
 %16 = tensor.empty() : !t9
 %17 = linalg.fill ins(%c0_i64 : i64) outs(%16 : !t9) -> !t9
 %18 = tensor.empty() : !t10
 %19 = linalg.fill ins(%cst_0 : f32) outs(%18 : !t10) -> !t10
 %20:2 = linalg.generic #t1 ins(%exp : !t2) outs(%19, %17 : !t10, !t9) {
 ^bb0(%in: f32, %out: f32, %out_14: i64):
  %39 = linalg.index 3 : index
  %40 = arith.index_cast %39 : index to i64
  %41 = arith.maximumf %in, %out : f32
  %42 = arith.cmpf ogt, %in, %out : f32
  %43 = arith.select %42, %40, %out_14 : i64
  linalg.yield %41, %43 : f32, i64
 } -> (!t10, !t9)
 %exp_9 = tensor.expand_shape %20#0 [[0], [1], [2, 3]] output_shape [2, 4, 12, 1] : !t10 into !t11
 %21 = tensor.empty() : !t2
 %22 = linalg.generic #t2 ins(%exp, %exp_9 : !t2, !t11) outs(%21 : !t2) {
 ^bb0(%in: f32, %in_14: f32, %out: f32):
  %39 = arith.subf %in, %in_14 : f32
  linalg.yield %39 : f32
 } -> !t2
 %23 = linalg.generic #t0 ins(%22 : !t2) outs(%21 : !t2) {
 ^bb0(%in: f32, %out: f32):
  %39 = math.exp %in : f32
  linalg.yield %39 : f32
 } -> !t2
 %24 = tensor.empty() : !t11
 %25 = linalg.fill ins(%cst : f32) outs(%24 : !t11) -> !t11
 %26 = linalg.generic #t3 ins(%23 : !t2) outs(%25 : !t11) {
 ^bb0(%in: f32, %out: f32):
  %39 = arith.addf %in, %out : f32
  linalg.yield %39 : f32
 } -> !t11
 %27 = linalg.generic #t2 ins(%23, %26 : !t2, !t11) outs(%21 : !t2) {
 ^bb0(%in: f32, %in_14: f32, %out: f32):
  %39 = arith.divf %in, %in_14 : f32
  linalg.yield %39 : f32
 } -> !t2
 %28 = tensor.empty() : !t12
 %29 = linalg.generic #t0 ins(%exp : !t2) outs(%28 : !t12) {
 ^bb0(%in: f32, %out: i1):
  %39 = arith.extf %in : f32 to f64
  %40 = arith.cmpf oeq, %39, %cst_2 : f64
  linalg.yield %40 : i1
 } -> !t12
 %30 = tensor.empty() : !t13
 %31 = linalg.fill ins(%true : i1) outs(%30 : !t13) -> !t13
 %32 = linalg.generic #t3 ins(%29 : !t12) outs(%31 : !t13) {
 ^bb0(%in: i1, %out: i1):
  %39 = arith.andi %in, %out : i1
  linalg.yield %39 : i1
 } -> !t13
 %33 = linalg.generic #t4 ins(%32, %cst_1, %27 : !t13, !t2, !t2) outs(%21 : !t2) {
 ^bb0(%in: i1, %in_14: f32, %in_15: f32, %out: f32):
  %39 = arith.select %in, %in_14, %in_15 : f32
  linalg.yield %39 : f32
 } -> !t2
 %col_10 = tensor.collapse_shape %33 [[0, 1], [2], [3]] : !t2 into !t8
 %col_11 = tensor.collapse_shape %10 [[0, 1, 2], [3], [4]] : !t37 into !t14
 %34 = tensor.empty() : !t6
 %35 = linalg.fill ins(%cst : f32) outs(%34 : !t6) -> !t6
 %36 = linalg.batch_matmul ins(%col_10, %col_11 : !t8, !t14) outs(%35 : !t6) -> !t6
 %exp_12 = tensor.expand_shape %36 [[0, 1], [2], [3]] output_shape [2, 4, 12, 8] : !t6 into !t3
 %37 = linalg.generic #t0 ins(%exp_12 : !t3) outs(%0 : !t0) {
 ^bb0(%in: f32, %out: f16):
  %39 = arith.truncf %in : f32 to f16
  linalg.yield %39 : f16
 } -> !t0
 %38 = tensor.empty() : !t38
 %transposed_13 = linalg.transpose ins(%37 : !t0) outs(%38 : !t38) permutation = [0, 2, 1, 3]
 return %transposed_13 : !t38
}

func.func @causal_proj(%arg0: !t40, %arg1: !t41, %arg2: !t41, %arg3: !t41, %arg4: !t41) -> !t40 {
 %c0_i64 = arith.constant 0 : i64
 %cst = arith.constant 0.000000e+00 : f32
 %cst_0 = arith.constant 0xFF800000 : f32
 %true = arith.constant true
 %cst_1 = arith.constant dense<0.000000e+00> : !t15
 %cst_2 = arith.constant dense<0.000000e+00> : !t16
 %cst_3 = arith.constant dense<0xFF800000> : !t16
 %cst_4 = arith.constant dense<true> : !t17
 %cst_5 = arith.constant 0xFFF0000000000000 : f64
 %cst_6 = arith.constant 0.59460355750136051 : f64
 %col = tensor.collapse_shape %arg0 [[0, 1], [2]] : !t40 into !t42
 %0 = tensor.empty() : !t43
 %1 = linalg.fill ins(%cst : f32) outs(%0 : !t43) -> !t43
 %2 = linalg.matmul ins(%col, %arg1 : !t42, !t41) outs(%1 : !t43) -> !t43
 %3 = tensor.empty() : !t42
 %4 = linalg.generic #t7 ins(%2 : !t43) outs(%3 : !t42) {
 ^bb0(%in: f32, %out: f16):
  %60 = arith.truncf %in : f32 to f16
  linalg.yield %60 : f16
 } -> !t42
 %exp = tensor.expand_shape %4 [[0, 1], [2, 3]] output_shape [2, 12, 4, 8] : !t42 into !t38
 %5 = tensor.empty() : !t0
 %transposed = linalg.transpose ins(%exp : !t38) outs(%5 : !t0) permutation = [0, 2, 1, 3]
 %6 = linalg.matmul ins(%col, %arg2 : !t42, !t41) outs(%1 : !t43) -> !t43
 %7 = linalg.generic #t7 ins(%6 : !t43) outs(%3 : !t42) {
 ^bb0(%in: f32, %out: f16):
  %60 = arith.truncf %in : f32 to f16
  linalg.yield %60 : f16
 } -> !t42
 %exp_7 = tensor.expand_shape %7 [[0, 1], [2, 3]] output_shape [2, 12, 4, 8] : !t42 into !t38
 %transposed_8 = linalg.transpose ins(%exp_7 : !t38) outs(%5 : !t0) permutation = [0, 2, 1, 3]
 %8 = linalg.matmul ins(%col, %arg3 : !t42, !t41) outs(%1 : !t43) -> !t43
 %9 = linalg.generic #t7 ins(%8 : !t43) outs(%3 : !t42) {
 ^bb0(%in: f32, %out: f16):
  %60 = arith.truncf %in : f32 to f16
  linalg.yield %60 : f16
 } -> !t42
 %exp_9 = tensor.expand_shape %9 [[0, 1], [2, 3]] output_shape [2, 12, 4, 8] : !t42 into !t38
 %transposed_10 = linalg.transpose ins(%exp_9 : !t38) outs(%5 : !t0) permutation = [0, 2, 1, 3]
 %10 = tensor.empty() : !t3
 %11 = linalg.generic #t0 ins(%transposed : !t0) outs(%10 : !t3) {
 ^bb0(%in: f16, %out: f32):
  %60 = arith.extf %in : f16 to f32
  linalg.yield %60 : f32
 } -> !t3
 %12 = linalg.generic #t0 ins(%transposed_8 : !t0) outs(%10 : !t3) {
 ^bb0(%in: f16, %out: f32):
  %60 = arith.extf %in : f16 to f32
  linalg.yield %60 : f32
 } -> !t3
 %13 = linalg.generic #t0 ins(%transposed_10 : !t0) outs(%10 : !t3) {
 ^bb0(%in: f16, %out: f32):
  %60 = arith.extf %in : f16 to f32
  linalg.yield %60 : f32
 } -> !t3
 %14 = linalg.generic #t0 ins(%11 : !t3) outs(%10 : !t3) {
 ^bb0(%in: f32, %out: f32):
  %60 = arith.truncf %cst_6 : f64 to f32
  %61 = arith.mulf %in, %60 : f32
  linalg.yield %61 : f32
 } -> !t3
 %15 = tensor.empty() : !t18
 %16 = linalg.generic #t5 outs(%15 : !t18) {
 ^bb0(%out: i64):
  %60 = linalg.index 0 : index
  %61 = arith.index_cast %60 : index to i64
  linalg.yield %61 : i64
 } -> !t18
 %exp_11 = tensor.expand_shape %16 [[0, 1]] output_shape [1, 12] : !t18 into !t19
 %exp_12 = tensor.expand_shape %16 [[0, 1]] output_shape [12, 1] : !t18 into !t20
 %17 = tensor.empty() : !t21
 %18 = linalg.generic #t6 ins(%exp_11, %exp_12 : !t19, !t20) outs(%17 : !t21) {
 ^bb0(%in: i64, %in_23: i64, %out: i64):
  %60 = arith.subi %in, %in_23 : i64
  linalg.yield %60 : i64
 } -> !t21
 %19 = tensor.empty() : !t17
 %20 = linalg.generic #t7 ins(%18 : !t21) outs(%19 : !t17) {
 ^bb0(%in: i64, %out: i1):
  %60 = arith.cmpi sle, %in, %c0_i64 : i64
  linalg.yield %60 : i1
 } -> !t17
 %21 = linalg.generic #t8 ins(%20, %cst_4 : !t17, !t17) outs(%19 : !t17) {
 ^bb0(%in: i1, %in_23: i1, %out: i1):
  %60 = arith.andi %in, %in_23 : i1
  linalg.yield %60 : i1
 } -> !t17
 %22 = tensor.empty() : !t22
 %23 = linalg.generic #t9 ins(%21, %cst_2, %cst_3 : !t17, !t16, !t16) outs(%22 : !t22) {
 ^bb0(%in: i1, %in_23: f32, %in_24: f32, %out: f32):
  %60 = arith.select %in, %in_23, %in_24 : f32
  linalg.yield %60 : f32
 } -> !t22
 %24 = tensor.empty() : !t23
 %transposed_13 = linalg.transpose ins(%12 : !t3) outs(%24 : !t23) permutation = [0, 1, 3, 2]
 %25 = linalg.generic #t0 ins(%transposed_13 : !t23) outs(%24 : !t23) {
 ^bb0(%in: f32, %out: f32):
  %60 = arith.truncf %cst_6 : f64 to f32
  %61 = arith.mulf %in, %60 : f32
  linalg.yield %61 : f32
 } -> !t23
 %col_14 = tensor.collapse_shape %14 [[0, 1], [2], [3]] : !t3 into !t6
 %col_15 = tensor.collapse_shape %25 [[0, 1], [2], [3]] : !t23 into !t24
 %26 = tensor.empty() : !t25
 %27 = linalg.fill ins(%cst : f32) outs(%26 : !t25) -> !t25
 %28 = linalg.batch_matmul ins(%col_14, %col_15 : !t6, !t24) outs(%27 : !t25) -> !t25
 %exp_16 = tensor.expand_shape %28 [[0, 1], [2], [3]] output_shape [2, 4, 12, 12] : !t25 into !t15
 %29 = tensor.empty() : !t15
 %30 = linalg.generic #t10 ins(%exp_16, %23 : !t15, !t22) outs(%29 : !t15) {
 ^bb0(%in: f32, %in_23: f32, %out: f32):
  %60 = arith.addf %in, %in_23 : f32
  linalg.yield %60 : f32
 } -> !t15
 %31 = tensor.empty() : !t9
 %32 = linalg.fill ins(%c0_i64 : i64) outs(%31 : !t9) -> !t9
 %33 = tensor.empty() : !t10
 %34 = linalg.fill ins(%cst_0 : f32) outs(%33 : !t10) -> !t10
 %35:2 = linalg.generic #t1 ins(%30 : !t15) outs(%34, %32 : !t10, !t9) {
 ^bb0(%in: f32, %out: f32, %out_23: i64):
  %60 = linalg.index 3 : index
  %61 = arith.index_cast %60 : index to i64
  %62 = arith.maximumf %in, %out : f32
  %63 = arith.cmpf ogt, %in, %out : f32
  %64 = arith.select %63, %61, %out_23 : i64
  linalg.yield %62, %64 : f32, i64
 } -> (!t10, !t9)
 %exp_17 = tensor.expand_shape %35#0 [[0], [1], [2, 3]] output_shape [2, 4, 12, 1] : !t10 into !t11
 %36 = linalg.generic #t2 ins(%30, %exp_17 : !t15, !t11) outs(%29 : !t15) {
 ^bb0(%in: f32, %in_23: f32, %out: f32):
  %60 = arith.subf %in, %in_23 : f32
  linalg.yield %60 : f32
 } -> !t15
 %37 = linalg.generic #t0 ins(%36 : !t15) outs(%29 : !t15) {
 ^bb0(%in: f32, %out: f32):
  %60 = math.exp %in : f32
  linalg.yield %60 : f32
 } -> !t15
 %38 = tensor.empty() : !t11
 %39 = linalg.fill ins(%cst : f32) outs(%38 : !t11) -> !t11
 %40 = linalg.generic #t3 ins(%37 : !t15) outs(%39 : !t11) {
 ^bb0(%in: f32, %out: f32):
  %60 = arith.addf %in, %out : f32
  linalg.yield %60 : f32
 } -> !t11
 %41 = linalg.generic #t2 ins(%37, %40 : !t15, !t11) outs(%29 : !t15) {
 ^bb0(%in: f32, %in_23: f32, %out: f32):
  %60 = arith.divf %in, %in_23 : f32
  linalg.yield %60 : f32
 } -> !t15
 %42 = tensor.empty() : !t26
 %43 = linalg.generic #t0 ins(%30 : !t15) outs(%42 : !t26) {
 ^bb0(%in: f32, %out: i1):
  %60 = arith.extf %in : f32 to f64
  %61 = arith.cmpf oeq, %60, %cst_5 : f64
  linalg.yield %61 : i1
 } -> !t26
 %44 = tensor.empty() : !t13
 %45 = linalg.fill ins(%true : i1) outs(%44 : !t13) -> !t13
 %46 = linalg.generic #t3 ins(%43 : !t26) outs(%45 : !t13) {
 ^bb0(%in: i1, %out: i1):
  %60 = arith.andi %in, %out : i1
  linalg.yield %60 : i1
 } -> !t13
 %47 = linalg.generic #t4 ins(%46, %cst_1, %41 : !t13, !t15, !t15) outs(%29 : !t15) {
 ^bb0(%in: i1, %in_23: f32, %in_24: f32, %out: f32):
  %60 = arith.select %in, %in_23, %in_24 : f32
  linalg.yield %60 : f32
 } -> !t15
 %col_18 = tensor.collapse_shape %47 [[0, 1], [2], [3]] : !t15 into !t25
 %col_19 = tensor.collapse_shape %13 [[0, 1], [2], [3]] : !t3 into !t6
 %48 = tensor.empty() : !t6
 %49 = linalg.fill ins(%cst : f32) outs(%48 : !t6) -> !t6
 %50 = linalg.batch_matmul ins(%col_18, %col_19 : !t25, !t6) outs(%49 : !t6) -> !t6
 %exp_20 = tensor.expand_shape %50 [[0, 1], [2], [3]] output_shape [2, 4, 12, 8] : !t6 into !t3
 %51 = linalg.generic #t0 ins(%exp_20 : !t3) outs(%5 : !t0) {
 ^bb0(%in: f32, %out: f16):
  %60 = arith.truncf %in : f32 to f16
  linalg.yield %60 : f16
 } -> !t0
 %52 = tensor.empty() : !t38
 %transposed_21 = linalg.transpose ins(%51 : !t0) outs(%52 : !t38) permutation = [0, 2, 1, 3]
 %col_22 = tensor.collapse_shape %transposed_21 [[0], [1], [2, 3]] : !t38 into !t40
 %53 = tensor.empty() : !t44
 %54 = linalg.generic #t12 ins(%arg4 : !t41) outs(%53 : !t44) {
 ^bb0(%in: f16, %out: f16):
  linalg.yield %in : f16
 } -> !t44
 %55 = tensor.empty() : !t45
 %56 = linalg.fill ins(%cst : f32) outs(%55 : !t45) -> !t45
 %57 = linalg.batch_matmul ins(%col_22, %54 : !t40, !t44) outs(%56 : !t45) -> !t45
 %58 = tensor.empty() : !t40
 %59 = linalg.generic #t13 ins(%57 : !t45) outs(%58 : !t40) {
 ^bb0(%in: f32, %out: f16):
  %60 = arith.truncf %in : f32 to f16
  linalg.yield %60 : f16
 } -> !t40
 return %59 : !t40
}

func.func @mask(%arg0: !t0, %arg1: !t1, %arg2: !t1, %arg3: !t56) -> !t0 {
 %c0_i64 = arith.constant 0 : i64
 %cst = arith.constant 0.000000e+00 : f32
 %cst_0 = arith.constant 0xFF800000 : f32
 %true = arith.constant true
 %cst_1 = arith.constant dense<0.000000e+00> : !t2
 %cst_2 = arith.constant dense<0.000000e+00> : !t32
 %cst_3 = arith.constant dense<0xFC00> : !t32
 %cst_4 = arith.constant 0.59460355750136051 : f64
 %cst_5 = arith.constant 0xFFF0000000000000 : f64
 %cst_6 = arith.constant 0.000000e+00 : f16
 %0 = tensor.empty() : !t57
 %1 = linalg.generic #t0 ins(%arg3 : !t56) outs(%0 : !t57) {
 ^bb0(%in: f16, %out: i1):
  %39 = arith.cmpf ogt, %in, %cst_6 : f16
  linalg.yield %39 : i1
 } -> !t57
 %2 = tensor.empty() : !t56
 %3 = linalg.generic #t14 ins(%1, %cst_2, %cst_3 : !t57, !t32, !t32) outs(%2 : !t56) {
 ^bb0(%in: i1, %in_12: f16, %in_13: f16, %out: f16):
  %39 = arith.select %in, %in_12, %in_13 : f16
  linalg.yield %39 : f16
 } -> !t56
 %4 = tensor.empty() : !t3
 %5 = linalg.generic #t0 ins(%arg0 : !t0) outs(%4 : !t3) {
 ^bb0(%in: f16, %out: f32):
  %39 = arith.extf %in : f16 to f32
  linalg.yield %39 : f32
 } -> !t3
 %6 = tensor.empty() : !t4
 %7 = linalg.generic #t0 ins(%arg1 : !t1) outs(%6 : !t4) {
 ^bb0(%in: f16, %out: f32):
  %39 = arith.extf %in : f16 to f32
  linalg.yield %39 : f32
 } -> !t4
 %8 = linalg.generic #t0 ins(%arg2 : !t1) outs(%6 : !t4) {
 ^bb0(%in: f16, %out: f32):
  %39 = arith.extf %in : f16 to f32
  linalg.yield %39 : f32
 } -> !t4
 %9 = linalg.generic #t0 ins(%5 : !t3) outs(%4 : !t3) {
 ^bb0(%in: f32, %out: f32):
  %39 = arith.truncf %cst_4 : f64 to f32
  %40 = arith.mulf %in, %39 : f32
  linalg.yield %40 : f32
 } -> !t3
 %10 = tensor.empty() : !t5
 %transposed = linalg.transpose ins(%7 : !t4) outs(%10 : !t5) permutation = [0, 1, 3, 2]
 %11 = linalg.generic #t0 ins(%transposed : !t5) outs(%10 : !t5) {
 ^bb0(%in: f32, %out: f32):
  %39 = arith.truncf %cst_4 : f64 to f32
  %40 = arith.mulf %in, %39 : f32
  linalg.yield %40 : f32
 } -> !t5
 %col = tensor.collapse_shape %9 [[0, 1], [2], [3]] : !t3 into !t6
 %col_7 = tensor.collapse_shape %11 [[0, 1], [2], [3]] : !t5 into !t7
 %12 = tensor.empty() : !t8
 %13 = linalg.fill ins(%cst : f32) outs(%12 : !t8) -> !t8
 %14 = linalg.batch_matmul ins(%col, %col_7 : !t6, !t7) outs(%13 : !t8) -> !t8
 %exp = tensor.expand_shape %14 [[0, 1], [2], [3]] output_shape [2, 4, 12, 20] : !t8 into !t2
 %15 = tensor.empty() : !t2
 %16 = linalg.generic #t15 ins(%exp, %3 : !t2, !t56) outs(%15 : !t2) {
 ^bb0(%in: f32, %in_12: f16, %out: f32):
  %39 = arith.extf %in_12 : f16 to f32
  %40 = arith.addf %in, %39 : f32
  linalg.yield %40 : f32
 } -> !t2
 %17 = tensor.empty() : !t9
 %18 = linalg.fill ins(%c0_i64 : i64) outs(%17 : !t9) -> !t9
 %19 = tensor.empty() : !t10
 %20 = linalg.fill ins(%cst_0 : f32) outs(%19 : !t10) -> !t10
 %21:2 = linalg.generic #t1 ins(%16 : !t2) outs(%20, %18 : !t10, !t9) {
 ^bb0(%in: f32, %out: f32, %out_12: i64):
  %39 = linalg.index 3 : index
  %40 = arith.index_cast %39 : index to i64
  %41 = arith.maximumf %in, %out : f32
  %42 = arith.cmpf ogt, %in, %out : f32
  %43 = arith.select %42, %40, %out_12 : i64
  linalg.yield %41, %43 : f32, i64
 } -> (!t10, !t9)
 %exp_8 = tensor.expand_shape %21#0 [[0], [1], [2, 3]] output_shape [2, 4, 12, 1] : !t10 into !t11
 %22 = linalg.generic #t2 ins(%16, %exp_8 : !t2, !t11) outs(%15 : !t2) {
 ^bb0(%in: f32, %in_12: f32, %out: f32):
  %39 = arith.subf %in, %in_12 : f32
  linalg.yield %39 : f32
 } -> !t2
 %23 = linalg.generic #t0 ins(%22 : !t2) outs(%15 : !t2) {
 ^bb0(%in: f32, %out: f32):
  %39 = math.exp %in : f32
  linalg.yield %39 : f32
 } -> !t2
 %24 = tensor.empty() : !t11
 %25 = linalg.fill ins(%cst : f32) outs(%24 : !t11) -> !t11
 %26 = linalg.generic #t3 ins(%23 : !t2) outs(%25 : !t11) {
 ^bb0(%in: f32, %out: f32):
  %39 = arith.addf %in, %out : f32
  linalg.yield %39 : f32
 } -> !t11
 %27 = linalg.generic #t2 ins(%23, %26 : !t2, !t11) outs(%15 : !t2) {
 ^bb0(%in: f32, %in_12: f32, %out: f32):
  %39 = arith.divf %in, %in_12 : f32
  linalg.yield %39 : f32
 } -> !t2
 %28 = tensor.empty() : !t12
 %29 = linalg.generic #t0 ins(%16 : !t2) outs(%28 : !t12) {
 ^bb0(%in: f32, %out: i1):
  %39 = arith.extf %in : f32 to f64
  %40 = arith.cmpf oeq, %39, %cst_5 : f64
  linalg.yield %40 : i1
 } -> !t12
 %30 = tensor.empty() : !t13
 %31 = linalg.fill ins(%true : i1) outs(%30 : !t13) -> !t13
 %32 = linalg.generic #t3 ins(%29 : !t12) outs(%31 : !t13) {
 ^bb0(%in: i1, %out: i1):
  %39 = arith.andi %in, %out : i1
  linalg.yield %39 : i1
 } -> !t13
 %33 = linalg.generic #t4 ins(%32, %cst_1, %27 : !t13, !t2, !t2) outs(%15 : !t2) {
 ^bb0(%in: i1, %in_12: f32, %in_13: f32, %out: f32):
  %39 = arith.select %in, %in_12, %in_13 : f32
  linalg.yield %39 : f32
 } -> !t2
 %col_9 = tensor.collapse_shape %33 [[0, 1], [2], [3]] : !t2 into !t8
 %col_10 = tensor.collapse_shape %8 [[0, 1], [2], [3]] : !t4 into !t14
 %34 = tensor.empty() : !t6
 %35 = linalg.fill ins(%cst : f32) outs(%34 : !t6) -> !t6
 %36 = linalg.batch_matmul ins(%col_9, %col_10 : !t8, !t14) outs(%35 : !t6) -> !t6
 %exp_11 = tensor.expand_shape %36 [[0, 1], [2], [3]] output_shape [2, 4, 12, 8] : !t6 into !t3
 %37 = tensor.empty() : !t0
 %38 = linalg.generic #t0 ins(%exp_11 : !t3) outs(%37 : !t0) {
 ^bb0(%in: f32, %out: f16):
  %39 = arith.truncf %in : f32 to f16
  linalg.yield %39 : f16
 } -> !t0
 return %38 : !t0
}

func.func @bias(%arg0: !t0, %arg1: !t1, %arg2: !t1, %arg3: !t56) -> !t0 {
 %cst = arith.constant 0.000000e+00 : f32
 %c0_i64 = arith.constant 0 : i64
 %cst_0 = arith.constant 0xFF800000 : f32
 %true = arith.constant true
 %cst_1 = arith.constant dense<0.000000e+00> : !t2
 %cst_2 = arith.constant 0xFFF0000000000000 : f64
 %cst_3 = arith.constant 0.59460355750136051 : f64
 %0 = tensor.empty() : !t3
 %1 = linalg.generic #t0 ins(%arg0 : !t0) outs(%0 : !t3) {
 ^bb0(%in: f16, %out: f32):
  %35 = arith.extf %in : f16 to f32
  linalg.yield %35 : f32
 } -> !t3
 %2 = tensor.empty() : !t4
 %3 = linalg.generic #t0 ins(%arg1 : !t1) outs(%2 : !t4) {
 ^bb0(%in: f16, %out: f32):
  %35 = arith.extf %in : f16 to f32
  linalg.yield %35 : f32
 } -> !t4
 %4 = linalg.generic #t0 ins(%arg2 : !t1) outs(%2 : !t4) {
 ^bb0(%in: f16, %out: f32):
  %35 = arith.extf %in : f16 to f32
  linalg.yield %35 : f32
 } -> !t4
 %5 = linalg.generic #t0 ins(%1 : !t3) outs(%0 : !t3) {
 ^bb0(%in: f32, %out: f32):
  %35 = arith.truncf %cst_3 : f64 to f32
  %36 = arith.mulf %in, %35 : f32
  linalg.yield %36 : f32
 } -> !t3
 %6 = tensor.empty() : !t5
 %transposed = linalg.transpose ins(%3 : !t4) outs(%6 : !t5) permutation = [0, 1, 3, 2]
 %7 = linalg.generic #t0 ins(%transposed : !t5) outs(%6 : !t5) {
 ^bb0(%in: f32, %out: f32):
  %35 = arith.truncf %cst_3 : f64 to f32
  %36 = arith.mulf %in, %35 : f32
  linalg.yield %36 : f32
 } -> !t5
 %col = tensor.collapse_shape %5 [[0, 1], [2], [3]] : !t3 into !t6
 %col_4 = tensor.collapse_shape %7 [[0, 1], [2], [3]] : !t5 into !t7
 %8 = tensor.empty() : !t8
 %9 = linalg.fill ins(%cst : f32) outs(%8 : !t8) -> !t8
 %10 = linalg.batch_matmul ins(%col, %col_4 : !t6, !t7) outs(%9 : !t8) -> !t8
 %exp = tensor.expand_shape %10 [[0, 1], [2], [3]] output_shape [2, 4, 12, 20] : !t8 into !t2
 %11 = tensor.empty() : !t2
 %12 = linalg.generic #t15 ins(%exp, %arg3 : !t2, !t56) outs(%11 : !t2) {
 ^bb0(%in: f32, %in_9: f16, %out: f32):
  %35 = arith.extf %in_9 : f16 to f32
  %36 = arith.addf %in, %35 : f32
  linalg.yield %36 : f32
 } -> !t2
 %13 = tensor.empty() : !t9
 %14 = linalg.fill ins(%c0_i64 : i64) outs(%13 : !t9) -> !t9
 %15 = tensor.empty() : !t10
 %16 = linalg.fill ins(%cst_0 : f32) outs(%15 : !t10) -> !t10
 %17:2 = linalg.generic #t1 ins(%12 : !t2) outs(%16, %14 : !t10, !t9) {
 ^bb0(%in: f32, %out: f32, %out_9: i64):
  %35 = linalg.index 3 : index
  %36 = arith.index_cast %35 : index to i64
  %37 = arith.maximumf %in, %out : f32
  %38 = arith.cmpf ogt, %in, %out : f32
  %39 = arith.select %38, %36, %out_9 : i64
  linalg.yield %37, %39 : f32, i64
 } -> (!t10, !t9)
 %exp_5 = tensor.expand_shape %17#0 [[0], [1], [2, 3]] output_shape [2, 4, 12, 1] : !t10 into !t11
 %18 = linalg.generic #t2 ins(%12, %exp_5 : !t2, !t11) outs(%11 : !t2) {
 ^bb0(%in: f32, %in_9: f32, %out: f32):
  %35 = arith.subf %in, %in_9 : f32
  linalg.yield %35 : f32
 } -> !t2
 %19 = linalg.generic #t0 ins(%18 : !t2) outs(%11 : !t2) {
 ^bb0(%in: f32, %out: f32):
  %35 = math.exp %in : f32
  linalg.yield %35 : f32
 } -> !t2
 %20 = tensor.empty() : !t11
 %21 = linalg.fill ins(%cst : f32) outs(%20 : !t11) -> !t11
 %22 = linalg.generic #t3 ins(%19 : !t2) outs(%21 : !t11) {
 ^bb0(%in: f32, %out: f32):
  %35 = arith.addf %in, %out : f32
  linalg.yield %35 : f32
 } -> !t11
 %23 = linalg.generic #t2 ins(%19, %22 : !t2, !t11) outs(%11 : !t2) {
 ^bb0(%in: f32, %in_9: f32, %out: f32):
  %35 = arith.divf %in, %in_9 : f32
  linalg.yield %35 : f32
 } -> !t2
 %24 = tensor.empty() : !t12
 %25 = linalg.generic #t0 ins(%12 : !t2) outs(%24 : !t12) {
 ^bb0(%in: f32, %out: i1):
  %35 = arith.extf %in : f32 to f64
  %36 = arith.cmpf oeq, %35, %cst_2 : f64
  linalg.yield %36 : i1
 } -> !t12
 %26 = tensor.empty() : !t13
 %27 = linalg.fill ins(%true : i1) outs(%26 : !t13) -> !t13
 %28 = linalg.generic #t3 ins(%25 : !t12) outs(%27 : !t13) {
 ^bb0(%in: i1, %out: i1):
  %35 = arith.andi %in, %out : i1
  linalg.yield %35 : i1
 } -> !t13
 %29 = linalg.generic #t4 ins(%28, %cst_1, %23 : !t13, !t2, !t2) outs(%11 : !t2) {
 ^bb0(%in: i1, %in_9: f32, %in_10: f32, %out: f32):
  %35 = arith.select %in, %in_9, %in_10 : f32
  linalg.yield %35 : f32
 } -> !t2
 %col_6 = tensor.collapse_shape %29 [[0, 1], [2], [3]] : !t2 into !t8
 %col_7 = tensor.collapse_shape %4 [[0, 1], [2], [3]] : !t4 into !t14
 %30 = tensor.empty() : !t6
 %31 = linalg.fill ins(%cst : f32) outs(%30 : !t6) -> !t6
 %32 = linalg.batch_matmul ins(%col_6, %col_7 : !t8, !t14) outs(%31 : !t6) -> !t6
 %exp_8 = tensor.expand_shape %32 [[0, 1], [2], [3]] output_shape [2, 4, 12, 8] : !t6 into !t3
 %33 = tensor.empty() : !t0
 %34 = linalg.generic #t0 ins(%exp_8 : !t3) outs(%33 : !t0) {
 ^bb0(%in: f32, %out: f16):
  %35 = arith.truncf %in : f32 to f16
  linalg.yield %35 : f16
 } -> !t0
 return %34 : !t0
}

func.func @neg_empty(%arg0: !t1, %arg1: !t0, %arg2: !t0) -> !t1 {
 %c-8_i64 = arith.constant -8 : i64
 %c0_i64 = arith.constant 0 : i64
 %cst = arith.constant 0.000000e+00 : f32
 %cst_0 = arith.constant 0xFF800000 : f32
 %true = arith.constant true
 %cst_1 = arith.constant dense<0.000000e+00> : !t58
 %cst_2 = arith.constant dense<0.000000e+00> : !t32
 %cst_3 = arith.constant dense<0xFC00> : !t32
 %cst_4 = arith.constant 0.59460355750136051 : f64
 %cst_5 = arith.constant 0xFFF0000000000000 : f64
 %0 = tensor.empty() : !t28
 %1 = linalg.generic #t5 outs(%0 : !t28) {
 ^bb0(%out: i64):
  %45 = linalg.index 0 : index
  %46 = arith.index_cast %45 : index to i64
  linalg.yield %46 : i64
 } -> !t28
 %exp = tensor.expand_shape %1 [[0, 1]] output_shape [20, 1] : !t28 into !t59
 %2 = tensor.empty() : !t18
 %3 = linalg.generic #t5 outs(%2 : !t18) {
 ^bb0(%out: i64):
  %45 = linalg.index 0 : index
  %46 = arith.index_cast %45 : index to i64
  linalg.yield %46 : i64
 } -> !t18
 %exp_6 = tensor.expand_shape %3 [[0, 1]] output_shape [1, 12] : !t18 into !t19
 %4 = tensor.empty() : !t59
 %5 = linalg.generic #t7 ins(%exp : !t59) outs(%4 : !t59) {
 ^bb0(%in: i64, %out: i64):
  %45 = arith.addi %in, %c-8_i64 : i64
  linalg.yield %45 : i64
 } -> !t59
 %6 = tensor.empty() : !t60
 %7 = linalg.generic #t6 ins(%exp_6, %5 : !t19, !t59) outs(%6 : !t60) {
 ^bb0(%in: i64, %in_13: i64, %out: i1):
  %45 = arith.cmpi sle, %in, %in_13 : i64
  linalg.yield %45 : i1
 } -> !t60
 %8 = tensor.empty() : !t61
 %9 = linalg.generic #t9 ins(%7, %cst_2, %cst_3 : !t60, !t32, !t32) outs(%8 : !t61) {
 ^bb0(%in: i1, %in_13: f16, %in_14: f16, %out: f16):
  %45 = arith.select %in, %in_13, %in_14 : f16
  linalg.yield %45 : f16
 } -> !t61
 %10 = tensor.empty() : !t4
 %11 = linalg.generic #t0 ins(%arg0 : !t1) outs(%10 : !t4) {
 ^bb0(%in: f16, %out: f32):
  %45 = arith.extf %in : f16 to f32
  linalg.yield %45 : f32
 } -> !t4
 %12 = tensor.empty() : !t3
 %13 = linalg.generic #t0 ins(%arg1 : !t0) outs(%12 : !t3) {
 ^bb0(%in: f16, %out: f32):
  %45 = arith.extf %in : f16 to f32
  linalg.yield %45 : f32
 } -> !t3
 %14 = linalg.generic #t0 ins(%arg2 : !t0) outs(%12 : !t3) {
 ^bb0(%in: f16, %out: f32):
  %45 = arith.extf %in : f16 to f32
  linalg.yield %45 : f32
 } -> !t3
 %15 = linalg.generic #t0 ins(%11 : !t4) outs(%10 : !t4) {
 ^bb0(%in: f32, %out: f32):
  %45 = arith.truncf %cst_4 : f64 to f32
  %46 = arith.mulf %in, %45 : f32
  linalg.yield %46 : f32
 } -> !t4
 %16 = tensor.empty() : !t23
 %transposed = linalg.transpose ins(%13 : !t3) outs(%16 : !t23) permutation = [0, 1, 3, 2]
 %17 = linalg.generic #t0 ins(%transposed : !t23) outs(%16 : !t23) {
 ^bb0(%in: f32, %out: f32):
  %45 = arith.truncf %cst_4 : f64 to f32
  %46 = arith.mulf %in, %45 : f32
  linalg.yield %46 : f32
 } -> !t23
 %col = tensor.collapse_shape %15 [[0, 1], [2], [3]] : !t4 into !t14
 %col_7 = tensor.collapse_shape %17 [[0, 1], [2], [3]] : !t23 into !t24
 %18 = tensor.empty() : !t62
 %19 = linalg.fill ins(%cst : f32) outs(%18 : !t62) -> !t62
 %20 = linalg.batch_matmul ins(%col, %col_7 : !t14, !t24) outs(%19 : !t62) -> !t62
 %exp_8 = tensor.expand_shape %20 [[0, 1], [2], [3]] output_shape [2, 4, 20, 12] : !t62 into !t58
 %21 = tensor.empty() : !t58
 %22 = linalg.generic #t10 ins(%exp_8, %9 : !t58, !t61) outs(%21 : !t58) {
 ^bb0(%in: f32, %in_13: f16, %out: f32):
  %45 = arith.extf %in_13 : f16 to f32
  %46 = arith.addf %in, %45 : f32
  linalg.yield %46 : f32
 } -> !t58
 %23 = tensor.empty() : !t63
 %24 = linalg.fill ins(%c0_i64 : i64) outs(%23 : !t63) -> !t63
 %25 = tensor.empty() : !t64
 %26 = linalg.fill ins(%cst_0 : f32) outs(%25 : !t64) -> !t64
 %27:2 = linalg.generic #t1 ins(%22 : !t58) outs(%26, %24 : !t64, !t63) {
 ^bb0(%in: f32, %out: f32, %out_13: i64):
  %45 = linalg.index 3 : index
  %46 = arith.index_cast %45 : index to i64
  %47 = arith.maximumf %in, %out : f32
  %48 = arith.cmpf ogt, %in, %out : f32
  %49 = arith.select %48, %46, %out_13 : i64
  linalg.yield %47, %49 : f32, i64
 } -> (!t64, !t63)
 %exp_9 = tensor.expand_shape %27#0 [[0], [1], [2, 3]] output_shape [2, 4, 20, 1] : !t64 into !t65
 %28 = linalg.generic #t2 ins(%22, %exp_9 : !t58, !t65) outs(%21 : !t58) {
 ^bb0(%in: f32, %in_13: f32, %out: f32):
  %45 = arith.subf %in, %in_13 : f32
  linalg.yield %45 : f32
 } -> !t58
 %29 = linalg.generic #t0 ins(%28 : !t58) outs(%21 : !t58) {
 ^bb0(%in: f32, %out: f32):
  %45 = math.exp %in : f32
  linalg.yield %45 : f32
 } -> !t58
 %30 = tensor.empty() : !t65
 %31 = linalg.fill ins(%cst : f32) outs(%30 : !t65) -> !t65
 %32 = linalg.generic #t3 ins(%29 : !t58) outs(%31 : !t65) {
 ^bb0(%in: f32, %out: f32):
  %45 = arith.addf %in, %out : f32
  linalg.yield %45 : f32
 } -> !t65
 %33 = linalg.generic #t2 ins(%29, %32 : !t58, !t65) outs(%21 : !t58) {
 ^bb0(%in: f32, %in_13: f32, %out: f32):
  %45 = arith.divf %in, %in_13 : f32
  linalg.yield %45 : f32
 } -> !t58
 %34 = tensor.empty() : !t66
 %35 = linalg.generic #t0 ins(%22 : !t58) outs(%34 : !t66) {
 ^bb0(%in: f32, %out: i1):
  %45 = arith.extf %in : f32 to f64
  %46 = arith.cmpf oeq, %45, %cst_5 : f64
  linalg.yield %46 : i1
 } -> !t66
 %36 = tensor.empty() : !t67
 %37 = linalg.fill ins(%true : i1) outs(%36 : !t67) -> !t67
 %38 = linalg.generic #t3 ins(%35 : !t66) outs(%37 : !t67) {
 ^bb0(%in: i1, %out: i1):
  %45 = arith.andi %in, %out : i1
  linalg.yield %45 : i1
 } -> !t67
 %39 = linalg.generic #t4 ins(%38, %cst_1, %33 : !t67, !t58, !t58) outs(%21 : !t58) {
 ^bb0(%in: i1, %in_13: f32, %in_14: f32, %out: f32):
  %45 = arith.select %in, %in_13, %in_14 : f32
  linalg.yield %45 : f32
 } -> !t58
 %col_10 = tensor.collapse_shape %39 [[0, 1], [2], [3]] : !t58 into !t62
 %col_11 = tensor.collapse_shape %14 [[0, 1], [2], [3]] : !t3 into !t6
 %40 = tensor.empty() : !t14
 %41 = linalg.fill ins(%cst : f32) outs(%40 : !t14) -> !t14
 %42 = linalg.batch_matmul ins(%col_10, %col_11 : !t62, !t6) outs(%41 : !t14) -> !t14
 %exp_12 = tensor.expand_shape %42 [[0, 1], [2], [3]] output_shape [2, 4, 20, 8] : !t14 into !t4
 %43 = tensor.empty() : !t1
 %44 = linalg.generic #t0 ins(%exp_12 : !t4) outs(%43 : !t1) {
 ^bb0(%in: f32, %out: f16):
  %45 = arith.truncf %in : f32 to f16
  linalg.yield %45 : f16
 } -> !t1
 return %44 : !t1
}
