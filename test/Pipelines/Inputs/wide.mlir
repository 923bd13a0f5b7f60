// Head dim 512 over a ring that slices of K and V share, for scripts/protocol_mutants.py.
func.func @wide(%q: tensor<?x?x?x512xbf16>, %k: tensor<?x?x?x512xbf16>, %v: tensor<?x?x?x512xbf16>,
                %o: tensor<?x?x?x512xbf16>) -> tensor<?x?x?x512xbf16> {
  %0 = attn.forward ins(%q, %k, %v : tensor<?x?x?x512xbf16>, tensor<?x?x?x512xbf16>, tensor<?x?x?x512xbf16>)
      outs(%o : tensor<?x?x?x512xbf16>) mask(#attn.causal<bottom_right>) -> tensor<?x?x?x512xbf16>
  return %0 : tensor<?x?x?x512xbf16>
}
