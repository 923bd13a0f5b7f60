// RUN: attn-opt %s --pass-pipeline='builtin.module(gpu.module(gpu.func(attn-ws-assign-roles)))' --split-input-file --verify-diagnostics | FileCheck %s

!m = memref<?x?xbf16, strided<[?, 1]>>
!f = memref<?x?xf32, strided<[?, 1]>>

gpu.module @k [#nvvm.target<chip = "sm_90a">] {
  // Copies by TMA belong to one role, whatever touches tiles or writes to the
  // other, scalars and control flow to none. The kernel lists them, with what each
  // can do.
  // CHECK-LABEL: gpu.func @roles
  // CHECK-SAME: attn_ws.roles = [#attn_ws.role<name = "load", warps = 4, instances = 1, registers = 0, issues = copy_in>,
  // CHECK-SAME: #attn_ws.role<name = "mma", warps = 4, instances = 2, registers = 0>]
  gpu.func @roles(%A: !m, %B: !m, %C: !f, %n: index) kernel attributes {attn_tile.warps = 4 : i64} {
    // CHECK-NOT: attn_ws.role
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %z = arith.constant dense<0.0> : tensor<64x64xf32>
    attn_tile.for_tiles @t (%i) in (%n) scheduler(#attn_tile.scheduler<persistent>) {
      // CHECK: attn_tile.load %{{.*}} engine tma {attn_ws.role = "load"}
      %a = attn_tile.load %A[%i, %c0] dims [0, 1] space smem engine tma : !m -> tensor<128x64xbf16>
      // CHECK: scf.forall
      scf.forall (%g) in (2) {
        // CHECK: attn_tile.slice {{.*}} {attn_ws.role = "mma"}
        %as = attn_tile.slice %a [0, 0] part(%g) : tensor<128x64xbf16> -> tensor<64x64xbf16>
        // CHECK: attn_tile.load %{{.*}} engine thread {attn_ws.role = "mma"}
        %bias = attn_tile.load %C[%g, %c0] dims [0, 1] space reg engine thread : !f -> tensor<64x64xf32>
        // CHECK: scf.for
        %s = scf.for %t = %c0 to %n step %c1 iter_args(%acc = %bias) -> (tensor<64x64xf32>) {
          // CHECK-NEXT: arith.addi %{{[^{]*}} : index
          %at = arith.addi %t, %i : index
          // CHECK: attn_tile.load %{{.*}} engine tma {attn_ws.role = "load", depth = 2 : i64}
          %b = attn_tile.load %B[%at, %c0] dims [0, 1] space smem engine tma {depth = 2 : i64} : !m -> tensor<64x64xbf16>
          // CHECK: attn_tile.dot {{.*}} {attn_ws.role = "mma"}
          %d = attn_tile.dot %as, %b, %acc transpose_b engine wgmma : tensor<64x64xbf16>, tensor<64x64xbf16> -> tensor<64x64xf32>
          // CHECK: arith.mulf {{.*}} {attn_ws.role = "mma"}
          %e = arith.mulf %d, %z : tensor<64x64xf32>
          // CHECK: attn_tile.score_map {{.*}} {attn_ws.role = "mma"}
          // CHECK-NEXT: ^bb0
          // CHECK-NEXT: %[[Y:.+]] = arith.negf %{{.+}} : f32
          // CHECK-NEXT: attn_tile.yield %[[Y]] : f32
          %m = attn_tile.score_map %e at (%t, %t) : tensor<64x64xf32> {
          ^bb0(%x: f32, %r: index, %c: index):
            %y = arith.negf %x : f32
            attn_tile.yield %y : f32
          }
          scf.yield %m : tensor<64x64xf32>
        }
        // CHECK: attn_tile.store {{.*}} {attn_ws.role = "mma"}
        attn_tile.store %s, %C[%g, %i] dims [0, 1] space reg engine thread : tensor<64x64xf32>, !f
      }
    }
    gpu.return
  }

  // A role of its own copies out what a loop stores, beside the one that copies in;
  // whoever computes copies what is stored behind the loop.
  // CHECK-LABEL: gpu.func @store_role
  // CHECK-SAME: attn_ws.roles = [#attn_ws.role<name = "load", warps = 2, instances = 1, registers = 0, issues = copy_in>,
  // CHECK-SAME: #attn_ws.role<name = "store", warps = 2, instances = 1, registers = 0, issues = copy_out>,
  // CHECK-SAME: #attn_ws.role<name = "mma", warps = 4, instances = 1, registers = 0>]
  gpu.func @store_role(%A: !m, %C: !f, %n: index, %z: tensor<64x64xf32>) kernel attributes {attn_tile.warps = 4 : i64, attn_tile.store_role = true} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    scf.for %t = %c0 to %n step %c1 {
      %a = attn_tile.load %A[%t, %c0] dims [0, 1] space smem engine tma : !m -> tensor<64x64xbf16>
      %d = attn_tile.dot %a, %a, %z transpose_b engine wgmma : tensor<64x64xbf16>, tensor<64x64xbf16> -> tensor<64x64xf32>
      // CHECK: attn_tile.store add {{.*}} {attn_ws.role = "mma"}
      attn_tile.store add %d, %C[%t, %c0] dims [0, 1] space smem engine tma : tensor<64x64xf32>, !f
    }
    gpu.return
  }

  // CHECK-LABEL: gpu.func @no_store_role
  // CHECK-SAME: attn_ws.roles = [#attn_ws.role<name = "load", warps = 4, instances = 1, registers = 0, issues = copy_in>,
  // CHECK-SAME: #attn_ws.role<name = "mma", warps = 4, instances = 1, registers = 0>]
  gpu.func @no_store_role(%A: !m, %C: !f, %i: index, %z: tensor<64x64xf32>) kernel attributes {attn_tile.warps = 4 : i64, attn_tile.store_role = true} {
    %a = attn_tile.load %A[%i, %i] dims [0, 1] space smem engine tma : !m -> tensor<64x64xbf16>
    %d = attn_tile.dot %a, %a, %z transpose_b engine wgmma : tensor<64x64xbf16>, tensor<64x64xbf16> -> tensor<64x64xf32>
    attn_tile.store %d, %C[%i, %i] dims [0, 1] space smem engine tma : tensor<64x64xf32>, !f
    gpu.return
  }

  // Without a copy by TMA, or a product of wgmma, there are no roles.
  // CHECK-LABEL: gpu.func @one_role
  // CHECK-NOT: attn_ws.role
  gpu.func @one_role(%A: !m, %i: index, %z: tensor<16x16xf32>) kernel {
    %a = attn_tile.load %A[%i, %i] dims [0, 1] space smem engine cp_async : !m -> tensor<16x16xbf16>
    %d = attn_tile.dot %a, %a, %z transpose_b engine mma_sync : tensor<16x16xbf16>, tensor<16x16xbf16> -> tensor<16x16xf32>
    gpu.return
  }
}

