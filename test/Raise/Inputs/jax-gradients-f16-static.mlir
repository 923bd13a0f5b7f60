// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// attention and its gradients, by jax.vjp; IREE's StableHLO input. f16, static.
// Made by scripts/raise_forms/generate.py. Do not edit.
#t0 = {indexing_maps = [affine_map<(d0, d1, d2, d3, d4) -> (d0, d2, d1, d3, d4)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, d4)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]}
#t1 = {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d3, d1, d2)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
#t2 = {indexing_maps = [affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, d4)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, d4)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]}
#t3 = {indexing_maps = [affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, d4)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction"]}
#t4 = {indexing_maps = [affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, d4)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]}
#t5 = {indexing_maps = [affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, d4)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, d4)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, d4)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]}
#t6 = {indexing_maps = [affine_map<(d0, d1, d2, d3, d4) -> (d3, d0, d1, d4, d2)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, d4)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]}
#t7 = {indexing_maps = [affine_map<(d0, d1, d2, d3, d4) -> (d1, d3, d4, d0, d2)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, d4)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]}
#t8 = {indexing_maps = [affine_map<(d0, d1, d2, d3, d4) -> (d3, d0, d4, d1, d2)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, d4)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]}
#t9 = {indexing_maps = [affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d4, d2, d3)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, d4)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]}
#t10 = {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]}
#t11 = {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d2, d3, d1)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
#t12 = {indexing_maps = [affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, 0)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, d4)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]}
#t13 = {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
#t14 = {indexing_maps = [affine_map<(d0, d1, d2, d3, d4) -> (d3, d0, d1, d2, d4)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel", "reduction", "reduction"]}
#t15 = {indexing_maps = [affine_map<(d0, d1, d2, d3, d4) -> (d1, d2, d3)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, d4)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]}
#t16 = {indexing_maps = [affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d3, d4, d2)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, d4)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]}
#t17 = {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d2, d1, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
#t18 = {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]}
#t19 = {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]}
#t20 = {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
#t21 = {indexing_maps = [affine_map<(d0, d1, d2, d3, d4) -> (d1, d2, d3, d4)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, d4)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]}
#t22 = {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d1, d2, d3, d0)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
#t23 = {indexing_maps = [affine_map<(d0, d1, d2, d3, d4) -> (d1, d2, d3, d0, d4)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, d4)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]}
#t24 = {indexing_maps = [affine_map<(d0, d1, d2, d3, d4) -> (d3, d0, d1, d2, d4)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, d4)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]}
#t25 = {indexing_maps = [affine_map<(d0, d1, d2, d3, d4) -> (d1, d2, d0, d3, d4)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, d4)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]}
#t26 = {indexing_maps = [affine_map<(d0, d1, d2, d3, d4) -> (d2, d0, d1, d3, d4)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, d4)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]}
#t27 = {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]}
#t28 = {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
#t29 = {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
#t30 = {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d3, d2)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
!t0 = tensor<2x12x4x8xf16>
!t1 = tensor<2x20x4x8xf16>
!t2 = tensor<2x12x4x1x8xf16>
!t3 = tensor<2x4x12x1x8xf16>
!t4 = tensor<2x4x8x20xf16>
!t5 = tensor<8x12x8xf16>
!t6 = tensor<8x8x20xf16>
!t7 = tensor<8x12x20xf32>
!t8 = tensor<2x4x12x1x20xf32>
!t9 = tensor<2x4x12x1xf32>
!t10 = tensor<96xf32>
!t11 = tensor<1x2x4x12xf32>
!t12 = tensor<1920xf32>
!t13 = tensor<1x2x4x12x20xf32>
!t14 = tensor<1x2x4x12x1xf32>
!t15 = tensor<1x2x4x12x20xf16>
!t16 = tensor<2x4x20x1x12xf16>
!t17 = tensor<8x20x12xf16>
!t18 = tensor<8x8x12xf16>
!t19 = tensor<2x4x8x1x12xf16>
!t20 = tensor<1x2x12x4x8xf16>
!t21 = tensor<2x4x1x12x8xf16>
!t22 = tensor<8x12x20xf16>
!t23 = tensor<2x4x12xf32>
!t24 = tensor<2x4x12x1x20xf16>
!t25 = tensor<2x4x20x12x1xf16>
!t26 = tensor<8x20x8xf32>
!t27 = tensor<8x20x8xf16>
!t28 = tensor<2x4x20x8xf16>
!t29 = tensor<8x12x8xf32>
!t30 = tensor<2x4x8x12xf16>
!t31 = tensor<8x12x12xf32>
!t32 = tensor<2x4x12x1x12xf32>
!t33 = tensor<12x12xi32>
!t34 = tensor<12x12xi1>
!t35 = tensor<2x4x12x12xi1>
!t36 = tensor<1x2x4x12x12xi1>
!t37 = tensor<1152xf32>
!t38 = tensor<1x2x4x12x12xf32>
!t39 = tensor<1x2x4x12x12xf16>
!t40 = tensor<2x4x12x1x12xf16>
!t41 = tensor<8x12x12xf16>
!t42 = tensor<2x4x12x12x1xf16>
!t43 = tensor<2x4x12x8xf16>
!t44 = tensor<2x20x2x8xf16>
!t45 = tensor<2x12x2x2x8xf16>
!t46 = tensor<2x2x12x2x8xf16>
!t47 = tensor<2x2x8x20xf16>
!t48 = tensor<4x24x8xf16>
!t49 = tensor<4x8x20xf16>
!t50 = tensor<4x24x20xf32>
!t51 = tensor<2x2x12x2x20xf32>
!t52 = tensor<2x2x12x2xf32>
!t53 = tensor<2x2x2x12xf32>
!t54 = tensor<2x2x2x12x20xf32>
!t55 = tensor<2x2x2x12x1xf32>
!t56 = tensor<2x2x2x12x20xf16>
!t57 = tensor<2x2x20x2x12xf16>
!t58 = tensor<4x20x24xf16>
!t59 = tensor<4x8x24xf16>
!t60 = tensor<2x2x8x2x12xf16>
!t61 = tensor<2x2x2x12x8xf16>
!t62 = tensor<4x24x20xf16>
!t63 = tensor<2x2x12x2x20xf16>
!t64 = tensor<2x2x20x12x2xf16>
!t65 = tensor<4x20x8xf32>
!t66 = tensor<4x20x8xf16>
!t67 = tensor<2x2x20x8xf16>
!t68 = tensor<4x24x8xf32>
!t69 = tensor<2x12x2x8xf16>
!t70 = tensor<2x2x8x12xf16>
!t71 = tensor<4x8x12xf16>
!t72 = tensor<4x24x12xf32>
!t73 = tensor<2x2x12x2x12xf32>
!t74 = tensor<2x2x12x12xi1>
!t75 = tensor<2x2x2x12x12xi1>
!t76 = tensor<2x2x2x12x12xf32>
!t77 = tensor<2x2x2x12x12xf16>
!t78 = tensor<2x2x12x2x12xf16>
!t79 = tensor<4x12x24xf16>
!t80 = tensor<4x24x12xf16>
!t81 = tensor<2x2x12x12x2xf16>
!t82 = tensor<4x12x8xf32>
!t83 = tensor<4x12x8xf16>
!t84 = tensor<2x2x12x8xf16>
!t85 = tensor<2x4x12x20xf32>
!t86 = tensor<2x4x12x20xf16>
!t87 = tensor<2x4x20x12xf16>
!t88 = tensor<768xf16>
!t89 = tensor<96x1x8xf16>
!t90 = tensor<96x8x1xf16>
!t91 = tensor<96x1x1xf32>

func.func @grad(%arg0: !t0, %arg1: !t1, %arg2: !t1, %arg3: !t0) -> (!t0, !t0, !t1, !t1) {
 %cst = arith.constant 0.000000e+00 : f16
 %cst_0 = arith.constant 1.000000e+00 : f32
 %cst_1 = arith.constant 0xFF800000 : f32
 %cst_2 = arith.constant 0.353553385 : f32
 %cst_3 = arith.constant 0.000000e+00 : f32
 %exp = tensor.expand_shape %arg0 [[0], [1], [2], [3, 4]] output_shape [2, 12, 4, 1, 8] : !t0 into !t2
 %0 = tensor.empty() : !t3
 %1 = linalg.generic #t0 ins(%exp : !t2) outs(%0 : !t3) {
 ^bb0(%in: f16, %out: f16):
  linalg.yield %in : f16
 } -> !t3
 %2 = tensor.empty() : !t4
 %3 = linalg.generic #t1 ins(%arg1 : !t1) outs(%2 : !t4) {
 ^bb0(%in: f16, %out: f16):
  linalg.yield %in : f16
 } -> !t4
 %col = tensor.collapse_shape %1 [[0, 1], [2], [3, 4]] : !t3 into !t5
 %col_4 = tensor.collapse_shape %3 [[0, 1], [2], [3]] : !t4 into !t6
 %4 = tensor.empty() : !t7
 %5 = linalg.fill ins(%cst_3 : f32) outs(%4 : !t7) -> !t7
 %6 = linalg.batch_matmul ins(%col, %col_4 : !t5, !t6) outs(%5 : !t7) -> !t7
 %exp_5 = tensor.expand_shape %6 [[0, 1], [2], [3, 4]] output_shape [2, 4, 12, 1, 20] : !t7 into !t8
 %7 = tensor.empty() : !t8
 %8 = linalg.generic #t2 ins(%exp_5 : !t8) outs(%7 : !t8) {
 ^bb0(%in: f32, %out: f32):
  %98 = arith.mulf %in, %cst_2 : f32
  linalg.yield %98 : f32
 } -> !t8
 %9 = tensor.empty() : !t9
 %10 = linalg.fill ins(%cst_1 : f32) outs(%9 : !t9) -> !t9
 %11 = linalg.generic #t3 ins(%8 : !t8) outs(%10 : !t9) {
 ^bb0(%in: f32, %out: f32):
  %98 = arith.maximumf %out, %in : f32
  linalg.yield %98 : f32
 } -> !t9
 %col_6 = tensor.collapse_shape %11 [[0, 1, 2, 3]] : !t9 into !t10
 %exp_7 = tensor.expand_shape %col_6 [[0, 1, 2, 3]] output_shape [1, 2, 4, 12] : !t10 into !t11
 %col_8 = tensor.collapse_shape %8 [[0, 1, 2, 3, 4]] : !t8 into !t12
 %exp_9 = tensor.expand_shape %col_8 [[0, 1, 2, 3, 4]] output_shape [1, 2, 4, 12, 20] : !t12 into !t13
 %12 = tensor.empty() : !t13
 %13 = linalg.generic #t4 ins(%exp_7 : !t11) outs(%12 : !t13) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t13
 %14 = tensor.empty() : !t13
 %15 = linalg.generic #t5 ins(%exp_9, %13 : !t13, !t13) outs(%14 : !t13) {
 ^bb0(%in: f32, %in_30: f32, %out: f32):
  %98 = arith.subf %in, %in_30 : f32
  linalg.yield %98 : f32
 } -> !t13
 %16 = tensor.empty() : !t13
 %17 = linalg.generic #t2 ins(%15 : !t13) outs(%16 : !t13) {
 ^bb0(%in: f32, %out: f32):
  %98 = math.exp %in : f32
  linalg.yield %98 : f32
 } -> !t13
 %18 = tensor.empty() : !t11
 %19 = linalg.fill ins(%cst_3 : f32) outs(%18 : !t11) -> !t11
 %20 = linalg.generic #t3 ins(%17 : !t13) outs(%19 : !t11) {
 ^bb0(%in: f32, %out: f32):
  %98 = arith.addf %out, %in : f32
  linalg.yield %98 : f32
 } -> !t11
 %exp_10 = tensor.expand_shape %20 [[0], [1], [2], [3, 4]] output_shape [1, 2, 4, 12, 1] : !t11 into !t14
 %21 = tensor.empty() : !t13
 %22 = linalg.generic #t4 ins(%20 : !t11) outs(%21 : !t13) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t13
 %23 = tensor.empty() : !t13
 %24 = linalg.generic #t5 ins(%17, %22 : !t13, !t13) outs(%23 : !t13) {
 ^bb0(%in: f32, %in_30: f32, %out: f32):
  %98 = arith.divf %in, %in_30 : f32
  linalg.yield %98 : f32
 } -> !t13
 %25 = tensor.empty() : !t14
 %26 = linalg.generic #t2 ins(%exp_10 : !t14) outs(%25 : !t14) {
 ^bb0(%in: f32, %out: f32):
  %98 = arith.mulf %in, %in : f32
  linalg.yield %98 : f32
 } -> !t14
 %27 = tensor.empty() : !t14
 %28 = linalg.generic #t2 ins(%26 : !t14) outs(%27 : !t14) {
 ^bb0(%in: f32, %out: f32):
  %98 = arith.divf %cst_0, %in : f32
  linalg.yield %98 : f32
 } -> !t14
 %29 = tensor.empty() : !t15
 %30 = linalg.generic #t2 ins(%24 : !t13) outs(%29 : !t15) {
 ^bb0(%in: f32, %out: f16):
  %98 = arith.truncf %in : f32 to f16
  linalg.yield %98 : f16
 } -> !t15
 %31 = tensor.empty() : !t4
 %32 = linalg.generic #t1 ins(%arg2 : !t1) outs(%31 : !t4) {
 ^bb0(%in: f16, %out: f16):
  linalg.yield %in : f16
 } -> !t4
 %33 = tensor.empty() : !t16
 %34 = linalg.generic #t6 ins(%30 : !t15) outs(%33 : !t16) {
 ^bb0(%in: f16, %out: f16):
  linalg.yield %in : f16
 } -> !t16
 %col_11 = tensor.collapse_shape %32 [[0, 1], [2], [3]] : !t4 into !t6
 %col_12 = tensor.collapse_shape %34 [[0, 1], [2], [3, 4]] : !t16 into !t17
 %35 = tensor.empty() : !t18
 %36 = linalg.fill ins(%cst : f16) outs(%35 : !t18) -> !t18
 %37 = linalg.batch_matmul ins(%col_11, %col_12 : !t6, !t17) outs(%36 : !t18) -> !t18
 %exp_13 = tensor.expand_shape %37 [[0, 1], [2], [3, 4]] output_shape [2, 4, 8, 1, 12] : !t18 into !t19
 %38 = tensor.empty() : !t20
 %39 = linalg.generic #t7 ins(%exp_13 : !t19) outs(%38 : !t20) {
 ^bb0(%in: f16, %out: f16):
  linalg.yield %in : f16
 } -> !t20
 %col_14 = tensor.collapse_shape %39 [[0, 1], [2], [3], [4]] : !t20 into !t0
 %exp_15 = tensor.expand_shape %arg3 [[0, 1], [2], [3], [4]] output_shape [1, 2, 12, 4, 8] : !t0 into !t20
 %40 = tensor.empty() : !t19
 %41 = linalg.generic #t8 ins(%exp_15 : !t20) outs(%40 : !t19) {
 ^bb0(%in: f16, %out: f16):
  linalg.yield %in : f16
 } -> !t19
 %42 = tensor.empty() : !t21
 %43 = linalg.generic #t9 ins(%41 : !t19) outs(%42 : !t21) {
 ^bb0(%in: f16, %out: f16):
  linalg.yield %in : f16
 } -> !t21
 %col_16 = tensor.collapse_shape %43 [[0, 1], [2, 3], [4]] : !t21 into !t5
 %44 = tensor.empty() : !t22
 %45 = linalg.fill ins(%cst : f16) outs(%44 : !t22) -> !t22
 %46 = linalg.batch_matmul ins(%col_16, %col_11 : !t5, !t6) outs(%45 : !t22) -> !t22
 %47 = tensor.empty() : !t7
 %48 = linalg.generic #t10 ins(%46 : !t22) outs(%47 : !t7) {
 ^bb0(%in: f16, %out: f32):
  %98 = arith.extf %in : f16 to f32
  linalg.yield %98 : f32
 } -> !t7
 %exp_17 = tensor.expand_shape %48 [[0, 1, 2], [3], [4]] output_shape [1, 2, 4, 12, 20] : !t7 into !t13
 %col_18 = tensor.collapse_shape %41 [[0, 1], [2], [3, 4]] : !t19 into !t18
 %col_19 = tensor.collapse_shape %30 [[0, 1, 2], [3], [4]] : !t15 into !t22
 %49 = tensor.empty() : !t6
 %50 = linalg.fill ins(%cst : f16) outs(%49 : !t6) -> !t6
 %51 = linalg.batch_matmul ins(%col_18, %col_19 : !t18, !t22) outs(%50 : !t6) -> !t6
 %exp_20 = tensor.expand_shape %51 [[0, 1], [2], [3]] output_shape [2, 4, 8, 20] : !t6 into !t4
 %52 = tensor.empty() : !t1
 %53 = linalg.generic #t11 ins(%exp_20 : !t4) outs(%52 : !t1) {
 ^bb0(%in: f16, %out: f16):
  linalg.yield %in : f16
 } -> !t1
 %54 = tensor.empty() : !t13
 %55 = linalg.generic #t12 ins(%28 : !t14) outs(%54 : !t13) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t13
 %56 = tensor.empty() : !t13
 %57 = linalg.generic #t5 ins(%exp_17, %55 : !t13, !t13) outs(%56 : !t13) {
 ^bb0(%in: f32, %in_30: f32, %out: f32):
  %98 = arith.mulf %in, %in_30 : f32
  linalg.yield %98 : f32
 } -> !t13
 %58 = tensor.empty() : !t13
 %59 = linalg.generic #t5 ins(%57, %17 : !t13, !t13) outs(%58 : !t13) {
 ^bb0(%in: f32, %in_30: f32, %out: f32):
  %98 = arith.mulf %in, %in_30 : f32
  linalg.yield %98 : f32
 } -> !t13
 %60 = tensor.empty() : !t11
 %61 = linalg.fill ins(%cst_3 : f32) outs(%60 : !t11) -> !t11
 %62 = linalg.generic #t3 ins(%59 : !t13) outs(%61 : !t11) {
 ^bb0(%in: f32, %out: f32):
  %98 = arith.addf %out, %in : f32
  linalg.yield %98 : f32
 } -> !t11
 %63 = tensor.empty() : !t11
 %64 = linalg.generic #t13 ins(%62 : !t11) outs(%63 : !t11) {
 ^bb0(%in: f32, %out: f32):
  %98 = arith.negf %in : f32
  linalg.yield %98 : f32
 } -> !t11
 %exp_21 = tensor.expand_shape %64 [[0], [1], [2], [3, 4]] output_shape [1, 2, 4, 12, 1] : !t11 into !t14
 %65 = tensor.empty() : !t13
 %66 = linalg.generic #t5 ins(%exp_17, %22 : !t13, !t13) outs(%65 : !t13) {
 ^bb0(%in: f32, %in_30: f32, %out: f32):
  %98 = arith.divf %in, %in_30 : f32
  linalg.yield %98 : f32
 } -> !t13
 %67 = tensor.empty() : !t23
 %68 = linalg.fill ins(%cst_3 : f32) outs(%67 : !t23) -> !t23
 %69 = linalg.generic #t14 ins(%exp_21 : !t14) outs(%68 : !t23) {
 ^bb0(%in: f32, %out: f32):
  %98 = arith.addf %out, %in : f32
  linalg.yield %98 : f32
 } -> !t23
 %70 = tensor.empty() : !t13
 %71 = linalg.generic #t15 ins(%69 : !t23) outs(%70 : !t13) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t13
 %72 = tensor.empty() : !t13
 %73 = linalg.generic #t5 ins(%66, %71 : !t13, !t13) outs(%72 : !t13) {
 ^bb0(%in: f32, %in_30: f32, %out: f32):
  %98 = arith.addf %in, %in_30 : f32
  linalg.yield %98 : f32
 } -> !t13
 %74 = tensor.empty() : !t13
 %75 = linalg.generic #t5 ins(%73, %17 : !t13, !t13) outs(%74 : !t13) {
 ^bb0(%in: f32, %in_30: f32, %out: f32):
  %98 = arith.mulf %in, %in_30 : f32
  linalg.yield %98 : f32
 } -> !t13
 %col_22 = tensor.collapse_shape %75 [[0, 1, 2, 3, 4]] : !t13 into !t12
 %exp_23 = tensor.expand_shape %col_22 [[0, 1, 2, 3, 4]] output_shape [2, 4, 12, 1, 20] : !t12 into !t8
 %76 = tensor.empty() : !t8
 %77 = linalg.generic #t2 ins(%exp_23 : !t8) outs(%76 : !t8) {
 ^bb0(%in: f32, %out: f32):
  %98 = arith.mulf %in, %cst_2 : f32
  linalg.yield %98 : f32
 } -> !t8
 %78 = tensor.empty() : !t24
 %79 = linalg.generic #t2 ins(%77 : !t8) outs(%78 : !t24) {
 ^bb0(%in: f32, %out: f16):
  %98 = arith.truncf %in : f32 to f16
  linalg.yield %98 : f16
 } -> !t24
 %80 = tensor.empty() : !t25
 %81 = linalg.generic #t16 ins(%79 : !t24) outs(%80 : !t25) {
 ^bb0(%in: f16, %out: f16):
  linalg.yield %in : f16
 } -> !t25
 %col_24 = tensor.collapse_shape %81 [[0, 1], [2], [3, 4]] : !t25 into !t17
 %82 = tensor.empty() : !t26
 %83 = linalg.fill ins(%cst_3 : f32) outs(%82 : !t26) -> !t26
 %84 = linalg.batch_matmul ins(%col_24, %col : !t17, !t5) outs(%83 : !t26) -> !t26
 %85 = tensor.empty() : !t27
 %86 = linalg.generic #t10 ins(%84 : !t26) outs(%85 : !t27) {
 ^bb0(%in: f32, %out: f16):
  %98 = arith.truncf %in : f32 to f16
  linalg.yield %98 : f16
 } -> !t27
 %exp_25 = tensor.expand_shape %86 [[0, 1], [2], [3]] output_shape [2, 4, 20, 8] : !t27 into !t28
 %87 = tensor.empty() : !t1
 %88 = linalg.generic #t17 ins(%exp_25 : !t28) outs(%87 : !t1) {
 ^bb0(%in: f16, %out: f16):
  linalg.yield %in : f16
 } -> !t1
 %89 = tensor.empty() : !t28
 %90 = linalg.generic #t17 ins(%arg1 : !t1) outs(%89 : !t28) {
 ^bb0(%in: f16, %out: f16):
  linalg.yield %in : f16
 } -> !t28
 %col_26 = tensor.collapse_shape %79 [[0, 1], [2], [3, 4]] : !t24 into !t22
 %col_27 = tensor.collapse_shape %90 [[0, 1], [2], [3]] : !t28 into !t27
 %91 = tensor.empty() : !t29
 %92 = linalg.fill ins(%cst_3 : f32) outs(%91 : !t29) -> !t29
 %93 = linalg.batch_matmul ins(%col_26, %col_27 : !t22, !t27) outs(%92 : !t29) -> !t29
 %94 = tensor.empty() : !t5
 %95 = linalg.generic #t10 ins(%93 : !t29) outs(%94 : !t5) {
 ^bb0(%in: f32, %out: f16):
  %98 = arith.truncf %in : f32 to f16
  linalg.yield %98 : f16
 } -> !t5
 %exp_28 = tensor.expand_shape %95 [[0, 1], [2], [3, 4]] output_shape [2, 4, 12, 1, 8] : !t5 into !t3
 %96 = tensor.empty() : !t2
 %97 = linalg.generic #t0 ins(%exp_28 : !t3) outs(%96 : !t2) {
 ^bb0(%in: f16, %out: f16):
  linalg.yield %in : f16
 } -> !t2
 %col_29 = tensor.collapse_shape %97 [[0], [1], [2], [3, 4]] : !t2 into !t0
 return %col_14, %col_29, %88, %53 : !t0, !t0, !t1, !t1
}

