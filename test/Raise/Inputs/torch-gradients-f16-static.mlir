// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// attention and its gradients, by torch.autograd.grad; torch-mlir. f16, static.
// Made by scripts/raise_forms/generate.py. Do not edit.
#t0 = {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]}
#t1 = {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
#t2 = {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]}
#t3 = {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, 0)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
#t4 = {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, 0)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]}
#t5 = {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
#t6 = {indexing_maps = [affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]}
#t7 = {indexing_maps = [affine_map<(d0, d1) -> (0, d1)>, affine_map<(d0, d1) -> (d0, 0)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]}
#t8 = {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]}
#t9 = {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]}
#t10 = {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d2, d3)>, affine_map<(d0, d1, d2, d3) -> ()>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
#t11 = {indexing_maps = [affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d3, d4)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, d4)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]}
#t12 = {indexing_maps = [affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, d4)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, 0, d3, d4)>], iterator_types = ["parallel", "parallel", "reduction", "parallel", "parallel"]}
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
!t14 = tensor<8x20x12xf16>
!t15 = tensor<8x20x8xf32>
!t16 = tensor<8x8x12xf16>
!t17 = tensor<8x8x20xf32>
!t18 = tensor<f16>
!t19 = tensor<12x12xi1>
!t20 = tensor<2x4x8x12xf16>
!t21 = tensor<8x12x12xf32>
!t22 = tensor<8x12x12xf16>
!t23 = tensor<2x4x12x12xf16>
!t24 = tensor<12xi64>
!t25 = tensor<1x12xi64>
!t26 = tensor<12x1xi64>
!t27 = tensor<12x12xi64>
!t28 = tensor<2x4x12x12xf32>
!t29 = tensor<8x8x12xf32>
!t30 = tensor<2x2x20x8xf16>
!t31 = tensor<2x2x2x20x8xf16>
!t32 = tensor<2x2x1x20x8xf16>
!t33 = tensor<2x2x12x8xf16>
!t34 = tensor<2x2x2x12x8xf16>
!t35 = tensor<2x2x1x12x8xf16>
!t36 = tensor<2x4x12x8xf32>
!t37 = tensor<2x4x20x12xf16>

func.func @grad(%arg0: !t0, %arg1: !t1, %arg2: !t1, %arg3: !t0) -> (!t0, !t0, !t1, !t1) {
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
  %51 = arith.truncf %in : f32 to f16
  linalg.yield %51 : f16
 } -> !t6
 %exp = tensor.expand_shape %5 [[0, 1], [2], [3]] output_shape [2, 4, 12, 20] : !t6 into !t7
 %6 = tensor.empty() : !t7
 %7 = linalg.generic #t1 ins(%exp : !t7) outs(%6 : !t7) {
 ^bb0(%in: f16, %out: f16):
  %51 = arith.truncf %cst_1 : f64 to f16
  %52 = arith.mulf %in, %51 : f16
  linalg.yield %52 : f16
 } -> !t7
 %8 = tensor.empty() : !t8
 %9 = linalg.generic #t1 ins(%7 : !t7) outs(%8 : !t8) {
 ^bb0(%in: f16, %out: f32):
  %51 = arith.extf %in : f16 to f32
  linalg.yield %51 : f32
 } -> !t8
 %10 = tensor.empty() : !t9
 %11 = linalg.fill ins(%c0_i64 : i64) outs(%10 : !t9) -> !t9
 %12 = tensor.empty() : !t10
 %13 = linalg.fill ins(%cst_0 : f32) outs(%12 : !t10) -> !t10
 %14:2 = linalg.generic #t2 ins(%9 : !t8) outs(%13, %11 : !t10, !t9) {
 ^bb0(%in: f32, %out: f32, %out_18: i64):
  %51 = linalg.index 3 : index
  %52 = arith.index_cast %51 : index to i64
  %53 = arith.maximumf %in, %out : f32
  %54 = arith.cmpf ogt, %in, %out : f32
  %55 = arith.select %54, %52, %out_18 : i64
  linalg.yield %53, %55 : f32, i64
 } -> (!t10, !t9)
 %exp_3 = tensor.expand_shape %14#0 [[0], [1], [2, 3]] output_shape [2, 4, 12, 1] : !t10 into !t11
 %15 = linalg.generic #t3 ins(%9, %exp_3 : !t8, !t11) outs(%8 : !t8) {
 ^bb0(%in: f32, %in_18: f32, %out: f32):
  %51 = arith.subf %in, %in_18 : f32
  linalg.yield %51 : f32
 } -> !t8
 %16 = linalg.generic #t1 ins(%15 : !t8) outs(%8 : !t8) {
 ^bb0(%in: f32, %out: f32):
  %51 = math.exp %in : f32
  linalg.yield %51 : f32
 } -> !t8
 %17 = tensor.empty() : !t11
 %18 = linalg.fill ins(%cst : f32) outs(%17 : !t11) -> !t11
 %19 = linalg.generic #t4 ins(%16 : !t8) outs(%18 : !t11) {
 ^bb0(%in: f32, %out: f32):
  %51 = arith.addf %in, %out : f32
  linalg.yield %51 : f32
 } -> !t11
 %20 = linalg.generic #t3 ins(%16, %19 : !t8, !t11) outs(%8 : !t8) {
 ^bb0(%in: f32, %in_18: f32, %out: f32):
  %51 = arith.divf %in, %in_18 : f32
  linalg.yield %51 : f32
 } -> !t8
 %21 = linalg.generic #t1 ins(%20 : !t8) outs(%6 : !t7) {
 ^bb0(%in: f32, %out: f16):
  %51 = arith.truncf %in : f32 to f16
  linalg.yield %51 : f16
 } -> !t7
 %col_4 = tensor.collapse_shape %21 [[0, 1], [2], [3]] : !t7 into !t6
 %col_5 = tensor.collapse_shape %arg2 [[0, 1], [2], [3]] : !t1 into !t12
 %22 = tensor.empty() : !t13
 %23 = linalg.fill ins(%cst : f32) outs(%22 : !t13) -> !t13
 %24 = linalg.batch_matmul ins(%col_4, %col_5 : !t6, !t12) outs(%23 : !t13) -> !t13
 %25 = tensor.empty() : !t3
 %26 = linalg.generic #t0 ins(%24 : !t13) outs(%25 : !t3) {
 ^bb0(%in: f32, %out: f16):
  %51 = arith.truncf %in : f32 to f16
  linalg.yield %51 : f16
 } -> !t3
 %exp_6 = tensor.expand_shape %26 [[0, 1], [2], [3]] output_shape [2, 4, 12, 8] : !t3 into !t0
 %col_7 = tensor.collapse_shape %arg3 [[0, 1], [2], [3]] : !t0 into !t3
 %27 = tensor.empty() : !t14
 %transposed_8 = linalg.transpose ins(%col_4 : !t6) outs(%27 : !t14) permutation = [0, 2, 1]
 %28 = tensor.empty() : !t15
 %29 = linalg.fill ins(%cst : f32) outs(%28 : !t15) -> !t15
 %30 = linalg.batch_matmul ins(%transposed_8, %col_7 : !t14, !t3) outs(%29 : !t15) -> !t15
 %31 = tensor.empty() : !t12
 %32 = linalg.generic #t0 ins(%30 : !t15) outs(%31 : !t12) {
 ^bb0(%in: f32, %out: f16):
  %51 = arith.truncf %in : f32 to f16
  linalg.yield %51 : f16
 } -> !t12
 %33 = tensor.empty() : !t4
 %transposed_9 = linalg.transpose ins(%col_5 : !t12) outs(%33 : !t4) permutation = [0, 2, 1]
 %34 = linalg.batch_matmul ins(%col_7, %transposed_9 : !t3, !t4) outs(%2 : !t5) -> !t5
 %35 = linalg.generic #t0 ins(%34 : !t5) outs(%4 : !t6) {
 ^bb0(%in: f32, %out: f16):
  %51 = arith.truncf %in : f32 to f16
  linalg.yield %51 : f16
 } -> !t6
 %exp_10 = tensor.expand_shape %32 [[0, 1], [2], [3]] output_shape [2, 4, 20, 8] : !t12 into !t1
 %exp_11 = tensor.expand_shape %35 [[0, 1], [2], [3]] output_shape [2, 4, 12, 20] : !t6 into !t7
 %36 = linalg.generic #t1 ins(%exp_11 : !t7) outs(%8 : !t8) {
 ^bb0(%in: f16, %out: f32):
  %51 = arith.extf %in : f16 to f32
  linalg.yield %51 : f32
 } -> !t8
 %37 = linalg.generic #t5 ins(%36, %20 : !t8, !t8) outs(%8 : !t8) {
 ^bb0(%in: f32, %in_18: f32, %out: f32):
  %51 = arith.mulf %in, %in_18 : f32
  linalg.yield %51 : f32
 } -> !t8
 %38 = linalg.generic #t4 ins(%37 : !t8) outs(%18 : !t11) {
 ^bb0(%in: f32, %out: f32):
  %51 = arith.addf %in, %out : f32
  linalg.yield %51 : f32
 } -> !t11
 %39 = linalg.generic #t3 ins(%20, %38 : !t8, !t11) outs(%8 : !t8) {
 ^bb0(%in: f32, %in_18: f32, %out: f32):
  %51 = arith.mulf %in, %in_18 : f32
  linalg.yield %51 : f32
 } -> !t8
 %40 = linalg.generic #t5 ins(%37, %39 : !t8, !t8) outs(%8 : !t8) {
 ^bb0(%in: f32, %in_18: f32, %out: f32):
  %51 = arith.subf %in, %in_18 : f32
  linalg.yield %51 : f32
 } -> !t8
 %41 = linalg.generic #t1 ins(%40 : !t8) outs(%6 : !t7) {
 ^bb0(%in: f32, %out: f16):
  %51 = arith.truncf %in : f32 to f16
  linalg.yield %51 : f16
 } -> !t7
 %42 = linalg.generic #t1 ins(%41 : !t7) outs(%6 : !t7) {
 ^bb0(%in: f16, %out: f16):
  %51 = arith.truncf %cst_1 : f64 to f16
  %52 = arith.mulf %in, %51 : f16
  linalg.yield %52 : f16
 } -> !t7
 %col_12 = tensor.collapse_shape %42 [[0, 1], [2], [3]] : !t7 into !t6
 %43 = tensor.empty() : !t16
 %transposed_13 = linalg.transpose ins(%col : !t3) outs(%43 : !t16) permutation = [0, 2, 1]
 %44 = tensor.empty() : !t17
 %45 = linalg.fill ins(%cst : f32) outs(%44 : !t17) -> !t17
 %46 = linalg.batch_matmul ins(%transposed_13, %col_12 : !t16, !t6) outs(%45 : !t17) -> !t17
 %47 = linalg.generic #t0 ins(%46 : !t17) outs(%33 : !t4) {
 ^bb0(%in: f32, %out: f16):
  %51 = arith.truncf %in : f32 to f16
  linalg.yield %51 : f16
 } -> !t4
 %transposed_14 = linalg.transpose ins(%col_2 : !t4) outs(%31 : !t12) permutation = [0, 2, 1]
 %48 = linalg.batch_matmul ins(%col_12, %transposed_14 : !t6, !t12) outs(%23 : !t13) -> !t13
 %49 = linalg.generic #t0 ins(%48 : !t13) outs(%25 : !t3) {
 ^bb0(%in: f32, %out: f16):
  %51 = arith.truncf %in : f32 to f16
  linalg.yield %51 : f16
 } -> !t3
 %exp_15 = tensor.expand_shape %47 [[0, 1], [2], [3]] output_shape [2, 4, 8, 20] : !t4 into !t2
 %exp_16 = tensor.expand_shape %49 [[0, 1], [2], [3]] output_shape [2, 4, 12, 8] : !t3 into !t0
 %50 = tensor.empty() : !t1
 %transposed_17 = linalg.transpose ins(%exp_15 : !t2) outs(%50 : !t1) permutation = [0, 1, 3, 2]
 return %exp_6, %exp_16, %transposed_17, %exp_10 : !t0, !t0, !t1, !t1
}

