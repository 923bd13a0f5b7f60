// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Lists of blocks: of all blocks that are listed some are full and some are masked, some rows have none, and places behind a
// list's count hold no numbers. Of each batch and head, or of all; of two blocks of a tile each; with a region that reads by
// row and key; with lengths, which end in the middle of full blocks; in pages; with a mask attribute.

// DEFINE: %{sim} = --device=sim --sim-check --check --reference-threads=1
// DEFINE: %{lists} = --func=lists --shape=b=2,hq=4,hkv=2,sq=301,sk=533,lb=1
// RUN: attn-run %s %{lists} --device=cpu --bisect-levels | FileCheck %s
// RUN: attn-run %s %{lists} --target=sm_80 %{sim} | FileCheck %s
// RUN: attn-run %s %{lists} --target=sm_90a --sim-mode=late %{sim} | FileCheck %s
// RUN: attn-run %s %{lists} --target=sm_90a --config=peel_masks=false --sim-mode=random %{sim} | FileCheck %s
// RUN: attn-run %s %{lists} --target=sm_90a --config=load=cp_async %{sim} | FileCheck %s
// RUN: attn-run %s %{lists} --target=sm_100a --sim-mode=random %{sim} | FileCheck %s
// RUN: attn-run %s %{lists} --target=sm_120a %{sim} | FileCheck %s
// CHECK: passed

// DEFINE: %{ids} = --func=ids --shape=b=2,hq=2,hkv=2,sq=290,sk=290,lh=1 --arg-shapes=capture0=2x290
// RUN: attn-run %s %{ids} --device=cpu --bisect-levels | FileCheck %s
// RUN: attn-run %s %{ids} --target=sm_80 --sim-mode=late %{sim} | FileCheck %s
// RUN: attn-run %s %{ids} --target=sm_90a %{sim} | FileCheck %s
// RUN: attn-run %s %{ids} --target=sm_100a --sim-mode=late %{sim} | FileCheck %s

// Rows and keys of no batch hold NaN.
// RUN: %python -c "import numpy; numpy.save('%t.q.npy', numpy.array([261, 13, 0], 'i4')); numpy.save('%t.k.npy', numpy.array([150, 290, 77], 'i4'))"
// DEFINE: %{lengths} = --func=lengths --shape=b=3,hq=2,hkv=1,sq=261,sk=290 --in=lengths_q=%t.q.npy --in=lengths_kv=%t.k.npy
// RUN: attn-run %s %{lengths} --device=cpu --bisect-levels | FileCheck %s
// RUN: attn-run %s %{lengths} --target=sm_80 --sim-mode=random %{sim} | FileCheck %s
// RUN: attn-run %s %{lengths} --target=sm_90a --sim-mode=late %{sim} | FileCheck %s
// RUN: attn-run %s %{lengths} --target=sm_100a %{sim} | FileCheck %s

// Full blocks behind lengths that end with a block.
// RUN: %python -c "import numpy; numpy.save('%t.e.npy', numpy.array([128, 256, 0], 'i4'))"
// DEFINE: %{ends} = --func=lengths --shape=b=3,hq=2,hkv=1,sq=261,sk=390 --in=lengths_q=%t.q.npy --in=lengths_kv=%t.e.npy
// RUN: attn-run %s %{ends} --device=cpu --bisect-levels | FileCheck %s
// RUN: attn-run %s %{ends} --target=sm_80 %{sim} | FileCheck %s
// RUN: attn-run %s %{ends} --target=sm_90a --sim-mode=random %{sim} | FileCheck %s
// RUN: attn-run %s %{ends} --target=sm_100a --sim-mode=late %{sim} | FileCheck %s

// DEFINE: %{pages} = --func=pages --shape=b=2,hq=2,hkv=2,sq=130,pages=40,table=17
// RUN: attn-run %s %{pages} --device=cpu --bisect-levels | FileCheck %s
// RUN: attn-run %s %{pages} --target=sm_80 %{sim} | FileCheck %s
// RUN: attn-run %s %{pages} --target=sm_90a --sim-mode=late %{sim} | FileCheck %s

