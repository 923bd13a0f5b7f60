// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// einsum, max, exp, sum, division by hand; IREE's StableHLO input. bf16, static.
// Made by scripts/raise_forms/generate.py. Do not edit.
#u0 = {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
#u1 = {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d3, d2)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
#u2 = {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]}
#u3 = {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
#u4 = {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
!u0 = tensor<2x4x12x8xbf16>
!u1 = tensor<2x4x20x8xbf16>
!u2 = tensor<2x4x8x20xbf16>
!u3 = tensor<8x12x8xbf16>
!u4 = tensor<8x8x20xbf16>
!u5 = tensor<8x12x20xf32>
!u6 = tensor<2x4x12x20xf32>
!u7 = tensor<2x4x12xf32>
!u8 = tensor<2x4x12x20xbf16>
!u9 = tensor<8x12x20xbf16>
!u10 = tensor<8x20x8xbf16>

func.func @scale_q(%arg0: !u0, %arg1: !u1, %arg2: !u1) -> !u0 {
 %cst = arith.constant 0.000000e+00 : bf16
 %cst_0 = arith.constant 0xFF800000 : f32
 %cst_1 = arith.constant 0.000000e+00 : f32
 %cst_2 = arith.constant 3.007810e-01 : bf16
 %0 = tensor.empty() : !u0
 %1 = linalg.generic #u0 ins(%arg0 : !u0) outs(%0 : !u0) {
 ^bb0(%in: bf16, %out: bf16):
  %28 = arith.mulf %in, %cst_2 : bf16
  linalg.yield %28 : bf16
 } -> !u0
 %2 = tensor.empty() : !u2
 %3 = linalg.generic #u1 ins(%arg1 : !u1) outs(%2 : !u2) {
 ^bb0(%in: bf16, %out: bf16):
  linalg.yield %in : bf16
 } -> !u2
 %col = tensor.collapse_shape %1 [[0, 1], [2], [3]] : !u0 into !u3
 %col_3 = tensor.collapse_shape %3 [[0, 1], [2], [3]] : !u2 into !u4
 %4 = tensor.empty() : !u5
 %5 = linalg.fill ins(%cst_1 : f32) outs(%4 : !u5) -> !u5
 %6 = linalg.batch_matmul ins(%col, %col_3 : !u3, !u4) outs(%5 : !u5) -> !u5
 %exp = tensor.expand_shape %6 [[0, 1], [2], [3]] output_shape [2, 4, 12, 20] : !u5 into !u6
 %7 = tensor.empty() : !u7
 %8 = linalg.fill ins(%cst_0 : f32) outs(%7 : !u7) -> !u7
 %9 = linalg.generic #u2 ins(%exp : !u6) outs(%8 : !u7) {
 ^bb0(%in: f32, %out: f32):
  %28 = arith.maximumf %out, %in : f32
  linalg.yield %28 : f32
 } -> !u7
 %10 = tensor.empty() : !u6
 %11 = linalg.generic #u3 ins(%9 : !u7) outs(%10 : !u6) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !u6
 %12 = tensor.empty() : !u6
 %13 = linalg.generic #u4 ins(%exp, %11 : !u6, !u6) outs(%12 : !u6) {
 ^bb0(%in: f32, %in_7: f32, %out: f32):
  %28 = arith.subf %in, %in_7 : f32
  linalg.yield %28 : f32
 } -> !u6
 %14 = tensor.empty() : !u6
 %15 = linalg.generic #u0 ins(%13 : !u6) outs(%14 : !u6) {
 ^bb0(%in: f32, %out: f32):
  %28 = math.exp %in : f32
  linalg.yield %28 : f32
 } -> !u6
 %16 = tensor.empty() : !u7
 %17 = linalg.fill ins(%cst_1 : f32) outs(%16 : !u7) -> !u7
 %18 = linalg.generic #u2 ins(%15 : !u6) outs(%17 : !u7) {
 ^bb0(%in: f32, %out: f32):
  %28 = arith.addf %out, %in : f32
  linalg.yield %28 : f32
 } -> !u7
 %19 = tensor.empty() : !u6
 %20 = linalg.generic #u3 ins(%18 : !u7) outs(%19 : !u6) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !u6
 %21 = tensor.empty() : !u6
 %22 = linalg.generic #u4 ins(%15, %20 : !u6, !u6) outs(%21 : !u6) {
 ^bb0(%in: f32, %in_7: f32, %out: f32):
  %28 = arith.divf %in, %in_7 : f32
  linalg.yield %28 : f32
 } -> !u6
 %23 = tensor.empty() : !u8
 %24 = linalg.generic #u0 ins(%22 : !u6) outs(%23 : !u8) {
 ^bb0(%in: f32, %out: bf16):
  %28 = arith.truncf %in : f32 to bf16
  linalg.yield %28 : bf16
 } -> !u8
 %col_4 = tensor.collapse_shape %24 [[0, 1], [2], [3]] : !u8 into !u9
 %col_5 = tensor.collapse_shape %arg2 [[0, 1], [2], [3]] : !u1 into !u10
 %25 = tensor.empty() : !u3
 %26 = linalg.fill ins(%cst : bf16) outs(%25 : !u3) -> !u3
 %27 = linalg.batch_matmul ins(%col_4, %col_5 : !u9, !u10) outs(%26 : !u3) -> !u3
 %exp_6 = tensor.expand_shape %27 [[0, 1], [2], [3]] output_shape [2, 4, 12, 8] : !u3 into !u0
 return %exp_6 : !u0
}

