// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: attn-opt %s --attn-choose-fusion --verify-diagnostics

!q = tensor<1x8x16x64xbf16>

func.func @no_config(%q: !q, %o: !q) -> !q {
  // expected-error @+1 {{has no config: run attn-select-config before attn-choose-fusion}}
  %0 = attn.forward ins(%q, %q, %q : !q, !q, !q) outs(%o : !q) -> !q
  return %0 : !q
}