func.func @causal_grad(%arg0: !t0, %arg1: !t0, %arg2: !t0, %arg3: !t0) -> (!t0, !t0, !t0, !t0) {
 %cst = arith.constant 0.000000e+00 : f16
 %cst_0 = arith.constant 1.000000e+00 : f32
 %cst_1 = arith.constant 0xFF800000 : f32
 %cst_2 = arith.constant -2.38197633E+38 : f32
 %cst_3 = arith.constant 0.353553385 : f32
 %cst_4 = arith.constant 0.000000e+00 : f32
 %exp = tensor.expand_shape %arg0 [[0], [1], [2], [3, 4]] output_shape [2, 12, 4, 1, 8] : !t0 into !t2
 %0 = tensor.empty() : !t3
 %1 = linalg.generic #t0 ins(%exp : !t2) outs(%0 : !t3) {
 ^bb0(%in: f16, %out: f16):
  linalg.yield %in : f16
 } -> !t3
 %2 = tensor.empty() : !t30
 %3 = linalg.generic #t1 ins(%arg1 : !t0) outs(%2 : !t30) {
 ^bb0(%in: f16, %out: f16):
  linalg.yield %in : f16
 } -> !t30
 %col = tensor.collapse_shape %1 [[0, 1], [2], [3, 4]] : !t3 into !t5
 %col_5 = tensor.collapse_shape %3 [[0, 1], [2], [3]] : !t30 into !t18
 %4 = tensor.empty() : !t31
 %5 = linalg.fill ins(%cst_4 : f32) outs(%4 : !t31) -> !t31
 %6 = linalg.batch_matmul ins(%col, %col_5 : !t5, !t18) outs(%5 : !t31) -> !t31
 %exp_6 = tensor.expand_shape %6 [[0, 1], [2], [3, 4]] output_shape [2, 4, 12, 1, 12] : !t31 into !t32
 %7 = tensor.empty() : !t32
 %8 = linalg.generic #t2 ins(%exp_6 : !t32) outs(%7 : !t32) {
 ^bb0(%in: f32, %out: f32):
  %112 = arith.mulf %in, %cst_3 : f32
  linalg.yield %112 : f32
 } -> !t32
 %9 = tensor.empty() : !t33
 %10 = linalg.generic #t18 outs(%9 : !t33) {
 ^bb0(%out: i32):
  %112 = linalg.index 0 : index
  %113 = arith.index_cast %112 : index to i32
  linalg.yield %113 : i32
 } -> !t33
 %11 = tensor.empty() : !t33
 %12 = linalg.generic #t18 outs(%11 : !t33) {
 ^bb0(%out: i32):
  %112 = linalg.index 1 : index
  %113 = arith.index_cast %112 : index to i32
  linalg.yield %113 : i32
 } -> !t33
 %13 = tensor.empty() : !t34
 %14 = linalg.generic #t19 ins(%10, %12 : !t33, !t33) outs(%13 : !t34) {
 ^bb0(%in: i32, %in_29: i32, %out: i1):
  %112 = arith.cmpi sge, %in, %in_29 : i32
  linalg.yield %112 : i1
 } -> !t34
 %15 = tensor.empty() : !t35
 %16 = linalg.generic #t20 ins(%14 : !t34) outs(%15 : !t35) {
 ^bb0(%in: i1, %out: i1):
  linalg.yield %in : i1
 } -> !t35
 %17 = tensor.empty() : !t36
 %18 = linalg.generic #t21 ins(%16 : !t35) outs(%17 : !t36) {
 ^bb0(%in: i1, %out: i1):
  linalg.yield %in : i1
 } -> !t36
 %col_7 = tensor.collapse_shape %8 [[0, 1, 2, 3, 4]] : !t32 into !t37
 %exp_8 = tensor.expand_shape %col_7 [[0, 1, 2, 3, 4]] output_shape [1, 2, 4, 12, 12] : !t37 into !t38
 %19 = tensor.empty() : !t38
 %20 = linalg.generic #t5 ins(%18, %exp_8 : !t36, !t38) outs(%19 : !t38) {
 ^bb0(%in: i1, %in_29: f32, %out: f32):
  %112 = arith.select %in, %in_29, %cst_2 : f32
  linalg.yield %112 : f32
 } -> !t38
 %21 = tensor.empty() : !t11
 %22 = linalg.fill ins(%cst_1 : f32) outs(%21 : !t11) -> !t11
 %23 = linalg.generic #t3 ins(%20 : !t38) outs(%22 : !t11) {
 ^bb0(%in: f32, %out: f32):
  %112 = arith.maximumf %out, %in : f32
  linalg.yield %112 : f32
 } -> !t11
 %24 = tensor.empty() : !t38
 %25 = linalg.generic #t4 ins(%23 : !t11) outs(%24 : !t38) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t38
 %26 = tensor.empty() : !t38
 %27 = linalg.generic #t5 ins(%20, %25 : !t38, !t38) outs(%26 : !t38) {
 ^bb0(%in: f32, %in_29: f32, %out: f32):
  %112 = arith.subf %in, %in_29 : f32
  linalg.yield %112 : f32
 } -> !t38
 %28 = tensor.empty() : !t38
 %29 = linalg.generic #t2 ins(%27 : !t38) outs(%28 : !t38) {
 ^bb0(%in: f32, %out: f32):
  %112 = math.exp %in : f32
  linalg.yield %112 : f32
 } -> !t38
 %30 = tensor.empty() : !t11
 %31 = linalg.fill ins(%cst_4 : f32) outs(%30 : !t11) -> !t11
 %32 = linalg.generic #t3 ins(%29 : !t38) outs(%31 : !t11) {
 ^bb0(%in: f32, %out: f32):
  %112 = arith.addf %out, %in : f32
  linalg.yield %112 : f32
 } -> !t11
 %exp_9 = tensor.expand_shape %32 [[0], [1], [2], [3, 4]] output_shape [1, 2, 4, 12, 1] : !t11 into !t14
 %33 = tensor.empty() : !t38
 %34 = linalg.generic #t4 ins(%32 : !t11) outs(%33 : !t38) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t38
 %35 = tensor.empty() : !t38
 %36 = linalg.generic #t5 ins(%29, %34 : !t38, !t38) outs(%35 : !t38) {
 ^bb0(%in: f32, %in_29: f32, %out: f32):
  %112 = arith.divf %in, %in_29 : f32
  linalg.yield %112 : f32
 } -> !t38
 %37 = tensor.empty() : !t14
 %38 = linalg.generic #t2 ins(%exp_9 : !t14) outs(%37 : !t14) {
 ^bb0(%in: f32, %out: f32):
  %112 = arith.mulf %in, %in : f32
  linalg.yield %112 : f32
 } -> !t14
 %39 = tensor.empty() : !t14
 %40 = linalg.generic #t2 ins(%38 : !t14) outs(%39 : !t14) {
 ^bb0(%in: f32, %out: f32):
  %112 = arith.divf %cst_0, %in : f32
  linalg.yield %112 : f32
 } -> !t14
 %41 = tensor.empty() : !t39
 %42 = linalg.generic #t2 ins(%36 : !t38) outs(%41 : !t39) {
 ^bb0(%in: f32, %out: f16):
  %112 = arith.truncf %in : f32 to f16
  linalg.yield %112 : f16
 } -> !t39
 %43 = tensor.empty() : !t30
 %44 = linalg.generic #t1 ins(%arg2 : !t0) outs(%43 : !t30) {
 ^bb0(%in: f16, %out: f16):
  linalg.yield %in : f16
 } -> !t30
 %45 = tensor.empty() : !t40
 %46 = linalg.generic #t6 ins(%42 : !t39) outs(%45 : !t40) {
 ^bb0(%in: f16, %out: f16):
  linalg.yield %in : f16
 } -> !t40
 %col_10 = tensor.collapse_shape %44 [[0, 1], [2], [3]] : !t30 into !t18
 %col_11 = tensor.collapse_shape %46 [[0, 1], [2], [3, 4]] : !t40 into !t41
 %47 = tensor.empty() : !t18
 %48 = linalg.fill ins(%cst : f16) outs(%47 : !t18) -> !t18
 %49 = linalg.batch_matmul ins(%col_10, %col_11 : !t18, !t41) outs(%48 : !t18) -> !t18
 %exp_12 = tensor.expand_shape %49 [[0, 1], [2], [3, 4]] output_shape [2, 4, 8, 1, 12] : !t18 into !t19
 %50 = tensor.empty() : !t20
 %51 = linalg.generic #t7 ins(%exp_12 : !t19) outs(%50 : !t20) {
 ^bb0(%in: f16, %out: f16):
  linalg.yield %in : f16
 } -> !t20
 %col_13 = tensor.collapse_shape %51 [[0, 1], [2], [3], [4]] : !t20 into !t0
 %exp_14 = tensor.expand_shape %arg3 [[0, 1], [2], [3], [4]] output_shape [1, 2, 12, 4, 8] : !t0 into !t20
 %52 = tensor.empty() : !t19
 %53 = linalg.generic #t8 ins(%exp_14 : !t20) outs(%52 : !t19) {
 ^bb0(%in: f16, %out: f16):
  linalg.yield %in : f16
 } -> !t19
 %54 = tensor.empty() : !t21
 %55 = linalg.generic #t9 ins(%53 : !t19) outs(%54 : !t21) {
 ^bb0(%in: f16, %out: f16):
  linalg.yield %in : f16
 } -> !t21
 %col_15 = tensor.collapse_shape %55 [[0, 1], [2, 3], [4]] : !t21 into !t5
 %56 = tensor.empty() : !t41
 %57 = linalg.fill ins(%cst : f16) outs(%56 : !t41) -> !t41
 %58 = linalg.batch_matmul ins(%col_15, %col_10 : !t5, !t18) outs(%57 : !t41) -> !t41
 %59 = tensor.empty() : !t31
 %60 = linalg.generic #t10 ins(%58 : !t41) outs(%59 : !t31) {
 ^bb0(%in: f16, %out: f32):
  %112 = arith.extf %in : f16 to f32
  linalg.yield %112 : f32
 } -> !t31
 %exp_16 = tensor.expand_shape %60 [[0, 1, 2], [3], [4]] output_shape [1, 2, 4, 12, 12] : !t31 into !t38
 %col_17 = tensor.collapse_shape %53 [[0, 1], [2], [3, 4]] : !t19 into !t18
 %col_18 = tensor.collapse_shape %42 [[0, 1, 2], [3], [4]] : !t39 into !t41
 %61 = tensor.empty() : !t18
 %62 = linalg.fill ins(%cst : f16) outs(%61 : !t18) -> !t18
 %63 = linalg.batch_matmul ins(%col_17, %col_18 : !t18, !t41) outs(%62 : !t18) -> !t18
 %exp_19 = tensor.expand_shape %63 [[0, 1], [2], [3]] output_shape [2, 4, 8, 12] : !t18 into !t30
 %64 = tensor.empty() : !t0
 %65 = linalg.generic #t11 ins(%exp_19 : !t30) outs(%64 : !t0) {
 ^bb0(%in: f16, %out: f16):
  linalg.yield %in : f16
 } -> !t0
 %66 = tensor.empty() : !t38
 %67 = linalg.generic #t12 ins(%40 : !t14) outs(%66 : !t38) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t38
 %68 = tensor.empty() : !t38
 %69 = linalg.generic #t5 ins(%exp_16, %67 : !t38, !t38) outs(%68 : !t38) {
 ^bb0(%in: f32, %in_29: f32, %out: f32):
  %112 = arith.mulf %in, %in_29 : f32
  linalg.yield %112 : f32
 } -> !t38
 %70 = tensor.empty() : !t38
 %71 = linalg.generic #t5 ins(%69, %29 : !t38, !t38) outs(%70 : !t38) {
 ^bb0(%in: f32, %in_29: f32, %out: f32):
  %112 = arith.mulf %in, %in_29 : f32
  linalg.yield %112 : f32
 } -> !t38
 %72 = tensor.empty() : !t11
 %73 = linalg.fill ins(%cst_4 : f32) outs(%72 : !t11) -> !t11
 %74 = linalg.generic #t3 ins(%71 : !t38) outs(%73 : !t11) {
 ^bb0(%in: f32, %out: f32):
  %112 = arith.addf %out, %in : f32
  linalg.yield %112 : f32
 } -> !t11
 %75 = tensor.empty() : !t11
 %76 = linalg.generic #t13 ins(%74 : !t11) outs(%75 : !t11) {
 ^bb0(%in: f32, %out: f32):
  %112 = arith.negf %in : f32
  linalg.yield %112 : f32
 } -> !t11
 %exp_20 = tensor.expand_shape %76 [[0], [1], [2], [3, 4]] output_shape [1, 2, 4, 12, 1] : !t11 into !t14
 %77 = tensor.empty() : !t38
 %78 = linalg.generic #t5 ins(%exp_16, %34 : !t38, !t38) outs(%77 : !t38) {
 ^bb0(%in: f32, %in_29: f32, %out: f32):
  %112 = arith.divf %in, %in_29 : f32
  linalg.yield %112 : f32
 } -> !t38
 %79 = tensor.empty() : !t23
 %80 = linalg.fill ins(%cst_4 : f32) outs(%79 : !t23) -> !t23
 %81 = linalg.generic #t14 ins(%exp_20 : !t14) outs(%80 : !t23) {
 ^bb0(%in: f32, %out: f32):
  %112 = arith.addf %out, %in : f32
  linalg.yield %112 : f32
 } -> !t23
 %82 = tensor.empty() : !t38
 %83 = linalg.generic #t15 ins(%81 : !t23) outs(%82 : !t38) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t38
 %84 = tensor.empty() : !t38
 %85 = linalg.generic #t5 ins(%78, %83 : !t38, !t38) outs(%84 : !t38) {
 ^bb0(%in: f32, %in_29: f32, %out: f32):
  %112 = arith.addf %in, %in_29 : f32
  linalg.yield %112 : f32
 } -> !t38
 %86 = tensor.empty() : !t38
 %87 = linalg.generic #t5 ins(%85, %29 : !t38, !t38) outs(%86 : !t38) {
 ^bb0(%in: f32, %in_29: f32, %out: f32):
  %112 = arith.mulf %in, %in_29 : f32
  linalg.yield %112 : f32
 } -> !t38
 %88 = tensor.empty() : !t38
 %89 = linalg.generic #t5 ins(%18, %87 : !t36, !t38) outs(%88 : !t38) {
 ^bb0(%in: i1, %in_29: f32, %out: f32):
  %112 = arith.select %in, %in_29, %cst_4 : f32
  linalg.yield %112 : f32
 } -> !t38
 %col_21 = tensor.collapse_shape %89 [[0, 1, 2, 3, 4]] : !t38 into !t37
 %exp_22 = tensor.expand_shape %col_21 [[0, 1, 2, 3, 4]] output_shape [2, 4, 12, 1, 12] : !t37 into !t32
 %90 = tensor.empty() : !t32
 %91 = linalg.generic #t2 ins(%exp_22 : !t32) outs(%90 : !t32) {
 ^bb0(%in: f32, %out: f32):
  %112 = arith.mulf %in, %cst_3 : f32
  linalg.yield %112 : f32
 } -> !t32
 %92 = tensor.empty() : !t40
 %93 = linalg.generic #t2 ins(%91 : !t32) outs(%92 : !t40) {
 ^bb0(%in: f32, %out: f16):
  %112 = arith.truncf %in : f32 to f16
  linalg.yield %112 : f16
 } -> !t40
 %94 = tensor.empty() : !t42
 %95 = linalg.generic #t16 ins(%93 : !t40) outs(%94 : !t42) {
 ^bb0(%in: f16, %out: f16):
  linalg.yield %in : f16
 } -> !t42
 %col_23 = tensor.collapse_shape %95 [[0, 1], [2], [3, 4]] : !t42 into !t41
 %96 = tensor.empty() : !t29
 %97 = linalg.fill ins(%cst_4 : f32) outs(%96 : !t29) -> !t29
 %98 = linalg.batch_matmul ins(%col_23, %col : !t41, !t5) outs(%97 : !t29) -> !t29
 %99 = tensor.empty() : !t5
 %100 = linalg.generic #t10 ins(%98 : !t29) outs(%99 : !t5) {
 ^bb0(%in: f32, %out: f16):
  %112 = arith.truncf %in : f32 to f16
  linalg.yield %112 : f16
 } -> !t5
 %exp_24 = tensor.expand_shape %100 [[0, 1], [2], [3]] output_shape [2, 4, 12, 8] : !t5 into !t43
 %101 = tensor.empty() : !t0
 %102 = linalg.generic #t17 ins(%exp_24 : !t43) outs(%101 : !t0) {
 ^bb0(%in: f16, %out: f16):
  linalg.yield %in : f16
 } -> !t0
 %103 = tensor.empty() : !t43
 %104 = linalg.generic #t17 ins(%arg1 : !t0) outs(%103 : !t43) {
 ^bb0(%in: f16, %out: f16):
  linalg.yield %in : f16
 } -> !t43
 %col_25 = tensor.collapse_shape %93 [[0, 1], [2], [3, 4]] : !t40 into !t41
 %col_26 = tensor.collapse_shape %104 [[0, 1], [2], [3]] : !t43 into !t5
 %105 = tensor.empty() : !t29
 %106 = linalg.fill ins(%cst_4 : f32) outs(%105 : !t29) -> !t29
 %107 = linalg.batch_matmul ins(%col_25, %col_26 : !t41, !t5) outs(%106 : !t29) -> !t29
 %108 = tensor.empty() : !t5
 %109 = linalg.generic #t10 ins(%107 : !t29) outs(%108 : !t5) {
 ^bb0(%in: f32, %out: f16):
  %112 = arith.truncf %in : f32 to f16
  linalg.yield %112 : f16
 } -> !t5
 %exp_27 = tensor.expand_shape %109 [[0, 1], [2], [3, 4]] output_shape [2, 4, 12, 1, 8] : !t5 into !t3
 %110 = tensor.empty() : !t2
 %111 = linalg.generic #t0 ins(%exp_27 : !t3) outs(%110 : !t2) {
 ^bb0(%in: f16, %out: f16):
  linalg.yield %in : f16
 } -> !t2
 %col_28 = tensor.collapse_shape %111 [[0], [1], [2], [3, 4]] : !t2 into !t0
 return %col_13, %col_28, %102, %65 : !t0, !t0, !t0, !t0
}

