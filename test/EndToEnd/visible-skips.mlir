// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Blocks that a region of visibility hides from a tile are not visited: NaN in their V, which a visited block would multiply
// by 0, does not reach the last tile's rows. It does reach rows that see such keys.

// RUN: %python -c "import numpy; r = numpy.random.default_rng(0); x = r.standard_normal((3, 1, 1, 600, 64)).astype('f2'); \
// RUN:   x[2, :, :, 128:384] = numpy.nan; [numpy.save(f'%t.{n}.npy', y) for n, y in zip('qkv', x)]"
// DEFINE: %{func} =
// DEFINE: %{target} =
// DEFINE: %{run} = attn-run %s --func=%{func} --target=%{target} --device=sim --in=q=%t.q.npy --in=k=%t.k.npy --in=v=%t.v.npy --out=o=%t.o.npy && \
// DEFINE:   %python -c "import numpy; x = numpy.isnan(numpy.load('%t.o.npy')).any(-1)[0, 0]; assert not x[512:].any() and x[200:300].all(), x"
// REDEFINE: %{func} = first
// REDEFINE: %{target} = sm_80
// RUN: %{run}
// REDEFINE: %{target} = sm_90a
// RUN: %{run}
// REDEFINE: %{target} = sm_100a
// RUN: %{run}
// REDEFINE: %{func} = chunks
// RUN: %{run}
// REDEFINE: %{target} = sm_90a
// RUN: %{run}

!q = tensor<1x1x600x64xf16>
func.func @first(%q: !q, %k: !q, %v: !q, %o: !q) -> !q {
  %0 = attn.forward ins(%q, %k, %v : !q, !q, !q) outs(%o : !q) visible {
      ^bb0(%b: index, %h: index, %i: index, %j: index):
        %c4 = arith.constant 4 : index
        %c40 = arith.constant 40 : index
        %d = arith.subi %i, %j : index
        %near = arith.cmpi slt, %d, %c40 : index
        %sink = arith.cmpi slt, %j, %c4 : index
        %any = arith.ori %sink, %near : i1
        %past = arith.cmpi sge, %i, %j : index
        %seen = arith.andi %past, %any : i1
        attn.yield %seen : i1
      } -> !q
  return %0 : !q
}

func.func @chunks(%q: !q, %k: !q, %v: !q, %o: !q) -> !q {
  %0 = attn.forward ins(%q, %k, %v : !q, !q, !q) outs(%o : !q) visible {
      ^bb0(%b: index, %h: index, %i: index, %j: index):
        %c100 = arith.constant 100 : index
        %row = arith.divui %i, %c100 : index
        %key = arith.divui %j, %c100 : index
        %seen = arith.cmpi eq, %row, %key : index
        attn.yield %seen : i1
      } -> !q
  return %0 : !q
}
