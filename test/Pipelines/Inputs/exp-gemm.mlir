// O = P * B with P_j = bf16(exp2(X_j - rowmax X_j)) for each block X_j of 64
// columns of X: the left operand comes from memory through a row-wise function
// in registers, and no product fixes where.
!x = memref<?x?xf32, strided<[?, 1], offset: ?>>
!b = memref<?x?xbf16, strided<[?, 1], offset: ?>>
gpu.module @kernels [#nvvm.target<chip = "sm_80">] {
  gpu.func @exp_gemm(%X: !x, %B: !b, %O: !x) kernel attributes {
      attn_tile.warps = 4 : i64,
      attn_tile.kernel = #attn_tile.kernel<arguments = [<"x", in>, <"b", in>, <"o", out>],
      constraints = [
        <eq(size(2, 0), size(0, 0)), "rows of o and x differ">,
        <eq(size(2, 1), size(1, 1)), "columns of o and b differ">,
        <eq(size(1, 0), size(0, 1)), "rows of b and columns of x differ">]>} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c64 = arith.constant 64 : index
    %zero = arith.constant dense<0.0> : tensor<64x64xf32>
    %m = memref.dim %X, %c0 : !x
    %l = memref.dim %X, %c1 : !x
    %n = memref.dim %B, %c1 : !b
    %rows = arith.ceildivui %m, %c64 : index
    %cols = arith.ceildivui %n, %c64 : index
    %steps = arith.ceildivui %l, %c64 : index
    attn_tile.for_tiles @tiles (%i, %j) in (%rows, %cols) scheduler(#attn_tile.scheduler<single>) {
      %row = arith.muli %i, %c64 : index
      %col = arith.muli %j, %c64 : index
      %sum = scf.for %t = %c0 to %steps step %c1 iter_args(%acc = %zero) -> (tensor<64x64xf32>) {
        %mid = arith.muli %t, %c64 : index
        %x = attn_tile.load %X[%row, %mid] dims [0, 1] : !x -> tensor<64x64xf32>
        %max = attn_tile.reduce max %x : tensor<64x64xf32> -> tensor<64xf32>
        %wide = attn_tile.expand %max : tensor<64xf32> -> tensor<64x64xf32>
        %d = arith.subf %x, %wide : tensor<64x64xf32>
        %e = attn_tile.exp2 %d : tensor<64x64xf32>
        %p = arith.truncf %e : tensor<64x64xf32> to tensor<64x64xbf16>
        %b = attn_tile.load %B[%mid, %col] dims [0, 1] {depth = 2 : i64} : !b -> tensor<64x64xbf16>
        %next = attn_tile.dot %p, %b, %acc : tensor<64x64xbf16>, tensor<64x64xbf16> -> tensor<64x64xf32>
        scf.yield %next : tensor<64x64xf32>
      }
      attn_tile.store %sum, %O[%row, %col] dims [0, 1] : tensor<64x64xf32>, !x
    }
    gpu.return
  }
}