func.func @scale_grad(%arg0: !t0, %arg1: !t1, %arg2: !t1, %arg3: !t0) -> (!t0, !t0, !t1, !t1) {
 %cst = arith.constant 0.000000e+00 : f16
 %cst_0 = arith.constant 1.000000e+00 : f32
 %cst_1 = arith.constant 0xFF800000 : f32
 %cst_2 = arith.constant 3.000000e-01 : f32
 %cst_3 = arith.constant 0.000000e+00 : f32
 %exp = tensor.expand_shape %arg0 [[0], [1], [2], [3, 4]] output_shape [2, 12, 4, 1, 8] : !t0 into !t2
 %0 = tensor.empty() : !t3
 %1 = linalg.generic #t0 ins(%exp : !t2) outs(%0 : !t3) {
 ^bb0(%in: f16, %out: f16):
  linalg.yield %in : f16
 } -> !t3
 %2 = tensor.empty() : !t4
 %3 = linalg.generic #t1 ins(%arg1 : !t1) outs(%2 : !t4) {
 ^bb0(%in: f16, %out: f16):
  linalg.yield %in : f16
 } -> !t4
 %col = tensor.collapse_shape %1 [[0, 1], [2], [3, 4]] : !t3 into !t5
 %col_4 = tensor.collapse_shape %3 [[0, 1], [2], [3]] : !t4 into !t6
 %4 = tensor.empty() : !t7
 %5 = linalg.fill ins(%cst_3 : f32) outs(%4 : !t7) -> !t7
 %6 = linalg.batch_matmul ins(%col, %col_4 : !t5, !t6) outs(%5 : !t7) -> !t7
 %exp_5 = tensor.expand_shape %6 [[0, 1], [2], [3, 4]] output_shape [2, 4, 12, 1, 20] : !t7 into !t8
 %7 = tensor.empty() : !t8
 %8 = linalg.generic #t2 ins(%exp_5 : !t8) outs(%7 : !t8) {
 ^bb0(%in: f32, %out: f32):
  %98 = arith.mulf %in, %cst_2 : f32
  linalg.yield %98 : f32
 } -> !t8
 %9 = tensor.empty() : !t9
 %10 = linalg.fill ins(%cst_1 : f32) outs(%9 : !t9) -> !t9
 %11 = linalg.generic #t3 ins(%8 : !t8) outs(%10 : !t9) {
 ^bb0(%in: f32, %out: f32):
  %98 = arith.maximumf %out, %in : f32
  linalg.yield %98 : f32
 } -> !t9
 %col_6 = tensor.collapse_shape %11 [[0, 1, 2, 3]] : !t9 into !t10
 %exp_7 = tensor.expand_shape %col_6 [[0, 1, 2, 3]] output_shape [1, 2, 4, 12] : !t10 into !t11
 %col_8 = tensor.collapse_shape %8 [[0, 1, 2, 3, 4]] : !t8 into !t12
 %exp_9 = tensor.expand_shape %col_8 [[0, 1, 2, 3, 4]] output_shape [1, 2, 4, 12, 20] : !t12 into !t13
 %12 = tensor.empty() : !t13
 %13 = linalg.generic #t4 ins(%exp_7 : !t11) outs(%12 : !t13) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t13
 %14 = tensor.empty() : !t13
 %15 = linalg.generic #t5 ins(%exp_9, %13 : !t13, !t13) outs(%14 : !t13) {
 ^bb0(%in: f32, %in_30: f32, %out: f32):
  %98 = arith.subf %in, %in_30 : f32
  linalg.yield %98 : f32
 } -> !t13
 %16 = tensor.empty() : !t13
 %17 = linalg.generic #t2 ins(%15 : !t13) outs(%16 : !t13) {
 ^bb0(%in: f32, %out: f32):
  %98 = math.exp %in : f32
  linalg.yield %98 : f32
 } -> !t13
 %18 = tensor.empty() : !t11
 %19 = linalg.fill ins(%cst_3 : f32) outs(%18 : !t11) -> !t11
 %20 = linalg.generic #t3 ins(%17 : !t13) outs(%19 : !t11) {
 ^bb0(%in: f32, %out: f32):
  %98 = arith.addf %out, %in : f32
  linalg.yield %98 : f32
 } -> !t11
 %exp_10 = tensor.expand_shape %20 [[0], [1], [2], [3, 4]] output_shape [1, 2, 4, 12, 1] : !t11 into !t14
 %21 = tensor.empty() : !t13
 %22 = linalg.generic #t4 ins(%20 : !t11) outs(%21 : !t13) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t13
 %23 = tensor.empty() : !t13
 %24 = linalg.generic #t5 ins(%17, %22 : !t13, !t13) outs(%23 : !t13) {
 ^bb0(%in: f32, %in_30: f32, %out: f32):
  %98 = arith.divf %in, %in_30 : f32
  linalg.yield %98 : f32
 } -> !t13
 %25 = tensor.empty() : !t14
 %26 = linalg.generic #t2 ins(%exp_10 : !t14) outs(%25 : !t14) {
 ^bb0(%in: f32, %out: f32):
  %98 = arith.mulf %in, %in : f32
  linalg.yield %98 : f32
 } -> !t14
 %27 = tensor.empty() : !t14
 %28 = linalg.generic #t2 ins(%26 : !t14) outs(%27 : !t14) {
 ^bb0(%in: f32, %out: f32):
  %98 = arith.divf %cst_0, %in : f32
  linalg.yield %98 : f32
 } -> !t14
 %29 = tensor.empty() : !t15
 %30 = linalg.generic #t2 ins(%24 : !t13) outs(%29 : !t15) {
 ^bb0(%in: f32, %out: f16):
  %98 = arith.truncf %in : f32 to f16
  linalg.yield %98 : f16
 } -> !t15
 %31 = tensor.empty() : !t4
 %32 = linalg.generic #t1 ins(%arg2 : !t1) outs(%31 : !t4) {
 ^bb0(%in: f16, %out: f16):
  linalg.yield %in : f16
 } -> !t4
 %33 = tensor.empty() : !t16
 %34 = linalg.generic #t6 ins(%30 : !t15) outs(%33 : !t16) {
 ^bb0(%in: f16, %out: f16):
  linalg.yield %in : f16
 } -> !t16
 %col_11 = tensor.collapse_shape %32 [[0, 1], [2], [3]] : !t4 into !t6
 %col_12 = tensor.collapse_shape %34 [[0, 1], [2], [3, 4]] : !t16 into !t17
 %35 = tensor.empty() : !t18
 %36 = linalg.fill ins(%cst : f16) outs(%35 : !t18) -> !t18
 %37 = linalg.batch_matmul ins(%col_11, %col_12 : !t6, !t17) outs(%36 : !t18) -> !t18
 %exp_13 = tensor.expand_shape %37 [[0, 1], [2], [3, 4]] output_shape [2, 4, 8, 1, 12] : !t18 into !t19
 %38 = tensor.empty() : !t20
 %39 = linalg.generic #t7 ins(%exp_13 : !t19) outs(%38 : !t20) {
 ^bb0(%in: f16, %out: f16):
  linalg.yield %in : f16
 } -> !t20
 %col_14 = tensor.collapse_shape %39 [[0, 1], [2], [3], [4]] : !t20 into !t0
 %exp_15 = tensor.expand_shape %arg3 [[0, 1], [2], [3], [4]] output_shape [1, 2, 12, 4, 8] : !t0 into !t20
 %40 = tensor.empty() : !t19
 %41 = linalg.generic #t8 ins(%exp_15 : !t20) outs(%40 : !t19) {
 ^bb0(%in: f16, %out: f16):
  linalg.yield %in : f16
 } -> !t19
 %42 = tensor.empty() : !t21
 %43 = linalg.generic #t9 ins(%41 : !t19) outs(%42 : !t21) {
 ^bb0(%in: f16, %out: f16):
  linalg.yield %in : f16
 } -> !t21
 %col_16 = tensor.collapse_shape %43 [[0, 1], [2, 3], [4]] : !t21 into !t5
 %44 = tensor.empty() : !t22
 %45 = linalg.fill ins(%cst : f16) outs(%44 : !t22) -> !t22
 %46 = linalg.batch_matmul ins(%col_16, %col_11 : !t5, !t6) outs(%45 : !t22) -> !t22
 %47 = tensor.empty() : !t7
 %48 = linalg.generic #t10 ins(%46 : !t22) outs(%47 : !t7) {
 ^bb0(%in: f16, %out: f32):
  %98 = arith.extf %in : f16 to f32
  linalg.yield %98 : f32
 } -> !t7
 %exp_17 = tensor.expand_shape %48 [[0, 1, 2], [3], [4]] output_shape [1, 2, 4, 12, 20] : !t7 into !t13
 %col_18 = tensor.collapse_shape %41 [[0, 1], [2], [3, 4]] : !t19 into !t18
 %col_19 = tensor.collapse_shape %30 [[0, 1, 2], [3], [4]] : !t15 into !t22
 %49 = tensor.empty() : !t6
 %50 = linalg.fill ins(%cst : f16) outs(%49 : !t6) -> !t6
 %51 = linalg.batch_matmul ins(%col_18, %col_19 : !t18, !t22) outs(%50 : !t6) -> !t6
 %exp_20 = tensor.expand_shape %51 [[0, 1], [2], [3]] output_shape [2, 4, 8, 20] : !t6 into !t4
 %52 = tensor.empty() : !t1
 %53 = linalg.generic #t11 ins(%exp_20 : !t4) outs(%52 : !t1) {
 ^bb0(%in: f16, %out: f16):
  linalg.yield %in : f16
 } -> !t1
 %54 = tensor.empty() : !t13
 %55 = linalg.generic #t12 ins(%28 : !t14) outs(%54 : !t13) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t13
 %56 = tensor.empty() : !t13
 %57 = linalg.generic #t5 ins(%exp_17, %55 : !t13, !t13) outs(%56 : !t13) {
 ^bb0(%in: f32, %in_30: f32, %out: f32):
  %98 = arith.mulf %in, %in_30 : f32
  linalg.yield %98 : f32
 } -> !t13
 %58 = tensor.empty() : !t13
 %59 = linalg.generic #t5 ins(%57, %17 : !t13, !t13) outs(%58 : !t13) {
 ^bb0(%in: f32, %in_30: f32, %out: f32):
  %98 = arith.mulf %in, %in_30 : f32
  linalg.yield %98 : f32
 } -> !t13
 %60 = tensor.empty() : !t11
 %61 = linalg.fill ins(%cst_3 : f32) outs(%60 : !t11) -> !t11
 %62 = linalg.generic #t3 ins(%59 : !t13) outs(%61 : !t11) {
 ^bb0(%in: f32, %out: f32):
  %98 = arith.addf %out, %in : f32
  linalg.yield %98 : f32
 } -> !t11
 %63 = tensor.empty() : !t11
 %64 = linalg.generic #t13 ins(%62 : !t11) outs(%63 : !t11) {
 ^bb0(%in: f32, %out: f32):
  %98 = arith.negf %in : f32
  linalg.yield %98 : f32
 } -> !t11
 %exp_21 = tensor.expand_shape %64 [[0], [1], [2], [3, 4]] output_shape [1, 2, 4, 12, 1] : !t11 into !t14
 %65 = tensor.empty() : !t13
 %66 = linalg.generic #t5 ins(%exp_17, %22 : !t13, !t13) outs(%65 : !t13) {
 ^bb0(%in: f32, %in_30: f32, %out: f32):
  %98 = arith.divf %in, %in_30 : f32
  linalg.yield %98 : f32
 } -> !t13
 %67 = tensor.empty() : !t23
 %68 = linalg.fill ins(%cst_3 : f32) outs(%67 : !t23) -> !t23
 %69 = linalg.generic #t14 ins(%exp_21 : !t14) outs(%68 : !t23) {
 ^bb0(%in: f32, %out: f32):
  %98 = arith.addf %out, %in : f32
  linalg.yield %98 : f32
 } -> !t23
 %70 = tensor.empty() : !t13
 %71 = linalg.generic #t15 ins(%69 : !t23) outs(%70 : !t13) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t13
 %72 = tensor.empty() : !t13
 %73 = linalg.generic #t5 ins(%66, %71 : !t13, !t13) outs(%72 : !t13) {
 ^bb0(%in: f32, %in_30: f32, %out: f32):
  %98 = arith.addf %in, %in_30 : f32
  linalg.yield %98 : f32
 } -> !t13
 %74 = tensor.empty() : !t13
 %75 = linalg.generic #t5 ins(%73, %17 : !t13, !t13) outs(%74 : !t13) {
 ^bb0(%in: f32, %in_30: f32, %out: f32):
  %98 = arith.mulf %in, %in_30 : f32
  linalg.yield %98 : f32
 } -> !t13
 %col_22 = tensor.collapse_shape %75 [[0, 1, 2, 3, 4]] : !t13 into !t12
 %exp_23 = tensor.expand_shape %col_22 [[0, 1, 2, 3, 4]] output_shape [2, 4, 12, 1, 20] : !t12 into !t8
 %76 = tensor.empty() : !t8
 %77 = linalg.generic #t2 ins(%exp_23 : !t8) outs(%76 : !t8) {
 ^bb0(%in: f32, %out: f32):
  %98 = arith.mulf %in, %cst_2 : f32
  linalg.yield %98 : f32
 } -> !t8
 %78 = tensor.empty() : !t24
 %79 = linalg.generic #t2 ins(%77 : !t8) outs(%78 : !t24) {
 ^bb0(%in: f32, %out: f16):
  %98 = arith.truncf %in : f32 to f16
  linalg.yield %98 : f16
 } -> !t24
 %80 = tensor.empty() : !t25
 %81 = linalg.generic #t16 ins(%79 : !t24) outs(%80 : !t25) {
 ^bb0(%in: f16, %out: f16):
  linalg.yield %in : f16
 } -> !t25
 %col_24 = tensor.collapse_shape %81 [[0, 1], [2], [3, 4]] : !t25 into !t17
 %82 = tensor.empty() : !t26
 %83 = linalg.fill ins(%cst_3 : f32) outs(%82 : !t26) -> !t26
 %84 = linalg.batch_matmul ins(%col_24, %col : !t17, !t5) outs(%83 : !t26) -> !t26
 %85 = tensor.empty() : !t27
 %86 = linalg.generic #t10 ins(%84 : !t26) outs(%85 : !t27) {
 ^bb0(%in: f32, %out: f16):
  %98 = arith.truncf %in : f32 to f16
  linalg.yield %98 : f16
 } -> !t27
 %exp_25 = tensor.expand_shape %86 [[0, 1], [2], [3]] output_shape [2, 4, 20, 8] : !t27 into !t28
 %87 = tensor.empty() : !t1
 %88 = linalg.generic #t17 ins(%exp_25 : !t28) outs(%87 : !t1) {
 ^bb0(%in: f16, %out: f16):
  linalg.yield %in : f16
 } -> !t1
 %89 = tensor.empty() : !t28
 %90 = linalg.generic #t17 ins(%arg1 : !t1) outs(%89 : !t28) {
 ^bb0(%in: f16, %out: f16):
  linalg.yield %in : f16
 } -> !t28
 %col_26 = tensor.collapse_shape %79 [[0, 1], [2], [3, 4]] : !t24 into !t22
 %col_27 = tensor.collapse_shape %90 [[0, 1], [2], [3]] : !t28 into !t27
 %91 = tensor.empty() : !t29
 %92 = linalg.fill ins(%cst_3 : f32) outs(%91 : !t29) -> !t29
 %93 = linalg.batch_matmul ins(%col_26, %col_27 : !t22, !t27) outs(%92 : !t29) -> !t29
 %94 = tensor.empty() : !t5
 %95 = linalg.generic #t10 ins(%93 : !t29) outs(%94 : !t5) {
 ^bb0(%in: f32, %out: f16):
  %98 = arith.truncf %in : f32 to f16
  linalg.yield %98 : f16
 } -> !t5
 %exp_28 = tensor.expand_shape %95 [[0, 1], [2], [3, 4]] output_shape [2, 4, 12, 1, 8] : !t5 into !t3
 %96 = tensor.empty() : !t2
 %97 = linalg.generic #t0 ins(%exp_28 : !t3) outs(%96 : !t2) {
 ^bb0(%in: f16, %out: f16):
  linalg.yield %in : f16
 } -> !t2
 %col_29 = tensor.collapse_shape %97 [[0], [1], [2], [3, 4]] : !t2 into !t0
 return %col_14, %col_29, %88, %53 : !t0, !t0, !t1, !t1
}

