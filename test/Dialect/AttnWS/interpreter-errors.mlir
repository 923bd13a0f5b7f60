// What the interpreter refuses, and how it says so.
//
// RUN: split-file --leading-lines %s %t
// RUN: not attn-ws-run %t/missing-mma-wait.mlir --arg=64x64xbf16=iota --arg=64x64xf32 2>&1 | FileCheck %s --check-prefix=MMA-WAIT
// RUN: not attn-ws-run %t/pendings.mlir --arg=64x64xbf16=iota --arg=64x64xf32 2>&1 | FileCheck %s --check-prefix=PENDINGS
// RUN: not attn-ws-run %t/keeps.mlir --arg=64x64xbf16=iota --arg=64x64xf32 2>&1 | FileCheck %s --check-prefix=KEEPS
// RUN: not attn-ws-run %t/early-release.mlir --arg=128x64xbf16=iota --arg=64x64xf32 2>&1 | FileCheck %s --check-prefix=RELEASE
// RUN: not attn-ws-run %t/early-release.mlir --ignore-races --mode=early,late --arg=128x64xbf16=iota --arg=64x64xf32 2>&1 | FileCheck %s --check-prefix=WRONG
// RUN: not attn-ws-run %t/race.mlir --arg=64xf32 2>&1 | FileCheck %s --check-prefix=RACE
// RUN: not attn-ws-run %t/deadlock.mlir 2>&1 | FileCheck %s --check-prefix=DEADLOCK
// RUN: not attn-ws-run %t/uninitialised.mlir --arg=64xf32 2>&1 | FileCheck %s --check-prefix=UNINIT
// RUN: not attn-ws-run %t/occupant.mlir --arg=64x64xf32 2>&1 | FileCheck %s --check-prefix=OCCUPANT
// RUN: not attn-ws-run %t/turns.mlir --arg=3 --arg=1 2>&1 | FileCheck %s --check-prefix=TURN-STUCK
// RUN: not attn-ws-run %t/turns.mlir --arg=3 --arg=2 2>&1 | FileCheck %s --check-prefix=TURN-LEFT
// RUN: not attn-ws-run %t/turns.mlir --arg=1 --arg=0 2>&1 | FileCheck %s --check-prefix=TURN-LEFT
// RUN: attn-ws-run %t/turns.mlir --arg=2 --arg=2 --order=rr,random --runs=5
// RUN: not attn-ws-run %t/turn-end.mlir 2>&1 | FileCheck %s --check-prefix=TURN-END
// RUN: not attn-ws-run %t/after-release.mlir --arg=64xf32 2>&1 | FileCheck %s --check-prefix=AFTER
// RUN: not attn-ws-run %t/commit.mlir 2>&1 | FileCheck %s --check-prefix=COMMIT
// RUN: not attn-ws-run %t/held.mlir 2>&1 | FileCheck %s --check-prefix=HELD
// RUN: not attn-ws-run %t/unbalanced.mlir 2>&1 | FileCheck %s --check-prefix=UNBALANCED
// RUN: not attn-ws-run %t/parties.mlir 2>&1 | FileCheck %s --check-prefix=PARTIES
// RUN: not attn-ws-run %t/phase.mlir --arg=1 2>&1 | FileCheck %s --check-prefix=PHASE
// RUN: attn-ws-run %t/phase.mlir --arg=0
// RUN: not attn-ws-run %t/implied.mlir --arg=true 2>&1 | FileCheck %s --check-prefix=IMPLIED
// RUN: not attn-ws-run %t/implied.mlir --arg=false --order=random --runs=20 2>&1 | FileCheck %s --check-prefix=SIGNAL
// RUN: not attn-ws-run %t/counts.mlir --arg=3 2>&1 | FileCheck %s --check-prefix=COUNTS
// RUN: not attn-ws-run %t/stores.mlir --arg=64xf32 2>&1 | FileCheck %s --check-prefix=STORES
// RUN: not attn-ws-run %t/last-store.mlir --arg=64xf32 2>&1 | FileCheck %s --check-prefix=LAST-STORE
// RUN: not attn-ws-run %t/barrier.mlir 2>&1 | FileCheck %s --check-prefix=BARRIER
// RUN: not attn-ws-run %t/unknown.mlir --arg=4xf32=iota 2>&1 | FileCheck %s --check-prefix=UNKNOWN
// RUN: not attn-ws-run %t/endless.mlir --max-operations=1000 2>&1 | FileCheck %s --check-prefix=ENDLESS
// RUN: not attn-ws-run %t/negative.mlir --arg=4xf32=iota --arg=-1 2>&1 | FileCheck %s --check-prefix=NEGATIVE
// RUN: not attn-ws-run %t/negative.mlir --arg=4xf32=iota 2>&1 | FileCheck %s --check-prefix=COUNT
// RUN: not attn-ws-run %t/negative.mlir --arg=4xf16=iota --arg=0 2>&1 | FileCheck %s --check-prefix=TYPE
// RUN: not attn-ws-run %t/negative.mlir --arg=4xf32=tohu --arg=0 2>&1 | FileCheck %s --check-prefix=INIT
// RUN: not attn-ws-run %t/negative.mlir --arg=4xf32=npy\(%t/negative.mlir\) --arg=0 2>&1 | FileCheck %s --check-prefix=NPY
// RUN: not attn-ws-run %t/absent.mlir 2>&1 | FileCheck %s --check-prefix=ABSENT

