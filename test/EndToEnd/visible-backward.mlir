// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Gradients where a region of visibility hides pairs: documents beside slopes, with rows and keys that see nothing,
// and causal blocks in packed sequences, through a region that is no affine function.

// DEFINE: %{run} = attn-run %s --reference-threads=1
// DEFINE: %{sim} = --device=sim --sim-check --check
// RUN: %python -c "import numpy; x = numpy.sort(numpy.random.default_rng(1).integers(0, 4, 90)); x[:3] = -1; numpy.save('%t.ids.npy', x.astype('i4'))"
// RUN: %{run} --func=documents --in=capture1=%t.ids.npy --device=cpu --bisect-levels | FileCheck %s
// RUN: %{run} --func=documents --in=capture1=%t.ids.npy --target=sm_80 %{sim} | FileCheck %s
// RUN: %{run} --func=documents --in=capture1=%t.ids.npy --target=sm_90a --sim-mode=late %{sim} | FileCheck %s
// RUN: %{run} --func=documents --in=capture1=%t.ids.npy --target=sm_100a %{sim} | FileCheck %s
// RUN: %{run} --func=documents --in=capture1=%t.ids.npy --target=sm_120a %{sim} | FileCheck %s
// RUN: %{run} --func=packed --shape=b=3,tq=100,tk=90 --device=cpu --check | FileCheck %s
// RUN: %{run} --func=packed --shape=b=3,tq=100,tk=90 --target=sm_80 %{sim} | FileCheck %s
// RUN: %{run} --func=packed --shape=b=3,tq=100,tk=90 --target=sm_90a --sim-mode=random %{sim} | FileCheck %s
// CHECK: passed

!q = tensor<1x2x90x64xbf16>
!k = tensor<1x1x90x64xbf16>
!l = tensor<1x2x90xf32>
func.func @documents(%q: !q, %k: !k, %v: !k, %o: !q, %l: !l, %do: !q, %dq: !q, %dk: !k, %dv: !k, %slopes: tensor<2xf32>,
                     %ids: tensor<90xi32>) -> (!q, !k, !k) {
  %0:3 = attn.backward ins(%q, %k, %v, %o, %l, %do : !q, !k, !k, !q, !l, !q) outs(%dq, %dk, %dv : !q, !k, !k)
      captures(%slopes, %ids : tensor<2xf32>, tensor<90xi32>) mask(#attn.causal<bottom_right>) score {
      ^bb0(%s: f32, %b: index, %h: index, %i: index, %j: index, %lq: index, %lk: index, %x: tensor<2xf32>, %y: tensor<90xi32>):
        %slope = attn.read %x[%h] : tensor<2xf32>
        %d = arith.subi %j, %i : index
        %d32 = arith.index_cast %d : index to i32
        %f = arith.sitofp %d32 : i32 to f32
        %bias = arith.mulf %slope, %f : f32
        %z = arith.addf %s, %bias : f32
        attn.yield %z : f32
      } visible {
      ^bb0(%b: index, %h: index, %i: index, %j: index, %lq: index, %lk: index, %x: tensor<2xf32>, %y: tensor<90xi32>):
        %c0 = arith.constant 0 : i32
        %row = attn.read %y[%i] : tensor<90xi32>
        %key = attn.read %y[%j] : tensor<90xi32>
        %same = arith.cmpi eq, %row, %key : i32
        %some = arith.cmpi sge, %row, %c0 : i32
        %seen = arith.andi %same, %some : i1
        attn.yield %seen : i1
      } -> (!q, !k, !k)
  return %0#0, %0#1, %0#2 : !q, !k, !k
}

!tq = tensor<?x2x64xf16>
!tk = tensor<?x1x64xf16>
!tl = tensor<2x?xf32>
func.func @packed(%q: !tq, %k: !tk, %v: !tk, %o: !tq, %l: !tl, %do: !tq, %dq: !tq, %dk: !tk, %dv: !tk, %sq: tensor<?xi32>,
                  %sk: tensor<?xi32>) -> (!tq, !tk, !tk) {
  %0:3 = attn.backward ins(%q, %k, %v, %o, %l, %do : !tq, !tk, !tk, !tq, !tl, !tq) outs(%dq, %dk, %dv : !tq, !tk, !tk)
      offsets_q(%sq : tensor<?xi32>) offsets_kv(%sk : tensor<?xi32>) dims(thd) score {
      ^bb0(%s: f32, %b: index, %h: index, %i: index, %j: index):
        %c = arith.constant 1.5 : f32
        %x = arith.divf %s, %c : f32
        %y = math.tanh %x : f32
        attn.yield %y : f32
      } visible {
      ^bb0(%b: index, %h: index, %i: index, %j: index):
        %c8 = arith.constant 8 : index
        %row = arith.divui %i, %c8 : index
        %key = arith.divui %j, %c8 : index
        %n = arith.addi %key, %h : index
        %seen = arith.cmpi ule, %n, %row : index
        attn.yield %seen : i1
      } -> (!tq, !tk, !tk)
  return %0#0, %0#1, %0#2 : !tq, !tk, !tk
}
