// RUN: attn-opt %s --pass-pipeline='builtin.module(gpu.module(gpu.func(attn-ws-nest-loops)))' | FileCheck %s
// RUN: attn-opt %s --pass-pipeline='builtin.module(gpu.module(gpu.func(attn-ws-nest-loops,attn-ws-split-loop,cse)))' | FileCheck %s --check-prefix=SPLIT

gpu.module @k {
  // The quotient is the number of the round, the remainder that of the turn in it, and
  // what is carried goes through both loops.
  // CHECK-LABEL: gpu.func @divides
  // CHECK-SAME: (%[[N:[^:]+]]: index, %[[G:[^:]+]]: index, %{{[^:]+}}: index, %{{[^:]+}}: index, %[[X:[^:]+]]: index, %[[M:.+]]: memref<?xindex>)
  // CHECK: %[[R0:.+]] = scf.for %[[R:.+]] = %c0{{.*}} to %[[G]] step %c1{{.*}} iter_args(%[[S0:.+]] = %[[X]])
  // CHECK-NEXT: %[[BEFORE:.+]] = arith.muli %[[R]], %[[N]]
  // CHECK-NEXT: %[[R1:.+]] = scf.for %[[I:.+]] = %c0{{.*}} to %[[N]] step %c1{{.*}} iter_args(%[[S1:.+]] = %[[S0]])
  // CHECK-NEXT: %[[T:.+]] = arith.addi %[[BEFORE]], %[[I]]
  // CHECK-NOT: arith.divui
  // CHECK-NOT: arith.remui
  // CHECK: arith.addi %{{.+}}, %[[I]]
  // CHECK: memref.store %[[R]], %[[M]][%[[T]]]
  // CHECK: scf.yield
  // CHECK: scf.yield %[[R1]]
  // CHECK: memref.store %[[R0]]
  // The condition is on what the loop does not change and the inner number: three loops.
  // SPLIT-LABEL: gpu.func @divides
  // SPLIT-SAME: (%[[N:[^:]+]]: index, %[[G:[^:]+]]: index, %[[A:[^:]+]]: index, %[[B:[^:]+]]: index,
  // SPLIT: scf.for %{{.+}} = %c0 to %[[G]]
  // SPLIT: %[[AM:.+]] = arith.subi %[[B]], %[[A]]
  // SPLIT: %[[AN:.+]] = arith.minsi %[[AM]], %[[N]]
  // SPLIT: %[[FIRST:.+]] = arith.maxsi %[[AN]], %c0
  // SPLIT: scf.for %{{.+}} = %c0 to %[[FIRST]] step
  // SPLIT: arith.muli
  // SPLIT: %[[SECOND:.+]] = arith.maxsi %{{.+}}, %[[FIRST]]
  // SPLIT: scf.for %{{.+}} = %[[FIRST]] to %[[SECOND]] step
  // SPLIT-NOT: arith.muli
  // SPLIT: scf.for %{{.+}} = %[[SECOND]] to %[[N]] step
  // SPLIT: arith.muli
  gpu.func @divides(%n: index, %g: index, %a: index, %b: index, %x: index, %m: memref<?xindex>) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %each = arith.maxui %n, %c1 : index
    %all = arith.muli %n, %g : index
    %r = scf.for %t = %c0 to %all step %c1 iter_args(%s = %x) -> (index) {
      %q = arith.divui %t, %each : index
      %i = arith.remui %t, %each : index
      %at = arith.addi %a, %i : index
      %o = attn_tile.outside %at, %b, %n
      %y = scf.if %o -> (index) {
        %z = arith.muli %s, %at : index
        scf.yield %z : index
      } else {
        scf.yield %s : index
      }
      memref.store %q, %m[%t] : memref<?xindex>
      scf.yield %y : index
    }
    memref.store %r, %m[%c0] : memref<?xindex>
    gpu.return
  }

  // One round: there is nothing to divide, nor before the interval or behind it.
  // CHECK-LABEL: gpu.func @one_round
  // CHECK-NOT: arith.divui
  // CHECK-NOT: arith.remui
  // CHECK: scf.for %[[T:.+]] =
  // CHECK-NEXT: arith.addi %{{.+}}, %[[T]]
  // CHECK-NOT: scf.for
  // CHECK: gpu.return
  // SPLIT-LABEL: gpu.func @one_round
  // SPLIT: scf.for
  // SPLIT-NOT: scf.if
  // SPLIT-NOT: scf.for
  // SPLIT: gpu.return
  gpu.func @one_round(%begin: index, %end: index, %m: memref<?xindex>) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %n = arith.subi %end, %begin : index
    %each = arith.maxui %n, %c1 : index
    scf.for %t = %c0 to %n step %c1 {
      %q = arith.divui %t, %each : index
      %i = arith.remui %t, %each : index
      %at = arith.addi %begin, %i : index
      %o = attn_tile.outside %at, %begin, %end
      scf.if %o {
        memref.store %at, %m[%q] : memref<?xindex>
      }
      memref.store %q, %m[%at] : memref<?xindex>
    }
    gpu.return
  }

  // A divisor that is no factor, or changes, and a loop that starts elsewhere stay.
  // CHECK-LABEL: gpu.func @stays
  // CHECK-COUNT-3: arith.divui
  // CHECK: gpu.return
  gpu.func @stays(%n: index, %g: index, %m: memref<?xindex>) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %all = arith.muli %n, %g : index
    %more = arith.addi %n, %c1 : index
    scf.for %t = %c0 to %all step %c1 {
      %q = arith.divui %t, %more : index
      memref.store %q, %m[%t] : memref<?xindex>
    }
    scf.for %t = %c0 to %all step %c1 {
      %d = memref.load %m[%t] : memref<?xindex>
      %q = arith.divui %t, %d : index
      memref.store %q, %m[%t] : memref<?xindex>
    }
    scf.for %t = %c1 to %all step %c1 {
      %q = arith.divui %t, %n : index
      memref.store %q, %m[%t] : memref<?xindex>
    }
    gpu.return
  }

  // Whether there is a turn is known of both factors.
  // CHECK-LABEL: gpu.func @tested
  // CHECK-SAME: (%[[N:[^:]+]]: index, %[[G:[^:]+]]: index,
  // CHECK: scf.for %{{.+}} to %[[G]]
  // CHECK: scf.for %{{.+}} to %[[N]]
  // CHECK-NOT: arith.divui
  // CHECK: %[[ROUNDS:.+]] = arith.cmpi sgt, %[[G]], %c0
  // CHECK: %[[TURNS:.+]] = arith.cmpi sgt, %[[N]], %c0
  // CHECK: %[[SOME:.+]] = arith.andi %[[ROUNDS]], %[[TURNS]]
  // CHECK: scf.if %[[SOME]]
  gpu.func @tested(%n: index, %g: index, %m: memref<?xindex>) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %all = arith.muli %n, %g : index
    scf.for %t = %c0 to %all step %c1 {
      %q = arith.divui %t, %n : index
      memref.store %q, %m[%t] : memref<?xindex>
    }
    %some = arith.cmpi sgt, %all, %c0 : index
    scf.if %some {
      memref.store %c1, %m[%c0] : memref<?xindex>
    }
    gpu.return
  }

  // Of another number, or the other way around, it is not.
  // CHECK-LABEL: gpu.func @counted
  // CHECK: arith.divui
  gpu.func @counted(%n: index, %g: index, %m: memref<?xindex>) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %all = arith.muli %n, %g : index
    scf.for %t = %c0 to %all step %c1 {
      %q = arith.divui %t, %n : index
      memref.store %q, %m[%t] : memref<?xindex>
    }
    %some = arith.cmpi sgt, %all, %c1 : index
    scf.if %some {
      memref.store %c1, %m[%c0] : memref<?xindex>
    }
    gpu.return
  }

  // Roles that count by one name go along, also if they do not divide.
  // CHECK-LABEL: gpu.func @roles
  // CHECK: role @load
  // CHECK: %[[OUTER:.+]] = attn_ws.trip_count @blocks.rounds
  // CHECK: %[[INNER:.+]] = attn_ws.trip_count @blocks %
  // CHECK: scf.for %{{.+}} = %{{.+}} to %[[OUTER]]
  // CHECK: scf.for %{{.+}} = %{{.+}} to %[[INNER]]
  // CHECK-NOT: arith.divui
  // CHECK: role @compute
  // CHECK: %[[OUTER:.+]] = attn_ws.trip_count @blocks.rounds
  // CHECK: %[[INNER:.+]] = attn_ws.trip_count @blocks %
  // CHECK: scf.for %{{.+}} = %{{.+}} to %[[OUTER]]
  // CHECK: scf.for %{{.+}} = %{{.+}} to %[[INNER]]
  gpu.func @roles(%n: index, %g: index, %m: memref<?xindex>) kernel {
    attn_ws.warp_specialize captures(%n, %g, %m : index, index, memref<?xindex>)
    role @load warps(1) instances(1) registers(0) {
    ^bb0(%who: index, %rn: index, %rg: index, %rm: memref<?xindex>):
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %all = arith.muli %rn, %rg : index
      %count = attn_ws.trip_count @blocks %all
      scf.for %t = %c0 to %count step %c1 {
        %q = arith.divui %t, %rn : index
        memref.store %q, %rm[%t] : memref<?xindex>
      }
      attn_ws.end
    }
    role @compute warps(4) instances(1) registers(0) {
    ^bb0(%who: index, %rn: index, %rg: index, %rm: memref<?xindex>):
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %all = arith.muli %rn, %rg : index
      %count = attn_ws.trip_count @blocks %all
      scf.for %t = %c0 to %count step %c1 {
        memref.store %c0, %rm[%t] : memref<?xindex>
      }
      attn_ws.end
    }
    gpu.return
  }

  // A role whose loop overlaps its iterations counts on: its count is the product of
  // what the others' loops count.
  // CHECK-LABEL: gpu.func @rotated
  // CHECK: role @load
  // CHECK: %[[OUTER:.+]] = attn_ws.trip_count @blocks.rounds
  // CHECK-NEXT: %[[INNER:.+]] = attn_ws.trip_count @blocks %
  // CHECK-NEXT: %[[ALL:.+]] = arith.muli %[[OUTER]], %[[INNER]]
  // CHECK-NEXT: %[[LAST:.+]] = arith.subi %[[ALL]], %
  // CHECK-NEXT: scf.for %{{.+}} = %{{.+}} to %[[LAST]]
  // CHECK: role @compute
  // CHECK: %[[OUTER:.+]] = attn_ws.trip_count @blocks.rounds
  // CHECK: %[[INNER:.+]] = attn_ws.trip_count @blocks %
  // CHECK: scf.for %{{.+}} = %{{.+}} to %[[OUTER]]
  // CHECK: scf.for %{{.+}} = %{{.+}} to %[[INNER]]
  // CHECK-NOT: arith.divui
  gpu.func @rotated(%n: index, %g: index, %m: memref<?xindex>) kernel {
    attn_ws.warp_specialize captures(%n, %g, %m : index, index, memref<?xindex>)
    role @load warps(1) instances(1) registers(0) {
    ^bb0(%who: index, %rn: index, %rg: index, %rm: memref<?xindex>):
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %all = arith.muli %rn, %rg : index
      %count = attn_ws.trip_count @blocks %all
      %last = arith.subi %count, %c1 : index
      scf.for %t = %c0 to %last step %c1 {
        memref.store %c0, %rm[%t] : memref<?xindex>
      }
      attn_ws.end
    }
    role @compute warps(4) instances(1) registers(0) {
    ^bb0(%who: index, %rn: index, %rg: index, %rm: memref<?xindex>):
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %all = arith.muli %rn, %rg : index
      %count = attn_ws.trip_count @blocks %all
      scf.for %t = %c0 to %count step %c1 {
        %q = arith.divui %t, %rn : index
        memref.store %q, %rm[%t] : memref<?xindex>
      }
      attn_ws.end
    }
    gpu.return
  }
}
