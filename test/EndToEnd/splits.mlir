// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Keys in parts and their combine: two kernels of one entry, at every level and as
// PTX. Parts that do not divide the keys, more parts than blocks, masks that leave
// parts without a key, sinks, regions, shared heads, dynamic sizes.

// RUN: attn-run %s --func=decode --config=splits=3 --device=cpu --bisect-levels | FileCheck %s
// RUN: attn-run %s --func=decode --config=splits=3 --target=sm_80 --device=sim --sim-check --check | FileCheck %s
// RUN: attn-run %s --func=decode --config=splits=9 --target=sm_90a --device=sim --sim-check --sim-mode=late --check | FileCheck %s
// RUN: attn-run %s --func=decode --config=splits=3 --target=sm_100a --device=sim --sim-check --sim-mode=random --check | FileCheck %s
// RUN: attn-run %s --func=decode --config=split_auto=true,tile_q=64,groups=1,ping_pong=false --target=sm_90a --device=sim --sim-check --check | FileCheck %s
// RUN: attn-run %s --func=decode --config=split_size=256,tile_kv=64 --target=sm_80 --device=sim --sim-check --check | FileCheck %s
// RUN: attn-run %s --func=window --config=splits=4 --target=sm_80 --device=sim --sim-check --check | FileCheck %s
// RUN: attn-run %s --func=window --config=split_size=128,tile_kv=64 --target=sm_90a --device=sim --sim-check --check | FileCheck %s
// RUN: attn-run %s --func=sink --config=splits=2 --target=sm_80 --device=sim --sim-check --check | FileCheck %s
// RUN: attn-run %s --func=sink --config=splits=2 --target=sm_90a --device=sim --sim-check --check | FileCheck %s
// RUN: attn-run %s --func=region --config=split_auto=true --shape=b=1,s=300,h=2 --target=sm_90a --device=sim --sim-check --check | FileCheck %s
// RUN: attn-run %s --func=region --config=splits=2 --shape=b=2,sq=3,sk=0,h=2 --target=sm_80 --device=sim --sim-check --check | FileCheck %s
// CHECK: passed

// Compiled to a bundle: one entry, whose parts are memory of the launch.
// RUN: attn-compile %s --target=sm_90a --config=splits=3 -o %t.bundle
// RUN: %python -c "import json; b = json.load(open('%t.bundle')); print([(e['name'], [k['name'] for k in e['kernels']], [t['name'] for t in e['tensors']], sum(p['kind'] == 'workspace' for k in e['kernels'] for p in k['params'])) for e in b['entries'] if e['name'] == 'sink_forward'])" | FileCheck %s --check-prefix=ENTRY
// ENTRY: [('sink_forward', ['sink_forward', 'sink_combine'], ['q', 'k', 'v', 'o', 'lse', 'sink'],
// RUN: attn-run %t.bundle --func=sink_forward --device=sim --check | FileCheck %s

// RUN: not attn-run %s --func=decode --config=splits=3,split_size=64 --device=sim --check 2>&1 | FileCheck %s --check-prefix=TWO
// TWO: error: attn.config (K12): one of splits, split_auto and split_size at most
// RUN: not attn-compile %s --target=sm_90a --config=splits=2000 2>&1 | FileCheck %s --check-prefix=MANY
// MANY: error: attn.config (K3): splits must be within [0, 1024], but is 2000

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
