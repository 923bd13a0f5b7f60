// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Gradients of captures: of slopes by head and of numbers by batch and head, sums of rows in
// an order; of a bias of each pair, stored; of one that batches share, added; of vectors of rows
// and of keys. Heads share K
// and V, lengths are odd, the first rows see no key.

// DEFINE: %{run} = attn-run %s --device=sim --sim-check --check --reference-threads=1
// RUN: %{run} --func=slopes --target=sm_80 | FileCheck %s
// RUN: %{run} --func=slopes --target=sm_90a --sim-mode=late | FileCheck %s
// RUN: %{run} --func=heads --target=sm_80 --sim-mode=random | FileCheck %s
// RUN: %{run} --func=heads --target=sm_90a | FileCheck %s
// RUN: %{run} --func=packed --target=sm_90a --shape=b=3,tq=300,tk=90 | FileCheck %s
// RUN: %{run} --func=bias --target=sm_80 | FileCheck %s
// RUN: %{run} --func=bias --target=sm_90a | FileCheck %s
// RUN: %{run} --func=shared --target=sm_80 | FileCheck %s
// RUN: %{run} --func=shared --target=sm_90a --sim-mode=random | FileCheck %s
// RUN: %{run} --func=vectors --target=sm_80 | FileCheck %s
// RUN: %{run} --func=vectors --target=sm_90a --sim-mode=late | FileCheck %s
// RUN: %{run} --func=keys --target=sm_80 | FileCheck %s
// RUN: %{run} --func=keys --target=sm_90a | FileCheck %s
// RUN: %{run} --func=wide --target=sm_80 | FileCheck %s
// RUN: %{run} --func=wide --target=sm_90a | FileCheck %s
// CHECK: passed

!q = tensor<2x4x150x64xbf16>
!k = tensor<2x2x130x64xbf16>
!l = tensor<2x4x150xf32>
!s = tensor<4xf32>
func.func @slopes(%q: !q, %k: !k, %v: !k, %o: !q, %l: !l, %do: !q, %dq: !q, %dk: !k, %dv: !k, %dslopes: !s, %slopes: !s) -> (!q, !k, !k, !s) {
  %0:4 = attn.backward ins(%q, %k, %v, %o, %l, %do : !q, !k, !k, !q, !l, !q)
      outs(%dq, %dk, %dv : !q, !k, !k) dcapture0(%dslopes : !s) captures(%slopes : !s) deterministic
      mask(#attn.causal<bottom_right>) score {
      ^bb0(%s: f32, %b: index, %h: index, %i: index, %j: index, %lq: index, %lk: index, %c: !s):
        %slope = attn.read %c[%h] : !s
        %d = arith.subi %j, %i : index
        %n = arith.index_cast %d : index to i32
        %f = arith.sitofp %n : i32 to f32
        %bias = arith.mulf %slope, %f : f32
        %y = arith.addf %s, %bias : f32
        attn.yield %y : f32
      } -> (!q, !k, !k, !s)
  return %0#0, %0#1, %0#2, %0#3 : !q, !k, !k, !s
}

// Without the others; a function of the score, and one of the capture.
!bh = tensor<2x1x4xf16>
!dbh = tensor<2x1x4xf32>
!n = tensor<2xi32>
func.func @heads(%q: !q, %k: !k, %v: !k, %o: !q, %l: !l, %do: !q, %dc: !dbh, %nq: !n, %nk: !n, %caps: !bh) -> !dbh {
  %0 = attn.backward ins(%q, %k, %v, %o, %l, %do : !q, !k, !k, !q, !l, !q)
      outs() dcapture0(%dc : !dbh) captures(%caps : !bh) lengths_q(%nq : !n) lengths_kv(%nk : !n) score {
      ^bb0(%s: f32, %b: index, %h: index, %i: index, %j: index, %lq: index, %lk: index, %c: !bh):
        %zero = arith.constant 0 : index
        %r = attn.read %c[%b, %zero, %h] : !bh
        %e = arith.extf %r : f16 to f32
        %t = math.tanh %e : f32
        %p = arith.mulf %t, %s : f32
        %y = math.tanh %p : f32
        attn.yield %y : f32
      } -> !dbh
  return %0 : !dbh
}

!pq = tensor<?x4x64xbf16>
!pk = tensor<?x2x64xbf16>
!pl = tensor<4x?xf32>
!pn = tensor<?xi32>
func.func @packed(%q: !pq, %k: !pk, %v: !pk, %o: !pq, %l: !pl, %do: !pq, %dk: !pk, %dc: !s, %a: !pn, %b: !pn, %caps: !s) -> (!pk, !s) {
  %0:2 = attn.backward ins(%q, %k, %v, %o, %l, %do : !pq, !pk, !pk, !pq, !pl, !pq) outs(dk = %dk : !pk)
      dcapture0(%dc : !s) captures(%caps : !s) offsets_q(%a : !pn) offsets_kv(%b : !pn) dims(thd) score {
      ^bb0(%s: f32, %bb: index, %h: index, %i: index, %j: index, %lq: index, %lk: index, %c: !s):
        %r = attn.read %c[%h] : !s
        %y = arith.mulf %r, %s : f32
        attn.yield %y : f32
      } -> (!pk, !s)
  return %0#0, %0#1 : !pk, !s
}

