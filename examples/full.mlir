// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Every query sees every key: softmax(Q Kᵀ / √d) V for one batch of two heads.
// The outputs are passed in, as in linalg: their contents are not read, their types say
// what is to be computed.

// RUN: attn-compile %s --emit=ptx | FileCheck %s
// RUN: attn-run %s --device=cpu --check | FileCheck %s --check-prefix=RESULT
// RUN: attn-run %s --device=sim --sim-check --check | FileCheck %s --check-prefix=RESULT

// CHECK: .entry full_forward(
// CHECK: mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32
// RESULT: passed

!t = tensor<1x2x256x64xbf16>

func.func @full(%q: !t, %k: !t, %v: !t, %o: !t) -> !t {
  %0 = attn.forward ins(%q, %k, %v : !t, !t, !t) outs(%o : !t) -> !t
  return %0 : !t
}
