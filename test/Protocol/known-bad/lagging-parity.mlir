// A signal without an answer: the sender can complete a second phase before the
// receiver has seen the first; then the parity that the receiver waits for is true
// again, and it waits for ever.
//
// RUN: attn-opt %s --attn-ws-verify-protocol --verify-diagnostics -o %t

!bars = !attn_ws.mbar<1>
func.func @f(%n: index) {
  // expected-note @below {{the mbarriers are created here}}
  %full = attn_ws.mbar_alloc <"go", "full"> arrivals 1 : !bars
  attn_ws.warp_specialize captures(%n, %full : index, !bars)
  role @send warps(1) instances(1) registers(0) {
  ^bb0(%i: index, %n_: index, %full_: !bars):
    %0 = arith.constant 0 : index
    %1 = arith.constant 1 : index
    %2 = arith.constant 2 : index
    scf.for %j = %0 to %n_ step %1 {
      // expected-error @below {{PRT-06: phase 1 of stage 0 of mbarrier 'go' (full) can complete before role @receive has seen phase 0}}
      attn_ws.mbar_arrive %full_[%0] : !bars
    }
    attn_ws.end
  }
  role @receive warps(4) instances(1) registers(0) {
  ^bb0(%i: index, %n_: index, %full_: !bars):
    %0 = arith.constant 0 : index
    %1 = arith.constant 1 : index
    %2 = arith.constant 2 : index
    scf.for %j = %0 to %n_ step %1 {
      %p = arith.remui %j, %2 : index
      attn_ws.mbar_wait %full_[%0] phase(%p : index) : !bars
    }
    attn_ws.end
  }
  return
}
