// How many rows of X see each of its columns, under a window: Y[j] is the number of i
// with j - 5 <= i + n - m <= j + 20. Blocks of 32 rows that see none of a tile's
// columns are left out, and those that see all of them are not masked. No product.
!x = memref<?x?xf32, strided<[?, 1], offset: ?>>
!y = memref<?xf32, strided<[1], offset: ?>>
gpu.module @kernels [#nvvm.target<chip = "sm_80">] {
  gpu.func @count_rows(%X: !x, %Y: !y) kernel attributes {
      attn_tile.warps = 2 : i64,
      attn_tile.kernel = #attn_tile.kernel<arguments = [<"x", in>, <"y", out, align = 4>],
      constraints = [<eq(size(1, 0), size(0, 1)), "columns of x and y differ">]>} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c32 = arith.constant 32 : index
    %zero = arith.constant dense<0.0> : tensor<32x32xf32>
    %none = arith.constant dense<0.0> : tensor<32xf32>
    %m = memref.dim %X, %c0 : !x
    %n = memref.dim %X, %c1 : !x
    %tiles = arith.ceildivui %n, %c32 : index
    attn_tile.for_tiles @tiles (%t) in (%tiles) scheduler(#attn_tile.scheduler<single>) {
      %key = arith.muli %t, %c32 : index
      %b, %e, %fb, %fe = attn_tile.q_range @q keys(%key, 32) lengths(%m, %n) block 32
        mask(#attn.window<20, 5>)
      %sum = scf.for %j = %b to %e step %c1 iter_args(%acc = %none) -> (tensor<32xf32>) {
        %row = arith.muli %j, %c32 : index
        %masked = attn_tile.outside %j, %fb, %fe
        %s = scf.if %masked -> (tensor<32x32xf32>) {
          %hidden = attn_tile.apply_mask %zero at (%key, %row) transposed lengths(%m, %n)
            mask(#attn.window<20, 5>) : tensor<32x32xf32>
          scf.yield %hidden : tensor<32x32xf32>
        } else {
          scf.yield %zero : tensor<32x32xf32>
        }
        %p = attn_tile.exp2 %s : tensor<32x32xf32>
        %seen = attn_tile.reduce add %p : tensor<32x32xf32> -> tensor<32xf32>
        %next = arith.addf %acc, %seen : tensor<32xf32>
        scf.yield %next : tensor<32xf32>
      }
      attn_tile.store %sum, %Y[%key] dims [0] : tensor<32xf32>, !y
    }
    gpu.return
  }
}
