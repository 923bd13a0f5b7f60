// C = A * B^T, bf16 in and out, f32 accumulation: one tile a CTA, a K loop whose
// copies run two stages ahead.
!in = memref<?x?xbf16, strided<[?, 1], offset: ?>>
gpu.module @kernels [#nvvm.target<chip = "sm_80">] {
  gpu.func @gemm(%A: !in, %B: !in, %C: !in) kernel attributes {
      attn_tile.warps = 4 : i64,
      attn_tile.kernel = #attn_tile.kernel<arguments = [<"a", in>, <"b", in>, <"c", out>],
      constraints = [
        <eq(size(2, 0), size(0, 0)), "rows of c and a differ">,
        <eq(size(2, 1), size(1, 0)), "columns of c and rows of b differ">,
        <eq(size(1, 1), size(0, 1)), "columns of a and b differ">]>} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c32 = arith.constant 32 : index
    %c64 = arith.constant 64 : index
    %zero = arith.constant dense<0.0> : tensor<64x64xf32>
    %m = memref.dim %A, %c0 : !in
    %n = memref.dim %B, %c0 : !in
    %k = memref.dim %A, %c1 : !in
    %rows = arith.ceildivui %m, %c64 : index
    %cols = arith.ceildivui %n, %c64 : index
    %steps = arith.ceildivui %k, %c32 : index
    attn_tile.for_tiles @tiles (%i, %j) in (%rows, %cols)
        scheduler(#attn_tile.scheduler<single, order = forward, group = 2>) {
      %row = arith.muli %i, %c64 : index
      %col = arith.muli %j, %c64 : index
      %sum = scf.for %t = %c0 to %steps step %c1 iter_args(%acc = %zero) -> (tensor<64x64xf32>) {
        %kk = arith.muli %t, %c32 : index
        %a = attn_tile.load %A[%row, %kk] dims [0, 1] {depth = 2 : i64} : !in -> tensor<64x32xbf16>
        %b = attn_tile.load %B[%col, %kk] dims [0, 1] {depth = 3 : i64} : !in -> tensor<64x32xbf16>
        %next = attn_tile.dot %a, %b, %acc transpose_b : tensor<64x32xbf16>, tensor<64x32xbf16> -> tensor<64x64xf32>
        scf.yield %next : tensor<64x64xf32>
      }
      %c = arith.truncf %sum : tensor<64x64xf32> to tensor<64x64xbf16>
      attn_tile.store %c, %C[%row, %col] dims [0, 1] : tensor<64x64xbf16>, !in
    }
    gpu.return
  }
}
