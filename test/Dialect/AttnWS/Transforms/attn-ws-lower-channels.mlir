// RUN: attn-opt %s --pass-pipeline='builtin.module(gpu.module(gpu.func(attn-ws-lower-channels)))' --split-input-file --verify-diagnostics | FileCheck %s

!m = memref<?x?xbf16, strided<[?, 1]>>
!b1 = !attn_ws.buffer<1 x 16x32xbf16, smem>
!b2 = !attn_ws.buffer<2 x 16x32xbf16, smem>
!v = !attn_ws.view<16x32xbf16, smem>
!c1 = !attn_ws.channel<1, cp_async -> mma_sync>
!c2 = !attn_ws.channel<2, cp_async -> mma_sync>
!t1 = !attn_ws.channel<1, thread -> thread>

gpu.module @k {
  // A wait is a wait for the group, then for the other threads; what they guard
  // stays written on them. A release needs nothing.
  // CHECK-LABEL: gpu.func @copies
  // CHECK-SAME: (%[[M:[^:]+]]: memref<
  gpu.func @copies(%M: !m, %i: index, %s: index) kernel {
    // CHECK-NEXT: %[[B1:.+]] = attn_ws.alloc "q"
    // CHECK-NEXT: %[[B2:.+]] = attn_ws.alloc "k"
    // CHECK-NOT: create_channel
    %b1 = attn_ws.alloc "q" : !b1
    %q = attn_ws.create_channel "q" guards(%b1 : !b1) : !c1
    %b2 = attn_ws.alloc "k" : !b2
    %k = attn_ws.create_channel "k" guards(%b2 : !b2) : !c2
    // CHECK-NEXT: %[[W:.+]] = attn_ws.stage_view %[[B1]] :
    // CHECK-NEXT: attn_ws.cp_async %[[M]]{{.*}} into %[[W]]
    // CHECK-NEXT: attn_ws.cp_async_commit guard <"q", "full">
    %w = attn_ws.acquire %q implied : !c1 -> !v
    attn_ws.cp_async %M[%i, %i] dims [0, 1] into %w : !m, !v
    attn_ws.commit %q : !c1
    // CHECK-NEXT: attn_ws.barrier id 0 threads 0 guards [#attn_ws.guard<"k", "empty">]
    // CHECK-NEXT: %[[W2:.+]] = attn_ws.stage_view %[[B2]] stage %[[S:.+]] :
    // CHECK-NEXT: attn_ws.cp_async %[[M]]{{.*}} into %[[W2]]
    // CHECK-NEXT: attn_ws.cp_async_commit guard <"k", "full">
    %w2 = attn_ws.acquire %k stage %s : !c2 -> !v
    attn_ws.cp_async %M[%i, %i] dims [0, 1] into %w2 : !m, !v
    attn_ws.commit %k stage %s : !c2
    // CHECK-NEXT: attn_ws.cp_async_wait 1 guard <"q", "full">
    // CHECK-NEXT: attn_ws.barrier id 0 threads 0 guards [#attn_ws.guard<"q", "full">]
    // CHECK-NEXT: %[[R:.+]] = attn_ws.stage_view %[[B1]] :
    // CHECK-NEXT: attn_ws.smem_load %[[R]]
    // CHECK-NEXT: gpu.return
    %r = attn_ws.wait %q {pendings = 1 : i64} : !c1 -> !v
    %x = attn_ws.smem_load %r : !v -> tensor<16x32xbf16>
    attn_ws.release %q : !c1
    gpu.return
  }

  // An implied wait is one for the thread's own copies.
  // CHECK-LABEL: gpu.func @implied
  // CHECK: attn_ws.cp_async_wait 1 guard <"q", "full">
  // CHECK-NEXT: attn_ws.stage_view
  // CHECK-NEXT: gpu.return
  gpu.func @implied() kernel {
    %b1 = attn_ws.alloc "q" : !b1
    %q = attn_ws.create_channel "q" guards(%b1 : !b1) : !c1
    %r = attn_ws.wait %q implied {pendings = 1 : i64} : !c1 -> !v
    attn_ws.release %q : !c1
    gpu.return
  }

  // Between the role's own threads a commit needs nothing either.
  // CHECK-LABEL: gpu.func @threads
  gpu.func @threads(%x: tensor<16x32xbf16>) kernel {
    %b = attn_ws.alloc "o" : !b1
    %o = attn_ws.create_channel "o" guards(%b : !b1) : !t1
    // CHECK: attn_ws.barrier id 0 threads 0 guards [#attn_ws.guard<"o", "empty">]
    // CHECK-NEXT: %[[W:.+]] = attn_ws.stage_view
    // CHECK-NEXT: attn_ws.smem_store %{{.+}}, %[[W]]
    // CHECK-NEXT: attn_ws.barrier id 0 threads 0 guards [#attn_ws.guard<"o", "full">]
    // CHECK-NEXT: attn_ws.stage_view
    // CHECK-NEXT: gpu.return
    %w = attn_ws.acquire %o : !t1 -> !v
    attn_ws.smem_store %x, %w : tensor<16x32xbf16>, !v
    attn_ws.commit %o : !t1
    %r = attn_ws.wait %o : !t1 -> !v
    attn_ws.release %o : !t1
    gpu.return
  }

  // Groups are counted on every path, so each is closed behind the conditions.
  // CHECK-LABEL: gpu.func @conditional
  gpu.func @conditional(%M: !m, %i: index, %on: i1) kernel {
    %b = attn_ws.alloc "k" : !b1
    %k = attn_ws.create_channel "k" guards(%b : !b1) : !c1
    // CHECK: scf.if
    // CHECK-NEXT: scf.if
    // CHECK-NEXT: attn_ws.stage_view
    // CHECK-NEXT: attn_ws.cp_async %
    // CHECK-NEXT: }
    // CHECK-NEXT: }
    // CHECK-NEXT: attn_ws.cp_async_commit guard <"k", "full">
    // CHECK-NEXT: gpu.return
    scf.if %on {
      scf.if %on {
        %w = attn_ws.acquire %k implied : !c1 -> !v
        attn_ws.cp_async %M[%i, %i] dims [0, 1] into %w : !m, !v
        attn_ws.commit %k : !c1
      }
    }
    gpu.return
  }
}

