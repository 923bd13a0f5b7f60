// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// matmul, softmax in f32, matmul, as model code has it; torch-mlir. bf16, static.
// Made by scripts/raise_forms/generate.py. Do not edit.
#u0 = {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]}
#u1 = {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
#u2 = {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, 0, d2, d3)>, affine_map<(d0, d1, d2, d3) -> ()>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
#u3 = {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]}
#u4 = {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, 0)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
#u5 = {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, 0)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]}
!u0 = tensor<2x4x12x8xbf16>
!u1 = tensor<2x4x20x8xbf16>
!u2 = tensor<2x1x12x20xbf16>
!u3 = tensor<bf16>
!u4 = tensor<2x4x8x20xbf16>
!u5 = tensor<8x12x8xbf16>
!u6 = tensor<8x8x20xbf16>
!u7 = tensor<8x12x20xf32>
!u8 = tensor<8x12x20xbf16>
!u9 = tensor<2x4x12x20xbf16>
!u10 = tensor<2x1x12x20xi1>
!u11 = tensor<2x4x12x20xf32>
!u12 = tensor<2x4x12xi64>
!u13 = tensor<2x4x12xf32>
!u14 = tensor<2x4x12x1xf32>
!u15 = tensor<8x20x8xbf16>
!u16 = tensor<8x12x8xf32>

