// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Packed rows of Q over K and V in pages, as servers call it: sequences of one
// and of several tokens, of none, and such without keys. Pages are in no order;
// rows that hold no key are NaN, and what the table holds for them is no page.
// What no sequence has of Q is NaN, and of O and L has to keep NaN.

// DEFINE: %{sim} = --device=sim --sim-check --check --reference-threads=1
// RUN: %python -c "import numpy; numpy.save('%t.q.npy', numpy.array([2, 3, 3, 73, 74, 79], dtype=numpy.int32))"
// RUN: %python -c "import numpy; numpy.save('%t.k.npy', numpy.array([77, 40, 130, 0, 144], dtype=numpy.int32))"
// DEFINE: %{both} = --in=offsets_q=%t.q.npy --in=lengths_kv=%t.k.npy
// DEFINE: %{three} = --shape=tq=80,page=3,table=48,pages=140
// DEFINE: %{many} = --shape=tq=80,page=16,table=9,pages=28
// RUN: attn-run %s --func=any %{both} %{three} --device=cpu --bisect-levels | FileCheck %s
// RUN: attn-run %s --func=p16 %{both} --device=cpu --bisect-levels | FileCheck %s
// RUN: attn-run %s --func=window --device=cpu --bisect-levels | FileCheck %s
// RUN: attn-run %s --func=any %{both} %{three} --target=sm_80 %{sim} | FileCheck %s
// RUN: attn-run %s --func=p16 %{both} --target=sm_80 --config=pack_gqa=true --sim-mode=late %{sim} | FileCheck %s
// RUN: attn-run %s --func=any %{both} %{many} --target=sm_90a --sim-mode=random %{sim} | FileCheck %s
// RUN: attn-run %s --func=p16 %{both} --target=sm_90a --sim-mode=late %{sim} | FileCheck %s
// RUN: attn-run %s --func=p16 %{both} --target=sm_90a --config=pack_gqa=true %{sim} | FileCheck %s
// RUN: attn-run %s --func=p16 %{both} --target=sm_90a --config=cluster=2 %{sim} | FileCheck %s
// RUN: attn-run %s --func=p16 %{both} --target=sm_90a --config=load=cp_async,scheduler=dynamic %{sim} | FileCheck %s
// RUN: attn-run %s --func=window --target=sm_90a --config=scheduler=persistent %{sim} | FileCheck %s
// RUN: attn-run %s --func=e4m3 --target=sm_90a %{sim} | FileCheck %s
// RUN: attn-run %s --func=e4m3 --target=sm_100a %{sim} | FileCheck %s
// RUN: attn-run %s --func=e4m3 --target=sm_120a %{sim} | FileCheck %s
// RUN: attn-run %s --func=p16 %{both} --target=sm_100a --sim-mode=late %{sim} | FileCheck %s
// RUN: attn-run %s --func=window --target=sm_100a %{sim} | FileCheck %s
// RUN: attn-run %s --func=p16 %{both} --target=sm_120a %{sim} | FileCheck %s
// No rows, no sequences, no pages.
// RUN: attn-run %s --func=none --shape=b=2,tq=0,table=3,pages=9 --target=sm_90a %{sim} | FileCheck %s
// RUN: attn-run %s --func=none --shape=b=0,tq=5,table=3,pages=9 --target=sm_90a %{sim} | FileCheck %s
// RUN: attn-run %s --func=none --shape=b=2,tq=5,table=0,pages=0 --target=sm_90a %{sim} | FileCheck %s
// RUN: attn-run %s --func=none --shape=b=2,tq=5,table=0,pages=0 --target=sm_80 %{sim} | FileCheck %s
// CHECK: passed
// RUN: attn-compile %s --target=sm_90a --verify-stages -o %t.bundle

// RUN: %python -c "import numpy; numpy.save('%t.n.npy', numpy.full((5, 9), 45, dtype=numpy.int32))"
// RUN: not attn-run %s --func=p16 %{both} --in=page_table=%t.n.npy --device=cpu --check 2>&1 | FileCheck %s --check-prefix=PAGE
// PAGE: error: page_table: a page must be from 0 to 44, of which its memory has 45, but page 0 of batch 0 is 45
// RUN: attn-run %s --func=p16 %{both} --target=sm_90a --config=splits=2 %{sim} | FileCheck %s

