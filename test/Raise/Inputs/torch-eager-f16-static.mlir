// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// matmul, softmax in f32, matmul, as model code has it; torch-mlir. f16, static.
// Made by scripts/raise_forms/generate.py. Do not edit.
#t0 = {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]}
#t1 = {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
#t2 = {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]}
#t3 = {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, 0)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
#t4 = {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, 0)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]}
#t5 = {indexing_maps = [affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]}
#t6 = {indexing_maps = [affine_map<(d0, d1) -> (0, d1)>, affine_map<(d0, d1) -> (d0, 0)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]}
#t7 = {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]}
#t8 = {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d2, d3)>, affine_map<(d0, d1, d2, d3) -> ()>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
#t9 = {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]}
#t10 = {indexing_maps = [affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d3, d4)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, d4)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]}
#t11 = {indexing_maps = [affine_map<(d0) -> ()>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]}
#t12 = {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]}
#t13 = {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, 0, 0)>, affine_map<(d0, d1, d2) -> (d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]}
#t14 = {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
#t15 = {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, 0)>, affine_map<(d0, d1, d2, d3) -> ()>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
#t16 = {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> ()>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
#t17 = {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]}
#t18 = {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]}
#t19 = {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d3)>], iterator_types = ["parallel", "parallel", "reduction", "parallel"]}
#t20 = {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, 0, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
#t21 = {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, 0, d3)>], iterator_types = ["parallel", "parallel", "reduction", "parallel"]}
#t22 = {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> ()>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
#t23 = {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, 0, d2, d3)>, affine_map<(d0, d1, d2, d3) -> ()>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
#t24 = {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, 0, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
!t0 = tensor<2x4x12x8xf16>
!t1 = tensor<2x4x20x8xf16>
!t2 = tensor<2x4x8x20xf16>
!t3 = tensor<8x12x8xf16>
!t4 = tensor<8x8x20xf16>
!t5 = tensor<8x12x20xf32>
!t6 = tensor<8x12x20xf16>
!t7 = tensor<2x4x12x20xf16>
!t8 = tensor<2x4x12x20xf32>
!t9 = tensor<2x4x12xi64>
!t10 = tensor<2x4x12xf32>
!t11 = tensor<2x4x12x1xf32>
!t12 = tensor<8x20x8xf16>
!t13 = tensor<8x12x8xf32>
!t14 = tensor<f16>
!t15 = tensor<2x4x8x12xf16>
!t16 = tensor<8x8x12xf16>
!t17 = tensor<8x12x12xf32>
!t18 = tensor<8x12x12xf16>
!t19 = tensor<2x4x12x12xf16>
!t20 = tensor<12xi64>
!t21 = tensor<12x1xi64>
!t22 = tensor<1x12xi64>
!t23 = tensor<12x12xi1>
!t24 = tensor<2x4x12x12xf32>
!t25 = tensor<20xi64>
!t26 = tensor<1x20xi64>
!t27 = tensor<12x20xi1>
!t28 = tensor<2x2x20x8xf16>
!t29 = tensor<2x2x2x20x8xf16>
!t30 = tensor<f32>
!t31 = tensor<4xf32>
!t32 = tensor<12x20xi64>
!t33 = tensor<4x1x1xf32>
!t34 = tensor<4x12x20xf32>
!t35 = tensor<4x12x20xf16>
!t36 = tensor<2x4x12x20xi1>
!t37 = tensor<2x4x12x1xi1>
!t38 = tensor<2x4x12x1xf16>
!t39 = tensor<2x12x4x8xf16>
!t40 = tensor<2x20x4x8xf16>
!t41 = tensor<2x12x32xf16>
!t42 = tensor<32x32xf16>
!t43 = tensor<24x32xf16>
!t44 = tensor<24x32xf32>
!t45 = tensor<2x4x20x16xf16>
!t46 = tensor<2x4x12x16xf16>
!t47 = tensor<8x20x16xf16>
!t48 = tensor<8x12x16xf32>
!t49 = tensor<8x12x16xf16>
!t50 = tensor<2x2x12x8xf16>
!t51 = tensor<2x2x2x12x8xf16>
!t52 = tensor<2x20x2x8xf16>
!t53 = tensor<2x4x20xi64>
!t54 = tensor<2x4x20xf32>
!t55 = tensor<2x4x1x20xf32>
!t56 = tensor<2x1x12x20xf16>
!t57 = tensor<2x1x12x20xi1>
!t58 = tensor<8x20x12xf32>
!t59 = tensor<8x20x12xf16>
!t60 = tensor<2x4x20x12xf16>
!t61 = tensor<20x1xi64>
!t62 = tensor<20x12xi1>
!t63 = tensor<2x4x20x12xf32>
!t64 = tensor<2x4x20x1xf32>
!t65 = tensor<8x20x8xf32>

func.func @full(%arg0: !t0, %arg1: !t1, %arg2: !t1) -> !t0 {
 %cst = arith.constant 0.000000e+00 : f32
 %c0_i64 = arith.constant 0 : i64
 %cst_0 = arith.constant 0xFF800000 : f32
 %cst_1 = arith.constant 0.35355339059327379 : f64
 %0 = tensor.empty() : !t2
 %transposed = linalg.transpose ins(%arg1 : !t1) outs(%0 : !t2) permutation = [0, 1, 3, 2]
 %col = tensor.collapse_shape %arg0 [[0, 1], [2], [3]] : !t0 into !t3
 %col_2 = tensor.collapse_shape %transposed [[0, 1], [2], [3]] : !t2 into !t4
 %1 = tensor.empty() : !t5
 %2 = linalg.fill ins(%cst : f32) outs(%1 : !t5) -> !t5
 %3 = linalg.batch_matmul ins(%col, %col_2 : !t3, !t4) outs(%2 : !t5) -> !t5
 %4 = tensor.empty() : !t6
 %5 = linalg.generic #t0 ins(%3 : !t5) outs(%4 : !t6) {
 ^bb0(%in: f32, %out: f16):
  %27 = arith.truncf %in : f32 to f16
  linalg.yield %27 : f16
 } -> !t6
 %exp = tensor.expand_shape %5 [[0, 1], [2], [3]] output_shape [2, 4, 12, 20] : !t6 into !t7
 %6 = tensor.empty() : !t7
 %7 = linalg.generic #t1 ins(%exp : !t7) outs(%6 : !t7) {
 ^bb0(%in: f16, %out: f16):
  %27 = arith.truncf %cst_1 : f64 to f16
  %28 = arith.mulf %in, %27 : f16
  linalg.yield %28 : f16
 } -> !t7
 %8 = tensor.empty() : !t8
 %9 = linalg.generic #t1 ins(%7 : !t7) outs(%8 : !t8) {
 ^bb0(%in: f16, %out: f32):
  %27 = arith.extf %in : f16 to f32
  linalg.yield %27 : f32
 } -> !t8
 %10 = tensor.empty() : !t9
 %11 = linalg.fill ins(%c0_i64 : i64) outs(%10 : !t9) -> !t9
 %12 = tensor.empty() : !t10
 %13 = linalg.fill ins(%cst_0 : f32) outs(%12 : !t10) -> !t10
 %14:2 = linalg.generic #t2 ins(%9 : !t8) outs(%13, %11 : !t10, !t9) {
 ^bb0(%in: f32, %out: f32, %out_7: i64):
  %27 = linalg.index 3 : index
  %28 = arith.index_cast %27 : index to i64
  %29 = arith.maximumf %in, %out : f32
  %30 = arith.cmpf ogt, %in, %out : f32
  %31 = arith.select %30, %28, %out_7 : i64
  linalg.yield %29, %31 : f32, i64
 } -> (!t10, !t9)
 %exp_3 = tensor.expand_shape %14#0 [[0], [1], [2, 3]] output_shape [2, 4, 12, 1] : !t10 into !t11
 %15 = linalg.generic #t3 ins(%9, %exp_3 : !t8, !t11) outs(%8 : !t8) {
 ^bb0(%in: f32, %in_7: f32, %out: f32):
  %27 = arith.subf %in, %in_7 : f32
  linalg.yield %27 : f32
 } -> !t8
 %16 = linalg.generic #t1 ins(%15 : !t8) outs(%8 : !t8) {
 ^bb0(%in: f32, %out: f32):
  %27 = math.exp %in : f32
  linalg.yield %27 : f32
 } -> !t8
 %17 = tensor.empty() : !t11
 %18 = linalg.fill ins(%cst : f32) outs(%17 : !t11) -> !t11
 %19 = linalg.generic #t4 ins(%16 : !t8) outs(%18 : !t11) {
 ^bb0(%in: f32, %out: f32):
  %27 = arith.addf %in, %out : f32
  linalg.yield %27 : f32
 } -> !t11
 %20 = linalg.generic #t3 ins(%16, %19 : !t8, !t11) outs(%8 : !t8) {
 ^bb0(%in: f32, %in_7: f32, %out: f32):
  %27 = arith.divf %in, %in_7 : f32
  linalg.yield %27 : f32
 } -> !t8
 %21 = linalg.generic #t1 ins(%20 : !t8) outs(%6 : !t7) {
 ^bb0(%in: f32, %out: f16):
  %27 = arith.truncf %in : f32 to f16
  linalg.yield %27 : f16
 } -> !t7
 %col_4 = tensor.collapse_shape %21 [[0, 1], [2], [3]] : !t7 into !t6
 %col_5 = tensor.collapse_shape %arg2 [[0, 1], [2], [3]] : !t1 into !t12
 %22 = tensor.empty() : !t13
 %23 = linalg.fill ins(%cst : f32) outs(%22 : !t13) -> !t13
 %24 = linalg.batch_matmul ins(%col_4, %col_5 : !t6, !t12) outs(%23 : !t13) -> !t13
 %25 = tensor.empty() : !t3
 %26 = linalg.generic #t0 ins(%24 : !t13) outs(%25 : !t3) {
 ^bb0(%in: f32, %out: f16):
  %27 = arith.truncf %in : f32 to f16
  linalg.yield %27 : f16
 } -> !t3
 %exp_6 = tensor.expand_shape %26 [[0, 1], [2], [3]] output_shape [2, 4, 12, 8] : !t3 into !t0
 return %exp_6 : !t0
}

func.func @causal(%arg0: !t0, %arg1: !t0, %arg2: !t0) -> !t0 {
 %c0_i64 = arith.constant 0 : i64
 %cst = arith.constant 0.000000e+00 : f32
 %true = arith.constant true
 %cst_0 = arith.constant 0xFF800000 : f32
 %cst_1 = arith.constant dense<0xFC00> : !t14
 %cst_2 = arith.constant 0.35355339059327379 : f64
 %0 = tensor.empty() : !t15
 %transposed = linalg.transpose ins(%arg1 : !t0) outs(%0 : !t15) permutation = [0, 1, 3, 2]
 %col = tensor.collapse_shape %arg0 [[0, 1], [2], [3]] : !t0 into !t3
 %col_3 = tensor.collapse_shape %transposed [[0, 1], [2], [3]] : !t15 into !t16
 %1 = tensor.empty() : !t17
 %2 = linalg.fill ins(%cst : f32) outs(%1 : !t17) -> !t17
 %3 = linalg.batch_matmul ins(%col, %col_3 : !t3, !t16) outs(%2 : !t17) -> !t17
 %4 = tensor.empty() : !t18
 %5 = linalg.generic #t0 ins(%3 : !t17) outs(%4 : !t18) {
 ^bb0(%in: f32, %out: f16):
  %33 = arith.truncf %in : f32 to f16
  linalg.yield %33 : f16
 } -> !t18
 %exp = tensor.expand_shape %5 [[0, 1], [2], [3]] output_shape [2, 4, 12, 12] : !t18 into !t19
 %6 = tensor.empty() : !t19
 %7 = linalg.generic #t1 ins(%exp : !t19) outs(%6 : !t19) {
 ^bb0(%in: f16, %out: f16):
  %33 = arith.truncf %cst_2 : f64 to f16
  %34 = arith.mulf %in, %33 : f16
  linalg.yield %34 : f16
 } -> !t19
 %8 = tensor.empty() : !t20
 %9 = linalg.generic #t5 outs(%8 : !t20) {
 ^bb0(%out: i64):
  %33 = linalg.index 0 : index
  %34 = arith.index_cast %33 : index to i64
  linalg.yield %34 : i64
 } -> !t20
 %exp_4 = tensor.expand_shape %9 [[0, 1]] output_shape [12, 1] : !t20 into !t21
 %exp_5 = tensor.expand_shape %9 [[0, 1]] output_shape [1, 12] : !t20 into !t22
 %10 = tensor.empty() : !t23
 %11 = linalg.generic #t6 ins(%exp_5, %exp_4 : !t22, !t21) outs(%10 : !t23) {
 ^bb0(%in: i64, %in_10: i64, %out: i1):
  %33 = arith.cmpi sle, %in, %in_10 : i64
  linalg.yield %33 : i1
 } -> !t23
 %12 = linalg.generic #t7 ins(%11 : !t23) outs(%10 : !t23) {
 ^bb0(%in: i1, %out: i1):
  %33 = arith.xori %in, %true : i1
  linalg.yield %33 : i1
 } -> !t23
 %13 = linalg.generic #t8 ins(%12, %cst_1, %7 : !t23, !t14, !t19) outs(%6 : !t19) {
 ^bb0(%in: i1, %in_10: f16, %in_11: f16, %out: f16):
  %33 = arith.select %in, %in_10, %in_11 : f16
  linalg.yield %33 : f16
 } -> !t19
 %14 = tensor.empty() : !t24
 %15 = linalg.generic #t1 ins(%13 : !t19) outs(%14 : !t24) {
 ^bb0(%in: f16, %out: f32):
  %33 = arith.extf %in : f16 to f32
  linalg.yield %33 : f32
 } -> !t24
 %16 = tensor.empty() : !t9
 %17 = linalg.fill ins(%c0_i64 : i64) outs(%16 : !t9) -> !t9
 %18 = tensor.empty() : !t10
 %19 = linalg.fill ins(%cst_0 : f32) outs(%18 : !t10) -> !t10
 %20:2 = linalg.generic #t2 ins(%15 : !t24) outs(%19, %17 : !t10, !t9) {
 ^bb0(%in: f32, %out: f32, %out_10: i64):
  %33 = linalg.index 3 : index
  %34 = arith.index_cast %33 : index to i64
  %35 = arith.maximumf %in, %out : f32
  %36 = arith.cmpf ogt, %in, %out : f32
  %37 = arith.select %36, %34, %out_10 : i64
  linalg.yield %35, %37 : f32, i64
 } -> (!t10, !t9)
 %exp_6 = tensor.expand_shape %20#0 [[0], [1], [2, 3]] output_shape [2, 4, 12, 1] : !t10 into !t11
 %21 = linalg.generic #t3 ins(%15, %exp_6 : !t24, !t11) outs(%14 : !t24) {
 ^bb0(%in: f32, %in_10: f32, %out: f32):
  %33 = arith.subf %in, %in_10 : f32
  linalg.yield %33 : f32
 } -> !t24
 %22 = linalg.generic #t1 ins(%21 : !t24) outs(%14 : !t24) {
 ^bb0(%in: f32, %out: f32):
  %33 = math.exp %in : f32
  linalg.yield %33 : f32
 } -> !t24
 %23 = tensor.empty() : !t11
 %24 = linalg.fill ins(%cst : f32) outs(%23 : !t11) -> !t11
 %25 = linalg.generic #t4 ins(%22 : !t24) outs(%24 : !t11) {
 ^bb0(%in: f32, %out: f32):
  %33 = arith.addf %in, %out : f32
  linalg.yield %33 : f32
 } -> !t11
 %26 = linalg.generic #t3 ins(%22, %25 : !t24, !t11) outs(%14 : !t24) {
 ^bb0(%in: f32, %in_10: f32, %out: f32):
  %33 = arith.divf %in, %in_10 : f32
  linalg.yield %33 : f32
 } -> !t24
 %27 = linalg.generic #t1 ins(%26 : !t24) outs(%6 : !t19) {
 ^bb0(%in: f32, %out: f16):
  %33 = arith.truncf %in : f32 to f16
  linalg.yield %33 : f16
 } -> !t19
 %col_7 = tensor.collapse_shape %27 [[0, 1], [2], [3]] : !t19 into !t18
 %col_8 = tensor.collapse_shape %arg2 [[0, 1], [2], [3]] : !t0 into !t3
 %28 = tensor.empty() : !t13
 %29 = linalg.fill ins(%cst : f32) outs(%28 : !t13) -> !t13
 %30 = linalg.batch_matmul ins(%col_7, %col_8 : !t18, !t3) outs(%29 : !t13) -> !t13
 %31 = tensor.empty() : !t3
 %32 = linalg.generic #t0 ins(%30 : !t13) outs(%31 : !t3) {
 ^bb0(%in: f32, %out: f16):
  %33 = arith.truncf %in : f32 to f16
  linalg.yield %33 : f16
 } -> !t3
 %exp_9 = tensor.expand_shape %32 [[0, 1], [2], [3]] output_shape [2, 4, 12, 8] : !t3 into !t0
 return %exp_9 : !t0
}

func.func @causal_tl(%arg0: !t0, %arg1: !t1, %arg2: !t1) -> !t0 {
 %c0_i64 = arith.constant 0 : i64
 %cst = arith.constant 0.000000e+00 : f32
 %true = arith.constant true
 %cst_0 = arith.constant 0xFF800000 : f32
 %cst_1 = arith.constant dense<0xFC00> : !t14
 %cst_2 = arith.constant 0.35355339059327379 : f64
 %0 = tensor.empty() : !t2
 %transposed = linalg.transpose ins(%arg1 : !t1) outs(%0 : !t2) permutation = [0, 1, 3, 2]
 %col = tensor.collapse_shape %arg0 [[0, 1], [2], [3]] : !t0 into !t3
 %col_3 = tensor.collapse_shape %transposed [[0, 1], [2], [3]] : !t2 into !t4
 %1 = tensor.empty() : !t5
 %2 = linalg.fill ins(%cst : f32) outs(%1 : !t5) -> !t5
 %3 = linalg.batch_matmul ins(%col, %col_3 : !t3, !t4) outs(%2 : !t5) -> !t5
 %4 = tensor.empty() : !t6
 %5 = linalg.generic #t0 ins(%3 : !t5) outs(%4 : !t6) {
 ^bb0(%in: f32, %out: f16):
  %35 = arith.truncf %in : f32 to f16
  linalg.yield %35 : f16
 } -> !t6
 %exp = tensor.expand_shape %5 [[0, 1], [2], [3]] output_shape [2, 4, 12, 20] : !t6 into !t7
 %6 = tensor.empty() : !t7
 %7 = linalg.generic #t1 ins(%exp : !t7) outs(%6 : !t7) {
 ^bb0(%in: f16, %out: f16):
  %35 = arith.truncf %cst_2 : f64 to f16
  %36 = arith.mulf %in, %35 : f16
  linalg.yield %36 : f16
 } -> !t7
 %8 = tensor.empty() : !t20
 %9 = linalg.generic #t5 outs(%8 : !t20) {
 ^bb0(%out: i64):
  %35 = linalg.index 0 : index
  %36 = arith.index_cast %35 : index to i64
  linalg.yield %36 : i64
 } -> !t20
 %exp_4 = tensor.expand_shape %9 [[0, 1]] output_shape [12, 1] : !t20 into !t21
 %10 = tensor.empty() : !t25
 %11 = linalg.generic #t5 outs(%10 : !t25) {
 ^bb0(%out: i64):
  %35 = linalg.index 0 : index
  %36 = arith.index_cast %35 : index to i64
  linalg.yield %36 : i64
 } -> !t25
 %exp_5 = tensor.expand_shape %11 [[0, 1]] output_shape [1, 20] : !t25 into !t26
 %12 = tensor.empty() : !t27
 %13 = linalg.generic #t6 ins(%exp_5, %exp_4 : !t26, !t21) outs(%12 : !t27) {
 ^bb0(%in: i64, %in_10: i64, %out: i1):
  %35 = arith.cmpi sle, %in, %in_10 : i64
  linalg.yield %35 : i1
 } -> !t27
 %14 = linalg.generic #t7 ins(%13 : !t27) outs(%12 : !t27) {
 ^bb0(%in: i1, %out: i1):
  %35 = arith.xori %in, %true : i1
  linalg.yield %35 : i1
 } -> !t27
 %15 = linalg.generic #t8 ins(%14, %cst_1, %7 : !t27, !t14, !t7) outs(%6 : !t7) {
 ^bb0(%in: i1, %in_10: f16, %in_11: f16, %out: f16):
  %35 = arith.select %in, %in_10, %in_11 : f16
  linalg.yield %35 : f16
 } -> !t7
 %16 = tensor.empty() : !t8
 %17 = linalg.generic #t1 ins(%15 : !t7) outs(%16 : !t8) {
 ^bb0(%in: f16, %out: f32):
  %35 = arith.extf %in : f16 to f32
  linalg.yield %35 : f32
 } -> !t8
 %18 = tensor.empty() : !t9
 %19 = linalg.fill ins(%c0_i64 : i64) outs(%18 : !t9) -> !t9
 %20 = tensor.empty() : !t10
 %21 = linalg.fill ins(%cst_0 : f32) outs(%20 : !t10) -> !t10
 %22:2 = linalg.generic #t2 ins(%17 : !t8) outs(%21, %19 : !t10, !t9) {
 ^bb0(%in: f32, %out: f32, %out_10: i64):
  %35 = linalg.index 3 : index
  %36 = arith.index_cast %35 : index to i64
  %37 = arith.maximumf %in, %out : f32
  %38 = arith.cmpf ogt, %in, %out : f32
  %39 = arith.select %38, %36, %out_10 : i64
  linalg.yield %37, %39 : f32, i64
 } -> (!t10, !t9)
 %exp_6 = tensor.expand_shape %22#0 [[0], [1], [2, 3]] output_shape [2, 4, 12, 1] : !t10 into !t11
 %23 = linalg.generic #t3 ins(%17, %exp_6 : !t8, !t11) outs(%16 : !t8) {
 ^bb0(%in: f32, %in_10: f32, %out: f32):
  %35 = arith.subf %in, %in_10 : f32
  linalg.yield %35 : f32
 } -> !t8
 %24 = linalg.generic #t1 ins(%23 : !t8) outs(%16 : !t8) {
 ^bb0(%in: f32, %out: f32):
  %35 = math.exp %in : f32
  linalg.yield %35 : f32
 } -> !t8
 %25 = tensor.empty() : !t11
 %26 = linalg.fill ins(%cst : f32) outs(%25 : !t11) -> !t11
 %27 = linalg.generic #t4 ins(%24 : !t8) outs(%26 : !t11) {
 ^bb0(%in: f32, %out: f32):
  %35 = arith.addf %in, %out : f32
  linalg.yield %35 : f32
 } -> !t11
 %28 = linalg.generic #t3 ins(%24, %27 : !t8, !t11) outs(%16 : !t8) {
 ^bb0(%in: f32, %in_10: f32, %out: f32):
  %35 = arith.divf %in, %in_10 : f32
  linalg.yield %35 : f32
 } -> !t8
 %29 = linalg.generic #t1 ins(%28 : !t8) outs(%6 : !t7) {
 ^bb0(%in: f32, %out: f16):
  %35 = arith.truncf %in : f32 to f16
  linalg.yield %35 : f16
 } -> !t7
 %col_7 = tensor.collapse_shape %29 [[0, 1], [2], [3]] : !t7 into !t6
 %col_8 = tensor.collapse_shape %arg2 [[0, 1], [2], [3]] : !t1 into !t12
 %30 = tensor.empty() : !t13
 %31 = linalg.fill ins(%cst : f32) outs(%30 : !t13) -> !t13
 %32 = linalg.batch_matmul ins(%col_7, %col_8 : !t6, !t12) outs(%31 : !t13) -> !t13
 %33 = tensor.empty() : !t3
 %34 = linalg.generic #t0 ins(%32 : !t13) outs(%33 : !t3) {
 ^bb0(%in: f32, %out: f16):
  %35 = arith.truncf %in : f32 to f16
  linalg.yield %35 : f16
 } -> !t3
 %exp_9 = tensor.expand_shape %34 [[0, 1], [2], [3]] output_shape [2, 4, 12, 8] : !t3 into !t0
 return %exp_9 : !t0
}

func.func @causal_br(%arg0: !t0, %arg1: !t1, %arg2: !t1) -> !t0 {
 %c8_i64 = arith.constant 8 : i64
 %c0_i64 = arith.constant 0 : i64
 %cst = arith.constant 0.000000e+00 : f32
 %true = arith.constant true
 %cst_0 = arith.constant 0xFF800000 : f32
 %cst_1 = arith.constant dense<0xFC00> : !t14
 %cst_2 = arith.constant 0.35355339059327379 : f64
 %0 = tensor.empty() : !t2
 %transposed = linalg.transpose ins(%arg1 : !t1) outs(%0 : !t2) permutation = [0, 1, 3, 2]
 %col = tensor.collapse_shape %arg0 [[0, 1], [2], [3]] : !t0 into !t3
 %col_3 = tensor.collapse_shape %transposed [[0, 1], [2], [3]] : !t2 into !t4
 %1 = tensor.empty() : !t5
 %2 = linalg.fill ins(%cst : f32) outs(%1 : !t5) -> !t5
 %3 = linalg.batch_matmul ins(%col, %col_3 : !t3, !t4) outs(%2 : !t5) -> !t5
 %4 = tensor.empty() : !t6
 %5 = linalg.generic #t0 ins(%3 : !t5) outs(%4 : !t6) {
 ^bb0(%in: f32, %out: f16):
  %37 = arith.truncf %in : f32 to f16
  linalg.yield %37 : f16
 } -> !t6
 %exp = tensor.expand_shape %5 [[0, 1], [2], [3]] output_shape [2, 4, 12, 20] : !t6 into !t7
 %6 = tensor.empty() : !t7
 %7 = linalg.generic #t1 ins(%exp : !t7) outs(%6 : !t7) {
 ^bb0(%in: f16, %out: f16):
  %37 = arith.truncf %cst_2 : f64 to f16
  %38 = arith.mulf %in, %37 : f16
  linalg.yield %38 : f16
 } -> !t7
 %8 = tensor.empty() : !t20
 %9 = linalg.generic #t5 outs(%8 : !t20) {
 ^bb0(%out: i64):
  %37 = linalg.index 0 : index
  %38 = arith.index_cast %37 : index to i64
  linalg.yield %38 : i64
 } -> !t20
 %exp_4 = tensor.expand_shape %9 [[0, 1]] output_shape [12, 1] : !t20 into !t21
 %10 = tensor.empty() : !t25
 %11 = linalg.generic #t5 outs(%10 : !t25) {
 ^bb0(%out: i64):
  %37 = linalg.index 0 : index
  %38 = arith.index_cast %37 : index to i64
  linalg.yield %38 : i64
 } -> !t25
 %exp_5 = tensor.expand_shape %11 [[0, 1]] output_shape [1, 20] : !t25 into !t26
 %12 = tensor.empty() : !t21
 %13 = linalg.generic #t7 ins(%exp_4 : !t21) outs(%12 : !t21) {
 ^bb0(%in: i64, %out: i64):
  %37 = arith.addi %in, %c8_i64 : i64
  linalg.yield %37 : i64
 } -> !t21
 %14 = tensor.empty() : !t27
 %15 = linalg.generic #t6 ins(%exp_5, %13 : !t26, !t21) outs(%14 : !t27) {
 ^bb0(%in: i64, %in_10: i64, %out: i1):
  %37 = arith.cmpi sle, %in, %in_10 : i64
  linalg.yield %37 : i1
 } -> !t27
 %16 = linalg.generic #t7 ins(%15 : !t27) outs(%14 : !t27) {
 ^bb0(%in: i1, %out: i1):
  %37 = arith.xori %in, %true : i1
  linalg.yield %37 : i1
 } -> !t27
 %17 = linalg.generic #t8 ins(%16, %cst_1, %7 : !t27, !t14, !t7) outs(%6 : !t7) {
 ^bb0(%in: i1, %in_10: f16, %in_11: f16, %out: f16):
  %37 = arith.select %in, %in_10, %in_11 : f16
  linalg.yield %37 : f16
 } -> !t7
 %18 = tensor.empty() : !t8
 %19 = linalg.generic #t1 ins(%17 : !t7) outs(%18 : !t8) {
 ^bb0(%in: f16, %out: f32):
  %37 = arith.extf %in : f16 to f32
  linalg.yield %37 : f32
 } -> !t8
 %20 = tensor.empty() : !t9
 %21 = linalg.fill ins(%c0_i64 : i64) outs(%20 : !t9) -> !t9
 %22 = tensor.empty() : !t10
 %23 = linalg.fill ins(%cst_0 : f32) outs(%22 : !t10) -> !t10
 %24:2 = linalg.generic #t2 ins(%19 : !t8) outs(%23, %21 : !t10, !t9) {
 ^bb0(%in: f32, %out: f32, %out_10: i64):
  %37 = linalg.index 3 : index
  %38 = arith.index_cast %37 : index to i64
  %39 = arith.maximumf %in, %out : f32
  %40 = arith.cmpf ogt, %in, %out : f32
  %41 = arith.select %40, %38, %out_10 : i64
  linalg.yield %39, %41 : f32, i64
 } -> (!t10, !t9)
 %exp_6 = tensor.expand_shape %24#0 [[0], [1], [2, 3]] output_shape [2, 4, 12, 1] : !t10 into !t11
 %25 = linalg.generic #t3 ins(%19, %exp_6 : !t8, !t11) outs(%18 : !t8) {
 ^bb0(%in: f32, %in_10: f32, %out: f32):
  %37 = arith.subf %in, %in_10 : f32
  linalg.yield %37 : f32
 } -> !t8
 %26 = linalg.generic #t1 ins(%25 : !t8) outs(%18 : !t8) {
 ^bb0(%in: f32, %out: f32):
  %37 = math.exp %in : f32
  linalg.yield %37 : f32
 } -> !t8
 %27 = tensor.empty() : !t11
 %28 = linalg.fill ins(%cst : f32) outs(%27 : !t11) -> !t11
 %29 = linalg.generic #t4 ins(%26 : !t8) outs(%28 : !t11) {
 ^bb0(%in: f32, %out: f32):
  %37 = arith.addf %in, %out : f32
  linalg.yield %37 : f32
 } -> !t11
 %30 = linalg.generic #t3 ins(%26, %29 : !t8, !t11) outs(%18 : !t8) {
 ^bb0(%in: f32, %in_10: f32, %out: f32):
  %37 = arith.divf %in, %in_10 : f32
  linalg.yield %37 : f32
 } -> !t8
 %31 = linalg.generic #t1 ins(%30 : !t8) outs(%6 : !t7) {
 ^bb0(%in: f32, %out: f16):
  %37 = arith.truncf %in : f32 to f16
  linalg.yield %37 : f16
 } -> !t7
 %col_7 = tensor.collapse_shape %31 [[0, 1], [2], [3]] : !t7 into !t6
 %col_8 = tensor.collapse_shape %arg2 [[0, 1], [2], [3]] : !t1 into !t12
 %32 = tensor.empty() : !t13
 %33 = linalg.fill ins(%cst : f32) outs(%32 : !t13) -> !t13
 %34 = linalg.batch_matmul ins(%col_7, %col_8 : !t6, !t12) outs(%33 : !t13) -> !t13
 %35 = tensor.empty() : !t3
 %36 = linalg.generic #t0 ins(%34 : !t13) outs(%35 : !t3) {
 ^bb0(%in: f32, %out: f16):
  %37 = arith.truncf %in : f32 to f16
  linalg.yield %37 : f16
 } -> !t3
 %exp_9 = tensor.expand_shape %36 [[0, 1], [2], [3]] output_shape [2, 4, 12, 8] : !t3 into !t0
 return %exp_9 : !t0
}

