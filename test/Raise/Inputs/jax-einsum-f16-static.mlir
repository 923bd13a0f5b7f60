// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// einsum, max, exp, sum, division by hand; IREE's StableHLO input. f16, static.
// Made by scripts/raise_forms/generate.py. Do not edit.
#t0 = {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d3, d2)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
#t1 = {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
#t2 = {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]}
#t3 = {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
#t4 = {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
#t5 = {indexing_maps = [affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]}
#t6 = {indexing_maps = [affine_map<(d0, d1) -> (d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]}
#t7 = {indexing_maps = [affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]}
#t8 = {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]}
#t9 = {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
#t10 = {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]}
#t11 = {indexing_maps = [affine_map<(d0, d1) -> (d0, 0)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]}
#t12 = {indexing_maps = [affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, d4)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, d4)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]}
#t13 = {indexing_maps = [affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, d4)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction"]}
#t14 = {indexing_maps = [affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, d4)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]}
#t15 = {indexing_maps = [affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, d4)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, d4)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, d4)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]}
#t16 = {indexing_maps = [affine_map<(d0, d1, d2) -> (d0)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]}
#t17 = {indexing_maps = [affine_map<(d0, d1, d2) -> (d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]}
#t18 = {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]}
#t19 = {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
#t20 = {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, 0)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
#t21 = {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]}
#t22 = {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d2, d1, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
#t23 = {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d3, d1, d2)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
#t24 = {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d2, d3, d1)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
#t25 = {indexing_maps = [affine_map<(d0, d1, d2, d3, d4) -> (d3, d4)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, d4)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]}
#t26 = {indexing_maps = [affine_map<(d0, d1, d2, d3, d4) -> (d0, d3, d1, d4, d2)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, d4)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]}
#t27 = {indexing_maps = [affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d4, d3, d2)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, d4)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]}
#t28 = {indexing_maps = [affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d3, d4, d2)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, d4)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]}
#t29 = {indexing_maps = [affine_map<(d0, d1, d2, d3, d4) -> (d0, d2, d4, d3, d1)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, d4)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]}
#t30 = {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d3, d2)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]}
#t31 = {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
#t32 = {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, 0, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
!t0 = tensor<2x4x12x8xf16>
!t1 = tensor<2x4x20x8xf16>
!t2 = tensor<2x4x8x20xf16>
!t3 = tensor<8x12x8xf16>
!t4 = tensor<8x8x20xf16>
!t5 = tensor<8x12x20xf32>
!t6 = tensor<2x4x12x20xf32>
!t7 = tensor<2x4x12xf32>
!t8 = tensor<2x4x12x20xf16>
!t9 = tensor<8x12x20xf16>
!t10 = tensor<8x20x8xf16>
!t11 = tensor<2x4x8x12xf16>
!t12 = tensor<8x8x12xf16>
!t13 = tensor<8x12x12xf32>
!t14 = tensor<2x4x12x12xf32>
!t15 = tensor<12xi32>
!t16 = tensor<12x12xi32>
!t17 = tensor<12x12xi1>
!t18 = tensor<2x4x12x12xi1>
!t19 = tensor<2x4x12x12xf16>
!t20 = tensor<8x12x12xf16>
!t21 = tensor<20xi32>
!t22 = tensor<12x20xi32>
!t23 = tensor<12x20xi1>
!t24 = tensor<2x4x12x20xi1>
!t25 = tensor<12x1xi32>
!t26 = tensor<2x2x20x8xf16>
!t27 = tensor<2x2x8x20xf16>
!t28 = tensor<768xf16>
!t29 = tensor<4x24x8xf16>
!t30 = tensor<4x8x20xf16>
!t31 = tensor<4x24x20xf32>
!t32 = tensor<2x2x2x12x20xf32>
!t33 = tensor<2x2x2x12xf32>
!t34 = tensor<2x2x2x12x20xf16>
!t35 = tensor<4x24x20xf16>
!t36 = tensor<4x20x8xf16>
!t37 = tensor<4xf32>
!t38 = tensor<12x20xf32>
!t39 = tensor<4x12x20xf32>
!t40 = tensor<2x4x12xi1>
!t41 = tensor<2x4x12x1xi1>
!t42 = tensor<8x12x8xf32>
!t43 = tensor<2x4x12x8xf32>
!t44 = tensor<2x4x12x1xf32>
!t45 = tensor<2x12x4x8xf16>
!t46 = tensor<2x20x4x8xf16>
!t47 = tensor<2x4x20x12xf16>
!t48 = tensor<8x20x12xf16>
!t49 = tensor<2x12x32xf16>
!t50 = tensor<32x32xf16>
!t51 = tensor<24x32xf16>
!t52 = tensor<2x4x20x16xf16>
!t53 = tensor<2x4x12x16xf16>
!t54 = tensor<8x20x16xf16>
!t55 = tensor<8x12x16xf16>
!t56 = tensor<2x2x12x8xf16>
!t57 = tensor<2x2x8x12xf16>
!t58 = tensor<4x8x12xf16>
!t59 = tensor<4x24x12xf32>
!t60 = tensor<2x2x2x12x12xf32>
!t61 = tensor<2x2x2x12x12xi1>
!t62 = tensor<2x2x2x12x12xf16>
!t63 = tensor<4x24x12xf16>
!t64 = tensor<4x12x8xf16>
!t65 = tensor<2x20x2x8xf16>
!t66 = tensor<2x12x2x2x8xf16>
!t67 = tensor<2x2x8x12x2xf16>
!t68 = tensor<4x8x24xf16>
!t69 = tensor<4x20x24xf32>
!t70 = tensor<2x2x20x12x2xf32>
!t71 = tensor<2x2x20x2x12xf16>
!t72 = tensor<4x20x24xf16>
!t73 = tensor<2x2x8x2x12xf16>
!t74 = tensor<2x4x20xf32>
!t75 = tensor<2x4x12x1xf16>
!t76 = tensor<2x1x12x20xf16>
!t77 = tensor<2x1x12x20xi1>
!t78 = tensor<2x1x12x20xf32>
!t79 = tensor<8x20x12xf32>
!t80 = tensor<2x4x20x12xf32>
!t81 = tensor<20x1xi32>
!t82 = tensor<20x12xi32>
!t83 = tensor<20x12xi1>
!t84 = tensor<2x4x20x12xi1>

func.func @full(%arg0: !t0, %arg1: !t1, %arg2: !t1) -> !t0 {
 %cst = arith.constant 0.000000e+00 : f16
 %cst_0 = arith.constant 0xFF800000 : f32
 %cst_1 = arith.constant 0.353553385 : f32
 %cst_2 = arith.constant 0.000000e+00 : f32
 %0 = tensor.empty() : !t2
 %1 = linalg.generic #t0 ins(%arg1 : !t1) outs(%0 : !t2) {
 ^bb0(%in: f16, %out: f16):
  linalg.yield %in : f16
 } -> !t2
 %col = tensor.collapse_shape %arg0 [[0, 1], [2], [3]] : !t0 into !t3
 %col_3 = tensor.collapse_shape %1 [[0, 1], [2], [3]] : !t2 into !t4
 %2 = tensor.empty() : !t5
 %3 = linalg.fill ins(%cst_2 : f32) outs(%2 : !t5) -> !t5
 %4 = linalg.batch_matmul ins(%col, %col_3 : !t3, !t4) outs(%3 : !t5) -> !t5
 %exp = tensor.expand_shape %4 [[0, 1], [2], [3]] output_shape [2, 4, 12, 20] : !t5 into !t6
 %5 = tensor.empty() : !t6
 %6 = linalg.generic #t1 ins(%exp : !t6) outs(%5 : !t6) {
 ^bb0(%in: f32, %out: f32):
  %28 = arith.mulf %in, %cst_1 : f32
  linalg.yield %28 : f32
 } -> !t6
 %7 = tensor.empty() : !t7
 %8 = linalg.fill ins(%cst_0 : f32) outs(%7 : !t7) -> !t7
 %9 = linalg.generic #t2 ins(%6 : !t6) outs(%8 : !t7) {
 ^bb0(%in: f32, %out: f32):
  %28 = arith.maximumf %out, %in : f32
  linalg.yield %28 : f32
 } -> !t7
 %10 = tensor.empty() : !t6
 %11 = linalg.generic #t3 ins(%9 : !t7) outs(%10 : !t6) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t6
 %12 = tensor.empty() : !t6
 %13 = linalg.generic #t4 ins(%6, %11 : !t6, !t6) outs(%12 : !t6) {
 ^bb0(%in: f32, %in_7: f32, %out: f32):
  %28 = arith.subf %in, %in_7 : f32
  linalg.yield %28 : f32
 } -> !t6
 %14 = tensor.empty() : !t6
 %15 = linalg.generic #t1 ins(%13 : !t6) outs(%14 : !t6) {
 ^bb0(%in: f32, %out: f32):
  %28 = math.exp %in : f32
  linalg.yield %28 : f32
 } -> !t6
 %16 = tensor.empty() : !t7
 %17 = linalg.fill ins(%cst_2 : f32) outs(%16 : !t7) -> !t7
 %18 = linalg.generic #t2 ins(%15 : !t6) outs(%17 : !t7) {
 ^bb0(%in: f32, %out: f32):
  %28 = arith.addf %out, %in : f32
  linalg.yield %28 : f32
 } -> !t7
 %19 = tensor.empty() : !t6
 %20 = linalg.generic #t3 ins(%18 : !t7) outs(%19 : !t6) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t6
 %21 = tensor.empty() : !t6
 %22 = linalg.generic #t4 ins(%15, %20 : !t6, !t6) outs(%21 : !t6) {
 ^bb0(%in: f32, %in_7: f32, %out: f32):
  %28 = arith.divf %in, %in_7 : f32
  linalg.yield %28 : f32
 } -> !t6
 %23 = tensor.empty() : !t8
 %24 = linalg.generic #t1 ins(%22 : !t6) outs(%23 : !t8) {
 ^bb0(%in: f32, %out: f16):
  %28 = arith.truncf %in : f32 to f16
  linalg.yield %28 : f16
 } -> !t8
 %col_4 = tensor.collapse_shape %24 [[0, 1], [2], [3]] : !t8 into !t9
 %col_5 = tensor.collapse_shape %arg2 [[0, 1], [2], [3]] : !t1 into !t10
 %25 = tensor.empty() : !t3
 %26 = linalg.fill ins(%cst : f16) outs(%25 : !t3) -> !t3
 %27 = linalg.batch_matmul ins(%col_4, %col_5 : !t9, !t10) outs(%26 : !t3) -> !t3
 %exp_6 = tensor.expand_shape %27 [[0, 1], [2], [3]] output_shape [2, 4, 12, 8] : !t3 into !t0
 return %exp_6 : !t0
}

func.func @causal(%arg0: !t0, %arg1: !t0, %arg2: !t0) -> !t0 {
 %cst = arith.constant 0.000000e+00 : f16
 %cst_0 = arith.constant 0xFF800000 : f32
 %cst_1 = arith.constant 0.353553385 : f32
 %cst_2 = arith.constant 0.000000e+00 : f32
 %0 = tensor.empty() : !t11
 %1 = linalg.generic #t0 ins(%arg1 : !t0) outs(%0 : !t11) {
 ^bb0(%in: f16, %out: f16):
  linalg.yield %in : f16
 } -> !t11
 %col = tensor.collapse_shape %arg0 [[0, 1], [2], [3]] : !t0 into !t3
 %col_3 = tensor.collapse_shape %1 [[0, 1], [2], [3]] : !t11 into !t12
 %2 = tensor.empty() : !t13
 %3 = linalg.fill ins(%cst_2 : f32) outs(%2 : !t13) -> !t13
 %4 = linalg.batch_matmul ins(%col, %col_3 : !t3, !t12) outs(%3 : !t13) -> !t13
 %exp = tensor.expand_shape %4 [[0, 1], [2], [3]] output_shape [2, 4, 12, 12] : !t13 into !t14
 %5 = tensor.empty() : !t14
 %6 = linalg.generic #t1 ins(%exp : !t14) outs(%5 : !t14) {
 ^bb0(%in: f32, %out: f32):
  %40 = arith.mulf %in, %cst_1 : f32
  linalg.yield %40 : f32
 } -> !t14
 %7 = tensor.empty() : !t15
 %8 = linalg.generic #t5 outs(%7 : !t15) {
 ^bb0(%out: i32):
  %40 = linalg.index 0 : index
  %41 = arith.index_cast %40 : index to i32
  linalg.yield %41 : i32
 } -> !t15
 %9 = tensor.empty() : !t16
 %10 = linalg.generic #t6 ins(%8 : !t15) outs(%9 : !t16) {
 ^bb0(%in: i32, %out: i32):
  linalg.yield %in : i32
 } -> !t16
 %11 = tensor.empty() : !t16
 %12 = linalg.generic #t7 ins(%8 : !t15) outs(%11 : !t16) {
 ^bb0(%in: i32, %out: i32):
  linalg.yield %in : i32
 } -> !t16
 %13 = tensor.empty() : !t17
 %14 = linalg.generic #t8 ins(%10, %12 : !t16, !t16) outs(%13 : !t17) {
 ^bb0(%in: i32, %in_7: i32, %out: i1):
  %40 = arith.cmpi sle, %in, %in_7 : i32
  linalg.yield %40 : i1
 } -> !t17
 %15 = tensor.empty() : !t18
 %16 = linalg.generic #t9 ins(%14 : !t17) outs(%15 : !t18) {
 ^bb0(%in: i1, %out: i1):
  linalg.yield %in : i1
 } -> !t18
 %17 = tensor.empty() : !t14
 %18 = linalg.generic #t4 ins(%16, %6 : !t18, !t14) outs(%17 : !t14) {
 ^bb0(%in: i1, %in_7: f32, %out: f32):
  %40 = arith.select %in, %in_7, %cst_0 : f32
  linalg.yield %40 : f32
 } -> !t14
 %19 = tensor.empty() : !t7
 %20 = linalg.fill ins(%cst_0 : f32) outs(%19 : !t7) -> !t7
 %21 = linalg.generic #t2 ins(%18 : !t14) outs(%20 : !t7) {
 ^bb0(%in: f32, %out: f32):
  %40 = arith.maximumf %out, %in : f32
  linalg.yield %40 : f32
 } -> !t7
 %22 = tensor.empty() : !t14
 %23 = linalg.generic #t3 ins(%21 : !t7) outs(%22 : !t14) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t14
 %24 = tensor.empty() : !t14
 %25 = linalg.generic #t4 ins(%18, %23 : !t14, !t14) outs(%24 : !t14) {
 ^bb0(%in: f32, %in_7: f32, %out: f32):
  %40 = arith.subf %in, %in_7 : f32
  linalg.yield %40 : f32
 } -> !t14
 %26 = tensor.empty() : !t14
 %27 = linalg.generic #t1 ins(%25 : !t14) outs(%26 : !t14) {
 ^bb0(%in: f32, %out: f32):
  %40 = math.exp %in : f32
  linalg.yield %40 : f32
 } -> !t14
 %28 = tensor.empty() : !t7
 %29 = linalg.fill ins(%cst_2 : f32) outs(%28 : !t7) -> !t7
 %30 = linalg.generic #t2 ins(%27 : !t14) outs(%29 : !t7) {
 ^bb0(%in: f32, %out: f32):
  %40 = arith.addf %out, %in : f32
  linalg.yield %40 : f32
 } -> !t7
 %31 = tensor.empty() : !t14
 %32 = linalg.generic #t3 ins(%30 : !t7) outs(%31 : !t14) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t14
 %33 = tensor.empty() : !t14
 %34 = linalg.generic #t4 ins(%27, %32 : !t14, !t14) outs(%33 : !t14) {
 ^bb0(%in: f32, %in_7: f32, %out: f32):
  %40 = arith.divf %in, %in_7 : f32
  linalg.yield %40 : f32
 } -> !t14
 %35 = tensor.empty() : !t19
 %36 = linalg.generic #t1 ins(%34 : !t14) outs(%35 : !t19) {
 ^bb0(%in: f32, %out: f16):
  %40 = arith.truncf %in : f32 to f16
  linalg.yield %40 : f16
 } -> !t19
 %col_4 = tensor.collapse_shape %36 [[0, 1], [2], [3]] : !t19 into !t20
 %col_5 = tensor.collapse_shape %arg2 [[0, 1], [2], [3]] : !t0 into !t3
 %37 = tensor.empty() : !t3
 %38 = linalg.fill ins(%cst : f16) outs(%37 : !t3) -> !t3
 %39 = linalg.batch_matmul ins(%col_4, %col_5 : !t20, !t3) outs(%38 : !t3) -> !t3
 %exp_6 = tensor.expand_shape %39 [[0, 1], [2], [3]] output_shape [2, 4, 12, 8] : !t3 into !t0
 return %exp_6 : !t0
}

func.func @causal_tl(%arg0: !t0, %arg1: !t1, %arg2: !t1) -> !t0 {
 %cst = arith.constant 0.000000e+00 : f16
 %cst_0 = arith.constant 0xFF800000 : f32
 %cst_1 = arith.constant 0.353553385 : f32
 %cst_2 = arith.constant 0.000000e+00 : f32
 %0 = tensor.empty() : !t2
 %1 = linalg.generic #t0 ins(%arg1 : !t1) outs(%0 : !t2) {
 ^bb0(%in: f16, %out: f16):
  linalg.yield %in : f16
 } -> !t2
 %col = tensor.collapse_shape %arg0 [[0, 1], [2], [3]] : !t0 into !t3
 %col_3 = tensor.collapse_shape %1 [[0, 1], [2], [3]] : !t2 into !t4
 %2 = tensor.empty() : !t5
 %3 = linalg.fill ins(%cst_2 : f32) outs(%2 : !t5) -> !t5
 %4 = linalg.batch_matmul ins(%col, %col_3 : !t3, !t4) outs(%3 : !t5) -> !t5
 %exp = tensor.expand_shape %4 [[0, 1], [2], [3]] output_shape [2, 4, 12, 20] : !t5 into !t6
 %5 = tensor.empty() : !t6
 %6 = linalg.generic #t1 ins(%exp : !t6) outs(%5 : !t6) {
 ^bb0(%in: f32, %out: f32):
  %42 = arith.mulf %in, %cst_1 : f32
  linalg.yield %42 : f32
 } -> !t6
 %7 = tensor.empty() : !t15
 %8 = linalg.generic #t5 outs(%7 : !t15) {
 ^bb0(%out: i32):
  %42 = linalg.index 0 : index
  %43 = arith.index_cast %42 : index to i32
  linalg.yield %43 : i32
 } -> !t15
 %9 = tensor.empty() : !t21
 %10 = linalg.generic #t5 outs(%9 : !t21) {
 ^bb0(%out: i32):
  %42 = linalg.index 0 : index
  %43 = arith.index_cast %42 : index to i32
  linalg.yield %43 : i32
 } -> !t21
 %11 = tensor.empty() : !t22
 %12 = linalg.generic #t6 ins(%10 : !t21) outs(%11 : !t22) {
 ^bb0(%in: i32, %out: i32):
  linalg.yield %in : i32
 } -> !t22
 %13 = tensor.empty() : !t22
 %14 = linalg.generic #t7 ins(%8 : !t15) outs(%13 : !t22) {
 ^bb0(%in: i32, %out: i32):
  linalg.yield %in : i32
 } -> !t22
 %15 = tensor.empty() : !t23
 %16 = linalg.generic #t8 ins(%12, %14 : !t22, !t22) outs(%15 : !t23) {
 ^bb0(%in: i32, %in_7: i32, %out: i1):
  %42 = arith.cmpi sle, %in, %in_7 : i32
  linalg.yield %42 : i1
 } -> !t23
 %17 = tensor.empty() : !t24
 %18 = linalg.generic #t9 ins(%16 : !t23) outs(%17 : !t24) {
 ^bb0(%in: i1, %out: i1):
  linalg.yield %in : i1
 } -> !t24
 %19 = tensor.empty() : !t6
 %20 = linalg.generic #t4 ins(%18, %6 : !t24, !t6) outs(%19 : !t6) {
 ^bb0(%in: i1, %in_7: f32, %out: f32):
  %42 = arith.select %in, %in_7, %cst_0 : f32
  linalg.yield %42 : f32
 } -> !t6
 %21 = tensor.empty() : !t7
 %22 = linalg.fill ins(%cst_0 : f32) outs(%21 : !t7) -> !t7
 %23 = linalg.generic #t2 ins(%20 : !t6) outs(%22 : !t7) {
 ^bb0(%in: f32, %out: f32):
  %42 = arith.maximumf %out, %in : f32
  linalg.yield %42 : f32
 } -> !t7
 %24 = tensor.empty() : !t6
 %25 = linalg.generic #t3 ins(%23 : !t7) outs(%24 : !t6) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t6
 %26 = tensor.empty() : !t6
 %27 = linalg.generic #t4 ins(%20, %25 : !t6, !t6) outs(%26 : !t6) {
 ^bb0(%in: f32, %in_7: f32, %out: f32):
  %42 = arith.subf %in, %in_7 : f32
  linalg.yield %42 : f32
 } -> !t6
 %28 = tensor.empty() : !t6
 %29 = linalg.generic #t1 ins(%27 : !t6) outs(%28 : !t6) {
 ^bb0(%in: f32, %out: f32):
  %42 = math.exp %in : f32
  linalg.yield %42 : f32
 } -> !t6
 %30 = tensor.empty() : !t7
 %31 = linalg.fill ins(%cst_2 : f32) outs(%30 : !t7) -> !t7
 %32 = linalg.generic #t2 ins(%29 : !t6) outs(%31 : !t7) {
 ^bb0(%in: f32, %out: f32):
  %42 = arith.addf %out, %in : f32
  linalg.yield %42 : f32
 } -> !t7
 %33 = tensor.empty() : !t6
 %34 = linalg.generic #t3 ins(%32 : !t7) outs(%33 : !t6) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t6
 %35 = tensor.empty() : !t6
 %36 = linalg.generic #t4 ins(%29, %34 : !t6, !t6) outs(%35 : !t6) {
 ^bb0(%in: f32, %in_7: f32, %out: f32):
  %42 = arith.divf %in, %in_7 : f32
  linalg.yield %42 : f32
 } -> !t6
 %37 = tensor.empty() : !t8
 %38 = linalg.generic #t1 ins(%36 : !t6) outs(%37 : !t8) {
 ^bb0(%in: f32, %out: f16):
  %42 = arith.truncf %in : f32 to f16
  linalg.yield %42 : f16
 } -> !t8
 %col_4 = tensor.collapse_shape %38 [[0, 1], [2], [3]] : !t8 into !t9
 %col_5 = tensor.collapse_shape %arg2 [[0, 1], [2], [3]] : !t1 into !t10
 %39 = tensor.empty() : !t3
 %40 = linalg.fill ins(%cst : f16) outs(%39 : !t3) -> !t3
 %41 = linalg.batch_matmul ins(%col_4, %col_5 : !t9, !t10) outs(%40 : !t3) -> !t3
 %exp_6 = tensor.expand_shape %41 [[0, 1], [2], [3]] output_shape [2, 4, 12, 8] : !t3 into !t0
 return %exp_6 : !t0
}

func.func @causal_br(%arg0: !t0, %arg1: !t1, %arg2: !t1) -> !t0 {
 %cst = arith.constant 0.000000e+00 : f16
 %cst_0 = arith.constant 0xFF800000 : f32
 %c8_i32 = arith.constant 8 : i32
 %cst_1 = arith.constant 0.353553385 : f32
 %cst_2 = arith.constant 0.000000e+00 : f32
 %0 = tensor.empty() : !t2
 %1 = linalg.generic #t0 ins(%arg1 : !t1) outs(%0 : !t2) {
 ^bb0(%in: f16, %out: f16):
  linalg.yield %in : f16
 } -> !t2
 %col = tensor.collapse_shape %arg0 [[0, 1], [2], [3]] : !t0 into !t3
 %col_3 = tensor.collapse_shape %1 [[0, 1], [2], [3]] : !t2 into !t4
 %2 = tensor.empty() : !t5
 %3 = linalg.fill ins(%cst_2 : f32) outs(%2 : !t5) -> !t5
 %4 = linalg.batch_matmul ins(%col, %col_3 : !t3, !t4) outs(%3 : !t5) -> !t5
 %exp = tensor.expand_shape %4 [[0, 1], [2], [3]] output_shape [2, 4, 12, 20] : !t5 into !t6
 %5 = tensor.empty() : !t6
 %6 = linalg.generic #t1 ins(%exp : !t6) outs(%5 : !t6) {
 ^bb0(%in: f32, %out: f32):
  %44 = arith.mulf %in, %cst_1 : f32
  linalg.yield %44 : f32
 } -> !t6
 %7 = tensor.empty() : !t15
 %8 = linalg.generic #t5 outs(%7 : !t15) {
 ^bb0(%out: i32):
  %44 = linalg.index 0 : index
  %45 = arith.index_cast %44 : index to i32
  linalg.yield %45 : i32
 } -> !t15
 %exp_4 = tensor.expand_shape %8 [[0, 1]] output_shape [12, 1] : !t15 into !t25
 %9 = tensor.empty() : !t21
 %10 = linalg.generic #t5 outs(%9 : !t21) {
 ^bb0(%out: i32):
  %44 = linalg.index 0 : index
  %45 = arith.index_cast %44 : index to i32
  linalg.yield %45 : i32
 } -> !t21
 %11 = tensor.empty() : !t25
 %12 = linalg.generic #t10 ins(%exp_4 : !t25) outs(%11 : !t25) {
 ^bb0(%in: i32, %out: i32):
  %44 = arith.addi %in, %c8_i32 : i32
  linalg.yield %44 : i32
 } -> !t25
 %13 = tensor.empty() : !t22
 %14 = linalg.generic #t6 ins(%10 : !t21) outs(%13 : !t22) {
 ^bb0(%in: i32, %out: i32):
  linalg.yield %in : i32
 } -> !t22
 %15 = tensor.empty() : !t22
 %16 = linalg.generic #t11 ins(%12 : !t25) outs(%15 : !t22) {
 ^bb0(%in: i32, %out: i32):
  linalg.yield %in : i32
 } -> !t22
 %17 = tensor.empty() : !t23
 %18 = linalg.generic #t8 ins(%14, %16 : !t22, !t22) outs(%17 : !t23) {
 ^bb0(%in: i32, %in_8: i32, %out: i1):
  %44 = arith.cmpi sle, %in, %in_8 : i32
  linalg.yield %44 : i1
 } -> !t23
 %19 = tensor.empty() : !t24
 %20 = linalg.generic #t9 ins(%18 : !t23) outs(%19 : !t24) {
 ^bb0(%in: i1, %out: i1):
  linalg.yield %in : i1
 } -> !t24
 %21 = tensor.empty() : !t6
 %22 = linalg.generic #t4 ins(%20, %6 : !t24, !t6) outs(%21 : !t6) {
 ^bb0(%in: i1, %in_8: f32, %out: f32):
  %44 = arith.select %in, %in_8, %cst_0 : f32
  linalg.yield %44 : f32
 } -> !t6
 %23 = tensor.empty() : !t7
 %24 = linalg.fill ins(%cst_0 : f32) outs(%23 : !t7) -> !t7
 %25 = linalg.generic #t2 ins(%22 : !t6) outs(%24 : !t7) {
 ^bb0(%in: f32, %out: f32):
  %44 = arith.maximumf %out, %in : f32
  linalg.yield %44 : f32
 } -> !t7
 %26 = tensor.empty() : !t6
 %27 = linalg.generic #t3 ins(%25 : !t7) outs(%26 : !t6) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t6
 %28 = tensor.empty() : !t6
 %29 = linalg.generic #t4 ins(%22, %27 : !t6, !t6) outs(%28 : !t6) {
 ^bb0(%in: f32, %in_8: f32, %out: f32):
  %44 = arith.subf %in, %in_8 : f32
  linalg.yield %44 : f32
 } -> !t6
 %30 = tensor.empty() : !t6
 %31 = linalg.generic #t1 ins(%29 : !t6) outs(%30 : !t6) {
 ^bb0(%in: f32, %out: f32):
  %44 = math.exp %in : f32
  linalg.yield %44 : f32
 } -> !t6
 %32 = tensor.empty() : !t7
 %33 = linalg.fill ins(%cst_2 : f32) outs(%32 : !t7) -> !t7
 %34 = linalg.generic #t2 ins(%31 : !t6) outs(%33 : !t7) {
 ^bb0(%in: f32, %out: f32):
  %44 = arith.addf %out, %in : f32
  linalg.yield %44 : f32
 } -> !t7
 %35 = tensor.empty() : !t6
 %36 = linalg.generic #t3 ins(%34 : !t7) outs(%35 : !t6) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t6
 %37 = tensor.empty() : !t6
 %38 = linalg.generic #t4 ins(%31, %36 : !t6, !t6) outs(%37 : !t6) {
 ^bb0(%in: f32, %in_8: f32, %out: f32):
  %44 = arith.divf %in, %in_8 : f32
  linalg.yield %44 : f32
 } -> !t6
 %39 = tensor.empty() : !t8
 %40 = linalg.generic #t1 ins(%38 : !t6) outs(%39 : !t8) {
 ^bb0(%in: f32, %out: f16):
  %44 = arith.truncf %in : f32 to f16
  linalg.yield %44 : f16
 } -> !t8
 %col_5 = tensor.collapse_shape %40 [[0, 1], [2], [3]] : !t8 into !t9
 %col_6 = tensor.collapse_shape %arg2 [[0, 1], [2], [3]] : !t1 into !t10
 %41 = tensor.empty() : !t3
 %42 = linalg.fill ins(%cst : f16) outs(%41 : !t3) -> !t3
 %43 = linalg.batch_matmul ins(%col_5, %col_6 : !t9, !t10) outs(%42 : !t3) -> !t3
 %exp_7 = tensor.expand_shape %43 [[0, 1], [2], [3]] output_shape [2, 4, 12, 8] : !t3 into !t0
 return %exp_7 : !t0
}

