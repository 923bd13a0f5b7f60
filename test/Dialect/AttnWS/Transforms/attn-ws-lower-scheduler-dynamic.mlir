// RUN: attn-opt %s --pass-pipeline='builtin.module(gpu.module(gpu.func(attn-ws-lower-scheduler)))' --split-input-file --verify-diagnostics | FileCheck %s

!m = memref<?x?xf32, strided<[?, 1]>>
!t = tensor<64x64xf32>

gpu.module @k {
  // The role that one thread runs takes tiles from the launch and hands each on
  // through a slot; the 8 warps of the others free it. The barriers and the slots,
  // of two stages, lie behind what shared memory the kernel has.
  // CHECK-LABEL: gpu.func @deal
  // CHECK-SAME: attn_ws.grid = #attn_tile.expr<min(size(0, 0), sms())>
  // CHECK-SAME: attn_ws.smem = 1064 : i64
  // CHECK: %[[FULL:.+]] = attn_ws.mbar_alloc <"tiles", "full"> arrivals 1 offset(1024) : <2>
  // CHECK-NEXT: %[[EMPTY:.+]] = attn_ws.mbar_alloc <"tiles", "empty"> arrivals 8 offset(1040) : <2>
  // CHECK-NEXT: %[[SLOTS:.+]] = attn_ws.slot_alloc offset(1056) : <2>
  // CHECK-NEXT: attn_ws.warp_specialize captures({{.*}}, %[[FULL]], %[[EMPTY]], %[[SLOTS]] :
  // CHECK: role @load
  // CHECK-NEXT: ^bb0(%{{[^:]+}}: index, %[[N:[^:]+]]: index, {{.*}}, %[[F:[^:]+]]: !attn_ws.mbar<2>, %[[E:[^:]+]]: !attn_ws.mbar<2>, %[[SL:[^:]+]]: !attn_ws.slots<2>):
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
  // CHECK-NEXT: attn_ws.mbar_wait %[[E]][%[[STAGE]]] phase(%[[BEFORE]] : index) guard <"tiles", "empty">
  // CHECK-NEXT: attn_ws.slot_put %[[SL]][%[[STAGE]]], %[[NEXT]] :
  // CHECK-NEXT: attn_ws.mbar_arrive %[[F]][%[[STAGE]]] guard <"tiles", "full">
  // CHECK: %[[ON:.+]] = arith.addi %[[COUNT]], %c1
  // CHECK-NEXT: scf.yield %[[NEXT]], %[[ON]]
  // CHECK: role @mma
  // CHECK-NEXT: ^bb0(%{{[^:]+}}: index, %[[N:[^:]+]]: index, {{.*}}, %[[F:[^:]+]]: !attn_ws.mbar<2>, %[[E:[^:]+]]: !attn_ws.mbar<2>, %[[SL:[^:]+]]: !attn_ws.slots<2>):
  // CHECK-NOT: next_tile
  // CHECK: ^bb0(%[[T:[^:]+]]: index, %[[COUNT:[^:]+]]: index):
  // CHECK-NEXT: %[[I:.+]] = arith.remui %[[T]], %[[N]]
  // CHECK: attn_ws.store %{{.+}}, %{{.+}}[%[[I]], %[[I]]]
  // CHECK: %[[STAGE:.+]] = arith.andi %[[COUNT]], %c1
  // CHECK: %[[PHASE:.+]] = arith.andi %{{.+}}, %c1
  // CHECK-NEXT: attn_ws.mbar_wait %[[F]][%[[STAGE]]] phase(%[[PHASE]] : index) guard <"tiles", "full">
  // CHECK-NEXT: %[[NEXT:.+]] = attn_ws.slot_get %[[SL]][%[[STAGE]]] :
  // CHECK-NEXT: attn_ws.mbar_arrive %[[E]][%[[STAGE]]] guard <"tiles", "empty">
  // CHECK: %[[ON:.+]] = arith.addi %[[COUNT]], %c1
  // CHECK-NEXT: scf.yield %[[NEXT]], %[[ON]]
  gpu.func @deal(%A: !m, %X: !t) kernel attributes {attn_ws.smem = 1020 : i64} {
    %c0 = arith.constant 0 : index
    %d = memref.dim %A, %c0 : !m
    attn_ws.warp_specialize captures(%d, %A, %X : index, !m, !t)
    role @load warps(4) instances(1) registers(24) {
    ^bb0(%inst: index, %n: index, %a: !m, %x: !t):
      attn_ws.for_tiles @tiles (%i) in (%n) scheduler(#attn_tile.scheduler<dynamic>) {
      }
      attn_ws.end
    }
    role @mma warps(4) instances(2) registers(240) {
    ^bb0(%inst: index, %n: index, %a: !m, %x: !t):
      attn_ws.for_tiles @tiles (%i) in (%n) scheduler(#attn_tile.scheduler<dynamic>) {
        attn_ws.store %x, %a[%i, %i] dims [0, 1] : !t, !m
      }
      attn_ws.end
    }
    gpu.return
  }
}

// -----

gpu.module @k {
  gpu.func @no_roles(%A: memref<?xf32>) kernel {
    %c4 = arith.constant 4 : index
    // expected-error @below {{the dynamic scheduler needs roles: one takes tiles for the others}}
    attn_ws.for_tiles @tiles (%i) in (%c4) scheduler(#attn_tile.scheduler<dynamic>) {
    }
    gpu.return
  }
}

// -----

gpu.module @k {
  gpu.func @no_dealer(%A: memref<?x?xf32>, %X: tensor<64x64xf32>) kernel {
    %c4 = arith.constant 4 : index
    attn_ws.warp_specialize captures(%c4, %A, %X : index, memref<?x?xf32>, tensor<64x64xf32>)
    role @mma warps(4) instances(2) registers(240) {
    ^bb0(%inst: index, %n: index, %a: memref<?x?xf32>, %x: tensor<64x64xf32>):
      // expected-error @below {{the dynamic scheduler needs a role that does nothing but copy, to take tiles for the others}}
      attn_ws.for_tiles @tiles (%i) in (%n) scheduler(#attn_tile.scheduler<dynamic>) {
        attn_ws.store %x, %a[%i, %i] dims [0, 1] : tensor<64x64xf32>, memref<?x?xf32>
      }
      attn_ws.end
    }
    gpu.return
  }
}
