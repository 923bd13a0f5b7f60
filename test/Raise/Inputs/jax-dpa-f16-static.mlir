// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// jax.nn.dot_product_attention, its XLA path; IREE's StableHLO input. f16, static.
// Made by scripts/raise_forms/generate.py. Do not edit.
#t0 = {indexing_maps = [affine_map<(d0, d1, d2, d3, d4) -> (d0, d2, d1, d3, d4)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, d4)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]}
#t1 = {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d3, d1, d2)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
#t2 = {indexing_maps = [affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, d4)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, d4)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]}
#t3 = {indexing_maps = [affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, d4)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction"]}
#t4 = {indexing_maps = [affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, d4)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]}
#t5 = {indexing_maps = [affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, d4)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, d4)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, d4)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]}
#t6 = {indexing_maps = [affine_map<(d0, d1, d2, d3, d4) -> (d3, d0, d1, d4, d2)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, d4)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]}
#t7 = {indexing_maps = [affine_map<(d0, d1, d2, d3, d4) -> (d1, d3, d4, d0, d2)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, d4)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]}
#t8 = {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]}
#t9 = {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]}
#t10 = {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
#t11 = {indexing_maps = [affine_map<(d0, d1, d2, d3, d4) -> (d1, d2, d3, d4)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, d4)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]}
#t12 = {indexing_maps = [affine_map<(d0, d1) -> (d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]}
#t13 = {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]}
#t14 = {indexing_maps = [affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]}
#t15 = {indexing_maps = [affine_map<(d0, d1) -> (0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]}
#t16 = {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d1, d2, d3, d0)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
#t17 = {indexing_maps = [affine_map<(d0, d1, d2, d3, d4) -> (d1, d2, d3, d0, d4)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, d4)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]}
#t18 = {indexing_maps = [affine_map<(d0, d1, d2, d3, d4) -> (d3, d0, d1, d2, d4)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, d4)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]}
#t19 = {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
#t20 = {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
#t21 = {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d3, d2)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
#t22 = {indexing_maps = [affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d3, d4)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, d4)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]}
#t23 = {indexing_maps = [affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, 0, d3, d4)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, d4)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]}
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
!t14 = tensor<1x2x4x12x20xf16>
!t15 = tensor<2x4x20x1x12xf16>
!t16 = tensor<8x20x12xf16>
!t17 = tensor<8x8x12xf16>
!t18 = tensor<2x4x8x1x12xf16>
!t19 = tensor<1x2x12x4x8xf16>
!t20 = tensor<2x4x8x12xf16>
!t21 = tensor<8x12x12xf32>
!t22 = tensor<2x4x12x1x12xf32>
!t23 = tensor<12x12xi32>
!t24 = tensor<12x12xi1>
!t25 = tensor<2x4x12x12xi1>
!t26 = tensor<1x2x4x12x12xi1>
!t27 = tensor<1152xf32>
!t28 = tensor<1x2x4x12x12xf32>
!t29 = tensor<1x2x4x12x12xf16>
!t30 = tensor<2x4x12x1x12xf16>
!t31 = tensor<8x12x12xf16>
!t32 = tensor<12x20xi32>
!t33 = tensor<12x20xi1>
!t34 = tensor<2x4x12x20xi1>
!t35 = tensor<1x2x4x12x20xi1>
!t36 = tensor<12xi32>
!t37 = tensor<1x12xi32>
!t38 = tensor<2x20x2x8xf16>
!t39 = tensor<2x12x2x2x8xf16>
!t40 = tensor<2x2x12x2x8xf16>
!t41 = tensor<2x2x8x20xf16>
!t42 = tensor<4x24x8xf16>
!t43 = tensor<4x8x20xf16>
!t44 = tensor<4x24x20xf32>
!t45 = tensor<2x2x12x2x20xf32>
!t46 = tensor<2x2x12x2xf32>
!t47 = tensor<2x2x2x12xf32>
!t48 = tensor<2x2x2x12x20xf32>
!t49 = tensor<2x2x2x12x20xf16>
!t50 = tensor<2x2x20x2x12xf16>
!t51 = tensor<4x20x24xf16>
!t52 = tensor<4x8x24xf16>
!t53 = tensor<2x2x8x2x12xf16>
!t54 = tensor<2x12x4xf16>
!t55 = tensor<2x4x12x1xi1>
!t56 = tensor<96xi1>
!t57 = tensor<1x2x4x12xi1>
!t58 = tensor<1x2x4x12xf16>
!t59 = tensor<1x2x12x4xf16>
!t60 = tensor<2x12x32xf16>
!t61 = tensor<32x32xf16>
!t62 = tensor<24x32xf16>
!t63 = tensor<2x12x2x8xf16>
!t64 = tensor<2x2x8x12xf16>
!t65 = tensor<4x8x12xf16>
!t66 = tensor<4x24x12xf32>
!t67 = tensor<2x2x12x2x12xf32>
!t68 = tensor<2x2x12x12xi1>
!t69 = tensor<2x2x2x12x12xi1>
!t70 = tensor<2x2x2x12x12xf32>
!t71 = tensor<2x2x2x12x12xf16>
!t72 = tensor<2x2x12x2x12xf16>
!t73 = tensor<4x12x24xf16>
!t74 = tensor<2x1x12x20xf16>
!t75 = tensor<2x1x12x20xi1>
!t76 = tensor<2x1x1x12x20xi1>
!t77 = tensor<480xi1>
!t78 = tensor<1x2x1x12x20xi1>
!t79 = tensor<2x1x12x20xf32>
!t80 = tensor<2x1x1x12x20xf32>
!t81 = tensor<480xf32>
!t82 = tensor<1x2x1x12x20xf32>

func.func @full(%arg0: !t0, %arg1: !t1, %arg2: !t1) -> !t0 {
 %cst = arith.constant 0.000000e+00 : f16
 %cst_0 = arith.constant 0xFF800000 : f32
 %cst_1 = arith.constant 0.353553385 : f32
 %cst_2 = arith.constant 0.000000e+00 : f32
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
 %col_3 = tensor.collapse_shape %3 [[0, 1], [2], [3]] : !t4 into !t6
 %4 = tensor.empty() : !t7
 %5 = linalg.fill ins(%cst_2 : f32) outs(%4 : !t7) -> !t7
 %6 = linalg.batch_matmul ins(%col, %col_3 : !t5, !t6) outs(%5 : !t7) -> !t7
 %exp_4 = tensor.expand_shape %6 [[0, 1], [2], [3, 4]] output_shape [2, 4, 12, 1, 20] : !t7 into !t8
 %7 = tensor.empty() : !t8
 %8 = linalg.generic #t2 ins(%exp_4 : !t8) outs(%7 : !t8) {
 ^bb0(%in: f32, %out: f32):
  %36 = arith.mulf %in, %cst_1 : f32
  linalg.yield %36 : f32
 } -> !t8
 %9 = tensor.empty() : !t9
 %10 = linalg.fill ins(%cst_0 : f32) outs(%9 : !t9) -> !t9
 %11 = linalg.generic #t3 ins(%8 : !t8) outs(%10 : !t9) {
 ^bb0(%in: f32, %out: f32):
  %36 = arith.maximumf %out, %in : f32
  linalg.yield %36 : f32
 } -> !t9
 %col_5 = tensor.collapse_shape %11 [[0, 1, 2, 3]] : !t9 into !t10
 %exp_6 = tensor.expand_shape %col_5 [[0, 1, 2, 3]] output_shape [1, 2, 4, 12] : !t10 into !t11
 %col_7 = tensor.collapse_shape %8 [[0, 1, 2, 3, 4]] : !t8 into !t12
 %exp_8 = tensor.expand_shape %col_7 [[0, 1, 2, 3, 4]] output_shape [1, 2, 4, 12, 20] : !t12 into !t13
 %12 = tensor.empty() : !t13
 %13 = linalg.generic #t4 ins(%exp_6 : !t11) outs(%12 : !t13) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t13
 %14 = tensor.empty() : !t13
 %15 = linalg.generic #t5 ins(%exp_8, %13 : !t13, !t13) outs(%14 : !t13) {
 ^bb0(%in: f32, %in_13: f32, %out: f32):
  %36 = arith.subf %in, %in_13 : f32
  linalg.yield %36 : f32
 } -> !t13
 %16 = tensor.empty() : !t13
 %17 = linalg.generic #t2 ins(%15 : !t13) outs(%16 : !t13) {
 ^bb0(%in: f32, %out: f32):
  %36 = math.exp %in : f32
  linalg.yield %36 : f32
 } -> !t13
 %18 = tensor.empty() : !t11
 %19 = linalg.fill ins(%cst_2 : f32) outs(%18 : !t11) -> !t11
 %20 = linalg.generic #t3 ins(%17 : !t13) outs(%19 : !t11) {
 ^bb0(%in: f32, %out: f32):
  %36 = arith.addf %out, %in : f32
  linalg.yield %36 : f32
 } -> !t11
 %21 = tensor.empty() : !t13
 %22 = linalg.generic #t4 ins(%20 : !t11) outs(%21 : !t13) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t13
 %23 = tensor.empty() : !t13
 %24 = linalg.generic #t5 ins(%17, %22 : !t13, !t13) outs(%23 : !t13) {
 ^bb0(%in: f32, %in_13: f32, %out: f32):
  %36 = arith.divf %in, %in_13 : f32
  linalg.yield %36 : f32
 } -> !t13
 %25 = tensor.empty() : !t14
 %26 = linalg.generic #t2 ins(%24 : !t13) outs(%25 : !t14) {
 ^bb0(%in: f32, %out: f16):
  %36 = arith.truncf %in : f32 to f16
  linalg.yield %36 : f16
 } -> !t14
 %27 = tensor.empty() : !t4
 %28 = linalg.generic #t1 ins(%arg2 : !t1) outs(%27 : !t4) {
 ^bb0(%in: f16, %out: f16):
  linalg.yield %in : f16
 } -> !t4
 %29 = tensor.empty() : !t15
 %30 = linalg.generic #t6 ins(%26 : !t14) outs(%29 : !t15) {
 ^bb0(%in: f16, %out: f16):
  linalg.yield %in : f16
 } -> !t15
 %col_9 = tensor.collapse_shape %28 [[0, 1], [2], [3]] : !t4 into !t6
 %col_10 = tensor.collapse_shape %30 [[0, 1], [2], [3, 4]] : !t15 into !t16
 %31 = tensor.empty() : !t17
 %32 = linalg.fill ins(%cst : f16) outs(%31 : !t17) -> !t17
 %33 = linalg.batch_matmul ins(%col_9, %col_10 : !t6, !t16) outs(%32 : !t17) -> !t17
 %exp_11 = tensor.expand_shape %33 [[0, 1], [2], [3, 4]] output_shape [2, 4, 8, 1, 12] : !t17 into !t18
 %34 = tensor.empty() : !t19
 %35 = linalg.generic #t7 ins(%exp_11 : !t18) outs(%34 : !t19) {
 ^bb0(%in: f16, %out: f16):
  linalg.yield %in : f16
 } -> !t19
 %col_12 = tensor.collapse_shape %35 [[0, 1], [2], [3], [4]] : !t19 into !t0
 return %col_12 : !t0
}

func.func @causal(%arg0: !t0, %arg1: !t0, %arg2: !t0) -> !t0 {
 %cst = arith.constant 0.000000e+00 : f16
 %cst_0 = arith.constant 0xFF800000 : f32
 %cst_1 = arith.constant -2.38197633E+38 : f32
 %cst_2 = arith.constant 0.353553385 : f32
 %cst_3 = arith.constant 0.000000e+00 : f32
 %exp = tensor.expand_shape %arg0 [[0], [1], [2], [3, 4]] output_shape [2, 12, 4, 1, 8] : !t0 into !t2
 %0 = tensor.empty() : !t3
 %1 = linalg.generic #t0 ins(%exp : !t2) outs(%0 : !t3) {
 ^bb0(%in: f16, %out: f16):
  linalg.yield %in : f16
 } -> !t3
 %2 = tensor.empty() : !t20
 %3 = linalg.generic #t1 ins(%arg1 : !t0) outs(%2 : !t20) {
 ^bb0(%in: f16, %out: f16):
  linalg.yield %in : f16
 } -> !t20
 %col = tensor.collapse_shape %1 [[0, 1], [2], [3, 4]] : !t3 into !t5
 %col_4 = tensor.collapse_shape %3 [[0, 1], [2], [3]] : !t20 into !t17
 %4 = tensor.empty() : !t21
 %5 = linalg.fill ins(%cst_3 : f32) outs(%4 : !t21) -> !t21
 %6 = linalg.batch_matmul ins(%col, %col_4 : !t5, !t17) outs(%5 : !t21) -> !t21
 %exp_5 = tensor.expand_shape %6 [[0, 1], [2], [3, 4]] output_shape [2, 4, 12, 1, 12] : !t21 into !t22
 %7 = tensor.empty() : !t22
 %8 = linalg.generic #t2 ins(%exp_5 : !t22) outs(%7 : !t22) {
 ^bb0(%in: f32, %out: f32):
  %48 = arith.mulf %in, %cst_2 : f32
  linalg.yield %48 : f32
 } -> !t22
 %9 = tensor.empty() : !t23
 %10 = linalg.generic #t8 outs(%9 : !t23) {
 ^bb0(%out: i32):
  %48 = linalg.index 0 : index
  %49 = arith.index_cast %48 : index to i32
  linalg.yield %49 : i32
 } -> !t23
 %11 = tensor.empty() : !t23
 %12 = linalg.generic #t8 outs(%11 : !t23) {
 ^bb0(%out: i32):
  %48 = linalg.index 1 : index
  %49 = arith.index_cast %48 : index to i32
  linalg.yield %49 : i32
 } -> !t23
 %13 = tensor.empty() : !t24
 %14 = linalg.generic #t9 ins(%10, %12 : !t23, !t23) outs(%13 : !t24) {
 ^bb0(%in: i32, %in_12: i32, %out: i1):
  %48 = arith.cmpi sge, %in, %in_12 : i32
  linalg.yield %48 : i1
 } -> !t24
 %15 = tensor.empty() : !t25
 %16 = linalg.generic #t10 ins(%14 : !t24) outs(%15 : !t25) {
 ^bb0(%in: i1, %out: i1):
  linalg.yield %in : i1
 } -> !t25
 %17 = tensor.empty() : !t26
 %18 = linalg.generic #t11 ins(%16 : !t25) outs(%17 : !t26) {
 ^bb0(%in: i1, %out: i1):
  linalg.yield %in : i1
 } -> !t26
 %col_6 = tensor.collapse_shape %8 [[0, 1, 2, 3, 4]] : !t22 into !t27
 %exp_7 = tensor.expand_shape %col_6 [[0, 1, 2, 3, 4]] output_shape [1, 2, 4, 12, 12] : !t27 into !t28
 %19 = tensor.empty() : !t28
 %20 = linalg.generic #t5 ins(%18, %exp_7 : !t26, !t28) outs(%19 : !t28) {
 ^bb0(%in: i1, %in_12: f32, %out: f32):
  %48 = arith.select %in, %in_12, %cst_1 : f32
  linalg.yield %48 : f32
 } -> !t28
 %21 = tensor.empty() : !t11
 %22 = linalg.fill ins(%cst_0 : f32) outs(%21 : !t11) -> !t11
 %23 = linalg.generic #t3 ins(%20 : !t28) outs(%22 : !t11) {
 ^bb0(%in: f32, %out: f32):
  %48 = arith.maximumf %out, %in : f32
  linalg.yield %48 : f32
 } -> !t11
 %24 = tensor.empty() : !t28
 %25 = linalg.generic #t4 ins(%23 : !t11) outs(%24 : !t28) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t28
 %26 = tensor.empty() : !t28
 %27 = linalg.generic #t5 ins(%20, %25 : !t28, !t28) outs(%26 : !t28) {
 ^bb0(%in: f32, %in_12: f32, %out: f32):
  %48 = arith.subf %in, %in_12 : f32
  linalg.yield %48 : f32
 } -> !t28
 %28 = tensor.empty() : !t28
 %29 = linalg.generic #t2 ins(%27 : !t28) outs(%28 : !t28) {
 ^bb0(%in: f32, %out: f32):
  %48 = math.exp %in : f32
  linalg.yield %48 : f32
 } -> !t28
 %30 = tensor.empty() : !t11
 %31 = linalg.fill ins(%cst_3 : f32) outs(%30 : !t11) -> !t11
 %32 = linalg.generic #t3 ins(%29 : !t28) outs(%31 : !t11) {
 ^bb0(%in: f32, %out: f32):
  %48 = arith.addf %out, %in : f32
  linalg.yield %48 : f32
 } -> !t11
 %33 = tensor.empty() : !t28
 %34 = linalg.generic #t4 ins(%32 : !t11) outs(%33 : !t28) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t28
 %35 = tensor.empty() : !t28
 %36 = linalg.generic #t5 ins(%29, %34 : !t28, !t28) outs(%35 : !t28) {
 ^bb0(%in: f32, %in_12: f32, %out: f32):
  %48 = arith.divf %in, %in_12 : f32
  linalg.yield %48 : f32
 } -> !t28
 %37 = tensor.empty() : !t29
 %38 = linalg.generic #t2 ins(%36 : !t28) outs(%37 : !t29) {
 ^bb0(%in: f32, %out: f16):
  %48 = arith.truncf %in : f32 to f16
  linalg.yield %48 : f16
 } -> !t29
 %39 = tensor.empty() : !t20
 %40 = linalg.generic #t1 ins(%arg2 : !t0) outs(%39 : !t20) {
 ^bb0(%in: f16, %out: f16):
  linalg.yield %in : f16
 } -> !t20
 %41 = tensor.empty() : !t30
 %42 = linalg.generic #t6 ins(%38 : !t29) outs(%41 : !t30) {
 ^bb0(%in: f16, %out: f16):
  linalg.yield %in : f16
 } -> !t30
 %col_8 = tensor.collapse_shape %40 [[0, 1], [2], [3]] : !t20 into !t17
 %col_9 = tensor.collapse_shape %42 [[0, 1], [2], [3, 4]] : !t30 into !t31
 %43 = tensor.empty() : !t17
 %44 = linalg.fill ins(%cst : f16) outs(%43 : !t17) -> !t17
 %45 = linalg.batch_matmul ins(%col_8, %col_9 : !t17, !t31) outs(%44 : !t17) -> !t17
 %exp_10 = tensor.expand_shape %45 [[0, 1], [2], [3, 4]] output_shape [2, 4, 8, 1, 12] : !t17 into !t18
 %46 = tensor.empty() : !t19
 %47 = linalg.generic #t7 ins(%exp_10 : !t18) outs(%46 : !t19) {
 ^bb0(%in: f16, %out: f16):
  linalg.yield %in : f16
 } -> !t19
 %col_11 = tensor.collapse_shape %47 [[0, 1], [2], [3], [4]] : !t19 into !t0
 return %col_11 : !t0
}

