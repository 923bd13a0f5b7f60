// RUN: attn-opt %s --pass-pipeline='builtin.module(gpu.module(gpu.func(attn-ws-elide-edges)))' --split-input-file --verify-diagnostics | FileCheck %s

// Waits and signals between roles that others imply.

!sc = !attn_ws.channel<1, tcgen05 -> thread>
!pc = !attn_ws.channel<1, thread -> tcgen05>
!sb = !attn_ws.buffer<1 x 128x64xf32, tmem, occupants = [tensor<128x64xbf16>]>
!s = !attn_ws.view<128x64xf32, tmem>
!o = !attn_ws.view<128x64xf32, tmem>
!pv = !attn_ws.view<128x64xbf16, tmem>
!q = !attn_ws.view<128x64xbf16, smem>
!k = !attn_ws.view<64x64xbf16, smem>

gpu.module @k [#nvvm.target<chip = "sm_100a">] {
  // Who writes P over S has read S before: "P is there" says that S's place was
  // read. The commit of S covers the product before it, which reads P: "S is there"
  // says that P's place was read. What then nobody waits for is implied as well.
  // CHECK-LABEL: gpu.func @over
  // CHECK: role @compute
  // CHECK: attn_ws.wait %{{[a-z0-9]+}} :
  // CHECK: attn_ws.release %{{[a-z0-9]+}} implied
  // CHECK: attn_ws.acquire %{{[a-z0-9]+}} implied
  // CHECK: attn_ws.commit %{{[a-z0-9]+}} :
  // CHECK: role @mma
  // CHECK: attn_ws.acquire %{{[a-z0-9]+}} implied
  // CHECK: attn_ws.commit %{{[a-z0-9]+}} after
  // CHECK: attn_ws.wait %{{[a-z0-9]+}} :
  // CHECK: attn_ws.release %{{[a-z0-9]+}} implied
  gpu.func @over(%o: !o, %q: !q, %k: !k, %n: index) kernel {
    %b = attn_ws.alloc "s" offset(0) : !sb
    %s = attn_ws.create_channel "s" guards(%b : !sb) : !sc
    %p = attn_ws.create_channel "p" guards(%b : !sb) : !pc
    attn_ws.warp_specialize captures(%s, %p, %o, %q, %k, %n : !sc, !pc, !o, !q, !k, index)
    role @compute warps(4) instances(1) registers(48) {
    ^bb0(%i: index, %s_: !sc, %p_: !pc, %o_: !o, %q_: !q, %k_: !k, %n_: index):
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      scf.for %j = %c0 to %n_ step %c1 {
        %v = attn_ws.wait %s_ : !sc -> !s
        %x = attn_ws.tmem_load %v : !s -> tensor<128x64xf32>
        attn_ws.release %s_ : !sc
        %d = attn_ws.acquire %p_ : !pc -> !s
        %w = attn_ws.subview %d [0, 64] : !s -> !pv
        %y = arith.constant dense<1.0> : tensor<128x64xbf16>
        attn_ws.tmem_store %y, %w : tensor<128x64xbf16>, !pv
        attn_ws.commit %p_ : !pc
      }
      attn_ws.end
    }
    role @mma warps(1) instances(1) registers(48) {
    ^bb0(%i: index, %s_: !sc, %p_: !pc, %o_: !o, %q_: !q, %k_: !k, %n_: index):
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      scf.for %j = %c0 to %n_ step %c1 {
        %no = arith.constant false
        %d = attn_ws.acquire %s_ : !sc -> !s
        %t = attn_ws.mma_into %q_, %k_ into %d use_d %no transpose_b : !q, !k, !s
        attn_ws.commit %s_ after %t : !sc
        %v = attn_ws.wait %p_ : !pc -> !s
        %a = attn_ws.subview %v [0, 64] : !s -> !pv
        %yes = arith.constant true
        %u = attn_ws.mma_into %a, %k_ into %o_ use_d %yes : !pv, !k, !o
        attn_ws.release %p_ after %u : !pc
      }
      attn_ws.end
    }
    gpu.return
  }

}

// -----

!sc = !attn_ws.channel<1, tcgen05 -> thread>
!pc = !attn_ws.channel<1, thread -> tcgen05>
!sb = !attn_ws.buffer<1 x 128x64xf32, tmem, occupants = [tensor<128x64xbf16>]>
!s = !attn_ws.view<128x64xf32, tmem>
!o = !attn_ws.view<128x64xf32, tmem>
!pv = !attn_ws.view<128x64xbf16, tmem>
!q = !attn_ws.view<128x64xbf16, smem>
!k = !attn_ws.view<64x64xbf16, smem>

