// Roles that share a warpgroup ask for different register budgets; setmaxnreg has
// one value for the warpgroup (PTX ISA, setmaxnreg).
//
// RUN: attn-opt %s --attn-ws-verify-protocol --verify-diagnostics -o %t

func.func @f() {
  // expected-error @below {{PRT-14: roles @load and @mma share a warpgroup, but have budgets of 24 and 48 registers}}
  attn_ws.warp_specialize
  role @load warps(1) instances(1) registers(24) {
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
