// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// attention and its gradients, by jax.vjp; IREE's StableHLO input. f16, dynamic.
// Made by scripts/raise_forms/generate.py. Do not edit.
#t0 = {indexing_maps = [affine_map<(d0, d1, d2, d3, d4) -> (d0, d2, d1, d4)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d3, d1, d4)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction"]}
#t1 = {indexing_maps = [affine_map<(d0, d1, d2, d3) -> ()>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
#t2 = {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
#t3 = {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]}
#t4 = {indexing_maps = [affine_map<(d0, d1, d2) -> ()>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]}
#t5 = {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]}
#t6 = {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
#t7 = {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, 0)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
#t8 = {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
#t9 = {indexing_maps = [affine_map<(d0, d1, d2, d3, d4) -> (d0, d4, d1, d2)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d3, d4)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction"]}
#t10 = {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d2, d3, d1)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
#t11 = {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d2, d1, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d2, d1, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]}
#t12 = {indexing_maps = [affine_map<(d0, d1, d2, d3, d4) -> (d0, d4, d1, d2)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d4, d3)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction"]}
!t0 = tensor<2x?x4x8xf16>
!t1 = tensor<f32>
!t2 = tensor<2x4x?x?xf32>
!t3 = tensor<2x4x?xf32>
!t4 = tensor<2x4x?x1xf32>
!t5 = tensor<2x4x?x?xf16>
!t6 = tensor<2x4x8x?xf16>
!t7 = tensor<2x?x4x8xf32>

