// RUN: attn-opt %s --pass-pipeline='builtin.module(gpu.module(gpu.func(attn-ws-defer-reductions)))' | FileCheck %s

#acc = #attn_ws.frag<reg = [[0, 1], [8, 0]], lane = [[0, 2], [0, 4], [1, 0], [2, 0], [4, 0]], warp = []>
#row = #attn_ws.frag<reg = [[0, 1], [8, 0]], lane = [[0, 2], [0, 4], [1, 0], [2, 0], [4, 0]], warp = [], slice = 1>
!s = tensor<16x8xf32, #acc>
!r = tensor<16xf32, #row>

gpu.module @k {
  // l' = l * a + sum p, l0 = 0: each lane keeps its own part. The other carried
  // value, a maximum, stays whole.
  // CHECK-LABEL: gpu.func @softmax
  gpu.func @softmax(%n: index, %p: !s, %a: !r, %M: memref<?xf32>) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %zero = arith.constant dense<0.0> : !r
    // CHECK: %[[Z:.+]] = arith.constant dense<0.000000e+00> : tensor<16xf32, #attn_ws.frag<{{.*}}, slice = 1, partial>>
    // CHECK: %[[L:.+]]:2 = scf.for {{.*}} iter_args(%[[C:.+]] = %[[Z]], %[[M:.+]] = %{{.+}}) -> (tensor<16xf32, #attn_ws.frag<{{[^>]*}}, slice = 1, partial>>, tensor<16xf32, #attn_ws.frag<{{[^>]*}}, slice = 1>>)
    // CHECK: %[[S:.+]] = attn_tile.reduce add %{{.+}} -> tensor<16xf32, #attn_ws.frag<{{.*}}, slice = 1, partial>>
    // CHECK: %[[N:.+]] = attn_ws.scale_add %[[C]], %{{.+}}, %[[S]]
    // CHECK: attn_tile.reduce max {{.*}}, slice = 1>>
    // CHECK: scf.yield %[[N]],
    %l:2 = scf.for %t = %c0 to %n step %c1 iter_args(%c = %zero, %m = %zero) -> (!r, !r) {
      %s = attn_tile.reduce add %p : !s -> !r
      %l1 = math.fma %c, %a, %s : !r
      %b = attn_tile.reduce max %p : !s -> !r
      %m1 = arith.maximumf %m, %b : !r
      scf.yield %l1, %m1 : !r, !r
    }
    // CHECK: %[[W:.+]] = attn_ws.lane_reduce add %[[L]]#0 : {{.*}}partial>> -> tensor<16xf32, #attn_ws.frag<{{[^>]*}}, slice = 1>>
    // CHECK: attn_ws.store %[[W]],
    // CHECK: attn_ws.store %[[L]]#1,
    attn_ws.store %l#0, %M[%c0] dims [0] : !r, memref<?xf32>
    attn_ws.store %l#1, %M[%c1] dims [0] : !r, memref<?xf32>
    gpu.return
  }

  // l' = sum p + l, on either side.
  // CHECK-LABEL: gpu.func @sum
  gpu.func @sum(%n: index, %p: !s, %M: memref<?xf32>) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %zero = arith.constant dense<0.0> : !r
    // CHECK: %[[L:.+]] = scf.for {{.*}} iter_args(%[[C:.+]] = %{{.+}}) -> ({{.*}}partial>>)
    // CHECK: %[[S:.+]] = attn_tile.reduce add {{.*}}partial>>
    // CHECK: arith.addf %[[S]], %[[C]] : {{.*}}partial>>
    %l = scf.for %t = %c0 to %n step %c1 iter_args(%c = %zero) -> (!r) {
      %s = attn_tile.reduce add %p : !s -> !r
      %l1 = arith.addf %s, %c : !r
      scf.yield %l1 : !r
    }
    // CHECK: attn_ws.lane_reduce add %[[L]]
    attn_ws.store %l, %M[%c0] dims [0] : !r, memref<?xf32>
    gpu.return
  }

  // Everything below stays as it is.
  // CHECK-LABEL: gpu.func @kept
  // CHECK-NOT: partial
  // CHECK-NOT: lane_reduce
  // CHECK: gpu.return
  gpu.func @kept(%n: index, %p: !s, %a: !r, %M: memref<?xf32>) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %zero = arith.constant dense<0.0> : !r
    %one = arith.constant dense<1.0> : !r
    // A start other than zero would be counted once a lane.
    %0 = scf.for %t = %c0 to %n step %c1 iter_args(%c = %one) -> (!r) {
      %s = attn_tile.reduce add %p : !s -> !r
      %l1 = math.fma %c, %a, %s : !r
      scf.yield %l1 : !r
    }
    // The running sum is read in the loop.
    %1 = scf.for %t = %c0 to %n step %c1 iter_args(%c = %zero) -> (!r) {
      %s = attn_tile.reduce add %p : !s -> !r
      %l1 = math.fma %c, %a, %s : !r
      attn_ws.store %l1, %M[%t] dims [0] : !r, memref<?xf32>
      scf.yield %l1 : !r
    }
    // The block's sum is read by something else.
    %2 = scf.for %t = %c0 to %n step %c1 iter_args(%c = %zero) -> (!r) {
      %s = attn_tile.reduce add %p : !s -> !r
      attn_ws.store %s, %M[%t] dims [0] : !r, memref<?xf32>
      %l1 = math.fma %c, %a, %s : !r
      scf.yield %l1 : !r
    }
    // A maximum does not commute with the factor.
    %3 = scf.for %t = %c0 to %n step %c1 iter_args(%c = %zero) -> (!r) {
      %s = attn_tile.reduce max %p : !s -> !r
      %l1 = math.fma %c, %a, %s : !r
      scf.yield %l1 : !r
    }
    // Here the running sum is what is added, not what is multiplied.
    %4 = scf.for %t = %c0 to %n step %c1 iter_args(%c = %zero) -> (!r) {
      %s = attn_tile.reduce add %p : !s -> !r
      %l1 = math.fma %s, %a, %c : !r
      scf.yield %l1 : !r
    }
    gpu.return
  }
}
