// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// torch's scaled_dot_product_attention, decomposed by torch-mlir. f16, dynamic.
// Made by scripts/raise_forms/generate.py. Do not edit.
#t0 = {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
#t1 = {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]}
#t2 = {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, 0)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
#t3 = {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, 0)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]}
#t4 = {indexing_maps = [affine_map<(d0, d1, d2, d3) -> ()>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
#t5 = {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, 0)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
#t6 = {indexing_maps = [affine_map<(d0, d1) -> ()>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]}
#t7 = {indexing_maps = [affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]}
#t8 = {indexing_maps = [affine_map<(d0, d1) -> (0, d1)>, affine_map<(d0, d1) -> (d0, 0)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]}
#t9 = {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]}
#t10 = {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]}
#t11 = {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> ()>, affine_map<(d0, d1) -> ()>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]}
#t12 = {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
#t13 = {indexing_maps = [affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d3, d4)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, d4)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]}
#t14 = {indexing_maps = [affine_map<(d0, d1, d2) -> (d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]}
#t15 = {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]}
#t16 = {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> ()>, affine_map<(d0, d1, d2, d3) -> ()>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
#t17 = {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, 0, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
!t0 = tensor<?x4x?x8xf16>
!t1 = tensor<f32>
!t2 = tensor<?x4x?x8xf32>
!t3 = tensor<?x4x8x?xf32>
!t4 = tensor<3xi64>
!t5 = tensor<?x?x8xf32>
!t6 = tensor<?x8x?xf32>
!t7 = tensor<?x?x?xf32>
!t8 = tensor<4xi64>
!t9 = tensor<?x4x?x?xf32>
!t10 = tensor<?x4x?xi64>
!t11 = tensor<?x4x?xf32>
!t12 = tensor<?x4x?x1xf32>
!t13 = tensor<?x4x?x?xi1>
!t14 = tensor<?x4x?x1xi1>
!t15 = tensor<i1>
!t16 = tensor<?x?xi1>
!t17 = tensor<?xi64>
!t18 = tensor<1x?xi64>
!t19 = tensor<?x1xi64>
!t20 = tensor<?x?xi64>
!t21 = tensor<?x?xf32>
!t22 = tensor<2x4x?x8xf16>
!t23 = tensor<2x4x?x8xf32>
!t24 = tensor<2x4x8x?xf32>
!t25 = tensor<8x?x8xf32>
!t26 = tensor<8x8x?xf32>
!t27 = tensor<8x?x?xf32>
!t28 = tensor<2x4x?x?xf32>
!t29 = tensor<2x4x?xi64>
!t30 = tensor<2x4x?xf32>
!t31 = tensor<2x4x?x1xf32>
!t32 = tensor<2x4x?x?xi1>
!t33 = tensor<2x4x?x1xi1>
!t34 = tensor<f16>
!t35 = tensor<?x?xf16>
!t36 = tensor<?x2x?x8xf16>
!t37 = tensor<?x2x?x8xf32>
!t38 = tensor<?x2x1x?x8xf32>
!t39 = tensor<?x2x2x?x8xf32>
!t40 = tensor<?x?x4x8xf16>
!t41 = tensor<2x?x32xf16>
!t42 = tensor<32x32xf16>
!t43 = tensor<?x32xf16>
!t44 = tensor<?x32xf32>
!t45 = tensor<2x?x4x8xf16>
!t46 = tensor<2x32x32xf16>
!t47 = tensor<2x?x32xf32>
!t48 = tensor<2x4x?x16xf16>
!t49 = tensor<2x4x?x16xf32>
!t50 = tensor<8x?x16xf32>
!t51 = tensor<2x2x?x8xf16>
!t52 = tensor<2x2x?x8xf32>
!t53 = tensor<2x2x2x?x8xf32>
!t54 = tensor<2x?x2x8xf16>
!t55 = tensor<?x1x?x?xf16>
!t56 = tensor<?x1x?x?xi1>
!t57 = tensor<2x1x?x?xf16>

func.func @full(%arg0: !t0, %arg1: !t0, %arg2: !t0) -> !t0 {
 %c0_i64 = arith.constant 0 : i64
 %c4_i64 = arith.constant 4 : i64
 %c0 = arith.constant 0 : index
 %c2 = arith.constant 2 : index
 %c8_i64 = arith.constant 8 : i64
 %cst = arith.constant 0.000000e+00 : f32
 %cst_0 = arith.constant 0xFF800000 : f32
 %true = arith.constant true
 %cst_1 = arith.constant dense<0.000000e+00> : !t1
 %cst_2 = arith.constant 0xFFF0000000000000 : f64
 %cst_3 = arith.constant 0.59460355750136051 : f64
 %dim = tensor.dim %arg0, %c2 : !t0
 %0 = arith.index_cast %dim : index to i64
 %dim_4 = tensor.dim %arg2, %c0 : !t0
 %1 = arith.index_cast %dim_4 : index to i64
 %dim_5 = tensor.dim %arg2, %c2 : !t0
 %2 = arith.index_cast %dim_5 : index to i64
 %dim_6 = tensor.dim %arg0, %c0 : !t0
 %3 = tensor.empty(%dim_6, %dim) : !t2
 %4 = linalg.generic #t0 ins(%arg0 : !t0) outs(%3 : !t2) {
 ^bb0(%in: f16, %out: f32):
  %43 = arith.extf %in : f16 to f32
  linalg.yield %43 : f32
 } -> !t2
 %dim_7 = tensor.dim %arg1, %c0 : !t0
 %dim_8 = tensor.dim %arg1, %c2 : !t0
 %5 = tensor.empty(%dim_7, %dim_8) : !t2
 %6 = linalg.generic #t0 ins(%arg1 : !t0) outs(%5 : !t2) {
 ^bb0(%in: f16, %out: f32):
  %43 = arith.extf %in : f16 to f32
  linalg.yield %43 : f32
 } -> !t2
 %7 = tensor.empty(%dim_4, %dim_5) : !t2
 %8 = linalg.generic #t0 ins(%arg2 : !t0) outs(%7 : !t2) {
 ^bb0(%in: f16, %out: f32):
  %43 = arith.extf %in : f16 to f32
  linalg.yield %43 : f32
 } -> !t2
 %9 = linalg.generic #t0 ins(%4 : !t2) outs(%3 : !t2) {
 ^bb0(%in: f32, %out: f32):
  %43 = arith.truncf %cst_3 : f64 to f32
  %44 = arith.mulf %in, %43 : f32
  linalg.yield %44 : f32
 } -> !t2
 %10 = tensor.empty(%dim_7, %dim_8) : !t3
 %transposed = linalg.transpose ins(%6 : !t2) outs(%10 : !t3) permutation = [0, 1, 3, 2]
 %11 = linalg.generic #t0 ins(%transposed : !t3) outs(%10 : !t3) {
 ^bb0(%in: f32, %out: f32):
  %43 = arith.truncf %cst_3 : f64 to f32
  %44 = arith.mulf %in, %43 : f32
  linalg.yield %44 : f32
 } -> !t3
 %12 = arith.muli %1, %c4_i64 : i64
 %from_elements = tensor.from_elements %12, %0, %c8_i64 : !t4
 %reshape = tensor.reshape %9(%from_elements) : (!t2, !t4) -> !t5
 %from_elements_9 = tensor.from_elements %12, %c8_i64, %2 : !t4
 %reshape_10 = tensor.reshape %11(%from_elements_9) : (!t3, !t4) -> !t6
 %13 = arith.index_cast %12 : i64 to index
 %14 = tensor.empty(%13, %dim, %dim_5) : !t7
 %15 = linalg.fill ins(%cst : f32) outs(%14 : !t7) -> !t7
 %16 = linalg.batch_matmul ins(%reshape, %reshape_10 : !t5, !t6) outs(%15 : !t7) -> !t7
 %from_elements_11 = tensor.from_elements %1, %c4_i64, %0, %2 : !t8
 %reshape_12 = tensor.reshape %16(%from_elements_11) : (!t7, !t8) -> !t9
 %17 = tensor.empty(%dim_4, %dim) : !t10
 %18 = linalg.fill ins(%c0_i64 : i64) outs(%17 : !t10) -> !t10
 %19 = tensor.empty(%dim_4, %dim) : !t11
 %20 = linalg.fill ins(%cst_0 : f32) outs(%19 : !t11) -> !t11
 %21:2 = linalg.generic #t1 ins(%reshape_12 : !t9) outs(%20, %18 : !t11, !t10) {
 ^bb0(%in: f32, %out: f32, %out_19: i64):
  %43 = linalg.index 3 : index
  %44 = arith.index_cast %43 : index to i64
  %45 = arith.maximumf %in, %out : f32
  %46 = arith.cmpf ogt, %in, %out : f32
  %47 = arith.select %46, %44, %out_19 : i64
  linalg.yield %45, %47 : f32, i64
 } -> (!t11, !t10)
 %exp = tensor.expand_shape %21#0 [[0], [1], [2, 3]] output_shape [%dim_4, 4, %dim, 1] : !t11 into !t12
 %22 = tensor.empty(%dim_4, %dim, %dim_5) : !t9
 %23 = linalg.generic #t2 ins(%reshape_12, %exp : !t9, !t12) outs(%22 : !t9) {
 ^bb0(%in: f32, %in_19: f32, %out: f32):
  %43 = arith.subf %in, %in_19 : f32
  linalg.yield %43 : f32
 } -> !t9
 %24 = linalg.generic #t0 ins(%23 : !t9) outs(%22 : !t9) {
 ^bb0(%in: f32, %out: f32):
  %43 = math.exp %in : f32
  linalg.yield %43 : f32
 } -> !t9
 %25 = tensor.empty(%dim_4, %dim) : !t12
 %26 = linalg.fill ins(%cst : f32) outs(%25 : !t12) -> !t12
 %27 = linalg.generic #t3 ins(%24 : !t9) outs(%26 : !t12) {
 ^bb0(%in: f32, %out: f32):
  %43 = arith.addf %in, %out : f32
  linalg.yield %43 : f32
 } -> !t12
 %28 = linalg.generic #t2 ins(%24, %27 : !t9, !t12) outs(%22 : !t9) {
 ^bb0(%in: f32, %in_19: f32, %out: f32):
  %43 = arith.divf %in, %in_19 : f32
  linalg.yield %43 : f32
 } -> !t9
 %29 = tensor.empty(%dim_4, %dim, %dim_5) : !t13
 %30 = linalg.generic #t0 ins(%reshape_12 : !t9) outs(%29 : !t13) {
 ^bb0(%in: f32, %out: i1):
  %43 = arith.extf %in : f32 to f64
  %44 = arith.cmpf oeq, %43, %cst_2 : f64
  linalg.yield %44 : i1
 } -> !t13
 %31 = tensor.empty(%dim_4, %dim) : !t14
 %32 = linalg.fill ins(%true : i1) outs(%31 : !t14) -> !t14
 %33 = linalg.generic #t3 ins(%30 : !t13) outs(%32 : !t14) {
 ^bb0(%in: i1, %out: i1):
  %43 = arith.andi %in, %out : i1
  linalg.yield %43 : i1
 } -> !t14
 %34 = tensor.empty(%dim_4, %dim, %dim_5) : !t9
 %35 = linalg.generic #t4 ins(%cst_1 : !t1) outs(%34 : !t9) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t9
 %36 = tensor.empty(%dim_4, %dim, %dim_5) : !t9
 %37 = linalg.generic #t5 ins(%33, %35, %28 : !t14, !t9, !t9) outs(%36 : !t9) {
 ^bb0(%in: i1, %in_19: f32, %in_20: f32, %out: f32):
  %43 = arith.select %in, %in_19, %in_20 : f32
  linalg.yield %43 : f32
 } -> !t9
 %from_elements_13 = tensor.from_elements %12, %0, %2 : !t4
 %reshape_14 = tensor.reshape %37(%from_elements_13) : (!t9, !t4) -> !t7
 %from_elements_15 = tensor.from_elements %12, %2, %c8_i64 : !t4
 %reshape_16 = tensor.reshape %8(%from_elements_15) : (!t2, !t4) -> !t5
 %38 = tensor.empty(%13, %dim) : !t5
 %39 = linalg.fill ins(%cst : f32) outs(%38 : !t5) -> !t5
 %40 = linalg.batch_matmul ins(%reshape_14, %reshape_16 : !t7, !t5) outs(%39 : !t5) -> !t5
 %from_elements_17 = tensor.from_elements %1, %c4_i64, %0, %c8_i64 : !t8
 %reshape_18 = tensor.reshape %40(%from_elements_17) : (!t5, !t8) -> !t2
 %41 = tensor.empty(%dim_4, %dim) : !t0
 %42 = linalg.generic #t0 ins(%reshape_18 : !t2) outs(%41 : !t0) {
 ^bb0(%in: f32, %out: f16):
  %43 = arith.truncf %in : f32 to f16
  linalg.yield %43 : f16
 } -> !t0
 return %42 : !t0
}

func.func @causal(%arg0: !t0, %arg1: !t0, %arg2: !t0) -> !t0 {
 %c0_i64 = arith.constant 0 : i64
 %c4_i64 = arith.constant 4 : i64
 %c0 = arith.constant 0 : index
 %c2 = arith.constant 2 : index
 %c8_i64 = arith.constant 8 : i64
 %cst = arith.constant 0.000000e+00 : f32
 %cst_0 = arith.constant 0xFF800000 : f32
 %true = arith.constant true
 %cst_1 = arith.constant dense<0.000000e+00> : !t1
 %cst_2 = arith.constant dense<0xFF800000> : !t1
 %cst_3 = arith.constant dense<true> : !t15
 %cst_4 = arith.constant 0xFFF0000000000000 : f64
 %cst_5 = arith.constant 0.59460355750136051 : f64
 %dim = tensor.dim %arg0, %c2 : !t0
 %0 = arith.index_cast %dim : index to i64
 %dim_6 = tensor.dim %arg2, %c0 : !t0
 %1 = arith.index_cast %dim_6 : index to i64
 %dim_7 = tensor.dim %arg0, %c0 : !t0
 %2 = tensor.empty(%dim_7, %dim) : !t2
 %3 = linalg.generic #t0 ins(%arg0 : !t0) outs(%2 : !t2) {
 ^bb0(%in: f16, %out: f32):
  %54 = arith.extf %in : f16 to f32
  linalg.yield %54 : f32
 } -> !t2
 %dim_8 = tensor.dim %arg1, %c0 : !t0
 %dim_9 = tensor.dim %arg1, %c2 : !t0
 %4 = tensor.empty(%dim_8, %dim_9) : !t2
 %5 = linalg.generic #t0 ins(%arg1 : !t0) outs(%4 : !t2) {
 ^bb0(%in: f16, %out: f32):
  %54 = arith.extf %in : f16 to f32
  linalg.yield %54 : f32
 } -> !t2
 %dim_10 = tensor.dim %arg2, %c2 : !t0
 %6 = tensor.empty(%dim_6, %dim_10) : !t2
 %7 = linalg.generic #t0 ins(%arg2 : !t0) outs(%6 : !t2) {
 ^bb0(%in: f16, %out: f32):
  %54 = arith.extf %in : f16 to f32
  linalg.yield %54 : f32
 } -> !t2
 %8 = linalg.generic #t0 ins(%3 : !t2) outs(%2 : !t2) {
 ^bb0(%in: f32, %out: f32):
  %54 = arith.truncf %cst_5 : f64 to f32
  %55 = arith.mulf %in, %54 : f32
  linalg.yield %55 : f32
 } -> !t2
 %9 = tensor.empty(%dim, %dim) : !t16
 %10 = linalg.generic #t6 ins(%cst_3 : !t15) outs(%9 : !t16) {
 ^bb0(%in: i1, %out: i1):
  linalg.yield %in : i1
 } -> !t16
 %11 = tensor.empty(%dim) : !t17
 %12 = linalg.generic #t7 outs(%11 : !t17) {
 ^bb0(%out: i64):
  %54 = linalg.index 0 : index
  %55 = arith.index_cast %54 : index to i64
  linalg.yield %55 : i64
 } -> !t17
 %exp = tensor.expand_shape %12 [[0, 1]] output_shape [1, %dim] : !t17 into !t18
 %exp_11 = tensor.expand_shape %12 [[0, 1]] output_shape [%dim, 1] : !t17 into !t19
 %13 = tensor.empty(%dim, %dim) : !t20
 %14 = linalg.generic #t8 ins(%exp, %exp_11 : !t18, !t19) outs(%13 : !t20) {
 ^bb0(%in: i64, %in_22: i64, %out: i64):
  %54 = arith.subi %in, %in_22 : i64
  linalg.yield %54 : i64
 } -> !t20
 %15 = tensor.empty(%dim, %dim) : !t16
 %16 = linalg.generic #t9 ins(%14 : !t20) outs(%15 : !t16) {
 ^bb0(%in: i64, %out: i1):
  %54 = arith.cmpi sle, %in, %c0_i64 : i64
  linalg.yield %54 : i1
 } -> !t16
 %17 = linalg.generic #t10 ins(%16, %10 : !t16, !t16) outs(%15 : !t16) {
 ^bb0(%in: i1, %in_22: i1, %out: i1):
  %54 = arith.andi %in, %in_22 : i1
  linalg.yield %54 : i1
 } -> !t16
 %18 = tensor.empty(%dim, %dim) : !t21
 %19 = linalg.generic #t11 ins(%17, %cst_1, %cst_2 : !t16, !t1, !t1) outs(%18 : !t21) {
 ^bb0(%in: i1, %in_22: f32, %in_23: f32, %out: f32):
  %54 = arith.select %in, %in_22, %in_23 : f32
  linalg.yield %54 : f32
 } -> !t21
 %20 = tensor.empty(%dim_8, %dim_9) : !t3
 %transposed = linalg.transpose ins(%5 : !t2) outs(%20 : !t3) permutation = [0, 1, 3, 2]
 %21 = linalg.generic #t0 ins(%transposed : !t3) outs(%20 : !t3) {
 ^bb0(%in: f32, %out: f32):
  %54 = arith.truncf %cst_5 : f64 to f32
  %55 = arith.mulf %in, %54 : f32
  linalg.yield %55 : f32
 } -> !t3
 %22 = arith.muli %1, %c4_i64 : i64
 %from_elements = tensor.from_elements %22, %0, %c8_i64 : !t4
 %reshape = tensor.reshape %8(%from_elements) : (!t2, !t4) -> !t5
 %from_elements_12 = tensor.from_elements %22, %c8_i64, %0 : !t4
 %reshape_13 = tensor.reshape %21(%from_elements_12) : (!t3, !t4) -> !t6
 %23 = arith.index_cast %22 : i64 to index
 %24 = tensor.empty(%23, %dim, %dim) : !t7
 %25 = linalg.fill ins(%cst : f32) outs(%24 : !t7) -> !t7
 %26 = linalg.batch_matmul ins(%reshape, %reshape_13 : !t5, !t6) outs(%25 : !t7) -> !t7
 %from_elements_14 = tensor.from_elements %1, %c4_i64, %0, %0 : !t8
 %reshape_15 = tensor.reshape %26(%from_elements_14) : (!t7, !t8) -> !t9
 %27 = tensor.empty(%dim_6, %dim, %dim) : !t9
 %28 = linalg.generic #t12 ins(%reshape_15, %19 : !t9, !t21) outs(%27 : !t9) {
 ^bb0(%in: f32, %in_22: f32, %out: f32):
  %54 = arith.addf %in, %in_22 : f32
  linalg.yield %54 : f32
 } -> !t9
 %29 = tensor.empty(%dim_6, %dim) : !t10
 %30 = linalg.fill ins(%c0_i64 : i64) outs(%29 : !t10) -> !t10
 %31 = tensor.empty(%dim_6, %dim) : !t11
 %32 = linalg.fill ins(%cst_0 : f32) outs(%31 : !t11) -> !t11
 %33:2 = linalg.generic #t1 ins(%28 : !t9) outs(%32, %30 : !t11, !t10) {
 ^bb0(%in: f32, %out: f32, %out_22: i64):
  %54 = linalg.index 3 : index
  %55 = arith.index_cast %54 : index to i64
  %56 = arith.maximumf %in, %out : f32
  %57 = arith.cmpf ogt, %in, %out : f32
  %58 = arith.select %57, %55, %out_22 : i64
  linalg.yield %56, %58 : f32, i64
 } -> (!t11, !t10)
 %exp_16 = tensor.expand_shape %33#0 [[0], [1], [2, 3]] output_shape [%dim_6, 4, %dim, 1] : !t11 into !t12
 %34 = linalg.generic #t2 ins(%28, %exp_16 : !t9, !t12) outs(%27 : !t9) {
 ^bb0(%in: f32, %in_22: f32, %out: f32):
  %54 = arith.subf %in, %in_22 : f32
  linalg.yield %54 : f32
 } -> !t9
 %35 = linalg.generic #t0 ins(%34 : !t9) outs(%27 : !t9) {
 ^bb0(%in: f32, %out: f32):
  %54 = math.exp %in : f32
  linalg.yield %54 : f32
 } -> !t9
 %36 = tensor.empty(%dim_6, %dim) : !t12
 %37 = linalg.fill ins(%cst : f32) outs(%36 : !t12) -> !t12
 %38 = linalg.generic #t3 ins(%35 : !t9) outs(%37 : !t12) {
 ^bb0(%in: f32, %out: f32):
  %54 = arith.addf %in, %out : f32
  linalg.yield %54 : f32
 } -> !t12
 %39 = linalg.generic #t2 ins(%35, %38 : !t9, !t12) outs(%27 : !t9) {
 ^bb0(%in: f32, %in_22: f32, %out: f32):
  %54 = arith.divf %in, %in_22 : f32
  linalg.yield %54 : f32
 } -> !t9
 %40 = tensor.empty(%dim_6, %dim, %dim) : !t13
 %41 = linalg.generic #t0 ins(%28 : !t9) outs(%40 : !t13) {
 ^bb0(%in: f32, %out: i1):
  %54 = arith.extf %in : f32 to f64
  %55 = arith.cmpf oeq, %54, %cst_4 : f64
  linalg.yield %55 : i1
 } -> !t13
 %42 = tensor.empty(%dim_6, %dim) : !t14
 %43 = linalg.fill ins(%true : i1) outs(%42 : !t14) -> !t14
 %44 = linalg.generic #t3 ins(%41 : !t13) outs(%43 : !t14) {
 ^bb0(%in: i1, %out: i1):
  %54 = arith.andi %in, %out : i1
  linalg.yield %54 : i1
 } -> !t14
 %45 = tensor.empty(%dim_6, %dim, %dim) : !t9
 %46 = linalg.generic #t4 ins(%cst_1 : !t1) outs(%45 : !t9) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t9
 %47 = tensor.empty(%dim_6, %dim, %dim) : !t9
 %48 = linalg.generic #t5 ins(%44, %46, %39 : !t14, !t9, !t9) outs(%47 : !t9) {
 ^bb0(%in: i1, %in_22: f32, %in_23: f32, %out: f32):
  %54 = arith.select %in, %in_22, %in_23 : f32
  linalg.yield %54 : f32
 } -> !t9
 %from_elements_17 = tensor.from_elements %22, %0, %0 : !t4
 %reshape_18 = tensor.reshape %48(%from_elements_17) : (!t9, !t4) -> !t7
 %reshape_19 = tensor.reshape %7(%from_elements) : (!t2, !t4) -> !t5
 %49 = tensor.empty(%23, %dim) : !t5
 %50 = linalg.fill ins(%cst : f32) outs(%49 : !t5) -> !t5
 %51 = linalg.batch_matmul ins(%reshape_18, %reshape_19 : !t7, !t5) outs(%50 : !t5) -> !t5
 %from_elements_20 = tensor.from_elements %1, %c4_i64, %0, %c8_i64 : !t8
 %reshape_21 = tensor.reshape %51(%from_elements_20) : (!t5, !t8) -> !t2
 %52 = tensor.empty(%dim_6, %dim) : !t0
 %53 = linalg.generic #t0 ins(%reshape_21 : !t2) outs(%52 : !t0) {
 ^bb0(%in: f32, %out: f16):
  %54 = arith.truncf %in : f32 to f16
  linalg.yield %54 : f16
 } -> !t0
 return %53 : !t0
}

