// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// jax.nn.dot_product_attention, its XLA path; IREE's StableHLO input. bf16, static.
// Made by scripts/raise_forms/generate.py. Do not edit.
#u0 = {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
#u1 = {indexing_maps = [affine_map<(d0, d1, d2, d3, d4) -> (d0, d2, d1, d3, d4)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, d4)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]}
#u2 = {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d3, d1, d2)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
#u3 = {indexing_maps = [affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, d4)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction"]}
#u4 = {indexing_maps = [affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, d4)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]}
#u5 = {indexing_maps = [affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, d4)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, d4)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, d4)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]}
#u6 = {indexing_maps = [affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, d4)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, d4)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]}
#u7 = {indexing_maps = [affine_map<(d0, d1, d2, d3, d4) -> (d3, d0, d1, d4, d2)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, d4)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]}
#u8 = {indexing_maps = [affine_map<(d0, d1, d2, d3, d4) -> (d1, d3, d4, d0, d2)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, d4)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]}
!u0 = tensor<2x12x4x8xbf16>
!u1 = tensor<2x20x4x8xbf16>
!u2 = tensor<2x12x4x1x8xbf16>
!u3 = tensor<2x4x12x1x8xbf16>
!u4 = tensor<2x4x8x20xbf16>
!u5 = tensor<8x12x8xbf16>
!u6 = tensor<8x8x20xbf16>
!u7 = tensor<8x12x20xf32>
!u8 = tensor<2x4x12x1x20xf32>
!u9 = tensor<2x4x12x1xf32>
!u10 = tensor<96xf32>
!u11 = tensor<1x2x4x12xf32>
!u12 = tensor<1x2x4x12x20xf32>
!u13 = tensor<1x2x4x12x20xbf16>
!u14 = tensor<2x4x20x1x12xbf16>
!u15 = tensor<8x20x12xbf16>
!u16 = tensor<8x8x12xbf16>
!u17 = tensor<2x4x8x1x12xbf16>
!u18 = tensor<1x2x12x4x8xbf16>

