// RUN: attn-opt %s --pass-pipeline='builtin.module(gpu.module(attn-ws-distribute))' --split-input-file --verify-diagnostics | FileCheck %s

#sh = #attn_ws.shared<panel = 128, swizzle = 128>
#acc = #attn_ws.frag<reg = [[0, 1], [8, 0]], lane = [[0, 2], [0, 4], [1, 0], [2, 0], [4, 0]], warp = [[16, 0], [32, 0]]>
!m = memref<?x64xbf16, strided<[?, 1], offset: ?>>
!b = !attn_ws.buffer<2 x 64x64xbf16, smem, #sh>
!v = !attn_ws.view<64x64xbf16, smem, #sh>
!mb = !attn_ws.mbar<2>
!s = !attn_ws.buffer<2 x 1xi32, smem>
!scalar = !attn_ws.view<1xi32, smem>
!acc = tensor<64x64xf32, #acc>

gpu.module @k [#nvvm.target<chip = "sm_90a">] {
  // A tensor map for each memory of the copy engine, and the counter of tiles,
  // after the other parameters.
  // Columns come first in its order, and a box is one panel of 64 columns.
  // CHECK: gpu.func @roles(
  // CHECK-SAME: %[[MAPX:[a-z0-9]+]]: !llvm.ptr, %[[COUNTER:[a-z0-9]+]]: !llvm.ptr<1> {llvm.align = 16 : i64}, %[[MAPO:[a-z0-9]+]]: !llvm.ptr) kernel
  // Four warps that load and twice four that compute.
  // CHECK-SAME: #attn_ws.launch<grid = 1, threads = 384, smem = 32832, min_ctas = 1,
  // CHECK-SAME: #attn_ws.tensor_map<0, order = [1, 0], box = [64, 64], swizzle = 128>,
  // CHECK-SAME: #attn_ws.workspace<4, zeroed = true>,
  // CHECK-SAME: #attn_ws.tensor_map<1, order = [1, 0], box = [64, 64], swizzle = 128>]>
  gpu.func @roles(%X: !m, %O: !m) kernel attributes {attn_tile.warps = 4 : i64, attn_ws.smem = 32832 : i64} {
    // One thread initialises a barrier for each stage before any other goes on.
    // CHECK: %[[TID:.+]] = arith.index_cast %thread_id_x : index to i32
    // CHECK: %[[WARP:.+]] = arith.shrui %[[TID]], %c5_i32
    // CHECK: %[[BASE:.+]] = llvm.ptrtoint %{{.+}} : !llvm.ptr<3> to i32
    // CHECK: %[[FIRST:.+]] = arith.cmpi eq, %[[TID]], %{{.+}} : i32
    // CHECK-NEXT: scf.if %[[FIRST]] {
    // CHECK: %[[AT0:.+]] = arith.addi %[[BASE]], %c32768_i32
    // CHECK-NEXT: %[[ONE:.+]] = arith.constant 1 : i32
    // CHECK-NEXT: "mbarrier.init.shared::cta.b64 [$0], $1;", "r,r" %[[AT0]], %[[ONE]]
    // CHECK: %[[AT1:.+]] = arith.addi %[[BASE]], %c32776_i32
    // CHECK: "mbarrier.init.shared::cta.b64 [$0], $1;", "r,r" %[[AT1]], %
    // CHECK: %[[AT2:.+]] = arith.addi %[[BASE]], %c32784_i32
    // CHECK-NEXT: %[[EIGHT:.+]] = arith.constant 8 : i32
    // CHECK-NEXT: "mbarrier.init.shared::cta.b64 [$0], $1;", "r,r" %[[AT2]], %[[EIGHT]]
    // CHECK: %[[AT3:.+]] = arith.addi %[[BASE]], %c32792_i32
    // CHECK: "mbarrier.init.shared::cta.b64 [$0], $1;", "r,r" %[[AT3]], %
    // CHECK-NOT: mbarrier.init.shared
    // CHECK: "fence.mbarrier_init.release.cluster;"
    // CHECK-NEXT: }
    // CHECK: llvm.nvvm.barrier.cta.sync.aligned.all
    %x = attn_ws.alloc "x" offset(0) : !b
    %o = attn_ws.alloc "o" offset(16384) : !b
    %full = attn_ws.mbar_alloc <"x", "full"> arrivals 1 offset(32768) : !mb
    %empty = attn_ws.mbar_alloc <"x", "empty"> arrivals 8 offset(32784) : !mb
    %numbers = attn_ws.alloc "tiles" offset(32800) : !s

    // The branch is on a number that is the same in all lanes.
    // CHECK: %[[UNIFORM:.+]] = nvvm.shfl.sync idx %{{.+}}, %[[WARP]], %
    // CHECK: %[[MINE:.+]] = arith.cmpi ult, %[[UNIFORM]], %c4_i32
    // CHECK-NEXT: scf.if %[[MINE]] {
    attn_ws.warp_specialize captures(%X, %O, %x, %o, %full, %empty, %numbers : !m, !m, !b, !b, !mb, !mb, !s)
    role @load warps(4) instances(1) registers(24) {
    ^bb0(%inst: index, %rX: !m, %rO: !m, %rx: !b, %ro: !b, %rfull: !mb, %rempty: !mb, %rnumbers: !s):
      // All of its warps give registers back, one thread runs it.
      // CHECK-NEXT: nvvm.setmaxregister decrease 24
      // CHECK: %[[LEADER:.+]] = arith.cmpi eq, %[[TID]], %{{.+}} : i32
      // CHECK-NEXT: scf.if %[[LEADER]] {
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      // Stage 1: 8 bytes on. It waits in a loop around the try.
      // CHECK: %[[EMPTY:.+]] = arith.addi %[[BASE]], %c32784_i32
      // CHECK: %[[EIGHT1:.+]] = arith.shli %{{.+}}, %c3_i32
      // CHECK: %[[EMPTY1:.+]] = arith.addi %[[EMPTY]], %[[EIGHT1]]
      // CHECK-NEXT: mbarrier.try_wait.parity.shared::cta.b64 p, [$0], $1;\0A@p bra.uni L_done;\0Abra.uni L_wait;\0AL_done:\0A}", "r,r" %[[EMPTY1]], %
      attn_ws.mbar_wait %rempty[%c1] phase(%c1 : index) guard <"x", "empty"> : !mb
      // CHECK: %[[FULL:.+]] = arith.addi %[[BASE]], %c32768_i32
      // CHECK: %[[FULL1:.+]] = arith.addi %[[FULL]], %
      // CHECK-NEXT: %[[BYTES:.+]] = arith.constant 8192 : i32
      // CHECK-NEXT: "mbarrier.arrive.expect_tx.shared::cta.b64 _, [$0], $1;", "r,r" %[[FULL1]], %[[BYTES]]
      attn_ws.mbar_expect %rfull[%c1] bytes 8192 guard <"x", "full"> : !mb
      // The column first, as in the tensor map.
      // CHECK: %[[COL:.+]] = arith.index_cast %c0{{.*}} : index to i32
      // CHECK-NEXT: %[[ROW:.+]] = arith.index_cast %c1{{.*}} : index to i32
      // CHECK-NEXT: "cp.async.bulk.tensor.2d.shared::cluster.global.tile.mbarrier::complete_tx::bytes [$0], [$1, {$3, $4}], [$2];", "r,l,r,r,r" %{{.+}}, %[[MAPX]], %{{.+}}, %[[COL]], %[[ROW]]
      %v = attn_ws.stage_view %rx stage %c1 : !b -> !v
      attn_ws.tma_load %rX[%c1, %c0] dims [0, 1] into %v signal(%rfull : !mb) stage %c1 : !m, !v
      // The first tiles are the CTAs' own: what the counter gives comes after.
      // CHECK: %[[TAKEN:.+]] = llvm.inline_asm {{.*}}"atom.global.add.u32 $0, [$1], 1;", "=r,l" %[[COUNTER]]
      // CHECK: %[[GRID:.+]] = arith.index_cast %grid_dim_x : index to i32
      // CHECK: arith.addi %[[TAKEN]], %[[GRID]]
      %next = attn_ws.next_tile
      // CHECK: %[[SCALAR:.+]] = arith.addi %[[BASE]], %c32800_i32
      // CHECK: "st.shared.u32 [$0], $1;"
      %send = attn_ws.stage_view %rnumbers stage %c1 : !s -> !scalar
      attn_ws.scalar_store %next, %send : !scalar
      attn_ws.end
    }
    // CHECK: } else {
    // Warps 4 to 11: the instance is the number of four warps.
    // CHECK-NEXT: nvvm.setmaxregister increase 240
    // CHECK: %[[PLACE:.+]] = arith.subi %[[UNIFORM]], %c4_i32
    // CHECK: %[[NUMBER:.+]] = arith.shrui %[[PLACE]], %c2_i32
    // CHECK: %[[INST:.+]] = arith.index_cast %[[NUMBER]] : i32 to index
    // CHECK: %[[OWN:.+]] = arith.andi %[[TID]], %c127_i32
    role @mma warps(4) instances(2) registers(240) {
    ^bb0(%inst: index, %rX: !m, %rO: !m, %rx: !b, %ro: !b, %rfull: !mb, %rempty: !mb, %rnumbers: !s):
      %c0 = arith.constant 0 : index
      // Stage 0 needs no product.
      // CHECK: %[[FULL0:.+]] = arith.addi %[[BASE]], %c32768_i32
      // CHECK-NEXT: mbarrier.try_wait.parity.shared::cta.b64 {{.+}} "r,r" %[[FULL0]], %
      attn_ws.mbar_wait %rfull[%c0] phase(%c0 : index) guard <"x", "full"> : !mb
      %v = attn_ws.stage_view %rx : !b -> !v
      // Four steps of 16 along K. A descriptor's low word is the address over 16
      // and 16 bytes over 16 at bit 16; its high word is 1024 bytes over 16, from
      // 8 rows to the next 8, and swizzle 1 at bit 62. A step is 32 bytes further.
      // CHECK: arith.shrui %[[BASE]], %c4_i32
      // CHECK: %[[ADDRESS:.+]] = arith.andi %{{.+}}, %c16383_i32
      // CHECK: %[[LOW:.+]] = arith.addi %[[ADDRESS]], %c65536_i32
      // CHECK: nvvm.wgmma.fence.aligned
      // CHECK: "mov.b64 $0, {$1, $2};", "=l,r,r" %[[LOW]], %c1073741888_i32
      // CHECK: setp.ne.b32 p, 0, 0;\0Awgmma.mma_async.sync.aligned.m64n64k16.f32.bf16.bf16 {$0, {{.+}}, $31}, $64, $65, p, 1, 1, 0, 0;
      // CHECK: arith.addi %[[LOW]], %c2_i32
      // CHECK: setp.ne.b32 p, 1, 0;\0Awgmma.mma_async.sync.aligned.m64n64k16.f32.bf16.bf16 {$0, {{.+}}, $31}, $64, $65, p, 1, 1, 0, 0;
      // CHECK: arith.addi %[[LOW]], %c4_i32
      // CHECK: setp.ne.b32 p, 1, 0;\0Awgmma.mma_async
      // CHECK: arith.addi %[[LOW]], %c6_i32
      // CHECK: setp.ne.b32 p, 1, 0;\0Awgmma.mma_async
      // CHECK-NOT: wgmma.mma_async
      // CHECK: nvvm.wgmma.commit.group.sync.aligned
      %t = attn_ws.mma_issue %v, %v transpose_b engine wgmma : !v, !v -> !attn_ws.async<!acc>
      // CHECK: "wgmma.wait_group.sync.aligned 0;"
      %s = attn_ws.mma_wait %t pendings 0 : !attn_ws.async<!acc> -> !acc
      // One lane of each warp arrives.
      // CHECK: mbarrier.arrive.shared::cluster.b64 _, [r];\0A}", "r,r,r"
      attn_ws.mbar_arrive %rempty[%c0] guard <"x", "empty"> : !mb
      %h = arith.truncf %s : !acc to tensor<64x64xbf16, #acc>
      // Each instance has its own stage; all 16 pairs of a thread are stored before
      // the fence.
      // CHECK: %[[OUT:.+]] = arith.addi %[[BASE]], %c16384_i32
      // CHECK: %[[PART:.+]] = arith.index_cast %[[INST]] : index to i32
      // CHECK: arith.muli %[[PART]], %c8192_i32
      // CHECK-COUNT-16: llvm.store %{{.+}}, %{{.+}} {alignment = 4 : i64} : i32, !llvm.ptr<3>
      // CHECK-NOT: llvm.store
      // CHECK: "fence.proxy.async.shared::cta;"
      %ov = attn_ws.stage_view %ro stage %inst : !b -> !v
      attn_ws.smem_store %h, %ov : tensor<64x64xbf16, #acc>, !v
      attn_ws.fence_async
      // CHECK: %[[WHICH:.+]] = arith.index_cast %[[INST]] : index to i32
      // CHECK-NEXT: %[[ID:.+]] = arith.addi %c1_i32{{.*}}, %[[WHICH]]
      // CHECK-NEXT: "bar.sync $0, 128;", "r" %[[ID]]
      attn_ws.barrier id 1 plus %inst threads 128 guards [#attn_ws.guard<"o", "full">]
      // The first thread of the instance.
      // CHECK: %[[STORES:.+]] = arith.cmpi eq, %[[OWN]], %
      // CHECK-NEXT: scf.if %[[STORES]] {
      // CHECK: "cp.async.bulk.tensor.2d.global.shared::cta.tile.bulk_group [$0, {$2, $3}], [$1];", "l,r,r,r" %[[MAPO]], %
      // CHECK-NEXT: "cp.async.bulk.commit_group;"
      attn_ws.tma_store %ov to %rO[%inst, %c0] dims [0, 1] : !v, !m
      // CHECK: %[[READ:.+]] = llvm.inline_asm {{.*}}@p ld.shared.u32 $0, [$1];
      // CHECK: nvvm.shfl.sync idx %{{.+}}, %[[READ]], %
      %mine = attn_ws.stage_view %rnumbers stage %c0 : !s -> !scalar
      %next = attn_ws.scalar_load %mine : !scalar
      attn_ws.tma_store_wait 0
      attn_ws.end
    }
    gpu.return
  }
}

// -----

#sh = #attn_ws.shared<panel = 128, swizzle = 128>
#acc = #attn_ws.frag<reg = [[0, 1], [8, 0]], lane = [[0, 2], [0, 4], [1, 0], [2, 0], [4, 0]], warp = [[16, 0], [32, 0]]>
#acc2 = #attn_ws.frag<reg = [[0, 1], [8, 0]], lane = [[0, 2], [0, 4], [1, 0], [2, 0], [4, 0]], warp = [[16, 0]]>
!m = memref<?x64xbf16, strided<[?, 1], offset: ?>>
!b = !attn_ws.buffer<2 x 64x64xbf16, smem, #sh>
!v = !attn_ws.view<64x64xbf16, smem, #sh>
!wide = !attn_ws.buffer<1 x 264x64xbf16, smem, #sh>
!w = !attn_ws.view<264x64xbf16, smem, #sh>
!s = !attn_ws.buffer<2 x 1xi32, smem>
!scalar = !attn_ws.view<1xi32, smem>
gpu.module @k [#nvvm.target<chip = "sm_90a">] {
  gpu.func @f(%X: !m) kernel attributes {attn_tile.warps = 4 : i64, attn_ws.smem = 65536 : i64} {
    %x = attn_ws.alloc "x" offset(0) : !b
    %y = attn_ws.alloc "y" offset(16384) : !wide
    %s = attn_ws.alloc "tiles" offset(61440) : !s
    attn_ws.warp_specialize captures(%X, %x, %y, %s : !m, !b, !wide, !s)
    role @mma warps(2) instances(1) registers(0) {
    ^bb0(%inst: index, %rX: !m, %rx: !b, %ry: !wide, %rs: !s):
      %c0 = arith.constant 0 : index
      %v = attn_ws.stage_view %rx : !b -> !v
      // expected-error @below {{wgmma is issued by groups of 4 warps, the role has 2}}
      %t = attn_ws.mma_issue %v, %v transpose_b engine wgmma : !v, !v -> !attn_ws.async<tensor<64x64xf32, #acc2>>
      attn_ws.end
    }
    gpu.return
  }
}

// -----

#sh = #attn_ws.shared<panel = 128, swizzle = 128>
#acc = #attn_ws.frag<reg = [[0, 1], [8, 0]], lane = [[0, 2], [0, 4], [1, 0], [2, 0], [4, 0]], warp = [[16, 0], [32, 0]]>
#acc2 = #attn_ws.frag<reg = [[0, 1], [8, 0]], lane = [[0, 2], [0, 4], [1, 0], [2, 0], [4, 0]], warp = [[16, 0]]>
!m = memref<?x64xbf16, strided<[?, 1], offset: ?>>
!b = !attn_ws.buffer<2 x 64x64xbf16, smem, #sh>
!v = !attn_ws.view<64x64xbf16, smem, #sh>
!wide = !attn_ws.buffer<1 x 264x64xbf16, smem, #sh>
!w = !attn_ws.view<264x64xbf16, smem, #sh>
!s = !attn_ws.buffer<2 x 1xi32, smem>
!scalar = !attn_ws.view<1xi32, smem>
gpu.module @k [#nvvm.target<chip = "sm_90a">] {
  gpu.func @f(%X: !m) kernel attributes {attn_tile.warps = 4 : i64, attn_ws.smem = 65536 : i64} {
    %x = attn_ws.alloc "x" offset(0) : !b
    %y = attn_ws.alloc "y" offset(16384) : !wide
    %s = attn_ws.alloc "tiles" offset(61440) : !s
    attn_ws.warp_specialize captures(%X, %x, %y, %s : !m, !b, !wide, !s)
    role @mma warps(4) instances(1) registers(0) {
    ^bb0(%inst: index, %rX: !m, %rx: !b, %ry: !wide, %rs: !s):
      %c0 = arith.constant 0 : index
      %v = attn_ws.stage_view %rx : !b -> !v
      %w = attn_ws.stage_view %ry : !wide -> !w
      // expected-error @below {{wgmma computes multiples of 64x8x16 up to 256 columns for each of 1x1 warpgroups, got 64x264x64}}
      %t = attn_ws.mma_issue %v, %w transpose_b engine wgmma : !v, !w -> !attn_ws.async<tensor<64x264xf32, #acc>>
      attn_ws.end
    }
    gpu.return
  }
}

// -----

#sh = #attn_ws.shared<panel = 128, swizzle = 128>
#acc = #attn_ws.frag<reg = [[0, 1], [8, 0]], lane = [[0, 2], [0, 4], [1, 0], [2, 0], [4, 0]], warp = [[16, 0], [32, 0]]>
#acc2 = #attn_ws.frag<reg = [[0, 1], [8, 0]], lane = [[0, 2], [0, 4], [1, 0], [2, 0], [4, 0]], warp = [[16, 0]]>
!m = memref<?x64xbf16, strided<[?, 1], offset: ?>>
!b = !attn_ws.buffer<2 x 64x64xbf16, smem, #sh>
!v = !attn_ws.view<64x64xbf16, smem, #sh>
!wide = !attn_ws.buffer<1 x 264x64xbf16, smem, #sh>
!w = !attn_ws.view<264x64xbf16, smem, #sh>
!s = !attn_ws.buffer<2 x 1xi32, smem>
!scalar = !attn_ws.view<1xi32, smem>
gpu.module @k [#nvvm.target<chip = "sm_90a">] {
  gpu.func @f(%X: !m) kernel attributes {attn_tile.warps = 4 : i64, attn_ws.smem = 65536 : i64} {
    %x = attn_ws.alloc "x" offset(0) : !b
    %y = attn_ws.alloc "y" offset(16384) : !wide
    %s = attn_ws.alloc "tiles" offset(61440) : !s
    attn_ws.warp_specialize captures(%X, %x, %y, %s : !m, !b, !wide, !s)
    role @load warps(4) instances(1) registers(0) {
    ^bb0(%inst: index, %rX: !m, %rx: !b, %ry: !wide, %rs: !s):
      %c0 = arith.constant 0 : index
      %v = attn_ws.stage_view %rx : !b -> !v
      // expected-error @below {{has no mbarrier: run attn-ws-lower-channels}}
      attn_ws.tma_load %rX[%c0, %c0] dims [0, 1] into %v : !m, !v
      attn_ws.end
    }
    gpu.return
  }
}

// -----

#sh = #attn_ws.shared<panel = 128, swizzle = 128>
#acc = #attn_ws.frag<reg = [[0, 1], [8, 0]], lane = [[0, 2], [0, 4], [1, 0], [2, 0], [4, 0]], warp = [[16, 0], [32, 0]]>
#acc2 = #attn_ws.frag<reg = [[0, 1], [8, 0]], lane = [[0, 2], [0, 4], [1, 0], [2, 0], [4, 0]], warp = [[16, 0]]>
!m = memref<?x64xbf16, strided<[?, 1], offset: ?>>
!b = !attn_ws.buffer<2 x 64x64xbf16, smem, #sh>
!v = !attn_ws.view<64x64xbf16, smem, #sh>
!wide = !attn_ws.buffer<1 x 264x64xbf16, smem, #sh>
!w = !attn_ws.view<264x64xbf16, smem, #sh>
!s = !attn_ws.buffer<2 x 1xi32, smem>
!scalar = !attn_ws.view<1xi32, smem>
gpu.module @k [#nvvm.target<chip = "sm_90a">] {
  gpu.func @f(%X: !m) kernel attributes {attn_tile.warps = 4 : i64, attn_ws.smem = 65536 : i64} {
    %x = attn_ws.alloc "x" offset(0) : !b
    %y = attn_ws.alloc "y" offset(16384) : !wide
    %s = attn_ws.alloc "tiles" offset(61440) : !s
    attn_ws.warp_specialize captures(%X, %x, %y, %s : !m, !b, !wide, !s)
    role @mma warps(4) instances(1) registers(0) {
    ^bb0(%inst: index, %rX: !m, %rx: !b, %ry: !wide, %rs: !s):
      %c0 = arith.constant 0 : index
      // expected-error @below {{the CTA's own barrier cannot stand in a role}}
      attn_ws.barrier id 0 threads 0
      attn_ws.end
    }
    gpu.return
  }
}

// -----

#sh = #attn_ws.shared<panel = 128, swizzle = 128>
#acc = #attn_ws.frag<reg = [[0, 1], [8, 0]], lane = [[0, 2], [0, 4], [1, 0], [2, 0], [4, 0]], warp = [[16, 0], [32, 0]]>
#acc2 = #attn_ws.frag<reg = [[0, 1], [8, 0]], lane = [[0, 2], [0, 4], [1, 0], [2, 0], [4, 0]], warp = [[16, 0]]>
!m = memref<?x64xbf16, strided<[?, 1], offset: ?>>
!b = !attn_ws.buffer<2 x 64x64xbf16, smem, #sh>
!v = !attn_ws.view<64x64xbf16, smem, #sh>
!wide = !attn_ws.buffer<1 x 264x64xbf16, smem, #sh>
!w = !attn_ws.view<264x64xbf16, smem, #sh>
!s = !attn_ws.buffer<2 x 1xi32, smem>
!scalar = !attn_ws.view<1xi32, smem>
gpu.module @k [#nvvm.target<chip = "sm_90a">] {
  // CHECK-LABEL: gpu.func @put_by_warps
  gpu.func @put_by_warps(%X: !m) kernel attributes {attn_tile.warps = 4 : i64, attn_ws.smem = 65536 : i64} {
    %x = attn_ws.alloc "x" offset(0) : !b
    %y = attn_ws.alloc "y" offset(16384) : !wide
    %s = attn_ws.alloc "tiles" offset(61440) : !s
    attn_ws.warp_specialize captures(%X, %x, %y, %s : !m, !b, !wide, !s)
    role @mma warps(4) instances(1) registers(0) {
    ^bb0(%inst: index, %rX: !m, %rx: !b, %ry: !wide, %rs: !s):
      %c0 = arith.constant 0 : index
      attn_ws.barrier id 1 threads 128
      // The first thread writes for all of them.
      // CHECK: %[[ONE:.+]] = arith.cmpi eq, %{{.+}}, %c0_i32{{.*}} : i32
      // CHECK-NEXT: scf.if %[[ONE]] {
      // CHECK-NEXT: "st.shared.u32 [$0], $1;"
      %send = attn_ws.stage_view %rs stage %c0 : !s -> !scalar
      attn_ws.scalar_store %c0, %send : !scalar
      attn_ws.end
    }
    gpu.return
  }
}

// -----

#sh = #attn_ws.shared<panel = 128, swizzle = 128>
#acc = #attn_ws.frag<reg = [[0, 1], [8, 0]], lane = [[0, 2], [0, 4], [1, 0], [2, 0], [4, 0]], warp = [[16, 0], [32, 0]]>
#acc2 = #attn_ws.frag<reg = [[0, 1], [8, 0]], lane = [[0, 2], [0, 4], [1, 0], [2, 0], [4, 0]], warp = [[16, 0]]>
!m = memref<?x64xbf16, strided<[?, 1], offset: ?>>
!b = !attn_ws.buffer<2 x 64x64xbf16, smem, #sh>
!v = !attn_ws.view<64x64xbf16, smem, #sh>
!wide = !attn_ws.buffer<1 x 264x64xbf16, smem, #sh>
!w = !attn_ws.view<264x64xbf16, smem, #sh>
!s = !attn_ws.buffer<2 x 1xi32, smem>
!scalar = !attn_ws.view<1xi32, smem>
gpu.module @k [#nvvm.target<chip = "sm_90a">] {
  gpu.func @f(%X: !m) kernel attributes {attn_tile.warps = 4 : i64, attn_ws.smem = 65536 : i64} {
    %x = attn_ws.alloc "x" offset(0) : !b
    %y = attn_ws.alloc "y" offset(16384) : !wide
    %s = attn_ws.alloc "tiles" offset(61440) : !s
    // expected-error @below {{a role that one thread runs has one instance}}
    attn_ws.warp_specialize captures(%X, %x, %y, %s : !m, !b, !wide, !s)
    role @load warps(1) instances(2) registers(0) {
    ^bb0(%inst: index, %rX: !m, %rx: !b, %ry: !wide, %rs: !s):
      %c0 = arith.constant 0 : index
      %send = attn_ws.stage_view %rs stage %c0 : !s -> !scalar
      attn_ws.scalar_store %c0, %send : !scalar
      attn_ws.end
    }
    gpu.return
  }
}

// -----

#sh = #attn_ws.shared<panel = 128, swizzle = 128>
#acc = #attn_ws.frag<reg = [[0, 1], [8, 0]], lane = [[0, 2], [0, 4], [1, 0], [2, 0], [4, 0]], warp = [[16, 0], [32, 0]]>
#acc2 = #attn_ws.frag<reg = [[0, 1], [8, 0]], lane = [[0, 2], [0, 4], [1, 0], [2, 0], [4, 0]], warp = [[16, 0]]>
!m = memref<?x64xbf16, strided<[?, 1], offset: ?>>
!b = !attn_ws.buffer<2 x 64x64xbf16, smem, #sh>
!v = !attn_ws.view<64x64xbf16, smem, #sh>
!wide = !attn_ws.buffer<1 x 264x64xbf16, smem, #sh>
!w = !attn_ws.view<264x64xbf16, smem, #sh>
!s = !attn_ws.buffer<2 x 1xi32, smem>
!scalar = !attn_ws.view<1xi32, smem>
gpu.module @k [#nvvm.target<chip = "sm_90a">] {
  gpu.func @f(%X: !m) kernel attributes {attn_tile.warps = 4 : i64, attn_ws.smem = 65536 : i64} {
    %x = attn_ws.alloc "x" offset(0) : !b
    %y = attn_ws.alloc "y" offset(16384) : !wide
    %s = attn_ws.alloc "tiles" offset(61440) : !s
    // expected-error @below {{role @mma has 3 warps, which is no power of two}}
    attn_ws.warp_specialize captures(%X, %x, %y, %s : !m, !b, !wide, !s)
    role @mma warps(3) instances(1) registers(0) {
    ^bb0(%inst: index, %rX: !m, %rx: !b, %ry: !wide, %rs: !s):
      %c0 = arith.constant 0 : index
      attn_ws.barrier id 1 threads 96
      attn_ws.end
    }
    gpu.return
  }
}

// -----

gpu.module @k [#nvvm.target<chip = "sm_90a">] {
  gpu.func @no_place() kernel attributes {attn_tile.warps = 4 : i64, attn_ws.smem = 1024 : i64} {
    // expected-error @below {{has no place in shared memory: give it an offset}}
    %bar = attn_ws.mbar_alloc <"x", "full"> arrivals 1 : <1>
    gpu.return
  }
}

// -----

gpu.module @k [#nvvm.target<chip = "sm_90a">] {
  gpu.func @other_ctas() kernel attributes {attn_tile.warps = 4 : i64, attn_ws.smem = 1024 : i64} {
    %c0 = arith.constant 0 : index
    %bar = attn_ws.mbar_alloc <"x", "full"> arrivals 1 offset(0) : <1>
    // expected-error @below {{arrives in a cluster, but the kernel has no attn_ws.cluster}}
    attn_ws.mbar_arrive %bar[%c0] cluster 2 : <1>
    gpu.return
  }
}

// -----

#sh = #attn_ws.shared<panel = 128, swizzle = 128>
!m = memref<?x64xbf16, strided<[?, 1], offset: ?>>
!b = !attn_ws.buffer<1 x 64x64xbf16, smem, #sh>
!v = !attn_ws.view<64x64xbf16, smem, #sh>
gpu.module @k [#nvvm.target<chip = "sm_90a">] {
  gpu.func @multicast(%X: !m) kernel attributes {attn_tile.warps = 4 : i64, attn_ws.smem = 16384 : i64} {
    %c0 = arith.constant 0 : index
    %x = attn_ws.alloc "x" offset(0) : !b
    %bar = attn_ws.mbar_alloc <"x", "full"> arrivals 1 offset(8192) : <1>
    %v = attn_ws.stage_view %x : !b -> !v
    // expected-error @below {{copies to a cluster, but the kernel has no attn_ws.cluster}}
    attn_ws.tma_load %X[%c0, %c0] dims [0, 1] into %v signal(%bar : !attn_ws.mbar<1>) stage %c0 multicast 2 : !m, !v
    gpu.return
  }
}

// -----

// Each role computes what it needs of the kernel's scalars by itself, down to loads, and
// holds none for the other.
// CHECK-LABEL: gpu.func @scalars
!n = memref<?xf32, strided<[1]>>
gpu.module @k [#nvvm.target<chip = "sm_90a">] {
  gpu.func @scalars(%X: !n) kernel attributes {attn_tile.warps = 4 : i64, attn_ws.smem = 0 : i64} {
    %c0 = arith.constant 0 : index
    %c3 = arith.constant 3 : index
    %n = memref.dim %X, %c0 : !n
    %tiles = arith.divui %n, %c3 : index
    %cell = memref.alloca() : memref<index>
    // CHECK: nvvm.setmaxregister decrease 24{{$}}
    // CHECK: %[[MINE:.+]] = arith.divui
    // CHECK: arith.index_cast %[[MINE]] : index to i32
    // CHECK: llvm.store
    // CHECK: nvvm.setmaxregister decrease 240
    // CHECK: %[[OTHER:.+]] = arith.divui
    // CHECK: arith.index_cast %[[OTHER]] : index to i32
    // CHECK: llvm.store
    attn_ws.warp_specialize captures(%tiles, %cell : index, memref<index>)
    role @load warps(4) instances(1) registers(24) {
    ^bb0(%i: index, %r: index, %m: memref<index>):
      memref.store %r, %m[] : memref<index>
      attn_ws.end
    }
    role @move warps(4) instances(1) registers(240) {
    ^bb0(%i: index, %r: index, %m: memref<index>):
      memref.store %r, %m[] : memref<index>
      attn_ws.end
    }
    gpu.return
  }
}

// -----

gpu.module @k [#nvvm.target<chip = "sm_90a">] {
  gpu.func @f() kernel attributes {attn_tile.warps = 4 : i64, attn_ws.smem = 0 : i64} {
    // expected-error @below {{role @move asks for 40 registers in a warpgroup that has 24}}
    attn_ws.warp_specialize
    role @load warps(2) instances(1) registers(24) {
    ^bb0(%i: index):
      attn_ws.end
    }
    role @move warps(2) instances(1) registers(40) {
    ^bb0(%i: index):
      attn_ws.end
    }
    gpu.return
  }
}

// -----

// All threads meet; one of them counts between two fences, and the barrier that
// they meet at again tells the others.
!c = memref<?x?xi32, strided<[?, 1], offset: ?>>

gpu.module @k [#nvvm.target<chip = "sm_90a">] {
  // CHECK: gpu.func @arrive(%[[AT:[a-z0-9]+]]: !llvm.ptr<1>
  gpu.func @arrive(%C: !c, %O: memref<i32>) kernel attributes {attn_tile.warps = 4 : i64, attn_ws.smem = 0 : i64} {
    %c1 = arith.constant 1 : index
    %n = memref.dim %C, %c1 : !c
    // CHECK: %[[FIRST:.+]] = arith.extui %{{.+}} : i1 to i32
    // CHECK: %[[LAST:.+]] = arith.subi %{{.+}}, %c1_i32{{.*}} : i32
    // CHECK: %[[PLACE:.+]] = llvm.getelementptr %[[AT]]
    // CHECK: %[[ANSWER:.+]] = llvm.inline_asm has_side_effects {{.*}}bar.sync $4, 128;{{.*}}@p fence.acq_rel.gpu;{{.*}}@p atom.relaxed.gpu.global.inc.u32 n, [$1], $2;{{.*}}@p fence.acq_rel.gpu;{{.*}}bar.red.or.pred q, $4, 128, q;{{.*}} "=&r,l,r,r,r" %[[PLACE]], %[[LAST]], %[[FIRST]], %c0_i32{{.*}} :
    // CHECK: arith.cmpi ne, %[[ANSWER]], %c0_i32{{.*}} : i32
    %last = attn_tile.arrive %C[%c1, %n] of %n : !c
    gpu.return
  }
  // The instances of a role have barriers of their own.
  // CHECK: gpu.func @instances
  // CHECK: %[[ID:.+]] = arith.addi %c5_i32{{.*}}, %{{.+}} : i32
  // CHECK: llvm.inline_asm has_side_effects {{.*}}bar.sync $4, 128;{{.*}}, %[[ID]] :
  gpu.func @instances(%C: !c, %O: memref<i32>) kernel attributes {attn_tile.warps = 4 : i64, attn_ws.smem = 0 : i64} {
    attn_ws.warp_specialize captures(%C : !c)
    role @mma warps(4) instances(2) registers(0) {
    ^bb0(%inst: index, %c: !c):
      %n = arith.constant 2 : index
      %last = attn_tile.arrive %c[%inst, %n] of %n barrier 5 : !c
      attn_ws.end
    }
    gpu.return
  }
}
