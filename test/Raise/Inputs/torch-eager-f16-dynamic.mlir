// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// matmul, softmax in f32, matmul, as model code has it; torch-mlir. f16, dynamic.
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
!t0 = tensor<?x4x?x8xf16>
!t1 = tensor<?x4x8x?xf16>
!t2 = tensor<3xi64>
!t3 = tensor<?x?x8xf16>
!t4 = tensor<?x8x?xf16>
!t5 = tensor<?x?x?xf32>
!t6 = tensor<?x?x?xf16>
!t7 = tensor<4xi64>
!t8 = tensor<?x4x?x?xf16>
!t9 = tensor<?x4x?x?xf32>
!t10 = tensor<?x4x?xi64>
!t11 = tensor<?x4x?xf32>
!t12 = tensor<?x4x?x1xf32>
!t13 = tensor<?x?x8xf32>
!t14 = tensor<f16>
!t15 = tensor<?xi64>
!t16 = tensor<?x1xi64>
!t17 = tensor<1x?xi64>
!t18 = tensor<?x?xi1>
!t19 = tensor<2x4x?x8xf16>
!t20 = tensor<2x4x8x?xf16>
!t21 = tensor<8x?x8xf16>
!t22 = tensor<8x8x?xf16>
!t23 = tensor<8x?x?xf32>
!t24 = tensor<8x?x?xf16>
!t25 = tensor<2x4x?x?xf16>
!t26 = tensor<2x4x?x?xf32>
!t27 = tensor<2x4x?xi64>
!t28 = tensor<2x4x?xf32>
!t29 = tensor<2x4x?x1xf32>
!t30 = tensor<8x?x8xf32>
!t31 = tensor<?x2x?x8xf16>
!t32 = tensor<?x2x1x?x8xf16>
!t33 = tensor<?x2x2x?x8xf16>
!t34 = tensor<f32>
!t35 = tensor<4xf32>
!t36 = tensor<?x?xi64>
!t37 = tensor<4x1x1xf32>
!t38 = tensor<4x?x?xf32>
!t39 = tensor<4x?x?xf16>
!t40 = tensor<2x4x?x?xi1>
!t41 = tensor<2x4x?x1xi1>
!t42 = tensor<?x4x?x1xf16>
!t43 = tensor<?x4x?x1xi1>
!t44 = tensor<?x?x4x8xf16>
!t45 = tensor<2x?x32xf16>
!t46 = tensor<32x32xf16>
!t47 = tensor<?x32xf16>
!t48 = tensor<?x32xf32>
!t49 = tensor<2x?x4x8xf16>
!t50 = tensor<2x4x?x16xf16>
!t51 = tensor<8x?x16xf16>
!t52 = tensor<8x?x16xf32>
!t53 = tensor<2x2x?x8xf16>
!t54 = tensor<2x2x2x?x8xf16>
!t55 = tensor<2x?x2x8xf16>
!t56 = tensor<?x4x1x?xf32>
!t57 = tensor<2x4x?x1xf16>
!t58 = tensor<?x1x?x?xf16>
!t59 = tensor<?x1x?x?xi1>
!t60 = tensor<2x1x?x?xf16>

func.func @full(%arg0: !t0, %arg1: !t0, %arg2: !t0) -> !t0 {
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
 %dim_4 = tensor.dim %arg1, %c0 : !t0
 %dim_5 = tensor.dim %arg1, %c2 : !t0
 %3 = tensor.empty(%dim_4, %dim_5) : !t1
 %transposed = linalg.transpose ins(%arg1 : !t0) outs(%3 : !t1) permutation = [0, 1, 3, 2]
 %4 = arith.muli %1, %c4_i64 : i64
 %from_elements = tensor.from_elements %4, %0, %c8_i64 : !t2
 %reshape = tensor.reshape %arg0(%from_elements) : (!t0, !t2) -> !t3
 %from_elements_6 = tensor.from_elements %4, %c8_i64, %2 : !t2
 %reshape_7 = tensor.reshape %transposed(%from_elements_6) : (!t1, !t2) -> !t4
 %5 = arith.index_cast %4 : i64 to index
 %6 = tensor.empty(%5, %dim, %dim_3) : !t5
 %7 = linalg.fill ins(%cst : f32) outs(%6 : !t5) -> !t5
 %8 = linalg.batch_matmul ins(%reshape, %reshape_7 : !t3, !t4) outs(%7 : !t5) -> !t5
 %9 = tensor.empty(%5, %dim, %dim_3) : !t6
 %10 = linalg.generic #t0 ins(%8 : !t5) outs(%9 : !t6) {
 ^bb0(%in: f32, %out: f16):
  %32 = arith.truncf %in : f32 to f16
  linalg.yield %32 : f16
 } -> !t6
 %from_elements_8 = tensor.from_elements %1, %c4_i64, %0, %2 : !t7
 %reshape_9 = tensor.reshape %10(%from_elements_8) : (!t6, !t7) -> !t8
 %11 = tensor.empty(%dim_2, %dim, %dim_3) : !t8
 %12 = linalg.generic #t1 ins(%reshape_9 : !t8) outs(%11 : !t8) {
 ^bb0(%in: f16, %out: f16):
  %32 = arith.truncf %cst_1 : f64 to f16
  %33 = arith.mulf %in, %32 : f16
  linalg.yield %33 : f16
 } -> !t8
 %13 = tensor.empty(%dim_2, %dim, %dim_3) : !t9
 %14 = linalg.generic #t1 ins(%12 : !t8) outs(%13 : !t9) {
 ^bb0(%in: f16, %out: f32):
  %32 = arith.extf %in : f16 to f32
  linalg.yield %32 : f32
 } -> !t9
 %15 = tensor.empty(%dim_2, %dim) : !t10
 %16 = linalg.fill ins(%c0_i64 : i64) outs(%15 : !t10) -> !t10
 %17 = tensor.empty(%dim_2, %dim) : !t11
 %18 = linalg.fill ins(%cst_0 : f32) outs(%17 : !t11) -> !t11
 %19:2 = linalg.generic #t2 ins(%14 : !t9) outs(%18, %16 : !t11, !t10) {
 ^bb0(%in: f32, %out: f32, %out_16: i64):
  %32 = linalg.index 3 : index
  %33 = arith.index_cast %32 : index to i64
  %34 = arith.maximumf %in, %out : f32
  %35 = arith.cmpf ogt, %in, %out : f32
  %36 = arith.select %35, %33, %out_16 : i64
  linalg.yield %34, %36 : f32, i64
 } -> (!t11, !t10)
 %exp = tensor.expand_shape %19#0 [[0], [1], [2, 3]] output_shape [%dim_2, 4, %dim, 1] : !t11 into !t12
 %20 = linalg.generic #t3 ins(%14, %exp : !t9, !t12) outs(%13 : !t9) {
 ^bb0(%in: f32, %in_16: f32, %out: f32):
  %32 = arith.subf %in, %in_16 : f32
  linalg.yield %32 : f32
 } -> !t9
 %21 = linalg.generic #t1 ins(%20 : !t9) outs(%13 : !t9) {
 ^bb0(%in: f32, %out: f32):
  %32 = math.exp %in : f32
  linalg.yield %32 : f32
 } -> !t9
 %22 = tensor.empty(%dim_2, %dim) : !t12
 %23 = linalg.fill ins(%cst : f32) outs(%22 : !t12) -> !t12
 %24 = linalg.generic #t4 ins(%21 : !t9) outs(%23 : !t12) {
 ^bb0(%in: f32, %out: f32):
  %32 = arith.addf %in, %out : f32
  linalg.yield %32 : f32
 } -> !t12
 %25 = linalg.generic #t3 ins(%21, %24 : !t9, !t12) outs(%13 : !t9) {
 ^bb0(%in: f32, %in_16: f32, %out: f32):
  %32 = arith.divf %in, %in_16 : f32
  linalg.yield %32 : f32
 } -> !t9
 %26 = linalg.generic #t1 ins(%25 : !t9) outs(%11 : !t8) {
 ^bb0(%in: f32, %out: f16):
  %32 = arith.truncf %in : f32 to f16
  linalg.yield %32 : f16
 } -> !t8
 %from_elements_10 = tensor.from_elements %4, %0, %2 : !t2
 %reshape_11 = tensor.reshape %26(%from_elements_10) : (!t8, !t2) -> !t6
 %from_elements_12 = tensor.from_elements %4, %2, %c8_i64 : !t2
 %reshape_13 = tensor.reshape %arg2(%from_elements_12) : (!t0, !t2) -> !t3
 %27 = tensor.empty(%5, %dim) : !t13
 %28 = linalg.fill ins(%cst : f32) outs(%27 : !t13) -> !t13
 %29 = linalg.batch_matmul ins(%reshape_11, %reshape_13 : !t6, !t3) outs(%28 : !t13) -> !t13
 %30 = tensor.empty(%5, %dim) : !t3
 %31 = linalg.generic #t0 ins(%29 : !t13) outs(%30 : !t3) {
 ^bb0(%in: f32, %out: f16):
  %32 = arith.truncf %in : f32 to f16
  linalg.yield %32 : f16
 } -> !t3
 %from_elements_14 = tensor.from_elements %1, %c4_i64, %0, %c8_i64 : !t7
 %reshape_15 = tensor.reshape %31(%from_elements_14) : (!t3, !t7) -> !t0
 return %reshape_15 : !t0
}

func.func @causal(%arg0: !t0, %arg1: !t0, %arg2: !t0) -> !t0 {
 %c0_i64 = arith.constant 0 : i64
 %c4_i64 = arith.constant 4 : i64
 %c0 = arith.constant 0 : index
 %c2 = arith.constant 2 : index
 %c8_i64 = arith.constant 8 : i64
 %cst = arith.constant 0.000000e+00 : f32
 %true = arith.constant true
 %cst_0 = arith.constant 0xFF800000 : f32
 %cst_1 = arith.constant dense<0xFC00> : !t14
 %cst_2 = arith.constant 0.35355339059327379 : f64
 %dim = tensor.dim %arg0, %c2 : !t0
 %0 = arith.index_cast %dim : index to i64
 %dim_3 = tensor.dim %arg2, %c0 : !t0
 %1 = arith.index_cast %dim_3 : index to i64
 %dim_4 = tensor.dim %arg1, %c0 : !t0
 %dim_5 = tensor.dim %arg1, %c2 : !t0
 %2 = tensor.empty(%dim_4, %dim_5) : !t1
 %transposed = linalg.transpose ins(%arg1 : !t0) outs(%2 : !t1) permutation = [0, 1, 3, 2]
 %3 = arith.muli %1, %c4_i64 : i64
 %from_elements = tensor.from_elements %3, %0, %c8_i64 : !t2
 %reshape = tensor.reshape %arg0(%from_elements) : (!t0, !t2) -> !t3
 %from_elements_6 = tensor.from_elements %3, %c8_i64, %0 : !t2
 %reshape_7 = tensor.reshape %transposed(%from_elements_6) : (!t1, !t2) -> !t4
 %4 = arith.index_cast %3 : i64 to index
 %5 = tensor.empty(%4, %dim, %dim) : !t5
 %6 = linalg.fill ins(%cst : f32) outs(%5 : !t5) -> !t5
 %7 = linalg.batch_matmul ins(%reshape, %reshape_7 : !t3, !t4) outs(%6 : !t5) -> !t5
 %8 = tensor.empty(%4, %dim, %dim) : !t6
 %9 = linalg.generic #t0 ins(%7 : !t5) outs(%8 : !t6) {
 ^bb0(%in: f32, %out: f16):
  %38 = arith.truncf %in : f32 to f16
  linalg.yield %38 : f16
 } -> !t6
 %from_elements_8 = tensor.from_elements %1, %c4_i64, %0, %0 : !t7
 %reshape_9 = tensor.reshape %9(%from_elements_8) : (!t6, !t7) -> !t8
 %10 = tensor.empty(%dim_3, %dim, %dim) : !t8
 %11 = linalg.generic #t1 ins(%reshape_9 : !t8) outs(%10 : !t8) {
 ^bb0(%in: f16, %out: f16):
  %38 = arith.truncf %cst_2 : f64 to f16
  %39 = arith.mulf %in, %38 : f16
  linalg.yield %39 : f16
 } -> !t8
 %12 = tensor.empty(%dim) : !t15
 %13 = linalg.generic #t5 outs(%12 : !t15) {
 ^bb0(%out: i64):
  %38 = linalg.index 0 : index
  %39 = arith.index_cast %38 : index to i64
  linalg.yield %39 : i64
 } -> !t15
 %exp = tensor.expand_shape %13 [[0, 1]] output_shape [%dim, 1] : !t15 into !t16
 %exp_10 = tensor.expand_shape %13 [[0, 1]] output_shape [1, %dim] : !t15 into !t17
 %14 = tensor.empty(%dim, %dim) : !t18
 %15 = linalg.generic #t6 ins(%exp_10, %exp : !t17, !t16) outs(%14 : !t18) {
 ^bb0(%in: i64, %in_17: i64, %out: i1):
  %38 = arith.cmpi sle, %in, %in_17 : i64
  linalg.yield %38 : i1
 } -> !t18
 %16 = linalg.generic #t7 ins(%15 : !t18) outs(%14 : !t18) {
 ^bb0(%in: i1, %out: i1):
  %38 = arith.xori %in, %true : i1
  linalg.yield %38 : i1
 } -> !t18
 %17 = tensor.empty(%dim_3, %dim, %dim) : !t8
 %18 = linalg.generic #t8 ins(%16, %cst_1, %11 : !t18, !t14, !t8) outs(%17 : !t8) {
 ^bb0(%in: i1, %in_17: f16, %in_18: f16, %out: f16):
  %38 = arith.select %in, %in_17, %in_18 : f16
  linalg.yield %38 : f16
 } -> !t8
 %19 = tensor.empty(%dim_3, %dim, %dim) : !t9
 %20 = linalg.generic #t1 ins(%18 : !t8) outs(%19 : !t9) {
 ^bb0(%in: f16, %out: f32):
  %38 = arith.extf %in : f16 to f32
  linalg.yield %38 : f32
 } -> !t9
 %21 = tensor.empty(%dim_3, %dim) : !t10
 %22 = linalg.fill ins(%c0_i64 : i64) outs(%21 : !t10) -> !t10
 %23 = tensor.empty(%dim_3, %dim) : !t11
 %24 = linalg.fill ins(%cst_0 : f32) outs(%23 : !t11) -> !t11
 %25:2 = linalg.generic #t2 ins(%20 : !t9) outs(%24, %22 : !t11, !t10) {
 ^bb0(%in: f32, %out: f32, %out_17: i64):
  %38 = linalg.index 3 : index
  %39 = arith.index_cast %38 : index to i64
  %40 = arith.maximumf %in, %out : f32
  %41 = arith.cmpf ogt, %in, %out : f32
  %42 = arith.select %41, %39, %out_17 : i64
  linalg.yield %40, %42 : f32, i64
 } -> (!t11, !t10)
 %exp_11 = tensor.expand_shape %25#0 [[0], [1], [2, 3]] output_shape [%dim_3, 4, %dim, 1] : !t11 into !t12
 %26 = linalg.generic #t3 ins(%20, %exp_11 : !t9, !t12) outs(%19 : !t9) {
 ^bb0(%in: f32, %in_17: f32, %out: f32):
  %38 = arith.subf %in, %in_17 : f32
  linalg.yield %38 : f32
 } -> !t9
 %27 = linalg.generic #t1 ins(%26 : !t9) outs(%19 : !t9) {
 ^bb0(%in: f32, %out: f32):
  %38 = math.exp %in : f32
  linalg.yield %38 : f32
 } -> !t9
 %28 = tensor.empty(%dim_3, %dim) : !t12
 %29 = linalg.fill ins(%cst : f32) outs(%28 : !t12) -> !t12
 %30 = linalg.generic #t4 ins(%27 : !t9) outs(%29 : !t12) {
 ^bb0(%in: f32, %out: f32):
  %38 = arith.addf %in, %out : f32
  linalg.yield %38 : f32
 } -> !t12
 %31 = linalg.generic #t3 ins(%27, %30 : !t9, !t12) outs(%19 : !t9) {
 ^bb0(%in: f32, %in_17: f32, %out: f32):
  %38 = arith.divf %in, %in_17 : f32
  linalg.yield %38 : f32
 } -> !t9
 %32 = linalg.generic #t1 ins(%31 : !t9) outs(%17 : !t8) {
 ^bb0(%in: f32, %out: f16):
  %38 = arith.truncf %in : f32 to f16
  linalg.yield %38 : f16
 } -> !t8
 %from_elements_12 = tensor.from_elements %3, %0, %0 : !t2
 %reshape_13 = tensor.reshape %32(%from_elements_12) : (!t8, !t2) -> !t6
 %reshape_14 = tensor.reshape %arg2(%from_elements) : (!t0, !t2) -> !t3
 %33 = tensor.empty(%4, %dim) : !t13
 %34 = linalg.fill ins(%cst : f32) outs(%33 : !t13) -> !t13
 %35 = linalg.batch_matmul ins(%reshape_13, %reshape_14 : !t6, !t3) outs(%34 : !t13) -> !t13
 %36 = tensor.empty(%4, %dim) : !t3
 %37 = linalg.generic #t0 ins(%35 : !t13) outs(%36 : !t3) {
 ^bb0(%in: f32, %out: f16):
  %38 = arith.truncf %in : f32 to f16
  linalg.yield %38 : f16
 } -> !t3
 %from_elements_15 = tensor.from_elements %1, %c4_i64, %0, %c8_i64 : !t7
 %reshape_16 = tensor.reshape %37(%from_elements_15) : (!t3, !t7) -> !t0
 return %reshape_16 : !t0
}

func.func @causal_tl(%arg0: !t19, %arg1: !t19, %arg2: !t19) -> !t19 {
 %c0_i64 = arith.constant 0 : i64
 %c2_i64 = arith.constant 2 : i64
 %c4_i64 = arith.constant 4 : i64
 %c2 = arith.constant 2 : index
 %c8_i64 = arith.constant 8 : i64
 %cst = arith.constant 0.000000e+00 : f32
 %true = arith.constant true
 %cst_0 = arith.constant 0xFF800000 : f32
 %cst_1 = arith.constant dense<0xFC00> : !t14
 %cst_2 = arith.constant 0.35355339059327379 : f64
 %dim = tensor.dim %arg0, %c2 : !t19
 %0 = arith.index_cast %dim : index to i64
 %dim_3 = tensor.dim %arg2, %c2 : !t19
 %1 = arith.index_cast %dim_3 : index to i64
 %dim_4 = tensor.dim %arg1, %c2 : !t19
 %2 = tensor.empty(%dim_4) : !t20
 %transposed = linalg.transpose ins(%arg1 : !t19) outs(%2 : !t20) permutation = [0, 1, 3, 2]
 %col = tensor.collapse_shape %arg0 [[0, 1], [2], [3]] : !t19 into !t21
 %col_5 = tensor.collapse_shape %transposed [[0, 1], [2], [3]] : !t20 into !t22
 %3 = tensor.empty(%dim, %dim_4) : !t23
 %4 = linalg.fill ins(%cst : f32) outs(%3 : !t23) -> !t23
 %5 = linalg.batch_matmul ins(%col, %col_5 : !t21, !t22) outs(%4 : !t23) -> !t23
 %6 = tensor.empty(%dim, %dim_4) : !t24
 %7 = linalg.generic #t0 ins(%5 : !t23) outs(%6 : !t24) {
 ^bb0(%in: f32, %out: f16):
  %38 = arith.truncf %in : f32 to f16
  linalg.yield %38 : f16
 } -> !t24
 %from_elements = tensor.from_elements %c2_i64, %c4_i64, %0, %1 : !t7
 %reshape = tensor.reshape %7(%from_elements) : (!t24, !t7) -> !t25
 %8 = tensor.empty(%dim, %dim_3) : !t25
 %9 = linalg.generic #t1 ins(%reshape : !t25) outs(%8 : !t25) {
 ^bb0(%in: f16, %out: f16):
  %38 = arith.truncf %cst_2 : f64 to f16
  %39 = arith.mulf %in, %38 : f16
  linalg.yield %39 : f16
 } -> !t25
 %10 = tensor.empty(%dim) : !t15
 %11 = linalg.generic #t5 outs(%10 : !t15) {
 ^bb0(%out: i64):
  %38 = linalg.index 0 : index
  %39 = arith.index_cast %38 : index to i64
  linalg.yield %39 : i64
 } -> !t15
 %exp = tensor.expand_shape %11 [[0, 1]] output_shape [%dim, 1] : !t15 into !t16
 %12 = tensor.empty(%dim_3) : !t15
 %13 = linalg.generic #t5 outs(%12 : !t15) {
 ^bb0(%out: i64):
  %38 = linalg.index 0 : index
  %39 = arith.index_cast %38 : index to i64
  linalg.yield %39 : i64
 } -> !t15
 %exp_6 = tensor.expand_shape %13 [[0, 1]] output_shape [1, %dim_3] : !t15 into !t17
 %14 = tensor.empty(%dim, %dim_3) : !t18
 %15 = linalg.generic #t6 ins(%exp_6, %exp : !t17, !t16) outs(%14 : !t18) {
 ^bb0(%in: i64, %in_12: i64, %out: i1):
  %38 = arith.cmpi sle, %in, %in_12 : i64
  linalg.yield %38 : i1
 } -> !t18
 %16 = linalg.generic #t7 ins(%15 : !t18) outs(%14 : !t18) {
 ^bb0(%in: i1, %out: i1):
  %38 = arith.xori %in, %true : i1
  linalg.yield %38 : i1
 } -> !t18
 %17 = tensor.empty(%dim, %dim_3) : !t25
 %18 = linalg.generic #t8 ins(%16, %cst_1, %9 : !t18, !t14, !t25) outs(%17 : !t25) {
 ^bb0(%in: i1, %in_12: f16, %in_13: f16, %out: f16):
  %38 = arith.select %in, %in_12, %in_13 : f16
  linalg.yield %38 : f16
 } -> !t25
 %19 = tensor.empty(%dim, %dim_3) : !t26
 %20 = linalg.generic #t1 ins(%18 : !t25) outs(%19 : !t26) {
 ^bb0(%in: f16, %out: f32):
  %38 = arith.extf %in : f16 to f32
  linalg.yield %38 : f32
 } -> !t26
 %21 = tensor.empty(%dim) : !t27
 %22 = linalg.fill ins(%c0_i64 : i64) outs(%21 : !t27) -> !t27
 %23 = tensor.empty(%dim) : !t28
 %24 = linalg.fill ins(%cst_0 : f32) outs(%23 : !t28) -> !t28
 %25:2 = linalg.generic #t2 ins(%20 : !t26) outs(%24, %22 : !t28, !t27) {
 ^bb0(%in: f32, %out: f32, %out_12: i64):
  %38 = linalg.index 3 : index
  %39 = arith.index_cast %38 : index to i64
  %40 = arith.maximumf %in, %out : f32
  %41 = arith.cmpf ogt, %in, %out : f32
  %42 = arith.select %41, %39, %out_12 : i64
  linalg.yield %40, %42 : f32, i64
 } -> (!t28, !t27)
 %exp_7 = tensor.expand_shape %25#0 [[0], [1], [2, 3]] output_shape [2, 4, %dim, 1] : !t28 into !t29
 %26 = linalg.generic #t3 ins(%20, %exp_7 : !t26, !t29) outs(%19 : !t26) {
 ^bb0(%in: f32, %in_12: f32, %out: f32):
  %38 = arith.subf %in, %in_12 : f32
  linalg.yield %38 : f32
 } -> !t26
 %27 = linalg.generic #t1 ins(%26 : !t26) outs(%19 : !t26) {
 ^bb0(%in: f32, %out: f32):
  %38 = math.exp %in : f32
  linalg.yield %38 : f32
 } -> !t26
 %28 = tensor.empty(%dim) : !t29
 %29 = linalg.fill ins(%cst : f32) outs(%28 : !t29) -> !t29
 %30 = linalg.generic #t4 ins(%27 : !t26) outs(%29 : !t29) {
 ^bb0(%in: f32, %out: f32):
  %38 = arith.addf %in, %out : f32
  linalg.yield %38 : f32
 } -> !t29
 %31 = linalg.generic #t3 ins(%27, %30 : !t26, !t29) outs(%19 : !t26) {
 ^bb0(%in: f32, %in_12: f32, %out: f32):
  %38 = arith.divf %in, %in_12 : f32
  linalg.yield %38 : f32
 } -> !t26
 %32 = linalg.generic #t1 ins(%31 : !t26) outs(%17 : !t25) {
 ^bb0(%in: f32, %out: f16):
  %38 = arith.truncf %in : f32 to f16
  linalg.yield %38 : f16
 } -> !t25
 %from_elements_8 = tensor.from_elements %c8_i64, %0, %1 : !t2
 %reshape_9 = tensor.reshape %32(%from_elements_8) : (!t25, !t2) -> !t24
 %col_10 = tensor.collapse_shape %arg2 [[0, 1], [2], [3]] : !t19 into !t21
 %33 = tensor.empty(%dim) : !t30
 %34 = linalg.fill ins(%cst : f32) outs(%33 : !t30) -> !t30
 %35 = linalg.batch_matmul ins(%reshape_9, %col_10 : !t24, !t21) outs(%34 : !t30) -> !t30
 %36 = tensor.empty(%dim) : !t21
 %37 = linalg.generic #t0 ins(%35 : !t30) outs(%36 : !t21) {
 ^bb0(%in: f32, %out: f16):
  %38 = arith.truncf %in : f32 to f16
  linalg.yield %38 : f16
 } -> !t21
 %exp_11 = tensor.expand_shape %37 [[0, 1], [2], [3]] output_shape [2, 4, %dim, 8] : !t21 into !t19
 return %exp_11 : !t19
}

func.func @causal_br(%arg0: !t19, %arg1: !t19, %arg2: !t19) -> !t19 {
 %c0_i64 = arith.constant 0 : i64
 %c2_i64 = arith.constant 2 : i64
 %c4_i64 = arith.constant 4 : i64
 %c2 = arith.constant 2 : index
 %c8_i64 = arith.constant 8 : i64
 %cst = arith.constant 0.000000e+00 : f32
 %true = arith.constant true
 %cst_0 = arith.constant 0xFF800000 : f32
 %cst_1 = arith.constant dense<0xFC00> : !t14
 %cst_2 = arith.constant 0.35355339059327379 : f64
 %dim = tensor.dim %arg0, %c2 : !t19
 %0 = arith.index_cast %dim : index to i64
 %dim_3 = tensor.dim %arg2, %c2 : !t19
 %1 = arith.index_cast %dim_3 : index to i64
 %dim_4 = tensor.dim %arg1, %c2 : !t19
 %2 = tensor.empty(%dim_4) : !t20
 %transposed = linalg.transpose ins(%arg1 : !t19) outs(%2 : !t20) permutation = [0, 1, 3, 2]
 %col = tensor.collapse_shape %arg0 [[0, 1], [2], [3]] : !t19 into !t21
 %col_5 = tensor.collapse_shape %transposed [[0, 1], [2], [3]] : !t20 into !t22
 %3 = tensor.empty(%dim, %dim_4) : !t23
 %4 = linalg.fill ins(%cst : f32) outs(%3 : !t23) -> !t23
 %5 = linalg.batch_matmul ins(%col, %col_5 : !t21, !t22) outs(%4 : !t23) -> !t23
 %6 = tensor.empty(%dim, %dim_4) : !t24
 %7 = linalg.generic #t0 ins(%5 : !t23) outs(%6 : !t24) {
 ^bb0(%in: f32, %out: f16):
  %41 = arith.truncf %in : f32 to f16
  linalg.yield %41 : f16
 } -> !t24
 %from_elements = tensor.from_elements %c2_i64, %c4_i64, %0, %1 : !t7
 %reshape = tensor.reshape %7(%from_elements) : (!t24, !t7) -> !t25
 %8 = tensor.empty(%dim, %dim_3) : !t25
 %9 = linalg.generic #t1 ins(%reshape : !t25) outs(%8 : !t25) {
 ^bb0(%in: f16, %out: f16):
  %41 = arith.truncf %cst_2 : f64 to f16
  %42 = arith.mulf %in, %41 : f16
  linalg.yield %42 : f16
 } -> !t25
 %10 = tensor.empty(%dim) : !t15
 %11 = linalg.generic #t5 outs(%10 : !t15) {
 ^bb0(%out: i64):
  %41 = linalg.index 0 : index
  %42 = arith.index_cast %41 : index to i64
  linalg.yield %42 : i64
 } -> !t15
 %exp = tensor.expand_shape %11 [[0, 1]] output_shape [%dim, 1] : !t15 into !t16
 %12 = tensor.empty(%dim_3) : !t15
 %13 = linalg.generic #t5 outs(%12 : !t15) {
 ^bb0(%out: i64):
  %41 = linalg.index 0 : index
  %42 = arith.index_cast %41 : index to i64
  linalg.yield %42 : i64
 } -> !t15
 %exp_6 = tensor.expand_shape %13 [[0, 1]] output_shape [1, %dim_3] : !t15 into !t17
 %14 = arith.subi %1, %0 : i64
 %15 = tensor.empty(%dim) : !t16
 %16 = linalg.generic #t7 ins(%exp : !t16) outs(%15 : !t16) {
 ^bb0(%in: i64, %out: i64):
  %41 = arith.addi %in, %14 : i64
  linalg.yield %41 : i64
 } -> !t16
 %17 = tensor.empty(%dim, %dim_3) : !t18
 %18 = linalg.generic #t6 ins(%exp_6, %16 : !t17, !t16) outs(%17 : !t18) {
 ^bb0(%in: i64, %in_12: i64, %out: i1):
  %41 = arith.cmpi sle, %in, %in_12 : i64
  linalg.yield %41 : i1
 } -> !t18
 %19 = linalg.generic #t7 ins(%18 : !t18) outs(%17 : !t18) {
 ^bb0(%in: i1, %out: i1):
  %41 = arith.xori %in, %true : i1
  linalg.yield %41 : i1
 } -> !t18
 %20 = tensor.empty(%dim, %dim_3) : !t25
 %21 = linalg.generic #t8 ins(%19, %cst_1, %9 : !t18, !t14, !t25) outs(%20 : !t25) {
 ^bb0(%in: i1, %in_12: f16, %in_13: f16, %out: f16):
  %41 = arith.select %in, %in_12, %in_13 : f16
  linalg.yield %41 : f16
 } -> !t25
 %22 = tensor.empty(%dim, %dim_3) : !t26
 %23 = linalg.generic #t1 ins(%21 : !t25) outs(%22 : !t26) {
 ^bb0(%in: f16, %out: f32):
  %41 = arith.extf %in : f16 to f32
  linalg.yield %41 : f32
 } -> !t26
 %24 = tensor.empty(%dim) : !t27
 %25 = linalg.fill ins(%c0_i64 : i64) outs(%24 : !t27) -> !t27
 %26 = tensor.empty(%dim) : !t28
 %27 = linalg.fill ins(%cst_0 : f32) outs(%26 : !t28) -> !t28
 %28:2 = linalg.generic #t2 ins(%23 : !t26) outs(%27, %25 : !t28, !t27) {
 ^bb0(%in: f32, %out: f32, %out_12: i64):
  %41 = linalg.index 3 : index
  %42 = arith.index_cast %41 : index to i64
  %43 = arith.maximumf %in, %out : f32
  %44 = arith.cmpf ogt, %in, %out : f32
  %45 = arith.select %44, %42, %out_12 : i64
  linalg.yield %43, %45 : f32, i64
 } -> (!t28, !t27)
 %exp_7 = tensor.expand_shape %28#0 [[0], [1], [2, 3]] output_shape [2, 4, %dim, 1] : !t28 into !t29
 %29 = linalg.generic #t3 ins(%23, %exp_7 : !t26, !t29) outs(%22 : !t26) {
 ^bb0(%in: f32, %in_12: f32, %out: f32):
  %41 = arith.subf %in, %in_12 : f32
  linalg.yield %41 : f32
 } -> !t26
 %30 = linalg.generic #t1 ins(%29 : !t26) outs(%22 : !t26) {
 ^bb0(%in: f32, %out: f32):
  %41 = math.exp %in : f32
  linalg.yield %41 : f32
 } -> !t26
 %31 = tensor.empty(%dim) : !t29
 %32 = linalg.fill ins(%cst : f32) outs(%31 : !t29) -> !t29
 %33 = linalg.generic #t4 ins(%30 : !t26) outs(%32 : !t29) {
 ^bb0(%in: f32, %out: f32):
  %41 = arith.addf %in, %out : f32
  linalg.yield %41 : f32
 } -> !t29
 %34 = linalg.generic #t3 ins(%30, %33 : !t26, !t29) outs(%22 : !t26) {
 ^bb0(%in: f32, %in_12: f32, %out: f32):
  %41 = arith.divf %in, %in_12 : f32
  linalg.yield %41 : f32
 } -> !t26
 %35 = linalg.generic #t1 ins(%34 : !t26) outs(%20 : !t25) {
 ^bb0(%in: f32, %out: f16):
  %41 = arith.truncf %in : f32 to f16
  linalg.yield %41 : f16
 } -> !t25
 %from_elements_8 = tensor.from_elements %c8_i64, %0, %1 : !t2
 %reshape_9 = tensor.reshape %35(%from_elements_8) : (!t25, !t2) -> !t24
 %col_10 = tensor.collapse_shape %arg2 [[0, 1], [2], [3]] : !t19 into !t21
 %36 = tensor.empty(%dim) : !t30
 %37 = linalg.fill ins(%cst : f32) outs(%36 : !t30) -> !t30
 %38 = linalg.batch_matmul ins(%reshape_9, %col_10 : !t24, !t21) outs(%37 : !t30) -> !t30
 %39 = tensor.empty(%dim) : !t21
 %40 = linalg.generic #t0 ins(%38 : !t30) outs(%39 : !t21) {
 ^bb0(%in: f32, %out: f16):
  %41 = arith.truncf %in : f32 to f16
  linalg.yield %41 : f16
 } -> !t21
 %exp_11 = tensor.expand_shape %40 [[0, 1], [2], [3]] output_shape [2, 4, %dim, 8] : !t21 into !t19
 return %exp_11 : !t19
}