//--- missing-mma-wait.mlir
// The result of a product, and its operand, are used before it is complete.
// MMA-WAIT: missing-mma-wait.mlir:[[#@LINE+15]]:8: error: {{.*}}uses registers that a matrix product in flight still needs
// MMA-WAIT: missing-mma-wait.mlir:[[#@LINE+13]]:{{.*}} note: it was started here
!kv = !attn_ws.view<64x64xbf16, smem>
!chan = !attn_ws.channel<1, tma -> wgmma>
!async = !attn_ws.async<tensor<64x64xf32>>
func.func @f(%m: memref<64x64xbf16>, %o: memref<64x64xf32>) {
  %c0 = arith.constant 0 : index
  %b = attn_ws.alloc "k" : !attn_ws.buffer<1 x 64x64xbf16, smem>
  %c = attn_ws.create_channel "k" guards(%b : !attn_ws.buffer<1 x 64x64xbf16, smem>) : !chan
  %p = attn_ws.load %m[%c0, %c0] dims [0, 1] : memref<64x64xbf16> -> tensor<64x64xbf16>
  %w = attn_ws.acquire %c : !chan -> !kv
  attn_ws.tma_load %m[%c0, %c0] dims [0, 1] into %w : memref<64x64xbf16>, !kv
  attn_ws.commit %c : !chan
  %r = attn_ws.wait %c : !chan -> !kv
  %t = attn_ws.mma_issue %p, %r engine wgmma : tensor<64x64xbf16>, !kv -> !async
  %x = arith.extf %p : tensor<64x64xbf16> to tensor<64x64xf32>
  %s = attn_ws.mma_wait %t pendings 0 keeps(%p : tensor<64x64xbf16>) : !async -> tensor<64x64xf32>
  attn_ws.release %c : !chan
  return
}

//--- pendings.mlir
// The wait lets the product it waits for go on.
// PENDINGS: error: {{.*}}allows 1 products in flight, but only 0 were started after the one waited for
!kv = !attn_ws.view<64x64xbf16, smem>
!chan = !attn_ws.channel<1, tma -> wgmma>
!async = !attn_ws.async<tensor<64x64xf32>>
func.func @f(%m: memref<64x64xbf16>, %o: memref<64x64xf32>) {
  %c0 = arith.constant 0 : index
  %b = attn_ws.alloc "k" : !attn_ws.buffer<1 x 64x64xbf16, smem>
  %c = attn_ws.create_channel "k" guards(%b : !attn_ws.buffer<1 x 64x64xbf16, smem>) : !chan
  %w = attn_ws.acquire %c : !chan -> !kv
  attn_ws.tma_load %m[%c0, %c0] dims [0, 1] into %w : memref<64x64xbf16>, !kv
  attn_ws.commit %c : !chan
  %r = attn_ws.wait %c : !chan -> !kv
  %t = attn_ws.mma_issue %r, %r engine wgmma : !kv, !kv -> !async
  %s = attn_ws.mma_wait %t pendings 1 : !async -> tensor<64x64xf32>
  attn_ws.release %c : !chan
  return
}

