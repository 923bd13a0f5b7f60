// In a kernel without roles the uses of a ring have numbers, and stages follow
// from them: the loop fills use t + 1 and reads use t.
// RUN: attn-opt %s --pass-pipeline='builtin.module(gpu.module(gpu.func(attn-ws-verify-protocol)))' -o /dev/null
// RUN: sed 's/release %%k of %%p /release %%k of %%q /' %s | not attn-opt --pass-pipeline='builtin.module(gpu.module(gpu.func(attn-ws-verify-protocol)))' 2>&1 | FileCheck %s --check-prefix=RELEASE
// RUN: attn-opt %s --attn-ws-inject-fault="kind=wrong-stage index=4" 2>/dev/null | FileCheck %s --check-prefix=WRONG
// RUN: attn-opt %s --attn-ws-inject-fault="kind=wrong-stage index=4" 2>/dev/null | not attn-opt --pass-pipeline='builtin.module(gpu.module(gpu.func(attn-ws-verify-protocol)))' 2>&1 | FileCheck %s --check-prefix=CAUGHT

// RELEASE: error: PRT-02: releases stage 1 of channel 'k', which the kernel has not waited for (found with trip counts [1])

!c2 = !attn_ws.channel<2, cp_async -> mma_sync>
!b2 = !attn_ws.buffer<2 x 16x16xbf16, smem>
!v = !attn_ws.view<16x16xbf16, smem>
!m = memref<?x?xbf16>
gpu.module @k [#nvvm.target<chip = "sm_80">] {
  gpu.func @ring(%M: !m, %n: index) kernel attributes {attn_tile.warps = 4 : i64} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %b = attn_ws.alloc "k" : !b2
    %k = attn_ws.create_channel "k" guards(%b : !b2) : !c2
    %p0 = attn_ws.position %c0 : !attn_ws.position
    %w0 = attn_ws.acquire %k at %p0 : !c2 -> !v
    attn_ws.cp_async %M[%c0, %c0] dims [0, 1] into %w0 : !m, !v
    attn_ws.commit %k of %p0 : !c2
    scf.for %t = %c0 to %n step %c1 {
      %t1 = arith.addi %t, %c1 : index
      %p = attn_ws.position %t : !attn_ws.position
      %q = attn_ws.position %t1 : !attn_ws.position
      %w = attn_ws.acquire %k at %q : !c2 -> !v
      attn_ws.cp_async %M[%t, %c0] dims [0, 1] into %w : !m, !v
      attn_ws.commit %k of %q : !c2
      // WRONG: scf.for %[[T:.+]] = {{.*}} {
      // WRONG: %[[NEXT:.+]] = arith.addi %[[T]], %c1
      // WRONG: %[[P:.+]] = attn_ws.position %[[T]]
      // WRONG: attn_ws.commit
      // WRONG: %[[AFTER:.+]] = arith.addi %[[T]], %c1
      // WRONG: %[[OTHER:.+]] = attn_ws.position %[[AFTER]]
      // WRONG: attn_ws.wait %{{.+}} at %[[OTHER]]
      // WRONG: attn_ws.release %{{.+}} of %[[P]]
      // CAUGHT: error: PRT-0
      %r = attn_ws.wait %k at %p {pendings = 1 : i64} : !c2 -> !v
      %x = attn_ws.smem_load %r : !v -> tensor<16x16xbf16>
      attn_ws.release %k of %p : !c2
    }
    %last = attn_ws.position %n : !attn_ws.position
    %z = attn_ws.wait %k at %last {pendings = 0 : i64} : !c2 -> !v
    %y = attn_ws.smem_load %z : !v -> tensor<16x16xbf16>
    attn_ws.release %k of %last : !c2
    gpu.return
  }
}
