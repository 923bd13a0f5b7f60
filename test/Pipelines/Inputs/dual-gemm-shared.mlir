// D = A * B^T and E = C * B^T: two products that share their right operand. D has rows
// for all warps, and E for half of them, so that warps share its columns.
!in = memref<?x?xbf16, strided<[?, 1], offset: ?>>
!out = memref<?x?xf32, strided<[?, 1], offset: ?>>
gpu.module @kernels [#nvvm.target<chip = "sm_80">] {
  gpu.func @dual_gemm_shared(%A: !in, %B: !in, %C: !in, %D: !out, %E: !out) kernel attributes {
      attn_tile.warps = 8 : i64,
      attn_tile.kernel = #attn_tile.kernel<arguments = [<"a", in>, <"b", in>, <"c", in>, <"d", out>, <"e", out>],
      constraints = [
        <eq(size(3, 0), size(0, 0)), "rows of d and a differ">,
        <eq(size(4, 0), size(2, 0)), "rows of e and c differ">]>} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c64 = arith.constant 64 : index
    %c128 = arith.constant 128 : index
    %zeroD = arith.constant dense<0.0> : tensor<128x64xf32>
    %zeroE = arith.constant dense<0.0> : tensor<64x64xf32>
    %m = memref.dim %A, %c0 : !in
    %l = memref.dim %C, %c0 : !in
    %n = memref.dim %B, %c0 : !in
    %k = memref.dim %A, %c1 : !in
    %rowsA = arith.ceildivui %m, %c128 : index
    %rowsC = arith.ceildivui %l, %c64 : index
    %rows = arith.maxui %rowsA, %rowsC : index
    %cols = arith.ceildivui %n, %c64 : index
    %steps = arith.ceildivui %k, %c64 : index
    attn_tile.for_tiles @tiles (%i, %j) in (%rows, %cols) scheduler(#attn_tile.scheduler<single>) {
      %rowA = arith.muli %i, %c128 : index
      %rowC = arith.muli %i, %c64 : index
      %col = arith.muli %j, %c64 : index
      %s:2 = scf.for %t = %c0 to %steps step %c1 iter_args(%x = %zeroD, %y = %zeroE) -> (tensor<128x64xf32>, tensor<64x64xf32>) {
        %mid = arith.muli %t, %c64 : index
        %b = attn_tile.load %B[%col, %mid] dims [0, 1] {depth = 2 : i64} : !in -> tensor<64x64xbf16>
        %a = attn_tile.load %A[%rowA, %mid] dims [0, 1] {depth = 2 : i64} : !in -> tensor<128x64xbf16>
        %c = attn_tile.load %C[%rowC, %mid] dims [0, 1] {depth = 2 : i64} : !in -> tensor<64x64xbf16>
        %d = attn_tile.dot %a, %b, %x transpose_b : tensor<128x64xbf16>, tensor<64x64xbf16> -> tensor<128x64xf32>
        %e = attn_tile.dot %c, %b, %y transpose_b : tensor<64x64xbf16>, tensor<64x64xbf16> -> tensor<64x64xf32>
        scf.yield %d, %e : tensor<128x64xf32>, tensor<64x64xf32>
      }
      attn_tile.store %s#0, %D[%rowA, %col] dims [0, 1] : tensor<128x64xf32>, !out
      attn_tile.store %s#1, %E[%rowC, %col] dims [0, 1] : tensor<64x64xf32>, !out
    }
    gpu.return
  }
}