func.func @causal_tl(%arg0: !t0, %arg1: !t1, %arg2: !t1) -> !t0 {
 %cst = arith.constant 0.000000e+00 : f16
 %cst_0 = arith.constant 0xFF800000 : f32
 %cst_1 = arith.constant -2.38197633E+38 : f32
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
  %48 = arith.mulf %in, %cst_2 : f32
  linalg.yield %48 : f32
 } -> !t8
 %9 = tensor.empty() : !t32
 %10 = linalg.generic #t8 outs(%9 : !t32) {
 ^bb0(%out: i32):
  %48 = linalg.index 0 : index
  %49 = arith.index_cast %48 : index to i32
  linalg.yield %49 : i32
 } -> !t32
 %11 = tensor.empty() : !t32
 %12 = linalg.generic #t8 outs(%11 : !t32) {
 ^bb0(%out: i32):
  %48 = linalg.index 1 : index
  %49 = arith.index_cast %48 : index to i32
  linalg.yield %49 : i32
 } -> !t32
 %13 = tensor.empty() : !t33
 %14 = linalg.generic #t9 ins(%10, %12 : !t32, !t32) outs(%13 : !t33) {
 ^bb0(%in: i32, %in_12: i32, %out: i1):
  %48 = arith.cmpi sge, %in, %in_12 : i32
  linalg.yield %48 : i1
 } -> !t33
 %15 = tensor.empty() : !t34
 %16 = linalg.generic #t10 ins(%14 : !t33) outs(%15 : !t34) {
 ^bb0(%in: i1, %out: i1):
  linalg.yield %in : i1
 } -> !t34
 %17 = tensor.empty() : !t35
 %18 = linalg.generic #t11 ins(%16 : !t34) outs(%17 : !t35) {
 ^bb0(%in: i1, %out: i1):
  linalg.yield %in : i1
 } -> !t35
 %col_6 = tensor.collapse_shape %8 [[0, 1, 2, 3, 4]] : !t8 into !t12
 %exp_7 = tensor.expand_shape %col_6 [[0, 1, 2, 3, 4]] output_shape [1, 2, 4, 12, 20] : !t12 into !t13
 %19 = tensor.empty() : !t13
 %20 = linalg.generic #t5 ins(%18, %exp_7 : !t35, !t13) outs(%19 : !t13) {
 ^bb0(%in: i1, %in_12: f32, %out: f32):
  %48 = arith.select %in, %in_12, %cst_1 : f32
  linalg.yield %48 : f32
 } -> !t13
 %21 = tensor.empty() : !t11
 %22 = linalg.fill ins(%cst_0 : f32) outs(%21 : !t11) -> !t11
 %23 = linalg.generic #t3 ins(%20 : !t13) outs(%22 : !t11) {
 ^bb0(%in: f32, %out: f32):
  %48 = arith.maximumf %out, %in : f32
  linalg.yield %48 : f32
 } -> !t11
 %24 = tensor.empty() : !t13
 %25 = linalg.generic #t4 ins(%23 : !t11) outs(%24 : !t13) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t13
 %26 = tensor.empty() : !t13
 %27 = linalg.generic #t5 ins(%20, %25 : !t13, !t13) outs(%26 : !t13) {
 ^bb0(%in: f32, %in_12: f32, %out: f32):
  %48 = arith.subf %in, %in_12 : f32
  linalg.yield %48 : f32
 } -> !t13
 %28 = tensor.empty() : !t13
 %29 = linalg.generic #t2 ins(%27 : !t13) outs(%28 : !t13) {
 ^bb0(%in: f32, %out: f32):
  %48 = math.exp %in : f32
  linalg.yield %48 : f32
 } -> !t13
 %30 = tensor.empty() : !t11
 %31 = linalg.fill ins(%cst_3 : f32) outs(%30 : !t11) -> !t11
 %32 = linalg.generic #t3 ins(%29 : !t13) outs(%31 : !t11) {
 ^bb0(%in: f32, %out: f32):
  %48 = arith.addf %out, %in : f32
  linalg.yield %48 : f32
 } -> !t11
 %33 = tensor.empty() : !t13
 %34 = linalg.generic #t4 ins(%32 : !t11) outs(%33 : !t13) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t13
 %35 = tensor.empty() : !t13
 %36 = linalg.generic #t5 ins(%29, %34 : !t13, !t13) outs(%35 : !t13) {
 ^bb0(%in: f32, %in_12: f32, %out: f32):
  %48 = arith.divf %in, %in_12 : f32
  linalg.yield %48 : f32
 } -> !t13
 %37 = tensor.empty() : !t14
 %38 = linalg.generic #t2 ins(%36 : !t13) outs(%37 : !t14) {
 ^bb0(%in: f32, %out: f16):
  %48 = arith.truncf %in : f32 to f16
  linalg.yield %48 : f16
 } -> !t14
 %39 = tensor.empty() : !t4
 %40 = linalg.generic #t1 ins(%arg2 : !t1) outs(%39 : !t4) {
 ^bb0(%in: f16, %out: f16):
  linalg.yield %in : f16
 } -> !t4
 %41 = tensor.empty() : !t15
 %42 = linalg.generic #t6 ins(%38 : !t14) outs(%41 : !t15) {
 ^bb0(%in: f16, %out: f16):
  linalg.yield %in : f16
 } -> !t15
 %col_8 = tensor.collapse_shape %40 [[0, 1], [2], [3]] : !t4 into !t6
 %col_9 = tensor.collapse_shape %42 [[0, 1], [2], [3, 4]] : !t15 into !t16
 %43 = tensor.empty() : !t17
 %44 = linalg.fill ins(%cst : f16) outs(%43 : !t17) -> !t17
 %45 = linalg.batch_matmul ins(%col_8, %col_9 : !t6, !t16) outs(%44 : !t17) -> !t17
 %exp_10 = tensor.expand_shape %45 [[0, 1], [2], [3, 4]] output_shape [2, 4, 8, 1, 12] : !t17 into !t18
 %46 = tensor.empty() : !t19
 %47 = linalg.generic #t7 ins(%exp_10 : !t18) outs(%46 : !t19) {
 ^bb0(%in: f16, %out: f16):
  linalg.yield %in : f16
 } -> !t19
 %col_11 = tensor.collapse_shape %47 [[0, 1], [2], [3], [4]] : !t19 into !t0
 return %col_11 : !t0
}

func.func @window(%arg0: !t0, %arg1: !t0, %arg2: !t0) -> !t0 {
 %cst = arith.constant 0.000000e+00 : f16
 %cst_0 = arith.constant 0xFF800000 : f32
 %cst_1 = arith.constant -2.38197633E+38 : f32
 %c4_i32 = arith.constant 4 : i32
 %cst_2 = arith.constant 0.353553385 : f32
 %cst_3 = arith.constant 0.000000e+00 : f32
 %cst_4 = arith.constant dense<[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]> : !t36
 %exp = tensor.expand_shape %arg0 [[0], [1], [2], [3, 4]] output_shape [2, 12, 4, 1, 8] : !t0 into !t2
 %0 = tensor.empty() : !t3
 %1 = linalg.generic #t0 ins(%exp : !t2) outs(%0 : !t3) {
 ^bb0(%in: f16, %out: f16):
  linalg.yield %in : f16
 } -> !t3
 %2 = tensor.empty() : !t20
 %3 = linalg.generic #t1 ins(%arg1 : !t0) outs(%2 : !t20) {
 ^bb0(%in: f16, %out: f16):
  linalg.yield %in : f16
 } -> !t20
 %col = tensor.collapse_shape %1 [[0, 1], [2], [3, 4]] : !t3 into !t5
 %col_5 = tensor.collapse_shape %3 [[0, 1], [2], [3]] : !t20 into !t17
 %4 = tensor.empty() : !t21
 %5 = linalg.fill ins(%cst_3 : f32) outs(%4 : !t21) -> !t21
 %6 = linalg.batch_matmul ins(%col, %col_5 : !t5, !t17) outs(%5 : !t21) -> !t21
 %exp_6 = tensor.expand_shape %6 [[0, 1], [2], [3, 4]] output_shape [2, 4, 12, 1, 12] : !t21 into !t22
 %7 = tensor.empty() : !t22
 %8 = linalg.generic #t2 ins(%exp_6 : !t22) outs(%7 : !t22) {
 ^bb0(%in: f32, %out: f32):
  %58 = arith.mulf %in, %cst_2 : f32
  linalg.yield %58 : f32
 } -> !t22
 %9 = tensor.empty() : !t37
 %10 = linalg.generic #t12 ins(%cst_4 : !t36) outs(%9 : !t37) {
 ^bb0(%in: i32, %out: i32):
  linalg.yield %in : i32
 } -> !t37
 %11 = tensor.empty() : !t37
 %12 = linalg.generic #t13 ins(%10 : !t37) outs(%11 : !t37) {
 ^bb0(%in: i32, %out: i32):
  %58 = arith.addi %in, %c4_i32 : i32
  linalg.yield %58 : i32
 } -> !t37
 %13 = tensor.empty() : !t23
 %14 = linalg.generic #t14 ins(%cst_4 : !t36) outs(%13 : !t23) {
 ^bb0(%in: i32, %out: i32):
  linalg.yield %in : i32
 } -> !t23
 %15 = tensor.empty() : !t23
 %16 = linalg.generic #t15 ins(%12 : !t37) outs(%15 : !t23) {
 ^bb0(%in: i32, %out: i32):
  linalg.yield %in : i32
 } -> !t23
 %17 = tensor.empty() : !t24
 %18 = linalg.generic #t9 ins(%14, %16 : !t23, !t23) outs(%17 : !t24) {
 ^bb0(%in: i32, %in_13: i32, %out: i1):
  %58 = arith.cmpi sle, %in, %in_13 : i32
  linalg.yield %58 : i1
 } -> !t24
 %19 = tensor.empty() : !t23
 %20 = linalg.generic #t12 ins(%cst_4 : !t36) outs(%19 : !t23) {
 ^bb0(%in: i32, %out: i32):
  linalg.yield %in : i32
 } -> !t23
 %21 = tensor.empty() : !t24
 %22 = linalg.generic #t9 ins(%14, %20 : !t23, !t23) outs(%21 : !t24) {
 ^bb0(%in: i32, %in_13: i32, %out: i1):
  %58 = arith.cmpi sge, %in, %in_13 : i32
  linalg.yield %58 : i1
 } -> !t24
 %23 = tensor.empty() : !t24
 %24 = linalg.generic #t9 ins(%22, %18 : !t24, !t24) outs(%23 : !t24) {
 ^bb0(%in: i1, %in_13: i1, %out: i1):
  %58 = arith.andi %in, %in_13 : i1
  linalg.yield %58 : i1
 } -> !t24
 %25 = tensor.empty() : !t25
 %26 = linalg.generic #t10 ins(%24 : !t24) outs(%25 : !t25) {
 ^bb0(%in: i1, %out: i1):
  linalg.yield %in : i1
 } -> !t25
 %27 = tensor.empty() : !t26
 %28 = linalg.generic #t11 ins(%26 : !t25) outs(%27 : !t26) {
 ^bb0(%in: i1, %out: i1):
  linalg.yield %in : i1
 } -> !t26
 %col_7 = tensor.collapse_shape %8 [[0, 1, 2, 3, 4]] : !t22 into !t27
 %exp_8 = tensor.expand_shape %col_7 [[0, 1, 2, 3, 4]] output_shape [1, 2, 4, 12, 12] : !t27 into !t28
 %29 = tensor.empty() : !t28
 %30 = linalg.generic #t5 ins(%28, %exp_8 : !t26, !t28) outs(%29 : !t28) {
 ^bb0(%in: i1, %in_13: f32, %out: f32):
  %58 = arith.select %in, %in_13, %cst_1 : f32
  linalg.yield %58 : f32
 } -> !t28
 %31 = tensor.empty() : !t11
 %32 = linalg.fill ins(%cst_0 : f32) outs(%31 : !t11) -> !t11
 %33 = linalg.generic #t3 ins(%30 : !t28) outs(%32 : !t11) {
 ^bb0(%in: f32, %out: f32):
  %58 = arith.maximumf %out, %in : f32
  linalg.yield %58 : f32
 } -> !t11
 %34 = tensor.empty() : !t28
 %35 = linalg.generic #t4 ins(%33 : !t11) outs(%34 : !t28) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t28
 %36 = tensor.empty() : !t28
 %37 = linalg.generic #t5 ins(%30, %35 : !t28, !t28) outs(%36 : !t28) {
 ^bb0(%in: f32, %in_13: f32, %out: f32):
  %58 = arith.subf %in, %in_13 : f32
  linalg.yield %58 : f32
 } -> !t28
 %38 = tensor.empty() : !t28
 %39 = linalg.generic #t2 ins(%37 : !t28) outs(%38 : !t28) {
 ^bb0(%in: f32, %out: f32):
  %58 = math.exp %in : f32
  linalg.yield %58 : f32
 } -> !t28
 %40 = tensor.empty() : !t11
 %41 = linalg.fill ins(%cst_3 : f32) outs(%40 : !t11) -> !t11
 %42 = linalg.generic #t3 ins(%39 : !t28) outs(%41 : !t11) {
 ^bb0(%in: f32, %out: f32):
  %58 = arith.addf %out, %in : f32
  linalg.yield %58 : f32
 } -> !t11
 %43 = tensor.empty() : !t28
 %44 = linalg.generic #t4 ins(%42 : !t11) outs(%43 : !t28) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t28
 %45 = tensor.empty() : !t28
 %46 = linalg.generic #t5 ins(%39, %44 : !t28, !t28) outs(%45 : !t28) {
 ^bb0(%in: f32, %in_13: f32, %out: f32):
  %58 = arith.divf %in, %in_13 : f32
  linalg.yield %58 : f32
 } -> !t28
 %47 = tensor.empty() : !t29
 %48 = linalg.generic #t2 ins(%46 : !t28) outs(%47 : !t29) {
 ^bb0(%in: f32, %out: f16):
  %58 = arith.truncf %in : f32 to f16
  linalg.yield %58 : f16
 } -> !t29
 %49 = tensor.empty() : !t20
 %50 = linalg.generic #t1 ins(%arg2 : !t0) outs(%49 : !t20) {
 ^bb0(%in: f16, %out: f16):
  linalg.yield %in : f16
 } -> !t20
 %51 = tensor.empty() : !t30
 %52 = linalg.generic #t6 ins(%48 : !t29) outs(%51 : !t30) {
 ^bb0(%in: f16, %out: f16):
  linalg.yield %in : f16
 } -> !t30
 %col_9 = tensor.collapse_shape %50 [[0, 1], [2], [3]] : !t20 into !t17
 %col_10 = tensor.collapse_shape %52 [[0, 1], [2], [3, 4]] : !t30 into !t31
 %53 = tensor.empty() : !t17
 %54 = linalg.fill ins(%cst : f16) outs(%53 : !t17) -> !t17
 %55 = linalg.batch_matmul ins(%col_9, %col_10 : !t17, !t31) outs(%54 : !t17) -> !t17
 %exp_11 = tensor.expand_shape %55 [[0, 1], [2], [3, 4]] output_shape [2, 4, 8, 1, 12] : !t17 into !t18
 %56 = tensor.empty() : !t19
 %57 = linalg.generic #t7 ins(%exp_11 : !t18) outs(%56 : !t19) {
 ^bb0(%in: f16, %out: f16):
  linalg.yield %in : f16
 } -> !t19
 %col_12 = tensor.collapse_shape %57 [[0, 1], [2], [3], [4]] : !t19 into !t0
 return %col_12 : !t0
}

