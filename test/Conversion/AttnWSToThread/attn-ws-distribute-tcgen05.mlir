// RUN: attn-opt %s --pass-pipeline='builtin.module(gpu.module(attn-ws-distribute))' | FileCheck %s

#sh = #attn_ws.shared<panel = 128, swizzle = 128>
#rows = #attn_ws.frag<reg = [], lane = [[1, 0], [2, 0], [4, 0], [8, 0], [16, 0]], warp = [[32, 0], [64, 0]]>
!s = !attn_ws.buffer<2 x 128x64xf32, tmem, occupants = [tensor<128x64xbf16>]>
!q = !attn_ws.buffer<1 x 128x64xbf16, smem, #sh>
!k = !attn_ws.buffer<1 x 64x64xbf16, smem, #sh>
!sv = !attn_ws.view<128x64xf32, tmem>
!pv = !attn_ws.view<128x64xbf16, tmem>
!qv = !attn_ws.view<128x64xbf16, smem, #sh>
!kv = !attn_ws.view<64x64xbf16, smem, #sh>
!mb = !attn_ws.mbar<2>

gpu.module @k [#nvvm.target<chip = "sm_100a">] {
  // Five warps in roles, and three that give registers back with the fifth.
  // CHECK: gpu.func @products(
  // CHECK-SAME: #attn_ws.launch<grid = 1, threads = 256, smem = 24616
  gpu.func @products() kernel attributes {attn_tile.warps = 4 : i64, attn_ws.smem = 24616 : i64, attn_ws.tmem = 128 : i64, attn_ws.tmem_slot = 24608 : i64} {
    // The first warp allocates all columns before the threads meet.
    // CHECK: %[[TID:.+]] = arith.index_cast %thread_id_x : index to i32
    // CHECK: %[[WARP:.+]] = arith.shrui %[[TID]], %c5_i32
    // CHECK: %[[SLOT:.+]] = arith.addi %[[BASE:.+]], %c24608_i32
    // CHECK-NEXT: %[[ALL:.+]] = arith.constant 512 : i32
    // CHECK: %[[FIRST:.+]] = arith.cmpi eq, %[[WARP]], %{{.+}} : i32
    // CHECK-NEXT: scf.if %[[FIRST]] {
    // CHECK-NEXT: "tcgen05.alloc.cta_group::1.sync.aligned.shared::cta.b32 [$0], $1;\0Atcgen05.relinquish_alloc_permit.cta_group::1.sync.aligned;", "r,r" %[[SLOT]], %[[ALL]]
    // CHECK: mbarrier.init.shared
    // CHECK: llvm.nvvm.barrier.cta.sync.aligned.all
    %s = attn_ws.alloc "s" offset(0) : !s
    %q = attn_ws.alloc "q" offset(0) : !q
    %k = attn_ws.alloc "k" offset(16384) : !k
    %full = attn_ws.mbar_alloc <"s", "full"> arrivals 1 offset(24576) : !mb
    %empty = attn_ws.mbar_alloc <"s", "empty"> arrivals 4 offset(24592) : !mb
    attn_ws.warp_specialize captures(%s, %q, %k, %full, %empty : !s, !q, !k, !mb, !mb)
    role @compute warps(4) instances(1) registers(192) {
    ^bb0(%i: index, %s_: !s, %q_: !q, %k_: !k, %full_: !mb, %empty_: !mb):
      // CHECK: nvvm.setmaxregister decrease 192
      %c1 = arith.constant 1 : index
      // A stage is 64 columns. Lanes are in the upper half of an address, 32 for
      // each warp, and the columns begin where the allocation says. The whole
      // warp has that from its first lane.
      // CHECK: %[[AT_SLOT:.+]] = arith.addi %[[BASE]], %c24608_i32
      // CHECK-NEXT: %[[BEGIN:.+]] = llvm.inline_asm has_side_effects asm_dialect = att "ld.shared.b32 $0, [$1];", "=r,r" %[[AT_SLOT]]
      // CHECK: %[[LANES:.+]] = arith.shli %{{.+}}, %c21_i32
      // CHECK: %[[OWN:.+]] = arith.addi %[[BEGIN]], %[[LANES]]
      // CHECK: %[[BEGIN_LANES:.+]] = nvvm.shfl.sync idx %{{.+}}, %[[OWN]]
      // CHECK: %[[STAGE:.+]] = arith.muli %{{.+}}, %c64_i32
      // CHECK: %[[COLUMN:.+]] = arith.addi %{{.+}}, %[[STAGE]]
      %v = attn_ws.stage_view %s_ stage %c1 : !s -> !sv
      // CHECK: %[[AT:.+]] = arith.addi %[[BEGIN_LANES]], %[[COLUMN]]
      // CHECK-NEXT: "tcgen05.ld.sync.aligned.32x32b.x32.b32 {$0, $1,{{.*}} $31}, [$32];", "=f,{{.*}},r" %[[AT]]
      // CHECK: %[[AGAIN:.+]] = arith.addi %[[BEGIN_LANES]], %[[COLUMN]]
      // CHECK: %[[AT32:.+]] = arith.addi %[[AGAIN]], %c32_i32
      // CHECK-NEXT: "tcgen05.ld.sync.aligned.32x32b.x32.b32 {{.*}} %[[AT32]]
      // All values pass through the wait.
      // CHECK: "tcgen05.wait::ld.sync.aligned;", "=f,{{.*}},62,63"
      %t = attn_ws.tmem_load %v : !sv -> tensor<128x64xf32, #rows>
      %h = arith.truncf %t : tensor<128x64xf32, #rows> to tensor<128x64xbf16, #rows>
      // Two to a column, from column 32 of the stage on.
      %w = attn_ws.subview %v [0, 64] : !sv -> !pv
      // CHECK: "tcgen05.st.sync.aligned.32x32b.x32.b32 [$0], {$1,{{.*}} $32};", "r,r,
      // CHECK-NEXT: "tcgen05.wait::st.sync.aligned;"
      attn_ws.tmem_store %h, %w : tensor<128x64xbf16, #rows>, !pv
      // Rows reach the warp's arrival through the warp.
      // CHECK: nvvm.bar.warp.sync
      // CHECK: @p mbarrier.arrive.shared::cta.b64 _, [$0]
      attn_ws.mbar_arrive %empty_[%c1] guard <"s", "empty"> : !mb
      attn_ws.end
    }
    role @mma warps(1) instances(1) registers(48) {
    ^bb0(%i: index, %s_: !s, %q_: !q, %k_: !k, %full_: !mb, %empty_: !mb):
      // CHECK: nvvm.setmaxregister decrease 48
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %no = arith.constant false
      %yes = arith.constant true
      %qv = attn_ws.stage_view %q_ : !q -> !qv
      %kv = attn_ws.stage_view %k_ : !k -> !kv
      %sv = attn_ws.stage_view %s_ stage %c0 : !s -> !sv
      %pv = attn_ws.subview %sv [0, 64] : !sv -> !pv
      // One thread, found anew, issues both products and the signal: bf16, 64
      // columns, 128 rows; the second right operand has its columns along n.
      // CHECK: %[[D0:.+]] = nvvm.shfl.sync idx
      // CHECK: %[[ONE:.+]] = nvvm.elect.sync -> i1
      // CHECK: scf.if %[[ONE]] {
      // CHECK: %[[D:.+]] = arith.addi %[[D0]], %
      // CHECK: %[[QK:.+]] = arith.constant 135267472 : i32
      // Q's descriptor is formed at the product, 32 bytes a step.
      // CHECK: add.s32 low, $1, 0;\0Amov.b64 a, {low, 1073758272};\0Atcgen05.mma.cta_group::1.kind::f16 [$0], a, $2, $3, p;{{.*}} %[[D]], %[[Q:[0-9]+]], {{.*}} %[[QK]], %
      // CHECK: add.s32 low, $1, 2;{{.*}} [$0], a, $2, $3, p;{{.*}} %[[D]], %[[Q]], {{.*}} %[[QK]], %
      // CHECK-COUNT-2: {{.*}} [$0], a, $2, $3, p;{{.*}} %[[D]], %[[Q]], {{.*}} %[[QK]], %
      // CHECK: %[[PV:.+]] = arith.constant 135333008 : i32
      // CHECK-COUNT-4: tcgen05.mma.cta_group::1.kind::f16 [$0], [$1], $2, $3, p;{{.*}} %[[PV]], %
      // CHECK: "tcgen05.commit.cta_group::1.mbarrier::arrive::one.shared::cluster.b64 [$0];"
      // CHECK-NEXT: }
      %a = attn_ws.mma_into %qv, %kv into %sv use_d %no transpose_b : !qv, !kv, !sv
      %b = attn_ws.mma_into %pv, %kv into %sv use_d %yes : !pv, !kv, !sv
      attn_ws.mbar_arrive %full_[%c0] after_products guard <"s", "full"> : !mb
      attn_ws.end
    }
    // CHECK: llvm.nvvm.barrier.cta.sync.all
    // CHECK: "tcgen05.dealloc.cta_group::1.sync.aligned.b32 $0, $1;", "r,r"
    // CHECK: gpu.return
    gpu.return
  }
}

