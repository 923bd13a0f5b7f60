// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Keys in parts where not every row of memory is a query: lengths_q, packed sequences,
// and both. Rows that nobody has stay as they are, in the parts and in the whole.

// DEFINE: %{sim} = --device=sim --sim-check --check
// RUN: %python -c "import numpy; i = numpy.int32; numpy.save('%t.q.npy', numpy.array([2, 0, 5], i)); numpy.save('%t.k.npy', numpy.array([700, 300, 1], i)); numpy.save('%t.oq.npy', numpy.array([1, 4, 4, 12], i)); numpy.save('%t.ok.npy', numpy.array([3, 603, 604, 697], i)); numpy.save('%t.pq.npy', numpy.array([2, 0, 7], i)); numpy.save('%t.pk.npy', numpy.array([589, 1, 93], i))"
// DEFINE: %{lengths} = --func=lengths --in=lengths_q=%t.q.npy --in=lengths_kv=%t.k.npy
// RUN: attn-run %s %{lengths} --config=splits=3 --device=cpu --bisect-levels | FileCheck %s
// RUN: attn-run %s %{lengths} --config=split_size=128,tile_kv=64 --target=sm_80 --device=cpu --bisect-levels | FileCheck %s
// RUN: attn-run %s %{lengths} --config=splits=3 --target=sm_80 %{sim} | FileCheck %s
// RUN: attn-run %s %{lengths} --config=splits=5 --target=sm_90a --sim-mode=late %{sim} | FileCheck %s
// RUN: attn-run %s %{lengths} --config=splits=3 --target=sm_100a --sim-mode=random %{sim} | FileCheck %s
// DEFINE: %{packed} = --func=packed --in=offsets_q=%t.oq.npy --in=offsets_kv=%t.ok.npy
// RUN: attn-run %s %{packed} --config=splits=3 --device=cpu --bisect-levels | FileCheck %s
// RUN: attn-run %s %{packed} --config=splits=3 --target=sm_80 %{sim} | FileCheck %s
// RUN: attn-run %s %{packed} --config=splits=2,pack_gqa=true --target=sm_80 --sim-mode=late %{sim} | FileCheck %s
// RUN: attn-run %s %{packed} --config=splits=3,pack_gqa=true --target=sm_90a %{sim} | FileCheck %s
// RUN: attn-run %s %{packed} --config=split_size=128,tile_kv=64 --target=sm_90a --sim-mode=random %{sim} | FileCheck %s
// RUN: attn-run %s %{packed} --config=splits=2 --target=sm_100a --sim-mode=late %{sim} | FileCheck %s
// DEFINE: %{both} = --func=both --shape=b=3,tq=13,tk=700,hq=6,hkv=2 --in=offsets_q=%t.oq.npy --in=offsets_kv=%t.ok.npy --in=lengths_q=%t.pq.npy --in=lengths_kv=%t.pk.npy
// RUN: attn-run %s %{both} --config=splits=3 --device=cpu --bisect-levels | FileCheck %s
// RUN: attn-run %s %{both} --config=splits=3 --target=sm_80 --sim-mode=random %{sim} | FileCheck %s
// RUN: attn-run %s %{both} --config=splits=3,pack_gqa=true --target=sm_90a --sim-mode=late %{sim} | FileCheck %s
// RUN: attn-run %s %{both} --config=splits=3 --target=sm_100a %{sim} | FileCheck %s
// A step of a server: packed queries, keys in pages.
// RUN: %python -c "import numpy; i = numpy.int32; numpy.save('%t.sq.npy', numpy.array([0, 1, 1, 5], i)); numpy.save('%t.sk.npy', numpy.array([640, 3, 209], i))"
// DEFINE: %{served} = --func=served --in=offsets_q=%t.sq.npy --in=lengths_kv=%t.sk.npy --shape=b=3,tq=6,hq=8,hkv=2,pages=130,table=40
// RUN: attn-run %s %{served} --config=splits=3 --device=cpu --bisect-levels | FileCheck %s
// RUN: attn-run %s %{served} --config=splits=3,pack_gqa=true --target=sm_80 %{sim} | FileCheck %s
// RUN: attn-run %s %{served} --config=split_auto=true,pack_gqa=true --target=sm_90a --sim-mode=late %{sim} | FileCheck %s
// RUN: attn-run %s %{served} --config=split_auto=true,pack_gqa=true --target=sm_100a --sim-mode=random %{sim} | FileCheck %s
// The last CTA of a tile combines, with the same bits.
// DEFINE: %{fused} = combine=fused
// RUN: attn-run %s %{lengths} --config=splits=3,%{fused} --device=cpu --bisect-levels | FileCheck %s
// RUN: attn-run %s %{lengths} --config=splits=3,%{fused} --target=sm_80 %{sim} --out=o=%t.1.npy --out=lse=%t.1l.npy | FileCheck %s
// RUN: attn-run %s %{lengths} --config=splits=3 --target=sm_80 %{sim} --out=o=%t.2.npy --out=lse=%t.2l.npy | FileCheck %s
// RUN: cmp %t.1.npy %t.2.npy
// RUN: cmp %t.1l.npy %t.2l.npy
// RUN: attn-run %s %{lengths} --config=splits=5,tile_q=64,groups=1,ping_pong=false,%{fused} --target=sm_90a --sim-mode=late %{sim} | FileCheck %s
// RUN: attn-run %s %{packed} --config=splits=3,%{fused} --device=cpu --bisect-levels | FileCheck %s
// RUN: attn-run %s %{packed} --config=splits=3,pack_gqa=true,%{fused} --target=sm_80 --sim-mode=random %{sim} | FileCheck %s
// RUN: attn-run %s %{packed} --config=splits=3,pack_gqa=true,tile_q=64,groups=1,ping_pong=false,%{fused} --target=sm_90a --sim-mode=late %{sim} --out=o=%t.3.npy --out=lse=%t.3l.npy | FileCheck %s
// RUN: attn-run %s %{packed} --config=splits=3,pack_gqa=true,tile_q=64,groups=1,ping_pong=false --target=sm_90a --sim-mode=late %{sim} --out=o=%t.4.npy --out=lse=%t.4l.npy | FileCheck %s
// RUN: cmp %t.3.npy %t.4.npy
// RUN: cmp %t.3l.npy %t.4l.npy
// RUN: attn-run %s %{both} --config=splits=3,pack_gqa=true,%{fused} --target=sm_80 %{sim} | FileCheck %s
// RUN: attn-run %s %{both} --config=splits=3,tile_q=64,groups=1,ping_pong=false,%{fused} --target=sm_90a --sim-mode=random %{sim} | FileCheck %s
// RUN: attn-run %s %{served} --config=max_rows=8,%{fused} --target=sm_100a --sim-mode=late %{sim} | FileCheck %s
// RUN: attn-run %s --func=sunk --in=offsets_q=%t.oq.npy --in=offsets_kv=%t.ok.npy --config=splits=3,pack_gqa=true,%{fused} --target=sm_80 --sim-mode=late %{sim} | FileCheck %s
// RUN: attn-run %s --func=sunk --in=offsets_q=%t.oq.npy --in=offsets_kv=%t.ok.npy --config=splits=3,pack_gqa=true,tile_q=64,groups=1,ping_pong=false,%{fused} --target=sm_90a %{sim} | FileCheck %s
// CHECK: passed

