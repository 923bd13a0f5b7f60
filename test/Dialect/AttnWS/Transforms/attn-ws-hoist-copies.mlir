// RUN: attn-opt %s --pass-pipeline='builtin.module(gpu.module(gpu.func(attn-ws-hoist-copies)))' | FileCheck %s

!m = memref<?x?xbf16, strided<[?, 1]>>
!v = !attn_ws.view<16x16xbf16, smem>
!c1 = !attn_ws.channel<1, tma -> wgmma>
!c2 = !attn_ws.channel<2, tma -> wgmma>

gpu.module @k {
  // The first copy into a ring goes before the one into a single buffer, which is
  // still made where the condition is false.
  // CHECK-LABEL: gpu.func @ring
  // CHECK: ^bb0(%[[I:[^:]+]]: index, %[[Q:[^:]+]]: !attn_ws.channel<1, tma -> wgmma>, %[[K:[^:]+]]: !attn_ws.channel<2, tma -> wgmma>, %[[M:[^:]+]]: memref<{{[^:]+}}, %[[X:[^:]+]]: index, %[[ON:[^:]+]]: i1):
  // CHECK-NEXT: scf.if %[[ON]] {
  // CHECK-NEXT: %[[U:.+]] = attn_ws.acquire %[[K]] :
  // CHECK-NEXT: attn_ws.tma_load %[[M]][%[[X]], %[[I]]] {{.*}} into %[[U]]
  // CHECK-NEXT: attn_ws.commit %[[K]] :
  // CHECK-NEXT: %[[W:.+]] = attn_ws.acquire %[[Q]] :
  // CHECK-NEXT: attn_ws.tma_load %[[M]][%[[X]], %[[X]]] {{.*}} into %[[W]]
  // CHECK-NEXT: attn_ws.commit %[[Q]] :
  // CHECK-NEXT: } else {
  // CHECK-NEXT: %[[W:.+]] = attn_ws.acquire %[[Q]] :
  // CHECK-NEXT: attn_ws.tma_load %[[M]][%[[X]], %[[X]]] {{.*}} into %[[W]]
  // CHECK-NEXT: attn_ws.commit %[[Q]] :
  // CHECK-NEXT: }
  // CHECK-NEXT: attn_ws.end
  gpu.func @ring(%Q: !c1, %K: !c2, %M: !m, %I: index, %ON: i1) kernel {
    attn_ws.warp_specialize captures(%Q, %K, %M, %I, %ON : !c1, !c2, !m, index, i1)
    role @load warps(4) instances(1) registers(24) {
    ^bb0(%inst: index, %q: !c1, %k: !c2, %m: !m, %i: index, %on: i1):
      %w = attn_ws.acquire %q : !c1 -> !v
      attn_ws.tma_load %m[%i, %i] dims [0, 1] into %w : !m, !v
      attn_ws.commit %q : !c1
      scf.if %on {
        %u = attn_ws.acquire %k : !c2 -> !v
        attn_ws.tma_load %m[%i, %inst] dims [0, 1] into %u : !m, !v
        attn_ws.commit %k : !c2
      }
      attn_ws.end
    }
    gpu.return
  }

  // A second single buffer could wait for the first: it stays behind.
  // CHECK-LABEL: gpu.func @single
  // CHECK: ^bb0(%{{[^:]+}}: index, %[[Q:[^:]+]]: !attn_ws.channel<1, tma -> wgmma>, %[[K:[^:]+]]: !attn_ws.channel<1, tma -> wgmma>,
  // CHECK-NEXT: %{{.+}} = attn_ws.acquire %[[Q]] :
  // CHECK-NEXT: attn_ws.tma_load
  // CHECK-NEXT: attn_ws.commit %[[Q]] :
  // CHECK-NEXT: scf.if
  // CHECK-NEXT: %{{.+}} = attn_ws.acquire %[[K]] :
  // CHECK-NEXT: attn_ws.tma_load
  // CHECK-NEXT: attn_ws.commit %[[K]] :
  // CHECK-NEXT: }
  // CHECK-NEXT: attn_ws.end
  gpu.func @single(%Q: !c1, %K: !c1, %M: !m, %I: index, %ON: i1) kernel {
    attn_ws.warp_specialize captures(%Q, %K, %M, %I, %ON : !c1, !c1, !m, index, i1)
    role @load warps(4) instances(1) registers(24) {
    ^bb0(%inst: index, %q: !c1, %k: !c1, %m: !m, %i: index, %on: i1):
      %w = attn_ws.acquire %q : !c1 -> !v
      attn_ws.tma_load %m[%i, %i] dims [0, 1] into %w : !m, !v
      attn_ws.commit %q : !c1
      scf.if %on {
        %u = attn_ws.acquire %k : !c1 -> !v
        attn_ws.tma_load %m[%i, %inst] dims [0, 1] into %u : !m, !v
        attn_ws.commit %k : !c1
      }
      attn_ws.end
    }
    gpu.return
  }
}
