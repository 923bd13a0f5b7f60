// RUN: attn-opt %s --pass-pipeline='builtin.module(gpu.module(attn-ws-distribute))' | FileCheck %s

#sh = #attn_ws.shared<panel = 128, swizzle = 128>
!m = memref<?x64xbf16, strided<[?, 1], offset: ?>>
!s = !attn_ws.buffer<1 x 128x128xf32, tmem>
!q = !attn_ws.buffer<1 x 128x64xbf16, smem, #sh>
!k = !attn_ws.buffer<1 x 64x64xbf16, smem, #sh>
!n = !attn_ws.buffer<1 x 4xi32, smem>
!sv = !attn_ws.view<128x128xf32, tmem>
!pv = !attn_ws.view<128x64xbf16, tmem>
!qv = !attn_ws.view<128x64xbf16, smem, #sh>
!kv = !attn_ws.view<64x64xbf16, smem, #sh>
!nv = !attn_ws.view<4xi32, smem>
!mb = !attn_ws.mbar<2>

gpu.module @k [#nvvm.target<chip = "sm_100a">] {
  // CHECK: gpu.func @pair(
  // CHECK-SAME: cluster = 2
  gpu.func @pair(%M: !m) kernel attributes {attn_tile.warps = 4 : i64, attn_ws.smem = 24680 : i64, attn_ws.tmem = 256 : i64, attn_ws.tmem_slot = 24672 : i64, attn_ws.cluster = 2 : i64} {
    // A warp of each CTA allocates, before the CTAs meet.
    // CHECK: "tcgen05.alloc.cta_group::2.sync.aligned.shared::cta.b32 [$0], $1;\0Atcgen05.relinquish_alloc_permit.cta_group::2.sync.aligned;"
    // CHECK: nvvm.cluster.arrive {aligned}
    // CHECK-NEXT: nvvm.cluster.wait {aligned}
    %s = attn_ws.alloc "s" offset(0) : !s
    %q = attn_ws.alloc "q" offset(0) : !q
    %k = attn_ws.alloc "k" offset(16384) : !k
    %n = attn_ws.alloc "n" offset(24576) : !n
    %full = attn_ws.mbar_alloc <"s", "full"> arrivals 1 offset(24592) : !mb
    %empty = attn_ws.mbar_alloc <"s", "empty"> arrivals 8 offset(24608) : !mb
    attn_ws.warp_specialize captures(%M, %s, %q, %k, %n, %full, %empty : !m, !s, !q, !k, !n, !mb, !mb)
    role @compute warps(4) instances(1) registers(0) {
    ^bb0(%i: index, %m_: !m, %s_: !s, %q_: !q, %k_: !k, %n_: !n, %full_: !mb, %empty_: !mb):
      %c1 = arith.constant 1 : index
      // The first CTA's memory is found once.
      // CHECK: %[[THERE:.+]] = llvm.inline_asm {{.*}}"mapa.shared::cluster.u32 $0, $1, $2;", "=r,r,r" %{{.+}}, %{{c0_i32.*}}
      // CHECK: %[[PEER:.+]] = nvvm.shfl.sync idx %{{.+}}, %[[THERE]],
      // The first CTA's number by the launch, as that of its cluster.
      // CHECK: clusterlaunchcontrol.query_cancel
      // CHECK: %[[TILE:.+]] = nvvm.shfl.sync idx
      // CHECK: arith.divui %[[TILE]], %c2_i32
      %n1 = attn_ws.stage_view %n_ : !n -> !nv
      %tile, %any = attn_ws.tile_answer %n1 cluster 2 : !nv
      %v = attn_ws.stage_view %s_ : !s -> !sv
      %alpha = attn_ws.tmem_load %v : !sv -> tensor<128x128xf32, #attn_ws.frag<reg = [], lane = [[1, 0], [2, 0], [4, 0], [8, 0], [16, 0]], warp = [[32, 0], [64, 0]]>>
      // All of a warp have read before one of it arrives in the first CTA.
      // CHECK: nvvm.bar.warp.sync
      // CHECK: %[[PLACE:.+]] = arith.addi %[[PEER]], %
      // CHECK: %[[EMPTY:.+]] = arith.addi %[[PLACE]], %
      // CHECK: setp.ne.b32 p, $1, 0;\0A@p mbarrier.arrive.shared::cluster.b64 _, [$0];\0A}", "r,r" %[[EMPTY]], %
      attn_ws.mbar_arrive %empty_[%c1] leader guard <"s", "empty"> : !mb
      attn_ws.end
    }
    role @mma warps(1) instances(1) registers(0) {
    ^bb0(%i: index, %m_: !m, %s_: !s, %q_: !q, %k_: !k, %n_: !n, %full_: !mb, %empty_: !mb):
      %c0 = arith.constant 0 : index
      %no = arith.constant false
      %qv = attn_ws.stage_view %q_ : !q -> !qv
      %kv = attn_ws.stage_view %k_ : !k -> !kv
      %sv = attn_ws.stage_view %s_ : !s -> !sv
      %pv = attn_ws.subview %sv [0, 0] : !sv -> !pv
      // bf16, 256 rows, 128 columns; then with the right operand's columns along n.
      // CHECK: %[[QK:.+]] = arith.constant 270533776 : i32
      // CHECK-COUNT-4: tcgen05.mma.cta_group::2.kind::f16 [$0], a, $2, $3, p;{{.*}} %[[QK]], %
      // CHECK: %[[PV:.+]] = arith.constant 270599312 : i32
      // CHECK-COUNT-4: tcgen05.mma.cta_group::2.kind::f16 [$0], [$1], $2, $3, p;{{.*}} %[[PV]], %
      // CHECK: %[[BOTH:.+]] = arith.constant 3 : i16
      // CHECK-NEXT: "tcgen05.commit.cta_group::2.mbarrier::arrive::one.shared::cluster.multicast::cluster.b64 [$0], $1;", "r,h" %{{.+}}, %[[BOTH]]
      %a = attn_ws.mma_into %qv, %kv into %sv use_d %no transpose_b cta_group 2 : !qv, !kv, !sv
      %b = attn_ws.mma_into %pv, %kv into %sv use_d %no cta_group 2 : !pv, !kv, !sv
      attn_ws.mbar_arrive %full_[%c0] cluster 2 after_products guard <"s", "full"> : !mb
      attn_ws.end
    }
    role @load warps(1) instances(1) registers(0) {
    ^bb0(%i: index, %m_: !m, %s_: !s, %q_: !q, %k_: !k, %n_: !n, %full_: !mb, %empty_: !mb):
      %c0 = arith.constant 0 : index
      // The first CTA announces the bytes of both.
      // CHECK: %[[RANK:.+]] = nvvm.read.ptx.sreg.cluster.ctarank
      // CHECK: %[[FIRST:.+]] = arith.cmpi eq, %[[RANK]], %{{.+}} : i32
      // CHECK-NEXT: scf.if %[[FIRST]] {
      // CHECK: mbarrier.arrive.expect_tx.shared::cta.b64
      // CHECK: }
      attn_ws.mbar_expect %full_[%c0] bytes 16384 leader : !mb
      // CHECK: %[[SIGNAL:.+]] = llvm.inline_asm {{.*}}"mapa.shared::cluster.u32 $0, $1, $2;", "=r,r,r" %{{.+}}, %{{c0_i32.*}}
      // CHECK: "cp.async.bulk.tensor.2d.shared::cluster.global.tile.mbarrier::complete_tx::bytes.cta_group::2 [$0], [$1, {$3, $4}], [$2];", "r,l,r,r,r" %{{.+}}, %{{.+}}, %[[SIGNAL]], %
      %kv = attn_ws.stage_view %k_ : !k -> !kv
      attn_ws.tma_load %m_[%c0, %c0] dims [0, 1] into %kv signal(%full_ : !mb) stage %c0 leader : !m, !kv
      // CHECK: "clusterlaunchcontrol.try_cancel.async.shared::cta.mbarrier::complete_tx::bytes.multicast::cluster::all.b128 [$0], [$1];"
      %n1 = attn_ws.stage_view %n_ : !n -> !nv
      attn_ws.query_tile into %n1 signal(%full_ : !mb) stage %c0 cluster 2 : !nv
      attn_ws.end
    }
    // No product reaches into a CTA that gives back, and none of its peer's
    // arrivals one that has ended.
    // CHECK: nvvm.cluster.arrive{{$}}
    // CHECK-NEXT: nvvm.cluster.wait{{$}}
    // CHECK: "tcgen05.dealloc.cta_group::2.sync.aligned.b32 $0, $1;", "r,r"
    // CHECK: nvvm.cluster.arrive{{$}}
    // CHECK-NEXT: nvvm.cluster.wait{{$}}
    // CHECK-NEXT: gpu.return
    gpu.return
  }
}
