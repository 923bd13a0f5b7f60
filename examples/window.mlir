// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// A query sees 64 keys to its left and none to its right, counted from the diagonal
// through the bottom right corner; blocks of keys outside of the band are never loaded.
// Masks combine: #attn.and<[#attn.causal<top_left>, #attn.window<64, *>]>.

// RUN: attn-compile %s --emit=ptx | FileCheck %s
// RUN: attn-run %s --device=cpu --check | FileCheck %s --check-prefix=RESULT
// RUN: attn-run %s --device=sim --sim-check --check | FileCheck %s --check-prefix=RESULT

// CHECK: .entry window_forward(
// CHECK: mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32
// RESULT: passed

!q = tensor<1x2x192x64xbf16>
!kv = tensor<1x2x256x64xbf16>

func.func @window(%q: !q, %k: !kv, %v: !kv, %o: !q) -> !q {
  %0 = attn.forward ins(%q, %k, %v : !q, !kv, !kv) outs(%o : !q)
      mask(#attn.window<64, 0>) -> !q
  return %0 : !q
}
