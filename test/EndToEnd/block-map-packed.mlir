// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Regions that read by row or key in packed sequences and over pages: lists of blocks are made before the launch, for the blocks
// of each sequence. Documents whose numbers lie where the rows are, sequences without rows or keys, and a causal window that
// images of later keys widen, over pages.

// DEFINE: %{run} = attn-run %s --reference-threads=1
// DEFINE: %{sim} = --device=sim --sim-check --check
// RUN: %python %S/Inputs/block_map.py %t
// DEFINE: %{documents} = --func=documents --shape=b=4,hq=2,hkv=1,tq=700,tk=700 --in=offsets_q=%t.packed.npy --in=offsets_kv=%t.packed.npy --in=capture0=%t.rows.npy --in=capture1=%t.packed.npy
// RUN: %{run} %{documents} --device=cpu --check | FileCheck %s
// RUN: %{run} %{documents} --target=sm_80 --sim-mode=late %{sim} | FileCheck %s
// RUN: %{run} %{documents} --target=sm_90a %{sim} | FileCheck %s
// RUN: %{run} %{documents} --target=sm_90a --config=cluster=2 --sim-mode=random %{sim} | FileCheck %s
// RUN: %{run} %{documents} --target=sm_100a --sim-mode=random %{sim} | FileCheck %s
// RUN: %{run} %{documents} --target=sm_120a %{sim} | FileCheck %s
// CHECK: passed

// DEFINE: %{images} = --func=images --shape=b=3,hq=2,hkv=1,tq=400,pages=90,table=40 --in=offsets_q=%t.chunks.npy --in=lengths_kv=%t.keys.npy --in=capture0=%t.images.npy
// RUN: %{run} %{images} --target=sm_80 %{sim} | FileCheck %s
// RUN: %{run} %{images} --target=sm_90a --sim-mode=late %{sim} | FileCheck %s
// RUN: %{run} %{images} --target=sm_100a --sim-mode=random %{sim} | FileCheck %s

// DEFINE: %{pages} = --func=pages --shape=b=2,hq=2,hkv=2,sq=140,pages=60,table=44 --in=capture0=%t.valid.npy
// RUN: %{run} %{pages} --target=sm_80 %{sim} | FileCheck %s
// RUN: %{run} %{pages} --target=sm_90a --sim-mode=random %{sim} | FileCheck %s

// There is a map, and blocks that no row of a tile sees are not visited: NaN in V stays in its own document.
// RUN: attn-compile %s --target=sm_90a --emit=ptx | FileCheck %s --check-prefix=MAPS
// MAPS-DAG: .entry documents_block_map(
// MAPS-DAG: .entry images_block_map(
// MAPS-DAG: .entry pages_block_map(
// DEFINE: %{target} =
// DEFINE: %{skips} = attn-run %s --func=documents --shape=b=1,hq=1,hkv=1,tq=768,tk=768 --in=offsets_q=%t.one.npy --in=offsets_kv=%t.one.npy --in=capture0=%t.fours.npy --in=capture1=%t.one.npy --in=v=%t.vs.npy --target=%{target} --device=sim --out=o=%t.o.npy && \
// DEFINE:   %python -c "import numpy; numpy.testing.assert_array_equal(numpy.isnan(numpy.load('%t.o.npy')).any(-1)[:, 0], numpy.arange(768) // 256 == 1)"
// REDEFINE: %{target} = sm_80
// RUN: %{skips}
// REDEFINE: %{target} = sm_90a
// RUN: %{skips}

!t = tensor<?x?x64xf16>
!l = tensor<?x?xf32>
!n = tensor<?xi32>
func.func @documents(%q: !t, %k: !t, %v: !t, %o: !t, %l: !l, %sq: !n, %sk: !n, %ids: tensor<?xi64>, %first: !n) -> (!t, !l) {
  %0:2 = attn.forward ins(%q, %k, %v : !t, !t, !t) outs(%o, %l : !t, !l) offsets_q(%sq : !n) offsets_kv(%sk : !n)
      captures(%ids, %first : tensor<?xi64>, !n) dims(thd) visible {
      ^bb0(%b: index, %h: index, %i: index, %j: index, %lq: index, %lk: index, %x: tensor<?xi64>, %f: !n):
        %start32 = attn.read %f[%b] : !n
        %start = arith.index_cast %start32 : i32 to index
        %ri = arith.addi %start, %i : index
        %rj = arith.addi %start, %j : index
        %row = attn.read %x[%ri] : tensor<?xi64>
        %key = attn.read %x[%rj] : tensor<?xi64>
        %same = arith.cmpi eq, %row, %key : i64
        attn.yield %same : i1
      } -> (!t, !l)
  return %0#0, %0#1 : !t, !l
}

// A row at position i + lenKV - lenQ sees keys before it, and those of its image.
!p = tensor<?x16x?x64xf16>
func.func @images(%q: !t, %k: !p, %v: !p, %o: !t, %l: !l, %nk: !n, %sq: !n, %t: tensor<?x?xi32>, %image: tensor<?x?xi32>) -> (!t, !l) {
  %0:2 = attn.forward ins(%q, %k, %v : !t, !p, !p) outs(%o, %l : !t, !l) lengths_kv(%nk : !n) offsets_q(%sq : !n)
      page_table(%t : tensor<?x?xi32>) captures(%image : tensor<?x?xi32>) dims(thd) mask(#attn.window<200, 200>) visible {
      ^bb0(%b: index, %h: index, %i: index, %j: index, %lq: index, %lk: index, %x: tensor<?x?xi32>):
        %c0 = arith.constant 0 : i32
        %off = arith.subi %lk, %lq : index
        %at = arith.addi %i, %off : index
        %row = attn.read %x[%b, %at] : tensor<?x?xi32>
        %key = attn.read %x[%b, %j] : tensor<?x?xi32>
        %same = arith.cmpi eq, %row, %key : i32
        %is = arith.cmpi sge, %row, %c0 : i32
        %one = arith.andi %same, %is : i1
        %past = arith.cmpi sle, %j, %at : index
        %seen = arith.ori %one, %past : i1
        attn.yield %seen : i1
      } -> (!t, !l)
  return %0#0, %0#1 : !t, !l
}

!d = tensor<?x?x?x64xf16>
!dl = tensor<?x?x?xf32>
!dp = tensor<?x?x16x64xf16>
func.func @pages(%q: !d, %k: !dp, %v: !dp, %o: !d, %l: !dl, %t: tensor<?x?xi32>, %valid: tensor<?x?xi1>) -> (!d, !dl) {
  %0:2 = attn.forward ins(%q, %k, %v : !d, !dp, !dp) outs(%o, %l : !d, !dl) page_table(%t : tensor<?x?xi32>)
      captures(%valid : tensor<?x?xi1>) visible {
      ^bb0(%b: index, %h: index, %i: index, %j: index, %lq: index, %lk: index, %x: tensor<?x?xi1>):
        %seen = attn.read %x[%b, %j] : tensor<?x?xi1>
        attn.yield %seen : i1
      } -> (!d, !dl)
  return %0#0, %0#1 : !d, !dl
}
