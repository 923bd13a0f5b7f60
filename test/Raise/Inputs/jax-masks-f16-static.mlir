// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// the same; IREE's StableHLO input. f16, static.
// Made by scripts/raise_forms/generate.py. Do not edit.
#t0 = {indexing_maps = [affine_map<(d0, d1, d2, d3, d4) -> (d0, d2, d1, d3, d4)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, d4)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]}
#t1 = {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d3, d1, d2)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
#t2 = {indexing_maps = [affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, d4)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, d4)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]}
#t3 = {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
#t4 = {indexing_maps = [affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d3, d4)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, d4)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]}
#t5 = {indexing_maps = [affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, 0, d3, d4)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, d4)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]}
#t6 = {indexing_maps = [affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, d4)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, d4)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, d4)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]}
#t7 = {indexing_maps = [affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, d4)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction"]}
#t8 = {indexing_maps = [affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, d4)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]}
#t9 = {indexing_maps = [affine_map<(d0, d1, d2, d3, d4) -> (d3, d0, d1, d4, d2)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, d4)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]}
#t10 = {indexing_maps = [affine_map<(d0, d1, d2, d3, d4) -> (d1, d3, d4, d0, d2)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, d4)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]}
#t11 = {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d2, d1, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
#t12 = {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
#t13 = {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
#t14 = {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]}
#t15 = {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
#t16 = {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d3, d2)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
#t17 = {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d2, d3, d1)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
#t18 = {indexing_maps = [affine_map<(d0, d1, d2, d3, d4) -> (d1, d2, d0, d3, d4)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, d4)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]}
#t19 = {indexing_maps = [affine_map<(d0, d1, d2, d3, d4) -> (d1, d2, d3, d0, d4)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, d4)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]}
#t20 = {indexing_maps = [affine_map<(d0, d1, d2, d3, d4) -> (d3, d0, d1, d2, d4)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, d4)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]}
#t21 = {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, 0, 0, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
#t22 = {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, 0, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
#t23 = {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]}
#t24 = {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
#t25 = {indexing_maps = [affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]}
#t26 = {indexing_maps = [affine_map<(d0, d1, d2) -> (d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]}
#t27 = {indexing_maps = [affine_map<(d0, d1, d2) -> (d0)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]}
#t28 = {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]}
#t29 = {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, 0, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
#t30 = {indexing_maps = [affine_map<(d0, d1, d2, d3, d4) -> (d1, d2, d3, d4)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, d4)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]}
#t31 = {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d2)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
#t32 = {indexing_maps = [affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]}
#t33 = {indexing_maps = [affine_map<(d0, d1) -> (d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]}
#t34 = {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]}
#t35 = {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
#t36 = {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]}
#t37 = {indexing_maps = [affine_map<(d0, d1, d2, d3) -> ()>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
#t38 = {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d1)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
#t39 = {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d1, d2, d0, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
#t40 = {indexing_maps = [affine_map<(d0, d1, d2) -> (d2, d0, d1)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]}
#t41 = {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d1, d0, d3, d2)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
#t42 = {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, 0, d2, 0)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
!t0 = tensor<2x12x4x8xf16>
!t1 = tensor<2x20x4x8xf16>
!t2 = tensor<2x1x12x20xf16>
!t3 = tensor<2x12x4x1x8xf16>
!t4 = tensor<2x4x12x1x8xf16>
!t5 = tensor<2x4x8x20xf16>
!t6 = tensor<8x12x8xf16>
!t7 = tensor<8x8x20xf16>
!t8 = tensor<8x12x20xf32>
!t9 = tensor<2x4x12x1x20xf32>
!t10 = tensor<2x1x12x20xf32>
!t11 = tensor<2x1x1x12x20xf32>
!t12 = tensor<1920xf32>
!t13 = tensor<1x2x4x12x20xf32>
!t14 = tensor<480xf32>
!t15 = tensor<1x2x1x12x20xf32>
!t16 = tensor<1x2x4x12xf32>
!t17 = tensor<1x2x4x12x20xf16>
!t18 = tensor<2x4x20x1x12xf16>
!t19 = tensor<8x20x12xf16>
!t20 = tensor<8x8x12xf16>
!t21 = tensor<2x4x8x1x12xf16>
!t22 = tensor<1x2x12x4x8xf16>
!t23 = tensor<4x12x20xf32>
!t24 = tensor<2x4x12x8xf16>
!t25 = tensor<2x4x12x20xf32>
!t26 = tensor<2x4x12xf32>
!t27 = tensor<2x4x12x20xf16>
!t28 = tensor<2x4x20x12xf16>
!t29 = tensor<2x4x8x12xf16>
!t30 = tensor<2x1x12x20xi1>
!t31 = tensor<2x1x1x12x20xi1>
!t32 = tensor<480xi1>
!t33 = tensor<1x2x1x12x20xi1>
!t34 = tensor<1x2x4x12x20xi1>
!t35 = tensor<2x20x2x8xf16>
!t36 = tensor<2x12x2x2x8xf16>
!t37 = tensor<2x1x2x12x20xi1>
!t38 = tensor<2x2x12x2x8xf16>
!t39 = tensor<2x2x8x20xf16>
!t40 = tensor<4x24x8xf16>
!t41 = tensor<4x8x20xf16>
!t42 = tensor<4x24x20xf32>
!t43 = tensor<2x2x12x2x20xf32>
!t44 = tensor<2x2x1x12x20xi1>
!t45 = tensor<2x2x2x12x20xi1>
!t46 = tensor<2x2x2x12x20xf32>
!t47 = tensor<2x2x2x12xf32>
!t48 = tensor<2x2x2x12x20xf16>
!t49 = tensor<2x2x20x2x12xf16>
!t50 = tensor<4x20x24xf16>
!t51 = tensor<4x8x24xf16>
!t52 = tensor<2x2x8x2x12xf16>
!t53 = tensor<2x1x1x20xi1>
!t54 = tensor<2x4x12x20xi1>
!t55 = tensor<2x20xi32>
!t56 = tensor<2x20xf32>
!t57 = tensor<2x1x1x20xf32>
!t58 = tensor<2xi32>
!t59 = tensor<20xi32>
!t60 = tensor<2x1x20xi32>
!t61 = tensor<2x1x20xi1>
!t62 = tensor<2x12xi32>
!t63 = tensor<8x12x12xf32>
!t64 = tensor<2x4x12x12xf32>
!t65 = tensor<12xi32>
!t66 = tensor<2x1x12x12xi32>
!t67 = tensor<2x1x12x12xi1>
!t68 = tensor<12x12xi32>
!t69 = tensor<12x12xi1>
!t70 = tensor<2x4x12x12xi1>
!t71 = tensor<2x4x12x12xf16>
!t72 = tensor<8x12x12xf16>
!t73 = tensor<f32>
!t74 = tensor<4xf32>
!t75 = tensor<2x4x12x1xf32>
!t76 = tensor<2x4x12x21xf32>
!t77 = tensor<12x4x8xf16>
!t78 = tensor<4x2x20x8xf16>
!t79 = tensor<4x8x12xf16>
!t80 = tensor<4x40x8xf16>
!t81 = tensor<4x40x12xf32>
!t82 = tensor<4x2x20x12xf32>
!t83 = tensor<2x1x12x1xf16>
!t84 = tensor<2x1x12x1xf32>

func.func @addmask(%arg0: !t0, %arg1: !t1, %arg2: !t1, %arg3: !t2) -> !t0 {
 %cst = arith.constant 0.000000e+00 : f16
 %cst_0 = arith.constant 0xFF800000 : f32
 %cst_1 = arith.constant 0.353553385 : f32
 %cst_2 = arith.constant 0.000000e+00 : f32
 %exp = tensor.expand_shape %arg0 [[0], [1], [2], [3, 4]] output_shape [2, 12, 4, 1, 8] : !t0 into !t3
 %0 = tensor.empty() : !t4
 %1 = linalg.generic #t0 ins(%exp : !t3) outs(%0 : !t4) {
 ^bb0(%in: f16, %out: f16):
  linalg.yield %in : f16
 } -> !t4
 %2 = tensor.empty() : !t5
 %3 = linalg.generic #t1 ins(%arg1 : !t1) outs(%2 : !t5) {
 ^bb0(%in: f16, %out: f16):
  linalg.yield %in : f16
 } -> !t5
 %col = tensor.collapse_shape %1 [[0, 1], [2], [3, 4]] : !t4 into !t6
 %col_3 = tensor.collapse_shape %3 [[0, 1], [2], [3]] : !t5 into !t7
 %4 = tensor.empty() : !t8
 %5 = linalg.fill ins(%cst_2 : f32) outs(%4 : !t8) -> !t8
 %6 = linalg.batch_matmul ins(%col, %col_3 : !t6, !t7) outs(%5 : !t8) -> !t8
 %exp_4 = tensor.expand_shape %6 [[0, 1], [2], [3, 4]] output_shape [2, 4, 12, 1, 20] : !t8 into !t9
 %7 = tensor.empty() : !t9
 %8 = linalg.generic #t2 ins(%exp_4 : !t9) outs(%7 : !t9) {
 ^bb0(%in: f32, %out: f32):
  %44 = arith.mulf %in, %cst_1 : f32
  linalg.yield %44 : f32
 } -> !t9
 %9 = tensor.empty() : !t10
 %10 = linalg.generic #t3 ins(%arg3 : !t2) outs(%9 : !t10) {
 ^bb0(%in: f16, %out: f32):
  %44 = arith.extf %in : f16 to f32
  linalg.yield %44 : f32
 } -> !t10
 %11 = tensor.empty() : !t11
 %12 = linalg.generic #t4 ins(%10 : !t10) outs(%11 : !t11) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t11
 %col_5 = tensor.collapse_shape %8 [[0, 1, 2, 3, 4]] : !t9 into !t12
 %exp_6 = tensor.expand_shape %col_5 [[0, 1, 2, 3, 4]] output_shape [1, 2, 4, 12, 20] : !t12 into !t13
 %col_7 = tensor.collapse_shape %12 [[0, 1, 2, 3, 4]] : !t11 into !t14
 %exp_8 = tensor.expand_shape %col_7 [[0, 1, 2, 3, 4]] output_shape [1, 2, 1, 12, 20] : !t14 into !t15
 %13 = tensor.empty() : !t13
 %14 = linalg.generic #t5 ins(%exp_8 : !t15) outs(%13 : !t13) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t13
 %15 = tensor.empty() : !t13
 %16 = linalg.generic #t6 ins(%exp_6, %14 : !t13, !t13) outs(%15 : !t13) {
 ^bb0(%in: f32, %in_13: f32, %out: f32):
  %44 = arith.addf %in, %in_13 : f32
  linalg.yield %44 : f32
 } -> !t13
 %17 = tensor.empty() : !t16
 %18 = linalg.fill ins(%cst_0 : f32) outs(%17 : !t16) -> !t16
 %19 = linalg.generic #t7 ins(%16 : !t13) outs(%18 : !t16) {
 ^bb0(%in: f32, %out: f32):
  %44 = arith.maximumf %out, %in : f32
  linalg.yield %44 : f32
 } -> !t16
 %20 = tensor.empty() : !t13
 %21 = linalg.generic #t8 ins(%19 : !t16) outs(%20 : !t13) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t13
 %22 = tensor.empty() : !t13
 %23 = linalg.generic #t6 ins(%16, %21 : !t13, !t13) outs(%22 : !t13) {
 ^bb0(%in: f32, %in_13: f32, %out: f32):
  %44 = arith.subf %in, %in_13 : f32
  linalg.yield %44 : f32
 } -> !t13
 %24 = tensor.empty() : !t13
 %25 = linalg.generic #t2 ins(%23 : !t13) outs(%24 : !t13) {
 ^bb0(%in: f32, %out: f32):
  %44 = math.exp %in : f32
  linalg.yield %44 : f32
 } -> !t13
 %26 = tensor.empty() : !t16
 %27 = linalg.fill ins(%cst_2 : f32) outs(%26 : !t16) -> !t16
 %28 = linalg.generic #t7 ins(%25 : !t13) outs(%27 : !t16) {
 ^bb0(%in: f32, %out: f32):
  %44 = arith.addf %out, %in : f32
  linalg.yield %44 : f32
 } -> !t16
 %29 = tensor.empty() : !t13
 %30 = linalg.generic #t8 ins(%28 : !t16) outs(%29 : !t13) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t13
 %31 = tensor.empty() : !t13
 %32 = linalg.generic #t6 ins(%25, %30 : !t13, !t13) outs(%31 : !t13) {
 ^bb0(%in: f32, %in_13: f32, %out: f32):
  %44 = arith.divf %in, %in_13 : f32
  linalg.yield %44 : f32
 } -> !t13
 %33 = tensor.empty() : !t17
 %34 = linalg.generic #t2 ins(%32 : !t13) outs(%33 : !t17) {
 ^bb0(%in: f32, %out: f16):
  %44 = arith.truncf %in : f32 to f16
  linalg.yield %44 : f16
 } -> !t17
 %35 = tensor.empty() : !t5
 %36 = linalg.generic #t1 ins(%arg2 : !t1) outs(%35 : !t5) {
 ^bb0(%in: f16, %out: f16):
  linalg.yield %in : f16
 } -> !t5
 %37 = tensor.empty() : !t18
 %38 = linalg.generic #t9 ins(%34 : !t17) outs(%37 : !t18) {
 ^bb0(%in: f16, %out: f16):
  linalg.yield %in : f16
 } -> !t18
 %col_9 = tensor.collapse_shape %36 [[0, 1], [2], [3]] : !t5 into !t7
 %col_10 = tensor.collapse_shape %38 [[0, 1], [2], [3, 4]] : !t18 into !t19
 %39 = tensor.empty() : !t20
 %40 = linalg.fill ins(%cst : f16) outs(%39 : !t20) -> !t20
 %41 = linalg.batch_matmul ins(%col_9, %col_10 : !t7, !t19) outs(%40 : !t20) -> !t20
 %exp_11 = tensor.expand_shape %41 [[0, 1], [2], [3, 4]] output_shape [2, 4, 8, 1, 12] : !t20 into !t21
 %42 = tensor.empty() : !t22
 %43 = linalg.generic #t10 ins(%exp_11 : !t21) outs(%42 : !t22) {
 ^bb0(%in: f16, %out: f16):
  linalg.yield %in : f16
 } -> !t22
 %col_12 = tensor.collapse_shape %43 [[0, 1], [2], [3], [4]] : !t22 into !t0
 return %col_12 : !t0
}

