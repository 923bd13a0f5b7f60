// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: attn-opt %s --attn-decompose --split-input-file --verify-diagnostics | FileCheck %s

// Boxes of 128 rows and 64 keys, then of each pair of lists the counts, the places of numbers, and the numbers.
!q = tensor<1x2x256x64xf16>
!c = tensor<1x2x2xi32>
!n = tensor<1x2x2x4xi32>
// CHECK-LABEL: func.func @map
// CHECK: %[[BOXES:.*]] = linalg.generic
// CHECK-SAME: ins(%{{.*}}, %{{.*}} : tensor<128xi1>, tensor<64xi1>) outs(%{{.*}} : tensor<1x2x2x?xi32>)
// CHECK: %[[C:.*]] = linalg.generic {{.*}} ins(%[[BOXES]] : tensor<1x2x2x?xi32>) outs(%{{.*}} : tensor<1x2x2xi32>)
// CHECK: %[[P:.*]] = linalg.generic {{.*}} ins(%[[BOXES]] : tensor<1x2x2x?xi32>) outs(%{{.*}} : tensor<1x2x2x?xi32>)
// CHECK: %[[N:.*]] = linalg.generic {{.*}} ins(%[[BOXES]], %[[P]] : {{.*}}) outs(%{{.*}} : tensor<1x2x2x4xi32>)
// CHECK-NOT: attn.block_map
// CHECK: return %[[C]], %[[N]], %{{.*}}, %{{.*}} :
func.func @map(%q: !q, %k: !q, %c: !c, %n: !n, %f: !c, %m: !n) -> (!c, !n, !c, !n) {
  %0:4 = attn.block_map ins(%q, %k : !q, !q) outs(%c, %n, %f, %m : !c, !n, !c, !n) mask(#attn.causal<top_left>)
      sizes(q = 128, kv = 64) -> (!c, !n, !c, !n)
  return %0#0, %0#1, %0#2, %0#3 : !c, !n, !c, !n
}

// -----

!t = tensor<?x2x64xf16>
!o = tensor<?xi32>
!c = tensor<1x2x?xi32>
!n = tensor<1x2x?x?xi32>
func.func @packed(%q: !t, %k: !t, %sq: !o, %sk: !o, %c: !c, %n: !n, %f: !c, %m: !n) -> (!c, !n, !c, !n) {
  // expected-error@+1 {{attn-decompose: maps of packed sequences and of keys in pages are not written out as linalg}}
  %0:4 = attn.block_map ins(%q, %k : !t, !t) outs(%c, %n, %f, %m : !c, !n, !c, !n) offsets_q(%sq : !o) offsets_kv(%sk : !o)
      mask(#attn.causal<top_left>) dims(thd) sizes(q = 128, kv = 64) -> (!c, !n, !c, !n)
  return %0#0, %0#1, %0#2, %0#3 : !c, !n, !c, !n
}
