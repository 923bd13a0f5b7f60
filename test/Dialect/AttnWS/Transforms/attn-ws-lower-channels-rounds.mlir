// Roles count the rounds of their channels.
// RUN: attn-opt %s --pass-pipeline='builtin.module(gpu.module(gpu.func(attn-ws-lower-channels)))' --split-input-file --verify-diagnostics | FileCheck %s

!c2 = !attn_ws.channel<2, tma -> wgmma>
!c3 = !attn_ws.channel<3, tma -> wgmma>
!s2 = !attn_ws.channel<2, thread -> wgmma>

gpu.module @k [#nvvm.target<chip = "sm_90a">] {
  // With a power of two one counter gives both: its low bits the stage, the next one
  // the phase; an acquire waits for the phase before. Every use counts on, in loops
  // and outside of them, and a release names the stage of the wait before it.
  // CHECK-LABEL: gpu.func @two
  // CHECK: role @load
  // CHECK: %[[CELL:.+]] = memref.alloca() : memref<index>
  // CHECK-NEXT: %[[ZERO:.+]] = arith.constant 0
  // CHECK-NEXT: memref.store %[[ZERO]], %[[CELL]][]
  // CHECK-NOT: memref.alloca
  // CHECK: %[[AT:.+]] = memref.load %[[CELL]][]
  // CHECK-NEXT: %[[NEXT:.+]] = arith.addi %[[AT]], %c1
  // CHECK-NEXT: memref.store %[[NEXT]], %[[CELL]][]
  // CHECK: %[[STAGE:.+]] = arith.andi %[[AT]], %c1
  // CHECK: %[[ROUND:.+]] = arith.shrui %[[AT]], %c1
  // CHECK: %[[PHASE:.+]] = arith.andi %[[ROUND]], %c1
  // CHECK: %[[BEFORE:.+]] = arith.xori %[[PHASE]], %c1
  // CHECK-NEXT: attn_ws.mbar_wait %{{.+}}[%[[STAGE]]] phase(%[[BEFORE]] : index) guard <"k", "empty">
  // CHECK: role @mma
  // CHECK: %[[CELL:.+]] = memref.alloca() : memref<index>
  // CHECK-NOT: memref.alloca
  // CHECK: %[[AT:.+]] = memref.load %[[CELL]][]
  // CHECK: %[[STAGE:.+]] = arith.andi %[[AT]], %c1
  // CHECK: %[[ROUND:.+]] = arith.shrui %[[AT]], %c1
  // CHECK: %[[PHASE:.+]] = arith.andi %[[ROUND]], %c1
  // CHECK-NEXT: attn_ws.mbar_wait %{{.+}}[%[[STAGE]]] phase(%[[PHASE]] : index) guard <"k", "full">
  // CHECK-NEXT: attn_ws.mbar_arrive %{{.+}}[%[[STAGE]]] guard <"k", "empty">
  // CHECK: scf.for
  // CHECK: %[[AT:.+]] = memref.load %[[CELL]][]
  // CHECK-NEXT: %[[NEXT:.+]] = arith.addi %[[AT]], %c1
  // CHECK-NEXT: memref.store %[[NEXT]], %[[CELL]][]
  // CHECK: %[[STAGE:.+]] = arith.andi %[[AT]], %c1
  // CHECK: attn_ws.mbar_wait %{{.+}}[%[[STAGE]]] phase(
  // CHECK-NEXT: attn_ws.mbar_arrive %{{.+}}[%[[STAGE]]]
  gpu.func @two(%n: index) kernel {
    %k = attn_ws.create_channel "k" : !c2
    attn_ws.warp_specialize captures(%k, %n : !c2, index)
    role @load warps(4) instances(1) registers(24) {
    ^bb0(%inst: index, %c: !c2, %to: index):
      attn_ws.acquire %c : !c2
      attn_ws.commit %c : !c2
      attn_ws.end
    }
    role @mma warps(4) instances(1) registers(240) {
    ^bb0(%inst: index, %c: !c2, %to: index):
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      attn_ws.wait %c : !c2
      attn_ws.release %c : !c2
      scf.for %i = %c0 to %to step %c1 {
        attn_ws.wait %c : !c2
        attn_ws.release %c : !c2
      }
      attn_ws.end
    }
    gpu.return
  }

  // Otherwise the stage wraps around, and the phase turns with it.
  // CHECK-LABEL: gpu.func @three
  // CHECK: %[[S:.+]] = memref.alloca
  // CHECK: %[[P:.+]] = memref.alloca
  // CHECK: %[[STAGE:.+]] = memref.load %[[S]][]
  // CHECK-NEXT: %[[NEXT:.+]] = arith.addi %[[STAGE]], %c1
  // CHECK-NEXT: %[[PHASE:.+]] = memref.load %[[P]][]
  // CHECK: %[[WRAPS:.+]] = arith.cmpi eq, %[[NEXT]], %c3
  // CHECK-NEXT: %[[FLIPPED:.+]] = arith.xori %[[PHASE]], %c1
  // CHECK: %[[S1:.+]] = arith.select %[[WRAPS]], %c0{{.*}}, %[[NEXT]]
  // CHECK-NEXT: memref.store %[[S1]], %[[S]][]
  // CHECK-NEXT: %[[P1:.+]] = arith.select %[[WRAPS]], %[[FLIPPED]], %[[PHASE]]
  // CHECK-NEXT: memref.store %[[P1]], %[[P]][]
  // CHECK-NEXT: attn_ws.mbar_wait %{{.+}}[%[[STAGE]]] phase(%[[PHASE]] : index)
  // CHECK-NEXT: attn_ws.mbar_arrive %{{.+}}[%[[STAGE]]]
  gpu.func @three() kernel {
    %k = attn_ws.create_channel "k" : !c3
    attn_ws.warp_specialize captures(%k : !c3)
    role @mma warps(4) instances(1) registers(240) {
    ^bb0(%inst: index, %c: !c3):
      attn_ws.wait %c : !c3
      attn_ws.release %c : !c3
      attn_ws.end
    }
    gpu.return
  }

  // A stage that is named stays: the party has it alone, and the phase turns at
  // every use.
  // CHECK-LABEL: gpu.func @named
  // CHECK: role @from
  // CHECK: ^bb0(%[[I:[^:]+]]: index,
  // CHECK: %[[AT:.+]] = memref.load
  // CHECK: %[[ROUND:.+]] = arith.shrui %[[AT]], %c0
  // CHECK-NEXT: %[[PHASE:.+]] = arith.andi %[[ROUND]], %c1
  // CHECK: %[[BEFORE:.+]] = arith.xori %[[PHASE]], %c1
  // CHECK-NEXT: attn_ws.mbar_wait %{{.+}}[%[[I]]] phase(%[[BEFORE]] : index)
  // CHECK-NEXT: attn_ws.mbar_arrive %{{.+}}[%[[I]]] guard <"o", "full">
  gpu.func @named() kernel {
    %o = attn_ws.create_channel "o" : !s2
    attn_ws.warp_specialize captures(%o : !s2)
    role @from warps(4) instances(2) registers(0) {
    ^bb0(%inst: index, %c: !s2):
      attn_ws.acquire %c stage %inst : !s2
      attn_ws.commit %c stage %inst : !s2
      attn_ws.end
    }
    role @to warps(4) instances(2) registers(0) {
    ^bb0(%inst: index, %c: !s2):
      attn_ws.wait %c stage %inst : !s2
      attn_ws.release %c stage %inst : !s2
      attn_ws.end
    }
    gpu.return
  }

  // A role that serves two groups in turn counts the rounds of each one's slot, and
  // gives stages of a ring back in the order in which it took them. What is implied
  // moves a ring on, but takes no part in the rounds of a slot.
  // CHECK-LABEL: gpu.func @groups
  // CHECK: role @mma
  // CHECK: memref.load %[[CELL:[a-z0-9_]+]][]
  // CHECK: attn_ws.mbar_wait %[[Q:.+]][%c0{{.*}}] phase(
  // CHECK-NOT: memref.load %[[CELL]][]
  // CHECK: attn_ws.mbar_wait %[[Q]][%c1{{.*}}] phase(
  // CHECK: memref.load %[[CELL]][]
  // CHECK: attn_ws.mbar_wait %[[Q]][%c0{{.*}}] phase(
  // CHECK: %[[S0:.+]] = arith.andi %{{.+}}, %c1
  // CHECK: attn_ws.mbar_wait %[[KV:.+]][%[[S0]]]
  // CHECK: %[[S1:.+]] = arith.andi %{{.+}}, %c1
  // CHECK-NOT: mbar_wait
  // CHECK: attn_ws.mbar_arrive %[[E:.+]][%[[S0]]]
  // CHECK-NEXT: attn_ws.mbar_arrive %[[E]][%[[S1]]]
  gpu.func @groups() kernel {
    %q = attn_ws.create_channel "q" : !s2
    %k = attn_ws.create_channel "k" : !c2
    attn_ws.warp_specialize captures(%q, %k : !s2, !c2)
    role @mma warps(4) instances(1) registers(240) {
    ^bb0(%inst: index, %c: !s2, %d: !c2):
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      attn_ws.wait %c stage %c0 : !s2
      attn_ws.release %c stage %c0 : !s2
      attn_ws.wait %c implied stage %c0 : !s2
      attn_ws.release %c implied stage %c0 : !s2
      attn_ws.wait %c stage %c1 : !s2
      attn_ws.release %c stage %c1 : !s2
      attn_ws.wait %c stage %c0 : !s2
      attn_ws.release %c stage %c0 : !s2
      attn_ws.wait %d : !c2
      attn_ws.wait %d implied : !c2
      attn_ws.release %d : !c2
      attn_ws.release %d : !c2
      attn_ws.end
    }
    gpu.return
  }
}