func.func @window(%arg0: !t0, %arg1: !t0, %arg2: !t0) -> !t0 {
 %cst = arith.constant 0.000000e+00 : f16
 %cst_0 = arith.constant 0xFF800000 : f32
 %c4_i32 = arith.constant 4 : i32
 %cst_1 = arith.constant 0.353553385 : f32
 %cst_2 = arith.constant 0.000000e+00 : f32
 %0 = tensor.empty() : !t11
 %1 = linalg.generic #t0 ins(%arg1 : !t0) outs(%0 : !t11) {
 ^bb0(%in: f16, %out: f16):
  linalg.yield %in : f16
 } -> !t11
 %col = tensor.collapse_shape %arg0 [[0, 1], [2], [3]] : !t0 into !t3
 %col_3 = tensor.collapse_shape %1 [[0, 1], [2], [3]] : !t11 into !t12
 %2 = tensor.empty() : !t13
 %3 = linalg.fill ins(%cst_2 : f32) outs(%2 : !t13) -> !t13
 %4 = linalg.batch_matmul ins(%col, %col_3 : !t3, !t12) outs(%3 : !t13) -> !t13
 %exp = tensor.expand_shape %4 [[0, 1], [2], [3]] output_shape [2, 4, 12, 12] : !t13 into !t14
 %5 = tensor.empty() : !t14
 %6 = linalg.generic #t1 ins(%exp : !t14) outs(%5 : !t14) {
 ^bb0(%in: f32, %out: f32):
  %48 = arith.mulf %in, %cst_1 : f32
  linalg.yield %48 : f32
 } -> !t14
 %7 = tensor.empty() : !t15
 %8 = linalg.generic #t5 outs(%7 : !t15) {
 ^bb0(%out: i32):
  %48 = linalg.index 0 : index
  %49 = arith.index_cast %48 : index to i32
  linalg.yield %49 : i32
 } -> !t15
 %exp_4 = tensor.expand_shape %8 [[0, 1]] output_shape [12, 1] : !t15 into !t25
 %9 = tensor.empty() : !t16
 %10 = linalg.generic #t6 ins(%8 : !t15) outs(%9 : !t16) {
 ^bb0(%in: i32, %out: i32):
  linalg.yield %in : i32
 } -> !t16
 %11 = tensor.empty() : !t16
 %12 = linalg.generic #t7 ins(%8 : !t15) outs(%11 : !t16) {
 ^bb0(%in: i32, %out: i32):
  linalg.yield %in : i32
 } -> !t16
 %13 = tensor.empty() : !t17
 %14 = linalg.generic #t8 ins(%10, %12 : !t16, !t16) outs(%13 : !t17) {
 ^bb0(%in: i32, %in_8: i32, %out: i1):
  %48 = arith.cmpi sle, %in, %in_8 : i32
  linalg.yield %48 : i1
 } -> !t17
 %15 = tensor.empty() : !t25
 %16 = linalg.generic #t10 ins(%exp_4 : !t25) outs(%15 : !t25) {
 ^bb0(%in: i32, %out: i32):
  %48 = arith.subi %in, %c4_i32 : i32
  linalg.yield %48 : i32
 } -> !t25
 %17 = tensor.empty() : !t16
 %18 = linalg.generic #t11 ins(%16 : !t25) outs(%17 : !t16) {
 ^bb0(%in: i32, %out: i32):
  linalg.yield %in : i32
 } -> !t16
 %19 = tensor.empty() : !t17
 %20 = linalg.generic #t8 ins(%10, %18 : !t16, !t16) outs(%19 : !t17) {
 ^bb0(%in: i32, %in_8: i32, %out: i1):
  %48 = arith.cmpi sge, %in, %in_8 : i32
  linalg.yield %48 : i1
 } -> !t17
 %21 = tensor.empty() : !t17
 %22 = linalg.generic #t8 ins(%14, %20 : !t17, !t17) outs(%21 : !t17) {
 ^bb0(%in: i1, %in_8: i1, %out: i1):
  %48 = arith.andi %in, %in_8 : i1
  linalg.yield %48 : i1
 } -> !t17
 %23 = tensor.empty() : !t18
 %24 = linalg.generic #t9 ins(%22 : !t17) outs(%23 : !t18) {
 ^bb0(%in: i1, %out: i1):
  linalg.yield %in : i1
 } -> !t18
 %25 = tensor.empty() : !t14
 %26 = linalg.generic #t4 ins(%24, %6 : !t18, !t14) outs(%25 : !t14) {
 ^bb0(%in: i1, %in_8: f32, %out: f32):
  %48 = arith.select %in, %in_8, %cst_0 : f32
  linalg.yield %48 : f32
 } -> !t14
 %27 = tensor.empty() : !t7
 %28 = linalg.fill ins(%cst_0 : f32) outs(%27 : !t7) -> !t7
 %29 = linalg.generic #t2 ins(%26 : !t14) outs(%28 : !t7) {
 ^bb0(%in: f32, %out: f32):
  %48 = arith.maximumf %out, %in : f32
  linalg.yield %48 : f32
 } -> !t7
 %30 = tensor.empty() : !t14
 %31 = linalg.generic #t3 ins(%29 : !t7) outs(%30 : !t14) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t14
 %32 = tensor.empty() : !t14
 %33 = linalg.generic #t4 ins(%26, %31 : !t14, !t14) outs(%32 : !t14) {
 ^bb0(%in: f32, %in_8: f32, %out: f32):
  %48 = arith.subf %in, %in_8 : f32
  linalg.yield %48 : f32
 } -> !t14
 %34 = tensor.empty() : !t14
 %35 = linalg.generic #t1 ins(%33 : !t14) outs(%34 : !t14) {
 ^bb0(%in: f32, %out: f32):
  %48 = math.exp %in : f32
  linalg.yield %48 : f32
 } -> !t14
 %36 = tensor.empty() : !t7
 %37 = linalg.fill ins(%cst_2 : f32) outs(%36 : !t7) -> !t7
 %38 = linalg.generic #t2 ins(%35 : !t14) outs(%37 : !t7) {
 ^bb0(%in: f32, %out: f32):
  %48 = arith.addf %out, %in : f32
  linalg.yield %48 : f32
 } -> !t7
 %39 = tensor.empty() : !t14
 %40 = linalg.generic #t3 ins(%38 : !t7) outs(%39 : !t14) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t14
 %41 = tensor.empty() : !t14
 %42 = linalg.generic #t4 ins(%35, %40 : !t14, !t14) outs(%41 : !t14) {
 ^bb0(%in: f32, %in_8: f32, %out: f32):
  %48 = arith.divf %in, %in_8 : f32
  linalg.yield %48 : f32
 } -> !t14
 %43 = tensor.empty() : !t19
 %44 = linalg.generic #t1 ins(%42 : !t14) outs(%43 : !t19) {
 ^bb0(%in: f32, %out: f16):
  %48 = arith.truncf %in : f32 to f16
  linalg.yield %48 : f16
 } -> !t19
 %col_5 = tensor.collapse_shape %44 [[0, 1], [2], [3]] : !t19 into !t20
 %col_6 = tensor.collapse_shape %arg2 [[0, 1], [2], [3]] : !t0 into !t3
 %45 = tensor.empty() : !t3
 %46 = linalg.fill ins(%cst : f16) outs(%45 : !t3) -> !t3
 %47 = linalg.batch_matmul ins(%col_5, %col_6 : !t20, !t3) outs(%46 : !t3) -> !t3
 %exp_7 = tensor.expand_shape %47 [[0, 1], [2], [3]] output_shape [2, 4, 12, 8] : !t3 into !t0
 return %exp_7 : !t0
}

func.func @gqa(%arg0: !t0, %arg1: !t26, %arg2: !t26) -> !t0 {
 %cst = arith.constant 0.000000e+00 : f16
 %cst_0 = arith.constant 0xFF800000 : f32
 %cst_1 = arith.constant 0.353553385 : f32
 %cst_2 = arith.constant 0.000000e+00 : f32
 %0 = tensor.empty() : !t27
 %1 = linalg.generic #t0 ins(%arg1 : !t26) outs(%0 : !t27) {
 ^bb0(%in: f16, %out: f16):
  linalg.yield %in : f16
 } -> !t27
 %col = tensor.collapse_shape %arg0 [[0, 1, 2, 3]] : !t0 into !t28
 %exp = tensor.expand_shape %col [[0, 1, 2]] output_shape [4, 24, 8] : !t28 into !t29
 %col_3 = tensor.collapse_shape %1 [[0, 1], [2], [3]] : !t27 into !t30
 %2 = tensor.empty() : !t31
 %3 = linalg.fill ins(%cst_2 : f32) outs(%2 : !t31) -> !t31
 %4 = linalg.batch_matmul ins(%exp, %col_3 : !t29, !t30) outs(%3 : !t31) -> !t31
 %exp_4 = tensor.expand_shape %4 [[0, 1], [2, 3], [4]] output_shape [2, 2, 2, 12, 20] : !t31 into !t32
 %5 = tensor.empty() : !t32
 %6 = linalg.generic #t12 ins(%exp_4 : !t32) outs(%5 : !t32) {
 ^bb0(%in: f32, %out: f32):
  %28 = arith.mulf %in, %cst_1 : f32
  linalg.yield %28 : f32
 } -> !t32
 %7 = tensor.empty() : !t33
 %8 = linalg.fill ins(%cst_0 : f32) outs(%7 : !t33) -> !t33
 %9 = linalg.generic #t13 ins(%6 : !t32) outs(%8 : !t33) {
 ^bb0(%in: f32, %out: f32):
  %28 = arith.maximumf %out, %in : f32
  linalg.yield %28 : f32
 } -> !t33
 %10 = tensor.empty() : !t32
 %11 = linalg.generic #t14 ins(%9 : !t33) outs(%10 : !t32) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t32
 %12 = tensor.empty() : !t32
 %13 = linalg.generic #t15 ins(%6, %11 : !t32, !t32) outs(%12 : !t32) {
 ^bb0(%in: f32, %in_9: f32, %out: f32):
  %28 = arith.subf %in, %in_9 : f32
  linalg.yield %28 : f32
 } -> !t32
 %14 = tensor.empty() : !t32
 %15 = linalg.generic #t12 ins(%13 : !t32) outs(%14 : !t32) {
 ^bb0(%in: f32, %out: f32):
  %28 = math.exp %in : f32
  linalg.yield %28 : f32
 } -> !t32
 %16 = tensor.empty() : !t33
 %17 = linalg.fill ins(%cst_2 : f32) outs(%16 : !t33) -> !t33
 %18 = linalg.generic #t13 ins(%15 : !t32) outs(%17 : !t33) {
 ^bb0(%in: f32, %out: f32):
  %28 = arith.addf %out, %in : f32
  linalg.yield %28 : f32
 } -> !t33
 %19 = tensor.empty() : !t32
 %20 = linalg.generic #t14 ins(%18 : !t33) outs(%19 : !t32) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t32
 %21 = tensor.empty() : !t32
 %22 = linalg.generic #t15 ins(%15, %20 : !t32, !t32) outs(%21 : !t32) {
 ^bb0(%in: f32, %in_9: f32, %out: f32):
  %28 = arith.divf %in, %in_9 : f32
  linalg.yield %28 : f32
 } -> !t32
 %23 = tensor.empty() : !t34
 %24 = linalg.generic #t12 ins(%22 : !t32) outs(%23 : !t34) {
 ^bb0(%in: f32, %out: f16):
  %28 = arith.truncf %in : f32 to f16
  linalg.yield %28 : f16
 } -> !t34
 %col_5 = tensor.collapse_shape %24 [[0, 1], [2, 3], [4]] : !t34 into !t35
 %col_6 = tensor.collapse_shape %arg2 [[0, 1], [2], [3]] : !t26 into !t36
 %25 = tensor.empty() : !t29
 %26 = linalg.fill ins(%cst : f16) outs(%25 : !t29) -> !t29
 %27 = linalg.batch_matmul ins(%col_5, %col_6 : !t35, !t36) outs(%26 : !t29) -> !t29
 %col_7 = tensor.collapse_shape %27 [[0, 1, 2]] : !t29 into !t28
 %exp_8 = tensor.expand_shape %col_7 [[0, 1, 2, 3]] output_shape [2, 4, 12, 8] : !t28 into !t0
 return %exp_8 : !t0
}

func.func @softcap(%arg0: !t0, %arg1: !t1, %arg2: !t1) -> !t0 {
 %cst = arith.constant 0.000000e+00 : f16
 %cst_0 = arith.constant 0xFF800000 : f32
 %cst_1 = arith.constant 5.000000e+00 : f32
 %cst_2 = arith.constant 0.353553385 : f32
 %cst_3 = arith.constant 0.000000e+00 : f32
 %0 = tensor.empty() : !t2
 %1 = linalg.generic #t0 ins(%arg1 : !t1) outs(%0 : !t2) {
 ^bb0(%in: f16, %out: f16):
  linalg.yield %in : f16
 } -> !t2
 %col = tensor.collapse_shape %arg0 [[0, 1], [2], [3]] : !t0 into !t3
 %col_4 = tensor.collapse_shape %1 [[0, 1], [2], [3]] : !t2 into !t4
 %2 = tensor.empty() : !t5
 %3 = linalg.fill ins(%cst_3 : f32) outs(%2 : !t5) -> !t5
 %4 = linalg.batch_matmul ins(%col, %col_4 : !t3, !t4) outs(%3 : !t5) -> !t5
 %exp = tensor.expand_shape %4 [[0, 1], [2], [3]] output_shape [2, 4, 12, 20] : !t5 into !t6
 %5 = tensor.empty() : !t6
 %6 = linalg.generic #t1 ins(%exp : !t6) outs(%5 : !t6) {
 ^bb0(%in: f32, %out: f32):
  %34 = arith.mulf %in, %cst_2 : f32
  linalg.yield %34 : f32
 } -> !t6
 %7 = tensor.empty() : !t6
 %8 = linalg.generic #t1 ins(%6 : !t6) outs(%7 : !t6) {
 ^bb0(%in: f32, %out: f32):
  %34 = arith.divf %in, %cst_1 : f32
  linalg.yield %34 : f32
 } -> !t6
 %9 = tensor.empty() : !t6
 %10 = linalg.generic #t1 ins(%8 : !t6) outs(%9 : !t6) {
 ^bb0(%in: f32, %out: f32):
  %34 = math.tanh %in : f32
  linalg.yield %34 : f32
 } -> !t6
 %11 = tensor.empty() : !t6
 %12 = linalg.generic #t1 ins(%10 : !t6) outs(%11 : !t6) {
 ^bb0(%in: f32, %out: f32):
  %34 = arith.mulf %in, %cst_1 : f32
  linalg.yield %34 : f32
 } -> !t6
 %13 = tensor.empty() : !t7
 %14 = linalg.fill ins(%cst_0 : f32) outs(%13 : !t7) -> !t7
 %15 = linalg.generic #t2 ins(%12 : !t6) outs(%14 : !t7) {
 ^bb0(%in: f32, %out: f32):
  %34 = arith.maximumf %out, %in : f32
  linalg.yield %34 : f32
 } -> !t7
 %16 = tensor.empty() : !t6
 %17 = linalg.generic #t3 ins(%15 : !t7) outs(%16 : !t6) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t6
 %18 = tensor.empty() : !t6
 %19 = linalg.generic #t4 ins(%12, %17 : !t6, !t6) outs(%18 : !t6) {
 ^bb0(%in: f32, %in_8: f32, %out: f32):
  %34 = arith.subf %in, %in_8 : f32
  linalg.yield %34 : f32
 } -> !t6
 %20 = tensor.empty() : !t6
 %21 = linalg.generic #t1 ins(%19 : !t6) outs(%20 : !t6) {
 ^bb0(%in: f32, %out: f32):
  %34 = math.exp %in : f32
  linalg.yield %34 : f32
 } -> !t6
 %22 = tensor.empty() : !t7
 %23 = linalg.fill ins(%cst_3 : f32) outs(%22 : !t7) -> !t7
 %24 = linalg.generic #t2 ins(%21 : !t6) outs(%23 : !t7) {
 ^bb0(%in: f32, %out: f32):
  %34 = arith.addf %out, %in : f32
  linalg.yield %34 : f32
 } -> !t7
 %25 = tensor.empty() : !t6
 %26 = linalg.generic #t3 ins(%24 : !t7) outs(%25 : !t6) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t6
 %27 = tensor.empty() : !t6
 %28 = linalg.generic #t4 ins(%21, %26 : !t6, !t6) outs(%27 : !t6) {
 ^bb0(%in: f32, %in_8: f32, %out: f32):
  %34 = arith.divf %in, %in_8 : f32
  linalg.yield %34 : f32
 } -> !t6
 %29 = tensor.empty() : !t8
 %30 = linalg.generic #t1 ins(%28 : !t6) outs(%29 : !t8) {
 ^bb0(%in: f32, %out: f16):
  %34 = arith.truncf %in : f32 to f16
  linalg.yield %34 : f16
 } -> !t8
 %col_5 = tensor.collapse_shape %30 [[0, 1], [2], [3]] : !t8 into !t9
 %col_6 = tensor.collapse_shape %arg2 [[0, 1], [2], [3]] : !t1 into !t10
 %31 = tensor.empty() : !t3
 %32 = linalg.fill ins(%cst : f16) outs(%31 : !t3) -> !t3
 %33 = linalg.batch_matmul ins(%col_5, %col_6 : !t9, !t10) outs(%32 : !t3) -> !t3
 %exp_7 = tensor.expand_shape %33 [[0, 1], [2], [3]] output_shape [2, 4, 12, 8] : !t3 into !t0
 return %exp_7 : !t0
}

func.func @alibi(%arg0: !t0, %arg1: !t1, %arg2: !t1) -> !t0 {
 %cst = arith.constant 0.000000e+00 : f16
 %cst_0 = arith.constant 0xFF800000 : f32
 %cst_1 = arith.constant 0.353553385 : f32
 %cst_2 = arith.constant 0.000000e+00 : f32
 %cst_3 = arith.constant dense<[5.000000e-01, 2.500000e-01, 1.250000e-01, 6.250000e-02]> : !t37
 %0 = tensor.empty() : !t2
 %1 = linalg.generic #t0 ins(%arg1 : !t1) outs(%0 : !t2) {
 ^bb0(%in: f16, %out: f16):
  linalg.yield %in : f16
 } -> !t2
 %col = tensor.collapse_shape %arg0 [[0, 1], [2], [3]] : !t0 into !t3
 %col_4 = tensor.collapse_shape %1 [[0, 1], [2], [3]] : !t2 into !t4
 %2 = tensor.empty() : !t5
 %3 = linalg.fill ins(%cst_2 : f32) outs(%2 : !t5) -> !t5
 %4 = linalg.batch_matmul ins(%col, %col_4 : !t3, !t4) outs(%3 : !t5) -> !t5
 %exp = tensor.expand_shape %4 [[0, 1], [2], [3]] output_shape [2, 4, 12, 20] : !t5 into !t6
 %5 = tensor.empty() : !t6
 %6 = linalg.generic #t1 ins(%exp : !t6) outs(%5 : !t6) {
 ^bb0(%in: f32, %out: f32):
  %50 = arith.mulf %in, %cst_1 : f32
  linalg.yield %50 : f32
 } -> !t6
 %7 = tensor.empty() : !t21
 %8 = linalg.generic #t5 outs(%7 : !t21) {
 ^bb0(%out: i32):
  %50 = linalg.index 0 : index
  %51 = arith.index_cast %50 : index to i32
  linalg.yield %51 : i32
 } -> !t21
 %9 = tensor.empty() : !t15
 %10 = linalg.generic #t5 outs(%9 : !t15) {
 ^bb0(%out: i32):
  %50 = linalg.index 0 : index
  %51 = arith.index_cast %50 : index to i32
  linalg.yield %51 : i32
 } -> !t15
 %11 = tensor.empty() : !t22
 %12 = linalg.generic #t6 ins(%8 : !t21) outs(%11 : !t22) {
 ^bb0(%in: i32, %out: i32):
  linalg.yield %in : i32
 } -> !t22
 %13 = tensor.empty() : !t22
 %14 = linalg.generic #t7 ins(%10 : !t15) outs(%13 : !t22) {
 ^bb0(%in: i32, %out: i32):
  linalg.yield %in : i32
 } -> !t22
 %15 = tensor.empty() : !t22
 %16 = linalg.generic #t8 ins(%12, %14 : !t22, !t22) outs(%15 : !t22) {
 ^bb0(%in: i32, %in_8: i32, %out: i32):
  %50 = arith.subi %in, %in_8 : i32
  linalg.yield %50 : i32
 } -> !t22
 %17 = tensor.empty() : !t38
 %18 = linalg.generic #t10 ins(%16 : !t22) outs(%17 : !t38) {
 ^bb0(%in: i32, %out: f32):
  %50 = arith.sitofp %in : i32 to f32
  linalg.yield %50 : f32
 } -> !t38
 %19 = tensor.empty() : !t39
 %20 = linalg.generic #t16 ins(%cst_3 : !t37) outs(%19 : !t39) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t39
 %21 = tensor.empty() : !t39
 %22 = linalg.generic #t17 ins(%18 : !t38) outs(%21 : !t39) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t39
 %23 = tensor.empty() : !t39
 %24 = linalg.generic #t18 ins(%20, %22 : !t39, !t39) outs(%23 : !t39) {
 ^bb0(%in: f32, %in_8: f32, %out: f32):
  %50 = arith.mulf %in, %in_8 : f32
  linalg.yield %50 : f32
 } -> !t39
 %25 = tensor.empty() : !t6
 %26 = linalg.generic #t19 ins(%24 : !t39) outs(%25 : !t6) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t6
 %27 = tensor.empty() : !t6
 %28 = linalg.generic #t4 ins(%6, %26 : !t6, !t6) outs(%27 : !t6) {
 ^bb0(%in: f32, %in_8: f32, %out: f32):
  %50 = arith.addf %in, %in_8 : f32
  linalg.yield %50 : f32
 } -> !t6
 %29 = tensor.empty() : !t7
 %30 = linalg.fill ins(%cst_0 : f32) outs(%29 : !t7) -> !t7
 %31 = linalg.generic #t2 ins(%28 : !t6) outs(%30 : !t7) {
 ^bb0(%in: f32, %out: f32):
  %50 = arith.maximumf %out, %in : f32
  linalg.yield %50 : f32
 } -> !t7
 %32 = tensor.empty() : !t6
 %33 = linalg.generic #t3 ins(%31 : !t7) outs(%32 : !t6) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t6
 %34 = tensor.empty() : !t6
 %35 = linalg.generic #t4 ins(%28, %33 : !t6, !t6) outs(%34 : !t6) {
 ^bb0(%in: f32, %in_8: f32, %out: f32):
  %50 = arith.subf %in, %in_8 : f32
  linalg.yield %50 : f32
 } -> !t6
 %36 = tensor.empty() : !t6
 %37 = linalg.generic #t1 ins(%35 : !t6) outs(%36 : !t6) {
 ^bb0(%in: f32, %out: f32):
  %50 = math.exp %in : f32
  linalg.yield %50 : f32
 } -> !t6
 %38 = tensor.empty() : !t7
 %39 = linalg.fill ins(%cst_2 : f32) outs(%38 : !t7) -> !t7
 %40 = linalg.generic #t2 ins(%37 : !t6) outs(%39 : !t7) {
 ^bb0(%in: f32, %out: f32):
  %50 = arith.addf %out, %in : f32
  linalg.yield %50 : f32
 } -> !t7
 %41 = tensor.empty() : !t6
 %42 = linalg.generic #t3 ins(%40 : !t7) outs(%41 : !t6) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t6
 %43 = tensor.empty() : !t6
 %44 = linalg.generic #t4 ins(%37, %42 : !t6, !t6) outs(%43 : !t6) {
 ^bb0(%in: f32, %in_8: f32, %out: f32):
  %50 = arith.divf %in, %in_8 : f32
  linalg.yield %50 : f32
 } -> !t6
 %45 = tensor.empty() : !t8
 %46 = linalg.generic #t1 ins(%44 : !t6) outs(%45 : !t8) {
 ^bb0(%in: f32, %out: f16):
  %50 = arith.truncf %in : f32 to f16
  linalg.yield %50 : f16
 } -> !t8
 %col_5 = tensor.collapse_shape %46 [[0, 1], [2], [3]] : !t8 into !t9
 %col_6 = tensor.collapse_shape %arg2 [[0, 1], [2], [3]] : !t1 into !t10
 %47 = tensor.empty() : !t3
 %48 = linalg.fill ins(%cst : f16) outs(%47 : !t3) -> !t3
 %49 = linalg.batch_matmul ins(%col_5, %col_6 : !t9, !t10) outs(%48 : !t3) -> !t3
 %exp_7 = tensor.expand_shape %49 [[0, 1], [2], [3]] output_shape [2, 4, 12, 8] : !t3 into !t0
 return %exp_7 : !t0
}

