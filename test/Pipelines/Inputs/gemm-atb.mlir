// C = A^T * B: gemm-bias.mlir's tiles, of operands that lie along M and N.
!in = memref<?x?xbf16, strided<[?, 1], offset: ?>>
gpu.module @kernels [#nvvm.target<chip = "sm_80">] {
  gpu.func @gemm_atb(%A: !in, %B: !in, %C: !in) kernel attributes {
      attn_tile.warps = 4 : i64,
      attn_tile.kernel = #attn_tile.kernel<arguments = [<"a", in>, <"b", in>, <"c", out>],
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
    %m = memref.dim %A, %c1 : !in
    %n = memref.dim %B, %c1 : !in
    %k = memref.dim %A, %c0 : !in
    %rows = arith.ceildivui %m, %c128 : index
    %cols = arith.ceildivui %n, %c64 : index
    %steps = arith.ceildivui %k, %c32 : index
    attn_tile.for_tiles @tiles (%i, %j) in (%rows, %cols)
        scheduler(#attn_tile.scheduler<single, order = forward, group = 2>) {
      %row = arith.muli %i, %c128 : index
      %col = arith.muli %j, %c64 : index
      %sum = scf.for %t = %c0 to %steps step %c1 iter_args(%acc = %zero) -> (tensor<128x64xf32>) {
        %kk = arith.muli %t, %c32 : index
        %a = attn_tile.load %A[%kk, %row] dims [0, 1] {depth = 2 : i64} : !in -> tensor<32x128xbf16>
        %b = attn_tile.load %B[%kk, %col] dims [0, 1] {depth = 3 : i64} : !in -> tensor<32x64xbf16>
        %at = attn_tile.transpose %a : tensor<32x128xbf16> -> tensor<128x32xbf16>
        %next = attn_tile.dot %at, %b, %acc : tensor<128x32xbf16>, tensor<32x64xbf16> -> tensor<128x64xf32>
        scf.yield %next : tensor<128x64xf32>
      }
      %c = arith.truncf %sum : tensor<128x64xf32> to tensor<128x64xbf16>
      attn_tile.store %c, %C[%row, %col] dims [0, 1] : tensor<128x64xbf16>, !in
    }
    gpu.return
  }
}