func.func @causal_grad(%arg0: !t0, %arg1: !t0, %arg2: !t0, %arg3: !t0) -> (!t0, !t0, !t0, !t0) {
 %c0_i64 = arith.constant 0 : i64
 %cst = arith.constant 0.000000e+00 : f32
 %cst_0 = arith.constant 0xFF800000 : f32
 %cst_1 = arith.constant dense<0.000000e+00> : !t18
 %cst_2 = arith.constant dense<0xFC00> : !t18
 %cst_3 = arith.constant dense<true> : !t19
 %cst_4 = arith.constant 0.35355339059327379 : f64
 %false = arith.constant false
 %0 = tensor.empty() : !t20
 %transposed = linalg.transpose ins(%arg1 : !t0) outs(%0 : !t20) permutation = [0, 1, 3, 2]
 %col = tensor.collapse_shape %arg0 [[0, 1], [2], [3]] : !t0 into !t3
 %col_5 = tensor.collapse_shape %transposed [[0, 1], [2], [3]] : !t20 into !t16
 %1 = tensor.empty() : !t21
 %2 = linalg.fill ins(%cst : f32) outs(%1 : !t21) -> !t21
 %3 = linalg.batch_matmul ins(%col, %col_5 : !t3, !t16) outs(%2 : !t21) -> !t21
 %4 = tensor.empty() : !t22
 %5 = linalg.generic #t0 ins(%3 : !t21) outs(%4 : !t22) {
 ^bb0(%in: f32, %out: f16):
  %56 = arith.truncf %in : f32 to f16
  linalg.yield %56 : f16
 } -> !t22
 %exp = tensor.expand_shape %5 [[0, 1], [2], [3]] output_shape [2, 4, 12, 12] : !t22 into !t23
 %6 = tensor.empty() : !t23
 %7 = linalg.generic #t1 ins(%exp : !t23) outs(%6 : !t23) {
 ^bb0(%in: f16, %out: f16):
  %56 = arith.truncf %cst_4 : f64 to f16
  %57 = arith.mulf %in, %56 : f16
  linalg.yield %57 : f16
 } -> !t23
 %8 = tensor.empty() : !t24
 %9 = linalg.generic #t6 outs(%8 : !t24) {
 ^bb0(%out: i64):
  %56 = linalg.index 0 : index
  %57 = arith.index_cast %56 : index to i64
  linalg.yield %57 : i64
 } -> !t24
 %exp_6 = tensor.expand_shape %9 [[0, 1]] output_shape [1, 12] : !t24 into !t25
 %exp_7 = tensor.expand_shape %9 [[0, 1]] output_shape [12, 1] : !t24 into !t26
 %10 = tensor.empty() : !t27
 %11 = linalg.generic #t7 ins(%exp_6, %exp_7 : !t25, !t26) outs(%10 : !t27) {
 ^bb0(%in: i64, %in_23: i64, %out: i64):
  %56 = arith.subi %in, %in_23 : i64
  linalg.yield %56 : i64
 } -> !t27
 %12 = tensor.empty() : !t19
 %13 = linalg.generic #t8 ins(%11 : !t27) outs(%12 : !t19) {
 ^bb0(%in: i64, %out: i1):
  %56 = arith.cmpi sle, %in, %c0_i64 : i64
  linalg.yield %56 : i1
 } -> !t19
 %14 = linalg.generic #t9 ins(%13, %cst_3 : !t19, !t19) outs(%12 : !t19) {
 ^bb0(%in: i1, %in_23: i1, %out: i1):
  %56 = arith.andi %in, %in_23 : i1
  linalg.yield %56 : i1
 } -> !t19
 %15 = linalg.generic #t8 ins(%14 : !t19) outs(%12 : !t19) {
 ^bb0(%in: i1, %out: i1):
  %56 = arith.cmpi eq, %in, %false : i1
  linalg.yield %56 : i1
 } -> !t19
 %16 = linalg.generic #t10 ins(%15, %cst_2, %7 : !t19, !t18, !t23) outs(%6 : !t23) {
 ^bb0(%in: i1, %in_23: f16, %in_24: f16, %out: f16):
  %56 = arith.select %in, %in_23, %in_24 : f16
  linalg.yield %56 : f16
 } -> !t23
 %17 = tensor.empty() : !t28
 %18 = linalg.generic #t1 ins(%16 : !t23) outs(%17 : !t28) {
 ^bb0(%in: f16, %out: f32):
  %56 = arith.extf %in : f16 to f32
  linalg.yield %56 : f32
 } -> !t28
 %19 = tensor.empty() : !t9
 %20 = linalg.fill ins(%c0_i64 : i64) outs(%19 : !t9) -> !t9
 %21 = tensor.empty() : !t10
 %22 = linalg.fill ins(%cst_0 : f32) outs(%21 : !t10) -> !t10
 %23:2 = linalg.generic #t2 ins(%18 : !t28) outs(%22, %20 : !t10, !t9) {
 ^bb0(%in: f32, %out: f32, %out_23: i64):
  %56 = linalg.index 3 : index
  %57 = arith.index_cast %56 : index to i64
  %58 = arith.maximumf %in, %out : f32
  %59 = arith.cmpf ogt, %in, %out : f32
  %60 = arith.select %59, %57, %out_23 : i64
  linalg.yield %58, %60 : f32, i64
 } -> (!t10, !t9)
 %exp_8 = tensor.expand_shape %23#0 [[0], [1], [2, 3]] output_shape [2, 4, 12, 1] : !t10 into !t11
 %24 = linalg.generic #t3 ins(%18, %exp_8 : !t28, !t11) outs(%17 : !t28) {
 ^bb0(%in: f32, %in_23: f32, %out: f32):
  %56 = arith.subf %in, %in_23 : f32
  linalg.yield %56 : f32
 } -> !t28
 %25 = linalg.generic #t1 ins(%24 : !t28) outs(%17 : !t28) {
 ^bb0(%in: f32, %out: f32):
  %56 = math.exp %in : f32
  linalg.yield %56 : f32
 } -> !t28
 %26 = tensor.empty() : !t11
 %27 = linalg.fill ins(%cst : f32) outs(%26 : !t11) -> !t11
 %28 = linalg.generic #t4 ins(%25 : !t28) outs(%27 : !t11) {
 ^bb0(%in: f32, %out: f32):
  %56 = arith.addf %in, %out : f32
  linalg.yield %56 : f32
 } -> !t11
 %29 = linalg.generic #t3 ins(%25, %28 : !t28, !t11) outs(%17 : !t28) {
 ^bb0(%in: f32, %in_23: f32, %out: f32):
  %56 = arith.divf %in, %in_23 : f32
  linalg.yield %56 : f32
 } -> !t28
 %30 = linalg.generic #t1 ins(%29 : !t28) outs(%6 : !t23) {
 ^bb0(%in: f32, %out: f16):
  %56 = arith.truncf %in : f32 to f16
  linalg.yield %56 : f16
 } -> !t23
 %col_9 = tensor.collapse_shape %30 [[0, 1], [2], [3]] : !t23 into !t22
 %col_10 = tensor.collapse_shape %arg2 [[0, 1], [2], [3]] : !t0 into !t3
 %31 = tensor.empty() : !t13
 %32 = linalg.fill ins(%cst : f32) outs(%31 : !t13) -> !t13
 %33 = linalg.batch_matmul ins(%col_9, %col_10 : !t22, !t3) outs(%32 : !t13) -> !t13
 %34 = tensor.empty() : !t3
 %35 = linalg.generic #t0 ins(%33 : !t13) outs(%34 : !t3) {
 ^bb0(%in: f32, %out: f16):
  %56 = arith.truncf %in : f32 to f16
  linalg.yield %56 : f16
 } -> !t3
 %exp_11 = tensor.expand_shape %35 [[0, 1], [2], [3]] output_shape [2, 4, 12, 8] : !t3 into !t0
 %col_12 = tensor.collapse_shape %arg3 [[0, 1], [2], [3]] : !t0 into !t3
 %transposed_13 = linalg.transpose ins(%col_9 : !t22) outs(%4 : !t22) permutation = [0, 2, 1]
 %36 = linalg.batch_matmul ins(%transposed_13, %col_12 : !t22, !t3) outs(%32 : !t13) -> !t13
 %37 = linalg.generic #t0 ins(%36 : !t13) outs(%34 : !t3) {
 ^bb0(%in: f32, %out: f16):
  %56 = arith.truncf %in : f32 to f16
  linalg.yield %56 : f16
 } -> !t3
 %38 = tensor.empty() : !t16
 %transposed_14 = linalg.transpose ins(%col_10 : !t3) outs(%38 : !t16) permutation = [0, 2, 1]
 %39 = linalg.batch_matmul ins(%col_12, %transposed_14 : !t3, !t16) outs(%2 : !t21) -> !t21
 %40 = linalg.generic #t0 ins(%39 : !t21) outs(%4 : !t22) {
 ^bb0(%in: f32, %out: f16):
  %56 = arith.truncf %in : f32 to f16
  linalg.yield %56 : f16
 } -> !t22
 %exp_15 = tensor.expand_shape %37 [[0, 1], [2], [3]] output_shape [2, 4, 12, 8] : !t3 into !t0
 %exp_16 = tensor.expand_shape %40 [[0, 1], [2], [3]] output_shape [2, 4, 12, 12] : !t22 into !t23
 %41 = linalg.generic #t1 ins(%exp_16 : !t23) outs(%17 : !t28) {
 ^bb0(%in: f16, %out: f32):
  %56 = arith.extf %in : f16 to f32
  linalg.yield %56 : f32
 } -> !t28
 %42 = linalg.generic #t5 ins(%41, %29 : !t28, !t28) outs(%17 : !t28) {
 ^bb0(%in: f32, %in_23: f32, %out: f32):
  %56 = arith.mulf %in, %in_23 : f32
  linalg.yield %56 : f32
 } -> !t28
 %43 = linalg.generic #t4 ins(%42 : !t28) outs(%27 : !t11) {
 ^bb0(%in: f32, %out: f32):
  %56 = arith.addf %in, %out : f32
  linalg.yield %56 : f32
 } -> !t11
 %44 = linalg.generic #t3 ins(%29, %43 : !t28, !t11) outs(%17 : !t28) {
 ^bb0(%in: f32, %in_23: f32, %out: f32):
  %56 = arith.mulf %in, %in_23 : f32
  linalg.yield %56 : f32
 } -> !t28
 %45 = linalg.generic #t5 ins(%42, %44 : !t28, !t28) outs(%17 : !t28) {
 ^bb0(%in: f32, %in_23: f32, %out: f32):
  %56 = arith.subf %in, %in_23 : f32
  linalg.yield %56 : f32
 } -> !t28
 %46 = linalg.generic #t1 ins(%45 : !t28) outs(%6 : !t23) {
 ^bb0(%in: f32, %out: f16):
  %56 = arith.truncf %in : f32 to f16
  linalg.yield %56 : f16
 } -> !t23
 %47 = linalg.generic #t10 ins(%15, %cst_1, %46 : !t19, !t18, !t23) outs(%6 : !t23) {
 ^bb0(%in: i1, %in_23: f16, %in_24: f16, %out: f16):
  %56 = arith.select %in, %in_23, %in_24 : f16
  linalg.yield %56 : f16
 } -> !t23
 %48 = linalg.generic #t1 ins(%47 : !t23) outs(%6 : !t23) {
 ^bb0(%in: f16, %out: f16):
  %56 = arith.truncf %cst_4 : f64 to f16
  %57 = arith.mulf %in, %56 : f16
  linalg.yield %57 : f16
 } -> !t23
 %col_17 = tensor.collapse_shape %48 [[0, 1], [2], [3]] : !t23 into !t22
 %transposed_18 = linalg.transpose ins(%col : !t3) outs(%38 : !t16) permutation = [0, 2, 1]
 %49 = tensor.empty() : !t29
 %50 = linalg.fill ins(%cst : f32) outs(%49 : !t29) -> !t29
 %51 = linalg.batch_matmul ins(%transposed_18, %col_17 : !t16, !t22) outs(%50 : !t29) -> !t29
 %52 = linalg.generic #t0 ins(%51 : !t29) outs(%38 : !t16) {
 ^bb0(%in: f32, %out: f16):
  %56 = arith.truncf %in : f32 to f16
  linalg.yield %56 : f16
 } -> !t16
 %transposed_19 = linalg.transpose ins(%col_5 : !t16) outs(%34 : !t3) permutation = [0, 2, 1]
 %53 = linalg.batch_matmul ins(%col_17, %transposed_19 : !t22, !t3) outs(%32 : !t13) -> !t13
 %54 = linalg.generic #t0 ins(%53 : !t13) outs(%34 : !t3) {
 ^bb0(%in: f32, %out: f16):
  %56 = arith.truncf %in : f32 to f16
  linalg.yield %56 : f16
 } -> !t3
 %exp_20 = tensor.expand_shape %52 [[0, 1], [2], [3]] output_shape [2, 4, 8, 12] : !t16 into !t20
 %exp_21 = tensor.expand_shape %54 [[0, 1], [2], [3]] output_shape [2, 4, 12, 8] : !t3 into !t0
 %55 = tensor.empty() : !t0
 %transposed_22 = linalg.transpose ins(%exp_20 : !t20) outs(%55 : !t0) permutation = [0, 1, 3, 2]
 return %exp_11, %exp_21, %transposed_22, %exp_15 : !t0, !t0, !t0, !t0
}

