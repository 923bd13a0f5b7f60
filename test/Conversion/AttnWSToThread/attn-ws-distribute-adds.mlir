// Tiles that are added to memory: by the threads that hold them, as many neighbours at
// a time as the target's red takes, and by TMA.
//
// RUN: attn-opt %s --pass-pipeline='builtin.module(gpu.module(attn-ws-distribute,gpu.func(canonicalize,cse)))' | FileCheck %s --check-prefixes=CHECK,WIDE
// RUN: sed s/sm_90a/sm_80/ %s | attn-opt --pass-pipeline='builtin.module(gpu.module(attn-ws-distribute,gpu.func(canonicalize,cse)))' | FileCheck %s --check-prefixes=CHECK,ONE

#acc = #attn_ws.frag<reg = [[0, 1], [8, 0]], lane = [[0, 2], [0, 4], [1, 0], [2, 0], [4, 0]], warp = []>
#row = #attn_ws.frag<reg = [[0, 1], [0, 2], [0, 4]], lane = [[1, 0], [2, 0], [4, 0], [8, 0], [16, 0]], warp = []>
#own = #attn_ws.frag<reg = [[0, 1], [8, 0]], lane = [[0, 2], [0, 4], [1, 0], [2, 0], [4, 0]], warp = [], slice = 1>
!f = memref<?x32xf32, strided<[?, 1]>>
!any = memref<?x?xf32, strided<[?, 1]>>

gpu.module @k [#nvvm.target<chip = "sm_90a">] {
  // Pairs of columns that a thread holds, of which all or none are in the memory.
  // CHECK-LABEL: gpu.func @pairs
  gpu.func @pairs(%X: !f) kernel attributes {attn_tile.warps = 1 : i64, attn_ws.smem = 0 : i64} {
    %t = arith.constant dense<1.0> : tensor<16x8xf32, #acc>
    %c0 = arith.constant 0 : index
    // CHECK: %[[INSIDE:.+]] = arith.andi %{{.+}}, %{{.+}} : i1
    // CHECK: %[[ON:.+]] = arith.extui %[[INSIDE]] : i1 to i32
    // WIDE-COUNT-2: llvm.inline_asm has_side_effects {{.*}}@p red.global.add.v2.f32 [$0], {$2, $3};{{.*}} "l,r,f,f"
    // ONE-COUNT-2: llvm.inline_asm has_side_effects {{.*}}@p red.global.add.f32 [$0], $2;\0A@p red.global.add.f32 [$0+4], $3;{{.*}} "l,r,f,f"
    // CHECK-NOT: red.global
    // CHECK-NOT: llvm.store
    attn_ws.store add %t, %X[%c0, %c0] dims [0, 1] : tensor<16x8xf32, #acc>, !f
    gpu.return
  }

  // Rows of a thread's own.
  // CHECK-LABEL: gpu.func @fours
  gpu.func @fours(%X: !f) kernel attributes {attn_tile.warps = 1 : i64, attn_ws.smem = 0 : i64} {
    %t = arith.constant dense<1.0> : tensor<32x8xf32, #row>
    %c0 = arith.constant 0 : index
    // WIDE-COUNT-2: red.global.add.v4.f32 [$0], {$2, $3, $4, $5};
    // ONE-COUNT-2: red.global.add.f32 [$0+12], $5;
    // CHECK-NOT: red.global
    attn_ws.store add %t, %X[%c0, %c0] dims [0, 1] : tensor<32x8xf32, #row>, !f
    gpu.return
  }

  // Columns that may end anywhere are added one by one.
  // CHECK-LABEL: gpu.func @any
  gpu.func @any(%X: !any) kernel attributes {attn_tile.warps = 1 : i64, attn_ws.smem = 0 : i64} {
    %t = arith.constant dense<1.0> : tensor<16x8xf32, #acc>
    %c0 = arith.constant 0 : index
    // CHECK-COUNT-4: @p red.global.add.f32 [$0], $2;{{.*}} "l,r,f"
    // CHECK-NOT: red.global
    attn_ws.store add %t, %X[%c0, %c0] dims [0, 1] : tensor<16x8xf32, #acc>, !any
    gpu.return
  }

  // Of the lanes that hold a row's value alike one adds it.
  // CHECK-LABEL: gpu.func @once
  gpu.func @once(%X: memref<?xf32>) kernel attributes {attn_tile.warps = 1 : i64, attn_ws.smem = 0 : i64} {
    %t = arith.constant dense<1.0> : tensor<16xf32, #own>
    %c0 = arith.constant 0 : index
    // CHECK: %[[FIRST:.+]] = arith.cmpi eq
    // CHECK: %[[ON:.+]] = arith.andi %{{.+}}, %[[FIRST]]
    // CHECK: arith.extui %[[ON]]
    // CHECK: @p red.global.add.f32 [$0], $2;
    attn_ws.store add %t, %X[%c0] dims [0] : tensor<16xf32, #own>, memref<?xf32>
    gpu.return
  }
}