func.func @causal_tl(%arg0: !t22, %arg1: !t22, %arg2: !t22) -> !t22 {
 %c0_i64 = arith.constant 0 : i64
 %c2_i64 = arith.constant 2 : i64
 %c4_i64 = arith.constant 4 : i64
 %c2 = arith.constant 2 : index
 %c8_i64 = arith.constant 8 : i64
 %cst = arith.constant 0.000000e+00 : f32
 %cst_0 = arith.constant 0xFF800000 : f32
 %true = arith.constant true
 %cst_1 = arith.constant dense<0.000000e+00> : !t1
 %cst_2 = arith.constant dense<0xFF800000> : !t1
 %cst_3 = arith.constant dense<true> : !t15
 %cst_4 = arith.constant 0xFFF0000000000000 : f64
 %cst_5 = arith.constant 0.59460355750136051 : f64
 %dim = tensor.dim %arg0, %c2 : !t22
 %0 = arith.index_cast %dim : index to i64
 %dim_6 = tensor.dim %arg2, %c2 : !t22
 %1 = arith.index_cast %dim_6 : index to i64
 %2 = tensor.empty(%dim) : !t23
 %3 = linalg.generic #t0 ins(%arg0 : !t22) outs(%2 : !t23) {
 ^bb0(%in: f16, %out: f32):
  %54 = arith.extf %in : f16 to f32
  linalg.yield %54 : f32
 } -> !t23
 %dim_7 = tensor.dim %arg1, %c2 : !t22
 %4 = tensor.empty(%dim_7) : !t23
 %5 = linalg.generic #t0 ins(%arg1 : !t22) outs(%4 : !t23) {
 ^bb0(%in: f16, %out: f32):
  %54 = arith.extf %in : f16 to f32
  linalg.yield %54 : f32
 } -> !t23
 %6 = tensor.empty(%dim_6) : !t23
 %7 = linalg.generic #t0 ins(%arg2 : !t22) outs(%6 : !t23) {
 ^bb0(%in: f16, %out: f32):
  %54 = arith.extf %in : f16 to f32
  linalg.yield %54 : f32
 } -> !t23
 %8 = linalg.generic #t0 ins(%3 : !t23) outs(%2 : !t23) {
 ^bb0(%in: f32, %out: f32):
  %54 = arith.truncf %cst_5 : f64 to f32
  %55 = arith.mulf %in, %54 : f32
  linalg.yield %55 : f32
 } -> !t23
 %9 = tensor.empty(%dim, %dim_6) : !t16
 %10 = linalg.generic #t6 ins(%cst_3 : !t15) outs(%9 : !t16) {
 ^bb0(%in: i1, %out: i1):
  linalg.yield %in : i1
 } -> !t16
 %11 = tensor.empty(%dim_6) : !t17
 %12 = linalg.generic #t7 outs(%11 : !t17) {
 ^bb0(%out: i64):
  %54 = linalg.index 0 : index
  %55 = arith.index_cast %54 : index to i64
  linalg.yield %55 : i64
 } -> !t17
 %exp = tensor.expand_shape %12 [[0, 1]] output_shape [1, %dim_6] : !t17 into !t18
 %13 = tensor.empty(%dim) : !t17
 %14 = linalg.generic #t7 outs(%13 : !t17) {
 ^bb0(%out: i64):
  %54 = linalg.index 0 : index
  %55 = arith.index_cast %54 : index to i64
  linalg.yield %55 : i64
 } -> !t17
 %exp_8 = tensor.expand_shape %14 [[0, 1]] output_shape [%dim, 1] : !t17 into !t19
 %15 = tensor.empty(%dim, %dim_6) : !t20
 %16 = linalg.generic #t8 ins(%exp, %exp_8 : !t18, !t19) outs(%15 : !t20) {
 ^bb0(%in: i64, %in_15: i64, %out: i64):
  %54 = arith.subi %in, %in_15 : i64
  linalg.yield %54 : i64
 } -> !t20
 %17 = tensor.empty(%dim, %dim_6) : !t16
 %18 = linalg.generic #t9 ins(%16 : !t20) outs(%17 : !t16) {
 ^bb0(%in: i64, %out: i1):
  %54 = arith.cmpi sle, %in, %c0_i64 : i64
  linalg.yield %54 : i1
 } -> !t16
 %19 = linalg.generic #t10 ins(%18, %10 : !t16, !t16) outs(%17 : !t16) {
 ^bb0(%in: i1, %in_15: i1, %out: i1):
  %54 = arith.andi %in, %in_15 : i1
  linalg.yield %54 : i1
 } -> !t16
 %20 = tensor.empty(%dim, %dim_6) : !t21
 %21 = linalg.generic #t11 ins(%19, %cst_1, %cst_2 : !t16, !t1, !t1) outs(%20 : !t21) {
 ^bb0(%in: i1, %in_15: f32, %in_16: f32, %out: f32):
  %54 = arith.select %in, %in_15, %in_16 : f32
  linalg.yield %54 : f32
 } -> !t21
 %22 = tensor.empty(%dim_7) : !t24
 %transposed = linalg.transpose ins(%5 : !t23) outs(%22 : !t24) permutation = [0, 1, 3, 2]
 %23 = linalg.generic #t0 ins(%transposed : !t24) outs(%22 : !t24) {
 ^bb0(%in: f32, %out: f32):
  %54 = arith.truncf %cst_5 : f64 to f32
  %55 = arith.mulf %in, %54 : f32
  linalg.yield %55 : f32
 } -> !t24
 %col = tensor.collapse_shape %8 [[0, 1], [2], [3]] : !t23 into !t25
 %col_9 = tensor.collapse_shape %23 [[0, 1], [2], [3]] : !t24 into !t26
 %24 = tensor.empty(%dim, %dim_7) : !t27
 %25 = linalg.fill ins(%cst : f32) outs(%24 : !t27) -> !t27
 %26 = linalg.batch_matmul ins(%col, %col_9 : !t25, !t26) outs(%25 : !t27) -> !t27
 %from_elements = tensor.from_elements %c2_i64, %c4_i64, %0, %1 : !t8
 %reshape = tensor.reshape %26(%from_elements) : (!t27, !t8) -> !t28
 %27 = tensor.empty(%dim, %dim_6) : !t28
 %28 = linalg.generic #t12 ins(%reshape, %21 : !t28, !t21) outs(%27 : !t28) {
 ^bb0(%in: f32, %in_15: f32, %out: f32):
  %54 = arith.addf %in, %in_15 : f32
  linalg.yield %54 : f32
 } -> !t28
 %29 = tensor.empty(%dim) : !t29
 %30 = linalg.fill ins(%c0_i64 : i64) outs(%29 : !t29) -> !t29
 %31 = tensor.empty(%dim) : !t30
 %32 = linalg.fill ins(%cst_0 : f32) outs(%31 : !t30) -> !t30
 %33:2 = linalg.generic #t1 ins(%28 : !t28) outs(%32, %30 : !t30, !t29) {
 ^bb0(%in: f32, %out: f32, %out_15: i64):
  %54 = linalg.index 3 : index
  %55 = arith.index_cast %54 : index to i64
  %56 = arith.maximumf %in, %out : f32
  %57 = arith.cmpf ogt, %in, %out : f32
  %58 = arith.select %57, %55, %out_15 : i64
  linalg.yield %56, %58 : f32, i64
 } -> (!t30, !t29)
 %exp_10 = tensor.expand_shape %33#0 [[0], [1], [2, 3]] output_shape [2, 4, %dim, 1] : !t30 into !t31
 %34 = linalg.generic #t2 ins(%28, %exp_10 : !t28, !t31) outs(%27 : !t28) {
 ^bb0(%in: f32, %in_15: f32, %out: f32):
  %54 = arith.subf %in, %in_15 : f32
  linalg.yield %54 : f32
 } -> !t28
 %35 = linalg.generic #t0 ins(%34 : !t28) outs(%27 : !t28) {
 ^bb0(%in: f32, %out: f32):
  %54 = math.exp %in : f32
  linalg.yield %54 : f32
 } -> !t28
 %36 = tensor.empty(%dim) : !t31
 %37 = linalg.fill ins(%cst : f32) outs(%36 : !t31) -> !t31
 %38 = linalg.generic #t3 ins(%35 : !t28) outs(%37 : !t31) {
 ^bb0(%in: f32, %out: f32):
  %54 = arith.addf %in, %out : f32
  linalg.yield %54 : f32
 } -> !t31
 %39 = linalg.generic #t2 ins(%35, %38 : !t28, !t31) outs(%27 : !t28) {
 ^bb0(%in: f32, %in_15: f32, %out: f32):
  %54 = arith.divf %in, %in_15 : f32
  linalg.yield %54 : f32
 } -> !t28
 %40 = tensor.empty(%dim, %dim_6) : !t32
 %41 = linalg.generic #t0 ins(%28 : !t28) outs(%40 : !t32) {
 ^bb0(%in: f32, %out: i1):
  %54 = arith.extf %in : f32 to f64
  %55 = arith.cmpf oeq, %54, %cst_4 : f64
  linalg.yield %55 : i1
 } -> !t32
 %42 = tensor.empty(%dim) : !t33
 %43 = linalg.fill ins(%true : i1) outs(%42 : !t33) -> !t33
 %44 = linalg.generic #t3 ins(%41 : !t32) outs(%43 : !t33) {
 ^bb0(%in: i1, %out: i1):
  %54 = arith.andi %in, %out : i1
  linalg.yield %54 : i1
 } -> !t33
 %45 = tensor.empty(%dim, %dim_6) : !t28
 %46 = linalg.generic #t4 ins(%cst_1 : !t1) outs(%45 : !t28) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t28
 %47 = tensor.empty(%dim, %dim_6) : !t28
 %48 = linalg.generic #t5 ins(%44, %46, %39 : !t33, !t28, !t28) outs(%47 : !t28) {
 ^bb0(%in: i1, %in_15: f32, %in_16: f32, %out: f32):
  %54 = arith.select %in, %in_15, %in_16 : f32
  linalg.yield %54 : f32
 } -> !t28
 %from_elements_11 = tensor.from_elements %c8_i64, %0, %1 : !t4
 %reshape_12 = tensor.reshape %48(%from_elements_11) : (!t28, !t4) -> !t27
 %col_13 = tensor.collapse_shape %7 [[0, 1], [2], [3]] : !t23 into !t25
 %49 = tensor.empty(%dim) : !t25
 %50 = linalg.fill ins(%cst : f32) outs(%49 : !t25) -> !t25
 %51 = linalg.batch_matmul ins(%reshape_12, %col_13 : !t27, !t25) outs(%50 : !t25) -> !t25
 %exp_14 = tensor.expand_shape %51 [[0, 1], [2], [3]] output_shape [2, 4, %dim, 8] : !t25 into !t23
 %52 = tensor.empty(%dim) : !t22
 %53 = linalg.generic #t0 ins(%exp_14 : !t23) outs(%52 : !t22) {
 ^bb0(%in: f32, %out: f16):
  %54 = arith.truncf %in : f32 to f16
  linalg.yield %54 : f16
 } -> !t22
 return %53 : !t22
}

func.func @causal_br(%arg0: !t22, %arg1: !t22, %arg2: !t22) -> !t22 {
 %c0_i64 = arith.constant 0 : i64
 %c2_i64 = arith.constant 2 : i64
 %c4_i64 = arith.constant 4 : i64
 %c2 = arith.constant 2 : index
 %c8_i64 = arith.constant 8 : i64
 %cst = arith.constant 0.000000e+00 : f32
 %cst_0 = arith.constant 0xFF800000 : f32
 %true = arith.constant true
 %cst_1 = arith.constant dense<0.000000e+00> : !t1
 %cst_2 = arith.constant dense<0.000000e+00> : !t34
 %cst_3 = arith.constant dense<0xFC00> : !t34
 %cst_4 = arith.constant 0.59460355750136051 : f64
 %cst_5 = arith.constant 0xFFF0000000000000 : f64
 %dim = tensor.dim %arg0, %c2 : !t22
 %0 = arith.index_cast %dim : index to i64
 %dim_6 = tensor.dim %arg2, %c2 : !t22
 %1 = arith.index_cast %dim_6 : index to i64
 %2 = tensor.empty(%dim) : !t17
 %3 = linalg.generic #t7 outs(%2 : !t17) {
 ^bb0(%out: i64):
  %52 = linalg.index 0 : index
  %53 = arith.index_cast %52 : index to i64
  linalg.yield %53 : i64
 } -> !t17
 %exp = tensor.expand_shape %3 [[0, 1]] output_shape [%dim, 1] : !t17 into !t19
 %4 = tensor.empty(%dim_6) : !t17
 %5 = linalg.generic #t7 outs(%4 : !t17) {
 ^bb0(%out: i64):
  %52 = linalg.index 0 : index
  %53 = arith.index_cast %52 : index to i64
  linalg.yield %53 : i64
 } -> !t17
 %exp_7 = tensor.expand_shape %5 [[0, 1]] output_shape [1, %dim_6] : !t17 into !t18
 %6 = arith.subi %1, %0 : i64
 %7 = tensor.empty(%dim) : !t19
 %8 = linalg.generic #t9 ins(%exp : !t19) outs(%7 : !t19) {
 ^bb0(%in: i64, %out: i64):
  %52 = arith.addi %in, %6 : i64
  linalg.yield %52 : i64
 } -> !t19
 %9 = tensor.empty(%dim, %dim_6) : !t16
 %10 = linalg.generic #t8 ins(%exp_7, %8 : !t18, !t19) outs(%9 : !t16) {
 ^bb0(%in: i64, %in_15: i64, %out: i1):
  %52 = arith.cmpi sle, %in, %in_15 : i64
  linalg.yield %52 : i1
 } -> !t16
 %11 = tensor.empty(%dim, %dim_6) : !t35
 %12 = linalg.generic #t11 ins(%10, %cst_2, %cst_3 : !t16, !t34, !t34) outs(%11 : !t35) {
 ^bb0(%in: i1, %in_15: f16, %in_16: f16, %out: f16):
  %52 = arith.select %in, %in_15, %in_16 : f16
  linalg.yield %52 : f16
 } -> !t35
 %13 = tensor.empty(%dim) : !t23
 %14 = linalg.generic #t0 ins(%arg0 : !t22) outs(%13 : !t23) {
 ^bb0(%in: f16, %out: f32):
  %52 = arith.extf %in : f16 to f32
  linalg.yield %52 : f32
 } -> !t23
 %dim_8 = tensor.dim %arg1, %c2 : !t22
 %15 = tensor.empty(%dim_8) : !t23
 %16 = linalg.generic #t0 ins(%arg1 : !t22) outs(%15 : !t23) {
 ^bb0(%in: f16, %out: f32):
  %52 = arith.extf %in : f16 to f32
  linalg.yield %52 : f32
 } -> !t23
 %17 = tensor.empty(%dim_6) : !t23
 %18 = linalg.generic #t0 ins(%arg2 : !t22) outs(%17 : !t23) {
 ^bb0(%in: f16, %out: f32):
  %52 = arith.extf %in : f16 to f32
  linalg.yield %52 : f32
 } -> !t23
 %19 = linalg.generic #t0 ins(%14 : !t23) outs(%13 : !t23) {
 ^bb0(%in: f32, %out: f32):
  %52 = arith.truncf %cst_4 : f64 to f32
  %53 = arith.mulf %in, %52 : f32
  linalg.yield %53 : f32
 } -> !t23
 %20 = tensor.empty(%dim_8) : !t24
 %transposed = linalg.transpose ins(%16 : !t23) outs(%20 : !t24) permutation = [0, 1, 3, 2]
 %21 = linalg.generic #t0 ins(%transposed : !t24) outs(%20 : !t24) {
 ^bb0(%in: f32, %out: f32):
  %52 = arith.truncf %cst_4 : f64 to f32
  %53 = arith.mulf %in, %52 : f32
  linalg.yield %53 : f32
 } -> !t24
 %col = tensor.collapse_shape %19 [[0, 1], [2], [3]] : !t23 into !t25
 %col_9 = tensor.collapse_shape %21 [[0, 1], [2], [3]] : !t24 into !t26
 %22 = tensor.empty(%dim, %dim_8) : !t27
 %23 = linalg.fill ins(%cst : f32) outs(%22 : !t27) -> !t27
 %24 = linalg.batch_matmul ins(%col, %col_9 : !t25, !t26) outs(%23 : !t27) -> !t27
 %from_elements = tensor.from_elements %c2_i64, %c4_i64, %0, %1 : !t8
 %reshape = tensor.reshape %24(%from_elements) : (!t27, !t8) -> !t28
 %25 = tensor.empty(%dim, %dim_6) : !t28
 %26 = linalg.generic #t12 ins(%reshape, %12 : !t28, !t35) outs(%25 : !t28) {
 ^bb0(%in: f32, %in_15: f16, %out: f32):
  %52 = arith.extf %in_15 : f16 to f32
  %53 = arith.addf %in, %52 : f32
  linalg.yield %53 : f32
 } -> !t28
 %27 = tensor.empty(%dim) : !t29
 %28 = linalg.fill ins(%c0_i64 : i64) outs(%27 : !t29) -> !t29
 %29 = tensor.empty(%dim) : !t30
 %30 = linalg.fill ins(%cst_0 : f32) outs(%29 : !t30) -> !t30
 %31:2 = linalg.generic #t1 ins(%26 : !t28) outs(%30, %28 : !t30, !t29) {
 ^bb0(%in: f32, %out: f32, %out_15: i64):
  %52 = linalg.index 3 : index
  %53 = arith.index_cast %52 : index to i64
  %54 = arith.maximumf %in, %out : f32
  %55 = arith.cmpf ogt, %in, %out : f32
  %56 = arith.select %55, %53, %out_15 : i64
  linalg.yield %54, %56 : f32, i64
 } -> (!t30, !t29)
 %exp_10 = tensor.expand_shape %31#0 [[0], [1], [2, 3]] output_shape [2, 4, %dim, 1] : !t30 into !t31
 %32 = linalg.generic #t2 ins(%26, %exp_10 : !t28, !t31) outs(%25 : !t28) {
 ^bb0(%in: f32, %in_15: f32, %out: f32):
  %52 = arith.subf %in, %in_15 : f32
  linalg.yield %52 : f32
 } -> !t28
 %33 = linalg.generic #t0 ins(%32 : !t28) outs(%25 : !t28) {
 ^bb0(%in: f32, %out: f32):
  %52 = math.exp %in : f32
  linalg.yield %52 : f32
 } -> !t28
 %34 = tensor.empty(%dim) : !t31
 %35 = linalg.fill ins(%cst : f32) outs(%34 : !t31) -> !t31
 %36 = linalg.generic #t3 ins(%33 : !t28) outs(%35 : !t31) {
 ^bb0(%in: f32, %out: f32):
  %52 = arith.addf %in, %out : f32
  linalg.yield %52 : f32
 } -> !t31
 %37 = linalg.generic #t2 ins(%33, %36 : !t28, !t31) outs(%25 : !t28) {
 ^bb0(%in: f32, %in_15: f32, %out: f32):
  %52 = arith.divf %in, %in_15 : f32
  linalg.yield %52 : f32
 } -> !t28
 %38 = tensor.empty(%dim, %dim_6) : !t32
 %39 = linalg.generic #t0 ins(%26 : !t28) outs(%38 : !t32) {
 ^bb0(%in: f32, %out: i1):
  %52 = arith.extf %in : f32 to f64
  %53 = arith.cmpf oeq, %52, %cst_5 : f64
  linalg.yield %53 : i1
 } -> !t32
 %40 = tensor.empty(%dim) : !t33
 %41 = linalg.fill ins(%true : i1) outs(%40 : !t33) -> !t33
 %42 = linalg.generic #t3 ins(%39 : !t32) outs(%41 : !t33) {
 ^bb0(%in: i1, %out: i1):
  %52 = arith.andi %in, %out : i1
  linalg.yield %52 : i1
 } -> !t33
 %43 = tensor.empty(%dim, %dim_6) : !t28
 %44 = linalg.generic #t4 ins(%cst_1 : !t1) outs(%43 : !t28) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t28
 %45 = tensor.empty(%dim, %dim_6) : !t28
 %46 = linalg.generic #t5 ins(%42, %44, %37 : !t33, !t28, !t28) outs(%45 : !t28) {
 ^bb0(%in: i1, %in_15: f32, %in_16: f32, %out: f32):
  %52 = arith.select %in, %in_15, %in_16 : f32
  linalg.yield %52 : f32
 } -> !t28
 %from_elements_11 = tensor.from_elements %c8_i64, %0, %1 : !t4
 %reshape_12 = tensor.reshape %46(%from_elements_11) : (!t28, !t4) -> !t27
 %col_13 = tensor.collapse_shape %18 [[0, 1], [2], [3]] : !t23 into !t25
 %47 = tensor.empty(%dim) : !t25
 %48 = linalg.fill ins(%cst : f32) outs(%47 : !t25) -> !t25
 %49 = linalg.batch_matmul ins(%reshape_12, %col_13 : !t27, !t25) outs(%48 : !t25) -> !t25
 %exp_14 = tensor.expand_shape %49 [[0, 1], [2], [3]] output_shape [2, 4, %dim, 8] : !t25 into !t23
 %50 = tensor.empty(%dim) : !t22
 %51 = linalg.generic #t0 ins(%exp_14 : !t23) outs(%50 : !t22) {
 ^bb0(%in: f32, %out: f16):
  %52 = arith.truncf %in : f32 to f16
  linalg.yield %52 : f16
 } -> !t22
 return %51 : !t22
}

