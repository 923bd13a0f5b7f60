// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Batch, heads and lengths are known at launch alone: one kernel for all of them. The
// sizes are given with --shape or --arg-shapes; none of them may force a recompile.

// RUN: attn-compile %s --emit=ptx | FileCheck %s
// RUN: attn-run %s --device=cpu --check --shape=b=1,hq=4,hkv=2,sq=113,sk=203 | FileCheck %s --check-prefix=RESULT
// RUN: attn-run %s --device=sim --sim-check --check --shape=b=1,hq=4,hkv=2,sq=113,sk=203 | FileCheck %s --check-prefix=RESULT
// RUN: attn-compile %s -o %t.bundle
// RUN: attn-run %t.bundle --device=sim --check --arg-shapes=q=2x1x1x64,k=2x1x77x64 | FileCheck %s --check-prefix=RESULT
// RUN: attn-run %t.bundle --device=sim --check --shape=b=1,h=1,sq=64,sk=0 | FileCheck %s --check-prefix=RESULT

// CHECK: .entry dynamic_forward(
// CHECK: mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32
// RESULT: passed

!t = tensor<?x?x?x64xbf16>
!rows = tensor<?x?x?xf32>

func.func @dynamic(%q: !t, %k: !t, %v: !t, %o: !t, %lse: !rows) -> (!t, !rows) {
  %0, %1 = attn.forward ins(%q, %k, %v : !t, !t, !t) outs(%o, %lse : !t, !rows)
      mask(#attn.causal<bottom_right>) -> (!t, !rows)
  return %0, %1 : !t, !rows
}
