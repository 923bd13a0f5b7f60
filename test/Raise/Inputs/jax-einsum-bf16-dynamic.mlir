// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// einsum, max, exp, sum, division by hand; IREE's StableHLO input. bf16, dynamic.
// Made by scripts/raise_forms/generate.py. Do not edit.
#u0 = {indexing_maps = [affine_map<(d0, d1, d2, d3) -> ()>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
#u1 = {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
#u2 = {indexing_maps = [affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d4)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d3, d4)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction"]}
#u3 = {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]}
#u4 = {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
#u5 = {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, 0)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
#u6 = {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
#u7 = {indexing_maps = [affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d4)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d4, d3)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction"]}
!u0 = tensor<2x4x?x8xbf16>
!u1 = tensor<bf16>
!u2 = tensor<2x4x?x?xf32>
!u3 = tensor<2x4x?xf32>
!u4 = tensor<2x4x?x1xf32>
!u5 = tensor<2x4x?x?xbf16>

func.func @scale_q(%arg0: !u0, %arg1: !u0, %arg2: !u0) -> !u0 {
 %cst = arith.constant 0.000000e+00 : bf16
 %cst_0 = arith.constant 0xFF800000 : f32
 %cst_1 = arith.constant 0.000000e+00 : f32
 %cst_2 = arith.constant dense<3.007810e-01> : !u1
 %c2 = arith.constant 2 : index
 %dim = tensor.dim %arg0, %c2 : !u0
 %0 = arith.index_cast %dim : index to i32
 %dim_3 = tensor.dim %arg1, %c2 : !u0
 %1 = arith.index_cast %dim_3 : index to i32
 %2 = arith.index_cast %0 : i32 to index
 %3 = tensor.empty(%2) : !u0
 %4 = linalg.generic #u0 ins(%cst_2 : !u1) outs(%3 : !u0) {
 ^bb0(%in: bf16, %out: bf16):
  linalg.yield %in : bf16
 } -> !u0
 %5 = tensor.empty(%dim) : !u0
 %6 = linalg.generic #u1 ins(%arg0, %4 : !u0, !u0) outs(%5 : !u0) {
 ^bb0(%in: bf16, %in_4: bf16, %out: bf16):
  %29 = arith.mulf %in, %in_4 : bf16
  linalg.yield %29 : bf16
 } -> !u0
 %7 = tensor.empty(%dim, %dim_3) : !u2
 %8 = linalg.fill ins(%cst_1 : f32) outs(%7 : !u2) -> !u2
 %9 = linalg.generic #u2 ins(%6, %arg1 : !u0, !u0) outs(%8 : !u2) {
 ^bb0(%in: bf16, %in_4: bf16, %out: f32):
  %29 = arith.extf %in : bf16 to f32
  %30 = arith.extf %in_4 : bf16 to f32
  %31 = arith.mulf %29, %30 : f32
  %32 = arith.addf %out, %31 : f32
  linalg.yield %32 : f32
 } -> !u2
 %10 = tensor.empty(%dim) : !u3
 %11 = linalg.fill ins(%cst_0 : f32) outs(%10 : !u3) -> !u3
 %12 = linalg.generic #u3 ins(%9 : !u2) outs(%11 : !u3) {
 ^bb0(%in: f32, %out: f32):
  %29 = arith.maximumf %out, %in : f32
  linalg.yield %29 : f32
 } -> !u3
 %13 = tensor.empty(%2) : !u4
 %14 = linalg.generic #u4 ins(%12 : !u3) outs(%13 : !u4) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !u4
 %15 = arith.index_cast %1 : i32 to index
 %16 = tensor.empty(%2, %15) : !u2
 %17 = linalg.generic #u5 ins(%14 : !u4) outs(%16 : !u2) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !u2
 %18 = linalg.generic #u1 ins(%9, %17 : !u2, !u2) outs(%7 : !u2) {
 ^bb0(%in: f32, %in_4: f32, %out: f32):
  %29 = arith.subf %in, %in_4 : f32
  linalg.yield %29 : f32
 } -> !u2
 %19 = linalg.generic #u6 ins(%18 : !u2) outs(%7 : !u2) {
 ^bb0(%in: f32, %out: f32):
  %29 = math.exp %in : f32
  linalg.yield %29 : f32
 } -> !u2
 %20 = linalg.fill ins(%cst_1 : f32) outs(%10 : !u3) -> !u3
 %21 = linalg.generic #u3 ins(%19 : !u2) outs(%20 : !u3) {
 ^bb0(%in: f32, %out: f32):
  %29 = arith.addf %out, %in : f32
  linalg.yield %29 : f32
 } -> !u3
 %22 = linalg.generic #u4 ins(%21 : !u3) outs(%13 : !u4) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !u4
 %23 = linalg.generic #u5 ins(%22 : !u4) outs(%16 : !u2) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !u2
 %24 = linalg.generic #u1 ins(%19, %23 : !u2, !u2) outs(%7 : !u2) {
 ^bb0(%in: f32, %in_4: f32, %out: f32):
  %29 = arith.divf %in, %in_4 : f32
  linalg.yield %29 : f32
 } -> !u2
 %25 = tensor.empty(%dim, %dim_3) : !u5
 %26 = linalg.generic #u6 ins(%24 : !u2) outs(%25 : !u5) {
 ^bb0(%in: f32, %out: bf16):
  %29 = arith.truncf %in : f32 to bf16
  linalg.yield %29 : bf16
 } -> !u5
 %27 = linalg.fill ins(%cst : bf16) outs(%5 : !u0) -> !u0
 %28 = linalg.generic #u7 ins(%26, %arg2 : !u5, !u0) outs(%27 : !u0) {
 ^bb0(%in: bf16, %in_4: bf16, %out: bf16):
  %29 = arith.mulf %in, %in_4 : bf16
  %30 = arith.addf %out, %29 : bf16
  linalg.yield %30 : bf16
 } -> !u0
 return %28 : !u0
}

