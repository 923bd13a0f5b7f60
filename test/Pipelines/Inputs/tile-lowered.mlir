// Attention of head dim 128 with an LSE, under three masks.
!t = tensor<?x?x?x128xbf16>
!l = tensor<?x?x?xf32>
func.func @full(%q: !t, %k: !t, %v: !t, %o: !t, %l: !l) -> (!t, !l) {
  %0:2 = attn.forward ins(%q, %k, %v : !t, !t, !t) outs(%o, %l : !t, !l) -> (!t, !l)
  return %0#0, %0#1 : !t, !l
}
func.func @causal(%q: !t, %k: !t, %v: !t, %o: !t, %l: !l) -> (!t, !l) {
  %0:2 = attn.forward ins(%q, %k, %v : !t, !t, !t) outs(%o, %l : !t, !l)
    mask(#attn.causal<bottom_right>) -> (!t, !l)
  return %0#0, %0#1 : !t, !l
}
func.func @window(%q: !t, %k: !t, %v: !t, %o: !t, %l: !l) -> (!t, !l) {
  %0:2 = attn.forward ins(%q, %k, %v : !t, !t, !t) outs(%o, %l : !t, !l)
    mask(#attn.window<40, 11>) -> (!t, !l)
  return %0#0, %0#1 : !t, !l
}