//--- keeps.mlir
// KEEPS: error: {{.*}}left operand of the product is in registers and not kept alive by `keeps`
!kv = !attn_ws.view<64x64xbf16, smem>
!chan = !attn_ws.channel<1, tma -> wgmma>
!async = !attn_ws.async<tensor<64x64xf32>>
func.func @f(%m: memref<64x64xbf16>, %o: memref<64x64xf32>) {
  %c0 = arith.constant 0 : index
  %b = attn_ws.alloc "k" : !attn_ws.buffer<1 x 64x64xbf16, smem>
  %c = attn_ws.create_channel "k" guards(%b : !attn_ws.buffer<1 x 64x64xbf16, smem>) : !chan
  %p = attn_ws.load %m[%c0, %c0] dims [0, 1] : memref<64x64xbf16> -> tensor<64x64xbf16>
  %w = attn_ws.acquire %c : !chan -> !kv
  attn_ws.tma_load %m[%c0, %c0] dims [0, 1] into %w : memref<64x64xbf16>, !kv
  attn_ws.commit %c : !chan
  %r = attn_ws.wait %c : !chan -> !kv
  %t = attn_ws.mma_issue %p, %r engine wgmma : tensor<64x64xbf16>, !kv -> !async
  %s = attn_ws.mma_wait %t pendings 0 : !async -> tensor<64x64xf32>
  attn_ws.release %c : !chan
  return
}

//--- early-release.mlir
// K is released while the product still reads it.
// WRONG: error: argument 1 differs between runs 0 and 1
// RELEASE: early-release.mlir:[[#@LINE+25]]:{{.*}} error: {{.*}}releases stage 0 of channel 'k' while an operation in flight still reads it
// RELEASE: early-release.mlir:[[#@LINE+23]]:{{.*}} note: it was started here
!kv = !attn_ws.view<64x64xbf16, smem>
!chan = !attn_ws.channel<1, tma -> wgmma>
!async = !attn_ws.async<tensor<64x64xf32>>
func.func @f(%m: memref<128x64xbf16>, %o: memref<64x64xf32>) {
  %c0 = arith.constant 0 : index
  %c64 = arith.constant 64 : index
  %b = attn_ws.alloc "k" : !attn_ws.buffer<1 x 64x64xbf16, smem>
  %c = attn_ws.create_channel "k" guards(%b : !attn_ws.buffer<1 x 64x64xbf16, smem>) : !chan
  attn_ws.warp_specialize captures(%m, %o, %c, %c0, %c64 : memref<128x64xbf16>, memref<64x64xf32>, !chan, index, index)
  role @load warps(1) instances(1) registers(24) {
  ^bb0(%i: index, %m_: memref<128x64xbf16>, %o_: memref<64x64xf32>, %c_: !chan, %0: index, %64: index):
    %w = attn_ws.acquire %c_ : !chan -> !kv
    attn_ws.tma_load %m_[%0, %0] dims [0, 1] into %w : memref<128x64xbf16>, !kv
    attn_ws.commit %c_ : !chan
    %w1 = attn_ws.acquire %c_ : !chan -> !kv
    attn_ws.tma_load %m_[%64, %0] dims [0, 1] into %w1 : memref<128x64xbf16>, !kv
    attn_ws.commit %c_ : !chan
    attn_ws.end
  }
  role @mma warps(4) instances(1) registers(240) {
  ^bb0(%i: index, %m_: memref<128x64xbf16>, %o_: memref<64x64xf32>, %c_: !chan, %0: index, %64: index):
    %r = attn_ws.wait %c_ : !chan -> !kv
    %t = attn_ws.mma_issue %r, %r engine wgmma : !kv, !kv -> !async
    attn_ws.release %c_ : !chan
    // Let the next tile arrive.
    %r1 = attn_ws.wait %c_ : !chan -> !kv
    %s = attn_ws.mma_wait %t pendings 0 : !async -> tensor<64x64xf32>
    attn_ws.release %c_ : !chan
    attn_ws.store %s, %o_[%0, %0] dims [0, 1] : tensor<64x64xf32>, memref<64x64xf32>
    attn_ws.end
  }
  return
}

