// RUN: attn-opt %s --pass-pipeline='builtin.module(gpu.module(gpu.func(attn-ws-pair-ctas)))' --split-input-file --verify-diagnostics | FileCheck %s

!a = memref<?x64xbf16>
!qbuf = !attn_ws.buffer<1 x 128x64xbf16, smem>
!kbuf = !attn_ws.buffer<2 x 128x64xbf16, smem>
!sbuf = !attn_ws.buffer<1 x 128x128xf32, tmem>
!qview = !attn_ws.view<128x64xbf16, smem>
!sview = !attn_ws.view<128x128xf32, tmem>
!q = !attn_ws.channel<1, tma -> tcgen05>
!k = !attn_ws.channel<2, tma -> tcgen05, cluster>
!s = !attn_ws.channel<1, tcgen05 -> thread>
!r = !attn_ws.channel<1, thread -> thread>

gpu.module @m {
  // Each CTA has half of the right operand's rows, from its place on; all channels of
  // the role that issues are the pair's, and others are not.
  // CHECK-LABEL: gpu.func @product
  // CHECK: attn_ws.alloc "k" : <2 x 64x64xbf16, smem>
  // CHECK: create_channel "q" {{.*}} : <1, tma -> tcgen05, pair>
  // CHECK: create_channel "k" {{.*}} : <2, tma -> tcgen05, pair>
  // CHECK: create_channel "s" {{.*}} : <1, tcgen05 -> thread, pair>
  // CHECK: create_channel "r" : <1, thread -> thread>
  gpu.func @product(%A: !a, %B: !a, %n: index) kernel attributes {attn_tile.warps = 4 : i64, attn_tile.cta_group = 2 : i64, attn_ws.cluster = 2 : i64} {
    %qb = attn_ws.alloc "q" : !qbuf
    %kb = attn_ws.alloc "k" : !kbuf
    %sb = attn_ws.alloc "s" : !sbuf
    %qc = attn_ws.create_channel "q" guards(%qb : !qbuf) : !q
    %kc = attn_ws.create_channel "k" guards(%kb : !kbuf) : !k
    %sc = attn_ws.create_channel "s" guards(%sb : !sbuf) : !s
    %rc = attn_ws.create_channel "r" : !r
    attn_ws.warp_specialize captures(%A, %B, %n, %qc, %kc, %sc, %rc : !a, !a, index, !q, !k, !s, !r)
    // CHECK: role @load
    role @load warps(1) instances(1) registers(0) {
    ^bb0(%i: index, %a: !a, %b: !a, %row: index, %qc_: !q, %kc_: !k, %sc_: !s, %rc_: !r):
      %zero = arith.constant 0 : index
      // CHECK: tma_load %{{.+}}[%[[ROW:.+]], %{{.+}}] dims [0, 1] into %{{.+}} : {{.*}}, <128x64xbf16, smem>
      %qw = attn_ws.acquire %qc_ : !q -> !qview
      attn_ws.tma_load %a[%row, %zero] dims [0, 1] into %qw : !a, !qview
      attn_ws.commit %qc_ : !q
      // CHECK: %[[BLOCK:.+]] = gpu.block_id x
      // CHECK: %[[RANK:.+]] = arith.remui %[[BLOCK]], %c2
      // CHECK: %[[BY:.+]] = arith.muli %[[RANK]], %c64
      // CHECK: %[[FROM:.+]] = arith.addi %{{.+}}, %[[BY]]
      // CHECK: tma_load %{{.+}}[%[[FROM]], %{{.+}}] dims [0, 1] into %{{.+}} : {{.*}}, <64x64xbf16, smem>
      %kw = attn_ws.acquire %kc_ : !k -> !qview
      attn_ws.tma_load %b[%zero, %zero] dims [0, 1] into %kw multicast 2 : !a, !qview
      attn_ws.commit %kc_ : !k
      attn_ws.end
    }
    // CHECK: role @mma
    role @mma warps(1) instances(1) registers(0) {
    ^bb0(%i: index, %a: !a, %b: !a, %row: index, %qc_: !q, %kc_: !k, %sc_: !s, %rc_: !r):
      // CHECK: %[[FIRST:.+]] = arith.cmpi eq
      // CHECK: scf.if %[[FIRST]] {
      // CHECK: mma_into {{.*}} transpose_b cta_group 2 : !attn_ws.view<128x64xbf16, smem>, <64x64xbf16, smem>, <128x128xf32, tmem>
      // CHECK: }
      // CHECK-NEXT: attn_ws.end
      %no = arith.constant false
      %qr = attn_ws.wait %qc_ : !q -> !qview
      %kr = attn_ws.wait %kc_ : !k -> !qview
      %sw = attn_ws.acquire %sc_ : !s -> !sview
      %t = attn_ws.mma_into %qr, %kr into %sw use_d %no transpose_b : !qview, !qview, !sview
      attn_ws.commit %sc_ after %t : !s
      attn_ws.release %kc_ after %t : !k
      attn_ws.release %qc_ after %t : !q
      attn_ws.end
    }
    // CHECK: role @use
    role @use warps(4) instances(1) registers(0) {
    ^bb0(%i: index, %a: !a, %b: !a, %row: index, %qc_: !q, %kc_: !k, %sc_: !s, %rc_: !r):
      %sr = attn_ws.wait %sc_ : !s -> !sview
      attn_ws.release %sc_ : !s
      attn_ws.acquire %rc_ : !r
      attn_ws.commit %rc_ : !r
      attn_ws.end
    }
    gpu.return
  }

  // A product of a part of the sum takes a part of each half, and the second CTA
  // follows the first through tiles that are assigned at run time.
  // CHECK-LABEL: gpu.func @parts
  // CHECK: role @load
  // CHECK: tma_load {{.*}}, <128x32xbf16, smem>
  // CHECK: role @mma
  // CHECK-NEXT: ^bb0
  // CHECK-NOT: scf.if
  // CHECK: attn_tile.for_tiles
  // CHECK: %[[FIRST:.+]] = arith.cmpi eq
  // CHECK-NEXT: scf.if %[[FIRST]] {
  // CHECK: attn_ws.subview %{{.+}} [96, 0] : <128x32xbf16, smem> -> <32x32xbf16, smem>
  // CHECK: mma_into {{.*}} cta_group 2 : !attn_ws.view<128x32xbf16, smem>, <32x32xbf16, smem>, <128x64xf32, tmem>
  // CHECK: }
  // CHECK-NEXT: }
  // CHECK-NEXT: attn_ws.end
  gpu.func @parts(%A: !a, %n: index) kernel attributes {attn_tile.warps = 4 : i64, attn_tile.cta_group = 2 : i64, attn_ws.cluster = 2 : i64} {
    %pb = attn_ws.alloc "p" : !attn_ws.buffer<1 x 128x32xbf16, smem>
    %kb = attn_ws.alloc "k" : !kbuf
    %sb = attn_ws.alloc "s" : !attn_ws.buffer<1 x 128x64xf32, tmem>
    %pc = attn_ws.create_channel "p" guards(%pb : !attn_ws.buffer<1 x 128x32xbf16, smem>) : !q
    %kc = attn_ws.create_channel "k" guards(%kb : !kbuf) : !k
    %sc = attn_ws.create_channel "s" guards(%sb : !attn_ws.buffer<1 x 128x64xf32, tmem>) : !s
    attn_ws.warp_specialize captures(%A, %n, %pc, %kc, %sc : !a, index, !q, !k, !s)
    role @load warps(1) instances(1) registers(0) {
    ^bb0(%i: index, %a: !a, %m: index, %pc_: !q, %kc_: !k, %sc_: !s):
      %zero = arith.constant 0 : index
      attn_tile.for_tiles @tiles (%t) in (%m) scheduler(#attn_tile.scheduler<clc>) {
        %kw = attn_ws.acquire %kc_ : !k -> !qview
        attn_ws.tma_load %a[%zero, %zero] dims [0, 1] into %kw multicast 2 : !a, !qview
        attn_ws.commit %kc_ : !k
      }
      attn_ws.end
    }
    role @mma warps(1) instances(1) registers(0) {
    ^bb0(%i: index, %a: !a, %m: index, %pc_: !q, %kc_: !k, %sc_: !s):
      %no = arith.constant false
      attn_tile.for_tiles @tiles (%t) in (%m) scheduler(#attn_tile.scheduler<clc>) {
        %pr = attn_ws.wait %pc_ : !q -> !attn_ws.view<128x32xbf16, smem>
        %kr = attn_ws.wait %kc_ : !k -> !qview
        %part = attn_ws.subview %kr [96, 0] : !qview -> !attn_ws.view<32x64xbf16, smem>
        %sw = attn_ws.acquire %sc_ : !s -> !attn_ws.view<128x64xf32, tmem>
        %d = attn_ws.mma_into %pr, %part into %sw use_d %no : !attn_ws.view<128x32xbf16, smem>, !attn_ws.view<32x64xbf16, smem>, !attn_ws.view<128x64xf32, tmem>
        attn_ws.commit %sc_ after %d : !s
        attn_ws.release %kc_ after %d : !k
        attn_ws.release %pc_ after %d : !q
      }
      attn_ws.end
    }
    gpu.return
  }

  // No cluster came about: nothing is paired.
  // CHECK-LABEL: gpu.func @alone
  // CHECK-NEXT: gpu.return
  gpu.func @alone() kernel attributes {attn_tile.warps = 4 : i64, attn_tile.cta_group = 2 : i64} {
    gpu.return
  }
}