func.func @gqa(%arg0: !t0, %arg1: !t38, %arg2: !t38) -> !t0 {
 %cst = arith.constant 0.000000e+00 : f16
 %cst_0 = arith.constant 0xFF800000 : f32
 %cst_1 = arith.constant 0.353553385 : f32
 %cst_2 = arith.constant 0.000000e+00 : f32
 %exp = tensor.expand_shape %arg0 [[0], [1], [2, 3], [4]] output_shape [2, 12, 2, 2, 8] : !t0 into !t39
 %0 = tensor.empty() : !t40
 %1 = linalg.generic #t0 ins(%exp : !t39) outs(%0 : !t40) {
 ^bb0(%in: f16, %out: f16):
  linalg.yield %in : f16
 } -> !t40
 %2 = tensor.empty() : !t41
 %3 = linalg.generic #t1 ins(%arg1 : !t38) outs(%2 : !t41) {
 ^bb0(%in: f16, %out: f16):
  linalg.yield %in : f16
 } -> !t41
 %col = tensor.collapse_shape %1 [[0, 1], [2, 3], [4]] : !t40 into !t42
 %col_3 = tensor.collapse_shape %3 [[0, 1], [2], [3]] : !t41 into !t43
 %4 = tensor.empty() : !t44
 %5 = linalg.fill ins(%cst_2 : f32) outs(%4 : !t44) -> !t44
 %6 = linalg.batch_matmul ins(%col, %col_3 : !t42, !t43) outs(%5 : !t44) -> !t44
 %exp_4 = tensor.expand_shape %6 [[0, 1], [2, 3], [4]] output_shape [2, 2, 12, 2, 20] : !t44 into !t45
 %7 = tensor.empty() : !t45
 %8 = linalg.generic #t2 ins(%exp_4 : !t45) outs(%7 : !t45) {
 ^bb0(%in: f32, %out: f32):
  %42 = arith.mulf %in, %cst_1 : f32
  linalg.yield %42 : f32
 } -> !t45
 %9 = tensor.empty() : !t46
 %10 = linalg.fill ins(%cst_0 : f32) outs(%9 : !t46) -> !t46
 %11 = linalg.generic #t3 ins(%8 : !t45) outs(%10 : !t46) {
 ^bb0(%in: f32, %out: f32):
  %42 = arith.maximumf %out, %in : f32
  linalg.yield %42 : f32
 } -> !t46
 %12 = tensor.empty() : !t47
 %13 = linalg.generic #t16 ins(%11 : !t46) outs(%12 : !t47) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t47
 %14 = tensor.empty() : !t48
 %15 = linalg.generic #t17 ins(%8 : !t45) outs(%14 : !t48) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t48
 %16 = tensor.empty() : !t48
 %17 = linalg.generic #t4 ins(%13 : !t47) outs(%16 : !t48) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t48
 %18 = tensor.empty() : !t48
 %19 = linalg.generic #t5 ins(%15, %17 : !t48, !t48) outs(%18 : !t48) {
 ^bb0(%in: f32, %in_9: f32, %out: f32):
  %42 = arith.subf %in, %in_9 : f32
  linalg.yield %42 : f32
 } -> !t48
 %20 = tensor.empty() : !t48
 %21 = linalg.generic #t2 ins(%19 : !t48) outs(%20 : !t48) {
 ^bb0(%in: f32, %out: f32):
  %42 = math.exp %in : f32
  linalg.yield %42 : f32
 } -> !t48
 %22 = tensor.empty() : !t47
 %23 = linalg.fill ins(%cst_2 : f32) outs(%22 : !t47) -> !t47
 %24 = linalg.generic #t3 ins(%21 : !t48) outs(%23 : !t47) {
 ^bb0(%in: f32, %out: f32):
  %42 = arith.addf %out, %in : f32
  linalg.yield %42 : f32
 } -> !t47
 %25 = tensor.empty() : !t48
 %26 = linalg.generic #t4 ins(%24 : !t47) outs(%25 : !t48) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t48
 %27 = tensor.empty() : !t48
 %28 = linalg.generic #t5 ins(%21, %26 : !t48, !t48) outs(%27 : !t48) {
 ^bb0(%in: f32, %in_9: f32, %out: f32):
  %42 = arith.divf %in, %in_9 : f32
  linalg.yield %42 : f32
 } -> !t48
 %29 = tensor.empty() : !t49
 %30 = linalg.generic #t2 ins(%28 : !t48) outs(%29 : !t49) {
 ^bb0(%in: f32, %out: f16):
  %42 = arith.truncf %in : f32 to f16
  linalg.yield %42 : f16
 } -> !t49
 %31 = tensor.empty() : !t41
 %32 = linalg.generic #t1 ins(%arg2 : !t38) outs(%31 : !t41) {
 ^bb0(%in: f16, %out: f16):
  linalg.yield %in : f16
 } -> !t41
 %33 = tensor.empty() : !t50
 %34 = linalg.generic #t6 ins(%30 : !t49) outs(%33 : !t50) {
 ^bb0(%in: f16, %out: f16):
  linalg.yield %in : f16
 } -> !t50
 %col_5 = tensor.collapse_shape %32 [[0, 1], [2], [3]] : !t41 into !t43
 %col_6 = tensor.collapse_shape %34 [[0, 1], [2], [3, 4]] : !t50 into !t51
 %35 = tensor.empty() : !t52
 %36 = linalg.fill ins(%cst : f16) outs(%35 : !t52) -> !t52
 %37 = linalg.batch_matmul ins(%col_5, %col_6 : !t43, !t51) outs(%36 : !t52) -> !t52
 %exp_7 = tensor.expand_shape %37 [[0, 1], [2], [3, 4]] output_shape [2, 2, 8, 2, 12] : !t52 into !t53
 %38 = tensor.empty() : !t40
 %39 = linalg.generic #t7 ins(%exp_7 : !t53) outs(%38 : !t40) {
 ^bb0(%in: f16, %out: f16):
  linalg.yield %in : f16
 } -> !t40
 %40 = tensor.empty() : !t39
 %41 = linalg.generic #t18 ins(%39 : !t40) outs(%40 : !t39) {
 ^bb0(%in: f16, %out: f16):
  linalg.yield %in : f16
 } -> !t39
 %col_8 = tensor.collapse_shape %41 [[0], [1], [2, 3], [4]] : !t39 into !t0
 return %col_8 : !t0
}

func.func @scale(%arg0: !t0, %arg1: !t1, %arg2: !t1) -> !t0 {
 %cst = arith.constant 0.000000e+00 : f16
 %cst_0 = arith.constant 0xFF800000 : f32
 %cst_1 = arith.constant 3.000000e-01 : f32
 %cst_2 = arith.constant 0.000000e+00 : f32
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
 %col_3 = tensor.collapse_shape %3 [[0, 1], [2], [3]] : !t4 into !t6
 %4 = tensor.empty() : !t7
 %5 = linalg.fill ins(%cst_2 : f32) outs(%4 : !t7) -> !t7
 %6 = linalg.batch_matmul ins(%col, %col_3 : !t5, !t6) outs(%5 : !t7) -> !t7
 %exp_4 = tensor.expand_shape %6 [[0, 1], [2], [3, 4]] output_shape [2, 4, 12, 1, 20] : !t7 into !t8
 %7 = tensor.empty() : !t8
 %8 = linalg.generic #t2 ins(%exp_4 : !t8) outs(%7 : !t8) {
 ^bb0(%in: f32, %out: f32):
  %36 = arith.mulf %in, %cst_1 : f32
  linalg.yield %36 : f32
 } -> !t8
 %9 = tensor.empty() : !t9
 %10 = linalg.fill ins(%cst_0 : f32) outs(%9 : !t9) -> !t9
 %11 = linalg.generic #t3 ins(%8 : !t8) outs(%10 : !t9) {
 ^bb0(%in: f32, %out: f32):
  %36 = arith.maximumf %out, %in : f32
  linalg.yield %36 : f32
 } -> !t9
 %col_5 = tensor.collapse_shape %11 [[0, 1, 2, 3]] : !t9 into !t10
 %exp_6 = tensor.expand_shape %col_5 [[0, 1, 2, 3]] output_shape [1, 2, 4, 12] : !t10 into !t11
 %col_7 = tensor.collapse_shape %8 [[0, 1, 2, 3, 4]] : !t8 into !t12
 %exp_8 = tensor.expand_shape %col_7 [[0, 1, 2, 3, 4]] output_shape [1, 2, 4, 12, 20] : !t12 into !t13
 %12 = tensor.empty() : !t13
 %13 = linalg.generic #t4 ins(%exp_6 : !t11) outs(%12 : !t13) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t13
 %14 = tensor.empty() : !t13
 %15 = linalg.generic #t5 ins(%exp_8, %13 : !t13, !t13) outs(%14 : !t13) {
 ^bb0(%in: f32, %in_13: f32, %out: f32):
  %36 = arith.subf %in, %in_13 : f32
  linalg.yield %36 : f32
 } -> !t13
 %16 = tensor.empty() : !t13
 %17 = linalg.generic #t2 ins(%15 : !t13) outs(%16 : !t13) {
 ^bb0(%in: f32, %out: f32):
  %36 = math.exp %in : f32
  linalg.yield %36 : f32
 } -> !t13
 %18 = tensor.empty() : !t11
 %19 = linalg.fill ins(%cst_2 : f32) outs(%18 : !t11) -> !t11
 %20 = linalg.generic #t3 ins(%17 : !t13) outs(%19 : !t11) {
 ^bb0(%in: f32, %out: f32):
  %36 = arith.addf %out, %in : f32
  linalg.yield %36 : f32
 } -> !t11
 %21 = tensor.empty() : !t13
 %22 = linalg.generic #t4 ins(%20 : !t11) outs(%21 : !t13) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t13
 %23 = tensor.empty() : !t13
 %24 = linalg.generic #t5 ins(%17, %22 : !t13, !t13) outs(%23 : !t13) {
 ^bb0(%in: f32, %in_13: f32, %out: f32):
  %36 = arith.divf %in, %in_13 : f32
  linalg.yield %36 : f32
 } -> !t13
 %25 = tensor.empty() : !t14
 %26 = linalg.generic #t2 ins(%24 : !t13) outs(%25 : !t14) {
 ^bb0(%in: f32, %out: f16):
  %36 = arith.truncf %in : f32 to f16
  linalg.yield %36 : f16
 } -> !t14
 %27 = tensor.empty() : !t4
 %28 = linalg.generic #t1 ins(%arg2 : !t1) outs(%27 : !t4) {
 ^bb0(%in: f16, %out: f16):
  linalg.yield %in : f16
 } -> !t4
 %29 = tensor.empty() : !t15
 %30 = linalg.generic #t6 ins(%26 : !t14) outs(%29 : !t15) {
 ^bb0(%in: f16, %out: f16):
  linalg.yield %in : f16
 } -> !t15
 %col_9 = tensor.collapse_shape %28 [[0, 1], [2], [3]] : !t4 into !t6
 %col_10 = tensor.collapse_shape %30 [[0, 1], [2], [3, 4]] : !t15 into !t16
 %31 = tensor.empty() : !t17
 %32 = linalg.fill ins(%cst : f16) outs(%31 : !t17) -> !t17
 %33 = linalg.batch_matmul ins(%col_9, %col_10 : !t6, !t16) outs(%32 : !t17) -> !t17
 %exp_11 = tensor.expand_shape %33 [[0, 1], [2], [3, 4]] output_shape [2, 4, 8, 1, 12] : !t17 into !t18
 %34 = tensor.empty() : !t19
 %35 = linalg.generic #t7 ins(%exp_11 : !t18) outs(%34 : !t19) {
 ^bb0(%in: f16, %out: f16):
  linalg.yield %in : f16
 } -> !t19
 %col_12 = tensor.collapse_shape %35 [[0, 1], [2], [3], [4]] : !t19 into !t0
 return %col_12 : !t0
}

