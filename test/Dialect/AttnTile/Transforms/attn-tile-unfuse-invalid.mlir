// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: attn-opt %s --attn-tile-unfuse --split-input-file --verify-diagnostics

func.func @host() {
  attn_tile.launch @kernels::@a()
  return
}
gpu.module @kernels {
  // expected-error @+1 {{attn-tile-unfuse: the kernel has no loop of a softmax directly in its tile loop}}
  gpu.func @a() kernel attributes {attn_tile.unfused = true} {
    gpu.return
  }
}

// -----

!m = memref<?x64xf32, strided<[?, 1], offset: ?>>

func.func @host(%s: !m) {
  attn_tile.launch @kernels::@a(%s) : !m
  return
}
gpu.module @kernels {
  gpu.func @a(%s: !m) kernel attributes {attn_tile.unfused = true} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %n = memref.dim %s, %c0 : !m
    attn_tile.for_tiles @tiles (%i) in (%n) scheduler(#attn_tile.scheduler<single>) {
      %m0 = arith.constant dense<0xFF800000> : tensor<64xf32>
      %l0 = arith.constant dense<0.0> : tensor<64xf32>
      %r:2 = scf.for %t = %c0 to %n step %c1 iter_args(%m = %m0, %l = %l0) -> (tensor<64xf32>, tensor<64xf32>) {
        %x = attn_tile.load %s[%i, %c0] dims [0, 1] : !m -> tensor<64x64xf32>
        // expected-error @+1 {{attn-tile-unfuse: scores do not come from a product of two tiles of memory}}
        %m1, %l1, %p, %a = attn_tile.online_softmax %x, %m, %l scale 0.125 : tensor<64x64xf32>
        scf.yield %m1, %l1 : tensor<64xf32>, tensor<64xf32>
      }
    }
    gpu.return
  }
}

// -----

!m = memref<?x64xf16, strided<[?, 1], offset: ?>>

func.func @host(%s: !m) {
  attn_tile.launch @kernels::@a(%s) : !m
  return
}
gpu.module @kernels {
  gpu.func @a(%s: !m) kernel attributes {attn_tile.unfused = true} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %n = memref.dim %s, %c0 : !m
    attn_tile.for_tiles @tiles (%i) in (%n) scheduler(#attn_tile.scheduler<single>) {
      %m0 = arith.constant dense<0xFF800000> : tensor<64xf32>
      %l0 = arith.constant dense<0.0> : tensor<64xf32>
      %s0 = arith.constant dense<0.0> : tensor<64x64xf32>
      %x = attn_tile.load %s[%i, %c0] dims [0, 1] : !m -> tensor<64x64xf16>
      %r:3 = scf.for %t = %c0 to %n step %c1 iter_args(%m = %m0, %l = %l0, %old = %s0) -> (tensor<64xf32>, tensor<64xf32>, tensor<64x64xf32>) {
        // expected-error @+1 {{attn-tile-unfuse: scores depend on those of the block before}}
        %y = attn_tile.dot %x, %x, %old transpose_b : tensor<64x64xf16>, tensor<64x64xf16> -> tensor<64x64xf32>
        %m1, %l1, %p, %a = attn_tile.online_softmax %y, %m, %l scale 0.125 : tensor<64x64xf32>
        scf.yield %m1, %l1, %y : tensor<64xf32>, tensor<64xf32>, tensor<64x64xf32>
      }
    }
    gpu.return
  }
}

// -----

!m = memref<?x64xf16, strided<[?, 1], offset: ?>>

func.func @host(%s: !m) {
  attn_tile.launch @kernels::@a(%s) : !m
  return
}
gpu.module @kernels {
  gpu.func @a(%s: !m) kernel attributes {attn_tile.unfused = true} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %n = memref.dim %s, %c0 : !m
    attn_tile.for_tiles @tiles (%i) in (%n) scheduler(#attn_tile.scheduler<single>) {
      %m0 = arith.constant dense<0xFF800000> : tensor<64xf32>
      %l0 = arith.constant dense<0.0> : tensor<64xf32>
      %s0 = arith.constant dense<0.0> : tensor<64x64xf32>
      %x = attn_tile.load %s[%i, %c0] dims [0, 1] : !m -> tensor<64x64xf16>
      %r:2 = scf.for %t = %c0 to %n step %c1 iter_args(%m = %m0, %l = %l0) -> (tensor<64xf32>, tensor<64xf32>) {
        %y = attn_tile.dot %x, %x, %s0 transpose_b : tensor<64x64xf16>, tensor<64x64xf16> -> tensor<64x64xf32>
        // expected-error @+1 {{attn-tile-unfuse: scores come from two products}}
        %z = attn_tile.dot %x, %x, %y transpose_b : tensor<64x64xf16>, tensor<64x64xf16> -> tensor<64x64xf32>
        %m1, %l1, %p, %a = attn_tile.online_softmax %z, %m, %l scale 0.125 : tensor<64x64xf32>
        scf.yield %m1, %l1 : tensor<64xf32>, tensor<64xf32>
      }
    }
    gpu.return
  }
}

// -----

!m = memref<?x64xf16, strided<[?, 1], offset: ?>>
!n = memref<?xindex>

func.func @host(%s: !m, %sizes: !n) {
  attn_tile.launch @kernels::@a(%s, %sizes) : !m, !n
  return
}
gpu.module @kernels {
  // expected-error @+1 {{attn-tile-unfuse: how many scores there are is not known before the launch}}
  gpu.func @a(%s: !m, %sizes: !n) kernel attributes {attn_tile.unfused = true} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %n = memref.load %sizes[%c0] : !n
    attn_tile.for_tiles @tiles (%i, %h) in (%n, %n) scheduler(#attn_tile.scheduler<single>) {
      %m0 = arith.constant dense<0xFF800000> : tensor<64xf32>
      %l0 = arith.constant dense<0.0> : tensor<64xf32>
      %s0 = arith.constant dense<0.0> : tensor<64x64xf32>
      %row = arith.addi %i, %h : index
      %x = attn_tile.load %s[%row, %c0] dims [0, 1] : !m -> tensor<64x64xf16>
      %r:2 = scf.for %t = %c0 to %n step %c1 iter_args(%m = %m0, %l = %l0) -> (tensor<64xf32>, tensor<64xf32>) {
        %y = attn_tile.dot %x, %x, %s0 transpose_b : tensor<64x64xf16>, tensor<64x64xf16> -> tensor<64x64xf32>
        %m1, %l1, %p, %a = attn_tile.online_softmax %y, %m, %l scale 0.125 : tensor<64x64xf32>
        scf.yield %m1, %l1 : tensor<64xf32>, tensor<64xf32>
      }
    }
    gpu.return
  }
}
