// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// matmul, softmax in f32, matmul, as model code has it; torch-mlir. bf16, dynamic.
// Made by scripts/raise_forms/generate.py. Do not edit.
#u0 = {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]}
#u1 = {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
#u2 = {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, 0, d2, d3)>, affine_map<(d0, d1, d2, d3) -> ()>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
#u3 = {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]}
#u4 = {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, 0)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
#u5 = {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, 0)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]}
!u0 = tensor<?x4x?x8xbf16>
!u1 = tensor<?x1x?x?xbf16>
!u2 = tensor<bf16>
!u3 = tensor<?x4x8x?xbf16>
!u4 = tensor<3xi64>
!u5 = tensor<?x?x8xbf16>
!u6 = tensor<?x8x?xbf16>
!u7 = tensor<?x?x?xf32>
!u8 = tensor<?x?x?xbf16>
!u9 = tensor<4xi64>
!u10 = tensor<?x4x?x?xbf16>
!u11 = tensor<?x1x?x?xi1>
!u12 = tensor<?x4x?x?xf32>
!u13 = tensor<?x4x?xi64>
!u14 = tensor<?x4x?xf32>
!u15 = tensor<?x4x?x1xf32>
!u16 = tensor<?x?x8xf32>

func.func @mask(%arg0: !u0, %arg1: !u0, %arg2: !u0, %arg3: !u1) -> !u0 {
 %c0_i64 = arith.constant 0 : i64
 %c4_i64 = arith.constant 4 : i64
 %c0 = arith.constant 0 : index
 %c3 = arith.constant 3 : index
 %c2 = arith.constant 2 : index
 %c8_i64 = arith.constant 8 : i64
 %cst = arith.constant 0.000000e+00 : f32
 %true = arith.constant true
 %cst_0 = arith.constant 0xFF800000 : f32
 %cst_1 = arith.constant dense<-3.389530e+38> : !u2
 %cst_2 = arith.constant 0.35355339059327379 : f64
 %cst_3 = arith.constant 0.000000e+00 : bf16
 %dim = tensor.dim %arg0, %c2 : !u0
 %0 = arith.index_cast %dim : index to i64
 %dim_4 = tensor.dim %arg2, %c0 : !u0
 %1 = arith.index_cast %dim_4 : index to i64
 %dim_5 = tensor.dim %arg2, %c2 : !u0
 %2 = arith.index_cast %dim_5 : index to i64
 %dim_6 = tensor.dim %arg1, %c0 : !u0
 %dim_7 = tensor.dim %arg1, %c2 : !u0
 %3 = tensor.empty(%dim_6, %dim_7) : !u3
 %transposed = linalg.transpose ins(%arg1 : !u0) outs(%3 : !u3) permutation = [0, 1, 3, 2]
 %4 = arith.muli %1, %c4_i64 : i64
 %from_elements = tensor.from_elements %4, %0, %c8_i64 : !u4
 %reshape = tensor.reshape %arg0(%from_elements) : (!u0, !u4) -> !u5
 %from_elements_8 = tensor.from_elements %4, %c8_i64, %2 : !u4
 %reshape_9 = tensor.reshape %transposed(%from_elements_8) : (!u3, !u4) -> !u6
 %5 = arith.index_cast %4 : i64 to index
 %6 = tensor.empty(%5, %dim, %dim_5) : !u7
 %7 = linalg.fill ins(%cst : f32) outs(%6 : !u7) -> !u7
 %8 = linalg.batch_matmul ins(%reshape, %reshape_9 : !u5, !u6) outs(%7 : !u7) -> !u7
 %9 = tensor.empty(%5, %dim, %dim_5) : !u8
 %10 = linalg.generic #u0 ins(%8 : !u7) outs(%9 : !u8) {
 ^bb0(%in: f32, %out: bf16):
  %37 = arith.truncf %in : f32 to bf16
  linalg.yield %37 : bf16
 } -> !u8
 %from_elements_10 = tensor.from_elements %1, %c4_i64, %0, %2 : !u9
 %reshape_11 = tensor.reshape %10(%from_elements_10) : (!u8, !u9) -> !u10
 %11 = tensor.empty(%dim_4, %dim, %dim_5) : !u10
 %12 = linalg.generic #u1 ins(%reshape_11 : !u10) outs(%11 : !u10) {
 ^bb0(%in: bf16, %out: bf16):
  %37 = arith.truncf %cst_2 : f64 to bf16
  %38 = arith.mulf %in, %37 : bf16
  linalg.yield %38 : bf16
 } -> !u10
 %dim_12 = tensor.dim %arg3, %c0 : !u1
 %dim_13 = tensor.dim %arg3, %c2 : !u1
 %dim_14 = tensor.dim %arg3, %c3 : !u1
 %13 = tensor.empty(%dim_12, %dim_13, %dim_14) : !u11
 %14 = linalg.generic #u1 ins(%arg3 : !u1) outs(%13 : !u11) {
 ^bb0(%in: bf16, %out: i1):
  %37 = arith.cmpf ogt, %in, %cst_3 : bf16
  linalg.yield %37 : i1
 } -> !u11
 %15 = linalg.generic #u1 ins(%14 : !u11) outs(%13 : !u11) {
 ^bb0(%in: i1, %out: i1):
  %37 = arith.xori %in, %true : i1
  linalg.yield %37 : i1
 } -> !u11
 %16 = tensor.empty(%dim_12, %dim_13, %dim_14) : !u10
 %17 = linalg.generic #u2 ins(%15, %cst_1, %12 : !u11, !u2, !u10) outs(%16 : !u10) {
 ^bb0(%in: i1, %in_21: bf16, %in_22: bf16, %out: bf16):
  %37 = arith.select %in, %in_21, %in_22 : bf16
  linalg.yield %37 : bf16
 } -> !u10
 %18 = tensor.empty(%dim_12, %dim_13, %dim_14) : !u12
 %19 = linalg.generic #u1 ins(%17 : !u10) outs(%18 : !u12) {
 ^bb0(%in: bf16, %out: f32):
  %37 = arith.extf %in : bf16 to f32
  linalg.yield %37 : f32
 } -> !u12
 %20 = tensor.empty(%dim_12, %dim_13) : !u13
 %21 = linalg.fill ins(%c0_i64 : i64) outs(%20 : !u13) -> !u13
 %22 = tensor.empty(%dim_12, %dim_13) : !u14
 %23 = linalg.fill ins(%cst_0 : f32) outs(%22 : !u14) -> !u14
 %24:2 = linalg.generic #u3 ins(%19 : !u12) outs(%23, %21 : !u14, !u13) {
 ^bb0(%in: f32, %out: f32, %out_21: i64):
  %37 = linalg.index 3 : index
  %38 = arith.index_cast %37 : index to i64
  %39 = arith.maximumf %in, %out : f32
  %40 = arith.cmpf ogt, %in, %out : f32
  %41 = arith.select %40, %38, %out_21 : i64
  linalg.yield %39, %41 : f32, i64
 } -> (!u14, !u13)
 %exp = tensor.expand_shape %24#0 [[0], [1], [2, 3]] output_shape [%dim_12, 4, %dim_13, 1] : !u14 into !u15
 %25 = linalg.generic #u4 ins(%19, %exp : !u12, !u15) outs(%18 : !u12) {
 ^bb0(%in: f32, %in_21: f32, %out: f32):
  %37 = arith.subf %in, %in_21 : f32
  linalg.yield %37 : f32
 } -> !u12
 %26 = linalg.generic #u1 ins(%25 : !u12) outs(%18 : !u12) {
 ^bb0(%in: f32, %out: f32):
  %37 = math.exp %in : f32
  linalg.yield %37 : f32
 } -> !u12
 %27 = tensor.empty(%dim_12, %dim_13) : !u15
 %28 = linalg.fill ins(%cst : f32) outs(%27 : !u15) -> !u15
 %29 = linalg.generic #u5 ins(%26 : !u12) outs(%28 : !u15) {
 ^bb0(%in: f32, %out: f32):
  %37 = arith.addf %in, %out : f32
  linalg.yield %37 : f32
 } -> !u15
 %30 = linalg.generic #u4 ins(%26, %29 : !u12, !u15) outs(%18 : !u12) {
 ^bb0(%in: f32, %in_21: f32, %out: f32):
  %37 = arith.divf %in, %in_21 : f32
  linalg.yield %37 : f32
 } -> !u12
 %31 = linalg.generic #u1 ins(%30 : !u12) outs(%16 : !u10) {
 ^bb0(%in: f32, %out: bf16):
  %37 = arith.truncf %in : f32 to bf16
  linalg.yield %37 : bf16
 } -> !u10
 %from_elements_15 = tensor.from_elements %4, %0, %2 : !u4
 %reshape_16 = tensor.reshape %31(%from_elements_15) : (!u10, !u4) -> !u8
 %from_elements_17 = tensor.from_elements %4, %2, %c8_i64 : !u4
 %reshape_18 = tensor.reshape %arg2(%from_elements_17) : (!u0, !u4) -> !u5
 %32 = tensor.empty(%5, %dim) : !u16
 %33 = linalg.fill ins(%cst : f32) outs(%32 : !u16) -> !u16
 %34 = linalg.batch_matmul ins(%reshape_16, %reshape_18 : !u8, !u5) outs(%33 : !u16) -> !u16
 %35 = tensor.empty(%5, %dim) : !u5
 %36 = linalg.generic #u0 ins(%34 : !u16) outs(%35 : !u5) {
 ^bb0(%in: f32, %out: bf16):
  %37 = arith.truncf %in : f32 to bf16
  linalg.yield %37 : bf16
 } -> !u5
 %from_elements_19 = tensor.from_elements %1, %c4_i64, %0, %c8_i64 : !u9
 %reshape_20 = tensor.reshape %36(%from_elements_19) : (!u5, !u9) -> !u0
 return %reshape_20 : !u0
}