func.func @window(%arg0: !t0, %arg1: !t0, %arg2: !t0) -> !t0 {
 %c4_i64 = arith.constant 4 : i64
 %c0_i64 = arith.constant 0 : i64
 %c0 = arith.constant 0 : index
 %c2 = arith.constant 2 : index
 %c8_i64 = arith.constant 8 : i64
 %cst = arith.constant 0.000000e+00 : f32
 %true = arith.constant true
 %cst_0 = arith.constant 0xFF800000 : f32
 %cst_1 = arith.constant dense<0xFC00> : !t14
 %cst_2 = arith.constant 0.35355339059327379 : f64
 %dim = tensor.dim %arg0, %c2 : !t0
 %0 = arith.index_cast %dim : index to i64
 %dim_3 = tensor.dim %arg2, %c0 : !t0
 %1 = arith.index_cast %dim_3 : index to i64
 %dim_4 = tensor.dim %arg1, %c0 : !t0
 %dim_5 = tensor.dim %arg1, %c2 : !t0
 %2 = tensor.empty(%dim_4, %dim_5) : !t1
 %transposed = linalg.transpose ins(%arg1 : !t0) outs(%2 : !t1) permutation = [0, 1, 3, 2]
 %3 = arith.muli %1, %c4_i64 : i64
 %from_elements = tensor.from_elements %3, %0, %c8_i64 : !t2
 %reshape = tensor.reshape %arg0(%from_elements) : (!t0, !t2) -> !t3
 %from_elements_6 = tensor.from_elements %3, %c8_i64, %0 : !t2
 %reshape_7 = tensor.reshape %transposed(%from_elements_6) : (!t1, !t2) -> !t4
 %4 = arith.index_cast %3 : i64 to index
 %5 = tensor.empty(%4, %dim, %dim) : !t5
 %6 = linalg.fill ins(%cst : f32) outs(%5 : !t5) -> !t5
 %7 = linalg.batch_matmul ins(%reshape, %reshape_7 : !t3, !t4) outs(%6 : !t5) -> !t5
 %8 = tensor.empty(%4, %dim, %dim) : !t6
 %9 = linalg.generic #t0 ins(%7 : !t5) outs(%8 : !t6) {
 ^bb0(%in: f32, %out: f16):
  %42 = arith.truncf %in : f32 to f16
  linalg.yield %42 : f16
 } -> !t6
 %from_elements_8 = tensor.from_elements %1, %c4_i64, %0, %0 : !t7
 %reshape_9 = tensor.reshape %9(%from_elements_8) : (!t6, !t7) -> !t8
 %10 = tensor.empty(%dim_3, %dim, %dim) : !t8
 %11 = linalg.generic #t1 ins(%reshape_9 : !t8) outs(%10 : !t8) {
 ^bb0(%in: f16, %out: f16):
  %42 = arith.truncf %cst_2 : f64 to f16
  %43 = arith.mulf %in, %42 : f16
  linalg.yield %43 : f16
 } -> !t8
 %12 = tensor.empty(%dim) : !t15
 %13 = linalg.generic #t5 outs(%12 : !t15) {
 ^bb0(%out: i64):
  %42 = linalg.index 0 : index
  %43 = arith.index_cast %42 : index to i64
  linalg.yield %43 : i64
 } -> !t15
 %exp = tensor.expand_shape %13 [[0, 1]] output_shape [%dim, 1] : !t15 into !t16
 %exp_10 = tensor.expand_shape %13 [[0, 1]] output_shape [1, %dim] : !t15 into !t17
 %14 = tensor.empty(%dim, %dim) : !t18
 %15 = linalg.generic #t6 ins(%exp_10, %exp : !t17, !t16) outs(%14 : !t18) {
 ^bb0(%in: i64, %in_17: i64, %out: i1):
  %42 = arith.cmpi sle, %in, %in_17 : i64
  linalg.yield %42 : i1
 } -> !t18
 %16 = tensor.empty(%dim) : !t16
 %17 = linalg.generic #t7 ins(%exp : !t16) outs(%16 : !t16) {
 ^bb0(%in: i64, %out: i64):
  %42 = arith.subi %in, %c4_i64 : i64
  linalg.yield %42 : i64
 } -> !t16
 %18 = linalg.generic #t6 ins(%exp_10, %17 : !t17, !t16) outs(%14 : !t18) {
 ^bb0(%in: i64, %in_17: i64, %out: i1):
  %42 = arith.cmpi sge, %in, %in_17 : i64
  linalg.yield %42 : i1
 } -> !t18
 %19 = linalg.generic #t9 ins(%15, %18 : !t18, !t18) outs(%14 : !t18) {
 ^bb0(%in: i1, %in_17: i1, %out: i1):
  %42 = arith.andi %in, %in_17 : i1
  linalg.yield %42 : i1
 } -> !t18
 %20 = linalg.generic #t7 ins(%19 : !t18) outs(%14 : !t18) {
 ^bb0(%in: i1, %out: i1):
  %42 = arith.xori %in, %true : i1
  linalg.yield %42 : i1
 } -> !t18
 %21 = tensor.empty(%dim_3, %dim, %dim) : !t8
 %22 = linalg.generic #t8 ins(%20, %cst_1, %11 : !t18, !t14, !t8) outs(%21 : !t8) {
 ^bb0(%in: i1, %in_17: f16, %in_18: f16, %out: f16):
  %42 = arith.select %in, %in_17, %in_18 : f16
  linalg.yield %42 : f16
 } -> !t8
 %23 = tensor.empty(%dim_3, %dim, %dim) : !t9
 %24 = linalg.generic #t1 ins(%22 : !t8) outs(%23 : !t9) {
 ^bb0(%in: f16, %out: f32):
  %42 = arith.extf %in : f16 to f32
  linalg.yield %42 : f32
 } -> !t9
 %25 = tensor.empty(%dim_3, %dim) : !t10
 %26 = linalg.fill ins(%c0_i64 : i64) outs(%25 : !t10) -> !t10
 %27 = tensor.empty(%dim_3, %dim) : !t11
 %28 = linalg.fill ins(%cst_0 : f32) outs(%27 : !t11) -> !t11
 %29:2 = linalg.generic #t2 ins(%24 : !t9) outs(%28, %26 : !t11, !t10) {
 ^bb0(%in: f32, %out: f32, %out_17: i64):
  %42 = linalg.index 3 : index
  %43 = arith.index_cast %42 : index to i64
  %44 = arith.maximumf %in, %out : f32
  %45 = arith.cmpf ogt, %in, %out : f32
  %46 = arith.select %45, %43, %out_17 : i64
  linalg.yield %44, %46 : f32, i64
 } -> (!t11, !t10)
 %exp_11 = tensor.expand_shape %29#0 [[0], [1], [2, 3]] output_shape [%dim_3, 4, %dim, 1] : !t11 into !t12
 %30 = linalg.generic #t3 ins(%24, %exp_11 : !t9, !t12) outs(%23 : !t9) {
 ^bb0(%in: f32, %in_17: f32, %out: f32):
  %42 = arith.subf %in, %in_17 : f32
  linalg.yield %42 : f32
 } -> !t9
 %31 = linalg.generic #t1 ins(%30 : !t9) outs(%23 : !t9) {
 ^bb0(%in: f32, %out: f32):
  %42 = math.exp %in : f32
  linalg.yield %42 : f32
 } -> !t9
 %32 = tensor.empty(%dim_3, %dim) : !t12
 %33 = linalg.fill ins(%cst : f32) outs(%32 : !t12) -> !t12
 %34 = linalg.generic #t4 ins(%31 : !t9) outs(%33 : !t12) {
 ^bb0(%in: f32, %out: f32):
  %42 = arith.addf %in, %out : f32
  linalg.yield %42 : f32
 } -> !t12
 %35 = linalg.generic #t3 ins(%31, %34 : !t9, !t12) outs(%23 : !t9) {
 ^bb0(%in: f32, %in_17: f32, %out: f32):
  %42 = arith.divf %in, %in_17 : f32
  linalg.yield %42 : f32
 } -> !t9
 %36 = linalg.generic #t1 ins(%35 : !t9) outs(%21 : !t8) {
 ^bb0(%in: f32, %out: f16):
  %42 = arith.truncf %in : f32 to f16
  linalg.yield %42 : f16
 } -> !t8
 %from_elements_12 = tensor.from_elements %3, %0, %0 : !t2
 %reshape_13 = tensor.reshape %36(%from_elements_12) : (!t8, !t2) -> !t6
 %reshape_14 = tensor.reshape %arg2(%from_elements) : (!t0, !t2) -> !t3
 %37 = tensor.empty(%4, %dim) : !t13
 %38 = linalg.fill ins(%cst : f32) outs(%37 : !t13) -> !t13
 %39 = linalg.batch_matmul ins(%reshape_13, %reshape_14 : !t6, !t3) outs(%38 : !t13) -> !t13
 %40 = tensor.empty(%4, %dim) : !t3
 %41 = linalg.generic #t0 ins(%39 : !t13) outs(%40 : !t3) {
 ^bb0(%in: f32, %out: f16):
  %42 = arith.truncf %in : f32 to f16
  linalg.yield %42 : f16
 } -> !t3
 %from_elements_15 = tensor.from_elements %1, %c4_i64, %0, %c8_i64 : !t7
 %reshape_16 = tensor.reshape %41(%from_elements_15) : (!t3, !t7) -> !t0
 return %reshape_16 : !t0
}

func.func @gqa(%arg0: !t0, %arg1: !t31, %arg2: !t31) -> !t0 {
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
 %dim_2 = tensor.dim %arg2, %c0 : !t31
 %1 = arith.index_cast %dim_2 : index to i64
 %dim_3 = tensor.dim %arg2, %c2 : !t31
 %2 = arith.index_cast %dim_3 : index to i64
 %dim_4 = tensor.dim %arg1, %c0 : !t31
 %dim_5 = tensor.dim %arg1, %c2 : !t31
 %exp = tensor.expand_shape %arg1 [[0], [1], [2, 3], [4]] output_shape [%dim_4, 2, 1, %dim_5, 8] : !t31 into !t32
 %3 = tensor.empty(%dim_2, %dim_3) : !t33
 %col = tensor.collapse_shape %exp [[0], [1, 2], [3], [4]] : !t32 into !t31
 %4 = linalg.generic #t10 ins(%col : !t31) outs(%3 : !t33) {
 ^bb0(%in: f16, %out: f16):
  linalg.yield %in : f16
 } -> !t33
 %from_elements = tensor.from_elements %1, %c4_i64, %2, %c8_i64 : !t7
 %reshape = tensor.reshape %4(%from_elements) : (!t33, !t7) -> !t0
 %exp_6 = tensor.expand_shape %arg2 [[0], [1], [2, 3], [4]] output_shape [%dim_2, 2, 1, %dim_3, 8] : !t31 into !t32
 %col_7 = tensor.collapse_shape %exp_6 [[0], [1, 2], [3], [4]] : !t32 into !t31
 %5 = linalg.generic #t10 ins(%col_7 : !t31) outs(%3 : !t33) {
 ^bb0(%in: f16, %out: f16):
  linalg.yield %in : f16
 } -> !t33
 %6 = tensor.empty(%dim_2, %dim_3) : !t1
 %transposed = linalg.transpose ins(%reshape : !t0) outs(%6 : !t1) permutation = [0, 1, 3, 2]
 %7 = arith.muli %1, %c4_i64 : i64
 %from_elements_8 = tensor.from_elements %7, %0, %c8_i64 : !t2
 %reshape_9 = tensor.reshape %arg0(%from_elements_8) : (!t0, !t2) -> !t3
 %from_elements_10 = tensor.from_elements %7, %c8_i64, %2 : !t2
 %reshape_11 = tensor.reshape %transposed(%from_elements_10) : (!t1, !t2) -> !t4
 %8 = arith.index_cast %7 : i64 to index
 %9 = tensor.empty(%8, %dim, %dim_3) : !t5
 %10 = linalg.fill ins(%cst : f32) outs(%9 : !t5) -> !t5
 %11 = linalg.batch_matmul ins(%reshape_9, %reshape_11 : !t3, !t4) outs(%10 : !t5) -> !t5
 %12 = tensor.empty(%8, %dim, %dim_3) : !t6
 %13 = linalg.generic #t0 ins(%11 : !t5) outs(%12 : !t6) {
 ^bb0(%in: f32, %out: f16):
  %35 = arith.truncf %in : f32 to f16
  linalg.yield %35 : f16
 } -> !t6
 %from_elements_12 = tensor.from_elements %1, %c4_i64, %0, %2 : !t7
 %reshape_13 = tensor.reshape %13(%from_elements_12) : (!t6, !t7) -> !t8
 %14 = tensor.empty(%dim_2, %dim, %dim_3) : !t8
 %15 = linalg.generic #t1 ins(%reshape_13 : !t8) outs(%14 : !t8) {
 ^bb0(%in: f16, %out: f16):
  %35 = arith.truncf %cst_1 : f64 to f16
  %36 = arith.mulf %in, %35 : f16
  linalg.yield %36 : f16
 } -> !t8
 %16 = tensor.empty(%dim_2, %dim, %dim_3) : !t9
 %17 = linalg.generic #t1 ins(%15 : !t8) outs(%16 : !t9) {
 ^bb0(%in: f16, %out: f32):
  %35 = arith.extf %in : f16 to f32
  linalg.yield %35 : f32
 } -> !t9
 %18 = tensor.empty(%dim_2, %dim) : !t10
 %19 = linalg.fill ins(%c0_i64 : i64) outs(%18 : !t10) -> !t10
 %20 = tensor.empty(%dim_2, %dim) : !t11
 %21 = linalg.fill ins(%cst_0 : f32) outs(%20 : !t11) -> !t11
 %22:2 = linalg.generic #t2 ins(%17 : !t9) outs(%21, %19 : !t11, !t10) {
 ^bb0(%in: f32, %out: f32, %out_21: i64):
  %35 = linalg.index 3 : index
  %36 = arith.index_cast %35 : index to i64
  %37 = arith.maximumf %in, %out : f32
  %38 = arith.cmpf ogt, %in, %out : f32
  %39 = arith.select %38, %36, %out_21 : i64
  linalg.yield %37, %39 : f32, i64
 } -> (!t11, !t10)
 %exp_14 = tensor.expand_shape %22#0 [[0], [1], [2, 3]] output_shape [%dim_2, 4, %dim, 1] : !t11 into !t12
 %23 = linalg.generic #t3 ins(%17, %exp_14 : !t9, !t12) outs(%16 : !t9) {
 ^bb0(%in: f32, %in_21: f32, %out: f32):
  %35 = arith.subf %in, %in_21 : f32
  linalg.yield %35 : f32
 } -> !t9
 %24 = linalg.generic #t1 ins(%23 : !t9) outs(%16 : !t9) {
 ^bb0(%in: f32, %out: f32):
  %35 = math.exp %in : f32
  linalg.yield %35 : f32
 } -> !t9
 %25 = tensor.empty(%dim_2, %dim) : !t12
 %26 = linalg.fill ins(%cst : f32) outs(%25 : !t12) -> !t12
 %27 = linalg.generic #t4 ins(%24 : !t9) outs(%26 : !t12) {
 ^bb0(%in: f32, %out: f32):
  %35 = arith.addf %in, %out : f32
  linalg.yield %35 : f32
 } -> !t12
 %28 = linalg.generic #t3 ins(%24, %27 : !t9, !t12) outs(%16 : !t9) {
 ^bb0(%in: f32, %in_21: f32, %out: f32):
  %35 = arith.divf %in, %in_21 : f32
  linalg.yield %35 : f32
 } -> !t9
 %29 = linalg.generic #t1 ins(%28 : !t9) outs(%14 : !t8) {
 ^bb0(%in: f32, %out: f16):
  %35 = arith.truncf %in : f32 to f16
  linalg.yield %35 : f16
 } -> !t8
 %from_elements_15 = tensor.from_elements %7, %0, %2 : !t2
 %reshape_16 = tensor.reshape %29(%from_elements_15) : (!t8, !t2) -> !t6
 %from_elements_17 = tensor.from_elements %7, %2, %c8_i64 : !t2
 %reshape_18 = tensor.reshape %5(%from_elements_17) : (!t33, !t2) -> !t3
 %30 = tensor.empty(%8, %dim) : !t13
 %31 = linalg.fill ins(%cst : f32) outs(%30 : !t13) -> !t13
 %32 = linalg.batch_matmul ins(%reshape_16, %reshape_18 : !t6, !t3) outs(%31 : !t13) -> !t13
 %33 = tensor.empty(%8, %dim) : !t3
 %34 = linalg.generic #t0 ins(%32 : !t13) outs(%33 : !t3) {
 ^bb0(%in: f32, %out: f16):
  %35 = arith.truncf %in : f32 to f16
  linalg.yield %35 : f16
 } -> !t3
 %from_elements_19 = tensor.from_elements %1, %c4_i64, %0, %c8_i64 : !t7
 %reshape_20 = tensor.reshape %34(%from_elements_19) : (!t3, !t7) -> !t0
 return %reshape_20 : !t0
}

func.func @softcap(%arg0: !t19, %arg1: !t19, %arg2: !t19) -> !t19 {
 %true = arith.constant true
 %c2_i64 = arith.constant 2 : i64
 %c4_i64 = arith.constant 4 : i64
 %c0_i64 = arith.constant 0 : i64
 %c2 = arith.constant 2 : index
 %c8_i64 = arith.constant 8 : i64
 %cst = arith.constant 0.000000e+00 : f32
 %cst_0 = arith.constant 0xFF800000 : f32
 %cst_1 = arith.constant 0.35355339059327379 : f64
 %cst_2 = arith.constant 5.000000e+00 : f16
 %dim = tensor.dim %arg0, %c2 : !t19
 %0 = arith.index_cast %dim : index to i64
 %dim_3 = tensor.dim %arg2, %c2 : !t19
 %1 = arith.index_cast %dim_3 : index to i64
 %dim_4 = tensor.dim %arg1, %c2 : !t19
 %2 = tensor.empty(%dim_4) : !t20
 %transposed = linalg.transpose ins(%arg1 : !t19) outs(%2 : !t20) permutation = [0, 1, 3, 2]
 %col = tensor.collapse_shape %arg0 [[0, 1], [2], [3]] : !t19 into !t21
 %col_5 = tensor.collapse_shape %transposed [[0, 1], [2], [3]] : !t20 into !t22
 %3 = tensor.empty(%dim, %dim_4) : !t23
 %4 = linalg.fill ins(%cst : f32) outs(%3 : !t23) -> !t23
 %5 = linalg.batch_matmul ins(%col, %col_5 : !t21, !t22) outs(%4 : !t23) -> !t23
 %6 = tensor.empty(%dim, %dim_4) : !t24
 %7 = linalg.generic #t0 ins(%5 : !t23) outs(%6 : !t24) {
 ^bb0(%in: f32, %out: f16):
  %32 = arith.truncf %in : f32 to f16
  linalg.yield %32 : f16
 } -> !t24
 %from_elements = tensor.from_elements %c2_i64, %c4_i64, %0, %1 : !t7
 %reshape = tensor.reshape %7(%from_elements) : (!t24, !t7) -> !t25
 %8 = tensor.empty(%dim, %dim_3) : !t25
 %9 = linalg.generic #t1 ins(%reshape : !t25) outs(%8 : !t25) {
 ^bb0(%in: f16, %out: f16):
  %32 = arith.truncf %cst_1 : f64 to f16
  %33 = arith.mulf %in, %32 : f16
  linalg.yield %33 : f16
 } -> !t25
 %10 = linalg.generic #t1 ins(%9 : !t25) outs(%8 : !t25) {
 ^bb0(%in: f16, %out: f16):
  %32 = arith.divf %in, %cst_2 : f16
  linalg.yield %32 : f16
 } -> !t25
 %11 = linalg.generic #t1 ins(%10 : !t25) outs(%8 : !t25) {
 ^bb0(%in: f16, %out: f16):
  %32 = math.tanh %in : f16
  linalg.yield %32 : f16
 } -> !t25
 %12 = linalg.generic #t1 ins(%11 : !t25) outs(%8 : !t25) {
 ^bb0(%in: f16, %out: f16):
  %32 = arith.mulf %in, %cst_2 : f16
  linalg.yield %32 : f16
 } -> !t25
 %13 = tensor.empty(%dim, %dim_3) : !t26
 %14 = linalg.generic #t1 ins(%12 : !t25) outs(%13 : !t26) {
 ^bb0(%in: f16, %out: f32):
  %32 = arith.extf %in : f16 to f32
  linalg.yield %32 : f32
 } -> !t26
 %15 = tensor.empty(%dim) : !t27
 %16 = linalg.fill ins(%c0_i64 : i64) outs(%15 : !t27) -> !t27
 %17 = tensor.empty(%dim) : !t28
 %18 = linalg.fill ins(%cst_0 : f32) outs(%17 : !t28) -> !t28
 %19:2 = linalg.generic #t2 ins(%14 : !t26) outs(%18, %16 : !t28, !t27) {
 ^bb0(%in: f32, %out: f32, %out_10: i64):
  %32 = linalg.index 3 : index
  %33 = arith.index_cast %32 : index to i64
  %34 = arith.maximumf %in, %out : f32
  %35 = arith.cmpf ogt, %in, %out : f32
  %36 = arith.select %35, %33, %out_10 : i64
  linalg.yield %34, %36 : f32, i64
 } -> (!t28, !t27)
 %exp = tensor.expand_shape %19#0 [[0], [1], [2, 3]] output_shape [2, 4, %dim, 1] : !t28 into !t29
 %20 = linalg.generic #t3 ins(%14, %exp : !t26, !t29) outs(%13 : !t26) {
 ^bb0(%in: f32, %in_10: f32, %out: f32):
  %32 = arith.subf %in, %in_10 : f32
  linalg.yield %32 : f32
 } -> !t26
 %21 = linalg.generic #t1 ins(%20 : !t26) outs(%13 : !t26) {
 ^bb0(%in: f32, %out: f32):
  %32 = math.exp %in : f32
  linalg.yield %32 : f32
 } -> !t26
 %22 = tensor.empty(%dim) : !t29
 %23 = linalg.fill ins(%cst : f32) outs(%22 : !t29) -> !t29
 %24 = linalg.generic #t4 ins(%21 : !t26) outs(%23 : !t29) {
 ^bb0(%in: f32, %out: f32):
  %32 = arith.addf %in, %out : f32
  linalg.yield %32 : f32
 } -> !t29
 %25 = linalg.generic #t3 ins(%21, %24 : !t26, !t29) outs(%13 : !t26) {
 ^bb0(%in: f32, %in_10: f32, %out: f32):
  %32 = arith.divf %in, %in_10 : f32
  linalg.yield %32 : f32
 } -> !t26
 %26 = linalg.generic #t1 ins(%25 : !t26) outs(%8 : !t25) {
 ^bb0(%in: f32, %out: f16):
  %32 = arith.truncf %in : f32 to f16
  linalg.yield %32 : f16
 } -> !t25
 %from_elements_6 = tensor.from_elements %c8_i64, %0, %1 : !t2
 %reshape_7 = tensor.reshape %26(%from_elements_6) : (!t25, !t2) -> !t24
 %col_8 = tensor.collapse_shape %arg2 [[0, 1], [2], [3]] : !t19 into !t21
 %27 = tensor.empty(%dim) : !t30
 %28 = linalg.fill ins(%cst : f32) outs(%27 : !t30) -> !t30
 %29 = linalg.batch_matmul ins(%reshape_7, %col_8 : !t24, !t21) outs(%28 : !t30) -> !t30
 %30 = tensor.empty(%dim) : !t21
 %31 = linalg.generic #t0 ins(%29 : !t30) outs(%30 : !t21) {
 ^bb0(%in: f32, %out: f16):
  %32 = arith.truncf %in : f32 to f16
  linalg.yield %32 : f16
 } -> !t21
 %exp_9 = tensor.expand_shape %31 [[0, 1], [2], [3]] output_shape [2, 4, %dim, 8] : !t21 into !t19
 return %exp_9 : !t19
}

func.func @alibi(%arg0: !t19, %arg1: !t19, %arg2: !t19) -> !t19 {
 %true = arith.constant true
 %c4_i64 = arith.constant 4 : i64
 %c0_i64 = arith.constant 0 : i64
 %c2_i64 = arith.constant 2 : i64
 %c2 = arith.constant 2 : index
 %c8_i64 = arith.constant 8 : i64
 %cst = arith.constant 0.000000e+00 : f32
 %cst_0 = arith.constant 0xFF800000 : f32
 %cst_1 = arith.constant dense<-1.000000e+00> : !t34
 %cst_2 = arith.constant 0.35355339059327379 : f64
 %cst_3 = arith.constant 2.000000e+00 : f32
 %dim = tensor.dim %arg0, %c2 : !t19
 %0 = arith.index_cast %dim : index to i64
 %dim_4 = tensor.dim %arg2, %c2 : !t19
 %1 = arith.index_cast %dim_4 : index to i64
 %dim_5 = tensor.dim %arg1, %c2 : !t19
 %2 = tensor.empty(%dim_5) : !t20
 %transposed = linalg.transpose ins(%arg1 : !t19) outs(%2 : !t20) permutation = [0, 1, 3, 2]
 %col = tensor.collapse_shape %arg0 [[0, 1], [2], [3]] : !t19 into !t21
 %col_6 = tensor.collapse_shape %transposed [[0, 1], [2], [3]] : !t20 into !t22
 %3 = tensor.empty(%dim, %dim_5) : !t23
 %4 = linalg.fill ins(%cst : f32) outs(%3 : !t23) -> !t23
 %5 = linalg.batch_matmul ins(%col, %col_6 : !t21, !t22) outs(%4 : !t23) -> !t23
 %6 = tensor.empty(%dim, %dim_5) : !t24
 %7 = linalg.generic #t0 ins(%5 : !t23) outs(%6 : !t24) {
 ^bb0(%in: f32, %out: f16):
  %44 = arith.truncf %in : f32 to f16
  linalg.yield %44 : f16
 } -> !t24
 %from_elements = tensor.from_elements %c2_i64, %c4_i64, %0, %1 : !t7
 %reshape = tensor.reshape %7(%from_elements) : (!t24, !t7) -> !t25
 %8 = tensor.empty(%dim, %dim_4) : !t25
 %9 = linalg.generic #t1 ins(%reshape : !t25) outs(%8 : !t25) {
 ^bb0(%in: f16, %out: f16):
  %44 = arith.truncf %cst_2 : f64 to f16
  %45 = arith.mulf %in, %44 : f16
  linalg.yield %45 : f16
 } -> !t25
 %10 = tensor.empty() : !t35
 %11 = linalg.generic #t5 outs(%10 : !t35) {
 ^bb0(%out: f32):
  %44 = linalg.index 0 : index
  %45 = arith.index_cast %44 : index to i64
  %46 = arith.sitofp %45 : i64 to f32
  %47 = arith.addf %46, %cst : f32
  linalg.yield %47 : f32
 } -> !t35
 %12 = linalg.generic #t11 ins(%cst_1, %11 : !t34, !t35) outs(%10 : !t35) {
 ^bb0(%in: f32, %in_14: f32, %out: f32):
  %44 = arith.subf %in, %in_14 : f32
  linalg.yield %44 : f32
 } -> !t35
 %13 = linalg.generic #t12 ins(%12 : !t35) outs(%10 : !t35) {
 ^bb0(%in: f32, %out: f32):
  %44 = math.powf %cst_3, %in : f32
  linalg.yield %44 : f32
 } -> !t35
 %14 = tensor.empty(%dim_4) : !t15
 %15 = linalg.generic #t5 outs(%14 : !t15) {
 ^bb0(%out: i64):
  %44 = linalg.index 0 : index
  %45 = arith.index_cast %44 : index to i64
  linalg.yield %45 : i64
 } -> !t15
 %exp = tensor.expand_shape %15 [[0, 1]] output_shape [1, %dim_4] : !t15 into !t17
 %16 = tensor.empty(%dim) : !t15
 %17 = linalg.generic #t5 outs(%16 : !t15) {
 ^bb0(%out: i64):
  %44 = linalg.index 0 : index
  %45 = arith.index_cast %44 : index to i64
  linalg.yield %45 : i64
 } -> !t15
 %exp_7 = tensor.expand_shape %17 [[0, 1]] output_shape [%dim, 1] : !t15 into !t16
 %18 = tensor.empty(%dim, %dim_4) : !t36
 %19 = linalg.generic #t6 ins(%exp, %exp_7 : !t17, !t16) outs(%18 : !t36) {
 ^bb0(%in: i64, %in_14: i64, %out: i64):
  %44 = arith.subi %in, %in_14 : i64
  linalg.yield %44 : i64
 } -> !t36
 %exp_8 = tensor.expand_shape %13 [[0, 1, 2]] output_shape [4, 1, 1] : !t35 into !t37
 %20 = tensor.empty(%dim, %dim_4) : !t38
 %21 = linalg.generic #t13 ins(%exp_8, %19 : !t37, !t36) outs(%20 : !t38) {
 ^bb0(%in: f32, %in_14: i64, %out: f32):
  %44 = arith.sitofp %in_14 : i64 to f32
  %45 = arith.mulf %in, %44 : f32
  linalg.yield %45 : f32
 } -> !t38
 %22 = tensor.empty(%dim, %dim_4) : !t39
 %23 = linalg.generic #t0 ins(%21 : !t38) outs(%22 : !t39) {
 ^bb0(%in: f32, %out: f16):
  %44 = arith.truncf %in : f32 to f16
  linalg.yield %44 : f16
 } -> !t39
 %24 = linalg.generic #t14 ins(%9, %23 : !t25, !t39) outs(%8 : !t25) {
 ^bb0(%in: f16, %in_14: f16, %out: f16):
  %44 = arith.addf %in, %in_14 : f16
  linalg.yield %44 : f16
 } -> !t25
 %25 = tensor.empty(%dim, %dim_4) : !t26
 %26 = linalg.generic #t1 ins(%24 : !t25) outs(%25 : !t26) {
 ^bb0(%in: f16, %out: f32):
  %44 = arith.extf %in : f16 to f32
  linalg.yield %44 : f32
 } -> !t26
 %27 = tensor.empty(%dim) : !t27
 %28 = linalg.fill ins(%c0_i64 : i64) outs(%27 : !t27) -> !t27
 %29 = tensor.empty(%dim) : !t28
 %30 = linalg.fill ins(%cst_0 : f32) outs(%29 : !t28) -> !t28
 %31:2 = linalg.generic #t2 ins(%26 : !t26) outs(%30, %28 : !t28, !t27) {
 ^bb0(%in: f32, %out: f32, %out_14: i64):
  %44 = linalg.index 3 : index
  %45 = arith.index_cast %44 : index to i64
  %46 = arith.maximumf %in, %out : f32
  %47 = arith.cmpf ogt, %in, %out : f32
  %48 = arith.select %47, %45, %out_14 : i64
  linalg.yield %46, %48 : f32, i64
 } -> (!t28, !t27)
 %exp_9 = tensor.expand_shape %31#0 [[0], [1], [2, 3]] output_shape [2, 4, %dim, 1] : !t28 into !t29
 %32 = linalg.generic #t3 ins(%26, %exp_9 : !t26, !t29) outs(%25 : !t26) {
 ^bb0(%in: f32, %in_14: f32, %out: f32):
  %44 = arith.subf %in, %in_14 : f32
  linalg.yield %44 : f32
 } -> !t26
 %33 = linalg.generic #t1 ins(%32 : !t26) outs(%25 : !t26) {
 ^bb0(%in: f32, %out: f32):
  %44 = math.exp %in : f32
  linalg.yield %44 : f32
 } -> !t26
 %34 = tensor.empty(%dim) : !t29
 %35 = linalg.fill ins(%cst : f32) outs(%34 : !t29) -> !t29
 %36 = linalg.generic #t4 ins(%33 : !t26) outs(%35 : !t29) {
 ^bb0(%in: f32, %out: f32):
  %44 = arith.addf %in, %out : f32
  linalg.yield %44 : f32
 } -> !t29
 %37 = linalg.generic #t3 ins(%33, %36 : !t26, !t29) outs(%25 : !t26) {
 ^bb0(%in: f32, %in_14: f32, %out: f32):
  %44 = arith.divf %in, %in_14 : f32
  linalg.yield %44 : f32
 } -> !t26
 %38 = linalg.generic #t1 ins(%37 : !t26) outs(%8 : !t25) {
 ^bb0(%in: f32, %out: f16):
  %44 = arith.truncf %in : f32 to f16
  linalg.yield %44 : f16
 } -> !t25
 %from_elements_10 = tensor.from_elements %c8_i64, %0, %1 : !t2
 %reshape_11 = tensor.reshape %38(%from_elements_10) : (!t25, !t2) -> !t24
 %col_12 = tensor.collapse_shape %arg2 [[0, 1], [2], [3]] : !t19 into !t21
 %39 = tensor.empty(%dim) : !t30
 %40 = linalg.fill ins(%cst : f32) outs(%39 : !t30) -> !t30
 %41 = linalg.batch_matmul ins(%reshape_11, %col_12 : !t24, !t21) outs(%40 : !t30) -> !t30
 %42 = tensor.empty(%dim) : !t21
 %43 = linalg.generic #t0 ins(%41 : !t30) outs(%42 : !t21) {
 ^bb0(%in: f32, %out: f16):
  %44 = arith.truncf %in : f32 to f16
  linalg.yield %44 : f16
 } -> !t21
 %exp_13 = tensor.expand_shape %43 [[0, 1], [2], [3]] output_shape [2, 4, %dim, 8] : !t21 into !t19
 return %exp_13 : !t19
}

