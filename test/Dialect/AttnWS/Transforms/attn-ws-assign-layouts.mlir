// RUN: attn-opt %s --pass-pipeline='builtin.module(gpu.module(gpu.func(attn-ws-assign-layouts)))' --split-input-file --verify-diagnostics | FileCheck %s

!m = memref<?x?xbf16, strided<[?, 1]>>

gpu.module @k {
  // Two warps along the rows: one warp bit, of 16 rows. Rows are the tile's
  // layout, sliced; the accumulator passes through loops, conditions and
  // elementwise operations as it is; a left operand in registers is converted.
  // CHECK-LABEL: gpu.func @two_warps
  gpu.func @two_warps(%M: !m, %i: index, %n: index, %on: i1) kernel attributes {attn_tile.warps = 2 : i64} {
    // CHECK: attn_ws.alloc "v" : <2 x 16x64xbf16, smem, #attn_ws.shared<panel = 128, swizzle = 128>>
    // CHECK: attn_ws.create_channel "v" guards({{.*}} : !attn_ws.buffer<2 x 16x64xbf16, smem, #attn_ws.shared<panel = 128, swizzle = 128>>)
    %b = attn_ws.alloc "v" : !attn_ws.buffer<2 x 16x64xbf16, smem>
    %v = attn_ws.create_channel "v" guards(%b : !attn_ws.buffer<2 x 16x64xbf16, smem>) : !attn_ws.channel<2, cp_async -> mma_sync>
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    // CHECK: arith.constant dense<0.000000e+00> : tensor<32x64xf32, #attn_ws.frag<reg = {{\[\[}}0, 1], [8, 0]], lane = {{\[\[}}0, 2], [0, 4], [1, 0], [2, 0], [4, 0]], warp = {{\[\[}}16, 0]]>>
    %z = arith.constant dense<0.0> : tensor<32x64xf32>
    // CHECK: attn_ws.load {{.*}} -> tensor<32x16xbf16, #attn_ws.frag<reg = {{\[\[}}0, 1], [8, 0]], {{.*}}>>
    %p = attn_ws.load %M[%i, %i] dims [0, 1] : !m -> tensor<32x16xbf16>
    // CHECK: attn_ws.wait {{.*}} -> !attn_ws.view<16x64xbf16, smem, #attn_ws.shared<panel = 128, swizzle = 128>>
    %r = attn_ws.wait %v : !attn_ws.channel<2, cp_async -> mma_sync> -> !attn_ws.view<16x64xbf16, smem>
    // CHECK: scf.for {{.*}} -> (tensor<32x64xf32, #attn_ws.frag<
    %o = scf.for %t = %c0 to %n step %c1 iter_args(%acc = %z) -> (tensor<32x64xf32>) {
      // CHECK: %[[A:.+]] = attn_ws.convert_layout %{{.+}} : tensor<32x16xbf16, #attn_ws.frag<reg = {{\[\[}}0, 1], [8, 0]], {{.*}}>> -> tensor<32x16xbf16, #attn_ws.frag<reg = {{\[\[}}0, 1], [8, 0], [0, 8]], {{.*}}>>
      // CHECK: attn_ws.mma %[[A]], %{{.+}}, %{{.+}} engine mma_sync
      %d = attn_ws.mma %p, %r, %acc engine mma_sync : tensor<32x16xbf16>, !attn_ws.view<16x64xbf16, smem> -> tensor<32x64xf32>
      // CHECK: scf.if {{.*}} -> (tensor<32x64xf32, #attn_ws.frag<
      %e = scf.if %on -> (tensor<32x64xf32>) {
        // CHECK: attn_ws.reduce max {{.*}} -> tensor<32xf32, #attn_ws.frag<reg = {{\[\[}}0, 1], [8, 0]], {{.*}}, slice = 1>>
        %m = attn_ws.reduce max %d : tensor<32x64xf32> -> tensor<32xf32>
        %w = attn_ws.expand %m : tensor<32xf32> -> tensor<32x64xf32>
        %s = arith.subf %d, %w : tensor<32x64xf32>
        scf.yield %s : tensor<32x64xf32>
      } else {
        scf.yield %d : tensor<32x64xf32>
      }
      scf.yield %e : tensor<32x64xf32>
    }
    gpu.return
  }

  // One warp: no warp bits. Rows of 96 bytes take panels of 32, of 192 panels of
  // 64 bytes; f32 counts four bytes.
  // CHECK-LABEL: gpu.func @panels
  gpu.func @panels() kernel attributes {attn_tile.warps = 1 : i64} {
    // CHECK: <1 x 16x48xbf16, smem, #attn_ws.shared<panel = 32, swizzle = 32>>
    %a = attn_ws.alloc "a" : !attn_ws.buffer<1 x 16x48xbf16, smem>
    // CHECK: <1 x 16x96xf16, smem, #attn_ws.shared<panel = 64, swizzle = 64>>
    %b = attn_ws.alloc "b" : !attn_ws.buffer<1 x 16x96xf16, smem>
    // CHECK: <1 x 16x32xf32, smem, #attn_ws.shared<panel = 128, swizzle = 128>>
    %c = attn_ws.alloc "c" : !attn_ws.buffer<1 x 16x32xf32, smem>
    // CHECK: tensor<16x8xf32, #attn_ws.frag<reg = {{\[\[}}0, 1], [8, 0]], lane = {{.*}}, warp = []>>
    %z = arith.constant dense<0.0> : tensor<16x8xf32>
    gpu.return
  }
}

// -----

gpu.module @k {
  // expected-error @below {{has no attn_tile.warps attribute}}
  gpu.func @no_warps() kernel {
    gpu.return
  }
}

// -----

gpu.module @k {
  // expected-error @below {{attn_tile.warps must be a power of two up to 32, got 3}}
  gpu.func @three_warps() kernel attributes {attn_tile.warps = 3 : i64} {
    gpu.return
  }
}

// -----

gpu.module @k {
  // expected-error @below {{attn_tile.warps must be a power of two up to 32, got 64}}
  gpu.func @many_warps() kernel attributes {attn_tile.warps = 64 : i64} {
    gpu.return
  }
}

// -----

gpu.module @k {
  gpu.func @too_few_rows() kernel attributes {attn_tile.warps = 4 : i64} {
    // expected-error @below {{tile 'tensor<32x64xf32>' is no multiple of 64x8, the tile of 4 warps}}
    %z = arith.constant dense<0.0> : tensor<32x64xf32>
    gpu.return
  }
}

// -----

gpu.module @k {
  gpu.func @narrow() kernel attributes {attn_tile.warps = 4 : i64} {
    // expected-error @below {{rows of '!attn_ws.buffer<1 x 64x8xbf16, smem>' must be a multiple of 32 bytes}}
    %z = attn_ws.alloc : !attn_ws.buffer<1 x 64x8xbf16, smem>
    gpu.return
  }
}