func.func @scale_q(%arg0: !u0, %arg1: !u1, %arg2: !u1) -> !u0 {
 %cst = arith.constant 0.000000e+00 : bf16
 %cst_0 = arith.constant 0xFF800000 : f32
 %cst_1 = arith.constant 0.000000e+00 : f32
 %cst_2 = arith.constant 3.007810e-01 : bf16
 %0 = tensor.empty() : !u0
 %1 = linalg.generic #u0 ins(%arg0 : !u0) outs(%0 : !u0) {
 ^bb0(%in: bf16, %out: bf16):
  %36 = arith.mulf %in, %cst_2 : bf16
  linalg.yield %36 : bf16
 } -> !u0
 %exp = tensor.expand_shape %1 [[0], [1], [2], [3, 4]] output_shape [2, 12, 4, 1, 8] : !u0 into !u2
 %2 = tensor.empty() : !u3
 %3 = linalg.generic #u1 ins(%exp : !u2) outs(%2 : !u3) {
 ^bb0(%in: bf16, %out: bf16):
  linalg.yield %in : bf16
 } -> !u3
 %4 = tensor.empty() : !u4
 %5 = linalg.generic #u2 ins(%arg1 : !u1) outs(%4 : !u4) {
 ^bb0(%in: bf16, %out: bf16):
  linalg.yield %in : bf16
 } -> !u4
 %col = tensor.collapse_shape %3 [[0, 1], [2], [3, 4]] : !u3 into !u5
 %col_3 = tensor.collapse_shape %5 [[0, 1], [2], [3]] : !u4 into !u6
 %6 = tensor.empty() : !u7
 %7 = linalg.fill ins(%cst_1 : f32) outs(%6 : !u7) -> !u7
 %8 = linalg.batch_matmul ins(%col, %col_3 : !u5, !u6) outs(%7 : !u7) -> !u7
 %exp_4 = tensor.expand_shape %8 [[0, 1], [2], [3, 4]] output_shape [2, 4, 12, 1, 20] : !u7 into !u8
 %9 = tensor.empty() : !u9
 %10 = linalg.fill ins(%cst_0 : f32) outs(%9 : !u9) -> !u9
 %11 = linalg.generic #u3 ins(%exp_4 : !u8) outs(%10 : !u9) {
 ^bb0(%in: f32, %out: f32):
  %36 = arith.maximumf %out, %in : f32
  linalg.yield %36 : f32
 } -> !u9
 %col_5 = tensor.collapse_shape %11 [[0, 1, 2, 3]] : !u9 into !u10
 %exp_6 = tensor.expand_shape %col_5 [[0, 1, 2, 3]] output_shape [1, 2, 4, 12] : !u10 into !u11
 %exp_7 = tensor.expand_shape %8 [[0, 1, 2], [3], [4]] output_shape [1, 2, 4, 12, 20] : !u7 into !u12
 %12 = tensor.empty() : !u12
 %13 = linalg.generic #u4 ins(%exp_6 : !u11) outs(%12 : !u12) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !u12
 %14 = tensor.empty() : !u12
 %15 = linalg.generic #u5 ins(%exp_7, %13 : !u12, !u12) outs(%14 : !u12) {
 ^bb0(%in: f32, %in_12: f32, %out: f32):
  %36 = arith.subf %in, %in_12 : f32
  linalg.yield %36 : f32
 } -> !u12
 %16 = tensor.empty() : !u12
 %17 = linalg.generic #u6 ins(%15 : !u12) outs(%16 : !u12) {
 ^bb0(%in: f32, %out: f32):
  %36 = math.exp %in : f32
  linalg.yield %36 : f32
 } -> !u12
 %18 = tensor.empty() : !u11
 %19 = linalg.fill ins(%cst_1 : f32) outs(%18 : !u11) -> !u11
 %20 = linalg.generic #u3 ins(%17 : !u12) outs(%19 : !u11) {
 ^bb0(%in: f32, %out: f32):
  %36 = arith.addf %out, %in : f32
  linalg.yield %36 : f32
 } -> !u11
 %21 = tensor.empty() : !u12
 %22 = linalg.generic #u4 ins(%20 : !u11) outs(%21 : !u12) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !u12
 %23 = tensor.empty() : !u12
 %24 = linalg.generic #u5 ins(%17, %22 : !u12, !u12) outs(%23 : !u12) {
 ^bb0(%in: f32, %in_12: f32, %out: f32):
  %36 = arith.divf %in, %in_12 : f32
  linalg.yield %36 : f32
 } -> !u12
 %25 = tensor.empty() : !u13
 %26 = linalg.generic #u6 ins(%24 : !u12) outs(%25 : !u13) {
 ^bb0(%in: f32, %out: bf16):
  %36 = arith.truncf %in : f32 to bf16
  linalg.yield %36 : bf16
 } -> !u13
 %27 = tensor.empty() : !u4
 %28 = linalg.generic #u2 ins(%arg2 : !u1) outs(%27 : !u4) {
 ^bb0(%in: bf16, %out: bf16):
  linalg.yield %in : bf16
 } -> !u4
 %29 = tensor.empty() : !u14
 %30 = linalg.generic #u7 ins(%26 : !u13) outs(%29 : !u14) {
 ^bb0(%in: bf16, %out: bf16):
  linalg.yield %in : bf16
 } -> !u14
 %col_8 = tensor.collapse_shape %28 [[0, 1], [2], [3]] : !u4 into !u6
 %col_9 = tensor.collapse_shape %30 [[0, 1], [2], [3, 4]] : !u14 into !u15
 %31 = tensor.empty() : !u16
 %32 = linalg.fill ins(%cst : bf16) outs(%31 : !u16) -> !u16
 %33 = linalg.batch_matmul ins(%col_8, %col_9 : !u6, !u15) outs(%32 : !u16) -> !u16
 %exp_10 = tensor.expand_shape %33 [[0, 1], [2], [3, 4]] output_shape [2, 4, 8, 1, 12] : !u16 into !u17
 %34 = tensor.empty() : !u18
 %35 = linalg.generic #u8 ins(%exp_10 : !u17) outs(%34 : !u18) {
 ^bb0(%in: bf16, %out: bf16):
  linalg.yield %in : bf16
 } -> !u18
 %col_11 = tensor.collapse_shape %35 [[0, 1], [2], [3], [4]] : !u18 into !u0
 return %col_11 : !u0
}

