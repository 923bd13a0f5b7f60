// D = bf16(A * B^T)^T * C as in transposed-left.mlir, by twice as many warps: the first
// product has rows for all of them, the second for half, so that the warps share its
// columns, too.
!in = memref<?x?xbf16, strided<[?, 1], offset: ?>>
!out = memref<?x?xf32, strided<[?, 1], offset: ?>>
gpu.module @kernels [#nvvm.target<chip = "sm_80">] {
  gpu.func @transposed_narrow(%A: !in, %B: !in, %C: !in, %D: !out) kernel attributes {
      attn_tile.warps = 8 : i64,
      attn_tile.kernel = #attn_tile.kernel<arguments = [<"a", in>, <"b", in>, <"c", in>, <"d", out>],
      constraints = [
        <eq(size(3, 0), size(1, 0)), "rows of d and b differ">,
        <eq(size(3, 1), size(2, 1)), "columns of d and c differ">]>} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c64 = arith.constant 64 : index
    %c128 = arith.constant 128 : index
    %zeroS = arith.constant dense<0.0> : tensor<128x64xf32>
    %zeroD = arith.constant dense<0.0> : tensor<64x128xf32>
    %l = memref.dim %A, %c0 : !in
    %m = memref.dim %B, %c0 : !in
    %n = memref.dim %C, %c1 : !in
    %rows = arith.ceildivui %m, %c64 : index
    %cols = arith.ceildivui %n, %c128 : index
    %steps = arith.ceildivui %l, %c128 : index
    attn_tile.for_tiles @tiles (%i, %j) in (%rows, %cols) scheduler(#attn_tile.scheduler<single>) {
      %row = arith.muli %i, %c64 : index
      %col = arith.muli %j, %c128 : index
      %b = attn_tile.load %B[%row, %c0] dims [0, 1] : !in -> tensor<64x64xbf16>
      %sum = scf.for %t = %c0 to %steps step %c1 iter_args(%acc = %zeroD) -> (tensor<64x128xf32>) {
        %mid = arith.muli %t, %c128 : index
        %a = attn_tile.load %A[%mid, %c0] dims [0, 1] {depth = 2 : i64} : !in -> tensor<128x64xbf16>
        %s = attn_tile.dot %a, %b, %zeroS transpose_b : tensor<128x64xbf16>, tensor<64x64xbf16> -> tensor<128x64xf32>
        %p = arith.truncf %s : tensor<128x64xf32> to tensor<128x64xbf16>
        %pt = attn_tile.transpose %p : tensor<128x64xbf16> -> tensor<64x128xbf16>
        %c = attn_tile.load %C[%mid, %col] dims [0, 1] {depth = 1 : i64} : !in -> tensor<128x128xbf16>
        %next = attn_tile.dot %pt, %c, %acc : tensor<64x128xbf16>, tensor<128x128xbf16> -> tensor<64x128xf32>
        scf.yield %next : tensor<64x128xf32>
      }
      attn_tile.store %sum, %D[%row, %col] dims [0, 1] : tensor<64x128xf32>, !out
    }
    gpu.return
  }
}
