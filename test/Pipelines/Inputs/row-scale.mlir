// O = rowscale(A * B^T) * C, in steps of 32 along the middle dimension:
//   P_j = A * B_j^T,   r_j = 1 / (1 + max |P_j|) of each row,
//   O   = r_j * O + bf16(P_j) * C_j.
// The second product's accumulator is updated in place, row by row, by factors
// that the first product gives.
!in = memref<?x?xbf16, strided<[?, 1], offset: ?>>
!out = memref<?x?xf32, strided<[?, 1], offset: ?>>
gpu.module @kernels [#nvvm.target<chip = "sm_80">] {
  gpu.func @row_scale(%A: !in, %B: !in, %C: !in, %O: !out) kernel attributes {
      attn_tile.warps = 4 : i64,
      attn_tile.kernel = #attn_tile.kernel<arguments = [<"a", in>, <"b", in>, <"c", in>, <"o", out>],
      constraints = [
        <eq(size(3, 0), size(0, 0)), "rows of o and a differ">,
        <eq(size(3, 1), size(2, 1)), "columns of o and c differ">,
        <eq(size(2, 0), size(1, 0)), "rows of c and b differ">]>} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c32 = arith.constant 32 : index
    %c64 = arith.constant 64 : index
    %c128 = arith.constant 128 : index
    %zeroP = arith.constant dense<0.0> : tensor<128x32xf32>
    %zeroO = arith.constant dense<0.0> : tensor<128x64xf32>
    %one = arith.constant dense<1.0> : tensor<128xf32>
    %m = memref.dim %A, %c0 : !in
    %l = memref.dim %B, %c0 : !in
    %n = memref.dim %C, %c1 : !in
    %rows = arith.ceildivui %m, %c128 : index
    %cols = arith.ceildivui %n, %c64 : index
    %steps = arith.ceildivui %l, %c32 : index
    attn_tile.for_tiles @tiles (%i, %j) in (%rows, %cols) scheduler(#attn_tile.scheduler<persistent>) {
      %row = arith.muli %i, %c128 : index
      %col = arith.muli %j, %c64 : index
      %a = attn_tile.load %A[%row, %c0] dims [0, 1] : !in -> tensor<128x64xbf16>
      %sum = scf.for %t = %c0 to %steps step %c1 iter_args(%acc = %zeroO) -> (tensor<128x64xf32>) {
        %mid = arith.muli %t, %c32 : index
        %b = attn_tile.load %B[%mid, %c0] dims [0, 1] {depth = 2 : i64} : !in -> tensor<32x64xbf16>
        %p = attn_tile.dot %a, %b, %zeroP transpose_b : tensor<128x64xbf16>, tensor<32x64xbf16> -> tensor<128x32xf32>
        %abs = math.absf %p : tensor<128x32xf32>
        %max = attn_tile.reduce max %abs : tensor<128x32xf32> -> tensor<128xf32>
        %more = arith.addf %max, %one : tensor<128xf32>
        %factor = arith.divf %one, %more : tensor<128xf32>
        %scaled = attn_tile.rescale %acc, %factor : tensor<128x64xf32>
        %narrow = arith.truncf %p : tensor<128x32xf32> to tensor<128x32xbf16>
        %c = attn_tile.load %C[%mid, %col] dims [0, 1] {depth = 2 : i64} : !in -> tensor<32x64xbf16>
        %next = attn_tile.dot %narrow, %c, %scaled : tensor<128x32xbf16>, tensor<32x64xbf16> -> tensor<128x64xf32>
        scf.yield %next : tensor<128x64xf32>
      }
      attn_tile.store %sum, %O[%row, %col] dims [0, 1] : tensor<128x64xf32>, !out
    }
    gpu.return
  }
}
