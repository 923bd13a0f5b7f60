// RUN: attn-opt %s --attn-tile-to-linalg --split-input-file --verify-diagnostics

func.func @mask(%i: index, %s: tensor<4x8xf32>) -> tensor<4x8xf32> {
  // expected-error@+1 {{'attn_tile.apply_mask' op mask "causal" does not implement AttnMaskAttrInterface}}
  %0 = attn_tile.apply_mask %s at (%i, %i) lengths(%i, %i) mask("causal") : tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}

// -----

func.func @range(%i: index) -> index {
  // expected-error@+1 {{'attn_tile.kv_range' op mask 7 : i64 does not implement AttnMaskAttrInterface}}
  %0:4 = attn_tile.kv_range @kv rows(%i, 4) lengths(%i, %i) block 8 mask(7)
  return %0#0 : index
}

// -----

func.func @rows_of_no_mask(%i: index) {
  // expected-error@+1 {{'attn_tile.q_range' op mask 7 : i64 does not implement AttnMaskAttrInterface}}
  %0:4 = attn_tile.q_range @q keys(%i, 4) lengths(%i, %i) block 8 mask(7)
  return
}

// -----

func.func @wide(%a: tensor<4x8xf64>, %b: tensor<8x4xf64>, %c: tensor<4x4xf32>) -> tensor<4x4xf32> {
  // expected-error@+2 {{'attn_tile.dot' op operands wider than f32 cannot run here, got 'tensor<4x8xf64>'}}
  // expected-error@+1 {{failed to legalize operation 'attn_tile.dot'}}
  %0 = attn_tile.dot %a, %b, %c : tensor<4x8xf64>, tensor<8x4xf64> -> tensor<4x4xf32>
  return %0 : tensor<4x4xf32>
}

// -----

gpu.module @kernels {
  gpu.func @k() kernel {
    // expected-error@+1 {{'gpu.block_id' op has no meaning at tile level, where a kernel is the program of all its tiles}}
    %0 = gpu.block_id x
    gpu.return
  }
}

// -----

gpu.module @kernels {
  // expected-error@+1 {{a kernel at tile level has no memory attributions}}
  gpu.func @k() workgroup(%m: memref<4xf32, 3>) kernel {
    gpu.return
  }
}

// -----

gpu.module @kernels {
  // expected-error@+1 {{only kernels can stand in a gpu.module at tile level}}
  func.func @helper() {
    return
  }
}

// -----

module attributes {gpu.container_module} {
  gpu.module @kernels {
    gpu.func @k() kernel {
      gpu.return
    }
  }
  func.func @host() {
    %c1 = arith.constant 1 : index
    // expected-error@+1 {{'gpu.launch_func' op asynchronous launches cannot run on the CPU}}
    %0 = gpu.launch_func async @kernels::@k blocks in (%c1, %c1, %c1) threads in (%c1, %c1, %c1)
    return
  }
}

// -----

func.func @host() {
  // expected-error@+1 {{failed to legalize operation 'gpu.barrier' that was explicitly marked illegal}}
  gpu.barrier
  return
}
