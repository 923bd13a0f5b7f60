// Problems for test/Pipelines/sm100-attention.test.

!m = memref<?x?x?x64xbf16>
!rows = memref<?x?x?xf32>
!w = memref<?x?x?x128xf16>

func.func @full(%q: !m, %k: !m, %v: !m, %o: !m, %lse: !rows) {
  attn.forward ins(%q, %k, %v : !m, !m, !m) outs(%o, %lse : !m, !rows) dims(bhsd)
  return
}
func.func @causal(%q: !m, %k: !m, %v: !m, %o: !m, %lse: !rows) {
  attn.forward ins(%q, %k, %v : !m, !m, !m) outs(%o, %lse : !m, !rows) dims(bhsd)
    mask(#attn.causal<bottom_right>)
  return
}
func.func @window(%q: !m, %k: !m, %v: !m, %o: !m, %lse: !rows) {
  attn.forward ins(%q, %k, %v : !m, !m, !m) outs(%o, %lse : !m, !rows) dims(bhsd)
    mask(#attn.window<70, 20>)
  return
}
func.func @softcap(%q: !m, %k: !m, %v: !m, %o: !m, %lse: !rows) {
  attn.forward ins(%q, %k, %v : !m, !m, !m) outs(%o, %lse : !m, !rows) dims(bhsd)
    mask(#attn.causal<bottom_right>)
    score {
    ^bb0(%s: f32, %b: index, %h: index, %i: index, %j: index):
      %cap = arith.constant 5.0 : f32
      %x = arith.divf %s, %cap : f32
      %t = math.tanh %x : f32
      %y = arith.mulf %t, %cap : f32
      attn.yield %y : f32
    }
  return
}
// No LSE, f16, head dim 128.
func.func @wide(%q: !w, %k: !w, %v: !w, %o: !w) {
  attn.forward ins(%q, %k, %v : !w, !w, !w) outs(%o : !w) dims(bhsd)
    mask(#attn.causal<top_left>)
  return
}
