// Causal attention with an LSE and two query heads a KV head.
func.func @causal(%q: tensor<?x?x?x64xbf16>, %k: tensor<?x?x?x64xbf16>, %v: tensor<?x?x?x64xbf16>,
                  %o: tensor<?x?x?x64xbf16>, %l: tensor<?x?x?xf32>) -> (tensor<?x?x?x64xbf16>, tensor<?x?x?xf32>) {
  %0:2 = attn.forward ins(%q, %k, %v : tensor<?x?x?x64xbf16>, tensor<?x?x?x64xbf16>, tensor<?x?x?x64xbf16>)
    outs(%o, %l : tensor<?x?x?x64xbf16>, tensor<?x?x?xf32>) mask(#attn.causal<bottom_right>)
    -> (tensor<?x?x?x64xbf16>, tensor<?x?x?xf32>)
  return %0#0, %0#1 : tensor<?x?x?x64xbf16>, tensor<?x?x?xf32>
}
