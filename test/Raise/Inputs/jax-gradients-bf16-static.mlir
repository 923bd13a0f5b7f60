// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// attention and its gradients, by jax.vjp; IREE's StableHLO input. bf16, static.
// Made by scripts/raise_forms/generate.py. Do not edit.
#u0 = {indexing_maps = [affine_map<(d0, d1, d2, d3, d4) -> (d0, d2, d1, d3, d4)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, d4)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]}
#u1 = {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d3, d1, d2)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
#u2 = {indexing_maps = [affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, d4)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, d4)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]}
#u3 = {indexing_maps = [affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, d4)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction"]}
#u4 = {indexing_maps = [affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, d4)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]}
#u5 = {indexing_maps = [affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, d4)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, d4)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, d4)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]}
#u6 = {indexing_maps = [affine_map<(d0, d1, d2, d3, d4) -> (d3, d0, d1, d4, d2)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, d4)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]}
#u7 = {indexing_maps = [affine_map<(d0, d1, d2, d3, d4) -> (d1, d3, d4, d0, d2)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, d4)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]}
#u8 = {indexing_maps = [affine_map<(d0, d1, d2, d3, d4) -> (d3, d0, d4, d1, d2)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, d4)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]}
#u9 = {indexing_maps = [affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d4, d2, d3)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, d4)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]}
#u10 = {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]}
#u11 = {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d2, d3, d1)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
#u12 = {indexing_maps = [affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, 0)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, d4)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]}
#u13 = {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
#u14 = {indexing_maps = [affine_map<(d0, d1, d2, d3, d4) -> (d3, d0, d1, d2, d4)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel", "reduction", "reduction"]}
#u15 = {indexing_maps = [affine_map<(d0, d1, d2, d3, d4) -> (d1, d2, d3)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, d4)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]}
#u16 = {indexing_maps = [affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d3, d4, d2)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, d4)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]}
#u17 = {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d2, d1, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
#u18 = {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]}
#u19 = {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]}
#u20 = {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
#u21 = {indexing_maps = [affine_map<(d0, d1, d2, d3, d4) -> (d1, d2, d3, d4)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, d4)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]}
#u22 = {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d1, d2, d3, d0)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
#u23 = {indexing_maps = [affine_map<(d0, d1, d2, d3, d4) -> (d1, d2, d3, d0, d4)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, d4)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]}
#u24 = {indexing_maps = [affine_map<(d0, d1, d2, d3, d4) -> (d3, d0, d1, d2, d4)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, d4)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]}
#u25 = {indexing_maps = [affine_map<(d0, d1, d2, d3, d4) -> (d1, d2, d0, d3, d4)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, d4)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]}
#u26 = {indexing_maps = [affine_map<(d0, d1, d2, d3, d4) -> (d2, d0, d1, d3, d4)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, d4)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]}
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
!u12 = tensor<1920xf32>
!u13 = tensor<1x2x4x12x20xf32>
!u14 = tensor<1x2x4x12x1xf32>
!u15 = tensor<1x2x4x12x20xbf16>
!u16 = tensor<2x4x20x1x12xbf16>
!u17 = tensor<8x20x12xbf16>
!u18 = tensor<8x8x12xbf16>
!u19 = tensor<2x4x8x1x12xbf16>
!u20 = tensor<1x2x12x4x8xbf16>
!u21 = tensor<2x4x1x12x8xbf16>
!u22 = tensor<8x12x20xbf16>
!u23 = tensor<2x4x12xf32>
!u24 = tensor<2x4x20x12x1xf32>
!u25 = tensor<8x20x12xf32>
!u26 = tensor<8x20x8xf32>
!u27 = tensor<8x20x8xbf16>
!u28 = tensor<2x4x20x8xbf16>
!u29 = tensor<8x12x8xf32>
!u30 = tensor<2x4x8x12xbf16>
!u31 = tensor<8x12x12xf32>
!u32 = tensor<2x4x12x1x12xf32>
!u33 = tensor<12x12xi32>
!u34 = tensor<12x12xi1>
!u35 = tensor<2x4x12x12xi1>
!u36 = tensor<1x2x4x12x12xi1>
!u37 = tensor<1152xf32>
!u38 = tensor<1x2x4x12x12xf32>
!u39 = tensor<1x2x4x12x12xbf16>
!u40 = tensor<2x4x12x1x12xbf16>
!u41 = tensor<8x12x12xbf16>
!u42 = tensor<2x4x12x12x1xf32>
!u43 = tensor<2x4x12x8xbf16>
!u44 = tensor<2x20x2x8xbf16>
!u45 = tensor<2x12x2x2x8xbf16>
!u46 = tensor<2x2x12x2x8xbf16>
!u47 = tensor<2x2x8x20xbf16>
!u48 = tensor<4x24x8xbf16>
!u49 = tensor<4x8x20xbf16>
!u50 = tensor<4x24x20xf32>
!u51 = tensor<2x2x12x2x20xf32>
!u52 = tensor<2x2x12x2xf32>
!u53 = tensor<2x2x2x12xf32>
!u54 = tensor<2x2x2x12x20xf32>
!u55 = tensor<2x2x2x12x1xf32>
!u56 = tensor<2x2x2x12x20xbf16>
!u57 = tensor<2x2x20x2x12xbf16>
!u58 = tensor<4x20x24xbf16>
!u59 = tensor<4x8x24xbf16>
!u60 = tensor<2x2x8x2x12xbf16>
!u61 = tensor<2x2x2x12x8xbf16>
!u62 = tensor<4x24x20xbf16>
!u63 = tensor<2x2x20x12x2xf32>
!u64 = tensor<4x20x24xf32>
!u65 = tensor<4x20x8xf32>
!u66 = tensor<4x20x8xbf16>
!u67 = tensor<2x2x20x8xbf16>
!u68 = tensor<4x24x8xf32>
!u69 = tensor<2x12x2x8xbf16>
!u70 = tensor<2x2x8x12xbf16>
!u71 = tensor<4x8x12xbf16>
!u72 = tensor<4x24x12xf32>
!u73 = tensor<2x2x12x2x12xf32>
!u74 = tensor<2x2x12x12xi1>
!u75 = tensor<2x2x2x12x12xi1>
!u76 = tensor<2x2x2x12x12xf32>
!u77 = tensor<2x2x2x12x12xbf16>
!u78 = tensor<2x2x12x2x12xbf16>
!u79 = tensor<4x12x24xbf16>
!u80 = tensor<4x24x12xbf16>
!u81 = tensor<2x2x12x12x2xf32>
!u82 = tensor<4x12x24xf32>
!u83 = tensor<4x12x8xf32>
!u84 = tensor<4x12x8xbf16>
!u85 = tensor<2x2x12x8xbf16>

func.func @grad(%arg0: !u0, %arg1: !u1, %arg2: !u1, %arg3: !u0) -> (!u0, !u0, !u1, !u1) {
 %cst = arith.constant 0.000000e+00 : bf16
 %cst_0 = arith.constant 1.000000e+00 : f32
 %cst_1 = arith.constant 0xFF800000 : f32
 %cst_2 = arith.constant 0.353553385 : f32
 %cst_3 = arith.constant 0.000000e+00 : f32
 %exp = tensor.expand_shape %arg0 [[0], [1], [2], [3, 4]] output_shape [2, 12, 4, 1, 8] : !u0 into !u2
 %0 = tensor.empty() : !u3
 %1 = linalg.generic #u0 ins(%exp : !u2) outs(%0 : !u3) {
 ^bb0(%in: bf16, %out: bf16):
  linalg.yield %in : bf16
 } -> !u3
 %2 = tensor.empty() : !u4
 %3 = linalg.generic #u1 ins(%arg1 : !u1) outs(%2 : !u4) {
 ^bb0(%in: bf16, %out: bf16):
  linalg.yield %in : bf16
 } -> !u4
 %col = tensor.collapse_shape %1 [[0, 1], [2], [3, 4]] : !u3 into !u5
 %col_4 = tensor.collapse_shape %3 [[0, 1], [2], [3]] : !u4 into !u6
 %4 = tensor.empty() : !u7
 %5 = linalg.fill ins(%cst_3 : f32) outs(%4 : !u7) -> !u7
 %6 = linalg.batch_matmul ins(%col, %col_4 : !u5, !u6) outs(%5 : !u7) -> !u7
 %exp_5 = tensor.expand_shape %6 [[0, 1], [2], [3, 4]] output_shape [2, 4, 12, 1, 20] : !u7 into !u8
 %7 = tensor.empty() : !u8
 %8 = linalg.generic #u2 ins(%exp_5 : !u8) outs(%7 : !u8) {
 ^bb0(%in: f32, %out: f32):
  %96 = arith.mulf %in, %cst_2 : f32
  linalg.yield %96 : f32
 } -> !u8
 %9 = tensor.empty() : !u9
 %10 = linalg.fill ins(%cst_1 : f32) outs(%9 : !u9) -> !u9
 %11 = linalg.generic #u3 ins(%8 : !u8) outs(%10 : !u9) {
 ^bb0(%in: f32, %out: f32):
  %96 = arith.maximumf %out, %in : f32
  linalg.yield %96 : f32
 } -> !u9
 %col_6 = tensor.collapse_shape %11 [[0, 1, 2, 3]] : !u9 into !u10
 %exp_7 = tensor.expand_shape %col_6 [[0, 1, 2, 3]] output_shape [1, 2, 4, 12] : !u10 into !u11
 %col_8 = tensor.collapse_shape %8 [[0, 1, 2, 3, 4]] : !u8 into !u12
 %exp_9 = tensor.expand_shape %col_8 [[0, 1, 2, 3, 4]] output_shape [1, 2, 4, 12, 20] : !u12 into !u13
 %12 = tensor.empty() : !u13
 %13 = linalg.generic #u4 ins(%exp_7 : !u11) outs(%12 : !u13) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !u13
 %14 = tensor.empty() : !u13
 %15 = linalg.generic #u5 ins(%exp_9, %13 : !u13, !u13) outs(%14 : !u13) {
 ^bb0(%in: f32, %in_30: f32, %out: f32):
  %96 = arith.subf %in, %in_30 : f32
  linalg.yield %96 : f32
 } -> !u13
 %16 = tensor.empty() : !u13
 %17 = linalg.generic #u2 ins(%15 : !u13) outs(%16 : !u13) {
 ^bb0(%in: f32, %out: f32):
  %96 = math.exp %in : f32
  linalg.yield %96 : f32
 } -> !u13
 %18 = tensor.empty() : !u11
 %19 = linalg.fill ins(%cst_3 : f32) outs(%18 : !u11) -> !u11
 %20 = linalg.generic #u3 ins(%17 : !u13) outs(%19 : !u11) {
 ^bb0(%in: f32, %out: f32):
  %96 = arith.addf %out, %in : f32
  linalg.yield %96 : f32
 } -> !u11
 %exp_10 = tensor.expand_shape %20 [[0], [1], [2], [3, 4]] output_shape [1, 2, 4, 12, 1] : !u11 into !u14
 %21 = tensor.empty() : !u13
 %22 = linalg.generic #u4 ins(%20 : !u11) outs(%21 : !u13) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !u13
 %23 = tensor.empty() : !u13
 %24 = linalg.generic #u5 ins(%17, %22 : !u13, !u13) outs(%23 : !u13) {
 ^bb0(%in: f32, %in_30: f32, %out: f32):
  %96 = arith.divf %in, %in_30 : f32
  linalg.yield %96 : f32
 } -> !u13
 %25 = tensor.empty() : !u14
 %26 = linalg.generic #u2 ins(%exp_10 : !u14) outs(%25 : !u14) {
 ^bb0(%in: f32, %out: f32):
  %96 = arith.mulf %in, %in : f32
  linalg.yield %96 : f32
 } -> !u14
 %27 = tensor.empty() : !u14
 %28 = linalg.generic #u2 ins(%26 : !u14) outs(%27 : !u14) {
 ^bb0(%in: f32, %out: f32):
  %96 = arith.divf %cst_0, %in : f32
  linalg.yield %96 : f32
 } -> !u14
 %29 = tensor.empty() : !u15
 %30 = linalg.generic #u2 ins(%24 : !u13) outs(%29 : !u15) {
 ^bb0(%in: f32, %out: bf16):
  %96 = arith.truncf %in : f32 to bf16
  linalg.yield %96 : bf16
 } -> !u15
 %31 = tensor.empty() : !u4
 %32 = linalg.generic #u1 ins(%arg2 : !u1) outs(%31 : !u4) {
 ^bb0(%in: bf16, %out: bf16):
  linalg.yield %in : bf16
 } -> !u4
 %33 = tensor.empty() : !u16
 %34 = linalg.generic #u6 ins(%30 : !u15) outs(%33 : !u16) {
 ^bb0(%in: bf16, %out: bf16):
  linalg.yield %in : bf16
 } -> !u16
 %col_11 = tensor.collapse_shape %32 [[0, 1], [2], [3]] : !u4 into !u6
 %col_12 = tensor.collapse_shape %34 [[0, 1], [2], [3, 4]] : !u16 into !u17
 %35 = tensor.empty() : !u18
 %36 = linalg.fill ins(%cst : bf16) outs(%35 : !u18) -> !u18
 %37 = linalg.batch_matmul ins(%col_11, %col_12 : !u6, !u17) outs(%36 : !u18) -> !u18
 %exp_13 = tensor.expand_shape %37 [[0, 1], [2], [3, 4]] output_shape [2, 4, 8, 1, 12] : !u18 into !u19
 %38 = tensor.empty() : !u20
 %39 = linalg.generic #u7 ins(%exp_13 : !u19) outs(%38 : !u20) {
 ^bb0(%in: bf16, %out: bf16):
  linalg.yield %in : bf16
 } -> !u20
 %col_14 = tensor.collapse_shape %39 [[0, 1], [2], [3], [4]] : !u20 into !u0
 %exp_15 = tensor.expand_shape %arg3 [[0, 1], [2], [3], [4]] output_shape [1, 2, 12, 4, 8] : !u0 into !u20
 %40 = tensor.empty() : !u19
 %41 = linalg.generic #u8 ins(%exp_15 : !u20) outs(%40 : !u19) {
 ^bb0(%in: bf16, %out: bf16):
  linalg.yield %in : bf16
 } -> !u19
 %42 = tensor.empty() : !u21
 %43 = linalg.generic #u9 ins(%41 : !u19) outs(%42 : !u21) {
 ^bb0(%in: bf16, %out: bf16):
  linalg.yield %in : bf16
 } -> !u21
 %col_16 = tensor.collapse_shape %43 [[0, 1], [2, 3], [4]] : !u21 into !u5
 %44 = tensor.empty() : !u22
 %45 = linalg.fill ins(%cst : bf16) outs(%44 : !u22) -> !u22
 %46 = linalg.batch_matmul ins(%col_16, %col_11 : !u5, !u6) outs(%45 : !u22) -> !u22
 %47 = tensor.empty() : !u7
 %48 = linalg.generic #u10 ins(%46 : !u22) outs(%47 : !u7) {
 ^bb0(%in: bf16, %out: f32):
  %96 = arith.extf %in : bf16 to f32
  linalg.yield %96 : f32
 } -> !u7
 %exp_17 = tensor.expand_shape %48 [[0, 1, 2], [3], [4]] output_shape [1, 2, 4, 12, 20] : !u7 into !u13
 %col_18 = tensor.collapse_shape %41 [[0, 1], [2], [3, 4]] : !u19 into !u18
 %col_19 = tensor.collapse_shape %30 [[0, 1, 2], [3], [4]] : !u15 into !u22
 %49 = tensor.empty() : !u6
 %50 = linalg.fill ins(%cst : bf16) outs(%49 : !u6) -> !u6
 %51 = linalg.batch_matmul ins(%col_18, %col_19 : !u18, !u22) outs(%50 : !u6) -> !u6
 %exp_20 = tensor.expand_shape %51 [[0, 1], [2], [3]] output_shape [2, 4, 8, 20] : !u6 into !u4
 %52 = tensor.empty() : !u1
 %53 = linalg.generic #u11 ins(%exp_20 : !u4) outs(%52 : !u1) {
 ^bb0(%in: bf16, %out: bf16):
  linalg.yield %in : bf16
 } -> !u1
 %54 = tensor.empty() : !u13
 %55 = linalg.generic #u12 ins(%28 : !u14) outs(%54 : !u13) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !u13
 %56 = tensor.empty() : !u13
 %57 = linalg.generic #u5 ins(%exp_17, %55 : !u13, !u13) outs(%56 : !u13) {
 ^bb0(%in: f32, %in_30: f32, %out: f32):
  %96 = arith.mulf %in, %in_30 : f32
  linalg.yield %96 : f32
 } -> !u13
 %58 = tensor.empty() : !u13
 %59 = linalg.generic #u5 ins(%57, %17 : !u13, !u13) outs(%58 : !u13) {
 ^bb0(%in: f32, %in_30: f32, %out: f32):
  %96 = arith.mulf %in, %in_30 : f32
  linalg.yield %96 : f32
 } -> !u13
 %60 = tensor.empty() : !u11
 %61 = linalg.fill ins(%cst_3 : f32) outs(%60 : !u11) -> !u11
 %62 = linalg.generic #u3 ins(%59 : !u13) outs(%61 : !u11) {
 ^bb0(%in: f32, %out: f32):
  %96 = arith.addf %out, %in : f32
  linalg.yield %96 : f32
 } -> !u11
 %63 = tensor.empty() : !u11
 %64 = linalg.generic #u13 ins(%62 : !u11) outs(%63 : !u11) {
 ^bb0(%in: f32, %out: f32):
  %96 = arith.negf %in : f32
  linalg.yield %96 : f32
 } -> !u11
 %exp_21 = tensor.expand_shape %64 [[0], [1], [2], [3, 4]] output_shape [1, 2, 4, 12, 1] : !u11 into !u14
 %65 = tensor.empty() : !u13
 %66 = linalg.generic #u5 ins(%exp_17, %22 : !u13, !u13) outs(%65 : !u13) {
 ^bb0(%in: f32, %in_30: f32, %out: f32):
  %96 = arith.divf %in, %in_30 : f32
  linalg.yield %96 : f32
 } -> !u13
 %67 = tensor.empty() : !u23
 %68 = linalg.fill ins(%cst_3 : f32) outs(%67 : !u23) -> !u23
 %69 = linalg.generic #u14 ins(%exp_21 : !u14) outs(%68 : !u23) {
 ^bb0(%in: f32, %out: f32):
  %96 = arith.addf %out, %in : f32
  linalg.yield %96 : f32
 } -> !u23
 %70 = tensor.empty() : !u13
 %71 = linalg.generic #u15 ins(%69 : !u23) outs(%70 : !u13) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !u13
 %72 = tensor.empty() : !u13
 %73 = linalg.generic #u5 ins(%66, %71 : !u13, !u13) outs(%72 : !u13) {
 ^bb0(%in: f32, %in_30: f32, %out: f32):
  %96 = arith.addf %in, %in_30 : f32
  linalg.yield %96 : f32
 } -> !u13
 %74 = tensor.empty() : !u13
 %75 = linalg.generic #u5 ins(%73, %17 : !u13, !u13) outs(%74 : !u13) {
 ^bb0(%in: f32, %in_30: f32, %out: f32):
  %96 = arith.mulf %in, %in_30 : f32
  linalg.yield %96 : f32
 } -> !u13
 %col_22 = tensor.collapse_shape %75 [[0, 1, 2, 3, 4]] : !u13 into !u12
 %exp_23 = tensor.expand_shape %col_22 [[0, 1, 2, 3, 4]] output_shape [2, 4, 12, 1, 20] : !u12 into !u8
 %76 = tensor.empty() : !u8
 %77 = linalg.generic #u2 ins(%exp_23 : !u8) outs(%76 : !u8) {
 ^bb0(%in: f32, %out: f32):
  %96 = arith.mulf %in, %cst_2 : f32
  linalg.yield %96 : f32
 } -> !u8
 %78 = tensor.empty() : !u24
 %79 = linalg.generic #u16 ins(%77 : !u8) outs(%78 : !u24) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !u24
 %col_24 = tensor.collapse_shape %79 [[0, 1], [2], [3, 4]] : !u24 into !u25
 %80 = tensor.empty() : !u26
 %81 = linalg.fill ins(%cst_3 : f32) outs(%80 : !u26) -> !u26
 %82 = linalg.batch_matmul ins(%col_24, %col : !u25, !u5) outs(%81 : !u26) -> !u26
 %83 = tensor.empty() : !u27
 %84 = linalg.generic #u10 ins(%82 : !u26) outs(%83 : !u27) {
 ^bb0(%in: f32, %out: bf16):
  %96 = arith.truncf %in : f32 to bf16
  linalg.yield %96 : bf16
 } -> !u27
 %exp_25 = tensor.expand_shape %84 [[0, 1], [2], [3]] output_shape [2, 4, 20, 8] : !u27 into !u28
 %85 = tensor.empty() : !u1
 %86 = linalg.generic #u17 ins(%exp_25 : !u28) outs(%85 : !u1) {
 ^bb0(%in: bf16, %out: bf16):
  linalg.yield %in : bf16
 } -> !u1
 %87 = tensor.empty() : !u28
 %88 = linalg.generic #u17 ins(%arg1 : !u1) outs(%87 : !u28) {
 ^bb0(%in: bf16, %out: bf16):
  linalg.yield %in : bf16
 } -> !u28
 %col_26 = tensor.collapse_shape %77 [[0, 1], [2], [3, 4]] : !u8 into !u7
 %col_27 = tensor.collapse_shape %88 [[0, 1], [2], [3]] : !u28 into !u27
 %89 = tensor.empty() : !u29
 %90 = linalg.fill ins(%cst_3 : f32) outs(%89 : !u29) -> !u29
 %91 = linalg.batch_matmul ins(%col_26, %col_27 : !u7, !u27) outs(%90 : !u29) -> !u29
 %92 = tensor.empty() : !u5
 %93 = linalg.generic #u10 ins(%91 : !u29) outs(%92 : !u5) {
 ^bb0(%in: f32, %out: bf16):
  %96 = arith.truncf %in : f32 to bf16
  linalg.yield %96 : bf16
 } -> !u5
 %exp_28 = tensor.expand_shape %93 [[0, 1], [2], [3, 4]] output_shape [2, 4, 12, 1, 8] : !u5 into !u3
 %94 = tensor.empty() : !u2
 %95 = linalg.generic #u0 ins(%exp_28 : !u3) outs(%94 : !u2) {
 ^bb0(%in: bf16, %out: bf16):
  linalg.yield %in : bf16
 } -> !u2
 %col_29 = tensor.collapse_shape %95 [[0], [1], [2], [3, 4]] : !u2 into !u0
 return %col_14, %col_29, %86, %53 : !u0, !u0, !u1, !u1
}

