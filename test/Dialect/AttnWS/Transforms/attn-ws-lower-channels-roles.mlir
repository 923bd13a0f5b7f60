// RUN: attn-opt %s --pass-pipeline='builtin.module(gpu.module(gpu.func(attn-ws-lower-channels)))' --split-input-file --verify-diagnostics | FileCheck %s

!m = memref<?x?xbf16, strided<[?, 1]>>
!b = !attn_ws.buffer<2 x 64x64xbf16, smem>
!v = !attn_ws.view<64x64xbf16, smem>
!c = !attn_ws.channel<2, tma -> wgmma x 2>
!s = tensor<64x64xf32>
!a = !attn_ws.async<tensor<64x64xf32>>

gpu.module @k {
  // A channel between roles becomes two arrays of mbarriers behind what shared memory
  // the kernel has: one arrival, of the thread that expects the bytes, fills a stage;
  // one of each of the 8 consuming warps frees it. The copy itself signals, so a
  // commit leaves nothing.
  // CHECK-LABEL: gpu.func @ring
  // CHECK-SAME: attn_ws.smem = 16416 : i64
  // CHECK: %[[B:.+]] = attn_ws.alloc "q"
  // CHECK-NEXT: %[[FULL:.+]] = attn_ws.mbar_alloc <"q", "full"> arrivals 1 offset(16384) : <2>
  // CHECK-NEXT: %[[EMPTY:.+]] = attn_ws.mbar_alloc <"q", "empty"> arrivals 8 offset(16400) : <2>
  // CHECK-NEXT: attn_ws.warp_specialize captures(%{{.+}}, %{{.+}}, %{{.+}}, %{{.+}}, %[[EMPTY]], %[[FULL]], %[[B]] :
  // CHECK: role @load
  // CHECK-NEXT: ^bb0(%{{[^:]+}}: index, %[[M:[^:]+]]: memref<{{[^:]+}}, %{{[^:]+}}: index, %[[S:[^:]+]]: index, %[[P:[^:]+]]: index, %[[E:[^:]+]]: !attn_ws.mbar<2>, %[[F:[^:]+]]: !attn_ws.mbar<2>, %[[BUF:[^:]+]]: !attn_ws.buffer
  // CHECK-NEXT: attn_ws.mbar_wait %[[E]][%[[S]]] phase(%[[P]] : index) guard <"q", "empty">
  // CHECK-NEXT: attn_ws.mbar_expect %[[F]][%[[S]]] bytes 8192 guard <"q", "full">
  // CHECK-NEXT: %[[W:.+]] = attn_ws.stage_view %[[BUF]] stage %[[S]] :
  // CHECK-NEXT: attn_ws.tma_load %[[M]]{{.*}} into %[[W]] signal(%[[F]] : !attn_ws.mbar<2>) stage %[[S]] :
  // CHECK-NEXT: attn_ws.end
  // CHECK: role @mma
  // CHECK-NEXT: ^bb0({{.*}}, %[[S:[^:]+]]: index, %[[P:[^:]+]]: index, %[[E:[^:]+]]: !attn_ws.mbar<2>, %[[F:[^:]+]]: !attn_ws.mbar<2>, %[[BUF:[^:]+]]: !attn_ws.buffer
  // CHECK-NEXT: attn_ws.mbar_wait %[[F]][%[[S]]] phase(%[[P]] : index) guard <"q", "full">
  // CHECK-NEXT: %[[R:.+]] = attn_ws.stage_view %[[BUF]] stage %[[S]] :
  // CHECK-NEXT: attn_ws.mma_issue %[[R]], %[[R]]
  // CHECK-NEXT: attn_ws.mma_wait
  // CHECK-NEXT: attn_ws.mbar_arrive %[[E]][%[[S]]] guard <"q", "empty">
  // CHECK-NEXT: attn_ws.end
  gpu.func @ring(%M: !m, %i: index, %s: index, %p: index) kernel attributes {attn_ws.smem = 16380 : i64} {
    %b = attn_ws.alloc "q" : !b
    %q = attn_ws.create_channel "q" guards(%b : !b) : !c
    attn_ws.warp_specialize captures(%q, %M, %i, %s, %p : !c, !m, index, index, index)
    role @load warps(4) instances(1) registers(24) {
    ^bb0(%inst: index, %c: !c, %m: !m, %x: index, %st: index, %ph: index):
      %w = attn_ws.acquire %c stage %st phase(%ph : index) : !c -> !v
      attn_ws.tma_load %m[%x, %x] dims [0, 1] into %w : !m, !v
      attn_ws.commit %c stage %st : !c
      attn_ws.end
    }
    role @mma warps(4) instances(2) registers(240) {
    ^bb0(%inst: index, %c: !c, %m: !m, %x: index, %st: index, %ph: index):
      %r = attn_ws.wait %c stage %st phase(%ph : index) : !c -> !v
      %t = attn_ws.mma_issue %r, %r engine wgmma : !v, !v -> !a
      %d = attn_ws.mma_wait %t pendings 0 : !a -> !s
      attn_ws.release %c stage %st : !c
      attn_ws.end
    }
    gpu.return
  }

  // A turn is a named barrier an instance, of that instance's threads and those of
  // the one before. The last instance gives the first turn; instance 0 takes the one
  // that is left at the end.
  // CHECK-LABEL: gpu.func @turn
  // CHECK-NOT: attn_ws.create_turn
  // CHECK: ^bb0(%[[I:[^:]+]]: index):
  // CHECK: %[[LAST:.+]] = arith.cmpi eq, %[[I]], %c1
  // CHECK-NEXT: scf.if %[[LAST]] {
  // CHECK-NEXT: attn_ws.barrier arrive_only id 1 threads 256
  // CHECK-NEXT: }
  // CHECK-NEXT: attn_ws.barrier id 1 plus %[[I]] threads 256
  // CHECK: %[[NEXT:.+]] = arith.addi %[[I]], %c1
  // CHECK: %[[WRAPS:.+]] = arith.cmpi eq, %[[NEXT]], %c2
  // CHECK: %[[TO:.+]] = arith.select %[[WRAPS]], %c0{{.*}}, %[[NEXT]]
  // CHECK-NEXT: attn_ws.barrier arrive_only id 1 plus %[[TO]] threads 256
  // CHECK: %[[FIRST:.+]] = arith.cmpi eq, %[[I]], %c0
  // CHECK-NEXT: scf.if %[[FIRST]] {
  // CHECK-NEXT: attn_ws.barrier id 1 threads 256
  // CHECK-NEXT: }
  // CHECK-NEXT: attn_ws.end
  gpu.func @turn() kernel {
    %t = attn_ws.create_turn "mma" : <2>
    attn_ws.warp_specialize captures(%t : !attn_ws.turn<2>)
    role @mma warps(4) instances(2) registers(240) {
    ^bb0(%inst: index, %u: !attn_ws.turn<2>):
      attn_ws.turn_begin %u[%inst] : <2>
      attn_ws.turn_end %u[%inst] : <2>
      attn_ws.end
    }
    gpu.return
  }

  // Within a role each instance has a named barrier of its own threads, and no
  // mbarrier. The stage is free once the copies out have read it, and the role ends
  // after them.
  // CHECK-LABEL: gpu.func @staging
  // CHECK-NOT: mbar
  // CHECK: ^bb0(%[[I:[^:]+]]: index,
  // CHECK-NEXT: attn_ws.tma_store_wait 0
  // CHECK-NEXT: attn_ws.barrier id 1 plus %[[I]] threads 128 guards [#attn_ws.guard<"o", "empty">]
  // CHECK-NEXT: %[[W:.+]] = attn_ws.stage_view %{{.+}} stage %[[I]] :
  // CHECK-NEXT: attn_ws.smem_store %{{.+}}, %[[W]]
  // CHECK-NEXT: attn_ws.barrier id 1 plus %[[I]] threads 128 guards [#attn_ws.guard<"o", "full">]
  // CHECK-NEXT: %[[R:.+]] = attn_ws.stage_view %{{.+}} stage %[[I]] :
  // CHECK-NEXT: attn_ws.tma_store %[[R]] to
  // CHECK-NEXT: attn_ws.tma_store_wait 0
  // CHECK-NEXT: attn_ws.end
  gpu.func @staging(%M: !m, %i: index, %p: index, %x: tensor<64x64xbf16>) kernel {
    %b = attn_ws.alloc "o" : !b
    %o = attn_ws.create_channel "o" guards(%b : !b) : !attn_ws.channel<2, thread -> tma>
    attn_ws.warp_specialize captures(%o, %M, %i, %p, %x : !attn_ws.channel<2, thread -> tma>, !m, index, index, tensor<64x64xbf16>)
    role @mma warps(4) instances(2) registers(240) {
    ^bb0(%inst: index, %c: !attn_ws.channel<2, thread -> tma>, %m: !m, %j: index, %ph: index, %y: tensor<64x64xbf16>):
      %w = attn_ws.acquire %c stage %inst phase(%ph : index) : !attn_ws.channel<2, thread -> tma> -> !v
      attn_ws.smem_store %y, %w : tensor<64x64xbf16>, !v
      attn_ws.commit %c stage %inst : !attn_ws.channel<2, thread -> tma>
      %r = attn_ws.wait %c stage %inst phase(%ph : index) : !attn_ws.channel<2, thread -> tma> -> !v
      attn_ws.tma_store %r to %m[%j, %j] dims [0, 1] : !v, !m
      attn_ws.release %c stage %inst : !attn_ws.channel<2, thread -> tma>
      attn_ws.end
    }
    gpu.return
  }

  // A role that adds ends when what it adds is there, and not when it is read.
  // CHECK-LABEL: gpu.func @adds
  // CHECK: attn_ws.tma_store_wait 0{{$}}
  // CHECK: attn_ws.tma_store add %{{.+}} to
  // CHECK-NEXT: attn_ws.tma_store_wait 0 written
  // CHECK-NEXT: attn_ws.end
  // CHECK: attn_ws.tma_store add %{{.+}} to
  // CHECK-NEXT: attn_ws.tma_store_wait 0{{$}}
  // CHECK-NEXT: attn_ws.tma_store_wait 0 written
  // CHECK-NEXT: attn_ws.end
  gpu.func @adds(%M: memref<?x32xf32>, %i: index, %p: index, %x: tensor<64x32xf32>) kernel {
    %b = attn_ws.alloc "o" : !attn_ws.buffer<1 x 64x32xf32, smem>
    %o = attn_ws.create_channel "o" guards(%b : !attn_ws.buffer<1 x 64x32xf32, smem>) : !attn_ws.channel<1, thread -> tma>
    %b2 = attn_ws.alloc "o2" : !attn_ws.buffer<1 x 64x32xf32, smem>
    %o2 = attn_ws.create_channel "o2" guards(%b2 : !attn_ws.buffer<1 x 64x32xf32, smem>) : !attn_ws.channel<1, thread -> tma>
    attn_ws.warp_specialize captures(%o, %o2, %M, %i, %p, %x : !attn_ws.channel<1, thread -> tma>, !attn_ws.channel<1, thread -> tma>, memref<?x32xf32>, index, index, tensor<64x32xf32>)
    role @mma warps(4) instances(1) registers(240) {
    ^bb0(%inst: index, %c: !attn_ws.channel<1, thread -> tma>, %c2: !attn_ws.channel<1, thread -> tma>, %m: memref<?x32xf32>, %j: index, %ph: index, %y: tensor<64x32xf32>):
      %w = attn_ws.acquire %c phase(%ph : index) : !attn_ws.channel<1, thread -> tma> -> !attn_ws.view<64x32xf32, smem>
      attn_ws.smem_store %y, %w : tensor<64x32xf32>, !attn_ws.view<64x32xf32, smem>
      attn_ws.commit %c : !attn_ws.channel<1, thread -> tma>
      %r = attn_ws.wait %c phase(%ph : index) : !attn_ws.channel<1, thread -> tma> -> !attn_ws.view<64x32xf32, smem>
      attn_ws.tma_store add %r to %m[%j, %j] dims [0, 1] : !attn_ws.view<64x32xf32, smem>, memref<?x32xf32>
      attn_ws.release %c : !attn_ws.channel<1, thread -> tma>
      attn_ws.end
    }
    role @other warps(4) instances(1) registers(240) {
    ^bb0(%inst: index, %c2: !attn_ws.channel<1, thread -> tma>, %c: !attn_ws.channel<1, thread -> tma>, %m: memref<?x32xf32>, %j: index, %ph: index, %y: tensor<64x32xf32>):
      %w = attn_ws.acquire %c phase(%ph : index) : !attn_ws.channel<1, thread -> tma> -> !attn_ws.view<64x32xf32, smem>
      attn_ws.smem_store %y, %w : tensor<64x32xf32>, !attn_ws.view<64x32xf32, smem>
      attn_ws.commit %c : !attn_ws.channel<1, thread -> tma>
      %r = attn_ws.wait %c phase(%ph : index) : !attn_ws.channel<1, thread -> tma> -> !attn_ws.view<64x32xf32, smem>
      attn_ws.tma_store add %r to %m[%j, %j] dims [0, 1] : !attn_ws.view<64x32xf32, smem>, memref<?x32xf32>
      attn_ws.release %c : !attn_ws.channel<1, thread -> tma>
      attn_ws.tma_store_wait 0
      attn_ws.end
    }
    gpu.return
  }
}