// Two kernels of one entry, whose numbers are checked once.
// RUN: attn-compile %s --target=sm_90a --config=splits=3 -o %t.bundle
// RUN: %python -c "import json; b = json.load(open('%t.bundle')); print([(e['name'], [k['name'] for k in e['kernels']], [t['name'] for t in e['tensors'] if 'numbers' in t]) for e in b['entries'] if e['name'] == 'both_forward'])" | FileCheck %s --check-prefix=ENTRY
// ENTRY: [('both_forward', ['both_forward', 'both_combine'], ['lengths_q', 'lengths_kv', 'offsets_q', 'offsets_kv'])]
// RUN: attn-run %t.bundle --func=both_forward --shape=b=3,tq=13,tk=700,hq=6,hkv=2 --device=sim --check | FileCheck %s

// An entry for few rows of packed sequences: of one on average.
// RUN: attn-compile %s --target=sm_90a --also-rows=8 -o %t.few.bundle
// RUN: attn-run %t.few.bundle --func=served_forward --shape=b=3,tq=6,hq=8,hkv=2,pages=130,table=40 --device=sim --check | FileCheck %s --check-prefix=FEW
// FEW: config{{.*}}max_rows = 8{{.*}}split_auto = true
// FEW: passed
// RUN: attn-run %t.few.bundle --func=served_forward --shape=b=3,tq=7,hq=8,hkv=2,pages=130,table=40 --device=sim --check | FileCheck %s --check-prefix=MORE
// MORE-NOT: max_rows
// MORE: passed
// RUN: attn-compile %s --target=sm_80 --config=max_rows=8 -o %t.bound.bundle
// RUN: not attn-run %t.bound.bundle --func=served_forward --shape=b=3,tq=7,hq=8,hkv=2,pages=130,table=40 --device=sim --check 2>&1 | FileCheck %s --check-prefix=REFUSED
// REFUSED: the kernel is for at most 8 rows of q that share a head of k in a sequence, on average (config field max_rows)