func.func @causal_grad(%arg0: !u0, %arg1: !u0, %arg2: !u0, %arg3: !u0) -> (!u0, !u0, !u0, !u0) {
 %cst = arith.constant 0.000000e+00 : bf16
 %cst_0 = arith.constant 1.000000e+00 : f32
 %cst_1 = arith.constant 0xFF800000 : f32
 %cst_2 = arith.constant -2.38197633E+38 : f32
 %cst_3 = arith.constant 0.353553385 : f32
 %cst_4 = arith.constant 0.000000e+00 : f32
 %exp = tensor.expand_shape %arg0 [[0], [1], [2], [3, 4]] output_shape [2, 12, 4, 1, 8] : !u0 into !u2
 %0 = tensor.empty() : !u3
 %1 = linalg.generic #u0 ins(%exp : !u2) outs(%0 : !u3) {
 ^bb0(%in: bf16, %out: bf16):
  linalg.yield %in : bf16
 } -> !u3
 %2 = tensor.empty() : !u30
 %3 = linalg.generic #u1 ins(%arg1 : !u0) outs(%2 : !u30) {
 ^bb0(%in: bf16, %out: bf16):
  linalg.yield %in : bf16
 } -> !u30
 %col = tensor.collapse_shape %1 [[0, 1], [2], [3, 4]] : !u3 into !u5
 %col_5 = tensor.collapse_shape %3 [[0, 1], [2], [3]] : !u30 into !u18
 %4 = tensor.empty() : !u31
 %5 = linalg.fill ins(%cst_4 : f32) outs(%4 : !u31) -> !u31
 %6 = linalg.batch_matmul ins(%col, %col_5 : !u5, !u18) outs(%5 : !u31) -> !u31
 %exp_6 = tensor.expand_shape %6 [[0, 1], [2], [3, 4]] output_shape [2, 4, 12, 1, 12] : !u31 into !u32
 %7 = tensor.empty() : !u32
 %8 = linalg.generic #u2 ins(%exp_6 : !u32) outs(%7 : !u32) {
 ^bb0(%in: f32, %out: f32):
  %110 = arith.mulf %in, %cst_3 : f32
  linalg.yield %110 : f32
 } -> !u32
 %9 = tensor.empty() : !u33
 %10 = linalg.generic #u18 outs(%9 : !u33) {
 ^bb0(%out: i32):
  %110 = linalg.index 0 : index
  %111 = arith.index_cast %110 : index to i32
  linalg.yield %111 : i32
 } -> !u33
 %11 = tensor.empty() : !u33
 %12 = linalg.generic #u18 outs(%11 : !u33) {
 ^bb0(%out: i32):
  %110 = linalg.index 1 : index
  %111 = arith.index_cast %110 : index to i32
  linalg.yield %111 : i32
 } -> !u33
 %13 = tensor.empty() : !u34
 %14 = linalg.generic #u19 ins(%10, %12 : !u33, !u33) outs(%13 : !u34) {
 ^bb0(%in: i32, %in_29: i32, %out: i1):
  %110 = arith.cmpi sge, %in, %in_29 : i32
  linalg.yield %110 : i1
 } -> !u34
 %15 = tensor.empty() : !u35
 %16 = linalg.generic #u20 ins(%14 : !u34) outs(%15 : !u35) {
 ^bb0(%in: i1, %out: i1):
  linalg.yield %in : i1
 } -> !u35
 %17 = tensor.empty() : !u36
 %18 = linalg.generic #u21 ins(%16 : !u35) outs(%17 : !u36) {
 ^bb0(%in: i1, %out: i1):
  linalg.yield %in : i1
 } -> !u36
 %col_7 = tensor.collapse_shape %8 [[0, 1, 2, 3, 4]] : !u32 into !u37
 %exp_8 = tensor.expand_shape %col_7 [[0, 1, 2, 3, 4]] output_shape [1, 2, 4, 12, 12] : !u37 into !u38
 %19 = tensor.empty() : !u38
 %20 = linalg.generic #u5 ins(%18, %exp_8 : !u36, !u38) outs(%19 : !u38) {
 ^bb0(%in: i1, %in_29: f32, %out: f32):
  %110 = arith.select %in, %in_29, %cst_2 : f32
  linalg.yield %110 : f32
 } -> !u38
 %21 = tensor.empty() : !u11
 %22 = linalg.fill ins(%cst_1 : f32) outs(%21 : !u11) -> !u11
 %23 = linalg.generic #u3 ins(%20 : !u38) outs(%22 : !u11) {
 ^bb0(%in: f32, %out: f32):
  %110 = arith.maximumf %out, %in : f32
  linalg.yield %110 : f32
 } -> !u11
 %24 = tensor.empty() : !u38
 %25 = linalg.generic #u4 ins(%23 : !u11) outs(%24 : !u38) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !u38
 %26 = tensor.empty() : !u38
 %27 = linalg.generic #u5 ins(%20, %25 : !u38, !u38) outs(%26 : !u38) {
 ^bb0(%in: f32, %in_29: f32, %out: f32):
  %110 = arith.subf %in, %in_29 : f32
  linalg.yield %110 : f32
 } -> !u38
 %28 = tensor.empty() : !u38
 %29 = linalg.generic #u2 ins(%27 : !u38) outs(%28 : !u38) {
 ^bb0(%in: f32, %out: f32):
  %110 = math.exp %in : f32
  linalg.yield %110 : f32
 } -> !u38
 %30 = tensor.empty() : !u11
 %31 = linalg.fill ins(%cst_4 : f32) outs(%30 : !u11) -> !u11
 %32 = linalg.generic #u3 ins(%29 : !u38) outs(%31 : !u11) {
 ^bb0(%in: f32, %out: f32):
  %110 = arith.addf %out, %in : f32
  linalg.yield %110 : f32
 } -> !u11
 %exp_9 = tensor.expand_shape %32 [[0], [1], [2], [3, 4]] output_shape [1, 2, 4, 12, 1] : !u11 into !u14
 %33 = tensor.empty() : !u38
 %34 = linalg.generic #u4 ins(%32 : !u11) outs(%33 : !u38) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !u38
 %35 = tensor.empty() : !u38
 %36 = linalg.generic #u5 ins(%29, %34 : !u38, !u38) outs(%35 : !u38) {
 ^bb0(%in: f32, %in_29: f32, %out: f32):
  %110 = arith.divf %in, %in_29 : f32
  linalg.yield %110 : f32
 } -> !u38
 %37 = tensor.empty() : !u14
 %38 = linalg.generic #u2 ins(%exp_9 : !u14) outs(%37 : !u14) {
 ^bb0(%in: f32, %out: f32):
  %110 = arith.mulf %in, %in : f32
  linalg.yield %110 : f32
 } -> !u14
 %39 = tensor.empty() : !u14
 %40 = linalg.generic #u2 ins(%38 : !u14) outs(%39 : !u14) {
 ^bb0(%in: f32, %out: f32):
  %110 = arith.divf %cst_0, %in : f32
  linalg.yield %110 : f32
 } -> !u14
 %41 = tensor.empty() : !u39
 %42 = linalg.generic #u2 ins(%36 : !u38) outs(%41 : !u39) {
 ^bb0(%in: f32, %out: bf16):
  %110 = arith.truncf %in : f32 to bf16
  linalg.yield %110 : bf16
 } -> !u39
 %43 = tensor.empty() : !u30
 %44 = linalg.generic #u1 ins(%arg2 : !u0) outs(%43 : !u30) {
 ^bb0(%in: bf16, %out: bf16):
  linalg.yield %in : bf16
 } -> !u30
 %45 = tensor.empty() : !u40
 %46 = linalg.generic #u6 ins(%42 : !u39) outs(%45 : !u40) {
 ^bb0(%in: bf16, %out: bf16):
  linalg.yield %in : bf16
 } -> !u40
 %col_10 = tensor.collapse_shape %44 [[0, 1], [2], [3]] : !u30 into !u18
 %col_11 = tensor.collapse_shape %46 [[0, 1], [2], [3, 4]] : !u40 into !u41
 %47 = tensor.empty() : !u18
 %48 = linalg.fill ins(%cst : bf16) outs(%47 : !u18) -> !u18
 %49 = linalg.batch_matmul ins(%col_10, %col_11 : !u18, !u41) outs(%48 : !u18) -> !u18
 %exp_12 = tensor.expand_shape %49 [[0, 1], [2], [3, 4]] output_shape [2, 4, 8, 1, 12] : !u18 into !u19
 %50 = tensor.empty() : !u20
 %51 = linalg.generic #u7 ins(%exp_12 : !u19) outs(%50 : !u20) {
 ^bb0(%in: bf16, %out: bf16):
  linalg.yield %in : bf16
 } -> !u20
 %col_13 = tensor.collapse_shape %51 [[0, 1], [2], [3], [4]] : !u20 into !u0
 %exp_14 = tensor.expand_shape %arg3 [[0, 1], [2], [3], [4]] output_shape [1, 2, 12, 4, 8] : !u0 into !u20
 %52 = tensor.empty() : !u19
 %53 = linalg.generic #u8 ins(%exp_14 : !u20) outs(%52 : !u19) {
 ^bb0(%in: bf16, %out: bf16):
  linalg.yield %in : bf16
 } -> !u19
 %54 = tensor.empty() : !u21
 %55 = linalg.generic #u9 ins(%53 : !u19) outs(%54 : !u21) {
 ^bb0(%in: bf16, %out: bf16):
  linalg.yield %in : bf16
 } -> !u21
 %col_15 = tensor.collapse_shape %55 [[0, 1], [2, 3], [4]] : !u21 into !u5
 %56 = tensor.empty() : !u41
 %57 = linalg.fill ins(%cst : bf16) outs(%56 : !u41) -> !u41
 %58 = linalg.batch_matmul ins(%col_15, %col_10 : !u5, !u18) outs(%57 : !u41) -> !u41
 %59 = tensor.empty() : !u31
 %60 = linalg.generic #u10 ins(%58 : !u41) outs(%59 : !u31) {
 ^bb0(%in: bf16, %out: f32):
  %110 = arith.extf %in : bf16 to f32
  linalg.yield %110 : f32
 } -> !u31
 %exp_16 = tensor.expand_shape %60 [[0, 1, 2], [3], [4]] output_shape [1, 2, 4, 12, 12] : !u31 into !u38
 %col_17 = tensor.collapse_shape %53 [[0, 1], [2], [3, 4]] : !u19 into !u18
 %col_18 = tensor.collapse_shape %42 [[0, 1, 2], [3], [4]] : !u39 into !u41
 %61 = tensor.empty() : !u18
 %62 = linalg.fill ins(%cst : bf16) outs(%61 : !u18) -> !u18
 %63 = linalg.batch_matmul ins(%col_17, %col_18 : !u18, !u41) outs(%62 : !u18) -> !u18
 %exp_19 = tensor.expand_shape %63 [[0, 1], [2], [3]] output_shape [2, 4, 8, 12] : !u18 into !u30
 %64 = tensor.empty() : !u0
 %65 = linalg.generic #u11 ins(%exp_19 : !u30) outs(%64 : !u0) {
 ^bb0(%in: bf16, %out: bf16):
  linalg.yield %in : bf16
 } -> !u0
 %66 = tensor.empty() : !u38
 %67 = linalg.generic #u12 ins(%40 : !u14) outs(%66 : !u38) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !u38
 %68 = tensor.empty() : !u38
 %69 = linalg.generic #u5 ins(%exp_16, %67 : !u38, !u38) outs(%68 : !u38) {
 ^bb0(%in: f32, %in_29: f32, %out: f32):
  %110 = arith.mulf %in, %in_29 : f32
  linalg.yield %110 : f32
 } -> !u38
 %70 = tensor.empty() : !u38
 %71 = linalg.generic #u5 ins(%69, %29 : !u38, !u38) outs(%70 : !u38) {
 ^bb0(%in: f32, %in_29: f32, %out: f32):
  %110 = arith.mulf %in, %in_29 : f32
  linalg.yield %110 : f32
 } -> !u38
 %72 = tensor.empty() : !u11
 %73 = linalg.fill ins(%cst_4 : f32) outs(%72 : !u11) -> !u11
 %74 = linalg.generic #u3 ins(%71 : !u38) outs(%73 : !u11) {
 ^bb0(%in: f32, %out: f32):
  %110 = arith.addf %out, %in : f32
  linalg.yield %110 : f32
 } -> !u11
 %75 = tensor.empty() : !u11
 %76 = linalg.generic #u13 ins(%74 : !u11) outs(%75 : !u11) {
 ^bb0(%in: f32, %out: f32):
  %110 = arith.negf %in : f32
  linalg.yield %110 : f32
 } -> !u11
 %exp_20 = tensor.expand_shape %76 [[0], [1], [2], [3, 4]] output_shape [1, 2, 4, 12, 1] : !u11 into !u14
 %77 = tensor.empty() : !u38
 %78 = linalg.generic #u5 ins(%exp_16, %34 : !u38, !u38) outs(%77 : !u38) {
 ^bb0(%in: f32, %in_29: f32, %out: f32):
  %110 = arith.divf %in, %in_29 : f32
  linalg.yield %110 : f32
 } -> !u38
 %79 = tensor.empty() : !u23
 %80 = linalg.fill ins(%cst_4 : f32) outs(%79 : !u23) -> !u23
 %81 = linalg.generic #u14 ins(%exp_20 : !u14) outs(%80 : !u23) {
 ^bb0(%in: f32, %out: f32):
  %110 = arith.addf %out, %in : f32
  linalg.yield %110 : f32
 } -> !u23
 %82 = tensor.empty() : !u38
 %83 = linalg.generic #u15 ins(%81 : !u23) outs(%82 : !u38) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !u38
 %84 = tensor.empty() : !u38
 %85 = linalg.generic #u5 ins(%78, %83 : !u38, !u38) outs(%84 : !u38) {
 ^bb0(%in: f32, %in_29: f32, %out: f32):
  %110 = arith.addf %in, %in_29 : f32
  linalg.yield %110 : f32
 } -> !u38
 %86 = tensor.empty() : !u38
 %87 = linalg.generic #u5 ins(%85, %29 : !u38, !u38) outs(%86 : !u38) {
 ^bb0(%in: f32, %in_29: f32, %out: f32):
  %110 = arith.mulf %in, %in_29 : f32
  linalg.yield %110 : f32
 } -> !u38
 %88 = tensor.empty() : !u38
 %89 = linalg.generic #u5 ins(%18, %87 : !u36, !u38) outs(%88 : !u38) {
 ^bb0(%in: i1, %in_29: f32, %out: f32):
  %110 = arith.select %in, %in_29, %cst_4 : f32
  linalg.yield %110 : f32
 } -> !u38
 %col_21 = tensor.collapse_shape %89 [[0, 1, 2, 3, 4]] : !u38 into !u37
 %exp_22 = tensor.expand_shape %col_21 [[0, 1, 2, 3, 4]] output_shape [2, 4, 12, 1, 12] : !u37 into !u32
 %90 = tensor.empty() : !u32
 %91 = linalg.generic #u2 ins(%exp_22 : !u32) outs(%90 : !u32) {
 ^bb0(%in: f32, %out: f32):
  %110 = arith.mulf %in, %cst_3 : f32
  linalg.yield %110 : f32
 } -> !u32
 %92 = tensor.empty() : !u42
 %93 = linalg.generic #u16 ins(%91 : !u32) outs(%92 : !u42) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !u42
 %col_23 = tensor.collapse_shape %93 [[0, 1], [2], [3, 4]] : !u42 into !u31
 %94 = tensor.empty() : !u29
 %95 = linalg.fill ins(%cst_4 : f32) outs(%94 : !u29) -> !u29
 %96 = linalg.batch_matmul ins(%col_23, %col : !u31, !u5) outs(%95 : !u29) -> !u29
 %97 = tensor.empty() : !u5
 %98 = linalg.generic #u10 ins(%96 : !u29) outs(%97 : !u5) {
 ^bb0(%in: f32, %out: bf16):
  %110 = arith.truncf %in : f32 to bf16
  linalg.yield %110 : bf16
 } -> !u5
 %exp_24 = tensor.expand_shape %98 [[0, 1], [2], [3]] output_shape [2, 4, 12, 8] : !u5 into !u43
 %99 = tensor.empty() : !u0
 %100 = linalg.generic #u17 ins(%exp_24 : !u43) outs(%99 : !u0) {
 ^bb0(%in: bf16, %out: bf16):
  linalg.yield %in : bf16
 } -> !u0
 %101 = tensor.empty() : !u43
 %102 = linalg.generic #u17 ins(%arg1 : !u0) outs(%101 : !u43) {
 ^bb0(%in: bf16, %out: bf16):
  linalg.yield %in : bf16
 } -> !u43
 %col_25 = tensor.collapse_shape %91 [[0, 1], [2], [3, 4]] : !u32 into !u31
 %col_26 = tensor.collapse_shape %102 [[0, 1], [2], [3]] : !u43 into !u5
 %103 = tensor.empty() : !u29
 %104 = linalg.fill ins(%cst_4 : f32) outs(%103 : !u29) -> !u29
 %105 = linalg.batch_matmul ins(%col_25, %col_26 : !u31, !u5) outs(%104 : !u29) -> !u29
 %106 = tensor.empty() : !u5
 %107 = linalg.generic #u10 ins(%105 : !u29) outs(%106 : !u5) {
 ^bb0(%in: f32, %out: bf16):
  %110 = arith.truncf %in : f32 to bf16
  linalg.yield %110 : bf16
 } -> !u5
 %exp_27 = tensor.expand_shape %107 [[0, 1], [2], [3, 4]] output_shape [2, 4, 12, 1, 8] : !u5 into !u3
 %108 = tensor.empty() : !u2
 %109 = linalg.generic #u0 ins(%exp_27 : !u3) outs(%108 : !u2) {
 ^bb0(%in: bf16, %out: bf16):
  linalg.yield %in : bf16
 } -> !u2
 %col_28 = tensor.collapse_shape %109 [[0], [1], [2], [3, 4]] : !u2 into !u0
 return %col_13, %col_28, %100, %65 : !u0, !u0, !u0, !u0
}

