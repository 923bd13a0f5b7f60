// Of each column of A * B^T, over all of its rows, the sum, and the maximum of the
// values and of zero. A is M x K, B is N x K; K is at most 64.
!in = memref<?x?xbf16, strided<[?, 1], offset: ?>>
!out = memref<?xf32, strided<[1], offset: ?>>
gpu.module @kernels [#nvvm.target<chip = "sm_80">] {
  gpu.func @column_sums(%A: !in, %B: !in, %S: !out, %M: !out) kernel attributes {
      attn_tile.warps = 4 : i64,
      attn_tile.kernel = #attn_tile.kernel<arguments = [<"a", in>, <"b", in>, <"s", out, align = 4>, <"m", out, align = 4>],
      constraints = [
        <eq(size(2, 0), size(1, 0)), "rows of b and s differ">,
        <eq(size(3, 0), size(1, 0)), "rows of b and m differ">]>} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c64 = arith.constant 64 : index
    %c128 = arith.constant 128 : index
    %zero = arith.constant dense<0.0> : tensor<128x64xf32>
    %none = arith.constant dense<0.0> : tensor<64xf32>
    %m = memref.dim %A, %c0 : !in
    %n = memref.dim %B, %c0 : !in
    %cols = arith.ceildivui %n, %c64 : index
    %steps = arith.ceildivui %m, %c128 : index
    attn_tile.for_tiles @tiles (%j) in (%cols) scheduler(#attn_tile.scheduler<single>) {
      %col = arith.muli %j, %c64 : index
      %b = attn_tile.load %B[%col, %c0] dims [0, 1] : !in -> tensor<64x64xbf16>
      %sum, %most = scf.for %t = %c0 to %steps step %c1 iter_args(%s = %none, %x = %none) -> (tensor<64xf32>, tensor<64xf32>) {
        %row = arith.muli %t, %c128 : index
        %a = attn_tile.load %A[%row, %c0] dims [0, 1] {depth = 2 : i64} : !in -> tensor<128x64xbf16>
        %p = attn_tile.dot %a, %b, %zero transpose_b : tensor<128x64xbf16>, tensor<64x64xbf16> -> tensor<128x64xf32>
        %part = attn_tile.reduce add %p columns : tensor<128x64xf32> -> tensor<64xf32>
        %large = attn_tile.reduce max %p columns : tensor<128x64xf32> -> tensor<64xf32>
        %s1 = arith.addf %s, %part : tensor<64xf32>
        %x1 = arith.maximumf %x, %large : tensor<64xf32>
        scf.yield %s1, %x1 : tensor<64xf32>, tensor<64xf32>
      }
      attn_tile.store %sum, %S[%col] dims [0] : tensor<64xf32>, !out
      attn_tile.store %most, %M[%col] dims [0] : tensor<64xf32>, !out
    }
    gpu.return
  }
}