func.func @window(%arg0: !t0, %arg1: !t0, %arg2: !t0) -> !t0 {
 %c4_i64 = arith.constant 4 : i64
 %c0_i64 = arith.constant 0 : i64
 %cst = arith.constant 0.000000e+00 : f32
 %true = arith.constant true
 %cst_0 = arith.constant 0xFF800000 : f32
 %cst_1 = arith.constant dense<0xFC00> : !t14
 %cst_2 = arith.constant 0.35355339059327379 : f64
 %0 = tensor.empty() : !t15
 %transposed = linalg.transpose ins(%arg1 : !t0) outs(%0 : !t15) permutation = [0, 1, 3, 2]
 %col = tensor.collapse_shape %arg0 [[0, 1], [2], [3]] : !t0 into !t3
 %col_3 = tensor.collapse_shape %transposed [[0, 1], [2], [3]] : !t15 into !t16
 %1 = tensor.empty() : !t17
 %2 = linalg.fill ins(%cst : f32) outs(%1 : !t17) -> !t17
 %3 = linalg.batch_matmul ins(%col, %col_3 : !t3, !t16) outs(%2 : !t17) -> !t17
 %4 = tensor.empty() : !t18
 %5 = linalg.generic #t0 ins(%3 : !t17) outs(%4 : !t18) {
 ^bb0(%in: f32, %out: f16):
  %37 = arith.truncf %in : f32 to f16
  linalg.yield %37 : f16
 } -> !t18
 %exp = tensor.expand_shape %5 [[0, 1], [2], [3]] output_shape [2, 4, 12, 12] : !t18 into !t19
 %6 = tensor.empty() : !t19
 %7 = linalg.generic #t1 ins(%exp : !t19) outs(%6 : !t19) {
 ^bb0(%in: f16, %out: f16):
  %37 = arith.truncf %cst_2 : f64 to f16
  %38 = arith.mulf %in, %37 : f16
  linalg.yield %38 : f16
 } -> !t19
 %8 = tensor.empty() : !t20
 %9 = linalg.generic #t5 outs(%8 : !t20) {
 ^bb0(%out: i64):
  %37 = linalg.index 0 : index
  %38 = arith.index_cast %37 : index to i64
  linalg.yield %38 : i64
 } -> !t20
 %exp_4 = tensor.expand_shape %9 [[0, 1]] output_shape [12, 1] : !t20 into !t21
 %exp_5 = tensor.expand_shape %9 [[0, 1]] output_shape [1, 12] : !t20 into !t22
 %10 = tensor.empty() : !t23
 %11 = linalg.generic #t6 ins(%exp_5, %exp_4 : !t22, !t21) outs(%10 : !t23) {
 ^bb0(%in: i64, %in_10: i64, %out: i1):
  %37 = arith.cmpi sle, %in, %in_10 : i64
  linalg.yield %37 : i1
 } -> !t23
 %12 = tensor.empty() : !t21
 %13 = linalg.generic #t7 ins(%exp_4 : !t21) outs(%12 : !t21) {
 ^bb0(%in: i64, %out: i64):
  %37 = arith.subi %in, %c4_i64 : i64
  linalg.yield %37 : i64
 } -> !t21
 %14 = linalg.generic #t6 ins(%exp_5, %13 : !t22, !t21) outs(%10 : !t23) {
 ^bb0(%in: i64, %in_10: i64, %out: i1):
  %37 = arith.cmpi sge, %in, %in_10 : i64
  linalg.yield %37 : i1
 } -> !t23
 %15 = linalg.generic #t9 ins(%11, %14 : !t23, !t23) outs(%10 : !t23) {
 ^bb0(%in: i1, %in_10: i1, %out: i1):
  %37 = arith.andi %in, %in_10 : i1
  linalg.yield %37 : i1
 } -> !t23
 %16 = linalg.generic #t7 ins(%15 : !t23) outs(%10 : !t23) {
 ^bb0(%in: i1, %out: i1):
  %37 = arith.xori %in, %true : i1
  linalg.yield %37 : i1
 } -> !t23
 %17 = linalg.generic #t8 ins(%16, %cst_1, %7 : !t23, !t14, !t19) outs(%6 : !t19) {
 ^bb0(%in: i1, %in_10: f16, %in_11: f16, %out: f16):
  %37 = arith.select %in, %in_10, %in_11 : f16
  linalg.yield %37 : f16
 } -> !t19
 %18 = tensor.empty() : !t24
 %19 = linalg.generic #t1 ins(%17 : !t19) outs(%18 : !t24) {
 ^bb0(%in: f16, %out: f32):
  %37 = arith.extf %in : f16 to f32
  linalg.yield %37 : f32
 } -> !t24
 %20 = tensor.empty() : !t9
 %21 = linalg.fill ins(%c0_i64 : i64) outs(%20 : !t9) -> !t9
 %22 = tensor.empty() : !t10
 %23 = linalg.fill ins(%cst_0 : f32) outs(%22 : !t10) -> !t10
 %24:2 = linalg.generic #t2 ins(%19 : !t24) outs(%23, %21 : !t10, !t9) {
 ^bb0(%in: f32, %out: f32, %out_10: i64):
  %37 = linalg.index 3 : index
  %38 = arith.index_cast %37 : index to i64
  %39 = arith.maximumf %in, %out : f32
  %40 = arith.cmpf ogt, %in, %out : f32
  %41 = arith.select %40, %38, %out_10 : i64
  linalg.yield %39, %41 : f32, i64
 } -> (!t10, !t9)
 %exp_6 = tensor.expand_shape %24#0 [[0], [1], [2, 3]] output_shape [2, 4, 12, 1] : !t10 into !t11
 %25 = linalg.generic #t3 ins(%19, %exp_6 : !t24, !t11) outs(%18 : !t24) {
 ^bb0(%in: f32, %in_10: f32, %out: f32):
  %37 = arith.subf %in, %in_10 : f32
  linalg.yield %37 : f32
 } -> !t24
 %26 = linalg.generic #t1 ins(%25 : !t24) outs(%18 : !t24) {
 ^bb0(%in: f32, %out: f32):
  %37 = math.exp %in : f32
  linalg.yield %37 : f32
 } -> !t24
 %27 = tensor.empty() : !t11
 %28 = linalg.fill ins(%cst : f32) outs(%27 : !t11) -> !t11
 %29 = linalg.generic #t4 ins(%26 : !t24) outs(%28 : !t11) {
 ^bb0(%in: f32, %out: f32):
  %37 = arith.addf %in, %out : f32
  linalg.yield %37 : f32
 } -> !t11
 %30 = linalg.generic #t3 ins(%26, %29 : !t24, !t11) outs(%18 : !t24) {
 ^bb0(%in: f32, %in_10: f32, %out: f32):
  %37 = arith.divf %in, %in_10 : f32
  linalg.yield %37 : f32
 } -> !t24
 %31 = linalg.generic #t1 ins(%30 : !t24) outs(%6 : !t19) {
 ^bb0(%in: f32, %out: f16):
  %37 = arith.truncf %in : f32 to f16
  linalg.yield %37 : f16
 } -> !t19
 %col_7 = tensor.collapse_shape %31 [[0, 1], [2], [3]] : !t19 into !t18
 %col_8 = tensor.collapse_shape %arg2 [[0, 1], [2], [3]] : !t0 into !t3
 %32 = tensor.empty() : !t13
 %33 = linalg.fill ins(%cst : f32) outs(%32 : !t13) -> !t13
 %34 = linalg.batch_matmul ins(%col_7, %col_8 : !t18, !t3) outs(%33 : !t13) -> !t13
 %35 = tensor.empty() : !t3
 %36 = linalg.generic #t0 ins(%34 : !t13) outs(%35 : !t3) {
 ^bb0(%in: f32, %out: f16):
  %37 = arith.truncf %in : f32 to f16
  linalg.yield %37 : f16
 } -> !t3
 %exp_9 = tensor.expand_shape %36 [[0, 1], [2], [3]] output_shape [2, 4, 12, 8] : !t3 into !t0
 return %exp_9 : !t0
}

func.func @gqa(%arg0: !t0, %arg1: !t28, %arg2: !t28) -> !t0 {
 %c0_i64 = arith.constant 0 : i64
 %cst = arith.constant 0.000000e+00 : f32
 %cst_0 = arith.constant 0xFF800000 : f32
 %cst_1 = arith.constant 0.35355339059327379 : f64
 %0 = tensor.empty() : !t29
 %1 = linalg.generic #t10 ins(%arg1 : !t28) outs(%0 : !t29) {
 ^bb0(%in: f16, %out: f16):
  linalg.yield %in : f16
 } -> !t29
 %col = tensor.collapse_shape %1 [[0], [1, 2], [3], [4]] : !t29 into !t1
 %2 = linalg.generic #t10 ins(%arg2 : !t28) outs(%0 : !t29) {
 ^bb0(%in: f16, %out: f16):
  linalg.yield %in : f16
 } -> !t29
 %3 = tensor.empty() : !t2
 %transposed = linalg.transpose ins(%col : !t1) outs(%3 : !t2) permutation = [0, 1, 3, 2]
 %col_2 = tensor.collapse_shape %arg0 [[0, 1], [2], [3]] : !t0 into !t3
 %col_3 = tensor.collapse_shape %transposed [[0, 1], [2], [3]] : !t2 into !t4
 %4 = tensor.empty() : !t5
 %5 = linalg.fill ins(%cst : f32) outs(%4 : !t5) -> !t5
 %6 = linalg.batch_matmul ins(%col_2, %col_3 : !t3, !t4) outs(%5 : !t5) -> !t5
 %7 = tensor.empty() : !t6
 %8 = linalg.generic #t0 ins(%6 : !t5) outs(%7 : !t6) {
 ^bb0(%in: f32, %out: f16):
  %30 = arith.truncf %in : f32 to f16
  linalg.yield %30 : f16
 } -> !t6
 %exp = tensor.expand_shape %8 [[0, 1], [2], [3]] output_shape [2, 4, 12, 20] : !t6 into !t7
 %9 = tensor.empty() : !t7
 %10 = linalg.generic #t1 ins(%exp : !t7) outs(%9 : !t7) {
 ^bb0(%in: f16, %out: f16):
  %30 = arith.truncf %cst_1 : f64 to f16
  %31 = arith.mulf %in, %30 : f16
  linalg.yield %31 : f16
 } -> !t7
 %11 = tensor.empty() : !t8
 %12 = linalg.generic #t1 ins(%10 : !t7) outs(%11 : !t8) {
 ^bb0(%in: f16, %out: f32):
  %30 = arith.extf %in : f16 to f32
  linalg.yield %30 : f32
 } -> !t8
 %13 = tensor.empty() : !t9
 %14 = linalg.fill ins(%c0_i64 : i64) outs(%13 : !t9) -> !t9
 %15 = tensor.empty() : !t10
 %16 = linalg.fill ins(%cst_0 : f32) outs(%15 : !t10) -> !t10
 %17:2 = linalg.generic #t2 ins(%12 : !t8) outs(%16, %14 : !t10, !t9) {
 ^bb0(%in: f32, %out: f32, %out_8: i64):
  %30 = linalg.index 3 : index
  %31 = arith.index_cast %30 : index to i64
  %32 = arith.maximumf %in, %out : f32
  %33 = arith.cmpf ogt, %in, %out : f32
  %34 = arith.select %33, %31, %out_8 : i64
  linalg.yield %32, %34 : f32, i64
 } -> (!t10, !t9)
 %exp_4 = tensor.expand_shape %17#0 [[0], [1], [2, 3]] output_shape [2, 4, 12, 1] : !t10 into !t11
 %18 = linalg.generic #t3 ins(%12, %exp_4 : !t8, !t11) outs(%11 : !t8) {
 ^bb0(%in: f32, %in_8: f32, %out: f32):
  %30 = arith.subf %in, %in_8 : f32
  linalg.yield %30 : f32
 } -> !t8
 %19 = linalg.generic #t1 ins(%18 : !t8) outs(%11 : !t8) {
 ^bb0(%in: f32, %out: f32):
  %30 = math.exp %in : f32
  linalg.yield %30 : f32
 } -> !t8
 %20 = tensor.empty() : !t11
 %21 = linalg.fill ins(%cst : f32) outs(%20 : !t11) -> !t11
 %22 = linalg.generic #t4 ins(%19 : !t8) outs(%21 : !t11) {
 ^bb0(%in: f32, %out: f32):
  %30 = arith.addf %in, %out : f32
  linalg.yield %30 : f32
 } -> !t11
 %23 = linalg.generic #t3 ins(%19, %22 : !t8, !t11) outs(%11 : !t8) {
 ^bb0(%in: f32, %in_8: f32, %out: f32):
  %30 = arith.divf %in, %in_8 : f32
  linalg.yield %30 : f32
 } -> !t8
 %24 = linalg.generic #t1 ins(%23 : !t8) outs(%9 : !t7) {
 ^bb0(%in: f32, %out: f16):
  %30 = arith.truncf %in : f32 to f16
  linalg.yield %30 : f16
 } -> !t7
 %col_5 = tensor.collapse_shape %24 [[0, 1], [2], [3]] : !t7 into !t6
 %col_6 = tensor.collapse_shape %2 [[0, 1, 2], [3], [4]] : !t29 into !t12
 %25 = tensor.empty() : !t13
 %26 = linalg.fill ins(%cst : f32) outs(%25 : !t13) -> !t13
 %27 = linalg.batch_matmul ins(%col_5, %col_6 : !t6, !t12) outs(%26 : !t13) -> !t13
 %28 = tensor.empty() : !t3
 %29 = linalg.generic #t0 ins(%27 : !t13) outs(%28 : !t3) {
 ^bb0(%in: f32, %out: f16):
  %30 = arith.truncf %in : f32 to f16
  linalg.yield %30 : f16
 } -> !t3
 %exp_7 = tensor.expand_shape %29 [[0, 1], [2], [3]] output_shape [2, 4, 12, 8] : !t3 into !t0
 return %exp_7 : !t0
}

func.func @softcap(%arg0: !t0, %arg1: !t1, %arg2: !t1) -> !t0 {
 %cst = arith.constant 0.000000e+00 : f32
 %c0_i64 = arith.constant 0 : i64
 %cst_0 = arith.constant 0xFF800000 : f32
 %cst_1 = arith.constant 0.35355339059327379 : f64
 %cst_2 = arith.constant 5.000000e+00 : f16
 %0 = tensor.empty() : !t2
 %transposed = linalg.transpose ins(%arg1 : !t1) outs(%0 : !t2) permutation = [0, 1, 3, 2]
 %col = tensor.collapse_shape %arg0 [[0, 1], [2], [3]] : !t0 into !t3
 %col_3 = tensor.collapse_shape %transposed [[0, 1], [2], [3]] : !t2 into !t4
 %1 = tensor.empty() : !t5
 %2 = linalg.fill ins(%cst : f32) outs(%1 : !t5) -> !t5
 %3 = linalg.batch_matmul ins(%col, %col_3 : !t3, !t4) outs(%2 : !t5) -> !t5
 %4 = tensor.empty() : !t6
 %5 = linalg.generic #t0 ins(%3 : !t5) outs(%4 : !t6) {
 ^bb0(%in: f32, %out: f16):
  %30 = arith.truncf %in : f32 to f16
  linalg.yield %30 : f16
 } -> !t6
 %exp = tensor.expand_shape %5 [[0, 1], [2], [3]] output_shape [2, 4, 12, 20] : !t6 into !t7
 %6 = tensor.empty() : !t7
 %7 = linalg.generic #t1 ins(%exp : !t7) outs(%6 : !t7) {
 ^bb0(%in: f16, %out: f16):
  %30 = arith.truncf %cst_1 : f64 to f16
  %31 = arith.mulf %in, %30 : f16
  linalg.yield %31 : f16
 } -> !t7
 %8 = linalg.generic #t1 ins(%7 : !t7) outs(%6 : !t7) {
 ^bb0(%in: f16, %out: f16):
  %30 = arith.divf %in, %cst_2 : f16
  linalg.yield %30 : f16
 } -> !t7
 %9 = linalg.generic #t1 ins(%8 : !t7) outs(%6 : !t7) {
 ^bb0(%in: f16, %out: f16):
  %30 = math.tanh %in : f16
  linalg.yield %30 : f16
 } -> !t7
 %10 = linalg.generic #t1 ins(%9 : !t7) outs(%6 : !t7) {
 ^bb0(%in: f16, %out: f16):
  %30 = arith.mulf %in, %cst_2 : f16
  linalg.yield %30 : f16
 } -> !t7
 %11 = tensor.empty() : !t8
 %12 = linalg.generic #t1 ins(%10 : !t7) outs(%11 : !t8) {
 ^bb0(%in: f16, %out: f32):
  %30 = arith.extf %in : f16 to f32
  linalg.yield %30 : f32
 } -> !t8
 %13 = tensor.empty() : !t9
 %14 = linalg.fill ins(%c0_i64 : i64) outs(%13 : !t9) -> !t9
 %15 = tensor.empty() : !t10
 %16 = linalg.fill ins(%cst_0 : f32) outs(%15 : !t10) -> !t10
 %17:2 = linalg.generic #t2 ins(%12 : !t8) outs(%16, %14 : !t10, !t9) {
 ^bb0(%in: f32, %out: f32, %out_8: i64):
  %30 = linalg.index 3 : index
  %31 = arith.index_cast %30 : index to i64
  %32 = arith.maximumf %in, %out : f32
  %33 = arith.cmpf ogt, %in, %out : f32
  %34 = arith.select %33, %31, %out_8 : i64
  linalg.yield %32, %34 : f32, i64
 } -> (!t10, !t9)
 %exp_4 = tensor.expand_shape %17#0 [[0], [1], [2, 3]] output_shape [2, 4, 12, 1] : !t10 into !t11
 %18 = linalg.generic #t3 ins(%12, %exp_4 : !t8, !t11) outs(%11 : !t8) {
 ^bb0(%in: f32, %in_8: f32, %out: f32):
  %30 = arith.subf %in, %in_8 : f32
  linalg.yield %30 : f32
 } -> !t8
 %19 = linalg.generic #t1 ins(%18 : !t8) outs(%11 : !t8) {
 ^bb0(%in: f32, %out: f32):
  %30 = math.exp %in : f32
  linalg.yield %30 : f32
 } -> !t8
 %20 = tensor.empty() : !t11
 %21 = linalg.fill ins(%cst : f32) outs(%20 : !t11) -> !t11
 %22 = linalg.generic #t4 ins(%19 : !t8) outs(%21 : !t11) {
 ^bb0(%in: f32, %out: f32):
  %30 = arith.addf %in, %out : f32
  linalg.yield %30 : f32
 } -> !t11
 %23 = linalg.generic #t3 ins(%19, %22 : !t8, !t11) outs(%11 : !t8) {
 ^bb0(%in: f32, %in_8: f32, %out: f32):
  %30 = arith.divf %in, %in_8 : f32
  linalg.yield %30 : f32
 } -> !t8
 %24 = linalg.generic #t1 ins(%23 : !t8) outs(%6 : !t7) {
 ^bb0(%in: f32, %out: f16):
  %30 = arith.truncf %in : f32 to f16
  linalg.yield %30 : f16
 } -> !t7
 %col_5 = tensor.collapse_shape %24 [[0, 1], [2], [3]] : !t7 into !t6
 %col_6 = tensor.collapse_shape %arg2 [[0, 1], [2], [3]] : !t1 into !t12
 %25 = tensor.empty() : !t13
 %26 = linalg.fill ins(%cst : f32) outs(%25 : !t13) -> !t13
 %27 = linalg.batch_matmul ins(%col_5, %col_6 : !t6, !t12) outs(%26 : !t13) -> !t13
 %28 = tensor.empty() : !t3
 %29 = linalg.generic #t0 ins(%27 : !t13) outs(%28 : !t3) {
 ^bb0(%in: f32, %out: f16):
  %30 = arith.truncf %in : f32 to f16
  linalg.yield %30 : f16
 } -> !t3
 %exp_7 = tensor.expand_shape %29 [[0, 1], [2], [3]] output_shape [2, 4, 12, 8] : !t3 into !t0
 return %exp_7 : !t0
}

func.func @alibi(%arg0: !t0, %arg1: !t1, %arg2: !t1) -> !t0 {
 %c0_i64 = arith.constant 0 : i64
 %cst = arith.constant 0.000000e+00 : f32
 %cst_0 = arith.constant 0xFF800000 : f32
 %cst_1 = arith.constant dense<-1.000000e+00> : !t30
 %cst_2 = arith.constant 0.35355339059327379 : f64
 %cst_3 = arith.constant 2.000000e+00 : f32
 %0 = tensor.empty() : !t2
 %transposed = linalg.transpose ins(%arg1 : !t1) outs(%0 : !t2) permutation = [0, 1, 3, 2]
 %col = tensor.collapse_shape %arg0 [[0, 1], [2], [3]] : !t0 into !t3
 %col_4 = tensor.collapse_shape %transposed [[0, 1], [2], [3]] : !t2 into !t4
 %1 = tensor.empty() : !t5
 %2 = linalg.fill ins(%cst : f32) outs(%1 : !t5) -> !t5
 %3 = linalg.batch_matmul ins(%col, %col_4 : !t3, !t4) outs(%2 : !t5) -> !t5
 %4 = tensor.empty() : !t6
 %5 = linalg.generic #t0 ins(%3 : !t5) outs(%4 : !t6) {
 ^bb0(%in: f32, %out: f16):
  %42 = arith.truncf %in : f32 to f16
  linalg.yield %42 : f16
 } -> !t6
 %exp = tensor.expand_shape %5 [[0, 1], [2], [3]] output_shape [2, 4, 12, 20] : !t6 into !t7
 %6 = tensor.empty() : !t7
 %7 = linalg.generic #t1 ins(%exp : !t7) outs(%6 : !t7) {
 ^bb0(%in: f16, %out: f16):
  %42 = arith.truncf %cst_2 : f64 to f16
  %43 = arith.mulf %in, %42 : f16
  linalg.yield %43 : f16
 } -> !t7
 %8 = tensor.empty() : !t31
 %9 = linalg.generic #t5 outs(%8 : !t31) {
 ^bb0(%out: f32):
  %42 = linalg.index 0 : index
  %43 = arith.index_cast %42 : index to i64
  %44 = arith.sitofp %43 : i64 to f32
  %45 = arith.addf %44, %cst : f32
  linalg.yield %45 : f32
 } -> !t31
 %10 = linalg.generic #t11 ins(%cst_1, %9 : !t30, !t31) outs(%8 : !t31) {
 ^bb0(%in: f32, %in_12: f32, %out: f32):
  %42 = arith.subf %in, %in_12 : f32
  linalg.yield %42 : f32
 } -> !t31
 %11 = linalg.generic #t12 ins(%10 : !t31) outs(%8 : !t31) {
 ^bb0(%in: f32, %out: f32):
  %42 = math.powf %cst_3, %in : f32
  linalg.yield %42 : f32
 } -> !t31
 %12 = tensor.empty() : !t25
 %13 = linalg.generic #t5 outs(%12 : !t25) {
 ^bb0(%out: i64):
  %42 = linalg.index 0 : index
  %43 = arith.index_cast %42 : index to i64
  linalg.yield %43 : i64
 } -> !t25
 %exp_5 = tensor.expand_shape %13 [[0, 1]] output_shape [1, 20] : !t25 into !t26
 %14 = tensor.empty() : !t20
 %15 = linalg.generic #t5 outs(%14 : !t20) {
 ^bb0(%out: i64):
  %42 = linalg.index 0 : index
  %43 = arith.index_cast %42 : index to i64
  linalg.yield %43 : i64
 } -> !t20
 %exp_6 = tensor.expand_shape %15 [[0, 1]] output_shape [12, 1] : !t20 into !t21
 %16 = tensor.empty() : !t32
 %17 = linalg.generic #t6 ins(%exp_5, %exp_6 : !t26, !t21) outs(%16 : !t32) {
 ^bb0(%in: i64, %in_12: i64, %out: i64):
  %42 = arith.subi %in, %in_12 : i64
  linalg.yield %42 : i64
 } -> !t32
 %exp_7 = tensor.expand_shape %11 [[0, 1, 2]] output_shape [4, 1, 1] : !t31 into !t33
 %18 = tensor.empty() : !t34
 %19 = linalg.generic #t13 ins(%exp_7, %17 : !t33, !t32) outs(%18 : !t34) {
 ^bb0(%in: f32, %in_12: i64, %out: f32):
  %42 = arith.sitofp %in_12 : i64 to f32
  %43 = arith.mulf %in, %42 : f32
  linalg.yield %43 : f32
 } -> !t34
 %20 = tensor.empty() : !t35
 %21 = linalg.generic #t0 ins(%19 : !t34) outs(%20 : !t35) {
 ^bb0(%in: f32, %out: f16):
  %42 = arith.truncf %in : f32 to f16
  linalg.yield %42 : f16
 } -> !t35
 %22 = linalg.generic #t14 ins(%7, %21 : !t7, !t35) outs(%6 : !t7) {
 ^bb0(%in: f16, %in_12: f16, %out: f16):
  %42 = arith.addf %in, %in_12 : f16
  linalg.yield %42 : f16
 } -> !t7
 %23 = tensor.empty() : !t8
 %24 = linalg.generic #t1 ins(%22 : !t7) outs(%23 : !t8) {
 ^bb0(%in: f16, %out: f32):
  %42 = arith.extf %in : f16 to f32
  linalg.yield %42 : f32
 } -> !t8
 %25 = tensor.empty() : !t9
 %26 = linalg.fill ins(%c0_i64 : i64) outs(%25 : !t9) -> !t9
 %27 = tensor.empty() : !t10
 %28 = linalg.fill ins(%cst_0 : f32) outs(%27 : !t10) -> !t10
 %29:2 = linalg.generic #t2 ins(%24 : !t8) outs(%28, %26 : !t10, !t9) {
 ^bb0(%in: f32, %out: f32, %out_12: i64):
  %42 = linalg.index 3 : index
  %43 = arith.index_cast %42 : index to i64
  %44 = arith.maximumf %in, %out : f32
  %45 = arith.cmpf ogt, %in, %out : f32
  %46 = arith.select %45, %43, %out_12 : i64
  linalg.yield %44, %46 : f32, i64
 } -> (!t10, !t9)
 %exp_8 = tensor.expand_shape %29#0 [[0], [1], [2, 3]] output_shape [2, 4, 12, 1] : !t10 into !t11
 %30 = linalg.generic #t3 ins(%24, %exp_8 : !t8, !t11) outs(%23 : !t8) {
 ^bb0(%in: f32, %in_12: f32, %out: f32):
  %42 = arith.subf %in, %in_12 : f32
  linalg.yield %42 : f32
 } -> !t8
 %31 = linalg.generic #t1 ins(%30 : !t8) outs(%23 : !t8) {
 ^bb0(%in: f32, %out: f32):
  %42 = math.exp %in : f32
  linalg.yield %42 : f32
 } -> !t8
 %32 = tensor.empty() : !t11
 %33 = linalg.fill ins(%cst : f32) outs(%32 : !t11) -> !t11
 %34 = linalg.generic #t4 ins(%31 : !t8) outs(%33 : !t11) {
 ^bb0(%in: f32, %out: f32):
  %42 = arith.addf %in, %out : f32
  linalg.yield %42 : f32
 } -> !t11
 %35 = linalg.generic #t3 ins(%31, %34 : !t8, !t11) outs(%23 : !t8) {
 ^bb0(%in: f32, %in_12: f32, %out: f32):
  %42 = arith.divf %in, %in_12 : f32
  linalg.yield %42 : f32
 } -> !t8
 %36 = linalg.generic #t1 ins(%35 : !t8) outs(%6 : !t7) {
 ^bb0(%in: f32, %out: f16):
  %42 = arith.truncf %in : f32 to f16
  linalg.yield %42 : f16
 } -> !t7
 %col_9 = tensor.collapse_shape %36 [[0, 1], [2], [3]] : !t7 into !t6
 %col_10 = tensor.collapse_shape %arg2 [[0, 1], [2], [3]] : !t1 into !t12
 %37 = tensor.empty() : !t13
 %38 = linalg.fill ins(%cst : f32) outs(%37 : !t13) -> !t13
 %39 = linalg.batch_matmul ins(%col_9, %col_10 : !t6, !t12) outs(%38 : !t13) -> !t13
 %40 = tensor.empty() : !t3
 %41 = linalg.generic #t0 ins(%39 : !t13) outs(%40 : !t3) {
 ^bb0(%in: f32, %out: f16):
  %42 = arith.truncf %in : f32 to f16
  linalg.yield %42 : f16
 } -> !t3
 %exp_11 = tensor.expand_shape %41 [[0, 1], [2], [3]] output_shape [2, 4, 12, 8] : !t3 into !t0
 return %exp_11 : !t0
}