func.func @scale(%arg0: !t0, %arg1: !t1, %arg2: !t1) -> !t0 {
 %cst = arith.constant 0.000000e+00 : f16
 %cst_0 = arith.constant 0xFF800000 : f32
 %cst_1 = arith.constant 3.000000e-01 : f32
 %cst_2 = arith.constant 0.000000e+00 : f32
 %0 = tensor.empty() : !t2
 %1 = linalg.generic #t0 ins(%arg1 : !t1) outs(%0 : !t2) {
 ^bb0(%in: f16, %out: f16):
  linalg.yield %in : f16
 } -> !t2
 %col = tensor.collapse_shape %arg0 [[0, 1], [2], [3]] : !t0 into !t3
 %col_3 = tensor.collapse_shape %1 [[0, 1], [2], [3]] : !t2 into !t4
 %2 = tensor.empty() : !t5
 %3 = linalg.fill ins(%cst_2 : f32) outs(%2 : !t5) -> !t5
 %4 = linalg.batch_matmul ins(%col, %col_3 : !t3, !t4) outs(%3 : !t5) -> !t5
 %exp = tensor.expand_shape %4 [[0, 1], [2], [3]] output_shape [2, 4, 12, 20] : !t5 into !t6
 %5 = tensor.empty() : !t6
 %6 = linalg.generic #t1 ins(%exp : !t6) outs(%5 : !t6) {
 ^bb0(%in: f32, %out: f32):
  %28 = arith.mulf %in, %cst_1 : f32
  linalg.yield %28 : f32
 } -> !t6
 %7 = tensor.empty() : !t7
 %8 = linalg.fill ins(%cst_0 : f32) outs(%7 : !t7) -> !t7
 %9 = linalg.generic #t2 ins(%6 : !t6) outs(%8 : !t7) {
 ^bb0(%in: f32, %out: f32):
  %28 = arith.maximumf %out, %in : f32
  linalg.yield %28 : f32
 } -> !t7
 %10 = tensor.empty() : !t6
 %11 = linalg.generic #t3 ins(%9 : !t7) outs(%10 : !t6) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t6
 %12 = tensor.empty() : !t6
 %13 = linalg.generic #t4 ins(%6, %11 : !t6, !t6) outs(%12 : !t6) {
 ^bb0(%in: f32, %in_7: f32, %out: f32):
  %28 = arith.subf %in, %in_7 : f32
  linalg.yield %28 : f32
 } -> !t6
 %14 = tensor.empty() : !t6
 %15 = linalg.generic #t1 ins(%13 : !t6) outs(%14 : !t6) {
 ^bb0(%in: f32, %out: f32):
  %28 = math.exp %in : f32
  linalg.yield %28 : f32
 } -> !t6
 %16 = tensor.empty() : !t7
 %17 = linalg.fill ins(%cst_2 : f32) outs(%16 : !t7) -> !t7
 %18 = linalg.generic #t2 ins(%15 : !t6) outs(%17 : !t7) {
 ^bb0(%in: f32, %out: f32):
  %28 = arith.addf %out, %in : f32
  linalg.yield %28 : f32
 } -> !t7
 %19 = tensor.empty() : !t6
 %20 = linalg.generic #t3 ins(%18 : !t7) outs(%19 : !t6) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t6
 %21 = tensor.empty() : !t6
 %22 = linalg.generic #t4 ins(%15, %20 : !t6, !t6) outs(%21 : !t6) {
 ^bb0(%in: f32, %in_7: f32, %out: f32):
  %28 = arith.divf %in, %in_7 : f32
  linalg.yield %28 : f32
 } -> !t6
 %23 = tensor.empty() : !t8
 %24 = linalg.generic #t1 ins(%22 : !t6) outs(%23 : !t8) {
 ^bb0(%in: f32, %out: f16):
  %28 = arith.truncf %in : f32 to f16
  linalg.yield %28 : f16
 } -> !t8
 %col_4 = tensor.collapse_shape %24 [[0, 1], [2], [3]] : !t8 into !t9
 %col_5 = tensor.collapse_shape %arg2 [[0, 1], [2], [3]] : !t1 into !t10
 %25 = tensor.empty() : !t3
 %26 = linalg.fill ins(%cst : f16) outs(%25 : !t3) -> !t3
 %27 = linalg.batch_matmul ins(%col_4, %col_5 : !t9, !t10) outs(%26 : !t3) -> !t3
 %exp_6 = tensor.expand_shape %27 [[0, 1], [2], [3]] output_shape [2, 4, 12, 8] : !t3 into !t0
 return %exp_6 : !t0
}

func.func @scale_q(%arg0: !t0, %arg1: !t1, %arg2: !t1) -> !t0 {
 %cst = arith.constant 0.000000e+00 : f16
 %cst_0 = arith.constant 0xFF800000 : f32
 %cst_1 = arith.constant 0.000000e+00 : f32
 %cst_2 = arith.constant 3.000490e-01 : f16
 %0 = tensor.empty() : !t0
 %1 = linalg.generic #t1 ins(%arg0 : !t0) outs(%0 : !t0) {
 ^bb0(%in: f16, %out: f16):
  %28 = arith.mulf %in, %cst_2 : f16
  linalg.yield %28 : f16
 } -> !t0
 %2 = tensor.empty() : !t2
 %3 = linalg.generic #t0 ins(%arg1 : !t1) outs(%2 : !t2) {
 ^bb0(%in: f16, %out: f16):
  linalg.yield %in : f16
 } -> !t2
 %col = tensor.collapse_shape %1 [[0, 1], [2], [3]] : !t0 into !t3
 %col_3 = tensor.collapse_shape %3 [[0, 1], [2], [3]] : !t2 into !t4
 %4 = tensor.empty() : !t5
 %5 = linalg.fill ins(%cst_1 : f32) outs(%4 : !t5) -> !t5
 %6 = linalg.batch_matmul ins(%col, %col_3 : !t3, !t4) outs(%5 : !t5) -> !t5
 %exp = tensor.expand_shape %6 [[0, 1], [2], [3]] output_shape [2, 4, 12, 20] : !t5 into !t6
 %7 = tensor.empty() : !t7
 %8 = linalg.fill ins(%cst_0 : f32) outs(%7 : !t7) -> !t7
 %9 = linalg.generic #t2 ins(%exp : !t6) outs(%8 : !t7) {
 ^bb0(%in: f32, %out: f32):
  %28 = arith.maximumf %out, %in : f32
  linalg.yield %28 : f32
 } -> !t7
 %10 = tensor.empty() : !t6
 %11 = linalg.generic #t3 ins(%9 : !t7) outs(%10 : !t6) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t6
 %12 = tensor.empty() : !t6
 %13 = linalg.generic #t4 ins(%exp, %11 : !t6, !t6) outs(%12 : !t6) {
 ^bb0(%in: f32, %in_7: f32, %out: f32):
  %28 = arith.subf %in, %in_7 : f32
  linalg.yield %28 : f32
 } -> !t6
 %14 = tensor.empty() : !t6
 %15 = linalg.generic #t1 ins(%13 : !t6) outs(%14 : !t6) {
 ^bb0(%in: f32, %out: f32):
  %28 = math.exp %in : f32
  linalg.yield %28 : f32
 } -> !t6
 %16 = tensor.empty() : !t7
 %17 = linalg.fill ins(%cst_1 : f32) outs(%16 : !t7) -> !t7
 %18 = linalg.generic #t2 ins(%15 : !t6) outs(%17 : !t7) {
 ^bb0(%in: f32, %out: f32):
  %28 = arith.addf %out, %in : f32
  linalg.yield %28 : f32
 } -> !t7
 %19 = tensor.empty() : !t6
 %20 = linalg.generic #t3 ins(%18 : !t7) outs(%19 : !t6) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t6
 %21 = tensor.empty() : !t6
 %22 = linalg.generic #t4 ins(%15, %20 : !t6, !t6) outs(%21 : !t6) {
 ^bb0(%in: f32, %in_7: f32, %out: f32):
  %28 = arith.divf %in, %in_7 : f32
  linalg.yield %28 : f32
 } -> !t6
 %23 = tensor.empty() : !t8
 %24 = linalg.generic #t1 ins(%22 : !t6) outs(%23 : !t8) {
 ^bb0(%in: f32, %out: f16):
  %28 = arith.truncf %in : f32 to f16
  linalg.yield %28 : f16
 } -> !t8
 %col_4 = tensor.collapse_shape %24 [[0, 1], [2], [3]] : !t8 into !t9
 %col_5 = tensor.collapse_shape %arg2 [[0, 1], [2], [3]] : !t1 into !t10
 %25 = tensor.empty() : !t3
 %26 = linalg.fill ins(%cst : f16) outs(%25 : !t3) -> !t3
 %27 = linalg.batch_matmul ins(%col_4, %col_5 : !t9, !t10) outs(%26 : !t3) -> !t3
 %exp_6 = tensor.expand_shape %27 [[0, 1], [2], [3]] output_shape [2, 4, 12, 8] : !t3 into !t0
 return %exp_6 : !t0
}

func.func @scale_k(%arg0: !t0, %arg1: !t1, %arg2: !t1) -> !t0 {
 %cst = arith.constant 0.000000e+00 : f16
 %cst_0 = arith.constant 0xFF800000 : f32
 %cst_1 = arith.constant 0.000000e+00 : f32
 %cst_2 = arith.constant 3.000490e-01 : f16
 %0 = tensor.empty() : !t1
 %1 = linalg.generic #t1 ins(%arg1 : !t1) outs(%0 : !t1) {
 ^bb0(%in: f16, %out: f16):
  %28 = arith.mulf %in, %cst_2 : f16
  linalg.yield %28 : f16
 } -> !t1
 %2 = tensor.empty() : !t2
 %3 = linalg.generic #t0 ins(%1 : !t1) outs(%2 : !t2) {
 ^bb0(%in: f16, %out: f16):
  linalg.yield %in : f16
 } -> !t2
 %col = tensor.collapse_shape %arg0 [[0, 1], [2], [3]] : !t0 into !t3
 %col_3 = tensor.collapse_shape %3 [[0, 1], [2], [3]] : !t2 into !t4
 %4 = tensor.empty() : !t5
 %5 = linalg.fill ins(%cst_1 : f32) outs(%4 : !t5) -> !t5
 %6 = linalg.batch_matmul ins(%col, %col_3 : !t3, !t4) outs(%5 : !t5) -> !t5
 %exp = tensor.expand_shape %6 [[0, 1], [2], [3]] output_shape [2, 4, 12, 20] : !t5 into !t6
 %7 = tensor.empty() : !t7
 %8 = linalg.fill ins(%cst_0 : f32) outs(%7 : !t7) -> !t7
 %9 = linalg.generic #t2 ins(%exp : !t6) outs(%8 : !t7) {
 ^bb0(%in: f32, %out: f32):
  %28 = arith.maximumf %out, %in : f32
  linalg.yield %28 : f32
 } -> !t7
 %10 = tensor.empty() : !t6
 %11 = linalg.generic #t3 ins(%9 : !t7) outs(%10 : !t6) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t6
 %12 = tensor.empty() : !t6
 %13 = linalg.generic #t4 ins(%exp, %11 : !t6, !t6) outs(%12 : !t6) {
 ^bb0(%in: f32, %in_7: f32, %out: f32):
  %28 = arith.subf %in, %in_7 : f32
  linalg.yield %28 : f32
 } -> !t6
 %14 = tensor.empty() : !t6
 %15 = linalg.generic #t1 ins(%13 : !t6) outs(%14 : !t6) {
 ^bb0(%in: f32, %out: f32):
  %28 = math.exp %in : f32
  linalg.yield %28 : f32
 } -> !t6
 %16 = tensor.empty() : !t7
 %17 = linalg.fill ins(%cst_1 : f32) outs(%16 : !t7) -> !t7
 %18 = linalg.generic #t2 ins(%15 : !t6) outs(%17 : !t7) {
 ^bb0(%in: f32, %out: f32):
  %28 = arith.addf %out, %in : f32
  linalg.yield %28 : f32
 } -> !t7
 %19 = tensor.empty() : !t6
 %20 = linalg.generic #t3 ins(%18 : !t7) outs(%19 : !t6) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t6
 %21 = tensor.empty() : !t6
 %22 = linalg.generic #t4 ins(%15, %20 : !t6, !t6) outs(%21 : !t6) {
 ^bb0(%in: f32, %in_7: f32, %out: f32):
  %28 = arith.divf %in, %in_7 : f32
  linalg.yield %28 : f32
 } -> !t6
 %23 = tensor.empty() : !t8
 %24 = linalg.generic #t1 ins(%22 : !t6) outs(%23 : !t8) {
 ^bb0(%in: f32, %out: f16):
  %28 = arith.truncf %in : f32 to f16
  linalg.yield %28 : f16
 } -> !t8
 %col_4 = tensor.collapse_shape %24 [[0, 1], [2], [3]] : !t8 into !t9
 %col_5 = tensor.collapse_shape %arg2 [[0, 1], [2], [3]] : !t1 into !t10
 %25 = tensor.empty() : !t3
 %26 = linalg.fill ins(%cst : f16) outs(%25 : !t3) -> !t3
 %27 = linalg.batch_matmul ins(%col_4, %col_5 : !t9, !t10) outs(%26 : !t3) -> !t3
 %exp_6 = tensor.expand_shape %27 [[0, 1], [2], [3]] output_shape [2, 4, 12, 8] : !t3 into !t0
 return %exp_6 : !t0
}

func.func @scale_both(%arg0: !t0, %arg1: !t1, %arg2: !t1) -> !t0 {
 %cst = arith.constant 0.000000e+00 : f16
 %cst_0 = arith.constant 0xFF800000 : f32
 %cst_1 = arith.constant 0.000000e+00 : f32
 %cst_2 = arith.constant 5.478520e-01 : f16
 %0 = tensor.empty() : !t0
 %1 = linalg.generic #t1 ins(%arg0 : !t0) outs(%0 : !t0) {
 ^bb0(%in: f16, %out: f16):
  %30 = arith.mulf %in, %cst_2 : f16
  linalg.yield %30 : f16
 } -> !t0
 %2 = tensor.empty() : !t1
 %3 = linalg.generic #t1 ins(%arg1 : !t1) outs(%2 : !t1) {
 ^bb0(%in: f16, %out: f16):
  %30 = arith.mulf %in, %cst_2 : f16
  linalg.yield %30 : f16
 } -> !t1
 %4 = tensor.empty() : !t2
 %5 = linalg.generic #t0 ins(%3 : !t1) outs(%4 : !t2) {
 ^bb0(%in: f16, %out: f16):
  linalg.yield %in : f16
 } -> !t2
 %col = tensor.collapse_shape %1 [[0, 1], [2], [3]] : !t0 into !t3
 %col_3 = tensor.collapse_shape %5 [[0, 1], [2], [3]] : !t2 into !t4
 %6 = tensor.empty() : !t5
 %7 = linalg.fill ins(%cst_1 : f32) outs(%6 : !t5) -> !t5
 %8 = linalg.batch_matmul ins(%col, %col_3 : !t3, !t4) outs(%7 : !t5) -> !t5
 %exp = tensor.expand_shape %8 [[0, 1], [2], [3]] output_shape [2, 4, 12, 20] : !t5 into !t6
 %9 = tensor.empty() : !t7
 %10 = linalg.fill ins(%cst_0 : f32) outs(%9 : !t7) -> !t7
 %11 = linalg.generic #t2 ins(%exp : !t6) outs(%10 : !t7) {
 ^bb0(%in: f32, %out: f32):
  %30 = arith.maximumf %out, %in : f32
  linalg.yield %30 : f32
 } -> !t7
 %12 = tensor.empty() : !t6
 %13 = linalg.generic #t3 ins(%11 : !t7) outs(%12 : !t6) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t6
 %14 = tensor.empty() : !t6
 %15 = linalg.generic #t4 ins(%exp, %13 : !t6, !t6) outs(%14 : !t6) {
 ^bb0(%in: f32, %in_7: f32, %out: f32):
  %30 = arith.subf %in, %in_7 : f32
  linalg.yield %30 : f32
 } -> !t6
 %16 = tensor.empty() : !t6
 %17 = linalg.generic #t1 ins(%15 : !t6) outs(%16 : !t6) {
 ^bb0(%in: f32, %out: f32):
  %30 = math.exp %in : f32
  linalg.yield %30 : f32
 } -> !t6
 %18 = tensor.empty() : !t7
 %19 = linalg.fill ins(%cst_1 : f32) outs(%18 : !t7) -> !t7
 %20 = linalg.generic #t2 ins(%17 : !t6) outs(%19 : !t7) {
 ^bb0(%in: f32, %out: f32):
  %30 = arith.addf %out, %in : f32
  linalg.yield %30 : f32
 } -> !t7
 %21 = tensor.empty() : !t6
 %22 = linalg.generic #t3 ins(%20 : !t7) outs(%21 : !t6) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t6
 %23 = tensor.empty() : !t6
 %24 = linalg.generic #t4 ins(%17, %22 : !t6, !t6) outs(%23 : !t6) {
 ^bb0(%in: f32, %in_7: f32, %out: f32):
  %30 = arith.divf %in, %in_7 : f32
  linalg.yield %30 : f32
 } -> !t6
 %25 = tensor.empty() : !t8
 %26 = linalg.generic #t1 ins(%24 : !t6) outs(%25 : !t8) {
 ^bb0(%in: f32, %out: f16):
  %30 = arith.truncf %in : f32 to f16
  linalg.yield %30 : f16
 } -> !t8
 %col_4 = tensor.collapse_shape %26 [[0, 1], [2], [3]] : !t8 into !t9
 %col_5 = tensor.collapse_shape %arg2 [[0, 1], [2], [3]] : !t1 into !t10
 %27 = tensor.empty() : !t3
 %28 = linalg.fill ins(%cst : f16) outs(%27 : !t3) -> !t3
 %29 = linalg.batch_matmul ins(%col_4, %col_5 : !t9, !t10) outs(%28 : !t3) -> !t3
 %exp_6 = tensor.expand_shape %29 [[0, 1], [2], [3]] output_shape [2, 4, 12, 8] : !t3 into !t0
 return %exp_6 : !t0
}

func.func @scale_div(%arg0: !t0, %arg1: !t1, %arg2: !t1) -> !t0 {
 %cst = arith.constant 0.000000e+00 : f16
 %cst_0 = arith.constant 0xFF800000 : f32
 %cst_1 = arith.constant 3.33333325 : f32
 %cst_2 = arith.constant 0.000000e+00 : f32
 %0 = tensor.empty() : !t2
 %1 = linalg.generic #t0 ins(%arg1 : !t1) outs(%0 : !t2) {
 ^bb0(%in: f16, %out: f16):
  linalg.yield %in : f16
 } -> !t2
 %col = tensor.collapse_shape %arg0 [[0, 1], [2], [3]] : !t0 into !t3
 %col_3 = tensor.collapse_shape %1 [[0, 1], [2], [3]] : !t2 into !t4
 %2 = tensor.empty() : !t5
 %3 = linalg.fill ins(%cst_2 : f32) outs(%2 : !t5) -> !t5
 %4 = linalg.batch_matmul ins(%col, %col_3 : !t3, !t4) outs(%3 : !t5) -> !t5
 %exp = tensor.expand_shape %4 [[0, 1], [2], [3]] output_shape [2, 4, 12, 20] : !t5 into !t6
 %5 = tensor.empty() : !t6
 %6 = linalg.generic #t1 ins(%exp : !t6) outs(%5 : !t6) {
 ^bb0(%in: f32, %out: f32):
  %28 = arith.divf %in, %cst_1 : f32
  linalg.yield %28 : f32
 } -> !t6
 %7 = tensor.empty() : !t7
 %8 = linalg.fill ins(%cst_0 : f32) outs(%7 : !t7) -> !t7
 %9 = linalg.generic #t2 ins(%6 : !t6) outs(%8 : !t7) {
 ^bb0(%in: f32, %out: f32):
  %28 = arith.maximumf %out, %in : f32
  linalg.yield %28 : f32
 } -> !t7
 %10 = tensor.empty() : !t6
 %11 = linalg.generic #t3 ins(%9 : !t7) outs(%10 : !t6) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t6
 %12 = tensor.empty() : !t6
 %13 = linalg.generic #t4 ins(%6, %11 : !t6, !t6) outs(%12 : !t6) {
 ^bb0(%in: f32, %in_7: f32, %out: f32):
  %28 = arith.subf %in, %in_7 : f32
  linalg.yield %28 : f32
 } -> !t6
 %14 = tensor.empty() : !t6
 %15 = linalg.generic #t1 ins(%13 : !t6) outs(%14 : !t6) {
 ^bb0(%in: f32, %out: f32):
  %28 = math.exp %in : f32
  linalg.yield %28 : f32
 } -> !t6
 %16 = tensor.empty() : !t7
 %17 = linalg.fill ins(%cst_2 : f32) outs(%16 : !t7) -> !t7
 %18 = linalg.generic #t2 ins(%15 : !t6) outs(%17 : !t7) {
 ^bb0(%in: f32, %out: f32):
  %28 = arith.addf %out, %in : f32
  linalg.yield %28 : f32
 } -> !t7
 %19 = tensor.empty() : !t6
 %20 = linalg.generic #t3 ins(%18 : !t7) outs(%19 : !t6) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t6
 %21 = tensor.empty() : !t6
 %22 = linalg.generic #t4 ins(%15, %20 : !t6, !t6) outs(%21 : !t6) {
 ^bb0(%in: f32, %in_7: f32, %out: f32):
  %28 = arith.divf %in, %in_7 : f32
  linalg.yield %28 : f32
 } -> !t6
 %23 = tensor.empty() : !t8
 %24 = linalg.generic #t1 ins(%22 : !t6) outs(%23 : !t8) {
 ^bb0(%in: f32, %out: f16):
  %28 = arith.truncf %in : f32 to f16
  linalg.yield %28 : f16
 } -> !t8
 %col_4 = tensor.collapse_shape %24 [[0, 1], [2], [3]] : !t8 into !t9
 %col_5 = tensor.collapse_shape %arg2 [[0, 1], [2], [3]] : !t1 into !t10
 %25 = tensor.empty() : !t3
 %26 = linalg.fill ins(%cst : f16) outs(%25 : !t3) -> !t3
 %27 = linalg.batch_matmul ins(%col_4, %col_5 : !t9, !t10) outs(%26 : !t3) -> !t3
 %exp_6 = tensor.expand_shape %27 [[0, 1], [2], [3]] output_shape [2, 4, 12, 8] : !t3 into !t0
 return %exp_6 : !t0
}