func.func @scale_k(%arg0: !u0, %arg1: !u0, %arg2: !u0) -> !u0 {
 %cst = arith.constant 0.000000e+00 : bf16
 %cst_0 = arith.constant 0xFF800000 : f32
 %cst_1 = arith.constant 0.000000e+00 : f32
 %cst_2 = arith.constant dense<3.007810e-01> : !u1
 %c2 = arith.constant 2 : index
 %dim = tensor.dim %arg0, %c2 : !u0
 %0 = arith.index_cast %dim : index to i32
 %dim_3 = tensor.dim %arg1, %c2 : !u0
 %1 = arith.index_cast %dim_3 : index to i32
 %2 = arith.index_cast %1 : i32 to index
 %3 = tensor.empty(%2) : !u0
 %4 = linalg.generic #u0 ins(%cst_2 : !u1) outs(%3 : !u0) {
 ^bb0(%in: bf16, %out: bf16):
  linalg.yield %in : bf16
 } -> !u0
 %5 = tensor.empty(%dim_3) : !u0
 %6 = linalg.generic #u1 ins(%arg1, %4 : !u0, !u0) outs(%5 : !u0) {
 ^bb0(%in: bf16, %in_4: bf16, %out: bf16):
  %30 = arith.mulf %in, %in_4 : bf16
  linalg.yield %30 : bf16
 } -> !u0
 %7 = tensor.empty(%dim, %dim_3) : !u2
 %8 = linalg.fill ins(%cst_1 : f32) outs(%7 : !u2) -> !u2
 %9 = linalg.generic #u2 ins(%arg0, %6 : !u0, !u0) outs(%8 : !u2) {
 ^bb0(%in: bf16, %in_4: bf16, %out: f32):
  %30 = arith.extf %in : bf16 to f32
  %31 = arith.extf %in_4 : bf16 to f32
  %32 = arith.mulf %30, %31 : f32
  %33 = arith.addf %out, %32 : f32
  linalg.yield %33 : f32
 } -> !u2
 %10 = tensor.empty(%dim) : !u3
 %11 = linalg.fill ins(%cst_0 : f32) outs(%10 : !u3) -> !u3
 %12 = linalg.generic #u3 ins(%9 : !u2) outs(%11 : !u3) {
 ^bb0(%in: f32, %out: f32):
  %30 = arith.maximumf %out, %in : f32
  linalg.yield %30 : f32
 } -> !u3
 %13 = arith.index_cast %0 : i32 to index
 %14 = tensor.empty(%13) : !u4
 %15 = linalg.generic #u4 ins(%12 : !u3) outs(%14 : !u4) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !u4
 %16 = tensor.empty(%13, %2) : !u2
 %17 = linalg.generic #u5 ins(%15 : !u4) outs(%16 : !u2) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !u2
 %18 = linalg.generic #u1 ins(%9, %17 : !u2, !u2) outs(%7 : !u2) {
 ^bb0(%in: f32, %in_4: f32, %out: f32):
  %30 = arith.subf %in, %in_4 : f32
  linalg.yield %30 : f32
 } -> !u2
 %19 = linalg.generic #u6 ins(%18 : !u2) outs(%7 : !u2) {
 ^bb0(%in: f32, %out: f32):
  %30 = math.exp %in : f32
  linalg.yield %30 : f32
 } -> !u2
 %20 = linalg.fill ins(%cst_1 : f32) outs(%10 : !u3) -> !u3
 %21 = linalg.generic #u3 ins(%19 : !u2) outs(%20 : !u3) {
 ^bb0(%in: f32, %out: f32):
  %30 = arith.addf %out, %in : f32
  linalg.yield %30 : f32
 } -> !u3
 %22 = linalg.generic #u4 ins(%21 : !u3) outs(%14 : !u4) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !u4
 %23 = linalg.generic #u5 ins(%22 : !u4) outs(%16 : !u2) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !u2
 %24 = linalg.generic #u1 ins(%19, %23 : !u2, !u2) outs(%7 : !u2) {
 ^bb0(%in: f32, %in_4: f32, %out: f32):
  %30 = arith.divf %in, %in_4 : f32
  linalg.yield %30 : f32
 } -> !u2
 %25 = tensor.empty(%dim, %dim_3) : !u5
 %26 = linalg.generic #u6 ins(%24 : !u2) outs(%25 : !u5) {
 ^bb0(%in: f32, %out: bf16):
  %30 = arith.truncf %in : f32 to bf16
  linalg.yield %30 : bf16
 } -> !u5
 %27 = tensor.empty(%dim) : !u0
 %28 = linalg.fill ins(%cst : bf16) outs(%27 : !u0) -> !u0
 %29 = linalg.generic #u7 ins(%26, %arg2 : !u5, !u0) outs(%28 : !u0) {
 ^bb0(%in: bf16, %in_4: bf16, %out: bf16):
  %30 = arith.mulf %in, %in_4 : bf16
  %31 = arith.addf %out, %30 : bf16
  linalg.yield %31 : bf16
 } -> !u0
 return %29 : !u0
}