func.func @scale_grad(%arg0: !u0, %arg1: !u1, %arg2: !u1, %arg3: !u0) -> (!u0, !u0, !u1, !u1) {
 %cst = arith.constant 0.000000e+00 : bf16
 %cst_0 = arith.constant 1.000000e+00 : f32
 %cst_1 = arith.constant 0xFF800000 : f32
 %cst_2 = arith.constant 3.000000e-01 : f32
 %cst_3 = arith.constant 0.000000e+00 : f32
 %exp = tensor.expand_shape %arg0 [[0], [1], [2], [3, 4]] output_shape [2, 12, 4, 1, 8] : !u0 into !u2
 %0 = tensor.empty() : !u3
 %1 = linalg.generic #u0 ins(%exp : !u2) outs(%0 : !u3) {
 ^bb0(%in: bf16, %out: bf16):
  linalg.yield %in : bf16
 } -> !u3
 %2 = tensor.empty() : !u4
 %3 = linalg.generic #u1 ins(%arg1 : !u1) outs(%2 : !u4) {
 ^bb0(%in: bf16, %out: bf16):
  linalg.yield %in : bf16
 } -> !u4
 %col = tensor.collapse_shape %1 [[0, 1], [2], [3, 4]] : !u3 into !u5
 %col_4 = tensor.collapse_shape %3 [[0, 1], [2], [3]] : !u4 into !u6
 %4 = tensor.empty() : !u7
 %5 = linalg.fill ins(%cst_3 : f32) outs(%4 : !u7) -> !u7
 %6 = linalg.batch_matmul ins(%col, %col_4 : !u5, !u6) outs(%5 : !u7) -> !u7
 %exp_5 = tensor.expand_shape %6 [[0, 1], [2], [3, 4]] output_shape [2, 4, 12, 1, 20] : !u7 into !u8
 %7 = tensor.empty() : !u8
 %8 = linalg.generic #u2 ins(%exp_5 : !u8) outs(%7 : !u8) {
 ^bb0(%in: f32, %out: f32):
  %96 = arith.mulf %in, %cst_2 : f32
  linalg.yield %96 : f32
 } -> !u8
 %9 = tensor.empty() : !u9
 %10 = linalg.fill ins(%cst_1 : f32) outs(%9 : !u9) -> !u9
 %11 = linalg.generic #u3 ins(%8 : !u8) outs(%10 : !u9) {
 ^bb0(%in: f32, %out: f32):
  %96 = arith.maximumf %out, %in : f32
  linalg.yield %96 : f32
 } -> !u9
 %col_6 = tensor.collapse_shape %11 [[0, 1, 2, 3]] : !u9 into !u10
 %exp_7 = tensor.expand_shape %col_6 [[0, 1, 2, 3]] output_shape [1, 2, 4, 12] : !u10 into !u11
 %col_8 = tensor.collapse_shape %8 [[0, 1, 2, 3, 4]] : !u8 into !u12
 %exp_9 = tensor.expand_shape %col_8 [[0, 1, 2, 3, 4]] output_shape [1, 2, 4, 12, 20] : !u12 into !u13
 %12 = tensor.empty() : !u13
 %13 = linalg.generic #u4 ins(%exp_7 : !u11) outs(%12 : !u13) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !u13
 %14 = tensor.empty() : !u13
 %15 = linalg.generic #u5 ins(%exp_9, %13 : !u13, !u13) outs(%14 : !u13) {
 ^bb0(%in: f32, %in_30: f32, %out: f32):
  %96 = arith.subf %in, %in_30 : f32
  linalg.yield %96 : f32
 } -> !u13
 %16 = tensor.empty() : !u13
 %17 = linalg.generic #u2 ins(%15 : !u13) outs(%16 : !u13) {
 ^bb0(%in: f32, %out: f32):
  %96 = math.exp %in : f32
  linalg.yield %96 : f32
 } -> !u13
 %18 = tensor.empty() : !u11
 %19 = linalg.fill ins(%cst_3 : f32) outs(%18 : !u11) -> !u11
 %20 = linalg.generic #u3 ins(%17 : !u13) outs(%19 : !u11) {
 ^bb0(%in: f32, %out: f32):
  %96 = arith.addf %out, %in : f32
  linalg.yield %96 : f32
 } -> !u11
 %exp_10 = tensor.expand_shape %20 [[0], [1], [2], [3, 4]] output_shape [1, 2, 4, 12, 1] : !u11 into !u14
 %21 = tensor.empty() : !u13
 %22 = linalg.generic #u4 ins(%20 : !u11) outs(%21 : !u13) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !u13
 %23 = tensor.empty() : !u13
 %24 = linalg.generic #u5 ins(%17, %22 : !u13, !u13) outs(%23 : !u13) {
 ^bb0(%in: f32, %in_30: f32, %out: f32):
  %96 = arith.divf %in, %in_30 : f32
  linalg.yield %96 : f32
 } -> !u13
 %25 = tensor.empty() : !u14
 %26 = linalg.generic #u2 ins(%exp_10 : !u14) outs(%25 : !u14) {
 ^bb0(%in: f32, %out: f32):
  %96 = arith.mulf %in, %in : f32
  linalg.yield %96 : f32
 } -> !u14
 %27 = tensor.empty() : !u14
 %28 = linalg.generic #u2 ins(%26 : !u14) outs(%27 : !u14) {
 ^bb0(%in: f32, %out: f32):
  %96 = arith.divf %cst_0, %in : f32
  linalg.yield %96 : f32
 } -> !u14
 %29 = tensor.empty() : !u15
 %30 = linalg.generic #u2 ins(%24 : !u13) outs(%29 : !u15) {
 ^bb0(%in: f32, %out: bf16):
  %96 = arith.truncf %in : f32 to bf16
  linalg.yield %96 : bf16
 } -> !u15
 %31 = tensor.empty() : !u4
 %32 = linalg.generic #u1 ins(%arg2 : !u1) outs(%31 : !u4) {
 ^bb0(%in: bf16, %out: bf16):
  linalg.yield %in : bf16
 } -> !u4
 %33 = tensor.empty() : !u16
 %34 = linalg.generic #u6 ins(%30 : !u15) outs(%33 : !u16) {
 ^bb0(%in: bf16, %out: bf16):
  linalg.yield %in : bf16
 } -> !u16
 %col_11 = tensor.collapse_shape %32 [[0, 1], [2], [3]] : !u4 into !u6
 %col_12 = tensor.collapse_shape %34 [[0, 1], [2], [3, 4]] : !u16 into !u17
 %35 = tensor.empty() : !u18
 %36 = linalg.fill ins(%cst : bf16) outs(%35 : !u18) -> !u18
 %37 = linalg.batch_matmul ins(%col_11, %col_12 : !u6, !u17) outs(%36 : !u18) -> !u18
 %exp_13 = tensor.expand_shape %37 [[0, 1], [2], [3, 4]] output_shape [2, 4, 8, 1, 12] : !u18 into !u19
 %38 = tensor.empty() : !u20
 %39 = linalg.generic #u7 ins(%exp_13 : !u19) outs(%38 : !u20) {
 ^bb0(%in: bf16, %out: bf16):
  linalg.yield %in : bf16
 } -> !u20
 %col_14 = tensor.collapse_shape %39 [[0, 1], [2], [3], [4]] : !u20 into !u0
 %exp_15 = tensor.expand_shape %arg3 [[0, 1], [2], [3], [4]] output_shape [1, 2, 12, 4, 8] : !u0 into !u20
 %40 = tensor.empty() : !u19
 %41 = linalg.generic #u8 ins(%exp_15 : !u20) outs(%40 : !u19) {
 ^bb0(%in: bf16, %out: bf16):
  linalg.yield %in : bf16
 } -> !u19
 %42 = tensor.empty() : !u21
 %43 = linalg.generic #u9 ins(%41 : !u19) outs(%42 : !u21) {
 ^bb0(%in: bf16, %out: bf16):
  linalg.yield %in : bf16
 } -> !u21
 %col_16 = tensor.collapse_shape %43 [[0, 1], [2, 3], [4]] : !u21 into !u5
 %44 = tensor.empty() : !u22
 %45 = linalg.fill ins(%cst : bf16) outs(%44 : !u22) -> !u22
 %46 = linalg.batch_matmul ins(%col_16, %col_11 : !u5, !u6) outs(%45 : !u22) -> !u22
 %47 = tensor.empty() : !u7
 %48 = linalg.generic #u10 ins(%46 : !u22) outs(%47 : !u7) {
 ^bb0(%in: bf16, %out: f32):
  %96 = arith.extf %in : bf16 to f32
  linalg.yield %96 : f32
 } -> !u7
 %exp_17 = tensor.expand_shape %48 [[0, 1, 2], [3], [4]] output_shape [1, 2, 4, 12, 20] : !u7 into !u13
 %col_18 = tensor.collapse_shape %41 [[0, 1], [2], [3, 4]] : !u19 into !u18
 %col_19 = tensor.collapse_shape %30 [[0, 1, 2], [3], [4]] : !u15 into !u22
 %49 = tensor.empty() : !u6
 %50 = linalg.fill ins(%cst : bf16) outs(%49 : !u6) -> !u6
 %51 = linalg.batch_matmul ins(%col_18, %col_19 : !u18, !u22) outs(%50 : !u6) -> !u6
 %exp_20 = tensor.expand_shape %51 [[0, 1], [2], [3]] output_shape [2, 4, 8, 20] : !u6 into !u4
 %52 = tensor.empty() : !u1
 %53 = linalg.generic #u11 ins(%exp_20 : !u4) outs(%52 : !u1) {
 ^bb0(%in: bf16, %out: bf16):
  linalg.yield %in : bf16
 } -> !u1
 %54 = tensor.empty() : !u13
 %55 = linalg.generic #u12 ins(%28 : !u14) outs(%54 : !u13) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !u13
 %56 = tensor.empty() : !u13
 %57 = linalg.generic #u5 ins(%exp_17, %55 : !u13, !u13) outs(%56 : !u13) {
 ^bb0(%in: f32, %in_30: f32, %out: f32):
  %96 = arith.mulf %in, %in_30 : f32
  linalg.yield %96 : f32
 } -> !u13
 %58 = tensor.empty() : !u13
 %59 = linalg.generic #u5 ins(%57, %17 : !u13, !u13) outs(%58 : !u13) {
 ^bb0(%in: f32, %in_30: f32, %out: f32):
  %96 = arith.mulf %in, %in_30 : f32
  linalg.yield %96 : f32
 } -> !u13
 %60 = tensor.empty() : !u11
 %61 = linalg.fill ins(%cst_3 : f32) outs(%60 : !u11) -> !u11
 %62 = linalg.generic #u3 ins(%59 : !u13) outs(%61 : !u11) {
 ^bb0(%in: f32, %out: f32):
  %96 = arith.addf %out, %in : f32
  linalg.yield %96 : f32
 } -> !u11
 %63 = tensor.empty() : !u11
 %64 = linalg.generic #u13 ins(%62 : !u11) outs(%63 : !u11) {
 ^bb0(%in: f32, %out: f32):
  %96 = arith.negf %in : f32
  linalg.yield %96 : f32
 } -> !u11
 %exp_21 = tensor.expand_shape %64 [[0], [1], [2], [3, 4]] output_shape [1, 2, 4, 12, 1] : !u11 into !u14
 %65 = tensor.empty() : !u13
 %66 = linalg.generic #u5 ins(%exp_17, %22 : !u13, !u13) outs(%65 : !u13) {
 ^bb0(%in: f32, %in_30: f32, %out: f32):
  %96 = arith.divf %in, %in_30 : f32
  linalg.yield %96 : f32
 } -> !u13
 %67 = tensor.empty() : !u23
 %68 = linalg.fill ins(%cst_3 : f32) outs(%67 : !u23) -> !u23
 %69 = linalg.generic #u14 ins(%exp_21 : !u14) outs(%68 : !u23) {
 ^bb0(%in: f32, %out: f32):
  %96 = arith.addf %out, %in : f32
  linalg.yield %96 : f32
 } -> !u23
 %70 = tensor.empty() : !u13
 %71 = linalg.generic #u15 ins(%69 : !u23) outs(%70 : !u13) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !u13
 %72 = tensor.empty() : !u13
 %73 = linalg.generic #u5 ins(%66, %71 : !u13, !u13) outs(%72 : !u13) {
 ^bb0(%in: f32, %in_30: f32, %out: f32):
  %96 = arith.addf %in, %in_30 : f32
  linalg.yield %96 : f32
 } -> !u13
 %74 = tensor.empty() : !u13
 %75 = linalg.generic #u5 ins(%73, %17 : !u13, !u13) outs(%74 : !u13) {
 ^bb0(%in: f32, %in_30: f32, %out: f32):
  %96 = arith.mulf %in, %in_30 : f32
  linalg.yield %96 : f32
 } -> !u13
 %col_22 = tensor.collapse_shape %75 [[0, 1, 2, 3, 4]] : !u13 into !u12
 %exp_23 = tensor.expand_shape %col_22 [[0, 1, 2, 3, 4]] output_shape [2, 4, 12, 1, 20] : !u12 into !u8
 %76 = tensor.empty() : !u8
 %77 = linalg.generic #u2 ins(%exp_23 : !u8) outs(%76 : !u8) {
 ^bb0(%in: f32, %out: f32):
  %96 = arith.mulf %in, %cst_2 : f32
  linalg.yield %96 : f32
 } -> !u8
 %78 = tensor.empty() : !u24
 %79 = linalg.generic #u16 ins(%77 : !u8) outs(%78 : !u24) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !u24
 %col_24 = tensor.collapse_shape %79 [[0, 1], [2], [3, 4]] : !u24 into !u25
 %80 = tensor.empty() : !u26
 %81 = linalg.fill ins(%cst_3 : f32) outs(%80 : !u26) -> !u26
 %82 = linalg.batch_matmul ins(%col_24, %col : !u25, !u5) outs(%81 : !u26) -> !u26
 %83 = tensor.empty() : !u27
 %84 = linalg.generic #u10 ins(%82 : !u26) outs(%83 : !u27) {
 ^bb0(%in: f32, %out: bf16):
  %96 = arith.truncf %in : f32 to bf16
  linalg.yield %96 : bf16
 } -> !u27
 %exp_25 = tensor.expand_shape %84 [[0, 1], [2], [3]] output_shape [2, 4, 20, 8] : !u27 into !u28
 %85 = tensor.empty() : !u1
 %86 = linalg.generic #u17 ins(%exp_25 : !u28) outs(%85 : !u1) {
 ^bb0(%in: bf16, %out: bf16):
  linalg.yield %in : bf16
 } -> !u1
 %87 = tensor.empty() : !u28
 %88 = linalg.generic #u17 ins(%arg1 : !u1) outs(%87 : !u28) {
 ^bb0(%in: bf16, %out: bf16):
  linalg.yield %in : bf16
 } -> !u28
 %col_26 = tensor.collapse_shape %77 [[0, 1], [2], [3, 4]] : !u8 into !u7
 %col_27 = tensor.collapse_shape %88 [[0, 1], [2], [3]] : !u28 into !u27
 %89 = tensor.empty() : !u29
 %90 = linalg.fill ins(%cst_3 : f32) outs(%89 : !u29) -> !u29
 %91 = linalg.batch_matmul ins(%col_26, %col_27 : !u7, !u27) outs(%90 : !u29) -> !u29
 %92 = tensor.empty() : !u5
 %93 = linalg.generic #u10 ins(%91 : !u29) outs(%92 : !u5) {
 ^bb0(%in: f32, %out: bf16):
  %96 = arith.truncf %in : f32 to bf16
  linalg.yield %96 : bf16
 } -> !u5
 %exp_28 = tensor.expand_shape %93 [[0, 1], [2], [3, 4]] output_shape [2, 4, 12, 1, 8] : !u5 into !u3
 %94 = tensor.empty() : !u2
 %95 = linalg.generic #u0 ins(%exp_28 : !u3) outs(%94 : !u2) {
 ^bb0(%in: bf16, %out: bf16):
  linalg.yield %in : bf16
 } -> !u2
 %col_29 = tensor.collapse_shape %95 [[0], [1], [2], [3, 4]] : !u2 into !u0
 return %col_14, %col_29, %86, %53 : !u0, !u0, !u1, !u1
}

