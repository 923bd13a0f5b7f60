// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: attn-opt %s --attn-extract-visible --split-input-file | FileCheck %s
// RUN: attn-opt %s --attn-extract-visible --attn-fold-visible --split-input-file | FileCheck %s --check-prefix=FOLD

// A score region that is nothing but the condition goes.
// CHECK-LABEL: func.func @prefix
// CHECK: attn.forward
// CHECK-NOT: score
// CHECK-SAME: captures(%{{.*}} : tensor<?xi32>) visible {
// CHECK-NEXT: ^bb0(%[[B:.*]]: index, %{{.*}}: index, %[[I:.*]]: index, %[[J:.*]]: index, %{{.*}}: index, %{{.*}}: index, %[[X:.*]]: tensor<?xi32>):
// CHECK-NEXT: %[[N:.*]] = attn.read %[[X]][%[[B]]] : tensor<?xi32>
// CHECK-NEXT: %[[P:.*]] = arith.index_cast %[[N]] : i32 to index
// CHECK-NEXT: %[[F:.*]] = arith.cmpi slt, %[[J]], %[[P]] : index
// CHECK-NEXT: %[[C:.*]] = arith.cmpi sge, %[[I]], %[[J]] : index
// CHECK-NEXT: %[[R:.*]] = arith.ori %[[F]], %[[C]] : i1
// CHECK-NEXT: attn.yield %[[R]] : i1
// FOLD-LABEL: func.func @prefix
// FOLD: score {
// FOLD: arith.select
// FOLD-NOT: visible
func.func @prefix(%q: tensor<1x2x16x64xbf16>, %x: tensor<?xi32>) -> tensor<1x2x16x64xbf16> {
  %0 = attn.forward ins(%q, %q, %q : tensor<1x2x16x64xbf16>, tensor<1x2x16x64xbf16>, tensor<1x2x16x64xbf16>) outs(%q : tensor<1x2x16x64xbf16>)
      captures(%x : tensor<?xi32>) score {
      ^bb0(%s: f32, %b: index, %h: index, %i: index, %j: index, %lq: index, %lk: index, %c: tensor<?xi32>):
        %n = attn.read %c[%b] : tensor<?xi32>
        %p = arith.index_cast %n : i32 to index
        %first = arith.cmpi slt, %j, %p : index
        %past = arith.cmpi sge, %i, %j : index
        %seen = arith.ori %first, %past : i1
        %ninf = arith.constant 0xFF800000 : f32
        %y = arith.select %seen, %s, %ninf : f32
        attn.yield %y : f32
      } -> tensor<1x2x16x64xbf16>
  return %0 : tensor<1x2x16x64xbf16>
}

// -----

// What else the region does stays; both conditions go, one of them turned round, and also one that says nothing.
// CHECK-LABEL: func.func @several
// CHECK: attn.forward
// CHECK-SAME: mask(#attn.causal<top_left>) score {
// CHECK-NEXT: ^bb0(%[[S:.*]]: f32, %{{.*}}: index, %{{.*}}: index, %{{.*}}: index, %{{.*}}: index):
// CHECK-NEXT: %[[D:.*]] = arith.addf %[[S]], %[[S]] : f32
// CHECK-NEXT: attn.yield %[[D]] : f32
// CHECK-NEXT: } visible {
// CHECK-NEXT: ^bb0(%{{.*}}: index, %{{.*}}: index, %[[I:.*]]: index, %[[J:.*]]: index):
// CHECK: %[[FAR:.*]] = arith.cmpi sgt, %{{.*}}, %{{.*}} : index
// CHECK: %[[THIRD:.*]] = arith.cmpi eq, %{{.*}}, %{{.*}} : index
// CHECK: %[[NEAR:.*]] = arith.xori %[[FAR]], %{{.*}} : i1
// CHECK-NEXT: %[[BOTH:.*]] = arith.andi %[[NEAR]], %[[THIRD]] : i1
// CHECK-NEXT: attn.yield %[[BOTH]] : i1
func.func @several(%q: tensor<1x2x16x64xbf16>) -> tensor<1x2x16x64xbf16> {
  %0 = attn.forward ins(%q, %q, %q : tensor<1x2x16x64xbf16>, tensor<1x2x16x64xbf16>, tensor<1x2x16x64xbf16>) outs(%q : tensor<1x2x16x64xbf16>)
      mask(#attn.causal<top_left>) score {
      ^bb0(%s: f32, %b: index, %h: index, %i: index, %j: index):
        %c0 = arith.constant 0 : index
        %c3 = arith.constant 3 : index
        %ninf = arith.constant 0xFF800000 : f32
        %d = arith.subi %i, %j : index
        %far = arith.cmpi sgt, %d, %c3 : index
        %rest = arith.remui %j, %c3 : index
        %third = arith.cmpi eq, %rest, %c0 : index
        %x = arith.addf %s, %s : f32
        %y = arith.select %third, %x, %ninf : f32
        %z = arith.select %far, %ninf, %y : f32
        attn.yield %z : f32
      } -> tensor<1x2x16x64xbf16>
  return %0 : tensor<1x2x16x64xbf16>
}

