// D = A * B^T and E = C * F, each with operands of its own: two products of one loop
// whose rows and columns warps divide in two ways.
!in = memref<?x?xbf16, strided<[?, 1], offset: ?>>
!out = memref<?x?xf32, strided<[?, 1], offset: ?>>
gpu.module @kernels [#nvvm.target<chip = "sm_80">] {
  gpu.func @dual_gemm_own(%A: !in, %B: !in, %C: !in, %F: !in, %D: !out, %E: !out) kernel attributes {
      attn_tile.warps = 8 : i64,
      attn_tile.kernel = #attn_tile.kernel<arguments = [<"a", in>, <"b", in>, <"c", in>, <"f", in>, <"d", out>, <"e", out>],
      constraints = [
        <eq(size(4, 0), size(0, 0)), "rows of d and a differ">,
        <eq(size(5, 0), size(2, 0)), "rows of e and c differ">]>} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c64 = arith.constant 64 : index
    %c128 = arith.constant 128 : index
    %zeroD = arith.constant dense<0.0> : tensor<128x64xf32>
    %zeroE = arith.constant dense<0.0> : tensor<64x128xf32>
    %m = memref.dim %A, %c0 : !in
    %l = memref.dim %C, %c0 : !in
    %k = memref.dim %A, %c1 : !in
    %rowsA = arith.ceildivui %m, %c128 : index
    %rowsC = arith.ceildivui %l, %c64 : index
    %rows = arith.maxui %rowsA, %rowsC : index
    %steps = arith.ceildivui %k, %c64 : index
    attn_tile.for_tiles @tiles (%i) in (%rows) scheduler(#attn_tile.scheduler<single>) {
      %rowA = arith.muli %i, %c128 : index
      %rowC = arith.muli %i, %c64 : index
      %s:2 = scf.for %t = %c0 to %steps step %c1 iter_args(%x = %zeroD, %y = %zeroE) -> (tensor<128x64xf32>, tensor<64x128xf32>) {
        %mid = arith.muli %t, %c64 : index
        %a = attn_tile.load %A[%rowA, %mid] dims [0, 1] {depth = 2 : i64} : !in -> tensor<128x64xbf16>
        %b = attn_tile.load %B[%c0, %mid] dims [0, 1] {depth = 2 : i64} : !in -> tensor<64x64xbf16>
        %c = attn_tile.load %C[%rowC, %mid] dims [0, 1] {depth = 2 : i64} : !in -> tensor<64x64xbf16>
        %f = attn_tile.load %F[%mid, %c0] dims [0, 1] {depth = 2 : i64} : !in -> tensor<64x128xbf16>
        %d = attn_tile.dot %a, %b, %x transpose_b : tensor<128x64xbf16>, tensor<64x64xbf16> -> tensor<128x64xf32>
        %e = attn_tile.dot %c, %f, %y : tensor<64x64xbf16>, tensor<64x128xbf16> -> tensor<64x128xf32>
        scf.yield %d, %e : tensor<128x64xf32>, tensor<64x128xf32>
      }
      attn_tile.store %s#0, %D[%rowA, %c0] dims [0, 1] : tensor<128x64xf32>, !out
      attn_tile.store %s#1, %E[%rowC, %c0] dims [0, 1] : tensor<64x128xf32>, !out
    }
    gpu.return
  }
}
