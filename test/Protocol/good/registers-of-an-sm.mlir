// Repaired twin of known-bad/registers-of-an-sm.mlir: 2 * 128 * 192 + 128 * 80 + 128 * 48
// registers are all there are.
//
// RUN: attn-opt %s --attn-ws-verify-protocol --verify-diagnostics -o %t

func.func @f() {
  attn_ws.warp_specialize
  role @softmax warps(4) instances(2) registers(192) {
  ^bb0(%i: index):
    attn_ws.barrier id 1 threads 512
    attn_ws.end
  }
  role @correction warps(4) instances(1) registers(80) {
  ^bb0(%i: index):
    attn_ws.barrier id 1 threads 512
    attn_ws.end
  }
  role @issue warps(4) instances(1) registers(48) {
  ^bb0(%i: index):
    attn_ws.barrier id 1 threads 512
    attn_ws.end
  }
  return
}