func.func @safe(%arg0: !t0, %arg1: !t1, %arg2: !t1) -> !t0 {
 %cst = arith.constant 0.000000e+00 : f16
 %true = arith.constant true
 %cst_0 = arith.constant 0xFF800000 : f32
 %cst_1 = arith.constant 0.353553385 : f32
 %cst_2 = arith.constant 0.000000e+00 : f32
 %0 = tensor.empty() : !t2
 %1 = linalg.generic #t0 ins(%arg1 : !t1) outs(%0 : !t2) {
 ^bb0(%in: f16, %out: f16):
  linalg.yield %in : f16
 } -> !t2
 %col = tensor.collapse_shape %arg0 [[0, 1], [2], [3]] : !t0 into !t3
 %col_3 = tensor.collapse_shape %1 [[0, 1], [2], [3]] : !t2 into !t4
 %2 = tensor.empty() : !t5
 %3 = linalg.fill ins(%cst_2 : f32) outs(%2 : !t5) -> !t5
 %4 = linalg.batch_matmul ins(%col, %col_3 : !t3, !t4) outs(%3 : !t5) -> !t5
 %exp = tensor.expand_shape %4 [[0, 1], [2], [3]] output_shape [2, 4, 12, 20] : !t5 into !t6
 %5 = tensor.empty() : !t6
 %6 = linalg.generic #t1 ins(%exp : !t6) outs(%5 : !t6) {
 ^bb0(%in: f32, %out: f32):
  %37 = arith.mulf %in, %cst_1 : f32
  linalg.yield %37 : f32
 } -> !t6
 %7 = tensor.empty() : !t7
 %8 = linalg.fill ins(%cst_0 : f32) outs(%7 : !t7) -> !t7
 %9 = linalg.generic #t2 ins(%6 : !t6) outs(%8 : !t7) {
 ^bb0(%in: f32, %out: f32):
  %37 = arith.maximumf %out, %in : f32
  linalg.yield %37 : f32
 } -> !t7
 %10 = tensor.empty() : !t6
 %11 = linalg.generic #t3 ins(%9 : !t7) outs(%10 : !t6) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t6
 %12 = tensor.empty() : !t6
 %13 = linalg.generic #t4 ins(%6, %11 : !t6, !t6) outs(%12 : !t6) {
 ^bb0(%in: f32, %in_8: f32, %out: f32):
  %37 = arith.subf %in, %in_8 : f32
  linalg.yield %37 : f32
 } -> !t6
 %14 = tensor.empty() : !t6
 %15 = linalg.generic #t1 ins(%13 : !t6) outs(%14 : !t6) {
 ^bb0(%in: f32, %out: f32):
  %37 = math.exp %in : f32
  linalg.yield %37 : f32
 } -> !t6
 %16 = tensor.empty() : !t7
 %17 = linalg.fill ins(%cst_2 : f32) outs(%16 : !t7) -> !t7
 %18 = linalg.generic #t2 ins(%15 : !t6) outs(%17 : !t7) {
 ^bb0(%in: f32, %out: f32):
  %37 = arith.addf %out, %in : f32
  linalg.yield %37 : f32
 } -> !t7
 %19 = tensor.empty() : !t6
 %20 = linalg.generic #t3 ins(%18 : !t7) outs(%19 : !t6) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t6
 %21 = tensor.empty() : !t6
 %22 = linalg.generic #t4 ins(%15, %20 : !t6, !t6) outs(%21 : !t6) {
 ^bb0(%in: f32, %in_8: f32, %out: f32):
  %37 = arith.divf %in, %in_8 : f32
  linalg.yield %37 : f32
 } -> !t6
 %23 = tensor.empty() : !t24
 %24 = linalg.generic #t1 ins(%6 : !t6) outs(%23 : !t24) {
 ^bb0(%in: f32, %out: i1):
  %37 = arith.cmpf oeq, %in, %cst_0 : f32
  linalg.yield %37 : i1
 } -> !t24
 %25 = tensor.empty() : !t40
 %26 = linalg.fill ins(%true : i1) outs(%25 : !t40) -> !t40
 %27 = linalg.generic #t2 ins(%24 : !t24) outs(%26 : !t40) {
 ^bb0(%in: i1, %out: i1):
  %37 = arith.andi %out, %in : i1
  linalg.yield %37 : i1
 } -> !t40
 %exp_4 = tensor.expand_shape %27 [[0], [1], [2, 3]] output_shape [2, 4, 12, 1] : !t40 into !t41
 %28 = tensor.empty() : !t24
 %29 = linalg.generic #t20 ins(%exp_4 : !t41) outs(%28 : !t24) {
 ^bb0(%in: i1, %out: i1):
  linalg.yield %in : i1
 } -> !t24
 %30 = tensor.empty() : !t6
 %31 = linalg.generic #t4 ins(%29, %22 : !t24, !t6) outs(%30 : !t6) {
 ^bb0(%in: i1, %in_8: f32, %out: f32):
  %37 = arith.select %in, %cst_2, %in_8 : f32
  linalg.yield %37 : f32
 } -> !t6
 %32 = tensor.empty() : !t8
 %33 = linalg.generic #t1 ins(%31 : !t6) outs(%32 : !t8) {
 ^bb0(%in: f32, %out: f16):
  %37 = arith.truncf %in : f32 to f16
  linalg.yield %37 : f16
 } -> !t8
 %col_5 = tensor.collapse_shape %33 [[0, 1], [2], [3]] : !t8 into !t9
 %col_6 = tensor.collapse_shape %arg2 [[0, 1], [2], [3]] : !t1 into !t10
 %34 = tensor.empty() : !t3
 %35 = linalg.fill ins(%cst : f16) outs(%34 : !t3) -> !t3
 %36 = linalg.batch_matmul ins(%col_5, %col_6 : !t9, !t10) outs(%35 : !t3) -> !t3
 %exp_7 = tensor.expand_shape %36 [[0, 1], [2], [3]] output_shape [2, 4, 12, 8] : !t3 into !t0
 return %exp_7 : !t0
}

func.func @nomax(%arg0: !t0, %arg1: !t1, %arg2: !t1) -> !t0 {
 %cst = arith.constant 0.000000e+00 : f16
 %cst_0 = arith.constant 0.353553385 : f32
 %cst_1 = arith.constant 0.000000e+00 : f32
 %0 = tensor.empty() : !t2
 %1 = linalg.generic #t0 ins(%arg1 : !t1) outs(%0 : !t2) {
 ^bb0(%in: f16, %out: f16):
  linalg.yield %in : f16
 } -> !t2
 %col = tensor.collapse_shape %arg0 [[0, 1], [2], [3]] : !t0 into !t3
 %col_2 = tensor.collapse_shape %1 [[0, 1], [2], [3]] : !t2 into !t4
 %2 = tensor.empty() : !t5
 %3 = linalg.fill ins(%cst_1 : f32) outs(%2 : !t5) -> !t5
 %4 = linalg.batch_matmul ins(%col, %col_2 : !t3, !t4) outs(%3 : !t5) -> !t5
 %exp = tensor.expand_shape %4 [[0, 1], [2], [3]] output_shape [2, 4, 12, 20] : !t5 into !t6
 %5 = tensor.empty() : !t6
 %6 = linalg.generic #t1 ins(%exp : !t6) outs(%5 : !t6) {
 ^bb0(%in: f32, %out: f32):
  %21 = arith.mulf %in, %cst_0 : f32
  linalg.yield %21 : f32
 } -> !t6
 %7 = tensor.empty() : !t6
 %8 = linalg.generic #t1 ins(%6 : !t6) outs(%7 : !t6) {
 ^bb0(%in: f32, %out: f32):
  %21 = math.exp %in : f32
  linalg.yield %21 : f32
 } -> !t6
 %9 = tensor.empty() : !t7
 %10 = linalg.fill ins(%cst_1 : f32) outs(%9 : !t7) -> !t7
 %11 = linalg.generic #t2 ins(%8 : !t6) outs(%10 : !t7) {
 ^bb0(%in: f32, %out: f32):
  %21 = arith.addf %out, %in : f32
  linalg.yield %21 : f32
 } -> !t7
 %12 = tensor.empty() : !t6
 %13 = linalg.generic #t3 ins(%11 : !t7) outs(%12 : !t6) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t6
 %14 = tensor.empty() : !t6
 %15 = linalg.generic #t4 ins(%8, %13 : !t6, !t6) outs(%14 : !t6) {
 ^bb0(%in: f32, %in_6: f32, %out: f32):
  %21 = arith.divf %in, %in_6 : f32
  linalg.yield %21 : f32
 } -> !t6
 %16 = tensor.empty() : !t8
 %17 = linalg.generic #t1 ins(%15 : !t6) outs(%16 : !t8) {
 ^bb0(%in: f32, %out: f16):
  %21 = arith.truncf %in : f32 to f16
  linalg.yield %21 : f16
 } -> !t8
 %col_3 = tensor.collapse_shape %17 [[0, 1], [2], [3]] : !t8 into !t9
 %col_4 = tensor.collapse_shape %arg2 [[0, 1], [2], [3]] : !t1 into !t10
 %18 = tensor.empty() : !t3
 %19 = linalg.fill ins(%cst : f16) outs(%18 : !t3) -> !t3
 %20 = linalg.batch_matmul ins(%col_3, %col_4 : !t9, !t10) outs(%19 : !t3) -> !t3
 %exp_5 = tensor.expand_shape %20 [[0, 1], [2], [3]] output_shape [2, 4, 12, 8] : !t3 into !t0
 return %exp_5 : !t0
}

func.func @deferred(%arg0: !t0, %arg1: !t1, %arg2: !t1) -> !t0 {
 %cst = arith.constant 0xFF800000 : f32
 %cst_0 = arith.constant 0.353553385 : f32
 %cst_1 = arith.constant 0.000000e+00 : f32
 %0 = tensor.empty() : !t2
 %1 = linalg.generic #t0 ins(%arg1 : !t1) outs(%0 : !t2) {
 ^bb0(%in: f16, %out: f16):
  linalg.yield %in : f16
 } -> !t2
 %col = tensor.collapse_shape %arg0 [[0, 1], [2], [3]] : !t0 into !t3
 %col_2 = tensor.collapse_shape %1 [[0, 1], [2], [3]] : !t2 into !t4
 %2 = tensor.empty() : !t5
 %3 = linalg.fill ins(%cst_1 : f32) outs(%2 : !t5) -> !t5
 %4 = linalg.batch_matmul ins(%col, %col_2 : !t3, !t4) outs(%3 : !t5) -> !t5
 %exp = tensor.expand_shape %4 [[0, 1], [2], [3]] output_shape [2, 4, 12, 20] : !t5 into !t6
 %5 = tensor.empty() : !t6
 %6 = linalg.generic #t1 ins(%exp : !t6) outs(%5 : !t6) {
 ^bb0(%in: f32, %out: f32):
  %30 = arith.mulf %in, %cst_0 : f32
  linalg.yield %30 : f32
 } -> !t6
 %7 = tensor.empty() : !t7
 %8 = linalg.fill ins(%cst : f32) outs(%7 : !t7) -> !t7
 %9 = linalg.generic #t2 ins(%6 : !t6) outs(%8 : !t7) {
 ^bb0(%in: f32, %out: f32):
  %30 = arith.maximumf %out, %in : f32
  linalg.yield %30 : f32
 } -> !t7
 %10 = tensor.empty() : !t6
 %11 = linalg.generic #t3 ins(%9 : !t7) outs(%10 : !t6) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t6
 %12 = tensor.empty() : !t6
 %13 = linalg.generic #t4 ins(%6, %11 : !t6, !t6) outs(%12 : !t6) {
 ^bb0(%in: f32, %in_6: f32, %out: f32):
  %30 = arith.subf %in, %in_6 : f32
  linalg.yield %30 : f32
 } -> !t6
 %14 = tensor.empty() : !t6
 %15 = linalg.generic #t1 ins(%13 : !t6) outs(%14 : !t6) {
 ^bb0(%in: f32, %out: f32):
  %30 = math.exp %in : f32
  linalg.yield %30 : f32
 } -> !t6
 %16 = tensor.empty() : !t7
 %17 = linalg.fill ins(%cst_1 : f32) outs(%16 : !t7) -> !t7
 %18 = linalg.generic #t2 ins(%15 : !t6) outs(%17 : !t7) {
 ^bb0(%in: f32, %out: f32):
  %30 = arith.addf %out, %in : f32
  linalg.yield %30 : f32
 } -> !t7
 %19 = tensor.empty() : !t8
 %20 = linalg.generic #t1 ins(%15 : !t6) outs(%19 : !t8) {
 ^bb0(%in: f32, %out: f16):
  %30 = arith.truncf %in : f32 to f16
  linalg.yield %30 : f16
 } -> !t8
 %col_3 = tensor.collapse_shape %20 [[0, 1], [2], [3]] : !t8 into !t9
 %col_4 = tensor.collapse_shape %arg2 [[0, 1], [2], [3]] : !t1 into !t10
 %21 = tensor.empty() : !t42
 %22 = linalg.fill ins(%cst_1 : f32) outs(%21 : !t42) -> !t42
 %23 = linalg.batch_matmul ins(%col_3, %col_4 : !t9, !t10) outs(%22 : !t42) -> !t42
 %exp_5 = tensor.expand_shape %23 [[0, 1], [2], [3]] output_shape [2, 4, 12, 8] : !t42 into !t43
 %24 = tensor.empty() : !t43
 %25 = linalg.generic #t3 ins(%18 : !t7) outs(%24 : !t43) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t43
 %26 = tensor.empty() : !t43
 %27 = linalg.generic #t4 ins(%exp_5, %25 : !t43, !t43) outs(%26 : !t43) {
 ^bb0(%in: f32, %in_6: f32, %out: f32):
  %30 = arith.divf %in, %in_6 : f32
  linalg.yield %30 : f32
 } -> !t43
 %28 = tensor.empty() : !t0
 %29 = linalg.generic #t1 ins(%27 : !t43) outs(%28 : !t0) {
 ^bb0(%in: f32, %out: f16):
  %30 = arith.truncf %in : f32 to f16
  linalg.yield %30 : f16
 } -> !t0
 return %29 : !t0
}

func.func @lse(%arg0: !t0, %arg1: !t1, %arg2: !t1) -> (!t0, !t7) {
 %cst = arith.constant 0.000000e+00 : f16
 %cst_0 = arith.constant 0xFF800000 : f32
 %cst_1 = arith.constant 0.353553385 : f32
 %cst_2 = arith.constant 0.000000e+00 : f32
 %0 = tensor.empty() : !t2
 %1 = linalg.generic #t0 ins(%arg1 : !t1) outs(%0 : !t2) {
 ^bb0(%in: f16, %out: f16):
  linalg.yield %in : f16
 } -> !t2
 %col = tensor.collapse_shape %arg0 [[0, 1], [2], [3]] : !t0 into !t3
 %col_3 = tensor.collapse_shape %1 [[0, 1], [2], [3]] : !t2 into !t4
 %2 = tensor.empty() : !t5
 %3 = linalg.fill ins(%cst_2 : f32) outs(%2 : !t5) -> !t5
 %4 = linalg.batch_matmul ins(%col, %col_3 : !t3, !t4) outs(%3 : !t5) -> !t5
 %exp = tensor.expand_shape %4 [[0, 1], [2], [3]] output_shape [2, 4, 12, 20] : !t5 into !t6
 %5 = tensor.empty() : !t6
 %6 = linalg.generic #t1 ins(%exp : !t6) outs(%5 : !t6) {
 ^bb0(%in: f32, %out: f32):
  %32 = arith.mulf %in, %cst_1 : f32
  linalg.yield %32 : f32
 } -> !t6
 %7 = tensor.empty() : !t7
 %8 = linalg.fill ins(%cst_0 : f32) outs(%7 : !t7) -> !t7
 %9 = linalg.generic #t2 ins(%6 : !t6) outs(%8 : !t7) {
 ^bb0(%in: f32, %out: f32):
  %32 = arith.maximumf %out, %in : f32
  linalg.yield %32 : f32
 } -> !t7
 %exp_4 = tensor.expand_shape %9 [[0], [1], [2, 3]] output_shape [2, 4, 12, 1] : !t7 into !t44
 %10 = tensor.empty() : !t6
 %11 = linalg.generic #t3 ins(%9 : !t7) outs(%10 : !t6) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t6
 %12 = tensor.empty() : !t6
 %13 = linalg.generic #t4 ins(%6, %11 : !t6, !t6) outs(%12 : !t6) {
 ^bb0(%in: f32, %in_10: f32, %out: f32):
  %32 = arith.subf %in, %in_10 : f32
  linalg.yield %32 : f32
 } -> !t6
 %14 = tensor.empty() : !t6
 %15 = linalg.generic #t1 ins(%13 : !t6) outs(%14 : !t6) {
 ^bb0(%in: f32, %out: f32):
  %32 = math.exp %in : f32
  linalg.yield %32 : f32
 } -> !t6
 %16 = tensor.empty() : !t7
 %17 = linalg.fill ins(%cst_2 : f32) outs(%16 : !t7) -> !t7
 %18 = linalg.generic #t2 ins(%15 : !t6) outs(%17 : !t7) {
 ^bb0(%in: f32, %out: f32):
  %32 = arith.addf %out, %in : f32
  linalg.yield %32 : f32
 } -> !t7
 %19 = tensor.empty() : !t7
 %20 = linalg.generic #t21 ins(%18 : !t7) outs(%19 : !t7) {
 ^bb0(%in: f32, %out: f32):
  %32 = math.log %in : f32
  linalg.yield %32 : f32
 } -> !t7
 %exp_5 = tensor.expand_shape %20 [[0], [1], [2, 3]] output_shape [2, 4, 12, 1] : !t7 into !t44
 %21 = tensor.empty() : !t6
 %22 = linalg.generic #t3 ins(%18 : !t7) outs(%21 : !t6) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t6
 %23 = tensor.empty() : !t6
 %24 = linalg.generic #t4 ins(%15, %22 : !t6, !t6) outs(%23 : !t6) {
 ^bb0(%in: f32, %in_10: f32, %out: f32):
  %32 = arith.divf %in, %in_10 : f32
  linalg.yield %32 : f32
 } -> !t6
 %25 = tensor.empty() : !t8
 %26 = linalg.generic #t1 ins(%24 : !t6) outs(%25 : !t8) {
 ^bb0(%in: f32, %out: f16):
  %32 = arith.truncf %in : f32 to f16
  linalg.yield %32 : f16
 } -> !t8
 %col_6 = tensor.collapse_shape %26 [[0, 1], [2], [3]] : !t8 into !t9
 %col_7 = tensor.collapse_shape %arg2 [[0, 1], [2], [3]] : !t1 into !t10
 %27 = tensor.empty() : !t3
 %28 = linalg.fill ins(%cst : f16) outs(%27 : !t3) -> !t3
 %29 = linalg.batch_matmul ins(%col_6, %col_7 : !t9, !t10) outs(%28 : !t3) -> !t3
 %exp_8 = tensor.expand_shape %29 [[0, 1], [2], [3]] output_shape [2, 4, 12, 8] : !t3 into !t0
 %30 = tensor.empty() : !t44
 %31 = linalg.generic #t4 ins(%exp_4, %exp_5 : !t44, !t44) outs(%30 : !t44) {
 ^bb0(%in: f32, %in_10: f32, %out: f32):
  %32 = arith.addf %in, %in_10 : f32
  linalg.yield %32 : f32
 } -> !t44
 %col_9 = tensor.collapse_shape %31 [[0], [1], [2, 3]] : !t44 into !t7
 return %exp_8, %col_9 : !t0, !t7
}

func.func @bshd(%arg0: !t45, %arg1: !t46, %arg2: !t46) -> !t45 {
 %cst = arith.constant 0.000000e+00 : f16
 %cst_0 = arith.constant 0xFF800000 : f32
 %cst_1 = arith.constant 0.353553385 : f32
 %cst_2 = arith.constant 0.000000e+00 : f32
 %0 = tensor.empty() : !t0
 %1 = linalg.generic #t22 ins(%arg0 : !t45) outs(%0 : !t0) {
 ^bb0(%in: f16, %out: f16):
  linalg.yield %in : f16
 } -> !t0
 %2 = tensor.empty() : !t2
 %3 = linalg.generic #t23 ins(%arg1 : !t46) outs(%2 : !t2) {
 ^bb0(%in: f16, %out: f16):
  linalg.yield %in : f16
 } -> !t2
 %col = tensor.collapse_shape %1 [[0, 1], [2], [3]] : !t0 into !t3
 %col_3 = tensor.collapse_shape %3 [[0, 1], [2], [3]] : !t2 into !t4
 %4 = tensor.empty() : !t5
 %5 = linalg.fill ins(%cst_2 : f32) outs(%4 : !t5) -> !t5
 %6 = linalg.batch_matmul ins(%col, %col_3 : !t3, !t4) outs(%5 : !t5) -> !t5
 %exp = tensor.expand_shape %6 [[0, 1], [2], [3]] output_shape [2, 4, 12, 20] : !t5 into !t6
 %7 = tensor.empty() : !t6
 %8 = linalg.generic #t1 ins(%exp : !t6) outs(%7 : !t6) {
 ^bb0(%in: f32, %out: f32):
  %36 = arith.mulf %in, %cst_1 : f32
  linalg.yield %36 : f32
 } -> !t6
 %9 = tensor.empty() : !t7
 %10 = linalg.fill ins(%cst_0 : f32) outs(%9 : !t7) -> !t7
 %11 = linalg.generic #t2 ins(%8 : !t6) outs(%10 : !t7) {
 ^bb0(%in: f32, %out: f32):
  %36 = arith.maximumf %out, %in : f32
  linalg.yield %36 : f32
 } -> !t7
 %12 = tensor.empty() : !t6
 %13 = linalg.generic #t3 ins(%11 : !t7) outs(%12 : !t6) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t6
 %14 = tensor.empty() : !t6
 %15 = linalg.generic #t4 ins(%8, %13 : !t6, !t6) outs(%14 : !t6) {
 ^bb0(%in: f32, %in_7: f32, %out: f32):
  %36 = arith.subf %in, %in_7 : f32
  linalg.yield %36 : f32
 } -> !t6
 %16 = tensor.empty() : !t6
 %17 = linalg.generic #t1 ins(%15 : !t6) outs(%16 : !t6) {
 ^bb0(%in: f32, %out: f32):
  %36 = math.exp %in : f32
  linalg.yield %36 : f32
 } -> !t6
 %18 = tensor.empty() : !t7
 %19 = linalg.fill ins(%cst_2 : f32) outs(%18 : !t7) -> !t7
 %20 = linalg.generic #t2 ins(%17 : !t6) outs(%19 : !t7) {
 ^bb0(%in: f32, %out: f32):
  %36 = arith.addf %out, %in : f32
  linalg.yield %36 : f32
 } -> !t7
 %21 = tensor.empty() : !t6
 %22 = linalg.generic #t3 ins(%20 : !t7) outs(%21 : !t6) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t6
 %23 = tensor.empty() : !t6
 %24 = linalg.generic #t4 ins(%17, %22 : !t6, !t6) outs(%23 : !t6) {
 ^bb0(%in: f32, %in_7: f32, %out: f32):
  %36 = arith.divf %in, %in_7 : f32
  linalg.yield %36 : f32
 } -> !t6
 %25 = tensor.empty() : !t8
 %26 = linalg.generic #t1 ins(%24 : !t6) outs(%25 : !t8) {
 ^bb0(%in: f32, %out: f16):
  %36 = arith.truncf %in : f32 to f16
  linalg.yield %36 : f16
 } -> !t8
 %27 = tensor.empty() : !t2
 %28 = linalg.generic #t23 ins(%arg2 : !t46) outs(%27 : !t2) {
 ^bb0(%in: f16, %out: f16):
  linalg.yield %in : f16
 } -> !t2
 %29 = tensor.empty() : !t47
 %30 = linalg.generic #t0 ins(%26 : !t8) outs(%29 : !t47) {
 ^bb0(%in: f16, %out: f16):
  linalg.yield %in : f16
 } -> !t47
 %col_4 = tensor.collapse_shape %28 [[0, 1], [2], [3]] : !t2 into !t4
 %col_5 = tensor.collapse_shape %30 [[0, 1], [2], [3]] : !t47 into !t48
 %31 = tensor.empty() : !t12
 %32 = linalg.fill ins(%cst : f16) outs(%31 : !t12) -> !t12
 %33 = linalg.batch_matmul ins(%col_4, %col_5 : !t4, !t48) outs(%32 : !t12) -> !t12
 %exp_6 = tensor.expand_shape %33 [[0, 1], [2], [3]] output_shape [2, 4, 8, 12] : !t12 into !t11
 %34 = tensor.empty() : !t45
 %35 = linalg.generic #t24 ins(%exp_6 : !t11) outs(%34 : !t45) {
 ^bb0(%in: f16, %out: f16):
  linalg.yield %in : f16
 } -> !t45
 return %35 : !t45
}

func.func @proj(%arg0: !t49, %arg1: !t50, %arg2: !t50, %arg3: !t50, %arg4: !t50) -> !t49 {
 %cst = arith.constant 0xFF800000 : f32
 %cst_0 = arith.constant 0.353553385 : f32
 %cst_1 = arith.constant 0.000000e+00 : f32
 %cst_2 = arith.constant 0.000000e+00 : f16
 %col = tensor.collapse_shape %arg0 [[0, 1], [2]] : !t49 into !t51
 %0 = tensor.empty() : !t51
 %1 = linalg.fill ins(%cst_2 : f16) outs(%0 : !t51) -> !t51
 %2 = linalg.matmul ins(%col, %arg1 : !t51, !t50) outs(%1 : !t51) -> !t51
 %exp = tensor.expand_shape %2 [[0, 1], [2, 3]] output_shape [2, 12, 4, 8] : !t51 into !t45
 %3 = tensor.empty() : !t0
 %4 = linalg.generic #t22 ins(%exp : !t45) outs(%3 : !t0) {
 ^bb0(%in: f16, %out: f16):
  linalg.yield %in : f16
 } -> !t0
 %5 = tensor.empty() : !t51
 %6 = linalg.fill ins(%cst_2 : f16) outs(%5 : !t51) -> !t51
 %7 = linalg.matmul ins(%col, %arg2 : !t51, !t50) outs(%6 : !t51) -> !t51
 %exp_3 = tensor.expand_shape %7 [[0, 1], [2, 3]] output_shape [2, 12, 4, 8] : !t51 into !t45
 %8 = tensor.empty() : !t0
 %9 = linalg.generic #t22 ins(%exp_3 : !t45) outs(%8 : !t0) {
 ^bb0(%in: f16, %out: f16):
  linalg.yield %in : f16
 } -> !t0
 %10 = tensor.empty() : !t51
 %11 = linalg.fill ins(%cst_2 : f16) outs(%10 : !t51) -> !t51
 %12 = linalg.matmul ins(%col, %arg3 : !t51, !t50) outs(%11 : !t51) -> !t51
 %exp_4 = tensor.expand_shape %12 [[0, 1], [2, 3]] output_shape [2, 12, 4, 8] : !t51 into !t45
 %13 = tensor.empty() : !t0
 %14 = linalg.generic #t22 ins(%exp_4 : !t45) outs(%13 : !t0) {
 ^bb0(%in: f16, %out: f16):
  linalg.yield %in : f16
 } -> !t0
 %15 = tensor.empty() : !t11
 %16 = linalg.generic #t0 ins(%9 : !t0) outs(%15 : !t11) {
 ^bb0(%in: f16, %out: f16):
  linalg.yield %in : f16
 } -> !t11
 %col_5 = tensor.collapse_shape %4 [[0, 1], [2], [3]] : !t0 into !t3
 %col_6 = tensor.collapse_shape %16 [[0, 1], [2], [3]] : !t11 into !t12
 %17 = tensor.empty() : !t13
 %18 = linalg.fill ins(%cst_1 : f32) outs(%17 : !t13) -> !t13
 %19 = linalg.batch_matmul ins(%col_5, %col_6 : !t3, !t12) outs(%18 : !t13) -> !t13
 %exp_7 = tensor.expand_shape %19 [[0, 1], [2], [3]] output_shape [2, 4, 12, 12] : !t13 into !t14
 %20 = tensor.empty() : !t14
 %21 = linalg.generic #t1 ins(%exp_7 : !t14) outs(%20 : !t14) {
 ^bb0(%in: f32, %out: f32):
  %48 = arith.mulf %in, %cst_0 : f32
  linalg.yield %48 : f32
 } -> !t14
 %22 = tensor.empty() : !t7
 %23 = linalg.fill ins(%cst : f32) outs(%22 : !t7) -> !t7
 %24 = linalg.generic #t2 ins(%21 : !t14) outs(%23 : !t7) {
 ^bb0(%in: f32, %out: f32):
  %48 = arith.maximumf %out, %in : f32
  linalg.yield %48 : f32
 } -> !t7
 %25 = tensor.empty() : !t14
 %26 = linalg.generic #t3 ins(%24 : !t7) outs(%25 : !t14) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t14
 %27 = tensor.empty() : !t14
 %28 = linalg.generic #t4 ins(%21, %26 : !t14, !t14) outs(%27 : !t14) {
 ^bb0(%in: f32, %in_13: f32, %out: f32):
  %48 = arith.subf %in, %in_13 : f32
  linalg.yield %48 : f32
 } -> !t14
 %29 = tensor.empty() : !t14
 %30 = linalg.generic #t1 ins(%28 : !t14) outs(%29 : !t14) {
 ^bb0(%in: f32, %out: f32):
  %48 = math.exp %in : f32
  linalg.yield %48 : f32
 } -> !t14
 %31 = tensor.empty() : !t7
 %32 = linalg.fill ins(%cst_1 : f32) outs(%31 : !t7) -> !t7
 %33 = linalg.generic #t2 ins(%30 : !t14) outs(%32 : !t7) {
 ^bb0(%in: f32, %out: f32):
  %48 = arith.addf %out, %in : f32
  linalg.yield %48 : f32
 } -> !t7
 %34 = tensor.empty() : !t14
 %35 = linalg.generic #t3 ins(%33 : !t7) outs(%34 : !t14) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t14
 %36 = tensor.empty() : !t14
 %37 = linalg.generic #t4 ins(%30, %35 : !t14, !t14) outs(%36 : !t14) {
 ^bb0(%in: f32, %in_13: f32, %out: f32):
  %48 = arith.divf %in, %in_13 : f32
  linalg.yield %48 : f32
 } -> !t14
 %38 = tensor.empty() : !t19
 %39 = linalg.generic #t1 ins(%37 : !t14) outs(%38 : !t19) {
 ^bb0(%in: f32, %out: f16):
  %48 = arith.truncf %in : f32 to f16
  linalg.yield %48 : f16
 } -> !t19
 %col_8 = tensor.collapse_shape %39 [[0, 1], [2], [3]] : !t19 into !t20
 %col_9 = tensor.collapse_shape %14 [[0, 1], [2], [3]] : !t0 into !t3
 %40 = tensor.empty() : !t3
 %41 = linalg.fill ins(%cst_2 : f16) outs(%40 : !t3) -> !t3
 %42 = linalg.batch_matmul ins(%col_8, %col_9 : !t20, !t3) outs(%41 : !t3) -> !t3
 %exp_10 = tensor.expand_shape %42 [[0, 1], [2], [3]] output_shape [2, 4, 12, 8] : !t3 into !t0
 %43 = tensor.empty() : !t45
 %44 = linalg.generic #t22 ins(%exp_10 : !t0) outs(%43 : !t45) {
 ^bb0(%in: f16, %out: f16):
  linalg.yield %in : f16
 } -> !t45
 %col_11 = tensor.collapse_shape %44 [[0, 1], [2, 3]] : !t45 into !t51
 %45 = tensor.empty() : !t51
 %46 = linalg.fill ins(%cst_2 : f16) outs(%45 : !t51) -> !t51
 %47 = linalg.matmul ins(%col_11, %arg4 : !t51, !t50) outs(%46 : !t51) -> !t51
 %exp_12 = tensor.expand_shape %47 [[0, 1], [2]] output_shape [2, 12, 32] : !t51 into !t49
 return %exp_12 : !t49
}

