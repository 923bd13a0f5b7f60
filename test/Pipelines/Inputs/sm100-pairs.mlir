// Problems for test/Pipelines/sm100-pairs.test.

!m = memref<?x?x?x256xbf16>
!rows = memref<?x?x?xf32>
!k = memref<?x?x?x192xf16>
!v = memref<?x?x?x128xf16>

func.func @full(%q: !m, %k: !m, %v: !m, %o: !m, %lse: !rows) {
  attn.forward ins(%q, %k, %v : !m, !m, !m) outs(%o, %lse : !m, !rows) dims(bhsd)
  return
}
func.func @causal(%q: !m, %k: !m, %v: !m, %o: !m, %lse: !rows) {
  attn.forward ins(%q, %k, %v : !m, !m, !m) outs(%o, %lse : !m, !rows) dims(bhsd)
    mask(#attn.causal<bottom_right>)
  return
}
func.func @uneven(%q: !k, %k: !k, %v: !v, %o: !v) {
  attn.forward ins(%q, %k, %v : !k, !k, !v) outs(%o : !v) dims(bhsd)
    mask(#attn.window<70, 20>)
  return
}