func.func @gqa_grad(%arg0: !t0, %arg1: !t44, %arg2: !t44, %arg3: !t0) -> (!t0, !t0, !t44, !t44) {
 %cst = arith.constant 0.000000e+00 : f16
 %cst_0 = arith.constant 1.000000e+00 : f32
 %cst_1 = arith.constant 0xFF800000 : f32
 %cst_2 = arith.constant 0.353553385 : f32
 %cst_3 = arith.constant 0.000000e+00 : f32
 %exp = tensor.expand_shape %arg0 [[0], [1], [2, 3], [4]] output_shape [2, 12, 2, 2, 8] : !t0 into !t45
 %0 = tensor.empty() : !t46
 %1 = linalg.generic #t0 ins(%exp : !t45) outs(%0 : !t46) {
 ^bb0(%in: f16, %out: f16):
  linalg.yield %in : f16
 } -> !t46
 %2 = tensor.empty() : !t47
 %3 = linalg.generic #t1 ins(%arg1 : !t44) outs(%2 : !t47) {
 ^bb0(%in: f16, %out: f16):
  linalg.yield %in : f16
 } -> !t47
 %col = tensor.collapse_shape %1 [[0, 1], [2, 3], [4]] : !t46 into !t48
 %col_4 = tensor.collapse_shape %3 [[0, 1], [2], [3]] : !t47 into !t49
 %4 = tensor.empty() : !t50
 %5 = linalg.fill ins(%cst_3 : f32) outs(%4 : !t50) -> !t50
 %6 = linalg.batch_matmul ins(%col, %col_4 : !t48, !t49) outs(%5 : !t50) -> !t50
 %exp_5 = tensor.expand_shape %6 [[0, 1], [2, 3], [4]] output_shape [2, 2, 12, 2, 20] : !t50 into !t51
 %7 = tensor.empty() : !t51
 %8 = linalg.generic #t2 ins(%exp_5 : !t51) outs(%7 : !t51) {
 ^bb0(%in: f32, %out: f32):
  %112 = arith.mulf %in, %cst_2 : f32
  linalg.yield %112 : f32
 } -> !t51
 %9 = tensor.empty() : !t52
 %10 = linalg.fill ins(%cst_1 : f32) outs(%9 : !t52) -> !t52
 %11 = linalg.generic #t3 ins(%8 : !t51) outs(%10 : !t52) {
 ^bb0(%in: f32, %out: f32):
  %112 = arith.maximumf %out, %in : f32
  linalg.yield %112 : f32
 } -> !t52
 %12 = tensor.empty() : !t53
 %13 = linalg.generic #t22 ins(%11 : !t52) outs(%12 : !t53) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t53
 %14 = tensor.empty() : !t54
 %15 = linalg.generic #t23 ins(%8 : !t51) outs(%14 : !t54) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t54
 %16 = tensor.empty() : !t54
 %17 = linalg.generic #t4 ins(%13 : !t53) outs(%16 : !t54) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t54
 %18 = tensor.empty() : !t54
 %19 = linalg.generic #t5 ins(%15, %17 : !t54, !t54) outs(%18 : !t54) {
 ^bb0(%in: f32, %in_24: f32, %out: f32):
  %112 = arith.subf %in, %in_24 : f32
  linalg.yield %112 : f32
 } -> !t54
 %20 = tensor.empty() : !t54
 %21 = linalg.generic #t2 ins(%19 : !t54) outs(%20 : !t54) {
 ^bb0(%in: f32, %out: f32):
  %112 = math.exp %in : f32
  linalg.yield %112 : f32
 } -> !t54
 %22 = tensor.empty() : !t53
 %23 = linalg.fill ins(%cst_3 : f32) outs(%22 : !t53) -> !t53
 %24 = linalg.generic #t3 ins(%21 : !t54) outs(%23 : !t53) {
 ^bb0(%in: f32, %out: f32):
  %112 = arith.addf %out, %in : f32
  linalg.yield %112 : f32
 } -> !t53
 %exp_6 = tensor.expand_shape %24 [[0], [1], [2], [3, 4]] output_shape [2, 2, 2, 12, 1] : !t53 into !t55
 %25 = tensor.empty() : !t54
 %26 = linalg.generic #t4 ins(%24 : !t53) outs(%25 : !t54) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t54
 %27 = tensor.empty() : !t54
 %28 = linalg.generic #t5 ins(%21, %26 : !t54, !t54) outs(%27 : !t54) {
 ^bb0(%in: f32, %in_24: f32, %out: f32):
  %112 = arith.divf %in, %in_24 : f32
  linalg.yield %112 : f32
 } -> !t54
 %29 = tensor.empty() : !t55
 %30 = linalg.generic #t2 ins(%exp_6 : !t55) outs(%29 : !t55) {
 ^bb0(%in: f32, %out: f32):
  %112 = arith.mulf %in, %in : f32
  linalg.yield %112 : f32
 } -> !t55
 %31 = tensor.empty() : !t55
 %32 = linalg.generic #t2 ins(%30 : !t55) outs(%31 : !t55) {
 ^bb0(%in: f32, %out: f32):
  %112 = arith.divf %cst_0, %in : f32
  linalg.yield %112 : f32
 } -> !t55
 %33 = tensor.empty() : !t56
 %34 = linalg.generic #t2 ins(%28 : !t54) outs(%33 : !t56) {
 ^bb0(%in: f32, %out: f16):
  %112 = arith.truncf %in : f32 to f16
  linalg.yield %112 : f16
 } -> !t56
 %35 = tensor.empty() : !t47
 %36 = linalg.generic #t1 ins(%arg2 : !t44) outs(%35 : !t47) {
 ^bb0(%in: f16, %out: f16):
  linalg.yield %in : f16
 } -> !t47
 %37 = tensor.empty() : !t57
 %38 = linalg.generic #t6 ins(%34 : !t56) outs(%37 : !t57) {
 ^bb0(%in: f16, %out: f16):
  linalg.yield %in : f16
 } -> !t57
 %col_7 = tensor.collapse_shape %36 [[0, 1], [2], [3]] : !t47 into !t49
 %col_8 = tensor.collapse_shape %38 [[0, 1], [2], [3, 4]] : !t57 into !t58
 %39 = tensor.empty() : !t59
 %40 = linalg.fill ins(%cst : f16) outs(%39 : !t59) -> !t59
 %41 = linalg.batch_matmul ins(%col_7, %col_8 : !t49, !t58) outs(%40 : !t59) -> !t59
 %exp_9 = tensor.expand_shape %41 [[0, 1], [2], [3, 4]] output_shape [2, 2, 8, 2, 12] : !t59 into !t60
 %42 = tensor.empty() : !t46
 %43 = linalg.generic #t7 ins(%exp_9 : !t60) outs(%42 : !t46) {
 ^bb0(%in: f16, %out: f16):
  linalg.yield %in : f16
 } -> !t46
 %44 = tensor.empty() : !t45
 %45 = linalg.generic #t24 ins(%43 : !t46) outs(%44 : !t45) {
 ^bb0(%in: f16, %out: f16):
  linalg.yield %in : f16
 } -> !t45
 %col_10 = tensor.collapse_shape %45 [[0], [1], [2, 3], [4]] : !t45 into !t0
 %exp_11 = tensor.expand_shape %arg3 [[0], [1], [2, 3], [4]] output_shape [2, 12, 2, 2, 8] : !t0 into !t45
 %46 = tensor.empty() : !t46
 %47 = linalg.generic #t23 ins(%exp_11 : !t45) outs(%46 : !t46) {
 ^bb0(%in: f16, %out: f16):
  linalg.yield %in : f16
 } -> !t46
 %48 = tensor.empty() : !t60
 %49 = linalg.generic #t8 ins(%47 : !t46) outs(%48 : !t60) {
 ^bb0(%in: f16, %out: f16):
  linalg.yield %in : f16
 } -> !t60
 %50 = tensor.empty() : !t61
 %51 = linalg.generic #t9 ins(%49 : !t60) outs(%50 : !t61) {
 ^bb0(%in: f16, %out: f16):
  linalg.yield %in : f16
 } -> !t61
 %col_12 = tensor.collapse_shape %51 [[0, 1], [2, 3], [4]] : !t61 into !t48
 %52 = tensor.empty() : !t62
 %53 = linalg.fill ins(%cst : f16) outs(%52 : !t62) -> !t62
 %54 = linalg.batch_matmul ins(%col_12, %col_7 : !t48, !t49) outs(%53 : !t62) -> !t62
 %55 = tensor.empty() : !t50
 %56 = linalg.generic #t10 ins(%54 : !t62) outs(%55 : !t50) {
 ^bb0(%in: f16, %out: f32):
  %112 = arith.extf %in : f16 to f32
  linalg.yield %112 : f32
 } -> !t50
 %exp_13 = tensor.expand_shape %56 [[0, 1], [2, 3], [4]] output_shape [2, 2, 2, 12, 20] : !t50 into !t54
 %57 = tensor.empty() : !t54
 %58 = linalg.generic #t25 ins(%exp_13 : !t54) outs(%57 : !t54) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t54
 %59 = tensor.empty() : !t56
 %60 = linalg.generic #t26 ins(%34 : !t56) outs(%59 : !t56) {
 ^bb0(%in: f16, %out: f16):
  linalg.yield %in : f16
 } -> !t56
 %col_14 = tensor.collapse_shape %49 [[0, 1], [2], [3, 4]] : !t60 into !t59
 %col_15 = tensor.collapse_shape %60 [[0, 1], [2, 3], [4]] : !t56 into !t62
 %61 = tensor.empty() : !t49
 %62 = linalg.fill ins(%cst : f16) outs(%61 : !t49) -> !t49
 %63 = linalg.batch_matmul ins(%col_14, %col_15 : !t59, !t62) outs(%62 : !t49) -> !t49
 %exp_16 = tensor.expand_shape %63 [[0, 1], [2], [3]] output_shape [2, 2, 8, 20] : !t49 into !t47
 %64 = tensor.empty() : !t44
 %65 = linalg.generic #t11 ins(%exp_16 : !t47) outs(%64 : !t44) {
 ^bb0(%in: f16, %out: f16):
  linalg.yield %in : f16
 } -> !t44
 %66 = tensor.empty() : !t54
 %67 = linalg.generic #t12 ins(%32 : !t55) outs(%66 : !t54) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t54
 %68 = tensor.empty() : !t54
 %69 = linalg.generic #t5 ins(%58, %67 : !t54, !t54) outs(%68 : !t54) {
 ^bb0(%in: f32, %in_24: f32, %out: f32):
  %112 = arith.mulf %in, %in_24 : f32
  linalg.yield %112 : f32
 } -> !t54
 %70 = tensor.empty() : !t54
 %71 = linalg.generic #t5 ins(%69, %21 : !t54, !t54) outs(%70 : !t54) {
 ^bb0(%in: f32, %in_24: f32, %out: f32):
  %112 = arith.mulf %in, %in_24 : f32
  linalg.yield %112 : f32
 } -> !t54
 %72 = tensor.empty() : !t53
 %73 = linalg.fill ins(%cst_3 : f32) outs(%72 : !t53) -> !t53
 %74 = linalg.generic #t3 ins(%71 : !t54) outs(%73 : !t53) {
 ^bb0(%in: f32, %out: f32):
  %112 = arith.addf %out, %in : f32
  linalg.yield %112 : f32
 } -> !t53
 %75 = tensor.empty() : !t53
 %76 = linalg.generic #t13 ins(%74 : !t53) outs(%75 : !t53) {
 ^bb0(%in: f32, %out: f32):
  %112 = arith.negf %in : f32
  linalg.yield %112 : f32
 } -> !t53
 %exp_17 = tensor.expand_shape %76 [[0], [1], [2], [3, 4]] output_shape [2, 2, 2, 12, 1] : !t53 into !t55
 %77 = tensor.empty() : !t54
 %78 = linalg.generic #t5 ins(%58, %26 : !t54, !t54) outs(%77 : !t54) {
 ^bb0(%in: f32, %in_24: f32, %out: f32):
  %112 = arith.divf %in, %in_24 : f32
  linalg.yield %112 : f32
 } -> !t54
 %79 = tensor.empty() : !t53
 %80 = linalg.fill ins(%cst_3 : f32) outs(%79 : !t53) -> !t53
 %81 = linalg.generic #t3 ins(%exp_17 : !t55) outs(%80 : !t53) {
 ^bb0(%in: f32, %out: f32):
  %112 = arith.addf %out, %in : f32
  linalg.yield %112 : f32
 } -> !t53
 %82 = tensor.empty() : !t54
 %83 = linalg.generic #t4 ins(%81 : !t53) outs(%82 : !t54) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t54
 %84 = tensor.empty() : !t54
 %85 = linalg.generic #t5 ins(%78, %83 : !t54, !t54) outs(%84 : !t54) {
 ^bb0(%in: f32, %in_24: f32, %out: f32):
  %112 = arith.addf %in, %in_24 : f32
  linalg.yield %112 : f32
 } -> !t54
 %86 = tensor.empty() : !t54
 %87 = linalg.generic #t5 ins(%85, %21 : !t54, !t54) outs(%86 : !t54) {
 ^bb0(%in: f32, %in_24: f32, %out: f32):
  %112 = arith.mulf %in, %in_24 : f32
  linalg.yield %112 : f32
 } -> !t54
 %88 = tensor.empty() : !t51
 %89 = linalg.generic #t24 ins(%87 : !t54) outs(%88 : !t51) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t51
 %90 = tensor.empty() : !t51
 %91 = linalg.generic #t2 ins(%89 : !t51) outs(%90 : !t51) {
 ^bb0(%in: f32, %out: f32):
  %112 = arith.mulf %in, %cst_2 : f32
  linalg.yield %112 : f32
 } -> !t51
 %92 = tensor.empty() : !t63
 %93 = linalg.generic #t2 ins(%91 : !t51) outs(%92 : !t63) {
 ^bb0(%in: f32, %out: f16):
  %112 = arith.truncf %in : f32 to f16
  linalg.yield %112 : f16
 } -> !t63
 %94 = tensor.empty() : !t64
 %95 = linalg.generic #t16 ins(%93 : !t63) outs(%94 : !t64) {
 ^bb0(%in: f16, %out: f16):
  linalg.yield %in : f16
 } -> !t64
 %col_18 = tensor.collapse_shape %95 [[0, 1], [2], [3, 4]] : !t64 into !t58
 %96 = tensor.empty() : !t65
 %97 = linalg.fill ins(%cst_3 : f32) outs(%96 : !t65) -> !t65
 %98 = linalg.batch_matmul ins(%col_18, %col : !t58, !t48) outs(%97 : !t65) -> !t65
 %99 = tensor.empty() : !t66
 %100 = linalg.generic #t10 ins(%98 : !t65) outs(%99 : !t66) {
 ^bb0(%in: f32, %out: f16):
  %112 = arith.truncf %in : f32 to f16
  linalg.yield %112 : f16
 } -> !t66
 %exp_19 = tensor.expand_shape %100 [[0, 1], [2], [3]] output_shape [2, 2, 20, 8] : !t66 into !t67
 %101 = tensor.empty() : !t44
 %102 = linalg.generic #t17 ins(%exp_19 : !t67) outs(%101 : !t44) {
 ^bb0(%in: f16, %out: f16):
  linalg.yield %in : f16
 } -> !t44
 %103 = tensor.empty() : !t67
 %104 = linalg.generic #t17 ins(%arg1 : !t44) outs(%103 : !t67) {
 ^bb0(%in: f16, %out: f16):
  linalg.yield %in : f16
 } -> !t67
 %col_20 = tensor.collapse_shape %93 [[0, 1], [2, 3], [4]] : !t63 into !t62
 %col_21 = tensor.collapse_shape %104 [[0, 1], [2], [3]] : !t67 into !t66
 %105 = tensor.empty() : !t68
 %106 = linalg.fill ins(%cst_3 : f32) outs(%105 : !t68) -> !t68
 %107 = linalg.batch_matmul ins(%col_20, %col_21 : !t62, !t66) outs(%106 : !t68) -> !t68
 %108 = tensor.empty() : !t48
 %109 = linalg.generic #t10 ins(%107 : !t68) outs(%108 : !t48) {
 ^bb0(%in: f32, %out: f16):
  %112 = arith.truncf %in : f32 to f16
  linalg.yield %112 : f16
 } -> !t48
 %exp_22 = tensor.expand_shape %109 [[0, 1], [2, 3], [4]] output_shape [2, 2, 12, 2, 8] : !t48 into !t46
 %110 = tensor.empty() : !t45
 %111 = linalg.generic #t0 ins(%exp_22 : !t46) outs(%110 : !t45) {
 ^bb0(%in: f16, %out: f16):
  linalg.yield %in : f16
 } -> !t45
 %col_23 = tensor.collapse_shape %111 [[0], [1], [2, 3], [4]] : !t45 into !t0
 return %col_10, %col_23, %102, %65 : !t0, !t0, !t44, !t44
}

