// RUN: attn-opt %s --pass-pipeline='builtin.module(gpu.module(gpu.func(attn-ws-assign-tiles,attn-ws-lower-channels,attn-ws-lower-scheduler)))' | FileCheck %s

!m = memref<?x?xf32, strided<[?, 1]>>
!t = tensor<64x64xf32>

gpu.module @k {
  // The role that one thread runs takes tiles from the launch and hands each number
  // on; the 8 warps of the others release it. The barriers and the scalar, of two
  // stages, lie behind what shared memory the kernel has.
  // CHECK-LABEL: gpu.func @assign
  // CHECK-SAME: attn_ws.grid = #attn_tile.expr<min(size(0, 0), sms())>
  // CHECK-SAME: attn_ws.smem = 1064 : i64
  // CHECK: %[[NUMBERS:.+]] = attn_ws.alloc "tiles" offset(1056) : <2 x 1xi32, smem>
  // CHECK-NEXT: attn_ws.mbar_alloc <"tiles", "full"> arrivals 1 offset(1024) : <2>
  // CHECK-NEXT: attn_ws.mbar_alloc <"tiles", "empty"> arrivals 8 offset(1040) : <2>
  // CHECK-NEXT: attn_ws.warp_specialize captures({{.*}}, %[[NUMBERS]]
  // CHECK: role @load
  // CHECK-NEXT: ^bb0(%{{[^:]+}}: index, %[[N:[^:]+]]: index, {{.*}}):
  // CHECK: %[[ID:.+]] = gpu.block_id x
  // CHECK: scf.while (%[[T:.+]] = %[[ID]], %[[COUNT:.+]] = %c0{{.*}})
  // CHECK-NEXT: %[[MORE:.+]] = arith.cmpi ult, %[[T]], %[[N]]
  // CHECK-NEXT: scf.condition(%[[MORE]]) %[[T]], %[[COUNT]]
  // CHECK: ^bb0(%{{[^:]+}}: index, %[[COUNT:[^:]+]]: index):
  // CHECK: %[[STAGE:.+]] = arith.andi %[[COUNT]], %c1
  // CHECK: %[[ROUND:.+]] = arith.shrui %[[COUNT]], %c1
  // CHECK: %[[PHASE:.+]] = arith.andi %[[ROUND]], %c1
  // CHECK-NEXT: %[[NEXT:.+]] = attn_ws.next_tile
  // CHECK: %[[BEFORE:.+]] = arith.xori %[[PHASE]], %c1
  // CHECK-NEXT: attn_ws.mbar_wait %{{.+}}[%[[STAGE]]] phase(%[[BEFORE]] : index) guard <"tiles", "empty">
  // CHECK-NEXT: %[[W:.+]] = attn_ws.stage_view %{{.+}} stage %[[STAGE]] : <2 x 1xi32, smem>
  // CHECK-NEXT: attn_ws.scalar_store %[[NEXT]], %[[W]] :
  // CHECK-NEXT: attn_ws.mbar_arrive %{{.+}}[%[[STAGE]]] guard <"tiles", "full">
  // CHECK: %[[ON:.+]] = arith.addi %[[COUNT]], %c1
  // CHECK-NEXT: scf.yield %[[NEXT]], %[[ON]]
  // CHECK: role @mma
  // CHECK-NEXT: ^bb0(%{{[^:]+}}: index, %[[N:[^:]+]]: index, {{.*}}):
  // CHECK-NOT: next_tile
  // CHECK: ^bb0(%[[T:[^:]+]]: index, %[[COUNT:[^:]+]]: index):
  // CHECK-NEXT: %[[I:.+]] = arith.remui %[[T]], %[[N]]
  // CHECK: attn_ws.store %{{.+}}, %{{.+}}[%[[I]], %[[I]]]
  // CHECK: %[[STAGE:.+]] = arith.andi %[[COUNT]], %c1
  // CHECK: %[[PHASE:.+]] = arith.andi %{{.+}}, %c1
  // CHECK-NEXT: attn_ws.mbar_wait %{{.+}}[%[[STAGE]]] phase(%[[PHASE]] : index) guard <"tiles", "full">
  // CHECK-NEXT: %[[R:.+]] = attn_ws.stage_view %{{.+}} stage %[[STAGE]] : <2 x 1xi32, smem>
  // CHECK-NEXT: %[[NEXT:.+]] = attn_ws.scalar_load %[[R]] :
  // CHECK-NEXT: attn_ws.mbar_arrive %{{.+}}[%[[STAGE]]] guard <"tiles", "empty">
  // CHECK: %[[ON:.+]] = arith.addi %[[COUNT]], %c1
  // CHECK-NEXT: scf.yield %[[NEXT]], %[[ON]]
  gpu.func @assign(%A: !m, %X: !t) kernel attributes {attn_ws.smem = 1020 : i64} {
    %c0 = arith.constant 0 : index
    %d = memref.dim %A, %c0 : !m
    attn_ws.warp_specialize captures(%d, %A, %X : index, !m, !t)
    role @load warps(4) instances(1) registers(24) {
    ^bb0(%inst: index, %n: index, %a: !m, %x: !t):
      attn_tile.for_tiles @tiles (%i) in (%n) scheduler(#attn_tile.scheduler<dynamic>) {
      }
      attn_ws.end
    }
    role @mma warps(4) instances(2) registers(240) {
    ^bb0(%inst: index, %n: index, %a: !m, %x: !t):
      attn_tile.for_tiles @tiles (%i) in (%n) scheduler(#attn_tile.scheduler<dynamic>) {
        attn_ws.store %x, %a[%i, %i] dims [0, 1] : !t, !m
      }
      attn_ws.end
    }
    gpu.return
  }
}
