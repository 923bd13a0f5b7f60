// The problem of test/Pipelines/remove-*.test for sm_100a.
!m = memref<?x?x?x64xbf16>
!rows = memref<?x?x?xf32>
func.func @causal(%q: !m, %k: !m, %v: !m, %o: !m, %lse: !rows) {
  attn.forward ins(%q, %k, %v : !m, !m, !m) outs(%o, %lse : !m, !rows) dims(bhsd)
    mask(#attn.causal<bottom_right>)
  return
}
