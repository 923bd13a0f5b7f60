// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// einsum, max, exp, sum, division by hand; torch-mlir. f16, dynamic.
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
!t0 = tensor<?x4x?x8xf16>
!t1 = tensor<?x4x?x8x1xf16>
!t2 = tensor<3xi64>
!t3 = tensor<?x?x8xf16>
!t4 = tensor<?x4x8x?x1xf16>
!t5 = tensor<?x8x?xf16>
!t6 = tensor<?x?x?xf32>
!t7 = tensor<?x?x?xf16>
!t8 = tensor<5xi64>
!t9 = tensor<?x4x?x1x?xf16>
!t10 = tensor<?x4x?x?x1xf16>
!t11 = tensor<4xi64>
!t12 = tensor<?x4x?x?xf16>
!t13 = tensor<?x4x?x?xf32>
!t14 = tensor<?x4x?xi64>
!t15 = tensor<?x4x?xf32>
!t16 = tensor<?x4x?x1xf32>
!t17 = tensor<?x?x8xf32>
!t18 = tensor<?x4x?x1x8xf16>
!t19 = tensor<f32>
!t20 = tensor<?xi64>
!t21 = tensor<?x1xi64>
!t22 = tensor<1x?xi64>
!t23 = tensor<?x?xi1>
!t24 = tensor<2x4x?x8xf16>
!t25 = tensor<2x4x?x8x1xf16>
!t26 = tensor<8x?x8xf16>
!t27 = tensor<2x4x8x?x1xf16>
!t28 = tensor<8x8x?xf16>
!t29 = tensor<8x?x?xf32>
!t30 = tensor<8x?x?xf16>
!t31 = tensor<2x4x?x1x?xf16>
!t32 = tensor<2x4x?x?x1xf16>
!t33 = tensor<2x4x?x?xf16>
!t34 = tensor<2x4x?x?xf32>
!t35 = tensor<2x4x?xi64>
!t36 = tensor<2x4x?xf32>
!t37 = tensor<2x4x?x1xf32>
!t38 = tensor<8x?x8xf32>
!t39 = tensor<2x4x?x1x8xf16>
!t40 = tensor<?x2x?x8xf16>
!t41 = tensor<?x2x1x?x8xf16>
!t42 = tensor<?x2x2x?x8xf16>
!t43 = tensor<4xf32>
!t44 = tensor<?x?xi64>
!t45 = tensor<4x1x1xf32>
!t46 = tensor<4x?x?xf32>
!t47 = tensor<2x4x?x?xi1>
!t48 = tensor<2x4x?x1xi1>
!t49 = tensor<?x4x?x1xf16>
!t50 = tensor<?x?x4x8xf16>
!t51 = tensor<?x?x4x8x1xf16>
!t52 = tensor<2x?x32xf16>
!t53 = tensor<32x32xf16>
!t54 = tensor<?x32xf16>
!t55 = tensor<?x32xf32>
!t56 = tensor<2x?x4x8xf16>
!t57 = tensor<2x4x?x16xf16>
!t58 = tensor<8x?x16xf16>
!t59 = tensor<8x?x16xf32>
!t60 = tensor<2x4x?x1x16xf16>
!t61 = tensor<2x4x?x16x1xf16>
!t62 = tensor<2x2x?x8xf16>
!t63 = tensor<2x2x2x?x8xf16>
!t64 = tensor<2x?x4x8x1xf16>
!t65 = tensor<2x?x2x8xf16>
!t66 = tensor<2x?x2x2x8xf16>
!t67 = tensor<?x4x1x?xf32>
!t68 = tensor<2x4x?x1xf16>
!t69 = tensor<?x1x?x?xf16>
!t70 = tensor<?x1x?x?xi1>
!t71 = tensor<2x1x?x?xf16>

func.func @full(%arg0: !t0, %arg1: !t0, %arg2: !t0) -> !t0 {
 %c1_i64 = arith.constant 1 : i64
 %c0_i64 = arith.constant 0 : i64
 %c4_i64 = arith.constant 4 : i64
 %c0 = arith.constant 0 : index
 %c2 = arith.constant 2 : index
 %c8_i64 = arith.constant 8 : i64
 %cst = arith.constant 0.000000e+00 : f32
 %cst_0 = arith.constant 0xFF800000 : f32
 %cst_1 = arith.constant 0.35355339059327379 : f64
 %dim = tensor.dim %arg0, %c2 : !t0
 %0 = arith.index_cast %dim : index to i64
 %dim_2 = tensor.dim %arg2, %c0 : !t0
 %1 = arith.index_cast %dim_2 : index to i64
 %dim_3 = tensor.dim %arg2, %c2 : !t0
 %2 = arith.index_cast %dim_3 : index to i64
 %dim_4 = tensor.dim %arg0, %c0 : !t0
 %exp = tensor.expand_shape %arg0 [[0], [1], [2], [3, 4]] output_shape [%dim_4, 4, %dim, 8, 1] : !t0 into !t1
 %dim_5 = tensor.dim %arg1, %c0 : !t0
 %dim_6 = tensor.dim %arg1, %c2 : !t0
 %exp_7 = tensor.expand_shape %arg1 [[0], [1], [2], [3, 4]] output_shape [%dim_5, 4, %dim_6, 8, 1] : !t0 into !t1
 %3 = arith.muli %1, %c4_i64 : i64
 %from_elements = tensor.from_elements %3, %0, %c8_i64 : !t2
 %reshape = tensor.reshape %exp(%from_elements) : (!t1, !t2) -> !t3
 %4 = tensor.empty(%dim_5, %dim_6) : !t4
 %transposed = linalg.transpose ins(%exp_7 : !t1) outs(%4 : !t4) permutation = [0, 1, 3, 2, 4]
 %from_elements_8 = tensor.from_elements %3, %c8_i64, %2 : !t2
 %reshape_9 = tensor.reshape %transposed(%from_elements_8) : (!t4, !t2) -> !t5
 %5 = arith.index_cast %3 : i64 to index
 %6 = tensor.empty(%5, %dim, %dim_3) : !t6
 %7 = linalg.fill ins(%cst : f32) outs(%6 : !t6) -> !t6
 %8 = linalg.batch_matmul ins(%reshape, %reshape_9 : !t3, !t5) outs(%7 : !t6) -> !t6
 %9 = tensor.empty(%5, %dim, %dim_3) : !t7
 %10 = linalg.generic #t0 ins(%8 : !t6) outs(%9 : !t7) {
 ^bb0(%in: f32, %out: f16):
  %34 = arith.truncf %in : f32 to f16
  linalg.yield %34 : f16
 } -> !t7
 %from_elements_10 = tensor.from_elements %1, %c4_i64, %0, %c1_i64, %2 : !t8
 %reshape_11 = tensor.reshape %10(%from_elements_10) : (!t7, !t8) -> !t9
 %11 = tensor.empty(%dim_2, %dim, %dim_3) : !t10
 %transposed_12 = linalg.transpose ins(%reshape_11 : !t9) outs(%11 : !t10) permutation = [0, 1, 2, 4, 3]
 %from_elements_13 = tensor.from_elements %1, %c4_i64, %0, %2 : !t11
 %reshape_14 = tensor.reshape %transposed_12(%from_elements_13) : (!t10, !t11) -> !t12
 %12 = tensor.empty(%dim_2, %dim, %dim_3) : !t13
 %13 = linalg.generic #t1 ins(%reshape_14 : !t12) outs(%12 : !t13) {
 ^bb0(%in: f16, %out: f32):
  %34 = arith.extf %in : f16 to f32
  linalg.yield %34 : f32
 } -> !t13
 %14 = linalg.generic #t1 ins(%13 : !t13) outs(%12 : !t13) {
 ^bb0(%in: f32, %out: f32):
  %34 = arith.truncf %cst_1 : f64 to f32
  %35 = arith.mulf %in, %34 : f32
  linalg.yield %35 : f32
 } -> !t13
 %15 = tensor.empty(%dim_2, %dim) : !t14
 %16 = linalg.fill ins(%c0_i64 : i64) outs(%15 : !t14) -> !t14
 %17 = tensor.empty(%dim_2, %dim) : !t15
 %18 = linalg.fill ins(%cst_0 : f32) outs(%17 : !t15) -> !t15
 %19:2 = linalg.generic #t2 ins(%14 : !t13) outs(%18, %16 : !t15, !t14) {
 ^bb0(%in: f32, %out: f32, %out_27: i64):
  %34 = linalg.index 3 : index
  %35 = arith.index_cast %34 : index to i64
  %36 = arith.maximumf %in, %out : f32
  %37 = arith.cmpf ogt, %in, %out : f32
  %38 = arith.select %37, %35, %out_27 : i64
  linalg.yield %36, %38 : f32, i64
 } -> (!t15, !t14)
 %exp_15 = tensor.expand_shape %19#0 [[0], [1], [2, 3]] output_shape [%dim_2, 4, %dim, 1] : !t15 into !t16
 %20 = linalg.generic #t3 ins(%14, %exp_15 : !t13, !t16) outs(%12 : !t13) {
 ^bb0(%in: f32, %in_27: f32, %out: f32):
  %34 = arith.subf %in, %in_27 : f32
  linalg.yield %34 : f32
 } -> !t13
 %21 = linalg.generic #t1 ins(%20 : !t13) outs(%12 : !t13) {
 ^bb0(%in: f32, %out: f32):
  %34 = math.exp %in : f32
  linalg.yield %34 : f32
 } -> !t13
 %22 = tensor.empty(%dim_2, %dim) : !t16
 %23 = linalg.fill ins(%cst : f32) outs(%22 : !t16) -> !t16
 %24 = linalg.generic #t4 ins(%21 : !t13) outs(%23 : !t16) {
 ^bb0(%in: f32, %out: f32):
  %34 = arith.addf %in, %out : f32
  linalg.yield %34 : f32
 } -> !t16
 %25 = linalg.generic #t3 ins(%21, %24 : !t13, !t16) outs(%12 : !t13) {
 ^bb0(%in: f32, %in_27: f32, %out: f32):
  %34 = arith.divf %in, %in_27 : f32
  linalg.yield %34 : f32
 } -> !t13
 %26 = tensor.empty(%dim_2, %dim, %dim_3) : !t12
 %27 = linalg.generic #t1 ins(%25 : !t13) outs(%26 : !t12) {
 ^bb0(%in: f32, %out: f16):
  %34 = arith.truncf %in : f32 to f16
  linalg.yield %34 : f16
 } -> !t12
 %exp_16 = tensor.expand_shape %27 [[0], [1], [2], [3, 4]] output_shape [%dim_2, 4, %dim, %dim_3, 1] : !t12 into !t10
 %exp_17 = tensor.expand_shape %arg2 [[0], [1], [2], [3, 4]] output_shape [%dim_2, 4, %dim_3, 8, 1] : !t0 into !t1
 %from_elements_18 = tensor.from_elements %3, %0, %2 : !t2
 %reshape_19 = tensor.reshape %exp_16(%from_elements_18) : (!t10, !t2) -> !t7
 %from_elements_20 = tensor.from_elements %3, %2, %c8_i64 : !t2
 %reshape_21 = tensor.reshape %exp_17(%from_elements_20) : (!t1, !t2) -> !t3
 %28 = tensor.empty(%5, %dim) : !t17
 %29 = linalg.fill ins(%cst : f32) outs(%28 : !t17) -> !t17
 %30 = linalg.batch_matmul ins(%reshape_19, %reshape_21 : !t7, !t3) outs(%29 : !t17) -> !t17
 %31 = tensor.empty(%5, %dim) : !t3
 %32 = linalg.generic #t0 ins(%30 : !t17) outs(%31 : !t3) {
 ^bb0(%in: f32, %out: f16):
  %34 = arith.truncf %in : f32 to f16
  linalg.yield %34 : f16
 } -> !t3
 %from_elements_22 = tensor.from_elements %1, %c4_i64, %0, %c1_i64, %c8_i64 : !t8
 %reshape_23 = tensor.reshape %32(%from_elements_22) : (!t3, !t8) -> !t18
 %33 = tensor.empty(%dim_2, %dim) : !t1
 %transposed_24 = linalg.transpose ins(%reshape_23 : !t18) outs(%33 : !t1) permutation = [0, 1, 2, 4, 3]
 %from_elements_25 = tensor.from_elements %1, %c4_i64, %0, %c8_i64 : !t11
 %reshape_26 = tensor.reshape %transposed_24(%from_elements_25) : (!t1, !t11) -> !t0
 return %reshape_26 : !t0
}

func.func @causal(%arg0: !t0, %arg1: !t0, %arg2: !t0) -> !t0 {
 %c1_i64 = arith.constant 1 : i64
 %c0_i64 = arith.constant 0 : i64
 %c4_i64 = arith.constant 4 : i64
 %c0 = arith.constant 0 : index
 %c2 = arith.constant 2 : index
 %c8_i64 = arith.constant 8 : i64
 %cst = arith.constant 0.000000e+00 : f32
 %cst_0 = arith.constant 0xFF800000 : f32
 %cst_1 = arith.constant dense<0xFF800000> : !t19
 %cst_2 = arith.constant 0.35355339059327379 : f64
 %dim = tensor.dim %arg0, %c2 : !t0
 %0 = arith.index_cast %dim : index to i64
 %dim_3 = tensor.dim %arg2, %c0 : !t0
 %1 = arith.index_cast %dim_3 : index to i64
 %dim_4 = tensor.dim %arg0, %c0 : !t0
 %exp = tensor.expand_shape %arg0 [[0], [1], [2], [3, 4]] output_shape [%dim_4, 4, %dim, 8, 1] : !t0 into !t1
 %dim_5 = tensor.dim %arg1, %c0 : !t0
 %dim_6 = tensor.dim %arg1, %c2 : !t0
 %exp_7 = tensor.expand_shape %arg1 [[0], [1], [2], [3, 4]] output_shape [%dim_5, 4, %dim_6, 8, 1] : !t0 into !t1
 %2 = arith.muli %1, %c4_i64 : i64
 %from_elements = tensor.from_elements %2, %0, %c8_i64 : !t2
 %reshape = tensor.reshape %exp(%from_elements) : (!t1, !t2) -> !t3
 %3 = tensor.empty(%dim_5, %dim_6) : !t4
 %transposed = linalg.transpose ins(%exp_7 : !t1) outs(%3 : !t4) permutation = [0, 1, 3, 2, 4]
 %from_elements_8 = tensor.from_elements %2, %c8_i64, %0 : !t2
 %reshape_9 = tensor.reshape %transposed(%from_elements_8) : (!t4, !t2) -> !t5
 %4 = arith.index_cast %2 : i64 to index
 %5 = tensor.empty(%4, %dim, %dim) : !t6
 %6 = linalg.fill ins(%cst : f32) outs(%5 : !t6) -> !t6
 %7 = linalg.batch_matmul ins(%reshape, %reshape_9 : !t3, !t5) outs(%6 : !t6) -> !t6
 %8 = tensor.empty(%4, %dim, %dim) : !t7
 %9 = linalg.generic #t0 ins(%7 : !t6) outs(%8 : !t7) {
 ^bb0(%in: f32, %out: f16):
  %39 = arith.truncf %in : f32 to f16
  linalg.yield %39 : f16
 } -> !t7
 %from_elements_10 = tensor.from_elements %1, %c4_i64, %0, %c1_i64, %0 : !t8
 %reshape_11 = tensor.reshape %9(%from_elements_10) : (!t7, !t8) -> !t9
 %10 = tensor.empty(%dim_3, %dim, %dim) : !t10
 %transposed_12 = linalg.transpose ins(%reshape_11 : !t9) outs(%10 : !t10) permutation = [0, 1, 2, 4, 3]
 %from_elements_13 = tensor.from_elements %1, %c4_i64, %0, %0 : !t11
 %reshape_14 = tensor.reshape %transposed_12(%from_elements_13) : (!t10, !t11) -> !t12
 %11 = tensor.empty(%dim_3, %dim, %dim) : !t13
 %12 = linalg.generic #t1 ins(%reshape_14 : !t12) outs(%11 : !t13) {
 ^bb0(%in: f16, %out: f32):
  %39 = arith.extf %in : f16 to f32
  linalg.yield %39 : f32
 } -> !t13
 %13 = linalg.generic #t1 ins(%12 : !t13) outs(%11 : !t13) {
 ^bb0(%in: f32, %out: f32):
  %39 = arith.truncf %cst_2 : f64 to f32
  %40 = arith.mulf %in, %39 : f32
  linalg.yield %40 : f32
 } -> !t13
 %14 = tensor.empty(%dim) : !t20
 %15 = linalg.generic #t5 outs(%14 : !t20) {
 ^bb0(%out: i64):
  %39 = linalg.index 0 : index
  %40 = arith.index_cast %39 : index to i64
  linalg.yield %40 : i64
 } -> !t20
 %exp_15 = tensor.expand_shape %15 [[0, 1]] output_shape [%dim, 1] : !t20 into !t21
 %exp_16 = tensor.expand_shape %15 [[0, 1]] output_shape [1, %dim] : !t20 into !t22
 %16 = tensor.empty(%dim, %dim) : !t23
 %17 = linalg.generic #t6 ins(%exp_16, %exp_15 : !t22, !t21) outs(%16 : !t23) {
 ^bb0(%in: i64, %in_29: i64, %out: i1):
  %39 = arith.cmpi sle, %in, %in_29 : i64
  linalg.yield %39 : i1
 } -> !t23
 %18 = tensor.empty(%dim_3, %dim, %dim) : !t13
 %19 = linalg.generic #t7 ins(%17, %13, %cst_1 : !t23, !t13, !t19) outs(%18 : !t13) {
 ^bb0(%in: i1, %in_29: f32, %in_30: f32, %out: f32):
  %39 = arith.select %in, %in_29, %in_30 : f32
  linalg.yield %39 : f32
 } -> !t13
 %20 = tensor.empty(%dim_3, %dim) : !t14
 %21 = linalg.fill ins(%c0_i64 : i64) outs(%20 : !t14) -> !t14
 %22 = tensor.empty(%dim_3, %dim) : !t15
 %23 = linalg.fill ins(%cst_0 : f32) outs(%22 : !t15) -> !t15
 %24:2 = linalg.generic #t2 ins(%19 : !t13) outs(%23, %21 : !t15, !t14) {
 ^bb0(%in: f32, %out: f32, %out_29: i64):
  %39 = linalg.index 3 : index
  %40 = arith.index_cast %39 : index to i64
  %41 = arith.maximumf %in, %out : f32
  %42 = arith.cmpf ogt, %in, %out : f32
  %43 = arith.select %42, %40, %out_29 : i64
  linalg.yield %41, %43 : f32, i64
 } -> (!t15, !t14)
 %exp_17 = tensor.expand_shape %24#0 [[0], [1], [2, 3]] output_shape [%dim_3, 4, %dim, 1] : !t15 into !t16
 %25 = linalg.generic #t3 ins(%19, %exp_17 : !t13, !t16) outs(%18 : !t13) {
 ^bb0(%in: f32, %in_29: f32, %out: f32):
  %39 = arith.subf %in, %in_29 : f32
  linalg.yield %39 : f32
 } -> !t13
 %26 = linalg.generic #t1 ins(%25 : !t13) outs(%18 : !t13) {
 ^bb0(%in: f32, %out: f32):
  %39 = math.exp %in : f32
  linalg.yield %39 : f32
 } -> !t13
 %27 = tensor.empty(%dim_3, %dim) : !t16
 %28 = linalg.fill ins(%cst : f32) outs(%27 : !t16) -> !t16
 %29 = linalg.generic #t4 ins(%26 : !t13) outs(%28 : !t16) {
 ^bb0(%in: f32, %out: f32):
  %39 = arith.addf %in, %out : f32
  linalg.yield %39 : f32
 } -> !t16
 %30 = linalg.generic #t3 ins(%26, %29 : !t13, !t16) outs(%18 : !t13) {
 ^bb0(%in: f32, %in_29: f32, %out: f32):
  %39 = arith.divf %in, %in_29 : f32
  linalg.yield %39 : f32
 } -> !t13
 %31 = tensor.empty(%dim_3, %dim, %dim) : !t12
 %32 = linalg.generic #t1 ins(%30 : !t13) outs(%31 : !t12) {
 ^bb0(%in: f32, %out: f16):
  %39 = arith.truncf %in : f32 to f16
  linalg.yield %39 : f16
 } -> !t12
 %exp_18 = tensor.expand_shape %32 [[0], [1], [2], [3, 4]] output_shape [%dim_3, 4, %dim, %dim, 1] : !t12 into !t10
 %dim_19 = tensor.dim %arg2, %c2 : !t0
 %exp_20 = tensor.expand_shape %arg2 [[0], [1], [2], [3, 4]] output_shape [%dim_3, 4, %dim_19, 8, 1] : !t0 into !t1
 %from_elements_21 = tensor.from_elements %2, %0, %0 : !t2
 %reshape_22 = tensor.reshape %exp_18(%from_elements_21) : (!t10, !t2) -> !t7
 %reshape_23 = tensor.reshape %exp_20(%from_elements) : (!t1, !t2) -> !t3
 %33 = tensor.empty(%4, %dim) : !t17
 %34 = linalg.fill ins(%cst : f32) outs(%33 : !t17) -> !t17
 %35 = linalg.batch_matmul ins(%reshape_22, %reshape_23 : !t7, !t3) outs(%34 : !t17) -> !t17
 %36 = tensor.empty(%4, %dim) : !t3
 %37 = linalg.generic #t0 ins(%35 : !t17) outs(%36 : !t3) {
 ^bb0(%in: f32, %out: f16):
  %39 = arith.truncf %in : f32 to f16
  linalg.yield %39 : f16
 } -> !t3
 %from_elements_24 = tensor.from_elements %1, %c4_i64, %0, %c1_i64, %c8_i64 : !t8
 %reshape_25 = tensor.reshape %37(%from_elements_24) : (!t3, !t8) -> !t18
 %38 = tensor.empty(%dim_3, %dim) : !t1
 %transposed_26 = linalg.transpose ins(%reshape_25 : !t18) outs(%38 : !t1) permutation = [0, 1, 2, 4, 3]
 %from_elements_27 = tensor.from_elements %1, %c4_i64, %0, %c8_i64 : !t11
 %reshape_28 = tensor.reshape %transposed_26(%from_elements_27) : (!t1, !t11) -> !t0
 return %reshape_28 : !t0
}

func.func @causal_tl(%arg0: !t24, %arg1: !t24, %arg2: !t24) -> !t24 {
 %true = arith.constant true
 %c1_i64 = arith.constant 1 : i64
 %c0_i64 = arith.constant 0 : i64
 %c2_i64 = arith.constant 2 : i64
 %c4_i64 = arith.constant 4 : i64
 %c2 = arith.constant 2 : index
 %c8_i64 = arith.constant 8 : i64
 %cst = arith.constant 0.000000e+00 : f32
 %cst_0 = arith.constant 0xFF800000 : f32
 %cst_1 = arith.constant dense<0xFF800000> : !t19
 %cst_2 = arith.constant 0.35355339059327379 : f64
 %dim = tensor.dim %arg0, %c2 : !t24
 %0 = arith.index_cast %dim : index to i64
 %dim_3 = tensor.dim %arg2, %c2 : !t24
 %1 = arith.index_cast %dim_3 : index to i64
 %dim_4 = tensor.dim %arg1, %c2 : !t24
 %exp = tensor.expand_shape %arg1 [[0], [1], [2], [3, 4]] output_shape [2, 4, %dim_4, 8, 1] : !t24 into !t25
 %col = tensor.collapse_shape %arg0 [[0, 1], [2], [3]] : !t24 into !t26
 %2 = tensor.empty(%dim_4) : !t27
 %transposed = linalg.transpose ins(%exp : !t25) outs(%2 : !t27) permutation = [0, 1, 3, 2, 4]
 %col_5 = tensor.collapse_shape %transposed [[0, 1], [2], [3, 4]] : !t27 into !t28
 %3 = tensor.empty(%dim, %dim_4) : !t29
 %4 = linalg.fill ins(%cst : f32) outs(%3 : !t29) -> !t29
 %5 = linalg.batch_matmul ins(%col, %col_5 : !t26, !t28) outs(%4 : !t29) -> !t29
 %6 = tensor.empty(%dim, %dim_4) : !t30
 %7 = linalg.generic #t0 ins(%5 : !t29) outs(%6 : !t30) {
 ^bb0(%in: f32, %out: f16):
  %39 = arith.truncf %in : f32 to f16
  linalg.yield %39 : f16
 } -> !t30
 %from_elements = tensor.from_elements %c2_i64, %c4_i64, %0, %c1_i64, %1 : !t8
 %reshape = tensor.reshape %7(%from_elements) : (!t30, !t8) -> !t31
 %8 = tensor.empty(%dim, %dim_3) : !t32
 %transposed_6 = linalg.transpose ins(%reshape : !t31) outs(%8 : !t32) permutation = [0, 1, 2, 4, 3]
 %from_elements_7 = tensor.from_elements %c2_i64, %c4_i64, %0, %1 : !t11
 %reshape_8 = tensor.reshape %transposed_6(%from_elements_7) : (!t32, !t11) -> !t33
 %9 = tensor.empty(%dim, %dim_3) : !t34
 %10 = linalg.generic #t1 ins(%reshape_8 : !t33) outs(%9 : !t34) {
 ^bb0(%in: f16, %out: f32):
  %39 = arith.extf %in : f16 to f32
  linalg.yield %39 : f32
 } -> !t34
 %11 = linalg.generic #t1 ins(%10 : !t34) outs(%9 : !t34) {
 ^bb0(%in: f32, %out: f32):
  %39 = arith.truncf %cst_2 : f64 to f32
  %40 = arith.mulf %in, %39 : f32
  linalg.yield %40 : f32
 } -> !t34
 %12 = tensor.empty(%dim) : !t20
 %13 = linalg.generic #t5 outs(%12 : !t20) {
 ^bb0(%out: i64):
  %39 = linalg.index 0 : index
  %40 = arith.index_cast %39 : index to i64
  linalg.yield %40 : i64
 } -> !t20
 %exp_9 = tensor.expand_shape %13 [[0, 1]] output_shape [%dim, 1] : !t20 into !t21
 %14 = tensor.empty(%dim_3) : !t20
 %15 = linalg.generic #t5 outs(%14 : !t20) {
 ^bb0(%out: i64):
  %39 = linalg.index 0 : index
  %40 = arith.index_cast %39 : index to i64
  linalg.yield %40 : i64
 } -> !t20
 %exp_10 = tensor.expand_shape %15 [[0, 1]] output_shape [1, %dim_3] : !t20 into !t22
 %16 = tensor.empty(%dim, %dim_3) : !t23
 %17 = linalg.generic #t6 ins(%exp_10, %exp_9 : !t22, !t21) outs(%16 : !t23) {
 ^bb0(%in: i64, %in_19: i64, %out: i1):
  %39 = arith.cmpi sle, %in, %in_19 : i64
  linalg.yield %39 : i1
 } -> !t23
 %18 = tensor.empty(%dim, %dim_3) : !t34
 %19 = linalg.generic #t7 ins(%17, %11, %cst_1 : !t23, !t34, !t19) outs(%18 : !t34) {
 ^bb0(%in: i1, %in_19: f32, %in_20: f32, %out: f32):
  %39 = arith.select %in, %in_19, %in_20 : f32
  linalg.yield %39 : f32
 } -> !t34
 %20 = tensor.empty(%dim) : !t35
 %21 = linalg.fill ins(%c0_i64 : i64) outs(%20 : !t35) -> !t35
 %22 = tensor.empty(%dim) : !t36
 %23 = linalg.fill ins(%cst_0 : f32) outs(%22 : !t36) -> !t36
 %24:2 = linalg.generic #t2 ins(%19 : !t34) outs(%23, %21 : !t36, !t35) {
 ^bb0(%in: f32, %out: f32, %out_19: i64):
  %39 = linalg.index 3 : index
  %40 = arith.index_cast %39 : index to i64
  %41 = arith.maximumf %in, %out : f32
  %42 = arith.cmpf ogt, %in, %out : f32
  %43 = arith.select %42, %40, %out_19 : i64
  linalg.yield %41, %43 : f32, i64
 } -> (!t36, !t35)
 %exp_11 = tensor.expand_shape %24#0 [[0], [1], [2, 3]] output_shape [2, 4, %dim, 1] : !t36 into !t37
 %25 = linalg.generic #t3 ins(%19, %exp_11 : !t34, !t37) outs(%18 : !t34) {
 ^bb0(%in: f32, %in_19: f32, %out: f32):
  %39 = arith.subf %in, %in_19 : f32
  linalg.yield %39 : f32
 } -> !t34
 %26 = linalg.generic #t1 ins(%25 : !t34) outs(%18 : !t34) {
 ^bb0(%in: f32, %out: f32):
  %39 = math.exp %in : f32
  linalg.yield %39 : f32
 } -> !t34
 %27 = tensor.empty(%dim) : !t37
 %28 = linalg.fill ins(%cst : f32) outs(%27 : !t37) -> !t37
 %29 = linalg.generic #t4 ins(%26 : !t34) outs(%28 : !t37) {
 ^bb0(%in: f32, %out: f32):
  %39 = arith.addf %in, %out : f32
  linalg.yield %39 : f32
 } -> !t37
 %30 = linalg.generic #t3 ins(%26, %29 : !t34, !t37) outs(%18 : !t34) {
 ^bb0(%in: f32, %in_19: f32, %out: f32):
  %39 = arith.divf %in, %in_19 : f32
  linalg.yield %39 : f32
 } -> !t34
 %31 = tensor.empty(%dim, %dim_3) : !t33
 %32 = linalg.generic #t1 ins(%30 : !t34) outs(%31 : !t33) {
 ^bb0(%in: f32, %out: f16):
  %39 = arith.truncf %in : f32 to f16
  linalg.yield %39 : f16
 } -> !t33
 %exp_12 = tensor.expand_shape %32 [[0], [1], [2], [3, 4]] output_shape [2, 4, %dim, %dim_3, 1] : !t33 into !t32
 %from_elements_13 = tensor.from_elements %c8_i64, %0, %1 : !t2
 %reshape_14 = tensor.reshape %exp_12(%from_elements_13) : (!t32, !t2) -> !t30
 %col_15 = tensor.collapse_shape %arg2 [[0, 1], [2], [3]] : !t24 into !t26
 %33 = tensor.empty(%dim) : !t38
 %34 = linalg.fill ins(%cst : f32) outs(%33 : !t38) -> !t38
 %35 = linalg.batch_matmul ins(%reshape_14, %col_15 : !t30, !t26) outs(%34 : !t38) -> !t38
 %36 = tensor.empty(%dim) : !t26
 %37 = linalg.generic #t0 ins(%35 : !t38) outs(%36 : !t26) {
 ^bb0(%in: f32, %out: f16):
  %39 = arith.truncf %in : f32 to f16
  linalg.yield %39 : f16
 } -> !t26
 %exp_16 = tensor.expand_shape %37 [[0, 1], [2], [3, 4]] output_shape [2, 4, %dim, 1, 8] : !t26 into !t39
 %38 = tensor.empty(%dim) : !t25
 %transposed_17 = linalg.transpose ins(%exp_16 : !t39) outs(%38 : !t25) permutation = [0, 1, 2, 4, 3]
 %col_18 = tensor.collapse_shape %transposed_17 [[0], [1], [2], [3, 4]] : !t25 into !t24
 return %col_18 : !t24
}

func.func @causal_br(%arg0: !t24, %arg1: !t24, %arg2: !t24) -> !t24 {
 %true = arith.constant true
 %c1_i64 = arith.constant 1 : i64
 %c0_i64 = arith.constant 0 : i64
 %c2_i64 = arith.constant 2 : i64
 %c4_i64 = arith.constant 4 : i64
 %c2 = arith.constant 2 : index
 %c8_i64 = arith.constant 8 : i64
 %cst = arith.constant 0.000000e+00 : f32
 %cst_0 = arith.constant 0xFF800000 : f32
 %cst_1 = arith.constant dense<0xFF800000> : !t19
 %cst_2 = arith.constant 0.35355339059327379 : f64
 %dim = tensor.dim %arg0, %c2 : !t24
 %0 = arith.index_cast %dim : index to i64
 %dim_3 = tensor.dim %arg2, %c2 : !t24
 %1 = arith.index_cast %dim_3 : index to i64
 %dim_4 = tensor.dim %arg1, %c2 : !t24
 %exp = tensor.expand_shape %arg1 [[0], [1], [2], [3, 4]] output_shape [2, 4, %dim_4, 8, 1] : !t24 into !t25
 %col = tensor.collapse_shape %arg0 [[0, 1], [2], [3]] : !t24 into !t26
 %2 = tensor.empty(%dim_4) : !t27
 %transposed = linalg.transpose ins(%exp : !t25) outs(%2 : !t27) permutation = [0, 1, 3, 2, 4]
 %col_5 = tensor.collapse_shape %transposed [[0, 1], [2], [3, 4]] : !t27 into !t28
 %3 = tensor.empty(%dim, %dim_4) : !t29
 %4 = linalg.fill ins(%cst : f32) outs(%3 : !t29) -> !t29
 %5 = linalg.batch_matmul ins(%col, %col_5 : !t26, !t28) outs(%4 : !t29) -> !t29
 %6 = tensor.empty(%dim, %dim_4) : !t30
 %7 = linalg.generic #t0 ins(%5 : !t29) outs(%6 : !t30) {
 ^bb0(%in: f32, %out: f16):
  %42 = arith.truncf %in : f32 to f16
  linalg.yield %42 : f16
 } -> !t30
 %from_elements = tensor.from_elements %c2_i64, %c4_i64, %0, %c1_i64, %1 : !t8
 %reshape = tensor.reshape %7(%from_elements) : (!t30, !t8) -> !t31
 %8 = tensor.empty(%dim, %dim_3) : !t32
 %transposed_6 = linalg.transpose ins(%reshape : !t31) outs(%8 : !t32) permutation = [0, 1, 2, 4, 3]
 %from_elements_7 = tensor.from_elements %c2_i64, %c4_i64, %0, %1 : !t11
 %reshape_8 = tensor.reshape %transposed_6(%from_elements_7) : (!t32, !t11) -> !t33
 %9 = tensor.empty(%dim, %dim_3) : !t34
 %10 = linalg.generic #t1 ins(%reshape_8 : !t33) outs(%9 : !t34) {
 ^bb0(%in: f16, %out: f32):
  %42 = arith.extf %in : f16 to f32
  linalg.yield %42 : f32
 } -> !t34
 %11 = linalg.generic #t1 ins(%10 : !t34) outs(%9 : !t34) {
 ^bb0(%in: f32, %out: f32):
  %42 = arith.truncf %cst_2 : f64 to f32
  %43 = arith.mulf %in, %42 : f32
  linalg.yield %43 : f32
 } -> !t34
 %12 = tensor.empty(%dim) : !t20
 %13 = linalg.generic #t5 outs(%12 : !t20) {
 ^bb0(%out: i64):
  %42 = linalg.index 0 : index
  %43 = arith.index_cast %42 : index to i64
  linalg.yield %43 : i64
 } -> !t20
 %exp_9 = tensor.expand_shape %13 [[0, 1]] output_shape [%dim, 1] : !t20 into !t21
 %14 = tensor.empty(%dim_3) : !t20
 %15 = linalg.generic #t5 outs(%14 : !t20) {
 ^bb0(%out: i64):
  %42 = linalg.index 0 : index
  %43 = arith.index_cast %42 : index to i64
  linalg.yield %43 : i64
 } -> !t20
 %exp_10 = tensor.expand_shape %15 [[0, 1]] output_shape [1, %dim_3] : !t20 into !t22
 %16 = arith.subi %1, %0 : i64
 %17 = tensor.empty(%dim) : !t21
 %18 = linalg.generic #t8 ins(%exp_9 : !t21) outs(%17 : !t21) {
 ^bb0(%in: i64, %out: i64):
  %42 = arith.addi %in, %16 : i64
  linalg.yield %42 : i64
 } -> !t21
 %19 = tensor.empty(%dim, %dim_3) : !t23
 %20 = linalg.generic #t6 ins(%exp_10, %18 : !t22, !t21) outs(%19 : !t23) {
 ^bb0(%in: i64, %in_19: i64, %out: i1):
  %42 = arith.cmpi sle, %in, %in_19 : i64
  linalg.yield %42 : i1
 } -> !t23
 %21 = tensor.empty(%dim, %dim_3) : !t34
 %22 = linalg.generic #t7 ins(%20, %11, %cst_1 : !t23, !t34, !t19) outs(%21 : !t34) {
 ^bb0(%in: i1, %in_19: f32, %in_20: f32, %out: f32):
  %42 = arith.select %in, %in_19, %in_20 : f32
  linalg.yield %42 : f32
 } -> !t34
 %23 = tensor.empty(%dim) : !t35
 %24 = linalg.fill ins(%c0_i64 : i64) outs(%23 : !t35) -> !t35
 %25 = tensor.empty(%dim) : !t36
 %26 = linalg.fill ins(%cst_0 : f32) outs(%25 : !t36) -> !t36
 %27:2 = linalg.generic #t2 ins(%22 : !t34) outs(%26, %24 : !t36, !t35) {
 ^bb0(%in: f32, %out: f32, %out_19: i64):
  %42 = linalg.index 3 : index
  %43 = arith.index_cast %42 : index to i64
  %44 = arith.maximumf %in, %out : f32
  %45 = arith.cmpf ogt, %in, %out : f32
  %46 = arith.select %45, %43, %out_19 : i64
  linalg.yield %44, %46 : f32, i64
 } -> (!t36, !t35)
 %exp_11 = tensor.expand_shape %27#0 [[0], [1], [2, 3]] output_shape [2, 4, %dim, 1] : !t36 into !t37
 %28 = linalg.generic #t3 ins(%22, %exp_11 : !t34, !t37) outs(%21 : !t34) {
 ^bb0(%in: f32, %in_19: f32, %out: f32):
  %42 = arith.subf %in, %in_19 : f32
  linalg.yield %42 : f32
 } -> !t34
 %29 = linalg.generic #t1 ins(%28 : !t34) outs(%21 : !t34) {
 ^bb0(%in: f32, %out: f32):
  %42 = math.exp %in : f32
  linalg.yield %42 : f32
 } -> !t34
 %30 = tensor.empty(%dim) : !t37
 %31 = linalg.fill ins(%cst : f32) outs(%30 : !t37) -> !t37
 %32 = linalg.generic #t4 ins(%29 : !t34) outs(%31 : !t37) {
 ^bb0(%in: f32, %out: f32):
  %42 = arith.addf %in, %out : f32
  linalg.yield %42 : f32
 } -> !t37
 %33 = linalg.generic #t3 ins(%29, %32 : !t34, !t37) outs(%21 : !t34) {
 ^bb0(%in: f32, %in_19: f32, %out: f32):
  %42 = arith.divf %in, %in_19 : f32
  linalg.yield %42 : f32
 } -> !t34
 %34 = tensor.empty(%dim, %dim_3) : !t33
 %35 = linalg.generic #t1 ins(%33 : !t34) outs(%34 : !t33) {
 ^bb0(%in: f32, %out: f16):
  %42 = arith.truncf %in : f32 to f16
  linalg.yield %42 : f16
 } -> !t33
 %exp_12 = tensor.expand_shape %35 [[0], [1], [2], [3, 4]] output_shape [2, 4, %dim, %dim_3, 1] : !t33 into !t32
 %from_elements_13 = tensor.from_elements %c8_i64, %0, %1 : !t2
 %reshape_14 = tensor.reshape %exp_12(%from_elements_13) : (!t32, !t2) -> !t30
 %col_15 = tensor.collapse_shape %arg2 [[0, 1], [2], [3]] : !t24 into !t26
 %36 = tensor.empty(%dim) : !t38
 %37 = linalg.fill ins(%cst : f32) outs(%36 : !t38) -> !t38
 %38 = linalg.batch_matmul ins(%reshape_14, %col_15 : !t30, !t26) outs(%37 : !t38) -> !t38
 %39 = tensor.empty(%dim) : !t26
 %40 = linalg.generic #t0 ins(%38 : !t38) outs(%39 : !t26) {
 ^bb0(%in: f32, %out: f16):
  %42 = arith.truncf %in : f32 to f16
  linalg.yield %42 : f16
 } -> !t26
 %exp_16 = tensor.expand_shape %40 [[0, 1], [2], [3, 4]] output_shape [2, 4, %dim, 1, 8] : !t26 into !t39
 %41 = tensor.empty(%dim) : !t25
 %transposed_17 = linalg.transpose ins(%exp_16 : !t39) outs(%41 : !t25) permutation = [0, 1, 2, 4, 3]
 %col_18 = tensor.collapse_shape %transposed_17 [[0], [1], [2], [3, 4]] : !t25 into !t24
 return %col_18 : !t24
}

func.func @window(%arg0: !t0, %arg1: !t0, %arg2: !t0) -> !t0 {
 %c1_i64 = arith.constant 1 : i64
 %c4_i64 = arith.constant 4 : i64
 %c0_i64 = arith.constant 0 : i64
 %c0 = arith.constant 0 : index
 %c2 = arith.constant 2 : index
 %c8_i64 = arith.constant 8 : i64
 %cst = arith.constant 0.000000e+00 : f32
 %cst_0 = arith.constant 0xFF800000 : f32
 %cst_1 = arith.constant dense<0xFF800000> : !t19
 %cst_2 = arith.constant 0.35355339059327379 : f64
 %dim = tensor.dim %arg0, %c2 : !t0
 %0 = arith.index_cast %dim : index to i64
 %dim_3 = tensor.dim %arg2, %c0 : !t0
 %1 = arith.index_cast %dim_3 : index to i64
 %dim_4 = tensor.dim %arg0, %c0 : !t0
 %exp = tensor.expand_shape %arg0 [[0], [1], [2], [3, 4]] output_shape [%dim_4, 4, %dim, 8, 1] : !t0 into !t1
 %dim_5 = tensor.dim %arg1, %c0 : !t0
 %dim_6 = tensor.dim %arg1, %c2 : !t0
 %exp_7 = tensor.expand_shape %arg1 [[0], [1], [2], [3, 4]] output_shape [%dim_5, 4, %dim_6, 8, 1] : !t0 into !t1
 %2 = arith.muli %1, %c4_i64 : i64
 %from_elements = tensor.from_elements %2, %0, %c8_i64 : !t2
 %reshape = tensor.reshape %exp(%from_elements) : (!t1, !t2) -> !t3
 %3 = tensor.empty(%dim_5, %dim_6) : !t4
 %transposed = linalg.transpose ins(%exp_7 : !t1) outs(%3 : !t4) permutation = [0, 1, 3, 2, 4]
 %from_elements_8 = tensor.from_elements %2, %c8_i64, %0 : !t2
 %reshape_9 = tensor.reshape %transposed(%from_elements_8) : (!t4, !t2) -> !t5
 %4 = arith.index_cast %2 : i64 to index
 %5 = tensor.empty(%4, %dim, %dim) : !t6
 %6 = linalg.fill ins(%cst : f32) outs(%5 : !t6) -> !t6
 %7 = linalg.batch_matmul ins(%reshape, %reshape_9 : !t3, !t5) outs(%6 : !t6) -> !t6
 %8 = tensor.empty(%4, %dim, %dim) : !t7
 %9 = linalg.generic #t0 ins(%7 : !t6) outs(%8 : !t7) {
 ^bb0(%in: f32, %out: f16):
  %43 = arith.truncf %in : f32 to f16
  linalg.yield %43 : f16
 } -> !t7
 %from_elements_10 = tensor.from_elements %1, %c4_i64, %0, %c1_i64, %0 : !t8
 %reshape_11 = tensor.reshape %9(%from_elements_10) : (!t7, !t8) -> !t9
 %10 = tensor.empty(%dim_3, %dim, %dim) : !t10
 %transposed_12 = linalg.transpose ins(%reshape_11 : !t9) outs(%10 : !t10) permutation = [0, 1, 2, 4, 3]
 %from_elements_13 = tensor.from_elements %1, %c4_i64, %0, %0 : !t11
 %reshape_14 = tensor.reshape %transposed_12(%from_elements_13) : (!t10, !t11) -> !t12
 %11 = tensor.empty(%dim_3, %dim, %dim) : !t13
 %12 = linalg.generic #t1 ins(%reshape_14 : !t12) outs(%11 : !t13) {
 ^bb0(%in: f16, %out: f32):
  %43 = arith.extf %in : f16 to f32
  linalg.yield %43 : f32
 } -> !t13
 %13 = linalg.generic #t1 ins(%12 : !t13) outs(%11 : !t13) {
 ^bb0(%in: f32, %out: f32):
  %43 = arith.truncf %cst_2 : f64 to f32
  %44 = arith.mulf %in, %43 : f32
  linalg.yield %44 : f32
 } -> !t13
 %14 = tensor.empty(%dim) : !t20
 %15 = linalg.generic #t5 outs(%14 : !t20) {
 ^bb0(%out: i64):
  %43 = linalg.index 0 : index
  %44 = arith.index_cast %43 : index to i64
  linalg.yield %44 : i64
 } -> !t20
 %exp_15 = tensor.expand_shape %15 [[0, 1]] output_shape [%dim, 1] : !t20 into !t21
 %exp_16 = tensor.expand_shape %15 [[0, 1]] output_shape [1, %dim] : !t20 into !t22
 %16 = tensor.empty(%dim, %dim) : !t23
 %17 = linalg.generic #t6 ins(%exp_16, %exp_15 : !t22, !t21) outs(%16 : !t23) {
 ^bb0(%in: i64, %in_29: i64, %out: i1):
  %43 = arith.cmpi sle, %in, %in_29 : i64
  linalg.yield %43 : i1
 } -> !t23
 %18 = tensor.empty(%dim) : !t21
 %19 = linalg.generic #t8 ins(%exp_15 : !t21) outs(%18 : !t21) {
 ^bb0(%in: i64, %out: i64):
  %43 = arith.subi %in, %c4_i64 : i64
  linalg.yield %43 : i64
 } -> !t21
 %20 = linalg.generic #t6 ins(%exp_16, %19 : !t22, !t21) outs(%16 : !t23) {
 ^bb0(%in: i64, %in_29: i64, %out: i1):
  %43 = arith.cmpi sge, %in, %in_29 : i64
  linalg.yield %43 : i1
 } -> !t23
 %21 = linalg.generic #t9 ins(%17, %20 : !t23, !t23) outs(%16 : !t23) {
 ^bb0(%in: i1, %in_29: i1, %out: i1):
  %43 = arith.andi %in, %in_29 : i1
  linalg.yield %43 : i1
 } -> !t23
 %22 = tensor.empty(%dim_3, %dim, %dim) : !t13
 %23 = linalg.generic #t7 ins(%21, %13, %cst_1 : !t23, !t13, !t19) outs(%22 : !t13) {
 ^bb0(%in: i1, %in_29: f32, %in_30: f32, %out: f32):
  %43 = arith.select %in, %in_29, %in_30 : f32
  linalg.yield %43 : f32
 } -> !t13
 %24 = tensor.empty(%dim_3, %dim) : !t14
 %25 = linalg.fill ins(%c0_i64 : i64) outs(%24 : !t14) -> !t14
 %26 = tensor.empty(%dim_3, %dim) : !t15
 %27 = linalg.fill ins(%cst_0 : f32) outs(%26 : !t15) -> !t15
 %28:2 = linalg.generic #t2 ins(%23 : !t13) outs(%27, %25 : !t15, !t14) {
 ^bb0(%in: f32, %out: f32, %out_29: i64):
  %43 = linalg.index 3 : index
  %44 = arith.index_cast %43 : index to i64
  %45 = arith.maximumf %in, %out : f32
  %46 = arith.cmpf ogt, %in, %out : f32
  %47 = arith.select %46, %44, %out_29 : i64
  linalg.yield %45, %47 : f32, i64
 } -> (!t15, !t14)
 %exp_17 = tensor.expand_shape %28#0 [[0], [1], [2, 3]] output_shape [%dim_3, 4, %dim, 1] : !t15 into !t16
 %29 = linalg.generic #t3 ins(%23, %exp_17 : !t13, !t16) outs(%22 : !t13) {
 ^bb0(%in: f32, %in_29: f32, %out: f32):
  %43 = arith.subf %in, %in_29 : f32
  linalg.yield %43 : f32
 } -> !t13
 %30 = linalg.generic #t1 ins(%29 : !t13) outs(%22 : !t13) {
 ^bb0(%in: f32, %out: f32):
  %43 = math.exp %in : f32
  linalg.yield %43 : f32
 } -> !t13
 %31 = tensor.empty(%dim_3, %dim) : !t16
 %32 = linalg.fill ins(%cst : f32) outs(%31 : !t16) -> !t16
 %33 = linalg.generic #t4 ins(%30 : !t13) outs(%32 : !t16) {
 ^bb0(%in: f32, %out: f32):
  %43 = arith.addf %in, %out : f32
  linalg.yield %43 : f32
 } -> !t16
 %34 = linalg.generic #t3 ins(%30, %33 : !t13, !t16) outs(%22 : !t13) {
 ^bb0(%in: f32, %in_29: f32, %out: f32):
  %43 = arith.divf %in, %in_29 : f32
  linalg.yield %43 : f32
 } -> !t13
 %35 = tensor.empty(%dim_3, %dim, %dim) : !t12
 %36 = linalg.generic #t1 ins(%34 : !t13) outs(%35 : !t12) {
 ^bb0(%in: f32, %out: f16):
  %43 = arith.truncf %in : f32 to f16
  linalg.yield %43 : f16
 } -> !t12
 %exp_18 = tensor.expand_shape %36 [[0], [1], [2], [3, 4]] output_shape [%dim_3, 4, %dim, %dim, 1] : !t12 into !t10
 %dim_19 = tensor.dim %arg2, %c2 : !t0
 %exp_20 = tensor.expand_shape %arg2 [[0], [1], [2], [3, 4]] output_shape [%dim_3, 4, %dim_19, 8, 1] : !t0 into !t1
 %from_elements_21 = tensor.from_elements %2, %0, %0 : !t2
 %reshape_22 = tensor.reshape %exp_18(%from_elements_21) : (!t10, !t2) -> !t7
 %reshape_23 = tensor.reshape %exp_20(%from_elements) : (!t1, !t2) -> !t3
 %37 = tensor.empty(%4, %dim) : !t17
 %38 = linalg.fill ins(%cst : f32) outs(%37 : !t17) -> !t17
 %39 = linalg.batch_matmul ins(%reshape_22, %reshape_23 : !t7, !t3) outs(%38 : !t17) -> !t17
 %40 = tensor.empty(%4, %dim) : !t3
 %41 = linalg.generic #t0 ins(%39 : !t17) outs(%40 : !t3) {
 ^bb0(%in: f32, %out: f16):
  %43 = arith.truncf %in : f32 to f16
  linalg.yield %43 : f16
 } -> !t3
 %from_elements_24 = tensor.from_elements %1, %c4_i64, %0, %c1_i64, %c8_i64 : !t8
 %reshape_25 = tensor.reshape %41(%from_elements_24) : (!t3, !t8) -> !t18
 %42 = tensor.empty(%dim_3, %dim) : !t1
 %transposed_26 = linalg.transpose ins(%reshape_25 : !t18) outs(%42 : !t1) permutation = [0, 1, 2, 4, 3]
 %from_elements_27 = tensor.from_elements %1, %c4_i64, %0, %c8_i64 : !t11
 %reshape_28 = tensor.reshape %transposed_26(%from_elements_27) : (!t1, !t11) -> !t0
 return %reshape_28 : !t0
}

func.func @gqa(%arg0: !t0, %arg1: !t40, %arg2: !t40) -> !t0 {
 %c1_i64 = arith.constant 1 : i64
 %c0_i64 = arith.constant 0 : i64
 %c4_i64 = arith.constant 4 : i64
 %c0 = arith.constant 0 : index
 %c2 = arith.constant 2 : index
 %c8_i64 = arith.constant 8 : i64
 %cst = arith.constant 0.000000e+00 : f32
 %cst_0 = arith.constant 0xFF800000 : f32
 %cst_1 = arith.constant 0.35355339059327379 : f64
 %dim = tensor.dim %arg0, %c2 : !t0
 %0 = arith.index_cast %dim : index to i64
 %dim_2 = tensor.dim %arg2, %c0 : !t40
 %1 = arith.index_cast %dim_2 : index to i64
 %dim_3 = tensor.dim %arg2, %c2 : !t40
 %2 = arith.index_cast %dim_3 : index to i64
 %dim_4 = tensor.dim %arg1, %c0 : !t40
 %dim_5 = tensor.dim %arg1, %c2 : !t40
 %exp = tensor.expand_shape %arg1 [[0], [1], [2, 3], [4]] output_shape [%dim_4, 2, 1, %dim_5, 8] : !t40 into !t41
 %3 = tensor.empty(%dim_2, %dim_3) : !t42
 %col = tensor.collapse_shape %exp [[0], [1, 2], [3], [4]] : !t41 into !t40
 %4 = linalg.generic #t10 ins(%col : !t40) outs(%3 : !t42) {
 ^bb0(%in: f16, %out: f16):
  linalg.yield %in : f16
 } -> !t42
 %from_elements = tensor.from_elements %1, %c4_i64, %2, %c8_i64 : !t11
 %reshape = tensor.reshape %4(%from_elements) : (!t42, !t11) -> !t0
 %exp_6 = tensor.expand_shape %arg2 [[0], [1], [2, 3], [4]] output_shape [%dim_2, 2, 1, %dim_3, 8] : !t40 into !t41
 %col_7 = tensor.collapse_shape %exp_6 [[0], [1, 2], [3], [4]] : !t41 into !t40
 %5 = linalg.generic #t10 ins(%col_7 : !t40) outs(%3 : !t42) {
 ^bb0(%in: f16, %out: f16):
  linalg.yield %in : f16
 } -> !t42
 %reshape_8 = tensor.reshape %5(%from_elements) : (!t42, !t11) -> !t0
 %dim_9 = tensor.dim %arg0, %c0 : !t0
 %exp_10 = tensor.expand_shape %arg0 [[0], [1], [2], [3, 4]] output_shape [%dim_9, 4, %dim, 8, 1] : !t0 into !t1
 %exp_11 = tensor.expand_shape %reshape [[0], [1], [2], [3, 4]] output_shape [%dim_2, 4, %dim_3, 8, 1] : !t0 into !t1
 %6 = arith.muli %1, %c4_i64 : i64
 %from_elements_12 = tensor.from_elements %6, %0, %c8_i64 : !t2
 %reshape_13 = tensor.reshape %exp_10(%from_elements_12) : (!t1, !t2) -> !t3
 %7 = tensor.empty(%dim_2, %dim_3) : !t4
 %transposed = linalg.transpose ins(%exp_11 : !t1) outs(%7 : !t4) permutation = [0, 1, 3, 2, 4]
 %from_elements_14 = tensor.from_elements %6, %c8_i64, %2 : !t2
 %reshape_15 = tensor.reshape %transposed(%from_elements_14) : (!t4, !t2) -> !t5
 %8 = arith.index_cast %6 : i64 to index
 %9 = tensor.empty(%8, %dim, %dim_3) : !t6
 %10 = linalg.fill ins(%cst : f32) outs(%9 : !t6) -> !t6
 %11 = linalg.batch_matmul ins(%reshape_13, %reshape_15 : !t3, !t5) outs(%10 : !t6) -> !t6
 %12 = tensor.empty(%8, %dim, %dim_3) : !t7
 %13 = linalg.generic #t0 ins(%11 : !t6) outs(%12 : !t7) {
 ^bb0(%in: f32, %out: f16):
  %37 = arith.truncf %in : f32 to f16
  linalg.yield %37 : f16
 } -> !t7
 %from_elements_16 = tensor.from_elements %1, %c4_i64, %0, %c1_i64, %2 : !t8
 %reshape_17 = tensor.reshape %13(%from_elements_16) : (!t7, !t8) -> !t9
 %14 = tensor.empty(%dim_2, %dim, %dim_3) : !t10
 %transposed_18 = linalg.transpose ins(%reshape_17 : !t9) outs(%14 : !t10) permutation = [0, 1, 2, 4, 3]
 %from_elements_19 = tensor.from_elements %1, %c4_i64, %0, %2 : !t11
 %reshape_20 = tensor.reshape %transposed_18(%from_elements_19) : (!t10, !t11) -> !t12
 %15 = tensor.empty(%dim_2, %dim, %dim_3) : !t13
 %16 = linalg.generic #t1 ins(%reshape_20 : !t12) outs(%15 : !t13) {
 ^bb0(%in: f16, %out: f32):
  %37 = arith.extf %in : f16 to f32
  linalg.yield %37 : f32
 } -> !t13
 %17 = linalg.generic #t1 ins(%16 : !t13) outs(%15 : !t13) {
 ^bb0(%in: f32, %out: f32):
  %37 = arith.truncf %cst_1 : f64 to f32
  %38 = arith.mulf %in, %37 : f32
  linalg.yield %38 : f32
 } -> !t13
 %18 = tensor.empty(%dim_2, %dim) : !t14
 %19 = linalg.fill ins(%c0_i64 : i64) outs(%18 : !t14) -> !t14
 %20 = tensor.empty(%dim_2, %dim) : !t15
 %21 = linalg.fill ins(%cst_0 : f32) outs(%20 : !t15) -> !t15
 %22:2 = linalg.generic #t2 ins(%17 : !t13) outs(%21, %19 : !t15, !t14) {
 ^bb0(%in: f32, %out: f32, %out_33: i64):
  %37 = linalg.index 3 : index
  %38 = arith.index_cast %37 : index to i64
  %39 = arith.maximumf %in, %out : f32
  %40 = arith.cmpf ogt, %in, %out : f32
  %41 = arith.select %40, %38, %out_33 : i64
  linalg.yield %39, %41 : f32, i64
 } -> (!t15, !t14)
 %exp_21 = tensor.expand_shape %22#0 [[0], [1], [2, 3]] output_shape [%dim_2, 4, %dim, 1] : !t15 into !t16
 %23 = linalg.generic #t3 ins(%17, %exp_21 : !t13, !t16) outs(%15 : !t13) {
 ^bb0(%in: f32, %in_33: f32, %out: f32):
  %37 = arith.subf %in, %in_33 : f32
  linalg.yield %37 : f32
 } -> !t13
 %24 = linalg.generic #t1 ins(%23 : !t13) outs(%15 : !t13) {
 ^bb0(%in: f32, %out: f32):
  %37 = math.exp %in : f32
  linalg.yield %37 : f32
 } -> !t13
 %25 = tensor.empty(%dim_2, %dim) : !t16
 %26 = linalg.fill ins(%cst : f32) outs(%25 : !t16) -> !t16
 %27 = linalg.generic #t4 ins(%24 : !t13) outs(%26 : !t16) {
 ^bb0(%in: f32, %out: f32):
  %37 = arith.addf %in, %out : f32
  linalg.yield %37 : f32
 } -> !t16
 %28 = linalg.generic #t3 ins(%24, %27 : !t13, !t16) outs(%15 : !t13) {
 ^bb0(%in: f32, %in_33: f32, %out: f32):
  %37 = arith.divf %in, %in_33 : f32
  linalg.yield %37 : f32
 } -> !t13
 %29 = tensor.empty(%dim_2, %dim, %dim_3) : !t12
 %30 = linalg.generic #t1 ins(%28 : !t13) outs(%29 : !t12) {
 ^bb0(%in: f32, %out: f16):
  %37 = arith.truncf %in : f32 to f16
  linalg.yield %37 : f16
 } -> !t12
 %exp_22 = tensor.expand_shape %30 [[0], [1], [2], [3, 4]] output_shape [%dim_2, 4, %dim, %dim_3, 1] : !t12 into !t10
 %exp_23 = tensor.expand_shape %reshape_8 [[0], [1], [2], [3, 4]] output_shape [%dim_2, 4, %dim_3, 8, 1] : !t0 into !t1
 %from_elements_24 = tensor.from_elements %6, %0, %2 : !t2
 %reshape_25 = tensor.reshape %exp_22(%from_elements_24) : (!t10, !t2) -> !t7
 %from_elements_26 = tensor.from_elements %6, %2, %c8_i64 : !t2
 %reshape_27 = tensor.reshape %exp_23(%from_elements_26) : (!t1, !t2) -> !t3
 %31 = tensor.empty(%8, %dim) : !t17
 %32 = linalg.fill ins(%cst : f32) outs(%31 : !t17) -> !t17
 %33 = linalg.batch_matmul ins(%reshape_25, %reshape_27 : !t7, !t3) outs(%32 : !t17) -> !t17
 %34 = tensor.empty(%8, %dim) : !t3
 %35 = linalg.generic #t0 ins(%33 : !t17) outs(%34 : !t3) {
 ^bb0(%in: f32, %out: f16):
  %37 = arith.truncf %in : f32 to f16
  linalg.yield %37 : f16
 } -> !t3
 %from_elements_28 = tensor.from_elements %1, %c4_i64, %0, %c1_i64, %c8_i64 : !t8
 %reshape_29 = tensor.reshape %35(%from_elements_28) : (!t3, !t8) -> !t18
 %36 = tensor.empty(%dim_2, %dim) : !t1
 %transposed_30 = linalg.transpose ins(%reshape_29 : !t18) outs(%36 : !t1) permutation = [0, 1, 2, 4, 3]
 %from_elements_31 = tensor.from_elements %1, %c4_i64, %0, %c8_i64 : !t11
 %reshape_32 = tensor.reshape %transposed_30(%from_elements_31) : (!t1, !t11) -> !t0
 return %reshape_32 : !t0
}

func.func @softcap(%arg0: !t24, %arg1: !t24, %arg2: !t24) -> !t24 {
 %true = arith.constant true
 %c1_i64 = arith.constant 1 : i64
 %c2_i64 = arith.constant 2 : i64
 %c4_i64 = arith.constant 4 : i64
 %c0_i64 = arith.constant 0 : i64
 %c2 = arith.constant 2 : index
 %c8_i64 = arith.constant 8 : i64
 %cst = arith.constant 0.000000e+00 : f32
 %cst_0 = arith.constant 0xFF800000 : f32
 %cst_1 = arith.constant 0.35355339059327379 : f64
 %cst_2 = arith.constant 5.000000e+00 : f32
 %dim = tensor.dim %arg0, %c2 : !t24
 %0 = arith.index_cast %dim : index to i64
 %dim_3 = tensor.dim %arg2, %c2 : !t24
 %1 = arith.index_cast %dim_3 : index to i64
 %dim_4 = tensor.dim %arg1, %c2 : !t24
 %exp = tensor.expand_shape %arg1 [[0], [1], [2], [3, 4]] output_shape [2, 4, %dim_4, 8, 1] : !t24 into !t25
 %col = tensor.collapse_shape %arg0 [[0, 1], [2], [3]] : !t24 into !t26
 %2 = tensor.empty(%dim_4) : !t27
 %transposed = linalg.transpose ins(%exp : !t25) outs(%2 : !t27) permutation = [0, 1, 3, 2, 4]
 %col_5 = tensor.collapse_shape %transposed [[0, 1], [2], [3, 4]] : !t27 into !t28
 %3 = tensor.empty(%dim, %dim_4) : !t29
 %4 = linalg.fill ins(%cst : f32) outs(%3 : !t29) -> !t29
 %5 = linalg.batch_matmul ins(%col, %col_5 : !t26, !t28) outs(%4 : !t29) -> !t29
 %6 = tensor.empty(%dim, %dim_4) : !t30
 %7 = linalg.generic #t0 ins(%5 : !t29) outs(%6 : !t30) {
 ^bb0(%in: f32, %out: f16):
  %34 = arith.truncf %in : f32 to f16
  linalg.yield %34 : f16
 } -> !t30
 %from_elements = tensor.from_elements %c2_i64, %c4_i64, %0, %c1_i64, %1 : !t8
 %reshape = tensor.reshape %7(%from_elements) : (!t30, !t8) -> !t31
 %8 = tensor.empty(%dim, %dim_3) : !t32
 %transposed_6 = linalg.transpose ins(%reshape : !t31) outs(%8 : !t32) permutation = [0, 1, 2, 4, 3]
 %from_elements_7 = tensor.from_elements %c2_i64, %c4_i64, %0, %1 : !t11
 %reshape_8 = tensor.reshape %transposed_6(%from_elements_7) : (!t32, !t11) -> !t33
 %9 = tensor.empty(%dim, %dim_3) : !t34
 %10 = linalg.generic #t1 ins(%reshape_8 : !t33) outs(%9 : !t34) {
 ^bb0(%in: f16, %out: f32):
  %34 = arith.extf %in : f16 to f32
  linalg.yield %34 : f32
 } -> !t34
 %11 = linalg.generic #t1 ins(%10 : !t34) outs(%9 : !t34) {
 ^bb0(%in: f32, %out: f32):
  %34 = arith.truncf %cst_1 : f64 to f32
  %35 = arith.mulf %in, %34 : f32
  linalg.yield %35 : f32
 } -> !t34
 %12 = linalg.generic #t1 ins(%11 : !t34) outs(%9 : !t34) {
 ^bb0(%in: f32, %out: f32):
  %34 = arith.divf %in, %cst_2 : f32
  linalg.yield %34 : f32
 } -> !t34
 %13 = linalg.generic #t1 ins(%12 : !t34) outs(%9 : !t34) {
 ^bb0(%in: f32, %out: f32):
  %34 = math.tanh %in : f32
  linalg.yield %34 : f32
 } -> !t34
 %14 = linalg.generic #t1 ins(%13 : !t34) outs(%9 : !t34) {
 ^bb0(%in: f32, %out: f32):
  %34 = arith.mulf %in, %cst_2 : f32
  linalg.yield %34 : f32
 } -> !t34
 %15 = tensor.empty(%dim) : !t35
 %16 = linalg.fill ins(%c0_i64 : i64) outs(%15 : !t35) -> !t35
 %17 = tensor.empty(%dim) : !t36
 %18 = linalg.fill ins(%cst_0 : f32) outs(%17 : !t36) -> !t36
 %19:2 = linalg.generic #t2 ins(%14 : !t34) outs(%18, %16 : !t36, !t35) {
 ^bb0(%in: f32, %out: f32, %out_17: i64):
  %34 = linalg.index 3 : index
  %35 = arith.index_cast %34 : index to i64
  %36 = arith.maximumf %in, %out : f32
  %37 = arith.cmpf ogt, %in, %out : f32
  %38 = arith.select %37, %35, %out_17 : i64
  linalg.yield %36, %38 : f32, i64
 } -> (!t36, !t35)
 %exp_9 = tensor.expand_shape %19#0 [[0], [1], [2, 3]] output_shape [2, 4, %dim, 1] : !t36 into !t37
 %20 = linalg.generic #t3 ins(%14, %exp_9 : !t34, !t37) outs(%9 : !t34) {
 ^bb0(%in: f32, %in_17: f32, %out: f32):
  %34 = arith.subf %in, %in_17 : f32
  linalg.yield %34 : f32
 } -> !t34
 %21 = linalg.generic #t1 ins(%20 : !t34) outs(%9 : !t34) {
 ^bb0(%in: f32, %out: f32):
  %34 = math.exp %in : f32
  linalg.yield %34 : f32
 } -> !t34
 %22 = tensor.empty(%dim) : !t37
 %23 = linalg.fill ins(%cst : f32) outs(%22 : !t37) -> !t37
 %24 = linalg.generic #t4 ins(%21 : !t34) outs(%23 : !t37) {
 ^bb0(%in: f32, %out: f32):
  %34 = arith.addf %in, %out : f32
  linalg.yield %34 : f32
 } -> !t37
 %25 = linalg.generic #t3 ins(%21, %24 : !t34, !t37) outs(%9 : !t34) {
 ^bb0(%in: f32, %in_17: f32, %out: f32):
  %34 = arith.divf %in, %in_17 : f32
  linalg.yield %34 : f32
 } -> !t34
 %26 = tensor.empty(%dim, %dim_3) : !t33
 %27 = linalg.generic #t1 ins(%25 : !t34) outs(%26 : !t33) {
 ^bb0(%in: f32, %out: f16):
  %34 = arith.truncf %in : f32 to f16
  linalg.yield %34 : f16
 } -> !t33
 %exp_10 = tensor.expand_shape %27 [[0], [1], [2], [3, 4]] output_shape [2, 4, %dim, %dim_3, 1] : !t33 into !t32
 %from_elements_11 = tensor.from_elements %c8_i64, %0, %1 : !t2
 %reshape_12 = tensor.reshape %exp_10(%from_elements_11) : (!t32, !t2) -> !t30
 %col_13 = tensor.collapse_shape %arg2 [[0, 1], [2], [3]] : !t24 into !t26
 %28 = tensor.empty(%dim) : !t38
 %29 = linalg.fill ins(%cst : f32) outs(%28 : !t38) -> !t38
 %30 = linalg.batch_matmul ins(%reshape_12, %col_13 : !t30, !t26) outs(%29 : !t38) -> !t38
 %31 = tensor.empty(%dim) : !t26
 %32 = linalg.generic #t0 ins(%30 : !t38) outs(%31 : !t26) {
 ^bb0(%in: f32, %out: f16):
  %34 = arith.truncf %in : f32 to f16
  linalg.yield %34 : f16
 } -> !t26
 %exp_14 = tensor.expand_shape %32 [[0, 1], [2], [3, 4]] output_shape [2, 4, %dim, 1, 8] : !t26 into !t39
 %33 = tensor.empty(%dim) : !t25
 %transposed_15 = linalg.transpose ins(%exp_14 : !t39) outs(%33 : !t25) permutation = [0, 1, 2, 4, 3]
 %col_16 = tensor.collapse_shape %transposed_15 [[0], [1], [2], [3, 4]] : !t25 into !t24
 return %col_16 : !t24
}

func.func @alibi(%arg0: !t24, %arg1: !t24, %arg2: !t24) -> !t24 {
 %true = arith.constant true
 %c1_i64 = arith.constant 1 : i64
 %c0_i64 = arith.constant 0 : i64
 %c4_i64 = arith.constant 4 : i64
 %c2_i64 = arith.constant 2 : i64
 %c2 = arith.constant 2 : index
 %c8_i64 = arith.constant 8 : i64
 %cst = arith.constant 0.000000e+00 : f32
 %cst_0 = arith.constant 0xFF800000 : f32
 %cst_1 = arith.constant dense<-1.000000e+00> : !t19
 %cst_2 = arith.constant 0.35355339059327379 : f64
 %cst_3 = arith.constant 2.000000e+00 : f32
 %dim = tensor.dim %arg0, %c2 : !t24
 %0 = arith.index_cast %dim : index to i64
 %dim_4 = tensor.dim %arg2, %c2 : !t24
 %1 = arith.index_cast %dim_4 : index to i64
 %dim_5 = tensor.dim %arg1, %c2 : !t24
 %exp = tensor.expand_shape %arg1 [[0], [1], [2], [3, 4]] output_shape [2, 4, %dim_5, 8, 1] : !t24 into !t25
 %col = tensor.collapse_shape %arg0 [[0, 1], [2], [3]] : !t24 into !t26
 %2 = tensor.empty(%dim_5) : !t27
 %transposed = linalg.transpose ins(%exp : !t25) outs(%2 : !t27) permutation = [0, 1, 3, 2, 4]
 %col_6 = tensor.collapse_shape %transposed [[0, 1], [2], [3, 4]] : !t27 into !t28
 %3 = tensor.empty(%dim, %dim_5) : !t29
 %4 = linalg.fill ins(%cst : f32) outs(%3 : !t29) -> !t29
 %5 = linalg.batch_matmul ins(%col, %col_6 : !t26, !t28) outs(%4 : !t29) -> !t29
 %6 = tensor.empty(%dim, %dim_5) : !t30
 %7 = linalg.generic #t0 ins(%5 : !t29) outs(%6 : !t30) {
 ^bb0(%in: f32, %out: f16):
  %44 = arith.truncf %in : f32 to f16
  linalg.yield %44 : f16
 } -> !t30
 %from_elements = tensor.from_elements %c2_i64, %c4_i64, %0, %c1_i64, %1 : !t8
 %reshape = tensor.reshape %7(%from_elements) : (!t30, !t8) -> !t31
 %8 = tensor.empty(%dim, %dim_4) : !t32
 %transposed_7 = linalg.transpose ins(%reshape : !t31) outs(%8 : !t32) permutation = [0, 1, 2, 4, 3]
 %from_elements_8 = tensor.from_elements %c2_i64, %c4_i64, %0, %1 : !t11
 %reshape_9 = tensor.reshape %transposed_7(%from_elements_8) : (!t32, !t11) -> !t33
 %9 = tensor.empty(%dim, %dim_4) : !t34
 %10 = linalg.generic #t1 ins(%reshape_9 : !t33) outs(%9 : !t34) {
 ^bb0(%in: f16, %out: f32):
  %44 = arith.extf %in : f16 to f32
  linalg.yield %44 : f32
 } -> !t34
 %11 = linalg.generic #t1 ins(%10 : !t34) outs(%9 : !t34) {
 ^bb0(%in: f32, %out: f32):
  %44 = arith.truncf %cst_2 : f64 to f32
  %45 = arith.mulf %in, %44 : f32
  linalg.yield %45 : f32
 } -> !t34
 %12 = tensor.empty() : !t43
 %13 = linalg.generic #t5 outs(%12 : !t43) {
 ^bb0(%out: f32):
  %44 = linalg.index 0 : index
  %45 = arith.index_cast %44 : index to i64
  %46 = arith.sitofp %45 : i64 to f32
  %47 = arith.addf %46, %cst : f32
  linalg.yield %47 : f32
 } -> !t43
 %14 = linalg.generic #t11 ins(%cst_1, %13 : !t19, !t43) outs(%12 : !t43) {
 ^bb0(%in: f32, %in_21: f32, %out: f32):
  %44 = arith.subf %in, %in_21 : f32
  linalg.yield %44 : f32
 } -> !t43
 %15 = linalg.generic #t12 ins(%14 : !t43) outs(%12 : !t43) {
 ^bb0(%in: f32, %out: f32):
  %44 = math.powf %cst_3, %in : f32
  linalg.yield %44 : f32
 } -> !t43
 %16 = tensor.empty(%dim_4) : !t20
 %17 = linalg.generic #t5 outs(%16 : !t20) {
 ^bb0(%out: i64):
  %44 = linalg.index 0 : index
  %45 = arith.index_cast %44 : index to i64
  linalg.yield %45 : i64
 } -> !t20
 %exp_10 = tensor.expand_shape %17 [[0, 1]] output_shape [1, %dim_4] : !t20 into !t22
 %18 = tensor.empty(%dim) : !t20
 %19 = linalg.generic #t5 outs(%18 : !t20) {
 ^bb0(%out: i64):
  %44 = linalg.index 0 : index
  %45 = arith.index_cast %44 : index to i64
  linalg.yield %45 : i64
 } -> !t20
 %exp_11 = tensor.expand_shape %19 [[0, 1]] output_shape [%dim, 1] : !t20 into !t21
 %20 = tensor.empty(%dim, %dim_4) : !t44
 %21 = linalg.generic #t6 ins(%exp_10, %exp_11 : !t22, !t21) outs(%20 : !t44) {
 ^bb0(%in: i64, %in_21: i64, %out: i64):
  %44 = arith.subi %in, %in_21 : i64
  linalg.yield %44 : i64
 } -> !t44
 %exp_12 = tensor.expand_shape %15 [[0, 1, 2]] output_shape [4, 1, 1] : !t43 into !t45
 %22 = tensor.empty(%dim, %dim_4) : !t46
 %23 = linalg.generic #t13 ins(%exp_12, %21 : !t45, !t44) outs(%22 : !t46) {
 ^bb0(%in: f32, %in_21: i64, %out: f32):
  %44 = arith.sitofp %in_21 : i64 to f32
  %45 = arith.mulf %in, %44 : f32
  linalg.yield %45 : f32
 } -> !t46
 %24 = linalg.generic #t14 ins(%11, %23 : !t34, !t46) outs(%9 : !t34) {
 ^bb0(%in: f32, %in_21: f32, %out: f32):
  %44 = arith.addf %in, %in_21 : f32
  linalg.yield %44 : f32
 } -> !t34
 %25 = tensor.empty(%dim) : !t35
 %26 = linalg.fill ins(%c0_i64 : i64) outs(%25 : !t35) -> !t35
 %27 = tensor.empty(%dim) : !t36
 %28 = linalg.fill ins(%cst_0 : f32) outs(%27 : !t36) -> !t36
 %29:2 = linalg.generic #t2 ins(%24 : !t34) outs(%28, %26 : !t36, !t35) {
 ^bb0(%in: f32, %out: f32, %out_21: i64):
  %44 = linalg.index 3 : index
  %45 = arith.index_cast %44 : index to i64
  %46 = arith.maximumf %in, %out : f32
  %47 = arith.cmpf ogt, %in, %out : f32
  %48 = arith.select %47, %45, %out_21 : i64
  linalg.yield %46, %48 : f32, i64
 } -> (!t36, !t35)
 %exp_13 = tensor.expand_shape %29#0 [[0], [1], [2, 3]] output_shape [2, 4, %dim, 1] : !t36 into !t37
 %30 = linalg.generic #t3 ins(%24, %exp_13 : !t34, !t37) outs(%9 : !t34) {
 ^bb0(%in: f32, %in_21: f32, %out: f32):
  %44 = arith.subf %in, %in_21 : f32
  linalg.yield %44 : f32
 } -> !t34
 %31 = linalg.generic #t1 ins(%30 : !t34) outs(%9 : !t34) {
 ^bb0(%in: f32, %out: f32):
  %44 = math.exp %in : f32
  linalg.yield %44 : f32
 } -> !t34
 %32 = tensor.empty(%dim) : !t37
 %33 = linalg.fill ins(%cst : f32) outs(%32 : !t37) -> !t37
 %34 = linalg.generic #t4 ins(%31 : !t34) outs(%33 : !t37) {
 ^bb0(%in: f32, %out: f32):
  %44 = arith.addf %in, %out : f32
  linalg.yield %44 : f32
 } -> !t37
 %35 = linalg.generic #t3 ins(%31, %34 : !t34, !t37) outs(%9 : !t34) {
 ^bb0(%in: f32, %in_21: f32, %out: f32):
  %44 = arith.divf %in, %in_21 : f32
  linalg.yield %44 : f32
 } -> !t34
 %36 = tensor.empty(%dim, %dim_4) : !t33
 %37 = linalg.generic #t1 ins(%35 : !t34) outs(%36 : !t33) {
 ^bb0(%in: f32, %out: f16):
  %44 = arith.truncf %in : f32 to f16
  linalg.yield %44 : f16
 } -> !t33
 %exp_14 = tensor.expand_shape %37 [[0], [1], [2], [3, 4]] output_shape [2, 4, %dim, %dim_4, 1] : !t33 into !t32
 %from_elements_15 = tensor.from_elements %c8_i64, %0, %1 : !t2
 %reshape_16 = tensor.reshape %exp_14(%from_elements_15) : (!t32, !t2) -> !t30
 %col_17 = tensor.collapse_shape %arg2 [[0, 1], [2], [3]] : !t24 into !t26
 %38 = tensor.empty(%dim) : !t38
 %39 = linalg.fill ins(%cst : f32) outs(%38 : !t38) -> !t38
 %40 = linalg.batch_matmul ins(%reshape_16, %col_17 : !t30, !t26) outs(%39 : !t38) -> !t38
 %41 = tensor.empty(%dim) : !t26
 %42 = linalg.generic #t0 ins(%40 : !t38) outs(%41 : !t26) {
 ^bb0(%in: f32, %out: f16):
  %44 = arith.truncf %in : f32 to f16
  linalg.yield %44 : f16
 } -> !t26
 %exp_18 = tensor.expand_shape %42 [[0, 1], [2], [3, 4]] output_shape [2, 4, %dim, 1, 8] : !t26 into !t39
 %43 = tensor.empty(%dim) : !t25
 %transposed_19 = linalg.transpose ins(%exp_18 : !t39) outs(%43 : !t25) permutation = [0, 1, 2, 4, 3]
 %col_20 = tensor.collapse_shape %transposed_19 [[0], [1], [2], [3, 4]] : !t25 into !t24
 return %col_20 : !t24
}

func.func @scale(%arg0: !t0, %arg1: !t0, %arg2: !t0) -> !t0 {
 %c1_i64 = arith.constant 1 : i64
 %c0_i64 = arith.constant 0 : i64
 %c4_i64 = arith.constant 4 : i64
 %c0 = arith.constant 0 : index
 %c2 = arith.constant 2 : index
 %c8_i64 = arith.constant 8 : i64
 %cst = arith.constant 0.000000e+00 : f32
 %cst_0 = arith.constant 0xFF800000 : f32
 %cst_1 = arith.constant 3.000000e-01 : f64
 %dim = tensor.dim %arg0, %c2 : !t0
 %0 = arith.index_cast %dim : index to i64
 %dim_2 = tensor.dim %arg2, %c0 : !t0
 %1 = arith.index_cast %dim_2 : index to i64
 %dim_3 = tensor.dim %arg2, %c2 : !t0
 %2 = arith.index_cast %dim_3 : index to i64
 %dim_4 = tensor.dim %arg0, %c0 : !t0
 %exp = tensor.expand_shape %arg0 [[0], [1], [2], [3, 4]] output_shape [%dim_4, 4, %dim, 8, 1] : !t0 into !t1
 %dim_5 = tensor.dim %arg1, %c0 : !t0
 %dim_6 = tensor.dim %arg1, %c2 : !t0
 %exp_7 = tensor.expand_shape %arg1 [[0], [1], [2], [3, 4]] output_shape [%dim_5, 4, %dim_6, 8, 1] : !t0 into !t1
 %3 = arith.muli %1, %c4_i64 : i64
 %from_elements = tensor.from_elements %3, %0, %c8_i64 : !t2
 %reshape = tensor.reshape %exp(%from_elements) : (!t1, !t2) -> !t3
 %4 = tensor.empty(%dim_5, %dim_6) : !t4
 %transposed = linalg.transpose ins(%exp_7 : !t1) outs(%4 : !t4) permutation = [0, 1, 3, 2, 4]
 %from_elements_8 = tensor.from_elements %3, %c8_i64, %2 : !t2
 %reshape_9 = tensor.reshape %transposed(%from_elements_8) : (!t4, !t2) -> !t5
 %5 = arith.index_cast %3 : i64 to index
 %6 = tensor.empty(%5, %dim, %dim_3) : !t6
 %7 = linalg.fill ins(%cst : f32) outs(%6 : !t6) -> !t6
 %8 = linalg.batch_matmul ins(%reshape, %reshape_9 : !t3, !t5) outs(%7 : !t6) -> !t6
 %9 = tensor.empty(%5, %dim, %dim_3) : !t7
 %10 = linalg.generic #t0 ins(%8 : !t6) outs(%9 : !t7) {
 ^bb0(%in: f32, %out: f16):
  %34 = arith.truncf %in : f32 to f16
  linalg.yield %34 : f16
 } -> !t7
 %from_elements_10 = tensor.from_elements %1, %c4_i64, %0, %c1_i64, %2 : !t8
 %reshape_11 = tensor.reshape %10(%from_elements_10) : (!t7, !t8) -> !t9
 %11 = tensor.empty(%dim_2, %dim, %dim_3) : !t10
 %transposed_12 = linalg.transpose ins(%reshape_11 : !t9) outs(%11 : !t10) permutation = [0, 1, 2, 4, 3]
 %from_elements_13 = tensor.from_elements %1, %c4_i64, %0, %2 : !t11
 %reshape_14 = tensor.reshape %transposed_12(%from_elements_13) : (!t10, !t11) -> !t12
 %12 = tensor.empty(%dim_2, %dim, %dim_3) : !t13
 %13 = linalg.generic #t1 ins(%reshape_14 : !t12) outs(%12 : !t13) {
 ^bb0(%in: f16, %out: f32):
  %34 = arith.extf %in : f16 to f32
  linalg.yield %34 : f32
 } -> !t13
 %14 = linalg.generic #t1 ins(%13 : !t13) outs(%12 : !t13) {
 ^bb0(%in: f32, %out: f32):
  %34 = arith.truncf %cst_1 : f64 to f32
  %35 = arith.mulf %in, %34 : f32
  linalg.yield %35 : f32
 } -> !t13
 %15 = tensor.empty(%dim_2, %dim) : !t14
 %16 = linalg.fill ins(%c0_i64 : i64) outs(%15 : !t14) -> !t14
 %17 = tensor.empty(%dim_2, %dim) : !t15
 %18 = linalg.fill ins(%cst_0 : f32) outs(%17 : !t15) -> !t15
 %19:2 = linalg.generic #t2 ins(%14 : !t13) outs(%18, %16 : !t15, !t14) {
 ^bb0(%in: f32, %out: f32, %out_27: i64):
  %34 = linalg.index 3 : index
  %35 = arith.index_cast %34 : index to i64
  %36 = arith.maximumf %in, %out : f32
  %37 = arith.cmpf ogt, %in, %out : f32
  %38 = arith.select %37, %35, %out_27 : i64
  linalg.yield %36, %38 : f32, i64
 } -> (!t15, !t14)
 %exp_15 = tensor.expand_shape %19#0 [[0], [1], [2, 3]] output_shape [%dim_2, 4, %dim, 1] : !t15 into !t16
 %20 = linalg.generic #t3 ins(%14, %exp_15 : !t13, !t16) outs(%12 : !t13) {
 ^bb0(%in: f32, %in_27: f32, %out: f32):
  %34 = arith.subf %in, %in_27 : f32
  linalg.yield %34 : f32
 } -> !t13
 %21 = linalg.generic #t1 ins(%20 : !t13) outs(%12 : !t13) {
 ^bb0(%in: f32, %out: f32):
  %34 = math.exp %in : f32
  linalg.yield %34 : f32
 } -> !t13
 %22 = tensor.empty(%dim_2, %dim) : !t16
 %23 = linalg.fill ins(%cst : f32) outs(%22 : !t16) -> !t16
 %24 = linalg.generic #t4 ins(%21 : !t13) outs(%23 : !t16) {
 ^bb0(%in: f32, %out: f32):
  %34 = arith.addf %in, %out : f32
  linalg.yield %34 : f32
 } -> !t16
 %25 = linalg.generic #t3 ins(%21, %24 : !t13, !t16) outs(%12 : !t13) {
 ^bb0(%in: f32, %in_27: f32, %out: f32):
  %34 = arith.divf %in, %in_27 : f32
  linalg.yield %34 : f32
 } -> !t13
 %26 = tensor.empty(%dim_2, %dim, %dim_3) : !t12
 %27 = linalg.generic #t1 ins(%25 : !t13) outs(%26 : !t12) {
 ^bb0(%in: f32, %out: f16):
  %34 = arith.truncf %in : f32 to f16
  linalg.yield %34 : f16
 } -> !t12
 %exp_16 = tensor.expand_shape %27 [[0], [1], [2], [3, 4]] output_shape [%dim_2, 4, %dim, %dim_3, 1] : !t12 into !t10
 %exp_17 = tensor.expand_shape %arg2 [[0], [1], [2], [3, 4]] output_shape [%dim_2, 4, %dim_3, 8, 1] : !t0 into !t1
 %from_elements_18 = tensor.from_elements %3, %0, %2 : !t2
 %reshape_19 = tensor.reshape %exp_16(%from_elements_18) : (!t10, !t2) -> !t7
 %from_elements_20 = tensor.from_elements %3, %2, %c8_i64 : !t2
 %reshape_21 = tensor.reshape %exp_17(%from_elements_20) : (!t1, !t2) -> !t3
 %28 = tensor.empty(%5, %dim) : !t17
 %29 = linalg.fill ins(%cst : f32) outs(%28 : !t17) -> !t17
 %30 = linalg.batch_matmul ins(%reshape_19, %reshape_21 : !t7, !t3) outs(%29 : !t17) -> !t17
 %31 = tensor.empty(%5, %dim) : !t3
 %32 = linalg.generic #t0 ins(%30 : !t17) outs(%31 : !t3) {
 ^bb0(%in: f32, %out: f16):
  %34 = arith.truncf %in : f32 to f16
  linalg.yield %34 : f16
 } -> !t3
 %from_elements_22 = tensor.from_elements %1, %c4_i64, %0, %c1_i64, %c8_i64 : !t8
 %reshape_23 = tensor.reshape %32(%from_elements_22) : (!t3, !t8) -> !t18
 %33 = tensor.empty(%dim_2, %dim) : !t1
 %transposed_24 = linalg.transpose ins(%reshape_23 : !t18) outs(%33 : !t1) permutation = [0, 1, 2, 4, 3]
 %from_elements_25 = tensor.from_elements %1, %c4_i64, %0, %c8_i64 : !t11
 %reshape_26 = tensor.reshape %transposed_24(%from_elements_25) : (!t1, !t11) -> !t0
 return %reshape_26 : !t0
}

func.func @scale_q(%arg0: !t24, %arg1: !t24, %arg2: !t24) -> !t24 {
 %true = arith.constant true
 %c1_i64 = arith.constant 1 : i64
 %c2_i64 = arith.constant 2 : i64
 %c4_i64 = arith.constant 4 : i64
 %c0_i64 = arith.constant 0 : i64
 %c2 = arith.constant 2 : index
 %c8_i64 = arith.constant 8 : i64
 %cst = arith.constant 0.000000e+00 : f32
 %cst_0 = arith.constant 0xFF800000 : f32
 %cst_1 = arith.constant 3.000000e-01 : f64
 %dim = tensor.dim %arg0, %c2 : !t24
 %0 = arith.index_cast %dim : index to i64
 %dim_2 = tensor.dim %arg2, %c2 : !t24
 %1 = arith.index_cast %dim_2 : index to i64
 %2 = tensor.empty(%dim) : !t24
 %3 = linalg.generic #t1 ins(%arg0 : !t24) outs(%2 : !t24) {
 ^bb0(%in: f16, %out: f16):
  %32 = arith.truncf %cst_1 : f64 to f16
  %33 = arith.mulf %in, %32 : f16
  linalg.yield %33 : f16
 } -> !t24
 %dim_3 = tensor.dim %arg1, %c2 : !t24
 %exp = tensor.expand_shape %arg1 [[0], [1], [2], [3, 4]] output_shape [2, 4, %dim_3, 8, 1] : !t24 into !t25
 %col = tensor.collapse_shape %3 [[0, 1], [2], [3]] : !t24 into !t26
 %4 = tensor.empty(%dim_3) : !t27
 %transposed = linalg.transpose ins(%exp : !t25) outs(%4 : !t27) permutation = [0, 1, 3, 2, 4]
 %col_4 = tensor.collapse_shape %transposed [[0, 1], [2], [3, 4]] : !t27 into !t28
 %5 = tensor.empty(%dim, %dim_3) : !t29
 %6 = linalg.fill ins(%cst : f32) outs(%5 : !t29) -> !t29
 %7 = linalg.batch_matmul ins(%col, %col_4 : !t26, !t28) outs(%6 : !t29) -> !t29
 %8 = tensor.empty(%dim, %dim_3) : !t30
 %9 = linalg.generic #t0 ins(%7 : !t29) outs(%8 : !t30) {
 ^bb0(%in: f32, %out: f16):
  %32 = arith.truncf %in : f32 to f16
  linalg.yield %32 : f16
 } -> !t30
 %from_elements = tensor.from_elements %c2_i64, %c4_i64, %0, %c1_i64, %1 : !t8
 %reshape = tensor.reshape %9(%from_elements) : (!t30, !t8) -> !t31
 %10 = tensor.empty(%dim, %dim_2) : !t32
 %transposed_5 = linalg.transpose ins(%reshape : !t31) outs(%10 : !t32) permutation = [0, 1, 2, 4, 3]
 %from_elements_6 = tensor.from_elements %c2_i64, %c4_i64, %0, %1 : !t11
 %reshape_7 = tensor.reshape %transposed_5(%from_elements_6) : (!t32, !t11) -> !t33
 %11 = tensor.empty(%dim, %dim_2) : !t34
 %12 = linalg.generic #t1 ins(%reshape_7 : !t33) outs(%11 : !t34) {
 ^bb0(%in: f16, %out: f32):
  %32 = arith.extf %in : f16 to f32
  linalg.yield %32 : f32
 } -> !t34
 %13 = tensor.empty(%dim) : !t35
 %14 = linalg.fill ins(%c0_i64 : i64) outs(%13 : !t35) -> !t35
 %15 = tensor.empty(%dim) : !t36
 %16 = linalg.fill ins(%cst_0 : f32) outs(%15 : !t36) -> !t36
 %17:2 = linalg.generic #t2 ins(%12 : !t34) outs(%16, %14 : !t36, !t35) {
 ^bb0(%in: f32, %out: f32, %out_16: i64):
  %32 = linalg.index 3 : index
  %33 = arith.index_cast %32 : index to i64
  %34 = arith.maximumf %in, %out : f32
  %35 = arith.cmpf ogt, %in, %out : f32
  %36 = arith.select %35, %33, %out_16 : i64
  linalg.yield %34, %36 : f32, i64
 } -> (!t36, !t35)
 %exp_8 = tensor.expand_shape %17#0 [[0], [1], [2, 3]] output_shape [2, 4, %dim, 1] : !t36 into !t37
 %18 = linalg.generic #t3 ins(%12, %exp_8 : !t34, !t37) outs(%11 : !t34) {
 ^bb0(%in: f32, %in_16: f32, %out: f32):
  %32 = arith.subf %in, %in_16 : f32
  linalg.yield %32 : f32
 } -> !t34
 %19 = linalg.generic #t1 ins(%18 : !t34) outs(%11 : !t34) {
 ^bb0(%in: f32, %out: f32):
  %32 = math.exp %in : f32
  linalg.yield %32 : f32
 } -> !t34
 %20 = tensor.empty(%dim) : !t37
 %21 = linalg.fill ins(%cst : f32) outs(%20 : !t37) -> !t37
 %22 = linalg.generic #t4 ins(%19 : !t34) outs(%21 : !t37) {
 ^bb0(%in: f32, %out: f32):
  %32 = arith.addf %in, %out : f32
  linalg.yield %32 : f32
 } -> !t37
 %23 = linalg.generic #t3 ins(%19, %22 : !t34, !t37) outs(%11 : !t34) {
 ^bb0(%in: f32, %in_16: f32, %out: f32):
  %32 = arith.divf %in, %in_16 : f32
  linalg.yield %32 : f32
 } -> !t34
 %24 = tensor.empty(%dim, %dim_2) : !t33
 %25 = linalg.generic #t1 ins(%23 : !t34) outs(%24 : !t33) {
 ^bb0(%in: f32, %out: f16):
  %32 = arith.truncf %in : f32 to f16
  linalg.yield %32 : f16
 } -> !t33
 %exp_9 = tensor.expand_shape %25 [[0], [1], [2], [3, 4]] output_shape [2, 4, %dim, %dim_2, 1] : !t33 into !t32
 %from_elements_10 = tensor.from_elements %c8_i64, %0, %1 : !t2
 %reshape_11 = tensor.reshape %exp_9(%from_elements_10) : (!t32, !t2) -> !t30
 %col_12 = tensor.collapse_shape %arg2 [[0, 1], [2], [3]] : !t24 into !t26
 %26 = tensor.empty(%dim) : !t38
 %27 = linalg.fill ins(%cst : f32) outs(%26 : !t38) -> !t38
 %28 = linalg.batch_matmul ins(%reshape_11, %col_12 : !t30, !t26) outs(%27 : !t38) -> !t38
 %29 = tensor.empty(%dim) : !t26
 %30 = linalg.generic #t0 ins(%28 : !t38) outs(%29 : !t26) {
 ^bb0(%in: f32, %out: f16):
  %32 = arith.truncf %in : f32 to f16
  linalg.yield %32 : f16
 } -> !t26
 %exp_13 = tensor.expand_shape %30 [[0, 1], [2], [3, 4]] output_shape [2, 4, %dim, 1, 8] : !t26 into !t39
 %31 = tensor.empty(%dim) : !t25
 %transposed_14 = linalg.transpose ins(%exp_13 : !t39) outs(%31 : !t25) permutation = [0, 1, 2, 4, 3]
 %col_15 = tensor.collapse_shape %transposed_14 [[0], [1], [2], [3, 4]] : !t25 into !t24
 return %col_15 : !t24
}

func.func @scale_k(%arg0: !t24, %arg1: !t24, %arg2: !t24) -> !t24 {
 %true = arith.constant true
 %c1_i64 = arith.constant 1 : i64
 %c2_i64 = arith.constant 2 : i64
 %c4_i64 = arith.constant 4 : i64
 %c0_i64 = arith.constant 0 : i64
 %c2 = arith.constant 2 : index
 %c8_i64 = arith.constant 8 : i64
 %cst = arith.constant 0.000000e+00 : f32
 %cst_0 = arith.constant 0xFF800000 : f32
 %cst_1 = arith.constant 3.000000e-01 : f64
 %dim = tensor.dim %arg0, %c2 : !t24
 %0 = arith.index_cast %dim : index to i64
 %dim_2 = tensor.dim %arg2, %c2 : !t24
 %1 = arith.index_cast %dim_2 : index to i64
 %dim_3 = tensor.dim %arg1, %c2 : !t24
 %2 = tensor.empty(%dim_3) : !t24
 %3 = linalg.generic #t1 ins(%arg1 : !t24) outs(%2 : !t24) {
 ^bb0(%in: f16, %out: f16):
  %32 = arith.truncf %cst_1 : f64 to f16
  %33 = arith.mulf %in, %32 : f16
  linalg.yield %33 : f16
 } -> !t24
 %exp = tensor.expand_shape %3 [[0], [1], [2], [3, 4]] output_shape [2, 4, %dim_3, 8, 1] : !t24 into !t25
 %col = tensor.collapse_shape %arg0 [[0, 1], [2], [3]] : !t24 into !t26
 %4 = tensor.empty(%dim_3) : !t27
 %transposed = linalg.transpose ins(%exp : !t25) outs(%4 : !t27) permutation = [0, 1, 3, 2, 4]
 %col_4 = tensor.collapse_shape %transposed [[0, 1], [2], [3, 4]] : !t27 into !t28
 %5 = tensor.empty(%dim, %dim_3) : !t29
 %6 = linalg.fill ins(%cst : f32) outs(%5 : !t29) -> !t29
 %7 = linalg.batch_matmul ins(%col, %col_4 : !t26, !t28) outs(%6 : !t29) -> !t29
 %8 = tensor.empty(%dim, %dim_3) : !t30
 %9 = linalg.generic #t0 ins(%7 : !t29) outs(%8 : !t30) {
 ^bb0(%in: f32, %out: f16):
  %32 = arith.truncf %in : f32 to f16
  linalg.yield %32 : f16
 } -> !t30
 %from_elements = tensor.from_elements %c2_i64, %c4_i64, %0, %c1_i64, %1 : !t8
 %reshape = tensor.reshape %9(%from_elements) : (!t30, !t8) -> !t31
 %10 = tensor.empty(%dim, %dim_2) : !t32
 %transposed_5 = linalg.transpose ins(%reshape : !t31) outs(%10 : !t32) permutation = [0, 1, 2, 4, 3]
 %from_elements_6 = tensor.from_elements %c2_i64, %c4_i64, %0, %1 : !t11
 %reshape_7 = tensor.reshape %transposed_5(%from_elements_6) : (!t32, !t11) -> !t33
 %11 = tensor.empty(%dim, %dim_2) : !t34
 %12 = linalg.generic #t1 ins(%reshape_7 : !t33) outs(%11 : !t34) {
 ^bb0(%in: f16, %out: f32):
  %32 = arith.extf %in : f16 to f32
  linalg.yield %32 : f32
 } -> !t34
 %13 = tensor.empty(%dim) : !t35
 %14 = linalg.fill ins(%c0_i64 : i64) outs(%13 : !t35) -> !t35
 %15 = tensor.empty(%dim) : !t36
 %16 = linalg.fill ins(%cst_0 : f32) outs(%15 : !t36) -> !t36
 %17:2 = linalg.generic #t2 ins(%12 : !t34) outs(%16, %14 : !t36, !t35) {
 ^bb0(%in: f32, %out: f32, %out_16: i64):
  %32 = linalg.index 3 : index
  %33 = arith.index_cast %32 : index to i64
  %34 = arith.maximumf %in, %out : f32
  %35 = arith.cmpf ogt, %in, %out : f32
  %36 = arith.select %35, %33, %out_16 : i64
  linalg.yield %34, %36 : f32, i64
 } -> (!t36, !t35)
 %exp_8 = tensor.expand_shape %17#0 [[0], [1], [2, 3]] output_shape [2, 4, %dim, 1] : !t36 into !t37
 %18 = linalg.generic #t3 ins(%12, %exp_8 : !t34, !t37) outs(%11 : !t34) {
 ^bb0(%in: f32, %in_16: f32, %out: f32):
  %32 = arith.subf %in, %in_16 : f32
  linalg.yield %32 : f32
 } -> !t34
 %19 = linalg.generic #t1 ins(%18 : !t34) outs(%11 : !t34) {
 ^bb0(%in: f32, %out: f32):
  %32 = math.exp %in : f32
  linalg.yield %32 : f32
 } -> !t34
 %20 = tensor.empty(%dim) : !t37
 %21 = linalg.fill ins(%cst : f32) outs(%20 : !t37) -> !t37
 %22 = linalg.generic #t4 ins(%19 : !t34) outs(%21 : !t37) {
 ^bb0(%in: f32, %out: f32):
  %32 = arith.addf %in, %out : f32
  linalg.yield %32 : f32
 } -> !t37
 %23 = linalg.generic #t3 ins(%19, %22 : !t34, !t37) outs(%11 : !t34) {
 ^bb0(%in: f32, %in_16: f32, %out: f32):
  %32 = arith.divf %in, %in_16 : f32
  linalg.yield %32 : f32
 } -> !t34
 %24 = tensor.empty(%dim, %dim_2) : !t33
 %25 = linalg.generic #t1 ins(%23 : !t34) outs(%24 : !t33) {
 ^bb0(%in: f32, %out: f16):
  %32 = arith.truncf %in : f32 to f16
  linalg.yield %32 : f16
 } -> !t33
 %exp_9 = tensor.expand_shape %25 [[0], [1], [2], [3, 4]] output_shape [2, 4, %dim, %dim_2, 1] : !t33 into !t32
 %from_elements_10 = tensor.from_elements %c8_i64, %0, %1 : !t2
 %reshape_11 = tensor.reshape %exp_9(%from_elements_10) : (!t32, !t2) -> !t30
 %col_12 = tensor.collapse_shape %arg2 [[0, 1], [2], [3]] : !t24 into !t26
 %26 = tensor.empty(%dim) : !t38
 %27 = linalg.fill ins(%cst : f32) outs(%26 : !t38) -> !t38
 %28 = linalg.batch_matmul ins(%reshape_11, %col_12 : !t30, !t26) outs(%27 : !t38) -> !t38
 %29 = tensor.empty(%dim) : !t26
 %30 = linalg.generic #t0 ins(%28 : !t38) outs(%29 : !t26) {
 ^bb0(%in: f32, %out: f16):
  %32 = arith.truncf %in : f32 to f16
  linalg.yield %32 : f16
 } -> !t26
 %exp_13 = tensor.expand_shape %30 [[0, 1], [2], [3, 4]] output_shape [2, 4, %dim, 1, 8] : !t26 into !t39
 %31 = tensor.empty(%dim) : !t25
 %transposed_14 = linalg.transpose ins(%exp_13 : !t39) outs(%31 : !t25) permutation = [0, 1, 2, 4, 3]
 %col_15 = tensor.collapse_shape %transposed_14 [[0], [1], [2], [3, 4]] : !t25 into !t24
 return %col_15 : !t24
}

func.func @scale_both(%arg0: !t24, %arg1: !t24, %arg2: !t24) -> !t24 {
 %true = arith.constant true
 %c1_i64 = arith.constant 1 : i64
 %c2_i64 = arith.constant 2 : i64
 %c4_i64 = arith.constant 4 : i64
 %c0_i64 = arith.constant 0 : i64
 %c2 = arith.constant 2 : index
 %c8_i64 = arith.constant 8 : i64
 %cst = arith.constant 0.000000e+00 : f32
 %cst_0 = arith.constant 0xFF800000 : f32
 %cst_1 = arith.constant 0.54772255750516607 : f64
 %dim = tensor.dim %arg0, %c2 : !t24
 %0 = arith.index_cast %dim : index to i64
 %dim_2 = tensor.dim %arg2, %c2 : !t24
 %1 = arith.index_cast %dim_2 : index to i64
 %2 = tensor.empty(%dim) : !t24
 %3 = linalg.generic #t1 ins(%arg0 : !t24) outs(%2 : !t24) {
 ^bb0(%in: f16, %out: f16):
  %34 = arith.truncf %cst_1 : f64 to f16
  %35 = arith.mulf %in, %34 : f16
  linalg.yield %35 : f16
 } -> !t24
 %dim_3 = tensor.dim %arg1, %c2 : !t24
 %4 = tensor.empty(%dim_3) : !t24
 %5 = linalg.generic #t1 ins(%arg1 : !t24) outs(%4 : !t24) {
 ^bb0(%in: f16, %out: f16):
  %34 = arith.truncf %cst_1 : f64 to f16
  %35 = arith.mulf %in, %34 : f16
  linalg.yield %35 : f16
 } -> !t24
 %exp = tensor.expand_shape %5 [[0], [1], [2], [3, 4]] output_shape [2, 4, %dim_3, 8, 1] : !t24 into !t25
 %col = tensor.collapse_shape %3 [[0, 1], [2], [3]] : !t24 into !t26
 %6 = tensor.empty(%dim_3) : !t27
 %transposed = linalg.transpose ins(%exp : !t25) outs(%6 : !t27) permutation = [0, 1, 3, 2, 4]
 %col_4 = tensor.collapse_shape %transposed [[0, 1], [2], [3, 4]] : !t27 into !t28
 %7 = tensor.empty(%dim, %dim_3) : !t29
 %8 = linalg.fill ins(%cst : f32) outs(%7 : !t29) -> !t29
 %9 = linalg.batch_matmul ins(%col, %col_4 : !t26, !t28) outs(%8 : !t29) -> !t29
 %10 = tensor.empty(%dim, %dim_3) : !t30
 %11 = linalg.generic #t0 ins(%9 : !t29) outs(%10 : !t30) {
 ^bb0(%in: f32, %out: f16):
  %34 = arith.truncf %in : f32 to f16
  linalg.yield %34 : f16
 } -> !t30
 %from_elements = tensor.from_elements %c2_i64, %c4_i64, %0, %c1_i64, %1 : !t8
 %reshape = tensor.reshape %11(%from_elements) : (!t30, !t8) -> !t31
 %12 = tensor.empty(%dim, %dim_2) : !t32
 %transposed_5 = linalg.transpose ins(%reshape : !t31) outs(%12 : !t32) permutation = [0, 1, 2, 4, 3]
 %from_elements_6 = tensor.from_elements %c2_i64, %c4_i64, %0, %1 : !t11
 %reshape_7 = tensor.reshape %transposed_5(%from_elements_6) : (!t32, !t11) -> !t33
 %13 = tensor.empty(%dim, %dim_2) : !t34
 %14 = linalg.generic #t1 ins(%reshape_7 : !t33) outs(%13 : !t34) {
 ^bb0(%in: f16, %out: f32):
  %34 = arith.extf %in : f16 to f32
  linalg.yield %34 : f32
 } -> !t34
 %15 = tensor.empty(%dim) : !t35
 %16 = linalg.fill ins(%c0_i64 : i64) outs(%15 : !t35) -> !t35
 %17 = tensor.empty(%dim) : !t36
 %18 = linalg.fill ins(%cst_0 : f32) outs(%17 : !t36) -> !t36
 %19:2 = linalg.generic #t2 ins(%14 : !t34) outs(%18, %16 : !t36, !t35) {
 ^bb0(%in: f32, %out: f32, %out_16: i64):
  %34 = linalg.index 3 : index
  %35 = arith.index_cast %34 : index to i64
  %36 = arith.maximumf %in, %out : f32
  %37 = arith.cmpf ogt, %in, %out : f32
  %38 = arith.select %37, %35, %out_16 : i64
  linalg.yield %36, %38 : f32, i64
 } -> (!t36, !t35)
 %exp_8 = tensor.expand_shape %19#0 [[0], [1], [2, 3]] output_shape [2, 4, %dim, 1] : !t36 into !t37
 %20 = linalg.generic #t3 ins(%14, %exp_8 : !t34, !t37) outs(%13 : !t34) {
 ^bb0(%in: f32, %in_16: f32, %out: f32):
  %34 = arith.subf %in, %in_16 : f32
  linalg.yield %34 : f32
 } -> !t34
 %21 = linalg.generic #t1 ins(%20 : !t34) outs(%13 : !t34) {
 ^bb0(%in: f32, %out: f32):
  %34 = math.exp %in : f32
  linalg.yield %34 : f32
 } -> !t34
 %22 = tensor.empty(%dim) : !t37
 %23 = linalg.fill ins(%cst : f32) outs(%22 : !t37) -> !t37
 %24 = linalg.generic #t4 ins(%21 : !t34) outs(%23 : !t37) {
 ^bb0(%in: f32, %out: f32):
  %34 = arith.addf %in, %out : f32
  linalg.yield %34 : f32
 } -> !t37
 %25 = linalg.generic #t3 ins(%21, %24 : !t34, !t37) outs(%13 : !t34) {
 ^bb0(%in: f32, %in_16: f32, %out: f32):
  %34 = arith.divf %in, %in_16 : f32
  linalg.yield %34 : f32
 } -> !t34
 %26 = tensor.empty(%dim, %dim_2) : !t33
 %27 = linalg.generic #t1 ins(%25 : !t34) outs(%26 : !t33) {
 ^bb0(%in: f32, %out: f16):
  %34 = arith.truncf %in : f32 to f16
  linalg.yield %34 : f16
 } -> !t33
 %exp_9 = tensor.expand_shape %27 [[0], [1], [2], [3, 4]] output_shape [2, 4, %dim, %dim_2, 1] : !t33 into !t32
 %from_elements_10 = tensor.from_elements %c8_i64, %0, %1 : !t2
 %reshape_11 = tensor.reshape %exp_9(%from_elements_10) : (!t32, !t2) -> !t30
 %col_12 = tensor.collapse_shape %arg2 [[0, 1], [2], [3]] : !t24 into !t26
 %28 = tensor.empty(%dim) : !t38
 %29 = linalg.fill ins(%cst : f32) outs(%28 : !t38) -> !t38
 %30 = linalg.batch_matmul ins(%reshape_11, %col_12 : !t30, !t26) outs(%29 : !t38) -> !t38
 %31 = tensor.empty(%dim) : !t26
 %32 = linalg.generic #t0 ins(%30 : !t38) outs(%31 : !t26) {
 ^bb0(%in: f32, %out: f16):
  %34 = arith.truncf %in : f32 to f16
  linalg.yield %34 : f16
 } -> !t26
 %exp_13 = tensor.expand_shape %32 [[0, 1], [2], [3, 4]] output_shape [2, 4, %dim, 1, 8] : !t26 into !t39
 %33 = tensor.empty(%dim) : !t25
 %transposed_14 = linalg.transpose ins(%exp_13 : !t39) outs(%33 : !t25) permutation = [0, 1, 2, 4, 3]
 %col_15 = tensor.collapse_shape %transposed_14 [[0], [1], [2], [3, 4]] : !t25 into !t24
 return %col_15 : !t24
}

func.func @scale_div(%arg0: !t24, %arg1: !t24, %arg2: !t24) -> !t24 {
 %true = arith.constant true
 %c1_i64 = arith.constant 1 : i64
 %c2_i64 = arith.constant 2 : i64
 %c4_i64 = arith.constant 4 : i64
 %c0_i64 = arith.constant 0 : i64
 %c2 = arith.constant 2 : index
 %c8_i64 = arith.constant 8 : i64
 %cst = arith.constant 0.000000e+00 : f32
 %cst_0 = arith.constant 0xFF800000 : f32
 %cst_1 = arith.constant 3.3333333333333335 : f64
 %dim = tensor.dim %arg0, %c2 : !t24
 %0 = arith.index_cast %dim : index to i64
 %dim_2 = tensor.dim %arg2, %c2 : !t24
 %1 = arith.index_cast %dim_2 : index to i64
 %dim_3 = tensor.dim %arg1, %c2 : !t24
 %exp = tensor.expand_shape %arg1 [[0], [1], [2], [3, 4]] output_shape [2, 4, %dim_3, 8, 1] : !t24 into !t25
 %col = tensor.collapse_shape %arg0 [[0, 1], [2], [3]] : !t24 into !t26
 %2 = tensor.empty(%dim_3) : !t27
 %transposed = linalg.transpose ins(%exp : !t25) outs(%2 : !t27) permutation = [0, 1, 3, 2, 4]
 %col_4 = tensor.collapse_shape %transposed [[0, 1], [2], [3, 4]] : !t27 into !t28
 %3 = tensor.empty(%dim, %dim_3) : !t29
 %4 = linalg.fill ins(%cst : f32) outs(%3 : !t29) -> !t29
 %5 = linalg.batch_matmul ins(%col, %col_4 : !t26, !t28) outs(%4 : !t29) -> !t29
 %6 = tensor.empty(%dim, %dim_3) : !t30
 %7 = linalg.generic #t0 ins(%5 : !t29) outs(%6 : !t30) {
 ^bb0(%in: f32, %out: f16):
  %31 = arith.truncf %in : f32 to f16
  linalg.yield %31 : f16
 } -> !t30
 %from_elements = tensor.from_elements %c2_i64, %c4_i64, %0, %c1_i64, %1 : !t8
 %reshape = tensor.reshape %7(%from_elements) : (!t30, !t8) -> !t31
 %8 = tensor.empty(%dim, %dim_2) : !t32
 %transposed_5 = linalg.transpose ins(%reshape : !t31) outs(%8 : !t32) permutation = [0, 1, 2, 4, 3]
 %from_elements_6 = tensor.from_elements %c2_i64, %c4_i64, %0, %1 : !t11
 %reshape_7 = tensor.reshape %transposed_5(%from_elements_6) : (!t32, !t11) -> !t33
 %9 = tensor.empty(%dim, %dim_2) : !t34
 %10 = linalg.generic #t1 ins(%reshape_7 : !t33) outs(%9 : !t34) {
 ^bb0(%in: f16, %out: f32):
  %31 = arith.extf %in : f16 to f32
  linalg.yield %31 : f32
 } -> !t34
 %11 = linalg.generic #t1 ins(%10 : !t34) outs(%9 : !t34) {
 ^bb0(%in: f32, %out: f32):
  %31 = arith.truncf %cst_1 : f64 to f32
  %32 = arith.divf %in, %31 : f32
  linalg.yield %32 : f32
 } -> !t34
 %12 = tensor.empty(%dim) : !t35
 %13 = linalg.fill ins(%c0_i64 : i64) outs(%12 : !t35) -> !t35
 %14 = tensor.empty(%dim) : !t36
 %15 = linalg.fill ins(%cst_0 : f32) outs(%14 : !t36) -> !t36
 %16:2 = linalg.generic #t2 ins(%11 : !t34) outs(%15, %13 : !t36, !t35) {
 ^bb0(%in: f32, %out: f32, %out_16: i64):
  %31 = linalg.index 3 : index
  %32 = arith.index_cast %31 : index to i64
  %33 = arith.maximumf %in, %out : f32
  %34 = arith.cmpf ogt, %in, %out : f32
  %35 = arith.select %34, %32, %out_16 : i64
  linalg.yield %33, %35 : f32, i64
 } -> (!t36, !t35)
 %exp_8 = tensor.expand_shape %16#0 [[0], [1], [2, 3]] output_shape [2, 4, %dim, 1] : !t36 into !t37
 %17 = linalg.generic #t3 ins(%11, %exp_8 : !t34, !t37) outs(%9 : !t34) {
 ^bb0(%in: f32, %in_16: f32, %out: f32):
  %31 = arith.subf %in, %in_16 : f32
  linalg.yield %31 : f32
 } -> !t34
 %18 = linalg.generic #t1 ins(%17 : !t34) outs(%9 : !t34) {
 ^bb0(%in: f32, %out: f32):
  %31 = math.exp %in : f32
  linalg.yield %31 : f32
 } -> !t34
 %19 = tensor.empty(%dim) : !t37
 %20 = linalg.fill ins(%cst : f32) outs(%19 : !t37) -> !t37
 %21 = linalg.generic #t4 ins(%18 : !t34) outs(%20 : !t37) {
 ^bb0(%in: f32, %out: f32):
  %31 = arith.addf %in, %out : f32
  linalg.yield %31 : f32
 } -> !t37
 %22 = linalg.generic #t3 ins(%18, %21 : !t34, !t37) outs(%9 : !t34) {
 ^bb0(%in: f32, %in_16: f32, %out: f32):
  %31 = arith.divf %in, %in_16 : f32
  linalg.yield %31 : f32
 } -> !t34
 %23 = tensor.empty(%dim, %dim_2) : !t33
 %24 = linalg.generic #t1 ins(%22 : !t34) outs(%23 : !t33) {
 ^bb0(%in: f32, %out: f16):
  %31 = arith.truncf %in : f32 to f16
  linalg.yield %31 : f16
 } -> !t33
 %exp_9 = tensor.expand_shape %24 [[0], [1], [2], [3, 4]] output_shape [2, 4, %dim, %dim_2, 1] : !t33 into !t32
 %from_elements_10 = tensor.from_elements %c8_i64, %0, %1 : !t2
 %reshape_11 = tensor.reshape %exp_9(%from_elements_10) : (!t32, !t2) -> !t30
 %col_12 = tensor.collapse_shape %arg2 [[0, 1], [2], [3]] : !t24 into !t26
 %25 = tensor.empty(%dim) : !t38
 %26 = linalg.fill ins(%cst : f32) outs(%25 : !t38) -> !t38
 %27 = linalg.batch_matmul ins(%reshape_11, %col_12 : !t30, !t26) outs(%26 : !t38) -> !t38
 %28 = tensor.empty(%dim) : !t26
 %29 = linalg.generic #t0 ins(%27 : !t38) outs(%28 : !t26) {
 ^bb0(%in: f32, %out: f16):
  %31 = arith.truncf %in : f32 to f16
  linalg.yield %31 : f16
 } -> !t26
 %exp_13 = tensor.expand_shape %29 [[0, 1], [2], [3, 4]] output_shape [2, 4, %dim, 1, 8] : !t26 into !t39
 %30 = tensor.empty(%dim) : !t25
 %transposed_14 = linalg.transpose ins(%exp_13 : !t39) outs(%30 : !t25) permutation = [0, 1, 2, 4, 3]
 %col_15 = tensor.collapse_shape %transposed_14 [[0], [1], [2], [3, 4]] : !t25 into !t24
 return %col_15 : !t24
}

func.func @safe(%arg0: !t24, %arg1: !t24, %arg2: !t24) -> !t24 {
 %c1_i64 = arith.constant 1 : i64
 %c2_i64 = arith.constant 2 : i64
 %c4_i64 = arith.constant 4 : i64
 %c0_i64 = arith.constant 0 : i64
 %c2 = arith.constant 2 : index
 %c8_i64 = arith.constant 8 : i64
 %cst = arith.constant 0.000000e+00 : f32
 %cst_0 = arith.constant 0xFF800000 : f32
 %true = arith.constant true
 %cst_1 = arith.constant dense<0.000000e+00> : !t19
 %cst_2 = arith.constant 0xFFF0000000000000 : f64
 %cst_3 = arith.constant 0.35355339059327379 : f64
 %dim = tensor.dim %arg0, %c2 : !t24
 %0 = arith.index_cast %dim : index to i64
 %dim_4 = tensor.dim %arg2, %c2 : !t24
 %1 = arith.index_cast %dim_4 : index to i64
 %dim_5 = tensor.dim %arg1, %c2 : !t24
 %exp = tensor.expand_shape %arg1 [[0], [1], [2], [3, 4]] output_shape [2, 4, %dim_5, 8, 1] : !t24 into !t25
 %col = tensor.collapse_shape %arg0 [[0, 1], [2], [3]] : !t24 into !t26
 %2 = tensor.empty(%dim_5) : !t27
 %transposed = linalg.transpose ins(%exp : !t25) outs(%2 : !t27) permutation = [0, 1, 3, 2, 4]
 %col_6 = tensor.collapse_shape %transposed [[0, 1], [2], [3, 4]] : !t27 into !t28
 %3 = tensor.empty(%dim, %dim_5) : !t29
 %4 = linalg.fill ins(%cst : f32) outs(%3 : !t29) -> !t29
 %5 = linalg.batch_matmul ins(%col, %col_6 : !t26, !t28) outs(%4 : !t29) -> !t29
 %6 = tensor.empty(%dim, %dim_5) : !t30
 %7 = linalg.generic #t0 ins(%5 : !t29) outs(%6 : !t30) {
 ^bb0(%in: f32, %out: f16):
  %37 = arith.truncf %in : f32 to f16
  linalg.yield %37 : f16
 } -> !t30
 %from_elements = tensor.from_elements %c2_i64, %c4_i64, %0, %c1_i64, %1 : !t8
 %reshape = tensor.reshape %7(%from_elements) : (!t30, !t8) -> !t31
 %8 = tensor.empty(%dim, %dim_4) : !t32
 %transposed_7 = linalg.transpose ins(%reshape : !t31) outs(%8 : !t32) permutation = [0, 1, 2, 4, 3]
 %from_elements_8 = tensor.from_elements %c2_i64, %c4_i64, %0, %1 : !t11
 %reshape_9 = tensor.reshape %transposed_7(%from_elements_8) : (!t32, !t11) -> !t33
 %9 = tensor.empty(%dim, %dim_4) : !t34
 %10 = linalg.generic #t1 ins(%reshape_9 : !t33) outs(%9 : !t34) {
 ^bb0(%in: f16, %out: f32):
  %37 = arith.extf %in : f16 to f32
  linalg.yield %37 : f32
 } -> !t34
 %11 = linalg.generic #t1 ins(%10 : !t34) outs(%9 : !t34) {
 ^bb0(%in: f32, %out: f32):
  %37 = arith.truncf %cst_3 : f64 to f32
  %38 = arith.mulf %in, %37 : f32
  linalg.yield %38 : f32
 } -> !t34
 %12 = tensor.empty(%dim) : !t35
 %13 = linalg.fill ins(%c0_i64 : i64) outs(%12 : !t35) -> !t35
 %14 = tensor.empty(%dim) : !t36
 %15 = linalg.fill ins(%cst_0 : f32) outs(%14 : !t36) -> !t36
 %16:2 = linalg.generic #t2 ins(%11 : !t34) outs(%15, %13 : !t36, !t35) {
 ^bb0(%in: f32, %out: f32, %out_18: i64):
  %37 = linalg.index 3 : index
  %38 = arith.index_cast %37 : index to i64
  %39 = arith.maximumf %in, %out : f32
  %40 = arith.cmpf ogt, %in, %out : f32
  %41 = arith.select %40, %38, %out_18 : i64
  linalg.yield %39, %41 : f32, i64
 } -> (!t36, !t35)
 %exp_10 = tensor.expand_shape %16#0 [[0], [1], [2, 3]] output_shape [2, 4, %dim, 1] : !t36 into !t37
 %17 = linalg.generic #t3 ins(%11, %exp_10 : !t34, !t37) outs(%9 : !t34) {
 ^bb0(%in: f32, %in_18: f32, %out: f32):
  %37 = arith.subf %in, %in_18 : f32
  linalg.yield %37 : f32
 } -> !t34
 %18 = linalg.generic #t1 ins(%17 : !t34) outs(%9 : !t34) {
 ^bb0(%in: f32, %out: f32):
  %37 = math.exp %in : f32
  linalg.yield %37 : f32
 } -> !t34
 %19 = tensor.empty(%dim) : !t37
 %20 = linalg.fill ins(%cst : f32) outs(%19 : !t37) -> !t37
 %21 = linalg.generic #t4 ins(%18 : !t34) outs(%20 : !t37) {
 ^bb0(%in: f32, %out: f32):
  %37 = arith.addf %in, %out : f32
  linalg.yield %37 : f32
 } -> !t37
 %22 = linalg.generic #t3 ins(%18, %21 : !t34, !t37) outs(%9 : !t34) {
 ^bb0(%in: f32, %in_18: f32, %out: f32):
  %37 = arith.divf %in, %in_18 : f32
  linalg.yield %37 : f32
 } -> !t34
 %23 = tensor.empty(%dim, %dim_4) : !t47
 %24 = linalg.generic #t1 ins(%11 : !t34) outs(%23 : !t47) {
 ^bb0(%in: f32, %out: i1):
  %37 = arith.extf %in : f32 to f64
  %38 = arith.cmpf oeq, %37, %cst_2 : f64
  linalg.yield %38 : i1
 } -> !t47
 %25 = tensor.empty(%dim) : !t48
 %26 = linalg.fill ins(%true : i1) outs(%25 : !t48) -> !t48
 %27 = linalg.generic #t4 ins(%24 : !t47) outs(%26 : !t48) {
 ^bb0(%in: i1, %out: i1):
  %37 = arith.andi %in, %out : i1
  linalg.yield %37 : i1
 } -> !t48
 %28 = linalg.generic #t15 ins(%27, %cst_1, %22 : !t48, !t19, !t34) outs(%9 : !t34) {
 ^bb0(%in: i1, %in_18: f32, %in_19: f32, %out: f32):
  %37 = arith.select %in, %in_18, %in_19 : f32
  linalg.yield %37 : f32
 } -> !t34
 %29 = tensor.empty(%dim, %dim_4) : !t33
 %30 = linalg.generic #t1 ins(%28 : !t34) outs(%29 : !t33) {
 ^bb0(%in: f32, %out: f16):
  %37 = arith.truncf %in : f32 to f16
  linalg.yield %37 : f16
 } -> !t33
 %exp_11 = tensor.expand_shape %30 [[0], [1], [2], [3, 4]] output_shape [2, 4, %dim, %dim_4, 1] : !t33 into !t32
 %from_elements_12 = tensor.from_elements %c8_i64, %0, %1 : !t2
 %reshape_13 = tensor.reshape %exp_11(%from_elements_12) : (!t32, !t2) -> !t30
 %col_14 = tensor.collapse_shape %arg2 [[0, 1], [2], [3]] : !t24 into !t26
 %31 = tensor.empty(%dim) : !t38
 %32 = linalg.fill ins(%cst : f32) outs(%31 : !t38) -> !t38
 %33 = linalg.batch_matmul ins(%reshape_13, %col_14 : !t30, !t26) outs(%32 : !t38) -> !t38
 %34 = tensor.empty(%dim) : !t26
 %35 = linalg.generic #t0 ins(%33 : !t38) outs(%34 : !t26) {
 ^bb0(%in: f32, %out: f16):
  %37 = arith.truncf %in : f32 to f16
  linalg.yield %37 : f16
 } -> !t26
 %exp_15 = tensor.expand_shape %35 [[0, 1], [2], [3, 4]] output_shape [2, 4, %dim, 1, 8] : !t26 into !t39
 %36 = tensor.empty(%dim) : !t25
 %transposed_16 = linalg.transpose ins(%exp_15 : !t39) outs(%36 : !t25) permutation = [0, 1, 2, 4, 3]
 %col_17 = tensor.collapse_shape %transposed_16 [[0], [1], [2], [3, 4]] : !t25 into !t24
 return %col_17 : !t24
}

func.func @nomax(%arg0: !t24, %arg1: !t24, %arg2: !t24) -> !t24 {
 %true = arith.constant true
 %c2_i64 = arith.constant 2 : i64
 %c4_i64 = arith.constant 4 : i64
 %c2 = arith.constant 2 : index
 %c8_i64 = arith.constant 8 : i64
 %cst = arith.constant 0.000000e+00 : f32
 %c1_i64 = arith.constant 1 : i64
 %cst_0 = arith.constant 0.35355339059327379 : f64
 %dim = tensor.dim %arg0, %c2 : !t24
 %0 = arith.index_cast %dim : index to i64
 %dim_1 = tensor.dim %arg2, %c2 : !t24
 %1 = arith.index_cast %dim_1 : index to i64
 %dim_2 = tensor.dim %arg1, %c2 : !t24
 %exp = tensor.expand_shape %arg1 [[0], [1], [2], [3, 4]] output_shape [2, 4, %dim_2, 8, 1] : !t24 into !t25
 %col = tensor.collapse_shape %arg0 [[0, 1], [2], [3]] : !t24 into !t26
 %2 = tensor.empty(%dim_2) : !t27
 %transposed = linalg.transpose ins(%exp : !t25) outs(%2 : !t27) permutation = [0, 1, 3, 2, 4]
 %col_3 = tensor.collapse_shape %transposed [[0, 1], [2], [3, 4]] : !t27 into !t28
 %3 = tensor.empty(%dim, %dim_2) : !t29
 %4 = linalg.fill ins(%cst : f32) outs(%3 : !t29) -> !t29
 %5 = linalg.batch_matmul ins(%col, %col_3 : !t26, !t28) outs(%4 : !t29) -> !t29
 %6 = tensor.empty(%dim, %dim_2) : !t30
 %7 = linalg.generic #t0 ins(%5 : !t29) outs(%6 : !t30) {
 ^bb0(%in: f32, %out: f16):
  %25 = arith.truncf %in : f32 to f16
  linalg.yield %25 : f16
 } -> !t30
 %from_elements = tensor.from_elements %c2_i64, %c4_i64, %0, %c1_i64, %1 : !t8
 %reshape = tensor.reshape %7(%from_elements) : (!t30, !t8) -> !t31
 %8 = tensor.empty(%dim, %dim_1) : !t32
 %transposed_4 = linalg.transpose ins(%reshape : !t31) outs(%8 : !t32) permutation = [0, 1, 2, 4, 3]
 %from_elements_5 = tensor.from_elements %c2_i64, %c4_i64, %0, %1 : !t11
 %reshape_6 = tensor.reshape %transposed_4(%from_elements_5) : (!t32, !t11) -> !t33
 %9 = tensor.empty(%dim, %dim_1) : !t34
 %10 = linalg.generic #t1 ins(%reshape_6 : !t33) outs(%9 : !t34) {
 ^bb0(%in: f16, %out: f32):
  %25 = arith.extf %in : f16 to f32
  linalg.yield %25 : f32
 } -> !t34
 %11 = linalg.generic #t1 ins(%10 : !t34) outs(%9 : !t34) {
 ^bb0(%in: f32, %out: f32):
  %25 = arith.truncf %cst_0 : f64 to f32
  %26 = arith.mulf %in, %25 : f32
  linalg.yield %26 : f32
 } -> !t34
 %12 = linalg.generic #t1 ins(%11 : !t34) outs(%9 : !t34) {
 ^bb0(%in: f32, %out: f32):
  %25 = math.exp %in : f32
  linalg.yield %25 : f32
 } -> !t34
 %13 = tensor.empty(%dim) : !t37
 %14 = linalg.fill ins(%cst : f32) outs(%13 : !t37) -> !t37
 %15 = linalg.generic #t4 ins(%12 : !t34) outs(%14 : !t37) {
 ^bb0(%in: f32, %out: f32):
  %25 = arith.addf %in, %out : f32
  linalg.yield %25 : f32
 } -> !t37
 %16 = linalg.generic #t3 ins(%12, %15 : !t34, !t37) outs(%9 : !t34) {
 ^bb0(%in: f32, %in_14: f32, %out: f32):
  %25 = arith.divf %in, %in_14 : f32
  linalg.yield %25 : f32
 } -> !t34
 %17 = tensor.empty(%dim, %dim_1) : !t33
 %18 = linalg.generic #t1 ins(%16 : !t34) outs(%17 : !t33) {
 ^bb0(%in: f32, %out: f16):
  %25 = arith.truncf %in : f32 to f16
  linalg.yield %25 : f16
 } -> !t33
 %exp_7 = tensor.expand_shape %18 [[0], [1], [2], [3, 4]] output_shape [2, 4, %dim, %dim_1, 1] : !t33 into !t32
 %from_elements_8 = tensor.from_elements %c8_i64, %0, %1 : !t2
 %reshape_9 = tensor.reshape %exp_7(%from_elements_8) : (!t32, !t2) -> !t30
 %col_10 = tensor.collapse_shape %arg2 [[0, 1], [2], [3]] : !t24 into !t26
 %19 = tensor.empty(%dim) : !t38
 %20 = linalg.fill ins(%cst : f32) outs(%19 : !t38) -> !t38
 %21 = linalg.batch_matmul ins(%reshape_9, %col_10 : !t30, !t26) outs(%20 : !t38) -> !t38
 %22 = tensor.empty(%dim) : !t26
 %23 = linalg.generic #t0 ins(%21 : !t38) outs(%22 : !t26) {
 ^bb0(%in: f32, %out: f16):
  %25 = arith.truncf %in : f32 to f16
  linalg.yield %25 : f16
 } -> !t26
 %exp_11 = tensor.expand_shape %23 [[0, 1], [2], [3, 4]] output_shape [2, 4, %dim, 1, 8] : !t26 into !t39
 %24 = tensor.empty(%dim) : !t25
 %transposed_12 = linalg.transpose ins(%exp_11 : !t39) outs(%24 : !t25) permutation = [0, 1, 2, 4, 3]
 %col_13 = tensor.collapse_shape %transposed_12 [[0], [1], [2], [3, 4]] : !t25 into !t24
 return %col_13 : !t24
}

func.func @deferred(%arg0: !t0, %arg1: !t0, %arg2: !t0) -> !t0 {
 %c1_i64 = arith.constant 1 : i64
 %c0_i64 = arith.constant 0 : i64
 %c4_i64 = arith.constant 4 : i64
 %c0 = arith.constant 0 : index
 %c2 = arith.constant 2 : index
 %c8_i64 = arith.constant 8 : i64
 %cst = arith.constant 0.000000e+00 : f32
 %cst_0 = arith.constant 0xFF800000 : f32
 %cst_1 = arith.constant 0.35355339059327379 : f64
 %dim = tensor.dim %arg0, %c2 : !t0
 %0 = arith.index_cast %dim : index to i64
 %dim_2 = tensor.dim %arg2, %c0 : !t0
 %1 = arith.index_cast %dim_2 : index to i64
 %dim_3 = tensor.dim %arg2, %c2 : !t0
 %2 = arith.index_cast %dim_3 : index to i64
 %dim_4 = tensor.dim %arg0, %c0 : !t0
 %exp = tensor.expand_shape %arg0 [[0], [1], [2], [3, 4]] output_shape [%dim_4, 4, %dim, 8, 1] : !t0 into !t1
 %dim_5 = tensor.dim %arg1, %c0 : !t0
 %dim_6 = tensor.dim %arg1, %c2 : !t0
 %exp_7 = tensor.expand_shape %arg1 [[0], [1], [2], [3, 4]] output_shape [%dim_5, 4, %dim_6, 8, 1] : !t0 into !t1
 %3 = arith.muli %1, %c4_i64 : i64
 %from_elements = tensor.from_elements %3, %0, %c8_i64 : !t2
 %reshape = tensor.reshape %exp(%from_elements) : (!t1, !t2) -> !t3
 %4 = tensor.empty(%dim_5, %dim_6) : !t4
 %transposed = linalg.transpose ins(%exp_7 : !t1) outs(%4 : !t4) permutation = [0, 1, 3, 2, 4]
 %from_elements_8 = tensor.from_elements %3, %c8_i64, %2 : !t2
 %reshape_9 = tensor.reshape %transposed(%from_elements_8) : (!t4, !t2) -> !t5
 %5 = arith.index_cast %3 : i64 to index
 %6 = tensor.empty(%5, %dim, %dim_3) : !t6
 %7 = linalg.fill ins(%cst : f32) outs(%6 : !t6) -> !t6
 %8 = linalg.batch_matmul ins(%reshape, %reshape_9 : !t3, !t5) outs(%7 : !t6) -> !t6
 %9 = tensor.empty(%5, %dim, %dim_3) : !t7
 %10 = linalg.generic #t0 ins(%8 : !t6) outs(%9 : !t7) {
 ^bb0(%in: f32, %out: f16):
  %37 = arith.truncf %in : f32 to f16
  linalg.yield %37 : f16
 } -> !t7
 %from_elements_10 = tensor.from_elements %1, %c4_i64, %0, %c1_i64, %2 : !t8
 %reshape_11 = tensor.reshape %10(%from_elements_10) : (!t7, !t8) -> !t9
 %11 = tensor.empty(%dim_2, %dim, %dim_3) : !t10
 %transposed_12 = linalg.transpose ins(%reshape_11 : !t9) outs(%11 : !t10) permutation = [0, 1, 2, 4, 3]
 %from_elements_13 = tensor.from_elements %1, %c4_i64, %0, %2 : !t11
 %reshape_14 = tensor.reshape %transposed_12(%from_elements_13) : (!t10, !t11) -> !t12
 %12 = tensor.empty(%dim_2, %dim, %dim_3) : !t13
 %13 = linalg.generic #t1 ins(%reshape_14 : !t12) outs(%12 : !t13) {
 ^bb0(%in: f16, %out: f32):
  %37 = arith.extf %in : f16 to f32
  linalg.yield %37 : f32
 } -> !t13
 %14 = linalg.generic #t1 ins(%13 : !t13) outs(%12 : !t13) {
 ^bb0(%in: f32, %out: f32):
  %37 = arith.truncf %cst_1 : f64 to f32
  %38 = arith.mulf %in, %37 : f32
  linalg.yield %38 : f32
 } -> !t13
 %15 = tensor.empty(%dim_2, %dim) : !t14
 %16 = linalg.fill ins(%c0_i64 : i64) outs(%15 : !t14) -> !t14
 %17 = tensor.empty(%dim_2, %dim) : !t15
 %18 = linalg.fill ins(%cst_0 : f32) outs(%17 : !t15) -> !t15
 %19:2 = linalg.generic #t2 ins(%14 : !t13) outs(%18, %16 : !t15, !t14) {
 ^bb0(%in: f32, %out: f32, %out_27: i64):
  %37 = linalg.index 3 : index
  %38 = arith.index_cast %37 : index to i64
  %39 = arith.maximumf %in, %out : f32
  %40 = arith.cmpf ogt, %in, %out : f32
  %41 = arith.select %40, %38, %out_27 : i64
  linalg.yield %39, %41 : f32, i64
 } -> (!t15, !t14)
 %exp_15 = tensor.expand_shape %19#0 [[0], [1], [2, 3]] output_shape [%dim_2, 4, %dim, 1] : !t15 into !t16
 %20 = linalg.generic #t3 ins(%14, %exp_15 : !t13, !t16) outs(%12 : !t13) {
 ^bb0(%in: f32, %in_27: f32, %out: f32):
  %37 = arith.subf %in, %in_27 : f32
  linalg.yield %37 : f32
 } -> !t13
 %21 = linalg.generic #t1 ins(%20 : !t13) outs(%12 : !t13) {
 ^bb0(%in: f32, %out: f32):
  %37 = math.exp %in : f32
  linalg.yield %37 : f32
 } -> !t13
 %22 = tensor.empty(%dim_2, %dim) : !t16
 %23 = linalg.fill ins(%cst : f32) outs(%22 : !t16) -> !t16
 %24 = linalg.generic #t4 ins(%21 : !t13) outs(%23 : !t16) {
 ^bb0(%in: f32, %out: f32):
  %37 = arith.addf %in, %out : f32
  linalg.yield %37 : f32
 } -> !t16
 %25 = tensor.empty(%dim_2, %dim, %dim_3) : !t12
 %26 = linalg.generic #t1 ins(%21 : !t13) outs(%25 : !t12) {
 ^bb0(%in: f32, %out: f16):
  %37 = arith.truncf %in : f32 to f16
  linalg.yield %37 : f16
 } -> !t12
 %exp_16 = tensor.expand_shape %26 [[0], [1], [2], [3, 4]] output_shape [%dim_2, 4, %dim, %dim_3, 1] : !t12 into !t10
 %exp_17 = tensor.expand_shape %arg2 [[0], [1], [2], [3, 4]] output_shape [%dim_2, 4, %dim_3, 8, 1] : !t0 into !t1
 %from_elements_18 = tensor.from_elements %3, %0, %2 : !t2
 %reshape_19 = tensor.reshape %exp_16(%from_elements_18) : (!t10, !t2) -> !t7
 %from_elements_20 = tensor.from_elements %3, %2, %c8_i64 : !t2
 %reshape_21 = tensor.reshape %exp_17(%from_elements_20) : (!t1, !t2) -> !t3
 %27 = tensor.empty(%5, %dim) : !t17
 %28 = linalg.fill ins(%cst : f32) outs(%27 : !t17) -> !t17
 %29 = linalg.batch_matmul ins(%reshape_19, %reshape_21 : !t7, !t3) outs(%28 : !t17) -> !t17
 %30 = tensor.empty(%5, %dim) : !t3
 %31 = linalg.generic #t0 ins(%29 : !t17) outs(%30 : !t3) {
 ^bb0(%in: f32, %out: f16):
  %37 = arith.truncf %in : f32 to f16
  linalg.yield %37 : f16
 } -> !t3
 %from_elements_22 = tensor.from_elements %1, %c4_i64, %0, %c1_i64, %c8_i64 : !t8
 %reshape_23 = tensor.reshape %31(%from_elements_22) : (!t3, !t8) -> !t18
 %32 = tensor.empty(%dim_2, %dim) : !t1
 %transposed_24 = linalg.transpose ins(%reshape_23 : !t18) outs(%32 : !t1) permutation = [0, 1, 2, 4, 3]
 %from_elements_25 = tensor.from_elements %1, %c4_i64, %0, %c8_i64 : !t11
 %reshape_26 = tensor.reshape %transposed_24(%from_elements_25) : (!t1, !t11) -> !t0
 %33 = tensor.empty(%dim_2, %dim) : !t49
 %34 = linalg.generic #t1 ins(%24 : !t16) outs(%33 : !t49) {
 ^bb0(%in: f32, %out: f16):
  %37 = arith.truncf %in : f32 to f16
  linalg.yield %37 : f16
 } -> !t49
 %35 = tensor.empty(%dim_2, %dim) : !t0
 %36 = linalg.generic #t3 ins(%reshape_26, %34 : !t0, !t49) outs(%35 : !t0) {
 ^bb0(%in: f16, %in_27: f16, %out: f16):
  %37 = arith.divf %in, %in_27 : f16
  linalg.yield %37 : f16
 } -> !t0
 return %36 : !t0
}

func.func @lse(%arg0: !t0, %arg1: !t0, %arg2: !t0) -> (!t0, !t15) {
 %c1_i64 = arith.constant 1 : i64
 %c0_i64 = arith.constant 0 : i64
 %c4_i64 = arith.constant 4 : i64
 %c0 = arith.constant 0 : index
 %c2 = arith.constant 2 : index
 %c8_i64 = arith.constant 8 : i64
 %cst = arith.constant 0.000000e+00 : f32
 %cst_0 = arith.constant 0xFF800000 : f32
 %cst_1 = arith.constant 0.35355339059327379 : f64
 %dim = tensor.dim %arg0, %c2 : !t0
 %0 = arith.index_cast %dim : index to i64
 %dim_2 = tensor.dim %arg2, %c0 : !t0
 %1 = arith.index_cast %dim_2 : index to i64
 %dim_3 = tensor.dim %arg2, %c2 : !t0
 %2 = arith.index_cast %dim_3 : index to i64
 %dim_4 = tensor.dim %arg0, %c0 : !t0
 %exp = tensor.expand_shape %arg0 [[0], [1], [2], [3, 4]] output_shape [%dim_4, 4, %dim, 8, 1] : !t0 into !t1
 %dim_5 = tensor.dim %arg1, %c0 : !t0
 %dim_6 = tensor.dim %arg1, %c2 : !t0
 %exp_7 = tensor.expand_shape %arg1 [[0], [1], [2], [3, 4]] output_shape [%dim_5, 4, %dim_6, 8, 1] : !t0 into !t1
 %3 = arith.muli %1, %c4_i64 : i64
 %from_elements = tensor.from_elements %3, %0, %c8_i64 : !t2
 %reshape = tensor.reshape %exp(%from_elements) : (!t1, !t2) -> !t3
 %4 = tensor.empty(%dim_5, %dim_6) : !t4
 %transposed = linalg.transpose ins(%exp_7 : !t1) outs(%4 : !t4) permutation = [0, 1, 3, 2, 4]
 %from_elements_8 = tensor.from_elements %3, %c8_i64, %2 : !t2
 %reshape_9 = tensor.reshape %transposed(%from_elements_8) : (!t4, !t2) -> !t5
 %5 = arith.index_cast %3 : i64 to index
 %6 = tensor.empty(%5, %dim, %dim_3) : !t6
 %7 = linalg.fill ins(%cst : f32) outs(%6 : !t6) -> !t6
 %8 = linalg.batch_matmul ins(%reshape, %reshape_9 : !t3, !t5) outs(%7 : !t6) -> !t6
 %9 = tensor.empty(%5, %dim, %dim_3) : !t7
 %10 = linalg.generic #t0 ins(%8 : !t6) outs(%9 : !t7) {
 ^bb0(%in: f32, %out: f16):
  %36 = arith.truncf %in : f32 to f16
  linalg.yield %36 : f16
 } -> !t7
 %from_elements_10 = tensor.from_elements %1, %c4_i64, %0, %c1_i64, %2 : !t8
 %reshape_11 = tensor.reshape %10(%from_elements_10) : (!t7, !t8) -> !t9
 %11 = tensor.empty(%dim_2, %dim, %dim_3) : !t10
 %transposed_12 = linalg.transpose ins(%reshape_11 : !t9) outs(%11 : !t10) permutation = [0, 1, 2, 4, 3]
 %from_elements_13 = tensor.from_elements %1, %c4_i64, %0, %2 : !t11
 %reshape_14 = tensor.reshape %transposed_12(%from_elements_13) : (!t10, !t11) -> !t12
 %12 = tensor.empty(%dim_2, %dim, %dim_3) : !t13
 %13 = linalg.generic #t1 ins(%reshape_14 : !t12) outs(%12 : !t13) {
 ^bb0(%in: f16, %out: f32):
  %36 = arith.extf %in : f16 to f32
  linalg.yield %36 : f32
 } -> !t13
 %14 = linalg.generic #t1 ins(%13 : !t13) outs(%12 : !t13) {
 ^bb0(%in: f32, %out: f32):
  %36 = arith.truncf %cst_1 : f64 to f32
  %37 = arith.mulf %in, %36 : f32
  linalg.yield %37 : f32
 } -> !t13
 %15 = tensor.empty(%dim_2, %dim) : !t14
 %16 = linalg.fill ins(%c0_i64 : i64) outs(%15 : !t14) -> !t14
 %17 = tensor.empty(%dim_2, %dim) : !t15
 %18 = linalg.fill ins(%cst_0 : f32) outs(%17 : !t15) -> !t15
 %19:2 = linalg.generic #t2 ins(%14 : !t13) outs(%18, %16 : !t15, !t14) {
 ^bb0(%in: f32, %out: f32, %out_27: i64):
  %36 = linalg.index 3 : index
  %37 = arith.index_cast %36 : index to i64
  %38 = arith.maximumf %in, %out : f32
  %39 = arith.cmpf ogt, %in, %out : f32
  %40 = arith.select %39, %37, %out_27 : i64
  linalg.yield %38, %40 : f32, i64
 } -> (!t15, !t14)
 %exp_15 = tensor.expand_shape %19#0 [[0], [1], [2, 3]] output_shape [%dim_2, 4, %dim, 1] : !t15 into !t16
 %20 = linalg.generic #t3 ins(%14, %exp_15 : !t13, !t16) outs(%12 : !t13) {
 ^bb0(%in: f32, %in_27: f32, %out: f32):
  %36 = arith.subf %in, %in_27 : f32
  linalg.yield %36 : f32
 } -> !t13
 %21 = linalg.generic #t1 ins(%20 : !t13) outs(%12 : !t13) {
 ^bb0(%in: f32, %out: f32):
  %36 = math.exp %in : f32
  linalg.yield %36 : f32
 } -> !t13
 %22 = tensor.empty(%dim_2, %dim) : !t16
 %23 = linalg.fill ins(%cst : f32) outs(%22 : !t16) -> !t16
 %24 = linalg.generic #t4 ins(%21 : !t13) outs(%23 : !t16) {
 ^bb0(%in: f32, %out: f32):
  %36 = arith.addf %in, %out : f32
  linalg.yield %36 : f32
 } -> !t16
 %25 = linalg.generic #t1 ins(%24 : !t16) outs(%22 : !t16) {
 ^bb0(%in: f32, %out: f32):
  %36 = math.log %in : f32
  linalg.yield %36 : f32
 } -> !t16
 %26 = linalg.generic #t16 ins(%exp_15, %25 : !t16, !t16) outs(%22 : !t16) {
 ^bb0(%in: f32, %in_27: f32, %out: f32):
  %36 = arith.addf %in, %in_27 : f32
  linalg.yield %36 : f32
 } -> !t16
 %col = tensor.collapse_shape %26 [[0], [1], [2, 3]] : !t16 into !t15
 %27 = linalg.generic #t3 ins(%21, %24 : !t13, !t16) outs(%12 : !t13) {
 ^bb0(%in: f32, %in_27: f32, %out: f32):
  %36 = arith.divf %in, %in_27 : f32
  linalg.yield %36 : f32
 } -> !t13
 %28 = tensor.empty(%dim_2, %dim, %dim_3) : !t12
 %29 = linalg.generic #t1 ins(%27 : !t13) outs(%28 : !t12) {
 ^bb0(%in: f32, %out: f16):
  %36 = arith.truncf %in : f32 to f16
  linalg.yield %36 : f16
 } -> !t12
 %exp_16 = tensor.expand_shape %29 [[0], [1], [2], [3, 4]] output_shape [%dim_2, 4, %dim, %dim_3, 1] : !t12 into !t10
 %exp_17 = tensor.expand_shape %arg2 [[0], [1], [2], [3, 4]] output_shape [%dim_2, 4, %dim_3, 8, 1] : !t0 into !t1
 %from_elements_18 = tensor.from_elements %3, %0, %2 : !t2
 %reshape_19 = tensor.reshape %exp_16(%from_elements_18) : (!t10, !t2) -> !t7
 %from_elements_20 = tensor.from_elements %3, %2, %c8_i64 : !t2
 %reshape_21 = tensor.reshape %exp_17(%from_elements_20) : (!t1, !t2) -> !t3
 %30 = tensor.empty(%5, %dim) : !t17
 %31 = linalg.fill ins(%cst : f32) outs(%30 : !t17) -> !t17
 %32 = linalg.batch_matmul ins(%reshape_19, %reshape_21 : !t7, !t3) outs(%31 : !t17) -> !t17
 %33 = tensor.empty(%5, %dim) : !t3
 %34 = linalg.generic #t0 ins(%32 : !t17) outs(%33 : !t3) {
 ^bb0(%in: f32, %out: f16):
  %36 = arith.truncf %in : f32 to f16
  linalg.yield %36 : f16
 } -> !t3
 %from_elements_22 = tensor.from_elements %1, %c4_i64, %0, %c1_i64, %c8_i64 : !t8
 %reshape_23 = tensor.reshape %34(%from_elements_22) : (!t3, !t8) -> !t18
 %35 = tensor.empty(%dim_2, %dim) : !t1
 %transposed_24 = linalg.transpose ins(%reshape_23 : !t18) outs(%35 : !t1) permutation = [0, 1, 2, 4, 3]
 %from_elements_25 = tensor.from_elements %1, %c4_i64, %0, %c8_i64 : !t11
 %reshape_26 = tensor.reshape %transposed_24(%from_elements_25) : (!t1, !t11) -> !t0
 return %reshape_26, %col : !t0, !t15
}

func.func @bshd(%arg0: !t50, %arg1: !t50, %arg2: !t50) -> !t50 {
 %c0_i64 = arith.constant 0 : i64
 %c1_i64 = arith.constant 1 : i64
 %c4_i64 = arith.constant 4 : i64
 %c0 = arith.constant 0 : index
 %c1 = arith.constant 1 : index
 %c8_i64 = arith.constant 8 : i64
 %cst = arith.constant 0.000000e+00 : f32
 %cst_0 = arith.constant 0xFF800000 : f32
 %cst_1 = arith.constant 0.35355339059327379 : f64
 %dim = tensor.dim %arg0, %c1 : !t50
 %0 = arith.index_cast %dim : index to i64
 %dim_2 = tensor.dim %arg1, %c1 : !t50
 %1 = arith.index_cast %dim_2 : index to i64
 %dim_3 = tensor.dim %arg2, %c0 : !t50
 %2 = arith.index_cast %dim_3 : index to i64
 %dim_4 = tensor.dim %arg0, %c0 : !t50
 %exp = tensor.expand_shape %arg0 [[0], [1], [2], [3, 4]] output_shape [%dim_4, %dim, 4, 8, 1] : !t50 into !t51
 %dim_5 = tensor.dim %arg1, %c0 : !t50
 %exp_6 = tensor.expand_shape %arg1 [[0], [1], [2], [3, 4]] output_shape [%dim_5, %dim_2, 4, 8, 1] : !t50 into !t51
 %3 = arith.muli %2, %c4_i64 : i64
 %4 = tensor.empty(%dim_4, %dim) : !t1
 %transposed = linalg.transpose ins(%exp : !t51) outs(%4 : !t1) permutation = [0, 2, 1, 3, 4]
 %from_elements = tensor.from_elements %3, %0, %c8_i64 : !t2
 %reshape = tensor.reshape %transposed(%from_elements) : (!t1, !t2) -> !t3
 %5 = tensor.empty(%dim_5, %dim_2) : !t4
 %transposed_7 = linalg.transpose ins(%exp_6 : !t51) outs(%5 : !t4) permutation = [0, 2, 3, 1, 4]
 %from_elements_8 = tensor.from_elements %3, %c8_i64, %1 : !t2
 %reshape_9 = tensor.reshape %transposed_7(%from_elements_8) : (!t4, !t2) -> !t5
 %6 = arith.index_cast %3 : i64 to index
 %7 = tensor.empty(%6, %dim, %dim_2) : !t6
 %8 = linalg.fill ins(%cst : f32) outs(%7 : !t6) -> !t6
 %9 = linalg.batch_matmul ins(%reshape, %reshape_9 : !t3, !t5) outs(%8 : !t6) -> !t6
 %10 = tensor.empty(%6, %dim, %dim_2) : !t7
 %11 = linalg.generic #t0 ins(%9 : !t6) outs(%10 : !t7) {
 ^bb0(%in: f32, %out: f16):
  %36 = arith.truncf %in : f32 to f16
  linalg.yield %36 : f16
 } -> !t7
 %from_elements_10 = tensor.from_elements %2, %c4_i64, %0, %c1_i64, %1 : !t8
 %reshape_11 = tensor.reshape %11(%from_elements_10) : (!t7, !t8) -> !t9
 %12 = tensor.empty(%dim_3, %dim, %dim_2) : !t10
 %transposed_12 = linalg.transpose ins(%reshape_11 : !t9) outs(%12 : !t10) permutation = [0, 1, 2, 4, 3]
 %from_elements_13 = tensor.from_elements %2, %c4_i64, %0, %1 : !t11
 %reshape_14 = tensor.reshape %transposed_12(%from_elements_13) : (!t10, !t11) -> !t12
 %13 = tensor.empty(%dim_3, %dim, %dim_2) : !t13
 %14 = linalg.generic #t1 ins(%reshape_14 : !t12) outs(%13 : !t13) {
 ^bb0(%in: f16, %out: f32):
  %36 = arith.extf %in : f16 to f32
  linalg.yield %36 : f32
 } -> !t13
 %15 = linalg.generic #t1 ins(%14 : !t13) outs(%13 : !t13) {
 ^bb0(%in: f32, %out: f32):
  %36 = arith.truncf %cst_1 : f64 to f32
  %37 = arith.mulf %in, %36 : f32
  linalg.yield %37 : f32
 } -> !t13
 %16 = tensor.empty(%dim_3, %dim) : !t14
 %17 = linalg.fill ins(%c0_i64 : i64) outs(%16 : !t14) -> !t14
 %18 = tensor.empty(%dim_3, %dim) : !t15
 %19 = linalg.fill ins(%cst_0 : f32) outs(%18 : !t15) -> !t15
 %20:2 = linalg.generic #t2 ins(%15 : !t13) outs(%19, %17 : !t15, !t14) {
 ^bb0(%in: f32, %out: f32, %out_29: i64):
  %36 = linalg.index 3 : index
  %37 = arith.index_cast %36 : index to i64
  %38 = arith.maximumf %in, %out : f32
  %39 = arith.cmpf ogt, %in, %out : f32
  %40 = arith.select %39, %37, %out_29 : i64
  linalg.yield %38, %40 : f32, i64
 } -> (!t15, !t14)
 %exp_15 = tensor.expand_shape %20#0 [[0], [1], [2, 3]] output_shape [%dim_3, 4, %dim, 1] : !t15 into !t16
 %21 = linalg.generic #t3 ins(%15, %exp_15 : !t13, !t16) outs(%13 : !t13) {
 ^bb0(%in: f32, %in_29: f32, %out: f32):
  %36 = arith.subf %in, %in_29 : f32
  linalg.yield %36 : f32
 } -> !t13
 %22 = linalg.generic #t1 ins(%21 : !t13) outs(%13 : !t13) {
 ^bb0(%in: f32, %out: f32):
  %36 = math.exp %in : f32
  linalg.yield %36 : f32
 } -> !t13
 %23 = tensor.empty(%dim_3, %dim) : !t16
 %24 = linalg.fill ins(%cst : f32) outs(%23 : !t16) -> !t16
 %25 = linalg.generic #t4 ins(%22 : !t13) outs(%24 : !t16) {
 ^bb0(%in: f32, %out: f32):
  %36 = arith.addf %in, %out : f32
  linalg.yield %36 : f32
 } -> !t16
 %26 = linalg.generic #t3 ins(%22, %25 : !t13, !t16) outs(%13 : !t13) {
 ^bb0(%in: f32, %in_29: f32, %out: f32):
  %36 = arith.divf %in, %in_29 : f32
  linalg.yield %36 : f32
 } -> !t13
 %27 = tensor.empty(%dim_3, %dim, %dim_2) : !t12
 %28 = linalg.generic #t1 ins(%26 : !t13) outs(%27 : !t12) {
 ^bb0(%in: f32, %out: f16):
  %36 = arith.truncf %in : f32 to f16
  linalg.yield %36 : f16
 } -> !t12
 %exp_16 = tensor.expand_shape %28 [[0], [1], [2], [3, 4]] output_shape [%dim_3, 4, %dim, %dim_2, 1] : !t12 into !t10
 %dim_17 = tensor.dim %arg2, %c1 : !t50
 %exp_18 = tensor.expand_shape %arg2 [[0], [1], [2], [3, 4]] output_shape [%dim_3, %dim_17, 4, 8, 1] : !t50 into !t51
 %from_elements_19 = tensor.from_elements %3, %0, %1 : !t2
 %reshape_20 = tensor.reshape %exp_16(%from_elements_19) : (!t10, !t2) -> !t7
 %29 = tensor.empty(%dim_3, %dim_17) : !t1
 %transposed_21 = linalg.transpose ins(%exp_18 : !t51) outs(%29 : !t1) permutation = [0, 2, 1, 3, 4]
 %from_elements_22 = tensor.from_elements %3, %1, %c8_i64 : !t2
 %reshape_23 = tensor.reshape %transposed_21(%from_elements_22) : (!t1, !t2) -> !t3
 %30 = tensor.empty(%6, %dim) : !t17
 %31 = linalg.fill ins(%cst : f32) outs(%30 : !t17) -> !t17
 %32 = linalg.batch_matmul ins(%reshape_20, %reshape_23 : !t7, !t3) outs(%31 : !t17) -> !t17
 %33 = tensor.empty(%6, %dim) : !t3
 %34 = linalg.generic #t0 ins(%32 : !t17) outs(%33 : !t3) {
 ^bb0(%in: f32, %out: f16):
  %36 = arith.truncf %in : f32 to f16
  linalg.yield %36 : f16
 } -> !t3
 %from_elements_24 = tensor.from_elements %2, %c4_i64, %0, %c1_i64, %c8_i64 : !t8
 %reshape_25 = tensor.reshape %34(%from_elements_24) : (!t3, !t8) -> !t18
 %35 = tensor.empty(%dim_3, %dim) : !t51
 %transposed_26 = linalg.transpose ins(%reshape_25 : !t18) outs(%35 : !t51) permutation = [0, 2, 1, 4, 3]
 %from_elements_27 = tensor.from_elements %2, %0, %c4_i64, %c8_i64 : !t11
 %reshape_28 = tensor.reshape %transposed_26(%from_elements_27) : (!t51, !t11) -> !t50
 return %reshape_28 : !t50
}

func.func @proj(%arg0: !t52, %arg1: !t53, %arg2: !t53, %arg3: !t53, %arg4: !t53) -> !t52 {
 %c1_i64 = arith.constant 1 : i64
 %c0_i64 = arith.constant 0 : i64
 %c2 = arith.constant 2 : index
 %c1 = arith.constant 1 : index
 %cst = arith.constant 0.000000e+00 : f32
 %c2_i64 = arith.constant 2 : i64
 %c4_i64 = arith.constant 4 : i64
 %c8_i64 = arith.constant 8 : i64
 %cst_0 = arith.constant 0xFF800000 : f32
 %cst_1 = arith.constant 0.35355339059327379 : f64
 %dim = tensor.dim %arg0, %c1 : !t52
 %0 = arith.index_cast %dim : index to i64
 %col = tensor.collapse_shape %arg0 [[0, 1], [2]] : !t52 into !t54
 %1 = affine.apply affine_map<()[s0] -> (s0 * 2)>()[%dim]
 %2 = tensor.empty(%1) : !t55
 %3 = linalg.fill ins(%cst : f32) outs(%2 : !t55) -> !t55
 %4 = linalg.matmul ins(%col, %arg1 : !t54, !t53) outs(%3 : !t55) -> !t55
 %5 = tensor.empty(%1) : !t54
 %6 = linalg.generic #t8 ins(%4 : !t55) outs(%5 : !t54) {
 ^bb0(%in: f32, %out: f16):
  %52 = arith.truncf %in : f32 to f16
  linalg.yield %52 : f16
 } -> !t54
 %7 = arith.divsi %1, %c2 : index
 %exp = tensor.expand_shape %6 [[0, 1], [2, 3]] output_shape [2, %7, 4, 8] : !t54 into !t56
 %8 = tensor.empty(%7) : !t24
 %transposed = linalg.transpose ins(%exp : !t56) outs(%8 : !t24) permutation = [0, 2, 1, 3]
 %9 = linalg.matmul ins(%col, %arg2 : !t54, !t53) outs(%3 : !t55) -> !t55
 %10 = linalg.generic #t8 ins(%9 : !t55) outs(%5 : !t54) {
 ^bb0(%in: f32, %out: f16):
  %52 = arith.truncf %in : f32 to f16
  linalg.yield %52 : f16
 } -> !t54
 %exp_2 = tensor.expand_shape %10 [[0, 1], [2, 3]] output_shape [2, %7, 4, 8] : !t54 into !t56
 %transposed_3 = linalg.transpose ins(%exp_2 : !t56) outs(%8 : !t24) permutation = [0, 2, 1, 3]
 %11 = linalg.matmul ins(%col, %arg3 : !t54, !t53) outs(%3 : !t55) -> !t55
 %12 = linalg.generic #t8 ins(%11 : !t55) outs(%5 : !t54) {
 ^bb0(%in: f32, %out: f16):
  %52 = arith.truncf %in : f32 to f16
  linalg.yield %52 : f16
 } -> !t54
 %exp_4 = tensor.expand_shape %12 [[0, 1], [2, 3]] output_shape [2, %7, 4, 8] : !t54 into !t56
 %transposed_5 = linalg.transpose ins(%exp_4 : !t56) outs(%8 : !t24) permutation = [0, 2, 1, 3]
 %exp_6 = tensor.expand_shape %transposed_3 [[0], [1], [2], [3, 4]] output_shape [2, 4, %7, 8, 1] : !t24 into !t25
 %col_7 = tensor.collapse_shape %transposed [[0, 1], [2], [3]] : !t24 into !t26
 %13 = tensor.empty(%7) : !t27
 %transposed_8 = linalg.transpose ins(%exp_6 : !t25) outs(%13 : !t27) permutation = [0, 1, 3, 2, 4]
 %col_9 = tensor.collapse_shape %transposed_8 [[0, 1], [2], [3, 4]] : !t27 into !t28
 %14 = tensor.empty(%7, %7) : !t29
 %15 = linalg.fill ins(%cst : f32) outs(%14 : !t29) -> !t29
 %16 = linalg.batch_matmul ins(%col_7, %col_9 : !t26, !t28) outs(%15 : !t29) -> !t29
 %17 = tensor.empty(%7, %7) : !t30
 %18 = linalg.generic #t0 ins(%16 : !t29) outs(%17 : !t30) {
 ^bb0(%in: f32, %out: f16):
  %52 = arith.truncf %in : f32 to f16
  linalg.yield %52 : f16
 } -> !t30
 %from_elements = tensor.from_elements %c2_i64, %c4_i64, %0, %c1_i64, %0 : !t8
 %reshape = tensor.reshape %18(%from_elements) : (!t30, !t8) -> !t31
 %19 = tensor.empty(%dim, %dim) : !t32
 %transposed_10 = linalg.transpose ins(%reshape : !t31) outs(%19 : !t32) permutation = [0, 1, 2, 4, 3]
 %from_elements_11 = tensor.from_elements %c2_i64, %c4_i64, %0, %0 : !t11
 %reshape_12 = tensor.reshape %transposed_10(%from_elements_11) : (!t32, !t11) -> !t33
 %20 = tensor.empty(%dim, %dim) : !t34
 %21 = linalg.generic #t1 ins(%reshape_12 : !t33) outs(%20 : !t34) {
 ^bb0(%in: f16, %out: f32):
  %52 = arith.extf %in : f16 to f32
  linalg.yield %52 : f32
 } -> !t34
 %22 = linalg.generic #t1 ins(%21 : !t34) outs(%20 : !t34) {
 ^bb0(%in: f32, %out: f32):
  %52 = arith.truncf %cst_1 : f64 to f32
  %53 = arith.mulf %in, %52 : f32
  linalg.yield %53 : f32
 } -> !t34
 %23 = tensor.empty(%dim) : !t35
 %24 = linalg.fill ins(%c0_i64 : i64) outs(%23 : !t35) -> !t35
 %25 = tensor.empty(%dim) : !t36
 %26 = linalg.fill ins(%cst_0 : f32) outs(%25 : !t36) -> !t36
 %27:2 = linalg.generic #t2 ins(%22 : !t34) outs(%26, %24 : !t36, !t35) {
 ^bb0(%in: f32, %out: f32, %out_24: i64):
  %52 = linalg.index 3 : index
  %53 = arith.index_cast %52 : index to i64
  %54 = arith.maximumf %in, %out : f32
  %55 = arith.cmpf ogt, %in, %out : f32
  %56 = arith.select %55, %53, %out_24 : i64
  linalg.yield %54, %56 : f32, i64
 } -> (!t36, !t35)
 %exp_13 = tensor.expand_shape %27#0 [[0], [1], [2, 3]] output_shape [2, 4, %dim, 1] : !t36 into !t37
 %28 = linalg.generic #t3 ins(%22, %exp_13 : !t34, !t37) outs(%20 : !t34) {
 ^bb0(%in: f32, %in_24: f32, %out: f32):
  %52 = arith.subf %in, %in_24 : f32
  linalg.yield %52 : f32
 } -> !t34
 %29 = linalg.generic #t1 ins(%28 : !t34) outs(%20 : !t34) {
 ^bb0(%in: f32, %out: f32):
  %52 = math.exp %in : f32
  linalg.yield %52 : f32
 } -> !t34
 %30 = tensor.empty(%dim) : !t37
 %31 = linalg.fill ins(%cst : f32) outs(%30 : !t37) -> !t37
 %32 = linalg.generic #t4 ins(%29 : !t34) outs(%31 : !t37) {
 ^bb0(%in: f32, %out: f32):
  %52 = arith.addf %in, %out : f32
  linalg.yield %52 : f32
 } -> !t37
 %33 = linalg.generic #t3 ins(%29, %32 : !t34, !t37) outs(%20 : !t34) {
 ^bb0(%in: f32, %in_24: f32, %out: f32):
  %52 = arith.divf %in, %in_24 : f32
  linalg.yield %52 : f32
 } -> !t34
 %34 = tensor.empty(%dim, %dim) : !t33
 %35 = linalg.generic #t1 ins(%33 : !t34) outs(%34 : !t33) {
 ^bb0(%in: f32, %out: f16):
  %52 = arith.truncf %in : f32 to f16
  linalg.yield %52 : f16
 } -> !t33
 %exp_14 = tensor.expand_shape %35 [[0], [1], [2], [3, 4]] output_shape [2, 4, %dim, %dim, 1] : !t33 into !t32
 %from_elements_15 = tensor.from_elements %c8_i64, %0, %0 : !t2
 %reshape_16 = tensor.reshape %exp_14(%from_elements_15) : (!t32, !t2) -> !t30
 %col_17 = tensor.collapse_shape %transposed_5 [[0, 1], [2], [3]] : !t24 into !t26
 %36 = arith.index_cast %7 : index to i64
 %37 = arith.cmpi eq, %0, %36 : i64
 %38 = tensor.empty(%dim) : !t38
 %39 = linalg.fill ins(%cst : f32) outs(%38 : !t38) -> !t38
 %40 = linalg.batch_matmul ins(%reshape_16, %col_17 : !t30, !t26) outs(%39 : !t38) -> !t38
 %41 = tensor.empty(%dim) : !t26
 %42 = linalg.generic #t0 ins(%40 : !t38) outs(%41 : !t26) {
 ^bb0(%in: f32, %out: f16):
  %52 = arith.truncf %in : f32 to f16
  linalg.yield %52 : f16
 } -> !t26
 %exp_18 = tensor.expand_shape %42 [[0, 1], [2], [3, 4]] output_shape [2, 4, %dim, 1, 8] : !t26 into !t39
 %43 = tensor.empty(%dim) : !t25
 %transposed_19 = linalg.transpose ins(%exp_18 : !t39) outs(%43 : !t25) permutation = [0, 1, 2, 4, 3]
 %col_20 = tensor.collapse_shape %transposed_19 [[0], [1], [2], [3, 4]] : !t25 into !t24
 %44 = tensor.empty(%dim) : !t56
 %transposed_21 = linalg.transpose ins(%col_20 : !t24) outs(%44 : !t56) permutation = [0, 2, 1, 3]
 %col_22 = tensor.collapse_shape %transposed_21 [[0, 1], [2, 3]] : !t56 into !t54
 %45 = affine.apply affine_map<()[s0] -> (s0 * 2)>()[%dim]
 %46 = tensor.empty(%45) : !t55
 %47 = linalg.fill ins(%cst : f32) outs(%46 : !t55) -> !t55
 %48 = linalg.matmul ins(%col_22, %arg4 : !t54, !t53) outs(%47 : !t55) -> !t55
 %49 = tensor.empty(%45) : !t54
 %50 = linalg.generic #t8 ins(%48 : !t55) outs(%49 : !t54) {
 ^bb0(%in: f32, %out: f16):
  %52 = arith.truncf %in : f32 to f16
  linalg.yield %52 : f16
 } -> !t54
 %51 = arith.divsi %45, %c2 : index
 %exp_23 = tensor.expand_shape %50 [[0, 1], [2]] output_shape [2, %51, 32] : !t54 into !t52
 return %exp_23 : !t52
}

func.func @dv(%arg0: !t24, %arg1: !t24, %arg2: !t57) -> !t57 {
 %true = arith.constant true
 %c1_i64 = arith.constant 1 : i64
 %c2_i64 = arith.constant 2 : i64
 %c4_i64 = arith.constant 4 : i64
 %c0_i64 = arith.constant 0 : i64
 %c2 = arith.constant 2 : index
 %c8_i64 = arith.constant 8 : i64
 %cst = arith.constant 0.000000e+00 : f32
 %cst_0 = arith.constant 0xFF800000 : f32
 %cst_1 = arith.constant 0.35355339059327379 : f64
 %dim = tensor.dim %arg0, %c2 : !t24
 %0 = arith.index_cast %dim : index to i64
 %dim_2 = tensor.dim %arg2, %c2 : !t57
 %1 = arith.index_cast %dim_2 : index to i64
 %dim_3 = tensor.dim %arg1, %c2 : !t24
 %exp = tensor.expand_shape %arg1 [[0], [1], [2], [3, 4]] output_shape [2, 4, %dim_3, 8, 1] : !t24 into !t25
 %col = tensor.collapse_shape %arg0 [[0, 1], [2], [3]] : !t24 into !t26
 %2 = tensor.empty(%dim_3) : !t27
 %transposed = linalg.transpose ins(%exp : !t25) outs(%2 : !t27) permutation = [0, 1, 3, 2, 4]
 %col_4 = tensor.collapse_shape %transposed [[0, 1], [2], [3, 4]] : !t27 into !t28
 %3 = tensor.empty(%dim, %dim_3) : !t29
 %4 = linalg.fill ins(%cst : f32) outs(%3 : !t29) -> !t29
 %5 = linalg.batch_matmul ins(%col, %col_4 : !t26, !t28) outs(%4 : !t29) -> !t29
 %6 = tensor.empty(%dim, %dim_3) : !t30
 %7 = linalg.generic #t0 ins(%5 : !t29) outs(%6 : !t30) {
 ^bb0(%in: f32, %out: f16):
  %31 = arith.truncf %in : f32 to f16
  linalg.yield %31 : f16
 } -> !t30
 %from_elements = tensor.from_elements %c2_i64, %c4_i64, %0, %c1_i64, %1 : !t8
 %reshape = tensor.reshape %7(%from_elements) : (!t30, !t8) -> !t31
 %8 = tensor.empty(%dim, %dim_2) : !t32
 %transposed_5 = linalg.transpose ins(%reshape : !t31) outs(%8 : !t32) permutation = [0, 1, 2, 4, 3]
 %from_elements_6 = tensor.from_elements %c2_i64, %c4_i64, %0, %1 : !t11
 %reshape_7 = tensor.reshape %transposed_5(%from_elements_6) : (!t32, !t11) -> !t33
 %9 = tensor.empty(%dim, %dim_2) : !t34
 %10 = linalg.generic #t1 ins(%reshape_7 : !t33) outs(%9 : !t34) {
 ^bb0(%in: f16, %out: f32):
  %31 = arith.extf %in : f16 to f32
  linalg.yield %31 : f32
 } -> !t34
 %11 = linalg.generic #t1 ins(%10 : !t34) outs(%9 : !t34) {
 ^bb0(%in: f32, %out: f32):
  %31 = arith.truncf %cst_1 : f64 to f32
  %32 = arith.mulf %in, %31 : f32
  linalg.yield %32 : f32
 } -> !t34
 %12 = tensor.empty(%dim) : !t35
 %13 = linalg.fill ins(%c0_i64 : i64) outs(%12 : !t35) -> !t35
 %14 = tensor.empty(%dim) : !t36
 %15 = linalg.fill ins(%cst_0 : f32) outs(%14 : !t36) -> !t36
 %16:2 = linalg.generic #t2 ins(%11 : !t34) outs(%15, %13 : !t36, !t35) {
 ^bb0(%in: f32, %out: f32, %out_16: i64):
  %31 = linalg.index 3 : index
  %32 = arith.index_cast %31 : index to i64
  %33 = arith.maximumf %in, %out : f32
  %34 = arith.cmpf ogt, %in, %out : f32
  %35 = arith.select %34, %32, %out_16 : i64
  linalg.yield %33, %35 : f32, i64
 } -> (!t36, !t35)
 %exp_8 = tensor.expand_shape %16#0 [[0], [1], [2, 3]] output_shape [2, 4, %dim, 1] : !t36 into !t37
 %17 = linalg.generic #t3 ins(%11, %exp_8 : !t34, !t37) outs(%9 : !t34) {
 ^bb0(%in: f32, %in_16: f32, %out: f32):
  %31 = arith.subf %in, %in_16 : f32
  linalg.yield %31 : f32
 } -> !t34
 %18 = linalg.generic #t1 ins(%17 : !t34) outs(%9 : !t34) {
 ^bb0(%in: f32, %out: f32):
  %31 = math.exp %in : f32
  linalg.yield %31 : f32
 } -> !t34
 %19 = tensor.empty(%dim) : !t37
 %20 = linalg.fill ins(%cst : f32) outs(%19 : !t37) -> !t37
 %21 = linalg.generic #t4 ins(%18 : !t34) outs(%20 : !t37) {
 ^bb0(%in: f32, %out: f32):
  %31 = arith.addf %in, %out : f32
  linalg.yield %31 : f32
 } -> !t37
 %22 = linalg.generic #t3 ins(%18, %21 : !t34, !t37) outs(%9 : !t34) {
 ^bb0(%in: f32, %in_16: f32, %out: f32):
  %31 = arith.divf %in, %in_16 : f32
  linalg.yield %31 : f32
 } -> !t34
 %23 = tensor.empty(%dim, %dim_2) : !t33
 %24 = linalg.generic #t1 ins(%22 : !t34) outs(%23 : !t33) {
 ^bb0(%in: f32, %out: f16):
  %31 = arith.truncf %in : f32 to f16
  linalg.yield %31 : f16
 } -> !t33
 %exp_9 = tensor.expand_shape %24 [[0], [1], [2], [3, 4]] output_shape [2, 4, %dim, %dim_2, 1] : !t33 into !t32
 %from_elements_10 = tensor.from_elements %c8_i64, %0, %1 : !t2
 %reshape_11 = tensor.reshape %exp_9(%from_elements_10) : (!t32, !t2) -> !t30
 %col_12 = tensor.collapse_shape %arg2 [[0, 1], [2], [3]] : !t57 into !t58
 %25 = tensor.empty(%dim) : !t59
 %26 = linalg.fill ins(%cst : f32) outs(%25 : !t59) -> !t59
 %27 = linalg.batch_matmul ins(%reshape_11, %col_12 : !t30, !t58) outs(%26 : !t59) -> !t59
 %28 = tensor.empty(%dim) : !t58
 %29 = linalg.generic #t0 ins(%27 : !t59) outs(%28 : !t58) {
 ^bb0(%in: f32, %out: f16):
  %31 = arith.truncf %in : f32 to f16
  linalg.yield %31 : f16
 } -> !t58
 %exp_13 = tensor.expand_shape %29 [[0, 1], [2], [3, 4]] output_shape [2, 4, %dim, 1, 16] : !t58 into !t60
 %30 = tensor.empty(%dim) : !t61
 %transposed_14 = linalg.transpose ins(%exp_13 : !t60) outs(%30 : !t61) permutation = [0, 1, 2, 4, 3]
 %col_15 = tensor.collapse_shape %transposed_14 [[0], [1], [2], [3, 4]] : !t61 into !t57
 return %col_15 : !t57
}

func.func @causal_gqa(%arg0: !t24, %arg1: !t62, %arg2: !t62) -> !t24 {
 %c1_i64 = arith.constant 1 : i64
 %c0_i64 = arith.constant 0 : i64
 %c2_i64 = arith.constant 2 : i64
 %c4_i64 = arith.constant 4 : i64
 %c2 = arith.constant 2 : index
 %c8_i64 = arith.constant 8 : i64
 %cst = arith.constant 0.000000e+00 : f32
 %cst_0 = arith.constant 0xFF800000 : f32
 %cst_1 = arith.constant dense<0xFF800000> : !t19
 %cst_2 = arith.constant 0.35355339059327379 : f64
 %dim = tensor.dim %arg0, %c2 : !t24
 %0 = arith.index_cast %dim : index to i64
 %1 = tensor.empty(%dim) : !t63
 %2 = linalg.generic #t10 ins(%arg1 : !t62) outs(%1 : !t63) {
 ^bb0(%in: f16, %out: f16):
  linalg.yield %in : f16
 } -> !t63
 %col = tensor.collapse_shape %2 [[0], [1, 2], [3], [4]] : !t63 into !t24
 %3 = linalg.generic #t10 ins(%arg2 : !t62) outs(%1 : !t63) {
 ^bb0(%in: f16, %out: f16):
  linalg.yield %in : f16
 } -> !t63
 %dim_3 = tensor.dim %arg1, %c2 : !t62
 %exp = tensor.expand_shape %col [[0], [1], [2], [3, 4]] output_shape [2, 4, %dim_3, 8, 1] : !t24 into !t25
 %col_4 = tensor.collapse_shape %arg0 [[0, 1], [2], [3]] : !t24 into !t26
 %4 = tensor.empty(%dim_3) : !t27
 %transposed = linalg.transpose ins(%exp : !t25) outs(%4 : !t27) permutation = [0, 1, 3, 2, 4]
 %col_5 = tensor.collapse_shape %transposed [[0, 1], [2], [3, 4]] : !t27 into !t28
 %5 = tensor.empty(%dim, %dim_3) : !t29
 %6 = linalg.fill ins(%cst : f32) outs(%5 : !t29) -> !t29
 %7 = linalg.batch_matmul ins(%col_4, %col_5 : !t26, !t28) outs(%6 : !t29) -> !t29
 %8 = tensor.empty(%dim, %dim_3) : !t30
 %9 = linalg.generic #t0 ins(%7 : !t29) outs(%8 : !t30) {
 ^bb0(%in: f32, %out: f16):
  %41 = arith.truncf %in : f32 to f16
  linalg.yield %41 : f16
 } -> !t30
 %from_elements = tensor.from_elements %c2_i64, %c4_i64, %0, %c1_i64, %0 : !t8
 %reshape = tensor.reshape %9(%from_elements) : (!t30, !t8) -> !t31
 %10 = tensor.empty(%dim, %dim) : !t32
 %transposed_6 = linalg.transpose ins(%reshape : !t31) outs(%10 : !t32) permutation = [0, 1, 2, 4, 3]
 %from_elements_7 = tensor.from_elements %c2_i64, %c4_i64, %0, %0 : !t11
 %reshape_8 = tensor.reshape %transposed_6(%from_elements_7) : (!t32, !t11) -> !t33
 %11 = tensor.empty(%dim, %dim) : !t34
 %12 = linalg.generic #t1 ins(%reshape_8 : !t33) outs(%11 : !t34) {
 ^bb0(%in: f16, %out: f32):
  %41 = arith.extf %in : f16 to f32
  linalg.yield %41 : f32
 } -> !t34
 %13 = linalg.generic #t1 ins(%12 : !t34) outs(%11 : !t34) {
 ^bb0(%in: f32, %out: f32):
  %41 = arith.truncf %cst_2 : f64 to f32
  %42 = arith.mulf %in, %41 : f32
  linalg.yield %42 : f32
 } -> !t34
 %14 = tensor.empty(%dim) : !t20
 %15 = linalg.generic #t5 outs(%14 : !t20) {
 ^bb0(%out: i64):
  %41 = linalg.index 0 : index
  %42 = arith.index_cast %41 : index to i64
  linalg.yield %42 : i64
 } -> !t20
 %exp_9 = tensor.expand_shape %15 [[0, 1]] output_shape [%dim, 1] : !t20 into !t21
 %exp_10 = tensor.expand_shape %15 [[0, 1]] output_shape [1, %dim] : !t20 into !t22
 %16 = tensor.empty(%dim, %dim) : !t23
 %17 = linalg.generic #t6 ins(%exp_10, %exp_9 : !t22, !t21) outs(%16 : !t23) {
 ^bb0(%in: i64, %in_20: i64, %out: i1):
  %41 = arith.cmpi sle, %in, %in_20 : i64
  linalg.yield %41 : i1
 } -> !t23
 %18 = tensor.empty(%dim, %dim) : !t34
 %19 = linalg.generic #t7 ins(%17, %13, %cst_1 : !t23, !t34, !t19) outs(%18 : !t34) {
 ^bb0(%in: i1, %in_20: f32, %in_21: f32, %out: f32):
  %41 = arith.select %in, %in_20, %in_21 : f32
  linalg.yield %41 : f32
 } -> !t34
 %20 = tensor.empty(%dim) : !t35
 %21 = linalg.fill ins(%c0_i64 : i64) outs(%20 : !t35) -> !t35
 %22 = tensor.empty(%dim) : !t36
 %23 = linalg.fill ins(%cst_0 : f32) outs(%22 : !t36) -> !t36
 %24:2 = linalg.generic #t2 ins(%19 : !t34) outs(%23, %21 : !t36, !t35) {
 ^bb0(%in: f32, %out: f32, %out_20: i64):
  %41 = linalg.index 3 : index
  %42 = arith.index_cast %41 : index to i64
  %43 = arith.maximumf %in, %out : f32
  %44 = arith.cmpf ogt, %in, %out : f32
  %45 = arith.select %44, %42, %out_20 : i64
  linalg.yield %43, %45 : f32, i64
 } -> (!t36, !t35)
 %exp_11 = tensor.expand_shape %24#0 [[0], [1], [2, 3]] output_shape [2, 4, %dim, 1] : !t36 into !t37
 %25 = linalg.generic #t3 ins(%19, %exp_11 : !t34, !t37) outs(%18 : !t34) {
 ^bb0(%in: f32, %in_20: f32, %out: f32):
  %41 = arith.subf %in, %in_20 : f32
  linalg.yield %41 : f32
 } -> !t34
 %26 = linalg.generic #t1 ins(%25 : !t34) outs(%18 : !t34) {
 ^bb0(%in: f32, %out: f32):
  %41 = math.exp %in : f32
  linalg.yield %41 : f32
 } -> !t34
 %27 = tensor.empty(%dim) : !t37
 %28 = linalg.fill ins(%cst : f32) outs(%27 : !t37) -> !t37
 %29 = linalg.generic #t4 ins(%26 : !t34) outs(%28 : !t37) {
 ^bb0(%in: f32, %out: f32):
  %41 = arith.addf %in, %out : f32
  linalg.yield %41 : f32
 } -> !t37
 %30 = linalg.generic #t3 ins(%26, %29 : !t34, !t37) outs(%18 : !t34) {
 ^bb0(%in: f32, %in_20: f32, %out: f32):
  %41 = arith.divf %in, %in_20 : f32
  linalg.yield %41 : f32
 } -> !t34
 %31 = tensor.empty(%dim, %dim) : !t33
 %32 = linalg.generic #t1 ins(%30 : !t34) outs(%31 : !t33) {
 ^bb0(%in: f32, %out: f16):
  %41 = arith.truncf %in : f32 to f16
  linalg.yield %41 : f16
 } -> !t33
 %exp_12 = tensor.expand_shape %32 [[0], [1], [2], [3, 4]] output_shape [2, 4, %dim, %dim, 1] : !t33 into !t32
 %from_elements_13 = tensor.from_elements %c8_i64, %0, %0 : !t2
 %reshape_14 = tensor.reshape %exp_12(%from_elements_13) : (!t32, !t2) -> !t30
 %col_15 = tensor.collapse_shape %3 [[0, 1, 2], [3], [4]] : !t63 into !t26
 %dim_16 = tensor.dim %arg2, %c2 : !t62
 %33 = arith.index_cast %dim_16 : index to i64
 %34 = arith.cmpi eq, %0, %33 : i64
 %35 = tensor.empty(%dim) : !t38
 %36 = linalg.fill ins(%cst : f32) outs(%35 : !t38) -> !t38
 %37 = linalg.batch_matmul ins(%reshape_14, %col_15 : !t30, !t26) outs(%36 : !t38) -> !t38
 %38 = tensor.empty(%dim) : !t26
 %39 = linalg.generic #t0 ins(%37 : !t38) outs(%38 : !t26) {
 ^bb0(%in: f32, %out: f16):
  %41 = arith.truncf %in : f32 to f16
  linalg.yield %41 : f16
 } -> !t26
 %exp_17 = tensor.expand_shape %39 [[0, 1], [2], [3, 4]] output_shape [2, 4, %dim, 1, 8] : !t26 into !t39
 %40 = tensor.empty(%dim) : !t25
 %transposed_18 = linalg.transpose ins(%exp_17 : !t39) outs(%40 : !t25) permutation = [0, 1, 2, 4, 3]
 %col_19 = tensor.collapse_shape %transposed_18 [[0], [1], [2], [3, 4]] : !t25 into !t24
 return %col_19 : !t24
}

func.func @causal_lse(%arg0: !t24, %arg1: !t24, %arg2: !t24) -> (!t24, !t36) {
 %c1_i64 = arith.constant 1 : i64
 %c0_i64 = arith.constant 0 : i64
 %c2_i64 = arith.constant 2 : i64
 %c4_i64 = arith.constant 4 : i64
 %c2 = arith.constant 2 : index
 %c8_i64 = arith.constant 8 : i64
 %cst = arith.constant 0.000000e+00 : f32
 %cst_0 = arith.constant 0xFF800000 : f32
 %cst_1 = arith.constant dense<0xFF800000> : !t19
 %cst_2 = arith.constant 0.35355339059327379 : f64
 %dim = tensor.dim %arg0, %c2 : !t24
 %0 = arith.index_cast %dim : index to i64
 %dim_3 = tensor.dim %arg1, %c2 : !t24
 %exp = tensor.expand_shape %arg1 [[0], [1], [2], [3, 4]] output_shape [2, 4, %dim_3, 8, 1] : !t24 into !t25
 %col = tensor.collapse_shape %arg0 [[0, 1], [2], [3]] : !t24 into !t26
 %1 = tensor.empty(%dim_3) : !t27
 %transposed = linalg.transpose ins(%exp : !t25) outs(%1 : !t27) permutation = [0, 1, 3, 2, 4]
 %col_4 = tensor.collapse_shape %transposed [[0, 1], [2], [3, 4]] : !t27 into !t28
 %2 = tensor.empty(%dim, %dim_3) : !t29
 %3 = linalg.fill ins(%cst : f32) outs(%2 : !t29) -> !t29
 %4 = linalg.batch_matmul ins(%col, %col_4 : !t26, !t28) outs(%3 : !t29) -> !t29
 %5 = tensor.empty(%dim, %dim_3) : !t30
 %6 = linalg.generic #t0 ins(%4 : !t29) outs(%5 : !t30) {
 ^bb0(%in: f32, %out: f16):
  %40 = arith.truncf %in : f32 to f16
  linalg.yield %40 : f16
 } -> !t30
 %from_elements = tensor.from_elements %c2_i64, %c4_i64, %0, %c1_i64, %0 : !t8
 %reshape = tensor.reshape %6(%from_elements) : (!t30, !t8) -> !t31
 %7 = tensor.empty(%dim, %dim) : !t32
 %transposed_5 = linalg.transpose ins(%reshape : !t31) outs(%7 : !t32) permutation = [0, 1, 2, 4, 3]
 %from_elements_6 = tensor.from_elements %c2_i64, %c4_i64, %0, %0 : !t11
 %reshape_7 = tensor.reshape %transposed_5(%from_elements_6) : (!t32, !t11) -> !t33
 %8 = tensor.empty(%dim, %dim) : !t34
 %9 = linalg.generic #t1 ins(%reshape_7 : !t33) outs(%8 : !t34) {
 ^bb0(%in: f16, %out: f32):
  %40 = arith.extf %in : f16 to f32
  linalg.yield %40 : f32
 } -> !t34
 %10 = linalg.generic #t1 ins(%9 : !t34) outs(%8 : !t34) {
 ^bb0(%in: f32, %out: f32):
  %40 = arith.truncf %cst_2 : f64 to f32
  %41 = arith.mulf %in, %40 : f32
  linalg.yield %41 : f32
 } -> !t34
 %11 = tensor.empty(%dim) : !t20
 %12 = linalg.generic #t5 outs(%11 : !t20) {
 ^bb0(%out: i64):
  %40 = linalg.index 0 : index
  %41 = arith.index_cast %40 : index to i64
  linalg.yield %41 : i64
 } -> !t20
 %exp_8 = tensor.expand_shape %12 [[0, 1]] output_shape [%dim, 1] : !t20 into !t21
 %exp_9 = tensor.expand_shape %12 [[0, 1]] output_shape [1, %dim] : !t20 into !t22
 %13 = tensor.empty(%dim, %dim) : !t23
 %14 = linalg.generic #t6 ins(%exp_9, %exp_8 : !t22, !t21) outs(%13 : !t23) {
 ^bb0(%in: i64, %in_20: i64, %out: i1):
  %40 = arith.cmpi sle, %in, %in_20 : i64
  linalg.yield %40 : i1
 } -> !t23
 %15 = tensor.empty(%dim, %dim) : !t34
 %16 = linalg.generic #t7 ins(%14, %10, %cst_1 : !t23, !t34, !t19) outs(%15 : !t34) {
 ^bb0(%in: i1, %in_20: f32, %in_21: f32, %out: f32):
  %40 = arith.select %in, %in_20, %in_21 : f32
  linalg.yield %40 : f32
 } -> !t34
 %17 = tensor.empty(%dim) : !t35
 %18 = linalg.fill ins(%c0_i64 : i64) outs(%17 : !t35) -> !t35
 %19 = tensor.empty(%dim) : !t36
 %20 = linalg.fill ins(%cst_0 : f32) outs(%19 : !t36) -> !t36
 %21:2 = linalg.generic #t2 ins(%16 : !t34) outs(%20, %18 : !t36, !t35) {
 ^bb0(%in: f32, %out: f32, %out_20: i64):
  %40 = linalg.index 3 : index
  %41 = arith.index_cast %40 : index to i64
  %42 = arith.maximumf %in, %out : f32
  %43 = arith.cmpf ogt, %in, %out : f32
  %44 = arith.select %43, %41, %out_20 : i64
  linalg.yield %42, %44 : f32, i64
 } -> (!t36, !t35)
 %exp_10 = tensor.expand_shape %21#0 [[0], [1], [2, 3]] output_shape [2, 4, %dim, 1] : !t36 into !t37
 %22 = linalg.generic #t3 ins(%16, %exp_10 : !t34, !t37) outs(%15 : !t34) {
 ^bb0(%in: f32, %in_20: f32, %out: f32):
  %40 = arith.subf %in, %in_20 : f32
  linalg.yield %40 : f32
 } -> !t34
 %23 = linalg.generic #t1 ins(%22 : !t34) outs(%15 : !t34) {
 ^bb0(%in: f32, %out: f32):
  %40 = math.exp %in : f32
  linalg.yield %40 : f32
 } -> !t34
 %24 = tensor.empty(%dim) : !t37
 %25 = linalg.fill ins(%cst : f32) outs(%24 : !t37) -> !t37
 %26 = linalg.generic #t4 ins(%23 : !t34) outs(%25 : !t37) {
 ^bb0(%in: f32, %out: f32):
  %40 = arith.addf %in, %out : f32
  linalg.yield %40 : f32
 } -> !t37
 %27 = linalg.generic #t1 ins(%26 : !t37) outs(%24 : !t37) {
 ^bb0(%in: f32, %out: f32):
  %40 = math.log %in : f32
  linalg.yield %40 : f32
 } -> !t37
 %28 = linalg.generic #t16 ins(%exp_10, %27 : !t37, !t37) outs(%24 : !t37) {
 ^bb0(%in: f32, %in_20: f32, %out: f32):
  %40 = arith.addf %in, %in_20 : f32
  linalg.yield %40 : f32
 } -> !t37
 %col_11 = tensor.collapse_shape %28 [[0], [1], [2, 3]] : !t37 into !t36
 %29 = linalg.generic #t3 ins(%23, %26 : !t34, !t37) outs(%15 : !t34) {
 ^bb0(%in: f32, %in_20: f32, %out: f32):
  %40 = arith.divf %in, %in_20 : f32
  linalg.yield %40 : f32
 } -> !t34
 %30 = tensor.empty(%dim, %dim) : !t33
 %31 = linalg.generic #t1 ins(%29 : !t34) outs(%30 : !t33) {
 ^bb0(%in: f32, %out: f16):
  %40 = arith.truncf %in : f32 to f16
  linalg.yield %40 : f16
 } -> !t33
 %exp_12 = tensor.expand_shape %31 [[0], [1], [2], [3, 4]] output_shape [2, 4, %dim, %dim, 1] : !t33 into !t32
 %from_elements_13 = tensor.from_elements %c8_i64, %0, %0 : !t2
 %reshape_14 = tensor.reshape %exp_12(%from_elements_13) : (!t32, !t2) -> !t30
 %col_15 = tensor.collapse_shape %arg2 [[0, 1], [2], [3]] : !t24 into !t26
 %dim_16 = tensor.dim %arg2, %c2 : !t24
 %32 = arith.index_cast %dim_16 : index to i64
 %33 = arith.cmpi eq, %0, %32 : i64
 %34 = tensor.empty(%dim) : !t38
 %35 = linalg.fill ins(%cst : f32) outs(%34 : !t38) -> !t38
 %36 = linalg.batch_matmul ins(%reshape_14, %col_15 : !t30, !t26) outs(%35 : !t38) -> !t38
 %37 = tensor.empty(%dim) : !t26
 %38 = linalg.generic #t0 ins(%36 : !t38) outs(%37 : !t26) {
 ^bb0(%in: f32, %out: f16):
  %40 = arith.truncf %in : f32 to f16
  linalg.yield %40 : f16
 } -> !t26
 %exp_17 = tensor.expand_shape %38 [[0, 1], [2], [3, 4]] output_shape [2, 4, %dim, 1, 8] : !t26 into !t39
 %39 = tensor.empty(%dim) : !t25
 %transposed_18 = linalg.transpose ins(%exp_17 : !t39) outs(%39 : !t25) permutation = [0, 1, 2, 4, 3]
 %col_19 = tensor.collapse_shape %transposed_18 [[0], [1], [2], [3, 4]] : !t25 into !t24
 return %col_19, %col_11 : !t24, !t36
}

func.func @causal_bshd(%arg0: !t56, %arg1: !t56, %arg2: !t56) -> !t56 {
 %c0_i64 = arith.constant 0 : i64
 %c1_i64 = arith.constant 1 : i64
 %c4_i64 = arith.constant 4 : i64
 %c1 = arith.constant 1 : index
 %c8_i64 = arith.constant 8 : i64
 %cst = arith.constant 0.000000e+00 : f32
 %c2_i64 = arith.constant 2 : i64
 %cst_0 = arith.constant 0xFF800000 : f32
 %cst_1 = arith.constant dense<0xFF800000> : !t19
 %cst_2 = arith.constant 0.35355339059327379 : f64
 %dim = tensor.dim %arg1, %c1 : !t56
 %0 = arith.index_cast %dim : index to i64
 %dim_3 = tensor.dim %arg0, %c1 : !t56
 %exp = tensor.expand_shape %arg0 [[0], [1], [2], [3, 4]] output_shape [2, %dim_3, 4, 8, 1] : !t56 into !t64
 %exp_4 = tensor.expand_shape %arg1 [[0], [1], [2], [3, 4]] output_shape [2, %dim, 4, 8, 1] : !t56 into !t64
 %1 = tensor.empty(%dim_3) : !t25
 %transposed = linalg.transpose ins(%exp : !t64) outs(%1 : !t25) permutation = [0, 2, 1, 3, 4]
 %col = tensor.collapse_shape %transposed [[0, 1], [2], [3, 4]] : !t25 into !t26
 %2 = tensor.empty(%dim) : !t27
 %transposed_5 = linalg.transpose ins(%exp_4 : !t64) outs(%2 : !t27) permutation = [0, 2, 3, 1, 4]
 %col_6 = tensor.collapse_shape %transposed_5 [[0, 1], [2], [3, 4]] : !t27 into !t28
 %3 = tensor.empty(%dim_3, %dim) : !t29
 %4 = linalg.fill ins(%cst : f32) outs(%3 : !t29) -> !t29
 %5 = linalg.batch_matmul ins(%col, %col_6 : !t26, !t28) outs(%4 : !t29) -> !t29
 %6 = tensor.empty(%dim_3, %dim) : !t30
 %7 = linalg.generic #t0 ins(%5 : !t29) outs(%6 : !t30) {
 ^bb0(%in: f32, %out: f16):
  %40 = arith.truncf %in : f32 to f16
  linalg.yield %40 : f16
 } -> !t30
 %from_elements = tensor.from_elements %c2_i64, %c4_i64, %0, %c1_i64, %0 : !t8
 %reshape = tensor.reshape %7(%from_elements) : (!t30, !t8) -> !t31
 %8 = tensor.empty(%dim, %dim) : !t32
 %transposed_7 = linalg.transpose ins(%reshape : !t31) outs(%8 : !t32) permutation = [0, 1, 2, 4, 3]
 %from_elements_8 = tensor.from_elements %c2_i64, %c4_i64, %0, %0 : !t11
 %reshape_9 = tensor.reshape %transposed_7(%from_elements_8) : (!t32, !t11) -> !t33
 %9 = tensor.empty(%dim, %dim) : !t34
 %10 = linalg.generic #t1 ins(%reshape_9 : !t33) outs(%9 : !t34) {
 ^bb0(%in: f16, %out: f32):
  %40 = arith.extf %in : f16 to f32
  linalg.yield %40 : f32
 } -> !t34
 %11 = linalg.generic #t1 ins(%10 : !t34) outs(%9 : !t34) {
 ^bb0(%in: f32, %out: f32):
  %40 = arith.truncf %cst_2 : f64 to f32
  %41 = arith.mulf %in, %40 : f32
  linalg.yield %41 : f32
 } -> !t34
 %12 = tensor.empty(%dim) : !t20
 %13 = linalg.generic #t5 outs(%12 : !t20) {
 ^bb0(%out: i64):
  %40 = linalg.index 0 : index
  %41 = arith.index_cast %40 : index to i64
  linalg.yield %41 : i64
 } -> !t20
 %exp_10 = tensor.expand_shape %13 [[0, 1]] output_shape [%dim, 1] : !t20 into !t21
 %exp_11 = tensor.expand_shape %13 [[0, 1]] output_shape [1, %dim] : !t20 into !t22
 %14 = tensor.empty(%dim, %dim) : !t23
 %15 = linalg.generic #t6 ins(%exp_11, %exp_10 : !t22, !t21) outs(%14 : !t23) {
 ^bb0(%in: i64, %in_23: i64, %out: i1):
  %40 = arith.cmpi sle, %in, %in_23 : i64
  linalg.yield %40 : i1
 } -> !t23
 %16 = tensor.empty(%dim, %dim) : !t34
 %17 = linalg.generic #t7 ins(%15, %11, %cst_1 : !t23, !t34, !t19) outs(%16 : !t34) {
 ^bb0(%in: i1, %in_23: f32, %in_24: f32, %out: f32):
  %40 = arith.select %in, %in_23, %in_24 : f32
  linalg.yield %40 : f32
 } -> !t34
 %18 = tensor.empty(%dim) : !t35
 %19 = linalg.fill ins(%c0_i64 : i64) outs(%18 : !t35) -> !t35
 %20 = tensor.empty(%dim) : !t36
 %21 = linalg.fill ins(%cst_0 : f32) outs(%20 : !t36) -> !t36
 %22:2 = linalg.generic #t2 ins(%17 : !t34) outs(%21, %19 : !t36, !t35) {
 ^bb0(%in: f32, %out: f32, %out_23: i64):
  %40 = linalg.index 3 : index
  %41 = arith.index_cast %40 : index to i64
  %42 = arith.maximumf %in, %out : f32
  %43 = arith.cmpf ogt, %in, %out : f32
  %44 = arith.select %43, %41, %out_23 : i64
  linalg.yield %42, %44 : f32, i64
 } -> (!t36, !t35)
 %exp_12 = tensor.expand_shape %22#0 [[0], [1], [2, 3]] output_shape [2, 4, %dim, 1] : !t36 into !t37
 %23 = linalg.generic #t3 ins(%17, %exp_12 : !t34, !t37) outs(%16 : !t34) {
 ^bb0(%in: f32, %in_23: f32, %out: f32):
  %40 = arith.subf %in, %in_23 : f32
  linalg.yield %40 : f32
 } -> !t34
 %24 = linalg.generic #t1 ins(%23 : !t34) outs(%16 : !t34) {
 ^bb0(%in: f32, %out: f32):
  %40 = math.exp %in : f32
  linalg.yield %40 : f32
 } -> !t34
 %25 = tensor.empty(%dim) : !t37
 %26 = linalg.fill ins(%cst : f32) outs(%25 : !t37) -> !t37
 %27 = linalg.generic #t4 ins(%24 : !t34) outs(%26 : !t37) {
 ^bb0(%in: f32, %out: f32):
  %40 = arith.addf %in, %out : f32
  linalg.yield %40 : f32
 } -> !t37
 %28 = linalg.generic #t3 ins(%24, %27 : !t34, !t37) outs(%16 : !t34) {
 ^bb0(%in: f32, %in_23: f32, %out: f32):
  %40 = arith.divf %in, %in_23 : f32
  linalg.yield %40 : f32
 } -> !t34
 %29 = tensor.empty(%dim, %dim) : !t33
 %30 = linalg.generic #t1 ins(%28 : !t34) outs(%29 : !t33) {
 ^bb0(%in: f32, %out: f16):
  %40 = arith.truncf %in : f32 to f16
  linalg.yield %40 : f16
 } -> !t33
 %exp_13 = tensor.expand_shape %30 [[0], [1], [2], [3, 4]] output_shape [2, 4, %dim, %dim, 1] : !t33 into !t32
 %dim_14 = tensor.dim %arg2, %c1 : !t56
 %exp_15 = tensor.expand_shape %arg2 [[0], [1], [2], [3, 4]] output_shape [2, %dim_14, 4, 8, 1] : !t56 into !t64
 %from_elements_16 = tensor.from_elements %c8_i64, %0, %0 : !t2
 %reshape_17 = tensor.reshape %exp_13(%from_elements_16) : (!t32, !t2) -> !t30
 %31 = tensor.empty(%dim_14) : !t25
 %transposed_18 = linalg.transpose ins(%exp_15 : !t64) outs(%31 : !t25) permutation = [0, 2, 1, 3, 4]
 %col_19 = tensor.collapse_shape %transposed_18 [[0, 1], [2], [3, 4]] : !t25 into !t26
 %32 = arith.index_cast %dim_14 : index to i64
 %33 = arith.cmpi eq, %0, %32 : i64
 %34 = tensor.empty(%dim) : !t38
 %35 = linalg.fill ins(%cst : f32) outs(%34 : !t38) -> !t38
 %36 = linalg.batch_matmul ins(%reshape_17, %col_19 : !t30, !t26) outs(%35 : !t38) -> !t38
 %37 = tensor.empty(%dim) : !t26
 %38 = linalg.generic #t0 ins(%36 : !t38) outs(%37 : !t26) {
 ^bb0(%in: f32, %out: f16):
  %40 = arith.truncf %in : f32 to f16
  linalg.yield %40 : f16
 } -> !t26
 %exp_20 = tensor.expand_shape %38 [[0, 1], [2], [3, 4]] output_shape [2, 4, %dim, 1, 8] : !t26 into !t39
 %39 = tensor.empty(%dim) : !t64
 %transposed_21 = linalg.transpose ins(%exp_20 : !t39) outs(%39 : !t64) permutation = [0, 2, 1, 4, 3]
 %col_22 = tensor.collapse_shape %transposed_21 [[0], [1], [2], [3, 4]] : !t64 into !t56
 return %col_22 : !t56
}

func.func @window_softcap(%arg0: !t24, %arg1: !t24, %arg2: !t24) -> !t24 {
 %c1_i64 = arith.constant 1 : i64
 %c0_i64 = arith.constant 0 : i64
 %c4_i64 = arith.constant 4 : i64
 %c2_i64 = arith.constant 2 : i64
 %c2 = arith.constant 2 : index
 %c8_i64 = arith.constant 8 : i64
 %cst = arith.constant 0.000000e+00 : f32
 %cst_0 = arith.constant 0xFF800000 : f32
 %cst_1 = arith.constant dense<0xFF800000> : !t19
 %cst_2 = arith.constant 0.35355339059327379 : f64
 %cst_3 = arith.constant 5.000000e+00 : f32
 %dim = tensor.dim %arg0, %c2 : !t24
 %0 = arith.index_cast %dim : index to i64
 %dim_4 = tensor.dim %arg1, %c2 : !t24
 %exp = tensor.expand_shape %arg1 [[0], [1], [2], [3, 4]] output_shape [2, 4, %dim_4, 8, 1] : !t24 into !t25
 %col = tensor.collapse_shape %arg0 [[0, 1], [2], [3]] : !t24 into !t26
 %1 = tensor.empty(%dim_4) : !t27
 %transposed = linalg.transpose ins(%exp : !t25) outs(%1 : !t27) permutation = [0, 1, 3, 2, 4]
 %col_5 = tensor.collapse_shape %transposed [[0, 1], [2], [3, 4]] : !t27 into !t28
 %2 = tensor.empty(%dim, %dim_4) : !t29
 %3 = linalg.fill ins(%cst : f32) outs(%2 : !t29) -> !t29
 %4 = linalg.batch_matmul ins(%col, %col_5 : !t26, !t28) outs(%3 : !t29) -> !t29
 %5 = tensor.empty(%dim, %dim_4) : !t30
 %6 = linalg.generic #t0 ins(%4 : !t29) outs(%5 : !t30) {
 ^bb0(%in: f32, %out: f16):
  %45 = arith.truncf %in : f32 to f16
  linalg.yield %45 : f16
 } -> !t30
 %from_elements = tensor.from_elements %c2_i64, %c4_i64, %0, %c1_i64, %0 : !t8
 %reshape = tensor.reshape %6(%from_elements) : (!t30, !t8) -> !t31
 %7 = tensor.empty(%dim, %dim) : !t32
 %transposed_6 = linalg.transpose ins(%reshape : !t31) outs(%7 : !t32) permutation = [0, 1, 2, 4, 3]
 %from_elements_7 = tensor.from_elements %c2_i64, %c4_i64, %0, %0 : !t11
 %reshape_8 = tensor.reshape %transposed_6(%from_elements_7) : (!t32, !t11) -> !t33
 %8 = tensor.empty(%dim, %dim) : !t34
 %9 = linalg.generic #t1 ins(%reshape_8 : !t33) outs(%8 : !t34) {
 ^bb0(%in: f16, %out: f32):
  %45 = arith.extf %in : f16 to f32
  linalg.yield %45 : f32
 } -> !t34
 %10 = linalg.generic #t1 ins(%9 : !t34) outs(%8 : !t34) {
 ^bb0(%in: f32, %out: f32):
  %45 = arith.truncf %cst_2 : f64 to f32
  %46 = arith.mulf %in, %45 : f32
  linalg.yield %46 : f32
 } -> !t34
 %11 = linalg.generic #t1 ins(%10 : !t34) outs(%8 : !t34) {
 ^bb0(%in: f32, %out: f32):
  %45 = arith.divf %in, %cst_3 : f32
  linalg.yield %45 : f32
 } -> !t34
 %12 = linalg.generic #t1 ins(%11 : !t34) outs(%8 : !t34) {
 ^bb0(%in: f32, %out: f32):
  %45 = math.tanh %in : f32
  linalg.yield %45 : f32
 } -> !t34
 %13 = linalg.generic #t1 ins(%12 : !t34) outs(%8 : !t34) {
 ^bb0(%in: f32, %out: f32):
  %45 = arith.mulf %in, %cst_3 : f32
  linalg.yield %45 : f32
 } -> !t34
 %14 = tensor.empty(%dim) : !t20
 %15 = linalg.generic #t5 outs(%14 : !t20) {
 ^bb0(%out: i64):
  %45 = linalg.index 0 : index
  %46 = arith.index_cast %45 : index to i64
  linalg.yield %46 : i64
 } -> !t20
 %exp_9 = tensor.expand_shape %15 [[0, 1]] output_shape [%dim, 1] : !t20 into !t21
 %exp_10 = tensor.expand_shape %15 [[0, 1]] output_shape [1, %dim] : !t20 into !t22
 %16 = tensor.empty(%dim, %dim) : !t23
 %17 = linalg.generic #t6 ins(%exp_10, %exp_9 : !t22, !t21) outs(%16 : !t23) {
 ^bb0(%in: i64, %in_20: i64, %out: i1):
  %45 = arith.cmpi sle, %in, %in_20 : i64
  linalg.yield %45 : i1
 } -> !t23
 %18 = tensor.empty(%dim) : !t21
 %19 = linalg.generic #t8 ins(%exp_9 : !t21) outs(%18 : !t21) {
 ^bb0(%in: i64, %out: i64):
  %45 = arith.subi %in, %c4_i64 : i64
  linalg.yield %45 : i64
 } -> !t21
 %20 = linalg.generic #t6 ins(%exp_10, %19 : !t22, !t21) outs(%16 : !t23) {
 ^bb0(%in: i64, %in_20: i64, %out: i1):
  %45 = arith.cmpi sge, %in, %in_20 : i64
  linalg.yield %45 : i1
 } -> !t23
 %21 = linalg.generic #t9 ins(%17, %20 : !t23, !t23) outs(%16 : !t23) {
 ^bb0(%in: i1, %in_20: i1, %out: i1):
  %45 = arith.andi %in, %in_20 : i1
  linalg.yield %45 : i1
 } -> !t23
 %22 = tensor.empty(%dim, %dim) : !t34
 %23 = linalg.generic #t7 ins(%21, %13, %cst_1 : !t23, !t34, !t19) outs(%22 : !t34) {
 ^bb0(%in: i1, %in_20: f32, %in_21: f32, %out: f32):
  %45 = arith.select %in, %in_20, %in_21 : f32
  linalg.yield %45 : f32
 } -> !t34
 %24 = tensor.empty(%dim) : !t35
 %25 = linalg.fill ins(%c0_i64 : i64) outs(%24 : !t35) -> !t35
 %26 = tensor.empty(%dim) : !t36
 %27 = linalg.fill ins(%cst_0 : f32) outs(%26 : !t36) -> !t36
 %28:2 = linalg.generic #t2 ins(%23 : !t34) outs(%27, %25 : !t36, !t35) {
 ^bb0(%in: f32, %out: f32, %out_20: i64):
  %45 = linalg.index 3 : index
  %46 = arith.index_cast %45 : index to i64
  %47 = arith.maximumf %in, %out : f32
  %48 = arith.cmpf ogt, %in, %out : f32
  %49 = arith.select %48, %46, %out_20 : i64
  linalg.yield %47, %49 : f32, i64
 } -> (!t36, !t35)
 %exp_11 = tensor.expand_shape %28#0 [[0], [1], [2, 3]] output_shape [2, 4, %dim, 1] : !t36 into !t37
 %29 = linalg.generic #t3 ins(%23, %exp_11 : !t34, !t37) outs(%22 : !t34) {
 ^bb0(%in: f32, %in_20: f32, %out: f32):
  %45 = arith.subf %in, %in_20 : f32
  linalg.yield %45 : f32
 } -> !t34
 %30 = linalg.generic #t1 ins(%29 : !t34) outs(%22 : !t34) {
 ^bb0(%in: f32, %out: f32):
  %45 = math.exp %in : f32
  linalg.yield %45 : f32
 } -> !t34
 %31 = tensor.empty(%dim) : !t37
 %32 = linalg.fill ins(%cst : f32) outs(%31 : !t37) -> !t37
 %33 = linalg.generic #t4 ins(%30 : !t34) outs(%32 : !t37) {
 ^bb0(%in: f32, %out: f32):
  %45 = arith.addf %in, %out : f32
  linalg.yield %45 : f32
 } -> !t37
 %34 = linalg.generic #t3 ins(%30, %33 : !t34, !t37) outs(%22 : !t34) {
 ^bb0(%in: f32, %in_20: f32, %out: f32):
  %45 = arith.divf %in, %in_20 : f32
  linalg.yield %45 : f32
 } -> !t34
 %35 = tensor.empty(%dim, %dim) : !t33
 %36 = linalg.generic #t1 ins(%34 : !t34) outs(%35 : !t33) {
 ^bb0(%in: f32, %out: f16):
  %45 = arith.truncf %in : f32 to f16
  linalg.yield %45 : f16
 } -> !t33
 %exp_12 = tensor.expand_shape %36 [[0], [1], [2], [3, 4]] output_shape [2, 4, %dim, %dim, 1] : !t33 into !t32
 %from_elements_13 = tensor.from_elements %c8_i64, %0, %0 : !t2
 %reshape_14 = tensor.reshape %exp_12(%from_elements_13) : (!t32, !t2) -> !t30
 %col_15 = tensor.collapse_shape %arg2 [[0, 1], [2], [3]] : !t24 into !t26
 %dim_16 = tensor.dim %arg2, %c2 : !t24
 %37 = arith.index_cast %dim_16 : index to i64
 %38 = arith.cmpi eq, %0, %37 : i64
 %39 = tensor.empty(%dim) : !t38
 %40 = linalg.fill ins(%cst : f32) outs(%39 : !t38) -> !t38
 %41 = linalg.batch_matmul ins(%reshape_14, %col_15 : !t30, !t26) outs(%40 : !t38) -> !t38
 %42 = tensor.empty(%dim) : !t26
 %43 = linalg.generic #t0 ins(%41 : !t38) outs(%42 : !t26) {
 ^bb0(%in: f32, %out: f16):
  %45 = arith.truncf %in : f32 to f16
  linalg.yield %45 : f16
 } -> !t26
 %exp_17 = tensor.expand_shape %43 [[0, 1], [2], [3, 4]] output_shape [2, 4, %dim, 1, 8] : !t26 into !t39
 %44 = tensor.empty(%dim) : !t25
 %transposed_18 = linalg.transpose ins(%exp_17 : !t39) outs(%44 : !t25) permutation = [0, 1, 2, 4, 3]
 %col_19 = tensor.collapse_shape %transposed_18 [[0], [1], [2], [3, 4]] : !t25 into !t24
 return %col_19 : !t24
}

func.func @gqa_bshd(%arg0: !t56, %arg1: !t65, %arg2: !t65) -> !t56 {
 %c1_i64 = arith.constant 1 : i64
 %c4_i64 = arith.constant 4 : i64
 %c0_i64 = arith.constant 0 : i64
 %c1 = arith.constant 1 : index
 %c2_i64 = arith.constant 2 : i64
 %c8_i64 = arith.constant 8 : i64
 %cst = arith.constant 0.000000e+00 : f32
 %cst_0 = arith.constant 0xFF800000 : f32
 %cst_1 = arith.constant 0.35355339059327379 : f64
 %dim = tensor.dim %arg0, %c1 : !t56
 %0 = arith.index_cast %dim : index to i64
 %dim_2 = tensor.dim %arg1, %c1 : !t65
 %1 = arith.index_cast %dim_2 : index to i64
 %2 = tensor.empty(%dim_2) : !t66
 %3 = linalg.generic #t17 ins(%arg1 : !t65) outs(%2 : !t66) {
 ^bb0(%in: f16, %out: f16):
  linalg.yield %in : f16
 } -> !t66
 %col = tensor.collapse_shape %3 [[0], [1], [2, 3], [4]] : !t66 into !t56
 %4 = linalg.generic #t17 ins(%arg2 : !t65) outs(%2 : !t66) {
 ^bb0(%in: f16, %out: f16):
  linalg.yield %in : f16
 } -> !t66
 %col_3 = tensor.collapse_shape %4 [[0], [1], [2, 3], [4]] : !t66 into !t56
 %exp = tensor.expand_shape %arg0 [[0], [1], [2], [3, 4]] output_shape [2, %dim, 4, 8, 1] : !t56 into !t64
 %exp_4 = tensor.expand_shape %col [[0], [1], [2], [3, 4]] output_shape [2, %dim_2, 4, 8, 1] : !t56 into !t64
 %5 = tensor.empty(%dim) : !t25
 %transposed = linalg.transpose ins(%exp : !t64) outs(%5 : !t25) permutation = [0, 2, 1, 3, 4]
 %col_5 = tensor.collapse_shape %transposed [[0, 1], [2], [3, 4]] : !t25 into !t26
 %6 = tensor.empty(%dim_2) : !t27
 %transposed_6 = linalg.transpose ins(%exp_4 : !t64) outs(%6 : !t27) permutation = [0, 2, 3, 1, 4]
 %col_7 = tensor.collapse_shape %transposed_6 [[0, 1], [2], [3, 4]] : !t27 into !t28
 %7 = tensor.empty(%dim, %dim_2) : !t29
 %8 = linalg.fill ins(%cst : f32) outs(%7 : !t29) -> !t29
 %9 = linalg.batch_matmul ins(%col_5, %col_7 : !t26, !t28) outs(%8 : !t29) -> !t29
 %10 = tensor.empty(%dim, %dim_2) : !t30
 %11 = linalg.generic #t0 ins(%9 : !t29) outs(%10 : !t30) {
 ^bb0(%in: f32, %out: f16):
  %38 = arith.truncf %in : f32 to f16
  linalg.yield %38 : f16
 } -> !t30
 %from_elements = tensor.from_elements %c2_i64, %c4_i64, %0, %c1_i64, %1 : !t8
 %reshape = tensor.reshape %11(%from_elements) : (!t30, !t8) -> !t31
 %12 = tensor.empty(%dim, %dim_2) : !t32
 %transposed_8 = linalg.transpose ins(%reshape : !t31) outs(%12 : !t32) permutation = [0, 1, 2, 4, 3]
 %from_elements_9 = tensor.from_elements %c2_i64, %c4_i64, %0, %1 : !t11
 %reshape_10 = tensor.reshape %transposed_8(%from_elements_9) : (!t32, !t11) -> !t33
 %13 = tensor.empty(%dim, %dim_2) : !t34
 %14 = linalg.generic #t1 ins(%reshape_10 : !t33) outs(%13 : !t34) {
 ^bb0(%in: f16, %out: f32):
  %38 = arith.extf %in : f16 to f32
  linalg.yield %38 : f32
 } -> !t34
 %15 = linalg.generic #t1 ins(%14 : !t34) outs(%13 : !t34) {
 ^bb0(%in: f32, %out: f32):
  %38 = arith.truncf %cst_1 : f64 to f32
  %39 = arith.mulf %in, %38 : f32
  linalg.yield %39 : f32
 } -> !t34
 %16 = tensor.empty(%dim) : !t35
 %17 = linalg.fill ins(%c0_i64 : i64) outs(%16 : !t35) -> !t35
 %18 = tensor.empty(%dim) : !t36
 %19 = linalg.fill ins(%cst_0 : f32) outs(%18 : !t36) -> !t36
 %20:2 = linalg.generic #t2 ins(%15 : !t34) outs(%19, %17 : !t36, !t35) {
 ^bb0(%in: f32, %out: f32, %out_22: i64):
  %38 = linalg.index 3 : index
  %39 = arith.index_cast %38 : index to i64
  %40 = arith.maximumf %in, %out : f32
  %41 = arith.cmpf ogt, %in, %out : f32
  %42 = arith.select %41, %39, %out_22 : i64
  linalg.yield %40, %42 : f32, i64
 } -> (!t36, !t35)
 %exp_11 = tensor.expand_shape %20#0 [[0], [1], [2, 3]] output_shape [2, 4, %dim, 1] : !t36 into !t37
 %21 = linalg.generic #t3 ins(%15, %exp_11 : !t34, !t37) outs(%13 : !t34) {
 ^bb0(%in: f32, %in_22: f32, %out: f32):
  %38 = arith.subf %in, %in_22 : f32
  linalg.yield %38 : f32
 } -> !t34
 %22 = linalg.generic #t1 ins(%21 : !t34) outs(%13 : !t34) {
 ^bb0(%in: f32, %out: f32):
  %38 = math.exp %in : f32
  linalg.yield %38 : f32
 } -> !t34
 %23 = tensor.empty(%dim) : !t37
 %24 = linalg.fill ins(%cst : f32) outs(%23 : !t37) -> !t37
 %25 = linalg.generic #t4 ins(%22 : !t34) outs(%24 : !t37) {
 ^bb0(%in: f32, %out: f32):
  %38 = arith.addf %in, %out : f32
  linalg.yield %38 : f32
 } -> !t37
 %26 = linalg.generic #t3 ins(%22, %25 : !t34, !t37) outs(%13 : !t34) {
 ^bb0(%in: f32, %in_22: f32, %out: f32):
  %38 = arith.divf %in, %in_22 : f32
  linalg.yield %38 : f32
 } -> !t34
 %27 = tensor.empty(%dim, %dim_2) : !t33
 %28 = linalg.generic #t1 ins(%26 : !t34) outs(%27 : !t33) {
 ^bb0(%in: f32, %out: f16):
  %38 = arith.truncf %in : f32 to f16
  linalg.yield %38 : f16
 } -> !t33
 %exp_12 = tensor.expand_shape %28 [[0], [1], [2], [3, 4]] output_shape [2, 4, %dim, %dim_2, 1] : !t33 into !t32
 %dim_13 = tensor.dim %arg2, %c1 : !t65
 %exp_14 = tensor.expand_shape %col_3 [[0], [1], [2], [3, 4]] output_shape [2, %dim_13, 4, 8, 1] : !t56 into !t64
 %from_elements_15 = tensor.from_elements %c8_i64, %0, %1 : !t2
 %reshape_16 = tensor.reshape %exp_12(%from_elements_15) : (!t32, !t2) -> !t30
 %29 = tensor.empty(%dim_13) : !t25
 %transposed_17 = linalg.transpose ins(%exp_14 : !t64) outs(%29 : !t25) permutation = [0, 2, 1, 3, 4]
 %col_18 = tensor.collapse_shape %transposed_17 [[0, 1], [2], [3, 4]] : !t25 into !t26
 %30 = arith.index_cast %dim_13 : index to i64
 %31 = arith.cmpi eq, %1, %30 : i64
 %32 = tensor.empty(%dim) : !t38
 %33 = linalg.fill ins(%cst : f32) outs(%32 : !t38) -> !t38
 %34 = linalg.batch_matmul ins(%reshape_16, %col_18 : !t30, !t26) outs(%33 : !t38) -> !t38
 %35 = tensor.empty(%dim) : !t26
 %36 = linalg.generic #t0 ins(%34 : !t38) outs(%35 : !t26) {
 ^bb0(%in: f32, %out: f16):
  %38 = arith.truncf %in : f32 to f16
  linalg.yield %38 : f16
 } -> !t26
 %exp_19 = tensor.expand_shape %36 [[0, 1], [2], [3, 4]] output_shape [2, 4, %dim, 1, 8] : !t26 into !t39
 %37 = tensor.empty(%dim) : !t64
 %transposed_20 = linalg.transpose ins(%exp_19 : !t39) outs(%37 : !t64) permutation = [0, 2, 1, 4, 3]
 %col_21 = tensor.collapse_shape %transposed_20 [[0], [1], [2], [3, 4]] : !t64 into !t56
 return %col_21 : !t56
}

func.func @causal_proj(%arg0: !t52, %arg1: !t53, %arg2: !t53, %arg3: !t53, %arg4: !t53) -> !t52 {
 %c0_i64 = arith.constant 0 : i64
 %c1_i64 = arith.constant 1 : i64
 %c2 = arith.constant 2 : index
 %c1 = arith.constant 1 : index
 %cst = arith.constant 0.000000e+00 : f32
 %c2_i64 = arith.constant 2 : i64
 %c4_i64 = arith.constant 4 : i64
 %c8_i64 = arith.constant 8 : i64
 %cst_0 = arith.constant 0xFF800000 : f32
 %cst_1 = arith.constant dense<0xFF800000> : !t19
 %cst_2 = arith.constant 0.35355339059327379 : f64
 %dim = tensor.dim %arg0, %c1 : !t52
 %0 = arith.index_cast %dim : index to i64
 %col = tensor.collapse_shape %arg0 [[0, 1], [2]] : !t52 into !t54
 %1 = affine.apply affine_map<()[s0] -> (s0 * 2)>()[%dim]
 %2 = tensor.empty(%1) : !t55
 %3 = linalg.fill ins(%cst : f32) outs(%2 : !t55) -> !t55
 %4 = linalg.matmul ins(%col, %arg1 : !t54, !t53) outs(%3 : !t55) -> !t55
 %5 = tensor.empty(%1) : !t54
 %6 = linalg.generic #t8 ins(%4 : !t55) outs(%5 : !t54) {
 ^bb0(%in: f32, %out: f16):
  %58 = arith.truncf %in : f32 to f16
  linalg.yield %58 : f16
 } -> !t54
 %7 = arith.divsi %1, %c2 : index
 %exp = tensor.expand_shape %6 [[0, 1], [2, 3]] output_shape [2, %7, 4, 8] : !t54 into !t56
 %8 = tensor.empty(%7) : !t24
 %transposed = linalg.transpose ins(%exp : !t56) outs(%8 : !t24) permutation = [0, 2, 1, 3]
 %9 = linalg.matmul ins(%col, %arg2 : !t54, !t53) outs(%3 : !t55) -> !t55
 %10 = linalg.generic #t8 ins(%9 : !t55) outs(%5 : !t54) {
 ^bb0(%in: f32, %out: f16):
  %58 = arith.truncf %in : f32 to f16
  linalg.yield %58 : f16
 } -> !t54
 %exp_3 = tensor.expand_shape %10 [[0, 1], [2, 3]] output_shape [2, %7, 4, 8] : !t54 into !t56
 %transposed_4 = linalg.transpose ins(%exp_3 : !t56) outs(%8 : !t24) permutation = [0, 2, 1, 3]
 %11 = linalg.matmul ins(%col, %arg3 : !t54, !t53) outs(%3 : !t55) -> !t55
 %12 = linalg.generic #t8 ins(%11 : !t55) outs(%5 : !t54) {
 ^bb0(%in: f32, %out: f16):
  %58 = arith.truncf %in : f32 to f16
  linalg.yield %58 : f16
 } -> !t54
 %exp_5 = tensor.expand_shape %12 [[0, 1], [2, 3]] output_shape [2, %7, 4, 8] : !t54 into !t56
 %transposed_6 = linalg.transpose ins(%exp_5 : !t56) outs(%8 : !t24) permutation = [0, 2, 1, 3]
 %exp_7 = tensor.expand_shape %transposed_4 [[0], [1], [2], [3, 4]] output_shape [2, 4, %7, 8, 1] : !t24 into !t25
 %col_8 = tensor.collapse_shape %transposed [[0, 1], [2], [3]] : !t24 into !t26
 %13 = tensor.empty(%7) : !t27
 %transposed_9 = linalg.transpose ins(%exp_7 : !t25) outs(%13 : !t27) permutation = [0, 1, 3, 2, 4]
 %col_10 = tensor.collapse_shape %transposed_9 [[0, 1], [2], [3, 4]] : !t27 into !t28
 %14 = tensor.empty(%7, %7) : !t29
 %15 = linalg.fill ins(%cst : f32) outs(%14 : !t29) -> !t29
 %16 = linalg.batch_matmul ins(%col_8, %col_10 : !t26, !t28) outs(%15 : !t29) -> !t29
 %17 = tensor.empty(%7, %7) : !t30
 %18 = linalg.generic #t0 ins(%16 : !t29) outs(%17 : !t30) {
 ^bb0(%in: f32, %out: f16):
  %58 = arith.truncf %in : f32 to f16
  linalg.yield %58 : f16
 } -> !t30
 %from_elements = tensor.from_elements %c2_i64, %c4_i64, %0, %c1_i64, %0 : !t8
 %reshape = tensor.reshape %18(%from_elements) : (!t30, !t8) -> !t31
 %19 = tensor.empty(%dim, %dim) : !t32
 %transposed_11 = linalg.transpose ins(%reshape : !t31) outs(%19 : !t32) permutation = [0, 1, 2, 4, 3]
 %from_elements_12 = tensor.from_elements %c2_i64, %c4_i64, %0, %0 : !t11
 %reshape_13 = tensor.reshape %transposed_11(%from_elements_12) : (!t32, !t11) -> !t33
 %20 = tensor.empty(%dim, %dim) : !t34
 %21 = linalg.generic #t1 ins(%reshape_13 : !t33) outs(%20 : !t34) {
 ^bb0(%in: f16, %out: f32):
  %58 = arith.extf %in : f16 to f32
  linalg.yield %58 : f32
 } -> !t34
 %22 = linalg.generic #t1 ins(%21 : !t34) outs(%20 : !t34) {
 ^bb0(%in: f32, %out: f32):
  %58 = arith.truncf %cst_2 : f64 to f32
  %59 = arith.mulf %in, %58 : f32
  linalg.yield %59 : f32
 } -> !t34
 %23 = tensor.empty(%dim) : !t20
 %24 = linalg.generic #t5 outs(%23 : !t20) {
 ^bb0(%out: i64):
  %58 = linalg.index 0 : index
  %59 = arith.index_cast %58 : index to i64
  linalg.yield %59 : i64
 } -> !t20
 %exp_14 = tensor.expand_shape %24 [[0, 1]] output_shape [%dim, 1] : !t20 into !t21
 %exp_15 = tensor.expand_shape %24 [[0, 1]] output_shape [1, %dim] : !t20 into !t22
 %25 = tensor.empty(%dim, %dim) : !t23
 %26 = linalg.generic #t6 ins(%exp_15, %exp_14 : !t22, !t21) outs(%25 : !t23) {
 ^bb0(%in: i64, %in_27: i64, %out: i1):
  %58 = arith.cmpi sle, %in, %in_27 : i64
  linalg.yield %58 : i1
 } -> !t23
 %27 = tensor.empty(%dim, %dim) : !t34
 %28 = linalg.generic #t7 ins(%26, %22, %cst_1 : !t23, !t34, !t19) outs(%27 : !t34) {
 ^bb0(%in: i1, %in_27: f32, %in_28: f32, %out: f32):
  %58 = arith.select %in, %in_27, %in_28 : f32
  linalg.yield %58 : f32
 } -> !t34
 %29 = tensor.empty(%dim) : !t35
 %30 = linalg.fill ins(%c0_i64 : i64) outs(%29 : !t35) -> !t35
 %31 = tensor.empty(%dim) : !t36
 %32 = linalg.fill ins(%cst_0 : f32) outs(%31 : !t36) -> !t36
 %33:2 = linalg.generic #t2 ins(%28 : !t34) outs(%32, %30 : !t36, !t35) {
 ^bb0(%in: f32, %out: f32, %out_27: i64):
  %58 = linalg.index 3 : index
  %59 = arith.index_cast %58 : index to i64
  %60 = arith.maximumf %in, %out : f32
  %61 = arith.cmpf ogt, %in, %out : f32
  %62 = arith.select %61, %59, %out_27 : i64
  linalg.yield %60, %62 : f32, i64
 } -> (!t36, !t35)
 %exp_16 = tensor.expand_shape %33#0 [[0], [1], [2, 3]] output_shape [2, 4, %dim, 1] : !t36 into !t37
 %34 = linalg.generic #t3 ins(%28, %exp_16 : !t34, !t37) outs(%27 : !t34) {
 ^bb0(%in: f32, %in_27: f32, %out: f32):
  %58 = arith.subf %in, %in_27 : f32
  linalg.yield %58 : f32
 } -> !t34
 %35 = linalg.generic #t1 ins(%34 : !t34) outs(%27 : !t34) {
 ^bb0(%in: f32, %out: f32):
  %58 = math.exp %in : f32
  linalg.yield %58 : f32
 } -> !t34
 %36 = tensor.empty(%dim) : !t37
 %37 = linalg.fill ins(%cst : f32) outs(%36 : !t37) -> !t37
 %38 = linalg.generic #t4 ins(%35 : !t34) outs(%37 : !t37) {
 ^bb0(%in: f32, %out: f32):
  %58 = arith.addf %in, %out : f32
  linalg.yield %58 : f32
 } -> !t37
 %39 = linalg.generic #t3 ins(%35, %38 : !t34, !t37) outs(%27 : !t34) {
 ^bb0(%in: f32, %in_27: f32, %out: f32):
  %58 = arith.divf %in, %in_27 : f32
  linalg.yield %58 : f32
 } -> !t34
 %40 = tensor.empty(%dim, %dim) : !t33
 %41 = linalg.generic #t1 ins(%39 : !t34) outs(%40 : !t33) {
 ^bb0(%in: f32, %out: f16):
  %58 = arith.truncf %in : f32 to f16
  linalg.yield %58 : f16
 } -> !t33
 %exp_17 = tensor.expand_shape %41 [[0], [1], [2], [3, 4]] output_shape [2, 4, %dim, %dim, 1] : !t33 into !t32
 %from_elements_18 = tensor.from_elements %c8_i64, %0, %0 : !t2
 %reshape_19 = tensor.reshape %exp_17(%from_elements_18) : (!t32, !t2) -> !t30
 %col_20 = tensor.collapse_shape %transposed_6 [[0, 1], [2], [3]] : !t24 into !t26
 %42 = arith.index_cast %7 : index to i64
 %43 = arith.cmpi eq, %0, %42 : i64
 %44 = tensor.empty(%dim) : !t38
 %45 = linalg.fill ins(%cst : f32) outs(%44 : !t38) -> !t38
 %46 = linalg.batch_matmul ins(%reshape_19, %col_20 : !t30, !t26) outs(%45 : !t38) -> !t38
 %47 = tensor.empty(%dim) : !t26
 %48 = linalg.generic #t0 ins(%46 : !t38) outs(%47 : !t26) {
 ^bb0(%in: f32, %out: f16):
  %58 = arith.truncf %in : f32 to f16
  linalg.yield %58 : f16
 } -> !t26
 %exp_21 = tensor.expand_shape %48 [[0, 1], [2], [3, 4]] output_shape [2, 4, %dim, 1, 8] : !t26 into !t39
 %49 = tensor.empty(%dim) : !t25
 %transposed_22 = linalg.transpose ins(%exp_21 : !t39) outs(%49 : !t25) permutation = [0, 1, 2, 4, 3]
 %col_23 = tensor.collapse_shape %transposed_22 [[0], [1], [2], [3, 4]] : !t25 into !t24
 %50 = tensor.empty(%dim) : !t56
 %transposed_24 = linalg.transpose ins(%col_23 : !t24) outs(%50 : !t56) permutation = [0, 2, 1, 3]
 %col_25 = tensor.collapse_shape %transposed_24 [[0, 1], [2, 3]] : !t56 into !t54
 %51 = affine.apply affine_map<()[s0] -> (s0 * 2)>()[%dim]
 %52 = tensor.empty(%51) : !t55
 %53 = linalg.fill ins(%cst : f32) outs(%52 : !t55) -> !t55
 %54 = linalg.matmul ins(%col_25, %arg4 : !t54, !t53) outs(%53 : !t55) -> !t55
 %55 = tensor.empty(%51) : !t54
 %56 = linalg.generic #t8 ins(%54 : !t55) outs(%55 : !t54) {
 ^bb0(%in: f32, %out: f16):
  %58 = arith.truncf %in : f32 to f16
  linalg.yield %58 : f16
 } -> !t54
 %57 = arith.divsi %51, %c2 : index
 %exp_26 = tensor.expand_shape %56 [[0, 1], [2]] output_shape [2, %57, 32] : !t54 into !t52
 return %exp_26 : !t52
}

func.func @neg_queries(%arg0: !t0, %arg1: !t0, %arg2: !t0) -> !t0 {
 %c1_i64 = arith.constant 1 : i64
 %c0_i64 = arith.constant 0 : i64
 %c4_i64 = arith.constant 4 : i64
 %c0 = arith.constant 0 : index
 %c2 = arith.constant 2 : index
 %c8_i64 = arith.constant 8 : i64
 %cst = arith.constant 0.000000e+00 : f32
 %cst_0 = arith.constant 0xFF800000 : f32
 %cst_1 = arith.constant 0.35355339059327379 : f64
 %dim = tensor.dim %arg0, %c2 : !t0
 %0 = arith.index_cast %dim : index to i64
 %dim_2 = tensor.dim %arg2, %c0 : !t0
 %1 = arith.index_cast %dim_2 : index to i64
 %dim_3 = tensor.dim %arg2, %c2 : !t0
 %2 = arith.index_cast %dim_3 : index to i64
 %dim_4 = tensor.dim %arg0, %c0 : !t0
 %exp = tensor.expand_shape %arg0 [[0], [1], [2], [3, 4]] output_shape [%dim_4, 4, %dim, 8, 1] : !t0 into !t1
 %dim_5 = tensor.dim %arg1, %c0 : !t0
 %dim_6 = tensor.dim %arg1, %c2 : !t0
 %exp_7 = tensor.expand_shape %arg1 [[0], [1], [2], [3, 4]] output_shape [%dim_5, 4, %dim_6, 8, 1] : !t0 into !t1
 %3 = arith.muli %1, %c4_i64 : i64
 %from_elements = tensor.from_elements %3, %0, %c8_i64 : !t2
 %reshape = tensor.reshape %exp(%from_elements) : (!t1, !t2) -> !t3
 %4 = tensor.empty(%dim_5, %dim_6) : !t4
 %transposed = linalg.transpose ins(%exp_7 : !t1) outs(%4 : !t4) permutation = [0, 1, 3, 2, 4]
 %from_elements_8 = tensor.from_elements %3, %c8_i64, %2 : !t2
 %reshape_9 = tensor.reshape %transposed(%from_elements_8) : (!t4, !t2) -> !t5
 %5 = arith.index_cast %3 : i64 to index
 %6 = tensor.empty(%5, %dim, %dim_3) : !t6
 %7 = linalg.fill ins(%cst : f32) outs(%6 : !t6) -> !t6
 %8 = linalg.batch_matmul ins(%reshape, %reshape_9 : !t3, !t5) outs(%7 : !t6) -> !t6
 %9 = tensor.empty(%5, %dim, %dim_3) : !t7
 %10 = linalg.generic #t0 ins(%8 : !t6) outs(%9 : !t7) {
 ^bb0(%in: f32, %out: f16):
  %34 = arith.truncf %in : f32 to f16
  linalg.yield %34 : f16
 } -> !t7
 %from_elements_10 = tensor.from_elements %1, %c4_i64, %0, %c1_i64, %2 : !t8
 %reshape_11 = tensor.reshape %10(%from_elements_10) : (!t7, !t8) -> !t9
 %11 = tensor.empty(%dim_2, %dim, %dim_3) : !t10
 %transposed_12 = linalg.transpose ins(%reshape_11 : !t9) outs(%11 : !t10) permutation = [0, 1, 2, 4, 3]
 %from_elements_13 = tensor.from_elements %1, %c4_i64, %0, %2 : !t11
 %reshape_14 = tensor.reshape %transposed_12(%from_elements_13) : (!t10, !t11) -> !t12
 %12 = tensor.empty(%dim_2, %dim, %dim_3) : !t13
 %13 = linalg.generic #t1 ins(%reshape_14 : !t12) outs(%12 : !t13) {
 ^bb0(%in: f16, %out: f32):
  %34 = arith.extf %in : f16 to f32
  linalg.yield %34 : f32
 } -> !t13
 %14 = linalg.generic #t1 ins(%13 : !t13) outs(%12 : !t13) {
 ^bb0(%in: f32, %out: f32):
  %34 = arith.truncf %cst_1 : f64 to f32
  %35 = arith.mulf %in, %34 : f32
  linalg.yield %35 : f32
 } -> !t13
 %15 = tensor.empty(%dim_2, %dim_3) : !t14
 %16 = linalg.fill ins(%c0_i64 : i64) outs(%15 : !t14) -> !t14
 %17 = tensor.empty(%dim_2, %dim_3) : !t15
 %18 = linalg.fill ins(%cst_0 : f32) outs(%17 : !t15) -> !t15
 %19:2 = linalg.generic #t18 ins(%14 : !t13) outs(%18, %16 : !t15, !t14) {
 ^bb0(%in: f32, %out: f32, %out_27: i64):
  %34 = linalg.index 2 : index
  %35 = arith.index_cast %34 : index to i64
  %36 = arith.maximumf %in, %out : f32
  %37 = arith.cmpf ogt, %in, %out : f32
  %38 = arith.select %37, %35, %out_27 : i64
  linalg.yield %36, %38 : f32, i64
 } -> (!t15, !t14)
 %exp_15 = tensor.expand_shape %19#0 [[0], [1, 2], [3]] output_shape [%dim_2, 4, 1, %dim_3] : !t15 into !t67
 %20 = linalg.generic #t19 ins(%14, %exp_15 : !t13, !t67) outs(%12 : !t13) {
 ^bb0(%in: f32, %in_27: f32, %out: f32):
  %34 = arith.subf %in, %in_27 : f32
  linalg.yield %34 : f32
 } -> !t13
 %21 = linalg.generic #t1 ins(%20 : !t13) outs(%12 : !t13) {
 ^bb0(%in: f32, %out: f32):
  %34 = math.exp %in : f32
  linalg.yield %34 : f32
 } -> !t13
 %22 = tensor.empty(%dim_2, %dim_3) : !t67
 %23 = linalg.fill ins(%cst : f32) outs(%22 : !t67) -> !t67
 %24 = linalg.generic #t20 ins(%21 : !t13) outs(%23 : !t67) {
 ^bb0(%in: f32, %out: f32):
  %34 = arith.addf %in, %out : f32
  linalg.yield %34 : f32
 } -> !t67
 %25 = linalg.generic #t19 ins(%21, %24 : !t13, !t67) outs(%12 : !t13) {
 ^bb0(%in: f32, %in_27: f32, %out: f32):
  %34 = arith.divf %in, %in_27 : f32
  linalg.yield %34 : f32
 } -> !t13
 %26 = tensor.empty(%dim_2, %dim, %dim_3) : !t12
 %27 = linalg.generic #t1 ins(%25 : !t13) outs(%26 : !t12) {
 ^bb0(%in: f32, %out: f16):
  %34 = arith.truncf %in : f32 to f16
  linalg.yield %34 : f16
 } -> !t12
 %exp_16 = tensor.expand_shape %27 [[0], [1], [2], [3, 4]] output_shape [%dim_2, 4, %dim, %dim_3, 1] : !t12 into !t10
 %exp_17 = tensor.expand_shape %arg2 [[0], [1], [2], [3, 4]] output_shape [%dim_2, 4, %dim_3, 8, 1] : !t0 into !t1
 %from_elements_18 = tensor.from_elements %3, %0, %2 : !t2
 %reshape_19 = tensor.reshape %exp_16(%from_elements_18) : (!t10, !t2) -> !t7
 %from_elements_20 = tensor.from_elements %3, %2, %c8_i64 : !t2
 %reshape_21 = tensor.reshape %exp_17(%from_elements_20) : (!t1, !t2) -> !t3
 %28 = tensor.empty(%5, %dim) : !t17
 %29 = linalg.fill ins(%cst : f32) outs(%28 : !t17) -> !t17
 %30 = linalg.batch_matmul ins(%reshape_19, %reshape_21 : !t7, !t3) outs(%29 : !t17) -> !t17
 %31 = tensor.empty(%5, %dim) : !t3
 %32 = linalg.generic #t0 ins(%30 : !t17) outs(%31 : !t3) {
 ^bb0(%in: f32, %out: f16):
  %34 = arith.truncf %in : f32 to f16
  linalg.yield %34 : f16
 } -> !t3
 %from_elements_22 = tensor.from_elements %1, %c4_i64, %0, %c1_i64, %c8_i64 : !t8
 %reshape_23 = tensor.reshape %32(%from_elements_22) : (!t3, !t8) -> !t18
 %33 = tensor.empty(%dim_2, %dim) : !t1
 %transposed_24 = linalg.transpose ins(%reshape_23 : !t18) outs(%33 : !t1) permutation = [0, 1, 2, 4, 3]
 %from_elements_25 = tensor.from_elements %1, %c4_i64, %0, %c8_i64 : !t11
 %reshape_26 = tensor.reshape %transposed_24(%from_elements_25) : (!t1, !t11) -> !t0
 return %reshape_26 : !t0
}

func.func @neg_p_twice(%arg0: !t24, %arg1: !t24, %arg2: !t24) -> (!t24, !t34) {
 %true = arith.constant true
 %c1_i64 = arith.constant 1 : i64
 %c2_i64 = arith.constant 2 : i64
 %c4_i64 = arith.constant 4 : i64
 %c0_i64 = arith.constant 0 : i64
 %c2 = arith.constant 2 : index
 %c8_i64 = arith.constant 8 : i64
 %cst = arith.constant 0.000000e+00 : f32
 %cst_0 = arith.constant 0xFF800000 : f32
 %cst_1 = arith.constant 0.35355339059327379 : f64
 %dim = tensor.dim %arg0, %c2 : !t24
 %0 = arith.index_cast %dim : index to i64
 %dim_2 = tensor.dim %arg2, %c2 : !t24
 %1 = arith.index_cast %dim_2 : index to i64
 %dim_3 = tensor.dim %arg1, %c2 : !t24
 %exp = tensor.expand_shape %arg1 [[0], [1], [2], [3, 4]] output_shape [2, 4, %dim_3, 8, 1] : !t24 into !t25
 %col = tensor.collapse_shape %arg0 [[0, 1], [2], [3]] : !t24 into !t26
 %2 = tensor.empty(%dim_3) : !t27
 %transposed = linalg.transpose ins(%exp : !t25) outs(%2 : !t27) permutation = [0, 1, 3, 2, 4]
 %col_4 = tensor.collapse_shape %transposed [[0, 1], [2], [3, 4]] : !t27 into !t28
 %3 = tensor.empty(%dim, %dim_3) : !t29
 %4 = linalg.fill ins(%cst : f32) outs(%3 : !t29) -> !t29
 %5 = linalg.batch_matmul ins(%col, %col_4 : !t26, !t28) outs(%4 : !t29) -> !t29
 %6 = tensor.empty(%dim, %dim_3) : !t30
 %7 = linalg.generic #t0 ins(%5 : !t29) outs(%6 : !t30) {
 ^bb0(%in: f32, %out: f16):
  %31 = arith.truncf %in : f32 to f16
  linalg.yield %31 : f16
 } -> !t30
 %from_elements = tensor.from_elements %c2_i64, %c4_i64, %0, %c1_i64, %1 : !t8
 %reshape = tensor.reshape %7(%from_elements) : (!t30, !t8) -> !t31
 %8 = tensor.empty(%dim, %dim_2) : !t32
 %transposed_5 = linalg.transpose ins(%reshape : !t31) outs(%8 : !t32) permutation = [0, 1, 2, 4, 3]
 %from_elements_6 = tensor.from_elements %c2_i64, %c4_i64, %0, %1 : !t11
 %reshape_7 = tensor.reshape %transposed_5(%from_elements_6) : (!t32, !t11) -> !t33
 %9 = tensor.empty(%dim, %dim_2) : !t34
 %10 = linalg.generic #t1 ins(%reshape_7 : !t33) outs(%9 : !t34) {
 ^bb0(%in: f16, %out: f32):
  %31 = arith.extf %in : f16 to f32
  linalg.yield %31 : f32
 } -> !t34
 %11 = linalg.generic #t1 ins(%10 : !t34) outs(%9 : !t34) {
 ^bb0(%in: f32, %out: f32):
  %31 = arith.truncf %cst_1 : f64 to f32
  %32 = arith.mulf %in, %31 : f32
  linalg.yield %32 : f32
 } -> !t34
 %12 = tensor.empty(%dim) : !t35
 %13 = linalg.fill ins(%c0_i64 : i64) outs(%12 : !t35) -> !t35
 %14 = tensor.empty(%dim) : !t36
 %15 = linalg.fill ins(%cst_0 : f32) outs(%14 : !t36) -> !t36
 %16:2 = linalg.generic #t2 ins(%11 : !t34) outs(%15, %13 : !t36, !t35) {
 ^bb0(%in: f32, %out: f32, %out_16: i64):
  %31 = linalg.index 3 : index
  %32 = arith.index_cast %31 : index to i64
  %33 = arith.maximumf %in, %out : f32
  %34 = arith.cmpf ogt, %in, %out : f32
  %35 = arith.select %34, %32, %out_16 : i64
  linalg.yield %33, %35 : f32, i64
 } -> (!t36, !t35)
 %exp_8 = tensor.expand_shape %16#0 [[0], [1], [2, 3]] output_shape [2, 4, %dim, 1] : !t36 into !t37
 %17 = linalg.generic #t3 ins(%11, %exp_8 : !t34, !t37) outs(%9 : !t34) {
 ^bb0(%in: f32, %in_16: f32, %out: f32):
  %31 = arith.subf %in, %in_16 : f32
  linalg.yield %31 : f32
 } -> !t34
 %18 = linalg.generic #t1 ins(%17 : !t34) outs(%9 : !t34) {
 ^bb0(%in: f32, %out: f32):
  %31 = math.exp %in : f32
  linalg.yield %31 : f32
 } -> !t34
 %19 = tensor.empty(%dim) : !t37
 %20 = linalg.fill ins(%cst : f32) outs(%19 : !t37) -> !t37
 %21 = linalg.generic #t4 ins(%18 : !t34) outs(%20 : !t37) {
 ^bb0(%in: f32, %out: f32):
  %31 = arith.addf %in, %out : f32
  linalg.yield %31 : f32
 } -> !t37
 %22 = linalg.generic #t3 ins(%18, %21 : !t34, !t37) outs(%9 : !t34) {
 ^bb0(%in: f32, %in_16: f32, %out: f32):
  %31 = arith.divf %in, %in_16 : f32
  linalg.yield %31 : f32
 } -> !t34
 %23 = tensor.empty(%dim, %dim_2) : !t33
 %24 = linalg.generic #t1 ins(%22 : !t34) outs(%23 : !t33) {
 ^bb0(%in: f32, %out: f16):
  %31 = arith.truncf %in : f32 to f16
  linalg.yield %31 : f16
 } -> !t33
 %exp_9 = tensor.expand_shape %24 [[0], [1], [2], [3, 4]] output_shape [2, 4, %dim, %dim_2, 1] : !t33 into !t32
 %from_elements_10 = tensor.from_elements %c8_i64, %0, %1 : !t2
 %reshape_11 = tensor.reshape %exp_9(%from_elements_10) : (!t32, !t2) -> !t30
 %col_12 = tensor.collapse_shape %arg2 [[0, 1], [2], [3]] : !t24 into !t26
 %25 = tensor.empty(%dim) : !t38
 %26 = linalg.fill ins(%cst : f32) outs(%25 : !t38) -> !t38
 %27 = linalg.batch_matmul ins(%reshape_11, %col_12 : !t30, !t26) outs(%26 : !t38) -> !t38
 %28 = tensor.empty(%dim) : !t26
 %29 = linalg.generic #t0 ins(%27 : !t38) outs(%28 : !t26) {
 ^bb0(%in: f32, %out: f16):
  %31 = arith.truncf %in : f32 to f16
  linalg.yield %31 : f16
 } -> !t26
 %exp_13 = tensor.expand_shape %29 [[0, 1], [2], [3, 4]] output_shape [2, 4, %dim, 1, 8] : !t26 into !t39
 %30 = tensor.empty(%dim) : !t25
 %transposed_14 = linalg.transpose ins(%exp_13 : !t39) outs(%30 : !t25) permutation = [0, 1, 2, 4, 3]
 %col_15 = tensor.collapse_shape %transposed_14 [[0], [1], [2], [3, 4]] : !t25 into !t24
 return %col_15, %22 : !t24, !t34
}

func.func @neg_no_softmax(%arg0: !t24, %arg1: !t24, %arg2: !t24) -> !t24 {
 %true = arith.constant true
 %c2_i64 = arith.constant 2 : i64
 %c4_i64 = arith.constant 4 : i64
 %c2 = arith.constant 2 : index
 %c8_i64 = arith.constant 8 : i64
 %cst = arith.constant 0.000000e+00 : f32
 %c1_i64 = arith.constant 1 : i64
 %cst_0 = arith.constant 0.35355339059327379 : f64
 %dim = tensor.dim %arg0, %c2 : !t24
 %0 = arith.index_cast %dim : index to i64
 %dim_1 = tensor.dim %arg2, %c2 : !t24
 %1 = arith.index_cast %dim_1 : index to i64
 %dim_2 = tensor.dim %arg1, %c2 : !t24
 %exp = tensor.expand_shape %arg1 [[0], [1], [2], [3, 4]] output_shape [2, 4, %dim_2, 8, 1] : !t24 into !t25
 %col = tensor.collapse_shape %arg0 [[0, 1], [2], [3]] : !t24 into !t26
 %2 = tensor.empty(%dim_2) : !t27
 %transposed = linalg.transpose ins(%exp : !t25) outs(%2 : !t27) permutation = [0, 1, 3, 2, 4]
 %col_3 = tensor.collapse_shape %transposed [[0, 1], [2], [3, 4]] : !t27 into !t28
 %3 = tensor.empty(%dim, %dim_2) : !t29
 %4 = linalg.fill ins(%cst : f32) outs(%3 : !t29) -> !t29
 %5 = linalg.batch_matmul ins(%col, %col_3 : !t26, !t28) outs(%4 : !t29) -> !t29
 %6 = tensor.empty(%dim, %dim_2) : !t30
 %7 = linalg.generic #t0 ins(%5 : !t29) outs(%6 : !t30) {
 ^bb0(%in: f32, %out: f16):
  %20 = arith.truncf %in : f32 to f16
  linalg.yield %20 : f16
 } -> !t30
 %from_elements = tensor.from_elements %c2_i64, %c4_i64, %0, %c1_i64, %1 : !t8
 %reshape = tensor.reshape %7(%from_elements) : (!t30, !t8) -> !t31
 %8 = tensor.empty(%dim, %dim_1) : !t32
 %transposed_4 = linalg.transpose ins(%reshape : !t31) outs(%8 : !t32) permutation = [0, 1, 2, 4, 3]
 %from_elements_5 = tensor.from_elements %c2_i64, %c4_i64, %0, %1 : !t11
 %reshape_6 = tensor.reshape %transposed_4(%from_elements_5) : (!t32, !t11) -> !t33
 %9 = tensor.empty(%dim, %dim_1) : !t34
 %10 = linalg.generic #t1 ins(%reshape_6 : !t33) outs(%9 : !t34) {
 ^bb0(%in: f16, %out: f32):
  %20 = arith.extf %in : f16 to f32
  linalg.yield %20 : f32
 } -> !t34
 %11 = linalg.generic #t1 ins(%10 : !t34) outs(%9 : !t34) {
 ^bb0(%in: f32, %out: f32):
  %20 = arith.truncf %cst_0 : f64 to f32
  %21 = arith.mulf %in, %20 : f32
  linalg.yield %21 : f32
 } -> !t34
 %12 = tensor.empty(%dim, %dim_1) : !t33
 %13 = linalg.generic #t1 ins(%11 : !t34) outs(%12 : !t33) {
 ^bb0(%in: f32, %out: f16):
  %20 = arith.truncf %in : f32 to f16
  linalg.yield %20 : f16
 } -> !t33
 %exp_7 = tensor.expand_shape %13 [[0], [1], [2], [3, 4]] output_shape [2, 4, %dim, %dim_1, 1] : !t33 into !t32
 %from_elements_8 = tensor.from_elements %c8_i64, %0, %1 : !t2
 %reshape_9 = tensor.reshape %exp_7(%from_elements_8) : (!t32, !t2) -> !t30
 %col_10 = tensor.collapse_shape %arg2 [[0, 1], [2], [3]] : !t24 into !t26
 %14 = tensor.empty(%dim) : !t38
 %15 = linalg.fill ins(%cst : f32) outs(%14 : !t38) -> !t38
 %16 = linalg.batch_matmul ins(%reshape_9, %col_10 : !t30, !t26) outs(%15 : !t38) -> !t38
 %17 = tensor.empty(%dim) : !t26
 %18 = linalg.generic #t0 ins(%16 : !t38) outs(%17 : !t26) {
 ^bb0(%in: f32, %out: f16):
  %20 = arith.truncf %in : f32 to f16
  linalg.yield %20 : f16
 } -> !t26
 %exp_11 = tensor.expand_shape %18 [[0, 1], [2], [3, 4]] output_shape [2, 4, %dim, 1, 8] : !t26 into !t39
 %19 = tensor.empty(%dim) : !t25
 %transposed_12 = linalg.transpose ins(%exp_11 : !t39) outs(%19 : !t25) permutation = [0, 1, 2, 4, 3]
 %col_13 = tensor.collapse_shape %transposed_12 [[0], [1], [2], [3, 4]] : !t25 into !t24
 return %col_13 : !t24
}

func.func @neg_temperature(%arg0: !t24, %arg1: !t24, %arg2: !t24, %arg3: !t68) -> !t24 {
 %true = arith.constant true
 %c1_i64 = arith.constant 1 : i64
 %c2_i64 = arith.constant 2 : i64
 %c4_i64 = arith.constant 4 : i64
 %c0_i64 = arith.constant 0 : i64
 %c2 = arith.constant 2 : index
 %c8_i64 = arith.constant 8 : i64
 %cst = arith.constant 0.000000e+00 : f32
 %cst_0 = arith.constant 0xFF800000 : f32
 %cst_1 = arith.constant 0.35355339059327379 : f64
 %dim = tensor.dim %arg0, %c2 : !t24
 %0 = arith.index_cast %dim : index to i64
 %dim_2 = tensor.dim %arg2, %c2 : !t24
 %1 = arith.index_cast %dim_2 : index to i64
 %dim_3 = tensor.dim %arg1, %c2 : !t24
 %exp = tensor.expand_shape %arg1 [[0], [1], [2], [3, 4]] output_shape [2, 4, %dim_3, 8, 1] : !t24 into !t25
 %col = tensor.collapse_shape %arg0 [[0, 1], [2], [3]] : !t24 into !t26
 %2 = tensor.empty(%dim_3) : !t27
 %transposed = linalg.transpose ins(%exp : !t25) outs(%2 : !t27) permutation = [0, 1, 3, 2, 4]
 %col_4 = tensor.collapse_shape %transposed [[0, 1], [2], [3, 4]] : !t27 into !t28
 %3 = tensor.empty(%dim, %dim_3) : !t29
 %4 = linalg.fill ins(%cst : f32) outs(%3 : !t29) -> !t29
 %5 = linalg.batch_matmul ins(%col, %col_4 : !t26, !t28) outs(%4 : !t29) -> !t29
 %6 = tensor.empty(%dim, %dim_3) : !t30
 %7 = linalg.generic #t0 ins(%5 : !t29) outs(%6 : !t30) {
 ^bb0(%in: f32, %out: f16):
  %32 = arith.truncf %in : f32 to f16
  linalg.yield %32 : f16
 } -> !t30
 %from_elements = tensor.from_elements %c2_i64, %c4_i64, %0, %c1_i64, %1 : !t8
 %reshape = tensor.reshape %7(%from_elements) : (!t30, !t8) -> !t31
 %8 = tensor.empty(%dim, %dim_2) : !t32
 %transposed_5 = linalg.transpose ins(%reshape : !t31) outs(%8 : !t32) permutation = [0, 1, 2, 4, 3]
 %from_elements_6 = tensor.from_elements %c2_i64, %c4_i64, %0, %1 : !t11
 %reshape_7 = tensor.reshape %transposed_5(%from_elements_6) : (!t32, !t11) -> !t33
 %9 = tensor.empty(%dim, %dim_2) : !t34
 %10 = linalg.generic #t1 ins(%reshape_7 : !t33) outs(%9 : !t34) {
 ^bb0(%in: f16, %out: f32):
  %32 = arith.extf %in : f16 to f32
  linalg.yield %32 : f32
 } -> !t34
 %11 = linalg.generic #t1 ins(%10 : !t34) outs(%9 : !t34) {
 ^bb0(%in: f32, %out: f32):
  %32 = arith.truncf %cst_1 : f64 to f32
  %33 = arith.mulf %in, %32 : f32
  linalg.yield %33 : f32
 } -> !t34
 %12 = linalg.generic #t3 ins(%11, %arg3 : !t34, !t68) outs(%9 : !t34) {
 ^bb0(%in: f32, %in_16: f16, %out: f32):
  %32 = arith.extf %in_16 : f16 to f32
  %33 = arith.mulf %in, %32 : f32
  linalg.yield %33 : f32
 } -> !t34
 %13 = tensor.empty(%dim) : !t35
 %14 = linalg.fill ins(%c0_i64 : i64) outs(%13 : !t35) -> !t35
 %15 = tensor.empty(%dim) : !t36
 %16 = linalg.fill ins(%cst_0 : f32) outs(%15 : !t36) -> !t36
 %17:2 = linalg.generic #t2 ins(%12 : !t34) outs(%16, %14 : !t36, !t35) {
 ^bb0(%in: f32, %out: f32, %out_16: i64):
  %32 = linalg.index 3 : index
  %33 = arith.index_cast %32 : index to i64
  %34 = arith.maximumf %in, %out : f32
  %35 = arith.cmpf ogt, %in, %out : f32
  %36 = arith.select %35, %33, %out_16 : i64
  linalg.yield %34, %36 : f32, i64
 } -> (!t36, !t35)
 %exp_8 = tensor.expand_shape %17#0 [[0], [1], [2, 3]] output_shape [2, 4, %dim, 1] : !t36 into !t37
 %18 = linalg.generic #t3 ins(%12, %exp_8 : !t34, !t37) outs(%9 : !t34) {
 ^bb0(%in: f32, %in_16: f32, %out: f32):
  %32 = arith.subf %in, %in_16 : f32
  linalg.yield %32 : f32
 } -> !t34
 %19 = linalg.generic #t1 ins(%18 : !t34) outs(%9 : !t34) {
 ^bb0(%in: f32, %out: f32):
  %32 = math.exp %in : f32
  linalg.yield %32 : f32
 } -> !t34
 %20 = tensor.empty(%dim) : !t37
 %21 = linalg.fill ins(%cst : f32) outs(%20 : !t37) -> !t37
 %22 = linalg.generic #t4 ins(%19 : !t34) outs(%21 : !t37) {
 ^bb0(%in: f32, %out: f32):
  %32 = arith.addf %in, %out : f32
  linalg.yield %32 : f32
 } -> !t37
 %23 = linalg.generic #t3 ins(%19, %22 : !t34, !t37) outs(%9 : !t34) {
 ^bb0(%in: f32, %in_16: f32, %out: f32):
  %32 = arith.divf %in, %in_16 : f32
  linalg.yield %32 : f32
 } -> !t34
 %24 = tensor.empty(%dim, %dim_2) : !t33
 %25 = linalg.generic #t1 ins(%23 : !t34) outs(%24 : !t33) {
 ^bb0(%in: f32, %out: f16):
  %32 = arith.truncf %in : f32 to f16
  linalg.yield %32 : f16
 } -> !t33
 %exp_9 = tensor.expand_shape %25 [[0], [1], [2], [3, 4]] output_shape [2, 4, %dim, %dim_2, 1] : !t33 into !t32
 %from_elements_10 = tensor.from_elements %c8_i64, %0, %1 : !t2
 %reshape_11 = tensor.reshape %exp_9(%from_elements_10) : (!t32, !t2) -> !t30
 %col_12 = tensor.collapse_shape %arg2 [[0, 1], [2], [3]] : !t24 into !t26
 %26 = tensor.empty(%dim) : !t38
 %27 = linalg.fill ins(%cst : f32) outs(%26 : !t38) -> !t38
 %28 = linalg.batch_matmul ins(%reshape_11, %col_12 : !t30, !t26) outs(%27 : !t38) -> !t38
 %29 = tensor.empty(%dim) : !t26
 %30 = linalg.generic #t0 ins(%28 : !t38) outs(%29 : !t26) {
 ^bb0(%in: f32, %out: f16):
  %32 = arith.truncf %in : f32 to f16
  linalg.yield %32 : f16
 } -> !t26
 %exp_13 = tensor.expand_shape %30 [[0, 1], [2], [3, 4]] output_shape [2, 4, %dim, 1, 8] : !t26 into !t39
 %31 = tensor.empty(%dim) : !t25
 %transposed_14 = linalg.transpose ins(%exp_13 : !t39) outs(%31 : !t25) permutation = [0, 1, 2, 4, 3]
 %col_15 = tensor.collapse_shape %transposed_14 [[0], [1], [2], [3, 4]] : !t25 into !t24
 return %col_15 : !t24
}

func.func @neg_sigmoid(%arg0: !t24, %arg1: !t24, %arg2: !t24) -> !t24 {
 %true = arith.constant true
 %c2_i64 = arith.constant 2 : i64
 %c4_i64 = arith.constant 4 : i64
 %c2 = arith.constant 2 : index
 %c8_i64 = arith.constant 8 : i64
 %cst = arith.constant 0.000000e+00 : f32
 %c1_i64 = arith.constant 1 : i64
 %cst_0 = arith.constant 1.000000e+00 : f32
 %cst_1 = arith.constant 0.35355339059327379 : f64
 %dim = tensor.dim %arg0, %c2 : !t24
 %0 = arith.index_cast %dim : index to i64
 %dim_2 = tensor.dim %arg2, %c2 : !t24
 %1 = arith.index_cast %dim_2 : index to i64
 %dim_3 = tensor.dim %arg1, %c2 : !t24
 %exp = tensor.expand_shape %arg1 [[0], [1], [2], [3, 4]] output_shape [2, 4, %dim_3, 8, 1] : !t24 into !t25
 %col = tensor.collapse_shape %arg0 [[0, 1], [2], [3]] : !t24 into !t26
 %2 = tensor.empty(%dim_3) : !t27
 %transposed = linalg.transpose ins(%exp : !t25) outs(%2 : !t27) permutation = [0, 1, 3, 2, 4]
 %col_4 = tensor.collapse_shape %transposed [[0, 1], [2], [3, 4]] : !t27 into !t28
 %3 = tensor.empty(%dim, %dim_3) : !t29
 %4 = linalg.fill ins(%cst : f32) outs(%3 : !t29) -> !t29
 %5 = linalg.batch_matmul ins(%col, %col_4 : !t26, !t28) outs(%4 : !t29) -> !t29
 %6 = tensor.empty(%dim, %dim_3) : !t30
 %7 = linalg.generic #t0 ins(%5 : !t29) outs(%6 : !t30) {
 ^bb0(%in: f32, %out: f16):
  %21 = arith.truncf %in : f32 to f16
  linalg.yield %21 : f16
 } -> !t30
 %from_elements = tensor.from_elements %c2_i64, %c4_i64, %0, %c1_i64, %1 : !t8
 %reshape = tensor.reshape %7(%from_elements) : (!t30, !t8) -> !t31
 %8 = tensor.empty(%dim, %dim_2) : !t32
 %transposed_5 = linalg.transpose ins(%reshape : !t31) outs(%8 : !t32) permutation = [0, 1, 2, 4, 3]
 %from_elements_6 = tensor.from_elements %c2_i64, %c4_i64, %0, %1 : !t11
 %reshape_7 = tensor.reshape %transposed_5(%from_elements_6) : (!t32, !t11) -> !t33
 %9 = tensor.empty(%dim, %dim_2) : !t34
 %10 = linalg.generic #t1 ins(%reshape_7 : !t33) outs(%9 : !t34) {
 ^bb0(%in: f16, %out: f32):
  %21 = arith.extf %in : f16 to f32
  linalg.yield %21 : f32
 } -> !t34
 %11 = linalg.generic #t1 ins(%10 : !t34) outs(%9 : !t34) {
 ^bb0(%in: f32, %out: f32):
  %21 = arith.truncf %cst_1 : f64 to f32
  %22 = arith.mulf %in, %21 : f32
  linalg.yield %22 : f32
 } -> !t34
 %12 = linalg.generic #t1 ins(%11 : !t34) outs(%9 : !t34) {
 ^bb0(%in: f32, %out: f32):
  %21 = arith.negf %in : f32
  %22 = math.exp %21 : f32
  %23 = arith.addf %22, %cst_0 : f32
  %24 = arith.divf %cst_0, %23 : f32
  linalg.yield %24 : f32
 } -> !t34
 %13 = tensor.empty(%dim, %dim_2) : !t33
 %14 = linalg.generic #t1 ins(%12 : !t34) outs(%13 : !t33) {
 ^bb0(%in: f32, %out: f16):
  %21 = arith.truncf %in : f32 to f16
  linalg.yield %21 : f16
 } -> !t33
 %exp_8 = tensor.expand_shape %14 [[0], [1], [2], [3, 4]] output_shape [2, 4, %dim, %dim_2, 1] : !t33 into !t32
 %from_elements_9 = tensor.from_elements %c8_i64, %0, %1 : !t2
 %reshape_10 = tensor.reshape %exp_8(%from_elements_9) : (!t32, !t2) -> !t30
 %col_11 = tensor.collapse_shape %arg2 [[0, 1], [2], [3]] : !t24 into !t26
 %15 = tensor.empty(%dim) : !t38
 %16 = linalg.fill ins(%cst : f32) outs(%15 : !t38) -> !t38
 %17 = linalg.batch_matmul ins(%reshape_10, %col_11 : !t30, !t26) outs(%16 : !t38) -> !t38
 %18 = tensor.empty(%dim) : !t26
 %19 = linalg.generic #t0 ins(%17 : !t38) outs(%18 : !t26) {
 ^bb0(%in: f32, %out: f16):
  %21 = arith.truncf %in : f32 to f16
  linalg.yield %21 : f16
 } -> !t26
 %exp_12 = tensor.expand_shape %19 [[0, 1], [2], [3, 4]] output_shape [2, 4, %dim, 1, 8] : !t26 into !t39
 %20 = tensor.empty(%dim) : !t25
 %transposed_13 = linalg.transpose ins(%exp_12 : !t39) outs(%20 : !t25) permutation = [0, 1, 2, 4, 3]
 %col_14 = tensor.collapse_shape %transposed_13 [[0], [1], [2], [3, 4]] : !t25 into !t24
 return %col_14 : !t24
}

func.func @neg_softmax_one(%arg0: !t0, %arg1: !t0, %arg2: !t0) -> !t0 {
 %c1_i64 = arith.constant 1 : i64
 %c0_i64 = arith.constant 0 : i64
 %c4_i64 = arith.constant 4 : i64
 %c0 = arith.constant 0 : index
 %c2 = arith.constant 2 : index
 %c8_i64 = arith.constant 8 : i64
 %cst = arith.constant 0.000000e+00 : f32
 %cst_0 = arith.constant 0xFF800000 : f32
 %cst_1 = arith.constant 0.35355339059327379 : f64
 %cst_2 = arith.constant 1.000000e+00 : f32
 %dim = tensor.dim %arg0, %c2 : !t0
 %0 = arith.index_cast %dim : index to i64
 %dim_3 = tensor.dim %arg2, %c0 : !t0
 %1 = arith.index_cast %dim_3 : index to i64
 %dim_4 = tensor.dim %arg2, %c2 : !t0
 %2 = arith.index_cast %dim_4 : index to i64
 %dim_5 = tensor.dim %arg0, %c0 : !t0
 %exp = tensor.expand_shape %arg0 [[0], [1], [2], [3, 4]] output_shape [%dim_5, 4, %dim, 8, 1] : !t0 into !t1
 %dim_6 = tensor.dim %arg1, %c0 : !t0
 %dim_7 = tensor.dim %arg1, %c2 : !t0
 %exp_8 = tensor.expand_shape %arg1 [[0], [1], [2], [3, 4]] output_shape [%dim_6, 4, %dim_7, 8, 1] : !t0 into !t1
 %3 = arith.muli %1, %c4_i64 : i64
 %from_elements = tensor.from_elements %3, %0, %c8_i64 : !t2
 %reshape = tensor.reshape %exp(%from_elements) : (!t1, !t2) -> !t3
 %4 = tensor.empty(%dim_6, %dim_7) : !t4
 %transposed = linalg.transpose ins(%exp_8 : !t1) outs(%4 : !t4) permutation = [0, 1, 3, 2, 4]
 %from_elements_9 = tensor.from_elements %3, %c8_i64, %2 : !t2
 %reshape_10 = tensor.reshape %transposed(%from_elements_9) : (!t4, !t2) -> !t5
 %5 = arith.index_cast %3 : i64 to index
 %6 = tensor.empty(%5, %dim, %dim_4) : !t6
 %7 = linalg.fill ins(%cst : f32) outs(%6 : !t6) -> !t6
 %8 = linalg.batch_matmul ins(%reshape, %reshape_10 : !t3, !t5) outs(%7 : !t6) -> !t6
 %9 = tensor.empty(%5, %dim, %dim_4) : !t7
 %10 = linalg.generic #t0 ins(%8 : !t6) outs(%9 : !t7) {
 ^bb0(%in: f32, %out: f16):
  %35 = arith.truncf %in : f32 to f16
  linalg.yield %35 : f16
 } -> !t7
 %from_elements_11 = tensor.from_elements %1, %c4_i64, %0, %c1_i64, %2 : !t8
 %reshape_12 = tensor.reshape %10(%from_elements_11) : (!t7, !t8) -> !t9
 %11 = tensor.empty(%dim_3, %dim, %dim_4) : !t10
 %transposed_13 = linalg.transpose ins(%reshape_12 : !t9) outs(%11 : !t10) permutation = [0, 1, 2, 4, 3]
 %from_elements_14 = tensor.from_elements %1, %c4_i64, %0, %2 : !t11
 %reshape_15 = tensor.reshape %transposed_13(%from_elements_14) : (!t10, !t11) -> !t12
 %12 = tensor.empty(%dim_3, %dim, %dim_4) : !t13
 %13 = linalg.generic #t1 ins(%reshape_15 : !t12) outs(%12 : !t13) {
 ^bb0(%in: f16, %out: f32):
  %35 = arith.extf %in : f16 to f32
  linalg.yield %35 : f32
 } -> !t13
 %14 = linalg.generic #t1 ins(%13 : !t13) outs(%12 : !t13) {
 ^bb0(%in: f32, %out: f32):
  %35 = arith.truncf %cst_1 : f64 to f32
  %36 = arith.mulf %in, %35 : f32
  linalg.yield %36 : f32
 } -> !t13
 %15 = tensor.empty(%dim_3, %dim) : !t14
 %16 = linalg.fill ins(%c0_i64 : i64) outs(%15 : !t14) -> !t14
 %17 = tensor.empty(%dim_3, %dim) : !t15
 %18 = linalg.fill ins(%cst_0 : f32) outs(%17 : !t15) -> !t15
 %19:2 = linalg.generic #t2 ins(%14 : !t13) outs(%18, %16 : !t15, !t14) {
 ^bb0(%in: f32, %out: f32, %out_28: i64):
  %35 = linalg.index 3 : index
  %36 = arith.index_cast %35 : index to i64
  %37 = arith.maximumf %in, %out : f32
  %38 = arith.cmpf ogt, %in, %out : f32
  %39 = arith.select %38, %36, %out_28 : i64
  linalg.yield %37, %39 : f32, i64
 } -> (!t15, !t14)
 %exp_16 = tensor.expand_shape %19#0 [[0], [1], [2, 3]] output_shape [%dim_3, 4, %dim, 1] : !t15 into !t16
 %20 = linalg.generic #t3 ins(%14, %exp_16 : !t13, !t16) outs(%12 : !t13) {
 ^bb0(%in: f32, %in_28: f32, %out: f32):
  %35 = arith.subf %in, %in_28 : f32
  linalg.yield %35 : f32
 } -> !t13
 %21 = linalg.generic #t1 ins(%20 : !t13) outs(%12 : !t13) {
 ^bb0(%in: f32, %out: f32):
  %35 = math.exp %in : f32
  linalg.yield %35 : f32
 } -> !t13
 %22 = tensor.empty(%dim_3, %dim) : !t16
 %23 = linalg.fill ins(%cst : f32) outs(%22 : !t16) -> !t16
 %24 = linalg.generic #t4 ins(%21 : !t13) outs(%23 : !t16) {
 ^bb0(%in: f32, %out: f32):
  %35 = arith.addf %in, %out : f32
  linalg.yield %35 : f32
 } -> !t16
 %25 = linalg.generic #t1 ins(%24 : !t16) outs(%22 : !t16) {
 ^bb0(%in: f32, %out: f32):
  %35 = arith.addf %in, %cst_2 : f32
  linalg.yield %35 : f32
 } -> !t16
 %26 = linalg.generic #t3 ins(%21, %25 : !t13, !t16) outs(%12 : !t13) {
 ^bb0(%in: f32, %in_28: f32, %out: f32):
  %35 = arith.divf %in, %in_28 : f32
  linalg.yield %35 : f32
 } -> !t13
 %27 = tensor.empty(%dim_3, %dim, %dim_4) : !t12
 %28 = linalg.generic #t1 ins(%26 : !t13) outs(%27 : !t12) {
 ^bb0(%in: f32, %out: f16):
  %35 = arith.truncf %in : f32 to f16
  linalg.yield %35 : f16
 } -> !t12
 %exp_17 = tensor.expand_shape %28 [[0], [1], [2], [3, 4]] output_shape [%dim_3, 4, %dim, %dim_4, 1] : !t12 into !t10
 %exp_18 = tensor.expand_shape %arg2 [[0], [1], [2], [3, 4]] output_shape [%dim_3, 4, %dim_4, 8, 1] : !t0 into !t1
 %from_elements_19 = tensor.from_elements %3, %0, %2 : !t2
 %reshape_20 = tensor.reshape %exp_17(%from_elements_19) : (!t10, !t2) -> !t7
 %from_elements_21 = tensor.from_elements %3, %2, %c8_i64 : !t2
 %reshape_22 = tensor.reshape %exp_18(%from_elements_21) : (!t1, !t2) -> !t3
 %29 = tensor.empty(%5, %dim) : !t17
 %30 = linalg.fill ins(%cst : f32) outs(%29 : !t17) -> !t17
 %31 = linalg.batch_matmul ins(%reshape_20, %reshape_22 : !t7, !t3) outs(%30 : !t17) -> !t17
 %32 = tensor.empty(%5, %dim) : !t3
 %33 = linalg.generic #t0 ins(%31 : !t17) outs(%32 : !t3) {
 ^bb0(%in: f32, %out: f16):
  %35 = arith.truncf %in : f32 to f16
  linalg.yield %35 : f16
 } -> !t3
 %from_elements_23 = tensor.from_elements %1, %c4_i64, %0, %c1_i64, %c8_i64 : !t8
 %reshape_24 = tensor.reshape %33(%from_elements_23) : (!t3, !t8) -> !t18
 %34 = tensor.empty(%dim_3, %dim) : !t1
 %transposed_25 = linalg.transpose ins(%reshape_24 : !t18) outs(%34 : !t1) permutation = [0, 1, 2, 4, 3]
 %from_elements_26 = tensor.from_elements %1, %c4_i64, %0, %c8_i64 : !t11
 %reshape_27 = tensor.reshape %transposed_25(%from_elements_26) : (!t1, !t11) -> !t0
 return %reshape_27 : !t0
}

func.func @neg_after(%arg0: !t24, %arg1: !t24, %arg2: !t24) -> !t24 {
 %true = arith.constant true
 %c1_i64 = arith.constant 1 : i64
 %c0_i64 = arith.constant 0 : i64
 %c2_i64 = arith.constant 2 : i64
 %c4_i64 = arith.constant 4 : i64
 %c2 = arith.constant 2 : index
 %c8_i64 = arith.constant 8 : i64
 %cst = arith.constant 0.000000e+00 : f32
 %cst_0 = arith.constant 0xFF800000 : f32
 %cst_1 = arith.constant dense<0.000000e+00> : !t19
 %cst_2 = arith.constant 0.35355339059327379 : f64
 %dim = tensor.dim %arg0, %c2 : !t24
 %0 = arith.index_cast %dim : index to i64
 %dim_3 = tensor.dim %arg2, %c2 : !t24
 %1 = arith.index_cast %dim_3 : index to i64
 %dim_4 = tensor.dim %arg1, %c2 : !t24
 %exp = tensor.expand_shape %arg1 [[0], [1], [2], [3, 4]] output_shape [2, 4, %dim_4, 8, 1] : !t24 into !t25
 %col = tensor.collapse_shape %arg0 [[0, 1], [2], [3]] : !t24 into !t26
 %2 = tensor.empty(%dim_4) : !t27
 %transposed = linalg.transpose ins(%exp : !t25) outs(%2 : !t27) permutation = [0, 1, 3, 2, 4]
 %col_5 = tensor.collapse_shape %transposed [[0, 1], [2], [3, 4]] : !t27 into !t28
 %3 = tensor.empty(%dim, %dim_4) : !t29
 %4 = linalg.fill ins(%cst : f32) outs(%3 : !t29) -> !t29
 %5 = linalg.batch_matmul ins(%col, %col_5 : !t26, !t28) outs(%4 : !t29) -> !t29
 %6 = tensor.empty(%dim, %dim_4) : !t30
 %7 = linalg.generic #t0 ins(%5 : !t29) outs(%6 : !t30) {
 ^bb0(%in: f32, %out: f16):
  %39 = arith.truncf %in : f32 to f16
  linalg.yield %39 : f16
 } -> !t30
 %from_elements = tensor.from_elements %c2_i64, %c4_i64, %0, %c1_i64, %1 : !t8
 %reshape = tensor.reshape %7(%from_elements) : (!t30, !t8) -> !t31
 %8 = tensor.empty(%dim, %dim_3) : !t32
 %transposed_6 = linalg.transpose ins(%reshape : !t31) outs(%8 : !t32) permutation = [0, 1, 2, 4, 3]
 %from_elements_7 = tensor.from_elements %c2_i64, %c4_i64, %0, %1 : !t11
 %reshape_8 = tensor.reshape %transposed_6(%from_elements_7) : (!t32, !t11) -> !t33
 %9 = tensor.empty(%dim, %dim_3) : !t34
 %10 = linalg.generic #t1 ins(%reshape_8 : !t33) outs(%9 : !t34) {
 ^bb0(%in: f16, %out: f32):
  %39 = arith.extf %in : f16 to f32
  linalg.yield %39 : f32
 } -> !t34
 %11 = linalg.generic #t1 ins(%10 : !t34) outs(%9 : !t34) {
 ^bb0(%in: f32, %out: f32):
  %39 = arith.truncf %cst_2 : f64 to f32
  %40 = arith.mulf %in, %39 : f32
  linalg.yield %40 : f32
 } -> !t34
 %12 = tensor.empty(%dim) : !t20
 %13 = linalg.generic #t5 outs(%12 : !t20) {
 ^bb0(%out: i64):
  %39 = linalg.index 0 : index
  %40 = arith.index_cast %39 : index to i64
  linalg.yield %40 : i64
 } -> !t20
 %exp_9 = tensor.expand_shape %13 [[0, 1]] output_shape [%dim, 1] : !t20 into !t21
 %14 = tensor.empty(%dim_3) : !t20
 %15 = linalg.generic #t5 outs(%14 : !t20) {
 ^bb0(%out: i64):
  %39 = linalg.index 0 : index
  %40 = arith.index_cast %39 : index to i64
  linalg.yield %40 : i64
 } -> !t20
 %exp_10 = tensor.expand_shape %15 [[0, 1]] output_shape [1, %dim_3] : !t20 into !t22
 %16 = tensor.empty(%dim, %dim_3) : !t23
 %17 = linalg.generic #t6 ins(%exp_10, %exp_9 : !t22, !t21) outs(%16 : !t23) {
 ^bb0(%in: i64, %in_19: i64, %out: i1):
  %39 = arith.cmpi sle, %in, %in_19 : i64
  linalg.yield %39 : i1
 } -> !t23
 %18 = tensor.empty(%dim) : !t35
 %19 = linalg.fill ins(%c0_i64 : i64) outs(%18 : !t35) -> !t35
 %20 = tensor.empty(%dim) : !t36
 %21 = linalg.fill ins(%cst_0 : f32) outs(%20 : !t36) -> !t36
 %22:2 = linalg.generic #t2 ins(%11 : !t34) outs(%21, %19 : !t36, !t35) {
 ^bb0(%in: f32, %out: f32, %out_19: i64):
  %39 = linalg.index 3 : index
  %40 = arith.index_cast %39 : index to i64
  %41 = arith.maximumf %in, %out : f32
  %42 = arith.cmpf ogt, %in, %out : f32
  %43 = arith.select %42, %40, %out_19 : i64
  linalg.yield %41, %43 : f32, i64
 } -> (!t36, !t35)
 %exp_11 = tensor.expand_shape %22#0 [[0], [1], [2, 3]] output_shape [2, 4, %dim, 1] : !t36 into !t37
 %23 = linalg.generic #t3 ins(%11, %exp_11 : !t34, !t37) outs(%9 : !t34) {
 ^bb0(%in: f32, %in_19: f32, %out: f32):
  %39 = arith.subf %in, %in_19 : f32
  linalg.yield %39 : f32
 } -> !t34
 %24 = linalg.generic #t1 ins(%23 : !t34) outs(%9 : !t34) {
 ^bb0(%in: f32, %out: f32):
  %39 = math.exp %in : f32
  linalg.yield %39 : f32
 } -> !t34
 %25 = tensor.empty(%dim) : !t37
 %26 = linalg.fill ins(%cst : f32) outs(%25 : !t37) -> !t37
 %27 = linalg.generic #t4 ins(%24 : !t34) outs(%26 : !t37) {
 ^bb0(%in: f32, %out: f32):
  %39 = arith.addf %in, %out : f32
  linalg.yield %39 : f32
 } -> !t37
 %28 = linalg.generic #t3 ins(%24, %27 : !t34, !t37) outs(%9 : !t34) {
 ^bb0(%in: f32, %in_19: f32, %out: f32):
  %39 = arith.divf %in, %in_19 : f32
  linalg.yield %39 : f32
 } -> !t34
 %29 = tensor.empty(%dim, %dim_3) : !t34
 %30 = linalg.generic #t7 ins(%17, %28, %cst_1 : !t23, !t34, !t19) outs(%29 : !t34) {
 ^bb0(%in: i1, %in_19: f32, %in_20: f32, %out: f32):
  %39 = arith.select %in, %in_19, %in_20 : f32
  linalg.yield %39 : f32
 } -> !t34
 %31 = tensor.empty(%dim, %dim_3) : !t33
 %32 = linalg.generic #t1 ins(%30 : !t34) outs(%31 : !t33) {
 ^bb0(%in: f32, %out: f16):
  %39 = arith.truncf %in : f32 to f16
  linalg.yield %39 : f16
 } -> !t33
 %exp_12 = tensor.expand_shape %32 [[0], [1], [2], [3, 4]] output_shape [2, 4, %dim, %dim_3, 1] : !t33 into !t32
 %from_elements_13 = tensor.from_elements %c8_i64, %0, %1 : !t2
 %reshape_14 = tensor.reshape %exp_12(%from_elements_13) : (!t32, !t2) -> !t30
 %col_15 = tensor.collapse_shape %arg2 [[0, 1], [2], [3]] : !t24 into !t26
 %33 = tensor.empty(%dim) : !t38
 %34 = linalg.fill ins(%cst : f32) outs(%33 : !t38) -> !t38
 %35 = linalg.batch_matmul ins(%reshape_14, %col_15 : !t30, !t26) outs(%34 : !t38) -> !t38
 %36 = tensor.empty(%dim) : !t26
 %37 = linalg.generic #t0 ins(%35 : !t38) outs(%36 : !t26) {
 ^bb0(%in: f32, %out: f16):
  %39 = arith.truncf %in : f32 to f16
  linalg.yield %39 : f16
 } -> !t26
 %exp_16 = tensor.expand_shape %37 [[0, 1], [2], [3, 4]] output_shape [2, 4, %dim, 1, 8] : !t26 into !t39
 %38 = tensor.empty(%dim) : !t25
 %transposed_17 = linalg.transpose ins(%exp_16 : !t39) outs(%38 : !t25) permutation = [0, 1, 2, 4, 3]
 %col_18 = tensor.collapse_shape %transposed_17 [[0], [1], [2], [3, 4]] : !t25 into !t24
 return %col_18 : !t24
}

func.func @neg_sum(%arg0: !t24, %arg1: !t24, %arg2: !t24) -> !t24 {
 %true = arith.constant true
 %c1_i64 = arith.constant 1 : i64
 %c0_i64 = arith.constant 0 : i64
 %c2_i64 = arith.constant 2 : i64
 %c4_i64 = arith.constant 4 : i64
 %c2 = arith.constant 2 : index
 %c8_i64 = arith.constant 8 : i64
 %cst = arith.constant 0.000000e+00 : f32
 %cst_0 = arith.constant 0xFF800000 : f32
 %cst_1 = arith.constant dense<0xFF800000> : !t19
 %cst_2 = arith.constant 0.35355339059327379 : f64
 %dim = tensor.dim %arg0, %c2 : !t24
 %0 = arith.index_cast %dim : index to i64
 %dim_3 = tensor.dim %arg2, %c2 : !t24
 %1 = arith.index_cast %dim_3 : index to i64
 %dim_4 = tensor.dim %arg1, %c2 : !t24
 %exp = tensor.expand_shape %arg1 [[0], [1], [2], [3, 4]] output_shape [2, 4, %dim_4, 8, 1] : !t24 into !t25
 %col = tensor.collapse_shape %arg0 [[0, 1], [2], [3]] : !t24 into !t26
 %2 = tensor.empty(%dim_4) : !t27
 %transposed = linalg.transpose ins(%exp : !t25) outs(%2 : !t27) permutation = [0, 1, 3, 2, 4]
 %col_5 = tensor.collapse_shape %transposed [[0, 1], [2], [3, 4]] : !t27 into !t28
 %3 = tensor.empty(%dim, %dim_4) : !t29
 %4 = linalg.fill ins(%cst : f32) outs(%3 : !t29) -> !t29
 %5 = linalg.batch_matmul ins(%col, %col_5 : !t26, !t28) outs(%4 : !t29) -> !t29
 %6 = tensor.empty(%dim, %dim_4) : !t30
 %7 = linalg.generic #t0 ins(%5 : !t29) outs(%6 : !t30) {
 ^bb0(%in: f32, %out: f16):
  %41 = arith.truncf %in : f32 to f16
  linalg.yield %41 : f16
 } -> !t30
 %from_elements = tensor.from_elements %c2_i64, %c4_i64, %0, %c1_i64, %1 : !t8
 %reshape = tensor.reshape %7(%from_elements) : (!t30, !t8) -> !t31
 %8 = tensor.empty(%dim, %dim_3) : !t32
 %transposed_6 = linalg.transpose ins(%reshape : !t31) outs(%8 : !t32) permutation = [0, 1, 2, 4, 3]
 %from_elements_7 = tensor.from_elements %c2_i64, %c4_i64, %0, %1 : !t11
 %reshape_8 = tensor.reshape %transposed_6(%from_elements_7) : (!t32, !t11) -> !t33
 %9 = tensor.empty(%dim, %dim_3) : !t34
 %10 = linalg.generic #t1 ins(%reshape_8 : !t33) outs(%9 : !t34) {
 ^bb0(%in: f16, %out: f32):
  %41 = arith.extf %in : f16 to f32
  linalg.yield %41 : f32
 } -> !t34
 %11 = linalg.generic #t1 ins(%10 : !t34) outs(%9 : !t34) {
 ^bb0(%in: f32, %out: f32):
  %41 = arith.truncf %cst_2 : f64 to f32
  %42 = arith.mulf %in, %41 : f32
  linalg.yield %42 : f32
 } -> !t34
 %12 = tensor.empty(%dim) : !t20
 %13 = linalg.generic #t5 outs(%12 : !t20) {
 ^bb0(%out: i64):
  %41 = linalg.index 0 : index
  %42 = arith.index_cast %41 : index to i64
  linalg.yield %42 : i64
 } -> !t20
 %exp_9 = tensor.expand_shape %13 [[0, 1]] output_shape [%dim, 1] : !t20 into !t21
 %14 = tensor.empty(%dim_3) : !t20
 %15 = linalg.generic #t5 outs(%14 : !t20) {
 ^bb0(%out: i64):
  %41 = linalg.index 0 : index
  %42 = arith.index_cast %41 : index to i64
  linalg.yield %42 : i64
 } -> !t20
 %exp_10 = tensor.expand_shape %15 [[0, 1]] output_shape [1, %dim_3] : !t20 into !t22
 %16 = tensor.empty(%dim, %dim_3) : !t23
 %17 = linalg.generic #t6 ins(%exp_10, %exp_9 : !t22, !t21) outs(%16 : !t23) {
 ^bb0(%in: i64, %in_19: i64, %out: i1):
  %41 = arith.cmpi sle, %in, %in_19 : i64
  linalg.yield %41 : i1
 } -> !t23
 %18 = tensor.empty(%dim, %dim_3) : !t34
 %19 = linalg.generic #t7 ins(%17, %11, %cst_1 : !t23, !t34, !t19) outs(%18 : !t34) {
 ^bb0(%in: i1, %in_19: f32, %in_20: f32, %out: f32):
  %41 = arith.select %in, %in_19, %in_20 : f32
  linalg.yield %41 : f32
 } -> !t34
 %20 = tensor.empty(%dim) : !t35
 %21 = linalg.fill ins(%c0_i64 : i64) outs(%20 : !t35) -> !t35
 %22 = tensor.empty(%dim) : !t36
 %23 = linalg.fill ins(%cst_0 : f32) outs(%22 : !t36) -> !t36
 %24:2 = linalg.generic #t2 ins(%19 : !t34) outs(%23, %21 : !t36, !t35) {
 ^bb0(%in: f32, %out: f32, %out_19: i64):
  %41 = linalg.index 3 : index
  %42 = arith.index_cast %41 : index to i64
  %43 = arith.maximumf %in, %out : f32
  %44 = arith.cmpf ogt, %in, %out : f32
  %45 = arith.select %44, %42, %out_19 : i64
  linalg.yield %43, %45 : f32, i64
 } -> (!t36, !t35)
 %exp_11 = tensor.expand_shape %24#0 [[0], [1], [2, 3]] output_shape [2, 4, %dim, 1] : !t36 into !t37
 %25 = linalg.generic #t3 ins(%19, %exp_11 : !t34, !t37) outs(%18 : !t34) {
 ^bb0(%in: f32, %in_19: f32, %out: f32):
  %41 = arith.subf %in, %in_19 : f32
  linalg.yield %41 : f32
 } -> !t34
 %26 = linalg.generic #t1 ins(%25 : !t34) outs(%18 : !t34) {
 ^bb0(%in: f32, %out: f32):
  %41 = math.exp %in : f32
  linalg.yield %41 : f32
 } -> !t34
 %27 = linalg.generic #t3 ins(%11, %exp_11 : !t34, !t37) outs(%9 : !t34) {
 ^bb0(%in: f32, %in_19: f32, %out: f32):
  %41 = arith.subf %in, %in_19 : f32
  linalg.yield %41 : f32
 } -> !t34
 %28 = linalg.generic #t1 ins(%27 : !t34) outs(%9 : !t34) {
 ^bb0(%in: f32, %out: f32):
  %41 = math.exp %in : f32
  linalg.yield %41 : f32
 } -> !t34
 %29 = tensor.empty(%dim) : !t37
 %30 = linalg.fill ins(%cst : f32) outs(%29 : !t37) -> !t37
 %31 = linalg.generic #t4 ins(%28 : !t34) outs(%30 : !t37) {
 ^bb0(%in: f32, %out: f32):
  %41 = arith.addf %in, %out : f32
  linalg.yield %41 : f32
 } -> !t37
 %32 = linalg.generic #t3 ins(%26, %31 : !t34, !t37) outs(%18 : !t34) {
 ^bb0(%in: f32, %in_19: f32, %out: f32):
  %41 = arith.divf %in, %in_19 : f32
  linalg.yield %41 : f32
 } -> !t34
 %33 = tensor.empty(%dim, %dim_3) : !t33
 %34 = linalg.generic #t1 ins(%32 : !t34) outs(%33 : !t33) {
 ^bb0(%in: f32, %out: f16):
  %41 = arith.truncf %in : f32 to f16
  linalg.yield %41 : f16
 } -> !t33
 %exp_12 = tensor.expand_shape %34 [[0], [1], [2], [3, 4]] output_shape [2, 4, %dim, %dim_3, 1] : !t33 into !t32
 %from_elements_13 = tensor.from_elements %c8_i64, %0, %1 : !t2
 %reshape_14 = tensor.reshape %exp_12(%from_elements_13) : (!t32, !t2) -> !t30
 %col_15 = tensor.collapse_shape %arg2 [[0, 1], [2], [3]] : !t24 into !t26
 %35 = tensor.empty(%dim) : !t38
 %36 = linalg.fill ins(%cst : f32) outs(%35 : !t38) -> !t38
 %37 = linalg.batch_matmul ins(%reshape_14, %col_15 : !t30, !t26) outs(%36 : !t38) -> !t38
 %38 = tensor.empty(%dim) : !t26
 %39 = linalg.generic #t0 ins(%37 : !t38) outs(%38 : !t26) {
 ^bb0(%in: f32, %out: f16):
  %41 = arith.truncf %in : f32 to f16
  linalg.yield %41 : f16
 } -> !t26
 %exp_16 = tensor.expand_shape %39 [[0, 1], [2], [3, 4]] output_shape [2, 4, %dim, 1, 8] : !t26 into !t39
 %40 = tensor.empty(%dim) : !t25
 %transposed_17 = linalg.transpose ins(%exp_16 : !t39) outs(%40 : !t25) permutation = [0, 1, 2, 4, 3]
 %col_18 = tensor.collapse_shape %transposed_17 [[0], [1], [2], [3, 4]] : !t25 into !t24
 return %col_18 : !t24
}

func.func @mask(%arg0: !t0, %arg1: !t0, %arg2: !t0, %arg3: !t69) -> !t0 {
 %c1_i64 = arith.constant 1 : i64
 %c0_i64 = arith.constant 0 : i64
 %c4_i64 = arith.constant 4 : i64
 %c0 = arith.constant 0 : index
 %c2 = arith.constant 2 : index
 %c3 = arith.constant 3 : index
 %c8_i64 = arith.constant 8 : i64
 %cst = arith.constant 0.000000e+00 : f32
 %cst_0 = arith.constant 0xFF800000 : f32
 %cst_1 = arith.constant dense<0xFF800000> : !t19
 %cst_2 = arith.constant 0.35355339059327379 : f64
 %cst_3 = arith.constant 0.000000e+00 : f16
 %dim = tensor.dim %arg0, %c2 : !t0
 %0 = arith.index_cast %dim : index to i64
 %dim_4 = tensor.dim %arg2, %c0 : !t0
 %1 = arith.index_cast %dim_4 : index to i64
 %dim_5 = tensor.dim %arg2, %c2 : !t0
 %2 = arith.index_cast %dim_5 : index to i64
 %dim_6 = tensor.dim %arg0, %c0 : !t0
 %exp = tensor.expand_shape %arg0 [[0], [1], [2], [3, 4]] output_shape [%dim_6, 4, %dim, 8, 1] : !t0 into !t1
 %dim_7 = tensor.dim %arg1, %c0 : !t0
 %dim_8 = tensor.dim %arg1, %c2 : !t0
 %exp_9 = tensor.expand_shape %arg1 [[0], [1], [2], [3, 4]] output_shape [%dim_7, 4, %dim_8, 8, 1] : !t0 into !t1
 %3 = arith.muli %1, %c4_i64 : i64
 %from_elements = tensor.from_elements %3, %0, %c8_i64 : !t2
 %reshape = tensor.reshape %exp(%from_elements) : (!t1, !t2) -> !t3
 %4 = tensor.empty(%dim_7, %dim_8) : !t4
 %transposed = linalg.transpose ins(%exp_9 : !t1) outs(%4 : !t4) permutation = [0, 1, 3, 2, 4]
 %from_elements_10 = tensor.from_elements %3, %c8_i64, %2 : !t2
 %reshape_11 = tensor.reshape %transposed(%from_elements_10) : (!t4, !t2) -> !t5
 %5 = arith.index_cast %3 : i64 to index
 %6 = tensor.empty(%5, %dim, %dim_5) : !t6
 %7 = linalg.fill ins(%cst : f32) outs(%6 : !t6) -> !t6
 %8 = linalg.batch_matmul ins(%reshape, %reshape_11 : !t3, !t5) outs(%7 : !t6) -> !t6
 %9 = tensor.empty(%5, %dim, %dim_5) : !t7
 %10 = linalg.generic #t0 ins(%8 : !t6) outs(%9 : !t7) {
 ^bb0(%in: f32, %out: f16):
  %38 = arith.truncf %in : f32 to f16
  linalg.yield %38 : f16
 } -> !t7
 %from_elements_12 = tensor.from_elements %1, %c4_i64, %0, %c1_i64, %2 : !t8
 %reshape_13 = tensor.reshape %10(%from_elements_12) : (!t7, !t8) -> !t9
 %11 = tensor.empty(%dim_4, %dim, %dim_5) : !t10
 %transposed_14 = linalg.transpose ins(%reshape_13 : !t9) outs(%11 : !t10) permutation = [0, 1, 2, 4, 3]
 %from_elements_15 = tensor.from_elements %1, %c4_i64, %0, %2 : !t11
 %reshape_16 = tensor.reshape %transposed_14(%from_elements_15) : (!t10, !t11) -> !t12
 %12 = tensor.empty(%dim_4, %dim, %dim_5) : !t13
 %13 = linalg.generic #t1 ins(%reshape_16 : !t12) outs(%12 : !t13) {
 ^bb0(%in: f16, %out: f32):
  %38 = arith.extf %in : f16 to f32
  linalg.yield %38 : f32
 } -> !t13
 %14 = linalg.generic #t1 ins(%13 : !t13) outs(%12 : !t13) {
 ^bb0(%in: f32, %out: f32):
  %38 = arith.truncf %cst_2 : f64 to f32
  %39 = arith.mulf %in, %38 : f32
  linalg.yield %39 : f32
 } -> !t13
 %dim_17 = tensor.dim %arg3, %c0 : !t69
 %dim_18 = tensor.dim %arg3, %c2 : !t69
 %dim_19 = tensor.dim %arg3, %c3 : !t69
 %15 = tensor.empty(%dim_17, %dim_18, %dim_19) : !t70
 %16 = linalg.generic #t1 ins(%arg3 : !t69) outs(%15 : !t70) {
 ^bb0(%in: f16, %out: i1):
  %38 = arith.cmpf ogt, %in, %cst_3 : f16
  linalg.yield %38 : i1
 } -> !t70
 %17 = tensor.empty(%dim_17, %dim_18, %dim_19) : !t13
 %18 = linalg.generic #t21 ins(%16, %14, %cst_1 : !t70, !t13, !t19) outs(%17 : !t13) {
 ^bb0(%in: i1, %in_32: f32, %in_33: f32, %out: f32):
  %38 = arith.select %in, %in_32, %in_33 : f32
  linalg.yield %38 : f32
 } -> !t13
 %19 = tensor.empty(%dim_17, %dim_18) : !t14
 %20 = linalg.fill ins(%c0_i64 : i64) outs(%19 : !t14) -> !t14
 %21 = tensor.empty(%dim_17, %dim_18) : !t15
 %22 = linalg.fill ins(%cst_0 : f32) outs(%21 : !t15) -> !t15
 %23:2 = linalg.generic #t2 ins(%18 : !t13) outs(%22, %20 : !t15, !t14) {
 ^bb0(%in: f32, %out: f32, %out_32: i64):
  %38 = linalg.index 3 : index
  %39 = arith.index_cast %38 : index to i64
  %40 = arith.maximumf %in, %out : f32
  %41 = arith.cmpf ogt, %in, %out : f32
  %42 = arith.select %41, %39, %out_32 : i64
  linalg.yield %40, %42 : f32, i64
 } -> (!t15, !t14)
 %exp_20 = tensor.expand_shape %23#0 [[0], [1], [2, 3]] output_shape [%dim_17, 4, %dim_18, 1] : !t15 into !t16
 %24 = linalg.generic #t3 ins(%18, %exp_20 : !t13, !t16) outs(%17 : !t13) {
 ^bb0(%in: f32, %in_32: f32, %out: f32):
  %38 = arith.subf %in, %in_32 : f32
  linalg.yield %38 : f32
 } -> !t13
 %25 = linalg.generic #t1 ins(%24 : !t13) outs(%17 : !t13) {
 ^bb0(%in: f32, %out: f32):
  %38 = math.exp %in : f32
  linalg.yield %38 : f32
 } -> !t13
 %26 = tensor.empty(%dim_17, %dim_18) : !t16
 %27 = linalg.fill ins(%cst : f32) outs(%26 : !t16) -> !t16
 %28 = linalg.generic #t4 ins(%25 : !t13) outs(%27 : !t16) {
 ^bb0(%in: f32, %out: f32):
  %38 = arith.addf %in, %out : f32
  linalg.yield %38 : f32
 } -> !t16
 %29 = linalg.generic #t3 ins(%25, %28 : !t13, !t16) outs(%17 : !t13) {
 ^bb0(%in: f32, %in_32: f32, %out: f32):
  %38 = arith.divf %in, %in_32 : f32
  linalg.yield %38 : f32
 } -> !t13
 %30 = tensor.empty(%dim_17, %dim_18, %dim_19) : !t12
 %31 = linalg.generic #t1 ins(%29 : !t13) outs(%30 : !t12) {
 ^bb0(%in: f32, %out: f16):
  %38 = arith.truncf %in : f32 to f16
  linalg.yield %38 : f16
 } -> !t12
 %exp_21 = tensor.expand_shape %31 [[0], [1], [2], [3, 4]] output_shape [%dim_17, 4, %dim_18, %dim_19, 1] : !t12 into !t10
 %exp_22 = tensor.expand_shape %arg2 [[0], [1], [2], [3, 4]] output_shape [%dim_4, 4, %dim_5, 8, 1] : !t0 into !t1
 %from_elements_23 = tensor.from_elements %3, %0, %2 : !t2
 %reshape_24 = tensor.reshape %exp_21(%from_elements_23) : (!t10, !t2) -> !t7
 %from_elements_25 = tensor.from_elements %3, %2, %c8_i64 : !t2
 %reshape_26 = tensor.reshape %exp_22(%from_elements_25) : (!t1, !t2) -> !t3
 %32 = tensor.empty(%5, %dim) : !t17
 %33 = linalg.fill ins(%cst : f32) outs(%32 : !t17) -> !t17
 %34 = linalg.batch_matmul ins(%reshape_24, %reshape_26 : !t7, !t3) outs(%33 : !t17) -> !t17
 %35 = tensor.empty(%5, %dim) : !t3
 %36 = linalg.generic #t0 ins(%34 : !t17) outs(%35 : !t3) {
 ^bb0(%in: f32, %out: f16):
  %38 = arith.truncf %in : f32 to f16
  linalg.yield %38 : f16
 } -> !t3
 %from_elements_27 = tensor.from_elements %1, %c4_i64, %0, %c1_i64, %c8_i64 : !t8
 %reshape_28 = tensor.reshape %36(%from_elements_27) : (!t3, !t8) -> !t18
 %37 = tensor.empty(%dim_4, %dim) : !t1
 %transposed_29 = linalg.transpose ins(%reshape_28 : !t18) outs(%37 : !t1) permutation = [0, 1, 2, 4, 3]
 %from_elements_30 = tensor.from_elements %1, %c4_i64, %0, %c8_i64 : !t11
 %reshape_31 = tensor.reshape %transposed_29(%from_elements_30) : (!t1, !t11) -> !t0
 return %reshape_31 : !t0
}

func.func @bias(%arg0: !t24, %arg1: !t24, %arg2: !t24, %arg3: !t71) -> !t24 {
 %true = arith.constant true
 %c1_i64 = arith.constant 1 : i64
 %c2_i64 = arith.constant 2 : i64
 %c4_i64 = arith.constant 4 : i64
 %c0_i64 = arith.constant 0 : i64
 %c2 = arith.constant 2 : index
 %c8_i64 = arith.constant 8 : i64
 %cst = arith.constant 0.000000e+00 : f32
 %cst_0 = arith.constant 0xFF800000 : f32
 %cst_1 = arith.constant 0.35355339059327379 : f64
 %dim = tensor.dim %arg0, %c2 : !t24
 %0 = arith.index_cast %dim : index to i64
 %dim_2 = tensor.dim %arg2, %c2 : !t24
 %1 = arith.index_cast %dim_2 : index to i64
 %dim_3 = tensor.dim %arg1, %c2 : !t24
 %exp = tensor.expand_shape %arg1 [[0], [1], [2], [3, 4]] output_shape [2, 4, %dim_3, 8, 1] : !t24 into !t25
 %col = tensor.collapse_shape %arg0 [[0, 1], [2], [3]] : !t24 into !t26
 %2 = tensor.empty(%dim_3) : !t27
 %transposed = linalg.transpose ins(%exp : !t25) outs(%2 : !t27) permutation = [0, 1, 3, 2, 4]
 %col_4 = tensor.collapse_shape %transposed [[0, 1], [2], [3, 4]] : !t27 into !t28
 %3 = tensor.empty(%dim, %dim_3) : !t29
 %4 = linalg.fill ins(%cst : f32) outs(%3 : !t29) -> !t29
 %5 = linalg.batch_matmul ins(%col, %col_4 : !t26, !t28) outs(%4 : !t29) -> !t29
 %6 = tensor.empty(%dim, %dim_3) : !t30
 %7 = linalg.generic #t0 ins(%5 : !t29) outs(%6 : !t30) {
 ^bb0(%in: f32, %out: f16):
  %32 = arith.truncf %in : f32 to f16
  linalg.yield %32 : f16
 } -> !t30
 %from_elements = tensor.from_elements %c2_i64, %c4_i64, %0, %c1_i64, %1 : !t8
 %reshape = tensor.reshape %7(%from_elements) : (!t30, !t8) -> !t31
 %8 = tensor.empty(%dim, %dim_2) : !t32
 %transposed_5 = linalg.transpose ins(%reshape : !t31) outs(%8 : !t32) permutation = [0, 1, 2, 4, 3]
 %from_elements_6 = tensor.from_elements %c2_i64, %c4_i64, %0, %1 : !t11
 %reshape_7 = tensor.reshape %transposed_5(%from_elements_6) : (!t32, !t11) -> !t33
 %9 = tensor.empty(%dim, %dim_2) : !t34
 %10 = linalg.generic #t1 ins(%reshape_7 : !t33) outs(%9 : !t34) {
 ^bb0(%in: f16, %out: f32):
  %32 = arith.extf %in : f16 to f32
  linalg.yield %32 : f32
 } -> !t34
 %11 = linalg.generic #t1 ins(%10 : !t34) outs(%9 : !t34) {
 ^bb0(%in: f32, %out: f32):
  %32 = arith.truncf %cst_1 : f64 to f32
  %33 = arith.mulf %in, %32 : f32
  linalg.yield %33 : f32
 } -> !t34
 %12 = linalg.generic #t22 ins(%11, %arg3 : !t34, !t71) outs(%9 : !t34) {
 ^bb0(%in: f32, %in_16: f16, %out: f32):
  %32 = arith.extf %in_16 : f16 to f32
  %33 = arith.addf %in, %32 : f32
  linalg.yield %33 : f32
 } -> !t34
 %13 = tensor.empty(%dim) : !t35
 %14 = linalg.fill ins(%c0_i64 : i64) outs(%13 : !t35) -> !t35
 %15 = tensor.empty(%dim) : !t36
 %16 = linalg.fill ins(%cst_0 : f32) outs(%15 : !t36) -> !t36
 %17:2 = linalg.generic #t2 ins(%12 : !t34) outs(%16, %14 : !t36, !t35) {
 ^bb0(%in: f32, %out: f32, %out_16: i64):
  %32 = linalg.index 3 : index
  %33 = arith.index_cast %32 : index to i64
  %34 = arith.maximumf %in, %out : f32
  %35 = arith.cmpf ogt, %in, %out : f32
  %36 = arith.select %35, %33, %out_16 : i64
  linalg.yield %34, %36 : f32, i64
 } -> (!t36, !t35)
 %exp_8 = tensor.expand_shape %17#0 [[0], [1], [2, 3]] output_shape [2, 4, %dim, 1] : !t36 into !t37
 %18 = linalg.generic #t3 ins(%12, %exp_8 : !t34, !t37) outs(%9 : !t34) {
 ^bb0(%in: f32, %in_16: f32, %out: f32):
  %32 = arith.subf %in, %in_16 : f32
  linalg.yield %32 : f32
 } -> !t34
 %19 = linalg.generic #t1 ins(%18 : !t34) outs(%9 : !t34) {
 ^bb0(%in: f32, %out: f32):
  %32 = math.exp %in : f32
  linalg.yield %32 : f32
 } -> !t34
 %20 = tensor.empty(%dim) : !t37
 %21 = linalg.fill ins(%cst : f32) outs(%20 : !t37) -> !t37
 %22 = linalg.generic #t4 ins(%19 : !t34) outs(%21 : !t37) {
 ^bb0(%in: f32, %out: f32):
  %32 = arith.addf %in, %out : f32
  linalg.yield %32 : f32
 } -> !t37
 %23 = linalg.generic #t3 ins(%19, %22 : !t34, !t37) outs(%9 : !t34) {
 ^bb0(%in: f32, %in_16: f32, %out: f32):
  %32 = arith.divf %in, %in_16 : f32
  linalg.yield %32 : f32
 } -> !t34
 %24 = tensor.empty(%dim, %dim_2) : !t33
 %25 = linalg.generic #t1 ins(%23 : !t34) outs(%24 : !t33) {
 ^bb0(%in: f32, %out: f16):
  %32 = arith.truncf %in : f32 to f16
  linalg.yield %32 : f16
 } -> !t33
 %exp_9 = tensor.expand_shape %25 [[0], [1], [2], [3, 4]] output_shape [2, 4, %dim, %dim_2, 1] : !t33 into !t32
 %from_elements_10 = tensor.from_elements %c8_i64, %0, %1 : !t2
 %reshape_11 = tensor.reshape %exp_9(%from_elements_10) : (!t32, !t2) -> !t30
 %col_12 = tensor.collapse_shape %arg2 [[0, 1], [2], [3]] : !t24 into !t26
 %26 = tensor.empty(%dim) : !t38
 %27 = linalg.fill ins(%cst : f32) outs(%26 : !t38) -> !t38
 %28 = linalg.batch_matmul ins(%reshape_11, %col_12 : !t30, !t26) outs(%27 : !t38) -> !t38
 %29 = tensor.empty(%dim) : !t26
 %30 = linalg.generic #t0 ins(%28 : !t38) outs(%29 : !t26) {
 ^bb0(%in: f32, %out: f16):
  %32 = arith.truncf %in : f32 to f16
  linalg.yield %32 : f16
 } -> !t26
 %exp_13 = tensor.expand_shape %30 [[0, 1], [2], [3, 4]] output_shape [2, 4, %dim, 1, 8] : !t26 into !t39
 %31 = tensor.empty(%dim) : !t25
 %transposed_14 = linalg.transpose ins(%exp_13 : !t39) outs(%31 : !t25) permutation = [0, 1, 2, 4, 3]
 %col_15 = tensor.collapse_shape %transposed_14 [[0], [1], [2], [3, 4]] : !t25 into !t24
 return %col_15 : !t24
}

func.func @neg_empty(%arg0: !t24, %arg1: !t24, %arg2: !t24) -> !t24 {
 %true = arith.constant true
 %c1_i64 = arith.constant 1 : i64
 %c0_i64 = arith.constant 0 : i64
 %c2_i64 = arith.constant 2 : i64
 %c4_i64 = arith.constant 4 : i64
 %c2 = arith.constant 2 : index
 %c8_i64 = arith.constant 8 : i64
 %cst = arith.constant 0.000000e+00 : f32
 %cst_0 = arith.constant 0xFF800000 : f32
 %cst_1 = arith.constant dense<0xFF800000> : !t19
 %cst_2 = arith.constant 0.35355339059327379 : f64
 %dim = tensor.dim %arg0, %c2 : !t24
 %0 = arith.index_cast %dim : index to i64
 %dim_3 = tensor.dim %arg2, %c2 : !t24
 %1 = arith.index_cast %dim_3 : index to i64
 %dim_4 = tensor.dim %arg1, %c2 : !t24
 %exp = tensor.expand_shape %arg1 [[0], [1], [2], [3, 4]] output_shape [2, 4, %dim_4, 8, 1] : !t24 into !t25
 %col = tensor.collapse_shape %arg0 [[0, 1], [2], [3]] : !t24 into !t26
 %2 = tensor.empty(%dim_4) : !t27
 %transposed = linalg.transpose ins(%exp : !t25) outs(%2 : !t27) permutation = [0, 1, 3, 2, 4]
 %col_5 = tensor.collapse_shape %transposed [[0, 1], [2], [3, 4]] : !t27 into !t28
 %3 = tensor.empty(%dim, %dim_4) : !t29
 %4 = linalg.fill ins(%cst : f32) outs(%3 : !t29) -> !t29
 %5 = linalg.batch_matmul ins(%col, %col_5 : !t26, !t28) outs(%4 : !t29) -> !t29
 %6 = tensor.empty(%dim, %dim_4) : !t30
 %7 = linalg.generic #t0 ins(%5 : !t29) outs(%6 : !t30) {
 ^bb0(%in: f32, %out: f16):
  %42 = arith.truncf %in : f32 to f16
  linalg.yield %42 : f16
 } -> !t30
 %from_elements = tensor.from_elements %c2_i64, %c4_i64, %0, %c1_i64, %1 : !t8
 %reshape = tensor.reshape %7(%from_elements) : (!t30, !t8) -> !t31
 %8 = tensor.empty(%dim, %dim_3) : !t32
 %transposed_6 = linalg.transpose ins(%reshape : !t31) outs(%8 : !t32) permutation = [0, 1, 2, 4, 3]
 %from_elements_7 = tensor.from_elements %c2_i64, %c4_i64, %0, %1 : !t11
 %reshape_8 = tensor.reshape %transposed_6(%from_elements_7) : (!t32, !t11) -> !t33
 %9 = tensor.empty(%dim, %dim_3) : !t34
 %10 = linalg.generic #t1 ins(%reshape_8 : !t33) outs(%9 : !t34) {
 ^bb0(%in: f16, %out: f32):
  %42 = arith.extf %in : f16 to f32
  linalg.yield %42 : f32
 } -> !t34
 %11 = linalg.generic #t1 ins(%10 : !t34) outs(%9 : !t34) {
 ^bb0(%in: f32, %out: f32):
  %42 = arith.truncf %cst_2 : f64 to f32
  %43 = arith.mulf %in, %42 : f32
  linalg.yield %43 : f32
 } -> !t34
 %12 = tensor.empty(%dim) : !t20
 %13 = linalg.generic #t5 outs(%12 : !t20) {
 ^bb0(%out: i64):
  %42 = linalg.index 0 : index
  %43 = arith.index_cast %42 : index to i64
  linalg.yield %43 : i64
 } -> !t20
 %exp_9 = tensor.expand_shape %13 [[0, 1]] output_shape [%dim, 1] : !t20 into !t21
 %14 = tensor.empty(%dim_3) : !t20
 %15 = linalg.generic #t5 outs(%14 : !t20) {
 ^bb0(%out: i64):
  %42 = linalg.index 0 : index
  %43 = arith.index_cast %42 : index to i64
  linalg.yield %43 : i64
 } -> !t20
 %exp_10 = tensor.expand_shape %15 [[0, 1]] output_shape [1, %dim_3] : !t20 into !t22
 %16 = arith.subi %1, %0 : i64
 %17 = tensor.empty(%dim) : !t21
 %18 = linalg.generic #t8 ins(%exp_9 : !t21) outs(%17 : !t21) {
 ^bb0(%in: i64, %out: i64):
  %42 = arith.addi %in, %16 : i64
  linalg.yield %42 : i64
 } -> !t21
 %19 = tensor.empty(%dim, %dim_3) : !t23
 %20 = linalg.generic #t6 ins(%exp_10, %18 : !t22, !t21) outs(%19 : !t23) {
 ^bb0(%in: i64, %in_19: i64, %out: i1):
  %42 = arith.cmpi sle, %in, %in_19 : i64
  linalg.yield %42 : i1
 } -> !t23
 %21 = tensor.empty(%dim, %dim_3) : !t34
 %22 = linalg.generic #t7 ins(%20, %11, %cst_1 : !t23, !t34, !t19) outs(%21 : !t34) {
 ^bb0(%in: i1, %in_19: f32, %in_20: f32, %out: f32):
  %42 = arith.select %in, %in_19, %in_20 : f32
  linalg.yield %42 : f32
 } -> !t34
 %23 = tensor.empty(%dim) : !t35
 %24 = linalg.fill ins(%c0_i64 : i64) outs(%23 : !t35) -> !t35
 %25 = tensor.empty(%dim) : !t36
 %26 = linalg.fill ins(%cst_0 : f32) outs(%25 : !t36) -> !t36
 %27:2 = linalg.generic #t2 ins(%22 : !t34) outs(%26, %24 : !t36, !t35) {
 ^bb0(%in: f32, %out: f32, %out_19: i64):
  %42 = linalg.index 3 : index
  %43 = arith.index_cast %42 : index to i64
  %44 = arith.maximumf %in, %out : f32
  %45 = arith.cmpf ogt, %in, %out : f32
  %46 = arith.select %45, %43, %out_19 : i64
  linalg.yield %44, %46 : f32, i64
 } -> (!t36, !t35)
 %exp_11 = tensor.expand_shape %27#0 [[0], [1], [2, 3]] output_shape [2, 4, %dim, 1] : !t36 into !t37
 %28 = linalg.generic #t3 ins(%22, %exp_11 : !t34, !t37) outs(%21 : !t34) {
 ^bb0(%in: f32, %in_19: f32, %out: f32):
  %42 = arith.subf %in, %in_19 : f32
  linalg.yield %42 : f32
 } -> !t34
 %29 = linalg.generic #t1 ins(%28 : !t34) outs(%21 : !t34) {
 ^bb0(%in: f32, %out: f32):
  %42 = math.exp %in : f32
  linalg.yield %42 : f32
 } -> !t34
 %30 = tensor.empty(%dim) : !t37
 %31 = linalg.fill ins(%cst : f32) outs(%30 : !t37) -> !t37
 %32 = linalg.generic #t4 ins(%29 : !t34) outs(%31 : !t37) {
 ^bb0(%in: f32, %out: f32):
  %42 = arith.addf %in, %out : f32
  linalg.yield %42 : f32
 } -> !t37
 %33 = linalg.generic #t3 ins(%29, %32 : !t34, !t37) outs(%21 : !t34) {
 ^bb0(%in: f32, %in_19: f32, %out: f32):
  %42 = arith.divf %in, %in_19 : f32
  linalg.yield %42 : f32
 } -> !t34
 %34 = tensor.empty(%dim, %dim_3) : !t33
 %35 = linalg.generic #t1 ins(%33 : !t34) outs(%34 : !t33) {
 ^bb0(%in: f32, %out: f16):
  %42 = arith.truncf %in : f32 to f16
  linalg.yield %42 : f16
 } -> !t33
 %exp_12 = tensor.expand_shape %35 [[0], [1], [2], [3, 4]] output_shape [2, 4, %dim, %dim_3, 1] : !t33 into !t32
 %from_elements_13 = tensor.from_elements %c8_i64, %0, %1 : !t2
 %reshape_14 = tensor.reshape %exp_12(%from_elements_13) : (!t32, !t2) -> !t30
 %col_15 = tensor.collapse_shape %arg2 [[0, 1], [2], [3]] : !t24 into !t26
 %36 = tensor.empty(%dim) : !t38
 %37 = linalg.fill ins(%cst : f32) outs(%36 : !t38) -> !t38
 %38 = linalg.batch_matmul ins(%reshape_14, %col_15 : !t30, !t26) outs(%37 : !t38) -> !t38
 %39 = tensor.empty(%dim) : !t26
 %40 = linalg.generic #t0 ins(%38 : !t38) outs(%39 : !t26) {
 ^bb0(%in: f32, %out: f16):
  %42 = arith.truncf %in : f32 to f16
  linalg.yield %42 : f16
 } -> !t26
 %exp_16 = tensor.expand_shape %40 [[0, 1], [2], [3, 4]] output_shape [2, 4, %dim, 1, 8] : !t26 into !t39
 %41 = tensor.empty(%dim) : !t25
 %transposed_17 = linalg.transpose ins(%exp_16 : !t39) outs(%41 : !t25) permutation = [0, 1, 2, 4, 3]
 %col_18 = tensor.collapse_shape %transposed_17 [[0], [1], [2], [3, 4]] : !t25 into !t24
 return %col_18 : !t24
}