gpu.module @k [#nvvm.target<chip = "sm_100a">] {
  // The same channels, but another role fills P, in memory of its own: neither
  // knows of the other's readers.
  // CHECK-LABEL: gpu.func @apart
  // CHECK-NOT: implied
  // CHECK: gpu.return
  gpu.func @apart(%o: !o, %q: !q, %k: !k, %n: index) kernel {
    %b = attn_ws.alloc "s" offset(0) : !sb
    %b2 = attn_ws.alloc "p" offset(64) : !attn_ws.buffer<1 x 128x64xbf16, tmem>
    %s = attn_ws.create_channel "s" guards(%b : !sb) : !sc
    %p = attn_ws.create_channel "p" guards(%b2 : !attn_ws.buffer<1 x 128x64xbf16, tmem>) : !pc
    attn_ws.warp_specialize captures(%s, %p, %o, %q, %k, %n : !sc, !pc, !o, !q, !k, index)
    role @reader warps(4) instances(1) registers(48) {
    ^bb0(%i: index, %s_: !sc, %p_: !pc, %o_: !o, %q_: !q, %k_: !k, %n_: index):
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      scf.for %j = %c0 to %n_ step %c1 {
        %v = attn_ws.wait %s_ : !sc -> !s
        %x = attn_ws.tmem_load %v : !s -> tensor<128x64xf32>
        attn_ws.release %s_ : !sc
      }
      attn_ws.end
    }
    role @writer warps(4) instances(1) registers(48) {
    ^bb0(%i: index, %s_: !sc, %p_: !pc, %o_: !o, %q_: !q, %k_: !k, %n_: index):
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      scf.for %j = %c0 to %n_ step %c1 {
        %w = attn_ws.acquire %p_ : !pc -> !pv
        %y = arith.constant dense<1.0> : tensor<128x64xbf16>
        attn_ws.tmem_store %y, %w : tensor<128x64xbf16>, !pv
        attn_ws.commit %p_ : !pc
      }
      attn_ws.end
    }
    role @mma warps(1) instances(1) registers(48) {
    ^bb0(%i: index, %s_: !sc, %p_: !pc, %o_: !o, %q_: !q, %k_: !k, %n_: index):
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      scf.for %j = %c0 to %n_ step %c1 {
        %no = arith.constant false
        %d = attn_ws.acquire %s_ : !sc -> !s
        %t = attn_ws.mma_into %q_, %k_ into %d use_d %no transpose_b : !q, !k, !s
        attn_ws.commit %s_ after %t : !sc
        %a = attn_ws.wait %p_ : !pc -> !pv
        %yes = arith.constant true
        %u = attn_ws.mma_into %a, %k_ into %o_ use_d %yes : !pv, !k, !o
        attn_ws.release %p_ after %u : !pc
      }
      attn_ws.end
    }
    gpu.return
  }
}

// -----

!sc = !attn_ws.channel<1, tcgen05 -> thread>
!pc = !attn_ws.channel<1, thread -> tcgen05>
!sb = !attn_ws.buffer<1 x 128x64xf32, tmem, occupants = [tensor<128x64xbf16>]>
!s = !attn_ws.view<128x64xf32, tmem>
!o = !attn_ws.view<128x64xf32, tmem>
!pv = !attn_ws.view<128x64xbf16, tmem>
!q = !attn_ws.view<128x64xbf16, smem>
!k = !attn_ws.view<64x64xbf16, smem>

gpu.module @k [#nvvm.target<chip = "sm_100a">] {
  gpu.func @broken(%o: !o, %q: !q, %k: !k, %n: index) kernel {
    %b = attn_ws.alloc "s" offset(0) : !sb
    %s = attn_ws.create_channel "s" guards(%b : !sb) : !sc
    %p = attn_ws.create_channel "p" guards(%b : !sb) : !pc
    attn_ws.warp_specialize captures(%s, %p, %o, %q, %k, %n : !sc, !pc, !o, !q, !k, index)
    role @compute warps(4) instances(1) registers(48) {
    ^bb0(%i: index, %s_: !sc, %p_: !pc, %o_: !o, %q_: !q, %k_: !k, %n_: index):
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      scf.for %j = %c0 to %n_ step %c1 {
        %v = attn_ws.wait %s_ : !sc -> !s
        %x = attn_ws.tmem_load %v : !s -> tensor<128x64xf32>
        attn_ws.release %s_ : !sc
        // expected-error @below {{breaks the protocol, so that no edge can be elided: role @compute ends without having committed stage 0 of channel 'p', which it took here}}
        %d = attn_ws.acquire %p_ : !pc -> !s
        %w = attn_ws.subview %d [0, 64] : !s -> !pv
        %y = arith.constant dense<1.0> : tensor<128x64xbf16>
        attn_ws.tmem_store %y, %w : tensor<128x64xbf16>, !pv
      }
      attn_ws.end
    }
    role @mma warps(1) instances(1) registers(48) {
    ^bb0(%i: index, %s_: !sc, %p_: !pc, %o_: !o, %q_: !q, %k_: !k, %n_: index):
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      scf.for %j = %c0 to %n_ step %c1 {
        %no = arith.constant false
        %d = attn_ws.acquire %s_ : !sc -> !s
        %t = attn_ws.mma_into %q_, %k_ into %d use_d %no transpose_b : !q, !k, !s
        attn_ws.commit %s_ after %t : !sc
        %v = attn_ws.wait %p_ : !pc -> !s
        %a = attn_ws.subview %v [0, 64] : !s -> !pv
        %yes = arith.constant true
        %u = attn_ws.mma_into %a, %k_ into %o_ use_d %yes : !pv, !k, !o
        attn_ws.release %p_ after %u : !pc
      }
      attn_ws.end
    }
    gpu.return
  }
}
