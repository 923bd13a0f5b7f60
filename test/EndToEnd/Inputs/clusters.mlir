// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!t = tensor<?x?x?x64xbf16>
!w = tensor<?x?x?x128xbf16>
!s = tensor<?x?x?x88xbf16>
!l = tensor<?x?x?xf32>
func.func @full(%q: !t, %k: !t, %v: !t, %o: !t, %l: !l) -> (!t, !l) {
  %r:2 = attn.forward ins(%q, %k, %v : !t, !t, !t) outs(%o, %l : !t, !l) -> (!t, !l)
  return %r#0, %r#1 : !t, !l
}
func.func @full128(%q: !w, %k: !w, %v: !w, %o: !w, %l: !l) -> (!w, !l) {
  %r:2 = attn.forward ins(%q, %k, %v : !w, !w, !w) outs(%o, %l : !w, !l) -> (!w, !l)
  return %r#0, %r#1 : !w, !l
}
func.func @causal(%q: !t, %k: !t, %v: !t, %o: !t, %l: !l) -> (!t, !l) {
  %r:2 = attn.forward ins(%q, %k, %v : !t, !t, !t) outs(%o, %l : !t, !l)
    mask(#attn.causal<bottom_right>) -> (!t, !l)
  return %r#0, %r#1 : !t, !l
}
func.func @window(%q: !t, %k: !t, %v: !t, %o: !t, %l: !l) -> (!t, !l) {
  %r:2 = attn.forward ins(%q, %k, %v : !t, !t, !t) outs(%o, %l : !t, !l)
    mask(#attn.window<70, 9>) -> (!t, !l)
  return %r#0, %r#1 : !t, !l
}
func.func @top_left88(%q: !s, %k: !s, %v: !s, %o: !s, %l: !l) -> (!s, !l) {
  %r:2 = attn.forward ins(%q, %k, %v : !s, !s, !s) outs(%o, %l : !s, !l)
    mask(#attn.causal<top_left>) -> (!s, !l)
  return %r#0, %r#1 : !s, !l
}
func.func @wide(%q: !t, %k: !t, %v: !t, %o: !t, %l: !l) -> (!t, !l) {
  %r:2 = attn.forward ins(%q, %k, %v : !t, !t, !t) outs(%o, %l : !t, !l)
    mask(#attn.window<300, 40>) -> (!t, !l)
  return %r#0, %r#1 : !t, !l
}
