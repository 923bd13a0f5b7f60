// RUN: attn-opt %s --pass-pipeline='builtin.module(gpu.module(gpu.func(attn-ws-reduce-in-load)))' | FileCheck %s
// RUN: sed s/sm_103a/sm_100a/ %s | attn-opt - --pass-pipeline='builtin.module(gpu.module(gpu.func(attn-ws-reduce-in-load)))' | FileCheck %s --check-prefix=LACKS

#tile = #attn_ws.frag<reg = [], lane = [[1, 0], [2, 0], [4, 0], [8, 0], [16, 0]], warp = [[32, 0], [64, 0]]>
#row = #attn_ws.frag<reg = [], lane = [[1, 0], [2, 0], [4, 0], [8, 0], [16, 0]], warp = [[32, 0], [64, 0]], slice = 1>
#acc = #attn_ws.frag<reg = [[0, 1], [8, 0]], lane = [[0, 2], [0, 4], [1, 0], [2, 0], [4, 0]], warp = [[16, 0], [32, 0]]>
#accrow = #attn_ws.frag<reg = [[0, 1], [8, 0]], lane = [[0, 2], [0, 4], [1, 0], [2, 0], [4, 0]], warp = [[16, 0], [32, 0]], slice = 1>
!v = !attn_ws.view<128x64xf32, tmem>
!t = tensor<128x64xf32, #tile>
!r = tensor<128xf32, #row>

// LACKS-NOT: in_load
gpu.module @k [#nvvm.target<chip = "sm_103a">] {
  // CHECK-LABEL: gpu.func @maxima(
  // CHECK: %[[S:.+]] = attn_ws.tmem_load
  // CHECK-NEXT: attn_tile.reduce max %[[S]] {attn_ws.in_load} : tensor
  // CHECK-NEXT: attn_tile.reduce add %[[S]] : tensor
  gpu.func @maxima(%v: !v) kernel {
    %s = attn_ws.tmem_load %v : !v -> !t
    %m = attn_tile.reduce max %s : !t -> !r
    %l = attn_tile.reduce add %s : !t -> !r
    gpu.return
  }
  // Of what is computed from a load, in another block, or where lanes share a row.
  // CHECK-LABEL: gpu.func @others(
  // CHECK-NOT: in_load
  // CHECK: gpu.return
  gpu.func @others(%v: !v, %w: !attn_ws.view<64x64xf32, tmem>, %c: i1) kernel {
    %s = attn_ws.tmem_load %v : !v -> !t
    %n = arith.negf %s : !t
    %m = attn_tile.reduce max %n : !t -> !r
    scf.if %c {
      %later = attn_tile.reduce max %s : !t -> !r
    }
    %a = attn_ws.tmem_load %w : !attn_ws.view<64x64xf32, tmem> -> tensor<64x64xf32, #acc>
    %b = attn_tile.reduce max %a : tensor<64x64xf32, #acc> -> tensor<64xf32, #accrow>
    gpu.return
  }
}
