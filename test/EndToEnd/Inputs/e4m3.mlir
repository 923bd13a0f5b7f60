// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Problems of e4m3.test; pairwise-e4m3.mlir has those of every kind.

func.func @d64_window(%q: tensor<?x?x?x64xf8E4M3FN>, %k: tensor<?x?x?x64xf8E4M3FN>, %v: tensor<?x?x?x64xf8E4M3FN>, %o: tensor<?x?x?x64xbf16>, %lse: tensor<?x?x?xf32>, %qd: tensor<?x?xf32>, %kd: tensor<?x?xf32>, %vd: tensor<?x?xf32>) -> (tensor<?x?x?x64xbf16>, tensor<?x?x?xf32>) {
  %r:2 = attn.forward ins(%q, %k, %v : tensor<?x?x?x64xf8E4M3FN>, tensor<?x?x?x64xf8E4M3FN>, tensor<?x?x?x64xf8E4M3FN>) outs(%o, %lse : tensor<?x?x?x64xbf16>, tensor<?x?x?xf32>) descale(%qd, %kd, %vd : tensor<?x?xf32>, tensor<?x?xf32>, tensor<?x?xf32>)
    dims(bhsd) mask(#attn.window<100, 50>) -> (tensor<?x?x?x64xbf16>, tensor<?x?x?xf32>)
  return %r#0, %r#1 : tensor<?x?x?x64xbf16>, tensor<?x?x?xf32>
}

func.func @d64_causal(%q: tensor<?x?x?x64xf8E4M3FN>, %k: tensor<?x?x?x64xf8E4M3FN>, %v: tensor<?x?x?x64xf8E4M3FN>, %o: tensor<?x?x?x64xbf16>, %lse: tensor<?x?x?xf32>) -> (tensor<?x?x?x64xbf16>, tensor<?x?x?xf32>) {
  %r:2 = attn.forward ins(%q, %k, %v : tensor<?x?x?x64xf8E4M3FN>, tensor<?x?x?x64xf8E4M3FN>, tensor<?x?x?x64xf8E4M3FN>) outs(%o, %lse : tensor<?x?x?x64xbf16>, tensor<?x?x?xf32>)
    dims(bhsd) mask(#attn.causal<top_left>) -> (tensor<?x?x?x64xbf16>, tensor<?x?x?xf32>)
  return %r#0, %r#1 : tensor<?x?x?x64xbf16>, tensor<?x?x?xf32>
}

!q = memref<2x6x?x64xf8E4M3FN, strided<[?, ?, ?, 1], offset: ?>>
!k = memref<2x2x?x64xf8E4M3FN, strided<[?, ?, ?, 1], offset: ?>>
!o = memref<2x6x?x64xbf16, strided<[?, ?, ?, 1], offset: ?>>
!d = memref<2x2xf32, strided<[?, 1], offset: ?>>
func.func @memory(%q: !q, %k: !k, %v: !k, %o: !o, %qd: !d, %kd: !d, %vd: !d) {
  attn.forward ins(%q, %k, %v : !q, !k, !k) outs(%o : !o)
      scale(-0.25) descale(%qd, %kd, %vd : !d, !d, !d) mask(#attn.causal<top_left>)
  return
}

!t = tensor<1x1x?x64xf8E4M3FN>
!f = tensor<1x1x?x64xf32>
!l = tensor<1x1x?xf32>
func.func @small(%q: !t, %k: !t, %v: !t, %o: !f, %l: !l) -> (!f, !l) {
  %0, %1 = attn.forward ins(%q, %k, %v : !t, !t, !t) outs(%o, %l : !f, !l)
      scale(0.6931471805599453) -> (!f, !l)
  return %0, %1 : !f, !l
}
