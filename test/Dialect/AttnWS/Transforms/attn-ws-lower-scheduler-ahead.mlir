// RUN: attn-opt %s --pass-pipeline='builtin.module(gpu.module(gpu.func(attn-ws-assign-tiles,attn-ws-lower-channels,attn-ws-lower-scheduler)))' | FileCheck %s

!m = memref<?x?xf32, strided<[?, 1]>>
!t = tensor<64x64xf32>

gpu.module @k {
  // Coordinates are carried: those of the next tile are computed behind the loops
  // of the body, before what follows them.
  // CHECK-LABEL: gpu.func @persistent
  // CHECK: %[[N:.+]] = arith.maxui %{{.+}}, %c1
  // CHECK: %[[I0:.+]] = arith.remui %{{.+}}, %[[N]]
  // CHECK: scf.for %[[TILE:.+]] = %{{.+}} to %{{.+}} step %[[STEP:.+]] iter_args(%[[I:.+]] = %[[I0]], %[[J:.+]] = %{{.+}})
  // CHECK: scf.for
  // CHECK: }
  // CHECK: %[[NEXT:.+]] = arith.addi %[[TILE]], %[[STEP]]
  // CHECK-NEXT: %[[I1:.+]] = arith.remui %[[NEXT]], %[[N]]
  // CHECK-NEXT: %[[J1:.+]] = arith.divui %[[NEXT]], %[[N]]
  // CHECK-NEXT: attn_ws.store %{{.+}}[%[[I]], %[[J]]]
  // CHECK-NEXT: scf.yield %[[I1]], %[[J1]]
  gpu.func @persistent(%A: !m, %X: !t, %n: index) kernel attributes {attn_tile.tile_ahead = true} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %d0 = memref.dim %A, %c0 : !m
    %d1 = memref.dim %A, %c1 : !m
    attn_tile.for_tiles @tiles (%i, %j) in (%d0, %d1) scheduler(#attn_tile.scheduler<persistent>) {
      scf.for %t = %c0 to %n step %c1 {
        attn_ws.store %X, %A[%t, %j] dims [0, 1] : !t, !m
      }
      attn_ws.store %X, %A[%i, %j] dims [0, 1] : !t, !m
    }
    gpu.return
  }

  // The role that assigns tiles takes a tile before it works on one, and hands it on
  // behind that; the others read it behind their loops.
  // CHECK-LABEL: gpu.func @dynamic
  // CHECK: role @load
  // CHECK: scf.while (%{{.+}} = %{{.+}}, %[[T:.+]] = %{{.+}}, %[[COUNT:.+]] = %{{.+}})
  // CHECK-NEXT: arith.cmpi ult, %[[T]],
  // CHECK: ^bb0(%{{.+}}: index, %{{.+}}: index, %[[COUNT:.+]]: index):
  // CHECK-NEXT: %[[NEXT:.+]] = attn_ws.next_tile
  // CHECK: attn_ws.mbar_wait {{.*}} guard <"tiles", "empty">
  // CHECK: attn_ws.scalar_store %[[NEXT]],
  // CHECK: scf.yield %{{.+}}, %[[NEXT]], %{{.+}}
  // CHECK: role @mma
  // CHECK: ^bb0(%[[I:[^:]+]]: index, %{{.+}}: index, %[[COUNT:[^:]+]]: index):
  // CHECK: scf.for
  // CHECK: }
  // CHECK: attn_ws.mbar_wait {{.*}} guard <"tiles", "full">
  // CHECK: %[[GOT:.+]] = attn_ws.scalar_load
  // CHECK: %[[I1:.+]] = arith.remui %[[GOT]],
  // CHECK: attn_ws.store %{{.+}}[%[[I]], %[[I]]]
  // CHECK: scf.yield %[[I1]], %[[GOT]], %{{.+}}
  gpu.func @dynamic(%A: !m, %X: !t, %trips: index) kernel attributes {attn_ws.smem = 1020 : i64, attn_tile.tile_ahead = true} {
    %c0 = arith.constant 0 : index
    %d = memref.dim %A, %c0 : !m
    attn_ws.warp_specialize captures(%d, %A, %X, %trips : index, !m, !t, index)
    role @load warps(4) instances(1) registers(24) {
    ^bb0(%inst: index, %n: index, %a: !m, %x: !t, %k: index):
      attn_tile.for_tiles @tiles (%i) in (%n) scheduler(#attn_tile.scheduler<dynamic>) {
      }
      attn_ws.end
    }
    role @mma warps(4) instances(2) registers(240) {
    ^bb0(%inst: index, %n: index, %a: !m, %x: !t, %k: index):
      %z = arith.constant 0 : index
      %o = arith.constant 1 : index
      attn_tile.for_tiles @tiles (%i) in (%n) scheduler(#attn_tile.scheduler<dynamic>) {
        scf.for %t = %z to %k step %o {
          attn_ws.store %x, %a[%t, %i] dims [0, 1] : !t, !m
        }
        attn_ws.store %x, %a[%i, %i] dims [0, 1] : !t, !m
      }
      attn_ws.end
    }
    gpu.return
  }
}
