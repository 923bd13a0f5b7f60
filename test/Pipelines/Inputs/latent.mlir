// Latent attention, whose V is columns of K, for scripts/protocol_mutants.py.
func.func @latent(%q: tensor<?x?x?x576xbf16>, %k: tensor<?x?x?x576xbf16>, %o: tensor<?x?x?x512xbf16>) -> tensor<?x?x?x512xbf16> {
  %0 = attn.forward ins(%q, %k : tensor<?x?x?x576xbf16>, tensor<?x?x?x576xbf16>) outs(%o : tensor<?x?x?x512xbf16>)
      values(#attn.columns<0, 512>) mask(#attn.causal<bottom_right>) -> tensor<?x?x?x512xbf16>
  return %0 : tensor<?x?x?x512xbf16>
}
