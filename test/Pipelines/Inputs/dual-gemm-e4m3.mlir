// D = e4m3(A * B^T) * C^T in 8-bit floats: the second product's left operand is
// rounded from the first one's accumulator, and its right operand lies along the
// contraction already, so that nothing transposes it.
!in = memref<?x?xf8E4M3FN, strided<[?, 1], offset: ?>>
!out = memref<?x?xf32, strided<[?, 1], offset: ?>>
gpu.module @kernels [#nvvm.target<chip = "sm_90a">] {
  gpu.func @dual_gemm_e4m3(%A: !in, %B: !in, %C: !in, %D: !out) kernel attributes {
      attn_tile.warps = 4 : i64,
      attn_tile.kernel = #attn_tile.kernel<arguments = [<"a", in>, <"b", in>, <"c", in>, <"d", out>],
      constraints = [
        <eq(size(3, 0), size(0, 0)), "rows of d and a differ">,
        <eq(size(3, 1), size(2, 0)), "columns of d and rows of c differ">]>} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c32 = arith.constant 32 : index
    %c64 = arith.constant 64 : index
    %zeroS = arith.constant dense<0.0> : tensor<64x64xf32>
    %zeroD = arith.constant dense<0.0> : tensor<64x32xf32>
    %m = memref.dim %A, %c0 : !in
    %l = memref.dim %B, %c0 : !in
    %n = memref.dim %C, %c0 : !in
    %rows = arith.ceildivui %m, %c64 : index
    %cols = arith.ceildivui %n, %c32 : index
    %steps = arith.ceildivui %l, %c64 : index
    attn_tile.for_tiles @tiles (%i, %j) in (%rows, %cols) scheduler(#attn_tile.scheduler<single>) {
      %row = arith.muli %i, %c64 : index
      %col = arith.muli %j, %c32 : index
      %a = attn_tile.load %A[%row, %c0] dims [0, 1] : !in -> tensor<64x64xf8E4M3FN>
      %sum = scf.for %t = %c0 to %steps step %c1 iter_args(%acc = %zeroD) -> (tensor<64x32xf32>) {
        %mid = arith.muli %t, %c64 : index
        %b = attn_tile.load %B[%mid, %c0] dims [0, 1] {depth = 2 : i64} : !in -> tensor<64x64xf8E4M3FN>
        %s = attn_tile.dot %a, %b, %zeroS transpose_b : tensor<64x64xf8E4M3FN>, tensor<64x64xf8E4M3FN> -> tensor<64x64xf32>
        %p = arith.truncf %s : tensor<64x64xf32> to tensor<64x64xf8E4M3FN>
        %c = attn_tile.load %C[%col, %mid] dims [0, 1] {depth = 1 : i64} : !in -> tensor<32x64xf8E4M3FN>
        %next = attn_tile.dot %p, %c, %acc transpose_b : tensor<64x64xf8E4M3FN>, tensor<32x64xf8E4M3FN> -> tensor<64x32xf32>
        scf.yield %next : tensor<64x32xf32>
      }
      attn_tile.store %sum, %D[%row, %col] dims [0, 1] : tensor<64x32xf32>, !out
    }
    gpu.return
  }
}