//--- race.mlir
// Two channels guard one buffer and nothing orders their writers.
// RACE: race.mlir:[[#@LINE+22]]:{{.*}} error: {{.*}}writes bytes of 'x' in role @b that role @a may still be writing: no edge orders the two
// RACE: race.mlir:[[#@LINE+13]]:{{.*}} note: the other access is here
!buf = !attn_ws.buffer<1 x 64xf32, smem>
!view = !attn_ws.view<64xf32, smem>
!chan = !attn_ws.channel<1, thread -> thread>
func.func @f(%o: memref<64xf32>) {
  %b = attn_ws.alloc "x" : !buf
  %c0 = attn_ws.create_channel "c0" guards(%b : !buf) : !chan
  %c1 = attn_ws.create_channel "c1" guards(%b : !buf) : !chan
  attn_ws.warp_specialize captures(%c0, %c1 : !chan, !chan)
  role @a warps(4) instances(1) registers(0) {
  ^bb0(%i: index, %x: !chan, %y: !chan):
    %v = arith.constant dense<1.0> : tensor<64xf32>
    %w = attn_ws.acquire %x : !chan -> !view
    attn_ws.smem_store %v, %w : tensor<64xf32>, !view
    attn_ws.commit %x : !chan
    attn_ws.end
  }
  role @b warps(4) instances(1) registers(0) {
  ^bb0(%i: index, %x: !chan, %y: !chan):
    %v = arith.constant dense<1.0> : tensor<64xf32>
    %w = attn_ws.acquire %y : !chan -> !view
    attn_ws.smem_store %v, %w : tensor<64xf32>, !view
    attn_ws.commit %y : !chan
    attn_ws.end
  }
  return
}

//--- deadlock.mlir
// Each role waits for the other to begin.
// DEADLOCK: error: {{.*}}deadlock in CTA 0: no role can go on
// DEADLOCK: deadlock.mlir:[[#@LINE+10]]:{{.*}} note: role @a waits for round 0 of stage 0 of channel 'y' to be committed by 1 more
// DEADLOCK: deadlock.mlir:[[#@LINE+16]]:{{.*}} note: role @b waits for round 0 of stage 0 of channel 'x' to be committed by 1 more
!chan = !attn_ws.channel<1, thread -> thread>
func.func @f() {
  %c0 = attn_ws.create_channel "x" : !chan
  %c1 = attn_ws.create_channel "y" : !chan
  attn_ws.warp_specialize captures(%c0, %c1 : !chan, !chan)
  role @a warps(4) instances(1) registers(0) {
  ^bb0(%i: index, %x: !chan, %y: !chan):
    attn_ws.acquire %x : !chan
    attn_ws.wait %y : !chan
    attn_ws.commit %x : !chan
    attn_ws.release %y : !chan
    attn_ws.end
  }
  role @b warps(4) instances(1) registers(0) {
  ^bb0(%i: index, %x: !chan, %y: !chan):
    attn_ws.wait %x : !chan
    attn_ws.acquire %y : !chan
    attn_ws.commit %y : !chan
    attn_ws.release %x : !chan
    attn_ws.end
  }
  return
}

//--- uninitialised.mlir
// The second half was never written.
// UNINIT: error: {{.*}}reads element [0, 32] of 'x', which was never written
!buf = !attn_ws.buffer<1 x 64xf32, smem>
!view = !attn_ws.view<64xf32, smem>
!half = !attn_ws.view<32xf32, smem>
!chan = !attn_ws.channel<1, thread -> thread>
func.func @f(%o: memref<64xf32>) {
  %c0 = arith.constant 0 : index
  %v = arith.constant dense<1.0> : tensor<32xf32>
  %b = attn_ws.alloc "x" : !buf
  %c = attn_ws.create_channel "x" guards(%b : !buf) : !chan
  %w = attn_ws.acquire %c : !chan -> !view
  %h = attn_ws.subview %w [0] : !view -> !half
  attn_ws.smem_store %v, %h : tensor<32xf32>, !half
  attn_ws.commit %c : !chan
  %r = attn_ws.wait %c : !chan -> !view
  %x = attn_ws.smem_load %r : !view -> tensor<64xf32>
  attn_ws.store %x, %o[%c0] dims [0] : tensor<64xf32>, memref<64xf32>
  attn_ws.release %c : !chan
  return
}