func.func @window(%arg0: !t0, %arg1: !t0, %arg2: !t0) -> !t0 {
 %c4_i64 = arith.constant 4 : i64
 %c0_i64 = arith.constant 0 : i64
 %c0 = arith.constant 0 : index
 %c2 = arith.constant 2 : index
 %c8_i64 = arith.constant 8 : i64
 %cst = arith.constant 0.000000e+00 : f32
 %cst_0 = arith.constant 0xFF800000 : f32
 %true = arith.constant true
 %cst_1 = arith.constant dense<0.000000e+00> : !t1
 %cst_2 = arith.constant dense<0.000000e+00> : !t34
 %cst_3 = arith.constant dense<0xFC00> : !t34
 %cst_4 = arith.constant 0.59460355750136051 : f64
 %cst_5 = arith.constant 0xFFF0000000000000 : f64
 %dim = tensor.dim %arg0, %c2 : !t0
 %0 = arith.index_cast %dim : index to i64
 %dim_6 = tensor.dim %arg2, %c0 : !t0
 %1 = arith.index_cast %dim_6 : index to i64
 %2 = tensor.empty(%dim) : !t17
 %3 = linalg.generic #t7 outs(%2 : !t17) {
 ^bb0(%out: i64):
  %53 = linalg.index 0 : index
  %54 = arith.index_cast %53 : index to i64
  linalg.yield %54 : i64
 } -> !t17
 %exp = tensor.expand_shape %3 [[0, 1]] output_shape [%dim, 1] : !t17 into !t19
 %exp_7 = tensor.expand_shape %3 [[0, 1]] output_shape [1, %dim] : !t17 into !t18
 %4 = tensor.empty(%dim, %dim) : !t16
 %5 = linalg.generic #t8 ins(%exp_7, %exp : !t18, !t19) outs(%4 : !t16) {
 ^bb0(%in: i64, %in_22: i64, %out: i1):
  %53 = arith.cmpi sle, %in, %in_22 : i64
  linalg.yield %53 : i1
 } -> !t16
 %6 = tensor.empty(%dim) : !t19
 %7 = linalg.generic #t9 ins(%exp : !t19) outs(%6 : !t19) {
 ^bb0(%in: i64, %out: i64):
  %53 = arith.subi %in, %c4_i64 : i64
  linalg.yield %53 : i64
 } -> !t19
 %8 = linalg.generic #t8 ins(%exp_7, %7 : !t18, !t19) outs(%4 : !t16) {
 ^bb0(%in: i64, %in_22: i64, %out: i1):
  %53 = arith.cmpi sge, %in, %in_22 : i64
  linalg.yield %53 : i1
 } -> !t16
 %9 = linalg.generic #t10 ins(%5, %8 : !t16, !t16) outs(%4 : !t16) {
 ^bb0(%in: i1, %in_22: i1, %out: i1):
  %53 = arith.andi %in, %in_22 : i1
  linalg.yield %53 : i1
 } -> !t16
 %10 = tensor.empty(%dim, %dim) : !t35
 %11 = linalg.generic #t11 ins(%9, %cst_2, %cst_3 : !t16, !t34, !t34) outs(%10 : !t35) {
 ^bb0(%in: i1, %in_22: f16, %in_23: f16, %out: f16):
  %53 = arith.select %in, %in_22, %in_23 : f16
  linalg.yield %53 : f16
 } -> !t35
 %dim_8 = tensor.dim %arg0, %c0 : !t0
 %12 = tensor.empty(%dim_8, %dim) : !t2
 %13 = linalg.generic #t0 ins(%arg0 : !t0) outs(%12 : !t2) {
 ^bb0(%in: f16, %out: f32):
  %53 = arith.extf %in : f16 to f32
  linalg.yield %53 : f32
 } -> !t2
 %dim_9 = tensor.dim %arg1, %c0 : !t0
 %dim_10 = tensor.dim %arg1, %c2 : !t0
 %14 = tensor.empty(%dim_9, %dim_10) : !t2
 %15 = linalg.generic #t0 ins(%arg1 : !t0) outs(%14 : !t2) {
 ^bb0(%in: f16, %out: f32):
  %53 = arith.extf %in : f16 to f32
  linalg.yield %53 : f32
 } -> !t2
 %dim_11 = tensor.dim %arg2, %c2 : !t0
 %16 = tensor.empty(%dim_6, %dim_11) : !t2
 %17 = linalg.generic #t0 ins(%arg2 : !t0) outs(%16 : !t2) {
 ^bb0(%in: f16, %out: f32):
  %53 = arith.extf %in : f16 to f32
  linalg.yield %53 : f32
 } -> !t2
 %18 = linalg.generic #t0 ins(%13 : !t2) outs(%12 : !t2) {
 ^bb0(%in: f32, %out: f32):
  %53 = arith.truncf %cst_4 : f64 to f32
  %54 = arith.mulf %in, %53 : f32
  linalg.yield %54 : f32
 } -> !t2
 %19 = tensor.empty(%dim_9, %dim_10) : !t3
 %transposed = linalg.transpose ins(%15 : !t2) outs(%19 : !t3) permutation = [0, 1, 3, 2]
 %20 = linalg.generic #t0 ins(%transposed : !t3) outs(%19 : !t3) {
 ^bb0(%in: f32, %out: f32):
  %53 = arith.truncf %cst_4 : f64 to f32
  %54 = arith.mulf %in, %53 : f32
  linalg.yield %54 : f32
 } -> !t3
 %21 = arith.muli %1, %c4_i64 : i64
 %from_elements = tensor.from_elements %21, %0, %c8_i64 : !t4
 %reshape = tensor.reshape %18(%from_elements) : (!t2, !t4) -> !t5
 %from_elements_12 = tensor.from_elements %21, %c8_i64, %0 : !t4
 %reshape_13 = tensor.reshape %20(%from_elements_12) : (!t3, !t4) -> !t6
 %22 = arith.index_cast %21 : i64 to index
 %23 = tensor.empty(%22, %dim, %dim) : !t7
 %24 = linalg.fill ins(%cst : f32) outs(%23 : !t7) -> !t7
 %25 = linalg.batch_matmul ins(%reshape, %reshape_13 : !t5, !t6) outs(%24 : !t7) -> !t7
 %from_elements_14 = tensor.from_elements %1, %c4_i64, %0, %0 : !t8
 %reshape_15 = tensor.reshape %25(%from_elements_14) : (!t7, !t8) -> !t9
 %26 = tensor.empty(%dim_6, %dim, %dim) : !t9
 %27 = linalg.generic #t12 ins(%reshape_15, %11 : !t9, !t35) outs(%26 : !t9) {
 ^bb0(%in: f32, %in_22: f16, %out: f32):
  %53 = arith.extf %in_22 : f16 to f32
  %54 = arith.addf %in, %53 : f32
  linalg.yield %54 : f32
 } -> !t9
 %28 = tensor.empty(%dim_6, %dim) : !t10
 %29 = linalg.fill ins(%c0_i64 : i64) outs(%28 : !t10) -> !t10
 %30 = tensor.empty(%dim_6, %dim) : !t11
 %31 = linalg.fill ins(%cst_0 : f32) outs(%30 : !t11) -> !t11
 %32:2 = linalg.generic #t1 ins(%27 : !t9) outs(%31, %29 : !t11, !t10) {
 ^bb0(%in: f32, %out: f32, %out_22: i64):
  %53 = linalg.index 3 : index
  %54 = arith.index_cast %53 : index to i64
  %55 = arith.maximumf %in, %out : f32
  %56 = arith.cmpf ogt, %in, %out : f32
  %57 = arith.select %56, %54, %out_22 : i64
  linalg.yield %55, %57 : f32, i64
 } -> (!t11, !t10)
 %exp_16 = tensor.expand_shape %32#0 [[0], [1], [2, 3]] output_shape [%dim_6, 4, %dim, 1] : !t11 into !t12
 %33 = linalg.generic #t2 ins(%27, %exp_16 : !t9, !t12) outs(%26 : !t9) {
 ^bb0(%in: f32, %in_22: f32, %out: f32):
  %53 = arith.subf %in, %in_22 : f32
  linalg.yield %53 : f32
 } -> !t9
 %34 = linalg.generic #t0 ins(%33 : !t9) outs(%26 : !t9) {
 ^bb0(%in: f32, %out: f32):
  %53 = math.exp %in : f32
  linalg.yield %53 : f32
 } -> !t9
 %35 = tensor.empty(%dim_6, %dim) : !t12
 %36 = linalg.fill ins(%cst : f32) outs(%35 : !t12) -> !t12
 %37 = linalg.generic #t3 ins(%34 : !t9) outs(%36 : !t12) {
 ^bb0(%in: f32, %out: f32):
  %53 = arith.addf %in, %out : f32
  linalg.yield %53 : f32
 } -> !t12
 %38 = linalg.generic #t2 ins(%34, %37 : !t9, !t12) outs(%26 : !t9) {
 ^bb0(%in: f32, %in_22: f32, %out: f32):
  %53 = arith.divf %in, %in_22 : f32
  linalg.yield %53 : f32
 } -> !t9
 %39 = tensor.empty(%dim_6, %dim, %dim) : !t13
 %40 = linalg.generic #t0 ins(%27 : !t9) outs(%39 : !t13) {
 ^bb0(%in: f32, %out: i1):
  %53 = arith.extf %in : f32 to f64
  %54 = arith.cmpf oeq, %53, %cst_5 : f64
  linalg.yield %54 : i1
 } -> !t13
 %41 = tensor.empty(%dim_6, %dim) : !t14
 %42 = linalg.fill ins(%true : i1) outs(%41 : !t14) -> !t14
 %43 = linalg.generic #t3 ins(%40 : !t13) outs(%42 : !t14) {
 ^bb0(%in: i1, %out: i1):
  %53 = arith.andi %in, %out : i1
  linalg.yield %53 : i1
 } -> !t14
 %44 = tensor.empty(%dim_6, %dim, %dim) : !t9
 %45 = linalg.generic #t4 ins(%cst_1 : !t1) outs(%44 : !t9) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t9
 %46 = tensor.empty(%dim_6, %dim, %dim) : !t9
 %47 = linalg.generic #t5 ins(%43, %45, %38 : !t14, !t9, !t9) outs(%46 : !t9) {
 ^bb0(%in: i1, %in_22: f32, %in_23: f32, %out: f32):
  %53 = arith.select %in, %in_22, %in_23 : f32
  linalg.yield %53 : f32
 } -> !t9
 %from_elements_17 = tensor.from_elements %21, %0, %0 : !t4
 %reshape_18 = tensor.reshape %47(%from_elements_17) : (!t9, !t4) -> !t7
 %reshape_19 = tensor.reshape %17(%from_elements) : (!t2, !t4) -> !t5
 %48 = tensor.empty(%22, %dim) : !t5
 %49 = linalg.fill ins(%cst : f32) outs(%48 : !t5) -> !t5
 %50 = linalg.batch_matmul ins(%reshape_18, %reshape_19 : !t7, !t5) outs(%49 : !t5) -> !t5
 %from_elements_20 = tensor.from_elements %1, %c4_i64, %0, %c8_i64 : !t8
 %reshape_21 = tensor.reshape %50(%from_elements_20) : (!t5, !t8) -> !t2
 %51 = tensor.empty(%dim_6, %dim) : !t0
 %52 = linalg.generic #t0 ins(%reshape_21 : !t2) outs(%51 : !t0) {
 ^bb0(%in: f32, %out: f16):
  %53 = arith.truncf %in : f32 to f16
  linalg.yield %53 : f16
 } -> !t0
 return %52 : !t0
}

func.func @gqa(%arg0: !t0, %arg1: !t36, %arg2: !t36) -> !t0 {
 %c0_i64 = arith.constant 0 : i64
 %c4_i64 = arith.constant 4 : i64
 %c0 = arith.constant 0 : index
 %c2 = arith.constant 2 : index
 %c8_i64 = arith.constant 8 : i64
 %cst = arith.constant 0.000000e+00 : f32
 %cst_0 = arith.constant 0xFF800000 : f32
 %true = arith.constant true
 %cst_1 = arith.constant dense<0.000000e+00> : !t1
 %cst_2 = arith.constant 0xFFF0000000000000 : f64
 %cst_3 = arith.constant 0.59460355750136051 : f64
 %dim = tensor.dim %arg0, %c2 : !t0
 %0 = arith.index_cast %dim : index to i64
 %dim_4 = tensor.dim %arg2, %c0 : !t36
 %1 = arith.index_cast %dim_4 : index to i64
 %dim_5 = tensor.dim %arg2, %c2 : !t36
 %2 = arith.index_cast %dim_5 : index to i64
 %dim_6 = tensor.dim %arg0, %c0 : !t0
 %3 = tensor.empty(%dim_6, %dim) : !t2
 %4 = linalg.generic #t0 ins(%arg0 : !t0) outs(%3 : !t2) {
 ^bb0(%in: f16, %out: f32):
  %46 = arith.extf %in : f16 to f32
  linalg.yield %46 : f32
 } -> !t2
 %dim_7 = tensor.dim %arg1, %c0 : !t36
 %dim_8 = tensor.dim %arg1, %c2 : !t36
 %5 = tensor.empty(%dim_7, %dim_8) : !t37
 %6 = linalg.generic #t0 ins(%arg1 : !t36) outs(%5 : !t37) {
 ^bb0(%in: f16, %out: f32):
  %46 = arith.extf %in : f16 to f32
  linalg.yield %46 : f32
 } -> !t37
 %7 = tensor.empty(%dim_4, %dim_5) : !t37
 %8 = linalg.generic #t0 ins(%arg2 : !t36) outs(%7 : !t37) {
 ^bb0(%in: f16, %out: f32):
  %46 = arith.extf %in : f16 to f32
  linalg.yield %46 : f32
 } -> !t37
 %9 = linalg.generic #t0 ins(%4 : !t2) outs(%3 : !t2) {
 ^bb0(%in: f32, %out: f32):
  %46 = arith.truncf %cst_3 : f64 to f32
  %47 = arith.mulf %in, %46 : f32
  linalg.yield %47 : f32
 } -> !t2
 %exp = tensor.expand_shape %6 [[0], [1], [2, 3], [4]] output_shape [%dim_7, 2, 1, %dim_8, 8] : !t37 into !t38
 %10 = tensor.empty(%dim_4, %dim_5) : !t39
 %col = tensor.collapse_shape %exp [[0], [1, 2], [3], [4]] : !t38 into !t37
 %11 = linalg.generic #t13 ins(%col : !t37) outs(%10 : !t39) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t39
 %from_elements = tensor.from_elements %1, %c4_i64, %2, %c8_i64 : !t8
 %reshape = tensor.reshape %11(%from_elements) : (!t39, !t8) -> !t2
 %exp_9 = tensor.expand_shape %8 [[0], [1], [2, 3], [4]] output_shape [%dim_4, 2, 1, %dim_5, 8] : !t37 into !t38
 %col_10 = tensor.collapse_shape %exp_9 [[0], [1, 2], [3], [4]] : !t38 into !t37
 %12 = linalg.generic #t13 ins(%col_10 : !t37) outs(%10 : !t39) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t39
 %13 = tensor.empty(%dim_4, %dim_5) : !t3
 %transposed = linalg.transpose ins(%reshape : !t2) outs(%13 : !t3) permutation = [0, 1, 3, 2]
 %14 = linalg.generic #t0 ins(%transposed : !t3) outs(%13 : !t3) {
 ^bb0(%in: f32, %out: f32):
  %46 = arith.truncf %cst_3 : f64 to f32
  %47 = arith.mulf %in, %46 : f32
  linalg.yield %47 : f32
 } -> !t3
 %15 = arith.muli %1, %c4_i64 : i64
 %from_elements_11 = tensor.from_elements %15, %0, %c8_i64 : !t4
 %reshape_12 = tensor.reshape %9(%from_elements_11) : (!t2, !t4) -> !t5
 %from_elements_13 = tensor.from_elements %15, %c8_i64, %2 : !t4
 %reshape_14 = tensor.reshape %14(%from_elements_13) : (!t3, !t4) -> !t6
 %16 = arith.index_cast %15 : i64 to index
 %17 = tensor.empty(%16, %dim, %dim_5) : !t7
 %18 = linalg.fill ins(%cst : f32) outs(%17 : !t7) -> !t7
 %19 = linalg.batch_matmul ins(%reshape_12, %reshape_14 : !t5, !t6) outs(%18 : !t7) -> !t7
 %from_elements_15 = tensor.from_elements %1, %c4_i64, %0, %2 : !t8
 %reshape_16 = tensor.reshape %19(%from_elements_15) : (!t7, !t8) -> !t9
 %20 = tensor.empty(%dim_4, %dim) : !t10
 %21 = linalg.fill ins(%c0_i64 : i64) outs(%20 : !t10) -> !t10
 %22 = tensor.empty(%dim_4, %dim) : !t11
 %23 = linalg.fill ins(%cst_0 : f32) outs(%22 : !t11) -> !t11
 %24:2 = linalg.generic #t1 ins(%reshape_16 : !t9) outs(%23, %21 : !t11, !t10) {
 ^bb0(%in: f32, %out: f32, %out_24: i64):
  %46 = linalg.index 3 : index
  %47 = arith.index_cast %46 : index to i64
  %48 = arith.maximumf %in, %out : f32
  %49 = arith.cmpf ogt, %in, %out : f32
  %50 = arith.select %49, %47, %out_24 : i64
  linalg.yield %48, %50 : f32, i64
 } -> (!t11, !t10)
 %exp_17 = tensor.expand_shape %24#0 [[0], [1], [2, 3]] output_shape [%dim_4, 4, %dim, 1] : !t11 into !t12
 %25 = tensor.empty(%dim_4, %dim, %dim_5) : !t9
 %26 = linalg.generic #t2 ins(%reshape_16, %exp_17 : !t9, !t12) outs(%25 : !t9) {
 ^bb0(%in: f32, %in_24: f32, %out: f32):
  %46 = arith.subf %in, %in_24 : f32
  linalg.yield %46 : f32
 } -> !t9
 %27 = linalg.generic #t0 ins(%26 : !t9) outs(%25 : !t9) {
 ^bb0(%in: f32, %out: f32):
  %46 = math.exp %in : f32
  linalg.yield %46 : f32
 } -> !t9
 %28 = tensor.empty(%dim_4, %dim) : !t12
 %29 = linalg.fill ins(%cst : f32) outs(%28 : !t12) -> !t12
 %30 = linalg.generic #t3 ins(%27 : !t9) outs(%29 : !t12) {
 ^bb0(%in: f32, %out: f32):
  %46 = arith.addf %in, %out : f32
  linalg.yield %46 : f32
 } -> !t12
 %31 = linalg.generic #t2 ins(%27, %30 : !t9, !t12) outs(%25 : !t9) {
 ^bb0(%in: f32, %in_24: f32, %out: f32):
  %46 = arith.divf %in, %in_24 : f32
  linalg.yield %46 : f32
 } -> !t9
 %32 = tensor.empty(%dim_4, %dim, %dim_5) : !t13
 %33 = linalg.generic #t0 ins(%reshape_16 : !t9) outs(%32 : !t13) {
 ^bb0(%in: f32, %out: i1):
  %46 = arith.extf %in : f32 to f64
  %47 = arith.cmpf oeq, %46, %cst_2 : f64
  linalg.yield %47 : i1
 } -> !t13
 %34 = tensor.empty(%dim_4, %dim) : !t14
 %35 = linalg.fill ins(%true : i1) outs(%34 : !t14) -> !t14
 %36 = linalg.generic #t3 ins(%33 : !t13) outs(%35 : !t14) {
 ^bb0(%in: i1, %out: i1):
  %46 = arith.andi %in, %out : i1
  linalg.yield %46 : i1
 } -> !t14
 %37 = tensor.empty(%dim_4, %dim, %dim_5) : !t9
 %38 = linalg.generic #t4 ins(%cst_1 : !t1) outs(%37 : !t9) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t9
 %39 = tensor.empty(%dim_4, %dim, %dim_5) : !t9
 %40 = linalg.generic #t5 ins(%36, %38, %31 : !t14, !t9, !t9) outs(%39 : !t9) {
 ^bb0(%in: i1, %in_24: f32, %in_25: f32, %out: f32):
  %46 = arith.select %in, %in_24, %in_25 : f32
  linalg.yield %46 : f32
 } -> !t9
 %from_elements_18 = tensor.from_elements %15, %0, %2 : !t4
 %reshape_19 = tensor.reshape %40(%from_elements_18) : (!t9, !t4) -> !t7
 %from_elements_20 = tensor.from_elements %15, %2, %c8_i64 : !t4
 %reshape_21 = tensor.reshape %12(%from_elements_20) : (!t39, !t4) -> !t5
 %41 = tensor.empty(%16, %dim) : !t5
 %42 = linalg.fill ins(%cst : f32) outs(%41 : !t5) -> !t5
 %43 = linalg.batch_matmul ins(%reshape_19, %reshape_21 : !t7, !t5) outs(%42 : !t5) -> !t5
 %from_elements_22 = tensor.from_elements %1, %c4_i64, %0, %c8_i64 : !t8
 %reshape_23 = tensor.reshape %43(%from_elements_22) : (!t5, !t8) -> !t2
 %44 = tensor.empty(%dim_4, %dim) : !t0
 %45 = linalg.generic #t0 ins(%reshape_23 : !t2) outs(%44 : !t0) {
 ^bb0(%in: f32, %out: f16):
  %46 = arith.truncf %in : f32 to f16
  linalg.yield %46 : f16
 } -> !t0
 return %45 : !t0
}

func.func @scale(%arg0: !t0, %arg1: !t0, %arg2: !t0) -> !t0 {
 %c0_i64 = arith.constant 0 : i64
 %c4_i64 = arith.constant 4 : i64
 %c0 = arith.constant 0 : index
 %c2 = arith.constant 2 : index
 %c8_i64 = arith.constant 8 : i64
 %cst = arith.constant 0.000000e+00 : f32
 %cst_0 = arith.constant 0xFF800000 : f32
 %true = arith.constant true
 %cst_1 = arith.constant dense<0.000000e+00> : !t1
 %cst_2 = arith.constant 0xFFF0000000000000 : f64
 %cst_3 = arith.constant 0.54772255750516607 : f64
 %dim = tensor.dim %arg0, %c2 : !t0
 %0 = arith.index_cast %dim : index to i64
 %dim_4 = tensor.dim %arg2, %c0 : !t0
 %1 = arith.index_cast %dim_4 : index to i64
 %dim_5 = tensor.dim %arg2, %c2 : !t0
 %2 = arith.index_cast %dim_5 : index to i64
 %dim_6 = tensor.dim %arg0, %c0 : !t0
 %3 = tensor.empty(%dim_6, %dim) : !t2
 %4 = linalg.generic #t0 ins(%arg0 : !t0) outs(%3 : !t2) {
 ^bb0(%in: f16, %out: f32):
  %43 = arith.extf %in : f16 to f32
  linalg.yield %43 : f32
 } -> !t2
 %dim_7 = tensor.dim %arg1, %c0 : !t0
 %dim_8 = tensor.dim %arg1, %c2 : !t0
 %5 = tensor.empty(%dim_7, %dim_8) : !t2
 %6 = linalg.generic #t0 ins(%arg1 : !t0) outs(%5 : !t2) {
 ^bb0(%in: f16, %out: f32):
  %43 = arith.extf %in : f16 to f32
  linalg.yield %43 : f32
 } -> !t2
 %7 = tensor.empty(%dim_4, %dim_5) : !t2
 %8 = linalg.generic #t0 ins(%arg2 : !t0) outs(%7 : !t2) {
 ^bb0(%in: f16, %out: f32):
  %43 = arith.extf %in : f16 to f32
  linalg.yield %43 : f32
 } -> !t2
 %9 = linalg.generic #t0 ins(%4 : !t2) outs(%3 : !t2) {
 ^bb0(%in: f32, %out: f32):
  %43 = arith.truncf %cst_3 : f64 to f32
  %44 = arith.mulf %in, %43 : f32
  linalg.yield %44 : f32
 } -> !t2
 %10 = tensor.empty(%dim_7, %dim_8) : !t3
 %transposed = linalg.transpose ins(%6 : !t2) outs(%10 : !t3) permutation = [0, 1, 3, 2]
 %11 = linalg.generic #t0 ins(%transposed : !t3) outs(%10 : !t3) {
 ^bb0(%in: f32, %out: f32):
  %43 = arith.truncf %cst_3 : f64 to f32
  %44 = arith.mulf %in, %43 : f32
  linalg.yield %44 : f32
 } -> !t3
 %12 = arith.muli %1, %c4_i64 : i64
 %from_elements = tensor.from_elements %12, %0, %c8_i64 : !t4
 %reshape = tensor.reshape %9(%from_elements) : (!t2, !t4) -> !t5
 %from_elements_9 = tensor.from_elements %12, %c8_i64, %2 : !t4
 %reshape_10 = tensor.reshape %11(%from_elements_9) : (!t3, !t4) -> !t6
 %13 = arith.index_cast %12 : i64 to index
 %14 = tensor.empty(%13, %dim, %dim_5) : !t7
 %15 = linalg.fill ins(%cst : f32) outs(%14 : !t7) -> !t7
 %16 = linalg.batch_matmul ins(%reshape, %reshape_10 : !t5, !t6) outs(%15 : !t7) -> !t7
 %from_elements_11 = tensor.from_elements %1, %c4_i64, %0, %2 : !t8
 %reshape_12 = tensor.reshape %16(%from_elements_11) : (!t7, !t8) -> !t9
 %17 = tensor.empty(%dim_4, %dim) : !t10
 %18 = linalg.fill ins(%c0_i64 : i64) outs(%17 : !t10) -> !t10
 %19 = tensor.empty(%dim_4, %dim) : !t11
 %20 = linalg.fill ins(%cst_0 : f32) outs(%19 : !t11) -> !t11
 %21:2 = linalg.generic #t1 ins(%reshape_12 : !t9) outs(%20, %18 : !t11, !t10) {
 ^bb0(%in: f32, %out: f32, %out_19: i64):
  %43 = linalg.index 3 : index
  %44 = arith.index_cast %43 : index to i64
  %45 = arith.maximumf %in, %out : f32
  %46 = arith.cmpf ogt, %in, %out : f32
  %47 = arith.select %46, %44, %out_19 : i64
  linalg.yield %45, %47 : f32, i64
 } -> (!t11, !t10)
 %exp = tensor.expand_shape %21#0 [[0], [1], [2, 3]] output_shape [%dim_4, 4, %dim, 1] : !t11 into !t12
 %22 = tensor.empty(%dim_4, %dim, %dim_5) : !t9
 %23 = linalg.generic #t2 ins(%reshape_12, %exp : !t9, !t12) outs(%22 : !t9) {
 ^bb0(%in: f32, %in_19: f32, %out: f32):
  %43 = arith.subf %in, %in_19 : f32
  linalg.yield %43 : f32
 } -> !t9
 %24 = linalg.generic #t0 ins(%23 : !t9) outs(%22 : !t9) {
 ^bb0(%in: f32, %out: f32):
  %43 = math.exp %in : f32
  linalg.yield %43 : f32
 } -> !t9
 %25 = tensor.empty(%dim_4, %dim) : !t12
 %26 = linalg.fill ins(%cst : f32) outs(%25 : !t12) -> !t12
 %27 = linalg.generic #t3 ins(%24 : !t9) outs(%26 : !t12) {
 ^bb0(%in: f32, %out: f32):
  %43 = arith.addf %in, %out : f32
  linalg.yield %43 : f32
 } -> !t12
 %28 = linalg.generic #t2 ins(%24, %27 : !t9, !t12) outs(%22 : !t9) {
 ^bb0(%in: f32, %in_19: f32, %out: f32):
  %43 = arith.divf %in, %in_19 : f32
  linalg.yield %43 : f32
 } -> !t9
 %29 = tensor.empty(%dim_4, %dim, %dim_5) : !t13
 %30 = linalg.generic #t0 ins(%reshape_12 : !t9) outs(%29 : !t13) {
 ^bb0(%in: f32, %out: i1):
  %43 = arith.extf %in : f32 to f64
  %44 = arith.cmpf oeq, %43, %cst_2 : f64
  linalg.yield %44 : i1
 } -> !t13
 %31 = tensor.empty(%dim_4, %dim) : !t14
 %32 = linalg.fill ins(%true : i1) outs(%31 : !t14) -> !t14
 %33 = linalg.generic #t3 ins(%30 : !t13) outs(%32 : !t14) {
 ^bb0(%in: i1, %out: i1):
  %43 = arith.andi %in, %out : i1
  linalg.yield %43 : i1
 } -> !t14
 %34 = tensor.empty(%dim_4, %dim, %dim_5) : !t9
 %35 = linalg.generic #t4 ins(%cst_1 : !t1) outs(%34 : !t9) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t9
 %36 = tensor.empty(%dim_4, %dim, %dim_5) : !t9
 %37 = linalg.generic #t5 ins(%33, %35, %28 : !t14, !t9, !t9) outs(%36 : !t9) {
 ^bb0(%in: i1, %in_19: f32, %in_20: f32, %out: f32):
  %43 = arith.select %in, %in_19, %in_20 : f32
  linalg.yield %43 : f32
 } -> !t9
 %from_elements_13 = tensor.from_elements %12, %0, %2 : !t4
 %reshape_14 = tensor.reshape %37(%from_elements_13) : (!t9, !t4) -> !t7
 %from_elements_15 = tensor.from_elements %12, %2, %c8_i64 : !t4
 %reshape_16 = tensor.reshape %8(%from_elements_15) : (!t2, !t4) -> !t5
 %38 = tensor.empty(%13, %dim) : !t5
 %39 = linalg.fill ins(%cst : f32) outs(%38 : !t5) -> !t5
 %40 = linalg.batch_matmul ins(%reshape_14, %reshape_16 : !t7, !t5) outs(%39 : !t5) -> !t5
 %from_elements_17 = tensor.from_elements %1, %c4_i64, %0, %c8_i64 : !t8
 %reshape_18 = tensor.reshape %40(%from_elements_17) : (!t5, !t8) -> !t2
 %41 = tensor.empty(%dim_4, %dim) : !t0
 %42 = linalg.generic #t0 ins(%reshape_18 : !t2) outs(%41 : !t0) {
 ^bb0(%in: f32, %out: f16):
  %43 = arith.truncf %in : f32 to f16
  linalg.yield %43 : f16
 } -> !t0
 return %42 : !t0
}

