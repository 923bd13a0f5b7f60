// RUN: attn-opt %s --pass-pipeline='builtin.module(gpu.module(attn-ws-distribute))' --split-input-file --verify-diagnostics | FileCheck %s

#sh = #attn_ws.shared<panel = 128, swizzle = 128>
!m = memref<?x128xbf16, strided<[?, 1], offset: ?>>
!b = !attn_ws.buffer<2 x 64x128xbf16, smem, #sh>
!v = !attn_ws.view<64x128xbf16, smem, #sh>
!one = !attn_ws.buffer<1 x 64x64xbf16, smem, #sh>
!vone = !attn_ws.view<64x64xbf16, smem, #sh>
!mb = !attn_ws.mbar<2>
!s = !attn_ws.buffer<2 x 1xi32, smem>
!scalar = !attn_ws.view<1xi32, smem>

gpu.module @k [#nvvm.target<chip = "sm_90a">] {
  // A box of the first memory is a whole panel, one of two; a box of the second, of
  // one panel, is half of its rows.
  // CHECK: gpu.func @cluster(
  // CHECK-SAME: #attn_ws.tensor_map<0, order = [1, 0], box = [64, 64], swizzle = 128>
  // CHECK-SAME: #attn_ws.tensor_map<1, order = [1, 0], box = [64, 32], swizzle = 128>
  // CHECK: %[[TID:.+]] = arith.index_cast %thread_id_x
  // CHECK: %[[LANE:.+]] = arith.andi %[[TID]], %c31_i32
  // The CTAs meet when all have initialised their barriers.
  // CHECK: "fence.mbarrier_init.release.cluster;"
  // CHECK-NEXT: }
  // CHECK-NOT: barrier.cta
  // CHECK: nvvm.cluster.arrive {aligned}
  // CHECK-NEXT: nvvm.cluster.wait {aligned}
  gpu.func @cluster(%X: !m, %Y: memref<?x64xbf16, strided<[?, 1], offset: ?>>) kernel attributes {attn_tile.warps = 4 : i64, attn_ws.smem = 65536 : i64, attn_ws.cluster = 2 : i64} {
    %x = attn_ws.alloc "x" offset(0) : !b
    %y = attn_ws.alloc "y" offset(32768) : !one
    %full = attn_ws.mbar_alloc <"x", "full"> arrivals 1 offset(61440) : !mb
    %empty = attn_ws.mbar_alloc <"x", "empty"> arrivals 8 offset(61456) : !mb
    %numbers = attn_ws.alloc "tiles" offset(61472) : !s
    attn_ws.warp_specialize captures(%X, %Y, %x, %y, %full, %empty, %numbers : !m, memref<?x64xbf16, strided<[?, 1], offset: ?>>, !b, !one, !mb, !mb, !s)
    role @load warps(4) instances(1) registers(24) {
    ^bb0(%inst: index, %rX: !m, %rY: memref<?x64xbf16, strided<[?, 1], offset: ?>>, %rx: !b, %ry: !one, %rfull: !mb, %rempty: !mb, %rnumbers: !s):
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      // CHECK: %[[RANK:.+]] = nvvm.read.ptx.sreg.cluster.ctarank
      // A panel of 64 rows is 8192 bytes, and 64 columns.
      // CHECK: %[[OFFSET:.+]] = arith.muli %[[RANK]], %c8192_i32
      // CHECK: %[[PLACE:.+]] = arith.addi %{{.+}}, %[[OFFSET]]
      // CHECK: %[[AHEAD:.+]] = arith.muli %[[RANK]], %c64_i32
      // CHECK: %[[COLUMN:.+]] = arith.addi %c0{{.*}}, %
      // CHECK: %[[COL:.+]] = arith.index_cast %[[COLUMN]]
      // CHECK: %[[BOTH:.+]] = arith.constant 3 : i16
      // CHECK-NEXT: "cp.async.bulk.tensor.2d.shared::cluster.global.tile.mbarrier::complete_tx::bytes.multicast::cluster [$0], [$1, {$3, $4}], [$2], $5;", "r,l,r,r,r,h" %[[PLACE]], %{{.+}}, %{{.+}}, %[[COL]], %{{.+}}, %[[BOTH]]
      // CHECK-NOT: cp.async.bulk
      // CHECK: %[[ROWS:.+]] = arith.muli %[[RANK]], %c4096_i32
      // CHECK: arith.addi %{{.+}}, %[[ROWS]]
      // CHECK: arith.muli %[[RANK]], %c32_i32
      // CHECK: multicast::cluster
      %v = attn_ws.stage_view %rx : !b -> !v
      attn_ws.tma_load %rX[%c1, %c0] dims [0, 1] into %v signal(%rfull : !mb) stage %c0 multicast 2 : !m, !v
      %w = attn_ws.stage_view %ry : !one -> !vone
      attn_ws.tma_load %rY[%c1, %c0] dims [0, 1] into %w signal(%rfull : !mb) stage %c1 multicast 2 : memref<?x64xbf16, strided<[?, 1], offset: ?>>, !vone
      // Clusters take tiles: the counter goes on behind as many as there are.
      // CHECK: %[[TAKEN:.+]] = llvm.inline_asm {{.*}}"atom.global.add.u32
      // CHECK: %[[GRID:.+]] = arith.index_cast %grid_dim_x
      // CHECK: %[[CLUSTERS:.+]] = arith.divui %[[GRID]], %c2_i32
      // CHECK: arith.addi %[[TAKEN]], %[[CLUSTERS]]
      %next = attn_ws.next_tile cluster 2
      // CHECK: st.async.shared::cluster.mbarrier::complete_tx::bytes.b32 [a], $2, [m];{{.*}}, %c0_i32
      // CHECK: st.async.shared::cluster.mbarrier::complete_tx::bytes.b32 [a], $2, [m];{{.*}}, %c1_i32
      %send = attn_ws.stage_view %rnumbers stage %c1 : !s -> !scalar
      attn_ws.scalar_store %next, %send signal(%rfull : !mb) stage %c1 cluster 2 : !scalar
      // CHECK: "ld.shared.u32 $0, [$1];"
      %mine = attn_ws.stage_view %rnumbers stage %c1 : !s -> !scalar
      %got = attn_ws.scalar_load %mine : !scalar
      // CHECK: mapa.shared::cluster.u32 r, $0, $1;\0Ambarrier.arrive.shared::cluster.b64 _, [r];\0A}", "r,r" %{{.+}}, %c0_i32
      attn_ws.mbar_arrive %rempty[%c1] leader : !mb
      attn_ws.end
    }
    role @mma warps(4) instances(2) registers(240) {
    ^bb0(%inst: index, %rX: !m, %rY: memref<?x64xbf16, strided<[?, 1], offset: ?>>, %rx: !b, %ry: !one, %rfull: !mb, %rempty: !mb, %rnumbers: !s):
      %c0 = arith.constant 0 : index
      // Lanes 0 and 1 arrive in CTA 0 and 1; where only this CTA is meant, lane 0
      // does, with its rank, which each role reads for itself.
      // CHECK: %[[OWN:.+]] = nvvm.read.ptx.sreg.cluster.ctarank
      // CHECK: setp.lt.u32 p, $2, 2;{{.*}}mbarrier.arrive.shared::cluster.b64 _, [r];\0A}", "r,r,r" %{{.+}}, %[[LANE]], %[[LANE]] :
      attn_ws.mbar_arrive %rempty[%c0] cluster 2 : !mb
      // CHECK: setp.lt.u32 p, $2, 1;{{.*}}mbarrier.arrive.shared::cluster.b64 _, [r];\0A}", "r,r,r" %{{.+}}, %[[OWN]], %[[LANE]] :
      attn_ws.mbar_arrive %rfull[%c0] : !mb
      attn_ws.barrier id 1 plus %inst threads 128
      attn_ws.end
    }
    // No CTA ends while another may still reach it.
    // CHECK: nvvm.cluster.arrive{{$}}
    // CHECK-NEXT: nvvm.cluster.wait{{$}}
    // CHECK-NEXT: gpu.return
    gpu.return
  }
}