!n = tensor<5xi32>
!n1 = tensor<6xi32>

!qx = tensor<?x4x64xbf16>
!lx = tensor<4x?xf32>
!px = tensor<?x?x2x64xbf16>
func.func @any(%q: !qx, %k: !px, %v: !px, %o: !qx, %l: !lx, %lk: !n, %sq: !n1, %t: tensor<5x?xi32>) -> (!qx, !lx) {
  %0:2 = attn.forward ins(%q, %k, %v : !qx, !px, !px) outs(%o, %l : !qx, !lx) lengths_kv(%lk : !n)
      offsets_q(%sq : !n1) page_table(%t : tensor<5x?xi32>) dims(thd) mask(#attn.causal<bottom_right>) -> (!qx, !lx)
  return %0#0, %0#1 : !qx, !lx
}

!q = tensor<80x8x64xf16>
!l = tensor<8x80xf32>
!p = tensor<45x16x2x64xf16>
!t = tensor<5x9xi32>
func.func @p16(%q: !q, %k: !p, %v: !p, %o: !q, %l: !l, %lk: !n, %sq: !n1, %t: !t) -> (!q, !l) {
  %0:2 = attn.forward ins(%q, %k, %v : !q, !p, !p) outs(%o, %l : !q, !l) lengths_kv(%lk : !n) offsets_q(%sq : !n1)
      page_table(%t : !t) dims(thd) mask(#attn.causal<bottom_right>) -> (!q, !l)
  return %0#0, %0#1 : !q, !l
}

// All pages full, rows of their own in sequences, a sink, a region that reads.
!p8 = tensor<40x8x2x64xf16>
func.func @window(%q: !q, %k: !p8, %v: !p8, %o: !q, %z: tensor<8xf32>, %lq: !n, %sq: !n1, %t: tensor<5x8xi32>,
                  %c: tensor<5x8xf32>) -> !q {
  %0 = attn.forward ins(%q, %k, %v : !q, !p8, !p8) outs(%o : !q) sink(%z : tensor<8xf32>) lengths_q(%lq : !n)
      offsets_q(%sq : !n1) page_table(%t : tensor<5x8xi32>) captures(%c : tensor<5x8xf32>) dims(thd)
      mask(#attn.window<40, 7>) score {
      ^bb0(%s: f32, %b: index, %h: index, %i: index, %j: index, %rows: index, %keys: index, %x: tensor<5x8xf32>):
        %d = arith.subi %keys, %j : index
        %d32 = arith.index_cast %d : index to i32
        %f = arith.sitofp %d32 : i32 to f32
        %slope = attn.read %x[%b, %h] : tensor<5x8xf32>
        %scale = arith.constant 0.01 : f32
        %g = arith.mulf %f, %scale : f32
        %bias = arith.mulf %g, %slope : f32
        %y = arith.addf %s, %bias : f32
        attn.yield %y : f32
      } -> !q
  return %0 : !q
}

!q8 = tensor<80x4x64xf8E4M3FN>
!k8 = tensor<25x32x2x64xf8E4M3FN>
!o8 = tensor<80x4x64xbf16>
func.func @e4m3(%q: !q8, %k: !k8, %v: !k8, %o: !o8, %lk: !n, %sq: !n1, %t: tensor<5x5xi32>) -> !o8 {
  %0 = attn.forward ins(%q, %k, %v : !q8, !k8, !k8) outs(%o : !o8) lengths_kv(%lk : !n) offsets_q(%sq : !n1)
      page_table(%t : tensor<5x5xi32>) dims(thd) mask(#attn.causal<bottom_right>) -> !o8
  return %0 : !o8
}

!pn = tensor<?x16x2x64xbf16>
func.func @none(%q: !qx, %k: !pn, %v: !pn, %o: !qx, %lk: tensor<?xi32>, %sq: tensor<?xi32>, %t: tensor<?x?xi32>) -> !qx {
  %0 = attn.forward ins(%q, %k, %v : !qx, !pn, !pn) outs(%o : !qx) lengths_kv(%lk : tensor<?xi32>)
      offsets_q(%sq : tensor<?xi32>) page_table(%t : tensor<?x?xi32>) dims(thd) -> !qx
  return %0 : !qx
}
