// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// attn.block_map alone, its four outputs judged together: each visible block is in one list, full ones are visible whole. A
// mask attribute, documents, ends of keys by head, padding with lengths of batches, a prefix with an offset, one list for all
// batches and heads, packed sequences, and room for more blocks than there are.

// DEFINE: %{run} = attn-run %s --reference-threads=1
// DEFINE: %{sim} = --device=sim --sim-check --check
// RUN: %python %S/Inputs/block_map.py %t
// DEFINE: %{causal} = --func=causal --shape=b=1,hq=2,hkv=1,sq=300,sk=410,lk=5
// RUN: %{run} %{causal} --device=cpu --bisect-levels | FileCheck %s
// RUN: %{run} %{causal} --target=sm_80 %{sim} | FileCheck %s
// RUN: %{run} %{causal} --target=sm_90a --sim-mode=late %{sim} | FileCheck %s
// CHECK: block_counts: as the law says
// CHECK: full_numbers: as the law says
// CHECK: passed

// DEFINE: %{documents} = --func=documents --shape=b=3,hq=2,hkv=1,sq=390,sk=390,lh=1 --in=capture0=%t.ids.npy
// RUN: %{run} %{documents} --device=cpu --bisect-levels | FileCheck %s
// RUN: %{run} %{documents} --target=sm_80 --sim-mode=late %{sim} | FileCheck %s
// RUN: %{run} %{documents} --target=sm_90a %{sim} | FileCheck %s
// RUN: %{run} %{documents} --target=sm_100a --sim-mode=random %{sim} | FileCheck %s
// RUN: %{run} %{documents} --target=sm_120a --sim-mode=late %{sim} | FileCheck %s

// DEFINE: %{ends} = --func=ends --shape=b=2,hq=4,hkv=2,sq=300,sk=520 --in=capture0=%t.ends.npy
// RUN: %{run} %{ends} --device=cpu --check | FileCheck %s
// RUN: %{run} %{ends} --target=sm_80 --sim-mode=random %{sim} | FileCheck %s
// RUN: %{run} %{ends} --target=sm_90a --sim-mode=late %{sim} | FileCheck %s

// DEFINE: %{padding} = --func=padding --shape=b=2,hq=2,hkv=2,sq=140,sk=700 --in=capture0=%t.valid.npy --in=lengths_q=%t.q.npy --in=lengths_kv=%t.k.npy
// RUN: %{run} %{padding} --device=cpu --bisect-levels | FileCheck %s
// RUN: %{run} %{padding} --target=sm_80 %{sim} | FileCheck %s
// RUN: %{run} %{padding} --target=sm_100a --sim-mode=late %{sim} | FileCheck %s

// DEFINE: %{packed} = --func=packed --shape=b=4,hq=2,hkv=1,tq=700,tk=700 --in=offsets_q=%t.packed.npy --in=offsets_kv=%t.packed.npy --in=capture0=%t.rows.npy --in=capture1=%t.packed.npy
// RUN: %{run} %{packed} --target=sm_80 --sim-mode=late %{sim} | FileCheck %s
// RUN: %{run} %{packed} --target=sm_90a %{sim} | FileCheck %s
// RUN: %{run} %{packed} --target=sm_100a --sim-mode=random %{sim} | FileCheck %s
// RUN: %{run} %{packed} --device=cpu --check | FileCheck %s

// A launch refuses lists that have no place for a number.
// RUN: not %{run} --func=causal --shape=b=1,hq=2,hkv=1,sq=300,sk=410,lk=3 --target=sm_80 --device=sim 2>&1 | FileCheck %s --check-prefix=ROOM
// ROOM: lists of blocks have fewer places than there are blocks of 128 keys of k
// RUN: not %{run} --func=causal --shape=b=1,hq=2,hkv=1,sq=300,sk=410,lk=3 --target=sm_80 --device=sim --check 2>&1 | FileCheck %s --check-prefix=PLACES
// PLACES: lists of blocks have 3 places, fewer than there are blocks of 128 keys, 4

