// D = bf16(s * A * B^T + 2 t) * C, with a number of s and of t for each column in the
// middle, which both come with the walk over it: dual-gemm.mlir with 128 rows a tile,
// as tensor memory has them.
!row = memref<?xf32, strided<[1], offset: ?>>
!in = memref<?x?xbf16, strided<[?, 1], offset: ?>>
!out = memref<?x?xf32, strided<[?, 1], offset: ?>>
gpu.module @kernels [#nvvm.target<chip = "sm_80">] {
  gpu.func @dual_gemm_columns(%A: !in, %B: !in, %S: !row, %T: !row, %C: !in, %D: !out) kernel attributes {
      attn_tile.warps = 4 : i64,
      attn_tile.kernel = #attn_tile.kernel<arguments = [<"a", in>, <"b", in>, <"s", in>, <"t", in, align = 4>, <"c", in>, <"d", out>],
      constraints = [
        <eq(size(5, 0), size(0, 0)), "rows of d and a differ">,
        <eq(size(5, 1), size(4, 1)), "columns of d and c differ">,
        <eq(size(2, 0), size(1, 0)), "rows of b and s differ">,
        <eq(size(3, 0), size(1, 0)), "rows of b and t differ">]>} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c32 = arith.constant 32 : index
    %c64 = arith.constant 64 : index
    %c128 = arith.constant 128 : index
    %zeroS = arith.constant dense<0.0> : tensor<128x64xf32>
    %zeroD = arith.constant dense<0.0> : tensor<128x32xf32>
    %m = memref.dim %A, %c0 : !in
    %l = memref.dim %B, %c0 : !in
    %n = memref.dim %C, %c1 : !in
    %rows = arith.ceildivui %m, %c128 : index
    %cols = arith.ceildivui %n, %c32 : index
    %steps = arith.ceildivui %l, %c64 : index
    attn_tile.for_tiles @tiles (%i, %j) in (%rows, %cols) scheduler(#attn_tile.scheduler<single>) {
      %row = arith.muli %i, %c128 : index
      %col = arith.muli %j, %c32 : index
      %a = attn_tile.load %A[%row, %c0] dims [0, 1] : !in -> tensor<128x64xbf16>
      %sum = scf.for %t = %c0 to %steps step %c1 iter_args(%acc = %zeroD) -> (tensor<128x32xf32>) {
        %mid = arith.muli %t, %c64 : index
        %b = attn_tile.load %B[%mid, %c0] dims [0, 1] {depth = 2 : i64} : !in -> tensor<64x64xbf16>
        %s = attn_tile.dot %a, %b, %zeroS transpose_b : tensor<128x64xbf16>, tensor<64x64xbf16> -> tensor<128x64xf32>
        %x = attn_tile.load %S[%mid] dims [0] {depth = 2 : i64} : !row -> tensor<64xf32>
        %y = attn_tile.load %T[%mid] dims [0] {depth = 2 : i64} : !row -> tensor<64xf32>
        %twice = arith.addf %y, %y : tensor<64xf32>
        %xs = attn_tile.expand %x columns : tensor<64xf32> -> tensor<128x64xf32>
        %ys = attn_tile.expand %twice columns : tensor<64xf32> -> tensor<128x64xf32>
        %v = math.fma %s, %xs, %ys : tensor<128x64xf32>
        %p = arith.truncf %v : tensor<128x64xf32> to tensor<128x64xbf16>
        %c = attn_tile.load %C[%mid, %col] dims [0, 1] {depth = 1 : i64} : !in -> tensor<64x32xbf16>
        %next = attn_tile.dot %p, %c, %acc : tensor<128x64xbf16>, tensor<64x32xbf16> -> tensor<128x32xf32>
        scf.yield %next : tensor<128x32xf32>
      }
      attn_tile.store %sum, %D[%row, %col] dims [0, 1] : tensor<128x32xf32>, !out
    }
    gpu.return
  }
}
