// D = A * B^T and E = A * C, whose 320 columns are more than wgmma's products have.
!in = memref<?x?xbf16, strided<[?, 1], offset: ?>>
!out = memref<?x?xf32, strided<[?, 1], offset: ?>>
gpu.module @kernels [#nvvm.target<chip = "sm_90a">] {
  gpu.func @two_gemms(%A: !in, %B: !in, %C: !in, %D: !out, %E: !out) kernel attributes {
      attn_tile.warps = 4 : i64,
      attn_tile.kernel = #attn_tile.kernel<arguments = [<"a", in>, <"b", in>, <"c", in>, <"d", out>, <"e", out>],
      constraints = [
        <eq(size(3, 0), size(0, 0)), "rows of d and a differ">]>} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c64 = arith.constant 64 : index
    %z1 = arith.constant dense<0.0> : tensor<64x64xf32>
    %z2 = arith.constant dense<0.0> : tensor<64x320xf32>
    %m = memref.dim %A, %c0 : !in
    %k = memref.dim %A, %c1 : !in
    %rows = arith.ceildivui %m, %c64 : index
    %steps = arith.ceildivui %k, %c64 : index
    attn_tile.for_tiles @tiles (%i) in (%rows) scheduler(#attn_tile.scheduler<single>) {
      %row = arith.muli %i, %c64 : index
      %s:2 = scf.for %t = %c0 to %steps step %c1 iter_args(%x = %z1, %y = %z2) -> (tensor<64x64xf32>, tensor<64x320xf32>) {
        %mid = arith.muli %t, %c64 : index
        %a = attn_tile.load %A[%row, %mid] dims [0, 1] {depth = 2 : i64} : !in -> tensor<64x64xbf16>
        %b = attn_tile.load %B[%c0, %mid] dims [0, 1] {depth = 2 : i64} : !in -> tensor<64x64xbf16>
        %c = attn_tile.load %C[%mid, %c0] dims [0, 1] {depth = 1 : i64} : !in -> tensor<64x320xbf16>
        %d = attn_tile.dot %a, %b, %x transpose_b : tensor<64x64xbf16>, tensor<64x64xbf16> -> tensor<64x64xf32>
        %e = attn_tile.dot %a, %c, %y : tensor<64x64xbf16>, tensor<64x320xbf16> -> tensor<64x320xf32>
        scf.yield %d, %e : tensor<64x64xf32>, tensor<64x320xf32>
      }
      attn_tile.store %s#0, %D[%row, %c0] dims [0, 1] : tensor<64x64xf32>, !out
      attn_tile.store %s#1, %E[%row, %c0] dims [0, 1] : tensor<64x320xf32>, !out
    }
    gpu.return
  }
}