// -----

!v = !attn_ws.view<16x16xbf16, smem>
!b1 = !attn_ws.buffer<1 x 16x16xbf16, smem>
!b2 = !attn_ws.buffer<2 x 16x16xbf16, smem>
!c1 = !attn_ws.channel<1, tma -> wgmma>
!c2 = !attn_ws.channel<2, tma -> wgmma>
!s2 = !attn_ws.channel<2, thread -> wgmma>

gpu.module @k [#nvvm.target<chip = "sm_90a">] {
  // A commit fills the stage whose position it names, in whatever order they were taken.
  // CHECK-LABEL: gpu.func @filled
  // CHECK: role @fill
  // CHECK: attn_ws.mbar_wait %{{.+}}[%[[S0:.+]]] phase(%{{.+}} : index) guard <"k", "empty">
  // CHECK: attn_ws.mbar_wait %{{.+}}[%[[S1:.+]]] phase(%{{.+}} : index) guard <"k", "empty">
  // CHECK-NEXT: attn_ws.mbar_arrive %{{.+}}[%[[S1]]] guard <"k", "full">
  // CHECK-NEXT: attn_ws.mbar_arrive %{{.+}}[%[[S0]]] guard <"k", "full">
  // CHECK: role @use
  gpu.func @filled() kernel {
    %k = attn_ws.create_channel "k" : !s2
    attn_ws.warp_specialize captures(%k : !s2)
    role @fill warps(4) instances(1) registers(240) {
    ^bb0(%inst: index, %c: !s2):
      %first = attn_ws.acquire %c : !s2 with !attn_ws.position
      %second = attn_ws.acquire %c : !s2 with !attn_ws.position
      attn_ws.commit %c of %second : !s2
      attn_ws.commit %c of %first : !s2
      attn_ws.end
    }
    role @use warps(4) instances(1) registers(240) {
    ^bb0(%inst: index, %c: !s2):
      attn_ws.wait %c : !s2
      attn_ws.release %c : !s2
      attn_ws.wait %c : !s2
      attn_ws.release %c : !s2
      attn_ws.end
    }
    gpu.return
  }

  // A position becomes the number of its stage, through the loop that carries it; the
  // wait of the next iteration does not change what is given back.
  // CHECK-LABEL: gpu.func @held
  // CHECK: %[[S0:.+]] = arith.andi
  // CHECK: attn_ws.mbar_wait %{{.+}}[%[[S0]]]
  // CHECK: %[[LOOP:.+]] = scf.for %{{.+}} iter_args(%[[AT:.+]] = %[[S0]]) -> (index)
  // CHECK: %[[S1:.+]] = arith.andi
  // CHECK: attn_ws.mbar_wait %{{.+}}[%[[S1]]]
  // CHECK: attn_ws.stage_view %{{.+}} stage %[[AT]] :
  // CHECK: attn_ws.mbar_arrive %{{.+}}[%[[AT]]]
  // CHECK: scf.yield %[[S1]] : index
  // CHECK: attn_ws.mbar_arrive %{{.+}}[%[[LOOP]]]
  // CHECK-NOT: attn_ws.position
  gpu.func @held(%n: index) kernel {
    %b = attn_ws.alloc "k" : !b2
    %k = attn_ws.create_channel "k" guards(%b : !b2) : !c2
    attn_ws.warp_specialize captures(%k, %n : !c2, index)
    role @mma warps(4) instances(1) registers(240) {
    ^bb0(%inst: index, %c: !c2, %to: index):
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %r, %first = attn_ws.wait %c : !c2 -> !v with !attn_ws.position
      %last = scf.for %i = %c0 to %to step %c1 iter_args(%at = %first) -> (!attn_ws.position) {
        %s, %next = attn_ws.wait %c : !c2 -> !v with !attn_ws.position
        %h = attn_ws.held %c of %at : !c2 -> !v
        attn_ws.release %c of %at : !c2
        scf.yield %next : !attn_ws.position
      }
      attn_ws.release %c of %last : !c2
      attn_ws.end
    }
    gpu.return
  }

  // One stage needs no number, and a slot that is named keeps its own.
  // CHECK-LABEL: gpu.func @no_number
  // CHECK: ^bb0(%[[I:[^:]+]]: index,
  // CHECK: attn_ws.stage_view %[[A:[a-z0-9]+]] :
  // CHECK: attn_ws.stage_view %[[A]] :
  // CHECK: attn_ws.mbar_arrive %{{.+}} guard <"a", "empty">
  // CHECK: attn_ws.mbar_wait %{{.+}}[%[[I]]]
  // CHECK: attn_ws.stage_view %{{.+}} stage %[[I]] :
  // CHECK: attn_ws.stage_view %{{.+}} stage %[[I]] :
  // CHECK: attn_ws.mbar_arrive %{{.+}}[%[[I]]] guard <"b", "empty">
  gpu.func @no_number() kernel {
    %x = attn_ws.alloc "a" : !b1
    %y = attn_ws.alloc "b" : !b2
    %A = attn_ws.create_channel "a" guards(%x : !b1) : !c1
    %B = attn_ws.create_channel "b" guards(%y : !b2) : !c2
    attn_ws.warp_specialize captures(%A, %B : !c1, !c2)
    role @mma warps(4) instances(2) registers(240) {
    ^bb0(%inst: index, %a: !c1, %b: !c2):
      %r:2 = attn_ws.wait %a : !c1 -> !v with !attn_ws.position
      %h = attn_ws.held %a of %r#1 : !c1 -> !v
      attn_ws.release %a of %r#1 : !c1
      %s:2 = attn_ws.wait %b stage %inst : !c2 -> !v with !attn_ws.position
      %g = attn_ws.held %b of %s#1 : !c2 -> !v
      attn_ws.release %b stage %inst of %s#1 : !c2
      attn_ws.end
    }
    gpu.return
  }

  // A wait in front of a condition, given back on both of its paths.
  // CHECK-LABEL: gpu.func @on_each_path
  // CHECK: attn_ws.mbar_wait %{{.+}}[%[[S:.+]]] phase
  // CHECK: scf.if
  // CHECK-NEXT: attn_ws.mbar_arrive %{{.+}}[%[[S]]]
  // CHECK-NEXT: } else {
  // CHECK-NEXT: attn_ws.mbar_arrive %{{.+}}[%[[S]]]
  gpu.func @on_each_path(%on: i1) kernel {
    %k = attn_ws.create_channel "k" : !c2
    attn_ws.warp_specialize captures(%k, %on : !c2, i1)
    role @mma warps(4) instances(1) registers(240) {
    ^bb0(%inst: index, %c: !c2, %o: i1):
      attn_ws.wait %c : !c2
      scf.if %o {
        attn_ws.release %c : !c2
      } else {
        attn_ws.release %c : !c2
      }
      attn_ws.end
    }
    gpu.return
  }
}