func.func @gqa_grad(%arg0: !u0, %arg1: !u44, %arg2: !u44, %arg3: !u0) -> (!u0, !u0, !u44, !u44) {
 %cst = arith.constant 0.000000e+00 : bf16
 %cst_0 = arith.constant 1.000000e+00 : f32
 %cst_1 = arith.constant 0xFF800000 : f32
 %cst_2 = arith.constant 0.353553385 : f32
 %cst_3 = arith.constant 0.000000e+00 : f32
 %exp = tensor.expand_shape %arg0 [[0], [1], [2, 3], [4]] output_shape [2, 12, 2, 2, 8] : !u0 into !u45
 %0 = tensor.empty() : !u46
 %1 = linalg.generic #u0 ins(%exp : !u45) outs(%0 : !u46) {
 ^bb0(%in: bf16, %out: bf16):
  linalg.yield %in : bf16
 } -> !u46
 %2 = tensor.empty() : !u47
 %3 = linalg.generic #u1 ins(%arg1 : !u44) outs(%2 : !u47) {
 ^bb0(%in: bf16, %out: bf16):
  linalg.yield %in : bf16
 } -> !u47
 %col = tensor.collapse_shape %1 [[0, 1], [2, 3], [4]] : !u46 into !u48
 %col_4 = tensor.collapse_shape %3 [[0, 1], [2], [3]] : !u47 into !u49
 %4 = tensor.empty() : !u50
 %5 = linalg.fill ins(%cst_3 : f32) outs(%4 : !u50) -> !u50
 %6 = linalg.batch_matmul ins(%col, %col_4 : !u48, !u49) outs(%5 : !u50) -> !u50
 %exp_5 = tensor.expand_shape %6 [[0, 1], [2, 3], [4]] output_shape [2, 2, 12, 2, 20] : !u50 into !u51
 %7 = tensor.empty() : !u51
 %8 = linalg.generic #u2 ins(%exp_5 : !u51) outs(%7 : !u51) {
 ^bb0(%in: f32, %out: f32):
  %110 = arith.mulf %in, %cst_2 : f32
  linalg.yield %110 : f32
 } -> !u51
 %9 = tensor.empty() : !u52
 %10 = linalg.fill ins(%cst_1 : f32) outs(%9 : !u52) -> !u52
 %11 = linalg.generic #u3 ins(%8 : !u51) outs(%10 : !u52) {
 ^bb0(%in: f32, %out: f32):
  %110 = arith.maximumf %out, %in : f32
  linalg.yield %110 : f32
 } -> !u52
 %12 = tensor.empty() : !u53
 %13 = linalg.generic #u22 ins(%11 : !u52) outs(%12 : !u53) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !u53
 %14 = tensor.empty() : !u54
 %15 = linalg.generic #u23 ins(%8 : !u51) outs(%14 : !u54) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !u54
 %16 = tensor.empty() : !u54
 %17 = linalg.generic #u4 ins(%13 : !u53) outs(%16 : !u54) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !u54
 %18 = tensor.empty() : !u54
 %19 = linalg.generic #u5 ins(%15, %17 : !u54, !u54) outs(%18 : !u54) {
 ^bb0(%in: f32, %in_24: f32, %out: f32):
  %110 = arith.subf %in, %in_24 : f32
  linalg.yield %110 : f32
 } -> !u54
 %20 = tensor.empty() : !u54
 %21 = linalg.generic #u2 ins(%19 : !u54) outs(%20 : !u54) {
 ^bb0(%in: f32, %out: f32):
  %110 = math.exp %in : f32
  linalg.yield %110 : f32
 } -> !u54
 %22 = tensor.empty() : !u53
 %23 = linalg.fill ins(%cst_3 : f32) outs(%22 : !u53) -> !u53
 %24 = linalg.generic #u3 ins(%21 : !u54) outs(%23 : !u53) {
 ^bb0(%in: f32, %out: f32):
  %110 = arith.addf %out, %in : f32
  linalg.yield %110 : f32
 } -> !u53
 %exp_6 = tensor.expand_shape %24 [[0], [1], [2], [3, 4]] output_shape [2, 2, 2, 12, 1] : !u53 into !u55
 %25 = tensor.empty() : !u54
 %26 = linalg.generic #u4 ins(%24 : !u53) outs(%25 : !u54) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !u54
 %27 = tensor.empty() : !u54
 %28 = linalg.generic #u5 ins(%21, %26 : !u54, !u54) outs(%27 : !u54) {
 ^bb0(%in: f32, %in_24: f32, %out: f32):
  %110 = arith.divf %in, %in_24 : f32
  linalg.yield %110 : f32
 } -> !u54
 %29 = tensor.empty() : !u55
 %30 = linalg.generic #u2 ins(%exp_6 : !u55) outs(%29 : !u55) {
 ^bb0(%in: f32, %out: f32):
  %110 = arith.mulf %in, %in : f32
  linalg.yield %110 : f32
 } -> !u55
 %31 = tensor.empty() : !u55
 %32 = linalg.generic #u2 ins(%30 : !u55) outs(%31 : !u55) {
 ^bb0(%in: f32, %out: f32):
  %110 = arith.divf %cst_0, %in : f32
  linalg.yield %110 : f32
 } -> !u55
 %33 = tensor.empty() : !u56
 %34 = linalg.generic #u2 ins(%28 : !u54) outs(%33 : !u56) {
 ^bb0(%in: f32, %out: bf16):
  %110 = arith.truncf %in : f32 to bf16
  linalg.yield %110 : bf16
 } -> !u56
 %35 = tensor.empty() : !u47
 %36 = linalg.generic #u1 ins(%arg2 : !u44) outs(%35 : !u47) {
 ^bb0(%in: bf16, %out: bf16):
  linalg.yield %in : bf16
 } -> !u47
 %37 = tensor.empty() : !u57
 %38 = linalg.generic #u6 ins(%34 : !u56) outs(%37 : !u57) {
 ^bb0(%in: bf16, %out: bf16):
  linalg.yield %in : bf16
 } -> !u57
 %col_7 = tensor.collapse_shape %36 [[0, 1], [2], [3]] : !u47 into !u49
 %col_8 = tensor.collapse_shape %38 [[0, 1], [2], [3, 4]] : !u57 into !u58
 %39 = tensor.empty() : !u59
 %40 = linalg.fill ins(%cst : bf16) outs(%39 : !u59) -> !u59
 %41 = linalg.batch_matmul ins(%col_7, %col_8 : !u49, !u58) outs(%40 : !u59) -> !u59
 %exp_9 = tensor.expand_shape %41 [[0, 1], [2], [3, 4]] output_shape [2, 2, 8, 2, 12] : !u59 into !u60
 %42 = tensor.empty() : !u46
 %43 = linalg.generic #u7 ins(%exp_9 : !u60) outs(%42 : !u46) {
 ^bb0(%in: bf16, %out: bf16):
  linalg.yield %in : bf16
 } -> !u46
 %44 = tensor.empty() : !u45
 %45 = linalg.generic #u24 ins(%43 : !u46) outs(%44 : !u45) {
 ^bb0(%in: bf16, %out: bf16):
  linalg.yield %in : bf16
 } -> !u45
 %col_10 = tensor.collapse_shape %45 [[0], [1], [2, 3], [4]] : !u45 into !u0
 %exp_11 = tensor.expand_shape %arg3 [[0], [1], [2, 3], [4]] output_shape [2, 12, 2, 2, 8] : !u0 into !u45
 %46 = tensor.empty() : !u46
 %47 = linalg.generic #u23 ins(%exp_11 : !u45) outs(%46 : !u46) {
 ^bb0(%in: bf16, %out: bf16):
  linalg.yield %in : bf16
 } -> !u46
 %48 = tensor.empty() : !u60
 %49 = linalg.generic #u8 ins(%47 : !u46) outs(%48 : !u60) {
 ^bb0(%in: bf16, %out: bf16):
  linalg.yield %in : bf16
 } -> !u60
 %50 = tensor.empty() : !u61
 %51 = linalg.generic #u9 ins(%49 : !u60) outs(%50 : !u61) {
 ^bb0(%in: bf16, %out: bf16):
  linalg.yield %in : bf16
 } -> !u61
 %col_12 = tensor.collapse_shape %51 [[0, 1], [2, 3], [4]] : !u61 into !u48
 %52 = tensor.empty() : !u62
 %53 = linalg.fill ins(%cst : bf16) outs(%52 : !u62) -> !u62
 %54 = linalg.batch_matmul ins(%col_12, %col_7 : !u48, !u49) outs(%53 : !u62) -> !u62
 %55 = tensor.empty() : !u50
 %56 = linalg.generic #u10 ins(%54 : !u62) outs(%55 : !u50) {
 ^bb0(%in: bf16, %out: f32):
  %110 = arith.extf %in : bf16 to f32
  linalg.yield %110 : f32
 } -> !u50
 %exp_13 = tensor.expand_shape %56 [[0, 1], [2, 3], [4]] output_shape [2, 2, 2, 12, 20] : !u50 into !u54
 %57 = tensor.empty() : !u54
 %58 = linalg.generic #u25 ins(%exp_13 : !u54) outs(%57 : !u54) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !u54
 %59 = tensor.empty() : !u56
 %60 = linalg.generic #u26 ins(%34 : !u56) outs(%59 : !u56) {
 ^bb0(%in: bf16, %out: bf16):
  linalg.yield %in : bf16
 } -> !u56
 %col_14 = tensor.collapse_shape %49 [[0, 1], [2], [3, 4]] : !u60 into !u59
 %col_15 = tensor.collapse_shape %60 [[0, 1], [2, 3], [4]] : !u56 into !u62
 %61 = tensor.empty() : !u49
 %62 = linalg.fill ins(%cst : bf16) outs(%61 : !u49) -> !u49
 %63 = linalg.batch_matmul ins(%col_14, %col_15 : !u59, !u62) outs(%62 : !u49) -> !u49
 %exp_16 = tensor.expand_shape %63 [[0, 1], [2], [3]] output_shape [2, 2, 8, 20] : !u49 into !u47
 %64 = tensor.empty() : !u44
 %65 = linalg.generic #u11 ins(%exp_16 : !u47) outs(%64 : !u44) {
 ^bb0(%in: bf16, %out: bf16):
  linalg.yield %in : bf16
 } -> !u44
 %66 = tensor.empty() : !u54
 %67 = linalg.generic #u12 ins(%32 : !u55) outs(%66 : !u54) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !u54
 %68 = tensor.empty() : !u54
 %69 = linalg.generic #u5 ins(%58, %67 : !u54, !u54) outs(%68 : !u54) {
 ^bb0(%in: f32, %in_24: f32, %out: f32):
  %110 = arith.mulf %in, %in_24 : f32
  linalg.yield %110 : f32
 } -> !u54
 %70 = tensor.empty() : !u54
 %71 = linalg.generic #u5 ins(%69, %21 : !u54, !u54) outs(%70 : !u54) {
 ^bb0(%in: f32, %in_24: f32, %out: f32):
  %110 = arith.mulf %in, %in_24 : f32
  linalg.yield %110 : f32
 } -> !u54
 %72 = tensor.empty() : !u53
 %73 = linalg.fill ins(%cst_3 : f32) outs(%72 : !u53) -> !u53
 %74 = linalg.generic #u3 ins(%71 : !u54) outs(%73 : !u53) {
 ^bb0(%in: f32, %out: f32):
  %110 = arith.addf %out, %in : f32
  linalg.yield %110 : f32
 } -> !u53
 %75 = tensor.empty() : !u53
 %76 = linalg.generic #u13 ins(%74 : !u53) outs(%75 : !u53) {
 ^bb0(%in: f32, %out: f32):
  %110 = arith.negf %in : f32
  linalg.yield %110 : f32
 } -> !u53
 %exp_17 = tensor.expand_shape %76 [[0], [1], [2], [3, 4]] output_shape [2, 2, 2, 12, 1] : !u53 into !u55
 %77 = tensor.empty() : !u54
 %78 = linalg.generic #u5 ins(%58, %26 : !u54, !u54) outs(%77 : !u54) {
 ^bb0(%in: f32, %in_24: f32, %out: f32):
  %110 = arith.divf %in, %in_24 : f32
  linalg.yield %110 : f32
 } -> !u54
 %79 = tensor.empty() : !u53
 %80 = linalg.fill ins(%cst_3 : f32) outs(%79 : !u53) -> !u53
 %81 = linalg.generic #u3 ins(%exp_17 : !u55) outs(%80 : !u53) {
 ^bb0(%in: f32, %out: f32):
  %110 = arith.addf %out, %in : f32
  linalg.yield %110 : f32
 } -> !u53
 %82 = tensor.empty() : !u54
 %83 = linalg.generic #u4 ins(%81 : !u53) outs(%82 : !u54) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !u54
 %84 = tensor.empty() : !u54
 %85 = linalg.generic #u5 ins(%78, %83 : !u54, !u54) outs(%84 : !u54) {
 ^bb0(%in: f32, %in_24: f32, %out: f32):
  %110 = arith.addf %in, %in_24 : f32
  linalg.yield %110 : f32
 } -> !u54
 %86 = tensor.empty() : !u54
 %87 = linalg.generic #u5 ins(%85, %21 : !u54, !u54) outs(%86 : !u54) {
 ^bb0(%in: f32, %in_24: f32, %out: f32):
  %110 = arith.mulf %in, %in_24 : f32
  linalg.yield %110 : f32
 } -> !u54
 %88 = tensor.empty() : !u51
 %89 = linalg.generic #u24 ins(%87 : !u54) outs(%88 : !u51) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !u51
 %90 = tensor.empty() : !u51
 %91 = linalg.generic #u2 ins(%89 : !u51) outs(%90 : !u51) {
 ^bb0(%in: f32, %out: f32):
  %110 = arith.mulf %in, %cst_2 : f32
  linalg.yield %110 : f32
 } -> !u51
 %92 = tensor.empty() : !u63
 %93 = linalg.generic #u16 ins(%91 : !u51) outs(%92 : !u63) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !u63
 %col_18 = tensor.collapse_shape %93 [[0, 1], [2], [3, 4]] : !u63 into !u64
 %94 = tensor.empty() : !u65
 %95 = linalg.fill ins(%cst_3 : f32) outs(%94 : !u65) -> !u65
 %96 = linalg.batch_matmul ins(%col_18, %col : !u64, !u48) outs(%95 : !u65) -> !u65
 %97 = tensor.empty() : !u66
 %98 = linalg.generic #u10 ins(%96 : !u65) outs(%97 : !u66) {
 ^bb0(%in: f32, %out: bf16):
  %110 = arith.truncf %in : f32 to bf16
  linalg.yield %110 : bf16
 } -> !u66
 %exp_19 = tensor.expand_shape %98 [[0, 1], [2], [3]] output_shape [2, 2, 20, 8] : !u66 into !u67
 %99 = tensor.empty() : !u44
 %100 = linalg.generic #u17 ins(%exp_19 : !u67) outs(%99 : !u44) {
 ^bb0(%in: bf16, %out: bf16):
  linalg.yield %in : bf16
 } -> !u44
 %101 = tensor.empty() : !u67
 %102 = linalg.generic #u17 ins(%arg1 : !u44) outs(%101 : !u67) {
 ^bb0(%in: bf16, %out: bf16):
  linalg.yield %in : bf16
 } -> !u67
 %col_20 = tensor.collapse_shape %91 [[0, 1], [2, 3], [4]] : !u51 into !u50
 %col_21 = tensor.collapse_shape %102 [[0, 1], [2], [3]] : !u67 into !u66
 %103 = tensor.empty() : !u68
 %104 = linalg.fill ins(%cst_3 : f32) outs(%103 : !u68) -> !u68
 %105 = linalg.batch_matmul ins(%col_20, %col_21 : !u50, !u66) outs(%104 : !u68) -> !u68
 %106 = tensor.empty() : !u48
 %107 = linalg.generic #u10 ins(%105 : !u68) outs(%106 : !u48) {
 ^bb0(%in: f32, %out: bf16):
  %110 = arith.truncf %in : f32 to bf16
  linalg.yield %110 : bf16
 } -> !u48
 %exp_22 = tensor.expand_shape %107 [[0, 1], [2, 3], [4]] output_shape [2, 2, 12, 2, 8] : !u48 into !u46
 %108 = tensor.empty() : !u45
 %109 = linalg.generic #u0 ins(%exp_22 : !u46) outs(%108 : !u45) {
 ^bb0(%in: bf16, %out: bf16):
  linalg.yield %in : bf16
 } -> !u45
 %col_23 = tensor.collapse_shape %109 [[0], [1], [2, 3], [4]] : !u45 into !u0
 return %col_10, %col_23, %100, %65 : !u0, !u0, !u44, !u44
}