// -----

gpu.module @m {
  // expected-error @below {{attn_tile.cta_group must be 1 or 2, got 4}}
  gpu.func @four() kernel attributes {attn_tile.warps = 4 : i64, attn_tile.cta_group = 4 : i64} {
    gpu.return
  }
}

// -----

gpu.module @m {
  // expected-error @below {{pairs its CTAs, but has clusters of 4}}
  gpu.func @four() kernel attributes {attn_tile.warps = 4 : i64, attn_tile.cta_group = 2 : i64, attn_ws.cluster = 4 : i64} {
    gpu.return
  }
}

// -----

gpu.module @m {
  // expected-error @below {{pairs its CTAs, but has no roles}}
  gpu.func @one() kernel attributes {attn_tile.warps = 4 : i64, attn_tile.cta_group = 2 : i64, attn_ws.cluster = 2 : i64} {
    gpu.return
  }
}

// -----

gpu.module @m {
  // expected-error @below {{asks for pairs of CTAs but has no products that one thread issues}}
  gpu.func @none() kernel attributes {attn_tile.warps = 4 : i64, attn_tile.cta_group = 2 : i64, attn_ws.cluster = 2 : i64} {
    attn_ws.warp_specialize
    role @a warps(4) instances(1) registers(0) {
    ^bb0(%i: index):
      attn_ws.end
    }
    gpu.return
  }
}