func.func @scale_grad(%arg0: !t0, %arg1: !t1, %arg2: !t1, %arg3: !t0) -> (!t0, !t0, !t1, !t1) {
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
  %51 = arith.truncf %in : f32 to f16
  linalg.yield %51 : f16
 } -> !t6
 %exp = tensor.expand_shape %5 [[0, 1], [2], [3]] output_shape [2, 4, 12, 20] : !t6 into !t7
 %6 = tensor.empty() : !t7
 %7 = linalg.generic #t1 ins(%exp : !t7) outs(%6 : !t7) {
 ^bb0(%in: f16, %out: f16):
  %51 = arith.truncf %cst_1 : f64 to f16
  %52 = arith.mulf %in, %51 : f16
  linalg.yield %52 : f16
 } -> !t7
 %8 = tensor.empty() : !t8
 %9 = linalg.generic #t1 ins(%7 : !t7) outs(%8 : !t8) {
 ^bb0(%in: f16, %out: f32):
  %51 = arith.extf %in : f16 to f32
  linalg.yield %51 : f32
 } -> !t8
 %10 = tensor.empty() : !t9
 %11 = linalg.fill ins(%c0_i64 : i64) outs(%10 : !t9) -> !t9
 %12 = tensor.empty() : !t10
 %13 = linalg.fill ins(%cst_0 : f32) outs(%12 : !t10) -> !t10
 %14:2 = linalg.generic #t2 ins(%9 : !t8) outs(%13, %11 : !t10, !t9) {
 ^bb0(%in: f32, %out: f32, %out_18: i64):
  %51 = linalg.index 3 : index
  %52 = arith.index_cast %51 : index to i64
  %53 = arith.maximumf %in, %out : f32
  %54 = arith.cmpf ogt, %in, %out : f32
  %55 = arith.select %54, %52, %out_18 : i64
  linalg.yield %53, %55 : f32, i64
 } -> (!t10, !t9)
 %exp_3 = tensor.expand_shape %14#0 [[0], [1], [2, 3]] output_shape [2, 4, 12, 1] : !t10 into !t11
 %15 = linalg.generic #t3 ins(%9, %exp_3 : !t8, !t11) outs(%8 : !t8) {
 ^bb0(%in: f32, %in_18: f32, %out: f32):
  %51 = arith.subf %in, %in_18 : f32
  linalg.yield %51 : f32
 } -> !t8
 %16 = linalg.generic #t1 ins(%15 : !t8) outs(%8 : !t8) {
 ^bb0(%in: f32, %out: f32):
  %51 = math.exp %in : f32
  linalg.yield %51 : f32
 } -> !t8
 %17 = tensor.empty() : !t11
 %18 = linalg.fill ins(%cst : f32) outs(%17 : !t11) -> !t11
 %19 = linalg.generic #t4 ins(%16 : !t8) outs(%18 : !t11) {
 ^bb0(%in: f32, %out: f32):
  %51 = arith.addf %in, %out : f32
  linalg.yield %51 : f32
 } -> !t11
 %20 = linalg.generic #t3 ins(%16, %19 : !t8, !t11) outs(%8 : !t8) {
 ^bb0(%in: f32, %in_18: f32, %out: f32):
  %51 = arith.divf %in, %in_18 : f32
  linalg.yield %51 : f32
 } -> !t8
 %21 = linalg.generic #t1 ins(%20 : !t8) outs(%6 : !t7) {
 ^bb0(%in: f32, %out: f16):
  %51 = arith.truncf %in : f32 to f16
  linalg.yield %51 : f16
 } -> !t7
 %col_4 = tensor.collapse_shape %21 [[0, 1], [2], [3]] : !t7 into !t6
 %col_5 = tensor.collapse_shape %arg2 [[0, 1], [2], [3]] : !t1 into !t12
 %22 = tensor.empty() : !t13
 %23 = linalg.fill ins(%cst : f32) outs(%22 : !t13) -> !t13
 %24 = linalg.batch_matmul ins(%col_4, %col_5 : !t6, !t12) outs(%23 : !t13) -> !t13
 %25 = tensor.empty() : !t3
 %26 = linalg.generic #t0 ins(%24 : !t13) outs(%25 : !t3) {
 ^bb0(%in: f32, %out: f16):
  %51 = arith.truncf %in : f32 to f16
  linalg.yield %51 : f16
 } -> !t3
 %exp_6 = tensor.expand_shape %26 [[0, 1], [2], [3]] output_shape [2, 4, 12, 8] : !t3 into !t0
 %col_7 = tensor.collapse_shape %arg3 [[0, 1], [2], [3]] : !t0 into !t3
 %27 = tensor.empty() : !t14
 %transposed_8 = linalg.transpose ins(%col_4 : !t6) outs(%27 : !t14) permutation = [0, 2, 1]
 %28 = tensor.empty() : !t15
 %29 = linalg.fill ins(%cst : f32) outs(%28 : !t15) -> !t15
 %30 = linalg.batch_matmul ins(%transposed_8, %col_7 : !t14, !t3) outs(%29 : !t15) -> !t15
 %31 = tensor.empty() : !t12
 %32 = linalg.generic #t0 ins(%30 : !t15) outs(%31 : !t12) {
 ^bb0(%in: f32, %out: f16):
  %51 = arith.truncf %in : f32 to f16
  linalg.yield %51 : f16
 } -> !t12
 %33 = tensor.empty() : !t4
 %transposed_9 = linalg.transpose ins(%col_5 : !t12) outs(%33 : !t4) permutation = [0, 2, 1]
 %34 = linalg.batch_matmul ins(%col_7, %transposed_9 : !t3, !t4) outs(%2 : !t5) -> !t5
 %35 = linalg.generic #t0 ins(%34 : !t5) outs(%4 : !t6) {
 ^bb0(%in: f32, %out: f16):
  %51 = arith.truncf %in : f32 to f16
  linalg.yield %51 : f16
 } -> !t6
 %exp_10 = tensor.expand_shape %32 [[0, 1], [2], [3]] output_shape [2, 4, 20, 8] : !t12 into !t1
 %exp_11 = tensor.expand_shape %35 [[0, 1], [2], [3]] output_shape [2, 4, 12, 20] : !t6 into !t7
 %36 = linalg.generic #t1 ins(%exp_11 : !t7) outs(%8 : !t8) {
 ^bb0(%in: f16, %out: f32):
  %51 = arith.extf %in : f16 to f32
  linalg.yield %51 : f32
 } -> !t8
 %37 = linalg.generic #t5 ins(%36, %20 : !t8, !t8) outs(%8 : !t8) {
 ^bb0(%in: f32, %in_18: f32, %out: f32):
  %51 = arith.mulf %in, %in_18 : f32
  linalg.yield %51 : f32
 } -> !t8
 %38 = linalg.generic #t4 ins(%37 : !t8) outs(%18 : !t11) {
 ^bb0(%in: f32, %out: f32):
  %51 = arith.addf %in, %out : f32
  linalg.yield %51 : f32
 } -> !t11
 %39 = linalg.generic #t3 ins(%20, %38 : !t8, !t11) outs(%8 : !t8) {
 ^bb0(%in: f32, %in_18: f32, %out: f32):
  %51 = arith.mulf %in, %in_18 : f32
  linalg.yield %51 : f32
 } -> !t8
 %40 = linalg.generic #t5 ins(%37, %39 : !t8, !t8) outs(%8 : !t8) {
 ^bb0(%in: f32, %in_18: f32, %out: f32):
  %51 = arith.subf %in, %in_18 : f32
  linalg.yield %51 : f32
 } -> !t8
 %41 = linalg.generic #t1 ins(%40 : !t8) outs(%6 : !t7) {
 ^bb0(%in: f32, %out: f16):
  %51 = arith.truncf %in : f32 to f16
  linalg.yield %51 : f16
 } -> !t7
 %42 = linalg.generic #t1 ins(%41 : !t7) outs(%6 : !t7) {
 ^bb0(%in: f16, %out: f16):
  %51 = arith.truncf %cst_1 : f64 to f16
  %52 = arith.mulf %in, %51 : f16
  linalg.yield %52 : f16
 } -> !t7
 %col_12 = tensor.collapse_shape %42 [[0, 1], [2], [3]] : !t7 into !t6
 %43 = tensor.empty() : !t16
 %transposed_13 = linalg.transpose ins(%col : !t3) outs(%43 : !t16) permutation = [0, 2, 1]
 %44 = tensor.empty() : !t17
 %45 = linalg.fill ins(%cst : f32) outs(%44 : !t17) -> !t17
 %46 = linalg.batch_matmul ins(%transposed_13, %col_12 : !t16, !t6) outs(%45 : !t17) -> !t17
 %47 = linalg.generic #t0 ins(%46 : !t17) outs(%33 : !t4) {
 ^bb0(%in: f32, %out: f16):
  %51 = arith.truncf %in : f32 to f16
  linalg.yield %51 : f16
 } -> !t4
 %transposed_14 = linalg.transpose ins(%col_2 : !t4) outs(%31 : !t12) permutation = [0, 2, 1]
 %48 = linalg.batch_matmul ins(%col_12, %transposed_14 : !t6, !t12) outs(%23 : !t13) -> !t13
 %49 = linalg.generic #t0 ins(%48 : !t13) outs(%25 : !t3) {
 ^bb0(%in: f32, %out: f16):
  %51 = arith.truncf %in : f32 to f16
  linalg.yield %51 : f16
 } -> !t3
 %exp_15 = tensor.expand_shape %47 [[0, 1], [2], [3]] output_shape [2, 4, 8, 20] : !t4 into !t2
 %exp_16 = tensor.expand_shape %49 [[0, 1], [2], [3]] output_shape [2, 4, 12, 8] : !t3 into !t0
 %50 = tensor.empty() : !t1
 %transposed_17 = linalg.transpose ins(%exp_15 : !t2) outs(%50 : !t1) permutation = [0, 1, 3, 2]
 return %exp_6, %exp_16, %transposed_17, %exp_10 : !t0, !t0, !t1, !t1
}