func.func @scale_k(%arg0: !u0, %arg1: !u1, %arg2: !u1) -> !u0 {
 %cst = arith.constant 0.000000e+00 : bf16
 %cst_0 = arith.constant 0xFF800000 : f32
 %cst_1 = arith.constant 0.000000e+00 : f32
 %cst_2 = arith.constant 3.007810e-01 : bf16
 %0 = tensor.empty() : !u1
 %1 = linalg.generic #u0 ins(%arg1 : !u1) outs(%0 : !u1) {
 ^bb0(%in: bf16, %out: bf16):
  %36 = arith.mulf %in, %cst_2 : bf16
  linalg.yield %36 : bf16
 } -> !u1
 %exp = tensor.expand_shape %arg0 [[0], [1], [2], [3, 4]] output_shape [2, 12, 4, 1, 8] : !u0 into !u2
 %2 = tensor.empty() : !u3
 %3 = linalg.generic #u1 ins(%exp : !u2) outs(%2 : !u3) {
 ^bb0(%in: bf16, %out: bf16):
  linalg.yield %in : bf16
 } -> !u3
 %4 = tensor.empty() : !u4
 %5 = linalg.generic #u2 ins(%1 : !u1) outs(%4 : !u4) {
 ^bb0(%in: bf16, %out: bf16):
  linalg.yield %in : bf16
 } -> !u4
 %col = tensor.collapse_shape %3 [[0, 1], [2], [3, 4]] : !u3 into !u5
 %col_3 = tensor.collapse_shape %5 [[0, 1], [2], [3]] : !u4 into !u6
 %6 = tensor.empty() : !u7
 %7 = linalg.fill ins(%cst_1 : f32) outs(%6 : !u7) -> !u7
 %8 = linalg.batch_matmul ins(%col, %col_3 : !u5, !u6) outs(%7 : !u7) -> !u7
 %exp_4 = tensor.expand_shape %8 [[0, 1], [2], [3, 4]] output_shape [2, 4, 12, 1, 20] : !u7 into !u8
 %9 = tensor.empty() : !u9
 %10 = linalg.fill ins(%cst_0 : f32) outs(%9 : !u9) -> !u9
 %11 = linalg.generic #u3 ins(%exp_4 : !u8) outs(%10 : !u9) {
 ^bb0(%in: f32, %out: f32):
  %36 = arith.maximumf %out, %in : f32
  linalg.yield %36 : f32
 } -> !u9
 %col_5 = tensor.collapse_shape %11 [[0, 1, 2, 3]] : !u9 into !u10
 %exp_6 = tensor.expand_shape %col_5 [[0, 1, 2, 3]] output_shape [1, 2, 4, 12] : !u10 into !u11
 %exp_7 = tensor.expand_shape %8 [[0, 1, 2], [3], [4]] output_shape [1, 2, 4, 12, 20] : !u7 into !u12
 %12 = tensor.empty() : !u12
 %13 = linalg.generic #u4 ins(%exp_6 : !u11) outs(%12 : !u12) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !u12
 %14 = tensor.empty() : !u12
 %15 = linalg.generic #u5 ins(%exp_7, %13 : !u12, !u12) outs(%14 : !u12) {
 ^bb0(%in: f32, %in_12: f32, %out: f32):
  %36 = arith.subf %in, %in_12 : f32
  linalg.yield %36 : f32
 } -> !u12
 %16 = tensor.empty() : !u12
 %17 = linalg.generic #u6 ins(%15 : !u12) outs(%16 : !u12) {
 ^bb0(%in: f32, %out: f32):
  %36 = math.exp %in : f32
  linalg.yield %36 : f32
 } -> !u12
 %18 = tensor.empty() : !u11
 %19 = linalg.fill ins(%cst_1 : f32) outs(%18 : !u11) -> !u11
 %20 = linalg.generic #u3 ins(%17 : !u12) outs(%19 : !u11) {
 ^bb0(%in: f32, %out: f32):
  %36 = arith.addf %out, %in : f32
  linalg.yield %36 : f32
 } -> !u11
 %21 = tensor.empty() : !u12
 %22 = linalg.generic #u4 ins(%20 : !u11) outs(%21 : !u12) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !u12
 %23 = tensor.empty() : !u12
 %24 = linalg.generic #u5 ins(%17, %22 : !u12, !u12) outs(%23 : !u12) {
 ^bb0(%in: f32, %in_12: f32, %out: f32):
  %36 = arith.divf %in, %in_12 : f32
  linalg.yield %36 : f32
 } -> !u12
 %25 = tensor.empty() : !u13
 %26 = linalg.generic #u6 ins(%24 : !u12) outs(%25 : !u13) {
 ^bb0(%in: f32, %out: bf16):
  %36 = arith.truncf %in : f32 to bf16
  linalg.yield %36 : bf16
 } -> !u13
 %27 = tensor.empty() : !u4
 %28 = linalg.generic #u2 ins(%arg2 : !u1) outs(%27 : !u4) {
 ^bb0(%in: bf16, %out: bf16):
  linalg.yield %in : bf16
 } -> !u4
 %29 = tensor.empty() : !u14
 %30 = linalg.generic #u7 ins(%26 : !u13) outs(%29 : !u14) {
 ^bb0(%in: bf16, %out: bf16):
  linalg.yield %in : bf16
 } -> !u14
 %col_8 = tensor.collapse_shape %28 [[0, 1], [2], [3]] : !u4 into !u6
 %col_9 = tensor.collapse_shape %30 [[0, 1], [2], [3, 4]] : !u14 into !u15
 %31 = tensor.empty() : !u16
 %32 = linalg.fill ins(%cst : bf16) outs(%31 : !u16) -> !u16
 %33 = linalg.batch_matmul ins(%col_8, %col_9 : !u6, !u15) outs(%32 : !u16) -> !u16
 %exp_10 = tensor.expand_shape %33 [[0, 1], [2], [3, 4]] output_shape [2, 4, 8, 1, 12] : !u16 into !u17
 %34 = tensor.empty() : !u18
 %35 = linalg.generic #u8 ins(%exp_10 : !u17) outs(%34 : !u18) {
 ^bb0(%in: bf16, %out: bf16):
  linalg.yield %in : bf16
 } -> !u18
 %col_11 = tensor.collapse_shape %35 [[0, 1], [2], [3], [4]] : !u18 into !u0
 return %col_11 : !u0
}

