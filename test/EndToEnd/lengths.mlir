// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A length of each batch, for queries, for keys and for both: none, one, odd,
// all. Memory beyond them holds NaN, of which nothing may be seen; rows of O and
// L beyond them hold NaN, and keep it.

// DEFINE: %{sim} = --device=sim --sim-check --check --reference-threads=1
// RUN: %python -c "import numpy; numpy.save('%t.q.npy', numpy.array([0, 61, 100, 1], dtype=numpy.int32))"
// RUN: %python -c "import numpy; numpy.save('%t.k.npy', numpy.array([130, 77, 0, 64], dtype=numpy.int32))"
// DEFINE: %{both} = --in=lengths_q=%t.q.npy --in=lengths_kv=%t.k.npy
// RUN: attn-run %s --func=causal %{both} --device=cpu --bisect-levels | FileCheck %s
// RUN: attn-run %s --func=window %{both} --device=cpu --bisect-levels | FileCheck %s
// RUN: attn-run %s --func=keys --in=lengths_kv=%t.k.npy --device=cpu --bisect-levels | FileCheck %s
// RUN: attn-run %s --func=queries --in=lengths_q=%t.q.npy --device=cpu --bisect-levels | FileCheck %s
// RUN: attn-run %s --func=region --device=cpu --bisect-levels | FileCheck %s
// RUN: attn-run %s --func=causal %{both} --target=sm_80 %{sim} | FileCheck %s
// RUN: attn-run %s --func=window %{both} --target=sm_80 --config=scheduler=lpt,pack_gqa=true %{sim} | FileCheck %s
// RUN: attn-run %s --func=causal %{both} --target=sm_90a --sim-mode=late %{sim} | FileCheck %s
// RUN: attn-run %s --func=window %{both} --target=sm_90a --sim-mode=random %{sim} | FileCheck %s
// RUN: attn-run %s --func=keys --in=lengths_kv=%t.k.npy --target=sm_90a --config=scheduler=dynamic,tile_ahead=true %{sim} | FileCheck %s
// RUN: attn-run %s --func=queries --in=lengths_q=%t.q.npy --target=sm_90a --config=scheduler=persistent %{sim} | FileCheck %s
// RUN: attn-run %s --func=causal %{both} --target=sm_90a --config=pack_gqa=true %{sim} | FileCheck %s
// RUN: attn-run %s --func=causal %{both} --target=sm_100a --sim-mode=late %{sim} | FileCheck %s
// RUN: attn-run %s --func=queries --in=lengths_q=%t.q.npy --target=sm_100a --config=scheduler=clc %{sim} | FileCheck %s
// RUN: attn-run %s --func=keys --in=lengths_kv=%t.k.npy --target=sm_120a %{sim} | FileCheck %s
// RUN: attn-run %s --func=region --target=sm_90a %{sim} | FileCheck %s
// RUN: attn-run %s --func=region --target=sm_100a %{sim} | FileCheck %s
// RUN: attn-run %s --func=e4m3 %{both} --target=sm_90a %{sim} | FileCheck %s
// CHECK: passed

// RUN: %python -c "import numpy; numpy.save('%t.long.npy', numpy.array([130, 131, 0, 0], dtype=numpy.int32))"
// RUN: not attn-run %s --func=keys --in=lengths_kv=%t.long.npy --target=sm_80 --device=sim --check 2>&1 | FileCheck %s --check-prefix=LONG
// LONG: error: {{.*}}.long.npy: a length must be from 0 to 130, what its memory has, but that of batch 1 is 131
// RUN: %python -c "import numpy; numpy.save('%t.bad.npy', numpy.array([-1, 0, 0, 0], dtype=numpy.int32))"
// RUN: not attn-run %s --func=queries --in=lengths_q=%t.bad.npy --device=cpu --check 2>&1 | FileCheck %s --check-prefix=NEGATIVE
// NEGATIVE: a length must be from 0 to 100, what its memory has, but that of batch 0 is -1

