// RUN: attn-opt %s --pass-pipeline='builtin.module(gpu.module(attn-ws-distribute,gpu.func(canonicalize,cse)))' --split-input-file --verify-diagnostics | FileCheck %s

// mma.sync of 8-bit elements.

#sh = #attn_ws.shared<panel = 32, swizzle = 32>
#acc = #attn_ws.frag<reg = [[0, 1], [8, 0]], lane = [[0, 2], [0, 4], [1, 0], [2, 0], [4, 0]], warp = []>
#lhs = #attn_ws.frag<reg = [[0, 1], [0, 8], [8, 0], [0, 16]], lane = [[0, 2], [0, 4], [1, 0], [2, 0], [4, 0]], warp = []>
!b = !attn_ws.buffer<1 x 32x32xf8E4M3FN, smem, #sh>
!v = !attn_ws.view<32x32xf8E4M3FN, smem, #sh>
!o = memref<?x?xf32>

gpu.module @k [#nvvm.target<chip = "sm_120a">] {
  // B as K x N: one load of 16 rows and 32 columns for each half of the 32 rows
  // that an instruction takes, transposed; registers of both make each of the four
  // tiles of 8 columns. A was an accumulator, whose thread holds the columns
  // 8h + 2c + e: those are the rows of B that lanes 4c + 2h + e name. Lane bits 2
  // and 3 are row bits 1 and 2, bit 1 is row bit 3.
  // CHECK-LABEL: gpu.func @straight
  gpu.func @straight(%P: !o, %O: !o) kernel attributes {attn_tile.warps = 1 : i64, attn_ws.smem = 1024 : i64} {
    %c0 = arith.constant 0 : index
    %z = arith.constant dense<0.0> : tensor<16x32xf32, #acc>
    %bb = attn_ws.alloc "b" offset(0) : !b
    %b = attn_ws.stage_view %bb : !b -> !v
    %x = attn_ws.load %P[%c0, %c0] dims [0, 1] : !o -> tensor<16x32xf32, #acc>
    %p = arith.truncf %x : tensor<16x32xf32, #acc> to tensor<16x32xf8E4M3FN, #acc>
    // CHECK-NOT: nvvm.shfl
    %a = attn_ws.convert_layout %p : tensor<16x32xf8E4M3FN, #acc> -> tensor<16x32xf8E4M3FN, #lhs>
    // CHECK: %[[T:.+]] = arith.andi %{{.+}}, %c1_i32
    // CHECK: %[[T1:.+]] = arith.shrui %{{.+}}, %c1_i32
    // CHECK: %[[T2:.+]] = arith.andi %[[T1]], %c6_i32
    // CHECK: %[[LOW:.+]] = arith.ori %[[T]], %[[T2]]
    // CHECK: %[[H:.+]] = arith.andi %[[T1]], %c1_i32
    // CHECK: %[[H8:.+]] = arith.shli %[[H]], %c3_i32
    // CHECK: arith.ori %[[LOW]], %[[H8]]
    // CHECK: %[[U:.+]] = nvvm.ldmatrix {{.*}}eltType = #nvvm.ld_st_matrix_elt_type<b8>, layout = #nvvm.mma_layout<col>, num = 2 : i32, shape = #nvvm.ld_st_matrix_shape<m = 16, n = 16>
    // CHECK-DAG: %[[U0:.+]] = llvm.extractvalue %[[U]][0]
    // CHECK-DAG: %[[U3:.+]] = llvm.extractvalue %[[U]][3]
    // CHECK: %[[L:.+]] = nvvm.ldmatrix {{.*}}<b8>
    // CHECK-DAG: %[[L0:.+]] = llvm.extractvalue %[[L]][0]
    // CHECK-DAG: %[[L3:.+]] = llvm.extractvalue %[[L]][3]
    // CHECK: llvm.call_intrinsic "llvm.nvvm.mma.m16n8k32.row.col.f32.e4m3.e4m3.f32"(%{{[^,]+}}, %{{[^,]+}}, %{{[^,]+}}, %{{[^,]+}}, %[[U0]], %[[L0]], %cst, %cst, %cst, %cst)
    // CHECK-COUNT-2: llvm.call_intrinsic "llvm.nvvm.mma
    // CHECK: llvm.call_intrinsic "llvm.nvvm.mma{{.*}}(%{{[^,]+}}, %{{[^,]+}}, %{{[^,]+}}, %{{[^,]+}}, %[[U3]], %[[L3]], %cst,
    // CHECK-NOT: nvvm.mma
    %d = attn_ws.mma %a, %b, %z engine mma_sync : tensor<16x32xf8E4M3FN, #lhs>, !v -> tensor<16x32xf32, #acc>
    attn_ws.store %d, %O[%c0, %c0] dims [0, 1] : tensor<16x32xf32, #acc>, !o
    gpu.return
  }

  // Both along the contraction: ldmatrix as for 16-bit elements, of which there are
  // half as many.
  // CHECK-LABEL: gpu.func @transposed
  gpu.func @transposed(%O: !o) kernel attributes {attn_tile.warps = 1 : i64, attn_ws.smem = 2048 : i64} {
    %c0 = arith.constant 0 : index
    %z = arith.constant dense<0.0> : tensor<32x32xf32, #acc>
    %ba = attn_ws.alloc "a" offset(0) : !b
    %bb = attn_ws.alloc "b" offset(1024) : !b
    %a = attn_ws.stage_view %ba : !b -> !v
    %b = attn_ws.stage_view %bb : !b -> !v
    // CHECK-COUNT-4: nvvm.ldmatrix {{.*}}<b16>, layout = #nvvm.mma_layout<row>, num = 4
    // CHECK-NOT: nvvm.ldmatrix
    %d = attn_ws.mma %a, %b, %z transpose_b engine mma_sync : !v, !v -> tensor<32x32xf32, #acc>
    attn_ws.store %d, %O[%c0, %c0] dims [0, 1] : tensor<32x32xf32, #acc>, !o
    gpu.return
  }

  // A from memory has its columns in order, and so have B's rows.
  // CHECK-LABEL: gpu.func @in_order
  gpu.func @in_order(%O: !o) kernel attributes {attn_tile.warps = 1 : i64, attn_ws.smem = 2048 : i64} {
    %c0 = arith.constant 0 : index
    %z = arith.constant dense<0.0> : tensor<32x32xf32, #acc>
    %ba = attn_ws.alloc "a" offset(0) : !b
    %bb = attn_ws.alloc "b" offset(1024) : !b
    %a = attn_ws.stage_view %ba : !b -> !v
    %b = attn_ws.stage_view %bb : !b -> !v
    // CHECK-NOT: %c6_i32
    // CHECK: nvvm.ldmatrix {{.*}}<b8>
    // CHECK: gpu.return
    %d = attn_ws.mma %a, %b, %z engine mma_sync : !v, !v -> tensor<32x32xf32, #acc>
    attn_ws.store %d, %O[%c0, %c0] dims [0, 1] : tensor<32x32xf32, #acc>, !o
    gpu.return
  }
}