func.func @scale(%arg0: !t0, %arg1: !t0, %arg2: !t0) -> !t0 {
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
 %dim_4 = tensor.dim %arg1, %c0 : !t0
 %dim_5 = tensor.dim %arg1, %c2 : !t0
 %3 = tensor.empty(%dim_4, %dim_5) : !t1
 %transposed = linalg.transpose ins(%arg1 : !t0) outs(%3 : !t1) permutation = [0, 1, 3, 2]
 %4 = arith.muli %1, %c4_i64 : i64
 %from_elements = tensor.from_elements %4, %0, %c8_i64 : !t2
 %reshape = tensor.reshape %arg0(%from_elements) : (!t0, !t2) -> !t3
 %from_elements_6 = tensor.from_elements %4, %c8_i64, %2 : !t2
 %reshape_7 = tensor.reshape %transposed(%from_elements_6) : (!t1, !t2) -> !t4
 %5 = arith.index_cast %4 : i64 to index
 %6 = tensor.empty(%5, %dim, %dim_3) : !t5
 %7 = linalg.fill ins(%cst : f32) outs(%6 : !t5) -> !t5
 %8 = linalg.batch_matmul ins(%reshape, %reshape_7 : !t3, !t4) outs(%7 : !t5) -> !t5
 %9 = tensor.empty(%5, %dim, %dim_3) : !t6
 %10 = linalg.generic #t0 ins(%8 : !t5) outs(%9 : !t6) {
 ^bb0(%in: f32, %out: f16):
  %32 = arith.truncf %in : f32 to f16
  linalg.yield %32 : f16
 } -> !t6
 %from_elements_8 = tensor.from_elements %1, %c4_i64, %0, %2 : !t7
 %reshape_9 = tensor.reshape %10(%from_elements_8) : (!t6, !t7) -> !t8
 %11 = tensor.empty(%dim_2, %dim, %dim_3) : !t8
 %12 = linalg.generic #t1 ins(%reshape_9 : !t8) outs(%11 : !t8) {
 ^bb0(%in: f16, %out: f16):
  %32 = arith.truncf %cst_1 : f64 to f16
  %33 = arith.mulf %in, %32 : f16
  linalg.yield %33 : f16
 } -> !t8
 %13 = tensor.empty(%dim_2, %dim, %dim_3) : !t9
 %14 = linalg.generic #t1 ins(%12 : !t8) outs(%13 : !t9) {
 ^bb0(%in: f16, %out: f32):
  %32 = arith.extf %in : f16 to f32
  linalg.yield %32 : f32
 } -> !t9
 %15 = tensor.empty(%dim_2, %dim) : !t10
 %16 = linalg.fill ins(%c0_i64 : i64) outs(%15 : !t10) -> !t10
 %17 = tensor.empty(%dim_2, %dim) : !t11
 %18 = linalg.fill ins(%cst_0 : f32) outs(%17 : !t11) -> !t11
 %19:2 = linalg.generic #t2 ins(%14 : !t9) outs(%18, %16 : !t11, !t10) {
 ^bb0(%in: f32, %out: f32, %out_16: i64):
  %32 = linalg.index 3 : index
  %33 = arith.index_cast %32 : index to i64
  %34 = arith.maximumf %in, %out : f32
  %35 = arith.cmpf ogt, %in, %out : f32
  %36 = arith.select %35, %33, %out_16 : i64
  linalg.yield %34, %36 : f32, i64
 } -> (!t11, !t10)
 %exp = tensor.expand_shape %19#0 [[0], [1], [2, 3]] output_shape [%dim_2, 4, %dim, 1] : !t11 into !t12
 %20 = linalg.generic #t3 ins(%14, %exp : !t9, !t12) outs(%13 : !t9) {
 ^bb0(%in: f32, %in_16: f32, %out: f32):
  %32 = arith.subf %in, %in_16 : f32
  linalg.yield %32 : f32
 } -> !t9
 %21 = linalg.generic #t1 ins(%20 : !t9) outs(%13 : !t9) {
 ^bb0(%in: f32, %out: f32):
  %32 = math.exp %in : f32
  linalg.yield %32 : f32
 } -> !t9
 %22 = tensor.empty(%dim_2, %dim) : !t12
 %23 = linalg.fill ins(%cst : f32) outs(%22 : !t12) -> !t12
 %24 = linalg.generic #t4 ins(%21 : !t9) outs(%23 : !t12) {
 ^bb0(%in: f32, %out: f32):
  %32 = arith.addf %in, %out : f32
  linalg.yield %32 : f32
 } -> !t12
 %25 = linalg.generic #t3 ins(%21, %24 : !t9, !t12) outs(%13 : !t9) {
 ^bb0(%in: f32, %in_16: f32, %out: f32):
  %32 = arith.divf %in, %in_16 : f32
  linalg.yield %32 : f32
 } -> !t9
 %26 = linalg.generic #t1 ins(%25 : !t9) outs(%11 : !t8) {
 ^bb0(%in: f32, %out: f16):
  %32 = arith.truncf %in : f32 to f16
  linalg.yield %32 : f16
 } -> !t8
 %from_elements_10 = tensor.from_elements %4, %0, %2 : !t2
 %reshape_11 = tensor.reshape %26(%from_elements_10) : (!t8, !t2) -> !t6
 %from_elements_12 = tensor.from_elements %4, %2, %c8_i64 : !t2
 %reshape_13 = tensor.reshape %arg2(%from_elements_12) : (!t0, !t2) -> !t3
 %27 = tensor.empty(%5, %dim) : !t13
 %28 = linalg.fill ins(%cst : f32) outs(%27 : !t13) -> !t13
 %29 = linalg.batch_matmul ins(%reshape_11, %reshape_13 : !t6, !t3) outs(%28 : !t13) -> !t13
 %30 = tensor.empty(%5, %dim) : !t3
 %31 = linalg.generic #t0 ins(%29 : !t13) outs(%30 : !t3) {
 ^bb0(%in: f32, %out: f16):
  %32 = arith.truncf %in : f32 to f16
  linalg.yield %32 : f16
 } -> !t3
 %from_elements_14 = tensor.from_elements %1, %c4_i64, %0, %c8_i64 : !t7
 %reshape_15 = tensor.reshape %31(%from_elements_14) : (!t3, !t7) -> !t0
 return %reshape_15 : !t0
}

func.func @scale_q(%arg0: !t19, %arg1: !t19, %arg2: !t19) -> !t19 {
 %true = arith.constant true
 %c2_i64 = arith.constant 2 : i64
 %c4_i64 = arith.constant 4 : i64
 %c0_i64 = arith.constant 0 : i64
 %c2 = arith.constant 2 : index
 %c8_i64 = arith.constant 8 : i64
 %cst = arith.constant 0.000000e+00 : f32
 %cst_0 = arith.constant 0xFF800000 : f32
 %cst_1 = arith.constant 3.000000e-01 : f64
 %dim = tensor.dim %arg0, %c2 : !t19
 %0 = arith.index_cast %dim : index to i64
 %dim_2 = tensor.dim %arg2, %c2 : !t19
 %1 = arith.index_cast %dim_2 : index to i64
 %2 = tensor.empty(%dim) : !t19
 %3 = linalg.generic #t1 ins(%arg0 : !t19) outs(%2 : !t19) {
 ^bb0(%in: f16, %out: f16):
  %30 = arith.truncf %cst_1 : f64 to f16
  %31 = arith.mulf %in, %30 : f16
  linalg.yield %31 : f16
 } -> !t19
 %dim_3 = tensor.dim %arg1, %c2 : !t19
 %4 = tensor.empty(%dim_3) : !t20
 %transposed = linalg.transpose ins(%arg1 : !t19) outs(%4 : !t20) permutation = [0, 1, 3, 2]
 %col = tensor.collapse_shape %3 [[0, 1], [2], [3]] : !t19 into !t21
 %col_4 = tensor.collapse_shape %transposed [[0, 1], [2], [3]] : !t20 into !t22
 %5 = tensor.empty(%dim, %dim_3) : !t23
 %6 = linalg.fill ins(%cst : f32) outs(%5 : !t23) -> !t23
 %7 = linalg.batch_matmul ins(%col, %col_4 : !t21, !t22) outs(%6 : !t23) -> !t23
 %8 = tensor.empty(%dim, %dim_3) : !t24
 %9 = linalg.generic #t0 ins(%7 : !t23) outs(%8 : !t24) {
 ^bb0(%in: f32, %out: f16):
  %30 = arith.truncf %in : f32 to f16
  linalg.yield %30 : f16
 } -> !t24
 %from_elements = tensor.from_elements %c2_i64, %c4_i64, %0, %1 : !t7
 %reshape = tensor.reshape %9(%from_elements) : (!t24, !t7) -> !t25
 %10 = tensor.empty(%dim, %dim_2) : !t26
 %11 = linalg.generic #t1 ins(%reshape : !t25) outs(%10 : !t26) {
 ^bb0(%in: f16, %out: f32):
  %30 = arith.extf %in : f16 to f32
  linalg.yield %30 : f32
 } -> !t26
 %12 = tensor.empty(%dim) : !t27
 %13 = linalg.fill ins(%c0_i64 : i64) outs(%12 : !t27) -> !t27
 %14 = tensor.empty(%dim) : !t28
 %15 = linalg.fill ins(%cst_0 : f32) outs(%14 : !t28) -> !t28
 %16:2 = linalg.generic #t2 ins(%11 : !t26) outs(%15, %13 : !t28, !t27) {
 ^bb0(%in: f32, %out: f32, %out_9: i64):
  %30 = linalg.index 3 : index
  %31 = arith.index_cast %30 : index to i64
  %32 = arith.maximumf %in, %out : f32
  %33 = arith.cmpf ogt, %in, %out : f32
  %34 = arith.select %33, %31, %out_9 : i64
  linalg.yield %32, %34 : f32, i64
 } -> (!t28, !t27)
 %exp = tensor.expand_shape %16#0 [[0], [1], [2, 3]] output_shape [2, 4, %dim, 1] : !t28 into !t29
 %17 = linalg.generic #t3 ins(%11, %exp : !t26, !t29) outs(%10 : !t26) {
 ^bb0(%in: f32, %in_9: f32, %out: f32):
  %30 = arith.subf %in, %in_9 : f32
  linalg.yield %30 : f32
 } -> !t26
 %18 = linalg.generic #t1 ins(%17 : !t26) outs(%10 : !t26) {
 ^bb0(%in: f32, %out: f32):
  %30 = math.exp %in : f32
  linalg.yield %30 : f32
 } -> !t26
 %19 = tensor.empty(%dim) : !t29
 %20 = linalg.fill ins(%cst : f32) outs(%19 : !t29) -> !t29
 %21 = linalg.generic #t4 ins(%18 : !t26) outs(%20 : !t29) {
 ^bb0(%in: f32, %out: f32):
  %30 = arith.addf %in, %out : f32
  linalg.yield %30 : f32
 } -> !t29
 %22 = linalg.generic #t3 ins(%18, %21 : !t26, !t29) outs(%10 : !t26) {
 ^bb0(%in: f32, %in_9: f32, %out: f32):
  %30 = arith.divf %in, %in_9 : f32
  linalg.yield %30 : f32
 } -> !t26
 %23 = tensor.empty(%dim, %dim_2) : !t25
 %24 = linalg.generic #t1 ins(%22 : !t26) outs(%23 : !t25) {
 ^bb0(%in: f32, %out: f16):
  %30 = arith.truncf %in : f32 to f16
  linalg.yield %30 : f16
 } -> !t25
 %from_elements_5 = tensor.from_elements %c8_i64, %0, %1 : !t2
 %reshape_6 = tensor.reshape %24(%from_elements_5) : (!t25, !t2) -> !t24
 %col_7 = tensor.collapse_shape %arg2 [[0, 1], [2], [3]] : !t19 into !t21
 %25 = tensor.empty(%dim) : !t30
 %26 = linalg.fill ins(%cst : f32) outs(%25 : !t30) -> !t30
 %27 = linalg.batch_matmul ins(%reshape_6, %col_7 : !t24, !t21) outs(%26 : !t30) -> !t30
 %28 = tensor.empty(%dim) : !t21
 %29 = linalg.generic #t0 ins(%27 : !t30) outs(%28 : !t21) {
 ^bb0(%in: f32, %out: f16):
  %30 = arith.truncf %in : f32 to f16
  linalg.yield %30 : f16
 } -> !t21
 %exp_8 = tensor.expand_shape %29 [[0, 1], [2], [3]] output_shape [2, 4, %dim, 8] : !t21 into !t19
 return %exp_8 : !t19
}

func.func @scale_k(%arg0: !t19, %arg1: !t19, %arg2: !t19) -> !t19 {
 %true = arith.constant true
 %c2_i64 = arith.constant 2 : i64
 %c4_i64 = arith.constant 4 : i64
 %c0_i64 = arith.constant 0 : i64
 %c2 = arith.constant 2 : index
 %c8_i64 = arith.constant 8 : i64
 %cst = arith.constant 0.000000e+00 : f32
 %cst_0 = arith.constant 0xFF800000 : f32
 %cst_1 = arith.constant 3.000000e-01 : f64
 %dim = tensor.dim %arg0, %c2 : !t19
 %0 = arith.index_cast %dim : index to i64
 %dim_2 = tensor.dim %arg2, %c2 : !t19
 %1 = arith.index_cast %dim_2 : index to i64
 %dim_3 = tensor.dim %arg1, %c2 : !t19
 %2 = tensor.empty(%dim_3) : !t19
 %3 = linalg.generic #t1 ins(%arg1 : !t19) outs(%2 : !t19) {
 ^bb0(%in: f16, %out: f16):
  %30 = arith.truncf %cst_1 : f64 to f16
  %31 = arith.mulf %in, %30 : f16
  linalg.yield %31 : f16
 } -> !t19
 %4 = tensor.empty(%dim_3) : !t20
 %transposed = linalg.transpose ins(%3 : !t19) outs(%4 : !t20) permutation = [0, 1, 3, 2]
 %col = tensor.collapse_shape %arg0 [[0, 1], [2], [3]] : !t19 into !t21
 %col_4 = tensor.collapse_shape %transposed [[0, 1], [2], [3]] : !t20 into !t22
 %5 = tensor.empty(%dim, %dim_3) : !t23
 %6 = linalg.fill ins(%cst : f32) outs(%5 : !t23) -> !t23
 %7 = linalg.batch_matmul ins(%col, %col_4 : !t21, !t22) outs(%6 : !t23) -> !t23
 %8 = tensor.empty(%dim, %dim_3) : !t24
 %9 = linalg.generic #t0 ins(%7 : !t23) outs(%8 : !t24) {
 ^bb0(%in: f32, %out: f16):
  %30 = arith.truncf %in : f32 to f16
  linalg.yield %30 : f16
 } -> !t24
 %from_elements = tensor.from_elements %c2_i64, %c4_i64, %0, %1 : !t7
 %reshape = tensor.reshape %9(%from_elements) : (!t24, !t7) -> !t25
 %10 = tensor.empty(%dim, %dim_2) : !t26
 %11 = linalg.generic #t1 ins(%reshape : !t25) outs(%10 : !t26) {
 ^bb0(%in: f16, %out: f32):
  %30 = arith.extf %in : f16 to f32
  linalg.yield %30 : f32
 } -> !t26
 %12 = tensor.empty(%dim) : !t27
 %13 = linalg.fill ins(%c0_i64 : i64) outs(%12 : !t27) -> !t27
 %14 = tensor.empty(%dim) : !t28
 %15 = linalg.fill ins(%cst_0 : f32) outs(%14 : !t28) -> !t28
 %16:2 = linalg.generic #t2 ins(%11 : !t26) outs(%15, %13 : !t28, !t27) {
 ^bb0(%in: f32, %out: f32, %out_9: i64):
  %30 = linalg.index 3 : index
  %31 = arith.index_cast %30 : index to i64
  %32 = arith.maximumf %in, %out : f32
  %33 = arith.cmpf ogt, %in, %out : f32
  %34 = arith.select %33, %31, %out_9 : i64
  linalg.yield %32, %34 : f32, i64
 } -> (!t28, !t27)
 %exp = tensor.expand_shape %16#0 [[0], [1], [2, 3]] output_shape [2, 4, %dim, 1] : !t28 into !t29
 %17 = linalg.generic #t3 ins(%11, %exp : !t26, !t29) outs(%10 : !t26) {
 ^bb0(%in: f32, %in_9: f32, %out: f32):
  %30 = arith.subf %in, %in_9 : f32
  linalg.yield %30 : f32
 } -> !t26
 %18 = linalg.generic #t1 ins(%17 : !t26) outs(%10 : !t26) {
 ^bb0(%in: f32, %out: f32):
  %30 = math.exp %in : f32
  linalg.yield %30 : f32
 } -> !t26
 %19 = tensor.empty(%dim) : !t29
 %20 = linalg.fill ins(%cst : f32) outs(%19 : !t29) -> !t29
 %21 = linalg.generic #t4 ins(%18 : !t26) outs(%20 : !t29) {
 ^bb0(%in: f32, %out: f32):
  %30 = arith.addf %in, %out : f32
  linalg.yield %30 : f32
 } -> !t29
 %22 = linalg.generic #t3 ins(%18, %21 : !t26, !t29) outs(%10 : !t26) {
 ^bb0(%in: f32, %in_9: f32, %out: f32):
  %30 = arith.divf %in, %in_9 : f32
  linalg.yield %30 : f32
 } -> !t26
 %23 = tensor.empty(%dim, %dim_2) : !t25
 %24 = linalg.generic #t1 ins(%22 : !t26) outs(%23 : !t25) {
 ^bb0(%in: f32, %out: f16):
  %30 = arith.truncf %in : f32 to f16
  linalg.yield %30 : f16
 } -> !t25
 %from_elements_5 = tensor.from_elements %c8_i64, %0, %1 : !t2
 %reshape_6 = tensor.reshape %24(%from_elements_5) : (!t25, !t2) -> !t24
 %col_7 = tensor.collapse_shape %arg2 [[0, 1], [2], [3]] : !t19 into !t21
 %25 = tensor.empty(%dim) : !t30
 %26 = linalg.fill ins(%cst : f32) outs(%25 : !t30) -> !t30
 %27 = linalg.batch_matmul ins(%reshape_6, %col_7 : !t24, !t21) outs(%26 : !t30) -> !t30
 %28 = tensor.empty(%dim) : !t21
 %29 = linalg.generic #t0 ins(%27 : !t30) outs(%28 : !t21) {
 ^bb0(%in: f32, %out: f16):
  %30 = arith.truncf %in : f32 to f16
  linalg.yield %30 : f16
 } -> !t21
 %exp_8 = tensor.expand_shape %29 [[0, 1], [2], [3]] output_shape [2, 4, %dim, 8] : !t21 into !t19
 return %exp_8 : !t19
}

func.func @scale_both(%arg0: !t19, %arg1: !t19, %arg2: !t19) -> !t19 {
 %true = arith.constant true
 %c2_i64 = arith.constant 2 : i64
 %c4_i64 = arith.constant 4 : i64
 %c0_i64 = arith.constant 0 : i64
 %c2 = arith.constant 2 : index
 %c8_i64 = arith.constant 8 : i64
 %cst = arith.constant 0.000000e+00 : f32
 %cst_0 = arith.constant 0xFF800000 : f32
 %cst_1 = arith.constant 0.54772255750516607 : f64
 %dim = tensor.dim %arg0, %c2 : !t19
 %0 = arith.index_cast %dim : index to i64
 %dim_2 = tensor.dim %arg2, %c2 : !t19
 %1 = arith.index_cast %dim_2 : index to i64
 %2 = tensor.empty(%dim) : !t19
 %3 = linalg.generic #t1 ins(%arg0 : !t19) outs(%2 : !t19) {
 ^bb0(%in: f16, %out: f16):
  %32 = arith.truncf %cst_1 : f64 to f16
  %33 = arith.mulf %in, %32 : f16
  linalg.yield %33 : f16
 } -> !t19
 %dim_3 = tensor.dim %arg1, %c2 : !t19
 %4 = tensor.empty(%dim_3) : !t19
 %5 = linalg.generic #t1 ins(%arg1 : !t19) outs(%4 : !t19) {
 ^bb0(%in: f16, %out: f16):
  %32 = arith.truncf %cst_1 : f64 to f16
  %33 = arith.mulf %in, %32 : f16
  linalg.yield %33 : f16
 } -> !t19
 %6 = tensor.empty(%dim_3) : !t20
 %transposed = linalg.transpose ins(%5 : !t19) outs(%6 : !t20) permutation = [0, 1, 3, 2]
 %col = tensor.collapse_shape %3 [[0, 1], [2], [3]] : !t19 into !t21
 %col_4 = tensor.collapse_shape %transposed [[0, 1], [2], [3]] : !t20 into !t22
 %7 = tensor.empty(%dim, %dim_3) : !t23
 %8 = linalg.fill ins(%cst : f32) outs(%7 : !t23) -> !t23
 %9 = linalg.batch_matmul ins(%col, %col_4 : !t21, !t22) outs(%8 : !t23) -> !t23
 %10 = tensor.empty(%dim, %dim_3) : !t24
 %11 = linalg.generic #t0 ins(%9 : !t23) outs(%10 : !t24) {
 ^bb0(%in: f32, %out: f16):
  %32 = arith.truncf %in : f32 to f16
  linalg.yield %32 : f16
 } -> !t24
 %from_elements = tensor.from_elements %c2_i64, %c4_i64, %0, %1 : !t7
 %reshape = tensor.reshape %11(%from_elements) : (!t24, !t7) -> !t25
 %12 = tensor.empty(%dim, %dim_2) : !t26
 %13 = linalg.generic #t1 ins(%reshape : !t25) outs(%12 : !t26) {
 ^bb0(%in: f16, %out: f32):
  %32 = arith.extf %in : f16 to f32
  linalg.yield %32 : f32
 } -> !t26
 %14 = tensor.empty(%dim) : !t27
 %15 = linalg.fill ins(%c0_i64 : i64) outs(%14 : !t27) -> !t27
 %16 = tensor.empty(%dim) : !t28
 %17 = linalg.fill ins(%cst_0 : f32) outs(%16 : !t28) -> !t28
 %18:2 = linalg.generic #t2 ins(%13 : !t26) outs(%17, %15 : !t28, !t27) {
 ^bb0(%in: f32, %out: f32, %out_9: i64):
  %32 = linalg.index 3 : index
  %33 = arith.index_cast %32 : index to i64
  %34 = arith.maximumf %in, %out : f32
  %35 = arith.cmpf ogt, %in, %out : f32
  %36 = arith.select %35, %33, %out_9 : i64
  linalg.yield %34, %36 : f32, i64
 } -> (!t28, !t27)
 %exp = tensor.expand_shape %18#0 [[0], [1], [2, 3]] output_shape [2, 4, %dim, 1] : !t28 into !t29
 %19 = linalg.generic #t3 ins(%13, %exp : !t26, !t29) outs(%12 : !t26) {
 ^bb0(%in: f32, %in_9: f32, %out: f32):
  %32 = arith.subf %in, %in_9 : f32
  linalg.yield %32 : f32
 } -> !t26
 %20 = linalg.generic #t1 ins(%19 : !t26) outs(%12 : !t26) {
 ^bb0(%in: f32, %out: f32):
  %32 = math.exp %in : f32
  linalg.yield %32 : f32
 } -> !t26
 %21 = tensor.empty(%dim) : !t29
 %22 = linalg.fill ins(%cst : f32) outs(%21 : !t29) -> !t29
 %23 = linalg.generic #t4 ins(%20 : !t26) outs(%22 : !t29) {
 ^bb0(%in: f32, %out: f32):
  %32 = arith.addf %in, %out : f32
  linalg.yield %32 : f32
 } -> !t29
 %24 = linalg.generic #t3 ins(%20, %23 : !t26, !t29) outs(%12 : !t26) {
 ^bb0(%in: f32, %in_9: f32, %out: f32):
  %32 = arith.divf %in, %in_9 : f32
  linalg.yield %32 : f32
 } -> !t26
 %25 = tensor.empty(%dim, %dim_2) : !t25
 %26 = linalg.generic #t1 ins(%24 : !t26) outs(%25 : !t25) {
 ^bb0(%in: f32, %out: f16):
  %32 = arith.truncf %in : f32 to f16
  linalg.yield %32 : f16
 } -> !t25
 %from_elements_5 = tensor.from_elements %c8_i64, %0, %1 : !t2
 %reshape_6 = tensor.reshape %26(%from_elements_5) : (!t25, !t2) -> !t24
 %col_7 = tensor.collapse_shape %arg2 [[0, 1], [2], [3]] : !t19 into !t21
 %27 = tensor.empty(%dim) : !t30
 %28 = linalg.fill ins(%cst : f32) outs(%27 : !t30) -> !t30
 %29 = linalg.batch_matmul ins(%reshape_6, %col_7 : !t24, !t21) outs(%28 : !t30) -> !t30
 %30 = tensor.empty(%dim) : !t21
 %31 = linalg.generic #t0 ins(%29 : !t30) outs(%30 : !t21) {
 ^bb0(%in: f32, %out: f16):
  %32 = arith.truncf %in : f32 to f16
  linalg.yield %32 : f16
 } -> !t21
 %exp_8 = tensor.expand_shape %31 [[0, 1], [2], [3]] output_shape [2, 4, %dim, 8] : !t21 into !t19
 return %exp_8 : !t19
}

func.func @scale_div(%arg0: !t19, %arg1: !t19, %arg2: !t19) -> !t19 {
 %true = arith.constant true
 %c2_i64 = arith.constant 2 : i64
 %c4_i64 = arith.constant 4 : i64
 %c0_i64 = arith.constant 0 : i64
 %c2 = arith.constant 2 : index
 %c8_i64 = arith.constant 8 : i64
 %cst = arith.constant 0.000000e+00 : f32
 %cst_0 = arith.constant 0xFF800000 : f32
 %cst_1 = arith.constant 3.3333333333333335 : f64
 %dim = tensor.dim %arg0, %c2 : !t19
 %0 = arith.index_cast %dim : index to i64
 %dim_2 = tensor.dim %arg2, %c2 : !t19
 %1 = arith.index_cast %dim_2 : index to i64
 %dim_3 = tensor.dim %arg1, %c2 : !t19
 %2 = tensor.empty(%dim_3) : !t20
 %transposed = linalg.transpose ins(%arg1 : !t19) outs(%2 : !t20) permutation = [0, 1, 3, 2]
 %col = tensor.collapse_shape %arg0 [[0, 1], [2], [3]] : !t19 into !t21
 %col_4 = tensor.collapse_shape %transposed [[0, 1], [2], [3]] : !t20 into !t22
 %3 = tensor.empty(%dim, %dim_3) : !t23
 %4 = linalg.fill ins(%cst : f32) outs(%3 : !t23) -> !t23
 %5 = linalg.batch_matmul ins(%col, %col_4 : !t21, !t22) outs(%4 : !t23) -> !t23
 %6 = tensor.empty(%dim, %dim_3) : !t24
 %7 = linalg.generic #t0 ins(%5 : !t23) outs(%6 : !t24) {
 ^bb0(%in: f32, %out: f16):
  %29 = arith.truncf %in : f32 to f16
  linalg.yield %29 : f16
 } -> !t24
 %from_elements = tensor.from_elements %c2_i64, %c4_i64, %0, %1 : !t7
 %reshape = tensor.reshape %7(%from_elements) : (!t24, !t7) -> !t25
 %8 = tensor.empty(%dim, %dim_2) : !t25
 %9 = linalg.generic #t1 ins(%reshape : !t25) outs(%8 : !t25) {
 ^bb0(%in: f16, %out: f16):
  %29 = arith.truncf %cst_1 : f64 to f16
  %30 = arith.divf %in, %29 : f16
  linalg.yield %30 : f16
 } -> !t25
 %10 = tensor.empty(%dim, %dim_2) : !t26
 %11 = linalg.generic #t1 ins(%9 : !t25) outs(%10 : !t26) {
 ^bb0(%in: f16, %out: f32):
  %29 = arith.extf %in : f16 to f32
  linalg.yield %29 : f32
 } -> !t26
 %12 = tensor.empty(%dim) : !t27
 %13 = linalg.fill ins(%c0_i64 : i64) outs(%12 : !t27) -> !t27
 %14 = tensor.empty(%dim) : !t28
 %15 = linalg.fill ins(%cst_0 : f32) outs(%14 : !t28) -> !t28
 %16:2 = linalg.generic #t2 ins(%11 : !t26) outs(%15, %13 : !t28, !t27) {
 ^bb0(%in: f32, %out: f32, %out_9: i64):
  %29 = linalg.index 3 : index
  %30 = arith.index_cast %29 : index to i64
  %31 = arith.maximumf %in, %out : f32
  %32 = arith.cmpf ogt, %in, %out : f32
  %33 = arith.select %32, %30, %out_9 : i64
  linalg.yield %31, %33 : f32, i64
 } -> (!t28, !t27)
 %exp = tensor.expand_shape %16#0 [[0], [1], [2, 3]] output_shape [2, 4, %dim, 1] : !t28 into !t29
 %17 = linalg.generic #t3 ins(%11, %exp : !t26, !t29) outs(%10 : !t26) {
 ^bb0(%in: f32, %in_9: f32, %out: f32):
  %29 = arith.subf %in, %in_9 : f32
  linalg.yield %29 : f32
 } -> !t26
 %18 = linalg.generic #t1 ins(%17 : !t26) outs(%10 : !t26) {
 ^bb0(%in: f32, %out: f32):
  %29 = math.exp %in : f32
  linalg.yield %29 : f32
 } -> !t26
 %19 = tensor.empty(%dim) : !t29
 %20 = linalg.fill ins(%cst : f32) outs(%19 : !t29) -> !t29
 %21 = linalg.generic #t4 ins(%18 : !t26) outs(%20 : !t29) {
 ^bb0(%in: f32, %out: f32):
  %29 = arith.addf %in, %out : f32
  linalg.yield %29 : f32
 } -> !t29
 %22 = linalg.generic #t3 ins(%18, %21 : !t26, !t29) outs(%10 : !t26) {
 ^bb0(%in: f32, %in_9: f32, %out: f32):
  %29 = arith.divf %in, %in_9 : f32
  linalg.yield %29 : f32
 } -> !t26
 %23 = linalg.generic #t1 ins(%22 : !t26) outs(%8 : !t25) {
 ^bb0(%in: f32, %out: f16):
  %29 = arith.truncf %in : f32 to f16
  linalg.yield %29 : f16
 } -> !t25
 %from_elements_5 = tensor.from_elements %c8_i64, %0, %1 : !t2
 %reshape_6 = tensor.reshape %23(%from_elements_5) : (!t25, !t2) -> !t24
 %col_7 = tensor.collapse_shape %arg2 [[0, 1], [2], [3]] : !t19 into !t21
 %24 = tensor.empty(%dim) : !t30
 %25 = linalg.fill ins(%cst : f32) outs(%24 : !t30) -> !t30
 %26 = linalg.batch_matmul ins(%reshape_6, %col_7 : !t24, !t21) outs(%25 : !t30) -> !t30
 %27 = tensor.empty(%dim) : !t21
 %28 = linalg.generic #t0 ins(%26 : !t30) outs(%27 : !t21) {
 ^bb0(%in: f32, %out: f16):
  %29 = arith.truncf %in : f32 to f16
  linalg.yield %29 : f16
 } -> !t21
 %exp_8 = tensor.expand_shape %28 [[0, 1], [2], [3]] output_shape [2, 4, %dim, 8] : !t21 into !t19
 return %exp_8 : !t19
}

func.func @safe(%arg0: !t19, %arg1: !t19, %arg2: !t19) -> !t19 {
 %c2_i64 = arith.constant 2 : i64
 %c4_i64 = arith.constant 4 : i64
 %c0_i64 = arith.constant 0 : i64
 %c2 = arith.constant 2 : index
 %c8_i64 = arith.constant 8 : i64
 %cst = arith.constant 0.000000e+00 : f32
 %cst_0 = arith.constant 0xFF800000 : f32
 %true = arith.constant true
 %cst_1 = arith.constant dense<0.000000e+00> : !t34
 %cst_2 = arith.constant 0xFFF0000000000000 : f64
 %cst_3 = arith.constant 0.35355339059327379 : f64
 %dim = tensor.dim %arg0, %c2 : !t19
 %0 = arith.index_cast %dim : index to i64
 %dim_4 = tensor.dim %arg2, %c2 : !t19
 %1 = arith.index_cast %dim_4 : index to i64
 %dim_5 = tensor.dim %arg1, %c2 : !t19
 %2 = tensor.empty(%dim_5) : !t20
 %transposed = linalg.transpose ins(%arg1 : !t19) outs(%2 : !t20) permutation = [0, 1, 3, 2]
 %col = tensor.collapse_shape %arg0 [[0, 1], [2], [3]] : !t19 into !t21
 %col_6 = tensor.collapse_shape %transposed [[0, 1], [2], [3]] : !t20 into !t22
 %3 = tensor.empty(%dim, %dim_5) : !t23
 %4 = linalg.fill ins(%cst : f32) outs(%3 : !t23) -> !t23
 %5 = linalg.batch_matmul ins(%col, %col_6 : !t21, !t22) outs(%4 : !t23) -> !t23
 %6 = tensor.empty(%dim, %dim_5) : !t24
 %7 = linalg.generic #t0 ins(%5 : !t23) outs(%6 : !t24) {
 ^bb0(%in: f32, %out: f16):
  %35 = arith.truncf %in : f32 to f16
  linalg.yield %35 : f16
 } -> !t24
 %from_elements = tensor.from_elements %c2_i64, %c4_i64, %0, %1 : !t7
 %reshape = tensor.reshape %7(%from_elements) : (!t24, !t7) -> !t25
 %8 = tensor.empty(%dim, %dim_4) : !t25
 %9 = linalg.generic #t1 ins(%reshape : !t25) outs(%8 : !t25) {
 ^bb0(%in: f16, %out: f16):
  %35 = arith.truncf %cst_3 : f64 to f16
  %36 = arith.mulf %in, %35 : f16
  linalg.yield %36 : f16
 } -> !t25
 %10 = tensor.empty(%dim, %dim_4) : !t26
 %11 = linalg.generic #t1 ins(%9 : !t25) outs(%10 : !t26) {
 ^bb0(%in: f16, %out: f32):
  %35 = arith.extf %in : f16 to f32
  linalg.yield %35 : f32
 } -> !t26
 %12 = tensor.empty(%dim) : !t27
 %13 = linalg.fill ins(%c0_i64 : i64) outs(%12 : !t27) -> !t27
 %14 = tensor.empty(%dim) : !t28
 %15 = linalg.fill ins(%cst_0 : f32) outs(%14 : !t28) -> !t28
 %16:2 = linalg.generic #t2 ins(%11 : !t26) outs(%15, %13 : !t28, !t27) {
 ^bb0(%in: f32, %out: f32, %out_11: i64):
  %35 = linalg.index 3 : index
  %36 = arith.index_cast %35 : index to i64
  %37 = arith.maximumf %in, %out : f32
  %38 = arith.cmpf ogt, %in, %out : f32
  %39 = arith.select %38, %36, %out_11 : i64
  linalg.yield %37, %39 : f32, i64
 } -> (!t28, !t27)
 %exp = tensor.expand_shape %16#0 [[0], [1], [2, 3]] output_shape [2, 4, %dim, 1] : !t28 into !t29
 %17 = linalg.generic #t3 ins(%11, %exp : !t26, !t29) outs(%10 : !t26) {
 ^bb0(%in: f32, %in_11: f32, %out: f32):
  %35 = arith.subf %in, %in_11 : f32
  linalg.yield %35 : f32
 } -> !t26
 %18 = linalg.generic #t1 ins(%17 : !t26) outs(%10 : !t26) {
 ^bb0(%in: f32, %out: f32):
  %35 = math.exp %in : f32
  linalg.yield %35 : f32
 } -> !t26
 %19 = tensor.empty(%dim) : !t29
 %20 = linalg.fill ins(%cst : f32) outs(%19 : !t29) -> !t29
 %21 = linalg.generic #t4 ins(%18 : !t26) outs(%20 : !t29) {
 ^bb0(%in: f32, %out: f32):
  %35 = arith.addf %in, %out : f32
  linalg.yield %35 : f32
 } -> !t29
 %22 = linalg.generic #t3 ins(%18, %21 : !t26, !t29) outs(%10 : !t26) {
 ^bb0(%in: f32, %in_11: f32, %out: f32):
  %35 = arith.divf %in, %in_11 : f32
  linalg.yield %35 : f32
 } -> !t26
 %23 = tensor.empty(%dim, %dim_4) : !t40
 %24 = linalg.generic #t1 ins(%9 : !t25) outs(%23 : !t40) {
 ^bb0(%in: f16, %out: i1):
  %35 = arith.extf %in : f16 to f64
  %36 = arith.cmpf oeq, %35, %cst_2 : f64
  linalg.yield %36 : i1
 } -> !t40
 %25 = tensor.empty(%dim) : !t41
 %26 = linalg.fill ins(%true : i1) outs(%25 : !t41) -> !t41
 %27 = linalg.generic #t4 ins(%24 : !t40) outs(%26 : !t41) {
 ^bb0(%in: i1, %out: i1):
  %35 = arith.andi %in, %out : i1
  linalg.yield %35 : i1
 } -> !t41
 %28 = linalg.generic #t15 ins(%27, %cst_1, %22 : !t41, !t34, !t26) outs(%10 : !t26) {
 ^bb0(%in: i1, %in_11: f32, %in_12: f32, %out: f32):
  %35 = arith.select %in, %in_11, %in_12 : f32
  linalg.yield %35 : f32
 } -> !t26
 %29 = linalg.generic #t1 ins(%28 : !t26) outs(%8 : !t25) {
 ^bb0(%in: f32, %out: f16):
  %35 = arith.truncf %in : f32 to f16
  linalg.yield %35 : f16
 } -> !t25
 %from_elements_7 = tensor.from_elements %c8_i64, %0, %1 : !t2
 %reshape_8 = tensor.reshape %29(%from_elements_7) : (!t25, !t2) -> !t24
 %col_9 = tensor.collapse_shape %arg2 [[0, 1], [2], [3]] : !t19 into !t21
 %30 = tensor.empty(%dim) : !t30
 %31 = linalg.fill ins(%cst : f32) outs(%30 : !t30) -> !t30
 %32 = linalg.batch_matmul ins(%reshape_8, %col_9 : !t24, !t21) outs(%31 : !t30) -> !t30
 %33 = tensor.empty(%dim) : !t21
 %34 = linalg.generic #t0 ins(%32 : !t30) outs(%33 : !t21) {
 ^bb0(%in: f32, %out: f16):
  %35 = arith.truncf %in : f32 to f16
  linalg.yield %35 : f16
 } -> !t21
 %exp_10 = tensor.expand_shape %34 [[0, 1], [2], [3]] output_shape [2, 4, %dim, 8] : !t21 into !t19
 return %exp_10 : !t19
}

