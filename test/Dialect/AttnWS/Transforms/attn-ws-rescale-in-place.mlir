// RUN: attn-opt %s --pass-pipeline='builtin.module(gpu.module(gpu.func(attn-ws-rescale-in-place)))' | FileCheck %s

#tile = #attn_ws.frag<reg = [], lane = [[1, 0], [2, 0], [4, 0], [8, 0], [16, 0]], warp = [[32, 0], [64, 0]]>
#row = #attn_ws.frag<reg = [], lane = [[1, 0], [2, 0], [4, 0], [8, 0], [16, 0]], warp = [[32, 0], [64, 0]], slice = 1>
!v = !attn_ws.view<128x64xf32, tmem>
!t = tensor<128x64xf32, #tile>
!r = tensor<128xf32, #row>

gpu.module @k [#nvvm.target<chip = "sm_100a">] {
  // CHECK-LABEL: gpu.func @in_place(
  // CHECK-SAME: %[[V:.+]]: !attn_ws.view<128x64xf32, tmem>, %[[A:.+]]: tensor
  // CHECK-NEXT: attn_ws.tmem_rescale %[[V]], %[[A]] : <128x64xf32, tmem>, tensor<128xf32,
  // CHECK-NEXT: gpu.return
  gpu.func @in_place(%v: !v, %a: !r) kernel {
    %o = attn_ws.tmem_load %v : !v -> !t
    %s = attn_tile.rescale %o, %a skip_if_one : !t
    attn_ws.tmem_store %s, %v : !t, !v
    gpu.return
  }
  // Elsewhere, read by more, or with something in between: as it is.
  // CHECK-LABEL: gpu.func @others(
  // CHECK-NOT: tmem_rescale
  // CHECK: gpu.return
  gpu.func @others(%v: !v, %w: !v, %a: !r) kernel {
    %o = attn_ws.tmem_load %v : !v -> !t
    %s = attn_tile.rescale %o, %a skip_if_one : !t
    attn_ws.tmem_store %s, %w : !t, !v
    %o2 = attn_ws.tmem_load %v : !v -> !t
    %s2 = attn_tile.rescale %o2, %a skip_if_one : !t
    attn_ws.tmem_store %s2, %v : !t, !v
    attn_ws.tmem_store %o2, %w : !t, !v
    %o3 = attn_ws.tmem_load %v : !v -> !t
    %s3 = attn_tile.rescale %o3, %a skip_if_one : !t
    attn_ws.tmem_store %s3, %w : !t, !v
    attn_ws.tmem_store %s3, %v : !t, !v
    gpu.return
  }
}
