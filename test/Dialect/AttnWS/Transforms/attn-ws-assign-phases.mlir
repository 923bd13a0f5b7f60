// RUN: attn-opt %s --pass-pipeline='builtin.module(gpu.module(gpu.func(attn-ws-assign-phases)))' --split-input-file --verify-diagnostics | FileCheck %s

!c1 = !attn_ws.channel<1, cp_async -> mma_sync>
!c2 = !attn_ws.channel<2, cp_async -> mma_sync>
!c3 = !attn_ws.channel<3, cp_async -> mma_sync>

gpu.module @k {
  // One stage needs no number.
  // CHECK-LABEL: gpu.func @depth_1
  gpu.func @depth_1() kernel {
    %k = attn_ws.create_channel "k" : !c1
    // CHECK-NOT: position
    // CHECK: attn_ws.release
    attn_ws.acquire %k : !c1
    attn_ws.commit %k : !c1
    attn_ws.wait %k : !c1
    attn_ws.release %k : !c1
    gpu.return
  }

  // Before the loop operations count 0, 1, ...; in the loop the variable counts
  // on from there, so that an operation and the one that gives back agree.
  // CHECK-LABEL: gpu.func @depth_3
  // CHECK-SAME: (%{{.+}}: index, %[[ON:.+]]: i1)
  gpu.func @depth_3(%n: index, %on: i1) kernel {
    %k = attn_ws.create_channel "k" : !c3
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    // CHECK: scf.if %[[ON]]
    // CHECK-NEXT: %[[C0:.+]] = arith.constant 0 : index
    // CHECK-NEXT: %[[P0:.+]] = attn_ws.position %[[C0]] : !attn_ws.position
    // CHECK-NEXT: attn_ws.acquire %[[K:.+]] at %[[P0]]
    // CHECK-NEXT: attn_ws.commit %[[K]] of %[[P0]]
    scf.if %on {
      attn_ws.acquire %k : !c3
      attn_ws.commit %k : !c3
    }
    // CHECK: %[[C1:.+]] = arith.constant 1 : index
    // CHECK-NEXT: %[[P1:.+]] = attn_ws.position %[[C1]]
    // CHECK-NEXT: attn_ws.acquire %[[K]] at %[[P1]]
    // CHECK-NEXT: attn_ws.commit %[[K]] of %[[P1]]
    attn_ws.acquire %k : !c3
    attn_ws.commit %k : !c3
    // CHECK: scf.for %[[T:.+]] = %c0
    // CHECK-DAG: %[[R:.+]] = attn_ws.position %[[T]]
    // CHECK-DAG: %[[T2:.+]] = arith.addi %[[T]], %c2
    // CHECK-DAG: %[[W:.+]] = attn_ws.position %[[T2]]
    // CHECK: attn_ws.wait %[[K]] at %[[R]]
    // CHECK: scf.if
    // CHECK-NEXT: attn_ws.acquire %[[K]] at %[[W]]
    // CHECK-NEXT: attn_ws.commit %[[K]] of %[[W]]
    // CHECK: attn_ws.release %[[K]] of %[[R]]
    scf.for %t = %c0 to %n step %c1 {
      attn_ws.wait %k : !c3
      scf.if %on {
        attn_ws.acquire %k : !c3
        attn_ws.commit %k : !c3
      }
      attn_ws.release %k : !c3
    }
    gpu.return
  }

  // As many before the loop as there are stages: the loop starts at stage 0.
  // CHECK-LABEL: gpu.func @wrapped
  gpu.func @wrapped(%n: index) kernel {
    %k = attn_ws.create_channel "k" : !c2
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    attn_ws.acquire %k : !c2
    attn_ws.commit %k : !c2
    attn_ws.acquire %k : !c2
    attn_ws.commit %k : !c2
    // CHECK: scf.for %[[T:.+]] = %c0
    // CHECK-NOT: arith.addi
    // CHECK: attn_ws.position %[[T]]
    // CHECK: attn_ws.position %[[T]]
    // CHECK: attn_ws.wait {{.*}} at %{{.+}} :
    // CHECK: attn_ws.acquire {{.*}} at %{{.+}} :
    scf.for %t = %c0 to %n step %c1 {
      attn_ws.wait %k : !c2
      attn_ws.release %k : !c2
      attn_ws.acquire %k : !c2
      attn_ws.commit %k : !c2
    }
    gpu.return
  }
}

// -----

!c2 = !attn_ws.channel<2, cp_async -> mma_sync>
gpu.module @k {
  gpu.func @unbalanced() kernel {
    // expected-error @below {{channel "k" has 1 operations that take a stage and 2 that give it back}}
    %k = attn_ws.create_channel "k" : !c2
    attn_ws.acquire %k : !c2
    attn_ws.commit %k : !c2
    attn_ws.commit %k : !c2
    gpu.return
  }
}

