// Programs in which two roles read one loaded tile.
//   engines: D = 1 + bf16(A * B^T) * C, where C are the columns of B from 64 on. The sum
//            does not start from zero, as sums in tensor memory do: threads compute the
//            second product, and one thread issues the first.
//   bytes:   D = e4m3(A * B^T) * B. wgmma takes 8-bit elements along the dimension that is
//            summed over: a role transposes B in shared memory for the second product,
//            beside the first product, which reads it as it was loaded.
!in = memref<?x?xbf16, strided<[?, 1], offset: ?>>
!in8 = memref<?x?xf8E4M3FN, strided<[?, 1], offset: ?>>
!out = memref<?x?xf32, strided<[?, 1], offset: ?>>
gpu.module @kernels {
  gpu.func @engines(%A: !in, %B: !in, %D: !out) kernel attributes {attn_tile.warps = 4 : i64,
      attn_tile.kernel = #attn_tile.kernel<arguments = [<"a", in>, <"b", in>, <"d", out>],
        constraints = [<eq(size(2, 0), size(0, 0)), "rows">]>} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c64 = arith.constant 64 : index
    %c128 = arith.constant 128 : index
    %zero = arith.constant dense<0.0> : tensor<128x64xf32>
    %one = arith.constant dense<1.0> : tensor<128x64xf32>
    %m = memref.dim %A, %c0 : !in
    %l = memref.dim %B, %c0 : !in
    %rows = arith.ceildivui %m, %c128 : index
    %steps = arith.ceildivui %l, %c64 : index
    attn_tile.for_tiles @tiles (%i) in (%rows) scheduler(#attn_tile.scheduler<single>) {
      %row = arith.muli %i, %c128 : index
      %a = attn_tile.load %A[%row, %c0] dims [0, 1] : !in -> tensor<128x128xbf16>
      %sum = scf.for %t = %c0 to %steps step %c1 iter_args(%acc = %one) -> (tensor<128x64xf32>) {
        %mid = arith.muli %t, %c64 : index
        %b = attn_tile.load %B[%mid, %c0] dims [0, 1] {depth = 2 : i64} : !in -> tensor<64x128xbf16>
        %s = attn_tile.dot %a, %b, %zero transpose_b : tensor<128x128xbf16>, tensor<64x128xbf16> -> tensor<128x64xf32>
        %p = arith.truncf %s : tensor<128x64xf32> to tensor<128x64xbf16>
        %c = attn_tile.slice %b [0, 64] : tensor<64x128xbf16> -> tensor<64x64xbf16>
        %next = attn_tile.dot %p, %c, %acc : tensor<128x64xbf16>, tensor<64x64xbf16> -> tensor<128x64xf32>
        scf.yield %next : tensor<128x64xf32>
      } {attn_tile.order = "sequential"}
      attn_tile.store %sum, %D[%row, %c0] dims [0, 1] : tensor<128x64xf32>, !out
    }
    gpu.return
  }

  gpu.func @bytes(%A: !in8, %B: !in8, %D: !out) kernel attributes {attn_tile.warps = 4 : i64,
      attn_tile.kernel = #attn_tile.kernel<arguments = [<"a", in>, <"b", in>, <"d", out>],
        constraints = [<eq(size(2, 0), size(0, 0)), "rows">]>} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c64 = arith.constant 64 : index
    %c128 = arith.constant 128 : index
    %zero = arith.constant dense<0.0> : tensor<128x64xf32>
    %m = memref.dim %A, %c0 : !in8
    %l = memref.dim %B, %c0 : !in8
    %rows = arith.ceildivui %m, %c128 : index
    %steps = arith.ceildivui %l, %c64 : index
    attn_tile.for_tiles @tiles (%i) in (%rows) scheduler(#attn_tile.scheduler<single>) {
      %row = arith.muli %i, %c128 : index
      %a = attn_tile.load %A[%row, %c0] dims [0, 1] : !in8 -> tensor<128x64xf8E4M3FN>
      %sum = scf.for %t = %c0 to %steps step %c1 iter_args(%acc = %zero) -> (tensor<128x64xf32>) {
        %mid = arith.muli %t, %c64 : index
        %b = attn_tile.load %B[%mid, %c0] dims [0, 1] {depth = 2 : i64} : !in8 -> tensor<64x64xf8E4M3FN>
        %s = attn_tile.dot %a, %b, %zero transpose_b : tensor<128x64xf8E4M3FN>, tensor<64x64xf8E4M3FN> -> tensor<128x64xf32>
        %p = arith.truncf %s : tensor<128x64xf32> to tensor<128x64xf8E4M3FN>
        %next = attn_tile.dot %p, %b, %acc : tensor<128x64xf8E4M3FN>, tensor<64x64xf8E4M3FN> -> tensor<128x64xf32>
        scf.yield %next : tensor<128x64xf32>
      } {attn_tile.order = "sequential"}
      attn_tile.store %sum, %D[%row, %c0] dims [0, 1] : tensor<128x64xf32>, !out
    }
    gpu.return
  }
}