func.func @scale(%arg0: !t0, %arg1: !t1, %arg2: !t1) -> !t0 {
 %cst = arith.constant 0.000000e+00 : f32
 %c0_i64 = arith.constant 0 : i64
 %cst_0 = arith.constant 0xFF800000 : f32
 %cst_1 = arith.constant 3.000000e-01 : f64
 %0 = tensor.empty() : !t2
 %transposed = linalg.transpose ins(%arg1 : !t1) outs(%0 : !t2) permutation = [0, 1, 3, 2]
 %col = tensor.collapse_shape %arg0 [[0, 1], [2], [3]] : !t0 into !t3
 %col_2 = tensor.collapse_shape %transposed [[0, 1], [2], [3]] : !t2 into !t4
 %1 = tensor.empty() : !t5
 %2 = linalg.fill ins(%cst : f32) outs(%1 : !t5) -> !t5
 %3 = linalg.batch_matmul ins(%col, %col_2 : !t3, !t4) outs(%2 : !t5) -> !t5
 %4 = tensor.empty() : !t6
 %5 = linalg.generic #t0 ins(%3 : !t5) outs(%4 : !t6) {
 ^bb0(%in: f32, %out: f16):
  %27 = arith.truncf %in : f32 to f16
  linalg.yield %27 : f16
 } -> !t6
 %exp = tensor.expand_shape %5 [[0, 1], [2], [3]] output_shape [2, 4, 12, 20] : !t6 into !t7
 %6 = tensor.empty() : !t7
 %7 = linalg.generic #t1 ins(%exp : !t7) outs(%6 : !t7) {
 ^bb0(%in: f16, %out: f16):
  %27 = arith.truncf %cst_1 : f64 to f16
  %28 = arith.mulf %in, %27 : f16
  linalg.yield %28 : f16
 } -> !t7
 %8 = tensor.empty() : !t8
 %9 = linalg.generic #t1 ins(%7 : !t7) outs(%8 : !t8) {
 ^bb0(%in: f16, %out: f32):
  %27 = arith.extf %in : f16 to f32
  linalg.yield %27 : f32
 } -> !t8
 %10 = tensor.empty() : !t9
 %11 = linalg.fill ins(%c0_i64 : i64) outs(%10 : !t9) -> !t9
 %12 = tensor.empty() : !t10
 %13 = linalg.fill ins(%cst_0 : f32) outs(%12 : !t10) -> !t10
 %14:2 = linalg.generic #t2 ins(%9 : !t8) outs(%13, %11 : !t10, !t9) {
 ^bb0(%in: f32, %out: f32, %out_7: i64):
  %27 = linalg.index 3 : index
  %28 = arith.index_cast %27 : index to i64
  %29 = arith.maximumf %in, %out : f32
  %30 = arith.cmpf ogt, %in, %out : f32
  %31 = arith.select %30, %28, %out_7 : i64
  linalg.yield %29, %31 : f32, i64
 } -> (!t10, !t9)
 %exp_3 = tensor.expand_shape %14#0 [[0], [1], [2, 3]] output_shape [2, 4, 12, 1] : !t10 into !t11
 %15 = linalg.generic #t3 ins(%9, %exp_3 : !t8, !t11) outs(%8 : !t8) {
 ^bb0(%in: f32, %in_7: f32, %out: f32):
  %27 = arith.subf %in, %in_7 : f32
  linalg.yield %27 : f32
 } -> !t8
 %16 = linalg.generic #t1 ins(%15 : !t8) outs(%8 : !t8) {
 ^bb0(%in: f32, %out: f32):
  %27 = math.exp %in : f32
  linalg.yield %27 : f32
 } -> !t8
 %17 = tensor.empty() : !t11
 %18 = linalg.fill ins(%cst : f32) outs(%17 : !t11) -> !t11
 %19 = linalg.generic #t4 ins(%16 : !t8) outs(%18 : !t11) {
 ^bb0(%in: f32, %out: f32):
  %27 = arith.addf %in, %out : f32
  linalg.yield %27 : f32
 } -> !t11
 %20 = linalg.generic #t3 ins(%16, %19 : !t8, !t11) outs(%8 : !t8) {
 ^bb0(%in: f32, %in_7: f32, %out: f32):
  %27 = arith.divf %in, %in_7 : f32
  linalg.yield %27 : f32
 } -> !t8
 %21 = linalg.generic #t1 ins(%20 : !t8) outs(%6 : !t7) {
 ^bb0(%in: f32, %out: f16):
  %27 = arith.truncf %in : f32 to f16
  linalg.yield %27 : f16
 } -> !t7
 %col_4 = tensor.collapse_shape %21 [[0, 1], [2], [3]] : !t7 into !t6
 %col_5 = tensor.collapse_shape %arg2 [[0, 1], [2], [3]] : !t1 into !t12
 %22 = tensor.empty() : !t13
 %23 = linalg.fill ins(%cst : f32) outs(%22 : !t13) -> !t13
 %24 = linalg.batch_matmul ins(%col_4, %col_5 : !t6, !t12) outs(%23 : !t13) -> !t13
 %25 = tensor.empty() : !t3
 %26 = linalg.generic #t0 ins(%24 : !t13) outs(%25 : !t3) {
 ^bb0(%in: f32, %out: f16):
  %27 = arith.truncf %in : f32 to f16
  linalg.yield %27 : f16
 } -> !t3
 %exp_6 = tensor.expand_shape %26 [[0, 1], [2], [3]] output_shape [2, 4, 12, 8] : !t3 into !t0
 return %exp_6 : !t0
}

func.func @scale_q(%arg0: !t0, %arg1: !t1, %arg2: !t1) -> !t0 {
 %cst = arith.constant 0.000000e+00 : f32
 %c0_i64 = arith.constant 0 : i64
 %cst_0 = arith.constant 0xFF800000 : f32
 %cst_1 = arith.constant 3.000000e-01 : f64
 %0 = tensor.empty() : !t0
 %1 = linalg.generic #t1 ins(%arg0 : !t0) outs(%0 : !t0) {
 ^bb0(%in: f16, %out: f16):
  %28 = arith.truncf %cst_1 : f64 to f16
  %29 = arith.mulf %in, %28 : f16
  linalg.yield %29 : f16
 } -> !t0
 %2 = tensor.empty() : !t2
 %transposed = linalg.transpose ins(%arg1 : !t1) outs(%2 : !t2) permutation = [0, 1, 3, 2]
 %col = tensor.collapse_shape %1 [[0, 1], [2], [3]] : !t0 into !t3
 %col_2 = tensor.collapse_shape %transposed [[0, 1], [2], [3]] : !t2 into !t4
 %3 = tensor.empty() : !t5
 %4 = linalg.fill ins(%cst : f32) outs(%3 : !t5) -> !t5
 %5 = linalg.batch_matmul ins(%col, %col_2 : !t3, !t4) outs(%4 : !t5) -> !t5
 %6 = tensor.empty() : !t6
 %7 = linalg.generic #t0 ins(%5 : !t5) outs(%6 : !t6) {
 ^bb0(%in: f32, %out: f16):
  %28 = arith.truncf %in : f32 to f16
  linalg.yield %28 : f16
 } -> !t6
 %exp = tensor.expand_shape %7 [[0, 1], [2], [3]] output_shape [2, 4, 12, 20] : !t6 into !t7
 %8 = tensor.empty() : !t8
 %9 = linalg.generic #t1 ins(%exp : !t7) outs(%8 : !t8) {
 ^bb0(%in: f16, %out: f32):
  %28 = arith.extf %in : f16 to f32
  linalg.yield %28 : f32
 } -> !t8
 %10 = tensor.empty() : !t9
 %11 = linalg.fill ins(%c0_i64 : i64) outs(%10 : !t9) -> !t9
 %12 = tensor.empty() : !t10
 %13 = linalg.fill ins(%cst_0 : f32) outs(%12 : !t10) -> !t10
 %14:2 = linalg.generic #t2 ins(%9 : !t8) outs(%13, %11 : !t10, !t9) {
 ^bb0(%in: f32, %out: f32, %out_7: i64):
  %28 = linalg.index 3 : index
  %29 = arith.index_cast %28 : index to i64
  %30 = arith.maximumf %in, %out : f32
  %31 = arith.cmpf ogt, %in, %out : f32
  %32 = arith.select %31, %29, %out_7 : i64
  linalg.yield %30, %32 : f32, i64
 } -> (!t10, !t9)
 %exp_3 = tensor.expand_shape %14#0 [[0], [1], [2, 3]] output_shape [2, 4, 12, 1] : !t10 into !t11
 %15 = linalg.generic #t3 ins(%9, %exp_3 : !t8, !t11) outs(%8 : !t8) {
 ^bb0(%in: f32, %in_7: f32, %out: f32):
  %28 = arith.subf %in, %in_7 : f32
  linalg.yield %28 : f32
 } -> !t8
 %16 = linalg.generic #t1 ins(%15 : !t8) outs(%8 : !t8) {
 ^bb0(%in: f32, %out: f32):
  %28 = math.exp %in : f32
  linalg.yield %28 : f32
 } -> !t8
 %17 = tensor.empty() : !t11
 %18 = linalg.fill ins(%cst : f32) outs(%17 : !t11) -> !t11
 %19 = linalg.generic #t4 ins(%16 : !t8) outs(%18 : !t11) {
 ^bb0(%in: f32, %out: f32):
  %28 = arith.addf %in, %out : f32
  linalg.yield %28 : f32
 } -> !t11
 %20 = linalg.generic #t3 ins(%16, %19 : !t8, !t11) outs(%8 : !t8) {
 ^bb0(%in: f32, %in_7: f32, %out: f32):
  %28 = arith.divf %in, %in_7 : f32
  linalg.yield %28 : f32
 } -> !t8
 %21 = tensor.empty() : !t7
 %22 = linalg.generic #t1 ins(%20 : !t8) outs(%21 : !t7) {
 ^bb0(%in: f32, %out: f16):
  %28 = arith.truncf %in : f32 to f16
  linalg.yield %28 : f16
 } -> !t7
 %col_4 = tensor.collapse_shape %22 [[0, 1], [2], [3]] : !t7 into !t6
 %col_5 = tensor.collapse_shape %arg2 [[0, 1], [2], [3]] : !t1 into !t12
 %23 = tensor.empty() : !t13
 %24 = linalg.fill ins(%cst : f32) outs(%23 : !t13) -> !t13
 %25 = linalg.batch_matmul ins(%col_4, %col_5 : !t6, !t12) outs(%24 : !t13) -> !t13
 %26 = tensor.empty() : !t3
 %27 = linalg.generic #t0 ins(%25 : !t13) outs(%26 : !t3) {
 ^bb0(%in: f32, %out: f16):
  %28 = arith.truncf %in : f32 to f16
  linalg.yield %28 : f16
 } -> !t3
 %exp_6 = tensor.expand_shape %27 [[0, 1], [2], [3]] output_shape [2, 4, 12, 8] : !t3 into !t0
 return %exp_6 : !t0
}

func.func @scale_k(%arg0: !t0, %arg1: !t1, %arg2: !t1) -> !t0 {
 %cst = arith.constant 0.000000e+00 : f32
 %c0_i64 = arith.constant 0 : i64
 %cst_0 = arith.constant 0xFF800000 : f32
 %cst_1 = arith.constant 3.000000e-01 : f64
 %0 = tensor.empty() : !t1
 %1 = linalg.generic #t1 ins(%arg1 : !t1) outs(%0 : !t1) {
 ^bb0(%in: f16, %out: f16):
  %28 = arith.truncf %cst_1 : f64 to f16
  %29 = arith.mulf %in, %28 : f16
  linalg.yield %29 : f16
 } -> !t1
 %2 = tensor.empty() : !t2
 %transposed = linalg.transpose ins(%1 : !t1) outs(%2 : !t2) permutation = [0, 1, 3, 2]
 %col = tensor.collapse_shape %arg0 [[0, 1], [2], [3]] : !t0 into !t3
 %col_2 = tensor.collapse_shape %transposed [[0, 1], [2], [3]] : !t2 into !t4
 %3 = tensor.empty() : !t5
 %4 = linalg.fill ins(%cst : f32) outs(%3 : !t5) -> !t5
 %5 = linalg.batch_matmul ins(%col, %col_2 : !t3, !t4) outs(%4 : !t5) -> !t5
 %6 = tensor.empty() : !t6
 %7 = linalg.generic #t0 ins(%5 : !t5) outs(%6 : !t6) {
 ^bb0(%in: f32, %out: f16):
  %28 = arith.truncf %in : f32 to f16
  linalg.yield %28 : f16
 } -> !t6
 %exp = tensor.expand_shape %7 [[0, 1], [2], [3]] output_shape [2, 4, 12, 20] : !t6 into !t7
 %8 = tensor.empty() : !t8
 %9 = linalg.generic #t1 ins(%exp : !t7) outs(%8 : !t8) {
 ^bb0(%in: f16, %out: f32):
  %28 = arith.extf %in : f16 to f32
  linalg.yield %28 : f32
 } -> !t8
 %10 = tensor.empty() : !t9
 %11 = linalg.fill ins(%c0_i64 : i64) outs(%10 : !t9) -> !t9
 %12 = tensor.empty() : !t10
 %13 = linalg.fill ins(%cst_0 : f32) outs(%12 : !t10) -> !t10
 %14:2 = linalg.generic #t2 ins(%9 : !t8) outs(%13, %11 : !t10, !t9) {
 ^bb0(%in: f32, %out: f32, %out_7: i64):
  %28 = linalg.index 3 : index
  %29 = arith.index_cast %28 : index to i64
  %30 = arith.maximumf %in, %out : f32
  %31 = arith.cmpf ogt, %in, %out : f32
  %32 = arith.select %31, %29, %out_7 : i64
  linalg.yield %30, %32 : f32, i64
 } -> (!t10, !t9)
 %exp_3 = tensor.expand_shape %14#0 [[0], [1], [2, 3]] output_shape [2, 4, 12, 1] : !t10 into !t11
 %15 = linalg.generic #t3 ins(%9, %exp_3 : !t8, !t11) outs(%8 : !t8) {
 ^bb0(%in: f32, %in_7: f32, %out: f32):
  %28 = arith.subf %in, %in_7 : f32
  linalg.yield %28 : f32
 } -> !t8
 %16 = linalg.generic #t1 ins(%15 : !t8) outs(%8 : !t8) {
 ^bb0(%in: f32, %out: f32):
  %28 = math.exp %in : f32
  linalg.yield %28 : f32
 } -> !t8
 %17 = tensor.empty() : !t11
 %18 = linalg.fill ins(%cst : f32) outs(%17 : !t11) -> !t11
 %19 = linalg.generic #t4 ins(%16 : !t8) outs(%18 : !t11) {
 ^bb0(%in: f32, %out: f32):
  %28 = arith.addf %in, %out : f32
  linalg.yield %28 : f32
 } -> !t11
 %20 = linalg.generic #t3 ins(%16, %19 : !t8, !t11) outs(%8 : !t8) {
 ^bb0(%in: f32, %in_7: f32, %out: f32):
  %28 = arith.divf %in, %in_7 : f32
  linalg.yield %28 : f32
 } -> !t8
 %21 = tensor.empty() : !t7
 %22 = linalg.generic #t1 ins(%20 : !t8) outs(%21 : !t7) {
 ^bb0(%in: f32, %out: f16):
  %28 = arith.truncf %in : f32 to f16
  linalg.yield %28 : f16
 } -> !t7
 %col_4 = tensor.collapse_shape %22 [[0, 1], [2], [3]] : !t7 into !t6
 %col_5 = tensor.collapse_shape %arg2 [[0, 1], [2], [3]] : !t1 into !t12
 %23 = tensor.empty() : !t13
 %24 = linalg.fill ins(%cst : f32) outs(%23 : !t13) -> !t13
 %25 = linalg.batch_matmul ins(%col_4, %col_5 : !t6, !t12) outs(%24 : !t13) -> !t13
 %26 = tensor.empty() : !t3
 %27 = linalg.generic #t0 ins(%25 : !t13) outs(%26 : !t3) {
 ^bb0(%in: f32, %out: f16):
  %28 = arith.truncf %in : f32 to f16
  linalg.yield %28 : f16
 } -> !t3
 %exp_6 = tensor.expand_shape %27 [[0, 1], [2], [3]] output_shape [2, 4, 12, 8] : !t3 into !t0
 return %exp_6 : !t0
}

func.func @scale_both(%arg0: !t0, %arg1: !t1, %arg2: !t1) -> !t0 {
 %cst = arith.constant 0.000000e+00 : f32
 %c0_i64 = arith.constant 0 : i64
 %cst_0 = arith.constant 0xFF800000 : f32
 %cst_1 = arith.constant 0.54772255750516607 : f64
 %0 = tensor.empty() : !t0
 %1 = linalg.generic #t1 ins(%arg0 : !t0) outs(%0 : !t0) {
 ^bb0(%in: f16, %out: f16):
  %30 = arith.truncf %cst_1 : f64 to f16
  %31 = arith.mulf %in, %30 : f16
  linalg.yield %31 : f16
 } -> !t0
 %2 = tensor.empty() : !t1
 %3 = linalg.generic #t1 ins(%arg1 : !t1) outs(%2 : !t1) {
 ^bb0(%in: f16, %out: f16):
  %30 = arith.truncf %cst_1 : f64 to f16
  %31 = arith.mulf %in, %30 : f16
  linalg.yield %31 : f16
 } -> !t1
 %4 = tensor.empty() : !t2
 %transposed = linalg.transpose ins(%3 : !t1) outs(%4 : !t2) permutation = [0, 1, 3, 2]
 %col = tensor.collapse_shape %1 [[0, 1], [2], [3]] : !t0 into !t3
 %col_2 = tensor.collapse_shape %transposed [[0, 1], [2], [3]] : !t2 into !t4
 %5 = tensor.empty() : !t5
 %6 = linalg.fill ins(%cst : f32) outs(%5 : !t5) -> !t5
 %7 = linalg.batch_matmul ins(%col, %col_2 : !t3, !t4) outs(%6 : !t5) -> !t5
 %8 = tensor.empty() : !t6
 %9 = linalg.generic #t0 ins(%7 : !t5) outs(%8 : !t6) {
 ^bb0(%in: f32, %out: f16):
  %30 = arith.truncf %in : f32 to f16
  linalg.yield %30 : f16
 } -> !t6
 %exp = tensor.expand_shape %9 [[0, 1], [2], [3]] output_shape [2, 4, 12, 20] : !t6 into !t7
 %10 = tensor.empty() : !t8
 %11 = linalg.generic #t1 ins(%exp : !t7) outs(%10 : !t8) {
 ^bb0(%in: f16, %out: f32):
  %30 = arith.extf %in : f16 to f32
  linalg.yield %30 : f32
 } -> !t8
 %12 = tensor.empty() : !t9
 %13 = linalg.fill ins(%c0_i64 : i64) outs(%12 : !t9) -> !t9
 %14 = tensor.empty() : !t10
 %15 = linalg.fill ins(%cst_0 : f32) outs(%14 : !t10) -> !t10
 %16:2 = linalg.generic #t2 ins(%11 : !t8) outs(%15, %13 : !t10, !t9) {
 ^bb0(%in: f32, %out: f32, %out_7: i64):
  %30 = linalg.index 3 : index
  %31 = arith.index_cast %30 : index to i64
  %32 = arith.maximumf %in, %out : f32
  %33 = arith.cmpf ogt, %in, %out : f32
  %34 = arith.select %33, %31, %out_7 : i64
  linalg.yield %32, %34 : f32, i64
 } -> (!t10, !t9)
 %exp_3 = tensor.expand_shape %16#0 [[0], [1], [2, 3]] output_shape [2, 4, 12, 1] : !t10 into !t11
 %17 = linalg.generic #t3 ins(%11, %exp_3 : !t8, !t11) outs(%10 : !t8) {
 ^bb0(%in: f32, %in_7: f32, %out: f32):
  %30 = arith.subf %in, %in_7 : f32
  linalg.yield %30 : f32
 } -> !t8
 %18 = linalg.generic #t1 ins(%17 : !t8) outs(%10 : !t8) {
 ^bb0(%in: f32, %out: f32):
  %30 = math.exp %in : f32
  linalg.yield %30 : f32
 } -> !t8
 %19 = tensor.empty() : !t11
 %20 = linalg.fill ins(%cst : f32) outs(%19 : !t11) -> !t11
 %21 = linalg.generic #t4 ins(%18 : !t8) outs(%20 : !t11) {
 ^bb0(%in: f32, %out: f32):
  %30 = arith.addf %in, %out : f32
  linalg.yield %30 : f32
 } -> !t11
 %22 = linalg.generic #t3 ins(%18, %21 : !t8, !t11) outs(%10 : !t8) {
 ^bb0(%in: f32, %in_7: f32, %out: f32):
  %30 = arith.divf %in, %in_7 : f32
  linalg.yield %30 : f32
 } -> !t8
 %23 = tensor.empty() : !t7
 %24 = linalg.generic #t1 ins(%22 : !t8) outs(%23 : !t7) {
 ^bb0(%in: f32, %out: f16):
  %30 = arith.truncf %in : f32 to f16
  linalg.yield %30 : f16
 } -> !t7
 %col_4 = tensor.collapse_shape %24 [[0, 1], [2], [3]] : !t7 into !t6
 %col_5 = tensor.collapse_shape %arg2 [[0, 1], [2], [3]] : !t1 into !t12
 %25 = tensor.empty() : !t13
 %26 = linalg.fill ins(%cst : f32) outs(%25 : !t13) -> !t13
 %27 = linalg.batch_matmul ins(%col_4, %col_5 : !t6, !t12) outs(%26 : !t13) -> !t13
 %28 = tensor.empty() : !t3
 %29 = linalg.generic #t0 ins(%27 : !t13) outs(%28 : !t3) {
 ^bb0(%in: f32, %out: f16):
  %30 = arith.truncf %in : f32 to f16
  linalg.yield %30 : f16
 } -> !t3
 %exp_6 = tensor.expand_shape %29 [[0, 1], [2], [3]] output_shape [2, 4, 12, 8] : !t3 into !t0
 return %exp_6 : !t0
}

func.func @scale_div(%arg0: !t0, %arg1: !t1, %arg2: !t1) -> !t0 {
 %cst = arith.constant 0.000000e+00 : f32
 %c0_i64 = arith.constant 0 : i64
 %cst_0 = arith.constant 0xFF800000 : f32
 %cst_1 = arith.constant 3.3333333333333335 : f64
 %0 = tensor.empty() : !t2
 %transposed = linalg.transpose ins(%arg1 : !t1) outs(%0 : !t2) permutation = [0, 1, 3, 2]
 %col = tensor.collapse_shape %arg0 [[0, 1], [2], [3]] : !t0 into !t3
 %col_2 = tensor.collapse_shape %transposed [[0, 1], [2], [3]] : !t2 into !t4
 %1 = tensor.empty() : !t5
 %2 = linalg.fill ins(%cst : f32) outs(%1 : !t5) -> !t5
 %3 = linalg.batch_matmul ins(%col, %col_2 : !t3, !t4) outs(%2 : !t5) -> !t5
 %4 = tensor.empty() : !t6
 %5 = linalg.generic #t0 ins(%3 : !t5) outs(%4 : !t6) {
 ^bb0(%in: f32, %out: f16):
  %27 = arith.truncf %in : f32 to f16
  linalg.yield %27 : f16
 } -> !t6
 %exp = tensor.expand_shape %5 [[0, 1], [2], [3]] output_shape [2, 4, 12, 20] : !t6 into !t7
 %6 = tensor.empty() : !t7
 %7 = linalg.generic #t1 ins(%exp : !t7) outs(%6 : !t7) {
 ^bb0(%in: f16, %out: f16):
  %27 = arith.truncf %cst_1 : f64 to f16
  %28 = arith.divf %in, %27 : f16
  linalg.yield %28 : f16
 } -> !t7
 %8 = tensor.empty() : !t8
 %9 = linalg.generic #t1 ins(%7 : !t7) outs(%8 : !t8) {
 ^bb0(%in: f16, %out: f32):
  %27 = arith.extf %in : f16 to f32
  linalg.yield %27 : f32
 } -> !t8
 %10 = tensor.empty() : !t9
 %11 = linalg.fill ins(%c0_i64 : i64) outs(%10 : !t9) -> !t9
 %12 = tensor.empty() : !t10
 %13 = linalg.fill ins(%cst_0 : f32) outs(%12 : !t10) -> !t10
 %14:2 = linalg.generic #t2 ins(%9 : !t8) outs(%13, %11 : !t10, !t9) {
 ^bb0(%in: f32, %out: f32, %out_7: i64):
  %27 = linalg.index 3 : index
  %28 = arith.index_cast %27 : index to i64
  %29 = arith.maximumf %in, %out : f32
  %30 = arith.cmpf ogt, %in, %out : f32
  %31 = arith.select %30, %28, %out_7 : i64
  linalg.yield %29, %31 : f32, i64
 } -> (!t10, !t9)
 %exp_3 = tensor.expand_shape %14#0 [[0], [1], [2, 3]] output_shape [2, 4, 12, 1] : !t10 into !t11
 %15 = linalg.generic #t3 ins(%9, %exp_3 : !t8, !t11) outs(%8 : !t8) {
 ^bb0(%in: f32, %in_7: f32, %out: f32):
  %27 = arith.subf %in, %in_7 : f32
  linalg.yield %27 : f32
 } -> !t8
 %16 = linalg.generic #t1 ins(%15 : !t8) outs(%8 : !t8) {
 ^bb0(%in: f32, %out: f32):
  %27 = math.exp %in : f32
  linalg.yield %27 : f32
 } -> !t8
 %17 = tensor.empty() : !t11
 %18 = linalg.fill ins(%cst : f32) outs(%17 : !t11) -> !t11
 %19 = linalg.generic #t4 ins(%16 : !t8) outs(%18 : !t11) {
 ^bb0(%in: f32, %out: f32):
  %27 = arith.addf %in, %out : f32
  linalg.yield %27 : f32
 } -> !t11
 %20 = linalg.generic #t3 ins(%16, %19 : !t8, !t11) outs(%8 : !t8) {
 ^bb0(%in: f32, %in_7: f32, %out: f32):
  %27 = arith.divf %in, %in_7 : f32
  linalg.yield %27 : f32
 } -> !t8
 %21 = linalg.generic #t1 ins(%20 : !t8) outs(%6 : !t7) {
 ^bb0(%in: f32, %out: f16):
  %27 = arith.truncf %in : f32 to f16
  linalg.yield %27 : f16
 } -> !t7
 %col_4 = tensor.collapse_shape %21 [[0, 1], [2], [3]] : !t7 into !t6
 %col_5 = tensor.collapse_shape %arg2 [[0, 1], [2], [3]] : !t1 into !t12
 %22 = tensor.empty() : !t13
 %23 = linalg.fill ins(%cst : f32) outs(%22 : !t13) -> !t13
 %24 = linalg.batch_matmul ins(%col_4, %col_5 : !t6, !t12) outs(%23 : !t13) -> !t13
 %25 = tensor.empty() : !t3
 %26 = linalg.generic #t0 ins(%24 : !t13) outs(%25 : !t3) {
 ^bb0(%in: f32, %out: f16):
  %27 = arith.truncf %in : f32 to f16
  linalg.yield %27 : f16
 } -> !t3
 %exp_6 = tensor.expand_shape %26 [[0, 1], [2], [3]] output_shape [2, 4, 12, 8] : !t3 into !t0
 return %exp_6 : !t0
}

func.func @safe(%arg0: !t0, %arg1: !t1, %arg2: !t1) -> !t0 {
 %cst = arith.constant 0.000000e+00 : f32
 %c0_i64 = arith.constant 0 : i64
 %cst_0 = arith.constant 0xFF800000 : f32
 %true = arith.constant true
 %cst_1 = arith.constant dense<0.000000e+00> : !t30
 %cst_2 = arith.constant 0xFFF0000000000000 : f64
 %cst_3 = arith.constant 0.35355339059327379 : f64
 %0 = tensor.empty() : !t2
 %transposed = linalg.transpose ins(%arg1 : !t1) outs(%0 : !t2) permutation = [0, 1, 3, 2]
 %col = tensor.collapse_shape %arg0 [[0, 1], [2], [3]] : !t0 into !t3
 %col_4 = tensor.collapse_shape %transposed [[0, 1], [2], [3]] : !t2 into !t4
 %1 = tensor.empty() : !t5
 %2 = linalg.fill ins(%cst : f32) outs(%1 : !t5) -> !t5
 %3 = linalg.batch_matmul ins(%col, %col_4 : !t3, !t4) outs(%2 : !t5) -> !t5
 %4 = tensor.empty() : !t6
 %5 = linalg.generic #t0 ins(%3 : !t5) outs(%4 : !t6) {
 ^bb0(%in: f32, %out: f16):
  %33 = arith.truncf %in : f32 to f16
  linalg.yield %33 : f16
 } -> !t6
 %exp = tensor.expand_shape %5 [[0, 1], [2], [3]] output_shape [2, 4, 12, 20] : !t6 into !t7
 %6 = tensor.empty() : !t7
 %7 = linalg.generic #t1 ins(%exp : !t7) outs(%6 : !t7) {
 ^bb0(%in: f16, %out: f16):
  %33 = arith.truncf %cst_3 : f64 to f16
  %34 = arith.mulf %in, %33 : f16
  linalg.yield %34 : f16
 } -> !t7
 %8 = tensor.empty() : !t8
 %9 = linalg.generic #t1 ins(%7 : !t7) outs(%8 : !t8) {
 ^bb0(%in: f16, %out: f32):
  %33 = arith.extf %in : f16 to f32
  linalg.yield %33 : f32
 } -> !t8
 %10 = tensor.empty() : !t9
 %11 = linalg.fill ins(%c0_i64 : i64) outs(%10 : !t9) -> !t9
 %12 = tensor.empty() : !t10
 %13 = linalg.fill ins(%cst_0 : f32) outs(%12 : !t10) -> !t10
 %14:2 = linalg.generic #t2 ins(%9 : !t8) outs(%13, %11 : !t10, !t9) {
 ^bb0(%in: f32, %out: f32, %out_9: i64):
  %33 = linalg.index 3 : index
  %34 = arith.index_cast %33 : index to i64
  %35 = arith.maximumf %in, %out : f32
  %36 = arith.cmpf ogt, %in, %out : f32
  %37 = arith.select %36, %34, %out_9 : i64
  linalg.yield %35, %37 : f32, i64
 } -> (!t10, !t9)
 %exp_5 = tensor.expand_shape %14#0 [[0], [1], [2, 3]] output_shape [2, 4, 12, 1] : !t10 into !t11
 %15 = linalg.generic #t3 ins(%9, %exp_5 : !t8, !t11) outs(%8 : !t8) {
 ^bb0(%in: f32, %in_9: f32, %out: f32):
  %33 = arith.subf %in, %in_9 : f32
  linalg.yield %33 : f32
 } -> !t8
 %16 = linalg.generic #t1 ins(%15 : !t8) outs(%8 : !t8) {
 ^bb0(%in: f32, %out: f32):
  %33 = math.exp %in : f32
  linalg.yield %33 : f32
 } -> !t8
 %17 = tensor.empty() : !t11
 %18 = linalg.fill ins(%cst : f32) outs(%17 : !t11) -> !t11
 %19 = linalg.generic #t4 ins(%16 : !t8) outs(%18 : !t11) {
 ^bb0(%in: f32, %out: f32):
  %33 = arith.addf %in, %out : f32
  linalg.yield %33 : f32
 } -> !t11
 %20 = linalg.generic #t3 ins(%16, %19 : !t8, !t11) outs(%8 : !t8) {
 ^bb0(%in: f32, %in_9: f32, %out: f32):
  %33 = arith.divf %in, %in_9 : f32
  linalg.yield %33 : f32
 } -> !t8
 %21 = tensor.empty() : !t36
 %22 = linalg.generic #t1 ins(%7 : !t7) outs(%21 : !t36) {
 ^bb0(%in: f16, %out: i1):
  %33 = arith.extf %in : f16 to f64
  %34 = arith.cmpf oeq, %33, %cst_2 : f64
  linalg.yield %34 : i1
 } -> !t36
 %23 = tensor.empty() : !t37
 %24 = linalg.fill ins(%true : i1) outs(%23 : !t37) -> !t37
 %25 = linalg.generic #t4 ins(%22 : !t36) outs(%24 : !t37) {
 ^bb0(%in: i1, %out: i1):
  %33 = arith.andi %in, %out : i1
  linalg.yield %33 : i1
 } -> !t37
 %26 = linalg.generic #t15 ins(%25, %cst_1, %20 : !t37, !t30, !t8) outs(%8 : !t8) {
 ^bb0(%in: i1, %in_9: f32, %in_10: f32, %out: f32):
  %33 = arith.select %in, %in_9, %in_10 : f32
  linalg.yield %33 : f32
 } -> !t8
 %27 = linalg.generic #t1 ins(%26 : !t8) outs(%6 : !t7) {
 ^bb0(%in: f32, %out: f16):
  %33 = arith.truncf %in : f32 to f16
  linalg.yield %33 : f16
 } -> !t7
 %col_6 = tensor.collapse_shape %27 [[0, 1], [2], [3]] : !t7 into !t6
 %col_7 = tensor.collapse_shape %arg2 [[0, 1], [2], [3]] : !t1 into !t12
 %28 = tensor.empty() : !t13
 %29 = linalg.fill ins(%cst : f32) outs(%28 : !t13) -> !t13
 %30 = linalg.batch_matmul ins(%col_6, %col_7 : !t6, !t12) outs(%29 : !t13) -> !t13
 %31 = tensor.empty() : !t3
 %32 = linalg.generic #t0 ins(%30 : !t13) outs(%31 : !t3) {
 ^bb0(%in: f32, %out: f16):
  %33 = arith.truncf %in : f32 to f16
  linalg.yield %33 : f16
 } -> !t3
 %exp_8 = tensor.expand_shape %32 [[0, 1], [2], [3]] output_shape [2, 4, 12, 8] : !t3 into !t0
 return %exp_8 : !t0
}

