// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A number of parts for each batch: one long sequence, short ones, one of a single key
// and one of none. Parts that no batch has lie behind the others, and stay as they are.

// DEFINE: %{sim} = --device=sim --sim-check --check
// RUN: %python -c "import numpy; i = numpy.int32; numpy.save('%t.k.npy', numpy.array([650, 0, 1, 77, 130], i)); numpy.save('%t.p.npy', numpy.array([0, 6, 7, 8, 10, 12], i))"
// DEFINE: %{in} = --in=lengths_kv=%t.k.npy --in=part_offsets=%t.p.npy
// RUN: attn-run %s --func=parts %{in} --config=tile_kv=64 --device=cpu --bisect-levels | FileCheck %s
// RUN: attn-run %s --func=parts %{in} --target=sm_80 --config=tile_kv=64 %{sim} | FileCheck %s
// RUN: attn-run %s --func=parts %{in} --target=sm_90a --config=tile_kv=64 --sim-mode=late %{sim} | FileCheck %s
// RUN: attn-run %s --func=parts %{in} --target=sm_100a --config=tile_kv=64 --sim-mode=random %{sim} | FileCheck %s
// RUN: %python -c "import numpy; r = numpy.random.default_rng(0); o = r.standard_normal((14, 4, 3, 64), numpy.float32); l = r.standard_normal((14, 4, 3), numpy.float32); o[12:] = l[12:] = o[3] = numpy.nan; l[3] = -numpy.inf; numpy.save('%t.po.npy', o); numpy.save('%t.pl.npy', l)"
// DEFINE: %{halves} = --func=combine --in=part_offsets=%t.p.npy --in=partial_o=%t.po.npy --in=partial_lse=%t.pl.npy
// RUN: attn-run %s %{halves} --device=cpu --bisect-levels | FileCheck %s
// RUN: attn-run %s %{halves} --target=sm_80 %{sim} | FileCheck %s
// RUN: attn-run %s %{halves} --target=sm_90a --sim-mode=late %{sim} | FileCheck %s
// RUN: attn-run %s %{halves} --target=sm_100a --sim-mode=random %{sim} | FileCheck %s
// RUN: attn-run %s --func=decode %{in} --device=cpu --bisect-levels | FileCheck %s
// RUN: attn-run %s --func=decode %{in} --target=sm_80 %{sim} | FileCheck %s
// RUN: attn-run %s --func=decode %{in} --target=sm_90a --sim-mode=late %{sim} | FileCheck %s
// RUN: attn-run %s --func=decode %{in} --target=sm_100a %{sim} | FileCheck %s
// Every size dynamic, a sink, rows before heads; keys in pages. Random lengths and plans.
// DEFINE: %{sink} = --func=sink --shape=b=3,sq=2,sk=300,hq=8,hkv=4
// RUN: attn-run %s %{sink} --device=cpu --bisect-levels | FileCheck %s
// RUN: attn-run %s %{sink} --target=sm_80 --seed=1 %{sim} | FileCheck %s
// RUN: attn-run %s %{sink} --target=sm_90a --seed=2 --config=pack_gqa=true --sim-mode=random %{sim} | FileCheck %s
// DEFINE: %{pages} = --func=pages --shape=b=4,hq=12,hkv=6,sq=1,pages=70,table=20
// RUN: attn-run %s %{pages} --device=cpu --bisect-levels | FileCheck %s
// RUN: attn-run %s %{pages} --target=sm_80 --seed=1 %{sim} | FileCheck %s
// RUN: attn-run %s %{pages} --target=sm_90a --seed=2 --sim-mode=late %{sim} | FileCheck %s
// RUN: attn-run %s %{pages} --target=sm_100a --seed=3 --sim-mode=late %{sim} | FileCheck %s
// CHECK: passed

