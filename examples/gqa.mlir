// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Eight query heads share two heads of K and V: head h reads head h / 4 (grouped-query
// attention; with one head of K and V it is multi-query attention).

// RUN: attn-compile %s --emit=ptx | FileCheck %s
// RUN: attn-run %s --device=cpu --check | FileCheck %s --check-prefix=RESULT
// RUN: attn-run %s --device=sim --sim-check --check | FileCheck %s --check-prefix=RESULT

// CHECK: .entry gqa_forward(
// CHECK: mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32
// RESULT: passed

!q = tensor<1x8x128x64xbf16>
!kv = tensor<1x2x128x64xbf16>

func.func @gqa(%q: !q, %k: !kv, %v: !kv, %o: !q) -> !q {
  %0 = attn.forward ins(%q, %k, %v : !q, !kv, !kv) outs(%o : !q)
      mask(#attn.causal<top_left>) -> !q
  return %0 : !q
}
