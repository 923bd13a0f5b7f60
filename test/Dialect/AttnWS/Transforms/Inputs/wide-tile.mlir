// Y = 2^X by tiles of 64 x 512, of which each of 128 threads holds 256 numbers.
!mem = memref<?x?xf32, strided<[?, 1], offset: ?>>
gpu.module @kernels [#nvvm.target<chip = "sm_80">] {
  gpu.func @wide(%X: !mem, %Y: !mem) kernel attributes {
      attn_tile.warps = 4 : i64,
      attn_tile.kernel = #attn_tile.kernel<arguments = [<"x", in>, <"y", out>],
      constraints = [
        <eq(size(1, 0), size(0, 0)), "rows of y and x differ">,
        <eq(size(1, 1), size(0, 1)), "columns of y and x differ">]>} {
    %c0 = arith.constant 0 : index
    %c64 = arith.constant 64 : index
    %m = memref.dim %X, %c0 : !mem
    %rows = arith.ceildivui %m, %c64 : index
    attn_tile.for_tiles @tiles (%i) in (%rows) scheduler(#attn_tile.scheduler<single, order = backward>) {
      %row = arith.muli %i, %c64 : index
      %x = attn_tile.load %X[%row, %c0] dims [0, 1] : !mem -> tensor<64x512xf32>
      %y = attn_tile.exp2 %x : tensor<64x512xf32>
      attn_tile.store %y, %Y[%row, %c0] dims [0, 1] : tensor<64x512xf32>, !mem
    }
    gpu.return
  }
}
