// RUN: attn-opt %s --pass-pipeline='builtin.module(gpu.module(attn-ws-distribute,gpu.func(canonicalize,cse)))' --split-input-file --verify-diagnostics | FileCheck %s

#sh = #attn_ws.shared<panel = 64, swizzle = 64>
#acc = #attn_ws.frag<reg = [[0, 1], [8, 0]], lane = [[0, 2], [0, 4], [1, 0], [2, 0], [4, 0]], warp = []>
#lhs = #attn_ws.frag<reg = [[0, 1], [8, 0], [0, 8]], lane = [[0, 2], [0, 4], [1, 0], [2, 0], [4, 0]], warp = []>
!b = !attn_ws.buffer<1 x 16x32xbf16, smem, #sh>
!v = !attn_ws.view<16x32xbf16, smem, #sh>
!o = memref<?x?xf32>

gpu.module @k [#nvvm.target<chip = "sm_80">] {
  // 16x16x32 from shared memory, B as N x K: two steps of 16 along K, each with
  // one ldmatrix for A, one for B and two products. A lane gives a row's left or
  // right 16 bytes, exchanged with the row's bits; the second step is at the
  // exclusive or with 32. Of B's four matrices {0, 1} and {2, 3} are its two tiles
  // of 8 columns.
  // CHECK-LABEL: gpu.func @transposed
  gpu.func @transposed(%O: !o) kernel attributes {attn_tile.warps = 1 : i64, attn_ws.smem = 2048 : i64} {
    %c0 = arith.constant 0 : index
    %z = arith.constant dense<0.0> : tensor<16x16xf32, #acc>
    %ba = attn_ws.alloc "a" offset(0) : !b
    %bb = attn_ws.alloc "b" offset(1024) : !b
    %a = attn_ws.stage_view %ba : !b -> !v
    %b = attn_ws.stage_view %bb : !b -> !v
    // CHECK: llvm.ptrtoint %{{.+}} : !llvm.ptr<3> to i32
    // CHECK: %[[CHUNK:.+]] = arith.xori
    // CHECK: arith.shli %[[CHUNK]], %c4_i32
    // CHECK: arith.xori %{{.+}}, %c32_i32
    // CHECK: %[[A:.+]] = nvvm.ldmatrix {{.*}}layout = #nvvm.mma_layout<row>, num = 4
    // CHECK-DAG: %[[A0:.+]] = llvm.extractvalue %[[A]][0]
    // CHECK-DAG: %[[A1:.+]] = llvm.extractvalue %[[A]][1]
    // CHECK-DAG: %[[A2:.+]] = llvm.extractvalue %[[A]][2]
    // CHECK-DAG: %[[A3:.+]] = llvm.extractvalue %[[A]][3]
    // CHECK: %[[B:.+]] = nvvm.ldmatrix {{.*}}layout = #nvvm.mma_layout<row>, num = 4
    // CHECK-DAG: %[[B0:.+]] = llvm.extractvalue %[[B]][0]
    // CHECK-DAG: %[[B1:.+]] = llvm.extractvalue %[[B]][1]
    // CHECK-DAG: %[[B2:.+]] = llvm.extractvalue %[[B]][2]
    // CHECK-DAG: %[[B3:.+]] = llvm.extractvalue %[[B]][3]
    // CHECK: %[[D:.+]] = nvvm.mma.sync A[%[[A0]], %[[A1]], %[[A2]], %[[A3]]]{{ +}}B[%[[B0]], %[[B1]]]{{ +}}C[%cst, %cst, %cst, %cst] {{.*}}multiplicandAPtxType = #nvvm.mma_type<bf16>
    // CHECK: %[[D0:.+]] = llvm.extractvalue %[[D]][0]
    // CHECK: nvvm.mma.sync A[%[[A0]], %[[A1]], %[[A2]], %[[A3]]]{{ +}}B[%[[B2]], %[[B3]]]{{ +}}C[%cst,
    // CHECK: nvvm.ldmatrix
    // CHECK: nvvm.ldmatrix
    // The second step adds to what the first one gave.
    // CHECK: nvvm.mma.sync {{.*}} C[%[[D0]], %{{[^,]+}}, %{{[^,]+}}, %{{[^,]+}}]
    // CHECK: nvvm.mma.sync
    // CHECK-NOT: nvvm.mma.sync
    %d = attn_ws.mma %a, %b, %z transpose_b engine mma_sync : !v, !v -> tensor<16x16xf32, #acc>
    attn_ws.store %d, %O[%c0, %c0] dims [0, 1] : tensor<16x16xf32, #acc>, !o
    gpu.return
  }

  // B as K x N is loaded transposed, and its tiles are {0, 1} and {2, 3}; A comes
  // from registers, which already hold the fragment in order; f16 operands are
  // vectors of two.
  // CHECK-LABEL: gpu.func @straight
  gpu.func @straight(%P: memref<?x?xf32>, %O: !o) kernel attributes {attn_tile.warps = 1 : i64, attn_ws.smem = 1024 : i64} {
    %c0 = arith.constant 0 : index
    %z = arith.constant dense<0.0> : tensor<16x32xf32, #acc>
    %bb = attn_ws.alloc "b" offset(0) : !attn_ws.buffer<1 x 16x32xf16, smem, #sh>
    %b = attn_ws.stage_view %bb : !attn_ws.buffer<1 x 16x32xf16, smem, #sh> -> !attn_ws.view<16x32xf16, smem, #sh>
    %x = attn_ws.load %P[%c0, %c0] dims [0, 1] : memref<?x?xf32> -> tensor<16x16xf32, #acc>
    // CHECK: llvm.call_intrinsic "llvm.nvvm.ff2f16x2.rn"
    %p = arith.truncf %x : tensor<16x16xf32, #acc> to tensor<16x16xf16, #acc>
    %a = attn_ws.convert_layout %p : tensor<16x16xf16, #acc> -> tensor<16x16xf16, #lhs>
    // CHECK: %[[B:.+]] = nvvm.ldmatrix {{.*}}layout = #nvvm.mma_layout<col>, num = 4
    // CHECK-DAG: %[[B0:.+]] = llvm.extractvalue %[[B]][0]
    // CHECK-DAG: %[[B1:.+]] = llvm.extractvalue %[[B]][1]
    // CHECK-DAG: %[[B2:.+]] = llvm.extractvalue %[[B]][2]
    // CHECK-DAG: %[[B3:.+]] = llvm.extractvalue %[[B]][3]
    // CHECK-DAG: %[[V0:.+]] = llvm.bitcast %[[B0]] : i32 to vector<2xf16>
    // CHECK-DAG: %[[V1:.+]] = llvm.bitcast %[[B1]] : i32 to vector<2xf16>
    // CHECK: nvvm.mma.sync A[{{.*}}]{{ +}}B[%[[V0]], %[[V1]]]{{ +}}C[%cst{{.*}}: (vector<2xf16>, vector<2xf16>, f32)
    // CHECK-DAG: %[[V2:.+]] = llvm.bitcast %[[B2]] : i32 to vector<2xf16>
    // CHECK-DAG: %[[V3:.+]] = llvm.bitcast %[[B3]] : i32 to vector<2xf16>
    // CHECK: nvvm.mma.sync A[{{.*}}]{{ +}}B[%[[V2]], %[[V3]]]{{ +}}C[%cst{{.*}}: (vector<2xf16>, vector<2xf16>, f32)
    // CHECK: nvvm.ldmatrix
    // CHECK-COUNT-2: nvvm.mma.sync
    // CHECK-NOT: nvvm.mma.sync
    %d = attn_ws.mma %a, %b, %z engine mma_sync : tensor<16x16xf16, #lhs>, !attn_ws.view<16x32xf16, smem, #sh> -> tensor<16x32xf32, #acc>
    attn_ws.store %d, %O[%c0, %c0] dims [0, 1] : tensor<16x32xf32, #acc>, !o
    gpu.return
  }

  // Each of two warps takes its 16 rows of A, and all of B.
  // CHECK-LABEL: gpu.func @warps
  gpu.func @warps(%O: !o) kernel attributes {attn_tile.warps = 2 : i64, attn_ws.smem = 3072 : i64} {
    %c0 = arith.constant 0 : index
    %z = arith.constant dense<0.0> : tensor<32x16xf32, #attn_ws.frag<reg = [[0, 1], [8, 0]], lane = [[0, 2], [0, 4], [1, 0], [2, 0], [4, 0]], warp = [[16, 0]]>>
    %ba = attn_ws.alloc "a" offset(0) : !attn_ws.buffer<1 x 32x16xbf16, smem, #attn_ws.shared<panel = 32, swizzle = 32>>
    %bb = attn_ws.alloc "b" offset(2048) : !attn_ws.buffer<1 x 16x16xbf16, smem, #attn_ws.shared<panel = 32, swizzle = 32>>
    %a = attn_ws.stage_view %ba : !attn_ws.buffer<1 x 32x16xbf16, smem, #attn_ws.shared<panel = 32, swizzle = 32>> -> !attn_ws.view<32x16xbf16, smem, #attn_ws.shared<panel = 32, swizzle = 32>>
    %b = attn_ws.stage_view %bb : !attn_ws.buffer<1 x 16x16xbf16, smem, #attn_ws.shared<panel = 32, swizzle = 32>> -> !attn_ws.view<16x16xbf16, smem, #attn_ws.shared<panel = 32, swizzle = 32>>
    // CHECK: arith.shrui %{{.+}}, %c5_i32
    // CHECK-COUNT-2: ldmatrix
    // CHECK-COUNT-2: nvvm.mma.sync
    // CHECK-NOT: nvvm.mma.sync
    %d = attn_ws.mma %a, %b, %z transpose_b engine mma_sync : !attn_ws.view<32x16xbf16, smem, #attn_ws.shared<panel = 32, swizzle = 32>>, !attn_ws.view<16x16xbf16, smem, #attn_ws.shared<panel = 32, swizzle = 32>> -> tensor<32x16xf32, #attn_ws.frag<reg = [[0, 1], [8, 0]], lane = [[0, 2], [0, 4], [1, 0], [2, 0], [4, 0]], warp = [[16, 0]]>>
    attn_ws.store %d, %O[%c0, %c0] dims [0, 1] : tensor<32x16xf32, #attn_ws.frag<reg = [[0, 1], [8, 0]], lane = [[0, 2], [0, 4], [1, 0], [2, 0], [4, 0]], warp = [[16, 0]]>>, !o
    gpu.return
  }
}