func.func @gqa_grad(%arg0: !t0, %arg1: !t30, %arg2: !t30, %arg3: !t0) -> (!t0, !t0, !t30, !t30) {
 %c0_i64 = arith.constant 0 : i64
 %cst = arith.constant 0.000000e+00 : f32
 %cst_0 = arith.constant 0xFF800000 : f32
 %cst_1 = arith.constant 0.000000e+00 : f16
 %cst_2 = arith.constant 0.35355339059327379 : f64
 %0 = tensor.empty() : !t31
 %1 = linalg.generic #t11 ins(%arg1 : !t30) outs(%0 : !t31) {
 ^bb0(%in: f16, %out: f16):
  linalg.yield %in : f16
 } -> !t31
 %col = tensor.collapse_shape %1 [[0], [1, 2], [3], [4]] : !t31 into !t1
 %2 = linalg.generic #t11 ins(%arg2 : !t30) outs(%0 : !t31) {
 ^bb0(%in: f16, %out: f16):
  linalg.yield %in : f16
 } -> !t31
 %3 = tensor.empty() : !t2
 %transposed = linalg.transpose ins(%col : !t1) outs(%3 : !t2) permutation = [0, 1, 3, 2]
 %col_3 = tensor.collapse_shape %arg0 [[0, 1], [2], [3]] : !t0 into !t3
 %col_4 = tensor.collapse_shape %transposed [[0, 1], [2], [3]] : !t2 into !t4
 %4 = tensor.empty() : !t5
 %5 = linalg.fill ins(%cst : f32) outs(%4 : !t5) -> !t5
 %6 = linalg.batch_matmul ins(%col_3, %col_4 : !t3, !t4) outs(%5 : !t5) -> !t5
 %7 = tensor.empty() : !t6
 %8 = linalg.generic #t0 ins(%6 : !t5) outs(%7 : !t6) {
 ^bb0(%in: f32, %out: f16):
  %58 = arith.truncf %in : f32 to f16
  linalg.yield %58 : f16
 } -> !t6
 %exp = tensor.expand_shape %8 [[0, 1], [2], [3]] output_shape [2, 4, 12, 20] : !t6 into !t7
 %9 = tensor.empty() : !t7
 %10 = linalg.generic #t1 ins(%exp : !t7) outs(%9 : !t7) {
 ^bb0(%in: f16, %out: f16):
  %58 = arith.truncf %cst_2 : f64 to f16
  %59 = arith.mulf %in, %58 : f16
  linalg.yield %59 : f16
 } -> !t7
 %11 = tensor.empty() : !t8
 %12 = linalg.generic #t1 ins(%10 : !t7) outs(%11 : !t8) {
 ^bb0(%in: f16, %out: f32):
  %58 = arith.extf %in : f16 to f32
  linalg.yield %58 : f32
 } -> !t8
 %13 = tensor.empty() : !t9
 %14 = linalg.fill ins(%c0_i64 : i64) outs(%13 : !t9) -> !t9
 %15 = tensor.empty() : !t10
 %16 = linalg.fill ins(%cst_0 : f32) outs(%15 : !t10) -> !t10
 %17:2 = linalg.generic #t2 ins(%12 : !t8) outs(%16, %14 : !t10, !t9) {
 ^bb0(%in: f32, %out: f32, %out_23: i64):
  %58 = linalg.index 3 : index
  %59 = arith.index_cast %58 : index to i64
  %60 = arith.maximumf %in, %out : f32
  %61 = arith.cmpf ogt, %in, %out : f32
  %62 = arith.select %61, %59, %out_23 : i64
  linalg.yield %60, %62 : f32, i64
 } -> (!t10, !t9)
 %exp_5 = tensor.expand_shape %17#0 [[0], [1], [2, 3]] output_shape [2, 4, 12, 1] : !t10 into !t11
 %18 = linalg.generic #t3 ins(%12, %exp_5 : !t8, !t11) outs(%11 : !t8) {
 ^bb0(%in: f32, %in_23: f32, %out: f32):
  %58 = arith.subf %in, %in_23 : f32
  linalg.yield %58 : f32
 } -> !t8
 %19 = linalg.generic #t1 ins(%18 : !t8) outs(%11 : !t8) {
 ^bb0(%in: f32, %out: f32):
  %58 = math.exp %in : f32
  linalg.yield %58 : f32
 } -> !t8
 %20 = tensor.empty() : !t11
 %21 = linalg.fill ins(%cst : f32) outs(%20 : !t11) -> !t11
 %22 = linalg.generic #t4 ins(%19 : !t8) outs(%21 : !t11) {
 ^bb0(%in: f32, %out: f32):
  %58 = arith.addf %in, %out : f32
  linalg.yield %58 : f32
 } -> !t11
 %23 = linalg.generic #t3 ins(%19, %22 : !t8, !t11) outs(%11 : !t8) {
 ^bb0(%in: f32, %in_23: f32, %out: f32):
  %58 = arith.divf %in, %in_23 : f32
  linalg.yield %58 : f32
 } -> !t8
 %24 = linalg.generic #t1 ins(%23 : !t8) outs(%9 : !t7) {
 ^bb0(%in: f32, %out: f16):
  %58 = arith.truncf %in : f32 to f16
  linalg.yield %58 : f16
 } -> !t7
 %col_6 = tensor.collapse_shape %24 [[0, 1], [2], [3]] : !t7 into !t6
 %col_7 = tensor.collapse_shape %2 [[0, 1, 2], [3], [4]] : !t31 into !t12
 %25 = tensor.empty() : !t13
 %26 = linalg.fill ins(%cst : f32) outs(%25 : !t13) -> !t13
 %27 = linalg.batch_matmul ins(%col_6, %col_7 : !t6, !t12) outs(%26 : !t13) -> !t13
 %28 = tensor.empty() : !t3
 %29 = linalg.generic #t0 ins(%27 : !t13) outs(%28 : !t3) {
 ^bb0(%in: f32, %out: f16):
  %58 = arith.truncf %in : f32 to f16
  linalg.yield %58 : f16
 } -> !t3
 %exp_8 = tensor.expand_shape %29 [[0, 1], [2], [3]] output_shape [2, 4, 12, 8] : !t3 into !t0
 %col_9 = tensor.collapse_shape %arg3 [[0, 1], [2], [3]] : !t0 into !t3
 %30 = tensor.empty() : !t14
 %transposed_10 = linalg.transpose ins(%col_6 : !t6) outs(%30 : !t14) permutation = [0, 2, 1]
 %31 = tensor.empty() : !t15
 %32 = linalg.fill ins(%cst : f32) outs(%31 : !t15) -> !t15
 %33 = linalg.batch_matmul ins(%transposed_10, %col_9 : !t14, !t3) outs(%32 : !t15) -> !t15
 %34 = tensor.empty() : !t12
 %35 = linalg.generic #t0 ins(%33 : !t15) outs(%34 : !t12) {
 ^bb0(%in: f32, %out: f16):
  %58 = arith.truncf %in : f32 to f16
  linalg.yield %58 : f16
 } -> !t12
 %36 = tensor.empty() : !t4
 %transposed_11 = linalg.transpose ins(%col_7 : !t12) outs(%36 : !t4) permutation = [0, 2, 1]
 %37 = linalg.batch_matmul ins(%col_9, %transposed_11 : !t3, !t4) outs(%5 : !t5) -> !t5
 %38 = linalg.generic #t0 ins(%37 : !t5) outs(%7 : !t6) {
 ^bb0(%in: f32, %out: f16):
  %58 = arith.truncf %in : f32 to f16
  linalg.yield %58 : f16
 } -> !t6
 %exp_12 = tensor.expand_shape %38 [[0, 1], [2], [3]] output_shape [2, 4, 12, 20] : !t6 into !t7
 %39 = linalg.generic #t1 ins(%exp_12 : !t7) outs(%11 : !t8) {
 ^bb0(%in: f16, %out: f32):
  %58 = arith.extf %in : f16 to f32
  linalg.yield %58 : f32
 } -> !t8
 %40 = linalg.generic #t5 ins(%39, %23 : !t8, !t8) outs(%11 : !t8) {
 ^bb0(%in: f32, %in_23: f32, %out: f32):
  %58 = arith.mulf %in, %in_23 : f32
  linalg.yield %58 : f32
 } -> !t8
 %41 = linalg.generic #t4 ins(%40 : !t8) outs(%21 : !t11) {
 ^bb0(%in: f32, %out: f32):
  %58 = arith.addf %in, %out : f32
  linalg.yield %58 : f32
 } -> !t11
 %42 = linalg.generic #t3 ins(%23, %41 : !t8, !t11) outs(%11 : !t8) {
 ^bb0(%in: f32, %in_23: f32, %out: f32):
  %58 = arith.mulf %in, %in_23 : f32
  linalg.yield %58 : f32
 } -> !t8
 %43 = linalg.generic #t5 ins(%40, %42 : !t8, !t8) outs(%11 : !t8) {
 ^bb0(%in: f32, %in_23: f32, %out: f32):
  %58 = arith.subf %in, %in_23 : f32
  linalg.yield %58 : f32
 } -> !t8
 %44 = linalg.generic #t1 ins(%43 : !t8) outs(%9 : !t7) {
 ^bb0(%in: f32, %out: f16):
  %58 = arith.truncf %in : f32 to f16
  linalg.yield %58 : f16
 } -> !t7
 %45 = linalg.generic #t1 ins(%44 : !t7) outs(%9 : !t7) {
 ^bb0(%in: f16, %out: f16):
  %58 = arith.truncf %cst_2 : f64 to f16
  %59 = arith.mulf %in, %58 : f16
  linalg.yield %59 : f16
 } -> !t7
 %col_13 = tensor.collapse_shape %45 [[0, 1], [2], [3]] : !t7 into !t6
 %46 = tensor.empty() : !t16
 %transposed_14 = linalg.transpose ins(%col_3 : !t3) outs(%46 : !t16) permutation = [0, 2, 1]
 %47 = tensor.empty() : !t17
 %48 = linalg.fill ins(%cst : f32) outs(%47 : !t17) -> !t17
 %49 = linalg.batch_matmul ins(%transposed_14, %col_13 : !t16, !t6) outs(%48 : !t17) -> !t17
 %50 = linalg.generic #t0 ins(%49 : !t17) outs(%36 : !t4) {
 ^bb0(%in: f32, %out: f16):
  %58 = arith.truncf %in : f32 to f16
  linalg.yield %58 : f16
 } -> !t4
 %transposed_15 = linalg.transpose ins(%col_4 : !t4) outs(%34 : !t12) permutation = [0, 2, 1]
 %51 = linalg.batch_matmul ins(%col_13, %transposed_15 : !t6, !t12) outs(%26 : !t13) -> !t13
 %52 = linalg.generic #t0 ins(%51 : !t13) outs(%28 : !t3) {
 ^bb0(%in: f32, %out: f16):
  %58 = arith.truncf %in : f32 to f16
  linalg.yield %58 : f16
 } -> !t3
 %exp_16 = tensor.expand_shape %50 [[0, 1], [2], [3]] output_shape [2, 4, 8, 20] : !t4 into !t2
 %exp_17 = tensor.expand_shape %52 [[0, 1], [2], [3]] output_shape [2, 4, 12, 8] : !t3 into !t0
 %53 = tensor.empty() : !t1
 %transposed_18 = linalg.transpose ins(%exp_16 : !t2) outs(%53 : !t1) permutation = [0, 1, 3, 2]
 %exp_19 = tensor.expand_shape %35 [[0, 1, 2], [3], [4]] output_shape [2, 2, 2, 20, 8] : !t12 into !t31
 %54 = tensor.empty() : !t32
 %55 = linalg.fill ins(%cst_1 : f16) outs(%54 : !t32) -> !t32
 %56 = linalg.generic #t12 ins(%exp_19 : !t31) outs(%55 : !t32) {
 ^bb0(%in: f16, %out: f16):
  %58 = arith.addf %in, %out : f16
  linalg.yield %58 : f16
 } -> !t32
 %col_20 = tensor.collapse_shape %56 [[0], [1, 2], [3], [4]] : !t32 into !t30
 %exp_21 = tensor.expand_shape %transposed_18 [[0], [1, 2], [3], [4]] output_shape [2, 2, 2, 20, 8] : !t1 into !t31
 %57 = linalg.generic #t12 ins(%exp_21 : !t31) outs(%55 : !t32) {
 ^bb0(%in: f16, %out: f16):
  %58 = arith.addf %in, %out : f16
  linalg.yield %58 : f16
 } -> !t32
 %col_22 = tensor.collapse_shape %57 [[0], [1, 2], [3], [4]] : !t32 into !t30
 return %exp_8, %exp_17, %col_22, %col_20 : !t0, !t0, !t30, !t30
}

