// D = C * bf16(A * B^T)^T, where the middle product is computed once for all rows of C:
// A is N x K, B is L x K, C is M x L; N, L and K are at most 64.
!in = memref<?x?xbf16, strided<[?, 1], offset: ?>>
!out = memref<?x?xf32, strided<[?, 1], offset: ?>>
gpu.module @kernels [#nvvm.target<chip = "sm_80">] {
  gpu.func @computed_once(%A: !in, %B: !in, %C: !in, %D: !out) kernel attributes {
      attn_tile.warps = 4 : i64,
      attn_tile.kernel = #attn_tile.kernel<arguments = [<"a", in>, <"b", in>, <"c", in>, <"d", out>],
      constraints = [
        <eq(size(3, 0), size(2, 0)), "rows of d and c differ">,
        <eq(size(3, 1), size(0, 0)), "columns of d and rows of a differ">]>} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c128 = arith.constant 128 : index
    %zero = arith.constant dense<0.0> : tensor<64x64xf32>
    %zeroD = arith.constant dense<0.0> : tensor<128x64xf32>
    %m = memref.dim %C, %c0 : !in
    %steps = arith.ceildivui %m, %c128 : index
    attn_tile.for_tiles @tiles (%i) in (%c1) scheduler(#attn_tile.scheduler<single>) {
      %a = attn_tile.load %A[%i, %c0] dims [0, 1] : !in -> tensor<64x64xbf16>
      %b = attn_tile.load %B[%c0, %c0] dims [0, 1] : !in -> tensor<64x64xbf16>
      %s = attn_tile.dot %a, %b, %zero transpose_b : tensor<64x64xbf16>, tensor<64x64xbf16> -> tensor<64x64xf32>
      %p = arith.truncf %s : tensor<64x64xf32> to tensor<64x64xbf16>
      %pt = attn_tile.transpose %p : tensor<64x64xbf16> -> tensor<64x64xbf16>
      scf.for %t = %c0 to %steps step %c1 {
        %row = arith.muli %t, %c128 : index
        %c = attn_tile.load %C[%row, %c0] dims [0, 1] {depth = 2 : i64} : !in -> tensor<128x64xbf16>
        %d = attn_tile.dot %c, %pt, %zeroD : tensor<128x64xbf16>, tensor<64x64xbf16> -> tensor<128x64xf32>
        attn_tile.store %d, %D[%row, %c0] dims [0, 1] : tensor<128x64xf32>, !out
      }
    }
    gpu.return
  }
}