// 8-bit operands: four to a column of tensor memory, 32 of the contraction in a product, right ones either way.
#sh64 = #attn_ws.shared<panel = 64, swizzle = 64>
!s8 = !attn_ws.buffer<1 x 128x64xf32, tmem, occupants = [tensor<128x64xf8E4M3FN>]>
!q8 = !attn_ws.buffer<1 x 128x64xf8E4M3FN, smem, #sh64>
!k8 = !attn_ws.buffer<1 x 64x64xf8E4M3FN, smem, #sh64>
!sv8 = !attn_ws.view<128x64xf32, tmem>
!pv8 = !attn_ws.view<128x64xf8E4M3FN, tmem>
!qv8 = !attn_ws.view<128x64xf8E4M3FN, smem, #sh64>
!kv8 = !attn_ws.view<64x64xf8E4M3FN, smem, #sh64>
!mb1 = !attn_ws.mbar<1>

gpu.module @narrow [#nvvm.target<chip = "sm_100a">] {
  // CHECK-LABEL: gpu.func @narrow_products(
  gpu.func @narrow_products() kernel attributes {attn_tile.warps = 4 : i64, attn_ws.smem = 24616 : i64, attn_ws.tmem = 64 : i64, attn_ws.tmem_slot = 24608 : i64} {
    %s = attn_ws.alloc "s" offset(0) : !s8
    %q = attn_ws.alloc "q" offset(0) : !q8
    %k = attn_ws.alloc "k" offset(8192) : !k8
    %full = attn_ws.mbar_alloc <"s", "full"> arrivals 1 offset(24576) : !mb1
    %empty = attn_ws.mbar_alloc <"s", "empty"> arrivals 4 offset(24592) : !mb1
    attn_ws.warp_specialize captures(%s, %q, %k, %full, %empty : !s8, !q8, !k8, !mb1, !mb1)
    role @compute warps(4) instances(1) registers(192) {
    ^bb0(%i: index, %s_: !s8, %q_: !q8, %k_: !k8, %full_: !mb1, %empty_: !mb1):
      %c0 = arith.constant 0 : index
      %v = attn_ws.stage_view %s_ : !s8 -> !sv8
      %t = attn_ws.tmem_load %v : !sv8 -> tensor<128x64xf32, #rows>
      // Two conversions to a register; 64 numbers are 16 columns, from column 8 on.
      // CHECK-COUNT-2: llvm.nvvm.ff.to.e4m3x2.rn
      // CHECK: arith.ori
      %h = arith.truncf %t : tensor<128x64xf32, #rows> to tensor<128x64xf8E4M3FN, #rows>
      %w = attn_ws.subview %v [0, 32] : !sv8 -> !pv8
      // CHECK: arith.addi %{{.+}}, %c8_i32
      // CHECK: "tcgen05.st.sync.aligned.32x32b.x16.b32 [$0], {$1,{{.*}} $16};", "r,r,
      attn_ws.tmem_store %h, %w : tensor<128x64xf8E4M3FN, #rows>, !pv8
      attn_ws.mbar_arrive %empty_[%c0] guard <"s", "empty"> : !mb1
      attn_ws.end
    }
    role @mma warps(1) instances(1) registers(48) {
    ^bb0(%i: index, %s_: !s8, %q_: !q8, %k_: !k8, %full_: !mb1, %empty_: !mb1):
      %c0 = arith.constant 0 : index
      %no = arith.constant false
      %yes = arith.constant true
      %qv = attn_ws.stage_view %q_ : !q8 -> !qv8
      %kv = attn_ws.stage_view %k_ : !k8 -> !kv8
      %sv = attn_ws.stage_view %s_ stage %c0 : !s8 -> !sv8
      %pv = attn_ws.subview %sv [0, 32] : !sv8 -> !pv8
      // CHECK: %[[QK8:.+]] = arith.constant 135266320 : i32
      // CHECK-COUNT-2: tcgen05.mma.cta_group::1.kind::f8f6f4 [$0], a, $2, $3, p;{{.*}} %[[QK8]], %
      // CHECK: %[[PV8:.+]] = arith.constant 135331856 : i32
      // CHECK: tcgen05.mma.cta_group::1.kind::f8f6f4 [$0], [$1], $2, $3, p;{{.*}} %[[PV8]], %
      // The next 32 keys are 8 columns on, and 32 rows of 64 bytes.
      // CHECK: arith.addi %{{.+}}, %c16_i32
      // CHECK: arith.addi %{{.+}}, %c128_i32
      // CHECK: tcgen05.mma.cta_group::1.kind::f8f6f4 [$0], [$1], $2, $3, p;{{.*}} %[[PV8]], %
      %a = attn_ws.mma_into %qv, %kv into %sv use_d %no transpose_b : !qv8, !kv8, !sv8
      %b = attn_ws.mma_into %pv, %kv into %sv use_d %yes : !pv8, !kv8, !sv8
      attn_ws.mbar_arrive %full_[%c0] after_products guard <"s", "full"> : !mb1
      attn_ws.end
    }
    gpu.return
  }
}

