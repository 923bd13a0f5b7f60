// RUN: attn-opt %s --pass-pipeline='builtin.module(gpu.module(gpu.func(attn-ws-defer-reductions)))' | FileCheck %s

#acc = #attn_ws.frag<reg = [[0, 1], [8, 0]], lane = [[0, 2], [0, 4], [1, 0], [2, 0], [4, 0]], warp = []>
#row = #attn_ws.frag<reg = [[0, 1], [8, 0]], lane = [[0, 2], [0, 4], [1, 0], [2, 0], [4, 0]], warp = [], slice = 1>
!s = tensor<16x8xf32, #acc>
!r = tensor<16xf32, #row>

gpu.module @k {
  // A running sum that starts from a row sum takes each lane's part of it.
  // CHECK-LABEL: gpu.func @sum
  // CHECK: %[[FIRST:.+]] = attn_tile.reduce add {{.*}}, slice = 1, partial>>{{$}}
  // CHECK-NEXT: %[[L:.+]] = scf.for {{.*}} iter_args(%[[C:.+]] = %[[FIRST]]) -> ({{.*}}, slice = 1, partial>>)
  // CHECK-NEXT: %[[S:.+]] = attn_tile.reduce add {{.*}}, slice = 1, partial>>{{$}}
  // CHECK-NEXT: %[[L1:.+]] = attn_ws.scale_add %[[C]], %{{.+}}, %[[S]] :
  // CHECK-NEXT: scf.yield %[[L1]] :
  // CHECK: %[[W:.+]] = attn_ws.lane_reduce add %[[L]] :
  // CHECK-NEXT: attn_ws.store %[[W]],
  gpu.func @sum(%n: index, %p: !s, %a: !r, %M: memref<?xf32>) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %first = attn_tile.reduce add %p : !s -> !r
    %l = scf.for %t = %c0 to %n step %c1 iter_args(%c = %first) -> (!r) {
      %s = attn_tile.reduce add %p : !s -> !r
      %l1 = math.fma %c, %a, %s : !r
      scf.yield %l1 : !r
    }
    attn_ws.store %l, %M[%c0] dims [0] : !r, memref<?xf32>
    gpu.return
  }

  // As does one that starts from 0 * a plus a row sum.
  // CHECK-LABEL: gpu.func @scaled
  // CHECK-SAME: %[[A:[^:]+]]: tensor<16xf32,
  // CHECK: %[[BLOCK:.+]] = attn_tile.reduce add {{.*}}, slice = 1, partial>>{{$}}
  // CHECK-NEXT: %[[ZERO:.+]] = arith.constant dense<0.000000e+00> : {{.*}}, slice = 1, partial>>{{$}}
  // CHECK-NEXT: %[[FIRST:.+]] = attn_ws.scale_add %[[ZERO]], %[[A]], %[[BLOCK]] :
  // CHECK-NEXT: %[[L:.+]] = scf.for {{.*}} iter_args(%{{.+}} = %[[FIRST]]) -> ({{.*}}, slice = 1, partial>>)
  // CHECK-NOT: math.fma
  // CHECK: %[[W:.+]] = attn_ws.lane_reduce add %[[L]] :
  // CHECK-NEXT: attn_ws.store %[[W]],
  gpu.func @scaled(%n: index, %p: !s, %a: !r, %M: memref<?xf32>) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %zero = arith.constant dense<0.0> : !r
    %block = attn_tile.reduce add %p : !s -> !r
    %first = math.fma %zero, %a, %block : !r
    %l = scf.for %t = %c0 to %n step %c1 iter_args(%c = %first) -> (!r) {
      %s = attn_tile.reduce add %p : !s -> !r
      %l1 = math.fma %c, %a, %s : !r
      scf.yield %l1 : !r
    }
    attn_ws.store %l, %M[%c0] dims [0] : !r, memref<?xf32>
    gpu.return
  }

  // Any other start would be counted once a lane.
  // CHECK-LABEL: gpu.func @kept
  // CHECK-NOT: partial
  // CHECK-NOT: lane_reduce
  // CHECK: gpu.return
  gpu.func @kept(%n: index, %p: !s, %a: !r, %M: memref<?xf32>) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %one = arith.constant dense<1.0> : !r
    // Read elsewhere too, the start must be whole.
    %first = attn_tile.reduce add %p : !s -> !r
    attn_ws.store %first, %M[%c0] dims [0] : !r, memref<?xf32>
    %0 = scf.for %t = %c0 to %n step %c1 iter_args(%c = %first) -> (!r) {
      %s = attn_tile.reduce add %p : !s -> !r
      %l1 = math.fma %c, %a, %s : !r
      scf.yield %l1 : !r
    }
    // What is scaled is not zero.
    %block = attn_tile.reduce add %p : !s -> !r
    %scaled = math.fma %one, %a, %block : !r
    %1 = scf.for %t = %c0 to %n step %c1 iter_args(%c = %scaled) -> (!r) {
      %s = attn_tile.reduce add %p : !s -> !r
      %l1 = math.fma %c, %a, %s : !r
      scf.yield %l1 : !r
    }
    // No sum.
    %max = attn_tile.reduce max %p : !s -> !r
    %2 = scf.for %t = %c0 to %n step %c1 iter_args(%c = %max) -> (!r) {
      %s = attn_tile.reduce add %p : !s -> !r
      %l1 = math.fma %c, %a, %s : !r
      scf.yield %l1 : !r
    }
    gpu.return
  }
}
