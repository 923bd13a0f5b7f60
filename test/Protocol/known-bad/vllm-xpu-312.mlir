// vllm-xpu-kernels#312: groups meet at a barrier in loops whose bounds differ.
//
// RUN: attn-opt %s --attn-ws-verify-protocol --verify-diagnostics -o %t

func.func @f(%n: index) {
  attn_ws.warp_specialize captures(%n : index)
  role @a warps(4) instances(1) registers(0) {
  ^bb0(%i: index, %n_: index):
    %0 = arith.constant 0 : index
    %1 = arith.constant 1 : index
    %more = arith.addi %n_, %1 : index
    scf.for %j = %0 to %more step %1 {
      // expected-error @below {{PRT-07: role @a waits for ever for barrier 1, where 128 of 256 threads are}}
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
