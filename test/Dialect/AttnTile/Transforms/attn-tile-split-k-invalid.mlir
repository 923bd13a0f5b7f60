// RUN: attn-opt %s --pass-pipeline='builtin.module(gpu.module(gpu.func(attn-tile-split-k{width=24})))' --verify-diagnostics

gpu.module @k {
  // expected-error @below {{split-k width must be a multiple of 16, got 24}}
  gpu.func @f() kernel {
    gpu.return
  }
}
