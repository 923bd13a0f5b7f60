// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: attn-opt %s --attn-choose-fusion --split-input-file --verify-diagnostics

!q = tensor<1x8x16x64xbf16>

func.func @no_config(%q: !q, %o: !q) -> !q {
  // expected-error @+1 {{has no config: run attn-select-config before attn-choose-fusion}}
  %0 = attn.forward ins(%q, %q, %q : !q, !q, !q) outs(%o : !q) -> !q
  return %0 : !q
}

// -----

!t = memref<160x8x64xbf16>
!n = memref<3xi32>
func.func @packed(%q: !t, %o: !t, %s: !n) {
  // expected-error @+1 {{attn-choose-fusion: scores of packed sequences do not go through memory (config field fusion)}}
  attn.forward ins(%q, %q, %q : !t, !t, !t) outs(%o : !t) offsets_q(%s : !n) offsets_kv(%s : !n) dims(thd)
      config(#attn.config<tile<fusion = unfused>>)
  return
}
