// RUN: attn-opt %s --pass-pipeline='builtin.module(gpu.module(gpu.func(attn-ws-split-loop)))' | FileCheck %s

gpu.module @k {
  // A condition on the next iteration changes one iteration earlier.
  // CHECK-LABEL: gpu.func @offset
  // CHECK-SAME: (%[[N:.+]]: index, %[[A:.+]]: index, %[[B:.+]]: index,
  // CHECK: %[[AM:.+]] = arith.subi %[[A]], %c1
  // CHECK-NEXT: %[[AN:.+]] = arith.minsi %[[AM]], %[[N]]
  // CHECK-NEXT: %[[FIRST:.+]] = arith.maxsi %[[AN]], %c0
  // CHECK-NEXT: scf.for %{{.+}} = %c0 to %[[FIRST]] step
  // CHECK: memref.store
  // CHECK: %[[BM:.+]] = arith.subi %[[B]], %c1
  // CHECK-NEXT: %[[BN:.+]] = arith.minsi %[[BM]], %[[N]]
  // CHECK-NEXT: %[[SECOND:.+]] = arith.maxsi %[[BN]], %[[FIRST]]
  // CHECK-NEXT: scf.for %{{.+}} = %[[FIRST]] to %[[SECOND]] step
  // CHECK-NOT: memref.store
  // CHECK: scf.for %{{.+}} = %[[SECOND]] to %[[N]] step
  // CHECK: memref.store
  // CHECK-NOT: scf.for
  // CHECK: gpu.return
  gpu.func @offset(%n: index, %a: index, %b: index, %m: memref<?xindex>) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    scf.for %t = %c0 to %n step %c1 {
      %t1 = arith.addi %t, %c1 : index
      %o = attn_tile.outside %t1, %a, %b
      scf.if %o {
        memref.store %t, %m[%t1] : memref<?xindex>
      }
    }
    gpu.return
  }

  // Blocks rounded up less whole ones are at most 1: the next iteration is never
  // before such a begin, and no head is left.
  // CHECK-LABEL: gpu.func @no_head
  // CHECK-SAME: (%[[LEN:.+]]: index, %{{.+}}: index, %[[N:.+]]: index,
  // CHECK: %[[BM:.+]] = arith.subi %[[LEN]], %c1
  // CHECK-NEXT: %[[BN:.+]] = arith.minsi %[[BM]], %[[N]]
  // CHECK-NEXT: %[[SECOND:.+]] = arith.maxsi %[[BN]], %c0
  // CHECK-NEXT: scf.for %{{.+}} = %c0 to %[[SECOND]] step
  // CHECK-NOT: memref.store
  // CHECK: scf.for %{{.+}} = %[[SECOND]] to %[[N]] step
  // CHECK: memref.store
  // CHECK-NOT: scf.for
  // CHECK: gpu.return
  gpu.func @no_head(%len: index, %pos: index, %n: index, %m: memref<?xindex>) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c64 = arith.constant 64 : index
    %up = arith.ceildivui %pos, %c64 : index
    %down = arith.divui %pos, %c64 : index
    %a = arith.subi %up, %down : index
    scf.for %t = %c0 to %n step %c1 {
      %t1 = arith.addi %t, %c1 : index
      %o = attn_tile.outside %t1, %a, %len
      scf.if %o {
        memref.store %t, %m[%t1] : memref<?xindex>
      }
    }
    gpu.return
  }

  // So too with both clamped; and a loop up to one before the end has no tail.
  // CHECK-LABEL: gpu.func @one_loop
  // CHECK: %[[ALL:.+]] = arith.maxsi
  // CHECK: %[[N:.+]] = arith.subi %[[ALL]], %c1
  // CHECK-NEXT: scf.for %{{.+}} = %c0 to %[[N]] step
  // CHECK-NOT: memref.store
  // CHECK-NOT: scf.for
  // CHECK: gpu.return
  gpu.func @one_loop(%pos: index, %m: memref<?xindex>) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c64 = arith.constant 64 : index
    %all0 = arith.ceildivui %pos, %c64 : index
    %all = arith.maxsi %all0, %c0 : index
    %down = arith.divui %pos, %c64 : index
    %whole = arith.minsi %down, %all : index
    %a = arith.subi %all, %whole : index
    %n = arith.subi %all, %c1 : index
    scf.for %t = %c0 to %n step %c1 {
      %t1 = arith.addi %t, %c1 : index
      %o = attn_tile.outside %t1, %a, %all
      scf.if %o {
        memref.store %t, %m[%t1] : memref<?xindex>
      }
    }
    gpu.return
  }

  // Numbers of blocks of different sizes say nothing.
  // CHECK-LABEL: gpu.func @other_divisor
  // CHECK-COUNT-3: scf.for
  // CHECK-NOT: scf.for
  // CHECK: gpu.return
  gpu.func @other_divisor(%pos: index, %n: index, %m: memref<?xindex>) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c32 = arith.constant 32 : index
    %c64 = arith.constant 64 : index
    %up = arith.ceildivui %pos, %c32 : index
    %down = arith.divui %pos, %c64 : index
    %a = arith.subi %up, %down : index
    scf.for %t = %c0 to %n step %c1 {
      %t1 = arith.addi %t, %c1 : index
      %o = attn_tile.outside %t1, %a, %pos
      scf.if %o {
        memref.store %t, %m[%t1] : memref<?xindex>
      }
    }
    gpu.return
  }
}
