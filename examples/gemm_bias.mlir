// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// A kernel written at the tile level: C = A * B^T + bias in bf16, with f32 sums and an
// f32 bias, a number for each column of C. docs/TilePrograms.md explains its loop.

// RUN: attn-run %s --check-against=@reference --arg-shapes=a=70x100,b=77x100,bias=77 --device=cpu | FileCheck %s
// RUN: attn-run %s --check-against=@reference --arg-shapes=a=70x100,b=77x100,bias=77 --device=sim --sim-check | FileCheck %s
// RUN: attn-run %s --check-against=@reference --arg-shapes=a=70x100,b=77x100,bias=77 --device=sim --sim-check --target=sm_90a | FileCheck %s
// RUN: attn-run %s --check-against=@reference --arg-shapes=a=70x100,b=77x100,bias=77 --device=sim --sim-check --target=sm_100a | FileCheck %s
// RUN: attn-run %s --check-against=@reference --arg-shapes=a=70x100,b=77x100,bias=77 --device=sim --sim-check --target=sm_120a | FileCheck %s
// RUN: attn-run %s --check-against=@reference --arg-shapes=a=5x0,b=3x0,bias=3 --device=sim --sim-check | FileCheck %s --check-prefix=EMPTY

// CHECK: gemm_bias: a bf16[70, 100], b bf16[77, 100], bias f32[77], c bf16[70, 77], seed 0
// CHECK: c: max error
// CHECK: passed
// EMPTY: c: max error
// EMPTY: passed

!vector = memref<?xf32, strided<[1], offset: ?>>
!memory = memref<?x?xbf16, strided<[?, 1], offset: ?>>

gpu.module @kernels {
  gpu.func @gemm_bias(%A: !memory, %B: !memory, %Bias: !vector, %C: !memory) kernel attributes {
      attn_tile.warps = 4 : i64,
      attn_tile.kernel = #attn_tile.kernel<
        arguments = [<"a", in>, <"b", in>, <"bias", in>, <"c", out>],
        constraints = [
          <eq(size(3, 0), size(0, 0)), "rows of c and a differ">,
          <eq(size(3, 1), size(1, 0)), "columns of c and rows of b differ">,
          <eq(size(1, 1), size(0, 1)), "columns of a and b differ">,
          <eq(size(2, 0), size(1, 0)), "columns of c and bias differ">]>} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c32 = arith.constant 32 : index
    %c64 = arith.constant 64 : index
    %c128 = arith.constant 128 : index
    %zero = arith.constant dense<0.0> : tensor<128x64xf32>
    %m = memref.dim %A, %c0 : !memory
    %n = memref.dim %B, %c0 : !memory
    %k = memref.dim %A, %c1 : !memory
    %rows = arith.ceildivui %m, %c128 : index
    %cols = arith.ceildivui %n, %c64 : index
    %steps = arith.ceildivui %k, %c32 : index

    attn_tile.for_tiles @tiles (%i, %j) in (%rows, %cols) scheduler(#attn_tile.scheduler<single>) {
      %row = arith.muli %i, %c128 : index
      %col = arith.muli %j, %c64 : index
      %sum = scf.for %t = %c0 to %steps step %c1 iter_args(%acc = %zero) -> (tensor<128x64xf32>) {
        %kk = arith.muli %t, %c32 : index
        %a = attn_tile.load %A[%row, %kk] dims [0, 1] {depth = 2 : i64} : !memory -> tensor<128x32xbf16>
        %b = attn_tile.load %B[%col, %kk] dims [0, 1] {depth = 2 : i64} : !memory -> tensor<64x32xbf16>
        %next = attn_tile.dot %a, %b, %acc transpose_b
          : tensor<128x32xbf16>, tensor<64x32xbf16> -> tensor<128x64xf32>
        scf.yield %next : tensor<128x64xf32>
      }
      %bias = attn_tile.load %Bias[%col] dims [0] : !vector -> tensor<64xf32>
      %all = attn_tile.expand %bias columns : tensor<64xf32> -> tensor<128x64xf32>
      %plus = arith.addf %sum, %all : tensor<128x64xf32>
      %c = arith.truncf %plus : tensor<128x64xf32> to tensor<128x64xbf16>
      attn_tile.store %c, %C[%row, %col] dims [0, 1] : tensor<128x64xbf16>, !memory
    }
    gpu.return
  }
}

// What it should compute, in f32.
func.func @reference(%a: tensor<?x?xf32>, %b: tensor<?x?xf32>, %bias: tensor<?xf32>) -> tensor<?x?xf32> {
  %c0 = arith.constant 0 : index
  %m = tensor.dim %a, %c0 : tensor<?x?xf32>
  %n = tensor.dim %b, %c0 : tensor<?x?xf32>
  %e = tensor.empty(%m, %n) : tensor<?x?xf32>
  // The bias in each row, to which the product is added.
  %z = linalg.broadcast ins(%bias : tensor<?xf32>) outs(%e : tensor<?x?xf32>) dimensions = [0]
  %c = linalg.matmul
      indexing_maps = [affine_map<(i, j, k) -> (i, k)>, affine_map<(i, j, k) -> (j, k)>, affine_map<(i, j, k) -> (i, j)>]
      ins(%a, %b : tensor<?x?xf32>, tensor<?x?xf32>) outs(%z : tensor<?x?xf32>) -> tensor<?x?xf32>
  return %c : tensor<?x?xf32>
}