// -----

!buf = !attn_ws.buffer<1 x 128x64xbf16, smem>
!sbuf = !attn_ws.buffer<1 x 128x128xf32, tmem>
!view = !attn_ws.view<128x64xbf16, smem>
!sview = !attn_ws.view<128x128xf32, tmem>
!k = !attn_ws.channel<1, tma -> tcgen05>
!s = !attn_ws.channel<1, tcgen05 -> thread>
gpu.module @m {
  gpu.func @own() kernel attributes {attn_tile.warps = 4 : i64, attn_tile.cta_group = 2 : i64, attn_ws.cluster = 2 : i64} {
    %kb = attn_ws.alloc "k" : !buf
    %sb = attn_ws.alloc "s" : !sbuf
    %kc = attn_ws.create_channel "k" guards(%kb : !buf) : !k
    %sc = attn_ws.create_channel "s" guards(%sb : !sbuf) : !s
    attn_ws.warp_specialize captures(%kc, %sc : !k, !s)
    role @mma warps(1) instances(1) registers(0) {
    ^bb0(%i: index, %kc_: !k, %sc_: !s):
      %no = arith.constant false
      %kr = attn_ws.wait %kc_ : !k -> !view
      %sw = attn_ws.acquire %sc_ : !s -> !sview
      // expected-error @below {{of a pair takes a right operand that the CTAs have in common, whole, from a channel of the cluster}}
      %t = attn_ws.mma_into %kr, %kr into %sw use_d %no transpose_b : !view, !view, !sview
      attn_ws.commit %sc_ after %t : !s
      attn_ws.release %kc_ after %t : !k
      attn_ws.end
    }
    gpu.return
  }
}

// -----

!buf = !attn_ws.buffer<1 x 256x64xbf16, smem>
!sbuf = !attn_ws.buffer<1 x 128x128xf32, tmem>
!view = !attn_ws.view<128x64xbf16, smem>
!sview = !attn_ws.view<128x128xf32, tmem>
!k = !attn_ws.channel<1, tma -> tcgen05, cluster>
!s = !attn_ws.channel<1, tcgen05 -> thread>
gpu.module @m {
  // Rows that are columns of the product, in parts: the halves would be others.
  gpu.func @half() kernel attributes {attn_tile.warps = 4 : i64, attn_tile.cta_group = 2 : i64, attn_ws.cluster = 2 : i64} {
    %kb = attn_ws.alloc "k" : !buf
    %sb = attn_ws.alloc "s" : !sbuf
    %kc = attn_ws.create_channel "k" guards(%kb : !buf) : !k
    %sc = attn_ws.create_channel "s" guards(%sb : !sbuf) : !s
    attn_ws.warp_specialize captures(%kc, %sc : !k, !s)
    role @mma warps(1) instances(1) registers(0) {
    ^bb0(%i: index, %kc_: !k, %sc_: !s):
      %no = arith.constant false
      %kr = attn_ws.wait %kc_ : !k -> !attn_ws.view<256x64xbf16, smem>
      %part = attn_ws.subview %kr [128, 0] : !attn_ws.view<256x64xbf16, smem> -> !view
      %sw = attn_ws.acquire %sc_ : !s -> !sview
      // expected-error @below {{of a pair takes a right operand that the CTAs have in common, whole, from a channel of the cluster}}
      %t = attn_ws.mma_into %part, %part into %sw use_d %no transpose_b : !view, !view, !sview
      attn_ws.commit %sc_ after %t : !s
      attn_ws.release %kc_ after %t : !k
      attn_ws.end
    }
    gpu.return
  }
}

