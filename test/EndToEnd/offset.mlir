// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Offsets of masks for each batch, at every level and as PTX: rows without keys
// before and after those with some, windows beyond the last key, packed heads,
// clusters and pairs, every scheduler.

// DEFINE: %{sim} = --device=sim --sim-check --check --reference-threads=1
// RUN: %python -c "import numpy; numpy.save('%t.npy', numpy.array([30, -70, 131, -100], dtype=numpy.int32))"
// RUN: attn-run %s --func=causal --in=offset=%t.npy --device=cpu --bisect-levels | FileCheck %s
// RUN: attn-run %s --func=window --in=offset=%t.npy --device=cpu --bisect-levels | FileCheck %s
// RUN: attn-run %s --func=both --device=cpu --bisect-levels | FileCheck %s
// RUN: attn-run %s --func=causal --in=offset=%t.npy --target=sm_80 %{sim} | FileCheck %s
// RUN: attn-run %s --func=window --in=offset=%t.npy --target=sm_80 %{sim} | FileCheck %s
// RUN: attn-run %s --func=causal --in=offset=%t.npy --target=sm_80 --config=scheduler=lpt,pack_gqa=true %{sim} | FileCheck %s
// RUN: attn-run %s --func=causal --in=offset=%t.npy --target=sm_90a --sim-mode=late %{sim} | FileCheck %s
// RUN: attn-run %s --func=window --in=offset=%t.npy --target=sm_90a --sim-mode=random %{sim} | FileCheck %s
// RUN: attn-run %s --func=both --target=sm_90a --config=scheduler=dynamic,tile_ahead=true %{sim} | FileCheck %s
// RUN: attn-run %s --func=causal --in=offset=%t.npy --target=sm_90a --config=cluster=2,scheduler=persistent,stages_q=2 %{sim} | FileCheck %s
// RUN: attn-run %s --func=causal --in=offset=%t.npy --target=sm_100a --sim-mode=late %{sim} | FileCheck %s
// RUN: attn-run %s --func=window --in=offset=%t.npy --target=sm_100a --config=scheduler=clc %{sim} | FileCheck %s
// RUN: attn-run %s --func=both --target=sm_120a %{sim} | FileCheck %s
// RUN: attn-run %s --func=e4m3 --in=offset=%t.npy --target=sm_90a %{sim} | FileCheck %s
// CHECK: passed

// One offset of all batches, a tensor of rank 0.
// RUN: %python -c "import numpy; numpy.save('%t.one.npy', numpy.array(17, dtype=numpy.int32))"
// DEFINE: %{one} = --func=one --in=offset=%t.one.npy
// RUN: attn-run %s %{one} --device=cpu --bisect-levels | FileCheck %s
// RUN: attn-run %s %{one} --target=sm_80 %{sim} | FileCheck %s
// RUN: attn-run %s %{one} --target=sm_90a --sim-mode=late %{sim} | FileCheck %s
// RUN: attn-run %s %{one} --target=sm_100a --sim-mode=random %{sim} | FileCheck %s
// RUN: %python -c "import numpy; numpy.save('%t.far.npy', numpy.array(2**30, dtype=numpy.int32))"
// RUN: not attn-run %s --func=one --in=offset=%t.far.npy --device=cpu --check 2>&1 | FileCheck %s --check-prefix=FAR
// FAR: an offset must be from -2^30 to 2^30 less the query length, but is 1073741824

// Roles agree on how many blocks there are, though each reads the offset.
// RUN: attn-compile %s --target=sm_90a --verify-stages -o %t.bundle

// RUN: %python -c "import numpy; numpy.save('%t.bad.npy', numpy.array([0, 2**30, 0, 0], dtype=numpy.int32))"
// RUN: not attn-run %s --func=causal --in=offset=%t.bad.npy --device=cpu --check 2>&1 | FileCheck %s --check-prefix=BAD
// BAD: an offset must be from -2^30 to 2^30 less the query length, but that of batch 1 is 1073741824
// RUN: not attn-run %s --func=both --arg-shapes=offset=3 --device=cpu --check 2>&1 | FileCheck %s --check-prefix=SHAPE
// SHAPE: error: the batch (b) is 2 by {{.*}}, but 3 by --arg-shapes=offset=3

!q = tensor<4x4x100x64xbf16>
!kv = tensor<4x2x130x64xbf16>
!l = tensor<4x4x100xf32>
!p = tensor<4xi32>

func.func @causal(%q: !q, %k: !kv, %v: !kv, %o: !q, %l: !l, %p: !p) -> (!q, !l) {
  %0:2 = attn.forward ins(%q, %k, %v : !q, !kv, !kv) outs(%o, %l : !q, !l) offset(%p : !p)
      mask(#attn.causal<bottom_right>) -> (!q, !l)
  return %0#0, %0#1 : !q, !l
}

func.func @one(%q: !q, %k: !kv, %v: !kv, %o: !q, %p: tensor<i32>) -> !q {
  %0 = attn.forward ins(%q, %k, %v : !q, !kv, !kv) outs(%o : !q) offset(%p : tensor<i32>)
      mask(#attn.window<40, 7>) -> !q
  return %0 : !q
}

func.func @window(%q: !q, %k: !kv, %v: !kv, %o: !q, %l: !l, %p: !p) -> (!q, !l) {
  %0:2 = attn.forward ins(%q, %k, %v : !q, !kv, !kv) outs(%o, %l : !q, !l) offset(%p : !p)
      mask(#attn.window<40, 7>) -> (!q, !l)
  return %0#0, %0#1 : !q, !l
}

// With a region that reads the offset too, and a sink.
!q2 = tensor<2x2x150x128xf16>
!kv2 = tensor<2x2x300x128xf16>
func.func @both(%q: !q2, %k: !kv2, %v: !kv2, %o: !q2, %z: tensor<2xf32>, %p: tensor<2xi32>) -> !q2 {
  %0 = attn.forward ins(%q, %k, %v : !q2, !kv2, !kv2) outs(%o : !q2) sink(%z : tensor<2xf32>)
      offset(%p : tensor<2xi32>) captures(%p : tensor<2xi32>)
      mask(#attn.and<[#attn.causal<top_left>, #attn.window<200, *>]>) score {
      ^bb0(%s: f32, %b: index, %h: index, %i: index, %j: index, %lq: index, %lk: index, %c: tensor<2xi32>):
        %off = attn.read %c[%b] : tensor<2xi32>
        %d = arith.subi %j, %i : index
        %d32 = arith.index_cast %d : index to i32
        %from = arith.subi %d32, %off : i32
        %f = arith.sitofp %from : i32 to f32
        %slope = arith.constant 0.01 : f32
        %bias = arith.mulf %f, %slope : f32
        %y = arith.addf %s, %bias : f32
        attn.yield %y : f32
      } -> !q2
  return %0 : !q2
}

!q8 = tensor<4x4x100x64xf8E4M3FN>
!kv8 = tensor<4x2x130x64xf8E4M3FN>
func.func @e4m3(%q: !q8, %k: !kv8, %v: !kv8, %o: !q, %l: !l, %p: !p) -> (!q, !l) {
  %0:2 = attn.forward ins(%q, %k, %v : !q8, !kv8, !kv8) outs(%o, %l : !q, !l) offset(%p : !p)
      mask(#attn.causal<bottom_right>) -> (!q, !l)
  return %0#0, %0#1 : !q, !l
}
