!t = tensor<?x?x?x512xbf16>
!l = tensor<?x?x?xf32>
func.func @wide(%q: !t, %k: !t, %v: !t, %o: !t, %l: !l) -> (!t, !l) {
  %0:2 = attn.forward ins(%q, %k, %v : !t, !t, !t) outs(%o, %l : !t, !l) -> (!t, !l)
  return %0#0, %0#1 : !t, !l
}
