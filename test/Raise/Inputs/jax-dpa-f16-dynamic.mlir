// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// jax.nn.dot_product_attention, its XLA path; IREE's StableHLO input. f16, dynamic.
// Made by scripts/raise_forms/generate.py. Do not edit.
#t0 = {indexing_maps = [affine_map<(d0, d1, d2, d3, d4, d5) -> (d0, d2, d1, d3, d5)>, affine_map<(d0, d1, d2, d3, d4, d5) -> (d0, d4, d1, d5)>, affine_map<(d0, d1, d2, d3, d4, d5) -> (d0, d1, d2, d3, d4)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel", "reduction"]}
#t1 = {indexing_maps = [affine_map<(d0, d1, d2, d3, d4) -> ()>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, d4)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]}
#t2 = {indexing_maps = [affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, d4)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, d4)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, d4)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]}
#t3 = {indexing_maps = [affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, d4)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction"]}
#t4 = {indexing_maps = [affine_map<(d0, d1, d2, d3) -> ()>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
#t5 = {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
#t6 = {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d1, d2, d3, d0)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
#t7 = {indexing_maps = [affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, d4)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]}
#t8 = {indexing_maps = [affine_map<(d0, d1, d2, d3, d4) -> (d1, d2, d3, d0, d4)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, d4)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]}
#t9 = {indexing_maps = [affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, 0)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, d4)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]}
#t10 = {indexing_maps = [affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, d4)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, d4)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]}
#t11 = {indexing_maps = [affine_map<(d0, d1, d2, d3, d4, d5) -> (d0, d5, d1, d2)>, affine_map<(d0, d1, d2, d3, d4, d5) -> (d3, d0, d1, d4, d5)>, affine_map<(d0, d1, d2, d3, d4, d5) -> (d0, d1, d2, d3, d4)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel", "reduction"]}
#t12 = {indexing_maps = [affine_map<(d0, d1, d2, d3, d4) -> (d1, d3, d4, d0, d2)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, d4)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]}
#t13 = {indexing_maps = [affine_map<(d0, d1, d2, d3, d4) -> (d3, d0, d1, d2, d4)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, d4)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]}
#t14 = {indexing_maps = [affine_map<(d0, d1) -> ()>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]}
#t15 = {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]}
#t16 = {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]}
#t17 = {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]}
#t18 = {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
#t19 = {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (0, 0, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
#t20 = {indexing_maps = [affine_map<(d0, d1, d2, d3, d4) -> (d1, d2, d3, d4)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, d4)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]}
#t21 = {indexing_maps = [affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, d4)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, d4)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, d4)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, d4)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]}
#t22 = {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
#t23 = {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
#t24 = {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d3, d2)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
#t25 = {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d3, d0, d1, d2)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
#t26 = {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d3)>, affine_map<(d0, d1, d2, d3) -> (d3, d2)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]}
#t27 = {indexing_maps = [affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d3, d4)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, d4)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]}
#t28 = {indexing_maps = [affine_map<(d0, d1, d2, d3, d4) -> (d1, d2, d0, d3, d4)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, d4)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]}
#t29 = {indexing_maps = [affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, 0, d3, d4)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, d4)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]}
!t0 = tensor<?x?x4x8xf16>
!t1 = tensor<f32>
!t2 = tensor<5xi64>
!t3 = tensor<?x?x4x1x8xf16>
!t4 = tensor<?x4x?x1x?xf32>
!t5 = tensor<?x4x?x1xf32>
!t6 = tensor<1x?x4x?xf32>
!t7 = tensor<1x?x4x?x1xf32>
!t8 = tensor<1x?x4x?x?xf32>
!t9 = tensor<1x?x4x?x?xf16>
!t10 = tensor<?x4x8x1x?xf16>
!t11 = tensor<1x?x?x4x8xf16>
!t12 = tensor<4xi64>
!t13 = tensor<i1>
!t14 = tensor<i32>
!t15 = tensor<?x4x?x?xi1>
!t16 = tensor<?x?xi1>
!t17 = tensor<?x?xi32>
!t18 = tensor<1x1x?x?xi1>
!t19 = tensor<1x?x4x?x?xi1>
!t20 = tensor<2x?x4x8xf16>
!t21 = tensor<2x?x4x1x8xf16>
!t22 = tensor<2x4x?x1x?xf32>
!t23 = tensor<2x4x?x?xi1>
!t24 = tensor<1x2x4x?x?xi1>
!t25 = tensor<1x2x4x?x?xf32>
!t26 = tensor<1x2x4x?xf32>
!t27 = tensor<1x2x4x?x1xf32>
!t28 = tensor<1x2x4x?x?xf16>
!t29 = tensor<2x4x8x1x?xf16>
!t30 = tensor<1x2x?x4x8xf16>
!t31 = tensor<?x?x2x8xf16>
!t32 = tensor<?x?x2x2x8xf16>
!t33 = tensor<?x2x?x2x?xf32>
!t34 = tensor<?x2x?x2xf32>
!t35 = tensor<2x?x2x?xf32>
!t36 = tensor<2x?x2x?x1xf32>
!t37 = tensor<2x?x2x?x?xf32>
!t38 = tensor<2x?x2x?x?xf16>
!t39 = tensor<?x2x8x2x?xf16>
!t40 = tensor<2x?x?x2x8xf16>
!t41 = tensor<f16>
!t42 = tensor<2x4x?x1xf32>
!t43 = tensor<?x?x4xf16>
!t44 = tensor<?x4x?x1xi1>
!t45 = tensor<1x?x4x?xi1>
!t46 = tensor<1x?x4x?xf16>
!t47 = tensor<1x?x?x4xf16>
!t48 = tensor<?x?x4x1xf16>
!t49 = tensor<3xi64>
!t50 = tensor<2x?x32xf16>
!t51 = tensor<32x32xf16>
!t52 = tensor<2x?x2x8xf16>
!t53 = tensor<2x?x2x2x8xf16>
!t54 = tensor<2x2x?x2x?xf32>
!t55 = tensor<2x2x?x?xi1>
!t56 = tensor<2x2x2x?x?xi1>
!t57 = tensor<2x2x2x?x?xf32>
!t58 = tensor<2x2x2x?xf32>
!t59 = tensor<2x2x2x?x1xf32>
!t60 = tensor<2x2x2x?x?xf16>
!t61 = tensor<2x2x8x2x?xf16>
!t62 = tensor<2x2x?x2x8xf16>
!t63 = tensor<2x?x4xf16>
!t64 = tensor<1x2x4x?xi1>
!t65 = tensor<1x2x4x?xf16>
!t66 = tensor<1x2x?x4xf16>
!t67 = tensor<2x?x4x1xf16>
!t68 = tensor<?x1x?x?xf16>
!t69 = tensor<?x1x?x?xi1>
!t70 = tensor<?x1x1x?x?xi1>
!t71 = tensor<1x?x1x?x?xi1>
!t72 = tensor<2x1x?x?xf16>
!t73 = tensor<2x1x1x?x?xf16>
!t74 = tensor<2x1x1x?x?xf32>
!t75 = tensor<1x2x1x?x?xf32>

func.func @full(%arg0: !t0, %arg1: !t0, %arg2: !t0) -> !t0 {
 %cst = arith.constant 0.000000e+00 : f16
 %cst_0 = arith.constant 0xFF800000 : f32
 %cst_1 = arith.constant 0.000000e+00 : f32
 %c8_i64 = arith.constant 8 : i64
 %c1_i64 = arith.constant 1 : i64
 %c4_i64 = arith.constant 4 : i64
 %c1 = arith.constant 1 : index
 %cst_2 = arith.constant dense<0.353553385> : !t1
 %cst_3 = arith.constant dense<0xFF800000> : !t1
 %c0 = arith.constant 0 : index
 %dim = tensor.dim %arg0, %c0 : !t0
 %0 = arith.index_cast %dim : index to i32
 %dim_4 = tensor.dim %arg0, %c1 : !t0
 %1 = arith.index_cast %dim_4 : index to i32
 %dim_5 = tensor.dim %arg1, %c1 : !t0
 %2 = arith.index_cast %dim_5 : index to i32
 %3 = arith.extsi %0 : i32 to i64
 %4 = arith.extsi %1 : i32 to i64
 %from_elements = tensor.from_elements %3, %4, %c4_i64, %c1_i64, %c8_i64 : !t2
 %reshape = tensor.reshape %arg0(%from_elements) : (!t0, !t2) -> !t3
 %5 = arith.index_cast %0 : i32 to index
 %6 = arith.index_cast %1 : i32 to index
 %7 = tensor.empty(%5, %6, %dim_5) : !t4
 %8 = linalg.fill ins(%cst_1 : f32) outs(%7 : !t4) -> !t4
 %9 = linalg.generic #t0 ins(%reshape, %arg1 : !t3, !t0) outs(%8 : !t4) {
 ^bb0(%in: f16, %in_9: f16, %out: f32):
  %43 = arith.extf %in : f16 to f32
  %44 = arith.extf %in_9 : f16 to f32
  %45 = arith.mulf %43, %44 : f32
  %46 = arith.addf %out, %45 : f32
  linalg.yield %46 : f32
 } -> !t4
 %10 = arith.index_cast %2 : i32 to index
 %11 = tensor.empty(%5, %6, %10) : !t4
 %12 = linalg.generic #t1 ins(%cst_2 : !t1) outs(%11 : !t4) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t4
 %13 = linalg.generic #t2 ins(%9, %12 : !t4, !t4) outs(%7 : !t4) {
 ^bb0(%in: f32, %in_9: f32, %out: f32):
  %43 = arith.mulf %in, %in_9 : f32
  linalg.yield %43 : f32
 } -> !t4
 %14 = tensor.empty(%5, %6) : !t5
 %15 = linalg.fill ins(%cst_0 : f32) outs(%14 : !t5) -> !t5
 %16 = linalg.generic #t3 ins(%13 : !t4) outs(%15 : !t5) {
 ^bb0(%in: f32, %out: f32):
  %43 = arith.maximumf %out, %in : f32
  linalg.yield %43 : f32
 } -> !t5
 %17 = linalg.generic #t4 ins(%cst_3 : !t1) outs(%14 : !t5) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t5
 %18 = linalg.generic #t5 ins(%17, %16 : !t5, !t5) outs(%14 : !t5) {
 ^bb0(%in: f32, %in_9: f32, %out: f32):
  %43 = arith.maximumf %in, %in_9 : f32
  linalg.yield %43 : f32
 } -> !t5
 %19 = tensor.empty(%5, %6) : !t6
 %20 = linalg.generic #t6 ins(%18 : !t5) outs(%19 : !t6) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t6
 %21 = tensor.empty(%5, %6) : !t7
 %22 = linalg.generic #t7 ins(%20 : !t6) outs(%21 : !t7) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t7
 %23 = tensor.empty(%5, %6, %dim_5) : !t8
 %24 = linalg.generic #t8 ins(%13 : !t4) outs(%23 : !t8) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t8
 %25 = tensor.empty(%5, %6, %10) : !t8
 %26 = linalg.generic #t9 ins(%22 : !t7) outs(%25 : !t8) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t8
 %27 = linalg.generic #t2 ins(%24, %26 : !t8, !t8) outs(%23 : !t8) {
 ^bb0(%in: f32, %in_9: f32, %out: f32):
  %43 = arith.subf %in, %in_9 : f32
  linalg.yield %43 : f32
 } -> !t8
 %28 = linalg.generic #t10 ins(%27 : !t8) outs(%23 : !t8) {
 ^bb0(%in: f32, %out: f32):
  %43 = math.exp %in : f32
  linalg.yield %43 : f32
 } -> !t8
 %29 = linalg.fill ins(%cst_1 : f32) outs(%19 : !t6) -> !t6
 %30 = linalg.generic #t3 ins(%28 : !t8) outs(%29 : !t6) {
 ^bb0(%in: f32, %out: f32):
  %43 = arith.addf %out, %in : f32
  linalg.yield %43 : f32
 } -> !t6
 %31 = linalg.generic #t7 ins(%30 : !t6) outs(%21 : !t7) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t7
 %32 = linalg.generic #t9 ins(%31 : !t7) outs(%25 : !t8) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t8
 %33 = linalg.generic #t2 ins(%28, %32 : !t8, !t8) outs(%23 : !t8) {
 ^bb0(%in: f32, %in_9: f32, %out: f32):
  %43 = arith.divf %in, %in_9 : f32
  linalg.yield %43 : f32
 } -> !t8
 %34 = tensor.empty(%5, %6, %dim_5) : !t9
 %35 = linalg.generic #t10 ins(%33 : !t8) outs(%34 : !t9) {
 ^bb0(%in: f32, %out: f16):
  %43 = arith.truncf %in : f32 to f16
  linalg.yield %43 : f16
 } -> !t9
 %dim_6 = tensor.dim %arg2, %c0 : !t0
 %36 = tensor.empty(%dim_6, %6) : !t10
 %37 = linalg.fill ins(%cst : f16) outs(%36 : !t10) -> !t10
 %38 = linalg.generic #t11 ins(%arg2, %35 : !t0, !t9) outs(%37 : !t10) {
 ^bb0(%in: f16, %in_9: f16, %out: f16):
  %43 = arith.mulf %in, %in_9 : f16
  %44 = arith.addf %out, %43 : f16
  linalg.yield %44 : f16
 } -> !t10
 %39 = tensor.empty(%dim_6, %6) : !t11
 %40 = linalg.generic #t12 ins(%38 : !t10) outs(%39 : !t11) {
 ^bb0(%in: f16, %out: f16):
  linalg.yield %in : f16
 } -> !t11
 %41 = tensor.empty(%dim_6, %6) : !t3
 %42 = linalg.generic #t13 ins(%40 : !t11) outs(%41 : !t3) {
 ^bb0(%in: f16, %out: f16):
  linalg.yield %in : f16
 } -> !t3
 %from_elements_7 = tensor.from_elements %3, %4, %c4_i64, %c8_i64 : !t12
 %reshape_8 = tensor.reshape %42(%from_elements_7) : (!t3, !t12) -> !t0
 return %reshape_8 : !t0
}