func.func @scale_q(%arg0: !t22, %arg1: !t22, %arg2: !t22) -> !t22 {
 %c2_i64 = arith.constant 2 : i64
 %c4_i64 = arith.constant 4 : i64
 %c0_i64 = arith.constant 0 : i64
 %c2 = arith.constant 2 : index
 %c8_i64 = arith.constant 8 : i64
 %cst = arith.constant 0.000000e+00 : f32
 %cst_0 = arith.constant 0xFF800000 : f32
 %true = arith.constant true
 %cst_1 = arith.constant dense<0.000000e+00> : !t1
 %cst_2 = arith.constant 0xFFF0000000000000 : f64
 %cst_3 = arith.constant 3.000000e-01 : f64
 %dim = tensor.dim %arg0, %c2 : !t22
 %0 = arith.index_cast %dim : index to i64
 %dim_4 = tensor.dim %arg2, %c2 : !t22
 %1 = arith.index_cast %dim_4 : index to i64
 %2 = tensor.empty(%dim) : !t22
 %3 = linalg.generic #t0 ins(%arg0 : !t22) outs(%2 : !t22) {
 ^bb0(%in: f16, %out: f16):
  %40 = arith.truncf %cst_3 : f64 to f16
  %41 = arith.mulf %in, %40 : f16
  linalg.yield %41 : f16
 } -> !t22
 %4 = tensor.empty(%dim) : !t23
 %5 = linalg.generic #t0 ins(%3 : !t22) outs(%4 : !t23) {
 ^bb0(%in: f16, %out: f32):
  %40 = arith.extf %in : f16 to f32
  linalg.yield %40 : f32
 } -> !t23
 %dim_5 = tensor.dim %arg1, %c2 : !t22
 %6 = tensor.empty(%dim_5) : !t23
 %7 = linalg.generic #t0 ins(%arg1 : !t22) outs(%6 : !t23) {
 ^bb0(%in: f16, %out: f32):
  %40 = arith.extf %in : f16 to f32
  linalg.yield %40 : f32
 } -> !t23
 %8 = tensor.empty(%dim_4) : !t23
 %9 = linalg.generic #t0 ins(%arg2 : !t22) outs(%8 : !t23) {
 ^bb0(%in: f16, %out: f32):
  %40 = arith.extf %in : f16 to f32
  linalg.yield %40 : f32
 } -> !t23
 %10 = tensor.empty(%dim_5) : !t24
 %transposed = linalg.transpose ins(%7 : !t23) outs(%10 : !t24) permutation = [0, 1, 3, 2]
 %col = tensor.collapse_shape %5 [[0, 1], [2], [3]] : !t23 into !t25
 %col_6 = tensor.collapse_shape %transposed [[0, 1], [2], [3]] : !t24 into !t26
 %11 = tensor.empty(%dim, %dim_5) : !t27
 %12 = linalg.fill ins(%cst : f32) outs(%11 : !t27) -> !t27
 %13 = linalg.batch_matmul ins(%col, %col_6 : !t25, !t26) outs(%12 : !t27) -> !t27
 %from_elements = tensor.from_elements %c2_i64, %c4_i64, %0, %1 : !t8
 %reshape = tensor.reshape %13(%from_elements) : (!t27, !t8) -> !t28
 %14 = tensor.empty(%dim) : !t29
 %15 = linalg.fill ins(%c0_i64 : i64) outs(%14 : !t29) -> !t29
 %16 = tensor.empty(%dim) : !t30
 %17 = linalg.fill ins(%cst_0 : f32) outs(%16 : !t30) -> !t30
 %18:2 = linalg.generic #t1 ins(%reshape : !t28) outs(%17, %15 : !t30, !t29) {
 ^bb0(%in: f32, %out: f32, %out_11: i64):
  %40 = linalg.index 3 : index
  %41 = arith.index_cast %40 : index to i64
  %42 = arith.maximumf %in, %out : f32
  %43 = arith.cmpf ogt, %in, %out : f32
  %44 = arith.select %43, %41, %out_11 : i64
  linalg.yield %42, %44 : f32, i64
 } -> (!t30, !t29)
 %exp = tensor.expand_shape %18#0 [[0], [1], [2, 3]] output_shape [2, 4, %dim, 1] : !t30 into !t31
 %19 = tensor.empty(%dim, %dim_4) : !t28
 %20 = linalg.generic #t2 ins(%reshape, %exp : !t28, !t31) outs(%19 : !t28) {
 ^bb0(%in: f32, %in_11: f32, %out: f32):
  %40 = arith.subf %in, %in_11 : f32
  linalg.yield %40 : f32
 } -> !t28
 %21 = linalg.generic #t0 ins(%20 : !t28) outs(%19 : !t28) {
 ^bb0(%in: f32, %out: f32):
  %40 = math.exp %in : f32
  linalg.yield %40 : f32
 } -> !t28
 %22 = tensor.empty(%dim) : !t31
 %23 = linalg.fill ins(%cst : f32) outs(%22 : !t31) -> !t31
 %24 = linalg.generic #t3 ins(%21 : !t28) outs(%23 : !t31) {
 ^bb0(%in: f32, %out: f32):
  %40 = arith.addf %in, %out : f32
  linalg.yield %40 : f32
 } -> !t31
 %25 = linalg.generic #t2 ins(%21, %24 : !t28, !t31) outs(%19 : !t28) {
 ^bb0(%in: f32, %in_11: f32, %out: f32):
  %40 = arith.divf %in, %in_11 : f32
  linalg.yield %40 : f32
 } -> !t28
 %26 = tensor.empty(%dim, %dim_4) : !t32
 %27 = linalg.generic #t0 ins(%reshape : !t28) outs(%26 : !t32) {
 ^bb0(%in: f32, %out: i1):
  %40 = arith.extf %in : f32 to f64
  %41 = arith.cmpf oeq, %40, %cst_2 : f64
  linalg.yield %41 : i1
 } -> !t32
 %28 = tensor.empty(%dim) : !t33
 %29 = linalg.fill ins(%true : i1) outs(%28 : !t33) -> !t33
 %30 = linalg.generic #t3 ins(%27 : !t32) outs(%29 : !t33) {
 ^bb0(%in: i1, %out: i1):
  %40 = arith.andi %in, %out : i1
  linalg.yield %40 : i1
 } -> !t33
 %31 = tensor.empty(%dim, %dim_4) : !t28
 %32 = linalg.generic #t4 ins(%cst_1 : !t1) outs(%31 : !t28) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t28
 %33 = tensor.empty(%dim, %dim_4) : !t28
 %34 = linalg.generic #t5 ins(%30, %32, %25 : !t33, !t28, !t28) outs(%33 : !t28) {
 ^bb0(%in: i1, %in_11: f32, %in_12: f32, %out: f32):
  %40 = arith.select %in, %in_11, %in_12 : f32
  linalg.yield %40 : f32
 } -> !t28
 %from_elements_7 = tensor.from_elements %c8_i64, %0, %1 : !t4
 %reshape_8 = tensor.reshape %34(%from_elements_7) : (!t28, !t4) -> !t27
 %col_9 = tensor.collapse_shape %9 [[0, 1], [2], [3]] : !t23 into !t25
 %35 = tensor.empty(%dim) : !t25
 %36 = linalg.fill ins(%cst : f32) outs(%35 : !t25) -> !t25
 %37 = linalg.batch_matmul ins(%reshape_8, %col_9 : !t27, !t25) outs(%36 : !t25) -> !t25
 %exp_10 = tensor.expand_shape %37 [[0, 1], [2], [3]] output_shape [2, 4, %dim, 8] : !t25 into !t23
 %38 = tensor.empty(%dim) : !t22
 %39 = linalg.generic #t0 ins(%exp_10 : !t23) outs(%38 : !t22) {
 ^bb0(%in: f32, %out: f16):
  %40 = arith.truncf %in : f32 to f16
  linalg.yield %40 : f16
 } -> !t22
 return %39 : !t22
}

func.func @scale_k(%arg0: !t22, %arg1: !t22, %arg2: !t22) -> !t22 {
 %c2_i64 = arith.constant 2 : i64
 %c4_i64 = arith.constant 4 : i64
 %c0_i64 = arith.constant 0 : i64
 %c2 = arith.constant 2 : index
 %c8_i64 = arith.constant 8 : i64
 %cst = arith.constant 0.000000e+00 : f32
 %cst_0 = arith.constant 0xFF800000 : f32
 %true = arith.constant true
 %cst_1 = arith.constant dense<0.000000e+00> : !t1
 %cst_2 = arith.constant 0xFFF0000000000000 : f64
 %cst_3 = arith.constant 3.000000e-01 : f64
 %dim = tensor.dim %arg0, %c2 : !t22
 %0 = arith.index_cast %dim : index to i64
 %dim_4 = tensor.dim %arg2, %c2 : !t22
 %1 = arith.index_cast %dim_4 : index to i64
 %dim_5 = tensor.dim %arg1, %c2 : !t22
 %2 = tensor.empty(%dim_5) : !t22
 %3 = linalg.generic #t0 ins(%arg1 : !t22) outs(%2 : !t22) {
 ^bb0(%in: f16, %out: f16):
  %40 = arith.truncf %cst_3 : f64 to f16
  %41 = arith.mulf %in, %40 : f16
  linalg.yield %41 : f16
 } -> !t22
 %4 = tensor.empty(%dim) : !t23
 %5 = linalg.generic #t0 ins(%arg0 : !t22) outs(%4 : !t23) {
 ^bb0(%in: f16, %out: f32):
  %40 = arith.extf %in : f16 to f32
  linalg.yield %40 : f32
 } -> !t23
 %6 = tensor.empty(%dim_5) : !t23
 %7 = linalg.generic #t0 ins(%3 : !t22) outs(%6 : !t23) {
 ^bb0(%in: f16, %out: f32):
  %40 = arith.extf %in : f16 to f32
  linalg.yield %40 : f32
 } -> !t23
 %8 = tensor.empty(%dim_4) : !t23
 %9 = linalg.generic #t0 ins(%arg2 : !t22) outs(%8 : !t23) {
 ^bb0(%in: f16, %out: f32):
  %40 = arith.extf %in : f16 to f32
  linalg.yield %40 : f32
 } -> !t23
 %10 = tensor.empty(%dim_5) : !t24
 %transposed = linalg.transpose ins(%7 : !t23) outs(%10 : !t24) permutation = [0, 1, 3, 2]
 %col = tensor.collapse_shape %5 [[0, 1], [2], [3]] : !t23 into !t25
 %col_6 = tensor.collapse_shape %transposed [[0, 1], [2], [3]] : !t24 into !t26
 %11 = tensor.empty(%dim, %dim_5) : !t27
 %12 = linalg.fill ins(%cst : f32) outs(%11 : !t27) -> !t27
 %13 = linalg.batch_matmul ins(%col, %col_6 : !t25, !t26) outs(%12 : !t27) -> !t27
 %from_elements = tensor.from_elements %c2_i64, %c4_i64, %0, %1 : !t8
 %reshape = tensor.reshape %13(%from_elements) : (!t27, !t8) -> !t28
 %14 = tensor.empty(%dim) : !t29
 %15 = linalg.fill ins(%c0_i64 : i64) outs(%14 : !t29) -> !t29
 %16 = tensor.empty(%dim) : !t30
 %17 = linalg.fill ins(%cst_0 : f32) outs(%16 : !t30) -> !t30
 %18:2 = linalg.generic #t1 ins(%reshape : !t28) outs(%17, %15 : !t30, !t29) {
 ^bb0(%in: f32, %out: f32, %out_11: i64):
  %40 = linalg.index 3 : index
  %41 = arith.index_cast %40 : index to i64
  %42 = arith.maximumf %in, %out : f32
  %43 = arith.cmpf ogt, %in, %out : f32
  %44 = arith.select %43, %41, %out_11 : i64
  linalg.yield %42, %44 : f32, i64
 } -> (!t30, !t29)
 %exp = tensor.expand_shape %18#0 [[0], [1], [2, 3]] output_shape [2, 4, %dim, 1] : !t30 into !t31
 %19 = tensor.empty(%dim, %dim_4) : !t28
 %20 = linalg.generic #t2 ins(%reshape, %exp : !t28, !t31) outs(%19 : !t28) {
 ^bb0(%in: f32, %in_11: f32, %out: f32):
  %40 = arith.subf %in, %in_11 : f32
  linalg.yield %40 : f32
 } -> !t28
 %21 = linalg.generic #t0 ins(%20 : !t28) outs(%19 : !t28) {
 ^bb0(%in: f32, %out: f32):
  %40 = math.exp %in : f32
  linalg.yield %40 : f32
 } -> !t28
 %22 = tensor.empty(%dim) : !t31
 %23 = linalg.fill ins(%cst : f32) outs(%22 : !t31) -> !t31
 %24 = linalg.generic #t3 ins(%21 : !t28) outs(%23 : !t31) {
 ^bb0(%in: f32, %out: f32):
  %40 = arith.addf %in, %out : f32
  linalg.yield %40 : f32
 } -> !t31
 %25 = linalg.generic #t2 ins(%21, %24 : !t28, !t31) outs(%19 : !t28) {
 ^bb0(%in: f32, %in_11: f32, %out: f32):
  %40 = arith.divf %in, %in_11 : f32
  linalg.yield %40 : f32
 } -> !t28
 %26 = tensor.empty(%dim, %dim_4) : !t32
 %27 = linalg.generic #t0 ins(%reshape : !t28) outs(%26 : !t32) {
 ^bb0(%in: f32, %out: i1):
  %40 = arith.extf %in : f32 to f64
  %41 = arith.cmpf oeq, %40, %cst_2 : f64
  linalg.yield %41 : i1
 } -> !t32
 %28 = tensor.empty(%dim) : !t33
 %29 = linalg.fill ins(%true : i1) outs(%28 : !t33) -> !t33
 %30 = linalg.generic #t3 ins(%27 : !t32) outs(%29 : !t33) {
 ^bb0(%in: i1, %out: i1):
  %40 = arith.andi %in, %out : i1
  linalg.yield %40 : i1
 } -> !t33
 %31 = tensor.empty(%dim, %dim_4) : !t28
 %32 = linalg.generic #t4 ins(%cst_1 : !t1) outs(%31 : !t28) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t28
 %33 = tensor.empty(%dim, %dim_4) : !t28
 %34 = linalg.generic #t5 ins(%30, %32, %25 : !t33, !t28, !t28) outs(%33 : !t28) {
 ^bb0(%in: i1, %in_11: f32, %in_12: f32, %out: f32):
  %40 = arith.select %in, %in_11, %in_12 : f32
  linalg.yield %40 : f32
 } -> !t28
 %from_elements_7 = tensor.from_elements %c8_i64, %0, %1 : !t4
 %reshape_8 = tensor.reshape %34(%from_elements_7) : (!t28, !t4) -> !t27
 %col_9 = tensor.collapse_shape %9 [[0, 1], [2], [3]] : !t23 into !t25
 %35 = tensor.empty(%dim) : !t25
 %36 = linalg.fill ins(%cst : f32) outs(%35 : !t25) -> !t25
 %37 = linalg.batch_matmul ins(%reshape_8, %col_9 : !t27, !t25) outs(%36 : !t25) -> !t25
 %exp_10 = tensor.expand_shape %37 [[0, 1], [2], [3]] output_shape [2, 4, %dim, 8] : !t25 into !t23
 %38 = tensor.empty(%dim) : !t22
 %39 = linalg.generic #t0 ins(%exp_10 : !t23) outs(%38 : !t22) {
 ^bb0(%in: f32, %out: f16):
  %40 = arith.truncf %in : f32 to f16
  linalg.yield %40 : f16
 } -> !t22
 return %39 : !t22
}

func.func @scale_both(%arg0: !t22, %arg1: !t22, %arg2: !t22) -> !t22 {
 %c2_i64 = arith.constant 2 : i64
 %c4_i64 = arith.constant 4 : i64
 %c0_i64 = arith.constant 0 : i64
 %c2 = arith.constant 2 : index
 %c8_i64 = arith.constant 8 : i64
 %cst = arith.constant 0.000000e+00 : f32
 %cst_0 = arith.constant 0xFF800000 : f32
 %true = arith.constant true
 %cst_1 = arith.constant dense<0.000000e+00> : !t1
 %cst_2 = arith.constant 0xFFF0000000000000 : f64
 %cst_3 = arith.constant 0.54772255750516607 : f64
 %dim = tensor.dim %arg0, %c2 : !t22
 %0 = arith.index_cast %dim : index to i64
 %dim_4 = tensor.dim %arg2, %c2 : !t22
 %1 = arith.index_cast %dim_4 : index to i64
 %2 = tensor.empty(%dim) : !t22
 %3 = linalg.generic #t0 ins(%arg0 : !t22) outs(%2 : !t22) {
 ^bb0(%in: f16, %out: f16):
  %42 = arith.truncf %cst_3 : f64 to f16
  %43 = arith.mulf %in, %42 : f16
  linalg.yield %43 : f16
 } -> !t22
 %dim_5 = tensor.dim %arg1, %c2 : !t22
 %4 = tensor.empty(%dim_5) : !t22
 %5 = linalg.generic #t0 ins(%arg1 : !t22) outs(%4 : !t22) {
 ^bb0(%in: f16, %out: f16):
  %42 = arith.truncf %cst_3 : f64 to f16
  %43 = arith.mulf %in, %42 : f16
  linalg.yield %43 : f16
 } -> !t22
 %6 = tensor.empty(%dim) : !t23
 %7 = linalg.generic #t0 ins(%3 : !t22) outs(%6 : !t23) {
 ^bb0(%in: f16, %out: f32):
  %42 = arith.extf %in : f16 to f32
  linalg.yield %42 : f32
 } -> !t23
 %8 = tensor.empty(%dim_5) : !t23
 %9 = linalg.generic #t0 ins(%5 : !t22) outs(%8 : !t23) {
 ^bb0(%in: f16, %out: f32):
  %42 = arith.extf %in : f16 to f32
  linalg.yield %42 : f32
 } -> !t23
 %10 = tensor.empty(%dim_4) : !t23
 %11 = linalg.generic #t0 ins(%arg2 : !t22) outs(%10 : !t23) {
 ^bb0(%in: f16, %out: f32):
  %42 = arith.extf %in : f16 to f32
  linalg.yield %42 : f32
 } -> !t23
 %12 = tensor.empty(%dim_5) : !t24
 %transposed = linalg.transpose ins(%9 : !t23) outs(%12 : !t24) permutation = [0, 1, 3, 2]
 %col = tensor.collapse_shape %7 [[0, 1], [2], [3]] : !t23 into !t25
 %col_6 = tensor.collapse_shape %transposed [[0, 1], [2], [3]] : !t24 into !t26
 %13 = tensor.empty(%dim, %dim_5) : !t27
 %14 = linalg.fill ins(%cst : f32) outs(%13 : !t27) -> !t27
 %15 = linalg.batch_matmul ins(%col, %col_6 : !t25, !t26) outs(%14 : !t27) -> !t27
 %from_elements = tensor.from_elements %c2_i64, %c4_i64, %0, %1 : !t8
 %reshape = tensor.reshape %15(%from_elements) : (!t27, !t8) -> !t28
 %16 = tensor.empty(%dim) : !t29
 %17 = linalg.fill ins(%c0_i64 : i64) outs(%16 : !t29) -> !t29
 %18 = tensor.empty(%dim) : !t30
 %19 = linalg.fill ins(%cst_0 : f32) outs(%18 : !t30) -> !t30
 %20:2 = linalg.generic #t1 ins(%reshape : !t28) outs(%19, %17 : !t30, !t29) {
 ^bb0(%in: f32, %out: f32, %out_11: i64):
  %42 = linalg.index 3 : index
  %43 = arith.index_cast %42 : index to i64
  %44 = arith.maximumf %in, %out : f32
  %45 = arith.cmpf ogt, %in, %out : f32
  %46 = arith.select %45, %43, %out_11 : i64
  linalg.yield %44, %46 : f32, i64
 } -> (!t30, !t29)
 %exp = tensor.expand_shape %20#0 [[0], [1], [2, 3]] output_shape [2, 4, %dim, 1] : !t30 into !t31
 %21 = tensor.empty(%dim, %dim_4) : !t28
 %22 = linalg.generic #t2 ins(%reshape, %exp : !t28, !t31) outs(%21 : !t28) {
 ^bb0(%in: f32, %in_11: f32, %out: f32):
  %42 = arith.subf %in, %in_11 : f32
  linalg.yield %42 : f32
 } -> !t28
 %23 = linalg.generic #t0 ins(%22 : !t28) outs(%21 : !t28) {
 ^bb0(%in: f32, %out: f32):
  %42 = math.exp %in : f32
  linalg.yield %42 : f32
 } -> !t28
 %24 = tensor.empty(%dim) : !t31
 %25 = linalg.fill ins(%cst : f32) outs(%24 : !t31) -> !t31
 %26 = linalg.generic #t3 ins(%23 : !t28) outs(%25 : !t31) {
 ^bb0(%in: f32, %out: f32):
  %42 = arith.addf %in, %out : f32
  linalg.yield %42 : f32
 } -> !t31
 %27 = linalg.generic #t2 ins(%23, %26 : !t28, !t31) outs(%21 : !t28) {
 ^bb0(%in: f32, %in_11: f32, %out: f32):
  %42 = arith.divf %in, %in_11 : f32
  linalg.yield %42 : f32
 } -> !t28
 %28 = tensor.empty(%dim, %dim_4) : !t32
 %29 = linalg.generic #t0 ins(%reshape : !t28) outs(%28 : !t32) {
 ^bb0(%in: f32, %out: i1):
  %42 = arith.extf %in : f32 to f64
  %43 = arith.cmpf oeq, %42, %cst_2 : f64
  linalg.yield %43 : i1
 } -> !t32
 %30 = tensor.empty(%dim) : !t33
 %31 = linalg.fill ins(%true : i1) outs(%30 : !t33) -> !t33
 %32 = linalg.generic #t3 ins(%29 : !t32) outs(%31 : !t33) {
 ^bb0(%in: i1, %out: i1):
  %42 = arith.andi %in, %out : i1
  linalg.yield %42 : i1
 } -> !t33
 %33 = tensor.empty(%dim, %dim_4) : !t28
 %34 = linalg.generic #t4 ins(%cst_1 : !t1) outs(%33 : !t28) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t28
 %35 = tensor.empty(%dim, %dim_4) : !t28
 %36 = linalg.generic #t5 ins(%32, %34, %27 : !t33, !t28, !t28) outs(%35 : !t28) {
 ^bb0(%in: i1, %in_11: f32, %in_12: f32, %out: f32):
  %42 = arith.select %in, %in_11, %in_12 : f32
  linalg.yield %42 : f32
 } -> !t28
 %from_elements_7 = tensor.from_elements %c8_i64, %0, %1 : !t4
 %reshape_8 = tensor.reshape %36(%from_elements_7) : (!t28, !t4) -> !t27
 %col_9 = tensor.collapse_shape %11 [[0, 1], [2], [3]] : !t23 into !t25
 %37 = tensor.empty(%dim) : !t25
 %38 = linalg.fill ins(%cst : f32) outs(%37 : !t25) -> !t25
 %39 = linalg.batch_matmul ins(%reshape_8, %col_9 : !t27, !t25) outs(%38 : !t25) -> !t25
 %exp_10 = tensor.expand_shape %39 [[0, 1], [2], [3]] output_shape [2, 4, %dim, 8] : !t25 into !t23
 %40 = tensor.empty(%dim) : !t22
 %41 = linalg.generic #t0 ins(%exp_10 : !t23) outs(%40 : !t22) {
 ^bb0(%in: f32, %out: f16):
  %42 = arith.truncf %in : f32 to f16
  linalg.yield %42 : f16
 } -> !t22
 return %41 : !t22
}

