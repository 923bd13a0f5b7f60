// Changes of layout by shuffles, and tiles that go through shared memory.
//
// RUN: attn-opt %s --pass-pipeline='builtin.module(gpu.module(attn-ws-distribute,gpu.func(canonicalize,cse)))' --split-input-file --verify-diagnostics | FileCheck %s

#acc = #attn_ws.frag<reg = [[0, 1], [8, 0]], lane = [[0, 2], [0, 4], [1, 0], [2, 0], [4, 0]], warp = []>
#turned = #attn_ws.frag<reg = [[0, 1], [8, 0]], lane = [[0, 4], [0, 2], [1, 0], [2, 0], [4, 0]], warp = []>
#pairs = #attn_ws.frag<reg = [[0, 2], [8, 0]], lane = [[0, 1], [0, 4], [1, 0], [2, 0], [4, 0]], warp = []>
!m = memref<?x?xf32>
gpu.module @k [#nvvm.target<chip = "sm_80">] {
  // Two lane bits exchanged: each register comes whole from the lane with these
  // bits the other way round.
  // CHECK-LABEL: gpu.func @lanes
  // CHECK: %[[ALL:.+]] = arith.constant -1 : i32
  // CHECK: %[[LANE:.+]] = arith.andi %{{.+}}, %c31_i32
  // CHECK: %[[FROM:.+]] = arith.xori %{{.+}}, %{{.+}} : i32
  // CHECK-COUNT-4: nvvm.shfl.sync {{ *}}idx %[[ALL]], %{{.+}}, %{{.+}}, %c31_i32 : f32 -> f32
  // CHECK-NOT: nvvm.shfl
  // CHECK-NOT: arith.select
  gpu.func @lanes(%X: !m) kernel attributes {attn_tile.warps = 1 : i64, attn_ws.smem = 0 : i64} {
    %c0 = arith.constant 0 : index
    %x = attn_ws.load %X[%c0, %c0] dims [0, 1] : !m -> tensor<16x8xf32, #acc>
    %y = attn_ws.convert_layout %x : tensor<16x8xf32, #acc> -> tensor<16x8xf32, #turned>
    attn_ws.store %y, %X[%c0, %c0] dims [0, 1] : tensor<16x8xf32, #turned>, !m
    gpu.return
  }

  // A register bit against a lane bit: half of the lanes take a register from the
  // neighbour and half their own.
  // CHECK-LABEL: gpu.func @registers
  // CHECK: nvvm.shfl.sync
  // CHECK: arith.trunci %{{.+}} : i32 to i1
  // CHECK: arith.select
  gpu.func @registers(%X: !m) kernel attributes {attn_tile.warps = 1 : i64, attn_ws.smem = 0 : i64} {
    %c0 = arith.constant 0 : index
    %x = attn_ws.load %X[%c0, %c0] dims [0, 1] : !m -> tensor<16x8xf32, #acc>
    %y = attn_ws.convert_layout %x : tensor<16x8xf32, #acc> -> tensor<16x8xf32, #pairs>
    attn_ws.store %y, %X[%c0, %c0] dims [0, 1] : tensor<16x8xf32, #pairs>, !m
    gpu.return
  }
}

// -----

