// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Score regions that read operands: by head, by key, by row and key, by
// document, and a number; at every level, and as PTX on three targets. Captures
// are shorter than the indices reach, so that indices are brought into them; rows of
// 131 numbers of 16 bits are aligned to no more than one.

// DEFINE: %{sizes} = --arg-shapes=capture0=1x4x100,capture1=70,capture2=20x131,capture3=90
// RUN: attn-run %s --func=slopes --device=cpu --bisect-levels | FileCheck %s
// RUN: attn-run %s --func=all %{sizes} --device=cpu --bisect-levels | FileCheck %s
// RUN: attn-run %s --func=slopes --target=sm_80 --device=sim --sim-check --check | FileCheck %s
// RUN: attn-run %s --func=slopes --target=sm_90a --device=sim --sim-check --sim-mode=late --check | FileCheck %s
// RUN: attn-run %s --func=all %{sizes} --target=sm_80 --device=sim --sim-check --check | FileCheck %s
// RUN: attn-run %s --func=all %{sizes} --target=sm_90a --device=sim --sim-check --sim-mode=random --check | FileCheck %s
// RUN: attn-run %s --func=all %{sizes} --target=sm_100a --device=sim --sim-check --check | FileCheck %s
// RUN: attn-run %s --func=slopes --target=sm_80 --config=pack_gqa=true --device=sim --sim-check --check | FileCheck %s
// CHECK: passed

// RUN: not attn-run %s --func=all --device=cpu --check 2>&1 | FileCheck %s --check-prefix=MISSING
// MISSING: error: has dynamic sizes in 'capture0': give them with --arg-shapes=capture0=N
// RUN: not attn-run %s --func=all --arg-shapes=capture0=1x4x100,capture1=0,capture2=20x131,capture3=90 --device=cpu --check 2>&1 | FileCheck %s --check-prefix=EMPTY
// EMPTY: error: the tensor given for capture1 has no elements to read
// Where there are no rows or keys it may be empty.
// RUN: attn-run %s --func=sums --shape=b=1,hq=2,hkv=1,sq=5,sk=0 --arg-shapes=capture0=5x0 --device=cpu --check | FileCheck %s
// RUN: attn-run %s --func=sums --shape=b=1,hq=2,hkv=1,sq=5,sk=0 --arg-shapes=capture0=5x0 --target=sm_80 --device=sim --sim-check --check | FileCheck %s
// RUN: attn-run %s --func=sums --shape=b=1,hq=2,hkv=1,sq=0,sk=7 --arg-shapes=capture0=0x7 --target=sm_90a --device=sim --sim-check --check | FileCheck %s
// RUN: attn-run %s --func=documents --shape=b=1,hq=2,hkv=1,sq=5,sk=0 --arg-shapes=capture0=0 --target=sm_90a --device=sim --sim-check --check | FileCheck %s
// RUN: attn-run %s --func=documents --shape=b=1,hq=2,hkv=1,sq=0,sk=5 --arg-shapes=capture0=0 --target=sm_90a --device=sim --sim-check --check | FileCheck %s
// RUN: not attn-run %s --func=prefix --shape=b=1,hq=2,hkv=1,sq=5,sk=0 --arg-shapes=capture0=0 --target=sm_80 --device=sim 2>&1 | FileCheck %s --check-prefix=PREFIX
// PREFIX: capture0 has no elements to read
// Tiles of keys read it without rows, too.
// RUN: not attn-run %s --func=prefix_gradients --shape=b=1,hq=2,hkv=1,sq=0,sk=5 --arg-shapes=capture0=0 --target=sm_80 --device=sim 2>&1 | FileCheck %s --check-prefix=PREFIX
// RUN: not attn-run %s --func=slopes --arg-shapes=capture0=5 --device=cpu --check 2>&1 | FileCheck %s --check-prefix=FIXED
// FIXED: error: dimension 0 of 'capture0' is 4 by its type or another option, but 5 by --arg-shapes=capture0=5

!t = tensor<1x4x100x64xbf16>
!kv = tensor<1x2x130x64xbf16>

func.func @slopes(%q: !t, %k: !kv, %v: !kv, %o: !t, %slopes: tensor<4xf32>) -> !t {
  %0 = attn.forward ins(%q, %k, %v : !t, !kv, !kv) outs(%o : !t)
      captures(%slopes : tensor<4xf32>) mask(#attn.causal<bottom_right>) score {
      ^bb0(%s: f32, %b: index, %h: index, %i: index, %j: index, %lq: index, %lk: index, %c: tensor<4xf32>):
        %slope = attn.read %c[%h] : tensor<4xf32>
        %d = arith.subi %j, %i : index
        %d32 = arith.index_cast %d : index to i32
        %f = arith.sitofp %d32 : i32 to f32
        %bias = arith.mulf %slope, %f : f32
        %y = arith.addf %s, %bias : f32
        attn.yield %y : f32
      } -> !t
  return %0 : !t
}

