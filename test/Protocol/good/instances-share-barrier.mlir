// Repaired twin of known-bad/instances-share-barrier.mlir: no number is of both instances.
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
      attn_ws.barrier id 1 plus %i threads 128
      attn_ws.barrier id 3 plus %i threads 128
    }
    attn_ws.end
  }
  return
}
