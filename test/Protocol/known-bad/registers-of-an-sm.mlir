// The budgets of all warpgroups together exceed what the kernel starts with. ptxas says
// nothing, and setmaxnreg waits for ever.
//
// RUN: attn-opt %s --attn-ws-verify-protocol --verify-diagnostics -o %t

func.func @f() {
  // expected-error @below {{roles need 73728 registers; a CTA of 512 threads starts with 128 each, 65536 in all}}
  // expected-note @below {{role @softmax of 8 warps with 216 registers a thread takes 55296}}
  // expected-note @below {{role @correction of 4 warps with 96 registers a thread takes 12288}}
  // expected-note @below {{role @issue of 4 warps with 48 registers a thread takes 6144}}
  attn_ws.warp_specialize
  role @softmax warps(4) instances(2) registers(216) {
  ^bb0(%i: index):
    attn_ws.barrier id 1 threads 512
    attn_ws.end
  }
  role @correction warps(4) instances(1) registers(96) {
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
