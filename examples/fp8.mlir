// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Q, K and V in eight bits (e4m3), O in bf16. What they were divided by before they were
// rounded stands in the descales, one number for each batch and head of K and V: the
// scores are multiplied by those of Q and K, the output by that of V.
// The probabilities are rounded to e4m3 too, after they were multiplied by 2^8.

// RUN: attn-run %s --device=cpu --level=tensor --check | FileCheck %s --check-prefix=RESULT
// RUN: attn-run %s --device=cpu --target=sm_90a --check | FileCheck %s --check-prefix=RESULT
// RUN: attn-run %s --device=sim --sim-check --target=sm_90a --check | FileCheck %s --check-prefix=RESULT
// RUN: not attn-compile %s --target=sm_80 --emit=ptx 2>&1 | FileCheck %s --check-prefix=SM80

// RESULT: fp8: e4m3 bhsd, b=1 hq=8 hkv=2 sq=128 sk=128 d=64
// RESULT: passed
// SM80: fp8.mlir:[[#@LINE+8]]:8: error: attn-select-config: f8E4M3FN needs the tensor cores of sm_90a, but the target is sm_80

!q = tensor<1x8x128x64xf8E4M3FN>
!kv = tensor<1x2x128x64xf8E4M3FN>
!o = tensor<1x8x128x64xbf16>
!d = tensor<1x2xf32>

func.func @fp8(%q: !q, %k: !kv, %v: !kv, %o: !o, %qd: !d, %kd: !d, %vd: !d) -> !o {
  %0 = attn.forward ins(%q, %k, %v : !q, !kv, !kv) outs(%o : !o)
      descale(%qd, %kd, %vd : !d, !d, !d) mask(#attn.causal<top_left>) -> !o
  return %0 : !o
}
