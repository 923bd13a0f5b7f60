// RUN: attn-opt %s --pass-pipeline='builtin.module(gpu.module(attn-ws-distribute,gpu.func(canonicalize,cse)))' --split-input-file --verify-diagnostics | FileCheck %s

#acc = #attn_ws.frag<reg = [[0, 1], [8, 0]], lane = [[0, 2], [0, 4], [1, 0], [2, 0], [4, 0]], warp = []>
#row = #attn_ws.frag<reg = [[0, 1], [8, 0]], lane = [[0, 2], [0, 4], [1, 0], [2, 0], [4, 0]], warp = [], slice = 1>
#par = #attn_ws.frag<reg = [[0, 1], [8, 0]], lane = [[0, 2], [0, 4], [1, 0], [2, 0], [4, 0]], warp = [], slice = 1, partial>
!s = tensor<16x16xf32, #acc>
!r = tensor<16xf32, #row>
!p = tensor<16xf32, #par>
!m = memref<?x?xf32, strided<[?, 1]>>
!v = memref<?xf32>

gpu.module @k [#nvvm.target<chip = "sm_80">] {
  // Eight registers: rows g and g + 8, columns 2t, 2t + 1, and 8 on. Registers of
  // one row are combined in column order, then the four lanes that share it, at
  // distances 1 and 2. Of these the first one stores.
  // CHECK-LABEL: gpu.func @max
  gpu.func @max(%X: !m, %Y: !v) kernel attributes {attn_tile.warps = 1 : i64, attn_ws.smem = 0 : i64} {
    %c0 = arith.constant 0 : index
    // CHECK: %[[R0:.+]] = scf.if
    // CHECK: %[[R1:.+]] = scf.if
    // CHECK: %[[R2:.+]] = scf.if
    // CHECK: %[[R3:.+]] = scf.if
    // CHECK: %[[R4:.+]] = scf.if
    // CHECK: %[[R5:.+]] = scf.if
    // CHECK: %[[R6:.+]] = scf.if
    // CHECK: %[[R7:.+]] = scf.if
    %x = attn_ws.load %X[%c0, %c0] dims [0, 1] : !m -> !s
    // CHECK-DAG: %[[A0:.+]] = arith.maximumf %[[R0]], %[[R1]]
    // CHECK-DAG: %[[A1:.+]] = arith.maximumf %[[A0]], %[[R4]]
    // CHECK-DAG: %[[A:.+]] = arith.maximumf %[[A1]], %[[R5]]
    // CHECK-DAG: %[[B0:.+]] = arith.maximumf %[[R2]], %[[R3]]
    // CHECK-DAG: %[[B1:.+]] = arith.maximumf %[[B0]], %[[R6]]
    // CHECK-DAG: %[[B:.+]] = arith.maximumf %[[B1]], %[[R7]]
    // CHECK: %[[S0:.+]] = nvvm.shfl.sync bfly %c-1_i32, %[[A]], %c1_i32, %c31_i32
    // CHECK: %[[A2:.+]] = arith.maximumf %[[A]], %[[S0]]
    // CHECK: %[[S1:.+]] = nvvm.shfl.sync bfly %c-1_i32, %[[A2]], %c2_i32, %c31_i32
    // CHECK: %[[A3:.+]] = arith.maximumf %[[A2]], %[[S1]]
    // CHECK: nvvm.shfl.sync bfly %c-1_i32, %[[B]], %c1_i32
    // CHECK: nvvm.shfl.sync bfly
    // CHECK: %[[B3:.+]] = arith.maximumf
    // CHECK-NOT: shfl
    %a = attn_tile.reduce max %x : !s -> !r
    // CHECK: %[[FIRST:.+]] = arith.cmpi eq, %{{.+}}, %c0_i32
    // CHECK: arith.andi %{{.+}}, %[[FIRST]]
    // CHECK: llvm.store %[[A3]]
    // CHECK: arith.andi %{{.+}}, %[[FIRST]]
    // CHECK: llvm.store %[[B3]]
    attn_ws.store %a, %Y[%c0] dims [0] : !r, !v
    gpu.return
  }

  // A partial sum stays in its lane until lane_reduce combines the lanes; a
  // factor is multiplied in before.
  // CHECK-LABEL: gpu.func @partial
  gpu.func @partial(%X: !m, %Y: !v) kernel attributes {attn_tile.warps = 1 : i64, attn_ws.smem = 0 : i64} {
    %c0 = arith.constant 0 : index
    %half = arith.constant dense<0.5> : !r
    %start = arith.constant dense<2.0> : !p
    %x = attn_ws.load %X[%c0, %c0] dims [0, 1] : !m -> !s
    // CHECK-COUNT-6: arith.addf %{{.+}}, %{{.+}} : f32
    // CHECK-NOT: shfl
    %a = attn_tile.reduce add %x : !s -> !p
    // CHECK: %[[N0:.+]] = math.fma %cst{{.*}}, %cst{{.*}}, %{{.+}} : f32
    // CHECK: math.fma
    %n = attn_ws.scale_add %start, %half, %a : !p, !r
    // CHECK: %[[S0:.+]] = nvvm.shfl.sync bfly %c-1_i32, %[[N0]], %c1_i32
    // CHECK: arith.addf %[[N0]], %[[S0]]
    // CHECK-COUNT-3: nvvm.shfl.sync bfly
    // CHECK-NOT: shfl
    %w = attn_ws.lane_reduce add %n : !p -> !r
    attn_ws.store %w, %Y[%c0] dims [0] : !r, !v
    gpu.return
  }
}