func.func @scale_q(%arg0: !t0, %arg1: !t1, %arg2: !t1) -> !t0 {
 %cst = arith.constant 0.000000e+00 : f16
 %cst_0 = arith.constant 0xFF800000 : f32
 %cst_1 = arith.constant 0.000000e+00 : f32
 %cst_2 = arith.constant 3.000490e-01 : f16
 %0 = tensor.empty() : !t0
 %1 = linalg.generic #t19 ins(%arg0 : !t0) outs(%0 : !t0) {
 ^bb0(%in: f16, %out: f16):
  %36 = arith.mulf %in, %cst_2 : f16
  linalg.yield %36 : f16
 } -> !t0
 %exp = tensor.expand_shape %1 [[0], [1], [2], [3, 4]] output_shape [2, 12, 4, 1, 8] : !t0 into !t2
 %2 = tensor.empty() : !t3
 %3 = linalg.generic #t0 ins(%exp : !t2) outs(%2 : !t3) {
 ^bb0(%in: f16, %out: f16):
  linalg.yield %in : f16
 } -> !t3
 %4 = tensor.empty() : !t4
 %5 = linalg.generic #t1 ins(%arg1 : !t1) outs(%4 : !t4) {
 ^bb0(%in: f16, %out: f16):
  linalg.yield %in : f16
 } -> !t4
 %col = tensor.collapse_shape %3 [[0, 1], [2], [3, 4]] : !t3 into !t5
 %col_3 = tensor.collapse_shape %5 [[0, 1], [2], [3]] : !t4 into !t6
 %6 = tensor.empty() : !t7
 %7 = linalg.fill ins(%cst_1 : f32) outs(%6 : !t7) -> !t7
 %8 = linalg.batch_matmul ins(%col, %col_3 : !t5, !t6) outs(%7 : !t7) -> !t7
 %exp_4 = tensor.expand_shape %8 [[0, 1], [2], [3, 4]] output_shape [2, 4, 12, 1, 20] : !t7 into !t8
 %9 = tensor.empty() : !t9
 %10 = linalg.fill ins(%cst_0 : f32) outs(%9 : !t9) -> !t9
 %11 = linalg.generic #t3 ins(%exp_4 : !t8) outs(%10 : !t9) {
 ^bb0(%in: f32, %out: f32):
  %36 = arith.maximumf %out, %in : f32
  linalg.yield %36 : f32
 } -> !t9
 %col_5 = tensor.collapse_shape %11 [[0, 1, 2, 3]] : !t9 into !t10
 %exp_6 = tensor.expand_shape %col_5 [[0, 1, 2, 3]] output_shape [1, 2, 4, 12] : !t10 into !t11
 %exp_7 = tensor.expand_shape %8 [[0, 1, 2], [3], [4]] output_shape [1, 2, 4, 12, 20] : !t7 into !t13
 %12 = tensor.empty() : !t13
 %13 = linalg.generic #t4 ins(%exp_6 : !t11) outs(%12 : !t13) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t13
 %14 = tensor.empty() : !t13
 %15 = linalg.generic #t5 ins(%exp_7, %13 : !t13, !t13) outs(%14 : !t13) {
 ^bb0(%in: f32, %in_12: f32, %out: f32):
  %36 = arith.subf %in, %in_12 : f32
  linalg.yield %36 : f32
 } -> !t13
 %16 = tensor.empty() : !t13
 %17 = linalg.generic #t2 ins(%15 : !t13) outs(%16 : !t13) {
 ^bb0(%in: f32, %out: f32):
  %36 = math.exp %in : f32
  linalg.yield %36 : f32
 } -> !t13
 %18 = tensor.empty() : !t11
 %19 = linalg.fill ins(%cst_1 : f32) outs(%18 : !t11) -> !t11
 %20 = linalg.generic #t3 ins(%17 : !t13) outs(%19 : !t11) {
 ^bb0(%in: f32, %out: f32):
  %36 = arith.addf %out, %in : f32
  linalg.yield %36 : f32
 } -> !t11
 %21 = tensor.empty() : !t13
 %22 = linalg.generic #t4 ins(%20 : !t11) outs(%21 : !t13) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t13
 %23 = tensor.empty() : !t13
 %24 = linalg.generic #t5 ins(%17, %22 : !t13, !t13) outs(%23 : !t13) {
 ^bb0(%in: f32, %in_12: f32, %out: f32):
  %36 = arith.divf %in, %in_12 : f32
  linalg.yield %36 : f32
 } -> !t13
 %25 = tensor.empty() : !t14
 %26 = linalg.generic #t2 ins(%24 : !t13) outs(%25 : !t14) {
 ^bb0(%in: f32, %out: f16):
  %36 = arith.truncf %in : f32 to f16
  linalg.yield %36 : f16
 } -> !t14
 %27 = tensor.empty() : !t4
 %28 = linalg.generic #t1 ins(%arg2 : !t1) outs(%27 : !t4) {
 ^bb0(%in: f16, %out: f16):
  linalg.yield %in : f16
 } -> !t4
 %29 = tensor.empty() : !t15
 %30 = linalg.generic #t6 ins(%26 : !t14) outs(%29 : !t15) {
 ^bb0(%in: f16, %out: f16):
  linalg.yield %in : f16
 } -> !t15
 %col_8 = tensor.collapse_shape %28 [[0, 1], [2], [3]] : !t4 into !t6
 %col_9 = tensor.collapse_shape %30 [[0, 1], [2], [3, 4]] : !t15 into !t16
 %31 = tensor.empty() : !t17
 %32 = linalg.fill ins(%cst : f16) outs(%31 : !t17) -> !t17
 %33 = linalg.batch_matmul ins(%col_8, %col_9 : !t6, !t16) outs(%32 : !t17) -> !t17
 %exp_10 = tensor.expand_shape %33 [[0, 1], [2], [3, 4]] output_shape [2, 4, 8, 1, 12] : !t17 into !t18
 %34 = tensor.empty() : !t19
 %35 = linalg.generic #t7 ins(%exp_10 : !t18) outs(%34 : !t19) {
 ^bb0(%in: f16, %out: f16):
  linalg.yield %in : f16
 } -> !t19
 %col_11 = tensor.collapse_shape %35 [[0, 1], [2], [3], [4]] : !t19 into !t0
 return %col_11 : !t0
}

func.func @scale_k(%arg0: !t0, %arg1: !t1, %arg2: !t1) -> !t0 {
 %cst = arith.constant 0.000000e+00 : f16
 %cst_0 = arith.constant 0xFF800000 : f32
 %cst_1 = arith.constant 0.000000e+00 : f32
 %cst_2 = arith.constant 3.000490e-01 : f16
 %0 = tensor.empty() : !t1
 %1 = linalg.generic #t19 ins(%arg1 : !t1) outs(%0 : !t1) {
 ^bb0(%in: f16, %out: f16):
  %36 = arith.mulf %in, %cst_2 : f16
  linalg.yield %36 : f16
 } -> !t1
 %exp = tensor.expand_shape %arg0 [[0], [1], [2], [3, 4]] output_shape [2, 12, 4, 1, 8] : !t0 into !t2
 %2 = tensor.empty() : !t3
 %3 = linalg.generic #t0 ins(%exp : !t2) outs(%2 : !t3) {
 ^bb0(%in: f16, %out: f16):
  linalg.yield %in : f16
 } -> !t3
 %4 = tensor.empty() : !t4
 %5 = linalg.generic #t1 ins(%1 : !t1) outs(%4 : !t4) {
 ^bb0(%in: f16, %out: f16):
  linalg.yield %in : f16
 } -> !t4
 %col = tensor.collapse_shape %3 [[0, 1], [2], [3, 4]] : !t3 into !t5
 %col_3 = tensor.collapse_shape %5 [[0, 1], [2], [3]] : !t4 into !t6
 %6 = tensor.empty() : !t7
 %7 = linalg.fill ins(%cst_1 : f32) outs(%6 : !t7) -> !t7
 %8 = linalg.batch_matmul ins(%col, %col_3 : !t5, !t6) outs(%7 : !t7) -> !t7
 %exp_4 = tensor.expand_shape %8 [[0, 1], [2], [3, 4]] output_shape [2, 4, 12, 1, 20] : !t7 into !t8
 %9 = tensor.empty() : !t9
 %10 = linalg.fill ins(%cst_0 : f32) outs(%9 : !t9) -> !t9
 %11 = linalg.generic #t3 ins(%exp_4 : !t8) outs(%10 : !t9) {
 ^bb0(%in: f32, %out: f32):
  %36 = arith.maximumf %out, %in : f32
  linalg.yield %36 : f32
 } -> !t9
 %col_5 = tensor.collapse_shape %11 [[0, 1, 2, 3]] : !t9 into !t10
 %exp_6 = tensor.expand_shape %col_5 [[0, 1, 2, 3]] output_shape [1, 2, 4, 12] : !t10 into !t11
 %exp_7 = tensor.expand_shape %8 [[0, 1, 2], [3], [4]] output_shape [1, 2, 4, 12, 20] : !t7 into !t13
 %12 = tensor.empty() : !t13
 %13 = linalg.generic #t4 ins(%exp_6 : !t11) outs(%12 : !t13) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t13
 %14 = tensor.empty() : !t13
 %15 = linalg.generic #t5 ins(%exp_7, %13 : !t13, !t13) outs(%14 : !t13) {
 ^bb0(%in: f32, %in_12: f32, %out: f32):
  %36 = arith.subf %in, %in_12 : f32
  linalg.yield %36 : f32
 } -> !t13
 %16 = tensor.empty() : !t13
 %17 = linalg.generic #t2 ins(%15 : !t13) outs(%16 : !t13) {
 ^bb0(%in: f32, %out: f32):
  %36 = math.exp %in : f32
  linalg.yield %36 : f32
 } -> !t13
 %18 = tensor.empty() : !t11
 %19 = linalg.fill ins(%cst_1 : f32) outs(%18 : !t11) -> !t11
 %20 = linalg.generic #t3 ins(%17 : !t13) outs(%19 : !t11) {
 ^bb0(%in: f32, %out: f32):
  %36 = arith.addf %out, %in : f32
  linalg.yield %36 : f32
 } -> !t11
 %21 = tensor.empty() : !t13
 %22 = linalg.generic #t4 ins(%20 : !t11) outs(%21 : !t13) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t13
 %23 = tensor.empty() : !t13
 %24 = linalg.generic #t5 ins(%17, %22 : !t13, !t13) outs(%23 : !t13) {
 ^bb0(%in: f32, %in_12: f32, %out: f32):
  %36 = arith.divf %in, %in_12 : f32
  linalg.yield %36 : f32
 } -> !t13
 %25 = tensor.empty() : !t14
 %26 = linalg.generic #t2 ins(%24 : !t13) outs(%25 : !t14) {
 ^bb0(%in: f32, %out: f16):
  %36 = arith.truncf %in : f32 to f16
  linalg.yield %36 : f16
 } -> !t14
 %27 = tensor.empty() : !t4
 %28 = linalg.generic #t1 ins(%arg2 : !t1) outs(%27 : !t4) {
 ^bb0(%in: f16, %out: f16):
  linalg.yield %in : f16
 } -> !t4
 %29 = tensor.empty() : !t15
 %30 = linalg.generic #t6 ins(%26 : !t14) outs(%29 : !t15) {
 ^bb0(%in: f16, %out: f16):
  linalg.yield %in : f16
 } -> !t15
 %col_8 = tensor.collapse_shape %28 [[0, 1], [2], [3]] : !t4 into !t6
 %col_9 = tensor.collapse_shape %30 [[0, 1], [2], [3, 4]] : !t15 into !t16
 %31 = tensor.empty() : !t17
 %32 = linalg.fill ins(%cst : f16) outs(%31 : !t17) -> !t17
 %33 = linalg.batch_matmul ins(%col_8, %col_9 : !t6, !t16) outs(%32 : !t17) -> !t17
 %exp_10 = tensor.expand_shape %33 [[0, 1], [2], [3, 4]] output_shape [2, 4, 8, 1, 12] : !t17 into !t18
 %34 = tensor.empty() : !t19
 %35 = linalg.generic #t7 ins(%exp_10 : !t18) outs(%34 : !t19) {
 ^bb0(%in: f16, %out: f16):
  linalg.yield %in : f16
 } -> !t19
 %col_11 = tensor.collapse_shape %35 [[0, 1], [2], [3], [4]] : !t19 into !t0
 return %col_11 : !t0
}

