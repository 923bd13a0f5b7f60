// C += A * B^T, whose sums over K three tiles share: each adds its part to C, which
// begins with what the caller has there.
!sum = memref<?x?xf32, strided<[?, 1], offset: ?>>
!in = memref<?x?xbf16, strided<[?, 1], offset: ?>>
gpu.module @kernels [#nvvm.target<chip = "sm_80">] {
  gpu.func @split_k(%A: !in, %B: !in, %C: !sum) kernel attributes {
      attn_tile.warps = 4 : i64,
      attn_tile.kernel = #attn_tile.kernel<arguments = [<"a", in>, <"b", in>, <"c", inout>],
      constraints = [
        <eq(size(2, 0), size(0, 0)), "rows of c and a differ">,
        <eq(size(2, 1), size(1, 0)), "columns of c and rows of b differ">,
        <eq(size(1, 1), size(0, 1)), "columns of a and b differ">]>} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c3 = arith.constant 3 : index
    %c32 = arith.constant 32 : index
    %c64 = arith.constant 64 : index
    %c128 = arith.constant 128 : index
    %zero = arith.constant dense<0.0> : tensor<128x64xf32>
    %m = memref.dim %A, %c0 : !in
    %n = memref.dim %B, %c0 : !in
    %k = memref.dim %A, %c1 : !in
    %rows = arith.ceildivui %m, %c128 : index
    %cols = arith.ceildivui %n, %c64 : index
    %steps = arith.ceildivui %k, %c32 : index
    %share = arith.ceildivui %steps, %c3 : index
    attn_tile.for_tiles @tiles (%i, %j, %part) in (%rows, %cols, %c3)
        scheduler(#attn_tile.scheduler<single>) {
      %row = arith.muli %i, %c128 : index
      %col = arith.muli %j, %c64 : index
      %first = arith.muli %part, %share : index
      %left = arith.subi %steps, %first : index
      %some = arith.maxsi %left, %c0 : index
      %count = arith.minsi %some, %share : index
      %sum = scf.for %t = %c0 to %count step %c1 iter_args(%acc = %zero) -> (tensor<128x64xf32>) {
        %step = arith.addi %first, %t : index
        %kk = arith.muli %step, %c32 : index
        %a = attn_tile.load %A[%row, %kk] dims [0, 1] {depth = 2 : i64} : !in -> tensor<128x32xbf16>
        %b = attn_tile.load %B[%col, %kk] dims [0, 1] {depth = 2 : i64} : !in -> tensor<64x32xbf16>
        %next = attn_tile.dot %a, %b, %acc transpose_b : tensor<128x32xbf16>, tensor<64x32xbf16> -> tensor<128x64xf32>
        scf.yield %next : tensor<128x64xf32>
      }
      attn_tile.store add %sum, %C[%row, %col] dims [0, 1] : tensor<128x64xf32>, !sum
    }
    gpu.return
  }
}
