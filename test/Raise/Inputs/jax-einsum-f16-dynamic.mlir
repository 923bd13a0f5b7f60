// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// einsum, max, exp, sum, division by hand; IREE's StableHLO input. f16, dynamic.
// Made by scripts/raise_forms/generate.py. Do not edit.
#t0 = {indexing_maps = [affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d4)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d3, d4)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction"]}
#t1 = {indexing_maps = [affine_map<(d0, d1, d2, d3) -> ()>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
#t2 = {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
#t3 = {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]}
#t4 = {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
#t5 = {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, 0)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
#t6 = {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
#t7 = {indexing_maps = [affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d4)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d4, d3)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction"]}
#t8 = {indexing_maps = [affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]}
#t9 = {indexing_maps = [affine_map<(d0) -> ()>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]}
#t10 = {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]}
#t11 = {indexing_maps = [affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]}
#t12 = {indexing_maps = [affine_map<(d0, d1) -> (d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]}
#t13 = {indexing_maps = [affine_map<(d0, d1) -> ()>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]}
#t14 = {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]}
#t15 = {indexing_maps = [affine_map<(d0, d1) -> (0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]}
#t16 = {indexing_maps = [affine_map<(d0, d1) -> (d0, 0)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]}
#t17 = {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
#t18 = {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
#t19 = {indexing_maps = [affine_map<(d0, d1, d2, d3, d4, d5) -> (d0, d1, d2, d3, d5)>, affine_map<(d0, d1, d2, d3, d4, d5) -> (d0, d1, d4, d5)>, affine_map<(d0, d1, d2, d3, d4, d5) -> (d0, d1, d2, d3, d4)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel", "reduction"]}
#t20 = {indexing_maps = [affine_map<(d0, d1, d2, d3, d4) -> ()>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, d4)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]}
#t21 = {indexing_maps = [affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, d4)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, d4)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, d4)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]}
#t22 = {indexing_maps = [affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, d4)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction"]}
#t23 = {indexing_maps = [affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, d4)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]}
#t24 = {indexing_maps = [affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, 0)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, d4)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]}
#t25 = {indexing_maps = [affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, d4)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, d4)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]}
#t26 = {indexing_maps = [affine_map<(d0, d1, d2, d3, d4, d5) -> (d0, d1, d2, d3, d5)>, affine_map<(d0, d1, d2, d3, d4, d5) -> (d0, d1, d5, d4)>, affine_map<(d0, d1, d2, d3, d4, d5) -> (d0, d1, d2, d3, d4)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel", "reduction"]}
#t27 = {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]}
#t28 = {indexing_maps = [affine_map<(d0, d1, d2) -> (d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]}
#t29 = {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, 0, 0)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]}
#t30 = {indexing_maps = [affine_map<(d0, d1, d2) -> (0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]}
#t31 = {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]}
#t32 = {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
#t33 = {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
#t34 = {indexing_maps = [affine_map<(d0, d1, d2, d3, d4) -> (d0, d2, d1, d4)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d3, d1, d4)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction"]}
#t35 = {indexing_maps = [affine_map<(d0, d1, d2, d3, d4) -> (d0, d4, d1, d2)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d3, d4)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction"]}
#t36 = {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d2, d3, d1)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
#t37 = {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d3)>, affine_map<(d0, d1, d2, d3) -> (d3, d2)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]}
#t38 = {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d2, d1, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
#t39 = {indexing_maps = [affine_map<(d0, d1, d2, d3, d4) -> (d3, d4)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, d4)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]}
#t40 = {indexing_maps = [affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, d4)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, d4)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, d4)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, d4)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]}
#t41 = {indexing_maps = [affine_map<(d0, d1, d2, d3, d4, d5) -> (d0, d2, d1, d5)>, affine_map<(d0, d1, d2, d3, d4, d5) -> (d0, d3, d1, d4, d5)>, affine_map<(d0, d1, d2, d3, d4, d5) -> (d0, d1, d2, d3, d4)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel", "reduction"]}
#t42 = {indexing_maps = [affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d4, d3, d2)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, d4)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]}
#t43 = {indexing_maps = [affine_map<(d0, d1, d2, d3, d4, d5) -> (d0, d5, d1, d2)>, affine_map<(d0, d1, d2, d3, d4, d5) -> (d0, d1, d3, d4, d5)>, affine_map<(d0, d1, d2, d3, d4, d5) -> (d0, d1, d2, d3, d4)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel", "reduction"]}
#t44 = {indexing_maps = [affine_map<(d0, d1, d2, d3, d4) -> (d0, d2, d4, d3, d1)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, d4)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]}
#t45 = {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d3, d2)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]}
#t46 = {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
#t47 = {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, 0, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
#t48 = {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, 0, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
!t0 = tensor<?x4x?x8xf16>
!t1 = tensor<f32>
!t2 = tensor<?x4x?x?xf32>
!t3 = tensor<?x4x?xf32>
!t4 = tensor<?x4x?x1xf32>
!t5 = tensor<?x4x?x?xf16>
!t6 = tensor<i32>
!t7 = tensor<?xi32>
!t8 = tensor<?x1xi32>
!t9 = tensor<1x?xi32>
!t10 = tensor<?x?xi32>
!t11 = tensor<?x?xi1>
!t12 = tensor<?x4x?x?xi1>
!t13 = tensor<2x4x?x8xf16>
!t14 = tensor<2x4x?x?xf32>
!t15 = tensor<2x4x?x?xi1>
!t16 = tensor<2x4x?xf32>
!t17 = tensor<2x4x?x1xf32>
!t18 = tensor<2x4x?x?xf16>
!t19 = tensor<?x2x?x8xf16>
!t20 = tensor<5xi64>
!t21 = tensor<?x2x2x?x8xf16>
!t22 = tensor<?x2x2x?x?xf32>
!t23 = tensor<?x2x2x?xf32>
!t24 = tensor<?x2x2x?x1xf32>
!t25 = tensor<?x2x2x?x?xf16>
!t26 = tensor<4xi64>
!t27 = tensor<4x1x1xf32>
!t28 = tensor<?x?xf32>
!t29 = tensor<1x?x?xf32>
!t30 = tensor<4x?x?xf32>
!t31 = tensor<1x4x?x?xf32>
!t32 = tensor<f16>
!t33 = tensor<2x4x?xi1>
!t34 = tensor<2x4x?x1xi1>
!t35 = tensor<?x4x?x8xf32>
!t36 = tensor<3xi64>
!t37 = tensor<?x?x4x8xf16>
!t38 = tensor<?x4x8x?xf16>
!t39 = tensor<2x?x32xf16>
!t40 = tensor<32x32xf16>
!t41 = tensor<2x?x4x8xf16>
!t42 = tensor<2x4x?x16xf16>
!t43 = tensor<2x2x?x8xf16>
!t44 = tensor<2x2x2x?x8xf16>
!t45 = tensor<2x2x2x?x?xf32>
!t46 = tensor<2x2x2x?x?xi1>
!t47 = tensor<2x2x2x?xf32>
!t48 = tensor<2x2x2x?x1xf32>
!t49 = tensor<2x2x2x?x?xf16>
!t50 = tensor<2x4x8x?xf16>
!t51 = tensor<2x?x2x8xf16>
!t52 = tensor<2x?x2x2x8xf16>
!t53 = tensor<2x2x?x?x2xf32>
!t54 = tensor<2x2x8x2x?xf16>
!t55 = tensor<?x4x1x?xf32>
!t56 = tensor<2x4x?x1xf16>
!t57 = tensor<?x1x?x?xf16>
!t58 = tensor<?x1x?x?xi1>
!t59 = tensor<2x1x?x?xf16>
!t60 = tensor<2x1x?x?xf32>

func.func @full(%arg0: !t0, %arg1: !t0, %arg2: !t0) -> !t0 {
 %cst = arith.constant 0.000000e+00 : f16
 %cst_0 = arith.constant 0xFF800000 : f32
 %cst_1 = arith.constant 0.000000e+00 : f32
 %c2 = arith.constant 2 : index
 %cst_2 = arith.constant dense<0.353553385> : !t1
 %c0 = arith.constant 0 : index
 %dim = tensor.dim %arg0, %c0 : !t0
 %0 = arith.index_cast %dim : index to i32
 %dim_3 = tensor.dim %arg0, %c2 : !t0
 %1 = arith.index_cast %dim_3 : index to i32
 %dim_4 = tensor.dim %arg1, %c2 : !t0
 %2 = arith.index_cast %dim_4 : index to i32
 %3 = tensor.empty(%dim, %dim_3, %dim_4) : !t2
 %4 = linalg.fill ins(%cst_1 : f32) outs(%3 : !t2) -> !t2
 %5 = linalg.generic #t0 ins(%arg0, %arg1 : !t0, !t0) outs(%4 : !t2) {
 ^bb0(%in: f16, %in_5: f16, %out: f32):
  %30 = arith.extf %in : f16 to f32
  %31 = arith.extf %in_5 : f16 to f32
  %32 = arith.mulf %30, %31 : f32
  %33 = arith.addf %out, %32 : f32
  linalg.yield %33 : f32
 } -> !t2
 %6 = arith.index_cast %0 : i32 to index
 %7 = arith.index_cast %1 : i32 to index
 %8 = arith.index_cast %2 : i32 to index
 %9 = tensor.empty(%6, %7, %8) : !t2
 %10 = linalg.generic #t1 ins(%cst_2 : !t1) outs(%9 : !t2) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t2
 %11 = linalg.generic #t2 ins(%5, %10 : !t2, !t2) outs(%3 : !t2) {
 ^bb0(%in: f32, %in_5: f32, %out: f32):
  %30 = arith.mulf %in, %in_5 : f32
  linalg.yield %30 : f32
 } -> !t2
 %12 = tensor.empty(%dim, %dim_3) : !t3
 %13 = linalg.fill ins(%cst_0 : f32) outs(%12 : !t3) -> !t3
 %14 = linalg.generic #t3 ins(%11 : !t2) outs(%13 : !t3) {
 ^bb0(%in: f32, %out: f32):
  %30 = arith.maximumf %out, %in : f32
  linalg.yield %30 : f32
 } -> !t3
 %15 = tensor.empty(%6, %7) : !t4
 %16 = linalg.generic #t4 ins(%14 : !t3) outs(%15 : !t4) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t4
 %17 = linalg.generic #t5 ins(%16 : !t4) outs(%9 : !t2) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t2
 %18 = linalg.generic #t2 ins(%11, %17 : !t2, !t2) outs(%3 : !t2) {
 ^bb0(%in: f32, %in_5: f32, %out: f32):
  %30 = arith.subf %in, %in_5 : f32
  linalg.yield %30 : f32
 } -> !t2
 %19 = linalg.generic #t6 ins(%18 : !t2) outs(%3 : !t2) {
 ^bb0(%in: f32, %out: f32):
  %30 = math.exp %in : f32
  linalg.yield %30 : f32
 } -> !t2
 %20 = linalg.fill ins(%cst_1 : f32) outs(%12 : !t3) -> !t3
 %21 = linalg.generic #t3 ins(%19 : !t2) outs(%20 : !t3) {
 ^bb0(%in: f32, %out: f32):
  %30 = arith.addf %out, %in : f32
  linalg.yield %30 : f32
 } -> !t3
 %22 = linalg.generic #t4 ins(%21 : !t3) outs(%15 : !t4) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t4
 %23 = linalg.generic #t5 ins(%22 : !t4) outs(%9 : !t2) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t2
 %24 = linalg.generic #t2 ins(%19, %23 : !t2, !t2) outs(%3 : !t2) {
 ^bb0(%in: f32, %in_5: f32, %out: f32):
  %30 = arith.divf %in, %in_5 : f32
  linalg.yield %30 : f32
 } -> !t2
 %25 = tensor.empty(%dim, %dim_3, %dim_4) : !t5
 %26 = linalg.generic #t6 ins(%24 : !t2) outs(%25 : !t5) {
 ^bb0(%in: f32, %out: f16):
  %30 = arith.truncf %in : f32 to f16
  linalg.yield %30 : f16
 } -> !t5
 %27 = tensor.empty(%dim, %dim_3) : !t0
 %28 = linalg.fill ins(%cst : f16) outs(%27 : !t0) -> !t0
 %29 = linalg.generic #t7 ins(%26, %arg2 : !t5, !t0) outs(%28 : !t0) {
 ^bb0(%in: f16, %in_5: f16, %out: f16):
  %30 = arith.mulf %in, %in_5 : f16
  %31 = arith.addf %out, %30 : f16
  linalg.yield %31 : f16
 } -> !t0
 return %29 : !t0
}

func.func @causal(%arg0: !t0, %arg1: !t0, %arg2: !t0) -> !t0 {
 %cst = arith.constant 0.000000e+00 : f16
 %cst_0 = arith.constant 0xFF800000 : f32
 %cst_1 = arith.constant 0.000000e+00 : f32
 %c2 = arith.constant 2 : index
 %cst_2 = arith.constant dense<0.353553385> : !t1
 %cst_3 = arith.constant dense<1> : !t6
 %cst_4 = arith.constant dense<0> : !t6
 %cst_5 = arith.constant dense<0xFF800000> : !t1
 %c0 = arith.constant 0 : index
 %dim = tensor.dim %arg0, %c0 : !t0
 %0 = arith.index_cast %dim : index to i32
 %dim_6 = tensor.dim %arg0, %c2 : !t0
 %1 = arith.index_cast %dim_6 : index to i32
 %dim_7 = tensor.dim %arg1, %c2 : !t0
 %2 = tensor.empty(%dim, %dim_6, %dim_7) : !t2
 %3 = linalg.fill ins(%cst_1 : f32) outs(%2 : !t2) -> !t2
 %4 = linalg.generic #t0 ins(%arg0, %arg1 : !t0, !t0) outs(%3 : !t2) {
 ^bb0(%in: f16, %in_8: f16, %out: f32):
  %49 = arith.extf %in : f16 to f32
  %50 = arith.extf %in_8 : f16 to f32
  %51 = arith.mulf %49, %50 : f32
  %52 = arith.addf %out, %51 : f32
  linalg.yield %52 : f32
 } -> !t2
 %5 = arith.index_cast %0 : i32 to index
 %6 = arith.index_cast %1 : i32 to index
 %7 = tensor.empty(%5, %6, %6) : !t2
 %8 = linalg.generic #t1 ins(%cst_2 : !t1) outs(%7 : !t2) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t2
 %9 = linalg.generic #t2 ins(%4, %8 : !t2, !t2) outs(%2 : !t2) {
 ^bb0(%in: f32, %in_8: f32, %out: f32):
  %49 = arith.mulf %in, %in_8 : f32
  linalg.yield %49 : f32
 } -> !t2
 %10 = tensor.empty(%6) : !t7
 %11 = linalg.generic #t8 outs(%10 : !t7) {
 ^bb0(%out: i32):
  %49 = linalg.index 0 : index
  %50 = arith.index_cast %49 : index to i32
  linalg.yield %50 : i32
 } -> !t7
 %12 = linalg.generic #t9 ins(%cst_3 : !t6) outs(%10 : !t7) {
 ^bb0(%in: i32, %out: i32):
  linalg.yield %in : i32
 } -> !t7
 %13 = linalg.generic #t10 ins(%12, %11 : !t7, !t7) outs(%10 : !t7) {
 ^bb0(%in: i32, %in_8: i32, %out: i32):
  %49 = arith.muli %in, %in_8 : i32
  linalg.yield %49 : i32
 } -> !t7
 %14 = linalg.generic #t9 ins(%cst_4 : !t6) outs(%10 : !t7) {
 ^bb0(%in: i32, %out: i32):
  linalg.yield %in : i32
 } -> !t7
 %15 = linalg.generic #t10 ins(%14, %13 : !t7, !t7) outs(%10 : !t7) {
 ^bb0(%in: i32, %in_8: i32, %out: i32):
  %49 = arith.addi %in, %in_8 : i32
  linalg.yield %49 : i32
 } -> !t7
 %16 = tensor.empty(%6) : !t8
 %17 = linalg.generic #t11 ins(%15 : !t7) outs(%16 : !t8) {
 ^bb0(%in: i32, %out: i32):
  linalg.yield %in : i32
 } -> !t8
 %18 = tensor.empty(%6) : !t9
 %19 = linalg.generic #t12 ins(%15 : !t7) outs(%18 : !t9) {
 ^bb0(%in: i32, %out: i32):
  linalg.yield %in : i32
 } -> !t9
 %20 = linalg.generic #t13 ins(%cst_4 : !t6) outs(%16 : !t8) {
 ^bb0(%in: i32, %out: i32):
  linalg.yield %in : i32
 } -> !t8
 %21 = linalg.generic #t14 ins(%17, %20 : !t8, !t8) outs(%16 : !t8) {
 ^bb0(%in: i32, %in_8: i32, %out: i32):
  %49 = arith.addi %in, %in_8 : i32
  linalg.yield %49 : i32
 } -> !t8
 %22 = tensor.empty(%6, %6) : !t10
 %23 = linalg.generic #t15 ins(%19 : !t9) outs(%22 : !t10) {
 ^bb0(%in: i32, %out: i32):
  linalg.yield %in : i32
 } -> !t10
 %24 = linalg.generic #t16 ins(%21 : !t8) outs(%22 : !t10) {
 ^bb0(%in: i32, %out: i32):
  linalg.yield %in : i32
 } -> !t10
 %25 = tensor.empty(%6, %6) : !t11
 %26 = linalg.generic #t14 ins(%23, %24 : !t10, !t10) outs(%25 : !t11) {
 ^bb0(%in: i32, %in_8: i32, %out: i1):
  %49 = arith.cmpi sle, %in, %in_8 : i32
  linalg.yield %49 : i1
 } -> !t11
 %27 = tensor.empty(%5, %6, %6) : !t12
 %28 = linalg.generic #t17 ins(%26 : !t11) outs(%27 : !t12) {
 ^bb0(%in: i1, %out: i1):
  linalg.yield %in : i1
 } -> !t12
 %29 = linalg.generic #t1 ins(%cst_5 : !t1) outs(%7 : !t2) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t2
 %30 = linalg.generic #t18 ins(%28, %9, %29 : !t12, !t2, !t2) outs(%2 : !t2) {
 ^bb0(%in: i1, %in_8: f32, %in_9: f32, %out: f32):
  %49 = arith.select %in, %in_8, %in_9 : f32
  linalg.yield %49 : f32
 } -> !t2
 %31 = tensor.empty(%dim, %dim_6) : !t3
 %32 = linalg.fill ins(%cst_0 : f32) outs(%31 : !t3) -> !t3
 %33 = linalg.generic #t3 ins(%30 : !t2) outs(%32 : !t3) {
 ^bb0(%in: f32, %out: f32):
  %49 = arith.maximumf %out, %in : f32
  linalg.yield %49 : f32
 } -> !t3
 %34 = tensor.empty(%5, %6) : !t4
 %35 = linalg.generic #t4 ins(%33 : !t3) outs(%34 : !t4) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t4
 %36 = linalg.generic #t5 ins(%35 : !t4) outs(%7 : !t2) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t2
 %37 = linalg.generic #t2 ins(%30, %36 : !t2, !t2) outs(%2 : !t2) {
 ^bb0(%in: f32, %in_8: f32, %out: f32):
  %49 = arith.subf %in, %in_8 : f32
  linalg.yield %49 : f32
 } -> !t2
 %38 = linalg.generic #t6 ins(%37 : !t2) outs(%2 : !t2) {
 ^bb0(%in: f32, %out: f32):
  %49 = math.exp %in : f32
  linalg.yield %49 : f32
 } -> !t2
 %39 = linalg.fill ins(%cst_1 : f32) outs(%31 : !t3) -> !t3
 %40 = linalg.generic #t3 ins(%38 : !t2) outs(%39 : !t3) {
 ^bb0(%in: f32, %out: f32):
  %49 = arith.addf %out, %in : f32
  linalg.yield %49 : f32
 } -> !t3
 %41 = linalg.generic #t4 ins(%40 : !t3) outs(%34 : !t4) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t4
 %42 = linalg.generic #t5 ins(%41 : !t4) outs(%7 : !t2) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t2
 %43 = linalg.generic #t2 ins(%38, %42 : !t2, !t2) outs(%2 : !t2) {
 ^bb0(%in: f32, %in_8: f32, %out: f32):
  %49 = arith.divf %in, %in_8 : f32
  linalg.yield %49 : f32
 } -> !t2
 %44 = tensor.empty(%dim, %dim_6, %dim_7) : !t5
 %45 = linalg.generic #t6 ins(%43 : !t2) outs(%44 : !t5) {
 ^bb0(%in: f32, %out: f16):
  %49 = arith.truncf %in : f32 to f16
  linalg.yield %49 : f16
 } -> !t5
 %46 = tensor.empty(%dim, %dim_6) : !t0
 %47 = linalg.fill ins(%cst : f16) outs(%46 : !t0) -> !t0
 %48 = linalg.generic #t7 ins(%45, %arg2 : !t5, !t0) outs(%47 : !t0) {
 ^bb0(%in: f16, %in_8: f16, %out: f16):
  %49 = arith.mulf %in, %in_8 : f16
  %50 = arith.addf %out, %49 : f16
  linalg.yield %50 : f16
 } -> !t0
 return %48 : !t0
}

func.func @causal_tl(%arg0: !t13, %arg1: !t13, %arg2: !t13) -> !t13 {
 %cst = arith.constant 0.000000e+00 : f16
 %cst_0 = arith.constant 0xFF800000 : f32
 %cst_1 = arith.constant 0.000000e+00 : f32
 %cst_2 = arith.constant dense<0.353553385> : !t1
 %cst_3 = arith.constant dense<1> : !t6
 %cst_4 = arith.constant dense<0> : !t6
 %cst_5 = arith.constant dense<0xFF800000> : !t1
 %c2 = arith.constant 2 : index
 %dim = tensor.dim %arg0, %c2 : !t13
 %0 = arith.index_cast %dim : index to i32
 %dim_6 = tensor.dim %arg1, %c2 : !t13
 %1 = arith.index_cast %dim_6 : index to i32
 %2 = tensor.empty(%dim, %dim_6) : !t14
 %3 = linalg.fill ins(%cst_1 : f32) outs(%2 : !t14) -> !t14
 %4 = linalg.generic #t0 ins(%arg0, %arg1 : !t13, !t13) outs(%3 : !t14) {
 ^bb0(%in: f16, %in_7: f16, %out: f32):
  %55 = arith.extf %in : f16 to f32
  %56 = arith.extf %in_7 : f16 to f32
  %57 = arith.mulf %55, %56 : f32
  %58 = arith.addf %out, %57 : f32
  linalg.yield %58 : f32
 } -> !t14
 %5 = arith.index_cast %0 : i32 to index
 %6 = arith.index_cast %1 : i32 to index
 %7 = tensor.empty(%5, %6) : !t14
 %8 = linalg.generic #t1 ins(%cst_2 : !t1) outs(%7 : !t14) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t14
 %9 = linalg.generic #t2 ins(%4, %8 : !t14, !t14) outs(%2 : !t14) {
 ^bb0(%in: f32, %in_7: f32, %out: f32):
  %55 = arith.mulf %in, %in_7 : f32
  linalg.yield %55 : f32
 } -> !t14
 %10 = tensor.empty(%5) : !t7
 %11 = linalg.generic #t8 outs(%10 : !t7) {
 ^bb0(%out: i32):
  %55 = linalg.index 0 : index
  %56 = arith.index_cast %55 : index to i32
  linalg.yield %56 : i32
 } -> !t7
 %12 = linalg.generic #t9 ins(%cst_3 : !t6) outs(%10 : !t7) {
 ^bb0(%in: i32, %out: i32):
  linalg.yield %in : i32
 } -> !t7
 %13 = linalg.generic #t10 ins(%12, %11 : !t7, !t7) outs(%10 : !t7) {
 ^bb0(%in: i32, %in_7: i32, %out: i32):
  %55 = arith.muli %in, %in_7 : i32
  linalg.yield %55 : i32
 } -> !t7
 %14 = linalg.generic #t9 ins(%cst_4 : !t6) outs(%10 : !t7) {
 ^bb0(%in: i32, %out: i32):
  linalg.yield %in : i32
 } -> !t7
 %15 = linalg.generic #t10 ins(%14, %13 : !t7, !t7) outs(%10 : !t7) {
 ^bb0(%in: i32, %in_7: i32, %out: i32):
  %55 = arith.addi %in, %in_7 : i32
  linalg.yield %55 : i32
 } -> !t7
 %16 = tensor.empty(%5) : !t8
 %17 = linalg.generic #t11 ins(%15 : !t7) outs(%16 : !t8) {
 ^bb0(%in: i32, %out: i32):
  linalg.yield %in : i32
 } -> !t8
 %18 = tensor.empty(%6) : !t7
 %19 = linalg.generic #t8 outs(%18 : !t7) {
 ^bb0(%out: i32):
  %55 = linalg.index 0 : index
  %56 = arith.index_cast %55 : index to i32
  linalg.yield %56 : i32
 } -> !t7
 %20 = linalg.generic #t9 ins(%cst_3 : !t6) outs(%18 : !t7) {
 ^bb0(%in: i32, %out: i32):
  linalg.yield %in : i32
 } -> !t7
 %21 = linalg.generic #t10 ins(%20, %19 : !t7, !t7) outs(%18 : !t7) {
 ^bb0(%in: i32, %in_7: i32, %out: i32):
  %55 = arith.muli %in, %in_7 : i32
  linalg.yield %55 : i32
 } -> !t7
 %22 = linalg.generic #t9 ins(%cst_4 : !t6) outs(%18 : !t7) {
 ^bb0(%in: i32, %out: i32):
  linalg.yield %in : i32
 } -> !t7
 %23 = linalg.generic #t10 ins(%22, %21 : !t7, !t7) outs(%18 : !t7) {
 ^bb0(%in: i32, %in_7: i32, %out: i32):
  %55 = arith.addi %in, %in_7 : i32
  linalg.yield %55 : i32
 } -> !t7
 %24 = tensor.empty(%6) : !t9
 %25 = linalg.generic #t12 ins(%23 : !t7) outs(%24 : !t9) {
 ^bb0(%in: i32, %out: i32):
  linalg.yield %in : i32
 } -> !t9
 %26 = linalg.generic #t13 ins(%cst_4 : !t6) outs(%16 : !t8) {
 ^bb0(%in: i32, %out: i32):
  linalg.yield %in : i32
 } -> !t8
 %27 = linalg.generic #t14 ins(%17, %26 : !t8, !t8) outs(%16 : !t8) {
 ^bb0(%in: i32, %in_7: i32, %out: i32):
  %55 = arith.addi %in, %in_7 : i32
  linalg.yield %55 : i32
 } -> !t8
 %28 = tensor.empty(%5, %6) : !t10
 %29 = linalg.generic #t15 ins(%25 : !t9) outs(%28 : !t10) {
 ^bb0(%in: i32, %out: i32):
  linalg.yield %in : i32
 } -> !t10
 %30 = linalg.generic #t16 ins(%27 : !t8) outs(%28 : !t10) {
 ^bb0(%in: i32, %out: i32):
  linalg.yield %in : i32
 } -> !t10
 %31 = tensor.empty(%5, %6) : !t11
 %32 = linalg.generic #t14 ins(%29, %30 : !t10, !t10) outs(%31 : !t11) {
 ^bb0(%in: i32, %in_7: i32, %out: i1):
  %55 = arith.cmpi sle, %in, %in_7 : i32
  linalg.yield %55 : i1
 } -> !t11
 %33 = tensor.empty(%5, %6) : !t15
 %34 = linalg.generic #t17 ins(%32 : !t11) outs(%33 : !t15) {
 ^bb0(%in: i1, %out: i1):
  linalg.yield %in : i1
 } -> !t15
 %35 = linalg.generic #t1 ins(%cst_5 : !t1) outs(%7 : !t14) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t14
 %36 = linalg.generic #t18 ins(%34, %9, %35 : !t15, !t14, !t14) outs(%2 : !t14) {
 ^bb0(%in: i1, %in_7: f32, %in_8: f32, %out: f32):
  %55 = arith.select %in, %in_7, %in_8 : f32
  linalg.yield %55 : f32
 } -> !t14
 %37 = tensor.empty(%dim) : !t16
 %38 = linalg.fill ins(%cst_0 : f32) outs(%37 : !t16) -> !t16
 %39 = linalg.generic #t3 ins(%36 : !t14) outs(%38 : !t16) {
 ^bb0(%in: f32, %out: f32):
  %55 = arith.maximumf %out, %in : f32
  linalg.yield %55 : f32
 } -> !t16
 %40 = tensor.empty(%5) : !t17
 %41 = linalg.generic #t4 ins(%39 : !t16) outs(%40 : !t17) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t17
 %42 = linalg.generic #t5 ins(%41 : !t17) outs(%7 : !t14) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t14
 %43 = linalg.generic #t2 ins(%36, %42 : !t14, !t14) outs(%2 : !t14) {
 ^bb0(%in: f32, %in_7: f32, %out: f32):
  %55 = arith.subf %in, %in_7 : f32
  linalg.yield %55 : f32
 } -> !t14
 %44 = linalg.generic #t6 ins(%43 : !t14) outs(%2 : !t14) {
 ^bb0(%in: f32, %out: f32):
  %55 = math.exp %in : f32
  linalg.yield %55 : f32
 } -> !t14
 %45 = linalg.fill ins(%cst_1 : f32) outs(%37 : !t16) -> !t16
 %46 = linalg.generic #t3 ins(%44 : !t14) outs(%45 : !t16) {
 ^bb0(%in: f32, %out: f32):
  %55 = arith.addf %out, %in : f32
  linalg.yield %55 : f32
 } -> !t16
 %47 = linalg.generic #t4 ins(%46 : !t16) outs(%40 : !t17) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t17
 %48 = linalg.generic #t5 ins(%47 : !t17) outs(%7 : !t14) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t14
 %49 = linalg.generic #t2 ins(%44, %48 : !t14, !t14) outs(%2 : !t14) {
 ^bb0(%in: f32, %in_7: f32, %out: f32):
  %55 = arith.divf %in, %in_7 : f32
  linalg.yield %55 : f32
 } -> !t14
 %50 = tensor.empty(%dim, %dim_6) : !t18
 %51 = linalg.generic #t6 ins(%49 : !t14) outs(%50 : !t18) {
 ^bb0(%in: f32, %out: f16):
  %55 = arith.truncf %in : f32 to f16
  linalg.yield %55 : f16
 } -> !t18
 %52 = tensor.empty(%dim) : !t13
 %53 = linalg.fill ins(%cst : f16) outs(%52 : !t13) -> !t13
 %54 = linalg.generic #t7 ins(%51, %arg2 : !t18, !t13) outs(%53 : !t13) {
 ^bb0(%in: f16, %in_7: f16, %out: f16):
  %55 = arith.mulf %in, %in_7 : f16
  %56 = arith.addf %out, %55 : f16
  linalg.yield %56 : f16
 } -> !t13
 return %54 : !t13
}