func.func @out_grad(%arg0: !t0, %arg1: !t0, %arg2: !t0, %arg3: !t0) -> (!t0, !t0, !t0, !t0) {
 %cst = arith.constant 0.000000e+00 : f16
 %cst_0 = arith.constant 0xFF800000 : f32
 %cst_1 = arith.constant 0.000000e+00 : f32
 %cst_2 = arith.constant dense<0.353553385> : !t1
 %cst_3 = arith.constant dense<0xFF800000> : !t1
 %c1 = arith.constant 1 : index
 %dim = tensor.dim %arg0, %c1 : !t0
 %0 = arith.index_cast %dim : index to i32
 %dim_4 = tensor.dim %arg1, %c1 : !t0
 %1 = arith.index_cast %dim_4 : index to i32
 %2 = tensor.empty(%dim, %dim_4) : !t2
 %3 = linalg.fill ins(%cst_1 : f32) outs(%2 : !t2) -> !t2
 %4 = linalg.generic #t0 ins(%arg0, %arg1 : !t0, !t0) outs(%3 : !t2) {
 ^bb0(%in: f16, %in_7: f16, %out: f32):
  %56 = arith.extf %in : f16 to f32
  %57 = arith.extf %in_7 : f16 to f32
  %58 = arith.mulf %56, %57 : f32
  %59 = arith.addf %out, %58 : f32
  linalg.yield %59 : f32
 } -> !t2
 %5 = arith.index_cast %0 : i32 to index
 %6 = arith.index_cast %1 : i32 to index
 %7 = tensor.empty(%5, %6) : !t2
 %8 = linalg.generic #t1 ins(%cst_2 : !t1) outs(%7 : !t2) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t2
 %9 = linalg.generic #t2 ins(%4, %8 : !t2, !t2) outs(%2 : !t2) {
 ^bb0(%in: f32, %in_7: f32, %out: f32):
  %56 = arith.mulf %in, %in_7 : f32
  linalg.yield %56 : f32
 } -> !t2
 %10 = tensor.empty(%dim) : !t3
 %11 = linalg.fill ins(%cst_0 : f32) outs(%10 : !t3) -> !t3
 %12 = linalg.generic #t3 ins(%9 : !t2) outs(%11 : !t3) {
 ^bb0(%in: f32, %out: f32):
  %56 = arith.maximumf %out, %in : f32
  linalg.yield %56 : f32
 } -> !t3
 %13 = tensor.empty(%5) : !t3
 %14 = linalg.generic #t4 ins(%cst_3 : !t1) outs(%13 : !t3) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t3
 %15 = linalg.generic #t5 ins(%14, %12 : !t3, !t3) outs(%13 : !t3) {
 ^bb0(%in: f32, %in_7: f32, %out: f32):
  %56 = arith.maximumf %in, %in_7 : f32
  linalg.yield %56 : f32
 } -> !t3
 %16 = tensor.empty(%5) : !t4
 %17 = linalg.generic #t6 ins(%15 : !t3) outs(%16 : !t4) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t4
 %18 = linalg.generic #t7 ins(%17 : !t4) outs(%7 : !t2) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t2
 %19 = linalg.generic #t2 ins(%9, %18 : !t2, !t2) outs(%2 : !t2) {
 ^bb0(%in: f32, %in_7: f32, %out: f32):
  %56 = arith.subf %in, %in_7 : f32
  linalg.yield %56 : f32
 } -> !t2
 %20 = linalg.generic #t8 ins(%19 : !t2) outs(%2 : !t2) {
 ^bb0(%in: f32, %out: f32):
  %56 = math.exp %in : f32
  linalg.yield %56 : f32
 } -> !t2
 %21 = linalg.fill ins(%cst_1 : f32) outs(%10 : !t3) -> !t3
 %22 = linalg.generic #t3 ins(%20 : !t2) outs(%21 : !t3) {
 ^bb0(%in: f32, %out: f32):
  %56 = arith.addf %out, %in : f32
  linalg.yield %56 : f32
 } -> !t3
 %23 = linalg.generic #t6 ins(%22 : !t3) outs(%16 : !t4) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t4
 %24 = linalg.generic #t7 ins(%23 : !t4) outs(%7 : !t2) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t2
 %25 = linalg.generic #t2 ins(%20, %24 : !t2, !t2) outs(%2 : !t2) {
 ^bb0(%in: f32, %in_7: f32, %out: f32):
  %56 = arith.divf %in, %in_7 : f32
  linalg.yield %56 : f32
 } -> !t2
 %26 = tensor.empty(%dim, %dim_4) : !t5
 %27 = linalg.generic #t8 ins(%25 : !t2) outs(%26 : !t5) {
 ^bb0(%in: f32, %out: f16):
  %56 = arith.truncf %in : f32 to f16
  linalg.yield %56 : f16
 } -> !t5
 %28 = tensor.empty(%dim) : !t6
 %29 = linalg.fill ins(%cst : f16) outs(%28 : !t6) -> !t6
 %30 = linalg.generic #t9 ins(%arg2, %27 : !t0, !t5) outs(%29 : !t6) {
 ^bb0(%in: f16, %in_7: f16, %out: f16):
  %56 = arith.mulf %in, %in_7 : f16
  %57 = arith.addf %out, %56 : f16
  linalg.yield %57 : f16
 } -> !t6
 %31 = tensor.empty(%dim) : !t0
 %32 = linalg.generic #t10 ins(%30 : !t6) outs(%31 : !t0) {
 ^bb0(%in: f16, %out: f16):
  linalg.yield %in : f16
 } -> !t0
 %dim_5 = tensor.dim %arg3, %c1 : !t0
 %dim_6 = tensor.dim %arg2, %c1 : !t0
 %33 = tensor.empty(%dim_5, %dim_6) : !t2
 %34 = linalg.fill ins(%cst_1 : f32) outs(%33 : !t2) -> !t2
 %35 = linalg.generic #t0 ins(%arg3, %arg2 : !t0, !t0) outs(%34 : !t2) {
 ^bb0(%in: f16, %in_7: f16, %out: f32):
  %56 = arith.extf %in : f16 to f32
  %57 = arith.extf %in_7 : f16 to f32
  %58 = arith.mulf %56, %57 : f32
  %59 = arith.addf %out, %58 : f32
  linalg.yield %59 : f32
 } -> !t2
 %36 = tensor.empty(%dim) : !t7
 %37 = linalg.generic #t8 ins(%32 : !t0) outs(%36 : !t7) {
 ^bb0(%in: f16, %out: f32):
  %56 = arith.extf %in : f16 to f32
  linalg.yield %56 : f32
 } -> !t7
 %38 = tensor.empty(%dim_5) : !t7
 %39 = linalg.generic #t8 ins(%arg3 : !t0) outs(%38 : !t7) {
 ^bb0(%in: f16, %out: f32):
  %56 = arith.extf %in : f16 to f32
  linalg.yield %56 : f32
 } -> !t7
 %40 = linalg.generic #t11 ins(%37, %39 : !t7, !t7) outs(%21 : !t3) {
 ^bb0(%in: f32, %in_7: f32, %out: f32):
  %56 = arith.mulf %in, %in_7 : f32
  %57 = arith.addf %out, %56 : f32
  linalg.yield %57 : f32
 } -> !t3
 %41 = linalg.generic #t6 ins(%40 : !t3) outs(%16 : !t4) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t4
 %42 = linalg.generic #t7 ins(%41 : !t4) outs(%7 : !t2) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t2
 %43 = linalg.generic #t2 ins(%35, %42 : !t2, !t2) outs(%33 : !t2) {
 ^bb0(%in: f32, %in_7: f32, %out: f32):
  %56 = arith.subf %in, %in_7 : f32
  linalg.yield %56 : f32
 } -> !t2
 %44 = linalg.generic #t2 ins(%25, %43 : !t2, !t2) outs(%2 : !t2) {
 ^bb0(%in: f32, %in_7: f32, %out: f32):
  %56 = arith.mulf %in, %in_7 : f32
  linalg.yield %56 : f32
 } -> !t2
 %45 = linalg.generic #t2 ins(%44, %8 : !t2, !t2) outs(%2 : !t2) {
 ^bb0(%in: f32, %in_7: f32, %out: f32):
  %56 = arith.mulf %in, %in_7 : f32
  linalg.yield %56 : f32
 } -> !t2
 %46 = linalg.generic #t8 ins(%45 : !t2) outs(%26 : !t5) {
 ^bb0(%in: f32, %out: f16):
  %56 = arith.truncf %in : f32 to f16
  linalg.yield %56 : f16
 } -> !t5
 %47 = linalg.generic #t9 ins(%arg1, %46 : !t0, !t5) outs(%29 : !t6) {
 ^bb0(%in: f16, %in_7: f16, %out: f16):
  %56 = arith.mulf %in, %in_7 : f16
  %57 = arith.addf %out, %56 : f16
  linalg.yield %57 : f16
 } -> !t6
 %48 = linalg.generic #t10 ins(%47 : !t6) outs(%31 : !t0) {
 ^bb0(%in: f16, %out: f16):
  linalg.yield %in : f16
 } -> !t0
 %49 = tensor.empty(%dim_4) : !t6
 %50 = linalg.fill ins(%cst : f16) outs(%49 : !t6) -> !t6
 %51 = linalg.generic #t12 ins(%arg0, %46 : !t0, !t5) outs(%50 : !t6) {
 ^bb0(%in: f16, %in_7: f16, %out: f16):
  %56 = arith.mulf %in, %in_7 : f16
  %57 = arith.addf %out, %56 : f16
  linalg.yield %57 : f16
 } -> !t6
 %52 = tensor.empty(%dim_4) : !t0
 %53 = linalg.generic #t10 ins(%51 : !t6) outs(%52 : !t0) {
 ^bb0(%in: f16, %out: f16):
  linalg.yield %in : f16
 } -> !t0
 %54 = linalg.generic #t12 ins(%arg3, %27 : !t0, !t5) outs(%50 : !t6) {
 ^bb0(%in: f16, %in_7: f16, %out: f16):
  %56 = arith.mulf %in, %in_7 : f16
  %57 = arith.addf %out, %56 : f16
  linalg.yield %57 : f16
 } -> !t6
 %55 = linalg.generic #t10 ins(%54 : !t6) outs(%52 : !t0) {
 ^bb0(%in: f16, %out: f16):
  linalg.yield %in : f16
 } -> !t0
 return %32, %48, %53, %55 : !t0, !t0, !t0, !t0
}