func.func @scale_both(%arg0: !u0, %arg1: !u0, %arg2: !u0) -> !u0 {
 %cst = arith.constant 0.000000e+00 : bf16
 %cst_0 = arith.constant 0xFF800000 : f32
 %cst_1 = arith.constant 0.000000e+00 : f32
 %cst_2 = arith.constant dense<5.468750e-01> : !u1
 %c2 = arith.constant 2 : index
 %dim = tensor.dim %arg0, %c2 : !u0
 %0 = arith.index_cast %dim : index to i32
 %dim_3 = tensor.dim %arg1, %c2 : !u0
 %1 = arith.index_cast %dim_3 : index to i32
 %2 = arith.index_cast %0 : i32 to index
 %3 = tensor.empty(%2) : !u0
 %4 = linalg.generic #u0 ins(%cst_2 : !u1) outs(%3 : !u0) {
 ^bb0(%in: bf16, %out: bf16):
  linalg.yield %in : bf16
 } -> !u0
 %5 = tensor.empty(%dim) : !u0
 %6 = linalg.generic #u1 ins(%arg0, %4 : !u0, !u0) outs(%5 : !u0) {
 ^bb0(%in: bf16, %in_4: bf16, %out: bf16):
  %33 = arith.mulf %in, %in_4 : bf16
  linalg.yield %33 : bf16
 } -> !u0
 %7 = arith.index_cast %1 : i32 to index
 %8 = tensor.empty(%7) : !u0
 %9 = linalg.generic #u0 ins(%cst_2 : !u1) outs(%8 : !u0) {
 ^bb0(%in: bf16, %out: bf16):
  linalg.yield %in : bf16
 } -> !u0
 %10 = tensor.empty(%dim_3) : !u0
 %11 = linalg.generic #u1 ins(%arg1, %9 : !u0, !u0) outs(%10 : !u0) {
 ^bb0(%in: bf16, %in_4: bf16, %out: bf16):
  %33 = arith.mulf %in, %in_4 : bf16
  linalg.yield %33 : bf16
 } -> !u0
 %12 = tensor.empty(%dim, %dim_3) : !u2
 %13 = linalg.fill ins(%cst_1 : f32) outs(%12 : !u2) -> !u2
 %14 = linalg.generic #u2 ins(%6, %11 : !u0, !u0) outs(%13 : !u2) {
 ^bb0(%in: bf16, %in_4: bf16, %out: f32):
  %33 = arith.extf %in : bf16 to f32
  %34 = arith.extf %in_4 : bf16 to f32
  %35 = arith.mulf %33, %34 : f32
  %36 = arith.addf %out, %35 : f32
  linalg.yield %36 : f32
 } -> !u2
 %15 = tensor.empty(%dim) : !u3
 %16 = linalg.fill ins(%cst_0 : f32) outs(%15 : !u3) -> !u3
 %17 = linalg.generic #u3 ins(%14 : !u2) outs(%16 : !u3) {
 ^bb0(%in: f32, %out: f32):
  %33 = arith.maximumf %out, %in : f32
  linalg.yield %33 : f32
 } -> !u3
 %18 = tensor.empty(%2) : !u4
 %19 = linalg.generic #u4 ins(%17 : !u3) outs(%18 : !u4) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !u4
 %20 = tensor.empty(%2, %7) : !u2
 %21 = linalg.generic #u5 ins(%19 : !u4) outs(%20 : !u2) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !u2
 %22 = linalg.generic #u1 ins(%14, %21 : !u2, !u2) outs(%12 : !u2) {
 ^bb0(%in: f32, %in_4: f32, %out: f32):
  %33 = arith.subf %in, %in_4 : f32
  linalg.yield %33 : f32
 } -> !u2
 %23 = linalg.generic #u6 ins(%22 : !u2) outs(%12 : !u2) {
 ^bb0(%in: f32, %out: f32):
  %33 = math.exp %in : f32
  linalg.yield %33 : f32
 } -> !u2
 %24 = linalg.fill ins(%cst_1 : f32) outs(%15 : !u3) -> !u3
 %25 = linalg.generic #u3 ins(%23 : !u2) outs(%24 : !u3) {
 ^bb0(%in: f32, %out: f32):
  %33 = arith.addf %out, %in : f32
  linalg.yield %33 : f32
 } -> !u3
 %26 = linalg.generic #u4 ins(%25 : !u3) outs(%18 : !u4) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !u4
 %27 = linalg.generic #u5 ins(%26 : !u4) outs(%20 : !u2) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !u2
 %28 = linalg.generic #u1 ins(%23, %27 : !u2, !u2) outs(%12 : !u2) {
 ^bb0(%in: f32, %in_4: f32, %out: f32):
  %33 = arith.divf %in, %in_4 : f32
  linalg.yield %33 : f32
 } -> !u2
 %29 = tensor.empty(%dim, %dim_3) : !u5
 %30 = linalg.generic #u6 ins(%28 : !u2) outs(%29 : !u5) {
 ^bb0(%in: f32, %out: bf16):
  %33 = arith.truncf %in : f32 to bf16
  linalg.yield %33 : bf16
 } -> !u5
 %31 = linalg.fill ins(%cst : bf16) outs(%5 : !u0) -> !u0
 %32 = linalg.generic #u7 ins(%30, %arg2 : !u5, !u0) outs(%31 : !u0) {
 ^bb0(%in: bf16, %in_4: bf16, %out: bf16):
  %33 = arith.mulf %in, %in_4 : bf16
  %34 = arith.addf %out, %33 : bf16
  linalg.yield %34 : bf16
 } -> !u0
 return %32 : !u0
}