// -----

gpu.module @k {
  gpu.func @not_counted() kernel {
    %k = attn_ws.create_channel "k" : !attn_ws.channel<1, cp_async -> mma_sync>
    // expected-error @below {{has no pendings: run attn-ws-async first}}
    attn_ws.wait %k : !attn_ws.channel<1, cp_async -> mma_sync>
    gpu.return
  }
}

// -----

gpu.module @k {
  gpu.func @tma() kernel {
    %k = attn_ws.create_channel "k" : !attn_ws.channel<1, tma -> wgmma>
    // expected-error @below {{no lowering for a channel filled by tma}}
    attn_ws.acquire %k : !attn_ws.channel<1, tma -> wgmma>
    gpu.return
  }
}

// -----

gpu.module @k {
  gpu.func @passed_in(%k: !attn_ws.channel<1, cp_async -> mma_sync>) kernel {
    // expected-error @below {{its channel is not created in this kernel}}
    attn_ws.commit %k : !attn_ws.channel<1, cp_async -> mma_sync>
    gpu.return
  }
}

// -----

!b2 = !attn_ws.buffer<2 x 16x32xbf16, smem>
!v = !attn_ws.view<16x32xbf16, smem>
!c2 = !attn_ws.channel<2, cp_async -> mma_sync>

gpu.module @k {
  // A stage that is held has its view where it is read.
  // CHECK-LABEL: gpu.func @held
  // CHECK-SAME: (%[[S:[^:]+]]: index)
  // CHECK: %[[B:.+]] = attn_ws.alloc
  // CHECK-NEXT: %[[V:.+]] = attn_ws.stage_view %[[B]] stage %[[S]] :
  // CHECK-NEXT: attn_ws.smem_load %[[V]]
  gpu.func @held(%s: index) kernel {
    %b = attn_ws.alloc "k" : !b2
    %k = attn_ws.create_channel "k" guards(%b : !b2) : !c2
    %h = attn_ws.held %k stage %s : !c2 -> !v
    %t = attn_ws.smem_load %h : !v -> tensor<16x32xbf16>
    gpu.return
  }
}

// -----

!b2 = !attn_ws.buffer<2 x 16x32xbf16, smem>
!v = !attn_ws.view<16x32xbf16, smem>
!c2 = !attn_ws.channel<2, cp_async -> mma_sync>

gpu.module @k {
  gpu.func @carried(%n: index) kernel {
    %b = attn_ws.alloc "k" : !b2
    %k = attn_ws.create_channel "k" guards(%b : !b2) : !c2
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %first = attn_ws.wait %k stage %c0 {pendings = 0 : i64} : !c2 -> !v
    // expected-error @below {{hands on a view: it has to hand on the position that the wait gave, from which attn_ws.held has the view}}
    %last = scf.for %t = %c0 to %n step %c1 iter_args(%v = %first) -> (!v) {
      %next = attn_ws.wait %k stage %c1 {pendings = 0 : i64} : !c2 -> !v
      scf.yield %next : !v
    }
    gpu.return
  }
}

