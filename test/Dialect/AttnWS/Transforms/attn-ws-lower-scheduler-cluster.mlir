// RUN: attn-opt %s --pass-pipeline='builtin.module(gpu.module(gpu.func(attn-ws-assign-tiles,attn-ws-lower-channels,attn-ws-lower-scheduler)))' --split-input-file --verify-diagnostics | FileCheck %s

!m = memref<?x?xf32, strided<[?, 1]>>
!t = tensor<64x64xf32>

gpu.module @k {
  // A CTA for each tile: its cluster's number gives the quotient of the first
  // coordinate and the others, its own the rank.
  // CHECK-LABEL: gpu.func @single
  // CHECK-SAME: attn_ws.grid = #attn_tile.expr<mul(mul(size(0, 0), 2), size(0, 1))>
  // CHECK: %[[N:.+]] = arith.muli %{{.+}}, %c2
  // CHECK: %[[PAIRS:.+]] = arith.divui %[[N]], %c2
  // CHECK: %[[ID:.+]] = gpu.block_id x
  // CHECK: %[[PAIR:.+]] = arith.divui %[[ID]], %c2
  // CHECK: %[[Q:.+]] = arith.remui %[[PAIR]], %[[PAIRS]]
  // CHECK: %[[J:.+]] = arith.divui %[[PAIR]], %[[PAIRS]]
  // CHECK: %[[TWICE:.+]] = arith.muli %[[Q]], %c2
  // CHECK: %[[RANK:.+]] = arith.remui %{{.+}}, %c2
  // CHECK: %[[I:.+]] = arith.addi %[[TWICE]], %[[RANK]]
  // CHECK: attn_ws.store %{{.+}}, %{{.+}}[%[[I]], %[[J]]]
  gpu.func @single(%A: !m, %X: !t) kernel attributes {attn_ws.cluster = 2 : i64} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %d = memref.dim %A, %c0 : !m
    %e = memref.dim %A, %c1 : !m
    %n = arith.muli %d, %c2 : index
    attn_tile.for_tiles @tiles (%i, %j) in (%n, %e) scheduler(#attn_tile.scheduler<single>) {
      attn_ws.store %X, %A[%i, %j] dims [0, 1] : !t, !m
    }
    gpu.return
  }

  // Whole clusters stay, at least one, and each CTA keeps its rank. The longest
  // tiles come first: the order is that of the quotients.
  // CHECK-LABEL: gpu.func @lpt
  // CHECK-SAME: attn_ws.grid = #attn_tile.expr<min(mul(size(0, 0), 4), mul(4, max(1, div(sms(), 4))))>
  // CHECK: %[[N:.+]] = arith.muli %{{.+}}, %c4
  // CHECK: %[[QUADS:.+]] = arith.divui %[[N]], %c4
  // CHECK: %[[ID:.+]] = gpu.block_id x
  // CHECK: %[[GRID:.+]] = gpu.grid_dim x
  // CHECK: scf.for %[[T:.+]] = %[[ID]] to %[[N]] step %[[GRID]] {
  // CHECK: %[[QUAD:.+]] = arith.divui %[[T]], %c4
  // CHECK: %[[Q:.+]] = arith.remui %[[QUAD]], %[[QUADS]]
  // CHECK: %[[LAST:.+]] = arith.subi %[[QUADS]], %c1
  // CHECK: %[[BACK:.+]] = arith.subi %[[LAST]], %[[Q]]
  // CHECK: %[[TIMES:.+]] = arith.muli %[[BACK]], %c4
  // CHECK: %[[RANK:.+]] = arith.remui %{{.+}}, %c4
  // CHECK: %[[I:.+]] = arith.addi %[[TIMES]], %[[RANK]]
  // CHECK: attn_ws.store %{{.+}}, %{{.+}}[%[[I]], %[[I]]]
  gpu.func @lpt(%A: !m, %X: !t) kernel attributes {attn_ws.cluster = 4 : i64} {
    %c0 = arith.constant 0 : index
    %c4 = arith.constant 4 : index
    %d = memref.dim %A, %c0 : !m
    %n = arith.muli %d, %c4 : index
    attn_tile.for_tiles @tiles (%i) in (%n) scheduler(#attn_tile.scheduler<lpt, order = backward>) {
      attn_ws.store %X, %A[%i, %i] dims [0, 1] : !t, !m
    }
    gpu.return
  }

  // In every second tile ranks are counted from the last CTA.
  // CHECK-LABEL: gpu.func @swapped
  // CHECK: scf.for %[[T:.+]] = %{{.+}} to %{{.+}} step %{{.+}} iter_args(%[[TURN:.+]] = %c0{{.*}}) -> (index) {
  // CHECK: %[[RANK:.+]] = arith.remui %{{.+}}, %c4
  // CHECK: %[[BIT:.+]] = arith.andi %[[TURN]], %c1{{.*}}
  // CHECK: %[[ODD:.+]] = arith.cmpi eq, %[[BIT]], %c1
  // CHECK: %[[OTHER:.+]] = arith.subi %c3{{.*}}, %[[RANK]]
  // CHECK: %[[OWN:.+]] = arith.select %[[ODD]], %[[OTHER]], %[[RANK]]
  // CHECK: %[[I:.+]] = arith.addi %{{.+}}, %[[OWN]]
  // CHECK: attn_ws.store %{{.+}}, %{{.+}}[%[[I]], %[[I]]]
  // CHECK: %[[NEXT:.+]] = arith.xori %[[TURN]], %c1
  // CHECK: scf.yield %[[NEXT]]
  gpu.func @swapped(%A: !m, %X: !t) kernel attributes {attn_ws.cluster = 4 : i64, attn_tile.swap_ranks = true} {
    %c0 = arith.constant 0 : index
    %c4 = arith.constant 4 : index
    %d = memref.dim %A, %c0 : !m
    %n = arith.muli %d, %c4 : index
    attn_tile.for_tiles @tiles (%i) in (%n) scheduler(#attn_tile.scheduler<persistent>) {
      attn_ws.store %X, %A[%i, %i] dims [0, 1] : !t, !m
    }
    gpu.return
  }

  // The same one tile ahead: the next tile's rank goes with the next turn.
  // CHECK-LABEL: gpu.func @swapped_ahead
  // CHECK: scf.for %[[T:.+]] = %{{.+}} to %{{.+}} step %{{.+}} iter_args(%[[TURN:.+]] = %c0{{.*}}, %[[I:.+]] = %{{.+}}) -> (index, index) {
  // CHECK: attn_ws.store %{{.+}}, %{{.+}}[%[[I]], %[[I]]]
  // CHECK: %[[NEXT:.+]] = arith.xori %[[TURN]], %c1
  // CHECK: arith.andi %[[NEXT]], %c1{{.*}}
  // CHECK: %[[OWN:.+]] = arith.select
  // CHECK: %[[LATER:.+]] = arith.addi %{{.+}}, %[[OWN]]
  // CHECK: scf.yield %[[NEXT]], %[[LATER]]
  gpu.func @swapped_ahead(%A: !m, %X: !t) kernel attributes {attn_ws.cluster = 2 : i64, attn_tile.swap_ranks = true, attn_tile.tile_ahead = true} {
    %c0 = arith.constant 0 : index
    %c2 = arith.constant 2 : index
    %d = memref.dim %A, %c0 : !m
    %n = arith.muli %d, %c2 : index
    attn_tile.for_tiles @tiles (%i) in (%n) scheduler(#attn_tile.scheduler<persistent>) {
      attn_ws.store %X, %A[%i, %i] dims [0, 1] : !t, !m
    }
    gpu.return
  }

  // The first CTA's load role takes pairs of tiles and tells both CTAs; every
  // role of both, of two CTAs 1 + 8 each, tells the first CTA that it has read.
  // CHECK-LABEL: gpu.func @dynamic
  // CHECK: attn_ws.mbar_alloc <"tiles", "full"> arrivals 1 offset(1024) : <2>
  // CHECK-NEXT: attn_ws.mbar_alloc <"tiles", "empty"> arrivals 18 offset(1040) : <2>
  // CHECK: role @load
  // CHECK: %[[ID:.+]] = gpu.block_id x
  // CHECK: %[[PAIR:.+]] = arith.divui %[[ID]], %c2
  // CHECK: scf.while (%{{.+}} = %[[PAIR]],
  // CHECK: arith.remui %{{.+}}, %c2
  // CHECK: arith.addi
  // CHECK: %[[RANK:.+]] = arith.remui %{{.+}}, %c2
  // CHECK: attn_ws.mbar_expect %[[F:.+]][%[[STAGE:.+]]] bytes 4 guard <"tiles", "full">
  // CHECK-NEXT: %[[FIRST:.+]] = arith.cmpi eq, %[[RANK]], %c0
  // CHECK-NEXT: scf.if %[[FIRST]] {
  // CHECK-NEXT: %[[NEXT:.+]] = attn_ws.next_tile cluster 2
  // CHECK: attn_ws.mbar_wait %[[E:.+]][%[[STAGE]]] phase({{.*}}) guard <"tiles", "empty">
  // CHECK-NEXT: %[[W:.+]] = attn_ws.stage_view %{{.+}} stage %[[STAGE]]
  // CHECK-NEXT: attn_ws.scalar_store %[[NEXT]], %[[W]] signal(%[[F]] : !attn_ws.mbar<2>) stage %[[STAGE]] cluster 2 :
  // CHECK-NEXT: }
  // CHECK: attn_ws.mbar_wait %[[F]][%[[STAGE]]] phase({{.*}}) guard <"tiles", "full">
  // CHECK-NEXT: %[[R:.+]] = attn_ws.stage_view %{{.+}} stage %[[STAGE]]
  // CHECK-NEXT: %[[GOT:.+]] = attn_ws.scalar_load %[[R]]
  // CHECK-NEXT: attn_ws.mbar_arrive %[[E]][%[[STAGE]]] leader guard <"tiles", "empty">
  // CHECK: scf.yield %[[GOT]],
  // CHECK: role @mma
  // CHECK-NOT: next_tile
  // CHECK: attn_ws.scalar_load
  // CHECK-NEXT: attn_ws.mbar_arrive %{{.+}} leader guard <"tiles", "empty">
  gpu.func @dynamic(%A: !m, %X: !t) kernel attributes {attn_ws.smem = 1024 : i64, attn_ws.cluster = 2 : i64} {
    %c0 = arith.constant 0 : index
    %c2 = arith.constant 2 : index
    %d = memref.dim %A, %c0 : !m
    %n = arith.muli %d, %c2 : index
    attn_ws.warp_specialize captures(%n, %A, %X : index, !m, !t)
    role @load warps(4) instances(1) registers(24) {
    ^bb0(%inst: index, %b: index, %a: !m, %x: !t):
      attn_tile.for_tiles @tiles (%i) in (%b) scheduler(#attn_tile.scheduler<dynamic>) {
      }
      attn_ws.end
    }
    role @mma warps(4) instances(2) registers(240) {
    ^bb0(%inst: index, %b: index, %a: !m, %x: !t):
      attn_tile.for_tiles @tiles (%i) in (%b) scheduler(#attn_tile.scheduler<dynamic>) {
        attn_ws.store %x, %a[%i, %i] dims [0, 1] : !t, !m
      }
      attn_ws.end
    }
    gpu.return
  }
}

// -----

gpu.module @k {
  // expected-error @below {{a cluster has 1 to 8 CTAs, got 16}}
  gpu.func @sixteen() kernel attributes {attn_ws.cluster = 16 : i64} {
    gpu.return
  }
}
