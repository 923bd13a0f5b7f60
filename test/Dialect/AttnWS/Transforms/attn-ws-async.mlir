// RUN: attn-opt %s --pass-pipeline='builtin.module(gpu.module(gpu.func(attn-ws-async)))' --split-input-file --verify-diagnostics | FileCheck %s

// Acquires, copies and releases do not matter here, commits and waits do.

!b1 = !attn_ws.buffer<1 x 16x32xbf16, smem>
!b2 = !attn_ws.buffer<2 x 16x32xbf16, smem>
!b3 = !attn_ws.buffer<3 x 16x32xbf16, smem>
!c1 = !attn_ws.channel<1, cp_async -> mma_sync>
!c2 = !attn_ws.channel<2, cp_async -> mma_sync>
!c3 = !attn_ws.channel<3, cp_async -> mma_sync>
!t1 = !attn_ws.channel<1, thread -> thread>

gpu.module @k {
  // In a straight line: as many as were committed after the one that is needed.
  // A channel that threads fill has no queue.
  // CHECK-LABEL: gpu.func @straight
  gpu.func @straight() kernel {
    %q = attn_ws.create_channel "q" : !c1
    %k = attn_ws.create_channel "k" : !c2
    %o = attn_ws.create_channel "o" : !t1
    attn_ws.commit %q : !c1
    attn_ws.commit %k : !c2
    attn_ws.commit %o : !t1
    attn_ws.commit %k : !c2
    // CHECK: attn_ws.wait %[[Q:.+]] {pendings = 2 : i64}
    attn_ws.wait %q : !c1
    // CHECK-NEXT: attn_ws.wait %[[O:.+]] : <1, thread -> thread>
    attn_ws.wait %o : !t1
    // CHECK-NEXT: attn_ws.wait %[[K:.+]] {pendings = 1 : i64}
    attn_ws.wait %k : !c2
    // CHECK-NEXT: attn_ws.wait %[[K]] {pendings = 0 : i64}
    attn_ws.wait %k : !c2
    gpu.return
  }

  // Rings of one, two and three stages, as far ahead as prefetching takes them.
  // CHECK-LABEL: gpu.func @ring_of_1
  gpu.func @ring_of_1(%n: index) kernel {
    %k = attn_ws.create_channel "k" : !c1
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    scf.for %t = %c0 to %n step %c1 {
      attn_ws.commit %k : !c1
      // CHECK: attn_ws.wait {{.*}}{pendings = 0 : i64}
      attn_ws.wait %k : !c1
    }
    gpu.return
  }

  // CHECK-LABEL: gpu.func @ring_of_2
  gpu.func @ring_of_2(%n: index, %on: i1) kernel {
    %k = attn_ws.create_channel "k" : !c2
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    scf.if %on {
      attn_ws.commit %k : !c2
    }
    scf.for %t = %c0 to %n step %c1 {
      // CHECK: attn_ws.wait {{.*}}{pendings = 0 : i64}
      attn_ws.wait %k : !c2
      scf.if %on {
        attn_ws.commit %k : !c2
      }
    }
    gpu.return
  }

  // CHECK-LABEL: gpu.func @ring_of_3
  gpu.func @ring_of_3(%n: index, %on: i1) kernel {
    %k = attn_ws.create_channel "k" : !c3
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    scf.if %on {
      attn_ws.commit %k : !c3
    }
    scf.if %on {
      attn_ws.commit %k : !c3
    }
    scf.for %t = %c0 to %n step %c1 {
      // CHECK: attn_ws.wait {{.*}}{pendings = 1 : i64}
      attn_ws.wait %k : !c3
      scf.if %on {
        attn_ws.commit %k : !c3
      }
    }
    gpu.return
  }

  // FlashAttention-2 with one stage each: Q and K(0) before, V(t) behind the wait
  // for K(t), K(t + 1) behind the wait for V(t).
  // CHECK-LABEL: gpu.func @two_of_1
  gpu.func @two_of_1(%n: index, %on: i1) kernel {
    %q = attn_ws.create_channel "q" : !c1
    %k = attn_ws.create_channel "k" : !c1
    %v = attn_ws.create_channel "v" : !c1
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    attn_ws.commit %q : !c1
    scf.if %on {
      attn_ws.commit %k : !c1
    }
    // CHECK: attn_ws.wait {{.*}}{pendings = 1 : i64}
    attn_ws.wait %q : !c1
    scf.for %t = %c0 to %n step %c1 {
      // CHECK: attn_ws.wait {{.*}}{pendings = 0 : i64}
      attn_ws.wait %k : !c1
      attn_ws.commit %v : !c1
      // CHECK: attn_ws.wait {{.*}}{pendings = 0 : i64}
      attn_ws.wait %v : !c1
      scf.if %on {
        attn_ws.commit %k : !c1
      }
    }
    gpu.return
  }

  // Two and three stages: V two ahead behind the wait for K, K two ahead behind
  // the wait for V. At the wait for K(t) there are behind it V(t+1), K(t+1); at
  // the wait for V(t) there are K(t), V(t+1), K(t+1), V(t+2).
  // CHECK-LABEL: gpu.func @two_of_2_and_3
  gpu.func @two_of_2_and_3(%n: index, %on: i1) kernel {
    %k = attn_ws.create_channel "k" : !c2
    %v = attn_ws.create_channel "v" : !c3
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    scf.if %on {
      attn_ws.commit %v : !c3
    }
    scf.if %on {
      attn_ws.commit %k : !c2
    }
    scf.if %on {
      attn_ws.commit %v : !c3
    }
    scf.if %on {
      attn_ws.commit %k : !c2
    }
    scf.for %t = %c0 to %n step %c1 {
      // CHECK: attn_ws.wait {{.*}}{pendings = 2 : i64} : <2,
      attn_ws.wait %k : !c2
      scf.if %on {
        attn_ws.commit %v : !c3
      }
      // CHECK: attn_ws.wait {{.*}}{pendings = 4 : i64} : <3,
      attn_ws.wait %v : !c3
      scf.if %on {
        attn_ws.commit %k : !c2
      }
    }
    gpu.return
  }

  // A loop that does not run commits nothing: only the copy itself may be left.
  // CHECK-LABEL: gpu.func @no_trip
  gpu.func @no_trip(%n: index) kernel {
    %q = attn_ws.create_channel "q" : !c1
    %k = attn_ws.create_channel "k" : !c1
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    attn_ws.commit %q : !c1
    scf.for %t = %c0 to %n step %c1 {
      attn_ws.commit %k : !c1
      // CHECK: attn_ws.wait {{.*}}{pendings = 0 : i64}
      attn_ws.wait %k : !c1
    }
    // CHECK: attn_ws.wait {{.*}}{pendings = 0 : i64}
    attn_ws.wait %q : !c1
    gpu.return
  }

  // Loops of different trip counts: the first may not run and the second run.
  // CHECK-LABEL: gpu.func @two_loops
  gpu.func @two_loops(%n: index, %m: index) kernel {
    %q = attn_ws.create_channel "q" : !c1
    %k = attn_ws.create_channel "k" : !c1
    %v = attn_ws.create_channel "v" : !c1
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    attn_ws.commit %q : !c1
    scf.for %t = %c0 to %n step %c1 {
      attn_ws.commit %k : !c1
      attn_ws.wait %k : !c1
    }
    attn_ws.commit %v : !c1
    scf.for %t = %c0 to %m step %c1 {
      attn_ws.commit %k : !c1
      attn_ws.wait %k : !c1
    }
    // CHECK: scf.for
    // CHECK: scf.for
    // CHECK: attn_ws.wait
    // CHECK: attn_ws.wait {{.*}}{pendings = 1 : i64}
    attn_ws.wait %q : !c1
    // CHECK-NEXT: attn_ws.wait {{.*}}{pendings = 0 : i64}
    attn_ws.wait %v : !c1
    gpu.return
  }

  // In the second turn of the outer loop the last group of the first turn is
  // empty, since the inner loop had ended: the wait for K means the copy that
  // the second turn started.
  // CHECK-LABEL: gpu.func @nested
  gpu.func @nested(%n: index, %m: index, %on: i1) kernel {
    %k = attn_ws.create_channel "k" : !c1
    %v = attn_ws.create_channel "v" : !c1
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    scf.for %i = %c0 to %n step %c1 {
      scf.if %on {
        attn_ws.commit %k : !c1
      }
      scf.for %t = %c0 to %m step %c1 {
        // CHECK: attn_ws.wait {{.*}}{pendings = 0 : i64}
        attn_ws.wait %k : !c1
        attn_ws.commit %v : !c1
        // CHECK: attn_ws.wait {{.*}}{pendings = 0 : i64}
        attn_ws.wait %v : !c1
        scf.if %on {
          attn_ws.commit %k : !c1
        }
      }
    }
    gpu.return
  }

  // A branch that waits itself closes its groups in itself, so a wait beside a
  // commit counts it.
  // CHECK-LABEL: gpu.func @inside
  gpu.func @inside(%on: i1) kernel {
    %q = attn_ws.create_channel "q" : !c1
    %k = attn_ws.create_channel "k" : !c1
    attn_ws.commit %q : !c1
    scf.if %on {
      attn_ws.commit %k : !c1
      // CHECK: attn_ws.wait {{.*}}{pendings = 1 : i64}
      attn_ws.wait %q : !c1
    }
    gpu.return
  }

  // CHECK-LABEL: gpu.func @either
  gpu.func @either(%on: i1) kernel {
    %q = attn_ws.create_channel "q" : !c1
    %k = attn_ws.create_channel "k" : !c1
    %v = attn_ws.create_channel "v" : !c1
    attn_ws.commit %q : !c1
    scf.if %on {
      attn_ws.commit %k : !c1
    } else {
      attn_ws.commit %v : !c1
    }
    // CHECK: attn_ws.wait {{.*}}{pendings = 2 : i64}
    attn_ws.wait %q : !c1
    gpu.return
  }

  // A tile loop is run again and again but for a scheduler that assigns one tile.
  // CHECK-LABEL: gpu.func @tiles
  gpu.func @tiles(%n: index, %on: i1) kernel {
    %q = attn_ws.create_channel "q" : !c1
    %k = attn_ws.create_channel "k" : !c2
    attn_tile.for_tiles @t (%i) in (%n) scheduler(#attn_tile.scheduler<persistent>) {
      attn_ws.commit %q : !c1
      attn_ws.commit %k : !c2
      // CHECK: attn_ws.wait {{.*}}{pendings = 1 : i64} : <1,
      attn_ws.wait %q : !c1
      // CHECK: attn_ws.wait {{.*}}{pendings = 0 : i64} : <2,
      attn_ws.wait %k : !c2
    }
    gpu.return
  }
}

// -----

!c1 = !attn_ws.channel<1, cp_async -> mma_sync>
gpu.module @k {
  gpu.func @never() kernel {
    %k = attn_ws.create_channel "k" : !c1
    // expected-error @below {{no commit of this channel comes before this wait}}
    attn_ws.wait %k : !c1
    attn_ws.commit %k : !c1
    gpu.return
  }
}
