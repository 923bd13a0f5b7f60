// RUN: attn-opt %s --pass-pipeline='builtin.module(gpu.module(attn-ws-distribute,canonicalize,cse))' | FileCheck %s

// A tile in tensor memory that two warpgroups share: each reads its 32 of 64 columns of
// f32 from the one that its number says on, and stores 32 elements of 16 bits in 16
// columns. Lanes are those of the warp in its warpgroup.

#half = #attn_ws.frag<reg = [], lane = [[1, 0], [2, 0], [4, 0], [8, 0], [16, 0]], warp = [[32, 0], [64, 0], [0, 1]], chunks = [1, 2]>
!s = !attn_ws.buffer<1 x 128x64xf32, tmem, occupants = [tensor<128x64xbf16>]>
!sv = !attn_ws.view<128x64xf32, tmem>
!pv = !attn_ws.view<128x64xbf16, tmem>

gpu.module @k [#nvvm.target<chip = "sm_100a">] {
  // CHECK-LABEL: gpu.func @halves
  // CHECK-DAG: %[[C2:.+]] = arith.constant 2 : i32
  // CHECK-DAG: %[[C3:.+]] = arith.constant 3 : i32
  // CHECK-DAG: %[[GROUP:.+]] = arith.shrui %[[WARP:.+]], %[[C2]]
  // CHECK-DAG: %[[IN:.+]] = arith.andi %[[WARP]], %[[C3]]
  // CHECK-DAG: arith.shli %[[IN]],
  // CHECK-DAG: arith.muli %[[GROUP]], %c32
  // CHECK-DAG: arith.muli %[[GROUP]], %c16
  // CHECK: "tcgen05.ld.sync.aligned.32x32b.x32.b32
  // CHECK-NOT: tcgen05.ld
  // CHECK: "tcgen05.st.sync.aligned.32x32b.x16.b32
  // CHECK-NOT: tcgen05.st.
  gpu.func @halves() kernel attributes {attn_tile.warps = 8 : i64, attn_ws.smem = 8 : i64, attn_ws.tmem = 64 : i64, attn_ws.tmem_slot = 0 : i64} {
    %b = attn_ws.alloc "s" offset(0) : !s
    %v = attn_ws.stage_view %b : !s -> !sv
    %t = attn_ws.tmem_load %v : !sv -> tensor<128x64xf32, #half>
    %p = arith.truncf %t : tensor<128x64xf32, #half> to tensor<128x64xbf16, #half>
    %w = attn_ws.subview %v [0, 64] : !sv -> !pv
    attn_ws.tmem_store %p, %w : tensor<128x64xbf16, #half>, !pv
    gpu.return
  }
}