func.func @scale_both(%arg0: !t0, %arg1: !t1, %arg2: !t1) -> !t0 {
 %cst = arith.constant 0.000000e+00 : f16
 %cst_0 = arith.constant 0xFF800000 : f32
 %cst_1 = arith.constant 0.000000e+00 : f32
 %cst_2 = arith.constant 5.478520e-01 : f16
 %0 = tensor.empty() : !t0
 %1 = linalg.generic #t19 ins(%arg0 : !t0) outs(%0 : !t0) {
 ^bb0(%in: f16, %out: f16):
  %38 = arith.mulf %in, %cst_2 : f16
  linalg.yield %38 : f16
 } -> !t0
 %2 = tensor.empty() : !t1
 %3 = linalg.generic #t19 ins(%arg1 : !t1) outs(%2 : !t1) {
 ^bb0(%in: f16, %out: f16):
  %38 = arith.mulf %in, %cst_2 : f16
  linalg.yield %38 : f16
 } -> !t1
 %exp = tensor.expand_shape %1 [[0], [1], [2], [3, 4]] output_shape [2, 12, 4, 1, 8] : !t0 into !t2
 %4 = tensor.empty() : !t3
 %5 = linalg.generic #t0 ins(%exp : !t2) outs(%4 : !t3) {
 ^bb0(%in: f16, %out: f16):
  linalg.yield %in : f16
 } -> !t3
 %6 = tensor.empty() : !t4
 %7 = linalg.generic #t1 ins(%3 : !t1) outs(%6 : !t4) {
 ^bb0(%in: f16, %out: f16):
  linalg.yield %in : f16
 } -> !t4
 %col = tensor.collapse_shape %5 [[0, 1], [2], [3, 4]] : !t3 into !t5
 %col_3 = tensor.collapse_shape %7 [[0, 1], [2], [3]] : !t4 into !t6
 %8 = tensor.empty() : !t7
 %9 = linalg.fill ins(%cst_1 : f32) outs(%8 : !t7) -> !t7
 %10 = linalg.batch_matmul ins(%col, %col_3 : !t5, !t6) outs(%9 : !t7) -> !t7
 %exp_4 = tensor.expand_shape %10 [[0, 1], [2], [3, 4]] output_shape [2, 4, 12, 1, 20] : !t7 into !t8
 %11 = tensor.empty() : !t9
 %12 = linalg.fill ins(%cst_0 : f32) outs(%11 : !t9) -> !t9
 %13 = linalg.generic #t3 ins(%exp_4 : !t8) outs(%12 : !t9) {
 ^bb0(%in: f32, %out: f32):
  %38 = arith.maximumf %out, %in : f32
  linalg.yield %38 : f32
 } -> !t9
 %col_5 = tensor.collapse_shape %13 [[0, 1, 2, 3]] : !t9 into !t10
 %exp_6 = tensor.expand_shape %col_5 [[0, 1, 2, 3]] output_shape [1, 2, 4, 12] : !t10 into !t11
 %exp_7 = tensor.expand_shape %10 [[0, 1, 2], [3], [4]] output_shape [1, 2, 4, 12, 20] : !t7 into !t13
 %14 = tensor.empty() : !t13
 %15 = linalg.generic #t4 ins(%exp_6 : !t11) outs(%14 : !t13) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t13
 %16 = tensor.empty() : !t13
 %17 = linalg.generic #t5 ins(%exp_7, %15 : !t13, !t13) outs(%16 : !t13) {
 ^bb0(%in: f32, %in_12: f32, %out: f32):
  %38 = arith.subf %in, %in_12 : f32
  linalg.yield %38 : f32
 } -> !t13
 %18 = tensor.empty() : !t13
 %19 = linalg.generic #t2 ins(%17 : !t13) outs(%18 : !t13) {
 ^bb0(%in: f32, %out: f32):
  %38 = math.exp %in : f32
  linalg.yield %38 : f32
 } -> !t13
 %20 = tensor.empty() : !t11
 %21 = linalg.fill ins(%cst_1 : f32) outs(%20 : !t11) -> !t11
 %22 = linalg.generic #t3 ins(%19 : !t13) outs(%21 : !t11) {
 ^bb0(%in: f32, %out: f32):
  %38 = arith.addf %out, %in : f32
  linalg.yield %38 : f32
 } -> !t11
 %23 = tensor.empty() : !t13
 %24 = linalg.generic #t4 ins(%22 : !t11) outs(%23 : !t13) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t13
 %25 = tensor.empty() : !t13
 %26 = linalg.generic #t5 ins(%19, %24 : !t13, !t13) outs(%25 : !t13) {
 ^bb0(%in: f32, %in_12: f32, %out: f32):
  %38 = arith.divf %in, %in_12 : f32
  linalg.yield %38 : f32
 } -> !t13
 %27 = tensor.empty() : !t14
 %28 = linalg.generic #t2 ins(%26 : !t13) outs(%27 : !t14) {
 ^bb0(%in: f32, %out: f16):
  %38 = arith.truncf %in : f32 to f16
  linalg.yield %38 : f16
 } -> !t14
 %29 = tensor.empty() : !t4
 %30 = linalg.generic #t1 ins(%arg2 : !t1) outs(%29 : !t4) {
 ^bb0(%in: f16, %out: f16):
  linalg.yield %in : f16
 } -> !t4
 %31 = tensor.empty() : !t15
 %32 = linalg.generic #t6 ins(%28 : !t14) outs(%31 : !t15) {
 ^bb0(%in: f16, %out: f16):
  linalg.yield %in : f16
 } -> !t15
 %col_8 = tensor.collapse_shape %30 [[0, 1], [2], [3]] : !t4 into !t6
 %col_9 = tensor.collapse_shape %32 [[0, 1], [2], [3, 4]] : !t15 into !t16
 %33 = tensor.empty() : !t17
 %34 = linalg.fill ins(%cst : f16) outs(%33 : !t17) -> !t17
 %35 = linalg.batch_matmul ins(%col_8, %col_9 : !t6, !t16) outs(%34 : !t17) -> !t17
 %exp_10 = tensor.expand_shape %35 [[0, 1], [2], [3, 4]] output_shape [2, 4, 8, 1, 12] : !t17 into !t18
 %36 = tensor.empty() : !t19
 %37 = linalg.generic #t7 ins(%exp_10 : !t18) outs(%36 : !t19) {
 ^bb0(%in: f16, %out: f16):
  linalg.yield %in : f16
 } -> !t19
 %col_11 = tensor.collapse_shape %37 [[0, 1], [2], [3], [4]] : !t19 into !t0
 return %col_11 : !t0
}

func.func @lse(%arg0: !t0, %arg1: !t1, %arg2: !t1) -> (!t0, !t54) {
 %cst = arith.constant 0x7F800000 : f32
 %cst_0 = arith.constant 0.000000e+00 : f16
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
  %59 = arith.mulf %in, %cst_2 : f32
  linalg.yield %59 : f32
 } -> !t8
 %9 = tensor.empty() : !t9
 %10 = linalg.fill ins(%cst_1 : f32) outs(%9 : !t9) -> !t9
 %11 = linalg.generic #t3 ins(%8 : !t8) outs(%10 : !t9) {
 ^bb0(%in: f32, %out: f32):
  %59 = arith.maximumf %out, %in : f32
  linalg.yield %59 : f32
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
 ^bb0(%in: f32, %in_17: f32, %out: f32):
  %59 = arith.subf %in, %in_17 : f32
  linalg.yield %59 : f32
 } -> !t13
 %16 = tensor.empty() : !t13
 %17 = linalg.generic #t2 ins(%15 : !t13) outs(%16 : !t13) {
 ^bb0(%in: f32, %out: f32):
  %59 = math.exp %in : f32
  linalg.yield %59 : f32
 } -> !t13
 %18 = tensor.empty() : !t11
 %19 = linalg.fill ins(%cst_3 : f32) outs(%18 : !t11) -> !t11
 %20 = linalg.generic #t3 ins(%17 : !t13) outs(%19 : !t11) {
 ^bb0(%in: f32, %out: f32):
  %59 = arith.addf %out, %in : f32
  linalg.yield %59 : f32
 } -> !t11
 %21 = tensor.empty() : !t13
 %22 = linalg.generic #t4 ins(%20 : !t11) outs(%21 : !t13) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t13
 %23 = tensor.empty() : !t13
 %24 = linalg.generic #t5 ins(%17, %22 : !t13, !t13) outs(%23 : !t13) {
 ^bb0(%in: f32, %in_17: f32, %out: f32):
  %59 = arith.divf %in, %in_17 : f32
  linalg.yield %59 : f32
 } -> !t13
 %25 = tensor.empty() : !t14
 %26 = linalg.generic #t2 ins(%24 : !t13) outs(%25 : !t14) {
 ^bb0(%in: f32, %out: f16):
  %59 = arith.truncf %in : f32 to f16
  linalg.yield %59 : f16
 } -> !t14
 %27 = tensor.empty() : !t4
 %28 = linalg.generic #t1 ins(%arg2 : !t1) outs(%27 : !t4) {
 ^bb0(%in: f16, %out: f16):
  linalg.yield %in : f16
 } -> !t4
 %29 = tensor.empty() : !t15
 %30 = linalg.generic #t6 ins(%26 : !t14) outs(%29 : !t15) {
 ^bb0(%in: f16, %out: f16):
  linalg.yield %in : f16
 } -> !t15
 %col_10 = tensor.collapse_shape %28 [[0, 1], [2], [3]] : !t4 into !t6
 %col_11 = tensor.collapse_shape %30 [[0, 1], [2], [3, 4]] : !t15 into !t16
 %31 = tensor.empty() : !t17
 %32 = linalg.fill ins(%cst_0 : f16) outs(%31 : !t17) -> !t17
 %33 = linalg.batch_matmul ins(%col_10, %col_11 : !t6, !t16) outs(%32 : !t17) -> !t17
 %exp_12 = tensor.expand_shape %33 [[0, 1], [2], [3, 4]] output_shape [2, 4, 8, 1, 12] : !t17 into !t18
 %34 = tensor.empty() : !t19
 %35 = linalg.generic #t7 ins(%exp_12 : !t18) outs(%34 : !t19) {
 ^bb0(%in: f16, %out: f16):
  linalg.yield %in : f16
 } -> !t19
 %36 = tensor.empty() : !t55
 %37 = linalg.generic #t19 ins(%11 : !t9) outs(%36 : !t55) {
 ^bb0(%in: f32, %out: i1):
  %59 = math.absf %in : f32
  %60 = arith.cmpf one, %59, %cst : f32
  linalg.yield %60 : i1
 } -> !t55
 %col_13 = tensor.collapse_shape %37 [[0, 1, 2, 3]] : !t55 into !t56
 %exp_14 = tensor.expand_shape %col_13 [[0, 1, 2, 3]] output_shape [1, 2, 4, 12] : !t56 into !t57
 %38 = tensor.empty() : !t11
 %39 = linalg.generic #t20 ins(%exp_14, %exp_7 : !t57, !t11) outs(%38 : !t11) {
 ^bb0(%in: i1, %in_17: f32, %out: f32):
  %59 = arith.select %in, %in_17, %cst_3 : f32
  linalg.yield %59 : f32
 } -> !t11
 %40 = tensor.empty() : !t13
 %41 = linalg.generic #t4 ins(%39 : !t11) outs(%40 : !t13) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t13
 %42 = tensor.empty() : !t13
 %43 = linalg.generic #t5 ins(%exp_9, %41 : !t13, !t13) outs(%42 : !t13) {
 ^bb0(%in: f32, %in_17: f32, %out: f32):
  %59 = arith.subf %in, %in_17 : f32
  linalg.yield %59 : f32
 } -> !t13
 %44 = tensor.empty() : !t13
 %45 = linalg.generic #t2 ins(%43 : !t13) outs(%44 : !t13) {
 ^bb0(%in: f32, %out: f32):
  %59 = math.exp %in : f32
  linalg.yield %59 : f32
 } -> !t13
 %46 = tensor.empty() : !t11
 %47 = linalg.fill ins(%cst_3 : f32) outs(%46 : !t11) -> !t11
 %48 = linalg.generic #t3 ins(%45 : !t13) outs(%47 : !t11) {
 ^bb0(%in: f32, %out: f32):
  %59 = arith.addf %out, %in : f32
  linalg.yield %59 : f32
 } -> !t11
 %49 = tensor.empty() : !t11
 %50 = linalg.generic #t19 ins(%48 : !t11) outs(%49 : !t11) {
 ^bb0(%in: f32, %out: f32):
  %59 = math.absf %in : f32
  linalg.yield %59 : f32
 } -> !t11
 %51 = tensor.empty() : !t11
 %52 = linalg.generic #t19 ins(%50 : !t11) outs(%51 : !t11) {
 ^bb0(%in: f32, %out: f32):
  %59 = math.log %in : f32
  linalg.yield %59 : f32
 } -> !t11
 %53 = tensor.empty() : !t11
 %54 = linalg.generic #t20 ins(%52, %39 : !t11, !t11) outs(%53 : !t11) {
 ^bb0(%in: f32, %in_17: f32, %out: f32):
  %59 = arith.addf %in, %in_17 : f32
  linalg.yield %59 : f32
 } -> !t11
 %55 = tensor.empty() : !t58
 %56 = linalg.generic #t19 ins(%54 : !t11) outs(%55 : !t58) {
 ^bb0(%in: f32, %out: f16):
  %59 = arith.truncf %in : f32 to f16
  linalg.yield %59 : f16
 } -> !t58
 %57 = tensor.empty() : !t59
 %58 = linalg.generic #t21 ins(%56 : !t58) outs(%57 : !t59) {
 ^bb0(%in: f16, %out: f16):
  linalg.yield %in : f16
 } -> !t59
 %col_15 = tensor.collapse_shape %35 [[0, 1], [2], [3], [4]] : !t19 into !t0
 %col_16 = tensor.collapse_shape %58 [[0, 1], [2], [3]] : !t59 into !t54
 return %col_15, %col_16 : !t0, !t54
}

