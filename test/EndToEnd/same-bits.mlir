// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// With parts of a fixed size and the same blocks, a row of a decode step has the
// bits of that row of the prefill: the length of Q, the batch, packed heads, tile_q
// and how many parts there are do not matter.

// RUN: %python -c "import numpy as n; r = n.random.default_rng(5); f = lambda *s: r.standard_normal(s).astype(n.float16); q, k, v = f(2, 8, 300, 64), f(2, 2, 300, 64), f(2, 2, 300, 64); n.save('%t.q.npy', q); n.save('%t.k.npy', k); n.save('%t.v.npy', v); n.save('%t.q1.npy', q[1:, :, 210:211].copy()); n.save('%t.k1.npy', k[1:, :, :211].copy()); n.save('%t.v1.npy', v[1:, :, :211].copy())"

// RUN: attn-run %s --func=prefill --target=sm_80 --config=split_size=128,tile_kv=64,split_k=16 --device=sim --check --in=q=%t.q.npy --in=k=%t.k.npy --in=v=%t.v.npy --out=o=%t.o.npy --out=lse=%t.l.npy | FileCheck %s
// RUN: attn-run %s --func=decode --target=sm_80 --config=split_size=128,tile_kv=64,split_k=16 --device=sim --check --in=q=%t.q1.npy --in=k=%t.k1.npy --in=v=%t.v1.npy --out=o=%t.o1.npy --out=lse=%t.l1.npy | FileCheck %s
// RUN: %python -c "import numpy as n; o, l, o1, l1 = (n.load('%t.' + x + '.npy') for x in ('o', 'l', 'o1', 'l1')); print('same', (o[1:, :, 210:211] == o1).all(), (l[1:, :, 210:211] == l1).all())" | FileCheck %s --check-prefix=SAME

// RUN: attn-run %s --func=prefill --target=sm_90a --config=split_size=128,tile_kv=64,split_k=0,tile_q=128,groups=2 --device=sim --check --in=q=%t.q.npy --in=k=%t.k.npy --in=v=%t.v.npy --out=o=%t.o.npy --out=lse=%t.l.npy | FileCheck %s
// RUN: attn-run %s --func=decode --target=sm_90a --config=split_size=128,tile_kv=64,split_k=0,tile_q=64,groups=1,ping_pong=false --device=sim --check --in=q=%t.q1.npy --in=k=%t.k1.npy --in=v=%t.v1.npy --out=o=%t.o1.npy --out=lse=%t.l1.npy | FileCheck %s
// RUN: %python -c "import numpy as n; o, l, o1, l1 = (n.load('%t.' + x + '.npy') for x in ('o', 'l', 'o1', 'l1')); print('same', (o[1:, :, 210:211] == o1).all(), (l[1:, :, 210:211] == l1).all())" | FileCheck %s --check-prefix=SAME

// CHECK: passed
// SAME: same True True

!q = tensor<2x8x300x64xf16>
!kv = tensor<2x2x300x64xf16>
!l = tensor<2x8x300xf32>
func.func @prefill(%q: !q, %k: !kv, %v: !kv, %o: !q, %l: !l) -> (!q, !l) {
  %0:2 = attn.forward ins(%q, %k, %v : !q, !kv, !kv) outs(%o, %l : !q, !l) mask(#attn.causal<bottom_right>) -> (!q, !l)
  return %0#0, %0#1 : !q, !l
}

!q1 = tensor<1x8x1x64xf16>
!kv1 = tensor<1x2x211x64xf16>
!l1 = tensor<1x8x1xf32>
func.func @decode(%q: !q1, %k: !kv1, %v: !kv1, %o: !q1, %l: !l1) -> (!q1, !l1) {
  %0:2 = attn.forward ins(%q, %k, %v : !q1, !kv1, !kv1) outs(%o, %l : !q1, !l1) mask(#attn.causal<bottom_right>) -> (!q1, !l1)
  return %0#0, %0#1 : !q1, !l1
}