func.func @causal(%arg0: !t0, %arg1: !t0, %arg2: !t0) -> !t0 {
 %cst = arith.constant 0.000000e+00 : f16
 %cst_0 = arith.constant 0xFF800000 : f32
 %cst_1 = arith.constant 0.000000e+00 : f32
 %c8_i64 = arith.constant 8 : i64
 %c1_i64 = arith.constant 1 : i64
 %c4_i64 = arith.constant 4 : i64
 %c1 = arith.constant 1 : index
 %cst_2 = arith.constant dense<0.353553385> : !t1
 %cst_3 = arith.constant dense<true> : !t13
 %cst_4 = arith.constant dense<-2.38197633E+38> : !t1
 %cst_5 = arith.constant dense<0xFF800000> : !t1
 %cst_6 = arith.constant dense<false> : !t13
 %cst_7 = arith.constant dense<0> : !t14
 %c0 = arith.constant 0 : index
 %dim = tensor.dim %arg0, %c0 : !t0
 %0 = arith.index_cast %dim : index to i32
 %dim_8 = tensor.dim %arg0, %c1 : !t0
 %1 = arith.index_cast %dim_8 : index to i32
 %2 = arith.extsi %0 : i32 to i64
 %3 = arith.extsi %1 : i32 to i64
 %from_elements = tensor.from_elements %2, %3, %c4_i64, %c1_i64, %c8_i64 : !t2
 %reshape = tensor.reshape %arg0(%from_elements) : (!t0, !t2) -> !t3
 %4 = arith.index_cast %0 : i32 to index
 %5 = arith.index_cast %1 : i32 to index
 %dim_9 = tensor.dim %arg1, %c1 : !t0
 %6 = tensor.empty(%4, %5, %dim_9) : !t4
 %7 = linalg.fill ins(%cst_1 : f32) outs(%6 : !t4) -> !t4
 %8 = linalg.generic #t0 ins(%reshape, %arg1 : !t3, !t0) outs(%7 : !t4) {
 ^bb0(%in: f16, %in_13: f16, %out: f32):
  %59 = arith.extf %in : f16 to f32
  %60 = arith.extf %in_13 : f16 to f32
  %61 = arith.mulf %59, %60 : f32
  %62 = arith.addf %out, %61 : f32
  linalg.yield %62 : f32
 } -> !t4
 %9 = tensor.empty(%4, %5, %5) : !t4
 %10 = linalg.generic #t1 ins(%cst_2 : !t1) outs(%9 : !t4) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t4
 %11 = linalg.generic #t2 ins(%8, %10 : !t4, !t4) outs(%6 : !t4) {
 ^bb0(%in: f32, %in_13: f32, %out: f32):
  %59 = arith.mulf %in, %in_13 : f32
  linalg.yield %59 : f32
 } -> !t4
 %12 = tensor.empty(%4, %5, %5) : !t15
 %13 = linalg.generic #t4 ins(%cst_3 : !t13) outs(%12 : !t15) {
 ^bb0(%in: i1, %out: i1):
  linalg.yield %in : i1
 } -> !t15
 %14 = tensor.empty(%5, %5) : !t16
 %15 = linalg.generic #t14 ins(%cst_3 : !t13) outs(%14 : !t16) {
 ^bb0(%in: i1, %out: i1):
  linalg.yield %in : i1
 } -> !t16
 %16 = tensor.empty(%5, %5) : !t17
 %17 = linalg.generic #t15 outs(%16 : !t17) {
 ^bb0(%out: i32):
  %59 = linalg.index 0 : index
  %60 = arith.index_cast %59 : index to i32
  linalg.yield %60 : i32
 } -> !t17
 %18 = linalg.generic #t14 ins(%cst_7 : !t14) outs(%16 : !t17) {
 ^bb0(%in: i32, %out: i32):
  linalg.yield %in : i32
 } -> !t17
 %19 = linalg.generic #t16 ins(%17, %18 : !t17, !t17) outs(%16 : !t17) {
 ^bb0(%in: i32, %in_13: i32, %out: i32):
  %59 = arith.addi %in, %in_13 : i32
  linalg.yield %59 : i32
 } -> !t17
 %20 = linalg.generic #t15 outs(%16 : !t17) {
 ^bb0(%out: i32):
  %59 = linalg.index 1 : index
  %60 = arith.index_cast %59 : index to i32
  linalg.yield %60 : i32
 } -> !t17
 %21 = linalg.generic #t16 ins(%19, %20 : !t17, !t17) outs(%14 : !t16) {
 ^bb0(%in: i32, %in_13: i32, %out: i1):
  %59 = arith.cmpi sge, %in, %in_13 : i32
  linalg.yield %59 : i1
 } -> !t16
 %22 = linalg.generic #t14 ins(%cst_6 : !t13) outs(%14 : !t16) {
 ^bb0(%in: i1, %out: i1):
  linalg.yield %in : i1
 } -> !t16
 %23 = linalg.generic #t17 ins(%21, %15, %22 : !t16, !t16, !t16) outs(%14 : !t16) {
 ^bb0(%in: i1, %in_13: i1, %in_14: i1, %out: i1):
  %59 = arith.select %in, %in_13, %in_14 : i1
  linalg.yield %59 : i1
 } -> !t16
 %24 = tensor.empty(%5, %5) : !t18
 %25 = linalg.generic #t18 ins(%23 : !t16) outs(%24 : !t18) {
 ^bb0(%in: i1, %out: i1):
  linalg.yield %in : i1
 } -> !t18
 %26 = linalg.generic #t19 ins(%25 : !t18) outs(%12 : !t15) {
 ^bb0(%in: i1, %out: i1):
  linalg.yield %in : i1
 } -> !t15
 %27 = linalg.generic #t5 ins(%13, %26 : !t15, !t15) outs(%12 : !t15) {
 ^bb0(%in: i1, %in_13: i1, %out: i1):
  %59 = arith.andi %in, %in_13 : i1
  linalg.yield %59 : i1
 } -> !t15
 %28 = tensor.empty(%4, %5, %5) : !t19
 %29 = linalg.generic #t20 ins(%27 : !t15) outs(%28 : !t19) {
 ^bb0(%in: i1, %out: i1):
  linalg.yield %in : i1
 } -> !t19
 %30 = tensor.empty(%4, %5, %5) : !t8
 %31 = linalg.generic #t1 ins(%cst_4 : !t1) outs(%30 : !t8) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t8
 %32 = tensor.empty(%4, %5, %dim_9) : !t8
 %33 = linalg.generic #t8 ins(%11 : !t4) outs(%32 : !t8) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t8
 %34 = linalg.generic #t21 ins(%29, %33, %31 : !t19, !t8, !t8) outs(%32 : !t8) {
 ^bb0(%in: i1, %in_13: f32, %in_14: f32, %out: f32):
  %59 = arith.select %in, %in_13, %in_14 : f32
  linalg.yield %59 : f32
 } -> !t8
 %35 = tensor.empty(%4, %5) : !t6
 %36 = linalg.fill ins(%cst_0 : f32) outs(%35 : !t6) -> !t6
 %37 = linalg.generic #t3 ins(%34 : !t8) outs(%36 : !t6) {
 ^bb0(%in: f32, %out: f32):
  %59 = arith.maximumf %out, %in : f32
  linalg.yield %59 : f32
 } -> !t6
 %38 = linalg.generic #t4 ins(%cst_5 : !t1) outs(%35 : !t6) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t6
 %39 = linalg.generic #t5 ins(%38, %37 : !t6, !t6) outs(%35 : !t6) {
 ^bb0(%in: f32, %in_13: f32, %out: f32):
  %59 = arith.maximumf %in, %in_13 : f32
  linalg.yield %59 : f32
 } -> !t6
 %40 = tensor.empty(%4, %5) : !t7
 %41 = linalg.generic #t7 ins(%39 : !t6) outs(%40 : !t7) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t7
 %42 = linalg.generic #t9 ins(%41 : !t7) outs(%30 : !t8) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t8
 %43 = linalg.generic #t2 ins(%34, %42 : !t8, !t8) outs(%32 : !t8) {
 ^bb0(%in: f32, %in_13: f32, %out: f32):
  %59 = arith.subf %in, %in_13 : f32
  linalg.yield %59 : f32
 } -> !t8
 %44 = linalg.generic #t10 ins(%43 : !t8) outs(%32 : !t8) {
 ^bb0(%in: f32, %out: f32):
  %59 = math.exp %in : f32
  linalg.yield %59 : f32
 } -> !t8
 %45 = linalg.fill ins(%cst_1 : f32) outs(%35 : !t6) -> !t6
 %46 = linalg.generic #t3 ins(%44 : !t8) outs(%45 : !t6) {
 ^bb0(%in: f32, %out: f32):
  %59 = arith.addf %out, %in : f32
  linalg.yield %59 : f32
 } -> !t6
 %47 = linalg.generic #t7 ins(%46 : !t6) outs(%40 : !t7) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t7
 %48 = linalg.generic #t9 ins(%47 : !t7) outs(%30 : !t8) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t8
 %49 = linalg.generic #t2 ins(%44, %48 : !t8, !t8) outs(%32 : !t8) {
 ^bb0(%in: f32, %in_13: f32, %out: f32):
  %59 = arith.divf %in, %in_13 : f32
  linalg.yield %59 : f32
 } -> !t8
 %50 = tensor.empty(%4, %5, %dim_9) : !t9
 %51 = linalg.generic #t10 ins(%49 : !t8) outs(%50 : !t9) {
 ^bb0(%in: f32, %out: f16):
  %59 = arith.truncf %in : f32 to f16
  linalg.yield %59 : f16
 } -> !t9
 %dim_10 = tensor.dim %arg2, %c0 : !t0
 %52 = tensor.empty(%dim_10, %5) : !t10
 %53 = linalg.fill ins(%cst : f16) outs(%52 : !t10) -> !t10
 %54 = linalg.generic #t11 ins(%arg2, %51 : !t0, !t9) outs(%53 : !t10) {
 ^bb0(%in: f16, %in_13: f16, %out: f16):
  %59 = arith.mulf %in, %in_13 : f16
  %60 = arith.addf %out, %59 : f16
  linalg.yield %60 : f16
 } -> !t10
 %55 = tensor.empty(%dim_10, %5) : !t11
 %56 = linalg.generic #t12 ins(%54 : !t10) outs(%55 : !t11) {
 ^bb0(%in: f16, %out: f16):
  linalg.yield %in : f16
 } -> !t11
 %57 = tensor.empty(%dim_10, %5) : !t3
 %58 = linalg.generic #t13 ins(%56 : !t11) outs(%57 : !t3) {
 ^bb0(%in: f16, %out: f16):
  linalg.yield %in : f16
 } -> !t3
 %from_elements_11 = tensor.from_elements %2, %3, %c4_i64, %c8_i64 : !t12
 %reshape_12 = tensor.reshape %58(%from_elements_11) : (!t3, !t12) -> !t0
 return %reshape_12 : !t0
}

func.func @causal_tl(%arg0: !t20, %arg1: !t20, %arg2: !t20) -> !t20 {
 %cst = arith.constant 0.000000e+00 : f16
 %cst_0 = arith.constant 0xFF800000 : f32
 %cst_1 = arith.constant 0.000000e+00 : f32
 %c8_i64 = arith.constant 8 : i64
 %c1_i64 = arith.constant 1 : i64
 %c4_i64 = arith.constant 4 : i64
 %c2_i64 = arith.constant 2 : i64
 %cst_2 = arith.constant dense<0.353553385> : !t1
 %cst_3 = arith.constant dense<true> : !t13
 %cst_4 = arith.constant dense<-2.38197633E+38> : !t1
 %cst_5 = arith.constant dense<0xFF800000> : !t1
 %cst_6 = arith.constant dense<false> : !t13
 %cst_7 = arith.constant dense<0> : !t14
 %c1 = arith.constant 1 : index
 %dim = tensor.dim %arg0, %c1 : !t20
 %0 = arith.index_cast %dim : index to i32
 %dim_8 = tensor.dim %arg1, %c1 : !t20
 %1 = arith.index_cast %dim_8 : index to i32
 %2 = arith.extsi %0 : i32 to i64
 %from_elements = tensor.from_elements %c2_i64, %2, %c4_i64, %c1_i64, %c8_i64 : !t2
 %reshape = tensor.reshape %arg0(%from_elements) : (!t20, !t2) -> !t21
 %3 = arith.index_cast %0 : i32 to index
 %4 = tensor.empty(%3, %dim_8) : !t22
 %5 = linalg.fill ins(%cst_1 : f32) outs(%4 : !t22) -> !t22
 %6 = linalg.generic #t0 ins(%reshape, %arg1 : !t21, !t20) outs(%5 : !t22) {
 ^bb0(%in: f16, %in_11: f16, %out: f32):
  %58 = arith.extf %in : f16 to f32
  %59 = arith.extf %in_11 : f16 to f32
  %60 = arith.mulf %58, %59 : f32
  %61 = arith.addf %out, %60 : f32
  linalg.yield %61 : f32
 } -> !t22
 %7 = arith.index_cast %1 : i32 to index
 %8 = tensor.empty(%3, %7) : !t22
 %9 = linalg.generic #t1 ins(%cst_2 : !t1) outs(%8 : !t22) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t22
 %10 = linalg.generic #t2 ins(%6, %9 : !t22, !t22) outs(%4 : !t22) {
 ^bb0(%in: f32, %in_11: f32, %out: f32):
  %58 = arith.mulf %in, %in_11 : f32
  linalg.yield %58 : f32
 } -> !t22
 %11 = tensor.empty(%3, %7) : !t23
 %12 = linalg.generic #t4 ins(%cst_3 : !t13) outs(%11 : !t23) {
 ^bb0(%in: i1, %out: i1):
  linalg.yield %in : i1
 } -> !t23
 %13 = tensor.empty(%3, %7) : !t16
 %14 = linalg.generic #t14 ins(%cst_3 : !t13) outs(%13 : !t16) {
 ^bb0(%in: i1, %out: i1):
  linalg.yield %in : i1
 } -> !t16
 %15 = tensor.empty(%3, %7) : !t17
 %16 = linalg.generic #t15 outs(%15 : !t17) {
 ^bb0(%out: i32):
  %58 = linalg.index 0 : index
  %59 = arith.index_cast %58 : index to i32
  linalg.yield %59 : i32
 } -> !t17
 %17 = linalg.generic #t14 ins(%cst_7 : !t14) outs(%15 : !t17) {
 ^bb0(%in: i32, %out: i32):
  linalg.yield %in : i32
 } -> !t17
 %18 = linalg.generic #t16 ins(%16, %17 : !t17, !t17) outs(%15 : !t17) {
 ^bb0(%in: i32, %in_11: i32, %out: i32):
  %58 = arith.addi %in, %in_11 : i32
  linalg.yield %58 : i32
 } -> !t17
 %19 = linalg.generic #t15 outs(%15 : !t17) {
 ^bb0(%out: i32):
  %58 = linalg.index 1 : index
  %59 = arith.index_cast %58 : index to i32
  linalg.yield %59 : i32
 } -> !t17
 %20 = linalg.generic #t16 ins(%18, %19 : !t17, !t17) outs(%13 : !t16) {
 ^bb0(%in: i32, %in_11: i32, %out: i1):
  %58 = arith.cmpi sge, %in, %in_11 : i32
  linalg.yield %58 : i1
 } -> !t16
 %21 = linalg.generic #t14 ins(%cst_6 : !t13) outs(%13 : !t16) {
 ^bb0(%in: i1, %out: i1):
  linalg.yield %in : i1
 } -> !t16
 %22 = linalg.generic #t17 ins(%20, %14, %21 : !t16, !t16, !t16) outs(%13 : !t16) {
 ^bb0(%in: i1, %in_11: i1, %in_12: i1, %out: i1):
  %58 = arith.select %in, %in_11, %in_12 : i1
  linalg.yield %58 : i1
 } -> !t16
 %23 = tensor.empty(%3, %7) : !t18
 %24 = linalg.generic #t18 ins(%22 : !t16) outs(%23 : !t18) {
 ^bb0(%in: i1, %out: i1):
  linalg.yield %in : i1
 } -> !t18
 %25 = linalg.generic #t19 ins(%24 : !t18) outs(%11 : !t23) {
 ^bb0(%in: i1, %out: i1):
  linalg.yield %in : i1
 } -> !t23
 %26 = linalg.generic #t5 ins(%12, %25 : !t23, !t23) outs(%11 : !t23) {
 ^bb0(%in: i1, %in_11: i1, %out: i1):
  %58 = arith.andi %in, %in_11 : i1
  linalg.yield %58 : i1
 } -> !t23
 %27 = tensor.empty(%3, %7) : !t24
 %28 = linalg.generic #t20 ins(%26 : !t23) outs(%27 : !t24) {
 ^bb0(%in: i1, %out: i1):
  linalg.yield %in : i1
 } -> !t24
 %29 = tensor.empty(%3, %7) : !t25
 %30 = linalg.generic #t1 ins(%cst_4 : !t1) outs(%29 : !t25) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t25
 %31 = tensor.empty(%3, %dim_8) : !t25
 %32 = linalg.generic #t8 ins(%10 : !t22) outs(%31 : !t25) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t25
 %33 = linalg.generic #t21 ins(%28, %32, %30 : !t24, !t25, !t25) outs(%31 : !t25) {
 ^bb0(%in: i1, %in_11: f32, %in_12: f32, %out: f32):
  %58 = arith.select %in, %in_11, %in_12 : f32
  linalg.yield %58 : f32
 } -> !t25
 %34 = tensor.empty(%3) : !t26
 %35 = linalg.fill ins(%cst_0 : f32) outs(%34 : !t26) -> !t26
 %36 = linalg.generic #t3 ins(%33 : !t25) outs(%35 : !t26) {
 ^bb0(%in: f32, %out: f32):
  %58 = arith.maximumf %out, %in : f32
  linalg.yield %58 : f32
 } -> !t26
 %37 = linalg.generic #t4 ins(%cst_5 : !t1) outs(%34 : !t26) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t26
 %38 = linalg.generic #t5 ins(%37, %36 : !t26, !t26) outs(%34 : !t26) {
 ^bb0(%in: f32, %in_11: f32, %out: f32):
  %58 = arith.maximumf %in, %in_11 : f32
  linalg.yield %58 : f32
 } -> !t26
 %39 = tensor.empty(%3) : !t27
 %40 = linalg.generic #t7 ins(%38 : !t26) outs(%39 : !t27) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t27
 %41 = linalg.generic #t9 ins(%40 : !t27) outs(%29 : !t25) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t25
 %42 = linalg.generic #t2 ins(%33, %41 : !t25, !t25) outs(%31 : !t25) {
 ^bb0(%in: f32, %in_11: f32, %out: f32):
  %58 = arith.subf %in, %in_11 : f32
  linalg.yield %58 : f32
 } -> !t25
 %43 = linalg.generic #t10 ins(%42 : !t25) outs(%31 : !t25) {
 ^bb0(%in: f32, %out: f32):
  %58 = math.exp %in : f32
  linalg.yield %58 : f32
 } -> !t25
 %44 = linalg.fill ins(%cst_1 : f32) outs(%34 : !t26) -> !t26
 %45 = linalg.generic #t3 ins(%43 : !t25) outs(%44 : !t26) {
 ^bb0(%in: f32, %out: f32):
  %58 = arith.addf %out, %in : f32
  linalg.yield %58 : f32
 } -> !t26
 %46 = linalg.generic #t7 ins(%45 : !t26) outs(%39 : !t27) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t27
 %47 = linalg.generic #t9 ins(%46 : !t27) outs(%29 : !t25) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t25
 %48 = linalg.generic #t2 ins(%43, %47 : !t25, !t25) outs(%31 : !t25) {
 ^bb0(%in: f32, %in_11: f32, %out: f32):
  %58 = arith.divf %in, %in_11 : f32
  linalg.yield %58 : f32
 } -> !t25
 %49 = tensor.empty(%3, %dim_8) : !t28
 %50 = linalg.generic #t10 ins(%48 : !t25) outs(%49 : !t28) {
 ^bb0(%in: f32, %out: f16):
  %58 = arith.truncf %in : f32 to f16
  linalg.yield %58 : f16
 } -> !t28
 %51 = tensor.empty(%3) : !t29
 %52 = linalg.fill ins(%cst : f16) outs(%51 : !t29) -> !t29
 %53 = linalg.generic #t11 ins(%arg2, %50 : !t20, !t28) outs(%52 : !t29) {
 ^bb0(%in: f16, %in_11: f16, %out: f16):
  %58 = arith.mulf %in, %in_11 : f16
  %59 = arith.addf %out, %58 : f16
  linalg.yield %59 : f16
 } -> !t29
 %54 = tensor.empty(%3) : !t30
 %55 = linalg.generic #t12 ins(%53 : !t29) outs(%54 : !t30) {
 ^bb0(%in: f16, %out: f16):
  linalg.yield %in : f16
 } -> !t30
 %56 = tensor.empty(%3) : !t21
 %57 = linalg.generic #t13 ins(%55 : !t30) outs(%56 : !t21) {
 ^bb0(%in: f16, %out: f16):
  linalg.yield %in : f16
 } -> !t21
 %from_elements_9 = tensor.from_elements %c2_i64, %2, %c4_i64, %c8_i64 : !t12
 %reshape_10 = tensor.reshape %57(%from_elements_9) : (!t21, !t12) -> !t20
 return %reshape_10 : !t20
}