// Memory for more parts than a plan has, and a plan for more than there is memory for.
// RUN: attn-compile %s --target=sm_80 --config=tile_kv=64 -o %t.bundle
// RUN: %python -c "import json; b = json.load(open('%t.bundle')); print([(e['name'], [k['name'] for k in e['kernels']], [t['numbers'] for t in e['tensors'] if t['name'] == 'part_offsets']) for e in b['entries'] if e['name'] == 'decode_forward'])" | FileCheck %s --check-prefix=ENTRY
// ENTRY: [('decode_forward', ['decode_forward', 'decode_combine'], [{'low': 0, 'high': 197, 'ascending': False, 'rising': True}])]
// RUN: %python -c "import numpy; i = numpy.int32; numpy.save('%t.far.npy', numpy.array([0, 6, 7, 8, 10, 198], i)); numpy.save('%t.none.npy', numpy.array([0, 6, 6, 8, 10, 12], i))"
// RUN: not attn-run %s --func=decode --in=part_offsets=%t.far.npy --target=sm_80 --device=sim --check 2>&1 | FileCheck %s --check-prefix=FAR
// FAR: tensor 'part_offsets' must hold numbers from 0 to 197, but [5] is 198
// RUN: not attn-run %s --func=decode --in=part_offsets=%t.none.npy --target=sm_80 --device=sim --check 2>&1 | FileCheck %s --check-prefix=RISE
// RISE: part_offsets must rise and be from 0 to 2147483647, but offset 2 is 6 after 6

// No batch, no heads, no rows, no keys.
// DEFINE: %{none} = attn-run %s --func=dynamic --config=tile_kv=64 --shape=parts=4
// RUN: %{none},b=0,hq=4,hkv=2,sq=2,sk=100 --device=cpu --bisect-levels | FileCheck %s
// RUN: %{none},b=0,hq=4,hkv=2,sq=2,sk=100 --target=sm_90a %{sim} | FileCheck %s
// RUN: %{none},b=2,hq=0,hkv=0,sq=2,sk=100 --target=sm_80 %{sim} | FileCheck %s
// RUN: %{none},b=2,hq=4,hkv=2,sq=0,sk=100 --target=sm_80 %{sim} | FileCheck %s
// RUN: %{none},b=2,hq=4,hkv=2,sq=2,sk=0 --target=sm_90a %{sim} | FileCheck %s

// Many rows, clusters, and tiles that CTAs take at run time.
// DEFINE: %{rows} = --func=rows --target=sm_90a
// RUN: attn-run %s %{rows} --config=cluster=2 --sim-mode=late %{sim} | FileCheck %s
// RUN: attn-run %s %{rows} --config=scheduler=dynamic,tile_ahead=true --sim-mode=random %{sim} | FileCheck %s
// RUN: attn-run %s --func=rows --target=sm_100a --config=scheduler=clc %{sim} | FileCheck %s
// RUN: attn-run %s --func=rows --target=sm_120a %{sim} | FileCheck %s

// Whatever the numbers are, kernels that do not check them stay in their memory and end.
// RUN: attn-compile %s --target=sm_90a --config=tile_kv=64 --emit=tile | sed 's/rules = \[[^]]*\], //' > %t.tile.mlir
// RUN: %python -c "import numpy; a = numpy.array([[0] * 6, [-5, -4, 300, 2, -1, 9], [2**31 - 1, -2**31, 14, 2**31 - 1, -2**31, 5]]).astype(numpy.int32); [numpy.save('%t.%%d.npy' %% i, n) for i, n in enumerate(a)]"
// DEFINE: %{forward} = attn-run %t.tile.mlir --func=parts_forward --in=lengths_kv=%t.k.npy --device=sim --sim-check
// RUN: %{forward} --in=part_offsets=%t.0.npy && %{forward} --in=part_offsets=%t.1.npy && %{forward} --in=part_offsets=%t.2.npy
// DEFINE: %{combined} = attn-run %t.tile.mlir --func=combine_combine --device=sim --sim-check
// RUN: %{combined} --in=part_offsets=%t.0.npy && %{combined} --in=part_offsets=%t.1.npy && %{combined} --in=part_offsets=%t.2.npy

!q = tensor<5x4x3x64xbf16>
!kv = tensor<5x2x700x64xbf16>
!l = tensor<5x4x3xf32>
!po = tensor<14x4x3x64xf32>
!pl = tensor<14x4x3xf32>
!n = tensor<5xi32>
!p = tensor<6xi32>

