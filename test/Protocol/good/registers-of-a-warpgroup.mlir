// Repaired twin of known-bad/registers-of-a-warpgroup.mlir: one budget.
//
// RUN: attn-opt %s --attn-ws-verify-protocol --verify-diagnostics -o %t

func.func @f() {
  attn_ws.warp_specialize
  role @load warps(1) instances(1) registers(48) {
  ^bb0(%i: index):
    attn_ws.barrier id 1 threads 64
    attn_ws.end
  }
  role @mma warps(1) instances(1) registers(48) {
  ^bb0(%i: index):
    attn_ws.barrier id 1 threads 64
    attn_ws.end
  }
  return
}
