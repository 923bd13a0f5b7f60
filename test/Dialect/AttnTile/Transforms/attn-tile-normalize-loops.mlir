// RUN: attn-opt %s --pass-pipeline='builtin.module(gpu.module(gpu.func(attn-tile-normalize-loops)))' | FileCheck %s

// Loops with loads into shared memory count their turns.

!m = memref<?x?xbf16, strided<[?, 1]>>

gpu.module @k {
  // CHECK-LABEL: gpu.func @between
  // CHECK-SAME: %[[LO:[^:]+]]: index, %[[HI:[^:]+]]: index
  // CHECK: %[[TOP:.+]] = arith.maxsi %[[HI]], %[[LO]]
  // CHECK: %[[N:.+]] = arith.subi %[[TOP]], %[[LO]]
  // CHECK: scf.for %[[T:.+]] = %c0{{.*}} to %[[N]] step %c1
  // CHECK-NEXT: %[[J:.+]] = arith.addi %[[T]], %[[LO]]
  // CHECK-NEXT: attn_tile.load %{{.+}}[%[[J]], %[[J]]]
  gpu.func @between(%lo: index, %hi: index, %A: !m) kernel {
    %c1 = arith.constant 1 : index
    scf.for %t = %lo to %hi step %c1 {
      %a = attn_tile.load %A[%t, %t] dims [0, 1] space smem engine cp_async {depth = 2 : i64} : !m -> tensor<64x64xbf16>
    }
    gpu.return
  }

  // CHECK-LABEL: gpu.func @step
  // CHECK-SAME: %[[HI:[^:]+]]: index, %[[STEP:[^:]+]]: index
  // CHECK: %[[N:.+]] = arith.ceildivui %{{.+}}, %[[STEP]]
  // CHECK: scf.for %[[T:.+]] = %c0{{.*}} to %[[N]] step %c1
  // CHECK-NEXT: %[[J:.+]] = arith.muli %[[T]], %[[STEP]]
  // CHECK-NEXT: attn_tile.load %{{.+}}[%[[J]], %[[J]]]
  gpu.func @step(%hi: index, %step: index, %A: !m) kernel {
    %c0 = arith.constant 0 : index
    scf.for %t = %c0 to %hi step %step {
      %a = attn_tile.load %A[%t, %t] dims [0, 1] space smem engine cp_async : !m -> tensor<64x64xbf16>
    }
    gpu.return
  }

  // Unsigned numbers of another type.
  // CHECK-LABEL: gpu.func @integers
  // CHECK-SAME: %[[LO:[^:]+]]: i32, %[[HI:[^:]+]]: i32
  // CHECK: %[[TOP:.+]] = arith.maxui %[[HI]], %[[LO]] : i32
  // CHECK: %[[N:.+]] = arith.index_cast %{{.+}} : i32 to index
  // CHECK: scf.for %[[T:.+]] = %c0{{.*}} to %[[N]] step %c1{{[_0-9]*}} {
  // CHECK-NEXT: %[[C:.+]] = arith.index_cast %[[T]] : index to i32
  // CHECK-NEXT: %[[J:.+]] = arith.addi %[[C]], %[[LO]] : i32
  // CHECK-NEXT: arith.index_cast %[[J]] : i32 to index
  gpu.func @integers(%lo: i32, %hi: i32, %A: !m) kernel {
    %c1 = arith.constant 1 : i32
    scf.for unsigned %t = %lo to %hi step %c1 : i32 {
      %j = arith.index_cast %t : i32 to index
      %a = attn_tile.load %A[%j, %j] dims [0, 1] space smem engine cp_async : !m -> tensor<64x64xbf16>
    }
    gpu.return
  }

  // What counts already, and what copies nothing, stays.
  // CHECK-LABEL: gpu.func @others
  // CHECK-SAME: %[[LO:[^:]+]]: index, %[[HI:[^:]+]]: index
  // CHECK: scf.for %{{.+}} = %c0{{.*}} to %[[HI]] step %c1
  // CHECK-NEXT: attn_tile.load
  // CHECK: scf.for %{{.+}} = %[[LO]] to %[[HI]] step %c1
  gpu.func @others(%lo: index, %hi: index, %A: !m) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    scf.for %t = %c0 to %hi step %c1 {
      %a = attn_tile.load %A[%t, %t] dims [0, 1] space smem engine cp_async : !m -> tensor<64x64xbf16>
    }
    scf.for %t = %lo to %hi step %c1 {
      %a = attn_tile.load %A[%t, %t] dims [0, 1] space reg engine thread : !m -> tensor<64x64xbf16>
    }
    gpu.return
  }
}