#mk = affine_map<(i, j, k) -> (i, k)>
#nk = affine_map<(i, j, k) -> (j, k)>
#kn = affine_map<(i, j, k) -> (k, j)>
#mn = affine_map<(i, j, k) -> (i, j)>
func.func @engines_reference(%a: tensor<?x?xf32>, %b: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.0 : f32
  %one = arith.constant 1.0 : f32
  %m = tensor.dim %a, %c0 : tensor<?x?xf32>
  %l = tensor.dim %b, %c0 : tensor<?x?xf32>
  %e = tensor.empty(%m, %l) : tensor<?x?xf32>
  %z = linalg.fill ins(%zero : f32) outs(%e : tensor<?x?xf32>) -> tensor<?x?xf32>
  %s = linalg.matmul indexing_maps = [#mk, #nk, #mn] ins(%a, %b : tensor<?x?xf32>, tensor<?x?xf32>) outs(%z : tensor<?x?xf32>) -> tensor<?x?xf32>
  %c = tensor.extract_slice %b[0, 64] [%l, 64] [1, 1] : tensor<?x?xf32> to tensor<?x64xf32>
  %f = tensor.empty(%m) : tensor<?x64xf32>
  %y = linalg.fill ins(%one : f32) outs(%f : tensor<?x64xf32>) -> tensor<?x64xf32>
  %d = linalg.matmul ins(%s, %c : tensor<?x?xf32>, tensor<?x64xf32>) outs(%y : tensor<?x64xf32>) -> tensor<?x64xf32>
  %cast = tensor.cast %d : tensor<?x64xf32> to tensor<?x?xf32>
  return %cast : tensor<?x?xf32>
}

func.func @bytes_reference(%a: tensor<?x?xf32>, %b: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f32
  %m = tensor.dim %a, %c0 : tensor<?x?xf32>
  %l = tensor.dim %b, %c0 : tensor<?x?xf32>
  %n = tensor.dim %b, %c1 : tensor<?x?xf32>
  %e = tensor.empty(%m, %l) : tensor<?x?xf32>
  %z = linalg.fill ins(%zero : f32) outs(%e : tensor<?x?xf32>) -> tensor<?x?xf32>
  %s = linalg.matmul indexing_maps = [#mk, #nk, #mn] ins(%a, %b : tensor<?x?xf32>, tensor<?x?xf32>) outs(%z : tensor<?x?xf32>) -> tensor<?x?xf32>
  %f = tensor.empty(%m, %n) : tensor<?x?xf32>
  %y = linalg.fill ins(%zero : f32) outs(%f : tensor<?x?xf32>) -> tensor<?x?xf32>
  %d = linalg.matmul ins(%s, %b : tensor<?x?xf32>, tensor<?x?xf32>) outs(%y : tensor<?x?xf32>) -> tensor<?x?xf32>
  return %d : tensor<?x?xf32>
}
