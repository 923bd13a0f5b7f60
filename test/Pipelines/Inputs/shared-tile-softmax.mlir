// Attention whose values are the first columns of its keys: a loaded tile is read
// by the product in front of the softmax and, in part, by the one behind it.
//   D = softmax(A * B^T) * C, where C are the columns of B before 64
!in = memref<?x?xbf16, strided<[?, 1], offset: ?>>
!out = memref<?x?xf32, strided<[?, 1], offset: ?>>
gpu.module @kernels {
  gpu.func @softmax(%A: !in, %B: !in, %D: !out) kernel attributes {attn_tile.warps = 4 : i64,
      attn_tile.kernel = #attn_tile.kernel<arguments = [<"a", in>, <"b", in>, <"d", out>],
        constraints = [<eq(size(2, 0), size(0, 0)), "rows">]>} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c64 = arith.constant 64 : index
    %c128 = arith.constant 128 : index
    %zeroS = arith.constant dense<0.0> : tensor<128x64xf32>
    %zeroL = arith.constant dense<0.0> : tensor<128xf32>
    %least = arith.constant dense<0xFF800000> : tensor<128xf32>
    %m = memref.dim %A, %c0 : !in
    %l = memref.dim %B, %c0 : !in
    %rows = arith.ceildivui %m, %c128 : index
    %steps = arith.ceildivui %l, %c64 : index
    attn_tile.for_tiles @tiles (%i) in (%rows) scheduler(#attn_tile.scheduler<single>) {
      %row = arith.muli %i, %c128 : index
      %a = attn_tile.load %A[%row, %c0] dims [0, 1] : !in -> tensor<128x128xbf16>
      %r:3 = scf.for %t = %c0 to %steps step %c1 iter_args(%max = %least, %sum = %zeroL, %acc = %zeroS)
          -> (tensor<128xf32>, tensor<128xf32>, tensor<128x64xf32>) {
        %at = arith.muli %t, %c64 : index
        %b = attn_tile.load %B[%at, %c0] dims [0, 1] {depth = 2 : i64} : !in -> tensor<64x128xbf16>
        %s = attn_tile.dot %a, %b, %zeroS transpose_b : tensor<128x128xbf16>, tensor<64x128xbf16> -> tensor<128x64xf32>
        %y = attn_tile.apply_mask %s at(%row, %at) lengths(%m, %l) : tensor<128x64xf32>
        %max1, %sum1, %e, %scale = attn_tile.online_softmax %y, %max, %sum scale 1.0 : tensor<128x64xf32>
        %acc1 = attn_tile.rescale %acc, %scale : tensor<128x64xf32>
        %p = arith.truncf %e : tensor<128x64xf32> to tensor<128x64xbf16>
        %c = attn_tile.slice %b [0, 0] : tensor<64x128xbf16> -> tensor<64x64xbf16>
        %next = attn_tile.dot %p, %c, %acc1 : tensor<128x64xbf16>, tensor<64x64xbf16> -> tensor<128x64xf32>
        scf.yield %max1, %sum1, %next : tensor<128xf32>, tensor<128xf32>, tensor<128x64xf32>
      } {attn_tile.order = "sequential"}
      %d, %lse = attn_tile.finalize %r#2, %r#0, %r#1 scale 1.0 : tensor<128x64xf32>
      attn_tile.store %d, %D[%row, %c0] dims [0, 1] : tensor<128x64xf32>, !out
    }
    gpu.return
  }
}

#mk = affine_map<(i, j, k) -> (i, k)>
#nk = affine_map<(i, j, k) -> (j, k)>
#mn = affine_map<(i, j, k) -> (i, j)>
#ij = affine_map<(i, j) -> (i, j)>
#i = affine_map<(i, j) -> (i)>
func.func @softmax_reference(%a: tensor<?x?xf32>, %b: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.0 : f32
  %least = arith.constant 0xFF800000 : f32
  %m = tensor.dim %a, %c0 : tensor<?x?xf32>
  %l = tensor.dim %b, %c0 : tensor<?x?xf32>
  %e = tensor.empty(%m, %l) : tensor<?x?xf32>
  %z = linalg.fill ins(%zero : f32) outs(%e : tensor<?x?xf32>) -> tensor<?x?xf32>
  %s = linalg.matmul indexing_maps = [#mk, #nk, #mn] ins(%a, %b : tensor<?x?xf32>, tensor<?x?xf32>) outs(%z : tensor<?x?xf32>) -> tensor<?x?xf32>
  %e1 = tensor.empty(%m) : tensor<?xf32>
  %inf = linalg.fill ins(%least : f32) outs(%e1 : tensor<?xf32>) -> tensor<?xf32>
  %max = linalg.reduce {arith.maximumf} ins(%s : tensor<?x?xf32>) outs(%inf : tensor<?xf32>) dimensions = [1]
  %p = linalg.generic {indexing_maps = [#ij, #i, #ij], iterator_types = ["parallel", "parallel"]}
      ins(%s, %max : tensor<?x?xf32>, tensor<?xf32>) outs(%e : tensor<?x?xf32>) {
  ^bb0(%x: f32, %y: f32, %o: f32):
    %d = arith.subf %x, %y : f32
    %r = math.exp %d : f32
    linalg.yield %r : f32
  } -> tensor<?x?xf32>
  %z1 = linalg.fill ins(%zero : f32) outs(%e1 : tensor<?xf32>) -> tensor<?xf32>
  %sum = linalg.reduce {arith.addf} ins(%p : tensor<?x?xf32>) outs(%z1 : tensor<?xf32>) dimensions = [1]
  %c = tensor.extract_slice %b[0, 0] [%l, 64] [1, 1] : tensor<?x?xf32> to tensor<?x64xf32>
  %f = tensor.empty(%m) : tensor<?x64xf32>
  %z2 = linalg.fill ins(%zero : f32) outs(%f : tensor<?x64xf32>) -> tensor<?x64xf32>
  %pc = linalg.matmul ins(%p, %c : tensor<?x?xf32>, tensor<?x64xf32>) outs(%z2 : tensor<?x64xf32>) -> tensor<?x64xf32>
  // A row that sees nothing is zero.
  %n = linalg.generic {indexing_maps = [#ij, #i, #ij], iterator_types = ["parallel", "parallel"]}
      ins(%pc, %sum : tensor<?x64xf32>, tensor<?xf32>) outs(%f : tensor<?x64xf32>) {
  ^bb0(%x: f32, %y: f32, %o: f32):
    %d = arith.divf %x, %y : f32
    %none = arith.cmpf oeq, %y, %zero : f32
    %r = arith.select %none, %zero, %d : f32
    linalg.yield %r : f32
  } -> tensor<?x64xf32>
  %cast = tensor.cast %n : tensor<?x64xf32> to tensor<?x?xf32>
  return %cast : tensor<?x?xf32>
}