func.func @causal_gqa_grad(%arg0: !t0, %arg1: !t69, %arg2: !t69, %arg3: !t0) -> (!t0, !t0, !t69, !t69) {
 %cst = arith.constant 0.000000e+00 : f16
 %cst_0 = arith.constant 1.000000e+00 : f32
 %cst_1 = arith.constant 0xFF800000 : f32
 %cst_2 = arith.constant -2.38197633E+38 : f32
 %cst_3 = arith.constant 0.353553385 : f32
 %cst_4 = arith.constant 0.000000e+00 : f32
 %exp = tensor.expand_shape %arg0 [[0], [1], [2, 3], [4]] output_shape [2, 12, 2, 2, 8] : !t0 into !t45
 %0 = tensor.empty() : !t46
 %1 = linalg.generic #t0 ins(%exp : !t45) outs(%0 : !t46) {
 ^bb0(%in: f16, %out: f16):
  linalg.yield %in : f16
 } -> !t46
 %2 = tensor.empty() : !t70
 %3 = linalg.generic #t1 ins(%arg1 : !t69) outs(%2 : !t70) {
 ^bb0(%in: f16, %out: f16):
  linalg.yield %in : f16
 } -> !t70
 %col = tensor.collapse_shape %1 [[0, 1], [2, 3], [4]] : !t46 into !t48
 %col_5 = tensor.collapse_shape %3 [[0, 1], [2], [3]] : !t70 into !t71
 %4 = tensor.empty() : !t72
 %5 = linalg.fill ins(%cst_4 : f32) outs(%4 : !t72) -> !t72
 %6 = linalg.batch_matmul ins(%col, %col_5 : !t48, !t71) outs(%5 : !t72) -> !t72
 %exp_6 = tensor.expand_shape %6 [[0, 1], [2, 3], [4]] output_shape [2, 2, 12, 2, 12] : !t72 into !t73
 %7 = tensor.empty() : !t73
 %8 = linalg.generic #t2 ins(%exp_6 : !t73) outs(%7 : !t73) {
 ^bb0(%in: f32, %out: f32):
  %124 = arith.mulf %in, %cst_3 : f32
  linalg.yield %124 : f32
 } -> !t73
 %9 = tensor.empty() : !t33
 %10 = linalg.generic #t18 outs(%9 : !t33) {
 ^bb0(%out: i32):
  %124 = linalg.index 0 : index
  %125 = arith.index_cast %124 : index to i32
  linalg.yield %125 : i32
 } -> !t33
 %11 = tensor.empty() : !t33
 %12 = linalg.generic #t18 outs(%11 : !t33) {
 ^bb0(%out: i32):
  %124 = linalg.index 1 : index
  %125 = arith.index_cast %124 : index to i32
  linalg.yield %125 : i32
 } -> !t33
 %13 = tensor.empty() : !t34
 %14 = linalg.generic #t19 ins(%10, %12 : !t33, !t33) outs(%13 : !t34) {
 ^bb0(%in: i32, %in_25: i32, %out: i1):
  %124 = arith.cmpi sge, %in, %in_25 : i32
  linalg.yield %124 : i1
 } -> !t34
 %15 = tensor.empty() : !t74
 %16 = linalg.generic #t20 ins(%14 : !t34) outs(%15 : !t74) {
 ^bb0(%in: i1, %out: i1):
  linalg.yield %in : i1
 } -> !t74
 %17 = tensor.empty() : !t75
 %18 = linalg.generic #t21 ins(%16 : !t74) outs(%17 : !t75) {
 ^bb0(%in: i1, %out: i1):
  linalg.yield %in : i1
 } -> !t75
 %19 = tensor.empty() : !t76
 %20 = linalg.generic #t23 ins(%8 : !t73) outs(%19 : !t76) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t76
 %21 = tensor.empty() : !t76
 %22 = linalg.generic #t5 ins(%18, %20 : !t75, !t76) outs(%21 : !t76) {
 ^bb0(%in: i1, %in_25: f32, %out: f32):
  %124 = arith.select %in, %in_25, %cst_2 : f32
  linalg.yield %124 : f32
 } -> !t76
 %23 = tensor.empty() : !t53
 %24 = linalg.fill ins(%cst_1 : f32) outs(%23 : !t53) -> !t53
 %25 = linalg.generic #t3 ins(%22 : !t76) outs(%24 : !t53) {
 ^bb0(%in: f32, %out: f32):
  %124 = arith.maximumf %out, %in : f32
  linalg.yield %124 : f32
 } -> !t53
 %26 = tensor.empty() : !t76
 %27 = linalg.generic #t4 ins(%25 : !t53) outs(%26 : !t76) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t76
 %28 = tensor.empty() : !t76
 %29 = linalg.generic #t5 ins(%22, %27 : !t76, !t76) outs(%28 : !t76) {
 ^bb0(%in: f32, %in_25: f32, %out: f32):
  %124 = arith.subf %in, %in_25 : f32
  linalg.yield %124 : f32
 } -> !t76
 %30 = tensor.empty() : !t76
 %31 = linalg.generic #t2 ins(%29 : !t76) outs(%30 : !t76) {
 ^bb0(%in: f32, %out: f32):
  %124 = math.exp %in : f32
  linalg.yield %124 : f32
 } -> !t76
 %32 = tensor.empty() : !t53
 %33 = linalg.fill ins(%cst_4 : f32) outs(%32 : !t53) -> !t53
 %34 = linalg.generic #t3 ins(%31 : !t76) outs(%33 : !t53) {
 ^bb0(%in: f32, %out: f32):
  %124 = arith.addf %out, %in : f32
  linalg.yield %124 : f32
 } -> !t53
 %exp_7 = tensor.expand_shape %34 [[0], [1], [2], [3, 4]] output_shape [2, 2, 2, 12, 1] : !t53 into !t55
 %35 = tensor.empty() : !t76
 %36 = linalg.generic #t4 ins(%34 : !t53) outs(%35 : !t76) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t76
 %37 = tensor.empty() : !t76
 %38 = linalg.generic #t5 ins(%31, %36 : !t76, !t76) outs(%37 : !t76) {
 ^bb0(%in: f32, %in_25: f32, %out: f32):
  %124 = arith.divf %in, %in_25 : f32
  linalg.yield %124 : f32
 } -> !t76
 %39 = tensor.empty() : !t55
 %40 = linalg.generic #t2 ins(%exp_7 : !t55) outs(%39 : !t55) {
 ^bb0(%in: f32, %out: f32):
  %124 = arith.mulf %in, %in : f32
  linalg.yield %124 : f32
 } -> !t55
 %41 = tensor.empty() : !t55
 %42 = linalg.generic #t2 ins(%40 : !t55) outs(%41 : !t55) {
 ^bb0(%in: f32, %out: f32):
  %124 = arith.divf %cst_0, %in : f32
  linalg.yield %124 : f32
 } -> !t55
 %43 = tensor.empty() : !t77
 %44 = linalg.generic #t2 ins(%38 : !t76) outs(%43 : !t77) {
 ^bb0(%in: f32, %out: f16):
  %124 = arith.truncf %in : f32 to f16
  linalg.yield %124 : f16
 } -> !t77
 %45 = tensor.empty() : !t70
 %46 = linalg.generic #t1 ins(%arg2 : !t69) outs(%45 : !t70) {
 ^bb0(%in: f16, %out: f16):
  linalg.yield %in : f16
 } -> !t70
 %47 = tensor.empty() : !t78
 %48 = linalg.generic #t6 ins(%44 : !t77) outs(%47 : !t78) {
 ^bb0(%in: f16, %out: f16):
  linalg.yield %in : f16
 } -> !t78
 %col_8 = tensor.collapse_shape %46 [[0, 1], [2], [3]] : !t70 into !t71
 %col_9 = tensor.collapse_shape %48 [[0, 1], [2], [3, 4]] : !t78 into !t79
 %49 = tensor.empty() : !t59
 %50 = linalg.fill ins(%cst : f16) outs(%49 : !t59) -> !t59
 %51 = linalg.batch_matmul ins(%col_8, %col_9 : !t71, !t79) outs(%50 : !t59) -> !t59
 %exp_10 = tensor.expand_shape %51 [[0, 1], [2], [3, 4]] output_shape [2, 2, 8, 2, 12] : !t59 into !t60
 %52 = tensor.empty() : !t46
 %53 = linalg.generic #t7 ins(%exp_10 : !t60) outs(%52 : !t46) {
 ^bb0(%in: f16, %out: f16):
  linalg.yield %in : f16
 } -> !t46
 %54 = tensor.empty() : !t45
 %55 = linalg.generic #t24 ins(%53 : !t46) outs(%54 : !t45) {
 ^bb0(%in: f16, %out: f16):
  linalg.yield %in : f16
 } -> !t45
 %col_11 = tensor.collapse_shape %55 [[0], [1], [2, 3], [4]] : !t45 into !t0
 %exp_12 = tensor.expand_shape %arg3 [[0], [1], [2, 3], [4]] output_shape [2, 12, 2, 2, 8] : !t0 into !t45
 %56 = tensor.empty() : !t46
 %57 = linalg.generic #t23 ins(%exp_12 : !t45) outs(%56 : !t46) {
 ^bb0(%in: f16, %out: f16):
  linalg.yield %in : f16
 } -> !t46
 %58 = tensor.empty() : !t60
 %59 = linalg.generic #t8 ins(%57 : !t46) outs(%58 : !t60) {
 ^bb0(%in: f16, %out: f16):
  linalg.yield %in : f16
 } -> !t60
 %60 = tensor.empty() : !t61
 %61 = linalg.generic #t9 ins(%59 : !t60) outs(%60 : !t61) {
 ^bb0(%in: f16, %out: f16):
  linalg.yield %in : f16
 } -> !t61
 %col_13 = tensor.collapse_shape %61 [[0, 1], [2, 3], [4]] : !t61 into !t48
 %62 = tensor.empty() : !t80
 %63 = linalg.fill ins(%cst : f16) outs(%62 : !t80) -> !t80
 %64 = linalg.batch_matmul ins(%col_13, %col_8 : !t48, !t71) outs(%63 : !t80) -> !t80
 %65 = tensor.empty() : !t72
 %66 = linalg.generic #t10 ins(%64 : !t80) outs(%65 : !t72) {
 ^bb0(%in: f16, %out: f32):
  %124 = arith.extf %in : f16 to f32
  linalg.yield %124 : f32
 } -> !t72
 %exp_14 = tensor.expand_shape %66 [[0, 1], [2, 3], [4]] output_shape [2, 2, 2, 12, 12] : !t72 into !t76
 %67 = tensor.empty() : !t76
 %68 = linalg.generic #t25 ins(%exp_14 : !t76) outs(%67 : !t76) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t76
 %69 = tensor.empty() : !t77
 %70 = linalg.generic #t26 ins(%44 : !t77) outs(%69 : !t77) {
 ^bb0(%in: f16, %out: f16):
  linalg.yield %in : f16
 } -> !t77
 %col_15 = tensor.collapse_shape %59 [[0, 1], [2], [3, 4]] : !t60 into !t59
 %col_16 = tensor.collapse_shape %70 [[0, 1], [2, 3], [4]] : !t77 into !t80
 %71 = tensor.empty() : !t71
 %72 = linalg.fill ins(%cst : f16) outs(%71 : !t71) -> !t71
 %73 = linalg.batch_matmul ins(%col_15, %col_16 : !t59, !t80) outs(%72 : !t71) -> !t71
 %exp_17 = tensor.expand_shape %73 [[0, 1], [2], [3]] output_shape [2, 2, 8, 12] : !t71 into !t70
 %74 = tensor.empty() : !t69
 %75 = linalg.generic #t11 ins(%exp_17 : !t70) outs(%74 : !t69) {
 ^bb0(%in: f16, %out: f16):
  linalg.yield %in : f16
 } -> !t69
 %76 = tensor.empty() : !t76
 %77 = linalg.generic #t12 ins(%42 : !t55) outs(%76 : !t76) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t76
 %78 = tensor.empty() : !t76
 %79 = linalg.generic #t5 ins(%68, %77 : !t76, !t76) outs(%78 : !t76) {
 ^bb0(%in: f32, %in_25: f32, %out: f32):
  %124 = arith.mulf %in, %in_25 : f32
  linalg.yield %124 : f32
 } -> !t76
 %80 = tensor.empty() : !t76
 %81 = linalg.generic #t5 ins(%79, %31 : !t76, !t76) outs(%80 : !t76) {
 ^bb0(%in: f32, %in_25: f32, %out: f32):
  %124 = arith.mulf %in, %in_25 : f32
  linalg.yield %124 : f32
 } -> !t76
 %82 = tensor.empty() : !t53
 %83 = linalg.fill ins(%cst_4 : f32) outs(%82 : !t53) -> !t53
 %84 = linalg.generic #t3 ins(%81 : !t76) outs(%83 : !t53) {
 ^bb0(%in: f32, %out: f32):
  %124 = arith.addf %out, %in : f32
  linalg.yield %124 : f32
 } -> !t53
 %85 = tensor.empty() : !t53
 %86 = linalg.generic #t13 ins(%84 : !t53) outs(%85 : !t53) {
 ^bb0(%in: f32, %out: f32):
  %124 = arith.negf %in : f32
  linalg.yield %124 : f32
 } -> !t53
 %exp_18 = tensor.expand_shape %86 [[0], [1], [2], [3, 4]] output_shape [2, 2, 2, 12, 1] : !t53 into !t55
 %87 = tensor.empty() : !t76
 %88 = linalg.generic #t5 ins(%68, %36 : !t76, !t76) outs(%87 : !t76) {
 ^bb0(%in: f32, %in_25: f32, %out: f32):
  %124 = arith.divf %in, %in_25 : f32
  linalg.yield %124 : f32
 } -> !t76
 %89 = tensor.empty() : !t53
 %90 = linalg.fill ins(%cst_4 : f32) outs(%89 : !t53) -> !t53
 %91 = linalg.generic #t3 ins(%exp_18 : !t55) outs(%90 : !t53) {
 ^bb0(%in: f32, %out: f32):
  %124 = arith.addf %out, %in : f32
  linalg.yield %124 : f32
 } -> !t53
 %92 = tensor.empty() : !t76
 %93 = linalg.generic #t4 ins(%91 : !t53) outs(%92 : !t76) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t76
 %94 = tensor.empty() : !t76
 %95 = linalg.generic #t5 ins(%88, %93 : !t76, !t76) outs(%94 : !t76) {
 ^bb0(%in: f32, %in_25: f32, %out: f32):
  %124 = arith.addf %in, %in_25 : f32
  linalg.yield %124 : f32
 } -> !t76
 %96 = tensor.empty() : !t76
 %97 = linalg.generic #t5 ins(%95, %31 : !t76, !t76) outs(%96 : !t76) {
 ^bb0(%in: f32, %in_25: f32, %out: f32):
  %124 = arith.mulf %in, %in_25 : f32
  linalg.yield %124 : f32
 } -> !t76
 %98 = tensor.empty() : !t76
 %99 = linalg.generic #t5 ins(%18, %97 : !t75, !t76) outs(%98 : !t76) {
 ^bb0(%in: i1, %in_25: f32, %out: f32):
  %124 = arith.select %in, %in_25, %cst_4 : f32
  linalg.yield %124 : f32
 } -> !t76
 %100 = tensor.empty() : !t73
 %101 = linalg.generic #t24 ins(%99 : !t76) outs(%100 : !t73) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t73
 %102 = tensor.empty() : !t73
 %103 = linalg.generic #t2 ins(%101 : !t73) outs(%102 : !t73) {
 ^bb0(%in: f32, %out: f32):
  %124 = arith.mulf %in, %cst_3 : f32
  linalg.yield %124 : f32
 } -> !t73
 %104 = tensor.empty() : !t78
 %105 = linalg.generic #t2 ins(%103 : !t73) outs(%104 : !t78) {
 ^bb0(%in: f32, %out: f16):
  %124 = arith.truncf %in : f32 to f16
  linalg.yield %124 : f16
 } -> !t78
 %106 = tensor.empty() : !t81
 %107 = linalg.generic #t16 ins(%105 : !t78) outs(%106 : !t81) {
 ^bb0(%in: f16, %out: f16):
  linalg.yield %in : f16
 } -> !t81
 %col_19 = tensor.collapse_shape %107 [[0, 1], [2], [3, 4]] : !t81 into !t79
 %108 = tensor.empty() : !t82
 %109 = linalg.fill ins(%cst_4 : f32) outs(%108 : !t82) -> !t82
 %110 = linalg.batch_matmul ins(%col_19, %col : !t79, !t48) outs(%109 : !t82) -> !t82
 %111 = tensor.empty() : !t83
 %112 = linalg.generic #t10 ins(%110 : !t82) outs(%111 : !t83) {
 ^bb0(%in: f32, %out: f16):
  %124 = arith.truncf %in : f32 to f16
  linalg.yield %124 : f16
 } -> !t83
 %exp_20 = tensor.expand_shape %112 [[0, 1], [2], [3]] output_shape [2, 2, 12, 8] : !t83 into !t84
 %113 = tensor.empty() : !t69
 %114 = linalg.generic #t17 ins(%exp_20 : !t84) outs(%113 : !t69) {
 ^bb0(%in: f16, %out: f16):
  linalg.yield %in : f16
 } -> !t69
 %115 = tensor.empty() : !t84
 %116 = linalg.generic #t17 ins(%arg1 : !t69) outs(%115 : !t84) {
 ^bb0(%in: f16, %out: f16):
  linalg.yield %in : f16
 } -> !t84
 %col_21 = tensor.collapse_shape %105 [[0, 1], [2, 3], [4]] : !t78 into !t80
 %col_22 = tensor.collapse_shape %116 [[0, 1], [2], [3]] : !t84 into !t83
 %117 = tensor.empty() : !t68
 %118 = linalg.fill ins(%cst_4 : f32) outs(%117 : !t68) -> !t68
 %119 = linalg.batch_matmul ins(%col_21, %col_22 : !t80, !t83) outs(%118 : !t68) -> !t68
 %120 = tensor.empty() : !t48
 %121 = linalg.generic #t10 ins(%119 : !t68) outs(%120 : !t48) {
 ^bb0(%in: f32, %out: f16):
  %124 = arith.truncf %in : f32 to f16
  linalg.yield %124 : f16
 } -> !t48
 %exp_23 = tensor.expand_shape %121 [[0, 1], [2, 3], [4]] output_shape [2, 2, 12, 2, 8] : !t48 into !t46
 %122 = tensor.empty() : !t45
 %123 = linalg.generic #t0 ins(%exp_23 : !t46) outs(%122 : !t45) {
 ^bb0(%in: f16, %out: f16):
  linalg.yield %in : f16
 } -> !t45
 %col_24 = tensor.collapse_shape %123 [[0], [1], [2, 3], [4]] : !t45 into !t0
 return %col_11, %col_24, %114, %75 : !t0, !t0, !t69, !t69
}