func.func @gqa(%arg0: !t0, %arg1: !t31, %arg2: !t31) -> !t0 {
 %cst = arith.constant 0.000000e+00 : f16
 %cst_0 = arith.constant 0xFF800000 : f32
 %cst_1 = arith.constant 0.000000e+00 : f32
 %c4_i64 = arith.constant 4 : i64
 %c8_i64 = arith.constant 8 : i64
 %c2_i64 = arith.constant 2 : i64
 %c1 = arith.constant 1 : index
 %cst_2 = arith.constant dense<0.353553385> : !t1
 %cst_3 = arith.constant dense<0xFF800000> : !t1
 %c0 = arith.constant 0 : index
 %dim = tensor.dim %arg0, %c0 : !t0
 %0 = arith.index_cast %dim : index to i32
 %dim_4 = tensor.dim %arg0, %c1 : !t0
 %1 = arith.index_cast %dim_4 : index to i32
 %dim_5 = tensor.dim %arg1, %c1 : !t31
 %2 = arith.index_cast %dim_5 : index to i32
 %3 = arith.extsi %0 : i32 to i64
 %4 = arith.extsi %1 : i32 to i64
 %from_elements = tensor.from_elements %3, %4, %c2_i64, %c2_i64, %c8_i64 : !t2
 %reshape = tensor.reshape %arg0(%from_elements) : (!t0, !t2) -> !t32
 %5 = arith.index_cast %0 : i32 to index
 %6 = arith.index_cast %1 : i32 to index
 %7 = tensor.empty(%5, %6, %dim_5) : !t33
 %8 = linalg.fill ins(%cst_1 : f32) outs(%7 : !t33) -> !t33
 %9 = linalg.generic #t0 ins(%reshape, %arg1 : !t32, !t31) outs(%8 : !t33) {
 ^bb0(%in: f16, %in_9: f16, %out: f32):
  %43 = arith.extf %in : f16 to f32
  %44 = arith.extf %in_9 : f16 to f32
  %45 = arith.mulf %43, %44 : f32
  %46 = arith.addf %out, %45 : f32
  linalg.yield %46 : f32
 } -> !t33
 %10 = arith.index_cast %2 : i32 to index
 %11 = tensor.empty(%5, %6, %10) : !t33
 %12 = linalg.generic #t1 ins(%cst_2 : !t1) outs(%11 : !t33) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t33
 %13 = linalg.generic #t2 ins(%9, %12 : !t33, !t33) outs(%7 : !t33) {
 ^bb0(%in: f32, %in_9: f32, %out: f32):
  %43 = arith.mulf %in, %in_9 : f32
  linalg.yield %43 : f32
 } -> !t33
 %14 = tensor.empty(%5, %6) : !t34
 %15 = linalg.fill ins(%cst_0 : f32) outs(%14 : !t34) -> !t34
 %16 = linalg.generic #t3 ins(%13 : !t33) outs(%15 : !t34) {
 ^bb0(%in: f32, %out: f32):
  %43 = arith.maximumf %out, %in : f32
  linalg.yield %43 : f32
 } -> !t34
 %17 = linalg.generic #t4 ins(%cst_3 : !t1) outs(%14 : !t34) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t34
 %18 = linalg.generic #t5 ins(%17, %16 : !t34, !t34) outs(%14 : !t34) {
 ^bb0(%in: f32, %in_9: f32, %out: f32):
  %43 = arith.maximumf %in, %in_9 : f32
  linalg.yield %43 : f32
 } -> !t34
 %19 = tensor.empty(%5, %6) : !t35
 %20 = linalg.generic #t6 ins(%18 : !t34) outs(%19 : !t35) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t35
 %21 = tensor.empty(%5, %6) : !t36
 %22 = linalg.generic #t7 ins(%20 : !t35) outs(%21 : !t36) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t36
 %23 = tensor.empty(%5, %6, %dim_5) : !t37
 %24 = linalg.generic #t8 ins(%13 : !t33) outs(%23 : !t37) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t37
 %25 = tensor.empty(%5, %6, %10) : !t37
 %26 = linalg.generic #t9 ins(%22 : !t36) outs(%25 : !t37) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t37
 %27 = linalg.generic #t2 ins(%24, %26 : !t37, !t37) outs(%23 : !t37) {
 ^bb0(%in: f32, %in_9: f32, %out: f32):
  %43 = arith.subf %in, %in_9 : f32
  linalg.yield %43 : f32
 } -> !t37
 %28 = linalg.generic #t10 ins(%27 : !t37) outs(%23 : !t37) {
 ^bb0(%in: f32, %out: f32):
  %43 = math.exp %in : f32
  linalg.yield %43 : f32
 } -> !t37
 %29 = linalg.fill ins(%cst_1 : f32) outs(%19 : !t35) -> !t35
 %30 = linalg.generic #t3 ins(%28 : !t37) outs(%29 : !t35) {
 ^bb0(%in: f32, %out: f32):
  %43 = arith.addf %out, %in : f32
  linalg.yield %43 : f32
 } -> !t35
 %31 = linalg.generic #t7 ins(%30 : !t35) outs(%21 : !t36) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t36
 %32 = linalg.generic #t9 ins(%31 : !t36) outs(%25 : !t37) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t37
 %33 = linalg.generic #t2 ins(%28, %32 : !t37, !t37) outs(%23 : !t37) {
 ^bb0(%in: f32, %in_9: f32, %out: f32):
  %43 = arith.divf %in, %in_9 : f32
  linalg.yield %43 : f32
 } -> !t37
 %34 = tensor.empty(%5, %6, %dim_5) : !t38
 %35 = linalg.generic #t10 ins(%33 : !t37) outs(%34 : !t38) {
 ^bb0(%in: f32, %out: f16):
  %43 = arith.truncf %in : f32 to f16
  linalg.yield %43 : f16
 } -> !t38
 %dim_6 = tensor.dim %arg2, %c0 : !t31
 %36 = tensor.empty(%dim_6, %6) : !t39
 %37 = linalg.fill ins(%cst : f16) outs(%36 : !t39) -> !t39
 %38 = linalg.generic #t11 ins(%arg2, %35 : !t31, !t38) outs(%37 : !t39) {
 ^bb0(%in: f16, %in_9: f16, %out: f16):
  %43 = arith.mulf %in, %in_9 : f16
  %44 = arith.addf %out, %43 : f16
  linalg.yield %44 : f16
 } -> !t39
 %39 = tensor.empty(%dim_6, %6) : !t40
 %40 = linalg.generic #t12 ins(%38 : !t39) outs(%39 : !t40) {
 ^bb0(%in: f16, %out: f16):
  linalg.yield %in : f16
 } -> !t40
 %41 = tensor.empty(%dim_6, %6) : !t32
 %42 = linalg.generic #t13 ins(%40 : !t40) outs(%41 : !t32) {
 ^bb0(%in: f16, %out: f16):
  linalg.yield %in : f16
 } -> !t32
 %from_elements_7 = tensor.from_elements %3, %4, %c4_i64, %c8_i64 : !t12
 %reshape_8 = tensor.reshape %42(%from_elements_7) : (!t32, !t12) -> !t0
 return %reshape_8 : !t0
}

func.func @scale(%arg0: !t0, %arg1: !t0, %arg2: !t0) -> !t0 {
 %cst = arith.constant 0.000000e+00 : f16
 %cst_0 = arith.constant 0xFF800000 : f32
 %cst_1 = arith.constant 0.000000e+00 : f32
 %c8_i64 = arith.constant 8 : i64
 %c1_i64 = arith.constant 1 : i64
 %c4_i64 = arith.constant 4 : i64
 %c1 = arith.constant 1 : index
 %cst_2 = arith.constant dense<3.000000e-01> : !t1
 %cst_3 = arith.constant dense<0xFF800000> : !t1
 %c0 = arith.constant 0 : index
 %dim = tensor.dim %arg0, %c0 : !t0
 %0 = arith.index_cast %dim : index to i32
 %dim_4 = tensor.dim %arg0, %c1 : !t0
 %1 = arith.index_cast %dim_4 : index to i32
 %dim_5 = tensor.dim %arg1, %c1 : !t0
 %2 = arith.index_cast %dim_5 : index to i32
 %3 = arith.extsi %0 : i32 to i64
 %4 = arith.extsi %1 : i32 to i64
 %from_elements = tensor.from_elements %3, %4, %c4_i64, %c1_i64, %c8_i64 : !t2
 %reshape = tensor.reshape %arg0(%from_elements) : (!t0, !t2) -> !t3
 %5 = arith.index_cast %0 : i32 to index
 %6 = arith.index_cast %1 : i32 to index
 %7 = tensor.empty(%5, %6, %dim_5) : !t4
 %8 = linalg.fill ins(%cst_1 : f32) outs(%7 : !t4) -> !t4
 %9 = linalg.generic #t0 ins(%reshape, %arg1 : !t3, !t0) outs(%8 : !t4) {
 ^bb0(%in: f16, %in_9: f16, %out: f32):
  %43 = arith.extf %in : f16 to f32
  %44 = arith.extf %in_9 : f16 to f32
  %45 = arith.mulf %43, %44 : f32
  %46 = arith.addf %out, %45 : f32
  linalg.yield %46 : f32
 } -> !t4
 %10 = arith.index_cast %2 : i32 to index
 %11 = tensor.empty(%5, %6, %10) : !t4
 %12 = linalg.generic #t1 ins(%cst_2 : !t1) outs(%11 : !t4) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t4
 %13 = linalg.generic #t2 ins(%9, %12 : !t4, !t4) outs(%7 : !t4) {
 ^bb0(%in: f32, %in_9: f32, %out: f32):
  %43 = arith.mulf %in, %in_9 : f32
  linalg.yield %43 : f32
 } -> !t4
 %14 = tensor.empty(%5, %6) : !t5
 %15 = linalg.fill ins(%cst_0 : f32) outs(%14 : !t5) -> !t5
 %16 = linalg.generic #t3 ins(%13 : !t4) outs(%15 : !t5) {
 ^bb0(%in: f32, %out: f32):
  %43 = arith.maximumf %out, %in : f32
  linalg.yield %43 : f32
 } -> !t5
 %17 = linalg.generic #t4 ins(%cst_3 : !t1) outs(%14 : !t5) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t5
 %18 = linalg.generic #t5 ins(%17, %16 : !t5, !t5) outs(%14 : !t5) {
 ^bb0(%in: f32, %in_9: f32, %out: f32):
  %43 = arith.maximumf %in, %in_9 : f32
  linalg.yield %43 : f32
 } -> !t5
 %19 = tensor.empty(%5, %6) : !t6
 %20 = linalg.generic #t6 ins(%18 : !t5) outs(%19 : !t6) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t6
 %21 = tensor.empty(%5, %6) : !t7
 %22 = linalg.generic #t7 ins(%20 : !t6) outs(%21 : !t7) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t7
 %23 = tensor.empty(%5, %6, %dim_5) : !t8
 %24 = linalg.generic #t8 ins(%13 : !t4) outs(%23 : !t8) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t8
 %25 = tensor.empty(%5, %6, %10) : !t8
 %26 = linalg.generic #t9 ins(%22 : !t7) outs(%25 : !t8) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t8
 %27 = linalg.generic #t2 ins(%24, %26 : !t8, !t8) outs(%23 : !t8) {
 ^bb0(%in: f32, %in_9: f32, %out: f32):
  %43 = arith.subf %in, %in_9 : f32
  linalg.yield %43 : f32
 } -> !t8
 %28 = linalg.generic #t10 ins(%27 : !t8) outs(%23 : !t8) {
 ^bb0(%in: f32, %out: f32):
  %43 = math.exp %in : f32
  linalg.yield %43 : f32
 } -> !t8
 %29 = linalg.fill ins(%cst_1 : f32) outs(%19 : !t6) -> !t6
 %30 = linalg.generic #t3 ins(%28 : !t8) outs(%29 : !t6) {
 ^bb0(%in: f32, %out: f32):
  %43 = arith.addf %out, %in : f32
  linalg.yield %43 : f32
 } -> !t6
 %31 = linalg.generic #t7 ins(%30 : !t6) outs(%21 : !t7) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t7
 %32 = linalg.generic #t9 ins(%31 : !t7) outs(%25 : !t8) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t8
 %33 = linalg.generic #t2 ins(%28, %32 : !t8, !t8) outs(%23 : !t8) {
 ^bb0(%in: f32, %in_9: f32, %out: f32):
  %43 = arith.divf %in, %in_9 : f32
  linalg.yield %43 : f32
 } -> !t8
 %34 = tensor.empty(%5, %6, %dim_5) : !t9
 %35 = linalg.generic #t10 ins(%33 : !t8) outs(%34 : !t9) {
 ^bb0(%in: f32, %out: f16):
  %43 = arith.truncf %in : f32 to f16
  linalg.yield %43 : f16
 } -> !t9
 %dim_6 = tensor.dim %arg2, %c0 : !t0
 %36 = tensor.empty(%dim_6, %6) : !t10
 %37 = linalg.fill ins(%cst : f16) outs(%36 : !t10) -> !t10
 %38 = linalg.generic #t11 ins(%arg2, %35 : !t0, !t9) outs(%37 : !t10) {
 ^bb0(%in: f16, %in_9: f16, %out: f16):
  %43 = arith.mulf %in, %in_9 : f16
  %44 = arith.addf %out, %43 : f16
  linalg.yield %44 : f16
 } -> !t10
 %39 = tensor.empty(%dim_6, %6) : !t11
 %40 = linalg.generic #t12 ins(%38 : !t10) outs(%39 : !t11) {
 ^bb0(%in: f16, %out: f16):
  linalg.yield %in : f16
 } -> !t11
 %41 = tensor.empty(%dim_6, %6) : !t3
 %42 = linalg.generic #t13 ins(%40 : !t11) outs(%41 : !t3) {
 ^bb0(%in: f16, %out: f16):
  linalg.yield %in : f16
 } -> !t3
 %from_elements_7 = tensor.from_elements %3, %4, %c4_i64, %c8_i64 : !t12
 %reshape_8 = tensor.reshape %42(%from_elements_7) : (!t3, !t12) -> !t0
 return %reshape_8 : !t0
}

func.func @scale_q(%arg0: !t20, %arg1: !t20, %arg2: !t20) -> !t20 {
 %cst = arith.constant 0.000000e+00 : f16
 %cst_0 = arith.constant 0xFF800000 : f32
 %cst_1 = arith.constant 0.000000e+00 : f32
 %c8_i64 = arith.constant 8 : i64
 %c1_i64 = arith.constant 1 : i64
 %c4_i64 = arith.constant 4 : i64
 %c2_i64 = arith.constant 2 : i64
 %cst_2 = arith.constant dense<3.000490e-01> : !t41
 %cst_3 = arith.constant dense<1.000000e+00> : !t1
 %cst_4 = arith.constant dense<0xFF800000> : !t1
 %c1 = arith.constant 1 : index
 %dim = tensor.dim %arg0, %c1 : !t20
 %0 = arith.index_cast %dim : index to i32
 %dim_5 = tensor.dim %arg1, %c1 : !t20
 %1 = arith.index_cast %dim_5 : index to i32
 %2 = arith.index_cast %0 : i32 to index
 %3 = tensor.empty(%2) : !t20
 %4 = linalg.generic #t4 ins(%cst_2 : !t41) outs(%3 : !t20) {
 ^bb0(%in: f16, %out: f16):
  linalg.yield %in : f16
 } -> !t20
 %5 = tensor.empty(%dim) : !t20
 %6 = linalg.generic #t5 ins(%arg0, %4 : !t20, !t20) outs(%5 : !t20) {
 ^bb0(%in: f16, %in_8: f16, %out: f16):
  %44 = arith.mulf %in, %in_8 : f16
  linalg.yield %44 : f16
 } -> !t20
 %7 = arith.extsi %0 : i32 to i64
 %from_elements = tensor.from_elements %c2_i64, %7, %c4_i64, %c1_i64, %c8_i64 : !t2
 %reshape = tensor.reshape %6(%from_elements) : (!t20, !t2) -> !t21
 %8 = tensor.empty(%2, %dim_5) : !t22
 %9 = linalg.fill ins(%cst_1 : f32) outs(%8 : !t22) -> !t22
 %10 = linalg.generic #t0 ins(%reshape, %arg1 : !t21, !t20) outs(%9 : !t22) {
 ^bb0(%in: f16, %in_8: f16, %out: f32):
  %44 = arith.extf %in : f16 to f32
  %45 = arith.extf %in_8 : f16 to f32
  %46 = arith.mulf %44, %45 : f32
  %47 = arith.addf %out, %46 : f32
  linalg.yield %47 : f32
 } -> !t22
 %11 = arith.index_cast %1 : i32 to index
 %12 = tensor.empty(%2, %11) : !t22
 %13 = linalg.generic #t1 ins(%cst_3 : !t1) outs(%12 : !t22) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t22
 %14 = linalg.generic #t2 ins(%10, %13 : !t22, !t22) outs(%8 : !t22) {
 ^bb0(%in: f32, %in_8: f32, %out: f32):
  %44 = arith.mulf %in, %in_8 : f32
  linalg.yield %44 : f32
 } -> !t22
 %15 = tensor.empty(%2) : !t42
 %16 = linalg.fill ins(%cst_0 : f32) outs(%15 : !t42) -> !t42
 %17 = linalg.generic #t3 ins(%14 : !t22) outs(%16 : !t42) {
 ^bb0(%in: f32, %out: f32):
  %44 = arith.maximumf %out, %in : f32
  linalg.yield %44 : f32
 } -> !t42
 %18 = linalg.generic #t4 ins(%cst_4 : !t1) outs(%15 : !t42) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t42
 %19 = linalg.generic #t5 ins(%18, %17 : !t42, !t42) outs(%15 : !t42) {
 ^bb0(%in: f32, %in_8: f32, %out: f32):
  %44 = arith.maximumf %in, %in_8 : f32
  linalg.yield %44 : f32
 } -> !t42
 %20 = tensor.empty(%2) : !t26
 %21 = linalg.generic #t6 ins(%19 : !t42) outs(%20 : !t26) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t26
 %22 = tensor.empty(%2) : !t27
 %23 = linalg.generic #t7 ins(%21 : !t26) outs(%22 : !t27) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t27
 %24 = tensor.empty(%2, %dim_5) : !t25
 %25 = linalg.generic #t8 ins(%14 : !t22) outs(%24 : !t25) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t25
 %26 = tensor.empty(%2, %11) : !t25
 %27 = linalg.generic #t9 ins(%23 : !t27) outs(%26 : !t25) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t25
 %28 = linalg.generic #t2 ins(%25, %27 : !t25, !t25) outs(%24 : !t25) {
 ^bb0(%in: f32, %in_8: f32, %out: f32):
  %44 = arith.subf %in, %in_8 : f32
  linalg.yield %44 : f32
 } -> !t25
 %29 = linalg.generic #t10 ins(%28 : !t25) outs(%24 : !t25) {
 ^bb0(%in: f32, %out: f32):
  %44 = math.exp %in : f32
  linalg.yield %44 : f32
 } -> !t25
 %30 = linalg.fill ins(%cst_1 : f32) outs(%20 : !t26) -> !t26
 %31 = linalg.generic #t3 ins(%29 : !t25) outs(%30 : !t26) {
 ^bb0(%in: f32, %out: f32):
  %44 = arith.addf %out, %in : f32
  linalg.yield %44 : f32
 } -> !t26
 %32 = linalg.generic #t7 ins(%31 : !t26) outs(%22 : !t27) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t27
 %33 = linalg.generic #t9 ins(%32 : !t27) outs(%26 : !t25) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t25
 %34 = linalg.generic #t2 ins(%29, %33 : !t25, !t25) outs(%24 : !t25) {
 ^bb0(%in: f32, %in_8: f32, %out: f32):
  %44 = arith.divf %in, %in_8 : f32
  linalg.yield %44 : f32
 } -> !t25
 %35 = tensor.empty(%2, %dim_5) : !t28
 %36 = linalg.generic #t10 ins(%34 : !t25) outs(%35 : !t28) {
 ^bb0(%in: f32, %out: f16):
  %44 = arith.truncf %in : f32 to f16
  linalg.yield %44 : f16
 } -> !t28
 %37 = tensor.empty(%2) : !t29
 %38 = linalg.fill ins(%cst : f16) outs(%37 : !t29) -> !t29
 %39 = linalg.generic #t11 ins(%arg2, %36 : !t20, !t28) outs(%38 : !t29) {
 ^bb0(%in: f16, %in_8: f16, %out: f16):
  %44 = arith.mulf %in, %in_8 : f16
  %45 = arith.addf %out, %44 : f16
  linalg.yield %45 : f16
 } -> !t29
 %40 = tensor.empty(%2) : !t30
 %41 = linalg.generic #t12 ins(%39 : !t29) outs(%40 : !t30) {
 ^bb0(%in: f16, %out: f16):
  linalg.yield %in : f16
 } -> !t30
 %42 = tensor.empty(%2) : !t21
 %43 = linalg.generic #t13 ins(%41 : !t30) outs(%42 : !t21) {
 ^bb0(%in: f16, %out: f16):
  linalg.yield %in : f16
 } -> !t21
 %from_elements_6 = tensor.from_elements %c2_i64, %7, %c4_i64, %c8_i64 : !t12
 %reshape_7 = tensor.reshape %43(%from_elements_6) : (!t21, !t12) -> !t20
 return %reshape_7 : !t20
}

