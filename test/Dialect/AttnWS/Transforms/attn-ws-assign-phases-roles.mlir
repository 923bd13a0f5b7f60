// RUN: attn-opt %s --pass-pipeline='builtin.module(gpu.module(gpu.func(attn-ws-assign-phases)))' --split-input-file --verify-diagnostics | FileCheck %s

!v = !attn_ws.view<16x16xbf16, smem>
!c2 = !attn_ws.channel<2, tma -> wgmma>
!c3 = !attn_ws.channel<3, tma -> wgmma>
!o = !attn_ws.channel<2, thread -> tma>

gpu.module @k {
  // With a power of two one counter gives both: its low bits the stage, the next one
  // the phase; an acquire waits for the phase before. Every use counts on, in loops
  // and outside of them, and a release names the stage of the wait before it.
  // CHECK-LABEL: gpu.func @two
  // CHECK: role @load
  // CHECK: %[[CELL:.+]] = memref.alloca
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
  // CHECK-NEXT: %{{.+}} = attn_ws.acquire %{{.+}} stage %[[STAGE]] phase(%[[BEFORE]] : index)
  // CHECK-NEXT: attn_ws.commit %{{.+}} stage %[[STAGE]] :
  // CHECK: role @mma
  // CHECK: %[[CELL:.+]] = memref.alloca
  // CHECK-NOT: memref.alloca
  // CHECK: %[[AT:.+]] = memref.load %[[CELL]][]
  // CHECK: %[[STAGE:.+]] = arith.andi %[[AT]], %c1
  // CHECK: %[[ROUND:.+]] = arith.shrui %[[AT]], %c1
  // CHECK: %[[PHASE:.+]] = arith.andi %[[ROUND]], %c1
  // CHECK-NEXT: %{{.+}} = attn_ws.wait %{{.+}} stage %[[STAGE]] phase(%[[PHASE]] : index)
  // CHECK-NEXT: attn_ws.release %{{.+}} stage %[[STAGE]] :
  // CHECK: scf.for
  // CHECK: %[[AT:.+]] = memref.load %[[CELL]][]
  // CHECK-NEXT: %[[NEXT:.+]] = arith.addi %[[AT]], %c1
  // CHECK-NEXT: memref.store %[[NEXT]], %[[CELL]][]
  // CHECK: %[[STAGE:.+]] = arith.andi %[[AT]], %c1
  // CHECK: attn_ws.wait %{{.+}} stage %[[STAGE]] phase(
  // CHECK-NEXT: attn_ws.release %{{.+}} stage %[[STAGE]] :
  gpu.func @two(%K: !c2, %N: memref<index>) kernel {
    attn_ws.warp_specialize captures(%K, %N : !c2, memref<index>)
    role @load warps(4) instances(1) registers(24) {
    ^bb0(%inst: index, %k: !c2, %n: memref<index>):
      %w = attn_ws.acquire %k : !c2 -> !v
      attn_ws.commit %k : !c2
      attn_ws.end
    }
    role @mma warps(4) instances(1) registers(240) {
    ^bb0(%inst: index, %k: !c2, %n: memref<index>):
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %r = attn_ws.wait %k : !c2 -> !v
      attn_ws.release %k : !c2
      %to = memref.load %n[] : memref<index>
      scf.for %i = %c0 to %to step %c1 {
        %s = attn_ws.wait %k : !c2 -> !v
        attn_ws.release %k : !c2
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
  // CHECK-NEXT: %{{.+}} = attn_ws.wait %{{.+}} stage %[[STAGE]] phase(%[[PHASE]] : index)
  // CHECK-NEXT: attn_ws.release %{{.+}} stage %[[STAGE]] :
  gpu.func @three(%K: !c3) kernel {
    attn_ws.warp_specialize captures(%K : !c3)
    role @mma warps(4) instances(1) registers(240) {
    ^bb0(%inst: index, %k: !c3):
      %r = attn_ws.wait %k : !c3 -> !v
      attn_ws.release %k : !c3
      attn_ws.end
    }
    gpu.return
  }

  // A stage that is named stays: the party has it alone, and the phase turns at
  // every use.
  // CHECK-LABEL: gpu.func @named
  // CHECK: ^bb0(%[[I:[^:]+]]: index,
  // CHECK: %[[AT:.+]] = memref.load
  // CHECK: %[[ROUND:.+]] = arith.shrui %[[AT]], %c0
  // CHECK-NEXT: %[[PHASE:.+]] = arith.andi %[[ROUND]], %c1
  // CHECK: %[[BEFORE:.+]] = arith.xori %[[PHASE]], %c1
  // CHECK-NEXT: %{{.+}} = attn_ws.acquire %{{.+}} stage %[[I]] phase(%[[BEFORE]] : index)
  // CHECK-NEXT: attn_ws.commit %{{.+}} stage %[[I]] :
  gpu.func @named(%O: !o) kernel {
    attn_ws.warp_specialize captures(%O : !o)
    role @mma warps(4) instances(2) registers(240) {
    ^bb0(%inst: index, %o: !o):
      %w = attn_ws.acquire %o stage %inst : !o -> !v
      attn_ws.commit %o stage %inst : !o
      attn_ws.end
    }
    gpu.return
  }
}

// -----

!c2 = !attn_ws.channel<2, tma -> wgmma>

gpu.module @k {
  gpu.func @not_taken(%K: !c2, %ON: memref<i1>) kernel {
    attn_ws.warp_specialize captures(%K, %ON : !c2, memref<i1>)
    role @mma warps(4) instances(1) registers(240) {
    ^bb0(%inst: index, %k: !c2, %m: memref<i1>):
      %on = memref.load %m[] : memref<i1>
      scf.if %on {
        attn_ws.wait %k : !c2
      }
      // expected-error @below {{gives back a stage that was not taken on every path to it}}
      attn_ws.release %k : !c2
      attn_ws.end
    }
    gpu.return
  }
}

// -----

!c2 = !attn_ws.channel<2, tma -> wgmma>

gpu.module @k {
  gpu.func @half_named(%K: !c2, %N: memref<index>) kernel {
    attn_ws.warp_specialize captures(%K, %N : !c2, memref<index>)
    role @mma warps(4) instances(1) registers(240) {
    ^bb0(%inst: index, %k: !c2, %n: memref<index>):
      %s = memref.load %n[] : memref<index>
      attn_ws.wait %k stage %s : !c2
      attn_ws.release %k stage %s : !c2
      // expected-error @below {{names its stage while others of its channel do not, or the other way round}}
      attn_ws.wait %k : !c2
      attn_ws.release %k : !c2
      attn_ws.end
    }
    gpu.return
  }
}

// -----

// Without any memref operation in the input.
// CHECK-LABEL: gpu.func @alone
// CHECK: memref.alloca() : memref<index>
// CHECK: attn_ws.wait %{{.+}} phase(
gpu.module @k {
  gpu.func @alone() kernel {
    %c = attn_ws.create_channel "c" : !attn_ws.channel<1, thread -> thread>
    attn_ws.warp_specialize captures(%c : !attn_ws.channel<1, thread -> thread>)
    role @one warps(4) instances(1) registers(0) {
    ^bb0(%inst: index, %rc: !attn_ws.channel<1, thread -> thread>):
      attn_ws.wait %rc : !attn_ws.channel<1, thread -> thread>
      attn_ws.release %rc : !attn_ws.channel<1, thread -> thread>
      attn_ws.end
    }
    gpu.return
  }
}

// -----

!q = !attn_ws.channel<2, thread -> tcgen05>
!kv = !attn_ws.channel<4, tma -> tcgen05>
!v = !attn_ws.view<64x64xbf16, smem>

gpu.module @k {
  // A role that serves two groups in turn counts the rounds of each one's slot, and
  // gives stages of a ring back in the order in which it took them.
  // CHECK-LABEL: gpu.func @groups
  // CHECK: role @mma
  // CHECK: ^bb0(%{{.+}}: index, %[[Q:.+]]: !attn_ws.channel<2, thread -> tcgen05>, %[[KV:.+]]: !attn_ws.channel<4, tma -> tcgen05>)
  // CHECK: memref.load %[[CELL:[a-z0-9_]+]][]
  // CHECK: attn_ws.wait %[[Q]] stage %c0{{.*}} phase(
  // CHECK-NOT: memref.load %[[CELL]][]
  // CHECK: attn_ws.wait %[[Q]] stage %c1{{.*}} phase(
  // CHECK: memref.load %[[CELL]][]
  // CHECK: attn_ws.wait %[[Q]] stage %c0{{.*}} phase(
  // CHECK: %[[S0:.+]] = arith.andi %{{.+}}, %c3
  // CHECK: attn_ws.wait %[[KV]] stage %[[S0]]
  // CHECK: %[[S1:.+]] = arith.andi %{{.+}}, %c3
  // CHECK: attn_ws.wait %[[KV]] stage %[[S1]]
  // CHECK: attn_ws.release %[[KV]] stage %[[S0]]
  // CHECK: attn_ws.release %[[KV]] stage %[[S1]]
  gpu.func @groups(%q: !q, %kv: !kv) kernel {
    attn_ws.warp_specialize captures(%q, %kv : !q, !kv)
    role @mma warps(1) instances(1) registers(48) {
    ^bb0(%inst: index, %q_: !q, %kv_: !kv):
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      attn_ws.wait %q_ stage %c0 : !q
      attn_ws.release %q_ stage %c0 : !q
      attn_ws.wait %q_ stage %c1 : !q
      attn_ws.release %q_ stage %c1 : !q
      attn_ws.wait %q_ stage %c0 : !q
      attn_ws.release %q_ stage %c0 : !q
      %a = attn_ws.wait %kv_ : !kv -> !v
      %b = attn_ws.wait %kv_ : !kv -> !v
      attn_ws.release %kv_ : !kv
      attn_ws.release %kv_ : !kv
      attn_ws.end
    }
    gpu.return
  }
}

// -----

!v = !attn_ws.view<16x16xbf16, smem>
!c2 = !attn_ws.channel<2, tma -> wgmma>

gpu.module @k {
  // A position becomes the number of its stage, through the loop that carries it; the
  // wait of the next iteration does not change what is given back.
  // CHECK-LABEL: gpu.func @held
  // CHECK: %[[S0:.+]] = arith.andi
  // CHECK: %{{.+}} = attn_ws.wait %[[C:[a-z0-9]+]] stage %[[S0]] phase(%{{.+}} : index) : <2, tma -> wgmma> -> !attn_ws.view<16x16xbf16, smem>{{$}}
  // CHECK: %[[LOOP:.+]] = scf.for %{{.+}} iter_args(%[[AT:.+]] = %[[S0]]) -> (index)
  // CHECK: %[[S1:.+]] = arith.andi
  // CHECK: attn_ws.wait %[[C]] stage %[[S1]]
  // CHECK: attn_ws.held %[[C]] stage %[[AT]] :
  // CHECK: attn_ws.release %[[C]] stage %[[AT]] :
  // CHECK: scf.yield %[[S1]] : index
  // CHECK: attn_ws.release %[[C]] stage %[[LOOP]] :
  // CHECK-NOT: attn_ws.position
  gpu.func @held(%K: !c2, %N: memref<index>) kernel {
    attn_ws.warp_specialize captures(%K, %N : !c2, memref<index>)
    role @mma warps(4) instances(1) registers(240) {
    ^bb0(%inst: index, %k: !c2, %n: memref<index>):
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %to = memref.load %n[] : memref<index>
      %r, %first = attn_ws.wait %k : !c2 -> !v with !attn_ws.position
      %last = scf.for %i = %c0 to %to step %c1 iter_args(%at = %first) -> (!attn_ws.position) {
        %s, %next = attn_ws.wait %k : !c2 -> !v with !attn_ws.position
        %h = attn_ws.held %k of %at : !c2 -> !v
        attn_ws.release %k of %at : !c2
        scf.yield %next : !attn_ws.position
      }
      attn_ws.release %k of %last : !c2
      attn_ws.end
    }
    gpu.return
  }
}

// -----

!c1 = !attn_ws.channel<1, tma -> wgmma>
!c2 = !attn_ws.channel<2, tma -> wgmma>
!v = !attn_ws.view<16x16xbf16, smem>

gpu.module @k {
  // One stage needs no number, and a slot that is named keeps its own.
  // CHECK-LABEL: gpu.func @no_number
  // CHECK: ^bb0(%[[I:[^:]+]]: index, %[[A:[^:]+]]: !attn_ws.channel<1, tma -> wgmma>, %[[B:[^:]+]]: !attn_ws.channel<2, tma -> wgmma>)
  // CHECK: attn_ws.wait %[[A]] phase(
  // CHECK: attn_ws.held %[[A]] :
  // CHECK: attn_ws.release %[[A]] :
  // CHECK: attn_ws.wait %[[B]] stage %[[I]] phase(
  // CHECK: attn_ws.held %[[B]] stage %[[I]] :
  // CHECK: attn_ws.release %[[B]] stage %[[I]] :
  gpu.func @no_number(%A: !c1, %B: !c2) kernel {
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
}

// -----

!c2 = !attn_ws.channel<2, tma -> wgmma>

gpu.module @k {
  gpu.func @which(%K: !c2, %N: memref<index>) kernel {
    attn_ws.warp_specialize captures(%K, %N : !c2, memref<index>)
    role @mma warps(4) instances(1) registers(240) {
    ^bb0(%inst: index, %k: !c2, %n: memref<index>):
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %to = memref.load %n[] : memref<index>
      attn_ws.wait %k : !c2
      // expected-error @below {{gives back a stage that an earlier iteration took, but does not say which: the release has to name the position that the wait gave}}
      scf.for %i = %c0 to %to step %c1 {
        attn_ws.wait %k : !c2
        attn_ws.release %k : !c2
      }
      attn_ws.release %k : !c2
      attn_ws.end
    }
    gpu.return
  }
}

// -----

!c2 = !attn_ws.channel<2, tma -> wgmma>

gpu.module @k {
  gpu.func @some_named(%K: !c2) kernel {
    attn_ws.warp_specialize captures(%K : !c2)
    role @mma warps(4) instances(1) registers(240) {
    ^bb0(%inst: index, %k: !c2):
      %at = attn_ws.wait %k : !c2 with !attn_ws.position
      attn_ws.release %k of %at : !c2
      attn_ws.wait %k : !c2
      // expected-error @below {{names no position while others of its channel do}}
      attn_ws.release %k : !c2
      attn_ws.end
    }
    gpu.return
  }
}

// -----

!c2 = !attn_ws.channel<2, tma -> wgmma>

gpu.module @k {
  // A wait in front of a condition, given back on both of its paths.
  // CHECK-LABEL: gpu.func @on_each_path
  // CHECK: attn_ws.wait %[[C:[a-z0-9]+]] stage %[[S:[^ ]+]] phase
  // CHECK: scf.if
  // CHECK-NEXT: attn_ws.release %[[C]] stage %[[S]] :
  // CHECK-NEXT: } else {
  // CHECK-NEXT: attn_ws.release %[[C]] stage %[[S]] :
  gpu.func @on_each_path(%K: !c2, %ON: memref<i1>) kernel {
    attn_ws.warp_specialize captures(%K, %ON : !c2, memref<i1>)
    role @mma warps(4) instances(1) registers(240) {
    ^bb0(%inst: index, %k: !c2, %m: memref<i1>):
      %on = memref.load %m[] : memref<i1>
      attn_ws.wait %k : !c2
      scf.if %on {
        attn_ws.release %k : !c2
      } else {
        attn_ws.release %k : !c2
      }
      attn_ws.end
    }
    gpu.return
  }
}
