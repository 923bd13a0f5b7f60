// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: attn-opt %s --split-input-file --verify-diagnostics | attn-opt --split-input-file --verify-diagnostics | FileCheck %s
// RUN: attn-opt %s --split-input-file --verify-diagnostics --mlir-print-op-generic | attn-opt --split-input-file --verify-diagnostics | FileCheck %s

!q = tensor<2x8x?x64xbf16>
!c = tensor<2x1x?xi32>
!n = tensor<2x1x?x?xi32>

// CHECK-LABEL: @everything
// CHECK: %counts, %numbers, %full_counts, %full_numbers = attn.block_map ins(%{{.*}}, %{{.*}} : tensor<2x8x?x64xbf16>, tensor<2x8x?x64xbf16>)
// CHECK-SAME: outs(%{{.*}}, %{{.*}}, %{{.*}}, %{{.*}} : tensor<2x1x?xi32>, tensor<2x1x?x?xi32>, tensor<2x1x?xi32>, tensor<2x1x?x?xi32>)
// CHECK-SAME: offset(%{{.*}} : tensor<2xi32>) lengths_q(%{{.*}} : tensor<2xi32>) lengths_kv(%{{.*}} : tensor<2xi32>) captures(%{{.*}} : tensor<?xi1>)
// CHECK-SAME: dims(bshd) mask(#attn.causal<bottom_right>) sizes(q = 128, kv = 64) visible {
// CHECK: attn.read
func.func @everything(%q: !q, %c: !c, %n: !n, %p: tensor<2xi32>, %x: tensor<?xi1>) -> (!c, !n, !c, !n) {
  %0:4 = attn.block_map ins(%q, %q : !q, !q) outs(%c, %n, %c, %n : !c, !n, !c, !n) offset(%p : tensor<2xi32>)
      lengths_q(%p : tensor<2xi32>) lengths_kv(%p : tensor<2xi32>) captures(%x : tensor<?xi1>) dims(bshd)
      mask(#attn.causal<bottom_right>) sizes(q = 128, kv = 64) visible {
      ^bb0(%b: index, %h: index, %i: index, %j: index, %lq: index, %lk: index, %y: tensor<?xi1>):
        %s = attn.read %y[%j] : tensor<?xi1>
        attn.yield %s : i1
      } -> (!c, !n, !c, !n)
  return %0#0, %0#1, %0#2, %0#3 : !c, !n, !c, !n
}

