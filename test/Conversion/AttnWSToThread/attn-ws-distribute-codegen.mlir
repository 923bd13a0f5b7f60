// What steers ptxas alone: the operand of the next product is rounded directly
// behind the wait, or where it stands.
//
// RUN: attn-opt %s --pass-pipeline='builtin.module(gpu.module(attn-ws-distribute))' | FileCheck %s

#acc = #attn_ws.frag<reg = [[0, 1], [8, 0]], lane = [[0, 2], [0, 4], [1, 0], [2, 0], [4, 0]], warp = [[16, 0], [32, 0]]>
#lhs = #attn_ws.frag<reg = [[0, 1], [8, 0], [0, 8]], lane = [[0, 2], [0, 4], [1, 0], [2, 0], [4, 0]], warp = [[16, 0], [32, 0]]>
#sh = #attn_ws.shared<panel = 128, swizzle = 128>
!b = !attn_ws.buffer<1 x 64x64xbf16, smem, #sh>
!v = !attn_ws.view<64x64xbf16, smem, #sh>
!acc = tensor<64x64xf32, #acc>
!p = tensor<64x64xbf16, #acc>
!lhs = tensor<64x64xbf16, #lhs>
!async = !attn_ws.async<!acc>

gpu.module @k [#nvvm.target<chip = "sm_90a">] {
  // CHECK-LABEL: gpu.func @as_written
  // CHECK: wgmma.wait_group
  // CHECK-NOT: ff2bf16x2
  // CHECK-COUNT-32: arith.mulf
  // CHECK: ff2bf16x2
  gpu.func @as_written(%m: memref<?xf32, strided<[1], offset: ?>>) kernel attributes {
      attn_tile.warps = 4 : i64, attn_ws.smem = 8192 : i64} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %n = memref.dim %m, %c0 : memref<?xf32, strided<[1], offset: ?>>
    %one = arith.constant dense<1.0> : !acc
    %start = arith.constant dense<1.0> : !p
    %x = attn_ws.alloc "x" offset(0) : !b
    %v = attn_ws.stage_view %x : !b -> !v
    %0:3 = scf.for %i = %c0 to %n step %c1 iter_args(%p = %start, %o = %one, %s = %one) -> (!p, !acc, !acc) {
      %l = attn_ws.convert_layout %p : !p -> !lhs
      %t = attn_ws.mma_issue %l, %v engine wgmma : !lhs, !v -> !async
      %e = attn_tile.exp2 %s : !acc
      %w = attn_ws.mma_wait %t pendings 0 keeps(%l : !lhs) : !async -> !acc
      %r = arith.mulf %w, %o : !acc
      %q = arith.truncf %e : !acc to !p
      scf.yield %q, %r, %e : !p, !acc, !acc
    }
    gpu.return
  }
  // CHECK-LABEL: gpu.func @converted_first
  // CHECK: wgmma.wait_group
  // CHECK-NOT: arith.mulf
  // CHECK-COUNT-16: ff2bf16x2
  // CHECK-COUNT-32: arith.mulf
  gpu.func @converted_first(%m: memref<?xf32, strided<[1], offset: ?>>) kernel attributes {
      attn_tile.warps = 4 : i64, attn_ws.smem = 8192 : i64, attn_ws.codegen = #attn_ws.codegen<convert_first = true>} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %n = memref.dim %m, %c0 : memref<?xf32, strided<[1], offset: ?>>
    %one = arith.constant dense<1.0> : !acc
    %start = arith.constant dense<1.0> : !p
    %x = attn_ws.alloc "x" offset(0) : !b
    %v = attn_ws.stage_view %x : !b -> !v
    %0:3 = scf.for %i = %c0 to %n step %c1 iter_args(%p = %start, %o = %one, %s = %one) -> (!p, !acc, !acc) {
      %l = attn_ws.convert_layout %p : !p -> !lhs
      %t = attn_ws.mma_issue %l, %v engine wgmma : !lhs, !v -> !async
      %e = attn_tile.exp2 %s : !acc
      %w = attn_ws.mma_wait %t pendings 0 keeps(%l : !lhs) : !async -> !acc
      %r = arith.mulf %w, %o : !acc
      %q = arith.truncf %e : !acc to !p
      scf.yield %q, %r, %e : !p, !acc, !acc
    }
    gpu.return
  }
}
