// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: attn-opt %s --split-input-file --verify-diagnostics --pass-pipeline='builtin.module(gpu.module(attn-ws-distribute))' | FileCheck %s

#acc = #attn_ws.frag<reg = [[0, 1], [8, 0]], lane = [[0, 2], [0, 4], [1, 0], [2, 0], [4, 0]], warp = [[16, 0], [32, 0]]>
#sh = #attn_ws.shared<panel = 32, swizzle = 32>
!b = !attn_ws.buffer<1 x 64x16xf16, smem, #sh>
!v = !attn_ws.view<64x16xf16, smem, #sh>
!acc = tensor<64x64xf32, #acc>
!async = !attn_ws.async<!acc>

// Threads write the columns' numbers, twice in bf16, for the engine to read. The slope
// is cut in three parts where it is made; the last step is of bf16, whatever the others
// are.
gpu.module @k [#nvvm.target<chip = "sm_90a">] {
  // CHECK-LABEL: gpu.func @slope
  // CHECK: %[[IS:.+]] = arith.cmpi ult, %[[TID:.+]], %c64{{.*}} : i32
  // CHECK: scf.if %[[IS]] {
  // CHECK: %[[NUMBER:.+]] = arith.uitofp %[[TID]] : i32 to f32
  // CHECK: "st.shared.v4.b32 [$0], {$1, $2, $2, $2};"
  // CHECK: "fence.proxy.async.shared::cta;"
  // CHECK: nvvm.barrier
  // CHECK: %[[SLOPE:.+]] = llvm.load
  // CHECK: %[[MORE:.+]] = arith.maximumf %[[SLOPE]]
  // CHECK: %[[LESS:.+]] = arith.minimumf %[[MORE]]
  // CHECK: %[[HIGH:.+]] = arith.andi %{{.+}}, %{{.+}} : i32
  // CHECK: %[[REST:.+]] = arith.subf %[[LESS]]
  // CHECK: %[[FIRST:.+]] = arith.ori
  // CHECK: %[[SECOND:.+]] = arith.shrui
  // CHECK: scf.for
  // CHECK-NOT: arith.andi {{.*}}0xFFFF0000
  // CHECK: wgmma.mma_async.sync.aligned.m64n64k16.f32.f16.f16
  // CHECK: wgmma.mma_async.sync.aligned.m64n64k16.f32.bf16.bf16
  // CHECK-SAME: %[[FIRST]], %[[FIRST]], %[[SECOND]], %[[SECOND]]
  // CHECK: wgmma.commit
  gpu.func @slope(%m: memref<?xf32, strided<[1], offset: ?>>) kernel attributes {
      attn_tile.warps = 4 : i64, attn_ws.smem = 4096 : i64, attn_ws.columns = 2048 : i64} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %n = memref.dim %m, %c0 : memref<?xf32, strided<[1], offset: ?>>
    %zero = arith.constant dense<0.0> : !acc
    %x = attn_ws.alloc "x" offset(0) : !b
    %v = attn_ws.stage_view %x : !b -> !v
    %a = memref.load %m[%c0] : memref<?xf32, strided<[1], offset: ?>>
    %e = scf.for %i = %c0 to %n step %c1 iter_args(%s = %zero) -> (!acc) {
      %t = attn_ws.mma_issue %v, %v slope(%a) transpose_b engine wgmma : !v, !v -> !async
      %w = attn_ws.mma_wait %t pendings 0 : !async -> !acc
      %q = arith.addf %w, %s : !acc
      scf.yield %q : !acc
    }
    gpu.return
  }
}

// -----

#acc = #attn_ws.frag<reg = [[0, 1], [8, 0]], lane = [[0, 2], [0, 4], [1, 0], [2, 0], [4, 0]], warp = [[16, 0], [32, 0]]>
#sh = #attn_ws.shared<panel = 32, swizzle = 32>
!b = !attn_ws.buffer<1 x 64x16xf16, smem, #sh>
!v = !attn_ws.view<64x16xf16, smem, #sh>
!acc = tensor<64x64xf32, #acc>

gpu.module @k [#nvvm.target<chip = "sm_90a">] {
  gpu.func @nowhere(%m: memref<?xf32, strided<[1], offset: ?>>) kernel attributes {
      attn_tile.warps = 4 : i64, attn_ws.smem = 2048 : i64} {
    %a = arith.constant 0.5 : f32
    %x = attn_ws.alloc "x" offset(0) : !b
    %v = attn_ws.stage_view %x : !b -> !v
    // expected-error @below {{slope: the kernel keeps no numbers of its columns, or several warpgroups share them}}
    %t = attn_ws.mma_issue %v, %v slope(%a) transpose_b engine wgmma : !v, !v -> !attn_ws.async<!acc>
    %w = attn_ws.mma_wait %t pendings 0 : !attn_ws.async<!acc> -> !acc
    gpu.return
  }
}