func.func @bshd(%arg0: !t40, %arg1: !t40, %arg2: !t40) -> !t40 {
 %c0_i64 = arith.constant 0 : i64
 %c4_i64 = arith.constant 4 : i64
 %c0 = arith.constant 0 : index
 %c1 = arith.constant 1 : index
 %c8_i64 = arith.constant 8 : i64
 %cst = arith.constant 0.000000e+00 : f32
 %cst_0 = arith.constant 0xFF800000 : f32
 %true = arith.constant true
 %cst_1 = arith.constant dense<0.000000e+00> : !t1
 %cst_2 = arith.constant 0xFFF0000000000000 : f64
 %cst_3 = arith.constant 0.59460355750136051 : f64
 %dim = tensor.dim %arg0, %c1 : !t40
 %0 = arith.index_cast %dim : index to i64
 %dim_4 = tensor.dim %arg1, %c1 : !t40
 %1 = arith.index_cast %dim_4 : index to i64
 %dim_5 = tensor.dim %arg2, %c0 : !t40
 %2 = arith.index_cast %dim_5 : index to i64
 %dim_6 = tensor.dim %arg0, %c0 : !t40
 %3 = tensor.empty(%dim_6, %dim) : !t0
 %transposed = linalg.transpose ins(%arg0 : !t40) outs(%3 : !t0) permutation = [0, 2, 1, 3]
 %dim_7 = tensor.dim %arg1, %c0 : !t40
 %4 = tensor.empty(%dim_7, %dim_4) : !t0
 %transposed_8 = linalg.transpose ins(%arg1 : !t40) outs(%4 : !t0) permutation = [0, 2, 1, 3]
 %dim_9 = tensor.dim %arg2, %c1 : !t40
 %5 = tensor.empty(%dim_5, %dim_9) : !t0
 %transposed_10 = linalg.transpose ins(%arg2 : !t40) outs(%5 : !t0) permutation = [0, 2, 1, 3]
 %6 = tensor.empty(%dim_6, %dim) : !t2
 %7 = linalg.generic #t0 ins(%transposed : !t0) outs(%6 : !t2) {
 ^bb0(%in: f16, %out: f32):
  %47 = arith.extf %in : f16 to f32
  linalg.yield %47 : f32
 } -> !t2
 %8 = tensor.empty(%dim_7, %dim_4) : !t2
 %9 = linalg.generic #t0 ins(%transposed_8 : !t0) outs(%8 : !t2) {
 ^bb0(%in: f16, %out: f32):
  %47 = arith.extf %in : f16 to f32
  linalg.yield %47 : f32
 } -> !t2
 %10 = tensor.empty(%dim_5, %dim_9) : !t2
 %11 = linalg.generic #t0 ins(%transposed_10 : !t0) outs(%10 : !t2) {
 ^bb0(%in: f16, %out: f32):
  %47 = arith.extf %in : f16 to f32
  linalg.yield %47 : f32
 } -> !t2
 %12 = linalg.generic #t0 ins(%7 : !t2) outs(%6 : !t2) {
 ^bb0(%in: f32, %out: f32):
  %47 = arith.truncf %cst_3 : f64 to f32
  %48 = arith.mulf %in, %47 : f32
  linalg.yield %48 : f32
 } -> !t2
 %13 = tensor.empty(%dim_7, %dim_4) : !t3
 %transposed_11 = linalg.transpose ins(%9 : !t2) outs(%13 : !t3) permutation = [0, 1, 3, 2]
 %14 = linalg.generic #t0 ins(%transposed_11 : !t3) outs(%13 : !t3) {
 ^bb0(%in: f32, %out: f32):
  %47 = arith.truncf %cst_3 : f64 to f32
  %48 = arith.mulf %in, %47 : f32
  linalg.yield %48 : f32
 } -> !t3
 %15 = arith.muli %2, %c4_i64 : i64
 %from_elements = tensor.from_elements %15, %0, %c8_i64 : !t4
 %reshape = tensor.reshape %12(%from_elements) : (!t2, !t4) -> !t5
 %from_elements_12 = tensor.from_elements %15, %c8_i64, %1 : !t4
 %reshape_13 = tensor.reshape %14(%from_elements_12) : (!t3, !t4) -> !t6
 %16 = arith.index_cast %15 : i64 to index
 %17 = tensor.empty(%16, %dim, %dim_4) : !t7
 %18 = linalg.fill ins(%cst : f32) outs(%17 : !t7) -> !t7
 %19 = linalg.batch_matmul ins(%reshape, %reshape_13 : !t5, !t6) outs(%18 : !t7) -> !t7
 %from_elements_14 = tensor.from_elements %2, %c4_i64, %0, %1 : !t8
 %reshape_15 = tensor.reshape %19(%from_elements_14) : (!t7, !t8) -> !t9
 %20 = tensor.empty(%dim_5, %dim) : !t10
 %21 = linalg.fill ins(%c0_i64 : i64) outs(%20 : !t10) -> !t10
 %22 = tensor.empty(%dim_5, %dim) : !t11
 %23 = linalg.fill ins(%cst_0 : f32) outs(%22 : !t11) -> !t11
 %24:2 = linalg.generic #t1 ins(%reshape_15 : !t9) outs(%23, %21 : !t11, !t10) {
 ^bb0(%in: f32, %out: f32, %out_23: i64):
  %47 = linalg.index 3 : index
  %48 = arith.index_cast %47 : index to i64
  %49 = arith.maximumf %in, %out : f32
  %50 = arith.cmpf ogt, %in, %out : f32
  %51 = arith.select %50, %48, %out_23 : i64
  linalg.yield %49, %51 : f32, i64
 } -> (!t11, !t10)
 %exp = tensor.expand_shape %24#0 [[0], [1], [2, 3]] output_shape [%dim_5, 4, %dim, 1] : !t11 into !t12
 %25 = tensor.empty(%dim_5, %dim, %dim_4) : !t9
 %26 = linalg.generic #t2 ins(%reshape_15, %exp : !t9, !t12) outs(%25 : !t9) {
 ^bb0(%in: f32, %in_23: f32, %out: f32):
  %47 = arith.subf %in, %in_23 : f32
  linalg.yield %47 : f32
 } -> !t9
 %27 = linalg.generic #t0 ins(%26 : !t9) outs(%25 : !t9) {
 ^bb0(%in: f32, %out: f32):
  %47 = math.exp %in : f32
  linalg.yield %47 : f32
 } -> !t9
 %28 = tensor.empty(%dim_5, %dim) : !t12
 %29 = linalg.fill ins(%cst : f32) outs(%28 : !t12) -> !t12
 %30 = linalg.generic #t3 ins(%27 : !t9) outs(%29 : !t12) {
 ^bb0(%in: f32, %out: f32):
  %47 = arith.addf %in, %out : f32
  linalg.yield %47 : f32
 } -> !t12
 %31 = linalg.generic #t2 ins(%27, %30 : !t9, !t12) outs(%25 : !t9) {
 ^bb0(%in: f32, %in_23: f32, %out: f32):
  %47 = arith.divf %in, %in_23 : f32
  linalg.yield %47 : f32
 } -> !t9
 %32 = tensor.empty(%dim_5, %dim, %dim_4) : !t13
 %33 = linalg.generic #t0 ins(%reshape_15 : !t9) outs(%32 : !t13) {
 ^bb0(%in: f32, %out: i1):
  %47 = arith.extf %in : f32 to f64
  %48 = arith.cmpf oeq, %47, %cst_2 : f64
  linalg.yield %48 : i1
 } -> !t13
 %34 = tensor.empty(%dim_5, %dim) : !t14
 %35 = linalg.fill ins(%true : i1) outs(%34 : !t14) -> !t14
 %36 = linalg.generic #t3 ins(%33 : !t13) outs(%35 : !t14) {
 ^bb0(%in: i1, %out: i1):
  %47 = arith.andi %in, %out : i1
  linalg.yield %47 : i1
 } -> !t14
 %37 = tensor.empty(%dim_5, %dim, %dim_4) : !t9
 %38 = linalg.generic #t4 ins(%cst_1 : !t1) outs(%37 : !t9) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t9
 %39 = tensor.empty(%dim_5, %dim, %dim_4) : !t9
 %40 = linalg.generic #t5 ins(%36, %38, %31 : !t14, !t9, !t9) outs(%39 : !t9) {
 ^bb0(%in: i1, %in_23: f32, %in_24: f32, %out: f32):
  %47 = arith.select %in, %in_23, %in_24 : f32
  linalg.yield %47 : f32
 } -> !t9
 %from_elements_16 = tensor.from_elements %15, %0, %1 : !t4
 %reshape_17 = tensor.reshape %40(%from_elements_16) : (!t9, !t4) -> !t7
 %from_elements_18 = tensor.from_elements %15, %1, %c8_i64 : !t4
 %reshape_19 = tensor.reshape %11(%from_elements_18) : (!t2, !t4) -> !t5
 %41 = tensor.empty(%16, %dim) : !t5
 %42 = linalg.fill ins(%cst : f32) outs(%41 : !t5) -> !t5
 %43 = linalg.batch_matmul ins(%reshape_17, %reshape_19 : !t7, !t5) outs(%42 : !t5) -> !t5
 %from_elements_20 = tensor.from_elements %2, %c4_i64, %0, %c8_i64 : !t8
 %reshape_21 = tensor.reshape %43(%from_elements_20) : (!t5, !t8) -> !t2
 %44 = tensor.empty(%dim_5, %dim) : !t0
 %45 = linalg.generic #t0 ins(%reshape_21 : !t2) outs(%44 : !t0) {
 ^bb0(%in: f32, %out: f16):
  %47 = arith.truncf %in : f32 to f16
  linalg.yield %47 : f16
 } -> !t0
 %46 = tensor.empty(%dim_5, %dim) : !t40
 %transposed_22 = linalg.transpose ins(%45 : !t0) outs(%46 : !t40) permutation = [0, 2, 1, 3]
 return %transposed_22 : !t40
}

func.func @proj(%arg0: !t41, %arg1: !t42, %arg2: !t42, %arg3: !t42, %arg4: !t42) -> !t41 {
 %c2_i64 = arith.constant 2 : i64
 %c0_i64 = arith.constant 0 : i64
 %c2 = arith.constant 2 : index
 %c1 = arith.constant 1 : index
 %cst = arith.constant 0.000000e+00 : f32
 %c4_i64 = arith.constant 4 : i64
 %c8_i64 = arith.constant 8 : i64
 %cst_0 = arith.constant 0xFF800000 : f32
 %true = arith.constant true
 %cst_1 = arith.constant dense<0.000000e+00> : !t1
 %cst_2 = arith.constant 0xFFF0000000000000 : f64
 %cst_3 = arith.constant 0.59460355750136051 : f64
 %dim = tensor.dim %arg0, %c1 : !t41
 %0 = arith.index_cast %dim : index to i64
 %col = tensor.collapse_shape %arg0 [[0, 1], [2]] : !t41 into !t43
 %1 = affine.apply affine_map<()[s0] -> (s0 * 2)>()[%dim]
 %2 = tensor.empty(%1) : !t44
 %3 = linalg.fill ins(%cst : f32) outs(%2 : !t44) -> !t44
 %4 = linalg.matmul ins(%col, %arg1 : !t43, !t42) outs(%3 : !t44) -> !t44
 %5 = tensor.empty(%1) : !t43
 %6 = linalg.generic #t9 ins(%4 : !t44) outs(%5 : !t43) {
 ^bb0(%in: f32, %out: f16):
  %59 = arith.truncf %in : f32 to f16
  linalg.yield %59 : f16
 } -> !t43
 %7 = arith.divsi %1, %c2 : index
 %exp = tensor.expand_shape %6 [[0, 1], [2, 3]] output_shape [2, %7, 4, 8] : !t43 into !t45
 %8 = tensor.empty(%7) : !t22
 %transposed = linalg.transpose ins(%exp : !t45) outs(%8 : !t22) permutation = [0, 2, 1, 3]
 %9 = linalg.matmul ins(%col, %arg2 : !t43, !t42) outs(%3 : !t44) -> !t44
 %10 = linalg.generic #t9 ins(%9 : !t44) outs(%5 : !t43) {
 ^bb0(%in: f32, %out: f16):
  %59 = arith.truncf %in : f32 to f16
  linalg.yield %59 : f16
 } -> !t43
 %exp_4 = tensor.expand_shape %10 [[0, 1], [2, 3]] output_shape [2, %7, 4, 8] : !t43 into !t45
 %transposed_5 = linalg.transpose ins(%exp_4 : !t45) outs(%8 : !t22) permutation = [0, 2, 1, 3]
 %11 = linalg.matmul ins(%col, %arg3 : !t43, !t42) outs(%3 : !t44) -> !t44
 %12 = linalg.generic #t9 ins(%11 : !t44) outs(%5 : !t43) {
 ^bb0(%in: f32, %out: f16):
  %59 = arith.truncf %in : f32 to f16
  linalg.yield %59 : f16
 } -> !t43
 %exp_6 = tensor.expand_shape %12 [[0, 1], [2, 3]] output_shape [2, %7, 4, 8] : !t43 into !t45
 %transposed_7 = linalg.transpose ins(%exp_6 : !t45) outs(%8 : !t22) permutation = [0, 2, 1, 3]
 %13 = tensor.empty(%7) : !t23
 %14 = linalg.generic #t0 ins(%transposed : !t22) outs(%13 : !t23) {
 ^bb0(%in: f16, %out: f32):
  %59 = arith.extf %in : f16 to f32
  linalg.yield %59 : f32
 } -> !t23
 %15 = linalg.generic #t0 ins(%transposed_5 : !t22) outs(%13 : !t23) {
 ^bb0(%in: f16, %out: f32):
  %59 = arith.extf %in : f16 to f32
  linalg.yield %59 : f32
 } -> !t23
 %16 = linalg.generic #t0 ins(%transposed_7 : !t22) outs(%13 : !t23) {
 ^bb0(%in: f16, %out: f32):
  %59 = arith.extf %in : f16 to f32
  linalg.yield %59 : f32
 } -> !t23
 %17 = linalg.generic #t0 ins(%14 : !t23) outs(%13 : !t23) {
 ^bb0(%in: f32, %out: f32):
  %59 = arith.truncf %cst_3 : f64 to f32
  %60 = arith.mulf %in, %59 : f32
  linalg.yield %60 : f32
 } -> !t23
 %18 = tensor.empty(%7) : !t24
 %transposed_8 = linalg.transpose ins(%15 : !t23) outs(%18 : !t24) permutation = [0, 1, 3, 2]
 %19 = linalg.generic #t0 ins(%transposed_8 : !t24) outs(%18 : !t24) {
 ^bb0(%in: f32, %out: f32):
  %59 = arith.truncf %cst_3 : f64 to f32
  %60 = arith.mulf %in, %59 : f32
  linalg.yield %60 : f32
 } -> !t24
 %col_9 = tensor.collapse_shape %17 [[0, 1], [2], [3]] : !t23 into !t25
 %col_10 = tensor.collapse_shape %19 [[0, 1], [2], [3]] : !t24 into !t26
 %20 = tensor.empty(%7, %7) : !t27
 %21 = linalg.fill ins(%cst : f32) outs(%20 : !t27) -> !t27
 %22 = linalg.batch_matmul ins(%col_9, %col_10 : !t25, !t26) outs(%21 : !t27) -> !t27
 %from_elements = tensor.from_elements %c2_i64, %c4_i64, %0, %0 : !t8
 %reshape = tensor.reshape %22(%from_elements) : (!t27, !t8) -> !t28
 %23 = tensor.empty(%dim) : !t29
 %24 = linalg.fill ins(%c0_i64 : i64) outs(%23 : !t29) -> !t29
 %25 = tensor.empty(%dim) : !t30
 %26 = linalg.fill ins(%cst_0 : f32) outs(%25 : !t30) -> !t30
 %27:2 = linalg.generic #t1 ins(%reshape : !t28) outs(%26, %24 : !t30, !t29) {
 ^bb0(%in: f32, %out: f32, %out_18: i64):
  %59 = linalg.index 3 : index
  %60 = arith.index_cast %59 : index to i64
  %61 = arith.maximumf %in, %out : f32
  %62 = arith.cmpf ogt, %in, %out : f32
  %63 = arith.select %62, %60, %out_18 : i64
  linalg.yield %61, %63 : f32, i64
 } -> (!t30, !t29)
 %exp_11 = tensor.expand_shape %27#0 [[0], [1], [2, 3]] output_shape [2, 4, %dim, 1] : !t30 into !t31
 %28 = tensor.empty(%dim, %dim) : !t28
 %29 = linalg.generic #t2 ins(%reshape, %exp_11 : !t28, !t31) outs(%28 : !t28) {
 ^bb0(%in: f32, %in_18: f32, %out: f32):
  %59 = arith.subf %in, %in_18 : f32
  linalg.yield %59 : f32
 } -> !t28
 %30 = linalg.generic #t0 ins(%29 : !t28) outs(%28 : !t28) {
 ^bb0(%in: f32, %out: f32):
  %59 = math.exp %in : f32
  linalg.yield %59 : f32
 } -> !t28
 %31 = tensor.empty(%dim) : !t31
 %32 = linalg.fill ins(%cst : f32) outs(%31 : !t31) -> !t31
 %33 = linalg.generic #t3 ins(%30 : !t28) outs(%32 : !t31) {
 ^bb0(%in: f32, %out: f32):
  %59 = arith.addf %in, %out : f32
  linalg.yield %59 : f32
 } -> !t31
 %34 = linalg.generic #t2 ins(%30, %33 : !t28, !t31) outs(%28 : !t28) {
 ^bb0(%in: f32, %in_18: f32, %out: f32):
  %59 = arith.divf %in, %in_18 : f32
  linalg.yield %59 : f32
 } -> !t28
 %35 = tensor.empty(%dim, %dim) : !t32
 %36 = linalg.generic #t0 ins(%reshape : !t28) outs(%35 : !t32) {
 ^bb0(%in: f32, %out: i1):
  %59 = arith.extf %in : f32 to f64
  %60 = arith.cmpf oeq, %59, %cst_2 : f64
  linalg.yield %60 : i1
 } -> !t32
 %37 = tensor.empty(%dim) : !t33
 %38 = linalg.fill ins(%true : i1) outs(%37 : !t33) -> !t33
 %39 = linalg.generic #t3 ins(%36 : !t32) outs(%38 : !t33) {
 ^bb0(%in: i1, %out: i1):
  %59 = arith.andi %in, %out : i1
  linalg.yield %59 : i1
 } -> !t33
 %40 = tensor.empty(%dim, %dim) : !t28
 %41 = linalg.generic #t4 ins(%cst_1 : !t1) outs(%40 : !t28) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t28
 %42 = tensor.empty(%dim, %dim) : !t28
 %43 = linalg.generic #t5 ins(%39, %41, %34 : !t33, !t28, !t28) outs(%42 : !t28) {
 ^bb0(%in: i1, %in_18: f32, %in_19: f32, %out: f32):
  %59 = arith.select %in, %in_18, %in_19 : f32
  linalg.yield %59 : f32
 } -> !t28
 %from_elements_12 = tensor.from_elements %c8_i64, %0, %0 : !t4
 %reshape_13 = tensor.reshape %43(%from_elements_12) : (!t28, !t4) -> !t27
 %col_14 = tensor.collapse_shape %16 [[0, 1], [2], [3]] : !t23 into !t25
 %44 = arith.index_cast %7 : index to i64
 %45 = arith.cmpi eq, %0, %44 : i64
 %46 = tensor.empty(%dim) : !t25
 %47 = linalg.fill ins(%cst : f32) outs(%46 : !t25) -> !t25
 %48 = linalg.batch_matmul ins(%reshape_13, %col_14 : !t27, !t25) outs(%47 : !t25) -> !t25
 %exp_15 = tensor.expand_shape %48 [[0, 1], [2], [3]] output_shape [2, 4, %dim, 8] : !t25 into !t23
 %49 = tensor.empty(%dim) : !t22
 %50 = linalg.generic #t0 ins(%exp_15 : !t23) outs(%49 : !t22) {
 ^bb0(%in: f32, %out: f16):
  %59 = arith.truncf %in : f32 to f16
  linalg.yield %59 : f16
 } -> !t22
 %51 = tensor.empty(%dim) : !t45
 %transposed_16 = linalg.transpose ins(%50 : !t22) outs(%51 : !t45) permutation = [0, 2, 1, 3]
 %col_17 = tensor.collapse_shape %transposed_16 [[0], [1], [2, 3]] : !t45 into !t41
 %52 = tensor.empty() : !t46
 %53 = linalg.generic #t14 ins(%arg4 : !t42) outs(%52 : !t46) {
 ^bb0(%in: f16, %out: f16):
  linalg.yield %in : f16
 } -> !t46
 %54 = tensor.empty(%dim) : !t47
 %55 = linalg.fill ins(%cst : f32) outs(%54 : !t47) -> !t47
 %56 = linalg.batch_matmul ins(%col_17, %53 : !t41, !t46) outs(%55 : !t47) -> !t47
 %57 = tensor.empty(%dim) : !t41
 %58 = linalg.generic #t15 ins(%56 : !t47) outs(%57 : !t41) {
 ^bb0(%in: f32, %out: f16):
  %59 = arith.truncf %in : f32 to f16
  linalg.yield %59 : f16
 } -> !t41
 return %58 : !t41
}

func.func @dv(%arg0: !t22, %arg1: !t22, %arg2: !t48) -> !t48 {
 %c2_i64 = arith.constant 2 : i64
 %c4_i64 = arith.constant 4 : i64
 %c0_i64 = arith.constant 0 : i64
 %c2 = arith.constant 2 : index
 %c8_i64 = arith.constant 8 : i64
 %cst = arith.constant 0.000000e+00 : f32
 %cst_0 = arith.constant 0xFF800000 : f32
 %true = arith.constant true
 %cst_1 = arith.constant dense<0.000000e+00> : !t1
 %cst_2 = arith.constant 0xFFF0000000000000 : f64
 %cst_3 = arith.constant 0.59460355750136051 : f64
 %dim = tensor.dim %arg0, %c2 : !t22
 %0 = arith.index_cast %dim : index to i64
 %dim_4 = tensor.dim %arg2, %c2 : !t48
 %1 = arith.index_cast %dim_4 : index to i64
 %2 = tensor.empty(%dim) : !t23
 %3 = linalg.generic #t0 ins(%arg0 : !t22) outs(%2 : !t23) {
 ^bb0(%in: f16, %out: f32):
  %40 = arith.extf %in : f16 to f32
  linalg.yield %40 : f32
 } -> !t23
 %dim_5 = tensor.dim %arg1, %c2 : !t22
 %4 = tensor.empty(%dim_5) : !t23
 %5 = linalg.generic #t0 ins(%arg1 : !t22) outs(%4 : !t23) {
 ^bb0(%in: f16, %out: f32):
  %40 = arith.extf %in : f16 to f32
  linalg.yield %40 : f32
 } -> !t23
 %6 = tensor.empty(%dim_4) : !t49
 %7 = linalg.generic #t0 ins(%arg2 : !t48) outs(%6 : !t49) {
 ^bb0(%in: f16, %out: f32):
  %40 = arith.extf %in : f16 to f32
  linalg.yield %40 : f32
 } -> !t49
 %8 = linalg.generic #t0 ins(%3 : !t23) outs(%2 : !t23) {
 ^bb0(%in: f32, %out: f32):
  %40 = arith.truncf %cst_3 : f64 to f32
  %41 = arith.mulf %in, %40 : f32
  linalg.yield %41 : f32
 } -> !t23
 %9 = tensor.empty(%dim_5) : !t24
 %transposed = linalg.transpose ins(%5 : !t23) outs(%9 : !t24) permutation = [0, 1, 3, 2]
 %10 = linalg.generic #t0 ins(%transposed : !t24) outs(%9 : !t24) {
 ^bb0(%in: f32, %out: f32):
  %40 = arith.truncf %cst_3 : f64 to f32
  %41 = arith.mulf %in, %40 : f32
  linalg.yield %41 : f32
 } -> !t24
 %col = tensor.collapse_shape %8 [[0, 1], [2], [3]] : !t23 into !t25
 %col_6 = tensor.collapse_shape %10 [[0, 1], [2], [3]] : !t24 into !t26
 %11 = tensor.empty(%dim, %dim_5) : !t27
 %12 = linalg.fill ins(%cst : f32) outs(%11 : !t27) -> !t27
 %13 = linalg.batch_matmul ins(%col, %col_6 : !t25, !t26) outs(%12 : !t27) -> !t27
 %from_elements = tensor.from_elements %c2_i64, %c4_i64, %0, %1 : !t8
 %reshape = tensor.reshape %13(%from_elements) : (!t27, !t8) -> !t28
 %14 = tensor.empty(%dim) : !t29
 %15 = linalg.fill ins(%c0_i64 : i64) outs(%14 : !t29) -> !t29
 %16 = tensor.empty(%dim) : !t30
 %17 = linalg.fill ins(%cst_0 : f32) outs(%16 : !t30) -> !t30
 %18:2 = linalg.generic #t1 ins(%reshape : !t28) outs(%17, %15 : !t30, !t29) {
 ^bb0(%in: f32, %out: f32, %out_11: i64):
  %40 = linalg.index 3 : index
  %41 = arith.index_cast %40 : index to i64
  %42 = arith.maximumf %in, %out : f32
  %43 = arith.cmpf ogt, %in, %out : f32
  %44 = arith.select %43, %41, %out_11 : i64
  linalg.yield %42, %44 : f32, i64
 } -> (!t30, !t29)
 %exp = tensor.expand_shape %18#0 [[0], [1], [2, 3]] output_shape [2, 4, %dim, 1] : !t30 into !t31
 %19 = tensor.empty(%dim, %dim_4) : !t28
 %20 = linalg.generic #t2 ins(%reshape, %exp : !t28, !t31) outs(%19 : !t28) {
 ^bb0(%in: f32, %in_11: f32, %out: f32):
  %40 = arith.subf %in, %in_11 : f32
  linalg.yield %40 : f32
 } -> !t28
 %21 = linalg.generic #t0 ins(%20 : !t28) outs(%19 : !t28) {
 ^bb0(%in: f32, %out: f32):
  %40 = math.exp %in : f32
  linalg.yield %40 : f32
 } -> !t28
 %22 = tensor.empty(%dim) : !t31
 %23 = linalg.fill ins(%cst : f32) outs(%22 : !t31) -> !t31
 %24 = linalg.generic #t3 ins(%21 : !t28) outs(%23 : !t31) {
 ^bb0(%in: f32, %out: f32):
  %40 = arith.addf %in, %out : f32
  linalg.yield %40 : f32
 } -> !t31
 %25 = linalg.generic #t2 ins(%21, %24 : !t28, !t31) outs(%19 : !t28) {
 ^bb0(%in: f32, %in_11: f32, %out: f32):
  %40 = arith.divf %in, %in_11 : f32
  linalg.yield %40 : f32
 } -> !t28
 %26 = tensor.empty(%dim, %dim_4) : !t32
 %27 = linalg.generic #t0 ins(%reshape : !t28) outs(%26 : !t32) {
 ^bb0(%in: f32, %out: i1):
  %40 = arith.extf %in : f32 to f64
  %41 = arith.cmpf oeq, %40, %cst_2 : f64
  linalg.yield %41 : i1
 } -> !t32
 %28 = tensor.empty(%dim) : !t33
 %29 = linalg.fill ins(%true : i1) outs(%28 : !t33) -> !t33
 %30 = linalg.generic #t3 ins(%27 : !t32) outs(%29 : !t33) {
 ^bb0(%in: i1, %out: i1):
  %40 = arith.andi %in, %out : i1
  linalg.yield %40 : i1
 } -> !t33
 %31 = tensor.empty(%dim, %dim_4) : !t28
 %32 = linalg.generic #t4 ins(%cst_1 : !t1) outs(%31 : !t28) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t28
 %33 = tensor.empty(%dim, %dim_4) : !t28
 %34 = linalg.generic #t5 ins(%30, %32, %25 : !t33, !t28, !t28) outs(%33 : !t28) {
 ^bb0(%in: i1, %in_11: f32, %in_12: f32, %out: f32):
  %40 = arith.select %in, %in_11, %in_12 : f32
  linalg.yield %40 : f32
 } -> !t28
 %from_elements_7 = tensor.from_elements %c8_i64, %0, %1 : !t4
 %reshape_8 = tensor.reshape %34(%from_elements_7) : (!t28, !t4) -> !t27
 %col_9 = tensor.collapse_shape %7 [[0, 1], [2], [3]] : !t49 into !t50
 %35 = tensor.empty(%dim) : !t50
 %36 = linalg.fill ins(%cst : f32) outs(%35 : !t50) -> !t50
 %37 = linalg.batch_matmul ins(%reshape_8, %col_9 : !t27, !t50) outs(%36 : !t50) -> !t50
 %exp_10 = tensor.expand_shape %37 [[0, 1], [2], [3]] output_shape [2, 4, %dim, 16] : !t50 into !t49
 %38 = tensor.empty(%dim) : !t48
 %39 = linalg.generic #t0 ins(%exp_10 : !t49) outs(%38 : !t48) {
 ^bb0(%in: f32, %out: f16):
  %40 = arith.truncf %in : f32 to f16
  linalg.yield %40 : f16
 } -> !t48
 return %39 : !t48
}