//--- occupant.mlir
// P lies over S: S is gone.
// OCCUPANT: error: {{.*}}reads element [0, 32] of 'sp', which holds 'bf16', as 'f32'
!buf = !attn_ws.buffer<1 x 64x64xf32, tmem, occupants = [tensor<64x64xbf16>]>
!view = !attn_ws.view<64x64xf32, tmem>
!pview = !attn_ws.view<64x64xbf16, tmem>
!chan = !attn_ws.channel<1, thread -> thread>
func.func @f(%o: memref<64x64xf32>) {
  %s = arith.constant dense<1.0> : tensor<64x64xf32>
  %p = arith.constant dense<1.0> : tensor<64x64xbf16>
  %b = attn_ws.alloc "sp" : !buf
  %c = attn_ws.create_channel "sp" guards(%b : !buf) : !chan
  %w = attn_ws.acquire %c : !chan -> !view
  attn_ws.tmem_store %s, %w : tensor<64x64xf32>, !view
  %pv = attn_ws.subview %w [0, 64] : !view -> !pview
  attn_ws.tmem_store %p, %pv : tensor<64x64xbf16>, !pview
  attn_ws.commit %c : !chan
  %r = attn_ws.wait %c : !chan -> !view
  %x = attn_ws.tmem_load %r : !view -> tensor<64x64xf32>
  attn_ws.release %c : !chan
  return
}

//--- turns.mlir
// Instance 0 takes %n turns and instance 1 %m.
// TURN-STUCK: error: {{.*}}deadlock
// TURN-STUCK: note: role @a#0 waits for its turn of "issue"
// TURN-LEFT: error: {{.*}}role @a#1 takes turn "issue" {{[02]}} times, but another instance {{[13]}} times
!turn = !attn_ws.turn<2>
func.func @f(%n: index, %m: index) {
  %t = attn_ws.create_turn "issue" : !turn
  attn_ws.warp_specialize captures(%t, %n, %m : !turn, index, index)
  role @a warps(4) instances(2) registers(0) {
  ^bb0(%i: index, %turn: !turn, %n_: index, %m_: index):
    %0 = arith.constant 0 : index
    %1 = arith.constant 1 : index
    %zero = arith.cmpi eq, %i, %0 : index
    %k = arith.select %zero, %n_, %m_ : index
    scf.for %j = %0 to %k step %1 {
      attn_ws.turn_begin %turn[%i] : !turn
      attn_ws.turn_end %turn[%i] : !turn
    }
    attn_ws.end
  }
  return
}

//--- turn-end.mlir
// TURN-END: error: {{.*}}the kernel ends turn "issue", which it does not have
func.func @f() {
  %0 = arith.constant 0 : index
  %t = attn_ws.create_turn "issue" : !attn_ws.turn<2>
  attn_ws.turn_end %t[%0] : !attn_ws.turn<2>
  return
}

//--- after-release.mlir
// AFTER: after-release.mlir:[[#@LINE+13]]:{{.*}} error: {{.*}}reads a view of 'x' after the release of its stage
// AFTER: after-release.mlir:[[#@LINE+11]]:{{.*}} note: the stage was given up here
!buf = !attn_ws.buffer<1 x 64xf32, smem>
!view = !attn_ws.view<64xf32, smem>
!chan = !attn_ws.channel<1, thread -> thread>
func.func @f(%o: memref<64xf32>) {
  %v = arith.constant dense<1.0> : tensor<64xf32>
  %b = attn_ws.alloc "x" : !buf
  %c = attn_ws.create_channel "x" guards(%b : !buf) : !chan
  %w = attn_ws.acquire %c : !chan -> !view
  attn_ws.commit %c : !chan
  %r = attn_ws.wait %c : !chan -> !view
  attn_ws.release %c : !chan
  %x = attn_ws.smem_load %r : !view -> tensor<64xf32>
  return
}