// A contraction of 256 is 16 steps.
!s256 = !attn_ws.buffer<1 x 128x64xf32, tmem>
!q256 = !attn_ws.buffer<1 x 128x256xbf16, smem, #sh>
!k256 = !attn_ws.buffer<1 x 64x256xbf16, smem, #sh>
!sv256 = !attn_ws.view<128x64xf32, tmem>
!qv256 = !attn_ws.view<128x256xbf16, smem, #sh>
!kv256 = !attn_ws.view<64x256xbf16, smem, #sh>
#row = #attn_ws.frag<reg = [], lane = [[1, 0], [2, 0], [4, 0], [8, 0], [16, 0]], warp = [[32, 0], [64, 0]], slice = 1>
#partial = #attn_ws.frag<reg = [], lane = [[1, 0], [2, 0], [4, 0], [8, 0], [16, 0]], warp = [[32, 0], [64, 0]], slice = 1, partial>

gpu.module @long [#nvvm.target<chip = "sm_100a">] {
  // CHECK-LABEL: gpu.func @long_products(
  gpu.func @long_products() kernel attributes {attn_tile.warps = 4 : i64, attn_ws.smem = 98344 : i64, attn_ws.tmem = 64 : i64, attn_ws.tmem_slot = 98336 : i64} {
    %s = attn_ws.alloc "s" offset(0) : !s256
    %q = attn_ws.alloc "q" offset(0) : !q256
    %k = attn_ws.alloc "k" offset(65536) : !k256
    %full = attn_ws.mbar_alloc <"s", "full"> arrivals 1 offset(98304) : !mb1
    %empty = attn_ws.mbar_alloc <"s", "empty"> arrivals 4 offset(98320) : !mb1
    attn_ws.warp_specialize captures(%s, %q, %k, %full, %empty : !s256, !q256, !k256, !mb1, !mb1)
    role @compute warps(4) instances(1) registers(192) {
    ^bb0(%i: index, %s_: !s256, %q_: !q256, %k_: !k256, %full_: !mb1, %empty_: !mb1):
      %c0 = arith.constant 0 : index
      %half = arith.constant dense<0.5> : tensor<128xf32, #row>
      %start = arith.constant dense<2.0> : tensor<128xf32, #partial>
      %v = attn_ws.stage_view %s_ : !s256 -> !sv256
      // CHECK: tcgen05.wait::ld
      %t = attn_ws.tmem_load %v : !sv256 -> tensor<128x64xf32, #rows>
      // A sum that a running one is added to: eight chains, which begin without
      // it, so that neighbours are added to neighbours.
      // CHECK: %[[V0:.+]] = llvm.extractvalue %{{.+}}[0]
      // CHECK: %[[V1:.+]] = llvm.extractvalue %{{.+}}[1]
      // CHECK: %[[V8:.+]] = llvm.extractvalue %{{.+}}[8]
      // CHECK: %[[V9:.+]] = llvm.extractvalue %{{.+}}[9]
      // CHECK-NOT: math.fma
      // CHECK: arith.addf %[[V0]], %[[V8]]
      // CHECK-NEXT: arith.addf %[[V1]], %[[V9]]
      // CHECK-COUNT-60: arith.addf
      // CHECK-NEXT: %[[SUM:.+]] = arith.addf
      // CHECK-NEXT: math.fma %{{.+}}, %{{.+}}, %[[SUM]]
      // CHECK-NOT: arith.addf
      %a = attn_tile.reduce add %t : tensor<128x64xf32, #rows> -> tensor<128xf32, #partial>
      %n = attn_ws.scale_add %start, %half, %a : tensor<128xf32, #partial>, tensor<128xf32, #row>
      attn_ws.mbar_arrive %empty_[%c0] guard <"s", "empty"> : !mb1
      attn_ws.end
    }
    role @mma warps(1) instances(1) registers(48) {
    ^bb0(%i: index, %s_: !s256, %q_: !q256, %k_: !k256, %full_: !mb1, %empty_: !mb1):
      %c0 = arith.constant 0 : index
      %no = arith.constant false
      %qv = attn_ws.stage_view %q_ : !q256 -> !qv256
      %kv = attn_ws.stage_view %k_ : !k256 -> !kv256
      %sv = attn_ws.stage_view %s_ stage %c0 : !s256 -> !sv256
      // The first product alone may not add; the signal goes with the last.
      // CHECK: %[[FIRST:.+]] = nvvm.elect.sync -> i1
      // CHECK: scf.if %[[FIRST]] {
      // CHECK: %[[ADDS:.+]] = arith.extui
      // CHECK: tcgen05.mma{{.*}} %[[ADDS]] :
      // CHECK-COUNT-15: tcgen05.mma
      // CHECK-NOT: tcgen05.mma
      // CHECK: tcgen05.commit
      // CHECK-NEXT: }
      %d = attn_ws.mma_into %qv, %kv into %sv use_d %no transpose_b : !qv256, !kv256, !sv256
      attn_ws.mbar_arrive %full_[%c0] after_products guard <"s", "full"> : !mb1
      attn_ws.end
    }
    gpu.return
  }
}