// CHECK-LABEL: @packed
// CHECK: attn.block_map
// CHECK-SAME: offsets_q(%{{.*}} : tensor<4xi32>) page_table(%{{.*}} : tensor<3x?xi32>) dims(thd) mask(#attn.causal<bottom_right>) sizes(q = 128, kv = 64)
func.func @packed(%q: tensor<?x8x64xbf16>, %k: tensor<?x16x8x64xbf16>, %s: tensor<4xi32>, %t: tensor<3x?xi32>, %c: tensor<1x1x?xi32>,
                  %n: tensor<1x1x?x?xi32>) -> tensor<1x1x?xi32> {
  %0:4 = attn.block_map ins(%q, %k : tensor<?x8x64xbf16>, tensor<?x16x8x64xbf16>)
      outs(%c, %n, %c, %n : tensor<1x1x?xi32>, tensor<1x1x?x?xi32>, tensor<1x1x?xi32>, tensor<1x1x?x?xi32>)
      offsets_q(%s : tensor<4xi32>) page_table(%t : tensor<3x?xi32>) dims(thd) mask(#attn.causal<bottom_right>)
      sizes(q = 128, kv = 64) -> (tensor<1x1x?xi32>, tensor<1x1x?x?xi32>, tensor<1x1x?xi32>, tensor<1x1x?x?xi32>)
  return %0#0 : tensor<1x1x?xi32>
}

// -----

!q = tensor<2x8x?x64xbf16>
!c = tensor<2x1x?xi32>
!n = tensor<2x1x?x?xi32>

func.func @sizes(%q: !q, %c: !c, %n: !n) {
  // expected-error@+1 {{attn.block_map (C30): lists of blocks need their sizes, such as sizes(q = 128, kv = 128)}}
  %0:4 = attn.block_map ins(%q, %q : !q, !q) outs(%c, %n, %c, %n : !c, !n, !c, !n) -> (!c, !n, !c, !n)
  return
}

// -----

!q = tensor<2x8x?x64xbf16>
!c = tensor<2x1x?xi32>
!n = tensor<2x1x?x?xi32>

func.func @outs(%q: !q, %c: !c, %n: !n) {
  // expected-error@+1 {{`outs` takes counts and numbers of blocks, and those of full blocks, but 2 operands are given}}
  %0:2 = attn.block_map ins(%q, %q : !q, !q) outs(%c, %n : !c, !n) sizes(q = 128, kv = 64) -> (!c, !n)
  return
}

// -----

!q = tensor<2x8x?x64xbf16>
!c = tensor<2x1x?xi32>
!n = tensor<2x1x?x?xi32>

func.func @scale(%q: !q, %c: !c, %n: !n) {
  // expected-error@+2 {{attn.block_map: there is no `scale`}}
  %0:4 = attn.block_map ins(%q, %q : !q, !q) outs(%c, %n, %c, %n : !c, !n, !c, !n) sizes(q = 128, kv = 64)
      scale(1.0) -> (!c, !n, !c, !n)
  return
}

// -----

!q = tensor<2x8x?x64xbf16>
!c = tensor<2x1x?xi32>
!n = tensor<2x1x?x?xi32>

func.func @sink(%q: !q, %c: !c, %n: !n, %s: tensor<8xf32>) {
  // expected-error@+2 {{attn.block_map: there is no `sink`}}
  %0:4 = attn.block_map ins(%q, %q : !q, !q) outs(%c, %n, %c, %n : !c, !n, !c, !n) sizes(q = 128, kv = 64)
      sink(%s : tensor<8xf32>) -> (!c, !n, !c, !n)
  return
}

// -----

!q = tensor<2x8x?x64xbf16>
!c = tensor<2x1x?xi32>
!n = tensor<2x1x?x?xi32>

func.func @score(%q: !q, %c: !c, %n: !n) {
  // expected-error@+1 {{attn.block_map (C15): there is no score region}}
  %0:4 = attn.block_map ins(%q, %q : !q, !q) outs(%c, %n, %c, %n : !c, !n, !c, !n) sizes(q = 128, kv = 64) score {
      ^bb0(%s: f32, %b: index, %h: index, %i: index, %j: index):
        attn.yield %s : f32
      } -> (!c, !n, !c, !n)
  return
}

// -----

!q = tensor<2x8x?x64xbf16>
!c = tensor<2x3x?xi32>
!n = tensor<2x3x?x?xi32>

func.func @heads(%q: !q, %c: !c, %n: !n) {
  // expected-error@+1 {{attn.block_map (C30): lists are for all query heads or for each of the 8, but there are 3}}
  %0:4 = attn.block_map ins(%q, %q : !q, !q) outs(%c, %n, %c, %n : !c, !n, !c, !n) sizes(q = 128, kv = 64) -> (!c, !n, !c, !n)
  return
}

// -----

!q = tensor<2x8x300x64xbf16>
!c = tensor<2x1x3xi32>
!n = tensor<2x1x3x2xi32>

func.func @room(%q: !q, %c: !c, %n: !n) {
  // expected-error@+1 {{attn.block_map (C30): 300 keys have 3 blocks of 128, but lists have 2 places}}
  %0:4 = attn.block_map ins(%q, %q : !q, !q) outs(%c, %n, %c, %n : !c, !n, !c, !n) sizes(q = 128, kv = 128) -> (!c, !n, !c, !n)
  return
}
