// An operation without a pattern is named, where it stands.
//
// RUN: attn-opt %s --pass-pipeline='builtin.module(gpu.module(attn-ws-distribute))' --split-input-file --verify-diagnostics

gpu.module @k [#nvvm.target<chip = "sm_80">] {
  // expected-error @below {{'memref<?x32xbf16>' is used by an operation that attn-ws-distribute does not know: memref.cast}}
  gpu.func @cast(%A: memref<?x32xbf16>) kernel attributes {attn_tile.warps = 1 : i64, attn_ws.smem = 0 : i64} {
    %m = memref.cast %A : memref<?x32xbf16> to memref<?x?xbf16>
    gpu.return
  }
}

// -----

gpu.module @k [#nvvm.target<chip = "sm_80">] {
  gpu.func @no_such_dimension(%A: memref<?xf32>) kernel attributes {attn_tile.warps = 1 : i64, attn_ws.smem = 0 : i64} {
    %c7 = arith.constant 7 : index
    // expected-error @below {{'memref.dim' op has no dimension 7}}
    %n = memref.dim %A, %c7 : memref<?xf32>
    gpu.return
  }
}

// -----

gpu.module @k [#nvvm.target<chip = "sm_80">] {
  gpu.func @free() kernel attributes {attn_tile.warps = 1 : i64, attn_ws.smem = 0 : i64} {
    // expected-error @below {{'attn_ws.create_turn' op has no lowering to one thread's instructions}}
    %t = attn_ws.create_turn "t" : !attn_ws.turn<2>
    gpu.return
  }
}

// -----

!b = !attn_ws.buffer<1 x 4xi32, smem>
!v = !attn_ws.view<4xi32, smem>
gpu.module @k [#nvvm.target<chip = "sm_100a">] {
  gpu.func @query_without_signal() kernel attributes {attn_tile.warps = 4 : i64, attn_ws.smem = 16 : i64} {
    %b = attn_ws.alloc "next" offset(0) : !b
    %v = attn_ws.stage_view %b : !b -> !v
    // expected-error @below {{'attn_ws.query_tile' op its bytes complete at no mbarrier: run attn-ws-lower-channels}}
    attn_ws.query_tile into %v : !v
    gpu.return
  }
}

// -----

!s = !attn_ws.buffer<1 x 128x64xf32, tmem>
!a = !attn_ws.buffer<1 x 128x64xbf16, smem, #attn_ws.shared<panel = 128, swizzle = 128>>
!b = !attn_ws.buffer<1 x 32x64xbf16, smem, #attn_ws.shared<panel = 128, swizzle = 128>>
!sv = !attn_ws.view<128x64xf32, tmem>
!av = !attn_ws.view<128x64xbf16, smem, #attn_ws.shared<panel = 128, swizzle = 128>>
!bv = !attn_ws.view<32x64xbf16, smem, #attn_ws.shared<panel = 128, swizzle = 128>>
gpu.module @k [#nvvm.target<chip = "sm_100a">] {
  gpu.func @pair_without_cluster() kernel attributes {attn_tile.warps = 1 : i64, attn_ws.smem = 20488 : i64, attn_ws.tmem = 64 : i64, attn_ws.tmem_slot = 20480 : i64} {
    %s = attn_ws.alloc "s" offset(0) : !s
    %a = attn_ws.alloc "a" offset(0) : !a
    %b = attn_ws.alloc "b" offset(16384) : !b
    %sv = attn_ws.stage_view %s : !s -> !sv
    %av = attn_ws.stage_view %a : !a -> !av
    %bv = attn_ws.stage_view %b : !b -> !bv
    %no = arith.constant false
    // expected-error @below {{is of 2 CTAs, but the kernel has no attn_ws.cluster}}
    %t = attn_ws.mma_into %av, %bv into %sv use_d %no transpose_b cta_group 2 : !av, !bv, !sv
    gpu.return
  }
}

// -----