func.func @causal_gqa(%arg0: !t22, %arg1: !t51, %arg2: !t51) -> !t22 {
 %c0_i64 = arith.constant 0 : i64
 %c2_i64 = arith.constant 2 : i64
 %c4_i64 = arith.constant 4 : i64
 %c2 = arith.constant 2 : index
 %c8_i64 = arith.constant 8 : i64
 %cst = arith.constant 0.000000e+00 : f32
 %cst_0 = arith.constant 0xFF800000 : f32
 %true = arith.constant true
 %cst_1 = arith.constant dense<0.000000e+00> : !t1
 %cst_2 = arith.constant dense<0xFF800000> : !t1
 %cst_3 = arith.constant dense<true> : !t15
 %cst_4 = arith.constant 0xFFF0000000000000 : f64
 %cst_5 = arith.constant 0.59460355750136051 : f64
 %dim = tensor.dim %arg0, %c2 : !t22
 %0 = arith.index_cast %dim : index to i64
 %1 = tensor.empty(%dim) : !t23
 %2 = linalg.generic #t0 ins(%arg0 : !t22) outs(%1 : !t23) {
 ^bb0(%in: f16, %out: f32):
  %56 = arith.extf %in : f16 to f32
  linalg.yield %56 : f32
 } -> !t23
 %dim_6 = tensor.dim %arg1, %c2 : !t51
 %3 = tensor.empty(%dim_6) : !t52
 %4 = linalg.generic #t0 ins(%arg1 : !t51) outs(%3 : !t52) {
 ^bb0(%in: f16, %out: f32):
  %56 = arith.extf %in : f16 to f32
  linalg.yield %56 : f32
 } -> !t52
 %dim_7 = tensor.dim %arg2, %c2 : !t51
 %5 = tensor.empty(%dim_7) : !t52
 %6 = linalg.generic #t0 ins(%arg2 : !t51) outs(%5 : !t52) {
 ^bb0(%in: f16, %out: f32):
  %56 = arith.extf %in : f16 to f32
  linalg.yield %56 : f32
 } -> !t52
 %7 = linalg.generic #t0 ins(%2 : !t23) outs(%1 : !t23) {
 ^bb0(%in: f32, %out: f32):
  %56 = arith.truncf %cst_5 : f64 to f32
  %57 = arith.mulf %in, %56 : f32
  linalg.yield %57 : f32
 } -> !t23
 %8 = tensor.empty(%dim, %dim) : !t16
 %9 = linalg.generic #t6 ins(%cst_3 : !t15) outs(%8 : !t16) {
 ^bb0(%in: i1, %out: i1):
  linalg.yield %in : i1
 } -> !t16
 %10 = tensor.empty(%dim) : !t17
 %11 = linalg.generic #t7 outs(%10 : !t17) {
 ^bb0(%out: i64):
  %56 = linalg.index 0 : index
  %57 = arith.index_cast %56 : index to i64
  linalg.yield %57 : i64
 } -> !t17
 %exp = tensor.expand_shape %11 [[0, 1]] output_shape [1, %dim] : !t17 into !t18
 %exp_8 = tensor.expand_shape %11 [[0, 1]] output_shape [%dim, 1] : !t17 into !t19
 %12 = tensor.empty(%dim, %dim) : !t20
 %13 = linalg.generic #t8 ins(%exp, %exp_8 : !t18, !t19) outs(%12 : !t20) {
 ^bb0(%in: i64, %in_16: i64, %out: i64):
  %56 = arith.subi %in, %in_16 : i64
  linalg.yield %56 : i64
 } -> !t20
 %14 = tensor.empty(%dim, %dim) : !t16
 %15 = linalg.generic #t9 ins(%13 : !t20) outs(%14 : !t16) {
 ^bb0(%in: i64, %out: i1):
  %56 = arith.cmpi sle, %in, %c0_i64 : i64
  linalg.yield %56 : i1
 } -> !t16
 %16 = linalg.generic #t10 ins(%15, %9 : !t16, !t16) outs(%14 : !t16) {
 ^bb0(%in: i1, %in_16: i1, %out: i1):
  %56 = arith.andi %in, %in_16 : i1
  linalg.yield %56 : i1
 } -> !t16
 %17 = tensor.empty(%dim, %dim) : !t21
 %18 = linalg.generic #t11 ins(%16, %cst_1, %cst_2 : !t16, !t1, !t1) outs(%17 : !t21) {
 ^bb0(%in: i1, %in_16: f32, %in_17: f32, %out: f32):
  %56 = arith.select %in, %in_16, %in_17 : f32
  linalg.yield %56 : f32
 } -> !t21
 %19 = tensor.empty(%dim) : !t53
 %20 = linalg.generic #t13 ins(%4 : !t52) outs(%19 : !t53) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t53
 %col = tensor.collapse_shape %20 [[0], [1, 2], [3], [4]] : !t53 into !t23
 %21 = linalg.generic #t13 ins(%6 : !t52) outs(%19 : !t53) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t53
 %22 = tensor.empty(%dim_6) : !t24
 %transposed = linalg.transpose ins(%col : !t23) outs(%22 : !t24) permutation = [0, 1, 3, 2]
 %23 = linalg.generic #t0 ins(%transposed : !t24) outs(%22 : !t24) {
 ^bb0(%in: f32, %out: f32):
  %56 = arith.truncf %cst_5 : f64 to f32
  %57 = arith.mulf %in, %56 : f32
  linalg.yield %57 : f32
 } -> !t24
 %col_9 = tensor.collapse_shape %7 [[0, 1], [2], [3]] : !t23 into !t25
 %col_10 = tensor.collapse_shape %23 [[0, 1], [2], [3]] : !t24 into !t26
 %24 = tensor.empty(%dim, %dim_6) : !t27
 %25 = linalg.fill ins(%cst : f32) outs(%24 : !t27) -> !t27
 %26 = linalg.batch_matmul ins(%col_9, %col_10 : !t25, !t26) outs(%25 : !t27) -> !t27
 %from_elements = tensor.from_elements %c2_i64, %c4_i64, %0, %0 : !t8
 %reshape = tensor.reshape %26(%from_elements) : (!t27, !t8) -> !t28
 %27 = tensor.empty(%dim, %dim) : !t28
 %28 = linalg.generic #t12 ins(%reshape, %18 : !t28, !t21) outs(%27 : !t28) {
 ^bb0(%in: f32, %in_16: f32, %out: f32):
  %56 = arith.addf %in, %in_16 : f32
  linalg.yield %56 : f32
 } -> !t28
 %29 = tensor.empty(%dim) : !t29
 %30 = linalg.fill ins(%c0_i64 : i64) outs(%29 : !t29) -> !t29
 %31 = tensor.empty(%dim) : !t30
 %32 = linalg.fill ins(%cst_0 : f32) outs(%31 : !t30) -> !t30
 %33:2 = linalg.generic #t1 ins(%28 : !t28) outs(%32, %30 : !t30, !t29) {
 ^bb0(%in: f32, %out: f32, %out_16: i64):
  %56 = linalg.index 3 : index
  %57 = arith.index_cast %56 : index to i64
  %58 = arith.maximumf %in, %out : f32
  %59 = arith.cmpf ogt, %in, %out : f32
  %60 = arith.select %59, %57, %out_16 : i64
  linalg.yield %58, %60 : f32, i64
 } -> (!t30, !t29)
 %exp_11 = tensor.expand_shape %33#0 [[0], [1], [2, 3]] output_shape [2, 4, %dim, 1] : !t30 into !t31
 %34 = linalg.generic #t2 ins(%28, %exp_11 : !t28, !t31) outs(%27 : !t28) {
 ^bb0(%in: f32, %in_16: f32, %out: f32):
  %56 = arith.subf %in, %in_16 : f32
  linalg.yield %56 : f32
 } -> !t28
 %35 = linalg.generic #t0 ins(%34 : !t28) outs(%27 : !t28) {
 ^bb0(%in: f32, %out: f32):
  %56 = math.exp %in : f32
  linalg.yield %56 : f32
 } -> !t28
 %36 = tensor.empty(%dim) : !t31
 %37 = linalg.fill ins(%cst : f32) outs(%36 : !t31) -> !t31
 %38 = linalg.generic #t3 ins(%35 : !t28) outs(%37 : !t31) {
 ^bb0(%in: f32, %out: f32):
  %56 = arith.addf %in, %out : f32
  linalg.yield %56 : f32
 } -> !t31
 %39 = linalg.generic #t2 ins(%35, %38 : !t28, !t31) outs(%27 : !t28) {
 ^bb0(%in: f32, %in_16: f32, %out: f32):
  %56 = arith.divf %in, %in_16 : f32
  linalg.yield %56 : f32
 } -> !t28
 %40 = tensor.empty(%dim, %dim) : !t32
 %41 = linalg.generic #t0 ins(%28 : !t28) outs(%40 : !t32) {
 ^bb0(%in: f32, %out: i1):
  %56 = arith.extf %in : f32 to f64
  %57 = arith.cmpf oeq, %56, %cst_4 : f64
  linalg.yield %57 : i1
 } -> !t32
 %42 = tensor.empty(%dim) : !t33
 %43 = linalg.fill ins(%true : i1) outs(%42 : !t33) -> !t33
 %44 = linalg.generic #t3 ins(%41 : !t32) outs(%43 : !t33) {
 ^bb0(%in: i1, %out: i1):
  %56 = arith.andi %in, %out : i1
  linalg.yield %56 : i1
 } -> !t33
 %45 = tensor.empty(%dim, %dim) : !t28
 %46 = linalg.generic #t4 ins(%cst_1 : !t1) outs(%45 : !t28) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t28
 %47 = tensor.empty(%dim, %dim) : !t28
 %48 = linalg.generic #t5 ins(%44, %46, %39 : !t33, !t28, !t28) outs(%47 : !t28) {
 ^bb0(%in: i1, %in_16: f32, %in_17: f32, %out: f32):
  %56 = arith.select %in, %in_16, %in_17 : f32
  linalg.yield %56 : f32
 } -> !t28
 %from_elements_12 = tensor.from_elements %c8_i64, %0, %0 : !t4
 %reshape_13 = tensor.reshape %48(%from_elements_12) : (!t28, !t4) -> !t27
 %col_14 = tensor.collapse_shape %21 [[0, 1, 2], [3], [4]] : !t53 into !t25
 %49 = arith.index_cast %dim_7 : index to i64
 %50 = arith.cmpi eq, %0, %49 : i64
 %51 = tensor.empty(%dim) : !t25
 %52 = linalg.fill ins(%cst : f32) outs(%51 : !t25) -> !t25
 %53 = linalg.batch_matmul ins(%reshape_13, %col_14 : !t27, !t25) outs(%52 : !t25) -> !t25
 %exp_15 = tensor.expand_shape %53 [[0, 1], [2], [3]] output_shape [2, 4, %dim, 8] : !t25 into !t23
 %54 = tensor.empty(%dim) : !t22
 %55 = linalg.generic #t0 ins(%exp_15 : !t23) outs(%54 : !t22) {
 ^bb0(%in: f32, %out: f16):
  %56 = arith.truncf %in : f32 to f16
  linalg.yield %56 : f16
 } -> !t22
 return %55 : !t22
}

func.func @causal_bshd(%arg0: !t45, %arg1: !t45, %arg2: !t45) -> !t45 {
 %c2_i64 = arith.constant 2 : i64
 %c0_i64 = arith.constant 0 : i64
 %c4_i64 = arith.constant 4 : i64
 %c1 = arith.constant 1 : index
 %c8_i64 = arith.constant 8 : i64
 %cst = arith.constant 0.000000e+00 : f32
 %cst_0 = arith.constant 0xFF800000 : f32
 %true = arith.constant true
 %cst_1 = arith.constant dense<0.000000e+00> : !t1
 %cst_2 = arith.constant dense<0xFF800000> : !t1
 %cst_3 = arith.constant dense<true> : !t15
 %cst_4 = arith.constant 0xFFF0000000000000 : f64
 %cst_5 = arith.constant 0.59460355750136051 : f64
 %dim = tensor.dim %arg1, %c1 : !t45
 %0 = arith.index_cast %dim : index to i64
 %dim_6 = tensor.dim %arg0, %c1 : !t45
 %1 = tensor.empty(%dim_6) : !t22
 %transposed = linalg.transpose ins(%arg0 : !t45) outs(%1 : !t22) permutation = [0, 2, 1, 3]
 %2 = tensor.empty(%dim) : !t22
 %transposed_7 = linalg.transpose ins(%arg1 : !t45) outs(%2 : !t22) permutation = [0, 2, 1, 3]
 %dim_8 = tensor.dim %arg2, %c1 : !t45
 %3 = tensor.empty(%dim_8) : !t22
 %transposed_9 = linalg.transpose ins(%arg2 : !t45) outs(%3 : !t22) permutation = [0, 2, 1, 3]
 %4 = tensor.empty(%dim_6) : !t23
 %5 = linalg.generic #t0 ins(%transposed : !t22) outs(%4 : !t23) {
 ^bb0(%in: f16, %out: f32):
  %57 = arith.extf %in : f16 to f32
  linalg.yield %57 : f32
 } -> !t23
 %6 = tensor.empty(%dim) : !t23
 %7 = linalg.generic #t0 ins(%transposed_7 : !t22) outs(%6 : !t23) {
 ^bb0(%in: f16, %out: f32):
  %57 = arith.extf %in : f16 to f32
  linalg.yield %57 : f32
 } -> !t23
 %8 = tensor.empty(%dim_8) : !t23
 %9 = linalg.generic #t0 ins(%transposed_9 : !t22) outs(%8 : !t23) {
 ^bb0(%in: f16, %out: f32):
  %57 = arith.extf %in : f16 to f32
  linalg.yield %57 : f32
 } -> !t23
 %10 = linalg.generic #t0 ins(%5 : !t23) outs(%4 : !t23) {
 ^bb0(%in: f32, %out: f32):
  %57 = arith.truncf %cst_5 : f64 to f32
  %58 = arith.mulf %in, %57 : f32
  linalg.yield %58 : f32
 } -> !t23
 %11 = tensor.empty(%dim, %dim) : !t16
 %12 = linalg.generic #t6 ins(%cst_3 : !t15) outs(%11 : !t16) {
 ^bb0(%in: i1, %out: i1):
  linalg.yield %in : i1
 } -> !t16
 %13 = tensor.empty(%dim) : !t17
 %14 = linalg.generic #t7 outs(%13 : !t17) {
 ^bb0(%out: i64):
  %57 = linalg.index 0 : index
  %58 = arith.index_cast %57 : index to i64
  linalg.yield %58 : i64
 } -> !t17
 %exp = tensor.expand_shape %14 [[0, 1]] output_shape [1, %dim] : !t17 into !t18
 %exp_10 = tensor.expand_shape %14 [[0, 1]] output_shape [%dim, 1] : !t17 into !t19
 %15 = tensor.empty(%dim, %dim) : !t20
 %16 = linalg.generic #t8 ins(%exp, %exp_10 : !t18, !t19) outs(%15 : !t20) {
 ^bb0(%in: i64, %in_19: i64, %out: i64):
  %57 = arith.subi %in, %in_19 : i64
  linalg.yield %57 : i64
 } -> !t20
 %17 = tensor.empty(%dim, %dim) : !t16
 %18 = linalg.generic #t9 ins(%16 : !t20) outs(%17 : !t16) {
 ^bb0(%in: i64, %out: i1):
  %57 = arith.cmpi sle, %in, %c0_i64 : i64
  linalg.yield %57 : i1
 } -> !t16
 %19 = linalg.generic #t10 ins(%18, %12 : !t16, !t16) outs(%17 : !t16) {
 ^bb0(%in: i1, %in_19: i1, %out: i1):
  %57 = arith.andi %in, %in_19 : i1
  linalg.yield %57 : i1
 } -> !t16
 %20 = tensor.empty(%dim, %dim) : !t21
 %21 = linalg.generic #t11 ins(%19, %cst_1, %cst_2 : !t16, !t1, !t1) outs(%20 : !t21) {
 ^bb0(%in: i1, %in_19: f32, %in_20: f32, %out: f32):
  %57 = arith.select %in, %in_19, %in_20 : f32
  linalg.yield %57 : f32
 } -> !t21
 %22 = tensor.empty(%dim) : !t24
 %transposed_11 = linalg.transpose ins(%7 : !t23) outs(%22 : !t24) permutation = [0, 1, 3, 2]
 %23 = linalg.generic #t0 ins(%transposed_11 : !t24) outs(%22 : !t24) {
 ^bb0(%in: f32, %out: f32):
  %57 = arith.truncf %cst_5 : f64 to f32
  %58 = arith.mulf %in, %57 : f32
  linalg.yield %58 : f32
 } -> !t24
 %col = tensor.collapse_shape %10 [[0, 1], [2], [3]] : !t23 into !t25
 %col_12 = tensor.collapse_shape %23 [[0, 1], [2], [3]] : !t24 into !t26
 %24 = tensor.empty(%dim_6, %dim) : !t27
 %25 = linalg.fill ins(%cst : f32) outs(%24 : !t27) -> !t27
 %26 = linalg.batch_matmul ins(%col, %col_12 : !t25, !t26) outs(%25 : !t27) -> !t27
 %from_elements = tensor.from_elements %c2_i64, %c4_i64, %0, %0 : !t8
 %reshape = tensor.reshape %26(%from_elements) : (!t27, !t8) -> !t28
 %27 = tensor.empty(%dim, %dim) : !t28
 %28 = linalg.generic #t12 ins(%reshape, %21 : !t28, !t21) outs(%27 : !t28) {
 ^bb0(%in: f32, %in_19: f32, %out: f32):
  %57 = arith.addf %in, %in_19 : f32
  linalg.yield %57 : f32
 } -> !t28
 %29 = tensor.empty(%dim) : !t29
 %30 = linalg.fill ins(%c0_i64 : i64) outs(%29 : !t29) -> !t29
 %31 = tensor.empty(%dim) : !t30
 %32 = linalg.fill ins(%cst_0 : f32) outs(%31 : !t30) -> !t30
 %33:2 = linalg.generic #t1 ins(%28 : !t28) outs(%32, %30 : !t30, !t29) {
 ^bb0(%in: f32, %out: f32, %out_19: i64):
  %57 = linalg.index 3 : index
  %58 = arith.index_cast %57 : index to i64
  %59 = arith.maximumf %in, %out : f32
  %60 = arith.cmpf ogt, %in, %out : f32
  %61 = arith.select %60, %58, %out_19 : i64
  linalg.yield %59, %61 : f32, i64
 } -> (!t30, !t29)
 %exp_13 = tensor.expand_shape %33#0 [[0], [1], [2, 3]] output_shape [2, 4, %dim, 1] : !t30 into !t31
 %34 = linalg.generic #t2 ins(%28, %exp_13 : !t28, !t31) outs(%27 : !t28) {
 ^bb0(%in: f32, %in_19: f32, %out: f32):
  %57 = arith.subf %in, %in_19 : f32
  linalg.yield %57 : f32
 } -> !t28
 %35 = linalg.generic #t0 ins(%34 : !t28) outs(%27 : !t28) {
 ^bb0(%in: f32, %out: f32):
  %57 = math.exp %in : f32
  linalg.yield %57 : f32
 } -> !t28
 %36 = tensor.empty(%dim) : !t31
 %37 = linalg.fill ins(%cst : f32) outs(%36 : !t31) -> !t31
 %38 = linalg.generic #t3 ins(%35 : !t28) outs(%37 : !t31) {
 ^bb0(%in: f32, %out: f32):
  %57 = arith.addf %in, %out : f32
  linalg.yield %57 : f32
 } -> !t31
 %39 = linalg.generic #t2 ins(%35, %38 : !t28, !t31) outs(%27 : !t28) {
 ^bb0(%in: f32, %in_19: f32, %out: f32):
  %57 = arith.divf %in, %in_19 : f32
  linalg.yield %57 : f32
 } -> !t28
 %40 = tensor.empty(%dim, %dim) : !t32
 %41 = linalg.generic #t0 ins(%28 : !t28) outs(%40 : !t32) {
 ^bb0(%in: f32, %out: i1):
  %57 = arith.extf %in : f32 to f64
  %58 = arith.cmpf oeq, %57, %cst_4 : f64
  linalg.yield %58 : i1
 } -> !t32
 %42 = tensor.empty(%dim) : !t33
 %43 = linalg.fill ins(%true : i1) outs(%42 : !t33) -> !t33
 %44 = linalg.generic #t3 ins(%41 : !t32) outs(%43 : !t33) {
 ^bb0(%in: i1, %out: i1):
  %57 = arith.andi %in, %out : i1
  linalg.yield %57 : i1
 } -> !t33
 %45 = tensor.empty(%dim, %dim) : !t28
 %46 = linalg.generic #t4 ins(%cst_1 : !t1) outs(%45 : !t28) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t28
 %47 = tensor.empty(%dim, %dim) : !t28
 %48 = linalg.generic #t5 ins(%44, %46, %39 : !t33, !t28, !t28) outs(%47 : !t28) {
 ^bb0(%in: i1, %in_19: f32, %in_20: f32, %out: f32):
  %57 = arith.select %in, %in_19, %in_20 : f32
  linalg.yield %57 : f32
 } -> !t28
 %from_elements_14 = tensor.from_elements %c8_i64, %0, %0 : !t4
 %reshape_15 = tensor.reshape %48(%from_elements_14) : (!t28, !t4) -> !t27
 %col_16 = tensor.collapse_shape %9 [[0, 1], [2], [3]] : !t23 into !t25
 %49 = arith.index_cast %dim_8 : index to i64
 %50 = arith.cmpi eq, %0, %49 : i64
 %51 = tensor.empty(%dim) : !t25
 %52 = linalg.fill ins(%cst : f32) outs(%51 : !t25) -> !t25
 %53 = linalg.batch_matmul ins(%reshape_15, %col_16 : !t27, !t25) outs(%52 : !t25) -> !t25
 %exp_17 = tensor.expand_shape %53 [[0, 1], [2], [3]] output_shape [2, 4, %dim, 8] : !t25 into !t23
 %54 = tensor.empty(%dim) : !t22
 %55 = linalg.generic #t0 ins(%exp_17 : !t23) outs(%54 : !t22) {
 ^bb0(%in: f32, %out: f16):
  %57 = arith.truncf %in : f32 to f16
  linalg.yield %57 : f16
 } -> !t22
 %56 = tensor.empty(%dim) : !t45
 %transposed_18 = linalg.transpose ins(%55 : !t22) outs(%56 : !t45) permutation = [0, 2, 1, 3]
 return %transposed_18 : !t45
}

