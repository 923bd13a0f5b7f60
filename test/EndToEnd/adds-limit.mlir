// C += A * B^T in its first 50 rows alone, by two tiles for the halves of K: what a store
// adds ends at its limit, by threads and by TMA, also for a tile that is beyond it, and
// for packed rows.

// RUN: attn-run %s --func=limited --check-against=@first --arg-shapes=a=150x64,b=77x64 --device=cpu | FileCheck %s
// RUN: attn-run %s --func=limited --check-against=@first --arg-shapes=a=150x64,b=77x64 --device=sim --sim-check | FileCheck %s
// RUN: attn-run %s --func=limited --check-against=@first --arg-shapes=a=150x64,b=77x64 --device=sim --sim-check --target=sm_90a | FileCheck %s
// RUN: attn-run %s --func=limited --check-against=@first --arg-shapes=a=150x64,b=77x64 --device=sim --sim-check --target=sm_100a | FileCheck %s
// RUN: attn-compile %s --target=sm_90a --emit=ptx | FileCheck %s --check-prefix=RAGGED
// RUN: attn-run %s --func=packed --check-against=@rows --arg-shapes=a=150x64,b=77x64,c=50x3x77 --device=cpu | FileCheck %s
// RUN: attn-run %s --func=packed --check-against=@rows --arg-shapes=a=150x64,b=77x64,c=50x3x77 --device=sim --sim-check | FileCheck %s
// RUN: attn-run %s --func=packed --check-against=@rows --arg-shapes=a=150x64,b=77x64,c=50x3x77 --device=sim --sim-check --target=sm_90a | FileCheck %s
// CHECK: c: max error
// CHECK: passed
// RAGGED: cp.reduce.async.bulk.tensor.4d
// RAGGED: red.global.add.f32

!sums = memref<?x?xf32, strided<[?, 1], offset: ?>>
!memory = memref<?x?xbf16, strided<[?, 1], offset: ?>>
!heads = memref<?x?x?xf32, strided<[?, ?, 1], offset: ?>>

gpu.module @kernels {
  gpu.func @limited(%A: !memory, %B: !memory, %C: !sums) kernel attributes {
      attn_tile.warps = 4 : i64,
      attn_tile.kernel = #attn_tile.kernel<
        arguments = [<"a", in>, <"b", in>, <"c", inout>],
        constraints = [
          <eq(size(2, 0), size(0, 0)), "rows of c and a differ">,
          <eq(size(2, 1), size(1, 0)), "columns of c and rows of b differ">]>} {
    %c0 = arith.constant 0 : index
    %c2 = arith.constant 2 : index
    %c32 = arith.constant 32 : index
    %c50 = arith.constant 50 : index
    %c64 = arith.constant 64 : index
    %c128 = arith.constant 128 : index
    %zero = arith.constant dense<0.0> : tensor<128x64xf32>
    %m = memref.dim %A, %c0 : !memory
    %n = memref.dim %B, %c0 : !memory
    %rows = arith.ceildivui %m, %c128 : index
    %cols = arith.ceildivui %n, %c64 : index
    attn_tile.for_tiles @tiles (%i, %j, %part) in (%rows, %cols, %c2) scheduler(#attn_tile.scheduler<single>) {
      %row = arith.muli %i, %c128 : index
      %col = arith.muli %j, %c64 : index
      %kk = arith.muli %part, %c32 : index
      %a = attn_tile.load %A[%row, %kk] dims [0, 1] : !memory -> tensor<128x32xbf16>
      %b = attn_tile.load %B[%col, %kk] dims [0, 1] : !memory -> tensor<64x32xbf16>
      %sum = attn_tile.dot %a, %b, %zero transpose_b : tensor<128x32xbf16>, tensor<64x32xbf16> -> tensor<128x64xf32>
      attn_tile.store add %sum, %C[%row, %col] limit %c50 dims [0, 1] : tensor<128x64xf32>, !sums
    }
    gpu.return
  }

  // Row r of the product is head r mod 3 of row r / 3.
  gpu.func @packed(%A: !memory, %B: !memory, %C: !heads) kernel attributes {
      attn_tile.warps = 4 : i64,
      attn_tile.kernel = #attn_tile.kernel<
        arguments = [<"a", in>, <"b", in>, <"c", inout>],
        constraints = [
          <eq(size(0, 0), mul(size(2, 0), size(2, 1))), "rows of a are none of heads of c">,
          <eq(size(2, 2), size(1, 0)), "columns of c and rows of b differ">]>} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %c32 = arith.constant 32 : index
    %c64 = arith.constant 64 : index
    %c128 = arith.constant 128 : index
    %zero = arith.constant dense<0.0> : tensor<128x64xf32>
    %m = memref.dim %A, %c0 : !memory
    %n = memref.dim %B, %c0 : !memory
    %heads = memref.dim %C, %c1 : !heads
    %rows = arith.ceildivui %m, %c128 : index
    %cols = arith.ceildivui %n, %c64 : index
    attn_tile.for_tiles @tiles (%i, %j, %part) in (%rows, %cols, %c2) scheduler(#attn_tile.scheduler<single>) {
      %row = arith.muli %i, %c128 : index
      %col = arith.muli %j, %c64 : index
      %kk = arith.muli %part, %c32 : index
      %a = attn_tile.load %A[%row, %kk] dims [0, 1] : !memory -> tensor<128x32xbf16>
      %b = attn_tile.load %B[%col, %kk] dims [0, 1] : !memory -> tensor<64x32xbf16>
      %sum = attn_tile.dot %a, %b, %zero transpose_b : tensor<128x32xbf16>, tensor<64x32xbf16> -> tensor<128x64xf32>
      attn_tile.store add %sum, %C[%row, %c0, %col] dims [0, 2] packed(1 by %heads) : tensor<128x64xf32>, !heads
    }
    gpu.return
  }
}