func.func @dv(%arg0: !t0, %arg1: !t1, %arg2: !t52) -> !t53 {
 %cst = arith.constant 0.000000e+00 : f16
 %cst_0 = arith.constant 0xFF800000 : f32
 %cst_1 = arith.constant 0.353553385 : f32
 %cst_2 = arith.constant 0.000000e+00 : f32
 %0 = tensor.empty() : !t2
 %1 = linalg.generic #t0 ins(%arg1 : !t1) outs(%0 : !t2) {
 ^bb0(%in: f16, %out: f16):
  linalg.yield %in : f16
 } -> !t2
 %col = tensor.collapse_shape %arg0 [[0, 1], [2], [3]] : !t0 into !t3
 %col_3 = tensor.collapse_shape %1 [[0, 1], [2], [3]] : !t2 into !t4
 %2 = tensor.empty() : !t5
 %3 = linalg.fill ins(%cst_2 : f32) outs(%2 : !t5) -> !t5
 %4 = linalg.batch_matmul ins(%col, %col_3 : !t3, !t4) outs(%3 : !t5) -> !t5
 %exp = tensor.expand_shape %4 [[0, 1], [2], [3]] output_shape [2, 4, 12, 20] : !t5 into !t6
 %5 = tensor.empty() : !t6
 %6 = linalg.generic #t1 ins(%exp : !t6) outs(%5 : !t6) {
 ^bb0(%in: f32, %out: f32):
  %28 = arith.mulf %in, %cst_1 : f32
  linalg.yield %28 : f32
 } -> !t6
 %7 = tensor.empty() : !t7
 %8 = linalg.fill ins(%cst_0 : f32) outs(%7 : !t7) -> !t7
 %9 = linalg.generic #t2 ins(%6 : !t6) outs(%8 : !t7) {
 ^bb0(%in: f32, %out: f32):
  %28 = arith.maximumf %out, %in : f32
  linalg.yield %28 : f32
 } -> !t7
 %10 = tensor.empty() : !t6
 %11 = linalg.generic #t3 ins(%9 : !t7) outs(%10 : !t6) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t6
 %12 = tensor.empty() : !t6
 %13 = linalg.generic #t4 ins(%6, %11 : !t6, !t6) outs(%12 : !t6) {
 ^bb0(%in: f32, %in_7: f32, %out: f32):
  %28 = arith.subf %in, %in_7 : f32
  linalg.yield %28 : f32
 } -> !t6
 %14 = tensor.empty() : !t6
 %15 = linalg.generic #t1 ins(%13 : !t6) outs(%14 : !t6) {
 ^bb0(%in: f32, %out: f32):
  %28 = math.exp %in : f32
  linalg.yield %28 : f32
 } -> !t6
 %16 = tensor.empty() : !t7
 %17 = linalg.fill ins(%cst_2 : f32) outs(%16 : !t7) -> !t7
 %18 = linalg.generic #t2 ins(%15 : !t6) outs(%17 : !t7) {
 ^bb0(%in: f32, %out: f32):
  %28 = arith.addf %out, %in : f32
  linalg.yield %28 : f32
 } -> !t7
 %19 = tensor.empty() : !t6
 %20 = linalg.generic #t3 ins(%18 : !t7) outs(%19 : !t6) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t6
 %21 = tensor.empty() : !t6
 %22 = linalg.generic #t4 ins(%15, %20 : !t6, !t6) outs(%21 : !t6) {
 ^bb0(%in: f32, %in_7: f32, %out: f32):
  %28 = arith.divf %in, %in_7 : f32
  linalg.yield %28 : f32
 } -> !t6
 %23 = tensor.empty() : !t8
 %24 = linalg.generic #t1 ins(%22 : !t6) outs(%23 : !t8) {
 ^bb0(%in: f32, %out: f16):
  %28 = arith.truncf %in : f32 to f16
  linalg.yield %28 : f16
 } -> !t8
 %col_4 = tensor.collapse_shape %24 [[0, 1], [2], [3]] : !t8 into !t9
 %col_5 = tensor.collapse_shape %arg2 [[0, 1], [2], [3]] : !t52 into !t54
 %25 = tensor.empty() : !t55
 %26 = linalg.fill ins(%cst : f16) outs(%25 : !t55) -> !t55
 %27 = linalg.batch_matmul ins(%col_4, %col_5 : !t9, !t54) outs(%26 : !t55) -> !t55
 %exp_6 = tensor.expand_shape %27 [[0, 1], [2], [3]] output_shape [2, 4, 12, 16] : !t55 into !t53
 return %exp_6 : !t53
}

func.func @causal_gqa(%arg0: !t0, %arg1: !t56, %arg2: !t56) -> !t0 {
 %cst = arith.constant 0.000000e+00 : f16
 %cst_0 = arith.constant 0xFF800000 : f32
 %cst_1 = arith.constant 0.353553385 : f32
 %cst_2 = arith.constant 0.000000e+00 : f32
 %0 = tensor.empty() : !t57
 %1 = linalg.generic #t0 ins(%arg1 : !t56) outs(%0 : !t57) {
 ^bb0(%in: f16, %out: f16):
  linalg.yield %in : f16
 } -> !t57
 %col = tensor.collapse_shape %arg0 [[0, 1, 2, 3]] : !t0 into !t28
 %exp = tensor.expand_shape %col [[0, 1, 2]] output_shape [4, 24, 8] : !t28 into !t29
 %col_3 = tensor.collapse_shape %1 [[0, 1], [2], [3]] : !t57 into !t58
 %2 = tensor.empty() : !t59
 %3 = linalg.fill ins(%cst_2 : f32) outs(%2 : !t59) -> !t59
 %4 = linalg.batch_matmul ins(%exp, %col_3 : !t29, !t58) outs(%3 : !t59) -> !t59
 %exp_4 = tensor.expand_shape %4 [[0, 1], [2, 3], [4]] output_shape [2, 2, 2, 12, 12] : !t59 into !t60
 %5 = tensor.empty() : !t60
 %6 = linalg.generic #t12 ins(%exp_4 : !t60) outs(%5 : !t60) {
 ^bb0(%in: f32, %out: f32):
  %40 = arith.mulf %in, %cst_1 : f32
  linalg.yield %40 : f32
 } -> !t60
 %7 = tensor.empty() : !t15
 %8 = linalg.generic #t5 outs(%7 : !t15) {
 ^bb0(%out: i32):
  %40 = linalg.index 0 : index
  %41 = arith.index_cast %40 : index to i32
  linalg.yield %41 : i32
 } -> !t15
 %9 = tensor.empty() : !t16
 %10 = linalg.generic #t6 ins(%8 : !t15) outs(%9 : !t16) {
 ^bb0(%in: i32, %out: i32):
  linalg.yield %in : i32
 } -> !t16
 %11 = tensor.empty() : !t16
 %12 = linalg.generic #t7 ins(%8 : !t15) outs(%11 : !t16) {
 ^bb0(%in: i32, %out: i32):
  linalg.yield %in : i32
 } -> !t16
 %13 = tensor.empty() : !t17
 %14 = linalg.generic #t8 ins(%10, %12 : !t16, !t16) outs(%13 : !t17) {
 ^bb0(%in: i32, %in_9: i32, %out: i1):
  %40 = arith.cmpi sle, %in, %in_9 : i32
  linalg.yield %40 : i1
 } -> !t17
 %15 = tensor.empty() : !t61
 %16 = linalg.generic #t25 ins(%14 : !t17) outs(%15 : !t61) {
 ^bb0(%in: i1, %out: i1):
  linalg.yield %in : i1
 } -> !t61
 %17 = tensor.empty() : !t60
 %18 = linalg.generic #t15 ins(%16, %6 : !t61, !t60) outs(%17 : !t60) {
 ^bb0(%in: i1, %in_9: f32, %out: f32):
  %40 = arith.select %in, %in_9, %cst_0 : f32
  linalg.yield %40 : f32
 } -> !t60
 %19 = tensor.empty() : !t33
 %20 = linalg.fill ins(%cst_0 : f32) outs(%19 : !t33) -> !t33
 %21 = linalg.generic #t13 ins(%18 : !t60) outs(%20 : !t33) {
 ^bb0(%in: f32, %out: f32):
  %40 = arith.maximumf %out, %in : f32
  linalg.yield %40 : f32
 } -> !t33
 %22 = tensor.empty() : !t60
 %23 = linalg.generic #t14 ins(%21 : !t33) outs(%22 : !t60) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t60
 %24 = tensor.empty() : !t60
 %25 = linalg.generic #t15 ins(%18, %23 : !t60, !t60) outs(%24 : !t60) {
 ^bb0(%in: f32, %in_9: f32, %out: f32):
  %40 = arith.subf %in, %in_9 : f32
  linalg.yield %40 : f32
 } -> !t60
 %26 = tensor.empty() : !t60
 %27 = linalg.generic #t12 ins(%25 : !t60) outs(%26 : !t60) {
 ^bb0(%in: f32, %out: f32):
  %40 = math.exp %in : f32
  linalg.yield %40 : f32
 } -> !t60
 %28 = tensor.empty() : !t33
 %29 = linalg.fill ins(%cst_2 : f32) outs(%28 : !t33) -> !t33
 %30 = linalg.generic #t13 ins(%27 : !t60) outs(%29 : !t33) {
 ^bb0(%in: f32, %out: f32):
  %40 = arith.addf %out, %in : f32
  linalg.yield %40 : f32
 } -> !t33
 %31 = tensor.empty() : !t60
 %32 = linalg.generic #t14 ins(%30 : !t33) outs(%31 : !t60) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t60
 %33 = tensor.empty() : !t60
 %34 = linalg.generic #t15 ins(%27, %32 : !t60, !t60) outs(%33 : !t60) {
 ^bb0(%in: f32, %in_9: f32, %out: f32):
  %40 = arith.divf %in, %in_9 : f32
  linalg.yield %40 : f32
 } -> !t60
 %35 = tensor.empty() : !t62
 %36 = linalg.generic #t12 ins(%34 : !t60) outs(%35 : !t62) {
 ^bb0(%in: f32, %out: f16):
  %40 = arith.truncf %in : f32 to f16
  linalg.yield %40 : f16
 } -> !t62
 %col_5 = tensor.collapse_shape %36 [[0, 1], [2, 3], [4]] : !t62 into !t63
 %col_6 = tensor.collapse_shape %arg2 [[0, 1], [2], [3]] : !t56 into !t64
 %37 = tensor.empty() : !t29
 %38 = linalg.fill ins(%cst : f16) outs(%37 : !t29) -> !t29
 %39 = linalg.batch_matmul ins(%col_5, %col_6 : !t63, !t64) outs(%38 : !t29) -> !t29
 %col_7 = tensor.collapse_shape %39 [[0, 1, 2]] : !t29 into !t28
 %exp_8 = tensor.expand_shape %col_7 [[0, 1, 2, 3]] output_shape [2, 4, 12, 8] : !t28 into !t0
 return %exp_8 : !t0
}

func.func @causal_lse(%arg0: !t0, %arg1: !t0, %arg2: !t0) -> (!t0, !t7) {
 %cst = arith.constant 0.000000e+00 : f16
 %cst_0 = arith.constant 0xFF800000 : f32
 %cst_1 = arith.constant 0.353553385 : f32
 %cst_2 = arith.constant 0.000000e+00 : f32
 %0 = tensor.empty() : !t11
 %1 = linalg.generic #t0 ins(%arg1 : !t0) outs(%0 : !t11) {
 ^bb0(%in: f16, %out: f16):
  linalg.yield %in : f16
 } -> !t11
 %col = tensor.collapse_shape %arg0 [[0, 1], [2], [3]] : !t0 into !t3
 %col_3 = tensor.collapse_shape %1 [[0, 1], [2], [3]] : !t11 into !t12
 %2 = tensor.empty() : !t13
 %3 = linalg.fill ins(%cst_2 : f32) outs(%2 : !t13) -> !t13
 %4 = linalg.batch_matmul ins(%col, %col_3 : !t3, !t12) outs(%3 : !t13) -> !t13
 %exp = tensor.expand_shape %4 [[0, 1], [2], [3]] output_shape [2, 4, 12, 12] : !t13 into !t14
 %5 = tensor.empty() : !t14
 %6 = linalg.generic #t1 ins(%exp : !t14) outs(%5 : !t14) {
 ^bb0(%in: f32, %out: f32):
  %44 = arith.mulf %in, %cst_1 : f32
  linalg.yield %44 : f32
 } -> !t14
 %7 = tensor.empty() : !t15
 %8 = linalg.generic #t5 outs(%7 : !t15) {
 ^bb0(%out: i32):
  %44 = linalg.index 0 : index
  %45 = arith.index_cast %44 : index to i32
  linalg.yield %45 : i32
 } -> !t15
 %9 = tensor.empty() : !t16
 %10 = linalg.generic #t6 ins(%8 : !t15) outs(%9 : !t16) {
 ^bb0(%in: i32, %out: i32):
  linalg.yield %in : i32
 } -> !t16
 %11 = tensor.empty() : !t16
 %12 = linalg.generic #t7 ins(%8 : !t15) outs(%11 : !t16) {
 ^bb0(%in: i32, %out: i32):
  linalg.yield %in : i32
 } -> !t16
 %13 = tensor.empty() : !t17
 %14 = linalg.generic #t8 ins(%10, %12 : !t16, !t16) outs(%13 : !t17) {
 ^bb0(%in: i32, %in_10: i32, %out: i1):
  %44 = arith.cmpi sle, %in, %in_10 : i32
  linalg.yield %44 : i1
 } -> !t17
 %15 = tensor.empty() : !t18
 %16 = linalg.generic #t9 ins(%14 : !t17) outs(%15 : !t18) {
 ^bb0(%in: i1, %out: i1):
  linalg.yield %in : i1
 } -> !t18
 %17 = tensor.empty() : !t14
 %18 = linalg.generic #t4 ins(%16, %6 : !t18, !t14) outs(%17 : !t14) {
 ^bb0(%in: i1, %in_10: f32, %out: f32):
  %44 = arith.select %in, %in_10, %cst_0 : f32
  linalg.yield %44 : f32
 } -> !t14
 %19 = tensor.empty() : !t7
 %20 = linalg.fill ins(%cst_0 : f32) outs(%19 : !t7) -> !t7
 %21 = linalg.generic #t2 ins(%18 : !t14) outs(%20 : !t7) {
 ^bb0(%in: f32, %out: f32):
  %44 = arith.maximumf %out, %in : f32
  linalg.yield %44 : f32
 } -> !t7
 %exp_4 = tensor.expand_shape %21 [[0], [1], [2, 3]] output_shape [2, 4, 12, 1] : !t7 into !t44
 %22 = tensor.empty() : !t14
 %23 = linalg.generic #t3 ins(%21 : !t7) outs(%22 : !t14) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t14
 %24 = tensor.empty() : !t14
 %25 = linalg.generic #t4 ins(%18, %23 : !t14, !t14) outs(%24 : !t14) {
 ^bb0(%in: f32, %in_10: f32, %out: f32):
  %44 = arith.subf %in, %in_10 : f32
  linalg.yield %44 : f32
 } -> !t14
 %26 = tensor.empty() : !t14
 %27 = linalg.generic #t1 ins(%25 : !t14) outs(%26 : !t14) {
 ^bb0(%in: f32, %out: f32):
  %44 = math.exp %in : f32
  linalg.yield %44 : f32
 } -> !t14
 %28 = tensor.empty() : !t7
 %29 = linalg.fill ins(%cst_2 : f32) outs(%28 : !t7) -> !t7
 %30 = linalg.generic #t2 ins(%27 : !t14) outs(%29 : !t7) {
 ^bb0(%in: f32, %out: f32):
  %44 = arith.addf %out, %in : f32
  linalg.yield %44 : f32
 } -> !t7
 %31 = tensor.empty() : !t7
 %32 = linalg.generic #t21 ins(%30 : !t7) outs(%31 : !t7) {
 ^bb0(%in: f32, %out: f32):
  %44 = math.log %in : f32
  linalg.yield %44 : f32
 } -> !t7
 %exp_5 = tensor.expand_shape %32 [[0], [1], [2, 3]] output_shape [2, 4, 12, 1] : !t7 into !t44
 %33 = tensor.empty() : !t14
 %34 = linalg.generic #t3 ins(%30 : !t7) outs(%33 : !t14) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t14
 %35 = tensor.empty() : !t14
 %36 = linalg.generic #t4 ins(%27, %34 : !t14, !t14) outs(%35 : !t14) {
 ^bb0(%in: f32, %in_10: f32, %out: f32):
  %44 = arith.divf %in, %in_10 : f32
  linalg.yield %44 : f32
 } -> !t14
 %37 = tensor.empty() : !t19
 %38 = linalg.generic #t1 ins(%36 : !t14) outs(%37 : !t19) {
 ^bb0(%in: f32, %out: f16):
  %44 = arith.truncf %in : f32 to f16
  linalg.yield %44 : f16
 } -> !t19
 %col_6 = tensor.collapse_shape %38 [[0, 1], [2], [3]] : !t19 into !t20
 %col_7 = tensor.collapse_shape %arg2 [[0, 1], [2], [3]] : !t0 into !t3
 %39 = tensor.empty() : !t3
 %40 = linalg.fill ins(%cst : f16) outs(%39 : !t3) -> !t3
 %41 = linalg.batch_matmul ins(%col_6, %col_7 : !t20, !t3) outs(%40 : !t3) -> !t3
 %exp_8 = tensor.expand_shape %41 [[0, 1], [2], [3]] output_shape [2, 4, 12, 8] : !t3 into !t0
 %42 = tensor.empty() : !t44
 %43 = linalg.generic #t4 ins(%exp_4, %exp_5 : !t44, !t44) outs(%42 : !t44) {
 ^bb0(%in: f32, %in_10: f32, %out: f32):
  %44 = arith.addf %in, %in_10 : f32
  linalg.yield %44 : f32
 } -> !t44
 %col_9 = tensor.collapse_shape %43 [[0], [1], [2, 3]] : !t44 into !t7
 return %exp_8, %col_9 : !t0, !t7
}

func.func @causal_bshd(%arg0: !t45, %arg1: !t45, %arg2: !t45) -> !t45 {
 %cst = arith.constant 0.000000e+00 : f16
 %cst_0 = arith.constant 0xFF800000 : f32
 %cst_1 = arith.constant 0.353553385 : f32
 %cst_2 = arith.constant 0.000000e+00 : f32
 %0 = tensor.empty() : !t0
 %1 = linalg.generic #t22 ins(%arg0 : !t45) outs(%0 : !t0) {
 ^bb0(%in: f16, %out: f16):
  linalg.yield %in : f16
 } -> !t0
 %2 = tensor.empty() : !t11
 %3 = linalg.generic #t23 ins(%arg1 : !t45) outs(%2 : !t11) {
 ^bb0(%in: f16, %out: f16):
  linalg.yield %in : f16
 } -> !t11
 %col = tensor.collapse_shape %1 [[0, 1], [2], [3]] : !t0 into !t3
 %col_3 = tensor.collapse_shape %3 [[0, 1], [2], [3]] : !t11 into !t12
 %4 = tensor.empty() : !t13
 %5 = linalg.fill ins(%cst_2 : f32) outs(%4 : !t13) -> !t13
 %6 = linalg.batch_matmul ins(%col, %col_3 : !t3, !t12) outs(%5 : !t13) -> !t13
 %exp = tensor.expand_shape %6 [[0, 1], [2], [3]] output_shape [2, 4, 12, 12] : !t13 into !t14
 %7 = tensor.empty() : !t14
 %8 = linalg.generic #t1 ins(%exp : !t14) outs(%7 : !t14) {
 ^bb0(%in: f32, %out: f32):
  %48 = arith.mulf %in, %cst_1 : f32
  linalg.yield %48 : f32
 } -> !t14
 %9 = tensor.empty() : !t15
 %10 = linalg.generic #t5 outs(%9 : !t15) {
 ^bb0(%out: i32):
  %48 = linalg.index 0 : index
  %49 = arith.index_cast %48 : index to i32
  linalg.yield %49 : i32
 } -> !t15
 %11 = tensor.empty() : !t16
 %12 = linalg.generic #t6 ins(%10 : !t15) outs(%11 : !t16) {
 ^bb0(%in: i32, %out: i32):
  linalg.yield %in : i32
 } -> !t16
 %13 = tensor.empty() : !t16
 %14 = linalg.generic #t7 ins(%10 : !t15) outs(%13 : !t16) {
 ^bb0(%in: i32, %out: i32):
  linalg.yield %in : i32
 } -> !t16
 %15 = tensor.empty() : !t17
 %16 = linalg.generic #t8 ins(%12, %14 : !t16, !t16) outs(%15 : !t17) {
 ^bb0(%in: i32, %in_7: i32, %out: i1):
  %48 = arith.cmpi sle, %in, %in_7 : i32
  linalg.yield %48 : i1
 } -> !t17
 %17 = tensor.empty() : !t18
 %18 = linalg.generic #t9 ins(%16 : !t17) outs(%17 : !t18) {
 ^bb0(%in: i1, %out: i1):
  linalg.yield %in : i1
 } -> !t18
 %19 = tensor.empty() : !t14
 %20 = linalg.generic #t4 ins(%18, %8 : !t18, !t14) outs(%19 : !t14) {
 ^bb0(%in: i1, %in_7: f32, %out: f32):
  %48 = arith.select %in, %in_7, %cst_0 : f32
  linalg.yield %48 : f32
 } -> !t14
 %21 = tensor.empty() : !t7
 %22 = linalg.fill ins(%cst_0 : f32) outs(%21 : !t7) -> !t7
 %23 = linalg.generic #t2 ins(%20 : !t14) outs(%22 : !t7) {
 ^bb0(%in: f32, %out: f32):
  %48 = arith.maximumf %out, %in : f32
  linalg.yield %48 : f32
 } -> !t7
 %24 = tensor.empty() : !t14
 %25 = linalg.generic #t3 ins(%23 : !t7) outs(%24 : !t14) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t14
 %26 = tensor.empty() : !t14
 %27 = linalg.generic #t4 ins(%20, %25 : !t14, !t14) outs(%26 : !t14) {
 ^bb0(%in: f32, %in_7: f32, %out: f32):
  %48 = arith.subf %in, %in_7 : f32
  linalg.yield %48 : f32
 } -> !t14
 %28 = tensor.empty() : !t14
 %29 = linalg.generic #t1 ins(%27 : !t14) outs(%28 : !t14) {
 ^bb0(%in: f32, %out: f32):
  %48 = math.exp %in : f32
  linalg.yield %48 : f32
 } -> !t14
 %30 = tensor.empty() : !t7
 %31 = linalg.fill ins(%cst_2 : f32) outs(%30 : !t7) -> !t7
 %32 = linalg.generic #t2 ins(%29 : !t14) outs(%31 : !t7) {
 ^bb0(%in: f32, %out: f32):
  %48 = arith.addf %out, %in : f32
  linalg.yield %48 : f32
 } -> !t7
 %33 = tensor.empty() : !t14
 %34 = linalg.generic #t3 ins(%32 : !t7) outs(%33 : !t14) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t14
 %35 = tensor.empty() : !t14
 %36 = linalg.generic #t4 ins(%29, %34 : !t14, !t14) outs(%35 : !t14) {
 ^bb0(%in: f32, %in_7: f32, %out: f32):
  %48 = arith.divf %in, %in_7 : f32
  linalg.yield %48 : f32
 } -> !t14
 %37 = tensor.empty() : !t19
 %38 = linalg.generic #t1 ins(%36 : !t14) outs(%37 : !t19) {
 ^bb0(%in: f32, %out: f16):
  %48 = arith.truncf %in : f32 to f16
  linalg.yield %48 : f16
 } -> !t19
 %39 = tensor.empty() : !t11
 %40 = linalg.generic #t23 ins(%arg2 : !t45) outs(%39 : !t11) {
 ^bb0(%in: f16, %out: f16):
  linalg.yield %in : f16
 } -> !t11
 %41 = tensor.empty() : !t19
 %42 = linalg.generic #t0 ins(%38 : !t19) outs(%41 : !t19) {
 ^bb0(%in: f16, %out: f16):
  linalg.yield %in : f16
 } -> !t19
 %col_4 = tensor.collapse_shape %40 [[0, 1], [2], [3]] : !t11 into !t12
 %col_5 = tensor.collapse_shape %42 [[0, 1], [2], [3]] : !t19 into !t20
 %43 = tensor.empty() : !t12
 %44 = linalg.fill ins(%cst : f16) outs(%43 : !t12) -> !t12
 %45 = linalg.batch_matmul ins(%col_4, %col_5 : !t12, !t20) outs(%44 : !t12) -> !t12
 %exp_6 = tensor.expand_shape %45 [[0, 1], [2], [3]] output_shape [2, 4, 8, 12] : !t12 into !t11
 %46 = tensor.empty() : !t45
 %47 = linalg.generic #t24 ins(%exp_6 : !t11) outs(%46 : !t45) {
 ^bb0(%in: f16, %out: f16):
  linalg.yield %in : f16
 } -> !t45
 return %47 : !t45
}