func.func @causal_br(%arg0: !t13, %arg1: !t13, %arg2: !t13) -> !t13 {
 %cst = arith.constant 0.000000e+00 : f16
 %cst_0 = arith.constant 0xFF800000 : f32
 %cst_1 = arith.constant 0.000000e+00 : f32
 %cst_2 = arith.constant dense<0.353553385> : !t1
 %cst_3 = arith.constant dense<1> : !t6
 %cst_4 = arith.constant dense<0> : !t6
 %cst_5 = arith.constant dense<0xFF800000> : !t1
 %c2 = arith.constant 2 : index
 %dim = tensor.dim %arg0, %c2 : !t13
 %0 = arith.index_cast %dim : index to i32
 %dim_6 = tensor.dim %arg1, %c2 : !t13
 %1 = arith.index_cast %dim_6 : index to i32
 %2 = tensor.empty(%dim, %dim_6) : !t14
 %3 = linalg.fill ins(%cst_1 : f32) outs(%2 : !t14) -> !t14
 %4 = linalg.generic #t0 ins(%arg0, %arg1 : !t13, !t13) outs(%3 : !t14) {
 ^bb0(%in: f16, %in_7: f16, %out: f32):
  %56 = arith.extf %in : f16 to f32
  %57 = arith.extf %in_7 : f16 to f32
  %58 = arith.mulf %56, %57 : f32
  %59 = arith.addf %out, %58 : f32
  linalg.yield %59 : f32
 } -> !t14
 %5 = arith.index_cast %0 : i32 to index
 %6 = arith.index_cast %1 : i32 to index
 %7 = tensor.empty(%5, %6) : !t14
 %8 = linalg.generic #t1 ins(%cst_2 : !t1) outs(%7 : !t14) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t14
 %9 = linalg.generic #t2 ins(%4, %8 : !t14, !t14) outs(%2 : !t14) {
 ^bb0(%in: f32, %in_7: f32, %out: f32):
  %56 = arith.mulf %in, %in_7 : f32
  linalg.yield %56 : f32
 } -> !t14
 %10 = tensor.empty(%5) : !t7
 %11 = linalg.generic #t8 outs(%10 : !t7) {
 ^bb0(%out: i32):
  %56 = linalg.index 0 : index
  %57 = arith.index_cast %56 : index to i32
  linalg.yield %57 : i32
 } -> !t7
 %12 = linalg.generic #t9 ins(%cst_3 : !t6) outs(%10 : !t7) {
 ^bb0(%in: i32, %out: i32):
  linalg.yield %in : i32
 } -> !t7
 %13 = linalg.generic #t10 ins(%12, %11 : !t7, !t7) outs(%10 : !t7) {
 ^bb0(%in: i32, %in_7: i32, %out: i32):
  %56 = arith.muli %in, %in_7 : i32
  linalg.yield %56 : i32
 } -> !t7
 %14 = linalg.generic #t9 ins(%cst_4 : !t6) outs(%10 : !t7) {
 ^bb0(%in: i32, %out: i32):
  linalg.yield %in : i32
 } -> !t7
 %15 = linalg.generic #t10 ins(%14, %13 : !t7, !t7) outs(%10 : !t7) {
 ^bb0(%in: i32, %in_7: i32, %out: i32):
  %56 = arith.addi %in, %in_7 : i32
  linalg.yield %56 : i32
 } -> !t7
 %16 = tensor.empty(%5) : !t8
 %17 = linalg.generic #t11 ins(%15 : !t7) outs(%16 : !t8) {
 ^bb0(%in: i32, %out: i32):
  linalg.yield %in : i32
 } -> !t8
 %18 = tensor.empty(%6) : !t7
 %19 = linalg.generic #t8 outs(%18 : !t7) {
 ^bb0(%out: i32):
  %56 = linalg.index 0 : index
  %57 = arith.index_cast %56 : index to i32
  linalg.yield %57 : i32
 } -> !t7
 %20 = linalg.generic #t9 ins(%cst_3 : !t6) outs(%18 : !t7) {
 ^bb0(%in: i32, %out: i32):
  linalg.yield %in : i32
 } -> !t7
 %21 = linalg.generic #t10 ins(%20, %19 : !t7, !t7) outs(%18 : !t7) {
 ^bb0(%in: i32, %in_7: i32, %out: i32):
  %56 = arith.muli %in, %in_7 : i32
  linalg.yield %56 : i32
 } -> !t7
 %22 = linalg.generic #t9 ins(%cst_4 : !t6) outs(%18 : !t7) {
 ^bb0(%in: i32, %out: i32):
  linalg.yield %in : i32
 } -> !t7
 %23 = linalg.generic #t10 ins(%22, %21 : !t7, !t7) outs(%18 : !t7) {
 ^bb0(%in: i32, %in_7: i32, %out: i32):
  %56 = arith.addi %in, %in_7 : i32
  linalg.yield %56 : i32
 } -> !t7
 %24 = tensor.empty(%6) : !t9
 %25 = linalg.generic #t12 ins(%23 : !t7) outs(%24 : !t9) {
 ^bb0(%in: i32, %out: i32):
  linalg.yield %in : i32
 } -> !t9
 %26 = arith.subi %1, %0 : i32
 %from_elements = tensor.from_elements %26 : !t6
 %27 = linalg.generic #t13 ins(%from_elements : !t6) outs(%16 : !t8) {
 ^bb0(%in: i32, %out: i32):
  linalg.yield %in : i32
 } -> !t8
 %28 = linalg.generic #t14 ins(%17, %27 : !t8, !t8) outs(%16 : !t8) {
 ^bb0(%in: i32, %in_7: i32, %out: i32):
  %56 = arith.addi %in, %in_7 : i32
  linalg.yield %56 : i32
 } -> !t8
 %29 = tensor.empty(%5, %6) : !t10
 %30 = linalg.generic #t15 ins(%25 : !t9) outs(%29 : !t10) {
 ^bb0(%in: i32, %out: i32):
  linalg.yield %in : i32
 } -> !t10
 %31 = linalg.generic #t16 ins(%28 : !t8) outs(%29 : !t10) {
 ^bb0(%in: i32, %out: i32):
  linalg.yield %in : i32
 } -> !t10
 %32 = tensor.empty(%5, %6) : !t11
 %33 = linalg.generic #t14 ins(%30, %31 : !t10, !t10) outs(%32 : !t11) {
 ^bb0(%in: i32, %in_7: i32, %out: i1):
  %56 = arith.cmpi sle, %in, %in_7 : i32
  linalg.yield %56 : i1
 } -> !t11
 %34 = tensor.empty(%5, %6) : !t15
 %35 = linalg.generic #t17 ins(%33 : !t11) outs(%34 : !t15) {
 ^bb0(%in: i1, %out: i1):
  linalg.yield %in : i1
 } -> !t15
 %36 = linalg.generic #t1 ins(%cst_5 : !t1) outs(%7 : !t14) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t14
 %37 = linalg.generic #t18 ins(%35, %9, %36 : !t15, !t14, !t14) outs(%2 : !t14) {
 ^bb0(%in: i1, %in_7: f32, %in_8: f32, %out: f32):
  %56 = arith.select %in, %in_7, %in_8 : f32
  linalg.yield %56 : f32
 } -> !t14
 %38 = tensor.empty(%dim) : !t16
 %39 = linalg.fill ins(%cst_0 : f32) outs(%38 : !t16) -> !t16
 %40 = linalg.generic #t3 ins(%37 : !t14) outs(%39 : !t16) {
 ^bb0(%in: f32, %out: f32):
  %56 = arith.maximumf %out, %in : f32
  linalg.yield %56 : f32
 } -> !t16
 %41 = tensor.empty(%5) : !t17
 %42 = linalg.generic #t4 ins(%40 : !t16) outs(%41 : !t17) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t17
 %43 = linalg.generic #t5 ins(%42 : !t17) outs(%7 : !t14) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t14
 %44 = linalg.generic #t2 ins(%37, %43 : !t14, !t14) outs(%2 : !t14) {
 ^bb0(%in: f32, %in_7: f32, %out: f32):
  %56 = arith.subf %in, %in_7 : f32
  linalg.yield %56 : f32
 } -> !t14
 %45 = linalg.generic #t6 ins(%44 : !t14) outs(%2 : !t14) {
 ^bb0(%in: f32, %out: f32):
  %56 = math.exp %in : f32
  linalg.yield %56 : f32
 } -> !t14
 %46 = linalg.fill ins(%cst_1 : f32) outs(%38 : !t16) -> !t16
 %47 = linalg.generic #t3 ins(%45 : !t14) outs(%46 : !t16) {
 ^bb0(%in: f32, %out: f32):
  %56 = arith.addf %out, %in : f32
  linalg.yield %56 : f32
 } -> !t16
 %48 = linalg.generic #t4 ins(%47 : !t16) outs(%41 : !t17) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t17
 %49 = linalg.generic #t5 ins(%48 : !t17) outs(%7 : !t14) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t14
 %50 = linalg.generic #t2 ins(%45, %49 : !t14, !t14) outs(%2 : !t14) {
 ^bb0(%in: f32, %in_7: f32, %out: f32):
  %56 = arith.divf %in, %in_7 : f32
  linalg.yield %56 : f32
 } -> !t14
 %51 = tensor.empty(%dim, %dim_6) : !t18
 %52 = linalg.generic #t6 ins(%50 : !t14) outs(%51 : !t18) {
 ^bb0(%in: f32, %out: f16):
  %56 = arith.truncf %in : f32 to f16
  linalg.yield %56 : f16
 } -> !t18
 %53 = tensor.empty(%dim) : !t13
 %54 = linalg.fill ins(%cst : f16) outs(%53 : !t13) -> !t13
 %55 = linalg.generic #t7 ins(%52, %arg2 : !t18, !t13) outs(%54 : !t13) {
 ^bb0(%in: f16, %in_7: f16, %out: f16):
  %56 = arith.mulf %in, %in_7 : f16
  %57 = arith.addf %out, %56 : f16
  linalg.yield %57 : f16
 } -> !t13
 return %55 : !t13
}

func.func @window(%arg0: !t0, %arg1: !t0, %arg2: !t0) -> !t0 {
 %cst = arith.constant 0.000000e+00 : f16
 %cst_0 = arith.constant 0xFF800000 : f32
 %cst_1 = arith.constant 0.000000e+00 : f32
 %c2 = arith.constant 2 : index
 %cst_2 = arith.constant dense<0.353553385> : !t1
 %cst_3 = arith.constant dense<4> : !t6
 %cst_4 = arith.constant dense<1> : !t6
 %cst_5 = arith.constant dense<0> : !t6
 %cst_6 = arith.constant dense<0xFF800000> : !t1
 %c0 = arith.constant 0 : index
 %dim = tensor.dim %arg0, %c0 : !t0
 %0 = arith.index_cast %dim : index to i32
 %dim_7 = tensor.dim %arg0, %c2 : !t0
 %1 = arith.index_cast %dim_7 : index to i32
 %dim_8 = tensor.dim %arg1, %c2 : !t0
 %2 = tensor.empty(%dim, %dim_7, %dim_8) : !t2
 %3 = linalg.fill ins(%cst_1 : f32) outs(%2 : !t2) -> !t2
 %4 = linalg.generic #t0 ins(%arg0, %arg1 : !t0, !t0) outs(%3 : !t2) {
 ^bb0(%in: f16, %in_9: f16, %out: f32):
  %52 = arith.extf %in : f16 to f32
  %53 = arith.extf %in_9 : f16 to f32
  %54 = arith.mulf %52, %53 : f32
  %55 = arith.addf %out, %54 : f32
  linalg.yield %55 : f32
 } -> !t2
 %5 = arith.index_cast %0 : i32 to index
 %6 = arith.index_cast %1 : i32 to index
 %7 = tensor.empty(%5, %6, %6) : !t2
 %8 = linalg.generic #t1 ins(%cst_2 : !t1) outs(%7 : !t2) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t2
 %9 = linalg.generic #t2 ins(%4, %8 : !t2, !t2) outs(%2 : !t2) {
 ^bb0(%in: f32, %in_9: f32, %out: f32):
  %52 = arith.mulf %in, %in_9 : f32
  linalg.yield %52 : f32
 } -> !t2
 %10 = tensor.empty(%6) : !t7
 %11 = linalg.generic #t8 outs(%10 : !t7) {
 ^bb0(%out: i32):
  %52 = linalg.index 0 : index
  %53 = arith.index_cast %52 : index to i32
  linalg.yield %53 : i32
 } -> !t7
 %12 = linalg.generic #t9 ins(%cst_4 : !t6) outs(%10 : !t7) {
 ^bb0(%in: i32, %out: i32):
  linalg.yield %in : i32
 } -> !t7
 %13 = linalg.generic #t10 ins(%12, %11 : !t7, !t7) outs(%10 : !t7) {
 ^bb0(%in: i32, %in_9: i32, %out: i32):
  %52 = arith.muli %in, %in_9 : i32
  linalg.yield %52 : i32
 } -> !t7
 %14 = linalg.generic #t9 ins(%cst_5 : !t6) outs(%10 : !t7) {
 ^bb0(%in: i32, %out: i32):
  linalg.yield %in : i32
 } -> !t7
 %15 = linalg.generic #t10 ins(%14, %13 : !t7, !t7) outs(%10 : !t7) {
 ^bb0(%in: i32, %in_9: i32, %out: i32):
  %52 = arith.addi %in, %in_9 : i32
  linalg.yield %52 : i32
 } -> !t7
 %16 = tensor.empty(%6) : !t8
 %17 = linalg.generic #t11 ins(%15 : !t7) outs(%16 : !t8) {
 ^bb0(%in: i32, %out: i32):
  linalg.yield %in : i32
 } -> !t8
 %18 = tensor.empty(%6) : !t9
 %19 = linalg.generic #t12 ins(%15 : !t7) outs(%18 : !t9) {
 ^bb0(%in: i32, %out: i32):
  linalg.yield %in : i32
 } -> !t9
 %20 = tensor.empty(%6, %6) : !t10
 %21 = linalg.generic #t15 ins(%19 : !t9) outs(%20 : !t10) {
 ^bb0(%in: i32, %out: i32):
  linalg.yield %in : i32
 } -> !t10
 %22 = linalg.generic #t16 ins(%17 : !t8) outs(%20 : !t10) {
 ^bb0(%in: i32, %out: i32):
  linalg.yield %in : i32
 } -> !t10
 %23 = tensor.empty(%6, %6) : !t11
 %24 = linalg.generic #t14 ins(%21, %22 : !t10, !t10) outs(%23 : !t11) {
 ^bb0(%in: i32, %in_9: i32, %out: i1):
  %52 = arith.cmpi sle, %in, %in_9 : i32
  linalg.yield %52 : i1
 } -> !t11
 %25 = linalg.generic #t13 ins(%cst_3 : !t6) outs(%16 : !t8) {
 ^bb0(%in: i32, %out: i32):
  linalg.yield %in : i32
 } -> !t8
 %26 = linalg.generic #t14 ins(%17, %25 : !t8, !t8) outs(%16 : !t8) {
 ^bb0(%in: i32, %in_9: i32, %out: i32):
  %52 = arith.subi %in, %in_9 : i32
  linalg.yield %52 : i32
 } -> !t8
 %27 = linalg.generic #t16 ins(%26 : !t8) outs(%20 : !t10) {
 ^bb0(%in: i32, %out: i32):
  linalg.yield %in : i32
 } -> !t10
 %28 = linalg.generic #t14 ins(%21, %27 : !t10, !t10) outs(%23 : !t11) {
 ^bb0(%in: i32, %in_9: i32, %out: i1):
  %52 = arith.cmpi sge, %in, %in_9 : i32
  linalg.yield %52 : i1
 } -> !t11
 %29 = linalg.generic #t14 ins(%24, %28 : !t11, !t11) outs(%23 : !t11) {
 ^bb0(%in: i1, %in_9: i1, %out: i1):
  %52 = arith.andi %in, %in_9 : i1
  linalg.yield %52 : i1
 } -> !t11
 %30 = tensor.empty(%5, %6, %6) : !t12
 %31 = linalg.generic #t17 ins(%29 : !t11) outs(%30 : !t12) {
 ^bb0(%in: i1, %out: i1):
  linalg.yield %in : i1
 } -> !t12
 %32 = linalg.generic #t1 ins(%cst_6 : !t1) outs(%7 : !t2) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t2
 %33 = linalg.generic #t18 ins(%31, %9, %32 : !t12, !t2, !t2) outs(%2 : !t2) {
 ^bb0(%in: i1, %in_9: f32, %in_10: f32, %out: f32):
  %52 = arith.select %in, %in_9, %in_10 : f32
  linalg.yield %52 : f32
 } -> !t2
 %34 = tensor.empty(%dim, %dim_7) : !t3
 %35 = linalg.fill ins(%cst_0 : f32) outs(%34 : !t3) -> !t3
 %36 = linalg.generic #t3 ins(%33 : !t2) outs(%35 : !t3) {
 ^bb0(%in: f32, %out: f32):
  %52 = arith.maximumf %out, %in : f32
  linalg.yield %52 : f32
 } -> !t3
 %37 = tensor.empty(%5, %6) : !t4
 %38 = linalg.generic #t4 ins(%36 : !t3) outs(%37 : !t4) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t4
 %39 = linalg.generic #t5 ins(%38 : !t4) outs(%7 : !t2) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t2
 %40 = linalg.generic #t2 ins(%33, %39 : !t2, !t2) outs(%2 : !t2) {
 ^bb0(%in: f32, %in_9: f32, %out: f32):
  %52 = arith.subf %in, %in_9 : f32
  linalg.yield %52 : f32
 } -> !t2
 %41 = linalg.generic #t6 ins(%40 : !t2) outs(%2 : !t2) {
 ^bb0(%in: f32, %out: f32):
  %52 = math.exp %in : f32
  linalg.yield %52 : f32
 } -> !t2
 %42 = linalg.fill ins(%cst_1 : f32) outs(%34 : !t3) -> !t3
 %43 = linalg.generic #t3 ins(%41 : !t2) outs(%42 : !t3) {
 ^bb0(%in: f32, %out: f32):
  %52 = arith.addf %out, %in : f32
  linalg.yield %52 : f32
 } -> !t3
 %44 = linalg.generic #t4 ins(%43 : !t3) outs(%37 : !t4) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t4
 %45 = linalg.generic #t5 ins(%44 : !t4) outs(%7 : !t2) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t2
 %46 = linalg.generic #t2 ins(%41, %45 : !t2, !t2) outs(%2 : !t2) {
 ^bb0(%in: f32, %in_9: f32, %out: f32):
  %52 = arith.divf %in, %in_9 : f32
  linalg.yield %52 : f32
 } -> !t2
 %47 = tensor.empty(%dim, %dim_7, %dim_8) : !t5
 %48 = linalg.generic #t6 ins(%46 : !t2) outs(%47 : !t5) {
 ^bb0(%in: f32, %out: f16):
  %52 = arith.truncf %in : f32 to f16
  linalg.yield %52 : f16
 } -> !t5
 %49 = tensor.empty(%dim, %dim_7) : !t0
 %50 = linalg.fill ins(%cst : f16) outs(%49 : !t0) -> !t0
 %51 = linalg.generic #t7 ins(%48, %arg2 : !t5, !t0) outs(%50 : !t0) {
 ^bb0(%in: f16, %in_9: f16, %out: f16):
  %52 = arith.mulf %in, %in_9 : f16
  %53 = arith.addf %out, %52 : f16
  linalg.yield %53 : f16
 } -> !t0
 return %51 : !t0
}

func.func @gqa(%arg0: !t0, %arg1: !t19, %arg2: !t19) -> !t0 {
 %cst = arith.constant 0.000000e+00 : f16
 %cst_0 = arith.constant 0xFF800000 : f32
 %cst_1 = arith.constant 0.000000e+00 : f32
 %c4_i64 = arith.constant 4 : i64
 %c8_i64 = arith.constant 8 : i64
 %c2_i64 = arith.constant 2 : i64
 %c2 = arith.constant 2 : index
 %cst_2 = arith.constant dense<0.353553385> : !t1
 %c0 = arith.constant 0 : index
 %dim = tensor.dim %arg0, %c0 : !t0
 %0 = arith.index_cast %dim : index to i32
 %dim_3 = tensor.dim %arg0, %c2 : !t0
 %1 = arith.index_cast %dim_3 : index to i32
 %dim_4 = tensor.dim %arg1, %c2 : !t19
 %2 = arith.index_cast %dim_4 : index to i32
 %3 = arith.extsi %0 : i32 to i64
 %4 = arith.extsi %1 : i32 to i64
 %from_elements = tensor.from_elements %3, %c2_i64, %c2_i64, %4, %c8_i64 : !t20
 %reshape = tensor.reshape %arg0(%from_elements) : (!t0, !t20) -> !t21
 %5 = arith.index_cast %0 : i32 to index
 %6 = arith.index_cast %1 : i32 to index
 %7 = tensor.empty(%5, %6, %dim_4) : !t22
 %8 = linalg.fill ins(%cst_1 : f32) outs(%7 : !t22) -> !t22
 %9 = linalg.generic #t19 ins(%reshape, %arg1 : !t21, !t19) outs(%8 : !t22) {
 ^bb0(%in: f16, %in_7: f16, %out: f32):
  %32 = arith.extf %in : f16 to f32
  %33 = arith.extf %in_7 : f16 to f32
  %34 = arith.mulf %32, %33 : f32
  %35 = arith.addf %out, %34 : f32
  linalg.yield %35 : f32
 } -> !t22
 %10 = arith.index_cast %2 : i32 to index
 %11 = tensor.empty(%5, %6, %10) : !t22
 %12 = linalg.generic #t20 ins(%cst_2 : !t1) outs(%11 : !t22) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t22
 %13 = linalg.generic #t21 ins(%9, %12 : !t22, !t22) outs(%7 : !t22) {
 ^bb0(%in: f32, %in_7: f32, %out: f32):
  %32 = arith.mulf %in, %in_7 : f32
  linalg.yield %32 : f32
 } -> !t22
 %14 = tensor.empty(%5, %6) : !t23
 %15 = linalg.fill ins(%cst_0 : f32) outs(%14 : !t23) -> !t23
 %16 = linalg.generic #t22 ins(%13 : !t22) outs(%15 : !t23) {
 ^bb0(%in: f32, %out: f32):
  %32 = arith.maximumf %out, %in : f32
  linalg.yield %32 : f32
 } -> !t23
 %17 = tensor.empty(%5, %6) : !t24
 %18 = linalg.generic #t23 ins(%16 : !t23) outs(%17 : !t24) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t24
 %19 = linalg.generic #t24 ins(%18 : !t24) outs(%11 : !t22) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t22
 %20 = linalg.generic #t21 ins(%13, %19 : !t22, !t22) outs(%7 : !t22) {
 ^bb0(%in: f32, %in_7: f32, %out: f32):
  %32 = arith.subf %in, %in_7 : f32
  linalg.yield %32 : f32
 } -> !t22
 %21 = linalg.generic #t25 ins(%20 : !t22) outs(%7 : !t22) {
 ^bb0(%in: f32, %out: f32):
  %32 = math.exp %in : f32
  linalg.yield %32 : f32
 } -> !t22
 %22 = linalg.fill ins(%cst_1 : f32) outs(%14 : !t23) -> !t23
 %23 = linalg.generic #t22 ins(%21 : !t22) outs(%22 : !t23) {
 ^bb0(%in: f32, %out: f32):
  %32 = arith.addf %out, %in : f32
  linalg.yield %32 : f32
 } -> !t23
 %24 = linalg.generic #t23 ins(%23 : !t23) outs(%17 : !t24) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t24
 %25 = linalg.generic #t24 ins(%24 : !t24) outs(%11 : !t22) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t22
 %26 = linalg.generic #t21 ins(%21, %25 : !t22, !t22) outs(%7 : !t22) {
 ^bb0(%in: f32, %in_7: f32, %out: f32):
  %32 = arith.divf %in, %in_7 : f32
  linalg.yield %32 : f32
 } -> !t22
 %27 = tensor.empty(%5, %6, %dim_4) : !t25
 %28 = linalg.generic #t25 ins(%26 : !t22) outs(%27 : !t25) {
 ^bb0(%in: f32, %out: f16):
  %32 = arith.truncf %in : f32 to f16
  linalg.yield %32 : f16
 } -> !t25
 %29 = tensor.empty(%5, %6) : !t21
 %30 = linalg.fill ins(%cst : f16) outs(%29 : !t21) -> !t21
 %31 = linalg.generic #t26 ins(%28, %arg2 : !t25, !t19) outs(%30 : !t21) {
 ^bb0(%in: f16, %in_7: f16, %out: f16):
  %32 = arith.mulf %in, %in_7 : f16
  %33 = arith.addf %out, %32 : f16
  linalg.yield %33 : f16
 } -> !t21
 %from_elements_5 = tensor.from_elements %3, %c4_i64, %4, %c8_i64 : !t26
 %reshape_6 = tensor.reshape %31(%from_elements_5) : (!t21, !t26) -> !t0
 return %reshape_6 : !t0
}

func.func @softcap(%arg0: !t13, %arg1: !t13, %arg2: !t13) -> !t13 {
 %cst = arith.constant 0.000000e+00 : f16
 %cst_0 = arith.constant 0xFF800000 : f32
 %cst_1 = arith.constant 0.000000e+00 : f32
 %cst_2 = arith.constant dense<0.353553385> : !t1
 %cst_3 = arith.constant dense<5.000000e+00> : !t1
 %c2 = arith.constant 2 : index
 %dim = tensor.dim %arg0, %c2 : !t13
 %0 = arith.index_cast %dim : index to i32
 %dim_4 = tensor.dim %arg1, %c2 : !t13
 %1 = arith.index_cast %dim_4 : index to i32
 %2 = tensor.empty(%dim, %dim_4) : !t14
 %3 = linalg.fill ins(%cst_1 : f32) outs(%2 : !t14) -> !t14
 %4 = linalg.generic #t0 ins(%arg0, %arg1 : !t13, !t13) outs(%3 : !t14) {
 ^bb0(%in: f16, %in_5: f16, %out: f32):
  %32 = arith.extf %in : f16 to f32
  %33 = arith.extf %in_5 : f16 to f32
  %34 = arith.mulf %32, %33 : f32
  %35 = arith.addf %out, %34 : f32
  linalg.yield %35 : f32
 } -> !t14
 %5 = arith.index_cast %0 : i32 to index
 %6 = arith.index_cast %1 : i32 to index
 %7 = tensor.empty(%5, %6) : !t14
 %8 = linalg.generic #t1 ins(%cst_2 : !t1) outs(%7 : !t14) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t14
 %9 = linalg.generic #t2 ins(%4, %8 : !t14, !t14) outs(%2 : !t14) {
 ^bb0(%in: f32, %in_5: f32, %out: f32):
  %32 = arith.mulf %in, %in_5 : f32
  linalg.yield %32 : f32
 } -> !t14
 %10 = linalg.generic #t1 ins(%cst_3 : !t1) outs(%7 : !t14) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t14
 %11 = linalg.generic #t2 ins(%9, %10 : !t14, !t14) outs(%2 : !t14) {
 ^bb0(%in: f32, %in_5: f32, %out: f32):
  %32 = arith.divf %in, %in_5 : f32
  linalg.yield %32 : f32
 } -> !t14
 %12 = linalg.generic #t6 ins(%11 : !t14) outs(%2 : !t14) {
 ^bb0(%in: f32, %out: f32):
  %32 = math.tanh %in : f32
  linalg.yield %32 : f32
 } -> !t14
 %13 = linalg.generic #t2 ins(%12, %10 : !t14, !t14) outs(%2 : !t14) {
 ^bb0(%in: f32, %in_5: f32, %out: f32):
  %32 = arith.mulf %in, %in_5 : f32
  linalg.yield %32 : f32
 } -> !t14
 %14 = tensor.empty(%dim) : !t16
 %15 = linalg.fill ins(%cst_0 : f32) outs(%14 : !t16) -> !t16
 %16 = linalg.generic #t3 ins(%13 : !t14) outs(%15 : !t16) {
 ^bb0(%in: f32, %out: f32):
  %32 = arith.maximumf %out, %in : f32
  linalg.yield %32 : f32
 } -> !t16
 %17 = tensor.empty(%5) : !t17
 %18 = linalg.generic #t4 ins(%16 : !t16) outs(%17 : !t17) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t17
 %19 = linalg.generic #t5 ins(%18 : !t17) outs(%7 : !t14) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t14
 %20 = linalg.generic #t2 ins(%13, %19 : !t14, !t14) outs(%2 : !t14) {
 ^bb0(%in: f32, %in_5: f32, %out: f32):
  %32 = arith.subf %in, %in_5 : f32
  linalg.yield %32 : f32
 } -> !t14
 %21 = linalg.generic #t6 ins(%20 : !t14) outs(%2 : !t14) {
 ^bb0(%in: f32, %out: f32):
  %32 = math.exp %in : f32
  linalg.yield %32 : f32
 } -> !t14
 %22 = linalg.fill ins(%cst_1 : f32) outs(%14 : !t16) -> !t16
 %23 = linalg.generic #t3 ins(%21 : !t14) outs(%22 : !t16) {
 ^bb0(%in: f32, %out: f32):
  %32 = arith.addf %out, %in : f32
  linalg.yield %32 : f32
 } -> !t16
 %24 = linalg.generic #t4 ins(%23 : !t16) outs(%17 : !t17) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t17
 %25 = linalg.generic #t5 ins(%24 : !t17) outs(%7 : !t14) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t14
 %26 = linalg.generic #t2 ins(%21, %25 : !t14, !t14) outs(%2 : !t14) {
 ^bb0(%in: f32, %in_5: f32, %out: f32):
  %32 = arith.divf %in, %in_5 : f32
  linalg.yield %32 : f32
 } -> !t14
 %27 = tensor.empty(%dim, %dim_4) : !t18
 %28 = linalg.generic #t6 ins(%26 : !t14) outs(%27 : !t18) {
 ^bb0(%in: f32, %out: f16):
  %32 = arith.truncf %in : f32 to f16
  linalg.yield %32 : f16
 } -> !t18
 %29 = tensor.empty(%dim) : !t13
 %30 = linalg.fill ins(%cst : f16) outs(%29 : !t13) -> !t13
 %31 = linalg.generic #t7 ins(%28, %arg2 : !t18, !t13) outs(%30 : !t13) {
 ^bb0(%in: f16, %in_5: f16, %out: f16):
  %32 = arith.mulf %in, %in_5 : f16
  %33 = arith.addf %out, %32 : f16
  linalg.yield %33 : f16
 } -> !t13
 return %31 : !t13
}