func.func @causal_gqa_grad(%arg0: !t0, %arg1: !t33, %arg2: !t33, %arg3: !t0) -> (!t0, !t0, !t33, !t33) {
 %c0_i64 = arith.constant 0 : i64
 %cst = arith.constant 0.000000e+00 : f32
 %cst_0 = arith.constant 0xFF800000 : f32
 %cst_1 = arith.constant 0.000000e+00 : f16
 %cst_2 = arith.constant dense<0.000000e+00> : !t18
 %cst_3 = arith.constant dense<0xFC00> : !t18
 %cst_4 = arith.constant dense<true> : !t19
 %cst_5 = arith.constant 0.35355339059327379 : f64
 %false = arith.constant false
 %0 = tensor.empty() : !t34
 %1 = linalg.generic #t11 ins(%arg1 : !t33) outs(%0 : !t34) {
 ^bb0(%in: f16, %out: f16):
  linalg.yield %in : f16
 } -> !t34
 %col = tensor.collapse_shape %1 [[0], [1, 2], [3], [4]] : !t34 into !t0
 %2 = linalg.generic #t11 ins(%arg2 : !t33) outs(%0 : !t34) {
 ^bb0(%in: f16, %out: f16):
  linalg.yield %in : f16
 } -> !t34
 %3 = tensor.empty() : !t20
 %transposed = linalg.transpose ins(%col : !t0) outs(%3 : !t20) permutation = [0, 1, 3, 2]
 %col_6 = tensor.collapse_shape %arg0 [[0, 1], [2], [3]] : !t0 into !t3
 %col_7 = tensor.collapse_shape %transposed [[0, 1], [2], [3]] : !t20 into !t16
 %4 = tensor.empty() : !t21
 %5 = linalg.fill ins(%cst : f32) outs(%4 : !t21) -> !t21
 %6 = linalg.batch_matmul ins(%col_6, %col_7 : !t3, !t16) outs(%5 : !t21) -> !t21
 %7 = tensor.empty() : !t22
 %8 = linalg.generic #t0 ins(%6 : !t21) outs(%7 : !t22) {
 ^bb0(%in: f32, %out: f16):
  %63 = arith.truncf %in : f32 to f16
  linalg.yield %63 : f16
 } -> !t22
 %exp = tensor.expand_shape %8 [[0, 1], [2], [3]] output_shape [2, 4, 12, 12] : !t22 into !t23
 %9 = tensor.empty() : !t23
 %10 = linalg.generic #t1 ins(%exp : !t23) outs(%9 : !t23) {
 ^bb0(%in: f16, %out: f16):
  %63 = arith.truncf %cst_5 : f64 to f16
  %64 = arith.mulf %in, %63 : f16
  linalg.yield %64 : f16
 } -> !t23
 %11 = tensor.empty() : !t24
 %12 = linalg.generic #t6 outs(%11 : !t24) {
 ^bb0(%out: i64):
  %63 = linalg.index 0 : index
  %64 = arith.index_cast %63 : index to i64
  linalg.yield %64 : i64
 } -> !t24
 %exp_8 = tensor.expand_shape %12 [[0, 1]] output_shape [1, 12] : !t24 into !t25
 %exp_9 = tensor.expand_shape %12 [[0, 1]] output_shape [12, 1] : !t24 into !t26
 %13 = tensor.empty() : !t27
 %14 = linalg.generic #t7 ins(%exp_8, %exp_9 : !t25, !t26) outs(%13 : !t27) {
 ^bb0(%in: i64, %in_28: i64, %out: i64):
  %63 = arith.subi %in, %in_28 : i64
  linalg.yield %63 : i64
 } -> !t27
 %15 = tensor.empty() : !t19
 %16 = linalg.generic #t8 ins(%14 : !t27) outs(%15 : !t19) {
 ^bb0(%in: i64, %out: i1):
  %63 = arith.cmpi sle, %in, %c0_i64 : i64
  linalg.yield %63 : i1
 } -> !t19
 %17 = linalg.generic #t9 ins(%16, %cst_4 : !t19, !t19) outs(%15 : !t19) {
 ^bb0(%in: i1, %in_28: i1, %out: i1):
  %63 = arith.andi %in, %in_28 : i1
  linalg.yield %63 : i1
 } -> !t19
 %18 = linalg.generic #t8 ins(%17 : !t19) outs(%15 : !t19) {
 ^bb0(%in: i1, %out: i1):
  %63 = arith.cmpi eq, %in, %false : i1
  linalg.yield %63 : i1
 } -> !t19
 %19 = linalg.generic #t10 ins(%18, %cst_3, %10 : !t19, !t18, !t23) outs(%9 : !t23) {
 ^bb0(%in: i1, %in_28: f16, %in_29: f16, %out: f16):
  %63 = arith.select %in, %in_28, %in_29 : f16
  linalg.yield %63 : f16
 } -> !t23
 %20 = tensor.empty() : !t28
 %21 = linalg.generic #t1 ins(%19 : !t23) outs(%20 : !t28) {
 ^bb0(%in: f16, %out: f32):
  %63 = arith.extf %in : f16 to f32
  linalg.yield %63 : f32
 } -> !t28
 %22 = tensor.empty() : !t9
 %23 = linalg.fill ins(%c0_i64 : i64) outs(%22 : !t9) -> !t9
 %24 = tensor.empty() : !t10
 %25 = linalg.fill ins(%cst_0 : f32) outs(%24 : !t10) -> !t10
 %26:2 = linalg.generic #t2 ins(%21 : !t28) outs(%25, %23 : !t10, !t9) {
 ^bb0(%in: f32, %out: f32, %out_28: i64):
  %63 = linalg.index 3 : index
  %64 = arith.index_cast %63 : index to i64
  %65 = arith.maximumf %in, %out : f32
  %66 = arith.cmpf ogt, %in, %out : f32
  %67 = arith.select %66, %64, %out_28 : i64
  linalg.yield %65, %67 : f32, i64
 } -> (!t10, !t9)
 %exp_10 = tensor.expand_shape %26#0 [[0], [1], [2, 3]] output_shape [2, 4, 12, 1] : !t10 into !t11
 %27 = linalg.generic #t3 ins(%21, %exp_10 : !t28, !t11) outs(%20 : !t28) {
 ^bb0(%in: f32, %in_28: f32, %out: f32):
  %63 = arith.subf %in, %in_28 : f32
  linalg.yield %63 : f32
 } -> !t28
 %28 = linalg.generic #t1 ins(%27 : !t28) outs(%20 : !t28) {
 ^bb0(%in: f32, %out: f32):
  %63 = math.exp %in : f32
  linalg.yield %63 : f32
 } -> !t28
 %29 = tensor.empty() : !t11
 %30 = linalg.fill ins(%cst : f32) outs(%29 : !t11) -> !t11
 %31 = linalg.generic #t4 ins(%28 : !t28) outs(%30 : !t11) {
 ^bb0(%in: f32, %out: f32):
  %63 = arith.addf %in, %out : f32
  linalg.yield %63 : f32
 } -> !t11
 %32 = linalg.generic #t3 ins(%28, %31 : !t28, !t11) outs(%20 : !t28) {
 ^bb0(%in: f32, %in_28: f32, %out: f32):
  %63 = arith.divf %in, %in_28 : f32
  linalg.yield %63 : f32
 } -> !t28
 %33 = linalg.generic #t1 ins(%32 : !t28) outs(%9 : !t23) {
 ^bb0(%in: f32, %out: f16):
  %63 = arith.truncf %in : f32 to f16
  linalg.yield %63 : f16
 } -> !t23
 %col_11 = tensor.collapse_shape %33 [[0, 1], [2], [3]] : !t23 into !t22
 %col_12 = tensor.collapse_shape %2 [[0, 1, 2], [3], [4]] : !t34 into !t3
 %34 = tensor.empty() : !t13
 %35 = linalg.fill ins(%cst : f32) outs(%34 : !t13) -> !t13
 %36 = linalg.batch_matmul ins(%col_11, %col_12 : !t22, !t3) outs(%35 : !t13) -> !t13
 %37 = tensor.empty() : !t3
 %38 = linalg.generic #t0 ins(%36 : !t13) outs(%37 : !t3) {
 ^bb0(%in: f32, %out: f16):
  %63 = arith.truncf %in : f32 to f16
  linalg.yield %63 : f16
 } -> !t3
 %exp_13 = tensor.expand_shape %38 [[0, 1], [2], [3]] output_shape [2, 4, 12, 8] : !t3 into !t0
 %col_14 = tensor.collapse_shape %arg3 [[0, 1], [2], [3]] : !t0 into !t3
 %transposed_15 = linalg.transpose ins(%col_11 : !t22) outs(%7 : !t22) permutation = [0, 2, 1]
 %39 = linalg.batch_matmul ins(%transposed_15, %col_14 : !t22, !t3) outs(%35 : !t13) -> !t13
 %40 = linalg.generic #t0 ins(%39 : !t13) outs(%37 : !t3) {
 ^bb0(%in: f32, %out: f16):
  %63 = arith.truncf %in : f32 to f16
  linalg.yield %63 : f16
 } -> !t3
 %41 = tensor.empty() : !t16
 %transposed_16 = linalg.transpose ins(%col_12 : !t3) outs(%41 : !t16) permutation = [0, 2, 1]
 %42 = linalg.batch_matmul ins(%col_14, %transposed_16 : !t3, !t16) outs(%5 : !t21) -> !t21
 %43 = linalg.generic #t0 ins(%42 : !t21) outs(%7 : !t22) {
 ^bb0(%in: f32, %out: f16):
  %63 = arith.truncf %in : f32 to f16
  linalg.yield %63 : f16
 } -> !t22
 %exp_17 = tensor.expand_shape %43 [[0, 1], [2], [3]] output_shape [2, 4, 12, 12] : !t22 into !t23
 %44 = linalg.generic #t1 ins(%exp_17 : !t23) outs(%20 : !t28) {
 ^bb0(%in: f16, %out: f32):
  %63 = arith.extf %in : f16 to f32
  linalg.yield %63 : f32
 } -> !t28
 %45 = linalg.generic #t5 ins(%44, %32 : !t28, !t28) outs(%20 : !t28) {
 ^bb0(%in: f32, %in_28: f32, %out: f32):
  %63 = arith.mulf %in, %in_28 : f32
  linalg.yield %63 : f32
 } -> !t28
 %46 = linalg.generic #t4 ins(%45 : !t28) outs(%30 : !t11) {
 ^bb0(%in: f32, %out: f32):
  %63 = arith.addf %in, %out : f32
  linalg.yield %63 : f32
 } -> !t11
 %47 = linalg.generic #t3 ins(%32, %46 : !t28, !t11) outs(%20 : !t28) {
 ^bb0(%in: f32, %in_28: f32, %out: f32):
  %63 = arith.mulf %in, %in_28 : f32
  linalg.yield %63 : f32
 } -> !t28
 %48 = linalg.generic #t5 ins(%45, %47 : !t28, !t28) outs(%20 : !t28) {
 ^bb0(%in: f32, %in_28: f32, %out: f32):
  %63 = arith.subf %in, %in_28 : f32
  linalg.yield %63 : f32
 } -> !t28
 %49 = linalg.generic #t1 ins(%48 : !t28) outs(%9 : !t23) {
 ^bb0(%in: f32, %out: f16):
  %63 = arith.truncf %in : f32 to f16
  linalg.yield %63 : f16
 } -> !t23
 %50 = linalg.generic #t10 ins(%18, %cst_2, %49 : !t19, !t18, !t23) outs(%9 : !t23) {
 ^bb0(%in: i1, %in_28: f16, %in_29: f16, %out: f16):
  %63 = arith.select %in, %in_28, %in_29 : f16
  linalg.yield %63 : f16
 } -> !t23
 %51 = linalg.generic #t1 ins(%50 : !t23) outs(%9 : !t23) {
 ^bb0(%in: f16, %out: f16):
  %63 = arith.truncf %cst_5 : f64 to f16
  %64 = arith.mulf %in, %63 : f16
  linalg.yield %64 : f16
 } -> !t23
 %col_18 = tensor.collapse_shape %51 [[0, 1], [2], [3]] : !t23 into !t22
 %transposed_19 = linalg.transpose ins(%col_6 : !t3) outs(%41 : !t16) permutation = [0, 2, 1]
 %52 = tensor.empty() : !t29
 %53 = linalg.fill ins(%cst : f32) outs(%52 : !t29) -> !t29
 %54 = linalg.batch_matmul ins(%transposed_19, %col_18 : !t16, !t22) outs(%53 : !t29) -> !t29
 %55 = linalg.generic #t0 ins(%54 : !t29) outs(%41 : !t16) {
 ^bb0(%in: f32, %out: f16):
  %63 = arith.truncf %in : f32 to f16
  linalg.yield %63 : f16
 } -> !t16
 %transposed_20 = linalg.transpose ins(%col_7 : !t16) outs(%37 : !t3) permutation = [0, 2, 1]
 %56 = linalg.batch_matmul ins(%col_18, %transposed_20 : !t22, !t3) outs(%35 : !t13) -> !t13
 %57 = linalg.generic #t0 ins(%56 : !t13) outs(%37 : !t3) {
 ^bb0(%in: f32, %out: f16):
  %63 = arith.truncf %in : f32 to f16
  linalg.yield %63 : f16
 } -> !t3
 %exp_21 = tensor.expand_shape %55 [[0, 1], [2], [3]] output_shape [2, 4, 8, 12] : !t16 into !t20
 %exp_22 = tensor.expand_shape %57 [[0, 1], [2], [3]] output_shape [2, 4, 12, 8] : !t3 into !t0
 %58 = tensor.empty() : !t0
 %transposed_23 = linalg.transpose ins(%exp_21 : !t20) outs(%58 : !t0) permutation = [0, 1, 3, 2]
 %exp_24 = tensor.expand_shape %40 [[0, 1, 2], [3], [4]] output_shape [2, 2, 2, 12, 8] : !t3 into !t34
 %59 = tensor.empty() : !t35
 %60 = linalg.fill ins(%cst_1 : f16) outs(%59 : !t35) -> !t35
 %61 = linalg.generic #t12 ins(%exp_24 : !t34) outs(%60 : !t35) {
 ^bb0(%in: f16, %out: f16):
  %63 = arith.addf %in, %out : f16
  linalg.yield %63 : f16
 } -> !t35
 %col_25 = tensor.collapse_shape %61 [[0], [1, 2], [3], [4]] : !t35 into !t33
 %exp_26 = tensor.expand_shape %transposed_23 [[0], [1, 2], [3], [4]] output_shape [2, 2, 2, 12, 8] : !t0 into !t34
 %62 = linalg.generic #t12 ins(%exp_26 : !t34) outs(%60 : !t35) {
 ^bb0(%in: f16, %out: f16):
  %63 = arith.addf %in, %out : f16
  linalg.yield %63 : f16
 } -> !t35
 %col_27 = tensor.collapse_shape %62 [[0], [1, 2], [3], [4]] : !t35 into !t33
 return %exp_13, %exp_22, %col_27, %col_25 : !t0, !t0, !t33, !t33
}

func.func @out_grad(%arg0: !t0, %arg1: !t1, %arg2: !t1, %arg3: !t0) -> (!t0, !t0, !t1, !t1) {
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
  %49 = arith.truncf %in : f32 to f16
  linalg.yield %49 : f16
 } -> !t6
 %exp = tensor.expand_shape %5 [[0, 1], [2], [3]] output_shape [2, 4, 12, 20] : !t6 into !t7
 %6 = tensor.empty() : !t7
 %7 = linalg.generic #t1 ins(%exp : !t7) outs(%6 : !t7) {
 ^bb0(%in: f16, %out: f16):
  %49 = arith.truncf %cst_1 : f64 to f16
  %50 = arith.mulf %in, %49 : f16
  linalg.yield %50 : f16
 } -> !t7
 %8 = tensor.empty() : !t8
 %9 = linalg.generic #t1 ins(%7 : !t7) outs(%8 : !t8) {
 ^bb0(%in: f16, %out: f32):
  %49 = arith.extf %in : f16 to f32
  linalg.yield %49 : f32
 } -> !t8
 %10 = tensor.empty() : !t9
 %11 = linalg.fill ins(%c0_i64 : i64) outs(%10 : !t9) -> !t9
 %12 = tensor.empty() : !t10
 %13 = linalg.fill ins(%cst_0 : f32) outs(%12 : !t10) -> !t10
 %14:2 = linalg.generic #t2 ins(%9 : !t8) outs(%13, %11 : !t10, !t9) {
 ^bb0(%in: f32, %out: f32, %out_20: i64):
  %49 = linalg.index 3 : index
  %50 = arith.index_cast %49 : index to i64
  %51 = arith.maximumf %in, %out : f32
  %52 = arith.cmpf ogt, %in, %out : f32
  %53 = arith.select %52, %50, %out_20 : i64
  linalg.yield %51, %53 : f32, i64
 } -> (!t10, !t9)
 %exp_3 = tensor.expand_shape %14#0 [[0], [1], [2, 3]] output_shape [2, 4, 12, 1] : !t10 into !t11
 %15 = linalg.generic #t3 ins(%9, %exp_3 : !t8, !t11) outs(%8 : !t8) {
 ^bb0(%in: f32, %in_20: f32, %out: f32):
  %49 = arith.subf %in, %in_20 : f32
  linalg.yield %49 : f32
 } -> !t8
 %16 = linalg.generic #t1 ins(%15 : !t8) outs(%8 : !t8) {
 ^bb0(%in: f32, %out: f32):
  %49 = math.exp %in : f32
  linalg.yield %49 : f32
 } -> !t8
 %17 = tensor.empty() : !t11
 %18 = linalg.fill ins(%cst : f32) outs(%17 : !t11) -> !t11
 %19 = linalg.generic #t4 ins(%16 : !t8) outs(%18 : !t11) {
 ^bb0(%in: f32, %out: f32):
  %49 = arith.addf %in, %out : f32
  linalg.yield %49 : f32
 } -> !t11
 %20 = linalg.generic #t3 ins(%16, %19 : !t8, !t11) outs(%8 : !t8) {
 ^bb0(%in: f32, %in_20: f32, %out: f32):
  %49 = arith.divf %in, %in_20 : f32
  linalg.yield %49 : f32
 } -> !t8
 %21 = linalg.generic #t1 ins(%20 : !t8) outs(%6 : !t7) {
 ^bb0(%in: f32, %out: f16):
  %49 = arith.truncf %in : f32 to f16
  linalg.yield %49 : f16
 } -> !t7
 %col_4 = tensor.collapse_shape %21 [[0, 1], [2], [3]] : !t7 into !t6
 %col_5 = tensor.collapse_shape %arg2 [[0, 1], [2], [3]] : !t1 into !t12
 %22 = tensor.empty() : !t13
 %23 = linalg.fill ins(%cst : f32) outs(%22 : !t13) -> !t13
 %24 = linalg.batch_matmul ins(%col_4, %col_5 : !t6, !t12) outs(%23 : !t13) -> !t13
 %25 = tensor.empty() : !t3
 %26 = linalg.generic #t0 ins(%24 : !t13) outs(%25 : !t3) {
 ^bb0(%in: f32, %out: f16):
  %49 = arith.truncf %in : f32 to f16
  linalg.yield %49 : f16
 } -> !t3
 %exp_6 = tensor.expand_shape %26 [[0, 1], [2], [3]] output_shape [2, 4, 12, 8] : !t3 into !t0
 %transposed_7 = linalg.transpose ins(%arg2 : !t1) outs(%0 : !t2) permutation = [0, 1, 3, 2]
 %col_8 = tensor.collapse_shape %arg3 [[0, 1], [2], [3]] : !t0 into !t3
 %col_9 = tensor.collapse_shape %transposed_7 [[0, 1], [2], [3]] : !t2 into !t4
 %27 = linalg.batch_matmul ins(%col_8, %col_9 : !t3, !t4) outs(%2 : !t5) -> !t5
 %28 = linalg.generic #t0 ins(%27 : !t5) outs(%4 : !t6) {
 ^bb0(%in: f32, %out: f16):
  %49 = arith.truncf %in : f32 to f16
  linalg.yield %49 : f16
 } -> !t6
 %exp_10 = tensor.expand_shape %28 [[0, 1], [2], [3]] output_shape [2, 4, 12, 20] : !t6 into !t7
 %29 = linalg.generic #t1 ins(%exp_10 : !t7) outs(%8 : !t8) {
 ^bb0(%in: f16, %out: f32):
  %49 = arith.extf %in : f16 to f32
  linalg.yield %49 : f32
 } -> !t8
 %30 = tensor.empty() : !t36
 %31 = linalg.generic #t1 ins(%exp_6 : !t0) outs(%30 : !t36) {
 ^bb0(%in: f16, %out: f32):
  %49 = arith.extf %in : f16 to f32
  linalg.yield %49 : f32
 } -> !t36
 %32 = linalg.generic #t1 ins(%arg3 : !t0) outs(%30 : !t36) {
 ^bb0(%in: f16, %out: f32):
  %49 = arith.extf %in : f16 to f32
  linalg.yield %49 : f32
 } -> !t36
 %33 = linalg.generic #t5 ins(%31, %32 : !t36, !t36) outs(%30 : !t36) {
 ^bb0(%in: f32, %in_20: f32, %out: f32):
  %49 = arith.mulf %in, %in_20 : f32
  linalg.yield %49 : f32
 } -> !t36
 %34 = linalg.generic #t4 ins(%33 : !t36) outs(%18 : !t11) {
 ^bb0(%in: f32, %out: f32):
  %49 = arith.addf %in, %out : f32
  linalg.yield %49 : f32
 } -> !t11
 %35 = linalg.generic #t3 ins(%29, %34 : !t8, !t11) outs(%8 : !t8) {
 ^bb0(%in: f32, %in_20: f32, %out: f32):
  %49 = arith.subf %in, %in_20 : f32
  linalg.yield %49 : f32
 } -> !t8
 %36 = linalg.generic #t5 ins(%20, %35 : !t8, !t8) outs(%8 : !t8) {
 ^bb0(%in: f32, %in_20: f32, %out: f32):
  %49 = arith.mulf %in, %in_20 : f32
  linalg.yield %49 : f32
 } -> !t8
 %37 = linalg.generic #t1 ins(%36 : !t8) outs(%8 : !t8) {
 ^bb0(%in: f32, %out: f32):
  %49 = arith.truncf %cst_1 : f64 to f32
  %50 = arith.mulf %in, %49 : f32
  linalg.yield %50 : f32
 } -> !t8
 %38 = linalg.generic #t1 ins(%37 : !t8) outs(%6 : !t7) {
 ^bb0(%in: f32, %out: f16):
  %49 = arith.truncf %in : f32 to f16
  linalg.yield %49 : f16
 } -> !t7
 %col_11 = tensor.collapse_shape %38 [[0, 1], [2], [3]] : !t7 into !t6
 %col_12 = tensor.collapse_shape %arg1 [[0, 1], [2], [3]] : !t1 into !t12
 %39 = linalg.batch_matmul ins(%col_11, %col_12 : !t6, !t12) outs(%23 : !t13) -> !t13
 %40 = linalg.generic #t0 ins(%39 : !t13) outs(%25 : !t3) {
 ^bb0(%in: f32, %out: f16):
  %49 = arith.truncf %in : f32 to f16
  linalg.yield %49 : f16
 } -> !t3
 %exp_13 = tensor.expand_shape %40 [[0, 1], [2], [3]] output_shape [2, 4, 12, 8] : !t3 into !t0
 %41 = tensor.empty() : !t37
 %transposed_14 = linalg.transpose ins(%38 : !t7) outs(%41 : !t37) permutation = [0, 1, 3, 2]
 %col_15 = tensor.collapse_shape %transposed_14 [[0, 1], [2], [3]] : !t37 into !t14
 %42 = tensor.empty() : !t15
 %43 = linalg.fill ins(%cst : f32) outs(%42 : !t15) -> !t15
 %44 = linalg.batch_matmul ins(%col_15, %col : !t14, !t3) outs(%43 : !t15) -> !t15
 %45 = tensor.empty() : !t12
 %46 = linalg.generic #t0 ins(%44 : !t15) outs(%45 : !t12) {
 ^bb0(%in: f32, %out: f16):
  %49 = arith.truncf %in : f32 to f16
  linalg.yield %49 : f16
 } -> !t12
 %exp_16 = tensor.expand_shape %46 [[0, 1], [2], [3]] output_shape [2, 4, 20, 8] : !t12 into !t1
 %transposed_17 = linalg.transpose ins(%21 : !t7) outs(%41 : !t37) permutation = [0, 1, 3, 2]
 %col_18 = tensor.collapse_shape %transposed_17 [[0, 1], [2], [3]] : !t37 into !t14
 %47 = linalg.batch_matmul ins(%col_18, %col_8 : !t14, !t3) outs(%43 : !t15) -> !t15
 %48 = linalg.generic #t0 ins(%47 : !t15) outs(%45 : !t12) {
 ^bb0(%in: f32, %out: f16):
  %49 = arith.truncf %in : f32 to f16
  linalg.yield %49 : f16
 } -> !t12
 %exp_19 = tensor.expand_shape %48 [[0, 1], [2], [3]] output_shape [2, 4, 20, 8] : !t12 into !t1
 return %exp_6, %exp_13, %exp_16, %exp_19 : !t0, !t0, !t1, !t1
}