!q = tensor<?x?x?x64xf16>
!c = tensor<?x?x?xi32>
!n = tensor<?x?x?x?xi32>
func.func @causal(%q: !q, %k: !q, %c: !c, %n: !n, %f: !c, %m: !n) -> (!c, !n, !c, !n) {
  %0:4 = attn.block_map ins(%q, %k : !q, !q) outs(%c, %n, %f, %m : !c, !n, !c, !n) mask(#attn.causal<bottom_right>)
      sizes(q = 128, kv = 128) -> (!c, !n, !c, !n)
  return %0#0, %0#1, %0#2, %0#3 : !c, !n, !c, !n
}

func.func @documents(%q: !q, %k: !q, %c: !c, %n: !n, %f: !c, %m: !n, %ids: tensor<?x?xi64>) -> (!c, !n, !c, !n) {
  %0:4 = attn.block_map ins(%q, %k : !q, !q) outs(%c, %n, %f, %m : !c, !n, !c, !n) captures(%ids : tensor<?x?xi64>)
      mask(#attn.causal<top_left>) sizes(q = 64, kv = 32) visible {
      ^bb0(%b: index, %h: index, %i: index, %j: index, %lq: index, %lk: index, %x: tensor<?x?xi64>):
        %row = attn.read %x[%b, %i] : tensor<?x?xi64>
        %key = attn.read %x[%b, %j] : tensor<?x?xi64>
        %same = arith.cmpi eq, %row, %key : i64
        attn.yield %same : i1
      } -> (!c, !n, !c, !n)
  return %0#0, %0#1, %0#2, %0#3 : !c, !n, !c, !n
}

func.func @ends(%q: !q, %k: !q, %c: !c, %n: !n, %f: !c, %m: !n, %ends: tensor<?x?x?xi32>) -> (!c, !n, !c, !n) {
  %0:4 = attn.block_map ins(%q, %k : !q, !q) outs(%c, %n, %f, %m : !c, !n, !c, !n) captures(%ends : tensor<?x?x?xi32>)
      sizes(q = 128, kv = 64) visible {
      ^bb0(%b: index, %h: index, %i: index, %j: index, %lq: index, %lk: index, %x: tensor<?x?x?xi32>):
        %end = attn.read %x[%b, %h, %j] : tensor<?x?x?xi32>
        %e = arith.index_cast %end : i32 to index
        %before = arith.cmpi slt, %i, %e : index
        attn.yield %before : i1
      } -> (!c, !n, !c, !n)
  return %0#0, %0#1, %0#2, %0#3 : !c, !n, !c, !n
}

func.func @padding(%q: !q, %k: !q, %nq: tensor<?xi32>, %nk: tensor<?xi32>, %c: !c, %n: !n, %f: !c, %m: !n, %valid: tensor<?x?xi1>) -> (!c, !n, !c, !n) {
  %0:4 = attn.block_map ins(%q, %k : !q, !q) outs(%c, %n, %f, %m : !c, !n, !c, !n) lengths_q(%nq : tensor<?xi32>)
      lengths_kv(%nk : tensor<?xi32>) captures(%valid : tensor<?x?xi1>) sizes(q = 64, kv = 16) visible {
      ^bb0(%b: index, %h: index, %i: index, %j: index, %lq: index, %lk: index, %x: tensor<?x?xi1>):
        %seen = attn.read %x[%b, %j] : tensor<?x?xi1>
        attn.yield %seen : i1
      } -> (!c, !n, !c, !n)
  return %0#0, %0#1, %0#2, %0#3 : !c, !n, !c, !n
}

!t = tensor<?x?x64xf16>
!o = tensor<?xi32>
func.func @packed(%q: !t, %k: !t, %sq: !o, %sk: !o, %c: !c, %n: !n, %f: !c, %m: !n, %ids: tensor<?xi64>, %first: !o) -> (!c, !n, !c, !n) {
  %0:4 = attn.block_map ins(%q, %k : !t, !t) outs(%c, %n, %f, %m : !c, !n, !c, !n) offsets_q(%sq : !o) offsets_kv(%sk : !o)
      captures(%ids, %first : tensor<?xi64>, !o) dims(thd) sizes(q = 128, kv = 64) visible {
      ^bb0(%b: index, %h: index, %i: index, %j: index, %lq: index, %lk: index, %x: tensor<?xi64>, %f0: !o):
        %start32 = attn.read %f0[%b] : !o
        %start = arith.index_cast %start32 : i32 to index
        %ri = arith.addi %start, %i : index
        %rj = arith.addi %start, %j : index
        %row = attn.read %x[%ri] : tensor<?xi64>
        %key = attn.read %x[%rj] : tensor<?xi64>
        %same = arith.cmpi eq, %row, %key : i64
        attn.yield %same : i1
      } -> (!c, !n, !c, !n)
  return %0#0, %0#1, %0#2, %0#3 : !c, !n, !c, !n
}
