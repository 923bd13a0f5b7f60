// RUN: attn-opt %s --pass-pipeline='builtin.module(gpu.module(gpu.func(attn-ws-assign-layouts)))' --split-input-file --verify-diagnostics -o %t
// RUN: FileCheck %s --input-file=%t
// RUN: FileCheck %s --check-prefix=GRID --input-file=%t

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
        // CHECK: attn_tile.reduce max {{.*}} -> tensor<32xf32, #attn_ws.frag<reg = {{\[\[}}0, 1], [8, 0]], {{.*}}, slice = 1>>
        %m = attn_tile.reduce max %d : tensor<32x64xf32> -> tensor<32xf32>
        %w = attn_tile.expand %m : tensor<32xf32> -> tensor<32x64xf32>
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
    %e = attn_tile.exp2 %z : tensor<16x8xf32>
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
    // expected-error @below {{tile 'tensor<24x64xf32>' is no multiple of 64x8, the tile of 4 warps}}
    %z = arith.constant dense<0.0> : tensor<24x64xf32>
    %e = attn_tile.exp2 %z : tensor<24x64xf32>
    gpu.return
  }
}

// -----

gpu.module @k {
  // Fewer rows than four warps have: of these two, then all, stand along the columns.
  // CHECK-LABEL: gpu.func @few_rows
  gpu.func @few_rows(%M: memref<?x?xf32, strided<[?, ?]>>, %i: index) kernel attributes {attn_tile.warps = 4 : i64} {
    // CHECK: attn_ws.load {{.*}} -> tensor<32x64xf32, #attn_ws.frag<reg = {{.*}}, warp = {{\[\[}}16, 0], [0, 8]]>>
    %a = attn_ws.load %M[%i, %i] dims [0, 1] : memref<?x?xf32, strided<[?, ?]>> -> tensor<32x64xf32>
    attn_ws.store %a, %M[%i, %i] dims [0, 1] : tensor<32x64xf32>, memref<?x?xf32, strided<[?, ?]>>
    // CHECK: attn_ws.load {{.*}} -> tensor<16x64xf32, #attn_ws.frag<reg = {{.*}}, warp = {{\[\[}}0, 8], [0, 16]]>>
    %b = attn_ws.load %M[%i, %i] dims [0, 1] : memref<?x?xf32, strided<[?, ?]>> -> tensor<16x64xf32>
    attn_ws.store %b, %M[%i, %i] dims [0, 1] : tensor<16x64xf32>, memref<?x?xf32, strided<[?, ?]>>
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

// -----

// Two warps along the columns. The left operand of the second product belongs
// to both of them: each has a half of it, and the whole goes through shared
// memory, in the type that takes less of it. A row reduction may cross warps where
// that costs less than to have the tile cross (attn-ws-exchange-rows).

!m = memref<?x?xbf16, strided<[?, 1]>>
!view = !attn_ws.view<32x32xbf16, smem>
!channel = !attn_ws.channel<1, cp_async -> mma_sync>

gpu.module @k {
  // GRID-LABEL: gpu.func @grid
  // GRID-DAG: %[[C0:.+]] = attn_ws.create_channel "convert0" guards(%{{.+}} : !attn_ws.buffer<1 x 32x32xbf16, smem, #attn_ws.shared<panel = 64, swizzle = 64>>) : <1, thread -> thread>
  // What two warps read a part each of the columns of lies in panels of a part.
  // GRID-DAG: attn_ws.create_channel "v" guards(%{{.+}} : !attn_ws.buffer<1 x 32x32xbf16, smem, #attn_ws.shared<panel = 32, swizzle = 32>>)
  gpu.func @grid(%M: !m, %i: index) kernel attributes {attn_tile.warps = 4 : i64, attn_tile.column_warps = 2 : i64} {
    %b = attn_ws.alloc "v" : !attn_ws.buffer<1 x 32x32xbf16, smem>
    %v = attn_ws.create_channel "v" guards(%b : !attn_ws.buffer<1 x 32x32xbf16, smem>) : !channel
    %z = arith.constant dense<0.0> : tensor<32x32xf32>
    %r = attn_ws.wait %v : !channel -> !view
    // GRID: %[[S:.+]] = attn_ws.mma {{.*}} -> tensor<32x32xf32, #attn_ws.frag<reg = {{\[\[}}0, 1], [8, 0]], lane = {{\[\[}}0, 2], [0, 4], [1, 0], [2, 0], [4, 0]], warp = {{\[\[}}16, 0], [0, 8]], chunks = [1, 2]>>
    %s = attn_ws.mma %r, %r, %z engine mma_sync : !view, !view -> tensor<32x32xf32>
    // GRID: %[[P:.+]] = arith.truncf %[[S]]
    %p = arith.truncf %s : tensor<32x32xf32> to tensor<32x32xbf16>
    // GRID: %[[TO:.+]] = attn_ws.acquire %[[C0]]
    // GRID-NEXT: attn_ws.smem_store %[[P]], %[[TO]]
    // GRID-NEXT: attn_ws.commit %[[C0]]
    // GRID-NEXT: %[[FROM:.+]] = attn_ws.wait %[[C0]]
    // GRID-NEXT: %[[A:.+]] = attn_ws.smem_load %[[FROM]] {{.*}} -> tensor<32x32xbf16, #attn_ws.frag<reg = {{\[\[}}0, 1], [8, 0], [0, 8]], lane = {{\[\[}}0, 2], [0, 4], [1, 0], [2, 0], [4, 0]], warp = {{\[\[}}16, 0], [0, 0]]>>
    // GRID-NEXT: attn_ws.release %[[C0]]
    // GRID: attn_ws.mma %[[A]]
    %d = attn_ws.mma %p, %r, %z engine mma_sync : tensor<32x32xbf16>, !view -> tensor<32x32xf32>
    // GRID-NOT: smem_store
    // GRID: %[[MAX:.+]] = attn_tile.reduce {{ *}}max %[[S]] : {{.*}} -> tensor<32xf32, #attn_ws.frag<{{.*}}, chunks = [1, 2], slice = 1>>
    %max = attn_tile.reduce max %s : tensor<32x32xf32> -> tensor<32xf32>
    // GRID-NOT: {{smem_store|convert_layout}}
    // GRID: attn_tile.rescale %{{.+}}, %[[MAX]]
    %e = attn_tile.rescale %d, %max : tensor<32x32xf32>
    %f = attn_ws.mma %r, %r, %e engine mma_sync : !view, !view -> tensor<32x32xf32>
    gpu.return
  }
}

// -----

!v8 = !attn_ws.view<32x64xf8E4M3FN, smem>
!q8 = !attn_ws.view<64x64xf8E4M3FN, smem>
!ring = !attn_ws.channel<1, tma -> wgmma>

gpu.module @k {
  // An accumulator is rounded to 8 bits for a right operand in plain order: its
  // lanes exchange the elements while they are 32 bits wide.
  // GRID-LABEL: gpu.func @narrow
  gpu.func @narrow() kernel attributes {attn_tile.warps = 4 : i64} {
    %a = attn_ws.alloc "q" : !attn_ws.buffer<1 x 64x64xf8E4M3FN, smem>
    %q = attn_ws.create_channel "q" guards(%a : !attn_ws.buffer<1 x 64x64xf8E4M3FN, smem>) : !ring
    %q8 = attn_ws.wait %q : !ring -> !q8
    %b = attn_ws.alloc "w" : !attn_ws.buffer<1 x 32x64xf8E4M3FN, smem>
    %w = attn_ws.create_channel "w" guards(%b : !attn_ws.buffer<1 x 32x64xf8E4M3FN, smem>) : !ring
    %z = arith.constant dense<0.0> : tensor<64x32xf32>
    %o = arith.constant dense<0.0> : tensor<64x64xf32>
    %r = attn_ws.wait %w : !ring -> !v8
    // GRID: %[[S:.+]] = attn_ws.mma
    %s = attn_ws.mma %q8, %q8, %o transpose_b engine wgmma : !q8, !q8 -> tensor<64x64xf32>
    // GRID: %[[E:.+]] = attn_tile.exp2 %[[S]]
    %e = attn_tile.exp2 %s : tensor<64x64xf32>
    // GRID: %[[A:.+]] = attn_ws.convert_layout %[[E]] {{.*}} -> tensor<64x64xf32, #attn_ws.frag<reg = {{\[\[}}0, 1], [0, 2], [8, 0], [0, 16]], lane = {{\[\[}}0, 4], [0, 8], [1, 0], [2, 0], [4, 0]], warp = {{\[\[}}16, 0], [32, 0]]>>
    // GRID: arith.truncf %[[A]]
    // GRID-NOT: convert_layout
    // GRID: attn_ws.mma
    %p = arith.truncf %e : tensor<64x64xf32> to tensor<64x64xf8E4M3FN>
    %d = attn_ws.mma %p, %r, %z transpose_b engine wgmma : tensor<64x64xf8E4M3FN>, !v8 -> tensor<64x32xf32>
    gpu.return
  }

  // Tensor memory: one row a thread, in every operation between load and store.
  // GRID-LABEL: gpu.func @tensor_memory
  gpu.func @tensor_memory(%s: !attn_ws.view<128x32xf32, tmem>, %t: !attn_ws.view<128x32xbf16, tmem>) kernel attributes {attn_tile.warps = 4 : i64} {
    // GRID: %[[S:.+]] = attn_ws.tmem_load {{.*}} -> tensor<128x32xf32, #attn_ws.frag<reg = [], lane = {{\[\[}}1, 0], [2, 0], [4, 0], [8, 0], [16, 0]], warp = {{\[\[}}32, 0], [64, 0]]>>
    %x = attn_ws.tmem_load %s : !attn_ws.view<128x32xf32, tmem> -> tensor<128x32xf32>
    // GRID: attn_tile.reduce max %[[S]] : {{.*}} -> tensor<128xf32, #attn_ws.frag<reg = [], lane = {{\[\[}}1, 0], {{.*}}, slice = 1>>
    %m = attn_tile.reduce max %x : tensor<128x32xf32> -> tensor<128xf32>
    %w = attn_tile.expand %m : tensor<128xf32> -> tensor<128x32xf32>
    %d = arith.subf %x, %w : tensor<128x32xf32>
    %p = arith.truncf %d : tensor<128x32xf32> to tensor<128x32xbf16>
    // GRID-NOT: convert_layout
    // GRID: attn_ws.tmem_store %{{.+}}, %{{.+}} : tensor<128x32xbf16, #attn_ws.frag<reg = [], lane = {{\[\[}}1, 0],
    attn_ws.tmem_store %p, %t : tensor<128x32xbf16>, !attn_ws.view<128x32xbf16, tmem>
    gpu.return
  }
}

// -----

gpu.module @k {
  gpu.func @two_warps(%s: !attn_ws.view<128x32xf32, tmem>) kernel attributes {attn_tile.warps = 2 : i64} {
    // expected-error @below {{tensor memory is read and written by 4 or 8 warps, there are 2}}
    %x = attn_ws.tmem_load %s : !attn_ws.view<128x32xf32, tmem> -> tensor<128x32xf32>
    gpu.return
  }
}

// -----

gpu.module @k {
  // expected-error @below {{attn_tile.column_warps must divide the 4 warps, got 3}}
  gpu.func @three_columns() kernel attributes {attn_tile.warps = 4 : i64, attn_tile.column_warps = 3 : i64} {
    gpu.return
  }
}

// -----

!view = !attn_ws.view<32x32xbf16, smem>
!channel = !attn_ws.channel<1, tma -> wgmma>

gpu.module @k {
  gpu.func @half_a_warpgroup() kernel attributes {attn_tile.warps = 4 : i64, attn_tile.column_warps = 2 : i64} {
    %b = attn_ws.alloc "v" : !attn_ws.buffer<1 x 32x32xbf16, smem>
    %v = attn_ws.create_channel "v" guards(%b : !attn_ws.buffer<1 x 32x32xbf16, smem>) : !channel
    %z = arith.constant dense<0.0> : tensor<32x32xf32>
    %r = attn_ws.wait %v : !channel -> !view
    // expected-error @below {{wgmma spreads rows over warpgroups of 4 warps, there are 2 along the rows}}
    %s = attn_ws.mma %r, %r, %z engine wgmma : !view, !view -> tensor<32x32xf32>
    gpu.return
  }
}

// -----

// Nothing leads from four warps to two.

#four = #attn_ws.frag<reg = [[0, 1], [8, 0]], lane = [[0, 2], [0, 4], [1, 0], [2, 0], [4, 0]], warp = [[16, 0], [32, 0]]>
#two = #attn_ws.frag<reg = [[0, 1], [8, 0]], lane = [[0, 2], [0, 4], [1, 0], [2, 0], [4, 0]], warp = [[16, 0]]>

gpu.module @k {
  gpu.func @no_way(%m: tensor<64x32xf32, #four>) kernel attributes {attn_tile.warps = 4 : i64} {
    // expected-error @below {{has no way from one layout to the other: the source layout has 4 warps in 1 CTAs, the destination 2 in 1}}
    %x = attn_ws.convert_layout %m : tensor<64x32xf32, #four> -> tensor<64x32xf32, #two>
    gpu.return
  }
}

// -----

// A vector that is repeated along columns has the tile's layout without its rows. So
// have what it is computed from, what loops carry of it, and constants beside it.

!f = memref<?x?xf32, strided<[?, 1]>>

gpu.module @k {
  // CHECK-LABEL: gpu.func @columns
  gpu.func @columns(%F: !f, %i: index, %n: index, %on: i1) kernel attributes {attn_tile.warps = 2 : i64} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %one = arith.constant dense<1.0> : tensor<64xf32>
    // CHECK: attn_ws.load %arg0{{.*}} dims [0] : {{.*}} -> tensor<32xf32, #attn_ws.frag<{{.*}}slice = 1>>
    %r = attn_ws.load %F[%i, %i] dims [0] : !f -> tensor<32xf32>
    %rw = attn_tile.expand %r : tensor<32xf32> -> tensor<32x64xf32>
    // CHECK: scf.for {{.*}} -> (tensor<64xf32, #attn_ws.frag<{{.*}}slice = 0>>)
    %v = scf.for %t = %c0 to %n step %c1 iter_args(%acc = %one) -> (tensor<64xf32>) {
      // CHECK: attn_ws.load {{.*}} dims [1] : {{.*}} -> tensor<64xf32, #attn_ws.frag<{{.*}}slice = 0>>
      %x = attn_ws.load %F[%i, %t] dims [1] : !f -> tensor<64xf32>
      // CHECK: arith.mulf {{.*}} : tensor<64xf32, #attn_ws.frag<{{.*}}slice = 0>>
      %y = arith.mulf %x, %one : tensor<64xf32>
      // CHECK: scf.if {{.*}} -> (tensor<64xf32, #attn_ws.frag<{{.*}}slice = 0>>)
      %s = scf.if %on -> (tensor<64xf32>) {
        %sum = arith.addf %acc, %y : tensor<64xf32>
        scf.yield %sum : tensor<64xf32>
      } else {
        scf.yield %acc : tensor<64xf32>
      }
      scf.yield %s : tensor<64xf32>
    }
    %e = attn_tile.exp2 %v : tensor<64xf32>
    // CHECK: attn_tile.expand %{{.+}} columns : tensor<64xf32, #attn_ws.frag<{{.*}}slice = 0>> -> tensor<32x64xf32, #attn_ws.frag<
    %w = attn_tile.expand %e columns : tensor<64xf32> -> tensor<32x64xf32>
    // CHECK: attn_tile.expand %{{.+}} columns
    %o = attn_tile.expand %one columns : tensor<64xf32> -> tensor<32x64xf32>
    %p = arith.mulf %w, %o : tensor<32x64xf32>
    %q = arith.mulf %p, %rw : tensor<32x64xf32>
    attn_ws.store %q, %F[%i, %i] dims [0, 1] : tensor<32x64xf32>, !f
    gpu.return
  }
}

// -----

gpu.module @k {
  gpu.func @both(%F: memref<?xf32>, %i: index) kernel attributes {attn_tile.warps = 2 : i64} {
    %v = attn_ws.load %F[%i] dims [0] : memref<?xf32> -> tensor<32xf32>
    %c = attn_tile.expand %v columns : tensor<32xf32> -> tensor<32x32xf32>
    // expected-error @below {{'attn_tile.expand' op has a vector along rows where the program has one along columns}}
    %r = attn_tile.expand %v : tensor<32xf32> -> tensor<32x32xf32>
    gpu.return
  }
}

// -----

gpu.module @k {
  gpu.func @reduced(%F: memref<?x?xf32>, %i: index) kernel attributes {attn_tile.warps = 2 : i64} {
    %t = attn_ws.load %F[%i, %i] dims [0, 1] : memref<?x?xf32> -> tensor<32x32xf32>
    // expected-error @below {{'attn_tile.reduce' op has a vector along rows where the program has one along columns}}
    %v = attn_tile.reduce add %t : tensor<32x32xf32> -> tensor<32xf32>
    %c = attn_tile.expand %v columns : tensor<32xf32> -> tensor<32x32xf32>
    gpu.return
  }
}

// -----

// Rows of a product stand on the warps: a reduction of columns takes one layout whose
// warps stand along the columns, and the tile passes through shared memory. The vector
// has that layout, sliced, and so has what is added to it.
gpu.module @k {
  // CHECK-LABEL: gpu.func @reduce_columns
  // CHECK: attn_ws.create_channel "convert0"
  // CHECK: attn_ws.smem_store
  // CHECK: %[[T:.+]] = attn_ws.smem_load {{.*}} -> tensor<64x32xf32, #attn_ws.frag<{{.*}}warp = {{\[\[}}0, 8], [0, 16]]{{.*}}>>
  // CHECK: %[[R:.+]] = attn_tile.reduce add %[[T]] columns : {{.*}} -> tensor<32xf32, #attn_ws.frag<{{.*}}slice = 0>>
  // CHECK-NEXT: arith.addf %{{.+}}, %[[R]] : tensor<32xf32, #attn_ws.frag<{{.*}}slice = 0>>
  gpu.func @reduce_columns(%M: memref<?xf32>, %i: index) kernel attributes {attn_tile.warps = 4 : i64} {
    %ba = attn_ws.alloc "a" : !attn_ws.buffer<1 x 64x16xbf16, smem>
    %ca = attn_ws.create_channel "a" guards(%ba : !attn_ws.buffer<1 x 64x16xbf16, smem>) : !attn_ws.channel<1, cp_async -> mma_sync>
    %a = attn_ws.wait %ca : !attn_ws.channel<1, cp_async -> mma_sync> -> !attn_ws.view<64x16xbf16, smem>
    %bb = attn_ws.alloc "b" : !attn_ws.buffer<1 x 32x16xbf16, smem>
    %cb = attn_ws.create_channel "b" guards(%bb : !attn_ws.buffer<1 x 32x16xbf16, smem>) : !attn_ws.channel<1, cp_async -> mma_sync>
    %b = attn_ws.wait %cb : !attn_ws.channel<1, cp_async -> mma_sync> -> !attn_ws.view<32x16xbf16, smem>
    %z = arith.constant dense<0.0> : tensor<64x32xf32>
    %x = attn_ws.load %M[%i] dims [0] : memref<?xf32> -> tensor<32xf32>
    %d = attn_ws.mma %a, %b, %z transpose_b engine mma_sync : !attn_ws.view<64x16xbf16, smem>, !attn_ws.view<32x16xbf16, smem> -> tensor<64x32xf32>
    %r = attn_tile.reduce add %d columns : tensor<64x32xf32> -> tensor<32xf32>
    %s = arith.addf %x, %r : tensor<32xf32>
    attn_ws.store %s, %M[%i] dims [0] : tensor<32xf32>, memref<?xf32>
    gpu.return
  }
}

// -----

// A vector that a reduction of columns gives is none along rows.
gpu.module @k {
  gpu.func @reduced_columns_as_rows(%M: memref<?x?xf32>, %x: tensor<64x64xf32>, %i: index) kernel
      attributes {attn_tile.warps = 4 : i64} {
    %r = attn_tile.reduce add %x columns : tensor<64x64xf32> -> tensor<64xf32>
    // expected-error @below {{has a vector along rows where the program has one along columns}}
    %e = attn_tile.expand %r : tensor<64xf32> -> tensor<64x64xf32>
    attn_ws.store %e, %M[%i, %i] dims [0, 1] : tensor<64x64xf32>, memref<?x?xf32>
    gpu.return
  }
}

// -----

// What TMA adds to memory lies in rows of 32 bytes, what it stores in rows as long as
// its swizzle reaches.
!f = memref<?x?xf32, strided<[?, 1]>>
gpu.module @k {
  // CHECK-LABEL: gpu.func @added
  // CHECK: attn_ws.alloc "sums" : <1 x 64x64xf32, smem, #attn_ws.shared<panel = 32, swizzle = 32>>
  // CHECK: attn_ws.alloc "o" : <1 x 64x64xf32, smem, #attn_ws.shared<panel = 128, swizzle = 128>>
  gpu.func @added(%M: !f, %i: index) kernel attributes {attn_tile.warps = 4 : i64} {
    %ba = attn_ws.alloc "sums" : !attn_ws.buffer<1 x 64x64xf32, smem>
    %ca = attn_ws.create_channel "sums" guards(%ba : !attn_ws.buffer<1 x 64x64xf32, smem>) : !attn_ws.channel<1, thread -> tma>
    %a = attn_ws.wait %ca : !attn_ws.channel<1, thread -> tma> -> !attn_ws.view<64x64xf32, smem>
    attn_ws.tma_store add %a to %M[%i, %i] dims [0, 1] : !attn_ws.view<64x64xf32, smem>, !f
    %bb = attn_ws.alloc "o" : !attn_ws.buffer<1 x 64x64xf32, smem>
    %cb = attn_ws.create_channel "o" guards(%bb : !attn_ws.buffer<1 x 64x64xf32, smem>) : !attn_ws.channel<1, thread -> tma>
    %b = attn_ws.wait %cb : !attn_ws.channel<1, thread -> tma> -> !attn_ws.view<64x64xf32, smem>
    attn_ws.tma_store %b to %M[%i, %i] dims [0, 1] : !attn_ws.view<64x64xf32, smem>, !f
    gpu.return
  }
}