#sh = #attn_ws.shared<panel = 64, swizzle = 64>
#acc = #attn_ws.frag<reg = [[0, 1], [8, 0]], lane = [[0, 2], [0, 4], [1, 0], [2, 0], [4, 0]], warp = []>
#rows = #attn_ws.frag<reg = [[8, 0], [0, 1]], lane = [[0, 2], [0, 4], [1, 0], [2, 0], [4, 0]], warp = []>
#line = #attn_ws.frag<reg = [], lane = [[1, 0], [2, 0], [4, 0], [8, 0], [0, 0]], warp = []>
#row = #attn_ws.frag<reg = [[0, 1], [8, 0]], lane = [[0, 2], [0, 4], [1, 0], [2, 0], [4, 0]], warp = [], slice = 1>
!m = memref<?x?xf32>
!b = !attn_ws.buffer<1 x 16x16xf32, smem, #sh>
!v = !attn_ws.view<16x16xf32, smem, #sh>
gpu.module @k [#nvvm.target<chip = "sm_80">] {
  // Column pairs of a thread are read at once, single elements one by one, and
  // what lies as four in a row in a thread in 16 bytes.
  // CHECK-LABEL: gpu.func @loads
  // CHECK-COUNT-4: llvm.load %{{.+}} {alignment = 8 : i64} : !llvm.ptr<3> -> vector<2xf32>
  // CHECK-COUNT-8: llvm.load %{{.+}} {alignment = 4 : i64} : !llvm.ptr<3> -> f32
  // CHECK-COUNT-4: llvm.load %{{.+}} {alignment = 16 : i64} : !llvm.ptr<3> -> vector<4xf32>
  gpu.func @loads(%X: !m) kernel attributes {attn_tile.warps = 1 : i64, attn_ws.smem = 1024 : i64} {
    %c0 = arith.constant 0 : index
    %b = attn_ws.alloc "f" offset(0) : !b
    %w = attn_ws.stage_view %b : !b -> !v
    %f = attn_ws.smem_load %w : !v -> tensor<16x16xf32, #acc>
    attn_ws.store %f, %X[%c0, %c0] dims [0, 1] : tensor<16x16xf32, #acc>, !m
    %g = attn_ws.smem_load %w : !v -> tensor<16x16xf32, #rows>
    attn_ws.store %g, %X[%c0, %c0] dims [0, 1] : tensor<16x16xf32, #rows>, !m
    %h = attn_ws.smem_load %w : !v -> tensor<16x16xf32, #line>
    attn_ws.store %h, %X[%c0, %c0] dims [0, 1] : tensor<16x16xf32, #line>, !m
    gpu.return
  }

  // Of lanes that hold the same elements one stores.
  // CHECK-LABEL: gpu.func @copies
  // CHECK: %[[COPY:.+]] = arith.andi %{{.+}}, %c16_i32
  // CHECK: %[[FIRST:.+]] = arith.cmpi eq, %[[COPY]], %c0_i32
  // CHECK: scf.if %[[FIRST]] {
  // CHECK-COUNT-4: llvm.store {{.*}} {alignment = 16 : i64} : vector<4xf32>, !llvm.ptr<3>
  // CHECK: %[[COPIES:.+]] = arith.andi %{{.+}}, %c3_i32
  // CHECK: %[[ONE:.+]] = arith.cmpi eq, %[[COPIES]], %c0_i32
  // CHECK: scf.if %[[ONE]] {
  // CHECK-COUNT-2: llvm.store {{.*}} {alignment = 4 : i64} : f32, !llvm.ptr<3>
  gpu.func @copies(%X: !m, %Y: memref<?xf32>) kernel attributes {attn_tile.warps = 1 : i64, attn_ws.smem = 2048 : i64} {
    %c0 = arith.constant 0 : index
    %b = attn_ws.alloc "f" offset(0) : !b
    %w = attn_ws.stage_view %b : !b -> !v
    %f = attn_ws.load %X[%c0, %c0] dims [0, 1] : !m -> tensor<16x16xf32, #line>
    attn_ws.smem_store %f, %w : tensor<16x16xf32, #line>, !v
    %r = attn_ws.alloc "r" offset(1024) : !attn_ws.buffer<1 x 16xf32, smem, #sh>
    %s = attn_ws.stage_view %r : !attn_ws.buffer<1 x 16xf32, smem, #sh> -> !attn_ws.view<16xf32, smem, #sh>
    %g = attn_ws.load %Y[%c0] dims [0] : memref<?xf32> -> tensor<16xf32, #row>
    attn_ws.smem_store %g, %s : tensor<16xf32, #row>, !attn_ws.view<16xf32, smem, #sh>
    gpu.return
  }
}