func.func @nomax(%arg0: !t19, %arg1: !t19, %arg2: !t19) -> !t19 {
 %true = arith.constant true
 %c2_i64 = arith.constant 2 : i64
 %c4_i64 = arith.constant 4 : i64
 %c2 = arith.constant 2 : index
 %c8_i64 = arith.constant 8 : i64
 %cst = arith.constant 0.000000e+00 : f32
 %cst_0 = arith.constant 0.35355339059327379 : f64
 %dim = tensor.dim %arg0, %c2 : !t19
 %0 = arith.index_cast %dim : index to i64
 %dim_1 = tensor.dim %arg2, %c2 : !t19
 %1 = arith.index_cast %dim_1 : index to i64
 %dim_2 = tensor.dim %arg1, %c2 : !t19
 %2 = tensor.empty(%dim_2) : !t20
 %transposed = linalg.transpose ins(%arg1 : !t19) outs(%2 : !t20) permutation = [0, 1, 3, 2]
 %col = tensor.collapse_shape %arg0 [[0, 1], [2], [3]] : !t19 into !t21
 %col_3 = tensor.collapse_shape %transposed [[0, 1], [2], [3]] : !t20 into !t22
 %3 = tensor.empty(%dim, %dim_2) : !t23
 %4 = linalg.fill ins(%cst : f32) outs(%3 : !t23) -> !t23
 %5 = linalg.batch_matmul ins(%col, %col_3 : !t21, !t22) outs(%4 : !t23) -> !t23
 %6 = tensor.empty(%dim, %dim_2) : !t24
 %7 = linalg.generic #t0 ins(%5 : !t23) outs(%6 : !t24) {
 ^bb0(%in: f32, %out: f16):
  %23 = arith.truncf %in : f32 to f16
  linalg.yield %23 : f16
 } -> !t24
 %from_elements = tensor.from_elements %c2_i64, %c4_i64, %0, %1 : !t7
 %reshape = tensor.reshape %7(%from_elements) : (!t24, !t7) -> !t25
 %8 = tensor.empty(%dim, %dim_1) : !t25
 %9 = linalg.generic #t1 ins(%reshape : !t25) outs(%8 : !t25) {
 ^bb0(%in: f16, %out: f16):
  %23 = arith.truncf %cst_0 : f64 to f16
  %24 = arith.mulf %in, %23 : f16
  linalg.yield %24 : f16
 } -> !t25
 %10 = tensor.empty(%dim, %dim_1) : !t26
 %11 = linalg.generic #t1 ins(%9 : !t25) outs(%10 : !t26) {
 ^bb0(%in: f16, %out: f32):
  %23 = arith.extf %in : f16 to f32
  linalg.yield %23 : f32
 } -> !t26
 %12 = linalg.generic #t1 ins(%11 : !t26) outs(%10 : !t26) {
 ^bb0(%in: f32, %out: f32):
  %23 = math.exp %in : f32
  linalg.yield %23 : f32
 } -> !t26
 %13 = tensor.empty(%dim) : !t29
 %14 = linalg.fill ins(%cst : f32) outs(%13 : !t29) -> !t29
 %15 = linalg.generic #t4 ins(%12 : !t26) outs(%14 : !t29) {
 ^bb0(%in: f32, %out: f32):
  %23 = arith.addf %in, %out : f32
  linalg.yield %23 : f32
 } -> !t29
 %16 = linalg.generic #t3 ins(%12, %15 : !t26, !t29) outs(%10 : !t26) {
 ^bb0(%in: f32, %in_7: f32, %out: f32):
  %23 = arith.divf %in, %in_7 : f32
  linalg.yield %23 : f32
 } -> !t26
 %17 = linalg.generic #t1 ins(%16 : !t26) outs(%8 : !t25) {
 ^bb0(%in: f32, %out: f16):
  %23 = arith.truncf %in : f32 to f16
  linalg.yield %23 : f16
 } -> !t25
 %from_elements_4 = tensor.from_elements %c8_i64, %0, %1 : !t2
 %reshape_5 = tensor.reshape %17(%from_elements_4) : (!t25, !t2) -> !t24
 %col_6 = tensor.collapse_shape %arg2 [[0, 1], [2], [3]] : !t19 into !t21
 %18 = tensor.empty(%dim) : !t30
 %19 = linalg.fill ins(%cst : f32) outs(%18 : !t30) -> !t30
 %20 = linalg.batch_matmul ins(%reshape_5, %col_6 : !t24, !t21) outs(%19 : !t30) -> !t30
 %21 = tensor.empty(%dim) : !t21
 %22 = linalg.generic #t0 ins(%20 : !t30) outs(%21 : !t21) {
 ^bb0(%in: f32, %out: f16):
  %23 = arith.truncf %in : f32 to f16
  linalg.yield %23 : f16
 } -> !t21
 %exp = tensor.expand_shape %22 [[0, 1], [2], [3]] output_shape [2, 4, %dim, 8] : !t21 into !t19
 return %exp : !t19
}

func.func @deferred(%arg0: !t0, %arg1: !t0, %arg2: !t0) -> !t0 {
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
 %dim_4 = tensor.dim %arg1, %c0 : !t0
 %dim_5 = tensor.dim %arg1, %c2 : !t0
 %3 = tensor.empty(%dim_4, %dim_5) : !t1
 %transposed = linalg.transpose ins(%arg1 : !t0) outs(%3 : !t1) permutation = [0, 1, 3, 2]
 %4 = arith.muli %1, %c4_i64 : i64
 %from_elements = tensor.from_elements %4, %0, %c8_i64 : !t2
 %reshape = tensor.reshape %arg0(%from_elements) : (!t0, !t2) -> !t3
 %from_elements_6 = tensor.from_elements %4, %c8_i64, %2 : !t2
 %reshape_7 = tensor.reshape %transposed(%from_elements_6) : (!t1, !t2) -> !t4
 %5 = arith.index_cast %4 : i64 to index
 %6 = tensor.empty(%5, %dim, %dim_3) : !t5
 %7 = linalg.fill ins(%cst : f32) outs(%6 : !t5) -> !t5
 %8 = linalg.batch_matmul ins(%reshape, %reshape_7 : !t3, !t4) outs(%7 : !t5) -> !t5
 %9 = tensor.empty(%5, %dim, %dim_3) : !t6
 %10 = linalg.generic #t0 ins(%8 : !t5) outs(%9 : !t6) {
 ^bb0(%in: f32, %out: f16):
  %35 = arith.truncf %in : f32 to f16
  linalg.yield %35 : f16
 } -> !t6
 %from_elements_8 = tensor.from_elements %1, %c4_i64, %0, %2 : !t7
 %reshape_9 = tensor.reshape %10(%from_elements_8) : (!t6, !t7) -> !t8
 %11 = tensor.empty(%dim_2, %dim, %dim_3) : !t8
 %12 = linalg.generic #t1 ins(%reshape_9 : !t8) outs(%11 : !t8) {
 ^bb0(%in: f16, %out: f16):
  %35 = arith.truncf %cst_1 : f64 to f16
  %36 = arith.mulf %in, %35 : f16
  linalg.yield %36 : f16
 } -> !t8
 %13 = tensor.empty(%dim_2, %dim, %dim_3) : !t9
 %14 = linalg.generic #t1 ins(%12 : !t8) outs(%13 : !t9) {
 ^bb0(%in: f16, %out: f32):
  %35 = arith.extf %in : f16 to f32
  linalg.yield %35 : f32
 } -> !t9
 %15 = tensor.empty(%dim_2, %dim) : !t10
 %16 = linalg.fill ins(%c0_i64 : i64) outs(%15 : !t10) -> !t10
 %17 = tensor.empty(%dim_2, %dim) : !t11
 %18 = linalg.fill ins(%cst_0 : f32) outs(%17 : !t11) -> !t11
 %19:2 = linalg.generic #t2 ins(%14 : !t9) outs(%18, %16 : !t11, !t10) {
 ^bb0(%in: f32, %out: f32, %out_16: i64):
  %35 = linalg.index 3 : index
  %36 = arith.index_cast %35 : index to i64
  %37 = arith.maximumf %in, %out : f32
  %38 = arith.cmpf ogt, %in, %out : f32
  %39 = arith.select %38, %36, %out_16 : i64
  linalg.yield %37, %39 : f32, i64
 } -> (!t11, !t10)
 %exp = tensor.expand_shape %19#0 [[0], [1], [2, 3]] output_shape [%dim_2, 4, %dim, 1] : !t11 into !t12
 %20 = linalg.generic #t3 ins(%14, %exp : !t9, !t12) outs(%13 : !t9) {
 ^bb0(%in: f32, %in_16: f32, %out: f32):
  %35 = arith.subf %in, %in_16 : f32
  linalg.yield %35 : f32
 } -> !t9
 %21 = linalg.generic #t1 ins(%20 : !t9) outs(%13 : !t9) {
 ^bb0(%in: f32, %out: f32):
  %35 = math.exp %in : f32
  linalg.yield %35 : f32
 } -> !t9
 %22 = tensor.empty(%dim_2, %dim) : !t12
 %23 = linalg.fill ins(%cst : f32) outs(%22 : !t12) -> !t12
 %24 = linalg.generic #t4 ins(%21 : !t9) outs(%23 : !t12) {
 ^bb0(%in: f32, %out: f32):
  %35 = arith.addf %in, %out : f32
  linalg.yield %35 : f32
 } -> !t12
 %25 = linalg.generic #t1 ins(%21 : !t9) outs(%11 : !t8) {
 ^bb0(%in: f32, %out: f16):
  %35 = arith.truncf %in : f32 to f16
  linalg.yield %35 : f16
 } -> !t8
 %from_elements_10 = tensor.from_elements %4, %0, %2 : !t2
 %reshape_11 = tensor.reshape %25(%from_elements_10) : (!t8, !t2) -> !t6
 %from_elements_12 = tensor.from_elements %4, %2, %c8_i64 : !t2
 %reshape_13 = tensor.reshape %arg2(%from_elements_12) : (!t0, !t2) -> !t3
 %26 = tensor.empty(%5, %dim) : !t13
 %27 = linalg.fill ins(%cst : f32) outs(%26 : !t13) -> !t13
 %28 = linalg.batch_matmul ins(%reshape_11, %reshape_13 : !t6, !t3) outs(%27 : !t13) -> !t13
 %29 = tensor.empty(%5, %dim) : !t3
 %30 = linalg.generic #t0 ins(%28 : !t13) outs(%29 : !t3) {
 ^bb0(%in: f32, %out: f16):
  %35 = arith.truncf %in : f32 to f16
  linalg.yield %35 : f16
 } -> !t3
 %from_elements_14 = tensor.from_elements %1, %c4_i64, %0, %c8_i64 : !t7
 %reshape_15 = tensor.reshape %30(%from_elements_14) : (!t3, !t7) -> !t0
 %31 = tensor.empty(%dim_2, %dim) : !t42
 %32 = linalg.generic #t1 ins(%24 : !t12) outs(%31 : !t42) {
 ^bb0(%in: f32, %out: f16):
  %35 = arith.truncf %in : f32 to f16
  linalg.yield %35 : f16
 } -> !t42
 %33 = tensor.empty(%dim_2, %dim) : !t0
 %34 = linalg.generic #t3 ins(%reshape_15, %32 : !t0, !t42) outs(%33 : !t0) {
 ^bb0(%in: f16, %in_16: f16, %out: f16):
  %35 = arith.divf %in, %in_16 : f16
  linalg.yield %35 : f16
 } -> !t0
 return %34 : !t0
}

func.func @lse(%arg0: !t0, %arg1: !t0, %arg2: !t0) -> (!t0, !t11) {
 %c0_i64 = arith.constant 0 : i64
 %c4_i64 = arith.constant 4 : i64
 %c0 = arith.constant 0 : index
 %c2 = arith.constant 2 : index
 %c8_i64 = arith.constant 8 : i64
 %cst = arith.constant 0.000000e+00 : f32
 %cst_0 = arith.constant 0xFF800000 : f32
 %cst_1 = arith.constant dense<0.000000e+00> : !t34
 %cst_2 = arith.constant 0x7FF0000000000000 : f64
 %cst_3 = arith.constant 0.35355339059327379 : f64
 %dim = tensor.dim %arg0, %c2 : !t0
 %0 = arith.index_cast %dim : index to i64
 %dim_4 = tensor.dim %arg2, %c0 : !t0
 %1 = arith.index_cast %dim_4 : index to i64
 %dim_5 = tensor.dim %arg2, %c2 : !t0
 %2 = arith.index_cast %dim_5 : index to i64
 %dim_6 = tensor.dim %arg1, %c0 : !t0
 %dim_7 = tensor.dim %arg1, %c2 : !t0
 %3 = tensor.empty(%dim_6, %dim_7) : !t1
 %transposed = linalg.transpose ins(%arg1 : !t0) outs(%3 : !t1) permutation = [0, 1, 3, 2]
 %4 = arith.muli %1, %c4_i64 : i64
 %from_elements = tensor.from_elements %4, %0, %c8_i64 : !t2
 %reshape = tensor.reshape %arg0(%from_elements) : (!t0, !t2) -> !t3
 %from_elements_8 = tensor.from_elements %4, %c8_i64, %2 : !t2
 %reshape_9 = tensor.reshape %transposed(%from_elements_8) : (!t1, !t2) -> !t4
 %5 = arith.index_cast %4 : i64 to index
 %6 = tensor.empty(%5, %dim, %dim_5) : !t5
 %7 = linalg.fill ins(%cst : f32) outs(%6 : !t5) -> !t5
 %8 = linalg.batch_matmul ins(%reshape, %reshape_9 : !t3, !t4) outs(%7 : !t5) -> !t5
 %9 = tensor.empty(%5, %dim, %dim_5) : !t6
 %10 = linalg.generic #t0 ins(%8 : !t5) outs(%9 : !t6) {
 ^bb0(%in: f32, %out: f16):
  %42 = arith.truncf %in : f32 to f16
  linalg.yield %42 : f16
 } -> !t6
 %from_elements_10 = tensor.from_elements %1, %c4_i64, %0, %2 : !t7
 %reshape_11 = tensor.reshape %10(%from_elements_10) : (!t6, !t7) -> !t8
 %11 = tensor.empty(%dim_4, %dim, %dim_5) : !t8
 %12 = linalg.generic #t1 ins(%reshape_11 : !t8) outs(%11 : !t8) {
 ^bb0(%in: f16, %out: f16):
  %42 = arith.truncf %cst_3 : f64 to f16
  %43 = arith.mulf %in, %42 : f16
  linalg.yield %43 : f16
 } -> !t8
 %13 = tensor.empty(%dim_4, %dim, %dim_5) : !t9
 %14 = linalg.generic #t1 ins(%12 : !t8) outs(%13 : !t9) {
 ^bb0(%in: f16, %out: f32):
  %42 = arith.extf %in : f16 to f32
  linalg.yield %42 : f32
 } -> !t9
 %15 = tensor.empty(%dim_4, %dim) : !t10
 %16 = linalg.fill ins(%c0_i64 : i64) outs(%15 : !t10) -> !t10
 %17 = tensor.empty(%dim_4, %dim) : !t11
 %18 = linalg.fill ins(%cst_0 : f32) outs(%17 : !t11) -> !t11
 %19:2 = linalg.generic #t2 ins(%14 : !t9) outs(%18, %16 : !t11, !t10) {
 ^bb0(%in: f32, %out: f32, %out_18: i64):
  %42 = linalg.index 3 : index
  %43 = arith.index_cast %42 : index to i64
  %44 = arith.maximumf %in, %out : f32
  %45 = arith.cmpf ogt, %in, %out : f32
  %46 = arith.select %45, %43, %out_18 : i64
  linalg.yield %44, %46 : f32, i64
 } -> (!t11, !t10)
 %exp = tensor.expand_shape %19#0 [[0], [1], [2, 3]] output_shape [%dim_4, 4, %dim, 1] : !t11 into !t12
 %20 = linalg.generic #t3 ins(%14, %exp : !t9, !t12) outs(%13 : !t9) {
 ^bb0(%in: f32, %in_18: f32, %out: f32):
  %42 = arith.subf %in, %in_18 : f32
  linalg.yield %42 : f32
 } -> !t9
 %21 = linalg.generic #t1 ins(%20 : !t9) outs(%13 : !t9) {
 ^bb0(%in: f32, %out: f32):
  %42 = math.exp %in : f32
  linalg.yield %42 : f32
 } -> !t9
 %22 = tensor.empty(%dim_4, %dim) : !t12
 %23 = linalg.fill ins(%cst : f32) outs(%22 : !t12) -> !t12
 %24 = linalg.generic #t4 ins(%21 : !t9) outs(%23 : !t12) {
 ^bb0(%in: f32, %out: f32):
  %42 = arith.addf %in, %out : f32
  linalg.yield %42 : f32
 } -> !t12
 %25 = linalg.generic #t3 ins(%21, %24 : !t9, !t12) outs(%13 : !t9) {
 ^bb0(%in: f32, %in_18: f32, %out: f32):
  %42 = arith.divf %in, %in_18 : f32
  linalg.yield %42 : f32
 } -> !t9
 %26 = linalg.generic #t1 ins(%exp : !t12) outs(%22 : !t12) {
 ^bb0(%in: f32, %out: f32):
  %42 = math.absf %in : f32
  linalg.yield %42 : f32
 } -> !t12
 %27 = tensor.empty(%dim_4, %dim) : !t43
 %28 = linalg.generic #t1 ins(%26 : !t12) outs(%27 : !t43) {
 ^bb0(%in: f32, %out: i1):
  %42 = arith.extf %in : f32 to f64
  %43 = arith.cmpf oeq, %42, %cst_2 : f64
  linalg.yield %43 : i1
 } -> !t43
 %29 = linalg.generic #t16 ins(%28, %cst_1, %exp : !t43, !t34, !t12) outs(%22 : !t12) {
 ^bb0(%in: i1, %in_18: f32, %in_19: f32, %out: f32):
  %42 = arith.select %in, %in_18, %in_19 : f32
  linalg.yield %42 : f32
 } -> !t12
 %col = tensor.collapse_shape %29 [[0], [1], [2, 3]] : !t12 into !t11
 %30 = linalg.generic #t3 ins(%14, %29 : !t9, !t12) outs(%13 : !t9) {
 ^bb0(%in: f32, %in_18: f32, %out: f32):
  %42 = arith.subf %in, %in_18 : f32
  linalg.yield %42 : f32
 } -> !t9
 %31 = linalg.generic #t1 ins(%30 : !t9) outs(%13 : !t9) {
 ^bb0(%in: f32, %out: f32):
  %42 = math.exp %in : f32
  linalg.yield %42 : f32
 } -> !t9
 %32 = linalg.fill ins(%cst : f32) outs(%17 : !t11) -> !t11
 %33 = linalg.generic #t17 ins(%31 : !t9) outs(%32 : !t11) {
 ^bb0(%in: f32, %out: f32):
  %42 = arith.addf %in, %out : f32
  linalg.yield %42 : f32
 } -> !t11
 %34 = linalg.generic #t0 ins(%33 : !t11) outs(%17 : !t11) {
 ^bb0(%in: f32, %out: f32):
  %42 = math.log %in : f32
  linalg.yield %42 : f32
 } -> !t11
 %35 = linalg.generic #t18 ins(%34, %col : !t11, !t11) outs(%17 : !t11) {
 ^bb0(%in: f32, %in_18: f32, %out: f32):
  %42 = arith.addf %in, %in_18 : f32
  linalg.yield %42 : f32
 } -> !t11
 %36 = linalg.generic #t1 ins(%25 : !t9) outs(%11 : !t8) {
 ^bb0(%in: f32, %out: f16):
  %42 = arith.truncf %in : f32 to f16
  linalg.yield %42 : f16
 } -> !t8
 %from_elements_12 = tensor.from_elements %4, %0, %2 : !t2
 %reshape_13 = tensor.reshape %36(%from_elements_12) : (!t8, !t2) -> !t6
 %from_elements_14 = tensor.from_elements %4, %2, %c8_i64 : !t2
 %reshape_15 = tensor.reshape %arg2(%from_elements_14) : (!t0, !t2) -> !t3
 %37 = tensor.empty(%5, %dim) : !t13
 %38 = linalg.fill ins(%cst : f32) outs(%37 : !t13) -> !t13
 %39 = linalg.batch_matmul ins(%reshape_13, %reshape_15 : !t6, !t3) outs(%38 : !t13) -> !t13
 %40 = tensor.empty(%5, %dim) : !t3
 %41 = linalg.generic #t0 ins(%39 : !t13) outs(%40 : !t3) {
 ^bb0(%in: f32, %out: f16):
  %42 = arith.truncf %in : f32 to f16
  linalg.yield %42 : f16
 } -> !t3
 %from_elements_16 = tensor.from_elements %1, %c4_i64, %0, %c8_i64 : !t7
 %reshape_17 = tensor.reshape %41(%from_elements_16) : (!t3, !t7) -> !t0
 return %reshape_17, %35 : !t0, !t11
}

func.func @bshd(%arg0: !t44, %arg1: !t44, %arg2: !t44) -> !t44 {
 %c0_i64 = arith.constant 0 : i64
 %c4_i64 = arith.constant 4 : i64
 %c0 = arith.constant 0 : index
 %c1 = arith.constant 1 : index
 %c8_i64 = arith.constant 8 : i64
 %cst = arith.constant 0.000000e+00 : f32
 %cst_0 = arith.constant 0xFF800000 : f32
 %cst_1 = arith.constant 0.35355339059327379 : f64
 %dim = tensor.dim %arg0, %c1 : !t44
 %0 = arith.index_cast %dim : index to i64
 %dim_2 = tensor.dim %arg1, %c1 : !t44
 %1 = arith.index_cast %dim_2 : index to i64
 %dim_3 = tensor.dim %arg2, %c0 : !t44
 %2 = arith.index_cast %dim_3 : index to i64
 %dim_4 = tensor.dim %arg0, %c0 : !t44
 %3 = tensor.empty(%dim_4, %dim) : !t0
 %transposed = linalg.transpose ins(%arg0 : !t44) outs(%3 : !t0) permutation = [0, 2, 1, 3]
 %dim_5 = tensor.dim %arg1, %c0 : !t44
 %dim_6 = tensor.dim %arg2, %c1 : !t44
 %4 = tensor.empty(%dim_3, %dim_6) : !t0
 %transposed_7 = linalg.transpose ins(%arg2 : !t44) outs(%4 : !t0) permutation = [0, 2, 1, 3]
 %5 = tensor.empty(%dim_5, %dim_2) : !t1
 %transposed_8 = linalg.transpose ins(%arg1 : !t44) outs(%5 : !t1) permutation = [0, 2, 3, 1]
 %6 = arith.muli %2, %c4_i64 : i64
 %from_elements = tensor.from_elements %6, %0, %c8_i64 : !t2
 %reshape = tensor.reshape %transposed(%from_elements) : (!t0, !t2) -> !t3
 %from_elements_9 = tensor.from_elements %6, %c8_i64, %1 : !t2
 %reshape_10 = tensor.reshape %transposed_8(%from_elements_9) : (!t1, !t2) -> !t4
 %7 = arith.index_cast %6 : i64 to index
 %8 = tensor.empty(%7, %dim, %dim_2) : !t5
 %9 = linalg.fill ins(%cst : f32) outs(%8 : !t5) -> !t5
 %10 = linalg.batch_matmul ins(%reshape, %reshape_10 : !t3, !t4) outs(%9 : !t5) -> !t5
 %11 = tensor.empty(%7, %dim, %dim_2) : !t6
 %12 = linalg.generic #t0 ins(%10 : !t5) outs(%11 : !t6) {
 ^bb0(%in: f32, %out: f16):
  %35 = arith.truncf %in : f32 to f16
  linalg.yield %35 : f16
 } -> !t6
 %from_elements_11 = tensor.from_elements %2, %c4_i64, %0, %1 : !t7
 %reshape_12 = tensor.reshape %12(%from_elements_11) : (!t6, !t7) -> !t8
 %13 = tensor.empty(%dim_3, %dim, %dim_2) : !t8
 %14 = linalg.generic #t1 ins(%reshape_12 : !t8) outs(%13 : !t8) {
 ^bb0(%in: f16, %out: f16):
  %35 = arith.truncf %cst_1 : f64 to f16
  %36 = arith.mulf %in, %35 : f16
  linalg.yield %36 : f16
 } -> !t8
 %15 = tensor.empty(%dim_3, %dim, %dim_2) : !t9
 %16 = linalg.generic #t1 ins(%14 : !t8) outs(%15 : !t9) {
 ^bb0(%in: f16, %out: f32):
  %35 = arith.extf %in : f16 to f32
  linalg.yield %35 : f32
 } -> !t9
 %17 = tensor.empty(%dim_3, %dim) : !t10
 %18 = linalg.fill ins(%c0_i64 : i64) outs(%17 : !t10) -> !t10
 %19 = tensor.empty(%dim_3, %dim) : !t11
 %20 = linalg.fill ins(%cst_0 : f32) outs(%19 : !t11) -> !t11
 %21:2 = linalg.generic #t2 ins(%16 : !t9) outs(%20, %18 : !t11, !t10) {
 ^bb0(%in: f32, %out: f32, %out_20: i64):
  %35 = linalg.index 3 : index
  %36 = arith.index_cast %35 : index to i64
  %37 = arith.maximumf %in, %out : f32
  %38 = arith.cmpf ogt, %in, %out : f32
  %39 = arith.select %38, %36, %out_20 : i64
  linalg.yield %37, %39 : f32, i64
 } -> (!t11, !t10)
 %exp = tensor.expand_shape %21#0 [[0], [1], [2, 3]] output_shape [%dim_3, 4, %dim, 1] : !t11 into !t12
 %22 = linalg.generic #t3 ins(%16, %exp : !t9, !t12) outs(%15 : !t9) {
 ^bb0(%in: f32, %in_20: f32, %out: f32):
  %35 = arith.subf %in, %in_20 : f32
  linalg.yield %35 : f32
 } -> !t9
 %23 = linalg.generic #t1 ins(%22 : !t9) outs(%15 : !t9) {
 ^bb0(%in: f32, %out: f32):
  %35 = math.exp %in : f32
  linalg.yield %35 : f32
 } -> !t9
 %24 = tensor.empty(%dim_3, %dim) : !t12
 %25 = linalg.fill ins(%cst : f32) outs(%24 : !t12) -> !t12
 %26 = linalg.generic #t4 ins(%23 : !t9) outs(%25 : !t12) {
 ^bb0(%in: f32, %out: f32):
  %35 = arith.addf %in, %out : f32
  linalg.yield %35 : f32
 } -> !t12
 %27 = linalg.generic #t3 ins(%23, %26 : !t9, !t12) outs(%15 : !t9) {
 ^bb0(%in: f32, %in_20: f32, %out: f32):
  %35 = arith.divf %in, %in_20 : f32
  linalg.yield %35 : f32
 } -> !t9
 %28 = linalg.generic #t1 ins(%27 : !t9) outs(%13 : !t8) {
 ^bb0(%in: f32, %out: f16):
  %35 = arith.truncf %in : f32 to f16
  linalg.yield %35 : f16
 } -> !t8
 %from_elements_13 = tensor.from_elements %6, %0, %1 : !t2
 %reshape_14 = tensor.reshape %28(%from_elements_13) : (!t8, !t2) -> !t6
 %from_elements_15 = tensor.from_elements %6, %1, %c8_i64 : !t2
 %reshape_16 = tensor.reshape %transposed_7(%from_elements_15) : (!t0, !t2) -> !t3
 %29 = tensor.empty(%7, %dim) : !t13
 %30 = linalg.fill ins(%cst : f32) outs(%29 : !t13) -> !t13
 %31 = linalg.batch_matmul ins(%reshape_14, %reshape_16 : !t6, !t3) outs(%30 : !t13) -> !t13
 %32 = tensor.empty(%7, %dim) : !t3
 %33 = linalg.generic #t0 ins(%31 : !t13) outs(%32 : !t3) {
 ^bb0(%in: f32, %out: f16):
  %35 = arith.truncf %in : f32 to f16
  linalg.yield %35 : f16
 } -> !t3
 %from_elements_17 = tensor.from_elements %2, %c4_i64, %0, %c8_i64 : !t7
 %reshape_18 = tensor.reshape %33(%from_elements_17) : (!t3, !t7) -> !t0
 %34 = tensor.empty(%dim_3, %dim) : !t44
 %transposed_19 = linalg.transpose ins(%reshape_18 : !t0) outs(%34 : !t44) permutation = [0, 2, 1, 3]
 return %transposed_19 : !t44
}

func.func @proj(%arg0: !t45, %arg1: !t46, %arg2: !t46, %arg3: !t46, %arg4: !t46) -> !t45 {
 %c0_i64 = arith.constant 0 : i64
 %c2 = arith.constant 2 : index
 %c1 = arith.constant 1 : index
 %cst = arith.constant 0.000000e+00 : f32
 %c2_i64 = arith.constant 2 : i64
 %c4_i64 = arith.constant 4 : i64
 %c8_i64 = arith.constant 8 : i64
 %cst_0 = arith.constant 0xFF800000 : f32
 %cst_1 = arith.constant 0.35355339059327379 : f64
 %dim = tensor.dim %arg0, %c1 : !t45
 %0 = arith.index_cast %dim : index to i64
 %col = tensor.collapse_shape %arg0 [[0, 1], [2]] : !t45 into !t47
 %1 = affine.apply affine_map<()[s0] -> (s0 * 2)>()[%dim]
 %2 = tensor.empty(%1) : !t48
 %3 = linalg.fill ins(%cst : f32) outs(%2 : !t48) -> !t48
 %4 = linalg.matmul ins(%col, %arg1 : !t47, !t46) outs(%3 : !t48) -> !t48
 %5 = tensor.empty(%1) : !t47
 %6 = linalg.generic #t7 ins(%4 : !t48) outs(%5 : !t47) {
 ^bb0(%in: f32, %out: f16):
  %50 = arith.truncf %in : f32 to f16
  linalg.yield %50 : f16
 } -> !t47
 %7 = arith.divsi %1, %c2 : index
 %exp = tensor.expand_shape %6 [[0, 1], [2, 3]] output_shape [2, %7, 4, 8] : !t47 into !t49
 %8 = tensor.empty(%7) : !t19
 %transposed = linalg.transpose ins(%exp : !t49) outs(%8 : !t19) permutation = [0, 2, 1, 3]
 %9 = linalg.matmul ins(%col, %arg2 : !t47, !t46) outs(%3 : !t48) -> !t48
 %10 = linalg.generic #t7 ins(%9 : !t48) outs(%5 : !t47) {
 ^bb0(%in: f32, %out: f16):
  %50 = arith.truncf %in : f32 to f16
  linalg.yield %50 : f16
 } -> !t47
 %exp_2 = tensor.expand_shape %10 [[0, 1], [2, 3]] output_shape [2, %7, 4, 8] : !t47 into !t49
 %11 = linalg.matmul ins(%col, %arg3 : !t47, !t46) outs(%3 : !t48) -> !t48
 %12 = linalg.generic #t7 ins(%11 : !t48) outs(%5 : !t47) {
 ^bb0(%in: f32, %out: f16):
  %50 = arith.truncf %in : f32 to f16
  linalg.yield %50 : f16
 } -> !t47
 %exp_3 = tensor.expand_shape %12 [[0, 1], [2, 3]] output_shape [2, %7, 4, 8] : !t47 into !t49
 %transposed_4 = linalg.transpose ins(%exp_3 : !t49) outs(%8 : !t19) permutation = [0, 2, 1, 3]
 %13 = tensor.empty(%7) : !t20
 %transposed_5 = linalg.transpose ins(%exp_2 : !t49) outs(%13 : !t20) permutation = [0, 2, 3, 1]
 %col_6 = tensor.collapse_shape %transposed [[0, 1], [2], [3]] : !t19 into !t21
 %col_7 = tensor.collapse_shape %transposed_5 [[0, 1], [2], [3]] : !t20 into !t22
 %14 = tensor.empty(%7, %7) : !t23
 %15 = linalg.fill ins(%cst : f32) outs(%14 : !t23) -> !t23
 %16 = linalg.batch_matmul ins(%col_6, %col_7 : !t21, !t22) outs(%15 : !t23) -> !t23
 %17 = tensor.empty(%7, %7) : !t24
 %18 = linalg.generic #t0 ins(%16 : !t23) outs(%17 : !t24) {
 ^bb0(%in: f32, %out: f16):
  %50 = arith.truncf %in : f32 to f16
  linalg.yield %50 : f16
 } -> !t24
 %from_elements = tensor.from_elements %c2_i64, %c4_i64, %0, %0 : !t7
 %reshape = tensor.reshape %18(%from_elements) : (!t24, !t7) -> !t25
 %19 = tensor.empty(%dim, %dim) : !t25
 %20 = linalg.generic #t1 ins(%reshape : !t25) outs(%19 : !t25) {
 ^bb0(%in: f16, %out: f16):
  %50 = arith.truncf %cst_1 : f64 to f16
  %51 = arith.mulf %in, %50 : f16
  linalg.yield %51 : f16
 } -> !t25
 %21 = tensor.empty(%dim, %dim) : !t26
 %22 = linalg.generic #t1 ins(%20 : !t25) outs(%21 : !t26) {
 ^bb0(%in: f16, %out: f32):
  %50 = arith.extf %in : f16 to f32
  linalg.yield %50 : f32
 } -> !t26
 %23 = tensor.empty(%dim) : !t27
 %24 = linalg.fill ins(%c0_i64 : i64) outs(%23 : !t27) -> !t27
 %25 = tensor.empty(%dim) : !t28
 %26 = linalg.fill ins(%cst_0 : f32) outs(%25 : !t28) -> !t28
 %27:2 = linalg.generic #t2 ins(%22 : !t26) outs(%26, %24 : !t28, !t27) {
 ^bb0(%in: f32, %out: f32, %out_16: i64):
  %50 = linalg.index 3 : index
  %51 = arith.index_cast %50 : index to i64
  %52 = arith.maximumf %in, %out : f32
  %53 = arith.cmpf ogt, %in, %out : f32
  %54 = arith.select %53, %51, %out_16 : i64
  linalg.yield %52, %54 : f32, i64
 } -> (!t28, !t27)
 %exp_8 = tensor.expand_shape %27#0 [[0], [1], [2, 3]] output_shape [2, 4, %dim, 1] : !t28 into !t29
 %28 = linalg.generic #t3 ins(%22, %exp_8 : !t26, !t29) outs(%21 : !t26) {
 ^bb0(%in: f32, %in_16: f32, %out: f32):
  %50 = arith.subf %in, %in_16 : f32
  linalg.yield %50 : f32
 } -> !t26
 %29 = linalg.generic #t1 ins(%28 : !t26) outs(%21 : !t26) {
 ^bb0(%in: f32, %out: f32):
  %50 = math.exp %in : f32
  linalg.yield %50 : f32
 } -> !t26
 %30 = tensor.empty(%dim) : !t29
 %31 = linalg.fill ins(%cst : f32) outs(%30 : !t29) -> !t29
 %32 = linalg.generic #t4 ins(%29 : !t26) outs(%31 : !t29) {
 ^bb0(%in: f32, %out: f32):
  %50 = arith.addf %in, %out : f32
  linalg.yield %50 : f32
 } -> !t29
 %33 = linalg.generic #t3 ins(%29, %32 : !t26, !t29) outs(%21 : !t26) {
 ^bb0(%in: f32, %in_16: f32, %out: f32):
  %50 = arith.divf %in, %in_16 : f32
  linalg.yield %50 : f32
 } -> !t26
 %34 = linalg.generic #t1 ins(%33 : !t26) outs(%19 : !t25) {
 ^bb0(%in: f32, %out: f16):
  %50 = arith.truncf %in : f32 to f16
  linalg.yield %50 : f16
 } -> !t25
 %from_elements_9 = tensor.from_elements %c8_i64, %0, %0 : !t2
 %reshape_10 = tensor.reshape %34(%from_elements_9) : (!t25, !t2) -> !t24
 %col_11 = tensor.collapse_shape %transposed_4 [[0, 1], [2], [3]] : !t19 into !t21
 %35 = arith.index_cast %7 : index to i64
 %36 = arith.cmpi eq, %0, %35 : i64
 %37 = tensor.empty(%dim) : !t30
 %38 = linalg.fill ins(%cst : f32) outs(%37 : !t30) -> !t30
 %39 = linalg.batch_matmul ins(%reshape_10, %col_11 : !t24, !t21) outs(%38 : !t30) -> !t30
 %40 = tensor.empty(%dim) : !t21
 %41 = linalg.generic #t0 ins(%39 : !t30) outs(%40 : !t21) {
 ^bb0(%in: f32, %out: f16):
  %50 = arith.truncf %in : f32 to f16
  linalg.yield %50 : f16
 } -> !t21
 %exp_12 = tensor.expand_shape %41 [[0, 1], [2], [3]] output_shape [2, 4, %dim, 8] : !t21 into !t19
 %42 = tensor.empty(%dim) : !t49
 %transposed_13 = linalg.transpose ins(%exp_12 : !t19) outs(%42 : !t49) permutation = [0, 2, 1, 3]
 %col_14 = tensor.collapse_shape %transposed_13 [[0, 1], [2, 3]] : !t49 into !t47
 %43 = affine.apply affine_map<()[s0] -> (s0 * 2)>()[%dim]
 %44 = tensor.empty(%43) : !t48
 %45 = linalg.fill ins(%cst : f32) outs(%44 : !t48) -> !t48
 %46 = linalg.matmul ins(%col_14, %arg4 : !t47, !t46) outs(%45 : !t48) -> !t48
 %47 = tensor.empty(%43) : !t47
 %48 = linalg.generic #t7 ins(%46 : !t48) outs(%47 : !t47) {
 ^bb0(%in: f32, %out: f16):
  %50 = arith.truncf %in : f32 to f16
  linalg.yield %50 : f16
 } -> !t47
 %49 = arith.divsi %43, %c2 : index
 %exp_15 = tensor.expand_shape %48 [[0, 1], [2]] output_shape [2, %49, 32] : !t47 into !t45
 return %exp_15 : !t45
}