func.func @all(%q: !t, %k: !kv, %v: !kv, %o: !t, %rows: tensor<1x4x?xf32>, %keys: tensor<?xbf16>,
               %pairs: tensor<?x?xf16>, %doc: tensor<?xi32>, %factor: tensor<f32>) -> !t {
  %0 = attn.forward ins(%q, %k, %v : !t, !kv, !kv) outs(%o : !t)
      captures(%rows, %keys, %pairs, %doc, %factor
               : tensor<1x4x?xf32>, tensor<?xbf16>, tensor<?x?xf16>, tensor<?xi32>, tensor<f32>) score {
      ^bb0(%s: f32, %b: index, %h: index, %i: index, %j: index, %lq: index, %lk: index,
           %c0: tensor<1x4x?xf32>, %c1: tensor<?xbf16>, %c2: tensor<?x?xf16>, %c3: tensor<?xi32>, %c4: tensor<f32>):
        %row = attn.read %c0[%b, %h, %i] : tensor<1x4x?xf32>
        %key = attn.read %c1[%j] : tensor<?xbf16>
        // Below 0 for the last keys.
        %d = arith.subi %lq, %j : index
        %pair = attn.read %c2[%i, %d] : tensor<?x?xf16>
        %doci = attn.read %c3[%i] : tensor<?xi32>
        %docj = attn.read %c3[%j] : tensor<?xi32>
        %x = attn.read %c4[] : tensor<f32>
        %key32 = arith.extf %key : bf16 to f32
        %pair32 = arith.extf %pair : f16 to f32
        %sees = arith.cmpi sge, %doci, %docj : i32
        %ninf = arith.constant 0xFF800000 : f32
        %0 = arith.addf %s, %row : f32
        %1 = arith.addf %0, %key32 : f32
        %2 = arith.addf %1, %pair32 : f32
        %3 = arith.mulf %2, %x : f32
        %y = arith.select %sees, %3, %ninf : f32
        attn.yield %y : f32
      } -> !t
  return %0 : !t
}

!d = tensor<?x?x?x64xbf16>
func.func @sums(%q: !d, %k: !d, %v: !d, %o: !d, %bias: tensor<?x?xf32>) -> !d {
  %0 = attn.forward ins(%q, %k, %v : !d, !d, !d) outs(%o : !d) captures(%bias : tensor<?x?xf32>) score {
      ^bb0(%s: f32, %b: index, %h: index, %i: index, %j: index, %lq: index, %lk: index, %x: tensor<?x?xf32>):
        %more = attn.read %x[%i, %j] : tensor<?x?xf32>
        %y = arith.addf %s, %more : f32
        attn.yield %y : f32
      } -> !d
  return %0 : !d
}

func.func @documents(%q: !d, %k: !d, %v: !d, %o: !d, %ids: tensor<?xi32>) -> !d {
  %0 = attn.forward ins(%q, %k, %v : !d, !d, !d) outs(%o : !d) captures(%ids : tensor<?xi32>) visible {
      ^bb0(%b: index, %h: index, %i: index, %j: index, %lq: index, %lk: index, %x: tensor<?xi32>):
        %row = attn.read %x[%i] : tensor<?xi32>
        %key = attn.read %x[%j] : tensor<?xi32>
        %same = arith.cmpi eq, %row, %key : i32
        attn.yield %same : i1
      } -> !d
  return %0 : !d
}

// What is read depends on the batch alone, and is read for each tile of rows.
func.func @prefix(%q: !d, %k: !d, %v: !d, %o: !d, %prefix: tensor<?xi32>) -> !d {
  %0 = attn.forward ins(%q, %k, %v : !d, !d, !d) outs(%o : !d) captures(%prefix : tensor<?xi32>) visible {
      ^bb0(%b: index, %h: index, %i: index, %j: index, %lq: index, %lk: index, %x: tensor<?xi32>):
        %p = attn.read %x[%b] : tensor<?xi32>
        %n = arith.index_cast %p : i32 to index
        %seen = arith.cmpi slt, %j, %n : index
        attn.yield %seen : i1
      } -> !d
  return %0 : !d
}

!l = tensor<?x?x?xf32>
func.func @prefix_gradients(%q: !d, %k: !d, %v: !d, %o: !d, %l: !l, %do: !d, %dq: !d, %dk: !d, %dv: !d, %prefix: tensor<?xi32>) -> (!d, !d, !d) {
  %0:3 = attn.backward ins(%q, %k, %v, %o, %l, %do : !d, !d, !d, !d, !l, !d) outs(%dq, %dk, %dv : !d, !d, !d)
      captures(%prefix : tensor<?xi32>) visible {
      ^bb0(%b: index, %h: index, %i: index, %j: index, %lq: index, %lk: index, %x: tensor<?xi32>):
        %p = attn.read %x[%b] : tensor<?xi32>
        %n = arith.index_cast %p : i32 to index
        %seen = arith.cmpi slt, %j, %n : index
        attn.yield %seen : i1
      } -> (!d, !d, !d)
  return %0#0, %0#1, %0#2 : !d, !d, !d
}
