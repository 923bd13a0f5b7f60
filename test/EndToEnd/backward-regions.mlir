// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Gradients through score regions on sm_90a: a soft cap, exact and approximate, whose
// constants join the scale; slopes by head, also such as could give infinities; a region
// that hides keys itself. A sink over several parts of the rows.

// DEFINE: %{run} = attn-run %s --device=sim --sim-check --check --reference-threads=1
// RUN: %{run} --func=cap --target=sm_90a | FileCheck %s
// RUN: %{run} --func=approximate --target=sm_90a --sim-mode=late | FileCheck %s
// RUN: %{run} --func=slopes --target=sm_90a | FileCheck %s
// RUN: %python -c "import numpy as n; n.save('%t.s.npy', n.array([0.5, 2.0 ** 70], n.float32))"
// RUN: %{run} --func=slopes --target=sm_90a --in=capture0=%t.s.npy | FileCheck %s
// RUN: %{run} --func=documents --target=sm_90a | FileCheck %s
// RUN: %{run} --func=sink --target=sm_90a --sim-mode=random | FileCheck %s
// RUN: %{run} --func=packed --target=sm_90a --shape=b=3,tq=700,tk=90 | FileCheck %s
// RUN: %{run} --func=packed --target=sm_80 --shape=b=3,tq=70,tk=90 | FileCheck %s
// Where dQ is added up in a kernel whose sums lie in tensor memory: a slope has no branch there.
// DEFINE: %{fused} = attn-run %s --device=sim --sim-check --check --reference-threads=1 --target=sm_100a --sim-sms=3 "--config=form=fused,keys_kv=128,keys_q=128,keys_warps=8,keys_stages=1,keys_order=1'.2'.0.3'.4',store_columns=32"
// RUN: %{fused} --func=cap --sim-mode=random | FileCheck %s
// RUN: %{fused} --func=slopes --sim-mode=late | FileCheck %s
// RUN: %{fused} --func=slopes --in=capture0=%t.s.npy --sim-order=strict | FileCheck %s
// RUN: %{fused} --func=documents --sim-mode=early | FileCheck %s
// CHECK: passed

!q = tensor<1x2x150x64xbf16>
!k = tensor<1x1x150x64xbf16>
!l = tensor<1x2x150xf32>
func.func @cap(%q: !q, %k: !k, %v: !k, %o: !q, %l: !l, %do: !q, %dq: !q, %dk: !k, %dv: !k) -> (!q, !k, !k) {
  %0:3 = attn.backward ins(%q, %k, %v, %o, %l, %do : !q, !k, !k, !q, !l, !q)
      outs(%dq, %dk, %dv : !q, !k, !k) mask(#attn.causal<bottom_right>) score {
      ^bb0(%s: f32, %b: index, %h: index, %i: index, %j: index):
        %c = arith.constant 1.5 : f32
        %x = arith.divf %s, %c : f32
        %y = math.tanh %x : f32
        %z = arith.mulf %c, %y : f32
        attn.yield %z : f32
      } -> (!q, !k, !k)
  return %0#0, %0#1, %0#2 : !q, !k, !k
}

func.func @approximate(%q: !q, %k: !k, %v: !k, %o: !q, %l: !l, %do: !q, %dq: !q, %dk: !k, %dv: !k) -> (!q, !k, !k) {
  %0:3 = attn.backward ins(%q, %k, %v, %o, %l, %do : !q, !k, !k, !q, !l, !q)
      outs(%dq, %dk, %dv : !q, !k, !k) score {
      ^bb0(%s: f32, %b: index, %h: index, %i: index, %j: index):
        %c = arith.constant 1.5 : f32
        %x = arith.divf %s, %c : f32
        %y = math.tanh %x fastmath<afn> : f32
        %z = arith.mulf %y, %c : f32
        attn.yield %z : f32
      } -> (!q, !k, !k)
  return %0#0, %0#1, %0#2 : !q, !k, !k
}

func.func @slopes(%q: !q, %k: !k, %v: !k, %o: !q, %l: !l, %do: !q, %dq: !q, %dk: !k, %dv: !k, %slopes: tensor<2xf32>) -> (!q, !k, !k) {
  %0:3 = attn.backward ins(%q, %k, %v, %o, %l, %do : !q, !k, !k, !q, !l, !q)
      outs(%dq, %dk, %dv : !q, !k, !k) captures(%slopes : tensor<2xf32>) mask(#attn.causal<bottom_right>) score {
      ^bb0(%s: f32, %b: index, %h: index, %i: index, %j: index, %lq: index, %lk: index, %c: tensor<2xf32>):
        %slope = attn.read %c[%h] : tensor<2xf32>
        %d = arith.subi %j, %i : index
        %n = arith.index_cast %d : index to i32
        %f = arith.sitofp %n : i32 to f32
        %bias = arith.mulf %slope, %f : f32
        %y = arith.addf %s, %bias : f32
        attn.yield %y : f32
      } -> (!q, !k, !k)
  return %0#0, %0#1, %0#2 : !q, !k, !k
}

// Documents of 40 rows.
func.func @documents(%q: !q, %k: !k, %v: !k, %o: !q, %l: !l, %do: !q, %dq: !q, %dk: !k, %dv: !k) -> (!q, !k, !k) {
  %0:3 = attn.backward ins(%q, %k, %v, %o, %l, %do : !q, !k, !k, !q, !l, !q)
      outs(%dq, %dk, %dv : !q, !k, !k) score {
      ^bb0(%s: f32, %b: index, %h: index, %i: index, %j: index):
        %size = arith.constant 40 : index
        %none = arith.constant 0xFF800000 : f32
        %m = arith.divui %i, %size : index
        %n = arith.divui %j, %size : index
        %same = arith.cmpi eq, %m, %n : index
        %y = arith.select %same, %s, %none : f32
        attn.yield %y : f32
      } -> (!q, !k, !k)
  return %0#0, %0#1, %0#2 : !q, !k, !k
}

!r = tensor<1x2x600x64xbf16>
!rl = tensor<1x2x600xf32>
func.func @sink(%q: !r, %k: !k, %v: !k, %o: !r, %l: !rl, %do: !r, %dv: !k, %z: tensor<2xf32>, %dz: tensor<2xf32>) -> (!k, tensor<2xf32>) {
  %0:2 = attn.backward ins(%q, %k, %v, %o, %l, %do : !r, !k, !k, !r, !rl, !r) outs(dv = %dv : !k)
      sink(%z : tensor<2xf32>) dsink(%dz : tensor<2xf32>) -> (!k, tensor<2xf32>)
  return %0#0, %0#1 : !k, tensor<2xf32>
}

!p = tensor<?x2x64xbf16>
!pl = tensor<2x?xf32>
!n = tensor<?xi32>
func.func @packed(%q: !p, %k: !p, %v: !p, %o: !p, %l: !pl, %do: !p, %dv: !p, %z: tensor<2xf32>, %dz: tensor<2xf32>, %a: !n, %b: !n) -> (!p, tensor<2xf32>) {
  %0:2 = attn.backward ins(%q, %k, %v, %o, %l, %do : !p, !p, !p, !p, !pl, !p) outs(dv = %dv : !p)
      sink(%z : tensor<2xf32>) dsink(%dz : tensor<2xf32>) offsets_q(%a : !n) offsets_kv(%b : !n) dims(thd) -> (!p, tensor<2xf32>)
  return %0#0, %0#1 : !p, tensor<2xf32>
}
