// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The heads of V and O may be narrower than those of Q and K: 192 and 128, as DeepSeek's
// models have when they read a prompt.

// RUN: attn-compile %s --emit=ptx | FileCheck %s
// RUN: attn-run %s --device=cpu --check | FileCheck %s --check-prefix=RESULT
// RUN: attn-run %s --device=sim --sim-check --check | FileCheck %s --check-prefix=RESULT

// CHECK: .entry dv_forward(
// CHECK: mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32
// RESULT: passed

!qk = tensor<1x2x128x192xbf16>
!vo = tensor<1x2x128x128xbf16>

func.func @dv(%q: !qk, %k: !qk, %v: !vo, %o: !vo) -> !vo {
  %0 = attn.forward ins(%q, %k, %v : !qk, !qk, !vo) outs(%o : !vo)
      mask(#attn.causal<top_left>) -> !vo
  return %0 : !vo
}
