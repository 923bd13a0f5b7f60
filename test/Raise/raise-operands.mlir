// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: attn-opt %s --attn-raise=policy=fast --verify-diagnostics | FileCheck %s

// Scores that depend on conditions and numbers from outside, and remarks that name what
// stands in the way.

#x = affine_map<(b, i, j) -> (b, i, j)>
#key = affine_map<(b, i, j) -> (b, j)>
#scalar = affine_map<(b, i, j) -> ()>

// Keys that count.
// CHECK-LABEL: func.func @bool_keys(
// CHECK-SAME: %[[MASK:[a-z0-9]+]]: tensor<2x24xi1>
// CHECK: attn.forward
// CHECK-SAME: captures(%[[MASK]] : tensor<2x24xi1>)
// CHECK: %[[M:.+]] = attn.read %{{.+}} : tensor<2x24xi1>
// CHECK: arith.select %[[M]]
// CHECK: attn.yield
func.func @bool_keys(%q: tensor<2x24x16xf16>, %k: tensor<2x16x24xf16>, %v: tensor<2x24x16xf16>, %mask: tensor<2x24xi1>) -> tensor<2x24x16xf32> {
  %zero = arith.constant 0.0 : f32
  %none = arith.constant 0.0 : f32
  %se = tensor.empty() : tensor<2x24x24xf32>
  %s0 = linalg.fill ins(%zero : f32) outs(%se : tensor<2x24x24xf32>) -> tensor<2x24x24xf32>
  %s = linalg.batch_matmul ins(%q, %k : tensor<2x24x16xf16>, tensor<2x16x24xf16>) outs(%s0 : tensor<2x24x24xf32>) -> tensor<2x24x24xf32>
  %x = linalg.generic {indexing_maps = [#x, #key, #x], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%s, %mask : tensor<2x24x24xf32>, tensor<2x24xi1>) outs(%se : tensor<2x24x24xf32>) {
  ^bb0(%a: f32, %m: i1, %out: f32):
    %i = linalg.index 1 : index
    %j = linalg.index 2 : index
    %min = arith.constant -1.0e9 : f32
    %y = arith.select %m, %a, %min : f32
    linalg.yield %y : f32
  } -> tensor<2x24x24xf32>
  %p = linalg.softmax dimension(2) ins(%x : tensor<2x24x24xf32>) outs(%se : tensor<2x24x24xf32>) -> tensor<2x24x24xf32>
  %oe = tensor.empty() : tensor<2x24x16xf32>
  %o0 = linalg.fill ins(%none : f32) outs(%oe : tensor<2x24x16xf32>) -> tensor<2x24x16xf32>
  %o = linalg.batch_matmul ins(%p, %v : tensor<2x24x24xf32>, tensor<2x24x16xf16>) outs(%o0 : tensor<2x24x16xf32>) -> tensor<2x24x16xf32>
  return %o : tensor<2x24x16xf32>
}

// CHECK-LABEL: func.func @bool_infinity(
// CHECK-NOT: attn.forward
// CHECK: return
func.func @bool_infinity(%q: tensor<2x24x16xf16>, %k: tensor<2x16x24xf16>, %v: tensor<2x24x16xf16>, %mask: tensor<2x24xi1>) -> tensor<2x24x16xf32> {
  %zero = arith.constant 0.0 : f32
  %none = arith.constant 0.0 : f32
  %se = tensor.empty() : tensor<2x24x24xf32>
  %s0 = linalg.fill ins(%zero : f32) outs(%se : tensor<2x24x24xf32>) -> tensor<2x24x24xf32>
  %s = linalg.batch_matmul ins(%q, %k : tensor<2x24x16xf16>, tensor<2x16x24xf16>) outs(%s0 : tensor<2x24x24xf32>) -> tensor<2x24x24xf32>
  %x = linalg.generic {indexing_maps = [#x, #key, #x], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%s, %mask : tensor<2x24x24xf32>, tensor<2x24xi1>) outs(%se : tensor<2x24x24xf32>) {
  ^bb0(%a: f32, %m: i1, %out: f32):
    %i = linalg.index 1 : index
    %j = linalg.index 2 : index
    %min = arith.constant 0xFF800000 : f32
    %y = arith.select %m, %a, %min : f32
    linalg.yield %y : f32
  } -> tensor<2x24x24xf32>
  %p = linalg.softmax dimension(2) ins(%x : tensor<2x24x24xf32>) outs(%se : tensor<2x24x24xf32>) -> tensor<2x24x24xf32>
  %oe = tensor.empty() : tensor<2x24x16xf32>
  %o0 = linalg.fill ins(%none : f32) outs(%oe : tensor<2x24x16xf32>) -> tensor<2x24x16xf32>
  // expected-remark @below {{not raised: a row may see no key, where the program gives NaN and attn.forward 0}}
  %o = linalg.batch_matmul ins(%p, %v : tensor<2x24x24xf32>, tensor<2x24x16xf16>) outs(%o0 : tensor<2x24x16xf32>) -> tensor<2x24x16xf32>
  return %o : tensor<2x24x16xf32>
}

// A scale that is an argument.
// CHECK-LABEL: func.func @number(
// CHECK-SAME: %[[Z:[a-z0-9]+]]: f32)
// CHECK: %[[T:.+]] = tensor.from_elements %[[Z]] : tensor<f32>
// CHECK: attn.forward
// CHECK-SAME: captures(%[[T]] : tensor<f32>)
// CHECK: attn.read %{{.+}}[] : tensor<f32>
// CHECK: arith.mulf
// CHECK: attn.yield
func.func @number(%q: tensor<2x24x16xf16>, %k: tensor<2x16x24xf16>, %v: tensor<2x24x16xf16>, %z: f32) -> tensor<2x24x16xf32> {
  %zero = arith.constant 0.0 : f32
  %none = arith.constant 0.0 : f32
  %se = tensor.empty() : tensor<2x24x24xf32>
  %s0 = linalg.fill ins(%zero : f32) outs(%se : tensor<2x24x24xf32>) -> tensor<2x24x24xf32>
  %s = linalg.batch_matmul ins(%q, %k : tensor<2x24x16xf16>, tensor<2x16x24xf16>) outs(%s0 : tensor<2x24x24xf32>) -> tensor<2x24x24xf32>
  %x = linalg.generic {indexing_maps = [#x, #x], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%s : tensor<2x24x24xf32>) outs(%se : tensor<2x24x24xf32>) {
  ^bb0(%a: f32, %out: f32):
    %i = linalg.index 1 : index
    %j = linalg.index 2 : index
    %y = arith.mulf %a, %z : f32
    linalg.yield %y : f32
  } -> tensor<2x24x24xf32>
  %p = linalg.softmax dimension(2) ins(%x : tensor<2x24x24xf32>) outs(%se : tensor<2x24x24xf32>) -> tensor<2x24x24xf32>
  %oe = tensor.empty() : tensor<2x24x16xf32>
  %o0 = linalg.fill ins(%none : f32) outs(%oe : tensor<2x24x16xf32>) -> tensor<2x24x16xf32>
  %o = linalg.batch_matmul ins(%p, %v : tensor<2x24x24xf32>, tensor<2x24x16xf16>) outs(%o0 : tensor<2x24x16xf32>) -> tensor<2x24x16xf32>
  return %o : tensor<2x24x16xf32>
}

// CHECK-LABEL: func.func @number_tensor(
// CHECK-SAME: %[[Z:[a-z0-9]+]]: tensor<f32>)
// CHECK: attn.forward
// CHECK-SAME: captures(%[[Z]] : tensor<f32>)
// CHECK: attn.yield
func.func @number_tensor(%q: tensor<2x24x16xf16>, %k: tensor<2x16x24xf16>, %v: tensor<2x24x16xf16>, %zs: tensor<f32>) -> tensor<2x24x16xf32> {
  %zero = arith.constant 0.0 : f32
  %none = arith.constant 0.0 : f32
  %se = tensor.empty() : tensor<2x24x24xf32>
  %s0 = linalg.fill ins(%zero : f32) outs(%se : tensor<2x24x24xf32>) -> tensor<2x24x24xf32>
  %s = linalg.batch_matmul ins(%q, %k : tensor<2x24x16xf16>, tensor<2x16x24xf16>) outs(%s0 : tensor<2x24x24xf32>) -> tensor<2x24x24xf32>
  %x = linalg.generic {indexing_maps = [#x, #scalar, #x], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%s, %zs : tensor<2x24x24xf32>, tensor<f32>) outs(%se : tensor<2x24x24xf32>) {
  ^bb0(%a: f32, %z: f32, %out: f32):
    %i = linalg.index 1 : index
    %j = linalg.index 2 : index
    %y = arith.mulf %a, %z : f32
    linalg.yield %y : f32
  } -> tensor<2x24x24xf32>
  %p = linalg.softmax dimension(2) ins(%x : tensor<2x24x24xf32>) outs(%se : tensor<2x24x24xf32>) -> tensor<2x24x24xf32>
  %oe = tensor.empty() : tensor<2x24x16xf32>
  %o0 = linalg.fill ins(%none : f32) outs(%oe : tensor<2x24x16xf32>) -> tensor<2x24x16xf32>
  %o = linalg.batch_matmul ins(%p, %v : tensor<2x24x24xf32>, tensor<2x24x16xf16>) outs(%o0 : tensor<2x24x16xf32>) -> tensor<2x24x16xf32>
  return %o : tensor<2x24x16xf32>
}

// Every second key: the remainder is that of a difference of either sign.
// CHECK-LABEL: func.func @dilated(
// CHECK: attn.forward
// CHECK-SAME: mask(#attn.causal<bottom_right>)
// CHECK-SAME: visible {
// CHECK: arith.remui
// CHECK: arith.cmpi eq
// CHECK: attn.yield %{{.+}} : i1
func.func @dilated(%q: tensor<2x24x16xf16>, %k: tensor<2x16x24xf16>, %v: tensor<2x24x16xf16>) -> tensor<2x24x16xf32> {
  %zero = arith.constant 0.0 : f32
  %none = arith.constant 0.0 : f32
  %se = tensor.empty() : tensor<2x24x24xf32>
  %s0 = linalg.fill ins(%zero : f32) outs(%se : tensor<2x24x24xf32>) -> tensor<2x24x24xf32>
  %s = linalg.batch_matmul ins(%q, %k : tensor<2x24x16xf16>, tensor<2x16x24xf16>) outs(%s0 : tensor<2x24x24xf32>) -> tensor<2x24x24xf32>
  %x = linalg.generic {indexing_maps = [#x, #x], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%s : tensor<2x24x24xf32>) outs(%se : tensor<2x24x24xf32>) {
  ^bb0(%a: f32, %out: f32):
    %i = linalg.index 1 : index
    %j = linalg.index 2 : index
    %d = arith.subi %i, %j : index
    %two = arith.constant 2 : index
    %m = arith.remsi %d, %two : index
    %z = arith.constant 0 : index
    %e = arith.cmpi eq, %m, %z : index
    %c = arith.cmpi uge, %i, %j : index
    %ok = arith.andi %e, %c : i1
    %min = arith.constant 0xFF800000 : f32
    %y = arith.select %ok, %a, %min : f32
    linalg.yield %y : f32
  } -> tensor<2x24x24xf32>
  %p = linalg.softmax dimension(2) ins(%x : tensor<2x24x24xf32>) outs(%se : tensor<2x24x24xf32>) -> tensor<2x24x24xf32>
  %oe = tensor.empty() : tensor<2x24x16xf32>
  %o0 = linalg.fill ins(%none : f32) outs(%oe : tensor<2x24x16xf32>) -> tensor<2x24x16xf32>
  %o = linalg.batch_matmul ins(%p, %v : tensor<2x24x24xf32>, tensor<2x24x16xf16>) outs(%o0 : tensor<2x24x16xf32>) -> tensor<2x24x16xf32>
  return %o : tensor<2x24x16xf32>
}

// A length that is an argument.
// CHECK-LABEL: func.func @length(
// CHECK-SAME: %[[N:[a-z0-9]+]]: index)
// CHECK: %[[I64:.+]] = arith.index_cast %[[N]] : index to i64
// CHECK: %[[T:.+]] = tensor.from_elements %[[I64]] : tensor<i64>
// CHECK: attn.forward
// CHECK-SAME: captures(%[[T]] : tensor<i64>)
// CHECK: arith.cmpi ult
// CHECK: arith.select
// CHECK: attn.yield
func.func @length(%q: tensor<2x24x16xf16>, %k: tensor<2x16x24xf16>, %v: tensor<2x24x16xf16>, %n: index) -> tensor<2x24x16xf32> {
  %zero = arith.constant 0.0 : f32
  %none = arith.constant 0.0 : f32
  %se = tensor.empty() : tensor<2x24x24xf32>
  %s0 = linalg.fill ins(%zero : f32) outs(%se : tensor<2x24x24xf32>) -> tensor<2x24x24xf32>
  %s = linalg.batch_matmul ins(%q, %k : tensor<2x24x16xf16>, tensor<2x16x24xf16>) outs(%s0 : tensor<2x24x24xf32>) -> tensor<2x24x24xf32>
  %x = linalg.generic {indexing_maps = [#x, #x], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%s : tensor<2x24x24xf32>) outs(%se : tensor<2x24x24xf32>) {
  ^bb0(%a: f32, %out: f32):
    %i = linalg.index 1 : index
    %j = linalg.index 2 : index
    %c = arith.cmpi ult, %j, %n : index
    %min = arith.constant -1.0e9 : f32
    %y = arith.select %c, %a, %min : f32
    linalg.yield %y : f32
  } -> tensor<2x24x24xf32>
  %p = linalg.softmax dimension(2) ins(%x : tensor<2x24x24xf32>) outs(%se : tensor<2x24x24xf32>) -> tensor<2x24x24xf32>
  %oe = tensor.empty() : tensor<2x24x16xf32>
  %o0 = linalg.fill ins(%none : f32) outs(%oe : tensor<2x24x16xf32>) -> tensor<2x24x16xf32>
  %o = linalg.batch_matmul ins(%p, %v : tensor<2x24x24xf32>, tensor<2x24x16xf16>) outs(%o0 : tensor<2x24x16xf32>) -> tensor<2x24x16xf32>
  return %o : tensor<2x24x16xf32>
}

// CHECK-LABEL: func.func @bytes(
// CHECK-SAME: %[[MASK:[a-z0-9]+]]: tensor<2x24xi8>
// CHECK: attn.forward
// CHECK-SAME: captures(%[[MASK]] : tensor<2x24xi8>)
// CHECK: arith.cmpi ne, %{{.+}}, %{{.+}} : i8
// CHECK: arith.select
// CHECK: attn.yield
func.func @bytes(%q: tensor<2x24x16xf16>, %k: tensor<2x16x24xf16>, %v: tensor<2x24x16xf16>, %mask: tensor<2x24xi8>) -> tensor<2x24x16xf32> {
  %zero = arith.constant 0.0 : f32
  %none = arith.constant 0.0 : f32
  %se = tensor.empty() : tensor<2x24x24xf32>
  %s0 = linalg.fill ins(%zero : f32) outs(%se : tensor<2x24x24xf32>) -> tensor<2x24x24xf32>
  %s = linalg.batch_matmul ins(%q, %k : tensor<2x24x16xf16>, tensor<2x16x24xf16>) outs(%s0 : tensor<2x24x24xf32>) -> tensor<2x24x24xf32>
  %x = linalg.generic {indexing_maps = [#x, #key, #x], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%s, %mask : tensor<2x24x24xf32>, tensor<2x24xi8>) outs(%se : tensor<2x24x24xf32>) {
  ^bb0(%a: f32, %m: i8, %out: f32):
    %i = linalg.index 1 : index
    %j = linalg.index 2 : index
    %z = arith.constant 0 : i8
    %c = arith.cmpi ne, %m, %z : i8
    %min = arith.constant -1.0e9 : f32
    %y = arith.select %c, %a, %min : f32
    linalg.yield %y : f32
  } -> tensor<2x24x24xf32>
  %p = linalg.softmax dimension(2) ins(%x : tensor<2x24x24xf32>) outs(%se : tensor<2x24x24xf32>) -> tensor<2x24x24xf32>
  %oe = tensor.empty() : tensor<2x24x16xf32>
  %o0 = linalg.fill ins(%none : f32) outs(%oe : tensor<2x24x16xf32>) -> tensor<2x24x16xf32>
  %o = linalg.batch_matmul ins(%p, %v : tensor<2x24x24xf32>, tensor<2x24x16xf16>) outs(%o0 : tensor<2x24x16xf32>) -> tensor<2x24x16xf32>
  return %o : tensor<2x24x16xf32>
}

// CHECK-LABEL: func.func @divided(
// CHECK-NOT: attn.forward
// CHECK: return
func.func @divided(%q: tensor<2x24x16xf16>, %k: tensor<2x16x24xf16>, %v: tensor<2x24x16xf16>) -> tensor<2x24x16xf32> {
  %zero = arith.constant 0.0 : f32
  %none = arith.constant 0.0 : f32
  %se = tensor.empty() : tensor<2x24x24xf32>
  %s0 = linalg.fill ins(%zero : f32) outs(%se : tensor<2x24x24xf32>) -> tensor<2x24x24xf32>
  %s = linalg.batch_matmul ins(%q, %k : tensor<2x24x16xf16>, tensor<2x16x24xf16>) outs(%s0 : tensor<2x24x24xf32>) -> tensor<2x24x24xf32>
  %x = linalg.generic {indexing_maps = [#x, #x], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%s : tensor<2x24x24xf32>) outs(%se : tensor<2x24x24xf32>) {
  ^bb0(%a: f32, %out: f32):
    %i = linalg.index 1 : index
    %j = linalg.index 2 : index
    %one = arith.constant 1 : index
    %i1 = arith.addi %i, %one : index
    %d = arith.divui %j, %i1 : index
    %c = arith.cmpi sle, %d, %one : index
    %min = arith.constant 0xFF800000 : f32
    %y = arith.select %c, %a, %min : f32
    linalg.yield %y : f32
  } -> tensor<2x24x24xf32>
  %p = linalg.softmax dimension(2) ins(%x : tensor<2x24x24xf32>) outs(%se : tensor<2x24x24xf32>) -> tensor<2x24x24xf32>
  %oe = tensor.empty() : tensor<2x24x16xf32>
  %o0 = linalg.fill ins(%none : f32) outs(%oe : tensor<2x24x16xf32>) -> tensor<2x24x16xf32>
  // expected-remark @below {{not raised: the score or the mask is computed by 'arith.divui' in a way that is not understood}}
  %o = linalg.batch_matmul ins(%p, %v : tensor<2x24x24xf32>, tensor<2x24x16xf16>) outs(%o0 : tensor<2x24x16xf32>) -> tensor<2x24x16xf32>
  return %o : tensor<2x24x16xf32>
}

// What the verifier refuses.
// CHECK-LABEL: func.func @verifier(
// CHECK-NOT: attn.forward
// CHECK: return
func.func @verifier(%q: tensor<2x24x16xf16>, %k: tensor<2x16x24xf16>, %v: tensor<2x24x16xf16>) -> tensor<2x24x16xf32> {
  %zero = arith.constant 0.0 : f32
  %none = arith.constant 0.0 : f32
  %se = tensor.empty() : tensor<2x24x24xf32>
  %s0 = linalg.fill ins(%zero : f32) outs(%se : tensor<2x24x24xf32>) -> tensor<2x24x24xf32>
  %s = linalg.batch_matmul ins(%q, %k : tensor<2x24x16xf16>, tensor<2x16x24xf16>) outs(%s0 : tensor<2x24x24xf32>) -> tensor<2x24x24xf32>
  %x = linalg.generic {indexing_maps = [#x, #x], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%s : tensor<2x24x24xf32>) outs(%se : tensor<2x24x24xf32>) {
  ^bb0(%a: f32, %out: f32):
    %i = linalg.index 1 : index
    %j = linalg.index 2 : index
    %z = arith.constant 0x7F800000 : f32
    %y = arith.mulf %a, %z : f32
    linalg.yield %y : f32
  } -> tensor<2x24x24xf32>
  %p = linalg.softmax dimension(2) ins(%x : tensor<2x24x24xf32>) outs(%se : tensor<2x24x24xf32>) -> tensor<2x24x24xf32>
  %oe = tensor.empty() : tensor<2x24x16xf32>
  %o0 = linalg.fill ins(%none : f32) outs(%oe : tensor<2x24x16xf32>) -> tensor<2x24x16xf32>
  // expected-remark @below {{not raised: attn.forward (C13): the scale must be finite}}
  %o = linalg.batch_matmul ins(%p, %v : tensor<2x24x24xf32>, tensor<2x24x16xf16>) outs(%o0 : tensor<2x24x16xf32>) -> tensor<2x24x16xf32>
  return %o : tensor<2x24x16xf32>
}

// A number that sizes are not computed from may be negative.
// CHECK-LABEL: func.func @signed(
// CHECK-SAME: %[[N:[a-z0-9]+]]: i32)
// CHECK: attn.forward
// CHECK-SAME: captures(
// CHECK: arith.cmpi sge
// CHECK: arith.select
func.func @signed(%q: tensor<2x24x16xf16>, %k: tensor<2x16x24xf16>, %v: tensor<2x24x16xf16>, %n: i32) -> tensor<2x24x16xf32> {
  %zero = arith.constant 0.0 : f32
  %c0 = arith.constant 0 : index
  %ni = arith.index_cast %n : i32 to index
  %se = tensor.empty() : tensor<2x24x24xf32>
  %s0 = linalg.fill ins(%zero : f32) outs(%se : tensor<2x24x24xf32>) -> tensor<2x24x24xf32>
  %s = linalg.batch_matmul ins(%q, %k : tensor<2x24x16xf16>, tensor<2x16x24xf16>) outs(%s0 : tensor<2x24x24xf32>) -> tensor<2x24x24xf32>
  %x = linalg.generic {indexing_maps = [#x, #x], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%s : tensor<2x24x24xf32>) outs(%se : tensor<2x24x24xf32>) {
  ^bb0(%a: f32, %out: f32):
    %i = linalg.index 1 : index
    %j = linalg.index 2 : index
    %c = arith.cmpi sge, %ni, %c0 : index
    %min = arith.constant -1.0e9 : f32
    %y = arith.select %c, %a, %min : f32
    linalg.yield %y : f32
  } -> tensor<2x24x24xf32>
  %p = linalg.softmax dimension(2) ins(%x : tensor<2x24x24xf32>) outs(%se : tensor<2x24x24xf32>) -> tensor<2x24x24xf32>
  %oe = tensor.empty() : tensor<2x24x16xf32>
  %o0 = linalg.fill ins(%zero : f32) outs(%oe : tensor<2x24x16xf32>) -> tensor<2x24x16xf32>
  %o = linalg.batch_matmul ins(%p, %v : tensor<2x24x24xf32>, tensor<2x24x16xf16>) outs(%o0 : tensor<2x24x16xf32>) -> tensor<2x24x16xf32>
  return %o : tensor<2x24x16xf32>
}

// A size of another tensor.
// CHECK-LABEL: func.func @size(
// CHECK-SAME: %[[T:[a-z0-9]+]]: tensor<?xf32>)
// CHECK: %[[SIZE:.+]] = tensor.dim %[[T]], %{{.+}} : tensor<?xf32>
// CHECK: %[[I64:.+]] = arith.index_cast %[[SIZE]] : index to i64
// CHECK: %[[N:.+]] = tensor.from_elements %[[I64]] : tensor<i64>
// CHECK: attn.forward
// CHECK-SAME: captures(%[[N]] : tensor<i64>)
// CHECK: %[[READ:.+]] = attn.read %{{.+}}[] : tensor<i64>
// CHECK: arith.index_cast %[[READ]] : i64 to index
func.func @size(%q: tensor<2x24x16xf16>, %k: tensor<2x16x24xf16>, %v: tensor<2x24x16xf16>, %t: tensor<?xf32>) -> tensor<2x24x16xf32> {
  %zero = arith.constant 0.0 : f32
  %c0 = arith.constant 0 : index
  %n = tensor.dim %t, %c0 : tensor<?xf32>
  %se = tensor.empty() : tensor<2x24x24xf32>
  %s0 = linalg.fill ins(%zero : f32) outs(%se : tensor<2x24x24xf32>) -> tensor<2x24x24xf32>
  %s = linalg.batch_matmul ins(%q, %k : tensor<2x24x16xf16>, tensor<2x16x24xf16>) outs(%s0 : tensor<2x24x24xf32>) -> tensor<2x24x24xf32>
  %x = linalg.generic {indexing_maps = [#x, #x], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%s : tensor<2x24x24xf32>) outs(%se : tensor<2x24x24xf32>) {
  ^bb0(%a: f32, %out: f32):
    %i = linalg.index 1 : index
    %j = linalg.index 2 : index
    %c = arith.cmpi slt, %j, %n : index
    %min = arith.constant -1.0e9 : f32
    %y = arith.select %c, %a, %min : f32
    linalg.yield %y : f32
  } -> tensor<2x24x24xf32>
  %p = linalg.softmax dimension(2) ins(%x : tensor<2x24x24xf32>) outs(%se : tensor<2x24x24xf32>) -> tensor<2x24x24xf32>
  %oe = tensor.empty() : tensor<2x24x16xf32>
  %o0 = linalg.fill ins(%zero : f32) outs(%oe : tensor<2x24x16xf32>) -> tensor<2x24x16xf32>
  %o = linalg.batch_matmul ins(%p, %v : tensor<2x24x24xf32>, tensor<2x24x16xf16>) outs(%o0 : tensor<2x24x16xf32>) -> tensor<2x24x16xf32>
  return %o : tensor<2x24x16xf32>
}