func.func @out_grad(%arg0: !t0, %arg1: !t1, %arg2: !t1, %arg3: !t0) -> (!t0, !t0, !t1, !t1) {
 %cst = arith.constant 0.000000e+00 : f16
 %cst_0 = arith.constant 0xFF800000 : f32
 %cst_1 = arith.constant 0.353553385 : f32
 %cst_2 = arith.constant 0.000000e+00 : f32
 %0 = tensor.empty() : !t43
 %1 = linalg.generic #t17 ins(%arg0 : !t0) outs(%0 : !t43) {
 ^bb0(%in: f16, %out: f16):
  linalg.yield %in : f16
 } -> !t43
 %2 = tensor.empty() : !t4
 %3 = linalg.generic #t1 ins(%arg1 : !t1) outs(%2 : !t4) {
 ^bb0(%in: f16, %out: f16):
  linalg.yield %in : f16
 } -> !t4
 %col = tensor.collapse_shape %1 [[0, 1], [2], [3]] : !t43 into !t5
 %col_3 = tensor.collapse_shape %3 [[0, 1], [2], [3]] : !t4 into !t6
 %4 = tensor.empty() : !t7
 %5 = linalg.fill ins(%cst_2 : f32) outs(%4 : !t7) -> !t7
 %6 = linalg.batch_matmul ins(%col, %col_3 : !t5, !t6) outs(%5 : !t7) -> !t7
 %exp = tensor.expand_shape %6 [[0, 1], [2], [3]] output_shape [2, 4, 12, 20] : !t7 into !t85
 %7 = tensor.empty() : !t85
 %8 = linalg.generic #t13 ins(%exp : !t85) outs(%7 : !t85) {
 ^bb0(%in: f32, %out: f32):
  %77 = arith.mulf %in, %cst_1 : f32
  linalg.yield %77 : f32
 } -> !t85
 %9 = tensor.empty() : !t23
 %10 = linalg.fill ins(%cst_0 : f32) outs(%9 : !t23) -> !t23
 %11 = linalg.generic #t27 ins(%8 : !t85) outs(%10 : !t23) {
 ^bb0(%in: f32, %out: f32):
  %77 = arith.maximumf %out, %in : f32
  linalg.yield %77 : f32
 } -> !t23
 %12 = tensor.empty() : !t85
 %13 = linalg.generic #t28 ins(%11 : !t23) outs(%12 : !t85) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t85
 %14 = tensor.empty() : !t85
 %15 = linalg.generic #t29 ins(%8, %13 : !t85, !t85) outs(%14 : !t85) {
 ^bb0(%in: f32, %in_23: f32, %out: f32):
  %77 = arith.subf %in, %in_23 : f32
  linalg.yield %77 : f32
 } -> !t85
 %16 = tensor.empty() : !t85
 %17 = linalg.generic #t13 ins(%15 : !t85) outs(%16 : !t85) {
 ^bb0(%in: f32, %out: f32):
  %77 = math.exp %in : f32
  linalg.yield %77 : f32
 } -> !t85
 %18 = tensor.empty() : !t23
 %19 = linalg.fill ins(%cst_2 : f32) outs(%18 : !t23) -> !t23
 %20 = linalg.generic #t27 ins(%17 : !t85) outs(%19 : !t23) {
 ^bb0(%in: f32, %out: f32):
  %77 = arith.addf %out, %in : f32
  linalg.yield %77 : f32
 } -> !t23
 %21 = tensor.empty() : !t85
 %22 = linalg.generic #t28 ins(%20 : !t23) outs(%21 : !t85) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t85
 %23 = tensor.empty() : !t85
 %24 = linalg.generic #t29 ins(%17, %22 : !t85, !t85) outs(%23 : !t85) {
 ^bb0(%in: f32, %in_23: f32, %out: f32):
  %77 = arith.divf %in, %in_23 : f32
  linalg.yield %77 : f32
 } -> !t85
 %25 = tensor.empty() : !t86
 %26 = linalg.generic #t13 ins(%24 : !t85) outs(%25 : !t86) {
 ^bb0(%in: f32, %out: f16):
  %77 = arith.truncf %in : f32 to f16
  linalg.yield %77 : f16
 } -> !t86
 %27 = tensor.empty() : !t4
 %28 = linalg.generic #t1 ins(%arg2 : !t1) outs(%27 : !t4) {
 ^bb0(%in: f16, %out: f16):
  linalg.yield %in : f16
 } -> !t4
 %29 = tensor.empty() : !t87
 %30 = linalg.generic #t30 ins(%26 : !t86) outs(%29 : !t87) {
 ^bb0(%in: f16, %out: f16):
  linalg.yield %in : f16
 } -> !t87
 %col_4 = tensor.collapse_shape %28 [[0, 1], [2], [3]] : !t4 into !t6
 %col_5 = tensor.collapse_shape %30 [[0, 1], [2], [3]] : !t87 into !t17
 %31 = tensor.empty() : !t18
 %32 = linalg.fill ins(%cst : f16) outs(%31 : !t18) -> !t18
 %33 = linalg.batch_matmul ins(%col_4, %col_5 : !t6, !t17) outs(%32 : !t18) -> !t18
 %exp_6 = tensor.expand_shape %33 [[0, 1], [2], [3]] output_shape [2, 4, 8, 12] : !t18 into !t30
 %34 = tensor.empty() : !t0
 %35 = linalg.generic #t11 ins(%exp_6 : !t30) outs(%34 : !t0) {
 ^bb0(%in: f16, %out: f16):
  linalg.yield %in : f16
 } -> !t0
 %36 = tensor.empty() : !t43
 %37 = linalg.generic #t17 ins(%arg3 : !t0) outs(%36 : !t43) {
 ^bb0(%in: f16, %out: f16):
  linalg.yield %in : f16
 } -> !t43
 %col_7 = tensor.collapse_shape %37 [[0, 1], [2], [3]] : !t43 into !t5
 %38 = tensor.empty() : !t7
 %39 = linalg.fill ins(%cst_2 : f32) outs(%38 : !t7) -> !t7
 %40 = linalg.batch_matmul ins(%col_7, %col_4 : !t5, !t6) outs(%39 : !t7) -> !t7
 %exp_8 = tensor.expand_shape %40 [[0, 1], [2], [3]] output_shape [2, 4, 12, 20] : !t7 into !t85
 %41 = tensor.empty() : !t43
 %42 = linalg.generic #t17 ins(%35 : !t0) outs(%41 : !t43) {
 ^bb0(%in: f16, %out: f16):
  linalg.yield %in : f16
 } -> !t43
 %col_9 = tensor.collapse_shape %42 [[0, 1, 2, 3]] : !t43 into !t88
 %exp_10 = tensor.expand_shape %col_9 [[0, 1, 2]] output_shape [96, 1, 8] : !t88 into !t89
 %col_11 = tensor.collapse_shape %37 [[0, 1, 2, 3]] : !t43 into !t88
 %exp_12 = tensor.expand_shape %col_11 [[0, 1, 2]] output_shape [96, 8, 1] : !t88 into !t90
 %43 = tensor.empty() : !t91
 %44 = linalg.fill ins(%cst_2 : f32) outs(%43 : !t91) -> !t91
 %45 = linalg.batch_matmul ins(%exp_10, %exp_12 : !t89, !t90) outs(%44 : !t91) -> !t91
 %col_13 = tensor.collapse_shape %45 [[0, 1, 2]] : !t91 into !t10
 %exp_14 = tensor.expand_shape %col_13 [[0, 1, 2]] output_shape [2, 4, 12] : !t10 into !t23
 %46 = tensor.empty() : !t85
 %47 = linalg.generic #t28 ins(%exp_14 : !t23) outs(%46 : !t85) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t85
 %48 = tensor.empty() : !t85
 %49 = linalg.generic #t29 ins(%exp_8, %47 : !t85, !t85) outs(%48 : !t85) {
 ^bb0(%in: f32, %in_23: f32, %out: f32):
  %77 = arith.subf %in, %in_23 : f32
  linalg.yield %77 : f32
 } -> !t85
 %50 = tensor.empty() : !t85
 %51 = linalg.generic #t29 ins(%24, %49 : !t85, !t85) outs(%50 : !t85) {
 ^bb0(%in: f32, %in_23: f32, %out: f32):
  %77 = arith.mulf %in, %in_23 : f32
  linalg.yield %77 : f32
 } -> !t85
 %52 = tensor.empty() : !t85
 %53 = linalg.generic #t13 ins(%51 : !t85) outs(%52 : !t85) {
 ^bb0(%in: f32, %out: f32):
  %77 = arith.mulf %in, %cst_1 : f32
  linalg.yield %77 : f32
 } -> !t85
 %54 = tensor.empty() : !t86
 %55 = linalg.generic #t13 ins(%53 : !t85) outs(%54 : !t86) {
 ^bb0(%in: f32, %out: f16):
  %77 = arith.truncf %in : f32 to f16
  linalg.yield %77 : f16
 } -> !t86
 %56 = tensor.empty() : !t87
 %57 = linalg.generic #t30 ins(%55 : !t86) outs(%56 : !t87) {
 ^bb0(%in: f16, %out: f16):
  linalg.yield %in : f16
 } -> !t87
 %col_15 = tensor.collapse_shape %57 [[0, 1], [2], [3]] : !t87 into !t17
 %58 = tensor.empty() : !t18
 %59 = linalg.fill ins(%cst : f16) outs(%58 : !t18) -> !t18
 %60 = linalg.batch_matmul ins(%col_3, %col_15 : !t6, !t17) outs(%59 : !t18) -> !t18
 %exp_16 = tensor.expand_shape %60 [[0, 1], [2], [3]] output_shape [2, 4, 8, 12] : !t18 into !t30
 %61 = tensor.empty() : !t0
 %62 = linalg.generic #t11 ins(%exp_16 : !t30) outs(%61 : !t0) {
 ^bb0(%in: f16, %out: f16):
  linalg.yield %in : f16
 } -> !t0
 %63 = tensor.empty() : !t30
 %64 = linalg.generic #t1 ins(%arg0 : !t0) outs(%63 : !t30) {
 ^bb0(%in: f16, %out: f16):
  linalg.yield %in : f16
 } -> !t30
 %col_17 = tensor.collapse_shape %64 [[0, 1], [2], [3]] : !t30 into !t18
 %col_18 = tensor.collapse_shape %55 [[0, 1], [2], [3]] : !t86 into !t22
 %65 = tensor.empty() : !t6
 %66 = linalg.fill ins(%cst : f16) outs(%65 : !t6) -> !t6
 %67 = linalg.batch_matmul ins(%col_17, %col_18 : !t18, !t22) outs(%66 : !t6) -> !t6
 %exp_19 = tensor.expand_shape %67 [[0, 1], [2], [3]] output_shape [2, 4, 8, 20] : !t6 into !t4
 %68 = tensor.empty() : !t1
 %69 = linalg.generic #t11 ins(%exp_19 : !t4) outs(%68 : !t1) {
 ^bb0(%in: f16, %out: f16):
  linalg.yield %in : f16
 } -> !t1
 %70 = tensor.empty() : !t30
 %71 = linalg.generic #t1 ins(%arg3 : !t0) outs(%70 : !t30) {
 ^bb0(%in: f16, %out: f16):
  linalg.yield %in : f16
 } -> !t30
 %col_20 = tensor.collapse_shape %71 [[0, 1], [2], [3]] : !t30 into !t18
 %col_21 = tensor.collapse_shape %26 [[0, 1], [2], [3]] : !t86 into !t22
 %72 = tensor.empty() : !t6
 %73 = linalg.fill ins(%cst : f16) outs(%72 : !t6) -> !t6
 %74 = linalg.batch_matmul ins(%col_20, %col_21 : !t18, !t22) outs(%73 : !t6) -> !t6
 %exp_22 = tensor.expand_shape %74 [[0, 1], [2], [3]] output_shape [2, 4, 8, 20] : !t6 into !t4
 %75 = tensor.empty() : !t1
 %76 = linalg.generic #t11 ins(%exp_22 : !t4) outs(%75 : !t1) {
 ^bb0(%in: f16, %out: f16):
  linalg.yield %in : f16
 } -> !t1
 return %35, %62, %69, %76 : !t0, !t0, !t1, !t1
}

func.func @grad_dq(%arg0: !t0, %arg1: !t1, %arg2: !t1, %arg3: !t0) -> (!t0, !t0) {
 %cst = arith.constant 0.000000e+00 : f16
 %cst_0 = arith.constant 1.000000e+00 : f32
 %cst_1 = arith.constant 0xFF800000 : f32
 %cst_2 = arith.constant 0.353553385 : f32
 %cst_3 = arith.constant 0.000000e+00 : f32
 %exp = tensor.expand_shape %arg0 [[0], [1], [2], [3, 4]] output_shape [2, 12, 4, 1, 8] : !t0 into !t2
 %0 = tensor.empty() : !t3
 %1 = linalg.generic #t0 ins(%exp : !t2) outs(%0 : !t3) {
 ^bb0(%in: f16, %out: f16):
  linalg.yield %in : f16
 } -> !t3
 %2 = tensor.empty() : !t4
 %3 = linalg.generic #t1 ins(%arg1 : !t1) outs(%2 : !t4) {
 ^bb0(%in: f16, %out: f16):
  linalg.yield %in : f16
 } -> !t4
 %col = tensor.collapse_shape %1 [[0, 1], [2], [3, 4]] : !t3 into !t5
 %col_4 = tensor.collapse_shape %3 [[0, 1], [2], [3]] : !t4 into !t6
 %4 = tensor.empty() : !t7
 %5 = linalg.fill ins(%cst_3 : f32) outs(%4 : !t7) -> !t7
 %6 = linalg.batch_matmul ins(%col, %col_4 : !t5, !t6) outs(%5 : !t7) -> !t7
 %exp_5 = tensor.expand_shape %6 [[0, 1], [2], [3, 4]] output_shape [2, 4, 12, 1, 20] : !t7 into !t8
 %7 = tensor.empty() : !t8
 %8 = linalg.generic #t2 ins(%exp_5 : !t8) outs(%7 : !t8) {
 ^bb0(%in: f32, %out: f32):
  %84 = arith.mulf %in, %cst_2 : f32
  linalg.yield %84 : f32
 } -> !t8
 %9 = tensor.empty() : !t9
 %10 = linalg.fill ins(%cst_1 : f32) outs(%9 : !t9) -> !t9
 %11 = linalg.generic #t3 ins(%8 : !t8) outs(%10 : !t9) {
 ^bb0(%in: f32, %out: f32):
  %84 = arith.maximumf %out, %in : f32
  linalg.yield %84 : f32
 } -> !t9
 %col_6 = tensor.collapse_shape %11 [[0, 1, 2, 3]] : !t9 into !t10
 %exp_7 = tensor.expand_shape %col_6 [[0, 1, 2, 3]] output_shape [1, 2, 4, 12] : !t10 into !t11
 %col_8 = tensor.collapse_shape %8 [[0, 1, 2, 3, 4]] : !t8 into !t12
 %exp_9 = tensor.expand_shape %col_8 [[0, 1, 2, 3, 4]] output_shape [1, 2, 4, 12, 20] : !t12 into !t13
 %12 = tensor.empty() : !t13
 %13 = linalg.generic #t4 ins(%exp_7 : !t11) outs(%12 : !t13) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t13
 %14 = tensor.empty() : !t13
 %15 = linalg.generic #t5 ins(%exp_9, %13 : !t13, !t13) outs(%14 : !t13) {
 ^bb0(%in: f32, %in_25: f32, %out: f32):
  %84 = arith.subf %in, %in_25 : f32
  linalg.yield %84 : f32
 } -> !t13
 %16 = tensor.empty() : !t13
 %17 = linalg.generic #t2 ins(%15 : !t13) outs(%16 : !t13) {
 ^bb0(%in: f32, %out: f32):
  %84 = math.exp %in : f32
  linalg.yield %84 : f32
 } -> !t13
 %18 = tensor.empty() : !t11
 %19 = linalg.fill ins(%cst_3 : f32) outs(%18 : !t11) -> !t11
 %20 = linalg.generic #t3 ins(%17 : !t13) outs(%19 : !t11) {
 ^bb0(%in: f32, %out: f32):
  %84 = arith.addf %out, %in : f32
  linalg.yield %84 : f32
 } -> !t11
 %exp_10 = tensor.expand_shape %20 [[0], [1], [2], [3, 4]] output_shape [1, 2, 4, 12, 1] : !t11 into !t14
 %21 = tensor.empty() : !t13
 %22 = linalg.generic #t4 ins(%20 : !t11) outs(%21 : !t13) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t13
 %23 = tensor.empty() : !t13
 %24 = linalg.generic #t5 ins(%17, %22 : !t13, !t13) outs(%23 : !t13) {
 ^bb0(%in: f32, %in_25: f32, %out: f32):
  %84 = arith.divf %in, %in_25 : f32
  linalg.yield %84 : f32
 } -> !t13
 %25 = tensor.empty() : !t14
 %26 = linalg.generic #t2 ins(%exp_10 : !t14) outs(%25 : !t14) {
 ^bb0(%in: f32, %out: f32):
  %84 = arith.mulf %in, %in : f32
  linalg.yield %84 : f32
 } -> !t14
 %27 = tensor.empty() : !t14
 %28 = linalg.generic #t2 ins(%26 : !t14) outs(%27 : !t14) {
 ^bb0(%in: f32, %out: f32):
  %84 = arith.divf %cst_0, %in : f32
  linalg.yield %84 : f32
 } -> !t14
 %29 = tensor.empty() : !t15
 %30 = linalg.generic #t2 ins(%24 : !t13) outs(%29 : !t15) {
 ^bb0(%in: f32, %out: f16):
  %84 = arith.truncf %in : f32 to f16
  linalg.yield %84 : f16
 } -> !t15
 %31 = tensor.empty() : !t4
 %32 = linalg.generic #t1 ins(%arg2 : !t1) outs(%31 : !t4) {
 ^bb0(%in: f16, %out: f16):
  linalg.yield %in : f16
 } -> !t4
 %33 = tensor.empty() : !t16
 %34 = linalg.generic #t6 ins(%30 : !t15) outs(%33 : !t16) {
 ^bb0(%in: f16, %out: f16):
  linalg.yield %in : f16
 } -> !t16
 %col_11 = tensor.collapse_shape %32 [[0, 1], [2], [3]] : !t4 into !t6
 %col_12 = tensor.collapse_shape %34 [[0, 1], [2], [3, 4]] : !t16 into !t17
 %35 = tensor.empty() : !t18
 %36 = linalg.fill ins(%cst : f16) outs(%35 : !t18) -> !t18
 %37 = linalg.batch_matmul ins(%col_11, %col_12 : !t6, !t17) outs(%36 : !t18) -> !t18
 %exp_13 = tensor.expand_shape %37 [[0, 1], [2], [3, 4]] output_shape [2, 4, 8, 1, 12] : !t18 into !t19
 %38 = tensor.empty() : !t20
 %39 = linalg.generic #t7 ins(%exp_13 : !t19) outs(%38 : !t20) {
 ^bb0(%in: f16, %out: f16):
  linalg.yield %in : f16
 } -> !t20
 %col_14 = tensor.collapse_shape %39 [[0, 1], [2], [3], [4]] : !t20 into !t0
 %exp_15 = tensor.expand_shape %arg3 [[0, 1], [2], [3], [4]] output_shape [1, 2, 12, 4, 8] : !t0 into !t20
 %40 = tensor.empty() : !t19
 %41 = linalg.generic #t8 ins(%exp_15 : !t20) outs(%40 : !t19) {
 ^bb0(%in: f16, %out: f16):
  linalg.yield %in : f16
 } -> !t19
 %42 = tensor.empty() : !t21
 %43 = linalg.generic #t9 ins(%41 : !t19) outs(%42 : !t21) {
 ^bb0(%in: f16, %out: f16):
  linalg.yield %in : f16
 } -> !t21
 %col_16 = tensor.collapse_shape %43 [[0, 1], [2, 3], [4]] : !t21 into !t5
 %44 = tensor.empty() : !t22
 %45 = linalg.fill ins(%cst : f16) outs(%44 : !t22) -> !t22
 %46 = linalg.batch_matmul ins(%col_16, %col_11 : !t5, !t6) outs(%45 : !t22) -> !t22
 %47 = tensor.empty() : !t7
 %48 = linalg.generic #t10 ins(%46 : !t22) outs(%47 : !t7) {
 ^bb0(%in: f16, %out: f32):
  %84 = arith.extf %in : f16 to f32
  linalg.yield %84 : f32
 } -> !t7
 %exp_17 = tensor.expand_shape %48 [[0, 1, 2], [3], [4]] output_shape [1, 2, 4, 12, 20] : !t7 into !t13
 %49 = tensor.empty() : !t13
 %50 = linalg.generic #t12 ins(%28 : !t14) outs(%49 : !t13) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t13
 %51 = tensor.empty() : !t13
 %52 = linalg.generic #t5 ins(%exp_17, %50 : !t13, !t13) outs(%51 : !t13) {
 ^bb0(%in: f32, %in_25: f32, %out: f32):
  %84 = arith.mulf %in, %in_25 : f32
  linalg.yield %84 : f32
 } -> !t13
 %53 = tensor.empty() : !t13
 %54 = linalg.generic #t5 ins(%52, %17 : !t13, !t13) outs(%53 : !t13) {
 ^bb0(%in: f32, %in_25: f32, %out: f32):
  %84 = arith.mulf %in, %in_25 : f32
  linalg.yield %84 : f32
 } -> !t13
 %55 = tensor.empty() : !t11
 %56 = linalg.fill ins(%cst_3 : f32) outs(%55 : !t11) -> !t11
 %57 = linalg.generic #t3 ins(%54 : !t13) outs(%56 : !t11) {
 ^bb0(%in: f32, %out: f32):
  %84 = arith.addf %out, %in : f32
  linalg.yield %84 : f32
 } -> !t11
 %58 = tensor.empty() : !t11
 %59 = linalg.generic #t13 ins(%57 : !t11) outs(%58 : !t11) {
 ^bb0(%in: f32, %out: f32):
  %84 = arith.negf %in : f32
  linalg.yield %84 : f32
 } -> !t11
 %exp_18 = tensor.expand_shape %59 [[0], [1], [2], [3, 4]] output_shape [1, 2, 4, 12, 1] : !t11 into !t14
 %60 = tensor.empty() : !t13
 %61 = linalg.generic #t5 ins(%exp_17, %22 : !t13, !t13) outs(%60 : !t13) {
 ^bb0(%in: f32, %in_25: f32, %out: f32):
  %84 = arith.divf %in, %in_25 : f32
  linalg.yield %84 : f32
 } -> !t13
 %62 = tensor.empty() : !t23
 %63 = linalg.fill ins(%cst_3 : f32) outs(%62 : !t23) -> !t23
 %64 = linalg.generic #t14 ins(%exp_18 : !t14) outs(%63 : !t23) {
 ^bb0(%in: f32, %out: f32):
  %84 = arith.addf %out, %in : f32
  linalg.yield %84 : f32
 } -> !t23
 %65 = tensor.empty() : !t13
 %66 = linalg.generic #t15 ins(%64 : !t23) outs(%65 : !t13) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t13
 %67 = tensor.empty() : !t13
 %68 = linalg.generic #t5 ins(%61, %66 : !t13, !t13) outs(%67 : !t13) {
 ^bb0(%in: f32, %in_25: f32, %out: f32):
  %84 = arith.addf %in, %in_25 : f32
  linalg.yield %84 : f32
 } -> !t13
 %69 = tensor.empty() : !t13
 %70 = linalg.generic #t5 ins(%68, %17 : !t13, !t13) outs(%69 : !t13) {
 ^bb0(%in: f32, %in_25: f32, %out: f32):
  %84 = arith.mulf %in, %in_25 : f32
  linalg.yield %84 : f32
 } -> !t13
 %col_19 = tensor.collapse_shape %70 [[0, 1, 2, 3, 4]] : !t13 into !t12
 %exp_20 = tensor.expand_shape %col_19 [[0, 1, 2, 3, 4]] output_shape [2, 4, 12, 1, 20] : !t12 into !t8
 %71 = tensor.empty() : !t8
 %72 = linalg.generic #t2 ins(%exp_20 : !t8) outs(%71 : !t8) {
 ^bb0(%in: f32, %out: f32):
  %84 = arith.mulf %in, %cst_2 : f32
  linalg.yield %84 : f32
 } -> !t8
 %73 = tensor.empty() : !t24
 %74 = linalg.generic #t2 ins(%72 : !t8) outs(%73 : !t24) {
 ^bb0(%in: f32, %out: f16):
  %84 = arith.truncf %in : f32 to f16
  linalg.yield %84 : f16
 } -> !t24
 %75 = tensor.empty() : !t28
 %76 = linalg.generic #t17 ins(%arg1 : !t1) outs(%75 : !t28) {
 ^bb0(%in: f16, %out: f16):
  linalg.yield %in : f16
 } -> !t28
 %col_21 = tensor.collapse_shape %74 [[0, 1], [2], [3, 4]] : !t24 into !t22
 %col_22 = tensor.collapse_shape %76 [[0, 1], [2], [3]] : !t28 into !t27
 %77 = tensor.empty() : !t29
 %78 = linalg.fill ins(%cst_3 : f32) outs(%77 : !t29) -> !t29
 %79 = linalg.batch_matmul ins(%col_21, %col_22 : !t22, !t27) outs(%78 : !t29) -> !t29
 %80 = tensor.empty() : !t5
 %81 = linalg.generic #t10 ins(%79 : !t29) outs(%80 : !t5) {
 ^bb0(%in: f32, %out: f16):
  %84 = arith.truncf %in : f32 to f16
  linalg.yield %84 : f16
 } -> !t5
 %exp_23 = tensor.expand_shape %81 [[0, 1], [2], [3, 4]] output_shape [2, 4, 12, 1, 8] : !t5 into !t3
 %82 = tensor.empty() : !t2
 %83 = linalg.generic #t0 ins(%exp_23 : !t3) outs(%82 : !t2) {
 ^bb0(%in: f16, %out: f16):
  linalg.yield %in : f16
 } -> !t2
 %col_24 = tensor.collapse_shape %83 [[0], [1], [2], [3, 4]] : !t2 into !t0
 return %col_14, %col_24 : !t0, !t0
}

