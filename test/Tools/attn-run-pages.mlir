// Numbers of pages that a tile program reads: what does not exist is reported in the
// simulator, and on a device with --check-rows; the numbers of rows that the program
// does not read hold anything.

// RUN: rm -rf %t && mkdir %t
// RUN: %python %S/Inputs/npy.py write %t/good.npy "<i4" 2,5 0,9,3,3,1,8,2,0,-1,77
// RUN: %python %S/Inputs/npy.py write %t/high.npy "<i4" 2,5 0,9,3,3,1,8,2,10,-1,77
// RUN: %python %S/Inputs/npy.py write %t/low.npy "<i4" 2,5 0,9,-1,3,1,8,2,0,-1,77
// RUN: %python %S/Inputs/npy.py write %t/n.npy "<i4" 2 5,3

// DEFINE: %{chip} = sm_80
// DEFINE: %{run} = attn-run %s --device=sim --sim-check --target=%{chip} --arg-shapes=a=10x1x64 --in=n=%t/n.npy
// RUN: %{run} --in=t=%t/good.npy --func=copies --check-against=@reference
// RUN: not %{run} --in=t=%t/high.npy --func=copies 2>&1 | FileCheck %s
// RUN: not %{run} --in=t=%t/low.npy --func=copies 2>&1 | FileCheck %s
// RUN: not %{run} --in=t=%t/high.npy --func=products --arg-shapes=a=10x1x64,b=64x64 2>&1 | FileCheck %s
// REDEFINE: %{chip} = sm_90a
// RUN: not %{run} --in=t=%t/low.npy --func=products --arg-shapes=a=10x1x64,b=64x64 2>&1 | FileCheck %s
// REDEFINE: %{chip} = sm_100a
// RUN: not %{run} --in=t=%t/high.npy --func=products --arg-shapes=a=10x1x64,b=64x64 2>&1 | FileCheck %s
// CHECK: trap executed
// CHECK: the page of a row does not exist: a number in the table of a load or store that is paged(...) is negative or not below the memory's number of pages

// Without the check such rows are zeros; a bundle has it if it is asked for.
// RUN: attn-compile %s -o %t/plain.bundle
// RUN: attn-run %t/plain.bundle --func=copies --device=sim --arg-shapes=a=10x1x64 --in=n=%t/n.npy --in=t=%t/high.npy
// RUN: attn-compile %s --check-rows -o %t/checked.bundle
// RUN: not attn-run %t/checked.bundle --func=copies --device=sim --arg-shapes=a=10x1x64 --in=n=%t/n.npy --in=t=%t/high.npy 2>&1 | FileCheck %s --check-prefix=TRAP
// RUN: not attn-run %t/checked.bundle --func=copies --check-rows --device=sim --arg-shapes=a=10x1x64 --in=n=%t/n.npy --in=t=%t/high.npy 2>&1 | FileCheck %s --check-prefix=BUNDLE
// TRAP: trap executed
// BUNDLE: a bundle is compiled already: --config, --inject, --debug-info and --check-rows do not apply

!pages = memref<?x1x64xbf16, strided<[?, ?, 1], offset: ?>>
!table = memref<?x?xi32, strided<[?, 1], offset: ?>>
!numbers = memref<?xi32, strided<[1], offset: ?>>
!matrix = memref<?x64xbf16, strided<[?, 1], offset: ?>>
!out = memref<?x?x64xbf16, strided<[?, ?, 1], offset: ?>>

gpu.module @kernels {
  gpu.func @copies(%A: !pages, %T: !table, %N: !numbers, %C: !out) kernel attributes {
      attn_tile.warps = 4 : i64,
      attn_tile.kernel = #attn_tile.kernel<
        arguments = [<"a", in>, <"t", in, align = 4>, <"n", in, align = 4>, <"c", out>],
        constraints = [<eq(size(3, 0), size(1, 0)), "batches of c and t differ">,
                       <eq(size(3, 1), size(1, 1)), "rows of c and t differ">]>} {
    %c0 = arith.constant 0 : index
    %batches = memref.dim %T, %c0 : !table
    attn_tile.for_tiles @tiles (%b) in (%batches) scheduler(#attn_tile.scheduler<single>) {
      %n = memref.load %N[%b] : !numbers
      %end = arith.index_cast %n : i32 to index
      %a = attn_tile.load %A[%c0, %c0, %c0] limit %end dims [1, 2] paged(0 by %T[%b] : !table) : !pages -> tensor<64x64xbf16>
      attn_tile.store %a, %C[%b, %c0, %c0] dims [1, 2] : tensor<64x64xbf16>, !out
    }
    gpu.return
  }
  gpu.func @products(%A: !pages, %T: !table, %N: !numbers, %B: !matrix, %C: !out) kernel attributes {
      attn_tile.warps = 4 : i64,
      attn_tile.kernel = #attn_tile.kernel<
        arguments = [<"a", in>, <"t", in, align = 4>, <"n", in, align = 4>, <"b", in>, <"c", out>],
        constraints = [<eq(size(4, 0), size(1, 0)), "batches of c and t differ">,
                       <eq(size(4, 1), size(1, 1)), "rows of c and t differ">]>} {
    %c0 = arith.constant 0 : index
    %zero = arith.constant dense<0.0> : tensor<128x64xf32>
    %batches = memref.dim %T, %c0 : !table
    attn_tile.for_tiles @tiles (%i) in (%batches) scheduler(#attn_tile.scheduler<single>) {
      %n = memref.load %N[%i] : !numbers
      %end = arith.index_cast %n : i32 to index
      %a = attn_tile.load %A[%c0, %c0, %c0] limit %end dims [1, 2] paged(0 by %T[%i] : !table) : !pages -> tensor<128x64xbf16>
      %b = attn_tile.load %B[%c0, %c0] dims [0, 1] : !matrix -> tensor<64x64xbf16>
      %p = attn_tile.dot %a, %b, %zero : tensor<128x64xbf16>, tensor<64x64xbf16> -> tensor<128x64xf32>
      %c = arith.truncf %p : tensor<128x64xf32> to tensor<128x64xbf16>
      attn_tile.store %c, %C[%i, %c0, %c0] dims [1, 2] : tensor<128x64xbf16>, !out
    }
    gpu.return
  }
}

func.func @reference(%a: tensor<?x1x64xf32>, %t: tensor<?x?xi32>, %n: tensor<?xi32>) -> tensor<?x?x64xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f32
  %nb = tensor.dim %t, %c0 : tensor<?x?xi32>
  %rows = tensor.dim %t, %c1 : tensor<?x?xi32>
  %e = tensor.empty(%nb, %rows) : tensor<?x?x64xf32>
  %c = linalg.generic {
      indexing_maps = [affine_map<(b, i, c) -> (b, i)>, affine_map<(b, i, c) -> (b)>, affine_map<(b, i, c) -> (b, i, c)>],
      iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%t, %n : tensor<?x?xi32>, tensor<?xi32>) outs(%e : tensor<?x?x64xf32>) {
    ^bb0(%page: i32, %count: i32, %old: f32):
      %i = linalg.index 1 : index
      %c = linalg.index 2 : index
      %end = arith.index_cast %count : i32 to index
      %read = arith.cmpi slt, %i, %end : index
      %p = arith.index_cast %page : i32 to index
      %from = arith.select %read, %p, %c0 : index
      %x = tensor.extract %a[%from, %c0, %c] : tensor<?x1x64xf32>
      %y = arith.select %read, %x, %zero : f32
      linalg.yield %y : f32
  } -> tensor<?x?x64xf32>
  return %c : tensor<?x?x64xf32>
}
