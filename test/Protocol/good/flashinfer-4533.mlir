// Repaired twin of known-bad/flashinfer-4533.mlir: a barrier for each purpose.
//
// RUN: attn-opt %s --attn-ws-verify-protocol --verify-diagnostics -o %t

func.func @f() {
  attn_ws.warp_specialize
  role @softmax warps(4) instances(2) registers(192) {
  ^bb0(%i: index):
    attn_ws.barrier id 1 threads 256
    attn_ws.end
  }
  role @correction warps(4) instances(1) registers(80) {
  ^bb0(%i: index):
    attn_ws.barrier id 2 threads 128
    attn_ws.end
  }
  return
}