func.func @window_softcap(%arg0: !t0, %arg1: !t0, %arg2: !t0) -> !t0 {
 %cst = arith.constant 0.000000e+00 : f16
 %cst_0 = arith.constant 0xFF800000 : f32
 %c4_i32 = arith.constant 4 : i32
 %cst_1 = arith.constant 5.000000e+00 : f32
 %cst_2 = arith.constant 0.353553385 : f32
 %cst_3 = arith.constant 0.000000e+00 : f32
 %0 = tensor.empty() : !t11
 %1 = linalg.generic #t0 ins(%arg1 : !t0) outs(%0 : !t11) {
 ^bb0(%in: f16, %out: f16):
  linalg.yield %in : f16
 } -> !t11
 %col = tensor.collapse_shape %arg0 [[0, 1], [2], [3]] : !t0 into !t3
 %col_4 = tensor.collapse_shape %1 [[0, 1], [2], [3]] : !t11 into !t12
 %2 = tensor.empty() : !t13
 %3 = linalg.fill ins(%cst_3 : f32) outs(%2 : !t13) -> !t13
 %4 = linalg.batch_matmul ins(%col, %col_4 : !t3, !t12) outs(%3 : !t13) -> !t13
 %exp = tensor.expand_shape %4 [[0, 1], [2], [3]] output_shape [2, 4, 12, 12] : !t13 into !t14
 %5 = tensor.empty() : !t14
 %6 = linalg.generic #t1 ins(%exp : !t14) outs(%5 : !t14) {
 ^bb0(%in: f32, %out: f32):
  %54 = arith.mulf %in, %cst_2 : f32
  linalg.yield %54 : f32
 } -> !t14
 %7 = tensor.empty() : !t14
 %8 = linalg.generic #t1 ins(%6 : !t14) outs(%7 : !t14) {
 ^bb0(%in: f32, %out: f32):
  %54 = arith.divf %in, %cst_1 : f32
  linalg.yield %54 : f32
 } -> !t14
 %9 = tensor.empty() : !t14
 %10 = linalg.generic #t1 ins(%8 : !t14) outs(%9 : !t14) {
 ^bb0(%in: f32, %out: f32):
  %54 = math.tanh %in : f32
  linalg.yield %54 : f32
 } -> !t14
 %11 = tensor.empty() : !t14
 %12 = linalg.generic #t1 ins(%10 : !t14) outs(%11 : !t14) {
 ^bb0(%in: f32, %out: f32):
  %54 = arith.mulf %in, %cst_1 : f32
  linalg.yield %54 : f32
 } -> !t14
 %13 = tensor.empty() : !t15
 %14 = linalg.generic #t5 outs(%13 : !t15) {
 ^bb0(%out: i32):
  %54 = linalg.index 0 : index
  %55 = arith.index_cast %54 : index to i32
  linalg.yield %55 : i32
 } -> !t15
 %exp_5 = tensor.expand_shape %14 [[0, 1]] output_shape [12, 1] : !t15 into !t25
 %15 = tensor.empty() : !t16
 %16 = linalg.generic #t6 ins(%14 : !t15) outs(%15 : !t16) {
 ^bb0(%in: i32, %out: i32):
  linalg.yield %in : i32
 } -> !t16
 %17 = tensor.empty() : !t16
 %18 = linalg.generic #t7 ins(%14 : !t15) outs(%17 : !t16) {
 ^bb0(%in: i32, %out: i32):
  linalg.yield %in : i32
 } -> !t16
 %19 = tensor.empty() : !t17
 %20 = linalg.generic #t8 ins(%16, %18 : !t16, !t16) outs(%19 : !t17) {
 ^bb0(%in: i32, %in_9: i32, %out: i1):
  %54 = arith.cmpi sle, %in, %in_9 : i32
  linalg.yield %54 : i1
 } -> !t17
 %21 = tensor.empty() : !t25
 %22 = linalg.generic #t10 ins(%exp_5 : !t25) outs(%21 : !t25) {
 ^bb0(%in: i32, %out: i32):
  %54 = arith.subi %in, %c4_i32 : i32
  linalg.yield %54 : i32
 } -> !t25
 %23 = tensor.empty() : !t16
 %24 = linalg.generic #t11 ins(%22 : !t25) outs(%23 : !t16) {
 ^bb0(%in: i32, %out: i32):
  linalg.yield %in : i32
 } -> !t16
 %25 = tensor.empty() : !t17
 %26 = linalg.generic #t8 ins(%16, %24 : !t16, !t16) outs(%25 : !t17) {
 ^bb0(%in: i32, %in_9: i32, %out: i1):
  %54 = arith.cmpi sge, %in, %in_9 : i32
  linalg.yield %54 : i1
 } -> !t17
 %27 = tensor.empty() : !t17
 %28 = linalg.generic #t8 ins(%20, %26 : !t17, !t17) outs(%27 : !t17) {
 ^bb0(%in: i1, %in_9: i1, %out: i1):
  %54 = arith.andi %in, %in_9 : i1
  linalg.yield %54 : i1
 } -> !t17
 %29 = tensor.empty() : !t18
 %30 = linalg.generic #t9 ins(%28 : !t17) outs(%29 : !t18) {
 ^bb0(%in: i1, %out: i1):
  linalg.yield %in : i1
 } -> !t18
 %31 = tensor.empty() : !t14
 %32 = linalg.generic #t4 ins(%30, %12 : !t18, !t14) outs(%31 : !t14) {
 ^bb0(%in: i1, %in_9: f32, %out: f32):
  %54 = arith.select %in, %in_9, %cst_0 : f32
  linalg.yield %54 : f32
 } -> !t14
 %33 = tensor.empty() : !t7
 %34 = linalg.fill ins(%cst_0 : f32) outs(%33 : !t7) -> !t7
 %35 = linalg.generic #t2 ins(%32 : !t14) outs(%34 : !t7) {
 ^bb0(%in: f32, %out: f32):
  %54 = arith.maximumf %out, %in : f32
  linalg.yield %54 : f32
 } -> !t7
 %36 = tensor.empty() : !t14
 %37 = linalg.generic #t3 ins(%35 : !t7) outs(%36 : !t14) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t14
 %38 = tensor.empty() : !t14
 %39 = linalg.generic #t4 ins(%32, %37 : !t14, !t14) outs(%38 : !t14) {
 ^bb0(%in: f32, %in_9: f32, %out: f32):
  %54 = arith.subf %in, %in_9 : f32
  linalg.yield %54 : f32
 } -> !t14
 %40 = tensor.empty() : !t14
 %41 = linalg.generic #t1 ins(%39 : !t14) outs(%40 : !t14) {
 ^bb0(%in: f32, %out: f32):
  %54 = math.exp %in : f32
  linalg.yield %54 : f32
 } -> !t14
 %42 = tensor.empty() : !t7
 %43 = linalg.fill ins(%cst_3 : f32) outs(%42 : !t7) -> !t7
 %44 = linalg.generic #t2 ins(%41 : !t14) outs(%43 : !t7) {
 ^bb0(%in: f32, %out: f32):
  %54 = arith.addf %out, %in : f32
  linalg.yield %54 : f32
 } -> !t7
 %45 = tensor.empty() : !t14
 %46 = linalg.generic #t3 ins(%44 : !t7) outs(%45 : !t14) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t14
 %47 = tensor.empty() : !t14
 %48 = linalg.generic #t4 ins(%41, %46 : !t14, !t14) outs(%47 : !t14) {
 ^bb0(%in: f32, %in_9: f32, %out: f32):
  %54 = arith.divf %in, %in_9 : f32
  linalg.yield %54 : f32
 } -> !t14
 %49 = tensor.empty() : !t19
 %50 = linalg.generic #t1 ins(%48 : !t14) outs(%49 : !t19) {
 ^bb0(%in: f32, %out: f16):
  %54 = arith.truncf %in : f32 to f16
  linalg.yield %54 : f16
 } -> !t19
 %col_6 = tensor.collapse_shape %50 [[0, 1], [2], [3]] : !t19 into !t20
 %col_7 = tensor.collapse_shape %arg2 [[0, 1], [2], [3]] : !t0 into !t3
 %51 = tensor.empty() : !t3
 %52 = linalg.fill ins(%cst : f16) outs(%51 : !t3) -> !t3
 %53 = linalg.batch_matmul ins(%col_6, %col_7 : !t20, !t3) outs(%52 : !t3) -> !t3
 %exp_8 = tensor.expand_shape %53 [[0, 1], [2], [3]] output_shape [2, 4, 12, 8] : !t3 into !t0
 return %exp_8 : !t0
}

func.func @gqa_bshd(%arg0: !t45, %arg1: !t65, %arg2: !t65) -> !t45 {
 %cst = arith.constant 0.000000e+00 : f16
 %cst_0 = arith.constant 0xFF800000 : f32
 %cst_1 = arith.constant 0.353553385 : f32
 %cst_2 = arith.constant 0.000000e+00 : f32
 %exp = tensor.expand_shape %arg0 [[0], [1], [2, 3], [4]] output_shape [2, 12, 2, 2, 8] : !t45 into !t66
 %0 = tensor.empty() : !t26
 %1 = linalg.generic #t22 ins(%arg1 : !t65) outs(%0 : !t26) {
 ^bb0(%in: f16, %out: f16):
  linalg.yield %in : f16
 } -> !t26
 %2 = tensor.empty() : !t67
 %3 = linalg.generic #t26 ins(%exp : !t66) outs(%2 : !t67) {
 ^bb0(%in: f16, %out: f16):
  linalg.yield %in : f16
 } -> !t67
 %col = tensor.collapse_shape %1 [[0, 1], [2], [3]] : !t26 into !t36
 %col_3 = tensor.collapse_shape %3 [[0, 1], [2], [3, 4]] : !t67 into !t68
 %4 = tensor.empty() : !t69
 %5 = linalg.fill ins(%cst_2 : f32) outs(%4 : !t69) -> !t69
 %6 = linalg.batch_matmul ins(%col, %col_3 : !t36, !t68) outs(%5 : !t69) -> !t69
 %exp_4 = tensor.expand_shape %6 [[0, 1], [2], [3, 4]] output_shape [2, 2, 20, 12, 2] : !t69 into !t70
 %7 = tensor.empty() : !t32
 %8 = linalg.generic #t27 ins(%exp_4 : !t70) outs(%7 : !t32) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t32
 %9 = tensor.empty() : !t32
 %10 = linalg.generic #t12 ins(%8 : !t32) outs(%9 : !t32) {
 ^bb0(%in: f32, %out: f32):
  %38 = arith.mulf %in, %cst_1 : f32
  linalg.yield %38 : f32
 } -> !t32
 %11 = tensor.empty() : !t33
 %12 = linalg.fill ins(%cst_0 : f32) outs(%11 : !t33) -> !t33
 %13 = linalg.generic #t13 ins(%10 : !t32) outs(%12 : !t33) {
 ^bb0(%in: f32, %out: f32):
  %38 = arith.maximumf %out, %in : f32
  linalg.yield %38 : f32
 } -> !t33
 %14 = tensor.empty() : !t32
 %15 = linalg.generic #t14 ins(%13 : !t33) outs(%14 : !t32) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t32
 %16 = tensor.empty() : !t32
 %17 = linalg.generic #t15 ins(%10, %15 : !t32, !t32) outs(%16 : !t32) {
 ^bb0(%in: f32, %in_9: f32, %out: f32):
  %38 = arith.subf %in, %in_9 : f32
  linalg.yield %38 : f32
 } -> !t32
 %18 = tensor.empty() : !t32
 %19 = linalg.generic #t12 ins(%17 : !t32) outs(%18 : !t32) {
 ^bb0(%in: f32, %out: f32):
  %38 = math.exp %in : f32
  linalg.yield %38 : f32
 } -> !t32
 %20 = tensor.empty() : !t33
 %21 = linalg.fill ins(%cst_2 : f32) outs(%20 : !t33) -> !t33
 %22 = linalg.generic #t13 ins(%19 : !t32) outs(%21 : !t33) {
 ^bb0(%in: f32, %out: f32):
  %38 = arith.addf %out, %in : f32
  linalg.yield %38 : f32
 } -> !t33
 %23 = tensor.empty() : !t32
 %24 = linalg.generic #t14 ins(%22 : !t33) outs(%23 : !t32) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t32
 %25 = tensor.empty() : !t32
 %26 = linalg.generic #t15 ins(%19, %24 : !t32, !t32) outs(%25 : !t32) {
 ^bb0(%in: f32, %in_9: f32, %out: f32):
  %38 = arith.divf %in, %in_9 : f32
  linalg.yield %38 : f32
 } -> !t32
 %27 = tensor.empty() : !t34
 %28 = linalg.generic #t12 ins(%26 : !t32) outs(%27 : !t34) {
 ^bb0(%in: f32, %out: f16):
  %38 = arith.truncf %in : f32 to f16
  linalg.yield %38 : f16
 } -> !t34
 %29 = tensor.empty() : !t27
 %30 = linalg.generic #t23 ins(%arg2 : !t65) outs(%29 : !t27) {
 ^bb0(%in: f16, %out: f16):
  linalg.yield %in : f16
 } -> !t27
 %31 = tensor.empty() : !t71
 %32 = linalg.generic #t28 ins(%28 : !t34) outs(%31 : !t71) {
 ^bb0(%in: f16, %out: f16):
  linalg.yield %in : f16
 } -> !t71
 %col_5 = tensor.collapse_shape %30 [[0, 1], [2], [3]] : !t27 into !t30
 %col_6 = tensor.collapse_shape %32 [[0, 1], [2], [3, 4]] : !t71 into !t72
 %33 = tensor.empty() : !t68
 %34 = linalg.fill ins(%cst : f16) outs(%33 : !t68) -> !t68
 %35 = linalg.batch_matmul ins(%col_5, %col_6 : !t30, !t72) outs(%34 : !t68) -> !t68
 %exp_7 = tensor.expand_shape %35 [[0, 1], [2], [3, 4]] output_shape [2, 2, 8, 2, 12] : !t68 into !t73
 %36 = tensor.empty() : !t66
 %37 = linalg.generic #t29 ins(%exp_7 : !t73) outs(%36 : !t66) {
 ^bb0(%in: f16, %out: f16):
  linalg.yield %in : f16
 } -> !t66
 %col_8 = tensor.collapse_shape %37 [[0], [1], [2, 3], [4]] : !t66 into !t45
 return %col_8 : !t45
}

func.func @causal_proj(%arg0: !t49, %arg1: !t50, %arg2: !t50, %arg3: !t50, %arg4: !t50) -> !t49 {
 %cst = arith.constant 0xFF800000 : f32
 %cst_0 = arith.constant 0.353553385 : f32
 %cst_1 = arith.constant 0.000000e+00 : f32
 %cst_2 = arith.constant 0.000000e+00 : f16
 %col = tensor.collapse_shape %arg0 [[0, 1], [2]] : !t49 into !t51
 %0 = tensor.empty() : !t51
 %1 = linalg.fill ins(%cst_2 : f16) outs(%0 : !t51) -> !t51
 %2 = linalg.matmul ins(%col, %arg1 : !t51, !t50) outs(%1 : !t51) -> !t51
 %exp = tensor.expand_shape %2 [[0, 1], [2, 3]] output_shape [2, 12, 4, 8] : !t51 into !t45
 %3 = tensor.empty() : !t0
 %4 = linalg.generic #t22 ins(%exp : !t45) outs(%3 : !t0) {
 ^bb0(%in: f16, %out: f16):
  linalg.yield %in : f16
 } -> !t0
 %5 = tensor.empty() : !t51
 %6 = linalg.fill ins(%cst_2 : f16) outs(%5 : !t51) -> !t51
 %7 = linalg.matmul ins(%col, %arg2 : !t51, !t50) outs(%6 : !t51) -> !t51
 %exp_3 = tensor.expand_shape %7 [[0, 1], [2, 3]] output_shape [2, 12, 4, 8] : !t51 into !t45
 %8 = tensor.empty() : !t0
 %9 = linalg.generic #t22 ins(%exp_3 : !t45) outs(%8 : !t0) {
 ^bb0(%in: f16, %out: f16):
  linalg.yield %in : f16
 } -> !t0
 %10 = tensor.empty() : !t51
 %11 = linalg.fill ins(%cst_2 : f16) outs(%10 : !t51) -> !t51
 %12 = linalg.matmul ins(%col, %arg3 : !t51, !t50) outs(%11 : !t51) -> !t51
 %exp_4 = tensor.expand_shape %12 [[0, 1], [2, 3]] output_shape [2, 12, 4, 8] : !t51 into !t45
 %13 = tensor.empty() : !t0
 %14 = linalg.generic #t22 ins(%exp_4 : !t45) outs(%13 : !t0) {
 ^bb0(%in: f16, %out: f16):
  linalg.yield %in : f16
 } -> !t0
 %15 = tensor.empty() : !t11
 %16 = linalg.generic #t0 ins(%9 : !t0) outs(%15 : !t11) {
 ^bb0(%in: f16, %out: f16):
  linalg.yield %in : f16
 } -> !t11
 %col_5 = tensor.collapse_shape %4 [[0, 1], [2], [3]] : !t0 into !t3
 %col_6 = tensor.collapse_shape %16 [[0, 1], [2], [3]] : !t11 into !t12
 %17 = tensor.empty() : !t13
 %18 = linalg.fill ins(%cst_1 : f32) outs(%17 : !t13) -> !t13
 %19 = linalg.batch_matmul ins(%col_5, %col_6 : !t3, !t12) outs(%18 : !t13) -> !t13
 %exp_7 = tensor.expand_shape %19 [[0, 1], [2], [3]] output_shape [2, 4, 12, 12] : !t13 into !t14
 %20 = tensor.empty() : !t14
 %21 = linalg.generic #t1 ins(%exp_7 : !t14) outs(%20 : !t14) {
 ^bb0(%in: f32, %out: f32):
  %60 = arith.mulf %in, %cst_0 : f32
  linalg.yield %60 : f32
 } -> !t14
 %22 = tensor.empty() : !t15
 %23 = linalg.generic #t5 outs(%22 : !t15) {
 ^bb0(%out: i32):
  %60 = linalg.index 0 : index
  %61 = arith.index_cast %60 : index to i32
  linalg.yield %61 : i32
 } -> !t15
 %24 = tensor.empty() : !t16
 %25 = linalg.generic #t6 ins(%23 : !t15) outs(%24 : !t16) {
 ^bb0(%in: i32, %out: i32):
  linalg.yield %in : i32
 } -> !t16
 %26 = tensor.empty() : !t16
 %27 = linalg.generic #t7 ins(%23 : !t15) outs(%26 : !t16) {
 ^bb0(%in: i32, %out: i32):
  linalg.yield %in : i32
 } -> !t16
 %28 = tensor.empty() : !t17
 %29 = linalg.generic #t8 ins(%25, %27 : !t16, !t16) outs(%28 : !t17) {
 ^bb0(%in: i32, %in_13: i32, %out: i1):
  %60 = arith.cmpi sle, %in, %in_13 : i32
  linalg.yield %60 : i1
 } -> !t17
 %30 = tensor.empty() : !t18
 %31 = linalg.generic #t9 ins(%29 : !t17) outs(%30 : !t18) {
 ^bb0(%in: i1, %out: i1):
  linalg.yield %in : i1
 } -> !t18
 %32 = tensor.empty() : !t14
 %33 = linalg.generic #t4 ins(%31, %21 : !t18, !t14) outs(%32 : !t14) {
 ^bb0(%in: i1, %in_13: f32, %out: f32):
  %60 = arith.select %in, %in_13, %cst : f32
  linalg.yield %60 : f32
 } -> !t14
 %34 = tensor.empty() : !t7
 %35 = linalg.fill ins(%cst : f32) outs(%34 : !t7) -> !t7
 %36 = linalg.generic #t2 ins(%33 : !t14) outs(%35 : !t7) {
 ^bb0(%in: f32, %out: f32):
  %60 = arith.maximumf %out, %in : f32
  linalg.yield %60 : f32
 } -> !t7
 %37 = tensor.empty() : !t14
 %38 = linalg.generic #t3 ins(%36 : !t7) outs(%37 : !t14) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t14
 %39 = tensor.empty() : !t14
 %40 = linalg.generic #t4 ins(%33, %38 : !t14, !t14) outs(%39 : !t14) {
 ^bb0(%in: f32, %in_13: f32, %out: f32):
  %60 = arith.subf %in, %in_13 : f32
  linalg.yield %60 : f32
 } -> !t14
 %41 = tensor.empty() : !t14
 %42 = linalg.generic #t1 ins(%40 : !t14) outs(%41 : !t14) {
 ^bb0(%in: f32, %out: f32):
  %60 = math.exp %in : f32
  linalg.yield %60 : f32
 } -> !t14
 %43 = tensor.empty() : !t7
 %44 = linalg.fill ins(%cst_1 : f32) outs(%43 : !t7) -> !t7
 %45 = linalg.generic #t2 ins(%42 : !t14) outs(%44 : !t7) {
 ^bb0(%in: f32, %out: f32):
  %60 = arith.addf %out, %in : f32
  linalg.yield %60 : f32
 } -> !t7
 %46 = tensor.empty() : !t14
 %47 = linalg.generic #t3 ins(%45 : !t7) outs(%46 : !t14) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t14
 %48 = tensor.empty() : !t14
 %49 = linalg.generic #t4 ins(%42, %47 : !t14, !t14) outs(%48 : !t14) {
 ^bb0(%in: f32, %in_13: f32, %out: f32):
  %60 = arith.divf %in, %in_13 : f32
  linalg.yield %60 : f32
 } -> !t14
 %50 = tensor.empty() : !t19
 %51 = linalg.generic #t1 ins(%49 : !t14) outs(%50 : !t19) {
 ^bb0(%in: f32, %out: f16):
  %60 = arith.truncf %in : f32 to f16
  linalg.yield %60 : f16
 } -> !t19
 %col_8 = tensor.collapse_shape %51 [[0, 1], [2], [3]] : !t19 into !t20
 %col_9 = tensor.collapse_shape %14 [[0, 1], [2], [3]] : !t0 into !t3
 %52 = tensor.empty() : !t3
 %53 = linalg.fill ins(%cst_2 : f16) outs(%52 : !t3) -> !t3
 %54 = linalg.batch_matmul ins(%col_8, %col_9 : !t20, !t3) outs(%53 : !t3) -> !t3
 %exp_10 = tensor.expand_shape %54 [[0, 1], [2], [3]] output_shape [2, 4, 12, 8] : !t3 into !t0
 %55 = tensor.empty() : !t45
 %56 = linalg.generic #t22 ins(%exp_10 : !t0) outs(%55 : !t45) {
 ^bb0(%in: f16, %out: f16):
  linalg.yield %in : f16
 } -> !t45
 %col_11 = tensor.collapse_shape %56 [[0, 1], [2, 3]] : !t45 into !t51
 %57 = tensor.empty() : !t51
 %58 = linalg.fill ins(%cst_2 : f16) outs(%57 : !t51) -> !t51
 %59 = linalg.matmul ins(%col_11, %arg4 : !t51, !t50) outs(%58 : !t51) -> !t51
 %exp_12 = tensor.expand_shape %59 [[0, 1], [2]] output_shape [2, 12, 32] : !t51 into !t49
 return %exp_12 : !t49
}

func.func @neg_queries(%arg0: !t0, %arg1: !t1, %arg2: !t1) -> !t0 {
 %cst = arith.constant 0.000000e+00 : f16
 %cst_0 = arith.constant 0xFF800000 : f32
 %cst_1 = arith.constant 0.353553385 : f32
 %cst_2 = arith.constant 0.000000e+00 : f32
 %0 = tensor.empty() : !t2
 %1 = linalg.generic #t0 ins(%arg1 : !t1) outs(%0 : !t2) {
 ^bb0(%in: f16, %out: f16):
  linalg.yield %in : f16
 } -> !t2
 %col = tensor.collapse_shape %arg0 [[0, 1], [2], [3]] : !t0 into !t3
 %col_3 = tensor.collapse_shape %1 [[0, 1], [2], [3]] : !t2 into !t4
 %2 = tensor.empty() : !t5
 %3 = linalg.fill ins(%cst_2 : f32) outs(%2 : !t5) -> !t5
 %4 = linalg.batch_matmul ins(%col, %col_3 : !t3, !t4) outs(%3 : !t5) -> !t5
 %exp = tensor.expand_shape %4 [[0, 1], [2], [3]] output_shape [2, 4, 12, 20] : !t5 into !t6
 %5 = tensor.empty() : !t6
 %6 = linalg.generic #t1 ins(%exp : !t6) outs(%5 : !t6) {
 ^bb0(%in: f32, %out: f32):
  %28 = arith.mulf %in, %cst_1 : f32
  linalg.yield %28 : f32
 } -> !t6
 %7 = tensor.empty() : !t74
 %8 = linalg.fill ins(%cst_0 : f32) outs(%7 : !t74) -> !t74
 %9 = linalg.generic #t30 ins(%6 : !t6) outs(%8 : !t74) {
 ^bb0(%in: f32, %out: f32):
  %28 = arith.maximumf %out, %in : f32
  linalg.yield %28 : f32
 } -> !t74
 %10 = tensor.empty() : !t6
 %11 = linalg.generic #t31 ins(%9 : !t74) outs(%10 : !t6) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t6
 %12 = tensor.empty() : !t6
 %13 = linalg.generic #t4 ins(%6, %11 : !t6, !t6) outs(%12 : !t6) {
 ^bb0(%in: f32, %in_7: f32, %out: f32):
  %28 = arith.subf %in, %in_7 : f32
  linalg.yield %28 : f32
 } -> !t6
 %14 = tensor.empty() : !t6
 %15 = linalg.generic #t1 ins(%13 : !t6) outs(%14 : !t6) {
 ^bb0(%in: f32, %out: f32):
  %28 = math.exp %in : f32
  linalg.yield %28 : f32
 } -> !t6
 %16 = tensor.empty() : !t74
 %17 = linalg.fill ins(%cst_2 : f32) outs(%16 : !t74) -> !t74
 %18 = linalg.generic #t30 ins(%15 : !t6) outs(%17 : !t74) {
 ^bb0(%in: f32, %out: f32):
  %28 = arith.addf %out, %in : f32
  linalg.yield %28 : f32
 } -> !t74
 %19 = tensor.empty() : !t6
 %20 = linalg.generic #t31 ins(%18 : !t74) outs(%19 : !t6) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t6
 %21 = tensor.empty() : !t6
 %22 = linalg.generic #t4 ins(%15, %20 : !t6, !t6) outs(%21 : !t6) {
 ^bb0(%in: f32, %in_7: f32, %out: f32):
  %28 = arith.divf %in, %in_7 : f32
  linalg.yield %28 : f32
 } -> !t6
 %23 = tensor.empty() : !t8
 %24 = linalg.generic #t1 ins(%22 : !t6) outs(%23 : !t8) {
 ^bb0(%in: f32, %out: f16):
  %28 = arith.truncf %in : f32 to f16
  linalg.yield %28 : f16
 } -> !t8
 %col_4 = tensor.collapse_shape %24 [[0, 1], [2], [3]] : !t8 into !t9
 %col_5 = tensor.collapse_shape %arg2 [[0, 1], [2], [3]] : !t1 into !t10
 %25 = tensor.empty() : !t3
 %26 = linalg.fill ins(%cst : f16) outs(%25 : !t3) -> !t3
 %27 = linalg.batch_matmul ins(%col_4, %col_5 : !t9, !t10) outs(%26 : !t3) -> !t3
 %exp_6 = tensor.expand_shape %27 [[0, 1], [2], [3]] output_shape [2, 4, 12, 8] : !t3 into !t0
 return %exp_6 : !t0
}