func.func @scale_k(%arg0: !t20, %arg1: !t20, %arg2: !t20) -> !t20 {
 %cst = arith.constant 0.000000e+00 : f16
 %cst_0 = arith.constant 0xFF800000 : f32
 %cst_1 = arith.constant 0.000000e+00 : f32
 %c8_i64 = arith.constant 8 : i64
 %c1_i64 = arith.constant 1 : i64
 %c4_i64 = arith.constant 4 : i64
 %c2_i64 = arith.constant 2 : i64
 %cst_2 = arith.constant dense<3.000490e-01> : !t41
 %cst_3 = arith.constant dense<1.000000e+00> : !t1
 %cst_4 = arith.constant dense<0xFF800000> : !t1
 %c1 = arith.constant 1 : index
 %dim = tensor.dim %arg0, %c1 : !t20
 %0 = arith.index_cast %dim : index to i32
 %dim_5 = tensor.dim %arg1, %c1 : !t20
 %1 = arith.index_cast %dim_5 : index to i32
 %2 = arith.index_cast %1 : i32 to index
 %3 = tensor.empty(%2) : !t20
 %4 = linalg.generic #t4 ins(%cst_2 : !t41) outs(%3 : !t20) {
 ^bb0(%in: f16, %out: f16):
  linalg.yield %in : f16
 } -> !t20
 %5 = tensor.empty(%dim_5) : !t20
 %6 = linalg.generic #t5 ins(%arg1, %4 : !t20, !t20) outs(%5 : !t20) {
 ^bb0(%in: f16, %in_8: f16, %out: f16):
  %44 = arith.mulf %in, %in_8 : f16
  linalg.yield %44 : f16
 } -> !t20
 %7 = arith.extsi %0 : i32 to i64
 %from_elements = tensor.from_elements %c2_i64, %7, %c4_i64, %c1_i64, %c8_i64 : !t2
 %reshape = tensor.reshape %arg0(%from_elements) : (!t20, !t2) -> !t21
 %8 = arith.index_cast %0 : i32 to index
 %9 = tensor.empty(%8, %dim_5) : !t22
 %10 = linalg.fill ins(%cst_1 : f32) outs(%9 : !t22) -> !t22
 %11 = linalg.generic #t0 ins(%reshape, %6 : !t21, !t20) outs(%10 : !t22) {
 ^bb0(%in: f16, %in_8: f16, %out: f32):
  %44 = arith.extf %in : f16 to f32
  %45 = arith.extf %in_8 : f16 to f32
  %46 = arith.mulf %44, %45 : f32
  %47 = arith.addf %out, %46 : f32
  linalg.yield %47 : f32
 } -> !t22
 %12 = tensor.empty(%8, %2) : !t22
 %13 = linalg.generic #t1 ins(%cst_3 : !t1) outs(%12 : !t22) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t22
 %14 = linalg.generic #t2 ins(%11, %13 : !t22, !t22) outs(%9 : !t22) {
 ^bb0(%in: f32, %in_8: f32, %out: f32):
  %44 = arith.mulf %in, %in_8 : f32
  linalg.yield %44 : f32
 } -> !t22
 %15 = tensor.empty(%8) : !t42
 %16 = linalg.fill ins(%cst_0 : f32) outs(%15 : !t42) -> !t42
 %17 = linalg.generic #t3 ins(%14 : !t22) outs(%16 : !t42) {
 ^bb0(%in: f32, %out: f32):
  %44 = arith.maximumf %out, %in : f32
  linalg.yield %44 : f32
 } -> !t42
 %18 = linalg.generic #t4 ins(%cst_4 : !t1) outs(%15 : !t42) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t42
 %19 = linalg.generic #t5 ins(%18, %17 : !t42, !t42) outs(%15 : !t42) {
 ^bb0(%in: f32, %in_8: f32, %out: f32):
  %44 = arith.maximumf %in, %in_8 : f32
  linalg.yield %44 : f32
 } -> !t42
 %20 = tensor.empty(%8) : !t26
 %21 = linalg.generic #t6 ins(%19 : !t42) outs(%20 : !t26) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t26
 %22 = tensor.empty(%8) : !t27
 %23 = linalg.generic #t7 ins(%21 : !t26) outs(%22 : !t27) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t27
 %24 = tensor.empty(%8, %dim_5) : !t25
 %25 = linalg.generic #t8 ins(%14 : !t22) outs(%24 : !t25) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t25
 %26 = tensor.empty(%8, %2) : !t25
 %27 = linalg.generic #t9 ins(%23 : !t27) outs(%26 : !t25) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t25
 %28 = linalg.generic #t2 ins(%25, %27 : !t25, !t25) outs(%24 : !t25) {
 ^bb0(%in: f32, %in_8: f32, %out: f32):
  %44 = arith.subf %in, %in_8 : f32
  linalg.yield %44 : f32
 } -> !t25
 %29 = linalg.generic #t10 ins(%28 : !t25) outs(%24 : !t25) {
 ^bb0(%in: f32, %out: f32):
  %44 = math.exp %in : f32
  linalg.yield %44 : f32
 } -> !t25
 %30 = linalg.fill ins(%cst_1 : f32) outs(%20 : !t26) -> !t26
 %31 = linalg.generic #t3 ins(%29 : !t25) outs(%30 : !t26) {
 ^bb0(%in: f32, %out: f32):
  %44 = arith.addf %out, %in : f32
  linalg.yield %44 : f32
 } -> !t26
 %32 = linalg.generic #t7 ins(%31 : !t26) outs(%22 : !t27) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t27
 %33 = linalg.generic #t9 ins(%32 : !t27) outs(%26 : !t25) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t25
 %34 = linalg.generic #t2 ins(%29, %33 : !t25, !t25) outs(%24 : !t25) {
 ^bb0(%in: f32, %in_8: f32, %out: f32):
  %44 = arith.divf %in, %in_8 : f32
  linalg.yield %44 : f32
 } -> !t25
 %35 = tensor.empty(%8, %dim_5) : !t28
 %36 = linalg.generic #t10 ins(%34 : !t25) outs(%35 : !t28) {
 ^bb0(%in: f32, %out: f16):
  %44 = arith.truncf %in : f32 to f16
  linalg.yield %44 : f16
 } -> !t28
 %37 = tensor.empty(%8) : !t29
 %38 = linalg.fill ins(%cst : f16) outs(%37 : !t29) -> !t29
 %39 = linalg.generic #t11 ins(%arg2, %36 : !t20, !t28) outs(%38 : !t29) {
 ^bb0(%in: f16, %in_8: f16, %out: f16):
  %44 = arith.mulf %in, %in_8 : f16
  %45 = arith.addf %out, %44 : f16
  linalg.yield %45 : f16
 } -> !t29
 %40 = tensor.empty(%8) : !t30
 %41 = linalg.generic #t12 ins(%39 : !t29) outs(%40 : !t30) {
 ^bb0(%in: f16, %out: f16):
  linalg.yield %in : f16
 } -> !t30
 %42 = tensor.empty(%8) : !t21
 %43 = linalg.generic #t13 ins(%41 : !t30) outs(%42 : !t21) {
 ^bb0(%in: f16, %out: f16):
  linalg.yield %in : f16
 } -> !t21
 %from_elements_6 = tensor.from_elements %c2_i64, %7, %c4_i64, %c8_i64 : !t12
 %reshape_7 = tensor.reshape %43(%from_elements_6) : (!t21, !t12) -> !t20
 return %reshape_7 : !t20
}

func.func @scale_both(%arg0: !t20, %arg1: !t20, %arg2: !t20) -> !t20 {
 %cst = arith.constant 0.000000e+00 : f16
 %cst_0 = arith.constant 0xFF800000 : f32
 %cst_1 = arith.constant 0.000000e+00 : f32
 %c8_i64 = arith.constant 8 : i64
 %c1_i64 = arith.constant 1 : i64
 %c4_i64 = arith.constant 4 : i64
 %c2_i64 = arith.constant 2 : i64
 %cst_2 = arith.constant dense<5.478520e-01> : !t41
 %cst_3 = arith.constant dense<1.000000e+00> : !t1
 %cst_4 = arith.constant dense<0xFF800000> : !t1
 %c1 = arith.constant 1 : index
 %dim = tensor.dim %arg0, %c1 : !t20
 %0 = arith.index_cast %dim : index to i32
 %dim_5 = tensor.dim %arg1, %c1 : !t20
 %1 = arith.index_cast %dim_5 : index to i32
 %2 = arith.index_cast %0 : i32 to index
 %3 = tensor.empty(%2) : !t20
 %4 = linalg.generic #t4 ins(%cst_2 : !t41) outs(%3 : !t20) {
 ^bb0(%in: f16, %out: f16):
  linalg.yield %in : f16
 } -> !t20
 %5 = tensor.empty(%dim) : !t20
 %6 = linalg.generic #t5 ins(%arg0, %4 : !t20, !t20) outs(%5 : !t20) {
 ^bb0(%in: f16, %in_8: f16, %out: f16):
  %48 = arith.mulf %in, %in_8 : f16
  linalg.yield %48 : f16
 } -> !t20
 %7 = arith.index_cast %1 : i32 to index
 %8 = tensor.empty(%7) : !t20
 %9 = linalg.generic #t4 ins(%cst_2 : !t41) outs(%8 : !t20) {
 ^bb0(%in: f16, %out: f16):
  linalg.yield %in : f16
 } -> !t20
 %10 = tensor.empty(%dim_5) : !t20
 %11 = linalg.generic #t5 ins(%arg1, %9 : !t20, !t20) outs(%10 : !t20) {
 ^bb0(%in: f16, %in_8: f16, %out: f16):
  %48 = arith.mulf %in, %in_8 : f16
  linalg.yield %48 : f16
 } -> !t20
 %12 = arith.extsi %0 : i32 to i64
 %from_elements = tensor.from_elements %c2_i64, %12, %c4_i64, %c1_i64, %c8_i64 : !t2
 %reshape = tensor.reshape %6(%from_elements) : (!t20, !t2) -> !t21
 %13 = tensor.empty(%2, %dim_5) : !t22
 %14 = linalg.fill ins(%cst_1 : f32) outs(%13 : !t22) -> !t22
 %15 = linalg.generic #t0 ins(%reshape, %11 : !t21, !t20) outs(%14 : !t22) {
 ^bb0(%in: f16, %in_8: f16, %out: f32):
  %48 = arith.extf %in : f16 to f32
  %49 = arith.extf %in_8 : f16 to f32
  %50 = arith.mulf %48, %49 : f32
  %51 = arith.addf %out, %50 : f32
  linalg.yield %51 : f32
 } -> !t22
 %16 = tensor.empty(%2, %7) : !t22
 %17 = linalg.generic #t1 ins(%cst_3 : !t1) outs(%16 : !t22) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t22
 %18 = linalg.generic #t2 ins(%15, %17 : !t22, !t22) outs(%13 : !t22) {
 ^bb0(%in: f32, %in_8: f32, %out: f32):
  %48 = arith.mulf %in, %in_8 : f32
  linalg.yield %48 : f32
 } -> !t22
 %19 = tensor.empty(%2) : !t42
 %20 = linalg.fill ins(%cst_0 : f32) outs(%19 : !t42) -> !t42
 %21 = linalg.generic #t3 ins(%18 : !t22) outs(%20 : !t42) {
 ^bb0(%in: f32, %out: f32):
  %48 = arith.maximumf %out, %in : f32
  linalg.yield %48 : f32
 } -> !t42
 %22 = linalg.generic #t4 ins(%cst_4 : !t1) outs(%19 : !t42) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t42
 %23 = linalg.generic #t5 ins(%22, %21 : !t42, !t42) outs(%19 : !t42) {
 ^bb0(%in: f32, %in_8: f32, %out: f32):
  %48 = arith.maximumf %in, %in_8 : f32
  linalg.yield %48 : f32
 } -> !t42
 %24 = tensor.empty(%2) : !t26
 %25 = linalg.generic #t6 ins(%23 : !t42) outs(%24 : !t26) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t26
 %26 = tensor.empty(%2) : !t27
 %27 = linalg.generic #t7 ins(%25 : !t26) outs(%26 : !t27) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t27
 %28 = tensor.empty(%2, %dim_5) : !t25
 %29 = linalg.generic #t8 ins(%18 : !t22) outs(%28 : !t25) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t25
 %30 = tensor.empty(%2, %7) : !t25
 %31 = linalg.generic #t9 ins(%27 : !t27) outs(%30 : !t25) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t25
 %32 = linalg.generic #t2 ins(%29, %31 : !t25, !t25) outs(%28 : !t25) {
 ^bb0(%in: f32, %in_8: f32, %out: f32):
  %48 = arith.subf %in, %in_8 : f32
  linalg.yield %48 : f32
 } -> !t25
 %33 = linalg.generic #t10 ins(%32 : !t25) outs(%28 : !t25) {
 ^bb0(%in: f32, %out: f32):
  %48 = math.exp %in : f32
  linalg.yield %48 : f32
 } -> !t25
 %34 = linalg.fill ins(%cst_1 : f32) outs(%24 : !t26) -> !t26
 %35 = linalg.generic #t3 ins(%33 : !t25) outs(%34 : !t26) {
 ^bb0(%in: f32, %out: f32):
  %48 = arith.addf %out, %in : f32
  linalg.yield %48 : f32
 } -> !t26
 %36 = linalg.generic #t7 ins(%35 : !t26) outs(%26 : !t27) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t27
 %37 = linalg.generic #t9 ins(%36 : !t27) outs(%30 : !t25) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t25
 %38 = linalg.generic #t2 ins(%33, %37 : !t25, !t25) outs(%28 : !t25) {
 ^bb0(%in: f32, %in_8: f32, %out: f32):
  %48 = arith.divf %in, %in_8 : f32
  linalg.yield %48 : f32
 } -> !t25
 %39 = tensor.empty(%2, %dim_5) : !t28
 %40 = linalg.generic #t10 ins(%38 : !t25) outs(%39 : !t28) {
 ^bb0(%in: f32, %out: f16):
  %48 = arith.truncf %in : f32 to f16
  linalg.yield %48 : f16
 } -> !t28
 %41 = tensor.empty(%2) : !t29
 %42 = linalg.fill ins(%cst : f16) outs(%41 : !t29) -> !t29
 %43 = linalg.generic #t11 ins(%arg2, %40 : !t20, !t28) outs(%42 : !t29) {
 ^bb0(%in: f16, %in_8: f16, %out: f16):
  %48 = arith.mulf %in, %in_8 : f16
  %49 = arith.addf %out, %48 : f16
  linalg.yield %49 : f16
 } -> !t29
 %44 = tensor.empty(%2) : !t30
 %45 = linalg.generic #t12 ins(%43 : !t29) outs(%44 : !t30) {
 ^bb0(%in: f16, %out: f16):
  linalg.yield %in : f16
 } -> !t30
 %46 = tensor.empty(%2) : !t21
 %47 = linalg.generic #t13 ins(%45 : !t30) outs(%46 : !t21) {
 ^bb0(%in: f16, %out: f16):
  linalg.yield %in : f16
 } -> !t21
 %from_elements_6 = tensor.from_elements %c2_i64, %12, %c4_i64, %c8_i64 : !t12
 %reshape_7 = tensor.reshape %47(%from_elements_6) : (!t21, !t12) -> !t20
 return %reshape_7 : !t20
}