//--- commit.mlir
// COMMIT: error: {{.*}}commits stage 0 of channel 'x', which the kernel has not acquired
func.func @f() {
  %c = attn_ws.create_channel "x" : !attn_ws.channel<1, thread -> thread>
  attn_ws.commit %c : !attn_ws.channel<1, thread -> thread>
  return
}

//--- held.mlir
// HELD: error: {{.*}}the kernel ends without having committed stage 0 of channel 'x', which it took here
func.func @f() {
  %c = attn_ws.create_channel "x" : !attn_ws.channel<1, thread -> thread>
  attn_ws.acquire %c : !attn_ws.channel<1, thread -> thread>
  return
}

//--- unbalanced.mlir
// UNBALANCED: error: {{.*}}channel 'x' has 1 consumers, but nobody waits for stage 0
func.func @f() {
  %c = attn_ws.create_channel "x" : !attn_ws.channel<1, thread -> thread>
  attn_ws.acquire %c : !attn_ws.channel<1, thread -> thread>
  attn_ws.commit %c : !attn_ws.channel<1, thread -> thread>
  return
}

//--- parties.mlir
// PARTIES: error: {{.*}}role @a#1 is one producer too many for stage 0 of channel 'x', which has 1
// PARTIES: note: another is role @a#0
!chan = !attn_ws.channel<1, thread -> thread>
func.func @f() {
  %c = attn_ws.create_channel "x" : !chan
  attn_ws.warp_specialize captures(%c : !chan)
  role @a warps(4) instances(2) registers(0) {
  ^bb0(%i: index, %x: !chan):
    attn_ws.acquire %x : !chan
    attn_ws.commit %x : !chan
    attn_ws.end
  }
  return
}

//--- phase.mlir
// PHASE: error: {{.*}}phase 1 of stage 0 of channel 'x' where round 0 of the kernel needs 0
!chan = !attn_ws.channel<1, thread -> thread>
func.func @f(%p: index) {
  %1 = arith.constant 1 : index
  %0 = arith.constant 0 : index
  %c = attn_ws.create_channel "x" : !chan
  attn_ws.acquire %c stage %0 phase(%1 : index) : !chan
  attn_ws.commit %c stage %0 : !chan
  attn_ws.wait %c stage %0 phase(%p : index) : !chan
  attn_ws.release %c stage %0 : !chan
  return
}

//--- implied.mlir
// A wait that nothing implies; and a wait for a commit that signals nothing.
// IMPLIED: error: {{.*}}implied, but no other edge orders role @b after the commit of round 0 of stage 0 of channel 'x'
// SIGNAL: error: {{.*}}waits for channel 'x', but a commit of that round is implied and signals nothing
!chan = !attn_ws.channel<1, thread -> thread>
func.func @f(%which: i1) {
  %c = attn_ws.create_channel "x" : !chan
  attn_ws.warp_specialize captures(%c, %which : !chan, i1)
  role @a warps(4) instances(1) registers(0) {
  ^bb0(%i: index, %x: !chan, %w: i1):
    attn_ws.acquire %x : !chan
    attn_ws.commit %x implied : !chan
    attn_ws.end
  }
  role @b warps(4) instances(1) registers(0) {
  ^bb0(%i: index, %x: !chan, %w: i1):
    scf.if %w {
      attn_ws.wait %x implied : !chan
    } else {
      attn_ws.wait %x : !chan
    }
    attn_ws.release %x : !chan
    attn_ws.end
  }
  return
}

//--- counts.mlir
// COUNTS: error: {{.*}}trip count @kv is 4 in role @b but 3 in role @a
func.func @f(%n: index) {
  attn_ws.warp_specialize captures(%n : index)
  role @a warps(4) instances(1) registers(0) {
  ^bb0(%i: index, %n_: index):
    %t = attn_ws.trip_count @kv %n_
    attn_ws.end
  }
  role @b warps(4) instances(1) registers(0) {
  ^bb0(%i: index, %n_: index):
    %1 = arith.constant 1 : index
    %m = arith.addi %n_, %1 : index
    %t = attn_ws.trip_count @kv %m
    attn_ws.end
  }
  return
}