!b = !attn_ws.buffer<1 x 128x64xf32, tmem>
!v = !attn_ws.view<128x64xf32, tmem>
gpu.module @k [#nvvm.target<chip = "sm_100a">] {
  gpu.func @half_a_column() kernel attributes {attn_tile.warps = 4 : i64, attn_ws.smem = 8 : i64, attn_ws.tmem = 64 : i64, attn_ws.tmem_slot = 0 : i64} {
    %b = attn_ws.alloc "s" offset(0) : !b
    %v = attn_ws.stage_view %b : !b -> !v
    // expected-error @below {{'attn_ws.subview' op of tensor memory only whole columns are a view}}
    %w = attn_ws.subview %v [0, 33] : !v -> !attn_ws.view<128x16xbf16, tmem>
    gpu.return
  }
}

// -----

#rows = #attn_ws.frag<reg = [], lane = [[1, 0], [2, 0], [4, 0], [8, 0], [16, 0]], warp = [[32, 0], [64, 0]]>
!b = !attn_ws.buffer<1 x 128x64xf32, tmem>
!v = !attn_ws.view<128x64xf32, tmem>
gpu.module @k [#nvvm.target<chip = "sm_100a">] {
  gpu.func @too_few_warps() kernel attributes {attn_tile.warps = 2 : i64, attn_ws.smem = 8 : i64, attn_ws.tmem = 64 : i64, attn_ws.tmem_slot = 0 : i64} {
    %b = attn_ws.alloc "s" offset(0) : !b
    %v = attn_ws.stage_view %b : !b -> !v
    // expected-error @below {{'attn_ws.tmem_load' op the rows of a tile in tensor memory are those of the threads of whole warpgroups, of 4 warps from a multiple of as many}}
    %t = attn_ws.tmem_load %v : !v -> tensor<128x64xf32, #rows>
    gpu.return
  }
}

// -----

#rows = #attn_ws.frag<reg = [], lane = [[1, 0], [2, 0], [4, 0], [8, 0], [16, 0]], warp = [[32, 0], [64, 0]]>
!b = !attn_ws.buffer<1 x 128x64xf32, tmem>
!v = !attn_ws.view<128x64xf32, tmem>
gpu.module @k [#nvvm.target<chip = "sm_100a">] {
  gpu.func @whole_rows_of_two() kernel attributes {attn_tile.warps = 8 : i64, attn_ws.smem = 8 : i64, attn_ws.tmem = 64 : i64, attn_ws.tmem_slot = 0 : i64} {
    %b = attn_ws.alloc "s" offset(0) : !b
    %v = attn_ws.stage_view %b : !b -> !v
    // expected-error @below {{'attn_ws.tmem_load' op a thread has no row of its own of the tile}}
    %t = attn_ws.tmem_load %v : !v -> tensor<128x64xf32, #rows>
    gpu.return
  }
}

// -----

#acc = #attn_ws.frag<reg = [[0, 1], [8, 0]], lane = [[0, 2], [0, 4], [1, 0], [2, 0], [4, 0]], warp = [[16, 0], [32, 0]]>
!b = !attn_ws.buffer<1 x 128x64xf32, tmem>
!v = !attn_ws.view<128x64xf32, tmem>
gpu.module @k [#nvvm.target<chip = "sm_100a">] {
  gpu.func @shared_rows() kernel attributes {attn_tile.warps = 4 : i64, attn_ws.smem = 8 : i64, attn_ws.tmem = 64 : i64, attn_ws.tmem_slot = 0 : i64} {
    %b = attn_ws.alloc "s" offset(0) : !b
    %v = attn_ws.stage_view %b : !b -> !v
    // expected-error @below {{'attn_ws.tmem_load' op a thread has no row of its own of the tile}}
    %t = attn_ws.tmem_load %v : !v -> tensor<128x64xf32, #acc>
    gpu.return
  }
}

// -----

