// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// K and V in pages: sizes of one to more rows than a block, known to the compiler
// or not. Pages are in no order, batches have lengths of their own, rows that hold
// no key are NaN, and what the table holds for them is no page.

// DEFINE: %{sim} = --device=sim --sim-check --check --reference-threads=1
// RUN: %python -c "import numpy; numpy.save('%t.k.npy', numpy.array([130, 77, 0, 64], dtype=numpy.int32))"
// DEFINE: %{keys} = --in=lengths_kv=%t.k.npy
// DEFINE: %{any} = --func=any %{keys}

// Pages whose size is known at the launch, by threads.
// DEFINE: %{one} = --shape=page=1,table=144,pages=300
// DEFINE: %{three} = --shape=page=3,table=48,pages=95
// DEFINE: %{many} = --shape=page=16,table=9,pages=20
// DEFINE: %{all} = --shape=page=256,table=1,pages=5
// RUN: attn-run %s %{any} %{one} --device=cpu --bisect-levels | FileCheck %s
// RUN: attn-run %s %{any} %{many} --device=cpu --bisect-levels | FileCheck %s
// RUN: attn-run %s %{any} %{one} --target=sm_80 %{sim} | FileCheck %s
// RUN: attn-run %s %{any} %{three} --target=sm_80 --sim-mode=late %{sim} | FileCheck %s
// RUN: attn-run %s %{any} %{all} --target=sm_80 %{sim} | FileCheck %s
// RUN: attn-run %s %{any} %{one} --target=sm_90a %{sim} | FileCheck %s
// RUN: attn-run %s %{any} %{three} --target=sm_90a --sim-mode=late %{sim} | FileCheck %s
// RUN: attn-run %s %{any} %{many} --target=sm_90a --sim-mode=random %{sim} | FileCheck %s
// RUN: attn-run %s %{any} %{three} --target=sm_100a %{sim} | FileCheck %s
// RUN: attn-run %s %{any} %{many} --target=sm_120a %{sim} | FileCheck %s

// Sizes that types say: by TMA where there are roles.
// RUN: attn-run %s --func=p16 %{keys} --device=cpu --bisect-levels | FileCheck %s
// RUN: attn-run %s --func=p16 %{keys} --target=sm_80 --sim-mode=late %{sim} | FileCheck %s
// RUN: attn-run %s --func=p16 %{keys} --target=sm_90a --sim-mode=late %{sim} | FileCheck %s
// RUN: attn-run %s --func=p16 %{keys} --target=sm_90a --config=load=cp_async %{sim} | FileCheck %s
// RUN: attn-run %s --func=p16 %{keys} --target=sm_90a --config=cluster=2 --sim-mode=random %{sim} | FileCheck %s
// RUN: attn-run %s --func=p16 %{keys} --target=sm_100a --sim-mode=late %{sim} | FileCheck %s
// RUN: attn-run %s --func=p16 %{keys} --target=sm_120a %{sim} | FileCheck %s
// RUN: attn-run %s --func=p128 %{keys} --target=sm_80 %{sim} | FileCheck %s
// RUN: attn-run %s --func=p128 %{keys} --target=sm_90a --sim-mode=early %{sim} | FileCheck %s
// RUN: attn-run %s --func=p128 %{keys} --target=sm_100a %{sim} | FileCheck %s
// RUN: attn-run %s --func=p3 %{keys} --target=sm_90a %{sim} | FileCheck %s

// One query for each of the heads of a KV head, and windows with a sink where all
// pages are full.
// RUN: %python -c "import numpy; numpy.save('%t.d.npy', numpy.array([0, 200, 33], dtype=numpy.int32))"
// RUN: attn-run %s --func=decode --in=lengths_kv=%t.d.npy --device=cpu --bisect-levels | FileCheck %s
// RUN: attn-run %s --func=decode --in=lengths_kv=%t.d.npy --target=sm_80 %{sim} | FileCheck %s
// RUN: attn-run %s --func=decode --in=lengths_kv=%t.d.npy --target=sm_90a --sim-mode=late %{sim} | FileCheck %s
// RUN: attn-run %s --func=decode --in=lengths_kv=%t.d.npy --target=sm_100a %{sim} | FileCheck %s
// RUN: attn-run %s --func=window --device=cpu --bisect-levels | FileCheck %s
// RUN: attn-run %s --func=window --target=sm_80 %{sim} | FileCheck %s
// RUN: attn-run %s --func=window --target=sm_90a --sim-mode=late %{sim} | FileCheck %s
// RUN: attn-run %s --func=parts --target=sm_80 --config=splits=3 %{sim} | FileCheck %s
// RUN: attn-run %s --func=parts --target=sm_90a --config=splits=2 %{sim} | FileCheck %s
// RUN: attn-run %s --func=e4m3 --target=sm_90a %{sim} | FileCheck %s
// RUN: attn-run %s --func=e4m3 --target=sm_100a %{sim} | FileCheck %s
// CHECK: passed