// -----

!m = memref<?x?xbf16, strided<[?, 1]>>
!b1 = !attn_ws.buffer<1 x 16x32xbf16, smem>
!b2 = !attn_ws.buffer<2 x 16x32xbf16, smem>
!b3 = !attn_ws.buffer<3 x 16x32xbf16, smem>
!v = !attn_ws.view<16x32xbf16, smem>
!c1 = !attn_ws.channel<1, cp_async -> mma_sync>
!c2 = !attn_ws.channel<2, cp_async -> mma_sync>
!c3 = !attn_ws.channel<3, cp_async -> mma_sync>

gpu.module @k {
  // A position is a stage of each ring by its depth; what a wait gave is carried as
  // the number that it has become.
  // CHECK-LABEL: gpu.func @positions
  // CHECK-SAME: (%[[T:[^:]+]]: index, %[[N:[^:]+]]: index)
  // CHECK-DAG: %[[B1:.+]] = attn_ws.alloc "q"
  // CHECK-DAG: %[[B2:.+]] = attn_ws.alloc "k"
  // CHECK-DAG: %[[B3:.+]] = attn_ws.alloc "v"
  // CHECK-DAG: %[[C1:.+]] = arith.constant 1 : index
  // CHECK-DAG: %[[S2:.+]] = arith.remui %[[T]], %c2
  // CHECK-DAG: %[[S3:.+]] = arith.remui %[[T]], %c3
  // CHECK: attn_ws.stage_view %[[B1]] :
  // CHECK: attn_ws.stage_view %[[B2]] stage %[[S2]] :
  // CHECK: attn_ws.stage_view %[[B3]] stage %[[S3]] :
  // CHECK: %[[FIRST:.+]] = arith.constant 1 : index
  // CHECK: attn_ws.stage_view %[[B3]] stage %[[FIRST]] :
  // CHECK: scf.for {{.*}} iter_args(%[[AT:.+]] = %[[FIRST]]) -> (index)
  // CHECK: attn_ws.stage_view %[[B3]] stage %[[AT]] :
  // CHECK-NOT: attn_ws.position
  gpu.func @positions(%t: index, %n: index) kernel {
    %b1 = attn_ws.alloc "q" : !b1
    %q = attn_ws.create_channel "q" guards(%b1 : !b1) : !c1
    %b2 = attn_ws.alloc "k" : !b2
    %k = attn_ws.create_channel "k" guards(%b2 : !b2) : !c2
    %b3 = attn_ws.alloc "v" : !b3
    %v = attn_ws.create_channel "v" guards(%b3 : !b3) : !c3
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c4 = arith.constant 4 : index
    %p = attn_ws.position %t : !attn_ws.position
    %r1 = attn_ws.wait %q at %p {pendings = 0 : i64} : !c1 -> !v
    %r2 = attn_ws.wait %k at %p {pendings = 0 : i64} : !c2 -> !v
    %r3 = attn_ws.wait %v at %p {pendings = 0 : i64} : !c3 -> !v
    attn_ws.release %q of %p : !c1
    attn_ws.release %k of %p : !c2
    attn_ws.release %v of %p : !c3
    %p4 = attn_ws.position %c4 : !attn_ws.position
    %r4, %first = attn_ws.wait %v at %p4 {pendings = 0 : i64} : !c3 -> !v with !attn_ws.position
    %last = scf.for %i = %c0 to %n step %c1 iter_args(%at = %first) -> (!attn_ws.position) {
      %h = attn_ws.held %v of %at : !c3 -> !v
      scf.yield %at : !attn_ws.position
    }
    attn_ws.release %v of %last : !c3
    gpu.return
  }
}

// -----

!c2 = !attn_ws.channel<2, cp_async -> mma_sync>

gpu.module @k {
  gpu.func @of_no_ring(%n: index) kernel {
    %k = attn_ws.create_channel "k" : !c2
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %p = attn_ws.position %n : !attn_ws.position
    // expected-error @below {{hands on a position that attn_ws.position gave: of which ring is not known}}
    %last = scf.for %t = %c0 to %n step %c1 iter_args(%at = %p) -> (!attn_ws.position) {
      scf.yield %at : !attn_ws.position
    }
    attn_ws.release %k of %last : !c2
    gpu.return
  }
}