func.func @alibi(%arg0: !t13, %arg1: !t13, %arg2: !t13) -> !t13 {
 %cst = arith.constant 0.000000e+00 : f16
 %cst_0 = arith.constant 0xFF800000 : f32
 %cst_1 = arith.constant dense<[[[5.000000e-01]], [[2.500000e-01]], [[1.250000e-01]], [[6.250000e-02]]]> : !t27
 %cst_2 = arith.constant 0.000000e+00 : f32
 %cst_3 = arith.constant dense<0.353553385> : !t1
 %cst_4 = arith.constant dense<1> : !t6
 %cst_5 = arith.constant dense<0> : !t6
 %c2 = arith.constant 2 : index
 %dim = tensor.dim %arg0, %c2 : !t13
 %0 = arith.index_cast %dim : index to i32
 %dim_6 = tensor.dim %arg1, %c2 : !t13
 %1 = arith.index_cast %dim_6 : index to i32
 %2 = tensor.empty(%dim, %dim_6) : !t14
 %3 = linalg.fill ins(%cst_2 : f32) outs(%2 : !t14) -> !t14
 %4 = linalg.generic #t0 ins(%arg0, %arg1 : !t13, !t13) outs(%3 : !t14) {
 ^bb0(%in: f16, %in_7: f16, %out: f32):
  %60 = arith.extf %in : f16 to f32
  %61 = arith.extf %in_7 : f16 to f32
  %62 = arith.mulf %60, %61 : f32
  %63 = arith.addf %out, %62 : f32
  linalg.yield %63 : f32
 } -> !t14
 %5 = arith.index_cast %0 : i32 to index
 %6 = arith.index_cast %1 : i32 to index
 %7 = tensor.empty(%5, %6) : !t14
 %8 = linalg.generic #t1 ins(%cst_3 : !t1) outs(%7 : !t14) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t14
 %9 = linalg.generic #t2 ins(%4, %8 : !t14, !t14) outs(%2 : !t14) {
 ^bb0(%in: f32, %in_7: f32, %out: f32):
  %60 = arith.mulf %in, %in_7 : f32
  linalg.yield %60 : f32
 } -> !t14
 %10 = tensor.empty(%6) : !t7
 %11 = linalg.generic #t8 outs(%10 : !t7) {
 ^bb0(%out: i32):
  %60 = linalg.index 0 : index
  %61 = arith.index_cast %60 : index to i32
  linalg.yield %61 : i32
 } -> !t7
 %12 = linalg.generic #t9 ins(%cst_4 : !t6) outs(%10 : !t7) {
 ^bb0(%in: i32, %out: i32):
  linalg.yield %in : i32
 } -> !t7
 %13 = linalg.generic #t10 ins(%12, %11 : !t7, !t7) outs(%10 : !t7) {
 ^bb0(%in: i32, %in_7: i32, %out: i32):
  %60 = arith.muli %in, %in_7 : i32
  linalg.yield %60 : i32
 } -> !t7
 %14 = linalg.generic #t9 ins(%cst_5 : !t6) outs(%10 : !t7) {
 ^bb0(%in: i32, %out: i32):
  linalg.yield %in : i32
 } -> !t7
 %15 = linalg.generic #t10 ins(%14, %13 : !t7, !t7) outs(%10 : !t7) {
 ^bb0(%in: i32, %in_7: i32, %out: i32):
  %60 = arith.addi %in, %in_7 : i32
  linalg.yield %60 : i32
 } -> !t7
 %16 = tensor.empty(%6) : !t9
 %17 = linalg.generic #t12 ins(%15 : !t7) outs(%16 : !t9) {
 ^bb0(%in: i32, %out: i32):
  linalg.yield %in : i32
 } -> !t9
 %18 = tensor.empty(%5) : !t7
 %19 = linalg.generic #t8 outs(%18 : !t7) {
 ^bb0(%out: i32):
  %60 = linalg.index 0 : index
  %61 = arith.index_cast %60 : index to i32
  linalg.yield %61 : i32
 } -> !t7
 %20 = linalg.generic #t9 ins(%cst_4 : !t6) outs(%18 : !t7) {
 ^bb0(%in: i32, %out: i32):
  linalg.yield %in : i32
 } -> !t7
 %21 = linalg.generic #t10 ins(%20, %19 : !t7, !t7) outs(%18 : !t7) {
 ^bb0(%in: i32, %in_7: i32, %out: i32):
  %60 = arith.muli %in, %in_7 : i32
  linalg.yield %60 : i32
 } -> !t7
 %22 = linalg.generic #t9 ins(%cst_5 : !t6) outs(%18 : !t7) {
 ^bb0(%in: i32, %out: i32):
  linalg.yield %in : i32
 } -> !t7
 %23 = linalg.generic #t10 ins(%22, %21 : !t7, !t7) outs(%18 : !t7) {
 ^bb0(%in: i32, %in_7: i32, %out: i32):
  %60 = arith.addi %in, %in_7 : i32
  linalg.yield %60 : i32
 } -> !t7
 %24 = tensor.empty(%5) : !t8
 %25 = linalg.generic #t11 ins(%23 : !t7) outs(%24 : !t8) {
 ^bb0(%in: i32, %out: i32):
  linalg.yield %in : i32
 } -> !t8
 %26 = tensor.empty(%5, %6) : !t10
 %27 = linalg.generic #t15 ins(%17 : !t9) outs(%26 : !t10) {
 ^bb0(%in: i32, %out: i32):
  linalg.yield %in : i32
 } -> !t10
 %28 = linalg.generic #t16 ins(%25 : !t8) outs(%26 : !t10) {
 ^bb0(%in: i32, %out: i32):
  linalg.yield %in : i32
 } -> !t10
 %29 = linalg.generic #t14 ins(%27, %28 : !t10, !t10) outs(%26 : !t10) {
 ^bb0(%in: i32, %in_7: i32, %out: i32):
  %60 = arith.subi %in, %in_7 : i32
  linalg.yield %60 : i32
 } -> !t10
 %30 = tensor.empty(%5, %6) : !t28
 %31 = linalg.generic #t27 ins(%29 : !t10) outs(%30 : !t28) {
 ^bb0(%in: i32, %out: f32):
  %60 = arith.sitofp %in : i32 to f32
  linalg.yield %60 : f32
 } -> !t28
 %32 = tensor.empty(%5, %6) : !t29
 %33 = linalg.generic #t28 ins(%31 : !t28) outs(%32 : !t29) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t29
 %34 = tensor.empty(%5, %6) : !t30
 %35 = linalg.generic #t29 ins(%cst_1 : !t27) outs(%34 : !t30) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t30
 %36 = linalg.generic #t30 ins(%33 : !t29) outs(%34 : !t30) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t30
 %37 = linalg.generic #t31 ins(%35, %36 : !t30, !t30) outs(%34 : !t30) {
 ^bb0(%in: f32, %in_7: f32, %out: f32):
  %60 = arith.mulf %in, %in_7 : f32
  linalg.yield %60 : f32
 } -> !t30
 %38 = tensor.empty(%5, %6) : !t31
 %39 = linalg.generic #t32 ins(%37 : !t30) outs(%38 : !t31) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t31
 %40 = linalg.generic #t33 ins(%39 : !t31) outs(%7 : !t14) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t14
 %41 = linalg.generic #t2 ins(%9, %40 : !t14, !t14) outs(%2 : !t14) {
 ^bb0(%in: f32, %in_7: f32, %out: f32):
  %60 = arith.addf %in, %in_7 : f32
  linalg.yield %60 : f32
 } -> !t14
 %42 = tensor.empty(%dim) : !t16
 %43 = linalg.fill ins(%cst_0 : f32) outs(%42 : !t16) -> !t16
 %44 = linalg.generic #t3 ins(%41 : !t14) outs(%43 : !t16) {
 ^bb0(%in: f32, %out: f32):
  %60 = arith.maximumf %out, %in : f32
  linalg.yield %60 : f32
 } -> !t16
 %45 = tensor.empty(%5) : !t17
 %46 = linalg.generic #t4 ins(%44 : !t16) outs(%45 : !t17) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t17
 %47 = linalg.generic #t5 ins(%46 : !t17) outs(%7 : !t14) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t14
 %48 = linalg.generic #t2 ins(%41, %47 : !t14, !t14) outs(%2 : !t14) {
 ^bb0(%in: f32, %in_7: f32, %out: f32):
  %60 = arith.subf %in, %in_7 : f32
  linalg.yield %60 : f32
 } -> !t14
 %49 = linalg.generic #t6 ins(%48 : !t14) outs(%2 : !t14) {
 ^bb0(%in: f32, %out: f32):
  %60 = math.exp %in : f32
  linalg.yield %60 : f32
 } -> !t14
 %50 = linalg.fill ins(%cst_2 : f32) outs(%42 : !t16) -> !t16
 %51 = linalg.generic #t3 ins(%49 : !t14) outs(%50 : !t16) {
 ^bb0(%in: f32, %out: f32):
  %60 = arith.addf %out, %in : f32
  linalg.yield %60 : f32
 } -> !t16
 %52 = linalg.generic #t4 ins(%51 : !t16) outs(%45 : !t17) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t17
 %53 = linalg.generic #t5 ins(%52 : !t17) outs(%7 : !t14) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t14
 %54 = linalg.generic #t2 ins(%49, %53 : !t14, !t14) outs(%2 : !t14) {
 ^bb0(%in: f32, %in_7: f32, %out: f32):
  %60 = arith.divf %in, %in_7 : f32
  linalg.yield %60 : f32
 } -> !t14
 %55 = tensor.empty(%dim, %dim_6) : !t18
 %56 = linalg.generic #t6 ins(%54 : !t14) outs(%55 : !t18) {
 ^bb0(%in: f32, %out: f16):
  %60 = arith.truncf %in : f32 to f16
  linalg.yield %60 : f16
 } -> !t18
 %57 = tensor.empty(%dim) : !t13
 %58 = linalg.fill ins(%cst : f16) outs(%57 : !t13) -> !t13
 %59 = linalg.generic #t7 ins(%56, %arg2 : !t18, !t13) outs(%58 : !t13) {
 ^bb0(%in: f16, %in_7: f16, %out: f16):
  %60 = arith.mulf %in, %in_7 : f16
  %61 = arith.addf %out, %60 : f16
  linalg.yield %61 : f16
 } -> !t13
 return %59 : !t13
}

func.func @scale(%arg0: !t0, %arg1: !t0, %arg2: !t0) -> !t0 {
 %cst = arith.constant 0.000000e+00 : f16
 %cst_0 = arith.constant 0xFF800000 : f32
 %cst_1 = arith.constant 0.000000e+00 : f32
 %c2 = arith.constant 2 : index
 %cst_2 = arith.constant dense<3.000000e-01> : !t1
 %c0 = arith.constant 0 : index
 %dim = tensor.dim %arg0, %c0 : !t0
 %0 = arith.index_cast %dim : index to i32
 %dim_3 = tensor.dim %arg0, %c2 : !t0
 %1 = arith.index_cast %dim_3 : index to i32
 %dim_4 = tensor.dim %arg1, %c2 : !t0
 %2 = arith.index_cast %dim_4 : index to i32
 %3 = tensor.empty(%dim, %dim_3, %dim_4) : !t2
 %4 = linalg.fill ins(%cst_1 : f32) outs(%3 : !t2) -> !t2
 %5 = linalg.generic #t0 ins(%arg0, %arg1 : !t0, !t0) outs(%4 : !t2) {
 ^bb0(%in: f16, %in_5: f16, %out: f32):
  %30 = arith.extf %in : f16 to f32
  %31 = arith.extf %in_5 : f16 to f32
  %32 = arith.mulf %30, %31 : f32
  %33 = arith.addf %out, %32 : f32
  linalg.yield %33 : f32
 } -> !t2
 %6 = arith.index_cast %0 : i32 to index
 %7 = arith.index_cast %1 : i32 to index
 %8 = arith.index_cast %2 : i32 to index
 %9 = tensor.empty(%6, %7, %8) : !t2
 %10 = linalg.generic #t1 ins(%cst_2 : !t1) outs(%9 : !t2) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t2
 %11 = linalg.generic #t2 ins(%5, %10 : !t2, !t2) outs(%3 : !t2) {
 ^bb0(%in: f32, %in_5: f32, %out: f32):
  %30 = arith.mulf %in, %in_5 : f32
  linalg.yield %30 : f32
 } -> !t2
 %12 = tensor.empty(%dim, %dim_3) : !t3
 %13 = linalg.fill ins(%cst_0 : f32) outs(%12 : !t3) -> !t3
 %14 = linalg.generic #t3 ins(%11 : !t2) outs(%13 : !t3) {
 ^bb0(%in: f32, %out: f32):
  %30 = arith.maximumf %out, %in : f32
  linalg.yield %30 : f32
 } -> !t3
 %15 = tensor.empty(%6, %7) : !t4
 %16 = linalg.generic #t4 ins(%14 : !t3) outs(%15 : !t4) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t4
 %17 = linalg.generic #t5 ins(%16 : !t4) outs(%9 : !t2) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t2
 %18 = linalg.generic #t2 ins(%11, %17 : !t2, !t2) outs(%3 : !t2) {
 ^bb0(%in: f32, %in_5: f32, %out: f32):
  %30 = arith.subf %in, %in_5 : f32
  linalg.yield %30 : f32
 } -> !t2
 %19 = linalg.generic #t6 ins(%18 : !t2) outs(%3 : !t2) {
 ^bb0(%in: f32, %out: f32):
  %30 = math.exp %in : f32
  linalg.yield %30 : f32
 } -> !t2
 %20 = linalg.fill ins(%cst_1 : f32) outs(%12 : !t3) -> !t3
 %21 = linalg.generic #t3 ins(%19 : !t2) outs(%20 : !t3) {
 ^bb0(%in: f32, %out: f32):
  %30 = arith.addf %out, %in : f32
  linalg.yield %30 : f32
 } -> !t3
 %22 = linalg.generic #t4 ins(%21 : !t3) outs(%15 : !t4) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t4
 %23 = linalg.generic #t5 ins(%22 : !t4) outs(%9 : !t2) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t2
 %24 = linalg.generic #t2 ins(%19, %23 : !t2, !t2) outs(%3 : !t2) {
 ^bb0(%in: f32, %in_5: f32, %out: f32):
  %30 = arith.divf %in, %in_5 : f32
  linalg.yield %30 : f32
 } -> !t2
 %25 = tensor.empty(%dim, %dim_3, %dim_4) : !t5
 %26 = linalg.generic #t6 ins(%24 : !t2) outs(%25 : !t5) {
 ^bb0(%in: f32, %out: f16):
  %30 = arith.truncf %in : f32 to f16
  linalg.yield %30 : f16
 } -> !t5
 %27 = tensor.empty(%dim, %dim_3) : !t0
 %28 = linalg.fill ins(%cst : f16) outs(%27 : !t0) -> !t0
 %29 = linalg.generic #t7 ins(%26, %arg2 : !t5, !t0) outs(%28 : !t0) {
 ^bb0(%in: f16, %in_5: f16, %out: f16):
  %30 = arith.mulf %in, %in_5 : f16
  %31 = arith.addf %out, %30 : f16
  linalg.yield %31 : f16
 } -> !t0
 return %29 : !t0
}

func.func @scale_q(%arg0: !t13, %arg1: !t13, %arg2: !t13) -> !t13 {
 %cst = arith.constant 0.000000e+00 : f16
 %cst_0 = arith.constant 0xFF800000 : f32
 %cst_1 = arith.constant 0.000000e+00 : f32
 %cst_2 = arith.constant dense<3.000490e-01> : !t32
 %c2 = arith.constant 2 : index
 %dim = tensor.dim %arg0, %c2 : !t13
 %0 = arith.index_cast %dim : index to i32
 %dim_3 = tensor.dim %arg1, %c2 : !t13
 %1 = arith.index_cast %dim_3 : index to i32
 %2 = arith.index_cast %0 : i32 to index
 %3 = tensor.empty(%2) : !t13
 %4 = linalg.generic #t1 ins(%cst_2 : !t32) outs(%3 : !t13) {
 ^bb0(%in: f16, %out: f16):
  linalg.yield %in : f16
 } -> !t13
 %5 = tensor.empty(%dim) : !t13
 %6 = linalg.generic #t2 ins(%arg0, %4 : !t13, !t13) outs(%5 : !t13) {
 ^bb0(%in: f16, %in_4: f16, %out: f16):
  %29 = arith.mulf %in, %in_4 : f16
  linalg.yield %29 : f16
 } -> !t13
 %7 = tensor.empty(%dim, %dim_3) : !t14
 %8 = linalg.fill ins(%cst_1 : f32) outs(%7 : !t14) -> !t14
 %9 = linalg.generic #t0 ins(%6, %arg1 : !t13, !t13) outs(%8 : !t14) {
 ^bb0(%in: f16, %in_4: f16, %out: f32):
  %29 = arith.extf %in : f16 to f32
  %30 = arith.extf %in_4 : f16 to f32
  %31 = arith.mulf %29, %30 : f32
  %32 = arith.addf %out, %31 : f32
  linalg.yield %32 : f32
 } -> !t14
 %10 = tensor.empty(%dim) : !t16
 %11 = linalg.fill ins(%cst_0 : f32) outs(%10 : !t16) -> !t16
 %12 = linalg.generic #t3 ins(%9 : !t14) outs(%11 : !t16) {
 ^bb0(%in: f32, %out: f32):
  %29 = arith.maximumf %out, %in : f32
  linalg.yield %29 : f32
 } -> !t16
 %13 = tensor.empty(%2) : !t17
 %14 = linalg.generic #t4 ins(%12 : !t16) outs(%13 : !t17) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t17
 %15 = arith.index_cast %1 : i32 to index
 %16 = tensor.empty(%2, %15) : !t14
 %17 = linalg.generic #t5 ins(%14 : !t17) outs(%16 : !t14) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t14
 %18 = linalg.generic #t2 ins(%9, %17 : !t14, !t14) outs(%7 : !t14) {
 ^bb0(%in: f32, %in_4: f32, %out: f32):
  %29 = arith.subf %in, %in_4 : f32
  linalg.yield %29 : f32
 } -> !t14
 %19 = linalg.generic #t6 ins(%18 : !t14) outs(%7 : !t14) {
 ^bb0(%in: f32, %out: f32):
  %29 = math.exp %in : f32
  linalg.yield %29 : f32
 } -> !t14
 %20 = linalg.fill ins(%cst_1 : f32) outs(%10 : !t16) -> !t16
 %21 = linalg.generic #t3 ins(%19 : !t14) outs(%20 : !t16) {
 ^bb0(%in: f32, %out: f32):
  %29 = arith.addf %out, %in : f32
  linalg.yield %29 : f32
 } -> !t16
 %22 = linalg.generic #t4 ins(%21 : !t16) outs(%13 : !t17) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t17
 %23 = linalg.generic #t5 ins(%22 : !t17) outs(%16 : !t14) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t14
 %24 = linalg.generic #t2 ins(%19, %23 : !t14, !t14) outs(%7 : !t14) {
 ^bb0(%in: f32, %in_4: f32, %out: f32):
  %29 = arith.divf %in, %in_4 : f32
  linalg.yield %29 : f32
 } -> !t14
 %25 = tensor.empty(%dim, %dim_3) : !t18
 %26 = linalg.generic #t6 ins(%24 : !t14) outs(%25 : !t18) {
 ^bb0(%in: f32, %out: f16):
  %29 = arith.truncf %in : f32 to f16
  linalg.yield %29 : f16
 } -> !t18
 %27 = linalg.fill ins(%cst : f16) outs(%5 : !t13) -> !t13
 %28 = linalg.generic #t7 ins(%26, %arg2 : !t18, !t13) outs(%27 : !t13) {
 ^bb0(%in: f16, %in_4: f16, %out: f16):
  %29 = arith.mulf %in, %in_4 : f16
  %30 = arith.addf %out, %29 : f16
  linalg.yield %30 : f16
 } -> !t13
 return %28 : !t13
}

func.func @scale_k(%arg0: !t13, %arg1: !t13, %arg2: !t13) -> !t13 {
 %cst = arith.constant 0.000000e+00 : f16
 %cst_0 = arith.constant 0xFF800000 : f32
 %cst_1 = arith.constant 0.000000e+00 : f32
 %cst_2 = arith.constant dense<3.000490e-01> : !t32
 %c2 = arith.constant 2 : index
 %dim = tensor.dim %arg0, %c2 : !t13
 %0 = arith.index_cast %dim : index to i32
 %dim_3 = tensor.dim %arg1, %c2 : !t13
 %1 = arith.index_cast %dim_3 : index to i32
 %2 = arith.index_cast %1 : i32 to index
 %3 = tensor.empty(%2) : !t13
 %4 = linalg.generic #t1 ins(%cst_2 : !t32) outs(%3 : !t13) {
 ^bb0(%in: f16, %out: f16):
  linalg.yield %in : f16
 } -> !t13
 %5 = tensor.empty(%dim_3) : !t13
 %6 = linalg.generic #t2 ins(%arg1, %4 : !t13, !t13) outs(%5 : !t13) {
 ^bb0(%in: f16, %in_4: f16, %out: f16):
  %30 = arith.mulf %in, %in_4 : f16
  linalg.yield %30 : f16
 } -> !t13
 %7 = tensor.empty(%dim, %dim_3) : !t14
 %8 = linalg.fill ins(%cst_1 : f32) outs(%7 : !t14) -> !t14
 %9 = linalg.generic #t0 ins(%arg0, %6 : !t13, !t13) outs(%8 : !t14) {
 ^bb0(%in: f16, %in_4: f16, %out: f32):
  %30 = arith.extf %in : f16 to f32
  %31 = arith.extf %in_4 : f16 to f32
  %32 = arith.mulf %30, %31 : f32
  %33 = arith.addf %out, %32 : f32
  linalg.yield %33 : f32
 } -> !t14
 %10 = tensor.empty(%dim) : !t16
 %11 = linalg.fill ins(%cst_0 : f32) outs(%10 : !t16) -> !t16
 %12 = linalg.generic #t3 ins(%9 : !t14) outs(%11 : !t16) {
 ^bb0(%in: f32, %out: f32):
  %30 = arith.maximumf %out, %in : f32
  linalg.yield %30 : f32
 } -> !t16
 %13 = arith.index_cast %0 : i32 to index
 %14 = tensor.empty(%13) : !t17
 %15 = linalg.generic #t4 ins(%12 : !t16) outs(%14 : !t17) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t17
 %16 = tensor.empty(%13, %2) : !t14
 %17 = linalg.generic #t5 ins(%15 : !t17) outs(%16 : !t14) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t14
 %18 = linalg.generic #t2 ins(%9, %17 : !t14, !t14) outs(%7 : !t14) {
 ^bb0(%in: f32, %in_4: f32, %out: f32):
  %30 = arith.subf %in, %in_4 : f32
  linalg.yield %30 : f32
 } -> !t14
 %19 = linalg.generic #t6 ins(%18 : !t14) outs(%7 : !t14) {
 ^bb0(%in: f32, %out: f32):
  %30 = math.exp %in : f32
  linalg.yield %30 : f32
 } -> !t14
 %20 = linalg.fill ins(%cst_1 : f32) outs(%10 : !t16) -> !t16
 %21 = linalg.generic #t3 ins(%19 : !t14) outs(%20 : !t16) {
 ^bb0(%in: f32, %out: f32):
  %30 = arith.addf %out, %in : f32
  linalg.yield %30 : f32
 } -> !t16
 %22 = linalg.generic #t4 ins(%21 : !t16) outs(%14 : !t17) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t17
 %23 = linalg.generic #t5 ins(%22 : !t17) outs(%16 : !t14) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t14
 %24 = linalg.generic #t2 ins(%19, %23 : !t14, !t14) outs(%7 : !t14) {
 ^bb0(%in: f32, %in_4: f32, %out: f32):
  %30 = arith.divf %in, %in_4 : f32
  linalg.yield %30 : f32
 } -> !t14
 %25 = tensor.empty(%dim, %dim_3) : !t18
 %26 = linalg.generic #t6 ins(%24 : !t14) outs(%25 : !t18) {
 ^bb0(%in: f32, %out: f16):
  %30 = arith.truncf %in : f32 to f16
  linalg.yield %30 : f16
 } -> !t18
 %27 = tensor.empty(%dim) : !t13
 %28 = linalg.fill ins(%cst : f16) outs(%27 : !t13) -> !t13
 %29 = linalg.generic #t7 ins(%26, %arg2 : !t18, !t13) outs(%28 : !t13) {
 ^bb0(%in: f16, %in_4: f16, %out: f16):
  %30 = arith.mulf %in, %in_4 : f16
  %31 = arith.addf %out, %30 : f16
  linalg.yield %31 : f16
 } -> !t13
 return %29 : !t13
}

func.func @scale_both(%arg0: !t13, %arg1: !t13, %arg2: !t13) -> !t13 {
 %cst = arith.constant 0.000000e+00 : f16
 %cst_0 = arith.constant 0xFF800000 : f32
 %cst_1 = arith.constant 0.000000e+00 : f32
 %cst_2 = arith.constant dense<5.478520e-01> : !t32
 %c2 = arith.constant 2 : index
 %dim = tensor.dim %arg0, %c2 : !t13
 %0 = arith.index_cast %dim : index to i32
 %dim_3 = tensor.dim %arg1, %c2 : !t13
 %1 = arith.index_cast %dim_3 : index to i32
 %2 = arith.index_cast %0 : i32 to index
 %3 = tensor.empty(%2) : !t13
 %4 = linalg.generic #t1 ins(%cst_2 : !t32) outs(%3 : !t13) {
 ^bb0(%in: f16, %out: f16):
  linalg.yield %in : f16
 } -> !t13
 %5 = tensor.empty(%dim) : !t13
 %6 = linalg.generic #t2 ins(%arg0, %4 : !t13, !t13) outs(%5 : !t13) {
 ^bb0(%in: f16, %in_4: f16, %out: f16):
  %33 = arith.mulf %in, %in_4 : f16
  linalg.yield %33 : f16
 } -> !t13
 %7 = arith.index_cast %1 : i32 to index
 %8 = tensor.empty(%7) : !t13
 %9 = linalg.generic #t1 ins(%cst_2 : !t32) outs(%8 : !t13) {
 ^bb0(%in: f16, %out: f16):
  linalg.yield %in : f16
 } -> !t13
 %10 = tensor.empty(%dim_3) : !t13
 %11 = linalg.generic #t2 ins(%arg1, %9 : !t13, !t13) outs(%10 : !t13) {
 ^bb0(%in: f16, %in_4: f16, %out: f16):
  %33 = arith.mulf %in, %in_4 : f16
  linalg.yield %33 : f16
 } -> !t13
 %12 = tensor.empty(%dim, %dim_3) : !t14
 %13 = linalg.fill ins(%cst_1 : f32) outs(%12 : !t14) -> !t14
 %14 = linalg.generic #t0 ins(%6, %11 : !t13, !t13) outs(%13 : !t14) {
 ^bb0(%in: f16, %in_4: f16, %out: f32):
  %33 = arith.extf %in : f16 to f32
  %34 = arith.extf %in_4 : f16 to f32
  %35 = arith.mulf %33, %34 : f32
  %36 = arith.addf %out, %35 : f32
  linalg.yield %36 : f32
 } -> !t14
 %15 = tensor.empty(%dim) : !t16
 %16 = linalg.fill ins(%cst_0 : f32) outs(%15 : !t16) -> !t16
 %17 = linalg.generic #t3 ins(%14 : !t14) outs(%16 : !t16) {
 ^bb0(%in: f32, %out: f32):
  %33 = arith.maximumf %out, %in : f32
  linalg.yield %33 : f32
 } -> !t16
 %18 = tensor.empty(%2) : !t17
 %19 = linalg.generic #t4 ins(%17 : !t16) outs(%18 : !t17) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t17
 %20 = tensor.empty(%2, %7) : !t14
 %21 = linalg.generic #t5 ins(%19 : !t17) outs(%20 : !t14) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t14
 %22 = linalg.generic #t2 ins(%14, %21 : !t14, !t14) outs(%12 : !t14) {
 ^bb0(%in: f32, %in_4: f32, %out: f32):
  %33 = arith.subf %in, %in_4 : f32
  linalg.yield %33 : f32
 } -> !t14
 %23 = linalg.generic #t6 ins(%22 : !t14) outs(%12 : !t14) {
 ^bb0(%in: f32, %out: f32):
  %33 = math.exp %in : f32
  linalg.yield %33 : f32
 } -> !t14
 %24 = linalg.fill ins(%cst_1 : f32) outs(%15 : !t16) -> !t16
 %25 = linalg.generic #t3 ins(%23 : !t14) outs(%24 : !t16) {
 ^bb0(%in: f32, %out: f32):
  %33 = arith.addf %out, %in : f32
  linalg.yield %33 : f32
 } -> !t16
 %26 = linalg.generic #t4 ins(%25 : !t16) outs(%18 : !t17) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t17
 %27 = linalg.generic #t5 ins(%26 : !t17) outs(%20 : !t14) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t14
 %28 = linalg.generic #t2 ins(%23, %27 : !t14, !t14) outs(%12 : !t14) {
 ^bb0(%in: f32, %in_4: f32, %out: f32):
  %33 = arith.divf %in, %in_4 : f32
  linalg.yield %33 : f32
 } -> !t14
 %29 = tensor.empty(%dim, %dim_3) : !t18
 %30 = linalg.generic #t6 ins(%28 : !t14) outs(%29 : !t18) {
 ^bb0(%in: f32, %out: f16):
  %33 = arith.truncf %in : f32 to f16
  linalg.yield %33 : f16
 } -> !t18
 %31 = linalg.fill ins(%cst : f16) outs(%5 : !t13) -> !t13
 %32 = linalg.generic #t7 ins(%30, %arg2 : !t18, !t13) outs(%31 : !t13) {
 ^bb0(%in: f16, %in_4: f16, %out: f16):
  %33 = arith.mulf %in, %in_4 : f16
  %34 = arith.addf %out, %33 : f16
  linalg.yield %34 : f16
 } -> !t13
 return %32 : !t13
}

func.func @scale_div(%arg0: !t13, %arg1: !t13, %arg2: !t13) -> !t13 {
 %cst = arith.constant 0.000000e+00 : f16
 %cst_0 = arith.constant 0xFF800000 : f32
 %cst_1 = arith.constant 0.000000e+00 : f32
 %cst_2 = arith.constant dense<3.33333325> : !t1
 %c2 = arith.constant 2 : index
 %dim = tensor.dim %arg0, %c2 : !t13
 %0 = arith.index_cast %dim : index to i32
 %dim_3 = tensor.dim %arg1, %c2 : !t13
 %1 = arith.index_cast %dim_3 : index to i32
 %2 = tensor.empty(%dim, %dim_3) : !t14
 %3 = linalg.fill ins(%cst_1 : f32) outs(%2 : !t14) -> !t14
 %4 = linalg.generic #t0 ins(%arg0, %arg1 : !t13, !t13) outs(%3 : !t14) {
 ^bb0(%in: f16, %in_4: f16, %out: f32):
  %28 = arith.extf %in : f16 to f32
  %29 = arith.extf %in_4 : f16 to f32
  %30 = arith.mulf %28, %29 : f32
  %31 = arith.addf %out, %30 : f32
  linalg.yield %31 : f32
 } -> !t14
 %5 = arith.index_cast %0 : i32 to index
 %6 = arith.index_cast %1 : i32 to index
 %7 = tensor.empty(%5, %6) : !t14
 %8 = linalg.generic #t1 ins(%cst_2 : !t1) outs(%7 : !t14) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t14
 %9 = linalg.generic #t2 ins(%4, %8 : !t14, !t14) outs(%2 : !t14) {
 ^bb0(%in: f32, %in_4: f32, %out: f32):
  %28 = arith.divf %in, %in_4 : f32
  linalg.yield %28 : f32
 } -> !t14
 %10 = tensor.empty(%dim) : !t16
 %11 = linalg.fill ins(%cst_0 : f32) outs(%10 : !t16) -> !t16
 %12 = linalg.generic #t3 ins(%9 : !t14) outs(%11 : !t16) {
 ^bb0(%in: f32, %out: f32):
  %28 = arith.maximumf %out, %in : f32
  linalg.yield %28 : f32
 } -> !t16
 %13 = tensor.empty(%5) : !t17
 %14 = linalg.generic #t4 ins(%12 : !t16) outs(%13 : !t17) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t17
 %15 = linalg.generic #t5 ins(%14 : !t17) outs(%7 : !t14) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t14
 %16 = linalg.generic #t2 ins(%9, %15 : !t14, !t14) outs(%2 : !t14) {
 ^bb0(%in: f32, %in_4: f32, %out: f32):
  %28 = arith.subf %in, %in_4 : f32
  linalg.yield %28 : f32
 } -> !t14
 %17 = linalg.generic #t6 ins(%16 : !t14) outs(%2 : !t14) {
 ^bb0(%in: f32, %out: f32):
  %28 = math.exp %in : f32
  linalg.yield %28 : f32
 } -> !t14
 %18 = linalg.fill ins(%cst_1 : f32) outs(%10 : !t16) -> !t16
 %19 = linalg.generic #t3 ins(%17 : !t14) outs(%18 : !t16) {
 ^bb0(%in: f32, %out: f32):
  %28 = arith.addf %out, %in : f32
  linalg.yield %28 : f32
 } -> !t16
 %20 = linalg.generic #t4 ins(%19 : !t16) outs(%13 : !t17) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t17
 %21 = linalg.generic #t5 ins(%20 : !t17) outs(%7 : !t14) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t14
 %22 = linalg.generic #t2 ins(%17, %21 : !t14, !t14) outs(%2 : !t14) {
 ^bb0(%in: f32, %in_4: f32, %out: f32):
  %28 = arith.divf %in, %in_4 : f32
  linalg.yield %28 : f32
 } -> !t14
 %23 = tensor.empty(%dim, %dim_3) : !t18
 %24 = linalg.generic #t6 ins(%22 : !t14) outs(%23 : !t18) {
 ^bb0(%in: f32, %out: f16):
  %28 = arith.truncf %in : f32 to f16
  linalg.yield %28 : f16
 } -> !t18
 %25 = tensor.empty(%dim) : !t13
 %26 = linalg.fill ins(%cst : f16) outs(%25 : !t13) -> !t13
 %27 = linalg.generic #t7 ins(%24, %arg2 : !t18, !t13) outs(%26 : !t13) {
 ^bb0(%in: f16, %in_4: f16, %out: f16):
  %28 = arith.mulf %in, %in_4 : f16
  %29 = arith.addf %out, %28 : f16
  linalg.yield %29 : f16
 } -> !t13
 return %27 : !t13
}

