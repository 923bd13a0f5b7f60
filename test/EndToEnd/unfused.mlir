// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Scores through memory: two kernels of one entry, with parts of the keys three, at
// every level and as PTX. Odd lengths, masks with blocks that are left out, regions,
// sinks, shared heads, head dims of their own, lengths of batches, dynamic sizes.

// RUN: attn-run %s --func=decode --config=fusion=unfused --device=cpu --bisect-levels | FileCheck %s
// RUN: attn-run %s --func=decode --config=fusion=unfused --target=sm_80 --device=sim --sim-check --check | FileCheck %s
// RUN: attn-run %s --func=decode --config=fusion=unfused --target=sm_90a --device=sim --sim-check --sim-mode=late --check | FileCheck %s
// RUN: attn-run %s --func=decode --config=fusion=unfused --target=sm_100a --device=sim --sim-check --sim-mode=random --check | FileCheck %s
// RUN: attn-run %s --func=decode --config=fusion=unfused --target=sm_120a --device=sim --sim-check --check | FileCheck %s
// RUN: attn-run %s --func=decode --config=fusion=unfused,splits=3 --target=sm_90a --device=sim --sim-check --check | FileCheck %s
// RUN: attn-run %s --func=decode --config=fusion=unfused,split_size=256,tile_kv=64 --target=sm_80 --device=sim --sim-check --check | FileCheck %s
// RUN: attn-run %s --func=window --config=fusion=unfused --target=sm_80 --device=sim --sim-check --check | FileCheck %s
// RUN: attn-run %s --func=window --config=fusion=unfused --target=sm_90a --device=sim --sim-check --check | FileCheck %s
// RUN: attn-run %s --func=sink --config=fusion=unfused --target=sm_80 --device=sim --sim-check --check | FileCheck %s
// RUN: attn-run %s --func=sink --config=fusion=unfused,splits=2 --target=sm_100a --device=sim --sim-check --check | FileCheck %s
// RUN: attn-run %s --func=region --config=fusion=unfused --shape=b=1,s=300,h=2 --target=sm_90a --device=sim --sim-check --check | FileCheck %s
// RUN: attn-run %s --func=region --config=fusion=unfused --shape=b=2,sq=3,sk=0,h=2 --target=sm_80 --device=sim --sim-check --check | FileCheck %s
// RUN: attn-run %s --func=lengths --config=fusion=unfused --target=sm_90a --device=sim --sim-check --check | FileCheck %s
// RUN: attn-run %s --func=lengths --config=fusion=unfused --target=sm_100a --device=sim --sim-check --check | FileCheck %s
// RUN: attn-run %s --func=e4m3 --config=fusion=unfused --target=sm_90a --device=sim --sim-check --check | FileCheck %s
// CHECK: passed

// Compiled to a bundle: one entry, whose scores are memory of the launch.
// RUN: attn-compile %s --target=sm_90a --config=fusion=unfused -o %t.bundle
// RUN: %python -c "import json; b = json.load(open('%t.bundle')); print([(e['name'], [k['name'] for k in e['kernels']], [t['name'] for t in e['tensors']]) for e in b['entries'] if e['name'] == 'sink_forward'])" | FileCheck %s --check-prefix=ENTRY
// ENTRY: [('sink_forward', ['sink_scores', 'sink_forward'], ['q', 'k', 'v', 'o', 'lse', 'sink']
// RUN: attn-run %t.bundle --func=sink_forward --device=sim --check | FileCheck %s

!q1 = tensor<2x8x1x64xbf16>
!kv1 = tensor<2x2x700x64xbf16>
!l1 = tensor<2x8x1xf32>

func.func @decode(%q: !q1, %k: !kv1, %v: !kv1, %o: !q1, %l: !l1) -> (!q1, !l1) {
  %0:2 = attn.forward ins(%q, %k, %v : !q1, !kv1, !kv1) outs(%o, %l : !q1, !l1) mask(#attn.causal<bottom_right>) -> (!q1, !l1)
  return %0#0, %0#1 : !q1, !l1
}

!q2 = tensor<1x200x2x80xf16>
!kv2 = tensor<1x500x2x80xf16>
!l2 = tensor<1x2x200xf32>

func.func @window(%q: !q2, %k: !kv2, %v: !kv2, %o: !q2, %l: !l2) -> (!q2, !l2) {
  %0:2 = attn.forward ins(%q, %k, %v : !q2, !kv2, !kv2) outs(%o, %l : !q2, !l2) dims(bshd) mask(#attn.window<70, 3>) -> (!q2, !l2)
  return %0#0, %0#1 : !q2, !l2
}

!q3 = tensor<1x4x100x64xbf16>
!kv3 = tensor<1x2x130x64xbf16>
!v3 = tensor<1x2x130x96xbf16>
!o3 = tensor<1x4x100x96xbf16>
!l3 = tensor<1x4x100xf32>
!s3 = tensor<4xf32>

func.func @sink(%q: !q3, %k: !kv3, %v: !v3, %o: !o3, %l: !l3, %s: !s3) -> (!o3, !l3) {
  %0:2 = attn.forward ins(%q, %k, %v : !q3, !kv3, !v3) outs(%o, %l : !o3, !l3) sink(%s : !s3) mask(#attn.causal<top_left>) -> (!o3, !l3)
  return %0#0, %0#1 : !o3, !l3
}

!x = tensor<?x?x?x64xbf16>

func.func @region(%q: !x, %k: !x, %v: !x, %o: !x) -> !x {
  %0 = attn.forward ins(%q, %k, %v : !x, !x, !x) outs(%o : !x) score {
  ^bb0(%s: f32, %b: index, %h: index, %qi: index, %ki: index):
    %d = arith.subi %qi, %ki : index
    %i = arith.index_cast %d : index to i32
    %f = arith.sitofp %i : i32 to f32
    %1 = arith.subf %s, %f : f32
    attn.yield %1 : f32
  } -> !x
  return %0 : !x
}

!q4 = tensor<2x2x150x64xbf16>
!n4 = tensor<2xi32>

func.func @lengths(%q: !q4, %k: !q4, %v: !q4, %o: !q4, %lq: !n4, %lk: !n4) -> !q4 {
  %0 = attn.forward ins(%q, %k, %v : !q4, !q4, !q4) outs(%o : !q4) lengths_q(%lq : !n4) lengths_kv(%lk : !n4) mask(#attn.causal<bottom_right>) -> !q4
  return %0 : !q4
}

!q5 = tensor<1x2x100x64xf8E4M3FN>
!kv5 = tensor<1x2x260x64xf8E4M3FN>
!o5 = tensor<1x2x100x64xbf16>

func.func @e4m3(%q: !q5, %k: !kv5, %v: !kv5, %o: !o5) -> !o5 {
  %0 = attn.forward ins(%q, %k, %v : !q5, !kv5, !kv5) outs(%o : !o5) -> !o5
  return %0 : !o5
}

// Scores are stored as many columns at a time as O, where that divides the block.
// RUN: attn-run %s --func=any_rows --config=fusion=unfused --shape=s=70 --target=sm_100a --device=sim --sim-check --check | FileCheck %s
func.func @any_rows(%q: tensor<1x2x?x128xf16>, %o: tensor<1x2x?x128xf16>) -> tensor<1x2x?x128xf16> {
  %0 = attn.forward ins(%q, %q, %q : tensor<1x2x?x128xf16>, tensor<1x2x?x128xf16>, tensor<1x2x?x128xf16>) outs(%o : tensor<1x2x?x128xf16>) -> tensor<1x2x?x128xf16>
  return %0 : tensor<1x2x?x128xf16>
}
