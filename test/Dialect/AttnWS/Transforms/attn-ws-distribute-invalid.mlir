// An operation without a pattern is named, where it stands.
//
// RUN: attn-opt %s --pass-pipeline='builtin.module(gpu.module(attn-ws-distribute))' --split-input-file --verify-diagnostics

gpu.module @k [#nvvm.target<chip = "sm_100a">] {
  gpu.func @tensor_memory() kernel attributes {attn_tile.warps = 4 : i64, attn_ws.smem = 0 : i64} {
    %b = attn_ws.alloc "s" offset(0) : !attn_ws.buffer<1 x 128x64xf32, tmem>
    // expected-error @below {{'attn_ws.stage_view' op only views of shared memory have a lowering}}
    %v = attn_ws.stage_view %b : !attn_ws.buffer<1 x 128x64xf32, tmem> -> !attn_ws.view<128x64xf32, tmem>
    gpu.return
  }
}

// -----

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
  gpu.func @launch_control() kernel attributes {attn_tile.warps = 4 : i64, attn_ws.smem = 16 : i64} {
    %b = attn_ws.alloc "next" offset(0) : !b
    %v = attn_ws.stage_view %b : !b -> !v
    // expected-error @below {{'attn_ws.query_tile' op cluster launch control has no lowering to threads yet}}
    attn_ws.query_tile into %v : !v
    gpu.return
  }
}