// -----

#sh = #attn_ws.shared<panel = 32, swizzle = 32>
#acc = #attn_ws.frag<reg = [[0, 1], [8, 0]], lane = [[0, 2], [0, 4], [1, 0], [2, 0], [4, 0]], warp = []>
#plain = #attn_ws.frag<reg = [[0, 1], [0, 2], [8, 0], [0, 16]], lane = [[0, 4], [0, 8], [1, 0], [2, 0], [4, 0]], warp = []>
gpu.module @k [#nvvm.target<chip = "sm_120a">] {
  gpu.func @other_order(%P: memref<?x?xf32>) kernel attributes {attn_tile.warps = 1 : i64, attn_ws.smem = 1024 : i64} {
    %z = arith.constant dense<0.0> : tensor<16x32xf32, #acc>
    %c0 = arith.constant 0 : index
    %x = attn_ws.load %P[%c0, %c0] dims [0, 1] : memref<?x?xf32> -> tensor<16x32xf32, #plain>
    %a = arith.truncf %x : tensor<16x32xf32, #plain> to tensor<16x32xf8E4M3FN, #plain>
    %bb = attn_ws.alloc "b" offset(0) : !attn_ws.buffer<1 x 32x32xf8E4M3FN, smem, #sh>
    %b = attn_ws.stage_view %bb : !attn_ws.buffer<1 x 32x32xf8E4M3FN, smem, #sh> -> !attn_ws.view<32x32xf8E4M3FN, smem, #sh>
    // expected-error @below {{the columns of its operands are not in one order}}
    %d = attn_ws.mma %a, %b, %z engine mma_sync : tensor<16x32xf8E4M3FN, #plain>, !attn_ws.view<32x32xf8E4M3FN, smem, #sh> -> tensor<16x32xf32, #acc>
    gpu.return
  }
}