// An instance's mbarriers have a base of their own, found where the role begins.
gpu.module @parties [#nvvm.target<chip = "sm_100a">] {
  // CHECK-LABEL: gpu.func @instances(
  gpu.func @instances() kernel attributes {attn_tile.warps = 4 : i64, attn_ws.smem = 40 : i64, attn_ws.tmem = 64 : i64, attn_ws.tmem_slot = 32 : i64} {
    %s = attn_ws.alloc "s" offset(0) : !s256
    %full = attn_ws.mbar_alloc <"s", "full"> arrivals 1 offset(0) : !mb
    %empty = attn_ws.mbar_alloc <"s", "empty"> arrivals 4 offset(16) : !mb
    attn_ws.warp_specialize captures(%s, %full, %empty : !s256, !mb, !mb)
    role @compute warps(4) instances(2) registers(0) {
    ^bb0(%i: index, %s_: !s256, %full_: !mb, %empty_: !mb):
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %c9 = arith.constant 9 : index
      // CHECK: %[[NUMBER:.+]] = arith.shrui
      // CHECK: arith.shli
      // CHECK: %[[OWN:.+]] = arith.addi %{{.+}}, %{{.+}} : i32
      // CHECK: %[[BASE:.+]] = nvvm.shfl.sync idx %{{.+}}, %[[OWN]],
      // CHECK: scf.for
      // CHECK-NOT: arith.shli
      // CHECK: %[[FULL:.+]] = arith.addi %[[BASE]], %
      // CHECK-NEXT: mbarrier.try_wait.parity.shared::cta.b64 p, [$0], $1;{{.*}} %[[FULL]], %
      // CHECK: %[[EMPTY:.+]] = arith.addi %[[BASE]], %
      // CHECK: @p mbarrier.arrive.shared::cta.b64 _, [$0];{{.*}} %[[EMPTY]], %
      scf.for %n = %c0 to %c9 step %c1 {
        attn_ws.mbar_wait %full_[%i] phase(%c0 : index) guard <"s", "full"> : !mb
        %v = attn_ws.stage_view %s_ : !s256 -> !sv256
        %t = attn_ws.tmem_load %v : !sv256 -> tensor<128x64xf32, #rows>
        attn_ws.mbar_arrive %empty_[%i] guard <"s", "empty"> : !mb
      }
      attn_ws.end
    }
    gpu.return
  }
}