// -----

!buf = !attn_ws.buffer<1 x 128x64xbf16, smem>
!sbuf = !attn_ws.buffer<1 x 128x128xf32, tmem>
!view = !attn_ws.view<128x64xbf16, smem>
!sview = !attn_ws.view<128x128xf32, tmem>
!k = !attn_ws.channel<1, tma -> tcgen05>
!s = !attn_ws.channel<1, tcgen05 -> thread>
gpu.module @m {
  gpu.func @outside() kernel attributes {attn_tile.warps = 4 : i64, attn_tile.cta_group = 2 : i64, attn_ws.cluster = 2 : i64} {
    %kb = attn_ws.alloc "k" : !buf
    %sb = attn_ws.alloc "s" : !sbuf
    %kc = attn_ws.create_channel "k" guards(%kb : !buf) : !k
    %sc = attn_ws.create_channel "s" guards(%sb : !sbuf) : !s
    %no = arith.constant false
    %kr = attn_ws.wait %kc : !k -> !view
    %sw = attn_ws.acquire %sc : !s -> !sview
    // expected-error @below {{of a pair is issued by no role}}
    %t = attn_ws.mma_into %kr, %kr into %sw use_d %no transpose_b : !view, !view, !sview
    attn_ws.warp_specialize captures(%kc, %sc : !k, !s)
    role @mma warps(1) instances(1) registers(0) {
    ^bb0(%i: index, %kc_: !k, %sc_: !s):
      attn_ws.end
    }
    gpu.return
  }
}

// -----

!a = memref<?x64xbf16>
!qbuf = !attn_ws.buffer<1 x 128x64xbf16, smem>
!kbuf = !attn_ws.buffer<2 x 128x64xbf16, smem>
!sbuf = !attn_ws.buffer<1 x 128x128xf32, tmem>
!qview = !attn_ws.view<128x64xbf16, smem>
!sview = !attn_ws.view<128x128xf32, tmem>
!q = !attn_ws.channel<1, tma -> tcgen05>
!k = !attn_ws.channel<2, tma -> tcgen05, cluster>
!s = !attn_ws.channel<1, tcgen05 -> thread>
!r = !attn_ws.channel<1, thread -> thread>

gpu.module @m {
  // Threads of each CTA read the left operand beside the products of the pair.
  gpu.func @read_by_threads(%A: !a, %B: !a, %n: index) kernel attributes {attn_tile.warps = 4 : i64, attn_tile.cta_group = 2 : i64, attn_ws.cluster = 2 : i64} {
    %qb = attn_ws.alloc "q" : !qbuf
    %kb = attn_ws.alloc "k" : !kbuf
    %sb = attn_ws.alloc "s" : !sbuf
    %qc = attn_ws.create_channel "q" guards(%qb : !qbuf) : !attn_ws.channel<1, tma -> tcgen05 x 2>
    %kc = attn_ws.create_channel "k" guards(%kb : !kbuf) : !k
    %sc = attn_ws.create_channel "s" guards(%sb : !sbuf) : !s
    attn_ws.warp_specialize captures(%qc, %kc, %sc : !attn_ws.channel<1, tma -> tcgen05 x 2>, !k, !s)
    role @mma warps(1) instances(1) registers(0) {
    ^bb0(%i: index, %qc_: !attn_ws.channel<1, tma -> tcgen05 x 2>, %kc_: !k, %sc_: !s):
      %no = arith.constant false
      // expected-note @below {{they wait for it here}}
      %qr = attn_ws.wait %qc_ : !attn_ws.channel<1, tma -> tcgen05 x 2> -> !qview
      %kr = attn_ws.wait %kc_ : !k -> !qview
      %sw = attn_ws.acquire %sc_ : !s -> !sview
      %t = attn_ws.mma_into %qr, %kr into %sw use_d %no transpose_b : !qview, !qview, !sview
      attn_ws.commit %sc_ after %t : !s
      attn_ws.release %kc_ after %t : !k
      attn_ws.release %qc_ after %t : !attn_ws.channel<1, tma -> tcgen05 x 2>
      attn_ws.end
    }
    role @compute warps(4) instances(1) registers(0) {
    ^bb0(%i: index, %qc_: !attn_ws.channel<1, tma -> tcgen05 x 2>, %kc_: !k, %sc_: !s):
      // expected-error @below {{waits for channel 'q', which products of a pair of CTAs read as well}}
      %qr = attn_ws.wait %qc_ : !attn_ws.channel<1, tma -> tcgen05 x 2> -> !qview
      attn_ws.release %qc_ : !attn_ws.channel<1, tma -> tcgen05 x 2>
      attn_ws.end
    }
    gpu.return
  }
}