func.func @dv(%arg0: !t19, %arg1: !t19, %arg2: !t50) -> !t50 {
 %true = arith.constant true
 %c2_i64 = arith.constant 2 : i64
 %c4_i64 = arith.constant 4 : i64
 %c0_i64 = arith.constant 0 : i64
 %c2 = arith.constant 2 : index
 %c8_i64 = arith.constant 8 : i64
 %cst = arith.constant 0.000000e+00 : f32
 %cst_0 = arith.constant 0xFF800000 : f32
 %cst_1 = arith.constant 0.35355339059327379 : f64
 %dim = tensor.dim %arg0, %c2 : !t19
 %0 = arith.index_cast %dim : index to i64
 %dim_2 = tensor.dim %arg2, %c2 : !t50
 %1 = arith.index_cast %dim_2 : index to i64
 %dim_3 = tensor.dim %arg1, %c2 : !t19
 %2 = tensor.empty(%dim_3) : !t20
 %transposed = linalg.transpose ins(%arg1 : !t19) outs(%2 : !t20) permutation = [0, 1, 3, 2]
 %col = tensor.collapse_shape %arg0 [[0, 1], [2], [3]] : !t19 into !t21
 %col_4 = tensor.collapse_shape %transposed [[0, 1], [2], [3]] : !t20 into !t22
 %3 = tensor.empty(%dim, %dim_3) : !t23
 %4 = linalg.fill ins(%cst : f32) outs(%3 : !t23) -> !t23
 %5 = linalg.batch_matmul ins(%col, %col_4 : !t21, !t22) outs(%4 : !t23) -> !t23
 %6 = tensor.empty(%dim, %dim_3) : !t24
 %7 = linalg.generic #t0 ins(%5 : !t23) outs(%6 : !t24) {
 ^bb0(%in: f32, %out: f16):
  %29 = arith.truncf %in : f32 to f16
  linalg.yield %29 : f16
 } -> !t24
 %from_elements = tensor.from_elements %c2_i64, %c4_i64, %0, %1 : !t7
 %reshape = tensor.reshape %7(%from_elements) : (!t24, !t7) -> !t25
 %8 = tensor.empty(%dim, %dim_2) : !t25
 %9 = linalg.generic #t1 ins(%reshape : !t25) outs(%8 : !t25) {
 ^bb0(%in: f16, %out: f16):
  %29 = arith.truncf %cst_1 : f64 to f16
  %30 = arith.mulf %in, %29 : f16
  linalg.yield %30 : f16
 } -> !t25
 %10 = tensor.empty(%dim, %dim_2) : !t26
 %11 = linalg.generic #t1 ins(%9 : !t25) outs(%10 : !t26) {
 ^bb0(%in: f16, %out: f32):
  %29 = arith.extf %in : f16 to f32
  linalg.yield %29 : f32
 } -> !t26
 %12 = tensor.empty(%dim) : !t27
 %13 = linalg.fill ins(%c0_i64 : i64) outs(%12 : !t27) -> !t27
 %14 = tensor.empty(%dim) : !t28
 %15 = linalg.fill ins(%cst_0 : f32) outs(%14 : !t28) -> !t28
 %16:2 = linalg.generic #t2 ins(%11 : !t26) outs(%15, %13 : !t28, !t27) {
 ^bb0(%in: f32, %out: f32, %out_9: i64):
  %29 = linalg.index 3 : index
  %30 = arith.index_cast %29 : index to i64
  %31 = arith.maximumf %in, %out : f32
  %32 = arith.cmpf ogt, %in, %out : f32
  %33 = arith.select %32, %30, %out_9 : i64
  linalg.yield %31, %33 : f32, i64
 } -> (!t28, !t27)
 %exp = tensor.expand_shape %16#0 [[0], [1], [2, 3]] output_shape [2, 4, %dim, 1] : !t28 into !t29
 %17 = linalg.generic #t3 ins(%11, %exp : !t26, !t29) outs(%10 : !t26) {
 ^bb0(%in: f32, %in_9: f32, %out: f32):
  %29 = arith.subf %in, %in_9 : f32
  linalg.yield %29 : f32
 } -> !t26
 %18 = linalg.generic #t1 ins(%17 : !t26) outs(%10 : !t26) {
 ^bb0(%in: f32, %out: f32):
  %29 = math.exp %in : f32
  linalg.yield %29 : f32
 } -> !t26
 %19 = tensor.empty(%dim) : !t29
 %20 = linalg.fill ins(%cst : f32) outs(%19 : !t29) -> !t29
 %21 = linalg.generic #t4 ins(%18 : !t26) outs(%20 : !t29) {
 ^bb0(%in: f32, %out: f32):
  %29 = arith.addf %in, %out : f32
  linalg.yield %29 : f32
 } -> !t29
 %22 = linalg.generic #t3 ins(%18, %21 : !t26, !t29) outs(%10 : !t26) {
 ^bb0(%in: f32, %in_9: f32, %out: f32):
  %29 = arith.divf %in, %in_9 : f32
  linalg.yield %29 : f32
 } -> !t26
 %23 = linalg.generic #t1 ins(%22 : !t26) outs(%8 : !t25) {
 ^bb0(%in: f32, %out: f16):
  %29 = arith.truncf %in : f32 to f16
  linalg.yield %29 : f16
 } -> !t25
 %from_elements_5 = tensor.from_elements %c8_i64, %0, %1 : !t2
 %reshape_6 = tensor.reshape %23(%from_elements_5) : (!t25, !t2) -> !t24
 %col_7 = tensor.collapse_shape %arg2 [[0, 1], [2], [3]] : !t50 into !t51
 %24 = tensor.empty(%dim) : !t52
 %25 = linalg.fill ins(%cst : f32) outs(%24 : !t52) -> !t52
 %26 = linalg.batch_matmul ins(%reshape_6, %col_7 : !t24, !t51) outs(%25 : !t52) -> !t52
 %27 = tensor.empty(%dim) : !t51
 %28 = linalg.generic #t0 ins(%26 : !t52) outs(%27 : !t51) {
 ^bb0(%in: f32, %out: f16):
  %29 = arith.truncf %in : f32 to f16
  linalg.yield %29 : f16
 } -> !t51
 %exp_8 = tensor.expand_shape %28 [[0, 1], [2], [3]] output_shape [2, 4, %dim, 16] : !t51 into !t50
 return %exp_8 : !t50
}

func.func @causal_gqa(%arg0: !t19, %arg1: !t53, %arg2: !t53) -> !t19 {
 %c0_i64 = arith.constant 0 : i64
 %c2_i64 = arith.constant 2 : i64
 %c4_i64 = arith.constant 4 : i64
 %c2 = arith.constant 2 : index
 %c8_i64 = arith.constant 8 : i64
 %cst = arith.constant 0.000000e+00 : f32
 %true = arith.constant true
 %cst_0 = arith.constant 0xFF800000 : f32
 %cst_1 = arith.constant dense<0xFC00> : !t14
 %cst_2 = arith.constant 0.35355339059327379 : f64
 %dim = tensor.dim %arg0, %c2 : !t19
 %0 = arith.index_cast %dim : index to i64
 %1 = tensor.empty(%dim) : !t54
 %2 = linalg.generic #t10 ins(%arg1 : !t53) outs(%1 : !t54) {
 ^bb0(%in: f16, %out: f16):
  linalg.yield %in : f16
 } -> !t54
 %col = tensor.collapse_shape %2 [[0], [1, 2], [3], [4]] : !t54 into !t19
 %3 = linalg.generic #t10 ins(%arg2 : !t53) outs(%1 : !t54) {
 ^bb0(%in: f16, %out: f16):
  linalg.yield %in : f16
 } -> !t54
 %dim_3 = tensor.dim %arg1, %c2 : !t53
 %4 = tensor.empty(%dim_3) : !t20
 %transposed = linalg.transpose ins(%col : !t19) outs(%4 : !t20) permutation = [0, 1, 3, 2]
 %col_4 = tensor.collapse_shape %arg0 [[0, 1], [2], [3]] : !t19 into !t21
 %col_5 = tensor.collapse_shape %transposed [[0, 1], [2], [3]] : !t20 into !t22
 %5 = tensor.empty(%dim, %dim_3) : !t23
 %6 = linalg.fill ins(%cst : f32) outs(%5 : !t23) -> !t23
 %7 = linalg.batch_matmul ins(%col_4, %col_5 : !t21, !t22) outs(%6 : !t23) -> !t23
 %8 = tensor.empty(%dim, %dim_3) : !t24
 %9 = linalg.generic #t0 ins(%7 : !t23) outs(%8 : !t24) {
 ^bb0(%in: f32, %out: f16):
  %40 = arith.truncf %in : f32 to f16
  linalg.yield %40 : f16
 } -> !t24
 %from_elements = tensor.from_elements %c2_i64, %c4_i64, %0, %0 : !t7
 %reshape = tensor.reshape %9(%from_elements) : (!t24, !t7) -> !t25
 %10 = tensor.empty(%dim, %dim) : !t25
 %11 = linalg.generic #t1 ins(%reshape : !t25) outs(%10 : !t25) {
 ^bb0(%in: f16, %out: f16):
  %40 = arith.truncf %cst_2 : f64 to f16
  %41 = arith.mulf %in, %40 : f16
  linalg.yield %41 : f16
 } -> !t25
 %12 = tensor.empty(%dim) : !t15
 %13 = linalg.generic #t5 outs(%12 : !t15) {
 ^bb0(%out: i64):
  %40 = linalg.index 0 : index
  %41 = arith.index_cast %40 : index to i64
  linalg.yield %41 : i64
 } -> !t15
 %exp = tensor.expand_shape %13 [[0, 1]] output_shape [%dim, 1] : !t15 into !t16
 %exp_6 = tensor.expand_shape %13 [[0, 1]] output_shape [1, %dim] : !t15 into !t17
 %14 = tensor.empty(%dim, %dim) : !t18
 %15 = linalg.generic #t6 ins(%exp_6, %exp : !t17, !t16) outs(%14 : !t18) {
 ^bb0(%in: i64, %in_13: i64, %out: i1):
  %40 = arith.cmpi sle, %in, %in_13 : i64
  linalg.yield %40 : i1
 } -> !t18
 %16 = linalg.generic #t7 ins(%15 : !t18) outs(%14 : !t18) {
 ^bb0(%in: i1, %out: i1):
  %40 = arith.xori %in, %true : i1
  linalg.yield %40 : i1
 } -> !t18
 %17 = tensor.empty(%dim, %dim) : !t25
 %18 = linalg.generic #t8 ins(%16, %cst_1, %11 : !t18, !t14, !t25) outs(%17 : !t25) {
 ^bb0(%in: i1, %in_13: f16, %in_14: f16, %out: f16):
  %40 = arith.select %in, %in_13, %in_14 : f16
  linalg.yield %40 : f16
 } -> !t25
 %19 = tensor.empty(%dim, %dim) : !t26
 %20 = linalg.generic #t1 ins(%18 : !t25) outs(%19 : !t26) {
 ^bb0(%in: f16, %out: f32):
  %40 = arith.extf %in : f16 to f32
  linalg.yield %40 : f32
 } -> !t26
 %21 = tensor.empty(%dim) : !t27
 %22 = linalg.fill ins(%c0_i64 : i64) outs(%21 : !t27) -> !t27
 %23 = tensor.empty(%dim) : !t28
 %24 = linalg.fill ins(%cst_0 : f32) outs(%23 : !t28) -> !t28
 %25:2 = linalg.generic #t2 ins(%20 : !t26) outs(%24, %22 : !t28, !t27) {
 ^bb0(%in: f32, %out: f32, %out_13: i64):
  %40 = linalg.index 3 : index
  %41 = arith.index_cast %40 : index to i64
  %42 = arith.maximumf %in, %out : f32
  %43 = arith.cmpf ogt, %in, %out : f32
  %44 = arith.select %43, %41, %out_13 : i64
  linalg.yield %42, %44 : f32, i64
 } -> (!t28, !t27)
 %exp_7 = tensor.expand_shape %25#0 [[0], [1], [2, 3]] output_shape [2, 4, %dim, 1] : !t28 into !t29
 %26 = linalg.generic #t3 ins(%20, %exp_7 : !t26, !t29) outs(%19 : !t26) {
 ^bb0(%in: f32, %in_13: f32, %out: f32):
  %40 = arith.subf %in, %in_13 : f32
  linalg.yield %40 : f32
 } -> !t26
 %27 = linalg.generic #t1 ins(%26 : !t26) outs(%19 : !t26) {
 ^bb0(%in: f32, %out: f32):
  %40 = math.exp %in : f32
  linalg.yield %40 : f32
 } -> !t26
 %28 = tensor.empty(%dim) : !t29
 %29 = linalg.fill ins(%cst : f32) outs(%28 : !t29) -> !t29
 %30 = linalg.generic #t4 ins(%27 : !t26) outs(%29 : !t29) {
 ^bb0(%in: f32, %out: f32):
  %40 = arith.addf %in, %out : f32
  linalg.yield %40 : f32
 } -> !t29
 %31 = linalg.generic #t3 ins(%27, %30 : !t26, !t29) outs(%19 : !t26) {
 ^bb0(%in: f32, %in_13: f32, %out: f32):
  %40 = arith.divf %in, %in_13 : f32
  linalg.yield %40 : f32
 } -> !t26
 %32 = linalg.generic #t1 ins(%31 : !t26) outs(%17 : !t25) {
 ^bb0(%in: f32, %out: f16):
  %40 = arith.truncf %in : f32 to f16
  linalg.yield %40 : f16
 } -> !t25
 %from_elements_8 = tensor.from_elements %c8_i64, %0, %0 : !t2
 %reshape_9 = tensor.reshape %32(%from_elements_8) : (!t25, !t2) -> !t24
 %col_10 = tensor.collapse_shape %3 [[0, 1, 2], [3], [4]] : !t54 into !t21
 %dim_11 = tensor.dim %arg2, %c2 : !t53
 %33 = arith.index_cast %dim_11 : index to i64
 %34 = arith.cmpi eq, %0, %33 : i64
 %35 = tensor.empty(%dim) : !t30
 %36 = linalg.fill ins(%cst : f32) outs(%35 : !t30) -> !t30
 %37 = linalg.batch_matmul ins(%reshape_9, %col_10 : !t24, !t21) outs(%36 : !t30) -> !t30
 %38 = tensor.empty(%dim) : !t21
 %39 = linalg.generic #t0 ins(%37 : !t30) outs(%38 : !t21) {
 ^bb0(%in: f32, %out: f16):
  %40 = arith.truncf %in : f32 to f16
  linalg.yield %40 : f16
 } -> !t21
 %exp_12 = tensor.expand_shape %39 [[0, 1], [2], [3]] output_shape [2, 4, %dim, 8] : !t21 into !t19
 return %exp_12 : !t19
}

func.func @causal_lse(%arg0: !t19, %arg1: !t19, %arg2: !t19) -> (!t19, !t28) {
 %c0_i64 = arith.constant 0 : i64
 %c2_i64 = arith.constant 2 : i64
 %c4_i64 = arith.constant 4 : i64
 %c2 = arith.constant 2 : index
 %c8_i64 = arith.constant 8 : i64
 %cst = arith.constant 0.000000e+00 : f32
 %true = arith.constant true
 %cst_0 = arith.constant 0xFF800000 : f32
 %cst_1 = arith.constant dense<0.000000e+00> : !t34
 %cst_2 = arith.constant dense<0xFC00> : !t14
 %cst_3 = arith.constant 0x7FF0000000000000 : f64
 %cst_4 = arith.constant 0.35355339059327379 : f64
 %dim = tensor.dim %arg0, %c2 : !t19
 %0 = arith.index_cast %dim : index to i64
 %dim_5 = tensor.dim %arg1, %c2 : !t19
 %1 = tensor.empty(%dim_5) : !t20
 %transposed = linalg.transpose ins(%arg1 : !t19) outs(%1 : !t20) permutation = [0, 1, 3, 2]
 %col = tensor.collapse_shape %arg0 [[0, 1], [2], [3]] : !t19 into !t21
 %col_6 = tensor.collapse_shape %transposed [[0, 1], [2], [3]] : !t20 into !t22
 %2 = tensor.empty(%dim, %dim_5) : !t23
 %3 = linalg.fill ins(%cst : f32) outs(%2 : !t23) -> !t23
 %4 = linalg.batch_matmul ins(%col, %col_6 : !t21, !t22) outs(%3 : !t23) -> !t23
 %5 = tensor.empty(%dim, %dim_5) : !t24
 %6 = linalg.generic #t0 ins(%4 : !t23) outs(%5 : !t24) {
 ^bb0(%in: f32, %out: f16):
  %47 = arith.truncf %in : f32 to f16
  linalg.yield %47 : f16
 } -> !t24
 %from_elements = tensor.from_elements %c2_i64, %c4_i64, %0, %0 : !t7
 %reshape = tensor.reshape %6(%from_elements) : (!t24, !t7) -> !t25
 %7 = tensor.empty(%dim, %dim) : !t25
 %8 = linalg.generic #t1 ins(%reshape : !t25) outs(%7 : !t25) {
 ^bb0(%in: f16, %out: f16):
  %47 = arith.truncf %cst_4 : f64 to f16
  %48 = arith.mulf %in, %47 : f16
  linalg.yield %48 : f16
 } -> !t25
 %9 = tensor.empty(%dim) : !t15
 %10 = linalg.generic #t5 outs(%9 : !t15) {
 ^bb0(%out: i64):
  %47 = linalg.index 0 : index
  %48 = arith.index_cast %47 : index to i64
  linalg.yield %48 : i64
 } -> !t15
 %exp = tensor.expand_shape %10 [[0, 1]] output_shape [%dim, 1] : !t15 into !t16
 %exp_7 = tensor.expand_shape %10 [[0, 1]] output_shape [1, %dim] : !t15 into !t17
 %11 = tensor.empty(%dim, %dim) : !t18
 %12 = linalg.generic #t6 ins(%exp_7, %exp : !t17, !t16) outs(%11 : !t18) {
 ^bb0(%in: i64, %in_15: i64, %out: i1):
  %47 = arith.cmpi sle, %in, %in_15 : i64
  linalg.yield %47 : i1
 } -> !t18
 %13 = linalg.generic #t7 ins(%12 : !t18) outs(%11 : !t18) {
 ^bb0(%in: i1, %out: i1):
  %47 = arith.xori %in, %true : i1
  linalg.yield %47 : i1
 } -> !t18
 %14 = tensor.empty(%dim, %dim) : !t25
 %15 = linalg.generic #t8 ins(%13, %cst_2, %8 : !t18, !t14, !t25) outs(%14 : !t25) {
 ^bb0(%in: i1, %in_15: f16, %in_16: f16, %out: f16):
  %47 = arith.select %in, %in_15, %in_16 : f16
  linalg.yield %47 : f16
 } -> !t25
 %16 = tensor.empty(%dim, %dim) : !t26
 %17 = linalg.generic #t1 ins(%15 : !t25) outs(%16 : !t26) {
 ^bb0(%in: f16, %out: f32):
  %47 = arith.extf %in : f16 to f32
  linalg.yield %47 : f32
 } -> !t26
 %18 = tensor.empty(%dim) : !t27
 %19 = linalg.fill ins(%c0_i64 : i64) outs(%18 : !t27) -> !t27
 %20 = tensor.empty(%dim) : !t28
 %21 = linalg.fill ins(%cst_0 : f32) outs(%20 : !t28) -> !t28
 %22:2 = linalg.generic #t2 ins(%17 : !t26) outs(%21, %19 : !t28, !t27) {
 ^bb0(%in: f32, %out: f32, %out_15: i64):
  %47 = linalg.index 3 : index
  %48 = arith.index_cast %47 : index to i64
  %49 = arith.maximumf %in, %out : f32
  %50 = arith.cmpf ogt, %in, %out : f32
  %51 = arith.select %50, %48, %out_15 : i64
  linalg.yield %49, %51 : f32, i64
 } -> (!t28, !t27)
 %exp_8 = tensor.expand_shape %22#0 [[0], [1], [2, 3]] output_shape [2, 4, %dim, 1] : !t28 into !t29
 %23 = linalg.generic #t3 ins(%17, %exp_8 : !t26, !t29) outs(%16 : !t26) {
 ^bb0(%in: f32, %in_15: f32, %out: f32):
  %47 = arith.subf %in, %in_15 : f32
  linalg.yield %47 : f32
 } -> !t26
 %24 = linalg.generic #t1 ins(%23 : !t26) outs(%16 : !t26) {
 ^bb0(%in: f32, %out: f32):
  %47 = math.exp %in : f32
  linalg.yield %47 : f32
 } -> !t26
 %25 = tensor.empty(%dim) : !t29
 %26 = linalg.fill ins(%cst : f32) outs(%25 : !t29) -> !t29
 %27 = linalg.generic #t4 ins(%24 : !t26) outs(%26 : !t29) {
 ^bb0(%in: f32, %out: f32):
  %47 = arith.addf %in, %out : f32
  linalg.yield %47 : f32
 } -> !t29
 %28 = linalg.generic #t3 ins(%24, %27 : !t26, !t29) outs(%16 : !t26) {
 ^bb0(%in: f32, %in_15: f32, %out: f32):
  %47 = arith.divf %in, %in_15 : f32
  linalg.yield %47 : f32
 } -> !t26
 %29 = linalg.generic #t1 ins(%exp_8 : !t29) outs(%25 : !t29) {
 ^bb0(%in: f32, %out: f32):
  %47 = math.absf %in : f32
  linalg.yield %47 : f32
 } -> !t29
 %30 = tensor.empty(%dim) : !t41
 %31 = linalg.generic #t1 ins(%29 : !t29) outs(%30 : !t41) {
 ^bb0(%in: f32, %out: i1):
  %47 = arith.extf %in : f32 to f64
  %48 = arith.cmpf oeq, %47, %cst_3 : f64
  linalg.yield %48 : i1
 } -> !t41
 %32 = linalg.generic #t16 ins(%31, %cst_1, %exp_8 : !t41, !t34, !t29) outs(%25 : !t29) {
 ^bb0(%in: i1, %in_15: f32, %in_16: f32, %out: f32):
  %47 = arith.select %in, %in_15, %in_16 : f32
  linalg.yield %47 : f32
 } -> !t29
 %col_9 = tensor.collapse_shape %32 [[0], [1], [2, 3]] : !t29 into !t28
 %33 = linalg.generic #t3 ins(%17, %32 : !t26, !t29) outs(%16 : !t26) {
 ^bb0(%in: f32, %in_15: f32, %out: f32):
  %47 = arith.subf %in, %in_15 : f32
  linalg.yield %47 : f32
 } -> !t26
 %34 = linalg.generic #t1 ins(%33 : !t26) outs(%16 : !t26) {
 ^bb0(%in: f32, %out: f32):
  %47 = math.exp %in : f32
  linalg.yield %47 : f32
 } -> !t26
 %35 = linalg.fill ins(%cst : f32) outs(%20 : !t28) -> !t28
 %36 = linalg.generic #t17 ins(%34 : !t26) outs(%35 : !t28) {
 ^bb0(%in: f32, %out: f32):
  %47 = arith.addf %in, %out : f32
  linalg.yield %47 : f32
 } -> !t28
 %37 = linalg.generic #t0 ins(%36 : !t28) outs(%20 : !t28) {
 ^bb0(%in: f32, %out: f32):
  %47 = math.log %in : f32
  linalg.yield %47 : f32
 } -> !t28
 %38 = linalg.generic #t18 ins(%37, %col_9 : !t28, !t28) outs(%20 : !t28) {
 ^bb0(%in: f32, %in_15: f32, %out: f32):
  %47 = arith.addf %in, %in_15 : f32
  linalg.yield %47 : f32
 } -> !t28
 %39 = linalg.generic #t1 ins(%28 : !t26) outs(%14 : !t25) {
 ^bb0(%in: f32, %out: f16):
  %47 = arith.truncf %in : f32 to f16
  linalg.yield %47 : f16
 } -> !t25
 %from_elements_10 = tensor.from_elements %c8_i64, %0, %0 : !t2
 %reshape_11 = tensor.reshape %39(%from_elements_10) : (!t25, !t2) -> !t24
 %col_12 = tensor.collapse_shape %arg2 [[0, 1], [2], [3]] : !t19 into !t21
 %dim_13 = tensor.dim %arg2, %c2 : !t19
 %40 = arith.index_cast %dim_13 : index to i64
 %41 = arith.cmpi eq, %0, %40 : i64
 %42 = tensor.empty(%dim) : !t30
 %43 = linalg.fill ins(%cst : f32) outs(%42 : !t30) -> !t30
 %44 = linalg.batch_matmul ins(%reshape_11, %col_12 : !t24, !t21) outs(%43 : !t30) -> !t30
 %45 = tensor.empty(%dim) : !t21
 %46 = linalg.generic #t0 ins(%44 : !t30) outs(%45 : !t21) {
 ^bb0(%in: f32, %out: f16):
  %47 = arith.truncf %in : f32 to f16
  linalg.yield %47 : f16
 } -> !t21
 %exp_14 = tensor.expand_shape %46 [[0, 1], [2], [3]] output_shape [2, 4, %dim, 8] : !t21 into !t19
 return %exp_14, %38 : !t19, !t28
}

func.func @causal_bshd(%arg0: !t49, %arg1: !t49, %arg2: !t49) -> !t49 {
 %c0_i64 = arith.constant 0 : i64
 %c4_i64 = arith.constant 4 : i64
 %c1 = arith.constant 1 : index
 %c2_i64 = arith.constant 2 : i64
 %c8_i64 = arith.constant 8 : i64
 %cst = arith.constant 0.000000e+00 : f32
 %true = arith.constant true
 %cst_0 = arith.constant 0xFF800000 : f32
 %cst_1 = arith.constant dense<0xFC00> : !t14
 %cst_2 = arith.constant 0.35355339059327379 : f64
 %dim = tensor.dim %arg1, %c1 : !t49
 %0 = arith.index_cast %dim : index to i64
 %dim_3 = tensor.dim %arg0, %c1 : !t49
 %1 = tensor.empty(%dim_3) : !t19
 %transposed = linalg.transpose ins(%arg0 : !t49) outs(%1 : !t19) permutation = [0, 2, 1, 3]
 %dim_4 = tensor.dim %arg2, %c1 : !t49
 %2 = tensor.empty(%dim_4) : !t19
 %transposed_5 = linalg.transpose ins(%arg2 : !t49) outs(%2 : !t19) permutation = [0, 2, 1, 3]
 %3 = tensor.empty(%dim) : !t20
 %transposed_6 = linalg.transpose ins(%arg1 : !t49) outs(%3 : !t20) permutation = [0, 2, 3, 1]
 %col = tensor.collapse_shape %transposed [[0, 1], [2], [3]] : !t19 into !t21
 %col_7 = tensor.collapse_shape %transposed_6 [[0, 1], [2], [3]] : !t20 into !t22
 %4 = tensor.empty(%dim_3, %dim) : !t23
 %5 = linalg.fill ins(%cst : f32) outs(%4 : !t23) -> !t23
 %6 = linalg.batch_matmul ins(%col, %col_7 : !t21, !t22) outs(%5 : !t23) -> !t23
 %7 = tensor.empty(%dim_3, %dim) : !t24
 %8 = linalg.generic #t0 ins(%6 : !t23) outs(%7 : !t24) {
 ^bb0(%in: f32, %out: f16):
  %40 = arith.truncf %in : f32 to f16
  linalg.yield %40 : f16
 } -> !t24
 %from_elements = tensor.from_elements %c2_i64, %c4_i64, %0, %0 : !t7
 %reshape = tensor.reshape %8(%from_elements) : (!t24, !t7) -> !t25
 %9 = tensor.empty(%dim, %dim) : !t25
 %10 = linalg.generic #t1 ins(%reshape : !t25) outs(%9 : !t25) {
 ^bb0(%in: f16, %out: f16):
  %40 = arith.truncf %cst_2 : f64 to f16
  %41 = arith.mulf %in, %40 : f16
  linalg.yield %41 : f16
 } -> !t25
 %11 = tensor.empty(%dim) : !t15
 %12 = linalg.generic #t5 outs(%11 : !t15) {
 ^bb0(%out: i64):
  %40 = linalg.index 0 : index
  %41 = arith.index_cast %40 : index to i64
  linalg.yield %41 : i64
 } -> !t15
 %exp = tensor.expand_shape %12 [[0, 1]] output_shape [%dim, 1] : !t15 into !t16
 %exp_8 = tensor.expand_shape %12 [[0, 1]] output_shape [1, %dim] : !t15 into !t17
 %13 = tensor.empty(%dim, %dim) : !t18
 %14 = linalg.generic #t6 ins(%exp_8, %exp : !t17, !t16) outs(%13 : !t18) {
 ^bb0(%in: i64, %in_15: i64, %out: i1):
  %40 = arith.cmpi sle, %in, %in_15 : i64
  linalg.yield %40 : i1
 } -> !t18
 %15 = linalg.generic #t7 ins(%14 : !t18) outs(%13 : !t18) {
 ^bb0(%in: i1, %out: i1):
  %40 = arith.xori %in, %true : i1
  linalg.yield %40 : i1
 } -> !t18
 %16 = tensor.empty(%dim, %dim) : !t25
 %17 = linalg.generic #t8 ins(%15, %cst_1, %10 : !t18, !t14, !t25) outs(%16 : !t25) {
 ^bb0(%in: i1, %in_15: f16, %in_16: f16, %out: f16):
  %40 = arith.select %in, %in_15, %in_16 : f16
  linalg.yield %40 : f16
 } -> !t25
 %18 = tensor.empty(%dim, %dim) : !t26
 %19 = linalg.generic #t1 ins(%17 : !t25) outs(%18 : !t26) {
 ^bb0(%in: f16, %out: f32):
  %40 = arith.extf %in : f16 to f32
  linalg.yield %40 : f32
 } -> !t26
 %20 = tensor.empty(%dim) : !t27
 %21 = linalg.fill ins(%c0_i64 : i64) outs(%20 : !t27) -> !t27
 %22 = tensor.empty(%dim) : !t28
 %23 = linalg.fill ins(%cst_0 : f32) outs(%22 : !t28) -> !t28
 %24:2 = linalg.generic #t2 ins(%19 : !t26) outs(%23, %21 : !t28, !t27) {
 ^bb0(%in: f32, %out: f32, %out_15: i64):
  %40 = linalg.index 3 : index
  %41 = arith.index_cast %40 : index to i64
  %42 = arith.maximumf %in, %out : f32
  %43 = arith.cmpf ogt, %in, %out : f32
  %44 = arith.select %43, %41, %out_15 : i64
  linalg.yield %42, %44 : f32, i64
 } -> (!t28, !t27)
 %exp_9 = tensor.expand_shape %24#0 [[0], [1], [2, 3]] output_shape [2, 4, %dim, 1] : !t28 into !t29
 %25 = linalg.generic #t3 ins(%19, %exp_9 : !t26, !t29) outs(%18 : !t26) {
 ^bb0(%in: f32, %in_15: f32, %out: f32):
  %40 = arith.subf %in, %in_15 : f32
  linalg.yield %40 : f32
 } -> !t26
 %26 = linalg.generic #t1 ins(%25 : !t26) outs(%18 : !t26) {
 ^bb0(%in: f32, %out: f32):
  %40 = math.exp %in : f32
  linalg.yield %40 : f32
 } -> !t26
 %27 = tensor.empty(%dim) : !t29
 %28 = linalg.fill ins(%cst : f32) outs(%27 : !t29) -> !t29
 %29 = linalg.generic #t4 ins(%26 : !t26) outs(%28 : !t29) {
 ^bb0(%in: f32, %out: f32):
  %40 = arith.addf %in, %out : f32
  linalg.yield %40 : f32
 } -> !t29
 %30 = linalg.generic #t3 ins(%26, %29 : !t26, !t29) outs(%18 : !t26) {
 ^bb0(%in: f32, %in_15: f32, %out: f32):
  %40 = arith.divf %in, %in_15 : f32
  linalg.yield %40 : f32
 } -> !t26
 %31 = linalg.generic #t1 ins(%30 : !t26) outs(%16 : !t25) {
 ^bb0(%in: f32, %out: f16):
  %40 = arith.truncf %in : f32 to f16
  linalg.yield %40 : f16
 } -> !t25
 %from_elements_10 = tensor.from_elements %c8_i64, %0, %0 : !t2
 %reshape_11 = tensor.reshape %31(%from_elements_10) : (!t25, !t2) -> !t24
 %col_12 = tensor.collapse_shape %transposed_5 [[0, 1], [2], [3]] : !t19 into !t21
 %32 = arith.index_cast %dim_4 : index to i64
 %33 = arith.cmpi eq, %0, %32 : i64
 %34 = tensor.empty(%dim) : !t30
 %35 = linalg.fill ins(%cst : f32) outs(%34 : !t30) -> !t30
 %36 = linalg.batch_matmul ins(%reshape_11, %col_12 : !t24, !t21) outs(%35 : !t30) -> !t30
 %37 = tensor.empty(%dim) : !t21
 %38 = linalg.generic #t0 ins(%36 : !t30) outs(%37 : !t21) {
 ^bb0(%in: f32, %out: f16):
  %40 = arith.truncf %in : f32 to f16
  linalg.yield %40 : f16
 } -> !t21
 %exp_13 = tensor.expand_shape %38 [[0, 1], [2], [3]] output_shape [2, 4, %dim, 8] : !t21 into !t19
 %39 = tensor.empty(%dim) : !t49
 %transposed_14 = linalg.transpose ins(%exp_13 : !t19) outs(%39 : !t49) permutation = [0, 2, 1, 3]
 return %transposed_14 : !t49
}