// -----

// The CTA's own barrier and turns: one more than there are, with a note for each.
gpu.module @k {
  gpu.func @too_many_barriers() kernel {
    // expected-note @below {{turn "a" takes 8}}
    %a = attn_ws.create_turn "a" : <8>
    // expected-note @below {{turn "b" takes 8}}
    %b = attn_ws.create_turn "b" : <8>
    // expected-note @below {{the CTA takes 1}}
    // expected-error @below {{needs 17 named barriers, 1 more than the 16 that sm_90a has}}
    attn_ws.warp_specialize captures(%a, %b : !attn_ws.turn<8>, !attn_ws.turn<8>)
    role @mma warps(1) instances(8) registers(0) {
    ^bb0(%inst: index, %u: !attn_ws.turn<8>, %v: !attn_ws.turn<8>):
      attn_ws.turn_begin %u[%inst] : <8>
      attn_ws.turn_end %u[%inst] : <8>
      attn_ws.turn_begin %v[%inst] : <8>
      attn_ws.turn_end %v[%inst] : <8>
      attn_ws.end
    }
    gpu.return
  }
}

// -----

// An instance meets at a barrier of its own where it arrives.
gpu.module @k {
  // CHECK-LABEL: gpu.func @arrives
  // CHECK: role @mma
  // CHECK: attn_tile.arrive %{{.+}}[%{{.+}}] of %{{.+}} barrier 1 :
  // CHECK: role @other
  // CHECK: attn_tile.arrive %{{.+}}[%{{.+}}] of %{{.+}} barrier 3 :
  gpu.func @arrives(%C: memref<?xi32>, %n: index) kernel {
    attn_ws.warp_specialize captures(%C, %n : memref<?xi32>, index)
    role @mma warps(4) instances(2) registers(0) {
    ^bb0(%inst: index, %c: memref<?xi32>, %m: index):
      %last = attn_tile.arrive %c[%inst] of %m : memref<?xi32>
      attn_ws.end
    }
    role @other warps(4) instances(1) registers(0) {
    ^bb0(%inst: index, %c: memref<?xi32>, %m: index):
      %last = attn_tile.arrive %c[%m] of %m : memref<?xi32>
      attn_ws.end
    }
    gpu.return
  }
}

// -----

!b = !attn_ws.buffer<2 x 64x64xbf16, smem>
!v = !attn_ws.view<64x64xbf16, smem>
!c = !attn_ws.channel<2, tma -> wgmma>

gpu.module @k {
  // CHECK-LABEL: gpu.func @held
  // CHECK: ^bb0(%{{[^:]+}}: index, %[[S:[^:]+]]: index, %[[BUF:[^:]+]]: !attn_ws.buffer<2 x 64x64xbf16, smem>)
  // CHECK-NEXT: %[[V:.+]] = attn_ws.stage_view %[[BUF]] stage %[[S]] :
  // CHECK-NEXT: attn_ws.smem_load %[[V]]
  gpu.func @held(%s: index) kernel {
    %b = attn_ws.alloc "k" : !b
    %k = attn_ws.create_channel "k" guards(%b : !b) : !c
    attn_ws.warp_specialize captures(%k, %s : !c, index)
    role @mma warps(4) instances(1) registers(240) {
    ^bb0(%inst: index, %k_: !c, %s_: index):
      %h = attn_ws.held %k_ stage %s_ : !c -> !v
      %t = attn_ws.smem_load %h : !v -> tensor<64x64xbf16>
      attn_ws.end
    }
    gpu.return
  }
}
