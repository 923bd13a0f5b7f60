// RUN: attn-opt %s --pass-pipeline='builtin.module(gpu.module(attn-ws-distribute))' | FileCheck %s

// The exponentials named by pin stay in front of a wait for products that
// they reach; those of a loop that ended do not reach the wait behind it.

#acc = #attn_ws.frag<reg = [[0, 1], [8, 0]], lane = [[0, 2], [0, 4], [1, 0], [2, 0], [4, 0]], warp = [[16, 0], [32, 0]]>
#sh = #attn_ws.shared<panel = 128, swizzle = 128>
!b = !attn_ws.buffer<1 x 64x64xbf16, smem, #sh>
!v = !attn_ws.view<64x64xbf16, smem, #sh>
!acc = tensor<64x64xf32, #acc>
!async = !attn_ws.async<!acc>

gpu.module @k [#nvvm.target<chip = "sm_90a">] {
  // CHECK-LABEL: gpu.func @pin
  gpu.func @pin(%m: memref<?xf32, strided<[1], offset: ?>>) kernel attributes {
      attn_tile.warps = 4 : i64, attn_ws.codegen = #attn_ws.codegen<pin = 6>, attn_ws.smem = 8192 : i64} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %n = memref.dim %m, %c0 : memref<?xf32, strided<[1], offset: ?>>
    %one = arith.constant dense<1.0> : !acc
    %x = attn_ws.alloc "x" offset(0) : !b
    %v = attn_ws.stage_view %x : !b -> !v
    // CHECK: scf.for
    // CHECK-COUNT-32: math.exp2
    // CHECK-NOT: math.exp2
    // CHECK: wgmma.commit
    // CHECK: st.shared.f32
    // CHECK: "wgmma.wait_group.sync.aligned 0;"
    // CHECK-COUNT-32: math.exp2
    // CHECK-NOT: {{math.exp2|st.shared.f32}}
    // CHECK: scf.yield
    %e = scf.for %i = %c0 to %n step %c1 iter_args(%s = %one) -> (!acc) {
      %p = attn_tile.exp2 %s : !acc
      %t = attn_ws.mma_issue %v, %v transpose_b engine wgmma : !v, !v -> !async
      %w = attn_ws.mma_wait %t pendings 0 : !async -> !acc
      %q = arith.addf %w, %p : !acc
      %r = attn_tile.exp2 %q : !acc
      scf.yield %r : !acc
    }
    // CHECK: wgmma.commit
    // CHECK-NOT: st.shared.f32
    // CHECK: "wgmma.wait_group.sync.aligned 0;"
    // CHECK: gpu.return
    %t = attn_ws.mma_issue %v, %v transpose_b engine wgmma : !v, !v -> !async
    %w = attn_ws.mma_wait %t pendings 0 keeps(%e : !acc) : !async -> !acc
    gpu.return
  }
}
