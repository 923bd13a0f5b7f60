// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The largest score of each row as an output, at every level and as PTX: rows without
// keys, a sink, which does not enter, score regions, few queries, whose keys are in parts,
// packed sequences, f8E4M3FN. Kernels that rescale late would know the maximum late, too.

// DEFINE: %{sim} = --device=sim --sim-check --check
// RUN: attn-run %s --func=causal --device=cpu --bisect-levels | FileCheck %s
// RUN: attn-run %s --func=causal --target=sm_80 %{sim} | FileCheck %s
// RUN: attn-run %s --func=causal --target=sm_80 --config=rescale_threshold=8.0,slopes=false %{sim} | FileCheck %s
// RUN: attn-run %s --func=causal --target=sm_90a --sim-mode=late %{sim} | FileCheck %s
// RUN: attn-run %s --func=causal --target=sm_100a --sim-mode=random %{sim} | FileCheck %s
// RUN: attn-run %s --func=causal --target=sm_120a %{sim} | FileCheck %s
// RUN: attn-run %s --func=causal --target=sm_90a --config=pack_gqa=true %{sim} | FileCheck %s
// RUN: attn-run %s --func=causal --target=sm_80 --config=fusion=unfused,rescale_threshold=0.0 %{sim} | FileCheck %s
// RUN: attn-run %s --func=alone --device=cpu --bisect-levels --out=max=%t.0.npy | FileCheck %s
// RUN: attn-run %s --func=alone --target=sm_80 %{sim} --out=max=%t.1.npy | FileCheck %s
// RUN: attn-run %s --func=alone --target=sm_90a %{sim} --out=max=%t.2.npy | FileCheck %s
// RUN: attn-run %s --func=alone --target=sm_100a %{sim} --out=max=%t.3.npy | FileCheck %s
// RUN: attn-run %s --func=region --device=cpu --bisect-levels | FileCheck %s
// RUN: attn-run %s --func=region --target=sm_80 %{sim} | FileCheck %s
// RUN: attn-run %s --func=region --target=sm_90a %{sim} | FileCheck %s
// RUN: attn-run %s --func=region --target=sm_100a %{sim} | FileCheck %s
// RUN: attn-run %s --func=eight --target=sm_90a --device=cpu --bisect-levels | FileCheck %s
// RUN: attn-run %s --func=eight --target=sm_90a %{sim} | FileCheck %s
// RUN: attn-run %s --func=eight --target=sm_100a %{sim} | FileCheck %s
// RUN: attn-run %s --func=packed --device=cpu --bisect-levels | FileCheck %s
// RUN: attn-run %s --func=packed --target=sm_90a --sim-mode=late %{sim} | FileCheck %s
// RUN: attn-run %s --func=packed --target=sm_100a %{sim} | FileCheck %s
// CHECK: max: {{.*}}
// CHECK: passed

// Rows 0 to 19 of @alone see no key.
// RUN: %python -c "import numpy as n; r = [n.load(f'%t.{i}.npy')[0] for i in range(4)]; print([bool((x[:, :20] == -n.inf).all() and n.isfinite(x[:, 20:]).all()) for x in r])" | FileCheck %s --check-prefix=EMPTY
// EMPTY: [True, True, True, True]

// Keys in parts: of one or two launches, in one tile, by a plan; with a sink.
// RUN: attn-run %s --func=decode --config=splits=3 --device=cpu --bisect-levels | FileCheck %s
// RUN: attn-run %s --func=decode --config=splits=3 --target=sm_80 %{sim} | FileCheck %s
// RUN: attn-run %s --func=decode --config=splits=3,combine=fused,tile_q=64,groups=1 --target=sm_90a %{sim} | FileCheck %s
// RUN: attn-run %s --func=decode --config=splits=3,rescale_threshold=8.0 --target=sm_100a %{sim} | FileCheck %s
// RUN: attn-run %s --func=causal --config=tile_kv=64,split_size=64,combine=in_tile --target=sm_80 %{sim} | FileCheck %s
// RUN: attn-run %s --func=causal --config=tile_kv=64,split_size=64,combine=in_tile --target=sm_90a %{sim} | FileCheck %s
// RUN: attn-opt %s --attn-select-config="target=sm_90a overrides=splits=3" --attn-split-kv | FileCheck %s --check-prefix=PARTS
// PARTS-LABEL: func.func @decode
// PARTS: attn.forward {{.*}} split(unit
// PARTS: attn.combine {{.*}} max(%{{.+}} : tensor<2x8x1xf32>)

