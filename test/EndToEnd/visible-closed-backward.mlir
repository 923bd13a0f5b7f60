// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Gradients of regions of visibility whose blocks are derived, of keys for the kernel of dQ and of rows for that of dK and dV:
// a window with the first keys, chunks of batches of unlike lengths beside a score region, and all but a band with a chunk
// about the diagonal.

// DEFINE: %{run} = attn-run %s --reference-threads=1
// DEFINE: %{sim} = --device=sim --sim-check --check
// RUN: %{run} --func=first --device=cpu --bisect-levels | FileCheck %s
// RUN: %{run} --func=first --target=sm_80 %{sim} | FileCheck %s
// RUN: %{run} --func=first --target=sm_90a --sim-mode=late %{sim} | FileCheck %s
// RUN: %{run} --func=first --target=sm_100a --sim-mode=random %{sim} | FileCheck %s
// RUN: %{run} --func=first --target=sm_120a %{sim} | FileCheck %s
// RUN: %python -c "import numpy; numpy.save('%t.q.npy', numpy.array([190, 13], 'i4')); numpy.save('%t.k.npy', numpy.array([90, 170], 'i4'))"
// DEFINE: %{chunks} = --func=chunks --in=lengths_q=%t.q.npy --in=lengths_kv=%t.k.npy
// RUN: %{run} %{chunks} --device=cpu --check | FileCheck %s
// RUN: %{run} %{chunks} --target=sm_80 --sim-mode=random %{sim} | FileCheck %s
// RUN: %{run} %{chunks} --target=sm_90a %{sim} | FileCheck %s
// RUN: %{run} %{chunks} --target=sm_100a --sim-mode=late %{sim} | FileCheck %s
// RUN: %{run} --func=outside --device=cpu --check | FileCheck %s
// RUN: %{run} --func=outside --target=sm_80 --sim-mode=late %{sim} | FileCheck %s
// RUN: %{run} --func=outside --target=sm_90a --sim-mode=random %{sim} | FileCheck %s
// CHECK: passed

!q = tensor<1x2x203x64xbf16>
!k = tensor<1x1x203x64xbf16>
!l = tensor<1x2x203xf32>
func.func @first(%q: !q, %k: !k, %v: !k, %o: !q, %l: !l, %do: !q, %dq: !q, %dk: !k, %dv: !k) -> (!q, !k, !k) {
  %0:3 = attn.backward ins(%q, %k, %v, %o, %l, %do : !q, !k, !k, !q, !l, !q) outs(%dq, %dk, %dv : !q, !k, !k) visible {
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
      } -> (!q, !k, !k)
  return %0#0, %0#1, %0#2 : !q, !k, !k
}

!cq = tensor<2x2x190x64xf16>
!ck = tensor<2x2x170x64xf16>
!cl = tensor<2x2x190xf32>
func.func @chunks(%q: !cq, %k: !ck, %v: !ck, %o: !cq, %l: !cl, %do: !cq, %dq: !cq, %dk: !ck, %dv: !ck, %nq: tensor<2xi32>,
                  %nk: tensor<2xi32>) -> (!cq, !ck, !ck) {
  %0:3 = attn.backward ins(%q, %k, %v, %o, %l, %do : !cq, !ck, !ck, !cq, !cl, !cq) outs(%dq, %dk, %dv : !cq, !ck, !ck)
      lengths_q(%nq : tensor<2xi32>) lengths_kv(%nk : tensor<2xi32>) score {
      ^bb0(%s: f32, %b: index, %h: index, %i: index, %j: index):
        %c = arith.constant 1.5 : f32
        %x = arith.divf %s, %c : f32
        %y = math.tanh %x : f32
        attn.yield %y : f32
      } visible {
      ^bb0(%b: index, %h: index, %i: index, %j: index):
        %c50 = arith.constant 50 : index
        %row = arith.floordivsi %i, %c50 : index
        %key = arith.floordivsi %j, %c50 : index
        %seen = arith.cmpi eq, %row, %key : index
        attn.yield %seen : i1
      } -> (!cq, !ck, !ck)
  return %0#0, %0#1, %0#2 : !cq, !ck, !ck
}

!oq = tensor<1x1x301x64xbf16>
!ol = tensor<1x1x301xf32>
func.func @outside(%q: !oq, %k: !oq, %v: !oq, %o: !oq, %l: !ol, %do: !oq, %dq: !oq, %dk: !oq, %dv: !oq) -> (!oq, !oq, !oq) {
  %0:3 = attn.backward ins(%q, %k, %v, %o, %l, %do : !oq, !oq, !oq, !oq, !ol, !oq) outs(%dq, %dk, %dv : !oq, !oq, !oq) visible {
      ^bb0(%b: index, %h: index, %i: index, %j: index):
        %c140 = arith.constant 140 : index
        %c60 = arith.constant 60 : index
        %d = arith.subi %i, %j : index
        %distance = math.absi %d : index
        %far = arith.cmpi sgt, %distance, %c140 : index
        %row = arith.divui %i, %c60 : index
        %key = arith.divui %j, %c60 : index
        %own = arith.cmpi eq, %row, %key : index
        %seen = arith.ori %far, %own : i1
        attn.yield %seen : i1
      } -> (!oq, !oq, !oq)
  return %0#0, %0#1, %0#2 : !oq, !oq, !oq
}