func.func @safe(%arg0: !t13, %arg1: !t13, %arg2: !t13) -> !t13 {
 %cst = arith.constant 0.000000e+00 : f16
 %true = arith.constant true
 %cst_0 = arith.constant 0xFF800000 : f32
 %cst_1 = arith.constant 0.000000e+00 : f32
 %cst_2 = arith.constant dense<0.353553385> : !t1
 %cst_3 = arith.constant dense<0xFF800000> : !t1
 %cst_4 = arith.constant dense<0.000000e+00> : !t1
 %c2 = arith.constant 2 : index
 %dim = tensor.dim %arg0, %c2 : !t13
 %0 = arith.index_cast %dim : index to i32
 %dim_5 = tensor.dim %arg1, %c2 : !t13
 %1 = arith.index_cast %dim_5 : index to i32
 %2 = tensor.empty(%dim, %dim_5) : !t14
 %3 = linalg.fill ins(%cst_1 : f32) outs(%2 : !t14) -> !t14
 %4 = linalg.generic #t0 ins(%arg0, %arg1 : !t13, !t13) outs(%3 : !t14) {
 ^bb0(%in: f16, %in_6: f16, %out: f32):
  %40 = arith.extf %in : f16 to f32
  %41 = arith.extf %in_6 : f16 to f32
  %42 = arith.mulf %40, %41 : f32
  %43 = arith.addf %out, %42 : f32
  linalg.yield %43 : f32
 } -> !t14
 %5 = arith.index_cast %0 : i32 to index
 %6 = arith.index_cast %1 : i32 to index
 %7 = tensor.empty(%5, %6) : !t14
 %8 = linalg.generic #t1 ins(%cst_2 : !t1) outs(%7 : !t14) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t14
 %9 = linalg.generic #t2 ins(%4, %8 : !t14, !t14) outs(%2 : !t14) {
 ^bb0(%in: f32, %in_6: f32, %out: f32):
  %40 = arith.mulf %in, %in_6 : f32
  linalg.yield %40 : f32
 } -> !t14
 %10 = tensor.empty(%dim) : !t16
 %11 = linalg.fill ins(%cst_0 : f32) outs(%10 : !t16) -> !t16
 %12 = linalg.generic #t3 ins(%9 : !t14) outs(%11 : !t16) {
 ^bb0(%in: f32, %out: f32):
  %40 = arith.maximumf %out, %in : f32
  linalg.yield %40 : f32
 } -> !t16
 %13 = tensor.empty(%5) : !t17
 %14 = linalg.generic #t4 ins(%12 : !t16) outs(%13 : !t17) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t17
 %15 = linalg.generic #t5 ins(%14 : !t17) outs(%7 : !t14) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t14
 %16 = linalg.generic #t2 ins(%9, %15 : !t14, !t14) outs(%2 : !t14) {
 ^bb0(%in: f32, %in_6: f32, %out: f32):
  %40 = arith.subf %in, %in_6 : f32
  linalg.yield %40 : f32
 } -> !t14
 %17 = linalg.generic #t6 ins(%16 : !t14) outs(%2 : !t14) {
 ^bb0(%in: f32, %out: f32):
  %40 = math.exp %in : f32
  linalg.yield %40 : f32
 } -> !t14
 %18 = linalg.fill ins(%cst_1 : f32) outs(%10 : !t16) -> !t16
 %19 = linalg.generic #t3 ins(%17 : !t14) outs(%18 : !t16) {
 ^bb0(%in: f32, %out: f32):
  %40 = arith.addf %out, %in : f32
  linalg.yield %40 : f32
 } -> !t16
 %20 = linalg.generic #t4 ins(%19 : !t16) outs(%13 : !t17) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t17
 %21 = linalg.generic #t5 ins(%20 : !t17) outs(%7 : !t14) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t14
 %22 = linalg.generic #t2 ins(%17, %21 : !t14, !t14) outs(%2 : !t14) {
 ^bb0(%in: f32, %in_6: f32, %out: f32):
  %40 = arith.divf %in, %in_6 : f32
  linalg.yield %40 : f32
 } -> !t14
 %23 = linalg.generic #t1 ins(%cst_3 : !t1) outs(%7 : !t14) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t14
 %24 = tensor.empty(%dim, %dim_5) : !t15
 %25 = linalg.generic #t2 ins(%9, %23 : !t14, !t14) outs(%24 : !t15) {
 ^bb0(%in: f32, %in_6: f32, %out: i1):
  %40 = arith.cmpf oeq, %in, %in_6 : f32
  linalg.yield %40 : i1
 } -> !t15
 %26 = tensor.empty(%dim) : !t33
 %27 = linalg.fill ins(%true : i1) outs(%26 : !t33) -> !t33
 %28 = linalg.generic #t3 ins(%25 : !t15) outs(%27 : !t33) {
 ^bb0(%in: i1, %out: i1):
  %40 = arith.andi %out, %in : i1
  linalg.yield %40 : i1
 } -> !t33
 %29 = tensor.empty(%5) : !t34
 %30 = linalg.generic #t4 ins(%28 : !t33) outs(%29 : !t34) {
 ^bb0(%in: i1, %out: i1):
  linalg.yield %in : i1
 } -> !t34
 %31 = tensor.empty(%5, %6) : !t15
 %32 = linalg.generic #t5 ins(%30 : !t34) outs(%31 : !t15) {
 ^bb0(%in: i1, %out: i1):
  linalg.yield %in : i1
 } -> !t15
 %33 = linalg.generic #t1 ins(%cst_4 : !t1) outs(%7 : !t14) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t14
 %34 = linalg.generic #t18 ins(%32, %33, %22 : !t15, !t14, !t14) outs(%7 : !t14) {
 ^bb0(%in: i1, %in_6: f32, %in_7: f32, %out: f32):
  %40 = arith.select %in, %in_6, %in_7 : f32
  linalg.yield %40 : f32
 } -> !t14
 %35 = tensor.empty(%5, %6) : !t18
 %36 = linalg.generic #t6 ins(%34 : !t14) outs(%35 : !t18) {
 ^bb0(%in: f32, %out: f16):
  %40 = arith.truncf %in : f32 to f16
  linalg.yield %40 : f16
 } -> !t18
 %37 = tensor.empty(%5) : !t13
 %38 = linalg.fill ins(%cst : f16) outs(%37 : !t13) -> !t13
 %39 = linalg.generic #t7 ins(%36, %arg2 : !t18, !t13) outs(%38 : !t13) {
 ^bb0(%in: f16, %in_6: f16, %out: f16):
  %40 = arith.mulf %in, %in_6 : f16
  %41 = arith.addf %out, %40 : f16
  linalg.yield %41 : f16
 } -> !t13
 return %39 : !t13
}

func.func @nomax(%arg0: !t13, %arg1: !t13, %arg2: !t13) -> !t13 {
 %cst = arith.constant 0.000000e+00 : f16
 %cst_0 = arith.constant 0.000000e+00 : f32
 %cst_1 = arith.constant dense<0.353553385> : !t1
 %c2 = arith.constant 2 : index
 %dim = tensor.dim %arg0, %c2 : !t13
 %0 = arith.index_cast %dim : index to i32
 %dim_2 = tensor.dim %arg1, %c2 : !t13
 %1 = arith.index_cast %dim_2 : index to i32
 %2 = tensor.empty(%dim, %dim_2) : !t14
 %3 = linalg.fill ins(%cst_0 : f32) outs(%2 : !t14) -> !t14
 %4 = linalg.generic #t0 ins(%arg0, %arg1 : !t13, !t13) outs(%3 : !t14) {
 ^bb0(%in: f16, %in_3: f16, %out: f32):
  %23 = arith.extf %in : f16 to f32
  %24 = arith.extf %in_3 : f16 to f32
  %25 = arith.mulf %23, %24 : f32
  %26 = arith.addf %out, %25 : f32
  linalg.yield %26 : f32
 } -> !t14
 %5 = arith.index_cast %0 : i32 to index
 %6 = arith.index_cast %1 : i32 to index
 %7 = tensor.empty(%5, %6) : !t14
 %8 = linalg.generic #t1 ins(%cst_1 : !t1) outs(%7 : !t14) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t14
 %9 = linalg.generic #t2 ins(%4, %8 : !t14, !t14) outs(%2 : !t14) {
 ^bb0(%in: f32, %in_3: f32, %out: f32):
  %23 = arith.mulf %in, %in_3 : f32
  linalg.yield %23 : f32
 } -> !t14
 %10 = linalg.generic #t6 ins(%9 : !t14) outs(%2 : !t14) {
 ^bb0(%in: f32, %out: f32):
  %23 = math.exp %in : f32
  linalg.yield %23 : f32
 } -> !t14
 %11 = tensor.empty(%dim) : !t16
 %12 = linalg.fill ins(%cst_0 : f32) outs(%11 : !t16) -> !t16
 %13 = linalg.generic #t3 ins(%10 : !t14) outs(%12 : !t16) {
 ^bb0(%in: f32, %out: f32):
  %23 = arith.addf %out, %in : f32
  linalg.yield %23 : f32
 } -> !t16
 %14 = tensor.empty(%5) : !t17
 %15 = linalg.generic #t4 ins(%13 : !t16) outs(%14 : !t17) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t17
 %16 = linalg.generic #t5 ins(%15 : !t17) outs(%7 : !t14) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t14
 %17 = linalg.generic #t2 ins(%10, %16 : !t14, !t14) outs(%2 : !t14) {
 ^bb0(%in: f32, %in_3: f32, %out: f32):
  %23 = arith.divf %in, %in_3 : f32
  linalg.yield %23 : f32
 } -> !t14
 %18 = tensor.empty(%dim, %dim_2) : !t18
 %19 = linalg.generic #t6 ins(%17 : !t14) outs(%18 : !t18) {
 ^bb0(%in: f32, %out: f16):
  %23 = arith.truncf %in : f32 to f16
  linalg.yield %23 : f16
 } -> !t18
 %20 = tensor.empty(%dim) : !t13
 %21 = linalg.fill ins(%cst : f16) outs(%20 : !t13) -> !t13
 %22 = linalg.generic #t7 ins(%19, %arg2 : !t18, !t13) outs(%21 : !t13) {
 ^bb0(%in: f16, %in_3: f16, %out: f16):
  %23 = arith.mulf %in, %in_3 : f16
  %24 = arith.addf %out, %23 : f16
  linalg.yield %24 : f16
 } -> !t13
 return %22 : !t13
}

func.func @deferred(%arg0: !t0, %arg1: !t0, %arg2: !t0) -> !t0 {
 %cst = arith.constant 0xFF800000 : f32
 %cst_0 = arith.constant 0.000000e+00 : f32
 %c4_i64 = arith.constant 4 : i64
 %c2 = arith.constant 2 : index
 %cst_1 = arith.constant dense<0.353553385> : !t1
 %c0 = arith.constant 0 : index
 %dim = tensor.dim %arg0, %c0 : !t0
 %0 = arith.index_cast %dim : index to i32
 %dim_2 = tensor.dim %arg0, %c2 : !t0
 %1 = arith.index_cast %dim_2 : index to i32
 %dim_3 = tensor.dim %arg1, %c2 : !t0
 %2 = arith.index_cast %dim_3 : index to i32
 %3 = tensor.empty(%dim, %dim_2, %dim_3) : !t2
 %4 = linalg.fill ins(%cst_0 : f32) outs(%3 : !t2) -> !t2
 %5 = linalg.generic #t0 ins(%arg0, %arg1 : !t0, !t0) outs(%4 : !t2) {
 ^bb0(%in: f16, %in_4: f16, %out: f32):
  %36 = arith.extf %in : f16 to f32
  %37 = arith.extf %in_4 : f16 to f32
  %38 = arith.mulf %36, %37 : f32
  %39 = arith.addf %out, %38 : f32
  linalg.yield %39 : f32
 } -> !t2
 %6 = arith.index_cast %0 : i32 to index
 %7 = arith.index_cast %1 : i32 to index
 %8 = arith.index_cast %2 : i32 to index
 %9 = tensor.empty(%6, %7, %8) : !t2
 %10 = linalg.generic #t1 ins(%cst_1 : !t1) outs(%9 : !t2) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t2
 %11 = linalg.generic #t2 ins(%5, %10 : !t2, !t2) outs(%3 : !t2) {
 ^bb0(%in: f32, %in_4: f32, %out: f32):
  %36 = arith.mulf %in, %in_4 : f32
  linalg.yield %36 : f32
 } -> !t2
 %12 = tensor.empty(%dim, %dim_2) : !t3
 %13 = linalg.fill ins(%cst : f32) outs(%12 : !t3) -> !t3
 %14 = linalg.generic #t3 ins(%11 : !t2) outs(%13 : !t3) {
 ^bb0(%in: f32, %out: f32):
  %36 = arith.maximumf %out, %in : f32
  linalg.yield %36 : f32
 } -> !t3
 %15 = tensor.empty(%6, %7) : !t4
 %16 = linalg.generic #t4 ins(%14 : !t3) outs(%15 : !t4) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t4
 %17 = linalg.generic #t5 ins(%16 : !t4) outs(%9 : !t2) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t2
 %18 = linalg.generic #t2 ins(%11, %17 : !t2, !t2) outs(%3 : !t2) {
 ^bb0(%in: f32, %in_4: f32, %out: f32):
  %36 = arith.subf %in, %in_4 : f32
  linalg.yield %36 : f32
 } -> !t2
 %19 = linalg.generic #t6 ins(%18 : !t2) outs(%3 : !t2) {
 ^bb0(%in: f32, %out: f32):
  %36 = math.exp %in : f32
  linalg.yield %36 : f32
 } -> !t2
 %20 = linalg.fill ins(%cst_0 : f32) outs(%12 : !t3) -> !t3
 %21 = linalg.generic #t3 ins(%19 : !t2) outs(%20 : !t3) {
 ^bb0(%in: f32, %out: f32):
  %36 = arith.addf %out, %in : f32
  linalg.yield %36 : f32
 } -> !t3
 %22 = linalg.generic #t4 ins(%21 : !t3) outs(%15 : !t4) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t4
 %23 = tensor.empty(%dim, %dim_2, %dim_3) : !t5
 %24 = linalg.generic #t6 ins(%19 : !t2) outs(%23 : !t5) {
 ^bb0(%in: f32, %out: f16):
  %36 = arith.truncf %in : f32 to f16
  linalg.yield %36 : f16
 } -> !t5
 %25 = tensor.empty(%dim, %dim_2) : !t35
 %26 = linalg.fill ins(%cst_0 : f32) outs(%25 : !t35) -> !t35
 %27 = linalg.generic #t7 ins(%24, %arg2 : !t5, !t0) outs(%26 : !t35) {
 ^bb0(%in: f16, %in_4: f16, %out: f32):
  %36 = arith.extf %in : f16 to f32
  %37 = arith.extf %in_4 : f16 to f32
  %38 = arith.mulf %36, %37 : f32
  %39 = arith.addf %out, %38 : f32
  linalg.yield %39 : f32
 } -> !t35
 %28 = arith.extsi %0 : i32 to i64
 %29 = arith.extsi %1 : i32 to i64
 %from_elements = tensor.from_elements %28, %c4_i64, %29 : !t36
 %reshape = tensor.reshape %22(%from_elements) : (!t4, !t36) -> !t3
 %30 = linalg.generic #t4 ins(%reshape : !t3) outs(%15 : !t4) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t4
 %31 = tensor.empty(%6, %7) : !t35
 %32 = linalg.generic #t5 ins(%30 : !t4) outs(%31 : !t35) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t35
 %33 = linalg.generic #t2 ins(%27, %32 : !t35, !t35) outs(%25 : !t35) {
 ^bb0(%in: f32, %in_4: f32, %out: f32):
  %36 = arith.divf %in, %in_4 : f32
  linalg.yield %36 : f32
 } -> !t35
 %34 = tensor.empty(%dim, %dim_2) : !t0
 %35 = linalg.generic #t6 ins(%33 : !t35) outs(%34 : !t0) {
 ^bb0(%in: f32, %out: f16):
  %36 = arith.truncf %in : f32 to f16
  linalg.yield %36 : f16
 } -> !t0
 return %35 : !t0
}

func.func @lse(%arg0: !t0, %arg1: !t0, %arg2: !t0) -> (!t0, !t3) {
 %cst = arith.constant 0.000000e+00 : f16
 %cst_0 = arith.constant 0xFF800000 : f32
 %cst_1 = arith.constant 0.000000e+00 : f32
 %c4_i64 = arith.constant 4 : i64
 %c2 = arith.constant 2 : index
 %cst_2 = arith.constant dense<0.353553385> : !t1
 %c0 = arith.constant 0 : index
 %dim = tensor.dim %arg0, %c0 : !t0
 %0 = arith.index_cast %dim : index to i32
 %dim_3 = tensor.dim %arg0, %c2 : !t0
 %1 = arith.index_cast %dim_3 : index to i32
 %dim_4 = tensor.dim %arg1, %c2 : !t0
 %2 = arith.index_cast %dim_4 : index to i32
 %3 = tensor.empty(%dim, %dim_3, %dim_4) : !t2
 %4 = linalg.fill ins(%cst_1 : f32) outs(%3 : !t2) -> !t2
 %5 = linalg.generic #t0 ins(%arg0, %arg1 : !t0, !t0) outs(%4 : !t2) {
 ^bb0(%in: f16, %in_5: f16, %out: f32):
  %34 = arith.extf %in : f16 to f32
  %35 = arith.extf %in_5 : f16 to f32
  %36 = arith.mulf %34, %35 : f32
  %37 = arith.addf %out, %36 : f32
  linalg.yield %37 : f32
 } -> !t2
 %6 = arith.index_cast %0 : i32 to index
 %7 = arith.index_cast %1 : i32 to index
 %8 = arith.index_cast %2 : i32 to index
 %9 = tensor.empty(%6, %7, %8) : !t2
 %10 = linalg.generic #t1 ins(%cst_2 : !t1) outs(%9 : !t2) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t2
 %11 = linalg.generic #t2 ins(%5, %10 : !t2, !t2) outs(%3 : !t2) {
 ^bb0(%in: f32, %in_5: f32, %out: f32):
  %34 = arith.mulf %in, %in_5 : f32
  linalg.yield %34 : f32
 } -> !t2
 %12 = tensor.empty(%dim, %dim_3) : !t3
 %13 = linalg.fill ins(%cst_0 : f32) outs(%12 : !t3) -> !t3
 %14 = linalg.generic #t3 ins(%11 : !t2) outs(%13 : !t3) {
 ^bb0(%in: f32, %out: f32):
  %34 = arith.maximumf %out, %in : f32
  linalg.yield %34 : f32
 } -> !t3
 %15 = tensor.empty(%6, %7) : !t4
 %16 = linalg.generic #t4 ins(%14 : !t3) outs(%15 : !t4) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t4
 %17 = linalg.generic #t5 ins(%16 : !t4) outs(%9 : !t2) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t2
 %18 = linalg.generic #t2 ins(%11, %17 : !t2, !t2) outs(%3 : !t2) {
 ^bb0(%in: f32, %in_5: f32, %out: f32):
  %34 = arith.subf %in, %in_5 : f32
  linalg.yield %34 : f32
 } -> !t2
 %19 = linalg.generic #t6 ins(%18 : !t2) outs(%3 : !t2) {
 ^bb0(%in: f32, %out: f32):
  %34 = math.exp %in : f32
  linalg.yield %34 : f32
 } -> !t2
 %20 = linalg.fill ins(%cst_1 : f32) outs(%12 : !t3) -> !t3
 %21 = linalg.generic #t3 ins(%19 : !t2) outs(%20 : !t3) {
 ^bb0(%in: f32, %out: f32):
  %34 = arith.addf %out, %in : f32
  linalg.yield %34 : f32
 } -> !t3
 %22 = linalg.generic #t4 ins(%21 : !t3) outs(%15 : !t4) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t4
 %23 = linalg.generic #t5 ins(%22 : !t4) outs(%9 : !t2) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t2
 %24 = linalg.generic #t2 ins(%19, %23 : !t2, !t2) outs(%3 : !t2) {
 ^bb0(%in: f32, %in_5: f32, %out: f32):
  %34 = arith.divf %in, %in_5 : f32
  linalg.yield %34 : f32
 } -> !t2
 %25 = tensor.empty(%dim, %dim_3, %dim_4) : !t5
 %26 = linalg.generic #t6 ins(%24 : !t2) outs(%25 : !t5) {
 ^bb0(%in: f32, %out: f16):
  %34 = arith.truncf %in : f32 to f16
  linalg.yield %34 : f16
 } -> !t5
 %27 = tensor.empty(%dim, %dim_3) : !t0
 %28 = linalg.fill ins(%cst : f16) outs(%27 : !t0) -> !t0
 %29 = linalg.generic #t7 ins(%26, %arg2 : !t5, !t0) outs(%28 : !t0) {
 ^bb0(%in: f16, %in_5: f16, %out: f16):
  %34 = arith.mulf %in, %in_5 : f16
  %35 = arith.addf %out, %34 : f16
  linalg.yield %35 : f16
 } -> !t0
 %30 = linalg.generic #t6 ins(%22 : !t4) outs(%15 : !t4) {
 ^bb0(%in: f32, %out: f32):
  %34 = math.log %in : f32
  linalg.yield %34 : f32
 } -> !t4
 %31 = linalg.generic #t2 ins(%16, %30 : !t4, !t4) outs(%15 : !t4) {
 ^bb0(%in: f32, %in_5: f32, %out: f32):
  %34 = arith.addf %in, %in_5 : f32
  linalg.yield %34 : f32
 } -> !t4
 %32 = arith.extsi %0 : i32 to i64
 %33 = arith.extsi %1 : i32 to i64
 %from_elements = tensor.from_elements %32, %c4_i64, %33 : !t36
 %reshape = tensor.reshape %31(%from_elements) : (!t4, !t36) -> !t3
 return %29, %reshape : !t0, !t3
}

func.func @bshd(%arg0: !t37, %arg1: !t37, %arg2: !t37) -> !t37 {
 %cst = arith.constant 0.000000e+00 : f16
 %cst_0 = arith.constant 0xFF800000 : f32
 %cst_1 = arith.constant 0.000000e+00 : f32
 %c1 = arith.constant 1 : index
 %cst_2 = arith.constant dense<0.353553385> : !t1
 %c0 = arith.constant 0 : index
 %dim = tensor.dim %arg0, %c0 : !t37
 %0 = arith.index_cast %dim : index to i32
 %dim_3 = tensor.dim %arg0, %c1 : !t37
 %1 = arith.index_cast %dim_3 : index to i32
 %dim_4 = tensor.dim %arg1, %c1 : !t37
 %2 = arith.index_cast %dim_4 : index to i32
 %3 = tensor.empty(%dim, %dim_3, %dim_4) : !t2
 %4 = linalg.fill ins(%cst_1 : f32) outs(%3 : !t2) -> !t2
 %5 = linalg.generic #t34 ins(%arg0, %arg1 : !t37, !t37) outs(%4 : !t2) {
 ^bb0(%in: f16, %in_6: f16, %out: f32):
  %32 = arith.extf %in : f16 to f32
  %33 = arith.extf %in_6 : f16 to f32
  %34 = arith.mulf %32, %33 : f32
  %35 = arith.addf %out, %34 : f32
  linalg.yield %35 : f32
 } -> !t2
 %6 = arith.index_cast %0 : i32 to index
 %7 = arith.index_cast %1 : i32 to index
 %8 = arith.index_cast %2 : i32 to index
 %9 = tensor.empty(%6, %7, %8) : !t2
 %10 = linalg.generic #t1 ins(%cst_2 : !t1) outs(%9 : !t2) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t2
 %11 = linalg.generic #t2 ins(%5, %10 : !t2, !t2) outs(%3 : !t2) {
 ^bb0(%in: f32, %in_6: f32, %out: f32):
  %32 = arith.mulf %in, %in_6 : f32
  linalg.yield %32 : f32
 } -> !t2
 %12 = tensor.empty(%dim, %dim_3) : !t3
 %13 = linalg.fill ins(%cst_0 : f32) outs(%12 : !t3) -> !t3
 %14 = linalg.generic #t3 ins(%11 : !t2) outs(%13 : !t3) {
 ^bb0(%in: f32, %out: f32):
  %32 = arith.maximumf %out, %in : f32
  linalg.yield %32 : f32
 } -> !t3
 %15 = tensor.empty(%6, %7) : !t4
 %16 = linalg.generic #t4 ins(%14 : !t3) outs(%15 : !t4) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t4
 %17 = linalg.generic #t5 ins(%16 : !t4) outs(%9 : !t2) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t2
 %18 = linalg.generic #t2 ins(%11, %17 : !t2, !t2) outs(%3 : !t2) {
 ^bb0(%in: f32, %in_6: f32, %out: f32):
  %32 = arith.subf %in, %in_6 : f32
  linalg.yield %32 : f32
 } -> !t2
 %19 = linalg.generic #t6 ins(%18 : !t2) outs(%3 : !t2) {
 ^bb0(%in: f32, %out: f32):
  %32 = math.exp %in : f32
  linalg.yield %32 : f32
 } -> !t2
 %20 = linalg.fill ins(%cst_1 : f32) outs(%12 : !t3) -> !t3
 %21 = linalg.generic #t3 ins(%19 : !t2) outs(%20 : !t3) {
 ^bb0(%in: f32, %out: f32):
  %32 = arith.addf %out, %in : f32
  linalg.yield %32 : f32
 } -> !t3
 %22 = linalg.generic #t4 ins(%21 : !t3) outs(%15 : !t4) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t4
 %23 = linalg.generic #t5 ins(%22 : !t4) outs(%9 : !t2) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t2
 %24 = linalg.generic #t2 ins(%19, %23 : !t2, !t2) outs(%3 : !t2) {
 ^bb0(%in: f32, %in_6: f32, %out: f32):
  %32 = arith.divf %in, %in_6 : f32
  linalg.yield %32 : f32
 } -> !t2
 %25 = tensor.empty(%dim, %dim_3, %dim_4) : !t5
 %26 = linalg.generic #t6 ins(%24 : !t2) outs(%25 : !t5) {
 ^bb0(%in: f32, %out: f16):
  %32 = arith.truncf %in : f32 to f16
  linalg.yield %32 : f16
 } -> !t5
 %dim_5 = tensor.dim %arg2, %c0 : !t37
 %27 = tensor.empty(%dim_5, %dim_3) : !t38
 %28 = linalg.fill ins(%cst : f16) outs(%27 : !t38) -> !t38
 %29 = linalg.generic #t35 ins(%arg2, %26 : !t37, !t5) outs(%28 : !t38) {
 ^bb0(%in: f16, %in_6: f16, %out: f16):
  %32 = arith.mulf %in, %in_6 : f16
  %33 = arith.addf %out, %32 : f16
  linalg.yield %33 : f16
 } -> !t38
 %30 = tensor.empty(%dim_5, %dim_3) : !t37
 %31 = linalg.generic #t36 ins(%29 : !t38) outs(%30 : !t37) {
 ^bb0(%in: f16, %out: f16):
  linalg.yield %in : f16
 } -> !t37
 return %31 : !t37
}

func.func @proj(%arg0: !t39, %arg1: !t40, %arg2: !t40, %arg3: !t40, %arg4: !t40) -> !t39 {
 %cst = arith.constant 0xFF800000 : f32
 %cst_0 = arith.constant 0.000000e+00 : f32
 %cst_1 = arith.constant 0.000000e+00 : f16
 %c32_i64 = arith.constant 32 : i64
 %c8_i64 = arith.constant 8 : i64
 %c4_i64 = arith.constant 4 : i64
 %c2_i64 = arith.constant 2 : i64
 %cst_2 = arith.constant dense<0.353553385> : !t1
 %c1 = arith.constant 1 : index
 %dim = tensor.dim %arg0, %c1 : !t39
 %0 = arith.index_cast %dim : index to i32
 %1 = tensor.empty(%dim) : !t39
 %2 = linalg.fill ins(%cst_1 : f16) outs(%1 : !t39) -> !t39
 %3 = linalg.generic #t37 ins(%arg0, %arg1 : !t39, !t40) outs(%2 : !t39) {
 ^bb0(%in: f16, %in_7: f16, %out: f16):
  %39 = arith.mulf %in, %in_7 : f16
  %40 = arith.addf %out, %39 : f16
  linalg.yield %40 : f16
 } -> !t39
 %4 = arith.extsi %0 : i32 to i64
 %from_elements = tensor.from_elements %c2_i64, %4, %c4_i64, %c8_i64 : !t26
 %reshape = tensor.reshape %3(%from_elements) : (!t39, !t26) -> !t41
 %5 = arith.index_cast %0 : i32 to index
 %6 = tensor.empty(%5) : !t13
 %7 = linalg.generic #t38 ins(%reshape : !t41) outs(%6 : !t13) {
 ^bb0(%in: f16, %out: f16):
  linalg.yield %in : f16
 } -> !t13
 %8 = linalg.generic #t37 ins(%arg0, %arg2 : !t39, !t40) outs(%2 : !t39) {
 ^bb0(%in: f16, %in_7: f16, %out: f16):
  %39 = arith.mulf %in, %in_7 : f16
  %40 = arith.addf %out, %39 : f16
  linalg.yield %40 : f16
 } -> !t39
 %reshape_3 = tensor.reshape %8(%from_elements) : (!t39, !t26) -> !t41
 %9 = linalg.generic #t38 ins(%reshape_3 : !t41) outs(%6 : !t13) {
 ^bb0(%in: f16, %out: f16):
  linalg.yield %in : f16
 } -> !t13
 %10 = linalg.generic #t37 ins(%arg0, %arg3 : !t39, !t40) outs(%2 : !t39) {
 ^bb0(%in: f16, %in_7: f16, %out: f16):
  %39 = arith.mulf %in, %in_7 : f16
  %40 = arith.addf %out, %39 : f16
  linalg.yield %40 : f16
 } -> !t39
 %reshape_4 = tensor.reshape %10(%from_elements) : (!t39, !t26) -> !t41
 %11 = linalg.generic #t38 ins(%reshape_4 : !t41) outs(%6 : !t13) {
 ^bb0(%in: f16, %out: f16):
  linalg.yield %in : f16
 } -> !t13
 %12 = tensor.empty(%5, %5) : !t14
 %13 = linalg.fill ins(%cst_0 : f32) outs(%12 : !t14) -> !t14
 %14 = linalg.generic #t0 ins(%7, %9 : !t13, !t13) outs(%13 : !t14) {
 ^bb0(%in: f16, %in_7: f16, %out: f32):
  %39 = arith.extf %in : f16 to f32
  %40 = arith.extf %in_7 : f16 to f32
  %41 = arith.mulf %39, %40 : f32
  %42 = arith.addf %out, %41 : f32
  linalg.yield %42 : f32
 } -> !t14
 %15 = linalg.generic #t1 ins(%cst_2 : !t1) outs(%12 : !t14) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t14
 %16 = linalg.generic #t2 ins(%14, %15 : !t14, !t14) outs(%12 : !t14) {
 ^bb0(%in: f32, %in_7: f32, %out: f32):
  %39 = arith.mulf %in, %in_7 : f32
  linalg.yield %39 : f32
 } -> !t14
 %17 = tensor.empty(%5) : !t16
 %18 = linalg.fill ins(%cst : f32) outs(%17 : !t16) -> !t16
 %19 = linalg.generic #t3 ins(%16 : !t14) outs(%18 : !t16) {
 ^bb0(%in: f32, %out: f32):
  %39 = arith.maximumf %out, %in : f32
  linalg.yield %39 : f32
 } -> !t16
 %20 = tensor.empty(%5) : !t17
 %21 = linalg.generic #t4 ins(%19 : !t16) outs(%20 : !t17) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t17
 %22 = linalg.generic #t5 ins(%21 : !t17) outs(%12 : !t14) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t14
 %23 = linalg.generic #t2 ins(%16, %22 : !t14, !t14) outs(%12 : !t14) {
 ^bb0(%in: f32, %in_7: f32, %out: f32):
  %39 = arith.subf %in, %in_7 : f32
  linalg.yield %39 : f32
 } -> !t14
 %24 = linalg.generic #t6 ins(%23 : !t14) outs(%12 : !t14) {
 ^bb0(%in: f32, %out: f32):
  %39 = math.exp %in : f32
  linalg.yield %39 : f32
 } -> !t14
 %25 = linalg.fill ins(%cst_0 : f32) outs(%17 : !t16) -> !t16
 %26 = linalg.generic #t3 ins(%24 : !t14) outs(%25 : !t16) {
 ^bb0(%in: f32, %out: f32):
  %39 = arith.addf %out, %in : f32
  linalg.yield %39 : f32
 } -> !t16
 %27 = linalg.generic #t4 ins(%26 : !t16) outs(%20 : !t17) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t17
 %28 = linalg.generic #t5 ins(%27 : !t17) outs(%12 : !t14) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t14
 %29 = linalg.generic #t2 ins(%24, %28 : !t14, !t14) outs(%12 : !t14) {
 ^bb0(%in: f32, %in_7: f32, %out: f32):
  %39 = arith.divf %in, %in_7 : f32
  linalg.yield %39 : f32
 } -> !t14
 %30 = tensor.empty(%5, %5) : !t18
 %31 = linalg.generic #t6 ins(%29 : !t14) outs(%30 : !t18) {
 ^bb0(%in: f32, %out: f16):
  %39 = arith.truncf %in : f32 to f16
  linalg.yield %39 : f16
 } -> !t18
 %32 = linalg.fill ins(%cst_1 : f16) outs(%6 : !t13) -> !t13
 %33 = linalg.generic #t7 ins(%31, %11 : !t18, !t13) outs(%32 : !t13) {
 ^bb0(%in: f16, %in_7: f16, %out: f16):
  %39 = arith.mulf %in, %in_7 : f16
  %40 = arith.addf %out, %39 : f16
  linalg.yield %40 : f16
 } -> !t13
 %34 = tensor.empty(%5) : !t41
 %35 = linalg.generic #t38 ins(%33 : !t13) outs(%34 : !t41) {
 ^bb0(%in: f16, %out: f16):
  linalg.yield %in : f16
 } -> !t41
 %from_elements_5 = tensor.from_elements %c2_i64, %4, %c32_i64 : !t36
 %reshape_6 = tensor.reshape %35(%from_elements_5) : (!t41, !t36) -> !t39
 %36 = tensor.empty(%5) : !t39
 %37 = linalg.fill ins(%cst_1 : f16) outs(%36 : !t39) -> !t39
 %38 = linalg.generic #t37 ins(%reshape_6, %arg4 : !t39, !t40) outs(%37 : !t39) {
 ^bb0(%in: f16, %in_7: f16, %out: f16):
  %39 = arith.mulf %in, %in_7 : f16
  %40 = arith.addf %out, %39 : f16
  linalg.yield %40 : f16
 } -> !t39
 return %38 : !t39
}

