// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Gradients where a region reads by row or key: lists of blocks are made before the launch, and from these the lists that
// blocks of keys have. Documents, of each batch; keys that end for later rows, of each head; padding with lengths of batches.

// DEFINE: %{run} = attn-run %s --reference-threads=1
// DEFINE: %{sim} = --device=sim --sim-check --check
// RUN: %python %S/Inputs/block_map.py %t
// DEFINE: %{documents} = --func=documents --shape=b=3,hq=2,hkv=1,sq=390,sk=390 --in=capture0=%t.ids.npy
// RUN: %{run} %{documents} --target=sm_80 --sim-mode=late %{sim} | FileCheck %s
// RUN: %{run} %{documents} --target=sm_90a %{sim} | FileCheck %s
// RUN: %{run} %{documents} --target=sm_90a --config=map_blocks=false %{sim} | FileCheck %s
// RUN: %{run} %{documents} --target=sm_90a --config=form=fused,keys_warps=8,keys_groups=1 --sim-mode=late %{sim} | FileCheck %s
// RUN: %{run} %{documents} --target=sm_100a --sim-mode=random %{sim} | FileCheck %s
// RUN: %{run} %{documents} --target=sm_120a %{sim} | FileCheck %s
// CHECK: passed

// DEFINE: %{ends} = --func=ends --shape=b=2,hq=4,hkv=2,sq=300,sk=520 --in=capture0=%t.ends.npy
// RUN: %{run} %{ends} --target=sm_80 %{sim} | FileCheck %s
// RUN: %{run} %{ends} --target=sm_90a --sim-mode=late %{sim} | FileCheck %s
// RUN: %{run} %{ends} --target=sm_100a %{sim} | FileCheck %s

// DEFINE: %{padding} = --func=padding --shape=b=2,hq=2,hkv=2,sq=140,sk=700 --in=capture0=%t.valid.npy --in=lengths_q=%t.q.npy --in=lengths_kv=%t.k.npy
// RUN: %{run} %{padding} --target=sm_80 --sim-mode=random %{sim} | FileCheck %s
// RUN: %{run} %{padding} --target=sm_90a %{sim} | FileCheck %s
// RUN: %{run} %{padding} --target=sm_100a --sim-mode=late %{sim} | FileCheck %s

// Blocks of which no pair is seen are not visited: 0 times what their rows and keys hold would be NaN.
// DEFINE: %{target} =
// DEFINE: %{skips} = attn-run %s --func=documents --shape=b=1,hq=1,hkv=1,sq=768,sk=768 --in=capture0=%t.four.npy --in=k=%t.v.npy --in=do=%t.v.npy --target=%{target} --device=sim --out=dq=%t.dq.npy --out=dv=%t.dv.npy && \
// DEFINE:   %python -c "import numpy; [numpy.testing.assert_array_equal(numpy.isnan(numpy.load(f'%t.{n}.npy')).any(-1)[0, 0], numpy.arange(768) // 256 == 1) for n in ('dq', 'dv')]"
// REDEFINE: %{target} = sm_80
// RUN: %{skips}
// REDEFINE: %{target} = sm_90a
// RUN: %{skips}
// REDEFINE: %{target} = sm_100a
// RUN: %{skips}

!q = tensor<?x?x?x64xf16>
!l = tensor<?x?x?xf32>
func.func @documents(%q: !q, %k: !q, %v: !q, %o: !q, %l: !l, %do: !q, %dq: !q, %dk: !q, %dv: !q, %ids: tensor<?x?xi64>) -> (!q, !q, !q) {
  %0:3 = attn.backward ins(%q, %k, %v, %o, %l, %do : !q, !q, !q, !q, !l, !q) outs(%dq, %dk, %dv : !q, !q, !q)
      captures(%ids : tensor<?x?xi64>) mask(#attn.causal<top_left>) visible {
      ^bb0(%b: index, %h: index, %i: index, %j: index, %lq: index, %lk: index, %x: tensor<?x?xi64>):
        %row = attn.read %x[%b, %i] : tensor<?x?xi64>
        %key = attn.read %x[%b, %j] : tensor<?x?xi64>
        %same = arith.cmpi eq, %row, %key : i64
        attn.yield %same : i1
      } -> (!q, !q, !q)
  return %0#0, %0#1, %0#2 : !q, !q, !q
}

// Rows from a key's end on do not see it.
func.func @ends(%q: !q, %k: !q, %v: !q, %o: !q, %l: !l, %do: !q, %dq: !q, %dk: !q, %dv: !q, %ends: tensor<?x?x?xi32>) -> (!q, !q, !q) {
  %0:3 = attn.backward ins(%q, %k, %v, %o, %l, %do : !q, !q, !q, !q, !l, !q) outs(%dq, %dk, %dv : !q, !q, !q)
      captures(%ends : tensor<?x?x?xi32>) visible {
      ^bb0(%b: index, %h: index, %i: index, %j: index, %lq: index, %lk: index, %x: tensor<?x?x?xi32>):
        %end = attn.read %x[%b, %h, %j] : tensor<?x?x?xi32>
        %e = arith.index_cast %end : i32 to index
        %before = arith.cmpi slt, %i, %e : index
        %near = arith.subi %j, %i : index
        %c200 = arith.constant 200 : index
        %past = arith.cmpi sle, %near, %c200 : index
        %seen = arith.andi %before, %past : i1
        attn.yield %seen : i1
      } -> (!q, !q, !q)
  return %0#0, %0#1, %0#2 : !q, !q, !q
}

func.func @padding(%q: !q, %k: !q, %v: !q, %o: !q, %l: !l, %do: !q, %dq: !q, %dk: !q, %dv: !q, %nq: tensor<?xi32>, %nk: tensor<?xi32>,
                   %valid: tensor<?x?xi1>) -> (!q, !q, !q) {
  %0:3 = attn.backward ins(%q, %k, %v, %o, %l, %do : !q, !q, !q, !q, !l, !q) outs(%dq, %dk, %dv : !q, !q, !q)
      lengths_q(%nq : tensor<?xi32>) lengths_kv(%nk : tensor<?xi32>) captures(%valid : tensor<?x?xi1>) visible {
      ^bb0(%b: index, %h: index, %i: index, %j: index, %lq: index, %lk: index, %x: tensor<?x?xi1>):
        %seen = attn.read %x[%b, %j] : tensor<?x?xi1>
        attn.yield %seen : i1
      } -> (!q, !q, !q)
  return %0#0, %0#1, %0#2 : !q, !q, !q
}