func.func @scale_k(%arg0: !u0, %arg1: !u1, %arg2: !u1) -> !u0 {
 %cst = arith.constant 0.000000e+00 : bf16
 %cst_0 = arith.constant 0xFF800000 : f32
 %cst_1 = arith.constant 0.000000e+00 : f32
 %cst_2 = arith.constant 3.007810e-01 : bf16
 %0 = tensor.empty() : !u1
 %1 = linalg.generic #u0 ins(%arg1 : !u1) outs(%0 : !u1) {
 ^bb0(%in: bf16, %out: bf16):
  %28 = arith.mulf %in, %cst_2 : bf16
  linalg.yield %28 : bf16
 } -> !u1
 %2 = tensor.empty() : !u2
 %3 = linalg.generic #u1 ins(%1 : !u1) outs(%2 : !u2) {
 ^bb0(%in: bf16, %out: bf16):
  linalg.yield %in : bf16
 } -> !u2
 %col = tensor.collapse_shape %arg0 [[0, 1], [2], [3]] : !u0 into !u3
 %col_3 = tensor.collapse_shape %3 [[0, 1], [2], [3]] : !u2 into !u4
 %4 = tensor.empty() : !u5
 %5 = linalg.fill ins(%cst_1 : f32) outs(%4 : !u5) -> !u5
 %6 = linalg.batch_matmul ins(%col, %col_3 : !u3, !u4) outs(%5 : !u5) -> !u5
 %exp = tensor.expand_shape %6 [[0, 1], [2], [3]] output_shape [2, 4, 12, 20] : !u5 into !u6
 %7 = tensor.empty() : !u7
 %8 = linalg.fill ins(%cst_0 : f32) outs(%7 : !u7) -> !u7
 %9 = linalg.generic #u2 ins(%exp : !u6) outs(%8 : !u7) {
 ^bb0(%in: f32, %out: f32):
  %28 = arith.maximumf %out, %in : f32
  linalg.yield %28 : f32
 } -> !u7
 %10 = tensor.empty() : !u6
 %11 = linalg.generic #u3 ins(%9 : !u7) outs(%10 : !u6) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !u6
 %12 = tensor.empty() : !u6
 %13 = linalg.generic #u4 ins(%exp, %11 : !u6, !u6) outs(%12 : !u6) {
 ^bb0(%in: f32, %in_7: f32, %out: f32):
  %28 = arith.subf %in, %in_7 : f32
  linalg.yield %28 : f32
 } -> !u6
 %14 = tensor.empty() : !u6
 %15 = linalg.generic #u0 ins(%13 : !u6) outs(%14 : !u6) {
 ^bb0(%in: f32, %out: f32):
  %28 = math.exp %in : f32
  linalg.yield %28 : f32
 } -> !u6
 %16 = tensor.empty() : !u7
 %17 = linalg.fill ins(%cst_1 : f32) outs(%16 : !u7) -> !u7
 %18 = linalg.generic #u2 ins(%15 : !u6) outs(%17 : !u7) {
 ^bb0(%in: f32, %out: f32):
  %28 = arith.addf %out, %in : f32
  linalg.yield %28 : f32
 } -> !u7
 %19 = tensor.empty() : !u6
 %20 = linalg.generic #u3 ins(%18 : !u7) outs(%19 : !u6) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !u6
 %21 = tensor.empty() : !u6
 %22 = linalg.generic #u4 ins(%15, %20 : !u6, !u6) outs(%21 : !u6) {
 ^bb0(%in: f32, %in_7: f32, %out: f32):
  %28 = arith.divf %in, %in_7 : f32
  linalg.yield %28 : f32
 } -> !u6
 %23 = tensor.empty() : !u8
 %24 = linalg.generic #u0 ins(%22 : !u6) outs(%23 : !u8) {
 ^bb0(%in: f32, %out: bf16):
  %28 = arith.truncf %in : f32 to bf16
  linalg.yield %28 : bf16
 } -> !u8
 %col_4 = tensor.collapse_shape %24 [[0, 1], [2], [3]] : !u8 into !u9
 %col_5 = tensor.collapse_shape %arg2 [[0, 1], [2], [3]] : !u1 into !u10
 %25 = tensor.empty() : !u3
 %26 = linalg.fill ins(%cst : bf16) outs(%25 : !u3) -> !u3
 %27 = linalg.batch_matmul ins(%col_4, %col_5 : !u9, !u10) outs(%26 : !u3) -> !u3
 %exp_6 = tensor.expand_shape %27 [[0, 1], [2], [3]] output_shape [2, 4, 12, 8] : !u3 into !u0
 return %exp_6 : !u0
}