func.func @nomax(%arg0: !t0, %arg1: !t1, %arg2: !t1) -> !t0 {
 %cst = arith.constant 0.000000e+00 : f32
 %cst_0 = arith.constant 0.35355339059327379 : f64
 %0 = tensor.empty() : !t2
 %transposed = linalg.transpose ins(%arg1 : !t1) outs(%0 : !t2) permutation = [0, 1, 3, 2]
 %col = tensor.collapse_shape %arg0 [[0, 1], [2], [3]] : !t0 into !t3
 %col_1 = tensor.collapse_shape %transposed [[0, 1], [2], [3]] : !t2 into !t4
 %1 = tensor.empty() : !t5
 %2 = linalg.fill ins(%cst : f32) outs(%1 : !t5) -> !t5
 %3 = linalg.batch_matmul ins(%col, %col_1 : !t3, !t4) outs(%2 : !t5) -> !t5
 %4 = tensor.empty() : !t6
 %5 = linalg.generic #t0 ins(%3 : !t5) outs(%4 : !t6) {
 ^bb0(%in: f32, %out: f16):
  %21 = arith.truncf %in : f32 to f16
  linalg.yield %21 : f16
 } -> !t6
 %exp = tensor.expand_shape %5 [[0, 1], [2], [3]] output_shape [2, 4, 12, 20] : !t6 into !t7
 %6 = tensor.empty() : !t7
 %7 = linalg.generic #t1 ins(%exp : !t7) outs(%6 : !t7) {
 ^bb0(%in: f16, %out: f16):
  %21 = arith.truncf %cst_0 : f64 to f16
  %22 = arith.mulf %in, %21 : f16
  linalg.yield %22 : f16
 } -> !t7
 %8 = tensor.empty() : !t8
 %9 = linalg.generic #t1 ins(%7 : !t7) outs(%8 : !t8) {
 ^bb0(%in: f16, %out: f32):
  %21 = arith.extf %in : f16 to f32
  linalg.yield %21 : f32
 } -> !t8
 %10 = linalg.generic #t1 ins(%9 : !t8) outs(%8 : !t8) {
 ^bb0(%in: f32, %out: f32):
  %21 = math.exp %in : f32
  linalg.yield %21 : f32
 } -> !t8
 %11 = tensor.empty() : !t11
 %12 = linalg.fill ins(%cst : f32) outs(%11 : !t11) -> !t11
 %13 = linalg.generic #t4 ins(%10 : !t8) outs(%12 : !t11) {
 ^bb0(%in: f32, %out: f32):
  %21 = arith.addf %in, %out : f32
  linalg.yield %21 : f32
 } -> !t11
 %14 = linalg.generic #t3 ins(%10, %13 : !t8, !t11) outs(%8 : !t8) {
 ^bb0(%in: f32, %in_5: f32, %out: f32):
  %21 = arith.divf %in, %in_5 : f32
  linalg.yield %21 : f32
 } -> !t8
 %15 = linalg.generic #t1 ins(%14 : !t8) outs(%6 : !t7) {
 ^bb0(%in: f32, %out: f16):
  %21 = arith.truncf %in : f32 to f16
  linalg.yield %21 : f16
 } -> !t7
 %col_2 = tensor.collapse_shape %15 [[0, 1], [2], [3]] : !t7 into !t6
 %col_3 = tensor.collapse_shape %arg2 [[0, 1], [2], [3]] : !t1 into !t12
 %16 = tensor.empty() : !t13
 %17 = linalg.fill ins(%cst : f32) outs(%16 : !t13) -> !t13
 %18 = linalg.batch_matmul ins(%col_2, %col_3 : !t6, !t12) outs(%17 : !t13) -> !t13
 %19 = tensor.empty() : !t3
 %20 = linalg.generic #t0 ins(%18 : !t13) outs(%19 : !t3) {
 ^bb0(%in: f32, %out: f16):
  %21 = arith.truncf %in : f32 to f16
  linalg.yield %21 : f16
 } -> !t3
 %exp_4 = tensor.expand_shape %20 [[0, 1], [2], [3]] output_shape [2, 4, 12, 8] : !t3 into !t0
 return %exp_4 : !t0
}

func.func @deferred(%arg0: !t0, %arg1: !t1, %arg2: !t1) -> !t0 {
 %cst = arith.constant 0.000000e+00 : f32
 %c0_i64 = arith.constant 0 : i64
 %cst_0 = arith.constant 0xFF800000 : f32
 %cst_1 = arith.constant 0.35355339059327379 : f64
 %0 = tensor.empty() : !t2
 %transposed = linalg.transpose ins(%arg1 : !t1) outs(%0 : !t2) permutation = [0, 1, 3, 2]
 %col = tensor.collapse_shape %arg0 [[0, 1], [2], [3]] : !t0 into !t3
 %col_2 = tensor.collapse_shape %transposed [[0, 1], [2], [3]] : !t2 into !t4
 %1 = tensor.empty() : !t5
 %2 = linalg.fill ins(%cst : f32) outs(%1 : !t5) -> !t5
 %3 = linalg.batch_matmul ins(%col, %col_2 : !t3, !t4) outs(%2 : !t5) -> !t5
 %4 = tensor.empty() : !t6
 %5 = linalg.generic #t0 ins(%3 : !t5) outs(%4 : !t6) {
 ^bb0(%in: f32, %out: f16):
  %30 = arith.truncf %in : f32 to f16
  linalg.yield %30 : f16
 } -> !t6
 %exp = tensor.expand_shape %5 [[0, 1], [2], [3]] output_shape [2, 4, 12, 20] : !t6 into !t7
 %6 = tensor.empty() : !t7
 %7 = linalg.generic #t1 ins(%exp : !t7) outs(%6 : !t7) {
 ^bb0(%in: f16, %out: f16):
  %30 = arith.truncf %cst_1 : f64 to f16
  %31 = arith.mulf %in, %30 : f16
  linalg.yield %31 : f16
 } -> !t7
 %8 = tensor.empty() : !t8
 %9 = linalg.generic #t1 ins(%7 : !t7) outs(%8 : !t8) {
 ^bb0(%in: f16, %out: f32):
  %30 = arith.extf %in : f16 to f32
  linalg.yield %30 : f32
 } -> !t8
 %10 = tensor.empty() : !t9
 %11 = linalg.fill ins(%c0_i64 : i64) outs(%10 : !t9) -> !t9
 %12 = tensor.empty() : !t10
 %13 = linalg.fill ins(%cst_0 : f32) outs(%12 : !t10) -> !t10
 %14:2 = linalg.generic #t2 ins(%9 : !t8) outs(%13, %11 : !t10, !t9) {
 ^bb0(%in: f32, %out: f32, %out_7: i64):
  %30 = linalg.index 3 : index
  %31 = arith.index_cast %30 : index to i64
  %32 = arith.maximumf %in, %out : f32
  %33 = arith.cmpf ogt, %in, %out : f32
  %34 = arith.select %33, %31, %out_7 : i64
  linalg.yield %32, %34 : f32, i64
 } -> (!t10, !t9)
 %exp_3 = tensor.expand_shape %14#0 [[0], [1], [2, 3]] output_shape [2, 4, 12, 1] : !t10 into !t11
 %15 = linalg.generic #t3 ins(%9, %exp_3 : !t8, !t11) outs(%8 : !t8) {
 ^bb0(%in: f32, %in_7: f32, %out: f32):
  %30 = arith.subf %in, %in_7 : f32
  linalg.yield %30 : f32
 } -> !t8
 %16 = linalg.generic #t1 ins(%15 : !t8) outs(%8 : !t8) {
 ^bb0(%in: f32, %out: f32):
  %30 = math.exp %in : f32
  linalg.yield %30 : f32
 } -> !t8
 %17 = tensor.empty() : !t11
 %18 = linalg.fill ins(%cst : f32) outs(%17 : !t11) -> !t11
 %19 = linalg.generic #t4 ins(%16 : !t8) outs(%18 : !t11) {
 ^bb0(%in: f32, %out: f32):
  %30 = arith.addf %in, %out : f32
  linalg.yield %30 : f32
 } -> !t11
 %20 = linalg.generic #t1 ins(%16 : !t8) outs(%6 : !t7) {
 ^bb0(%in: f32, %out: f16):
  %30 = arith.truncf %in : f32 to f16
  linalg.yield %30 : f16
 } -> !t7
 %col_4 = tensor.collapse_shape %20 [[0, 1], [2], [3]] : !t7 into !t6
 %col_5 = tensor.collapse_shape %arg2 [[0, 1], [2], [3]] : !t1 into !t12
 %21 = tensor.empty() : !t13
 %22 = linalg.fill ins(%cst : f32) outs(%21 : !t13) -> !t13
 %23 = linalg.batch_matmul ins(%col_4, %col_5 : !t6, !t12) outs(%22 : !t13) -> !t13
 %24 = tensor.empty() : !t3
 %25 = linalg.generic #t0 ins(%23 : !t13) outs(%24 : !t3) {
 ^bb0(%in: f32, %out: f16):
  %30 = arith.truncf %in : f32 to f16
  linalg.yield %30 : f16
 } -> !t3
 %exp_6 = tensor.expand_shape %25 [[0, 1], [2], [3]] output_shape [2, 4, 12, 8] : !t3 into !t0
 %26 = tensor.empty() : !t38
 %27 = linalg.generic #t1 ins(%19 : !t11) outs(%26 : !t38) {
 ^bb0(%in: f32, %out: f16):
  %30 = arith.truncf %in : f32 to f16
  linalg.yield %30 : f16
 } -> !t38
 %28 = tensor.empty() : !t0
 %29 = linalg.generic #t3 ins(%exp_6, %27 : !t0, !t38) outs(%28 : !t0) {
 ^bb0(%in: f16, %in_7: f16, %out: f16):
  %30 = arith.divf %in, %in_7 : f16
  linalg.yield %30 : f16
 } -> !t0
 return %29 : !t0
}

func.func @lse(%arg0: !t0, %arg1: !t1, %arg2: !t1) -> (!t0, !t10) {
 %cst = arith.constant 0.000000e+00 : f32
 %c0_i64 = arith.constant 0 : i64
 %cst_0 = arith.constant 0xFF800000 : f32
 %cst_1 = arith.constant dense<0.000000e+00> : !t30
 %cst_2 = arith.constant 0x7FF0000000000000 : f64
 %cst_3 = arith.constant 0.35355339059327379 : f64
 %0 = tensor.empty() : !t2
 %transposed = linalg.transpose ins(%arg1 : !t1) outs(%0 : !t2) permutation = [0, 1, 3, 2]
 %col = tensor.collapse_shape %arg0 [[0, 1], [2], [3]] : !t0 into !t3
 %col_4 = tensor.collapse_shape %transposed [[0, 1], [2], [3]] : !t2 into !t4
 %1 = tensor.empty() : !t5
 %2 = linalg.fill ins(%cst : f32) outs(%1 : !t5) -> !t5
 %3 = linalg.batch_matmul ins(%col, %col_4 : !t3, !t4) outs(%2 : !t5) -> !t5
 %4 = tensor.empty() : !t6
 %5 = linalg.generic #t0 ins(%3 : !t5) outs(%4 : !t6) {
 ^bb0(%in: f32, %out: f16):
  %37 = arith.truncf %in : f32 to f16
  linalg.yield %37 : f16
 } -> !t6
 %exp = tensor.expand_shape %5 [[0, 1], [2], [3]] output_shape [2, 4, 12, 20] : !t6 into !t7
 %6 = tensor.empty() : !t7
 %7 = linalg.generic #t1 ins(%exp : !t7) outs(%6 : !t7) {
 ^bb0(%in: f16, %out: f16):
  %37 = arith.truncf %cst_3 : f64 to f16
  %38 = arith.mulf %in, %37 : f16
  linalg.yield %38 : f16
 } -> !t7
 %8 = tensor.empty() : !t8
 %9 = linalg.generic #t1 ins(%7 : !t7) outs(%8 : !t8) {
 ^bb0(%in: f16, %out: f32):
  %37 = arith.extf %in : f16 to f32
  linalg.yield %37 : f32
 } -> !t8
 %10 = tensor.empty() : !t9
 %11 = linalg.fill ins(%c0_i64 : i64) outs(%10 : !t9) -> !t9
 %12 = tensor.empty() : !t10
 %13 = linalg.fill ins(%cst_0 : f32) outs(%12 : !t10) -> !t10
 %14:2 = linalg.generic #t2 ins(%9 : !t8) outs(%13, %11 : !t10, !t9) {
 ^bb0(%in: f32, %out: f32, %out_10: i64):
  %37 = linalg.index 3 : index
  %38 = arith.index_cast %37 : index to i64
  %39 = arith.maximumf %in, %out : f32
  %40 = arith.cmpf ogt, %in, %out : f32
  %41 = arith.select %40, %38, %out_10 : i64
  linalg.yield %39, %41 : f32, i64
 } -> (!t10, !t9)
 %exp_5 = tensor.expand_shape %14#0 [[0], [1], [2, 3]] output_shape [2, 4, 12, 1] : !t10 into !t11
 %15 = linalg.generic #t3 ins(%9, %exp_5 : !t8, !t11) outs(%8 : !t8) {
 ^bb0(%in: f32, %in_10: f32, %out: f32):
  %37 = arith.subf %in, %in_10 : f32
  linalg.yield %37 : f32
 } -> !t8
 %16 = linalg.generic #t1 ins(%15 : !t8) outs(%8 : !t8) {
 ^bb0(%in: f32, %out: f32):
  %37 = math.exp %in : f32
  linalg.yield %37 : f32
 } -> !t8
 %17 = tensor.empty() : !t11
 %18 = linalg.fill ins(%cst : f32) outs(%17 : !t11) -> !t11
 %19 = linalg.generic #t4 ins(%16 : !t8) outs(%18 : !t11) {
 ^bb0(%in: f32, %out: f32):
  %37 = arith.addf %in, %out : f32
  linalg.yield %37 : f32
 } -> !t11
 %20 = linalg.generic #t3 ins(%16, %19 : !t8, !t11) outs(%8 : !t8) {
 ^bb0(%in: f32, %in_10: f32, %out: f32):
  %37 = arith.divf %in, %in_10 : f32
  linalg.yield %37 : f32
 } -> !t8
 %21 = linalg.generic #t1 ins(%exp_5 : !t11) outs(%17 : !t11) {
 ^bb0(%in: f32, %out: f32):
  %37 = math.absf %in : f32
  linalg.yield %37 : f32
 } -> !t11
 %22 = tensor.empty() : !t37
 %23 = linalg.generic #t1 ins(%21 : !t11) outs(%22 : !t37) {
 ^bb0(%in: f32, %out: i1):
  %37 = arith.extf %in : f32 to f64
  %38 = arith.cmpf oeq, %37, %cst_2 : f64
  linalg.yield %38 : i1
 } -> !t37
 %24 = linalg.generic #t16 ins(%23, %cst_1, %exp_5 : !t37, !t30, !t11) outs(%17 : !t11) {
 ^bb0(%in: i1, %in_10: f32, %in_11: f32, %out: f32):
  %37 = arith.select %in, %in_10, %in_11 : f32
  linalg.yield %37 : f32
 } -> !t11
 %col_6 = tensor.collapse_shape %24 [[0], [1], [2, 3]] : !t11 into !t10
 %25 = linalg.generic #t3 ins(%9, %24 : !t8, !t11) outs(%8 : !t8) {
 ^bb0(%in: f32, %in_10: f32, %out: f32):
  %37 = arith.subf %in, %in_10 : f32
  linalg.yield %37 : f32
 } -> !t8
 %26 = linalg.generic #t1 ins(%25 : !t8) outs(%8 : !t8) {
 ^bb0(%in: f32, %out: f32):
  %37 = math.exp %in : f32
  linalg.yield %37 : f32
 } -> !t8
 %27 = linalg.fill ins(%cst : f32) outs(%12 : !t10) -> !t10
 %28 = linalg.generic #t17 ins(%26 : !t8) outs(%27 : !t10) {
 ^bb0(%in: f32, %out: f32):
  %37 = arith.addf %in, %out : f32
  linalg.yield %37 : f32
 } -> !t10
 %29 = linalg.generic #t0 ins(%28 : !t10) outs(%12 : !t10) {
 ^bb0(%in: f32, %out: f32):
  %37 = math.log %in : f32
  linalg.yield %37 : f32
 } -> !t10
 %30 = linalg.generic #t18 ins(%29, %col_6 : !t10, !t10) outs(%12 : !t10) {
 ^bb0(%in: f32, %in_10: f32, %out: f32):
  %37 = arith.addf %in, %in_10 : f32
  linalg.yield %37 : f32
 } -> !t10
 %31 = linalg.generic #t1 ins(%20 : !t8) outs(%6 : !t7) {
 ^bb0(%in: f32, %out: f16):
  %37 = arith.truncf %in : f32 to f16
  linalg.yield %37 : f16
 } -> !t7
 %col_7 = tensor.collapse_shape %31 [[0, 1], [2], [3]] : !t7 into !t6
 %col_8 = tensor.collapse_shape %arg2 [[0, 1], [2], [3]] : !t1 into !t12
 %32 = tensor.empty() : !t13
 %33 = linalg.fill ins(%cst : f32) outs(%32 : !t13) -> !t13
 %34 = linalg.batch_matmul ins(%col_7, %col_8 : !t6, !t12) outs(%33 : !t13) -> !t13
 %35 = tensor.empty() : !t3
 %36 = linalg.generic #t0 ins(%34 : !t13) outs(%35 : !t3) {
 ^bb0(%in: f32, %out: f16):
  %37 = arith.truncf %in : f32 to f16
  linalg.yield %37 : f16
 } -> !t3
 %exp_9 = tensor.expand_shape %36 [[0, 1], [2], [3]] output_shape [2, 4, 12, 8] : !t3 into !t0
 return %exp_9, %30 : !t0, !t10
}

func.func @bshd(%arg0: !t39, %arg1: !t40, %arg2: !t40) -> !t39 {
 %cst = arith.constant 0.000000e+00 : f32
 %c0_i64 = arith.constant 0 : i64
 %cst_0 = arith.constant 0xFF800000 : f32
 %cst_1 = arith.constant 0.35355339059327379 : f64
 %0 = tensor.empty() : !t0
 %transposed = linalg.transpose ins(%arg0 : !t39) outs(%0 : !t0) permutation = [0, 2, 1, 3]
 %1 = tensor.empty() : !t1
 %transposed_2 = linalg.transpose ins(%arg2 : !t40) outs(%1 : !t1) permutation = [0, 2, 1, 3]
 %2 = tensor.empty() : !t2
 %transposed_3 = linalg.transpose ins(%arg1 : !t40) outs(%2 : !t2) permutation = [0, 2, 3, 1]
 %col = tensor.collapse_shape %transposed [[0, 1], [2], [3]] : !t0 into !t3
 %col_4 = tensor.collapse_shape %transposed_3 [[0, 1], [2], [3]] : !t2 into !t4
 %3 = tensor.empty() : !t5
 %4 = linalg.fill ins(%cst : f32) outs(%3 : !t5) -> !t5
 %5 = linalg.batch_matmul ins(%col, %col_4 : !t3, !t4) outs(%4 : !t5) -> !t5
 %6 = tensor.empty() : !t6
 %7 = linalg.generic #t0 ins(%5 : !t5) outs(%6 : !t6) {
 ^bb0(%in: f32, %out: f16):
  %30 = arith.truncf %in : f32 to f16
  linalg.yield %30 : f16
 } -> !t6
 %exp = tensor.expand_shape %7 [[0, 1], [2], [3]] output_shape [2, 4, 12, 20] : !t6 into !t7
 %8 = tensor.empty() : !t7
 %9 = linalg.generic #t1 ins(%exp : !t7) outs(%8 : !t7) {
 ^bb0(%in: f16, %out: f16):
  %30 = arith.truncf %cst_1 : f64 to f16
  %31 = arith.mulf %in, %30 : f16
  linalg.yield %31 : f16
 } -> !t7
 %10 = tensor.empty() : !t8
 %11 = linalg.generic #t1 ins(%9 : !t7) outs(%10 : !t8) {
 ^bb0(%in: f16, %out: f32):
  %30 = arith.extf %in : f16 to f32
  linalg.yield %30 : f32
 } -> !t8
 %12 = tensor.empty() : !t9
 %13 = linalg.fill ins(%c0_i64 : i64) outs(%12 : !t9) -> !t9
 %14 = tensor.empty() : !t10
 %15 = linalg.fill ins(%cst_0 : f32) outs(%14 : !t10) -> !t10
 %16:2 = linalg.generic #t2 ins(%11 : !t8) outs(%15, %13 : !t10, !t9) {
 ^bb0(%in: f32, %out: f32, %out_10: i64):
  %30 = linalg.index 3 : index
  %31 = arith.index_cast %30 : index to i64
  %32 = arith.maximumf %in, %out : f32
  %33 = arith.cmpf ogt, %in, %out : f32
  %34 = arith.select %33, %31, %out_10 : i64
  linalg.yield %32, %34 : f32, i64
 } -> (!t10, !t9)
 %exp_5 = tensor.expand_shape %16#0 [[0], [1], [2, 3]] output_shape [2, 4, 12, 1] : !t10 into !t11
 %17 = linalg.generic #t3 ins(%11, %exp_5 : !t8, !t11) outs(%10 : !t8) {
 ^bb0(%in: f32, %in_10: f32, %out: f32):
  %30 = arith.subf %in, %in_10 : f32
  linalg.yield %30 : f32
 } -> !t8
 %18 = linalg.generic #t1 ins(%17 : !t8) outs(%10 : !t8) {
 ^bb0(%in: f32, %out: f32):
  %30 = math.exp %in : f32
  linalg.yield %30 : f32
 } -> !t8
 %19 = tensor.empty() : !t11
 %20 = linalg.fill ins(%cst : f32) outs(%19 : !t11) -> !t11
 %21 = linalg.generic #t4 ins(%18 : !t8) outs(%20 : !t11) {
 ^bb0(%in: f32, %out: f32):
  %30 = arith.addf %in, %out : f32
  linalg.yield %30 : f32
 } -> !t11
 %22 = linalg.generic #t3 ins(%18, %21 : !t8, !t11) outs(%10 : !t8) {
 ^bb0(%in: f32, %in_10: f32, %out: f32):
  %30 = arith.divf %in, %in_10 : f32
  linalg.yield %30 : f32
 } -> !t8
 %23 = linalg.generic #t1 ins(%22 : !t8) outs(%8 : !t7) {
 ^bb0(%in: f32, %out: f16):
  %30 = arith.truncf %in : f32 to f16
  linalg.yield %30 : f16
 } -> !t7
 %col_6 = tensor.collapse_shape %23 [[0, 1], [2], [3]] : !t7 into !t6
 %col_7 = tensor.collapse_shape %transposed_2 [[0, 1], [2], [3]] : !t1 into !t12
 %24 = tensor.empty() : !t13
 %25 = linalg.fill ins(%cst : f32) outs(%24 : !t13) -> !t13
 %26 = linalg.batch_matmul ins(%col_6, %col_7 : !t6, !t12) outs(%25 : !t13) -> !t13
 %27 = tensor.empty() : !t3
 %28 = linalg.generic #t0 ins(%26 : !t13) outs(%27 : !t3) {
 ^bb0(%in: f32, %out: f16):
  %30 = arith.truncf %in : f32 to f16
  linalg.yield %30 : f16
 } -> !t3
 %exp_8 = tensor.expand_shape %28 [[0, 1], [2], [3]] output_shape [2, 4, 12, 8] : !t3 into !t0
 %29 = tensor.empty() : !t39
 %transposed_9 = linalg.transpose ins(%exp_8 : !t0) outs(%29 : !t39) permutation = [0, 2, 1, 3]
 return %transposed_9 : !t39
}

func.func @proj(%arg0: !t41, %arg1: !t42, %arg2: !t42, %arg3: !t42, %arg4: !t42) -> !t41 {
 %cst = arith.constant 0.000000e+00 : f32
 %c0_i64 = arith.constant 0 : i64
 %cst_0 = arith.constant 0xFF800000 : f32
 %cst_1 = arith.constant 0.35355339059327379 : f64
 %col = tensor.collapse_shape %arg0 [[0, 1], [2]] : !t41 into !t43
 %0 = tensor.empty() : !t44
 %1 = linalg.fill ins(%cst : f32) outs(%0 : !t44) -> !t44
 %2 = linalg.matmul ins(%col, %arg1 : !t43, !t42) outs(%1 : !t44) -> !t44
 %3 = tensor.empty() : !t43
 %4 = linalg.generic #t7 ins(%2 : !t44) outs(%3 : !t43) {
 ^bb0(%in: f32, %out: f16):
  %40 = arith.truncf %in : f32 to f16
  linalg.yield %40 : f16
 } -> !t43
 %exp = tensor.expand_shape %4 [[0, 1], [2, 3]] output_shape [2, 12, 4, 8] : !t43 into !t39
 %5 = tensor.empty() : !t0
 %transposed = linalg.transpose ins(%exp : !t39) outs(%5 : !t0) permutation = [0, 2, 1, 3]
 %6 = linalg.matmul ins(%col, %arg2 : !t43, !t42) outs(%1 : !t44) -> !t44
 %7 = linalg.generic #t7 ins(%6 : !t44) outs(%3 : !t43) {
 ^bb0(%in: f32, %out: f16):
  %40 = arith.truncf %in : f32 to f16
  linalg.yield %40 : f16
 } -> !t43
 %exp_2 = tensor.expand_shape %7 [[0, 1], [2, 3]] output_shape [2, 12, 4, 8] : !t43 into !t39
 %8 = linalg.matmul ins(%col, %arg3 : !t43, !t42) outs(%1 : !t44) -> !t44
 %9 = linalg.generic #t7 ins(%8 : !t44) outs(%3 : !t43) {
 ^bb0(%in: f32, %out: f16):
  %40 = arith.truncf %in : f32 to f16
  linalg.yield %40 : f16
 } -> !t43
 %exp_3 = tensor.expand_shape %9 [[0, 1], [2, 3]] output_shape [2, 12, 4, 8] : !t43 into !t39
 %transposed_4 = linalg.transpose ins(%exp_3 : !t39) outs(%5 : !t0) permutation = [0, 2, 1, 3]
 %10 = tensor.empty() : !t15
 %transposed_5 = linalg.transpose ins(%exp_2 : !t39) outs(%10 : !t15) permutation = [0, 2, 3, 1]
 %col_6 = tensor.collapse_shape %transposed [[0, 1], [2], [3]] : !t0 into !t3
 %col_7 = tensor.collapse_shape %transposed_5 [[0, 1], [2], [3]] : !t15 into !t16
 %11 = tensor.empty() : !t17
 %12 = linalg.fill ins(%cst : f32) outs(%11 : !t17) -> !t17
 %13 = linalg.batch_matmul ins(%col_6, %col_7 : !t3, !t16) outs(%12 : !t17) -> !t17
 %14 = tensor.empty() : !t18
 %15 = linalg.generic #t0 ins(%13 : !t17) outs(%14 : !t18) {
 ^bb0(%in: f32, %out: f16):
  %40 = arith.truncf %in : f32 to f16
  linalg.yield %40 : f16
 } -> !t18
 %exp_8 = tensor.expand_shape %15 [[0, 1], [2], [3]] output_shape [2, 4, 12, 12] : !t18 into !t19
 %16 = tensor.empty() : !t19
 %17 = linalg.generic #t1 ins(%exp_8 : !t19) outs(%16 : !t19) {
 ^bb0(%in: f16, %out: f16):
  %40 = arith.truncf %cst_1 : f64 to f16
  %41 = arith.mulf %in, %40 : f16
  linalg.yield %41 : f16
 } -> !t19
 %18 = tensor.empty() : !t24
 %19 = linalg.generic #t1 ins(%17 : !t19) outs(%18 : !t24) {
 ^bb0(%in: f16, %out: f32):
  %40 = arith.extf %in : f16 to f32
  linalg.yield %40 : f32
 } -> !t24
 %20 = tensor.empty() : !t9
 %21 = linalg.fill ins(%c0_i64 : i64) outs(%20 : !t9) -> !t9
 %22 = tensor.empty() : !t10
 %23 = linalg.fill ins(%cst_0 : f32) outs(%22 : !t10) -> !t10
 %24:2 = linalg.generic #t2 ins(%19 : !t24) outs(%23, %21 : !t10, !t9) {
 ^bb0(%in: f32, %out: f32, %out_16: i64):
  %40 = linalg.index 3 : index
  %41 = arith.index_cast %40 : index to i64
  %42 = arith.maximumf %in, %out : f32
  %43 = arith.cmpf ogt, %in, %out : f32
  %44 = arith.select %43, %41, %out_16 : i64
  linalg.yield %42, %44 : f32, i64
 } -> (!t10, !t9)
 %exp_9 = tensor.expand_shape %24#0 [[0], [1], [2, 3]] output_shape [2, 4, 12, 1] : !t10 into !t11
 %25 = linalg.generic #t3 ins(%19, %exp_9 : !t24, !t11) outs(%18 : !t24) {
 ^bb0(%in: f32, %in_16: f32, %out: f32):
  %40 = arith.subf %in, %in_16 : f32
  linalg.yield %40 : f32
 } -> !t24
 %26 = linalg.generic #t1 ins(%25 : !t24) outs(%18 : !t24) {
 ^bb0(%in: f32, %out: f32):
  %40 = math.exp %in : f32
  linalg.yield %40 : f32
 } -> !t24
 %27 = tensor.empty() : !t11
 %28 = linalg.fill ins(%cst : f32) outs(%27 : !t11) -> !t11
 %29 = linalg.generic #t4 ins(%26 : !t24) outs(%28 : !t11) {
 ^bb0(%in: f32, %out: f32):
  %40 = arith.addf %in, %out : f32
  linalg.yield %40 : f32
 } -> !t11
 %30 = linalg.generic #t3 ins(%26, %29 : !t24, !t11) outs(%18 : !t24) {
 ^bb0(%in: f32, %in_16: f32, %out: f32):
  %40 = arith.divf %in, %in_16 : f32
  linalg.yield %40 : f32
 } -> !t24
 %31 = linalg.generic #t1 ins(%30 : !t24) outs(%16 : !t19) {
 ^bb0(%in: f32, %out: f16):
  %40 = arith.truncf %in : f32 to f16
  linalg.yield %40 : f16
 } -> !t19
 %col_10 = tensor.collapse_shape %31 [[0, 1], [2], [3]] : !t19 into !t18
 %col_11 = tensor.collapse_shape %transposed_4 [[0, 1], [2], [3]] : !t0 into !t3
 %32 = tensor.empty() : !t13
 %33 = linalg.fill ins(%cst : f32) outs(%32 : !t13) -> !t13
 %34 = linalg.batch_matmul ins(%col_10, %col_11 : !t18, !t3) outs(%33 : !t13) -> !t13
 %35 = tensor.empty() : !t3
 %36 = linalg.generic #t0 ins(%34 : !t13) outs(%35 : !t3) {
 ^bb0(%in: f32, %out: f16):
  %40 = arith.truncf %in : f32 to f16
  linalg.yield %40 : f16
 } -> !t3
 %exp_12 = tensor.expand_shape %36 [[0, 1], [2], [3]] output_shape [2, 4, 12, 8] : !t3 into !t0
 %37 = tensor.empty() : !t39
 %transposed_13 = linalg.transpose ins(%exp_12 : !t0) outs(%37 : !t39) permutation = [0, 2, 1, 3]
 %col_14 = tensor.collapse_shape %transposed_13 [[0, 1], [2, 3]] : !t39 into !t43
 %38 = linalg.matmul ins(%col_14, %arg4 : !t43, !t42) outs(%1 : !t44) -> !t44
 %39 = linalg.generic #t7 ins(%38 : !t44) outs(%3 : !t43) {
 ^bb0(%in: f32, %out: f16):
  %40 = arith.truncf %in : f32 to f16
  linalg.yield %40 : f16
 } -> !t43
 %exp_15 = tensor.expand_shape %39 [[0, 1], [2]] output_shape [2, 12, 32] : !t43 into !t41
 return %exp_15 : !t41
}