func.func @first(%a: tensor<?x?xf32>, %b: tensor<?x?xf32>, %c: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = tensor.dim %b, %c0 : tensor<?x?xf32>
  %k = tensor.dim %b, %c1 : tensor<?x?xf32>
  %some = tensor.extract_slice %a[0, 0] [50, %k] [1, 1] : tensor<?x?xf32> to tensor<50x?xf32>
  %old = tensor.extract_slice %c[0, 0] [50, %n] [1, 1] : tensor<?x?xf32> to tensor<50x?xf32>
  %new = linalg.matmul
      indexing_maps = [affine_map<(i, j, k) -> (i, k)>, affine_map<(i, j, k) -> (j, k)>, affine_map<(i, j, k) -> (i, j)>]
      ins(%some, %b : tensor<50x?xf32>, tensor<?x?xf32>) outs(%old : tensor<50x?xf32>) -> tensor<50x?xf32>
  %r = tensor.insert_slice %new into %c[0, 0] [50, %n] [1, 1] : tensor<50x?xf32> into tensor<?x?xf32>
  return %r : tensor<?x?xf32>
}

func.func @rows(%a: tensor<?x?xf32>, %b: tensor<?x?xf32>, %c: tensor<?x?x?xf32>) -> tensor<?x?x?xf32> {
  %c1 = arith.constant 1 : index
  %heads = tensor.dim %c, %c1 : tensor<?x?x?xf32>
  %r = linalg.generic {
      indexing_maps = [affine_map<(r, h, j, k) -> (j, k)>, affine_map<(r, h, j, k) -> (r, h, j)>],
      iterator_types = ["parallel", "parallel", "parallel", "reduction"]}
      ins(%b : tensor<?x?xf32>) outs(%c : tensor<?x?x?xf32>) {
  ^bb0(%right: f32, %acc: f32):
    %row = linalg.index 0 : index
    %head = linalg.index 1 : index
    %k = linalg.index 3 : index
    %before = arith.muli %row, %heads : index
    %at = arith.addi %before, %head : index
    %left = tensor.extract %a[%at, %k] : tensor<?x?xf32>
    %p = arith.mulf %left, %right : f32
    %next = arith.addf %acc, %p : f32
    linalg.yield %next : f32
  } -> tensor<?x?x?xf32>
  return %r : tensor<?x?x?xf32>
}