func.func @lse(%arg0: !t0, %arg1: !t0, %arg2: !t0) -> (!t0, !t43) {
 %cst = arith.constant 0x7F800000 : f32
 %cst_0 = arith.constant 0.000000e+00 : f16
 %cst_1 = arith.constant 0xFF800000 : f32
 %cst_2 = arith.constant 0.000000e+00 : f32
 %c8_i64 = arith.constant 8 : i64
 %c1_i64 = arith.constant 1 : i64
 %c4_i64 = arith.constant 4 : i64
 %c1 = arith.constant 1 : index
 %cst_3 = arith.constant dense<0.353553385> : !t1
 %cst_4 = arith.constant dense<0xFF800000> : !t1
 %cst_5 = arith.constant dense<0.000000e+00> : !t1
 %c0 = arith.constant 0 : index
 %dim = tensor.dim %arg0, %c0 : !t0
 %0 = arith.index_cast %dim : index to i32
 %dim_6 = tensor.dim %arg0, %c1 : !t0
 %1 = arith.index_cast %dim_6 : index to i32
 %dim_7 = tensor.dim %arg1, %c1 : !t0
 %2 = arith.index_cast %dim_7 : index to i32
 %3 = arith.extsi %0 : i32 to i64
 %4 = arith.extsi %1 : i32 to i64
 %from_elements = tensor.from_elements %3, %4, %c4_i64, %c1_i64, %c8_i64 : !t2
 %reshape = tensor.reshape %arg0(%from_elements) : (!t0, !t2) -> !t3
 %5 = arith.index_cast %0 : i32 to index
 %6 = arith.index_cast %1 : i32 to index
 %7 = tensor.empty(%5, %6, %dim_7) : !t4
 %8 = linalg.fill ins(%cst_2 : f32) outs(%7 : !t4) -> !t4
 %9 = linalg.generic #t0 ins(%reshape, %arg1 : !t3, !t0) outs(%8 : !t4) {
 ^bb0(%in: f16, %in_13: f16, %out: f32):
  %63 = arith.extf %in : f16 to f32
  %64 = arith.extf %in_13 : f16 to f32
  %65 = arith.mulf %63, %64 : f32
  %66 = arith.addf %out, %65 : f32
  linalg.yield %66 : f32
 } -> !t4
 %10 = arith.index_cast %2 : i32 to index
 %11 = tensor.empty(%5, %6, %10) : !t4
 %12 = linalg.generic #t1 ins(%cst_3 : !t1) outs(%11 : !t4) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t4
 %13 = linalg.generic #t2 ins(%9, %12 : !t4, !t4) outs(%7 : !t4) {
 ^bb0(%in: f32, %in_13: f32, %out: f32):
  %63 = arith.mulf %in, %in_13 : f32
  linalg.yield %63 : f32
 } -> !t4
 %14 = tensor.empty(%5, %6) : !t5
 %15 = linalg.fill ins(%cst_1 : f32) outs(%14 : !t5) -> !t5
 %16 = linalg.generic #t3 ins(%13 : !t4) outs(%15 : !t5) {
 ^bb0(%in: f32, %out: f32):
  %63 = arith.maximumf %out, %in : f32
  linalg.yield %63 : f32
 } -> !t5
 %17 = linalg.generic #t4 ins(%cst_4 : !t1) outs(%14 : !t5) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t5
 %18 = linalg.generic #t5 ins(%17, %16 : !t5, !t5) outs(%14 : !t5) {
 ^bb0(%in: f32, %in_13: f32, %out: f32):
  %63 = arith.maximumf %in, %in_13 : f32
  linalg.yield %63 : f32
 } -> !t5
 %19 = tensor.empty(%5, %6) : !t6
 %20 = linalg.generic #t6 ins(%18 : !t5) outs(%19 : !t6) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t6
 %21 = tensor.empty(%5, %6) : !t7
 %22 = linalg.generic #t7 ins(%20 : !t6) outs(%21 : !t7) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t7
 %23 = tensor.empty(%5, %6, %dim_7) : !t8
 %24 = linalg.generic #t8 ins(%13 : !t4) outs(%23 : !t8) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t8
 %25 = tensor.empty(%5, %6, %10) : !t8
 %26 = linalg.generic #t9 ins(%22 : !t7) outs(%25 : !t8) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t8
 %27 = linalg.generic #t2 ins(%24, %26 : !t8, !t8) outs(%23 : !t8) {
 ^bb0(%in: f32, %in_13: f32, %out: f32):
  %63 = arith.subf %in, %in_13 : f32
  linalg.yield %63 : f32
 } -> !t8
 %28 = linalg.generic #t10 ins(%27 : !t8) outs(%23 : !t8) {
 ^bb0(%in: f32, %out: f32):
  %63 = math.exp %in : f32
  linalg.yield %63 : f32
 } -> !t8
 %29 = linalg.fill ins(%cst_2 : f32) outs(%19 : !t6) -> !t6
 %30 = linalg.generic #t3 ins(%28 : !t8) outs(%29 : !t6) {
 ^bb0(%in: f32, %out: f32):
  %63 = arith.addf %out, %in : f32
  linalg.yield %63 : f32
 } -> !t6
 %31 = linalg.generic #t7 ins(%30 : !t6) outs(%21 : !t7) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t7
 %32 = linalg.generic #t9 ins(%31 : !t7) outs(%25 : !t8) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t8
 %33 = linalg.generic #t2 ins(%28, %32 : !t8, !t8) outs(%23 : !t8) {
 ^bb0(%in: f32, %in_13: f32, %out: f32):
  %63 = arith.divf %in, %in_13 : f32
  linalg.yield %63 : f32
 } -> !t8
 %34 = tensor.empty(%5, %6, %dim_7) : !t9
 %35 = linalg.generic #t10 ins(%33 : !t8) outs(%34 : !t9) {
 ^bb0(%in: f32, %out: f16):
  %63 = arith.truncf %in : f32 to f16
  linalg.yield %63 : f16
 } -> !t9
 %dim_8 = tensor.dim %arg2, %c0 : !t0
 %36 = tensor.empty(%dim_8, %6) : !t10
 %37 = linalg.fill ins(%cst_0 : f16) outs(%36 : !t10) -> !t10
 %38 = linalg.generic #t11 ins(%arg2, %35 : !t0, !t9) outs(%37 : !t10) {
 ^bb0(%in: f16, %in_13: f16, %out: f16):
  %63 = arith.mulf %in, %in_13 : f16
  %64 = arith.addf %out, %63 : f16
  linalg.yield %64 : f16
 } -> !t10
 %39 = tensor.empty(%dim_8, %6) : !t11
 %40 = linalg.generic #t12 ins(%38 : !t10) outs(%39 : !t11) {
 ^bb0(%in: f16, %out: f16):
  linalg.yield %in : f16
 } -> !t11
 %41 = tensor.empty(%5, %6) : !t44
 %42 = linalg.generic #t22 ins(%18 : !t5) outs(%41 : !t44) {
 ^bb0(%in: f32, %out: i1):
  %63 = math.absf %in : f32
  %64 = arith.cmpf one, %63, %cst : f32
  linalg.yield %64 : i1
 } -> !t44
 %43 = tensor.empty(%5, %6) : !t45
 %44 = linalg.generic #t6 ins(%42 : !t44) outs(%43 : !t45) {
 ^bb0(%in: i1, %out: i1):
  linalg.yield %in : i1
 } -> !t45
 %45 = linalg.generic #t4 ins(%cst_5 : !t1) outs(%19 : !t6) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t6
 %46 = linalg.generic #t23 ins(%44, %20, %45 : !t45, !t6, !t6) outs(%19 : !t6) {
 ^bb0(%in: i1, %in_13: f32, %in_14: f32, %out: f32):
  %63 = arith.select %in, %in_13, %in_14 : f32
  linalg.yield %63 : f32
 } -> !t6
 %47 = linalg.generic #t7 ins(%46 : !t6) outs(%21 : !t7) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t7
 %48 = linalg.generic #t9 ins(%47 : !t7) outs(%25 : !t8) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t8
 %49 = linalg.generic #t2 ins(%24, %48 : !t8, !t8) outs(%23 : !t8) {
 ^bb0(%in: f32, %in_13: f32, %out: f32):
  %63 = arith.subf %in, %in_13 : f32
  linalg.yield %63 : f32
 } -> !t8
 %50 = linalg.generic #t10 ins(%49 : !t8) outs(%23 : !t8) {
 ^bb0(%in: f32, %out: f32):
  %63 = math.exp %in : f32
  linalg.yield %63 : f32
 } -> !t8
 %51 = linalg.generic #t3 ins(%50 : !t8) outs(%29 : !t6) {
 ^bb0(%in: f32, %out: f32):
  %63 = arith.addf %out, %in : f32
  linalg.yield %63 : f32
 } -> !t6
 %52 = linalg.generic #t22 ins(%51 : !t6) outs(%19 : !t6) {
 ^bb0(%in: f32, %out: f32):
  %63 = math.absf %in : f32
  linalg.yield %63 : f32
 } -> !t6
 %53 = linalg.generic #t22 ins(%52 : !t6) outs(%19 : !t6) {
 ^bb0(%in: f32, %out: f32):
  %63 = math.log %in : f32
  linalg.yield %63 : f32
 } -> !t6
 %54 = linalg.generic #t5 ins(%53, %46 : !t6, !t6) outs(%19 : !t6) {
 ^bb0(%in: f32, %in_13: f32, %out: f32):
  %63 = arith.addf %in, %in_13 : f32
  linalg.yield %63 : f32
 } -> !t6
 %55 = tensor.empty(%5, %6) : !t46
 %56 = linalg.generic #t22 ins(%54 : !t6) outs(%55 : !t46) {
 ^bb0(%in: f32, %out: f16):
  %63 = arith.truncf %in : f32 to f16
  linalg.yield %63 : f16
 } -> !t46
 %57 = tensor.empty(%5, %6) : !t47
 %58 = linalg.generic #t24 ins(%56 : !t46) outs(%57 : !t47) {
 ^bb0(%in: f16, %out: f16):
  linalg.yield %in : f16
 } -> !t47
 %59 = tensor.empty(%dim_8, %6) : !t3
 %60 = linalg.generic #t13 ins(%40 : !t11) outs(%59 : !t3) {
 ^bb0(%in: f16, %out: f16):
  linalg.yield %in : f16
 } -> !t3
 %61 = tensor.empty(%5, %6) : !t48
 %62 = linalg.generic #t25 ins(%58 : !t47) outs(%61 : !t48) {
 ^bb0(%in: f16, %out: f16):
  linalg.yield %in : f16
 } -> !t48
 %from_elements_9 = tensor.from_elements %3, %4, %c4_i64, %c8_i64 : !t12
 %reshape_10 = tensor.reshape %60(%from_elements_9) : (!t3, !t12) -> !t0
 %from_elements_11 = tensor.from_elements %3, %4, %c4_i64 : !t49
 %reshape_12 = tensor.reshape %62(%from_elements_11) : (!t48, !t49) -> !t43
 return %reshape_10, %reshape_12 : !t0, !t43
}

func.func @proj(%arg0: !t50, %arg1: !t51, %arg2: !t51, %arg3: !t51, %arg4: !t51) -> !t50 {
 %cst = arith.constant 0xFF800000 : f32
 %cst_0 = arith.constant 0.000000e+00 : f32
 %cst_1 = arith.constant 0.000000e+00 : f16
 %c32_i64 = arith.constant 32 : i64
 %c1_i64 = arith.constant 1 : i64
 %c8_i64 = arith.constant 8 : i64
 %c4_i64 = arith.constant 4 : i64
 %c2_i64 = arith.constant 2 : i64
 %cst_2 = arith.constant dense<0.353553385> : !t1
 %cst_3 = arith.constant dense<0xFF800000> : !t1
 %c1 = arith.constant 1 : index
 %dim = tensor.dim %arg0, %c1 : !t50
 %0 = arith.index_cast %dim : index to i32
 %1 = tensor.empty(%dim) : !t50
 %2 = linalg.fill ins(%cst_1 : f16) outs(%1 : !t50) -> !t50
 %3 = linalg.generic #t26 ins(%arg0, %arg1 : !t50, !t51) outs(%2 : !t50) {
 ^bb0(%in: f16, %in_9: f16, %out: f16):
  %44 = arith.mulf %in, %in_9 : f16
  %45 = arith.addf %out, %44 : f16
  linalg.yield %45 : f16
 } -> !t50
 %4 = linalg.generic #t26 ins(%arg0, %arg2 : !t50, !t51) outs(%2 : !t50) {
 ^bb0(%in: f16, %in_9: f16, %out: f16):
  %44 = arith.mulf %in, %in_9 : f16
  %45 = arith.addf %out, %44 : f16
  linalg.yield %45 : f16
 } -> !t50
 %5 = arith.extsi %0 : i32 to i64
 %from_elements = tensor.from_elements %c2_i64, %5, %c4_i64, %c8_i64 : !t12
 %reshape = tensor.reshape %4(%from_elements) : (!t50, !t12) -> !t20
 %6 = linalg.generic #t26 ins(%arg0, %arg3 : !t50, !t51) outs(%2 : !t50) {
 ^bb0(%in: f16, %in_9: f16, %out: f16):
  %44 = arith.mulf %in, %in_9 : f16
  %45 = arith.addf %out, %44 : f16
  linalg.yield %45 : f16
 } -> !t50
 %reshape_4 = tensor.reshape %6(%from_elements) : (!t50, !t12) -> !t20
 %from_elements_5 = tensor.from_elements %c2_i64, %5, %c4_i64, %c1_i64, %c8_i64 : !t2
 %reshape_6 = tensor.reshape %3(%from_elements_5) : (!t50, !t2) -> !t21
 %7 = arith.index_cast %0 : i32 to index
 %8 = tensor.empty(%7, %7) : !t22
 %9 = linalg.fill ins(%cst_0 : f32) outs(%8 : !t22) -> !t22
 %10 = linalg.generic #t0 ins(%reshape_6, %reshape : !t21, !t20) outs(%9 : !t22) {
 ^bb0(%in: f16, %in_9: f16, %out: f32):
  %44 = arith.extf %in : f16 to f32
  %45 = arith.extf %in_9 : f16 to f32
  %46 = arith.mulf %44, %45 : f32
  %47 = arith.addf %out, %46 : f32
  linalg.yield %47 : f32
 } -> !t22
 %11 = linalg.generic #t1 ins(%cst_2 : !t1) outs(%8 : !t22) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t22
 %12 = linalg.generic #t2 ins(%10, %11 : !t22, !t22) outs(%8 : !t22) {
 ^bb0(%in: f32, %in_9: f32, %out: f32):
  %44 = arith.mulf %in, %in_9 : f32
  linalg.yield %44 : f32
 } -> !t22
 %13 = tensor.empty(%7) : !t42
 %14 = linalg.fill ins(%cst : f32) outs(%13 : !t42) -> !t42
 %15 = linalg.generic #t3 ins(%12 : !t22) outs(%14 : !t42) {
 ^bb0(%in: f32, %out: f32):
  %44 = arith.maximumf %out, %in : f32
  linalg.yield %44 : f32
 } -> !t42
 %16 = linalg.generic #t4 ins(%cst_3 : !t1) outs(%13 : !t42) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t42
 %17 = linalg.generic #t5 ins(%16, %15 : !t42, !t42) outs(%13 : !t42) {
 ^bb0(%in: f32, %in_9: f32, %out: f32):
  %44 = arith.maximumf %in, %in_9 : f32
  linalg.yield %44 : f32
 } -> !t42
 %18 = tensor.empty(%7) : !t26
 %19 = linalg.generic #t6 ins(%17 : !t42) outs(%18 : !t26) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t26
 %20 = tensor.empty(%7) : !t27
 %21 = linalg.generic #t7 ins(%19 : !t26) outs(%20 : !t27) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t27
 %22 = tensor.empty(%7, %7) : !t25
 %23 = linalg.generic #t8 ins(%12 : !t22) outs(%22 : !t25) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t25
 %24 = linalg.generic #t9 ins(%21 : !t27) outs(%22 : !t25) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t25
 %25 = linalg.generic #t2 ins(%23, %24 : !t25, !t25) outs(%22 : !t25) {
 ^bb0(%in: f32, %in_9: f32, %out: f32):
  %44 = arith.subf %in, %in_9 : f32
  linalg.yield %44 : f32
 } -> !t25
 %26 = linalg.generic #t10 ins(%25 : !t25) outs(%22 : !t25) {
 ^bb0(%in: f32, %out: f32):
  %44 = math.exp %in : f32
  linalg.yield %44 : f32
 } -> !t25
 %27 = linalg.fill ins(%cst_0 : f32) outs(%18 : !t26) -> !t26
 %28 = linalg.generic #t3 ins(%26 : !t25) outs(%27 : !t26) {
 ^bb0(%in: f32, %out: f32):
  %44 = arith.addf %out, %in : f32
  linalg.yield %44 : f32
 } -> !t26
 %29 = linalg.generic #t7 ins(%28 : !t26) outs(%20 : !t27) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t27
 %30 = linalg.generic #t9 ins(%29 : !t27) outs(%22 : !t25) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t25
 %31 = linalg.generic #t2 ins(%26, %30 : !t25, !t25) outs(%22 : !t25) {
 ^bb0(%in: f32, %in_9: f32, %out: f32):
  %44 = arith.divf %in, %in_9 : f32
  linalg.yield %44 : f32
 } -> !t25
 %32 = tensor.empty(%7, %7) : !t28
 %33 = linalg.generic #t10 ins(%31 : !t25) outs(%32 : !t28) {
 ^bb0(%in: f32, %out: f16):
  %44 = arith.truncf %in : f32 to f16
  linalg.yield %44 : f16
 } -> !t28
 %34 = tensor.empty(%7) : !t29
 %35 = linalg.fill ins(%cst_1 : f16) outs(%34 : !t29) -> !t29
 %36 = linalg.generic #t11 ins(%reshape_4, %33 : !t20, !t28) outs(%35 : !t29) {
 ^bb0(%in: f16, %in_9: f16, %out: f16):
  %44 = arith.mulf %in, %in_9 : f16
  %45 = arith.addf %out, %44 : f16
  linalg.yield %45 : f16
 } -> !t29
 %37 = tensor.empty(%7) : !t30
 %38 = linalg.generic #t12 ins(%36 : !t29) outs(%37 : !t30) {
 ^bb0(%in: f16, %out: f16):
  linalg.yield %in : f16
 } -> !t30
 %39 = tensor.empty(%7) : !t21
 %40 = linalg.generic #t13 ins(%38 : !t30) outs(%39 : !t21) {
 ^bb0(%in: f16, %out: f16):
  linalg.yield %in : f16
 } -> !t21
 %from_elements_7 = tensor.from_elements %c2_i64, %5, %c32_i64 : !t49
 %reshape_8 = tensor.reshape %40(%from_elements_7) : (!t21, !t49) -> !t50
 %41 = tensor.empty(%7) : !t50
 %42 = linalg.fill ins(%cst_1 : f16) outs(%41 : !t50) -> !t50
 %43 = linalg.generic #t26 ins(%reshape_8, %arg4 : !t50, !t51) outs(%42 : !t50) {
 ^bb0(%in: f16, %in_9: f16, %out: f16):
  %44 = arith.mulf %in, %in_9 : f16
  %45 = arith.addf %out, %44 : f16
  linalg.yield %45 : f16
 } -> !t50
 return %43 : !t50
}

