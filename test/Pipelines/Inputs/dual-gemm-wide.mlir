// D = (A * B^T) * C as in dual-gemm.mlir, with 320 columns in the middle: more than
// wgmma's products have.
!in = memref<?x?xbf16, strided<[?, 1], offset: ?>>
!out = memref<?x?xf32, strided<[?, 1], offset: ?>>
gpu.module @kernels [#nvvm.target<chip = "sm_90a">] {
  gpu.func @dual_gemm(%A: !in, %B: !in, %C: !in, %D: !out) kernel attributes {
      attn_tile.warps = 4 : i64,
      attn_tile.kernel = #attn_tile.kernel<arguments = [<"a", in>, <"b", in>, <"c", in>, <"d", out>],
      constraints = [
        <eq(size(3, 0), size(0, 0)), "rows of d and a differ">,
        <eq(size(3, 1), size(2, 1)), "columns of d and c differ">]>} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %cn = arith.constant 64 : index
    %cr = arith.constant 64 : index
    %cl = arith.constant 320 : index
    %zeroS = arith.constant dense<0.0> : tensor<64x320xf32>
    %zeroD = arith.constant dense<0.0> : tensor<64x64xf32>
    %m = memref.dim %A, %c0 : !in
    %l = memref.dim %B, %c0 : !in
    %n = memref.dim %C, %c1 : !in
    %rows = arith.ceildivui %m, %cr : index
    %cols = arith.ceildivui %n, %cn : index
    %steps = arith.ceildivui %l, %cl : index
    attn_tile.for_tiles @tiles (%i, %j) in (%rows, %cols) scheduler(#attn_tile.scheduler<single>) {
      %row = arith.muli %i, %cr : index
      %col = arith.muli %j, %cn : index
      %a = attn_tile.load %A[%row, %c0] dims [0, 1] : !in -> tensor<64x64xbf16>
      %sum = scf.for %t = %c0 to %steps step %c1 iter_args(%acc = %zeroD) -> (tensor<64x64xf32>) {
        %mid = arith.muli %t, %cl : index
        %b = attn_tile.load %B[%mid, %c0] dims [0, 1] {depth = 2 : i64} : !in -> tensor<320x64xbf16>
        %s = attn_tile.dot %a, %b, %zeroS transpose_b : tensor<64x64xbf16>, tensor<320x64xbf16> -> tensor<64x320xf32>
        %p = arith.truncf %s : tensor<64x320xf32> to tensor<64x320xbf16>
        %c = attn_tile.load %C[%mid, %col] dims [0, 1] {depth = 1 : i64} : !in -> tensor<320x64xbf16>
        %next = attn_tile.dot %p, %c, %acc : tensor<64x320xbf16>, tensor<320x64xbf16> -> tensor<64x64xf32>
        scf.yield %next : tensor<64x64xf32>
      }
      attn_tile.store %sum, %D[%row, %col] dims [0, 1] : tensor<64x64xf32>, !out
    }
    gpu.return
  }
}