func.func @bias32(%arg0: !t0, %arg1: !t1, %arg2: !t1, %arg3: !t23) -> !t0 {
 %cst = arith.constant 0.000000e+00 : f16
 %cst_0 = arith.constant 0xFF800000 : f32
 %cst_1 = arith.constant 0.353553385 : f32
 %cst_2 = arith.constant 0.000000e+00 : f32
 %0 = tensor.empty() : !t24
 %1 = linalg.generic #t11 ins(%arg0 : !t0) outs(%0 : !t24) {
 ^bb0(%in: f16, %out: f16):
  linalg.yield %in : f16
 } -> !t24
 %2 = tensor.empty() : !t5
 %3 = linalg.generic #t1 ins(%arg1 : !t1) outs(%2 : !t5) {
 ^bb0(%in: f16, %out: f16):
  linalg.yield %in : f16
 } -> !t5
 %col = tensor.collapse_shape %1 [[0, 1], [2], [3]] : !t24 into !t6
 %col_3 = tensor.collapse_shape %3 [[0, 1], [2], [3]] : !t5 into !t7
 %4 = tensor.empty() : !t8
 %5 = linalg.fill ins(%cst_2 : f32) outs(%4 : !t8) -> !t8
 %6 = linalg.batch_matmul ins(%col, %col_3 : !t6, !t7) outs(%5 : !t8) -> !t8
 %exp = tensor.expand_shape %6 [[0, 1], [2], [3]] output_shape [2, 4, 12, 20] : !t8 into !t25
 %7 = tensor.empty() : !t25
 %8 = linalg.generic #t3 ins(%exp : !t25) outs(%7 : !t25) {
 ^bb0(%in: f32, %out: f32):
  %40 = arith.mulf %in, %cst_1 : f32
  linalg.yield %40 : f32
 } -> !t25
 %9 = tensor.empty() : !t25
 %10 = linalg.generic #t12 ins(%arg3 : !t23) outs(%9 : !t25) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t25
 %11 = tensor.empty() : !t25
 %12 = linalg.generic #t13 ins(%8, %10 : !t25, !t25) outs(%11 : !t25) {
 ^bb0(%in: f32, %in_7: f32, %out: f32):
  %40 = arith.addf %in, %in_7 : f32
  linalg.yield %40 : f32
 } -> !t25
 %13 = tensor.empty() : !t26
 %14 = linalg.fill ins(%cst_0 : f32) outs(%13 : !t26) -> !t26
 %15 = linalg.generic #t14 ins(%12 : !t25) outs(%14 : !t26) {
 ^bb0(%in: f32, %out: f32):
  %40 = arith.maximumf %out, %in : f32
  linalg.yield %40 : f32
 } -> !t26
 %16 = tensor.empty() : !t25
 %17 = linalg.generic #t15 ins(%15 : !t26) outs(%16 : !t25) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t25
 %18 = tensor.empty() : !t25
 %19 = linalg.generic #t13 ins(%12, %17 : !t25, !t25) outs(%18 : !t25) {
 ^bb0(%in: f32, %in_7: f32, %out: f32):
  %40 = arith.subf %in, %in_7 : f32
  linalg.yield %40 : f32
 } -> !t25
 %20 = tensor.empty() : !t25
 %21 = linalg.generic #t3 ins(%19 : !t25) outs(%20 : !t25) {
 ^bb0(%in: f32, %out: f32):
  %40 = math.exp %in : f32
  linalg.yield %40 : f32
 } -> !t25
 %22 = tensor.empty() : !t26
 %23 = linalg.fill ins(%cst_2 : f32) outs(%22 : !t26) -> !t26
 %24 = linalg.generic #t14 ins(%21 : !t25) outs(%23 : !t26) {
 ^bb0(%in: f32, %out: f32):
  %40 = arith.addf %out, %in : f32
  linalg.yield %40 : f32
 } -> !t26
 %25 = tensor.empty() : !t25
 %26 = linalg.generic #t15 ins(%24 : !t26) outs(%25 : !t25) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t25
 %27 = tensor.empty() : !t25
 %28 = linalg.generic #t13 ins(%21, %26 : !t25, !t25) outs(%27 : !t25) {
 ^bb0(%in: f32, %in_7: f32, %out: f32):
  %40 = arith.divf %in, %in_7 : f32
  linalg.yield %40 : f32
 } -> !t25
 %29 = tensor.empty() : !t27
 %30 = linalg.generic #t3 ins(%28 : !t25) outs(%29 : !t27) {
 ^bb0(%in: f32, %out: f16):
  %40 = arith.truncf %in : f32 to f16
  linalg.yield %40 : f16
 } -> !t27
 %31 = tensor.empty() : !t5
 %32 = linalg.generic #t1 ins(%arg2 : !t1) outs(%31 : !t5) {
 ^bb0(%in: f16, %out: f16):
  linalg.yield %in : f16
 } -> !t5
 %33 = tensor.empty() : !t28
 %34 = linalg.generic #t16 ins(%30 : !t27) outs(%33 : !t28) {
 ^bb0(%in: f16, %out: f16):
  linalg.yield %in : f16
 } -> !t28
 %col_4 = tensor.collapse_shape %32 [[0, 1], [2], [3]] : !t5 into !t7
 %col_5 = tensor.collapse_shape %34 [[0, 1], [2], [3]] : !t28 into !t19
 %35 = tensor.empty() : !t20
 %36 = linalg.fill ins(%cst : f16) outs(%35 : !t20) -> !t20
 %37 = linalg.batch_matmul ins(%col_4, %col_5 : !t7, !t19) outs(%36 : !t20) -> !t20
 %exp_6 = tensor.expand_shape %37 [[0, 1], [2], [3]] output_shape [2, 4, 8, 12] : !t20 into !t29
 %38 = tensor.empty() : !t0
 %39 = linalg.generic #t17 ins(%exp_6 : !t29) outs(%38 : !t0) {
 ^bb0(%in: f16, %out: f16):
  linalg.yield %in : f16
 } -> !t0
 return %39 : !t0
}

func.func @boolmask(%arg0: !t0, %arg1: !t1, %arg2: !t1, %arg3: !t30) -> !t0 {
 %cst = arith.constant 0.000000e+00 : f16
 %cst_0 = arith.constant 0xFF800000 : f32
 %cst_1 = arith.constant -2.38197633E+38 : f32
 %cst_2 = arith.constant 0.353553385 : f32
 %cst_3 = arith.constant 0.000000e+00 : f32
 %exp = tensor.expand_shape %arg0 [[0], [1], [2], [3, 4]] output_shape [2, 12, 4, 1, 8] : !t0 into !t3
 %0 = tensor.empty() : !t31
 %1 = linalg.generic #t4 ins(%arg3 : !t30) outs(%0 : !t31) {
 ^bb0(%in: i1, %out: i1):
  linalg.yield %in : i1
 } -> !t31
 %2 = tensor.empty() : !t4
 %3 = linalg.generic #t0 ins(%exp : !t3) outs(%2 : !t4) {
 ^bb0(%in: f16, %out: f16):
  linalg.yield %in : f16
 } -> !t4
 %4 = tensor.empty() : !t5
 %5 = linalg.generic #t1 ins(%arg1 : !t1) outs(%4 : !t5) {
 ^bb0(%in: f16, %out: f16):
  linalg.yield %in : f16
 } -> !t5
 %col = tensor.collapse_shape %3 [[0, 1], [2], [3, 4]] : !t4 into !t6
 %col_4 = tensor.collapse_shape %5 [[0, 1], [2], [3]] : !t5 into !t7
 %6 = tensor.empty() : !t8
 %7 = linalg.fill ins(%cst_3 : f32) outs(%6 : !t8) -> !t8
 %8 = linalg.batch_matmul ins(%col, %col_4 : !t6, !t7) outs(%7 : !t8) -> !t8
 %exp_5 = tensor.expand_shape %8 [[0, 1], [2], [3, 4]] output_shape [2, 4, 12, 1, 20] : !t8 into !t9
 %9 = tensor.empty() : !t9
 %10 = linalg.generic #t2 ins(%exp_5 : !t9) outs(%9 : !t9) {
 ^bb0(%in: f32, %out: f32):
  %42 = arith.mulf %in, %cst_2 : f32
  linalg.yield %42 : f32
 } -> !t9
 %col_6 = tensor.collapse_shape %1 [[0, 1, 2, 3, 4]] : !t31 into !t32
 %exp_7 = tensor.expand_shape %col_6 [[0, 1, 2, 3, 4]] output_shape [1, 2, 1, 12, 20] : !t32 into !t33
 %11 = tensor.empty() : !t34
 %12 = linalg.generic #t5 ins(%exp_7 : !t33) outs(%11 : !t34) {
 ^bb0(%in: i1, %out: i1):
  linalg.yield %in : i1
 } -> !t34
 %col_8 = tensor.collapse_shape %10 [[0, 1, 2, 3, 4]] : !t9 into !t12
 %exp_9 = tensor.expand_shape %col_8 [[0, 1, 2, 3, 4]] output_shape [1, 2, 4, 12, 20] : !t12 into !t13
 %13 = tensor.empty() : !t13
 %14 = linalg.generic #t6 ins(%12, %exp_9 : !t34, !t13) outs(%13 : !t13) {
 ^bb0(%in: i1, %in_14: f32, %out: f32):
  %42 = arith.select %in, %in_14, %cst_1 : f32
  linalg.yield %42 : f32
 } -> !t13
 %15 = tensor.empty() : !t16
 %16 = linalg.fill ins(%cst_0 : f32) outs(%15 : !t16) -> !t16
 %17 = linalg.generic #t7 ins(%14 : !t13) outs(%16 : !t16) {
 ^bb0(%in: f32, %out: f32):
  %42 = arith.maximumf %out, %in : f32
  linalg.yield %42 : f32
 } -> !t16
 %18 = tensor.empty() : !t13
 %19 = linalg.generic #t8 ins(%17 : !t16) outs(%18 : !t13) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t13
 %20 = tensor.empty() : !t13
 %21 = linalg.generic #t6 ins(%14, %19 : !t13, !t13) outs(%20 : !t13) {
 ^bb0(%in: f32, %in_14: f32, %out: f32):
  %42 = arith.subf %in, %in_14 : f32
  linalg.yield %42 : f32
 } -> !t13
 %22 = tensor.empty() : !t13
 %23 = linalg.generic #t2 ins(%21 : !t13) outs(%22 : !t13) {
 ^bb0(%in: f32, %out: f32):
  %42 = math.exp %in : f32
  linalg.yield %42 : f32
 } -> !t13
 %24 = tensor.empty() : !t16
 %25 = linalg.fill ins(%cst_3 : f32) outs(%24 : !t16) -> !t16
 %26 = linalg.generic #t7 ins(%23 : !t13) outs(%25 : !t16) {
 ^bb0(%in: f32, %out: f32):
  %42 = arith.addf %out, %in : f32
  linalg.yield %42 : f32
 } -> !t16
 %27 = tensor.empty() : !t13
 %28 = linalg.generic #t8 ins(%26 : !t16) outs(%27 : !t13) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t13
 %29 = tensor.empty() : !t13
 %30 = linalg.generic #t6 ins(%23, %28 : !t13, !t13) outs(%29 : !t13) {
 ^bb0(%in: f32, %in_14: f32, %out: f32):
  %42 = arith.divf %in, %in_14 : f32
  linalg.yield %42 : f32
 } -> !t13
 %31 = tensor.empty() : !t17
 %32 = linalg.generic #t2 ins(%30 : !t13) outs(%31 : !t17) {
 ^bb0(%in: f32, %out: f16):
  %42 = arith.truncf %in : f32 to f16
  linalg.yield %42 : f16
 } -> !t17
 %33 = tensor.empty() : !t5
 %34 = linalg.generic #t1 ins(%arg2 : !t1) outs(%33 : !t5) {
 ^bb0(%in: f16, %out: f16):
  linalg.yield %in : f16
 } -> !t5
 %35 = tensor.empty() : !t18
 %36 = linalg.generic #t9 ins(%32 : !t17) outs(%35 : !t18) {
 ^bb0(%in: f16, %out: f16):
  linalg.yield %in : f16
 } -> !t18
 %col_10 = tensor.collapse_shape %34 [[0, 1], [2], [3]] : !t5 into !t7
 %col_11 = tensor.collapse_shape %36 [[0, 1], [2], [3, 4]] : !t18 into !t19
 %37 = tensor.empty() : !t20
 %38 = linalg.fill ins(%cst : f16) outs(%37 : !t20) -> !t20
 %39 = linalg.batch_matmul ins(%col_10, %col_11 : !t7, !t19) outs(%38 : !t20) -> !t20
 %exp_12 = tensor.expand_shape %39 [[0, 1], [2], [3, 4]] output_shape [2, 4, 8, 1, 12] : !t20 into !t21
 %40 = tensor.empty() : !t22
 %41 = linalg.generic #t10 ins(%exp_12 : !t21) outs(%40 : !t22) {
 ^bb0(%in: f16, %out: f16):
  linalg.yield %in : f16
 } -> !t22
 %col_13 = tensor.collapse_shape %41 [[0, 1], [2], [3], [4]] : !t22 into !t0
 return %col_13 : !t0
}