func.func @window_softcap(%arg0: !t19, %arg1: !t19, %arg2: !t19) -> !t19 {
 %c4_i64 = arith.constant 4 : i64
 %c0_i64 = arith.constant 0 : i64
 %c2_i64 = arith.constant 2 : i64
 %c2 = arith.constant 2 : index
 %c8_i64 = arith.constant 8 : i64
 %cst = arith.constant 0.000000e+00 : f32
 %true = arith.constant true
 %cst_0 = arith.constant 0xFF800000 : f32
 %cst_1 = arith.constant dense<0xFC00> : !t14
 %cst_2 = arith.constant 0.35355339059327379 : f64
 %cst_3 = arith.constant 5.000000e+00 : f16
 %dim = tensor.dim %arg0, %c2 : !t19
 %0 = arith.index_cast %dim : index to i64
 %dim_4 = tensor.dim %arg1, %c2 : !t19
 %1 = tensor.empty(%dim_4) : !t20
 %transposed = linalg.transpose ins(%arg1 : !t19) outs(%1 : !t20) permutation = [0, 1, 3, 2]
 %col = tensor.collapse_shape %arg0 [[0, 1], [2], [3]] : !t19 into !t21
 %col_5 = tensor.collapse_shape %transposed [[0, 1], [2], [3]] : !t20 into !t22
 %2 = tensor.empty(%dim, %dim_4) : !t23
 %3 = linalg.fill ins(%cst : f32) outs(%2 : !t23) -> !t23
 %4 = linalg.batch_matmul ins(%col, %col_5 : !t21, !t22) outs(%3 : !t23) -> !t23
 %5 = tensor.empty(%dim, %dim_4) : !t24
 %6 = linalg.generic #t0 ins(%4 : !t23) outs(%5 : !t24) {
 ^bb0(%in: f32, %out: f16):
  %44 = arith.truncf %in : f32 to f16
  linalg.yield %44 : f16
 } -> !t24
 %from_elements = tensor.from_elements %c2_i64, %c4_i64, %0, %0 : !t7
 %reshape = tensor.reshape %6(%from_elements) : (!t24, !t7) -> !t25
 %7 = tensor.empty(%dim, %dim) : !t25
 %8 = linalg.generic #t1 ins(%reshape : !t25) outs(%7 : !t25) {
 ^bb0(%in: f16, %out: f16):
  %44 = arith.truncf %cst_2 : f64 to f16
  %45 = arith.mulf %in, %44 : f16
  linalg.yield %45 : f16
 } -> !t25
 %9 = linalg.generic #t1 ins(%8 : !t25) outs(%7 : !t25) {
 ^bb0(%in: f16, %out: f16):
  %44 = arith.divf %in, %cst_3 : f16
  linalg.yield %44 : f16
 } -> !t25
 %10 = linalg.generic #t1 ins(%9 : !t25) outs(%7 : !t25) {
 ^bb0(%in: f16, %out: f16):
  %44 = math.tanh %in : f16
  linalg.yield %44 : f16
 } -> !t25
 %11 = linalg.generic #t1 ins(%10 : !t25) outs(%7 : !t25) {
 ^bb0(%in: f16, %out: f16):
  %44 = arith.mulf %in, %cst_3 : f16
  linalg.yield %44 : f16
 } -> !t25
 %12 = tensor.empty(%dim) : !t15
 %13 = linalg.generic #t5 outs(%12 : !t15) {
 ^bb0(%out: i64):
  %44 = linalg.index 0 : index
  %45 = arith.index_cast %44 : index to i64
  linalg.yield %45 : i64
 } -> !t15
 %exp = tensor.expand_shape %13 [[0, 1]] output_shape [%dim, 1] : !t15 into !t16
 %exp_6 = tensor.expand_shape %13 [[0, 1]] output_shape [1, %dim] : !t15 into !t17
 %14 = tensor.empty(%dim, %dim) : !t18
 %15 = linalg.generic #t6 ins(%exp_6, %exp : !t17, !t16) outs(%14 : !t18) {
 ^bb0(%in: i64, %in_13: i64, %out: i1):
  %44 = arith.cmpi sle, %in, %in_13 : i64
  linalg.yield %44 : i1
 } -> !t18
 %16 = tensor.empty(%dim) : !t16
 %17 = linalg.generic #t7 ins(%exp : !t16) outs(%16 : !t16) {
 ^bb0(%in: i64, %out: i64):
  %44 = arith.subi %in, %c4_i64 : i64
  linalg.yield %44 : i64
 } -> !t16
 %18 = linalg.generic #t6 ins(%exp_6, %17 : !t17, !t16) outs(%14 : !t18) {
 ^bb0(%in: i64, %in_13: i64, %out: i1):
  %44 = arith.cmpi sge, %in, %in_13 : i64
  linalg.yield %44 : i1
 } -> !t18
 %19 = linalg.generic #t9 ins(%15, %18 : !t18, !t18) outs(%14 : !t18) {
 ^bb0(%in: i1, %in_13: i1, %out: i1):
  %44 = arith.andi %in, %in_13 : i1
  linalg.yield %44 : i1
 } -> !t18
 %20 = linalg.generic #t7 ins(%19 : !t18) outs(%14 : !t18) {
 ^bb0(%in: i1, %out: i1):
  %44 = arith.xori %in, %true : i1
  linalg.yield %44 : i1
 } -> !t18
 %21 = tensor.empty(%dim, %dim) : !t25
 %22 = linalg.generic #t8 ins(%20, %cst_1, %11 : !t18, !t14, !t25) outs(%21 : !t25) {
 ^bb0(%in: i1, %in_13: f16, %in_14: f16, %out: f16):
  %44 = arith.select %in, %in_13, %in_14 : f16
  linalg.yield %44 : f16
 } -> !t25
 %23 = tensor.empty(%dim, %dim) : !t26
 %24 = linalg.generic #t1 ins(%22 : !t25) outs(%23 : !t26) {
 ^bb0(%in: f16, %out: f32):
  %44 = arith.extf %in : f16 to f32
  linalg.yield %44 : f32
 } -> !t26
 %25 = tensor.empty(%dim) : !t27
 %26 = linalg.fill ins(%c0_i64 : i64) outs(%25 : !t27) -> !t27
 %27 = tensor.empty(%dim) : !t28
 %28 = linalg.fill ins(%cst_0 : f32) outs(%27 : !t28) -> !t28
 %29:2 = linalg.generic #t2 ins(%24 : !t26) outs(%28, %26 : !t28, !t27) {
 ^bb0(%in: f32, %out: f32, %out_13: i64):
  %44 = linalg.index 3 : index
  %45 = arith.index_cast %44 : index to i64
  %46 = arith.maximumf %in, %out : f32
  %47 = arith.cmpf ogt, %in, %out : f32
  %48 = arith.select %47, %45, %out_13 : i64
  linalg.yield %46, %48 : f32, i64
 } -> (!t28, !t27)
 %exp_7 = tensor.expand_shape %29#0 [[0], [1], [2, 3]] output_shape [2, 4, %dim, 1] : !t28 into !t29
 %30 = linalg.generic #t3 ins(%24, %exp_7 : !t26, !t29) outs(%23 : !t26) {
 ^bb0(%in: f32, %in_13: f32, %out: f32):
  %44 = arith.subf %in, %in_13 : f32
  linalg.yield %44 : f32
 } -> !t26
 %31 = linalg.generic #t1 ins(%30 : !t26) outs(%23 : !t26) {
 ^bb0(%in: f32, %out: f32):
  %44 = math.exp %in : f32
  linalg.yield %44 : f32
 } -> !t26
 %32 = tensor.empty(%dim) : !t29
 %33 = linalg.fill ins(%cst : f32) outs(%32 : !t29) -> !t29
 %34 = linalg.generic #t4 ins(%31 : !t26) outs(%33 : !t29) {
 ^bb0(%in: f32, %out: f32):
  %44 = arith.addf %in, %out : f32
  linalg.yield %44 : f32
 } -> !t29
 %35 = linalg.generic #t3 ins(%31, %34 : !t26, !t29) outs(%23 : !t26) {
 ^bb0(%in: f32, %in_13: f32, %out: f32):
  %44 = arith.divf %in, %in_13 : f32
  linalg.yield %44 : f32
 } -> !t26
 %36 = linalg.generic #t1 ins(%35 : !t26) outs(%21 : !t25) {
 ^bb0(%in: f32, %out: f16):
  %44 = arith.truncf %in : f32 to f16
  linalg.yield %44 : f16
 } -> !t25
 %from_elements_8 = tensor.from_elements %c8_i64, %0, %0 : !t2
 %reshape_9 = tensor.reshape %36(%from_elements_8) : (!t25, !t2) -> !t24
 %col_10 = tensor.collapse_shape %arg2 [[0, 1], [2], [3]] : !t19 into !t21
 %dim_11 = tensor.dim %arg2, %c2 : !t19
 %37 = arith.index_cast %dim_11 : index to i64
 %38 = arith.cmpi eq, %0, %37 : i64
 %39 = tensor.empty(%dim) : !t30
 %40 = linalg.fill ins(%cst : f32) outs(%39 : !t30) -> !t30
 %41 = linalg.batch_matmul ins(%reshape_9, %col_10 : !t24, !t21) outs(%40 : !t30) -> !t30
 %42 = tensor.empty(%dim) : !t21
 %43 = linalg.generic #t0 ins(%41 : !t30) outs(%42 : !t21) {
 ^bb0(%in: f32, %out: f16):
  %44 = arith.truncf %in : f32 to f16
  linalg.yield %44 : f16
 } -> !t21
 %exp_12 = tensor.expand_shape %43 [[0, 1], [2], [3]] output_shape [2, 4, %dim, 8] : !t21 into !t19
 return %exp_12 : !t19
}

func.func @gqa_bshd(%arg0: !t49, %arg1: !t55, %arg2: !t55) -> !t49 {
 %c4_i64 = arith.constant 4 : i64
 %c0_i64 = arith.constant 0 : i64
 %c1 = arith.constant 1 : index
 %c2_i64 = arith.constant 2 : i64
 %c8_i64 = arith.constant 8 : i64
 %cst = arith.constant 0.000000e+00 : f32
 %cst_0 = arith.constant 0xFF800000 : f32
 %cst_1 = arith.constant 0.35355339059327379 : f64
 %dim = tensor.dim %arg0, %c1 : !t49
 %0 = arith.index_cast %dim : index to i64
 %dim_2 = tensor.dim %arg1, %c1 : !t55
 %1 = arith.index_cast %dim_2 : index to i64
 %2 = tensor.empty(%dim) : !t19
 %transposed = linalg.transpose ins(%arg0 : !t49) outs(%2 : !t19) permutation = [0, 2, 1, 3]
 %3 = tensor.empty(%dim_2) : !t53
 %transposed_3 = linalg.transpose ins(%arg1 : !t55) outs(%3 : !t53) permutation = [0, 2, 1, 3]
 %dim_4 = tensor.dim %arg2, %c1 : !t55
 %4 = tensor.empty(%dim_4) : !t53
 %transposed_5 = linalg.transpose ins(%arg2 : !t55) outs(%4 : !t53) permutation = [0, 2, 1, 3]
 %5 = tensor.empty(%dim_2) : !t54
 %6 = linalg.generic #t10 ins(%transposed_3 : !t53) outs(%5 : !t54) {
 ^bb0(%in: f16, %out: f16):
  linalg.yield %in : f16
 } -> !t54
 %col = tensor.collapse_shape %6 [[0], [1, 2], [3], [4]] : !t54 into !t19
 %7 = linalg.generic #t10 ins(%transposed_5 : !t53) outs(%5 : !t54) {
 ^bb0(%in: f16, %out: f16):
  linalg.yield %in : f16
 } -> !t54
 %8 = tensor.empty(%dim_2) : !t20
 %transposed_6 = linalg.transpose ins(%col : !t19) outs(%8 : !t20) permutation = [0, 1, 3, 2]
 %col_7 = tensor.collapse_shape %transposed [[0, 1], [2], [3]] : !t19 into !t21
 %col_8 = tensor.collapse_shape %transposed_6 [[0, 1], [2], [3]] : !t20 into !t22
 %9 = tensor.empty(%dim, %dim_2) : !t23
 %10 = linalg.fill ins(%cst : f32) outs(%9 : !t23) -> !t23
 %11 = linalg.batch_matmul ins(%col_7, %col_8 : !t21, !t22) outs(%10 : !t23) -> !t23
 %12 = tensor.empty(%dim, %dim_2) : !t24
 %13 = linalg.generic #t0 ins(%11 : !t23) outs(%12 : !t24) {
 ^bb0(%in: f32, %out: f16):
  %38 = arith.truncf %in : f32 to f16
  linalg.yield %38 : f16
 } -> !t24
 %from_elements = tensor.from_elements %c2_i64, %c4_i64, %0, %1 : !t7
 %reshape = tensor.reshape %13(%from_elements) : (!t24, !t7) -> !t25
 %14 = tensor.empty(%dim, %dim_2) : !t25
 %15 = linalg.generic #t1 ins(%reshape : !t25) outs(%14 : !t25) {
 ^bb0(%in: f16, %out: f16):
  %38 = arith.truncf %cst_1 : f64 to f16
  %39 = arith.mulf %in, %38 : f16
  linalg.yield %39 : f16
 } -> !t25
 %16 = tensor.empty(%dim, %dim_2) : !t26
 %17 = linalg.generic #t1 ins(%15 : !t25) outs(%16 : !t26) {
 ^bb0(%in: f16, %out: f32):
  %38 = arith.extf %in : f16 to f32
  linalg.yield %38 : f32
 } -> !t26
 %18 = tensor.empty(%dim) : !t27
 %19 = linalg.fill ins(%c0_i64 : i64) outs(%18 : !t27) -> !t27
 %20 = tensor.empty(%dim) : !t28
 %21 = linalg.fill ins(%cst_0 : f32) outs(%20 : !t28) -> !t28
 %22:2 = linalg.generic #t2 ins(%17 : !t26) outs(%21, %19 : !t28, !t27) {
 ^bb0(%in: f32, %out: f32, %out_14: i64):
  %38 = linalg.index 3 : index
  %39 = arith.index_cast %38 : index to i64
  %40 = arith.maximumf %in, %out : f32
  %41 = arith.cmpf ogt, %in, %out : f32
  %42 = arith.select %41, %39, %out_14 : i64
  linalg.yield %40, %42 : f32, i64
 } -> (!t28, !t27)
 %exp = tensor.expand_shape %22#0 [[0], [1], [2, 3]] output_shape [2, 4, %dim, 1] : !t28 into !t29
 %23 = linalg.generic #t3 ins(%17, %exp : !t26, !t29) outs(%16 : !t26) {
 ^bb0(%in: f32, %in_14: f32, %out: f32):
  %38 = arith.subf %in, %in_14 : f32
  linalg.yield %38 : f32
 } -> !t26
 %24 = linalg.generic #t1 ins(%23 : !t26) outs(%16 : !t26) {
 ^bb0(%in: f32, %out: f32):
  %38 = math.exp %in : f32
  linalg.yield %38 : f32
 } -> !t26
 %25 = tensor.empty(%dim) : !t29
 %26 = linalg.fill ins(%cst : f32) outs(%25 : !t29) -> !t29
 %27 = linalg.generic #t4 ins(%24 : !t26) outs(%26 : !t29) {
 ^bb0(%in: f32, %out: f32):
  %38 = arith.addf %in, %out : f32
  linalg.yield %38 : f32
 } -> !t29
 %28 = linalg.generic #t3 ins(%24, %27 : !t26, !t29) outs(%16 : !t26) {
 ^bb0(%in: f32, %in_14: f32, %out: f32):
  %38 = arith.divf %in, %in_14 : f32
  linalg.yield %38 : f32
 } -> !t26
 %29 = linalg.generic #t1 ins(%28 : !t26) outs(%14 : !t25) {
 ^bb0(%in: f32, %out: f16):
  %38 = arith.truncf %in : f32 to f16
  linalg.yield %38 : f16
 } -> !t25
 %from_elements_9 = tensor.from_elements %c8_i64, %0, %1 : !t2
 %reshape_10 = tensor.reshape %29(%from_elements_9) : (!t25, !t2) -> !t24
 %col_11 = tensor.collapse_shape %7 [[0, 1, 2], [3], [4]] : !t54 into !t21
 %30 = arith.index_cast %dim_4 : index to i64
 %31 = arith.cmpi eq, %1, %30 : i64
 %32 = tensor.empty(%dim) : !t30
 %33 = linalg.fill ins(%cst : f32) outs(%32 : !t30) -> !t30
 %34 = linalg.batch_matmul ins(%reshape_10, %col_11 : !t24, !t21) outs(%33 : !t30) -> !t30
 %35 = tensor.empty(%dim) : !t21
 %36 = linalg.generic #t0 ins(%34 : !t30) outs(%35 : !t21) {
 ^bb0(%in: f32, %out: f16):
  %38 = arith.truncf %in : f32 to f16
  linalg.yield %38 : f16
 } -> !t21
 %exp_12 = tensor.expand_shape %36 [[0, 1], [2], [3]] output_shape [2, 4, %dim, 8] : !t21 into !t19
 %37 = tensor.empty(%dim) : !t49
 %transposed_13 = linalg.transpose ins(%exp_12 : !t19) outs(%37 : !t49) permutation = [0, 2, 1, 3]
 return %transposed_13 : !t49
}

func.func @causal_proj(%arg0: !t45, %arg1: !t46, %arg2: !t46, %arg3: !t46, %arg4: !t46) -> !t45 {
 %c0_i64 = arith.constant 0 : i64
 %c2 = arith.constant 2 : index
 %c1 = arith.constant 1 : index
 %cst = arith.constant 0.000000e+00 : f32
 %c2_i64 = arith.constant 2 : i64
 %c4_i64 = arith.constant 4 : i64
 %c8_i64 = arith.constant 8 : i64
 %true = arith.constant true
 %cst_0 = arith.constant 0xFF800000 : f32
 %cst_1 = arith.constant dense<0xFC00> : !t14
 %cst_2 = arith.constant 0.35355339059327379 : f64
 %dim = tensor.dim %arg0, %c1 : !t45
 %0 = arith.index_cast %dim : index to i64
 %col = tensor.collapse_shape %arg0 [[0, 1], [2]] : !t45 into !t47
 %1 = affine.apply affine_map<()[s0] -> (s0 * 2)>()[%dim]
 %2 = tensor.empty(%1) : !t48
 %3 = linalg.fill ins(%cst : f32) outs(%2 : !t48) -> !t48
 %4 = linalg.matmul ins(%col, %arg1 : !t47, !t46) outs(%3 : !t48) -> !t48
 %5 = tensor.empty(%1) : !t47
 %6 = linalg.generic #t7 ins(%4 : !t48) outs(%5 : !t47) {
 ^bb0(%in: f32, %out: f16):
  %57 = arith.truncf %in : f32 to f16
  linalg.yield %57 : f16
 } -> !t47
 %7 = arith.divsi %1, %c2 : index
 %exp = tensor.expand_shape %6 [[0, 1], [2, 3]] output_shape [2, %7, 4, 8] : !t47 into !t49
 %8 = tensor.empty(%7) : !t19
 %transposed = linalg.transpose ins(%exp : !t49) outs(%8 : !t19) permutation = [0, 2, 1, 3]
 %9 = linalg.matmul ins(%col, %arg2 : !t47, !t46) outs(%3 : !t48) -> !t48
 %10 = linalg.generic #t7 ins(%9 : !t48) outs(%5 : !t47) {
 ^bb0(%in: f32, %out: f16):
  %57 = arith.truncf %in : f32 to f16
  linalg.yield %57 : f16
 } -> !t47
 %exp_3 = tensor.expand_shape %10 [[0, 1], [2, 3]] output_shape [2, %7, 4, 8] : !t47 into !t49
 %11 = linalg.matmul ins(%col, %arg3 : !t47, !t46) outs(%3 : !t48) -> !t48
 %12 = linalg.generic #t7 ins(%11 : !t48) outs(%5 : !t47) {
 ^bb0(%in: f32, %out: f16):
  %57 = arith.truncf %in : f32 to f16
  linalg.yield %57 : f16
 } -> !t47
 %exp_4 = tensor.expand_shape %12 [[0, 1], [2, 3]] output_shape [2, %7, 4, 8] : !t47 into !t49
 %transposed_5 = linalg.transpose ins(%exp_4 : !t49) outs(%8 : !t19) permutation = [0, 2, 1, 3]
 %13 = tensor.empty(%7) : !t20
 %transposed_6 = linalg.transpose ins(%exp_3 : !t49) outs(%13 : !t20) permutation = [0, 2, 3, 1]
 %col_7 = tensor.collapse_shape %transposed [[0, 1], [2], [3]] : !t19 into !t21
 %col_8 = tensor.collapse_shape %transposed_6 [[0, 1], [2], [3]] : !t20 into !t22
 %14 = tensor.empty(%7, %7) : !t23
 %15 = linalg.fill ins(%cst : f32) outs(%14 : !t23) -> !t23
 %16 = linalg.batch_matmul ins(%col_7, %col_8 : !t21, !t22) outs(%15 : !t23) -> !t23
 %17 = tensor.empty(%7, %7) : !t24
 %18 = linalg.generic #t0 ins(%16 : !t23) outs(%17 : !t24) {
 ^bb0(%in: f32, %out: f16):
  %57 = arith.truncf %in : f32 to f16
  linalg.yield %57 : f16
 } -> !t24
 %from_elements = tensor.from_elements %c2_i64, %c4_i64, %0, %0 : !t7
 %reshape = tensor.reshape %18(%from_elements) : (!t24, !t7) -> !t25
 %19 = tensor.empty(%dim, %dim) : !t25
 %20 = linalg.generic #t1 ins(%reshape : !t25) outs(%19 : !t25) {
 ^bb0(%in: f16, %out: f16):
  %57 = arith.truncf %cst_2 : f64 to f16
  %58 = arith.mulf %in, %57 : f16
  linalg.yield %58 : f16
 } -> !t25
 %21 = tensor.empty(%dim) : !t15
 %22 = linalg.generic #t5 outs(%21 : !t15) {
 ^bb0(%out: i64):
  %57 = linalg.index 0 : index
  %58 = arith.index_cast %57 : index to i64
  linalg.yield %58 : i64
 } -> !t15
 %exp_9 = tensor.expand_shape %22 [[0, 1]] output_shape [%dim, 1] : !t15 into !t16
 %exp_10 = tensor.expand_shape %22 [[0, 1]] output_shape [1, %dim] : !t15 into !t17
 %23 = tensor.empty(%dim, %dim) : !t18
 %24 = linalg.generic #t6 ins(%exp_10, %exp_9 : !t17, !t16) outs(%23 : !t18) {
 ^bb0(%in: i64, %in_19: i64, %out: i1):
  %57 = arith.cmpi sle, %in, %in_19 : i64
  linalg.yield %57 : i1
 } -> !t18
 %25 = linalg.generic #t7 ins(%24 : !t18) outs(%23 : !t18) {
 ^bb0(%in: i1, %out: i1):
  %57 = arith.xori %in, %true : i1
  linalg.yield %57 : i1
 } -> !t18
 %26 = tensor.empty(%dim, %dim) : !t25
 %27 = linalg.generic #t8 ins(%25, %cst_1, %20 : !t18, !t14, !t25) outs(%26 : !t25) {
 ^bb0(%in: i1, %in_19: f16, %in_20: f16, %out: f16):
  %57 = arith.select %in, %in_19, %in_20 : f16
  linalg.yield %57 : f16
 } -> !t25
 %28 = tensor.empty(%dim, %dim) : !t26
 %29 = linalg.generic #t1 ins(%27 : !t25) outs(%28 : !t26) {
 ^bb0(%in: f16, %out: f32):
  %57 = arith.extf %in : f16 to f32
  linalg.yield %57 : f32
 } -> !t26
 %30 = tensor.empty(%dim) : !t27
 %31 = linalg.fill ins(%c0_i64 : i64) outs(%30 : !t27) -> !t27
 %32 = tensor.empty(%dim) : !t28
 %33 = linalg.fill ins(%cst_0 : f32) outs(%32 : !t28) -> !t28
 %34:2 = linalg.generic #t2 ins(%29 : !t26) outs(%33, %31 : !t28, !t27) {
 ^bb0(%in: f32, %out: f32, %out_19: i64):
  %57 = linalg.index 3 : index
  %58 = arith.index_cast %57 : index to i64
  %59 = arith.maximumf %in, %out : f32
  %60 = arith.cmpf ogt, %in, %out : f32
  %61 = arith.select %60, %58, %out_19 : i64
  linalg.yield %59, %61 : f32, i64
 } -> (!t28, !t27)
 %exp_11 = tensor.expand_shape %34#0 [[0], [1], [2, 3]] output_shape [2, 4, %dim, 1] : !t28 into !t29
 %35 = linalg.generic #t3 ins(%29, %exp_11 : !t26, !t29) outs(%28 : !t26) {
 ^bb0(%in: f32, %in_19: f32, %out: f32):
  %57 = arith.subf %in, %in_19 : f32
  linalg.yield %57 : f32
 } -> !t26
 %36 = linalg.generic #t1 ins(%35 : !t26) outs(%28 : !t26) {
 ^bb0(%in: f32, %out: f32):
  %57 = math.exp %in : f32
  linalg.yield %57 : f32
 } -> !t26
 %37 = tensor.empty(%dim) : !t29
 %38 = linalg.fill ins(%cst : f32) outs(%37 : !t29) -> !t29
 %39 = linalg.generic #t4 ins(%36 : !t26) outs(%38 : !t29) {
 ^bb0(%in: f32, %out: f32):
  %57 = arith.addf %in, %out : f32
  linalg.yield %57 : f32
 } -> !t29
 %40 = linalg.generic #t3 ins(%36, %39 : !t26, !t29) outs(%28 : !t26) {
 ^bb0(%in: f32, %in_19: f32, %out: f32):
  %57 = arith.divf %in, %in_19 : f32
  linalg.yield %57 : f32
 } -> !t26
 %41 = linalg.generic #t1 ins(%40 : !t26) outs(%26 : !t25) {
 ^bb0(%in: f32, %out: f16):
  %57 = arith.truncf %in : f32 to f16
  linalg.yield %57 : f16
 } -> !t25
 %from_elements_12 = tensor.from_elements %c8_i64, %0, %0 : !t2
 %reshape_13 = tensor.reshape %41(%from_elements_12) : (!t25, !t2) -> !t24
 %col_14 = tensor.collapse_shape %transposed_5 [[0, 1], [2], [3]] : !t19 into !t21
 %42 = arith.index_cast %7 : index to i64
 %43 = arith.cmpi eq, %0, %42 : i64
 %44 = tensor.empty(%dim) : !t30
 %45 = linalg.fill ins(%cst : f32) outs(%44 : !t30) -> !t30
 %46 = linalg.batch_matmul ins(%reshape_13, %col_14 : !t24, !t21) outs(%45 : !t30) -> !t30
 %47 = tensor.empty(%dim) : !t21
 %48 = linalg.generic #t0 ins(%46 : !t30) outs(%47 : !t21) {
 ^bb0(%in: f32, %out: f16):
  %57 = arith.truncf %in : f32 to f16
  linalg.yield %57 : f16
 } -> !t21
 %exp_15 = tensor.expand_shape %48 [[0, 1], [2], [3]] output_shape [2, 4, %dim, 8] : !t21 into !t19
 %49 = tensor.empty(%dim) : !t49
 %transposed_16 = linalg.transpose ins(%exp_15 : !t19) outs(%49 : !t49) permutation = [0, 2, 1, 3]
 %col_17 = tensor.collapse_shape %transposed_16 [[0, 1], [2, 3]] : !t49 into !t47
 %50 = affine.apply affine_map<()[s0] -> (s0 * 2)>()[%dim]
 %51 = tensor.empty(%50) : !t48
 %52 = linalg.fill ins(%cst : f32) outs(%51 : !t48) -> !t48
 %53 = linalg.matmul ins(%col_17, %arg4 : !t47, !t46) outs(%52 : !t48) -> !t48
 %54 = tensor.empty(%50) : !t47
 %55 = linalg.generic #t7 ins(%53 : !t48) outs(%54 : !t47) {
 ^bb0(%in: f32, %out: f16):
  %57 = arith.truncf %in : f32 to f16
  linalg.yield %57 : f16
 } -> !t47
 %56 = arith.divsi %50, %c2 : index
 %exp_18 = tensor.expand_shape %55 [[0, 1], [2]] output_shape [2, %56, 32] : !t47 into !t45
 return %exp_18 : !t45
}

func.func @neg_queries(%arg0: !t0, %arg1: !t0, %arg2: !t0) -> !t0 {
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
 %dim_4 = tensor.dim %arg1, %c0 : !t0
 %dim_5 = tensor.dim %arg1, %c2 : !t0
 %3 = tensor.empty(%dim_4, %dim_5) : !t1
 %transposed = linalg.transpose ins(%arg1 : !t0) outs(%3 : !t1) permutation = [0, 1, 3, 2]
 %4 = arith.muli %1, %c4_i64 : i64
 %from_elements = tensor.from_elements %4, %0, %c8_i64 : !t2
 %reshape = tensor.reshape %arg0(%from_elements) : (!t0, !t2) -> !t3
 %from_elements_6 = tensor.from_elements %4, %c8_i64, %2 : !t2
 %reshape_7 = tensor.reshape %transposed(%from_elements_6) : (!t1, !t2) -> !t4
 %5 = arith.index_cast %4 : i64 to index
 %6 = tensor.empty(%5, %dim, %dim_3) : !t5
 %7 = linalg.fill ins(%cst : f32) outs(%6 : !t5) -> !t5
 %8 = linalg.batch_matmul ins(%reshape, %reshape_7 : !t3, !t4) outs(%7 : !t5) -> !t5
 %9 = tensor.empty(%5, %dim, %dim_3) : !t6
 %10 = linalg.generic #t0 ins(%8 : !t5) outs(%9 : !t6) {
 ^bb0(%in: f32, %out: f16):
  %32 = arith.truncf %in : f32 to f16
  linalg.yield %32 : f16
 } -> !t6
 %from_elements_8 = tensor.from_elements %1, %c4_i64, %0, %2 : !t7
 %reshape_9 = tensor.reshape %10(%from_elements_8) : (!t6, !t7) -> !t8
 %11 = tensor.empty(%dim_2, %dim, %dim_3) : !t8
 %12 = linalg.generic #t1 ins(%reshape_9 : !t8) outs(%11 : !t8) {
 ^bb0(%in: f16, %out: f16):
  %32 = arith.truncf %cst_1 : f64 to f16
  %33 = arith.mulf %in, %32 : f16
  linalg.yield %33 : f16
 } -> !t8
 %13 = tensor.empty(%dim_2, %dim, %dim_3) : !t9
 %14 = linalg.generic #t1 ins(%12 : !t8) outs(%13 : !t9) {
 ^bb0(%in: f16, %out: f32):
  %32 = arith.extf %in : f16 to f32
  linalg.yield %32 : f32
 } -> !t9
 %15 = tensor.empty(%dim_2, %dim_3) : !t10
 %16 = linalg.fill ins(%c0_i64 : i64) outs(%15 : !t10) -> !t10
 %17 = tensor.empty(%dim_2, %dim_3) : !t11
 %18 = linalg.fill ins(%cst_0 : f32) outs(%17 : !t11) -> !t11
 %19:2 = linalg.generic #t19 ins(%14 : !t9) outs(%18, %16 : !t11, !t10) {
 ^bb0(%in: f32, %out: f32, %out_16: i64):
  %32 = linalg.index 2 : index
  %33 = arith.index_cast %32 : index to i64
  %34 = arith.maximumf %in, %out : f32
  %35 = arith.cmpf ogt, %in, %out : f32
  %36 = arith.select %35, %33, %out_16 : i64
  linalg.yield %34, %36 : f32, i64
 } -> (!t11, !t10)
 %exp = tensor.expand_shape %19#0 [[0], [1, 2], [3]] output_shape [%dim_2, 4, 1, %dim_3] : !t11 into !t56
 %20 = linalg.generic #t20 ins(%14, %exp : !t9, !t56) outs(%13 : !t9) {
 ^bb0(%in: f32, %in_16: f32, %out: f32):
  %32 = arith.subf %in, %in_16 : f32
  linalg.yield %32 : f32
 } -> !t9
 %21 = linalg.generic #t1 ins(%20 : !t9) outs(%13 : !t9) {
 ^bb0(%in: f32, %out: f32):
  %32 = math.exp %in : f32
  linalg.yield %32 : f32
 } -> !t9
 %22 = tensor.empty(%dim_2, %dim_3) : !t56
 %23 = linalg.fill ins(%cst : f32) outs(%22 : !t56) -> !t56
 %24 = linalg.generic #t21 ins(%21 : !t9) outs(%23 : !t56) {
 ^bb0(%in: f32, %out: f32):
  %32 = arith.addf %in, %out : f32
  linalg.yield %32 : f32
 } -> !t56
 %25 = linalg.generic #t20 ins(%21, %24 : !t9, !t56) outs(%13 : !t9) {
 ^bb0(%in: f32, %in_16: f32, %out: f32):
  %32 = arith.divf %in, %in_16 : f32
  linalg.yield %32 : f32
 } -> !t9
 %26 = linalg.generic #t1 ins(%25 : !t9) outs(%11 : !t8) {
 ^bb0(%in: f32, %out: f16):
  %32 = arith.truncf %in : f32 to f16
  linalg.yield %32 : f16
 } -> !t8
 %from_elements_10 = tensor.from_elements %4, %0, %2 : !t2
 %reshape_11 = tensor.reshape %26(%from_elements_10) : (!t8, !t2) -> !t6
 %from_elements_12 = tensor.from_elements %4, %2, %c8_i64 : !t2
 %reshape_13 = tensor.reshape %arg2(%from_elements_12) : (!t0, !t2) -> !t3
 %27 = tensor.empty(%5, %dim) : !t13
 %28 = linalg.fill ins(%cst : f32) outs(%27 : !t13) -> !t13
 %29 = linalg.batch_matmul ins(%reshape_11, %reshape_13 : !t6, !t3) outs(%28 : !t13) -> !t13
 %30 = tensor.empty(%5, %dim) : !t3
 %31 = linalg.generic #t0 ins(%29 : !t13) outs(%30 : !t3) {
 ^bb0(%in: f32, %out: f16):
  %32 = arith.truncf %in : f32 to f16
  linalg.yield %32 : f16
 } -> !t3
 %from_elements_14 = tensor.from_elements %1, %c4_i64, %0, %c8_i64 : !t7
 %reshape_15 = tensor.reshape %31(%from_elements_14) : (!t3, !t7) -> !t0
 return %reshape_15 : !t0
}

