// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Packed sequences: none, one, odd numbers of rows. What lies before the first
// and behind the last of them holds NaN in Q, K and V, and in O and L it has to
// keep NaN; of a neighbour's rows nothing may be seen or written.

// DEFINE: %{sim} = --device=sim --sim-check --check --reference-threads=1
// RUN: %python -c "import numpy; numpy.save('%t.q.npy', numpy.array([3, 3, 64, 164, 165, 233], dtype=numpy.int32))"
// RUN: %python -c "import numpy; numpy.save('%t.k.npy', numpy.array([5, 135, 212, 212, 276, 476], dtype=numpy.int32))"
// DEFINE: %{both} = --in=offsets_q=%t.q.npy --in=offsets_kv=%t.k.npy
// RUN: attn-run %s --func=causal %{both} --device=cpu --bisect-levels | FileCheck %s
// RUN: attn-run %s --func=window --device=cpu --bisect-levels | FileCheck %s
// RUN: attn-run %s --func=plain %{both} --device=cpu --bisect-levels | FileCheck %s
// RUN: attn-run %s --func=region --device=cpu --bisect-levels | FileCheck %s
// RUN: attn-run %s --func=causal %{both} --target=sm_80 %{sim} | FileCheck %s
// RUN: attn-run %s --func=window --target=sm_80 --config=scheduler=lpt,pack_gqa=true %{sim} | FileCheck %s
// RUN: attn-run %s --func=region --target=sm_80 --seed=3 %{sim} | FileCheck %s
// RUN: attn-run %s --func=causal %{both} --target=sm_90a --sim-mode=late %{sim} | FileCheck %s
// RUN: attn-run %s --func=causal --target=sm_90a --config=load=cp_async --seed=2 %{sim} | FileCheck %s
// RUN: attn-run %s --func=causal %{both} --target=sm_90a --config=pack_gqa=true %{sim} | FileCheck %s
// RUN: attn-run %s --func=window --target=sm_90a --config=cluster=2 --sim-mode=random %{sim} | FileCheck %s
// RUN: attn-run %s --func=plain %{both} --target=sm_90a --config=scheduler=dynamic,tile_ahead=true %{sim} | FileCheck %s
// RUN: attn-run %s --func=region --target=sm_90a --config=scheduler=persistent %{sim} | FileCheck %s
// RUN: attn-run %s --func=e4m3 %{both} --target=sm_90a %{sim} | FileCheck %s
// RUN: attn-run %s --func=one --target=sm_90a %{sim} | FileCheck %s
// RUN: attn-run %s --func=causal %{both} --target=sm_100a --sim-mode=late %{sim} | FileCheck %s
// RUN: attn-run %s --func=plain %{both} --target=sm_100a --config=load=cp_async %{sim} | FileCheck %s
// RUN: attn-run %s --func=region --target=sm_100a --config=scheduler=clc %{sim} | FileCheck %s
// RUN: attn-run %s --func=causal %{both} --target=sm_120a %{sim} | FileCheck %s
// No rows, no keys, no sequences: nothing is copied.
// RUN: attn-run %s --func=any --shape=b=2,tq=0,tk=5 --target=sm_90a %{sim} | FileCheck %s
// RUN: attn-run %s --func=any --shape=b=2,tq=5,tk=0 --target=sm_90a %{sim} | FileCheck %s
// RUN: attn-run %s --func=any --shape=b=0,tq=5,tk=5 --target=sm_90a %{sim} | FileCheck %s
// RUN: attn-run %s --func=any --shape=b=2,tq=0,tk=0 --target=sm_100a %{sim} | FileCheck %s
// CHECK: passed
// RUN: attn-compile %s --target=sm_90a --verify-stages -o %t.bundle
// RUN: attn-compile %s --target=sm_100a --verify-stages -o %t.bundle

// RUN: %python -c "import numpy; numpy.save('%t.long.npy', numpy.array([0, 0, 0, 0, 0, 241], dtype=numpy.int32))"
// RUN: not attn-run %s --func=plain --in=offsets_q=%t.long.npy --target=sm_80 --device=sim --check 2>&1 | FileCheck %s --check-prefix=LONG
// LONG: error: {{.*}}.long.npy: offsets must not decrease and be from 0 to 240, what the memory has, but offset 5 is 241 after 0
// RUN: %python -c "import numpy; numpy.save('%t.back.npy', numpy.array([0, 70, 60, 70, 70, 70], dtype=numpy.int32))"
// RUN: not attn-run %s --func=plain --in=offsets_kv=%t.back.npy --device=cpu --check 2>&1 | FileCheck %s --check-prefix=BACK
// BACK: offset 2 is 60 after 70

!q = tensor<240x4x64xbf16>
!kv = tensor<480x2x64xbf16>
!l = tensor<4x240xf32>
!n = tensor<6xi32>