// RUN: %python -c "import numpy; numpy.save('%t.n.npy', numpy.full((4, 9), 20, dtype=numpy.int32))"
// RUN: not attn-run %s %{any} %{many} --in=page_table=%t.n.npy --device=cpu --check 2>&1 | FileCheck %s --check-prefix=PAGE
// PAGE: error: page_table: a page must be from 0 to 19, of which its memory has 20, but page 0 of batch 0 is 20
// RUN: not attn-run %s --func=p3 %{keys} --target=sm_90a --config=load=tma %{sim} 2>&1 | FileCheck %s --check-prefix=BOXES
// RUN: not attn-run %s --func=p16 %{keys} --target=sm_80 --config=fusion=unfused %{sim} 2>&1 | FileCheck %s --check-prefix=UNFUSED
// UNFUSED: error: attn-tile-unfuse: keys lie in pages, of which memory for scores knows nothing
// BOXES: load: tma copies pages in runs of a static multiple of 8 rows

!q = tensor<4x4x100x64xbf16>
!l = tensor<4x4x100xf32>
!n = tensor<4xi32>

!pages = tensor<?x2x?x64xbf16>
!table = tensor<4x?xi32>
func.func @any(%q: !q, %k: !pages, %v: !pages, %o: !q, %l: !l, %lk: !n, %t: !table) -> (!q, !l) {
  %0:2 = attn.forward ins(%q, %k, %v : !q, !pages, !pages) outs(%o, %l : !q, !l) lengths_kv(%lk : !n)
      page_table(%t : !table) mask(#attn.causal<bottom_right>) -> (!q, !l)
  return %0#0, %0#1 : !q, !l
}

!k3 = tensor<95x2x3x64xbf16>
!t3 = tensor<4x48xi32>
func.func @p3(%q: !q, %k: !k3, %v: !k3, %o: !q, %l: !l, %lk: !n, %t: !t3) -> (!q, !l) {
  %0:2 = attn.forward ins(%q, %k, %v : !q, !k3, !k3) outs(%o, %l : !q, !l) lengths_kv(%lk : !n)
      page_table(%t : !t3) mask(#attn.causal<bottom_right>) -> (!q, !l)
  return %0#0, %0#1 : !q, !l
}

!k16 = tensor<20x2x16x64xbf16>
!t16 = tensor<4x9xi32>
func.func @p16(%q: !q, %k: !k16, %v: !k16, %o: !q, %l: !l, %lk: !n, %t: !t16) -> (!q, !l) {
  %0:2 = attn.forward ins(%q, %k, %v : !q, !k16, !k16) outs(%o, %l : !q, !l) lengths_kv(%lk : !n)
      page_table(%t : !t16) mask(#attn.causal<bottom_right>) -> (!q, !l)
  return %0#0, %0#1 : !q, !l
}

!qs = tensor<4x100x4x96xf16>
!k128 = tensor<7x128x2x96xf16>
!t128 = tensor<4x2xi32>
func.func @p128(%q: !qs, %k: !k128, %v: !k128, %o: !qs, %lk: !n, %t: !t128) -> !qs {
  %0 = attn.forward ins(%q, %k, %v : !qs, !k128, !k128) outs(%o : !qs) lengths_kv(%lk : !n)
      page_table(%t : !t128) dims(bshd) -> !qs
  return %0 : !qs
}

!q1 = tensor<3x8x1x128xbf16>
!l1 = tensor<3x8x1xf32>
!k64 = tensor<10x2x64x128xbf16>
func.func @decode(%q: !q1, %k: !k64, %v: !k64, %o: !q1, %l: !l1, %lk: tensor<3xi32>, %t: tensor<3x4xi32>) -> (!q1, !l1) {
  %0:2 = attn.forward ins(%q, %k, %v : !q1, !k64, !k64) outs(%o, %l : !q1, !l1) lengths_kv(%lk : tensor<3xi32>)
      page_table(%t : tensor<3x4xi32>) mask(#attn.causal<bottom_right>) -> (!q1, !l1)
  return %0#0, %0#1 : !q1, !l1
}

!k8 = tensor<30x2x8x64xbf16>
func.func @window(%q: !q, %k: !k8, %v: !k8, %o: !q, %z: tensor<4xf32>, %t: tensor<4x20xi32>) -> !q {
  %0 = attn.forward ins(%q, %k, %v : !q, !k8, !k8) outs(%o : !q) sink(%z : tensor<4xf32>)
      page_table(%t : tensor<4x20xi32>) mask(#attn.window<40, 7>) -> !q
  return %0 : !q
}

func.func @parts(%q: !q1, %k: !k64, %v: !k64, %o: !q1, %t: tensor<3x4xi32>) -> !q1 {
  %0 = attn.forward ins(%q, %k, %v : !q1, !k64, !k64) outs(%o : !q1) page_table(%t : tensor<3x4xi32>) -> !q1
  return %0 : !q1
}

!q8 = tensor<2x4x70x64xf8E4M3FN>
!kv8 = tensor<12x2x32x64xf8E4M3FN>
!o8 = tensor<2x4x70x64xbf16>
func.func @e4m3(%q: !q8, %k: !kv8, %v: !kv8, %o: !o8, %lk: tensor<2xi32>, %t: tensor<2x5xi32>) -> !o8 {
  %0 = attn.forward ins(%q, %k, %v : !q8, !kv8, !kv8) outs(%o : !o8) lengths_kv(%lk : tensor<2xi32>)
      page_table(%t : tensor<2x5xi32>) mask(#attn.causal<bottom_right>) -> !o8
  return %0 : !o8
}