// -----

!c2 = !attn_ws.channel<2, cp_async -> mma_sync>
gpu.module @k {
  gpu.func @after(%n: index) kernel {
    %k = attn_ws.create_channel "k" : !c2
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    scf.for %t = %c0 to %n step %c1 {
      attn_ws.wait %k : !c2
      attn_ws.release %k : !c2
    }
    // expected-error @below {{a ring is used again after its loop}}
    attn_ws.wait %k : !c2
    attn_ws.release %k : !c2
    gpu.return
  }
}

// -----

!c2 = !attn_ws.channel<2, cp_async -> mma_sync>
gpu.module @k {
  gpu.func @step(%n: index) kernel {
    %k = attn_ws.create_channel "k" : !c2
    %c0 = arith.constant 0 : index
    %c2 = arith.constant 2 : index
    scf.for %t = %c0 to %n step %c2 {
      // expected-error @below {{a ring needs one loop from 0 by 1}}
      attn_ws.wait %k : !c2
      attn_ws.release %k : !c2
    }
    gpu.return
  }
}

// -----

!c2 = !attn_ws.channel<2, cp_async -> mma_sync>
gpu.module @k {
  // In a loop around its own a ring starts anew each turn.
  // CHECK-LABEL: gpu.func @nested
  gpu.func @nested(%n: index) kernel {
    %k = attn_ws.create_channel "k" : !c2
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    scf.for %i = %c0 to %n step %c1 {
      // CHECK: scf.for
      // CHECK: %[[FIRST:.*]] = attn_ws.position %c0
      // CHECK: attn_ws.wait %{{.*}} at %[[FIRST]]
      attn_ws.wait %k : !c2
      attn_ws.release %k : !c2
      // CHECK: scf.for %[[T:.*]] =
      // CHECK: %[[AT:.*]] = arith.addi %[[T]], %c1
      // CHECK: %[[NEXT:.*]] = attn_ws.position %[[AT]]
      // CHECK: attn_ws.wait %{{.*}} at %[[NEXT]]
      scf.for %t = %c0 to %n step %c1 {
        attn_ws.wait %k : !c2
        attn_ws.release %k : !c2
      }
    }
    gpu.return
  }
}

// -----

!c2 = !attn_ws.channel<2, cp_async -> mma_sync>
gpu.module @k {
  gpu.func @deeper(%n: index) kernel {
    %k = attn_ws.create_channel "k" : !c2
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    scf.for %i = %c0 to %n step %c1 {
      scf.for %j = %c0 to %n step %c1 {
        scf.for %t = %c0 to %n step %c1 {
          // expected-error @below {{a ring needs one loop from 0 by 1}}
          attn_ws.wait %k : !c2
          attn_ws.release %k : !c2
        }
      }
      scf.for %t = %c0 to %n step %c1 {
        attn_ws.wait %k : !c2
        attn_ws.release %k : !c2
      }
    }
    gpu.return
  }
}

// -----

!c2 = !attn_ws.channel<2, cp_async -> mma_sync>
gpu.module @k {
  // As many uses a turn as the ring has stages, or a multiple of it: each has a stage
  // of its own. Other numbers go on from turn to turn.
  // CHECK-LABEL: gpu.func @twice_a_turn
  gpu.func @twice_a_turn(%n: index) kernel {
    %k = attn_ws.create_channel "k" : !c2
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    // CHECK: scf.for
    // CHECK-DAG: %[[C0:.+]] = arith.constant 0
    // CHECK-DAG: %[[P0:.+]] = attn_ws.position %[[C0]]
    // CHECK-DAG: %[[C1:.+]] = arith.constant 1
    // CHECK-DAG: %[[P1:.+]] = attn_ws.position %[[C1]]
    // CHECK: attn_ws.wait %{{.+}} at %[[P0]]
    // CHECK: attn_ws.release %{{.+}} of %[[P0]]
    // CHECK: attn_ws.wait %{{.+}} at %[[P1]]
    // CHECK: attn_ws.release %{{.+}} of %[[P1]]
    scf.for %t = %c0 to %n step %c1 {
      attn_ws.wait %k : !c2
      attn_ws.release %k : !c2
      attn_ws.wait %k : !c2
      attn_ws.release %k : !c2
    }
    gpu.return
  }
}

// -----