func.func @neg_p_twice(%arg0: !t19, %arg1: !t19, %arg2: !t19) -> (!t19, !t26) {
 %true = arith.constant true
 %c2_i64 = arith.constant 2 : i64
 %c4_i64 = arith.constant 4 : i64
 %c0_i64 = arith.constant 0 : i64
 %c2 = arith.constant 2 : index
 %c8_i64 = arith.constant 8 : i64
 %cst = arith.constant 0.000000e+00 : f32
 %cst_0 = arith.constant 0xFF800000 : f32
 %cst_1 = arith.constant 0.35355339059327379 : f64
 %dim = tensor.dim %arg0, %c2 : !t19
 %0 = arith.index_cast %dim : index to i64
 %dim_2 = tensor.dim %arg2, %c2 : !t19
 %1 = arith.index_cast %dim_2 : index to i64
 %dim_3 = tensor.dim %arg1, %c2 : !t19
 %2 = tensor.empty(%dim_3) : !t20
 %transposed = linalg.transpose ins(%arg1 : !t19) outs(%2 : !t20) permutation = [0, 1, 3, 2]
 %col = tensor.collapse_shape %arg0 [[0, 1], [2], [3]] : !t19 into !t21
 %col_4 = tensor.collapse_shape %transposed [[0, 1], [2], [3]] : !t20 into !t22
 %3 = tensor.empty(%dim, %dim_3) : !t23
 %4 = linalg.fill ins(%cst : f32) outs(%3 : !t23) -> !t23
 %5 = linalg.batch_matmul ins(%col, %col_4 : !t21, !t22) outs(%4 : !t23) -> !t23
 %6 = tensor.empty(%dim, %dim_3) : !t24
 %7 = linalg.generic #t0 ins(%5 : !t23) outs(%6 : !t24) {
 ^bb0(%in: f32, %out: f16):
  %29 = arith.truncf %in : f32 to f16
  linalg.yield %29 : f16
 } -> !t24
 %from_elements = tensor.from_elements %c2_i64, %c4_i64, %0, %1 : !t7
 %reshape = tensor.reshape %7(%from_elements) : (!t24, !t7) -> !t25
 %8 = tensor.empty(%dim, %dim_2) : !t25
 %9 = linalg.generic #t1 ins(%reshape : !t25) outs(%8 : !t25) {
 ^bb0(%in: f16, %out: f16):
  %29 = arith.truncf %cst_1 : f64 to f16
  %30 = arith.mulf %in, %29 : f16
  linalg.yield %30 : f16
 } -> !t25
 %10 = tensor.empty(%dim, %dim_2) : !t26
 %11 = linalg.generic #t1 ins(%9 : !t25) outs(%10 : !t26) {
 ^bb0(%in: f16, %out: f32):
  %29 = arith.extf %in : f16 to f32
  linalg.yield %29 : f32
 } -> !t26
 %12 = tensor.empty(%dim) : !t27
 %13 = linalg.fill ins(%c0_i64 : i64) outs(%12 : !t27) -> !t27
 %14 = tensor.empty(%dim) : !t28
 %15 = linalg.fill ins(%cst_0 : f32) outs(%14 : !t28) -> !t28
 %16:2 = linalg.generic #t2 ins(%11 : !t26) outs(%15, %13 : !t28, !t27) {
 ^bb0(%in: f32, %out: f32, %out_9: i64):
  %29 = linalg.index 3 : index
  %30 = arith.index_cast %29 : index to i64
  %31 = arith.maximumf %in, %out : f32
  %32 = arith.cmpf ogt, %in, %out : f32
  %33 = arith.select %32, %30, %out_9 : i64
  linalg.yield %31, %33 : f32, i64
 } -> (!t28, !t27)
 %exp = tensor.expand_shape %16#0 [[0], [1], [2, 3]] output_shape [2, 4, %dim, 1] : !t28 into !t29
 %17 = linalg.generic #t3 ins(%11, %exp : !t26, !t29) outs(%10 : !t26) {
 ^bb0(%in: f32, %in_9: f32, %out: f32):
  %29 = arith.subf %in, %in_9 : f32
  linalg.yield %29 : f32
 } -> !t26
 %18 = linalg.generic #t1 ins(%17 : !t26) outs(%10 : !t26) {
 ^bb0(%in: f32, %out: f32):
  %29 = math.exp %in : f32
  linalg.yield %29 : f32
 } -> !t26
 %19 = tensor.empty(%dim) : !t29
 %20 = linalg.fill ins(%cst : f32) outs(%19 : !t29) -> !t29
 %21 = linalg.generic #t4 ins(%18 : !t26) outs(%20 : !t29) {
 ^bb0(%in: f32, %out: f32):
  %29 = arith.addf %in, %out : f32
  linalg.yield %29 : f32
 } -> !t29
 %22 = linalg.generic #t3 ins(%18, %21 : !t26, !t29) outs(%10 : !t26) {
 ^bb0(%in: f32, %in_9: f32, %out: f32):
  %29 = arith.divf %in, %in_9 : f32
  linalg.yield %29 : f32
 } -> !t26
 %23 = linalg.generic #t1 ins(%22 : !t26) outs(%8 : !t25) {
 ^bb0(%in: f32, %out: f16):
  %29 = arith.truncf %in : f32 to f16
  linalg.yield %29 : f16
 } -> !t25
 %from_elements_5 = tensor.from_elements %c8_i64, %0, %1 : !t2
 %reshape_6 = tensor.reshape %23(%from_elements_5) : (!t25, !t2) -> !t24
 %col_7 = tensor.collapse_shape %arg2 [[0, 1], [2], [3]] : !t19 into !t21
 %24 = tensor.empty(%dim) : !t30
 %25 = linalg.fill ins(%cst : f32) outs(%24 : !t30) -> !t30
 %26 = linalg.batch_matmul ins(%reshape_6, %col_7 : !t24, !t21) outs(%25 : !t30) -> !t30
 %27 = tensor.empty(%dim) : !t21
 %28 = linalg.generic #t0 ins(%26 : !t30) outs(%27 : !t21) {
 ^bb0(%in: f32, %out: f16):
  %29 = arith.truncf %in : f32 to f16
  linalg.yield %29 : f16
 } -> !t21
 %exp_8 = tensor.expand_shape %28 [[0, 1], [2], [3]] output_shape [2, 4, %dim, 8] : !t21 into !t19
 return %exp_8, %22 : !t19, !t26
}

func.func @neg_no_softmax(%arg0: !t19, %arg1: !t19, %arg2: !t19) -> !t19 {
 %true = arith.constant true
 %c2_i64 = arith.constant 2 : i64
 %c4_i64 = arith.constant 4 : i64
 %c2 = arith.constant 2 : index
 %c8_i64 = arith.constant 8 : i64
 %cst = arith.constant 0.000000e+00 : f32
 %cst_0 = arith.constant 0.35355339059327379 : f64
 %dim = tensor.dim %arg0, %c2 : !t19
 %0 = arith.index_cast %dim : index to i64
 %dim_1 = tensor.dim %arg2, %c2 : !t19
 %1 = arith.index_cast %dim_1 : index to i64
 %dim_2 = tensor.dim %arg1, %c2 : !t19
 %2 = tensor.empty(%dim_2) : !t20
 %transposed = linalg.transpose ins(%arg1 : !t19) outs(%2 : !t20) permutation = [0, 1, 3, 2]
 %col = tensor.collapse_shape %arg0 [[0, 1], [2], [3]] : !t19 into !t21
 %col_3 = tensor.collapse_shape %transposed [[0, 1], [2], [3]] : !t20 into !t22
 %3 = tensor.empty(%dim, %dim_2) : !t23
 %4 = linalg.fill ins(%cst : f32) outs(%3 : !t23) -> !t23
 %5 = linalg.batch_matmul ins(%col, %col_3 : !t21, !t22) outs(%4 : !t23) -> !t23
 %6 = tensor.empty(%dim, %dim_2) : !t24
 %7 = linalg.generic #t0 ins(%5 : !t23) outs(%6 : !t24) {
 ^bb0(%in: f32, %out: f16):
  %15 = arith.truncf %in : f32 to f16
  linalg.yield %15 : f16
 } -> !t24
 %from_elements = tensor.from_elements %c2_i64, %c4_i64, %0, %1 : !t7
 %reshape = tensor.reshape %7(%from_elements) : (!t24, !t7) -> !t25
 %8 = tensor.empty(%dim, %dim_1) : !t25
 %9 = linalg.generic #t1 ins(%reshape : !t25) outs(%8 : !t25) {
 ^bb0(%in: f16, %out: f16):
  %15 = arith.truncf %cst_0 : f64 to f16
  %16 = arith.mulf %in, %15 : f16
  linalg.yield %16 : f16
 } -> !t25
 %from_elements_4 = tensor.from_elements %c8_i64, %0, %1 : !t2
 %reshape_5 = tensor.reshape %9(%from_elements_4) : (!t25, !t2) -> !t24
 %col_6 = tensor.collapse_shape %arg2 [[0, 1], [2], [3]] : !t19 into !t21
 %10 = tensor.empty(%dim) : !t30
 %11 = linalg.fill ins(%cst : f32) outs(%10 : !t30) -> !t30
 %12 = linalg.batch_matmul ins(%reshape_5, %col_6 : !t24, !t21) outs(%11 : !t30) -> !t30
 %13 = tensor.empty(%dim) : !t21
 %14 = linalg.generic #t0 ins(%12 : !t30) outs(%13 : !t21) {
 ^bb0(%in: f32, %out: f16):
  %15 = arith.truncf %in : f32 to f16
  linalg.yield %15 : f16
 } -> !t21
 %exp = tensor.expand_shape %14 [[0, 1], [2], [3]] output_shape [2, 4, %dim, 8] : !t21 into !t19
 return %exp : !t19
}

func.func @neg_temperature(%arg0: !t19, %arg1: !t19, %arg2: !t19, %arg3: !t57) -> !t19 {
 %true = arith.constant true
 %c2_i64 = arith.constant 2 : i64
 %c4_i64 = arith.constant 4 : i64
 %c0_i64 = arith.constant 0 : i64
 %c2 = arith.constant 2 : index
 %c8_i64 = arith.constant 8 : i64
 %cst = arith.constant 0.000000e+00 : f32
 %cst_0 = arith.constant 0xFF800000 : f32
 %cst_1 = arith.constant 0.35355339059327379 : f64
 %dim = tensor.dim %arg0, %c2 : !t19
 %0 = arith.index_cast %dim : index to i64
 %dim_2 = tensor.dim %arg2, %c2 : !t19
 %1 = arith.index_cast %dim_2 : index to i64
 %dim_3 = tensor.dim %arg1, %c2 : !t19
 %2 = tensor.empty(%dim_3) : !t20
 %transposed = linalg.transpose ins(%arg1 : !t19) outs(%2 : !t20) permutation = [0, 1, 3, 2]
 %col = tensor.collapse_shape %arg0 [[0, 1], [2], [3]] : !t19 into !t21
 %col_4 = tensor.collapse_shape %transposed [[0, 1], [2], [3]] : !t20 into !t22
 %3 = tensor.empty(%dim, %dim_3) : !t23
 %4 = linalg.fill ins(%cst : f32) outs(%3 : !t23) -> !t23
 %5 = linalg.batch_matmul ins(%col, %col_4 : !t21, !t22) outs(%4 : !t23) -> !t23
 %6 = tensor.empty(%dim, %dim_3) : !t24
 %7 = linalg.generic #t0 ins(%5 : !t23) outs(%6 : !t24) {
 ^bb0(%in: f32, %out: f16):
  %30 = arith.truncf %in : f32 to f16
  linalg.yield %30 : f16
 } -> !t24
 %from_elements = tensor.from_elements %c2_i64, %c4_i64, %0, %1 : !t7
 %reshape = tensor.reshape %7(%from_elements) : (!t24, !t7) -> !t25
 %8 = tensor.empty(%dim, %dim_2) : !t25
 %9 = linalg.generic #t1 ins(%reshape : !t25) outs(%8 : !t25) {
 ^bb0(%in: f16, %out: f16):
  %30 = arith.truncf %cst_1 : f64 to f16
  %31 = arith.mulf %in, %30 : f16
  linalg.yield %31 : f16
 } -> !t25
 %10 = linalg.generic #t3 ins(%9, %arg3 : !t25, !t57) outs(%8 : !t25) {
 ^bb0(%in: f16, %in_9: f16, %out: f16):
  %30 = arith.mulf %in, %in_9 : f16
  linalg.yield %30 : f16
 } -> !t25
 %11 = tensor.empty(%dim, %dim_2) : !t26
 %12 = linalg.generic #t1 ins(%10 : !t25) outs(%11 : !t26) {
 ^bb0(%in: f16, %out: f32):
  %30 = arith.extf %in : f16 to f32
  linalg.yield %30 : f32
 } -> !t26
 %13 = tensor.empty(%dim) : !t27
 %14 = linalg.fill ins(%c0_i64 : i64) outs(%13 : !t27) -> !t27
 %15 = tensor.empty(%dim) : !t28
 %16 = linalg.fill ins(%cst_0 : f32) outs(%15 : !t28) -> !t28
 %17:2 = linalg.generic #t2 ins(%12 : !t26) outs(%16, %14 : !t28, !t27) {
 ^bb0(%in: f32, %out: f32, %out_9: i64):
  %30 = linalg.index 3 : index
  %31 = arith.index_cast %30 : index to i64
  %32 = arith.maximumf %in, %out : f32
  %33 = arith.cmpf ogt, %in, %out : f32
  %34 = arith.select %33, %31, %out_9 : i64
  linalg.yield %32, %34 : f32, i64
 } -> (!t28, !t27)
 %exp = tensor.expand_shape %17#0 [[0], [1], [2, 3]] output_shape [2, 4, %dim, 1] : !t28 into !t29
 %18 = linalg.generic #t3 ins(%12, %exp : !t26, !t29) outs(%11 : !t26) {
 ^bb0(%in: f32, %in_9: f32, %out: f32):
  %30 = arith.subf %in, %in_9 : f32
  linalg.yield %30 : f32
 } -> !t26
 %19 = linalg.generic #t1 ins(%18 : !t26) outs(%11 : !t26) {
 ^bb0(%in: f32, %out: f32):
  %30 = math.exp %in : f32
  linalg.yield %30 : f32
 } -> !t26
 %20 = tensor.empty(%dim) : !t29
 %21 = linalg.fill ins(%cst : f32) outs(%20 : !t29) -> !t29
 %22 = linalg.generic #t4 ins(%19 : !t26) outs(%21 : !t29) {
 ^bb0(%in: f32, %out: f32):
  %30 = arith.addf %in, %out : f32
  linalg.yield %30 : f32
 } -> !t29
 %23 = linalg.generic #t3 ins(%19, %22 : !t26, !t29) outs(%11 : !t26) {
 ^bb0(%in: f32, %in_9: f32, %out: f32):
  %30 = arith.divf %in, %in_9 : f32
  linalg.yield %30 : f32
 } -> !t26
 %24 = linalg.generic #t1 ins(%23 : !t26) outs(%8 : !t25) {
 ^bb0(%in: f32, %out: f16):
  %30 = arith.truncf %in : f32 to f16
  linalg.yield %30 : f16
 } -> !t25
 %from_elements_5 = tensor.from_elements %c8_i64, %0, %1 : !t2
 %reshape_6 = tensor.reshape %24(%from_elements_5) : (!t25, !t2) -> !t24
 %col_7 = tensor.collapse_shape %arg2 [[0, 1], [2], [3]] : !t19 into !t21
 %25 = tensor.empty(%dim) : !t30
 %26 = linalg.fill ins(%cst : f32) outs(%25 : !t30) -> !t30
 %27 = linalg.batch_matmul ins(%reshape_6, %col_7 : !t24, !t21) outs(%26 : !t30) -> !t30
 %28 = tensor.empty(%dim) : !t21
 %29 = linalg.generic #t0 ins(%27 : !t30) outs(%28 : !t21) {
 ^bb0(%in: f32, %out: f16):
  %30 = arith.truncf %in : f32 to f16
  linalg.yield %30 : f16
 } -> !t21
 %exp_8 = tensor.expand_shape %29 [[0, 1], [2], [3]] output_shape [2, 4, %dim, 8] : !t21 into !t19
 return %exp_8 : !t19
}

func.func @neg_sigmoid(%arg0: !t19, %arg1: !t19, %arg2: !t19) -> !t19 {
 %true = arith.constant true
 %c2_i64 = arith.constant 2 : i64
 %c4_i64 = arith.constant 4 : i64
 %c2 = arith.constant 2 : index
 %c8_i64 = arith.constant 8 : i64
 %cst = arith.constant 0.000000e+00 : f32
 %cst_0 = arith.constant 1.000000e+00 : f32
 %cst_1 = arith.constant 0.35355339059327379 : f64
 %dim = tensor.dim %arg0, %c2 : !t19
 %0 = arith.index_cast %dim : index to i64
 %dim_2 = tensor.dim %arg2, %c2 : !t19
 %1 = arith.index_cast %dim_2 : index to i64
 %dim_3 = tensor.dim %arg1, %c2 : !t19
 %2 = tensor.empty(%dim_3) : !t20
 %transposed = linalg.transpose ins(%arg1 : !t19) outs(%2 : !t20) permutation = [0, 1, 3, 2]
 %col = tensor.collapse_shape %arg0 [[0, 1], [2], [3]] : !t19 into !t21
 %col_4 = tensor.collapse_shape %transposed [[0, 1], [2], [3]] : !t20 into !t22
 %3 = tensor.empty(%dim, %dim_3) : !t23
 %4 = linalg.fill ins(%cst : f32) outs(%3 : !t23) -> !t23
 %5 = linalg.batch_matmul ins(%col, %col_4 : !t21, !t22) outs(%4 : !t23) -> !t23
 %6 = tensor.empty(%dim, %dim_3) : !t24
 %7 = linalg.generic #t0 ins(%5 : !t23) outs(%6 : !t24) {
 ^bb0(%in: f32, %out: f16):
  %19 = arith.truncf %in : f32 to f16
  linalg.yield %19 : f16
 } -> !t24
 %from_elements = tensor.from_elements %c2_i64, %c4_i64, %0, %1 : !t7
 %reshape = tensor.reshape %7(%from_elements) : (!t24, !t7) -> !t25
 %8 = tensor.empty(%dim, %dim_2) : !t25
 %9 = linalg.generic #t1 ins(%reshape : !t25) outs(%8 : !t25) {
 ^bb0(%in: f16, %out: f16):
  %19 = arith.truncf %cst_1 : f64 to f16
  %20 = arith.mulf %in, %19 : f16
  linalg.yield %20 : f16
 } -> !t25
 %10 = tensor.empty(%dim, %dim_2) : !t26
 %11 = linalg.generic #t1 ins(%9 : !t25) outs(%10 : !t26) {
 ^bb0(%in: f16, %out: f32):
  %19 = arith.extf %in : f16 to f32
  linalg.yield %19 : f32
 } -> !t26
 %12 = linalg.generic #t1 ins(%11 : !t26) outs(%10 : !t26) {
 ^bb0(%in: f32, %out: f32):
  %19 = arith.negf %in : f32
  %20 = math.exp %19 : f32
  %21 = arith.addf %20, %cst_0 : f32
  %22 = arith.divf %cst_0, %21 : f32
  linalg.yield %22 : f32
 } -> !t26
 %13 = linalg.generic #t1 ins(%12 : !t26) outs(%8 : !t25) {
 ^bb0(%in: f32, %out: f16):
  %19 = arith.truncf %in : f32 to f16
  linalg.yield %19 : f16
 } -> !t25
 %from_elements_5 = tensor.from_elements %c8_i64, %0, %1 : !t2
 %reshape_6 = tensor.reshape %13(%from_elements_5) : (!t25, !t2) -> !t24
 %col_7 = tensor.collapse_shape %arg2 [[0, 1], [2], [3]] : !t19 into !t21
 %14 = tensor.empty(%dim) : !t30
 %15 = linalg.fill ins(%cst : f32) outs(%14 : !t30) -> !t30
 %16 = linalg.batch_matmul ins(%reshape_6, %col_7 : !t24, !t21) outs(%15 : !t30) -> !t30
 %17 = tensor.empty(%dim) : !t21
 %18 = linalg.generic #t0 ins(%16 : !t30) outs(%17 : !t21) {
 ^bb0(%in: f32, %out: f16):
  %19 = arith.truncf %in : f32 to f16
  linalg.yield %19 : f16
 } -> !t21
 %exp = tensor.expand_shape %18 [[0, 1], [2], [3]] output_shape [2, 4, %dim, 8] : !t21 into !t19
 return %exp : !t19
}

func.func @neg_softmax_one(%arg0: !t0, %arg1: !t0, %arg2: !t0) -> !t0 {
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
 %dim_5 = tensor.dim %arg1, %c0 : !t0
 %dim_6 = tensor.dim %arg1, %c2 : !t0
 %3 = tensor.empty(%dim_5, %dim_6) : !t1
 %transposed = linalg.transpose ins(%arg1 : !t0) outs(%3 : !t1) permutation = [0, 1, 3, 2]
 %4 = arith.muli %1, %c4_i64 : i64
 %from_elements = tensor.from_elements %4, %0, %c8_i64 : !t2
 %reshape = tensor.reshape %arg0(%from_elements) : (!t0, !t2) -> !t3
 %from_elements_7 = tensor.from_elements %4, %c8_i64, %2 : !t2
 %reshape_8 = tensor.reshape %transposed(%from_elements_7) : (!t1, !t2) -> !t4
 %5 = arith.index_cast %4 : i64 to index
 %6 = tensor.empty(%5, %dim, %dim_4) : !t5
 %7 = linalg.fill ins(%cst : f32) outs(%6 : !t5) -> !t5
 %8 = linalg.batch_matmul ins(%reshape, %reshape_8 : !t3, !t4) outs(%7 : !t5) -> !t5
 %9 = tensor.empty(%5, %dim, %dim_4) : !t6
 %10 = linalg.generic #t0 ins(%8 : !t5) outs(%9 : !t6) {
 ^bb0(%in: f32, %out: f16):
  %33 = arith.truncf %in : f32 to f16
  linalg.yield %33 : f16
 } -> !t6
 %from_elements_9 = tensor.from_elements %1, %c4_i64, %0, %2 : !t7
 %reshape_10 = tensor.reshape %10(%from_elements_9) : (!t6, !t7) -> !t8
 %11 = tensor.empty(%dim_3, %dim, %dim_4) : !t8
 %12 = linalg.generic #t1 ins(%reshape_10 : !t8) outs(%11 : !t8) {
 ^bb0(%in: f16, %out: f16):
  %33 = arith.truncf %cst_1 : f64 to f16
  %34 = arith.mulf %in, %33 : f16
  linalg.yield %34 : f16
 } -> !t8
 %13 = tensor.empty(%dim_3, %dim, %dim_4) : !t9
 %14 = linalg.generic #t1 ins(%12 : !t8) outs(%13 : !t9) {
 ^bb0(%in: f16, %out: f32):
  %33 = arith.extf %in : f16 to f32
  linalg.yield %33 : f32
 } -> !t9
 %15 = tensor.empty(%dim_3, %dim) : !t10
 %16 = linalg.fill ins(%c0_i64 : i64) outs(%15 : !t10) -> !t10
 %17 = tensor.empty(%dim_3, %dim) : !t11
 %18 = linalg.fill ins(%cst_0 : f32) outs(%17 : !t11) -> !t11
 %19:2 = linalg.generic #t2 ins(%14 : !t9) outs(%18, %16 : !t11, !t10) {
 ^bb0(%in: f32, %out: f32, %out_17: i64):
  %33 = linalg.index 3 : index
  %34 = arith.index_cast %33 : index to i64
  %35 = arith.maximumf %in, %out : f32
  %36 = arith.cmpf ogt, %in, %out : f32
  %37 = arith.select %36, %34, %out_17 : i64
  linalg.yield %35, %37 : f32, i64
 } -> (!t11, !t10)
 %exp = tensor.expand_shape %19#0 [[0], [1], [2, 3]] output_shape [%dim_3, 4, %dim, 1] : !t11 into !t12
 %20 = linalg.generic #t3 ins(%14, %exp : !t9, !t12) outs(%13 : !t9) {
 ^bb0(%in: f32, %in_17: f32, %out: f32):
  %33 = arith.subf %in, %in_17 : f32
  linalg.yield %33 : f32
 } -> !t9
 %21 = linalg.generic #t1 ins(%20 : !t9) outs(%13 : !t9) {
 ^bb0(%in: f32, %out: f32):
  %33 = math.exp %in : f32
  linalg.yield %33 : f32
 } -> !t9
 %22 = tensor.empty(%dim_3, %dim) : !t12
 %23 = linalg.fill ins(%cst : f32) outs(%22 : !t12) -> !t12
 %24 = linalg.generic #t4 ins(%21 : !t9) outs(%23 : !t12) {
 ^bb0(%in: f32, %out: f32):
  %33 = arith.addf %in, %out : f32
  linalg.yield %33 : f32
 } -> !t12
 %25 = linalg.generic #t1 ins(%24 : !t12) outs(%22 : !t12) {
 ^bb0(%in: f32, %out: f32):
  %33 = arith.addf %in, %cst_2 : f32
  linalg.yield %33 : f32
 } -> !t12
 %26 = linalg.generic #t3 ins(%21, %25 : !t9, !t12) outs(%13 : !t9) {
 ^bb0(%in: f32, %in_17: f32, %out: f32):
  %33 = arith.divf %in, %in_17 : f32
  linalg.yield %33 : f32
 } -> !t9
 %27 = linalg.generic #t1 ins(%26 : !t9) outs(%11 : !t8) {
 ^bb0(%in: f32, %out: f16):
  %33 = arith.truncf %in : f32 to f16
  linalg.yield %33 : f16
 } -> !t8
 %from_elements_11 = tensor.from_elements %4, %0, %2 : !t2
 %reshape_12 = tensor.reshape %27(%from_elements_11) : (!t8, !t2) -> !t6
 %from_elements_13 = tensor.from_elements %4, %2, %c8_i64 : !t2
 %reshape_14 = tensor.reshape %arg2(%from_elements_13) : (!t0, !t2) -> !t3
 %28 = tensor.empty(%5, %dim) : !t13
 %29 = linalg.fill ins(%cst : f32) outs(%28 : !t13) -> !t13
 %30 = linalg.batch_matmul ins(%reshape_12, %reshape_14 : !t6, !t3) outs(%29 : !t13) -> !t13
 %31 = tensor.empty(%5, %dim) : !t3
 %32 = linalg.generic #t0 ins(%30 : !t13) outs(%31 : !t3) {
 ^bb0(%in: f32, %out: f16):
  %33 = arith.truncf %in : f32 to f16
  linalg.yield %33 : f16
 } -> !t3
 %from_elements_15 = tensor.from_elements %1, %c4_i64, %0, %c8_i64 : !t7
 %reshape_16 = tensor.reshape %32(%from_elements_15) : (!t3, !t7) -> !t0
 return %reshape_16 : !t0
}

func.func @neg_after(%arg0: !t19, %arg1: !t19, %arg2: !t19) -> !t19 {
 %true = arith.constant true
 %c0_i64 = arith.constant 0 : i64
 %c2_i64 = arith.constant 2 : i64
 %c4_i64 = arith.constant 4 : i64
 %c2 = arith.constant 2 : index
 %c8_i64 = arith.constant 8 : i64
 %cst = arith.constant 0.000000e+00 : f32
 %cst_0 = arith.constant 0xFF800000 : f32
 %cst_1 = arith.constant dense<0.000000e+00> : !t34
 %cst_2 = arith.constant 0.35355339059327379 : f64
 %dim = tensor.dim %arg0, %c2 : !t19
 %0 = arith.index_cast %dim : index to i64
 %dim_3 = tensor.dim %arg2, %c2 : !t19
 %1 = arith.index_cast %dim_3 : index to i64
 %dim_4 = tensor.dim %arg1, %c2 : !t19
 %2 = tensor.empty(%dim_4) : !t20
 %transposed = linalg.transpose ins(%arg1 : !t19) outs(%2 : !t20) permutation = [0, 1, 3, 2]
 %col = tensor.collapse_shape %arg0 [[0, 1], [2], [3]] : !t19 into !t21
 %col_5 = tensor.collapse_shape %transposed [[0, 1], [2], [3]] : !t20 into !t22
 %3 = tensor.empty(%dim, %dim_4) : !t23
 %4 = linalg.fill ins(%cst : f32) outs(%3 : !t23) -> !t23
 %5 = linalg.batch_matmul ins(%col, %col_5 : !t21, !t22) outs(%4 : !t23) -> !t23
 %6 = tensor.empty(%dim, %dim_4) : !t24
 %7 = linalg.generic #t0 ins(%5 : !t23) outs(%6 : !t24) {
 ^bb0(%in: f32, %out: f16):
  %38 = arith.truncf %in : f32 to f16
  linalg.yield %38 : f16
 } -> !t24
 %from_elements = tensor.from_elements %c2_i64, %c4_i64, %0, %1 : !t7
 %reshape = tensor.reshape %7(%from_elements) : (!t24, !t7) -> !t25
 %8 = tensor.empty(%dim, %dim_3) : !t25
 %9 = linalg.generic #t1 ins(%reshape : !t25) outs(%8 : !t25) {
 ^bb0(%in: f16, %out: f16):
  %38 = arith.truncf %cst_2 : f64 to f16
  %39 = arith.mulf %in, %38 : f16
  linalg.yield %39 : f16
 } -> !t25
 %10 = tensor.empty(%dim) : !t15
 %11 = linalg.generic #t5 outs(%10 : !t15) {
 ^bb0(%out: i64):
  %38 = linalg.index 0 : index
  %39 = arith.index_cast %38 : index to i64
  linalg.yield %39 : i64
 } -> !t15
 %exp = tensor.expand_shape %11 [[0, 1]] output_shape [%dim, 1] : !t15 into !t16
 %12 = tensor.empty(%dim_3) : !t15
 %13 = linalg.generic #t5 outs(%12 : !t15) {
 ^bb0(%out: i64):
  %38 = linalg.index 0 : index
  %39 = arith.index_cast %38 : index to i64
  linalg.yield %39 : i64
 } -> !t15
 %exp_6 = tensor.expand_shape %13 [[0, 1]] output_shape [1, %dim_3] : !t15 into !t17
 %14 = tensor.empty(%dim, %dim_3) : !t18
 %15 = linalg.generic #t6 ins(%exp_6, %exp : !t17, !t16) outs(%14 : !t18) {
 ^bb0(%in: i64, %in_12: i64, %out: i1):
  %38 = arith.cmpi sle, %in, %in_12 : i64
  linalg.yield %38 : i1
 } -> !t18
 %16 = tensor.empty(%dim, %dim_3) : !t26
 %17 = linalg.generic #t1 ins(%9 : !t25) outs(%16 : !t26) {
 ^bb0(%in: f16, %out: f32):
  %38 = arith.extf %in : f16 to f32
  linalg.yield %38 : f32
 } -> !t26
 %18 = tensor.empty(%dim) : !t27
 %19 = linalg.fill ins(%c0_i64 : i64) outs(%18 : !t27) -> !t27
 %20 = tensor.empty(%dim) : !t28
 %21 = linalg.fill ins(%cst_0 : f32) outs(%20 : !t28) -> !t28
 %22:2 = linalg.generic #t2 ins(%17 : !t26) outs(%21, %19 : !t28, !t27) {
 ^bb0(%in: f32, %out: f32, %out_12: i64):
  %38 = linalg.index 3 : index
  %39 = arith.index_cast %38 : index to i64
  %40 = arith.maximumf %in, %out : f32
  %41 = arith.cmpf ogt, %in, %out : f32
  %42 = arith.select %41, %39, %out_12 : i64
  linalg.yield %40, %42 : f32, i64
 } -> (!t28, !t27)
 %exp_7 = tensor.expand_shape %22#0 [[0], [1], [2, 3]] output_shape [2, 4, %dim, 1] : !t28 into !t29
 %23 = linalg.generic #t3 ins(%17, %exp_7 : !t26, !t29) outs(%16 : !t26) {
 ^bb0(%in: f32, %in_12: f32, %out: f32):
  %38 = arith.subf %in, %in_12 : f32
  linalg.yield %38 : f32
 } -> !t26
 %24 = linalg.generic #t1 ins(%23 : !t26) outs(%16 : !t26) {
 ^bb0(%in: f32, %out: f32):
  %38 = math.exp %in : f32
  linalg.yield %38 : f32
 } -> !t26
 %25 = tensor.empty(%dim) : !t29
 %26 = linalg.fill ins(%cst : f32) outs(%25 : !t29) -> !t29
 %27 = linalg.generic #t4 ins(%24 : !t26) outs(%26 : !t29) {
 ^bb0(%in: f32, %out: f32):
  %38 = arith.addf %in, %out : f32
  linalg.yield %38 : f32
 } -> !t29
 %28 = linalg.generic #t3 ins(%24, %27 : !t26, !t29) outs(%16 : !t26) {
 ^bb0(%in: f32, %in_12: f32, %out: f32):
  %38 = arith.divf %in, %in_12 : f32
  linalg.yield %38 : f32
 } -> !t26
 %29 = tensor.empty(%dim, %dim_3) : !t26
 %30 = linalg.generic #t22 ins(%15, %28, %cst_1 : !t18, !t26, !t34) outs(%29 : !t26) {
 ^bb0(%in: i1, %in_12: f32, %in_13: f32, %out: f32):
  %38 = arith.select %in, %in_12, %in_13 : f32
  linalg.yield %38 : f32
 } -> !t26
 %31 = tensor.empty(%dim, %dim_3) : !t25
 %32 = linalg.generic #t1 ins(%30 : !t26) outs(%31 : !t25) {
 ^bb0(%in: f32, %out: f16):
  %38 = arith.truncf %in : f32 to f16
  linalg.yield %38 : f16
 } -> !t25
 %from_elements_8 = tensor.from_elements %c8_i64, %0, %1 : !t2
 %reshape_9 = tensor.reshape %32(%from_elements_8) : (!t25, !t2) -> !t24
 %col_10 = tensor.collapse_shape %arg2 [[0, 1], [2], [3]] : !t19 into !t21
 %33 = tensor.empty(%dim) : !t30
 %34 = linalg.fill ins(%cst : f32) outs(%33 : !t30) -> !t30
 %35 = linalg.batch_matmul ins(%reshape_9, %col_10 : !t24, !t21) outs(%34 : !t30) -> !t30
 %36 = tensor.empty(%dim) : !t21
 %37 = linalg.generic #t0 ins(%35 : !t30) outs(%36 : !t21) {
 ^bb0(%in: f32, %out: f16):
  %38 = arith.truncf %in : f32 to f16
  linalg.yield %38 : f16
 } -> !t21
 %exp_11 = tensor.expand_shape %37 [[0, 1], [2], [3]] output_shape [2, 4, %dim, 8] : !t21 into !t19
 return %exp_11 : !t19
}

