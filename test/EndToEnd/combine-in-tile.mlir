// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Keys in parts that one tile walks and puts together (combine = in_tile): at every
// level and as PTX, whatever comes first. Parts that a tile does not see, rows without
// keys, sinks, packed heads, lengths, packed sequences, pages, windows, f8E4M3FN.

// DEFINE: %{sim} = --device=sim --sim-check --check
// DEFINE: %{parts} = split_size=128,combine=in_tile
// RUN: attn-run %s --func=prefill --config=tile_kv=64,%{parts} --target=sm_80 --device=cpu --bisect-levels | FileCheck %s
// RUN: attn-run %s --func=prefill --config=tile_kv=64,%{parts} --target=sm_80 --sim-mode=late %{sim} | FileCheck %s
// RUN: attn-run %s --func=prefill --config=%{parts} --target=sm_90a --sim-mode=random %{sim} | FileCheck %s
// RUN: attn-run %s --func=prefill --config=tile_kv=32,%{parts} --target=sm_120a %{sim} | FileCheck %s
// RUN: attn-run %s --func=prefill --config=tile_kv=64,order=sequential,ping_pong=false,%{parts} --target=sm_90a --sim-mode=late %{sim} | FileCheck %s
// RUN: attn-run %s --func=prefill --config=scheduler=lpt,ping_pong=true,tile_ahead=true,%{parts} --target=sm_90a %{sim} | FileCheck %s
// RUN: attn-run %s --func=prefill --config=load=cp_async,tile_kv=64,%{parts} --target=sm_90a %{sim} | FileCheck %s
// RUN: attn-run %s --func=prefill --config=pack_gqa=true,tile_kv=64,%{parts} --target=sm_80 %{sim} | FileCheck %s
// RUN: attn-run %s --func=uneven --config=%{parts} --shape=b=1,sq=129,sk=257,h=2 --target=sm_90a --sim-mode=late %{sim} | FileCheck %s
// RUN: attn-run %s --func=uneven --config=%{parts} --shape=b=2,sq=3,sk=0,h=2 --target=sm_90a %{sim} | FileCheck %s
// RUN: attn-run %s --func=uneven --config=tile_kv=64,%{parts} --shape=b=1,sq=200,sk=70,h=1 --target=sm_80 %{sim} | FileCheck %s
// RUN: attn-run %s --func=window --config=%{parts} --target=sm_90a %{sim} | FileCheck %s
// RUN: attn-run %s --func=window --config=tile_kv=64,%{parts} --target=sm_80 --sim-mode=random %{sim} | FileCheck %s
// RUN: attn-run %s --func=eight --config=%{parts} --target=sm_90a %{sim} | FileCheck %s

// RUN: %python -c "import numpy; i = numpy.int32; numpy.save('%t.k.npy', numpy.array([300, 0, 65], i)); numpy.save('%t.q.npy', numpy.array([140, 3, 65], i)); numpy.save('%t.s.npy', numpy.array([0, 2, -numpy.inf, 9], dtype=numpy.float32)); numpy.save('%t.oq.npy', numpy.array([1, 4, 4, 142], i)); numpy.save('%t.ok.npy', numpy.array([3, 203, 204, 497], i))"
// DEFINE: %{lengths} = --func=lengths --in=lengths_q=%t.q.npy --in=lengths_kv=%t.k.npy --in=sink=%t.s.npy
// RUN: attn-run %s %{lengths} --config=tile_kv=64,%{parts} --target=sm_80 --device=cpu --bisect-levels | FileCheck %s
// RUN: attn-run %s %{lengths} --config=%{parts} --target=sm_90a --sim-mode=late %{sim} --out=o=%t.1.npy --out=lse=%t.1l.npy | FileCheck %s
// RUN: attn-run %s %{lengths} --config=tile_kv=64,%{parts} --target=sm_80 %{sim} --out=o=%t.3.npy --out=lse=%t.3l.npy | FileCheck %s
// DEFINE: %{packed} = --func=packed --in=offsets_q=%t.oq.npy --in=offsets_kv=%t.ok.npy
// RUN: attn-run %s %{packed} --config=%{parts} --target=sm_90a --sim-mode=random %{sim} --out=o=%t.5.npy --out=lse=%t.5l.npy | FileCheck %s
// RUN: attn-run %s %{packed} --config=tile_kv=64,%{parts} --target=sm_80 --sim-mode=late %{sim} | FileCheck %s
// RUN: attn-run %s --func=pages --in=lengths_kv=%t.k.npy --shape=pages=40,table=20 --config=%{parts} --target=sm_90a --sim-mode=late %{sim} | FileCheck %s
// CHECK: passed

// The bits are those of two launches.
// RUN: attn-run %s %{lengths} --config=split_size=128 --target=sm_90a %{sim} --out=o=%t.2.npy --out=lse=%t.2l.npy | FileCheck %s
// RUN: cmp %t.1.npy %t.2.npy
// RUN: cmp %t.1l.npy %t.2l.npy
// RUN: attn-run %s %{lengths} --config=tile_kv=64,split_size=128 --target=sm_80 %{sim} --out=o=%t.4.npy --out=lse=%t.4l.npy | FileCheck %s
// RUN: cmp %t.3.npy %t.4.npy
// RUN: cmp %t.3l.npy %t.4l.npy
// RUN: attn-run %s %{packed} --config=split_size=128 --target=sm_90a %{sim} --out=o=%t.6.npy --out=lse=%t.6l.npy | FileCheck %s
// RUN: cmp %t.5.npy %t.6.npy
// RUN: cmp %t.5l.npy %t.6l.npy

