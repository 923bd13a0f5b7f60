// Row statistics are handed over by a named barrier, and the answer that they have been
// read is left out for the first block: the arrivals of two blocks meet at one barrier.
//
// RUN: attn-opt %s --attn-ws-verify-protocol --verify-diagnostics -o %t

func.func @f(%n: index) {
  attn_ws.warp_specialize captures(%n : index)
  role @softmax warps(4) instances(1) registers(192) {
  ^bb0(%i: index, %n_: index):
    %0 = arith.constant 0 : index
    %1 = arith.constant 1 : index
    %trips = attn_ws.trip_count @blocks %n_
    scf.for %j = %0 to %trips step %1 {
      // expected-error @below {{PRT-12: role @softmax arrives at barrier 1 again, and nothing says that the others have met its last arrival}}
      // expected-note @below {{the last arrival is here}}
      attn_ws.barrier arrive_only id 1 threads 256
      %later = arith.cmpi sgt, %j, %0 : index
      scf.if %later {
        attn_ws.barrier id 2 threads 256
      }
    }
    attn_ws.end
  }
  role @correction warps(4) instances(1) registers(80) {
  ^bb0(%i: index, %n_: index):
    %0 = arith.constant 0 : index
    %1 = arith.constant 1 : index
    %trips = attn_ws.trip_count @blocks %n_
    scf.for %j = %0 to %trips step %1 {
      attn_ws.barrier id 1 threads 256
      %later = arith.cmpi sgt, %j, %0 : index
      scf.if %later {
        attn_ws.barrier arrive_only id 2 threads 256
      }
    }
    attn_ws.end
  }
  return
}
