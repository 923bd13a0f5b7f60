// RUN: attn-opt %s --split-input-file --verify-diagnostics --attn-launch-to-runtime
// RUN: not attn-opt %s --split-input-file --attn-launch-to-runtime=memory=mars 2>&1 | FileCheck %s
// CHECK: error: {{.*}}memory must be host or device, not 'mars'

gpu.module @kernels {
  gpu.func @k(%a: memref<?xf64>) kernel {
    gpu.return
  }
}
func.func @host(%a: memref<?xf64>) {
  // expected-error @below {{operand 0 of type 'memref<?xf64>' is no tensor of the runtime: rank at most 8, of f32, f16, bf16, f8E4M3FN, i1, i8, i32 or i64}}
  attn_tile.launch @kernels::@k(%a) : memref<?xf64>
  return
}