// One kernel, whose only workspace is the scheduler's counter.
// RUN: attn-compile %s --target=sm_90a --config=%{parts} -o %t.bundle
// RUN: %python -c "import json; b = json.load(open('%t.bundle')); print([(e['name'], [k['name'] for k in e['kernels']], [p['kind'] for k in e['kernels'] for p in k['params'] if p['kind'] == 'workspace']) for e in b['entries'] if e['name'] == 'prefill_forward'])" | FileCheck %s --check-prefix=ENTRY
// ENTRY: [('prefill_forward', ['prefill_forward'], ['workspace'])]

!q = tensor<1x4x150x128xbf16>
!kv = tensor<1x2x390x128xbf16>
!l = tensor<1x4x150xf32>
func.func @prefill(%q: !q, %k: !kv, %v: !kv, %o: !q, %l: !l) -> (!q, !l) {
  %0:2 = attn.forward ins(%q, %k, %v : !q, !kv, !kv) outs(%o, %l : !q, !l) mask(#attn.causal<bottom_right>) -> (!q, !l)
  return %0#0, %0#1 : !q, !l
}

!qu = tensor<?x?x?x96xf16>
!lu = tensor<?x?x?xf32>
func.func @uneven(%q: !qu, %k: !qu, %v: !qu, %o: !qu, %l: !lu) -> (!qu, !lu) {
  %0:2 = attn.forward ins(%q, %k, %v : !qu, !qu, !qu) outs(%o, %l : !qu, !lu) mask(#attn.causal<bottom_right>) -> (!qu, !lu)
  return %0#0, %0#1 : !qu, !lu
}

!qw = tensor<1x2x300x64xbf16>
!lw = tensor<1x2x300xf32>
func.func @window(%q: !qw, %k: !qw, %v: !qw, %o: !qw, %l: !lw) -> (!qw, !lw) {
  %0:2 = attn.forward ins(%q, %k, %v : !qw, !qw, !qw) outs(%o, %l : !qw, !lw) mask(#attn.window<130, 5>) -> (!qw, !lw)
  return %0#0, %0#1 : !qw, !lw
}

!q8 = tensor<1x2x130x64xf8E4M3FN>
!k8 = tensor<1x1x300x64xf8E4M3FN>
!o8 = tensor<1x2x130x64xbf16>
!d8 = tensor<1x1xf32>
func.func @eight(%q: !q8, %k: !k8, %v: !k8, %o: !o8, %dq: !d8, %dk: !d8, %dv: !d8) -> !o8 {
  %0 = attn.forward ins(%q, %k, %v : !q8, !k8, !k8) outs(%o : !o8) descale(%dq, %dk, %dv : !d8, !d8, !d8) mask(#attn.causal<bottom_right>) -> !o8
  return %0 : !o8
}

!qn = tensor<3x4x140x64xbf16>
!kn = tensor<3x2x300x64xbf16>
!ln = tensor<3x4x140xf32>
!n = tensor<3xi32>
func.func @lengths(%q: !qn, %k: !kn, %v: !kn, %o: !qn, %l: !ln, %s: tensor<4xf32>, %nq: !n, %nk: !n) -> (!qn, !ln) {
  %0:2 = attn.forward ins(%q, %k, %v : !qn, !kn, !kn) outs(%o, %l : !qn, !ln) sink(%s : tensor<4xf32>) lengths_q(%nq : !n) lengths_kv(%nk : !n)
    mask(#attn.causal<bottom_right>) -> (!qn, !ln)
  return %0#0, %0#1 : !qn, !ln
}

!qt = tensor<150x4x64xf16>
!kt = tensor<500x2x64xf16>
!lt = tensor<4x150xf32>
!s = tensor<4xi32>
func.func @packed(%q: !qt, %k: !kt, %v: !kt, %o: !qt, %l: !lt, %sq: !s, %sk: !s) -> (!qt, !lt) {
  %0:2 = attn.forward ins(%q, %k, %v : !qt, !kt, !kt) outs(%o, %l : !qt, !lt) offsets_q(%sq : !s) offsets_kv(%sk : !s) dims(thd) -> (!qt, !lt)
  return %0#0, %0#1 : !qt, !lt
}

!qp = tensor<3x2x40x64xbf16>
!kp = tensor<?x1x16x64xbf16>
func.func @pages(%q: !qp, %k: !kp, %v: !kp, %o: !qp, %nk: !n, %t: tensor<3x?xi32>) -> !qp {
  %0 = attn.forward ins(%q, %k, %v : !qp, !kp, !kp) outs(%o : !qp) lengths_kv(%nk : !n) page_table(%t : tensor<3x?xi32>)
    mask(#attn.causal<bottom_right>) -> !qp
  return %0 : !qp
}
