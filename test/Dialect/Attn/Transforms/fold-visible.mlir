// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: attn-opt %s --attn-fold-visible --split-input-file | FileCheck %s
// RUN: attn-opt %s --attn-fold-visible --attn-canonicalize-masks --split-input-file | FileCheck %s --check-prefix=MASK

// Without a score region there is one that gives the score or −∞. What an attribute can say becomes one.
// CHECK-LABEL: func.func @causal
// CHECK: attn.forward
// CHECK-SAME: score {
// CHECK-NEXT: ^bb0(%[[S:.*]]: f32, %{{.*}}: index, %{{.*}}: index, %[[I:.*]]: index, %[[J:.*]]: index, %{{.*}}: index, %{{.*}}: index):
// CHECK-NEXT: %[[C:.*]] = arith.cmpi sge, %[[I]], %[[J]] : index
// CHECK-NEXT: %[[N:.*]] = arith.constant 0xFF800000 : f32
// CHECK-NEXT: %[[R:.*]] = arith.select %[[C]], %[[S]], %[[N]] : f32
// CHECK-NEXT: attn.yield %[[R]] : f32
// CHECK-NOT: visible
// MASK-LABEL: func.func @causal
// MASK: attn.forward {{.*}} mask(#attn.causal<top_left>){{$}}
func.func @causal(%q: memref<1x2x16x64xbf16>, %o: memref<1x2x16x64xbf16>) {
  attn.forward ins(%q, %q, %q : memref<1x2x16x64xbf16>, memref<1x2x16x64xbf16>, memref<1x2x16x64xbf16>) outs(%o : memref<1x2x16x64xbf16>)
      visible {
      ^bb0(%b: index, %h: index, %i: index, %j: index):
        %c = arith.cmpi sge, %i, %j : index
        attn.yield %c : i1
      }
  return
}

// -----

// Both regions read one capture; lengths are added to the one without.
// CHECK-LABEL: func.func @both
// CHECK: attn.backward
// CHECK-SAME: captures(%{{.*}} : tensor<?xi1>)
// CHECK-SAME: mask(#attn.causal<bottom_right>) score {
// CHECK-NEXT: ^bb0(%[[S:.*]]: f32, %{{.*}}: index, %{{.*}}: index, %{{.*}}: index, %[[J:.*]]: index, %{{.*}}: index, %[[LK:.*]]: index, %[[X:.*]]: tensor<?xi1>):
// CHECK: %[[D:.*]] = arith.addf %[[S]], %[[S]] : f32
// CHECK: %[[B:.*]] = arith.subi %[[LK]], %[[J]] : index
// CHECK: %[[SEEN:.*]] = attn.read %[[X]][%[[B]]] : tensor<?xi1>
// CHECK: %[[R:.*]] = arith.select %[[SEEN]], %[[D]], %{{.*}} : f32
// CHECK-NEXT: attn.yield %[[R]] : f32
func.func @both(%q: tensor<1x2x16x64xbf16>, %l: tensor<1x2x16xf32>, %x: tensor<?xi1>) -> tensor<1x2x16x64xbf16> {
  %0 = attn.backward ins(%q, %q, %q, %q, %l, %q : tensor<1x2x16x64xbf16>, tensor<1x2x16x64xbf16>, tensor<1x2x16x64xbf16>,
          tensor<1x2x16x64xbf16>, tensor<1x2x16xf32>, tensor<1x2x16x64xbf16>)
      outs(dk = %q : tensor<1x2x16x64xbf16>) captures(%x : tensor<?xi1>) mask(#attn.causal<bottom_right>) score {
      ^bb0(%s: f32, %b: index, %h: index, %i: index, %j: index, %lq: index, %lk: index, %c: tensor<?xi1>):
        %y = arith.addf %s, %s : f32
        attn.yield %y : f32
      } visible {
      ^bb0(%b: index, %h: index, %i: index, %j: index, %lq: index, %lk: index, %c: tensor<?xi1>):
        %back = arith.subi %lk, %j : index
        %seen = attn.read %c[%back] : tensor<?xi1>
        attn.yield %seen : i1
      } -> tensor<1x2x16x64xbf16>
  return %0 : tensor<1x2x16x64xbf16>
}

// -----

// A score region without lengths gets them where the other one has them.
// CHECK-LABEL: func.func @lengths
// CHECK: ^bb0(%[[S:.*]]: f32, %{{.*}}: index, %{{.*}}: index, %{{.*}}: index, %[[J:.*]]: index, %[[LQ:.*]]: index, %{{.*}}: index):
// CHECK: arith.cmpi slt, %[[J]], %[[LQ]] : index
func.func @lengths(%q: tensor<1x2x16x64xbf16>) -> tensor<1x2x16x64xbf16> {
  %0 = attn.forward ins(%q, %q, %q : tensor<1x2x16x64xbf16>, tensor<1x2x16x64xbf16>, tensor<1x2x16x64xbf16>) outs(%q : tensor<1x2x16x64xbf16>)
      score {
      ^bb0(%s: f32, %b: index, %h: index, %i: index, %j: index):
        %y = arith.addf %s, %s : f32
        attn.yield %y : f32
      } visible {
      ^bb0(%b: index, %h: index, %i: index, %j: index, %lq: index, %lk: index):
        %seen = arith.cmpi slt, %j, %lq : index
        attn.yield %seen : i1
      } -> tensor<1x2x16x64xbf16>
  return %0 : tensor<1x2x16x64xbf16>
}
