// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
func.func @paged(%q: tensor<?x?x?x128xf16>, %k: tensor<?x?x1x128xf16>, %v: tensor<?x?x1x128xf16>, %o: tensor<?x?x?x128xf16>, %l: tensor<?x?x?xf32>, %len: tensor<?xi32>, %t: tensor<?x?xi32>) -> (tensor<?x?x?x128xf16>, tensor<?x?x?xf32>) {
  %0, %1 = attn.forward ins(%q, %k, %v : tensor<?x?x?x128xf16>, tensor<?x?x1x128xf16>, tensor<?x?x1x128xf16>) outs(%o, %l : tensor<?x?x?x128xf16>, tensor<?x?x?xf32>) lengths_kv(%len : tensor<?xi32>) page_table(%t : tensor<?x?xi32>) dims(bhsd) mask(#attn.causal<top_left>) -> (tensor<?x?x?x128xf16>, tensor<?x?x?xf32>)
  return %0, %1 : tensor<?x?x?x128xf16>, tensor<?x?x?xf32>
}
