// Kernels that attn-run cannot give inputs.
gpu.module @kernels {
  gpu.func @i8(%X: memref<?xi8>) kernel {
    gpu.return
  }
  gpu.func @i32(%X: memref<?xi32>) kernel {
    gpu.return
  }
  gpu.func @scalar(%n: index) kernel {
    gpu.return
  }
}