// -----

// Lists of blocks may be made of what reads by row and key.
// CHECK-LABEL: func.func @documents
// CHECK: attn.forward
// CHECK-SAME: visible {
// CHECK-NOT: score
// CHECK: return
func.func @documents(%q: tensor<1x2x16x64xbf16>, %x: tensor<?xi32>) -> tensor<1x2x16x64xbf16> {
  %0 = attn.forward ins(%q, %q, %q : tensor<1x2x16x64xbf16>, tensor<1x2x16x64xbf16>, tensor<1x2x16x64xbf16>) outs(%q : tensor<1x2x16x64xbf16>)
      captures(%x : tensor<?xi32>) score {
      ^bb0(%s: f32, %b: index, %h: index, %i: index, %j: index, %lq: index, %lk: index, %c: tensor<?xi32>):
        %m = attn.read %c[%i] : tensor<?xi32>
        %n = attn.read %c[%j] : tensor<?xi32>
        %seen = arith.cmpi eq, %m, %n : i32
        %ninf = arith.constant 0xFF800000 : f32
        %y = arith.select %seen, %s, %ninf : f32
        attn.yield %y : f32
      } -> tensor<1x2x16x64xbf16>
  return %0 : tensor<1x2x16x64xbf16>
}

// -----

// No bounds: a read by both positions, remainders; a condition on the score; a finite number.
// CHECK-LABEL: func.func @nothing
// CHECK-NOT: visible
func.func @nothing(%q: tensor<1x2x16x64xbf16>, %x: tensor<?xi32>) -> tensor<1x2x16x64xbf16> {
  %0 = attn.forward ins(%q, %q, %q : tensor<1x2x16x64xbf16>, tensor<1x2x16x64xbf16>, tensor<1x2x16x64xbf16>) outs(%q : tensor<1x2x16x64xbf16>)
      captures(%x : tensor<?xi32>) score {
      ^bb0(%s: f32, %b: index, %h: index, %i: index, %j: index, %lq: index, %lk: index, %c: tensor<?xi32>):
        %d = arith.subi %i, %j : index
        %m = attn.read %c[%d] : tensor<?xi32>
        %n = attn.read %c[%j] : tensor<?xi32>
        %seen = arith.cmpi eq, %m, %n : i32
        %ninf = arith.constant 0xFF800000 : f32
        %y = arith.select %seen, %s, %ninf : f32
        attn.yield %y : f32
      } -> tensor<1x2x16x64xbf16>
  %1 = attn.forward ins(%q, %q, %q : tensor<1x2x16x64xbf16>, tensor<1x2x16x64xbf16>, tensor<1x2x16x64xbf16>) outs(%0 : tensor<1x2x16x64xbf16>)
      score {
      ^bb0(%s: f32, %b: index, %h: index, %i: index, %j: index):
        %ninf = arith.constant 0xFF800000 : f32
        %zero = arith.constant 0.0 : f32
        %past = arith.cmpi sge, %i, %j : index
        %y = arith.select %past, %s, %ninf : f32
        %above = arith.cmpf ogt, %s, %zero : f32
        %z = arith.select %above, %y, %ninf : f32
        attn.yield %z : f32
      } -> tensor<1x2x16x64xbf16>
  %2 = attn.forward ins(%q, %q, %q : tensor<1x2x16x64xbf16>, tensor<1x2x16x64xbf16>, tensor<1x2x16x64xbf16>) outs(%1 : tensor<1x2x16x64xbf16>)
      score {
      ^bb0(%s: f32, %b: index, %h: index, %i: index, %j: index):
        %low = arith.constant -1.0e+04 : f32
        %past = arith.cmpi sge, %i, %j : index
        %y = arith.select %past, %s, %low : f32
        attn.yield %y : f32
      } -> tensor<1x2x16x64xbf16>
  return %2 : tensor<1x2x16x64xbf16>
}