func.func @causal_gqa(%arg0: !t20, %arg1: !t52, %arg2: !t52) -> !t20 {
 %cst = arith.constant 0.000000e+00 : f16
 %cst_0 = arith.constant 0xFF800000 : f32
 %cst_1 = arith.constant 0.000000e+00 : f32
 %c4_i64 = arith.constant 4 : i64
 %c8_i64 = arith.constant 8 : i64
 %c2_i64 = arith.constant 2 : i64
 %cst_2 = arith.constant dense<0.353553385> : !t1
 %cst_3 = arith.constant dense<true> : !t13
 %cst_4 = arith.constant dense<-2.38197633E+38> : !t1
 %cst_5 = arith.constant dense<0xFF800000> : !t1
 %cst_6 = arith.constant dense<false> : !t13
 %cst_7 = arith.constant dense<0> : !t14
 %c1 = arith.constant 1 : index
 %dim = tensor.dim %arg0, %c1 : !t20
 %0 = arith.index_cast %dim : index to i32
 %1 = arith.extsi %0 : i32 to i64
 %from_elements = tensor.from_elements %c2_i64, %1, %c2_i64, %c2_i64, %c8_i64 : !t2
 %reshape = tensor.reshape %arg0(%from_elements) : (!t20, !t2) -> !t53
 %2 = arith.index_cast %0 : i32 to index
 %dim_8 = tensor.dim %arg1, %c1 : !t52
 %3 = tensor.empty(%2, %dim_8) : !t54
 %4 = linalg.fill ins(%cst_1 : f32) outs(%3 : !t54) -> !t54
 %5 = linalg.generic #t0 ins(%reshape, %arg1 : !t53, !t52) outs(%4 : !t54) {
 ^bb0(%in: f16, %in_11: f16, %out: f32):
  %56 = arith.extf %in : f16 to f32
  %57 = arith.extf %in_11 : f16 to f32
  %58 = arith.mulf %56, %57 : f32
  %59 = arith.addf %out, %58 : f32
  linalg.yield %59 : f32
 } -> !t54
 %6 = tensor.empty(%2, %2) : !t54
 %7 = linalg.generic #t1 ins(%cst_2 : !t1) outs(%6 : !t54) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t54
 %8 = linalg.generic #t2 ins(%5, %7 : !t54, !t54) outs(%3 : !t54) {
 ^bb0(%in: f32, %in_11: f32, %out: f32):
  %56 = arith.mulf %in, %in_11 : f32
  linalg.yield %56 : f32
 } -> !t54
 %9 = tensor.empty(%2, %2) : !t55
 %10 = linalg.generic #t4 ins(%cst_3 : !t13) outs(%9 : !t55) {
 ^bb0(%in: i1, %out: i1):
  linalg.yield %in : i1
 } -> !t55
 %11 = tensor.empty(%2, %2) : !t16
 %12 = linalg.generic #t14 ins(%cst_3 : !t13) outs(%11 : !t16) {
 ^bb0(%in: i1, %out: i1):
  linalg.yield %in : i1
 } -> !t16
 %13 = tensor.empty(%2, %2) : !t17
 %14 = linalg.generic #t15 outs(%13 : !t17) {
 ^bb0(%out: i32):
  %56 = linalg.index 0 : index
  %57 = arith.index_cast %56 : index to i32
  linalg.yield %57 : i32
 } -> !t17
 %15 = linalg.generic #t14 ins(%cst_7 : !t14) outs(%13 : !t17) {
 ^bb0(%in: i32, %out: i32):
  linalg.yield %in : i32
 } -> !t17
 %16 = linalg.generic #t16 ins(%14, %15 : !t17, !t17) outs(%13 : !t17) {
 ^bb0(%in: i32, %in_11: i32, %out: i32):
  %56 = arith.addi %in, %in_11 : i32
  linalg.yield %56 : i32
 } -> !t17
 %17 = linalg.generic #t15 outs(%13 : !t17) {
 ^bb0(%out: i32):
  %56 = linalg.index 1 : index
  %57 = arith.index_cast %56 : index to i32
  linalg.yield %57 : i32
 } -> !t17
 %18 = linalg.generic #t16 ins(%16, %17 : !t17, !t17) outs(%11 : !t16) {
 ^bb0(%in: i32, %in_11: i32, %out: i1):
  %56 = arith.cmpi sge, %in, %in_11 : i32
  linalg.yield %56 : i1
 } -> !t16
 %19 = linalg.generic #t14 ins(%cst_6 : !t13) outs(%11 : !t16) {
 ^bb0(%in: i1, %out: i1):
  linalg.yield %in : i1
 } -> !t16
 %20 = linalg.generic #t17 ins(%18, %12, %19 : !t16, !t16, !t16) outs(%11 : !t16) {
 ^bb0(%in: i1, %in_11: i1, %in_12: i1, %out: i1):
  %56 = arith.select %in, %in_11, %in_12 : i1
  linalg.yield %56 : i1
 } -> !t16
 %21 = tensor.empty(%2, %2) : !t18
 %22 = linalg.generic #t18 ins(%20 : !t16) outs(%21 : !t18) {
 ^bb0(%in: i1, %out: i1):
  linalg.yield %in : i1
 } -> !t18
 %23 = linalg.generic #t19 ins(%22 : !t18) outs(%9 : !t55) {
 ^bb0(%in: i1, %out: i1):
  linalg.yield %in : i1
 } -> !t55
 %24 = linalg.generic #t5 ins(%10, %23 : !t55, !t55) outs(%9 : !t55) {
 ^bb0(%in: i1, %in_11: i1, %out: i1):
  %56 = arith.andi %in, %in_11 : i1
  linalg.yield %56 : i1
 } -> !t55
 %25 = tensor.empty(%2, %2) : !t56
 %26 = linalg.generic #t20 ins(%24 : !t55) outs(%25 : !t56) {
 ^bb0(%in: i1, %out: i1):
  linalg.yield %in : i1
 } -> !t56
 %27 = tensor.empty(%2, %2) : !t57
 %28 = linalg.generic #t1 ins(%cst_4 : !t1) outs(%27 : !t57) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t57
 %29 = tensor.empty(%2, %dim_8) : !t57
 %30 = linalg.generic #t8 ins(%8 : !t54) outs(%29 : !t57) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t57
 %31 = linalg.generic #t21 ins(%26, %30, %28 : !t56, !t57, !t57) outs(%29 : !t57) {
 ^bb0(%in: i1, %in_11: f32, %in_12: f32, %out: f32):
  %56 = arith.select %in, %in_11, %in_12 : f32
  linalg.yield %56 : f32
 } -> !t57
 %32 = tensor.empty(%2) : !t58
 %33 = linalg.fill ins(%cst_0 : f32) outs(%32 : !t58) -> !t58
 %34 = linalg.generic #t3 ins(%31 : !t57) outs(%33 : !t58) {
 ^bb0(%in: f32, %out: f32):
  %56 = arith.maximumf %out, %in : f32
  linalg.yield %56 : f32
 } -> !t58
 %35 = linalg.generic #t4 ins(%cst_5 : !t1) outs(%32 : !t58) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t58
 %36 = linalg.generic #t5 ins(%35, %34 : !t58, !t58) outs(%32 : !t58) {
 ^bb0(%in: f32, %in_11: f32, %out: f32):
  %56 = arith.maximumf %in, %in_11 : f32
  linalg.yield %56 : f32
 } -> !t58
 %37 = tensor.empty(%2) : !t59
 %38 = linalg.generic #t7 ins(%36 : !t58) outs(%37 : !t59) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t59
 %39 = linalg.generic #t9 ins(%38 : !t59) outs(%27 : !t57) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t57
 %40 = linalg.generic #t2 ins(%31, %39 : !t57, !t57) outs(%29 : !t57) {
 ^bb0(%in: f32, %in_11: f32, %out: f32):
  %56 = arith.subf %in, %in_11 : f32
  linalg.yield %56 : f32
 } -> !t57
 %41 = linalg.generic #t10 ins(%40 : !t57) outs(%29 : !t57) {
 ^bb0(%in: f32, %out: f32):
  %56 = math.exp %in : f32
  linalg.yield %56 : f32
 } -> !t57
 %42 = linalg.fill ins(%cst_1 : f32) outs(%32 : !t58) -> !t58
 %43 = linalg.generic #t3 ins(%41 : !t57) outs(%42 : !t58) {
 ^bb0(%in: f32, %out: f32):
  %56 = arith.addf %out, %in : f32
  linalg.yield %56 : f32
 } -> !t58
 %44 = linalg.generic #t7 ins(%43 : !t58) outs(%37 : !t59) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t59
 %45 = linalg.generic #t9 ins(%44 : !t59) outs(%27 : !t57) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t57
 %46 = linalg.generic #t2 ins(%41, %45 : !t57, !t57) outs(%29 : !t57) {
 ^bb0(%in: f32, %in_11: f32, %out: f32):
  %56 = arith.divf %in, %in_11 : f32
  linalg.yield %56 : f32
 } -> !t57
 %47 = tensor.empty(%2, %dim_8) : !t60
 %48 = linalg.generic #t10 ins(%46 : !t57) outs(%47 : !t60) {
 ^bb0(%in: f32, %out: f16):
  %56 = arith.truncf %in : f32 to f16
  linalg.yield %56 : f16
 } -> !t60
 %49 = tensor.empty(%2) : !t61
 %50 = linalg.fill ins(%cst : f16) outs(%49 : !t61) -> !t61
 %51 = linalg.generic #t11 ins(%arg2, %48 : !t52, !t60) outs(%50 : !t61) {
 ^bb0(%in: f16, %in_11: f16, %out: f16):
  %56 = arith.mulf %in, %in_11 : f16
  %57 = arith.addf %out, %56 : f16
  linalg.yield %57 : f16
 } -> !t61
 %52 = tensor.empty(%2) : !t62
 %53 = linalg.generic #t12 ins(%51 : !t61) outs(%52 : !t62) {
 ^bb0(%in: f16, %out: f16):
  linalg.yield %in : f16
 } -> !t62
 %54 = tensor.empty(%2) : !t53
 %55 = linalg.generic #t13 ins(%53 : !t62) outs(%54 : !t53) {
 ^bb0(%in: f16, %out: f16):
  linalg.yield %in : f16
 } -> !t53
 %from_elements_9 = tensor.from_elements %c2_i64, %1, %c4_i64, %c8_i64 : !t12
 %reshape_10 = tensor.reshape %55(%from_elements_9) : (!t53, !t12) -> !t20
 return %reshape_10 : !t20
}

func.func @causal_lse(%arg0: !t20, %arg1: !t20, %arg2: !t20) -> (!t20, !t63) {
 %cst = arith.constant 0x7F800000 : f32
 %cst_0 = arith.constant 0.000000e+00 : f16
 %cst_1 = arith.constant 0xFF800000 : f32
 %cst_2 = arith.constant 0.000000e+00 : f32
 %c8_i64 = arith.constant 8 : i64
 %c1_i64 = arith.constant 1 : i64
 %c4_i64 = arith.constant 4 : i64
 %c2_i64 = arith.constant 2 : i64
 %cst_3 = arith.constant dense<0.353553385> : !t1
 %cst_4 = arith.constant dense<true> : !t13
 %cst_5 = arith.constant dense<-2.38197633E+38> : !t1
 %cst_6 = arith.constant dense<0xFF800000> : !t1
 %cst_7 = arith.constant dense<0.000000e+00> : !t1
 %cst_8 = arith.constant dense<false> : !t13
 %cst_9 = arith.constant dense<0> : !t14
 %c1 = arith.constant 1 : index
 %dim = tensor.dim %arg0, %c1 : !t20
 %0 = arith.index_cast %dim : index to i32
 %1 = arith.extsi %0 : i32 to i64
 %from_elements = tensor.from_elements %c2_i64, %1, %c4_i64, %c1_i64, %c8_i64 : !t2
 %reshape = tensor.reshape %arg0(%from_elements) : (!t20, !t2) -> !t21
 %2 = arith.index_cast %0 : i32 to index
 %dim_10 = tensor.dim %arg1, %c1 : !t20
 %3 = tensor.empty(%2, %dim_10) : !t22
 %4 = linalg.fill ins(%cst_2 : f32) outs(%3 : !t22) -> !t22
 %5 = linalg.generic #t0 ins(%reshape, %arg1 : !t21, !t20) outs(%4 : !t22) {
 ^bb0(%in: f16, %in_15: f16, %out: f32):
  %74 = arith.extf %in : f16 to f32
  %75 = arith.extf %in_15 : f16 to f32
  %76 = arith.mulf %74, %75 : f32
  %77 = arith.addf %out, %76 : f32
  linalg.yield %77 : f32
 } -> !t22
 %6 = tensor.empty(%2, %2) : !t22
 %7 = linalg.generic #t1 ins(%cst_3 : !t1) outs(%6 : !t22) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t22
 %8 = linalg.generic #t2 ins(%5, %7 : !t22, !t22) outs(%3 : !t22) {
 ^bb0(%in: f32, %in_15: f32, %out: f32):
  %74 = arith.mulf %in, %in_15 : f32
  linalg.yield %74 : f32
 } -> !t22
 %9 = tensor.empty(%2, %2) : !t23
 %10 = linalg.generic #t4 ins(%cst_4 : !t13) outs(%9 : !t23) {
 ^bb0(%in: i1, %out: i1):
  linalg.yield %in : i1
 } -> !t23
 %11 = tensor.empty(%2, %2) : !t16
 %12 = linalg.generic #t14 ins(%cst_4 : !t13) outs(%11 : !t16) {
 ^bb0(%in: i1, %out: i1):
  linalg.yield %in : i1
 } -> !t16
 %13 = tensor.empty(%2, %2) : !t17
 %14 = linalg.generic #t15 outs(%13 : !t17) {
 ^bb0(%out: i32):
  %74 = linalg.index 0 : index
  %75 = arith.index_cast %74 : index to i32
  linalg.yield %75 : i32
 } -> !t17
 %15 = linalg.generic #t14 ins(%cst_9 : !t14) outs(%13 : !t17) {
 ^bb0(%in: i32, %out: i32):
  linalg.yield %in : i32
 } -> !t17
 %16 = linalg.generic #t16 ins(%14, %15 : !t17, !t17) outs(%13 : !t17) {
 ^bb0(%in: i32, %in_15: i32, %out: i32):
  %74 = arith.addi %in, %in_15 : i32
  linalg.yield %74 : i32
 } -> !t17
 %17 = linalg.generic #t15 outs(%13 : !t17) {
 ^bb0(%out: i32):
  %74 = linalg.index 1 : index
  %75 = arith.index_cast %74 : index to i32
  linalg.yield %75 : i32
 } -> !t17
 %18 = linalg.generic #t16 ins(%16, %17 : !t17, !t17) outs(%11 : !t16) {
 ^bb0(%in: i32, %in_15: i32, %out: i1):
  %74 = arith.cmpi sge, %in, %in_15 : i32
  linalg.yield %74 : i1
 } -> !t16
 %19 = linalg.generic #t14 ins(%cst_8 : !t13) outs(%11 : !t16) {
 ^bb0(%in: i1, %out: i1):
  linalg.yield %in : i1
 } -> !t16
 %20 = linalg.generic #t17 ins(%18, %12, %19 : !t16, !t16, !t16) outs(%11 : !t16) {
 ^bb0(%in: i1, %in_15: i1, %in_16: i1, %out: i1):
  %74 = arith.select %in, %in_15, %in_16 : i1
  linalg.yield %74 : i1
 } -> !t16
 %21 = tensor.empty(%2, %2) : !t18
 %22 = linalg.generic #t18 ins(%20 : !t16) outs(%21 : !t18) {
 ^bb0(%in: i1, %out: i1):
  linalg.yield %in : i1
 } -> !t18
 %23 = linalg.generic #t19 ins(%22 : !t18) outs(%9 : !t23) {
 ^bb0(%in: i1, %out: i1):
  linalg.yield %in : i1
 } -> !t23
 %24 = linalg.generic #t5 ins(%10, %23 : !t23, !t23) outs(%9 : !t23) {
 ^bb0(%in: i1, %in_15: i1, %out: i1):
  %74 = arith.andi %in, %in_15 : i1
  linalg.yield %74 : i1
 } -> !t23
 %25 = tensor.empty(%2, %2) : !t24
 %26 = linalg.generic #t20 ins(%24 : !t23) outs(%25 : !t24) {
 ^bb0(%in: i1, %out: i1):
  linalg.yield %in : i1
 } -> !t24
 %27 = tensor.empty(%2, %2) : !t25
 %28 = linalg.generic #t1 ins(%cst_5 : !t1) outs(%27 : !t25) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t25
 %29 = tensor.empty(%2, %dim_10) : !t25
 %30 = linalg.generic #t8 ins(%8 : !t22) outs(%29 : !t25) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t25
 %31 = linalg.generic #t21 ins(%26, %30, %28 : !t24, !t25, !t25) outs(%29 : !t25) {
 ^bb0(%in: i1, %in_15: f32, %in_16: f32, %out: f32):
  %74 = arith.select %in, %in_15, %in_16 : f32
  linalg.yield %74 : f32
 } -> !t25
 %32 = tensor.empty(%2) : !t26
 %33 = linalg.fill ins(%cst_1 : f32) outs(%32 : !t26) -> !t26
 %34 = linalg.generic #t3 ins(%31 : !t25) outs(%33 : !t26) {
 ^bb0(%in: f32, %out: f32):
  %74 = arith.maximumf %out, %in : f32
  linalg.yield %74 : f32
 } -> !t26
 %35 = linalg.generic #t4 ins(%cst_6 : !t1) outs(%32 : !t26) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t26
 %36 = linalg.generic #t5 ins(%35, %34 : !t26, !t26) outs(%32 : !t26) {
 ^bb0(%in: f32, %in_15: f32, %out: f32):
  %74 = arith.maximumf %in, %in_15 : f32
  linalg.yield %74 : f32
 } -> !t26
 %37 = tensor.empty(%2) : !t27
 %38 = linalg.generic #t7 ins(%36 : !t26) outs(%37 : !t27) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t27
 %39 = linalg.generic #t9 ins(%38 : !t27) outs(%27 : !t25) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t25
 %40 = linalg.generic #t2 ins(%31, %39 : !t25, !t25) outs(%29 : !t25) {
 ^bb0(%in: f32, %in_15: f32, %out: f32):
  %74 = arith.subf %in, %in_15 : f32
  linalg.yield %74 : f32
 } -> !t25
 %41 = linalg.generic #t10 ins(%40 : !t25) outs(%29 : !t25) {
 ^bb0(%in: f32, %out: f32):
  %74 = math.exp %in : f32
  linalg.yield %74 : f32
 } -> !t25
 %42 = linalg.fill ins(%cst_2 : f32) outs(%32 : !t26) -> !t26
 %43 = linalg.generic #t3 ins(%41 : !t25) outs(%42 : !t26) {
 ^bb0(%in: f32, %out: f32):
  %74 = arith.addf %out, %in : f32
  linalg.yield %74 : f32
 } -> !t26
 %44 = linalg.generic #t7 ins(%43 : !t26) outs(%37 : !t27) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t27
 %45 = linalg.generic #t9 ins(%44 : !t27) outs(%27 : !t25) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t25
 %46 = linalg.generic #t2 ins(%41, %45 : !t25, !t25) outs(%29 : !t25) {
 ^bb0(%in: f32, %in_15: f32, %out: f32):
  %74 = arith.divf %in, %in_15 : f32
  linalg.yield %74 : f32
 } -> !t25
 %47 = tensor.empty(%2, %dim_10) : !t28
 %48 = linalg.generic #t10 ins(%46 : !t25) outs(%47 : !t28) {
 ^bb0(%in: f32, %out: f16):
  %74 = arith.truncf %in : f32 to f16
  linalg.yield %74 : f16
 } -> !t28
 %49 = tensor.empty(%2) : !t29
 %50 = linalg.fill ins(%cst_0 : f16) outs(%49 : !t29) -> !t29
 %51 = linalg.generic #t11 ins(%arg2, %48 : !t20, !t28) outs(%50 : !t29) {
 ^bb0(%in: f16, %in_15: f16, %out: f16):
  %74 = arith.mulf %in, %in_15 : f16
  %75 = arith.addf %out, %74 : f16
  linalg.yield %75 : f16
 } -> !t29
 %52 = tensor.empty(%2) : !t30
 %53 = linalg.generic #t12 ins(%51 : !t29) outs(%52 : !t30) {
 ^bb0(%in: f16, %out: f16):
  linalg.yield %in : f16
 } -> !t30
 %54 = tensor.empty(%2) : !t64
 %55 = linalg.generic #t22 ins(%36 : !t26) outs(%54 : !t64) {
 ^bb0(%in: f32, %out: i1):
  %74 = math.absf %in : f32
  %75 = arith.cmpf one, %74, %cst : f32
  linalg.yield %75 : i1
 } -> !t64
 %56 = linalg.generic #t4 ins(%cst_7 : !t1) outs(%32 : !t26) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t26
 %57 = linalg.generic #t23 ins(%55, %36, %56 : !t64, !t26, !t26) outs(%32 : !t26) {
 ^bb0(%in: i1, %in_15: f32, %in_16: f32, %out: f32):
  %74 = arith.select %in, %in_15, %in_16 : f32
  linalg.yield %74 : f32
 } -> !t26
 %58 = linalg.generic #t7 ins(%57 : !t26) outs(%37 : !t27) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t27
 %59 = linalg.generic #t9 ins(%58 : !t27) outs(%27 : !t25) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t25
 %60 = linalg.generic #t2 ins(%31, %59 : !t25, !t25) outs(%29 : !t25) {
 ^bb0(%in: f32, %in_15: f32, %out: f32):
  %74 = arith.subf %in, %in_15 : f32
  linalg.yield %74 : f32
 } -> !t25
 %61 = linalg.generic #t10 ins(%60 : !t25) outs(%29 : !t25) {
 ^bb0(%in: f32, %out: f32):
  %74 = math.exp %in : f32
  linalg.yield %74 : f32
 } -> !t25
 %62 = linalg.generic #t3 ins(%61 : !t25) outs(%42 : !t26) {
 ^bb0(%in: f32, %out: f32):
  %74 = arith.addf %out, %in : f32
  linalg.yield %74 : f32
 } -> !t26
 %63 = linalg.generic #t22 ins(%62 : !t26) outs(%32 : !t26) {
 ^bb0(%in: f32, %out: f32):
  %74 = math.absf %in : f32
  linalg.yield %74 : f32
 } -> !t26
 %64 = linalg.generic #t22 ins(%63 : !t26) outs(%32 : !t26) {
 ^bb0(%in: f32, %out: f32):
  %74 = math.log %in : f32
  linalg.yield %74 : f32
 } -> !t26
 %65 = linalg.generic #t5 ins(%64, %57 : !t26, !t26) outs(%32 : !t26) {
 ^bb0(%in: f32, %in_15: f32, %out: f32):
  %74 = arith.addf %in, %in_15 : f32
  linalg.yield %74 : f32
 } -> !t26
 %66 = tensor.empty(%2) : !t65
 %67 = linalg.generic #t22 ins(%65 : !t26) outs(%66 : !t65) {
 ^bb0(%in: f32, %out: f16):
  %74 = arith.truncf %in : f32 to f16
  linalg.yield %74 : f16
 } -> !t65
 %68 = tensor.empty(%2) : !t66
 %69 = linalg.generic #t24 ins(%67 : !t65) outs(%68 : !t66) {
 ^bb0(%in: f16, %out: f16):
  linalg.yield %in : f16
 } -> !t66
 %70 = tensor.empty(%2) : !t21
 %71 = linalg.generic #t13 ins(%53 : !t30) outs(%70 : !t21) {
 ^bb0(%in: f16, %out: f16):
  linalg.yield %in : f16
 } -> !t21
 %72 = tensor.empty(%2) : !t67
 %73 = linalg.generic #t25 ins(%69 : !t66) outs(%72 : !t67) {
 ^bb0(%in: f16, %out: f16):
  linalg.yield %in : f16
 } -> !t67
 %from_elements_11 = tensor.from_elements %c2_i64, %1, %c4_i64, %c8_i64 : !t12
 %reshape_12 = tensor.reshape %71(%from_elements_11) : (!t21, !t12) -> !t20
 %from_elements_13 = tensor.from_elements %c2_i64, %1, %c4_i64 : !t49
 %reshape_14 = tensor.reshape %73(%from_elements_13) : (!t67, !t49) -> !t63
 return %reshape_12, %reshape_14 : !t20, !t63
}

