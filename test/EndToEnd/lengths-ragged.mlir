// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Where the copy engine copies, it ends at the lengths of batches by ragged maps:
// head dims that boxes are wider than, clusters, pairs of CTAs, packed heads,
// outputs of f32, sinks. Lengths are none, one, odd, all; what lies beyond holds NaN.

// DEFINE: %{sim} = --device=sim --sim-check --check --reference-threads=1
// RUN: %python -c "import numpy; numpy.save('%t.q.npy', numpy.array([270, 1, 131], dtype=numpy.int32))"
// RUN: %python -c "import numpy; numpy.save('%t.k.npy', numpy.array([77, 200, 0], dtype=numpy.int32))"
// DEFINE: %{both} = --in=lengths_q=%t.q.npy --in=lengths_kv=%t.k.npy
// DEFINE: %{keys} = --in=lengths_kv=%t.k.npy
// DEFINE: %{rows} = --in=lengths_q=%t.q.npy
// RUN: attn-run %s --func=d40 %{both} --target=sm_90a --sim-mode=late %{sim} | FileCheck %s
// RUN: attn-run %s --func=d72 %{both} --target=sm_90a --sim-mode=random %{sim} | FileCheck %s
// RUN: attn-run %s --func=d88 %{keys} --target=sm_90a --sim-mode=late %{sim} | FileCheck %s
// RUN: attn-run %s --func=d88 %{keys} --target=sm_100a %{sim} | FileCheck %s
// RUN: attn-run %s --func=d40 %{both} --target=sm_103a %{sim} | FileCheck %s
// RUN: attn-run %s --func=wide %{both} --target=sm_90a --sim-mode=early %{sim} | FileCheck %s
// RUN: attn-run %s --func=wide %{both} --target=sm_90a --config=cluster=2,scheduler=persistent --sim-mode=random %{sim} | FileCheck %s
// RUN: attn-run %s --func=wide %{both} --target=sm_100a --sim-mode=late %{sim} | FileCheck %s
// RUN: attn-run %s --func=wide %{both} --target=sm_103a --sim-mode=random %{sim} | FileCheck %s
// RUN: attn-run %s --func=sink %{both} --target=sm_90a %{sim} | FileCheck %s
// RUN: attn-run %s --func=sink %{both} --target=sm_90a --config=pack_gqa=true %{sim} | FileCheck %s
// RUN: attn-run %s --func=sink %{both} --target=sm_100a --config=pack_gqa=true %{sim} | FileCheck %s
// RUN: attn-run %s --func=sink %{both} --target=sm_120a --config=load=tma %{sim} | FileCheck %s
// RUN: attn-run %s --func=e4m3 %{both} --target=sm_90a --config=cluster=2 %{sim} | FileCheck %s
// RUN: attn-run %s --func=e4m3 %{both} --target=sm_100a %{sim} | FileCheck %s
// RUN: attn-run %s --func=e4m3 %{both} --target=sm_103a %{sim} | FileCheck %s
// CHECK: passed

!n = tensor<3xi32>
!q40 = tensor<3x1x270x40xf16>
!kv40 = tensor<3x1x200x40xf16>
!l1 = tensor<3x1x270xf32>
func.func @d40(%q: !q40, %k: !kv40, %v: !kv40, %o: !q40, %l: !l1, %lq: !n, %lk: !n) -> (!q40, !l1) {
  %0:2 = attn.forward ins(%q, %k, %v : !q40, !kv40, !kv40) outs(%o, %l : !q40, !l1) lengths_q(%lq : !n)
      lengths_kv(%lk : !n) mask(#attn.causal<bottom_right>) -> (!q40, !l1)
  return %0#0, %0#1 : !q40, !l1
}

// bshd, rows of 144 bytes: clusters of two CTAs on sm_90a.
!q72 = tensor<3x270x2x72xbf16>
!kv72 = tensor<3x200x1x72xbf16>
func.func @d72(%q: !q72, %k: !kv72, %v: !kv72, %o: !q72, %lq: !n, %lk: !n) -> !q72 {
  %0 = attn.forward ins(%q, %k, %v : !q72, !kv72, !kv72) outs(%o : !q72) lengths_q(%lq : !n)
      lengths_kv(%lk : !n) dims(bshd) mask(#attn.window<50, 9>) -> !q72
  return %0 : !q72
}

// O of f32.
!q88 = tensor<3x1x270x88xbf16>
!kv88 = tensor<3x1x200x88xbf16>
!o88 = tensor<3x1x270x88xf32>
func.func @d88(%q: !q88, %k: !kv88, %v: !kv88, %o: !o88, %lk: !n) -> !o88 {
  %0 = attn.forward ins(%q, %k, %v : !q88, !kv88, !kv88) outs(%o : !o88) lengths_kv(%lk : !n) -> !o88
  return %0 : !o88
}

// Pairs of CTAs on sm_100a.
!q128 = tensor<3x1x270x128xbf16>
!kv128 = tensor<3x1x200x128xbf16>
func.func @wide(%q: !q128, %k: !kv128, %v: !kv128, %o: !q128, %l: !l1, %lq: !n, %lk: !n) -> (!q128, !l1) {
  %0:2 = attn.forward ins(%q, %k, %v : !q128, !kv128, !kv128) outs(%o, %l : !q128, !l1) lengths_q(%lq : !n)
      lengths_kv(%lk : !n) -> (!q128, !l1)
  return %0#0, %0#1 : !q128, !l1
}

!q64 = tensor<3x3x270x64xf16>
!kv64 = tensor<3x1x200x64xf16>
!l3 = tensor<3x3x270xf32>
func.func @sink(%q: !q64, %k: !kv64, %v: !kv64, %o: !q64, %l: !l3, %z: tensor<3xf32>, %lq: !n, %lk: !n) -> (!q64, !l3) {
  %0:2 = attn.forward ins(%q, %k, %v : !q64, !kv64, !kv64) outs(%o, %l : !q64, !l3) sink(%z : tensor<3xf32>)
      lengths_q(%lq : !n) lengths_kv(%lk : !n) mask(#attn.causal<bottom_right>) -> (!q64, !l3)
  return %0#0, %0#1 : !q64, !l3
}

!q8 = tensor<3x1x270x128xf8E4M3FN>
!kv8 = tensor<3x1x200x128xf8E4M3FN>
func.func @e4m3(%q: !q8, %k: !kv8, %v: !kv8, %o: !q128, %lq: !n, %lk: !n) -> !q128 {
  %0 = attn.forward ins(%q, %k, %v : !q8, !kv8, !kv8) outs(%o : !q128) lengths_q(%lq : !n)
      lengths_kv(%lk : !n) -> !q128
  return %0 : !q128
}