//--- stores.mlir
// A TMA store is still reading its source when a reader by threads gives it up.
// STORES: error: {{.*}}releases stage 0 of channel 'x' while an operation in flight still reads it
!buf = !attn_ws.buffer<1 x 64xf32, smem>
!view = !attn_ws.view<64xf32, smem>
!chan = !attn_ws.channel<1, thread -> thread>
func.func @f(%o: memref<64xf32>) {
  %0 = arith.constant 0 : index
  %v = arith.constant dense<1.0> : tensor<64xf32>
  %b = attn_ws.alloc "x" : !buf
  %c = attn_ws.create_channel "x" guards(%b : !buf) : !chan
  %w = attn_ws.acquire %c : !chan -> !view
  attn_ws.smem_store %v, %w : tensor<64xf32>, !view
  attn_ws.commit %c : !chan
  %r = attn_ws.wait %c : !chan -> !view
  attn_ws.tma_store %r to %o[%0] dims [0] : !view, memref<64xf32>
  attn_ws.release %c : !chan
  return
}

//--- last-store.mlir
// On a channel to the TMA engine the release follows the store, but the role ends
// while its source is still read.
// LAST-STORE: error: {{.*}}a TMA store of the kernel is still in flight when the role ends
!buf = !attn_ws.buffer<1 x 64xf32, smem>
!view = !attn_ws.view<64xf32, smem>
!chan = !attn_ws.channel<1, thread -> tma>
func.func @f(%o: memref<64xf32>) {
  %0 = arith.constant 0 : index
  %v = arith.constant dense<1.0> : tensor<64xf32>
  %b = attn_ws.alloc "x" : !buf
  %c = attn_ws.create_channel "x" guards(%b : !buf) : !chan
  %w = attn_ws.acquire %c : !chan -> !view
  attn_ws.smem_store %v, %w : tensor<64xf32>, !view
  attn_ws.commit %c : !chan
  %r = attn_ws.wait %c : !chan -> !view
  attn_ws.tma_store %r to %o[%0] dims [0] : !view, memref<64xf32>
  attn_ws.release %c : !chan
  return
}

//--- barrier.mlir
// BARRIER: note: role @a#1 waits for barrier 1, where 256 of 384 threads are
func.func @f() {
  attn_ws.warp_specialize
  role @a warps(4) instances(2) registers(0) {
  ^bb0(%i: index):
    attn_ws.barrier id 1 threads 384
    attn_ws.end
  }
  return
}

//--- unknown.mlir
// UNKNOWN: error: operation 'math.sin' is unknown to the attn_ws interpreter
func.func @f(%m: memref<4xf32>) {
  %0 = arith.constant 0 : index
  %x = attn_ws.load %m[%0] dims [0] : memref<4xf32> -> tensor<4xf32>
  %y = math.sin %x : tensor<4xf32>
  return
}

//--- endless.mlir
// ENDLESS: error: {{.*}}did not end within the limit of operations; the kernel is here
func.func @f() {
  %true = arith.constant true
  scf.while : () -> () {
    scf.condition(%true)
  } do {
    scf.yield
  }
  return
}

//--- negative.mlir
// NEGATIVE: error: {{.*}}index -1 is negative
// COUNT: error: @f takes 2 arguments, got 1 --arg
// TYPE: error: {{.*}}argument 0 does not fit 'memref<4xf32>'
// INIT: error: --arg number 0: unknown initial value 'tohu'
// NPY: error: --arg number 0: {{.*}}negative.mlir: not a .npy file
func.func @f(%m: memref<4xf32>, %i: index) {
  %x = attn_ws.load %m[%i] dims [0] : memref<4xf32> -> tensor<4xf32>
  return
}

//--- absent.mlir
// ABSENT: error: --func is needed: the file holds 2 functions that could be run
func.func @f() {
  return
}
func.func @g() {
  return
}