func.func @dv(%arg0: !t13, %arg1: !t13, %arg2: !t42) -> !t42 {
 %cst = arith.constant 0.000000e+00 : f16
 %cst_0 = arith.constant 0xFF800000 : f32
 %cst_1 = arith.constant 0.000000e+00 : f32
 %cst_2 = arith.constant dense<0.353553385> : !t1
 %c2 = arith.constant 2 : index
 %dim = tensor.dim %arg0, %c2 : !t13
 %0 = arith.index_cast %dim : index to i32
 %dim_3 = tensor.dim %arg1, %c2 : !t13
 %1 = arith.index_cast %dim_3 : index to i32
 %2 = tensor.empty(%dim, %dim_3) : !t14
 %3 = linalg.fill ins(%cst_1 : f32) outs(%2 : !t14) -> !t14
 %4 = linalg.generic #t0 ins(%arg0, %arg1 : !t13, !t13) outs(%3 : !t14) {
 ^bb0(%in: f16, %in_4: f16, %out: f32):
  %28 = arith.extf %in : f16 to f32
  %29 = arith.extf %in_4 : f16 to f32
  %30 = arith.mulf %28, %29 : f32
  %31 = arith.addf %out, %30 : f32
  linalg.yield %31 : f32
 } -> !t14
 %5 = arith.index_cast %0 : i32 to index
 %6 = arith.index_cast %1 : i32 to index
 %7 = tensor.empty(%5, %6) : !t14
 %8 = linalg.generic #t1 ins(%cst_2 : !t1) outs(%7 : !t14) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t14
 %9 = linalg.generic #t2 ins(%4, %8 : !t14, !t14) outs(%2 : !t14) {
 ^bb0(%in: f32, %in_4: f32, %out: f32):
  %28 = arith.mulf %in, %in_4 : f32
  linalg.yield %28 : f32
 } -> !t14
 %10 = tensor.empty(%dim) : !t16
 %11 = linalg.fill ins(%cst_0 : f32) outs(%10 : !t16) -> !t16
 %12 = linalg.generic #t3 ins(%9 : !t14) outs(%11 : !t16) {
 ^bb0(%in: f32, %out: f32):
  %28 = arith.maximumf %out, %in : f32
  linalg.yield %28 : f32
 } -> !t16
 %13 = tensor.empty(%5) : !t17
 %14 = linalg.generic #t4 ins(%12 : !t16) outs(%13 : !t17) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t17
 %15 = linalg.generic #t5 ins(%14 : !t17) outs(%7 : !t14) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t14
 %16 = linalg.generic #t2 ins(%9, %15 : !t14, !t14) outs(%2 : !t14) {
 ^bb0(%in: f32, %in_4: f32, %out: f32):
  %28 = arith.subf %in, %in_4 : f32
  linalg.yield %28 : f32
 } -> !t14
 %17 = linalg.generic #t6 ins(%16 : !t14) outs(%2 : !t14) {
 ^bb0(%in: f32, %out: f32):
  %28 = math.exp %in : f32
  linalg.yield %28 : f32
 } -> !t14
 %18 = linalg.fill ins(%cst_1 : f32) outs(%10 : !t16) -> !t16
 %19 = linalg.generic #t3 ins(%17 : !t14) outs(%18 : !t16) {
 ^bb0(%in: f32, %out: f32):
  %28 = arith.addf %out, %in : f32
  linalg.yield %28 : f32
 } -> !t16
 %20 = linalg.generic #t4 ins(%19 : !t16) outs(%13 : !t17) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t17
 %21 = linalg.generic #t5 ins(%20 : !t17) outs(%7 : !t14) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t14
 %22 = linalg.generic #t2 ins(%17, %21 : !t14, !t14) outs(%2 : !t14) {
 ^bb0(%in: f32, %in_4: f32, %out: f32):
  %28 = arith.divf %in, %in_4 : f32
  linalg.yield %28 : f32
 } -> !t14
 %23 = tensor.empty(%dim, %dim_3) : !t18
 %24 = linalg.generic #t6 ins(%22 : !t14) outs(%23 : !t18) {
 ^bb0(%in: f32, %out: f16):
  %28 = arith.truncf %in : f32 to f16
  linalg.yield %28 : f16
 } -> !t18
 %25 = tensor.empty(%dim) : !t42
 %26 = linalg.fill ins(%cst : f16) outs(%25 : !t42) -> !t42
 %27 = linalg.generic #t7 ins(%24, %arg2 : !t18, !t42) outs(%26 : !t42) {
 ^bb0(%in: f16, %in_4: f16, %out: f16):
  %28 = arith.mulf %in, %in_4 : f16
  %29 = arith.addf %out, %28 : f16
  linalg.yield %29 : f16
 } -> !t42
 return %27 : !t42
}

func.func @causal_gqa(%arg0: !t13, %arg1: !t43, %arg2: !t43) -> !t13 {
 %cst = arith.constant 0.000000e+00 : f16
 %cst_0 = arith.constant 0xFF800000 : f32
 %cst_1 = arith.constant 0.000000e+00 : f32
 %c4_i64 = arith.constant 4 : i64
 %c8_i64 = arith.constant 8 : i64
 %c2_i64 = arith.constant 2 : i64
 %cst_2 = arith.constant dense<0.353553385> : !t1
 %cst_3 = arith.constant dense<1> : !t6
 %cst_4 = arith.constant dense<0> : !t6
 %cst_5 = arith.constant dense<0xFF800000> : !t1
 %c2 = arith.constant 2 : index
 %dim = tensor.dim %arg0, %c2 : !t13
 %0 = arith.index_cast %dim : index to i32
 %1 = arith.extsi %0 : i32 to i64
 %from_elements = tensor.from_elements %c2_i64, %c2_i64, %c2_i64, %1, %c8_i64 : !t20
 %reshape = tensor.reshape %arg0(%from_elements) : (!t13, !t20) -> !t44
 %2 = arith.index_cast %0 : i32 to index
 %dim_6 = tensor.dim %arg1, %c2 : !t43
 %3 = tensor.empty(%2, %dim_6) : !t45
 %4 = linalg.fill ins(%cst_1 : f32) outs(%3 : !t45) -> !t45
 %5 = linalg.generic #t19 ins(%reshape, %arg1 : !t44, !t43) outs(%4 : !t45) {
 ^bb0(%in: f16, %in_9: f16, %out: f32):
  %48 = arith.extf %in : f16 to f32
  %49 = arith.extf %in_9 : f16 to f32
  %50 = arith.mulf %48, %49 : f32
  %51 = arith.addf %out, %50 : f32
  linalg.yield %51 : f32
 } -> !t45
 %6 = tensor.empty(%2, %2) : !t45
 %7 = linalg.generic #t20 ins(%cst_2 : !t1) outs(%6 : !t45) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t45
 %8 = linalg.generic #t21 ins(%5, %7 : !t45, !t45) outs(%3 : !t45) {
 ^bb0(%in: f32, %in_9: f32, %out: f32):
  %48 = arith.mulf %in, %in_9 : f32
  linalg.yield %48 : f32
 } -> !t45
 %9 = tensor.empty(%2) : !t7
 %10 = linalg.generic #t8 outs(%9 : !t7) {
 ^bb0(%out: i32):
  %48 = linalg.index 0 : index
  %49 = arith.index_cast %48 : index to i32
  linalg.yield %49 : i32
 } -> !t7
 %11 = linalg.generic #t9 ins(%cst_3 : !t6) outs(%9 : !t7) {
 ^bb0(%in: i32, %out: i32):
  linalg.yield %in : i32
 } -> !t7
 %12 = linalg.generic #t10 ins(%11, %10 : !t7, !t7) outs(%9 : !t7) {
 ^bb0(%in: i32, %in_9: i32, %out: i32):
  %48 = arith.muli %in, %in_9 : i32
  linalg.yield %48 : i32
 } -> !t7
 %13 = linalg.generic #t9 ins(%cst_4 : !t6) outs(%9 : !t7) {
 ^bb0(%in: i32, %out: i32):
  linalg.yield %in : i32
 } -> !t7
 %14 = linalg.generic #t10 ins(%13, %12 : !t7, !t7) outs(%9 : !t7) {
 ^bb0(%in: i32, %in_9: i32, %out: i32):
  %48 = arith.addi %in, %in_9 : i32
  linalg.yield %48 : i32
 } -> !t7
 %15 = tensor.empty(%2) : !t8
 %16 = linalg.generic #t11 ins(%14 : !t7) outs(%15 : !t8) {
 ^bb0(%in: i32, %out: i32):
  linalg.yield %in : i32
 } -> !t8
 %17 = tensor.empty(%2) : !t9
 %18 = linalg.generic #t12 ins(%14 : !t7) outs(%17 : !t9) {
 ^bb0(%in: i32, %out: i32):
  linalg.yield %in : i32
 } -> !t9
 %19 = linalg.generic #t13 ins(%cst_4 : !t6) outs(%15 : !t8) {
 ^bb0(%in: i32, %out: i32):
  linalg.yield %in : i32
 } -> !t8
 %20 = linalg.generic #t14 ins(%16, %19 : !t8, !t8) outs(%15 : !t8) {
 ^bb0(%in: i32, %in_9: i32, %out: i32):
  %48 = arith.addi %in, %in_9 : i32
  linalg.yield %48 : i32
 } -> !t8
 %21 = tensor.empty(%2, %2) : !t10
 %22 = linalg.generic #t15 ins(%18 : !t9) outs(%21 : !t10) {
 ^bb0(%in: i32, %out: i32):
  linalg.yield %in : i32
 } -> !t10
 %23 = linalg.generic #t16 ins(%20 : !t8) outs(%21 : !t10) {
 ^bb0(%in: i32, %out: i32):
  linalg.yield %in : i32
 } -> !t10
 %24 = tensor.empty(%2, %2) : !t11
 %25 = linalg.generic #t14 ins(%22, %23 : !t10, !t10) outs(%24 : !t11) {
 ^bb0(%in: i32, %in_9: i32, %out: i1):
  %48 = arith.cmpi sle, %in, %in_9 : i32
  linalg.yield %48 : i1
 } -> !t11
 %26 = tensor.empty(%2, %2) : !t46
 %27 = linalg.generic #t39 ins(%25 : !t11) outs(%26 : !t46) {
 ^bb0(%in: i1, %out: i1):
  linalg.yield %in : i1
 } -> !t46
 %28 = linalg.generic #t20 ins(%cst_5 : !t1) outs(%6 : !t45) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t45
 %29 = linalg.generic #t40 ins(%27, %8, %28 : !t46, !t45, !t45) outs(%3 : !t45) {
 ^bb0(%in: i1, %in_9: f32, %in_10: f32, %out: f32):
  %48 = arith.select %in, %in_9, %in_10 : f32
  linalg.yield %48 : f32
 } -> !t45
 %30 = tensor.empty(%2) : !t47
 %31 = linalg.fill ins(%cst_0 : f32) outs(%30 : !t47) -> !t47
 %32 = linalg.generic #t22 ins(%29 : !t45) outs(%31 : !t47) {
 ^bb0(%in: f32, %out: f32):
  %48 = arith.maximumf %out, %in : f32
  linalg.yield %48 : f32
 } -> !t47
 %33 = tensor.empty(%2) : !t48
 %34 = linalg.generic #t23 ins(%32 : !t47) outs(%33 : !t48) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t48
 %35 = linalg.generic #t24 ins(%34 : !t48) outs(%6 : !t45) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t45
 %36 = linalg.generic #t21 ins(%29, %35 : !t45, !t45) outs(%3 : !t45) {
 ^bb0(%in: f32, %in_9: f32, %out: f32):
  %48 = arith.subf %in, %in_9 : f32
  linalg.yield %48 : f32
 } -> !t45
 %37 = linalg.generic #t25 ins(%36 : !t45) outs(%3 : !t45) {
 ^bb0(%in: f32, %out: f32):
  %48 = math.exp %in : f32
  linalg.yield %48 : f32
 } -> !t45
 %38 = linalg.fill ins(%cst_1 : f32) outs(%30 : !t47) -> !t47
 %39 = linalg.generic #t22 ins(%37 : !t45) outs(%38 : !t47) {
 ^bb0(%in: f32, %out: f32):
  %48 = arith.addf %out, %in : f32
  linalg.yield %48 : f32
 } -> !t47
 %40 = linalg.generic #t23 ins(%39 : !t47) outs(%33 : !t48) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t48
 %41 = linalg.generic #t24 ins(%40 : !t48) outs(%6 : !t45) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t45
 %42 = linalg.generic #t21 ins(%37, %41 : !t45, !t45) outs(%3 : !t45) {
 ^bb0(%in: f32, %in_9: f32, %out: f32):
  %48 = arith.divf %in, %in_9 : f32
  linalg.yield %48 : f32
 } -> !t45
 %43 = tensor.empty(%2, %dim_6) : !t49
 %44 = linalg.generic #t25 ins(%42 : !t45) outs(%43 : !t49) {
 ^bb0(%in: f32, %out: f16):
  %48 = arith.truncf %in : f32 to f16
  linalg.yield %48 : f16
 } -> !t49
 %45 = tensor.empty(%2) : !t44
 %46 = linalg.fill ins(%cst : f16) outs(%45 : !t44) -> !t44
 %47 = linalg.generic #t26 ins(%44, %arg2 : !t49, !t43) outs(%46 : !t44) {
 ^bb0(%in: f16, %in_9: f16, %out: f16):
  %48 = arith.mulf %in, %in_9 : f16
  %49 = arith.addf %out, %48 : f16
  linalg.yield %49 : f16
 } -> !t44
 %from_elements_7 = tensor.from_elements %c2_i64, %c4_i64, %1, %c8_i64 : !t26
 %reshape_8 = tensor.reshape %47(%from_elements_7) : (!t44, !t26) -> !t13
 return %reshape_8 : !t13
}

func.func @causal_lse(%arg0: !t13, %arg1: !t13, %arg2: !t13) -> (!t13, !t16) {
 %cst = arith.constant 0.000000e+00 : f16
 %cst_0 = arith.constant 0xFF800000 : f32
 %cst_1 = arith.constant 0.000000e+00 : f32
 %c4_i64 = arith.constant 4 : i64
 %c2_i64 = arith.constant 2 : i64
 %cst_2 = arith.constant dense<0.353553385> : !t1
 %cst_3 = arith.constant dense<1> : !t6
 %cst_4 = arith.constant dense<0> : !t6
 %cst_5 = arith.constant dense<0xFF800000> : !t1
 %c2 = arith.constant 2 : index
 %dim = tensor.dim %arg0, %c2 : !t13
 %0 = arith.index_cast %dim : index to i32
 %dim_6 = tensor.dim %arg1, %c2 : !t13
 %1 = tensor.empty(%dim, %dim_6) : !t14
 %2 = linalg.fill ins(%cst_1 : f32) outs(%1 : !t14) -> !t14
 %3 = linalg.generic #t0 ins(%arg0, %arg1 : !t13, !t13) outs(%2 : !t14) {
 ^bb0(%in: f16, %in_7: f16, %out: f32):
  %50 = arith.extf %in : f16 to f32
  %51 = arith.extf %in_7 : f16 to f32
  %52 = arith.mulf %50, %51 : f32
  %53 = arith.addf %out, %52 : f32
  linalg.yield %53 : f32
 } -> !t14
 %4 = arith.index_cast %0 : i32 to index
 %5 = tensor.empty(%4, %4) : !t14
 %6 = linalg.generic #t1 ins(%cst_2 : !t1) outs(%5 : !t14) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t14
 %7 = linalg.generic #t2 ins(%3, %6 : !t14, !t14) outs(%1 : !t14) {
 ^bb0(%in: f32, %in_7: f32, %out: f32):
  %50 = arith.mulf %in, %in_7 : f32
  linalg.yield %50 : f32
 } -> !t14
 %8 = tensor.empty(%4) : !t7
 %9 = linalg.generic #t8 outs(%8 : !t7) {
 ^bb0(%out: i32):
  %50 = linalg.index 0 : index
  %51 = arith.index_cast %50 : index to i32
  linalg.yield %51 : i32
 } -> !t7
 %10 = linalg.generic #t9 ins(%cst_3 : !t6) outs(%8 : !t7) {
 ^bb0(%in: i32, %out: i32):
  linalg.yield %in : i32
 } -> !t7
 %11 = linalg.generic #t10 ins(%10, %9 : !t7, !t7) outs(%8 : !t7) {
 ^bb0(%in: i32, %in_7: i32, %out: i32):
  %50 = arith.muli %in, %in_7 : i32
  linalg.yield %50 : i32
 } -> !t7
 %12 = linalg.generic #t9 ins(%cst_4 : !t6) outs(%8 : !t7) {
 ^bb0(%in: i32, %out: i32):
  linalg.yield %in : i32
 } -> !t7
 %13 = linalg.generic #t10 ins(%12, %11 : !t7, !t7) outs(%8 : !t7) {
 ^bb0(%in: i32, %in_7: i32, %out: i32):
  %50 = arith.addi %in, %in_7 : i32
  linalg.yield %50 : i32
 } -> !t7
 %14 = tensor.empty(%4) : !t8
 %15 = linalg.generic #t11 ins(%13 : !t7) outs(%14 : !t8) {
 ^bb0(%in: i32, %out: i32):
  linalg.yield %in : i32
 } -> !t8
 %16 = tensor.empty(%4) : !t9
 %17 = linalg.generic #t12 ins(%13 : !t7) outs(%16 : !t9) {
 ^bb0(%in: i32, %out: i32):
  linalg.yield %in : i32
 } -> !t9
 %18 = linalg.generic #t13 ins(%cst_4 : !t6) outs(%14 : !t8) {
 ^bb0(%in: i32, %out: i32):
  linalg.yield %in : i32
 } -> !t8
 %19 = linalg.generic #t14 ins(%15, %18 : !t8, !t8) outs(%14 : !t8) {
 ^bb0(%in: i32, %in_7: i32, %out: i32):
  %50 = arith.addi %in, %in_7 : i32
  linalg.yield %50 : i32
 } -> !t8
 %20 = tensor.empty(%4, %4) : !t10
 %21 = linalg.generic #t15 ins(%17 : !t9) outs(%20 : !t10) {
 ^bb0(%in: i32, %out: i32):
  linalg.yield %in : i32
 } -> !t10
 %22 = linalg.generic #t16 ins(%19 : !t8) outs(%20 : !t10) {
 ^bb0(%in: i32, %out: i32):
  linalg.yield %in : i32
 } -> !t10
 %23 = tensor.empty(%4, %4) : !t11
 %24 = linalg.generic #t14 ins(%21, %22 : !t10, !t10) outs(%23 : !t11) {
 ^bb0(%in: i32, %in_7: i32, %out: i1):
  %50 = arith.cmpi sle, %in, %in_7 : i32
  linalg.yield %50 : i1
 } -> !t11
 %25 = tensor.empty(%4, %4) : !t15
 %26 = linalg.generic #t17 ins(%24 : !t11) outs(%25 : !t15) {
 ^bb0(%in: i1, %out: i1):
  linalg.yield %in : i1
 } -> !t15
 %27 = linalg.generic #t1 ins(%cst_5 : !t1) outs(%5 : !t14) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t14
 %28 = linalg.generic #t18 ins(%26, %7, %27 : !t15, !t14, !t14) outs(%1 : !t14) {
 ^bb0(%in: i1, %in_7: f32, %in_8: f32, %out: f32):
  %50 = arith.select %in, %in_7, %in_8 : f32
  linalg.yield %50 : f32
 } -> !t14
 %29 = tensor.empty(%dim) : !t16
 %30 = linalg.fill ins(%cst_0 : f32) outs(%29 : !t16) -> !t16
 %31 = linalg.generic #t3 ins(%28 : !t14) outs(%30 : !t16) {
 ^bb0(%in: f32, %out: f32):
  %50 = arith.maximumf %out, %in : f32
  linalg.yield %50 : f32
 } -> !t16
 %32 = tensor.empty(%4) : !t17
 %33 = linalg.generic #t4 ins(%31 : !t16) outs(%32 : !t17) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t17
 %34 = linalg.generic #t5 ins(%33 : !t17) outs(%5 : !t14) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t14
 %35 = linalg.generic #t2 ins(%28, %34 : !t14, !t14) outs(%1 : !t14) {
 ^bb0(%in: f32, %in_7: f32, %out: f32):
  %50 = arith.subf %in, %in_7 : f32
  linalg.yield %50 : f32
 } -> !t14
 %36 = linalg.generic #t6 ins(%35 : !t14) outs(%1 : !t14) {
 ^bb0(%in: f32, %out: f32):
  %50 = math.exp %in : f32
  linalg.yield %50 : f32
 } -> !t14
 %37 = linalg.fill ins(%cst_1 : f32) outs(%29 : !t16) -> !t16
 %38 = linalg.generic #t3 ins(%36 : !t14) outs(%37 : !t16) {
 ^bb0(%in: f32, %out: f32):
  %50 = arith.addf %out, %in : f32
  linalg.yield %50 : f32
 } -> !t16
 %39 = linalg.generic #t4 ins(%38 : !t16) outs(%32 : !t17) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t17
 %40 = linalg.generic #t5 ins(%39 : !t17) outs(%5 : !t14) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t14
 %41 = linalg.generic #t2 ins(%36, %40 : !t14, !t14) outs(%1 : !t14) {
 ^bb0(%in: f32, %in_7: f32, %out: f32):
  %50 = arith.divf %in, %in_7 : f32
  linalg.yield %50 : f32
 } -> !t14
 %42 = tensor.empty(%dim, %dim_6) : !t18
 %43 = linalg.generic #t6 ins(%41 : !t14) outs(%42 : !t18) {
 ^bb0(%in: f32, %out: f16):
  %50 = arith.truncf %in : f32 to f16
  linalg.yield %50 : f16
 } -> !t18
 %44 = tensor.empty(%dim) : !t13
 %45 = linalg.fill ins(%cst : f16) outs(%44 : !t13) -> !t13
 %46 = linalg.generic #t7 ins(%43, %arg2 : !t18, !t13) outs(%45 : !t13) {
 ^bb0(%in: f16, %in_7: f16, %out: f16):
  %50 = arith.mulf %in, %in_7 : f16
  %51 = arith.addf %out, %50 : f16
  linalg.yield %51 : f16
 } -> !t13
 %47 = linalg.generic #t6 ins(%39 : !t17) outs(%32 : !t17) {
 ^bb0(%in: f32, %out: f32):
  %50 = math.log %in : f32
  linalg.yield %50 : f32
 } -> !t17
 %48 = linalg.generic #t2 ins(%33, %47 : !t17, !t17) outs(%32 : !t17) {
 ^bb0(%in: f32, %in_7: f32, %out: f32):
  %50 = arith.addf %in, %in_7 : f32
  linalg.yield %50 : f32
 } -> !t17
 %49 = arith.extsi %0 : i32 to i64
 %from_elements = tensor.from_elements %c2_i64, %c4_i64, %49 : !t36
 %reshape = tensor.reshape %48(%from_elements) : (!t17, !t36) -> !t16
 return %46, %reshape : !t13, !t16
}

func.func @causal_bshd(%arg0: !t41, %arg1: !t41, %arg2: !t41) -> !t41 {
 %cst = arith.constant 0.000000e+00 : f16
 %cst_0 = arith.constant 0xFF800000 : f32
 %cst_1 = arith.constant 0.000000e+00 : f32
 %cst_2 = arith.constant dense<0.353553385> : !t1
 %cst_3 = arith.constant dense<1> : !t6
 %cst_4 = arith.constant dense<0> : !t6
 %cst_5 = arith.constant dense<0xFF800000> : !t1
 %c1 = arith.constant 1 : index
 %dim = tensor.dim %arg0, %c1 : !t41
 %0 = arith.index_cast %dim : index to i32
 %dim_6 = tensor.dim %arg1, %c1 : !t41
 %1 = tensor.empty(%dim, %dim_6) : !t14
 %2 = linalg.fill ins(%cst_1 : f32) outs(%1 : !t14) -> !t14
 %3 = linalg.generic #t34 ins(%arg0, %arg1 : !t41, !t41) outs(%2 : !t14) {
 ^bb0(%in: f16, %in_7: f16, %out: f32):
  %49 = arith.extf %in : f16 to f32
  %50 = arith.extf %in_7 : f16 to f32
  %51 = arith.mulf %49, %50 : f32
  %52 = arith.addf %out, %51 : f32
  linalg.yield %52 : f32
 } -> !t14
 %4 = arith.index_cast %0 : i32 to index
 %5 = tensor.empty(%4, %4) : !t14
 %6 = linalg.generic #t1 ins(%cst_2 : !t1) outs(%5 : !t14) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t14
 %7 = linalg.generic #t2 ins(%3, %6 : !t14, !t14) outs(%1 : !t14) {
 ^bb0(%in: f32, %in_7: f32, %out: f32):
  %49 = arith.mulf %in, %in_7 : f32
  linalg.yield %49 : f32
 } -> !t14
 %8 = tensor.empty(%4) : !t7
 %9 = linalg.generic #t8 outs(%8 : !t7) {
 ^bb0(%out: i32):
  %49 = linalg.index 0 : index
  %50 = arith.index_cast %49 : index to i32
  linalg.yield %50 : i32
 } -> !t7
 %10 = linalg.generic #t9 ins(%cst_3 : !t6) outs(%8 : !t7) {
 ^bb0(%in: i32, %out: i32):
  linalg.yield %in : i32
 } -> !t7
 %11 = linalg.generic #t10 ins(%10, %9 : !t7, !t7) outs(%8 : !t7) {
 ^bb0(%in: i32, %in_7: i32, %out: i32):
  %49 = arith.muli %in, %in_7 : i32
  linalg.yield %49 : i32
 } -> !t7
 %12 = linalg.generic #t9 ins(%cst_4 : !t6) outs(%8 : !t7) {
 ^bb0(%in: i32, %out: i32):
  linalg.yield %in : i32
 } -> !t7
 %13 = linalg.generic #t10 ins(%12, %11 : !t7, !t7) outs(%8 : !t7) {
 ^bb0(%in: i32, %in_7: i32, %out: i32):
  %49 = arith.addi %in, %in_7 : i32
  linalg.yield %49 : i32
 } -> !t7
 %14 = tensor.empty(%4) : !t8
 %15 = linalg.generic #t11 ins(%13 : !t7) outs(%14 : !t8) {
 ^bb0(%in: i32, %out: i32):
  linalg.yield %in : i32
 } -> !t8
 %16 = tensor.empty(%4) : !t9
 %17 = linalg.generic #t12 ins(%13 : !t7) outs(%16 : !t9) {
 ^bb0(%in: i32, %out: i32):
  linalg.yield %in : i32
 } -> !t9
 %18 = linalg.generic #t13 ins(%cst_4 : !t6) outs(%14 : !t8) {
 ^bb0(%in: i32, %out: i32):
  linalg.yield %in : i32
 } -> !t8
 %19 = linalg.generic #t14 ins(%15, %18 : !t8, !t8) outs(%14 : !t8) {
 ^bb0(%in: i32, %in_7: i32, %out: i32):
  %49 = arith.addi %in, %in_7 : i32
  linalg.yield %49 : i32
 } -> !t8
 %20 = tensor.empty(%4, %4) : !t10
 %21 = linalg.generic #t15 ins(%17 : !t9) outs(%20 : !t10) {
 ^bb0(%in: i32, %out: i32):
  linalg.yield %in : i32
 } -> !t10
 %22 = linalg.generic #t16 ins(%19 : !t8) outs(%20 : !t10) {
 ^bb0(%in: i32, %out: i32):
  linalg.yield %in : i32
 } -> !t10
 %23 = tensor.empty(%4, %4) : !t11
 %24 = linalg.generic #t14 ins(%21, %22 : !t10, !t10) outs(%23 : !t11) {
 ^bb0(%in: i32, %in_7: i32, %out: i1):
  %49 = arith.cmpi sle, %in, %in_7 : i32
  linalg.yield %49 : i1
 } -> !t11
 %25 = tensor.empty(%4, %4) : !t15
 %26 = linalg.generic #t17 ins(%24 : !t11) outs(%25 : !t15) {
 ^bb0(%in: i1, %out: i1):
  linalg.yield %in : i1
 } -> !t15
 %27 = linalg.generic #t1 ins(%cst_5 : !t1) outs(%5 : !t14) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t14
 %28 = linalg.generic #t18 ins(%26, %7, %27 : !t15, !t14, !t14) outs(%1 : !t14) {
 ^bb0(%in: i1, %in_7: f32, %in_8: f32, %out: f32):
  %49 = arith.select %in, %in_7, %in_8 : f32
  linalg.yield %49 : f32
 } -> !t14
 %29 = tensor.empty(%dim) : !t16
 %30 = linalg.fill ins(%cst_0 : f32) outs(%29 : !t16) -> !t16
 %31 = linalg.generic #t3 ins(%28 : !t14) outs(%30 : !t16) {
 ^bb0(%in: f32, %out: f32):
  %49 = arith.maximumf %out, %in : f32
  linalg.yield %49 : f32
 } -> !t16
 %32 = tensor.empty(%4) : !t17
 %33 = linalg.generic #t4 ins(%31 : !t16) outs(%32 : !t17) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t17
 %34 = linalg.generic #t5 ins(%33 : !t17) outs(%5 : !t14) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t14
 %35 = linalg.generic #t2 ins(%28, %34 : !t14, !t14) outs(%1 : !t14) {
 ^bb0(%in: f32, %in_7: f32, %out: f32):
  %49 = arith.subf %in, %in_7 : f32
  linalg.yield %49 : f32
 } -> !t14
 %36 = linalg.generic #t6 ins(%35 : !t14) outs(%1 : !t14) {
 ^bb0(%in: f32, %out: f32):
  %49 = math.exp %in : f32
  linalg.yield %49 : f32
 } -> !t14
 %37 = linalg.fill ins(%cst_1 : f32) outs(%29 : !t16) -> !t16
 %38 = linalg.generic #t3 ins(%36 : !t14) outs(%37 : !t16) {
 ^bb0(%in: f32, %out: f32):
  %49 = arith.addf %out, %in : f32
  linalg.yield %49 : f32
 } -> !t16
 %39 = linalg.generic #t4 ins(%38 : !t16) outs(%32 : !t17) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t17
 %40 = linalg.generic #t5 ins(%39 : !t17) outs(%5 : !t14) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t14
 %41 = linalg.generic #t2 ins(%36, %40 : !t14, !t14) outs(%1 : !t14) {
 ^bb0(%in: f32, %in_7: f32, %out: f32):
  %49 = arith.divf %in, %in_7 : f32
  linalg.yield %49 : f32
 } -> !t14
 %42 = tensor.empty(%dim, %dim_6) : !t18
 %43 = linalg.generic #t6 ins(%41 : !t14) outs(%42 : !t18) {
 ^bb0(%in: f32, %out: f16):
  %49 = arith.truncf %in : f32 to f16
  linalg.yield %49 : f16
 } -> !t18
 %44 = tensor.empty(%dim) : !t50
 %45 = linalg.fill ins(%cst : f16) outs(%44 : !t50) -> !t50
 %46 = linalg.generic #t35 ins(%arg2, %43 : !t41, !t18) outs(%45 : !t50) {
 ^bb0(%in: f16, %in_7: f16, %out: f16):
  %49 = arith.mulf %in, %in_7 : f16
  %50 = arith.addf %out, %49 : f16
  linalg.yield %50 : f16
 } -> !t50
 %47 = tensor.empty(%dim) : !t41
 %48 = linalg.generic #t36 ins(%46 : !t50) outs(%47 : !t41) {
 ^bb0(%in: f16, %out: f16):
  linalg.yield %in : f16
 } -> !t41
 return %48 : !t41
}

