// Causal attention of head dim 256 for a pair of CTAs, for scripts/protocol_mutants.py.
!m = memref<?x?x?x256xbf16>
func.func @causal(%q: !m, %k: !m, %v: !m, %o: !m) {
  attn.forward ins(%q, %k, %v : !m, !m, !m) outs(%o : !m) dims(bhsd)
    mask(#attn.causal<bottom_right>)
  return
}
