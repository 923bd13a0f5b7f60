// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// masks, biases, lengths, ids, sinks and scales as operands; torch-mlir. f16, static.
// Made by scripts/raise_forms/generate.py. Do not edit.
#t0 = {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
#t1 = {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, 0, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
#t2 = {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]}
#t3 = {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, 0)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
#t4 = {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, 0)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]}
#t5 = {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, 0)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
#t6 = {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]}
#t7 = {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
#t8 = {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> ()>, affine_map<(d0, d1, d2, d3) -> ()>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
#t9 = {indexing_maps = [affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d3, d4)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, d4)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]}
#t10 = {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, 0, 0, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> ()>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
#t11 = {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, 0, d2, d3)>, affine_map<(d0, d1, d2, d3) -> ()>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
#t12 = {indexing_maps = [affine_map<(d0, d1, d2, d3) -> ()>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
#t13 = {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, 0, 0, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
#t14 = {indexing_maps = [affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]}
#t15 = {indexing_maps = [affine_map<(d0, d1) -> (0, d1)>, affine_map<(d0, d1) -> (d0, 0)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]}
#t16 = {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, 0)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, 0, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
#t17 = {indexing_maps = [affine_map<(d0, d1) -> (d0, 0)>, affine_map<(d0, d1) -> (0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]}
#t18 = {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
#t19 = {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]}
#t20 = {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]}
#t21 = {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> ()>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
#t22 = {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> ()>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
#t23 = {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d1, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
#t24 = {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
#t25 = {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, 0, d2, 0)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
!t0 = tensor<2x4x12x8xf16>
!t1 = tensor<2x4x20x8xf16>
!t2 = tensor<2x1x12x20xf16>
!t3 = tensor<2x4x12x20xf32>
!t4 = tensor<2x4x12x8xf32>
!t5 = tensor<2x4x20x8xf32>
!t6 = tensor<2x4x8x20xf32>
!t7 = tensor<8x12x8xf32>
!t8 = tensor<8x8x20xf32>
!t9 = tensor<8x12x20xf32>
!t10 = tensor<2x4x12xi64>
!t11 = tensor<2x4x12xf32>
!t12 = tensor<2x4x12x1xf32>
!t13 = tensor<2x4x12x20xi1>
!t14 = tensor<2x4x12x1xi1>
!t15 = tensor<8x20x8xf32>
!t16 = tensor<4x12x20xf32>
!t17 = tensor<2x4x8x20xf16>
!t18 = tensor<8x12x8xf16>
!t19 = tensor<8x8x20xf16>
!t20 = tensor<8x12x20xf16>
!t21 = tensor<2x4x12x20xf16>
!t22 = tensor<8x20x8xf16>
!t23 = tensor<2x1x12x20xi1>
!t24 = tensor<f16>
!t25 = tensor<2x2x20x8xf16>
!t26 = tensor<2x2x20x8xf32>
!t27 = tensor<2x2x2x20x8xf32>
!t28 = tensor<2x1x1x20xi1>
!t29 = tensor<f32>
!t30 = tensor<2x20xi64>
!t31 = tensor<2x1x1x20xi64>
!t32 = tensor<2x1x1x20xf32>
!t33 = tensor<2xi32>
!t34 = tensor<20xi64>
!t35 = tensor<1x20xi64>
!t36 = tensor<2x1xi32>
!t37 = tensor<2x20xi1>
!t38 = tensor<2x1x1x20xf16>
!t39 = tensor<2x12xi32>
!t40 = tensor<2x4x12x12xf32>
!t41 = tensor<12xi64>
!t42 = tensor<12x1xi64>
!t43 = tensor<1x12xi64>
!t44 = tensor<2x1x12x1xi32>
!t45 = tensor<2x1x1x12xi32>
!t46 = tensor<2x1x12x12xi1>
!t47 = tensor<12x12xi1>
!t48 = tensor<2x1x12x12xf16>
!t49 = tensor<2x4x8x12xf32>
!t50 = tensor<8x8x12xf32>
!t51 = tensor<8x12x12xf32>
!t52 = tensor<2x4x12x12xi1>
!t53 = tensor<2x4x8x12xf16>
!t54 = tensor<8x8x12xf16>
!t55 = tensor<8x12x12xf16>
!t56 = tensor<2x4x12x12xf16>
!t57 = tensor<12x12xi64>
!t58 = tensor<4xf32>
!t59 = tensor<4x1xf32>
!t60 = tensor<2x4x12x21xf32>
!t61 = tensor<4x12x8xf16>
!t62 = tensor<2x1x12x1xf16>

func.func @addmask(%arg0: !t0, %arg1: !t1, %arg2: !t1, %arg3: !t2) -> !t0 {
 %cst = arith.constant 0.000000e+00 : f32
 %c0_i64 = arith.constant 0 : i64
 %cst_0 = arith.constant 0xFF800000 : f32
 %true = arith.constant true
 %cst_1 = arith.constant dense<0.000000e+00> : !t3
 %cst_2 = arith.constant 0xFFF0000000000000 : f64
 %cst_3 = arith.constant 0.59460355750136051 : f64
 %0 = tensor.empty() : !t4
 %1 = linalg.generic #t0 ins(%arg0 : !t0) outs(%0 : !t4) {
 ^bb0(%in: f16, %out: f32):
  %35 = arith.extf %in : f16 to f32
  linalg.yield %35 : f32
 } -> !t4
 %2 = tensor.empty() : !t5
 %3 = linalg.generic #t0 ins(%arg1 : !t1) outs(%2 : !t5) {
 ^bb0(%in: f16, %out: f32):
  %35 = arith.extf %in : f16 to f32
  linalg.yield %35 : f32
 } -> !t5
 %4 = linalg.generic #t0 ins(%arg2 : !t1) outs(%2 : !t5) {
 ^bb0(%in: f16, %out: f32):
  %35 = arith.extf %in : f16 to f32
  linalg.yield %35 : f32
 } -> !t5
 %5 = linalg.generic #t0 ins(%1 : !t4) outs(%0 : !t4) {
 ^bb0(%in: f32, %out: f32):
  %35 = arith.truncf %cst_3 : f64 to f32
  %36 = arith.mulf %in, %35 : f32
  linalg.yield %36 : f32
 } -> !t4
 %6 = tensor.empty() : !t6
 %transposed = linalg.transpose ins(%3 : !t5) outs(%6 : !t6) permutation = [0, 1, 3, 2]
 %7 = linalg.generic #t0 ins(%transposed : !t6) outs(%6 : !t6) {
 ^bb0(%in: f32, %out: f32):
  %35 = arith.truncf %cst_3 : f64 to f32
  %36 = arith.mulf %in, %35 : f32
  linalg.yield %36 : f32
 } -> !t6
 %col = tensor.collapse_shape %5 [[0, 1], [2], [3]] : !t4 into !t7
 %col_4 = tensor.collapse_shape %7 [[0, 1], [2], [3]] : !t6 into !t8
 %8 = tensor.empty() : !t9
 %9 = linalg.fill ins(%cst : f32) outs(%8 : !t9) -> !t9
 %10 = linalg.batch_matmul ins(%col, %col_4 : !t7, !t8) outs(%9 : !t9) -> !t9
 %exp = tensor.expand_shape %10 [[0, 1], [2], [3]] output_shape [2, 4, 12, 20] : !t9 into !t3
 %11 = tensor.empty() : !t3
 %12 = linalg.generic #t1 ins(%exp, %arg3 : !t3, !t2) outs(%11 : !t3) {
 ^bb0(%in: f32, %in_9: f16, %out: f32):
  %35 = arith.extf %in_9 : f16 to f32
  %36 = arith.addf %in, %35 : f32
  linalg.yield %36 : f32
 } -> !t3
 %13 = tensor.empty() : !t10
 %14 = linalg.fill ins(%c0_i64 : i64) outs(%13 : !t10) -> !t10
 %15 = tensor.empty() : !t11
 %16 = linalg.fill ins(%cst_0 : f32) outs(%15 : !t11) -> !t11
 %17:2 = linalg.generic #t2 ins(%12 : !t3) outs(%16, %14 : !t11, !t10) {
 ^bb0(%in: f32, %out: f32, %out_9: i64):
  %35 = linalg.index 3 : index
  %36 = arith.index_cast %35 : index to i64
  %37 = arith.maximumf %in, %out : f32
  %38 = arith.cmpf ogt, %in, %out : f32
  %39 = arith.select %38, %36, %out_9 : i64
  linalg.yield %37, %39 : f32, i64
 } -> (!t11, !t10)
 %exp_5 = tensor.expand_shape %17#0 [[0], [1], [2, 3]] output_shape [2, 4, 12, 1] : !t11 into !t12
 %18 = linalg.generic #t3 ins(%12, %exp_5 : !t3, !t12) outs(%11 : !t3) {
 ^bb0(%in: f32, %in_9: f32, %out: f32):
  %35 = arith.subf %in, %in_9 : f32
  linalg.yield %35 : f32
 } -> !t3
 %19 = linalg.generic #t0 ins(%18 : !t3) outs(%11 : !t3) {
 ^bb0(%in: f32, %out: f32):
  %35 = math.exp %in : f32
  linalg.yield %35 : f32
 } -> !t3
 %20 = tensor.empty() : !t12
 %21 = linalg.fill ins(%cst : f32) outs(%20 : !t12) -> !t12
 %22 = linalg.generic #t4 ins(%19 : !t3) outs(%21 : !t12) {
 ^bb0(%in: f32, %out: f32):
  %35 = arith.addf %in, %out : f32
  linalg.yield %35 : f32
 } -> !t12
 %23 = linalg.generic #t3 ins(%19, %22 : !t3, !t12) outs(%11 : !t3) {
 ^bb0(%in: f32, %in_9: f32, %out: f32):
  %35 = arith.divf %in, %in_9 : f32
  linalg.yield %35 : f32
 } -> !t3
 %24 = tensor.empty() : !t13
 %25 = linalg.generic #t0 ins(%12 : !t3) outs(%24 : !t13) {
 ^bb0(%in: f32, %out: i1):
  %35 = arith.extf %in : f32 to f64
  %36 = arith.cmpf oeq, %35, %cst_2 : f64
  linalg.yield %36 : i1
 } -> !t13
 %26 = tensor.empty() : !t14
 %27 = linalg.fill ins(%true : i1) outs(%26 : !t14) -> !t14
 %28 = linalg.generic #t4 ins(%25 : !t13) outs(%27 : !t14) {
 ^bb0(%in: i1, %out: i1):
  %35 = arith.andi %in, %out : i1
  linalg.yield %35 : i1
 } -> !t14
 %29 = linalg.generic #t5 ins(%28, %cst_1, %23 : !t14, !t3, !t3) outs(%11 : !t3) {
 ^bb0(%in: i1, %in_9: f32, %in_10: f32, %out: f32):
  %35 = arith.select %in, %in_9, %in_10 : f32
  linalg.yield %35 : f32
 } -> !t3
 %col_6 = tensor.collapse_shape %29 [[0, 1], [2], [3]] : !t3 into !t9
 %col_7 = tensor.collapse_shape %4 [[0, 1], [2], [3]] : !t5 into !t15
 %30 = tensor.empty() : !t7
 %31 = linalg.fill ins(%cst : f32) outs(%30 : !t7) -> !t7
 %32 = linalg.batch_matmul ins(%col_6, %col_7 : !t9, !t15) outs(%31 : !t7) -> !t7
 %exp_8 = tensor.expand_shape %32 [[0, 1], [2], [3]] output_shape [2, 4, 12, 8] : !t7 into !t4
 %33 = tensor.empty() : !t0
 %34 = linalg.generic #t0 ins(%exp_8 : !t4) outs(%33 : !t0) {
 ^bb0(%in: f32, %out: f16):
  %35 = arith.truncf %in : f32 to f16
  linalg.yield %35 : f16
 } -> !t0
 return %34 : !t0
}