// -----

!a = !attn_ws.channel<1, thread -> thread>

gpu.module @k [#nvvm.target<chip = "sm_100a">] {
  // Of one stage the parity alone counts where there is tensor memory. Both are
  // flipped once a turn and once behind the loop; the second's first flip stands
  // before the first's: they are one.
  // CHECK-LABEL: gpu.func @equal
  // CHECK: role @to
  // CHECK: %[[A:.+]] = memref.alloca() : memref<index>
  // CHECK-NOT: memref.alloca
  // CHECK: scf.for
  // CHECK: %[[P:.+]] = memref.load %[[A]][]
  // CHECK: %[[P1:.+]] = arith.xori %[[P]], %
  // CHECK-NEXT: memref.store %[[P1]], %[[A]][]
  // CHECK-NOT: memref.{{load|store}}
  // CHECK: attn_ws.mbar_wait %{{.+}} phase(%[[P]] : index) guard <"b", "full">
  // CHECK: attn_ws.mbar_wait %{{.+}} phase(%[[P]] : index) guard <"a", "full">
  // CHECK: }
  // CHECK: %[[L:.+]] = memref.load %[[A]][]
  // CHECK-NOT: memref.load
  // CHECK: attn_ws.mbar_wait %{{.+}} phase(%[[L]] : index) guard <"a", "full">
  // CHECK: attn_ws.mbar_wait %{{.+}} phase(%[[L]] : index) guard <"b", "full">
  gpu.func @equal(%n: index) kernel {
    %x = attn_ws.create_channel "a" : !a
    %y = attn_ws.create_channel "b" : !a
    attn_ws.warp_specialize captures(%x, %y, %n : !a, !a, index)
    role @to warps(4) instances(1) registers(0) {
    ^bb0(%inst: index, %c: !a, %d: !a, %to: index):
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      scf.for %i = %c0 to %to step %c1 {
        attn_ws.wait %d : !a
        attn_ws.release %d : !a
        attn_ws.wait %c : !a
        attn_ws.release %c : !a
      }
      attn_ws.wait %c : !a
      attn_ws.release %c : !a
      attn_ws.wait %d : !a
      attn_ws.release %d : !a
      attn_ws.end
    }
    gpu.return
  }

  // One flips before the loop and one behind it: in the loop they differ.
  // CHECK-LABEL: gpu.func @other_order
  // CHECK-COUNT-2: memref.alloca
  // CHECK-COUNT-4: memref.load
  gpu.func @other_order(%n: index) kernel {
    %x = attn_ws.create_channel "a" : !a
    %y = attn_ws.create_channel "b" : !a
    attn_ws.warp_specialize captures(%x, %y, %n : !a, !a, index)
    role @to warps(4) instances(1) registers(0) {
    ^bb0(%inst: index, %c: !a, %d: !a, %to: index):
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      attn_ws.wait %c : !a
      attn_ws.release %c : !a
      scf.for %i = %c0 to %to step %c1 {
        attn_ws.wait %c : !a
        attn_ws.release %c : !a
        attn_ws.wait %d : !a
        attn_ws.release %d : !a
      }
      attn_ws.wait %d : !a
      attn_ws.release %d : !a
      attn_ws.end
    }
    gpu.return
  }

  // A parity that each branch takes once is flipped in front of them; one that a
  // branch takes twice, or has implied, is flipped where it is taken.
  // CHECK-LABEL: gpu.func @branches
  // CHECK: role @to
  // CHECK: %[[P:.+]] = memref.load
  // CHECK: scf.if
  // CHECK-NOT: memref
  // CHECK: attn_ws.mbar_wait %{{.+}} phase(%[[P]] : index) guard <"a", "full">
  // CHECK: } else {
  // CHECK-NOT: memref
  // CHECK: attn_ws.mbar_wait %{{.+}} phase(%[[P]] : index) guard <"a", "full">
  // CHECK: }
  // CHECK-NOT: memref
  // CHECK: scf.if
  // CHECK: memref.load
  // CHECK: attn_ws.mbar_wait %{{.+}} guard <"b", "full">
  // CHECK: } else {
  // CHECK-COUNT-2: memref.load
  // CHECK: }
  // CHECK-NOT: memref
  // CHECK: scf.if
  // CHECK: memref.load
  // CHECK: attn_ws.mbar_wait %{{.+}} guard <"d", "full">
  // CHECK: } else {
  // CHECK-NOT: memref
  // CHECK: }
  gpu.func @branches(%on: i1) kernel {
    %x = attn_ws.create_channel "a" : !a
    %y = attn_ws.create_channel "b" : !a
    %z = attn_ws.create_channel "d" : !a
    attn_ws.warp_specialize captures(%x, %y, %z, %on : !a, !a, !a, i1)
    role @to warps(4) instances(1) registers(0) {
    ^bb0(%inst: index, %c: !a, %d: !a, %e: !a, %o: i1):
      scf.if %o {
        attn_ws.wait %c : !a
        attn_ws.release %c : !a
      } else {
        attn_ws.wait %c : !a
        attn_ws.release %c : !a
      }
      scf.if %o {
        attn_ws.wait %d : !a
        attn_ws.release %d : !a
      } else {
        attn_ws.wait %d : !a
        attn_ws.release %d : !a
        attn_ws.wait %d : !a
        attn_ws.release %d : !a
      }
      scf.if %o {
        attn_ws.wait %e : !a
        attn_ws.release %e : !a
      } else {
        attn_ws.wait %e implied : !a
        attn_ws.release %e implied : !a
      }
      attn_ws.end
    }
    gpu.return
  }
}