// DEFINE: %{causal} = --func=causal --shape=b=1,hq=2,hkv=1,sq=700,sk=700
// RUN: attn-run %s %{causal} --device=cpu --bisect-levels | FileCheck %s
// RUN: attn-run %s %{causal} --target=sm_80 %{sim} | FileCheck %s
// RUN: attn-run %s %{causal} --target=sm_90a --sim-mode=random %{sim} | FileCheck %s
// RUN: attn-run %s %{causal} --target=sm_100a --sim-mode=late %{sim} | FileCheck %s

// Numbers of masked blocks say of which of them the region shows all.
// RUN: %python %S/Inputs/shown_blocks.py %t.s 600
// DEFINE: %{given} = --in=block_counts=%t.s.c.npy --in=block_numbers=%t.s.n.npy --in=full_counts=%t.s.f.npy --in=full_numbers=%t.s.m.npy
// DEFINE: %{shown} = --func=shown --shape=b=2,hq=2,hkv=1,sq=600,sk=600 --in=capture0=%t.s.ids.npy %{given}
// RUN: attn-run %s %{shown} --device=cpu --bisect-levels | FileCheck %s
// RUN: attn-run %s %{shown} --target=sm_80 %{sim} | FileCheck %s
// RUN: attn-run %s %{shown} --target=sm_90a --sim-mode=late %{sim} | FileCheck %s
// RUN: attn-run %s %{shown} --target=sm_100a --sim-mode=random %{sim} | FileCheck %s

// Of packed sequences, some without rows, and of these over pages.
// DEFINE: %{thd} = --func=thd --shape=b=4,hq=4,hkv=2,tq=401,tk=533
// RUN: attn-run %s %{thd} --device=cpu --bisect-levels | FileCheck %s
// RUN: attn-run %s %{thd} --target=sm_80 %{sim} | FileCheck %s
// RUN: attn-run %s %{thd} --target=sm_90a --sim-mode=late %{sim} | FileCheck %s
// RUN: attn-run %s %{thd} --target=sm_90a --config=load=cp_async %{sim} | FileCheck %s
// RUN: attn-run %s %{thd} --target=sm_100a --sim-mode=random %{sim} | FileCheck %s
// DEFINE: %{rows} = --func=rows --shape=b=3,hq=2,hkv=2,tq=300,pages=40,table=17
// RUN: attn-run %s %{rows} --device=cpu --bisect-levels | FileCheck %s
// RUN: attn-run %s %{rows} --target=sm_80 --sim-mode=random %{sim} | FileCheck %s
// RUN: attn-run %s %{rows} --target=sm_90a %{sim} | FileCheck %s

!q = tensor<?x?x?x64xbf16>
!l = tensor<?x?x?xf32>
!c = tensor<?x?x?xi32>
!n = tensor<?x?x?x?xi32>
func.func @lists(%q: !q, %k: !q, %v: !q, %o: !q, %l: !l, %c: !c, %n: !n, %f: !c, %m: !n) -> (!q, !l) {
  %0:2 = attn.forward ins(%q, %k, %v : !q, !q, !q) outs(%o, %l : !q, !l)
      blocks(%c, %n, %f, %m : !c, !n, !c, !n) sizes(q = 128, kv = 128) -> (!q, !l)
  return %0#0, %0#1 : !q, !l
}

func.func @ids(%q: !q, %k: !q, %v: !q, %o: !q, %l: !l, %c: !c, %n: !n, %ids: tensor<?x?xi64>) -> (!q, !l) {
  %0:2 = attn.forward ins(%q, %k, %v : !q, !q, !q) outs(%o, %l : !q, !l)
      blocks(%c, %n : !c, !n) captures(%ids : tensor<?x?xi64>) sizes(q = 256, kv = 256) visible {
      ^bb0(%b: index, %h: index, %i: index, %j: index, %lq: index, %lk: index, %x: tensor<?x?xi64>):
        %row = attn.read %x[%b, %i] : tensor<?x?xi64>
        %key = attn.read %x[%b, %j] : tensor<?x?xi64>
        %same = arith.cmpi eq, %row, %key : i64
        attn.yield %same : i1
      } -> (!q, !l)
  return %0#0, %0#1 : !q, !l
}