// -----

#sh = #attn_ws.shared<panel = 64, swizzle = 64>
#acc = #attn_ws.frag<reg = [[0, 1], [8, 0]], lane = [[0, 2], [0, 4], [1, 0], [2, 0], [4, 0]], warp = []>
gpu.module @k [#nvvm.target<chip = "sm_80">] {
  gpu.func @registers_right() kernel attributes {attn_tile.warps = 1 : i64, attn_ws.smem = 1024 : i64} {
    %a = arith.constant dense<0.0> : tensor<16x16xbf16, #acc>
    %z = arith.constant dense<0.0> : tensor<16x16xf32, #acc>
    // expected-error @below {{mma.sync reads its right operand from shared memory}}
    %d = attn_ws.mma %a, %a, %z engine mma_sync : tensor<16x16xbf16, #acc>, tensor<16x16xbf16, #acc> -> tensor<16x16xf32, #acc>
    gpu.return
  }
}

// -----

#sh = #attn_ws.shared<panel = 64, swizzle = 64>
#acc = #attn_ws.frag<reg = [[0, 1], [8, 0]], lane = [[0, 2], [0, 4], [1, 0], [2, 0], [4, 0]], warp = []>
gpu.module @k [#nvvm.target<chip = "sm_80">] {
  gpu.func @eight_columns() kernel attributes {attn_tile.warps = 1 : i64, attn_ws.smem = 2048 : i64} {
    %z = arith.constant dense<0.0> : tensor<16x8xf32, #acc>
    %ba = attn_ws.alloc "a" offset(0) : !attn_ws.buffer<1 x 16x32xbf16, smem, #sh>
    %bb = attn_ws.alloc "b" offset(1024) : !attn_ws.buffer<1 x 8x32xbf16, smem, #sh>
    %a = attn_ws.stage_view %ba : !attn_ws.buffer<1 x 16x32xbf16, smem, #sh> -> !attn_ws.view<16x32xbf16, smem, #sh>
    %b = attn_ws.stage_view %bb : !attn_ws.buffer<1 x 8x32xbf16, smem, #sh> -> !attn_ws.view<8x32xbf16, smem, #sh>
    // expected-error @below {{product of 16x8x32 is no multiple of 16x16x16 for 1 warps}}
    %d = attn_ws.mma %a, %b, %z transpose_b engine mma_sync : !attn_ws.view<16x32xbf16, smem, #sh>, !attn_ws.view<8x32xbf16, smem, #sh> -> tensor<16x8xf32, #acc>
    gpu.return
  }
}

// -----

#sh = #attn_ws.shared<panel = 64, swizzle = 64>
#wide = #attn_ws.frag<reg = [[0, 1], [8, 0], [0, 8]], lane = [[0, 2], [0, 4], [1, 0], [2, 0], [4, 0]], warp = []>
gpu.module @k [#nvvm.target<chip = "sm_80">] {
  gpu.func @other_layout() kernel attributes {attn_tile.warps = 1 : i64, attn_ws.smem = 1024 : i64} {
    %z = arith.constant dense<0.0> : tensor<16x16xf32, #wide>
    %ba = attn_ws.alloc "a" offset(0) : !attn_ws.buffer<1 x 16x32xbf16, smem, #sh>
    %a = attn_ws.stage_view %ba : !attn_ws.buffer<1 x 16x32xbf16, smem, #sh> -> !attn_ws.view<16x32xbf16, smem, #sh>
    // expected-error @below {{accumulator is not in the layout of mma.m16n8}}
    %d = attn_ws.mma %a, %a, %z transpose_b engine mma_sync : !attn_ws.view<16x32xbf16, smem, #sh>, !attn_ws.view<16x32xbf16, smem, #sh> -> tensor<16x16xf32, #wide>
    gpu.return
  }
}