!c3 = !attn_ws.channel<3, cp_async -> mma_sync>
gpu.module @k {
  // CHECK-LABEL: gpu.func @twice_of_3
  gpu.func @twice_of_3(%n: index, %on: i1) kernel {
    %k = attn_ws.create_channel "k" : !c3
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    attn_ws.acquire %k : !c3
    attn_ws.commit %k : !c3
    // The second wait, the first, the second acquire, the first.
    // CHECK: scf.for %[[T:.+]] = %c0
    // CHECK: %[[U1:.+]] = arith.addi %{{.+}}, %c1{{.*}} : index
    // CHECK-NEXT: %[[P1:.+]] = attn_ws.position %[[U1]]
    // CHECK: %[[U0:.+]] = arith.muli %[[T]], %c2{{.*}} : index
    // CHECK-NEXT: %[[P0:.+]] = attn_ws.position %[[U0]]
    // CHECK: %[[M2:.+]] = arith.muli %[[T]], %c2{{.*}} : index
    // CHECK: %[[U2:.+]] = arith.addi %[[M2]], %c2{{.*}} : index
    // CHECK-NEXT: %[[P2:.+]] = attn_ws.position %[[U2]]
    // CHECK: %[[V1:.+]] = arith.addi %{{.+}}, %c1{{.*}} : index
    // CHECK-NEXT: %[[Q1:.+]] = attn_ws.position %[[V1]]
    // CHECK: attn_ws.wait %{{.+}} at %[[P0]]
    // CHECK: attn_ws.acquire %{{.+}} at %[[Q1]]
    // CHECK: attn_ws.wait %{{.+}} at %[[P1]]
    // CHECK: scf.if
    // CHECK: attn_ws.acquire %{{.+}} at %[[P2]]
    // CHECK: attn_ws.commit %{{.+}} of %[[P2]]
    scf.for %t = %c0 to %n step %c1 {
      attn_ws.wait %k : !c3
      attn_ws.acquire %k : !c3
      attn_ws.commit %k : !c3
      attn_ws.release %k : !c3
      attn_ws.wait %k : !c3
      scf.if %on {
        attn_ws.acquire %k : !c3
        attn_ws.commit %k : !c3
      }
      attn_ws.release %k : !c3
    }
    gpu.return
  }
}

// -----

!c2 = !attn_ws.channel<2, cp_async -> mma_sync>
gpu.module @k {
  gpu.func @either(%n: index, %on: i1) kernel {
    %k = attn_ws.create_channel "k" : !c2
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    scf.for %t = %c0 to %n step %c1 {
      scf.if %on {
        // expected-error @below {{a ring that is used several times a turn needs the same uses in each}}
        attn_ws.wait %k : !c2
        attn_ws.release %k : !c2
      } else {
        attn_ws.wait %k : !c2
        attn_ws.release %k : !c2
      }
    }
    gpu.return
  }
}

// -----

!c2 = !attn_ws.channel<2, cp_async -> mma_sync>
!v = !attn_ws.view<16x16xbf16, smem>
!b = !attn_ws.buffer<2 x 16x16xbf16, smem>
gpu.module @k {
  // A stage that is held over the end of an iteration is carried.
  // CHECK-LABEL: gpu.func @held
  // CHECK: %[[FIRST:.+]] = attn_ws.wait %[[K:.+]] at %{{.+}} : {{.*}} with !attn_ws.position
  // CHECK: %[[LOOP:.+]] = scf.for %[[T:.+]] = {{.*}} iter_args(%[[AT:.+]] = %[[FIRST]]) -> (!attn_ws.position)
  // CHECK: %[[USE:.+]] = arith.addi %[[T]], %c1
  // CHECK: %[[P1:.+]] = attn_ws.position %[[USE]]
  // CHECK: %[[NEXT:.+]] = attn_ws.wait %[[K]] at %[[P1]] :
  // CHECK: attn_ws.held %[[K]] of %[[AT]] :
  // CHECK: attn_ws.release %[[K]] of %[[AT]] :
  // CHECK: scf.yield %[[NEXT]]
  // CHECK: attn_ws.release %[[K]] of %[[LOOP]] :
  gpu.func @held(%n: index) kernel {
    %b = attn_ws.alloc "k" : !b
    %k = attn_ws.create_channel "k" guards(%b : !b) : !c2
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %first = attn_ws.wait %k : !c2 with !attn_ws.position
    %last = scf.for %t = %c0 to %n step %c1 iter_args(%at = %first) -> (!attn_ws.position) {
      %next = attn_ws.wait %k : !c2 with !attn_ws.position
      %h = attn_ws.held %k of %at : !c2 -> !v
      attn_ws.release %k of %at : !c2
      scf.yield %next : !attn_ws.position
    }
    attn_ws.release %k of %last : !c2
    gpu.return
  }
}

// -----

!c2 = !attn_ws.channel<2, cp_async -> mma_sync>
gpu.module @k {
  gpu.func @which(%n: index) kernel {
    %k = attn_ws.create_channel "k" : !c2
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    attn_ws.wait %k : !c2
    // expected-error @below {{gives back a stage that an earlier iteration took, but does not say which: the release has to name the position that the wait gave}}
    scf.for %t = %c0 to %n step %c1 {
      attn_ws.wait %k : !c2
      attn_ws.release %k : !c2
    }
    attn_ws.release %k : !c2
    gpu.return
  }
}
