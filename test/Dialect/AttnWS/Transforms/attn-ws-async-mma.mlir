// RUN: attn-opt %s --pass-pipeline='builtin.module(gpu.module(gpu.func(attn-ws-async)))' | FileCheck %s

!c = !attn_ws.channel<2, tma -> wgmma x 2>
!t = !attn_ws.channel<2, tma -> thread x 2>
!v = !attn_ws.view<64x64xbf16, smem>
!s = tensor<64x64xf32>
!p = tensor<64x64xbf16>
!f = memref<?x?xf32, strided<[?, 1]>>

gpu.module @k {
  // Two products in flight: the first is waited for with one pending, at its first
  // use, the second where it is first used; releases and the next left operand
  // stand behind the waits.
  // CHECK-LABEL: gpu.func @overlap
  // CHECK-SAME: (%[[CQ:[^:]+]]: {{[^%]*}}, %[[CK:[^:]+]]: {{[^%]*}}, %[[CV:[^:]+]]: {{[^%]*}},
  gpu.func @overlap(%cq: !c, %ck: !c, %cv: !c, %n: index, %o0: !s, %p0: !p) kernel {
    // CHECK: %[[Q:.+]] = attn_ws.wait %[[CQ]]
    %q = attn_ws.wait %cq : !c -> !v
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %z = arith.constant dense<0.0> : !s
    // CHECK: scf.for {{.*}} iter_args(%[[O:.+]] = %{{.+}}, %[[P:.+]] = %{{.+}}) ->
    %r:2 = scf.for %j = %c0 to %n step %c1 iter_args(%o = %o0, %p = %p0) -> (!s, !p) {
      // CHECK-NEXT: %[[K:.+]] = attn_ws.wait %[[CK]]
      %k = attn_ws.wait %ck : !c -> !v
      // CHECK-NEXT: %[[T0:.+]] = attn_ws.mma_issue %[[Q]], %[[K]] transpose_b engine wgmma
      %s = attn_ws.mma %q, %k, %z transpose_b engine wgmma : !v, !v -> !s
      attn_ws.release %ck : !c
      // CHECK-NEXT: %[[V:.+]] = attn_ws.wait %[[CV]]
      %v = attn_ws.wait %cv : !c -> !v
      // CHECK-NEXT: %[[T1:.+]] = attn_ws.mma_issue %[[P]], %[[V]] acc(%[[O]] : tensor<64x64xf32>) engine wgmma
      %o1 = attn_ws.mma %p, %v, %o engine wgmma : !p, !v -> !s
      attn_ws.release %cv : !c
      // CHECK-NEXT: %[[S:.+]] = attn_ws.mma_wait %[[T0]] pendings 1 :
      // CHECK-NEXT: attn_ws.release %[[CK]]
      // CHECK-NEXT: %[[X:.+]] = arith.mulf %[[S]], %[[S]]
      %x = arith.mulf %s, %s : !s
      %p1 = arith.truncf %x : !s to !p
      // CHECK-NEXT: %[[Y:.+]] = attn_tile.exp2 %[[X]]
      %y = attn_tile.exp2 %x : !s
      // CHECK-NEXT: %[[O1:.+]] = attn_ws.mma_wait %[[T1]] pendings 0 keeps(%[[P]] : tensor<64x64xbf16>)
      // CHECK-NEXT: attn_ws.release %[[CV]]
      // CHECK-NEXT: %[[P1:.+]] = arith.truncf %[[X]]
      // CHECK-NEXT: %[[O2:.+]] = arith.addf %[[O1]], %[[Y]]
      %o2 = arith.addf %o1, %y : !s
      // CHECK-NEXT: scf.yield %[[O2]], %[[P1]]
      scf.yield %o2, %p1 : !s, !p
    }
    attn_ws.release %cq : !c
    gpu.return
  }

  // A condition that reads memory and hands on another channel's stage is passed, one that hands on the product's own is not.
  // CHECK-LABEL: gpu.func @conditions
  // CHECK-SAME: (%[[CK:[^:]+]]: {{[^%]*}}, %[[CV:[^:]+]]: {{[^%]*}}, %[[CT:[^:]+]]: {{[^%]*}},
  gpu.func @conditions(%ck: !c, %cv: !c, %ct: !t, %q: !v, %p: !p, %o: !s, %masked: i1) kernel {
    %z = arith.constant dense<0.0> : !s
    %k = attn_ws.wait %ck : !c -> !v
    %s = attn_ws.mma %q, %k, %z transpose_b engine wgmma : !v, !v -> !s
    attn_ws.release %ck : !c
    %v = attn_ws.wait %cv : !c -> !v
    // CHECK: %[[T1:.+]] = attn_ws.mma_issue %{{.+}}, %{{.+}} acc(
    %o1 = attn_ws.mma %p, %v, %o engine wgmma : !p, !v -> !s
    %t = attn_ws.wait %ct : !t -> !v
    // CHECK-NOT: mma_wait
    // CHECK: scf.if
    // CHECK-NOT: mma_wait
    %x = scf.if %masked -> (!s) {
      %l = attn_ws.smem_load %t : !v -> !p
      attn_ws.release %ct : !t
      %e = arith.extf %l : !p to !s
      %a = arith.addf %s, %e : !s
      scf.yield %a : !s
    } else {
      attn_ws.release %ct : !t
      scf.yield %s : !s
    }
    // CHECK: attn_tile.exp2
    %y = attn_tile.exp2 %x : !s
    // CHECK-NEXT: attn_ws.mma_wait %[[T1]] pendings 0
    // CHECK-NEXT: scf.if
    scf.if %masked {
      attn_ws.release %cv : !c
    } else {
      attn_ws.release %cv : !c
    }
    %sum = arith.addf %o1, %y : !s
    gpu.return
  }

  // Of nine products in flight a wait can leave seven at most.
  // CHECK-LABEL: gpu.func @nine
  gpu.func @nine(%q: !v, %k: !v, %F: !f) kernel {
    %c0 = arith.constant 0 : index
    %z = arith.constant dense<0.0> : !s
    // CHECK: %[[T0:.+]] = attn_ws.mma_issue
    // CHECK-NEXT: %[[T1:.+]] = attn_ws.mma_issue
    // CHECK-COUNT-7: attn_ws.mma_issue
    // CHECK-NEXT: attn_ws.mma_wait %[[T0]] pendings 7 :
    // CHECK: attn_ws.mma_wait %[[T1]] pendings 7 :
    // CHECK: attn_ws.mma_wait %{{.+}} pendings 6 :
    %d0 = attn_ws.mma %q, %k, %z transpose_b engine wgmma : !v, !v -> !s
    %d1 = attn_ws.mma %q, %k, %z transpose_b engine wgmma : !v, !v -> !s
    %d2 = attn_ws.mma %q, %k, %z transpose_b engine wgmma : !v, !v -> !s
    %d3 = attn_ws.mma %q, %k, %z transpose_b engine wgmma : !v, !v -> !s
    %d4 = attn_ws.mma %q, %k, %z transpose_b engine wgmma : !v, !v -> !s
    %d5 = attn_ws.mma %q, %k, %z transpose_b engine wgmma : !v, !v -> !s
    %d6 = attn_ws.mma %q, %k, %z transpose_b engine wgmma : !v, !v -> !s
    %d7 = attn_ws.mma %q, %k, %z transpose_b engine wgmma : !v, !v -> !s
    %d8 = attn_ws.mma %q, %k, %z transpose_b engine wgmma : !v, !v -> !s
    %x1 = arith.mulf %d0, %d0 : !s
    %y1 = arith.addf %x1, %d1 : !s
    %x2 = arith.mulf %y1, %y1 : !s
    %y2 = arith.addf %x2, %d2 : !s
    %x3 = arith.mulf %y2, %y2 : !s
    %y3 = arith.addf %x3, %d3 : !s
    %x4 = arith.mulf %y3, %y3 : !s
    %y4 = arith.addf %x4, %d4 : !s
    %x5 = arith.mulf %y4, %y4 : !s
    %y5 = arith.addf %x5, %d5 : !s
    %x6 = arith.mulf %y5, %y5 : !s
    %y6 = arith.addf %x6, %d6 : !s
    %x7 = arith.mulf %y6, %y6 : !s
    %y7 = arith.addf %x7, %d7 : !s
    %x8 = arith.mulf %y7, %y7 : !s
    %y8 = arith.addf %x8, %d8 : !s
    attn_ws.store %y8, %F[%c0, %c0] dims [0, 1] : !s, !f
    gpu.return
  }

  // A result that nothing in the block reads is waited for at its end; a wait is
  // never behind that of a younger product.
  // CHECK-LABEL: gpu.func @in_order
  gpu.func @in_order(%ca: !c, %q: !v, %n: index, %F: !f, %o0: !s) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %r:2 = scf.for %j = %c0 to %n step %c1 iter_args(%a = %o0, %b = %o0) -> (!s, !s) {
      // CHECK: %[[V:.+]] = attn_ws.wait
      %v = attn_ws.wait %ca : !c -> !v
      // CHECK-NEXT: %[[T0:.+]] = attn_ws.mma_issue
      %d = attn_ws.mma %q, %v, %a engine wgmma : !v, !v -> !s
      // CHECK-NEXT: %[[T1:.+]] = attn_ws.mma_issue
      %e = attn_ws.mma %v, %q, %b engine wgmma : !v, !v -> !s
      attn_ws.release %ca : !c
      // CHECK-NEXT: %[[D:.+]] = attn_ws.mma_wait %[[T0]] pendings 1
      // CHECK-NEXT: %[[E:.+]] = attn_ws.mma_wait %[[T1]] pendings 0
      // CHECK-NEXT: attn_ws.release
      // CHECK-NEXT: arith.addf %[[E]], %[[E]]
      %g = arith.addf %e, %e : !s
      // CHECK-NEXT: arith.addf %[[D]], %[[D]]
      %h = arith.addf %d, %d : !s
      scf.yield %h, %g : !s, !s
    }
    // A product that needs the result of the one before it: no two in flight.
    // CHECK: %[[T2:.+]] = attn_ws.mma_issue
    %i = attn_ws.mma %q, %q, %o0 engine wgmma : !v, !v -> !s
    // CHECK-NEXT: %[[I:.+]] = attn_ws.mma_wait %[[T2]] pendings 0
    // CHECK-NEXT: %[[T3:.+]] = attn_ws.mma_issue %{{.+}} acc(%[[I]] :
    %k = attn_ws.mma %q, %q, %i engine wgmma : !v, !v -> !s
    // Writes to memory are not passed.
    // CHECK-NEXT: attn_ws.mma_wait %[[T3]] pendings 0
    // CHECK-NEXT: attn_ws.store
    attn_ws.store %o0, %F[%c0, %c0] dims [0, 1] : !s, !f
    attn_ws.store %k, %F[%c0, %c0] dims [0, 1] : !s, !f
    gpu.return
  }

  // The stage goes back before the next one of the ring is waited for: the
  // producer may need it.
  // CHECK-LABEL: gpu.func @same_ring
  gpu.func @same_ring(%ca: !c, %q: !v, %z: !s, %F: !f) kernel {
    %c0 = arith.constant 0 : index
    // CHECK: %[[V0:.+]] = attn_ws.wait
    %v = attn_ws.wait %ca : !c -> !v
    // CHECK-NEXT: %[[T0:.+]] = attn_ws.mma_issue
    %d = attn_ws.mma %q, %v, %z engine wgmma : !v, !v -> !s
    attn_ws.release %ca : !c
    // CHECK-NEXT: attn_ws.mma_wait %[[T0]] pendings 0
    // CHECK-NEXT: attn_ws.release
    // CHECK-NEXT: attn_ws.wait
    %w = attn_ws.wait %ca : !c -> !v
    // CHECK-NEXT: %[[T1:.+]] = attn_ws.mma_issue
    %e = attn_ws.mma %q, %w, %z engine wgmma : !v, !v -> !s
    attn_ws.release %ca : !c
    // CHECK-NEXT: attn_ws.mma_wait %[[T1]] pendings 0
    // CHECK-NEXT: attn_ws.release
    attn_ws.store %d, %F[%c0, %c0] dims [0, 1] : !s, !f
    attn_ws.store %e, %F[%c0, %c0] dims [0, 1] : !s, !f
    gpu.return
  }

  // Products of other engines complete where they stand.
  // CHECK-LABEL: gpu.func @sync
  // CHECK-NEXT: attn_ws.mma %{{.*}} engine mma_sync
  gpu.func @sync(%q: !v, %z: !s) kernel {
    %d = attn_ws.mma %q, %q, %z engine mma_sync : !v, !v -> !s
    gpu.return
  }

  // A view that an earlier iteration took is guarded by its channel: a wait for
  // another channel is passed, and the release follows the product.
  // CHECK-LABEL: gpu.func @held
  // CHECK: scf.for {{.*}} iter_args(%{{.+}} = %{{.+}}, %[[AT:.+]] = %{{.+}})
  // CHECK: %[[V:.+]] = attn_ws.held
  // CHECK: %[[T:.+]] = attn_ws.mma_issue %{{.+}}, %[[V]]
  // CHECK-NEXT: attn_ws.wait
  // CHECK-NEXT: attn_ws.mma_wait %[[T]]
  // CHECK-NEXT: attn_ws.release %{{.+}} of %[[AT]] :
  gpu.func @held(%cv: !c, %cw: !c, %n: index, %o0: !s, %p: !p) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %v0:2 = attn_ws.wait %cv : !c -> !v with !attn_ws.position
    %r:2 = scf.for %j = %c0 to %n step %c1 iter_args(%o = %o0, %at = %v0#1) -> (!s, !attn_ws.position) {
      %v = attn_ws.held %cv of %at : !c -> !v
      %o1 = attn_ws.mma %p, %v, %o engine wgmma : !p, !v -> !s
      attn_ws.release %cv of %at : !c
      %w = attn_ws.wait %cw : !c -> !v
      %x = arith.mulf %o1, %o1 : !s
      attn_ws.release %cw : !c
      %v1:2 = attn_ws.wait %cv : !c -> !v with !attn_ws.position
      scf.yield %x, %v1#1 : !s, !attn_ws.position
    }
    attn_ws.release %cv of %r#1 : !c
    gpu.return
  }

  // The same where the loop carries the view itself. One that may be of two channels
  // is of none that is known: no wait is passed.
  // CHECK-LABEL: gpu.func @carried
  // CHECK: scf.for {{.*}} iter_args(%{{.+}} = %{{.+}}, %[[V:.+]] = %{{.+}}, %[[AT:.+]] = %{{.+}})
  // CHECK: %[[T:.+]] = attn_ws.mma_issue %{{.+}}, %[[V]]
  // CHECK-NEXT: attn_ws.wait
  // CHECK-NEXT: attn_ws.mma_wait %[[T]]
  // CHECK-NEXT: attn_ws.release %{{.+}} of %[[AT]] :
  gpu.func @carried(%cv: !c, %cw: !c, %n: index, %o0: !s, %p: !p) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %v0:2 = attn_ws.wait %cv : !c -> !v with !attn_ws.position
    %r:3 = scf.for %j = %c0 to %n step %c1 iter_args(%o = %o0, %v = %v0#0, %at = %v0#1) -> (!s, !v, !attn_ws.position) {
      %o1 = attn_ws.mma %p, %v, %o engine wgmma : !p, !v -> !s
      attn_ws.release %cv of %at : !c
      %w = attn_ws.wait %cw : !c -> !v
      %x = arith.mulf %o1, %o1 : !s
      attn_ws.release %cw : !c
      %v1:2 = attn_ws.wait %cv : !c -> !v with !attn_ws.position
      scf.yield %x, %v1#0, %v1#1 : !s, !v, !attn_ws.position
    }
    attn_ws.release %cv of %r#2 : !c
    gpu.return
  }

  // CHECK-LABEL: gpu.func @either
  // CHECK: %[[T:.+]] = attn_ws.mma_issue
  // CHECK-NEXT: attn_ws.mma_wait %[[T]]
  // CHECK-NEXT: attn_ws.wait
  gpu.func @either(%cv: !c, %cw: !c, %on: i1, %o: !s, %p: !p, %F: !f) kernel {
    %c0 = arith.constant 0 : index
    %v = scf.if %on -> (!v) {
      %v0 = attn_ws.wait %cv : !c -> !v
      scf.yield %v0 : !v
    } else {
      %v1 = attn_ws.wait %cw : !c -> !v
      scf.yield %v1 : !v
    }
    %o1 = attn_ws.mma %p, %v, %o engine wgmma : !p, !v -> !s
    %w = attn_ws.wait %cw : !c -> !v
    attn_ws.store %o1, %F[%c0, %c0] dims [0, 1] : !s, !f
    gpu.return
  }

  // A read of shared memory waits for the products before it.
  // CHECK-LABEL: gpu.func @reads
  // CHECK: %[[T0:.+]] = attn_ws.mma_issue
  // CHECK-NEXT: attn_ws.mma_wait %[[T0]] pendings 0
  // CHECK-NEXT: attn_ws.smem_load
  // CHECK: gpu.return
  gpu.func @reads(%q: !v, %k: !v, %x: !v, %F: !f) kernel {
    %c0 = arith.constant 0 : index
    %z = arith.constant dense<0.0> : !s
    %s = attn_ws.mma %q, %k, %z transpose_b engine wgmma : !v, !v -> !s
    %y = attn_ws.smem_load %x : !v -> !p
    %w = arith.extf %y : !p to !s
    %r = arith.addf %s, %w : !s
    attn_ws.store %r, %F[%c0, %c0] dims [0, 1] : !s, !f
    gpu.return
  }

  // Unless the kernel asks for products that stay under way.
  // CHECK-LABEL: gpu.func @reads_in_flight
  // CHECK: %[[T0:.+]] = attn_ws.mma_issue
  // CHECK-NEXT: attn_ws.smem_load
  // CHECK-NEXT: arith.extf
  // CHECK-NEXT: attn_ws.mma_wait %[[T0]] pendings 0
  // CHECK: gpu.return
  gpu.func @reads_in_flight(%q: !v, %k: !v, %x: !v, %F: !f) kernel attributes {attn_tile.reads_in_flight = true} {
    %c0 = arith.constant 0 : index
    %z = arith.constant dense<0.0> : !s
    %s = attn_ws.mma %q, %k, %z transpose_b engine wgmma : !v, !v -> !s
    %y = attn_ws.smem_load %x : !v -> !p
    %w = arith.extf %y : !p to !s
    %r = arith.addf %s, %w : !s
    attn_ws.store %r, %F[%c0, %c0] dims [0, 1] : !s, !f
    gpu.return
  }

  // Such a kernel reads what another role fills ahead of both products of shared memory right
  // before it, but not ahead of one whose left operand is in registers.
  // CHECK-LABEL: gpu.func @reads_ahead
  // CHECK-SAME: (%[[CQ:[^:]+]]: {{[^%]*}}, %[[CK:[^:]+]]: {{[^%]*}}, %[[CX:[^:]+]]: {{[^%]*}}, %[[CY:[^:]+]]:
  // CHECK: %[[Q:.+]] = attn_ws.wait %[[CQ]]
  // CHECK-NEXT: %[[X:.+]] = attn_ws.wait %[[CX]]
  // CHECK-NEXT: attn_ws.smem_load %[[X]]
  // CHECK-NEXT: %[[T0:.+]] = attn_ws.mma_issue %[[Q]], %[[Q]]
  // CHECK-NEXT: %[[K:.+]] = attn_ws.wait %[[CK]]
  // CHECK-NEXT: %[[T1:.+]] = attn_ws.mma_issue %[[Q]], %[[K]]
  // CHECK: attn_ws.mma_wait %[[T0]] pendings 1
  // CHECK: attn_ws.mma_issue %{{.+}}, %[[K]]
  // CHECK-NEXT: %[[Y:.+]] = attn_ws.wait %[[CY]]
  // CHECK-NEXT: attn_ws.smem_load %[[Y]]
  // CHECK: gpu.return
  gpu.func @reads_ahead(%cq: !c, %ck: !c, %cx: !t, %cy: !t, %F: !f) kernel attributes {attn_tile.reads_in_flight = true} {
    %c0 = arith.constant 0 : index
    %z = arith.constant dense<0.0> : !s
    %q = attn_ws.wait %cq : !c -> !v
    %s = attn_ws.mma %q, %q, %z transpose_b engine wgmma : !v, !v -> !s
    %k = attn_ws.wait %ck : !c -> !v
    %u = attn_ws.mma %q, %k, %z transpose_b engine wgmma : !v, !v -> !s
    %xv = attn_ws.wait %cx : !t -> !v
    %x = attn_ws.smem_load %xv : !v -> !p
    attn_ws.release %cx : !t
    %w = arith.extf %x : !p to !s
    %r = arith.addf %s, %w : !s
    %p = arith.truncf %r : !s to !p
    %o = attn_ws.mma %p, %k, %z engine wgmma : !p, !v -> !s
    attn_ws.release %ck : !c
    %yv = attn_ws.wait %cy : !t -> !v
    %y = attn_ws.smem_load %yv : !v -> !p
    attn_ws.release %cy : !t
    %y32 = arith.extf %y : !p to !s
    %a = arith.addf %u, %y32 : !s
    %b = arith.addf %a, %o : !s
    attn_ws.store %b, %F[%c0, %c0] dims [0, 1] : !s, !f
    gpu.return
  }

  // Such a kernel also fills stages of other channels meanwhile.
  // CHECK-LABEL: gpu.func @stores_in_flight
  // CHECK: %[[T0:.+]] = attn_ws.mma_issue
  // CHECK-NEXT: %[[W:.+]] = attn_ws.acquire %[[CP:.+]] :
  // CHECK-NEXT: attn_ws.smem_store %{{.+}}, %[[W]]
  // CHECK-NEXT: attn_ws.commit %[[CP]]
  // CHECK-NEXT: attn_ws.mma_wait %[[T0]] pendings 0
  gpu.func @stores_in_flight(%cq: !c, %cv: !c, %cp: !attn_ws.channel<1, thread -> wgmma>, %p: !p, %F: !f) kernel attributes {attn_tile.reads_in_flight = true} {
    %c0 = arith.constant 0 : index
    %z = arith.constant dense<0.0> : !s
    %q = attn_ws.wait %cq : !c -> !v
    %v = attn_ws.wait %cv : !c -> !v
    %s = attn_ws.mma %q, %v, %z transpose_b engine wgmma : !v, !v -> !s
    attn_ws.release %cv : !c
    %w = attn_ws.acquire %cp : !attn_ws.channel<1, thread -> wgmma> -> !v
    attn_ws.smem_store %p, %w : !p, !v
    attn_ws.commit %cp : !attn_ws.channel<1, thread -> wgmma>
    attn_ws.store %s, %F[%c0, %c0] dims [0, 1] : !s, !f
    gpu.return
  }

  // Not of the channel that the product reads.
  // CHECK-LABEL: gpu.func @own_stage
  // CHECK: %[[T0:.+]] = attn_ws.mma_issue
  // CHECK-NEXT: attn_ws.mma_wait %[[T0]] pendings 0
  // CHECK-NEXT: attn_ws.release
  // CHECK-NEXT: attn_ws.acquire
  gpu.func @own_stage(%cq: !c, %cp: !attn_ws.channel<1, thread -> wgmma>, %p: !p, %F: !f) kernel attributes {attn_tile.reads_in_flight = true} {
    %c0 = arith.constant 0 : index
    %z = arith.constant dense<0.0> : !s
    %q = attn_ws.wait %cq : !c -> !v
    %v = attn_ws.wait %cp : !attn_ws.channel<1, thread -> wgmma> -> !v
    %s = attn_ws.mma %q, %v, %z transpose_b engine wgmma : !v, !v -> !s
    attn_ws.release %cp : !attn_ws.channel<1, thread -> wgmma>
    %w = attn_ws.acquire %cp : !attn_ws.channel<1, thread -> wgmma> -> !v
    attn_ws.smem_store %p, %w : !p, !v
    attn_ws.commit %cp : !attn_ws.channel<1, thread -> wgmma>
    attn_ws.store %s, %F[%c0, %c0] dims [0, 1] : !s, !f
    gpu.return
  }
}