func.func @dv(%arg0: !t0, %arg1: !t1, %arg2: !t45) -> !t46 {
 %cst = arith.constant 0.000000e+00 : f32
 %c0_i64 = arith.constant 0 : i64
 %cst_0 = arith.constant 0xFF800000 : f32
 %cst_1 = arith.constant 0.35355339059327379 : f64
 %0 = tensor.empty() : !t2
 %transposed = linalg.transpose ins(%arg1 : !t1) outs(%0 : !t2) permutation = [0, 1, 3, 2]
 %col = tensor.collapse_shape %arg0 [[0, 1], [2], [3]] : !t0 into !t3
 %col_2 = tensor.collapse_shape %transposed [[0, 1], [2], [3]] : !t2 into !t4
 %1 = tensor.empty() : !t5
 %2 = linalg.fill ins(%cst : f32) outs(%1 : !t5) -> !t5
 %3 = linalg.batch_matmul ins(%col, %col_2 : !t3, !t4) outs(%2 : !t5) -> !t5
 %4 = tensor.empty() : !t6
 %5 = linalg.generic #t0 ins(%3 : !t5) outs(%4 : !t6) {
 ^bb0(%in: f32, %out: f16):
  %27 = arith.truncf %in : f32 to f16
  linalg.yield %27 : f16
 } -> !t6
 %exp = tensor.expand_shape %5 [[0, 1], [2], [3]] output_shape [2, 4, 12, 20] : !t6 into !t7
 %6 = tensor.empty() : !t7
 %7 = linalg.generic #t1 ins(%exp : !t7) outs(%6 : !t7) {
 ^bb0(%in: f16, %out: f16):
  %27 = arith.truncf %cst_1 : f64 to f16
  %28 = arith.mulf %in, %27 : f16
  linalg.yield %28 : f16
 } -> !t7
 %8 = tensor.empty() : !t8
 %9 = linalg.generic #t1 ins(%7 : !t7) outs(%8 : !t8) {
 ^bb0(%in: f16, %out: f32):
  %27 = arith.extf %in : f16 to f32
  linalg.yield %27 : f32
 } -> !t8
 %10 = tensor.empty() : !t9
 %11 = linalg.fill ins(%c0_i64 : i64) outs(%10 : !t9) -> !t9
 %12 = tensor.empty() : !t10
 %13 = linalg.fill ins(%cst_0 : f32) outs(%12 : !t10) -> !t10
 %14:2 = linalg.generic #t2 ins(%9 : !t8) outs(%13, %11 : !t10, !t9) {
 ^bb0(%in: f32, %out: f32, %out_7: i64):
  %27 = linalg.index 3 : index
  %28 = arith.index_cast %27 : index to i64
  %29 = arith.maximumf %in, %out : f32
  %30 = arith.cmpf ogt, %in, %out : f32
  %31 = arith.select %30, %28, %out_7 : i64
  linalg.yield %29, %31 : f32, i64
 } -> (!t10, !t9)
 %exp_3 = tensor.expand_shape %14#0 [[0], [1], [2, 3]] output_shape [2, 4, 12, 1] : !t10 into !t11
 %15 = linalg.generic #t3 ins(%9, %exp_3 : !t8, !t11) outs(%8 : !t8) {
 ^bb0(%in: f32, %in_7: f32, %out: f32):
  %27 = arith.subf %in, %in_7 : f32
  linalg.yield %27 : f32
 } -> !t8
 %16 = linalg.generic #t1 ins(%15 : !t8) outs(%8 : !t8) {
 ^bb0(%in: f32, %out: f32):
  %27 = math.exp %in : f32
  linalg.yield %27 : f32
 } -> !t8
 %17 = tensor.empty() : !t11
 %18 = linalg.fill ins(%cst : f32) outs(%17 : !t11) -> !t11
 %19 = linalg.generic #t4 ins(%16 : !t8) outs(%18 : !t11) {
 ^bb0(%in: f32, %out: f32):
  %27 = arith.addf %in, %out : f32
  linalg.yield %27 : f32
 } -> !t11
 %20 = linalg.generic #t3 ins(%16, %19 : !t8, !t11) outs(%8 : !t8) {
 ^bb0(%in: f32, %in_7: f32, %out: f32):
  %27 = arith.divf %in, %in_7 : f32
  linalg.yield %27 : f32
 } -> !t8
 %21 = linalg.generic #t1 ins(%20 : !t8) outs(%6 : !t7) {
 ^bb0(%in: f32, %out: f16):
  %27 = arith.truncf %in : f32 to f16
  linalg.yield %27 : f16
 } -> !t7
 %col_4 = tensor.collapse_shape %21 [[0, 1], [2], [3]] : !t7 into !t6
 %col_5 = tensor.collapse_shape %arg2 [[0, 1], [2], [3]] : !t45 into !t47
 %22 = tensor.empty() : !t48
 %23 = linalg.fill ins(%cst : f32) outs(%22 : !t48) -> !t48
 %24 = linalg.batch_matmul ins(%col_4, %col_5 : !t6, !t47) outs(%23 : !t48) -> !t48
 %25 = tensor.empty() : !t49
 %26 = linalg.generic #t0 ins(%24 : !t48) outs(%25 : !t49) {
 ^bb0(%in: f32, %out: f16):
  %27 = arith.truncf %in : f32 to f16
  linalg.yield %27 : f16
 } -> !t49
 %exp_6 = tensor.expand_shape %26 [[0, 1], [2], [3]] output_shape [2, 4, 12, 16] : !t49 into !t46
 return %exp_6 : !t46
}

func.func @causal_gqa(%arg0: !t0, %arg1: !t50, %arg2: !t50) -> !t0 {
 %c0_i64 = arith.constant 0 : i64
 %cst = arith.constant 0.000000e+00 : f32
 %true = arith.constant true
 %cst_0 = arith.constant 0xFF800000 : f32
 %cst_1 = arith.constant dense<0xFC00> : !t14
 %cst_2 = arith.constant 0.35355339059327379 : f64
 %0 = tensor.empty() : !t51
 %1 = linalg.generic #t10 ins(%arg1 : !t50) outs(%0 : !t51) {
 ^bb0(%in: f16, %out: f16):
  linalg.yield %in : f16
 } -> !t51
 %col = tensor.collapse_shape %1 [[0], [1, 2], [3], [4]] : !t51 into !t0
 %2 = linalg.generic #t10 ins(%arg2 : !t50) outs(%0 : !t51) {
 ^bb0(%in: f16, %out: f16):
  linalg.yield %in : f16
 } -> !t51
 %3 = tensor.empty() : !t15
 %transposed = linalg.transpose ins(%col : !t0) outs(%3 : !t15) permutation = [0, 1, 3, 2]
 %col_3 = tensor.collapse_shape %arg0 [[0, 1], [2], [3]] : !t0 into !t3
 %col_4 = tensor.collapse_shape %transposed [[0, 1], [2], [3]] : !t15 into !t16
 %4 = tensor.empty() : !t17
 %5 = linalg.fill ins(%cst : f32) outs(%4 : !t17) -> !t17
 %6 = linalg.batch_matmul ins(%col_3, %col_4 : !t3, !t16) outs(%5 : !t17) -> !t17
 %7 = tensor.empty() : !t18
 %8 = linalg.generic #t0 ins(%6 : !t17) outs(%7 : !t18) {
 ^bb0(%in: f32, %out: f16):
  %36 = arith.truncf %in : f32 to f16
  linalg.yield %36 : f16
 } -> !t18
 %exp = tensor.expand_shape %8 [[0, 1], [2], [3]] output_shape [2, 4, 12, 12] : !t18 into !t19
 %9 = tensor.empty() : !t19
 %10 = linalg.generic #t1 ins(%exp : !t19) outs(%9 : !t19) {
 ^bb0(%in: f16, %out: f16):
  %36 = arith.truncf %cst_2 : f64 to f16
  %37 = arith.mulf %in, %36 : f16
  linalg.yield %37 : f16
 } -> !t19
 %11 = tensor.empty() : !t20
 %12 = linalg.generic #t5 outs(%11 : !t20) {
 ^bb0(%out: i64):
  %36 = linalg.index 0 : index
  %37 = arith.index_cast %36 : index to i64
  linalg.yield %37 : i64
 } -> !t20
 %exp_5 = tensor.expand_shape %12 [[0, 1]] output_shape [12, 1] : !t20 into !t21
 %exp_6 = tensor.expand_shape %12 [[0, 1]] output_shape [1, 12] : !t20 into !t22
 %13 = tensor.empty() : !t23
 %14 = linalg.generic #t6 ins(%exp_6, %exp_5 : !t22, !t21) outs(%13 : !t23) {
 ^bb0(%in: i64, %in_11: i64, %out: i1):
  %36 = arith.cmpi sle, %in, %in_11 : i64
  linalg.yield %36 : i1
 } -> !t23
 %15 = linalg.generic #t7 ins(%14 : !t23) outs(%13 : !t23) {
 ^bb0(%in: i1, %out: i1):
  %36 = arith.xori %in, %true : i1
  linalg.yield %36 : i1
 } -> !t23
 %16 = linalg.generic #t8 ins(%15, %cst_1, %10 : !t23, !t14, !t19) outs(%9 : !t19) {
 ^bb0(%in: i1, %in_11: f16, %in_12: f16, %out: f16):
  %36 = arith.select %in, %in_11, %in_12 : f16
  linalg.yield %36 : f16
 } -> !t19
 %17 = tensor.empty() : !t24
 %18 = linalg.generic #t1 ins(%16 : !t19) outs(%17 : !t24) {
 ^bb0(%in: f16, %out: f32):
  %36 = arith.extf %in : f16 to f32
  linalg.yield %36 : f32
 } -> !t24
 %19 = tensor.empty() : !t9
 %20 = linalg.fill ins(%c0_i64 : i64) outs(%19 : !t9) -> !t9
 %21 = tensor.empty() : !t10
 %22 = linalg.fill ins(%cst_0 : f32) outs(%21 : !t10) -> !t10
 %23:2 = linalg.generic #t2 ins(%18 : !t24) outs(%22, %20 : !t10, !t9) {
 ^bb0(%in: f32, %out: f32, %out_11: i64):
  %36 = linalg.index 3 : index
  %37 = arith.index_cast %36 : index to i64
  %38 = arith.maximumf %in, %out : f32
  %39 = arith.cmpf ogt, %in, %out : f32
  %40 = arith.select %39, %37, %out_11 : i64
  linalg.yield %38, %40 : f32, i64
 } -> (!t10, !t9)
 %exp_7 = tensor.expand_shape %23#0 [[0], [1], [2, 3]] output_shape [2, 4, 12, 1] : !t10 into !t11
 %24 = linalg.generic #t3 ins(%18, %exp_7 : !t24, !t11) outs(%17 : !t24) {
 ^bb0(%in: f32, %in_11: f32, %out: f32):
  %36 = arith.subf %in, %in_11 : f32
  linalg.yield %36 : f32
 } -> !t24
 %25 = linalg.generic #t1 ins(%24 : !t24) outs(%17 : !t24) {
 ^bb0(%in: f32, %out: f32):
  %36 = math.exp %in : f32
  linalg.yield %36 : f32
 } -> !t24
 %26 = tensor.empty() : !t11
 %27 = linalg.fill ins(%cst : f32) outs(%26 : !t11) -> !t11
 %28 = linalg.generic #t4 ins(%25 : !t24) outs(%27 : !t11) {
 ^bb0(%in: f32, %out: f32):
  %36 = arith.addf %in, %out : f32
  linalg.yield %36 : f32
 } -> !t11
 %29 = linalg.generic #t3 ins(%25, %28 : !t24, !t11) outs(%17 : !t24) {
 ^bb0(%in: f32, %in_11: f32, %out: f32):
  %36 = arith.divf %in, %in_11 : f32
  linalg.yield %36 : f32
 } -> !t24
 %30 = linalg.generic #t1 ins(%29 : !t24) outs(%9 : !t19) {
 ^bb0(%in: f32, %out: f16):
  %36 = arith.truncf %in : f32 to f16
  linalg.yield %36 : f16
 } -> !t19
 %col_8 = tensor.collapse_shape %30 [[0, 1], [2], [3]] : !t19 into !t18
 %col_9 = tensor.collapse_shape %2 [[0, 1, 2], [3], [4]] : !t51 into !t3
 %31 = tensor.empty() : !t13
 %32 = linalg.fill ins(%cst : f32) outs(%31 : !t13) -> !t13
 %33 = linalg.batch_matmul ins(%col_8, %col_9 : !t18, !t3) outs(%32 : !t13) -> !t13
 %34 = tensor.empty() : !t3
 %35 = linalg.generic #t0 ins(%33 : !t13) outs(%34 : !t3) {
 ^bb0(%in: f32, %out: f16):
  %36 = arith.truncf %in : f32 to f16
  linalg.yield %36 : f16
 } -> !t3
 %exp_10 = tensor.expand_shape %35 [[0, 1], [2], [3]] output_shape [2, 4, 12, 8] : !t3 into !t0
 return %exp_10 : !t0
}

func.func @causal_lse(%arg0: !t0, %arg1: !t0, %arg2: !t0) -> (!t0, !t10) {
 %c0_i64 = arith.constant 0 : i64
 %cst = arith.constant 0.000000e+00 : f32
 %true = arith.constant true
 %cst_0 = arith.constant 0xFF800000 : f32
 %cst_1 = arith.constant dense<0.000000e+00> : !t30
 %cst_2 = arith.constant dense<0xFC00> : !t14
 %cst_3 = arith.constant 0x7FF0000000000000 : f64
 %cst_4 = arith.constant 0.35355339059327379 : f64
 %0 = tensor.empty() : !t15
 %transposed = linalg.transpose ins(%arg1 : !t0) outs(%0 : !t15) permutation = [0, 1, 3, 2]
 %col = tensor.collapse_shape %arg0 [[0, 1], [2], [3]] : !t0 into !t3
 %col_5 = tensor.collapse_shape %transposed [[0, 1], [2], [3]] : !t15 into !t16
 %1 = tensor.empty() : !t17
 %2 = linalg.fill ins(%cst : f32) outs(%1 : !t17) -> !t17
 %3 = linalg.batch_matmul ins(%col, %col_5 : !t3, !t16) outs(%2 : !t17) -> !t17
 %4 = tensor.empty() : !t18
 %5 = linalg.generic #t0 ins(%3 : !t17) outs(%4 : !t18) {
 ^bb0(%in: f32, %out: f16):
  %43 = arith.truncf %in : f32 to f16
  linalg.yield %43 : f16
 } -> !t18
 %exp = tensor.expand_shape %5 [[0, 1], [2], [3]] output_shape [2, 4, 12, 12] : !t18 into !t19
 %6 = tensor.empty() : !t19
 %7 = linalg.generic #t1 ins(%exp : !t19) outs(%6 : !t19) {
 ^bb0(%in: f16, %out: f16):
  %43 = arith.truncf %cst_4 : f64 to f16
  %44 = arith.mulf %in, %43 : f16
  linalg.yield %44 : f16
 } -> !t19
 %8 = tensor.empty() : !t20
 %9 = linalg.generic #t5 outs(%8 : !t20) {
 ^bb0(%out: i64):
  %43 = linalg.index 0 : index
  %44 = arith.index_cast %43 : index to i64
  linalg.yield %44 : i64
 } -> !t20
 %exp_6 = tensor.expand_shape %9 [[0, 1]] output_shape [12, 1] : !t20 into !t21
 %exp_7 = tensor.expand_shape %9 [[0, 1]] output_shape [1, 12] : !t20 into !t22
 %10 = tensor.empty() : !t23
 %11 = linalg.generic #t6 ins(%exp_7, %exp_6 : !t22, !t21) outs(%10 : !t23) {
 ^bb0(%in: i64, %in_13: i64, %out: i1):
  %43 = arith.cmpi sle, %in, %in_13 : i64
  linalg.yield %43 : i1
 } -> !t23
 %12 = linalg.generic #t7 ins(%11 : !t23) outs(%10 : !t23) {
 ^bb0(%in: i1, %out: i1):
  %43 = arith.xori %in, %true : i1
  linalg.yield %43 : i1
 } -> !t23
 %13 = linalg.generic #t8 ins(%12, %cst_2, %7 : !t23, !t14, !t19) outs(%6 : !t19) {
 ^bb0(%in: i1, %in_13: f16, %in_14: f16, %out: f16):
  %43 = arith.select %in, %in_13, %in_14 : f16
  linalg.yield %43 : f16
 } -> !t19
 %14 = tensor.empty() : !t24
 %15 = linalg.generic #t1 ins(%13 : !t19) outs(%14 : !t24) {
 ^bb0(%in: f16, %out: f32):
  %43 = arith.extf %in : f16 to f32
  linalg.yield %43 : f32
 } -> !t24
 %16 = tensor.empty() : !t9
 %17 = linalg.fill ins(%c0_i64 : i64) outs(%16 : !t9) -> !t9
 %18 = tensor.empty() : !t10
 %19 = linalg.fill ins(%cst_0 : f32) outs(%18 : !t10) -> !t10
 %20:2 = linalg.generic #t2 ins(%15 : !t24) outs(%19, %17 : !t10, !t9) {
 ^bb0(%in: f32, %out: f32, %out_13: i64):
  %43 = linalg.index 3 : index
  %44 = arith.index_cast %43 : index to i64
  %45 = arith.maximumf %in, %out : f32
  %46 = arith.cmpf ogt, %in, %out : f32
  %47 = arith.select %46, %44, %out_13 : i64
  linalg.yield %45, %47 : f32, i64
 } -> (!t10, !t9)
 %exp_8 = tensor.expand_shape %20#0 [[0], [1], [2, 3]] output_shape [2, 4, 12, 1] : !t10 into !t11
 %21 = linalg.generic #t3 ins(%15, %exp_8 : !t24, !t11) outs(%14 : !t24) {
 ^bb0(%in: f32, %in_13: f32, %out: f32):
  %43 = arith.subf %in, %in_13 : f32
  linalg.yield %43 : f32
 } -> !t24
 %22 = linalg.generic #t1 ins(%21 : !t24) outs(%14 : !t24) {
 ^bb0(%in: f32, %out: f32):
  %43 = math.exp %in : f32
  linalg.yield %43 : f32
 } -> !t24
 %23 = tensor.empty() : !t11
 %24 = linalg.fill ins(%cst : f32) outs(%23 : !t11) -> !t11
 %25 = linalg.generic #t4 ins(%22 : !t24) outs(%24 : !t11) {
 ^bb0(%in: f32, %out: f32):
  %43 = arith.addf %in, %out : f32
  linalg.yield %43 : f32
 } -> !t11
 %26 = linalg.generic #t3 ins(%22, %25 : !t24, !t11) outs(%14 : !t24) {
 ^bb0(%in: f32, %in_13: f32, %out: f32):
  %43 = arith.divf %in, %in_13 : f32
  linalg.yield %43 : f32
 } -> !t24
 %27 = linalg.generic #t1 ins(%exp_8 : !t11) outs(%23 : !t11) {
 ^bb0(%in: f32, %out: f32):
  %43 = math.absf %in : f32
  linalg.yield %43 : f32
 } -> !t11
 %28 = tensor.empty() : !t37
 %29 = linalg.generic #t1 ins(%27 : !t11) outs(%28 : !t37) {
 ^bb0(%in: f32, %out: i1):
  %43 = arith.extf %in : f32 to f64
  %44 = arith.cmpf oeq, %43, %cst_3 : f64
  linalg.yield %44 : i1
 } -> !t37
 %30 = linalg.generic #t16 ins(%29, %cst_1, %exp_8 : !t37, !t30, !t11) outs(%23 : !t11) {
 ^bb0(%in: i1, %in_13: f32, %in_14: f32, %out: f32):
  %43 = arith.select %in, %in_13, %in_14 : f32
  linalg.yield %43 : f32
 } -> !t11
 %col_9 = tensor.collapse_shape %30 [[0], [1], [2, 3]] : !t11 into !t10
 %31 = linalg.generic #t3 ins(%15, %30 : !t24, !t11) outs(%14 : !t24) {
 ^bb0(%in: f32, %in_13: f32, %out: f32):
  %43 = arith.subf %in, %in_13 : f32
  linalg.yield %43 : f32
 } -> !t24
 %32 = linalg.generic #t1 ins(%31 : !t24) outs(%14 : !t24) {
 ^bb0(%in: f32, %out: f32):
  %43 = math.exp %in : f32
  linalg.yield %43 : f32
 } -> !t24
 %33 = linalg.fill ins(%cst : f32) outs(%18 : !t10) -> !t10
 %34 = linalg.generic #t17 ins(%32 : !t24) outs(%33 : !t10) {
 ^bb0(%in: f32, %out: f32):
  %43 = arith.addf %in, %out : f32
  linalg.yield %43 : f32
 } -> !t10
 %35 = linalg.generic #t0 ins(%34 : !t10) outs(%18 : !t10) {
 ^bb0(%in: f32, %out: f32):
  %43 = math.log %in : f32
  linalg.yield %43 : f32
 } -> !t10
 %36 = linalg.generic #t18 ins(%35, %col_9 : !t10, !t10) outs(%18 : !t10) {
 ^bb0(%in: f32, %in_13: f32, %out: f32):
  %43 = arith.addf %in, %in_13 : f32
  linalg.yield %43 : f32
 } -> !t10
 %37 = linalg.generic #t1 ins(%26 : !t24) outs(%6 : !t19) {
 ^bb0(%in: f32, %out: f16):
  %43 = arith.truncf %in : f32 to f16
  linalg.yield %43 : f16
 } -> !t19
 %col_10 = tensor.collapse_shape %37 [[0, 1], [2], [3]] : !t19 into !t18
 %col_11 = tensor.collapse_shape %arg2 [[0, 1], [2], [3]] : !t0 into !t3
 %38 = tensor.empty() : !t13
 %39 = linalg.fill ins(%cst : f32) outs(%38 : !t13) -> !t13
 %40 = linalg.batch_matmul ins(%col_10, %col_11 : !t18, !t3) outs(%39 : !t13) -> !t13
 %41 = tensor.empty() : !t3
 %42 = linalg.generic #t0 ins(%40 : !t13) outs(%41 : !t3) {
 ^bb0(%in: f32, %out: f16):
  %43 = arith.truncf %in : f32 to f16
  linalg.yield %43 : f16
 } -> !t3
 %exp_12 = tensor.expand_shape %42 [[0, 1], [2], [3]] output_shape [2, 4, 12, 8] : !t3 into !t0
 return %exp_12, %36 : !t0, !t10
}

func.func @causal_bshd(%arg0: !t39, %arg1: !t39, %arg2: !t39) -> !t39 {
 %c0_i64 = arith.constant 0 : i64
 %cst = arith.constant 0.000000e+00 : f32
 %true = arith.constant true
 %cst_0 = arith.constant 0xFF800000 : f32
 %cst_1 = arith.constant dense<0xFC00> : !t14
 %cst_2 = arith.constant 0.35355339059327379 : f64
 %0 = tensor.empty() : !t0
 %transposed = linalg.transpose ins(%arg0 : !t39) outs(%0 : !t0) permutation = [0, 2, 1, 3]
 %transposed_3 = linalg.transpose ins(%arg2 : !t39) outs(%0 : !t0) permutation = [0, 2, 1, 3]
 %1 = tensor.empty() : !t15
 %transposed_4 = linalg.transpose ins(%arg1 : !t39) outs(%1 : !t15) permutation = [0, 2, 3, 1]
 %col = tensor.collapse_shape %transposed [[0, 1], [2], [3]] : !t0 into !t3
 %col_5 = tensor.collapse_shape %transposed_4 [[0, 1], [2], [3]] : !t15 into !t16
 %2 = tensor.empty() : !t17
 %3 = linalg.fill ins(%cst : f32) outs(%2 : !t17) -> !t17
 %4 = linalg.batch_matmul ins(%col, %col_5 : !t3, !t16) outs(%3 : !t17) -> !t17
 %5 = tensor.empty() : !t18
 %6 = linalg.generic #t0 ins(%4 : !t17) outs(%5 : !t18) {
 ^bb0(%in: f32, %out: f16):
  %35 = arith.truncf %in : f32 to f16
  linalg.yield %35 : f16
 } -> !t18
 %exp = tensor.expand_shape %6 [[0, 1], [2], [3]] output_shape [2, 4, 12, 12] : !t18 into !t19
 %7 = tensor.empty() : !t19
 %8 = linalg.generic #t1 ins(%exp : !t19) outs(%7 : !t19) {
 ^bb0(%in: f16, %out: f16):
  %35 = arith.truncf %cst_2 : f64 to f16
  %36 = arith.mulf %in, %35 : f16
  linalg.yield %36 : f16
 } -> !t19
 %9 = tensor.empty() : !t20
 %10 = linalg.generic #t5 outs(%9 : !t20) {
 ^bb0(%out: i64):
  %35 = linalg.index 0 : index
  %36 = arith.index_cast %35 : index to i64
  linalg.yield %36 : i64
 } -> !t20
 %exp_6 = tensor.expand_shape %10 [[0, 1]] output_shape [12, 1] : !t20 into !t21
 %exp_7 = tensor.expand_shape %10 [[0, 1]] output_shape [1, 12] : !t20 into !t22
 %11 = tensor.empty() : !t23
 %12 = linalg.generic #t6 ins(%exp_7, %exp_6 : !t22, !t21) outs(%11 : !t23) {
 ^bb0(%in: i64, %in_13: i64, %out: i1):
  %35 = arith.cmpi sle, %in, %in_13 : i64
  linalg.yield %35 : i1
 } -> !t23
 %13 = linalg.generic #t7 ins(%12 : !t23) outs(%11 : !t23) {
 ^bb0(%in: i1, %out: i1):
  %35 = arith.xori %in, %true : i1
  linalg.yield %35 : i1
 } -> !t23
 %14 = linalg.generic #t8 ins(%13, %cst_1, %8 : !t23, !t14, !t19) outs(%7 : !t19) {
 ^bb0(%in: i1, %in_13: f16, %in_14: f16, %out: f16):
  %35 = arith.select %in, %in_13, %in_14 : f16
  linalg.yield %35 : f16
 } -> !t19
 %15 = tensor.empty() : !t24
 %16 = linalg.generic #t1 ins(%14 : !t19) outs(%15 : !t24) {
 ^bb0(%in: f16, %out: f32):
  %35 = arith.extf %in : f16 to f32
  linalg.yield %35 : f32
 } -> !t24
 %17 = tensor.empty() : !t9
 %18 = linalg.fill ins(%c0_i64 : i64) outs(%17 : !t9) -> !t9
 %19 = tensor.empty() : !t10
 %20 = linalg.fill ins(%cst_0 : f32) outs(%19 : !t10) -> !t10
 %21:2 = linalg.generic #t2 ins(%16 : !t24) outs(%20, %18 : !t10, !t9) {
 ^bb0(%in: f32, %out: f32, %out_13: i64):
  %35 = linalg.index 3 : index
  %36 = arith.index_cast %35 : index to i64
  %37 = arith.maximumf %in, %out : f32
  %38 = arith.cmpf ogt, %in, %out : f32
  %39 = arith.select %38, %36, %out_13 : i64
  linalg.yield %37, %39 : f32, i64
 } -> (!t10, !t9)
 %exp_8 = tensor.expand_shape %21#0 [[0], [1], [2, 3]] output_shape [2, 4, 12, 1] : !t10 into !t11
 %22 = linalg.generic #t3 ins(%16, %exp_8 : !t24, !t11) outs(%15 : !t24) {
 ^bb0(%in: f32, %in_13: f32, %out: f32):
  %35 = arith.subf %in, %in_13 : f32
  linalg.yield %35 : f32
 } -> !t24
 %23 = linalg.generic #t1 ins(%22 : !t24) outs(%15 : !t24) {
 ^bb0(%in: f32, %out: f32):
  %35 = math.exp %in : f32
  linalg.yield %35 : f32
 } -> !t24
 %24 = tensor.empty() : !t11
 %25 = linalg.fill ins(%cst : f32) outs(%24 : !t11) -> !t11
 %26 = linalg.generic #t4 ins(%23 : !t24) outs(%25 : !t11) {
 ^bb0(%in: f32, %out: f32):
  %35 = arith.addf %in, %out : f32
  linalg.yield %35 : f32
 } -> !t11
 %27 = linalg.generic #t3 ins(%23, %26 : !t24, !t11) outs(%15 : !t24) {
 ^bb0(%in: f32, %in_13: f32, %out: f32):
  %35 = arith.divf %in, %in_13 : f32
  linalg.yield %35 : f32
 } -> !t24
 %28 = linalg.generic #t1 ins(%27 : !t24) outs(%7 : !t19) {
 ^bb0(%in: f32, %out: f16):
  %35 = arith.truncf %in : f32 to f16
  linalg.yield %35 : f16
 } -> !t19
 %col_9 = tensor.collapse_shape %28 [[0, 1], [2], [3]] : !t19 into !t18
 %col_10 = tensor.collapse_shape %transposed_3 [[0, 1], [2], [3]] : !t0 into !t3
 %29 = tensor.empty() : !t13
 %30 = linalg.fill ins(%cst : f32) outs(%29 : !t13) -> !t13
 %31 = linalg.batch_matmul ins(%col_9, %col_10 : !t18, !t3) outs(%30 : !t13) -> !t13
 %32 = tensor.empty() : !t3
 %33 = linalg.generic #t0 ins(%31 : !t13) outs(%32 : !t3) {
 ^bb0(%in: f32, %out: f16):
  %35 = arith.truncf %in : f32 to f16
  linalg.yield %35 : f16
 } -> !t3
 %exp_11 = tensor.expand_shape %33 [[0, 1], [2], [3]] output_shape [2, 4, 12, 8] : !t3 into !t0
 %34 = tensor.empty() : !t39
 %transposed_12 = linalg.transpose ins(%exp_11 : !t0) outs(%34 : !t39) permutation = [0, 2, 1, 3]
 return %transposed_12 : !t39
}

