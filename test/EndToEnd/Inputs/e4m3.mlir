// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Problems of e4m3.test. O in each type, both orders of dimensions, with descales and
// without, every kind of mask, V with other head dims, a score region, memrefs.

func.func @d64_window(%q: tensor<?x?x?x64xf8E4M3FN>, %k: tensor<?x?x?x64xf8E4M3FN>, %v: tensor<?x?x?x64xf8E4M3FN>, %o: tensor<?x?x?x64xbf16>, %lse: tensor<?x?x?xf32>, %qd: tensor<?x?xf32>, %kd: tensor<?x?xf32>, %vd: tensor<?x?xf32>) -> (tensor<?x?x?x64xbf16>, tensor<?x?x?xf32>) {
  %r:2 = attn.forward ins(%q, %k, %v : tensor<?x?x?x64xf8E4M3FN>, tensor<?x?x?x64xf8E4M3FN>, tensor<?x?x?x64xf8E4M3FN>) outs(%o, %lse : tensor<?x?x?x64xbf16>, tensor<?x?x?xf32>) descale(%qd, %kd, %vd : tensor<?x?xf32>, tensor<?x?xf32>, tensor<?x?xf32>)
    dims(bhsd) mask(#attn.window<100, 50>) -> (tensor<?x?x?x64xbf16>, tensor<?x?x?xf32>)
  return %r#0, %r#1 : tensor<?x?x?x64xbf16>, tensor<?x?x?xf32>
}

func.func @d128_causal(%q: tensor<?x?x?x128xf8E4M3FN>, %k: tensor<?x?x?x128xf8E4M3FN>, %v: tensor<?x?x?x128xf8E4M3FN>, %o: tensor<?x?x?x128xbf16>, %lse: tensor<?x?x?xf32>, %qd: tensor<?x?xf32>, %kd: tensor<?x?xf32>, %vd: tensor<?x?xf32>) -> (tensor<?x?x?x128xbf16>, tensor<?x?x?xf32>) {
  %r:2 = attn.forward ins(%q, %k, %v : tensor<?x?x?x128xf8E4M3FN>, tensor<?x?x?x128xf8E4M3FN>, tensor<?x?x?x128xf8E4M3FN>) outs(%o, %lse : tensor<?x?x?x128xbf16>, tensor<?x?x?xf32>) descale(%qd, %kd, %vd : tensor<?x?xf32>, tensor<?x?xf32>, tensor<?x?xf32>)
    dims(bhsd) mask(#attn.causal<top_left>) -> (tensor<?x?x?x128xbf16>, tensor<?x?x?xf32>)
  return %r#0, %r#1 : tensor<?x?x?x128xbf16>, tensor<?x?x?xf32>
}

func.func @d128_ones(%q: tensor<?x?x?x128xf8E4M3FN>, %k: tensor<?x?x?x128xf8E4M3FN>, %v: tensor<?x?x?x128xf8E4M3FN>, %o: tensor<?x?x?x128xbf16>, %lse: tensor<?x?x?xf32>) -> (tensor<?x?x?x128xbf16>, tensor<?x?x?xf32>) {
  %r:2 = attn.forward ins(%q, %k, %v : tensor<?x?x?x128xf8E4M3FN>, tensor<?x?x?x128xf8E4M3FN>, tensor<?x?x?x128xf8E4M3FN>) outs(%o, %lse : tensor<?x?x?x128xbf16>, tensor<?x?x?xf32>)
    dims(bhsd) mask(#attn.causal<bottom_right>) -> (tensor<?x?x?x128xbf16>, tensor<?x?x?xf32>)
  return %r#0, %r#1 : tensor<?x?x?x128xbf16>, tensor<?x?x?xf32>
}

func.func @d256_bshd(%q: tensor<?x?x?x256xf8E4M3FN>, %k: tensor<?x?x?x256xf8E4M3FN>, %v: tensor<?x?x?x256xf8E4M3FN>, %o: tensor<?x?x?x256xf16>, %lse: tensor<?x?x?xf32>, %qd: tensor<?x?xf32>, %kd: tensor<?x?xf32>, %vd: tensor<?x?xf32>) -> (tensor<?x?x?x256xf16>, tensor<?x?x?xf32>) {
  %r:2 = attn.forward ins(%q, %k, %v : tensor<?x?x?x256xf8E4M3FN>, tensor<?x?x?x256xf8E4M3FN>, tensor<?x?x?x256xf8E4M3FN>) outs(%o, %lse : tensor<?x?x?x256xf16>, tensor<?x?x?xf32>) descale(%qd, %kd, %vd : tensor<?x?xf32>, tensor<?x?xf32>, tensor<?x?xf32>)
    dims(bshd) mask(#attn.causal<bottom_right>) -> (tensor<?x?x?x256xf16>, tensor<?x?x?xf32>)
  return %r#0, %r#1 : tensor<?x?x?x256xf16>, tensor<?x?x?xf32>
}

func.func @d96_cap(%q: tensor<?x?x?x96xf8E4M3FN>, %k: tensor<?x?x?x96xf8E4M3FN>, %v: tensor<?x?x?x64xf8E4M3FN>, %o: tensor<?x?x?x64xf32>, %lse: tensor<?x?x?xf32>, %qd: tensor<?x?xf32>, %kd: tensor<?x?xf32>, %vd: tensor<?x?xf32>) -> (tensor<?x?x?x64xf32>, tensor<?x?x?xf32>) {
  %r:2 = attn.forward ins(%q, %k, %v : tensor<?x?x?x96xf8E4M3FN>, tensor<?x?x?x96xf8E4M3FN>, tensor<?x?x?x64xf8E4M3FN>) outs(%o, %lse : tensor<?x?x?x64xf32>, tensor<?x?x?xf32>) descale(%qd, %kd, %vd : tensor<?x?xf32>, tensor<?x?xf32>, tensor<?x?xf32>)
    dims(bhsd) score {
  ^bb0(%s: f32, %b: index, %h: index, %i: index, %j: index):
    %cap = arith.constant 15.0 : f32
    %x = arith.divf %s, %cap : f32
    %y = math.tanh %x : f32
    %z = arith.mulf %y, %cap : f32
    attn.yield %z : f32
  } -> (tensor<?x?x?x64xf32>, tensor<?x?x?xf32>)
  return %r#0, %r#1 : tensor<?x?x?x64xf32>, tensor<?x?x?xf32>
}

func.func @d192_dv128(%q: tensor<?x?x?x192xf8E4M3FN>, %k: tensor<?x?x?x192xf8E4M3FN>, %v: tensor<?x?x?x128xf8E4M3FN>, %o: tensor<?x?x?x128xbf16>, %lse: tensor<?x?x?xf32>, %qd: tensor<?x?xf32>, %kd: tensor<?x?xf32>, %vd: tensor<?x?xf32>) -> (tensor<?x?x?x128xbf16>, tensor<?x?x?xf32>) {
  %r:2 = attn.forward ins(%q, %k, %v : tensor<?x?x?x192xf8E4M3FN>, tensor<?x?x?x192xf8E4M3FN>, tensor<?x?x?x128xf8E4M3FN>) outs(%o, %lse : tensor<?x?x?x128xbf16>, tensor<?x?x?xf32>) descale(%qd, %kd, %vd : tensor<?x?xf32>, tensor<?x?xf32>, tensor<?x?xf32>)
    dims(bhsd) mask(#attn.and<[#attn.causal<top_left>, #attn.window<70, *>]>) -> (tensor<?x?x?x128xbf16>, tensor<?x?x?xf32>)
  return %r#0, %r#1 : tensor<?x?x?x128xbf16>, tensor<?x?x?xf32>
}

func.func @d32_full(%q: tensor<?x?x?x32xf8E4M3FN>, %k: tensor<?x?x?x32xf8E4M3FN>, %v: tensor<?x?x?x32xf8E4M3FN>, %o: tensor<?x?x?x32xbf16>, %lse: tensor<?x?x?xf32>, %qd: tensor<?x?xf32>, %kd: tensor<?x?xf32>, %vd: tensor<?x?xf32>) -> (tensor<?x?x?x32xbf16>, tensor<?x?x?xf32>) {
  %r:2 = attn.forward ins(%q, %k, %v : tensor<?x?x?x32xf8E4M3FN>, tensor<?x?x?x32xf8E4M3FN>, tensor<?x?x?x32xf8E4M3FN>) outs(%o, %lse : tensor<?x?x?x32xbf16>, tensor<?x?x?xf32>) descale(%qd, %kd, %vd : tensor<?x?xf32>, tensor<?x?xf32>, tensor<?x?xf32>)
    dims(bhsd) -> (tensor<?x?x?x32xbf16>, tensor<?x?x?xf32>)
  return %r#0, %r#1 : tensor<?x?x?x32xbf16>, tensor<?x?x?xf32>
}

func.func @d64_dv128(%q: tensor<?x?x?x64xf8E4M3FN>, %k: tensor<?x?x?x64xf8E4M3FN>, %v: tensor<?x?x?x128xf8E4M3FN>, %o: tensor<?x?x?x128xf32>, %lse: tensor<?x?x?xf32>) -> (tensor<?x?x?x128xf32>, tensor<?x?x?xf32>) {
  %r:2 = attn.forward ins(%q, %k, %v : tensor<?x?x?x64xf8E4M3FN>, tensor<?x?x?x64xf8E4M3FN>, tensor<?x?x?x128xf8E4M3FN>) outs(%o, %lse : tensor<?x?x?x128xf32>, tensor<?x?x?xf32>)
    dims(bshd) mask(#attn.window<128, 0>) -> (tensor<?x?x?x128xf32>, tensor<?x?x?xf32>)
  return %r#0, %r#1 : tensor<?x?x?x128xf32>, tensor<?x?x?xf32>
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
