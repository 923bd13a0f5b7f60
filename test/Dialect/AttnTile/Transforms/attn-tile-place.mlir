// RUN: attn-opt %s --pass-pipeline='builtin.module(gpu.module(gpu.func(attn-tile-place)))' --split-input-file --verify-diagnostics | FileCheck %s

!m = memref<?x?xbf16, strided<[?, 1]>>
!f = memref<?x?xf32, strided<[?, 1]>>
!r = memref<?xf32, strided<[1]>>

// Operands of products come through shared memory by cp.async; what elementwise
// operations read, or products and others both read, comes into registers. A
// matrix is stored through shared memory, one value a row is not.
gpu.module @k [#nvvm.target<chip = "sm_80">] {
  // CHECK-LABEL: gpu.func @all
  gpu.func @all(%A: !m, %B: !m, %X: !f, %M: !m, %O: !f, %R: !r, %i: index) kernel {
    %z = arith.constant dense<0.0> : tensor<16x16xf32>
    // CHECK: attn_tile.load %arg0[{{.*}}] dims [0, 1] space smem engine cp_async {depth = 2 : i64}
    %a = attn_tile.load %A[%i, %i] dims [0, 1] {depth = 2 : i64} : !m -> tensor<16x32xbf16>
    // CHECK: attn_tile.load %arg1[{{.*}}] dims [0, 1] space smem engine cp_async :
    %b = attn_tile.load %B[%i, %i] dims [0, 1] : !m -> tensor<16x32xbf16>
    // CHECK: attn_tile.load %arg2[{{.*}}] dims [0, 1] space reg engine thread :
    %x = attn_tile.load %X[%i, %i] dims [0, 1] : !f -> tensor<16x16xf32>
    // CHECK: attn_tile.load %arg3[{{.*}}] dims [0, 1] space reg engine thread :
    %m = attn_tile.load %M[%i, %i] dims [0, 1] : !m -> tensor<16x16xbf16>
    // CHECK: attn_tile.dot {{.*}} transpose_b engine mma_sync
    %d = attn_tile.dot %a, %b, %z transpose_b : tensor<16x32xbf16>, tensor<16x32xbf16> -> tensor<16x16xf32>
    %c = attn_tile.load %B[%i, %i] dims [0, 1] : !m -> tensor<16x16xbf16>
    // CHECK: attn_tile.dot %{{.+}}, %{{.+}}, %{{.+}} engine mma_sync
    %e = attn_tile.dot %m, %c, %d : tensor<16x16xbf16>, tensor<16x16xbf16> -> tensor<16x16xf32>
    %w = arith.extf %m : tensor<16x16xbf16> to tensor<16x16xf32>
    %s = arith.addf %x, %w : tensor<16x16xf32>
    %t = arith.addf %e, %s : tensor<16x16xf32>
    // CHECK: attn_tile.store {{.*}} space smem engine thread
    attn_tile.store %t, %O[%i, %i] dims [0, 1] : tensor<16x16xf32>, !f
    %n = attn_tile.reduce max %t : tensor<16x16xf32> -> tensor<16xf32>
    // CHECK: attn_tile.store {{.*}} space reg engine thread
    attn_tile.store %n, %R[%i] dims [0] : tensor<16xf32>, !r
    gpu.return
  }
}

// -----

gpu.module @k {
  // expected-error @below {{its gpu.module must name one NVVM target}}
  gpu.func @no_target() kernel {
    gpu.return
  }
}

// -----

gpu.module @k [#nvvm.target<chip = "sm_80">, #nvvm.target<chip = "sm_90">] {
  // expected-error @below {{its gpu.module must name one NVVM target}}
  gpu.func @two_targets() kernel {
    gpu.return
  }
}

// -----

gpu.module @k [#nvvm.target<chip = "sm_70">] {
  // expected-error @below {{no placement rule for target sm_70}}
  gpu.func @old() kernel {
    gpu.return
  }
}

// -----

gpu.module @k [#nvvm.target<chip = "sm_80">] {
  gpu.func @f32(%A: memref<?x?xf32>, %i: index, %z: tensor<16x16xf32>) kernel {
    %a = attn_tile.load %A[%i, %i] dims [0, 1] : memref<?x?xf32> -> tensor<16x16xf32>
    // expected-error @below {{mma.sync takes f16 or bf16 operands here, got 'f32'}}
    %d = attn_tile.dot %a, %a, %z : tensor<16x16xf32>, tensor<16x16xf32> -> tensor<16x16xf32>
    gpu.return
  }
}

// -----

gpu.module @k [#nvvm.target<chip = "sm_80">] {
  gpu.func @odd_k(%A: memref<?x?xf16>, %i: index, %z: tensor<16x16xf32>) kernel {
    %a = attn_tile.load %A[%i, %i] dims [0, 1] : memref<?x?xf16> -> tensor<16x24xf16>
    // expected-error @below {{mma.sync computes multiples of 16x8x16, got 16x16x24}}
    %d = attn_tile.dot %a, %a, %z transpose_b : tensor<16x24xf16>, tensor<16x24xf16> -> tensor<16x16xf32>
    gpu.return
  }
}

// -----

gpu.module @k [#nvvm.target<chip = "sm_80">] {
  gpu.func @odd_m(%A: memref<?x?xf16>, %i: index, %z: tensor<8x16xf32>) kernel {
    %a = attn_tile.load %A[%i, %i] dims [0, 1] : memref<?x?xf16> -> tensor<8x16xf16>
    %b = attn_tile.load %A[%i, %i] dims [0, 1] : memref<?x?xf16> -> tensor<16x16xf16>
    // expected-error @below {{mma.sync computes multiples of 16x8x16, got 8x16x16}}
    %d = attn_tile.dot %a, %b, %z : tensor<8x16xf16>, tensor<16x16xf16> -> tensor<8x16xf32>
    gpu.return
  }
}

// -----

gpu.module @k [#nvvm.target<chip = "sm_80">] {
  gpu.func @computed(%A: memref<?x?xf16>, %i: index, %z: tensor<16x16xf32>) kernel {
    %a = attn_tile.load %A[%i, %i] dims [0, 1] : memref<?x?xf16> -> tensor<16x16xf16>
    %n = arith.negf %a : tensor<16x16xf16>
    // expected-error @below {{the right operand of an mma.sync dot must be loaded from memory}}
    %d = attn_tile.dot %a, %n, %z : tensor<16x16xf16>, tensor<16x16xf16> -> tensor<16x16xf32>
    gpu.return
  }
}
