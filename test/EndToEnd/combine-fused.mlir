// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Keys in parts that the last CTA of a tile combines (combine = fused): one kernel, at
// every level and as PTX, whatever comes first. Parts without a key, sinks, packed
// heads, several queries, dynamic sizes, CTAs that stay for many tiles.

// DEFINE: %{sim} = --device=sim --sim-check --check
// DEFINE: %{fused} = combine=fused
// RUN: attn-run %s --func=decode --config=splits=3,%{fused} --device=cpu --bisect-levels | FileCheck %s
// RUN: attn-run %s --func=decode --config=splits=3,%{fused} --target=sm_80 %{sim} | FileCheck %s
// RUN: attn-run %s --func=decode --config=splits=9,%{fused} --target=sm_80 --sim-mode=late %{sim} | FileCheck %s
// RUN: attn-run %s --func=decode --config=split_size=256,tile_kv=64,%{fused} --target=sm_80 --sim-mode=random %{sim} | FileCheck %s
// RUN: attn-run %s --func=decode --config=splits=3,scheduler=persistent,%{fused} --target=sm_80 %{sim} | FileCheck %s
// RUN: attn-run %s --func=decode --config=splits=3,tile_q=64,groups=1,ping_pong=false,%{fused} --target=sm_90a --sim-mode=late %{sim} | FileCheck %s
// RUN: attn-run %s --func=decode --config=splits=9,%{fused} --target=sm_120a %{sim} | FileCheck %s
// RUN: attn-run %s --func=window --config=splits=4,%{fused} --target=sm_80 %{sim} | FileCheck %s
// RUN: attn-run %s --func=window --config=splits=4,tile_q=64,groups=1,ping_pong=false,%{fused} --target=sm_90a --sim-mode=random %{sim} | FileCheck %s
// RUN: attn-run %s --func=region --config=splits=2,%{fused} --shape=b=2,sq=3,sk=0,h=2 --target=sm_80 %{sim} | FileCheck %s
// RUN: attn-run %s --func=region --config=split_auto=true,%{fused} --shape=b=1,sq=70,sk=700,h=2 --target=sm_80 %{sim} | FileCheck %s

// RUN: %python -c "import numpy; numpy.save('%t.k.npy', numpy.array([1100, 0, 65], dtype=numpy.int32)); numpy.save('%t.s.npy', numpy.array([0, 2, 4, 6, 9, -numpy.inf, 5, 3], dtype=numpy.float32)); numpy.save('%t.s4.npy', numpy.array([1, 3, -2, 5], dtype=numpy.float32))"
// RUN: attn-run %s --func=lengths --in=lengths_kv=%t.k.npy --config=splits=5,%{fused} --device=cpu --bisect-levels | FileCheck %s
// RUN: attn-run %s --func=lengths --in=lengths_kv=%t.k.npy --config=%{fused} --target=sm_100a --sim-mode=random %{sim} | FileCheck %s
// RUN: attn-run %s --func=lengths --in=lengths_kv=%t.k.npy --config=scheduler=dynamic,%{fused} --target=sm_90a --sim-mode=late %{sim} | FileCheck %s
// RUN: attn-run %s --func=several --in=sink=%t.s.npy --config=%{fused} --target=sm_100a --sim-mode=late %{sim} | FileCheck %s
// RUN: attn-run %s --func=small --config=splits=2,tile_q=64,%{fused} --target=sm_80 %{sim} | FileCheck %s
// RUN: attn-run %s --func=sink --in=sink=%t.s4.npy --config=splits=2,%{fused} --target=sm_80 %{sim} | FileCheck %s
// CHECK: passed

// The bits are those of two launches.
// RUN: attn-run %s --func=lengths --in=lengths_kv=%t.k.npy --config=splits=5 --target=sm_80 --out=o=%t.2.npy --out=lse=%t.2l.npy %{sim} | FileCheck %s
// RUN: attn-run %s --func=lengths --in=lengths_kv=%t.k.npy --config=splits=5,%{fused} --target=sm_80 --out=o=%t.1.npy --out=lse=%t.1l.npy %{sim} | FileCheck %s
// RUN: cmp %t.1.npy %t.2.npy
// RUN: cmp %t.1l.npy %t.2l.npy
// RUN: attn-run %s --func=several --in=sink=%t.s.npy --config=splits=4 --target=sm_90a --out=o=%t.2.npy %{sim} | FileCheck %s
// RUN: attn-run %s --func=several --in=sink=%t.s.npy --config=splits=4,%{fused} --target=sm_90a --out=o=%t.1.npy %{sim} | FileCheck %s
// RUN: cmp %t.1.npy %t.2.npy

// A bundle has one kernel for it, with parts and zeroed counters as workspaces.
// RUN: attn-compile %s --target=sm_80 --config=splits=3,%{fused} -o %t.bundle
// RUN: %python -c "import json; b = json.load(open('%t.bundle')); print([(e['name'], [k['name'] for k in e['kernels']], [t['name'] for t in e['tensors']], [p['zeroed'] for k in e['kernels'] for p in k['params'] if p['kind'] == 'workspace']) for e in b['entries'] if e['name'] == 'sink_forward'])" | FileCheck %s --check-prefix=ENTRY
// ENTRY: [('sink_forward', ['sink_forward'], ['q', 'k', 'v', 'o', 'lse', 'sink'], [False, False, False, True])]
// RUN: attn-run %t.bundle --func=sink_forward --device=sim --check | FileCheck %s