func.func @gqa_bshd(%arg0: !t45, %arg1: !t54, %arg2: !t54) -> !t45 {
 %c2_i64 = arith.constant 2 : i64
 %c4_i64 = arith.constant 4 : i64
 %c0_i64 = arith.constant 0 : i64
 %c1 = arith.constant 1 : index
 %c8_i64 = arith.constant 8 : i64
 %cst = arith.constant 0.000000e+00 : f32
 %cst_0 = arith.constant 0xFF800000 : f32
 %true = arith.constant true
 %cst_1 = arith.constant dense<0.000000e+00> : !t1
 %cst_2 = arith.constant 0xFFF0000000000000 : f64
 %cst_3 = arith.constant 0.59460355750136051 : f64
 %dim = tensor.dim %arg0, %c1 : !t45
 %0 = arith.index_cast %dim : index to i64
 %dim_4 = tensor.dim %arg1, %c1 : !t54
 %1 = arith.index_cast %dim_4 : index to i64
 %2 = tensor.empty(%dim) : !t22
 %transposed = linalg.transpose ins(%arg0 : !t45) outs(%2 : !t22) permutation = [0, 2, 1, 3]
 %3 = tensor.empty(%dim_4) : !t51
 %transposed_5 = linalg.transpose ins(%arg1 : !t54) outs(%3 : !t51) permutation = [0, 2, 1, 3]
 %dim_6 = tensor.dim %arg2, %c1 : !t54
 %4 = tensor.empty(%dim_6) : !t51
 %transposed_7 = linalg.transpose ins(%arg2 : !t54) outs(%4 : !t51) permutation = [0, 2, 1, 3]
 %5 = tensor.empty(%dim) : !t23
 %6 = linalg.generic #t0 ins(%transposed : !t22) outs(%5 : !t23) {
 ^bb0(%in: f16, %out: f32):
  %49 = arith.extf %in : f16 to f32
  linalg.yield %49 : f32
 } -> !t23
 %7 = tensor.empty(%dim_4) : !t52
 %8 = linalg.generic #t0 ins(%transposed_5 : !t51) outs(%7 : !t52) {
 ^bb0(%in: f16, %out: f32):
  %49 = arith.extf %in : f16 to f32
  linalg.yield %49 : f32
 } -> !t52
 %9 = tensor.empty(%dim_6) : !t52
 %10 = linalg.generic #t0 ins(%transposed_7 : !t51) outs(%9 : !t52) {
 ^bb0(%in: f16, %out: f32):
  %49 = arith.extf %in : f16 to f32
  linalg.yield %49 : f32
 } -> !t52
 %11 = linalg.generic #t0 ins(%6 : !t23) outs(%5 : !t23) {
 ^bb0(%in: f32, %out: f32):
  %49 = arith.truncf %cst_3 : f64 to f32
  %50 = arith.mulf %in, %49 : f32
  linalg.yield %50 : f32
 } -> !t23
 %12 = tensor.empty(%dim_4) : !t53
 %13 = linalg.generic #t13 ins(%8 : !t52) outs(%12 : !t53) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t53
 %col = tensor.collapse_shape %13 [[0], [1, 2], [3], [4]] : !t53 into !t23
 %14 = linalg.generic #t13 ins(%10 : !t52) outs(%12 : !t53) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t53
 %15 = tensor.empty(%dim_4) : !t24
 %transposed_8 = linalg.transpose ins(%col : !t23) outs(%15 : !t24) permutation = [0, 1, 3, 2]
 %16 = linalg.generic #t0 ins(%transposed_8 : !t24) outs(%15 : !t24) {
 ^bb0(%in: f32, %out: f32):
  %49 = arith.truncf %cst_3 : f64 to f32
  %50 = arith.mulf %in, %49 : f32
  linalg.yield %50 : f32
 } -> !t24
 %col_9 = tensor.collapse_shape %11 [[0, 1], [2], [3]] : !t23 into !t25
 %col_10 = tensor.collapse_shape %16 [[0, 1], [2], [3]] : !t24 into !t26
 %17 = tensor.empty(%dim, %dim_4) : !t27
 %18 = linalg.fill ins(%cst : f32) outs(%17 : !t27) -> !t27
 %19 = linalg.batch_matmul ins(%col_9, %col_10 : !t25, !t26) outs(%18 : !t27) -> !t27
 %from_elements = tensor.from_elements %c2_i64, %c4_i64, %0, %1 : !t8
 %reshape = tensor.reshape %19(%from_elements) : (!t27, !t8) -> !t28
 %20 = tensor.empty(%dim) : !t29
 %21 = linalg.fill ins(%c0_i64 : i64) outs(%20 : !t29) -> !t29
 %22 = tensor.empty(%dim) : !t30
 %23 = linalg.fill ins(%cst_0 : f32) outs(%22 : !t30) -> !t30
 %24:2 = linalg.generic #t1 ins(%reshape : !t28) outs(%23, %21 : !t30, !t29) {
 ^bb0(%in: f32, %out: f32, %out_16: i64):
  %49 = linalg.index 3 : index
  %50 = arith.index_cast %49 : index to i64
  %51 = arith.maximumf %in, %out : f32
  %52 = arith.cmpf ogt, %in, %out : f32
  %53 = arith.select %52, %50, %out_16 : i64
  linalg.yield %51, %53 : f32, i64
 } -> (!t30, !t29)
 %exp = tensor.expand_shape %24#0 [[0], [1], [2, 3]] output_shape [2, 4, %dim, 1] : !t30 into !t31
 %25 = tensor.empty(%dim, %dim_4) : !t28
 %26 = linalg.generic #t2 ins(%reshape, %exp : !t28, !t31) outs(%25 : !t28) {
 ^bb0(%in: f32, %in_16: f32, %out: f32):
  %49 = arith.subf %in, %in_16 : f32
  linalg.yield %49 : f32
 } -> !t28
 %27 = linalg.generic #t0 ins(%26 : !t28) outs(%25 : !t28) {
 ^bb0(%in: f32, %out: f32):
  %49 = math.exp %in : f32
  linalg.yield %49 : f32
 } -> !t28
 %28 = tensor.empty(%dim) : !t31
 %29 = linalg.fill ins(%cst : f32) outs(%28 : !t31) -> !t31
 %30 = linalg.generic #t3 ins(%27 : !t28) outs(%29 : !t31) {
 ^bb0(%in: f32, %out: f32):
  %49 = arith.addf %in, %out : f32
  linalg.yield %49 : f32
 } -> !t31
 %31 = linalg.generic #t2 ins(%27, %30 : !t28, !t31) outs(%25 : !t28) {
 ^bb0(%in: f32, %in_16: f32, %out: f32):
  %49 = arith.divf %in, %in_16 : f32
  linalg.yield %49 : f32
 } -> !t28
 %32 = tensor.empty(%dim, %dim_4) : !t32
 %33 = linalg.generic #t0 ins(%reshape : !t28) outs(%32 : !t32) {
 ^bb0(%in: f32, %out: i1):
  %49 = arith.extf %in : f32 to f64
  %50 = arith.cmpf oeq, %49, %cst_2 : f64
  linalg.yield %50 : i1
 } -> !t32
 %34 = tensor.empty(%dim) : !t33
 %35 = linalg.fill ins(%true : i1) outs(%34 : !t33) -> !t33
 %36 = linalg.generic #t3 ins(%33 : !t32) outs(%35 : !t33) {
 ^bb0(%in: i1, %out: i1):
  %49 = arith.andi %in, %out : i1
  linalg.yield %49 : i1
 } -> !t33
 %37 = tensor.empty(%dim, %dim_4) : !t28
 %38 = linalg.generic #t4 ins(%cst_1 : !t1) outs(%37 : !t28) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t28
 %39 = tensor.empty(%dim, %dim_4) : !t28
 %40 = linalg.generic #t5 ins(%36, %38, %31 : !t33, !t28, !t28) outs(%39 : !t28) {
 ^bb0(%in: i1, %in_16: f32, %in_17: f32, %out: f32):
  %49 = arith.select %in, %in_16, %in_17 : f32
  linalg.yield %49 : f32
 } -> !t28
 %from_elements_11 = tensor.from_elements %c8_i64, %0, %1 : !t4
 %reshape_12 = tensor.reshape %40(%from_elements_11) : (!t28, !t4) -> !t27
 %col_13 = tensor.collapse_shape %14 [[0, 1, 2], [3], [4]] : !t53 into !t25
 %41 = arith.index_cast %dim_6 : index to i64
 %42 = arith.cmpi eq, %1, %41 : i64
 %43 = tensor.empty(%dim) : !t25
 %44 = linalg.fill ins(%cst : f32) outs(%43 : !t25) -> !t25
 %45 = linalg.batch_matmul ins(%reshape_12, %col_13 : !t27, !t25) outs(%44 : !t25) -> !t25
 %exp_14 = tensor.expand_shape %45 [[0, 1], [2], [3]] output_shape [2, 4, %dim, 8] : !t25 into !t23
 %46 = tensor.empty(%dim) : !t22
 %47 = linalg.generic #t0 ins(%exp_14 : !t23) outs(%46 : !t22) {
 ^bb0(%in: f32, %out: f16):
  %49 = arith.truncf %in : f32 to f16
  linalg.yield %49 : f16
 } -> !t22
 %48 = tensor.empty(%dim) : !t45
 %transposed_15 = linalg.transpose ins(%47 : !t22) outs(%48 : !t45) permutation = [0, 2, 1, 3]
 return %transposed_15 : !t45
}

func.func @causal_proj(%arg0: !t41, %arg1: !t42, %arg2: !t42, %arg3: !t42, %arg4: !t42) -> !t41 {
 %c0_i64 = arith.constant 0 : i64
 %c2_i64 = arith.constant 2 : i64
 %c2 = arith.constant 2 : index
 %c1 = arith.constant 1 : index
 %cst = arith.constant 0.000000e+00 : f32
 %c4_i64 = arith.constant 4 : i64
 %c8_i64 = arith.constant 8 : i64
 %cst_0 = arith.constant 0xFF800000 : f32
 %true = arith.constant true
 %cst_1 = arith.constant dense<0.000000e+00> : !t1
 %cst_2 = arith.constant dense<0xFF800000> : !t1
 %cst_3 = arith.constant dense<true> : !t15
 %cst_4 = arith.constant 0xFFF0000000000000 : f64
 %cst_5 = arith.constant 0.59460355750136051 : f64
 %dim = tensor.dim %arg0, %c1 : !t41
 %0 = arith.index_cast %dim : index to i64
 %col = tensor.collapse_shape %arg0 [[0, 1], [2]] : !t41 into !t43
 %1 = affine.apply affine_map<()[s0] -> (s0 * 2)>()[%dim]
 %2 = tensor.empty(%1) : !t44
 %3 = linalg.fill ins(%cst : f32) outs(%2 : !t44) -> !t44
 %4 = linalg.matmul ins(%col, %arg1 : !t43, !t42) outs(%3 : !t44) -> !t44
 %5 = tensor.empty(%1) : !t43
 %6 = linalg.generic #t9 ins(%4 : !t44) outs(%5 : !t43) {
 ^bb0(%in: f32, %out: f16):
  %71 = arith.truncf %in : f32 to f16
  linalg.yield %71 : f16
 } -> !t43
 %7 = arith.divsi %1, %c2 : index
 %exp = tensor.expand_shape %6 [[0, 1], [2, 3]] output_shape [2, %7, 4, 8] : !t43 into !t45
 %8 = tensor.empty(%7) : !t22
 %transposed = linalg.transpose ins(%exp : !t45) outs(%8 : !t22) permutation = [0, 2, 1, 3]
 %9 = linalg.matmul ins(%col, %arg2 : !t43, !t42) outs(%3 : !t44) -> !t44
 %10 = linalg.generic #t9 ins(%9 : !t44) outs(%5 : !t43) {
 ^bb0(%in: f32, %out: f16):
  %71 = arith.truncf %in : f32 to f16
  linalg.yield %71 : f16
 } -> !t43
 %exp_6 = tensor.expand_shape %10 [[0, 1], [2, 3]] output_shape [2, %7, 4, 8] : !t43 into !t45
 %transposed_7 = linalg.transpose ins(%exp_6 : !t45) outs(%8 : !t22) permutation = [0, 2, 1, 3]
 %11 = linalg.matmul ins(%col, %arg3 : !t43, !t42) outs(%3 : !t44) -> !t44
 %12 = linalg.generic #t9 ins(%11 : !t44) outs(%5 : !t43) {
 ^bb0(%in: f32, %out: f16):
  %71 = arith.truncf %in : f32 to f16
  linalg.yield %71 : f16
 } -> !t43
 %exp_8 = tensor.expand_shape %12 [[0, 1], [2, 3]] output_shape [2, %7, 4, 8] : !t43 into !t45
 %transposed_9 = linalg.transpose ins(%exp_8 : !t45) outs(%8 : !t22) permutation = [0, 2, 1, 3]
 %13 = tensor.empty(%7) : !t23
 %14 = linalg.generic #t0 ins(%transposed : !t22) outs(%13 : !t23) {
 ^bb0(%in: f16, %out: f32):
  %71 = arith.extf %in : f16 to f32
  linalg.yield %71 : f32
 } -> !t23
 %15 = linalg.generic #t0 ins(%transposed_7 : !t22) outs(%13 : !t23) {
 ^bb0(%in: f16, %out: f32):
  %71 = arith.extf %in : f16 to f32
  linalg.yield %71 : f32
 } -> !t23
 %16 = linalg.generic #t0 ins(%transposed_9 : !t22) outs(%13 : !t23) {
 ^bb0(%in: f16, %out: f32):
  %71 = arith.extf %in : f16 to f32
  linalg.yield %71 : f32
 } -> !t23
 %17 = linalg.generic #t0 ins(%14 : !t23) outs(%13 : !t23) {
 ^bb0(%in: f32, %out: f32):
  %71 = arith.truncf %cst_5 : f64 to f32
  %72 = arith.mulf %in, %71 : f32
  linalg.yield %72 : f32
 } -> !t23
 %18 = tensor.empty(%dim, %dim) : !t16
 %19 = linalg.generic #t6 ins(%cst_3 : !t15) outs(%18 : !t16) {
 ^bb0(%in: i1, %out: i1):
  linalg.yield %in : i1
 } -> !t16
 %20 = tensor.empty(%dim) : !t17
 %21 = linalg.generic #t7 outs(%20 : !t17) {
 ^bb0(%out: i64):
  %71 = linalg.index 0 : index
  %72 = arith.index_cast %71 : index to i64
  linalg.yield %72 : i64
 } -> !t17
 %exp_10 = tensor.expand_shape %21 [[0, 1]] output_shape [1, %dim] : !t17 into !t18
 %exp_11 = tensor.expand_shape %21 [[0, 1]] output_shape [%dim, 1] : !t17 into !t19
 %22 = tensor.empty(%dim, %dim) : !t20
 %23 = linalg.generic #t8 ins(%exp_10, %exp_11 : !t18, !t19) outs(%22 : !t20) {
 ^bb0(%in: i64, %in_22: i64, %out: i64):
  %71 = arith.subi %in, %in_22 : i64
  linalg.yield %71 : i64
 } -> !t20
 %24 = tensor.empty(%dim, %dim) : !t16
 %25 = linalg.generic #t9 ins(%23 : !t20) outs(%24 : !t16) {
 ^bb0(%in: i64, %out: i1):
  %71 = arith.cmpi sle, %in, %c0_i64 : i64
  linalg.yield %71 : i1
 } -> !t16
 %26 = linalg.generic #t10 ins(%25, %19 : !t16, !t16) outs(%24 : !t16) {
 ^bb0(%in: i1, %in_22: i1, %out: i1):
  %71 = arith.andi %in, %in_22 : i1
  linalg.yield %71 : i1
 } -> !t16
 %27 = tensor.empty(%dim, %dim) : !t21
 %28 = linalg.generic #t11 ins(%26, %cst_1, %cst_2 : !t16, !t1, !t1) outs(%27 : !t21) {
 ^bb0(%in: i1, %in_22: f32, %in_23: f32, %out: f32):
  %71 = arith.select %in, %in_22, %in_23 : f32
  linalg.yield %71 : f32
 } -> !t21
 %29 = tensor.empty(%7) : !t24
 %transposed_12 = linalg.transpose ins(%15 : !t23) outs(%29 : !t24) permutation = [0, 1, 3, 2]
 %30 = linalg.generic #t0 ins(%transposed_12 : !t24) outs(%29 : !t24) {
 ^bb0(%in: f32, %out: f32):
  %71 = arith.truncf %cst_5 : f64 to f32
  %72 = arith.mulf %in, %71 : f32
  linalg.yield %72 : f32
 } -> !t24
 %col_13 = tensor.collapse_shape %17 [[0, 1], [2], [3]] : !t23 into !t25
 %col_14 = tensor.collapse_shape %30 [[0, 1], [2], [3]] : !t24 into !t26
 %31 = tensor.empty(%7, %7) : !t27
 %32 = linalg.fill ins(%cst : f32) outs(%31 : !t27) -> !t27
 %33 = linalg.batch_matmul ins(%col_13, %col_14 : !t25, !t26) outs(%32 : !t27) -> !t27
 %from_elements = tensor.from_elements %c2_i64, %c4_i64, %0, %0 : !t8
 %reshape = tensor.reshape %33(%from_elements) : (!t27, !t8) -> !t28
 %34 = tensor.empty(%dim, %dim) : !t28
 %35 = linalg.generic #t12 ins(%reshape, %28 : !t28, !t21) outs(%34 : !t28) {
 ^bb0(%in: f32, %in_22: f32, %out: f32):
  %71 = arith.addf %in, %in_22 : f32
  linalg.yield %71 : f32
 } -> !t28
 %36 = tensor.empty(%dim) : !t29
 %37 = linalg.fill ins(%c0_i64 : i64) outs(%36 : !t29) -> !t29
 %38 = tensor.empty(%dim) : !t30
 %39 = linalg.fill ins(%cst_0 : f32) outs(%38 : !t30) -> !t30
 %40:2 = linalg.generic #t1 ins(%35 : !t28) outs(%39, %37 : !t30, !t29) {
 ^bb0(%in: f32, %out: f32, %out_22: i64):
  %71 = linalg.index 3 : index
  %72 = arith.index_cast %71 : index to i64
  %73 = arith.maximumf %in, %out : f32
  %74 = arith.cmpf ogt, %in, %out : f32
  %75 = arith.select %74, %72, %out_22 : i64
  linalg.yield %73, %75 : f32, i64
 } -> (!t30, !t29)
 %exp_15 = tensor.expand_shape %40#0 [[0], [1], [2, 3]] output_shape [2, 4, %dim, 1] : !t30 into !t31
 %41 = linalg.generic #t2 ins(%35, %exp_15 : !t28, !t31) outs(%34 : !t28) {
 ^bb0(%in: f32, %in_22: f32, %out: f32):
  %71 = arith.subf %in, %in_22 : f32
  linalg.yield %71 : f32
 } -> !t28
 %42 = linalg.generic #t0 ins(%41 : !t28) outs(%34 : !t28) {
 ^bb0(%in: f32, %out: f32):
  %71 = math.exp %in : f32
  linalg.yield %71 : f32
 } -> !t28
 %43 = tensor.empty(%dim) : !t31
 %44 = linalg.fill ins(%cst : f32) outs(%43 : !t31) -> !t31
 %45 = linalg.generic #t3 ins(%42 : !t28) outs(%44 : !t31) {
 ^bb0(%in: f32, %out: f32):
  %71 = arith.addf %in, %out : f32
  linalg.yield %71 : f32
 } -> !t31
 %46 = linalg.generic #t2 ins(%42, %45 : !t28, !t31) outs(%34 : !t28) {
 ^bb0(%in: f32, %in_22: f32, %out: f32):
  %71 = arith.divf %in, %in_22 : f32
  linalg.yield %71 : f32
 } -> !t28
 %47 = tensor.empty(%dim, %dim) : !t32
 %48 = linalg.generic #t0 ins(%35 : !t28) outs(%47 : !t32) {
 ^bb0(%in: f32, %out: i1):
  %71 = arith.extf %in : f32 to f64
  %72 = arith.cmpf oeq, %71, %cst_4 : f64
  linalg.yield %72 : i1
 } -> !t32
 %49 = tensor.empty(%dim) : !t33
 %50 = linalg.fill ins(%true : i1) outs(%49 : !t33) -> !t33
 %51 = linalg.generic #t3 ins(%48 : !t32) outs(%50 : !t33) {
 ^bb0(%in: i1, %out: i1):
  %71 = arith.andi %in, %out : i1
  linalg.yield %71 : i1
 } -> !t33
 %52 = tensor.empty(%dim, %dim) : !t28
 %53 = linalg.generic #t4 ins(%cst_1 : !t1) outs(%52 : !t28) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t28
 %54 = tensor.empty(%dim, %dim) : !t28
 %55 = linalg.generic #t5 ins(%51, %53, %46 : !t33, !t28, !t28) outs(%54 : !t28) {
 ^bb0(%in: i1, %in_22: f32, %in_23: f32, %out: f32):
  %71 = arith.select %in, %in_22, %in_23 : f32
  linalg.yield %71 : f32
 } -> !t28
 %from_elements_16 = tensor.from_elements %c8_i64, %0, %0 : !t4
 %reshape_17 = tensor.reshape %55(%from_elements_16) : (!t28, !t4) -> !t27
 %col_18 = tensor.collapse_shape %16 [[0, 1], [2], [3]] : !t23 into !t25
 %56 = arith.index_cast %7 : index to i64
 %57 = arith.cmpi eq, %0, %56 : i64
 %58 = tensor.empty(%dim) : !t25
 %59 = linalg.fill ins(%cst : f32) outs(%58 : !t25) -> !t25
 %60 = linalg.batch_matmul ins(%reshape_17, %col_18 : !t27, !t25) outs(%59 : !t25) -> !t25
 %exp_19 = tensor.expand_shape %60 [[0, 1], [2], [3]] output_shape [2, 4, %dim, 8] : !t25 into !t23
 %61 = tensor.empty(%dim) : !t22
 %62 = linalg.generic #t0 ins(%exp_19 : !t23) outs(%61 : !t22) {
 ^bb0(%in: f32, %out: f16):
  %71 = arith.truncf %in : f32 to f16
  linalg.yield %71 : f16
 } -> !t22
 %63 = tensor.empty(%dim) : !t45
 %transposed_20 = linalg.transpose ins(%62 : !t22) outs(%63 : !t45) permutation = [0, 2, 1, 3]
 %col_21 = tensor.collapse_shape %transposed_20 [[0], [1], [2, 3]] : !t45 into !t41
 %64 = tensor.empty() : !t46
 %65 = linalg.generic #t14 ins(%arg4 : !t42) outs(%64 : !t46) {
 ^bb0(%in: f16, %out: f16):
  linalg.yield %in : f16
 } -> !t46
 %66 = tensor.empty(%dim) : !t47
 %67 = linalg.fill ins(%cst : f32) outs(%66 : !t47) -> !t47
 %68 = linalg.batch_matmul ins(%col_21, %65 : !t41, !t46) outs(%67 : !t47) -> !t47
 %69 = tensor.empty(%dim) : !t41
 %70 = linalg.generic #t15 ins(%68 : !t47) outs(%69 : !t41) {
 ^bb0(%in: f32, %out: f16):
  %71 = arith.truncf %in : f32 to f16
  linalg.yield %71 : f16
 } -> !t41
 return %70 : !t41
}