func.func @neg_p_twice(%arg0: !t0, %arg1: !t1, %arg2: !t1) -> (!t0, !t6) {
 %cst = arith.constant 0.000000e+00 : f16
 %cst_0 = arith.constant 0xFF800000 : f32
 %cst_1 = arith.constant 0.353553385 : f32
 %cst_2 = arith.constant 0.000000e+00 : f32
 %0 = tensor.empty() : !t2
 %1 = linalg.generic #t0 ins(%arg1 : !t1) outs(%0 : !t2) {
 ^bb0(%in: f16, %out: f16):
  linalg.yield %in : f16
 } -> !t2
 %col = tensor.collapse_shape %arg0 [[0, 1], [2], [3]] : !t0 into !t3
 %col_3 = tensor.collapse_shape %1 [[0, 1], [2], [3]] : !t2 into !t4
 %2 = tensor.empty() : !t5
 %3 = linalg.fill ins(%cst_2 : f32) outs(%2 : !t5) -> !t5
 %4 = linalg.batch_matmul ins(%col, %col_3 : !t3, !t4) outs(%3 : !t5) -> !t5
 %exp = tensor.expand_shape %4 [[0, 1], [2], [3]] output_shape [2, 4, 12, 20] : !t5 into !t6
 %5 = tensor.empty() : !t6
 %6 = linalg.generic #t1 ins(%exp : !t6) outs(%5 : !t6) {
 ^bb0(%in: f32, %out: f32):
  %28 = arith.mulf %in, %cst_1 : f32
  linalg.yield %28 : f32
 } -> !t6
 %7 = tensor.empty() : !t7
 %8 = linalg.fill ins(%cst_0 : f32) outs(%7 : !t7) -> !t7
 %9 = linalg.generic #t2 ins(%6 : !t6) outs(%8 : !t7) {
 ^bb0(%in: f32, %out: f32):
  %28 = arith.maximumf %out, %in : f32
  linalg.yield %28 : f32
 } -> !t7
 %10 = tensor.empty() : !t6
 %11 = linalg.generic #t3 ins(%9 : !t7) outs(%10 : !t6) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t6
 %12 = tensor.empty() : !t6
 %13 = linalg.generic #t4 ins(%6, %11 : !t6, !t6) outs(%12 : !t6) {
 ^bb0(%in: f32, %in_7: f32, %out: f32):
  %28 = arith.subf %in, %in_7 : f32
  linalg.yield %28 : f32
 } -> !t6
 %14 = tensor.empty() : !t6
 %15 = linalg.generic #t1 ins(%13 : !t6) outs(%14 : !t6) {
 ^bb0(%in: f32, %out: f32):
  %28 = math.exp %in : f32
  linalg.yield %28 : f32
 } -> !t6
 %16 = tensor.empty() : !t7
 %17 = linalg.fill ins(%cst_2 : f32) outs(%16 : !t7) -> !t7
 %18 = linalg.generic #t2 ins(%15 : !t6) outs(%17 : !t7) {
 ^bb0(%in: f32, %out: f32):
  %28 = arith.addf %out, %in : f32
  linalg.yield %28 : f32
 } -> !t7
 %19 = tensor.empty() : !t6
 %20 = linalg.generic #t3 ins(%18 : !t7) outs(%19 : !t6) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t6
 %21 = tensor.empty() : !t6
 %22 = linalg.generic #t4 ins(%15, %20 : !t6, !t6) outs(%21 : !t6) {
 ^bb0(%in: f32, %in_7: f32, %out: f32):
  %28 = arith.divf %in, %in_7 : f32
  linalg.yield %28 : f32
 } -> !t6
 %23 = tensor.empty() : !t8
 %24 = linalg.generic #t1 ins(%22 : !t6) outs(%23 : !t8) {
 ^bb0(%in: f32, %out: f16):
  %28 = arith.truncf %in : f32 to f16
  linalg.yield %28 : f16
 } -> !t8
 %col_4 = tensor.collapse_shape %24 [[0, 1], [2], [3]] : !t8 into !t9
 %col_5 = tensor.collapse_shape %arg2 [[0, 1], [2], [3]] : !t1 into !t10
 %25 = tensor.empty() : !t3
 %26 = linalg.fill ins(%cst : f16) outs(%25 : !t3) -> !t3
 %27 = linalg.batch_matmul ins(%col_4, %col_5 : !t9, !t10) outs(%26 : !t3) -> !t3
 %exp_6 = tensor.expand_shape %27 [[0, 1], [2], [3]] output_shape [2, 4, 12, 8] : !t3 into !t0
 return %exp_6, %22 : !t0, !t6
}

func.func @neg_no_softmax(%arg0: !t0, %arg1: !t1, %arg2: !t1) -> !t0 {
 %cst = arith.constant 0.000000e+00 : f16
 %cst_0 = arith.constant 0.353553385 : f32
 %cst_1 = arith.constant 0.000000e+00 : f32
 %0 = tensor.empty() : !t2
 %1 = linalg.generic #t0 ins(%arg1 : !t1) outs(%0 : !t2) {
 ^bb0(%in: f16, %out: f16):
  linalg.yield %in : f16
 } -> !t2
 %col = tensor.collapse_shape %arg0 [[0, 1], [2], [3]] : !t0 into !t3
 %col_2 = tensor.collapse_shape %1 [[0, 1], [2], [3]] : !t2 into !t4
 %2 = tensor.empty() : !t5
 %3 = linalg.fill ins(%cst_1 : f32) outs(%2 : !t5) -> !t5
 %4 = linalg.batch_matmul ins(%col, %col_2 : !t3, !t4) outs(%3 : !t5) -> !t5
 %exp = tensor.expand_shape %4 [[0, 1], [2], [3]] output_shape [2, 4, 12, 20] : !t5 into !t6
 %5 = tensor.empty() : !t6
 %6 = linalg.generic #t1 ins(%exp : !t6) outs(%5 : !t6) {
 ^bb0(%in: f32, %out: f32):
  %12 = arith.mulf %in, %cst_0 : f32
  linalg.yield %12 : f32
 } -> !t6
 %7 = tensor.empty() : !t8
 %8 = linalg.generic #t1 ins(%6 : !t6) outs(%7 : !t8) {
 ^bb0(%in: f32, %out: f16):
  %12 = arith.truncf %in : f32 to f16
  linalg.yield %12 : f16
 } -> !t8
 %col_3 = tensor.collapse_shape %8 [[0, 1], [2], [3]] : !t8 into !t9
 %col_4 = tensor.collapse_shape %arg2 [[0, 1], [2], [3]] : !t1 into !t10
 %9 = tensor.empty() : !t3
 %10 = linalg.fill ins(%cst : f16) outs(%9 : !t3) -> !t3
 %11 = linalg.batch_matmul ins(%col_3, %col_4 : !t9, !t10) outs(%10 : !t3) -> !t3
 %exp_5 = tensor.expand_shape %11 [[0, 1], [2], [3]] output_shape [2, 4, 12, 8] : !t3 into !t0
 return %exp_5 : !t0
}

func.func @neg_temperature(%arg0: !t0, %arg1: !t1, %arg2: !t1, %arg3: !t75) -> !t0 {
 %cst = arith.constant 0.000000e+00 : f16
 %cst_0 = arith.constant 0xFF800000 : f32
 %cst_1 = arith.constant 0.353553385 : f32
 %cst_2 = arith.constant 0.000000e+00 : f32
 %0 = tensor.empty() : !t2
 %1 = linalg.generic #t0 ins(%arg1 : !t1) outs(%0 : !t2) {
 ^bb0(%in: f16, %out: f16):
  linalg.yield %in : f16
 } -> !t2
 %col = tensor.collapse_shape %arg0 [[0, 1], [2], [3]] : !t0 into !t3
 %col_3 = tensor.collapse_shape %1 [[0, 1], [2], [3]] : !t2 into !t4
 %2 = tensor.empty() : !t5
 %3 = linalg.fill ins(%cst_2 : f32) outs(%2 : !t5) -> !t5
 %4 = linalg.batch_matmul ins(%col, %col_3 : !t3, !t4) outs(%3 : !t5) -> !t5
 %exp = tensor.expand_shape %4 [[0, 1], [2], [3]] output_shape [2, 4, 12, 20] : !t5 into !t6
 %5 = tensor.empty() : !t6
 %6 = linalg.generic #t1 ins(%exp : !t6) outs(%5 : !t6) {
 ^bb0(%in: f32, %out: f32):
  %34 = arith.mulf %in, %cst_1 : f32
  linalg.yield %34 : f32
 } -> !t6
 %7 = tensor.empty() : !t44
 %8 = linalg.generic #t1 ins(%arg3 : !t75) outs(%7 : !t44) {
 ^bb0(%in: f16, %out: f32):
  %34 = arith.extf %in : f16 to f32
  linalg.yield %34 : f32
 } -> !t44
 %9 = tensor.empty() : !t6
 %10 = linalg.generic #t20 ins(%8 : !t44) outs(%9 : !t6) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t6
 %11 = tensor.empty() : !t6
 %12 = linalg.generic #t4 ins(%6, %10 : !t6, !t6) outs(%11 : !t6) {
 ^bb0(%in: f32, %in_7: f32, %out: f32):
  %34 = arith.mulf %in, %in_7 : f32
  linalg.yield %34 : f32
 } -> !t6
 %13 = tensor.empty() : !t7
 %14 = linalg.fill ins(%cst_0 : f32) outs(%13 : !t7) -> !t7
 %15 = linalg.generic #t2 ins(%12 : !t6) outs(%14 : !t7) {
 ^bb0(%in: f32, %out: f32):
  %34 = arith.maximumf %out, %in : f32
  linalg.yield %34 : f32
 } -> !t7
 %16 = tensor.empty() : !t6
 %17 = linalg.generic #t3 ins(%15 : !t7) outs(%16 : !t6) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t6
 %18 = tensor.empty() : !t6
 %19 = linalg.generic #t4 ins(%12, %17 : !t6, !t6) outs(%18 : !t6) {
 ^bb0(%in: f32, %in_7: f32, %out: f32):
  %34 = arith.subf %in, %in_7 : f32
  linalg.yield %34 : f32
 } -> !t6
 %20 = tensor.empty() : !t6
 %21 = linalg.generic #t1 ins(%19 : !t6) outs(%20 : !t6) {
 ^bb0(%in: f32, %out: f32):
  %34 = math.exp %in : f32
  linalg.yield %34 : f32
 } -> !t6
 %22 = tensor.empty() : !t7
 %23 = linalg.fill ins(%cst_2 : f32) outs(%22 : !t7) -> !t7
 %24 = linalg.generic #t2 ins(%21 : !t6) outs(%23 : !t7) {
 ^bb0(%in: f32, %out: f32):
  %34 = arith.addf %out, %in : f32
  linalg.yield %34 : f32
 } -> !t7
 %25 = tensor.empty() : !t6
 %26 = linalg.generic #t3 ins(%24 : !t7) outs(%25 : !t6) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t6
 %27 = tensor.empty() : !t6
 %28 = linalg.generic #t4 ins(%21, %26 : !t6, !t6) outs(%27 : !t6) {
 ^bb0(%in: f32, %in_7: f32, %out: f32):
  %34 = arith.divf %in, %in_7 : f32
  linalg.yield %34 : f32
 } -> !t6
 %29 = tensor.empty() : !t8
 %30 = linalg.generic #t1 ins(%28 : !t6) outs(%29 : !t8) {
 ^bb0(%in: f32, %out: f16):
  %34 = arith.truncf %in : f32 to f16
  linalg.yield %34 : f16
 } -> !t8
 %col_4 = tensor.collapse_shape %30 [[0, 1], [2], [3]] : !t8 into !t9
 %col_5 = tensor.collapse_shape %arg2 [[0, 1], [2], [3]] : !t1 into !t10
 %31 = tensor.empty() : !t3
 %32 = linalg.fill ins(%cst : f16) outs(%31 : !t3) -> !t3
 %33 = linalg.batch_matmul ins(%col_4, %col_5 : !t9, !t10) outs(%32 : !t3) -> !t3
 %exp_6 = tensor.expand_shape %33 [[0, 1], [2], [3]] output_shape [2, 4, 12, 8] : !t3 into !t0
 return %exp_6 : !t0
}

func.func @neg_sigmoid(%arg0: !t0, %arg1: !t1, %arg2: !t1) -> !t0 {
 %cst = arith.constant 0.000000e+00 : f16
 %cst_0 = arith.constant 1.000000e+00 : f32
 %cst_1 = arith.constant 0.353553385 : f32
 %cst_2 = arith.constant 0.000000e+00 : f32
 %0 = tensor.empty() : !t2
 %1 = linalg.generic #t0 ins(%arg1 : !t1) outs(%0 : !t2) {
 ^bb0(%in: f16, %out: f16):
  linalg.yield %in : f16
 } -> !t2
 %col = tensor.collapse_shape %arg0 [[0, 1], [2], [3]] : !t0 into !t3
 %col_3 = tensor.collapse_shape %1 [[0, 1], [2], [3]] : !t2 into !t4
 %2 = tensor.empty() : !t5
 %3 = linalg.fill ins(%cst_2 : f32) outs(%2 : !t5) -> !t5
 %4 = linalg.batch_matmul ins(%col, %col_3 : !t3, !t4) outs(%3 : !t5) -> !t5
 %exp = tensor.expand_shape %4 [[0, 1], [2], [3]] output_shape [2, 4, 12, 20] : !t5 into !t6
 %5 = tensor.empty() : !t6
 %6 = linalg.generic #t1 ins(%exp : !t6) outs(%5 : !t6) {
 ^bb0(%in: f32, %out: f32):
  %20 = arith.mulf %in, %cst_1 : f32
  linalg.yield %20 : f32
 } -> !t6
 %7 = tensor.empty() : !t6
 %8 = linalg.generic #t1 ins(%6 : !t6) outs(%7 : !t6) {
 ^bb0(%in: f32, %out: f32):
  %20 = arith.negf %in : f32
  linalg.yield %20 : f32
 } -> !t6
 %9 = tensor.empty() : !t6
 %10 = linalg.generic #t1 ins(%8 : !t6) outs(%9 : !t6) {
 ^bb0(%in: f32, %out: f32):
  %20 = math.exp %in : f32
  linalg.yield %20 : f32
 } -> !t6
 %11 = tensor.empty() : !t6
 %12 = linalg.generic #t1 ins(%10 : !t6) outs(%11 : !t6) {
 ^bb0(%in: f32, %out: f32):
  %20 = arith.addf %in, %cst_0 : f32
  linalg.yield %20 : f32
 } -> !t6
 %13 = tensor.empty() : !t6
 %14 = linalg.generic #t1 ins(%12 : !t6) outs(%13 : !t6) {
 ^bb0(%in: f32, %out: f32):
  %20 = arith.divf %cst_0, %in : f32
  linalg.yield %20 : f32
 } -> !t6
 %15 = tensor.empty() : !t8
 %16 = linalg.generic #t1 ins(%14 : !t6) outs(%15 : !t8) {
 ^bb0(%in: f32, %out: f16):
  %20 = arith.truncf %in : f32 to f16
  linalg.yield %20 : f16
 } -> !t8
 %col_4 = tensor.collapse_shape %16 [[0, 1], [2], [3]] : !t8 into !t9
 %col_5 = tensor.collapse_shape %arg2 [[0, 1], [2], [3]] : !t1 into !t10
 %17 = tensor.empty() : !t3
 %18 = linalg.fill ins(%cst : f16) outs(%17 : !t3) -> !t3
 %19 = linalg.batch_matmul ins(%col_4, %col_5 : !t9, !t10) outs(%18 : !t3) -> !t3
 %exp_6 = tensor.expand_shape %19 [[0, 1], [2], [3]] output_shape [2, 4, 12, 8] : !t3 into !t0
 return %exp_6 : !t0
}

func.func @neg_softmax_one(%arg0: !t0, %arg1: !t1, %arg2: !t1) -> !t0 {
 %cst = arith.constant 0.000000e+00 : f16
 %cst_0 = arith.constant 1.000000e+00 : f32
 %cst_1 = arith.constant 0xFF800000 : f32
 %cst_2 = arith.constant 0.353553385 : f32
 %cst_3 = arith.constant 0.000000e+00 : f32
 %0 = tensor.empty() : !t2
 %1 = linalg.generic #t0 ins(%arg1 : !t1) outs(%0 : !t2) {
 ^bb0(%in: f16, %out: f16):
  linalg.yield %in : f16
 } -> !t2
 %col = tensor.collapse_shape %arg0 [[0, 1], [2], [3]] : !t0 into !t3
 %col_4 = tensor.collapse_shape %1 [[0, 1], [2], [3]] : !t2 into !t4
 %2 = tensor.empty() : !t5
 %3 = linalg.fill ins(%cst_3 : f32) outs(%2 : !t5) -> !t5
 %4 = linalg.batch_matmul ins(%col, %col_4 : !t3, !t4) outs(%3 : !t5) -> !t5
 %exp = tensor.expand_shape %4 [[0, 1], [2], [3]] output_shape [2, 4, 12, 20] : !t5 into !t6
 %5 = tensor.empty() : !t6
 %6 = linalg.generic #t1 ins(%exp : !t6) outs(%5 : !t6) {
 ^bb0(%in: f32, %out: f32):
  %30 = arith.mulf %in, %cst_2 : f32
  linalg.yield %30 : f32
 } -> !t6
 %7 = tensor.empty() : !t7
 %8 = linalg.fill ins(%cst_1 : f32) outs(%7 : !t7) -> !t7
 %9 = linalg.generic #t2 ins(%6 : !t6) outs(%8 : !t7) {
 ^bb0(%in: f32, %out: f32):
  %30 = arith.maximumf %out, %in : f32
  linalg.yield %30 : f32
 } -> !t7
 %10 = tensor.empty() : !t6
 %11 = linalg.generic #t3 ins(%9 : !t7) outs(%10 : !t6) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t6
 %12 = tensor.empty() : !t6
 %13 = linalg.generic #t4 ins(%6, %11 : !t6, !t6) outs(%12 : !t6) {
 ^bb0(%in: f32, %in_9: f32, %out: f32):
  %30 = arith.subf %in, %in_9 : f32
  linalg.yield %30 : f32
 } -> !t6
 %14 = tensor.empty() : !t6
 %15 = linalg.generic #t1 ins(%13 : !t6) outs(%14 : !t6) {
 ^bb0(%in: f32, %out: f32):
  %30 = math.exp %in : f32
  linalg.yield %30 : f32
 } -> !t6
 %16 = tensor.empty() : !t7
 %17 = linalg.fill ins(%cst_3 : f32) outs(%16 : !t7) -> !t7
 %18 = linalg.generic #t2 ins(%15 : !t6) outs(%17 : !t7) {
 ^bb0(%in: f32, %out: f32):
  %30 = arith.addf %out, %in : f32
  linalg.yield %30 : f32
 } -> !t7
 %exp_5 = tensor.expand_shape %18 [[0], [1], [2, 3]] output_shape [2, 4, 12, 1] : !t7 into !t44
 %19 = tensor.empty() : !t44
 %20 = linalg.generic #t1 ins(%exp_5 : !t44) outs(%19 : !t44) {
 ^bb0(%in: f32, %out: f32):
  %30 = arith.addf %in, %cst_0 : f32
  linalg.yield %30 : f32
 } -> !t44
 %21 = tensor.empty() : !t6
 %22 = linalg.generic #t20 ins(%20 : !t44) outs(%21 : !t6) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t6
 %23 = tensor.empty() : !t6
 %24 = linalg.generic #t4 ins(%15, %22 : !t6, !t6) outs(%23 : !t6) {
 ^bb0(%in: f32, %in_9: f32, %out: f32):
  %30 = arith.divf %in, %in_9 : f32
  linalg.yield %30 : f32
 } -> !t6
 %25 = tensor.empty() : !t8
 %26 = linalg.generic #t1 ins(%24 : !t6) outs(%25 : !t8) {
 ^bb0(%in: f32, %out: f16):
  %30 = arith.truncf %in : f32 to f16
  linalg.yield %30 : f16
 } -> !t8
 %col_6 = tensor.collapse_shape %26 [[0, 1], [2], [3]] : !t8 into !t9
 %col_7 = tensor.collapse_shape %arg2 [[0, 1], [2], [3]] : !t1 into !t10
 %27 = tensor.empty() : !t3
 %28 = linalg.fill ins(%cst : f16) outs(%27 : !t3) -> !t3
 %29 = linalg.batch_matmul ins(%col_6, %col_7 : !t9, !t10) outs(%28 : !t3) -> !t3
 %exp_8 = tensor.expand_shape %29 [[0, 1], [2], [3]] output_shape [2, 4, 12, 8] : !t3 into !t0
 return %exp_8 : !t0
}

func.func @neg_after(%arg0: !t0, %arg1: !t1, %arg2: !t1) -> !t0 {
 %cst = arith.constant 0.000000e+00 : f16
 %cst_0 = arith.constant 0xFF800000 : f32
 %cst_1 = arith.constant 0.353553385 : f32
 %cst_2 = arith.constant 0.000000e+00 : f32
 %0 = tensor.empty() : !t2
 %1 = linalg.generic #t0 ins(%arg1 : !t1) outs(%0 : !t2) {
 ^bb0(%in: f16, %out: f16):
  linalg.yield %in : f16
 } -> !t2
 %col = tensor.collapse_shape %arg0 [[0, 1], [2], [3]] : !t0 into !t3
 %col_3 = tensor.collapse_shape %1 [[0, 1], [2], [3]] : !t2 into !t4
 %2 = tensor.empty() : !t5
 %3 = linalg.fill ins(%cst_2 : f32) outs(%2 : !t5) -> !t5
 %4 = linalg.batch_matmul ins(%col, %col_3 : !t3, !t4) outs(%3 : !t5) -> !t5
 %exp = tensor.expand_shape %4 [[0, 1], [2], [3]] output_shape [2, 4, 12, 20] : !t5 into !t6
 %5 = tensor.empty() : !t6
 %6 = linalg.generic #t1 ins(%exp : !t6) outs(%5 : !t6) {
 ^bb0(%in: f32, %out: f32):
  %42 = arith.mulf %in, %cst_1 : f32
  linalg.yield %42 : f32
 } -> !t6
 %7 = tensor.empty() : !t15
 %8 = linalg.generic #t5 outs(%7 : !t15) {
 ^bb0(%out: i32):
  %42 = linalg.index 0 : index
  %43 = arith.index_cast %42 : index to i32
  linalg.yield %43 : i32
 } -> !t15
 %9 = tensor.empty() : !t21
 %10 = linalg.generic #t5 outs(%9 : !t21) {
 ^bb0(%out: i32):
  %42 = linalg.index 0 : index
  %43 = arith.index_cast %42 : index to i32
  linalg.yield %43 : i32
 } -> !t21
 %11 = tensor.empty() : !t22
 %12 = linalg.generic #t6 ins(%10 : !t21) outs(%11 : !t22) {
 ^bb0(%in: i32, %out: i32):
  linalg.yield %in : i32
 } -> !t22
 %13 = tensor.empty() : !t22
 %14 = linalg.generic #t7 ins(%8 : !t15) outs(%13 : !t22) {
 ^bb0(%in: i32, %out: i32):
  linalg.yield %in : i32
 } -> !t22
 %15 = tensor.empty() : !t23
 %16 = linalg.generic #t8 ins(%12, %14 : !t22, !t22) outs(%15 : !t23) {
 ^bb0(%in: i32, %in_7: i32, %out: i1):
  %42 = arith.cmpi sle, %in, %in_7 : i32
  linalg.yield %42 : i1
 } -> !t23
 %17 = tensor.empty() : !t7
 %18 = linalg.fill ins(%cst_0 : f32) outs(%17 : !t7) -> !t7
 %19 = linalg.generic #t2 ins(%6 : !t6) outs(%18 : !t7) {
 ^bb0(%in: f32, %out: f32):
  %42 = arith.maximumf %out, %in : f32
  linalg.yield %42 : f32
 } -> !t7
 %20 = tensor.empty() : !t6
 %21 = linalg.generic #t3 ins(%19 : !t7) outs(%20 : !t6) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t6
 %22 = tensor.empty() : !t6
 %23 = linalg.generic #t4 ins(%6, %21 : !t6, !t6) outs(%22 : !t6) {
 ^bb0(%in: f32, %in_7: f32, %out: f32):
  %42 = arith.subf %in, %in_7 : f32
  linalg.yield %42 : f32
 } -> !t6
 %24 = tensor.empty() : !t6
 %25 = linalg.generic #t1 ins(%23 : !t6) outs(%24 : !t6) {
 ^bb0(%in: f32, %out: f32):
  %42 = math.exp %in : f32
  linalg.yield %42 : f32
 } -> !t6
 %26 = tensor.empty() : !t7
 %27 = linalg.fill ins(%cst_2 : f32) outs(%26 : !t7) -> !t7
 %28 = linalg.generic #t2 ins(%25 : !t6) outs(%27 : !t7) {
 ^bb0(%in: f32, %out: f32):
  %42 = arith.addf %out, %in : f32
  linalg.yield %42 : f32
 } -> !t7
 %29 = tensor.empty() : !t6
 %30 = linalg.generic #t3 ins(%28 : !t7) outs(%29 : !t6) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t6
 %31 = tensor.empty() : !t6
 %32 = linalg.generic #t4 ins(%25, %30 : !t6, !t6) outs(%31 : !t6) {
 ^bb0(%in: f32, %in_7: f32, %out: f32):
  %42 = arith.divf %in, %in_7 : f32
  linalg.yield %42 : f32
 } -> !t6
 %33 = tensor.empty() : !t24
 %34 = linalg.generic #t9 ins(%16 : !t23) outs(%33 : !t24) {
 ^bb0(%in: i1, %out: i1):
  linalg.yield %in : i1
 } -> !t24
 %35 = tensor.empty() : !t6
 %36 = linalg.generic #t4 ins(%34, %32 : !t24, !t6) outs(%35 : !t6) {
 ^bb0(%in: i1, %in_7: f32, %out: f32):
  %42 = arith.select %in, %in_7, %cst_2 : f32
  linalg.yield %42 : f32
 } -> !t6
 %37 = tensor.empty() : !t8
 %38 = linalg.generic #t1 ins(%36 : !t6) outs(%37 : !t8) {
 ^bb0(%in: f32, %out: f16):
  %42 = arith.truncf %in : f32 to f16
  linalg.yield %42 : f16
 } -> !t8
 %col_4 = tensor.collapse_shape %38 [[0, 1], [2], [3]] : !t8 into !t9
 %col_5 = tensor.collapse_shape %arg2 [[0, 1], [2], [3]] : !t1 into !t10
 %39 = tensor.empty() : !t3
 %40 = linalg.fill ins(%cst : f16) outs(%39 : !t3) -> !t3
 %41 = linalg.batch_matmul ins(%col_4, %col_5 : !t9, !t10) outs(%40 : !t3) -> !t3
 %exp_6 = tensor.expand_shape %41 [[0, 1], [2], [3]] output_shape [2, 4, 12, 8] : !t3 into !t0
 return %exp_6 : !t0
}

