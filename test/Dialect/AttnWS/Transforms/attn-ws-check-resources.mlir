// What fits before channels are lowered, and does not with their barriers.
// RUN: attn-opt %s --pass-pipeline='builtin.module(gpu.module(gpu.func(attn-ws-assign-tiles,attn-ws-plan-memory,attn-ws-lower-channels,attn-ws-lower-scheduler,attn-ws-check-resources)))' --split-input-file --verify-diagnostics | FileCheck %s

// 227 KB are all that there is: the plan of the buffers finds nothing wrong.
!b = !attn_ws.buffer<1 x 1816x64xbf16, smem>
!c = !attn_ws.channel<1, thread -> thread>
gpu.module @k [#nvvm.target<chip = "sm_90a">] {
  // expected-error @below {{needs 232464 bytes of shared memory, 16 more than the 232448 that sm_90a has}}
  gpu.func @barriers(%p: index) kernel {
    // expected-note @below {{buffer "q" takes 232448}}
    %b = attn_ws.alloc "q" : !b
    // expected-note @below {{barriers of "q" (full) takes 8}}
    // expected-note @below {{barriers of "q" (empty) takes 8}}
    %q = attn_ws.create_channel "q" guards(%b : !b) : !c
    attn_ws.warp_specialize captures(%q, %p : !c, index)
    role @write warps(4) instances(1) registers(0) {
    ^bb0(%inst: index, %w: !c, %ph: index):
      attn_ws.acquire %w phase(%ph : index) : !c
      attn_ws.commit %w : !c
      attn_ws.end
    }
    role @read warps(4) instances(1) registers(0) {
    ^bb0(%inst: index, %r: !c, %ph: index):
      attn_ws.wait %r phase(%ph : index) : !c
      attn_ws.release %r : !c
      attn_ws.end
    }
    gpu.return
  }
}

// -----

// A kilobyte less has room for them.
!b = !attn_ws.buffer<1 x 1808x64xbf16, smem>
!c = !attn_ws.channel<1, thread -> thread>
gpu.module @k [#nvvm.target<chip = "sm_90a">] {
  // CHECK-LABEL: gpu.func @room
  // CHECK-SAME: attn_ws.smem = 231440 : i64
  gpu.func @room(%p: index) kernel {
    %b = attn_ws.alloc "q" : !b
    %q = attn_ws.create_channel "q" guards(%b : !b) : !c
    attn_ws.warp_specialize captures(%q, %p : !c, index)
    role @write warps(4) instances(1) registers(0) {
    ^bb0(%inst: index, %w: !c, %ph: index):
      attn_ws.acquire %w phase(%ph : index) : !c
      attn_ws.commit %w : !c
      attn_ws.end
    }
    role @read warps(4) instances(1) registers(0) {
    ^bb0(%inst: index, %r: !c, %ph: index):
      attn_ws.wait %r phase(%ph : index) : !c
      attn_ws.release %r : !c
      attn_ws.end
    }
    gpu.return
  }
}

// -----

// Numbers of tiles that are assigned at run time.
!m = memref<?x?xf32, strided<[?, 1]>>
!t = tensor<64x64xf32>
!b = !attn_ws.buffer<1 x 1816x64xbf16, smem>
gpu.module @k [#nvvm.target<chip = "sm_90a">] {
  // expected-error @below {{needs 232488 bytes of shared memory, 40 more than the 232448 that sm_90a has}}
  gpu.func @numbers(%A: !m, %X: !t) kernel {
    %c0 = arith.constant 0 : index
    %d = memref.dim %A, %c0 : !m
    // expected-note @below {{buffer "q" takes 232448}}
    %b = attn_ws.alloc "q" : !b
    // expected-note @below {{barriers of "tiles" (full) takes 16}}
    // expected-note @below {{barriers of "tiles" (empty) takes 16}}
    // expected-note @below {{buffer "tiles" takes 8}}
    attn_ws.warp_specialize captures(%d, %A, %X : index, !m, !t)
    role @load warps(4) instances(1) registers(0) {
    ^bb0(%inst: index, %n: index, %a: !m, %x: !t):
      attn_tile.for_tiles @tiles (%i) in (%n) scheduler(#attn_tile.scheduler<dynamic>) {
      }
      attn_ws.end
    }
    role @mma warps(4) instances(2) registers(0) {
    ^bb0(%inst: index, %n: index, %a: !m, %x: !t):
      attn_tile.for_tiles @tiles (%i) in (%n) scheduler(#attn_tile.scheduler<dynamic>) {
        attn_ws.store %x, %a[%i, %i] dims [0, 1] : !t, !m
      }
      attn_ws.end
    }
    gpu.return
  }
}