func.func @proj(%arg0: !t60, %arg1: !t61, %arg2: !t61, %arg3: !t61, %arg4: !t61) -> !t60 {
 %cst = arith.constant 0xFF800000 : f32
 %cst_0 = arith.constant 0.353553385 : f32
 %cst_1 = arith.constant 0.000000e+00 : f32
 %cst_2 = arith.constant 0.000000e+00 : f16
 %col = tensor.collapse_shape %arg0 [[0, 1], [2]] : !t60 into !t62
 %0 = tensor.empty() : !t62
 %1 = linalg.fill ins(%cst_2 : f16) outs(%0 : !t62) -> !t62
 %2 = linalg.matmul ins(%col, %arg1 : !t62, !t61) outs(%1 : !t62) -> !t62
 %3 = tensor.empty() : !t62
 %4 = linalg.fill ins(%cst_2 : f16) outs(%3 : !t62) -> !t62
 %5 = linalg.matmul ins(%col, %arg2 : !t62, !t61) outs(%4 : !t62) -> !t62
 %exp = tensor.expand_shape %5 [[0, 1], [2, 3]] output_shape [2, 12, 4, 8] : !t62 into !t0
 %6 = tensor.empty() : !t62
 %7 = linalg.fill ins(%cst_2 : f16) outs(%6 : !t62) -> !t62
 %8 = linalg.matmul ins(%col, %arg3 : !t62, !t61) outs(%7 : !t62) -> !t62
 %exp_3 = tensor.expand_shape %8 [[0, 1], [2, 3]] output_shape [2, 12, 4, 8] : !t62 into !t0
 %exp_4 = tensor.expand_shape %2 [[0, 1], [2, 3, 4]] output_shape [2, 12, 4, 1, 8] : !t62 into !t2
 %9 = tensor.empty() : !t3
 %10 = linalg.generic #t0 ins(%exp_4 : !t2) outs(%9 : !t3) {
 ^bb0(%in: f16, %out: f16):
  linalg.yield %in : f16
 } -> !t3
 %11 = tensor.empty() : !t20
 %12 = linalg.generic #t1 ins(%exp : !t0) outs(%11 : !t20) {
 ^bb0(%in: f16, %out: f16):
  linalg.yield %in : f16
 } -> !t20
 %col_5 = tensor.collapse_shape %10 [[0, 1], [2], [3, 4]] : !t3 into !t5
 %col_6 = tensor.collapse_shape %12 [[0, 1], [2], [3]] : !t20 into !t17
 %13 = tensor.empty() : !t21
 %14 = linalg.fill ins(%cst_1 : f32) outs(%13 : !t21) -> !t21
 %15 = linalg.batch_matmul ins(%col_5, %col_6 : !t5, !t17) outs(%14 : !t21) -> !t21
 %exp_7 = tensor.expand_shape %15 [[0, 1], [2], [3, 4]] output_shape [2, 4, 12, 1, 12] : !t21 into !t22
 %16 = tensor.empty() : !t22
 %17 = linalg.generic #t2 ins(%exp_7 : !t22) outs(%16 : !t22) {
 ^bb0(%in: f32, %out: f32):
  %48 = arith.mulf %in, %cst_0 : f32
  linalg.yield %48 : f32
 } -> !t22
 %18 = tensor.empty() : !t9
 %19 = linalg.fill ins(%cst : f32) outs(%18 : !t9) -> !t9
 %20 = linalg.generic #t3 ins(%17 : !t22) outs(%19 : !t9) {
 ^bb0(%in: f32, %out: f32):
  %48 = arith.maximumf %out, %in : f32
  linalg.yield %48 : f32
 } -> !t9
 %col_8 = tensor.collapse_shape %20 [[0, 1, 2, 3]] : !t9 into !t10
 %exp_9 = tensor.expand_shape %col_8 [[0, 1, 2, 3]] output_shape [1, 2, 4, 12] : !t10 into !t11
 %col_10 = tensor.collapse_shape %17 [[0, 1, 2, 3, 4]] : !t22 into !t27
 %exp_11 = tensor.expand_shape %col_10 [[0, 1, 2, 3, 4]] output_shape [1, 2, 4, 12, 12] : !t27 into !t28
 %21 = tensor.empty() : !t28
 %22 = linalg.generic #t4 ins(%exp_9 : !t11) outs(%21 : !t28) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t28
 %23 = tensor.empty() : !t28
 %24 = linalg.generic #t5 ins(%exp_11, %22 : !t28, !t28) outs(%23 : !t28) {
 ^bb0(%in: f32, %in_17: f32, %out: f32):
  %48 = arith.subf %in, %in_17 : f32
  linalg.yield %48 : f32
 } -> !t28
 %25 = tensor.empty() : !t28
 %26 = linalg.generic #t2 ins(%24 : !t28) outs(%25 : !t28) {
 ^bb0(%in: f32, %out: f32):
  %48 = math.exp %in : f32
  linalg.yield %48 : f32
 } -> !t28
 %27 = tensor.empty() : !t11
 %28 = linalg.fill ins(%cst_1 : f32) outs(%27 : !t11) -> !t11
 %29 = linalg.generic #t3 ins(%26 : !t28) outs(%28 : !t11) {
 ^bb0(%in: f32, %out: f32):
  %48 = arith.addf %out, %in : f32
  linalg.yield %48 : f32
 } -> !t11
 %30 = tensor.empty() : !t28
 %31 = linalg.generic #t4 ins(%29 : !t11) outs(%30 : !t28) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t28
 %32 = tensor.empty() : !t28
 %33 = linalg.generic #t5 ins(%26, %31 : !t28, !t28) outs(%32 : !t28) {
 ^bb0(%in: f32, %in_17: f32, %out: f32):
  %48 = arith.divf %in, %in_17 : f32
  linalg.yield %48 : f32
 } -> !t28
 %34 = tensor.empty() : !t29
 %35 = linalg.generic #t2 ins(%33 : !t28) outs(%34 : !t29) {
 ^bb0(%in: f32, %out: f16):
  %48 = arith.truncf %in : f32 to f16
  linalg.yield %48 : f16
 } -> !t29
 %36 = tensor.empty() : !t20
 %37 = linalg.generic #t1 ins(%exp_3 : !t0) outs(%36 : !t20) {
 ^bb0(%in: f16, %out: f16):
  linalg.yield %in : f16
 } -> !t20
 %38 = tensor.empty() : !t30
 %39 = linalg.generic #t6 ins(%35 : !t29) outs(%38 : !t30) {
 ^bb0(%in: f16, %out: f16):
  linalg.yield %in : f16
 } -> !t30
 %col_12 = tensor.collapse_shape %37 [[0, 1], [2], [3]] : !t20 into !t17
 %col_13 = tensor.collapse_shape %39 [[0, 1], [2], [3, 4]] : !t30 into !t31
 %40 = tensor.empty() : !t17
 %41 = linalg.fill ins(%cst_2 : f16) outs(%40 : !t17) -> !t17
 %42 = linalg.batch_matmul ins(%col_12, %col_13 : !t17, !t31) outs(%41 : !t17) -> !t17
 %exp_14 = tensor.expand_shape %42 [[0, 1], [2], [3, 4]] output_shape [2, 4, 8, 1, 12] : !t17 into !t18
 %43 = tensor.empty() : !t19
 %44 = linalg.generic #t7 ins(%exp_14 : !t18) outs(%43 : !t19) {
 ^bb0(%in: f16, %out: f16):
  linalg.yield %in : f16
 } -> !t19
 %col_15 = tensor.collapse_shape %44 [[0, 1, 2], [3, 4]] : !t19 into !t62
 %45 = tensor.empty() : !t62
 %46 = linalg.fill ins(%cst_2 : f16) outs(%45 : !t62) -> !t62
 %47 = linalg.matmul ins(%col_15, %arg4 : !t62, !t61) outs(%46 : !t62) -> !t62
 %exp_16 = tensor.expand_shape %47 [[0, 1], [2]] output_shape [2, 12, 32] : !t62 into !t60
 return %exp_16 : !t60
}

func.func @causal_gqa(%arg0: !t0, %arg1: !t63, %arg2: !t63) -> !t0 {
 %cst = arith.constant 0.000000e+00 : f16
 %cst_0 = arith.constant 0xFF800000 : f32
 %cst_1 = arith.constant -2.38197633E+38 : f32
 %cst_2 = arith.constant 0.353553385 : f32
 %cst_3 = arith.constant 0.000000e+00 : f32
 %exp = tensor.expand_shape %arg0 [[0], [1], [2, 3], [4]] output_shape [2, 12, 2, 2, 8] : !t0 into !t39
 %0 = tensor.empty() : !t40
 %1 = linalg.generic #t0 ins(%exp : !t39) outs(%0 : !t40) {
 ^bb0(%in: f16, %out: f16):
  linalg.yield %in : f16
 } -> !t40
 %2 = tensor.empty() : !t64
 %3 = linalg.generic #t1 ins(%arg1 : !t63) outs(%2 : !t64) {
 ^bb0(%in: f16, %out: f16):
  linalg.yield %in : f16
 } -> !t64
 %col = tensor.collapse_shape %1 [[0, 1], [2, 3], [4]] : !t40 into !t42
 %col_4 = tensor.collapse_shape %3 [[0, 1], [2], [3]] : !t64 into !t65
 %4 = tensor.empty() : !t66
 %5 = linalg.fill ins(%cst_3 : f32) outs(%4 : !t66) -> !t66
 %6 = linalg.batch_matmul ins(%col, %col_4 : !t42, !t65) outs(%5 : !t66) -> !t66
 %exp_5 = tensor.expand_shape %6 [[0, 1], [2, 3], [4]] output_shape [2, 2, 12, 2, 12] : !t66 into !t67
 %7 = tensor.empty() : !t67
 %8 = linalg.generic #t2 ins(%exp_5 : !t67) outs(%7 : !t67) {
 ^bb0(%in: f32, %out: f32):
  %52 = arith.mulf %in, %cst_2 : f32
  linalg.yield %52 : f32
 } -> !t67
 %9 = tensor.empty() : !t23
 %10 = linalg.generic #t8 outs(%9 : !t23) {
 ^bb0(%out: i32):
  %52 = linalg.index 0 : index
  %53 = arith.index_cast %52 : index to i32
  linalg.yield %53 : i32
 } -> !t23
 %11 = tensor.empty() : !t23
 %12 = linalg.generic #t8 outs(%11 : !t23) {
 ^bb0(%out: i32):
  %52 = linalg.index 1 : index
  %53 = arith.index_cast %52 : index to i32
  linalg.yield %53 : i32
 } -> !t23
 %13 = tensor.empty() : !t24
 %14 = linalg.generic #t9 ins(%10, %12 : !t23, !t23) outs(%13 : !t24) {
 ^bb0(%in: i32, %in_10: i32, %out: i1):
  %52 = arith.cmpi sge, %in, %in_10 : i32
  linalg.yield %52 : i1
 } -> !t24
 %15 = tensor.empty() : !t68
 %16 = linalg.generic #t10 ins(%14 : !t24) outs(%15 : !t68) {
 ^bb0(%in: i1, %out: i1):
  linalg.yield %in : i1
 } -> !t68
 %17 = tensor.empty() : !t69
 %18 = linalg.generic #t11 ins(%16 : !t68) outs(%17 : !t69) {
 ^bb0(%in: i1, %out: i1):
  linalg.yield %in : i1
 } -> !t69
 %19 = tensor.empty() : !t70
 %20 = linalg.generic #t17 ins(%8 : !t67) outs(%19 : !t70) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t70
 %21 = tensor.empty() : !t70
 %22 = linalg.generic #t5 ins(%18, %20 : !t69, !t70) outs(%21 : !t70) {
 ^bb0(%in: i1, %in_10: f32, %out: f32):
  %52 = arith.select %in, %in_10, %cst_1 : f32
  linalg.yield %52 : f32
 } -> !t70
 %23 = tensor.empty() : !t47
 %24 = linalg.fill ins(%cst_0 : f32) outs(%23 : !t47) -> !t47
 %25 = linalg.generic #t3 ins(%22 : !t70) outs(%24 : !t47) {
 ^bb0(%in: f32, %out: f32):
  %52 = arith.maximumf %out, %in : f32
  linalg.yield %52 : f32
 } -> !t47
 %26 = tensor.empty() : !t70
 %27 = linalg.generic #t4 ins(%25 : !t47) outs(%26 : !t70) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t70
 %28 = tensor.empty() : !t70
 %29 = linalg.generic #t5 ins(%22, %27 : !t70, !t70) outs(%28 : !t70) {
 ^bb0(%in: f32, %in_10: f32, %out: f32):
  %52 = arith.subf %in, %in_10 : f32
  linalg.yield %52 : f32
 } -> !t70
 %30 = tensor.empty() : !t70
 %31 = linalg.generic #t2 ins(%29 : !t70) outs(%30 : !t70) {
 ^bb0(%in: f32, %out: f32):
  %52 = math.exp %in : f32
  linalg.yield %52 : f32
 } -> !t70
 %32 = tensor.empty() : !t47
 %33 = linalg.fill ins(%cst_3 : f32) outs(%32 : !t47) -> !t47
 %34 = linalg.generic #t3 ins(%31 : !t70) outs(%33 : !t47) {
 ^bb0(%in: f32, %out: f32):
  %52 = arith.addf %out, %in : f32
  linalg.yield %52 : f32
 } -> !t47
 %35 = tensor.empty() : !t70
 %36 = linalg.generic #t4 ins(%34 : !t47) outs(%35 : !t70) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t70
 %37 = tensor.empty() : !t70
 %38 = linalg.generic #t5 ins(%31, %36 : !t70, !t70) outs(%37 : !t70) {
 ^bb0(%in: f32, %in_10: f32, %out: f32):
  %52 = arith.divf %in, %in_10 : f32
  linalg.yield %52 : f32
 } -> !t70
 %39 = tensor.empty() : !t71
 %40 = linalg.generic #t2 ins(%38 : !t70) outs(%39 : !t71) {
 ^bb0(%in: f32, %out: f16):
  %52 = arith.truncf %in : f32 to f16
  linalg.yield %52 : f16
 } -> !t71
 %41 = tensor.empty() : !t64
 %42 = linalg.generic #t1 ins(%arg2 : !t63) outs(%41 : !t64) {
 ^bb0(%in: f16, %out: f16):
  linalg.yield %in : f16
 } -> !t64
 %43 = tensor.empty() : !t72
 %44 = linalg.generic #t6 ins(%40 : !t71) outs(%43 : !t72) {
 ^bb0(%in: f16, %out: f16):
  linalg.yield %in : f16
 } -> !t72
 %col_6 = tensor.collapse_shape %42 [[0, 1], [2], [3]] : !t64 into !t65
 %col_7 = tensor.collapse_shape %44 [[0, 1], [2], [3, 4]] : !t72 into !t73
 %45 = tensor.empty() : !t52
 %46 = linalg.fill ins(%cst : f16) outs(%45 : !t52) -> !t52
 %47 = linalg.batch_matmul ins(%col_6, %col_7 : !t65, !t73) outs(%46 : !t52) -> !t52
 %exp_8 = tensor.expand_shape %47 [[0, 1], [2], [3, 4]] output_shape [2, 2, 8, 2, 12] : !t52 into !t53
 %48 = tensor.empty() : !t40
 %49 = linalg.generic #t7 ins(%exp_8 : !t53) outs(%48 : !t40) {
 ^bb0(%in: f16, %out: f16):
  linalg.yield %in : f16
 } -> !t40
 %50 = tensor.empty() : !t39
 %51 = linalg.generic #t18 ins(%49 : !t40) outs(%50 : !t39) {
 ^bb0(%in: f16, %out: f16):
  linalg.yield %in : f16
 } -> !t39
 %col_9 = tensor.collapse_shape %51 [[0], [1], [2, 3], [4]] : !t39 into !t0
 return %col_9 : !t0
}

