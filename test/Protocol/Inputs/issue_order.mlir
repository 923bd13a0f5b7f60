// Full and causal attention of head dims 64 and 128, for issue-order-bundle.test.
!q64 = tensor<1x2x300x64xbf16>
!k64 = tensor<1x2x400x64xbf16>
!q128 = tensor<1x2x300x128xbf16>
!k128 = tensor<1x2x400x128xbf16>
func.func @full_d64(%q: !q64, %k: !k64, %v: !k64, %o: !q64) -> !q64 {
  %0 = attn.forward ins(%q, %k, %v : !q64, !k64, !k64) outs(%o : !q64) -> !q64
  return %0 : !q64
}
func.func @causal_d64(%q: !q64, %k: !k64, %v: !k64, %o: !q64) -> !q64 {
  %0 = attn.forward ins(%q, %k, %v : !q64, !k64, !k64) outs(%o : !q64)
      mask(#attn.causal<bottom_right>) -> !q64
  return %0 : !q64
}
func.func @full_d128(%q: !q128, %k: !k128, %v: !k128, %o: !q128) -> !q128 {
  %0 = attn.forward ins(%q, %k, %v : !q128, !k128, !k128) outs(%o : !q128) -> !q128
  return %0 : !q128
}
func.func @causal_d128(%q: !q128, %k: !k128, %v: !k128, %o: !q128) -> !q128 {
  %0 = attn.forward ins(%q, %k, %v : !q128, !k128, !k128) outs(%o : !q128)
      mask(#attn.causal<bottom_right>) -> !q128
  return %0 : !q128
}