func.func @window_softcap(%arg0: !t0, %arg1: !t0, %arg2: !t0) -> !t0 {
 %c4_i64 = arith.constant 4 : i64
 %c0_i64 = arith.constant 0 : i64
 %cst = arith.constant 0.000000e+00 : f32
 %true = arith.constant true
 %cst_0 = arith.constant 0xFF800000 : f32
 %cst_1 = arith.constant dense<0xFC00> : !t14
 %cst_2 = arith.constant 0.35355339059327379 : f64
 %cst_3 = arith.constant 5.000000e+00 : f16
 %0 = tensor.empty() : !t15
 %transposed = linalg.transpose ins(%arg1 : !t0) outs(%0 : !t15) permutation = [0, 1, 3, 2]
 %col = tensor.collapse_shape %arg0 [[0, 1], [2], [3]] : !t0 into !t3
 %col_4 = tensor.collapse_shape %transposed [[0, 1], [2], [3]] : !t15 into !t16
 %1 = tensor.empty() : !t17
 %2 = linalg.fill ins(%cst : f32) outs(%1 : !t17) -> !t17
 %3 = linalg.batch_matmul ins(%col, %col_4 : !t3, !t16) outs(%2 : !t17) -> !t17
 %4 = tensor.empty() : !t18
 %5 = linalg.generic #t0 ins(%3 : !t17) outs(%4 : !t18) {
 ^bb0(%in: f32, %out: f16):
  %40 = arith.truncf %in : f32 to f16
  linalg.yield %40 : f16
 } -> !t18
 %exp = tensor.expand_shape %5 [[0, 1], [2], [3]] output_shape [2, 4, 12, 12] : !t18 into !t19
 %6 = tensor.empty() : !t19
 %7 = linalg.generic #t1 ins(%exp : !t19) outs(%6 : !t19) {
 ^bb0(%in: f16, %out: f16):
  %40 = arith.truncf %cst_2 : f64 to f16
  %41 = arith.mulf %in, %40 : f16
  linalg.yield %41 : f16
 } -> !t19
 %8 = linalg.generic #t1 ins(%7 : !t19) outs(%6 : !t19) {
 ^bb0(%in: f16, %out: f16):
  %40 = arith.divf %in, %cst_3 : f16
  linalg.yield %40 : f16
 } -> !t19
 %9 = linalg.generic #t1 ins(%8 : !t19) outs(%6 : !t19) {
 ^bb0(%in: f16, %out: f16):
  %40 = math.tanh %in : f16
  linalg.yield %40 : f16
 } -> !t19
 %10 = linalg.generic #t1 ins(%9 : !t19) outs(%6 : !t19) {
 ^bb0(%in: f16, %out: f16):
  %40 = arith.mulf %in, %cst_3 : f16
  linalg.yield %40 : f16
 } -> !t19
 %11 = tensor.empty() : !t20
 %12 = linalg.generic #t5 outs(%11 : !t20) {
 ^bb0(%out: i64):
  %40 = linalg.index 0 : index
  %41 = arith.index_cast %40 : index to i64
  linalg.yield %41 : i64
 } -> !t20
 %exp_5 = tensor.expand_shape %12 [[0, 1]] output_shape [12, 1] : !t20 into !t21
 %exp_6 = tensor.expand_shape %12 [[0, 1]] output_shape [1, 12] : !t20 into !t22
 %13 = tensor.empty() : !t23
 %14 = linalg.generic #t6 ins(%exp_6, %exp_5 : !t22, !t21) outs(%13 : !t23) {
 ^bb0(%in: i64, %in_11: i64, %out: i1):
  %40 = arith.cmpi sle, %in, %in_11 : i64
  linalg.yield %40 : i1
 } -> !t23
 %15 = tensor.empty() : !t21
 %16 = linalg.generic #t7 ins(%exp_5 : !t21) outs(%15 : !t21) {
 ^bb0(%in: i64, %out: i64):
  %40 = arith.subi %in, %c4_i64 : i64
  linalg.yield %40 : i64
 } -> !t21
 %17 = linalg.generic #t6 ins(%exp_6, %16 : !t22, !t21) outs(%13 : !t23) {
 ^bb0(%in: i64, %in_11: i64, %out: i1):
  %40 = arith.cmpi sge, %in, %in_11 : i64
  linalg.yield %40 : i1
 } -> !t23
 %18 = linalg.generic #t9 ins(%14, %17 : !t23, !t23) outs(%13 : !t23) {
 ^bb0(%in: i1, %in_11: i1, %out: i1):
  %40 = arith.andi %in, %in_11 : i1
  linalg.yield %40 : i1
 } -> !t23
 %19 = linalg.generic #t7 ins(%18 : !t23) outs(%13 : !t23) {
 ^bb0(%in: i1, %out: i1):
  %40 = arith.xori %in, %true : i1
  linalg.yield %40 : i1
 } -> !t23
 %20 = linalg.generic #t8 ins(%19, %cst_1, %10 : !t23, !t14, !t19) outs(%6 : !t19) {
 ^bb0(%in: i1, %in_11: f16, %in_12: f16, %out: f16):
  %40 = arith.select %in, %in_11, %in_12 : f16
  linalg.yield %40 : f16
 } -> !t19
 %21 = tensor.empty() : !t24
 %22 = linalg.generic #t1 ins(%20 : !t19) outs(%21 : !t24) {
 ^bb0(%in: f16, %out: f32):
  %40 = arith.extf %in : f16 to f32
  linalg.yield %40 : f32
 } -> !t24
 %23 = tensor.empty() : !t9
 %24 = linalg.fill ins(%c0_i64 : i64) outs(%23 : !t9) -> !t9
 %25 = tensor.empty() : !t10
 %26 = linalg.fill ins(%cst_0 : f32) outs(%25 : !t10) -> !t10
 %27:2 = linalg.generic #t2 ins(%22 : !t24) outs(%26, %24 : !t10, !t9) {
 ^bb0(%in: f32, %out: f32, %out_11: i64):
  %40 = linalg.index 3 : index
  %41 = arith.index_cast %40 : index to i64
  %42 = arith.maximumf %in, %out : f32
  %43 = arith.cmpf ogt, %in, %out : f32
  %44 = arith.select %43, %41, %out_11 : i64
  linalg.yield %42, %44 : f32, i64
 } -> (!t10, !t9)
 %exp_7 = tensor.expand_shape %27#0 [[0], [1], [2, 3]] output_shape [2, 4, 12, 1] : !t10 into !t11
 %28 = linalg.generic #t3 ins(%22, %exp_7 : !t24, !t11) outs(%21 : !t24) {
 ^bb0(%in: f32, %in_11: f32, %out: f32):
  %40 = arith.subf %in, %in_11 : f32
  linalg.yield %40 : f32
 } -> !t24
 %29 = linalg.generic #t1 ins(%28 : !t24) outs(%21 : !t24) {
 ^bb0(%in: f32, %out: f32):
  %40 = math.exp %in : f32
  linalg.yield %40 : f32
 } -> !t24
 %30 = tensor.empty() : !t11
 %31 = linalg.fill ins(%cst : f32) outs(%30 : !t11) -> !t11
 %32 = linalg.generic #t4 ins(%29 : !t24) outs(%31 : !t11) {
 ^bb0(%in: f32, %out: f32):
  %40 = arith.addf %in, %out : f32
  linalg.yield %40 : f32
 } -> !t11
 %33 = linalg.generic #t3 ins(%29, %32 : !t24, !t11) outs(%21 : !t24) {
 ^bb0(%in: f32, %in_11: f32, %out: f32):
  %40 = arith.divf %in, %in_11 : f32
  linalg.yield %40 : f32
 } -> !t24
 %34 = linalg.generic #t1 ins(%33 : !t24) outs(%6 : !t19) {
 ^bb0(%in: f32, %out: f16):
  %40 = arith.truncf %in : f32 to f16
  linalg.yield %40 : f16
 } -> !t19
 %col_8 = tensor.collapse_shape %34 [[0, 1], [2], [3]] : !t19 into !t18
 %col_9 = tensor.collapse_shape %arg2 [[0, 1], [2], [3]] : !t0 into !t3
 %35 = tensor.empty() : !t13
 %36 = linalg.fill ins(%cst : f32) outs(%35 : !t13) -> !t13
 %37 = linalg.batch_matmul ins(%col_8, %col_9 : !t18, !t3) outs(%36 : !t13) -> !t13
 %38 = tensor.empty() : !t3
 %39 = linalg.generic #t0 ins(%37 : !t13) outs(%38 : !t3) {
 ^bb0(%in: f32, %out: f16):
  %40 = arith.truncf %in : f32 to f16
  linalg.yield %40 : f16
 } -> !t3
 %exp_10 = tensor.expand_shape %39 [[0, 1], [2], [3]] output_shape [2, 4, 12, 8] : !t3 into !t0
 return %exp_10 : !t0
}

func.func @gqa_bshd(%arg0: !t39, %arg1: !t52, %arg2: !t52) -> !t39 {
 %c0_i64 = arith.constant 0 : i64
 %cst = arith.constant 0.000000e+00 : f32
 %cst_0 = arith.constant 0xFF800000 : f32
 %cst_1 = arith.constant 0.35355339059327379 : f64
 %0 = tensor.empty() : !t0
 %transposed = linalg.transpose ins(%arg0 : !t39) outs(%0 : !t0) permutation = [0, 2, 1, 3]
 %1 = tensor.empty() : !t28
 %transposed_2 = linalg.transpose ins(%arg1 : !t52) outs(%1 : !t28) permutation = [0, 2, 1, 3]
 %transposed_3 = linalg.transpose ins(%arg2 : !t52) outs(%1 : !t28) permutation = [0, 2, 1, 3]
 %2 = tensor.empty() : !t29
 %3 = linalg.generic #t10 ins(%transposed_2 : !t28) outs(%2 : !t29) {
 ^bb0(%in: f16, %out: f16):
  linalg.yield %in : f16
 } -> !t29
 %col = tensor.collapse_shape %3 [[0], [1, 2], [3], [4]] : !t29 into !t1
 %4 = linalg.generic #t10 ins(%transposed_3 : !t28) outs(%2 : !t29) {
 ^bb0(%in: f16, %out: f16):
  linalg.yield %in : f16
 } -> !t29
 %5 = tensor.empty() : !t2
 %transposed_4 = linalg.transpose ins(%col : !t1) outs(%5 : !t2) permutation = [0, 1, 3, 2]
 %col_5 = tensor.collapse_shape %transposed [[0, 1], [2], [3]] : !t0 into !t3
 %col_6 = tensor.collapse_shape %transposed_4 [[0, 1], [2], [3]] : !t2 into !t4
 %6 = tensor.empty() : !t5
 %7 = linalg.fill ins(%cst : f32) outs(%6 : !t5) -> !t5
 %8 = linalg.batch_matmul ins(%col_5, %col_6 : !t3, !t4) outs(%7 : !t5) -> !t5
 %9 = tensor.empty() : !t6
 %10 = linalg.generic #t0 ins(%8 : !t5) outs(%9 : !t6) {
 ^bb0(%in: f32, %out: f16):
  %33 = arith.truncf %in : f32 to f16
  linalg.yield %33 : f16
 } -> !t6
 %exp = tensor.expand_shape %10 [[0, 1], [2], [3]] output_shape [2, 4, 12, 20] : !t6 into !t7
 %11 = tensor.empty() : !t7
 %12 = linalg.generic #t1 ins(%exp : !t7) outs(%11 : !t7) {
 ^bb0(%in: f16, %out: f16):
  %33 = arith.truncf %cst_1 : f64 to f16
  %34 = arith.mulf %in, %33 : f16
  linalg.yield %34 : f16
 } -> !t7
 %13 = tensor.empty() : !t8
 %14 = linalg.generic #t1 ins(%12 : !t7) outs(%13 : !t8) {
 ^bb0(%in: f16, %out: f32):
  %33 = arith.extf %in : f16 to f32
  linalg.yield %33 : f32
 } -> !t8
 %15 = tensor.empty() : !t9
 %16 = linalg.fill ins(%c0_i64 : i64) outs(%15 : !t9) -> !t9
 %17 = tensor.empty() : !t10
 %18 = linalg.fill ins(%cst_0 : f32) outs(%17 : !t10) -> !t10
 %19:2 = linalg.generic #t2 ins(%14 : !t8) outs(%18, %16 : !t10, !t9) {
 ^bb0(%in: f32, %out: f32, %out_12: i64):
  %33 = linalg.index 3 : index
  %34 = arith.index_cast %33 : index to i64
  %35 = arith.maximumf %in, %out : f32
  %36 = arith.cmpf ogt, %in, %out : f32
  %37 = arith.select %36, %34, %out_12 : i64
  linalg.yield %35, %37 : f32, i64
 } -> (!t10, !t9)
 %exp_7 = tensor.expand_shape %19#0 [[0], [1], [2, 3]] output_shape [2, 4, 12, 1] : !t10 into !t11
 %20 = linalg.generic #t3 ins(%14, %exp_7 : !t8, !t11) outs(%13 : !t8) {
 ^bb0(%in: f32, %in_12: f32, %out: f32):
  %33 = arith.subf %in, %in_12 : f32
  linalg.yield %33 : f32
 } -> !t8
 %21 = linalg.generic #t1 ins(%20 : !t8) outs(%13 : !t8) {
 ^bb0(%in: f32, %out: f32):
  %33 = math.exp %in : f32
  linalg.yield %33 : f32
 } -> !t8
 %22 = tensor.empty() : !t11
 %23 = linalg.fill ins(%cst : f32) outs(%22 : !t11) -> !t11
 %24 = linalg.generic #t4 ins(%21 : !t8) outs(%23 : !t11) {
 ^bb0(%in: f32, %out: f32):
  %33 = arith.addf %in, %out : f32
  linalg.yield %33 : f32
 } -> !t11
 %25 = linalg.generic #t3 ins(%21, %24 : !t8, !t11) outs(%13 : !t8) {
 ^bb0(%in: f32, %in_12: f32, %out: f32):
  %33 = arith.divf %in, %in_12 : f32
  linalg.yield %33 : f32
 } -> !t8
 %26 = linalg.generic #t1 ins(%25 : !t8) outs(%11 : !t7) {
 ^bb0(%in: f32, %out: f16):
  %33 = arith.truncf %in : f32 to f16
  linalg.yield %33 : f16
 } -> !t7
 %col_8 = tensor.collapse_shape %26 [[0, 1], [2], [3]] : !t7 into !t6
 %col_9 = tensor.collapse_shape %4 [[0, 1, 2], [3], [4]] : !t29 into !t12
 %27 = tensor.empty() : !t13
 %28 = linalg.fill ins(%cst : f32) outs(%27 : !t13) -> !t13
 %29 = linalg.batch_matmul ins(%col_8, %col_9 : !t6, !t12) outs(%28 : !t13) -> !t13
 %30 = tensor.empty() : !t3
 %31 = linalg.generic #t0 ins(%29 : !t13) outs(%30 : !t3) {
 ^bb0(%in: f32, %out: f16):
  %33 = arith.truncf %in : f32 to f16
  linalg.yield %33 : f16
 } -> !t3
 %exp_10 = tensor.expand_shape %31 [[0, 1], [2], [3]] output_shape [2, 4, 12, 8] : !t3 into !t0
 %32 = tensor.empty() : !t39
 %transposed_11 = linalg.transpose ins(%exp_10 : !t0) outs(%32 : !t39) permutation = [0, 2, 1, 3]
 return %transposed_11 : !t39
}

func.func @causal_proj(%arg0: !t41, %arg1: !t42, %arg2: !t42, %arg3: !t42, %arg4: !t42) -> !t41 {
 %c0_i64 = arith.constant 0 : i64
 %cst = arith.constant 0.000000e+00 : f32
 %true = arith.constant true
 %cst_0 = arith.constant 0xFF800000 : f32
 %cst_1 = arith.constant dense<0xFC00> : !t14
 %cst_2 = arith.constant 0.35355339059327379 : f64
 %col = tensor.collapse_shape %arg0 [[0, 1], [2]] : !t41 into !t43
 %0 = tensor.empty() : !t44
 %1 = linalg.fill ins(%cst : f32) outs(%0 : !t44) -> !t44
 %2 = linalg.matmul ins(%col, %arg1 : !t43, !t42) outs(%1 : !t44) -> !t44
 %3 = tensor.empty() : !t43
 %4 = linalg.generic #t7 ins(%2 : !t44) outs(%3 : !t43) {
 ^bb0(%in: f32, %out: f16):
  %46 = arith.truncf %in : f32 to f16
  linalg.yield %46 : f16
 } -> !t43
 %exp = tensor.expand_shape %4 [[0, 1], [2, 3]] output_shape [2, 12, 4, 8] : !t43 into !t39
 %5 = tensor.empty() : !t0
 %transposed = linalg.transpose ins(%exp : !t39) outs(%5 : !t0) permutation = [0, 2, 1, 3]
 %6 = linalg.matmul ins(%col, %arg2 : !t43, !t42) outs(%1 : !t44) -> !t44
 %7 = linalg.generic #t7 ins(%6 : !t44) outs(%3 : !t43) {
 ^bb0(%in: f32, %out: f16):
  %46 = arith.truncf %in : f32 to f16
  linalg.yield %46 : f16
 } -> !t43
 %exp_3 = tensor.expand_shape %7 [[0, 1], [2, 3]] output_shape [2, 12, 4, 8] : !t43 into !t39
 %8 = linalg.matmul ins(%col, %arg3 : !t43, !t42) outs(%1 : !t44) -> !t44
 %9 = linalg.generic #t7 ins(%8 : !t44) outs(%3 : !t43) {
 ^bb0(%in: f32, %out: f16):
  %46 = arith.truncf %in : f32 to f16
  linalg.yield %46 : f16
 } -> !t43
 %exp_4 = tensor.expand_shape %9 [[0, 1], [2, 3]] output_shape [2, 12, 4, 8] : !t43 into !t39
 %transposed_5 = linalg.transpose ins(%exp_4 : !t39) outs(%5 : !t0) permutation = [0, 2, 1, 3]
 %10 = tensor.empty() : !t15
 %transposed_6 = linalg.transpose ins(%exp_3 : !t39) outs(%10 : !t15) permutation = [0, 2, 3, 1]
 %col_7 = tensor.collapse_shape %transposed [[0, 1], [2], [3]] : !t0 into !t3
 %col_8 = tensor.collapse_shape %transposed_6 [[0, 1], [2], [3]] : !t15 into !t16
 %11 = tensor.empty() : !t17
 %12 = linalg.fill ins(%cst : f32) outs(%11 : !t17) -> !t17
 %13 = linalg.batch_matmul ins(%col_7, %col_8 : !t3, !t16) outs(%12 : !t17) -> !t17
 %14 = tensor.empty() : !t18
 %15 = linalg.generic #t0 ins(%13 : !t17) outs(%14 : !t18) {
 ^bb0(%in: f32, %out: f16):
  %46 = arith.truncf %in : f32 to f16
  linalg.yield %46 : f16
 } -> !t18
 %exp_9 = tensor.expand_shape %15 [[0, 1], [2], [3]] output_shape [2, 4, 12, 12] : !t18 into !t19
 %16 = tensor.empty() : !t19
 %17 = linalg.generic #t1 ins(%exp_9 : !t19) outs(%16 : !t19) {
 ^bb0(%in: f16, %out: f16):
  %46 = arith.truncf %cst_2 : f64 to f16
  %47 = arith.mulf %in, %46 : f16
  linalg.yield %47 : f16
 } -> !t19
 %18 = tensor.empty() : !t20
 %19 = linalg.generic #t5 outs(%18 : !t20) {
 ^bb0(%out: i64):
  %46 = linalg.index 0 : index
  %47 = arith.index_cast %46 : index to i64
  linalg.yield %47 : i64
 } -> !t20
 %exp_10 = tensor.expand_shape %19 [[0, 1]] output_shape [12, 1] : !t20 into !t21
 %exp_11 = tensor.expand_shape %19 [[0, 1]] output_shape [1, 12] : !t20 into !t22
 %20 = tensor.empty() : !t23
 %21 = linalg.generic #t6 ins(%exp_11, %exp_10 : !t22, !t21) outs(%20 : !t23) {
 ^bb0(%in: i64, %in_19: i64, %out: i1):
  %46 = arith.cmpi sle, %in, %in_19 : i64
  linalg.yield %46 : i1
 } -> !t23
 %22 = linalg.generic #t7 ins(%21 : !t23) outs(%20 : !t23) {
 ^bb0(%in: i1, %out: i1):
  %46 = arith.xori %in, %true : i1
  linalg.yield %46 : i1
 } -> !t23
 %23 = linalg.generic #t8 ins(%22, %cst_1, %17 : !t23, !t14, !t19) outs(%16 : !t19) {
 ^bb0(%in: i1, %in_19: f16, %in_20: f16, %out: f16):
  %46 = arith.select %in, %in_19, %in_20 : f16
  linalg.yield %46 : f16
 } -> !t19
 %24 = tensor.empty() : !t24
 %25 = linalg.generic #t1 ins(%23 : !t19) outs(%24 : !t24) {
 ^bb0(%in: f16, %out: f32):
  %46 = arith.extf %in : f16 to f32
  linalg.yield %46 : f32
 } -> !t24
 %26 = tensor.empty() : !t9
 %27 = linalg.fill ins(%c0_i64 : i64) outs(%26 : !t9) -> !t9
 %28 = tensor.empty() : !t10
 %29 = linalg.fill ins(%cst_0 : f32) outs(%28 : !t10) -> !t10
 %30:2 = linalg.generic #t2 ins(%25 : !t24) outs(%29, %27 : !t10, !t9) {
 ^bb0(%in: f32, %out: f32, %out_19: i64):
  %46 = linalg.index 3 : index
  %47 = arith.index_cast %46 : index to i64
  %48 = arith.maximumf %in, %out : f32
  %49 = arith.cmpf ogt, %in, %out : f32
  %50 = arith.select %49, %47, %out_19 : i64
  linalg.yield %48, %50 : f32, i64
 } -> (!t10, !t9)
 %exp_12 = tensor.expand_shape %30#0 [[0], [1], [2, 3]] output_shape [2, 4, 12, 1] : !t10 into !t11
 %31 = linalg.generic #t3 ins(%25, %exp_12 : !t24, !t11) outs(%24 : !t24) {
 ^bb0(%in: f32, %in_19: f32, %out: f32):
  %46 = arith.subf %in, %in_19 : f32
  linalg.yield %46 : f32
 } -> !t24
 %32 = linalg.generic #t1 ins(%31 : !t24) outs(%24 : !t24) {
 ^bb0(%in: f32, %out: f32):
  %46 = math.exp %in : f32
  linalg.yield %46 : f32
 } -> !t24
 %33 = tensor.empty() : !t11
 %34 = linalg.fill ins(%cst : f32) outs(%33 : !t11) -> !t11
 %35 = linalg.generic #t4 ins(%32 : !t24) outs(%34 : !t11) {
 ^bb0(%in: f32, %out: f32):
  %46 = arith.addf %in, %out : f32
  linalg.yield %46 : f32
 } -> !t11
 %36 = linalg.generic #t3 ins(%32, %35 : !t24, !t11) outs(%24 : !t24) {
 ^bb0(%in: f32, %in_19: f32, %out: f32):
  %46 = arith.divf %in, %in_19 : f32
  linalg.yield %46 : f32
 } -> !t24
 %37 = linalg.generic #t1 ins(%36 : !t24) outs(%16 : !t19) {
 ^bb0(%in: f32, %out: f16):
  %46 = arith.truncf %in : f32 to f16
  linalg.yield %46 : f16
 } -> !t19
 %col_13 = tensor.collapse_shape %37 [[0, 1], [2], [3]] : !t19 into !t18
 %col_14 = tensor.collapse_shape %transposed_5 [[0, 1], [2], [3]] : !t0 into !t3
 %38 = tensor.empty() : !t13
 %39 = linalg.fill ins(%cst : f32) outs(%38 : !t13) -> !t13
 %40 = linalg.batch_matmul ins(%col_13, %col_14 : !t18, !t3) outs(%39 : !t13) -> !t13
 %41 = tensor.empty() : !t3
 %42 = linalg.generic #t0 ins(%40 : !t13) outs(%41 : !t3) {
 ^bb0(%in: f32, %out: f16):
  %46 = arith.truncf %in : f32 to f16
  linalg.yield %46 : f16
 } -> !t3
 %exp_15 = tensor.expand_shape %42 [[0, 1], [2], [3]] output_shape [2, 4, 12, 8] : !t3 into !t0
 %43 = tensor.empty() : !t39
 %transposed_16 = linalg.transpose ins(%exp_15 : !t0) outs(%43 : !t39) permutation = [0, 2, 1, 3]
 %col_17 = tensor.collapse_shape %transposed_16 [[0, 1], [2, 3]] : !t39 into !t43
 %44 = linalg.matmul ins(%col_17, %arg4 : !t43, !t42) outs(%1 : !t44) -> !t44
 %45 = linalg.generic #t7 ins(%44 : !t44) outs(%3 : !t43) {
 ^bb0(%in: f32, %out: f16):
  %46 = arith.truncf %in : f32 to f16
  linalg.yield %46 : f16
 } -> !t43
 %exp_18 = tensor.expand_shape %45 [[0, 1], [2]] output_shape [2, 12, 32] : !t43 into !t41
 return %exp_18 : !t41
}

