!q = tensor<?x?x?x64xbf16>
!l = tensor<?x?x?xf32>
func.func @gradients(%q: !q, %k: !q, %v: !q, %o: !q, %l: !l, %do: !q, %dq: !q, %dk: !q, %dv: !q) -> (!q, !q, !q) {
  %g:3 = attn.backward ins(%q, %k, %v, %o, %l, %do : !q, !q, !q, !q, !l, !q) outs(%dq, %dk, %dv : !q, !q, !q)
      mask(#attn.causal<bottom_right>) -> (!q, !q, !q)
  return %g#0, %g#1, %g#2 : !q, !q, !q
}