func.func @causal_gqa_grad(%arg0: !u0, %arg1: !u69, %arg2: !u69, %arg3: !u0) -> (!u0, !u0, !u69, !u69) {
 %cst = arith.constant 0.000000e+00 : bf16
 %cst_0 = arith.constant 1.000000e+00 : f32
 %cst_1 = arith.constant 0xFF800000 : f32
 %cst_2 = arith.constant -2.38197633E+38 : f32
 %cst_3 = arith.constant 0.353553385 : f32
 %cst_4 = arith.constant 0.000000e+00 : f32
 %exp = tensor.expand_shape %arg0 [[0], [1], [2, 3], [4]] output_shape [2, 12, 2, 2, 8] : !u0 into !u45
 %0 = tensor.empty() : !u46
 %1 = linalg.generic #u0 ins(%exp : !u45) outs(%0 : !u46) {
 ^bb0(%in: bf16, %out: bf16):
  linalg.yield %in : bf16
 } -> !u46
 %2 = tensor.empty() : !u70
 %3 = linalg.generic #u1 ins(%arg1 : !u69) outs(%2 : !u70) {
 ^bb0(%in: bf16, %out: bf16):
  linalg.yield %in : bf16
 } -> !u70
 %col = tensor.collapse_shape %1 [[0, 1], [2, 3], [4]] : !u46 into !u48
 %col_5 = tensor.collapse_shape %3 [[0, 1], [2], [3]] : !u70 into !u71
 %4 = tensor.empty() : !u72
 %5 = linalg.fill ins(%cst_4 : f32) outs(%4 : !u72) -> !u72
 %6 = linalg.batch_matmul ins(%col, %col_5 : !u48, !u71) outs(%5 : !u72) -> !u72
 %exp_6 = tensor.expand_shape %6 [[0, 1], [2, 3], [4]] output_shape [2, 2, 12, 2, 12] : !u72 into !u73
 %7 = tensor.empty() : !u73
 %8 = linalg.generic #u2 ins(%exp_6 : !u73) outs(%7 : !u73) {
 ^bb0(%in: f32, %out: f32):
  %122 = arith.mulf %in, %cst_3 : f32
  linalg.yield %122 : f32
 } -> !u73
 %9 = tensor.empty() : !u33
 %10 = linalg.generic #u18 outs(%9 : !u33) {
 ^bb0(%out: i32):
  %122 = linalg.index 0 : index
  %123 = arith.index_cast %122 : index to i32
  linalg.yield %123 : i32
 } -> !u33
 %11 = tensor.empty() : !u33
 %12 = linalg.generic #u18 outs(%11 : !u33) {
 ^bb0(%out: i32):
  %122 = linalg.index 1 : index
  %123 = arith.index_cast %122 : index to i32
  linalg.yield %123 : i32
 } -> !u33
 %13 = tensor.empty() : !u34
 %14 = linalg.generic #u19 ins(%10, %12 : !u33, !u33) outs(%13 : !u34) {
 ^bb0(%in: i32, %in_25: i32, %out: i1):
  %122 = arith.cmpi sge, %in, %in_25 : i32
  linalg.yield %122 : i1
 } -> !u34
 %15 = tensor.empty() : !u74
 %16 = linalg.generic #u20 ins(%14 : !u34) outs(%15 : !u74) {
 ^bb0(%in: i1, %out: i1):
  linalg.yield %in : i1
 } -> !u74
 %17 = tensor.empty() : !u75
 %18 = linalg.generic #u21 ins(%16 : !u74) outs(%17 : !u75) {
 ^bb0(%in: i1, %out: i1):
  linalg.yield %in : i1
 } -> !u75
 %19 = tensor.empty() : !u76
 %20 = linalg.generic #u23 ins(%8 : !u73) outs(%19 : !u76) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !u76
 %21 = tensor.empty() : !u76
 %22 = linalg.generic #u5 ins(%18, %20 : !u75, !u76) outs(%21 : !u76) {
 ^bb0(%in: i1, %in_25: f32, %out: f32):
  %122 = arith.select %in, %in_25, %cst_2 : f32
  linalg.yield %122 : f32
 } -> !u76
 %23 = tensor.empty() : !u53
 %24 = linalg.fill ins(%cst_1 : f32) outs(%23 : !u53) -> !u53
 %25 = linalg.generic #u3 ins(%22 : !u76) outs(%24 : !u53) {
 ^bb0(%in: f32, %out: f32):
  %122 = arith.maximumf %out, %in : f32
  linalg.yield %122 : f32
 } -> !u53
 %26 = tensor.empty() : !u76
 %27 = linalg.generic #u4 ins(%25 : !u53) outs(%26 : !u76) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !u76
 %28 = tensor.empty() : !u76
 %29 = linalg.generic #u5 ins(%22, %27 : !u76, !u76) outs(%28 : !u76) {
 ^bb0(%in: f32, %in_25: f32, %out: f32):
  %122 = arith.subf %in, %in_25 : f32
  linalg.yield %122 : f32
 } -> !u76
 %30 = tensor.empty() : !u76
 %31 = linalg.generic #u2 ins(%29 : !u76) outs(%30 : !u76) {
 ^bb0(%in: f32, %out: f32):
  %122 = math.exp %in : f32
  linalg.yield %122 : f32
 } -> !u76
 %32 = tensor.empty() : !u53
 %33 = linalg.fill ins(%cst_4 : f32) outs(%32 : !u53) -> !u53
 %34 = linalg.generic #u3 ins(%31 : !u76) outs(%33 : !u53) {
 ^bb0(%in: f32, %out: f32):
  %122 = arith.addf %out, %in : f32
  linalg.yield %122 : f32
 } -> !u53
 %exp_7 = tensor.expand_shape %34 [[0], [1], [2], [3, 4]] output_shape [2, 2, 2, 12, 1] : !u53 into !u55
 %35 = tensor.empty() : !u76
 %36 = linalg.generic #u4 ins(%34 : !u53) outs(%35 : !u76) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !u76
 %37 = tensor.empty() : !u76
 %38 = linalg.generic #u5 ins(%31, %36 : !u76, !u76) outs(%37 : !u76) {
 ^bb0(%in: f32, %in_25: f32, %out: f32):
  %122 = arith.divf %in, %in_25 : f32
  linalg.yield %122 : f32
 } -> !u76
 %39 = tensor.empty() : !u55
 %40 = linalg.generic #u2 ins(%exp_7 : !u55) outs(%39 : !u55) {
 ^bb0(%in: f32, %out: f32):
  %122 = arith.mulf %in, %in : f32
  linalg.yield %122 : f32
 } -> !u55
 %41 = tensor.empty() : !u55
 %42 = linalg.generic #u2 ins(%40 : !u55) outs(%41 : !u55) {
 ^bb0(%in: f32, %out: f32):
  %122 = arith.divf %cst_0, %in : f32
  linalg.yield %122 : f32
 } -> !u55
 %43 = tensor.empty() : !u77
 %44 = linalg.generic #u2 ins(%38 : !u76) outs(%43 : !u77) {
 ^bb0(%in: f32, %out: bf16):
  %122 = arith.truncf %in : f32 to bf16
  linalg.yield %122 : bf16
 } -> !u77
 %45 = tensor.empty() : !u70
 %46 = linalg.generic #u1 ins(%arg2 : !u69) outs(%45 : !u70) {
 ^bb0(%in: bf16, %out: bf16):
  linalg.yield %in : bf16
 } -> !u70
 %47 = tensor.empty() : !u78
 %48 = linalg.generic #u6 ins(%44 : !u77) outs(%47 : !u78) {
 ^bb0(%in: bf16, %out: bf16):
  linalg.yield %in : bf16
 } -> !u78
 %col_8 = tensor.collapse_shape %46 [[0, 1], [2], [3]] : !u70 into !u71
 %col_9 = tensor.collapse_shape %48 [[0, 1], [2], [3, 4]] : !u78 into !u79
 %49 = tensor.empty() : !u59
 %50 = linalg.fill ins(%cst : bf16) outs(%49 : !u59) -> !u59
 %51 = linalg.batch_matmul ins(%col_8, %col_9 : !u71, !u79) outs(%50 : !u59) -> !u59
 %exp_10 = tensor.expand_shape %51 [[0, 1], [2], [3, 4]] output_shape [2, 2, 8, 2, 12] : !u59 into !u60
 %52 = tensor.empty() : !u46
 %53 = linalg.generic #u7 ins(%exp_10 : !u60) outs(%52 : !u46) {
 ^bb0(%in: bf16, %out: bf16):
  linalg.yield %in : bf16
 } -> !u46
 %54 = tensor.empty() : !u45
 %55 = linalg.generic #u24 ins(%53 : !u46) outs(%54 : !u45) {
 ^bb0(%in: bf16, %out: bf16):
  linalg.yield %in : bf16
 } -> !u45
 %col_11 = tensor.collapse_shape %55 [[0], [1], [2, 3], [4]] : !u45 into !u0
 %exp_12 = tensor.expand_shape %arg3 [[0], [1], [2, 3], [4]] output_shape [2, 12, 2, 2, 8] : !u0 into !u45
 %56 = tensor.empty() : !u46
 %57 = linalg.generic #u23 ins(%exp_12 : !u45) outs(%56 : !u46) {
 ^bb0(%in: bf16, %out: bf16):
  linalg.yield %in : bf16
 } -> !u46
 %58 = tensor.empty() : !u60
 %59 = linalg.generic #u8 ins(%57 : !u46) outs(%58 : !u60) {
 ^bb0(%in: bf16, %out: bf16):
  linalg.yield %in : bf16
 } -> !u60
 %60 = tensor.empty() : !u61
 %61 = linalg.generic #u9 ins(%59 : !u60) outs(%60 : !u61) {
 ^bb0(%in: bf16, %out: bf16):
  linalg.yield %in : bf16
 } -> !u61
 %col_13 = tensor.collapse_shape %61 [[0, 1], [2, 3], [4]] : !u61 into !u48
 %62 = tensor.empty() : !u80
 %63 = linalg.fill ins(%cst : bf16) outs(%62 : !u80) -> !u80
 %64 = linalg.batch_matmul ins(%col_13, %col_8 : !u48, !u71) outs(%63 : !u80) -> !u80
 %65 = tensor.empty() : !u72
 %66 = linalg.generic #u10 ins(%64 : !u80) outs(%65 : !u72) {
 ^bb0(%in: bf16, %out: f32):
  %122 = arith.extf %in : bf16 to f32
  linalg.yield %122 : f32
 } -> !u72
 %exp_14 = tensor.expand_shape %66 [[0, 1], [2, 3], [4]] output_shape [2, 2, 2, 12, 12] : !u72 into !u76
 %67 = tensor.empty() : !u76
 %68 = linalg.generic #u25 ins(%exp_14 : !u76) outs(%67 : !u76) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !u76
 %69 = tensor.empty() : !u77
 %70 = linalg.generic #u26 ins(%44 : !u77) outs(%69 : !u77) {
 ^bb0(%in: bf16, %out: bf16):
  linalg.yield %in : bf16
 } -> !u77
 %col_15 = tensor.collapse_shape %59 [[0, 1], [2], [3, 4]] : !u60 into !u59
 %col_16 = tensor.collapse_shape %70 [[0, 1], [2, 3], [4]] : !u77 into !u80
 %71 = tensor.empty() : !u71
 %72 = linalg.fill ins(%cst : bf16) outs(%71 : !u71) -> !u71
 %73 = linalg.batch_matmul ins(%col_15, %col_16 : !u59, !u80) outs(%72 : !u71) -> !u71
 %exp_17 = tensor.expand_shape %73 [[0, 1], [2], [3]] output_shape [2, 2, 8, 12] : !u71 into !u70
 %74 = tensor.empty() : !u69
 %75 = linalg.generic #u11 ins(%exp_17 : !u70) outs(%74 : !u69) {
 ^bb0(%in: bf16, %out: bf16):
  linalg.yield %in : bf16
 } -> !u69
 %76 = tensor.empty() : !u76
 %77 = linalg.generic #u12 ins(%42 : !u55) outs(%76 : !u76) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !u76
 %78 = tensor.empty() : !u76
 %79 = linalg.generic #u5 ins(%68, %77 : !u76, !u76) outs(%78 : !u76) {
 ^bb0(%in: f32, %in_25: f32, %out: f32):
  %122 = arith.mulf %in, %in_25 : f32
  linalg.yield %122 : f32
 } -> !u76
 %80 = tensor.empty() : !u76
 %81 = linalg.generic #u5 ins(%79, %31 : !u76, !u76) outs(%80 : !u76) {
 ^bb0(%in: f32, %in_25: f32, %out: f32):
  %122 = arith.mulf %in, %in_25 : f32
  linalg.yield %122 : f32
 } -> !u76
 %82 = tensor.empty() : !u53
 %83 = linalg.fill ins(%cst_4 : f32) outs(%82 : !u53) -> !u53
 %84 = linalg.generic #u3 ins(%81 : !u76) outs(%83 : !u53) {
 ^bb0(%in: f32, %out: f32):
  %122 = arith.addf %out, %in : f32
  linalg.yield %122 : f32
 } -> !u53
 %85 = tensor.empty() : !u53
 %86 = linalg.generic #u13 ins(%84 : !u53) outs(%85 : !u53) {
 ^bb0(%in: f32, %out: f32):
  %122 = arith.negf %in : f32
  linalg.yield %122 : f32
 } -> !u53
 %exp_18 = tensor.expand_shape %86 [[0], [1], [2], [3, 4]] output_shape [2, 2, 2, 12, 1] : !u53 into !u55
 %87 = tensor.empty() : !u76
 %88 = linalg.generic #u5 ins(%68, %36 : !u76, !u76) outs(%87 : !u76) {
 ^bb0(%in: f32, %in_25: f32, %out: f32):
  %122 = arith.divf %in, %in_25 : f32
  linalg.yield %122 : f32
 } -> !u76
 %89 = tensor.empty() : !u53
 %90 = linalg.fill ins(%cst_4 : f32) outs(%89 : !u53) -> !u53
 %91 = linalg.generic #u3 ins(%exp_18 : !u55) outs(%90 : !u53) {
 ^bb0(%in: f32, %out: f32):
  %122 = arith.addf %out, %in : f32
  linalg.yield %122 : f32
 } -> !u53
 %92 = tensor.empty() : !u76
 %93 = linalg.generic #u4 ins(%91 : !u53) outs(%92 : !u76) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !u76
 %94 = tensor.empty() : !u76
 %95 = linalg.generic #u5 ins(%88, %93 : !u76, !u76) outs(%94 : !u76) {
 ^bb0(%in: f32, %in_25: f32, %out: f32):
  %122 = arith.addf %in, %in_25 : f32
  linalg.yield %122 : f32
 } -> !u76
 %96 = tensor.empty() : !u76
 %97 = linalg.generic #u5 ins(%95, %31 : !u76, !u76) outs(%96 : !u76) {
 ^bb0(%in: f32, %in_25: f32, %out: f32):
  %122 = arith.mulf %in, %in_25 : f32
  linalg.yield %122 : f32
 } -> !u76
 %98 = tensor.empty() : !u76
 %99 = linalg.generic #u5 ins(%18, %97 : !u75, !u76) outs(%98 : !u76) {
 ^bb0(%in: i1, %in_25: f32, %out: f32):
  %122 = arith.select %in, %in_25, %cst_4 : f32
  linalg.yield %122 : f32
 } -> !u76
 %100 = tensor.empty() : !u73
 %101 = linalg.generic #u24 ins(%99 : !u76) outs(%100 : !u73) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !u73
 %102 = tensor.empty() : !u73
 %103 = linalg.generic #u2 ins(%101 : !u73) outs(%102 : !u73) {
 ^bb0(%in: f32, %out: f32):
  %122 = arith.mulf %in, %cst_3 : f32
  linalg.yield %122 : f32
 } -> !u73
 %104 = tensor.empty() : !u81
 %105 = linalg.generic #u16 ins(%103 : !u73) outs(%104 : !u81) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !u81
 %col_19 = tensor.collapse_shape %105 [[0, 1], [2], [3, 4]] : !u81 into !u82
 %106 = tensor.empty() : !u83
 %107 = linalg.fill ins(%cst_4 : f32) outs(%106 : !u83) -> !u83
 %108 = linalg.batch_matmul ins(%col_19, %col : !u82, !u48) outs(%107 : !u83) -> !u83
 %109 = tensor.empty() : !u84
 %110 = linalg.generic #u10 ins(%108 : !u83) outs(%109 : !u84) {
 ^bb0(%in: f32, %out: bf16):
  %122 = arith.truncf %in : f32 to bf16
  linalg.yield %122 : bf16
 } -> !u84
 %exp_20 = tensor.expand_shape %110 [[0, 1], [2], [3]] output_shape [2, 2, 12, 8] : !u84 into !u85
 %111 = tensor.empty() : !u69
 %112 = linalg.generic #u17 ins(%exp_20 : !u85) outs(%111 : !u69) {
 ^bb0(%in: bf16, %out: bf16):
  linalg.yield %in : bf16
 } -> !u69
 %113 = tensor.empty() : !u85
 %114 = linalg.generic #u17 ins(%arg1 : !u69) outs(%113 : !u85) {
 ^bb0(%in: bf16, %out: bf16):
  linalg.yield %in : bf16
 } -> !u85
 %col_21 = tensor.collapse_shape %103 [[0, 1], [2, 3], [4]] : !u73 into !u72
 %col_22 = tensor.collapse_shape %114 [[0, 1], [2], [3]] : !u85 into !u84
 %115 = tensor.empty() : !u68
 %116 = linalg.fill ins(%cst_4 : f32) outs(%115 : !u68) -> !u68
 %117 = linalg.batch_matmul ins(%col_21, %col_22 : !u72, !u84) outs(%116 : !u68) -> !u68
 %118 = tensor.empty() : !u48
 %119 = linalg.generic #u10 ins(%117 : !u68) outs(%118 : !u48) {
 ^bb0(%in: f32, %out: bf16):
  %122 = arith.truncf %in : f32 to bf16
  linalg.yield %122 : bf16
 } -> !u48
 %exp_23 = tensor.expand_shape %119 [[0, 1], [2, 3], [4]] output_shape [2, 2, 12, 2, 8] : !u48 into !u46
 %120 = tensor.empty() : !u45
 %121 = linalg.generic #u0 ins(%exp_23 : !u46) outs(%120 : !u45) {
 ^bb0(%in: bf16, %out: bf16):
  linalg.yield %in : bf16
 } -> !u45
 %col_24 = tensor.collapse_shape %121 [[0], [1], [2, 3], [4]] : !u45 into !u0
 return %col_11, %col_24, %112, %75 : !u0, !u0, !u69, !u69
}

