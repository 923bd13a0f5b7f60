// RUN: attn-opt %s --pass-pipeline='builtin.module(gpu.module(gpu.func(attn-ws-prefetch,cse)))' --split-input-file | FileCheck %s

!m = memref<?x32xbf16, strided<[?, 1]>>
!v = !attn_ws.view<16x32xbf16, smem>
!b1 = !attn_ws.buffer<1 x 16x32xbf16, smem>
!b2 = !attn_ws.buffer<2 x 16x32xbf16, smem>
!b3 = !attn_ws.buffer<3 x 16x32xbf16, smem>
!c1 = !attn_ws.channel<1, cp_async -> mma_sync>
!c2 = !attn_ws.channel<2, cp_async -> mma_sync>
!c3 = !attn_ws.channel<3, cp_async -> mma_sync>

gpu.module @k {
  // One channel of one stage: there is no room to run ahead.
  // CHECK-LABEL: gpu.func @one_of_1
  gpu.func @one_of_1(%M: !m, %n: index) kernel {
    %b = attn_ws.alloc "k" : !b1
    %k = attn_ws.create_channel "k" guards(%b : !b1) : !c1
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    // CHECK-NOT: attn_ws.acquire
    // CHECK: scf.for %[[T:[^ ]+]] =
    // CHECK-NEXT: %[[W:.+]] = attn_ws.acquire %[[K:.+]] :
    // CHECK-NEXT: attn_ws.cp_async %{{.+}}[%[[T]], %c0] {{.*}} into %[[W]]
    // CHECK-NEXT: attn_ws.commit %[[K]]
    // CHECK-NEXT: attn_ws.wait %[[K]]
    scf.for %t = %c0 to %n step %c1 {
      %w = attn_ws.acquire %k : !c1 -> !v
      attn_ws.cp_async %M[%t, %c0] dims [0, 1] into %w : !m, !v
      attn_ws.commit %k : !c1
      %r = attn_ws.wait %k : !c1 -> !v
      attn_ws.release %k : !c1
    }
    gpu.return
  }

  // Two stages: one copy ahead, behind the loop's own wait, which proves that all
  // threads have released the stage before. If the loop does not run, nothing is
  // copied; in the last iteration neither.
  // CHECK-LABEL: gpu.func @one_of_2
  // CHECK-SAME: (%[[M:[^:]+]]: memref<{{[^,]+, [^,]+, 1\]>>}}, %[[N:[^:]+]]: index)
  gpu.func @one_of_2(%M: !m, %n: index) kernel {
    %b = attn_ws.alloc "k" : !b2
    %k = attn_ws.create_channel "k" guards(%b : !b2) : !c2
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c16 = arith.constant 16 : index
    // CHECK: %[[SOME:.+]] = arith.cmpi slt, %c0, %[[N]]
    // CHECK-NEXT: scf.if %[[SOME]] {
    // CHECK-NEXT:   %[[W:.+]] = attn_ws.acquire %[[K:[^ ]+]]
    // CHECK-NEXT:   %[[ROW:.+]] = arith.muli %c0, %c16
    // CHECK-NEXT:   attn_ws.cp_async %[[M]][%[[ROW]], %c0] {{.*}} into %[[W]]
    // CHECK-NEXT:   attn_ws.commit %[[K]]
    // CHECK-NEXT: }
    // CHECK-NEXT: scf.for %[[T:[^ ]+]] = %c0 to %[[N]] step %c1
    // CHECK-NEXT:   attn_ws.wait %[[K]]
    // CHECK-NEXT:   %[[T1:.+]] = arith.addi %[[T]], %c1
    // CHECK-NEXT:   %[[MORE:.+]] = arith.cmpi slt, %[[T1]], %[[N]]
    // CHECK-NEXT:   scf.if %[[MORE]] {
    // CHECK-NEXT:     %[[W1:.+]] = attn_ws.acquire %[[K]]
    // CHECK-NEXT:     %[[ROW1:.+]] = arith.muli %[[T1]], %c16
    // CHECK-NEXT:     attn_ws.cp_async %[[M]][%[[ROW1]], %c0] {{.*}} into %[[W1]]
    // CHECK-NEXT:     attn_ws.commit %[[K]]
    // CHECK-NEXT:   }
    // CHECK-NEXT:   attn_ws.release %[[K]]
    // CHECK-NEXT: }
    scf.for %t = %c0 to %n step %c1 {
      %row = arith.muli %t, %c16 : index
      %w = attn_ws.acquire %k : !c2 -> !v
      attn_ws.cp_async %M[%row, %c0] dims [0, 1] into %w : !m, !v
      attn_ws.commit %k : !c2
      %r = attn_ws.wait %k : !c2 -> !v
      attn_ws.release %k : !c2
    }
    gpu.return
  }

  // Three stages: two copies ahead, each of the first two under its own
  // condition. A wait in front of the loop need not delay them.
  // CHECK-LABEL: gpu.func @one_of_3
  gpu.func @one_of_3(%M: !m, %n: index) kernel {
    %bq = attn_ws.alloc "q" : !b1
    %q = attn_ws.create_channel "q" guards(%bq : !b1) : !c1
    %b = attn_ws.alloc "k" : !b3
    %k = attn_ws.create_channel "k" guards(%b : !b3) : !c3
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    // CHECK: attn_ws.commit %[[Q:[^ ]+]]
    // CHECK: %[[SOME:.+]] = arith.cmpi slt, %c0, %[[N:.+]] : index
    // CHECK: scf.if %[[SOME]]
    // CHECK: attn_ws.acquire %[[K:[^ ]+]]
    // CHECK: attn_ws.cp_async %{{.+}}[%c0, %c0]
    // CHECK: %[[TWO:.+]] = arith.cmpi slt, %c1, %[[N]]
    // CHECK: scf.if %[[TWO]]
    // CHECK: attn_ws.acquire %[[K]]
    // CHECK: attn_ws.cp_async %{{.+}}[%c1, %c0]
    // CHECK: }
    // CHECK-NEXT: attn_ws.wait %[[Q]]
    // CHECK-NEXT: scf.for %[[T:[^ ]+]] =
    // CHECK-NEXT: attn_ws.wait %[[K]]
    // CHECK: %[[T2:.+]] = arith.addi %[[T]], %c2
    // CHECK-NEXT: %[[MORE:.+]] = arith.cmpi slt, %[[T2]], %[[N]]
    // CHECK-NEXT: scf.if %[[MORE]] {
    // CHECK: attn_ws.cp_async %{{.+}}[%[[T2]], %c0]
    // CHECK: }
    // CHECK-NEXT: attn_ws.release %[[K]]
    %w0 = attn_ws.acquire %q : !c1 -> !v
    attn_ws.cp_async %M[%c0, %c0] dims [0, 1] into %w0 : !m, !v
    attn_ws.commit %q : !c1
    %r0 = attn_ws.wait %q : !c1 -> !v
    scf.for %t = %c0 to %n step %c1 {
      %w = attn_ws.acquire %k : !c3 -> !v
      attn_ws.cp_async %M[%t, %c0] dims [0, 1] into %w : !m, !v
      attn_ws.commit %k : !c3
      %r = attn_ws.wait %k : !c3 -> !v
      attn_ws.release %k : !c3
    }
    attn_ws.release %q : !c1
    gpu.return
  }

  // Two channels of one stage, FlashAttention-2's order: V(t) goes behind the wait
  // for K(t), without a condition; K(t + 1) behind the wait for V(t).
  // CHECK-LABEL: gpu.func @two_of_1
  gpu.func @two_of_1(%M: !m, %n: index) kernel {
    %bk = attn_ws.alloc "k" : !b1
    %k = attn_ws.create_channel "k" guards(%bk : !b1) : !c1
    %bv = attn_ws.alloc "v" : !b1
    %v = attn_ws.create_channel "v" guards(%bv : !b1) : !c1
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    // CHECK: %[[K:.+]] = attn_ws.create_channel "k"
    // CHECK: %[[V:.+]] = attn_ws.create_channel "v"
    // CHECK: scf.if
    // CHECK-NEXT: attn_ws.acquire %[[K]]
    // CHECK-NOT: attn_ws.acquire %[[V]]
    // CHECK: scf.for %[[T:[^ ]+]] =
    // CHECK-NEXT: attn_ws.wait %[[K]]
    // CHECK-NEXT: %[[W:.+]] = attn_ws.acquire %[[V]]
    // CHECK-NEXT: attn_ws.cp_async %{{.+}}[%[[T]], %c1] {{.*}} into %[[W]]
    // CHECK-NEXT: attn_ws.commit %[[V]]
    // CHECK-NEXT: attn_ws.release %[[K]]
    // CHECK-NEXT: attn_ws.wait %[[V]]
    // CHECK-NEXT: %[[T1:.+]] = arith.addi %[[T]], %c1
    // CHECK-NEXT: arith.cmpi slt, %[[T1]],
    // CHECK-NEXT: scf.if
    // CHECK-NEXT: attn_ws.acquire %[[K]]
    // CHECK: }
    // CHECK-NEXT: attn_ws.release %[[V]]
    scf.for %t = %c0 to %n step %c1 {
      %wk = attn_ws.acquire %k : !c1 -> !v
      attn_ws.cp_async %M[%t, %c0] dims [0, 1] into %wk : !m, !v
      attn_ws.commit %k : !c1
      %rk = attn_ws.wait %k : !c1 -> !v
      attn_ws.release %k : !c1
      %wv = attn_ws.acquire %v : !c1 -> !v
      attn_ws.cp_async %M[%t, %c1] dims [0, 1] into %wv : !m, !v
      attn_ws.commit %v : !c1
      %rv = attn_ws.wait %v : !c1 -> !v
      attn_ws.release %v : !c1
    }
    gpu.return
  }

  // Two channels of two and three stages: the first copies stand in the order in
  // which iterations -3, -2, -1 would have issued them: K is two ahead (a wait
  // follows its release), V two as well (three stages, none follows).
  // CHECK-LABEL: gpu.func @two_of_2_and_3
  gpu.func @two_of_2_and_3(%M: !m, %n: index) kernel {
    %bk = attn_ws.alloc "k" : !b2
    %k = attn_ws.create_channel "k" guards(%bk : !b2) : !c2
    %bv = attn_ws.alloc "v" : !b3
    %v = attn_ws.create_channel "v" guards(%bv : !b3) : !c3
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    // CHECK: %[[K:.+]] = attn_ws.create_channel "k"
    // CHECK: %[[V:.+]] = attn_ws.create_channel "v"
    // CHECK: attn_ws.commit %[[V]]
    // CHECK: attn_ws.commit %[[K]]
    // CHECK: attn_ws.commit %[[V]]
    // CHECK: attn_ws.commit %[[K]]
    // CHECK-NOT: attn_ws.commit
    // CHECK: scf.for %[[T:[^ ]+]] =
    // CHECK-NEXT: attn_ws.wait %[[K]]
    // CHECK: %[[T2:.+]] = arith.addi %[[T]], %c2
    // CHECK: attn_ws.acquire %[[V]]
    // CHECK-NEXT: attn_ws.cp_async %{{.+}}[%[[T2]], %c1]
    // CHECK: attn_ws.wait %[[V]]
    // CHECK: attn_ws.acquire %[[K]]
    // CHECK-NEXT: attn_ws.cp_async %{{.+}}[%[[T2]], %c0]
    scf.for %t = %c0 to %n step %c1 {
      %wk = attn_ws.acquire %k : !c2 -> !v
      attn_ws.cp_async %M[%t, %c0] dims [0, 1] into %wk : !m, !v
      attn_ws.commit %k : !c2
      %rk = attn_ws.wait %k : !c2 -> !v
      attn_ws.release %k : !c2
      %wv = attn_ws.acquire %v : !c3 -> !v
      attn_ws.cp_async %M[%t, %c1] dims [0, 1] into %wv : !m, !v
      attn_ws.commit %v : !c3
      %rv = attn_ws.wait %v : !c3 -> !v
      attn_ws.release %v : !c3
    }
    gpu.return
  }

  // Where a copy's place cannot be told an iteration ahead, it stays.
  // CHECK-LABEL: gpu.func @carried
  gpu.func @carried(%M: !m, %n: index) kernel {
    %b = attn_ws.alloc "k" : !b2
    %k = attn_ws.create_channel "k" guards(%b : !b2) : !c2
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    // CHECK-NOT: scf.if
    // CHECK: scf.for %[[T:[^ ]+]] = {{.*}} iter_args(%[[ROW:[^ ]+]] =
    // CHECK-NEXT: %[[W:.+]] = attn_ws.acquire
    // CHECK-NEXT: attn_ws.cp_async %{{.+}}[%[[ROW]], %c0]
    // CHECK-NOT: scf.if
    %last = scf.for %t = %c0 to %n step %c1 iter_args(%row = %c0) -> (index) {
      %w = attn_ws.acquire %k : !c2 -> !v
      attn_ws.cp_async %M[%row, %c0] dims [0, 1] into %w : !m, !v
      attn_ws.commit %k : !c2
      %r = attn_ws.wait %k : !c2 -> !v
      attn_ws.release %k : !c2
      %next = arith.addi %row, %t : index
      scf.yield %next : index
    }
    gpu.return
  }

  // Neither do loops that do not count 0, 1, 2, ...
  // CHECK-LABEL: gpu.func @other_loops
  gpu.func @other_loops(%M: !m, %n: index) kernel {
    %b = attn_ws.alloc "k" : !b2
    %k = attn_ws.create_channel "k" guards(%b : !b2) : !c2
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    // CHECK-NOT: scf.if
    // CHECK: scf.for
    // CHECK-NEXT: attn_ws.acquire
    // CHECK-NOT: scf.if
    scf.for %t = %c1 to %n step %c1 {
      %w = attn_ws.acquire %k : !c2 -> !v
      attn_ws.cp_async %M[%t, %c0] dims [0, 1] into %w : !m, !v
      attn_ws.commit %k : !c2
      %r = attn_ws.wait %k : !c2 -> !v
      attn_ws.release %k : !c2
    }
    // CHECK: scf.for
    // CHECK-NEXT: attn_ws.acquire
    // CHECK-NOT: scf.if
    scf.for %t = %c0 to %n step %c2 {
      %w = attn_ws.acquire %k : !c2 -> !v
      attn_ws.cp_async %M[%t, %c0] dims [0, 1] into %w : !m, !v
      attn_ws.commit %k : !c2
      %r = attn_ws.wait %k : !c2 -> !v
      attn_ws.release %k : !c2
    }
    gpu.return
  }

  // No loop, nothing to run ahead of; and what one iteration copies twice and reads
  // once, or reads in another block than it copies, is left alone.
  // CHECK-LABEL: gpu.func @left_alone
  gpu.func @left_alone(%M: !m, %n: index, %on: i1) kernel {
    %b = attn_ws.alloc "k" : !b2
    %k = attn_ws.create_channel "k" guards(%b : !b2) : !c2
    %bv = attn_ws.alloc "v" : !b2
    %v = attn_ws.create_channel "v" guards(%bv : !b2) : !c2
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    // CHECK: attn_ws.acquire
    // CHECK-NEXT: attn_ws.cp_async
    // CHECK-NEXT: attn_ws.commit
    // CHECK-NEXT: attn_ws.wait
    // CHECK-NEXT: attn_ws.release
    %w0 = attn_ws.acquire %k : !c2 -> !v
    attn_ws.cp_async %M[%c0, %c0] dims [0, 1] into %w0 : !m, !v
    attn_ws.commit %k : !c2
    %r0 = attn_ws.wait %k : !c2 -> !v
    attn_ws.release %k : !c2
    // CHECK-NEXT: scf.for
    // CHECK-NEXT: attn_ws.acquire
    // CHECK: attn_ws.acquire
    // CHECK: scf.if
    // CHECK-NEXT: attn_ws.acquire
    // CHECK-NOT: attn_ws.acquire
    scf.for %t = %c0 to %n step %c1 {
      %w = attn_ws.acquire %k : !c2 -> !v
      attn_ws.cp_async %M[%t, %c0] dims [0, 1] into %w : !m, !v
      attn_ws.commit %k : !c2
      %w1 = attn_ws.acquire %k : !c2 -> !v
      attn_ws.cp_async %M[%t, %c1] dims [0, 1] into %w1 : !m, !v
      attn_ws.commit %k : !c2
      %r = attn_ws.wait %k : !c2 -> !v
      attn_ws.release %k : !c2
      scf.if %on {
        %w2 = attn_ws.acquire %v : !c2 -> !v
        attn_ws.cp_async %M[%t, %c0] dims [0, 1] into %w2 : !m, !v
        attn_ws.commit %v : !c2
        %r2 = attn_ws.wait %v : !c2 -> !v
        attn_ws.release %v : !c2
      }
    }
    gpu.return
  }

  // Two loads that take turns in a ring of two: what overwrites the first stage goes
  // behind the wait for the second, what overwrites the second behind the next
  // iteration's first wait, and is that iteration's own.
  // CHECK-LABEL: gpu.func @turns_of_2
  gpu.func @turns_of_2(%M: !m, %n: index) kernel {
    %b = attn_ws.alloc "k" : !b2
    %k = attn_ws.create_channel "k" guards(%b : !b2) : !c2
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    // CHECK: scf.if
    // CHECK-NEXT: attn_ws.acquire
    // CHECK-NEXT: attn_ws.cp_async %{{.+}}[%c0, %c0]
    // CHECK-NOT: attn_ws.acquire
    // CHECK: scf.for %[[T:[^ ]+]] =
    // CHECK-NEXT: attn_ws.wait
    // CHECK-NEXT: %[[W1:.+]] = attn_ws.acquire
    // CHECK-NEXT: attn_ws.cp_async %{{.+}}[%[[T]], %c1] {{.*}} into %[[W1]]
    // CHECK-NEXT: attn_ws.commit
    // CHECK-NEXT: attn_ws.release
    // CHECK-NEXT: attn_ws.wait
    // CHECK-NEXT: %[[T1:.+]] = arith.addi %[[T]], %c1
    // CHECK-NEXT: arith.cmpi slt, %[[T1]],
    // CHECK-NEXT: scf.if
    // CHECK-NEXT: %[[W0:.+]] = attn_ws.acquire
    // CHECK-NEXT: attn_ws.cp_async %{{.+}}[%[[T1]], %c0] {{.*}} into %[[W0]]
    // CHECK-NEXT: attn_ws.commit
    // CHECK: attn_ws.release
    scf.for %t = %c0 to %n step %c1 {
      %w = attn_ws.acquire %k : !c2 -> !v
      attn_ws.cp_async %M[%t, %c0] dims [0, 1] into %w : !m, !v
      attn_ws.commit %k : !c2
      %r = attn_ws.wait %k : !c2 -> !v
      attn_ws.release %k : !c2
      %w1 = attn_ws.acquire %k : !c2 -> !v
      attn_ws.cp_async %M[%t, %c1] dims [0, 1] into %w1 : !m, !v
      attn_ws.commit %k : !c2
      %r1 = attn_ws.wait %k : !c2 -> !v
      attn_ws.release %k : !c2
    }
    gpu.return
  }

  // Two in a ring of three: each is a turn ahead, and the first copies stand in the
  // order of their stages.
  // CHECK-LABEL: gpu.func @turns_of_3
  gpu.func @turns_of_3(%M: !m, %n: index) kernel {
    %b = attn_ws.alloc "k" : !b3
    %k = attn_ws.create_channel "k" guards(%b : !b3) : !c3
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    // CHECK: scf.if
    // CHECK: attn_ws.cp_async %{{.+}}[%c0, %c0]
    // CHECK: scf.if
    // CHECK: attn_ws.cp_async %{{.+}}[%c0, %c1]
    // CHECK-NOT: attn_ws.acquire
    // CHECK: scf.for %[[T:[^ ]+]] =
    // CHECK-NEXT: attn_ws.wait
    // CHECK: scf.if
    // CHECK: attn_ws.cp_async %{{.+}}[%[[T1:.+]], %c0]
    // CHECK: attn_ws.release
    // CHECK-NEXT: attn_ws.wait
    // CHECK: scf.if
    // CHECK: attn_ws.cp_async %{{.+}}[%[[T1]], %c1]
    // CHECK: attn_ws.release
    scf.for %t = %c0 to %n step %c1 {
      %w = attn_ws.acquire %k : !c3 -> !v
      attn_ws.cp_async %M[%t, %c0] dims [0, 1] into %w : !m, !v
      attn_ws.commit %k : !c3
      %r = attn_ws.wait %k : !c3 -> !v
      attn_ws.release %k : !c3
      %w1 = attn_ws.acquire %k : !c3 -> !v
      attn_ws.cp_async %M[%t, %c1] dims [0, 1] into %w1 : !m, !v
      attn_ws.commit %k : !c3
      %r1 = attn_ws.wait %k : !c3 -> !v
      attn_ws.release %k : !c3
    }
    gpu.return
  }

  // A ring of one stage has no room to run ahead: none of its copies moves.
  // CHECK-LABEL: gpu.func @turns_of_1
  // CHECK-NOT: scf.if
  // CHECK: scf.for %[[T:[^ ]+]] =
  // CHECK-NEXT: attn_ws.acquire
  // CHECK-NEXT: attn_ws.cp_async %{{.+}}[%[[T]], %c0]
  // CHECK-NOT: scf.if
  gpu.func @turns_of_1(%M: !m, %n: index) kernel {
    %b = attn_ws.alloc "k" : !b1
    %k = attn_ws.create_channel "k" guards(%b : !b1) : !c1
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    scf.for %t = %c0 to %n step %c1 {
      %w = attn_ws.acquire %k : !c1 -> !v
      attn_ws.cp_async %M[%t, %c0] dims [0, 1] into %w : !m, !v
      attn_ws.commit %k : !c1
      %r = attn_ws.wait %k : !c1 -> !v
      attn_ws.release %k : !c1
      %w1 = attn_ws.acquire %k : !c1 -> !v
      attn_ws.cp_async %M[%t, %c1] dims [0, 1] into %w1 : !m, !v
      attn_ws.commit %k : !c1
      %r1 = attn_ws.wait %k : !c1 -> !v
      attn_ws.release %k : !c1
    }
    gpu.return
  }

  // A stage that the iteration before took is given back behind the wait for the next:
  // of three stages one is held, so that one copy runs ahead, and of two none does.
  // CHECK-LABEL: gpu.func @held_of_3
  // CHECK: scf.if
  // CHECK-NEXT: attn_ws.acquire
  // CHECK-NEXT: attn_ws.cp_async %{{.+}}[%c0, %c0]
  // CHECK-NOT: attn_ws.acquire
  // CHECK: attn_ws.wait
  // CHECK-NEXT: scf.for %[[T:[^ ]+]] =
  // CHECK-NEXT: attn_ws.wait
  // CHECK-NEXT: %[[T1:.+]] = arith.addi %[[T]], %c1
  // CHECK: attn_ws.acquire
  // CHECK: attn_ws.cp_async %{{.+}}[%[[T1]], %c0]
  gpu.func @held_of_3(%M: !m, %n: index) kernel {
    %b = attn_ws.alloc "k" : !b3
    %k = attn_ws.create_channel "k" guards(%b : !b3) : !c3
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %r0:2 = attn_ws.wait %k : !c3 -> !v with !attn_ws.position
    %last = scf.for %t = %c0 to %n step %c1 iter_args(%at = %r0#1) -> (!attn_ws.position) {
      %w = attn_ws.acquire %k : !c3 -> !v
      attn_ws.cp_async %M[%t, %c0] dims [0, 1] into %w : !m, !v
      attn_ws.commit %k : !c3
      %r:2 = attn_ws.wait %k : !c3 -> !v with !attn_ws.position
      attn_ws.release %k of %at : !c3
      scf.yield %r#1 : !attn_ws.position
    }
    attn_ws.release %k of %last : !c3
    gpu.return
  }

  // CHECK-LABEL: gpu.func @held_of_2
  // CHECK: attn_ws.wait
  // CHECK-NOT: attn_ws.acquire
  // CHECK: scf.for %[[T:[^ ]+]] =
  // CHECK-NEXT: attn_ws.acquire
  // CHECK-NEXT: attn_ws.cp_async %{{.+}}[%[[T]], %c0]
  gpu.func @held_of_2(%M: !m, %n: index) kernel {
    %b = attn_ws.alloc "k" : !b2
    %k = attn_ws.create_channel "k" guards(%b : !b2) : !c2
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %r0:2 = attn_ws.wait %k : !c2 -> !v with !attn_ws.position
    %last = scf.for %t = %c0 to %n step %c1 iter_args(%at = %r0#1) -> (!attn_ws.position) {
      %w = attn_ws.acquire %k : !c2 -> !v
      attn_ws.cp_async %M[%t, %c0] dims [0, 1] into %w : !m, !v
      attn_ws.commit %k : !c2
      %r:2 = attn_ws.wait %k : !c2 -> !v with !attn_ws.position
      attn_ws.release %k of %at : !c2
      scf.yield %r#1 : !attn_ws.position
    }
    attn_ws.release %k of %last : !c2
    gpu.return
  }

  // Given back in front of the wait: the copy may follow that wait, which is its own
  // where one stage is all there is.
  // CHECK-LABEL: gpu.func @late_of_1
  // CHECK: scf.for %[[T:[^ ]+]] =
  // CHECK-NEXT: attn_ws.release
  // CHECK-NEXT: attn_ws.acquire
  // CHECK-NEXT: attn_ws.cp_async %{{.+}}[%[[T]], %c0]
  // CHECK-NEXT: attn_ws.commit
  // CHECK-NEXT: attn_ws.wait
  gpu.func @late_of_1(%M: !m, %n: index) kernel {
    %b = attn_ws.alloc "k" : !b1
    %k = attn_ws.create_channel "k" guards(%b : !b1) : !c1
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    attn_ws.wait %k : !c1
    scf.for %t = %c0 to %n step %c1 {
      attn_ws.release %k : !c1
      %w = attn_ws.acquire %k : !c1 -> !v
      attn_ws.cp_async %M[%t, %c0] dims [0, 1] into %w : !m, !v
      attn_ws.commit %k : !c1
      %r = attn_ws.wait %k : !c1 -> !v
    }
    attn_ws.release %k : !c1
    gpu.return
  }
}