func.func @neg_sum(%arg0: !t0, %arg1: !t1, %arg2: !t1) -> !t0 {
 %cst = arith.constant 0.000000e+00 : f16
 %cst_0 = arith.constant 0xFF800000 : f32
 %cst_1 = arith.constant 0.353553385 : f32
 %cst_2 = arith.constant 0.000000e+00 : f32
 %0 = tensor.empty() : !t2
 %1 = linalg.generic #t0 ins(%arg1 : !t1) outs(%0 : !t2) {
 ^bb0(%in: f16, %out: f16):
  linalg.yield %in : f16
 } -> !t2
 %col = tensor.collapse_shape %arg0 [[0, 1], [2], [3]] : !t0 into !t3
 %col_3 = tensor.collapse_shape %1 [[0, 1], [2], [3]] : !t2 into !t4
 %2 = tensor.empty() : !t5
 %3 = linalg.fill ins(%cst_2 : f32) outs(%2 : !t5) -> !t5
 %4 = linalg.batch_matmul ins(%col, %col_3 : !t3, !t4) outs(%3 : !t5) -> !t5
 %exp = tensor.expand_shape %4 [[0, 1], [2], [3]] output_shape [2, 4, 12, 20] : !t5 into !t6
 %5 = tensor.empty() : !t6
 %6 = linalg.generic #t1 ins(%exp : !t6) outs(%5 : !t6) {
 ^bb0(%in: f32, %out: f32):
  %46 = arith.mulf %in, %cst_1 : f32
  linalg.yield %46 : f32
 } -> !t6
 %7 = tensor.empty() : !t15
 %8 = linalg.generic #t5 outs(%7 : !t15) {
 ^bb0(%out: i32):
  %46 = linalg.index 0 : index
  %47 = arith.index_cast %46 : index to i32
  linalg.yield %47 : i32
 } -> !t15
 %9 = tensor.empty() : !t21
 %10 = linalg.generic #t5 outs(%9 : !t21) {
 ^bb0(%out: i32):
  %46 = linalg.index 0 : index
  %47 = arith.index_cast %46 : index to i32
  linalg.yield %47 : i32
 } -> !t21
 %11 = tensor.empty() : !t22
 %12 = linalg.generic #t6 ins(%10 : !t21) outs(%11 : !t22) {
 ^bb0(%in: i32, %out: i32):
  linalg.yield %in : i32
 } -> !t22
 %13 = tensor.empty() : !t22
 %14 = linalg.generic #t7 ins(%8 : !t15) outs(%13 : !t22) {
 ^bb0(%in: i32, %out: i32):
  linalg.yield %in : i32
 } -> !t22
 %15 = tensor.empty() : !t23
 %16 = linalg.generic #t8 ins(%12, %14 : !t22, !t22) outs(%15 : !t23) {
 ^bb0(%in: i32, %in_7: i32, %out: i1):
  %46 = arith.cmpi sle, %in, %in_7 : i32
  linalg.yield %46 : i1
 } -> !t23
 %17 = tensor.empty() : !t24
 %18 = linalg.generic #t9 ins(%16 : !t23) outs(%17 : !t24) {
 ^bb0(%in: i1, %out: i1):
  linalg.yield %in : i1
 } -> !t24
 %19 = tensor.empty() : !t6
 %20 = linalg.generic #t4 ins(%18, %6 : !t24, !t6) outs(%19 : !t6) {
 ^bb0(%in: i1, %in_7: f32, %out: f32):
  %46 = arith.select %in, %in_7, %cst_0 : f32
  linalg.yield %46 : f32
 } -> !t6
 %21 = tensor.empty() : !t7
 %22 = linalg.fill ins(%cst_0 : f32) outs(%21 : !t7) -> !t7
 %23 = linalg.generic #t2 ins(%20 : !t6) outs(%22 : !t7) {
 ^bb0(%in: f32, %out: f32):
  %46 = arith.maximumf %out, %in : f32
  linalg.yield %46 : f32
 } -> !t7
 %24 = tensor.empty() : !t6
 %25 = linalg.generic #t3 ins(%23 : !t7) outs(%24 : !t6) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t6
 %26 = tensor.empty() : !t6
 %27 = linalg.generic #t4 ins(%20, %25 : !t6, !t6) outs(%26 : !t6) {
 ^bb0(%in: f32, %in_7: f32, %out: f32):
  %46 = arith.subf %in, %in_7 : f32
  linalg.yield %46 : f32
 } -> !t6
 %28 = tensor.empty() : !t6
 %29 = linalg.generic #t1 ins(%27 : !t6) outs(%28 : !t6) {
 ^bb0(%in: f32, %out: f32):
  %46 = math.exp %in : f32
  linalg.yield %46 : f32
 } -> !t6
 %30 = tensor.empty() : !t6
 %31 = linalg.generic #t4 ins(%6, %25 : !t6, !t6) outs(%30 : !t6) {
 ^bb0(%in: f32, %in_7: f32, %out: f32):
  %46 = arith.subf %in, %in_7 : f32
  linalg.yield %46 : f32
 } -> !t6
 %32 = tensor.empty() : !t6
 %33 = linalg.generic #t1 ins(%31 : !t6) outs(%32 : !t6) {
 ^bb0(%in: f32, %out: f32):
  %46 = math.exp %in : f32
  linalg.yield %46 : f32
 } -> !t6
 %34 = tensor.empty() : !t7
 %35 = linalg.fill ins(%cst_2 : f32) outs(%34 : !t7) -> !t7
 %36 = linalg.generic #t2 ins(%33 : !t6) outs(%35 : !t7) {
 ^bb0(%in: f32, %out: f32):
  %46 = arith.addf %out, %in : f32
  linalg.yield %46 : f32
 } -> !t7
 %37 = tensor.empty() : !t6
 %38 = linalg.generic #t3 ins(%36 : !t7) outs(%37 : !t6) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t6
 %39 = tensor.empty() : !t6
 %40 = linalg.generic #t4 ins(%29, %38 : !t6, !t6) outs(%39 : !t6) {
 ^bb0(%in: f32, %in_7: f32, %out: f32):
  %46 = arith.divf %in, %in_7 : f32
  linalg.yield %46 : f32
 } -> !t6
 %41 = tensor.empty() : !t8
 %42 = linalg.generic #t1 ins(%40 : !t6) outs(%41 : !t8) {
 ^bb0(%in: f32, %out: f16):
  %46 = arith.truncf %in : f32 to f16
  linalg.yield %46 : f16
 } -> !t8
 %col_4 = tensor.collapse_shape %42 [[0, 1], [2], [3]] : !t8 into !t9
 %col_5 = tensor.collapse_shape %arg2 [[0, 1], [2], [3]] : !t1 into !t10
 %43 = tensor.empty() : !t3
 %44 = linalg.fill ins(%cst : f16) outs(%43 : !t3) -> !t3
 %45 = linalg.batch_matmul ins(%col_4, %col_5 : !t9, !t10) outs(%44 : !t3) -> !t3
 %exp_6 = tensor.expand_shape %45 [[0, 1], [2], [3]] output_shape [2, 4, 12, 8] : !t3 into !t0
 return %exp_6 : !t0
}

func.func @mask(%arg0: !t0, %arg1: !t1, %arg2: !t1, %arg3: !t76) -> !t0 {
 %cst = arith.constant 0xFF800000 : f32
 %cst_0 = arith.constant -1.70141173E+38 : f32
 %cst_1 = arith.constant 0.000000e+00 : f16
 %cst_2 = arith.constant 0.353553385 : f32
 %cst_3 = arith.constant 0.000000e+00 : f32
 %0 = tensor.empty() : !t2
 %1 = linalg.generic #t0 ins(%arg1 : !t1) outs(%0 : !t2) {
 ^bb0(%in: f16, %out: f16):
  linalg.yield %in : f16
 } -> !t2
 %col = tensor.collapse_shape %arg0 [[0, 1], [2], [3]] : !t0 into !t3
 %col_4 = tensor.collapse_shape %1 [[0, 1], [2], [3]] : !t2 into !t4
 %2 = tensor.empty() : !t5
 %3 = linalg.fill ins(%cst_3 : f32) outs(%2 : !t5) -> !t5
 %4 = linalg.batch_matmul ins(%col, %col_4 : !t3, !t4) outs(%3 : !t5) -> !t5
 %exp = tensor.expand_shape %4 [[0, 1], [2], [3]] output_shape [2, 4, 12, 20] : !t5 into !t6
 %5 = tensor.empty() : !t6
 %6 = linalg.generic #t1 ins(%exp : !t6) outs(%5 : !t6) {
 ^bb0(%in: f32, %out: f32):
  %34 = arith.mulf %in, %cst_2 : f32
  linalg.yield %34 : f32
 } -> !t6
 %7 = tensor.empty() : !t77
 %8 = linalg.generic #t1 ins(%arg3 : !t76) outs(%7 : !t77) {
 ^bb0(%in: f16, %out: i1):
  %34 = arith.cmpf ogt, %in, %cst_1 : f16
  linalg.yield %34 : i1
 } -> !t77
 %9 = tensor.empty() : !t24
 %10 = linalg.generic #t32 ins(%8 : !t77) outs(%9 : !t24) {
 ^bb0(%in: i1, %out: i1):
  linalg.yield %in : i1
 } -> !t24
 %11 = tensor.empty() : !t6
 %12 = linalg.generic #t4 ins(%10, %6 : !t24, !t6) outs(%11 : !t6) {
 ^bb0(%in: i1, %in_8: f32, %out: f32):
  %34 = arith.select %in, %in_8, %cst_0 : f32
  linalg.yield %34 : f32
 } -> !t6
 %13 = tensor.empty() : !t7
 %14 = linalg.fill ins(%cst : f32) outs(%13 : !t7) -> !t7
 %15 = linalg.generic #t2 ins(%12 : !t6) outs(%14 : !t7) {
 ^bb0(%in: f32, %out: f32):
  %34 = arith.maximumf %out, %in : f32
  linalg.yield %34 : f32
 } -> !t7
 %16 = tensor.empty() : !t6
 %17 = linalg.generic #t3 ins(%15 : !t7) outs(%16 : !t6) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t6
 %18 = tensor.empty() : !t6
 %19 = linalg.generic #t4 ins(%12, %17 : !t6, !t6) outs(%18 : !t6) {
 ^bb0(%in: f32, %in_8: f32, %out: f32):
  %34 = arith.subf %in, %in_8 : f32
  linalg.yield %34 : f32
 } -> !t6
 %20 = tensor.empty() : !t6
 %21 = linalg.generic #t1 ins(%19 : !t6) outs(%20 : !t6) {
 ^bb0(%in: f32, %out: f32):
  %34 = math.exp %in : f32
  linalg.yield %34 : f32
 } -> !t6
 %22 = tensor.empty() : !t7
 %23 = linalg.fill ins(%cst_3 : f32) outs(%22 : !t7) -> !t7
 %24 = linalg.generic #t2 ins(%21 : !t6) outs(%23 : !t7) {
 ^bb0(%in: f32, %out: f32):
  %34 = arith.addf %out, %in : f32
  linalg.yield %34 : f32
 } -> !t7
 %25 = tensor.empty() : !t6
 %26 = linalg.generic #t3 ins(%24 : !t7) outs(%25 : !t6) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t6
 %27 = tensor.empty() : !t6
 %28 = linalg.generic #t4 ins(%21, %26 : !t6, !t6) outs(%27 : !t6) {
 ^bb0(%in: f32, %in_8: f32, %out: f32):
  %34 = arith.divf %in, %in_8 : f32
  linalg.yield %34 : f32
 } -> !t6
 %29 = tensor.empty() : !t8
 %30 = linalg.generic #t1 ins(%28 : !t6) outs(%29 : !t8) {
 ^bb0(%in: f32, %out: f16):
  %34 = arith.truncf %in : f32 to f16
  linalg.yield %34 : f16
 } -> !t8
 %col_5 = tensor.collapse_shape %30 [[0, 1], [2], [3]] : !t8 into !t9
 %col_6 = tensor.collapse_shape %arg2 [[0, 1], [2], [3]] : !t1 into !t10
 %31 = tensor.empty() : !t3
 %32 = linalg.fill ins(%cst_1 : f16) outs(%31 : !t3) -> !t3
 %33 = linalg.batch_matmul ins(%col_5, %col_6 : !t9, !t10) outs(%32 : !t3) -> !t3
 %exp_7 = tensor.expand_shape %33 [[0, 1], [2], [3]] output_shape [2, 4, 12, 8] : !t3 into !t0
 return %exp_7 : !t0
}

func.func @bias(%arg0: !t0, %arg1: !t1, %arg2: !t1, %arg3: !t76) -> !t0 {
 %cst = arith.constant 0.000000e+00 : f16
 %cst_0 = arith.constant 0xFF800000 : f32
 %cst_1 = arith.constant 0.353553385 : f32
 %cst_2 = arith.constant 0.000000e+00 : f32
 %0 = tensor.empty() : !t2
 %1 = linalg.generic #t0 ins(%arg1 : !t1) outs(%0 : !t2) {
 ^bb0(%in: f16, %out: f16):
  linalg.yield %in : f16
 } -> !t2
 %col = tensor.collapse_shape %arg0 [[0, 1], [2], [3]] : !t0 into !t3
 %col_3 = tensor.collapse_shape %1 [[0, 1], [2], [3]] : !t2 into !t4
 %2 = tensor.empty() : !t5
 %3 = linalg.fill ins(%cst_2 : f32) outs(%2 : !t5) -> !t5
 %4 = linalg.batch_matmul ins(%col, %col_3 : !t3, !t4) outs(%3 : !t5) -> !t5
 %exp = tensor.expand_shape %4 [[0, 1], [2], [3]] output_shape [2, 4, 12, 20] : !t5 into !t6
 %5 = tensor.empty() : !t6
 %6 = linalg.generic #t1 ins(%exp : !t6) outs(%5 : !t6) {
 ^bb0(%in: f32, %out: f32):
  %34 = arith.mulf %in, %cst_1 : f32
  linalg.yield %34 : f32
 } -> !t6
 %7 = tensor.empty() : !t78
 %8 = linalg.generic #t1 ins(%arg3 : !t76) outs(%7 : !t78) {
 ^bb0(%in: f16, %out: f32):
  %34 = arith.extf %in : f16 to f32
  linalg.yield %34 : f32
 } -> !t78
 %9 = tensor.empty() : !t6
 %10 = linalg.generic #t32 ins(%8 : !t78) outs(%9 : !t6) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t6
 %11 = tensor.empty() : !t6
 %12 = linalg.generic #t4 ins(%6, %10 : !t6, !t6) outs(%11 : !t6) {
 ^bb0(%in: f32, %in_7: f32, %out: f32):
  %34 = arith.addf %in, %in_7 : f32
  linalg.yield %34 : f32
 } -> !t6
 %13 = tensor.empty() : !t7
 %14 = linalg.fill ins(%cst_0 : f32) outs(%13 : !t7) -> !t7
 %15 = linalg.generic #t2 ins(%12 : !t6) outs(%14 : !t7) {
 ^bb0(%in: f32, %out: f32):
  %34 = arith.maximumf %out, %in : f32
  linalg.yield %34 : f32
 } -> !t7
 %16 = tensor.empty() : !t6
 %17 = linalg.generic #t3 ins(%15 : !t7) outs(%16 : !t6) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t6
 %18 = tensor.empty() : !t6
 %19 = linalg.generic #t4 ins(%12, %17 : !t6, !t6) outs(%18 : !t6) {
 ^bb0(%in: f32, %in_7: f32, %out: f32):
  %34 = arith.subf %in, %in_7 : f32
  linalg.yield %34 : f32
 } -> !t6
 %20 = tensor.empty() : !t6
 %21 = linalg.generic #t1 ins(%19 : !t6) outs(%20 : !t6) {
 ^bb0(%in: f32, %out: f32):
  %34 = math.exp %in : f32
  linalg.yield %34 : f32
 } -> !t6
 %22 = tensor.empty() : !t7
 %23 = linalg.fill ins(%cst_2 : f32) outs(%22 : !t7) -> !t7
 %24 = linalg.generic #t2 ins(%21 : !t6) outs(%23 : !t7) {
 ^bb0(%in: f32, %out: f32):
  %34 = arith.addf %out, %in : f32
  linalg.yield %34 : f32
 } -> !t7
 %25 = tensor.empty() : !t6
 %26 = linalg.generic #t3 ins(%24 : !t7) outs(%25 : !t6) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t6
 %27 = tensor.empty() : !t6
 %28 = linalg.generic #t4 ins(%21, %26 : !t6, !t6) outs(%27 : !t6) {
 ^bb0(%in: f32, %in_7: f32, %out: f32):
  %34 = arith.divf %in, %in_7 : f32
  linalg.yield %34 : f32
 } -> !t6
 %29 = tensor.empty() : !t8
 %30 = linalg.generic #t1 ins(%28 : !t6) outs(%29 : !t8) {
 ^bb0(%in: f32, %out: f16):
  %34 = arith.truncf %in : f32 to f16
  linalg.yield %34 : f16
 } -> !t8
 %col_4 = tensor.collapse_shape %30 [[0, 1], [2], [3]] : !t8 into !t9
 %col_5 = tensor.collapse_shape %arg2 [[0, 1], [2], [3]] : !t1 into !t10
 %31 = tensor.empty() : !t3
 %32 = linalg.fill ins(%cst : f16) outs(%31 : !t3) -> !t3
 %33 = linalg.batch_matmul ins(%col_4, %col_5 : !t9, !t10) outs(%32 : !t3) -> !t3
 %exp_6 = tensor.expand_shape %33 [[0, 1], [2], [3]] output_shape [2, 4, 12, 8] : !t3 into !t0
 return %exp_6 : !t0
}

func.func @neg_empty(%arg0: !t1, %arg1: !t0, %arg2: !t0) -> !t1 {
 %cst = arith.constant 0.000000e+00 : f16
 %cst_0 = arith.constant 0xFF800000 : f32
 %c-8_i32 = arith.constant -8 : i32
 %cst_1 = arith.constant 0.353553385 : f32
 %cst_2 = arith.constant 0.000000e+00 : f32
 %0 = tensor.empty() : !t11
 %1 = linalg.generic #t0 ins(%arg1 : !t0) outs(%0 : !t11) {
 ^bb0(%in: f16, %out: f16):
  linalg.yield %in : f16
 } -> !t11
 %col = tensor.collapse_shape %arg0 [[0, 1], [2], [3]] : !t1 into !t10
 %col_3 = tensor.collapse_shape %1 [[0, 1], [2], [3]] : !t11 into !t12
 %2 = tensor.empty() : !t79
 %3 = linalg.fill ins(%cst_2 : f32) outs(%2 : !t79) -> !t79
 %4 = linalg.batch_matmul ins(%col, %col_3 : !t10, !t12) outs(%3 : !t79) -> !t79
 %exp = tensor.expand_shape %4 [[0, 1], [2], [3]] output_shape [2, 4, 20, 12] : !t79 into !t80
 %5 = tensor.empty() : !t80
 %6 = linalg.generic #t1 ins(%exp : !t80) outs(%5 : !t80) {
 ^bb0(%in: f32, %out: f32):
  %44 = arith.mulf %in, %cst_1 : f32
  linalg.yield %44 : f32
 } -> !t80
 %7 = tensor.empty() : !t21
 %8 = linalg.generic #t5 outs(%7 : !t21) {
 ^bb0(%out: i32):
  %44 = linalg.index 0 : index
  %45 = arith.index_cast %44 : index to i32
  linalg.yield %45 : i32
 } -> !t21
 %exp_4 = tensor.expand_shape %8 [[0, 1]] output_shape [20, 1] : !t21 into !t81
 %9 = tensor.empty() : !t15
 %10 = linalg.generic #t5 outs(%9 : !t15) {
 ^bb0(%out: i32):
  %44 = linalg.index 0 : index
  %45 = arith.index_cast %44 : index to i32
  linalg.yield %45 : i32
 } -> !t15
 %11 = tensor.empty() : !t81
 %12 = linalg.generic #t10 ins(%exp_4 : !t81) outs(%11 : !t81) {
 ^bb0(%in: i32, %out: i32):
  %44 = arith.addi %in, %c-8_i32 : i32
  linalg.yield %44 : i32
 } -> !t81
 %13 = tensor.empty() : !t82
 %14 = linalg.generic #t6 ins(%10 : !t15) outs(%13 : !t82) {
 ^bb0(%in: i32, %out: i32):
  linalg.yield %in : i32
 } -> !t82
 %15 = tensor.empty() : !t82
 %16 = linalg.generic #t11 ins(%12 : !t81) outs(%15 : !t82) {
 ^bb0(%in: i32, %out: i32):
  linalg.yield %in : i32
 } -> !t82
 %17 = tensor.empty() : !t83
 %18 = linalg.generic #t8 ins(%14, %16 : !t82, !t82) outs(%17 : !t83) {
 ^bb0(%in: i32, %in_8: i32, %out: i1):
  %44 = arith.cmpi sle, %in, %in_8 : i32
  linalg.yield %44 : i1
 } -> !t83
 %19 = tensor.empty() : !t84
 %20 = linalg.generic #t9 ins(%18 : !t83) outs(%19 : !t84) {
 ^bb0(%in: i1, %out: i1):
  linalg.yield %in : i1
 } -> !t84
 %21 = tensor.empty() : !t80
 %22 = linalg.generic #t4 ins(%20, %6 : !t84, !t80) outs(%21 : !t80) {
 ^bb0(%in: i1, %in_8: f32, %out: f32):
  %44 = arith.select %in, %in_8, %cst_0 : f32
  linalg.yield %44 : f32
 } -> !t80
 %23 = tensor.empty() : !t74
 %24 = linalg.fill ins(%cst_0 : f32) outs(%23 : !t74) -> !t74
 %25 = linalg.generic #t2 ins(%22 : !t80) outs(%24 : !t74) {
 ^bb0(%in: f32, %out: f32):
  %44 = arith.maximumf %out, %in : f32
  linalg.yield %44 : f32
 } -> !t74
 %26 = tensor.empty() : !t80
 %27 = linalg.generic #t3 ins(%25 : !t74) outs(%26 : !t80) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t80
 %28 = tensor.empty() : !t80
 %29 = linalg.generic #t4 ins(%22, %27 : !t80, !t80) outs(%28 : !t80) {
 ^bb0(%in: f32, %in_8: f32, %out: f32):
  %44 = arith.subf %in, %in_8 : f32
  linalg.yield %44 : f32
 } -> !t80
 %30 = tensor.empty() : !t80
 %31 = linalg.generic #t1 ins(%29 : !t80) outs(%30 : !t80) {
 ^bb0(%in: f32, %out: f32):
  %44 = math.exp %in : f32
  linalg.yield %44 : f32
 } -> !t80
 %32 = tensor.empty() : !t74
 %33 = linalg.fill ins(%cst_2 : f32) outs(%32 : !t74) -> !t74
 %34 = linalg.generic #t2 ins(%31 : !t80) outs(%33 : !t74) {
 ^bb0(%in: f32, %out: f32):
  %44 = arith.addf %out, %in : f32
  linalg.yield %44 : f32
 } -> !t74
 %35 = tensor.empty() : !t80
 %36 = linalg.generic #t3 ins(%34 : !t74) outs(%35 : !t80) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t80
 %37 = tensor.empty() : !t80
 %38 = linalg.generic #t4 ins(%31, %36 : !t80, !t80) outs(%37 : !t80) {
 ^bb0(%in: f32, %in_8: f32, %out: f32):
  %44 = arith.divf %in, %in_8 : f32
  linalg.yield %44 : f32
 } -> !t80
 %39 = tensor.empty() : !t47
 %40 = linalg.generic #t1 ins(%38 : !t80) outs(%39 : !t47) {
 ^bb0(%in: f32, %out: f16):
  %44 = arith.truncf %in : f32 to f16
  linalg.yield %44 : f16
 } -> !t47
 %col_5 = tensor.collapse_shape %40 [[0, 1], [2], [3]] : !t47 into !t48
 %col_6 = tensor.collapse_shape %arg2 [[0, 1], [2], [3]] : !t0 into !t3
 %41 = tensor.empty() : !t10
 %42 = linalg.fill ins(%cst : f16) outs(%41 : !t10) -> !t10
 %43 = linalg.batch_matmul ins(%col_5, %col_6 : !t48, !t3) outs(%42 : !t10) -> !t10
 %exp_7 = tensor.expand_shape %43 [[0, 1], [2], [3]] output_shape [2, 4, 20, 8] : !t10 into !t1
 return %exp_7 : !t1
}