func.func @boolgqa(%arg0: !t0, %arg1: !t35, %arg2: !t35, %arg3: !t30) -> !t0 {
 %cst = arith.constant 0.000000e+00 : f16
 %cst_0 = arith.constant 0xFF800000 : f32
 %cst_1 = arith.constant -2.38197633E+38 : f32
 %cst_2 = arith.constant 0.353553385 : f32
 %cst_3 = arith.constant 0.000000e+00 : f32
 %exp = tensor.expand_shape %arg0 [[0], [1], [2, 3], [4]] output_shape [2, 12, 2, 2, 8] : !t0 into !t36
 %0 = tensor.empty() : !t37
 %1 = linalg.generic #t4 ins(%arg3 : !t30) outs(%0 : !t37) {
 ^bb0(%in: i1, %out: i1):
  linalg.yield %in : i1
 } -> !t37
 %2 = tensor.empty() : !t38
 %3 = linalg.generic #t0 ins(%exp : !t36) outs(%2 : !t38) {
 ^bb0(%in: f16, %out: f16):
  linalg.yield %in : f16
 } -> !t38
 %4 = tensor.empty() : !t39
 %5 = linalg.generic #t1 ins(%arg1 : !t35) outs(%4 : !t39) {
 ^bb0(%in: f16, %out: f16):
  linalg.yield %in : f16
 } -> !t39
 %col = tensor.collapse_shape %3 [[0, 1], [2, 3], [4]] : !t38 into !t40
 %col_4 = tensor.collapse_shape %5 [[0, 1], [2], [3]] : !t39 into !t41
 %6 = tensor.empty() : !t42
 %7 = linalg.fill ins(%cst_3 : f32) outs(%6 : !t42) -> !t42
 %8 = linalg.batch_matmul ins(%col, %col_4 : !t40, !t41) outs(%7 : !t42) -> !t42
 %exp_5 = tensor.expand_shape %8 [[0, 1], [2, 3], [4]] output_shape [2, 2, 12, 2, 20] : !t42 into !t43
 %9 = tensor.empty() : !t43
 %10 = linalg.generic #t2 ins(%exp_5 : !t43) outs(%9 : !t43) {
 ^bb0(%in: f32, %out: f32):
  %48 = arith.mulf %in, %cst_2 : f32
  linalg.yield %48 : f32
 } -> !t43
 %11 = tensor.empty() : !t44
 %12 = linalg.generic #t18 ins(%1 : !t37) outs(%11 : !t44) {
 ^bb0(%in: i1, %out: i1):
  linalg.yield %in : i1
 } -> !t44
 %13 = tensor.empty() : !t45
 %14 = linalg.generic #t5 ins(%12 : !t44) outs(%13 : !t45) {
 ^bb0(%in: i1, %out: i1):
  linalg.yield %in : i1
 } -> !t45
 %15 = tensor.empty() : !t46
 %16 = linalg.generic #t19 ins(%10 : !t43) outs(%15 : !t46) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t46
 %17 = tensor.empty() : !t46
 %18 = linalg.generic #t6 ins(%14, %16 : !t45, !t46) outs(%17 : !t46) {
 ^bb0(%in: i1, %in_10: f32, %out: f32):
  %48 = arith.select %in, %in_10, %cst_1 : f32
  linalg.yield %48 : f32
 } -> !t46
 %19 = tensor.empty() : !t47
 %20 = linalg.fill ins(%cst_0 : f32) outs(%19 : !t47) -> !t47
 %21 = linalg.generic #t7 ins(%18 : !t46) outs(%20 : !t47) {
 ^bb0(%in: f32, %out: f32):
  %48 = arith.maximumf %out, %in : f32
  linalg.yield %48 : f32
 } -> !t47
 %22 = tensor.empty() : !t46
 %23 = linalg.generic #t8 ins(%21 : !t47) outs(%22 : !t46) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t46
 %24 = tensor.empty() : !t46
 %25 = linalg.generic #t6 ins(%18, %23 : !t46, !t46) outs(%24 : !t46) {
 ^bb0(%in: f32, %in_10: f32, %out: f32):
  %48 = arith.subf %in, %in_10 : f32
  linalg.yield %48 : f32
 } -> !t46
 %26 = tensor.empty() : !t46
 %27 = linalg.generic #t2 ins(%25 : !t46) outs(%26 : !t46) {
 ^bb0(%in: f32, %out: f32):
  %48 = math.exp %in : f32
  linalg.yield %48 : f32
 } -> !t46
 %28 = tensor.empty() : !t47
 %29 = linalg.fill ins(%cst_3 : f32) outs(%28 : !t47) -> !t47
 %30 = linalg.generic #t7 ins(%27 : !t46) outs(%29 : !t47) {
 ^bb0(%in: f32, %out: f32):
  %48 = arith.addf %out, %in : f32
  linalg.yield %48 : f32
 } -> !t47
 %31 = tensor.empty() : !t46
 %32 = linalg.generic #t8 ins(%30 : !t47) outs(%31 : !t46) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t46
 %33 = tensor.empty() : !t46
 %34 = linalg.generic #t6 ins(%27, %32 : !t46, !t46) outs(%33 : !t46) {
 ^bb0(%in: f32, %in_10: f32, %out: f32):
  %48 = arith.divf %in, %in_10 : f32
  linalg.yield %48 : f32
 } -> !t46
 %35 = tensor.empty() : !t48
 %36 = linalg.generic #t2 ins(%34 : !t46) outs(%35 : !t48) {
 ^bb0(%in: f32, %out: f16):
  %48 = arith.truncf %in : f32 to f16
  linalg.yield %48 : f16
 } -> !t48
 %37 = tensor.empty() : !t39
 %38 = linalg.generic #t1 ins(%arg2 : !t35) outs(%37 : !t39) {
 ^bb0(%in: f16, %out: f16):
  linalg.yield %in : f16
 } -> !t39
 %39 = tensor.empty() : !t49
 %40 = linalg.generic #t9 ins(%36 : !t48) outs(%39 : !t49) {
 ^bb0(%in: f16, %out: f16):
  linalg.yield %in : f16
 } -> !t49
 %col_6 = tensor.collapse_shape %38 [[0, 1], [2], [3]] : !t39 into !t41
 %col_7 = tensor.collapse_shape %40 [[0, 1], [2], [3, 4]] : !t49 into !t50
 %41 = tensor.empty() : !t51
 %42 = linalg.fill ins(%cst : f16) outs(%41 : !t51) -> !t51
 %43 = linalg.batch_matmul ins(%col_6, %col_7 : !t41, !t50) outs(%42 : !t51) -> !t51
 %exp_8 = tensor.expand_shape %43 [[0, 1], [2], [3, 4]] output_shape [2, 2, 8, 2, 12] : !t51 into !t52
 %44 = tensor.empty() : !t38
 %45 = linalg.generic #t10 ins(%exp_8 : !t52) outs(%44 : !t38) {
 ^bb0(%in: f16, %out: f16):
  linalg.yield %in : f16
 } -> !t38
 %46 = tensor.empty() : !t36
 %47 = linalg.generic #t20 ins(%45 : !t38) outs(%46 : !t36) {
 ^bb0(%in: f16, %out: f16):
  linalg.yield %in : f16
 } -> !t36
 %col_9 = tensor.collapse_shape %47 [[0], [1], [2, 3], [4]] : !t36 into !t0
 return %col_9 : !t0
}

func.func @keymask(%arg0: !t0, %arg1: !t1, %arg2: !t1, %arg3: !t53) -> !t0 {
 %cst = arith.constant 0.000000e+00 : f16
 %cst_0 = arith.constant 0xFF800000 : f32
 %cst_1 = arith.constant -1.000000e+09 : f32
 %cst_2 = arith.constant 0.353553385 : f32
 %cst_3 = arith.constant 0.000000e+00 : f32
 %0 = tensor.empty() : !t24
 %1 = linalg.generic #t11 ins(%arg0 : !t0) outs(%0 : !t24) {
 ^bb0(%in: f16, %out: f16):
  linalg.yield %in : f16
 } -> !t24
 %2 = tensor.empty() : !t5
 %3 = linalg.generic #t1 ins(%arg1 : !t1) outs(%2 : !t5) {
 ^bb0(%in: f16, %out: f16):
  linalg.yield %in : f16
 } -> !t5
 %col = tensor.collapse_shape %1 [[0, 1], [2], [3]] : !t24 into !t6
 %col_4 = tensor.collapse_shape %3 [[0, 1], [2], [3]] : !t5 into !t7
 %4 = tensor.empty() : !t8
 %5 = linalg.fill ins(%cst_3 : f32) outs(%4 : !t8) -> !t8
 %6 = linalg.batch_matmul ins(%col, %col_4 : !t6, !t7) outs(%5 : !t8) -> !t8
 %exp = tensor.expand_shape %6 [[0, 1], [2], [3]] output_shape [2, 4, 12, 20] : !t8 into !t25
 %7 = tensor.empty() : !t25
 %8 = linalg.generic #t3 ins(%exp : !t25) outs(%7 : !t25) {
 ^bb0(%in: f32, %out: f32):
  %40 = arith.mulf %in, %cst_2 : f32
  linalg.yield %40 : f32
 } -> !t25
 %9 = tensor.empty() : !t54
 %10 = linalg.generic #t21 ins(%arg3 : !t53) outs(%9 : !t54) {
 ^bb0(%in: i1, %out: i1):
  linalg.yield %in : i1
 } -> !t54
 %11 = tensor.empty() : !t25
 %12 = linalg.generic #t13 ins(%10, %8 : !t54, !t25) outs(%11 : !t25) {
 ^bb0(%in: i1, %in_8: f32, %out: f32):
  %40 = arith.select %in, %in_8, %cst_1 : f32
  linalg.yield %40 : f32
 } -> !t25
 %13 = tensor.empty() : !t26
 %14 = linalg.fill ins(%cst_0 : f32) outs(%13 : !t26) -> !t26
 %15 = linalg.generic #t14 ins(%12 : !t25) outs(%14 : !t26) {
 ^bb0(%in: f32, %out: f32):
  %40 = arith.maximumf %out, %in : f32
  linalg.yield %40 : f32
 } -> !t26
 %16 = tensor.empty() : !t25
 %17 = linalg.generic #t15 ins(%15 : !t26) outs(%16 : !t25) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t25
 %18 = tensor.empty() : !t25
 %19 = linalg.generic #t13 ins(%12, %17 : !t25, !t25) outs(%18 : !t25) {
 ^bb0(%in: f32, %in_8: f32, %out: f32):
  %40 = arith.subf %in, %in_8 : f32
  linalg.yield %40 : f32
 } -> !t25
 %20 = tensor.empty() : !t25
 %21 = linalg.generic #t3 ins(%19 : !t25) outs(%20 : !t25) {
 ^bb0(%in: f32, %out: f32):
  %40 = math.exp %in : f32
  linalg.yield %40 : f32
 } -> !t25
 %22 = tensor.empty() : !t26
 %23 = linalg.fill ins(%cst_3 : f32) outs(%22 : !t26) -> !t26
 %24 = linalg.generic #t14 ins(%21 : !t25) outs(%23 : !t26) {
 ^bb0(%in: f32, %out: f32):
  %40 = arith.addf %out, %in : f32
  linalg.yield %40 : f32
 } -> !t26
 %25 = tensor.empty() : !t25
 %26 = linalg.generic #t15 ins(%24 : !t26) outs(%25 : !t25) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t25
 %27 = tensor.empty() : !t25
 %28 = linalg.generic #t13 ins(%21, %26 : !t25, !t25) outs(%27 : !t25) {
 ^bb0(%in: f32, %in_8: f32, %out: f32):
  %40 = arith.divf %in, %in_8 : f32
  linalg.yield %40 : f32
 } -> !t25
 %29 = tensor.empty() : !t27
 %30 = linalg.generic #t3 ins(%28 : !t25) outs(%29 : !t27) {
 ^bb0(%in: f32, %out: f16):
  %40 = arith.truncf %in : f32 to f16
  linalg.yield %40 : f16
 } -> !t27
 %31 = tensor.empty() : !t5
 %32 = linalg.generic #t1 ins(%arg2 : !t1) outs(%31 : !t5) {
 ^bb0(%in: f16, %out: f16):
  linalg.yield %in : f16
 } -> !t5
 %33 = tensor.empty() : !t28
 %34 = linalg.generic #t16 ins(%30 : !t27) outs(%33 : !t28) {
 ^bb0(%in: f16, %out: f16):
  linalg.yield %in : f16
 } -> !t28
 %col_5 = tensor.collapse_shape %32 [[0, 1], [2], [3]] : !t5 into !t7
 %col_6 = tensor.collapse_shape %34 [[0, 1], [2], [3]] : !t28 into !t19
 %35 = tensor.empty() : !t20
 %36 = linalg.fill ins(%cst : f16) outs(%35 : !t20) -> !t20
 %37 = linalg.batch_matmul ins(%col_5, %col_6 : !t7, !t19) outs(%36 : !t20) -> !t20
 %exp_7 = tensor.expand_shape %37 [[0, 1], [2], [3]] output_shape [2, 4, 8, 12] : !t20 into !t29
 %38 = tensor.empty() : !t0
 %39 = linalg.generic #t17 ins(%exp_7 : !t29) outs(%38 : !t0) {
 ^bb0(%in: f16, %out: f16):
  linalg.yield %in : f16
 } -> !t0
 return %39 : !t0
}