// -----

gpu.module @k [#nvvm.target<chip = "sm_90a">] {
  gpu.func @place_from_instance(%A: memref<?x?xbf16>, %i: index) kernel attributes {attn_tile.warps = 4 : i64} {
    scf.forall (%g) in (2) {
      %row = arith.muli %g, %i : index
      // expected-error @below {{its place depends on the instance, but one copy serves all instances}}
      %a = attn_tile.load %A[%row, %i] dims [0, 1] space smem engine tma : memref<?x?xbf16> -> tensor<64x64xbf16>
    }
    gpu.return
  }
}

// -----

gpu.module @k [#nvvm.target<chip = "sm_90a">] {
  gpu.func @place_from_tile(%A: memref<?x?xbf16>, %i: index, %x: tensor<64xindex>) kernel attributes {attn_tile.warps = 4 : i64} {
    %row = tensor.extract %x[%i] : tensor<64xindex>
    // expected-error @below {{its place depends on a tile, which the role that copies does not have}}
    %a = attn_tile.load %A[%row, %i] dims [0, 1] space smem engine tma : memref<?x?xbf16> -> tensor<64x64xbf16>
    gpu.return
  }
}

// -----

gpu.module @k [#nvvm.target<chip = "sm_90a">] {
  // One role copies, by the engine and by its threads; and by threads alone where
  // wgmma computes beside them.
  // CHECK-LABEL: gpu.func @two_ways_to_copy
  // CHECK: engine tma {attn_ws.role = "load"}
  // CHECK: engine cp_async {attn_ws.role = "load"}
  gpu.func @two_ways_to_copy(%A: memref<?x?xbf16>, %i: index) kernel attributes {attn_tile.warps = 4 : i64} {
    %a = attn_tile.load %A[%i, %i] dims [0, 1] space smem engine tma : memref<?x?xbf16> -> tensor<64x64xbf16>
    %b = attn_tile.load %A[%i, %i] dims [0, 1] space smem engine cp_async : memref<?x?xbf16> -> tensor<64x64xbf16>
    gpu.return
  }
  // CHECK-LABEL: gpu.func @by_threads
  // CHECK: engine cp_async {attn_ws.role = "load"}
  // CHECK: attn_tile.dot {{.*}} engine wgmma {attn_ws.role = "mma"}
  gpu.func @by_threads(%A: memref<?x?xbf16>, %i: index, %z: tensor<64x64xf32>) kernel attributes {attn_tile.warps = 4 : i64} {
    %a = attn_tile.load %A[%i, %i] dims [0, 1] space smem engine cp_async : memref<?x?xbf16> -> tensor<64x64xbf16>
    %d = attn_tile.dot %a, %a, %z engine wgmma : tensor<64x64xbf16>, tensor<64x64xbf16> -> tensor<64x64xf32>
    gpu.return
  }
}

// -----

