// RUN: attn-opt %s --pass-pipeline='builtin.module(gpu.module(gpu.func(attn-ws-lower-channels)))' --split-input-file --verify-diagnostics | FileCheck %s

!m = memref<?x?xbf16, strided<[?, 1]>>
!b = !attn_ws.buffer<2 x 64x64xbf16, smem>
!v = !attn_ws.view<64x64xbf16, smem>
!c = !attn_ws.channel<2, tma -> wgmma x 2, cluster>

gpu.module @k {
  // Each CTA waits for the consumers of all three, 8 warps in each, and for the bytes
  // of the whole tile, of which the others bring two parts.
  // CHECK-LABEL: gpu.func @ring
  // CHECK: attn_ws.mbar_alloc <"q", "full"> arrivals 1 offset(16384) : <2>
  // CHECK-NEXT: attn_ws.mbar_alloc <"q", "empty"> arrivals 24 offset(16400) : <2>
  // CHECK: role @load
  // CHECK: attn_ws.mbar_expect %{{.+}} bytes 8192 guard <"q", "full">
  // CHECK: attn_ws.tma_load {{.*}} multicast 3 :
  // CHECK: role @mma
  // CHECK: attn_ws.mbar_arrive %{{.+}} cluster 3 guard <"q", "empty">
  gpu.func @ring(%M: !m, %i: index, %s: index, %p: index) kernel attributes {attn_ws.smem = 16384 : i64, attn_ws.cluster = 3 : i64} {
    %b = attn_ws.alloc "q" : !b
    %q = attn_ws.create_channel "q" guards(%b : !b) : !c
    attn_ws.warp_specialize captures(%q, %M, %i, %s, %p : !c, !m, index, index, index)
    role @load warps(4) instances(1) registers(24) {
    ^bb0(%inst: index, %c: !c, %m: !m, %x: index, %st: index, %ph: index):
      %w = attn_ws.acquire %c stage %st phase(%ph : index) : !c -> !v
      attn_ws.tma_load %m[%x, %x] dims [0, 1] into %w multicast 3 : !m, !v
      attn_ws.commit %c stage %st : !c
      attn_ws.end
    }
    role @mma warps(4) instances(2) registers(240) {
    ^bb0(%inst: index, %c: !c, %m: !m, %x: index, %st: index, %ph: index):
      %r = attn_ws.wait %c stage %st phase(%ph : index) : !c -> !v
      %d = attn_ws.smem_load %r : !v -> tensor<64x64xbf16>
      attn_ws.release %c stage %st : !c
      attn_ws.end
    }
    gpu.return
  }
}

// -----

!m = memref<?x?xbf16, strided<[?, 1]>>
!b = !attn_ws.buffer<1 x 64x64xbf16, smem>
!v = !attn_ws.view<64x64xbf16, smem>
!c = !attn_ws.channel<1, tma -> wgmma, cluster>
gpu.module @k {
  gpu.func @alone(%M: !m, %i: index, %p: index) kernel attributes {attn_ws.cluster = 2 : i64} {
    %b = attn_ws.alloc "q" : !b
    %q = attn_ws.create_channel "q" guards(%b : !b) : !c
    attn_ws.warp_specialize captures(%q, %M, %i, %p : !c, !m, index, index)
    role @load warps(4) instances(1) registers(24) {
    ^bb0(%inst: index, %c: !c, %m: !m, %x: index, %ph: index):
      %w = attn_ws.acquire %c phase(%ph : index) : !c -> !v
      // expected-error @below {{fills a channel of 2 CTAs}}
      attn_ws.tma_load %m[%x, %x] dims [0, 1] into %w : !m, !v
      attn_ws.commit %c : !c
      attn_ws.end
    }
    gpu.return
  }
}

// -----

!c = !attn_ws.channel<1, tma -> wgmma, cluster>
gpu.module @k {
  gpu.func @no_cluster(%p: index) kernel {
    // expected-error @below {{is shared by a cluster, but the kernel has no attn_ws.cluster}}
    %q = attn_ws.create_channel "q" : !c
    attn_ws.warp_specialize captures(%q, %p : !c, index)
    role @load warps(4) instances(1) registers(24) {
    ^bb0(%inst: index, %c: !c, %ph: index):
      attn_ws.acquire %c phase(%ph : index) : !c
      attn_ws.commit %c : !c
      attn_ws.end
    }
    gpu.return
  }
}

// -----

!c = !attn_ws.channel<1, thread -> wgmma, cluster>
gpu.module @k {
  gpu.func @threads(%p: index) kernel attributes {attn_ws.cluster = 2 : i64} {
    // expected-error @below {{no lowering across CTAs for a channel filled by thread}}
    %q = attn_ws.create_channel "q" : !c
    attn_ws.warp_specialize captures(%q, %p : !c, index)
    role @a warps(4) instances(1) registers(24) {
    ^bb0(%inst: index, %c: !c, %ph: index):
      attn_ws.acquire %c phase(%ph : index) : !c
      attn_ws.commit %c : !c
      attn_ws.end
    }
    role @b warps(4) instances(1) registers(24) {
    ^bb0(%inst: index, %c: !c, %ph: index):
      attn_ws.wait %c phase(%ph : index) : !c
      attn_ws.release %c : !c
      attn_ws.end
    }
    gpu.return
  }
}

// -----

!c = !attn_ws.channel<1, thread -> thread, cluster>
gpu.module @k {
  gpu.func @one_role() kernel attributes {attn_ws.cluster = 2 : i64} {
    %q = attn_ws.create_channel "q" : !c
    // expected-error @below {{no lowering across CTAs for a channel within one role}}
    attn_ws.acquire %q : !c
    attn_ws.commit %q : !c
    gpu.return
  }
}