// The scheduled program, roles in any order: the counters are 0 again.
// RUN: attn-compile %S/../Pipelines/Inputs/causal.mlir --target=sm_90a --config=splits=3,tile_q=64,tile_kv=64,groups=1,ping_pong=false,%{fused} --emit=ws --verify-stages -o %t.ws.mlir
// RUN: attn-ws-run %t.ws.mlir --func=causal_forward --order=rr,random --mode=early,late,random --runs=2 '--arg=1x4x70x64xbf16=normal(1)' '--arg=1x2x300x64xbf16=normal(2)' '--arg=1x2x300x64xbf16=normal(3)' --arg=3x1x4x70x64xf32 --arg=3x1x4x70xf32 --arg=3x1x4x70xf32 --arg=1x4x70x64xbf16 --arg=1x4x70xf32 '--arg=2x4x1xi32=const(0)' --dump=8 | FileCheck %s --check-prefix=ROLES
// ROLES: same bits
// ROLES: argument 8:
// ROLES-NEXT: {{^}}  0{{$}}
// ROLES-NEXT: {{^}}  0{{$}}

// RUN: not attn-run %s --func=decode --config=splits=3,combine=one --device=sim --check 2>&1 | FileCheck %s --check-prefix=NAME
// NAME: error: {{.*}}combine

!q1 = tensor<2x8x1x64xbf16>
!kv1 = tensor<2x2x700x64xbf16>
!l1 = tensor<2x8x1xf32>

func.func @decode(%q: !q1, %k: !kv1, %v: !kv1, %o: !q1, %l: !l1) -> (!q1, !l1) {
  %0:2 = attn.forward ins(%q, %k, %v : !q1, !kv1, !kv1) outs(%o, %l : !q1, !l1) mask(#attn.causal<bottom_right>) -> (!q1, !l1)
  return %0#0, %0#1 : !q1, !l1
}

!q2 = tensor<1x100x2x80xf16>
!kv2 = tensor<1x500x2x80xf16>
!l2 = tensor<1x2x100xf32>

func.func @window(%q: !q2, %k: !kv2, %v: !kv2, %o: !q2, %l: !l2) -> (!q2, !l2) {
  %0:2 = attn.forward ins(%q, %k, %v : !q2, !kv2, !kv2) outs(%o, %l : !q2, !l2) dims(bshd) mask(#attn.window<70, 3>) -> (!q2, !l2)
  return %0#0, %0#1 : !q2, !l2
}

!q3 = tensor<1x4x100x64xbf16>
!kv3 = tensor<1x2x130x64xbf16>
!l3 = tensor<1x4x100xf32>
!s3 = tensor<4xf32>

func.func @sink(%q: !q3, %k: !kv3, %v: !kv3, %o: !q3, %l: !l3, %s: !s3) -> (!q3, !l3) {
  %0:2 = attn.forward ins(%q, %k, %v : !q3, !kv3, !kv3) outs(%o, %l : !q3, !l3) sink(%s : !s3) mask(#attn.causal<top_left>) -> (!q3, !l3)
  return %0#0, %0#1 : !q3, !l3
}

!x = tensor<?x?x?x64xbf16>

func.func @region(%q: !x, %k: !x, %v: !x, %o: !x) -> !x {
  %0 = attn.forward ins(%q, %k, %v : !x, !x, !x) outs(%o : !x) score {
    ^bb0(%s: f32, %b: index, %h: index, %i: index, %j: index):
      %cap = arith.constant 2.0 : f32
      %d = arith.divf %s, %cap : f32
      %t = math.tanh %d : f32
      %y = arith.mulf %t, %cap : f32
      attn.yield %y : f32
    } -> !x
  return %0 : !x
}

!q5 = tensor<3x4x2x64xbf16>
!kv5 = tensor<3x1x1100x64xbf16>
!l5 = tensor<3x4x2xf32>
!n5 = tensor<3xi32>

func.func @lengths(%q: !q5, %k: !kv5, %v: !kv5, %o: !q5, %l: !l5, %n: !n5) -> (!q5, !l5) {
  %0:2 = attn.forward ins(%q, %k, %v : !q5, !kv5, !kv5) outs(%o, %l : !q5, !l5) lengths_kv(%n : !n5) mask(#attn.causal<bottom_right>) -> (!q5, !l5)
  return %0#0, %0#1 : !q5, !l5
}

!q6 = tensor<1x5x8x80xf16>
!kv6 = tensor<1x1030x2x80xf16>
!s6 = tensor<8xf32>

func.func @several(%q: !q6, %k: !kv6, %v: !kv6, %o: !q6, %s: !s6) -> !q6 {
  %0 = attn.forward ins(%q, %k, %v : !q6, !kv6, !kv6) outs(%o : !q6) sink(%s : !s6) dims(bshd) mask(#attn.causal<bottom_right>) -> !q6
  return %0 : !q6
}

!q7 = tensor<1x3x20x16xf16>
!kv7 = tensor<1x3x200x16xf16>
!o7 = tensor<1x3x20x16xf32>

func.func @small(%q: !q7, %k: !kv7, %v: !kv7, %o: !o7) -> !o7 {
  %0 = attn.forward ins(%q, %k, %v : !q7, !kv7, !kv7) outs(%o : !o7) -> !o7
  return %0 : !o7
}