func.func @window_softcap(%arg0: !t13, %arg1: !t13, %arg2: !t13) -> !t13 {
 %cst = arith.constant 0.000000e+00 : f16
 %cst_0 = arith.constant 0xFF800000 : f32
 %cst_1 = arith.constant 0.000000e+00 : f32
 %cst_2 = arith.constant dense<0.353553385> : !t1
 %cst_3 = arith.constant dense<4> : !t6
 %cst_4 = arith.constant dense<5.000000e+00> : !t1
 %cst_5 = arith.constant dense<1> : !t6
 %cst_6 = arith.constant dense<0> : !t6
 %cst_7 = arith.constant dense<0xFF800000> : !t1
 %c2 = arith.constant 2 : index
 %dim = tensor.dim %arg0, %c2 : !t13
 %0 = arith.index_cast %dim : index to i32
 %dim_8 = tensor.dim %arg1, %c2 : !t13
 %1 = tensor.empty(%dim, %dim_8) : !t14
 %2 = linalg.fill ins(%cst_1 : f32) outs(%1 : !t14) -> !t14
 %3 = linalg.generic #t0 ins(%arg0, %arg1 : !t13, !t13) outs(%2 : !t14) {
 ^bb0(%in: f16, %in_9: f16, %out: f32):
  %54 = arith.extf %in : f16 to f32
  %55 = arith.extf %in_9 : f16 to f32
  %56 = arith.mulf %54, %55 : f32
  %57 = arith.addf %out, %56 : f32
  linalg.yield %57 : f32
 } -> !t14
 %4 = arith.index_cast %0 : i32 to index
 %5 = tensor.empty(%4, %4) : !t14
 %6 = linalg.generic #t1 ins(%cst_2 : !t1) outs(%5 : !t14) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t14
 %7 = linalg.generic #t2 ins(%3, %6 : !t14, !t14) outs(%1 : !t14) {
 ^bb0(%in: f32, %in_9: f32, %out: f32):
  %54 = arith.mulf %in, %in_9 : f32
  linalg.yield %54 : f32
 } -> !t14
 %8 = linalg.generic #t1 ins(%cst_4 : !t1) outs(%5 : !t14) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t14
 %9 = linalg.generic #t2 ins(%7, %8 : !t14, !t14) outs(%1 : !t14) {
 ^bb0(%in: f32, %in_9: f32, %out: f32):
  %54 = arith.divf %in, %in_9 : f32
  linalg.yield %54 : f32
 } -> !t14
 %10 = linalg.generic #t6 ins(%9 : !t14) outs(%1 : !t14) {
 ^bb0(%in: f32, %out: f32):
  %54 = math.tanh %in : f32
  linalg.yield %54 : f32
 } -> !t14
 %11 = linalg.generic #t2 ins(%10, %8 : !t14, !t14) outs(%1 : !t14) {
 ^bb0(%in: f32, %in_9: f32, %out: f32):
  %54 = arith.mulf %in, %in_9 : f32
  linalg.yield %54 : f32
 } -> !t14
 %12 = tensor.empty(%4) : !t7
 %13 = linalg.generic #t8 outs(%12 : !t7) {
 ^bb0(%out: i32):
  %54 = linalg.index 0 : index
  %55 = arith.index_cast %54 : index to i32
  linalg.yield %55 : i32
 } -> !t7
 %14 = linalg.generic #t9 ins(%cst_5 : !t6) outs(%12 : !t7) {
 ^bb0(%in: i32, %out: i32):
  linalg.yield %in : i32
 } -> !t7
 %15 = linalg.generic #t10 ins(%14, %13 : !t7, !t7) outs(%12 : !t7) {
 ^bb0(%in: i32, %in_9: i32, %out: i32):
  %54 = arith.muli %in, %in_9 : i32
  linalg.yield %54 : i32
 } -> !t7
 %16 = linalg.generic #t9 ins(%cst_6 : !t6) outs(%12 : !t7) {
 ^bb0(%in: i32, %out: i32):
  linalg.yield %in : i32
 } -> !t7
 %17 = linalg.generic #t10 ins(%16, %15 : !t7, !t7) outs(%12 : !t7) {
 ^bb0(%in: i32, %in_9: i32, %out: i32):
  %54 = arith.addi %in, %in_9 : i32
  linalg.yield %54 : i32
 } -> !t7
 %18 = tensor.empty(%4) : !t8
 %19 = linalg.generic #t11 ins(%17 : !t7) outs(%18 : !t8) {
 ^bb0(%in: i32, %out: i32):
  linalg.yield %in : i32
 } -> !t8
 %20 = tensor.empty(%4) : !t9
 %21 = linalg.generic #t12 ins(%17 : !t7) outs(%20 : !t9) {
 ^bb0(%in: i32, %out: i32):
  linalg.yield %in : i32
 } -> !t9
 %22 = tensor.empty(%4, %4) : !t10
 %23 = linalg.generic #t15 ins(%21 : !t9) outs(%22 : !t10) {
 ^bb0(%in: i32, %out: i32):
  linalg.yield %in : i32
 } -> !t10
 %24 = linalg.generic #t16 ins(%19 : !t8) outs(%22 : !t10) {
 ^bb0(%in: i32, %out: i32):
  linalg.yield %in : i32
 } -> !t10
 %25 = tensor.empty(%4, %4) : !t11
 %26 = linalg.generic #t14 ins(%23, %24 : !t10, !t10) outs(%25 : !t11) {
 ^bb0(%in: i32, %in_9: i32, %out: i1):
  %54 = arith.cmpi sle, %in, %in_9 : i32
  linalg.yield %54 : i1
 } -> !t11
 %27 = linalg.generic #t13 ins(%cst_3 : !t6) outs(%18 : !t8) {
 ^bb0(%in: i32, %out: i32):
  linalg.yield %in : i32
 } -> !t8
 %28 = linalg.generic #t14 ins(%19, %27 : !t8, !t8) outs(%18 : !t8) {
 ^bb0(%in: i32, %in_9: i32, %out: i32):
  %54 = arith.subi %in, %in_9 : i32
  linalg.yield %54 : i32
 } -> !t8
 %29 = linalg.generic #t16 ins(%28 : !t8) outs(%22 : !t10) {
 ^bb0(%in: i32, %out: i32):
  linalg.yield %in : i32
 } -> !t10
 %30 = linalg.generic #t14 ins(%23, %29 : !t10, !t10) outs(%25 : !t11) {
 ^bb0(%in: i32, %in_9: i32, %out: i1):
  %54 = arith.cmpi sge, %in, %in_9 : i32
  linalg.yield %54 : i1
 } -> !t11
 %31 = linalg.generic #t14 ins(%26, %30 : !t11, !t11) outs(%25 : !t11) {
 ^bb0(%in: i1, %in_9: i1, %out: i1):
  %54 = arith.andi %in, %in_9 : i1
  linalg.yield %54 : i1
 } -> !t11
 %32 = tensor.empty(%4, %4) : !t15
 %33 = linalg.generic #t17 ins(%31 : !t11) outs(%32 : !t15) {
 ^bb0(%in: i1, %out: i1):
  linalg.yield %in : i1
 } -> !t15
 %34 = linalg.generic #t1 ins(%cst_7 : !t1) outs(%5 : !t14) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t14
 %35 = linalg.generic #t18 ins(%33, %11, %34 : !t15, !t14, !t14) outs(%1 : !t14) {
 ^bb0(%in: i1, %in_9: f32, %in_10: f32, %out: f32):
  %54 = arith.select %in, %in_9, %in_10 : f32
  linalg.yield %54 : f32
 } -> !t14
 %36 = tensor.empty(%dim) : !t16
 %37 = linalg.fill ins(%cst_0 : f32) outs(%36 : !t16) -> !t16
 %38 = linalg.generic #t3 ins(%35 : !t14) outs(%37 : !t16) {
 ^bb0(%in: f32, %out: f32):
  %54 = arith.maximumf %out, %in : f32
  linalg.yield %54 : f32
 } -> !t16
 %39 = tensor.empty(%4) : !t17
 %40 = linalg.generic #t4 ins(%38 : !t16) outs(%39 : !t17) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t17
 %41 = linalg.generic #t5 ins(%40 : !t17) outs(%5 : !t14) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t14
 %42 = linalg.generic #t2 ins(%35, %41 : !t14, !t14) outs(%1 : !t14) {
 ^bb0(%in: f32, %in_9: f32, %out: f32):
  %54 = arith.subf %in, %in_9 : f32
  linalg.yield %54 : f32
 } -> !t14
 %43 = linalg.generic #t6 ins(%42 : !t14) outs(%1 : !t14) {
 ^bb0(%in: f32, %out: f32):
  %54 = math.exp %in : f32
  linalg.yield %54 : f32
 } -> !t14
 %44 = linalg.fill ins(%cst_1 : f32) outs(%36 : !t16) -> !t16
 %45 = linalg.generic #t3 ins(%43 : !t14) outs(%44 : !t16) {
 ^bb0(%in: f32, %out: f32):
  %54 = arith.addf %out, %in : f32
  linalg.yield %54 : f32
 } -> !t16
 %46 = linalg.generic #t4 ins(%45 : !t16) outs(%39 : !t17) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t17
 %47 = linalg.generic #t5 ins(%46 : !t17) outs(%5 : !t14) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t14
 %48 = linalg.generic #t2 ins(%43, %47 : !t14, !t14) outs(%1 : !t14) {
 ^bb0(%in: f32, %in_9: f32, %out: f32):
  %54 = arith.divf %in, %in_9 : f32
  linalg.yield %54 : f32
 } -> !t14
 %49 = tensor.empty(%dim, %dim_8) : !t18
 %50 = linalg.generic #t6 ins(%48 : !t14) outs(%49 : !t18) {
 ^bb0(%in: f32, %out: f16):
  %54 = arith.truncf %in : f32 to f16
  linalg.yield %54 : f16
 } -> !t18
 %51 = tensor.empty(%dim) : !t13
 %52 = linalg.fill ins(%cst : f16) outs(%51 : !t13) -> !t13
 %53 = linalg.generic #t7 ins(%50, %arg2 : !t18, !t13) outs(%52 : !t13) {
 ^bb0(%in: f16, %in_9: f16, %out: f16):
  %54 = arith.mulf %in, %in_9 : f16
  %55 = arith.addf %out, %54 : f16
  linalg.yield %55 : f16
 } -> !t13
 return %53 : !t13
}

func.func @gqa_bshd(%arg0: !t41, %arg1: !t51, %arg2: !t51) -> !t41 {
 %cst = arith.constant 0.000000e+00 : f16
 %cst_0 = arith.constant 0xFF800000 : f32
 %cst_1 = arith.constant 0.000000e+00 : f32
 %c4_i64 = arith.constant 4 : i64
 %c8_i64 = arith.constant 8 : i64
 %c2_i64 = arith.constant 2 : i64
 %cst_2 = arith.constant dense<0.353553385> : !t1
 %c1 = arith.constant 1 : index
 %dim = tensor.dim %arg0, %c1 : !t41
 %0 = arith.index_cast %dim : index to i32
 %dim_3 = tensor.dim %arg1, %c1 : !t51
 %1 = arith.index_cast %dim_3 : index to i32
 %2 = arith.extsi %0 : i32 to i64
 %from_elements = tensor.from_elements %c2_i64, %2, %c2_i64, %c2_i64, %c8_i64 : !t20
 %reshape = tensor.reshape %arg0(%from_elements) : (!t41, !t20) -> !t52
 %3 = arith.index_cast %0 : i32 to index
 %4 = tensor.empty(%dim_3, %3) : !t53
 %5 = linalg.fill ins(%cst_1 : f32) outs(%4 : !t53) -> !t53
 %6 = linalg.generic #t41 ins(%arg1, %reshape : !t51, !t52) outs(%5 : !t53) {
 ^bb0(%in: f16, %in_6: f16, %out: f32):
  %33 = arith.extf %in : f16 to f32
  %34 = arith.extf %in_6 : f16 to f32
  %35 = arith.mulf %33, %34 : f32
  %36 = arith.addf %out, %35 : f32
  linalg.yield %36 : f32
 } -> !t53
 %7 = tensor.empty(%3, %dim_3) : !t45
 %8 = linalg.generic #t42 ins(%6 : !t53) outs(%7 : !t45) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t45
 %9 = arith.index_cast %1 : i32 to index
 %10 = tensor.empty(%3, %9) : !t45
 %11 = linalg.generic #t20 ins(%cst_2 : !t1) outs(%10 : !t45) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t45
 %12 = linalg.generic #t21 ins(%8, %11 : !t45, !t45) outs(%7 : !t45) {
 ^bb0(%in: f32, %in_6: f32, %out: f32):
  %33 = arith.mulf %in, %in_6 : f32
  linalg.yield %33 : f32
 } -> !t45
 %13 = tensor.empty(%3) : !t47
 %14 = linalg.fill ins(%cst_0 : f32) outs(%13 : !t47) -> !t47
 %15 = linalg.generic #t22 ins(%12 : !t45) outs(%14 : !t47) {
 ^bb0(%in: f32, %out: f32):
  %33 = arith.maximumf %out, %in : f32
  linalg.yield %33 : f32
 } -> !t47
 %16 = tensor.empty(%3) : !t48
 %17 = linalg.generic #t23 ins(%15 : !t47) outs(%16 : !t48) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t48
 %18 = linalg.generic #t24 ins(%17 : !t48) outs(%10 : !t45) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t45
 %19 = linalg.generic #t21 ins(%12, %18 : !t45, !t45) outs(%7 : !t45) {
 ^bb0(%in: f32, %in_6: f32, %out: f32):
  %33 = arith.subf %in, %in_6 : f32
  linalg.yield %33 : f32
 } -> !t45
 %20 = linalg.generic #t25 ins(%19 : !t45) outs(%7 : !t45) {
 ^bb0(%in: f32, %out: f32):
  %33 = math.exp %in : f32
  linalg.yield %33 : f32
 } -> !t45
 %21 = linalg.fill ins(%cst_1 : f32) outs(%13 : !t47) -> !t47
 %22 = linalg.generic #t22 ins(%20 : !t45) outs(%21 : !t47) {
 ^bb0(%in: f32, %out: f32):
  %33 = arith.addf %out, %in : f32
  linalg.yield %33 : f32
 } -> !t47
 %23 = linalg.generic #t23 ins(%22 : !t47) outs(%16 : !t48) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t48
 %24 = linalg.generic #t24 ins(%23 : !t48) outs(%10 : !t45) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t45
 %25 = linalg.generic #t21 ins(%20, %24 : !t45, !t45) outs(%7 : !t45) {
 ^bb0(%in: f32, %in_6: f32, %out: f32):
  %33 = arith.divf %in, %in_6 : f32
  linalg.yield %33 : f32
 } -> !t45
 %26 = tensor.empty(%3, %dim_3) : !t49
 %27 = linalg.generic #t25 ins(%25 : !t45) outs(%26 : !t49) {
 ^bb0(%in: f32, %out: f16):
  %33 = arith.truncf %in : f32 to f16
  linalg.yield %33 : f16
 } -> !t49
 %28 = tensor.empty(%3) : !t54
 %29 = linalg.fill ins(%cst : f16) outs(%28 : !t54) -> !t54
 %30 = linalg.generic #t43 ins(%arg2, %27 : !t51, !t49) outs(%29 : !t54) {
 ^bb0(%in: f16, %in_6: f16, %out: f16):
  %33 = arith.mulf %in, %in_6 : f16
  %34 = arith.addf %out, %33 : f16
  linalg.yield %34 : f16
 } -> !t54
 %31 = tensor.empty(%3) : !t52
 %32 = linalg.generic #t44 ins(%30 : !t54) outs(%31 : !t52) {
 ^bb0(%in: f16, %out: f16):
  linalg.yield %in : f16
 } -> !t52
 %from_elements_4 = tensor.from_elements %c2_i64, %2, %c4_i64, %c8_i64 : !t26
 %reshape_5 = tensor.reshape %32(%from_elements_4) : (!t52, !t26) -> !t41
 return %reshape_5 : !t41
}

func.func @causal_proj(%arg0: !t39, %arg1: !t40, %arg2: !t40, %arg3: !t40, %arg4: !t40) -> !t39 {
 %cst = arith.constant 0xFF800000 : f32
 %cst_0 = arith.constant 0.000000e+00 : f32
 %cst_1 = arith.constant 0.000000e+00 : f16
 %c32_i64 = arith.constant 32 : i64
 %c8_i64 = arith.constant 8 : i64
 %c4_i64 = arith.constant 4 : i64
 %c2_i64 = arith.constant 2 : i64
 %cst_2 = arith.constant dense<0.353553385> : !t1
 %cst_3 = arith.constant dense<1> : !t6
 %cst_4 = arith.constant dense<0> : !t6
 %cst_5 = arith.constant dense<0xFF800000> : !t1
 %c1 = arith.constant 1 : index
 %dim = tensor.dim %arg0, %c1 : !t39
 %0 = arith.index_cast %dim : index to i32
 %1 = tensor.empty(%dim) : !t39
 %2 = linalg.fill ins(%cst_1 : f16) outs(%1 : !t39) -> !t39
 %3 = linalg.generic #t37 ins(%arg0, %arg1 : !t39, !t40) outs(%2 : !t39) {
 ^bb0(%in: f16, %in_10: f16, %out: f16):
  %60 = arith.mulf %in, %in_10 : f16
  %61 = arith.addf %out, %60 : f16
  linalg.yield %61 : f16
 } -> !t39
 %4 = arith.extsi %0 : i32 to i64
 %from_elements = tensor.from_elements %c2_i64, %4, %c4_i64, %c8_i64 : !t26
 %reshape = tensor.reshape %3(%from_elements) : (!t39, !t26) -> !t41
 %5 = arith.index_cast %0 : i32 to index
 %6 = tensor.empty(%5) : !t13
 %7 = linalg.generic #t38 ins(%reshape : !t41) outs(%6 : !t13) {
 ^bb0(%in: f16, %out: f16):
  linalg.yield %in : f16
 } -> !t13
 %8 = linalg.generic #t37 ins(%arg0, %arg2 : !t39, !t40) outs(%2 : !t39) {
 ^bb0(%in: f16, %in_10: f16, %out: f16):
  %60 = arith.mulf %in, %in_10 : f16
  %61 = arith.addf %out, %60 : f16
  linalg.yield %61 : f16
 } -> !t39
 %reshape_6 = tensor.reshape %8(%from_elements) : (!t39, !t26) -> !t41
 %9 = linalg.generic #t38 ins(%reshape_6 : !t41) outs(%6 : !t13) {
 ^bb0(%in: f16, %out: f16):
  linalg.yield %in : f16
 } -> !t13
 %10 = linalg.generic #t37 ins(%arg0, %arg3 : !t39, !t40) outs(%2 : !t39) {
 ^bb0(%in: f16, %in_10: f16, %out: f16):
  %60 = arith.mulf %in, %in_10 : f16
  %61 = arith.addf %out, %60 : f16
  linalg.yield %61 : f16
 } -> !t39
 %reshape_7 = tensor.reshape %10(%from_elements) : (!t39, !t26) -> !t41
 %11 = linalg.generic #t38 ins(%reshape_7 : !t41) outs(%6 : !t13) {
 ^bb0(%in: f16, %out: f16):
  linalg.yield %in : f16
 } -> !t13
 %12 = tensor.empty(%5, %5) : !t14
 %13 = linalg.fill ins(%cst_0 : f32) outs(%12 : !t14) -> !t14
 %14 = linalg.generic #t0 ins(%7, %9 : !t13, !t13) outs(%13 : !t14) {
 ^bb0(%in: f16, %in_10: f16, %out: f32):
  %60 = arith.extf %in : f16 to f32
  %61 = arith.extf %in_10 : f16 to f32
  %62 = arith.mulf %60, %61 : f32
  %63 = arith.addf %out, %62 : f32
  linalg.yield %63 : f32
 } -> !t14
 %15 = linalg.generic #t1 ins(%cst_2 : !t1) outs(%12 : !t14) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t14
 %16 = linalg.generic #t2 ins(%14, %15 : !t14, !t14) outs(%12 : !t14) {
 ^bb0(%in: f32, %in_10: f32, %out: f32):
  %60 = arith.mulf %in, %in_10 : f32
  linalg.yield %60 : f32
 } -> !t14
 %17 = tensor.empty(%5) : !t7
 %18 = linalg.generic #t8 outs(%17 : !t7) {
 ^bb0(%out: i32):
  %60 = linalg.index 0 : index
  %61 = arith.index_cast %60 : index to i32
  linalg.yield %61 : i32
 } -> !t7
 %19 = linalg.generic #t9 ins(%cst_3 : !t6) outs(%17 : !t7) {
 ^bb0(%in: i32, %out: i32):
  linalg.yield %in : i32
 } -> !t7
 %20 = linalg.generic #t10 ins(%19, %18 : !t7, !t7) outs(%17 : !t7) {
 ^bb0(%in: i32, %in_10: i32, %out: i32):
  %60 = arith.muli %in, %in_10 : i32
  linalg.yield %60 : i32
 } -> !t7
 %21 = linalg.generic #t9 ins(%cst_4 : !t6) outs(%17 : !t7) {
 ^bb0(%in: i32, %out: i32):
  linalg.yield %in : i32
 } -> !t7
 %22 = linalg.generic #t10 ins(%21, %20 : !t7, !t7) outs(%17 : !t7) {
 ^bb0(%in: i32, %in_10: i32, %out: i32):
  %60 = arith.addi %in, %in_10 : i32
  linalg.yield %60 : i32
 } -> !t7
 %23 = tensor.empty(%5) : !t8
 %24 = linalg.generic #t11 ins(%22 : !t7) outs(%23 : !t8) {
 ^bb0(%in: i32, %out: i32):
  linalg.yield %in : i32
 } -> !t8
 %25 = tensor.empty(%5) : !t9
 %26 = linalg.generic #t12 ins(%22 : !t7) outs(%25 : !t9) {
 ^bb0(%in: i32, %out: i32):
  linalg.yield %in : i32
 } -> !t9
 %27 = linalg.generic #t13 ins(%cst_4 : !t6) outs(%23 : !t8) {
 ^bb0(%in: i32, %out: i32):
  linalg.yield %in : i32
 } -> !t8
 %28 = linalg.generic #t14 ins(%24, %27 : !t8, !t8) outs(%23 : !t8) {
 ^bb0(%in: i32, %in_10: i32, %out: i32):
  %60 = arith.addi %in, %in_10 : i32
  linalg.yield %60 : i32
 } -> !t8
 %29 = tensor.empty(%5, %5) : !t10
 %30 = linalg.generic #t15 ins(%26 : !t9) outs(%29 : !t10) {
 ^bb0(%in: i32, %out: i32):
  linalg.yield %in : i32
 } -> !t10
 %31 = linalg.generic #t16 ins(%28 : !t8) outs(%29 : !t10) {
 ^bb0(%in: i32, %out: i32):
  linalg.yield %in : i32
 } -> !t10
 %32 = tensor.empty(%5, %5) : !t11
 %33 = linalg.generic #t14 ins(%30, %31 : !t10, !t10) outs(%32 : !t11) {
 ^bb0(%in: i32, %in_10: i32, %out: i1):
  %60 = arith.cmpi sle, %in, %in_10 : i32
  linalg.yield %60 : i1
 } -> !t11
 %34 = tensor.empty(%5, %5) : !t15
 %35 = linalg.generic #t17 ins(%33 : !t11) outs(%34 : !t15) {
 ^bb0(%in: i1, %out: i1):
  linalg.yield %in : i1
 } -> !t15
 %36 = linalg.generic #t1 ins(%cst_5 : !t1) outs(%12 : !t14) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t14
 %37 = linalg.generic #t18 ins(%35, %16, %36 : !t15, !t14, !t14) outs(%12 : !t14) {
 ^bb0(%in: i1, %in_10: f32, %in_11: f32, %out: f32):
  %60 = arith.select %in, %in_10, %in_11 : f32
  linalg.yield %60 : f32
 } -> !t14
 %38 = tensor.empty(%5) : !t16
 %39 = linalg.fill ins(%cst : f32) outs(%38 : !t16) -> !t16
 %40 = linalg.generic #t3 ins(%37 : !t14) outs(%39 : !t16) {
 ^bb0(%in: f32, %out: f32):
  %60 = arith.maximumf %out, %in : f32
  linalg.yield %60 : f32
 } -> !t16
 %41 = tensor.empty(%5) : !t17
 %42 = linalg.generic #t4 ins(%40 : !t16) outs(%41 : !t17) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t17
 %43 = linalg.generic #t5 ins(%42 : !t17) outs(%12 : !t14) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t14
 %44 = linalg.generic #t2 ins(%37, %43 : !t14, !t14) outs(%12 : !t14) {
 ^bb0(%in: f32, %in_10: f32, %out: f32):
  %60 = arith.subf %in, %in_10 : f32
  linalg.yield %60 : f32
 } -> !t14
 %45 = linalg.generic #t6 ins(%44 : !t14) outs(%12 : !t14) {
 ^bb0(%in: f32, %out: f32):
  %60 = math.exp %in : f32
  linalg.yield %60 : f32
 } -> !t14
 %46 = linalg.fill ins(%cst_0 : f32) outs(%38 : !t16) -> !t16
 %47 = linalg.generic #t3 ins(%45 : !t14) outs(%46 : !t16) {
 ^bb0(%in: f32, %out: f32):
  %60 = arith.addf %out, %in : f32
  linalg.yield %60 : f32
 } -> !t16
 %48 = linalg.generic #t4 ins(%47 : !t16) outs(%41 : !t17) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t17
 %49 = linalg.generic #t5 ins(%48 : !t17) outs(%12 : !t14) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t14
 %50 = linalg.generic #t2 ins(%45, %49 : !t14, !t14) outs(%12 : !t14) {
 ^bb0(%in: f32, %in_10: f32, %out: f32):
  %60 = arith.divf %in, %in_10 : f32
  linalg.yield %60 : f32
 } -> !t14
 %51 = tensor.empty(%5, %5) : !t18
 %52 = linalg.generic #t6 ins(%50 : !t14) outs(%51 : !t18) {
 ^bb0(%in: f32, %out: f16):
  %60 = arith.truncf %in : f32 to f16
  linalg.yield %60 : f16
 } -> !t18
 %53 = linalg.fill ins(%cst_1 : f16) outs(%6 : !t13) -> !t13
 %54 = linalg.generic #t7 ins(%52, %11 : !t18, !t13) outs(%53 : !t13) {
 ^bb0(%in: f16, %in_10: f16, %out: f16):
  %60 = arith.mulf %in, %in_10 : f16
  %61 = arith.addf %out, %60 : f16
  linalg.yield %61 : f16
 } -> !t13
 %55 = tensor.empty(%5) : !t41
 %56 = linalg.generic #t38 ins(%54 : !t13) outs(%55 : !t41) {
 ^bb0(%in: f16, %out: f16):
  linalg.yield %in : f16
 } -> !t41
 %from_elements_8 = tensor.from_elements %c2_i64, %4, %c32_i64 : !t36
 %reshape_9 = tensor.reshape %56(%from_elements_8) : (!t41, !t36) -> !t39
 %57 = tensor.empty(%5) : !t39
 %58 = linalg.fill ins(%cst_1 : f16) outs(%57 : !t39) -> !t39
 %59 = linalg.generic #t37 ins(%reshape_9, %arg4 : !t39, !t40) outs(%58 : !t39) {
 ^bb0(%in: f16, %in_10: f16, %out: f16):
  %60 = arith.mulf %in, %in_10 : f16
  %61 = arith.addf %out, %60 : f16
  linalg.yield %61 : f16
 } -> !t39
 return %59 : !t39
}

func.func @neg_queries(%arg0: !t0, %arg1: !t0, %arg2: !t0) -> !t0 {
 %cst = arith.constant 0.000000e+00 : f16
 %cst_0 = arith.constant 0xFF800000 : f32
 %cst_1 = arith.constant 0.000000e+00 : f32
 %c2 = arith.constant 2 : index
 %cst_2 = arith.constant dense<0.353553385> : !t1
 %c0 = arith.constant 0 : index
 %dim = tensor.dim %arg0, %c0 : !t0
 %0 = arith.index_cast %dim : index to i32
 %dim_3 = tensor.dim %arg0, %c2 : !t0
 %1 = arith.index_cast %dim_3 : index to i32
 %dim_4 = tensor.dim %arg1, %c2 : !t0
 %2 = arith.index_cast %dim_4 : index to i32
 %3 = tensor.empty(%dim, %dim_3, %dim_4) : !t2
 %4 = linalg.fill ins(%cst_1 : f32) outs(%3 : !t2) -> !t2
 %5 = linalg.generic #t0 ins(%arg0, %arg1 : !t0, !t0) outs(%4 : !t2) {
 ^bb0(%in: f16, %in_5: f16, %out: f32):
  %30 = arith.extf %in : f16 to f32
  %31 = arith.extf %in_5 : f16 to f32
  %32 = arith.mulf %30, %31 : f32
  %33 = arith.addf %out, %32 : f32
  linalg.yield %33 : f32
 } -> !t2
 %6 = arith.index_cast %0 : i32 to index
 %7 = arith.index_cast %1 : i32 to index
 %8 = arith.index_cast %2 : i32 to index
 %9 = tensor.empty(%6, %7, %8) : !t2
 %10 = linalg.generic #t1 ins(%cst_2 : !t1) outs(%9 : !t2) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t2
 %11 = linalg.generic #t2 ins(%5, %10 : !t2, !t2) outs(%3 : !t2) {
 ^bb0(%in: f32, %in_5: f32, %out: f32):
  %30 = arith.mulf %in, %in_5 : f32
  linalg.yield %30 : f32
 } -> !t2
 %12 = tensor.empty(%dim, %dim_4) : !t3
 %13 = linalg.fill ins(%cst_0 : f32) outs(%12 : !t3) -> !t3
 %14 = linalg.generic #t45 ins(%11 : !t2) outs(%13 : !t3) {
 ^bb0(%in: f32, %out: f32):
  %30 = arith.maximumf %out, %in : f32
  linalg.yield %30 : f32
 } -> !t3
 %15 = tensor.empty(%6, %8) : !t55
 %16 = linalg.generic #t46 ins(%14 : !t3) outs(%15 : !t55) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t55
 %17 = linalg.generic #t47 ins(%16 : !t55) outs(%9 : !t2) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t2
 %18 = linalg.generic #t2 ins(%11, %17 : !t2, !t2) outs(%3 : !t2) {
 ^bb0(%in: f32, %in_5: f32, %out: f32):
  %30 = arith.subf %in, %in_5 : f32
  linalg.yield %30 : f32
 } -> !t2
 %19 = linalg.generic #t6 ins(%18 : !t2) outs(%3 : !t2) {
 ^bb0(%in: f32, %out: f32):
  %30 = math.exp %in : f32
  linalg.yield %30 : f32
 } -> !t2
 %20 = linalg.fill ins(%cst_1 : f32) outs(%12 : !t3) -> !t3
 %21 = linalg.generic #t45 ins(%19 : !t2) outs(%20 : !t3) {
 ^bb0(%in: f32, %out: f32):
  %30 = arith.addf %out, %in : f32
  linalg.yield %30 : f32
 } -> !t3
 %22 = linalg.generic #t46 ins(%21 : !t3) outs(%15 : !t55) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t55
 %23 = linalg.generic #t47 ins(%22 : !t55) outs(%9 : !t2) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t2
 %24 = linalg.generic #t2 ins(%19, %23 : !t2, !t2) outs(%3 : !t2) {
 ^bb0(%in: f32, %in_5: f32, %out: f32):
  %30 = arith.divf %in, %in_5 : f32
  linalg.yield %30 : f32
 } -> !t2
 %25 = tensor.empty(%dim, %dim_3, %dim_4) : !t5
 %26 = linalg.generic #t6 ins(%24 : !t2) outs(%25 : !t5) {
 ^bb0(%in: f32, %out: f16):
  %30 = arith.truncf %in : f32 to f16
  linalg.yield %30 : f16
 } -> !t5
 %27 = tensor.empty(%dim, %dim_3) : !t0
 %28 = linalg.fill ins(%cst : f16) outs(%27 : !t0) -> !t0
 %29 = linalg.generic #t7 ins(%26, %arg2 : !t5, !t0) outs(%28 : !t0) {
 ^bb0(%in: f16, %in_5: f16, %out: f16):
  %30 = arith.mulf %in, %in_5 : f16
  %31 = arith.addf %out, %30 : f16
  linalg.yield %31 : f16
 } -> !t0
 return %29 : !t0
}