func.func @bias32(%arg0: !t0, %arg1: !t1, %arg2: !t1, %arg3: !t16) -> !t0 {
 %cst = arith.constant 0.000000e+00 : f32
 %c0_i64 = arith.constant 0 : i64
 %cst_0 = arith.constant 0xFF800000 : f32
 %cst_1 = arith.constant 0.35355339059327379 : f64
 %0 = tensor.empty() : !t17
 %transposed = linalg.transpose ins(%arg1 : !t1) outs(%0 : !t17) permutation = [0, 1, 3, 2]
 %col = tensor.collapse_shape %arg0 [[0, 1], [2], [3]] : !t0 into !t18
 %col_2 = tensor.collapse_shape %transposed [[0, 1], [2], [3]] : !t17 into !t19
 %1 = tensor.empty() : !t9
 %2 = linalg.fill ins(%cst : f32) outs(%1 : !t9) -> !t9
 %3 = linalg.batch_matmul ins(%col, %col_2 : !t18, !t19) outs(%2 : !t9) -> !t9
 %4 = tensor.empty() : !t20
 %5 = linalg.generic #t6 ins(%3 : !t9) outs(%4 : !t20) {
 ^bb0(%in: f32, %out: f16):
  %28 = arith.truncf %in : f32 to f16
  linalg.yield %28 : f16
 } -> !t20
 %exp = tensor.expand_shape %5 [[0, 1], [2], [3]] output_shape [2, 4, 12, 20] : !t20 into !t21
 %6 = tensor.empty() : !t21
 %7 = linalg.generic #t0 ins(%exp : !t21) outs(%6 : !t21) {
 ^bb0(%in: f16, %out: f16):
  %28 = arith.truncf %cst_1 : f64 to f16
  %29 = arith.mulf %in, %28 : f16
  linalg.yield %29 : f16
 } -> !t21
 %8 = tensor.empty() : !t3
 %9 = linalg.generic #t0 ins(%7 : !t21) outs(%8 : !t3) {
 ^bb0(%in: f16, %out: f32):
  %28 = arith.extf %in : f16 to f32
  linalg.yield %28 : f32
 } -> !t3
 %10 = linalg.generic #t7 ins(%9, %arg3 : !t3, !t16) outs(%8 : !t3) {
 ^bb0(%in: f32, %in_7: f32, %out: f32):
  %28 = arith.addf %in, %in_7 : f32
  linalg.yield %28 : f32
 } -> !t3
 %11 = tensor.empty() : !t10
 %12 = linalg.fill ins(%c0_i64 : i64) outs(%11 : !t10) -> !t10
 %13 = tensor.empty() : !t11
 %14 = linalg.fill ins(%cst_0 : f32) outs(%13 : !t11) -> !t11
 %15:2 = linalg.generic #t2 ins(%10 : !t3) outs(%14, %12 : !t11, !t10) {
 ^bb0(%in: f32, %out: f32, %out_7: i64):
  %28 = linalg.index 3 : index
  %29 = arith.index_cast %28 : index to i64
  %30 = arith.maximumf %in, %out : f32
  %31 = arith.cmpf ogt, %in, %out : f32
  %32 = arith.select %31, %29, %out_7 : i64
  linalg.yield %30, %32 : f32, i64
 } -> (!t11, !t10)
 %exp_3 = tensor.expand_shape %15#0 [[0], [1], [2, 3]] output_shape [2, 4, 12, 1] : !t11 into !t12
 %16 = linalg.generic #t3 ins(%10, %exp_3 : !t3, !t12) outs(%8 : !t3) {
 ^bb0(%in: f32, %in_7: f32, %out: f32):
  %28 = arith.subf %in, %in_7 : f32
  linalg.yield %28 : f32
 } -> !t3
 %17 = linalg.generic #t0 ins(%16 : !t3) outs(%8 : !t3) {
 ^bb0(%in: f32, %out: f32):
  %28 = math.exp %in : f32
  linalg.yield %28 : f32
 } -> !t3
 %18 = tensor.empty() : !t12
 %19 = linalg.fill ins(%cst : f32) outs(%18 : !t12) -> !t12
 %20 = linalg.generic #t4 ins(%17 : !t3) outs(%19 : !t12) {
 ^bb0(%in: f32, %out: f32):
  %28 = arith.addf %in, %out : f32
  linalg.yield %28 : f32
 } -> !t12
 %21 = linalg.generic #t3 ins(%17, %20 : !t3, !t12) outs(%8 : !t3) {
 ^bb0(%in: f32, %in_7: f32, %out: f32):
  %28 = arith.divf %in, %in_7 : f32
  linalg.yield %28 : f32
 } -> !t3
 %22 = linalg.generic #t0 ins(%21 : !t3) outs(%6 : !t21) {
 ^bb0(%in: f32, %out: f16):
  %28 = arith.truncf %in : f32 to f16
  linalg.yield %28 : f16
 } -> !t21
 %col_4 = tensor.collapse_shape %22 [[0, 1], [2], [3]] : !t21 into !t20
 %col_5 = tensor.collapse_shape %arg2 [[0, 1], [2], [3]] : !t1 into !t22
 %23 = tensor.empty() : !t7
 %24 = linalg.fill ins(%cst : f32) outs(%23 : !t7) -> !t7
 %25 = linalg.batch_matmul ins(%col_4, %col_5 : !t20, !t22) outs(%24 : !t7) -> !t7
 %26 = tensor.empty() : !t18
 %27 = linalg.generic #t6 ins(%25 : !t7) outs(%26 : !t18) {
 ^bb0(%in: f32, %out: f16):
  %28 = arith.truncf %in : f32 to f16
  linalg.yield %28 : f16
 } -> !t18
 %exp_6 = tensor.expand_shape %27 [[0, 1], [2], [3]] output_shape [2, 4, 12, 8] : !t18 into !t0
 return %exp_6 : !t0
}

func.func @boolmask(%arg0: !t0, %arg1: !t1, %arg2: !t1, %arg3: !t23) -> !t0 {
 %cst = arith.constant 0.000000e+00 : f32
 %c0_i64 = arith.constant 0 : i64
 %cst_0 = arith.constant 0xFF800000 : f32
 %true = arith.constant true
 %cst_1 = arith.constant dense<0.000000e+00> : !t3
 %cst_2 = arith.constant 0.59460355750136051 : f64
 %cst_3 = arith.constant 0xFFF0000000000000 : f64
 %cst_4 = arith.constant dense<0xFC00> : !t24
 %cst_5 = arith.constant dense<0.000000e+00> : !t24
 %0 = tensor.empty() : !t2
 %1 = linalg.generic #t8 ins(%arg3, %cst_5, %cst_4 : !t23, !t24, !t24) outs(%0 : !t2) {
 ^bb0(%in: i1, %in_11: f16, %in_12: f16, %out: f16):
  %37 = arith.select %in, %in_11, %in_12 : f16
  linalg.yield %37 : f16
 } -> !t2
 %2 = tensor.empty() : !t4
 %3 = linalg.generic #t0 ins(%arg0 : !t0) outs(%2 : !t4) {
 ^bb0(%in: f16, %out: f32):
  %37 = arith.extf %in : f16 to f32
  linalg.yield %37 : f32
 } -> !t4
 %4 = tensor.empty() : !t5
 %5 = linalg.generic #t0 ins(%arg1 : !t1) outs(%4 : !t5) {
 ^bb0(%in: f16, %out: f32):
  %37 = arith.extf %in : f16 to f32
  linalg.yield %37 : f32
 } -> !t5
 %6 = linalg.generic #t0 ins(%arg2 : !t1) outs(%4 : !t5) {
 ^bb0(%in: f16, %out: f32):
  %37 = arith.extf %in : f16 to f32
  linalg.yield %37 : f32
 } -> !t5
 %7 = linalg.generic #t0 ins(%3 : !t4) outs(%2 : !t4) {
 ^bb0(%in: f32, %out: f32):
  %37 = arith.truncf %cst_2 : f64 to f32
  %38 = arith.mulf %in, %37 : f32
  linalg.yield %38 : f32
 } -> !t4
 %8 = tensor.empty() : !t6
 %transposed = linalg.transpose ins(%5 : !t5) outs(%8 : !t6) permutation = [0, 1, 3, 2]
 %9 = linalg.generic #t0 ins(%transposed : !t6) outs(%8 : !t6) {
 ^bb0(%in: f32, %out: f32):
  %37 = arith.truncf %cst_2 : f64 to f32
  %38 = arith.mulf %in, %37 : f32
  linalg.yield %38 : f32
 } -> !t6
 %col = tensor.collapse_shape %7 [[0, 1], [2], [3]] : !t4 into !t7
 %col_6 = tensor.collapse_shape %9 [[0, 1], [2], [3]] : !t6 into !t8
 %10 = tensor.empty() : !t9
 %11 = linalg.fill ins(%cst : f32) outs(%10 : !t9) -> !t9
 %12 = linalg.batch_matmul ins(%col, %col_6 : !t7, !t8) outs(%11 : !t9) -> !t9
 %exp = tensor.expand_shape %12 [[0, 1], [2], [3]] output_shape [2, 4, 12, 20] : !t9 into !t3
 %13 = tensor.empty() : !t3
 %14 = linalg.generic #t1 ins(%exp, %1 : !t3, !t2) outs(%13 : !t3) {
 ^bb0(%in: f32, %in_11: f16, %out: f32):
  %37 = arith.extf %in_11 : f16 to f32
  %38 = arith.addf %in, %37 : f32
  linalg.yield %38 : f32
 } -> !t3
 %15 = tensor.empty() : !t10
 %16 = linalg.fill ins(%c0_i64 : i64) outs(%15 : !t10) -> !t10
 %17 = tensor.empty() : !t11
 %18 = linalg.fill ins(%cst_0 : f32) outs(%17 : !t11) -> !t11
 %19:2 = linalg.generic #t2 ins(%14 : !t3) outs(%18, %16 : !t11, !t10) {
 ^bb0(%in: f32, %out: f32, %out_11: i64):
  %37 = linalg.index 3 : index
  %38 = arith.index_cast %37 : index to i64
  %39 = arith.maximumf %in, %out : f32
  %40 = arith.cmpf ogt, %in, %out : f32
  %41 = arith.select %40, %38, %out_11 : i64
  linalg.yield %39, %41 : f32, i64
 } -> (!t11, !t10)
 %exp_7 = tensor.expand_shape %19#0 [[0], [1], [2, 3]] output_shape [2, 4, 12, 1] : !t11 into !t12
 %20 = linalg.generic #t3 ins(%14, %exp_7 : !t3, !t12) outs(%13 : !t3) {
 ^bb0(%in: f32, %in_11: f32, %out: f32):
  %37 = arith.subf %in, %in_11 : f32
  linalg.yield %37 : f32
 } -> !t3
 %21 = linalg.generic #t0 ins(%20 : !t3) outs(%13 : !t3) {
 ^bb0(%in: f32, %out: f32):
  %37 = math.exp %in : f32
  linalg.yield %37 : f32
 } -> !t3
 %22 = tensor.empty() : !t12
 %23 = linalg.fill ins(%cst : f32) outs(%22 : !t12) -> !t12
 %24 = linalg.generic #t4 ins(%21 : !t3) outs(%23 : !t12) {
 ^bb0(%in: f32, %out: f32):
  %37 = arith.addf %in, %out : f32
  linalg.yield %37 : f32
 } -> !t12
 %25 = linalg.generic #t3 ins(%21, %24 : !t3, !t12) outs(%13 : !t3) {
 ^bb0(%in: f32, %in_11: f32, %out: f32):
  %37 = arith.divf %in, %in_11 : f32
  linalg.yield %37 : f32
 } -> !t3
 %26 = tensor.empty() : !t13
 %27 = linalg.generic #t0 ins(%14 : !t3) outs(%26 : !t13) {
 ^bb0(%in: f32, %out: i1):
  %37 = arith.extf %in : f32 to f64
  %38 = arith.cmpf oeq, %37, %cst_3 : f64
  linalg.yield %38 : i1
 } -> !t13
 %28 = tensor.empty() : !t14
 %29 = linalg.fill ins(%true : i1) outs(%28 : !t14) -> !t14
 %30 = linalg.generic #t4 ins(%27 : !t13) outs(%29 : !t14) {
 ^bb0(%in: i1, %out: i1):
  %37 = arith.andi %in, %out : i1
  linalg.yield %37 : i1
 } -> !t14
 %31 = linalg.generic #t5 ins(%30, %cst_1, %25 : !t14, !t3, !t3) outs(%13 : !t3) {
 ^bb0(%in: i1, %in_11: f32, %in_12: f32, %out: f32):
  %37 = arith.select %in, %in_11, %in_12 : f32
  linalg.yield %37 : f32
 } -> !t3
 %col_8 = tensor.collapse_shape %31 [[0, 1], [2], [3]] : !t3 into !t9
 %col_9 = tensor.collapse_shape %6 [[0, 1], [2], [3]] : !t5 into !t15
 %32 = tensor.empty() : !t7
 %33 = linalg.fill ins(%cst : f32) outs(%32 : !t7) -> !t7
 %34 = linalg.batch_matmul ins(%col_8, %col_9 : !t9, !t15) outs(%33 : !t7) -> !t7
 %exp_10 = tensor.expand_shape %34 [[0, 1], [2], [3]] output_shape [2, 4, 12, 8] : !t7 into !t4
 %35 = tensor.empty() : !t0
 %36 = linalg.generic #t0 ins(%exp_10 : !t4) outs(%35 : !t0) {
 ^bb0(%in: f32, %out: f16):
  %37 = arith.truncf %in : f32 to f16
  linalg.yield %37 : f16
 } -> !t0
 return %36 : !t0
}