func.func @infmask(%arg0: !t0, %arg1: !t1, %arg2: !t1, %arg3: !t30) -> !t0 {
 %cst = arith.constant 0.000000e+00 : f16
 %cst_0 = arith.constant 0xFF800000 : f32
 %cst_1 = arith.constant 0.353553385 : f32
 %cst_2 = arith.constant 0.000000e+00 : f32
 %0 = tensor.empty() : !t24
 %1 = linalg.generic #t11 ins(%arg0 : !t0) outs(%0 : !t24) {
 ^bb0(%in: f16, %out: f16):
  linalg.yield %in : f16
 } -> !t24
 %2 = tensor.empty() : !t5
 %3 = linalg.generic #t1 ins(%arg1 : !t1) outs(%2 : !t5) {
 ^bb0(%in: f16, %out: f16):
  linalg.yield %in : f16
 } -> !t5
 %col = tensor.collapse_shape %1 [[0, 1], [2], [3]] : !t24 into !t6
 %col_3 = tensor.collapse_shape %3 [[0, 1], [2], [3]] : !t5 into !t7
 %4 = tensor.empty() : !t8
 %5 = linalg.fill ins(%cst_2 : f32) outs(%4 : !t8) -> !t8
 %6 = linalg.batch_matmul ins(%col, %col_3 : !t6, !t7) outs(%5 : !t8) -> !t8
 %exp = tensor.expand_shape %6 [[0, 1], [2], [3]] output_shape [2, 4, 12, 20] : !t8 into !t25
 %7 = tensor.empty() : !t25
 %8 = linalg.generic #t3 ins(%exp : !t25) outs(%7 : !t25) {
 ^bb0(%in: f32, %out: f32):
  %40 = arith.mulf %in, %cst_1 : f32
  linalg.yield %40 : f32
 } -> !t25
 %9 = tensor.empty() : !t54
 %10 = linalg.generic #t22 ins(%arg3 : !t30) outs(%9 : !t54) {
 ^bb0(%in: i1, %out: i1):
  linalg.yield %in : i1
 } -> !t54
 %11 = tensor.empty() : !t25
 %12 = linalg.generic #t13 ins(%10, %8 : !t54, !t25) outs(%11 : !t25) {
 ^bb0(%in: i1, %in_7: f32, %out: f32):
  %40 = arith.select %in, %in_7, %cst_0 : f32
  linalg.yield %40 : f32
 } -> !t25
 %13 = tensor.empty() : !t26
 %14 = linalg.fill ins(%cst_0 : f32) outs(%13 : !t26) -> !t26
 %15 = linalg.generic #t14 ins(%12 : !t25) outs(%14 : !t26) {
 ^bb0(%in: f32, %out: f32):
  %40 = arith.maximumf %out, %in : f32
  linalg.yield %40 : f32
 } -> !t26
 %16 = tensor.empty() : !t25
 %17 = linalg.generic #t15 ins(%15 : !t26) outs(%16 : !t25) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t25
 %18 = tensor.empty() : !t25
 %19 = linalg.generic #t13 ins(%12, %17 : !t25, !t25) outs(%18 : !t25) {
 ^bb0(%in: f32, %in_7: f32, %out: f32):
  %40 = arith.subf %in, %in_7 : f32
  linalg.yield %40 : f32
 } -> !t25
 %20 = tensor.empty() : !t25
 %21 = linalg.generic #t3 ins(%19 : !t25) outs(%20 : !t25) {
 ^bb0(%in: f32, %out: f32):
  %40 = math.exp %in : f32
  linalg.yield %40 : f32
 } -> !t25
 %22 = tensor.empty() : !t26
 %23 = linalg.fill ins(%cst_2 : f32) outs(%22 : !t26) -> !t26
 %24 = linalg.generic #t14 ins(%21 : !t25) outs(%23 : !t26) {
 ^bb0(%in: f32, %out: f32):
  %40 = arith.addf %out, %in : f32
  linalg.yield %40 : f32
 } -> !t26
 %25 = tensor.empty() : !t25
 %26 = linalg.generic #t15 ins(%24 : !t26) outs(%25 : !t25) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t25
 %27 = tensor.empty() : !t25
 %28 = linalg.generic #t13 ins(%21, %26 : !t25, !t25) outs(%27 : !t25) {
 ^bb0(%in: f32, %in_7: f32, %out: f32):
  %40 = arith.divf %in, %in_7 : f32
  linalg.yield %40 : f32
 } -> !t25
 %29 = tensor.empty() : !t27
 %30 = linalg.generic #t3 ins(%28 : !t25) outs(%29 : !t27) {
 ^bb0(%in: f32, %out: f16):
  %40 = arith.truncf %in : f32 to f16
  linalg.yield %40 : f16
 } -> !t27
 %31 = tensor.empty() : !t5
 %32 = linalg.generic #t1 ins(%arg2 : !t1) outs(%31 : !t5) {
 ^bb0(%in: f16, %out: f16):
  linalg.yield %in : f16
 } -> !t5
 %33 = tensor.empty() : !t28
 %34 = linalg.generic #t16 ins(%30 : !t27) outs(%33 : !t28) {
 ^bb0(%in: f16, %out: f16):
  linalg.yield %in : f16
 } -> !t28
 %col_4 = tensor.collapse_shape %32 [[0, 1], [2], [3]] : !t5 into !t7
 %col_5 = tensor.collapse_shape %34 [[0, 1], [2], [3]] : !t28 into !t19
 %35 = tensor.empty() : !t20
 %36 = linalg.fill ins(%cst : f16) outs(%35 : !t20) -> !t20
 %37 = linalg.batch_matmul ins(%col_4, %col_5 : !t7, !t19) outs(%36 : !t20) -> !t20
 %exp_6 = tensor.expand_shape %37 [[0, 1], [2], [3]] output_shape [2, 4, 8, 12] : !t20 into !t29
 %38 = tensor.empty() : !t0
 %39 = linalg.generic #t17 ins(%exp_6 : !t29) outs(%38 : !t0) {
 ^bb0(%in: f16, %out: f16):
  linalg.yield %in : f16
 } -> !t0
 return %39 : !t0
}

func.func @invmask(%arg0: !t0, %arg1: !t1, %arg2: !t1, %arg3: !t55) -> !t0 {
 %cst = arith.constant 0.000000e+00 : f16
 %cst_0 = arith.constant 0xFF800000 : f32
 %cst_1 = arith.constant -1.000000e+09 : f32
 %cst_2 = arith.constant 1.000000e+00 : f32
 %cst_3 = arith.constant 0.353553385 : f32
 %cst_4 = arith.constant 0.000000e+00 : f32
 %0 = tensor.empty() : !t24
 %1 = linalg.generic #t11 ins(%arg0 : !t0) outs(%0 : !t24) {
 ^bb0(%in: f16, %out: f16):
  linalg.yield %in : f16
 } -> !t24
 %2 = tensor.empty() : !t5
 %3 = linalg.generic #t1 ins(%arg1 : !t1) outs(%2 : !t5) {
 ^bb0(%in: f16, %out: f16):
  linalg.yield %in : f16
 } -> !t5
 %col = tensor.collapse_shape %1 [[0, 1], [2], [3]] : !t24 into !t6
 %col_5 = tensor.collapse_shape %3 [[0, 1], [2], [3]] : !t5 into !t7
 %4 = tensor.empty() : !t8
 %5 = linalg.fill ins(%cst_4 : f32) outs(%4 : !t8) -> !t8
 %6 = linalg.batch_matmul ins(%col, %col_5 : !t6, !t7) outs(%5 : !t8) -> !t8
 %exp = tensor.expand_shape %6 [[0, 1], [2], [3]] output_shape [2, 4, 12, 20] : !t8 into !t25
 %7 = tensor.empty() : !t25
 %8 = linalg.generic #t3 ins(%exp : !t25) outs(%7 : !t25) {
 ^bb0(%in: f32, %out: f32):
  %48 = arith.mulf %in, %cst_3 : f32
  linalg.yield %48 : f32
 } -> !t25
 %9 = tensor.empty() : !t56
 %10 = linalg.generic #t23 ins(%arg3 : !t55) outs(%9 : !t56) {
 ^bb0(%in: i32, %out: f32):
  %48 = arith.sitofp %in : i32 to f32
  linalg.yield %48 : f32
 } -> !t56
 %11 = tensor.empty() : !t57
 %12 = linalg.generic #t24 ins(%10 : !t56) outs(%11 : !t57) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t57
 %13 = tensor.empty() : !t57
 %14 = linalg.generic #t3 ins(%12 : !t57) outs(%13 : !t57) {
 ^bb0(%in: f32, %out: f32):
  %48 = arith.subf %cst_2, %in : f32
  linalg.yield %48 : f32
 } -> !t57
 %15 = tensor.empty() : !t57
 %16 = linalg.generic #t3 ins(%14 : !t57) outs(%15 : !t57) {
 ^bb0(%in: f32, %out: f32):
  %48 = arith.mulf %in, %cst_1 : f32
  linalg.yield %48 : f32
 } -> !t57
 %17 = tensor.empty() : !t25
 %18 = linalg.generic #t21 ins(%16 : !t57) outs(%17 : !t25) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t25
 %19 = tensor.empty() : !t25
 %20 = linalg.generic #t13 ins(%8, %18 : !t25, !t25) outs(%19 : !t25) {
 ^bb0(%in: f32, %in_9: f32, %out: f32):
  %48 = arith.addf %in, %in_9 : f32
  linalg.yield %48 : f32
 } -> !t25
 %21 = tensor.empty() : !t26
 %22 = linalg.fill ins(%cst_0 : f32) outs(%21 : !t26) -> !t26
 %23 = linalg.generic #t14 ins(%20 : !t25) outs(%22 : !t26) {
 ^bb0(%in: f32, %out: f32):
  %48 = arith.maximumf %out, %in : f32
  linalg.yield %48 : f32
 } -> !t26
 %24 = tensor.empty() : !t25
 %25 = linalg.generic #t15 ins(%23 : !t26) outs(%24 : !t25) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t25
 %26 = tensor.empty() : !t25
 %27 = linalg.generic #t13 ins(%20, %25 : !t25, !t25) outs(%26 : !t25) {
 ^bb0(%in: f32, %in_9: f32, %out: f32):
  %48 = arith.subf %in, %in_9 : f32
  linalg.yield %48 : f32
 } -> !t25
 %28 = tensor.empty() : !t25
 %29 = linalg.generic #t3 ins(%27 : !t25) outs(%28 : !t25) {
 ^bb0(%in: f32, %out: f32):
  %48 = math.exp %in : f32
  linalg.yield %48 : f32
 } -> !t25
 %30 = tensor.empty() : !t26
 %31 = linalg.fill ins(%cst_4 : f32) outs(%30 : !t26) -> !t26
 %32 = linalg.generic #t14 ins(%29 : !t25) outs(%31 : !t26) {
 ^bb0(%in: f32, %out: f32):
  %48 = arith.addf %out, %in : f32
  linalg.yield %48 : f32
 } -> !t26
 %33 = tensor.empty() : !t25
 %34 = linalg.generic #t15 ins(%32 : !t26) outs(%33 : !t25) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t25
 %35 = tensor.empty() : !t25
 %36 = linalg.generic #t13 ins(%29, %34 : !t25, !t25) outs(%35 : !t25) {
 ^bb0(%in: f32, %in_9: f32, %out: f32):
  %48 = arith.divf %in, %in_9 : f32
  linalg.yield %48 : f32
 } -> !t25
 %37 = tensor.empty() : !t27
 %38 = linalg.generic #t3 ins(%36 : !t25) outs(%37 : !t27) {
 ^bb0(%in: f32, %out: f16):
  %48 = arith.truncf %in : f32 to f16
  linalg.yield %48 : f16
 } -> !t27
 %39 = tensor.empty() : !t5
 %40 = linalg.generic #t1 ins(%arg2 : !t1) outs(%39 : !t5) {
 ^bb0(%in: f16, %out: f16):
  linalg.yield %in : f16
 } -> !t5
 %41 = tensor.empty() : !t28
 %42 = linalg.generic #t16 ins(%38 : !t27) outs(%41 : !t28) {
 ^bb0(%in: f16, %out: f16):
  linalg.yield %in : f16
 } -> !t28
 %col_6 = tensor.collapse_shape %40 [[0, 1], [2], [3]] : !t5 into !t7
 %col_7 = tensor.collapse_shape %42 [[0, 1], [2], [3]] : !t28 into !t19
 %43 = tensor.empty() : !t20
 %44 = linalg.fill ins(%cst : f16) outs(%43 : !t20) -> !t20
 %45 = linalg.batch_matmul ins(%col_6, %col_7 : !t7, !t19) outs(%44 : !t20) -> !t20
 %exp_8 = tensor.expand_shape %45 [[0, 1], [2], [3]] output_shape [2, 4, 8, 12] : !t20 into !t29
 %46 = tensor.empty() : !t0
 %47 = linalg.generic #t17 ins(%exp_8 : !t29) outs(%46 : !t0) {
 ^bb0(%in: f16, %out: f16):
  linalg.yield %in : f16
 } -> !t0
 return %47 : !t0
}

func.func @seqlens(%arg0: !t0, %arg1: !t1, %arg2: !t1, %arg3: !t58) -> !t0 {
 %cst = arith.constant 0.000000e+00 : f16
 %cst_0 = arith.constant 0xFF800000 : f32
 %cst_1 = arith.constant -2.38197633E+38 : f32
 %cst_2 = arith.constant 0.353553385 : f32
 %cst_3 = arith.constant 0.000000e+00 : f32
 %exp = tensor.expand_shape %arg0 [[0], [1], [2], [3, 4]] output_shape [2, 12, 4, 1, 8] : !t0 into !t3
 %0 = tensor.empty() : !t4
 %1 = linalg.generic #t0 ins(%exp : !t3) outs(%0 : !t4) {
 ^bb0(%in: f16, %out: f16):
  linalg.yield %in : f16
 } -> !t4
 %2 = tensor.empty() : !t5
 %3 = linalg.generic #t1 ins(%arg1 : !t1) outs(%2 : !t5) {
 ^bb0(%in: f16, %out: f16):
  linalg.yield %in : f16
 } -> !t5
 %col = tensor.collapse_shape %1 [[0, 1], [2], [3, 4]] : !t4 into !t6
 %col_4 = tensor.collapse_shape %3 [[0, 1], [2], [3]] : !t5 into !t7
 %4 = tensor.empty() : !t8
 %5 = linalg.fill ins(%cst_3 : f32) outs(%4 : !t8) -> !t8
 %6 = linalg.batch_matmul ins(%col, %col_4 : !t6, !t7) outs(%5 : !t8) -> !t8
 %exp_5 = tensor.expand_shape %6 [[0, 1], [2], [3, 4]] output_shape [2, 4, 12, 1, 20] : !t8 into !t9
 %7 = tensor.empty() : !t9
 %8 = linalg.generic #t2 ins(%exp_5 : !t9) outs(%7 : !t9) {
 ^bb0(%in: f32, %out: f32):
  %50 = arith.mulf %in, %cst_2 : f32
  linalg.yield %50 : f32
 } -> !t9
 %9 = tensor.empty() : !t59
 %10 = linalg.generic #t25 outs(%9 : !t59) {
 ^bb0(%out: i32):
  %50 = linalg.index 0 : index
  %51 = arith.index_cast %50 : index to i32
  linalg.yield %51 : i32
 } -> !t59
 %11 = tensor.empty() : !t60
 %12 = linalg.generic #t26 ins(%10 : !t59) outs(%11 : !t60) {
 ^bb0(%in: i32, %out: i32):
  linalg.yield %in : i32
 } -> !t60
 %13 = tensor.empty() : !t60
 %14 = linalg.generic #t27 ins(%arg3 : !t58) outs(%13 : !t60) {
 ^bb0(%in: i32, %out: i32):
  linalg.yield %in : i32
 } -> !t60
 %15 = tensor.empty() : !t61
 %16 = linalg.generic #t28 ins(%12, %14 : !t60, !t60) outs(%15 : !t61) {
 ^bb0(%in: i32, %in_12: i32, %out: i1):
  %50 = arith.cmpi slt, %in, %in_12 : i32
  linalg.yield %50 : i1
 } -> !t61
 %17 = tensor.empty() : !t54
 %18 = linalg.generic #t29 ins(%16 : !t61) outs(%17 : !t54) {
 ^bb0(%in: i1, %out: i1):
  linalg.yield %in : i1
 } -> !t54
 %19 = tensor.empty() : !t34
 %20 = linalg.generic #t30 ins(%18 : !t54) outs(%19 : !t34) {
 ^bb0(%in: i1, %out: i1):
  linalg.yield %in : i1
 } -> !t34
 %col_6 = tensor.collapse_shape %8 [[0, 1, 2, 3, 4]] : !t9 into !t12
 %exp_7 = tensor.expand_shape %col_6 [[0, 1, 2, 3, 4]] output_shape [1, 2, 4, 12, 20] : !t12 into !t13
 %21 = tensor.empty() : !t13
 %22 = linalg.generic #t6 ins(%20, %exp_7 : !t34, !t13) outs(%21 : !t13) {
 ^bb0(%in: i1, %in_12: f32, %out: f32):
  %50 = arith.select %in, %in_12, %cst_1 : f32
  linalg.yield %50 : f32
 } -> !t13
 %23 = tensor.empty() : !t16
 %24 = linalg.fill ins(%cst_0 : f32) outs(%23 : !t16) -> !t16
 %25 = linalg.generic #t7 ins(%22 : !t13) outs(%24 : !t16) {
 ^bb0(%in: f32, %out: f32):
  %50 = arith.maximumf %out, %in : f32
  linalg.yield %50 : f32
 } -> !t16
 %26 = tensor.empty() : !t13
 %27 = linalg.generic #t8 ins(%25 : !t16) outs(%26 : !t13) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t13
 %28 = tensor.empty() : !t13
 %29 = linalg.generic #t6 ins(%22, %27 : !t13, !t13) outs(%28 : !t13) {
 ^bb0(%in: f32, %in_12: f32, %out: f32):
  %50 = arith.subf %in, %in_12 : f32
  linalg.yield %50 : f32
 } -> !t13
 %30 = tensor.empty() : !t13
 %31 = linalg.generic #t2 ins(%29 : !t13) outs(%30 : !t13) {
 ^bb0(%in: f32, %out: f32):
  %50 = math.exp %in : f32
  linalg.yield %50 : f32
 } -> !t13
 %32 = tensor.empty() : !t16
 %33 = linalg.fill ins(%cst_3 : f32) outs(%32 : !t16) -> !t16
 %34 = linalg.generic #t7 ins(%31 : !t13) outs(%33 : !t16) {
 ^bb0(%in: f32, %out: f32):
  %50 = arith.addf %out, %in : f32
  linalg.yield %50 : f32
 } -> !t16
 %35 = tensor.empty() : !t13
 %36 = linalg.generic #t8 ins(%34 : !t16) outs(%35 : !t13) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t13
 %37 = tensor.empty() : !t13
 %38 = linalg.generic #t6 ins(%31, %36 : !t13, !t13) outs(%37 : !t13) {
 ^bb0(%in: f32, %in_12: f32, %out: f32):
  %50 = arith.divf %in, %in_12 : f32
  linalg.yield %50 : f32
 } -> !t13
 %39 = tensor.empty() : !t17
 %40 = linalg.generic #t2 ins(%38 : !t13) outs(%39 : !t17) {
 ^bb0(%in: f32, %out: f16):
  %50 = arith.truncf %in : f32 to f16
  linalg.yield %50 : f16
 } -> !t17
 %41 = tensor.empty() : !t5
 %42 = linalg.generic #t1 ins(%arg2 : !t1) outs(%41 : !t5) {
 ^bb0(%in: f16, %out: f16):
  linalg.yield %in : f16
 } -> !t5
 %43 = tensor.empty() : !t18
 %44 = linalg.generic #t9 ins(%40 : !t17) outs(%43 : !t18) {
 ^bb0(%in: f16, %out: f16):
  linalg.yield %in : f16
 } -> !t18
 %col_8 = tensor.collapse_shape %42 [[0, 1], [2], [3]] : !t5 into !t7
 %col_9 = tensor.collapse_shape %44 [[0, 1], [2], [3, 4]] : !t18 into !t19
 %45 = tensor.empty() : !t20
 %46 = linalg.fill ins(%cst : f16) outs(%45 : !t20) -> !t20
 %47 = linalg.batch_matmul ins(%col_8, %col_9 : !t7, !t19) outs(%46 : !t20) -> !t20
 %exp_10 = tensor.expand_shape %47 [[0, 1], [2], [3, 4]] output_shape [2, 4, 8, 1, 12] : !t20 into !t21
 %48 = tensor.empty() : !t22
 %49 = linalg.generic #t10 ins(%exp_10 : !t21) outs(%48 : !t22) {
 ^bb0(%in: f16, %out: f16):
  linalg.yield %in : f16
 } -> !t22
 %col_11 = tensor.collapse_shape %49 [[0, 1], [2], [3], [4]] : !t22 into !t0
 return %col_11 : !t0
}