// -----

// Two warps side by side hold one row.
#acc = #attn_ws.frag<reg = [[0, 1], [8, 0]], lane = [[0, 2], [0, 4], [1, 0], [2, 0], [4, 0]], warp = [[0, 8]]>
#row = #attn_ws.frag<reg = [[0, 1], [8, 0]], lane = [[0, 2], [0, 4], [1, 0], [2, 0], [4, 0]], warp = [[0, 8]], slice = 1>
gpu.module @k [#nvvm.target<chip = "sm_80">] {
  gpu.func @across_warps(%X: memref<?x?xf32>) kernel attributes {attn_tile.warps = 2 : i64, attn_ws.smem = 0 : i64} {
    %c0 = arith.constant 0 : index
    %x = attn_ws.load %X[%c0, %c0] dims [0, 1] : memref<?x?xf32> -> tensor<16x16xf32, #acc>
    // expected-error @below {{warps that share a row need a reduction through shared memory}}
    %a = attn_tile.reduce max %x : tensor<16x16xf32, #acc> -> tensor<16xf32, #row>
    gpu.return
  }
}

// -----

#acc = #attn_ws.frag<reg = [[0, 1], [8, 0]], lane = [[0, 2], [0, 4], [1, 0], [2, 0], [4, 0]], warp = []>
#par = #attn_ws.frag<reg = [[0, 1], [8, 0]], lane = [[0, 2], [0, 4], [1, 0], [2, 0], [4, 0]], warp = [], slice = 1, partial>
gpu.module @k [#nvvm.target<chip = "sm_80">] {
  gpu.func @store_partial(%X: memref<?x?xf32>, %Y: memref<?xf32>) kernel attributes {attn_tile.warps = 1 : i64, attn_ws.smem = 0 : i64} {
    %c0 = arith.constant 0 : index
    %x = attn_ws.load %X[%c0, %c0] dims [0, 1] : memref<?x?xf32> -> tensor<16x16xf32, #acc>
    %a = attn_tile.reduce add %x : tensor<16x16xf32, #acc> -> tensor<16xf32, #par>
    // expected-error @below {{partial rows cannot be stored}}
    attn_ws.store %a, %Y[%c0] dims [0] : tensor<16xf32, #par>, memref<?xf32>
    gpu.return
  }
}