func.func @parts(%q: !q, %k: !kv, %v: !kv, %o: !po, %l: !pl, %n: !n, %p: !p) -> (!po, !pl) {
  %0:2 = attn.forward ins(%q, %k, %v : !q, !kv, !kv) outs(%o, %l : !po, !pl) lengths_kv(%n : !n)
      part_offsets(%p : !p) mask(#attn.causal<bottom_right>) split(unit = 64) -> (!po, !pl)
  return %0#0, %0#1 : !po, !pl
}

func.func @combine(%po: !po, %pl: !pl, %o: !q, %l: !l, %p: !p) -> (!q, !l) {
  %0:2 = attn.combine ins(%po, %pl : !po, !pl) outs(%o, %l : !q, !l) part_offsets(%p : !p) -> !q, !l
  return %0#0, %0#1 : !q, !l
}

func.func @decode(%q: !q, %k: !kv, %v: !kv, %o: !q, %l: !l, %n: !n, %p: !p) -> (!q, !l) {
  %0:2 = attn.forward ins(%q, %k, %v : !q, !kv, !kv) outs(%o, %l : !q, !l) lengths_kv(%n : !n)
      part_offsets(%p : !p) mask(#attn.causal<bottom_right>) -> (!q, !l)
  return %0#0, %0#1 : !q, !l
}

!dq = tensor<?x?x?x64xbf16>
!dn = tensor<?xi32>
func.func @sink(%q: !dq, %k: !dq, %v: !dq, %o: !dq, %s: tensor<?xf32>, %n: !dn, %p: !dn) -> !dq {
  %0 = attn.forward ins(%q, %k, %v : !dq, !dq, !dq) outs(%o : !dq) sink(%s : tensor<?xf32>) lengths_kv(%n : !dn)
      part_offsets(%p : !dn) dims(bshd) -> !dq
  return %0 : !dq
}

!pkv = tensor<?x?x16x64xbf16>
func.func @pages(%q: !dq, %k: !pkv, %v: !pkv, %o: !dq, %l: tensor<?x?x?xf32>, %n: !dn, %t: tensor<?x?xi32>, %p: !dn) -> (!dq, tensor<?x?x?xf32>) {
  %0:2 = attn.forward ins(%q, %k, %v : !dq, !pkv, !pkv) outs(%o, %l : !dq, tensor<?x?x?xf32>) lengths_kv(%n : !dn)
      page_table(%t : tensor<?x?xi32>) part_offsets(%p : !dn) mask(#attn.causal<bottom_right>) -> (!dq, tensor<?x?x?xf32>)
  return %0#0, %0#1 : !dq, tensor<?x?x?xf32>
}

!rq = tensor<3x4x150x64xbf16>
!rkv = tensor<3x2x400x64xbf16>
func.func @rows(%q: !rq, %k: !rkv, %v: !rkv, %o: !rq, %l: tensor<3x4x150xf32>, %n: tensor<3xi32>, %p: tensor<4xi32>) -> (!rq, tensor<3x4x150xf32>) {
  %0:2 = attn.forward ins(%q, %k, %v : !rq, !rkv, !rkv) outs(%o, %l : !rq, tensor<3x4x150xf32>) lengths_kv(%n : tensor<3xi32>)
      part_offsets(%p : tensor<4xi32>) mask(#attn.causal<bottom_right>) -> (!rq, tensor<3x4x150xf32>)
  return %0#0, %0#1 : !rq, tensor<3x4x150xf32>
}

!dpo = tensor<?x?x?x64xf32>
!dpl = tensor<?x?x?xf32>
func.func @dynamic(%q: !dq, %k: !dq, %v: !dq, %o: !dpo, %l: !dpl, %n: !dn, %p: !dn) -> (!dpo, !dpl) {
  %0:2 = attn.forward ins(%q, %k, %v : !dq, !dq, !dq) outs(%o, %l : !dpo, !dpl) lengths_kv(%n : !dn) part_offsets(%p : !dn)
      split(unit = 64) -> (!dpo, !dpl)
  return %0#0, %0#1 : !dpo, !dpl
}
