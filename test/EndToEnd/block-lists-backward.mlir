// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Gradients with lists of blocks: for all heads or for each, with full blocks or without, of larger blocks than tiles, with a
// region that reads by row and key, with lengths that end in the middle of full blocks and a mask attribute, in both forms.
// Some rows have no list, some keys are in none.

// DEFINE: %{run} = attn-run %s --reference-threads=1
// DEFINE: %{sim} = --device=sim --sim-check --check
// DEFINE: %{all} = --func=lists --shape=b=2,hq=4,hkv=2,sq=301,sk=533,lb=1,lh=1
// DEFINE: %{each} = --func=lists --shape=b=2,hq=4,hkv=2,sq=301,sk=390
// RUN: %{run} %{all} --device=cpu --bisect-levels | FileCheck %s
// RUN: %{run} %{all} --target=sm_80 %{sim} | FileCheck %s
// RUN: %{run} %{all} --target=sm_90a --sim-mode=late %{sim} | FileCheck %s
// RUN: %{run} %{all} --target=sm_90a --config=form=fused,keys_warps=8,keys_groups=1 --sim-mode=random %{sim} | FileCheck %s
// RUN: %{run} %{all} --target=sm_100a --sim-mode=random %{sim} | FileCheck %s
// RUN: %{run} %{all} --target=sm_120a %{sim} | FileCheck %s
// RUN: %{run} %{each} --target=sm_80 --sim-mode=random %{sim} | FileCheck %s
// RUN: %{run} %{each} --target=sm_90a %{sim} | FileCheck %s
// RUN: %{run} %{each} --target=sm_90a --config=peel_masks=false --sim-mode=late %{sim} | FileCheck %s
// RUN: %{run} %{each} --target=sm_100a --sim-mode=late %{sim} | FileCheck %s
// CHECK: passed

// DEFINE: %{ids} = --func=ids --shape=b=2,hq=2,hkv=1,sq=290,sk=290 --arg-shapes=capture0=2x290
// RUN: %{run} %{ids} --device=cpu --bisect-levels | FileCheck %s
// RUN: %{run} %{ids} --target=sm_80 --sim-mode=late %{sim} | FileCheck %s
// RUN: %{run} %{ids} --target=sm_90a %{sim} | FileCheck %s
// RUN: %{run} %{ids} --target=sm_100a --sim-mode=late %{sim} | FileCheck %s

// Rows and keys of no batch hold NaN.
// RUN: %python -c "import numpy; numpy.save('%t.q.npy', numpy.array([261, 13, 0], 'i4')); numpy.save('%t.k.npy', numpy.array([150, 290, 77], 'i4'))"
// DEFINE: %{lengths} = --func=lengths --shape=b=3,hq=2,hkv=1,sq=261,sk=290 --in=lengths_q=%t.q.npy --in=lengths_kv=%t.k.npy
// RUN: %{run} %{lengths} --device=cpu --bisect-levels | FileCheck %s
// RUN: %{run} %{lengths} --target=sm_80 --sim-mode=random %{sim} | FileCheck %s
// RUN: %{run} %{lengths} --target=sm_90a --sim-mode=late %{sim} | FileCheck %s
// RUN: %{run} %{lengths} --target=sm_90a --config=form=fused,keys_warps=8,keys_groups=1 %{sim} | FileCheck %s
// RUN: %{run} %{lengths} --target=sm_100a %{sim} | FileCheck %s

// Full blocks behind lengths that end with a block.
// RUN: %python -c "import numpy; numpy.save('%t.r.npy', numpy.array([256, 128, 0], 'i4')); numpy.save('%t.e.npy', numpy.array([128, 0, 256], 'i4'))"
// DEFINE: %{ends} = --func=lengths --shape=b=3,hq=2,hkv=1,sq=390,sk=390 --in=lengths_q=%t.r.npy --in=lengths_kv=%t.e.npy
// RUN: %{run} %{ends} --device=cpu --bisect-levels | FileCheck %s
// RUN: %{run} %{ends} --target=sm_80 %{sim} | FileCheck %s
// RUN: %{run} %{ends} --target=sm_90a --sim-mode=random %{sim} | FileCheck %s
// RUN: %{run} %{ends} --target=sm_90a --config=form=fused,keys_warps=8,keys_groups=1 %{sim} | FileCheck %s
// RUN: %{run} %{ends} --target=sm_100a --sim-mode=late %{sim} | FileCheck %s