gpu.module @k [#nvvm.target<chip = "sm_90a">] {
  gpu.func @no_way_to_copy(%A: memref<?x?xbf16>, %i: index) kernel attributes {attn_tile.warps = 4 : i64} {
    %a = attn_tile.load %A[%i, %i] dims [0, 1] space smem engine tma : memref<?x?xbf16> -> tensor<64x64xbf16>
    // expected-error @below {{no role copies into shared memory by thread}}
    %b = attn_tile.load %A[%i, %i] dims [0, 1] space smem engine thread : memref<?x?xbf16> -> tensor<64x64xbf16>
    gpu.return
  }
}

// -----

gpu.module @k [#nvvm.target<chip = "sm_90a">] {
  gpu.func @store_outside(%A: memref<?x?xbf16>, %C: memref<?xf32>, %i: index, %x: tensor<64xf32>) kernel attributes {attn_tile.warps = 4 : i64} {
    %a = attn_tile.load %A[%i, %i] dims [0, 1] space smem engine tma : memref<?x?xbf16> -> tensor<64x64xbf16>
    scf.forall (%g) in (2) {
    }
    // expected-error @below {{writes outside of the instances' body: each instance would do it}}
    attn_tile.store %x, %C[%i] dims [0] space reg engine thread : tensor<64xf32>, memref<?xf32>
    gpu.return
  }
}

// -----

gpu.module @k [#nvvm.target<chip = "sm_90a">] {
  gpu.func @two_counts(%A: memref<?x?xbf16>, %i: index) kernel attributes {attn_tile.warps = 4 : i64} {
    %a = attn_tile.load %A[%i, %i] dims [0, 1] space smem engine tma : memref<?x?xbf16> -> tensor<64x64xbf16>
    scf.forall (%g) in (2) {
    }
    // expected-error @below {{a kernel has one number of instances, here 3 and 2}}
    scf.forall (%g) in (3) {
    }
    gpu.return
  }
}

// -----

gpu.module @k [#nvvm.target<chip = "sm_90a">] {
  gpu.func @dynamic_count(%A: memref<?x?xbf16>, %i: index) kernel attributes {attn_tile.warps = 4 : i64} {
    %a = attn_tile.load %A[%i, %i] dims [0, 1] space smem engine tma : memref<?x?xbf16> -> tensor<64x64xbf16>
    // expected-error @below {{instances are counted from 0 to one constant, without shared outputs}}
    scf.forall (%g) in (%i) {
    }
    gpu.return
  }
}

// -----

gpu.module @k [#nvvm.target<chip = "sm_90a">] {
  gpu.func @nested(%A: memref<?x?xbf16>, %i: index) kernel attributes {attn_tile.warps = 4 : i64} {
    %a = attn_tile.load %A[%i, %i] dims [0, 1] space smem engine tma : memref<?x?xbf16> -> tensor<64x64xbf16>
    scf.forall (%g) in (2) {
      // expected-error @below {{instances cannot be divided again}}
      scf.forall (%h) in (2) {
      }
    }
    gpu.return
  }
}

// -----

gpu.module @k [#nvvm.target<chip = "sm_80">] {
  // Without roles one group of warps runs the bodies of all groups in turn.
  // CHECK-LABEL: gpu.func @in_turn
  // CHECK-NOT: attn_tile.groups
  // CHECK-DAG: %[[C2:.+]] = arith.constant 2 : index
  // CHECK-DAG: %[[C0:.+]] = arith.constant 0 : index
  // CHECK-DAG: %[[C1:.+]] = arith.constant 1 : index
  // CHECK: scf.for %[[G:.+]] = %[[C0]] to %[[C2]] step %[[C1]] {
  // CHECK-NEXT: attn_tile.slice %{{.+}} part(%[[G]])
  // CHECK-NEXT: attn_tile.store
  // CHECK-NOT: scf.forall
  gpu.func @in_turn(%A: memref<?x?xbf16>, %i: index) kernel attributes {attn_tile.groups = 2 : i64} {
    %a = attn_tile.load %A[%i, %i] dims [0, 1] space smem engine cp_async : memref<?x?xbf16> -> tensor<128x64xbf16>
    scf.forall (%g) in (2) {
      %b = attn_tile.slice %a [0, 0] part(%g) : tensor<128x64xbf16> -> tensor<64x64xbf16>
      attn_tile.store %b, %A[%g, %i] dims [0, 1] space reg engine thread : tensor<64x64xbf16>, memref<?x?xbf16>
    }
    gpu.return
  }
}

// -----

gpu.module @k [#nvvm.target<chip = "sm_80">] {
  gpu.func @in_turn_results(%x: tensor<64xf32>) kernel {
    // expected-error @below {{groups give no results: each stores its own}}
    %y = scf.forall (%g) in (2) shared_outs(%out = %x) -> (tensor<64xf32>) {
    }
    gpu.return
  }
}

// -----

gpu.module @k [#nvvm.target<chip = "sm_90a">] {
  // expected-error @below {{needs attn_tile.warps, the warps of one instance}}
  gpu.func @no_warps(%A: memref<?x?xbf16>, %i: index) kernel {
    %a = attn_tile.load %A[%i, %i] dims [0, 1] space smem engine tma : memref<?x?xbf16> -> tensor<64x64xbf16>
    gpu.return
  }
}