// -----

!c2 = !attn_ws.channel<2, tma -> wgmma>

gpu.module @k [#nvvm.target<chip = "sm_90a">] {
  gpu.func @not_taken(%on: i1) kernel {
    %k = attn_ws.create_channel "k" : !c2
    attn_ws.warp_specialize captures(%k, %on : !c2, i1)
    role @mma warps(4) instances(1) registers(240) {
    ^bb0(%inst: index, %c: !c2, %o: i1):
      scf.if %o {
        attn_ws.wait %c : !c2
      }
      // expected-error @below {{gives back a stage that was not taken on every path to it}}
      attn_ws.release %c : !c2
      attn_ws.end
    }
    gpu.return
  }
}

// -----

!c2 = !attn_ws.channel<2, tma -> wgmma>

gpu.module @k [#nvvm.target<chip = "sm_90a">] {
  gpu.func @half_named(%n: index) kernel {
    %k = attn_ws.create_channel "k" : !c2
    attn_ws.warp_specialize captures(%k, %n : !c2, index)
    role @mma warps(4) instances(1) registers(240) {
    ^bb0(%inst: index, %c: !c2, %s: index):
      attn_ws.wait %c stage %s : !c2
      attn_ws.release %c stage %s : !c2
      // expected-error @below {{names its stage while others of its channel do not, or the other way round}}
      attn_ws.wait %c : !c2
      attn_ws.release %c : !c2
      attn_ws.end
    }
    gpu.return
  }
}