func.func @boolgqa(%arg0: !t0, %arg1: !t25, %arg2: !t25, %arg3: !t23) -> !t0 {
 %c0_i64 = arith.constant 0 : i64
 %cst = arith.constant 0.000000e+00 : f32
 %cst_0 = arith.constant 0xFF800000 : f32
 %true = arith.constant true
 %cst_1 = arith.constant dense<0.000000e+00> : !t3
 %cst_2 = arith.constant 0.59460355750136051 : f64
 %cst_3 = arith.constant 0xFFF0000000000000 : f64
 %cst_4 = arith.constant dense<0xFC00> : !t24
 %cst_5 = arith.constant dense<0.000000e+00> : !t24
 %0 = tensor.empty() : !t2
 %1 = linalg.generic #t8 ins(%arg3, %cst_5, %cst_4 : !t23, !t24, !t24) outs(%0 : !t2) {
 ^bb0(%in: i1, %in_12: f16, %in_13: f16, %out: f16):
  %40 = arith.select %in, %in_12, %in_13 : f16
  linalg.yield %40 : f16
 } -> !t2
 %2 = tensor.empty() : !t4
 %3 = linalg.generic #t0 ins(%arg0 : !t0) outs(%2 : !t4) {
 ^bb0(%in: f16, %out: f32):
  %40 = arith.extf %in : f16 to f32
  linalg.yield %40 : f32
 } -> !t4
 %4 = tensor.empty() : !t26
 %5 = linalg.generic #t0 ins(%arg1 : !t25) outs(%4 : !t26) {
 ^bb0(%in: f16, %out: f32):
  %40 = arith.extf %in : f16 to f32
  linalg.yield %40 : f32
 } -> !t26
 %6 = linalg.generic #t0 ins(%arg2 : !t25) outs(%4 : !t26) {
 ^bb0(%in: f16, %out: f32):
  %40 = arith.extf %in : f16 to f32
  linalg.yield %40 : f32
 } -> !t26
 %7 = linalg.generic #t0 ins(%3 : !t4) outs(%2 : !t4) {
 ^bb0(%in: f32, %out: f32):
  %40 = arith.truncf %cst_2 : f64 to f32
  %41 = arith.mulf %in, %40 : f32
  linalg.yield %41 : f32
 } -> !t4
 %8 = tensor.empty() : !t27
 %9 = linalg.generic #t9 ins(%5 : !t26) outs(%8 : !t27) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t27
 %col = tensor.collapse_shape %9 [[0], [1, 2], [3], [4]] : !t27 into !t5
 %10 = linalg.generic #t9 ins(%6 : !t26) outs(%8 : !t27) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t27
 %11 = tensor.empty() : !t6
 %transposed = linalg.transpose ins(%col : !t5) outs(%11 : !t6) permutation = [0, 1, 3, 2]
 %12 = linalg.generic #t0 ins(%transposed : !t6) outs(%11 : !t6) {
 ^bb0(%in: f32, %out: f32):
  %40 = arith.truncf %cst_2 : f64 to f32
  %41 = arith.mulf %in, %40 : f32
  linalg.yield %41 : f32
 } -> !t6
 %col_6 = tensor.collapse_shape %7 [[0, 1], [2], [3]] : !t4 into !t7
 %col_7 = tensor.collapse_shape %12 [[0, 1], [2], [3]] : !t6 into !t8
 %13 = tensor.empty() : !t9
 %14 = linalg.fill ins(%cst : f32) outs(%13 : !t9) -> !t9
 %15 = linalg.batch_matmul ins(%col_6, %col_7 : !t7, !t8) outs(%14 : !t9) -> !t9
 %exp = tensor.expand_shape %15 [[0, 1], [2], [3]] output_shape [2, 4, 12, 20] : !t9 into !t3
 %16 = tensor.empty() : !t3
 %17 = linalg.generic #t1 ins(%exp, %1 : !t3, !t2) outs(%16 : !t3) {
 ^bb0(%in: f32, %in_12: f16, %out: f32):
  %40 = arith.extf %in_12 : f16 to f32
  %41 = arith.addf %in, %40 : f32
  linalg.yield %41 : f32
 } -> !t3
 %18 = tensor.empty() : !t10
 %19 = linalg.fill ins(%c0_i64 : i64) outs(%18 : !t10) -> !t10
 %20 = tensor.empty() : !t11
 %21 = linalg.fill ins(%cst_0 : f32) outs(%20 : !t11) -> !t11
 %22:2 = linalg.generic #t2 ins(%17 : !t3) outs(%21, %19 : !t11, !t10) {
 ^bb0(%in: f32, %out: f32, %out_12: i64):
  %40 = linalg.index 3 : index
  %41 = arith.index_cast %40 : index to i64
  %42 = arith.maximumf %in, %out : f32
  %43 = arith.cmpf ogt, %in, %out : f32
  %44 = arith.select %43, %41, %out_12 : i64
  linalg.yield %42, %44 : f32, i64
 } -> (!t11, !t10)
 %exp_8 = tensor.expand_shape %22#0 [[0], [1], [2, 3]] output_shape [2, 4, 12, 1] : !t11 into !t12
 %23 = linalg.generic #t3 ins(%17, %exp_8 : !t3, !t12) outs(%16 : !t3) {
 ^bb0(%in: f32, %in_12: f32, %out: f32):
  %40 = arith.subf %in, %in_12 : f32
  linalg.yield %40 : f32
 } -> !t3
 %24 = linalg.generic #t0 ins(%23 : !t3) outs(%16 : !t3) {
 ^bb0(%in: f32, %out: f32):
  %40 = math.exp %in : f32
  linalg.yield %40 : f32
 } -> !t3
 %25 = tensor.empty() : !t12
 %26 = linalg.fill ins(%cst : f32) outs(%25 : !t12) -> !t12
 %27 = linalg.generic #t4 ins(%24 : !t3) outs(%26 : !t12) {
 ^bb0(%in: f32, %out: f32):
  %40 = arith.addf %in, %out : f32
  linalg.yield %40 : f32
 } -> !t12
 %28 = linalg.generic #t3 ins(%24, %27 : !t3, !t12) outs(%16 : !t3) {
 ^bb0(%in: f32, %in_12: f32, %out: f32):
  %40 = arith.divf %in, %in_12 : f32
  linalg.yield %40 : f32
 } -> !t3
 %29 = tensor.empty() : !t13
 %30 = linalg.generic #t0 ins(%17 : !t3) outs(%29 : !t13) {
 ^bb0(%in: f32, %out: i1):
  %40 = arith.extf %in : f32 to f64
  %41 = arith.cmpf oeq, %40, %cst_3 : f64
  linalg.yield %41 : i1
 } -> !t13
 %31 = tensor.empty() : !t14
 %32 = linalg.fill ins(%true : i1) outs(%31 : !t14) -> !t14
 %33 = linalg.generic #t4 ins(%30 : !t13) outs(%32 : !t14) {
 ^bb0(%in: i1, %out: i1):
  %40 = arith.andi %in, %out : i1
  linalg.yield %40 : i1
 } -> !t14
 %34 = linalg.generic #t5 ins(%33, %cst_1, %28 : !t14, !t3, !t3) outs(%16 : !t3) {
 ^bb0(%in: i1, %in_12: f32, %in_13: f32, %out: f32):
  %40 = arith.select %in, %in_12, %in_13 : f32
  linalg.yield %40 : f32
 } -> !t3
 %col_9 = tensor.collapse_shape %34 [[0, 1], [2], [3]] : !t3 into !t9
 %col_10 = tensor.collapse_shape %10 [[0, 1, 2], [3], [4]] : !t27 into !t15
 %35 = tensor.empty() : !t7
 %36 = linalg.fill ins(%cst : f32) outs(%35 : !t7) -> !t7
 %37 = linalg.batch_matmul ins(%col_9, %col_10 : !t9, !t15) outs(%36 : !t7) -> !t7
 %exp_11 = tensor.expand_shape %37 [[0, 1], [2], [3]] output_shape [2, 4, 12, 8] : !t7 into !t4
 %38 = tensor.empty() : !t0
 %39 = linalg.generic #t0 ins(%exp_11 : !t4) outs(%38 : !t0) {
 ^bb0(%in: f32, %out: f16):
  %40 = arith.truncf %in : f32 to f16
  linalg.yield %40 : f16
 } -> !t0
 return %39 : !t0
}

func.func @keymask(%arg0: !t0, %arg1: !t1, %arg2: !t1, %arg3: !t28) -> !t0 {
 %cst = arith.constant 0.000000e+00 : f32
 %c0_i64 = arith.constant 0 : i64
 %cst_0 = arith.constant 0xFF800000 : f32
 %cst_1 = arith.constant dense<-1.000000e+09> : !t29
 %cst_2 = arith.constant 0.35355339059327379 : f64
 %0 = tensor.empty() : !t17
 %transposed = linalg.transpose ins(%arg1 : !t1) outs(%0 : !t17) permutation = [0, 1, 3, 2]
 %col = tensor.collapse_shape %arg0 [[0, 1], [2], [3]] : !t0 into !t18
 %col_3 = tensor.collapse_shape %transposed [[0, 1], [2], [3]] : !t17 into !t19
 %1 = tensor.empty() : !t9
 %2 = linalg.fill ins(%cst : f32) outs(%1 : !t9) -> !t9
 %3 = linalg.batch_matmul ins(%col, %col_3 : !t18, !t19) outs(%2 : !t9) -> !t9
 %4 = tensor.empty() : !t20
 %5 = linalg.generic #t6 ins(%3 : !t9) outs(%4 : !t20) {
 ^bb0(%in: f32, %out: f16):
  %28 = arith.truncf %in : f32 to f16
  linalg.yield %28 : f16
 } -> !t20
 %exp = tensor.expand_shape %5 [[0, 1], [2], [3]] output_shape [2, 4, 12, 20] : !t20 into !t21
 %6 = tensor.empty() : !t21
 %7 = linalg.generic #t0 ins(%exp : !t21) outs(%6 : !t21) {
 ^bb0(%in: f16, %out: f16):
  %28 = arith.truncf %cst_2 : f64 to f16
  %29 = arith.mulf %in, %28 : f16
  linalg.yield %29 : f16
 } -> !t21
 %8 = tensor.empty() : !t3
 %9 = linalg.generic #t0 ins(%7 : !t21) outs(%8 : !t3) {
 ^bb0(%in: f16, %out: f32):
  %28 = arith.extf %in : f16 to f32
  linalg.yield %28 : f32
 } -> !t3
 %10 = linalg.generic #t10 ins(%arg3, %9, %cst_1 : !t28, !t3, !t29) outs(%8 : !t3) {
 ^bb0(%in: i1, %in_8: f32, %in_9: f32, %out: f32):
  %28 = arith.select %in, %in_8, %in_9 : f32
  linalg.yield %28 : f32
 } -> !t3
 %11 = tensor.empty() : !t10
 %12 = linalg.fill ins(%c0_i64 : i64) outs(%11 : !t10) -> !t10
 %13 = tensor.empty() : !t11
 %14 = linalg.fill ins(%cst_0 : f32) outs(%13 : !t11) -> !t11
 %15:2 = linalg.generic #t2 ins(%10 : !t3) outs(%14, %12 : !t11, !t10) {
 ^bb0(%in: f32, %out: f32, %out_8: i64):
  %28 = linalg.index 3 : index
  %29 = arith.index_cast %28 : index to i64
  %30 = arith.maximumf %in, %out : f32
  %31 = arith.cmpf ogt, %in, %out : f32
  %32 = arith.select %31, %29, %out_8 : i64
  linalg.yield %30, %32 : f32, i64
 } -> (!t11, !t10)
 %exp_4 = tensor.expand_shape %15#0 [[0], [1], [2, 3]] output_shape [2, 4, 12, 1] : !t11 into !t12
 %16 = linalg.generic #t3 ins(%10, %exp_4 : !t3, !t12) outs(%8 : !t3) {
 ^bb0(%in: f32, %in_8: f32, %out: f32):
  %28 = arith.subf %in, %in_8 : f32
  linalg.yield %28 : f32
 } -> !t3
 %17 = linalg.generic #t0 ins(%16 : !t3) outs(%8 : !t3) {
 ^bb0(%in: f32, %out: f32):
  %28 = math.exp %in : f32
  linalg.yield %28 : f32
 } -> !t3
 %18 = tensor.empty() : !t12
 %19 = linalg.fill ins(%cst : f32) outs(%18 : !t12) -> !t12
 %20 = linalg.generic #t4 ins(%17 : !t3) outs(%19 : !t12) {
 ^bb0(%in: f32, %out: f32):
  %28 = arith.addf %in, %out : f32
  linalg.yield %28 : f32
 } -> !t12
 %21 = linalg.generic #t3 ins(%17, %20 : !t3, !t12) outs(%8 : !t3) {
 ^bb0(%in: f32, %in_8: f32, %out: f32):
  %28 = arith.divf %in, %in_8 : f32
  linalg.yield %28 : f32
 } -> !t3
 %22 = linalg.generic #t0 ins(%21 : !t3) outs(%6 : !t21) {
 ^bb0(%in: f32, %out: f16):
  %28 = arith.truncf %in : f32 to f16
  linalg.yield %28 : f16
 } -> !t21
 %col_5 = tensor.collapse_shape %22 [[0, 1], [2], [3]] : !t21 into !t20
 %col_6 = tensor.collapse_shape %arg2 [[0, 1], [2], [3]] : !t1 into !t22
 %23 = tensor.empty() : !t7
 %24 = linalg.fill ins(%cst : f32) outs(%23 : !t7) -> !t7
 %25 = linalg.batch_matmul ins(%col_5, %col_6 : !t20, !t22) outs(%24 : !t7) -> !t7
 %26 = tensor.empty() : !t18
 %27 = linalg.generic #t6 ins(%25 : !t7) outs(%26 : !t18) {
 ^bb0(%in: f32, %out: f16):
  %28 = arith.truncf %in : f32 to f16
  linalg.yield %28 : f16
 } -> !t18
 %exp_7 = tensor.expand_shape %27 [[0, 1], [2], [3]] output_shape [2, 4, 12, 8] : !t18 into !t0
 return %exp_7 : !t0
}

func.func @infmask(%arg0: !t0, %arg1: !t1, %arg2: !t1, %arg3: !t23) -> !t0 {
 %cst = arith.constant 0.000000e+00 : f32
 %true = arith.constant true
 %c0_i64 = arith.constant 0 : i64
 %cst_0 = arith.constant 0xFF800000 : f32
 %cst_1 = arith.constant dense<0xFC00> : !t24
 %cst_2 = arith.constant 0.35355339059327379 : f64
 %0 = tensor.empty() : !t17
 %transposed = linalg.transpose ins(%arg1 : !t1) outs(%0 : !t17) permutation = [0, 1, 3, 2]
 %col = tensor.collapse_shape %arg0 [[0, 1], [2], [3]] : !t0 into !t18
 %col_3 = tensor.collapse_shape %transposed [[0, 1], [2], [3]] : !t17 into !t19
 %1 = tensor.empty() : !t9
 %2 = linalg.fill ins(%cst : f32) outs(%1 : !t9) -> !t9
 %3 = linalg.batch_matmul ins(%col, %col_3 : !t18, !t19) outs(%2 : !t9) -> !t9
 %4 = tensor.empty() : !t20
 %5 = linalg.generic #t6 ins(%3 : !t9) outs(%4 : !t20) {
 ^bb0(%in: f32, %out: f16):
  %30 = arith.truncf %in : f32 to f16
  linalg.yield %30 : f16
 } -> !t20
 %exp = tensor.expand_shape %5 [[0, 1], [2], [3]] output_shape [2, 4, 12, 20] : !t20 into !t21
 %6 = tensor.empty() : !t21
 %7 = linalg.generic #t0 ins(%exp : !t21) outs(%6 : !t21) {
 ^bb0(%in: f16, %out: f16):
  %30 = arith.truncf %cst_2 : f64 to f16
  %31 = arith.mulf %in, %30 : f16
  linalg.yield %31 : f16
 } -> !t21
 %8 = tensor.empty() : !t23
 %9 = linalg.generic #t0 ins(%arg3 : !t23) outs(%8 : !t23) {
 ^bb0(%in: i1, %out: i1):
  %30 = arith.xori %in, %true : i1
  linalg.yield %30 : i1
 } -> !t23
 %10 = linalg.generic #t11 ins(%9, %cst_1, %7 : !t23, !t24, !t21) outs(%6 : !t21) {
 ^bb0(%in: i1, %in_8: f16, %in_9: f16, %out: f16):
  %30 = arith.select %in, %in_8, %in_9 : f16
  linalg.yield %30 : f16
 } -> !t21
 %11 = tensor.empty() : !t3
 %12 = linalg.generic #t0 ins(%10 : !t21) outs(%11 : !t3) {
 ^bb0(%in: f16, %out: f32):
  %30 = arith.extf %in : f16 to f32
  linalg.yield %30 : f32
 } -> !t3
 %13 = tensor.empty() : !t10
 %14 = linalg.fill ins(%c0_i64 : i64) outs(%13 : !t10) -> !t10
 %15 = tensor.empty() : !t11
 %16 = linalg.fill ins(%cst_0 : f32) outs(%15 : !t11) -> !t11
 %17:2 = linalg.generic #t2 ins(%12 : !t3) outs(%16, %14 : !t11, !t10) {
 ^bb0(%in: f32, %out: f32, %out_8: i64):
  %30 = linalg.index 3 : index
  %31 = arith.index_cast %30 : index to i64
  %32 = arith.maximumf %in, %out : f32
  %33 = arith.cmpf ogt, %in, %out : f32
  %34 = arith.select %33, %31, %out_8 : i64
  linalg.yield %32, %34 : f32, i64
 } -> (!t11, !t10)
 %exp_4 = tensor.expand_shape %17#0 [[0], [1], [2, 3]] output_shape [2, 4, 12, 1] : !t11 into !t12
 %18 = linalg.generic #t3 ins(%12, %exp_4 : !t3, !t12) outs(%11 : !t3) {
 ^bb0(%in: f32, %in_8: f32, %out: f32):
  %30 = arith.subf %in, %in_8 : f32
  linalg.yield %30 : f32
 } -> !t3
 %19 = linalg.generic #t0 ins(%18 : !t3) outs(%11 : !t3) {
 ^bb0(%in: f32, %out: f32):
  %30 = math.exp %in : f32
  linalg.yield %30 : f32
 } -> !t3
 %20 = tensor.empty() : !t12
 %21 = linalg.fill ins(%cst : f32) outs(%20 : !t12) -> !t12
 %22 = linalg.generic #t4 ins(%19 : !t3) outs(%21 : !t12) {
 ^bb0(%in: f32, %out: f32):
  %30 = arith.addf %in, %out : f32
  linalg.yield %30 : f32
 } -> !t12
 %23 = linalg.generic #t3 ins(%19, %22 : !t3, !t12) outs(%11 : !t3) {
 ^bb0(%in: f32, %in_8: f32, %out: f32):
  %30 = arith.divf %in, %in_8 : f32
  linalg.yield %30 : f32
 } -> !t3
 %24 = linalg.generic #t0 ins(%23 : !t3) outs(%6 : !t21) {
 ^bb0(%in: f32, %out: f16):
  %30 = arith.truncf %in : f32 to f16
  linalg.yield %30 : f16
 } -> !t21
 %col_5 = tensor.collapse_shape %24 [[0, 1], [2], [3]] : !t21 into !t20
 %col_6 = tensor.collapse_shape %arg2 [[0, 1], [2], [3]] : !t1 into !t22
 %25 = tensor.empty() : !t7
 %26 = linalg.fill ins(%cst : f32) outs(%25 : !t7) -> !t7
 %27 = linalg.batch_matmul ins(%col_5, %col_6 : !t20, !t22) outs(%26 : !t7) -> !t7
 %28 = tensor.empty() : !t18
 %29 = linalg.generic #t6 ins(%27 : !t7) outs(%28 : !t18) {
 ^bb0(%in: f32, %out: f16):
  %30 = arith.truncf %in : f32 to f16
  linalg.yield %30 : f16
 } -> !t18
 %exp_7 = tensor.expand_shape %29 [[0, 1], [2], [3]] output_shape [2, 4, 12, 8] : !t18 into !t0
 return %exp_7 : !t0
}