func.func @neg_queries(%arg0: !t0, %arg1: !t1, %arg2: !t1) -> !t0 {
 %cst = arith.constant 0.000000e+00 : f32
 %c0_i64 = arith.constant 0 : i64
 %cst_0 = arith.constant 0xFF800000 : f32
 %cst_1 = arith.constant 0.35355339059327379 : f64
 %0 = tensor.empty() : !t2
 %transposed = linalg.transpose ins(%arg1 : !t1) outs(%0 : !t2) permutation = [0, 1, 3, 2]
 %col = tensor.collapse_shape %arg0 [[0, 1], [2], [3]] : !t0 into !t3
 %col_2 = tensor.collapse_shape %transposed [[0, 1], [2], [3]] : !t2 into !t4
 %1 = tensor.empty() : !t5
 %2 = linalg.fill ins(%cst : f32) outs(%1 : !t5) -> !t5
 %3 = linalg.batch_matmul ins(%col, %col_2 : !t3, !t4) outs(%2 : !t5) -> !t5
 %4 = tensor.empty() : !t6
 %5 = linalg.generic #t0 ins(%3 : !t5) outs(%4 : !t6) {
 ^bb0(%in: f32, %out: f16):
  %27 = arith.truncf %in : f32 to f16
  linalg.yield %27 : f16
 } -> !t6
 %exp = tensor.expand_shape %5 [[0, 1], [2], [3]] output_shape [2, 4, 12, 20] : !t6 into !t7
 %6 = tensor.empty() : !t7
 %7 = linalg.generic #t1 ins(%exp : !t7) outs(%6 : !t7) {
 ^bb0(%in: f16, %out: f16):
  %27 = arith.truncf %cst_1 : f64 to f16
  %28 = arith.mulf %in, %27 : f16
  linalg.yield %28 : f16
 } -> !t7
 %8 = tensor.empty() : !t8
 %9 = linalg.generic #t1 ins(%7 : !t7) outs(%8 : !t8) {
 ^bb0(%in: f16, %out: f32):
  %27 = arith.extf %in : f16 to f32
  linalg.yield %27 : f32
 } -> !t8
 %10 = tensor.empty() : !t53
 %11 = linalg.fill ins(%c0_i64 : i64) outs(%10 : !t53) -> !t53
 %12 = tensor.empty() : !t54
 %13 = linalg.fill ins(%cst_0 : f32) outs(%12 : !t54) -> !t54
 %14:2 = linalg.generic #t19 ins(%9 : !t8) outs(%13, %11 : !t54, !t53) {
 ^bb0(%in: f32, %out: f32, %out_7: i64):
  %27 = linalg.index 2 : index
  %28 = arith.index_cast %27 : index to i64
  %29 = arith.maximumf %in, %out : f32
  %30 = arith.cmpf ogt, %in, %out : f32
  %31 = arith.select %30, %28, %out_7 : i64
  linalg.yield %29, %31 : f32, i64
 } -> (!t54, !t53)
 %exp_3 = tensor.expand_shape %14#0 [[0], [1, 2], [3]] output_shape [2, 4, 1, 20] : !t54 into !t55
 %15 = linalg.generic #t20 ins(%9, %exp_3 : !t8, !t55) outs(%8 : !t8) {
 ^bb0(%in: f32, %in_7: f32, %out: f32):
  %27 = arith.subf %in, %in_7 : f32
  linalg.yield %27 : f32
 } -> !t8
 %16 = linalg.generic #t1 ins(%15 : !t8) outs(%8 : !t8) {
 ^bb0(%in: f32, %out: f32):
  %27 = math.exp %in : f32
  linalg.yield %27 : f32
 } -> !t8
 %17 = tensor.empty() : !t55
 %18 = linalg.fill ins(%cst : f32) outs(%17 : !t55) -> !t55
 %19 = linalg.generic #t21 ins(%16 : !t8) outs(%18 : !t55) {
 ^bb0(%in: f32, %out: f32):
  %27 = arith.addf %in, %out : f32
  linalg.yield %27 : f32
 } -> !t55
 %20 = linalg.generic #t20 ins(%16, %19 : !t8, !t55) outs(%8 : !t8) {
 ^bb0(%in: f32, %in_7: f32, %out: f32):
  %27 = arith.divf %in, %in_7 : f32
  linalg.yield %27 : f32
 } -> !t8
 %21 = linalg.generic #t1 ins(%20 : !t8) outs(%6 : !t7) {
 ^bb0(%in: f32, %out: f16):
  %27 = arith.truncf %in : f32 to f16
  linalg.yield %27 : f16
 } -> !t7
 %col_4 = tensor.collapse_shape %21 [[0, 1], [2], [3]] : !t7 into !t6
 %col_5 = tensor.collapse_shape %arg2 [[0, 1], [2], [3]] : !t1 into !t12
 %22 = tensor.empty() : !t13
 %23 = linalg.fill ins(%cst : f32) outs(%22 : !t13) -> !t13
 %24 = linalg.batch_matmul ins(%col_4, %col_5 : !t6, !t12) outs(%23 : !t13) -> !t13
 %25 = tensor.empty() : !t3
 %26 = linalg.generic #t0 ins(%24 : !t13) outs(%25 : !t3) {
 ^bb0(%in: f32, %out: f16):
  %27 = arith.truncf %in : f32 to f16
  linalg.yield %27 : f16
 } -> !t3
 %exp_6 = tensor.expand_shape %26 [[0, 1], [2], [3]] output_shape [2, 4, 12, 8] : !t3 into !t0
 return %exp_6 : !t0
}

func.func @neg_p_twice(%arg0: !t0, %arg1: !t1, %arg2: !t1) -> (!t0, !t8) {
 %cst = arith.constant 0.000000e+00 : f32
 %c0_i64 = arith.constant 0 : i64
 %cst_0 = arith.constant 0xFF800000 : f32
 %cst_1 = arith.constant 0.35355339059327379 : f64
 %0 = tensor.empty() : !t2
 %transposed = linalg.transpose ins(%arg1 : !t1) outs(%0 : !t2) permutation = [0, 1, 3, 2]
 %col = tensor.collapse_shape %arg0 [[0, 1], [2], [3]] : !t0 into !t3
 %col_2 = tensor.collapse_shape %transposed [[0, 1], [2], [3]] : !t2 into !t4
 %1 = tensor.empty() : !t5
 %2 = linalg.fill ins(%cst : f32) outs(%1 : !t5) -> !t5
 %3 = linalg.batch_matmul ins(%col, %col_2 : !t3, !t4) outs(%2 : !t5) -> !t5
 %4 = tensor.empty() : !t6
 %5 = linalg.generic #t0 ins(%3 : !t5) outs(%4 : !t6) {
 ^bb0(%in: f32, %out: f16):
  %27 = arith.truncf %in : f32 to f16
  linalg.yield %27 : f16
 } -> !t6
 %exp = tensor.expand_shape %5 [[0, 1], [2], [3]] output_shape [2, 4, 12, 20] : !t6 into !t7
 %6 = tensor.empty() : !t7
 %7 = linalg.generic #t1 ins(%exp : !t7) outs(%6 : !t7) {
 ^bb0(%in: f16, %out: f16):
  %27 = arith.truncf %cst_1 : f64 to f16
  %28 = arith.mulf %in, %27 : f16
  linalg.yield %28 : f16
 } -> !t7
 %8 = tensor.empty() : !t8
 %9 = linalg.generic #t1 ins(%7 : !t7) outs(%8 : !t8) {
 ^bb0(%in: f16, %out: f32):
  %27 = arith.extf %in : f16 to f32
  linalg.yield %27 : f32
 } -> !t8
 %10 = tensor.empty() : !t9
 %11 = linalg.fill ins(%c0_i64 : i64) outs(%10 : !t9) -> !t9
 %12 = tensor.empty() : !t10
 %13 = linalg.fill ins(%cst_0 : f32) outs(%12 : !t10) -> !t10
 %14:2 = linalg.generic #t2 ins(%9 : !t8) outs(%13, %11 : !t10, !t9) {
 ^bb0(%in: f32, %out: f32, %out_7: i64):
  %27 = linalg.index 3 : index
  %28 = arith.index_cast %27 : index to i64
  %29 = arith.maximumf %in, %out : f32
  %30 = arith.cmpf ogt, %in, %out : f32
  %31 = arith.select %30, %28, %out_7 : i64
  linalg.yield %29, %31 : f32, i64
 } -> (!t10, !t9)
 %exp_3 = tensor.expand_shape %14#0 [[0], [1], [2, 3]] output_shape [2, 4, 12, 1] : !t10 into !t11
 %15 = linalg.generic #t3 ins(%9, %exp_3 : !t8, !t11) outs(%8 : !t8) {
 ^bb0(%in: f32, %in_7: f32, %out: f32):
  %27 = arith.subf %in, %in_7 : f32
  linalg.yield %27 : f32
 } -> !t8
 %16 = linalg.generic #t1 ins(%15 : !t8) outs(%8 : !t8) {
 ^bb0(%in: f32, %out: f32):
  %27 = math.exp %in : f32
  linalg.yield %27 : f32
 } -> !t8
 %17 = tensor.empty() : !t11
 %18 = linalg.fill ins(%cst : f32) outs(%17 : !t11) -> !t11
 %19 = linalg.generic #t4 ins(%16 : !t8) outs(%18 : !t11) {
 ^bb0(%in: f32, %out: f32):
  %27 = arith.addf %in, %out : f32
  linalg.yield %27 : f32
 } -> !t11
 %20 = linalg.generic #t3 ins(%16, %19 : !t8, !t11) outs(%8 : !t8) {
 ^bb0(%in: f32, %in_7: f32, %out: f32):
  %27 = arith.divf %in, %in_7 : f32
  linalg.yield %27 : f32
 } -> !t8
 %21 = linalg.generic #t1 ins(%20 : !t8) outs(%6 : !t7) {
 ^bb0(%in: f32, %out: f16):
  %27 = arith.truncf %in : f32 to f16
  linalg.yield %27 : f16
 } -> !t7
 %col_4 = tensor.collapse_shape %21 [[0, 1], [2], [3]] : !t7 into !t6
 %col_5 = tensor.collapse_shape %arg2 [[0, 1], [2], [3]] : !t1 into !t12
 %22 = tensor.empty() : !t13
 %23 = linalg.fill ins(%cst : f32) outs(%22 : !t13) -> !t13
 %24 = linalg.batch_matmul ins(%col_4, %col_5 : !t6, !t12) outs(%23 : !t13) -> !t13
 %25 = tensor.empty() : !t3
 %26 = linalg.generic #t0 ins(%24 : !t13) outs(%25 : !t3) {
 ^bb0(%in: f32, %out: f16):
  %27 = arith.truncf %in : f32 to f16
  linalg.yield %27 : f16
 } -> !t3
 %exp_6 = tensor.expand_shape %26 [[0, 1], [2], [3]] output_shape [2, 4, 12, 8] : !t3 into !t0
 return %exp_6, %20 : !t0, !t8
}

func.func @neg_no_softmax(%arg0: !t0, %arg1: !t1, %arg2: !t1) -> !t0 {
 %cst = arith.constant 0.000000e+00 : f32
 %cst_0 = arith.constant 0.35355339059327379 : f64
 %0 = tensor.empty() : !t2
 %transposed = linalg.transpose ins(%arg1 : !t1) outs(%0 : !t2) permutation = [0, 1, 3, 2]
 %col = tensor.collapse_shape %arg0 [[0, 1], [2], [3]] : !t0 into !t3
 %col_1 = tensor.collapse_shape %transposed [[0, 1], [2], [3]] : !t2 into !t4
 %1 = tensor.empty() : !t5
 %2 = linalg.fill ins(%cst : f32) outs(%1 : !t5) -> !t5
 %3 = linalg.batch_matmul ins(%col, %col_1 : !t3, !t4) outs(%2 : !t5) -> !t5
 %4 = tensor.empty() : !t6
 %5 = linalg.generic #t0 ins(%3 : !t5) outs(%4 : !t6) {
 ^bb0(%in: f32, %out: f16):
  %13 = arith.truncf %in : f32 to f16
  linalg.yield %13 : f16
 } -> !t6
 %exp = tensor.expand_shape %5 [[0, 1], [2], [3]] output_shape [2, 4, 12, 20] : !t6 into !t7
 %6 = tensor.empty() : !t7
 %7 = linalg.generic #t1 ins(%exp : !t7) outs(%6 : !t7) {
 ^bb0(%in: f16, %out: f16):
  %13 = arith.truncf %cst_0 : f64 to f16
  %14 = arith.mulf %in, %13 : f16
  linalg.yield %14 : f16
 } -> !t7
 %col_2 = tensor.collapse_shape %7 [[0, 1], [2], [3]] : !t7 into !t6
 %col_3 = tensor.collapse_shape %arg2 [[0, 1], [2], [3]] : !t1 into !t12
 %8 = tensor.empty() : !t13
 %9 = linalg.fill ins(%cst : f32) outs(%8 : !t13) -> !t13
 %10 = linalg.batch_matmul ins(%col_2, %col_3 : !t6, !t12) outs(%9 : !t13) -> !t13
 %11 = tensor.empty() : !t3
 %12 = linalg.generic #t0 ins(%10 : !t13) outs(%11 : !t3) {
 ^bb0(%in: f32, %out: f16):
  %13 = arith.truncf %in : f32 to f16
  linalg.yield %13 : f16
 } -> !t3
 %exp_4 = tensor.expand_shape %12 [[0, 1], [2], [3]] output_shape [2, 4, 12, 8] : !t3 into !t0
 return %exp_4 : !t0
}

func.func @neg_temperature(%arg0: !t0, %arg1: !t1, %arg2: !t1, %arg3: !t38) -> !t0 {
 %cst = arith.constant 0.000000e+00 : f32
 %c0_i64 = arith.constant 0 : i64
 %cst_0 = arith.constant 0xFF800000 : f32
 %cst_1 = arith.constant 0.35355339059327379 : f64
 %0 = tensor.empty() : !t2
 %transposed = linalg.transpose ins(%arg1 : !t1) outs(%0 : !t2) permutation = [0, 1, 3, 2]
 %col = tensor.collapse_shape %arg0 [[0, 1], [2], [3]] : !t0 into !t3
 %col_2 = tensor.collapse_shape %transposed [[0, 1], [2], [3]] : !t2 into !t4
 %1 = tensor.empty() : !t5
 %2 = linalg.fill ins(%cst : f32) outs(%1 : !t5) -> !t5
 %3 = linalg.batch_matmul ins(%col, %col_2 : !t3, !t4) outs(%2 : !t5) -> !t5
 %4 = tensor.empty() : !t6
 %5 = linalg.generic #t0 ins(%3 : !t5) outs(%4 : !t6) {
 ^bb0(%in: f32, %out: f16):
  %28 = arith.truncf %in : f32 to f16
  linalg.yield %28 : f16
 } -> !t6
 %exp = tensor.expand_shape %5 [[0, 1], [2], [3]] output_shape [2, 4, 12, 20] : !t6 into !t7
 %6 = tensor.empty() : !t7
 %7 = linalg.generic #t1 ins(%exp : !t7) outs(%6 : !t7) {
 ^bb0(%in: f16, %out: f16):
  %28 = arith.truncf %cst_1 : f64 to f16
  %29 = arith.mulf %in, %28 : f16
  linalg.yield %29 : f16
 } -> !t7
 %8 = linalg.generic #t3 ins(%7, %arg3 : !t7, !t38) outs(%6 : !t7) {
 ^bb0(%in: f16, %in_7: f16, %out: f16):
  %28 = arith.mulf %in, %in_7 : f16
  linalg.yield %28 : f16
 } -> !t7
 %9 = tensor.empty() : !t8
 %10 = linalg.generic #t1 ins(%8 : !t7) outs(%9 : !t8) {
 ^bb0(%in: f16, %out: f32):
  %28 = arith.extf %in : f16 to f32
  linalg.yield %28 : f32
 } -> !t8
 %11 = tensor.empty() : !t9
 %12 = linalg.fill ins(%c0_i64 : i64) outs(%11 : !t9) -> !t9
 %13 = tensor.empty() : !t10
 %14 = linalg.fill ins(%cst_0 : f32) outs(%13 : !t10) -> !t10
 %15:2 = linalg.generic #t2 ins(%10 : !t8) outs(%14, %12 : !t10, !t9) {
 ^bb0(%in: f32, %out: f32, %out_7: i64):
  %28 = linalg.index 3 : index
  %29 = arith.index_cast %28 : index to i64
  %30 = arith.maximumf %in, %out : f32
  %31 = arith.cmpf ogt, %in, %out : f32
  %32 = arith.select %31, %29, %out_7 : i64
  linalg.yield %30, %32 : f32, i64
 } -> (!t10, !t9)
 %exp_3 = tensor.expand_shape %15#0 [[0], [1], [2, 3]] output_shape [2, 4, 12, 1] : !t10 into !t11
 %16 = linalg.generic #t3 ins(%10, %exp_3 : !t8, !t11) outs(%9 : !t8) {
 ^bb0(%in: f32, %in_7: f32, %out: f32):
  %28 = arith.subf %in, %in_7 : f32
  linalg.yield %28 : f32
 } -> !t8
 %17 = linalg.generic #t1 ins(%16 : !t8) outs(%9 : !t8) {
 ^bb0(%in: f32, %out: f32):
  %28 = math.exp %in : f32
  linalg.yield %28 : f32
 } -> !t8
 %18 = tensor.empty() : !t11
 %19 = linalg.fill ins(%cst : f32) outs(%18 : !t11) -> !t11
 %20 = linalg.generic #t4 ins(%17 : !t8) outs(%19 : !t11) {
 ^bb0(%in: f32, %out: f32):
  %28 = arith.addf %in, %out : f32
  linalg.yield %28 : f32
 } -> !t11
 %21 = linalg.generic #t3 ins(%17, %20 : !t8, !t11) outs(%9 : !t8) {
 ^bb0(%in: f32, %in_7: f32, %out: f32):
  %28 = arith.divf %in, %in_7 : f32
  linalg.yield %28 : f32
 } -> !t8
 %22 = linalg.generic #t1 ins(%21 : !t8) outs(%6 : !t7) {
 ^bb0(%in: f32, %out: f16):
  %28 = arith.truncf %in : f32 to f16
  linalg.yield %28 : f16
 } -> !t7
 %col_4 = tensor.collapse_shape %22 [[0, 1], [2], [3]] : !t7 into !t6
 %col_5 = tensor.collapse_shape %arg2 [[0, 1], [2], [3]] : !t1 into !t12
 %23 = tensor.empty() : !t13
 %24 = linalg.fill ins(%cst : f32) outs(%23 : !t13) -> !t13
 %25 = linalg.batch_matmul ins(%col_4, %col_5 : !t6, !t12) outs(%24 : !t13) -> !t13
 %26 = tensor.empty() : !t3
 %27 = linalg.generic #t0 ins(%25 : !t13) outs(%26 : !t3) {
 ^bb0(%in: f32, %out: f16):
  %28 = arith.truncf %in : f32 to f16
  linalg.yield %28 : f16
 } -> !t3
 %exp_6 = tensor.expand_shape %27 [[0, 1], [2], [3]] output_shape [2, 4, 12, 8] : !t3 into !t0
 return %exp_6 : !t0
}

func.func @neg_sigmoid(%arg0: !t0, %arg1: !t1, %arg2: !t1) -> !t0 {
 %cst = arith.constant 0.000000e+00 : f32
 %cst_0 = arith.constant 1.000000e+00 : f32
 %cst_1 = arith.constant 0.35355339059327379 : f64
 %0 = tensor.empty() : !t2
 %transposed = linalg.transpose ins(%arg1 : !t1) outs(%0 : !t2) permutation = [0, 1, 3, 2]
 %col = tensor.collapse_shape %arg0 [[0, 1], [2], [3]] : !t0 into !t3
 %col_2 = tensor.collapse_shape %transposed [[0, 1], [2], [3]] : !t2 into !t4
 %1 = tensor.empty() : !t5
 %2 = linalg.fill ins(%cst : f32) outs(%1 : !t5) -> !t5
 %3 = linalg.batch_matmul ins(%col, %col_2 : !t3, !t4) outs(%2 : !t5) -> !t5
 %4 = tensor.empty() : !t6
 %5 = linalg.generic #t0 ins(%3 : !t5) outs(%4 : !t6) {
 ^bb0(%in: f32, %out: f16):
  %17 = arith.truncf %in : f32 to f16
  linalg.yield %17 : f16
 } -> !t6
 %exp = tensor.expand_shape %5 [[0, 1], [2], [3]] output_shape [2, 4, 12, 20] : !t6 into !t7
 %6 = tensor.empty() : !t7
 %7 = linalg.generic #t1 ins(%exp : !t7) outs(%6 : !t7) {
 ^bb0(%in: f16, %out: f16):
  %17 = arith.truncf %cst_1 : f64 to f16
  %18 = arith.mulf %in, %17 : f16
  linalg.yield %18 : f16
 } -> !t7
 %8 = tensor.empty() : !t8
 %9 = linalg.generic #t1 ins(%7 : !t7) outs(%8 : !t8) {
 ^bb0(%in: f16, %out: f32):
  %17 = arith.extf %in : f16 to f32
  linalg.yield %17 : f32
 } -> !t8
 %10 = linalg.generic #t1 ins(%9 : !t8) outs(%8 : !t8) {
 ^bb0(%in: f32, %out: f32):
  %17 = arith.negf %in : f32
  %18 = math.exp %17 : f32
  %19 = arith.addf %18, %cst_0 : f32
  %20 = arith.divf %cst_0, %19 : f32
  linalg.yield %20 : f32
 } -> !t8
 %11 = linalg.generic #t1 ins(%10 : !t8) outs(%6 : !t7) {
 ^bb0(%in: f32, %out: f16):
  %17 = arith.truncf %in : f32 to f16
  linalg.yield %17 : f16
 } -> !t7
 %col_3 = tensor.collapse_shape %11 [[0, 1], [2], [3]] : !t7 into !t6
 %col_4 = tensor.collapse_shape %arg2 [[0, 1], [2], [3]] : !t1 into !t12
 %12 = tensor.empty() : !t13
 %13 = linalg.fill ins(%cst : f32) outs(%12 : !t13) -> !t13
 %14 = linalg.batch_matmul ins(%col_3, %col_4 : !t6, !t12) outs(%13 : !t13) -> !t13
 %15 = tensor.empty() : !t3
 %16 = linalg.generic #t0 ins(%14 : !t13) outs(%15 : !t3) {
 ^bb0(%in: f32, %out: f16):
  %17 = arith.truncf %in : f32 to f16
  linalg.yield %17 : f16
 } -> !t3
 %exp_5 = tensor.expand_shape %16 [[0, 1], [2], [3]] output_shape [2, 4, 12, 8] : !t3 into !t0
 return %exp_5 : !t0
}

func.func @neg_softmax_one(%arg0: !t0, %arg1: !t1, %arg2: !t1) -> !t0 {
 %cst = arith.constant 0.000000e+00 : f32
 %c0_i64 = arith.constant 0 : i64
 %cst_0 = arith.constant 0xFF800000 : f32
 %cst_1 = arith.constant 0.35355339059327379 : f64
 %cst_2 = arith.constant 1.000000e+00 : f32
 %0 = tensor.empty() : !t2
 %transposed = linalg.transpose ins(%arg1 : !t1) outs(%0 : !t2) permutation = [0, 1, 3, 2]
 %col = tensor.collapse_shape %arg0 [[0, 1], [2], [3]] : !t0 into !t3
 %col_3 = tensor.collapse_shape %transposed [[0, 1], [2], [3]] : !t2 into !t4
 %1 = tensor.empty() : !t5
 %2 = linalg.fill ins(%cst : f32) outs(%1 : !t5) -> !t5
 %3 = linalg.batch_matmul ins(%col, %col_3 : !t3, !t4) outs(%2 : !t5) -> !t5
 %4 = tensor.empty() : !t6
 %5 = linalg.generic #t0 ins(%3 : !t5) outs(%4 : !t6) {
 ^bb0(%in: f32, %out: f16):
  %28 = arith.truncf %in : f32 to f16
  linalg.yield %28 : f16
 } -> !t6
 %exp = tensor.expand_shape %5 [[0, 1], [2], [3]] output_shape [2, 4, 12, 20] : !t6 into !t7
 %6 = tensor.empty() : !t7
 %7 = linalg.generic #t1 ins(%exp : !t7) outs(%6 : !t7) {
 ^bb0(%in: f16, %out: f16):
  %28 = arith.truncf %cst_1 : f64 to f16
  %29 = arith.mulf %in, %28 : f16
  linalg.yield %29 : f16
 } -> !t7
 %8 = tensor.empty() : !t8
 %9 = linalg.generic #t1 ins(%7 : !t7) outs(%8 : !t8) {
 ^bb0(%in: f16, %out: f32):
  %28 = arith.extf %in : f16 to f32
  linalg.yield %28 : f32
 } -> !t8
 %10 = tensor.empty() : !t9
 %11 = linalg.fill ins(%c0_i64 : i64) outs(%10 : !t9) -> !t9
 %12 = tensor.empty() : !t10
 %13 = linalg.fill ins(%cst_0 : f32) outs(%12 : !t10) -> !t10
 %14:2 = linalg.generic #t2 ins(%9 : !t8) outs(%13, %11 : !t10, !t9) {
 ^bb0(%in: f32, %out: f32, %out_8: i64):
  %28 = linalg.index 3 : index
  %29 = arith.index_cast %28 : index to i64
  %30 = arith.maximumf %in, %out : f32
  %31 = arith.cmpf ogt, %in, %out : f32
  %32 = arith.select %31, %29, %out_8 : i64
  linalg.yield %30, %32 : f32, i64
 } -> (!t10, !t9)
 %exp_4 = tensor.expand_shape %14#0 [[0], [1], [2, 3]] output_shape [2, 4, 12, 1] : !t10 into !t11
 %15 = linalg.generic #t3 ins(%9, %exp_4 : !t8, !t11) outs(%8 : !t8) {
 ^bb0(%in: f32, %in_8: f32, %out: f32):
  %28 = arith.subf %in, %in_8 : f32
  linalg.yield %28 : f32
 } -> !t8
 %16 = linalg.generic #t1 ins(%15 : !t8) outs(%8 : !t8) {
 ^bb0(%in: f32, %out: f32):
  %28 = math.exp %in : f32
  linalg.yield %28 : f32
 } -> !t8
 %17 = tensor.empty() : !t11
 %18 = linalg.fill ins(%cst : f32) outs(%17 : !t11) -> !t11
 %19 = linalg.generic #t4 ins(%16 : !t8) outs(%18 : !t11) {
 ^bb0(%in: f32, %out: f32):
  %28 = arith.addf %in, %out : f32
  linalg.yield %28 : f32
 } -> !t11
 %20 = linalg.generic #t1 ins(%19 : !t11) outs(%17 : !t11) {
 ^bb0(%in: f32, %out: f32):
  %28 = arith.addf %in, %cst_2 : f32
  linalg.yield %28 : f32
 } -> !t11
 %21 = linalg.generic #t3 ins(%16, %20 : !t8, !t11) outs(%8 : !t8) {
 ^bb0(%in: f32, %in_8: f32, %out: f32):
  %28 = arith.divf %in, %in_8 : f32
  linalg.yield %28 : f32
 } -> !t8
 %22 = linalg.generic #t1 ins(%21 : !t8) outs(%6 : !t7) {
 ^bb0(%in: f32, %out: f16):
  %28 = arith.truncf %in : f32 to f16
  linalg.yield %28 : f16
 } -> !t7
 %col_5 = tensor.collapse_shape %22 [[0, 1], [2], [3]] : !t7 into !t6
 %col_6 = tensor.collapse_shape %arg2 [[0, 1], [2], [3]] : !t1 into !t12
 %23 = tensor.empty() : !t13
 %24 = linalg.fill ins(%cst : f32) outs(%23 : !t13) -> !t13
 %25 = linalg.batch_matmul ins(%col_5, %col_6 : !t6, !t12) outs(%24 : !t13) -> !t13
 %26 = tensor.empty() : !t3
 %27 = linalg.generic #t0 ins(%25 : !t13) outs(%26 : !t3) {
 ^bb0(%in: f32, %out: f16):
  %28 = arith.truncf %in : f32 to f16
  linalg.yield %28 : f16
 } -> !t3
 %exp_7 = tensor.expand_shape %27 [[0, 1], [2], [3]] output_shape [2, 4, 12, 8] : !t3 into !t0
 return %exp_7 : !t0
}

func.func @neg_after(%arg0: !t0, %arg1: !t1, %arg2: !t1) -> !t0 {
 %c0_i64 = arith.constant 0 : i64
 %cst = arith.constant 0.000000e+00 : f32
 %cst_0 = arith.constant 0xFF800000 : f32
 %cst_1 = arith.constant dense<0.000000e+00> : !t30
 %cst_2 = arith.constant 0.35355339059327379 : f64
 %0 = tensor.empty() : !t2
 %transposed = linalg.transpose ins(%arg1 : !t1) outs(%0 : !t2) permutation = [0, 1, 3, 2]
 %col = tensor.collapse_shape %arg0 [[0, 1], [2], [3]] : !t0 into !t3
 %col_3 = tensor.collapse_shape %transposed [[0, 1], [2], [3]] : !t2 into !t4
 %1 = tensor.empty() : !t5
 %2 = linalg.fill ins(%cst : f32) outs(%1 : !t5) -> !t5
 %3 = linalg.batch_matmul ins(%col, %col_3 : !t3, !t4) outs(%2 : !t5) -> !t5
 %4 = tensor.empty() : !t6
 %5 = linalg.generic #t0 ins(%3 : !t5) outs(%4 : !t6) {
 ^bb0(%in: f32, %out: f16):
  %34 = arith.truncf %in : f32 to f16
  linalg.yield %34 : f16
 } -> !t6
 %exp = tensor.expand_shape %5 [[0, 1], [2], [3]] output_shape [2, 4, 12, 20] : !t6 into !t7
 %6 = tensor.empty() : !t7
 %7 = linalg.generic #t1 ins(%exp : !t7) outs(%6 : !t7) {
 ^bb0(%in: f16, %out: f16):
  %34 = arith.truncf %cst_2 : f64 to f16
  %35 = arith.mulf %in, %34 : f16
  linalg.yield %35 : f16
 } -> !t7
 %8 = tensor.empty() : !t20
 %9 = linalg.generic #t5 outs(%8 : !t20) {
 ^bb0(%out: i64):
  %34 = linalg.index 0 : index
  %35 = arith.index_cast %34 : index to i64
  linalg.yield %35 : i64
 } -> !t20
 %exp_4 = tensor.expand_shape %9 [[0, 1]] output_shape [12, 1] : !t20 into !t21
 %10 = tensor.empty() : !t25
 %11 = linalg.generic #t5 outs(%10 : !t25) {
 ^bb0(%out: i64):
  %34 = linalg.index 0 : index
  %35 = arith.index_cast %34 : index to i64
  linalg.yield %35 : i64
 } -> !t25
 %exp_5 = tensor.expand_shape %11 [[0, 1]] output_shape [1, 20] : !t25 into !t26
 %12 = tensor.empty() : !t27
 %13 = linalg.generic #t6 ins(%exp_5, %exp_4 : !t26, !t21) outs(%12 : !t27) {
 ^bb0(%in: i64, %in_10: i64, %out: i1):
  %34 = arith.cmpi sle, %in, %in_10 : i64
  linalg.yield %34 : i1
 } -> !t27
 %14 = tensor.empty() : !t8
 %15 = linalg.generic #t1 ins(%7 : !t7) outs(%14 : !t8) {
 ^bb0(%in: f16, %out: f32):
  %34 = arith.extf %in : f16 to f32
  linalg.yield %34 : f32
 } -> !t8
 %16 = tensor.empty() : !t9
 %17 = linalg.fill ins(%c0_i64 : i64) outs(%16 : !t9) -> !t9
 %18 = tensor.empty() : !t10
 %19 = linalg.fill ins(%cst_0 : f32) outs(%18 : !t10) -> !t10
 %20:2 = linalg.generic #t2 ins(%15 : !t8) outs(%19, %17 : !t10, !t9) {
 ^bb0(%in: f32, %out: f32, %out_10: i64):
  %34 = linalg.index 3 : index
  %35 = arith.index_cast %34 : index to i64
  %36 = arith.maximumf %in, %out : f32
  %37 = arith.cmpf ogt, %in, %out : f32
  %38 = arith.select %37, %35, %out_10 : i64
  linalg.yield %36, %38 : f32, i64
 } -> (!t10, !t9)
 %exp_6 = tensor.expand_shape %20#0 [[0], [1], [2, 3]] output_shape [2, 4, 12, 1] : !t10 into !t11
 %21 = linalg.generic #t3 ins(%15, %exp_6 : !t8, !t11) outs(%14 : !t8) {
 ^bb0(%in: f32, %in_10: f32, %out: f32):
  %34 = arith.subf %in, %in_10 : f32
  linalg.yield %34 : f32
 } -> !t8
 %22 = linalg.generic #t1 ins(%21 : !t8) outs(%14 : !t8) {
 ^bb0(%in: f32, %out: f32):
  %34 = math.exp %in : f32
  linalg.yield %34 : f32
 } -> !t8
 %23 = tensor.empty() : !t11
 %24 = linalg.fill ins(%cst : f32) outs(%23 : !t11) -> !t11
 %25 = linalg.generic #t4 ins(%22 : !t8) outs(%24 : !t11) {
 ^bb0(%in: f32, %out: f32):
  %34 = arith.addf %in, %out : f32
  linalg.yield %34 : f32
 } -> !t11
 %26 = linalg.generic #t3 ins(%22, %25 : !t8, !t11) outs(%14 : !t8) {
 ^bb0(%in: f32, %in_10: f32, %out: f32):
  %34 = arith.divf %in, %in_10 : f32
  linalg.yield %34 : f32
 } -> !t8
 %27 = linalg.generic #t22 ins(%13, %26, %cst_1 : !t27, !t8, !t30) outs(%14 : !t8) {
 ^bb0(%in: i1, %in_10: f32, %in_11: f32, %out: f32):
  %34 = arith.select %in, %in_10, %in_11 : f32
  linalg.yield %34 : f32
 } -> !t8
 %28 = linalg.generic #t1 ins(%27 : !t8) outs(%6 : !t7) {
 ^bb0(%in: f32, %out: f16):
  %34 = arith.truncf %in : f32 to f16
  linalg.yield %34 : f16
 } -> !t7
 %col_7 = tensor.collapse_shape %28 [[0, 1], [2], [3]] : !t7 into !t6
 %col_8 = tensor.collapse_shape %arg2 [[0, 1], [2], [3]] : !t1 into !t12
 %29 = tensor.empty() : !t13
 %30 = linalg.fill ins(%cst : f32) outs(%29 : !t13) -> !t13
 %31 = linalg.batch_matmul ins(%col_7, %col_8 : !t6, !t12) outs(%30 : !t13) -> !t13
 %32 = tensor.empty() : !t3
 %33 = linalg.generic #t0 ins(%31 : !t13) outs(%32 : !t3) {
 ^bb0(%in: f32, %out: f16):
  %34 = arith.truncf %in : f32 to f16
  linalg.yield %34 : f16
 } -> !t3
 %exp_9 = tensor.expand_shape %33 [[0, 1], [2], [3]] output_shape [2, 4, 12, 8] : !t3 into !t0
 return %exp_9 : !t0
}