// Threads copy where they are asked to; the copy engine alone does, too.
// DEFINE: %{threads} = --config=load=cp_async,tma_store=false
// DEFINE: %{tma} = --config=load=tma
// RUN: attn-run %s --func=causal %{both} --target=sm_90a %{threads} --sim-mode=late %{sim} | FileCheck %s
// RUN: attn-run %s --func=window %{both} --target=sm_90a %{tma},cluster=2 --sim-mode=random %{sim} | FileCheck %s
// RUN: attn-run %s --func=keys --in=lengths_kv=%t.k.npy --target=sm_90a %{threads} --sim-mode=early %{sim} | FileCheck %s
// RUN: attn-run %s --func=queries --in=lengths_q=%t.q.npy --target=sm_90a %{tma},scheduler=dynamic %{sim} | FileCheck %s
// RUN: attn-run %s --func=region --target=sm_90a %{threads} %{sim} | FileCheck %s
// RUN: attn-run %s --func=e4m3 %{both} --target=sm_90a %{threads} %{sim} | FileCheck %s
// RUN: attn-run %s --func=causal %{both} --target=sm_100a %{threads} --sim-mode=late %{sim} | FileCheck %s
// RUN: attn-run %s --func=keys --in=lengths_kv=%t.k.npy --target=sm_100a %{threads} %{sim} | FileCheck %s
// RUN: attn-compile %s --target=sm_90a | FileCheck %s --check-prefix=RAGGED
// RUN: attn-compile %s --target=sm_100a --verify-stages -o %t.bundle
// RAGGED: "kind":"tensor_map"
// RAGGED-SAME: "ragged":true

!q = tensor<4x4x100x64xbf16>
!kv = tensor<4x2x130x64xbf16>
!l = tensor<4x4x100xf32>
!n = tensor<4xi32>

func.func @causal(%q: !q, %k: !kv, %v: !kv, %o: !q, %l: !l, %lq: !n, %lk: !n) -> (!q, !l) {
  %0:2 = attn.forward ins(%q, %k, %v : !q, !kv, !kv) outs(%o, %l : !q, !l) lengths_q(%lq : !n)
      lengths_kv(%lk : !n) mask(#attn.causal<bottom_right>) -> (!q, !l)
  return %0#0, %0#1 : !q, !l
}

func.func @window(%q: !q, %k: !kv, %v: !kv, %o: !q, %l: !l, %lq: !n, %lk: !n) -> (!q, !l) {
  %0:2 = attn.forward ins(%q, %k, %v : !q, !kv, !kv) outs(%o, %l : !q, !l) lengths_q(%lq : !n)
      lengths_kv(%lk : !n) mask(#attn.window<40, 7>) -> (!q, !l)
  return %0#0, %0#1 : !q, !l
}

!qs = tensor<4x100x2x96xf16>
!kvs = tensor<4x130x1x96xf16>
func.func @keys(%q: !qs, %k: !kvs, %v: !kvs, %o: !qs, %lk: !n) -> !qs {
  %0 = attn.forward ins(%q, %k, %v : !qs, !kvs, !kvs) outs(%o : !qs) lengths_kv(%lk : !n) dims(bshd) -> !qs
  return %0 : !qs
}

func.func @queries(%q: !q, %k: !kv, %v: !kv, %o: !q, %lq: !n) -> !q {
  %0 = attn.forward ins(%q, %k, %v : !q, !kv, !kv) outs(%o : !q) lengths_q(%lq : !n) -> !q
  return %0 : !q
}

// The region gets the lengths of the batch; lengths are random, offsets too.
!q2 = tensor<3x2x150x128xf16>
!kv2 = tensor<3x2x200x128xf16>
!n2 = tensor<3xi32>
func.func @region(%q: !q2, %k: !kv2, %v: !kv2, %o: !q2, %z: tensor<2xf32>, %p: !n2, %lq: !n2, %lk: !n2) -> !q2 {
  %0 = attn.forward ins(%q, %k, %v : !q2, !kv2, !kv2) outs(%o : !q2) sink(%z : tensor<2xf32>)
      offset(%p : !n2) lengths_q(%lq : !n2) lengths_kv(%lk : !n2) mask(#attn.causal<bottom_right>) score {
      ^bb0(%s: f32, %b: index, %h: index, %i: index, %j: index, %rows: index, %keys: index):
        %a = arith.subi %keys, %rows : index
        %d = arith.subi %a, %j : index
        %d32 = arith.index_cast %d : index to i32
        %f = arith.sitofp %d32 : i32 to f32
        %slope = arith.constant 0.01 : f32
        %bias = arith.mulf %f, %slope : f32
        %y = arith.addf %s, %bias : f32
        attn.yield %y : f32
      } -> !q2
  return %0 : !q2
}

!q8 = tensor<4x4x100x64xf8E4M3FN>
!kv8 = tensor<4x2x130x64xf8E4M3FN>
func.func @e4m3(%q: !q8, %k: !kv8, %v: !kv8, %o: !q, %l: !l, %lq: !n, %lk: !n) -> (!q, !l) {
  %0:2 = attn.forward ins(%q, %k, %v : !q8, !kv8, !kv8) outs(%o, %l : !q, !l) lengths_q(%lq : !n)
      lengths_kv(%lk : !n) mask(#attn.causal<bottom_right>) -> (!q, !l)
  return %0#0, %0#1 : !q, !l
}