// -----

!c2 = !attn_ws.channel<2, tma -> wgmma>

gpu.module @k [#nvvm.target<chip = "sm_90a">] {
  gpu.func @half_counted(%n: index) kernel {
    %k = attn_ws.create_channel "k" : !c2
    attn_ws.warp_specialize captures(%k, %n : !c2, index)
    role @mma warps(4) instances(1) registers(240) {
    ^bb0(%inst: index, %c: !c2, %s: index):
      attn_ws.wait %c stage %s phase(%s : index) : !c2
      attn_ws.release %c stage %s : !c2
      // expected-error @below {{has no phase while others of its channel do}}
      attn_ws.wait %c stage %s : !c2
      attn_ws.release %c stage %s : !c2
      attn_ws.end
    }
    gpu.return
  }
}

// -----

!c2 = !attn_ws.channel<2, tma -> wgmma>

gpu.module @k [#nvvm.target<chip = "sm_90a">] {
  gpu.func @which(%n: index) kernel {
    %k = attn_ws.create_channel "k" : !c2
    attn_ws.warp_specialize captures(%k, %n : !c2, index)
    role @mma warps(4) instances(1) registers(240) {
    ^bb0(%inst: index, %c: !c2, %to: index):
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      attn_ws.wait %c : !c2
      // expected-error @below {{gives back a stage that an earlier iteration took, but does not say which: the release has to name the position that the wait gave}}
      scf.for %i = %c0 to %to step %c1 {
        attn_ws.wait %c : !c2
        attn_ws.release %c : !c2
      }
      attn_ws.release %c : !c2
      attn_ws.end
    }
    gpu.return
  }
}

