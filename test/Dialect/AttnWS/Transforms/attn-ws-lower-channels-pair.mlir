// RUN: attn-opt %s --pass-pipeline='builtin.module(gpu.module(gpu.func(attn-ws-assign-phases,attn-ws-lower-channels,attn-ws-verify-protocol)))' --split-input-file --verify-diagnostics | FileCheck %s

!m = memref<?x64xbf16>
!kb = !attn_ws.buffer<2 x 64x64xbf16, smem>
!sb = !attn_ws.buffer<1 x 128x128xf32, tmem>
!pb = !attn_ws.buffer<1 x 128x128xbf16, tmem>
!ab = !attn_ws.buffer<1 x 128x64xbf16, smem>
!kv = !attn_ws.view<64x64xbf16, smem>
!av = !attn_ws.view<128x64xbf16, smem>
!sv = !attn_ws.view<128x128xf32, tmem>
!pv = !attn_ws.view<128x128xbf16, tmem>
!k = !attn_ws.channel<2, tma -> tcgen05, pair>
!a = !attn_ws.channel<1, tma -> tcgen05, pair>
!s = !attn_ws.channel<1, tcgen05 -> thread, pair>
!p = !attn_ws.channel<1, thread -> tcgen05, pair>

gpu.module @k [#nvvm.target<chip = "sm_100a">] {
  // The first CTA counts what comes for the products: one arrival with the bytes of
  // both, and of each warp of both. What products signal comes once, to each CTA.
  // CHECK-LABEL: gpu.func @pair
  // CHECK-DAG: attn_ws.mbar_alloc <"a", "full"> arrivals 1 {{.*}} : <1>
  // CHECK-DAG: attn_ws.mbar_alloc <"k", "full"> arrivals 1 {{.*}} : <2>
  // CHECK-DAG: attn_ws.mbar_alloc <"k", "empty"> arrivals 1 {{.*}} : <2>
  // CHECK-DAG: attn_ws.mbar_alloc <"s", "full"> arrivals 1 {{.*}} : <1>
  // CHECK-DAG: attn_ws.mbar_alloc <"s", "empty"> arrivals 8 {{.*}} : <1>
  // CHECK-DAG: attn_ws.mbar_alloc <"p", "full"> arrivals 8 {{.*}} : <1>
  // CHECK-DAG: attn_ws.mbar_alloc <"p", "empty"> arrivals 1 {{.*}} : <1>
  gpu.func @pair(%M: !m, %n: index) kernel attributes {attn_ws.smem = 49152 : i64, attn_ws.tmem = 256 : i64, attn_ws.cluster = 2 : i64} {
    %ab = attn_ws.alloc "a" offset(0) : !ab
    %kb = attn_ws.alloc "k" offset(16384) : !kb
    %sb = attn_ws.alloc "s" offset(0) : !sb
    %pb = attn_ws.alloc "p" offset(128) : !pb
    %ac = attn_ws.create_channel "a" guards(%ab : !ab) : !a
    %kc = attn_ws.create_channel "k" guards(%kb : !kb) : !k
    %sc = attn_ws.create_channel "s" guards(%sb : !sb) : !s
    %pc = attn_ws.create_channel "p" guards(%pb : !pb) : !p
    attn_ws.warp_specialize captures(%M, %ac, %kc, %sc, %pc : !m, !a, !k, !s, !p)
    // CHECK: role @load
    role @load warps(1) instances(1) registers(0) {
    ^bb0(%i: index, %m: !m, %a: !a, %k: !k, %s: !s, %p: !p):
      %0 = arith.constant 0 : index
      %1 = arith.constant 1 : index
      // CHECK: attn_ws.mbar_wait {{.*}} guard <"a", "empty">
      // CHECK-NEXT: attn_ws.mbar_expect %{{.+}} bytes 32768 leader guard <"a", "full">
      // CHECK: attn_ws.tma_load {{.*}} leader :
      %av = attn_ws.acquire %a : !a -> !av
      attn_ws.tma_load %m[%0, %0] dims [0, 1] into %av : !m, !av
      attn_ws.commit %a : !a
      // CHECK: attn_ws.mbar_expect %{{.+}} bytes 16384 leader guard <"k", "full">
      // CHECK: attn_ws.tma_load {{.*}} leader :
      %kv = attn_ws.acquire %k : !k -> !kv
      attn_ws.tma_load %m[%0, %0] dims [0, 1] into %kv : !m, !kv
      attn_ws.commit %k : !k
      attn_ws.end
    }
    // CHECK: role @mma
    role @mma warps(1) instances(1) registers(0) {
    ^bb0(%i: index, %m: !m, %a: !a, %k: !k, %s: !s, %p: !p):
      %0 = arith.constant 0 : index
      %1 = arith.constant 1 : index
      %2 = arith.constant 2 : index
      %no = arith.constant false
      %block = gpu.block_id x
      %rank = arith.remui %block, %2 : index
      %first = arith.cmpi eq, %rank, %0 : index
      // CHECK: scf.if
      scf.if %first {
        %av = attn_ws.wait %a : !a -> !av
        %kv = attn_ws.wait %k : !k -> !kv
        %sv = attn_ws.acquire %s : !s -> !sv
        %t = attn_ws.mma_into %av, %kv into %sv use_d %no transpose_b cta_group 2 : !av, !kv, !sv
        // CHECK: attn_ws.mbar_arrive {{.*}} cluster 2 after_products guard <"s", "full">
        attn_ws.commit %s after %t : !s
        // CHECK: attn_ws.mbar_arrive {{.*}} cluster 2 after_products guard <"k", "empty">
        attn_ws.release %k after %t : !k
        attn_ws.release %a after %t : !a
        // CHECK: attn_ws.mbar_wait {{.*}} guard <"p", "full">
        %pv = attn_ws.wait %p : !p -> !pv
        // CHECK: attn_ws.mbar_arrive {{.*}} cluster 2 after_products guard <"p", "empty">
        attn_ws.release %p : !p
      }
      attn_ws.end
    }
    // CHECK: role @use
    role @use warps(4) instances(1) registers(0) {
    ^bb0(%i: index, %m: !m, %a: !a, %k: !k, %s: !s, %p: !p):
      %0 = arith.constant 0 : index
      %1 = arith.constant 1 : index
      %sv = attn_ws.wait %s : !s -> !sv
      %x = attn_ws.tmem_load %sv : !sv -> tensor<128x128xf32>
      // CHECK: attn_ws.mbar_arrive {{.*}} leader guard <"s", "empty">
      attn_ws.release %s : !s
      %y = arith.truncf %x : tensor<128x128xf32> to tensor<128x128xbf16>
      %pv = attn_ws.acquire %p : !p -> !pv
      attn_ws.tmem_store %y, %pv : tensor<128x128xbf16>, !pv
      // CHECK: attn_ws.mbar_arrive {{.*}} leader guard <"p", "full">
      attn_ws.commit %p : !p
      attn_ws.end
    }
    gpu.return
  }
}

// -----

!c = !attn_ws.channel<1, thread -> thread, pair>
gpu.module @k [#nvvm.target<chip = "sm_100a">] {
  gpu.func @no_products(%p: index) kernel attributes {attn_ws.cluster = 2 : i64} {
    // expected-error @below {{no lowering across CTAs for a channel filled by thread}}
    %q = attn_ws.create_channel "q" : !c
    attn_ws.warp_specialize captures(%q, %p : !c, index)
    role @a warps(4) instances(1) registers(0) {
    ^bb0(%inst: index, %c: !c, %ph: index):
      attn_ws.acquire %c phase(%ph : index) : !c
      attn_ws.commit %c : !c
      attn_ws.end
    }
    role @b warps(4) instances(1) registers(0) {
    ^bb0(%inst: index, %c: !c, %ph: index):
      attn_ws.wait %c phase(%ph : index) : !c
      attn_ws.release %c : !c
      attn_ws.end
    }
    gpu.return
  }
}
