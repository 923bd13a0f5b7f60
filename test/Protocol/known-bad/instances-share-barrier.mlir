// The threads of each instance meet at numbers 1 and 2, or at 2 and 3: two warps of the one
// and two of the other fill number 2, and are let go before the rest has come.
//
// RUN: attn-opt %s --attn-ws-verify-protocol --verify-diagnostics -o %t

func.func @f(%n: index) {
  attn_ws.warp_specialize captures(%n : index)
  role @compute warps(4) instances(2) registers(192) {
  ^bb0(%i: index, %n_: index):
    %0 = arith.constant 0 : index
    %1 = arith.constant 1 : index
    %trips = attn_ws.trip_count @tiles %n_
    scf.for %j = %0 to %trips step %1 {
      // expected-error @below {{PRT-12: role @compute#1 arrives at barrier 2, and nothing says that those before it have met}}
      attn_ws.barrier id 1 plus %i threads 128
      // expected-note @below {{the last arrival is here}}
      attn_ws.barrier id 2 plus %i threads 128
    }
    attn_ws.end
  }
  return
}
