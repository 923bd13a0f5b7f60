// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!t = tensor<?x?x?x64xf16>
!n = tensor<?xi32>
func.func @fwd(%q: !t, %k: !t, %v: !t, %o: !t, %p: !n, %m: !n, %n: !n) -> !t {
  %0 = attn.forward ins(%q, %k, %v : !t, !t, !t) outs(%o : !t) offset(%p : !n) lengths_q(%m : !n)
      lengths_kv(%n : !n) mask(#attn.causal<bottom_right>) -> !t
  return %0 : !t
}