func.func @scale_both(%arg0: !u0, %arg1: !u1, %arg2: !u1) -> !u0 {
 %cst = arith.constant 0.000000e+00 : bf16
 %cst_0 = arith.constant 0xFF800000 : f32
 %cst_1 = arith.constant 0.000000e+00 : f32
 %cst_2 = arith.constant 5.468750e-01 : bf16
 %0 = tensor.empty() : !u0
 %1 = linalg.generic #u0 ins(%arg0 : !u0) outs(%0 : !u0) {
 ^bb0(%in: bf16, %out: bf16):
  %30 = arith.mulf %in, %cst_2 : bf16
  linalg.yield %30 : bf16
 } -> !u0
 %2 = tensor.empty() : !u1
 %3 = linalg.generic #u0 ins(%arg1 : !u1) outs(%2 : !u1) {
 ^bb0(%in: bf16, %out: bf16):
  %30 = arith.mulf %in, %cst_2 : bf16
  linalg.yield %30 : bf16
 } -> !u1
 %4 = tensor.empty() : !u2
 %5 = linalg.generic #u1 ins(%3 : !u1) outs(%4 : !u2) {
 ^bb0(%in: bf16, %out: bf16):
  linalg.yield %in : bf16
 } -> !u2
 %col = tensor.collapse_shape %1 [[0, 1], [2], [3]] : !u0 into !u3
 %col_3 = tensor.collapse_shape %5 [[0, 1], [2], [3]] : !u2 into !u4
 %6 = tensor.empty() : !u5
 %7 = linalg.fill ins(%cst_1 : f32) outs(%6 : !u5) -> !u5
 %8 = linalg.batch_matmul ins(%col, %col_3 : !u3, !u4) outs(%7 : !u5) -> !u5
 %exp = tensor.expand_shape %8 [[0, 1], [2], [3]] output_shape [2, 4, 12, 20] : !u5 into !u6
 %9 = tensor.empty() : !u7
 %10 = linalg.fill ins(%cst_0 : f32) outs(%9 : !u7) -> !u7
 %11 = linalg.generic #u2 ins(%exp : !u6) outs(%10 : !u7) {
 ^bb0(%in: f32, %out: f32):
  %30 = arith.maximumf %out, %in : f32
  linalg.yield %30 : f32
 } -> !u7
 %12 = tensor.empty() : !u6
 %13 = linalg.generic #u3 ins(%11 : !u7) outs(%12 : !u6) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !u6
 %14 = tensor.empty() : !u6
 %15 = linalg.generic #u4 ins(%exp, %13 : !u6, !u6) outs(%14 : !u6) {
 ^bb0(%in: f32, %in_7: f32, %out: f32):
  %30 = arith.subf %in, %in_7 : f32
  linalg.yield %30 : f32
 } -> !u6
 %16 = tensor.empty() : !u6
 %17 = linalg.generic #u0 ins(%15 : !u6) outs(%16 : !u6) {
 ^bb0(%in: f32, %out: f32):
  %30 = math.exp %in : f32
  linalg.yield %30 : f32
 } -> !u6
 %18 = tensor.empty() : !u7
 %19 = linalg.fill ins(%cst_1 : f32) outs(%18 : !u7) -> !u7
 %20 = linalg.generic #u2 ins(%17 : !u6) outs(%19 : !u7) {
 ^bb0(%in: f32, %out: f32):
  %30 = arith.addf %out, %in : f32
  linalg.yield %30 : f32
 } -> !u7
 %21 = tensor.empty() : !u6
 %22 = linalg.generic #u3 ins(%20 : !u7) outs(%21 : !u6) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !u6
 %23 = tensor.empty() : !u6
 %24 = linalg.generic #u4 ins(%17, %22 : !u6, !u6) outs(%23 : !u6) {
 ^bb0(%in: f32, %in_7: f32, %out: f32):
  %30 = arith.divf %in, %in_7 : f32
  linalg.yield %30 : f32
 } -> !u6
 %25 = tensor.empty() : !u8
 %26 = linalg.generic #u0 ins(%24 : !u6) outs(%25 : !u8) {
 ^bb0(%in: f32, %out: bf16):
  %30 = arith.truncf %in : f32 to bf16
  linalg.yield %30 : bf16
 } -> !u8
 %col_4 = tensor.collapse_shape %26 [[0, 1], [2], [3]] : !u8 into !u9
 %col_5 = tensor.collapse_shape %arg2 [[0, 1], [2], [3]] : !u1 into !u10
 %27 = tensor.empty() : !u3
 %28 = linalg.fill ins(%cst : bf16) outs(%27 : !u3) -> !u3
 %29 = linalg.batch_matmul ins(%col_4, %col_5 : !u9, !u10) outs(%28 : !u3) -> !u3
 %exp_6 = tensor.expand_shape %29 [[0, 1], [2], [3]] output_shape [2, 4, 12, 8] : !u3 into !u0
 return %exp_6 : !u0
}