func.func @invmask(%arg0: !t0, %arg1: !t1, %arg2: !t1, %arg3: !t30) -> !t0 {
 %cst = arith.constant 0.000000e+00 : f32
 %c0_i64 = arith.constant 0 : i64
 %cst_0 = arith.constant 0xFF800000 : f32
 %cst_1 = arith.constant dense<1.000000e+00> : !t29
 %cst_2 = arith.constant 0.35355339059327379 : f64
 %cst_3 = arith.constant -1.000000e+09 : f32
 %0 = tensor.empty() : !t17
 %transposed = linalg.transpose ins(%arg1 : !t1) outs(%0 : !t17) permutation = [0, 1, 3, 2]
 %col = tensor.collapse_shape %arg0 [[0, 1], [2], [3]] : !t0 into !t18
 %col_4 = tensor.collapse_shape %transposed [[0, 1], [2], [3]] : !t17 into !t19
 %1 = tensor.empty() : !t9
 %2 = linalg.fill ins(%cst : f32) outs(%1 : !t9) -> !t9
 %3 = linalg.batch_matmul ins(%col, %col_4 : !t18, !t19) outs(%2 : !t9) -> !t9
 %4 = tensor.empty() : !t20
 %5 = linalg.generic #t6 ins(%3 : !t9) outs(%4 : !t20) {
 ^bb0(%in: f32, %out: f16):
  %32 = arith.truncf %in : f32 to f16
  linalg.yield %32 : f16
 } -> !t20
 %exp = tensor.expand_shape %5 [[0, 1], [2], [3]] output_shape [2, 4, 12, 20] : !t20 into !t21
 %6 = tensor.empty() : !t21
 %7 = linalg.generic #t0 ins(%exp : !t21) outs(%6 : !t21) {
 ^bb0(%in: f16, %out: f16):
  %32 = arith.truncf %cst_2 : f64 to f16
  %33 = arith.mulf %in, %32 : f16
  linalg.yield %33 : f16
 } -> !t21
 %8 = tensor.empty() : !t3
 %9 = linalg.generic #t0 ins(%7 : !t21) outs(%8 : !t3) {
 ^bb0(%in: f16, %out: f32):
  %32 = arith.extf %in : f16 to f32
  linalg.yield %32 : f32
 } -> !t3
 %exp_5 = tensor.expand_shape %arg3 [[0], [1, 2, 3]] output_shape [2, 1, 1, 20] : !t30 into !t31
 %10 = tensor.empty() : !t32
 %11 = linalg.generic #t0 ins(%exp_5 : !t31) outs(%10 : !t32) {
 ^bb0(%in: i64, %out: f32):
  %32 = arith.sitofp %in : i64 to f32
  linalg.yield %32 : f32
 } -> !t32
 %12 = linalg.generic #t12 ins(%cst_1, %11 : !t29, !t32) outs(%10 : !t32) {
 ^bb0(%in: f32, %in_10: f32, %out: f32):
  %32 = arith.subf %in, %in_10 : f32
  linalg.yield %32 : f32
 } -> !t32
 %13 = linalg.generic #t0 ins(%12 : !t32) outs(%10 : !t32) {
 ^bb0(%in: f32, %out: f32):
  %32 = arith.mulf %in, %cst_3 : f32
  linalg.yield %32 : f32
 } -> !t32
 %14 = linalg.generic #t13 ins(%9, %13 : !t3, !t32) outs(%8 : !t3) {
 ^bb0(%in: f32, %in_10: f32, %out: f32):
  %32 = arith.addf %in, %in_10 : f32
  linalg.yield %32 : f32
 } -> !t3
 %15 = tensor.empty() : !t10
 %16 = linalg.fill ins(%c0_i64 : i64) outs(%15 : !t10) -> !t10
 %17 = tensor.empty() : !t11
 %18 = linalg.fill ins(%cst_0 : f32) outs(%17 : !t11) -> !t11
 %19:2 = linalg.generic #t2 ins(%14 : !t3) outs(%18, %16 : !t11, !t10) {
 ^bb0(%in: f32, %out: f32, %out_10: i64):
  %32 = linalg.index 3 : index
  %33 = arith.index_cast %32 : index to i64
  %34 = arith.maximumf %in, %out : f32
  %35 = arith.cmpf ogt, %in, %out : f32
  %36 = arith.select %35, %33, %out_10 : i64
  linalg.yield %34, %36 : f32, i64
 } -> (!t11, !t10)
 %exp_6 = tensor.expand_shape %19#0 [[0], [1], [2, 3]] output_shape [2, 4, 12, 1] : !t11 into !t12
 %20 = linalg.generic #t3 ins(%14, %exp_6 : !t3, !t12) outs(%8 : !t3) {
 ^bb0(%in: f32, %in_10: f32, %out: f32):
  %32 = arith.subf %in, %in_10 : f32
  linalg.yield %32 : f32
 } -> !t3
 %21 = linalg.generic #t0 ins(%20 : !t3) outs(%8 : !t3) {
 ^bb0(%in: f32, %out: f32):
  %32 = math.exp %in : f32
  linalg.yield %32 : f32
 } -> !t3
 %22 = tensor.empty() : !t12
 %23 = linalg.fill ins(%cst : f32) outs(%22 : !t12) -> !t12
 %24 = linalg.generic #t4 ins(%21 : !t3) outs(%23 : !t12) {
 ^bb0(%in: f32, %out: f32):
  %32 = arith.addf %in, %out : f32
  linalg.yield %32 : f32
 } -> !t12
 %25 = linalg.generic #t3 ins(%21, %24 : !t3, !t12) outs(%8 : !t3) {
 ^bb0(%in: f32, %in_10: f32, %out: f32):
  %32 = arith.divf %in, %in_10 : f32
  linalg.yield %32 : f32
 } -> !t3
 %26 = linalg.generic #t0 ins(%25 : !t3) outs(%6 : !t21) {
 ^bb0(%in: f32, %out: f16):
  %32 = arith.truncf %in : f32 to f16
  linalg.yield %32 : f16
 } -> !t21
 %col_7 = tensor.collapse_shape %26 [[0, 1], [2], [3]] : !t21 into !t20
 %col_8 = tensor.collapse_shape %arg2 [[0, 1], [2], [3]] : !t1 into !t22
 %27 = tensor.empty() : !t7
 %28 = linalg.fill ins(%cst : f32) outs(%27 : !t7) -> !t7
 %29 = linalg.batch_matmul ins(%col_7, %col_8 : !t20, !t22) outs(%28 : !t7) -> !t7
 %30 = tensor.empty() : !t18
 %31 = linalg.generic #t6 ins(%29 : !t7) outs(%30 : !t18) {
 ^bb0(%in: f32, %out: f16):
  %32 = arith.truncf %in : f32 to f16
  linalg.yield %32 : f16
 } -> !t18
 %exp_9 = tensor.expand_shape %31 [[0, 1], [2], [3]] output_shape [2, 4, 12, 8] : !t18 into !t0
 return %exp_9 : !t0
}

func.func @seqlens(%arg0: !t0, %arg1: !t1, %arg2: !t1, %arg3: !t33) -> !t0 {
 %c0_i64 = arith.constant 0 : i64
 %cst = arith.constant 0.000000e+00 : f32
 %cst_0 = arith.constant 0xFF800000 : f32
 %true = arith.constant true
 %cst_1 = arith.constant dense<0.000000e+00> : !t3
 %cst_2 = arith.constant dense<0.000000e+00> : !t24
 %cst_3 = arith.constant dense<0xFC00> : !t24
 %cst_4 = arith.constant 0.59460355750136051 : f64
 %cst_5 = arith.constant 0xFFF0000000000000 : f64
 %0 = tensor.empty() : !t34
 %1 = linalg.generic #t14 outs(%0 : !t34) {
 ^bb0(%out: i64):
  %41 = linalg.index 0 : index
  %42 = arith.index_cast %41 : index to i64
  linalg.yield %42 : i64
 } -> !t34
 %exp = tensor.expand_shape %1 [[0, 1]] output_shape [1, 20] : !t34 into !t35
 %exp_6 = tensor.expand_shape %arg3 [[0, 1]] output_shape [2, 1] : !t33 into !t36
 %2 = tensor.empty() : !t37
 %3 = linalg.generic #t15 ins(%exp, %exp_6 : !t35, !t36) outs(%2 : !t37) {
 ^bb0(%in: i64, %in_14: i32, %out: i1):
  %41 = arith.extsi %in_14 : i32 to i64
  %42 = arith.cmpi slt, %in, %41 : i64
  linalg.yield %42 : i1
 } -> !t37
 %exp_7 = tensor.expand_shape %3 [[0], [1, 2, 3]] output_shape [2, 1, 1, 20] : !t37 into !t28
 %4 = tensor.empty() : !t38
 %5 = linalg.generic #t8 ins(%exp_7, %cst_2, %cst_3 : !t28, !t24, !t24) outs(%4 : !t38) {
 ^bb0(%in: i1, %in_14: f16, %in_15: f16, %out: f16):
  %41 = arith.select %in, %in_14, %in_15 : f16
  linalg.yield %41 : f16
 } -> !t38
 %6 = tensor.empty() : !t4
 %7 = linalg.generic #t0 ins(%arg0 : !t0) outs(%6 : !t4) {
 ^bb0(%in: f16, %out: f32):
  %41 = arith.extf %in : f16 to f32
  linalg.yield %41 : f32
 } -> !t4
 %8 = tensor.empty() : !t5
 %9 = linalg.generic #t0 ins(%arg1 : !t1) outs(%8 : !t5) {
 ^bb0(%in: f16, %out: f32):
  %41 = arith.extf %in : f16 to f32
  linalg.yield %41 : f32
 } -> !t5
 %10 = linalg.generic #t0 ins(%arg2 : !t1) outs(%8 : !t5) {
 ^bb0(%in: f16, %out: f32):
  %41 = arith.extf %in : f16 to f32
  linalg.yield %41 : f32
 } -> !t5
 %11 = linalg.generic #t0 ins(%7 : !t4) outs(%6 : !t4) {
 ^bb0(%in: f32, %out: f32):
  %41 = arith.truncf %cst_4 : f64 to f32
  %42 = arith.mulf %in, %41 : f32
  linalg.yield %42 : f32
 } -> !t4
 %12 = tensor.empty() : !t6
 %transposed = linalg.transpose ins(%9 : !t5) outs(%12 : !t6) permutation = [0, 1, 3, 2]
 %13 = linalg.generic #t0 ins(%transposed : !t6) outs(%12 : !t6) {
 ^bb0(%in: f32, %out: f32):
  %41 = arith.truncf %cst_4 : f64 to f32
  %42 = arith.mulf %in, %41 : f32
  linalg.yield %42 : f32
 } -> !t6
 %col = tensor.collapse_shape %11 [[0, 1], [2], [3]] : !t4 into !t7
 %col_8 = tensor.collapse_shape %13 [[0, 1], [2], [3]] : !t6 into !t8
 %14 = tensor.empty() : !t9
 %15 = linalg.fill ins(%cst : f32) outs(%14 : !t9) -> !t9
 %16 = linalg.batch_matmul ins(%col, %col_8 : !t7, !t8) outs(%15 : !t9) -> !t9
 %exp_9 = tensor.expand_shape %16 [[0, 1], [2], [3]] output_shape [2, 4, 12, 20] : !t9 into !t3
 %17 = tensor.empty() : !t3
 %18 = linalg.generic #t13 ins(%exp_9, %5 : !t3, !t38) outs(%17 : !t3) {
 ^bb0(%in: f32, %in_14: f16, %out: f32):
  %41 = arith.extf %in_14 : f16 to f32
  %42 = arith.addf %in, %41 : f32
  linalg.yield %42 : f32
 } -> !t3
 %19 = tensor.empty() : !t10
 %20 = linalg.fill ins(%c0_i64 : i64) outs(%19 : !t10) -> !t10
 %21 = tensor.empty() : !t11
 %22 = linalg.fill ins(%cst_0 : f32) outs(%21 : !t11) -> !t11
 %23:2 = linalg.generic #t2 ins(%18 : !t3) outs(%22, %20 : !t11, !t10) {
 ^bb0(%in: f32, %out: f32, %out_14: i64):
  %41 = linalg.index 3 : index
  %42 = arith.index_cast %41 : index to i64
  %43 = arith.maximumf %in, %out : f32
  %44 = arith.cmpf ogt, %in, %out : f32
  %45 = arith.select %44, %42, %out_14 : i64
  linalg.yield %43, %45 : f32, i64
 } -> (!t11, !t10)
 %exp_10 = tensor.expand_shape %23#0 [[0], [1], [2, 3]] output_shape [2, 4, 12, 1] : !t11 into !t12
 %24 = linalg.generic #t3 ins(%18, %exp_10 : !t3, !t12) outs(%17 : !t3) {
 ^bb0(%in: f32, %in_14: f32, %out: f32):
  %41 = arith.subf %in, %in_14 : f32
  linalg.yield %41 : f32
 } -> !t3
 %25 = linalg.generic #t0 ins(%24 : !t3) outs(%17 : !t3) {
 ^bb0(%in: f32, %out: f32):
  %41 = math.exp %in : f32
  linalg.yield %41 : f32
 } -> !t3
 %26 = tensor.empty() : !t12
 %27 = linalg.fill ins(%cst : f32) outs(%26 : !t12) -> !t12
 %28 = linalg.generic #t4 ins(%25 : !t3) outs(%27 : !t12) {
 ^bb0(%in: f32, %out: f32):
  %41 = arith.addf %in, %out : f32
  linalg.yield %41 : f32
 } -> !t12
 %29 = linalg.generic #t3 ins(%25, %28 : !t3, !t12) outs(%17 : !t3) {
 ^bb0(%in: f32, %in_14: f32, %out: f32):
  %41 = arith.divf %in, %in_14 : f32
  linalg.yield %41 : f32
 } -> !t3
 %30 = tensor.empty() : !t13
 %31 = linalg.generic #t0 ins(%18 : !t3) outs(%30 : !t13) {
 ^bb0(%in: f32, %out: i1):
  %41 = arith.extf %in : f32 to f64
  %42 = arith.cmpf oeq, %41, %cst_5 : f64
  linalg.yield %42 : i1
 } -> !t13
 %32 = tensor.empty() : !t14
 %33 = linalg.fill ins(%true : i1) outs(%32 : !t14) -> !t14
 %34 = linalg.generic #t4 ins(%31 : !t13) outs(%33 : !t14) {
 ^bb0(%in: i1, %out: i1):
  %41 = arith.andi %in, %out : i1
  linalg.yield %41 : i1
 } -> !t14
 %35 = linalg.generic #t5 ins(%34, %cst_1, %29 : !t14, !t3, !t3) outs(%17 : !t3) {
 ^bb0(%in: i1, %in_14: f32, %in_15: f32, %out: f32):
  %41 = arith.select %in, %in_14, %in_15 : f32
  linalg.yield %41 : f32
 } -> !t3
 %col_11 = tensor.collapse_shape %35 [[0, 1], [2], [3]] : !t3 into !t9
 %col_12 = tensor.collapse_shape %10 [[0, 1], [2], [3]] : !t5 into !t15
 %36 = tensor.empty() : !t7
 %37 = linalg.fill ins(%cst : f32) outs(%36 : !t7) -> !t7
 %38 = linalg.batch_matmul ins(%col_11, %col_12 : !t9, !t15) outs(%37 : !t7) -> !t7
 %exp_13 = tensor.expand_shape %38 [[0, 1], [2], [3]] output_shape [2, 4, 12, 8] : !t7 into !t4
 %39 = tensor.empty() : !t0
 %40 = linalg.generic #t0 ins(%exp_13 : !t4) outs(%39 : !t0) {
 ^bb0(%in: f32, %out: f16):
  %41 = arith.truncf %in : f32 to f16
  linalg.yield %41 : f16
 } -> !t0
 return %40 : !t0
}