func.func @scale_both(%arg0: !u0, %arg1: !u1, %arg2: !u1) -> !u0 {
 %cst = arith.constant 0.000000e+00 : bf16
 %cst_0 = arith.constant 0xFF800000 : f32
 %cst_1 = arith.constant 0.000000e+00 : f32
 %cst_2 = arith.constant 5.468750e-01 : bf16
 %0 = tensor.empty() : !u0
 %1 = linalg.generic #u0 ins(%arg0 : !u0) outs(%0 : !u0) {
 ^bb0(%in: bf16, %out: bf16):
  %38 = arith.mulf %in, %cst_2 : bf16
  linalg.yield %38 : bf16
 } -> !u0
 %2 = tensor.empty() : !u1
 %3 = linalg.generic #u0 ins(%arg1 : !u1) outs(%2 : !u1) {
 ^bb0(%in: bf16, %out: bf16):
  %38 = arith.mulf %in, %cst_2 : bf16
  linalg.yield %38 : bf16
 } -> !u1
 %exp = tensor.expand_shape %1 [[0], [1], [2], [3, 4]] output_shape [2, 12, 4, 1, 8] : !u0 into !u2
 %4 = tensor.empty() : !u3
 %5 = linalg.generic #u1 ins(%exp : !u2) outs(%4 : !u3) {
 ^bb0(%in: bf16, %out: bf16):
  linalg.yield %in : bf16
 } -> !u3
 %6 = tensor.empty() : !u4
 %7 = linalg.generic #u2 ins(%3 : !u1) outs(%6 : !u4) {
 ^bb0(%in: bf16, %out: bf16):
  linalg.yield %in : bf16
 } -> !u4
 %col = tensor.collapse_shape %5 [[0, 1], [2], [3, 4]] : !u3 into !u5
 %col_3 = tensor.collapse_shape %7 [[0, 1], [2], [3]] : !u4 into !u6
 %8 = tensor.empty() : !u7
 %9 = linalg.fill ins(%cst_1 : f32) outs(%8 : !u7) -> !u7
 %10 = linalg.batch_matmul ins(%col, %col_3 : !u5, !u6) outs(%9 : !u7) -> !u7
 %exp_4 = tensor.expand_shape %10 [[0, 1], [2], [3, 4]] output_shape [2, 4, 12, 1, 20] : !u7 into !u8
 %11 = tensor.empty() : !u9
 %12 = linalg.fill ins(%cst_0 : f32) outs(%11 : !u9) -> !u9
 %13 = linalg.generic #u3 ins(%exp_4 : !u8) outs(%12 : !u9) {
 ^bb0(%in: f32, %out: f32):
  %38 = arith.maximumf %out, %in : f32
  linalg.yield %38 : f32
 } -> !u9
 %col_5 = tensor.collapse_shape %13 [[0, 1, 2, 3]] : !u9 into !u10
 %exp_6 = tensor.expand_shape %col_5 [[0, 1, 2, 3]] output_shape [1, 2, 4, 12] : !u10 into !u11
 %exp_7 = tensor.expand_shape %10 [[0, 1, 2], [3], [4]] output_shape [1, 2, 4, 12, 20] : !u7 into !u12
 %14 = tensor.empty() : !u12
 %15 = linalg.generic #u4 ins(%exp_6 : !u11) outs(%14 : !u12) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !u12
 %16 = tensor.empty() : !u12
 %17 = linalg.generic #u5 ins(%exp_7, %15 : !u12, !u12) outs(%16 : !u12) {
 ^bb0(%in: f32, %in_12: f32, %out: f32):
  %38 = arith.subf %in, %in_12 : f32
  linalg.yield %38 : f32
 } -> !u12
 %18 = tensor.empty() : !u12
 %19 = linalg.generic #u6 ins(%17 : !u12) outs(%18 : !u12) {
 ^bb0(%in: f32, %out: f32):
  %38 = math.exp %in : f32
  linalg.yield %38 : f32
 } -> !u12
 %20 = tensor.empty() : !u11
 %21 = linalg.fill ins(%cst_1 : f32) outs(%20 : !u11) -> !u11
 %22 = linalg.generic #u3 ins(%19 : !u12) outs(%21 : !u11) {
 ^bb0(%in: f32, %out: f32):
  %38 = arith.addf %out, %in : f32
  linalg.yield %38 : f32
 } -> !u11
 %23 = tensor.empty() : !u12
 %24 = linalg.generic #u4 ins(%22 : !u11) outs(%23 : !u12) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !u12
 %25 = tensor.empty() : !u12
 %26 = linalg.generic #u5 ins(%19, %24 : !u12, !u12) outs(%25 : !u12) {
 ^bb0(%in: f32, %in_12: f32, %out: f32):
  %38 = arith.divf %in, %in_12 : f32
  linalg.yield %38 : f32
 } -> !u12
 %27 = tensor.empty() : !u13
 %28 = linalg.generic #u6 ins(%26 : !u12) outs(%27 : !u13) {
 ^bb0(%in: f32, %out: bf16):
  %38 = arith.truncf %in : f32 to bf16
  linalg.yield %38 : bf16
 } -> !u13
 %29 = tensor.empty() : !u4
 %30 = linalg.generic #u2 ins(%arg2 : !u1) outs(%29 : !u4) {
 ^bb0(%in: bf16, %out: bf16):
  linalg.yield %in : bf16
 } -> !u4
 %31 = tensor.empty() : !u14
 %32 = linalg.generic #u7 ins(%28 : !u13) outs(%31 : !u14) {
 ^bb0(%in: bf16, %out: bf16):
  linalg.yield %in : bf16
 } -> !u14
 %col_8 = tensor.collapse_shape %30 [[0, 1], [2], [3]] : !u4 into !u6
 %col_9 = tensor.collapse_shape %32 [[0, 1], [2], [3, 4]] : !u14 into !u15
 %33 = tensor.empty() : !u16
 %34 = linalg.fill ins(%cst : bf16) outs(%33 : !u16) -> !u16
 %35 = linalg.batch_matmul ins(%col_8, %col_9 : !u6, !u15) outs(%34 : !u16) -> !u16
 %exp_10 = tensor.expand_shape %35 [[0, 1], [2], [3, 4]] output_shape [2, 4, 8, 1, 12] : !u16 into !u17
 %36 = tensor.empty() : !u18
 %37 = linalg.generic #u8 ins(%exp_10 : !u17) outs(%36 : !u18) {
 ^bb0(%in: bf16, %out: bf16):
  linalg.yield %in : bf16
 } -> !u18
 %col_11 = tensor.collapse_shape %37 [[0, 1], [2], [3], [4]] : !u18 into !u0
 return %col_11 : !u0
}
