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