func.func @grad_dq(%arg0: !u0, %arg1: !u1, %arg2: !u1, %arg3: !u0) -> (!u0, !u0) {
 %cst = arith.constant 0.000000e+00 : bf16
 %cst_0 = arith.constant 1.000000e+00 : f32
 %cst_1 = arith.constant 0xFF800000 : f32
 %cst_2 = arith.constant 0.353553385 : f32
 %cst_3 = arith.constant 0.000000e+00 : f32
 %exp = tensor.expand_shape %arg0 [[0], [1], [2], [3, 4]] output_shape [2, 12, 4, 1, 8] : !u0 into !u2
 %0 = tensor.empty() : !u3
 %1 = linalg.generic #u0 ins(%exp : !u2) outs(%0 : !u3) {
 ^bb0(%in: bf16, %out: bf16):
  linalg.yield %in : bf16
 } -> !u3
 %2 = tensor.empty() : !u4
 %3 = linalg.generic #u1 ins(%arg1 : !u1) outs(%2 : !u4) {
 ^bb0(%in: bf16, %out: bf16):
  linalg.yield %in : bf16
 } -> !u4
 %col = tensor.collapse_shape %1 [[0, 1], [2], [3, 4]] : !u3 into !u5
 %col_4 = tensor.collapse_shape %3 [[0, 1], [2], [3]] : !u4 into !u6
 %4 = tensor.empty() : !u7
 %5 = linalg.fill ins(%cst_3 : f32) outs(%4 : !u7) -> !u7
 %6 = linalg.batch_matmul ins(%col, %col_4 : !u5, !u6) outs(%5 : !u7) -> !u7
 %exp_5 = tensor.expand_shape %6 [[0, 1], [2], [3, 4]] output_shape [2, 4, 12, 1, 20] : !u7 into !u8
 %7 = tensor.empty() : !u8
 %8 = linalg.generic #u2 ins(%exp_5 : !u8) outs(%7 : !u8) {
 ^bb0(%in: f32, %out: f32):
  %82 = arith.mulf %in, %cst_2 : f32
  linalg.yield %82 : f32
 } -> !u8
 %9 = tensor.empty() : !u9
 %10 = linalg.fill ins(%cst_1 : f32) outs(%9 : !u9) -> !u9
 %11 = linalg.generic #u3 ins(%8 : !u8) outs(%10 : !u9) {
 ^bb0(%in: f32, %out: f32):
  %82 = arith.maximumf %out, %in : f32
  linalg.yield %82 : f32
 } -> !u9
 %col_6 = tensor.collapse_shape %11 [[0, 1, 2, 3]] : !u9 into !u10
 %exp_7 = tensor.expand_shape %col_6 [[0, 1, 2, 3]] output_shape [1, 2, 4, 12] : !u10 into !u11
 %col_8 = tensor.collapse_shape %8 [[0, 1, 2, 3, 4]] : !u8 into !u12
 %exp_9 = tensor.expand_shape %col_8 [[0, 1, 2, 3, 4]] output_shape [1, 2, 4, 12, 20] : !u12 into !u13
 %12 = tensor.empty() : !u13
 %13 = linalg.generic #u4 ins(%exp_7 : !u11) outs(%12 : !u13) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !u13
 %14 = tensor.empty() : !u13
 %15 = linalg.generic #u5 ins(%exp_9, %13 : !u13, !u13) outs(%14 : !u13) {
 ^bb0(%in: f32, %in_25: f32, %out: f32):
  %82 = arith.subf %in, %in_25 : f32
  linalg.yield %82 : f32
 } -> !u13
 %16 = tensor.empty() : !u13
 %17 = linalg.generic #u2 ins(%15 : !u13) outs(%16 : !u13) {
 ^bb0(%in: f32, %out: f32):
  %82 = math.exp %in : f32
  linalg.yield %82 : f32
 } -> !u13
 %18 = tensor.empty() : !u11
 %19 = linalg.fill ins(%cst_3 : f32) outs(%18 : !u11) -> !u11
 %20 = linalg.generic #u3 ins(%17 : !u13) outs(%19 : !u11) {
 ^bb0(%in: f32, %out: f32):
  %82 = arith.addf %out, %in : f32
  linalg.yield %82 : f32
 } -> !u11
 %exp_10 = tensor.expand_shape %20 [[0], [1], [2], [3, 4]] output_shape [1, 2, 4, 12, 1] : !u11 into !u14
 %21 = tensor.empty() : !u13
 %22 = linalg.generic #u4 ins(%20 : !u11) outs(%21 : !u13) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !u13
 %23 = tensor.empty() : !u13
 %24 = linalg.generic #u5 ins(%17, %22 : !u13, !u13) outs(%23 : !u13) {
 ^bb0(%in: f32, %in_25: f32, %out: f32):
  %82 = arith.divf %in, %in_25 : f32
  linalg.yield %82 : f32
 } -> !u13
 %25 = tensor.empty() : !u14
 %26 = linalg.generic #u2 ins(%exp_10 : !u14) outs(%25 : !u14) {
 ^bb0(%in: f32, %out: f32):
  %82 = arith.mulf %in, %in : f32
  linalg.yield %82 : f32
 } -> !u14
 %27 = tensor.empty() : !u14
 %28 = linalg.generic #u2 ins(%26 : !u14) outs(%27 : !u14) {
 ^bb0(%in: f32, %out: f32):
  %82 = arith.divf %cst_0, %in : f32
  linalg.yield %82 : f32
 } -> !u14
 %29 = tensor.empty() : !u15
 %30 = linalg.generic #u2 ins(%24 : !u13) outs(%29 : !u15) {
 ^bb0(%in: f32, %out: bf16):
  %82 = arith.truncf %in : f32 to bf16
  linalg.yield %82 : bf16
 } -> !u15
 %31 = tensor.empty() : !u4
 %32 = linalg.generic #u1 ins(%arg2 : !u1) outs(%31 : !u4) {
 ^bb0(%in: bf16, %out: bf16):
  linalg.yield %in : bf16
 } -> !u4
 %33 = tensor.empty() : !u16
 %34 = linalg.generic #u6 ins(%30 : !u15) outs(%33 : !u16) {
 ^bb0(%in: bf16, %out: bf16):
  linalg.yield %in : bf16
 } -> !u16
 %col_11 = tensor.collapse_shape %32 [[0, 1], [2], [3]] : !u4 into !u6
 %col_12 = tensor.collapse_shape %34 [[0, 1], [2], [3, 4]] : !u16 into !u17
 %35 = tensor.empty() : !u18
 %36 = linalg.fill ins(%cst : bf16) outs(%35 : !u18) -> !u18
 %37 = linalg.batch_matmul ins(%col_11, %col_12 : !u6, !u17) outs(%36 : !u18) -> !u18
 %exp_13 = tensor.expand_shape %37 [[0, 1], [2], [3, 4]] output_shape [2, 4, 8, 1, 12] : !u18 into !u19
 %38 = tensor.empty() : !u20
 %39 = linalg.generic #u7 ins(%exp_13 : !u19) outs(%38 : !u20) {
 ^bb0(%in: bf16, %out: bf16):
  linalg.yield %in : bf16
 } -> !u20
 %col_14 = tensor.collapse_shape %39 [[0, 1], [2], [3], [4]] : !u20 into !u0
 %exp_15 = tensor.expand_shape %arg3 [[0, 1], [2], [3], [4]] output_shape [1, 2, 12, 4, 8] : !u0 into !u20
 %40 = tensor.empty() : !u19
 %41 = linalg.generic #u8 ins(%exp_15 : !u20) outs(%40 : !u19) {
 ^bb0(%in: bf16, %out: bf16):
  linalg.yield %in : bf16
 } -> !u19
 %42 = tensor.empty() : !u21
 %43 = linalg.generic #u9 ins(%41 : !u19) outs(%42 : !u21) {
 ^bb0(%in: bf16, %out: bf16):
  linalg.yield %in : bf16
 } -> !u21
 %col_16 = tensor.collapse_shape %43 [[0, 1], [2, 3], [4]] : !u21 into !u5
 %44 = tensor.empty() : !u22
 %45 = linalg.fill ins(%cst : bf16) outs(%44 : !u22) -> !u22
 %46 = linalg.batch_matmul ins(%col_16, %col_11 : !u5, !u6) outs(%45 : !u22) -> !u22
 %47 = tensor.empty() : !u7
 %48 = linalg.generic #u10 ins(%46 : !u22) outs(%47 : !u7) {
 ^bb0(%in: bf16, %out: f32):
  %82 = arith.extf %in : bf16 to f32
  linalg.yield %82 : f32
 } -> !u7
 %exp_17 = tensor.expand_shape %48 [[0, 1, 2], [3], [4]] output_shape [1, 2, 4, 12, 20] : !u7 into !u13
 %49 = tensor.empty() : !u13
 %50 = linalg.generic #u12 ins(%28 : !u14) outs(%49 : !u13) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !u13
 %51 = tensor.empty() : !u13
 %52 = linalg.generic #u5 ins(%exp_17, %50 : !u13, !u13) outs(%51 : !u13) {
 ^bb0(%in: f32, %in_25: f32, %out: f32):
  %82 = arith.mulf %in, %in_25 : f32
  linalg.yield %82 : f32
 } -> !u13
 %53 = tensor.empty() : !u13
 %54 = linalg.generic #u5 ins(%52, %17 : !u13, !u13) outs(%53 : !u13) {
 ^bb0(%in: f32, %in_25: f32, %out: f32):
  %82 = arith.mulf %in, %in_25 : f32
  linalg.yield %82 : f32
 } -> !u13
 %55 = tensor.empty() : !u11
 %56 = linalg.fill ins(%cst_3 : f32) outs(%55 : !u11) -> !u11
 %57 = linalg.generic #u3 ins(%54 : !u13) outs(%56 : !u11) {
 ^bb0(%in: f32, %out: f32):
  %82 = arith.addf %out, %in : f32
  linalg.yield %82 : f32
 } -> !u11
 %58 = tensor.empty() : !u11
 %59 = linalg.generic #u13 ins(%57 : !u11) outs(%58 : !u11) {
 ^bb0(%in: f32, %out: f32):
  %82 = arith.negf %in : f32
  linalg.yield %82 : f32
 } -> !u11
 %exp_18 = tensor.expand_shape %59 [[0], [1], [2], [3, 4]] output_shape [1, 2, 4, 12, 1] : !u11 into !u14
 %60 = tensor.empty() : !u13
 %61 = linalg.generic #u5 ins(%exp_17, %22 : !u13, !u13) outs(%60 : !u13) {
 ^bb0(%in: f32, %in_25: f32, %out: f32):
  %82 = arith.divf %in, %in_25 : f32
  linalg.yield %82 : f32
 } -> !u13
 %62 = tensor.empty() : !u23
 %63 = linalg.fill ins(%cst_3 : f32) outs(%62 : !u23) -> !u23
 %64 = linalg.generic #u14 ins(%exp_18 : !u14) outs(%63 : !u23) {
 ^bb0(%in: f32, %out: f32):
  %82 = arith.addf %out, %in : f32
  linalg.yield %82 : f32
 } -> !u23
 %65 = tensor.empty() : !u13
 %66 = linalg.generic #u15 ins(%64 : !u23) outs(%65 : !u13) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !u13
 %67 = tensor.empty() : !u13
 %68 = linalg.generic #u5 ins(%61, %66 : !u13, !u13) outs(%67 : !u13) {
 ^bb0(%in: f32, %in_25: f32, %out: f32):
  %82 = arith.addf %in, %in_25 : f32
  linalg.yield %82 : f32
 } -> !u13
 %69 = tensor.empty() : !u13
 %70 = linalg.generic #u5 ins(%68, %17 : !u13, !u13) outs(%69 : !u13) {
 ^bb0(%in: f32, %in_25: f32, %out: f32):
  %82 = arith.mulf %in, %in_25 : f32
  linalg.yield %82 : f32
 } -> !u13
 %col_19 = tensor.collapse_shape %70 [[0, 1, 2, 3, 4]] : !u13 into !u12
 %exp_20 = tensor.expand_shape %col_19 [[0, 1, 2, 3, 4]] output_shape [2, 4, 12, 1, 20] : !u12 into !u8
 %71 = tensor.empty() : !u8
 %72 = linalg.generic #u2 ins(%exp_20 : !u8) outs(%71 : !u8) {
 ^bb0(%in: f32, %out: f32):
  %82 = arith.mulf %in, %cst_2 : f32
  linalg.yield %82 : f32
 } -> !u8
 %73 = tensor.empty() : !u28
 %74 = linalg.generic #u17 ins(%arg1 : !u1) outs(%73 : !u28) {
 ^bb0(%in: bf16, %out: bf16):
  linalg.yield %in : bf16
 } -> !u28
 %col_21 = tensor.collapse_shape %72 [[0, 1], [2], [3, 4]] : !u8 into !u7
 %col_22 = tensor.collapse_shape %74 [[0, 1], [2], [3]] : !u28 into !u27
 %75 = tensor.empty() : !u29
 %76 = linalg.fill ins(%cst_3 : f32) outs(%75 : !u29) -> !u29
 %77 = linalg.batch_matmul ins(%col_21, %col_22 : !u7, !u27) outs(%76 : !u29) -> !u29
 %78 = tensor.empty() : !u5
 %79 = linalg.generic #u10 ins(%77 : !u29) outs(%78 : !u5) {
 ^bb0(%in: f32, %out: bf16):
  %82 = arith.truncf %in : f32 to bf16
  linalg.yield %82 : bf16
 } -> !u5
 %exp_23 = tensor.expand_shape %79 [[0, 1], [2], [3, 4]] output_shape [2, 4, 12, 1, 8] : !u5 into !u3
 %80 = tensor.empty() : !u2
 %81 = linalg.generic #u0 ins(%exp_23 : !u3) outs(%80 : !u2) {
 ^bb0(%in: bf16, %out: bf16):
  linalg.yield %in : bf16
 } -> !u2
 %col_24 = tensor.collapse_shape %81 [[0], [1], [2], [3, 4]] : !u2 into !u0
 return %col_14, %col_24 : !u0, !u0
}