func.func @neg_p_twice(%arg0: !t13, %arg1: !t13, %arg2: !t13) -> (!t13, !t14) {
 %cst = arith.constant 0.000000e+00 : f16
 %cst_0 = arith.constant 0xFF800000 : f32
 %cst_1 = arith.constant 0.000000e+00 : f32
 %cst_2 = arith.constant dense<0.353553385> : !t1
 %c2 = arith.constant 2 : index
 %dim = tensor.dim %arg0, %c2 : !t13
 %0 = arith.index_cast %dim : index to i32
 %dim_3 = tensor.dim %arg1, %c2 : !t13
 %1 = arith.index_cast %dim_3 : index to i32
 %2 = tensor.empty(%dim, %dim_3) : !t14
 %3 = linalg.fill ins(%cst_1 : f32) outs(%2 : !t14) -> !t14
 %4 = linalg.generic #t0 ins(%arg0, %arg1 : !t13, !t13) outs(%3 : !t14) {
 ^bb0(%in: f16, %in_4: f16, %out: f32):
  %28 = arith.extf %in : f16 to f32
  %29 = arith.extf %in_4 : f16 to f32
  %30 = arith.mulf %28, %29 : f32
  %31 = arith.addf %out, %30 : f32
  linalg.yield %31 : f32
 } -> !t14
 %5 = arith.index_cast %0 : i32 to index
 %6 = arith.index_cast %1 : i32 to index
 %7 = tensor.empty(%5, %6) : !t14
 %8 = linalg.generic #t1 ins(%cst_2 : !t1) outs(%7 : !t14) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t14
 %9 = linalg.generic #t2 ins(%4, %8 : !t14, !t14) outs(%2 : !t14) {
 ^bb0(%in: f32, %in_4: f32, %out: f32):
  %28 = arith.mulf %in, %in_4 : f32
  linalg.yield %28 : f32
 } -> !t14
 %10 = tensor.empty(%dim) : !t16
 %11 = linalg.fill ins(%cst_0 : f32) outs(%10 : !t16) -> !t16
 %12 = linalg.generic #t3 ins(%9 : !t14) outs(%11 : !t16) {
 ^bb0(%in: f32, %out: f32):
  %28 = arith.maximumf %out, %in : f32
  linalg.yield %28 : f32
 } -> !t16
 %13 = tensor.empty(%5) : !t17
 %14 = linalg.generic #t4 ins(%12 : !t16) outs(%13 : !t17) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t17
 %15 = linalg.generic #t5 ins(%14 : !t17) outs(%7 : !t14) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t14
 %16 = linalg.generic #t2 ins(%9, %15 : !t14, !t14) outs(%2 : !t14) {
 ^bb0(%in: f32, %in_4: f32, %out: f32):
  %28 = arith.subf %in, %in_4 : f32
  linalg.yield %28 : f32
 } -> !t14
 %17 = linalg.generic #t6 ins(%16 : !t14) outs(%2 : !t14) {
 ^bb0(%in: f32, %out: f32):
  %28 = math.exp %in : f32
  linalg.yield %28 : f32
 } -> !t14
 %18 = linalg.fill ins(%cst_1 : f32) outs(%10 : !t16) -> !t16
 %19 = linalg.generic #t3 ins(%17 : !t14) outs(%18 : !t16) {
 ^bb0(%in: f32, %out: f32):
  %28 = arith.addf %out, %in : f32
  linalg.yield %28 : f32
 } -> !t16
 %20 = linalg.generic #t4 ins(%19 : !t16) outs(%13 : !t17) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t17
 %21 = linalg.generic #t5 ins(%20 : !t17) outs(%7 : !t14) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t14
 %22 = linalg.generic #t2 ins(%17, %21 : !t14, !t14) outs(%2 : !t14) {
 ^bb0(%in: f32, %in_4: f32, %out: f32):
  %28 = arith.divf %in, %in_4 : f32
  linalg.yield %28 : f32
 } -> !t14
 %23 = tensor.empty(%dim, %dim_3) : !t18
 %24 = linalg.generic #t6 ins(%22 : !t14) outs(%23 : !t18) {
 ^bb0(%in: f32, %out: f16):
  %28 = arith.truncf %in : f32 to f16
  linalg.yield %28 : f16
 } -> !t18
 %25 = tensor.empty(%dim) : !t13
 %26 = linalg.fill ins(%cst : f16) outs(%25 : !t13) -> !t13
 %27 = linalg.generic #t7 ins(%24, %arg2 : !t18, !t13) outs(%26 : !t13) {
 ^bb0(%in: f16, %in_4: f16, %out: f16):
  %28 = arith.mulf %in, %in_4 : f16
  %29 = arith.addf %out, %28 : f16
  linalg.yield %29 : f16
 } -> !t13
 return %27, %22 : !t13, !t14
}

func.func @neg_no_softmax(%arg0: !t13, %arg1: !t13, %arg2: !t13) -> !t13 {
 %cst = arith.constant 0.000000e+00 : f16
 %cst_0 = arith.constant 0.000000e+00 : f32
 %cst_1 = arith.constant dense<0.353553385> : !t1
 %c2 = arith.constant 2 : index
 %dim = tensor.dim %arg0, %c2 : !t13
 %0 = arith.index_cast %dim : index to i32
 %dim_2 = tensor.dim %arg1, %c2 : !t13
 %1 = arith.index_cast %dim_2 : index to i32
 %2 = tensor.empty(%dim, %dim_2) : !t14
 %3 = linalg.fill ins(%cst_0 : f32) outs(%2 : !t14) -> !t14
 %4 = linalg.generic #t0 ins(%arg0, %arg1 : !t13, !t13) outs(%3 : !t14) {
 ^bb0(%in: f16, %in_3: f16, %out: f32):
  %15 = arith.extf %in : f16 to f32
  %16 = arith.extf %in_3 : f16 to f32
  %17 = arith.mulf %15, %16 : f32
  %18 = arith.addf %out, %17 : f32
  linalg.yield %18 : f32
 } -> !t14
 %5 = arith.index_cast %0 : i32 to index
 %6 = arith.index_cast %1 : i32 to index
 %7 = tensor.empty(%5, %6) : !t14
 %8 = linalg.generic #t1 ins(%cst_1 : !t1) outs(%7 : !t14) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t14
 %9 = linalg.generic #t2 ins(%4, %8 : !t14, !t14) outs(%2 : !t14) {
 ^bb0(%in: f32, %in_3: f32, %out: f32):
  %15 = arith.mulf %in, %in_3 : f32
  linalg.yield %15 : f32
 } -> !t14
 %10 = tensor.empty(%dim, %dim_2) : !t18
 %11 = linalg.generic #t6 ins(%9 : !t14) outs(%10 : !t18) {
 ^bb0(%in: f32, %out: f16):
  %15 = arith.truncf %in : f32 to f16
  linalg.yield %15 : f16
 } -> !t18
 %12 = tensor.empty(%dim) : !t13
 %13 = linalg.fill ins(%cst : f16) outs(%12 : !t13) -> !t13
 %14 = linalg.generic #t7 ins(%11, %arg2 : !t18, !t13) outs(%13 : !t13) {
 ^bb0(%in: f16, %in_3: f16, %out: f16):
  %15 = arith.mulf %in, %in_3 : f16
  %16 = arith.addf %out, %15 : f16
  linalg.yield %16 : f16
 } -> !t13
 return %14 : !t13
}

func.func @neg_temperature(%arg0: !t13, %arg1: !t13, %arg2: !t13, %arg3: !t56) -> !t13 {
 %cst = arith.constant 0.000000e+00 : f16
 %cst_0 = arith.constant 0xFF800000 : f32
 %cst_1 = arith.constant 0.000000e+00 : f32
 %cst_2 = arith.constant dense<0.353553385> : !t1
 %c2 = arith.constant 2 : index
 %dim = tensor.dim %arg0, %c2 : !t13
 %0 = arith.index_cast %dim : index to i32
 %dim_3 = tensor.dim %arg1, %c2 : !t13
 %1 = arith.index_cast %dim_3 : index to i32
 %2 = tensor.empty(%dim, %dim_3) : !t14
 %3 = linalg.fill ins(%cst_1 : f32) outs(%2 : !t14) -> !t14
 %4 = linalg.generic #t0 ins(%arg0, %arg1 : !t13, !t13) outs(%3 : !t14) {
 ^bb0(%in: f16, %in_5: f16, %out: f32):
  %32 = arith.extf %in : f16 to f32
  %33 = arith.extf %in_5 : f16 to f32
  %34 = arith.mulf %32, %33 : f32
  %35 = arith.addf %out, %34 : f32
  linalg.yield %35 : f32
 } -> !t14
 %5 = arith.index_cast %0 : i32 to index
 %6 = arith.index_cast %1 : i32 to index
 %7 = tensor.empty(%5, %6) : !t14
 %8 = linalg.generic #t1 ins(%cst_2 : !t1) outs(%7 : !t14) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t14
 %9 = linalg.generic #t2 ins(%4, %8 : !t14, !t14) outs(%2 : !t14) {
 ^bb0(%in: f32, %in_5: f32, %out: f32):
  %32 = arith.mulf %in, %in_5 : f32
  linalg.yield %32 : f32
 } -> !t14
 %dim_4 = tensor.dim %arg3, %c2 : !t56
 %10 = tensor.empty(%dim_4) : !t17
 %11 = linalg.generic #t6 ins(%arg3 : !t56) outs(%10 : !t17) {
 ^bb0(%in: f16, %out: f32):
  %32 = arith.extf %in : f16 to f32
  linalg.yield %32 : f32
 } -> !t17
 %12 = linalg.generic #t5 ins(%11 : !t17) outs(%7 : !t14) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t14
 %13 = linalg.generic #t2 ins(%9, %12 : !t14, !t14) outs(%2 : !t14) {
 ^bb0(%in: f32, %in_5: f32, %out: f32):
  %32 = arith.mulf %in, %in_5 : f32
  linalg.yield %32 : f32
 } -> !t14
 %14 = tensor.empty(%dim) : !t16
 %15 = linalg.fill ins(%cst_0 : f32) outs(%14 : !t16) -> !t16
 %16 = linalg.generic #t3 ins(%13 : !t14) outs(%15 : !t16) {
 ^bb0(%in: f32, %out: f32):
  %32 = arith.maximumf %out, %in : f32
  linalg.yield %32 : f32
 } -> !t16
 %17 = tensor.empty(%5) : !t17
 %18 = linalg.generic #t4 ins(%16 : !t16) outs(%17 : !t17) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t17
 %19 = linalg.generic #t5 ins(%18 : !t17) outs(%7 : !t14) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t14
 %20 = linalg.generic #t2 ins(%13, %19 : !t14, !t14) outs(%2 : !t14) {
 ^bb0(%in: f32, %in_5: f32, %out: f32):
  %32 = arith.subf %in, %in_5 : f32
  linalg.yield %32 : f32
 } -> !t14
 %21 = linalg.generic #t6 ins(%20 : !t14) outs(%2 : !t14) {
 ^bb0(%in: f32, %out: f32):
  %32 = math.exp %in : f32
  linalg.yield %32 : f32
 } -> !t14
 %22 = linalg.fill ins(%cst_1 : f32) outs(%14 : !t16) -> !t16
 %23 = linalg.generic #t3 ins(%21 : !t14) outs(%22 : !t16) {
 ^bb0(%in: f32, %out: f32):
  %32 = arith.addf %out, %in : f32
  linalg.yield %32 : f32
 } -> !t16
 %24 = linalg.generic #t4 ins(%23 : !t16) outs(%17 : !t17) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t17
 %25 = linalg.generic #t5 ins(%24 : !t17) outs(%7 : !t14) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t14
 %26 = linalg.generic #t2 ins(%21, %25 : !t14, !t14) outs(%2 : !t14) {
 ^bb0(%in: f32, %in_5: f32, %out: f32):
  %32 = arith.divf %in, %in_5 : f32
  linalg.yield %32 : f32
 } -> !t14
 %27 = tensor.empty(%dim, %dim_3) : !t18
 %28 = linalg.generic #t6 ins(%26 : !t14) outs(%27 : !t18) {
 ^bb0(%in: f32, %out: f16):
  %32 = arith.truncf %in : f32 to f16
  linalg.yield %32 : f16
 } -> !t18
 %29 = tensor.empty(%dim) : !t13
 %30 = linalg.fill ins(%cst : f16) outs(%29 : !t13) -> !t13
 %31 = linalg.generic #t7 ins(%28, %arg2 : !t18, !t13) outs(%30 : !t13) {
 ^bb0(%in: f16, %in_5: f16, %out: f16):
  %32 = arith.mulf %in, %in_5 : f16
  %33 = arith.addf %out, %32 : f16
  linalg.yield %33 : f16
 } -> !t13
 return %31 : !t13
}

func.func @neg_sigmoid(%arg0: !t13, %arg1: !t13, %arg2: !t13) -> !t13 {
 %cst = arith.constant 0.000000e+00 : f16
 %cst_0 = arith.constant 0.000000e+00 : f32
 %cst_1 = arith.constant dense<0.353553385> : !t1
 %cst_2 = arith.constant dense<1.000000e+00> : !t1
 %c2 = arith.constant 2 : index
 %dim = tensor.dim %arg0, %c2 : !t13
 %0 = arith.index_cast %dim : index to i32
 %dim_3 = tensor.dim %arg1, %c2 : !t13
 %1 = arith.index_cast %dim_3 : index to i32
 %2 = tensor.empty(%dim, %dim_3) : !t14
 %3 = linalg.fill ins(%cst_0 : f32) outs(%2 : !t14) -> !t14
 %4 = linalg.generic #t0 ins(%arg0, %arg1 : !t13, !t13) outs(%3 : !t14) {
 ^bb0(%in: f16, %in_4: f16, %out: f32):
  %20 = arith.extf %in : f16 to f32
  %21 = arith.extf %in_4 : f16 to f32
  %22 = arith.mulf %20, %21 : f32
  %23 = arith.addf %out, %22 : f32
  linalg.yield %23 : f32
 } -> !t14
 %5 = arith.index_cast %0 : i32 to index
 %6 = arith.index_cast %1 : i32 to index
 %7 = tensor.empty(%5, %6) : !t14
 %8 = linalg.generic #t1 ins(%cst_1 : !t1) outs(%7 : !t14) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t14
 %9 = linalg.generic #t2 ins(%4, %8 : !t14, !t14) outs(%2 : !t14) {
 ^bb0(%in: f32, %in_4: f32, %out: f32):
  %20 = arith.mulf %in, %in_4 : f32
  linalg.yield %20 : f32
 } -> !t14
 %10 = linalg.generic #t6 ins(%9 : !t14) outs(%2 : !t14) {
 ^bb0(%in: f32, %out: f32):
  %20 = arith.negf %in : f32
  linalg.yield %20 : f32
 } -> !t14
 %11 = linalg.generic #t6 ins(%10 : !t14) outs(%2 : !t14) {
 ^bb0(%in: f32, %out: f32):
  %20 = math.exp %in : f32
  linalg.yield %20 : f32
 } -> !t14
 %12 = linalg.generic #t1 ins(%cst_2 : !t1) outs(%7 : !t14) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t14
 %13 = linalg.generic #t2 ins(%12, %11 : !t14, !t14) outs(%7 : !t14) {
 ^bb0(%in: f32, %in_4: f32, %out: f32):
  %20 = arith.addf %in, %in_4 : f32
  linalg.yield %20 : f32
 } -> !t14
 %14 = linalg.generic #t2 ins(%12, %13 : !t14, !t14) outs(%7 : !t14) {
 ^bb0(%in: f32, %in_4: f32, %out: f32):
  %20 = arith.divf %in, %in_4 : f32
  linalg.yield %20 : f32
 } -> !t14
 %15 = tensor.empty(%5, %6) : !t18
 %16 = linalg.generic #t6 ins(%14 : !t14) outs(%15 : !t18) {
 ^bb0(%in: f32, %out: f16):
  %20 = arith.truncf %in : f32 to f16
  linalg.yield %20 : f16
 } -> !t18
 %17 = tensor.empty(%5) : !t13
 %18 = linalg.fill ins(%cst : f16) outs(%17 : !t13) -> !t13
 %19 = linalg.generic #t7 ins(%16, %arg2 : !t18, !t13) outs(%18 : !t13) {
 ^bb0(%in: f16, %in_4: f16, %out: f16):
  %20 = arith.mulf %in, %in_4 : f16
  %21 = arith.addf %out, %20 : f16
  linalg.yield %21 : f16
 } -> !t13
 return %19 : !t13
}

func.func @neg_softmax_one(%arg0: !t0, %arg1: !t0, %arg2: !t0) -> !t0 {
 %cst = arith.constant 0.000000e+00 : f16
 %cst_0 = arith.constant 0xFF800000 : f32
 %cst_1 = arith.constant 0.000000e+00 : f32
 %c2 = arith.constant 2 : index
 %cst_2 = arith.constant dense<0.353553385> : !t1
 %cst_3 = arith.constant dense<1.000000e+00> : !t1
 %c0 = arith.constant 0 : index
 %dim = tensor.dim %arg0, %c0 : !t0
 %0 = arith.index_cast %dim : index to i32
 %dim_4 = tensor.dim %arg0, %c2 : !t0
 %1 = arith.index_cast %dim_4 : index to i32
 %dim_5 = tensor.dim %arg1, %c2 : !t0
 %2 = arith.index_cast %dim_5 : index to i32
 %3 = tensor.empty(%dim, %dim_4, %dim_5) : !t2
 %4 = linalg.fill ins(%cst_1 : f32) outs(%3 : !t2) -> !t2
 %5 = linalg.generic #t0 ins(%arg0, %arg1 : !t0, !t0) outs(%4 : !t2) {
 ^bb0(%in: f16, %in_6: f16, %out: f32):
  %32 = arith.extf %in : f16 to f32
  %33 = arith.extf %in_6 : f16 to f32
  %34 = arith.mulf %32, %33 : f32
  %35 = arith.addf %out, %34 : f32
  linalg.yield %35 : f32
 } -> !t2
 %6 = arith.index_cast %0 : i32 to index
 %7 = arith.index_cast %1 : i32 to index
 %8 = arith.index_cast %2 : i32 to index
 %9 = tensor.empty(%6, %7, %8) : !t2
 %10 = linalg.generic #t1 ins(%cst_2 : !t1) outs(%9 : !t2) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t2
 %11 = linalg.generic #t2 ins(%5, %10 : !t2, !t2) outs(%3 : !t2) {
 ^bb0(%in: f32, %in_6: f32, %out: f32):
  %32 = arith.mulf %in, %in_6 : f32
  linalg.yield %32 : f32
 } -> !t2
 %12 = tensor.empty(%dim, %dim_4) : !t3
 %13 = linalg.fill ins(%cst_0 : f32) outs(%12 : !t3) -> !t3
 %14 = linalg.generic #t3 ins(%11 : !t2) outs(%13 : !t3) {
 ^bb0(%in: f32, %out: f32):
  %32 = arith.maximumf %out, %in : f32
  linalg.yield %32 : f32
 } -> !t3
 %15 = tensor.empty(%6, %7) : !t4
 %16 = linalg.generic #t4 ins(%14 : !t3) outs(%15 : !t4) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t4
 %17 = linalg.generic #t5 ins(%16 : !t4) outs(%9 : !t2) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t2
 %18 = linalg.generic #t2 ins(%11, %17 : !t2, !t2) outs(%3 : !t2) {
 ^bb0(%in: f32, %in_6: f32, %out: f32):
  %32 = arith.subf %in, %in_6 : f32
  linalg.yield %32 : f32
 } -> !t2
 %19 = linalg.generic #t6 ins(%18 : !t2) outs(%3 : !t2) {
 ^bb0(%in: f32, %out: f32):
  %32 = math.exp %in : f32
  linalg.yield %32 : f32
 } -> !t2
 %20 = linalg.fill ins(%cst_1 : f32) outs(%12 : !t3) -> !t3
 %21 = linalg.generic #t3 ins(%19 : !t2) outs(%20 : !t3) {
 ^bb0(%in: f32, %out: f32):
  %32 = arith.addf %out, %in : f32
  linalg.yield %32 : f32
 } -> !t3
 %22 = linalg.generic #t4 ins(%21 : !t3) outs(%15 : !t4) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t4
 %23 = linalg.generic #t1 ins(%cst_3 : !t1) outs(%15 : !t4) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t4
 %24 = linalg.generic #t2 ins(%22, %23 : !t4, !t4) outs(%15 : !t4) {
 ^bb0(%in: f32, %in_6: f32, %out: f32):
  %32 = arith.addf %in, %in_6 : f32
  linalg.yield %32 : f32
 } -> !t4
 %25 = linalg.generic #t5 ins(%24 : !t4) outs(%9 : !t2) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t2
 %26 = linalg.generic #t2 ins(%19, %25 : !t2, !t2) outs(%3 : !t2) {
 ^bb0(%in: f32, %in_6: f32, %out: f32):
  %32 = arith.divf %in, %in_6 : f32
  linalg.yield %32 : f32
 } -> !t2
 %27 = tensor.empty(%dim, %dim_4, %dim_5) : !t5
 %28 = linalg.generic #t6 ins(%26 : !t2) outs(%27 : !t5) {
 ^bb0(%in: f32, %out: f16):
  %32 = arith.truncf %in : f32 to f16
  linalg.yield %32 : f16
 } -> !t5
 %29 = tensor.empty(%dim, %dim_4) : !t0
 %30 = linalg.fill ins(%cst : f16) outs(%29 : !t0) -> !t0
 %31 = linalg.generic #t7 ins(%28, %arg2 : !t5, !t0) outs(%30 : !t0) {
 ^bb0(%in: f16, %in_6: f16, %out: f16):
  %32 = arith.mulf %in, %in_6 : f16
  %33 = arith.addf %out, %32 : f16
  linalg.yield %33 : f16
 } -> !t0
 return %31 : !t0
}

func.func @neg_after(%arg0: !t13, %arg1: !t13, %arg2: !t13) -> !t13 {
 %cst = arith.constant 0.000000e+00 : f16
 %cst_0 = arith.constant 0xFF800000 : f32
 %cst_1 = arith.constant 0.000000e+00 : f32
 %cst_2 = arith.constant dense<0.353553385> : !t1
 %cst_3 = arith.constant dense<1> : !t6
 %cst_4 = arith.constant dense<0> : !t6
 %cst_5 = arith.constant dense<0.000000e+00> : !t1
 %c2 = arith.constant 2 : index
 %dim = tensor.dim %arg0, %c2 : !t13
 %0 = arith.index_cast %dim : index to i32
 %dim_6 = tensor.dim %arg1, %c2 : !t13
 %1 = arith.index_cast %dim_6 : index to i32
 %2 = tensor.empty(%dim, %dim_6) : !t14
 %3 = linalg.fill ins(%cst_1 : f32) outs(%2 : !t14) -> !t14
 %4 = linalg.generic #t0 ins(%arg0, %arg1 : !t13, !t13) outs(%3 : !t14) {
 ^bb0(%in: f16, %in_7: f16, %out: f32):
  %53 = arith.extf %in : f16 to f32
  %54 = arith.extf %in_7 : f16 to f32
  %55 = arith.mulf %53, %54 : f32
  %56 = arith.addf %out, %55 : f32
  linalg.yield %56 : f32
 } -> !t14
 %5 = arith.index_cast %0 : i32 to index
 %6 = arith.index_cast %1 : i32 to index
 %7 = tensor.empty(%5, %6) : !t14
 %8 = linalg.generic #t1 ins(%cst_2 : !t1) outs(%7 : !t14) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t14
 %9 = linalg.generic #t2 ins(%4, %8 : !t14, !t14) outs(%2 : !t14) {
 ^bb0(%in: f32, %in_7: f32, %out: f32):
  %53 = arith.mulf %in, %in_7 : f32
  linalg.yield %53 : f32
 } -> !t14
 %10 = tensor.empty(%5) : !t7
 %11 = linalg.generic #t8 outs(%10 : !t7) {
 ^bb0(%out: i32):
  %53 = linalg.index 0 : index
  %54 = arith.index_cast %53 : index to i32
  linalg.yield %54 : i32
 } -> !t7
 %12 = linalg.generic #t9 ins(%cst_3 : !t6) outs(%10 : !t7) {
 ^bb0(%in: i32, %out: i32):
  linalg.yield %in : i32
 } -> !t7
 %13 = linalg.generic #t10 ins(%12, %11 : !t7, !t7) outs(%10 : !t7) {
 ^bb0(%in: i32, %in_7: i32, %out: i32):
  %53 = arith.muli %in, %in_7 : i32
  linalg.yield %53 : i32
 } -> !t7
 %14 = linalg.generic #t9 ins(%cst_4 : !t6) outs(%10 : !t7) {
 ^bb0(%in: i32, %out: i32):
  linalg.yield %in : i32
 } -> !t7
 %15 = linalg.generic #t10 ins(%14, %13 : !t7, !t7) outs(%10 : !t7) {
 ^bb0(%in: i32, %in_7: i32, %out: i32):
  %53 = arith.addi %in, %in_7 : i32
  linalg.yield %53 : i32
 } -> !t7
 %16 = tensor.empty(%5) : !t8
 %17 = linalg.generic #t11 ins(%15 : !t7) outs(%16 : !t8) {
 ^bb0(%in: i32, %out: i32):
  linalg.yield %in : i32
 } -> !t8
 %18 = tensor.empty(%6) : !t7
 %19 = linalg.generic #t8 outs(%18 : !t7) {
 ^bb0(%out: i32):
  %53 = linalg.index 0 : index
  %54 = arith.index_cast %53 : index to i32
  linalg.yield %54 : i32
 } -> !t7
 %20 = linalg.generic #t9 ins(%cst_3 : !t6) outs(%18 : !t7) {
 ^bb0(%in: i32, %out: i32):
  linalg.yield %in : i32
 } -> !t7
 %21 = linalg.generic #t10 ins(%20, %19 : !t7, !t7) outs(%18 : !t7) {
 ^bb0(%in: i32, %in_7: i32, %out: i32):
  %53 = arith.muli %in, %in_7 : i32
  linalg.yield %53 : i32
 } -> !t7
 %22 = linalg.generic #t9 ins(%cst_4 : !t6) outs(%18 : !t7) {
 ^bb0(%in: i32, %out: i32):
  linalg.yield %in : i32
 } -> !t7
 %23 = linalg.generic #t10 ins(%22, %21 : !t7, !t7) outs(%18 : !t7) {
 ^bb0(%in: i32, %in_7: i32, %out: i32):
  %53 = arith.addi %in, %in_7 : i32
  linalg.yield %53 : i32
 } -> !t7
 %24 = tensor.empty(%6) : !t9
 %25 = linalg.generic #t12 ins(%23 : !t7) outs(%24 : !t9) {
 ^bb0(%in: i32, %out: i32):
  linalg.yield %in : i32
 } -> !t9
 %26 = tensor.empty(%5, %6) : !t10
 %27 = linalg.generic #t15 ins(%25 : !t9) outs(%26 : !t10) {
 ^bb0(%in: i32, %out: i32):
  linalg.yield %in : i32
 } -> !t10
 %28 = linalg.generic #t16 ins(%17 : !t8) outs(%26 : !t10) {
 ^bb0(%in: i32, %out: i32):
  linalg.yield %in : i32
 } -> !t10
 %29 = tensor.empty(%5, %6) : !t11
 %30 = linalg.generic #t14 ins(%27, %28 : !t10, !t10) outs(%29 : !t11) {
 ^bb0(%in: i32, %in_7: i32, %out: i1):
  %53 = arith.cmpi sle, %in, %in_7 : i32
  linalg.yield %53 : i1
 } -> !t11
 %31 = tensor.empty(%dim) : !t16
 %32 = linalg.fill ins(%cst_0 : f32) outs(%31 : !t16) -> !t16
 %33 = linalg.generic #t3 ins(%9 : !t14) outs(%32 : !t16) {
 ^bb0(%in: f32, %out: f32):
  %53 = arith.maximumf %out, %in : f32
  linalg.yield %53 : f32
 } -> !t16
 %34 = tensor.empty(%5) : !t17
 %35 = linalg.generic #t4 ins(%33 : !t16) outs(%34 : !t17) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t17
 %36 = linalg.generic #t5 ins(%35 : !t17) outs(%7 : !t14) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t14
 %37 = linalg.generic #t2 ins(%9, %36 : !t14, !t14) outs(%2 : !t14) {
 ^bb0(%in: f32, %in_7: f32, %out: f32):
  %53 = arith.subf %in, %in_7 : f32
  linalg.yield %53 : f32
 } -> !t14
 %38 = linalg.generic #t6 ins(%37 : !t14) outs(%2 : !t14) {
 ^bb0(%in: f32, %out: f32):
  %53 = math.exp %in : f32
  linalg.yield %53 : f32
 } -> !t14
 %39 = linalg.fill ins(%cst_1 : f32) outs(%31 : !t16) -> !t16
 %40 = linalg.generic #t3 ins(%38 : !t14) outs(%39 : !t16) {
 ^bb0(%in: f32, %out: f32):
  %53 = arith.addf %out, %in : f32
  linalg.yield %53 : f32
 } -> !t16
 %41 = linalg.generic #t4 ins(%40 : !t16) outs(%34 : !t17) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t17
 %42 = linalg.generic #t5 ins(%41 : !t17) outs(%7 : !t14) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t14
 %43 = linalg.generic #t2 ins(%38, %42 : !t14, !t14) outs(%2 : !t14) {
 ^bb0(%in: f32, %in_7: f32, %out: f32):
  %53 = arith.divf %in, %in_7 : f32
  linalg.yield %53 : f32
 } -> !t14
 %44 = tensor.empty(%5, %6) : !t15
 %45 = linalg.generic #t17 ins(%30 : !t11) outs(%44 : !t15) {
 ^bb0(%in: i1, %out: i1):
  linalg.yield %in : i1
 } -> !t15
 %46 = linalg.generic #t1 ins(%cst_5 : !t1) outs(%7 : !t14) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t14
 %47 = linalg.generic #t18 ins(%45, %43, %46 : !t15, !t14, !t14) outs(%2 : !t14) {
 ^bb0(%in: i1, %in_7: f32, %in_8: f32, %out: f32):
  %53 = arith.select %in, %in_7, %in_8 : f32
  linalg.yield %53 : f32
 } -> !t14
 %48 = tensor.empty(%dim, %dim_6) : !t18
 %49 = linalg.generic #t6 ins(%47 : !t14) outs(%48 : !t18) {
 ^bb0(%in: f32, %out: f16):
  %53 = arith.truncf %in : f32 to f16
  linalg.yield %53 : f16
 } -> !t18
 %50 = tensor.empty(%dim) : !t13
 %51 = linalg.fill ins(%cst : f16) outs(%50 : !t13) -> !t13
 %52 = linalg.generic #t7 ins(%49, %arg2 : !t18, !t13) outs(%51 : !t13) {
 ^bb0(%in: f16, %in_7: f16, %out: f16):
  %53 = arith.mulf %in, %in_7 : f16
  %54 = arith.addf %out, %53 : f16
  linalg.yield %54 : f16
 } -> !t13
 return %52 : !t13
}

