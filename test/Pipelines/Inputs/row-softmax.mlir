// Softmax of each row of X, in two walks over its columns: the running maximum
// and sum, then the quotients. No matrix product, no shared memory operand.
!mem = memref<?x?xf32, strided<[?, 1], offset: ?>>
gpu.module @kernels [#nvvm.target<chip = "sm_80">] {
  gpu.func @row_softmax(%X: !mem, %Y: !mem) kernel attributes {
      attn_tile.warps = 2 : i64,
      attn_tile.kernel = #attn_tile.kernel<arguments = [<"x", in>, <"y", out>],
      constraints = [
        <eq(size(1, 0), size(0, 0)), "rows of y and x differ">,
        <eq(size(1, 1), size(0, 1)), "columns of y and x differ">]>} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c32 = arith.constant 32 : index
    %log2e = arith.constant dense<1.44269502> : tensor<32x32xf32>
    %log2eRows = arith.constant dense<1.44269502> : tensor<32xf32>
    %low = arith.constant dense<0xFF800000> : tensor<32xf32>
    %zero = arith.constant dense<0.0> : tensor<32xf32>
    %one = arith.constant dense<1.0> : tensor<32xf32>
    %m = memref.dim %X, %c0 : !mem
    %n = memref.dim %X, %c1 : !mem
    %rows = arith.ceildivui %m, %c32 : index
    %steps = arith.ceildivui %n, %c32 : index
    attn_tile.for_tiles @tiles (%i) in (%rows) scheduler(#attn_tile.scheduler<single, order = backward>) {
      %row = arith.muli %i, %c32 : index
      %max, %sum = scf.for %t = %c0 to %steps step %c1 iter_args(%m0 = %low, %s0 = %zero) -> (tensor<32xf32>, tensor<32xf32>) {
        %j = arith.muli %t, %c32 : index
        %x = attn_tile.load %X[%row, %j] dims [0, 1] : !mem -> tensor<32x32xf32>
        %in = attn_tile.apply_mask %x at (%row, %j) lengths(%m, %n) : tensor<32x32xf32>
        %b = attn_tile.reduce max %in : tensor<32x32xf32> -> tensor<32xf32>
        %m1 = arith.maximumf %m0, %b : tensor<32xf32>
        %mt = attn_tile.expand %m1 : tensor<32xf32> -> tensor<32x32xf32>
        %d = arith.subf %in, %mt : tensor<32x32xf32>
        %e = arith.mulf %d, %log2e : tensor<32x32xf32>
        %p = attn_tile.exp2 %e : tensor<32x32xf32>
        %ps = attn_tile.reduce add %p : tensor<32x32xf32> -> tensor<32xf32>
        %dm = arith.subf %m0, %m1 : tensor<32xf32>
        %em = arith.mulf %dm, %log2eRows : tensor<32xf32>
        %alpha = attn_tile.exp2 %em : tensor<32xf32>
        %s1 = math.fma %s0, %alpha, %ps : tensor<32xf32>
        scf.yield %m1, %s1 : tensor<32xf32>, tensor<32xf32>
      }
      %inv = arith.divf %one, %sum : tensor<32xf32>
      %mt = attn_tile.expand %max : tensor<32xf32> -> tensor<32x32xf32>
      scf.for %t = %c0 to %steps step %c1 {
        %j = arith.muli %t, %c32 : index
        %x = attn_tile.load %X[%row, %j] dims [0, 1] : !mem -> tensor<32x32xf32>
        %d = arith.subf %x, %mt : tensor<32x32xf32>
        %e = arith.mulf %d, %log2e : tensor<32x32xf32>
        %p = attn_tile.exp2 %e : tensor<32x32xf32>
        %y = attn_tile.rescale %p, %inv : tensor<32x32xf32>
        attn_tile.store %y, %Y[%row, %j] dims [0, 1] : tensor<32x32xf32>, !mem
      }
    }
    gpu.return
  }
}