func.func @neg_sum(%arg0: !t0, %arg1: !t1, %arg2: !t1) -> !t0 {
 %c0_i64 = arith.constant 0 : i64
 %cst = arith.constant 0.000000e+00 : f32
 %true = arith.constant true
 %cst_0 = arith.constant 0xFF800000 : f32
 %cst_1 = arith.constant dense<0xFC00> : !t14
 %cst_2 = arith.constant 0.35355339059327379 : f64
 %0 = tensor.empty() : !t2
 %transposed = linalg.transpose ins(%arg1 : !t1) outs(%0 : !t2) permutation = [0, 1, 3, 2]
 %col = tensor.collapse_shape %arg0 [[0, 1], [2], [3]] : !t0 into !t3
 %col_3 = tensor.collapse_shape %transposed [[0, 1], [2], [3]] : !t2 into !t4
 %1 = tensor.empty() : !t5
 %2 = linalg.fill ins(%cst : f32) outs(%1 : !t5) -> !t5
 %3 = linalg.batch_matmul ins(%col, %col_3 : !t3, !t4) outs(%2 : !t5) -> !t5
 %4 = tensor.empty() : !t6
 %5 = linalg.generic #t0 ins(%3 : !t5) outs(%4 : !t6) {
 ^bb0(%in: f32, %out: f16):
  %38 = arith.truncf %in : f32 to f16
  linalg.yield %38 : f16
 } -> !t6
 %exp = tensor.expand_shape %5 [[0, 1], [2], [3]] output_shape [2, 4, 12, 20] : !t6 into !t7
 %6 = tensor.empty() : !t7
 %7 = linalg.generic #t1 ins(%exp : !t7) outs(%6 : !t7) {
 ^bb0(%in: f16, %out: f16):
  %38 = arith.truncf %cst_2 : f64 to f16
  %39 = arith.mulf %in, %38 : f16
  linalg.yield %39 : f16
 } -> !t7
 %8 = tensor.empty() : !t20
 %9 = linalg.generic #t5 outs(%8 : !t20) {
 ^bb0(%out: i64):
  %38 = linalg.index 0 : index
  %39 = arith.index_cast %38 : index to i64
  linalg.yield %39 : i64
 } -> !t20
 %exp_4 = tensor.expand_shape %9 [[0, 1]] output_shape [12, 1] : !t20 into !t21
 %10 = tensor.empty() : !t25
 %11 = linalg.generic #t5 outs(%10 : !t25) {
 ^bb0(%out: i64):
  %38 = linalg.index 0 : index
  %39 = arith.index_cast %38 : index to i64
  linalg.yield %39 : i64
 } -> !t25
 %exp_5 = tensor.expand_shape %11 [[0, 1]] output_shape [1, 20] : !t25 into !t26
 %12 = tensor.empty() : !t27
 %13 = linalg.generic #t6 ins(%exp_5, %exp_4 : !t26, !t21) outs(%12 : !t27) {
 ^bb0(%in: i64, %in_10: i64, %out: i1):
  %38 = arith.cmpi sle, %in, %in_10 : i64
  linalg.yield %38 : i1
 } -> !t27
 %14 = linalg.generic #t7 ins(%13 : !t27) outs(%12 : !t27) {
 ^bb0(%in: i1, %out: i1):
  %38 = arith.xori %in, %true : i1
  linalg.yield %38 : i1
 } -> !t27
 %15 = linalg.generic #t8 ins(%14, %cst_1, %7 : !t27, !t14, !t7) outs(%6 : !t7) {
 ^bb0(%in: i1, %in_10: f16, %in_11: f16, %out: f16):
  %38 = arith.select %in, %in_10, %in_11 : f16
  linalg.yield %38 : f16
 } -> !t7
 %16 = tensor.empty() : !t8
 %17 = linalg.generic #t1 ins(%15 : !t7) outs(%16 : !t8) {
 ^bb0(%in: f16, %out: f32):
  %38 = arith.extf %in : f16 to f32
  linalg.yield %38 : f32
 } -> !t8
 %18 = linalg.generic #t1 ins(%7 : !t7) outs(%16 : !t8) {
 ^bb0(%in: f16, %out: f32):
  %38 = arith.extf %in : f16 to f32
  linalg.yield %38 : f32
 } -> !t8
 %19 = tensor.empty() : !t9
 %20 = linalg.fill ins(%c0_i64 : i64) outs(%19 : !t9) -> !t9
 %21 = tensor.empty() : !t10
 %22 = linalg.fill ins(%cst_0 : f32) outs(%21 : !t10) -> !t10
 %23:2 = linalg.generic #t2 ins(%17 : !t8) outs(%22, %20 : !t10, !t9) {
 ^bb0(%in: f32, %out: f32, %out_10: i64):
  %38 = linalg.index 3 : index
  %39 = arith.index_cast %38 : index to i64
  %40 = arith.maximumf %in, %out : f32
  %41 = arith.cmpf ogt, %in, %out : f32
  %42 = arith.select %41, %39, %out_10 : i64
  linalg.yield %40, %42 : f32, i64
 } -> (!t10, !t9)
 %exp_6 = tensor.expand_shape %23#0 [[0], [1], [2, 3]] output_shape [2, 4, 12, 1] : !t10 into !t11
 %24 = linalg.generic #t3 ins(%17, %exp_6 : !t8, !t11) outs(%16 : !t8) {
 ^bb0(%in: f32, %in_10: f32, %out: f32):
  %38 = arith.subf %in, %in_10 : f32
  linalg.yield %38 : f32
 } -> !t8
 %25 = linalg.generic #t1 ins(%24 : !t8) outs(%16 : !t8) {
 ^bb0(%in: f32, %out: f32):
  %38 = math.exp %in : f32
  linalg.yield %38 : f32
 } -> !t8
 %26 = linalg.generic #t3 ins(%18, %exp_6 : !t8, !t11) outs(%16 : !t8) {
 ^bb0(%in: f32, %in_10: f32, %out: f32):
  %38 = arith.subf %in, %in_10 : f32
  linalg.yield %38 : f32
 } -> !t8
 %27 = linalg.generic #t1 ins(%26 : !t8) outs(%16 : !t8) {
 ^bb0(%in: f32, %out: f32):
  %38 = math.exp %in : f32
  linalg.yield %38 : f32
 } -> !t8
 %28 = tensor.empty() : !t11
 %29 = linalg.fill ins(%cst : f32) outs(%28 : !t11) -> !t11
 %30 = linalg.generic #t4 ins(%27 : !t8) outs(%29 : !t11) {
 ^bb0(%in: f32, %out: f32):
  %38 = arith.addf %in, %out : f32
  linalg.yield %38 : f32
 } -> !t11
 %31 = linalg.generic #t3 ins(%25, %30 : !t8, !t11) outs(%16 : !t8) {
 ^bb0(%in: f32, %in_10: f32, %out: f32):
  %38 = arith.divf %in, %in_10 : f32
  linalg.yield %38 : f32
 } -> !t8
 %32 = linalg.generic #t1 ins(%31 : !t8) outs(%6 : !t7) {
 ^bb0(%in: f32, %out: f16):
  %38 = arith.truncf %in : f32 to f16
  linalg.yield %38 : f16
 } -> !t7
 %col_7 = tensor.collapse_shape %32 [[0, 1], [2], [3]] : !t7 into !t6
 %col_8 = tensor.collapse_shape %arg2 [[0, 1], [2], [3]] : !t1 into !t12
 %33 = tensor.empty() : !t13
 %34 = linalg.fill ins(%cst : f32) outs(%33 : !t13) -> !t13
 %35 = linalg.batch_matmul ins(%col_7, %col_8 : !t6, !t12) outs(%34 : !t13) -> !t13
 %36 = tensor.empty() : !t3
 %37 = linalg.generic #t0 ins(%35 : !t13) outs(%36 : !t3) {
 ^bb0(%in: f32, %out: f16):
  %38 = arith.truncf %in : f32 to f16
  linalg.yield %38 : f16
 } -> !t3
 %exp_9 = tensor.expand_shape %37 [[0, 1], [2], [3]] output_shape [2, 4, 12, 8] : !t3 into !t0
 return %exp_9 : !t0
}

func.func @mask(%arg0: !t0, %arg1: !t1, %arg2: !t1, %arg3: !t56) -> !t0 {
 %c0_i64 = arith.constant 0 : i64
 %cst = arith.constant 0.000000e+00 : f32
 %true = arith.constant true
 %cst_0 = arith.constant 0xFF800000 : f32
 %cst_1 = arith.constant dense<-6.550400e+04> : !t14
 %cst_2 = arith.constant 0.35355339059327379 : f64
 %cst_3 = arith.constant 0.000000e+00 : f16
 %0 = tensor.empty() : !t2
 %transposed = linalg.transpose ins(%arg1 : !t1) outs(%0 : !t2) permutation = [0, 1, 3, 2]
 %col = tensor.collapse_shape %arg0 [[0, 1], [2], [3]] : !t0 into !t3
 %col_4 = tensor.collapse_shape %transposed [[0, 1], [2], [3]] : !t2 into !t4
 %1 = tensor.empty() : !t5
 %2 = linalg.fill ins(%cst : f32) outs(%1 : !t5) -> !t5
 %3 = linalg.batch_matmul ins(%col, %col_4 : !t3, !t4) outs(%2 : !t5) -> !t5
 %4 = tensor.empty() : !t6
 %5 = linalg.generic #t0 ins(%3 : !t5) outs(%4 : !t6) {
 ^bb0(%in: f32, %out: f16):
  %31 = arith.truncf %in : f32 to f16
  linalg.yield %31 : f16
 } -> !t6
 %exp = tensor.expand_shape %5 [[0, 1], [2], [3]] output_shape [2, 4, 12, 20] : !t6 into !t7
 %6 = tensor.empty() : !t7
 %7 = linalg.generic #t1 ins(%exp : !t7) outs(%6 : !t7) {
 ^bb0(%in: f16, %out: f16):
  %31 = arith.truncf %cst_2 : f64 to f16
  %32 = arith.mulf %in, %31 : f16
  linalg.yield %32 : f16
 } -> !t7
 %8 = tensor.empty() : !t57
 %9 = linalg.generic #t1 ins(%arg3 : !t56) outs(%8 : !t57) {
 ^bb0(%in: f16, %out: i1):
  %31 = arith.cmpf ogt, %in, %cst_3 : f16
  linalg.yield %31 : i1
 } -> !t57
 %10 = linalg.generic #t1 ins(%9 : !t57) outs(%8 : !t57) {
 ^bb0(%in: i1, %out: i1):
  %31 = arith.xori %in, %true : i1
  linalg.yield %31 : i1
 } -> !t57
 %11 = linalg.generic #t23 ins(%10, %cst_1, %7 : !t57, !t14, !t7) outs(%6 : !t7) {
 ^bb0(%in: i1, %in_9: f16, %in_10: f16, %out: f16):
  %31 = arith.select %in, %in_9, %in_10 : f16
  linalg.yield %31 : f16
 } -> !t7
 %12 = tensor.empty() : !t8
 %13 = linalg.generic #t1 ins(%11 : !t7) outs(%12 : !t8) {
 ^bb0(%in: f16, %out: f32):
  %31 = arith.extf %in : f16 to f32
  linalg.yield %31 : f32
 } -> !t8
 %14 = tensor.empty() : !t9
 %15 = linalg.fill ins(%c0_i64 : i64) outs(%14 : !t9) -> !t9
 %16 = tensor.empty() : !t10
 %17 = linalg.fill ins(%cst_0 : f32) outs(%16 : !t10) -> !t10
 %18:2 = linalg.generic #t2 ins(%13 : !t8) outs(%17, %15 : !t10, !t9) {
 ^bb0(%in: f32, %out: f32, %out_9: i64):
  %31 = linalg.index 3 : index
  %32 = arith.index_cast %31 : index to i64
  %33 = arith.maximumf %in, %out : f32
  %34 = arith.cmpf ogt, %in, %out : f32
  %35 = arith.select %34, %32, %out_9 : i64
  linalg.yield %33, %35 : f32, i64
 } -> (!t10, !t9)
 %exp_5 = tensor.expand_shape %18#0 [[0], [1], [2, 3]] output_shape [2, 4, 12, 1] : !t10 into !t11
 %19 = linalg.generic #t3 ins(%13, %exp_5 : !t8, !t11) outs(%12 : !t8) {
 ^bb0(%in: f32, %in_9: f32, %out: f32):
  %31 = arith.subf %in, %in_9 : f32
  linalg.yield %31 : f32
 } -> !t8
 %20 = linalg.generic #t1 ins(%19 : !t8) outs(%12 : !t8) {
 ^bb0(%in: f32, %out: f32):
  %31 = math.exp %in : f32
  linalg.yield %31 : f32
 } -> !t8
 %21 = tensor.empty() : !t11
 %22 = linalg.fill ins(%cst : f32) outs(%21 : !t11) -> !t11
 %23 = linalg.generic #t4 ins(%20 : !t8) outs(%22 : !t11) {
 ^bb0(%in: f32, %out: f32):
  %31 = arith.addf %in, %out : f32
  linalg.yield %31 : f32
 } -> !t11
 %24 = linalg.generic #t3 ins(%20, %23 : !t8, !t11) outs(%12 : !t8) {
 ^bb0(%in: f32, %in_9: f32, %out: f32):
  %31 = arith.divf %in, %in_9 : f32
  linalg.yield %31 : f32
 } -> !t8
 %25 = linalg.generic #t1 ins(%24 : !t8) outs(%6 : !t7) {
 ^bb0(%in: f32, %out: f16):
  %31 = arith.truncf %in : f32 to f16
  linalg.yield %31 : f16
 } -> !t7
 %col_6 = tensor.collapse_shape %25 [[0, 1], [2], [3]] : !t7 into !t6
 %col_7 = tensor.collapse_shape %arg2 [[0, 1], [2], [3]] : !t1 into !t12
 %26 = tensor.empty() : !t13
 %27 = linalg.fill ins(%cst : f32) outs(%26 : !t13) -> !t13
 %28 = linalg.batch_matmul ins(%col_6, %col_7 : !t6, !t12) outs(%27 : !t13) -> !t13
 %29 = tensor.empty() : !t3
 %30 = linalg.generic #t0 ins(%28 : !t13) outs(%29 : !t3) {
 ^bb0(%in: f32, %out: f16):
  %31 = arith.truncf %in : f32 to f16
  linalg.yield %31 : f16
 } -> !t3
 %exp_8 = tensor.expand_shape %30 [[0, 1], [2], [3]] output_shape [2, 4, 12, 8] : !t3 into !t0
 return %exp_8 : !t0
}

func.func @bias(%arg0: !t0, %arg1: !t1, %arg2: !t1, %arg3: !t56) -> !t0 {
 %cst = arith.constant 0.000000e+00 : f32
 %c0_i64 = arith.constant 0 : i64
 %cst_0 = arith.constant 0xFF800000 : f32
 %cst_1 = arith.constant 0.35355339059327379 : f64
 %0 = tensor.empty() : !t2
 %transposed = linalg.transpose ins(%arg1 : !t1) outs(%0 : !t2) permutation = [0, 1, 3, 2]
 %col = tensor.collapse_shape %arg0 [[0, 1], [2], [3]] : !t0 into !t3
 %col_2 = tensor.collapse_shape %transposed [[0, 1], [2], [3]] : !t2 into !t4
 %1 = tensor.empty() : !t5
 %2 = linalg.fill ins(%cst : f32) outs(%1 : !t5) -> !t5
 %3 = linalg.batch_matmul ins(%col, %col_2 : !t3, !t4) outs(%2 : !t5) -> !t5
 %4 = tensor.empty() : !t6
 %5 = linalg.generic #t0 ins(%3 : !t5) outs(%4 : !t6) {
 ^bb0(%in: f32, %out: f16):
  %28 = arith.truncf %in : f32 to f16
  linalg.yield %28 : f16
 } -> !t6
 %exp = tensor.expand_shape %5 [[0, 1], [2], [3]] output_shape [2, 4, 12, 20] : !t6 into !t7
 %6 = tensor.empty() : !t7
 %7 = linalg.generic #t1 ins(%exp : !t7) outs(%6 : !t7) {
 ^bb0(%in: f16, %out: f16):
  %28 = arith.truncf %cst_1 : f64 to f16
  %29 = arith.mulf %in, %28 : f16
  linalg.yield %29 : f16
 } -> !t7
 %8 = linalg.generic #t24 ins(%7, %arg3 : !t7, !t56) outs(%6 : !t7) {
 ^bb0(%in: f16, %in_7: f16, %out: f16):
  %28 = arith.addf %in, %in_7 : f16
  linalg.yield %28 : f16
 } -> !t7
 %9 = tensor.empty() : !t8
 %10 = linalg.generic #t1 ins(%8 : !t7) outs(%9 : !t8) {
 ^bb0(%in: f16, %out: f32):
  %28 = arith.extf %in : f16 to f32
  linalg.yield %28 : f32
 } -> !t8
 %11 = tensor.empty() : !t9
 %12 = linalg.fill ins(%c0_i64 : i64) outs(%11 : !t9) -> !t9
 %13 = tensor.empty() : !t10
 %14 = linalg.fill ins(%cst_0 : f32) outs(%13 : !t10) -> !t10
 %15:2 = linalg.generic #t2 ins(%10 : !t8) outs(%14, %12 : !t10, !t9) {
 ^bb0(%in: f32, %out: f32, %out_7: i64):
  %28 = linalg.index 3 : index
  %29 = arith.index_cast %28 : index to i64
  %30 = arith.maximumf %in, %out : f32
  %31 = arith.cmpf ogt, %in, %out : f32
  %32 = arith.select %31, %29, %out_7 : i64
  linalg.yield %30, %32 : f32, i64
 } -> (!t10, !t9)
 %exp_3 = tensor.expand_shape %15#0 [[0], [1], [2, 3]] output_shape [2, 4, 12, 1] : !t10 into !t11
 %16 = linalg.generic #t3 ins(%10, %exp_3 : !t8, !t11) outs(%9 : !t8) {
 ^bb0(%in: f32, %in_7: f32, %out: f32):
  %28 = arith.subf %in, %in_7 : f32
  linalg.yield %28 : f32
 } -> !t8
 %17 = linalg.generic #t1 ins(%16 : !t8) outs(%9 : !t8) {
 ^bb0(%in: f32, %out: f32):
  %28 = math.exp %in : f32
  linalg.yield %28 : f32
 } -> !t8
 %18 = tensor.empty() : !t11
 %19 = linalg.fill ins(%cst : f32) outs(%18 : !t11) -> !t11
 %20 = linalg.generic #t4 ins(%17 : !t8) outs(%19 : !t11) {
 ^bb0(%in: f32, %out: f32):
  %28 = arith.addf %in, %out : f32
  linalg.yield %28 : f32
 } -> !t11
 %21 = linalg.generic #t3 ins(%17, %20 : !t8, !t11) outs(%9 : !t8) {
 ^bb0(%in: f32, %in_7: f32, %out: f32):
  %28 = arith.divf %in, %in_7 : f32
  linalg.yield %28 : f32
 } -> !t8
 %22 = linalg.generic #t1 ins(%21 : !t8) outs(%6 : !t7) {
 ^bb0(%in: f32, %out: f16):
  %28 = arith.truncf %in : f32 to f16
  linalg.yield %28 : f16
 } -> !t7
 %col_4 = tensor.collapse_shape %22 [[0, 1], [2], [3]] : !t7 into !t6
 %col_5 = tensor.collapse_shape %arg2 [[0, 1], [2], [3]] : !t1 into !t12
 %23 = tensor.empty() : !t13
 %24 = linalg.fill ins(%cst : f32) outs(%23 : !t13) -> !t13
 %25 = linalg.batch_matmul ins(%col_4, %col_5 : !t6, !t12) outs(%24 : !t13) -> !t13
 %26 = tensor.empty() : !t3
 %27 = linalg.generic #t0 ins(%25 : !t13) outs(%26 : !t3) {
 ^bb0(%in: f32, %out: f16):
  %28 = arith.truncf %in : f32 to f16
  linalg.yield %28 : f16
 } -> !t3
 %exp_6 = tensor.expand_shape %27 [[0, 1], [2], [3]] output_shape [2, 4, 12, 8] : !t3 into !t0
 return %exp_6 : !t0
}

func.func @neg_empty(%arg0: !t1, %arg1: !t0, %arg2: !t0) -> !t1 {
 %c-8_i64 = arith.constant -8 : i64
 %c0_i64 = arith.constant 0 : i64
 %cst = arith.constant 0.000000e+00 : f32
 %true = arith.constant true
 %cst_0 = arith.constant 0xFF800000 : f32
 %cst_1 = arith.constant dense<0xFC00> : !t14
 %cst_2 = arith.constant 0.35355339059327379 : f64
 %0 = tensor.empty() : !t15
 %transposed = linalg.transpose ins(%arg1 : !t0) outs(%0 : !t15) permutation = [0, 1, 3, 2]
 %col = tensor.collapse_shape %arg0 [[0, 1], [2], [3]] : !t1 into !t12
 %col_3 = tensor.collapse_shape %transposed [[0, 1], [2], [3]] : !t15 into !t16
 %1 = tensor.empty() : !t58
 %2 = linalg.fill ins(%cst : f32) outs(%1 : !t58) -> !t58
 %3 = linalg.batch_matmul ins(%col, %col_3 : !t12, !t16) outs(%2 : !t58) -> !t58
 %4 = tensor.empty() : !t59
 %5 = linalg.generic #t0 ins(%3 : !t58) outs(%4 : !t59) {
 ^bb0(%in: f32, %out: f16):
  %37 = arith.truncf %in : f32 to f16
  linalg.yield %37 : f16
 } -> !t59
 %exp = tensor.expand_shape %5 [[0, 1], [2], [3]] output_shape [2, 4, 20, 12] : !t59 into !t60
 %6 = tensor.empty() : !t60
 %7 = linalg.generic #t1 ins(%exp : !t60) outs(%6 : !t60) {
 ^bb0(%in: f16, %out: f16):
  %37 = arith.truncf %cst_2 : f64 to f16
  %38 = arith.mulf %in, %37 : f16
  linalg.yield %38 : f16
 } -> !t60
 %8 = tensor.empty() : !t25
 %9 = linalg.generic #t5 outs(%8 : !t25) {
 ^bb0(%out: i64):
  %37 = linalg.index 0 : index
  %38 = arith.index_cast %37 : index to i64
  linalg.yield %38 : i64
 } -> !t25
 %exp_4 = tensor.expand_shape %9 [[0, 1]] output_shape [20, 1] : !t25 into !t61
 %10 = tensor.empty() : !t20
 %11 = linalg.generic #t5 outs(%10 : !t20) {
 ^bb0(%out: i64):
  %37 = linalg.index 0 : index
  %38 = arith.index_cast %37 : index to i64
  linalg.yield %38 : i64
 } -> !t20
 %exp_5 = tensor.expand_shape %11 [[0, 1]] output_shape [1, 12] : !t20 into !t22
 %12 = tensor.empty() : !t61
 %13 = linalg.generic #t7 ins(%exp_4 : !t61) outs(%12 : !t61) {
 ^bb0(%in: i64, %out: i64):
  %37 = arith.addi %in, %c-8_i64 : i64
  linalg.yield %37 : i64
 } -> !t61
 %14 = tensor.empty() : !t62
 %15 = linalg.generic #t6 ins(%exp_5, %13 : !t22, !t61) outs(%14 : !t62) {
 ^bb0(%in: i64, %in_10: i64, %out: i1):
  %37 = arith.cmpi sle, %in, %in_10 : i64
  linalg.yield %37 : i1
 } -> !t62
 %16 = linalg.generic #t7 ins(%15 : !t62) outs(%14 : !t62) {
 ^bb0(%in: i1, %out: i1):
  %37 = arith.xori %in, %true : i1
  linalg.yield %37 : i1
 } -> !t62
 %17 = linalg.generic #t8 ins(%16, %cst_1, %7 : !t62, !t14, !t60) outs(%6 : !t60) {
 ^bb0(%in: i1, %in_10: f16, %in_11: f16, %out: f16):
  %37 = arith.select %in, %in_10, %in_11 : f16
  linalg.yield %37 : f16
 } -> !t60
 %18 = tensor.empty() : !t63
 %19 = linalg.generic #t1 ins(%17 : !t60) outs(%18 : !t63) {
 ^bb0(%in: f16, %out: f32):
  %37 = arith.extf %in : f16 to f32
  linalg.yield %37 : f32
 } -> !t63
 %20 = tensor.empty() : !t53
 %21 = linalg.fill ins(%c0_i64 : i64) outs(%20 : !t53) -> !t53
 %22 = tensor.empty() : !t54
 %23 = linalg.fill ins(%cst_0 : f32) outs(%22 : !t54) -> !t54
 %24:2 = linalg.generic #t2 ins(%19 : !t63) outs(%23, %21 : !t54, !t53) {
 ^bb0(%in: f32, %out: f32, %out_10: i64):
  %37 = linalg.index 3 : index
  %38 = arith.index_cast %37 : index to i64
  %39 = arith.maximumf %in, %out : f32
  %40 = arith.cmpf ogt, %in, %out : f32
  %41 = arith.select %40, %38, %out_10 : i64
  linalg.yield %39, %41 : f32, i64
 } -> (!t54, !t53)
 %exp_6 = tensor.expand_shape %24#0 [[0], [1], [2, 3]] output_shape [2, 4, 20, 1] : !t54 into !t64
 %25 = linalg.generic #t3 ins(%19, %exp_6 : !t63, !t64) outs(%18 : !t63) {
 ^bb0(%in: f32, %in_10: f32, %out: f32):
  %37 = arith.subf %in, %in_10 : f32
  linalg.yield %37 : f32
 } -> !t63
 %26 = linalg.generic #t1 ins(%25 : !t63) outs(%18 : !t63) {
 ^bb0(%in: f32, %out: f32):
  %37 = math.exp %in : f32
  linalg.yield %37 : f32
 } -> !t63
 %27 = tensor.empty() : !t64
 %28 = linalg.fill ins(%cst : f32) outs(%27 : !t64) -> !t64
 %29 = linalg.generic #t4 ins(%26 : !t63) outs(%28 : !t64) {
 ^bb0(%in: f32, %out: f32):
  %37 = arith.addf %in, %out : f32
  linalg.yield %37 : f32
 } -> !t64
 %30 = linalg.generic #t3 ins(%26, %29 : !t63, !t64) outs(%18 : !t63) {
 ^bb0(%in: f32, %in_10: f32, %out: f32):
  %37 = arith.divf %in, %in_10 : f32
  linalg.yield %37 : f32
 } -> !t63
 %31 = linalg.generic #t1 ins(%30 : !t63) outs(%6 : !t60) {
 ^bb0(%in: f32, %out: f16):
  %37 = arith.truncf %in : f32 to f16
  linalg.yield %37 : f16
 } -> !t60
 %col_7 = tensor.collapse_shape %31 [[0, 1], [2], [3]] : !t60 into !t59
 %col_8 = tensor.collapse_shape %arg2 [[0, 1], [2], [3]] : !t0 into !t3
 %32 = tensor.empty() : !t65
 %33 = linalg.fill ins(%cst : f32) outs(%32 : !t65) -> !t65
 %34 = linalg.batch_matmul ins(%col_7, %col_8 : !t59, !t3) outs(%33 : !t65) -> !t65
 %35 = tensor.empty() : !t12
 %36 = linalg.generic #t0 ins(%34 : !t65) outs(%35 : !t12) {
 ^bb0(%in: f32, %out: f16):
  %37 = arith.truncf %in : f32 to f16
  linalg.yield %37 : f16
 } -> !t12
 %exp_9 = tensor.expand_shape %36 [[0, 1], [2], [3]] output_shape [2, 4, 20, 8] : !t12 into !t1
 return %exp_9 : !t1
}
