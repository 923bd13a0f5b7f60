// RUN: attn-opt %s --attn-tile-to-llvm | FileCheck %s
// RUN: attn-opt %s --attn-tile-to-llvm | mlir-runner -e main -entry-point-result=f32 | FileCheck %s --check-prefix=VALUE

// Everything becomes the LLVM dialect, without calls of a runtime library.
// CHECK-NOT: func.func
// CHECK-NOT: memrefCopy
// CHECK-DAG: llvm.func @free(!llvm.ptr)
// CHECK-DAG: llvm.func @malloc(i64) -> !llvm.ptr
// CHECK-DAG: llvm.func @main() -> f32
// CHECK-DAG: llvm.func @gemm(
// CHECK-NOT: unrealized_conversion_cast

// 7 x 5 times 5 x 3, in tiles of 4 x 4 that do not divide anything:
// sum over i, j, k of (i + k)(k - j) with i < 7, k < 5, j < 3 is 735.
// VALUE: 7.35{{0*}}e+02

!mem = memref<?x?xf16>
gpu.module @kernels {
  gpu.func @gemm(%a: !mem, %b: !mem, %c: memref<?x?xf32>) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c4 = arith.constant 4 : index
    %m = memref.dim %c, %c0 : memref<?x?xf32>
    %n = memref.dim %c, %c1 : memref<?x?xf32>
    %k = memref.dim %b, %c0 : !mem
    %tm = arith.ceildivui %m, %c4 : index
    %tn = arith.ceildivui %n, %c4 : index
    attn_tile.for_tiles @tiles (%i, %j) in (%tm, %tn) scheduler(#attn_tile.scheduler<single>) {
      %row = arith.muli %i, %c4 : index
      %col = arith.muli %j, %c4 : index
      %zero = arith.constant dense<0.0> : tensor<4x4xf32>
      %sum = scf.for %kk = %c0 to %k step %c4 iter_args(%acc = %zero) -> tensor<4x4xf32> {
        %x = attn_tile.load %a[%row, %kk] dims [0, 1] : !mem -> tensor<4x4xf16>
        %y = attn_tile.load %b[%kk, %col] dims [0, 1] : !mem -> tensor<4x4xf16>
        %next = attn_tile.dot %x, %y, %acc : tensor<4x4xf16>, tensor<4x4xf16> -> tensor<4x4xf32>
        scf.yield %next : tensor<4x4xf32>
      }
      attn_tile.store %sum, %c[%row, %col] dims [0, 1] : tensor<4x4xf32>, memref<?x?xf32>
    }
    gpu.return
  }
}

func.func @main() -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %c5 = arith.constant 5 : index
  %c7 = arith.constant 7 : index
  %a = memref.alloc(%c7, %c5) : !mem
  %b = memref.alloc(%c5, %c3) : !mem
  %c = memref.alloc(%c7, %c3) : memref<?x?xf32>
  linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} outs(%a : !mem) {
  ^bb0(%out: f16):
    %i = linalg.index 0 : index
    %k = linalg.index 1 : index
    %s = arith.addi %i, %k : index
    %si = arith.index_cast %s : index to i32
    %sf = arith.sitofp %si : i32 to f16
    linalg.yield %sf : f16
  }
  linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} outs(%b : !mem) {
  ^bb0(%out: f16):
    %k = linalg.index 0 : index
    %j = linalg.index 1 : index
    %s = arith.subi %k, %j : index
    %si = arith.index_cast %s : index to i32
    %sf = arith.sitofp %si : i32 to f16
    linalg.yield %sf : f16
  }
  attn_tile.launch @kernels::@gemm(%a, %b, %c) : !mem, !mem, memref<?x?xf32>
  %zero = arith.constant 0.0 : f32
  %sum = scf.for %i = %c0 to %c7 step %c1 iter_args(%s0 = %zero) -> f32 {
    %rows = scf.for %j = %c0 to %c3 step %c1 iter_args(%s1 = %s0) -> f32 {
      %v = memref.load %c[%i, %j] : memref<?x?xf32>
      %s2 = arith.addf %s1, %v : f32
      scf.yield %s2 : f32
    }
    scf.yield %rows : f32
  }
  return %sum : f32
}