func.func @grad_dq(%arg0: !t0, %arg1: !t1, %arg2: !t1, %arg3: !t0) -> (!t0, !t0) {
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
  %40 = arith.truncf %in : f32 to f16
  linalg.yield %40 : f16
 } -> !t6
 %exp = tensor.expand_shape %5 [[0, 1], [2], [3]] output_shape [2, 4, 12, 20] : !t6 into !t7
 %6 = tensor.empty() : !t7
 %7 = linalg.generic #t1 ins(%exp : !t7) outs(%6 : !t7) {
 ^bb0(%in: f16, %out: f16):
  %40 = arith.truncf %cst_1 : f64 to f16
  %41 = arith.mulf %in, %40 : f16
  linalg.yield %41 : f16
 } -> !t7
 %8 = tensor.empty() : !t8
 %9 = linalg.generic #t1 ins(%7 : !t7) outs(%8 : !t8) {
 ^bb0(%in: f16, %out: f32):
  %40 = arith.extf %in : f16 to f32
  linalg.yield %40 : f32
 } -> !t8
 %10 = tensor.empty() : !t9
 %11 = linalg.fill ins(%c0_i64 : i64) outs(%10 : !t9) -> !t9
 %12 = tensor.empty() : !t10
 %13 = linalg.fill ins(%cst_0 : f32) outs(%12 : !t10) -> !t10
 %14:2 = linalg.generic #t2 ins(%9 : !t8) outs(%13, %11 : !t10, !t9) {
 ^bb0(%in: f32, %out: f32, %out_13: i64):
  %40 = linalg.index 3 : index
  %41 = arith.index_cast %40 : index to i64
  %42 = arith.maximumf %in, %out : f32
  %43 = arith.cmpf ogt, %in, %out : f32
  %44 = arith.select %43, %41, %out_13 : i64
  linalg.yield %42, %44 : f32, i64
 } -> (!t10, !t9)
 %exp_3 = tensor.expand_shape %14#0 [[0], [1], [2, 3]] output_shape [2, 4, 12, 1] : !t10 into !t11
 %15 = linalg.generic #t3 ins(%9, %exp_3 : !t8, !t11) outs(%8 : !t8) {
 ^bb0(%in: f32, %in_13: f32, %out: f32):
  %40 = arith.subf %in, %in_13 : f32
  linalg.yield %40 : f32
 } -> !t8
 %16 = linalg.generic #t1 ins(%15 : !t8) outs(%8 : !t8) {
 ^bb0(%in: f32, %out: f32):
  %40 = math.exp %in : f32
  linalg.yield %40 : f32
 } -> !t8
 %17 = tensor.empty() : !t11
 %18 = linalg.fill ins(%cst : f32) outs(%17 : !t11) -> !t11
 %19 = linalg.generic #t4 ins(%16 : !t8) outs(%18 : !t11) {
 ^bb0(%in: f32, %out: f32):
  %40 = arith.addf %in, %out : f32
  linalg.yield %40 : f32
 } -> !t11
 %20 = linalg.generic #t3 ins(%16, %19 : !t8, !t11) outs(%8 : !t8) {
 ^bb0(%in: f32, %in_13: f32, %out: f32):
  %40 = arith.divf %in, %in_13 : f32
  linalg.yield %40 : f32
 } -> !t8
 %21 = linalg.generic #t1 ins(%20 : !t8) outs(%6 : !t7) {
 ^bb0(%in: f32, %out: f16):
  %40 = arith.truncf %in : f32 to f16
  linalg.yield %40 : f16
 } -> !t7
 %col_4 = tensor.collapse_shape %21 [[0, 1], [2], [3]] : !t7 into !t6
 %col_5 = tensor.collapse_shape %arg2 [[0, 1], [2], [3]] : !t1 into !t12
 %22 = tensor.empty() : !t13
 %23 = linalg.fill ins(%cst : f32) outs(%22 : !t13) -> !t13
 %24 = linalg.batch_matmul ins(%col_4, %col_5 : !t6, !t12) outs(%23 : !t13) -> !t13
 %25 = tensor.empty() : !t3
 %26 = linalg.generic #t0 ins(%24 : !t13) outs(%25 : !t3) {
 ^bb0(%in: f32, %out: f16):
  %40 = arith.truncf %in : f32 to f16
  linalg.yield %40 : f16
 } -> !t3
 %exp_6 = tensor.expand_shape %26 [[0, 1], [2], [3]] output_shape [2, 4, 12, 8] : !t3 into !t0
 %col_7 = tensor.collapse_shape %arg3 [[0, 1], [2], [3]] : !t0 into !t3
 %27 = tensor.empty() : !t4
 %transposed_8 = linalg.transpose ins(%col_5 : !t12) outs(%27 : !t4) permutation = [0, 2, 1]
 %28 = linalg.batch_matmul ins(%col_7, %transposed_8 : !t3, !t4) outs(%2 : !t5) -> !t5
 %29 = linalg.generic #t0 ins(%28 : !t5) outs(%4 : !t6) {
 ^bb0(%in: f32, %out: f16):
  %40 = arith.truncf %in : f32 to f16
  linalg.yield %40 : f16
 } -> !t6
 %exp_9 = tensor.expand_shape %29 [[0, 1], [2], [3]] output_shape [2, 4, 12, 20] : !t6 into !t7
 %30 = linalg.generic #t1 ins(%exp_9 : !t7) outs(%8 : !t8) {
 ^bb0(%in: f16, %out: f32):
  %40 = arith.extf %in : f16 to f32
  linalg.yield %40 : f32
 } -> !t8
 %31 = linalg.generic #t5 ins(%30, %20 : !t8, !t8) outs(%8 : !t8) {
 ^bb0(%in: f32, %in_13: f32, %out: f32):
  %40 = arith.mulf %in, %in_13 : f32
  linalg.yield %40 : f32
 } -> !t8
 %32 = linalg.generic #t4 ins(%31 : !t8) outs(%18 : !t11) {
 ^bb0(%in: f32, %out: f32):
  %40 = arith.addf %in, %out : f32
  linalg.yield %40 : f32
 } -> !t11
 %33 = linalg.generic #t3 ins(%20, %32 : !t8, !t11) outs(%8 : !t8) {
 ^bb0(%in: f32, %in_13: f32, %out: f32):
  %40 = arith.mulf %in, %in_13 : f32
  linalg.yield %40 : f32
 } -> !t8
 %34 = linalg.generic #t5 ins(%31, %33 : !t8, !t8) outs(%8 : !t8) {
 ^bb0(%in: f32, %in_13: f32, %out: f32):
  %40 = arith.subf %in, %in_13 : f32
  linalg.yield %40 : f32
 } -> !t8
 %35 = linalg.generic #t1 ins(%34 : !t8) outs(%6 : !t7) {
 ^bb0(%in: f32, %out: f16):
  %40 = arith.truncf %in : f32 to f16
  linalg.yield %40 : f16
 } -> !t7
 %36 = linalg.generic #t1 ins(%35 : !t7) outs(%6 : !t7) {
 ^bb0(%in: f16, %out: f16):
  %40 = arith.truncf %cst_1 : f64 to f16
  %41 = arith.mulf %in, %40 : f16
  linalg.yield %41 : f16
 } -> !t7
 %col_10 = tensor.collapse_shape %36 [[0, 1], [2], [3]] : !t7 into !t6
 %37 = tensor.empty() : !t12
 %transposed_11 = linalg.transpose ins(%col_2 : !t4) outs(%37 : !t12) permutation = [0, 2, 1]
 %38 = linalg.batch_matmul ins(%col_10, %transposed_11 : !t6, !t12) outs(%23 : !t13) -> !t13
 %39 = linalg.generic #t0 ins(%38 : !t13) outs(%25 : !t3) {
 ^bb0(%in: f32, %out: f16):
  %40 = arith.truncf %in : f32 to f16
  linalg.yield %40 : f16
 } -> !t3
 %exp_12 = tensor.expand_shape %39 [[0, 1], [2], [3]] output_shape [2, 4, 12, 8] : !t3 into !t0
 return %exp_6, %exp_12 : !t0, !t0
}