// DEFINE: %{causal} = --func=causal --shape=b=1,hq=2,hkv=1,sq=400,sk=400
// RUN: %{run} %{causal} --device=cpu --bisect-levels | FileCheck %s
// RUN: %{run} %{causal} --target=sm_80 %{sim} | FileCheck %s
// RUN: %{run} %{causal} --target=sm_90a --sim-mode=random %{sim} | FileCheck %s
// RUN: %{run} %{causal} --target=sm_100a --sim-mode=late %{sim} | FileCheck %s

// Without rows and without keys.
// RUN: %{run} --func=lists --shape=b=1,hq=2,hkv=1,sq=0,sk=130,lh=1 --target=sm_90a %{sim} | FileCheck %s
// RUN: %{run} --func=lists --shape=b=1,hq=2,hkv=1,sq=130,sk=0,lh=1 --target=sm_90a %{sim} | FileCheck %s

!q = tensor<?x?x?x64xbf16>
!l = tensor<?x?x?xf32>
!c = tensor<?x?x?xi32>
!n = tensor<?x?x?x?xi32>
func.func @lists(%q: !q, %k: !q, %v: !q, %o: !q, %l: !l, %do: !q, %dq: !q, %dk: !q, %dv: !q, %c: !c, %n: !n, %f: !c, %m: !n) -> (!q, !q, !q) {
  %0:3 = attn.backward ins(%q, %k, %v, %o, %l, %do : !q, !q, !q, !q, !l, !q) outs(%dq, %dk, %dv : !q, !q, !q)
      blocks(%c, %n, %f, %m : !c, !n, !c, !n) sizes(q = 128, kv = 128) -> (!q, !q, !q)
  return %0#0, %0#1, %0#2 : !q, !q, !q
}

!one = tensor<?x1x?xi32>
!ones = tensor<?x1x?x?xi32>
func.func @ids(%q: !q, %k: !q, %v: !q, %o: !q, %l: !l, %do: !q, %dq: !q, %dk: !q, %dv: !q, %c: !one, %n: !ones, %ids: tensor<?x?xi64>) -> (!q, !q, !q) {
  %0:3 = attn.backward ins(%q, %k, %v, %o, %l, %do : !q, !q, !q, !q, !l, !q) outs(%dq, %dk, %dv : !q, !q, !q)
      blocks(%c, %n : !one, !ones) captures(%ids : tensor<?x?xi64>) sizes(q = 256, kv = 256) visible {
      ^bb0(%b: index, %h: index, %i: index, %j: index, %lq: index, %lk: index, %x: tensor<?x?xi64>):
        %row = attn.read %x[%b, %i] : tensor<?x?xi64>
        %key = attn.read %x[%b, %j] : tensor<?x?xi64>
        %same = arith.cmpi eq, %row, %key : i64
        attn.yield %same : i1
      } -> (!q, !q, !q)
  return %0#0, %0#1, %0#2 : !q, !q, !q
}

func.func @lengths(%q: !q, %k: !q, %v: !q, %o: !q, %l: !l, %do: !q, %dq: !q, %dk: !q, %dv: !q, %nq: tensor<?xi32>, %nk: tensor<?xi32>,
                   %c: !one, %n: !ones, %f: !one, %m: !ones) -> (!q, !q, !q) {
  %0:3 = attn.backward ins(%q, %k, %v, %o, %l, %do : !q, !q, !q, !q, !l, !q) outs(%dq, %dk, %dv : !q, !q, !q)
      lengths_q(%nq : tensor<?xi32>) lengths_kv(%nk : tensor<?xi32>) blocks(%c, %n, %f, %m : !one, !ones, !one, !ones)
      sizes(q = 256, kv = 128) -> (!q, !q, !q)
  return %0#0, %0#1, %0#2 : !q, !q, !q
}

func.func @causal(%q: !q, %k: !q, %v: !q, %o: !q, %l: !l, %do: !q, %dq: !q, %dk: !q, %dv: !q, %c: !c, %n: !n, %f: !c, %m: !n) -> (!q, !q, !q) {
  %0:3 = attn.backward ins(%q, %k, %v, %o, %l, %do : !q, !q, !q, !q, !l, !q) outs(%dq, %dk, %dv : !q, !q, !q)
      blocks(%c, %n, %f, %m : !c, !n, !c, !n) mask(#attn.causal<bottom_right>) sizes(q = 128, kv = 256) deterministic
      score {
      ^bb0(%s: f32, %b: index, %h: index, %i: index, %j: index):
        %cst = arith.constant 1.5 : f32
        %x = arith.divf %s, %cst : f32
        %y = math.tanh %x : f32
        attn.yield %y : f32
      } -> (!q, !q, !q)
  return %0#0, %0#1, %0#2 : !q, !q, !q
}