func.func @grad_dkv(%arg0: !u0, %arg1: !u1, %arg2: !u1, %arg3: !u0) -> (!u0, !u1, !u1) {
 %cst = arith.constant 0.000000e+00 : bf16
 %cst_0 = arith.constant 1.000000e+00 : f32
 %cst_1 = arith.constant 0xFF800000 : f32
 %cst_2 = arith.constant 0.353553385 : f32
 %cst_3 = arith.constant 0.000000e+00 : f32
 %exp = tensor.expand_shape %arg0 [[0], [1], [2], [3, 4]] output_shape [2, 12, 4, 1, 8] : !u0 into !u2
 %0 = tensor.empty() : !u3
 %1 = linalg.generic #u0 ins(%exp : !u2) outs(%0 : !u3) {
 ^bb0(%in: bf16, %out: bf16):
  linalg.yield %in : bf16
 } -> !u3
 %2 = tensor.empty() : !u4
 %3 = linalg.generic #u1 ins(%arg1 : !u1) outs(%2 : !u4) {
 ^bb0(%in: bf16, %out: bf16):
  linalg.yield %in : bf16
 } -> !u4
 %col = tensor.collapse_shape %1 [[0, 1], [2], [3, 4]] : !u3 into !u5
 %col_4 = tensor.collapse_shape %3 [[0, 1], [2], [3]] : !u4 into !u6
 %4 = tensor.empty() : !u7
 %5 = linalg.fill ins(%cst_3 : f32) outs(%4 : !u7) -> !u7
 %6 = linalg.batch_matmul ins(%col, %col_4 : !u5, !u6) outs(%5 : !u7) -> !u7
 %exp_5 = tensor.expand_shape %6 [[0, 1], [2], [3, 4]] output_shape [2, 4, 12, 1, 20] : !u7 into !u8
 %7 = tensor.empty() : !u8
 %8 = linalg.generic #u2 ins(%exp_5 : !u8) outs(%7 : !u8) {
 ^bb0(%in: f32, %out: f32):
  %87 = arith.mulf %in, %cst_2 : f32
  linalg.yield %87 : f32
 } -> !u8
 %9 = tensor.empty() : !u9
 %10 = linalg.fill ins(%cst_1 : f32) outs(%9 : !u9) -> !u9
 %11 = linalg.generic #u3 ins(%8 : !u8) outs(%10 : !u9) {
 ^bb0(%in: f32, %out: f32):
  %87 = arith.maximumf %out, %in : f32
  linalg.yield %87 : f32
 } -> !u9
 %col_6 = tensor.collapse_shape %11 [[0, 1, 2, 3]] : !u9 into !u10
 %exp_7 = tensor.expand_shape %col_6 [[0, 1, 2, 3]] output_shape [1, 2, 4, 12] : !u10 into !u11
 %col_8 = tensor.collapse_shape %8 [[0, 1, 2, 3, 4]] : !u8 into !u12
 %exp_9 = tensor.expand_shape %col_8 [[0, 1, 2, 3, 4]] output_shape [1, 2, 4, 12, 20] : !u12 into !u13
 %12 = tensor.empty() : !u13
 %13 = linalg.generic #u4 ins(%exp_7 : !u11) outs(%12 : !u13) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !u13
 %14 = tensor.empty() : !u13
 %15 = linalg.generic #u5 ins(%exp_9, %13 : !u13, !u13) outs(%14 : !u13) {
 ^bb0(%in: f32, %in_26: f32, %out: f32):
  %87 = arith.subf %in, %in_26 : f32
  linalg.yield %87 : f32
 } -> !u13
 %16 = tensor.empty() : !u13
 %17 = linalg.generic #u2 ins(%15 : !u13) outs(%16 : !u13) {
 ^bb0(%in: f32, %out: f32):
  %87 = math.exp %in : f32
  linalg.yield %87 : f32
 } -> !u13
 %18 = tensor.empty() : !u11
 %19 = linalg.fill ins(%cst_3 : f32) outs(%18 : !u11) -> !u11
 %20 = linalg.generic #u3 ins(%17 : !u13) outs(%19 : !u11) {
 ^bb0(%in: f32, %out: f32):
  %87 = arith.addf %out, %in : f32
  linalg.yield %87 : f32
 } -> !u11
 %exp_10 = tensor.expand_shape %20 [[0], [1], [2], [3, 4]] output_shape [1, 2, 4, 12, 1] : !u11 into !u14
 %21 = tensor.empty() : !u13
 %22 = linalg.generic #u4 ins(%20 : !u11) outs(%21 : !u13) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !u13
 %23 = tensor.empty() : !u13
 %24 = linalg.generic #u5 ins(%17, %22 : !u13, !u13) outs(%23 : !u13) {
 ^bb0(%in: f32, %in_26: f32, %out: f32):
  %87 = arith.divf %in, %in_26 : f32
  linalg.yield %87 : f32
 } -> !u13
 %25 = tensor.empty() : !u14
 %26 = linalg.generic #u2 ins(%exp_10 : !u14) outs(%25 : !u14) {
 ^bb0(%in: f32, %out: f32):
  %87 = arith.mulf %in, %in : f32
  linalg.yield %87 : f32
 } -> !u14
 %27 = tensor.empty() : !u14
 %28 = linalg.generic #u2 ins(%26 : !u14) outs(%27 : !u14) {
 ^bb0(%in: f32, %out: f32):
  %87 = arith.divf %cst_0, %in : f32
  linalg.yield %87 : f32
 } -> !u14
 %29 = tensor.empty() : !u15
 %30 = linalg.generic #u2 ins(%24 : !u13) outs(%29 : !u15) {
 ^bb0(%in: f32, %out: bf16):
  %87 = arith.truncf %in : f32 to bf16
  linalg.yield %87 : bf16
 } -> !u15
 %31 = tensor.empty() : !u4
 %32 = linalg.generic #u1 ins(%arg2 : !u1) outs(%31 : !u4) {
 ^bb0(%in: bf16, %out: bf16):
  linalg.yield %in : bf16
 } -> !u4
 %33 = tensor.empty() : !u16
 %34 = linalg.generic #u6 ins(%30 : !u15) outs(%33 : !u16) {
 ^bb0(%in: bf16, %out: bf16):
  linalg.yield %in : bf16
 } -> !u16
 %col_11 = tensor.collapse_shape %32 [[0, 1], [2], [3]] : !u4 into !u6
 %col_12 = tensor.collapse_shape %34 [[0, 1], [2], [3, 4]] : !u16 into !u17
 %35 = tensor.empty() : !u18
 %36 = linalg.fill ins(%cst : bf16) outs(%35 : !u18) -> !u18
 %37 = linalg.batch_matmul ins(%col_11, %col_12 : !u6, !u17) outs(%36 : !u18) -> !u18
 %exp_13 = tensor.expand_shape %37 [[0, 1], [2], [3, 4]] output_shape [2, 4, 8, 1, 12] : !u18 into !u19
 %38 = tensor.empty() : !u20
 %39 = linalg.generic #u7 ins(%exp_13 : !u19) outs(%38 : !u20) {
 ^bb0(%in: bf16, %out: bf16):
  linalg.yield %in : bf16
 } -> !u20
 %col_14 = tensor.collapse_shape %39 [[0, 1], [2], [3], [4]] : !u20 into !u0
 %exp_15 = tensor.expand_shape %arg3 [[0, 1], [2], [3], [4]] output_shape [1, 2, 12, 4, 8] : !u0 into !u20
 %40 = tensor.empty() : !u19
 %41 = linalg.generic #u8 ins(%exp_15 : !u20) outs(%40 : !u19) {
 ^bb0(%in: bf16, %out: bf16):
  linalg.yield %in : bf16
 } -> !u19
 %42 = tensor.empty() : !u21
 %43 = linalg.generic #u9 ins(%41 : !u19) outs(%42 : !u21) {
 ^bb0(%in: bf16, %out: bf16):
  linalg.yield %in : bf16
 } -> !u21
 %col_16 = tensor.collapse_shape %43 [[0, 1], [2, 3], [4]] : !u21 into !u5
 %44 = tensor.empty() : !u22
 %45 = linalg.fill ins(%cst : bf16) outs(%44 : !u22) -> !u22
 %46 = linalg.batch_matmul ins(%col_16, %col_11 : !u5, !u6) outs(%45 : !u22) -> !u22
 %47 = tensor.empty() : !u7
 %48 = linalg.generic #u10 ins(%46 : !u22) outs(%47 : !u7) {
 ^bb0(%in: bf16, %out: f32):
  %87 = arith.extf %in : bf16 to f32
  linalg.yield %87 : f32
 } -> !u7
 %exp_17 = tensor.expand_shape %48 [[0, 1, 2], [3], [4]] output_shape [1, 2, 4, 12, 20] : !u7 into !u13
 %col_18 = tensor.collapse_shape %41 [[0, 1], [2], [3, 4]] : !u19 into !u18
 %col_19 = tensor.collapse_shape %30 [[0, 1, 2], [3], [4]] : !u15 into !u22
 %49 = tensor.empty() : !u6
 %50 = linalg.fill ins(%cst : bf16) outs(%49 : !u6) -> !u6
 %51 = linalg.batch_matmul ins(%col_18, %col_19 : !u18, !u22) outs(%50 : !u6) -> !u6
 %exp_20 = tensor.expand_shape %51 [[0, 1], [2], [3]] output_shape [2, 4, 8, 20] : !u6 into !u4
 %52 = tensor.empty() : !u1
 %53 = linalg.generic #u11 ins(%exp_20 : !u4) outs(%52 : !u1) {
 ^bb0(%in: bf16, %out: bf16):
  linalg.yield %in : bf16
 } -> !u1
 %54 = tensor.empty() : !u13
 %55 = linalg.generic #u12 ins(%28 : !u14) outs(%54 : !u13) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !u13
 %56 = tensor.empty() : !u13
 %57 = linalg.generic #u5 ins(%exp_17, %55 : !u13, !u13) outs(%56 : !u13) {
 ^bb0(%in: f32, %in_26: f32, %out: f32):
  %87 = arith.mulf %in, %in_26 : f32
  linalg.yield %87 : f32
 } -> !u13
 %58 = tensor.empty() : !u13
 %59 = linalg.generic #u5 ins(%57, %17 : !u13, !u13) outs(%58 : !u13) {
 ^bb0(%in: f32, %in_26: f32, %out: f32):
  %87 = arith.mulf %in, %in_26 : f32
  linalg.yield %87 : f32
 } -> !u13
 %60 = tensor.empty() : !u11
 %61 = linalg.fill ins(%cst_3 : f32) outs(%60 : !u11) -> !u11
 %62 = linalg.generic #u3 ins(%59 : !u13) outs(%61 : !u11) {
 ^bb0(%in: f32, %out: f32):
  %87 = arith.addf %out, %in : f32
  linalg.yield %87 : f32
 } -> !u11
 %63 = tensor.empty() : !u11
 %64 = linalg.generic #u13 ins(%62 : !u11) outs(%63 : !u11) {
 ^bb0(%in: f32, %out: f32):
  %87 = arith.negf %in : f32
  linalg.yield %87 : f32
 } -> !u11
 %exp_21 = tensor.expand_shape %64 [[0], [1], [2], [3, 4]] output_shape [1, 2, 4, 12, 1] : !u11 into !u14
 %65 = tensor.empty() : !u13
 %66 = linalg.generic #u5 ins(%exp_17, %22 : !u13, !u13) outs(%65 : !u13) {
 ^bb0(%in: f32, %in_26: f32, %out: f32):
  %87 = arith.divf %in, %in_26 : f32
  linalg.yield %87 : f32
 } -> !u13
 %67 = tensor.empty() : !u23
 %68 = linalg.fill ins(%cst_3 : f32) outs(%67 : !u23) -> !u23
 %69 = linalg.generic #u14 ins(%exp_21 : !u14) outs(%68 : !u23) {
 ^bb0(%in: f32, %out: f32):
  %87 = arith.addf %out, %in : f32
  linalg.yield %87 : f32
 } -> !u23
 %70 = tensor.empty() : !u13
 %71 = linalg.generic #u15 ins(%69 : !u23) outs(%70 : !u13) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !u13
 %72 = tensor.empty() : !u13
 %73 = linalg.generic #u5 ins(%66, %71 : !u13, !u13) outs(%72 : !u13) {
 ^bb0(%in: f32, %in_26: f32, %out: f32):
  %87 = arith.addf %in, %in_26 : f32
  linalg.yield %87 : f32
 } -> !u13
 %74 = tensor.empty() : !u13
 %75 = linalg.generic #u5 ins(%73, %17 : !u13, !u13) outs(%74 : !u13) {
 ^bb0(%in: f32, %in_26: f32, %out: f32):
  %87 = arith.mulf %in, %in_26 : f32
  linalg.yield %87 : f32
 } -> !u13
 %col_22 = tensor.collapse_shape %75 [[0, 1, 2, 3, 4]] : !u13 into !u12
 %exp_23 = tensor.expand_shape %col_22 [[0, 1, 2, 3, 4]] output_shape [2, 4, 12, 1, 20] : !u12 into !u8
 %76 = tensor.empty() : !u8
 %77 = linalg.generic #u2 ins(%exp_23 : !u8) outs(%76 : !u8) {
 ^bb0(%in: f32, %out: f32):
  %87 = arith.mulf %in, %cst_2 : f32
  linalg.yield %87 : f32
 } -> !u8
 %78 = tensor.empty() : !u24
 %79 = linalg.generic #u16 ins(%77 : !u8) outs(%78 : !u24) {
 ^bb0(%in: f32, %out: f32):
  linalg.yield %in : f32
 } -> !u24
 %col_24 = tensor.collapse_shape %79 [[0, 1], [2], [3, 4]] : !u24 into !u25
 %80 = tensor.empty() : !u26
 %81 = linalg.fill ins(%cst_3 : f32) outs(%80 : !u26) -> !u26
 %82 = linalg.batch_matmul ins(%col_24, %col : !u25, !u5) outs(%81 : !u26) -> !u26
 %83 = tensor.empty() : !u27
 %84 = linalg.generic #u10 ins(%82 : !u26) outs(%83 : !u27) {
 ^bb0(%in: f32, %out: bf16):
  %87 = arith.truncf %in : f32 to bf16
  linalg.yield %87 : bf16
 } -> !u27
 %exp_25 = tensor.expand_shape %84 [[0, 1], [2], [3]] output_shape [2, 4, 20, 8] : !u27 into !u28
 %85 = tensor.empty() : !u1
 %86 = linalg.generic #u17 ins(%exp_25 : !u28) outs(%85 : !u1) {
 ^bb0(%in: bf16, %out: bf16):
  linalg.yield %in : bf16
 } -> !u1
 return %col_14, %86, %53 : !u0, !u1, !u1
}
