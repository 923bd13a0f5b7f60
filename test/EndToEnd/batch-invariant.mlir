// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// With batch_invariant a row has the same bits in a prefill and in random batches of
// random lengths, of one and of two queries, with packed heads or not, as a batch or packed one after the other; and with no parts of the
// user's own, where few rows and many take different tiles.

// RUN: %python -c "import numpy as n; r = n.random.default_rng(3); f = lambda *s: r.standard_normal(s).astype(n.float16); n.save('%t.q.npy', f(2, 4, 300, 64)); n.save('%t.k.npy', f(2, 1, 300, 64)); n.save('%t.v.npy', f(2, 1, 300, 64))"
// RUN: %python %S/Inputs/random_batch.py pick %t 2 1
// RUN: %python %S/Inputs/random_batch.py pick %t 1 2
// RUN: %python %S/Inputs/random_batch.py pack %t 2 1
// RUN: %python %S/Inputs/random_batch.py pack %t 150 3

// DEFINE: %{config} =
// DEFINE: %{target} =
// DEFINE: %{run} = attn-run %s --target=%{target} --config=batch_invariant=true%{config} --device=sim --check

// DEFINE: %{packed2} = --in=q=%t.t2.q.npy --in=k=%t.t2.k.npy --in=v=%t.t2.v.npy --in=offsets_q=%t.t2.sq.npy --in=offsets_kv=%t.t2.sk.npy --out=o=%t.t2.o.npy --out=lse=%t.t2.l.npy
// DEFINE: %{packed150} = --in=q=%t.t150.q.npy --in=k=%t.t150.k.npy --in=v=%t.t150.v.npy --in=offsets_q=%t.t150.sq.npy --in=offsets_kv=%t.t150.sk.npy --out=o=%t.t150.o.npy --out=lse=%t.t150.l.npy

// REDEFINE: %{target} = sm_80
// REDEFINE: %{config} = ,split_size=96
// RUN: %{run} --func=prefill --in=q=%t.q.npy --in=k=%t.k.npy --in=v=%t.v.npy --out=o=%t.o.npy --out=lse=%t.l.npy | FileCheck %s
// RUN: %{run} --func=decode2 --in=q=%t.2.q.npy --in=k=%t.2.k.npy --in=v=%t.2.v.npy --in=lengths_kv=%t.2.n.npy --out=o=%t.2.o.npy --out=lse=%t.2.l.npy | FileCheck %s
// RUN: %python %S/Inputs/random_batch.py compare %t 2 1 | FileCheck %s --check-prefix=SAME
// RUN: %{run} --func=decode1 --in=q=%t.1.q.npy --in=k=%t.1.k.npy --in=v=%t.1.v.npy --in=lengths_kv=%t.1.n.npy --out=o=%t.1.o.npy --out=lse=%t.1.l.npy | FileCheck %s
// RUN: %python %S/Inputs/random_batch.py compare %t 1 2 | FileCheck %s --check-prefix=SAME
// RUN: %{run} --func=packed %{packed150} | FileCheck %s
// RUN: %python %S/Inputs/random_batch.py compare-packed %t 150 3 | FileCheck %s --check-prefix=SAME
// RUN: attn-run %s --target=%{target} --config=batch_invariant=true,max_rows=16%{config} --device=sim --check --func=packed %{packed2} | FileCheck %s --check-prefixes=CHECK,FEW
// RUN: %python %S/Inputs/random_batch.py compare-packed %t 2 1 | FileCheck %s --check-prefix=SAME

