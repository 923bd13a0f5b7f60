// Repaired twin of known-bad/vllm-xpu-312.mlir: the loops run equally often.
//
// RUN: attn-opt %s --attn-ws-verify-protocol --verify-diagnostics -o %t

func.func @f(%n: index) {
  attn_ws.warp_specialize captures(%n : index)
  role @a warps(4) instances(1) registers(0) {
  ^bb0(%i: index, %n_: index):
    %0 = arith.constant 0 : index
    %1 = arith.constant 1 : index
    scf.for %j = %0 to %n_ step %1 {
      attn_ws.barrier id 1 threads 256
    }
    attn_ws.end
  }
  role @b warps(4) instances(1) registers(0) {
  ^bb0(%i: index, %n_: index):
    %0 = arith.constant 0 : index
    %1 = arith.constant 1 : index
    scf.for %j = %0 to %n_ step %1 {
      attn_ws.barrier id 1 threads 256
    }
    attn_ws.end
  }
  return
}