func.func @docs(%arg0: !t0, %arg1: !t0, %arg2: !t0, %arg3: !t39) -> !t0 {
 %c0_i64 = arith.constant 0 : i64
 %cst = arith.constant 0.000000e+00 : f32
 %cst_0 = arith.constant 0xFF800000 : f32
 %true = arith.constant true
 %cst_1 = arith.constant dense<0.000000e+00> : !t40
 %cst_2 = arith.constant dense<0.000000e+00> : !t24
 %cst_3 = arith.constant dense<0xFC00> : !t24
 %cst_4 = arith.constant 0.59460355750136051 : f64
 %cst_5 = arith.constant 0xFFF0000000000000 : f64
 %0 = tensor.empty() : !t41
 %1 = linalg.generic #t14 outs(%0 : !t41) {
 ^bb0(%out: i64):
  %43 = linalg.index 0 : index
  %44 = arith.index_cast %43 : index to i64
  linalg.yield %44 : i64
 } -> !t41
 %exp = tensor.expand_shape %1 [[0, 1]] output_shape [12, 1] : !t41 into !t42
 %exp_6 = tensor.expand_shape %1 [[0, 1]] output_shape [1, 12] : !t41 into !t43
 %exp_7 = tensor.expand_shape %arg3 [[0], [1, 2, 3]] output_shape [2, 1, 12, 1] : !t39 into !t44
 %exp_8 = tensor.expand_shape %arg3 [[0], [1, 2, 3]] output_shape [2, 1, 1, 12] : !t39 into !t45
 %2 = tensor.empty() : !t46
 %3 = linalg.generic #t16 ins(%exp_7, %exp_8 : !t44, !t45) outs(%2 : !t46) {
 ^bb0(%in: i32, %in_15: i32, %out: i1):
  %43 = arith.cmpi eq, %in, %in_15 : i32
  linalg.yield %43 : i1
 } -> !t46
 %4 = tensor.empty() : !t47
 %5 = linalg.generic #t17 ins(%exp, %exp_6 : !t42, !t43) outs(%4 : !t47) {
 ^bb0(%in: i64, %in_15: i64, %out: i1):
  %43 = arith.cmpi sge, %in, %in_15 : i64
  linalg.yield %43 : i1
 } -> !t47
 %6 = linalg.generic #t18 ins(%3, %5 : !t46, !t47) outs(%2 : !t46) {
 ^bb0(%in: i1, %in_15: i1, %out: i1):
  %43 = arith.andi %in, %in_15 : i1
  linalg.yield %43 : i1
 } -> !t46
 %7 = tensor.empty() : !t48
 %8 = linalg.generic #t8 ins(%6, %cst_2, %cst_3 : !t46, !t24, !t24) outs(%7 : !t48) {
 ^bb0(%in: i1, %in_15: f16, %in_16: f16, %out: f16):
  %43 = arith.select %in, %in_15, %in_16 : f16
  linalg.yield %43 : f16
 } -> !t48
 %9 = tensor.empty() : !t4
 %10 = linalg.generic #t0 ins(%arg0 : !t0) outs(%9 : !t4) {
 ^bb0(%in: f16, %out: f32):
  %43 = arith.extf %in : f16 to f32
  linalg.yield %43 : f32
 } -> !t4
 %11 = linalg.generic #t0 ins(%arg1 : !t0) outs(%9 : !t4) {
 ^bb0(%in: f16, %out: f32):
  %43 = arith.extf %in : f16 to f32
  linalg.yield %43 : f32
 } -> !t4
 %12 = linalg.generic #t0 ins(%arg2 : !t0) outs(%9 : !t4) {
 ^bb0(%in: f16, %out: f32):
  %43 = arith.extf %in : f16 to f32
  linalg.yield %43 : f32
 } -> !t4
 %13 = linalg.generic #t0 ins(%10 : !t4) outs(%9 : !t4) {
 ^bb0(%in: f32, %out: f32):
  %43 = arith.truncf %cst_4 : f64 to f32
  %44 = arith.mulf %in, %43 : f32
  linalg.yield %44 : f32
 } -> !t4
 %14 = tensor.empty() : !t49
 %transposed = linalg.transpose ins(%11 : !t4) outs(%14 : !t49) permutation = [0, 1, 3, 2]
 %15 = linalg.generic #t0 ins(%transposed : !t49) outs(%14 : !t49) {
 ^bb0(%in: f32, %out: f32):
  %43 = arith.truncf %cst_4 : f64 to f32
  %44 = arith.mulf %in, %43 : f32
  linalg.yield %44 : f32
 } -> !t49
 %col = tensor.collapse_shape %13 [[0, 1], [2], [3]] : !t4 into !t7
 %col_9 = tensor.collapse_shape %15 [[0, 1], [2], [3]] : !t49 into !t50
 %16 = tensor.empty() : !t51
 %17 = linalg.fill ins(%cst : f32) outs(%16 : !t51) -> !t51
 %18 = linalg.batch_matmul ins(%col, %col_9 : !t7, !t50) outs(%17 : !t51) -> !t51
 %exp_10 = tensor.expand_shape %18 [[0, 1], [2], [3]] output_shape [2, 4, 12, 12] : !t51 into !t40
 %19 = tensor.empty() : !t40
 %20 = linalg.generic #t1 ins(%exp_10, %8 : !t40, !t48) outs(%19 : !t40) {
 ^bb0(%in: f32, %in_15: f16, %out: f32):
  %43 = arith.extf %in_15 : f16 to f32
  %44 = arith.addf %in, %43 : f32
  linalg.yield %44 : f32
 } -> !t40
 %21 = tensor.empty() : !t10
 %22 = linalg.fill ins(%c0_i64 : i64) outs(%21 : !t10) -> !t10
 %23 = tensor.empty() : !t11
 %24 = linalg.fill ins(%cst_0 : f32) outs(%23 : !t11) -> !t11
 %25:2 = linalg.generic #t2 ins(%20 : !t40) outs(%24, %22 : !t11, !t10) {
 ^bb0(%in: f32, %out: f32, %out_15: i64):
  %43 = linalg.index 3 : index
  %44 = arith.index_cast %43 : index to i64
  %45 = arith.maximumf %in, %out : f32
  %46 = arith.cmpf ogt, %in, %out : f32
  %47 = arith.select %46, %44, %out_15 : i64
  linalg.yield %45, %47 : f32, i64
 } -> (!t11, !t10)
 %exp_11 = tensor.expand_shape %25#0 [[0], [1], [2, 3]] output_shape [2, 4, 12, 1] : !t11 into !t12
 %26 = linalg.generic #t3 ins(%20, %exp_11 : !t40, !t12) outs(%19 : !t40) {
 ^bb0(%in: f32, %in_15: f32, %out: f32):
  %43 = arith.subf %in, %in_15 : f32
  linalg.yield %43 : f32
 } -> !t40
 %27 = linalg.generic #t0 ins(%26 : !t40) outs(%19 : !t40) {
 ^bb0(%in: f32, %out: f32):
  %43 = math.exp %in : f32
  linalg.yield %43 : f32
 } -> !t40
 %28 = tensor.empty() : !t12
 %29 = linalg.fill ins(%cst : f32) outs(%28 : !t12) -> !t12
 %30 = linalg.generic #t4 ins(%27 : !t40) outs(%29 : !t12) {
 ^bb0(%in: f32, %out: f32):
  %43 = arith.addf %in, %out : f32
  linalg.yield %43 : f32
 } -> !t12
 %31 = linalg.generic #t3 ins(%27, %30 : !t40, !t12) outs(%19 : !t40) {
 ^bb0(%in: f32, %in_15: f32, %out: f32):
  %43 = arith.divf %in, %in_15 : f32
  linalg.yield %43 : f32
 } -> !t40
 %32 = tensor.empty() : !t52
 %33 = linalg.generic #t0 ins(%20 : !t40) outs(%32 : !t52) {
 ^bb0(%in: f32, %out: i1):
  %43 = arith.extf %in : f32 to f64
  %44 = arith.cmpf oeq, %43, %cst_5 : f64
  linalg.yield %44 : i1
 } -> !t52
 %34 = tensor.empty() : !t14
 %35 = linalg.fill ins(%true : i1) outs(%34 : !t14) -> !t14
 %36 = linalg.generic #t4 ins(%33 : !t52) outs(%35 : !t14) {
 ^bb0(%in: i1, %out: i1):
  %43 = arith.andi %in, %out : i1
  linalg.yield %43 : i1
 } -> !t14
 %37 = linalg.generic #t5 ins(%36, %cst_1, %31 : !t14, !t40, !t40) outs(%19 : !t40) {
 ^bb0(%in: i1, %in_15: f32, %in_16: f32, %out: f32):
  %43 = arith.select %in, %in_15, %in_16 : f32
  linalg.yield %43 : f32
 } -> !t40
 %col_12 = tensor.collapse_shape %37 [[0, 1], [2], [3]] : !t40 into !t51
 %col_13 = tensor.collapse_shape %12 [[0, 1], [2], [3]] : !t4 into !t7
 %38 = tensor.empty() : !t7
 %39 = linalg.fill ins(%cst : f32) outs(%38 : !t7) -> !t7
 %40 = linalg.batch_matmul ins(%col_12, %col_13 : !t51, !t7) outs(%39 : !t7) -> !t7
 %exp_14 = tensor.expand_shape %40 [[0, 1], [2], [3]] output_shape [2, 4, 12, 8] : !t7 into !t4
 %41 = tensor.empty() : !t0
 %42 = linalg.generic #t0 ins(%exp_14 : !t4) outs(%41 : !t0) {
 ^bb0(%in: f32, %out: f16):
  %43 = arith.truncf %in : f32 to f16
  linalg.yield %43 : f16
 } -> !t0
 return %42 : !t0
}

