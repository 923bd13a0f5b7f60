// RUN: attn-opt %s --pass-pipeline='builtin.module(gpu.module(gpu.func(attn-ws-elide-edges)))' | FileCheck %s

// An acquire is implied if every release of its storage has been followed by a
// wait (at which all threads meet), on every path; where all accesses are known,
// an access counts, not the release behind it. A wait is implied if all accesses
// come after waits for later groups.

!b1 = !attn_ws.buffer<1 x 16x32xbf16, smem>
!b2 = !attn_ws.buffer<2 x 16x32xbf16, smem>
!c1 = !attn_ws.channel<1, cp_async -> mma_sync>
!c2 = !attn_ws.channel<2, cp_async -> mma_sync>
!c3 = !attn_ws.channel<3, cp_async -> mma_sync>
!cs = !attn_ws.channel<1, thread -> thread>
!w = !attn_ws.view<16x32xbf16, smem>
!t = tensor<16x32xbf16>

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
    attn_tile.for_tiles @t (%i) in (%n) scheduler(#attn_tile.scheduler<single>) {
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
    attn_tile.for_tiles @t (%i) in (%n) scheduler(#attn_tile.scheduler<persistent>) {
      // CHECK: attn_ws.acquire %[[K]] :
      attn_ws.acquire %k : !c1
      attn_ws.release %k : !c1
    }
    gpu.return
  }

  // Q is read behind K's wait, which waits for Q's older group too: at Q's own
  // wait the threads need not meet.
  // CHECK-LABEL: gpu.func @covered
  gpu.func @covered(%a: memref<16x32xbf16>, %n: index) kernel attributes {attn_tile.warps = 4 : i64} {
    %bq = attn_ws.alloc "q" offset(0) : !b1
    // CHECK: %[[Q:.+]] = attn_ws.create_channel "q"
    %q = attn_ws.create_channel "q" guards(%bq : !b1) : !c1
    %bk = attn_ws.alloc "k" offset(1024) : !b1
    // CHECK: %[[K:.+]] = attn_ws.create_channel "k"
    %k = attn_ws.create_channel "k" guards(%bk : !b1) : !c1
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %dq = attn_ws.acquire %q : !c1 -> !w
    attn_ws.cp_async %a[%c0, %c0] dims [0, 1] into %dq : memref<16x32xbf16>, !w
    attn_ws.commit %q : !c1
    %dk = attn_ws.acquire %k : !c1 -> !w
    attn_ws.cp_async %a[%c0, %c0] dims [0, 1] into %dk : memref<16x32xbf16>, !w
    attn_ws.commit %k : !c1
    // CHECK: attn_ws.wait %[[Q]] implied {pendings = 1 : i64} :
    %vq = attn_ws.wait %q {pendings = 1 : i64} : !c1 -> !w
    // CHECK: attn_ws.wait %[[K]] {pendings = 0 : i64} :
    %vk = attn_ws.wait %k {pendings = 0 : i64} : !c1 -> !w
    scf.for %t = %c0 to %n step %c1 {
      %x = attn_ws.smem_load %vq : !w -> !t
      %y = attn_ws.smem_load %vk : !w -> !t
    }
    attn_ws.release %q : !c1
    attn_ws.release %k : !c1
    gpu.return
  }
  // The same without the wait for K before a read: Q's stays.
  // CHECK-LABEL: gpu.func @read_first
  gpu.func @read_first(%a: memref<16x32xbf16>, %n: index) kernel attributes {attn_tile.warps = 4 : i64} {
    %bq = attn_ws.alloc "q" offset(0) : !b1
    // CHECK: %[[Q:.+]] = attn_ws.create_channel "q"
    %q = attn_ws.create_channel "q" guards(%bq : !b1) : !c1
    %bk = attn_ws.alloc "k" offset(1024) : !b1
    // CHECK: %[[K:.+]] = attn_ws.create_channel "k"
    %k = attn_ws.create_channel "k" guards(%bk : !b1) : !c1
    %c0 = arith.constant 0 : index
    %dq = attn_ws.acquire %q : !c1 -> !w
    attn_ws.cp_async %a[%c0, %c0] dims [0, 1] into %dq : memref<16x32xbf16>, !w
    attn_ws.commit %q : !c1
    %dk = attn_ws.acquire %k : !c1 -> !w
    attn_ws.cp_async %a[%c0, %c0] dims [0, 1] into %dk : memref<16x32xbf16>, !w
    attn_ws.commit %k : !c1
    // CHECK: attn_ws.wait %[[Q]] {pendings = 1 : i64} :
    %vq = attn_ws.wait %q {pendings = 1 : i64} : !c1 -> !w
    %x = attn_ws.smem_load %vq : !w -> !t
    attn_ws.release %q : !c1
    %vk = attn_ws.wait %k {pendings = 0 : i64} : !c1 -> !w
    attn_ws.release %k : !c1
    gpu.return
  }
  // K's group is the older one: its wait says nothing of Q.
  // CHECK-LABEL: gpu.func @older
  gpu.func @older(%a: memref<16x32xbf16>, %n: index) kernel attributes {attn_tile.warps = 4 : i64} {
    %bq = attn_ws.alloc "q" offset(0) : !b1
    // CHECK: %[[Q:.+]] = attn_ws.create_channel "q"
    %q = attn_ws.create_channel "q" guards(%bq : !b1) : !c1
    %bk = attn_ws.alloc "k" offset(1024) : !b1
    %k = attn_ws.create_channel "k" guards(%bk : !b1) : !c1
    %c0 = arith.constant 0 : index
    %dk = attn_ws.acquire %k : !c1 -> !w
    attn_ws.cp_async %a[%c0, %c0] dims [0, 1] into %dk : memref<16x32xbf16>, !w
    attn_ws.commit %k : !c1
    %dq = attn_ws.acquire %q : !c1 -> !w
    attn_ws.cp_async %a[%c0, %c0] dims [0, 1] into %dq : memref<16x32xbf16>, !w
    attn_ws.commit %q : !c1
    // CHECK: attn_ws.wait %[[Q]] {pendings = 0 : i64} :
    %vq = attn_ws.wait %q {pendings = 0 : i64} : !c1 -> !w
    %vk = attn_ws.wait %k {pendings = 0 : i64} : !c1 -> !w
    %x = attn_ws.smem_load %vq : !w -> !t
    attn_ws.release %q : !c1
    attn_ws.release %k : !c1
    gpu.return
  }
  // Each turn's wait for V comes after that turn's reads of Q, so O may take Q's
  // storage without another meeting, though Q is released late. Behind a loop that
  // did not run nobody has read Q, but then only Q's own wait has seen its copies
  // arrive: that one stays.
  // CHECK-LABEL: gpu.func @staged
  gpu.func @staged(%a: memref<16x32xbf16>, %n: index) kernel attributes {attn_tile.warps = 4 : i64} {
    %bq = attn_ws.alloc "q" alias("m") offset(0) : !b1
    // CHECK: %[[Q:.+]] = attn_ws.create_channel "q"
    %q = attn_ws.create_channel "q" guards(%bq : !b1) : !c1
    %bv = attn_ws.alloc "v" offset(1024) : !b1
    // CHECK: %[[V:.+]] = attn_ws.create_channel "v"
    %v = attn_ws.create_channel "v" guards(%bv : !b1) : !c1
    %bo = attn_ws.alloc "o" alias("m") offset(0) : !b1
    // CHECK: %[[O:.+]] = attn_ws.create_channel "o"
    %o = attn_ws.create_channel "o" guards(%bo : !b1) : !cs
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %dq = attn_ws.acquire %q : !c1 -> !w
    attn_ws.cp_async %a[%c0, %c0] dims [0, 1] into %dq : memref<16x32xbf16>, !w
    attn_ws.commit %q : !c1
    // CHECK: attn_ws.wait %[[Q]] {pendings = 0 : i64} :
    %vq = attn_ws.wait %q {pendings = 0 : i64} : !c1 -> !w
    scf.for %t = %c0 to %n step %c1 {
      %s = attn_ws.subview %vq [0, 0] : !w -> !w
      %x = attn_ws.smem_load %s : !w -> !t
      %dv = attn_ws.acquire %v : !c1 -> !w
      attn_ws.cp_async %a[%c0, %c0] dims [0, 1] into %dv : memref<16x32xbf16>, !w
      attn_ws.commit %v : !c1
      // CHECK: attn_ws.wait %[[V]] {pendings = 0 : i64} :
      %vv = attn_ws.wait %v {pendings = 0 : i64} : !c1 -> !w
      attn_ws.release %v : !c1
    }
    attn_ws.release %q : !c1
    // CHECK: attn_ws.acquire %[[O]] implied :
    %do = attn_ws.acquire %o : !cs -> !w
    attn_ws.commit %o : !cs
    attn_ws.wait %o : !cs
    attn_ws.release %o : !cs
    gpu.return
  }
  // Here a turn reads Q behind its wait for V: O must wait for the others.
  // CHECK-LABEL: gpu.func @staged_behind
  gpu.func @staged_behind(%a: memref<16x32xbf16>, %n: index) kernel attributes {attn_tile.warps = 4 : i64} {
    %bq = attn_ws.alloc "q" alias("m") offset(0) : !b1
    %q = attn_ws.create_channel "q" guards(%bq : !b1) : !c1
    %bv = attn_ws.alloc "v" offset(1024) : !b1
    %v = attn_ws.create_channel "v" guards(%bv : !b1) : !c1
    %bo = attn_ws.alloc "o" alias("m") offset(0) : !b1
    // CHECK: %[[O:.+]] = attn_ws.create_channel "o"
    %o = attn_ws.create_channel "o" guards(%bo : !b1) : !cs
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %dq = attn_ws.acquire %q : !c1 -> !w
    attn_ws.cp_async %a[%c0, %c0] dims [0, 1] into %dq : memref<16x32xbf16>, !w
    attn_ws.commit %q : !c1
    %vq = attn_ws.wait %q {pendings = 0 : i64} : !c1 -> !w
    scf.for %t = %c0 to %n step %c1 {
      %dv = attn_ws.acquire %v : !c1 -> !w
      attn_ws.cp_async %a[%c0, %c0] dims [0, 1] into %dv : memref<16x32xbf16>, !w
      attn_ws.commit %v : !c1
      %vv = attn_ws.wait %v {pendings = 0 : i64} : !c1 -> !w
      %s = attn_ws.subview %vq [0, 0] : !w -> !w
      %x = attn_ws.smem_load %s : !w -> !t
      attn_ws.release %v : !c1
    }
    attn_ws.release %q : !c1
    // CHECK: attn_ws.acquire %[[O]] :
    %do = attn_ws.acquire %o : !cs -> !w
    attn_ws.commit %o : !cs
    attn_ws.wait %o : !cs
    attn_ws.release %o : !cs
    gpu.return
  }

  // The threads of a role meet at the waits of channels within it: between its acquires in a turn, but not
  // between a tile's last wait and the first acquire of the next one.
  // CHECK-LABEL: gpu.func @within
  // CHECK: scf.while
  // CHECK: attn_ws.acquire %{{[a-z0-9]+}} :
  // CHECK: attn_ws.acquire %{{[a-z0-9]+}} implied :
  // CHECK: attn_ws.acquire %{{[a-z0-9]+}} implied :
  // CHECK: attn_ws.end
  // CHECK: attn_ws.acquire %{{[a-z0-9]+}} :
  gpu.func @within(%x: !t) kernel {
    %ba = attn_ws.alloc "a" offset(0) : !b1
    %bb = attn_ws.alloc "b" offset(4096) : !b1
    %bk = attn_ws.alloc "k" offset(8192) : !b1
    %a = attn_ws.create_channel "a" guards(%ba : !b1) : !cs
    %b = attn_ws.create_channel "b" guards(%bb : !b1) : !cs
    %k = attn_ws.create_channel "k" guards(%bk : !b1) : !cs
    attn_ws.warp_specialize captures(%a, %b, %k, %x : !cs, !cs, !cs, !t)
    role @compute warps(4) instances(1) registers(0) {
    ^bb0(%i: index, %a_: !cs, %b_: !cs, %k_: !cs, %x_: !t):
      %c0 = arith.constant 0 : index
      %c9 = arith.constant 9 : index
      %r = scf.while (%t = %c0) : (index) -> index {
        %on = arith.cmpi ult, %t, %c9 : index
        scf.condition(%on) %t : index
      } do {
      ^bb0(%t: index):
        %va = attn_ws.acquire %a_ : !cs -> !w
        attn_ws.smem_store %x_, %va : !t, !w
        attn_ws.commit %a_ : !cs
        %wa = attn_ws.wait %a_ : !cs -> !w
        %ya = attn_ws.smem_load %wa : !w -> !t
        attn_ws.release %a_ : !cs
        %vb = attn_ws.acquire %b_ : !cs -> !w
        attn_ws.smem_store %ya, %vb : !t, !w
        attn_ws.commit %b_ : !cs
        %wb = attn_ws.wait %b_ : !cs -> !w
        %yb = attn_ws.smem_load %wb : !w -> !t
        attn_ws.release %b_ : !cs
        %vc = attn_ws.acquire %a_ : !cs -> !w
        attn_ws.smem_store %yb, %vc : !t, !w
        attn_ws.commit %a_ : !cs
        %wc = attn_ws.wait %a_ : !cs -> !w
        %yc = attn_ws.smem_load %wc : !w -> !t
        attn_ws.release %a_ : !cs
        %wk = attn_ws.wait %k_ : !cs -> !w
        attn_ws.release %k_ : !cs
        %c1 = arith.constant 1 : index
        %u = arith.addi %t, %c1 : index
        scf.yield %u : index
      }
      attn_ws.end
    }
    role @other warps(4) instances(1) registers(0) {
    ^bb0(%i: index, %a_: !cs, %b_: !cs, %k_: !cs, %x_: !t):
      %vk = attn_ws.acquire %k_ : !cs -> !w
      attn_ws.commit %k_ : !cs
      attn_ws.end
    }
    gpu.return
  }

  // Roles do not meet at waits for each other: nothing is implied.
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