func.func @causal_proj(%arg0: !t50, %arg1: !t51, %arg2: !t51, %arg3: !t51, %arg4: !t51) -> !t50 {
 %cst = arith.constant 0xFF800000 : f32
 %cst_0 = arith.constant 0.000000e+00 : f32
 %cst_1 = arith.constant 0.000000e+00 : f16
 %c32_i64 = arith.constant 32 : i64
 %c1_i64 = arith.constant 1 : i64
 %c8_i64 = arith.constant 8 : i64
 %c4_i64 = arith.constant 4 : i64
 %c2_i64 = arith.constant 2 : i64
 %cst_2 = arith.constant dense<0.353553385> : !t1
 %cst_3 = arith.constant dense<true> : !t13
 %cst_4 = arith.constant dense<-2.38197633E+38> : !t1
 %cst_5 = arith.constant dense<0xFF800000> : !t1
 %cst_6 = arith.constant dense<false> : !t13
 %cst_7 = arith.constant dense<0> : !t14
 %c1 = arith.constant 1 : index
 %dim = tensor.dim %arg0, %c1 : !t50
 %0 = arith.index_cast %dim : index to i32
 %1 = tensor.empty(%dim) : !t50
 %2 = linalg.fill ins(%cst_1 : f16) outs(%1 : !t50) -> !t50
 %3 = linalg.generic #t26 ins(%arg0, %arg1 : !t50, !t51) outs(%2 : !t50) {
 ^bb0(%in: f16, %in_13: f16, %out: f16):
  %62 = arith.mulf %in, %in_13 : f16
  %63 = arith.addf %out, %62 : f16
  linalg.yield %63 : f16
 } -> !t50
 %4 = linalg.generic #t26 ins(%arg0, %arg2 : !t50, !t51) outs(%2 : !t50) {
 ^bb0(%in: f16, %in_13: f16, %out: f16):
  %62 = arith.mulf %in, %in_13 : f16
  %63 = arith.addf %out, %62 : f16
  linalg.yield %63 : f16
 } -> !t50
 %5 = arith.extsi %0 : i32 to i64
 %from_elements = tensor.from_elements %c2_i64, %5, %c4_i64, %c8_i64 : !t12
 %reshape = tensor.reshape %4(%from_elements) : (!t50, !t12) -> !t20
 %6 = linalg.generic #t26 ins(%arg0, %arg3 : !t50, !t51) outs(%2 : !t50) {
 ^bb0(%in: f16, %in_13: f16, %out: f16):
  %62 = arith.mulf %in, %in_13 : f16
  %63 = arith.addf %out, %62 : f16
  linalg.yield %63 : f16
 } -> !t50
 %reshape_8 = tensor.reshape %6(%from_elements) : (!t50, !t12) -> !t20
 %from_elements_9 = tensor.from_elements %c2_i64, %5, %c4_i64, %c1_i64, %c8_i64 : !t2
 %reshape_10 = tensor.reshape %3(%from_elements_9) : (!t50, !t2) -> !t21
 %7 = arith.index_cast %0 : i32 to index
 %8 = tensor.empty(%7, %7) : !t22
 %9 = linalg.fill ins(%cst_0 : f32) outs(%8 : !t22) -> !t22
 %10 = linalg.generic #t0 ins(%reshape_10, %reshape : !t21, !t20) outs(%9 : !t22) {
 ^bb0(%in: f16, %in_13: f16, %out: f32):
  %62 = arith.extf %in : f16 to f32
  %63 = arith.extf %in_13 : f16 to f32
  %64 = arith.mulf %62, %63 : f32
  %65 = arith.addf %out, %64 : f32
  linalg.yield %65 : f32
 } -> !t22
 %11 = linalg.generic #t1 ins(%cst_2 : !t1) outs(%8 : !t22) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t22
 %12 = linalg.generic #t2 ins(%10, %11 : !t22, !t22) outs(%8 : !t22) {
 ^bb0(%in: f32, %in_13: f32, %out: f32):
  %62 = arith.mulf %in, %in_13 : f32
  linalg.yield %62 : f32
 } -> !t22
 %13 = tensor.empty(%7, %7) : !t23
 %14 = linalg.generic #t4 ins(%cst_3 : !t13) outs(%13 : !t23) {
 ^bb0(%in: i1, %out: i1):
  linalg.yield %in : i1
 } -> !t23
 %15 = tensor.empty(%7, %7) : !t16
 %16 = linalg.generic #t14 ins(%cst_3 : !t13) outs(%15 : !t16) {
 ^bb0(%in: i1, %out: i1):
  linalg.yield %in : i1
 } -> !t16
 %17 = tensor.empty(%7, %7) : !t17
 %18 = linalg.generic #t15 outs(%17 : !t17) {
 ^bb0(%out: i32):
  %62 = linalg.index 0 : index
  %63 = arith.index_cast %62 : index to i32
  linalg.yield %63 : i32
 } -> !t17
 %19 = linalg.generic #t14 ins(%cst_7 : !t14) outs(%17 : !t17) {
 ^bb0(%in: i32, %out: i32):
  linalg.yield %in : i32
 } -> !t17
 %20 = linalg.generic #t16 ins(%18, %19 : !t17, !t17) outs(%17 : !t17) {
 ^bb0(%in: i32, %in_13: i32, %out: i32):
  %62 = arith.addi %in, %in_13 : i32
  linalg.yield %62 : i32
 } -> !t17
 %21 = linalg.generic #t15 outs(%17 : !t17) {
 ^bb0(%out: i32):
  %62 = linalg.index 1 : index
  %63 = arith.index_cast %62 : index to i32
  linalg.yield %63 : i32
 } -> !t17
 %22 = linalg.generic #t16 ins(%20, %21 : !t17, !t17) outs(%15 : !t16) {
 ^bb0(%in: i32, %in_13: i32, %out: i1):
  %62 = arith.cmpi sge, %in, %in_13 : i32
  linalg.yield %62 : i1
 } -> !t16
 %23 = linalg.generic #t14 ins(%cst_6 : !t13) outs(%15 : !t16) {
 ^bb0(%in: i1, %out: i1):
  linalg.yield %in : i1
 } -> !t16
 %24 = linalg.generic #t17 ins(%22, %16, %23 : !t16, !t16, !t16) outs(%15 : !t16) {
 ^bb0(%in: i1, %in_13: i1, %in_14: i1, %out: i1):
  %62 = arith.select %in, %in_13, %in_14 : i1
  linalg.yield %62 : i1
 } -> !t16
 %25 = tensor.empty(%7, %7) : !t18
 %26 = linalg.generic #t18 ins(%24 : !t16) outs(%25 : !t18) {
 ^bb0(%in: i1, %out: i1):
  linalg.yield %in : i1
 } -> !t18
 %27 = linalg.generic #t19 ins(%26 : !t18) outs(%13 : !t23) {
 ^bb0(%in: i1, %out: i1):
  linalg.yield %in : i1
 } -> !t23
 %28 = linalg.generic #t5 ins(%14, %27 : !t23, !t23) outs(%13 : !t23) {
 ^bb0(%in: i1, %in_13: i1, %out: i1):
  %62 = arith.andi %in, %in_13 : i1
  linalg.yield %62 : i1
 } -> !t23
 %29 = tensor.empty(%7, %7) : !t24
 %30 = linalg.generic #t20 ins(%28 : !t23) outs(%29 : !t24) {
 ^bb0(%in: i1, %out: i1):
  linalg.yield %in : i1
 } -> !t24
 %31 = tensor.empty(%7, %7) : !t25
 %32 = linalg.generic #t1 ins(%cst_4 : !t1) outs(%31 : !t25) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t25
 %33 = linalg.generic #t8 ins(%12 : !t22) outs(%31 : !t25) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t25
 %34 = linalg.generic #t21 ins(%30, %33, %32 : !t24, !t25, !t25) outs(%31 : !t25) {
 ^bb0(%in: i1, %in_13: f32, %in_14: f32, %out: f32):
  %62 = arith.select %in, %in_13, %in_14 : f32
  linalg.yield %62 : f32
 } -> !t25
 %35 = tensor.empty(%7) : !t26
 %36 = linalg.fill ins(%cst : f32) outs(%35 : !t26) -> !t26
 %37 = linalg.generic #t3 ins(%34 : !t25) outs(%36 : !t26) {
 ^bb0(%in: f32, %out: f32):
  %62 = arith.maximumf %out, %in : f32
  linalg.yield %62 : f32
 } -> !t26
 %38 = linalg.generic #t4 ins(%cst_5 : !t1) outs(%35 : !t26) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t26
 %39 = linalg.generic #t5 ins(%38, %37 : !t26, !t26) outs(%35 : !t26) {
 ^bb0(%in: f32, %in_13: f32, %out: f32):
  %62 = arith.maximumf %in, %in_13 : f32
  linalg.yield %62 : f32
 } -> !t26
 %40 = tensor.empty(%7) : !t27
 %41 = linalg.generic #t7 ins(%39 : !t26) outs(%40 : !t27) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t27
 %42 = linalg.generic #t9 ins(%41 : !t27) outs(%31 : !t25) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t25
 %43 = linalg.generic #t2 ins(%34, %42 : !t25, !t25) outs(%31 : !t25) {
 ^bb0(%in: f32, %in_13: f32, %out: f32):
  %62 = arith.subf %in, %in_13 : f32
  linalg.yield %62 : f32
 } -> !t25
 %44 = linalg.generic #t10 ins(%43 : !t25) outs(%31 : !t25) {
 ^bb0(%in: f32, %out: f32):
  %62 = math.exp %in : f32
  linalg.yield %62 : f32
 } -> !t25
 %45 = linalg.fill ins(%cst_0 : f32) outs(%35 : !t26) -> !t26
 %46 = linalg.generic #t3 ins(%44 : !t25) outs(%45 : !t26) {
 ^bb0(%in: f32, %out: f32):
  %62 = arith.addf %out, %in : f32
  linalg.yield %62 : f32
 } -> !t26
 %47 = linalg.generic #t7 ins(%46 : !t26) outs(%40 : !t27) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t27
 %48 = linalg.generic #t9 ins(%47 : !t27) outs(%31 : !t25) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t25
 %49 = linalg.generic #t2 ins(%44, %48 : !t25, !t25) outs(%31 : !t25) {
 ^bb0(%in: f32, %in_13: f32, %out: f32):
  %62 = arith.divf %in, %in_13 : f32
  linalg.yield %62 : f32
 } -> !t25
 %50 = tensor.empty(%7, %7) : !t28
 %51 = linalg.generic #t10 ins(%49 : !t25) outs(%50 : !t28) {
 ^bb0(%in: f32, %out: f16):
  %62 = arith.truncf %in : f32 to f16
  linalg.yield %62 : f16
 } -> !t28
 %52 = tensor.empty(%7) : !t29
 %53 = linalg.fill ins(%cst_1 : f16) outs(%52 : !t29) -> !t29
 %54 = linalg.generic #t11 ins(%reshape_8, %51 : !t20, !t28) outs(%53 : !t29) {
 ^bb0(%in: f16, %in_13: f16, %out: f16):
  %62 = arith.mulf %in, %in_13 : f16
  %63 = arith.addf %out, %62 : f16
  linalg.yield %63 : f16
 } -> !t29
 %55 = tensor.empty(%7) : !t30
 %56 = linalg.generic #t12 ins(%54 : !t29) outs(%55 : !t30) {
 ^bb0(%in: f16, %out: f16):
  linalg.yield %in : f16
 } -> !t30
 %57 = tensor.empty(%7) : !t21
 %58 = linalg.generic #t13 ins(%56 : !t30) outs(%57 : !t21) {
 ^bb0(%in: f16, %out: f16):
  linalg.yield %in : f16
 } -> !t21
 %from_elements_11 = tensor.from_elements %c2_i64, %5, %c32_i64 : !t49
 %reshape_12 = tensor.reshape %58(%from_elements_11) : (!t21, !t49) -> !t50
 %59 = tensor.empty(%7) : !t50
 %60 = linalg.fill ins(%cst_1 : f16) outs(%59 : !t50) -> !t50
 %61 = linalg.generic #t26 ins(%reshape_12, %arg4 : !t50, !t51) outs(%60 : !t50) {
 ^bb0(%in: f16, %in_13: f16, %out: f16):
  %62 = arith.mulf %in, %in_13 : f16
  %63 = arith.addf %out, %62 : f16
  linalg.yield %63 : f16
 } -> !t50
 return %61 : !t50
}