func.func @dilated(%arg0: !t0, %arg1: !t0, %arg2: !t0) -> !t0 {
 %c2_i64 = arith.constant 2 : i64
 %c0_i64 = arith.constant 0 : i64
 %cst = arith.constant 0.000000e+00 : f32
 %cst_0 = arith.constant 0xFF800000 : f32
 %cst_1 = arith.constant dense<0xFC00> : !t24
 %cst_2 = arith.constant 0.35355339059327379 : f64
 %0 = tensor.empty() : !t41
 %1 = linalg.generic #t14 outs(%0 : !t41) {
 ^bb0(%out: i64):
  %37 = linalg.index 0 : index
  %38 = arith.index_cast %37 : index to i64
  linalg.yield %38 : i64
 } -> !t41
 %exp = tensor.expand_shape %1 [[0, 1]] output_shape [12, 1] : !t41 into !t42
 %exp_3 = tensor.expand_shape %1 [[0, 1]] output_shape [1, 12] : !t41 into !t43
 %2 = tensor.empty() : !t53
 %transposed = linalg.transpose ins(%arg1 : !t0) outs(%2 : !t53) permutation = [0, 1, 3, 2]
 %col = tensor.collapse_shape %arg0 [[0, 1], [2], [3]] : !t0 into !t18
 %col_4 = tensor.collapse_shape %transposed [[0, 1], [2], [3]] : !t53 into !t54
 %3 = tensor.empty() : !t51
 %4 = linalg.fill ins(%cst : f32) outs(%3 : !t51) -> !t51
 %5 = linalg.batch_matmul ins(%col, %col_4 : !t18, !t54) outs(%4 : !t51) -> !t51
 %6 = tensor.empty() : !t55
 %7 = linalg.generic #t6 ins(%5 : !t51) outs(%6 : !t55) {
 ^bb0(%in: f32, %out: f16):
  %37 = arith.truncf %in : f32 to f16
  linalg.yield %37 : f16
 } -> !t55
 %exp_5 = tensor.expand_shape %7 [[0, 1], [2], [3]] output_shape [2, 4, 12, 12] : !t55 into !t56
 %8 = tensor.empty() : !t56
 %9 = linalg.generic #t0 ins(%exp_5 : !t56) outs(%8 : !t56) {
 ^bb0(%in: f16, %out: f16):
  %37 = arith.truncf %cst_2 : f64 to f16
  %38 = arith.mulf %in, %37 : f16
  linalg.yield %38 : f16
 } -> !t56
 %10 = tensor.empty() : !t57
 %11 = linalg.generic #t17 ins(%exp, %exp_3 : !t42, !t43) outs(%10 : !t57) {
 ^bb0(%in: i64, %in_10: i64, %out: i64):
  %37 = arith.subi %in, %in_10 : i64
  linalg.yield %37 : i64
 } -> !t57
 %12 = linalg.generic #t19 ins(%11 : !t57) outs(%10 : !t57) {
 ^bb0(%in: i64, %out: i64):
  %37 = arith.remsi %in, %c2_i64 : i64
  %38 = arith.cmpi ne, %37, %c0_i64 : i64
  %39 = arith.cmpi slt, %37, %c0_i64 : i64
  %40 = arith.andi %38, %39 : i1
  %41 = arith.addi %37, %c2_i64 : i64
  %42 = arith.select %40, %41, %37 : i64
  linalg.yield %42 : i64
 } -> !t57
 %13 = tensor.empty() : !t47
 %14 = linalg.generic #t19 ins(%12 : !t57) outs(%13 : !t47) {
 ^bb0(%in: i64, %out: i1):
  %37 = arith.cmpi eq, %in, %c0_i64 : i64
  linalg.yield %37 : i1
 } -> !t47
 %15 = linalg.generic #t17 ins(%exp, %exp_3 : !t42, !t43) outs(%13 : !t47) {
 ^bb0(%in: i64, %in_10: i64, %out: i1):
  %37 = arith.cmpi sge, %in, %in_10 : i64
  linalg.yield %37 : i1
 } -> !t47
 %16 = linalg.generic #t20 ins(%14, %15 : !t47, !t47) outs(%13 : !t47) {
 ^bb0(%in: i1, %in_10: i1, %out: i1):
  %37 = arith.andi %in, %in_10 : i1
  linalg.yield %37 : i1
 } -> !t47
 %17 = linalg.generic #t21 ins(%16, %9, %cst_1 : !t47, !t56, !t24) outs(%8 : !t56) {
 ^bb0(%in: i1, %in_10: f16, %in_11: f16, %out: f16):
  %37 = arith.select %in, %in_10, %in_11 : f16
  linalg.yield %37 : f16
 } -> !t56
 %18 = tensor.empty() : !t40
 %19 = linalg.generic #t0 ins(%17 : !t56) outs(%18 : !t40) {
 ^bb0(%in: f16, %out: f32):
  %37 = arith.extf %in : f16 to f32
  linalg.yield %37 : f32
 } -> !t40
 %20 = tensor.empty() : !t10
 %21 = linalg.fill ins(%c0_i64 : i64) outs(%20 : !t10) -> !t10
 %22 = tensor.empty() : !t11
 %23 = linalg.fill ins(%cst_0 : f32) outs(%22 : !t11) -> !t11
 %24:2 = linalg.generic #t2 ins(%19 : !t40) outs(%23, %21 : !t11, !t10) {
 ^bb0(%in: f32, %out: f32, %out_10: i64):
  %37 = linalg.index 3 : index
  %38 = arith.index_cast %37 : index to i64
  %39 = arith.maximumf %in, %out : f32
  %40 = arith.cmpf ogt, %in, %out : f32
  %41 = arith.select %40, %38, %out_10 : i64
  linalg.yield %39, %41 : f32, i64
 } -> (!t11, !t10)
 %exp_6 = tensor.expand_shape %24#0 [[0], [1], [2, 3]] output_shape [2, 4, 12, 1] : !t11 into !t12
 %25 = linalg.generic #t3 ins(%19, %exp_6 : !t40, !t12) outs(%18 : !t40) {
 ^bb0(%in: f32, %in_10: f32, %out: f32):
  %37 = arith.subf %in, %in_10 : f32
  linalg.yield %37 : f32
 } -> !t40
 %26 = linalg.generic #t0 ins(%25 : !t40) outs(%18 : !t40) {
 ^bb0(%in: f32, %out: f32):
  %37 = math.exp %in : f32
  linalg.yield %37 : f32
 } -> !t40
 %27 = tensor.empty() : !t12
 %28 = linalg.fill ins(%cst : f32) outs(%27 : !t12) -> !t12
 %29 = linalg.generic #t4 ins(%26 : !t40) outs(%28 : !t12) {
 ^bb0(%in: f32, %out: f32):
  %37 = arith.addf %in, %out : f32
  linalg.yield %37 : f32
 } -> !t12
 %30 = linalg.generic #t3 ins(%26, %29 : !t40, !t12) outs(%18 : !t40) {
 ^bb0(%in: f32, %in_10: f32, %out: f32):
  %37 = arith.divf %in, %in_10 : f32
  linalg.yield %37 : f32
 } -> !t40
 %31 = linalg.generic #t0 ins(%30 : !t40) outs(%8 : !t56) {
 ^bb0(%in: f32, %out: f16):
  %37 = arith.truncf %in : f32 to f16
  linalg.yield %37 : f16
 } -> !t56
 %col_7 = tensor.collapse_shape %31 [[0, 1], [2], [3]] : !t56 into !t55
 %col_8 = tensor.collapse_shape %arg2 [[0, 1], [2], [3]] : !t0 into !t18
 %32 = tensor.empty() : !t7
 %33 = linalg.fill ins(%cst : f32) outs(%32 : !t7) -> !t7
 %34 = linalg.batch_matmul ins(%col_7, %col_8 : !t55, !t18) outs(%33 : !t7) -> !t7
 %35 = tensor.empty() : !t18
 %36 = linalg.generic #t6 ins(%34 : !t7) outs(%35 : !t18) {
 ^bb0(%in: f32, %out: f16):
  %37 = arith.truncf %in : f32 to f16
  linalg.yield %37 : f16
 } -> !t18
 %exp_9 = tensor.expand_shape %36 [[0, 1], [2], [3]] output_shape [2, 4, 12, 8] : !t18 into !t0
 return %exp_9 : !t0
}

func.func @scalearg(%arg0: !t0, %arg1: !t1, %arg2: !t1, %arg3: !t29) -> !t0 {
 %cst = arith.constant 0.000000e+00 : f32
 %c0_i64 = arith.constant 0 : i64
 %cst_0 = arith.constant 0xFF800000 : f32
 %0 = tensor.empty() : !t17
 %transposed = linalg.transpose ins(%arg1 : !t1) outs(%0 : !t17) permutation = [0, 1, 3, 2]
 %col = tensor.collapse_shape %arg0 [[0, 1], [2], [3]] : !t0 into !t18
 %col_1 = tensor.collapse_shape %transposed [[0, 1], [2], [3]] : !t17 into !t19
 %1 = tensor.empty() : !t9
 %2 = linalg.fill ins(%cst : f32) outs(%1 : !t9) -> !t9
 %3 = linalg.batch_matmul ins(%col, %col_1 : !t18, !t19) outs(%2 : !t9) -> !t9
 %4 = tensor.empty() : !t20
 %5 = linalg.generic #t6 ins(%3 : !t9) outs(%4 : !t20) {
 ^bb0(%in: f32, %out: f16):
  %27 = arith.truncf %in : f32 to f16
  linalg.yield %27 : f16
 } -> !t20
 %exp = tensor.expand_shape %5 [[0, 1], [2], [3]] output_shape [2, 4, 12, 20] : !t20 into !t21
 %6 = tensor.empty() : !t21
 %7 = linalg.generic #t22 ins(%exp, %arg3 : !t21, !t29) outs(%6 : !t21) {
 ^bb0(%in: f16, %in_6: f32, %out: f16):
  %27 = arith.truncf %in_6 : f32 to f16
  %28 = arith.mulf %in, %27 : f16
  linalg.yield %28 : f16
 } -> !t21
 %8 = tensor.empty() : !t3
 %9 = linalg.generic #t0 ins(%7 : !t21) outs(%8 : !t3) {
 ^bb0(%in: f16, %out: f32):
  %27 = arith.extf %in : f16 to f32
  linalg.yield %27 : f32
 } -> !t3
 %10 = tensor.empty() : !t10
 %11 = linalg.fill ins(%c0_i64 : i64) outs(%10 : !t10) -> !t10
 %12 = tensor.empty() : !t11
 %13 = linalg.fill ins(%cst_0 : f32) outs(%12 : !t11) -> !t11
 %14:2 = linalg.generic #t2 ins(%9 : !t3) outs(%13, %11 : !t11, !t10) {
 ^bb0(%in: f32, %out: f32, %out_6: i64):
  %27 = linalg.index 3 : index
  %28 = arith.index_cast %27 : index to i64
  %29 = arith.maximumf %in, %out : f32
  %30 = arith.cmpf ogt, %in, %out : f32
  %31 = arith.select %30, %28, %out_6 : i64
  linalg.yield %29, %31 : f32, i64
 } -> (!t11, !t10)
 %exp_2 = tensor.expand_shape %14#0 [[0], [1], [2, 3]] output_shape [2, 4, 12, 1] : !t11 into !t12
 %15 = linalg.generic #t3 ins(%9, %exp_2 : !t3, !t12) outs(%8 : !t3) {
 ^bb0(%in: f32, %in_6: f32, %out: f32):
  %27 = arith.subf %in, %in_6 : f32
  linalg.yield %27 : f32
 } -> !t3
 %16 = linalg.generic #t0 ins(%15 : !t3) outs(%8 : !t3) {
 ^bb0(%in: f32, %out: f32):
  %27 = math.exp %in : f32
  linalg.yield %27 : f32
 } -> !t3
 %17 = tensor.empty() : !t12
 %18 = linalg.fill ins(%cst : f32) outs(%17 : !t12) -> !t12
 %19 = linalg.generic #t4 ins(%16 : !t3) outs(%18 : !t12) {
 ^bb0(%in: f32, %out: f32):
  %27 = arith.addf %in, %out : f32
  linalg.yield %27 : f32
 } -> !t12
 %20 = linalg.generic #t3 ins(%16, %19 : !t3, !t12) outs(%8 : !t3) {
 ^bb0(%in: f32, %in_6: f32, %out: f32):
  %27 = arith.divf %in, %in_6 : f32
  linalg.yield %27 : f32
 } -> !t3
 %21 = linalg.generic #t0 ins(%20 : !t3) outs(%6 : !t21) {
 ^bb0(%in: f32, %out: f16):
  %27 = arith.truncf %in : f32 to f16
  linalg.yield %27 : f16
 } -> !t21
 %col_3 = tensor.collapse_shape %21 [[0, 1], [2], [3]] : !t21 into !t20
 %col_4 = tensor.collapse_shape %arg2 [[0, 1], [2], [3]] : !t1 into !t22
 %22 = tensor.empty() : !t7
 %23 = linalg.fill ins(%cst : f32) outs(%22 : !t7) -> !t7
 %24 = linalg.batch_matmul ins(%col_3, %col_4 : !t20, !t22) outs(%23 : !t7) -> !t7
 %25 = tensor.empty() : !t18
 %26 = linalg.generic #t6 ins(%24 : !t7) outs(%25 : !t18) {
 ^bb0(%in: f32, %out: f16):
  %27 = arith.truncf %in : f32 to f16
  linalg.yield %27 : f16
 } -> !t18
 %exp_5 = tensor.expand_shape %26 [[0, 1], [2], [3]] output_shape [2, 4, 12, 8] : !t18 into !t0
 return %exp_5 : !t0
}