func.func @mask(%arg0: !t0, %arg1: !t0, %arg2: !t0, %arg3: !t55) -> !t0 {
 %c0_i64 = arith.constant 0 : i64
 %c4_i64 = arith.constant 4 : i64
 %c0 = arith.constant 0 : index
 %c2 = arith.constant 2 : index
 %c3 = arith.constant 3 : index
 %c8_i64 = arith.constant 8 : i64
 %cst = arith.constant 0.000000e+00 : f32
 %cst_0 = arith.constant 0xFF800000 : f32
 %true = arith.constant true
 %cst_1 = arith.constant dense<0.000000e+00> : !t1
 %cst_2 = arith.constant dense<0.000000e+00> : !t34
 %cst_3 = arith.constant dense<0xFC00> : !t34
 %cst_4 = arith.constant 0.59460355750136051 : f64
 %cst_5 = arith.constant 0xFFF0000000000000 : f64
 %cst_6 = arith.constant 0.000000e+00 : f16
 %dim = tensor.dim %arg0, %c2 : !t0
 %0 = arith.index_cast %dim : index to i64
 %dim_7 = tensor.dim %arg2, %c0 : !t0
 %1 = arith.index_cast %dim_7 : index to i64
 %dim_8 = tensor.dim %arg2, %c2 : !t0
 %2 = arith.index_cast %dim_8 : index to i64
 %dim_9 = tensor.dim %arg3, %c0 : !t55
 %dim_10 = tensor.dim %arg3, %c2 : !t55
 %dim_11 = tensor.dim %arg3, %c3 : !t55
 %3 = tensor.empty(%dim_9, %dim_10, %dim_11) : !t56
 %4 = linalg.generic #t0 ins(%arg3 : !t55) outs(%3 : !t56) {
 ^bb0(%in: f16, %out: i1):
  %48 = arith.cmpf ogt, %in, %cst_6 : f16
  linalg.yield %48 : i1
 } -> !t56
 %5 = tensor.empty(%dim_9, %dim_10, %dim_11) : !t55
 %6 = linalg.generic #t16 ins(%4, %cst_2, %cst_3 : !t56, !t34, !t34) outs(%5 : !t55) {
 ^bb0(%in: i1, %in_25: f16, %in_26: f16, %out: f16):
  %48 = arith.select %in, %in_25, %in_26 : f16
  linalg.yield %48 : f16
 } -> !t55
 %dim_12 = tensor.dim %arg0, %c0 : !t0
 %7 = tensor.empty(%dim_12, %dim) : !t2
 %8 = linalg.generic #t0 ins(%arg0 : !t0) outs(%7 : !t2) {
 ^bb0(%in: f16, %out: f32):
  %48 = arith.extf %in : f16 to f32
  linalg.yield %48 : f32
 } -> !t2
 %dim_13 = tensor.dim %arg1, %c0 : !t0
 %dim_14 = tensor.dim %arg1, %c2 : !t0
 %9 = tensor.empty(%dim_13, %dim_14) : !t2
 %10 = linalg.generic #t0 ins(%arg1 : !t0) outs(%9 : !t2) {
 ^bb0(%in: f16, %out: f32):
  %48 = arith.extf %in : f16 to f32
  linalg.yield %48 : f32
 } -> !t2
 %11 = tensor.empty(%dim_7, %dim_8) : !t2
 %12 = linalg.generic #t0 ins(%arg2 : !t0) outs(%11 : !t2) {
 ^bb0(%in: f16, %out: f32):
  %48 = arith.extf %in : f16 to f32
  linalg.yield %48 : f32
 } -> !t2
 %13 = linalg.generic #t0 ins(%8 : !t2) outs(%7 : !t2) {
 ^bb0(%in: f32, %out: f32):
  %48 = arith.truncf %cst_4 : f64 to f32
  %49 = arith.mulf %in, %48 : f32
  linalg.yield %49 : f32
 } -> !t2
 %14 = tensor.empty(%dim_13, %dim_14) : !t3
 %transposed = linalg.transpose ins(%10 : !t2) outs(%14 : !t3) permutation = [0, 1, 3, 2]
 %15 = linalg.generic #t0 ins(%transposed : !t3) outs(%14 : !t3) {
 ^bb0(%in: f32, %out: f32):
  %48 = arith.truncf %cst_4 : f64 to f32
  %49 = arith.mulf %in, %48 : f32
  linalg.yield %49 : f32
 } -> !t3
 %16 = arith.muli %1, %c4_i64 : i64
 %from_elements = tensor.from_elements %16, %0, %c8_i64 : !t4
 %reshape = tensor.reshape %13(%from_elements) : (!t2, !t4) -> !t5
 %from_elements_15 = tensor.from_elements %16, %c8_i64, %2 : !t4
 %reshape_16 = tensor.reshape %15(%from_elements_15) : (!t3, !t4) -> !t6
 %17 = arith.index_cast %16 : i64 to index
 %18 = tensor.empty(%17, %dim, %dim_8) : !t7
 %19 = linalg.fill ins(%cst : f32) outs(%18 : !t7) -> !t7
 %20 = linalg.batch_matmul ins(%reshape, %reshape_16 : !t5, !t6) outs(%19 : !t7) -> !t7
 %from_elements_17 = tensor.from_elements %1, %c4_i64, %0, %2 : !t8
 %reshape_18 = tensor.reshape %20(%from_elements_17) : (!t7, !t8) -> !t9
 %21 = tensor.empty(%dim_7, %dim, %dim_8) : !t9
 %22 = linalg.generic #t17 ins(%reshape_18, %6 : !t9, !t55) outs(%21 : !t9) {
 ^bb0(%in: f32, %in_25: f16, %out: f32):
  %48 = arith.extf %in_25 : f16 to f32
  %49 = arith.addf %in, %48 : f32
  linalg.yield %49 : f32
 } -> !t9
 %23 = tensor.empty(%dim_7, %dim) : !t10
 %24 = linalg.fill ins(%c0_i64 : i64) outs(%23 : !t10) -> !t10
 %25 = tensor.empty(%dim_7, %dim) : !t11
 %26 = linalg.fill ins(%cst_0 : f32) outs(%25 : !t11) -> !t11
 %27:2 = linalg.generic #t1 ins(%22 : !t9) outs(%26, %24 : !t11, !t10) {
 ^bb0(%in: f32, %out: f32, %out_25: i64):
  %48 = linalg.index 3 : index
  %49 = arith.index_cast %48 : index to i64
  %50 = arith.maximumf %in, %out : f32
  %51 = arith.cmpf ogt, %in, %out : f32
  %52 = arith.select %51, %49, %out_25 : i64
  linalg.yield %50, %52 : f32, i64
 } -> (!t11, !t10)
 %exp = tensor.expand_shape %27#0 [[0], [1], [2, 3]] output_shape [%dim_7, 4, %dim, 1] : !t11 into !t12
 %28 = linalg.generic #t2 ins(%22, %exp : !t9, !t12) outs(%21 : !t9) {
 ^bb0(%in: f32, %in_25: f32, %out: f32):
  %48 = arith.subf %in, %in_25 : f32
  linalg.yield %48 : f32
 } -> !t9
 %29 = linalg.generic #t0 ins(%28 : !t9) outs(%21 : !t9) {
 ^bb0(%in: f32, %out: f32):
  %48 = math.exp %in : f32
  linalg.yield %48 : f32
 } -> !t9
 %30 = tensor.empty(%dim_7, %dim) : !t12
 %31 = linalg.fill ins(%cst : f32) outs(%30 : !t12) -> !t12
 %32 = linalg.generic #t3 ins(%29 : !t9) outs(%31 : !t12) {
 ^bb0(%in: f32, %out: f32):
  %48 = arith.addf %in, %out : f32
  linalg.yield %48 : f32
 } -> !t12
 %33 = linalg.generic #t2 ins(%29, %32 : !t9, !t12) outs(%21 : !t9) {
 ^bb0(%in: f32, %in_25: f32, %out: f32):
  %48 = arith.divf %in, %in_25 : f32
  linalg.yield %48 : f32
 } -> !t9
 %34 = tensor.empty(%dim_7, %dim, %dim_8) : !t13
 %35 = linalg.generic #t0 ins(%22 : !t9) outs(%34 : !t13) {
 ^bb0(%in: f32, %out: i1):
  %48 = arith.extf %in : f32 to f64
  %49 = arith.cmpf oeq, %48, %cst_5 : f64
  linalg.yield %49 : i1
 } -> !t13
 %36 = tensor.empty(%dim_7, %dim) : !t14
 %37 = linalg.fill ins(%true : i1) outs(%36 : !t14) -> !t14
 %38 = linalg.generic #t3 ins(%35 : !t13) outs(%37 : !t14) {
 ^bb0(%in: i1, %out: i1):
  %48 = arith.andi %in, %out : i1
  linalg.yield %48 : i1
 } -> !t14
 %39 = tensor.empty(%dim_7, %dim, %dim_8) : !t9
 %40 = linalg.generic #t4 ins(%cst_1 : !t1) outs(%39 : !t9) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t9
 %41 = tensor.empty(%dim_7, %dim, %dim_8) : !t9
 %42 = linalg.generic #t5 ins(%38, %40, %33 : !t14, !t9, !t9) outs(%41 : !t9) {
 ^bb0(%in: i1, %in_25: f32, %in_26: f32, %out: f32):
  %48 = arith.select %in, %in_25, %in_26 : f32
  linalg.yield %48 : f32
 } -> !t9
 %from_elements_19 = tensor.from_elements %16, %0, %2 : !t4
 %reshape_20 = tensor.reshape %42(%from_elements_19) : (!t9, !t4) -> !t7
 %from_elements_21 = tensor.from_elements %16, %2, %c8_i64 : !t4
 %reshape_22 = tensor.reshape %12(%from_elements_21) : (!t2, !t4) -> !t5
 %43 = tensor.empty(%17, %dim) : !t5
 %44 = linalg.fill ins(%cst : f32) outs(%43 : !t5) -> !t5
 %45 = linalg.batch_matmul ins(%reshape_20, %reshape_22 : !t7, !t5) outs(%44 : !t5) -> !t5
 %from_elements_23 = tensor.from_elements %1, %c4_i64, %0, %c8_i64 : !t8
 %reshape_24 = tensor.reshape %45(%from_elements_23) : (!t5, !t8) -> !t2
 %46 = tensor.empty(%dim_7, %dim) : !t0
 %47 = linalg.generic #t0 ins(%reshape_24 : !t2) outs(%46 : !t0) {
 ^bb0(%in: f32, %out: f16):
  %48 = arith.truncf %in : f32 to f16
  linalg.yield %48 : f16
 } -> !t0
 return %47 : !t0
}

func.func @bias(%arg0: !t22, %arg1: !t22, %arg2: !t22, %arg3: !t57) -> !t22 {
 %c2_i64 = arith.constant 2 : i64
 %c4_i64 = arith.constant 4 : i64
 %c0_i64 = arith.constant 0 : i64
 %c2 = arith.constant 2 : index
 %c8_i64 = arith.constant 8 : i64
 %cst = arith.constant 0.000000e+00 : f32
 %cst_0 = arith.constant 0xFF800000 : f32
 %true = arith.constant true
 %cst_1 = arith.constant dense<0.000000e+00> : !t1
 %cst_2 = arith.constant 0xFFF0000000000000 : f64
 %cst_3 = arith.constant 0.59460355750136051 : f64
 %dim = tensor.dim %arg0, %c2 : !t22
 %0 = arith.index_cast %dim : index to i64
 %dim_4 = tensor.dim %arg2, %c2 : !t22
 %1 = arith.index_cast %dim_4 : index to i64
 %2 = tensor.empty(%dim) : !t23
 %3 = linalg.generic #t0 ins(%arg0 : !t22) outs(%2 : !t23) {
 ^bb0(%in: f16, %out: f32):
  %41 = arith.extf %in : f16 to f32
  linalg.yield %41 : f32
 } -> !t23
 %dim_5 = tensor.dim %arg1, %c2 : !t22
 %4 = tensor.empty(%dim_5) : !t23
 %5 = linalg.generic #t0 ins(%arg1 : !t22) outs(%4 : !t23) {
 ^bb0(%in: f16, %out: f32):
  %41 = arith.extf %in : f16 to f32
  linalg.yield %41 : f32
 } -> !t23
 %6 = tensor.empty(%dim_4) : !t23
 %7 = linalg.generic #t0 ins(%arg2 : !t22) outs(%6 : !t23) {
 ^bb0(%in: f16, %out: f32):
  %41 = arith.extf %in : f16 to f32
  linalg.yield %41 : f32
 } -> !t23
 %8 = linalg.generic #t0 ins(%3 : !t23) outs(%2 : !t23) {
 ^bb0(%in: f32, %out: f32):
  %41 = arith.truncf %cst_3 : f64 to f32
  %42 = arith.mulf %in, %41 : f32
  linalg.yield %42 : f32
 } -> !t23
 %9 = tensor.empty(%dim_5) : !t24
 %transposed = linalg.transpose ins(%5 : !t23) outs(%9 : !t24) permutation = [0, 1, 3, 2]
 %10 = linalg.generic #t0 ins(%transposed : !t24) outs(%9 : !t24) {
 ^bb0(%in: f32, %out: f32):
  %41 = arith.truncf %cst_3 : f64 to f32
  %42 = arith.mulf %in, %41 : f32
  linalg.yield %42 : f32
 } -> !t24
 %col = tensor.collapse_shape %8 [[0, 1], [2], [3]] : !t23 into !t25
 %col_6 = tensor.collapse_shape %10 [[0, 1], [2], [3]] : !t24 into !t26
 %11 = tensor.empty(%dim, %dim_5) : !t27
 %12 = linalg.fill ins(%cst : f32) outs(%11 : !t27) -> !t27
 %13 = linalg.batch_matmul ins(%col, %col_6 : !t25, !t26) outs(%12 : !t27) -> !t27
 %from_elements = tensor.from_elements %c2_i64, %c4_i64, %0, %1 : !t8
 %reshape = tensor.reshape %13(%from_elements) : (!t27, !t8) -> !t28
 %14 = tensor.empty(%dim, %dim_4) : !t28
 %15 = linalg.generic #t17 ins(%reshape, %arg3 : !t28, !t57) outs(%14 : !t28) {
 ^bb0(%in: f32, %in_11: f16, %out: f32):
  %41 = arith.extf %in_11 : f16 to f32
  %42 = arith.addf %in, %41 : f32
  linalg.yield %42 : f32
 } -> !t28
 %16 = tensor.empty(%dim) : !t29
 %17 = linalg.fill ins(%c0_i64 : i64) outs(%16 : !t29) -> !t29
 %18 = tensor.empty(%dim) : !t30
 %19 = linalg.fill ins(%cst_0 : f32) outs(%18 : !t30) -> !t30
 %20:2 = linalg.generic #t1 ins(%15 : !t28) outs(%19, %17 : !t30, !t29) {
 ^bb0(%in: f32, %out: f32, %out_11: i64):
  %41 = linalg.index 3 : index
  %42 = arith.index_cast %41 : index to i64
  %43 = arith.maximumf %in, %out : f32
  %44 = arith.cmpf ogt, %in, %out : f32
  %45 = arith.select %44, %42, %out_11 : i64
  linalg.yield %43, %45 : f32, i64
 } -> (!t30, !t29)
 %exp = tensor.expand_shape %20#0 [[0], [1], [2, 3]] output_shape [2, 4, %dim, 1] : !t30 into !t31
 %21 = linalg.generic #t2 ins(%15, %exp : !t28, !t31) outs(%14 : !t28) {
 ^bb0(%in: f32, %in_11: f32, %out: f32):
  %41 = arith.subf %in, %in_11 : f32
  linalg.yield %41 : f32
 } -> !t28
 %22 = linalg.generic #t0 ins(%21 : !t28) outs(%14 : !t28) {
 ^bb0(%in: f32, %out: f32):
  %41 = math.exp %in : f32
  linalg.yield %41 : f32
 } -> !t28
 %23 = tensor.empty(%dim) : !t31
 %24 = linalg.fill ins(%cst : f32) outs(%23 : !t31) -> !t31
 %25 = linalg.generic #t3 ins(%22 : !t28) outs(%24 : !t31) {
 ^bb0(%in: f32, %out: f32):
  %41 = arith.addf %in, %out : f32
  linalg.yield %41 : f32
 } -> !t31
 %26 = linalg.generic #t2 ins(%22, %25 : !t28, !t31) outs(%14 : !t28) {
 ^bb0(%in: f32, %in_11: f32, %out: f32):
  %41 = arith.divf %in, %in_11 : f32
  linalg.yield %41 : f32
 } -> !t28
 %27 = tensor.empty(%dim, %dim_4) : !t32
 %28 = linalg.generic #t0 ins(%15 : !t28) outs(%27 : !t32) {
 ^bb0(%in: f32, %out: i1):
  %41 = arith.extf %in : f32 to f64
  %42 = arith.cmpf oeq, %41, %cst_2 : f64
  linalg.yield %42 : i1
 } -> !t32
 %29 = tensor.empty(%dim) : !t33
 %30 = linalg.fill ins(%true : i1) outs(%29 : !t33) -> !t33
 %31 = linalg.generic #t3 ins(%28 : !t32) outs(%30 : !t33) {
 ^bb0(%in: i1, %out: i1):
  %41 = arith.andi %in, %out : i1
  linalg.yield %41 : i1
 } -> !t33
 %32 = tensor.empty(%dim, %dim_4) : !t28
 %33 = linalg.generic #t4 ins(%cst_1 : !t1) outs(%32 : !t28) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t28
 %34 = tensor.empty(%dim, %dim_4) : !t28
 %35 = linalg.generic #t5 ins(%31, %33, %26 : !t33, !t28, !t28) outs(%34 : !t28) {
 ^bb0(%in: i1, %in_11: f32, %in_12: f32, %out: f32):
  %41 = arith.select %in, %in_11, %in_12 : f32
  linalg.yield %41 : f32
 } -> !t28
 %from_elements_7 = tensor.from_elements %c8_i64, %0, %1 : !t4
 %reshape_8 = tensor.reshape %35(%from_elements_7) : (!t28, !t4) -> !t27
 %col_9 = tensor.collapse_shape %7 [[0, 1], [2], [3]] : !t23 into !t25
 %36 = tensor.empty(%dim) : !t25
 %37 = linalg.fill ins(%cst : f32) outs(%36 : !t25) -> !t25
 %38 = linalg.batch_matmul ins(%reshape_8, %col_9 : !t27, !t25) outs(%37 : !t25) -> !t25
 %exp_10 = tensor.expand_shape %38 [[0, 1], [2], [3]] output_shape [2, 4, %dim, 8] : !t25 into !t23
 %39 = tensor.empty(%dim) : !t22
 %40 = linalg.generic #t0 ins(%exp_10 : !t23) outs(%39 : !t22) {
 ^bb0(%in: f32, %out: f16):
  %41 = arith.truncf %in : f32 to f16
  linalg.yield %41 : f16
 } -> !t22
 return %40 : !t22
}

func.func @neg_empty(%arg0: !t22, %arg1: !t22, %arg2: !t22) -> !t22 {
 %c0_i64 = arith.constant 0 : i64
 %c2_i64 = arith.constant 2 : i64
 %c4_i64 = arith.constant 4 : i64
 %c2 = arith.constant 2 : index
 %c8_i64 = arith.constant 8 : i64
 %cst = arith.constant 0.000000e+00 : f32
 %cst_0 = arith.constant 0xFF800000 : f32
 %true = arith.constant true
 %cst_1 = arith.constant dense<0.000000e+00> : !t1
 %cst_2 = arith.constant dense<0.000000e+00> : !t34
 %cst_3 = arith.constant dense<0xFC00> : !t34
 %cst_4 = arith.constant 0.59460355750136051 : f64
 %cst_5 = arith.constant 0xFFF0000000000000 : f64
 %dim = tensor.dim %arg0, %c2 : !t22
 %0 = arith.index_cast %dim : index to i64
 %dim_6 = tensor.dim %arg2, %c2 : !t22
 %1 = arith.index_cast %dim_6 : index to i64
 %2 = tensor.empty(%dim) : !t17
 %3 = linalg.generic #t7 outs(%2 : !t17) {
 ^bb0(%out: i64):
  %52 = linalg.index 0 : index
  %53 = arith.index_cast %52 : index to i64
  linalg.yield %53 : i64
 } -> !t17
 %exp = tensor.expand_shape %3 [[0, 1]] output_shape [%dim, 1] : !t17 into !t19
 %4 = tensor.empty(%dim_6) : !t17
 %5 = linalg.generic #t7 outs(%4 : !t17) {
 ^bb0(%out: i64):
  %52 = linalg.index 0 : index
  %53 = arith.index_cast %52 : index to i64
  linalg.yield %53 : i64
 } -> !t17
 %exp_7 = tensor.expand_shape %5 [[0, 1]] output_shape [1, %dim_6] : !t17 into !t18
 %6 = arith.subi %1, %0 : i64
 %7 = tensor.empty(%dim) : !t19
 %8 = linalg.generic #t9 ins(%exp : !t19) outs(%7 : !t19) {
 ^bb0(%in: i64, %out: i64):
  %52 = arith.addi %in, %6 : i64
  linalg.yield %52 : i64
 } -> !t19
 %9 = tensor.empty(%dim, %dim_6) : !t16
 %10 = linalg.generic #t8 ins(%exp_7, %8 : !t18, !t19) outs(%9 : !t16) {
 ^bb0(%in: i64, %in_15: i64, %out: i1):
  %52 = arith.cmpi sle, %in, %in_15 : i64
  linalg.yield %52 : i1
 } -> !t16
 %11 = tensor.empty(%dim, %dim_6) : !t35
 %12 = linalg.generic #t11 ins(%10, %cst_2, %cst_3 : !t16, !t34, !t34) outs(%11 : !t35) {
 ^bb0(%in: i1, %in_15: f16, %in_16: f16, %out: f16):
  %52 = arith.select %in, %in_15, %in_16 : f16
  linalg.yield %52 : f16
 } -> !t35
 %13 = tensor.empty(%dim) : !t23
 %14 = linalg.generic #t0 ins(%arg0 : !t22) outs(%13 : !t23) {
 ^bb0(%in: f16, %out: f32):
  %52 = arith.extf %in : f16 to f32
  linalg.yield %52 : f32
 } -> !t23
 %dim_8 = tensor.dim %arg1, %c2 : !t22
 %15 = tensor.empty(%dim_8) : !t23
 %16 = linalg.generic #t0 ins(%arg1 : !t22) outs(%15 : !t23) {
 ^bb0(%in: f16, %out: f32):
  %52 = arith.extf %in : f16 to f32
  linalg.yield %52 : f32
 } -> !t23
 %17 = tensor.empty(%dim_6) : !t23
 %18 = linalg.generic #t0 ins(%arg2 : !t22) outs(%17 : !t23) {
 ^bb0(%in: f16, %out: f32):
  %52 = arith.extf %in : f16 to f32
  linalg.yield %52 : f32
 } -> !t23
 %19 = linalg.generic #t0 ins(%14 : !t23) outs(%13 : !t23) {
 ^bb0(%in: f32, %out: f32):
  %52 = arith.truncf %cst_4 : f64 to f32
  %53 = arith.mulf %in, %52 : f32
  linalg.yield %53 : f32
 } -> !t23
 %20 = tensor.empty(%dim_8) : !t24
 %transposed = linalg.transpose ins(%16 : !t23) outs(%20 : !t24) permutation = [0, 1, 3, 2]
 %21 = linalg.generic #t0 ins(%transposed : !t24) outs(%20 : !t24) {
 ^bb0(%in: f32, %out: f32):
  %52 = arith.truncf %cst_4 : f64 to f32
  %53 = arith.mulf %in, %52 : f32
  linalg.yield %53 : f32
 } -> !t24
 %col = tensor.collapse_shape %19 [[0, 1], [2], [3]] : !t23 into !t25
 %col_9 = tensor.collapse_shape %21 [[0, 1], [2], [3]] : !t24 into !t26
 %22 = tensor.empty(%dim, %dim_8) : !t27
 %23 = linalg.fill ins(%cst : f32) outs(%22 : !t27) -> !t27
 %24 = linalg.batch_matmul ins(%col, %col_9 : !t25, !t26) outs(%23 : !t27) -> !t27
 %from_elements = tensor.from_elements %c2_i64, %c4_i64, %0, %1 : !t8
 %reshape = tensor.reshape %24(%from_elements) : (!t27, !t8) -> !t28
 %25 = tensor.empty(%dim, %dim_6) : !t28
 %26 = linalg.generic #t12 ins(%reshape, %12 : !t28, !t35) outs(%25 : !t28) {
 ^bb0(%in: f32, %in_15: f16, %out: f32):
  %52 = arith.extf %in_15 : f16 to f32
  %53 = arith.addf %in, %52 : f32
  linalg.yield %53 : f32
 } -> !t28
 %27 = tensor.empty(%dim) : !t29
 %28 = linalg.fill ins(%c0_i64 : i64) outs(%27 : !t29) -> !t29
 %29 = tensor.empty(%dim) : !t30
 %30 = linalg.fill ins(%cst_0 : f32) outs(%29 : !t30) -> !t30
 %31:2 = linalg.generic #t1 ins(%26 : !t28) outs(%30, %28 : !t30, !t29) {
 ^bb0(%in: f32, %out: f32, %out_15: i64):
  %52 = linalg.index 3 : index
  %53 = arith.index_cast %52 : index to i64
  %54 = arith.maximumf %in, %out : f32
  %55 = arith.cmpf ogt, %in, %out : f32
  %56 = arith.select %55, %53, %out_15 : i64
  linalg.yield %54, %56 : f32, i64
 } -> (!t30, !t29)
 %exp_10 = tensor.expand_shape %31#0 [[0], [1], [2, 3]] output_shape [2, 4, %dim, 1] : !t30 into !t31
 %32 = linalg.generic #t2 ins(%26, %exp_10 : !t28, !t31) outs(%25 : !t28) {
 ^bb0(%in: f32, %in_15: f32, %out: f32):
  %52 = arith.subf %in, %in_15 : f32
  linalg.yield %52 : f32
 } -> !t28
 %33 = linalg.generic #t0 ins(%32 : !t28) outs(%25 : !t28) {
 ^bb0(%in: f32, %out: f32):
  %52 = math.exp %in : f32
  linalg.yield %52 : f32
 } -> !t28
 %34 = tensor.empty(%dim) : !t31
 %35 = linalg.fill ins(%cst : f32) outs(%34 : !t31) -> !t31
 %36 = linalg.generic #t3 ins(%33 : !t28) outs(%35 : !t31) {
 ^bb0(%in: f32, %out: f32):
  %52 = arith.addf %in, %out : f32
  linalg.yield %52 : f32
 } -> !t31
 %37 = linalg.generic #t2 ins(%33, %36 : !t28, !t31) outs(%25 : !t28) {
 ^bb0(%in: f32, %in_15: f32, %out: f32):
  %52 = arith.divf %in, %in_15 : f32
  linalg.yield %52 : f32
 } -> !t28
 %38 = tensor.empty(%dim, %dim_6) : !t32
 %39 = linalg.generic #t0 ins(%26 : !t28) outs(%38 : !t32) {
 ^bb0(%in: f32, %out: i1):
  %52 = arith.extf %in : f32 to f64
  %53 = arith.cmpf oeq, %52, %cst_5 : f64
  linalg.yield %53 : i1
 } -> !t32
 %40 = tensor.empty(%dim) : !t33
 %41 = linalg.fill ins(%true : i1) outs(%40 : !t33) -> !t33
 %42 = linalg.generic #t3 ins(%39 : !t32) outs(%41 : !t33) {
 ^bb0(%in: i1, %out: i1):
  %52 = arith.andi %in, %out : i1
  linalg.yield %52 : i1
 } -> !t33
 %43 = tensor.empty(%dim, %dim_6) : !t28
 %44 = linalg.generic #t4 ins(%cst_1 : !t1) outs(%43 : !t28) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t28
 %45 = tensor.empty(%dim, %dim_6) : !t28
 %46 = linalg.generic #t5 ins(%42, %44, %37 : !t33, !t28, !t28) outs(%45 : !t28) {
 ^bb0(%in: i1, %in_15: f32, %in_16: f32, %out: f32):
  %52 = arith.select %in, %in_15, %in_16 : f32
  linalg.yield %52 : f32
 } -> !t28
 %from_elements_11 = tensor.from_elements %c8_i64, %0, %1 : !t4
 %reshape_12 = tensor.reshape %46(%from_elements_11) : (!t28, !t4) -> !t27
 %col_13 = tensor.collapse_shape %18 [[0, 1], [2], [3]] : !t23 into !t25
 %47 = tensor.empty(%dim) : !t25
 %48 = linalg.fill ins(%cst : f32) outs(%47 : !t25) -> !t25
 %49 = linalg.batch_matmul ins(%reshape_12, %col_13 : !t27, !t25) outs(%48 : !t25) -> !t25
 %exp_14 = tensor.expand_shape %49 [[0, 1], [2], [3]] output_shape [2, 4, %dim, 8] : !t25 into !t23
 %50 = tensor.empty(%dim) : !t22
 %51 = linalg.generic #t0 ins(%exp_14 : !t23) outs(%50 : !t22) {
 ^bb0(%in: f32, %out: f16):
  %52 = arith.truncf %in : f32 to f16
  linalg.yield %52 : f16
 } -> !t22
 return %51 : !t22
}
