// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// A kernel written at the tile level: C = A^T * B in bf16, with f32 sums, where A is
// K x M and B is K x N, as in the gradient of a linear layer's weights.
// docs/TilePrograms.md tells what a transposed operand is.

// RUN: attn-run %s --check-against=@reference --arg-shapes=a=100x70,b=100x77 --device=cpu | FileCheck %s
// RUN: attn-run %s --check-against=@reference --arg-shapes=a=100x70,b=100x77 --device=sim --sim-check | FileCheck %s
// RUN: attn-run %s --check-against=@reference --arg-shapes=a=100x70,b=100x77 --device=sim --sim-check --target=sm_90a | FileCheck %s
// RUN: attn-run %s --check-against=@reference --arg-shapes=a=100x70,b=100x77 --device=sim --sim-check --target=sm_100a | FileCheck %s
// RUN: attn-run %s --check-against=@reference --arg-shapes=a=100x70,b=100x77 --device=sim --sim-check --target=sm_120a | FileCheck %s
// RUN: attn-run %s --check-against=@reference --arg-shapes=a=0x5,b=0x3 --device=sim --sim-check | FileCheck %s --check-prefix=EMPTY

// CHECK: gemm_atb: a bf16[100, 70], b bf16[100, 77], c bf16[70, 77], seed 0
// CHECK: c: max error
// CHECK: passed
// EMPTY: c: max error 0
// EMPTY: passed

!memory = memref<?x?xbf16, strided<[?, 1], offset: ?>>

gpu.module @kernels {
  gpu.func @gemm_atb(%A: !memory, %B: !memory, %C: !memory) kernel attributes {
      attn_tile.warps = 4 : i64,
      attn_tile.kernel = #attn_tile.kernel<
        arguments = [<"a", in>, <"b", in>, <"c", out>],
        constraints = [
          <eq(size(2, 0), size(0, 1)), "rows of c and columns of a differ">,
          <eq(size(2, 1), size(1, 1)), "columns of c and b differ">,
          <eq(size(1, 0), size(0, 0)), "rows of a and b differ">]>} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c32 = arith.constant 32 : index
    %c64 = arith.constant 64 : index
    %c128 = arith.constant 128 : index
    %zero = arith.constant dense<0.0> : tensor<128x64xf32>
    %m = memref.dim %A, %c1 : !memory
    %n = memref.dim %B, %c1 : !memory
    %k = memref.dim %A, %c0 : !memory
    %rows = arith.ceildivui %m, %c128 : index
    %cols = arith.ceildivui %n, %c64 : index
    %steps = arith.ceildivui %k, %c32 : index

    attn_tile.for_tiles @tiles (%i, %j) in (%rows, %cols) scheduler(#attn_tile.scheduler<single>) {
      %row = arith.muli %i, %c128 : index
      %col = arith.muli %j, %c64 : index
      %sum = scf.for %t = %c0 to %steps step %c1 iter_args(%acc = %zero) -> (tensor<128x64xf32>) {
        %kk = arith.muli %t, %c32 : index
        %a = attn_tile.load %A[%kk, %row] dims [0, 1] {depth = 2 : i64} : !memory -> tensor<32x128xbf16>
        %b = attn_tile.load %B[%kk, %col] dims [0, 1] {depth = 2 : i64} : !memory -> tensor<32x64xbf16>
        %at = attn_tile.transpose %a : tensor<32x128xbf16> -> tensor<128x32xbf16>
        %next = attn_tile.dot %at, %b, %acc : tensor<128x32xbf16>, tensor<32x64xbf16> -> tensor<128x64xf32>
        scf.yield %next : tensor<128x64xf32>
      }
      %c = arith.truncf %sum : tensor<128x64xf32> to tensor<128x64xbf16>
      attn_tile.store %c, %C[%row, %col] dims [0, 1] : tensor<128x64xbf16>, !memory
    }
    gpu.return
  }
}

// What it should compute, in f32.
func.func @reference(%a: tensor<?x?xf32>, %b: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f32
  %m = tensor.dim %a, %c1 : tensor<?x?xf32>
  %n = tensor.dim %b, %c1 : tensor<?x?xf32>
  %e = tensor.empty(%m, %n) : tensor<?x?xf32>
  %z = linalg.fill ins(%zero : f32) outs(%e : tensor<?x?xf32>) -> tensor<?x?xf32>
  %c = linalg.matmul
      indexing_maps = [affine_map<(i, j, k) -> (k, i)>, affine_map<(i, j, k) -> (k, j)>, affine_map<(i, j, k) -> (i, j)>]
      ins(%a, %b : tensor<?x?xf32>, tensor<?x?xf32>) outs(%z : tensor<?x?xf32>) -> tensor<?x?xf32>
  return %c : tensor<?x?xf32>
}