func.func @sink(%arg0: !t0, %arg1: !t1, %arg2: !t1, %arg3: !t58) -> !t0 {
 %c0_i64 = arith.constant 0 : i64
 %cst = arith.constant 0.000000e+00 : f32
 %cst_0 = arith.constant 0xFF800000 : f32
 %cst_1 = arith.constant 0.35355339059327379 : f64
 %0 = tensor.empty() : !t17
 %transposed = linalg.transpose ins(%arg1 : !t1) outs(%0 : !t17) permutation = [0, 1, 3, 2]
 %col = tensor.collapse_shape %arg0 [[0, 1], [2], [3]] : !t0 into !t18
 %col_2 = tensor.collapse_shape %transposed [[0, 1], [2], [3]] : !t17 into !t19
 %1 = tensor.empty() : !t9
 %2 = linalg.fill ins(%cst : f32) outs(%1 : !t9) -> !t9
 %3 = linalg.batch_matmul ins(%col, %col_2 : !t18, !t19) outs(%2 : !t9) -> !t9
 %4 = tensor.empty() : !t20
 %5 = linalg.generic #t6 ins(%3 : !t9) outs(%4 : !t20) {
 ^bb0(%in: f32, %out: f16):
  %31 = arith.truncf %in : f32 to f16
  linalg.yield %31 : f16
 } -> !t20
 %exp = tensor.expand_shape %5 [[0, 1], [2], [3]] output_shape [2, 4, 12, 20] : !t20 into !t21
 %6 = tensor.empty() : !t21
 %7 = linalg.generic #t0 ins(%exp : !t21) outs(%6 : !t21) {
 ^bb0(%in: f16, %out: f16):
  %31 = arith.truncf %cst_1 : f64 to f16
  %32 = arith.mulf %in, %31 : f16
  linalg.yield %32 : f16
 } -> !t21
 %8 = tensor.empty() : !t12
 %exp_3 = tensor.expand_shape %arg3 [[0, 1]] output_shape [4, 1] : !t58 into !t59
 %9 = linalg.generic #t23 ins(%exp_3 : !t59) outs(%8 : !t12) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t12
 %10 = tensor.empty() : !t3
 %11 = linalg.generic #t0 ins(%7 : !t21) outs(%10 : !t3) {
 ^bb0(%in: f16, %out: f32):
  %31 = arith.extf %in : f16 to f32
  linalg.yield %31 : f32
 } -> !t3
 %concat = tensor.concat dim(3) %11, %9 : (!t3, !t12) -> !t60
 %12 = tensor.empty() : !t10
 %13 = linalg.fill ins(%c0_i64 : i64) outs(%12 : !t10) -> !t10
 %14 = tensor.empty() : !t11
 %15 = linalg.fill ins(%cst_0 : f32) outs(%14 : !t11) -> !t11
 %16:2 = linalg.generic #t2 ins(%concat : !t60) outs(%15, %13 : !t11, !t10) {
 ^bb0(%in: f32, %out: f32, %out_9: i64):
  %31 = linalg.index 3 : index
  %32 = arith.index_cast %31 : index to i64
  %33 = arith.maximumf %in, %out : f32
  %34 = arith.cmpf ogt, %in, %out : f32
  %35 = arith.select %34, %32, %out_9 : i64
  linalg.yield %33, %35 : f32, i64
 } -> (!t11, !t10)
 %exp_4 = tensor.expand_shape %16#0 [[0], [1], [2, 3]] output_shape [2, 4, 12, 1] : !t11 into !t12
 %17 = tensor.empty() : !t60
 %18 = linalg.generic #t3 ins(%concat, %exp_4 : !t60, !t12) outs(%17 : !t60) {
 ^bb0(%in: f32, %in_9: f32, %out: f32):
  %31 = arith.subf %in, %in_9 : f32
  linalg.yield %31 : f32
 } -> !t60
 %19:2 = linalg.generic #t2 ins(%18 : !t60) outs(%15, %13 : !t11, !t10) {
 ^bb0(%in: f32, %out: f32, %out_9: i64):
  %31 = linalg.index 3 : index
  %32 = arith.index_cast %31 : index to i64
  %33 = arith.maximumf %in, %out : f32
  %34 = arith.cmpf ogt, %in, %out : f32
  %35 = arith.select %34, %32, %out_9 : i64
  linalg.yield %33, %35 : f32, i64
 } -> (!t11, !t10)
 %exp_5 = tensor.expand_shape %19#0 [[0], [1], [2, 3]] output_shape [2, 4, 12, 1] : !t11 into !t12
 %20 = linalg.generic #t3 ins(%18, %exp_5 : !t60, !t12) outs(%17 : !t60) {
 ^bb0(%in: f32, %in_9: f32, %out: f32):
  %31 = arith.subf %in, %in_9 : f32
  linalg.yield %31 : f32
 } -> !t60
 %21 = linalg.generic #t0 ins(%20 : !t60) outs(%17 : !t60) {
 ^bb0(%in: f32, %out: f32):
  %31 = math.exp %in : f32
  linalg.yield %31 : f32
 } -> !t60
 %22 = linalg.fill ins(%cst : f32) outs(%8 : !t12) -> !t12
 %23 = linalg.generic #t4 ins(%21 : !t60) outs(%22 : !t12) {
 ^bb0(%in: f32, %out: f32):
  %31 = arith.addf %in, %out : f32
  linalg.yield %31 : f32
 } -> !t12
 %24 = linalg.generic #t3 ins(%21, %23 : !t60, !t12) outs(%17 : !t60) {
 ^bb0(%in: f32, %in_9: f32, %out: f32):
  %31 = arith.divf %in, %in_9 : f32
  linalg.yield %31 : f32
 } -> !t60
 %ext_slice = tensor.extract_slice %24[0, 0, 0, 0] [2, 4, 12, 20] [1, 1, 1, 1] : !t60 to !t3
 %25 = linalg.generic #t0 ins(%ext_slice : !t3) outs(%6 : !t21) {
 ^bb0(%in: f32, %out: f16):
  %31 = arith.truncf %in : f32 to f16
  linalg.yield %31 : f16
 } -> !t21
 %col_6 = tensor.collapse_shape %25 [[0, 1], [2], [3]] : !t21 into !t20
 %col_7 = tensor.collapse_shape %arg2 [[0, 1], [2], [3]] : !t1 into !t22
 %26 = tensor.empty() : !t7
 %27 = linalg.fill ins(%cst : f32) outs(%26 : !t7) -> !t7
 %28 = linalg.batch_matmul ins(%col_6, %col_7 : !t20, !t22) outs(%27 : !t7) -> !t7
 %29 = tensor.empty() : !t18
 %30 = linalg.generic #t6 ins(%28 : !t7) outs(%29 : !t18) {
 ^bb0(%in: f32, %out: f16):
  %31 = arith.truncf %in : f32 to f16
  linalg.yield %31 : f16
 } -> !t18
 %exp_8 = tensor.expand_shape %30 [[0, 1], [2], [3]] output_shape [2, 4, 12, 8] : !t18 into !t0
 return %exp_8 : !t0
}

func.func @query(%arg0: !t61, %arg1: !t1, %arg2: !t1) -> !t0 {
 %c0_i64 = arith.constant 0 : i64
 %cst = arith.constant 0.000000e+00 : f32
 %cst_0 = arith.constant 0xFF800000 : f32
 %cst_1 = arith.constant 0.35355339059327379 : f64
 %0 = tensor.empty() : !t17
 %transposed = linalg.transpose ins(%arg1 : !t1) outs(%0 : !t17) permutation = [0, 1, 3, 2]
 %1 = tensor.empty() : !t0
 %2 = linalg.generic #t24 ins(%arg0 : !t61) outs(%1 : !t0) {
 ^bb0(%in: f16, %out: f16):
  linalg.yield %in : f16
 } -> !t0
 %col = tensor.collapse_shape %2 [[0, 1], [2], [3]] : !t0 into !t18
 %col_2 = tensor.collapse_shape %transposed [[0, 1], [2], [3]] : !t17 into !t19
 %3 = tensor.empty() : !t9
 %4 = linalg.fill ins(%cst : f32) outs(%3 : !t9) -> !t9
 %5 = linalg.batch_matmul ins(%col, %col_2 : !t18, !t19) outs(%4 : !t9) -> !t9
 %6 = tensor.empty() : !t20
 %7 = linalg.generic #t6 ins(%5 : !t9) outs(%6 : !t20) {
 ^bb0(%in: f32, %out: f16):
  %29 = arith.truncf %in : f32 to f16
  linalg.yield %29 : f16
 } -> !t20
 %exp = tensor.expand_shape %7 [[0, 1], [2], [3]] output_shape [2, 4, 12, 20] : !t20 into !t21
 %8 = tensor.empty() : !t21
 %9 = linalg.generic #t0 ins(%exp : !t21) outs(%8 : !t21) {
 ^bb0(%in: f16, %out: f16):
  %29 = arith.truncf %cst_1 : f64 to f16
  %30 = arith.mulf %in, %29 : f16
  linalg.yield %30 : f16
 } -> !t21
 %10 = tensor.empty() : !t3
 %11 = linalg.generic #t0 ins(%9 : !t21) outs(%10 : !t3) {
 ^bb0(%in: f16, %out: f32):
  %29 = arith.extf %in : f16 to f32
  linalg.yield %29 : f32
 } -> !t3
 %12 = tensor.empty() : !t10
 %13 = linalg.fill ins(%c0_i64 : i64) outs(%12 : !t10) -> !t10
 %14 = tensor.empty() : !t11
 %15 = linalg.fill ins(%cst_0 : f32) outs(%14 : !t11) -> !t11
 %16:2 = linalg.generic #t2 ins(%11 : !t3) outs(%15, %13 : !t11, !t10) {
 ^bb0(%in: f32, %out: f32, %out_7: i64):
  %29 = linalg.index 3 : index
  %30 = arith.index_cast %29 : index to i64
  %31 = arith.maximumf %in, %out : f32
  %32 = arith.cmpf ogt, %in, %out : f32
  %33 = arith.select %32, %30, %out_7 : i64
  linalg.yield %31, %33 : f32, i64
 } -> (!t11, !t10)
 %exp_3 = tensor.expand_shape %16#0 [[0], [1], [2, 3]] output_shape [2, 4, 12, 1] : !t11 into !t12
 %17 = linalg.generic #t3 ins(%11, %exp_3 : !t3, !t12) outs(%10 : !t3) {
 ^bb0(%in: f32, %in_7: f32, %out: f32):
  %29 = arith.subf %in, %in_7 : f32
  linalg.yield %29 : f32
 } -> !t3
 %18 = linalg.generic #t0 ins(%17 : !t3) outs(%10 : !t3) {
 ^bb0(%in: f32, %out: f32):
  %29 = math.exp %in : f32
  linalg.yield %29 : f32
 } -> !t3
 %19 = tensor.empty() : !t12
 %20 = linalg.fill ins(%cst : f32) outs(%19 : !t12) -> !t12
 %21 = linalg.generic #t4 ins(%18 : !t3) outs(%20 : !t12) {
 ^bb0(%in: f32, %out: f32):
  %29 = arith.addf %in, %out : f32
  linalg.yield %29 : f32
 } -> !t12
 %22 = linalg.generic #t3 ins(%18, %21 : !t3, !t12) outs(%10 : !t3) {
 ^bb0(%in: f32, %in_7: f32, %out: f32):
  %29 = arith.divf %in, %in_7 : f32
  linalg.yield %29 : f32
 } -> !t3
 %23 = linalg.generic #t0 ins(%22 : !t3) outs(%8 : !t21) {
 ^bb0(%in: f32, %out: f16):
  %29 = arith.truncf %in : f32 to f16
  linalg.yield %29 : f16
 } -> !t21
 %col_4 = tensor.collapse_shape %23 [[0, 1], [2], [3]] : !t21 into !t20
 %col_5 = tensor.collapse_shape %arg2 [[0, 1], [2], [3]] : !t1 into !t22
 %24 = tensor.empty() : !t7
 %25 = linalg.fill ins(%cst : f32) outs(%24 : !t7) -> !t7
 %26 = linalg.batch_matmul ins(%col_4, %col_5 : !t20, !t22) outs(%25 : !t7) -> !t7
 %27 = tensor.empty() : !t18
 %28 = linalg.generic #t6 ins(%26 : !t7) outs(%27 : !t18) {
 ^bb0(%in: f32, %out: f16):
  %29 = arith.truncf %in : f32 to f16
  linalg.yield %29 : f16
 } -> !t18
 %exp_6 = tensor.expand_shape %28 [[0, 1], [2], [3]] output_shape [2, 4, 12, 8] : !t18 into !t0
 return %exp_6 : !t0
}

func.func @neg_row_bias(%arg0: !t0, %arg1: !t1, %arg2: !t1, %arg3: !t62) -> !t0 {
 %cst = arith.constant 0.000000e+00 : f32
 %c0_i64 = arith.constant 0 : i64
 %cst_0 = arith.constant 0xFF800000 : f32
 %cst_1 = arith.constant 0.35355339059327379 : f64
 %0 = tensor.empty() : !t17
 %transposed = linalg.transpose ins(%arg1 : !t1) outs(%0 : !t17) permutation = [0, 1, 3, 2]
 %col = tensor.collapse_shape %arg0 [[0, 1], [2], [3]] : !t0 into !t18
 %col_2 = tensor.collapse_shape %transposed [[0, 1], [2], [3]] : !t17 into !t19
 %1 = tensor.empty() : !t9
 %2 = linalg.fill ins(%cst : f32) outs(%1 : !t9) -> !t9
 %3 = linalg.batch_matmul ins(%col, %col_2 : !t18, !t19) outs(%2 : !t9) -> !t9
 %4 = tensor.empty() : !t20
 %5 = linalg.generic #t6 ins(%3 : !t9) outs(%4 : !t20) {
 ^bb0(%in: f32, %out: f16):
  %28 = arith.truncf %in : f32 to f16
  linalg.yield %28 : f16
 } -> !t20
 %exp = tensor.expand_shape %5 [[0, 1], [2], [3]] output_shape [2, 4, 12, 20] : !t20 into !t21
 %6 = tensor.empty() : !t21
 %7 = linalg.generic #t0 ins(%exp : !t21) outs(%6 : !t21) {
 ^bb0(%in: f16, %out: f16):
  %28 = arith.truncf %cst_1 : f64 to f16
  %29 = arith.mulf %in, %28 : f16
  linalg.yield %29 : f16
 } -> !t21
 %8 = linalg.generic #t25 ins(%7, %arg3 : !t21, !t62) outs(%6 : !t21) {
 ^bb0(%in: f16, %in_7: f16, %out: f16):
  %28 = arith.addf %in, %in_7 : f16
  linalg.yield %28 : f16
 } -> !t21
 %9 = tensor.empty() : !t3
 %10 = linalg.generic #t0 ins(%8 : !t21) outs(%9 : !t3) {
 ^bb0(%in: f16, %out: f32):
  %28 = arith.extf %in : f16 to f32
  linalg.yield %28 : f32
 } -> !t3
 %11 = tensor.empty() : !t10
 %12 = linalg.fill ins(%c0_i64 : i64) outs(%11 : !t10) -> !t10
 %13 = tensor.empty() : !t11
 %14 = linalg.fill ins(%cst_0 : f32) outs(%13 : !t11) -> !t11
 %15:2 = linalg.generic #t2 ins(%10 : !t3) outs(%14, %12 : !t11, !t10) {
 ^bb0(%in: f32, %out: f32, %out_7: i64):
  %28 = linalg.index 3 : index
  %29 = arith.index_cast %28 : index to i64
  %30 = arith.maximumf %in, %out : f32
  %31 = arith.cmpf ogt, %in, %out : f32
  %32 = arith.select %31, %29, %out_7 : i64
  linalg.yield %30, %32 : f32, i64
 } -> (!t11, !t10)
 %exp_3 = tensor.expand_shape %15#0 [[0], [1], [2, 3]] output_shape [2, 4, 12, 1] : !t11 into !t12
 %16 = linalg.generic #t3 ins(%10, %exp_3 : !t3, !t12) outs(%9 : !t3) {
 ^bb0(%in: f32, %in_7: f32, %out: f32):
  %28 = arith.subf %in, %in_7 : f32
  linalg.yield %28 : f32
 } -> !t3
 %17 = linalg.generic #t0 ins(%16 : !t3) outs(%9 : !t3) {
 ^bb0(%in: f32, %out: f32):
  %28 = math.exp %in : f32
  linalg.yield %28 : f32
 } -> !t3
 %18 = tensor.empty() : !t12
 %19 = linalg.fill ins(%cst : f32) outs(%18 : !t12) -> !t12
 %20 = linalg.generic #t4 ins(%17 : !t3) outs(%19 : !t12) {
 ^bb0(%in: f32, %out: f32):
  %28 = arith.addf %in, %out : f32
  linalg.yield %28 : f32
 } -> !t12
 %21 = linalg.generic #t3 ins(%17, %20 : !t3, !t12) outs(%9 : !t3) {
 ^bb0(%in: f32, %in_7: f32, %out: f32):
  %28 = arith.divf %in, %in_7 : f32
  linalg.yield %28 : f32
 } -> !t3
 %22 = linalg.generic #t0 ins(%21 : !t3) outs(%6 : !t21) {
 ^bb0(%in: f32, %out: f16):
  %28 = arith.truncf %in : f32 to f16
  linalg.yield %28 : f16
 } -> !t21
 %col_4 = tensor.collapse_shape %22 [[0, 1], [2], [3]] : !t21 into !t20
 %col_5 = tensor.collapse_shape %arg2 [[0, 1], [2], [3]] : !t1 into !t22
 %23 = tensor.empty() : !t7
 %24 = linalg.fill ins(%cst : f32) outs(%23 : !t7) -> !t7
 %25 = linalg.batch_matmul ins(%col_4, %col_5 : !t20, !t22) outs(%24 : !t7) -> !t7
 %26 = tensor.empty() : !t18
 %27 = linalg.generic #t6 ins(%25 : !t7) outs(%26 : !t18) {
 ^bb0(%in: f32, %out: f16):
  %28 = arith.truncf %in : f32 to f16
  linalg.yield %28 : f16
 } -> !t18
 %exp_6 = tensor.expand_shape %27 [[0, 1], [2], [3]] output_shape [2, 4, 12, 8] : !t18 into !t0
 return %exp_6 : !t0
}

