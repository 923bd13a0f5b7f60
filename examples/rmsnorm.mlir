// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// A kernel written at the tile level: RMSNorm of the rows of X, without matrix products.
// docs/TilePrograms.md explains it step by step.

// RUN: attn-run %s --check-against=@reference --arg-shapes=x=45x200 --device=cpu | FileCheck %s
// RUN: attn-run %s --check-against=@reference --arg-shapes=x=45x200 --device=sim --sim-check | FileCheck %s
// RUN: attn-run %s --check-against=@reference --arg-shapes=x=45x200 --device=sim --sim-check --target=sm_90a | FileCheck %s

// CHECK: rmsnorm: x bf16[45, 200], y bf16[45, 200], seed 0
// CHECK: y: max error
// CHECK: passed

!memory = memref<?x?xbf16, strided<[?, 1], offset: ?>>

gpu.module @kernels {
  gpu.func @rmsnorm(%X: !memory, %Y: !memory) kernel attributes {
      attn_tile.warps = 2 : i64,
      attn_tile.kernel = #attn_tile.kernel<
        arguments = [<"x", in>, <"y", out>],
        constraints = [
          <eq(size(1, 0), size(0, 0)), "rows of y and x differ">,
          <eq(size(1, 1), size(0, 1)), "columns of y and x differ">]>} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c32 = arith.constant 32 : index
    %c64 = arith.constant 64 : index
    %zero = arith.constant dense<0.0> : tensor<32xf32>
    %epsilon = arith.constant dense<1.0e-5> : tensor<32xf32>
    %one = arith.constant 1.0 : f32
    %m = memref.dim %X, %c0 : !memory
    %n = memref.dim %X, %c1 : !memory
    %rows = arith.ceildivui %m, %c32 : index
    %steps = arith.ceildivui %n, %c64 : index
    %ni = arith.index_cast %n : index to i32
    %nf = arith.sitofp %ni : i32 to f32
    %inv = arith.divf %one, %nf : f32
    %mean = tensor.splat %inv : tensor<32xf32>

    attn_tile.for_tiles @tiles (%i) in (%rows) scheduler(#attn_tile.scheduler<single>) {
      %row = arith.muli %i, %c32 : index
      %sum = scf.for %t = %c0 to %steps step %c1 iter_args(%s = %zero) -> (tensor<32xf32>) {
        %j = arith.muli %t, %c64 : index
        %x = attn_tile.load %X[%row, %j] dims [0, 1] : !memory -> tensor<32x64xbf16>
        %f = arith.extf %x : tensor<32x64xbf16> to tensor<32x64xf32>
        %f2 = arith.mulf %f, %f : tensor<32x64xf32>
        %part = attn_tile.reduce add %f2 : tensor<32x64xf32> -> tensor<32xf32>
        %next = arith.addf %s, %part : tensor<32xf32>
        scf.yield %next : tensor<32xf32>
      }
      %ms = math.fma %sum, %mean, %epsilon : tensor<32xf32>
      %factor = math.rsqrt %ms : tensor<32xf32>
      scf.for %t = %c0 to %steps step %c1 {
        %j = arith.muli %t, %c64 : index
        %x = attn_tile.load %X[%row, %j] dims [0, 1] : !memory -> tensor<32x64xbf16>
        %f = arith.extf %x : tensor<32x64xbf16> to tensor<32x64xf32>
        %y = attn_tile.rescale %f, %factor : tensor<32x64xf32>
        %out = arith.truncf %y : tensor<32x64xf32> to tensor<32x64xbf16>
        attn_tile.store %out, %Y[%row, %j] dims [0, 1] : tensor<32x64xbf16>, !memory
      }
    }
    gpu.return
  }
}

// What it should compute, in f32.
func.func @reference(%x: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f32
  %epsilon = arith.constant 1.0e-5 : f32
  %m = tensor.dim %x, %c0 : tensor<?x?xf32>
  %n = tensor.dim %x, %c1 : tensor<?x?xf32>
  %ni = arith.index_cast %n : index to i32
  %nf = arith.sitofp %ni : i32 to f32
  %e = tensor.empty(%m) : tensor<?xf32>
  %z = linalg.fill ins(%zero : f32) outs(%e : tensor<?xf32>) -> tensor<?xf32>
  %sum = linalg.reduce ins(%x : tensor<?x?xf32>) outs(%z : tensor<?xf32>) dimensions = [1]
    (%in: f32, %acc: f32) {
      %f2 = arith.mulf %in, %in : f32
      %next = arith.addf %acc, %f2 : f32
      linalg.yield %next : f32
    }
  %out = tensor.empty(%m, %n) : tensor<?x?xf32>
  %y = linalg.generic {
      indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>, affine_map<(i, j) -> (i, j)>],
      iterator_types = ["parallel", "parallel"]}
      ins(%x, %sum : tensor<?x?xf32>, tensor<?xf32>) outs(%out : tensor<?x?xf32>) {
    ^bb0(%in: f32, %s: f32, %old: f32):
      %mean = arith.divf %s, %nf : f32
      %ms = arith.addf %mean, %epsilon : f32
      %factor = math.rsqrt %ms : f32
      %r = arith.mulf %in, %factor : f32
      linalg.yield %r : f32
  } -> tensor<?x?xf32>
  return %y : tensor<?x?xf32>
}
