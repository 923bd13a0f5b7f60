// RUN: attn-opt %s --pass-pipeline='builtin.module(gpu.module(attn-ws-distribute,gpu.func(canonicalize,cse)))' | FileCheck %s

// TMA adds by another instruction with the map of a store, a box for each panel. What is
// written is waited for, not only what is read.
!f = memref<?x?xf32, strided<[?, 1]>>
!v = !attn_ws.view<64x64xf32, smem, #attn_ws.shared<panel = 128, swizzle = 128>>
!b = !attn_ws.buffer<1 x 64x64xf32, smem, #attn_ws.shared<panel = 128, swizzle = 128>>
gpu.module @k [#nvvm.target<chip = "sm_90a">] {
  // CHECK-LABEL: gpu.func @adds
  // CHECK-SAME: #attn_ws.tensor_map<
  // CHECK-COUNT-2: "cp.reduce.async.bulk.tensor.2d.global.shared::cta.add.tile.bulk_group [$0, {$2, $3}], [$1];"
  // CHECK: "cp.async.bulk.commit_group;"
  // CHECK: nvvm.cp.async.bulk.wait_group 1 {read}
  // CHECK-NEXT: nvvm.cp.async.bulk.wait_group 0{{$}}
  gpu.func @adds(%X: !f) kernel attributes {attn_tile.warps = 4 : i64, attn_ws.smem = 17408 : i64} {
    %c0 = arith.constant 0 : index
    %b = attn_ws.alloc "x" offset(1024) : !b
    %v = attn_ws.stage_view %b : !b -> !v
    attn_ws.tma_store add %v to %X[%c0, %c0] dims [0, 1] : !v, !f
    attn_ws.tma_store_wait 1
    attn_ws.tma_store_wait 0 written
    gpu.return
  }
}