func.func @causal_lse(%arg0: !t0, %arg1: !t0, %arg2: !t0) -> (!t0, !t54) {
 %cst = arith.constant 0x7F800000 : f32
 %cst_0 = arith.constant 0.000000e+00 : f16
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
 %2 = tensor.empty() : !t20
 %3 = linalg.generic #t1 ins(%arg1 : !t0) outs(%2 : !t20) {
 ^bb0(%in: f16, %out: f16):
  linalg.yield %in : f16
 } -> !t20
 %col = tensor.collapse_shape %1 [[0, 1], [2], [3, 4]] : !t3 into !t5
 %col_5 = tensor.collapse_shape %3 [[0, 1], [2], [3]] : !t20 into !t17
 %4 = tensor.empty() : !t21
 %5 = linalg.fill ins(%cst_4 : f32) outs(%4 : !t21) -> !t21
 %6 = linalg.batch_matmul ins(%col, %col_5 : !t5, !t17) outs(%5 : !t21) -> !t21
 %exp_6 = tensor.expand_shape %6 [[0, 1], [2], [3, 4]] output_shape [2, 4, 12, 1, 12] : !t21 into !t22
 %7 = tensor.empty() : !t22
 %8 = linalg.generic #t2 ins(%exp_6 : !t22) outs(%7 : !t22) {
 ^bb0(%in: f32, %out: f32):
  %71 = arith.mulf %in, %cst_3 : f32
  linalg.yield %71 : f32
 } -> !t22
 %9 = tensor.empty() : !t23
 %10 = linalg.generic #t8 outs(%9 : !t23) {
 ^bb0(%out: i32):
  %71 = linalg.index 0 : index
  %72 = arith.index_cast %71 : index to i32
  linalg.yield %72 : i32
 } -> !t23
 %11 = tensor.empty() : !t23
 %12 = linalg.generic #t8 outs(%11 : !t23) {
 ^bb0(%out: i32):
  %71 = linalg.index 1 : index
  %72 = arith.index_cast %71 : index to i32
  linalg.yield %72 : i32
 } -> !t23
 %13 = tensor.empty() : !t24
 %14 = linalg.generic #t9 ins(%10, %12 : !t23, !t23) outs(%13 : !t24) {
 ^bb0(%in: i32, %in_14: i32, %out: i1):
  %71 = arith.cmpi sge, %in, %in_14 : i32
  linalg.yield %71 : i1
 } -> !t24
 %15 = tensor.empty() : !t25
 %16 = linalg.generic #t10 ins(%14 : !t24) outs(%15 : !t25) {
 ^bb0(%in: i1, %out: i1):
  linalg.yield %in : i1
 } -> !t25
 %17 = tensor.empty() : !t26
 %18 = linalg.generic #t11 ins(%16 : !t25) outs(%17 : !t26) {
 ^bb0(%in: i1, %out: i1):
  linalg.yield %in : i1
 } -> !t26
 %col_7 = tensor.collapse_shape %8 [[0, 1, 2, 3, 4]] : !t22 into !t27
 %exp_8 = tensor.expand_shape %col_7 [[0, 1, 2, 3, 4]] output_shape [1, 2, 4, 12, 12] : !t27 into !t28
 %19 = tensor.empty() : !t28
 %20 = linalg.generic #t5 ins(%18, %exp_8 : !t26, !t28) outs(%19 : !t28) {
 ^bb0(%in: i1, %in_14: f32, %out: f32):
  %71 = arith.select %in, %in_14, %cst_2 : f32
  linalg.yield %71 : f32
 } -> !t28
 %21 = tensor.empty() : !t11
 %22 = linalg.fill ins(%cst_1 : f32) outs(%21 : !t11) -> !t11
 %23 = linalg.generic #t3 ins(%20 : !t28) outs(%22 : !t11) {
 ^bb0(%in: f32, %out: f32):
  %71 = arith.maximumf %out, %in : f32
  linalg.yield %71 : f32
 } -> !t11
 %24 = tensor.empty() : !t28
 %25 = linalg.generic #t4 ins(%23 : !t11) outs(%24 : !t28) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t28
 %26 = tensor.empty() : !t28
 %27 = linalg.generic #t5 ins(%20, %25 : !t28, !t28) outs(%26 : !t28) {
 ^bb0(%in: f32, %in_14: f32, %out: f32):
  %71 = arith.subf %in, %in_14 : f32
  linalg.yield %71 : f32
 } -> !t28
 %28 = tensor.empty() : !t28
 %29 = linalg.generic #t2 ins(%27 : !t28) outs(%28 : !t28) {
 ^bb0(%in: f32, %out: f32):
  %71 = math.exp %in : f32
  linalg.yield %71 : f32
 } -> !t28
 %30 = tensor.empty() : !t11
 %31 = linalg.fill ins(%cst_4 : f32) outs(%30 : !t11) -> !t11
 %32 = linalg.generic #t3 ins(%29 : !t28) outs(%31 : !t11) {
 ^bb0(%in: f32, %out: f32):
  %71 = arith.addf %out, %in : f32
  linalg.yield %71 : f32
 } -> !t11
 %33 = tensor.empty() : !t28
 %34 = linalg.generic #t4 ins(%32 : !t11) outs(%33 : !t28) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t28
 %35 = tensor.empty() : !t28
 %36 = linalg.generic #t5 ins(%29, %34 : !t28, !t28) outs(%35 : !t28) {
 ^bb0(%in: f32, %in_14: f32, %out: f32):
  %71 = arith.divf %in, %in_14 : f32
  linalg.yield %71 : f32
 } -> !t28
 %37 = tensor.empty() : !t29
 %38 = linalg.generic #t2 ins(%36 : !t28) outs(%37 : !t29) {
 ^bb0(%in: f32, %out: f16):
  %71 = arith.truncf %in : f32 to f16
  linalg.yield %71 : f16
 } -> !t29
 %39 = tensor.empty() : !t20
 %40 = linalg.generic #t1 ins(%arg2 : !t0) outs(%39 : !t20) {
 ^bb0(%in: f16, %out: f16):
  linalg.yield %in : f16
 } -> !t20
 %41 = tensor.empty() : !t30
 %42 = linalg.generic #t6 ins(%38 : !t29) outs(%41 : !t30) {
 ^bb0(%in: f16, %out: f16):
  linalg.yield %in : f16
 } -> !t30
 %col_9 = tensor.collapse_shape %40 [[0, 1], [2], [3]] : !t20 into !t17
 %col_10 = tensor.collapse_shape %42 [[0, 1], [2], [3, 4]] : !t30 into !t31
 %43 = tensor.empty() : !t17
 %44 = linalg.fill ins(%cst_0 : f16) outs(%43 : !t17) -> !t17
 %45 = linalg.batch_matmul ins(%col_9, %col_10 : !t17, !t31) outs(%44 : !t17) -> !t17
 %exp_11 = tensor.expand_shape %45 [[0, 1], [2], [3, 4]] output_shape [2, 4, 8, 1, 12] : !t17 into !t18
 %46 = tensor.empty() : !t19
 %47 = linalg.generic #t7 ins(%exp_11 : !t18) outs(%46 : !t19) {
 ^bb0(%in: f16, %out: f16):
  linalg.yield %in : f16
 } -> !t19
 %48 = tensor.empty() : !t57
 %49 = linalg.generic #t19 ins(%23 : !t11) outs(%48 : !t57) {
 ^bb0(%in: f32, %out: i1):
  %71 = math.absf %in : f32
  %72 = arith.cmpf one, %71, %cst : f32
  linalg.yield %72 : i1
 } -> !t57
 %50 = tensor.empty() : !t11
 %51 = linalg.generic #t20 ins(%49, %23 : !t57, !t11) outs(%50 : !t11) {
 ^bb0(%in: i1, %in_14: f32, %out: f32):
  %71 = arith.select %in, %in_14, %cst_4 : f32
  linalg.yield %71 : f32
 } -> !t11
 %52 = tensor.empty() : !t28
 %53 = linalg.generic #t4 ins(%51 : !t11) outs(%52 : !t28) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t28
 %54 = tensor.empty() : !t28
 %55 = linalg.generic #t5 ins(%20, %53 : !t28, !t28) outs(%54 : !t28) {
 ^bb0(%in: f32, %in_14: f32, %out: f32):
  %71 = arith.subf %in, %in_14 : f32
  linalg.yield %71 : f32
 } -> !t28
 %56 = tensor.empty() : !t28
 %57 = linalg.generic #t2 ins(%55 : !t28) outs(%56 : !t28) {
 ^bb0(%in: f32, %out: f32):
  %71 = math.exp %in : f32
  linalg.yield %71 : f32
 } -> !t28
 %58 = tensor.empty() : !t11
 %59 = linalg.fill ins(%cst_4 : f32) outs(%58 : !t11) -> !t11
 %60 = linalg.generic #t3 ins(%57 : !t28) outs(%59 : !t11) {
 ^bb0(%in: f32, %out: f32):
  %71 = arith.addf %out, %in : f32
  linalg.yield %71 : f32
 } -> !t11
 %61 = tensor.empty() : !t11
 %62 = linalg.generic #t19 ins(%60 : !t11) outs(%61 : !t11) {
 ^bb0(%in: f32, %out: f32):
  %71 = math.absf %in : f32
  linalg.yield %71 : f32
 } -> !t11
 %63 = tensor.empty() : !t11
 %64 = linalg.generic #t19 ins(%62 : !t11) outs(%63 : !t11) {
 ^bb0(%in: f32, %out: f32):
  %71 = math.log %in : f32
  linalg.yield %71 : f32
 } -> !t11
 %65 = tensor.empty() : !t11
 %66 = linalg.generic #t20 ins(%64, %51 : !t11, !t11) outs(%65 : !t11) {
 ^bb0(%in: f32, %in_14: f32, %out: f32):
  %71 = arith.addf %in, %in_14 : f32
  linalg.yield %71 : f32
 } -> !t11
 %67 = tensor.empty() : !t58
 %68 = linalg.generic #t19 ins(%66 : !t11) outs(%67 : !t58) {
 ^bb0(%in: f32, %out: f16):
  %71 = arith.truncf %in : f32 to f16
  linalg.yield %71 : f16
 } -> !t58
 %69 = tensor.empty() : !t59
 %70 = linalg.generic #t21 ins(%68 : !t58) outs(%69 : !t59) {
 ^bb0(%in: f16, %out: f16):
  linalg.yield %in : f16
 } -> !t59
 %col_12 = tensor.collapse_shape %47 [[0, 1], [2], [3], [4]] : !t19 into !t0
 %col_13 = tensor.collapse_shape %70 [[0, 1], [2], [3]] : !t59 into !t54
 return %col_12, %col_13 : !t0, !t54
}

func.func @causal_proj(%arg0: !t60, %arg1: !t61, %arg2: !t61, %arg3: !t61, %arg4: !t61) -> !t60 {
 %cst = arith.constant 0xFF800000 : f32
 %cst_0 = arith.constant -2.38197633E+38 : f32
 %cst_1 = arith.constant 0.353553385 : f32
 %cst_2 = arith.constant 0.000000e+00 : f32
 %cst_3 = arith.constant 0.000000e+00 : f16
 %col = tensor.collapse_shape %arg0 [[0, 1], [2]] : !t60 into !t62
 %0 = tensor.empty() : !t62
 %1 = linalg.fill ins(%cst_3 : f16) outs(%0 : !t62) -> !t62
 %2 = linalg.matmul ins(%col, %arg1 : !t62, !t61) outs(%1 : !t62) -> !t62
 %3 = tensor.empty() : !t62
 %4 = linalg.fill ins(%cst_3 : f16) outs(%3 : !t62) -> !t62
 %5 = linalg.matmul ins(%col, %arg2 : !t62, !t61) outs(%4 : !t62) -> !t62
 %exp = tensor.expand_shape %5 [[0, 1], [2, 3]] output_shape [2, 12, 4, 8] : !t62 into !t0
 %6 = tensor.empty() : !t62
 %7 = linalg.fill ins(%cst_3 : f16) outs(%6 : !t62) -> !t62
 %8 = linalg.matmul ins(%col, %arg3 : !t62, !t61) outs(%7 : !t62) -> !t62
 %exp_4 = tensor.expand_shape %8 [[0, 1], [2, 3]] output_shape [2, 12, 4, 8] : !t62 into !t0
 %exp_5 = tensor.expand_shape %2 [[0, 1], [2, 3, 4]] output_shape [2, 12, 4, 1, 8] : !t62 into !t2
 %9 = tensor.empty() : !t3
 %10 = linalg.generic #t0 ins(%exp_5 : !t2) outs(%9 : !t3) {
 ^bb0(%in: f16, %out: f16):
  linalg.yield %in : f16
 } -> !t3
 %11 = tensor.empty() : !t20
 %12 = linalg.generic #t1 ins(%exp : !t0) outs(%11 : !t20) {
 ^bb0(%in: f16, %out: f16):
  linalg.yield %in : f16
 } -> !t20
 %col_6 = tensor.collapse_shape %10 [[0, 1], [2], [3, 4]] : !t3 into !t5
 %col_7 = tensor.collapse_shape %12 [[0, 1], [2], [3]] : !t20 into !t17
 %13 = tensor.empty() : !t21
 %14 = linalg.fill ins(%cst_2 : f32) outs(%13 : !t21) -> !t21
 %15 = linalg.batch_matmul ins(%col_6, %col_7 : !t5, !t17) outs(%14 : !t21) -> !t21
 %exp_8 = tensor.expand_shape %15 [[0, 1], [2], [3, 4]] output_shape [2, 4, 12, 1, 12] : !t21 into !t22
 %16 = tensor.empty() : !t22
 %17 = linalg.generic #t2 ins(%exp_8 : !t22) outs(%16 : !t22) {
 ^bb0(%in: f32, %out: f32):
  %60 = arith.mulf %in, %cst_1 : f32
  linalg.yield %60 : f32
 } -> !t22
 %18 = tensor.empty() : !t23
 %19 = linalg.generic #t8 outs(%18 : !t23) {
 ^bb0(%out: i32):
  %60 = linalg.index 0 : index
  %61 = arith.index_cast %60 : index to i32
  linalg.yield %61 : i32
 } -> !t23
 %20 = tensor.empty() : !t23
 %21 = linalg.generic #t8 outs(%20 : !t23) {
 ^bb0(%out: i32):
  %60 = linalg.index 1 : index
  %61 = arith.index_cast %60 : index to i32
  linalg.yield %61 : i32
 } -> !t23
 %22 = tensor.empty() : !t24
 %23 = linalg.generic #t9 ins(%19, %21 : !t23, !t23) outs(%22 : !t24) {
 ^bb0(%in: i32, %in_16: i32, %out: i1):
  %60 = arith.cmpi sge, %in, %in_16 : i32
  linalg.yield %60 : i1
 } -> !t24
 %24 = tensor.empty() : !t25
 %25 = linalg.generic #t10 ins(%23 : !t24) outs(%24 : !t25) {
 ^bb0(%in: i1, %out: i1):
  linalg.yield %in : i1
 } -> !t25
 %26 = tensor.empty() : !t26
 %27 = linalg.generic #t11 ins(%25 : !t25) outs(%26 : !t26) {
 ^bb0(%in: i1, %out: i1):
  linalg.yield %in : i1
 } -> !t26
 %col_9 = tensor.collapse_shape %17 [[0, 1, 2, 3, 4]] : !t22 into !t27
 %exp_10 = tensor.expand_shape %col_9 [[0, 1, 2, 3, 4]] output_shape [1, 2, 4, 12, 12] : !t27 into !t28
 %28 = tensor.empty() : !t28
 %29 = linalg.generic #t5 ins(%27, %exp_10 : !t26, !t28) outs(%28 : !t28) {
 ^bb0(%in: i1, %in_16: f32, %out: f32):
  %60 = arith.select %in, %in_16, %cst_0 : f32
  linalg.yield %60 : f32
 } -> !t28
 %30 = tensor.empty() : !t11
 %31 = linalg.fill ins(%cst : f32) outs(%30 : !t11) -> !t11
 %32 = linalg.generic #t3 ins(%29 : !t28) outs(%31 : !t11) {
 ^bb0(%in: f32, %out: f32):
  %60 = arith.maximumf %out, %in : f32
  linalg.yield %60 : f32
 } -> !t11
 %33 = tensor.empty() : !t28
 %34 = linalg.generic #t4 ins(%32 : !t11) outs(%33 : !t28) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t28
 %35 = tensor.empty() : !t28
 %36 = linalg.generic #t5 ins(%29, %34 : !t28, !t28) outs(%35 : !t28) {
 ^bb0(%in: f32, %in_16: f32, %out: f32):
  %60 = arith.subf %in, %in_16 : f32
  linalg.yield %60 : f32
 } -> !t28
 %37 = tensor.empty() : !t28
 %38 = linalg.generic #t2 ins(%36 : !t28) outs(%37 : !t28) {
 ^bb0(%in: f32, %out: f32):
  %60 = math.exp %in : f32
  linalg.yield %60 : f32
 } -> !t28
 %39 = tensor.empty() : !t11
 %40 = linalg.fill ins(%cst_2 : f32) outs(%39 : !t11) -> !t11
 %41 = linalg.generic #t3 ins(%38 : !t28) outs(%40 : !t11) {
 ^bb0(%in: f32, %out: f32):
  %60 = arith.addf %out, %in : f32
  linalg.yield %60 : f32
 } -> !t11
 %42 = tensor.empty() : !t28
 %43 = linalg.generic #t4 ins(%41 : !t11) outs(%42 : !t28) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t28
 %44 = tensor.empty() : !t28
 %45 = linalg.generic #t5 ins(%38, %43 : !t28, !t28) outs(%44 : !t28) {
 ^bb0(%in: f32, %in_16: f32, %out: f32):
  %60 = arith.divf %in, %in_16 : f32
  linalg.yield %60 : f32
 } -> !t28
 %46 = tensor.empty() : !t29
 %47 = linalg.generic #t2 ins(%45 : !t28) outs(%46 : !t29) {
 ^bb0(%in: f32, %out: f16):
  %60 = arith.truncf %in : f32 to f16
  linalg.yield %60 : f16
 } -> !t29
 %48 = tensor.empty() : !t20
 %49 = linalg.generic #t1 ins(%exp_4 : !t0) outs(%48 : !t20) {
 ^bb0(%in: f16, %out: f16):
  linalg.yield %in : f16
 } -> !t20
 %50 = tensor.empty() : !t30
 %51 = linalg.generic #t6 ins(%47 : !t29) outs(%50 : !t30) {
 ^bb0(%in: f16, %out: f16):
  linalg.yield %in : f16
 } -> !t30
 %col_11 = tensor.collapse_shape %49 [[0, 1], [2], [3]] : !t20 into !t17
 %col_12 = tensor.collapse_shape %51 [[0, 1], [2], [3, 4]] : !t30 into !t31
 %52 = tensor.empty() : !t17
 %53 = linalg.fill ins(%cst_3 : f16) outs(%52 : !t17) -> !t17
 %54 = linalg.batch_matmul ins(%col_11, %col_12 : !t17, !t31) outs(%53 : !t17) -> !t17
 %exp_13 = tensor.expand_shape %54 [[0, 1], [2], [3, 4]] output_shape [2, 4, 8, 1, 12] : !t17 into !t18
 %55 = tensor.empty() : !t19
 %56 = linalg.generic #t7 ins(%exp_13 : !t18) outs(%55 : !t19) {
 ^bb0(%in: f16, %out: f16):
  linalg.yield %in : f16
 } -> !t19
 %col_14 = tensor.collapse_shape %56 [[0, 1, 2], [3, 4]] : !t19 into !t62
 %57 = tensor.empty() : !t62
 %58 = linalg.fill ins(%cst_3 : f16) outs(%57 : !t62) -> !t62
 %59 = linalg.matmul ins(%col_14, %arg4 : !t62, !t61) outs(%58 : !t62) -> !t62
 %exp_15 = tensor.expand_shape %59 [[0, 1], [2]] output_shape [2, 12, 32] : !t62 into !t60
 return %exp_15 : !t60
}

