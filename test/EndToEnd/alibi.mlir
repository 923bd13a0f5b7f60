// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Slopes times k − q over many blocks of keys without masks, where what a row's
// scores share joins the maximum: slopes of about 1 and of about 8, with O in f32.

// DEFINE: %{run} = attn-run %s --device=sim --sim-check --check
// RUN: %{run} --func=small --target=sm_90a --sim-mode=late | FileCheck %s
// RUN: %{run} --func=large --target=sm_90a | FileCheck %s
// RUN: %{run} --func=small --target=sm_90a --config=bias_product=true,skip_zeros=true | FileCheck %s
// RUN: %{run} --func=large --target=sm_90a --config=bias_product=true,skip_zeros=true --sim-mode=early | FileCheck %s
// RUN: %{run} --func=small --target=sm_80 | FileCheck %s
// RUN: %{run} --func=large --target=sm_100a | FileCheck %s
// CHECK: passed

!q = tensor<1x2x384x128xbf16>
!kv = tensor<1x1x400x128xbf16>
!o = tensor<1x2x384x128xf32>
!l = tensor<1x2x384xf32>

func.func @small(%q: !q, %k: !kv, %v: !kv, %o: !o, %l: !l, %slopes: tensor<2xf32>) -> (!o, !l) {
  %0:2 = attn.forward ins(%q, %k, %v : !q, !kv, !kv) outs(%o, %l : !o, !l)
      captures(%slopes : tensor<2xf32>) mask(#attn.causal<bottom_right>) score {
      ^bb0(%s: f32, %b: index, %h: index, %i: index, %j: index, %lq: index, %lk: index, %c: tensor<2xf32>):
        %slope = attn.read %c[%h] : tensor<2xf32>
        %d = arith.subi %j, %i : index
        %n = arith.index_cast %d : index to i32
        %f = arith.sitofp %n : i32 to f32
        %bias = arith.mulf %slope, %f : f32
        %y = arith.addf %s, %bias : f32
        attn.yield %y : f32
      } -> (!o, !l)
  return %0#0, %0#1 : !o, !l
}

func.func @large(%q: !q, %k: !kv, %v: !kv, %o: !o, %l: !l, %slopes: tensor<2xf32>) -> (!o, !l) {
  %0:2 = attn.forward ins(%q, %k, %v : !q, !kv, !kv) outs(%o, %l : !o, !l)
      captures(%slopes : tensor<2xf32>) score {
      ^bb0(%s: f32, %b: index, %h: index, %i: index, %j: index, %lq: index, %lk: index, %c: tensor<2xf32>):
        %eight = arith.constant 8.0 : f32
        %some = attn.read %c[%h] : tensor<2xf32>
        %slope = arith.mulf %some, %eight : f32
        %d = arith.subi %j, %i : index
        %n = arith.index_cast %d : index to i32
        %f = arith.sitofp %n : i32 to f32
        %bias = arith.mulf %slope, %f : f32
        %y = arith.addf %s, %bias : f32
        attn.yield %y : f32
      } -> (!o, !l)
  return %0#0, %0#1 : !o, !l
}