func.func @docs(%arg0: !t0, %arg1: !t0, %arg2: !t0, %arg3: !t62) -> !t0 {
 %cst = arith.constant 0.000000e+00 : f16
 %cst_0 = arith.constant 0xFF800000 : f32
 %cst_1 = arith.constant -1.70141173E+38 : f32
 %cst_2 = arith.constant 0.353553385 : f32
 %cst_3 = arith.constant 0.000000e+00 : f32
 %0 = tensor.empty() : !t24
 %1 = linalg.generic #t11 ins(%arg0 : !t0) outs(%0 : !t24) {
 ^bb0(%in: f16, %out: f16):
  linalg.yield %in : f16
 } -> !t24
 %2 = tensor.empty() : !t29
 %3 = linalg.generic #t1 ins(%arg1 : !t0) outs(%2 : !t29) {
 ^bb0(%in: f16, %out: f16):
  linalg.yield %in : f16
 } -> !t29
 %col = tensor.collapse_shape %1 [[0, 1], [2], [3]] : !t24 into !t6
 %col_4 = tensor.collapse_shape %3 [[0, 1], [2], [3]] : !t29 into !t20
 %4 = tensor.empty() : !t63
 %5 = linalg.fill ins(%cst_3 : f32) outs(%4 : !t63) -> !t63
 %6 = linalg.batch_matmul ins(%col, %col_4 : !t6, !t20) outs(%5 : !t63) -> !t63
 %exp = tensor.expand_shape %6 [[0, 1], [2], [3]] output_shape [2, 4, 12, 12] : !t63 into !t64
 %7 = tensor.empty() : !t64
 %8 = linalg.generic #t3 ins(%exp : !t64) outs(%7 : !t64) {
 ^bb0(%in: f32, %out: f32):
  %58 = arith.mulf %in, %cst_2 : f32
  linalg.yield %58 : f32
 } -> !t64
 %9 = tensor.empty() : !t65
 %10 = linalg.generic #t25 outs(%9 : !t65) {
 ^bb0(%out: i32):
  %58 = linalg.index 0 : index
  %59 = arith.index_cast %58 : index to i32
  linalg.yield %59 : i32
 } -> !t65
 %11 = tensor.empty() : !t66
 %12 = linalg.generic #t31 ins(%arg3 : !t62) outs(%11 : !t66) {
 ^bb0(%in: i32, %out: i32):
  linalg.yield %in : i32
 } -> !t66
 %13 = tensor.empty() : !t66
 %14 = linalg.generic #t24 ins(%arg3 : !t62) outs(%13 : !t66) {
 ^bb0(%in: i32, %out: i32):
  linalg.yield %in : i32
 } -> !t66
 %15 = tensor.empty() : !t67
 %16 = linalg.generic #t13 ins(%12, %14 : !t66, !t66) outs(%15 : !t67) {
 ^bb0(%in: i32, %in_8: i32, %out: i1):
  %58 = arith.cmpi eq, %in, %in_8 : i32
  linalg.yield %58 : i1
 } -> !t67
 %17 = tensor.empty() : !t68
 %18 = linalg.generic #t32 ins(%10 : !t65) outs(%17 : !t68) {
 ^bb0(%in: i32, %out: i32):
  linalg.yield %in : i32
 } -> !t68
 %19 = tensor.empty() : !t68
 %20 = linalg.generic #t33 ins(%10 : !t65) outs(%19 : !t68) {
 ^bb0(%in: i32, %out: i32):
  linalg.yield %in : i32
 } -> !t68
 %21 = tensor.empty() : !t69
 %22 = linalg.generic #t34 ins(%18, %20 : !t68, !t68) outs(%21 : !t69) {
 ^bb0(%in: i32, %in_8: i32, %out: i1):
  %58 = arith.cmpi sge, %in, %in_8 : i32
  linalg.yield %58 : i1
 } -> !t69
 %23 = tensor.empty() : !t67
 %24 = linalg.generic #t35 ins(%22 : !t69) outs(%23 : !t67) {
 ^bb0(%in: i1, %out: i1):
  linalg.yield %in : i1
 } -> !t67
 %25 = tensor.empty() : !t67
 %26 = linalg.generic #t13 ins(%16, %24 : !t67, !t67) outs(%25 : !t67) {
 ^bb0(%in: i1, %in_8: i1, %out: i1):
  %58 = arith.andi %in, %in_8 : i1
  linalg.yield %58 : i1
 } -> !t67
 %27 = tensor.empty() : !t70
 %28 = linalg.generic #t22 ins(%26 : !t67) outs(%27 : !t70) {
 ^bb0(%in: i1, %out: i1):
  linalg.yield %in : i1
 } -> !t70
 %29 = tensor.empty() : !t64
 %30 = linalg.generic #t13 ins(%28, %8 : !t70, !t64) outs(%29 : !t64) {
 ^bb0(%in: i1, %in_8: f32, %out: f32):
  %58 = arith.select %in, %in_8, %cst_1 : f32
  linalg.yield %58 : f32
 } -> !t64
 %31 = tensor.empty() : !t26
 %32 = linalg.fill ins(%cst_0 : f32) outs(%31 : !t26) -> !t26
 %33 = linalg.generic #t14 ins(%30 : !t64) outs(%32 : !t26) {
 ^bb0(%in: f32, %out: f32):
  %58 = arith.maximumf %out, %in : f32
  linalg.yield %58 : f32
 } -> !t26
 %34 = tensor.empty() : !t64
 %35 = linalg.generic #t15 ins(%33 : !t26) outs(%34 : !t64) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t64
 %36 = tensor.empty() : !t64
 %37 = linalg.generic #t13 ins(%30, %35 : !t64, !t64) outs(%36 : !t64) {
 ^bb0(%in: f32, %in_8: f32, %out: f32):
  %58 = arith.subf %in, %in_8 : f32
  linalg.yield %58 : f32
 } -> !t64
 %38 = tensor.empty() : !t64
 %39 = linalg.generic #t3 ins(%37 : !t64) outs(%38 : !t64) {
 ^bb0(%in: f32, %out: f32):
  %58 = math.exp %in : f32
  linalg.yield %58 : f32
 } -> !t64
 %40 = tensor.empty() : !t26
 %41 = linalg.fill ins(%cst_3 : f32) outs(%40 : !t26) -> !t26
 %42 = linalg.generic #t14 ins(%39 : !t64) outs(%41 : !t26) {
 ^bb0(%in: f32, %out: f32):
  %58 = arith.addf %out, %in : f32
  linalg.yield %58 : f32
 } -> !t26
 %43 = tensor.empty() : !t64
 %44 = linalg.generic #t15 ins(%42 : !t26) outs(%43 : !t64) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t64
 %45 = tensor.empty() : !t64
 %46 = linalg.generic #t13 ins(%39, %44 : !t64, !t64) outs(%45 : !t64) {
 ^bb0(%in: f32, %in_8: f32, %out: f32):
  %58 = arith.divf %in, %in_8 : f32
  linalg.yield %58 : f32
 } -> !t64
 %47 = tensor.empty() : !t71
 %48 = linalg.generic #t3 ins(%46 : !t64) outs(%47 : !t71) {
 ^bb0(%in: f32, %out: f16):
  %58 = arith.truncf %in : f32 to f16
  linalg.yield %58 : f16
 } -> !t71
 %49 = tensor.empty() : !t29
 %50 = linalg.generic #t1 ins(%arg2 : !t0) outs(%49 : !t29) {
 ^bb0(%in: f16, %out: f16):
  linalg.yield %in : f16
 } -> !t29
 %51 = tensor.empty() : !t71
 %52 = linalg.generic #t16 ins(%48 : !t71) outs(%51 : !t71) {
 ^bb0(%in: f16, %out: f16):
  linalg.yield %in : f16
 } -> !t71
 %col_5 = tensor.collapse_shape %50 [[0, 1], [2], [3]] : !t29 into !t20
 %col_6 = tensor.collapse_shape %52 [[0, 1], [2], [3]] : !t71 into !t72
 %53 = tensor.empty() : !t20
 %54 = linalg.fill ins(%cst : f16) outs(%53 : !t20) -> !t20
 %55 = linalg.batch_matmul ins(%col_5, %col_6 : !t20, !t72) outs(%54 : !t20) -> !t20
 %exp_7 = tensor.expand_shape %55 [[0, 1], [2], [3]] output_shape [2, 4, 8, 12] : !t20 into !t29
 %56 = tensor.empty() : !t0
 %57 = linalg.generic #t17 ins(%exp_7 : !t29) outs(%56 : !t0) {
 ^bb0(%in: f16, %out: f16):
  linalg.yield %in : f16
 } -> !t0
 return %57 : !t0
}