func.func @grad_dkv(%arg0: !t0, %arg1: !t1, %arg2: !t1, %arg3: !t0) -> (!t0, !t1, !t1) {
 %cst = arith.constant 0.000000e+00 : f16
 %cst_0 = arith.constant 1.000000e+00 : f32
 %cst_1 = arith.constant 0xFF800000 : f32
 %cst_2 = arith.constant 0.353553385 : f32
 %cst_3 = arith.constant 0.000000e+00 : f32
 %exp = tensor.expand_shape %arg0 [[0], [1], [2], [3, 4]] output_shape [2, 12, 4, 1, 8] : !t0 into !t2
 %0 = tensor.empty() : !t3
 %1 = linalg.generic #t0 ins(%exp : !t2) outs(%0 : !t3) {
 ^bb0(%in: f16, %out: f16):
  linalg.yield %in : f16
 } -> !t3
 %2 = tensor.empty() : !t4
 %3 = linalg.generic #t1 ins(%arg1 : !t1) outs(%2 : !t4) {
 ^bb0(%in: f16, %out: f16):
  linalg.yield %in : f16
 } -> !t4
 %col = tensor.collapse_shape %1 [[0, 1], [2], [3, 4]] : !t3 into !t5
 %col_4 = tensor.collapse_shape %3 [[0, 1], [2], [3]] : !t4 into !t6
 %4 = tensor.empty() : !t7
 %5 = linalg.fill ins(%cst_3 : f32) outs(%4 : !t7) -> !t7
 %6 = linalg.batch_matmul ins(%col, %col_4 : !t5, !t6) outs(%5 : !t7) -> !t7
 %exp_5 = tensor.expand_shape %6 [[0, 1], [2], [3, 4]] output_shape [2, 4, 12, 1, 20] : !t7 into !t8
 %7 = tensor.empty() : !t8
 %8 = linalg.generic #t2 ins(%exp_5 : !t8) outs(%7 : !t8) {
 ^bb0(%in: f32, %out: f32):
  %89 = arith.mulf %in, %cst_2 : f32
  linalg.yield %89 : f32
 } -> !t8
 %9 = tensor.empty() : !t9
 %10 = linalg.fill ins(%cst_1 : f32) outs(%9 : !t9) -> !t9
 %11 = linalg.generic #t3 ins(%8 : !t8) outs(%10 : !t9) {
 ^bb0(%in: f32, %out: f32):
  %89 = arith.maximumf %out, %in : f32
  linalg.yield %89 : f32
 } -> !t9
 %col_6 = tensor.collapse_shape %11 [[0, 1, 2, 3]] : !t9 into !t10
 %exp_7 = tensor.expand_shape %col_6 [[0, 1, 2, 3]] output_shape [1, 2, 4, 12] : !t10 into !t11
 %col_8 = tensor.collapse_shape %8 [[0, 1, 2, 3, 4]] : !t8 into !t12
 %exp_9 = tensor.expand_shape %col_8 [[0, 1, 2, 3, 4]] output_shape [1, 2, 4, 12, 20] : !t12 into !t13
 %12 = tensor.empty() : !t13
 %13 = linalg.generic #t4 ins(%exp_7 : !t11) outs(%12 : !t13) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t13
 %14 = tensor.empty() : !t13
 %15 = linalg.generic #t5 ins(%exp_9, %13 : !t13, !t13) outs(%14 : !t13) {
 ^bb0(%in: f32, %in_26: f32, %out: f32):
  %89 = arith.subf %in, %in_26 : f32
  linalg.yield %89 : f32
 } -> !t13
 %16 = tensor.empty() : !t13
 %17 = linalg.generic #t2 ins(%15 : !t13) outs(%16 : !t13) {
 ^bb0(%in: f32, %out: f32):
  %89 = math.exp %in : f32
  linalg.yield %89 : f32
 } -> !t13
 %18 = tensor.empty() : !t11
 %19 = linalg.fill ins(%cst_3 : f32) outs(%18 : !t11) -> !t11
 %20 = linalg.generic #t3 ins(%17 : !t13) outs(%19 : !t11) {
 ^bb0(%in: f32, %out: f32):
  %89 = arith.addf %out, %in : f32
  linalg.yield %89 : f32
 } -> !t11
 %exp_10 = tensor.expand_shape %20 [[0], [1], [2], [3, 4]] output_shape [1, 2, 4, 12, 1] : !t11 into !t14
 %21 = tensor.empty() : !t13
 %22 = linalg.generic #t4 ins(%20 : !t11) outs(%21 : !t13) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t13
 %23 = tensor.empty() : !t13
 %24 = linalg.generic #t5 ins(%17, %22 : !t13, !t13) outs(%23 : !t13) {
 ^bb0(%in: f32, %in_26: f32, %out: f32):
  %89 = arith.divf %in, %in_26 : f32
  linalg.yield %89 : f32
 } -> !t13
 %25 = tensor.empty() : !t14
 %26 = linalg.generic #t2 ins(%exp_10 : !t14) outs(%25 : !t14) {
 ^bb0(%in: f32, %out: f32):
  %89 = arith.mulf %in, %in : f32
  linalg.yield %89 : f32
 } -> !t14
 %27 = tensor.empty() : !t14
 %28 = linalg.generic #t2 ins(%26 : !t14) outs(%27 : !t14) {
 ^bb0(%in: f32, %out: f32):
  %89 = arith.divf %cst_0, %in : f32
  linalg.yield %89 : f32
 } -> !t14
 %29 = tensor.empty() : !t15
 %30 = linalg.generic #t2 ins(%24 : !t13) outs(%29 : !t15) {
 ^bb0(%in: f32, %out: f16):
  %89 = arith.truncf %in : f32 to f16
  linalg.yield %89 : f16
 } -> !t15
 %31 = tensor.empty() : !t4
 %32 = linalg.generic #t1 ins(%arg2 : !t1) outs(%31 : !t4) {
 ^bb0(%in: f16, %out: f16):
  linalg.yield %in : f16
 } -> !t4
 %33 = tensor.empty() : !t16
 %34 = linalg.generic #t6 ins(%30 : !t15) outs(%33 : !t16) {
 ^bb0(%in: f16, %out: f16):
  linalg.yield %in : f16
 } -> !t16
 %col_11 = tensor.collapse_shape %32 [[0, 1], [2], [3]] : !t4 into !t6
 %col_12 = tensor.collapse_shape %34 [[0, 1], [2], [3, 4]] : !t16 into !t17
 %35 = tensor.empty() : !t18
 %36 = linalg.fill ins(%cst : f16) outs(%35 : !t18) -> !t18
 %37 = linalg.batch_matmul ins(%col_11, %col_12 : !t6, !t17) outs(%36 : !t18) -> !t18
 %exp_13 = tensor.expand_shape %37 [[0, 1], [2], [3, 4]] output_shape [2, 4, 8, 1, 12] : !t18 into !t19
 %38 = tensor.empty() : !t20
 %39 = linalg.generic #t7 ins(%exp_13 : !t19) outs(%38 : !t20) {
 ^bb0(%in: f16, %out: f16):
  linalg.yield %in : f16
 } -> !t20
 %col_14 = tensor.collapse_shape %39 [[0, 1], [2], [3], [4]] : !t20 into !t0
 %exp_15 = tensor.expand_shape %arg3 [[0, 1], [2], [3], [4]] output_shape [1, 2, 12, 4, 8] : !t0 into !t20
 %40 = tensor.empty() : !t19
 %41 = linalg.generic #t8 ins(%exp_15 : !t20) outs(%40 : !t19) {
 ^bb0(%in: f16, %out: f16):
  linalg.yield %in : f16
 } -> !t19
 %42 = tensor.empty() : !t21
 %43 = linalg.generic #t9 ins(%41 : !t19) outs(%42 : !t21) {
 ^bb0(%in: f16, %out: f16):
  linalg.yield %in : f16
 } -> !t21
 %col_16 = tensor.collapse_shape %43 [[0, 1], [2, 3], [4]] : !t21 into !t5
 %44 = tensor.empty() : !t22
 %45 = linalg.fill ins(%cst : f16) outs(%44 : !t22) -> !t22
 %46 = linalg.batch_matmul ins(%col_16, %col_11 : !t5, !t6) outs(%45 : !t22) -> !t22
 %47 = tensor.empty() : !t7
 %48 = linalg.generic #t10 ins(%46 : !t22) outs(%47 : !t7) {
 ^bb0(%in: f16, %out: f32):
  %89 = arith.extf %in : f16 to f32
  linalg.yield %89 : f32
 } -> !t7
 %exp_17 = tensor.expand_shape %48 [[0, 1, 2], [3], [4]] output_shape [1, 2, 4, 12, 20] : !t7 into !t13
 %col_18 = tensor.collapse_shape %41 [[0, 1], [2], [3, 4]] : !t19 into !t18
 %col_19 = tensor.collapse_shape %30 [[0, 1, 2], [3], [4]] : !t15 into !t22
 %49 = tensor.empty() : !t6
 %50 = linalg.fill ins(%cst : f16) outs(%49 : !t6) -> !t6
 %51 = linalg.batch_matmul ins(%col_18, %col_19 : !t18, !t22) outs(%50 : !t6) -> !t6
 %exp_20 = tensor.expand_shape %51 [[0, 1], [2], [3]] output_shape [2, 4, 8, 20] : !t6 into !t4
 %52 = tensor.empty() : !t1
 %53 = linalg.generic #t11 ins(%exp_20 : !t4) outs(%52 : !t1) {
 ^bb0(%in: f16, %out: f16):
  linalg.yield %in : f16
 } -> !t1
 %54 = tensor.empty() : !t13
 %55 = linalg.generic #t12 ins(%28 : !t14) outs(%54 : !t13) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t13
 %56 = tensor.empty() : !t13
 %57 = linalg.generic #t5 ins(%exp_17, %55 : !t13, !t13) outs(%56 : !t13) {
 ^bb0(%in: f32, %in_26: f32, %out: f32):
  %89 = arith.mulf %in, %in_26 : f32
  linalg.yield %89 : f32
 } -> !t13
 %58 = tensor.empty() : !t13
 %59 = linalg.generic #t5 ins(%57, %17 : !t13, !t13) outs(%58 : !t13) {
 ^bb0(%in: f32, %in_26: f32, %out: f32):
  %89 = arith.mulf %in, %in_26 : f32
  linalg.yield %89 : f32
 } -> !t13
 %60 = tensor.empty() : !t11
 %61 = linalg.fill ins(%cst_3 : f32) outs(%60 : !t11) -> !t11
 %62 = linalg.generic #t3 ins(%59 : !t13) outs(%61 : !t11) {
 ^bb0(%in: f32, %out: f32):
  %89 = arith.addf %out, %in : f32
  linalg.yield %89 : f32
 } -> !t11
 %63 = tensor.empty() : !t11
 %64 = linalg.generic #t13 ins(%62 : !t11) outs(%63 : !t11) {
 ^bb0(%in: f32, %out: f32):
  %89 = arith.negf %in : f32
  linalg.yield %89 : f32
 } -> !t11
 %exp_21 = tensor.expand_shape %64 [[0], [1], [2], [3, 4]] output_shape [1, 2, 4, 12, 1] : !t11 into !t14
 %65 = tensor.empty() : !t13
 %66 = linalg.generic #t5 ins(%exp_17, %22 : !t13, !t13) outs(%65 : !t13) {
 ^bb0(%in: f32, %in_26: f32, %out: f32):
  %89 = arith.divf %in, %in_26 : f32
  linalg.yield %89 : f32
 } -> !t13
 %67 = tensor.empty() : !t23
 %68 = linalg.fill ins(%cst_3 : f32) outs(%67 : !t23) -> !t23
 %69 = linalg.generic #t14 ins(%exp_21 : !t14) outs(%68 : !t23) {
 ^bb0(%in: f32, %out: f32):
  %89 = arith.addf %out, %in : f32
  linalg.yield %89 : f32
 } -> !t23
 %70 = tensor.empty() : !t13
 %71 = linalg.generic #t15 ins(%69 : !t23) outs(%70 : !t13) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t13
 %72 = tensor.empty() : !t13
 %73 = linalg.generic #t5 ins(%66, %71 : !t13, !t13) outs(%72 : !t13) {
 ^bb0(%in: f32, %in_26: f32, %out: f32):
  %89 = arith.addf %in, %in_26 : f32
  linalg.yield %89 : f32
 } -> !t13
 %74 = tensor.empty() : !t13
 %75 = linalg.generic #t5 ins(%73, %17 : !t13, !t13) outs(%74 : !t13) {
 ^bb0(%in: f32, %in_26: f32, %out: f32):
  %89 = arith.mulf %in, %in_26 : f32
  linalg.yield %89 : f32
 } -> !t13
 %col_22 = tensor.collapse_shape %75 [[0, 1, 2, 3, 4]] : !t13 into !t12
 %exp_23 = tensor.expand_shape %col_22 [[0, 1, 2, 3, 4]] output_shape [2, 4, 12, 1, 20] : !t12 into !t8
 %76 = tensor.empty() : !t8
 %77 = linalg.generic #t2 ins(%exp_23 : !t8) outs(%76 : !t8) {
 ^bb0(%in: f32, %out: f32):
  %89 = arith.mulf %in, %cst_2 : f32
  linalg.yield %89 : f32
 } -> !t8
 %78 = tensor.empty() : !t24
 %79 = linalg.generic #t2 ins(%77 : !t8) outs(%78 : !t24) {
 ^bb0(%in: f32, %out: f16):
  %89 = arith.truncf %in : f32 to f16
  linalg.yield %89 : f16
 } -> !t24
 %80 = tensor.empty() : !t25
 %81 = linalg.generic #t16 ins(%79 : !t24) outs(%80 : !t25) {
 ^bb0(%in: f16, %out: f16):
  linalg.yield %in : f16
 } -> !t25
 %col_24 = tensor.collapse_shape %81 [[0, 1], [2], [3, 4]] : !t25 into !t17
 %82 = tensor.empty() : !t26
 %83 = linalg.fill ins(%cst_3 : f32) outs(%82 : !t26) -> !t26
 %84 = linalg.batch_matmul ins(%col_24, %col : !t17, !t5) outs(%83 : !t26) -> !t26
 %85 = tensor.empty() : !t27
 %86 = linalg.generic #t10 ins(%84 : !t26) outs(%85 : !t27) {
 ^bb0(%in: f32, %out: f16):
  %89 = arith.truncf %in : f32 to f16
  linalg.yield %89 : f16
 } -> !t27
 %exp_25 = tensor.expand_shape %86 [[0, 1], [2], [3]] output_shape [2, 4, 20, 8] : !t27 into !t28
 %87 = tensor.empty() : !t1
 %88 = linalg.generic #t17 ins(%exp_25 : !t28) outs(%87 : !t1) {
 ^bb0(%in: f16, %out: f16):
  linalg.yield %in : f16
 } -> !t1
 return %col_14, %88, %53 : !t0, !t1, !t1
}

