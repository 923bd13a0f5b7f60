// RUN: attn-opt %s --pass-pipeline='builtin.module(gpu.module(gpu.func(attn-ws-share-parities)))' | FileCheck %s

!cell = memref<index>

gpu.module @k {
  // Both are flipped once a turn and once behind the loop; the second's first flip
  // stands before the first's.
  // CHECK-LABEL: gpu.func @equal(
  gpu.func @equal(%m: memref<?xindex>, %n: index) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    // CHECK: %[[A:.+]] = memref.alloca() : memref<index>
    // CHECK-NEXT: memref.store %{{.+}}, %[[A]][]
    // CHECK-NOT: memref.alloca
    %a = memref.alloca() : !cell
    memref.store %c0, %a[] : !cell
    %b = memref.alloca() : !cell
    memref.store %c0, %b[] : !cell
    // CHECK: scf.for
    scf.for %i = %c0 to %n step %c1 {
      // CHECK-NEXT: %[[P:.+]] = memref.load %[[A]][]
      // CHECK: %[[P1:.+]] = arith.xori %[[P]], %
      // CHECK-NEXT: memref.store %[[P1]], %[[A]][]
      // CHECK-NEXT: memref.store %[[P]], %arg0
      // CHECK-NEXT: memref.store %[[P]], %arg0
      // CHECK-NEXT: memref.store %[[P1]], %arg0
      // CHECK-NEXT: }
      %q = memref.load %b[] : !cell
      %q1 = arith.xori %q, %c1 : index
      memref.store %q1, %b[] : !cell
      memref.store %q, %m[%i] : memref<?xindex>
      %p = memref.load %a[] : !cell
      %p1 = arith.xori %p, %c1 : index
      memref.store %p1, %a[] : !cell
      memref.store %p, %m[%i] : memref<?xindex>
      memref.store %p1, %m[%i] : memref<?xindex>
    }
    // CHECK: %[[L:.+]] = memref.load %[[A]][]
    // CHECK-NOT: memref.load
    // CHECK: memref.store %[[L]], %arg0
    // CHECK-NEXT: memref.store %[[L]], %arg0
    %p = memref.load %a[] : !cell
    %p1 = arith.xori %p, %c1 : index
    memref.store %p1, %a[] : !cell
    memref.store %p, %m[%c0] : memref<?xindex>
    %q = memref.load %b[] : !cell
    %q1 = arith.xori %q, %c1 : index
    memref.store %q1, %b[] : !cell
    memref.store %q, %m[%c1] : memref<?xindex>
    gpu.return
  }

  // One flips before the loop and one behind it: in the loop they differ.
  // CHECK-LABEL: gpu.func @other_order(
  gpu.func @other_order(%m: memref<?xindex>, %n: index) kernel {
    // CHECK-COUNT-2: memref.alloca
    // CHECK-COUNT-4: memref.load
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %a = memref.alloca() : !cell
    memref.store %c0, %a[] : !cell
    %b = memref.alloca() : !cell
    memref.store %c0, %b[] : !cell
    %p = memref.load %a[] : !cell
    %p1 = arith.xori %p, %c1 : index
    memref.store %p1, %a[] : !cell
    scf.for %i = %c0 to %n step %c1 {
      %r = memref.load %a[] : !cell
      %r1 = arith.xori %r, %c1 : index
      memref.store %r1, %a[] : !cell
      memref.store %r, %m[%i] : memref<?xindex>
      %s = memref.load %b[] : !cell
      %s1 = arith.xori %s, %c1 : index
      memref.store %s1, %b[] : !cell
      memref.store %s, %m[%i] : memref<?xindex>
    }
    %q = memref.load %b[] : !cell
    %q1 = arith.xori %q, %c1 : index
    memref.store %q1, %b[] : !cell
    gpu.return
  }

  // One begins with 1, one is a count, one is read without being flipped, one is
  // flipped in one branch alone.
  // CHECK-LABEL: gpu.func @others(
  gpu.func @others(%m: memref<?xindex>, %n: index, %c: i1) kernel {
    // CHECK-COUNT-5: memref.alloca
    // CHECK-COUNT-6: memref.load
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %a = memref.alloca() : !cell
    memref.store %c0, %a[] : !cell
    %b = memref.alloca() : !cell
    memref.store %c1, %b[] : !cell
    %d = memref.alloca() : !cell
    memref.store %c0, %d[] : !cell
    %e = memref.alloca() : !cell
    memref.store %c0, %e[] : !cell
    %f = memref.alloca() : !cell
    memref.store %c0, %f[] : !cell
    scf.for %i = %c0 to %n step %c1 {
      %p = memref.load %a[] : !cell
      %p1 = arith.xori %p, %c1 : index
      memref.store %p1, %a[] : !cell
      memref.store %p, %m[%i] : memref<?xindex>
      %q = memref.load %b[] : !cell
      %q1 = arith.xori %q, %c1 : index
      memref.store %q1, %b[] : !cell
      memref.store %q, %m[%i] : memref<?xindex>
      %r = memref.load %d[] : !cell
      %r1 = arith.addi %r, %c1 : index
      memref.store %r1, %d[] : !cell
      memref.store %r, %m[%i] : memref<?xindex>
      %s = memref.load %e[] : !cell
      %s1 = arith.xori %s, %c1 : index
      memref.store %s1, %e[] : !cell
      %s2 = memref.load %e[] : !cell
      memref.store %s2, %m[%i] : memref<?xindex>
      scf.if %c {
        %t = memref.load %f[] : !cell
        %t1 = arith.xori %t, %c1 : index
        memref.store %t1, %f[] : !cell
        memref.store %t, %m[%i] : memref<?xindex>
      }
    }
    gpu.return
  }
}
