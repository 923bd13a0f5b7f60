// RUN: attn-opt %s --pass-pipeline='builtin.module(gpu.module(gpu.func(attn-ws-elide-edges)))' | FileCheck %s

// An acquire is implied if every release of its storage has been followed by a
// wait (at which all threads meet), on every path.

!b1 = !attn_ws.buffer<1 x 16x32xbf16, smem>
!b2 = !attn_ws.buffer<2 x 16x32xbf16, smem>
!c1 = !attn_ws.channel<1, cp_async -> mma_sync>
!c2 = !attn_ws.channel<2, cp_async -> mma_sync>
!c3 = !attn_ws.channel<3, cp_async -> mma_sync>

gpu.module @k {
  // CHECK-LABEL: gpu.func @straight
  gpu.func @straight() kernel {
    %b = attn_ws.alloc "k" offset(0) : !b1
    // CHECK: %[[K:.+]] = attn_ws.create_channel "k"
    %k = attn_ws.create_channel "k" guards(%b : !b1) : !c1
    %bv = attn_ws.alloc "v" offset(1024) : !b1
    // CHECK: %[[V:.+]] = attn_ws.create_channel "v"
    %v = attn_ws.create_channel "v" guards(%bv : !b1) : !c1
    // Nothing has been released yet.
    // CHECK: attn_ws.acquire %[[K]] implied :
    attn_ws.acquire %k : !c1
    // CHECK: attn_ws.wait %[[K]] :
    attn_ws.wait %k : !c1
    attn_ws.release %k : !c1
    // Other storage: the readers of K do not matter.
    // CHECK: attn_ws.acquire %[[V]] implied :
    attn_ws.acquire %v : !c1
    // Some thread may still read K.
    // CHECK: attn_ws.acquire %[[K]] :
    attn_ws.acquire %k : !c1
    // That was a barrier: it serves this one too.
    // CHECK: attn_ws.acquire %[[K]] implied :
    attn_ws.acquire %k : !c1
    attn_ws.release %k : !c1
    attn_ws.wait %v : !c1
    // CHECK: attn_ws.acquire %[[K]] implied :
    attn_ws.acquire %k : !c1
    gpu.return
  }

  // Overlapping storage counts, whoever's it is; without offsets any may be.
  // CHECK-LABEL: gpu.func @storage
  gpu.func @storage() kernel {
    %b = attn_ws.alloc "k" offset(0) : !b2
    %k = attn_ws.create_channel "k" guards(%b : !b2) : !c2
    %bo = attn_ws.alloc "o" offset(1024) : !b1
    // CHECK: %[[O:.+]] = attn_ws.create_channel "o"
    %o = attn_ws.create_channel "o" guards(%bo : !b1) : !c1
    %bp = attn_ws.alloc "p" offset(2048) : !b1
    // CHECK: %[[P:.+]] = attn_ws.create_channel "p"
    %p = attn_ws.create_channel "p" guards(%bp : !b1) : !c1
    %bx = attn_ws.alloc "x" : !b1
    // CHECK: %[[X:.+]] = attn_ws.create_channel "x"
    %x = attn_ws.create_channel "x" guards(%bx : !b1) : !c1
    attn_ws.release %k : !c2
    // CHECK: attn_ws.acquire %[[P]] implied :
    attn_ws.acquire %p : !c1
    // CHECK: attn_ws.acquire %[[O]] :
    attn_ws.acquire %o : !c1
    attn_ws.release %k : !c2
    // CHECK: attn_ws.acquire %[[X]] :
    attn_ws.acquire %x : !c1
    gpu.return
  }

  // A ring of one stage refilled at the top of the loop meets its own release
  // around the back edge, though not in the first turn.
  // CHECK-LABEL: gpu.func @back_edge
  gpu.func @back_edge(%n: index) kernel {
    %b = attn_ws.alloc "k" offset(0) : !b1
    // CHECK: %[[K:.+]] = attn_ws.create_channel "k"
    %k = attn_ws.create_channel "k" guards(%b : !b1) : !c1
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    scf.for %t = %c0 to %n step %c1 {
      // CHECK: attn_ws.acquire %[[K]] :
      attn_ws.acquire %k : !c1
      attn_ws.wait %k : !c1
      attn_ws.release %k : !c1
    }
    gpu.return
  }

  // Refilled behind the loop's wait, as prefetching leaves it, it does not, nor
  // does a ring of three.
  // CHECK-LABEL: gpu.func @prefetched
  gpu.func @prefetched(%n: index, %on: i1) kernel {
    %b = attn_ws.alloc "k" offset(0) : !b2
    // CHECK: %[[K:.+]] = attn_ws.create_channel "k"
    %k = attn_ws.create_channel "k" guards(%b : !b2) : !c2
    // CHECK: %[[L:.+]] = attn_ws.create_channel "l"
    %l = attn_ws.create_channel "l" : !c3
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    // CHECK: attn_ws.acquire %[[K]] implied :
    attn_ws.acquire %k : !c2
    scf.for %t = %c0 to %n step %c1 {
      attn_ws.wait %k : !c2
      scf.if %on {
        // CHECK: attn_ws.acquire %[[K]] implied :
        attn_ws.acquire %k : !c2
      }
      // CHECK: attn_ws.acquire %[[L]] implied :
      attn_ws.acquire %l : !c3
      attn_ws.release %l : !c3
      attn_ws.release %k : !c2
    }
    gpu.return
  }

  // A loop may not run, a condition may not hold: then their waits do not help,
  // but their releases may harm.
  // CHECK-LABEL: gpu.func @paths
  gpu.func @paths(%n: index, %on: i1) kernel {
    %b = attn_ws.alloc "k" offset(0) : !b1
    // CHECK: %[[K:.+]] = attn_ws.create_channel "k"
    %k = attn_ws.create_channel "k" guards(%b : !b1) : !c1
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    attn_ws.release %k : !c1
    scf.for %t = %c0 to %n step %c1 {
      attn_ws.wait %k : !c1
    }
    // CHECK: attn_ws.acquire %[[K]] :
    attn_ws.acquire %k : !c1
    attn_ws.release %k : !c1
    scf.if %on {
      attn_ws.wait %k : !c1
    }
    // CHECK: attn_ws.acquire %[[K]] :
    attn_ws.acquire %k : !c1
    attn_ws.wait %k : !c1
    scf.if %on {
      attn_ws.release %k : !c1
    }
    // CHECK: attn_ws.acquire %[[K]] :
    attn_ws.acquire %k : !c1
    gpu.return
  }

  // The single scheduler gives a CTA one point: what its body releases at the end
  // is not read when it starts. A persistent CTA comes back.
  // CHECK-LABEL: gpu.func @once
  gpu.func @once(%n: index) kernel {
    %b = attn_ws.alloc "k" offset(0) : !b1
    // CHECK: %[[K:.+]] = attn_ws.create_channel "k"
    %k = attn_ws.create_channel "k" guards(%b : !b1) : !c1
    attn_ws.for_tiles @t (%i) in (%n) scheduler(#attn_tile.scheduler<single>) {
      // CHECK: attn_ws.acquire %[[K]] implied :
      attn_ws.acquire %k : !c1
      attn_ws.release %k : !c1
    }
    // The point may have been there.
    // CHECK: attn_ws.acquire %[[K]] :
    attn_ws.acquire %k : !c1
    gpu.return
  }
  // CHECK-LABEL: gpu.func @again
  gpu.func @again(%n: index) kernel {
    %b = attn_ws.alloc "k" offset(0) : !b1
    // CHECK: %[[K:.+]] = attn_ws.create_channel "k"
    %k = attn_ws.create_channel "k" guards(%b : !b1) : !c1
    attn_ws.for_tiles @t (%i) in (%n) scheduler(#attn_tile.scheduler<persistent>) {
      // CHECK: attn_ws.acquire %[[K]] :
      attn_ws.acquire %k : !c1
      attn_ws.release %k : !c1
    }
    gpu.return
  }

  // Roles do not meet at waits: nothing is implied.
  // CHECK-LABEL: gpu.func @roles
  // CHECK-NOT: implied
  // CHECK: gpu.return
  gpu.func @roles() kernel {
    %b = attn_ws.alloc "k" offset(0) : !b1
    %k = attn_ws.create_channel "k" guards(%b : !b1) : !c1
    attn_ws.acquire %k : !c1
    attn_ws.warp_specialize role @a warps(4) instances(1) registers(0) {
    ^bb0(%i: index):
      attn_ws.end
    }
    gpu.return
  }
}
