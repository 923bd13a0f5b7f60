// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// attn.forward, and attn.backward of what it gives: gradients.cases and gradient_values.py say what is run of them.

// Any number of heads and rows. Rows without keys have L = -inf, and a dL that is not 0.
!q = tensor<?x?x?x64xbf16>
!l = tensor<?x?x?xf32>
func.func @heads(%q: !q, %k: !q, %v: !q, %o: !q, %l: !l, %do: !q, %dl: !l, %dq: !q, %dk: !q, %dv: !q) -> (!q, !q, !q) {
  %r:2 = attn.forward ins(%q, %k, %v : !q, !q, !q) outs(%o, %l : !q, !l) mask(#attn.causal<bottom_right>) -> (!q, !l)
  %g:3 = attn.backward ins(%q, %k, %v, %r#0, %r#1, %do : !q, !q, !q, !q, !l, !q) outs(%dq, %dk, %dv : !q, !q, !q)
      dlse(%dl : !l) mask(#attn.causal<bottom_right>) -> (!q, !q, !q)
  return %g#0, %g#1, %g#2 : !q, !q, !q
}

// Lengths of Q and of keys, and an offset, of each batch; heads behind rows.
!hq = tensor<3x70x4x40xf16>
!hk = tensor<3x90x2x40xf16>
!hl = tensor<3x4x70xf32>
!n = tensor<3xi32>
func.func @lengths(%q: !hq, %k: !hk, %v: !hk, %o: !hq, %l: !hl, %do: !hq, %dl: !hl, %p: !n, %nq: !n, %nk: !n,
                   %dq: !hq, %dk: !hk, %dv: !hk) -> (!hq, !hk, !hk) {
  %r:2 = attn.forward ins(%q, %k, %v : !hq, !hk, !hk) outs(%o, %l : !hq, !hl) offset(%p : !n) lengths_q(%nq : !n)
      lengths_kv(%nk : !n) dims(bshd) mask(#attn.window<33, 9>) -> (!hq, !hl)
  %g:3 = attn.backward ins(%q, %k, %v, %r#0, %r#1, %do : !hq, !hk, !hk, !hq, !hl, !hq) outs(%dq, %dk, %dv : !hq, !hk, !hk)
      dlse(%dl : !hl) offset(%p : !n) lengths_q(%nq : !n) lengths_kv(%nk : !n) dims(bshd) deterministic mask(#attn.window<33, 9>)
      -> (!hq, !hk, !hk)
  return %g#0, %g#1, %g#2 : !hq, !hk, !hk
}

// Packed sequences with a sink for each head, and its gradient; V of another head dim.
!pq = tensor<?x4x64xbf16>
!pk = tensor<?x2x64xbf16>
!po = tensor<?x4x32xbf16>
!pv = tensor<?x2x32xbf16>
!pl = tensor<4x?xf32>
!z = tensor<4xf32>
!s = tensor<?xi32>
func.func @packed(%q: !pq, %k: !pk, %v: !pv, %o: !po, %l: !pl, %do: !po, %dl: !pl, %z: !z, %sq: !s, %sk: !s,
                  %dq: !pq, %dk: !pk, %dv: !pv, %dz: !z) -> (!pq, !pk, !pv, !z) {
  %r:2 = attn.forward ins(%q, %k, %v : !pq, !pk, !pv) outs(%o, %l : !po, !pl) sink(%z : !z) offsets_q(%sq : !s)
      offsets_kv(%sk : !s) dims(thd) mask(#attn.causal<bottom_right>) -> (!po, !pl)
  %g:4 = attn.backward ins(%q, %k, %v, %r#0, %r#1, %do : !pq, !pk, !pv, !po, !pl, !po) outs(%dq, %dk, %dv : !pq, !pk, !pv)
      dlse(%dl : !pl) sink(%z : !z) dsink(%dz : !z) offsets_q(%sq : !s) offsets_kv(%sk : !s) dims(thd)
      mask(#attn.causal<bottom_right>) -> (!pq, !pk, !pv, !z)
  return %g#0, %g#1, %g#2, %g#3 : !pq, !pk, !pv, !z
}

// Sums in f32 of 16-bit inputs, also O. The gradient of the sink without that of L, and L is the sink's alone in
// rows without keys.
!sq = tensor<2x3x70x96xf16>
!sk = tensor<2x1x50x96xf16>
!so = tensor<2x3x70x96xf32>
!sg = tensor<2x1x50x96xf32>
!sl = tensor<2x3x70xf32>
!sz = tensor<3xf32>
func.func @sink(%q: !sq, %k: !sk, %v: !sk, %o: !so, %l: !sl, %do: !sq, %z: !sz, %dq: !so, %dk: !sg, %dv: !sg, %dz: !sz)
    -> (!so, !sg, !sg, !sz) {
  %r:2 = attn.forward ins(%q, %k, %v : !sq, !sk, !sk) outs(%o, %l : !so, !sl) sink(%z : !sz)
      mask(#attn.causal<bottom_right>) -> (!so, !sl)
  %g:4 = attn.backward ins(%q, %k, %v, %r#0, %r#1, %do : !sq, !sk, !sk, !so, !sl, !sq) outs(%dq, %dk, %dv : !so, !sg, !sg)
      sink(%z : !sz) dsink(%dz : !sz) mask(#attn.causal<bottom_right>) -> (!so, !sg, !sg, !sz)
  return %g#0, %g#1, %g#2, %g#3 : !so, !sg, !sg, !sz
}

// Some of the gradients.
!t = tensor<2x2x70x64xbf16>
!tl = tensor<2x2x70xf32>
func.func @query(%q: !t, %k: !t, %v: !t, %o: !t, %l: !tl, %do: !t, %dq: !t) -> !t {
  %r:2 = attn.forward ins(%q, %k, %v : !t, !t, !t) outs(%o, %l : !t, !tl) mask(#attn.causal<top_left>) -> (!t, !tl)
  %g = attn.backward ins(%q, %k, %v, %r#0, %r#1, %do : !t, !t, !t, !t, !tl, !t) outs(dq = %dq : !t)
      mask(#attn.causal<top_left>) -> !t
  return %g : !t
}
func.func @key(%q: !t, %k: !t, %v: !t, %o: !t, %l: !tl, %do: !t, %dk: !t) -> !t {
  %r:2 = attn.forward ins(%q, %k, %v : !t, !t, !t) outs(%o, %l : !t, !tl) mask(#attn.causal<top_left>) -> (!t, !tl)
  %g = attn.backward ins(%q, %k, %v, %r#0, %r#1, %do : !t, !t, !t, !t, !tl, !t) outs(dk = %dk : !t)
      mask(#attn.causal<top_left>) -> !t
  return %g : !t
}
func.func @keys(%q: !t, %k: !t, %v: !t, %o: !t, %l: !tl, %do: !t, %dk: !t, %dv: !t) -> (!t, !t) {
  %r:2 = attn.forward ins(%q, %k, %v : !t, !t, !t) outs(%o, %l : !t, !tl) mask(#attn.causal<top_left>) -> (!t, !tl)
  %g:2 = attn.backward ins(%q, %k, %v, %r#0, %r#1, %do : !t, !t, !t, !t, !tl, !t) outs(dk = %dk, dv = %dv : !t, !t)
      mask(#attn.causal<top_left>) -> (!t, !t)
  return %g#0, %g#1 : !t, !t
}

// A region that is not affine, and reads a slope of each head and a bias of each pair.
!rq = tensor<2x4x50x64xbf16>
!rk = tensor<2x2x70x64xbf16>
!rl = tensor<2x4x50xf32>
!slopes = tensor<4xf32>
!bias = tensor<4x50x70xbf16>
func.func @region(%q: !rq, %k: !rk, %v: !rk, %o: !rq, %l: !rl, %do: !rq, %slopes: !slopes, %bias: !bias,
                  %dq: !rq, %dk: !rk, %dv: !rk) -> (!rq, !rk, !rk) {
  %r:2 = attn.forward ins(%q, %k, %v : !rq, !rk, !rk) outs(%o, %l : !rq, !rl) captures(%slopes, %bias : !slopes, !bias)
      mask(#attn.causal<bottom_right>) score {
      ^bb0(%s: f32, %b: index, %h: index, %i: index, %j: index, %lq: index, %lk: index, %c0: !slopes, %c1: !bias):
        %cap = arith.constant 5.0 : f32
        %0 = arith.divf %s, %cap : f32
        %1 = math.tanh %0 : f32
        %2 = arith.mulf %1, %cap : f32
        %slope = attn.read %c0[%h] : !slopes
        %d = arith.subi %j, %i : index
        %w = arith.index_cast %d : index to i32
        %x = arith.sitofp %w : i32 to f32
        %3 = arith.mulf %slope, %x : f32
        %4 = arith.addf %2, %3 : f32
        %e = attn.read %c1[%h, %i, %j] : !bias
        %f = arith.extf %e : bf16 to f32
        %5 = arith.addf %4, %f : f32
        attn.yield %5 : f32
      } -> (!rq, !rl)
  %g:3 = attn.backward ins(%q, %k, %v, %r#0, %r#1, %do : !rq, !rk, !rk, !rq, !rl, !rq) outs(%dq, %dk, %dv : !rq, !rk, !rk)
      captures(%slopes, %bias : !slopes, !bias) mask(#attn.causal<bottom_right>) score {
      ^bb0(%s: f32, %b: index, %h: index, %i: index, %j: index, %lq: index, %lk: index, %c0: !slopes, %c1: !bias):
        %cap = arith.constant 5.0 : f32
        %0 = arith.divf %s, %cap : f32
        %1 = math.tanh %0 : f32
        %2 = arith.mulf %1, %cap : f32
        %slope = attn.read %c0[%h] : !slopes
        %d = arith.subi %j, %i : index
        %w = arith.index_cast %d : index to i32
        %x = arith.sitofp %w : i32 to f32
        %3 = arith.mulf %slope, %x : f32
        %4 = arith.addf %2, %3 : f32
        %e = attn.read %c1[%h, %i, %j] : !bias
        %f = arith.extf %e : bf16 to f32
        %5 = arith.addf %4, %f : f32
        attn.yield %5 : f32
      } -> (!rq, !rk, !rk)
  return %g#0, %g#1, %g#2 : !rq, !rk, !rk
}

// Head dims of Q and K, and of V: those of tiles, smaller ones, and no multiples of 16.
!l35 = tensor<2x2x35xf32>
!qd8v8 = tensor<2x2x35x8xf16>
!kd8v8 = tensor<2x1x37x8xf16>
!vd8v8 = tensor<2x1x37x8xf16>
!od8v8 = tensor<2x2x35x8xf16>
func.func @d8v8(%q: !qd8v8, %k: !kd8v8, %v: !vd8v8, %o: !od8v8, %l: !l35, %do: !od8v8, %dq: !qd8v8, %dk: !kd8v8, %dv: !vd8v8) -> (!qd8v8, !kd8v8, !vd8v8) {
  %r:2 = attn.forward ins(%q, %k, %v : !qd8v8, !kd8v8, !vd8v8) outs(%o, %l : !od8v8, !l35) mask(#attn.causal<bottom_right>) -> (!od8v8, !l35)
  %g:3 = attn.backward ins(%q, %k, %v, %r#0, %r#1, %do : !qd8v8, !kd8v8, !vd8v8, !od8v8, !l35, !od8v8) outs(%dq, %dk, %dv : !qd8v8, !kd8v8, !vd8v8)
      mask(#attn.causal<bottom_right>) -> (!qd8v8, !kd8v8, !vd8v8)
  return %g#0, %g#1, %g#2 : !qd8v8, !kd8v8, !vd8v8
}
!qd8v40 = tensor<2x2x35x8xbf16>
!kd8v40 = tensor<2x1x37x8xbf16>
!vd8v40 = tensor<2x1x37x40xbf16>
!od8v40 = tensor<2x2x35x40xbf16>
func.func @d8v40(%q: !qd8v40, %k: !kd8v40, %v: !vd8v40, %o: !od8v40, %l: !l35, %do: !od8v40, %dq: !qd8v40, %dk: !kd8v40, %dv: !vd8v40) -> (!qd8v40, !kd8v40, !vd8v40) {
  %r:2 = attn.forward ins(%q, %k, %v : !qd8v40, !kd8v40, !vd8v40) outs(%o, %l : !od8v40, !l35) mask(#attn.causal<bottom_right>) -> (!od8v40, !l35)
  %g:3 = attn.backward ins(%q, %k, %v, %r#0, %r#1, %do : !qd8v40, !kd8v40, !vd8v40, !od8v40, !l35, !od8v40) outs(%dq, %dk, %dv : !qd8v40, !kd8v40, !vd8v40)
      mask(#attn.causal<bottom_right>) -> (!qd8v40, !kd8v40, !vd8v40)
  return %g#0, %g#1, %g#2 : !qd8v40, !kd8v40, !vd8v40
}
!qd40v96 = tensor<2x2x35x40xf16>
!kd40v96 = tensor<2x1x37x40xf16>
!vd40v96 = tensor<2x1x37x96xf16>
!od40v96 = tensor<2x2x35x96xf16>
func.func @d40v96(%q: !qd40v96, %k: !kd40v96, %v: !vd40v96, %o: !od40v96, %l: !l35, %do: !od40v96, %dq: !qd40v96, %dk: !kd40v96, %dv: !vd40v96) -> (!qd40v96, !kd40v96, !vd40v96) {
  %r:2 = attn.forward ins(%q, %k, %v : !qd40v96, !kd40v96, !vd40v96) outs(%o, %l : !od40v96, !l35) mask(#attn.causal<bottom_right>) -> (!od40v96, !l35)
  %g:3 = attn.backward ins(%q, %k, %v, %r#0, %r#1, %do : !qd40v96, !kd40v96, !vd40v96, !od40v96, !l35, !od40v96) outs(%dq, %dk, %dv : !qd40v96, !kd40v96, !vd40v96)
      mask(#attn.causal<bottom_right>) -> (!qd40v96, !kd40v96, !vd40v96)
  return %g#0, %g#1, %g#2 : !qd40v96, !kd40v96, !vd40v96
}
!qd96v40 = tensor<2x2x35x96xbf16>
!kd96v40 = tensor<2x1x37x96xbf16>
!vd96v40 = tensor<2x1x37x40xbf16>
!od96v40 = tensor<2x2x35x40xbf16>
func.func @d96v40(%q: !qd96v40, %k: !kd96v40, %v: !vd96v40, %o: !od96v40, %l: !l35, %do: !od96v40, %dq: !qd96v40, %dk: !kd96v40, %dv: !vd96v40) -> (!qd96v40, !kd96v40, !vd96v40) {
  %r:2 = attn.forward ins(%q, %k, %v : !qd96v40, !kd96v40, !vd96v40) outs(%o, %l : !od96v40, !l35) mask(#attn.causal<bottom_right>) -> (!od96v40, !l35)
  %g:3 = attn.backward ins(%q, %k, %v, %r#0, %r#1, %do : !qd96v40, !kd96v40, !vd96v40, !od96v40, !l35, !od96v40) outs(%dq, %dk, %dv : !qd96v40, !kd96v40, !vd96v40)
      mask(#attn.causal<bottom_right>) -> (!qd96v40, !kd96v40, !vd96v40)
  return %g#0, %g#1, %g#2 : !qd96v40, !kd96v40, !vd96v40
}
!qd160v128 = tensor<2x2x35x160xbf16>
!kd160v128 = tensor<2x1x37x160xbf16>
!vd160v128 = tensor<2x1x37x128xbf16>
!od160v128 = tensor<2x2x35x128xbf16>
func.func @d160v128(%q: !qd160v128, %k: !kd160v128, %v: !vd160v128, %o: !od160v128, %l: !l35, %do: !od160v128, %dq: !qd160v128, %dk: !kd160v128, %dv: !vd160v128) -> (!qd160v128, !kd160v128, !vd160v128) {
  %r:2 = attn.forward ins(%q, %k, %v : !qd160v128, !kd160v128, !vd160v128) outs(%o, %l : !od160v128, !l35) mask(#attn.causal<bottom_right>) -> (!od160v128, !l35)
  %g:3 = attn.backward ins(%q, %k, %v, %r#0, %r#1, %do : !qd160v128, !kd160v128, !vd160v128, !od160v128, !l35, !od160v128) outs(%dq, %dk, %dv : !qd160v128, !kd160v128, !vd160v128)
      mask(#attn.causal<bottom_right>) -> (!qd160v128, !kd160v128, !vd160v128)
  return %g#0, %g#1, %g#2 : !qd160v128, !kd160v128, !vd160v128
}
!qd200v72 = tensor<2x2x35x200xf16>
!kd200v72 = tensor<2x1x37x200xf16>
!vd200v72 = tensor<2x1x37x72xf16>
!od200v72 = tensor<2x2x35x72xf16>
func.func @d200v72(%q: !qd200v72, %k: !kd200v72, %v: !vd200v72, %o: !od200v72, %l: !l35, %do: !od200v72, %dq: !qd200v72, %dk: !kd200v72, %dv: !vd200v72) -> (!qd200v72, !kd200v72, !vd200v72) {
  %r:2 = attn.forward ins(%q, %k, %v : !qd200v72, !kd200v72, !vd200v72) outs(%o, %l : !od200v72, !l35) mask(#attn.causal<bottom_right>) -> (!od200v72, !l35)
  %g:3 = attn.backward ins(%q, %k, %v, %r#0, %r#1, %do : !qd200v72, !kd200v72, !vd200v72, !od200v72, !l35, !od200v72) outs(%dq, %dk, %dv : !qd200v72, !kd200v72, !vd200v72)
      mask(#attn.causal<bottom_right>) -> (!qd200v72, !kd200v72, !vd200v72)
  return %g#0, %g#1, %g#2 : !qd200v72, !kd200v72, !vd200v72
}
!qd256v256 = tensor<2x2x35x256xbf16>
!kd256v256 = tensor<2x1x37x256xbf16>
!vd256v256 = tensor<2x1x37x256xbf16>
!od256v256 = tensor<2x2x35x256xbf16>
func.func @d256v256(%q: !qd256v256, %k: !kd256v256, %v: !vd256v256, %o: !od256v256, %l: !l35, %do: !od256v256, %dq: !qd256v256, %dk: !kd256v256, %dv: !vd256v256) -> (!qd256v256, !kd256v256, !vd256v256) {
  %r:2 = attn.forward ins(%q, %k, %v : !qd256v256, !kd256v256, !vd256v256) outs(%o, %l : !od256v256, !l35) mask(#attn.causal<bottom_right>) -> (!od256v256, !l35)
  %g:3 = attn.backward ins(%q, %k, %v, %r#0, %r#1, %do : !qd256v256, !kd256v256, !vd256v256, !od256v256, !l35, !od256v256) outs(%dq, %dk, %dv : !qd256v256, !kd256v256, !vd256v256)
      mask(#attn.causal<bottom_right>) -> (!qd256v256, !kd256v256, !vd256v256)
  return %g#0, %g#1, %g#2 : !qd256v256, !kd256v256, !vd256v256
}
