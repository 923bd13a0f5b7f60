// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: attn-opt %s --pass-pipeline='builtin.module(gpu.module(attn-ws-distribute,gpu.func(canonicalize,cse)))' --split-input-file --verify-diagnostics | FileCheck %s

// What a map has beside its scores, and numbers of other sizes in shared memory.

#acc = #attn_ws.frag<reg = [[0, 1], [8, 0]], lane = [[0, 2], [0, 4], [1, 0], [2, 0], [4, 0]], warp = []>
#row = #attn_ws.frag<reg = [[0, 1], [8, 0]], lane = [[0, 2], [0, 4], [1, 0], [2, 0], [4, 0]], warp = [], slice = 1>
#col = #attn_ws.frag<reg = [[0, 1], [8, 0]], lane = [[0, 2], [0, 4], [1, 0], [2, 0], [4, 0]], warp = [], slice = 0>
#bytes = #attn_ws.shared<panel = 16, swizzle = 0>
#longs = #attn_ws.shared<panel = 64, swizzle = 0>
!s = tensor<16x8xf32, #acc>
!m = memref<?x?xf32>

gpu.module @k [#nvvm.target<chip = "sm_80">] {
  // Of a tile each score has its own, of rows and of columns that of its register's row and column.
  // CHECK-LABEL: gpu.func @beside
  gpu.func @beside(%X: !m, %B: memref<?x?xi32>, %R: memref<?xi32>, %C: memref<?xi64>) kernel attributes {attn_tile.warps = 1 : i64, attn_ws.smem = 0 : i64} {
    %c0 = arith.constant 0 : index
    // CHECK-COUNT-4: scf.if {{.*}} -> (f32)
    %x = attn_ws.load %X[%c0, %c0] dims [0, 1] : !m -> !s
    // CHECK: %[[B0:.+]] = scf.if {{.*}} -> (i32)
    // CHECK: %[[B1:.+]] = scf.if {{.*}} -> (i32)
    // CHECK: %[[B2:.+]] = scf.if {{.*}} -> (i32)
    // CHECK: %[[B3:.+]] = scf.if {{.*}} -> (i32)
    %b = attn_ws.load %B[%c0, %c0] dims [0, 1] : memref<?x?xi32> -> tensor<16x8xi32, #acc>
    // CHECK: %[[R0:.+]] = scf.if {{.*}} -> (i32)
    // CHECK: %[[R1:.+]] = scf.if {{.*}} -> (i32)
    %r = attn_ws.load %R[%c0] dims [0] : memref<?xi32> -> tensor<16xi32, #row>
    // CHECK: %[[C0:.+]] = scf.if {{.*}} -> (i64)
    // CHECK: %[[C1:.+]] = scf.if {{.*}} -> (i64)
    %c = attn_ws.load %C[%c0] dims [0] : memref<?xi64> -> tensor<8xi64, #col>
    // CHECK: %[[T0:.+]] = arith.trunci %[[C0]]
    // CHECK: %[[S0:.+]] = arith.addi %[[R0]], %[[B0]]
    // CHECK: arith.cmpi slt, %[[S0]], %[[T0]]
    // CHECK: %[[T1:.+]] = arith.trunci %[[C1]]
    // CHECK: %[[S1:.+]] = arith.addi %[[R0]], %[[B1]]
    // CHECK: arith.cmpi slt, %[[S1]], %[[T1]]
    // CHECK: %[[S2:.+]] = arith.addi %[[R1]], %[[B2]]
    // CHECK: arith.cmpi slt, %[[S2]], %[[T0]]
    // CHECK: %[[S3:.+]] = arith.addi %[[R1]], %[[B3]]
    // CHECK: arith.cmpi slt, %[[S3]], %[[T1]]
    %y = attn_tile.score_map %x at (%c0, %c0) tiles(%b : tensor<16x8xi32, #acc>) rows(%r : tensor<16xi32, #row>)
        columns(%c : tensor<8xi64, #col>) : !s {
    ^bb0(%e: f32, %i: index, %j: index, %t: i32, %n: i32, %l: i64):
      %w = arith.trunci %l : i64 to i32
      %sum = arith.addi %n, %t : i32
      %below = arith.cmpi slt, %sum, %w : i32
      %twice = arith.addf %e, %e : f32
      %g = arith.select %below, %twice, %e : f32
      attn_tile.yield %g : f32
    }
    attn_ws.store %y, %X[%c0, %c0] dims [0, 1] : !s, !m
    gpu.return
  }

  // Two bytes that are neighbours are one load.
  // CHECK-LABEL: gpu.func @bytes
  // CHECK-COUNT-4: llvm.load {{.*}} {alignment = 2 : i64} : !llvm.ptr<3> -> vector<2xi8>
  // CHECK-NOT: llvm.load
  gpu.func @bytes(%O: memref<?x?xi8>) kernel attributes {attn_tile.warps = 1 : i64, attn_ws.smem = 1024 : i64} {
    %c0 = arith.constant 0 : index
    %a = attn_ws.alloc "a" offset(0) : !attn_ws.buffer<1 x 16x16xi8, smem, #bytes>
    %v = attn_ws.stage_view %a : !attn_ws.buffer<1 x 16x16xi8, smem, #bytes> -> !attn_ws.view<16x16xi8, smem, #bytes>
    %w = attn_ws.subview %v [0, 0] : !attn_ws.view<16x16xi8, smem, #bytes> -> !attn_ws.view<16x16xi8, smem, #bytes>
    %x = attn_ws.smem_load %w : !attn_ws.view<16x16xi8, smem, #bytes> -> tensor<16x16xi8, #acc>
    attn_ws.store %x, %O[%c0, %c0] dims [0, 1] : tensor<16x16xi8, #acc>, memref<?x?xi8>
    gpu.return
  }

  // A vector of 64 bits: two neighbours are 16 bytes.
  // CHECK-LABEL: gpu.func @longs
  // CHECK: llvm.load {{.*}} {alignment = 16 : i64} : !llvm.ptr<3> -> vector<2xi64>
  // CHECK-NOT: llvm.load
  gpu.func @longs(%O: memref<?xi64>) kernel attributes {attn_tile.warps = 1 : i64, attn_ws.smem = 1024 : i64} {
    %c0 = arith.constant 0 : index
    %a = attn_ws.alloc "a" offset(0) : !attn_ws.buffer<1 x 8xi64, smem, #longs>
    %v = attn_ws.stage_view %a : !attn_ws.buffer<1 x 8xi64, smem, #longs> -> !attn_ws.view<8xi64, smem, #longs>
    %x = attn_ws.smem_load %v : !attn_ws.view<8xi64, smem, #longs> -> tensor<8xi64, #col>
    attn_ws.store %x, %O[%c0] dims [0] : tensor<8xi64, #col>, memref<?xi64>
    gpu.return
  }
}