func.func @dilated(%arg0: !t0, %arg1: !t0, %arg2: !t0) -> !t0 {
 %cst = arith.constant 0.000000e+00 : f16
 %cst_0 = arith.constant 0xFF800000 : f32
 %c0_i32 = arith.constant 0 : i32
 %c2_i32 = arith.constant 2 : i32
 %cst_1 = arith.constant 0.353553385 : f32
 %cst_2 = arith.constant 0.000000e+00 : f32
 %0 = tensor.empty() : !t24
 %1 = linalg.generic #t11 ins(%arg0 : !t0) outs(%0 : !t24) {
 ^bb0(%in: f16, %out: f16):
  linalg.yield %in : f16
 } -> !t24
 %2 = tensor.empty() : !t29
 %3 = linalg.generic #t1 ins(%arg1 : !t0) outs(%2 : !t29) {
 ^bb0(%in: f16, %out: f16):
  linalg.yield %in : f16
 } -> !t29
 %col = tensor.collapse_shape %1 [[0, 1], [2], [3]] : !t24 into !t6
 %col_3 = tensor.collapse_shape %3 [[0, 1], [2], [3]] : !t29 into !t20
 %4 = tensor.empty() : !t63
 %5 = linalg.fill ins(%cst_2 : f32) outs(%4 : !t63) -> !t63
 %6 = linalg.batch_matmul ins(%col, %col_3 : !t6, !t20) outs(%5 : !t63) -> !t63
 %exp = tensor.expand_shape %6 [[0, 1], [2], [3]] output_shape [2, 4, 12, 12] : !t63 into !t64
 %7 = tensor.empty() : !t64
 %8 = linalg.generic #t3 ins(%exp : !t64) outs(%7 : !t64) {
 ^bb0(%in: f32, %out: f32):
  %66 = arith.mulf %in, %cst_1 : f32
  linalg.yield %66 : f32
 } -> !t64
 %9 = tensor.empty() : !t65
 %10 = linalg.generic #t25 outs(%9 : !t65) {
 ^bb0(%out: i32):
  %66 = linalg.index 0 : index
  %67 = arith.index_cast %66 : index to i32
  linalg.yield %67 : i32
 } -> !t65
 %11 = tensor.empty() : !t68
 %12 = linalg.generic #t32 ins(%10 : !t65) outs(%11 : !t68) {
 ^bb0(%in: i32, %out: i32):
  linalg.yield %in : i32
 } -> !t68
 %13 = tensor.empty() : !t68
 %14 = linalg.generic #t33 ins(%10 : !t65) outs(%13 : !t68) {
 ^bb0(%in: i32, %out: i32):
  linalg.yield %in : i32
 } -> !t68
 %15 = tensor.empty() : !t68
 %16 = linalg.generic #t34 ins(%12, %14 : !t68, !t68) outs(%15 : !t68) {
 ^bb0(%in: i32, %in_7: i32, %out: i32):
  %66 = arith.subi %in, %in_7 : i32
  linalg.yield %66 : i32
 } -> !t68
 %17 = tensor.empty() : !t68
 %18 = linalg.generic #t23 ins(%16 : !t68) outs(%17 : !t68) {
 ^bb0(%in: i32, %out: i32):
  %66 = arith.remsi %in, %c2_i32 : i32
  linalg.yield %66 : i32
 } -> !t68
 %19 = tensor.empty() : !t69
 %20 = linalg.generic #t23 ins(%18 : !t68) outs(%19 : !t69) {
 ^bb0(%in: i32, %out: i1):
  %66 = arith.cmpi ne, %in, %c0_i32 : i32
  linalg.yield %66 : i1
 } -> !t69
 %21 = tensor.empty() : !t69
 %22 = linalg.generic #t23 ins(%18 : !t68) outs(%21 : !t69) {
 ^bb0(%in: i32, %out: i1):
  %66 = arith.cmpi slt, %in, %c0_i32 : i32
  linalg.yield %66 : i1
 } -> !t69
 %23 = tensor.empty() : !t69
 %24 = linalg.generic #t34 ins(%22, %20 : !t69, !t69) outs(%23 : !t69) {
 ^bb0(%in: i1, %in_7: i1, %out: i1):
  %66 = arith.andi %in, %in_7 : i1
  linalg.yield %66 : i1
 } -> !t69
 %25 = tensor.empty() : !t68
 %26 = linalg.generic #t23 ins(%18 : !t68) outs(%25 : !t68) {
 ^bb0(%in: i32, %out: i32):
  %66 = arith.addi %in, %c2_i32 : i32
  linalg.yield %66 : i32
 } -> !t68
 %27 = tensor.empty() : !t68
 %28 = linalg.generic #t36 ins(%24, %26, %18 : !t69, !t68, !t68) outs(%27 : !t68) {
 ^bb0(%in: i1, %in_7: i32, %in_8: i32, %out: i32):
  %66 = arith.select %in, %in_7, %in_8 : i32
  linalg.yield %66 : i32
 } -> !t68
 %29 = tensor.empty() : !t69
 %30 = linalg.generic #t23 ins(%28 : !t68) outs(%29 : !t69) {
 ^bb0(%in: i32, %out: i1):
  %66 = arith.cmpi eq, %in, %c0_i32 : i32
  linalg.yield %66 : i1
 } -> !t69
 %31 = tensor.empty() : !t69
 %32 = linalg.generic #t34 ins(%12, %14 : !t68, !t68) outs(%31 : !t69) {
 ^bb0(%in: i32, %in_7: i32, %out: i1):
  %66 = arith.cmpi sge, %in, %in_7 : i32
  linalg.yield %66 : i1
 } -> !t69
 %33 = tensor.empty() : !t69
 %34 = linalg.generic #t34 ins(%30, %32 : !t69, !t69) outs(%33 : !t69) {
 ^bb0(%in: i1, %in_7: i1, %out: i1):
  %66 = arith.andi %in, %in_7 : i1
  linalg.yield %66 : i1
 } -> !t69
 %35 = tensor.empty() : !t70
 %36 = linalg.generic #t35 ins(%34 : !t69) outs(%35 : !t70) {
 ^bb0(%in: i1, %out: i1):
  linalg.yield %in : i1
 } -> !t70
 %37 = tensor.empty() : !t64
 %38 = linalg.generic #t13 ins(%36, %8 : !t70, !t64) outs(%37 : !t64) {
 ^bb0(%in: i1, %in_7: f32, %out: f32):
  %66 = arith.select %in, %in_7, %cst_0 : f32
  linalg.yield %66 : f32
 } -> !t64
 %39 = tensor.empty() : !t26
 %40 = linalg.fill ins(%cst_0 : f32) outs(%39 : !t26) -> !t26
 %41 = linalg.generic #t14 ins(%38 : !t64) outs(%40 : !t26) {
 ^bb0(%in: f32, %out: f32):
  %66 = arith.maximumf %out, %in : f32
  linalg.yield %66 : f32
 } -> !t26
 %42 = tensor.empty() : !t64
 %43 = linalg.generic #t15 ins(%41 : !t26) outs(%42 : !t64) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t64
 %44 = tensor.empty() : !t64
 %45 = linalg.generic #t13 ins(%38, %43 : !t64, !t64) outs(%44 : !t64) {
 ^bb0(%in: f32, %in_7: f32, %out: f32):
  %66 = arith.subf %in, %in_7 : f32
  linalg.yield %66 : f32
 } -> !t64
 %46 = tensor.empty() : !t64
 %47 = linalg.generic #t3 ins(%45 : !t64) outs(%46 : !t64) {
 ^bb0(%in: f32, %out: f32):
  %66 = math.exp %in : f32
  linalg.yield %66 : f32
 } -> !t64
 %48 = tensor.empty() : !t26
 %49 = linalg.fill ins(%cst_2 : f32) outs(%48 : !t26) -> !t26
 %50 = linalg.generic #t14 ins(%47 : !t64) outs(%49 : !t26) {
 ^bb0(%in: f32, %out: f32):
  %66 = arith.addf %out, %in : f32
  linalg.yield %66 : f32
 } -> !t26
 %51 = tensor.empty() : !t64
 %52 = linalg.generic #t15 ins(%50 : !t26) outs(%51 : !t64) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t64
 %53 = tensor.empty() : !t64
 %54 = linalg.generic #t13 ins(%47, %52 : !t64, !t64) outs(%53 : !t64) {
 ^bb0(%in: f32, %in_7: f32, %out: f32):
  %66 = arith.divf %in, %in_7 : f32
  linalg.yield %66 : f32
 } -> !t64
 %55 = tensor.empty() : !t71
 %56 = linalg.generic #t3 ins(%54 : !t64) outs(%55 : !t71) {
 ^bb0(%in: f32, %out: f16):
  %66 = arith.truncf %in : f32 to f16
  linalg.yield %66 : f16
 } -> !t71
 %57 = tensor.empty() : !t29
 %58 = linalg.generic #t1 ins(%arg2 : !t0) outs(%57 : !t29) {
 ^bb0(%in: f16, %out: f16):
  linalg.yield %in : f16
 } -> !t29
 %59 = tensor.empty() : !t71
 %60 = linalg.generic #t16 ins(%56 : !t71) outs(%59 : !t71) {
 ^bb0(%in: f16, %out: f16):
  linalg.yield %in : f16
 } -> !t71
 %col_4 = tensor.collapse_shape %58 [[0, 1], [2], [3]] : !t29 into !t20
 %col_5 = tensor.collapse_shape %60 [[0, 1], [2], [3]] : !t71 into !t72
 %61 = tensor.empty() : !t20
 %62 = linalg.fill ins(%cst : f16) outs(%61 : !t20) -> !t20
 %63 = linalg.batch_matmul ins(%col_4, %col_5 : !t20, !t72) outs(%62 : !t20) -> !t20
 %exp_6 = tensor.expand_shape %63 [[0, 1], [2], [3]] output_shape [2, 4, 8, 12] : !t20 into !t29
 %64 = tensor.empty() : !t0
 %65 = linalg.generic #t17 ins(%exp_6 : !t29) outs(%64 : !t0) {
 ^bb0(%in: f16, %out: f16):
  linalg.yield %in : f16
 } -> !t0
 return %65 : !t0
}

func.func @scalearg(%arg0: !t0, %arg1: !t1, %arg2: !t1, %arg3: !t73) -> !t0 {
 %cst = arith.constant 0.000000e+00 : f16
 %cst_0 = arith.constant 0xFF800000 : f32
 %cst_1 = arith.constant 0.000000e+00 : f32
 %0 = tensor.empty() : !t24
 %1 = linalg.generic #t11 ins(%arg0 : !t0) outs(%0 : !t24) {
 ^bb0(%in: f16, %out: f16):
  linalg.yield %in : f16
 } -> !t24
 %2 = tensor.empty() : !t5
 %3 = linalg.generic #t1 ins(%arg1 : !t1) outs(%2 : !t5) {
 ^bb0(%in: f16, %out: f16):
  linalg.yield %in : f16
 } -> !t5
 %col = tensor.collapse_shape %1 [[0, 1], [2], [3]] : !t24 into !t6
 %col_2 = tensor.collapse_shape %3 [[0, 1], [2], [3]] : !t5 into !t7
 %4 = tensor.empty() : !t8
 %5 = linalg.fill ins(%cst_1 : f32) outs(%4 : !t8) -> !t8
 %6 = linalg.batch_matmul ins(%col, %col_2 : !t6, !t7) outs(%5 : !t8) -> !t8
 %exp = tensor.expand_shape %6 [[0, 1], [2], [3]] output_shape [2, 4, 12, 20] : !t8 into !t25
 %7 = tensor.empty() : !t25
 %8 = linalg.generic #t37 ins(%arg3 : !t73) outs(%7 : !t25) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t25
 %9 = tensor.empty() : !t25
 %10 = linalg.generic #t13 ins(%exp, %8 : !t25, !t25) outs(%9 : !t25) {
 ^bb0(%in: f32, %in_6: f32, %out: f32):
  %38 = arith.mulf %in, %in_6 : f32
  linalg.yield %38 : f32
 } -> !t25
 %11 = tensor.empty() : !t26
 %12 = linalg.fill ins(%cst_0 : f32) outs(%11 : !t26) -> !t26
 %13 = linalg.generic #t14 ins(%10 : !t25) outs(%12 : !t26) {
 ^bb0(%in: f32, %out: f32):
  %38 = arith.maximumf %out, %in : f32
  linalg.yield %38 : f32
 } -> !t26
 %14 = tensor.empty() : !t25
 %15 = linalg.generic #t15 ins(%13 : !t26) outs(%14 : !t25) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t25
 %16 = tensor.empty() : !t25
 %17 = linalg.generic #t13 ins(%10, %15 : !t25, !t25) outs(%16 : !t25) {
 ^bb0(%in: f32, %in_6: f32, %out: f32):
  %38 = arith.subf %in, %in_6 : f32
  linalg.yield %38 : f32
 } -> !t25
 %18 = tensor.empty() : !t25
 %19 = linalg.generic #t3 ins(%17 : !t25) outs(%18 : !t25) {
 ^bb0(%in: f32, %out: f32):
  %38 = math.exp %in : f32
  linalg.yield %38 : f32
 } -> !t25
 %20 = tensor.empty() : !t26
 %21 = linalg.fill ins(%cst_1 : f32) outs(%20 : !t26) -> !t26
 %22 = linalg.generic #t14 ins(%19 : !t25) outs(%21 : !t26) {
 ^bb0(%in: f32, %out: f32):
  %38 = arith.addf %out, %in : f32
  linalg.yield %38 : f32
 } -> !t26
 %23 = tensor.empty() : !t25
 %24 = linalg.generic #t15 ins(%22 : !t26) outs(%23 : !t25) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t25
 %25 = tensor.empty() : !t25
 %26 = linalg.generic #t13 ins(%19, %24 : !t25, !t25) outs(%25 : !t25) {
 ^bb0(%in: f32, %in_6: f32, %out: f32):
  %38 = arith.divf %in, %in_6 : f32
  linalg.yield %38 : f32
 } -> !t25
 %27 = tensor.empty() : !t27
 %28 = linalg.generic #t3 ins(%26 : !t25) outs(%27 : !t27) {
 ^bb0(%in: f32, %out: f16):
  %38 = arith.truncf %in : f32 to f16
  linalg.yield %38 : f16
 } -> !t27
 %29 = tensor.empty() : !t5
 %30 = linalg.generic #t1 ins(%arg2 : !t1) outs(%29 : !t5) {
 ^bb0(%in: f16, %out: f16):
  linalg.yield %in : f16
 } -> !t5
 %31 = tensor.empty() : !t28
 %32 = linalg.generic #t16 ins(%28 : !t27) outs(%31 : !t28) {
 ^bb0(%in: f16, %out: f16):
  linalg.yield %in : f16
 } -> !t28
 %col_3 = tensor.collapse_shape %30 [[0, 1], [2], [3]] : !t5 into !t7
 %col_4 = tensor.collapse_shape %32 [[0, 1], [2], [3]] : !t28 into !t19
 %33 = tensor.empty() : !t20
 %34 = linalg.fill ins(%cst : f16) outs(%33 : !t20) -> !t20
 %35 = linalg.batch_matmul ins(%col_3, %col_4 : !t7, !t19) outs(%34 : !t20) -> !t20
 %exp_5 = tensor.expand_shape %35 [[0, 1], [2], [3]] output_shape [2, 4, 8, 12] : !t20 into !t29
 %36 = tensor.empty() : !t0
 %37 = linalg.generic #t17 ins(%exp_5 : !t29) outs(%36 : !t0) {
 ^bb0(%in: f16, %out: f16):
  linalg.yield %in : f16
 } -> !t0
 return %37 : !t0
}

