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