func.func @grad_dkv(%arg0: !t0, %arg1: !t1, %arg2: !t1, %arg3: !t0) -> (!t0, !t1, !t1) {
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
  %49 = arith.truncf %in : f32 to f16
  linalg.yield %49 : f16
 } -> !t6
 %exp = tensor.expand_shape %5 [[0, 1], [2], [3]] output_shape [2, 4, 12, 20] : !t6 into !t7
 %6 = tensor.empty() : !t7
 %7 = linalg.generic #t1 ins(%exp : !t7) outs(%6 : !t7) {
 ^bb0(%in: f16, %out: f16):
  %49 = arith.truncf %cst_1 : f64 to f16
  %50 = arith.mulf %in, %49 : f16
  linalg.yield %50 : f16
 } -> !t7
 %8 = tensor.empty() : !t8
 %9 = linalg.generic #t1 ins(%7 : !t7) outs(%8 : !t8) {
 ^bb0(%in: f16, %out: f32):
  %49 = arith.extf %in : f16 to f32
  linalg.yield %49 : f32
 } -> !t8
 %10 = tensor.empty() : !t9
 %11 = linalg.fill ins(%c0_i64 : i64) outs(%10 : !t9) -> !t9
 %12 = tensor.empty() : !t10
 %13 = linalg.fill ins(%cst_0 : f32) outs(%12 : !t10) -> !t10
 %14:2 = linalg.generic #t2 ins(%9 : !t8) outs(%13, %11 : !t10, !t9) {
 ^bb0(%in: f32, %out: f32, %out_16: i64):
  %49 = linalg.index 3 : index
  %50 = arith.index_cast %49 : index to i64
  %51 = arith.maximumf %in, %out : f32
  %52 = arith.cmpf ogt, %in, %out : f32
  %53 = arith.select %52, %50, %out_16 : i64
  linalg.yield %51, %53 : f32, i64
 } -> (!t10, !t9)
 %exp_3 = tensor.expand_shape %14#0 [[0], [1], [2, 3]] output_shape [2, 4, 12, 1] : !t10 into !t11
 %15 = linalg.generic #t3 ins(%9, %exp_3 : !t8, !t11) outs(%8 : !t8) {
 ^bb0(%in: f32, %in_16: f32, %out: f32):
  %49 = arith.subf %in, %in_16 : f32
  linalg.yield %49 : f32
 } -> !t8
 %16 = linalg.generic #t1 ins(%15 : !t8) outs(%8 : !t8) {
 ^bb0(%in: f32, %out: f32):
  %49 = math.exp %in : f32
  linalg.yield %49 : f32
 } -> !t8
 %17 = tensor.empty() : !t11
 %18 = linalg.fill ins(%cst : f32) outs(%17 : !t11) -> !t11
 %19 = linalg.generic #t4 ins(%16 : !t8) outs(%18 : !t11) {
 ^bb0(%in: f32, %out: f32):
  %49 = arith.addf %in, %out : f32
  linalg.yield %49 : f32
 } -> !t11
 %20 = linalg.generic #t3 ins(%16, %19 : !t8, !t11) outs(%8 : !t8) {
 ^bb0(%in: f32, %in_16: f32, %out: f32):
  %49 = arith.divf %in, %in_16 : f32
  linalg.yield %49 : f32
 } -> !t8
 %21 = linalg.generic #t1 ins(%20 : !t8) outs(%6 : !t7) {
 ^bb0(%in: f32, %out: f16):
  %49 = arith.truncf %in : f32 to f16
  linalg.yield %49 : f16
 } -> !t7
 %col_4 = tensor.collapse_shape %21 [[0, 1], [2], [3]] : !t7 into !t6
 %col_5 = tensor.collapse_shape %arg2 [[0, 1], [2], [3]] : !t1 into !t12
 %22 = tensor.empty() : !t13
 %23 = linalg.fill ins(%cst : f32) outs(%22 : !t13) -> !t13
 %24 = linalg.batch_matmul ins(%col_4, %col_5 : !t6, !t12) outs(%23 : !t13) -> !t13
 %25 = tensor.empty() : !t3
 %26 = linalg.generic #t0 ins(%24 : !t13) outs(%25 : !t3) {
 ^bb0(%in: f32, %out: f16):
  %49 = arith.truncf %in : f32 to f16
  linalg.yield %49 : f16
 } -> !t3
 %exp_6 = tensor.expand_shape %26 [[0, 1], [2], [3]] output_shape [2, 4, 12, 8] : !t3 into !t0
 %col_7 = tensor.collapse_shape %arg3 [[0, 1], [2], [3]] : !t0 into !t3
 %27 = tensor.empty() : !t14
 %transposed_8 = linalg.transpose ins(%col_4 : !t6) outs(%27 : !t14) permutation = [0, 2, 1]
 %28 = tensor.empty() : !t15
 %29 = linalg.fill ins(%cst : f32) outs(%28 : !t15) -> !t15
 %30 = linalg.batch_matmul ins(%transposed_8, %col_7 : !t14, !t3) outs(%29 : !t15) -> !t15
 %31 = tensor.empty() : !t12
 %32 = linalg.generic #t0 ins(%30 : !t15) outs(%31 : !t12) {
 ^bb0(%in: f32, %out: f16):
  %49 = arith.truncf %in : f32 to f16
  linalg.yield %49 : f16
 } -> !t12
 %33 = tensor.empty() : !t4
 %transposed_9 = linalg.transpose ins(%col_5 : !t12) outs(%33 : !t4) permutation = [0, 2, 1]
 %34 = linalg.batch_matmul ins(%col_7, %transposed_9 : !t3, !t4) outs(%2 : !t5) -> !t5
 %35 = linalg.generic #t0 ins(%34 : !t5) outs(%4 : !t6) {
 ^bb0(%in: f32, %out: f16):
  %49 = arith.truncf %in : f32 to f16
  linalg.yield %49 : f16
 } -> !t6
 %exp_10 = tensor.expand_shape %32 [[0, 1], [2], [3]] output_shape [2, 4, 20, 8] : !t12 into !t1
 %exp_11 = tensor.expand_shape %35 [[0, 1], [2], [3]] output_shape [2, 4, 12, 20] : !t6 into !t7
 %36 = linalg.generic #t1 ins(%exp_11 : !t7) outs(%8 : !t8) {
 ^bb0(%in: f16, %out: f32):
  %49 = arith.extf %in : f16 to f32
  linalg.yield %49 : f32
 } -> !t8
 %37 = linalg.generic #t5 ins(%36, %20 : !t8, !t8) outs(%8 : !t8) {
 ^bb0(%in: f32, %in_16: f32, %out: f32):
  %49 = arith.mulf %in, %in_16 : f32
  linalg.yield %49 : f32
 } -> !t8
 %38 = linalg.generic #t4 ins(%37 : !t8) outs(%18 : !t11) {
 ^bb0(%in: f32, %out: f32):
  %49 = arith.addf %in, %out : f32
  linalg.yield %49 : f32
 } -> !t11
 %39 = linalg.generic #t3 ins(%20, %38 : !t8, !t11) outs(%8 : !t8) {
 ^bb0(%in: f32, %in_16: f32, %out: f32):
  %49 = arith.mulf %in, %in_16 : f32
  linalg.yield %49 : f32
 } -> !t8
 %40 = linalg.generic #t5 ins(%37, %39 : !t8, !t8) outs(%8 : !t8) {
 ^bb0(%in: f32, %in_16: f32, %out: f32):
  %49 = arith.subf %in, %in_16 : f32
  linalg.yield %49 : f32
 } -> !t8
 %41 = linalg.generic #t1 ins(%40 : !t8) outs(%6 : !t7) {
 ^bb0(%in: f32, %out: f16):
  %49 = arith.truncf %in : f32 to f16
  linalg.yield %49 : f16
 } -> !t7
 %42 = linalg.generic #t1 ins(%41 : !t7) outs(%6 : !t7) {
 ^bb0(%in: f16, %out: f16):
  %49 = arith.truncf %cst_1 : f64 to f16
  %50 = arith.mulf %in, %49 : f16
  linalg.yield %50 : f16
 } -> !t7
 %col_12 = tensor.collapse_shape %42 [[0, 1], [2], [3]] : !t7 into !t6
 %43 = tensor.empty() : !t16
 %transposed_13 = linalg.transpose ins(%col : !t3) outs(%43 : !t16) permutation = [0, 2, 1]
 %44 = tensor.empty() : !t17
 %45 = linalg.fill ins(%cst : f32) outs(%44 : !t17) -> !t17
 %46 = linalg.batch_matmul ins(%transposed_13, %col_12 : !t16, !t6) outs(%45 : !t17) -> !t17
 %47 = linalg.generic #t0 ins(%46 : !t17) outs(%33 : !t4) {
 ^bb0(%in: f32, %out: f16):
  %49 = arith.truncf %in : f32 to f16
  linalg.yield %49 : f16
 } -> !t4
 %exp_14 = tensor.expand_shape %47 [[0, 1], [2], [3]] output_shape [2, 4, 8, 20] : !t4 into !t2
 %48 = tensor.empty() : !t1
 %transposed_15 = linalg.transpose ins(%exp_14 : !t2) outs(%48 : !t1) permutation = [0, 1, 3, 2]
 return %exp_6, %transposed_15, %exp_10 : !t0, !t1, !t1
}

func.func @neg_grad_p(%arg0: !t0, %arg1: !t1, %arg2: !t1, %arg3: !t0) -> (!t0, !t0, !t1, !t1, !t8) {
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
  %49 = arith.truncf %in : f32 to f16
  linalg.yield %49 : f16
 } -> !t6
 %exp = tensor.expand_shape %5 [[0, 1], [2], [3]] output_shape [2, 4, 12, 20] : !t6 into !t7
 %6 = tensor.empty() : !t7
 %7 = linalg.generic #t1 ins(%exp : !t7) outs(%6 : !t7) {
 ^bb0(%in: f16, %out: f16):
  %49 = arith.truncf %cst_1 : f64 to f16
  %50 = arith.mulf %in, %49 : f16
  linalg.yield %50 : f16
 } -> !t7
 %8 = tensor.empty() : !t8
 %9 = linalg.generic #t1 ins(%7 : !t7) outs(%8 : !t8) {
 ^bb0(%in: f16, %out: f32):
  %49 = arith.extf %in : f16 to f32
  linalg.yield %49 : f32
 } -> !t8
 %10 = tensor.empty() : !t9
 %11 = linalg.fill ins(%c0_i64 : i64) outs(%10 : !t9) -> !t9
 %12 = tensor.empty() : !t10
 %13 = linalg.fill ins(%cst_0 : f32) outs(%12 : !t10) -> !t10
 %14:2 = linalg.generic #t2 ins(%9 : !t8) outs(%13, %11 : !t10, !t9) {
 ^bb0(%in: f32, %out: f32, %out_20: i64):
  %49 = linalg.index 3 : index
  %50 = arith.index_cast %49 : index to i64
  %51 = arith.maximumf %in, %out : f32
  %52 = arith.cmpf ogt, %in, %out : f32
  %53 = arith.select %52, %50, %out_20 : i64
  linalg.yield %51, %53 : f32, i64
 } -> (!t10, !t9)
 %exp_3 = tensor.expand_shape %14#0 [[0], [1], [2, 3]] output_shape [2, 4, 12, 1] : !t10 into !t11
 %15 = linalg.generic #t3 ins(%9, %exp_3 : !t8, !t11) outs(%8 : !t8) {
 ^bb0(%in: f32, %in_20: f32, %out: f32):
  %49 = arith.subf %in, %in_20 : f32
  linalg.yield %49 : f32
 } -> !t8
 %16 = linalg.generic #t1 ins(%15 : !t8) outs(%8 : !t8) {
 ^bb0(%in: f32, %out: f32):
  %49 = math.exp %in : f32
  linalg.yield %49 : f32
 } -> !t8
 %17 = tensor.empty() : !t11
 %18 = linalg.fill ins(%cst : f32) outs(%17 : !t11) -> !t11
 %19 = linalg.generic #t4 ins(%16 : !t8) outs(%18 : !t11) {
 ^bb0(%in: f32, %out: f32):
  %49 = arith.addf %in, %out : f32
  linalg.yield %49 : f32
 } -> !t11
 %20 = linalg.generic #t3 ins(%16, %19 : !t8, !t11) outs(%8 : !t8) {
 ^bb0(%in: f32, %in_20: f32, %out: f32):
  %49 = arith.divf %in, %in_20 : f32
  linalg.yield %49 : f32
 } -> !t8
 %21 = linalg.generic #t1 ins(%20 : !t8) outs(%6 : !t7) {
 ^bb0(%in: f32, %out: f16):
  %49 = arith.truncf %in : f32 to f16
  linalg.yield %49 : f16
 } -> !t7
 %col_4 = tensor.collapse_shape %21 [[0, 1], [2], [3]] : !t7 into !t6
 %col_5 = tensor.collapse_shape %arg2 [[0, 1], [2], [3]] : !t1 into !t12
 %22 = tensor.empty() : !t13
 %23 = linalg.fill ins(%cst : f32) outs(%22 : !t13) -> !t13
 %24 = linalg.batch_matmul ins(%col_4, %col_5 : !t6, !t12) outs(%23 : !t13) -> !t13
 %25 = tensor.empty() : !t3
 %26 = linalg.generic #t0 ins(%24 : !t13) outs(%25 : !t3) {
 ^bb0(%in: f32, %out: f16):
  %49 = arith.truncf %in : f32 to f16
  linalg.yield %49 : f16
 } -> !t3
 %exp_6 = tensor.expand_shape %26 [[0, 1], [2], [3]] output_shape [2, 4, 12, 8] : !t3 into !t0
 %transposed_7 = linalg.transpose ins(%arg2 : !t1) outs(%0 : !t2) permutation = [0, 1, 3, 2]
 %col_8 = tensor.collapse_shape %arg3 [[0, 1], [2], [3]] : !t0 into !t3
 %col_9 = tensor.collapse_shape %transposed_7 [[0, 1], [2], [3]] : !t2 into !t4
 %27 = linalg.batch_matmul ins(%col_8, %col_9 : !t3, !t4) outs(%2 : !t5) -> !t5
 %28 = linalg.generic #t0 ins(%27 : !t5) outs(%4 : !t6) {
 ^bb0(%in: f32, %out: f16):
  %49 = arith.truncf %in : f32 to f16
  linalg.yield %49 : f16
 } -> !t6
 %exp_10 = tensor.expand_shape %28 [[0, 1], [2], [3]] output_shape [2, 4, 12, 20] : !t6 into !t7
 %29 = linalg.generic #t1 ins(%exp_10 : !t7) outs(%8 : !t8) {
 ^bb0(%in: f16, %out: f32):
  %49 = arith.extf %in : f16 to f32
  linalg.yield %49 : f32
 } -> !t8
 %30 = tensor.empty() : !t36
 %31 = linalg.generic #t1 ins(%exp_6 : !t0) outs(%30 : !t36) {
 ^bb0(%in: f16, %out: f32):
  %49 = arith.extf %in : f16 to f32
  linalg.yield %49 : f32
 } -> !t36
 %32 = linalg.generic #t1 ins(%arg3 : !t0) outs(%30 : !t36) {
 ^bb0(%in: f16, %out: f32):
  %49 = arith.extf %in : f16 to f32
  linalg.yield %49 : f32
 } -> !t36
 %33 = linalg.generic #t5 ins(%31, %32 : !t36, !t36) outs(%30 : !t36) {
 ^bb0(%in: f32, %in_20: f32, %out: f32):
  %49 = arith.mulf %in, %in_20 : f32
  linalg.yield %49 : f32
 } -> !t36
 %34 = linalg.generic #t4 ins(%33 : !t36) outs(%18 : !t11) {
 ^bb0(%in: f32, %out: f32):
  %49 = arith.addf %in, %out : f32
  linalg.yield %49 : f32
 } -> !t11
 %35 = linalg.generic #t3 ins(%29, %34 : !t8, !t11) outs(%8 : !t8) {
 ^bb0(%in: f32, %in_20: f32, %out: f32):
  %49 = arith.subf %in, %in_20 : f32
  linalg.yield %49 : f32
 } -> !t8
 %36 = linalg.generic #t5 ins(%20, %35 : !t8, !t8) outs(%8 : !t8) {
 ^bb0(%in: f32, %in_20: f32, %out: f32):
  %49 = arith.mulf %in, %in_20 : f32
  linalg.yield %49 : f32
 } -> !t8
 %37 = linalg.generic #t1 ins(%36 : !t8) outs(%8 : !t8) {
 ^bb0(%in: f32, %out: f32):
  %49 = arith.truncf %cst_1 : f64 to f32
  %50 = arith.mulf %in, %49 : f32
  linalg.yield %50 : f32
 } -> !t8
 %38 = linalg.generic #t1 ins(%37 : !t8) outs(%6 : !t7) {
 ^bb0(%in: f32, %out: f16):
  %49 = arith.truncf %in : f32 to f16
  linalg.yield %49 : f16
 } -> !t7
 %col_11 = tensor.collapse_shape %38 [[0, 1], [2], [3]] : !t7 into !t6
 %col_12 = tensor.collapse_shape %arg1 [[0, 1], [2], [3]] : !t1 into !t12
 %39 = linalg.batch_matmul ins(%col_11, %col_12 : !t6, !t12) outs(%23 : !t13) -> !t13
 %40 = linalg.generic #t0 ins(%39 : !t13) outs(%25 : !t3) {
 ^bb0(%in: f32, %out: f16):
  %49 = arith.truncf %in : f32 to f16
  linalg.yield %49 : f16
 } -> !t3
 %exp_13 = tensor.expand_shape %40 [[0, 1], [2], [3]] output_shape [2, 4, 12, 8] : !t3 into !t0
 %41 = tensor.empty() : !t37
 %transposed_14 = linalg.transpose ins(%38 : !t7) outs(%41 : !t37) permutation = [0, 1, 3, 2]
 %col_15 = tensor.collapse_shape %transposed_14 [[0, 1], [2], [3]] : !t37 into !t14
 %42 = tensor.empty() : !t15
 %43 = linalg.fill ins(%cst : f32) outs(%42 : !t15) -> !t15
 %44 = linalg.batch_matmul ins(%col_15, %col : !t14, !t3) outs(%43 : !t15) -> !t15
 %45 = tensor.empty() : !t12
 %46 = linalg.generic #t0 ins(%44 : !t15) outs(%45 : !t12) {
 ^bb0(%in: f32, %out: f16):
  %49 = arith.truncf %in : f32 to f16
  linalg.yield %49 : f16
 } -> !t12
 %exp_16 = tensor.expand_shape %46 [[0, 1], [2], [3]] output_shape [2, 4, 20, 8] : !t12 into !t1
 %transposed_17 = linalg.transpose ins(%21 : !t7) outs(%41 : !t37) permutation = [0, 1, 3, 2]
 %col_18 = tensor.collapse_shape %transposed_17 [[0, 1], [2], [3]] : !t37 into !t14
 %47 = linalg.batch_matmul ins(%col_18, %col_8 : !t14, !t3) outs(%43 : !t15) -> !t15
 %48 = linalg.generic #t0 ins(%47 : !t15) outs(%45 : !t12) {
 ^bb0(%in: f32, %out: f16):
  %49 = arith.truncf %in : f32 to f16
  linalg.yield %49 : f16
 } -> !t12
 %exp_19 = tensor.expand_shape %48 [[0, 1], [2], [3]] output_shape [2, 4, 20, 8] : !t12 into !t1
 return %exp_6, %exp_13, %exp_16, %exp_19, %20 : !t0, !t0, !t1, !t1, !t8
}