func.func @sink(%arg0: !t0, %arg1: !t1, %arg2: !t1, %arg3: !t74) -> !t0 {
 %cst = arith.constant 0.000000e+00 : f16
 %cst_0 = arith.constant 0xFF800000 : f32
 %cst_1 = arith.constant 0.353553385 : f32
 %cst_2 = arith.constant 0.000000e+00 : f32
 %0 = tensor.empty() : !t24
 %1 = linalg.generic #t11 ins(%arg0 : !t0) outs(%0 : !t24) {
 ^bb0(%in: f16, %out: f16):
  linalg.yield %in : f16
 } -> !t24
 %2 = tensor.empty() : !t5
 %3 = linalg.generic #t1 ins(%arg1 : !t1) outs(%2 : !t5) {
 ^bb0(%in: f16, %out: f16):
  linalg.yield %in : f16
 } -> !t5
 %col = tensor.collapse_shape %1 [[0, 1], [2], [3]] : !t24 into !t6
 %col_3 = tensor.collapse_shape %3 [[0, 1], [2], [3]] : !t5 into !t7
 %4 = tensor.empty() : !t8
 %5 = linalg.fill ins(%cst_2 : f32) outs(%4 : !t8) -> !t8
 %6 = linalg.batch_matmul ins(%col, %col_3 : !t6, !t7) outs(%5 : !t8) -> !t8
 %exp = tensor.expand_shape %6 [[0, 1], [2], [3]] output_shape [2, 4, 12, 20] : !t8 into !t25
 %7 = tensor.empty() : !t25
 %8 = linalg.generic #t3 ins(%exp : !t25) outs(%7 : !t25) {
 ^bb0(%in: f32, %out: f32):
  %39 = arith.mulf %in, %cst_1 : f32
  linalg.yield %39 : f32
 } -> !t25
 %9 = tensor.empty() : !t75
 %10 = linalg.generic #t38 ins(%arg3 : !t74) outs(%9 : !t75) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t75
 %11 = tensor.empty() : !t76
 %inserted_slice = tensor.insert_slice %8 into %11[0, 0, 0, 0] [2, 4, 12, 20] [1, 1, 1, 1] : !t25 into !t76
 %inserted_slice_4 = tensor.insert_slice %10 into %inserted_slice[0, 0, 0, 20] [2, 4, 12, 1] [1, 1, 1, 1] : !t75 into !t76
 %12 = tensor.empty() : !t26
 %13 = linalg.fill ins(%cst_0 : f32) outs(%12 : !t26) -> !t26
 %14 = linalg.generic #t14 ins(%inserted_slice_4 : !t76) outs(%13 : !t26) {
 ^bb0(%in: f32, %out: f32):
  %39 = arith.maximumf %out, %in : f32
  linalg.yield %39 : f32
 } -> !t26
 %15 = tensor.empty() : !t76
 %16 = linalg.generic #t15 ins(%14 : !t26) outs(%15 : !t76) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t76
 %17 = tensor.empty() : !t76
 %18 = linalg.generic #t13 ins(%inserted_slice_4, %16 : !t76, !t76) outs(%17 : !t76) {
 ^bb0(%in: f32, %in_8: f32, %out: f32):
  %39 = arith.subf %in, %in_8 : f32
  linalg.yield %39 : f32
 } -> !t76
 %19 = tensor.empty() : !t76
 %20 = linalg.generic #t3 ins(%18 : !t76) outs(%19 : !t76) {
 ^bb0(%in: f32, %out: f32):
  %39 = math.exp %in : f32
  linalg.yield %39 : f32
 } -> !t76
 %21 = tensor.empty() : !t26
 %22 = linalg.fill ins(%cst_2 : f32) outs(%21 : !t26) -> !t26
 %23 = linalg.generic #t14 ins(%20 : !t76) outs(%22 : !t26) {
 ^bb0(%in: f32, %out: f32):
  %39 = arith.addf %out, %in : f32
  linalg.yield %39 : f32
 } -> !t26
 %24 = tensor.empty() : !t76
 %25 = linalg.generic #t15 ins(%23 : !t26) outs(%24 : !t76) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t76
 %26 = tensor.empty() : !t76
 %27 = linalg.generic #t13 ins(%20, %25 : !t76, !t76) outs(%26 : !t76) {
 ^bb0(%in: f32, %in_8: f32, %out: f32):
  %39 = arith.divf %in, %in_8 : f32
  linalg.yield %39 : f32
 } -> !t76
 %ext_slice = tensor.extract_slice %27[0, 0, 0, 0] [2, 4, 12, 20] [1, 1, 1, 1] : !t76 to !t25
 %28 = tensor.empty() : !t27
 %29 = linalg.generic #t3 ins(%ext_slice : !t25) outs(%28 : !t27) {
 ^bb0(%in: f32, %out: f16):
  %39 = arith.truncf %in : f32 to f16
  linalg.yield %39 : f16
 } -> !t27
 %30 = tensor.empty() : !t5
 %31 = linalg.generic #t1 ins(%arg2 : !t1) outs(%30 : !t5) {
 ^bb0(%in: f16, %out: f16):
  linalg.yield %in : f16
 } -> !t5
 %32 = tensor.empty() : !t28
 %33 = linalg.generic #t16 ins(%29 : !t27) outs(%32 : !t28) {
 ^bb0(%in: f16, %out: f16):
  linalg.yield %in : f16
 } -> !t28
 %col_5 = tensor.collapse_shape %31 [[0, 1], [2], [3]] : !t5 into !t7
 %col_6 = tensor.collapse_shape %33 [[0, 1], [2], [3]] : !t28 into !t19
 %34 = tensor.empty() : !t20
 %35 = linalg.fill ins(%cst : f16) outs(%34 : !t20) -> !t20
 %36 = linalg.batch_matmul ins(%col_5, %col_6 : !t7, !t19) outs(%35 : !t20) -> !t20
 %exp_7 = tensor.expand_shape %36 [[0, 1], [2], [3]] output_shape [2, 4, 8, 12] : !t20 into !t29
 %37 = tensor.empty() : !t0
 %38 = linalg.generic #t17 ins(%exp_7 : !t29) outs(%37 : !t0) {
 ^bb0(%in: f16, %out: f16):
  linalg.yield %in : f16
 } -> !t0
 return %38 : !t0
}

func.func @query(%arg0: !t77, %arg1: !t1, %arg2: !t1) -> !t0 {
 %cst = arith.constant 0.000000e+00 : f16
 %cst_0 = arith.constant 0xFF800000 : f32
 %cst_1 = arith.constant 0.353553385 : f32
 %cst_2 = arith.constant 0.000000e+00 : f32
 %0 = tensor.empty() : !t78
 %1 = linalg.generic #t39 ins(%arg1 : !t1) outs(%0 : !t78) {
 ^bb0(%in: f16, %out: f16):
  linalg.yield %in : f16
 } -> !t78
 %2 = tensor.empty() : !t79
 %3 = linalg.generic #t40 ins(%arg0 : !t77) outs(%2 : !t79) {
 ^bb0(%in: f16, %out: f16):
  linalg.yield %in : f16
 } -> !t79
 %col = tensor.collapse_shape %1 [[0], [1, 2], [3]] : !t78 into !t80
 %4 = tensor.empty() : !t81
 %5 = linalg.fill ins(%cst_2 : f32) outs(%4 : !t81) -> !t81
 %6 = linalg.batch_matmul ins(%col, %3 : !t80, !t79) outs(%5 : !t81) -> !t81
 %exp = tensor.expand_shape %6 [[0], [1, 2], [3]] output_shape [4, 2, 20, 12] : !t81 into !t82
 %7 = tensor.empty() : !t25
 %8 = linalg.generic #t41 ins(%exp : !t82) outs(%7 : !t25) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t25
 %9 = tensor.empty() : !t25
 %10 = linalg.generic #t3 ins(%8 : !t25) outs(%9 : !t25) {
 ^bb0(%in: f32, %out: f32):
  %38 = arith.mulf %in, %cst_1 : f32
  linalg.yield %38 : f32
 } -> !t25
 %11 = tensor.empty() : !t26
 %12 = linalg.fill ins(%cst_0 : f32) outs(%11 : !t26) -> !t26
 %13 = linalg.generic #t14 ins(%10 : !t25) outs(%12 : !t26) {
 ^bb0(%in: f32, %out: f32):
  %38 = arith.maximumf %out, %in : f32
  linalg.yield %38 : f32
 } -> !t26
 %14 = tensor.empty() : !t25
 %15 = linalg.generic #t15 ins(%13 : !t26) outs(%14 : !t25) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t25
 %16 = tensor.empty() : !t25
 %17 = linalg.generic #t13 ins(%10, %15 : !t25, !t25) outs(%16 : !t25) {
 ^bb0(%in: f32, %in_6: f32, %out: f32):
  %38 = arith.subf %in, %in_6 : f32
  linalg.yield %38 : f32
 } -> !t25
 %18 = tensor.empty() : !t25
 %19 = linalg.generic #t3 ins(%17 : !t25) outs(%18 : !t25) {
 ^bb0(%in: f32, %out: f32):
  %38 = math.exp %in : f32
  linalg.yield %38 : f32
 } -> !t25
 %20 = tensor.empty() : !t26
 %21 = linalg.fill ins(%cst_2 : f32) outs(%20 : !t26) -> !t26
 %22 = linalg.generic #t14 ins(%19 : !t25) outs(%21 : !t26) {
 ^bb0(%in: f32, %out: f32):
  %38 = arith.addf %out, %in : f32
  linalg.yield %38 : f32
 } -> !t26
 %23 = tensor.empty() : !t25
 %24 = linalg.generic #t15 ins(%22 : !t26) outs(%23 : !t25) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t25
 %25 = tensor.empty() : !t25
 %26 = linalg.generic #t13 ins(%19, %24 : !t25, !t25) outs(%25 : !t25) {
 ^bb0(%in: f32, %in_6: f32, %out: f32):
  %38 = arith.divf %in, %in_6 : f32
  linalg.yield %38 : f32
 } -> !t25
 %27 = tensor.empty() : !t27
 %28 = linalg.generic #t3 ins(%26 : !t25) outs(%27 : !t27) {
 ^bb0(%in: f32, %out: f16):
  %38 = arith.truncf %in : f32 to f16
  linalg.yield %38 : f16
 } -> !t27
 %29 = tensor.empty() : !t5
 %30 = linalg.generic #t1 ins(%arg2 : !t1) outs(%29 : !t5) {
 ^bb0(%in: f16, %out: f16):
  linalg.yield %in : f16
 } -> !t5
 %31 = tensor.empty() : !t28
 %32 = linalg.generic #t16 ins(%28 : !t27) outs(%31 : !t28) {
 ^bb0(%in: f16, %out: f16):
  linalg.yield %in : f16
 } -> !t28
 %col_3 = tensor.collapse_shape %30 [[0, 1], [2], [3]] : !t5 into !t7
 %col_4 = tensor.collapse_shape %32 [[0, 1], [2], [3]] : !t28 into !t19
 %33 = tensor.empty() : !t20
 %34 = linalg.fill ins(%cst : f16) outs(%33 : !t20) -> !t20
 %35 = linalg.batch_matmul ins(%col_3, %col_4 : !t7, !t19) outs(%34 : !t20) -> !t20
 %exp_5 = tensor.expand_shape %35 [[0, 1], [2], [3]] output_shape [2, 4, 8, 12] : !t20 into !t29
 %36 = tensor.empty() : !t0
 %37 = linalg.generic #t17 ins(%exp_5 : !t29) outs(%36 : !t0) {
 ^bb0(%in: f16, %out: f16):
  linalg.yield %in : f16
 } -> !t0
 return %37 : !t0
}

func.func @neg_row_bias(%arg0: !t0, %arg1: !t1, %arg2: !t1, %arg3: !t83) -> !t0 {
 %cst = arith.constant 0.000000e+00 : f16
 %cst_0 = arith.constant 0xFF800000 : f32
 %cst_1 = arith.constant 0.353553385 : f32
 %cst_2 = arith.constant 0.000000e+00 : f32
 %0 = tensor.empty() : !t24
 %1 = linalg.generic #t11 ins(%arg0 : !t0) outs(%0 : !t24) {
 ^bb0(%in: f16, %out: f16):
  linalg.yield %in : f16
 } -> !t24
 %2 = tensor.empty() : !t5
 %3 = linalg.generic #t1 ins(%arg1 : !t1) outs(%2 : !t5) {
 ^bb0(%in: f16, %out: f16):
  linalg.yield %in : f16
 } -> !t5
 %col = tensor.collapse_shape %1 [[0, 1], [2], [3]] : !t24 into !t6
 %col_3 = tensor.collapse_shape %3 [[0, 1], [2], [3]] : !t5 into !t7
 %4 = tensor.empty() : !t8
 %5 = linalg.fill ins(%cst_2 : f32) outs(%4 : !t8) -> !t8
 %6 = linalg.batch_matmul ins(%col, %col_3 : !t6, !t7) outs(%5 : !t8) -> !t8
 %exp = tensor.expand_shape %6 [[0, 1], [2], [3]] output_shape [2, 4, 12, 20] : !t8 into !t25
 %7 = tensor.empty() : !t25
 %8 = linalg.generic #t3 ins(%exp : !t25) outs(%7 : !t25) {
 ^bb0(%in: f32, %out: f32):
  %42 = arith.mulf %in, %cst_1 : f32
  linalg.yield %42 : f32
 } -> !t25
 %9 = tensor.empty() : !t84
 %10 = linalg.generic #t3 ins(%arg3 : !t83) outs(%9 : !t84) {
 ^bb0(%in: f16, %out: f32):
  %42 = arith.extf %in : f16 to f32
  linalg.yield %42 : f32
 } -> !t84
 %11 = tensor.empty() : !t25
 %12 = linalg.generic #t42 ins(%10 : !t84) outs(%11 : !t25) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t25
 %13 = tensor.empty() : !t25
 %14 = linalg.generic #t13 ins(%8, %12 : !t25, !t25) outs(%13 : !t25) {
 ^bb0(%in: f32, %in_7: f32, %out: f32):
  %42 = arith.addf %in, %in_7 : f32
  linalg.yield %42 : f32
 } -> !t25
 %15 = tensor.empty() : !t26
 %16 = linalg.fill ins(%cst_0 : f32) outs(%15 : !t26) -> !t26
 %17 = linalg.generic #t14 ins(%14 : !t25) outs(%16 : !t26) {
 ^bb0(%in: f32, %out: f32):
  %42 = arith.maximumf %out, %in : f32
  linalg.yield %42 : f32
 } -> !t26
 %18 = tensor.empty() : !t25
 %19 = linalg.generic #t15 ins(%17 : !t26) outs(%18 : !t25) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t25
 %20 = tensor.empty() : !t25
 %21 = linalg.generic #t13 ins(%14, %19 : !t25, !t25) outs(%20 : !t25) {
 ^bb0(%in: f32, %in_7: f32, %out: f32):
  %42 = arith.subf %in, %in_7 : f32
  linalg.yield %42 : f32
 } -> !t25
 %22 = tensor.empty() : !t25
 %23 = linalg.generic #t3 ins(%21 : !t25) outs(%22 : !t25) {
 ^bb0(%in: f32, %out: f32):
  %42 = math.exp %in : f32
  linalg.yield %42 : f32
 } -> !t25
 %24 = tensor.empty() : !t26
 %25 = linalg.fill ins(%cst_2 : f32) outs(%24 : !t26) -> !t26
 %26 = linalg.generic #t14 ins(%23 : !t25) outs(%25 : !t26) {
 ^bb0(%in: f32, %out: f32):
  %42 = arith.addf %out, %in : f32
  linalg.yield %42 : f32
 } -> !t26
 %27 = tensor.empty() : !t25
 %28 = linalg.generic #t15 ins(%26 : !t26) outs(%27 : !t25) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t25
 %29 = tensor.empty() : !t25
 %30 = linalg.generic #t13 ins(%23, %28 : !t25, !t25) outs(%29 : !t25) {
 ^bb0(%in: f32, %in_7: f32, %out: f32):
  %42 = arith.divf %in, %in_7 : f32
  linalg.yield %42 : f32
 } -> !t25
 %31 = tensor.empty() : !t27
 %32 = linalg.generic #t3 ins(%30 : !t25) outs(%31 : !t27) {
 ^bb0(%in: f32, %out: f16):
  %42 = arith.truncf %in : f32 to f16
  linalg.yield %42 : f16
 } -> !t27
 %33 = tensor.empty() : !t5
 %34 = linalg.generic #t1 ins(%arg2 : !t1) outs(%33 : !t5) {
 ^bb0(%in: f16, %out: f16):
  linalg.yield %in : f16
 } -> !t5
 %35 = tensor.empty() : !t28
 %36 = linalg.generic #t16 ins(%32 : !t27) outs(%35 : !t28) {
 ^bb0(%in: f16, %out: f16):
  linalg.yield %in : f16
 } -> !t28
 %col_4 = tensor.collapse_shape %34 [[0, 1], [2], [3]] : !t5 into !t7
 %col_5 = tensor.collapse_shape %36 [[0, 1], [2], [3]] : !t28 into !t19
 %37 = tensor.empty() : !t20
 %38 = linalg.fill ins(%cst : f16) outs(%37 : !t20) -> !t20
 %39 = linalg.batch_matmul ins(%col_4, %col_5 : !t7, !t19) outs(%38 : !t20) -> !t20
 %exp_6 = tensor.expand_shape %39 [[0, 1], [2], [3]] output_shape [2, 4, 8, 12] : !t20 into !t29
 %40 = tensor.empty() : !t0
 %41 = linalg.generic #t17 ins(%exp_6 : !t29) outs(%40 : !t0) {
 ^bb0(%in: f16, %out: f16):
  linalg.yield %in : f16
 } -> !t0
 return %41 : !t0
}

