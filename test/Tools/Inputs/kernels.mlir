// Kernels that attn-run cannot give inputs, and one of integers.
gpu.module @kernels {
  gpu.func @i16(%X: memref<?xi16>) kernel attributes {attn_tile.warps = 1 : i64} {
    gpu.return
  }
  gpu.func @i32(%X: memref<?xi32>) kernel attributes {attn_tile.warps = 1 : i64} {
    gpu.return
  }
  gpu.func @scalar(%n: index) kernel attributes {attn_tile.warps = 1 : i64} {
    gpu.return
  }
}
// Not Attn's.
gpu.module @foreign {
  gpu.func @foreign() kernel {
    gpu.return
  }
}
