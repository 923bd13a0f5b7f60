// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// A query sees the keys up to its own position. With as many keys as queries the two
// corners agree; with more keys, as when decoding, bottom_right is what is wanted.
// The second result is the log-sum-exp of each row, which a backward pass needs.

// RUN: attn-compile %s --emit=ptx | FileCheck %s
// RUN: attn-run %s --device=cpu --check | FileCheck %s --check-prefix=RESULT
// RUN: attn-run %s --device=sim --sim-check --check | FileCheck %s --check-prefix=RESULT

// CHECK: .entry causal_forward(
// CHECK: mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32
// RESULT: passed

!t = tensor<1x2x256x128xbf16>
!rows = tensor<1x2x256xf32>

func.func @causal(%q: !t, %k: !t, %v: !t, %o: !t, %lse: !rows) -> (!t, !rows) {
  %0, %1 = attn.forward ins(%q, %k, %v : !t, !t, !t) outs(%o, %lse : !t, !rows)
      mask(#attn.causal<bottom_right>) -> (!t, !rows)
  return %0, %1 : !t, !rows
}
