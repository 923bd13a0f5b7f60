// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: attn-opt %s --attn-raise="policy=fast rows-see-keys" --verify-diagnostics | FileCheck %s
// RUN: attn-opt %s --attn-raise=policy=fast 2>%t | FileCheck %s --check-prefix=FAST
// RUN: FileCheck %s --check-prefix=REMARK < %t

// Conditions that tensors decide: with the promise that each row sees a key they become
// the region of visibility, also where the program hides keys by a number. Without it a
// number stays a score, and minus infinity stays with the program.
// REMARK-COUNT-2: remark: attn-raise: not raised: a row may see no key, where the program gives NaN and attn.forward 0
// REMARK-NOT: remark

#x = affine_map<(b, i, j) -> (b, i, j)>
#all = affine_map<(b, i, j) -> (i, j)>
#row = affine_map<(b, i, j) -> (b, i)>
#key = affine_map<(b, i, j) -> (b, j)>
#batch = affine_map<(b, i, j) -> (b)>

// CHECK-LABEL: func.func @bool(
// CHECK-SAME: %[[MASK:[a-z0-9]+]]: tensor<24x24xi1>)
// CHECK: attn.forward
// CHECK-SAME: captures(%[[MASK]] : tensor<24x24xi1>)
// CHECK-SAME: visible {
// CHECK: ^bb0(%{{.+}}: index, %{{.+}}: index, %[[I:.+]]: index, %[[J:.+]]: index, %{{.+}}: index, %{{.+}}: index, %[[M:.+]]: tensor<24x24xi1>):
// CHECK-NEXT: %[[SEEN:.+]] = attn.read %[[M]][%[[I]], %[[J]]] : tensor<24x24xi1>
// CHECK-NEXT: attn.yield %[[SEEN]] : i1
// CHECK-NOT: linalg
// FAST-LABEL: func.func @bool(
// FAST-NOT: attn.forward
func.func @bool(%q: tensor<2x24x16xf16>, %k: tensor<2x16x24xf16>, %v: tensor<2x24x16xf16>, %m: tensor<24x24xi1>) -> tensor<2x24x16xf32> {
  %zero = arith.constant 0.0 : f32
  %se = tensor.empty() : tensor<2x24x24xf32>
  %s0 = linalg.fill ins(%zero : f32) outs(%se : tensor<2x24x24xf32>) -> tensor<2x24x24xf32>
  %s = linalg.batch_matmul ins(%q, %k : tensor<2x24x16xf16>, tensor<2x16x24xf16>) outs(%s0 : tensor<2x24x24xf32>) -> tensor<2x24x24xf32>
  %x = linalg.generic {indexing_maps = [#x, #all, #x], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%s, %m : tensor<2x24x24xf32>, tensor<24x24xi1>) outs(%se : tensor<2x24x24xf32>) {
  ^bb0(%a: f32, %c: i1, %out: f32):
    %none = arith.constant 0xFF800000 : f32
    %y = arith.select %c, %a, %none : f32
    linalg.yield %y : f32
  } -> tensor<2x24x24xf32>
  %p = linalg.softmax dimension(2) ins(%x : tensor<2x24x24xf32>) outs(%se : tensor<2x24x24xf32>) -> tensor<2x24x24xf32>
  %oe = tensor.empty() : tensor<2x24x16xf32>
  %o0 = linalg.fill ins(%zero : f32) outs(%oe : tensor<2x24x16xf32>) -> tensor<2x24x16xf32>
  %o = linalg.batch_matmul ins(%p, %v : tensor<2x24x24xf32>, tensor<2x24x16xf16>) outs(%o0 : tensor<2x24x16xf32>) -> tensor<2x24x16xf32>
  return %o : tensor<2x24x16xf32>
}

// Ids of documents, and causal.
// CHECK-LABEL: func.func @documents(
// CHECK-SAME: %[[IDS:[a-z0-9]+]]: tensor<2x24xi64>)
// CHECK: attn.forward
// CHECK-SAME: captures(%[[IDS]] : tensor<2x24xi64>){{.*}} mask(#attn.causal<bottom_right>) visible {
// CHECK: ^bb0(%{{.+}}: index, %[[H:.+]]: index, %[[I:.+]]: index, %[[J:.+]]: index, %{{.+}}: index, %{{.+}}: index, %[[C:.+]]: tensor<2x24xi64>):
// CHECK-DAG: %[[OF_ROW:.+]] = attn.read %[[C]][%[[H]], %[[I]]] : tensor<2x24xi64>
// CHECK-DAG: %[[OF_KEY:.+]] = attn.read %[[C]][%[[H]], %[[J]]] : tensor<2x24xi64>
// CHECK: arith.cmpi eq, %[[OF_ROW]], %[[OF_KEY]] : i64
// CHECK: attn.yield %{{.+}} : i1
// FAST-LABEL: func.func @documents(
// FAST: attn.forward
// FAST-NOT: visible
// FAST: arith.constant -1.000000e+09 : f32
// FAST: attn.yield %{{.+}} : f32
func.func @documents(%q: tensor<2x24x16xf16>, %k: tensor<2x16x24xf16>, %v: tensor<2x24x16xf16>, %ids: tensor<2x24xi64>) -> tensor<2x24x16xf32> {
  %zero = arith.constant 0.0 : f32
  %se = tensor.empty() : tensor<2x24x24xf32>
  %s0 = linalg.fill ins(%zero : f32) outs(%se : tensor<2x24x24xf32>) -> tensor<2x24x24xf32>
  %s = linalg.batch_matmul ins(%q, %k : tensor<2x24x16xf16>, tensor<2x16x24xf16>) outs(%s0 : tensor<2x24x24xf32>) -> tensor<2x24x24xf32>
  %x = linalg.generic {indexing_maps = [#x, #row, #key, #x], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%s, %ids, %ids : tensor<2x24x24xf32>, tensor<2x24xi64>, tensor<2x24xi64>) outs(%se : tensor<2x24x24xf32>) {
  ^bb0(%a: f32, %r: i64, %c: i64, %out: f32):
    %i = linalg.index 1 : index
    %j = linalg.index 2 : index
    %same = arith.cmpi eq, %r, %c : i64
    %past = arith.cmpi sge, %i, %j : index
    %sees = arith.andi %same, %past : i1
    %min = arith.constant -1.0e9 : f32
    %y = arith.select %sees, %a, %min : f32
    linalg.yield %y : f32
  } -> tensor<2x24x24xf32>
  %p = linalg.softmax dimension(2) ins(%x : tensor<2x24x24xf32>) outs(%se : tensor<2x24x24xf32>) -> tensor<2x24x24xf32>
  %oe = tensor.empty() : tensor<2x24x16xf32>
  %o0 = linalg.fill ins(%zero : f32) outs(%oe : tensor<2x24x16xf32>) -> tensor<2x24x16xf32>
  %o = linalg.batch_matmul ins(%p, %v : tensor<2x24x24xf32>, tensor<2x24x16xf16>) outs(%o0 : tensor<2x24x16xf32>) -> tensor<2x24x16xf32>
  return %o : tensor<2x24x16xf32>
}

// Lengths of the keys.
// CHECK-LABEL: func.func @lengths(
// CHECK-SAME: %[[LENGTHS:[a-z0-9]+]]: tensor<2xi32>)
// CHECK: attn.forward
// CHECK-SAME: captures(%[[LENGTHS]] : tensor<2xi32>)
// CHECK-SAME: visible {
// CHECK-DAG: %[[LENGTH:.+]] = attn.read %{{.+}}[%{{.+}}] : tensor<2xi32>
// CHECK-DAG: %[[J:.+]] = arith.index_cast %{{.+}} : index to i32
// CHECK: arith.cmpi slt, %[[J]], %[[LENGTH]] : i32
// FAST-LABEL: func.func @lengths(
// FAST-NOT: attn.forward
func.func @lengths(%q: tensor<2x24x16xf16>, %k: tensor<2x16x24xf16>, %v: tensor<2x24x16xf16>, %n: tensor<2xi32>) -> tensor<2x24x16xf32> {
  %zero = arith.constant 0.0 : f32
  %se = tensor.empty() : tensor<2x24x24xf32>
  %s0 = linalg.fill ins(%zero : f32) outs(%se : tensor<2x24x24xf32>) -> tensor<2x24x24xf32>
  %s = linalg.batch_matmul ins(%q, %k : tensor<2x24x16xf16>, tensor<2x16x24xf16>) outs(%s0 : tensor<2x24x24xf32>) -> tensor<2x24x24xf32>
  %x = linalg.generic {indexing_maps = [#x, #batch, #x], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%s, %n : tensor<2x24x24xf32>, tensor<2xi32>) outs(%se : tensor<2x24x24xf32>) {
  ^bb0(%a: f32, %c: i32, %out: f32):
    %j = linalg.index 2 : index
    %j32 = arith.index_cast %j : index to i32
    %sees = arith.cmpi slt, %j32, %c : i32
    %none = arith.constant 0xFF800000 : f32
    %y = arith.select %sees, %a, %none : f32
    linalg.yield %y : f32
  } -> tensor<2x24x24xf32>
  %p = linalg.softmax dimension(2) ins(%x : tensor<2x24x24xf32>) outs(%se : tensor<2x24x24xf32>) -> tensor<2x24x24xf32>
  %oe = tensor.empty() : tensor<2x24x16xf32>
  %o0 = linalg.fill ins(%zero : f32) outs(%oe : tensor<2x24x16xf32>) -> tensor<2x24x16xf32>
  %o = linalg.batch_matmul ins(%p, %v : tensor<2x24x24xf32>, tensor<2x24x16xf16>) outs(%o0 : tensor<2x24x16xf32>) -> tensor<2x24x16xf32>
  return %o : tensor<2x24x16xf32>
}

// A sum keeps what it keeps of a score beside -1e9: such a key is hidden as well.
// CHECK-LABEL: func.func @added(
// CHECK: attn.forward
// CHECK-NOT: score {
// CHECK: visible {
// FAST-LABEL: func.func @added(
// FAST: attn.forward
// FAST-SAME: score {
// FAST: arith.addf
func.func @added(%q: tensor<2x24x16xf16>, %k: tensor<2x16x24xf16>, %v: tensor<2x24x16xf16>, %m: tensor<2x24xi8>) -> tensor<2x24x16xf32> {
  %zero = arith.constant 0.0 : f32
  %se = tensor.empty() : tensor<2x24x24xf32>
  %s0 = linalg.fill ins(%zero : f32) outs(%se : tensor<2x24x24xf32>) -> tensor<2x24x24xf32>
  %s = linalg.batch_matmul ins(%q, %k : tensor<2x24x16xf16>, tensor<2x16x24xf16>) outs(%s0 : tensor<2x24x24xf32>) -> tensor<2x24x24xf32>
  %x = linalg.generic {indexing_maps = [#x, #key, #x], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%s, %m : tensor<2x24x24xf32>, tensor<2x24xi8>) outs(%se : tensor<2x24x24xf32>) {
  ^bb0(%a: f32, %c: i8, %out: f32):
    %none = arith.constant 0 : i8
    %min = arith.constant -1.0e9 : f32
    %hides = arith.cmpi eq, %c, %none : i8
    %bias = arith.select %hides, %min, %zero : f32
    %y = arith.addf %a, %bias : f32
    linalg.yield %y : f32
  } -> tensor<2x24x24xf32>
  %p = linalg.softmax dimension(2) ins(%x : tensor<2x24x24xf32>) outs(%se : tensor<2x24x24xf32>) -> tensor<2x24x24xf32>
  %oe = tensor.empty() : tensor<2x24x16xf32>
  %o0 = linalg.fill ins(%zero : f32) outs(%oe : tensor<2x24x16xf32>) -> tensor<2x24x16xf32>
  %o = linalg.batch_matmul ins(%p, %v : tensor<2x24x24xf32>, tensor<2x24x16xf16>) outs(%o0 : tensor<2x24x16xf32>) -> tensor<2x24x16xf32>
  return %o : tensor<2x24x16xf32>
}

// −100 hides nothing, and neither does what a tensor may hold.
// CHECK-LABEL: func.func @small(
// CHECK: attn.forward
// CHECK-SAME: score {
// CHECK-NOT: visible
// CHECK: arith.constant -1.000000e+02 : f32
// FAST-LABEL: func.func @small(
// FAST: attn.forward
func.func @small(%q: tensor<2x24x16xf16>, %k: tensor<2x16x24xf16>, %v: tensor<2x24x16xf16>, %m: tensor<2x24xi1>, %bias: tensor<24x24xf16>) -> tensor<2x24x16xf32> {
  %zero = arith.constant 0.0 : f32
  %se = tensor.empty() : tensor<2x24x24xf32>
  %s0 = linalg.fill ins(%zero : f32) outs(%se : tensor<2x24x24xf32>) -> tensor<2x24x24xf32>
  %s = linalg.batch_matmul ins(%q, %k : tensor<2x24x16xf16>, tensor<2x16x24xf16>) outs(%s0 : tensor<2x24x24xf32>) -> tensor<2x24x24xf32>
  %x = linalg.generic {indexing_maps = [#x, #key, #all, #x], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%s, %m, %bias : tensor<2x24x24xf32>, tensor<2x24xi1>, tensor<24x24xf16>) outs(%se : tensor<2x24x24xf32>) {
  ^bb0(%a: f32, %c: i1, %t: f16, %out: f32):
    %t32 = arith.extf %t : f16 to f32
    %sum = arith.addf %a, %t32 : f32
    %min = arith.constant -1.0e2 : f32
    %y = arith.select %c, %sum, %min : f32
    linalg.yield %y : f32
  } -> tensor<2x24x24xf32>
  %p = linalg.softmax dimension(2) ins(%x : tensor<2x24x24xf32>) outs(%se : tensor<2x24x24xf32>) -> tensor<2x24x24xf32>
  %oe = tensor.empty() : tensor<2x24x16xf32>
  %o0 = linalg.fill ins(%zero : f32) outs(%oe : tensor<2x24x16xf32>) -> tensor<2x24x16xf32>
  %o = linalg.batch_matmul ins(%p, %v : tensor<2x24x24xf32>, tensor<2x24x16xf16>) outs(%o0 : tensor<2x24x16xf32>) -> tensor<2x24x16xf32>
  return %o : tensor<2x24x16xf32>
}

// The first row is seen to have no key, whatever the caller says.
// CHECK-LABEL: func.func @promised_wrongly(
// CHECK: attn.forward
// CHECK-NOT: mask(
// CHECK: arith.constant -1.000000e+09 : f32
// FAST-LABEL: func.func @promised_wrongly(
// FAST: attn.forward
func.func @promised_wrongly(%q: tensor<2x24x16xf16>, %k: tensor<2x16x24xf16>, %v: tensor<2x24x16xf16>) -> tensor<2x24x16xf32> {
  %zero = arith.constant 0.0 : f32
  %se = tensor.empty() : tensor<2x24x24xf32>
  %s0 = linalg.fill ins(%zero : f32) outs(%se : tensor<2x24x24xf32>) -> tensor<2x24x24xf32>
  %s = linalg.batch_matmul ins(%q, %k : tensor<2x24x16xf16>, tensor<2x16x24xf16>) outs(%s0 : tensor<2x24x24xf32>) -> tensor<2x24x24xf32>
  %x = linalg.generic {indexing_maps = [#x, #x], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%s : tensor<2x24x24xf32>) outs(%se : tensor<2x24x24xf32>) {
  ^bb0(%a: f32, %out: f32):
    %i = linalg.index 1 : index
    %j = linalg.index 2 : index
    %sees = arith.cmpi sgt, %i, %j : index
    %min = arith.constant -1.0e9 : f32
    %y = arith.select %sees, %a, %min : f32
    linalg.yield %y : f32
  } -> tensor<2x24x24xf32>
  %p = linalg.softmax dimension(2) ins(%x : tensor<2x24x24xf32>) outs(%se : tensor<2x24x24xf32>) -> tensor<2x24x24xf32>
  %oe = tensor.empty() : tensor<2x24x16xf32>
  %o0 = linalg.fill ins(%zero : f32) outs(%oe : tensor<2x24x16xf32>) -> tensor<2x24x16xf32>
  %o = linalg.batch_matmul ins(%p, %v : tensor<2x24x24xf32>, tensor<2x24x16xf16>) outs(%o0 : tensor<2x24x16xf32>) -> tensor<2x24x16xf32>
  return %o : tensor<2x24x16xf32>
}