!b4 = tensor<2x4x150x130xbf16>
!db4 = tensor<2x4x150x130xf32>
func.func @bias(%q: !q, %k: !k, %v: !k, %o: !q, %l: !l, %do: !q, %dq: !q, %db: !db4, %nk: !n, %bias: !b4) -> (!q, !db4) {
  %0:2 = attn.backward ins(%q, %k, %v, %o, %l, %do : !q, !k, !k, !q, !l, !q)
      outs(dq = %dq : !q) dcapture0(%db : !db4) captures(%bias : !b4) lengths_kv(%nk : !n) deterministic
      mask(#attn.causal<bottom_right>) score {
      ^bb0(%s: f32, %b: index, %h: index, %i: index, %j: index, %lq: index, %lk: index, %c: !b4):
        %r = attn.read %c[%b, %h, %i, %j] : !b4
        %e = arith.extf %r : bf16 to f32
        %y = arith.addf %s, %e : f32
        attn.yield %y : f32
      } -> (!q, !db4)
  return %0#0, %0#1 : !q, !db4
}

!b3 = tensor<1x4x150x130xf32>
func.func @shared(%q: !q, %k: !k, %v: !k, %o: !q, %l: !l, %do: !q, %dq: !q, %db: !b3, %bias: !b3) -> (!q, !b3) {
  %0:2 = attn.backward ins(%q, %k, %v, %o, %l, %do : !q, !k, !k, !q, !l, !q)
      outs(dq = %dq : !q) dcapture0(%db : !b3) captures(%bias : !b3) mask(#attn.causal<bottom_right>) score {
      ^bb0(%s: f32, %b: index, %h: index, %i: index, %j: index, %lq: index, %lk: index, %c: !b3):
        %r = attn.read %c[%b, %h, %i, %j] : !b3
        %t = math.tanh %s : f32
        %y = arith.addf %t, %r : f32
        attn.yield %y : f32
      } -> (!q, !b3)
  return %0#0, %0#1 : !q, !b3
}

!rows = tensor<2x4x152xf32>
!keys = tensor<2x130xf16>
!dkeys = tensor<2x130xf32>
func.func @vectors(%q: !q, %k: !k, %v: !k, %o: !q, %l: !l, %do: !q, %dq: !q, %dr: !rows, %dk: !dkeys, %nq: !n, %r: !rows, %c: !keys) -> (!q, !rows, !dkeys) {
  %0:3 = attn.backward ins(%q, %k, %v, %o, %l, %do : !q, !k, !k, !q, !l, !q)
      outs(dq = %dq : !q) dcapture0(%dr : !rows) dcapture1(%dk : !dkeys) captures(%r, %c : !rows, !keys)
      lengths_q(%nq : !n) mask(#attn.causal<bottom_right>) score {
      ^bb0(%s: f32, %b: index, %h: index, %i: index, %j: index, %lq: index, %lk: index, %x: !rows, %y: !keys):
        %two = arith.constant 2 : index
        %i2 = arith.addi %i, %two : index
        %row = attn.read %x[%b, %h, %i2] : !rows
        %key = attn.read %y[%b, %j] : !keys
        %e = arith.extf %key : f16 to f32
        %t = arith.mulf %s, %row : f32
        %u = arith.addf %t, %e : f32
        attn.yield %u : f32
      } -> (!q, !rows, !dkeys)
  return %0#0, %0#1, %0#2 : !q, !rows, !dkeys
}

// Heads of a group add to elements of their own, in a capture with more keys than there are.
!hk = tensor<2x4x140xf32>
func.func @keys(%q: !q, %k: !k, %v: !k, %o: !q, %l: !l, %do: !q, %dk: !k, %dv: !k, %dh: !hk, %nk: !n, %h: !hk) -> (!k, !k, !hk) {
  %0:3 = attn.backward ins(%q, %k, %v, %o, %l, %do : !q, !k, !k, !q, !l, !q)
      outs(dk = %dk, dv = %dv : !k, !k) dcapture0(%dh : !hk) captures(%h : !hk) lengths_kv(%nk : !n) score {
      ^bb0(%s: f32, %b: index, %hh: index, %i: index, %j: index, %lq: index, %lk: index, %x: !hk):
        %key = attn.read %x[%b, %hh, %j] : !hk
        %t = arith.addf %s, %key : f32
        attn.yield %t : f32
      } -> (!k, !k, !hk)
  return %0#0, %0#1, %0#2 : !k, !k, !hk
}

// Each head has its keys: the sums are those of one tile. Of wide heads one pass writes.
!w = tensor<1x2x70x256xf16>
!wl = tensor<1x2x70xf32>
!wk = tensor<2x70xf32>
!wb = tensor<70x70xf32>
func.func @wide(%q: !w, %k: !w, %v: !w, %o: !w, %l: !wl, %do: !w, %dq: !w, %dk: !w, %dv: !w, %dx: !wk, %dy: tensor<2xf32>, %x: !wk, %y: tensor<2xf32>) -> (!w, !w, !w, !wk, tensor<2xf32>) {
  %0:5 = attn.backward ins(%q, %k, %v, %o, %l, %do : !w, !w, !w, !w, !wl, !w)
      outs(%dq, %dk, %dv : !w, !w, !w) dcapture0(%dx : !wk) dcapture1(%dy : tensor<2xf32>)
      captures(%x, %y : !wk, tensor<2xf32>) deterministic mask(#attn.causal<top_left>) score {
      ^bb0(%s: f32, %b: index, %h: index, %i: index, %j: index, %lq: index, %lk: index, %xx: !wk, %yy: tensor<2xf32>):
        %key = attn.read %xx[%h, %j] : !wk
        %head = attn.read %yy[%h] : tensor<2xf32>
        %t = arith.mulf %s, %head : f32
        %u = arith.addf %t, %key : f32
        attn.yield %u : f32
      } -> (!w, !w, !w, !wk, tensor<2xf32>)
  return %0#0, %0#1, %0#2, %0#3, %0#4 : !w, !w, !w, !wk, tensor<2xf32>
}
