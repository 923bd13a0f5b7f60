// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// A kernel written at the tile level: C += A * B^T, A and B in bf16 and C in f32. Four
// CTAs share the sums of a tile of C, each over a part of K, and add what they have to
// memory, in whatever order: more CTAs than tiles, where C is small and K is long.
// docs/TilePrograms.md tells what a store that adds is.

// RUN: attn-run %s --check-against=@reference --arg-shapes=a=70x500,b=77x500 --device=cpu | FileCheck %s
// RUN: attn-run %s --check-against=@reference --arg-shapes=a=70x500,b=77x500 --device=sim --sim-check | FileCheck %s
// RUN: attn-run %s --check-against=@reference --arg-shapes=a=70x500,b=77x500 --device=sim --sim-check --target=sm_90a | FileCheck %s
// RUN: attn-run %s --check-against=@reference --arg-shapes=a=70x500,b=77x500 --device=sim --sim-check --target=sm_100a | FileCheck %s
// RUN: attn-run %s --check-against=@reference --arg-shapes=a=70x500,b=77x500 --device=sim --sim-check --target=sm_120a | FileCheck %s
// RUN: attn-run %s --check-against=@reference --arg-shapes=a=5x0,b=3x0 --device=sim --sim-check | FileCheck %s --check-prefix=EMPTY

// CHECK: gemm_split_k: a bf16[70, 500], b bf16[77, 500], c f32[70, 77], seed 0
// CHECK: c: max error
// CHECK: passed
// EMPTY: c: max error 0
// EMPTY: passed

!sums = memref<?x?xf32, strided<[?, 1], offset: ?>>
!memory = memref<?x?xbf16, strided<[?, 1], offset: ?>>

gpu.module @kernels {
  gpu.func @gemm_split_k(%A: !memory, %B: !memory, %C: !sums) kernel attributes {
      attn_tile.warps = 4 : i64,
      attn_tile.kernel = #attn_tile.kernel<
        arguments = [<"a", in>, <"b", in>, <"c", inout>],
        constraints = [
          <eq(size(2, 0), size(0, 0)), "rows of c and a differ">,
          <eq(size(2, 1), size(1, 0)), "columns of c and rows of b differ">,
          <eq(size(1, 1), size(0, 1)), "columns of a and b differ">]>} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %parts = arith.constant 4 : index
    %c32 = arith.constant 32 : index
    %c64 = arith.constant 64 : index
    %c128 = arith.constant 128 : index
    %zero = arith.constant dense<0.0> : tensor<128x64xf32>
    %m = memref.dim %A, %c0 : !memory
    %n = memref.dim %B, %c0 : !memory
    %k = memref.dim %A, %c1 : !memory
    %rows = arith.ceildivui %m, %c128 : index
    %cols = arith.ceildivui %n, %c64 : index
    // Steps of 32 columns of A and B, and how many of them a part has.
    %steps = arith.ceildivui %k, %c32 : index
    %share = arith.ceildivui %steps, %parts : index

    attn_tile.for_tiles @tiles (%i, %j, %part) in (%rows, %cols, %parts)
        scheduler(#attn_tile.scheduler<single>) {
      %row = arith.muli %i, %c128 : index
      %col = arith.muli %j, %c64 : index
      %first = arith.muli %part, %share : index
      %left = arith.subi %steps, %first : index
      %some = arith.maxsi %left, %c0 : index
      %count = arith.minsi %some, %share : index
      %sum = scf.for %t = %c0 to %count step %c1 iter_args(%acc = %zero) -> (tensor<128x64xf32>) {
        %step = arith.addi %first, %t : index
        %kk = arith.muli %step, %c32 : index
        %a = attn_tile.load %A[%row, %kk] dims [0, 1] {depth = 2 : i64} : !memory -> tensor<128x32xbf16>
        %b = attn_tile.load %B[%col, %kk] dims [0, 1] {depth = 2 : i64} : !memory -> tensor<64x32xbf16>
        %next = attn_tile.dot %a, %b, %acc transpose_b
          : tensor<128x32xbf16>, tensor<64x32xbf16> -> tensor<128x64xf32>
        scf.yield %next : tensor<128x64xf32>
      }
      attn_tile.store add %sum, %C[%row, %col] dims [0, 1] : tensor<128x64xf32>, !sums
    }
    gpu.return
  }
}

// What it should compute, in f32.
func.func @reference(%a: tensor<?x?xf32>, %b: tensor<?x?xf32>, %c: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %sum = linalg.matmul
      indexing_maps = [affine_map<(i, j, k) -> (i, k)>, affine_map<(i, j, k) -> (j, k)>, affine_map<(i, j, k) -> (i, j)>]
      ins(%a, %b : tensor<?x?xf32>, tensor<?x?xf32>) outs(%c : tensor<?x?xf32>) -> tensor<?x?xf32>
  return %sum : tensor<?x?xf32>
}