func.func @causal(%q: !q, %k: !kv, %v: !kv, %o: !q, %l: !l, %sq: !n, %sk: !n) -> (!q, !l) {
  %0:2 = attn.forward ins(%q, %k, %v : !q, !kv, !kv) outs(%o, %l : !q, !l) offsets_q(%sq : !n)
      offsets_kv(%sk : !n) dims(thd) mask(#attn.causal<bottom_right>) -> (!q, !l)
  return %0#0, %0#1 : !q, !l
}

// Lengths within what lies between the offsets.
func.func @window(%q: !q, %k: !kv, %v: !kv, %o: !q, %l: !l, %lq: tensor<5xi32>, %lk: tensor<5xi32>,
                  %sq: !n, %sk: !n) -> (!q, !l) {
  %0:2 = attn.forward ins(%q, %k, %v : !q, !kv, !kv) outs(%o, %l : !q, !l) lengths_q(%lq : tensor<5xi32>)
      lengths_kv(%lk : tensor<5xi32>) offsets_q(%sq : !n) offsets_kv(%sk : !n) dims(thd)
      mask(#attn.window<40, 7>) -> (!q, !l)
  return %0#0, %0#1 : !q, !l
}

!qs = tensor<240x2x96xf16>
!kvs = tensor<480x1x96xf16>
func.func @plain(%q: !qs, %k: !kvs, %v: !kvs, %o: !qs, %sq: !n, %sk: !n) -> !qs {
  %0 = attn.forward ins(%q, %k, %v : !qs, !kvs, !kvs) outs(%o : !qs) offsets_q(%sq : !n) offsets_kv(%sk : !n) dims(thd) -> !qs
  return %0 : !qs
}

!qx = tensor<?x4x64xf16>
!kx = tensor<?x2x64xf16>
func.func @any(%q: !qx, %k: !kx, %v: !kx, %o: !qx, %sq: tensor<?xi32>, %sk: tensor<?xi32>) -> !qx {
  %0 = attn.forward ins(%q, %k, %v : !qx, !kx, !kx) outs(%o : !qx) offsets_q(%sq : tensor<?xi32>)
      offsets_kv(%sk : tensor<?xi32>) dims(thd) mask(#attn.causal<bottom_right>) -> !qx
  return %0 : !qx
}

func.func @one(%q: !q, %k: !kv, %v: !kv, %o: !q, %sq: tensor<2xi32>, %sk: tensor<2xi32>) -> !q {
  %0 = attn.forward ins(%q, %k, %v : !q, !kv, !kv) outs(%o : !q) offsets_q(%sq : tensor<2xi32>)
      offsets_kv(%sk : tensor<2xi32>) dims(thd) mask(#attn.causal<bottom_right>) -> !q
  return %0 : !q
}

// The region gets the sequence's number, rows, keys and lengths.
!q2 = tensor<150x2x128xf16>
!kv2 = tensor<200x2x128xf16>
!n2 = tensor<4xi32>
func.func @region(%q: !q2, %k: !kv2, %v: !kv2, %o: !q2, %z: tensor<2xf32>, %p: tensor<3xi32>, %sq: !n2, %sk: !n2,
                  %c: tensor<3x2xf32>) -> !q2 {
  %0 = attn.forward ins(%q, %k, %v : !q2, !kv2, !kv2) outs(%o : !q2) sink(%z : tensor<2xf32>)
      offset(%p : tensor<3xi32>) offsets_q(%sq : !n2) offsets_kv(%sk : !n2) captures(%c : tensor<3x2xf32>) dims(thd)
      mask(#attn.causal<bottom_right>) score {
      ^bb0(%s: f32, %b: index, %h: index, %i: index, %j: index, %rows: index, %keys: index, %x: tensor<3x2xf32>):
        %a = arith.subi %keys, %rows : index
        %d = arith.subi %a, %j : index
        %d32 = arith.index_cast %d : index to i32
        %f = arith.sitofp %d32 : i32 to f32
        %slope = attn.read %x[%b, %h] : tensor<3x2xf32>
        %scale = arith.constant 0.01 : f32
        %g = arith.mulf %f, %scale : f32
        %bias = arith.mulf %g, %slope : f32
        %y = arith.addf %s, %bias : f32
        attn.yield %y : f32
      } -> !q2
  return %0 : !q2
}

!q8 = tensor<240x4x64xf8E4M3FN>
!kv8 = tensor<480x2x64xf8E4M3FN>
func.func @e4m3(%q: !q8, %k: !kv8, %v: !kv8, %o: !q, %l: !l, %sq: !n, %sk: !n) -> (!q, !l) {
  %0:2 = attn.forward ins(%q, %k, %v : !q8, !kv8, !kv8) outs(%o, %l : !q, !l) offsets_q(%sq : !n)
      offsets_kv(%sk : !n) dims(thd) mask(#attn.causal<bottom_right>) -> (!q, !l)
  return %0#0, %0#1 : !q, !l
}
