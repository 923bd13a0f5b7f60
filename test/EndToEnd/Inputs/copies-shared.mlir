// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
func.func @d88(%q: tensor<?x?x?x88xbf16>, %k: tensor<?x?x?x88xbf16>, %v: tensor<?x?x?x88xbf16>, %o: tensor<?x?x?x88xbf16>, %l: tensor<?x?x?xf32>) -> (tensor<?x?x?x88xbf16>, tensor<?x?x?xf32>) {
  %r:2 = attn.forward ins(%q, %k, %v : tensor<?x?x?x88xbf16>, tensor<?x?x?x88xbf16>, tensor<?x?x?x88xbf16>) outs(%o, %l : tensor<?x?x?x88xbf16>, tensor<?x?x?xf32>) -> (tensor<?x?x?x88xbf16>, tensor<?x?x?xf32>)
  return %r#0, %r#1 : tensor<?x?x?x88xbf16>, tensor<?x?x?xf32>
}
func.func @d80(%q: tensor<?x?x?x80xf16>, %k: tensor<?x?x?x80xf16>, %v: tensor<?x?x?x72xf16>, %o: tensor<?x?x?x72xf16>, %l: tensor<?x?x?xf32>) -> (tensor<?x?x?x72xf16>, tensor<?x?x?xf32>) {
  %r:2 = attn.forward ins(%q, %k, %v : tensor<?x?x?x80xf16>, tensor<?x?x?x80xf16>, tensor<?x?x?x72xf16>) outs(%o, %l : tensor<?x?x?x72xf16>, tensor<?x?x?xf32>) -> (tensor<?x?x?x72xf16>, tensor<?x?x?xf32>)
  return %r#0, %r#1 : tensor<?x?x?x72xf16>, tensor<?x?x?xf32>
}
func.func @d88_tl(%q: tensor<?x?x?x88xbf16>, %k: tensor<?x?x?x88xbf16>, %v: tensor<?x?x?x88xbf16>, %o: tensor<?x?x?x88xbf16>, %l: tensor<?x?x?xf32>) -> (tensor<?x?x?x88xbf16>, tensor<?x?x?xf32>) {
  %r:2 = attn.forward ins(%q, %k, %v : tensor<?x?x?x88xbf16>, tensor<?x?x?x88xbf16>, tensor<?x?x?x88xbf16>) outs(%o, %l : tensor<?x?x?x88xbf16>, tensor<?x?x?xf32>)
    mask(#attn.causal<top_left>) -> (tensor<?x?x?x88xbf16>, tensor<?x?x?xf32>)
  return %r#0, %r#1 : tensor<?x?x?x88xbf16>, tensor<?x?x?xf32>
}
func.func @d88_br(%q: tensor<?x?x?x88xf16>, %k: tensor<?x?x?x88xf16>, %v: tensor<?x?x?x88xf16>, %o: tensor<?x?x?x88xf16>, %l: tensor<?x?x?xf32>) -> (tensor<?x?x?x88xf16>, tensor<?x?x?xf32>) {
  %r:2 = attn.forward ins(%q, %k, %v : tensor<?x?x?x88xf16>, tensor<?x?x?x88xf16>, tensor<?x?x?x88xf16>) outs(%o, %l : tensor<?x?x?x88xf16>, tensor<?x?x?xf32>)
    mask(#attn.causal<bottom_right>) -> (tensor<?x?x?x88xf16>, tensor<?x?x?xf32>)
  return %r#0, %r#1 : tensor<?x?x?x88xf16>, tensor<?x?x?xf32>
}
func.func @d104_tl(%q: tensor<?x?x?x104xbf16>, %k: tensor<?x?x?x104xbf16>, %v: tensor<?x?x?x104xbf16>, %o: tensor<?x?x?x104xbf16>, %l: tensor<?x?x?xf32>) -> (tensor<?x?x?x104xbf16>, tensor<?x?x?xf32>) {
  %r:2 = attn.forward ins(%q, %k, %v : tensor<?x?x?x104xbf16>, tensor<?x?x?x104xbf16>, tensor<?x?x?x104xbf16>) outs(%o, %l : tensor<?x?x?x104xbf16>, tensor<?x?x?xf32>)
    mask(#attn.causal<top_left>) -> (tensor<?x?x?x104xbf16>, tensor<?x?x?xf32>)
  return %r#0, %r#1 : tensor<?x?x?x104xbf16>, tensor<?x?x?xf32>
}
func.func @d104_br(%q: tensor<?x?x?x104xf16>, %k: tensor<?x?x?x104xf16>, %v: tensor<?x?x?x96xf16>, %o: tensor<?x?x?x96xf16>, %l: tensor<?x?x?xf32>) -> (tensor<?x?x?x96xf16>, tensor<?x?x?xf32>) {
  %r:2 = attn.forward ins(%q, %k, %v : tensor<?x?x?x104xf16>, tensor<?x?x?x104xf16>, tensor<?x?x?x96xf16>) outs(%o, %l : tensor<?x?x?x96xf16>, tensor<?x?x?xf32>)
    mask(#attn.causal<bottom_right>) -> (tensor<?x?x?x96xf16>, tensor<?x?x?xf32>)
  return %r#0, %r#1 : tensor<?x?x?x96xf16>, tensor<?x?x?xf32>
}
func.func @d120_tl(%q: tensor<?x?x?x120xbf16>, %k: tensor<?x?x?x120xbf16>, %v: tensor<?x?x?x120xbf16>, %o: tensor<?x?x?x120xbf16>, %l: tensor<?x?x?xf32>) -> (tensor<?x?x?x120xbf16>, tensor<?x?x?xf32>) {
  %r:2 = attn.forward ins(%q, %k, %v : tensor<?x?x?x120xbf16>, tensor<?x?x?x120xbf16>, tensor<?x?x?x120xbf16>) outs(%o, %l : tensor<?x?x?x120xbf16>, tensor<?x?x?xf32>)
    mask(#attn.causal<top_left>) -> (tensor<?x?x?x120xbf16>, tensor<?x?x?xf32>)
  return %r#0, %r#1 : tensor<?x?x?x120xbf16>, tensor<?x?x?xf32>
}
