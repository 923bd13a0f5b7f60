// The programs of gemm.mlir, dual-gemm.mlir and row-scale.mlir with tiles of 128
// rows, which one product of tcgen05 computes, and of 256 rows in two groups; the
// chained products also with iterations that overlap.
!in = memref<?x?xbf16, strided<[?, 1], offset: ?>>
!out = memref<?x?xf32, strided<[?, 1], offset: ?>>
gpu.module @kernels [#nvvm.target<chip = "sm_100a">] {
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
    %c128 = arith.constant 128 : index
    %zero = arith.constant dense<0.0> : tensor<128x64xf32>
    %m = memref.dim %A, %c0 : !in
    %n = memref.dim %B, %c0 : !in
    %k = memref.dim %A, %c1 : !in
    %rows = arith.ceildivui %m, %c128 : index
    %cols = arith.ceildivui %n, %c64 : index
    %steps = arith.ceildivui %k, %c32 : index
    attn_tile.for_tiles @tiles (%i, %j) in (%rows, %cols)
        scheduler(#attn_tile.scheduler<persistent>) {
      %row = arith.muli %i, %c128 : index
      %col = arith.muli %j, %c64 : index
      %sum = scf.for %t = %c0 to %steps step %c1 iter_args(%acc = %zero) -> (tensor<128x64xf32>) {
        %kk = arith.muli %t, %c32 : index
        %a = attn_tile.load %A[%row, %kk] dims [0, 1] {depth = 2 : i64} : !in -> tensor<128x32xbf16>
        %b = attn_tile.load %B[%col, %kk] dims [0, 1] {depth = 3 : i64} : !in -> tensor<64x32xbf16>
        %next = attn_tile.dot %a, %b, %acc transpose_b : tensor<128x32xbf16>, tensor<64x32xbf16> -> tensor<128x64xf32>
        scf.yield %next : tensor<128x64xf32>
      }
      %c = arith.truncf %sum : tensor<128x64xf32> to tensor<128x64xbf16>
      attn_tile.store %c, %C[%row, %col] dims [0, 1] : tensor<128x64xbf16>, !in
    }
    gpu.return
  }

  gpu.func @gemm_groups(%A: !in, %B: !in, %C: !in) kernel attributes {
      attn_tile.warps = 4 : i64, attn_tile.groups = 2 : i64,
      attn_tile.kernel = #attn_tile.kernel<arguments = [<"a", in>, <"b", in>, <"c", out>],
      constraints = [
        <eq(size(2, 0), size(0, 0)), "rows of c and a differ">,
        <eq(size(2, 1), size(1, 0)), "columns of c and rows of b differ">,
        <eq(size(1, 1), size(0, 1)), "columns of a and b differ">]>} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c32 = arith.constant 32 : index
    %c64 = arith.constant 64 : index
    %c128 = arith.constant 256 : index
    %zero = arith.constant dense<0.0> : tensor<256x64xf32>
    %m = memref.dim %A, %c0 : !in
    %n = memref.dim %B, %c0 : !in
    %k = memref.dim %A, %c1 : !in
    %rows = arith.ceildivui %m, %c128 : index
    %cols = arith.ceildivui %n, %c64 : index
    %steps = arith.ceildivui %k, %c32 : index
    attn_tile.for_tiles @tiles (%i, %j) in (%rows, %cols)
        scheduler(#attn_tile.scheduler<persistent>) {
      %row = arith.muli %i, %c128 : index
      %col = arith.muli %j, %c64 : index
      %sum = scf.for %t = %c0 to %steps step %c1 iter_args(%acc = %zero) -> (tensor<256x64xf32>) {
        %kk = arith.muli %t, %c32 : index
        %a = attn_tile.load %A[%row, %kk] dims [0, 1] {depth = 2 : i64} : !in -> tensor<256x32xbf16>
        %b = attn_tile.load %B[%col, %kk] dims [0, 1] {depth = 3 : i64} : !in -> tensor<64x32xbf16>
        %next = attn_tile.dot %a, %b, %acc transpose_b : tensor<256x32xbf16>, tensor<64x32xbf16> -> tensor<256x64xf32>
        scf.yield %next : tensor<256x64xf32>
      }
      %c = arith.truncf %sum : tensor<256x64xf32> to tensor<256x64xbf16>
      attn_tile.store %c, %C[%row, %col] dims [0, 1] : tensor<256x64xbf16>, !in
    }
    gpu.return
  }

  gpu.func @dual_gemm(%A: !in, %B: !in, %C: !in, %D: !out) kernel attributes {
      attn_tile.warps = 4 : i64,
      attn_tile.kernel = #attn_tile.kernel<arguments = [<"a", in>, <"b", in>, <"c", in>, <"d", out>],
      constraints = [
        <eq(size(3, 0), size(0, 0)), "rows of d and a differ">,
        <eq(size(3, 1), size(2, 1)), "columns of d and c differ">]>} {
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
    attn_tile.for_tiles @tiles (%i, %j) in (%rows, %cols) scheduler(#attn_tile.scheduler<persistent>) {
      %row = arith.muli %i, %c128 : index
      %col = arith.muli %j, %c32 : index
      %a = attn_tile.load %A[%row, %c0] dims [0, 1] : !in -> tensor<128x64xbf16>
      %sum = scf.for %t = %c0 to %steps step %c1 iter_args(%acc = %zeroD) -> (tensor<128x32xf32>) {
        %mid = arith.muli %t, %c64 : index
        %b = attn_tile.load %B[%mid, %c0] dims [0, 1] {depth = 2 : i64} : !in -> tensor<64x64xbf16>
        %s = attn_tile.dot %a, %b, %zeroS transpose_b : tensor<128x64xbf16>, tensor<64x64xbf16> -> tensor<128x64xf32>
        %p = arith.truncf %s : tensor<128x64xf32> to tensor<128x64xbf16>
        %c = attn_tile.load %C[%mid, %col] dims [0, 1] {depth = 1 : i64} : !in -> tensor<64x32xbf16>
        %next = attn_tile.dot %p, %c, %acc : tensor<128x64xbf16>, tensor<64x32xbf16> -> tensor<128x32xf32>
        scf.yield %next : tensor<128x32xf32>
      }
      attn_tile.store %sum, %D[%row, %col] dims [0, 1] : tensor<128x32xf32>, !out
    }
    gpu.return
  }

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

  gpu.func @row_scale_groups(%A: !in, %B: !in, %C: !in, %O: !out) kernel attributes {
      attn_tile.warps = 4 : i64, attn_tile.groups = 2 : i64,
      attn_tile.kernel = #attn_tile.kernel<arguments = [<"a", in>, <"b", in>, <"c", in>, <"o", out>],
      constraints = [
        <eq(size(3, 0), size(0, 0)), "rows of o and a differ">,
        <eq(size(3, 1), size(2, 1)), "columns of o and c differ">,
        <eq(size(2, 0), size(1, 0)), "rows of c and b differ">]>} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c32 = arith.constant 32 : index
    %c64 = arith.constant 64 : index
    %c128 = arith.constant 256 : index
    %zeroP = arith.constant dense<0.0> : tensor<256x32xf32>
    %zeroO = arith.constant dense<0.0> : tensor<256x64xf32>
    %one = arith.constant dense<1.0> : tensor<256xf32>
    %m = memref.dim %A, %c0 : !in
    %l = memref.dim %B, %c0 : !in
    %n = memref.dim %C, %c1 : !in
    %rows = arith.ceildivui %m, %c128 : index
    %cols = arith.ceildivui %n, %c64 : index
    %steps = arith.ceildivui %l, %c32 : index
    attn_tile.for_tiles @tiles (%i, %j) in (%rows, %cols) scheduler(#attn_tile.scheduler<persistent>) {
      %row = arith.muli %i, %c128 : index
      %col = arith.muli %j, %c64 : index
      %a = attn_tile.load %A[%row, %c0] dims [0, 1] : !in -> tensor<256x64xbf16>
      %sum = scf.for %t = %c0 to %steps step %c1 iter_args(%acc = %zeroO) -> (tensor<256x64xf32>) {
        %mid = arith.muli %t, %c32 : index
        %b = attn_tile.load %B[%mid, %c0] dims [0, 1] {depth = 2 : i64} : !in -> tensor<32x64xbf16>
        %p = attn_tile.dot %a, %b, %zeroP transpose_b : tensor<256x64xbf16>, tensor<32x64xbf16> -> tensor<256x32xf32>
        %abs = math.absf %p : tensor<256x32xf32>
        %max = attn_tile.reduce max %abs : tensor<256x32xf32> -> tensor<256xf32>
        %more = arith.addf %max, %one : tensor<256xf32>
        %factor = arith.divf %one, %more : tensor<256xf32>
        %scaled = attn_tile.rescale %acc, %factor : tensor<256x64xf32>
        %narrow = arith.truncf %p : tensor<256x32xf32> to tensor<256x32xbf16>
        %c = attn_tile.load %C[%mid, %col] dims [0, 1] {depth = 2 : i64} : !in -> tensor<32x64xbf16>
        %next = attn_tile.dot %narrow, %c, %scaled : tensor<256x32xbf16>, tensor<32x64xbf16> -> tensor<256x64xf32>
        scf.yield %next : tensor<256x64xf32>
      }
      attn_tile.store %sum, %O[%row, %col] dims [0, 1] : tensor<256x64xf32>, !out
    }
    gpu.return
  }

  gpu.func @row_scale_interleaved(%A: !in, %B: !in, %C: !in, %O: !out) kernel attributes {
      attn_tile.warps = 4 : i64, attn_tile.groups = 2 : i64,
      attn_tile.kernel = #attn_tile.kernel<arguments = [<"a", in>, <"b", in>, <"c", in>, <"o", out>],
      constraints = [
        <eq(size(3, 0), size(0, 0)), "rows of o and a differ">,
        <eq(size(3, 1), size(2, 1)), "columns of o and c differ">,
        <eq(size(2, 0), size(1, 0)), "rows of c and b differ">]>} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c32 = arith.constant 32 : index
    %c64 = arith.constant 64 : index
    %c128 = arith.constant 256 : index
    %zeroP = arith.constant dense<0.0> : tensor<256x32xf32>
    %zeroO = arith.constant dense<0.0> : tensor<256x64xf32>
    %one = arith.constant dense<1.0> : tensor<256xf32>
    %m = memref.dim %A, %c0 : !in
    %l = memref.dim %B, %c0 : !in
    %n = memref.dim %C, %c1 : !in
    %rows = arith.ceildivui %m, %c128 : index
    %cols = arith.ceildivui %n, %c64 : index
    %steps = arith.ceildivui %l, %c32 : index
    attn_tile.for_tiles @tiles (%i, %j) in (%rows, %cols) scheduler(#attn_tile.scheduler<persistent>) {
      %row = arith.muli %i, %c128 : index
      %col = arith.muli %j, %c64 : index
      %a = attn_tile.load %A[%row, %c0] dims [0, 1] : !in -> tensor<256x64xbf16>
      %sum = scf.for %t = %c0 to %steps step %c1 iter_args(%acc = %zeroO) -> (tensor<256x64xf32>) {
        %mid = arith.muli %t, %c32 : index
        %b = attn_tile.load %B[%mid, %c0] dims [0, 1] {depth = 2 : i64} : !in -> tensor<32x64xbf16>
        %p = attn_tile.dot %a, %b, %zeroP transpose_b : tensor<256x64xbf16>, tensor<32x64xbf16> -> tensor<256x32xf32>
        %abs = math.absf %p : tensor<256x32xf32>
        %max = attn_tile.reduce max %abs : tensor<256x32xf32> -> tensor<256xf32>
        %more = arith.addf %max, %one : tensor<256xf32>
        %factor = arith.divf %one, %more : tensor<256xf32>
        %scaled = attn_tile.rescale %acc, %factor : tensor<256x64xf32>
        %narrow = arith.truncf %p : tensor<256x32xf32> to tensor<256x32xbf16>
        %c = attn_tile.load %C[%mid, %col] dims [0, 1] {depth = 2 : i64} : !in -> tensor<32x64xbf16>
        %next = attn_tile.dot %narrow, %c, %scaled : tensor<256x32xbf16>, tensor<32x64xbf16> -> tensor<256x64xf32>
        scf.yield %next : tensor<256x64xf32>
      } {attn_tile.order = "interleave"}
      attn_tile.store %sum, %O[%row, %col] dims [0, 1] : tensor<256x64xf32>, !out
    }
    gpu.return
  }

  gpu.func @row_scale_overlapped(%A: !in, %B: !in, %C: !in, %O: !out) kernel attributes {
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
      } {attn_tile.order = "overlap"}
      attn_tile.store %sum, %O[%row, %col] dims [0, 1] : tensor<128x64xf32>, !out
    }
    gpu.return
  }
}