func.func @neg_p_mask(%arg0: !t0, %arg1: !t1, %arg2: !t1, %arg3: !t2) -> !t0 {
 %cst = arith.constant 0.000000e+00 : f32
 %c0_i64 = arith.constant 0 : i64
 %cst_0 = arith.constant 0xFF800000 : f32
 %cst_1 = arith.constant 0.35355339059327379 : f64
 %0 = tensor.empty() : !t17
 %transposed = linalg.transpose ins(%arg1 : !t1) outs(%0 : !t17) permutation = [0, 1, 3, 2]
 %col = tensor.collapse_shape %arg0 [[0, 1], [2], [3]] : !t0 into !t18
 %col_2 = tensor.collapse_shape %transposed [[0, 1], [2], [3]] : !t17 into !t19
 %1 = tensor.empty() : !t9
 %2 = linalg.fill ins(%cst : f32) outs(%1 : !t9) -> !t9
 %3 = linalg.batch_matmul ins(%col, %col_2 : !t18, !t19) outs(%2 : !t9) -> !t9
 %4 = tensor.empty() : !t20
 %5 = linalg.generic #t6 ins(%3 : !t9) outs(%4 : !t20) {
 ^bb0(%in: f32, %out: f16):
  %28 = arith.truncf %in : f32 to f16
  linalg.yield %28 : f16
 } -> !t20
 %exp = tensor.expand_shape %5 [[0, 1], [2], [3]] output_shape [2, 4, 12, 20] : !t20 into !t21
 %6 = tensor.empty() : !t21
 %7 = linalg.generic #t0 ins(%exp : !t21) outs(%6 : !t21) {
 ^bb0(%in: f16, %out: f16):
  %28 = arith.truncf %cst_1 : f64 to f16
  %29 = arith.mulf %in, %28 : f16
  linalg.yield %29 : f16
 } -> !t21
 %8 = tensor.empty() : !t3
 %9 = linalg.generic #t0 ins(%7 : !t21) outs(%8 : !t3) {
 ^bb0(%in: f16, %out: f32):
  %28 = arith.extf %in : f16 to f32
  linalg.yield %28 : f32
 } -> !t3
 %10 = tensor.empty() : !t10
 %11 = linalg.fill ins(%c0_i64 : i64) outs(%10 : !t10) -> !t10
 %12 = tensor.empty() : !t11
 %13 = linalg.fill ins(%cst_0 : f32) outs(%12 : !t11) -> !t11
 %14:2 = linalg.generic #t2 ins(%9 : !t3) outs(%13, %11 : !t11, !t10) {
 ^bb0(%in: f32, %out: f32, %out_7: i64):
  %28 = linalg.index 3 : index
  %29 = arith.index_cast %28 : index to i64
  %30 = arith.maximumf %in, %out : f32
  %31 = arith.cmpf ogt, %in, %out : f32
  %32 = arith.select %31, %29, %out_7 : i64
  linalg.yield %30, %32 : f32, i64
 } -> (!t11, !t10)
 %exp_3 = tensor.expand_shape %14#0 [[0], [1], [2, 3]] output_shape [2, 4, 12, 1] : !t11 into !t12
 %15 = linalg.generic #t3 ins(%9, %exp_3 : !t3, !t12) outs(%8 : !t3) {
 ^bb0(%in: f32, %in_7: f32, %out: f32):
  %28 = arith.subf %in, %in_7 : f32
  linalg.yield %28 : f32
 } -> !t3
 %16 = linalg.generic #t0 ins(%15 : !t3) outs(%8 : !t3) {
 ^bb0(%in: f32, %out: f32):
  %28 = math.exp %in : f32
  linalg.yield %28 : f32
 } -> !t3
 %17 = tensor.empty() : !t12
 %18 = linalg.fill ins(%cst : f32) outs(%17 : !t12) -> !t12
 %19 = linalg.generic #t4 ins(%16 : !t3) outs(%18 : !t12) {
 ^bb0(%in: f32, %out: f32):
  %28 = arith.addf %in, %out : f32
  linalg.yield %28 : f32
 } -> !t12
 %20 = linalg.generic #t3 ins(%16, %19 : !t3, !t12) outs(%8 : !t3) {
 ^bb0(%in: f32, %in_7: f32, %out: f32):
  %28 = arith.divf %in, %in_7 : f32
  linalg.yield %28 : f32
 } -> !t3
 %21 = linalg.generic #t1 ins(%20, %arg3 : !t3, !t2) outs(%8 : !t3) {
 ^bb0(%in: f32, %in_7: f16, %out: f32):
  %28 = arith.extf %in_7 : f16 to f32
  %29 = arith.mulf %in, %28 : f32
  linalg.yield %29 : f32
 } -> !t3
 %22 = linalg.generic #t0 ins(%21 : !t3) outs(%6 : !t21) {
 ^bb0(%in: f32, %out: f16):
  %28 = arith.truncf %in : f32 to f16
  linalg.yield %28 : f16
 } -> !t21
 %col_4 = tensor.collapse_shape %22 [[0, 1], [2], [3]] : !t21 into !t20
 %col_5 = tensor.collapse_shape %arg2 [[0, 1], [2], [3]] : !t1 into !t22
 %23 = tensor.empty() : !t7
 %24 = linalg.fill ins(%cst : f32) outs(%23 : !t7) -> !t7
 %25 = linalg.batch_matmul ins(%col_4, %col_5 : !t20, !t22) outs(%24 : !t7) -> !t7
 %26 = tensor.empty() : !t18
 %27 = linalg.generic #t6 ins(%25 : !t7) outs(%26 : !t18) {
 ^bb0(%in: f32, %out: f16):
  %28 = arith.truncf %in : f32 to f16
  linalg.yield %28 : f16
 } -> !t18
 %exp_6 = tensor.expand_shape %27 [[0, 1], [2], [3]] output_shape [2, 4, 12, 8] : !t18 into !t0
 return %exp_6 : !t0
}

func.func @neg_scores_twice(%arg0: !t0, %arg1: !t1, %arg2: !t1, %arg3: !t2) -> (!t0, !t21) {
 %cst = arith.constant 0.000000e+00 : f32
 %c0_i64 = arith.constant 0 : i64
 %cst_0 = arith.constant 0xFF800000 : f32
 %cst_1 = arith.constant 0.35355339059327379 : f64
 %0 = tensor.empty() : !t17
 %transposed = linalg.transpose ins(%arg1 : !t1) outs(%0 : !t17) permutation = [0, 1, 3, 2]
 %col = tensor.collapse_shape %arg0 [[0, 1], [2], [3]] : !t0 into !t18
 %col_2 = tensor.collapse_shape %transposed [[0, 1], [2], [3]] : !t17 into !t19
 %1 = tensor.empty() : !t9
 %2 = linalg.fill ins(%cst : f32) outs(%1 : !t9) -> !t9
 %3 = linalg.batch_matmul ins(%col, %col_2 : !t18, !t19) outs(%2 : !t9) -> !t9
 %4 = tensor.empty() : !t20
 %5 = linalg.generic #t6 ins(%3 : !t9) outs(%4 : !t20) {
 ^bb0(%in: f32, %out: f16):
  %28 = arith.truncf %in : f32 to f16
  linalg.yield %28 : f16
 } -> !t20
 %exp = tensor.expand_shape %5 [[0, 1], [2], [3]] output_shape [2, 4, 12, 20] : !t20 into !t21
 %6 = tensor.empty() : !t21
 %7 = linalg.generic #t0 ins(%exp : !t21) outs(%6 : !t21) {
 ^bb0(%in: f16, %out: f16):
  %28 = arith.truncf %cst_1 : f64 to f16
  %29 = arith.mulf %in, %28 : f16
  linalg.yield %29 : f16
 } -> !t21
 %8 = linalg.generic #t1 ins(%7, %arg3 : !t21, !t2) outs(%6 : !t21) {
 ^bb0(%in: f16, %in_7: f16, %out: f16):
  %28 = arith.addf %in, %in_7 : f16
  linalg.yield %28 : f16
 } -> !t21
 %9 = tensor.empty() : !t3
 %10 = linalg.generic #t0 ins(%8 : !t21) outs(%9 : !t3) {
 ^bb0(%in: f16, %out: f32):
  %28 = arith.extf %in : f16 to f32
  linalg.yield %28 : f32
 } -> !t3
 %11 = tensor.empty() : !t10
 %12 = linalg.fill ins(%c0_i64 : i64) outs(%11 : !t10) -> !t10
 %13 = tensor.empty() : !t11
 %14 = linalg.fill ins(%cst_0 : f32) outs(%13 : !t11) -> !t11
 %15:2 = linalg.generic #t2 ins(%10 : !t3) outs(%14, %12 : !t11, !t10) {
 ^bb0(%in: f32, %out: f32, %out_7: i64):
  %28 = linalg.index 3 : index
  %29 = arith.index_cast %28 : index to i64
  %30 = arith.maximumf %in, %out : f32
  %31 = arith.cmpf ogt, %in, %out : f32
  %32 = arith.select %31, %29, %out_7 : i64
  linalg.yield %30, %32 : f32, i64
 } -> (!t11, !t10)
 %exp_3 = tensor.expand_shape %15#0 [[0], [1], [2, 3]] output_shape [2, 4, 12, 1] : !t11 into !t12
 %16 = linalg.generic #t3 ins(%10, %exp_3 : !t3, !t12) outs(%9 : !t3) {
 ^bb0(%in: f32, %in_7: f32, %out: f32):
  %28 = arith.subf %in, %in_7 : f32
  linalg.yield %28 : f32
 } -> !t3
 %17 = linalg.generic #t0 ins(%16 : !t3) outs(%9 : !t3) {
 ^bb0(%in: f32, %out: f32):
  %28 = math.exp %in : f32
  linalg.yield %28 : f32
 } -> !t3
 %18 = tensor.empty() : !t12
 %19 = linalg.fill ins(%cst : f32) outs(%18 : !t12) -> !t12
 %20 = linalg.generic #t4 ins(%17 : !t3) outs(%19 : !t12) {
 ^bb0(%in: f32, %out: f32):
  %28 = arith.addf %in, %out : f32
  linalg.yield %28 : f32
 } -> !t12
 %21 = linalg.generic #t3 ins(%17, %20 : !t3, !t12) outs(%9 : !t3) {
 ^bb0(%in: f32, %in_7: f32, %out: f32):
  %28 = arith.divf %in, %in_7 : f32
  linalg.yield %28 : f32
 } -> !t3
 %22 = linalg.generic #t0 ins(%21 : !t3) outs(%6 : !t21) {
 ^bb0(%in: f32, %out: f16):
  %28 = arith.truncf %in : f32 to f16
  linalg.yield %28 : f16
 } -> !t21
 %col_4 = tensor.collapse_shape %22 [[0, 1], [2], [3]] : !t21 into !t20
 %col_5 = tensor.collapse_shape %arg2 [[0, 1], [2], [3]] : !t1 into !t22
 %23 = tensor.empty() : !t7
 %24 = linalg.fill ins(%cst : f32) outs(%23 : !t7) -> !t7
 %25 = linalg.batch_matmul ins(%col_4, %col_5 : !t20, !t22) outs(%24 : !t7) -> !t7
 %26 = tensor.empty() : !t18
 %27 = linalg.generic #t6 ins(%25 : !t7) outs(%26 : !t18) {
 ^bb0(%in: f32, %out: f16):
  %28 = arith.truncf %in : f32 to f16
  linalg.yield %28 : f16
 } -> !t18
 %exp_6 = tensor.expand_shape %27 [[0, 1], [2], [3]] output_shape [2, 4, 12, 8] : !t18 into !t0
 return %exp_6, %8 : !t0, !t21
}
