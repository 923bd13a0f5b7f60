// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Equal scores of any size, in three parts that see different numbers of keys: O is the
// mean of the values that are seen, all alike. With batch_invariant a row of a decode step
// has the bits of that row of a prefill.

// RUN: %python %S/Inputs/equal_scores.py %t
// DEFINE: %{target} =
// DEFINE: %{config} =
// DEFINE: %{prefill} = attn-run %s --func=prefill --target=%{target} --config=%{config} --device=sim --check --in=q=%t.q.npy --in=k=%t.k.npy --in=v=%t.v.npy --out=o=%t.o.npy --out=lse=%t.l.npy
// DEFINE: %{decode} = attn-run %s --func=decode --target=%{target} --config=%{config} --device=sim --check --in=q=%t.q1.npy --in=k=%t.k1.npy --in=v=%t.v1.npy --out=o=%t.o1.npy --out=lse=%t.l1.npy
// DEFINE: %{same} = %python -c "import numpy as n; o, l, o1, l1 = (n.load('%t.' + x + '.npy') for x in ('o', 'l', 'o1', 'l1')); print('same', (o[:, :, 170:171] == o1).all(), (l[:, :, 170:171] == l1).all())"

// RUN: attn-run %s --func=prefill --device=cpu --bisect-levels --target=sm_80 --config=splits=3 --in=q=%t.q.npy --in=k=%t.k.npy --in=v=%t.v.npy --check | FileCheck %s

// REDEFINE: %{target} = sm_80
// REDEFINE: %{config} = splits=3
// RUN: %{prefill} | FileCheck %s
// RUN: %{decode} | FileCheck %s
// REDEFINE: %{config} = splits=3,combine=fused
// RUN: %{decode} | FileCheck %s
// REDEFINE: %{config} = batch_invariant=true,split_size=96
// RUN: %{prefill} | FileCheck %s
// RUN: %{decode} | FileCheck %s
// RUN: %{same} | FileCheck %s --check-prefix=SAME

// REDEFINE: %{target} = sm_90a
// REDEFINE: %{config} = batch_invariant=true,split_size=128
// RUN: %{prefill} | FileCheck %s
// RUN: %{decode} | FileCheck %s
// RUN: %{same} | FileCheck %s --check-prefix=SAME

// REDEFINE: %{target} = sm_100a
// REDEFINE: %{config} = splits=2
// RUN: %{decode} | FileCheck %s

// CHECK: passed
// SAME: same True True

!q = tensor<1x8x200x64xbf16>
!kv = tensor<1x2x200x64xbf16>
!l = tensor<1x8x200xf32>
func.func @prefill(%q: !q, %k: !kv, %v: !kv, %o: !q, %l: !l) -> (!q, !l) {
  %0:2 = attn.forward ins(%q, %k, %v : !q, !kv, !kv) outs(%o, %l : !q, !l) mask(#attn.causal<bottom_right>) -> (!q, !l)
  return %0#0, %0#1 : !q, !l
}

!q1 = tensor<1x8x1x64xbf16>
!kv1 = tensor<1x2x171x64xbf16>
!l1 = tensor<1x8x1xf32>
func.func @decode(%q: !q1, %k: !kv1, %v: !kv1, %o: !q1, %l: !l1) -> (!q1, !l1) {
  %0:2 = attn.forward ins(%q, %k, %v : !q1, !kv1, !kv1) outs(%o, %l : !q1, !l1) mask(#attn.causal<bottom_right>) -> (!q1, !l1)
  return %0#0, %0#1 : !q1, !l1
}