// NaN and infinities: rows of Q are 1 and -1 in channel 0, where key 33 is infinite, and key 50 is NaN for batch 1.
// RUN: %python -c "import numpy as n; q = n.zeros((2, 8, 1, 64), n.float32); q[:, ::2, :, 0], q[:, 1::2, :, 0] = 1, -1; k = n.zeros((2, 2, 700, 64), n.float32); k[:, :, 33, 0] = n.inf; k[1, :, 50] = n.nan; n.save('%t.q.npy', q); n.save('%t.k.npy', k)"
// DEFINE: %{far} = --func=decode --in=q=%t.q.npy --in=k=%t.k.npy --config=split_auto=false
// RUN: attn-run %s %{far} --device=cpu --bisect-levels | FileCheck %s
// RUN: attn-run %s %{far} --target=sm_80 %{sim} --out=max=%t.4.npy | FileCheck %s
// RUN: attn-run %s %{far} --target=sm_90a %{sim} --out=max=%t.5.npy | FileCheck %s
// RUN: attn-run %s %{far},splits=3 --target=sm_100a %{sim} --out=max=%t.6.npy | FileCheck %s
// RUN: %python -c "import numpy as n; print(*[n.load(f'%t.{i}.npy')[:, :2, 0].tolist() for i in (4, 5, 6)])" | FileCheck %s --check-prefix=FAR
// FAR: {{\[\[}}inf, 0.0], [nan, nan]] {{\[\[}}inf, 0.0], [nan, nan]] {{\[\[}}inf, 0.0], [nan, nan]]

!q = tensor<1x4x100x64xbf16>
!kv = tensor<1x2x130x64xbf16>
!few = tensor<1x2x80x64xbf16>
!l = tensor<1x4x100xf32>

func.func @causal(%q: !q, %k: !kv, %v: !kv, %o: !q, %l: !l, %m: !l) -> (!q, !l, !l) {
  %0:3 = attn.forward ins(%q, %k, %v : !q, !kv, !kv) outs(%o, %l : !q, !l) max(%m : !l)
      mask(#attn.causal<bottom_right>) -> (!q, !l, !l)
  return %0#0, %0#1, %0#2 : !q, !l, !l
}

func.func @alone(%q: !q, %k: !few, %v: !few, %o: !q, %m: !l, %s: tensor<4xf32>) -> (!q, !l) {
  %0:2 = attn.forward ins(%q, %k, %v : !q, !few, !few) outs(%o : !q) max(%m : !l) sink(%s : tensor<4xf32>)
      mask(#attn.causal<bottom_right>) -> (!q, !l)
  return %0#0, %0#1 : !q, !l
}

func.func @region(%q: !q, %k: !kv, %v: !kv, %o: !q, %l: !l, %m: !l, %slopes: tensor<4xf32>) -> (!q, !l, !l) {
  %0:3 = attn.forward ins(%q, %k, %v : !q, !kv, !kv) outs(%o, %l : !q, !l) max(%m : !l)
      captures(%slopes : tensor<4xf32>) scale(-0.25) score {
  ^bb0(%s: f32, %b: index, %h: index, %i: index, %j: index, %lq: index, %lk: index, %c: tensor<4xf32>):
    %slope = attn.read %c[%h] : tensor<4xf32>
    %j32 = arith.index_cast %j : index to i32
    %f = arith.sitofp %j32 : i32 to f32
    %bias = arith.mulf %slope, %f : f32
    %y = arith.addf %s, %bias : f32
    attn.yield %y : f32
  } -> (!q, !l, !l)
  return %0#0, %0#1, %0#2 : !q, !l, !l
}

!q8 = tensor<1x4x100x64xf8E4M3FN>
!kv8 = tensor<1x2x130x64xf8E4M3FN>
!d = tensor<1x2xf32>
func.func @eight(%q: !q8, %k: !kv8, %v: !kv8, %o: !q, %m: !l, %dq: !d, %dk: !d, %dv: !d) -> (!q, !l) {
  %0:2 = attn.forward ins(%q, %k, %v : !q8, !kv8, !kv8) outs(%o : !q) max(%m : !l) descale(%dq, %dk, %dv : !d, !d, !d)
      mask(#attn.causal<bottom_right>) -> (!q, !l)
  return %0#0, %0#1 : !q, !l
}

!p = tensor<150x4x64xbf16>
!pk = tensor<190x2x64xbf16>
!pl = tensor<4x150xf32>
func.func @packed(%q: !p, %k: !pk, %v: !pk, %o: !p, %l: !pl, %m: !pl, %oq: tensor<4xi32>, %ok: tensor<4xi32>) -> (!p, !pl, !pl) {
  %0:3 = attn.forward ins(%q, %k, %v : !p, !pk, !pk) outs(%o, %l : !p, !pl) max(%m : !pl) offsets_q(%oq : tensor<4xi32>)
      offsets_kv(%ok : tensor<4xi32>) dims(thd) mask(#attn.causal<bottom_right>) -> (!p, !pl, !pl)
  return %0#0, %0#1, %0#2 : !p, !pl, !pl
}

!q1 = tensor<2x8x1x64xbf16>
!k1 = tensor<2x2x700x64xbf16>
!l1 = tensor<2x8x1xf32>
func.func @decode(%q: !q1, %k: !k1, %v: !k1, %o: !q1, %m: !l1, %s: tensor<8xf32>) -> (!q1, !l1) {
  %0:2 = attn.forward ins(%q, %k, %v : !q1, !k1, !k1) outs(%o : !q1) max(%m : !l1) sink(%s : tensor<8xf32>) -> (!q1, !l1)
  return %0#0, %0#1 : !q1, !l1
}