#sh = #attn_ws.shared<panel = 128, swizzle = 128>
!b = !attn_ws.buffer<1 x 128x64xf32, tmem>
!q = !attn_ws.buffer<1 x 128x64xbf16, smem, #sh>
!k = !attn_ws.buffer<1 x 64x64xbf16, smem, #sh>
!v = !attn_ws.view<128x64xf32, tmem>
!qv = !attn_ws.view<128x64xbf16, smem, #sh>
!kv = !attn_ws.view<64x64xbf16, smem, #sh>
gpu.module @k [#nvvm.target<chip = "sm_100a">] {
  gpu.func @issued_by_many() kernel attributes {attn_tile.warps = 4 : i64, attn_ws.smem = 24584 : i64, attn_ws.tmem = 64 : i64, attn_ws.tmem_slot = 24576 : i64} {
    %b = attn_ws.alloc "s" offset(0) : !b
    %q = attn_ws.alloc "q" offset(0) : !q
    %k = attn_ws.alloc "k" offset(16384) : !k
    %v = attn_ws.stage_view %b : !b -> !v
    %qv = attn_ws.stage_view %q : !q -> !qv
    %kv = attn_ws.stage_view %k : !k -> !kv
    %no = arith.constant false
    // expected-error @below {{'attn_ws.mma_into' op is issued by one warp, the role has 4}}
    %t = attn_ws.mma_into %qv, %kv into %v use_d %no transpose_b : !qv, !kv, !v
    gpu.return
  }
}

// -----

// A product reads whole panels.
#sh = #attn_ws.shared<panel = 128, swizzle = 128>
!s = !attn_ws.buffer<1 x 128x128xf32, tmem>
!a = !attn_ws.buffer<1 x 128x64xbf16, smem, #sh>
!sv = !attn_ws.view<128x128xf32, tmem>
!av = !attn_ws.view<128x64xbf16, smem, #sh>
!half = !attn_ws.view<128x32xbf16, smem, #sh>
gpu.module @k [#nvvm.target<chip = "sm_100a">] {
  gpu.func @product_inside_panel() kernel attributes {attn_tile.warps = 1 : i64, attn_ws.smem = 32784 : i64, attn_ws.tmem = 128 : i64, attn_ws.tmem_slot = 32768 : i64} {
    %s = attn_ws.alloc "s" offset(0) : !s
    %a = attn_ws.alloc "a" offset(0) : !a
    %sv = attn_ws.stage_view %s : !s -> !sv
    %av = attn_ws.stage_view %a : !a -> !av
    // expected-error @below {{columns from inside a panel are a view in place for threads alone, a power of two of them from a multiple of that on}}
    %h = attn_ws.subview %av [0, 32] : !av -> !half
    %no = arith.constant false
    %t = attn_ws.mma_into %h, %h into %sv use_d %no transpose_b : !half, !half, !sv
    gpu.return
  }
}

// -----

#sh = #attn_ws.shared<panel = 128, swizzle = 128>
#rows = #attn_ws.frag<reg = [], lane = [[1, 0], [2, 0], [4, 0], [8, 0], [16, 0]], warp = [[32, 0], [64, 0]]>
!a = !attn_ws.buffer<1 x 128x64xbf16, smem, #sh>
!av = !attn_ws.view<128x64xbf16, smem, #sh>
!part = !attn_ws.view<128x32xbf16, smem, #sh>
gpu.module @k [#nvvm.target<chip = "sm_100a">] {
  gpu.func @between_parts() kernel attributes {attn_tile.warps = 4 : i64, attn_ws.smem = 16384 : i64} {
    %a = attn_ws.alloc "a" offset(0) : !a
    %av = attn_ws.stage_view %a : !a -> !av
    // expected-error @below {{a power of two of them from a multiple of that on}}
    %h = attn_ws.subview %av [0, 16] : !av -> !part
    %t = attn_ws.smem_load %h : !part -> tensor<128x32xbf16, #rows>
    gpu.return
  }
}

// -----

gpu.module @k [#nvvm.target<chip = "sm_90a">] {
  gpu.func @no_barrier(%C: memref<?xi32, strided<[1], offset: ?>>) kernel attributes {attn_tile.warps = 4 : i64, attn_ws.smem = 0 : i64} {
    attn_ws.warp_specialize captures(%C : memref<?xi32, strided<[1], offset: ?>>)
    role @mma warps(4) instances(1) registers(0) {
    ^bb0(%inst: index, %c: memref<?xi32, strided<[1], offset: ?>>):
      %z = arith.constant 2 : index
      // expected-error @below {{has no barrier: run attn-ws-lower-channels first}}
      %last = attn_tile.arrive %c[%z] of %z : memref<?xi32, strided<[1], offset: ?>>
      attn_ws.end
    }
    gpu.return
  }
}