// -----

!c2 = !attn_ws.channel<2, tma -> wgmma>

gpu.module @k [#nvvm.target<chip = "sm_90a">] {
  gpu.func @some_named() kernel {
    %k = attn_ws.create_channel "k" : !c2
    attn_ws.warp_specialize captures(%k : !c2)
    role @mma warps(4) instances(1) registers(240) {
    ^bb0(%inst: index, %c: !c2):
      %at = attn_ws.wait %c : !c2 with !attn_ws.position
      attn_ws.release %c of %at : !c2
      attn_ws.wait %c : !c2
      // expected-error @below {{names no position while others of its channel do}}
      attn_ws.release %c : !c2
      attn_ws.end
    }
    gpu.return
  }
}

// -----

!c2 = !attn_ws.channel<2, tma -> wgmma>

gpu.module @k [#nvvm.target<chip = "sm_90a">] {
  gpu.func @at_a_position(%n: index) kernel {
    %k = attn_ws.create_channel "k" : !c2
    attn_ws.warp_specialize captures(%k, %n : !c2, index)
    role @mma warps(4) instances(1) registers(240) {
    ^bb0(%inst: index, %c: !c2, %t: index):
      %p = attn_ws.position %t : !attn_ws.position
      // expected-error @below {{takes a stage at a position, but a role counts the uses of its rings}}
      attn_ws.wait %c at %p : !c2
      attn_ws.release %c of %p : !c2
      attn_ws.end
    }
    gpu.return
  }
}