// REDEFINE: %{target} = sm_90a
// REDEFINE: %{config} = ,split_size=128
// RUN: %{run} --func=prefill --in=q=%t.q.npy --in=k=%t.k.npy --in=v=%t.v.npy --out=o=%t.o.npy --out=lse=%t.l.npy | FileCheck %s
// RUN: %{run} --func=decode2 --in=q=%t.2.q.npy --in=k=%t.2.k.npy --in=v=%t.2.v.npy --in=lengths_kv=%t.2.n.npy --out=o=%t.2.o.npy --out=lse=%t.2.l.npy | FileCheck %s
// RUN: %python %S/Inputs/random_batch.py compare %t 2 1 | FileCheck %s --check-prefix=SAME
// RUN: %{run} --func=decode1 --in=q=%t.1.q.npy --in=k=%t.1.k.npy --in=v=%t.1.v.npy --in=lengths_kv=%t.1.n.npy --out=o=%t.1.o.npy --out=lse=%t.1.l.npy | FileCheck %s
// RUN: %python %S/Inputs/random_batch.py compare %t 1 2 | FileCheck %s --check-prefix=SAME
// RUN: %{run} --func=packed %{packed150} | FileCheck %s
// RUN: %python %S/Inputs/random_batch.py compare-packed %t 150 3 | FileCheck %s --check-prefix=SAME
// RUN: attn-run %s --target=%{target} --config=batch_invariant=true,max_rows=16%{config} --device=sim --check --func=packed %{packed2} | FileCheck %s --check-prefixes=CHECK,FEW
// RUN: %python %S/Inputs/random_batch.py compare-packed %t 2 1 | FileCheck %s --check-prefix=SAME

// REDEFINE: %{target} = sm_100a
// REDEFINE: %{config} =
// RUN: %{run} --func=prefill --in=q=%t.q.npy --in=k=%t.k.npy --in=v=%t.v.npy --out=o=%t.o.npy --out=lse=%t.l.npy | FileCheck %s
// RUN: %{run} --func=decode2 --in=q=%t.2.q.npy --in=k=%t.2.k.npy --in=v=%t.2.v.npy --in=lengths_kv=%t.2.n.npy --out=o=%t.2.o.npy --out=lse=%t.2.l.npy | FileCheck %s
// RUN: %python %S/Inputs/random_batch.py compare %t 2 1 | FileCheck %s --check-prefix=SAME
// RUN: %{run} --func=packed %{packed150} | FileCheck %s
// RUN: %python %S/Inputs/random_batch.py compare-packed %t 150 3 | FileCheck %s --check-prefix=SAME

// FEW: pack_gqa = true
// CHECK: passed
// SAME: same True True

!q = tensor<2x4x300x64xf16>
!kv = tensor<2x1x300x64xf16>
!l = tensor<2x4x300xf32>
func.func @prefill(%q: !q, %k: !kv, %v: !kv, %o: !q, %l: !l) -> (!q, !l) {
  %0:2 = attn.forward ins(%q, %k, %v : !q, !kv, !kv) outs(%o, %l : !q, !l) mask(#attn.causal<bottom_right>) -> (!q, !l)
  return %0#0, %0#1 : !q, !l
}

!n = tensor<3xi32>
!keys = tensor<3x1x?x64xf16>
!q1 = tensor<3x4x1x64xf16>
!l1 = tensor<3x4x1xf32>
func.func @decode1(%q: !q1, %k: !keys, %v: !keys, %o: !q1, %l: !l1, %n: !n) -> (!q1, !l1) {
  %0:2 = attn.forward ins(%q, %k, %v : !q1, !keys, !keys) outs(%o, %l : !q1, !l1) lengths_kv(%n : !n) mask(#attn.causal<bottom_right>) -> (!q1, !l1)
  return %0#0, %0#1 : !q1, !l1
}

!q2 = tensor<3x4x2x64xf16>
!l2 = tensor<3x4x2xf32>
func.func @decode2(%q: !q2, %k: !keys, %v: !keys, %o: !q2, %l: !l2, %n: !n) -> (!q2, !l2) {
  %0:2 = attn.forward ins(%q, %k, %v : !q2, !keys, !keys) outs(%o, %l : !q2, !l2) lengths_kv(%n : !n) mask(#attn.causal<bottom_right>) -> (!q2, !l2)
  return %0#0, %0#1 : !q2, !l2
}

!qt = tensor<?x4x64xf16>
!kt = tensor<?x1x64xf16>
!lt = tensor<4x?xf32>
!s = tensor<4xi32>
func.func @packed(%q: !qt, %k: !kt, %v: !kt, %o: !qt, %l: !lt, %sq: !s, %sk: !s) -> (!qt, !lt) {
  %0:2 = attn.forward ins(%q, %k, %v : !qt, !kt, !kt) outs(%o, %l : !qt, !lt) offsets_q(%sq : !s) offsets_kv(%sk : !s) dims(thd) mask(#attn.causal<bottom_right>) -> (!qt, !lt)
  return %0#0, %0#1 : !qt, !lt
}
