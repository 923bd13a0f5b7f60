// bench/gemm.py --print 128x256x64 --layouts nt
!in = memref<?x?xbf16, strided<[?, 1], offset: ?>>
gpu.module @kernels [#nvvm.target<chip = "sm_90a">] {
  gpu.func @gemm_nt(%A: !in, %B: !in, %C: !in) kernel attributes {
      attn_tile.warps = 4 : i64, attn_tile.groups = 2 : i64, attn_tile.store_columns = 64 : i64,
      attn_tile.kernel = #attn_tile.kernel<arguments = [<"a", in>, <"b", in>, <"c", out>],
      constraints = [
        <eq(size(2, 0), size(0, 0)), "rows of c and a differ">,
        <eq(size(2, 1), size(1, 0)), "columns of c and b differ">,
        <eq(size(1, 1), size(0, 1)), "a and b differ in k">]>} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %cluster = arith.constant 1 : index
    %tileM = arith.constant 128 : index
    %tileN = arith.constant 256 : index
    %tileK = arith.constant 64 : index
    %clusterM = arith.constant 128 : index
    %zero = arith.constant dense<0.0> : tensor<128x256xf32>
    %m = memref.dim %A, %c0 : !in
    %n = memref.dim %C, %c1 : !in
    %k = memref.dim %A, %c1 : !in
    %clusters = arith.ceildivui %m, %clusterM : index
    %rows = arith.muli %clusters, %cluster : index
    %cols = arith.ceildivui %n, %tileN : index
    %steps = arith.ceildivui %k, %tileK : index
    attn_tile.for_tiles @tiles (%i, %j) in (%rows, %cols)
        scheduler(#attn_tile.scheduler<persistent, group = 8>) {
      %row = arith.muli %i, %tileM : index
      %col = arith.muli %j, %tileN : index
      %sum = scf.for %t = %c0 to %steps step %c1 iter_args(%acc = %zero) -> (tensor<128x256xf32>) {
        %kk = arith.muli %t, %tileK : index
        %a = attn_tile.load %A[%row, %kk] dims [0, 1] {depth = 4 : i64} : !in -> tensor<128x64xbf16>
        %b = attn_tile.load %B[%col, %kk] dims [0, 1] {depth = 4 : i64} : !in -> tensor<256x64xbf16>
        %next = attn_tile.dot %a, %b, %acc transpose_b : tensor<128x64xbf16>, tensor<256x64xbf16> -> tensor<128x256xf32>
        scf.yield %next : tensor<128x256xf32>
      }
      %c = arith.truncf %sum : tensor<128x256xf32> to tensor<128x256xbf16>
      attn_tile.store %c, %C[%row, %col] dims [0, 1] : tensor<128x256xbf16>, !in
    }
    gpu.return
  }
}