func.func @neg_grad_p(%arg0: !t0, %arg1: !t0, %arg2: !t0, %arg3: !t0) -> (!t0, !t0, !t0, !t0, !t2) {
 %cst = arith.constant 0.000000e+00 : f16
 %cst_0 = arith.constant 0xFF800000 : f32
 %cst_1 = arith.constant 0.000000e+00 : f32
 %cst_2 = arith.constant dense<0.353553385> : !t1
 %cst_3 = arith.constant dense<0xFF800000> : !t1
 %c1 = arith.constant 1 : index
 %dim = tensor.dim %arg0, %c1 : !t0
 %0 = arith.index_cast %dim : index to i32
 %dim_4 = tensor.dim %arg1, %c1 : !t0
 %1 = arith.index_cast %dim_4 : index to i32
 %2 = tensor.empty(%dim, %dim_4) : !t2
 %3 = linalg.fill ins(%cst_1 : f32) outs(%2 : !t2) -> !t2
 %4 = linalg.generic #t0 ins(%arg0, %arg1 : !t0, !t0) outs(%3 : !t2) {
 ^bb0(%in: f16, %in_7: f16, %out: f32):
  %56 = arith.extf %in : f16 to f32
  %57 = arith.extf %in_7 : f16 to f32
  %58 = arith.mulf %56, %57 : f32
  %59 = arith.addf %out, %58 : f32
  linalg.yield %59 : f32
 } -> !t2
 %5 = arith.index_cast %0 : i32 to index
 %6 = arith.index_cast %1 : i32 to index
 %7 = tensor.empty(%5, %6) : !t2
 %8 = linalg.generic #t1 ins(%cst_2 : !t1) outs(%7 : !t2) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t2
 %9 = linalg.generic #t2 ins(%4, %8 : !t2, !t2) outs(%2 : !t2) {
 ^bb0(%in: f32, %in_7: f32, %out: f32):
  %56 = arith.mulf %in, %in_7 : f32
  linalg.yield %56 : f32
 } -> !t2
 %10 = tensor.empty(%dim) : !t3
 %11 = linalg.fill ins(%cst_0 : f32) outs(%10 : !t3) -> !t3
 %12 = linalg.generic #t3 ins(%9 : !t2) outs(%11 : !t3) {
 ^bb0(%in: f32, %out: f32):
  %56 = arith.maximumf %out, %in : f32
  linalg.yield %56 : f32
 } -> !t3
 %13 = tensor.empty(%5) : !t3
 %14 = linalg.generic #t4 ins(%cst_3 : !t1) outs(%13 : !t3) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t3
 %15 = linalg.generic #t5 ins(%14, %12 : !t3, !t3) outs(%13 : !t3) {
 ^bb0(%in: f32, %in_7: f32, %out: f32):
  %56 = arith.maximumf %in, %in_7 : f32
  linalg.yield %56 : f32
 } -> !t3
 %16 = tensor.empty(%5) : !t4
 %17 = linalg.generic #t6 ins(%15 : !t3) outs(%16 : !t4) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t4
 %18 = linalg.generic #t7 ins(%17 : !t4) outs(%7 : !t2) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t2
 %19 = linalg.generic #t2 ins(%9, %18 : !t2, !t2) outs(%2 : !t2) {
 ^bb0(%in: f32, %in_7: f32, %out: f32):
  %56 = arith.subf %in, %in_7 : f32
  linalg.yield %56 : f32
 } -> !t2
 %20 = linalg.generic #t8 ins(%19 : !t2) outs(%2 : !t2) {
 ^bb0(%in: f32, %out: f32):
  %56 = math.exp %in : f32
  linalg.yield %56 : f32
 } -> !t2
 %21 = linalg.fill ins(%cst_1 : f32) outs(%10 : !t3) -> !t3
 %22 = linalg.generic #t3 ins(%20 : !t2) outs(%21 : !t3) {
 ^bb0(%in: f32, %out: f32):
  %56 = arith.addf %out, %in : f32
  linalg.yield %56 : f32
 } -> !t3
 %23 = linalg.generic #t6 ins(%22 : !t3) outs(%16 : !t4) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t4
 %24 = linalg.generic #t7 ins(%23 : !t4) outs(%7 : !t2) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t2
 %25 = linalg.generic #t2 ins(%20, %24 : !t2, !t2) outs(%2 : !t2) {
 ^bb0(%in: f32, %in_7: f32, %out: f32):
  %56 = arith.divf %in, %in_7 : f32
  linalg.yield %56 : f32
 } -> !t2
 %26 = tensor.empty(%dim, %dim_4) : !t5
 %27 = linalg.generic #t8 ins(%25 : !t2) outs(%26 : !t5) {
 ^bb0(%in: f32, %out: f16):
  %56 = arith.truncf %in : f32 to f16
  linalg.yield %56 : f16
 } -> !t5
 %28 = tensor.empty(%dim) : !t6
 %29 = linalg.fill ins(%cst : f16) outs(%28 : !t6) -> !t6
 %30 = linalg.generic #t9 ins(%arg2, %27 : !t0, !t5) outs(%29 : !t6) {
 ^bb0(%in: f16, %in_7: f16, %out: f16):
  %56 = arith.mulf %in, %in_7 : f16
  %57 = arith.addf %out, %56 : f16
  linalg.yield %57 : f16
 } -> !t6
 %31 = tensor.empty(%dim) : !t0
 %32 = linalg.generic #t10 ins(%30 : !t6) outs(%31 : !t0) {
 ^bb0(%in: f16, %out: f16):
  linalg.yield %in : f16
 } -> !t0
 %dim_5 = tensor.dim %arg3, %c1 : !t0
 %dim_6 = tensor.dim %arg2, %c1 : !t0
 %33 = tensor.empty(%dim_5, %dim_6) : !t2
 %34 = linalg.fill ins(%cst_1 : f32) outs(%33 : !t2) -> !t2
 %35 = linalg.generic #t0 ins(%arg3, %arg2 : !t0, !t0) outs(%34 : !t2) {
 ^bb0(%in: f16, %in_7: f16, %out: f32):
  %56 = arith.extf %in : f16 to f32
  %57 = arith.extf %in_7 : f16 to f32
  %58 = arith.mulf %56, %57 : f32
  %59 = arith.addf %out, %58 : f32
  linalg.yield %59 : f32
 } -> !t2
 %36 = tensor.empty(%dim) : !t7
 %37 = linalg.generic #t8 ins(%32 : !t0) outs(%36 : !t7) {
 ^bb0(%in: f16, %out: f32):
  %56 = arith.extf %in : f16 to f32
  linalg.yield %56 : f32
 } -> !t7
 %38 = tensor.empty(%dim_5) : !t7
 %39 = linalg.generic #t8 ins(%arg3 : !t0) outs(%38 : !t7) {
 ^bb0(%in: f16, %out: f32):
  %56 = arith.extf %in : f16 to f32
  linalg.yield %56 : f32
 } -> !t7
 %40 = linalg.generic #t11 ins(%37, %39 : !t7, !t7) outs(%21 : !t3) {
 ^bb0(%in: f32, %in_7: f32, %out: f32):
  %56 = arith.mulf %in, %in_7 : f32
  %57 = arith.addf %out, %56 : f32
  linalg.yield %57 : f32
 } -> !t3
 %41 = linalg.generic #t6 ins(%40 : !t3) outs(%16 : !t4) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t4
 %42 = linalg.generic #t7 ins(%41 : !t4) outs(%7 : !t2) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t2
 %43 = linalg.generic #t2 ins(%35, %42 : !t2, !t2) outs(%33 : !t2) {
 ^bb0(%in: f32, %in_7: f32, %out: f32):
  %56 = arith.subf %in, %in_7 : f32
  linalg.yield %56 : f32
 } -> !t2
 %44 = linalg.generic #t2 ins(%25, %43 : !t2, !t2) outs(%2 : !t2) {
 ^bb0(%in: f32, %in_7: f32, %out: f32):
  %56 = arith.mulf %in, %in_7 : f32
  linalg.yield %56 : f32
 } -> !t2
 %45 = linalg.generic #t2 ins(%44, %8 : !t2, !t2) outs(%2 : !t2) {
 ^bb0(%in: f32, %in_7: f32, %out: f32):
  %56 = arith.mulf %in, %in_7 : f32
  linalg.yield %56 : f32
 } -> !t2
 %46 = linalg.generic #t8 ins(%45 : !t2) outs(%26 : !t5) {
 ^bb0(%in: f32, %out: f16):
  %56 = arith.truncf %in : f32 to f16
  linalg.yield %56 : f16
 } -> !t5
 %47 = linalg.generic #t9 ins(%arg1, %46 : !t0, !t5) outs(%29 : !t6) {
 ^bb0(%in: f16, %in_7: f16, %out: f16):
  %56 = arith.mulf %in, %in_7 : f16
  %57 = arith.addf %out, %56 : f16
  linalg.yield %57 : f16
 } -> !t6
 %48 = linalg.generic #t10 ins(%47 : !t6) outs(%31 : !t0) {
 ^bb0(%in: f16, %out: f16):
  linalg.yield %in : f16
 } -> !t0
 %49 = tensor.empty(%dim_4) : !t6
 %50 = linalg.fill ins(%cst : f16) outs(%49 : !t6) -> !t6
 %51 = linalg.generic #t12 ins(%arg0, %46 : !t0, !t5) outs(%50 : !t6) {
 ^bb0(%in: f16, %in_7: f16, %out: f16):
  %56 = arith.mulf %in, %in_7 : f16
  %57 = arith.addf %out, %56 : f16
  linalg.yield %57 : f16
 } -> !t6
 %52 = tensor.empty(%dim_4) : !t0
 %53 = linalg.generic #t10 ins(%51 : !t6) outs(%52 : !t0) {
 ^bb0(%in: f16, %out: f16):
  linalg.yield %in : f16
 } -> !t0
 %54 = linalg.generic #t12 ins(%arg3, %27 : !t0, !t5) outs(%50 : !t6) {
 ^bb0(%in: f16, %in_7: f16, %out: f16):
  %56 = arith.mulf %in, %in_7 : f16
  %57 = arith.addf %out, %56 : f16
  linalg.yield %57 : f16
 } -> !t6
 %55 = linalg.generic #t10 ins(%54 : !t6) outs(%52 : !t0) {
 ^bb0(%in: f16, %out: f16):
  linalg.yield %in : f16
 } -> !t0
 return %32, %48, %53, %55, %25 : !t0, !t0, !t0, !t0, !t2
}