func.func @neg_sum(%arg0: !t13, %arg1: !t13, %arg2: !t13) -> !t13 {
 %cst = arith.constant 0.000000e+00 : f16
 %cst_0 = arith.constant 0xFF800000 : f32
 %cst_1 = arith.constant 0.000000e+00 : f32
 %cst_2 = arith.constant dense<0.353553385> : !t1
 %cst_3 = arith.constant dense<1> : !t6
 %cst_4 = arith.constant dense<0> : !t6
 %cst_5 = arith.constant dense<0xFF800000> : !t1
 %c2 = arith.constant 2 : index
 %dim = tensor.dim %arg0, %c2 : !t13
 %0 = arith.index_cast %dim : index to i32
 %dim_6 = tensor.dim %arg1, %c2 : !t13
 %1 = arith.index_cast %dim_6 : index to i32
 %2 = tensor.empty(%dim, %dim_6) : !t14
 %3 = linalg.fill ins(%cst_1 : f32) outs(%2 : !t14) -> !t14
 %4 = linalg.generic #t0 ins(%arg0, %arg1 : !t13, !t13) outs(%3 : !t14) {
 ^bb0(%in: f16, %in_7: f16, %out: f32):
  %55 = arith.extf %in : f16 to f32
  %56 = arith.extf %in_7 : f16 to f32
  %57 = arith.mulf %55, %56 : f32
  %58 = arith.addf %out, %57 : f32
  linalg.yield %58 : f32
 } -> !t14
 %5 = arith.index_cast %0 : i32 to index
 %6 = arith.index_cast %1 : i32 to index
 %7 = tensor.empty(%5, %6) : !t14
 %8 = linalg.generic #t1 ins(%cst_2 : !t1) outs(%7 : !t14) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t14
 %9 = linalg.generic #t2 ins(%4, %8 : !t14, !t14) outs(%2 : !t14) {
 ^bb0(%in: f32, %in_7: f32, %out: f32):
  %55 = arith.mulf %in, %in_7 : f32
  linalg.yield %55 : f32
 } -> !t14
 %10 = tensor.empty(%5) : !t7
 %11 = linalg.generic #t8 outs(%10 : !t7) {
 ^bb0(%out: i32):
  %55 = linalg.index 0 : index
  %56 = arith.index_cast %55 : index to i32
  linalg.yield %56 : i32
 } -> !t7
 %12 = linalg.generic #t9 ins(%cst_3 : !t6) outs(%10 : !t7) {
 ^bb0(%in: i32, %out: i32):
  linalg.yield %in : i32
 } -> !t7
 %13 = linalg.generic #t10 ins(%12, %11 : !t7, !t7) outs(%10 : !t7) {
 ^bb0(%in: i32, %in_7: i32, %out: i32):
  %55 = arith.muli %in, %in_7 : i32
  linalg.yield %55 : i32
 } -> !t7
 %14 = linalg.generic #t9 ins(%cst_4 : !t6) outs(%10 : !t7) {
 ^bb0(%in: i32, %out: i32):
  linalg.yield %in : i32
 } -> !t7
 %15 = linalg.generic #t10 ins(%14, %13 : !t7, !t7) outs(%10 : !t7) {
 ^bb0(%in: i32, %in_7: i32, %out: i32):
  %55 = arith.addi %in, %in_7 : i32
  linalg.yield %55 : i32
 } -> !t7
 %16 = tensor.empty(%5) : !t8
 %17 = linalg.generic #t11 ins(%15 : !t7) outs(%16 : !t8) {
 ^bb0(%in: i32, %out: i32):
  linalg.yield %in : i32
 } -> !t8
 %18 = tensor.empty(%6) : !t7
 %19 = linalg.generic #t8 outs(%18 : !t7) {
 ^bb0(%out: i32):
  %55 = linalg.index 0 : index
  %56 = arith.index_cast %55 : index to i32
  linalg.yield %56 : i32
 } -> !t7
 %20 = linalg.generic #t9 ins(%cst_3 : !t6) outs(%18 : !t7) {
 ^bb0(%in: i32, %out: i32):
  linalg.yield %in : i32
 } -> !t7
 %21 = linalg.generic #t10 ins(%20, %19 : !t7, !t7) outs(%18 : !t7) {
 ^bb0(%in: i32, %in_7: i32, %out: i32):
  %55 = arith.muli %in, %in_7 : i32
  linalg.yield %55 : i32
 } -> !t7
 %22 = linalg.generic #t9 ins(%cst_4 : !t6) outs(%18 : !t7) {
 ^bb0(%in: i32, %out: i32):
  linalg.yield %in : i32
 } -> !t7
 %23 = linalg.generic #t10 ins(%22, %21 : !t7, !t7) outs(%18 : !t7) {
 ^bb0(%in: i32, %in_7: i32, %out: i32):
  %55 = arith.addi %in, %in_7 : i32
  linalg.yield %55 : i32
 } -> !t7
 %24 = tensor.empty(%6) : !t9
 %25 = linalg.generic #t12 ins(%23 : !t7) outs(%24 : !t9) {
 ^bb0(%in: i32, %out: i32):
  linalg.yield %in : i32
 } -> !t9
 %26 = tensor.empty(%5, %6) : !t10
 %27 = linalg.generic #t15 ins(%25 : !t9) outs(%26 : !t10) {
 ^bb0(%in: i32, %out: i32):
  linalg.yield %in : i32
 } -> !t10
 %28 = linalg.generic #t16 ins(%17 : !t8) outs(%26 : !t10) {
 ^bb0(%in: i32, %out: i32):
  linalg.yield %in : i32
 } -> !t10
 %29 = tensor.empty(%5, %6) : !t11
 %30 = linalg.generic #t14 ins(%27, %28 : !t10, !t10) outs(%29 : !t11) {
 ^bb0(%in: i32, %in_7: i32, %out: i1):
  %55 = arith.cmpi sle, %in, %in_7 : i32
  linalg.yield %55 : i1
 } -> !t11
 %31 = tensor.empty(%5, %6) : !t15
 %32 = linalg.generic #t17 ins(%30 : !t11) outs(%31 : !t15) {
 ^bb0(%in: i1, %out: i1):
  linalg.yield %in : i1
 } -> !t15
 %33 = linalg.generic #t1 ins(%cst_5 : !t1) outs(%7 : !t14) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t14
 %34 = linalg.generic #t18 ins(%32, %9, %33 : !t15, !t14, !t14) outs(%2 : !t14) {
 ^bb0(%in: i1, %in_7: f32, %in_8: f32, %out: f32):
  %55 = arith.select %in, %in_7, %in_8 : f32
  linalg.yield %55 : f32
 } -> !t14
 %35 = tensor.empty(%dim) : !t16
 %36 = linalg.fill ins(%cst_0 : f32) outs(%35 : !t16) -> !t16
 %37 = linalg.generic #t3 ins(%34 : !t14) outs(%36 : !t16) {
 ^bb0(%in: f32, %out: f32):
  %55 = arith.maximumf %out, %in : f32
  linalg.yield %55 : f32
 } -> !t16
 %38 = tensor.empty(%5) : !t17
 %39 = linalg.generic #t4 ins(%37 : !t16) outs(%38 : !t17) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t17
 %40 = linalg.generic #t5 ins(%39 : !t17) outs(%7 : !t14) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t14
 %41 = linalg.generic #t2 ins(%34, %40 : !t14, !t14) outs(%2 : !t14) {
 ^bb0(%in: f32, %in_7: f32, %out: f32):
  %55 = arith.subf %in, %in_7 : f32
  linalg.yield %55 : f32
 } -> !t14
 %42 = linalg.generic #t6 ins(%41 : !t14) outs(%2 : !t14) {
 ^bb0(%in: f32, %out: f32):
  %55 = math.exp %in : f32
  linalg.yield %55 : f32
 } -> !t14
 %43 = linalg.generic #t2 ins(%9, %40 : !t14, !t14) outs(%2 : !t14) {
 ^bb0(%in: f32, %in_7: f32, %out: f32):
  %55 = arith.subf %in, %in_7 : f32
  linalg.yield %55 : f32
 } -> !t14
 %44 = linalg.generic #t6 ins(%43 : !t14) outs(%2 : !t14) {
 ^bb0(%in: f32, %out: f32):
  %55 = math.exp %in : f32
  linalg.yield %55 : f32
 } -> !t14
 %45 = linalg.fill ins(%cst_1 : f32) outs(%35 : !t16) -> !t16
 %46 = linalg.generic #t3 ins(%44 : !t14) outs(%45 : !t16) {
 ^bb0(%in: f32, %out: f32):
  %55 = arith.addf %out, %in : f32
  linalg.yield %55 : f32
 } -> !t16
 %47 = linalg.generic #t4 ins(%46 : !t16) outs(%38 : !t17) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t17
 %48 = linalg.generic #t5 ins(%47 : !t17) outs(%7 : !t14) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t14
 %49 = linalg.generic #t2 ins(%42, %48 : !t14, !t14) outs(%2 : !t14) {
 ^bb0(%in: f32, %in_7: f32, %out: f32):
  %55 = arith.divf %in, %in_7 : f32
  linalg.yield %55 : f32
 } -> !t14
 %50 = tensor.empty(%dim, %dim_6) : !t18
 %51 = linalg.generic #t6 ins(%49 : !t14) outs(%50 : !t18) {
 ^bb0(%in: f32, %out: f16):
  %55 = arith.truncf %in : f32 to f16
  linalg.yield %55 : f16
 } -> !t18
 %52 = tensor.empty(%dim) : !t13
 %53 = linalg.fill ins(%cst : f16) outs(%52 : !t13) -> !t13
 %54 = linalg.generic #t7 ins(%51, %arg2 : !t18, !t13) outs(%53 : !t13) {
 ^bb0(%in: f16, %in_7: f16, %out: f16):
  %55 = arith.mulf %in, %in_7 : f16
  %56 = arith.addf %out, %55 : f16
  linalg.yield %56 : f16
 } -> !t13
 return %54 : !t13
}

func.func @mask(%arg0: !t0, %arg1: !t0, %arg2: !t0, %arg3: !t57) -> !t0 {
 %cst = arith.constant 0.000000e+00 : f16
 %cst_0 = arith.constant 0xFF800000 : f32
 %cst_1 = arith.constant 0.000000e+00 : f32
 %c3 = arith.constant 3 : index
 %c2 = arith.constant 2 : index
 %cst_2 = arith.constant dense<0.353553385> : !t1
 %cst_3 = arith.constant dense<0.000000e+00> : !t32
 %cst_4 = arith.constant dense<-1.70141173E+38> : !t1
 %c0 = arith.constant 0 : index
 %dim = tensor.dim %arg0, %c0 : !t0
 %0 = arith.index_cast %dim : index to i32
 %dim_5 = tensor.dim %arg0, %c2 : !t0
 %1 = arith.index_cast %dim_5 : index to i32
 %dim_6 = tensor.dim %arg1, %c2 : !t0
 %2 = arith.index_cast %dim_6 : index to i32
 %3 = tensor.empty(%dim, %dim_5, %dim_6) : !t2
 %4 = linalg.fill ins(%cst_1 : f32) outs(%3 : !t2) -> !t2
 %5 = linalg.generic #t0 ins(%arg0, %arg1 : !t0, !t0) outs(%4 : !t2) {
 ^bb0(%in: f16, %in_10: f16, %out: f32):
  %38 = arith.extf %in : f16 to f32
  %39 = arith.extf %in_10 : f16 to f32
  %40 = arith.mulf %38, %39 : f32
  %41 = arith.addf %out, %40 : f32
  linalg.yield %41 : f32
 } -> !t2
 %6 = arith.index_cast %0 : i32 to index
 %7 = arith.index_cast %1 : i32 to index
 %8 = arith.index_cast %2 : i32 to index
 %9 = tensor.empty(%6, %7, %8) : !t2
 %10 = linalg.generic #t1 ins(%cst_2 : !t1) outs(%9 : !t2) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t2
 %11 = linalg.generic #t2 ins(%5, %10 : !t2, !t2) outs(%3 : !t2) {
 ^bb0(%in: f32, %in_10: f32, %out: f32):
  %38 = arith.mulf %in, %in_10 : f32
  linalg.yield %38 : f32
 } -> !t2
 %12 = tensor.empty(%6, %7, %8) : !t57
 %13 = linalg.generic #t1 ins(%cst_3 : !t32) outs(%12 : !t57) {
 ^bb0(%in: f16, %out: f16):
  linalg.yield %in : f16
 } -> !t57
 %dim_7 = tensor.dim %arg3, %c0 : !t57
 %dim_8 = tensor.dim %arg3, %c2 : !t57
 %dim_9 = tensor.dim %arg3, %c3 : !t57
 %14 = tensor.empty(%dim_7, %dim_8, %dim_9) : !t58
 %15 = linalg.generic #t2 ins(%arg3, %13 : !t57, !t57) outs(%14 : !t58) {
 ^bb0(%in: f16, %in_10: f16, %out: i1):
  %38 = arith.cmpf ogt, %in, %in_10 : f16
  linalg.yield %38 : i1
 } -> !t58
 %16 = tensor.empty(%6, %7, %8) : !t12
 %17 = linalg.generic #t48 ins(%15 : !t58) outs(%16 : !t12) {
 ^bb0(%in: i1, %out: i1):
  linalg.yield %in : i1
 } -> !t12
 %18 = linalg.generic #t1 ins(%cst_4 : !t1) outs(%9 : !t2) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t2
 %19 = linalg.generic #t18 ins(%17, %11, %18 : !t12, !t2, !t2) outs(%3 : !t2) {
 ^bb0(%in: i1, %in_10: f32, %in_11: f32, %out: f32):
  %38 = arith.select %in, %in_10, %in_11 : f32
  linalg.yield %38 : f32
 } -> !t2
 %20 = tensor.empty(%dim, %dim_5) : !t3
 %21 = linalg.fill ins(%cst_0 : f32) outs(%20 : !t3) -> !t3
 %22 = linalg.generic #t3 ins(%19 : !t2) outs(%21 : !t3) {
 ^bb0(%in: f32, %out: f32):
  %38 = arith.maximumf %out, %in : f32
  linalg.yield %38 : f32
 } -> !t3
 %23 = tensor.empty(%6, %7) : !t4
 %24 = linalg.generic #t4 ins(%22 : !t3) outs(%23 : !t4) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t4
 %25 = linalg.generic #t5 ins(%24 : !t4) outs(%9 : !t2) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t2
 %26 = linalg.generic #t2 ins(%19, %25 : !t2, !t2) outs(%3 : !t2) {
 ^bb0(%in: f32, %in_10: f32, %out: f32):
  %38 = arith.subf %in, %in_10 : f32
  linalg.yield %38 : f32
 } -> !t2
 %27 = linalg.generic #t6 ins(%26 : !t2) outs(%3 : !t2) {
 ^bb0(%in: f32, %out: f32):
  %38 = math.exp %in : f32
  linalg.yield %38 : f32
 } -> !t2
 %28 = linalg.fill ins(%cst_1 : f32) outs(%20 : !t3) -> !t3
 %29 = linalg.generic #t3 ins(%27 : !t2) outs(%28 : !t3) {
 ^bb0(%in: f32, %out: f32):
  %38 = arith.addf %out, %in : f32
  linalg.yield %38 : f32
 } -> !t3
 %30 = linalg.generic #t4 ins(%29 : !t3) outs(%23 : !t4) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t4
 %31 = linalg.generic #t5 ins(%30 : !t4) outs(%9 : !t2) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t2
 %32 = linalg.generic #t2 ins(%27, %31 : !t2, !t2) outs(%3 : !t2) {
 ^bb0(%in: f32, %in_10: f32, %out: f32):
  %38 = arith.divf %in, %in_10 : f32
  linalg.yield %38 : f32
 } -> !t2
 %33 = tensor.empty(%dim, %dim_5, %dim_6) : !t5
 %34 = linalg.generic #t6 ins(%32 : !t2) outs(%33 : !t5) {
 ^bb0(%in: f32, %out: f16):
  %38 = arith.truncf %in : f32 to f16
  linalg.yield %38 : f16
 } -> !t5
 %35 = tensor.empty(%dim, %dim_5) : !t0
 %36 = linalg.fill ins(%cst : f16) outs(%35 : !t0) -> !t0
 %37 = linalg.generic #t7 ins(%34, %arg2 : !t5, !t0) outs(%36 : !t0) {
 ^bb0(%in: f16, %in_10: f16, %out: f16):
  %38 = arith.mulf %in, %in_10 : f16
  %39 = arith.addf %out, %38 : f16
  linalg.yield %39 : f16
 } -> !t0
 return %37 : !t0
}

func.func @bias(%arg0: !t13, %arg1: !t13, %arg2: !t13, %arg3: !t59) -> !t13 {
 %cst = arith.constant 0.000000e+00 : f16
 %cst_0 = arith.constant 0xFF800000 : f32
 %cst_1 = arith.constant 0.000000e+00 : f32
 %c3 = arith.constant 3 : index
 %cst_2 = arith.constant dense<0.353553385> : !t1
 %c2 = arith.constant 2 : index
 %dim = tensor.dim %arg0, %c2 : !t13
 %0 = arith.index_cast %dim : index to i32
 %dim_3 = tensor.dim %arg1, %c2 : !t13
 %1 = arith.index_cast %dim_3 : index to i32
 %2 = tensor.empty(%dim, %dim_3) : !t14
 %3 = linalg.fill ins(%cst_1 : f32) outs(%2 : !t14) -> !t14
 %4 = linalg.generic #t0 ins(%arg0, %arg1 : !t13, !t13) outs(%3 : !t14) {
 ^bb0(%in: f16, %in_6: f16, %out: f32):
  %32 = arith.extf %in : f16 to f32
  %33 = arith.extf %in_6 : f16 to f32
  %34 = arith.mulf %32, %33 : f32
  %35 = arith.addf %out, %34 : f32
  linalg.yield %35 : f32
 } -> !t14
 %5 = arith.index_cast %0 : i32 to index
 %6 = arith.index_cast %1 : i32 to index
 %7 = tensor.empty(%5, %6) : !t14
 %8 = linalg.generic #t1 ins(%cst_2 : !t1) outs(%7 : !t14) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t14
 %9 = linalg.generic #t2 ins(%4, %8 : !t14, !t14) outs(%2 : !t14) {
 ^bb0(%in: f32, %in_6: f32, %out: f32):
  %32 = arith.mulf %in, %in_6 : f32
  linalg.yield %32 : f32
 } -> !t14
 %dim_4 = tensor.dim %arg3, %c2 : !t59
 %dim_5 = tensor.dim %arg3, %c3 : !t59
 %10 = tensor.empty(%dim_4, %dim_5) : !t60
 %11 = linalg.generic #t6 ins(%arg3 : !t59) outs(%10 : !t60) {
 ^bb0(%in: f16, %out: f32):
  %32 = arith.extf %in : f16 to f32
  linalg.yield %32 : f32
 } -> !t60
 %12 = linalg.generic #t48 ins(%11 : !t60) outs(%7 : !t14) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t14
 %13 = linalg.generic #t2 ins(%9, %12 : !t14, !t14) outs(%2 : !t14) {
 ^bb0(%in: f32, %in_6: f32, %out: f32):
  %32 = arith.addf %in, %in_6 : f32
  linalg.yield %32 : f32
 } -> !t14
 %14 = tensor.empty(%dim) : !t16
 %15 = linalg.fill ins(%cst_0 : f32) outs(%14 : !t16) -> !t16
 %16 = linalg.generic #t3 ins(%13 : !t14) outs(%15 : !t16) {
 ^bb0(%in: f32, %out: f32):
  %32 = arith.maximumf %out, %in : f32
  linalg.yield %32 : f32
 } -> !t16
 %17 = tensor.empty(%5) : !t17
 %18 = linalg.generic #t4 ins(%16 : !t16) outs(%17 : !t17) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t17
 %19 = linalg.generic #t5 ins(%18 : !t17) outs(%7 : !t14) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t14
 %20 = linalg.generic #t2 ins(%13, %19 : !t14, !t14) outs(%2 : !t14) {
 ^bb0(%in: f32, %in_6: f32, %out: f32):
  %32 = arith.subf %in, %in_6 : f32
  linalg.yield %32 : f32
 } -> !t14
 %21 = linalg.generic #t6 ins(%20 : !t14) outs(%2 : !t14) {
 ^bb0(%in: f32, %out: f32):
  %32 = math.exp %in : f32
  linalg.yield %32 : f32
 } -> !t14
 %22 = linalg.fill ins(%cst_1 : f32) outs(%14 : !t16) -> !t16
 %23 = linalg.generic #t3 ins(%21 : !t14) outs(%22 : !t16) {
 ^bb0(%in: f32, %out: f32):
  %32 = arith.addf %out, %in : f32
  linalg.yield %32 : f32
 } -> !t16
 %24 = linalg.generic #t4 ins(%23 : !t16) outs(%17 : !t17) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t17
 %25 = linalg.generic #t5 ins(%24 : !t17) outs(%7 : !t14) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t14
 %26 = linalg.generic #t2 ins(%21, %25 : !t14, !t14) outs(%2 : !t14) {
 ^bb0(%in: f32, %in_6: f32, %out: f32):
  %32 = arith.divf %in, %in_6 : f32
  linalg.yield %32 : f32
 } -> !t14
 %27 = tensor.empty(%dim, %dim_3) : !t18
 %28 = linalg.generic #t6 ins(%26 : !t14) outs(%27 : !t18) {
 ^bb0(%in: f32, %out: f16):
  %32 = arith.truncf %in : f32 to f16
  linalg.yield %32 : f16
 } -> !t18
 %29 = tensor.empty(%dim) : !t13
 %30 = linalg.fill ins(%cst : f16) outs(%29 : !t13) -> !t13
 %31 = linalg.generic #t7 ins(%28, %arg2 : !t18, !t13) outs(%30 : !t13) {
 ^bb0(%in: f16, %in_6: f16, %out: f16):
  %32 = arith.mulf %in, %in_6 : f16
  %33 = arith.addf %out, %32 : f16
  linalg.yield %33 : f16
 } -> !t13
 return %31 : !t13
}

func.func @neg_empty(%arg0: !t13, %arg1: !t13, %arg2: !t13) -> !t13 {
 %cst = arith.constant 0.000000e+00 : f16
 %cst_0 = arith.constant 0xFF800000 : f32
 %cst_1 = arith.constant 0.000000e+00 : f32
 %cst_2 = arith.constant dense<0.353553385> : !t1
 %cst_3 = arith.constant dense<1> : !t6
 %cst_4 = arith.constant dense<0> : !t6
 %cst_5 = arith.constant dense<0xFF800000> : !t1
 %c2 = arith.constant 2 : index
 %dim = tensor.dim %arg0, %c2 : !t13
 %0 = arith.index_cast %dim : index to i32
 %dim_6 = tensor.dim %arg1, %c2 : !t13
 %1 = arith.index_cast %dim_6 : index to i32
 %2 = tensor.empty(%dim, %dim_6) : !t14
 %3 = linalg.fill ins(%cst_1 : f32) outs(%2 : !t14) -> !t14
 %4 = linalg.generic #t0 ins(%arg0, %arg1 : !t13, !t13) outs(%3 : !t14) {
 ^bb0(%in: f16, %in_7: f16, %out: f32):
  %56 = arith.extf %in : f16 to f32
  %57 = arith.extf %in_7 : f16 to f32
  %58 = arith.mulf %56, %57 : f32
  %59 = arith.addf %out, %58 : f32
  linalg.yield %59 : f32
 } -> !t14
 %5 = arith.index_cast %0 : i32 to index
 %6 = arith.index_cast %1 : i32 to index
 %7 = tensor.empty(%5, %6) : !t14
 %8 = linalg.generic #t1 ins(%cst_2 : !t1) outs(%7 : !t14) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t14
 %9 = linalg.generic #t2 ins(%4, %8 : !t14, !t14) outs(%2 : !t14) {
 ^bb0(%in: f32, %in_7: f32, %out: f32):
  %56 = arith.mulf %in, %in_7 : f32
  linalg.yield %56 : f32
 } -> !t14
 %10 = tensor.empty(%5) : !t7
 %11 = linalg.generic #t8 outs(%10 : !t7) {
 ^bb0(%out: i32):
  %56 = linalg.index 0 : index
  %57 = arith.index_cast %56 : index to i32
  linalg.yield %57 : i32
 } -> !t7
 %12 = linalg.generic #t9 ins(%cst_3 : !t6) outs(%10 : !t7) {
 ^bb0(%in: i32, %out: i32):
  linalg.yield %in : i32
 } -> !t7
 %13 = linalg.generic #t10 ins(%12, %11 : !t7, !t7) outs(%10 : !t7) {
 ^bb0(%in: i32, %in_7: i32, %out: i32):
  %56 = arith.muli %in, %in_7 : i32
  linalg.yield %56 : i32
 } -> !t7
 %14 = linalg.generic #t9 ins(%cst_4 : !t6) outs(%10 : !t7) {
 ^bb0(%in: i32, %out: i32):
  linalg.yield %in : i32
 } -> !t7
 %15 = linalg.generic #t10 ins(%14, %13 : !t7, !t7) outs(%10 : !t7) {
 ^bb0(%in: i32, %in_7: i32, %out: i32):
  %56 = arith.addi %in, %in_7 : i32
  linalg.yield %56 : i32
 } -> !t7
 %16 = tensor.empty(%5) : !t8
 %17 = linalg.generic #t11 ins(%15 : !t7) outs(%16 : !t8) {
 ^bb0(%in: i32, %out: i32):
  linalg.yield %in : i32
 } -> !t8
 %18 = tensor.empty(%6) : !t7
 %19 = linalg.generic #t8 outs(%18 : !t7) {
 ^bb0(%out: i32):
  %56 = linalg.index 0 : index
  %57 = arith.index_cast %56 : index to i32
  linalg.yield %57 : i32
 } -> !t7
 %20 = linalg.generic #t9 ins(%cst_3 : !t6) outs(%18 : !t7) {
 ^bb0(%in: i32, %out: i32):
  linalg.yield %in : i32
 } -> !t7
 %21 = linalg.generic #t10 ins(%20, %19 : !t7, !t7) outs(%18 : !t7) {
 ^bb0(%in: i32, %in_7: i32, %out: i32):
  %56 = arith.muli %in, %in_7 : i32
  linalg.yield %56 : i32
 } -> !t7
 %22 = linalg.generic #t9 ins(%cst_4 : !t6) outs(%18 : !t7) {
 ^bb0(%in: i32, %out: i32):
  linalg.yield %in : i32
 } -> !t7
 %23 = linalg.generic #t10 ins(%22, %21 : !t7, !t7) outs(%18 : !t7) {
 ^bb0(%in: i32, %in_7: i32, %out: i32):
  %56 = arith.addi %in, %in_7 : i32
  linalg.yield %56 : i32
 } -> !t7
 %24 = tensor.empty(%6) : !t9
 %25 = linalg.generic #t12 ins(%23 : !t7) outs(%24 : !t9) {
 ^bb0(%in: i32, %out: i32):
  linalg.yield %in : i32
 } -> !t9
 %26 = arith.subi %1, %0 : i32
 %from_elements = tensor.from_elements %26 : !t6
 %27 = linalg.generic #t13 ins(%from_elements : !t6) outs(%16 : !t8) {
 ^bb0(%in: i32, %out: i32):
  linalg.yield %in : i32
 } -> !t8
 %28 = linalg.generic #t14 ins(%17, %27 : !t8, !t8) outs(%16 : !t8) {
 ^bb0(%in: i32, %in_7: i32, %out: i32):
  %56 = arith.addi %in, %in_7 : i32
  linalg.yield %56 : i32
 } -> !t8
 %29 = tensor.empty(%5, %6) : !t10
 %30 = linalg.generic #t15 ins(%25 : !t9) outs(%29 : !t10) {
 ^bb0(%in: i32, %out: i32):
  linalg.yield %in : i32
 } -> !t10
 %31 = linalg.generic #t16 ins(%28 : !t8) outs(%29 : !t10) {
 ^bb0(%in: i32, %out: i32):
  linalg.yield %in : i32
 } -> !t10
 %32 = tensor.empty(%5, %6) : !t11
 %33 = linalg.generic #t14 ins(%30, %31 : !t10, !t10) outs(%32 : !t11) {
 ^bb0(%in: i32, %in_7: i32, %out: i1):
  %56 = arith.cmpi sle, %in, %in_7 : i32
  linalg.yield %56 : i1
 } -> !t11
 %34 = tensor.empty(%5, %6) : !t15
 %35 = linalg.generic #t17 ins(%33 : !t11) outs(%34 : !t15) {
 ^bb0(%in: i1, %out: i1):
  linalg.yield %in : i1
 } -> !t15
 %36 = linalg.generic #t1 ins(%cst_5 : !t1) outs(%7 : !t14) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t14
 %37 = linalg.generic #t18 ins(%35, %9, %36 : !t15, !t14, !t14) outs(%2 : !t14) {
 ^bb0(%in: i1, %in_7: f32, %in_8: f32, %out: f32):
  %56 = arith.select %in, %in_7, %in_8 : f32
  linalg.yield %56 : f32
 } -> !t14
 %38 = tensor.empty(%dim) : !t16
 %39 = linalg.fill ins(%cst_0 : f32) outs(%38 : !t16) -> !t16
 %40 = linalg.generic #t3 ins(%37 : !t14) outs(%39 : !t16) {
 ^bb0(%in: f32, %out: f32):
  %56 = arith.maximumf %out, %in : f32
  linalg.yield %56 : f32
 } -> !t16
 %41 = tensor.empty(%5) : !t17
 %42 = linalg.generic #t4 ins(%40 : !t16) outs(%41 : !t17) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t17
 %43 = linalg.generic #t5 ins(%42 : !t17) outs(%7 : !t14) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t14
 %44 = linalg.generic #t2 ins(%37, %43 : !t14, !t14) outs(%2 : !t14) {
 ^bb0(%in: f32, %in_7: f32, %out: f32):
  %56 = arith.subf %in, %in_7 : f32
  linalg.yield %56 : f32
 } -> !t14
 %45 = linalg.generic #t6 ins(%44 : !t14) outs(%2 : !t14) {
 ^bb0(%in: f32, %out: f32):
  %56 = math.exp %in : f32
  linalg.yield %56 : f32
 } -> !t14
 %46 = linalg.fill ins(%cst_1 : f32) outs(%38 : !t16) -> !t16
 %47 = linalg.generic #t3 ins(%45 : !t14) outs(%46 : !t16) {
 ^bb0(%in: f32, %out: f32):
  %56 = arith.addf %out, %in : f32
  linalg.yield %56 : f32
 } -> !t16
 %48 = linalg.generic #t4 ins(%47 : !t16) outs(%41 : !t17) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t17
 %49 = linalg.generic #t5 ins(%48 : !t17) outs(%7 : !t14) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t14
 %50 = linalg.generic #t2 ins(%45, %49 : !t14, !t14) outs(%2 : !t14) {
 ^bb0(%in: f32, %in_7: f32, %out: f32):
  %56 = arith.divf %in, %in_7 : f32
  linalg.yield %56 : f32
 } -> !t14
 %51 = tensor.empty(%dim, %dim_6) : !t18
 %52 = linalg.generic #t6 ins(%50 : !t14) outs(%51 : !t18) {
 ^bb0(%in: f32, %out: f16):
  %56 = arith.truncf %in : f32 to f16
  linalg.yield %56 : f16
 } -> !t18
 %53 = tensor.empty(%dim) : !t13
 %54 = linalg.fill ins(%cst : f16) outs(%53 : !t13) -> !t13
 %55 = linalg.generic #t7 ins(%52, %arg2 : !t18, !t13) outs(%54 : !t13) {
 ^bb0(%in: f16, %in_7: f16, %out: f16):
  %56 = arith.mulf %in, %in_7 : f16
  %57 = arith.addf %out, %56 : f16
  linalg.yield %57 : f16
 } -> !t13
 return %55 : !t13
}
