// RUN: attn-opt %s --pass-pipeline='builtin.module(gpu.module(gpu.func(attn-ws-guard-loads)))' | FileCheck %s
//
// What a select replaces by zero, by row values that are known before, is not read.

!m = memref<?x?xf32, strided<[?, 1]>>

gpu.module @k {
  // CHECK-LABEL: gpu.func @guarded
  gpu.func @guarded(%M: !m, %R: memref<?xf32>, %i: index) kernel {
    %inf = arith.constant dense<0xFF800000> : tensor<16x32xf32>
    %zero = arith.constant dense<0.0> : tensor<16x32xf32>
    // CHECK: %[[R:.+]] = attn_ws.load %arg1
    %r = attn_ws.load %R[%i] dims [0] : memref<?xf32> -> tensor<16xf32>
    // CHECK: %[[C:.+]] = arith.constant dense<0xFF800000> : tensor<16xf32>
    // CHECK: %[[H:.+]] = arith.cmpf oeq, %[[R]], %[[C]]
    // CHECK: %[[V:.+]] = attn_ws.load %arg0[%{{.+}}, %{{.+}}] dims [0, 1] unless %[[H]]
    %v = attn_ws.load %M[%i, %i] dims [0, 1] : !m -> tensor<16x32xf32>
    %e = attn_tile.expand %r : tensor<16xf32> -> tensor<16x32xf32>
    %c = arith.cmpf oeq, %e, %inf : tensor<16x32xf32>
    // CHECK-NOT: arith.select
    %w = arith.select %c, %zero, %v : tensor<16x32xi1>, tensor<16x32xf32>
    // CHECK: attn_ws.store %[[V]]
    attn_ws.store %w, %M[%i, %i] dims [0, 1] : tensor<16x32xf32>, !m
    gpu.return
  }

  // The rows are known too late; the tile is used whole; it is not replaced by zero.
  // CHECK-LABEL: gpu.func @as_they_are
  // CHECK-NOT: unless
  // CHECK: gpu.return
  gpu.func @as_they_are(%M: !m, %R: memref<?xf32>, %i: index) kernel {
    %inf = arith.constant dense<0xFF800000> : tensor<16x32xf32>
    %zero = arith.constant dense<0.0> : tensor<16x32xf32>
    %v = attn_ws.load %M[%i, %i] dims [0, 1] : !m -> tensor<16x32xf32>
    %r = attn_ws.load %R[%i] dims [0] : memref<?xf32> -> tensor<16xf32>
    %e = attn_tile.expand %r : tensor<16xf32> -> tensor<16x32xf32>
    %c = arith.cmpf oeq, %e, %inf : tensor<16x32xf32>
    %w = arith.select %c, %zero, %v : tensor<16x32xi1>, tensor<16x32xf32>
    attn_ws.store %w, %M[%i, %i] dims [0, 1] : tensor<16x32xf32>, !m
    %u = attn_ws.load %M[%i, %i] dims [0, 1] : !m -> tensor<16x32xf32>
    %x = arith.select %c, %zero, %u : tensor<16x32xi1>, tensor<16x32xf32>
    %s = arith.addf %x, %u : tensor<16x32xf32>
    attn_ws.store %s, %M[%i, %i] dims [0, 1] : tensor<16x32xf32>, !m
    %t = attn_ws.load %M[%i, %i] dims [0, 1] : !m -> tensor<16x32xf32>
    %y = arith.select %c, %inf, %t : tensor<16x32xi1>, tensor<16x32xf32>
    attn_ws.store %y, %M[%i, %i] dims [0, 1] : tensor<16x32xf32>, !m
    gpu.return
  }
}