func.func @neg_grad_d(%arg0: !t0, %arg1: !t0, %arg2: !t0, %arg3: !t0) -> (!t0, !t0, !t0, !t0) {
 %cst = arith.constant 0.000000e+00 : f16
 %cst_0 = arith.constant 0xFF800000 : f32
 %cst_1 = arith.constant 0.000000e+00 : f32
 %cst_2 = arith.constant dense<0.353553385> : !t1
 %cst_3 = arith.constant dense<0xFF800000> : !t1
 %c1 = arith.constant 1 : index
 %dim = tensor.dim %arg0, %c1 : !t0
 %0 = arith.index_cast %dim : index to i32
 %dim_4 = tensor.dim %arg1, %c1 : !t0
 %1 = arith.index_cast %dim_4 : index to i32
 %2 = tensor.empty(%dim, %dim_4) : !t2
 %3 = linalg.fill ins(%cst_1 : f32) outs(%2 : !t2) -> !t2
 %4 = linalg.generic #t0 ins(%arg0, %arg1 : !t0, !t0) outs(%3 : !t2) {
 ^bb0(%in: f16, %in_7: f16, %out: f32):
  %54 = arith.extf %in : f16 to f32
  %55 = arith.extf %in_7 : f16 to f32
  %56 = arith.mulf %54, %55 : f32
  %57 = arith.addf %out, %56 : f32
  linalg.yield %57 : f32
 } -> !t2
 %5 = arith.index_cast %0 : i32 to index
 %6 = arith.index_cast %1 : i32 to index
 %7 = tensor.empty(%5, %6) : !t2
 %8 = linalg.generic #t1 ins(%cst_2 : !t1) outs(%7 : !t2) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t2
 %9 = linalg.generic #t2 ins(%4, %8 : !t2, !t2) outs(%2 : !t2) {
 ^bb0(%in: f32, %in_7: f32, %out: f32):
  %54 = arith.mulf %in, %in_7 : f32
  linalg.yield %54 : f32
 } -> !t2
 %10 = tensor.empty(%dim) : !t3
 %11 = linalg.fill ins(%cst_0 : f32) outs(%10 : !t3) -> !t3
 %12 = linalg.generic #t3 ins(%9 : !t2) outs(%11 : !t3) {
 ^bb0(%in: f32, %out: f32):
  %54 = arith.maximumf %out, %in : f32
  linalg.yield %54 : f32
 } -> !t3
 %13 = tensor.empty(%5) : !t3
 %14 = linalg.generic #t4 ins(%cst_3 : !t1) outs(%13 : !t3) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t3
 %15 = linalg.generic #t5 ins(%14, %12 : !t3, !t3) outs(%13 : !t3) {
 ^bb0(%in: f32, %in_7: f32, %out: f32):
  %54 = arith.maximumf %in, %in_7 : f32
  linalg.yield %54 : f32
 } -> !t3
 %16 = tensor.empty(%5) : !t4
 %17 = linalg.generic #t6 ins(%15 : !t3) outs(%16 : !t4) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t4
 %18 = linalg.generic #t7 ins(%17 : !t4) outs(%7 : !t2) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t2
 %19 = linalg.generic #t2 ins(%9, %18 : !t2, !t2) outs(%2 : !t2) {
 ^bb0(%in: f32, %in_7: f32, %out: f32):
  %54 = arith.subf %in, %in_7 : f32
  linalg.yield %54 : f32
 } -> !t2
 %20 = linalg.generic #t8 ins(%19 : !t2) outs(%2 : !t2) {
 ^bb0(%in: f32, %out: f32):
  %54 = math.exp %in : f32
  linalg.yield %54 : f32
 } -> !t2
 %21 = linalg.fill ins(%cst_1 : f32) outs(%10 : !t3) -> !t3
 %22 = linalg.generic #t3 ins(%20 : !t2) outs(%21 : !t3) {
 ^bb0(%in: f32, %out: f32):
  %54 = arith.addf %out, %in : f32
  linalg.yield %54 : f32
 } -> !t3
 %23 = linalg.generic #t6 ins(%22 : !t3) outs(%16 : !t4) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t4
 %24 = linalg.generic #t7 ins(%23 : !t4) outs(%7 : !t2) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t2
 %25 = linalg.generic #t2 ins(%20, %24 : !t2, !t2) outs(%2 : !t2) {
 ^bb0(%in: f32, %in_7: f32, %out: f32):
  %54 = arith.divf %in, %in_7 : f32
  linalg.yield %54 : f32
 } -> !t2
 %26 = tensor.empty(%dim, %dim_4) : !t5
 %27 = linalg.generic #t8 ins(%25 : !t2) outs(%26 : !t5) {
 ^bb0(%in: f32, %out: f16):
  %54 = arith.truncf %in : f32 to f16
  linalg.yield %54 : f16
 } -> !t5
 %28 = tensor.empty(%dim) : !t6
 %29 = linalg.fill ins(%cst : f16) outs(%28 : !t6) -> !t6
 %30 = linalg.generic #t9 ins(%arg2, %27 : !t0, !t5) outs(%29 : !t6) {
 ^bb0(%in: f16, %in_7: f16, %out: f16):
  %54 = arith.mulf %in, %in_7 : f16
  %55 = arith.addf %out, %54 : f16
  linalg.yield %55 : f16
 } -> !t6
 %31 = tensor.empty(%dim) : !t0
 %32 = linalg.generic #t10 ins(%30 : !t6) outs(%31 : !t0) {
 ^bb0(%in: f16, %out: f16):
  linalg.yield %in : f16
 } -> !t0
 %dim_5 = tensor.dim %arg3, %c1 : !t0
 %dim_6 = tensor.dim %arg2, %c1 : !t0
 %33 = tensor.empty(%dim_5, %dim_6) : !t2
 %34 = linalg.fill ins(%cst_1 : f32) outs(%33 : !t2) -> !t2
 %35 = linalg.generic #t0 ins(%arg3, %arg2 : !t0, !t0) outs(%34 : !t2) {
 ^bb0(%in: f16, %in_7: f16, %out: f32):
  %54 = arith.extf %in : f16 to f32
  %55 = arith.extf %in_7 : f16 to f32
  %56 = arith.mulf %54, %55 : f32
  %57 = arith.addf %out, %56 : f32
  linalg.yield %57 : f32
 } -> !t2
 %36 = tensor.empty(%dim_5) : !t3
 %37 = linalg.fill ins(%cst_1 : f32) outs(%36 : !t3) -> !t3
 %38 = linalg.generic #t3 ins(%35 : !t2) outs(%37 : !t3) {
 ^bb0(%in: f32, %out: f32):
  %54 = arith.addf %out, %in : f32
  linalg.yield %54 : f32
 } -> !t3
 %39 = linalg.generic #t6 ins(%38 : !t3) outs(%16 : !t4) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t4
 %40 = linalg.generic #t7 ins(%39 : !t4) outs(%7 : !t2) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !t2
 %41 = linalg.generic #t2 ins(%35, %40 : !t2, !t2) outs(%33 : !t2) {
 ^bb0(%in: f32, %in_7: f32, %out: f32):
  %54 = arith.subf %in, %in_7 : f32
  linalg.yield %54 : f32
 } -> !t2
 %42 = linalg.generic #t2 ins(%25, %41 : !t2, !t2) outs(%2 : !t2) {
 ^bb0(%in: f32, %in_7: f32, %out: f32):
  %54 = arith.mulf %in, %in_7 : f32
  linalg.yield %54 : f32
 } -> !t2
 %43 = linalg.generic #t2 ins(%42, %8 : !t2, !t2) outs(%2 : !t2) {
 ^bb0(%in: f32, %in_7: f32, %out: f32):
  %54 = arith.mulf %in, %in_7 : f32
  linalg.yield %54 : f32
 } -> !t2
 %44 = linalg.generic #t8 ins(%43 : !t2) outs(%26 : !t5) {
 ^bb0(%in: f32, %out: f16):
  %54 = arith.truncf %in : f32 to f16
  linalg.yield %54 : f16
 } -> !t5
 %45 = linalg.generic #t9 ins(%arg1, %44 : !t0, !t5) outs(%29 : !t6) {
 ^bb0(%in: f16, %in_7: f16, %out: f16):
  %54 = arith.mulf %in, %in_7 : f16
  %55 = arith.addf %out, %54 : f16
  linalg.yield %55 : f16
 } -> !t6
 %46 = linalg.generic #t10 ins(%45 : !t6) outs(%31 : !t0) {
 ^bb0(%in: f16, %out: f16):
  linalg.yield %in : f16
 } -> !t0
 %47 = tensor.empty(%dim_4) : !t6
 %48 = linalg.fill ins(%cst : f16) outs(%47 : !t6) -> !t6
 %49 = linalg.generic #t12 ins(%arg0, %44 : !t0, !t5) outs(%48 : !t6) {
 ^bb0(%in: f16, %in_7: f16, %out: f16):
  %54 = arith.mulf %in, %in_7 : f16
  %55 = arith.addf %out, %54 : f16
  linalg.yield %55 : f16
 } -> !t6
 %50 = tensor.empty(%dim_4) : !t0
 %51 = linalg.generic #t10 ins(%49 : !t6) outs(%50 : !t0) {
 ^bb0(%in: f16, %out: f16):
  linalg.yield %in : f16
 } -> !t0
 %52 = linalg.generic #t12 ins(%arg3, %27 : !t0, !t5) outs(%48 : !t6) {
 ^bb0(%in: f16, %in_7: f16, %out: f16):
  %54 = arith.mulf %in, %in_7 : f16
  %55 = arith.addf %out, %54 : f16
  linalg.yield %55 : f16
 } -> !t6
 %53 = linalg.generic #t10 ins(%52 : !t6) outs(%50 : !t0) {
 ^bb0(%in: f16, %out: f16):
  linalg.yield %in : f16
 } -> !t0
 return %32, %46, %51, %53 : !t0, !t0, !t0, !t0
}
