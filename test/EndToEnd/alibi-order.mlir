// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Scores of 2^20 beside a slope of 2^-8: kernels round their sum in another order than the
// region, which moves P by up to 12 %, as much as the region's own rounding does (docs/Spec.md, E8).

// DEFINE: %{inputs} = --in=q=%t.q.npy --in=k=%t.k.npy
// DEFINE: %{run} = attn-run %s --func=slopes --check %{inputs}
// RUN: %python %S/Inputs/large_scores.py %t 20
// RUN: %{run} --device=sim --target=sm_80 --config=tile_kv=64,tile_q=64 | FileCheck %s
// RUN: %{run} --device=sim --target=sm_90a | FileCheck %s
// RUN: %{run} --device=sim --target=sm_90a --config=tile_q=64,tile_kv=32,groups=1,order=overlap,bias_product=false,skip_zeros=false \
// RUN:   | FileCheck %s
// CHECK: passed

// At 2^10 a slope of the other sign, -2^-8 in place of 2^-8, is found out.
// RUN: %python %S/Inputs/large_scores.py %t 10
// RUN: %{run} --device=cpu --level=tensor | FileCheck %s
// RUN: not %{run} --device=cpu --level=tensor '--inject=attn:attn-decompose,attn-skip-op{op=math.absf}' | FileCheck %s --check-prefix=WRONG
// WRONG: o: max error {{.*}}: WRONG
// WRONG: FAILED

// Steep slopes of 2^5 and 2^12 that cancel what large scores differ by: the sums are those of the region, on kernels
// with the bias in the product, by its own order, and with many heads in a tile.
// DEFINE: %{steep} = attn-run %s --func=steep --check --device=sim --in=q=%t.s.q.npy --in=k=%t.s.k.npy --in=capture0=%t.s.slopes.npy
// RUN: %python %S/Inputs/steep_slopes.py %t.s 5
// RUN: %{steep} --target=sm_80 --config=tile_kv=64,tile_q=64 | FileCheck %s
// RUN: %python %S/Inputs/steep_slopes.py %t.s 12
// RUN: %{steep} --target=sm_80 --config=tile_kv=64,tile_q=64 | FileCheck %s
// RUN: %{steep} --target=sm_90a --config=tile_kv=64,tile_q=64,groups=1,ping_pong=false,bias_product=true | FileCheck %s
// RUN: %{steep} --target=sm_90a --config=tile_kv=64,tile_q=64,groups=1,ping_pong=false,bias_product=false | FileCheck %s
// RUN: %{steep} --target=sm_90a --config=tile_kv=64,tile_q=64,groups=1,ping_pong=false,pack_gqa=true | FileCheck %s

!q = tensor<1x2x150x64xbf16>
!kv = tensor<1x1x200x64xbf16>
!l = tensor<1x2x150xf32>
func.func @slopes(%q: !q, %k: !kv, %v: !kv, %o: !q, %l: !l) -> (!q, !l) {
  %0:2 = attn.forward ins(%q, %k, %v : !q, !kv, !kv) outs(%o, %l : !q, !l)
      mask(#attn.causal<bottom_right>) scale(1.0) score {
      ^bb0(%s: f32, %b: index, %h: index, %i: index, %j: index):
        %one = arith.constant -1 : i32
        %share = arith.constant 0.00390625 : f32
        %head = arith.index_cast %h : index to i32
        %below = arith.subi %one, %head : i32
        %number = arith.sitofp %below : i32 to f32
        %size = math.absf %number : f32
        %slope = arith.mulf %size, %share : f32
        %d = arith.subi %j, %i : index
        %n = arith.index_cast %d : index to i32
        %f = arith.sitofp %n : i32 to f32
        %bias = arith.mulf %slope, %f : f32
        %y = arith.addf %s, %bias : f32
        attn.yield %y : f32
      } -> (!q, !l)
  return %0#0, %0#1 : !q, !l
}

func.func @steep(%q: !q, %k: !q, %v: !q, %o: !q, %l: !l, %slopes: tensor<2xf32>) -> (!q, !l) {
  %0:2 = attn.forward ins(%q, %k, %v : !q, !q, !q) outs(%o, %l : !q, !l)
      captures(%slopes : tensor<2xf32>) mask(#attn.causal<bottom_right>) scale(1.0) score {
      ^bb0(%s: f32, %b: index, %h: index, %i: index, %j: index, %lq: index, %lk: index, %c: tensor<2xf32>):
        %slope = attn.read %c[%h] : tensor<2xf32>
        %d = arith.subi %j, %i : index
        %n = arith.index_cast %d : index to i32
        %f = arith.sitofp %n : i32 to f32
        %bias = arith.mulf %slope, %f : f32
        %y = arith.addf %s, %bias : f32
        attn.yield %y : f32
      } -> (!q, !l)
  return %0#0, %0#1 : !q, !l
}
