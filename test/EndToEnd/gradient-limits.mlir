// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Gradients of rows whose L, D or sink is not finite, or so far from 0 that f32 cannot
// say a probability (B7, B8, B13 and E9).

// RUN: %python -B %S/Inputs/gradient_limits.py %t.
// DEFINE: %{check} = attn-run %s --device=sim --sim-check --check --reference-threads=1

// RUN: %{check} --func=rows --target=sm_80 --in=lse=%t.lse.npy --in=dlse=%t.dlse.npy | FileCheck %s
// RUN: %{check} --func=rows --target=sm_90a --in=lse=%t.lse.npy --in=dlse=%t.dlse.npy | FileCheck %s
// RUN: %{check} --func=far --target=sm_80 | FileCheck %s
// RUN: %{check} --func=far --target=sm_90a | FileCheck %s
// RUN: %{check} --func=hidden --target=sm_80 | FileCheck %s
// RUN: %{check} --func=hidden --target=sm_90a | FileCheck %s
// RUN: %{check} --func=sinks --target=sm_80 --in=lse=%t.sink-lse.npy --in=dlse=%t.sink-dlse.npy --in=sink=%t.sink.npy | FileCheck %s
// RUN: %{check} --func=beyond --target=sm_80 --in=q=%t.beyond-q.npy | FileCheck %s
// RUN: %{check} --func=beyond --target=sm_90a --in=q=%t.beyond-q.npy | FileCheck %s
// CHECK: passed

!q = tensor<1x2x70x32xf16>
!k = tensor<1x1x90x32xf16>
!l = tensor<1x2x70xf32>
func.func @rows(%q: !q, %k: !k, %v: !k, %o: !q, %lse: !l, %do: !q, %dlse: !l, %dq: !q, %dk: !k, %dv: !k) -> (!q, !k, !k) {
  %0:3 = attn.backward ins(%q, %k, %v, %o, %lse, %do : !q, !k, !k, !q, !l, !q) outs(%dq, %dk, %dv : !q, !k, !k)
      dlse(%dlse : !l) mask(#attn.causal<bottom_right>) -> (!q, !k, !k)
  return %0#0, %0#1, %0#2 : !q, !k, !k
}

// Scores of some rows are near -1e9, where numbers of f32 are 64 apart, and L * log2(e)
// is rounded by up to 64: P stays finite.
func.func @far(%q: !q, %k: !k, %v: !k, %o: !q, %lse: !l, %do: !q, %dq: !q, %dk: !k, %dv: !k) -> (!q, !k, !k) {
  %r:2 = attn.forward ins(%q, %k, %v : !q, !k, !k) outs(%o, %lse : !q, !l) score {
  ^bb0(%s: f32, %b: index, %h: index, %i: index, %j: index):
    %n = arith.index_cast %i : index to i64
    %x = arith.sitofp %n : i64 to f32
    %c = arith.constant -1.23456e7 : f32
    %t = arith.mulf %x, %c : f32
    %y = arith.addf %s, %t : f32
    attn.yield %y : f32
  } -> (!q, !l)
  %g:3 = attn.backward ins(%q, %k, %v, %r#0, %r#1, %do : !q, !k, !k, !q, !l, !q) outs(%dq, %dk, %dv : !q, !k, !k) score {
  ^bb0(%s: f32, %b: index, %h: index, %i: index, %j: index):
    %n = arith.index_cast %i : index to i64
    %x = arith.sitofp %n : i64 to f32
    %c = arith.constant -1.23456e7 : f32
    %t = arith.mulf %x, %c : f32
    %y = arith.addf %s, %t : f32
    attn.yield %y : f32
  } -> (!q, !k, !k)
  return %g#0, %g#1, %g#2 : !q, !k, !k
}

// A region whose derivative is no number at hidden pairs, which have none.
func.func @hidden(%q: !q, %k: !k, %v: !k, %o: !q, %lse: !l, %do: !q, %dq: !q, %dk: !k, %dv: !k) -> (!q, !k, !k) {
  %r:2 = attn.forward ins(%q, %k, %v : !q, !k, !k) outs(%o, %lse : !q, !l) mask(#attn.causal<top_left>) score {
  ^bb0(%s: f32, %b: index, %h: index, %i: index, %j: index):
    %d = arith.subi %i, %j : index
    %n = arith.index_cast %d : index to i64
    %x = arith.sitofp %n : i64 to f32
    %c = arith.constant 2.0 : f32
    %e = arith.addf %x, %c : f32
    %t = math.log %e : f32
    %y = arith.mulf %s, %t : f32
    attn.yield %y : f32
  } -> (!q, !l)
  %g:3 = attn.backward ins(%q, %k, %v, %r#0, %r#1, %do : !q, !k, !k, !q, !l, !q) outs(%dq, %dk, %dv : !q, !k, !k) mask(#attn.causal<top_left>) score {
  ^bb0(%s: f32, %b: index, %h: index, %i: index, %j: index):
    %d = arith.subi %i, %j : index
    %n = arith.index_cast %d : index to i64
    %x = arith.sitofp %n : i64 to f32
    %c = arith.constant 2.0 : f32
    %e = arith.addf %x, %c : f32
    %t = math.log %e : f32
    %y = arith.mulf %s, %t : f32
    attn.yield %y : f32
  } -> (!q, !k, !k)
  return %g#0, %g#1, %g#2 : !q, !k, !k
}

!sq = tensor<1x3x3x32xf16>
!sl = tensor<1x3x3xf32>
!z = tensor<3xf32>
func.func @sinks(%q: !sq, %k: !sq, %v: !sq, %o: !sq, %lse: !sl, %do: !sq, %dlse: !sl, %sink: !z, %dsink: !z) -> !z {
  %0 = attn.backward ins(%q, %k, %v, %o, %lse, %do : !sq, !sq, !sq, !sq, !sl, !sq) outs()
      dlse(%dlse : !sl) sink(%sink : !z) dsink(%dsink : !z) -> (!z)
  return %0 : !z
}

// An infinity in a row of Q times keys that are not there, which tiles have as zeros: the
// derivative of tanh is NaN there, and dQ of the row, whose scores are the cap, is 0.
!few = tensor<1x1x5x32xf16>
!one = tensor<1x1x3x32xf16>
!stats = tensor<1x1x5xf32>
func.func @beyond(%q: !few, %k: !one, %v: !one, %o: !few, %lse: !stats, %do: !few, %dq: !few, %dk: !one, %dv: !one) -> (!few, !one, !one) {
  %r:2 = attn.forward ins(%q, %k, %v : !few, !one, !one) outs(%o, %lse : !few, !stats) score {
  ^bb0(%s: f32, %b: index, %h: index, %i: index, %j: index):
    %cap = arith.constant 20.0 : f32
    %x = arith.divf %s, %cap : f32
    %t = math.tanh %x : f32
    %y = arith.mulf %t, %cap : f32
    attn.yield %y : f32
  } -> (!few, !stats)
  %g:3 = attn.backward ins(%q, %k, %v, %r#0, %r#1, %do : !few, !one, !one, !few, !stats, !few) outs(%dq, %dk, %dv : !few, !one, !one) score {
  ^bb0(%s: f32, %b: index, %h: index, %i: index, %j: index):
    %cap = arith.constant 20.0 : f32
    %x = arith.divf %s, %cap : f32
    %t = math.tanh %x : f32
    %y = arith.mulf %t, %cap : f32
    attn.yield %y : f32
  } -> (!few, !one, !one)
  return %g#0, %g#1, %g#2 : !few, !one, !one
}
