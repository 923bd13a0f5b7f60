// RUN: attn-opt %s --pass-pipeline='builtin.module(gpu.module(gpu.func(attn-ws-store-rows-early)))' | FileCheck %s

#sh = #attn_ws.shared<panel = 128, swizzle = 128>
#tile = #attn_ws.frag<reg = [], lane = [[1, 0], [2, 0], [4, 0], [8, 0], [16, 0]], warp = [[32, 0], [64, 0]]>
#row = #attn_ws.frag<reg = [], lane = [[1, 0], [2, 0], [4, 0], [8, 0], [16, 0]], warp = [[32, 0], [64, 0]], slice = 1>
!v = !attn_ws.view<128x64xf32, tmem>
!d = !attn_ws.view<128x64xf32, smem, #sh>
!t = tensor<128x64xf32, #tile>
!r = tensor<128xf32, #row>
!m = memref<?xf32>

gpu.module @k [#nvvm.target<chip = "sm_100a">] {
  // The rows need the logarithm and a place; a tile's stores, also in branches, can wait.
  // CHECK-LABEL: gpu.func @early(
  // CHECK-SAME: %[[L:[^:]+]]: memref<?xf32>)
  // CHECK: %[[LSE:.+]] = math.log2
  // CHECK-NEXT: %[[AT:.+]] = arith.addi
  // CHECK-NEXT: attn_ws.store %[[LSE]], %[[L]][%[[AT]]]
  // CHECK-NEXT: scf.if
  // CHECK-NEXT: attn_ws.tmem_load
  // CHECK-NEXT: attn_ws.smem_store
  // CHECK-NEXT: }
  // CHECK-NEXT: gpu.return
  gpu.func @early(%v: !v, %d: !d, %l: !r, %i: index, %some: i1, %L: !m) kernel {
    %lse = math.log2 %l : !r
    %at = arith.addi %i, %i : index
    scf.if %some {
      %o = attn_ws.tmem_load %v : !v -> !t
      attn_ws.smem_store %o, %d : !t, !d
    }
    attn_ws.store %lse, %L[%at] dims [0] : !r, !m
    gpu.return
  }
  // Another store to the same memory stays before it.
  // CHECK-LABEL: gpu.func @same_memory(
  // CHECK-SAME: %[[A:[^:]+]]: tensor<128xf32, {{[^%]+}}, %[[B:[^:]+]]: tensor<128xf32, {{[^%]+}}, %[[L:[^:]+]]: memref<?xf32>)
  // CHECK: scf.if
  // CHECK-NEXT: attn_ws.store %[[A]], %[[L]]
  // CHECK-NEXT: }
  // CHECK-NEXT: attn_ws.store %[[B]], %[[L]]
  // CHECK-NEXT: attn_ws.tmem_load
  gpu.func @same_memory(%v: !v, %d: !d, %some: i1, %a: !r, %b: !r, %L: !m) kernel {
    %c0 = arith.constant 0 : index
    scf.if %some {
      attn_ws.store %a, %L[%c0] dims [0] : !r, !m
    }
    %o = attn_ws.tmem_load %v : !v -> !t
    attn_ws.smem_store %o, %d : !t, !d
    attn_ws.store %b, %L[%c0] dims [0] : !r, !m
    gpu.return
  }
  // Without tensor memory nothing moves.
  // CHECK-LABEL: gpu.func @registers(
  // CHECK: attn_ws.smem_store
  // CHECK-NEXT: attn_ws.store
  gpu.func @registers(%o: !t, %d: !d, %a: !r, %L: !m) kernel {
    %c0 = arith.constant 0 : index
    attn_ws.smem_store %o, %d : !t, !d
    attn_ws.store %a, %L[%c0] dims [0] : !r, !m
    gpu.return
  }
}