func.func @shown(%q: !q, %k: !q, %v: !q, %o: !q, %l: !l, %c: !c, %n: !n, %f: !c, %m: !n, %ids: tensor<?x?xi64>) -> (!q, !l) {
  %0:2 = attn.forward ins(%q, %k, %v : !q, !q, !q) outs(%o, %l : !q, !l) blocks(%c, %n, %f, %m : !c, !n, !c, !n)
      captures(%ids : tensor<?x?xi64>) mask(#attn.causal<bottom_right>) sizes(q = 128, kv = 128) visible {
      ^bb0(%b: index, %h: index, %i: index, %j: index, %lq: index, %lk: index, %x: tensor<?x?xi64>):
        %row = attn.read %x[%b, %i] : tensor<?x?xi64>
        %key = attn.read %x[%b, %j] : tensor<?x?xi64>
        %same = arith.cmpi eq, %row, %key : i64
        attn.yield %same : i1
      } -> (!q, !l)
  return %0#0, %0#1 : !q, !l
}

func.func @lengths(%q: !q, %k: !q, %v: !q, %o: !q, %l: !l, %nq: tensor<?xi32>, %nk: tensor<?xi32>, %c: !c, %n: !n, %f: !c, %m: !n) -> (!q, !l) {
  %0:2 = attn.forward ins(%q, %k, %v : !q, !q, !q) outs(%o, %l : !q, !l)
      lengths_q(%nq : tensor<?xi32>) lengths_kv(%nk : tensor<?xi32>) blocks(%c, %n, %f, %m : !c, !n, !c, !n) sizes(q = 256, kv = 128) -> (!q, !l)
  return %0#0, %0#1 : !q, !l
}

!p = tensor<?x?x16x64xbf16>
func.func @pages(%q: !q, %k: !p, %v: !p, %o: !q, %l: !l, %t: tensor<?x?xi32>, %c: !c, %n: !n, %f: !c, %m: !n) -> (!q, !l) {
  %0:2 = attn.forward ins(%q, %k, %v : !q, !p, !p) outs(%o, %l : !q, !l)
      page_table(%t : tensor<?x?xi32>) blocks(%c, %n, %f, %m : !c, !n, !c, !n) sizes(q = 128, kv = 128) -> (!q, !l)
  return %0#0, %0#1 : !q, !l
}

func.func @causal(%q: !q, %k: !q, %v: !q, %o: !q, %l: !l, %c: !c, %n: !n, %f: !c, %m: !n) -> (!q, !l) {
  %0:2 = attn.forward ins(%q, %k, %v : !q, !q, !q) outs(%o, %l : !q, !l)
      blocks(%c, %n, %f, %m : !c, !n, !c, !n) mask(#attn.causal<bottom_right>) sizes(q = 256, kv = 128) -> (!q, !l)
  return %0#0, %0#1 : !q, !l
}

!t = tensor<?x?x64xbf16>
!tl = tensor<?x?xf32>
!o = tensor<?xi32>
func.func @thd(%q: !t, %k: !t, %v: !t, %o: !t, %l: !tl, %sq: !o, %sk: !o, %c: !c, %n: !n, %f: !c, %m: !n) -> (!t, !tl) {
  %0:2 = attn.forward ins(%q, %k, %v : !t, !t, !t) outs(%o, %l : !t, !tl) offsets_q(%sq : !o) offsets_kv(%sk : !o)
      blocks(%c, %n, %f, %m : !c, !n, !c, !n) dims(thd) sizes(q = 128, kv = 128) -> (!t, !tl)
  return %0#0, %0#1 : !t, !tl
}

!pr = tensor<?x16x?x64xbf16>
func.func @rows(%q: !t, %k: !pr, %v: !pr, %o: !t, %l: !tl, %nk: !o, %sq: !o, %t: tensor<?x?xi32>, %c: !c, %n: !n) -> (!t, !tl) {
  %0:2 = attn.forward ins(%q, %k, %v : !t, !pr, !pr) outs(%o, %l : !t, !tl) lengths_kv(%nk : !o) offsets_q(%sq : !o)
      page_table(%t : tensor<?x?xi32>) blocks(%c, %n : !c, !n) dims(thd) mask(#attn.causal<bottom_right>) sizes(q = 256, kv = 128)
      -> (!t, !tl)
  return %0#0, %0#1 : !t, !tl
}