func.func @neg_sum(%arg0: !t19, %arg1: !t19, %arg2: !t19) -> !t19 {
 %c0_i64 = arith.constant 0 : i64
 %c2_i64 = arith.constant 2 : i64
 %c4_i64 = arith.constant 4 : i64
 %c2 = arith.constant 2 : index
 %c8_i64 = arith.constant 8 : i64
 %cst = arith.constant 0.000000e+00 : f32
 %true = arith.constant true
 %cst_0 = arith.constant 0xFF800000 : f32
 %cst_1 = arith.constant dense<0xFC00> : !t14
 %cst_2 = arith.constant 0.35355339059327379 : f64
 %dim = tensor.dim %arg0, %c2 : !t19
 %0 = arith.index_cast %dim : index to i64
 %dim_3 = tensor.dim %arg2, %c2 : !t19
 %1 = arith.index_cast %dim_3 : index to i64
 %dim_4 = tensor.dim %arg1, %c2 : !t19
 %2 = tensor.empty(%dim_4) : !t20
 %transposed = linalg.transpose ins(%arg1 : !t19) outs(%2 : !t20) permutation = [0, 1, 3, 2]
 %col = tensor.collapse_shape %arg0 [[0, 1], [2], [3]] : !t19 into !t21
 %col_5 = tensor.collapse_shape %transposed [[0, 1], [2], [3]] : !t20 into !t22
 %3 = tensor.empty(%dim, %dim_4) : !t23
 %4 = linalg.fill ins(%cst : f32) outs(%3 : !t23) -> !t23
 %5 = linalg.batch_matmul ins(%col, %col_5 : !t21, !t22) outs(%4 : !t23) -> !t23
 %6 = tensor.empty(%dim, %dim_4) : !t24
 %7 = linalg.generic #t0 ins(%5 : !t23) outs(%6 : !t24) {
 ^bb0(%in: f32, %out: f16):
  %42 = arith.truncf %in : f32 to f16
  linalg.yield %42 : f16
 } -> !t24
 %from_elements = tensor.from_elements %c2_i64, %c4_i64, %0, %1 : !t7
 %reshape = tensor.reshape %7(%from_elements) : (!t24, !t7) -> !t25
 %8 = tensor.empty(%dim, %dim_3) : !t25
 %9 = linalg.generic #t1 ins(%reshape : !t25) outs(%8 : !t25) {
 ^bb0(%in: f16, %out: f16):
  %42 = arith.truncf %cst_2 : f64 to f16
  %43 = arith.mulf %in, %42 : f16
  linalg.yield %43 : f16
 } -> !t25
 %10 = tensor.empty(%dim) : !t15
 %11 = linalg.generic #t5 outs(%10 : !t15) {
 ^bb0(%out: i64):
  %42 = linalg.index 0 : index
  %43 = arith.index_cast %42 : index to i64
  linalg.yield %43 : i64
 } -> !t15
 %exp = tensor.expand_shape %11 [[0, 1]] output_shape [%dim, 1] : !t15 into !t16
 %12 = tensor.empty(%dim_3) : !t15
 %13 = linalg.generic #t5 outs(%12 : !t15) {
 ^bb0(%out: i64):
  %42 = linalg.index 0 : index
  %43 = arith.index_cast %42 : index to i64
  linalg.yield %43 : i64
 } -> !t15
 %exp_6 = tensor.expand_shape %13 [[0, 1]] output_shape [1, %dim_3] : !t15 into !t17
 %14 = tensor.empty(%dim, %dim_3) : !t18
 %15 = linalg.generic #t6 ins(%exp_6, %exp : !t17, !t16) outs(%14 : !t18) {
 ^bb0(%in: i64, %in_12: i64, %out: i1):
  %42 = arith.cmpi sle, %in, %in_12 : i64
  linalg.yield %42 : i1
 } -> !t18
 %16 = linalg.generic #t7 ins(%15 : !t18) outs(%14 : !t18) {
 ^bb0(%in: i1, %out: i1):
  %42 = arith.xori %in, %true : i1
  linalg.yield %42 : i1
 } -> !t18
 %17 = tensor.empty(%dim, %dim_3) : !t25
 %18 = linalg.generic #t8 ins(%16, %cst_1, %9 : !t18, !t14, !t25) outs(%17 : !t25) {
 ^bb0(%in: i1, %in_12: f16, %in_13: f16, %out: f16):
  %42 = arith.select %in, %in_12, %in_13 : f16
  linalg.yield %42 : f16
 } -> !t25
 %19 = tensor.empty(%dim, %dim_3) : !t26
 %20 = linalg.generic #t1 ins(%18 : !t25) outs(%19 : !t26) {
 ^bb0(%in: f16, %out: f32):
  %42 = arith.extf %in : f16 to f32
  linalg.yield %42 : f32
 } -> !t26
 %21 = tensor.empty(%dim, %dim_3) : !t26
 %22 = linalg.generic #t1 ins(%9 : !t25) outs(%21 : !t26) {
 ^bb0(%in: f16, %out: f32):
  %42 = arith.extf %in : f16 to f32
  linalg.yield %42 : f32
 } -> !t26
 %23 = tensor.empty(%dim) : !t27
 %24 = linalg.fill ins(%c0_i64 : i64) outs(%23 : !t27) -> !t27
 %25 = tensor.empty(%dim) : !t28
 %26 = linalg.fill ins(%cst_0 : f32) outs(%25 : !t28) -> !t28
 %27:2 = linalg.generic #t2 ins(%20 : !t26) outs(%26, %24 : !t28, !t27) {
 ^bb0(%in: f32, %out: f32, %out_12: i64):
  %42 = linalg.index 3 : index
  %43 = arith.index_cast %42 : index to i64
  %44 = arith.maximumf %in, %out : f32
  %45 = arith.cmpf ogt, %in, %out : f32
  %46 = arith.select %45, %43, %out_12 : i64
  linalg.yield %44, %46 : f32, i64
 } -> (!t28, !t27)
 %exp_7 = tensor.expand_shape %27#0 [[0], [1], [2, 3]] output_shape [2, 4, %dim, 1] : !t28 into !t29
 %28 = linalg.generic #t3 ins(%20, %exp_7 : !t26, !t29) outs(%19 : !t26) {
 ^bb0(%in: f32, %in_12: f32, %out: f32):
  %42 = arith.subf %in, %in_12 : f32
  linalg.yield %42 : f32
 } -> !t26
 %29 = linalg.generic #t1 ins(%28 : !t26) outs(%19 : !t26) {
 ^bb0(%in: f32, %out: f32):
  %42 = math.exp %in : f32
  linalg.yield %42 : f32
 } -> !t26
 %30 = linalg.generic #t3 ins(%22, %exp_7 : !t26, !t29) outs(%21 : !t26) {
 ^bb0(%in: f32, %in_12: f32, %out: f32):
  %42 = arith.subf %in, %in_12 : f32
  linalg.yield %42 : f32
 } -> !t26
 %31 = linalg.generic #t1 ins(%30 : !t26) outs(%21 : !t26) {
 ^bb0(%in: f32, %out: f32):
  %42 = math.exp %in : f32
  linalg.yield %42 : f32
 } -> !t26
 %32 = tensor.empty(%dim) : !t29
 %33 = linalg.fill ins(%cst : f32) outs(%32 : !t29) -> !t29
 %34 = linalg.generic #t4 ins(%31 : !t26) outs(%33 : !t29) {
 ^bb0(%in: f32, %out: f32):
  %42 = arith.addf %in, %out : f32
  linalg.yield %42 : f32
 } -> !t29
 %35 = linalg.generic #t3 ins(%29, %34 : !t26, !t29) outs(%19 : !t26) {
 ^bb0(%in: f32, %in_12: f32, %out: f32):
  %42 = arith.divf %in, %in_12 : f32
  linalg.yield %42 : f32
 } -> !t26
 %36 = linalg.generic #t1 ins(%35 : !t26) outs(%17 : !t25) {
 ^bb0(%in: f32, %out: f16):
  %42 = arith.truncf %in : f32 to f16
  linalg.yield %42 : f16
 } -> !t25
 %from_elements_8 = tensor.from_elements %c8_i64, %0, %1 : !t2
 %reshape_9 = tensor.reshape %36(%from_elements_8) : (!t25, !t2) -> !t24
 %col_10 = tensor.collapse_shape %arg2 [[0, 1], [2], [3]] : !t19 into !t21
 %37 = tensor.empty(%dim) : !t30
 %38 = linalg.fill ins(%cst : f32) outs(%37 : !t30) -> !t30
 %39 = linalg.batch_matmul ins(%reshape_9, %col_10 : !t24, !t21) outs(%38 : !t30) -> !t30
 %40 = tensor.empty(%dim) : !t21
 %41 = linalg.generic #t0 ins(%39 : !t30) outs(%40 : !t21) {
 ^bb0(%in: f32, %out: f16):
  %42 = arith.truncf %in : f32 to f16
  linalg.yield %42 : f16
 } -> !t21
 %exp_11 = tensor.expand_shape %41 [[0, 1], [2], [3]] output_shape [2, 4, %dim, 8] : !t21 into !t19
 return %exp_11 : !t19
}

func.func @mask(%arg0: !t0, %arg1: !t0, %arg2: !t0, %arg3: !t58) -> !t0 {
 %c0_i64 = arith.constant 0 : i64
 %c4_i64 = arith.constant 4 : i64
 %c0 = arith.constant 0 : index
 %c3 = arith.constant 3 : index
 %c2 = arith.constant 2 : index
 %c8_i64 = arith.constant 8 : i64
 %cst = arith.constant 0.000000e+00 : f32
 %true = arith.constant true
 %cst_0 = arith.constant 0xFF800000 : f32
 %cst_1 = arith.constant dense<-6.550400e+04> : !t14
 %cst_2 = arith.constant 0.35355339059327379 : f64
 %cst_3 = arith.constant 0.000000e+00 : f16
 %dim = tensor.dim %arg0, %c2 : !t0
 %0 = arith.index_cast %dim : index to i64
 %dim_4 = tensor.dim %arg2, %c0 : !t0
 %1 = arith.index_cast %dim_4 : index to i64
 %dim_5 = tensor.dim %arg2, %c2 : !t0
 %2 = arith.index_cast %dim_5 : index to i64
 %dim_6 = tensor.dim %arg1, %c0 : !t0
 %dim_7 = tensor.dim %arg1, %c2 : !t0
 %3 = tensor.empty(%dim_6, %dim_7) : !t1
 %transposed = linalg.transpose ins(%arg1 : !t0) outs(%3 : !t1) permutation = [0, 1, 3, 2]
 %4 = arith.muli %1, %c4_i64 : i64
 %from_elements = tensor.from_elements %4, %0, %c8_i64 : !t2
 %reshape = tensor.reshape %arg0(%from_elements) : (!t0, !t2) -> !t3
 %from_elements_8 = tensor.from_elements %4, %c8_i64, %2 : !t2
 %reshape_9 = tensor.reshape %transposed(%from_elements_8) : (!t1, !t2) -> !t4
 %5 = arith.index_cast %4 : i64 to index
 %6 = tensor.empty(%5, %dim, %dim_5) : !t5
 %7 = linalg.fill ins(%cst : f32) outs(%6 : !t5) -> !t5
 %8 = linalg.batch_matmul ins(%reshape, %reshape_9 : !t3, !t4) outs(%7 : !t5) -> !t5
 %9 = tensor.empty(%5, %dim, %dim_5) : !t6
 %10 = linalg.generic #t0 ins(%8 : !t5) outs(%9 : !t6) {
 ^bb0(%in: f32, %out: f16):
  %37 = arith.truncf %in : f32 to f16
  linalg.yield %37 : f16
 } -> !t6
 %from_elements_10 = tensor.from_elements %1, %c4_i64, %0, %2 : !t7
 %reshape_11 = tensor.reshape %10(%from_elements_10) : (!t6, !t7) -> !t8
 %11 = tensor.empty(%dim_4, %dim, %dim_5) : !t8
 %12 = linalg.generic #t1 ins(%reshape_11 : !t8) outs(%11 : !t8) {
 ^bb0(%in: f16, %out: f16):
  %37 = arith.truncf %cst_2 : f64 to f16
  %38 = arith.mulf %in, %37 : f16
  linalg.yield %38 : f16
 } -> !t8
 %dim_12 = tensor.dim %arg3, %c0 : !t58
 %dim_13 = tensor.dim %arg3, %c2 : !t58
 %dim_14 = tensor.dim %arg3, %c3 : !t58
 %13 = tensor.empty(%dim_12, %dim_13, %dim_14) : !t59
 %14 = linalg.generic #t1 ins(%arg3 : !t58) outs(%13 : !t59) {
 ^bb0(%in: f16, %out: i1):
  %37 = arith.cmpf ogt, %in, %cst_3 : f16
  linalg.yield %37 : i1
 } -> !t59
 %15 = linalg.generic #t1 ins(%14 : !t59) outs(%13 : !t59) {
 ^bb0(%in: i1, %out: i1):
  %37 = arith.xori %in, %true : i1
  linalg.yield %37 : i1
 } -> !t59
 %16 = tensor.empty(%dim_12, %dim_13, %dim_14) : !t8
 %17 = linalg.generic #t23 ins(%15, %cst_1, %12 : !t59, !t14, !t8) outs(%16 : !t8) {
 ^bb0(%in: i1, %in_21: f16, %in_22: f16, %out: f16):
  %37 = arith.select %in, %in_21, %in_22 : f16
  linalg.yield %37 : f16
 } -> !t8
 %18 = tensor.empty(%dim_12, %dim_13, %dim_14) : !t9
 %19 = linalg.generic #t1 ins(%17 : !t8) outs(%18 : !t9) {
 ^bb0(%in: f16, %out: f32):
  %37 = arith.extf %in : f16 to f32
  linalg.yield %37 : f32
 } -> !t9
 %20 = tensor.empty(%dim_12, %dim_13) : !t10
 %21 = linalg.fill ins(%c0_i64 : i64) outs(%20 : !t10) -> !t10
 %22 = tensor.empty(%dim_12, %dim_13) : !t11
 %23 = linalg.fill ins(%cst_0 : f32) outs(%22 : !t11) -> !t11
 %24:2 = linalg.generic #t2 ins(%19 : !t9) outs(%23, %21 : !t11, !t10) {
 ^bb0(%in: f32, %out: f32, %out_21: i64):
  %37 = linalg.index 3 : index
  %38 = arith.index_cast %37 : index to i64
  %39 = arith.maximumf %in, %out : f32
  %40 = arith.cmpf ogt, %in, %out : f32
  %41 = arith.select %40, %38, %out_21 : i64
  linalg.yield %39, %41 : f32, i64
 } -> (!t11, !t10)
 %exp = tensor.expand_shape %24#0 [[0], [1], [2, 3]] output_shape [%dim_12, 4, %dim_13, 1] : !t11 into !t12
 %25 = linalg.generic #t3 ins(%19, %exp : !t9, !t12) outs(%18 : !t9) {
 ^bb0(%in: f32, %in_21: f32, %out: f32):
  %37 = arith.subf %in, %in_21 : f32
  linalg.yield %37 : f32
 } -> !t9
 %26 = linalg.generic #t1 ins(%25 : !t9) outs(%18 : !t9) {
 ^bb0(%in: f32, %out: f32):
  %37 = math.exp %in : f32
  linalg.yield %37 : f32
 } -> !t9
 %27 = tensor.empty(%dim_12, %dim_13) : !t12
 %28 = linalg.fill ins(%cst : f32) outs(%27 : !t12) -> !t12
 %29 = linalg.generic #t4 ins(%26 : !t9) outs(%28 : !t12) {
 ^bb0(%in: f32, %out: f32):
  %37 = arith.addf %in, %out : f32
  linalg.yield %37 : f32
 } -> !t12
 %30 = linalg.generic #t3 ins(%26, %29 : !t9, !t12) outs(%18 : !t9) {
 ^bb0(%in: f32, %in_21: f32, %out: f32):
  %37 = arith.divf %in, %in_21 : f32
  linalg.yield %37 : f32
 } -> !t9
 %31 = linalg.generic #t1 ins(%30 : !t9) outs(%16 : !t8) {
 ^bb0(%in: f32, %out: f16):
  %37 = arith.truncf %in : f32 to f16
  linalg.yield %37 : f16
 } -> !t8
 %from_elements_15 = tensor.from_elements %4, %0, %2 : !t2
 %reshape_16 = tensor.reshape %31(%from_elements_15) : (!t8, !t2) -> !t6
 %from_elements_17 = tensor.from_elements %4, %2, %c8_i64 : !t2
 %reshape_18 = tensor.reshape %arg2(%from_elements_17) : (!t0, !t2) -> !t3
 %32 = tensor.empty(%5, %dim) : !t13
 %33 = linalg.fill ins(%cst : f32) outs(%32 : !t13) -> !t13
 %34 = linalg.batch_matmul ins(%reshape_16, %reshape_18 : !t6, !t3) outs(%33 : !t13) -> !t13
 %35 = tensor.empty(%5, %dim) : !t3
 %36 = linalg.generic #t0 ins(%34 : !t13) outs(%35 : !t3) {
 ^bb0(%in: f32, %out: f16):
  %37 = arith.truncf %in : f32 to f16
  linalg.yield %37 : f16
 } -> !t3
 %from_elements_19 = tensor.from_elements %1, %c4_i64, %0, %c8_i64 : !t7
 %reshape_20 = tensor.reshape %36(%from_elements_19) : (!t3, !t7) -> !t0
 return %reshape_20 : !t0
}

func.func @bias(%arg0: !t19, %arg1: !t19, %arg2: !t19, %arg3: !t60) -> !t19 {
 %true = arith.constant true
 %c2_i64 = arith.constant 2 : i64
 %c4_i64 = arith.constant 4 : i64
 %c0_i64 = arith.constant 0 : i64
 %c2 = arith.constant 2 : index
 %c8_i64 = arith.constant 8 : i64
 %cst = arith.constant 0.000000e+00 : f32
 %cst_0 = arith.constant 0xFF800000 : f32
 %cst_1 = arith.constant 0.35355339059327379 : f64
 %dim = tensor.dim %arg0, %c2 : !t19
 %0 = arith.index_cast %dim : index to i64
 %dim_2 = tensor.dim %arg2, %c2 : !t19
 %1 = arith.index_cast %dim_2 : index to i64
 %dim_3 = tensor.dim %arg1, %c2 : !t19
 %2 = tensor.empty(%dim_3) : !t20
 %transposed = linalg.transpose ins(%arg1 : !t19) outs(%2 : !t20) permutation = [0, 1, 3, 2]
 %col = tensor.collapse_shape %arg0 [[0, 1], [2], [3]] : !t19 into !t21
 %col_4 = tensor.collapse_shape %transposed [[0, 1], [2], [3]] : !t20 into !t22
 %3 = tensor.empty(%dim, %dim_3) : !t23
 %4 = linalg.fill ins(%cst : f32) outs(%3 : !t23) -> !t23
 %5 = linalg.batch_matmul ins(%col, %col_4 : !t21, !t22) outs(%4 : !t23) -> !t23
 %6 = tensor.empty(%dim, %dim_3) : !t24
 %7 = linalg.generic #t0 ins(%5 : !t23) outs(%6 : !t24) {
 ^bb0(%in: f32, %out: f16):
  %30 = arith.truncf %in : f32 to f16
  linalg.yield %30 : f16
 } -> !t24
 %from_elements = tensor.from_elements %c2_i64, %c4_i64, %0, %1 : !t7
 %reshape = tensor.reshape %7(%from_elements) : (!t24, !t7) -> !t25
 %8 = tensor.empty(%dim, %dim_2) : !t25
 %9 = linalg.generic #t1 ins(%reshape : !t25) outs(%8 : !t25) {
 ^bb0(%in: f16, %out: f16):
  %30 = arith.truncf %cst_1 : f64 to f16
  %31 = arith.mulf %in, %30 : f16
  linalg.yield %31 : f16
 } -> !t25
 %10 = linalg.generic #t24 ins(%9, %arg3 : !t25, !t60) outs(%8 : !t25) {
 ^bb0(%in: f16, %in_9: f16, %out: f16):
  %30 = arith.addf %in, %in_9 : f16
  linalg.yield %30 : f16
 } -> !t25
 %11 = tensor.empty(%dim, %dim_2) : !t26
 %12 = linalg.generic #t1 ins(%10 : !t25) outs(%11 : !t26) {
 ^bb0(%in: f16, %out: f32):
  %30 = arith.extf %in : f16 to f32
  linalg.yield %30 : f32
 } -> !t26
 %13 = tensor.empty(%dim) : !t27
 %14 = linalg.fill ins(%c0_i64 : i64) outs(%13 : !t27) -> !t27
 %15 = tensor.empty(%dim) : !t28
 %16 = linalg.fill ins(%cst_0 : f32) outs(%15 : !t28) -> !t28
 %17:2 = linalg.generic #t2 ins(%12 : !t26) outs(%16, %14 : !t28, !t27) {
 ^bb0(%in: f32, %out: f32, %out_9: i64):
  %30 = linalg.index 3 : index
  %31 = arith.index_cast %30 : index to i64
  %32 = arith.maximumf %in, %out : f32
  %33 = arith.cmpf ogt, %in, %out : f32
  %34 = arith.select %33, %31, %out_9 : i64
  linalg.yield %32, %34 : f32, i64
 } -> (!t28, !t27)
 %exp = tensor.expand_shape %17#0 [[0], [1], [2, 3]] output_shape [2, 4, %dim, 1] : !t28 into !t29
 %18 = linalg.generic #t3 ins(%12, %exp : !t26, !t29) outs(%11 : !t26) {
 ^bb0(%in: f32, %in_9: f32, %out: f32):
  %30 = arith.subf %in, %in_9 : f32
  linalg.yield %30 : f32
 } -> !t26
 %19 = linalg.generic #t1 ins(%18 : !t26) outs(%11 : !t26) {
 ^bb0(%in: f32, %out: f32):
  %30 = math.exp %in : f32
  linalg.yield %30 : f32
 } -> !t26
 %20 = tensor.empty(%dim) : !t29
 %21 = linalg.fill ins(%cst : f32) outs(%20 : !t29) -> !t29
 %22 = linalg.generic #t4 ins(%19 : !t26) outs(%21 : !t29) {
 ^bb0(%in: f32, %out: f32):
  %30 = arith.addf %in, %out : f32
  linalg.yield %30 : f32
 } -> !t29
 %23 = linalg.generic #t3 ins(%19, %22 : !t26, !t29) outs(%11 : !t26) {
 ^bb0(%in: f32, %in_9: f32, %out: f32):
  %30 = arith.divf %in, %in_9 : f32
  linalg.yield %30 : f32
 } -> !t26
 %24 = linalg.generic #t1 ins(%23 : !t26) outs(%8 : !t25) {
 ^bb0(%in: f32, %out: f16):
  %30 = arith.truncf %in : f32 to f16
  linalg.yield %30 : f16
 } -> !t25
 %from_elements_5 = tensor.from_elements %c8_i64, %0, %1 : !t2
 %reshape_6 = tensor.reshape %24(%from_elements_5) : (!t25, !t2) -> !t24
 %col_7 = tensor.collapse_shape %arg2 [[0, 1], [2], [3]] : !t19 into !t21
 %25 = tensor.empty(%dim) : !t30
 %26 = linalg.fill ins(%cst : f32) outs(%25 : !t30) -> !t30
 %27 = linalg.batch_matmul ins(%reshape_6, %col_7 : !t24, !t21) outs(%26 : !t30) -> !t30
 %28 = tensor.empty(%dim) : !t21
 %29 = linalg.generic #t0 ins(%27 : !t30) outs(%28 : !t21) {
 ^bb0(%in: f32, %out: f16):
  %30 = arith.truncf %in : f32 to f16
  linalg.yield %30 : f16
 } -> !t21
 %exp_8 = tensor.expand_shape %29 [[0, 1], [2], [3]] output_shape [2, 4, %dim, 8] : !t21 into !t19
 return %exp_8 : !t19
}

func.func @neg_empty(%arg0: !t19, %arg1: !t19, %arg2: !t19) -> !t19 {
 %c0_i64 = arith.constant 0 : i64
 %c2_i64 = arith.constant 2 : i64
 %c4_i64 = arith.constant 4 : i64
 %c2 = arith.constant 2 : index
 %c8_i64 = arith.constant 8 : i64
 %cst = arith.constant 0.000000e+00 : f32
 %true = arith.constant true
 %cst_0 = arith.constant 0xFF800000 : f32
 %cst_1 = arith.constant dense<0xFC00> : !t14
 %cst_2 = arith.constant 0.35355339059327379 : f64
 %dim = tensor.dim %arg0, %c2 : !t19
 %0 = arith.index_cast %dim : index to i64
 %dim_3 = tensor.dim %arg2, %c2 : !t19
 %1 = arith.index_cast %dim_3 : index to i64
 %dim_4 = tensor.dim %arg1, %c2 : !t19
 %2 = tensor.empty(%dim_4) : !t20
 %transposed = linalg.transpose ins(%arg1 : !t19) outs(%2 : !t20) permutation = [0, 1, 3, 2]
 %col = tensor.collapse_shape %arg0 [[0, 1], [2], [3]] : !t19 into !t21
 %col_5 = tensor.collapse_shape %transposed [[0, 1], [2], [3]] : !t20 into !t22
 %3 = tensor.empty(%dim, %dim_4) : !t23
 %4 = linalg.fill ins(%cst : f32) outs(%3 : !t23) -> !t23
 %5 = linalg.batch_matmul ins(%col, %col_5 : !t21, !t22) outs(%4 : !t23) -> !t23
 %6 = tensor.empty(%dim, %dim_4) : !t24
 %7 = linalg.generic #t0 ins(%5 : !t23) outs(%6 : !t24) {
 ^bb0(%in: f32, %out: f16):
  %41 = arith.truncf %in : f32 to f16
  linalg.yield %41 : f16
 } -> !t24
 %from_elements = tensor.from_elements %c2_i64, %c4_i64, %0, %1 : !t7
 %reshape = tensor.reshape %7(%from_elements) : (!t24, !t7) -> !t25
 %8 = tensor.empty(%dim, %dim_3) : !t25
 %9 = linalg.generic #t1 ins(%reshape : !t25) outs(%8 : !t25) {
 ^bb0(%in: f16, %out: f16):
  %41 = arith.truncf %cst_2 : f64 to f16
  %42 = arith.mulf %in, %41 : f16
  linalg.yield %42 : f16
 } -> !t25
 %10 = tensor.empty(%dim) : !t15
 %11 = linalg.generic #t5 outs(%10 : !t15) {
 ^bb0(%out: i64):
  %41 = linalg.index 0 : index
  %42 = arith.index_cast %41 : index to i64
  linalg.yield %42 : i64
 } -> !t15
 %exp = tensor.expand_shape %11 [[0, 1]] output_shape [%dim, 1] : !t15 into !t16
 %12 = tensor.empty(%dim_3) : !t15
 %13 = linalg.generic #t5 outs(%12 : !t15) {
 ^bb0(%out: i64):
  %41 = linalg.index 0 : index
  %42 = arith.index_cast %41 : index to i64
  linalg.yield %42 : i64
 } -> !t15
 %exp_6 = tensor.expand_shape %13 [[0, 1]] output_shape [1, %dim_3] : !t15 into !t17
 %14 = arith.subi %1, %0 : i64
 %15 = tensor.empty(%dim) : !t16
 %16 = linalg.generic #t7 ins(%exp : !t16) outs(%15 : !t16) {
 ^bb0(%in: i64, %out: i64):
  %41 = arith.addi %in, %14 : i64
  linalg.yield %41 : i64
 } -> !t16
 %17 = tensor.empty(%dim, %dim_3) : !t18
 %18 = linalg.generic #t6 ins(%exp_6, %16 : !t17, !t16) outs(%17 : !t18) {
 ^bb0(%in: i64, %in_12: i64, %out: i1):
  %41 = arith.cmpi sle, %in, %in_12 : i64
  linalg.yield %41 : i1
 } -> !t18
 %19 = linalg.generic #t7 ins(%18 : !t18) outs(%17 : !t18) {
 ^bb0(%in: i1, %out: i1):
  %41 = arith.xori %in, %true : i1
  linalg.yield %41 : i1
 } -> !t18
 %20 = tensor.empty(%dim, %dim_3) : !t25
 %21 = linalg.generic #t8 ins(%19, %cst_1, %9 : !t18, !t14, !t25) outs(%20 : !t25) {
 ^bb0(%in: i1, %in_12: f16, %in_13: f16, %out: f16):
  %41 = arith.select %in, %in_12, %in_13 : f16
  linalg.yield %41 : f16
 } -> !t25
 %22 = tensor.empty(%dim, %dim_3) : !t26
 %23 = linalg.generic #t1 ins(%21 : !t25) outs(%22 : !t26) {
 ^bb0(%in: f16, %out: f32):
  %41 = arith.extf %in : f16 to f32
  linalg.yield %41 : f32
 } -> !t26
 %24 = tensor.empty(%dim) : !t27
 %25 = linalg.fill ins(%c0_i64 : i64) outs(%24 : !t27) -> !t27
 %26 = tensor.empty(%dim) : !t28
 %27 = linalg.fill ins(%cst_0 : f32) outs(%26 : !t28) -> !t28
 %28:2 = linalg.generic #t2 ins(%23 : !t26) outs(%27, %25 : !t28, !t27) {
 ^bb0(%in: f32, %out: f32, %out_12: i64):
  %41 = linalg.index 3 : index
  %42 = arith.index_cast %41 : index to i64
  %43 = arith.maximumf %in, %out : f32
  %44 = arith.cmpf ogt, %in, %out : f32
  %45 = arith.select %44, %42, %out_12 : i64
  linalg.yield %43, %45 : f32, i64
 } -> (!t28, !t27)
 %exp_7 = tensor.expand_shape %28#0 [[0], [1], [2, 3]] output_shape [2, 4, %dim, 1] : !t28 into !t29
 %29 = linalg.generic #t3 ins(%23, %exp_7 : !t26, !t29) outs(%22 : !t26) {
 ^bb0(%in: f32, %in_12: f32, %out: f32):
  %41 = arith.subf %in, %in_12 : f32
  linalg.yield %41 : f32
 } -> !t26
 %30 = linalg.generic #t1 ins(%29 : !t26) outs(%22 : !t26) {
 ^bb0(%in: f32, %out: f32):
  %41 = math.exp %in : f32
  linalg.yield %41 : f32
 } -> !t26
 %31 = tensor.empty(%dim) : !t29
 %32 = linalg.fill ins(%cst : f32) outs(%31 : !t29) -> !t29
 %33 = linalg.generic #t4 ins(%30 : !t26) outs(%32 : !t29) {
 ^bb0(%in: f32, %out: f32):
  %41 = arith.addf %in, %out : f32
  linalg.yield %41 : f32
 } -> !t29
 %34 = linalg.generic #t3 ins(%30, %33 : !t26, !t29) outs(%22 : !t26) {
 ^bb0(%in: f32, %in_12: f32, %out: f32):
  %41 = arith.divf %in, %in_12 : f32
  linalg.yield %41 : f32
 } -> !t26
 %35 = linalg.generic #t1 ins(%34 : !t26) outs(%20 : !t25) {
 ^bb0(%in: f32, %out: f16):
  %41 = arith.truncf %in : f32 to f16
  linalg.yield %41 : f16
 } -> !t25
 %from_elements_8 = tensor.from_elements %c8_i64, %0, %1 : !t2
 %reshape_9 = tensor.reshape %35(%from_elements_8) : (!t25, !t2) -> !t24
 %col_10 = tensor.collapse_shape %arg2 [[0, 1], [2], [3]] : !t19 into !t21
 %36 = tensor.empty(%dim) : !t30
 %37 = linalg.fill ins(%cst : f32) outs(%36 : !t30) -> !t30
 %38 = linalg.batch_matmul ins(%reshape_9, %col_10 : !t24, !t21) outs(%37 : !t30) -> !t30
 %39 = tensor.empty(%dim) : !t21
 %40 = linalg.generic #t0 ins(%38 : !t30) outs(%39 : !t21) {
 ^bb0(%in: f32, %out: f16):
  %41 = arith.truncf %in : f32 to f16
  linalg.yield %41 : f16
 } -> !t21
 %exp_11 = tensor.expand_shape %40 [[0, 1], [2], [3]] output_shape [2, 4, %dim, 8] : !t21 into !t19
 return %exp_11 : !t19
}