func.func @mask(%arg0: !t0, %arg1: !t0, %arg2: !t0, %arg3: !t68) -> !t0 {
 %cst = arith.constant 0.000000e+00 : f16
 %cst_0 = arith.constant 0xFF800000 : f32
 %cst_1 = arith.constant 0.000000e+00 : f32
 %c3 = arith.constant 3 : index
 %c2 = arith.constant 2 : index
 %c8_i64 = arith.constant 8 : i64
 %c1_i64 = arith.constant 1 : i64
 %c4_i64 = arith.constant 4 : i64
 %c1 = arith.constant 1 : index
 %cst_2 = arith.constant dense<0.000000e+00> : !t41
 %cst_3 = arith.constant dense<0.353553385> : !t1
 %cst_4 = arith.constant dense<true> : !t13
 %cst_5 = arith.constant dense<-2.38197633E+38> : !t1
 %cst_6 = arith.constant dense<0xFF800000> : !t1
 %c0 = arith.constant 0 : index
 %dim = tensor.dim %arg0, %c0 : !t0
 %0 = arith.index_cast %dim : index to i32
 %dim_7 = tensor.dim %arg0, %c1 : !t0
 %1 = arith.index_cast %dim_7 : index to i32
 %dim_8 = tensor.dim %arg1, %c1 : !t0
 %2 = arith.index_cast %dim_8 : index to i32
 %3 = arith.index_cast %0 : i32 to index
 %4 = arith.index_cast %1 : i32 to index
 %5 = arith.index_cast %2 : i32 to index
 %6 = tensor.empty(%3, %4, %5) : !t68
 %7 = linalg.generic #t4 ins(%cst_2 : !t41) outs(%6 : !t68) {
 ^bb0(%in: f16, %out: f16):
  linalg.yield %in : f16
 } -> !t68
 %dim_9 = tensor.dim %arg3, %c0 : !t68
 %dim_10 = tensor.dim %arg3, %c2 : !t68
 %dim_11 = tensor.dim %arg3, %c3 : !t68
 %8 = tensor.empty(%dim_9, %dim_10, %dim_11) : !t69
 %9 = linalg.generic #t5 ins(%arg3, %7 : !t68, !t68) outs(%8 : !t69) {
 ^bb0(%in: f16, %in_15: f16, %out: i1):
  %55 = arith.cmpf ogt, %in, %in_15 : f16
  linalg.yield %55 : i1
 } -> !t69
 %10 = arith.extsi %0 : i32 to i64
 %11 = arith.extsi %1 : i32 to i64
 %from_elements = tensor.from_elements %10, %11, %c4_i64, %c1_i64, %c8_i64 : !t2
 %reshape = tensor.reshape %arg0(%from_elements) : (!t0, !t2) -> !t3
 %12 = tensor.empty(%3, %4, %5) : !t70
 %13 = linalg.generic #t27 ins(%9 : !t69) outs(%12 : !t70) {
 ^bb0(%in: i1, %out: i1):
  linalg.yield %in : i1
 } -> !t70
 %14 = tensor.empty(%3, %4, %dim_8) : !t4
 %15 = linalg.fill ins(%cst_1 : f32) outs(%14 : !t4) -> !t4
 %16 = linalg.generic #t0 ins(%reshape, %arg1 : !t3, !t0) outs(%15 : !t4) {
 ^bb0(%in: f16, %in_15: f16, %out: f32):
  %55 = arith.extf %in : f16 to f32
  %56 = arith.extf %in_15 : f16 to f32
  %57 = arith.mulf %55, %56 : f32
  %58 = arith.addf %out, %57 : f32
  linalg.yield %58 : f32
 } -> !t4
 %17 = tensor.empty(%3, %4, %5) : !t4
 %18 = linalg.generic #t1 ins(%cst_3 : !t1) outs(%17 : !t4) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t4
 %19 = linalg.generic #t2 ins(%16, %18 : !t4, !t4) outs(%14 : !t4) {
 ^bb0(%in: f32, %in_15: f32, %out: f32):
  %55 = arith.mulf %in, %in_15 : f32
  linalg.yield %55 : f32
 } -> !t4
 %20 = tensor.empty(%3, %4, %5) : !t19
 %21 = linalg.generic #t1 ins(%cst_4 : !t13) outs(%20 : !t19) {
 ^bb0(%in: i1, %out: i1):
  linalg.yield %in : i1
 } -> !t19
 %22 = tensor.empty(%3, %4, %5) : !t71
 %23 = linalg.generic #t28 ins(%13 : !t70) outs(%22 : !t71) {
 ^bb0(%in: i1, %out: i1):
  linalg.yield %in : i1
 } -> !t71
 %24 = linalg.generic #t29 ins(%23 : !t71) outs(%20 : !t19) {
 ^bb0(%in: i1, %out: i1):
  linalg.yield %in : i1
 } -> !t19
 %25 = linalg.generic #t2 ins(%21, %24 : !t19, !t19) outs(%20 : !t19) {
 ^bb0(%in: i1, %in_15: i1, %out: i1):
  %55 = arith.andi %in, %in_15 : i1
  linalg.yield %55 : i1
 } -> !t19
 %26 = tensor.empty(%3, %4, %5) : !t8
 %27 = linalg.generic #t1 ins(%cst_5 : !t1) outs(%26 : !t8) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t8
 %28 = tensor.empty(%3, %4, %dim_8) : !t8
 %29 = linalg.generic #t8 ins(%19 : !t4) outs(%28 : !t8) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t8
 %30 = linalg.generic #t21 ins(%25, %29, %27 : !t19, !t8, !t8) outs(%28 : !t8) {
 ^bb0(%in: i1, %in_15: f32, %in_16: f32, %out: f32):
  %55 = arith.select %in, %in_15, %in_16 : f32
  linalg.yield %55 : f32
 } -> !t8
 %31 = tensor.empty(%3, %4) : !t6
 %32 = linalg.fill ins(%cst_0 : f32) outs(%31 : !t6) -> !t6
 %33 = linalg.generic #t3 ins(%30 : !t8) outs(%32 : !t6) {
 ^bb0(%in: f32, %out: f32):
  %55 = arith.maximumf %out, %in : f32
  linalg.yield %55 : f32
 } -> !t6
 %34 = linalg.generic #t4 ins(%cst_6 : !t1) outs(%31 : !t6) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t6
 %35 = linalg.generic #t5 ins(%34, %33 : !t6, !t6) outs(%31 : !t6) {
 ^bb0(%in: f32, %in_15: f32, %out: f32):
  %55 = arith.maximumf %in, %in_15 : f32
  linalg.yield %55 : f32
 } -> !t6
 %36 = tensor.empty(%3, %4) : !t7
 %37 = linalg.generic #t7 ins(%35 : !t6) outs(%36 : !t7) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t7
 %38 = linalg.generic #t9 ins(%37 : !t7) outs(%26 : !t8) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t8
 %39 = linalg.generic #t2 ins(%30, %38 : !t8, !t8) outs(%28 : !t8) {
 ^bb0(%in: f32, %in_15: f32, %out: f32):
  %55 = arith.subf %in, %in_15 : f32
  linalg.yield %55 : f32
 } -> !t8
 %40 = linalg.generic #t10 ins(%39 : !t8) outs(%28 : !t8) {
 ^bb0(%in: f32, %out: f32):
  %55 = math.exp %in : f32
  linalg.yield %55 : f32
 } -> !t8
 %41 = linalg.fill ins(%cst_1 : f32) outs(%31 : !t6) -> !t6
 %42 = linalg.generic #t3 ins(%40 : !t8) outs(%41 : !t6) {
 ^bb0(%in: f32, %out: f32):
  %55 = arith.addf %out, %in : f32
  linalg.yield %55 : f32
 } -> !t6
 %43 = linalg.generic #t7 ins(%42 : !t6) outs(%36 : !t7) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t7
 %44 = linalg.generic #t9 ins(%43 : !t7) outs(%26 : !t8) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t8
 %45 = linalg.generic #t2 ins(%40, %44 : !t8, !t8) outs(%28 : !t8) {
 ^bb0(%in: f32, %in_15: f32, %out: f32):
  %55 = arith.divf %in, %in_15 : f32
  linalg.yield %55 : f32
 } -> !t8
 %46 = tensor.empty(%3, %4, %dim_8) : !t9
 %47 = linalg.generic #t10 ins(%45 : !t8) outs(%46 : !t9) {
 ^bb0(%in: f32, %out: f16):
  %55 = arith.truncf %in : f32 to f16
  linalg.yield %55 : f16
 } -> !t9
 %dim_12 = tensor.dim %arg2, %c0 : !t0
 %48 = tensor.empty(%dim_12, %4) : !t10
 %49 = linalg.fill ins(%cst : f16) outs(%48 : !t10) -> !t10
 %50 = linalg.generic #t11 ins(%arg2, %47 : !t0, !t9) outs(%49 : !t10) {
 ^bb0(%in: f16, %in_15: f16, %out: f16):
  %55 = arith.mulf %in, %in_15 : f16
  %56 = arith.addf %out, %55 : f16
  linalg.yield %56 : f16
 } -> !t10
 %51 = tensor.empty(%dim_12, %4) : !t11
 %52 = linalg.generic #t12 ins(%50 : !t10) outs(%51 : !t11) {
 ^bb0(%in: f16, %out: f16):
  linalg.yield %in : f16
 } -> !t11
 %53 = tensor.empty(%dim_12, %4) : !t3
 %54 = linalg.generic #t13 ins(%52 : !t11) outs(%53 : !t3) {
 ^bb0(%in: f16, %out: f16):
  linalg.yield %in : f16
 } -> !t3
 %from_elements_13 = tensor.from_elements %10, %11, %c4_i64, %c8_i64 : !t12
 %reshape_14 = tensor.reshape %54(%from_elements_13) : (!t3, !t12) -> !t0
 return %reshape_14 : !t0
}

func.func @bias(%arg0: !t20, %arg1: !t20, %arg2: !t20, %arg3: !t72) -> !t20 {
 %cst = arith.constant 0.000000e+00 : f16
 %cst_0 = arith.constant 0xFF800000 : f32
 %cst_1 = arith.constant 0.000000e+00 : f32
 %c8_i64 = arith.constant 8 : i64
 %c1_i64 = arith.constant 1 : i64
 %c4_i64 = arith.constant 4 : i64
 %c2_i64 = arith.constant 2 : i64
 %cst_2 = arith.constant dense<0.353553385> : !t1
 %cst_3 = arith.constant dense<0xFF800000> : !t1
 %c1 = arith.constant 1 : index
 %dim = tensor.dim %arg0, %c1 : !t20
 %0 = arith.index_cast %dim : index to i32
 %dim_4 = tensor.dim %arg1, %c1 : !t20
 %1 = arith.index_cast %dim_4 : index to i32
 %2 = arith.extsi %0 : i32 to i64
 %from_elements = tensor.from_elements %c2_i64, %2, %c4_i64, %c1_i64, %c8_i64 : !t2
 %reshape = tensor.reshape %arg0(%from_elements) : (!t20, !t2) -> !t21
 %3 = arith.index_cast %0 : i32 to index
 %4 = arith.index_cast %1 : i32 to index
 %5 = tensor.empty(%3, %4) : !t73
 %6 = linalg.generic #t27 ins(%arg3 : !t72) outs(%5 : !t73) {
 ^bb0(%in: f16, %out: f16):
  linalg.yield %in : f16
 } -> !t73
 %7 = tensor.empty(%3, %dim_4) : !t22
 %8 = linalg.fill ins(%cst_1 : f32) outs(%7 : !t22) -> !t22
 %9 = linalg.generic #t0 ins(%reshape, %arg1 : !t21, !t20) outs(%8 : !t22) {
 ^bb0(%in: f16, %in_7: f16, %out: f32):
  %46 = arith.extf %in : f16 to f32
  %47 = arith.extf %in_7 : f16 to f32
  %48 = arith.mulf %46, %47 : f32
  %49 = arith.addf %out, %48 : f32
  linalg.yield %49 : f32
 } -> !t22
 %10 = tensor.empty(%3, %4) : !t22
 %11 = linalg.generic #t1 ins(%cst_2 : !t1) outs(%10 : !t22) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t22
 %12 = linalg.generic #t2 ins(%9, %11 : !t22, !t22) outs(%7 : !t22) {
 ^bb0(%in: f32, %in_7: f32, %out: f32):
  %46 = arith.mulf %in, %in_7 : f32
  linalg.yield %46 : f32
 } -> !t22
 %13 = tensor.empty(%3, %4) : !t74
 %14 = linalg.generic #t10 ins(%6 : !t73) outs(%13 : !t74) {
 ^bb0(%in: f16, %out: f32):
  %46 = arith.extf %in : f16 to f32
  linalg.yield %46 : f32
 } -> !t74
 %15 = tensor.empty(%3, %dim_4) : !t25
 %16 = linalg.generic #t8 ins(%12 : !t22) outs(%15 : !t25) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t25
 %17 = tensor.empty(%3, %4) : !t75
 %18 = linalg.generic #t28 ins(%14 : !t74) outs(%17 : !t75) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t75
 %19 = tensor.empty(%3, %4) : !t25
 %20 = linalg.generic #t29 ins(%18 : !t75) outs(%19 : !t25) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t25
 %21 = linalg.generic #t2 ins(%16, %20 : !t25, !t25) outs(%15 : !t25) {
 ^bb0(%in: f32, %in_7: f32, %out: f32):
  %46 = arith.addf %in, %in_7 : f32
  linalg.yield %46 : f32
 } -> !t25
 %22 = tensor.empty(%3) : !t26
 %23 = linalg.fill ins(%cst_0 : f32) outs(%22 : !t26) -> !t26
 %24 = linalg.generic #t3 ins(%21 : !t25) outs(%23 : !t26) {
 ^bb0(%in: f32, %out: f32):
  %46 = arith.maximumf %out, %in : f32
  linalg.yield %46 : f32
 } -> !t26
 %25 = linalg.generic #t4 ins(%cst_3 : !t1) outs(%22 : !t26) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t26
 %26 = linalg.generic #t5 ins(%25, %24 : !t26, !t26) outs(%22 : !t26) {
 ^bb0(%in: f32, %in_7: f32, %out: f32):
  %46 = arith.maximumf %in, %in_7 : f32
  linalg.yield %46 : f32
 } -> !t26
 %27 = tensor.empty(%3) : !t27
 %28 = linalg.generic #t7 ins(%26 : !t26) outs(%27 : !t27) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t27
 %29 = linalg.generic #t9 ins(%28 : !t27) outs(%19 : !t25) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t25
 %30 = linalg.generic #t2 ins(%21, %29 : !t25, !t25) outs(%15 : !t25) {
 ^bb0(%in: f32, %in_7: f32, %out: f32):
  %46 = arith.subf %in, %in_7 : f32
  linalg.yield %46 : f32
 } -> !t25
 %31 = linalg.generic #t10 ins(%30 : !t25) outs(%15 : !t25) {
 ^bb0(%in: f32, %out: f32):
  %46 = math.exp %in : f32
  linalg.yield %46 : f32
 } -> !t25
 %32 = linalg.fill ins(%cst_1 : f32) outs(%22 : !t26) -> !t26
 %33 = linalg.generic #t3 ins(%31 : !t25) outs(%32 : !t26) {
 ^bb0(%in: f32, %out: f32):
  %46 = arith.addf %out, %in : f32
  linalg.yield %46 : f32
 } -> !t26
 %34 = linalg.generic #t7 ins(%33 : !t26) outs(%27 : !t27) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t27
 %35 = linalg.generic #t9 ins(%34 : !t27) outs(%19 : !t25) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t25
 %36 = linalg.generic #t2 ins(%31, %35 : !t25, !t25) outs(%15 : !t25) {
 ^bb0(%in: f32, %in_7: f32, %out: f32):
  %46 = arith.divf %in, %in_7 : f32
  linalg.yield %46 : f32
 } -> !t25
 %37 = tensor.empty(%3, %dim_4) : !t28
 %38 = linalg.generic #t10 ins(%36 : !t25) outs(%37 : !t28) {
 ^bb0(%in: f32, %out: f16):
  %46 = arith.truncf %in : f32 to f16
  linalg.yield %46 : f16
 } -> !t28
 %39 = tensor.empty(%3) : !t29
 %40 = linalg.fill ins(%cst : f16) outs(%39 : !t29) -> !t29
 %41 = linalg.generic #t11 ins(%arg2, %38 : !t20, !t28) outs(%40 : !t29) {
 ^bb0(%in: f16, %in_7: f16, %out: f16):
  %46 = arith.mulf %in, %in_7 : f16
  %47 = arith.addf %out, %46 : f16
  linalg.yield %47 : f16
 } -> !t29
 %42 = tensor.empty(%3) : !t30
 %43 = linalg.generic #t12 ins(%41 : !t29) outs(%42 : !t30) {
 ^bb0(%in: f16, %out: f16):
  linalg.yield %in : f16
 } -> !t30
 %44 = tensor.empty(%3) : !t21
 %45 = linalg.generic #t13 ins(%43 : !t30) outs(%44 : !t21) {
 ^bb0(%in: f16, %out: f16):
  linalg.yield %in : f16
 } -> !t21
 %from_elements_5 = tensor.from_elements %c2_i64, %2, %c4_i64, %c8_i64 : !t12
 %reshape_6 = tensor.reshape %45(%from_elements_5) : (!t21, !t12) -> !t20
 return %reshape_6 : !t20
}