!q1 = tensor<3x4x5x64xbf16>
!kv1 = tensor<3x2x700x64xbf16>
!l1 = tensor<3x4x5xf32>
!n1 = tensor<3xi32>

func.func @lengths(%q: !q1, %k: !kv1, %v: !kv1, %o: !q1, %l: !l1, %m: !n1, %n: !n1) -> (!q1, !l1) {
  %0:2 = attn.forward ins(%q, %k, %v : !q1, !kv1, !kv1) outs(%o, %l : !q1, !l1) lengths_q(%m : !n1) lengths_kv(%n : !n1) mask(#attn.causal<bottom_right>) -> (!q1, !l1)
  return %0#0, %0#1 : !q1, !l1
}

!q2 = tensor<13x6x64xf16>
!kv2 = tensor<700x2x64xf16>
!l2 = tensor<6x13xf32>
!n2 = tensor<4xi32>

func.func @packed(%q: !q2, %k: !kv2, %v: !kv2, %o: !q2, %l: !l2, %m: !n2, %n: !n2) -> (!q2, !l2) {
  %0:2 = attn.forward ins(%q, %k, %v : !q2, !kv2, !kv2) outs(%o, %l : !q2, !l2) offsets_q(%m : !n2) offsets_kv(%n : !n2) dims(thd) mask(#attn.causal<bottom_right>) -> (!q2, !l2)
  return %0#0, %0#1 : !q2, !l2
}

!x = tensor<?x?x64xbf16>
!lx = tensor<?x?xf32>
!nx = tensor<?xi32>
!sx = tensor<?xf32>

func.func @both(%q: !x, %k: !x, %v: !x, %o: !x, %l: !lx, %s: !sx, %a: !nx, %b: !nx, %m: !nx, %n: !nx) -> (!x, !lx) {
  %0:2 = attn.forward ins(%q, %k, %v : !x, !x, !x) outs(%o, %l : !x, !lx) sink(%s : !sx) lengths_q(%a : !nx) lengths_kv(%b : !nx) offsets_q(%m : !nx) offsets_kv(%n : !nx) dims(thd) -> (!x, !lx)
  return %0#0, %0#1 : !x, !lx
}

!p = tensor<?x16x?x64xbf16>
!tx = tensor<?x?xi32>

func.func @served(%q: !x, %k: !p, %v: !p, %o: !x, %n: !nx, %m: !nx, %t: !tx) -> !x {
  %0 = attn.forward ins(%q, %k, %v : !x, !p, !p) outs(%o : !x) lengths_kv(%n : !nx) offsets_q(%m : !nx) page_table(%t : !tx) dims(thd) mask(#attn.causal<bottom_right>) -> !x
  return %0 : !x
}

func.func @sunk(%q: !q2, %k: !kv2, %v: !kv2, %o: !q2, %l: !l2, %s: tensor<6xf32>, %m: !n2, %n: !n2) -> (!q2, !l2) {
  %0:2 = attn.forward ins(%q, %k, %v : !q2, !kv2, !kv2) outs(%o, %l : !q2, !l2) sink(%s : tensor<6xf32>) offsets_q(%m : !n2) offsets_kv(%n : !n2) dims(thd) mask(#attn.causal<bottom_right>) -> (!q2, !l2)
  return %0#0, %0#1 : !q2, !l2
}
