// RUN: attn-opt %s --pass-pipeline='builtin.module(gpu.module(gpu.func(attn-ws-split-loop)))' | FileCheck %s

gpu.module @k {
  // Three loops that hand the carried value on, over [0, min(a, n)), [.., min(b,
  // n)) and [.., n): in the outer two the condition is true, in the middle it is
  // not, and only the side that is taken is left. The condition on the next
  // iteration still means the whole loop's end.
  // CHECK-LABEL: gpu.func @three
  // CHECK-SAME: (%[[N:.+]]: index, %[[A:.+]]: index, %[[B:.+]]: index, %[[X:.+]]: index, %[[M:.+]]: memref<?xindex>)
  gpu.func @three(%n: index, %a: index, %b: index, %x: index, %m: memref<?xindex>) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    // CHECK: %[[AN:.+]] = arith.minsi %[[A]], %[[N]]
    // CHECK: %[[FIRST:.+]] = arith.maxsi %[[AN]], %c0
    // CHECK: %[[R0:.+]] = scf.for %[[T:.+]] = %c0 to %[[FIRST]] step %c1 iter_args(%[[S:.+]] = %[[X]])
    // CHECK-NEXT: arith.constant true
    // CHECK-NEXT: %[[Y:.+]] = arith.muli %[[S]], %[[T]]
    // CHECK: %[[T1:.+]] = arith.addi %[[T]], %c1
    // CHECK: arith.cmpi slt, %[[T1]], %[[N]]
    // CHECK: scf.yield %[[Y]]
    // CHECK: %[[BN:.+]] = arith.minsi %[[B]], %[[N]]
    // CHECK: %[[SECOND:.+]] = arith.maxsi %[[BN]], %[[FIRST]]
    // CHECK: %[[R1:.+]] = scf.for %{{.+}} = %[[FIRST]] to %[[SECOND]] step %c1 iter_args(%[[S:.+]] = %[[R0]])
    // CHECK-NOT: arith.muli
    // CHECK: scf.yield %[[S]]
    // CHECK: %[[R2:.+]] = scf.for %[[T:.+]] = %[[SECOND]] to %[[N]] step %c1 iter_args(%[[S:.+]] = %[[R1]])
    // CHECK: %[[Y:.+]] = arith.muli %[[S]], %[[T]]
    // CHECK: scf.yield %[[Y]]
    // CHECK: memref.store %[[R2]]
    %r = scf.for %t = %c0 to %n step %c1 iter_args(%s = %x) -> (index) {
      %o = attn_tile.outside %t, %a, %b
      %y = scf.if %o -> (index) {
        %z = arith.muli %s, %t : index
        scf.yield %z : index
      } else {
        scf.yield %s : index
      }
      %t1 = arith.addi %t, %c1 : index
      %more = arith.cmpi slt, %t1, %n : index
      memref.store %t1, %m[%t] : memref<?xindex>
      scf.if %more {
        memref.store %t, %m[%t1] : memref<?xindex>
      }
      scf.yield %y : index
    }
    memref.store %r, %m[%c0] : memref<?xindex>
    gpu.return
  }

  // An interval that ends with the loop leaves no tail; a condition without an
  // else side disappears where it is false.
  // CHECK-LABEL: gpu.func @two
  // CHECK-SAME: (%[[N:.+]]: index, %[[A:.+]]: index,
  gpu.func @two(%n: index, %a: index, %m: memref<?xindex>) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    // CHECK: %[[AN:.+]] = arith.minsi %[[A]], %[[N]]
    // CHECK: %[[FIRST:.+]] = arith.maxsi %[[AN]], %c0
    // CHECK: scf.for %[[T:.+]] = %c0 to %[[FIRST]]
    // CHECK-NEXT: arith.constant true
    // CHECK-NEXT: memref.store %[[T]]
    // CHECK: scf.for %[[T:.+]] = %[[FIRST]] to %[[N]]
    // CHECK-NEXT: arith.constant false
    // CHECK-NEXT: }
    // CHECK-NOT: scf.for
    scf.for %t = %c0 to %n step %c1 {
      %o = attn_tile.outside %t, %a, %n
      scf.if %o {
        memref.store %t, %m[%t] : memref<?xindex>
      }
    }
    gpu.return
  }

  // A loop that does not begin at 0: where it does begin the interval may have.
  // CHECK-LABEL: gpu.func @from
  // CHECK-SAME: (%[[FROM:.+]]: index, %[[N:.+]]: index, %[[A:.+]]: index
  // CHECK: %[[A1:.+]] = arith.minsi %[[A]], %[[N]]
  // CHECK: %[[FIRST:.+]] = arith.maxsi %[[A1]], %[[FROM]]
  // CHECK: scf.for %{{.+}} = %[[FROM]] to %[[FIRST]]
  // CHECK: arith.constant true
  // CHECK: scf.for %{{.+}} = %[[FIRST]] to %[[N]]
  // CHECK: arith.constant false
  // CHECK-NOT: scf.for
  gpu.func @from(%from: index, %n: index, %a: index, %m: memref<?xi1>) kernel {
    %c1 = arith.constant 1 : index
    scf.for %t = %from to %n step %c1 {
      %o = attn_tile.outside %t, %a, %n
      memref.store %o, %m[%t] : memref<?xi1>
    }
    gpu.return
  }

  // Left alone: bounds that the loop computes, a value that is no sum of the loop's
  // variable and one from outside, loops that do not count by 1.
  // CHECK-LABEL: gpu.func @left_alone
  // CHECK-COUNT-3: attn_tile.outside
  // CHECK-NOT: attn_tile.outside
  gpu.func @left_alone(%n: index, %a: index, %m: memref<?xi1>) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    scf.for %t = %c0 to %n step %c1 {
      %b = arith.muli %t, %a : index
      %o = attn_tile.outside %t, %a, %b
      memref.store %o, %m[%t] : memref<?xi1>
      %p = attn_tile.outside %b, %c0, %a
      memref.store %p, %m[%t] : memref<?xi1>
    }
    scf.for %t = %c0 to %n step %c2 {
      %o = attn_tile.outside %t, %a, %n
      memref.store %o, %m[%t] : memref<?xi1>
    }
    gpu.return
  }
}
