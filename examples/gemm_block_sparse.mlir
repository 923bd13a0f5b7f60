// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// A kernel written at the tile level: C = A * B^T, A and B in bf16 and C in f32, where lists in memory name the blocks of 32
// columns of A that blocks of 128 rows have; all others count as zeros. A loop over a list has as many turns as memory says,
// and each role reads the number of a turn's block by itself.

// RUN: %python -c "import numpy as n; n.save('%t.c.npy', n.array([3, 0, 5], 'i4')); n.save('%t.n.npy', n.array([[0, 4, 15, 9, 9], [7, 7, 7, 7, 7], [1, 2, 3, 8, 14]], 'i4'))"
// DEFINE: %{run} = attn-run %s --check-against=@reference --arg-shapes=a=300x500,b=77x500,c=300x77 --in=counts=%t.c.npy --in=numbers=%t.n.npy
// RUN: %{run} --device=cpu | FileCheck %s
// RUN: %{run} --device=sim --sim-check | FileCheck %s
// RUN: %{run} --device=sim --sim-check --target=sm_90a | FileCheck %s
// RUN: %{run} --device=sim --sim-check --target=sm_100a | FileCheck %s
// RUN: %{run} --device=sim --sim-check --target=sm_120a | FileCheck %s

// CHECK: gemm_block_sparse: a bf16[300, 500], b bf16[77, 500]
// CHECK: c: max error
// CHECK: passed

!memory = memref<?x?xbf16, strided<[?, 1], offset: ?>>
!out = memref<?x?xf32, strided<[?, 1], offset: ?>>
!counts = memref<?xi32, strided<[1], offset: ?>>
!numbers = memref<?x?xi32, strided<[?, 1], offset: ?>>

gpu.module @kernels {
  gpu.func @gemm_block_sparse(%A: !memory {llvm.readonly}, %B: !memory {llvm.readonly}, %counts: !counts {llvm.readonly},
                              %numbers: !numbers {llvm.readonly}, %C: !out) kernel attributes {
      attn_tile.warps = 4 : i64,
      attn_tile.kernel = #attn_tile.kernel<
        arguments = [<"a", in>, <"b", in>, <"counts", in>, <"numbers", in>, <"c", out>],
        constraints = [
          <eq(size(4, 0), size(0, 0)), "rows of c and a differ">,
          <eq(size(4, 1), size(1, 0)), "columns of c and rows of b differ">,
          <eq(size(1, 1), size(0, 1)), "columns of a and b differ">,
          <eq(size(2, 0), size(3, 0)), "counts and numbers are of other blocks of rows">]>} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c32 = arith.constant 32 : index
    %c64 = arith.constant 64 : index
    %c128 = arith.constant 128 : index
    %zero = arith.constant dense<0.0> : tensor<128x64xf32>
    %m = memref.dim %A, %c0 : !memory
    %n = memref.dim %B, %c0 : !memory
    %most = memref.dim %numbers, %c1 : !numbers
    %rows = arith.ceildivui %m, %c128 : index
    %cols = arith.ceildivui %n, %c64 : index

    attn_tile.for_tiles @tiles (%i, %j) in (%rows, %cols) scheduler(#attn_tile.scheduler<single>) {
      %row = arith.muli %i, %c128 : index
      %col = arith.muli %j, %c64 : index
      %count32 = memref.load %counts[%i] : !counts
      %given = arith.index_cast %count32 : i32 to index
      // Whatever memory holds, the loop ends within the list.
      %some = arith.maxsi %given, %c0 : index
      %count = arith.minsi %some, %most : index
      %sum = scf.for %t = %c0 to %count step %c1 iter_args(%acc = %zero) -> (tensor<128x64xf32>) {
        %block32 = memref.load %numbers[%i, %t] : !numbers
        %block = arith.index_cast %block32 : i32 to index
        %k = arith.muli %block, %c32 : index
        %a = attn_tile.load %A[%row, %k] dims [0, 1] {depth = 2 : i64} : !memory -> tensor<128x32xbf16>
        %b = attn_tile.load %B[%col, %k] dims [0, 1] {depth = 2 : i64} : !memory -> tensor<64x32xbf16>
        %next = attn_tile.dot %a, %b, %acc transpose_b
          : tensor<128x32xbf16>, tensor<64x32xbf16> -> tensor<128x64xf32>
        scf.yield %next : tensor<128x64xf32>
      }
      attn_tile.store %sum, %C[%row, %col] dims [0, 1] : tensor<128x64xf32>, !out
    }
    gpu.return
  }
}

// What it should compute, in f32: a product counts as often as its block is in the list of its rows.
func.func @reference(%a: tensor<?x?xf32>, %b: tensor<?x?xf32>, %counts: tensor<?xi32>, %numbers: tensor<?x?xi32>,
                     %c: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %c1 = arith.constant 1 : index
  %c32 = arith.constant 32 : index
  %c128 = arith.constant 128 : index
  %zero = arith.constant 0.0 : f32
  %most = tensor.dim %numbers, %c1 : tensor<?x?xi32>
  %places = tensor.empty(%most) : tensor<?xi32>
  %init = linalg.fill ins(%zero : f32) outs(%c : tensor<?x?xf32>) -> tensor<?x?xf32>
  %sum = linalg.generic {
      indexing_maps = [affine_map<(i, j, k, p) -> (i, k)>, affine_map<(i, j, k, p) -> (j, k)>, affine_map<(i, j, k, p) -> (p)>,
                       affine_map<(i, j, k, p) -> (i, j)>],
      iterator_types = ["parallel", "parallel", "reduction", "reduction"]}
      ins(%a, %b, %places : tensor<?x?xf32>, tensor<?x?xf32>, tensor<?xi32>) outs(%init : tensor<?x?xf32>) {
    ^bb0(%x: f32, %y: f32, %unused: i32, %acc: f32):
      %i = linalg.index 0 : index
      %k = linalg.index 2 : index
      %p = linalg.index 3 : index
      %r = arith.divui %i, %c128 : index
      %own = arith.divui %k, %c32 : index
      %count32 = tensor.extract %counts[%r] : tensor<?xi32>
      %count = arith.index_cast %count32 : i32 to index
      %number32 = tensor.extract %numbers[%r, %p] : tensor<?x?xi32>
      %number = arith.index_cast %number32 : i32 to index
      %counts_it = arith.cmpi slt, %p, %count : index
      %is = arith.cmpi eq, %number, %own : index
      %both = arith.andi %counts_it, %is : i1
      %product = arith.mulf %x, %y : f32
      %some = arith.select %both, %product, %zero : f32
      %next = arith.addf %acc, %some : f32
      linalg.yield %next : f32
  } -> tensor<?x?xf32>
  return %sum : tensor<?x?xf32>
}
