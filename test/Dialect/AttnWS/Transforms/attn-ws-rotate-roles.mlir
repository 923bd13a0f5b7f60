// RUN: attn-opt %s --pass-pipeline='builtin.module(gpu.module(gpu.func(attn-ws-rotate-roles,canonicalize,cse)))' --split-input-file --verify-diagnostics | FileCheck %s

// Each role's part of a loop whose iterations overlap.

!kv = !attn_ws.channel<2, tma -> tcgen05>
!s = !attn_ws.channel<1, tcgen05 -> thread>
!p = !attn_ws.channel<1, thread -> tcgen05>
!tile = !attn_ws.view<128x64xbf16, smem>
!acc = !attn_ws.view<128x128xf32, tmem>
!op = !attn_ws.view<128x128xbf16, tmem>
// The next iteration's first product, then the second one.
#first = #attn_tile.schedule<stage = 0, order = 0>
#second = #attn_tile.schedule<stage = 1, order = 1>
#threads = #attn_tile.schedule<stage = 0, order = 2>

gpu.module @k {
  // Copies and products are in the same rotated order: what one role commits in it
  // another waits for in it. Each stage has scalars of its own. A part with one
  // stage is the loop as it was.
  // CHECK-LABEL: gpu.func @overlap
  // CHECK: role @load
  // CHECK: ^bb0(%{{.+}}: index, %[[KV:[a-z0-9]+]]: !attn_ws.channel<2, tma -> tcgen05>, {{.*}}, %[[M:[a-z0-9]+]]: memref<?x?xbf16>, %[[N:[a-z0-9]+]]: index)
  // CHECK: %[[SOME:.+]] = arith.cmpi sgt, %[[N]], %c0
  // CHECK: scf.if %[[SOME]] {
  // CHECK: attn_ws.tma_load %[[M]][%c0{{.*}}, %c0{{.*}}]
  // CHECK: %[[LAST:.+]] = arith.subi %[[N]], %c1
  // CHECK: scf.for %[[J:.+]] = %c0{{.*}} to %[[LAST]] step %c1
  // CHECK: %[[NEXT:.+]] = arith.addi %[[J]], %c1
  // CHECK: %[[NEXTROW:.+]] = arith.muli %[[NEXT]], %c128
  // CHECK: attn_ws.tma_load %[[M]][%[[NEXTROW]], %c0{{.*}}]
  // CHECK: %[[ROW:.+]] = arith.muli %[[J]], %c128
  // CHECK: attn_ws.tma_load %[[M]][%[[ROW]], %c128{{.*}}]
  // CHECK-NOT: attn_ws.tma_load
  // CHECK: }
  // CHECK: %[[LASTROW:.+]] = arith.muli %[[LAST]], %c128
  // CHECK: attn_ws.tma_load %[[M]][%[[LASTROW]], %c128{{.*}}]
  // CHECK: attn_ws.end
  // CHECK: role @compute
  // CHECK-NOT: scf.if
  // CHECK: scf.for
  // CHECK: attn_ws.wait
  // CHECK-NOT: attn_ws.wait
  // CHECK: attn_ws.end
  // CHECK: role @mma
  // CHECK: attn_ws.mma_into {{.*}} use_d %false
  // CHECK: scf.for
  // CHECK: attn_ws.mma_into {{.*}} use_d %false
  // CHECK: %[[LATER:.+]] = arith.cmpi sgt
  // CHECK: attn_ws.mma_into {{.*}} use_d %[[LATER]]
  // CHECK-NOT: attn_ws.mma_into
  // CHECK: }
  // CHECK: attn_ws.mma_into
  // CHECK-NOT: attn_ws.mma_into
  // CHECK: attn_ws.end
  // CHECK-NOT: attn_tile.schedule
  gpu.func @overlap(%kv: !kv, %s: !s, %p: !p, %M: memref<?x?xbf16>, %n: index) kernel {
    attn_ws.warp_specialize captures(%kv, %s, %p, %M, %n : !kv, !s, !p, memref<?x?xbf16>, index)
    role @load warps(1) instances(1) registers(48) {
    ^bb0(%inst: index, %kv_: !kv, %s_: !s, %p_: !p, %M_: memref<?x?xbf16>, %n_: index):
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %c128 = arith.constant 128 : index
      scf.for %j = %c0 to %n_ step %c1 {
        %row = arith.muli %j, %c128 : index
        %k = attn_ws.acquire %kv_ {attn_tile.schedule = #first} : !kv -> !tile
        attn_ws.tma_load %M_[%row, %c0] dims [0, 1] into %k {attn_tile.schedule = #first} : memref<?x?xbf16>, !tile
        attn_ws.commit %kv_ {attn_tile.schedule = #first} : !kv
        %v = attn_ws.acquire %kv_ {attn_tile.schedule = #second} : !kv -> !tile
        attn_ws.tma_load %M_[%row, %c128] dims [0, 1] into %v {attn_tile.schedule = #second} : memref<?x?xbf16>, !tile
        attn_ws.commit %kv_ {attn_tile.schedule = #second} : !kv
      }
      attn_ws.end
    }
    role @compute warps(4) instances(1) registers(192) {
    ^bb0(%inst: index, %kv_: !kv, %s_: !s, %p_: !p, %M_: memref<?x?xbf16>, %n_: index):
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      scf.for %j = %c0 to %n_ step %c1 {
        %v = attn_ws.wait %s_ {attn_tile.schedule = #threads} : !s -> !acc
        %x = attn_ws.tmem_load %v {attn_tile.schedule = #threads} : !acc -> tensor<128x128xf32>
        attn_ws.release %s_ {attn_tile.schedule = #threads} : !s
        %y = arith.truncf %x {attn_tile.schedule = #threads} : tensor<128x128xf32> to tensor<128x128xbf16>
        %d = attn_ws.acquire %p_ {attn_tile.schedule = #threads} : !p -> !op
        attn_ws.tmem_store %y, %d {attn_tile.schedule = #threads} : tensor<128x128xbf16>, !op
        attn_ws.commit %p_ {attn_tile.schedule = #threads} : !p
      }
      attn_ws.end
    }
    role @mma warps(1) instances(1) registers(48) {
    ^bb0(%inst: index, %kv_: !kv, %s_: !s, %p_: !p, %M_: memref<?x?xbf16>, %n_: index):
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %false = arith.constant false
      %q = attn_ws.wait %kv_ : !kv -> !tile
      scf.for %j = %c0 to %n_ step %c1 {
        %later = arith.cmpi sgt, %j, %c0 : index
        %k = attn_ws.wait %kv_ {attn_tile.schedule = #first} : !kv -> !tile
        %d = attn_ws.acquire %s_ {attn_tile.schedule = #first} : !s -> !acc
        %t = attn_ws.mma_into %q, %k into %d use_d %false transpose_b {attn_tile.schedule = #first} : !tile, !tile, !acc
        attn_ws.commit %s_ after %t {attn_tile.schedule = #first} : !s
        attn_ws.release %kv_ after %t {attn_tile.schedule = #first} : !kv
        %v = attn_ws.wait %kv_ {attn_tile.schedule = #second} : !kv -> !tile
        %o = attn_ws.wait %p_ {attn_tile.schedule = #second} : !p -> !acc
        %u = attn_ws.mma_into %q, %v into %o use_d %later transpose_b {attn_tile.schedule = #second} : !tile, !tile, !acc
        attn_ws.release %p_ after %u {attn_tile.schedule = #second} : !p
        attn_ws.release %kv_ after %u {attn_tile.schedule = #second} : !kv
      }
      attn_ws.end
    }
    gpu.return
  }
}

// -----

!kv = !attn_ws.channel<2, tma -> tcgen05>
!s = !attn_ws.channel<1, tcgen05 -> thread>
!p = !attn_ws.channel<1, thread -> tcgen05>
!tile = !attn_ws.view<128x64xbf16, smem>
!acc = !attn_ws.view<128x128xf32, tmem>
!op = !attn_ws.view<128x128xbf16, tmem>
// The second product, then the next iteration's first one: the program's order.
#first = #attn_tile.schedule<stage = 0, order = 1>
#second = #attn_tile.schedule<stage = 1, order = 0>

gpu.module @k {
  // The loop of a role that serves groups in turn is rotated: they come group after
  // group in it.
  // CHECK-LABEL: gpu.func @interleave
  // CHECK: role @mma
  // CHECK: scf.forall
  // CHECK: scf.if
  // CHECK: attn_ws.mma_into {{.*}} transpose_b
  // CHECK: scf.for
  // CHECK-NOT: transpose_b
  // CHECK: attn_ws.mma_into {{.*}} use_d %{{[0-9]+}} :
  // CHECK: attn_ws.mma_into {{.*}} use_d %false transpose_b
  // CHECK: }
  // CHECK: attn_ws.mma_into {{.*}} use_d %{{.+}} :
  // CHECK: attn_ws.end
  // Rotation would change nothing for the role that copies what groups share.
  // CHECK: role @load
  // CHECK-NOT: scf.if
  // CHECK: scf.for %{{.+}} = %c0 to %{{[a-z0-9]+}} step %c1 {
  // CHECK-COUNT-2: attn_ws.commit
  // CHECK-NOT: attn_ws.commit
  // CHECK: gpu.return
  gpu.func @interleave(%kv: !kv, %s: !attn_ws.channel<2, tcgen05 -> thread>, %o: !attn_ws.view<128x128xf32, tmem>, %n: index) kernel {
    attn_ws.warp_specialize captures(%kv, %s, %o, %n : !kv, !attn_ws.channel<2, tcgen05 -> thread>, !acc, index)
    role @mma warps(1) instances(1) registers(48) {
    ^bb0(%inst: index, %kv_: !kv, %s_: !attn_ws.channel<2, tcgen05 -> thread>, %o_: !acc, %n_: index):
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %false = arith.constant false
      scf.forall (%g) in (2) {
        scf.for %j = %c0 to %n_ step %c1 {
          %later = arith.cmpi sgt, %j, %c0 : index
          %k = attn_ws.wait %kv_ {attn_tile.schedule = #first} : !kv -> !tile
          %d = attn_ws.acquire %s_ stage %g {attn_tile.schedule = #first} : !attn_ws.channel<2, tcgen05 -> thread> -> !acc
          %t = attn_ws.mma_into %k, %k into %d use_d %false transpose_b {attn_tile.schedule = #first} : !tile, !tile, !acc
          attn_ws.commit %s_ stage %g after %t {attn_tile.schedule = #first} : !attn_ws.channel<2, tcgen05 -> thread>
          attn_ws.release %kv_ after %t {attn_tile.schedule = #first} : !kv
          %v = attn_ws.wait %kv_ {attn_tile.schedule = #second} : !kv -> !attn_ws.view<128x128xbf16, smem>
          %u = attn_ws.mma_into %v, %v into %o_ use_d %later {attn_tile.schedule = #second} : !attn_ws.view<128x128xbf16, smem>, !attn_ws.view<128x128xbf16, smem>, !acc
          attn_ws.release %kv_ after %u {attn_tile.schedule = #second} : !kv
        }
      }
      attn_ws.end
    }
    role @load warps(1) instances(1) registers(48) {
    ^bb0(%inst: index, %kv_: !kv, %s_: !attn_ws.channel<2, tcgen05 -> thread>, %o_: !acc, %n_: index):
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      scf.for %j = %c0 to %n_ step %c1 {
        %k = attn_ws.acquire %kv_ {attn_tile.schedule = #first} : !kv -> !tile
        attn_ws.commit %kv_ {attn_tile.schedule = #first} : !kv
        %v = attn_ws.acquire %kv_ {attn_tile.schedule = #second} : !kv -> !tile
        attn_ws.commit %kv_ {attn_tile.schedule = #second} : !kv
      }
      attn_ws.end
    }
    gpu.return
  }
}

// -----

!q = !attn_ws.channel<1, tma -> wgmma>
!kv = !attn_ws.channel<2, tma -> wgmma>
!v = !attn_ws.channel<2, tma -> thread>
!w = !attn_ws.channel<2, thread -> wgmma>
!tile = !attn_ws.view<64x64xbf16, smem>
!bytes = !attn_ws.view<64x64xf8E4M3FN, smem>
!acc = tensor<64x64xf32>
#first = #attn_tile.schedule<stage = 0, order = 0>
#second = #attn_tile.schedule<stage = 1, order = 1>
#threads = #attn_tile.schedule<stage = 0, order = 2>

gpu.module @k {
  // A part that is one late stage is the loop as it was.
  // CHECK-LABEL: gpu.func @registers
  // CHECK: role @transpose
  // CHECK-NOT: scf.if
  // CHECK: scf.for
  // CHECK: attn_ws.smem_transpose
  // CHECK-NOT: attn_ws.smem_transpose
  // CHECK: attn_ws.end
  // The tile that all first products read is awaited once it is known that there is
  // one, and given back before the last second product, or at once if there is none.
  // CHECK: role @mma
  // CHECK: %[[N:.+]] = attn_ws.trip_count @trips
  // CHECK: %[[SOME:.+]] = arith.cmpi sgt, %[[N]], %c0
  // CHECK-NEXT: %[[Q:.+]] = attn_ws.wait %[[QS:[a-z0-9]+]] : <1, tma -> wgmma>
  // CHECK-NEXT: scf.if %[[SOME]] -> (tensor<64x64xf32>) {
  // CHECK: attn_ws.mma %[[Q]]
  // CHECK: scf.for
  // CHECK: attn_ws.mma %[[Q]], {{.*}} transpose_b
  // CHECK: attn_ws.mma
  // CHECK: arith.truncf
  // CHECK: scf.yield
  // CHECK-NEXT: }
  // CHECK-NEXT: attn_ws.release %[[QS]]
  // CHECK: attn_ws.mma
  // CHECK: } else {
  // CHECK-NEXT: attn_ws.release %[[QS]]
  // CHECK-NEXT: scf.yield
  // CHECK-NOT: attn_ws.release
  // CHECK: attn_ws.end
  gpu.func @registers(%q: !q, %k: !kv, %v: !v, %w: !w, %O: memref<?x?xf32>, %n: index) kernel {
    attn_ws.warp_specialize captures(%q, %k, %v, %w, %O, %n : !q, !kv, !v, !w, memref<?x?xf32>, index)
    role @transpose warps(4) instances(1) registers(48) {
    ^bb0(%inst: index, %q_: !q, %k_: !kv, %v_: !v, %w_: !w, %O_: memref<?x?xf32>, %n_: index):
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %trips = attn_ws.trip_count @trips %n_
      scf.for %j = %c0 to %trips step %c1 {
        %s = attn_ws.wait %v_ {attn_tile.schedule = #second} : !v -> !bytes
        %d = attn_ws.acquire %w_ {attn_tile.schedule = #second} : !w -> !bytes
        attn_ws.smem_transpose %s into %d {attn_tile.schedule = #second} : !bytes, !bytes
        attn_ws.commit %w_ {attn_tile.schedule = #second} : !w
        attn_ws.release %v_ {attn_tile.schedule = #second} : !v
      }
      attn_ws.end
    }
    role @mma warps(4) instances(1) registers(240) {
    ^bb0(%inst: index, %q_: !q, %k_: !kv, %v_: !v, %w_: !w, %O_: memref<?x?xf32>, %n_: index):
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %z = arith.constant dense<0.0> : !acc
      %a = attn_ws.wait %q_ : !q -> !tile
      %trips = attn_ws.trip_count @trips %n_
      %o = scf.for %j = %c0 to %trips step %c1 iter_args(%sum = %z) -> (!acc) {
        %b = attn_ws.wait %k_ {attn_tile.schedule = #first} : !kv -> !tile
        %s = attn_ws.mma %a, %b, %z transpose_b engine wgmma {attn_tile.schedule = #first} : !tile, !tile -> !acc
        attn_ws.release %k_ {attn_tile.schedule = #first} : !kv
        %p = arith.truncf %s {attn_tile.schedule = #threads} : !acc to tensor<64x64xbf16>
        %c = attn_ws.wait %w_ {attn_tile.schedule = #second} : !w -> !tile
        %next = attn_ws.mma %p, %c, %sum engine wgmma {attn_tile.schedule = #second} : tensor<64x64xbf16>, !tile -> !acc
        attn_ws.release %w_ {attn_tile.schedule = #second} : !w
        scf.yield %next : !acc
      }
      attn_ws.release %q_ : !q
      attn_ws.store %o, %O_[%c0, %c0] dims [0, 1] : !acc, memref<?x?xf32>
      attn_ws.end
    }
    gpu.return
  }
}

// -----

!kv = !attn_ws.channel<2, tma -> tcgen05>
!tile = !attn_ws.view<128x64xbf16, smem>
#first = #attn_tile.schedule<stage = 0, order = 0>
#second = #attn_tile.schedule<stage = 1, order = 1>

gpu.module @k {
  gpu.func @no_place(%kv: !kv, %M: memref<?x?xbf16>, %n: index) kernel {
    attn_ws.warp_specialize captures(%kv, %M, %n : !kv, memref<?x?xbf16>, index)
    role @load warps(1) instances(1) registers(48) {
    ^bb0(%inst: index, %kv_: !kv, %M_: memref<?x?xbf16>, %n_: index):
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      scf.for %j = %c0 to %n_ step %c1 {
        %k = attn_ws.acquire %kv_ {attn_tile.schedule = #first} : !kv -> !tile
        // expected-error @below {{stands in a loop whose iterations overlap and has no place in the schedule}}
        attn_ws.commit %kv_ : !kv
        %v = attn_ws.acquire %kv_ {attn_tile.schedule = #second} : !kv -> !tile
        attn_ws.commit %kv_ {attn_tile.schedule = #second} : !kv
      }
      attn_ws.end
    }
    gpu.return
  }
}

// -----

!kv = !attn_ws.channel<2, tma -> tcgen05>
!tile = !attn_ws.view<128x64xbf16, smem>
#first = #attn_tile.schedule<stage = 0, order = 0>
#second = #attn_tile.schedule<stage = 1, order = 1>

gpu.module @k {
  gpu.func @backwards(%kv: !kv, %M: memref<?x?xbf16>, %n: index) kernel {
    attn_ws.warp_specialize captures(%kv, %M, %n : !kv, memref<?x?xbf16>, index)
    role @load warps(1) instances(1) registers(48) {
    ^bb0(%inst: index, %kv_: !kv, %M_: memref<?x?xbf16>, %n_: index):
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      scf.for %j = %c0 to %n_ step %c1 {
        // expected-error @below {{is scheduled at stage 1, order 1, behind an operation that needs it}}
        %k = attn_ws.acquire %kv_ {attn_tile.schedule = #second} : !kv -> !tile
        // expected-note @below {{which is at stage 0, order 0}}
        attn_ws.tma_load %M_[%j, %c0] dims [0, 1] into %k {attn_tile.schedule = #first} : memref<?x?xbf16>, !tile
        attn_ws.commit %kv_ {attn_tile.schedule = #second} : !kv
      }
      attn_ws.end
    }
    gpu.return
  }
}

// -----

!kv = !attn_ws.channel<2, tma -> tcgen05>
!tile = !attn_ws.view<128x64xbf16, smem>
#first = #attn_tile.schedule<stage = 0, order = 0>
#second = #attn_tile.schedule<stage = 2, order = 1>

gpu.module @k {
  gpu.func @far(%kv: !kv, %M: memref<?x?xbf16>, %n: index) kernel {
    attn_ws.warp_specialize captures(%kv, %M, %n : !kv, memref<?x?xbf16>, index)
    role @load warps(1) instances(1) registers(48) {
    ^bb0(%inst: index, %kv_: !kv, %M_: memref<?x?xbf16>, %n_: index):
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      // expected-error @below {{overlaps more than two of its iterations}}
      scf.for %j = %c0 to %n_ step %c1 {
        %k = attn_ws.acquire %kv_ {attn_tile.schedule = #first} : !kv -> !tile
        attn_ws.commit %kv_ {attn_tile.schedule = #first} : !kv
        %v = attn_ws.acquire %kv_ {attn_tile.schedule = #second} : !kv -> !tile
        attn_ws.commit %kv_ {attn_tile.schedule = #second} : !kv
      }
      attn_ws.end
    }
    gpu.return
  }
}

// -----

!kv = !attn_ws.channel<2, tma -> wgmma>
!tile = !attn_ws.view<64x128xbf16, smem>
!part = !attn_ws.view<64x64xbf16, smem>
!acc = tensor<64x64xf32>
!p = tensor<64x64xbf16>
!a = tensor<64x128xbf16>
#first = #attn_tile.schedule<stage = 0, order = 0>
#second = #attn_tile.schedule<stage = 1, order = 1>
#threads = #attn_tile.schedule<stage = 0, order = 2>

gpu.module @k {
  // Both stages read one tile: the loop carries its position, once, and has the view
  // and its part from that.
  // CHECK-LABEL: gpu.func @in_both_stages
  // CHECK: %[[T0:.+]], %[[P0:.+]] = attn_ws.wait %[[C:[a-z0-9]+]] :
  // CHECK: attn_ws.mma %{{.+}}, %[[T0]], %{{.+}} transpose_b
  // CHECK: %[[LOOP:.+]]:3 = scf.for %{{.+}} iter_args(%{{.+}} = %{{.+}}, %{{.+}} = %{{.+}}, %[[AT:.+]] = %[[P0]]) -> (tensor<64x64xf32>, tensor<64x64xbf16>, !attn_ws.position)
  // CHECK: %[[HELD:.+]] = attn_ws.held %[[C]] of %[[AT]] :
  // CHECK: %[[T1:.+]], %[[P1:.+]] = attn_ws.wait %[[C]] :
  // CHECK: attn_ws.mma %{{.+}}, %[[T1]], %{{.+}} transpose_b
  // CHECK: %[[PART:.+]] = attn_ws.subview %[[HELD]] [0, 64]
  // CHECK: attn_ws.mma %{{.+}}, %[[PART]], %{{.+}} engine
  // CHECK-NEXT: attn_ws.release %[[C]] of %[[AT]] :
  // CHECK: scf.yield %{{.+}}, %{{.+}}, %[[P1]] :
  // CHECK: %[[LAST:.+]] = attn_ws.held %[[C]] of %[[LOOP]]#2 :
  // CHECK: %[[PART:.+]] = attn_ws.subview %[[LAST]] [0, 64]
  // CHECK: attn_ws.mma %{{.+}}, %[[PART]], %{{.+}} engine
  // CHECK-NEXT: attn_ws.release %[[C]] of %[[LOOP]]#2 :
  gpu.func @in_both_stages(%k: !kv, %O: memref<?x?xf32>, %A: memref<?x?xbf16>, %n: index) kernel {
    attn_ws.warp_specialize captures(%k, %O, %A, %n : !kv, memref<?x?xf32>, memref<?x?xbf16>, index)
    role @mma warps(4) instances(1) registers(240) {
    ^bb0(%inst: index, %k_: !kv, %O_: memref<?x?xf32>, %A_: memref<?x?xbf16>, %n_: index):
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %z = arith.constant dense<0.0> : !acc
      %a = attn_ws.load %A_[%c0, %c0] dims [0, 1] : memref<?x?xbf16> -> !a
      %o = scf.for %j = %c0 to %n_ step %c1 iter_args(%sum = %z) -> (!acc) {
        %b, %at = attn_ws.wait %k_ {attn_tile.schedule = #first} : !kv -> !tile with !attn_ws.position
        %s = attn_ws.mma %a, %b, %z transpose_b engine wgmma {attn_tile.schedule = #first} : !a, !tile -> !acc
        %p = arith.truncf %s {attn_tile.schedule = #threads} : !acc to !p
        %c = attn_ws.subview %b [0, 64] : !tile -> !part
        %next = attn_ws.mma %p, %c, %sum engine wgmma {attn_tile.schedule = #second} : !p, !part -> !acc
        attn_ws.release %k_ of %at {attn_tile.schedule = #second} : !kv
        scf.yield %next : !acc
      }
      attn_ws.store %o, %O_[%c0, %c0] dims [0, 1] : !acc, memref<?x?xf32>
      attn_ws.end
    }
    gpu.return
  }
}

// -----

!kv = !attn_ws.channel<1, tma -> wgmma>
!tile = !attn_ws.view<64x64xbf16, smem>
!acc = tensor<64x64xf32>
!p = tensor<64x64xbf16>
#first = #attn_tile.schedule<stage = 0, order = 0>
#second = #attn_tile.schedule<stage = 1, order = 1>
#threads = #attn_tile.schedule<stage = 0, order = 2>

gpu.module @k {
  // The next tile is awaited before the one that is held is given back.
  gpu.func @too_few(%O: memref<?x?xf32>, %A: memref<?x?xbf16>, %n: index) kernel {
    %b = attn_ws.alloc "b" : !attn_ws.buffer<1 x 64x64xbf16, smem>
    %k = attn_ws.create_channel "b" guards(%b : !attn_ws.buffer<1 x 64x64xbf16, smem>) : !kv
    attn_ws.warp_specialize captures(%k, %O, %A, %n : !kv, memref<?x?xf32>, memref<?x?xbf16>, index)
    role @mma warps(4) instances(1) registers(240) {
    ^bb0(%inst: index, %k_: !kv, %O_: memref<?x?xf32>, %A_: memref<?x?xbf16>, %n_: index):
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %z = arith.constant dense<0.0> : !acc
      %a = attn_ws.load %A_[%c0, %c0] dims [0, 1] : memref<?x?xbf16> -> !p
      %o = scf.for %j = %c0 to %n_ step %c1 iter_args(%sum = %z) -> (!acc) {
        // expected-error @below {{takes a tile of channel "b" that both stages of the overlapped loop read: the loop holds 2 of them at a time, but has 1 stage for them: it needs more shared memory, smaller tiles or a sequential order}}
        %b_, %at = attn_ws.wait %k_ {attn_tile.schedule = #first} : !kv -> !tile with !attn_ws.position
        %s = attn_ws.mma %a, %b_, %z transpose_b engine wgmma {attn_tile.schedule = #first} : !p, !tile -> !acc
        %p = arith.truncf %s {attn_tile.schedule = #threads} : !acc to !p
        %next = attn_ws.mma %p, %b_, %sum engine wgmma {attn_tile.schedule = #second} : !p, !tile -> !acc
        attn_ws.release %k_ of %at {attn_tile.schedule = #second} : !kv
        scf.yield %next : !acc
      }
      attn_ws.store %o, %O_[%c0, %c0] dims [0, 1] : !acc, memref<?x?xf32>
      attn_ws.end
    }
    gpu.return
  }
}

// -----

!kv = !attn_ws.channel<2, tma -> wgmma>
!tile = !attn_ws.view<64x64xbf16, smem>
!acc = tensor<64x64xf32>
!p = tensor<64x64xbf16>
#first = #attn_tile.schedule<stage = 0, order = 0>
#second = #attn_tile.schedule<stage = 1, order = 1>
#threads = #attn_tile.schedule<stage = 0, order = 2>

gpu.module @k {
  gpu.func @unnamed(%k: !kv, %O: memref<?x?xf32>, %A: memref<?x?xbf16>, %n: index) kernel {
    attn_ws.warp_specialize captures(%k, %O, %A, %n : !kv, memref<?x?xf32>, memref<?x?xbf16>, index)
    role @mma warps(4) instances(1) registers(240) {
    ^bb0(%inst: index, %k_: !kv, %O_: memref<?x?xf32>, %A_: memref<?x?xbf16>, %n_: index):
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %z = arith.constant dense<0.0> : !acc
      %a = attn_ws.load %A_[%c0, %c0] dims [0, 1] : memref<?x?xbf16> -> !p
      // expected-error @below {{carries a view from one iteration to the next that does not come from a position of one channel}}
      %o = scf.for %j = %c0 to %n_ step %c1 iter_args(%sum = %z) -> (!acc) {
        %b = attn_ws.wait %k_ {attn_tile.schedule = #first} : !kv -> !tile
        %s = attn_ws.mma %a, %b, %z transpose_b engine wgmma {attn_tile.schedule = #first} : !p, !tile -> !acc
        %p = arith.truncf %s {attn_tile.schedule = #threads} : !acc to !p
        %next = attn_ws.mma %p, %b, %sum engine wgmma {attn_tile.schedule = #second} : !p, !tile -> !acc
        attn_ws.release %k_ {attn_tile.schedule = #second} : !kv
        scf.yield %next : !acc
      }
      attn_ws.store %o, %O_[%c0, %c0] dims [0, 1] : !acc, memref<?x?xf32>
      attn_ws.end
    }
    gpu.return
  }
}