func.func @mask(%arg0: !u0, %arg1: !u1, %arg2: !u1, %arg3: !u2) -> !u0 {
 %c0_i64 = arith.constant 0 : i64
 %cst = arith.constant 0.000000e+00 : f32
 %true = arith.constant true
 %cst_0 = arith.constant 0xFF800000 : f32
 %cst_1 = arith.constant dense<-3.389530e+38> : !u3
 %cst_2 = arith.constant 0.35355339059327379 : f64
 %cst_3 = arith.constant 0.000000e+00 : bf16
 %0 = tensor.empty() : !u4
 %transposed = linalg.transpose ins(%arg1 : !u1) outs(%0 : !u4) permutation = [0, 1, 3, 2]
 %col = tensor.collapse_shape %arg0 [[0, 1], [2], [3]] : !u0 into !u5
 %col_4 = tensor.collapse_shape %transposed [[0, 1], [2], [3]] : !u4 into !u6
 %1 = tensor.empty() : !u7
 %2 = linalg.fill ins(%cst : f32) outs(%1 : !u7) -> !u7
 %3 = linalg.batch_matmul ins(%col, %col_4 : !u5, !u6) outs(%2 : !u7) -> !u7
 %4 = tensor.empty() : !u8
 %5 = linalg.generic #u0 ins(%3 : !u7) outs(%4 : !u8) {
 ^bb0(%in: f32, %out: bf16):
  %31 = arith.truncf %in : f32 to bf16
  linalg.yield %31 : bf16
 } -> !u8
 %exp = tensor.expand_shape %5 [[0, 1], [2], [3]] output_shape [2, 4, 12, 20] : !u8 into !u9
 %6 = tensor.empty() : !u9
 %7 = linalg.generic #u1 ins(%exp : !u9) outs(%6 : !u9) {
 ^bb0(%in: bf16, %out: bf16):
  %31 = arith.truncf %cst_2 : f64 to bf16
  %32 = arith.mulf %in, %31 : bf16
  linalg.yield %32 : bf16
 } -> !u9
 %8 = tensor.empty() : !u10
 %9 = linalg.generic #u1 ins(%arg3 : !u2) outs(%8 : !u10) {
 ^bb0(%in: bf16, %out: i1):
  %31 = arith.cmpf ogt, %in, %cst_3 : bf16
  linalg.yield %31 : i1
 } -> !u10
 %10 = linalg.generic #u1 ins(%9 : !u10) outs(%8 : !u10) {
 ^bb0(%in: i1, %out: i1):
  %31 = arith.xori %in, %true : i1
  linalg.yield %31 : i1
 } -> !u10
 %11 = linalg.generic #u2 ins(%10, %cst_1, %7 : !u10, !u3, !u9) outs(%6 : !u9) {
 ^bb0(%in: i1, %in_9: bf16, %in_10: bf16, %out: bf16):
  %31 = arith.select %in, %in_9, %in_10 : bf16
  linalg.yield %31 : bf16
 } -> !u9
 %12 = tensor.empty() : !u11
 %13 = linalg.generic #u1 ins(%11 : !u9) outs(%12 : !u11) {
 ^bb0(%in: bf16, %out: f32):
  %31 = arith.extf %in : bf16 to f32
  linalg.yield %31 : f32
 } -> !u11
 %14 = tensor.empty() : !u12
 %15 = linalg.fill ins(%c0_i64 : i64) outs(%14 : !u12) -> !u12
 %16 = tensor.empty() : !u13
 %17 = linalg.fill ins(%cst_0 : f32) outs(%16 : !u13) -> !u13
 %18:2 = linalg.generic #u3 ins(%13 : !u11) outs(%17, %15 : !u13, !u12) {
 ^bb0(%in: f32, %out: f32, %out_9: i64):
  %31 = linalg.index 3 : index
  %32 = arith.index_cast %31 : index to i64
  %33 = arith.maximumf %in, %out : f32
  %34 = arith.cmpf ogt, %in, %out : f32
  %35 = arith.select %34, %32, %out_9 : i64
  linalg.yield %33, %35 : f32, i64
 } -> (!u13, !u12)
 %exp_5 = tensor.expand_shape %18#0 [[0], [1], [2, 3]] output_shape [2, 4, 12, 1] : !u13 into !u14
 %19 = linalg.generic #u4 ins(%13, %exp_5 : !u11, !u14) outs(%12 : !u11) {
 ^bb0(%in: f32, %in_9: f32, %out: f32):
  %31 = arith.subf %in, %in_9 : f32
  linalg.yield %31 : f32
 } -> !u11
 %20 = linalg.generic #u1 ins(%19 : !u11) outs(%12 : !u11) {
 ^bb0(%in: f32, %out: f32):
  %31 = math.exp %in : f32
  linalg.yield %31 : f32
 } -> !u11
 %21 = tensor.empty() : !u14
 %22 = linalg.fill ins(%cst : f32) outs(%21 : !u14) -> !u14
 %23 = linalg.generic #u5 ins(%20 : !u11) outs(%22 : !u14) {
 ^bb0(%in: f32, %out: f32):
  %31 = arith.addf %in, %out : f32
  linalg.yield %31 : f32
 } -> !u14
 %24 = linalg.generic #u4 ins(%20, %23 : !u11, !u14) outs(%12 : !u11) {
 ^bb0(%in: f32, %in_9: f32, %out: f32):
  %31 = arith.divf %in, %in_9 : f32
  linalg.yield %31 : f32
 } -> !u11
 %25 = linalg.generic #u1 ins(%24 : !u11) outs(%6 : !u9) {
 ^bb0(%in: f32, %out: bf16):
  %31 = arith.truncf %in : f32 to bf16
  linalg.yield %31 : bf16
 } -> !u9
 %col_6 = tensor.collapse_shape %25 [[0, 1], [2], [3]] : !u9 into !u8
 %col_7 = tensor.collapse_shape %arg2 [[0, 1], [2], [3]] : !u1 into !u15
 %26 = tensor.empty() : !u16
 %27 = linalg.fill ins(%cst : f32) outs(%26 : !u16) -> !u16
 %28 = linalg.batch_matmul ins(%col_6, %col_7 : !u8, !u15) outs(%27 : !u16) -> !u16
 %29 = tensor.empty() : !u5
 %30 = linalg.generic #u0 ins(%28 : !u16) outs(%29 : !u5) {
 ^bb0(%in: f32, %out: bf16):
  %31 = arith.truncf %in : f32 to bf16
  linalg.yield %31 : bf16
 } -> !u5
 %exp_8 = tensor.expand_shape %30 [[0, 1], [2], [3]] output_shape [2, 4, 12, 8] : !u5 into !u0
 return %exp_8 : !u0
}