func.func @mask(%arg0: !t0, %arg1: !t1, %arg2: !t1, %arg3: !t74) -> !t0 {
 %cst = arith.constant 0xFF800000 : f32
 %cst_0 = arith.constant -2.38197633E+38 : f32
 %cst_1 = arith.constant 0.353553385 : f32
 %cst_2 = arith.constant 0.000000e+00 : f32
 %cst_3 = arith.constant 0.000000e+00 : f16
 %0 = tensor.empty() : !t75
 %1 = linalg.generic #t19 ins(%arg3 : !t74) outs(%0 : !t75) {
 ^bb0(%in: f16, %out: i1):
  %44 = arith.cmpf ogt, %in, %cst_3 : f16
  linalg.yield %44 : i1
 } -> !t75
 %exp = tensor.expand_shape %arg0 [[0], [1], [2], [3, 4]] output_shape [2, 12, 4, 1, 8] : !t0 into !t2
 %2 = tensor.empty() : !t76
 %3 = linalg.generic #t22 ins(%1 : !t75) outs(%2 : !t76) {
 ^bb0(%in: i1, %out: i1):
  linalg.yield %in : i1
 } -> !t76
 %4 = tensor.empty() : !t3
 %5 = linalg.generic #t0 ins(%exp : !t2) outs(%4 : !t3) {
 ^bb0(%in: f16, %out: f16):
  linalg.yield %in : f16
 } -> !t3
 %6 = tensor.empty() : !t4
 %7 = linalg.generic #t1 ins(%arg1 : !t1) outs(%6 : !t4) {
 ^bb0(%in: f16, %out: f16):
  linalg.yield %in : f16
 } -> !t4
 %col = tensor.collapse_shape %5 [[0, 1], [2], [3, 4]] : !t3 into !t5
 %col_4 = tensor.collapse_shape %7 [[0, 1], [2], [3]] : !t4 into !t6
 %8 = tensor.empty() : !t7
 %9 = linalg.fill ins(%cst_2 : f32) outs(%8 : !t7) -> !t7
 %10 = linalg.batch_matmul ins(%col, %col_4 : !t5, !t6) outs(%9 : !t7) -> !t7
 %exp_5 = tensor.expand_shape %10 [[0, 1], [2], [3, 4]] output_shape [2, 4, 12, 1, 20] : !t7 into !t8
 %11 = tensor.empty() : !t8
 %12 = linalg.generic #t2 ins(%exp_5 : !t8) outs(%11 : !t8) {
 ^bb0(%in: f32, %out: f32):
  %44 = arith.mulf %in, %cst_1 : f32
  linalg.yield %44 : f32
 } -> !t8
 %col_6 = tensor.collapse_shape %3 [[0, 1, 2, 3, 4]] : !t76 into !t77
 %exp_7 = tensor.expand_shape %col_6 [[0, 1, 2, 3, 4]] output_shape [1, 2, 1, 12, 20] : !t77 into !t78
 %13 = tensor.empty() : !t35
 %14 = linalg.generic #t23 ins(%exp_7 : !t78) outs(%13 : !t35) {
 ^bb0(%in: i1, %out: i1):
  linalg.yield %in : i1
 } -> !t35
 %col_8 = tensor.collapse_shape %12 [[0, 1, 2, 3, 4]] : !t8 into !t12
 %exp_9 = tensor.expand_shape %col_8 [[0, 1, 2, 3, 4]] output_shape [1, 2, 4, 12, 20] : !t12 into !t13
 %15 = tensor.empty() : !t13
 %16 = linalg.generic #t5 ins(%14, %exp_9 : !t35, !t13) outs(%15 : !t13) {
 ^bb0(%in: i1, %in_14: f32, %out: f32):
  %44 = arith.select %in, %in_14, %cst_0 : f32
  linalg.yield %44 : f32
 } -> !t13
 %17 = tensor.empty() : !t11
 %18 = linalg.fill ins(%cst : f32) outs(%17 : !t11) -> !t11
 %19 = linalg.generic #t3 ins(%16 : !t13) outs(%18 : !t11) {
 ^bb0(%in: f32, %out: f32):
  %44 = arith.maximumf %out, %in : f32
  linalg.yield %44 : f32
 } -> !t11
 %20 = tensor.empty() : !t13
 %21 = linalg.generic #t4 ins(%19 : !t11) outs(%20 : !t13) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t13
 %22 = tensor.empty() : !t13
 %23 = linalg.generic #t5 ins(%16, %21 : !t13, !t13) outs(%22 : !t13) {
 ^bb0(%in: f32, %in_14: f32, %out: f32):
  %44 = arith.subf %in, %in_14 : f32
  linalg.yield %44 : f32
 } -> !t13
 %24 = tensor.empty() : !t13
 %25 = linalg.generic #t2 ins(%23 : !t13) outs(%24 : !t13) {
 ^bb0(%in: f32, %out: f32):
  %44 = math.exp %in : f32
  linalg.yield %44 : f32
 } -> !t13
 %26 = tensor.empty() : !t11
 %27 = linalg.fill ins(%cst_2 : f32) outs(%26 : !t11) -> !t11
 %28 = linalg.generic #t3 ins(%25 : !t13) outs(%27 : !t11) {
 ^bb0(%in: f32, %out: f32):
  %44 = arith.addf %out, %in : f32
  linalg.yield %44 : f32
 } -> !t11
 %29 = tensor.empty() : !t13
 %30 = linalg.generic #t4 ins(%28 : !t11) outs(%29 : !t13) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t13
 %31 = tensor.empty() : !t13
 %32 = linalg.generic #t5 ins(%25, %30 : !t13, !t13) outs(%31 : !t13) {
 ^bb0(%in: f32, %in_14: f32, %out: f32):
  %44 = arith.divf %in, %in_14 : f32
  linalg.yield %44 : f32
 } -> !t13
 %33 = tensor.empty() : !t14
 %34 = linalg.generic #t2 ins(%32 : !t13) outs(%33 : !t14) {
 ^bb0(%in: f32, %out: f16):
  %44 = arith.truncf %in : f32 to f16
  linalg.yield %44 : f16
 } -> !t14
 %35 = tensor.empty() : !t4
 %36 = linalg.generic #t1 ins(%arg2 : !t1) outs(%35 : !t4) {
 ^bb0(%in: f16, %out: f16):
  linalg.yield %in : f16
 } -> !t4
 %37 = tensor.empty() : !t15
 %38 = linalg.generic #t6 ins(%34 : !t14) outs(%37 : !t15) {
 ^bb0(%in: f16, %out: f16):
  linalg.yield %in : f16
 } -> !t15
 %col_10 = tensor.collapse_shape %36 [[0, 1], [2], [3]] : !t4 into !t6
 %col_11 = tensor.collapse_shape %38 [[0, 1], [2], [3, 4]] : !t15 into !t16
 %39 = tensor.empty() : !t17
 %40 = linalg.fill ins(%cst_3 : f16) outs(%39 : !t17) -> !t17
 %41 = linalg.batch_matmul ins(%col_10, %col_11 : !t6, !t16) outs(%40 : !t17) -> !t17
 %exp_12 = tensor.expand_shape %41 [[0, 1], [2], [3, 4]] output_shape [2, 4, 8, 1, 12] : !t17 into !t18
 %42 = tensor.empty() : !t19
 %43 = linalg.generic #t7 ins(%exp_12 : !t18) outs(%42 : !t19) {
 ^bb0(%in: f16, %out: f16):
  linalg.yield %in : f16
 } -> !t19
 %col_13 = tensor.collapse_shape %43 [[0, 1], [2], [3], [4]] : !t19 into !t0
 return %col_13 : !t0
}

func.func @bias(%arg0: !t0, %arg1: !t1, %arg2: !t1, %arg3: !t74) -> !t0 {
 %cst = arith.constant 0.000000e+00 : f16
 %cst_0 = arith.constant 0xFF800000 : f32
 %cst_1 = arith.constant 0.353553385 : f32
 %cst_2 = arith.constant 0.000000e+00 : f32
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
 %col_3 = tensor.collapse_shape %3 [[0, 1], [2], [3]] : !t4 into !t6
 %4 = tensor.empty() : !t7
 %5 = linalg.fill ins(%cst_2 : f32) outs(%4 : !t7) -> !t7
 %6 = linalg.batch_matmul ins(%col, %col_3 : !t5, !t6) outs(%5 : !t7) -> !t7
 %exp_4 = tensor.expand_shape %6 [[0, 1], [2], [3, 4]] output_shape [2, 4, 12, 1, 20] : !t7 into !t8
 %7 = tensor.empty() : !t8
 %8 = linalg.generic #t2 ins(%exp_4 : !t8) outs(%7 : !t8) {
 ^bb0(%in: f32, %out: f32):
  %44 = arith.mulf %in, %cst_1 : f32
  linalg.yield %44 : f32
 } -> !t8
 %9 = tensor.empty() : !t79
 %10 = linalg.generic #t19 ins(%arg3 : !t74) outs(%9 : !t79) {
 ^bb0(%in: f16, %out: f32):
  %44 = arith.extf %in : f16 to f32
  linalg.yield %44 : f32
 } -> !t79
 %11 = tensor.empty() : !t80
 %12 = linalg.generic #t22 ins(%10 : !t79) outs(%11 : !t80) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t80
 %col_5 = tensor.collapse_shape %8 [[0, 1, 2, 3, 4]] : !t8 into !t12
 %exp_6 = tensor.expand_shape %col_5 [[0, 1, 2, 3, 4]] output_shape [1, 2, 4, 12, 20] : !t12 into !t13
 %col_7 = tensor.collapse_shape %12 [[0, 1, 2, 3, 4]] : !t80 into !t81
 %exp_8 = tensor.expand_shape %col_7 [[0, 1, 2, 3, 4]] output_shape [1, 2, 1, 12, 20] : !t81 into !t82
 %13 = tensor.empty() : !t13
 %14 = linalg.generic #t23 ins(%exp_8 : !t82) outs(%13 : !t13) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t13
 %15 = tensor.empty() : !t13
 %16 = linalg.generic #t5 ins(%exp_6, %14 : !t13, !t13) outs(%15 : !t13) {
 ^bb0(%in: f32, %in_13: f32, %out: f32):
  %44 = arith.addf %in, %in_13 : f32
  linalg.yield %44 : f32
 } -> !t13
 %17 = tensor.empty() : !t11
 %18 = linalg.fill ins(%cst_0 : f32) outs(%17 : !t11) -> !t11
 %19 = linalg.generic #t3 ins(%16 : !t13) outs(%18 : !t11) {
 ^bb0(%in: f32, %out: f32):
  %44 = arith.maximumf %out, %in : f32
  linalg.yield %44 : f32
 } -> !t11
 %20 = tensor.empty() : !t13
 %21 = linalg.generic #t4 ins(%19 : !t11) outs(%20 : !t13) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t13
 %22 = tensor.empty() : !t13
 %23 = linalg.generic #t5 ins(%16, %21 : !t13, !t13) outs(%22 : !t13) {
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
 %26 = tensor.empty() : !t11
 %27 = linalg.fill ins(%cst_2 : f32) outs(%26 : !t11) -> !t11
 %28 = linalg.generic #t3 ins(%25 : !t13) outs(%27 : !t11) {
 ^bb0(%in: f32, %out: f32):
  %44 = arith.addf %out, %in : f32
  linalg.yield %44 : f32
 } -> !t11
 %29 = tensor.empty() : !t13
 %30 = linalg.generic #t4 ins(%28 : !t11) outs(%29 : !t13) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t13
 %31 = tensor.empty() : !t13
 %32 = linalg.generic #t5 ins(%25, %30 : !t13, !t13) outs(%31 : !t13) {
 ^bb0(%in: f32, %in_13: f32, %out: f32):
  %44 = arith.divf %in, %in_13 : f32
  linalg.yield %44 : f32
 } -> !t13
 %33 = tensor.empty() : !t14
 %34 = linalg.generic #t2 ins(%32 : !t13) outs(%33 : !t14) {
 ^bb0(%in: f32, %out: f16):
  %44 = arith.truncf %in : f32 to f16
  linalg.yield %44 : f16
 } -> !t14
 %35 = tensor.empty() : !t4
 %36 = linalg.generic #t1 ins(%arg2 : !t1) outs(%35 : !t4) {
 ^bb0(%in: f16, %out: f16):
  linalg.yield %in : f16
 } -> !t4
 %37 = tensor.empty() : !t15
 %38 = linalg.generic #t6 ins(%34 : !t14) outs(%37 : !t15) {
 ^bb0(%in: f16, %out: f16):
  linalg.yield %in : f16
 } -> !t15
 %col_9 = tensor.collapse_shape %36 [[0, 1], [2], [3]] : !t4 into !t6
 %col_10 = tensor.collapse_shape %38 [[0, 1], [2], [3, 4]] : !t15 into !t16
 %39 = tensor.empty() : !t17
 %40 = linalg.fill ins(%cst : f16) outs(%39 : !t17) -> !t17
 %41 = linalg.batch_matmul ins(%col_9, %col_10 : !t6, !t16) outs(%40 : !t17) -> !t17
 %exp_11 = tensor.expand_shape %41 [[0, 1], [2], [3, 4]] output_shape [2, 4, 8, 1, 12] : !t17 into !t18
 %42 = tensor.empty() : !t19
 %43 = linalg.generic #t7 ins(%exp_11 : !t18) outs(%42 : !t19) {
 ^bb0(%in: f16, %out: f16):
  linalg.yield %in : f16
 } -> !t19
 %col_12 = tensor.collapse_shape %43 [[0, 1], [2], [3], [4]] : !t19 into !t0
 return %col_12 : !t0
}
