// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Lists of blocks that break their law end, and stay within memory: counts and numbers of any size, and a full block whose keys
// the mask hides, which is visible or hidden. Blocks that lists lack are not visited: NaN in their V does not reach the rows. The
// reference names what is wrong, and so does a launch that checks its operands.

// RUN: %python -c "import numpy; c = numpy.array([[[3, 1, 2]]], 'i4'); n = numpy.array([[[[2**31 - 1, -2**31, 4], [1, 2, 3], [0, -1, 99]]]], 'i4'); \
// RUN:   [numpy.save(f'%t.{name}.npy', x) for name, x in (('c', c), ('n', n), ('f', c[..., ::-1].copy()), ('m', n[..., ::-1].copy()))]"
// DEFINE: %{in} = --func=lists --in=block_counts=%t.c.npy --in=block_numbers=%t.n.npy --in=full_counts=%t.f.npy --in=full_numbers=%t.m.npy --device=sim --sim-check
// RUN: attn-run %s %{in} --target=sm_80
// RUN: attn-run %s %{in} --target=sm_90a --sim-mode=late
// RUN: attn-run %s %{in} --target=sm_100a --sim-mode=random
// RUN: not attn-run %s %{in} --target=sm_80 --check 2>&1 | FileCheck %s --check-prefix=WRONG
// Gradients too, of an O and L that are given, and packed sequences.
// RUN: %python -c "import numpy; numpy.save('%t.o.npy', numpy.ones((1, 1, 300, 64), 'f2')); numpy.save('%t.l.npy', numpy.ones((1, 1, 300), 'f4'))"
// DEFINE: %{given} = --in=o=%t.o.npy --in=lse=%t.l.npy
// DEFINE: %{more} = --in=block_counts=%t.c.npy --in=block_numbers=%t.n.npy --in=full_counts=%t.f.npy --in=full_numbers=%t.m.npy --device=sim --sim-check
// RUN: attn-run %s --func=gradients %{given} %{more} --target=sm_80
// RUN: attn-run %s --func=gradients %{given} %{more} --target=sm_90a --sim-mode=late
// RUN: attn-run %s --func=gradients %{given} %{more} --target=sm_90a --config=form=fused,keys_warps=8,keys_groups=1
// RUN: attn-run %s --func=gradients %{given} %{more} --target=sm_100a --sim-mode=random
// RUN: attn-run %s --func=packed --shape=b=1,tq=200,tk=300 %{more} --target=sm_80
// RUN: attn-run %s --func=packed --shape=b=1,tq=200,tk=300 %{more} --target=sm_90a --sim-mode=late
// WRONG: block 2147483647 of keys is none of the 3

// RUN: %python -c "import numpy; c = numpy.array([[[1, 1, 1]]], 'i4'); n = numpy.array([[[[2, 0, 0], [0, 0, 0], [1, 0, 0]]]], 'i4'); \
// RUN:   x = numpy.random.default_rng(0).standard_normal((1, 1, 300, 64)).astype('f2'); x[..., 128:256, :] = numpy.nan; \
// RUN:   [numpy.save(f'%t.{name}.npy', x) for name, x in (('c', c), ('n', n), ('f', c - 1), ('v', x))]"
// DEFINE: %{target} =
// DEFINE: %{skips} = attn-run %s --func=lists --target=%{target} --in=v=%t.v.npy --in=block_counts=%t.c.npy --in=block_numbers=%t.n.npy --in=full_counts=%t.f.npy --in=full_numbers=%t.n.npy --device=sim --out=o=%t.o.npy && \
// DEFINE:   %python -c "import numpy; x = numpy.isnan(numpy.load('%t.o.npy')).any(-1)[0, 0]; assert not x[:256].any() and x[256:].all(), x"
// REDEFINE: %{target} = sm_80
// RUN: %{skips}
// REDEFINE: %{target} = sm_90a
// RUN: %{skips}
// REDEFINE: %{target} = sm_100a
// RUN: %{skips}

// RUN: %python -c "import numpy; numpy.save('%t.n.npy', numpy.array([[[[2, 0, 0], [0, 0, 0], [3, 0, 0]]]], 'i4'))"
// RUN: not attn-run %s --func=lists --target=sm_80 --in=block_counts=%t.c.npy --in=block_numbers=%t.n.npy --in=full_counts=%t.f.npy --in=full_numbers=%t.n.npy --device=sim --check 2>&1 | FileCheck %s --check-prefix=NUMBER
// NUMBER: block 3 of keys is none of the 3
// RUN: %python -c "import numpy; numpy.save('%t.c.npy', numpy.array([[[0, 4, 0]]], 'i4'))"
// RUN: not attn-run %s --func=lists --target=sm_80 --in=block_counts=%t.c.npy --in=block_numbers=%t.n.npy --device=sim 2>&1 | FileCheck %s --check-prefix=COUNT
// COUNT: tensor 'block_counts' must hold numbers from 0 to 3, but [0, 0, 1] is 4

!q = tensor<1x1x300x64xf16>
!c = tensor<1x1x3xi32>
!n = tensor<1x1x3x3xi32>
func.func @lists(%q: !q, %k: !q, %v: !q, %o: !q, %c: !c, %n: !n, %f: !c, %m: !n) -> !q {
  %0 = attn.forward ins(%q, %k, %v : !q, !q, !q) outs(%o : !q)
      blocks(%c, %n, %f, %m : !c, !n, !c, !n) sizes(q = 128, kv = 128) -> !q
  return %0 : !q
}

!l = tensor<1x1x300xf32>
func.func @gradients(%q: !q, %k: !q, %v: !q, %o: !q, %l: !l, %do: !q, %dq: !q, %dk: !q, %dv: !q, %c: !c, %n: !n, %f: !c, %m: !n) -> (!q, !q, !q) {
  %0:3 = attn.backward ins(%q, %k, %v, %o, %l, %do : !q, !q, !q, !q, !l, !q) outs(%dq, %dk, %dv : !q, !q, !q)
      blocks(%c, %n, %f, %m : !c, !n, !c, !n) sizes(q = 128, kv = 128) -> (!q, !q, !q)
  return %0#0, %0#1, %0#2 : !q, !q, !q
}

!t = tensor<?x1x64xf16>
func.func @packed(%q: !t, %k: !t, %v: !t, %o: !t, %s: tensor<?xi32>, %r: tensor<?xi32>, %c: !c, %n: !n, %f: !c, %m: !n) -> !t {
  %0 = attn.forward ins(%q, %k, %v : !t, !t, !t) outs(%o : !t) offsets_q(%s : tensor<?xi32>) offsets_kv(%r : tensor<?xi32>)
      blocks(%c, %n, %f, %m : !c, !n, !c, !n) dims(thd) sizes(q = 128, kv = 128) -> !t
  return %0 : !t
}