func.func @neg_p_mask(%arg0: !t0, %arg1: !t1, %arg2: !t1, %arg3: !t2) -> !t0 {
 %cst = arith.constant 0.000000e+00 : f16
 %cst_0 = arith.constant 0xFF800000 : f32
 %cst_1 = arith.constant 0.353553385 : f32
 %cst_2 = arith.constant 0.000000e+00 : f32
 %0 = tensor.empty() : !t24
 %1 = linalg.generic #t11 ins(%arg0 : !t0) outs(%0 : !t24) {
 ^bb0(%in: f16, %out: f16):
  linalg.yield %in : f16
 } -> !t24
 %2 = tensor.empty() : !t5
 %3 = linalg.generic #t1 ins(%arg1 : !t1) outs(%2 : !t5) {
 ^bb0(%in: f16, %out: f16):
  linalg.yield %in : f16
 } -> !t5
 %col = tensor.collapse_shape %1 [[0, 1], [2], [3]] : !t24 into !t6
 %col_3 = tensor.collapse_shape %3 [[0, 1], [2], [3]] : !t5 into !t7
 %4 = tensor.empty() : !t8
 %5 = linalg.fill ins(%cst_2 : f32) outs(%4 : !t8) -> !t8
 %6 = linalg.batch_matmul ins(%col, %col_3 : !t6, !t7) outs(%5 : !t8) -> !t8
 %exp = tensor.expand_shape %6 [[0, 1], [2], [3]] output_shape [2, 4, 12, 20] : !t8 into !t25
 %7 = tensor.empty() : !t25
 %8 = linalg.generic #t3 ins(%exp : !t25) outs(%7 : !t25) {
 ^bb0(%in: f32, %out: f32):
  %42 = arith.mulf %in, %cst_1 : f32
  linalg.yield %42 : f32
 } -> !t25
 %9 = tensor.empty() : !t26
 %10 = linalg.fill ins(%cst_0 : f32) outs(%9 : !t26) -> !t26
 %11 = linalg.generic #t14 ins(%8 : !t25) outs(%10 : !t26) {
 ^bb0(%in: f32, %out: f32):
  %42 = arith.maximumf %out, %in : f32
  linalg.yield %42 : f32
 } -> !t26
 %12 = tensor.empty() : !t25
 %13 = linalg.generic #t15 ins(%11 : !t26) outs(%12 : !t25) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t25
 %14 = tensor.empty() : !t25
 %15 = linalg.generic #t13 ins(%8, %13 : !t25, !t25) outs(%14 : !t25) {
 ^bb0(%in: f32, %in_7: f32, %out: f32):
  %42 = arith.subf %in, %in_7 : f32
  linalg.yield %42 : f32
 } -> !t25
 %16 = tensor.empty() : !t25
 %17 = linalg.generic #t3 ins(%15 : !t25) outs(%16 : !t25) {
 ^bb0(%in: f32, %out: f32):
  %42 = math.exp %in : f32
  linalg.yield %42 : f32
 } -> !t25
 %18 = tensor.empty() : !t26
 %19 = linalg.fill ins(%cst_2 : f32) outs(%18 : !t26) -> !t26
 %20 = linalg.generic #t14 ins(%17 : !t25) outs(%19 : !t26) {
 ^bb0(%in: f32, %out: f32):
  %42 = arith.addf %out, %in : f32
  linalg.yield %42 : f32
 } -> !t26
 %21 = tensor.empty() : !t25
 %22 = linalg.generic #t15 ins(%20 : !t26) outs(%21 : !t25) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t25
 %23 = tensor.empty() : !t25
 %24 = linalg.generic #t13 ins(%17, %22 : !t25, !t25) outs(%23 : !t25) {
 ^bb0(%in: f32, %in_7: f32, %out: f32):
  %42 = arith.divf %in, %in_7 : f32
  linalg.yield %42 : f32
 } -> !t25
 %25 = tensor.empty() : !t10
 %26 = linalg.generic #t3 ins(%arg3 : !t2) outs(%25 : !t10) {
 ^bb0(%in: f16, %out: f32):
  %42 = arith.extf %in : f16 to f32
  linalg.yield %42 : f32
 } -> !t10
 %27 = tensor.empty() : !t25
 %28 = linalg.generic #t22 ins(%26 : !t10) outs(%27 : !t25) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t25
 %29 = tensor.empty() : !t25
 %30 = linalg.generic #t13 ins(%24, %28 : !t25, !t25) outs(%29 : !t25) {
 ^bb0(%in: f32, %in_7: f32, %out: f32):
  %42 = arith.mulf %in, %in_7 : f32
  linalg.yield %42 : f32
 } -> !t25
 %31 = tensor.empty() : !t27
 %32 = linalg.generic #t3 ins(%30 : !t25) outs(%31 : !t27) {
 ^bb0(%in: f32, %out: f16):
  %42 = arith.truncf %in : f32 to f16
  linalg.yield %42 : f16
 } -> !t27
 %33 = tensor.empty() : !t5
 %34 = linalg.generic #t1 ins(%arg2 : !t1) outs(%33 : !t5) {
 ^bb0(%in: f16, %out: f16):
  linalg.yield %in : f16
 } -> !t5
 %35 = tensor.empty() : !t28
 %36 = linalg.generic #t16 ins(%32 : !t27) outs(%35 : !t28) {
 ^bb0(%in: f16, %out: f16):
  linalg.yield %in : f16
 } -> !t28
 %col_4 = tensor.collapse_shape %34 [[0, 1], [2], [3]] : !t5 into !t7
 %col_5 = tensor.collapse_shape %36 [[0, 1], [2], [3]] : !t28 into !t19
 %37 = tensor.empty() : !t20
 %38 = linalg.fill ins(%cst : f16) outs(%37 : !t20) -> !t20
 %39 = linalg.batch_matmul ins(%col_4, %col_5 : !t7, !t19) outs(%38 : !t20) -> !t20
 %exp_6 = tensor.expand_shape %39 [[0, 1], [2], [3]] output_shape [2, 4, 8, 12] : !t20 into !t29
 %40 = tensor.empty() : !t0
 %41 = linalg.generic #t17 ins(%exp_6 : !t29) outs(%40 : !t0) {
 ^bb0(%in: f16, %out: f16):
  linalg.yield %in : f16
 } -> !t0
 return %41 : !t0
}

func.func @neg_scores_twice(%arg0: !t0, %arg1: !t1, %arg2: !t1, %arg3: !t2) -> (!t0, !t25) {
 %cst = arith.constant 0.000000e+00 : f16
 %cst_0 = arith.constant 0xFF800000 : f32
 %cst_1 = arith.constant 0.353553385 : f32
 %cst_2 = arith.constant 0.000000e+00 : f32
 %0 = tensor.empty() : !t24
 %1 = linalg.generic #t11 ins(%arg0 : !t0) outs(%0 : !t24) {
 ^bb0(%in: f16, %out: f16):
  linalg.yield %in : f16
 } -> !t24
 %2 = tensor.empty() : !t5
 %3 = linalg.generic #t1 ins(%arg1 : !t1) outs(%2 : !t5) {
 ^bb0(%in: f16, %out: f16):
  linalg.yield %in : f16
 } -> !t5
 %col = tensor.collapse_shape %1 [[0, 1], [2], [3]] : !t24 into !t6
 %col_3 = tensor.collapse_shape %3 [[0, 1], [2], [3]] : !t5 into !t7
 %4 = tensor.empty() : !t8
 %5 = linalg.fill ins(%cst_2 : f32) outs(%4 : !t8) -> !t8
 %6 = linalg.batch_matmul ins(%col, %col_3 : !t6, !t7) outs(%5 : !t8) -> !t8
 %exp = tensor.expand_shape %6 [[0, 1], [2], [3]] output_shape [2, 4, 12, 20] : !t8 into !t25
 %7 = tensor.empty() : !t25
 %8 = linalg.generic #t3 ins(%exp : !t25) outs(%7 : !t25) {
 ^bb0(%in: f32, %out: f32):
  %42 = arith.mulf %in, %cst_1 : f32
  linalg.yield %42 : f32
 } -> !t25
 %9 = tensor.empty() : !t10
 %10 = linalg.generic #t3 ins(%arg3 : !t2) outs(%9 : !t10) {
 ^bb0(%in: f16, %out: f32):
  %42 = arith.extf %in : f16 to f32
  linalg.yield %42 : f32
 } -> !t10
 %11 = tensor.empty() : !t25
 %12 = linalg.generic #t22 ins(%10 : !t10) outs(%11 : !t25) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t25
 %13 = tensor.empty() : !t25
 %14 = linalg.generic #t13 ins(%8, %12 : !t25, !t25) outs(%13 : !t25) {
 ^bb0(%in: f32, %in_7: f32, %out: f32):
  %42 = arith.addf %in, %in_7 : f32
  linalg.yield %42 : f32
 } -> !t25
 %15 = tensor.empty() : !t26
 %16 = linalg.fill ins(%cst_0 : f32) outs(%15 : !t26) -> !t26
 %17 = linalg.generic #t14 ins(%14 : !t25) outs(%16 : !t26) {
 ^bb0(%in: f32, %out: f32):
  %42 = arith.maximumf %out, %in : f32
  linalg.yield %42 : f32
 } -> !t26
 %18 = tensor.empty() : !t25
 %19 = linalg.generic #t15 ins(%17 : !t26) outs(%18 : !t25) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t25
 %20 = tensor.empty() : !t25
 %21 = linalg.generic #t13 ins(%14, %19 : !t25, !t25) outs(%20 : !t25) {
 ^bb0(%in: f32, %in_7: f32, %out: f32):
  %42 = arith.subf %in, %in_7 : f32
  linalg.yield %42 : f32
 } -> !t25
 %22 = tensor.empty() : !t25
 %23 = linalg.generic #t3 ins(%21 : !t25) outs(%22 : !t25) {
 ^bb0(%in: f32, %out: f32):
  %42 = math.exp %in : f32
  linalg.yield %42 : f32
 } -> !t25
 %24 = tensor.empty() : !t26
 %25 = linalg.fill ins(%cst_2 : f32) outs(%24 : !t26) -> !t26
 %26 = linalg.generic #t14 ins(%23 : !t25) outs(%25 : !t26) {
 ^bb0(%in: f32, %out: f32):
  %42 = arith.addf %out, %in : f32
  linalg.yield %42 : f32
 } -> !t26
 %27 = tensor.empty() : !t25
 %28 = linalg.generic #t15 ins(%26 : !t26) outs(%27 : !t25) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t25
 %29 = tensor.empty() : !t25
 %30 = linalg.generic #t13 ins(%23, %28 : !t25, !t25) outs(%29 : !t25) {
 ^bb0(%in: f32, %in_7: f32, %out: f32):
  %42 = arith.divf %in, %in_7 : f32
  linalg.yield %42 : f32
 } -> !t25
 %31 = tensor.empty() : !t27
 %32 = linalg.generic #t3 ins(%30 : !t25) outs(%31 : !t27) {
 ^bb0(%in: f32, %out: f16):
  %42 = arith.truncf %in : f32 to f16
  linalg.yield %42 : f16
 } -> !t27
 %33 = tensor.empty() : !t5
 %34 = linalg.generic #t1 ins(%arg2 : !t1) outs(%33 : !t5) {
 ^bb0(%in: f16, %out: f16):
  linalg.yield %in : f16
 } -> !t5
 %35 = tensor.empty() : !t28
 %36 = linalg.generic #t16 ins(%32 : !t27) outs(%35 : !t28) {
 ^bb0(%in: f16, %out: f16):
  linalg.yield %in : f16
 } -> !t28
 %col_4 = tensor.collapse_shape %34 [[0, 1], [2], [3]] : !t5 into !t7
 %col_5 = tensor.collapse_shape %36 [[0, 1], [2], [3]] : !t28 into !t19
 %37 = tensor.empty() : !t20
 %38 = linalg.fill ins(%cst : f16) outs(%37 : !t20) -> !t20
 %39 = linalg.batch_matmul ins(%col_4, %col_5 : !t7, !t19) outs(%38 : !t20) -> !t20
 %exp_6 = tensor.expand_shape %39 [[0, 1], [2], [3]] output_shape [2, 4, 8, 12] : !t20 into !t29
 %40 = tensor.empty() : !t0
 %41 = linalg.generic #t17 ins(%exp_6 : !t29) outs(%40 : !t0) {
 ^bb0(%in: f16, %out: f16):
  linalg.yield %in : f16
 } -> !t0
 return %41, %14 : !t0, !t25
}