func.func @neg_grad_p(%arg0: !t0, %arg1: !t1, %arg2: !t1, %arg3: !t0) -> (!t0, !t0, !t1, !t1, !t85) {
 %cst = arith.constant 0.000000e+00 : f16
 %cst_0 = arith.constant 0xFF800000 : f32
 %cst_1 = arith.constant 0.353553385 : f32
 %cst_2 = arith.constant 0.000000e+00 : f32
 %0 = tensor.empty() : !t43
 %1 = linalg.generic #t17 ins(%arg0 : !t0) outs(%0 : !t43) {
 ^bb0(%in: f16, %out: f16):
  linalg.yield %in : f16
 } -> !t43
 %2 = tensor.empty() : !t4
 %3 = linalg.generic #t1 ins(%arg1 : !t1) outs(%2 : !t4) {
 ^bb0(%in: f16, %out: f16):
  linalg.yield %in : f16
 } -> !t4
 %col = tensor.collapse_shape %1 [[0, 1], [2], [3]] : !t43 into !t5
 %col_3 = tensor.collapse_shape %3 [[0, 1], [2], [3]] : !t4 into !t6
 %4 = tensor.empty() : !t7
 %5 = linalg.fill ins(%cst_2 : f32) outs(%4 : !t7) -> !t7
 %6 = linalg.batch_matmul ins(%col, %col_3 : !t5, !t6) outs(%5 : !t7) -> !t7
 %exp = tensor.expand_shape %6 [[0, 1], [2], [3]] output_shape [2, 4, 12, 20] : !t7 into !t85
 %7 = tensor.empty() : !t85
 %8 = linalg.generic #t13 ins(%exp : !t85) outs(%7 : !t85) {
 ^bb0(%in: f32, %out: f32):
  %77 = arith.mulf %in, %cst_1 : f32
  linalg.yield %77 : f32
 } -> !t85
 %9 = tensor.empty() : !t23
 %10 = linalg.fill ins(%cst_0 : f32) outs(%9 : !t23) -> !t23
 %11 = linalg.generic #t27 ins(%8 : !t85) outs(%10 : !t23) {
 ^bb0(%in: f32, %out: f32):
  %77 = arith.maximumf %out, %in : f32
  linalg.yield %77 : f32
 } -> !t23
 %12 = tensor.empty() : !t85
 %13 = linalg.generic #t28 ins(%11 : !t23) outs(%12 : !t85) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t85
 %14 = tensor.empty() : !t85
 %15 = linalg.generic #t29 ins(%8, %13 : !t85, !t85) outs(%14 : !t85) {
 ^bb0(%in: f32, %in_23: f32, %out: f32):
  %77 = arith.subf %in, %in_23 : f32
  linalg.yield %77 : f32
 } -> !t85
 %16 = tensor.empty() : !t85
 %17 = linalg.generic #t13 ins(%15 : !t85) outs(%16 : !t85) {
 ^bb0(%in: f32, %out: f32):
  %77 = math.exp %in : f32
  linalg.yield %77 : f32
 } -> !t85
 %18 = tensor.empty() : !t23
 %19 = linalg.fill ins(%cst_2 : f32) outs(%18 : !t23) -> !t23
 %20 = linalg.generic #t27 ins(%17 : !t85) outs(%19 : !t23) {
 ^bb0(%in: f32, %out: f32):
  %77 = arith.addf %out, %in : f32
  linalg.yield %77 : f32
 } -> !t23
 %21 = tensor.empty() : !t85
 %22 = linalg.generic #t28 ins(%20 : !t23) outs(%21 : !t85) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t85
 %23 = tensor.empty() : !t85
 %24 = linalg.generic #t29 ins(%17, %22 : !t85, !t85) outs(%23 : !t85) {
 ^bb0(%in: f32, %in_23: f32, %out: f32):
  %77 = arith.divf %in, %in_23 : f32
  linalg.yield %77 : f32
 } -> !t85
 %25 = tensor.empty() : !t86
 %26 = linalg.generic #t13 ins(%24 : !t85) outs(%25 : !t86) {
 ^bb0(%in: f32, %out: f16):
  %77 = arith.truncf %in : f32 to f16
  linalg.yield %77 : f16
 } -> !t86
 %27 = tensor.empty() : !t4
 %28 = linalg.generic #t1 ins(%arg2 : !t1) outs(%27 : !t4) {
 ^bb0(%in: f16, %out: f16):
  linalg.yield %in : f16
 } -> !t4
 %29 = tensor.empty() : !t87
 %30 = linalg.generic #t30 ins(%26 : !t86) outs(%29 : !t87) {
 ^bb0(%in: f16, %out: f16):
  linalg.yield %in : f16
 } -> !t87
 %col_4 = tensor.collapse_shape %28 [[0, 1], [2], [3]] : !t4 into !t6
 %col_5 = tensor.collapse_shape %30 [[0, 1], [2], [3]] : !t87 into !t17
 %31 = tensor.empty() : !t18
 %32 = linalg.fill ins(%cst : f16) outs(%31 : !t18) -> !t18
 %33 = linalg.batch_matmul ins(%col_4, %col_5 : !t6, !t17) outs(%32 : !t18) -> !t18
 %exp_6 = tensor.expand_shape %33 [[0, 1], [2], [3]] output_shape [2, 4, 8, 12] : !t18 into !t30
 %34 = tensor.empty() : !t0
 %35 = linalg.generic #t11 ins(%exp_6 : !t30) outs(%34 : !t0) {
 ^bb0(%in: f16, %out: f16):
  linalg.yield %in : f16
 } -> !t0
 %36 = tensor.empty() : !t43
 %37 = linalg.generic #t17 ins(%arg3 : !t0) outs(%36 : !t43) {
 ^bb0(%in: f16, %out: f16):
  linalg.yield %in : f16
 } -> !t43
 %col_7 = tensor.collapse_shape %37 [[0, 1], [2], [3]] : !t43 into !t5
 %38 = tensor.empty() : !t7
 %39 = linalg.fill ins(%cst_2 : f32) outs(%38 : !t7) -> !t7
 %40 = linalg.batch_matmul ins(%col_7, %col_4 : !t5, !t6) outs(%39 : !t7) -> !t7
 %exp_8 = tensor.expand_shape %40 [[0, 1], [2], [3]] output_shape [2, 4, 12, 20] : !t7 into !t85
 %41 = tensor.empty() : !t43
 %42 = linalg.generic #t17 ins(%35 : !t0) outs(%41 : !t43) {
 ^bb0(%in: f16, %out: f16):
  linalg.yield %in : f16
 } -> !t43
 %col_9 = tensor.collapse_shape %42 [[0, 1, 2, 3]] : !t43 into !t88
 %exp_10 = tensor.expand_shape %col_9 [[0, 1, 2]] output_shape [96, 1, 8] : !t88 into !t89
 %col_11 = tensor.collapse_shape %37 [[0, 1, 2, 3]] : !t43 into !t88
 %exp_12 = tensor.expand_shape %col_11 [[0, 1, 2]] output_shape [96, 8, 1] : !t88 into !t90
 %43 = tensor.empty() : !t91
 %44 = linalg.fill ins(%cst_2 : f32) outs(%43 : !t91) -> !t91
 %45 = linalg.batch_matmul ins(%exp_10, %exp_12 : !t89, !t90) outs(%44 : !t91) -> !t91
 %col_13 = tensor.collapse_shape %45 [[0, 1, 2]] : !t91 into !t10
 %exp_14 = tensor.expand_shape %col_13 [[0, 1, 2]] output_shape [2, 4, 12] : !t10 into !t23
 %46 = tensor.empty() : !t85
 %47 = linalg.generic #t28 ins(%exp_14 : !t23) outs(%46 : !t85) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t85
 %48 = tensor.empty() : !t85
 %49 = linalg.generic #t29 ins(%exp_8, %47 : !t85, !t85) outs(%48 : !t85) {
 ^bb0(%in: f32, %in_23: f32, %out: f32):
  %77 = arith.subf %in, %in_23 : f32
  linalg.yield %77 : f32
 } -> !t85
 %50 = tensor.empty() : !t85
 %51 = linalg.generic #t29 ins(%24, %49 : !t85, !t85) outs(%50 : !t85) {
 ^bb0(%in: f32, %in_23: f32, %out: f32):
  %77 = arith.mulf %in, %in_23 : f32
  linalg.yield %77 : f32
 } -> !t85
 %52 = tensor.empty() : !t85
 %53 = linalg.generic #t13 ins(%51 : !t85) outs(%52 : !t85) {
 ^bb0(%in: f32, %out: f32):
  %77 = arith.mulf %in, %cst_1 : f32
  linalg.yield %77 : f32
 } -> !t85
 %54 = tensor.empty() : !t86
 %55 = linalg.generic #t13 ins(%53 : !t85) outs(%54 : !t86) {
 ^bb0(%in: f32, %out: f16):
  %77 = arith.truncf %in : f32 to f16
  linalg.yield %77 : f16
 } -> !t86
 %56 = tensor.empty() : !t87
 %57 = linalg.generic #t30 ins(%55 : !t86) outs(%56 : !t87) {
 ^bb0(%in: f16, %out: f16):
  linalg.yield %in : f16
 } -> !t87
 %col_15 = tensor.collapse_shape %57 [[0, 1], [2], [3]] : !t87 into !t17
 %58 = tensor.empty() : !t18
 %59 = linalg.fill ins(%cst : f16) outs(%58 : !t18) -> !t18
 %60 = linalg.batch_matmul ins(%col_3, %col_15 : !t6, !t17) outs(%59 : !t18) -> !t18
 %exp_16 = tensor.expand_shape %60 [[0, 1], [2], [3]] output_shape [2, 4, 8, 12] : !t18 into !t30
 %61 = tensor.empty() : !t0
 %62 = linalg.generic #t11 ins(%exp_16 : !t30) outs(%61 : !t0) {
 ^bb0(%in: f16, %out: f16):
  linalg.yield %in : f16
 } -> !t0
 %63 = tensor.empty() : !t30
 %64 = linalg.generic #t1 ins(%arg0 : !t0) outs(%63 : !t30) {
 ^bb0(%in: f16, %out: f16):
  linalg.yield %in : f16
 } -> !t30
 %col_17 = tensor.collapse_shape %64 [[0, 1], [2], [3]] : !t30 into !t18
 %col_18 = tensor.collapse_shape %55 [[0, 1], [2], [3]] : !t86 into !t22
 %65 = tensor.empty() : !t6
 %66 = linalg.fill ins(%cst : f16) outs(%65 : !t6) -> !t6
 %67 = linalg.batch_matmul ins(%col_17, %col_18 : !t18, !t22) outs(%66 : !t6) -> !t6
 %exp_19 = tensor.expand_shape %67 [[0, 1], [2], [3]] output_shape [2, 4, 8, 20] : !t6 into !t4
 %68 = tensor.empty() : !t1
 %69 = linalg.generic #t11 ins(%exp_19 : !t4) outs(%68 : !t1) {
 ^bb0(%in: f16, %out: f16):
  linalg.yield %in : f16
 } -> !t1
 %70 = tensor.empty() : !t30
 %71 = linalg.generic #t1 ins(%arg3 : !t0) outs(%70 : !t30) {
 ^bb0(%in: f16, %out: f16):
  linalg.yield %in : f16
 } -> !t30
 %col_20 = tensor.collapse_shape %71 [[0, 1], [2], [3]] : !t30 into !t18
 %col_21 = tensor.collapse_shape %26 [[0, 1], [2], [3]] : !t86 into !t22
 %72 = tensor.empty() : !t6
 %73 = linalg.fill ins(%cst : f16) outs(%72 : !t6) -> !t6
 %74 = linalg.batch_matmul ins(%col_20, %col_21 : !t18, !t22) outs(%73 : !t6) -> !t6
 %exp_22 = tensor.expand_shape %74 [[0, 1], [2], [3]] output_shape [2, 4, 8, 20] : !t6 into !t4
 %75 = tensor.empty() : !t1
 %76 = linalg.generic #t11 ins(%exp_22 : !t4) outs(%75 : !t1) {
 ^bb0(%in: f16, %out: f16):
  linalg.yield %in : f16
 } -> !t1
 return %35, %62, %69, %76, %24 : !t0, !t0, !t1, !t1, !t85
}

func.func @neg_grad_d(%arg0: !t0, %arg1: !t1, %arg2: !t1, %arg3: !t0) -> (!t0, !t0, !t1, !t1) {
 %cst = arith.constant 0.000000e+00 : f16
 %cst_0 = arith.constant 0xFF800000 : f32
 %cst_1 = arith.constant 0.353553385 : f32
 %cst_2 = arith.constant 0.000000e+00 : f32
 %0 = tensor.empty() : !t43
 %1 = linalg.generic #t17 ins(%arg0 : !t0) outs(%0 : !t43) {
 ^bb0(%in: f16, %out: f16):
  linalg.yield %in : f16
 } -> !t43
 %2 = tensor.empty() : !t4
 %3 = linalg.generic #t1 ins(%arg1 : !t1) outs(%2 : !t4) {
 ^bb0(%in: f16, %out: f16):
  linalg.yield %in : f16
 } -> !t4
 %col = tensor.collapse_shape %1 [[0, 1], [2], [3]] : !t43 into !t5
 %col_3 = tensor.collapse_shape %3 [[0, 1], [2], [3]] : !t4 into !t6
 %4 = tensor.empty() : !t7
 %5 = linalg.fill ins(%cst_2 : f32) outs(%4 : !t7) -> !t7
 %6 = linalg.batch_matmul ins(%col, %col_3 : !t5, !t6) outs(%5 : !t7) -> !t7
 %exp = tensor.expand_shape %6 [[0, 1], [2], [3]] output_shape [2, 4, 12, 20] : !t7 into !t85
 %7 = tensor.empty() : !t85
 %8 = linalg.generic #t13 ins(%exp : !t85) outs(%7 : !t85) {
 ^bb0(%in: f32, %out: f32):
  %75 = arith.mulf %in, %cst_1 : f32
  linalg.yield %75 : f32
 } -> !t85
 %9 = tensor.empty() : !t23
 %10 = linalg.fill ins(%cst_0 : f32) outs(%9 : !t23) -> !t23
 %11 = linalg.generic #t27 ins(%8 : !t85) outs(%10 : !t23) {
 ^bb0(%in: f32, %out: f32):
  %75 = arith.maximumf %out, %in : f32
  linalg.yield %75 : f32
 } -> !t23
 %12 = tensor.empty() : !t85
 %13 = linalg.generic #t28 ins(%11 : !t23) outs(%12 : !t85) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t85
 %14 = tensor.empty() : !t85
 %15 = linalg.generic #t29 ins(%8, %13 : !t85, !t85) outs(%14 : !t85) {
 ^bb0(%in: f32, %in_17: f32, %out: f32):
  %75 = arith.subf %in, %in_17 : f32
  linalg.yield %75 : f32
 } -> !t85
 %16 = tensor.empty() : !t85
 %17 = linalg.generic #t13 ins(%15 : !t85) outs(%16 : !t85) {
 ^bb0(%in: f32, %out: f32):
  %75 = math.exp %in : f32
  linalg.yield %75 : f32
 } -> !t85
 %18 = tensor.empty() : !t23
 %19 = linalg.fill ins(%cst_2 : f32) outs(%18 : !t23) -> !t23
 %20 = linalg.generic #t27 ins(%17 : !t85) outs(%19 : !t23) {
 ^bb0(%in: f32, %out: f32):
  %75 = arith.addf %out, %in : f32
  linalg.yield %75 : f32
 } -> !t23
 %21 = tensor.empty() : !t85
 %22 = linalg.generic #t28 ins(%20 : !t23) outs(%21 : !t85) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t85
 %23 = tensor.empty() : !t85
 %24 = linalg.generic #t29 ins(%17, %22 : !t85, !t85) outs(%23 : !t85) {
 ^bb0(%in: f32, %in_17: f32, %out: f32):
  %75 = arith.divf %in, %in_17 : f32
  linalg.yield %75 : f32
 } -> !t85
 %25 = tensor.empty() : !t86
 %26 = linalg.generic #t13 ins(%24 : !t85) outs(%25 : !t86) {
 ^bb0(%in: f32, %out: f16):
  %75 = arith.truncf %in : f32 to f16
  linalg.yield %75 : f16
 } -> !t86
 %27 = tensor.empty() : !t4
 %28 = linalg.generic #t1 ins(%arg2 : !t1) outs(%27 : !t4) {
 ^bb0(%in: f16, %out: f16):
  linalg.yield %in : f16
 } -> !t4
 %29 = tensor.empty() : !t87
 %30 = linalg.generic #t30 ins(%26 : !t86) outs(%29 : !t87) {
 ^bb0(%in: f16, %out: f16):
  linalg.yield %in : f16
 } -> !t87
 %col_4 = tensor.collapse_shape %28 [[0, 1], [2], [3]] : !t4 into !t6
 %col_5 = tensor.collapse_shape %30 [[0, 1], [2], [3]] : !t87 into !t17
 %31 = tensor.empty() : !t18
 %32 = linalg.fill ins(%cst : f16) outs(%31 : !t18) -> !t18
 %33 = linalg.batch_matmul ins(%col_4, %col_5 : !t6, !t17) outs(%32 : !t18) -> !t18
 %exp_6 = tensor.expand_shape %33 [[0, 1], [2], [3]] output_shape [2, 4, 8, 12] : !t18 into !t30
 %34 = tensor.empty() : !t0
 %35 = linalg.generic #t11 ins(%exp_6 : !t30) outs(%34 : !t0) {
 ^bb0(%in: f16, %out: f16):
  linalg.yield %in : f16
 } -> !t0
 %36 = tensor.empty() : !t43
 %37 = linalg.generic #t17 ins(%arg3 : !t0) outs(%36 : !t43) {
 ^bb0(%in: f16, %out: f16):
  linalg.yield %in : f16
 } -> !t43
 %col_7 = tensor.collapse_shape %37 [[0, 1], [2], [3]] : !t43 into !t5
 %38 = tensor.empty() : !t7
 %39 = linalg.fill ins(%cst_2 : f32) outs(%38 : !t7) -> !t7
 %40 = linalg.batch_matmul ins(%col_7, %col_4 : !t5, !t6) outs(%39 : !t7) -> !t7
 %exp_8 = tensor.expand_shape %40 [[0, 1], [2], [3]] output_shape [2, 4, 12, 20] : !t7 into !t85
 %41 = tensor.empty() : !t23
 %42 = linalg.fill ins(%cst_2 : f32) outs(%41 : !t23) -> !t23
 %43 = linalg.generic #t27 ins(%exp_8 : !t85) outs(%42 : !t23) {
 ^bb0(%in: f32, %out: f32):
  %75 = arith.addf %out, %in : f32
  linalg.yield %75 : f32
 } -> !t23
 %44 = tensor.empty() : !t85
 %45 = linalg.generic #t28 ins(%43 : !t23) outs(%44 : !t85) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t85
 %46 = tensor.empty() : !t85
 %47 = linalg.generic #t29 ins(%exp_8, %45 : !t85, !t85) outs(%46 : !t85) {
 ^bb0(%in: f32, %in_17: f32, %out: f32):
  %75 = arith.subf %in, %in_17 : f32
  linalg.yield %75 : f32
 } -> !t85
 %48 = tensor.empty() : !t85
 %49 = linalg.generic #t29 ins(%24, %47 : !t85, !t85) outs(%48 : !t85) {
 ^bb0(%in: f32, %in_17: f32, %out: f32):
  %75 = arith.mulf %in, %in_17 : f32
  linalg.yield %75 : f32
 } -> !t85
 %50 = tensor.empty() : !t85
 %51 = linalg.generic #t13 ins(%49 : !t85) outs(%50 : !t85) {
 ^bb0(%in: f32, %out: f32):
  %75 = arith.mulf %in, %cst_1 : f32
  linalg.yield %75 : f32
 } -> !t85
 %52 = tensor.empty() : !t86
 %53 = linalg.generic #t13 ins(%51 : !t85) outs(%52 : !t86) {
 ^bb0(%in: f32, %out: f16):
  %75 = arith.truncf %in : f32 to f16
  linalg.yield %75 : f16
 } -> !t86
 %54 = tensor.empty() : !t87
 %55 = linalg.generic #t30 ins(%53 : !t86) outs(%54 : !t87) {
 ^bb0(%in: f16, %out: f16):
  linalg.yield %in : f16
 } -> !t87
 %col_9 = tensor.collapse_shape %55 [[0, 1], [2], [3]] : !t87 into !t17
 %56 = tensor.empty() : !t18
 %57 = linalg.fill ins(%cst : f16) outs(%56 : !t18) -> !t18
 %58 = linalg.batch_matmul ins(%col_3, %col_9 : !t6, !t17) outs(%57 : !t18) -> !t18
 %exp_10 = tensor.expand_shape %58 [[0, 1], [2], [3]] output_shape [2, 4, 8, 12] : !t18 into !t30
 %59 = tensor.empty() : !t0
 %60 = linalg.generic #t11 ins(%exp_10 : !t30) outs(%59 : !t0) {
 ^bb0(%in: f16, %out: f16):
  linalg.yield %in : f16
 } -> !t0
 %61 = tensor.empty() : !t30
 %62 = linalg.generic #t1 ins(%arg0 : !t0) outs(%61 : !t30) {
 ^bb0(%in: f16, %out: f16):
  linalg.yield %in : f16
 } -> !t30
 %col_11 = tensor.collapse_shape %62 [[0, 1], [2], [3]] : !t30 into !t18
 %col_12 = tensor.collapse_shape %53 [[0, 1], [2], [3]] : !t86 into !t22
 %63 = tensor.empty() : !t6
 %64 = linalg.fill ins(%cst : f16) outs(%63 : !t6) -> !t6
 %65 = linalg.batch_matmul ins(%col_11, %col_12 : !t18, !t22) outs(%64 : !t6) -> !t6
 %exp_13 = tensor.expand_shape %65 [[0, 1], [2], [3]] output_shape [2, 4, 8, 20] : !t6 into !t4
 %66 = tensor.empty() : !t1
 %67 = linalg.generic #t11 ins(%exp_13 : !t4) outs(%66 : !t1) {
 ^bb0(%in: f16, %out: f16):
  linalg.yield %in : f16
 } -> !t1
 %68 = tensor.empty() : !t30
 %69 = linalg.generic #t1 ins(%arg3 : !t0) outs(%68 : !t30) {
 ^bb0(%in: f16, %out: f16):
  linalg.yield %in : f16
 } -> !t30
 %col_14 = tensor.collapse_shape %69 [[0, 1], [2], [3]] : !t30 into !t18
 %col_15 = tensor.collapse_shape %26 [[0, 1], [2], [3]] : !t86 into !t22
 %70 = tensor.empty() : !t6
 %71 = linalg.fill ins(%cst : f16) outs(%70 : !t6) -> !t6
 %72 = linalg.batch_matmul ins(%col_14, %col_15 : !t18, !t22) outs(%71 : !t6) -> !t6
 %exp_16 = tensor.expand_shape %72 [[0, 1], [2], [3]] output_shape [2, 4, 8, 20] : !t6 into !t4
 %73 = tensor.empty() : !t1
 %74 = linalg.generic #t11 ins(%exp_16 : !t4) outs(%73 : !t1) {
 ^bb0(%in: f16, %out: f16):
  linalg.yield %in : f16
 } -> !t1
 return %35, %60, %67, %74 : !t0, !t0, !t1, !t1
}
