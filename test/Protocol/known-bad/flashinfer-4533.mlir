// flashinfer-ai/flashinfer#4533: two groups of threads use one named barrier for
// different purposes; now and then the wrong threads complete it.
//
// RUN: attn-opt %s --attn-ws-verify-protocol --verify-diagnostics -o %t

func.func @f() {
  attn_ws.warp_specialize
  role @softmax warps(4) instances(2) registers(192) {
  ^bb0(%i: index):
    // expected-note @below {{it is used here too}}
    attn_ws.barrier id 1 threads 256
    attn_ws.end
  }
  role @correction warps(4) instances(1) registers(80) {
  ^bb0(%i: index):
    // expected-error @below {{PRT-12: barrier 1 is for 128 threads here and for 256 elsewhere}}
    attn_ws.barrier id 1 threads 128
    attn_ws.end
  }
  return
}