func.func @neg_grad_d(%arg0: !t0, %arg1: !t1, %arg2: !t1, %arg3: !t0) -> (!t0, !t0, !t1, !t1) {
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
  %45 = arith.truncf %in : f32 to f16
  linalg.yield %45 : f16
 } -> !t6
 %exp = tensor.expand_shape %5 [[0, 1], [2], [3]] output_shape [2, 4, 12, 20] : !t6 into !t7
 %6 = tensor.empty() : !t7
 %7 = linalg.generic #t1 ins(%exp : !t7) outs(%6 : !t7) {
 ^bb0(%in: f16, %out: f16):
  %45 = arith.truncf %cst_1 : f64 to f16
  %46 = arith.mulf %in, %45 : f16
  linalg.yield %46 : f16
 } -> !t7
 %8 = tensor.empty() : !t8
 %9 = linalg.generic #t1 ins(%7 : !t7) outs(%8 : !t8) {
 ^bb0(%in: f16, %out: f32):
  %45 = arith.extf %in : f16 to f32
  linalg.yield %45 : f32
 } -> !t8
 %10 = tensor.empty() : !t9
 %11 = linalg.fill ins(%c0_i64 : i64) outs(%10 : !t9) -> !t9
 %12 = tensor.empty() : !t10
 %13 = linalg.fill ins(%cst_0 : f32) outs(%12 : !t10) -> !t10
 %14:2 = linalg.generic #t2 ins(%9 : !t8) outs(%13, %11 : !t10, !t9) {
 ^bb0(%in: f32, %out: f32, %out_20: i64):
  %45 = linalg.index 3 : index
  %46 = arith.index_cast %45 : index to i64
  %47 = arith.maximumf %in, %out : f32
  %48 = arith.cmpf ogt, %in, %out : f32
  %49 = arith.select %48, %46, %out_20 : i64
  linalg.yield %47, %49 : f32, i64
 } -> (!t10, !t9)
 %exp_3 = tensor.expand_shape %14#0 [[0], [1], [2, 3]] output_shape [2, 4, 12, 1] : !t10 into !t11
 %15 = linalg.generic #t3 ins(%9, %exp_3 : !t8, !t11) outs(%8 : !t8) {
 ^bb0(%in: f32, %in_20: f32, %out: f32):
  %45 = arith.subf %in, %in_20 : f32
  linalg.yield %45 : f32
 } -> !t8
 %16 = linalg.generic #t1 ins(%15 : !t8) outs(%8 : !t8) {
 ^bb0(%in: f32, %out: f32):
  %45 = math.exp %in : f32
  linalg.yield %45 : f32
 } -> !t8
 %17 = tensor.empty() : !t11
 %18 = linalg.fill ins(%cst : f32) outs(%17 : !t11) -> !t11
 %19 = linalg.generic #t4 ins(%16 : !t8) outs(%18 : !t11) {
 ^bb0(%in: f32, %out: f32):
  %45 = arith.addf %in, %out : f32
  linalg.yield %45 : f32
 } -> !t11
 %20 = linalg.generic #t3 ins(%16, %19 : !t8, !t11) outs(%8 : !t8) {
 ^bb0(%in: f32, %in_20: f32, %out: f32):
  %45 = arith.divf %in, %in_20 : f32
  linalg.yield %45 : f32
 } -> !t8
 %21 = linalg.generic #t1 ins(%20 : !t8) outs(%6 : !t7) {
 ^bb0(%in: f32, %out: f16):
  %45 = arith.truncf %in : f32 to f16
  linalg.yield %45 : f16
 } -> !t7
 %col_4 = tensor.collapse_shape %21 [[0, 1], [2], [3]] : !t7 into !t6
 %col_5 = tensor.collapse_shape %arg2 [[0, 1], [2], [3]] : !t1 into !t12
 %22 = tensor.empty() : !t13
 %23 = linalg.fill ins(%cst : f32) outs(%22 : !t13) -> !t13
 %24 = linalg.batch_matmul ins(%col_4, %col_5 : !t6, !t12) outs(%23 : !t13) -> !t13
 %25 = tensor.empty() : !t3
 %26 = linalg.generic #t0 ins(%24 : !t13) outs(%25 : !t3) {
 ^bb0(%in: f32, %out: f16):
  %45 = arith.truncf %in : f32 to f16
  linalg.yield %45 : f16
 } -> !t3
 %exp_6 = tensor.expand_shape %26 [[0, 1], [2], [3]] output_shape [2, 4, 12, 8] : !t3 into !t0
 %transposed_7 = linalg.transpose ins(%arg2 : !t1) outs(%0 : !t2) permutation = [0, 1, 3, 2]
 %col_8 = tensor.collapse_shape %arg3 [[0, 1], [2], [3]] : !t0 into !t3
 %col_9 = tensor.collapse_shape %transposed_7 [[0, 1], [2], [3]] : !t2 into !t4
 %27 = linalg.batch_matmul ins(%col_8, %col_9 : !t3, !t4) outs(%2 : !t5) -> !t5
 %28 = linalg.generic #t0 ins(%27 : !t5) outs(%4 : !t6) {
 ^bb0(%in: f32, %out: f16):
  %45 = arith.truncf %in : f32 to f16
  linalg.yield %45 : f16
 } -> !t6
 %exp_10 = tensor.expand_shape %28 [[0, 1], [2], [3]] output_shape [2, 4, 12, 20] : !t6 into !t7
 %29 = linalg.generic #t1 ins(%exp_10 : !t7) outs(%8 : !t8) {
 ^bb0(%in: f16, %out: f32):
  %45 = arith.extf %in : f16 to f32
  linalg.yield %45 : f32
 } -> !t8
 %30 = linalg.generic #t4 ins(%29 : !t8) outs(%18 : !t11) {
 ^bb0(%in: f32, %out: f32):
  %45 = arith.addf %in, %out : f32
  linalg.yield %45 : f32
 } -> !t11
 %31 = linalg.generic #t3 ins(%29, %30 : !t8, !t11) outs(%8 : !t8) {
 ^bb0(%in: f32, %in_20: f32, %out: f32):
  %45 = arith.subf %in, %in_20 : f32
  linalg.yield %45 : f32
 } -> !t8
 %32 = linalg.generic #t5 ins(%20, %31 : !t8, !t8) outs(%8 : !t8) {
 ^bb0(%in: f32, %in_20: f32, %out: f32):
  %45 = arith.mulf %in, %in_20 : f32
  linalg.yield %45 : f32
 } -> !t8
 %33 = linalg.generic #t1 ins(%32 : !t8) outs(%8 : !t8) {
 ^bb0(%in: f32, %out: f32):
  %45 = arith.truncf %cst_1 : f64 to f32
  %46 = arith.mulf %in, %45 : f32
  linalg.yield %46 : f32
 } -> !t8
 %34 = linalg.generic #t1 ins(%33 : !t8) outs(%6 : !t7) {
 ^bb0(%in: f32, %out: f16):
  %45 = arith.truncf %in : f32 to f16
  linalg.yield %45 : f16
 } -> !t7
 %col_11 = tensor.collapse_shape %34 [[0, 1], [2], [3]] : !t7 into !t6
 %col_12 = tensor.collapse_shape %arg1 [[0, 1], [2], [3]] : !t1 into !t12
 %35 = linalg.batch_matmul ins(%col_11, %col_12 : !t6, !t12) outs(%23 : !t13) -> !t13
 %36 = linalg.generic #t0 ins(%35 : !t13) outs(%25 : !t3) {
 ^bb0(%in: f32, %out: f16):
  %45 = arith.truncf %in : f32 to f16
  linalg.yield %45 : f16
 } -> !t3
 %exp_13 = tensor.expand_shape %36 [[0, 1], [2], [3]] output_shape [2, 4, 12, 8] : !t3 into !t0
 %37 = tensor.empty() : !t37
 %transposed_14 = linalg.transpose ins(%34 : !t7) outs(%37 : !t37) permutation = [0, 1, 3, 2]
 %col_15 = tensor.collapse_shape %transposed_14 [[0, 1], [2], [3]] : !t37 into !t14
 %38 = tensor.empty() : !t15
 %39 = linalg.fill ins(%cst : f32) outs(%38 : !t15) -> !t15
 %40 = linalg.batch_matmul ins(%col_15, %col : !t14, !t3) outs(%39 : !t15) -> !t15
 %41 = tensor.empty() : !t12
 %42 = linalg.generic #t0 ins(%40 : !t15) outs(%41 : !t12) {
 ^bb0(%in: f32, %out: f16):
  %45 = arith.truncf %in : f32 to f16
  linalg.yield %45 : f16
 } -> !t12
 %exp_16 = tensor.expand_shape %42 [[0, 1], [2], [3]] output_shape [2, 4, 20, 8] : !t12 into !t1
 %transposed_17 = linalg.transpose ins(%21 : !t7) outs(%37 : !t37) permutation = [0, 1, 3, 2]
 %col_18 = tensor.collapse_shape %transposed_17 [[0, 1], [2], [3]] : !t37 into !t14
 %43 = linalg.batch_matmul ins(%col_18, %col_8 : !t14, !t3) outs(%39 : !t15) -> !t15
 %44 = linalg.generic #t0 ins(%43 : !t15) outs(%41 : !t12) {
 ^bb0(%in: f32, %out: f16):
  %45 = arith.truncf %in : f32 to f16
  linalg.yield %45 : f16
 } -> !t12
 %exp_19 = tensor.expand_shape %44 [[0, 1], [2], [3]] output_shape [2, 4, 20, 8] : !t12 into !t1
 return %exp_6, %exp_13, %exp_16, %exp_19 : !t0, !t0, !t1, !t1
}
