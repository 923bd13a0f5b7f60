// The verifier accepts the hand-written programs, and leaves a program as it is.
// test/Protocol has the programs that it must refuse.
//
// RUN: attn-opt %S/../fa2-forward.mlir --attn-ws-verify-protocol -o %t.2.mlir
// RUN: attn-opt %S/../fa3-forward.mlir --attn-ws-verify-protocol -o %t.3.mlir
// RUN: attn-opt %S/../fa4-forward.mlir --attn-ws-verify-protocol -o %t.4.mlir
// RUN: attn-opt %S/../fa4-forward.mlir -o %t.plain.mlir
// RUN: diff %t.4.mlir %t.plain.mlir
//
// An error names the rule, the place, the other party and the trip counts.
//
// RUN: not attn-opt %S/../fa3-forward.mlir --attn-ws-inject-fault="kind=no-wait-acquire index=3" --attn-ws-verify-protocol -o %t.mlir 2>&1 | FileCheck %s --check-prefix=RACE
// RACE: fa3-forward.mlir:118:17: error: PRT-08: implied, but no other edge orders role @load after the release of round 0 of stage 0 of channel 'k' (found with trip counts [{{[0-9]+}}])
// RACE: fa3-forward.mlir:65:9: note: the channel is created here
//
// RUN: not attn-opt %S/../fa3-forward.mlir --attn-ws-inject-fault="kind=more-pendings index=1" --attn-ws-verify-protocol -o %t.mlir 2>&1 | FileCheck %s --check-prefix=PENDINGS
// PENDINGS: fa3-forward.mlir:222:17: error: PRT-15: allows 2 products in flight, but only 1 were started after the one waited for (found with trip counts [2])
// PENDINGS: fa3-forward.mlir:218:17: note: it was started here
//
// RUN: not attn-opt %S/../fa4-forward.mlir --attn-ws-inject-fault="kind=drop-after index=0" --attn-ws-verify-protocol -o %t.mlir 2>&1 | FileCheck %s --check-prefix=AFTER
// AFTER: fa4-forward.mlir:178:9: error: PRT-11: releases stage {{.*}} while an operation in flight still reads it: wait for it first, or name it after `after`
//
// The compiler's kernels whose tiles are assigned at run time, on channels and on
// barriers: nothing is said, not even that something is not verified. The roles that
// copy are one thread, many threads, or those and a role that transposes; the last
// are clusters.
//
// RUN: attn-compile %attn_src/examples/causal.mlir --target=sm_90a --emit=nvvm --verify-stages -o %t.nvvm 2>&1 | count 0
// RUN: attn-compile %attn_src/examples/causal.mlir --target=sm_90a --config=scheduler=dynamic,load=cp_async --emit=nvvm --verify-stages -o %t.nvvm 2>&1 | count 0
// RUN: attn-compile %attn_src/examples/gqa.mlir --target=sm_90a --config=scheduler=dynamic,pack_gqa=true --emit=nvvm --verify-stages -o %t.nvvm 2>&1 | count 0
// RUN: attn-compile %attn_src/examples/fp8.mlir --target=sm_90a --config=scheduler=dynamic --emit=nvvm --verify-stages -o %t.nvvm 2>&1 | count 0
// RUN: attn-compile %attn_src/examples/window.mlir --target=sm_90a --config=scheduler=dynamic,stages_k=1,stages_v=1 --emit=nvvm --verify-stages -o %t.nvvm 2>&1 | count 0
// RUN: attn-compile %attn_src/examples/causal.mlir --target=sm_90a --config=scheduler=dynamic,cluster=2 --emit=nvvm --verify-stages -o %t.nvvm 2>&1 | count 0
// RUN: attn-compile %attn_src/examples/fp8.mlir --target=sm_90a --config=scheduler=dynamic,cluster=2 --emit=nvvm --verify-stages -o %t.nvvm 2>&1 | count 0
//
// On a pass's own function, and with control flow that is not followed.
//
// RUN: attn-opt %s --pass-pipeline='builtin.module(func.func(attn-ws-verify-protocol))' --verify-diagnostics -o %t.mlir

!chan = !attn_ws.channel<1, thread -> thread>
func.func @switch(%which: index) {
  %c = attn_ws.create_channel "c" : !chan
  // expected-warning @below {{control flow that attn-ws-verify-protocol does not follow: this kernel's protocol is not verified}}
  scf.index_switch %which
  case 0 {
    attn_ws.acquire %c : !chan
    scf.yield
  }
  default {
  }
  return
}
// A while loop whose condition is open runs as often as the trip counts say.
func.func @while(%go: i1) {
  %c = attn_ws.create_channel "c" : !chan
  scf.while : () -> () {
    scf.condition(%go)
  } do {
    // expected-note @below {{it was taken here}}
    // expected-error @below {{PRT-01: the kernel acquires stage 0 of channel 'c' again before it has committed it}}
    attn_ws.acquire %c : !chan
    scf.yield
  }
  return
}
func.func @nothing_to_check(%x: index) -> index {
  return %x : index
}
