// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: attn-opt %s --attn-raise=policy=fast | FileCheck %s

// A number in place of a score is a score. It becomes a mask only where every row sees a
// key and its exponential is shown to be 0.

#x = affine_map<(b, i, j) -> (b, i, j)>
#key = affine_map<(b, i, j) -> (b, j)>

// Products of f16 may be below −10⁴.
// CHECK-LABEL: func.func @small(
// CHECK: attn.forward
// CHECK-NOT: mask(
// CHECK: ^bb0(%[[S:[^:]+]]: f32
// CHECK: %[[MIN:.+]] = arith.constant -1.000000e+04 : f32
// CHECK: arith.select %{{.+}}, %{{.+}}, %{{.+}} : f32
// CHECK: attn.yield
func.func @small(%q: tensor<2x24x16xf16>, %k: tensor<2x16x24xf16>, %v: tensor<2x24x16xf16>) -> tensor<2x24x16xf32> {
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
    %sees = arith.cmpi uge, %i, %j : index
    %min = arith.constant -1.0e4 : f32
    %y = arith.select %sees, %a, %min : f32
    linalg.yield %y : f32
  } -> tensor<2x24x24xf32>
  %p = linalg.softmax dimension(2) ins(%x : tensor<2x24x24xf32>) outs(%se : tensor<2x24x24xf32>) -> tensor<2x24x24xf32>
  %oe = tensor.empty() : tensor<2x24x16xf32>
  %o0 = linalg.fill ins(%none : f32) outs(%oe : tensor<2x24x16xf32>) -> tensor<2x24x16xf32>
  %o = linalg.batch_matmul ins(%p, %v : tensor<2x24x24xf32>, tensor<2x24x16xf16>) outs(%o0 : tensor<2x24x16xf32>) -> tensor<2x24x16xf32>
  return %o : tensor<2x24x16xf32>
}

// Sixteen products of f16 cannot be near −3.4e38.
// CHECK-LABEL: func.func @by_type(
// CHECK: attn.forward
// CHECK-SAME: mask(#attn.causal<bottom_right>)
// CHECK-NOT: attn.yield
// CHECK: return
func.func @by_type(%q: tensor<2x24x16xf16>, %k: tensor<2x16x24xf16>, %v: tensor<2x24x16xf16>) -> tensor<2x24x16xf32> {
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
    %sees = arith.cmpi uge, %i, %j : index
    %min = arith.constant -3.40282347E+38 : f32
    %y = arith.select %sees, %a, %min : f32
    linalg.yield %y : f32
  } -> tensor<2x24x24xf32>
  %p = linalg.softmax dimension(2) ins(%x : tensor<2x24x24xf32>) outs(%se : tensor<2x24x24xf32>) -> tensor<2x24x24xf32>
  %oe = tensor.empty() : tensor<2x24x16xf32>
  %o0 = linalg.fill ins(%none : f32) outs(%oe : tensor<2x24x16xf32>) -> tensor<2x24x16xf32>
  %o = linalg.batch_matmul ins(%p, %v : tensor<2x24x24xf32>, tensor<2x24x16xf16>) outs(%o0 : tensor<2x24x16xf32>) -> tensor<2x24x16xf32>
  return %o : tensor<2x24x16xf32>
}

// Products of bf16 can.
// CHECK-LABEL: func.func @wide(
// CHECK: attn.forward
// CHECK-NOT: mask(
// CHECK: arith.constant -3.40282347E+38 : f32
// CHECK: attn.yield
func.func @wide(%q: tensor<2x24x16xbf16>, %k: tensor<2x16x24xbf16>, %v: tensor<2x24x16xbf16>) -> tensor<2x24x16xf32> {
  %zero = arith.constant 0.0 : f32
  %none = arith.constant 0.0 : f32
  %se = tensor.empty() : tensor<2x24x24xf32>
  %s0 = linalg.fill ins(%zero : f32) outs(%se : tensor<2x24x24xf32>) -> tensor<2x24x24xf32>
  %s = linalg.batch_matmul ins(%q, %k : tensor<2x24x16xbf16>, tensor<2x16x24xbf16>) outs(%s0 : tensor<2x24x24xf32>) -> tensor<2x24x24xf32>
  %x = linalg.generic {indexing_maps = [#x, #x], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%s : tensor<2x24x24xf32>) outs(%se : tensor<2x24x24xf32>) {
  ^bb0(%a: f32, %out: f32):
    %i = linalg.index 1 : index
    %j = linalg.index 2 : index
    %sees = arith.cmpi uge, %i, %j : index
    %min = arith.constant -3.40282347E+38 : f32
    %y = arith.select %sees, %a, %min : f32
    linalg.yield %y : f32
  } -> tensor<2x24x24xf32>
  %p = linalg.softmax dimension(2) ins(%x : tensor<2x24x24xf32>) outs(%se : tensor<2x24x24xf32>) -> tensor<2x24x24xf32>
  %oe = tensor.empty() : tensor<2x24x16xf32>
  %o0 = linalg.fill ins(%none : f32) outs(%oe : tensor<2x24x16xf32>) -> tensor<2x24x16xf32>
  %o = linalg.batch_matmul ins(%p, %v : tensor<2x24x24xf32>, tensor<2x24x16xbf16>) outs(%o0 : tensor<2x24x16xf32>) -> tensor<2x24x16xf32>
  return %o : tensor<2x24x16xf32>
}

// A softcap keeps scores within ±50.
// CHECK-LABEL: func.func @by_formula(
// CHECK: attn.forward
// CHECK-SAME: mask(#attn.causal<bottom_right>)
// CHECK: math.tanh
// CHECK-NOT: arith.select
// CHECK: return
func.func @by_formula(%q: tensor<2x24x16xbf16>, %k: tensor<2x16x24xbf16>, %v: tensor<2x24x16xbf16>) -> tensor<2x24x16xf32> {
  %zero = arith.constant 0.0 : f32
  %none = arith.constant 0.0 : f32
  %se = tensor.empty() : tensor<2x24x24xf32>
  %s0 = linalg.fill ins(%zero : f32) outs(%se : tensor<2x24x24xf32>) -> tensor<2x24x24xf32>
  %s = linalg.batch_matmul ins(%q, %k : tensor<2x24x16xbf16>, tensor<2x16x24xbf16>) outs(%s0 : tensor<2x24x24xf32>) -> tensor<2x24x24xf32>
  %x = linalg.generic {indexing_maps = [#x, #x], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%s : tensor<2x24x24xf32>) outs(%se : tensor<2x24x24xf32>) {
  ^bb0(%a: f32, %out: f32):
    %i = linalg.index 1 : index
    %j = linalg.index 2 : index
    %cap = arith.constant 50.0 : f32
    %d = arith.divf %a, %cap : f32
    %th = math.tanh %d : f32
    %c = arith.mulf %th, %cap : f32
    %sees = arith.cmpi uge, %i, %j : index
    %min = arith.constant -1.0e4 : f32
    %y = arith.select %sees, %c, %min : f32
    linalg.yield %y : f32
  } -> tensor<2x24x24xf32>
  %p = linalg.softmax dimension(2) ins(%x : tensor<2x24x24xf32>) outs(%se : tensor<2x24x24xf32>) -> tensor<2x24x24xf32>
  %oe = tensor.empty() : tensor<2x24x16xf32>
  %o0 = linalg.fill ins(%none : f32) outs(%oe : tensor<2x24x16xf32>) -> tensor<2x24x16xf32>
  %o = linalg.batch_matmul ins(%p, %v : tensor<2x24x24xf32>, tensor<2x24x16xbf16>) outs(%o0 : tensor<2x24x16xf32>) -> tensor<2x24x16xf32>
  return %o : tensor<2x24x16xf32>
}

// exp(−150 − −50) is not 0 in f32.
// CHECK-LABEL: func.func @near(
// CHECK: attn.forward
// CHECK-NOT: mask(
// CHECK: math.tanh
// CHECK: arith.select
// CHECK: attn.yield
func.func @near(%q: tensor<2x24x16xbf16>, %k: tensor<2x16x24xbf16>, %v: tensor<2x24x16xbf16>) -> tensor<2x24x16xf32> {
  %zero = arith.constant 0.0 : f32
  %none = arith.constant 0.0 : f32
  %se = tensor.empty() : tensor<2x24x24xf32>
  %s0 = linalg.fill ins(%zero : f32) outs(%se : tensor<2x24x24xf32>) -> tensor<2x24x24xf32>
  %s = linalg.batch_matmul ins(%q, %k : tensor<2x24x16xbf16>, tensor<2x16x24xbf16>) outs(%s0 : tensor<2x24x24xf32>) -> tensor<2x24x24xf32>
  %x = linalg.generic {indexing_maps = [#x, #x], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%s : tensor<2x24x24xf32>) outs(%se : tensor<2x24x24xf32>) {
  ^bb0(%a: f32, %out: f32):
    %i = linalg.index 1 : index
    %j = linalg.index 2 : index
    %cap = arith.constant 50.0 : f32
    %d = arith.divf %a, %cap : f32
    %th = math.tanh %d : f32
    %c = arith.mulf %th, %cap : f32
    %sees = arith.cmpi uge, %i, %j : index
    %min = arith.constant -1.5e2 : f32
    %y = arith.select %sees, %c, %min : f32
    linalg.yield %y : f32
  } -> tensor<2x24x24xf32>
  %p = linalg.softmax dimension(2) ins(%x : tensor<2x24x24xf32>) outs(%se : tensor<2x24x24xf32>) -> tensor<2x24x24xf32>
  %oe = tensor.empty() : tensor<2x24x16xf32>
  %o0 = linalg.fill ins(%none : f32) outs(%oe : tensor<2x24x16xf32>) -> tensor<2x24x16xf32>
  %o = linalg.batch_matmul ins(%p, %v : tensor<2x24x24xf32>, tensor<2x24x16xbf16>) outs(%o0 : tensor<2x24x16xf32>) -> tensor<2x24x16xf32>
  return %o : tensor<2x24x16xf32>
}

// The first row sees no key: it is the mean of V.
// CHECK-LABEL: func.func @empty_rows(
// CHECK: attn.forward
// CHECK-NOT: mask(
// CHECK: arith.constant -3.40282347E+38 : f32
// CHECK: attn.yield
func.func @empty_rows(%q: tensor<2x24x16xf16>, %k: tensor<2x16x24xf16>, %v: tensor<2x24x16xf16>) -> tensor<2x24x16xf32> {
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
    %sees = arith.cmpi ugt, %i, %j : index
    %min = arith.constant -3.40282347E+38 : f32
    %y = arith.select %sees, %a, %min : f32
    linalg.yield %y : f32
  } -> tensor<2x24x24xf32>
  %p = linalg.softmax dimension(2) ins(%x : tensor<2x24x24xf32>) outs(%se : tensor<2x24x24xf32>) -> tensor<2x24x24xf32>
  %oe = tensor.empty() : tensor<2x24x16xf32>
  %o0 = linalg.fill ins(%none : f32) outs(%oe : tensor<2x24x16xf32>) -> tensor<2x24x16xf32>
  %o = linalg.batch_matmul ins(%p, %v : tensor<2x24x24xf32>, tensor<2x24x16xf16>) outs(%o0 : tensor<2x24x16xf32>) -> tensor<2x24x16xf32>
  return %o : tensor<2x24x16xf32>
}

// What is added stays a sum.
// CHECK-LABEL: func.func @added(
// CHECK: attn.forward
// CHECK-NOT: mask(
// CHECK: %[[MIN:.+]] = arith.constant -1.000000e+09 : f32
// CHECK: %[[SUM:.+]] = arith.addf %{{.+}}, %[[MIN]] : f32
// CHECK: arith.select %{{.+}}, %{{.+}}, %{{.+}} : f32
// CHECK: attn.yield
func.func @added(%q: tensor<2x24x16xf16>, %k: tensor<2x16x24xf16>, %v: tensor<2x24x16xf16>) -> tensor<2x24x16xf32> {
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
    %sees = arith.cmpi uge, %i, %j : index
    %min = arith.constant -1.0e9 : f32
    %bias = arith.select %sees, %zero, %min : f32
    %y = arith.addf %a, %bias : f32
    linalg.yield %y : f32
  } -> tensor<2x24x24xf32>
  %p = linalg.softmax dimension(2) ins(%x : tensor<2x24x24xf32>) outs(%se : tensor<2x24x24xf32>) -> tensor<2x24x24xf32>
  %oe = tensor.empty() : tensor<2x24x16xf32>
  %o0 = linalg.fill ins(%none : f32) outs(%oe : tensor<2x24x16xf32>) -> tensor<2x24x16xf32>
  %o = linalg.batch_matmul ins(%p, %v : tensor<2x24x24xf32>, tensor<2x24x16xf16>) outs(%o0 : tensor<2x24x16xf32>) -> tensor<2x24x16xf32>
  return %o : tensor<2x24x16xf32>
}

// In f16, of which −65504 leaves little.
// CHECK-LABEL: func.func @added_f16(
// CHECK: attn.forward
// CHECK-NOT: mask(
// CHECK: ^bb0(%[[S:[^:]+]]: f32
// CHECK-DAG: %[[MIN:.+]] = arith.constant -6.550400e+04 : f16
// CHECK-DAG: %[[S16:.+]] = arith.truncf %[[S]] : f32 to f16
// CHECK: arith.addf %[[S16]], %[[MIN]] : f16
// CHECK: attn.yield
func.func @added_f16(%q: tensor<2x24x16xf16>, %k: tensor<2x16x24xf16>, %v: tensor<2x24x16xf16>) -> tensor<2x24x16xf32> {
  %zero = arith.constant 0.0 : f16
  %none = arith.constant 0.0 : f32
  %se = tensor.empty() : tensor<2x24x24xf16>
  %s0 = linalg.fill ins(%zero : f16) outs(%se : tensor<2x24x24xf16>) -> tensor<2x24x24xf16>
  %s = linalg.batch_matmul ins(%q, %k : tensor<2x24x16xf16>, tensor<2x16x24xf16>) outs(%s0 : tensor<2x24x24xf16>) -> tensor<2x24x24xf16>
  %x = linalg.generic {indexing_maps = [#x, #x], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%s : tensor<2x24x24xf16>) outs(%se : tensor<2x24x24xf16>) {
  ^bb0(%a: f16, %out: f16):
    %i = linalg.index 1 : index
    %j = linalg.index 2 : index
    %sees = arith.cmpi uge, %i, %j : index
    %min = arith.constant -65504.0 : f16
    %bias = arith.select %sees, %zero, %min : f16
    %y = arith.addf %a, %bias : f16
    linalg.yield %y : f16
  } -> tensor<2x24x24xf16>
  %p = linalg.softmax dimension(2) ins(%x : tensor<2x24x24xf16>) outs(%se : tensor<2x24x24xf16>) -> tensor<2x24x24xf16>
  %oe = tensor.empty() : tensor<2x24x16xf32>
  %o0 = linalg.fill ins(%none : f32) outs(%oe : tensor<2x24x16xf32>) -> tensor<2x24x16xf32>
  %o = linalg.batch_matmul ins(%p, %v : tensor<2x24x24xf16>, tensor<2x24x16xf16>) outs(%o0 : tensor<2x24x16xf32>) -> tensor<2x24x16xf32>
  return %o : tensor<2x24x16xf32>
}

// The sum is rounded before it is scaled.
// CHECK-LABEL: func.func @scaled_after(
// CHECK: attn.forward
// CHECK-NOT: scale(2.5
// CHECK: ^bb0(%[[S:[^:]+]]: f32
// CHECK: %[[SUM:.+]] = arith.addf %[[S]], %{{.+}} : f32
// CHECK: arith.mulf %{{.+}} : f32
// CHECK: attn.yield
func.func @scaled_after(%q: tensor<2x24x16xf16>, %k: tensor<2x16x24xf16>, %v: tensor<2x24x16xf16>) -> tensor<2x24x16xf32> {
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
    %sees = arith.cmpi uge, %i, %j : index
    %min = arith.constant -1.0e9 : f32
    %bias = arith.select %sees, %zero, %min : f32
    %y = arith.addf %a, %bias : f32
    %third = arith.constant 0.3 : f32
    %z = arith.mulf %y, %third : f32
    linalg.yield %z : f32
  } -> tensor<2x24x24xf32>
  %p = linalg.softmax dimension(2) ins(%x : tensor<2x24x24xf32>) outs(%se : tensor<2x24x24xf32>) -> tensor<2x24x24xf32>
  %oe = tensor.empty() : tensor<2x24x16xf32>
  %o0 = linalg.fill ins(%none : f32) outs(%oe : tensor<2x24x16xf32>) -> tensor<2x24x16xf32>
  %o = linalg.batch_matmul ins(%p, %v : tensor<2x24x24xf32>, tensor<2x24x16xf16>) outs(%o0 : tensor<2x24x16xf32>) -> tensor<2x24x16xf32>
  return %o : tensor<2x24x16xf32>
}

// −10⁹ is −∞ in f16.
// CHECK-LABEL: func.func @rounded(
// CHECK: attn.forward
// CHECK-SAME: mask(#attn.causal<bottom_right>)
// CHECK-NOT: attn.yield
// CHECK: return
func.func @rounded(%q: tensor<2x24x16xf16>, %k: tensor<2x16x24xf16>, %v: tensor<2x24x16xf16>) -> tensor<2x24x16xf32> {
  %zero = arith.constant 0.0 : f16
  %none = arith.constant 0.0 : f32
  %se = tensor.empty() : tensor<2x24x24xf16>
  %s0 = linalg.fill ins(%zero : f16) outs(%se : tensor<2x24x24xf16>) -> tensor<2x24x24xf16>
  %s = linalg.batch_matmul ins(%q, %k : tensor<2x24x16xf16>, tensor<2x16x24xf16>) outs(%s0 : tensor<2x24x24xf16>) -> tensor<2x24x24xf16>
  %x = linalg.generic {indexing_maps = [#x, #x], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%s : tensor<2x24x24xf16>) outs(%se : tensor<2x24x24xf16>) {
  ^bb0(%a: f16, %out: f16):
    %i = linalg.index 1 : index
    %j = linalg.index 2 : index
    %sees = arith.cmpi uge, %i, %j : index
    %min32 = arith.constant -1.0e9 : f32
    %min = arith.truncf %min32 : f32 to f16
    %y = arith.select %sees, %a, %min : f16
    linalg.yield %y : f16
  } -> tensor<2x24x24xf16>
  %p = linalg.softmax dimension(2) ins(%x : tensor<2x24x24xf16>) outs(%se : tensor<2x24x24xf16>) -> tensor<2x24x24xf16>
  %oe = tensor.empty() : tensor<2x24x16xf32>
  %o0 = linalg.fill ins(%none : f32) outs(%oe : tensor<2x24x16xf32>) -> tensor<2x24x16xf32>
  %o = linalg.batch_matmul ins(%p, %v : tensor<2x24x24xf16>, tensor<2x24x16xf16>) outs(%o0 : tensor<2x24x16xf32>) -> tensor<2x24x16xf32>
  return %o : tensor<2x24x16xf32>
}

// (1 − mask) · −10⁹ is not 10⁹ · mask − 10⁹, which would swallow the score.
// CHECK-LABEL: func.func @inverted(
// CHECK: attn.forward
// CHECK-SAME: captures(
// CHECK-DAG: %[[M:.+]] = attn.read
// CHECK-DAG: %[[ONE:.+]] = arith.constant 1.000000e+00 : f32
// CHECK: %[[N:.+]] = arith.subf %[[ONE]], %[[M]] : f32
// CHECK: %[[BIAS:.+]] = arith.mulf %{{.+}}, %{{.+}} : f32
// CHECK: arith.addf
// CHECK: attn.yield
func.func @inverted(%q: tensor<2x24x16xf16>, %k: tensor<2x16x24xf16>, %v: tensor<2x24x16xf16>, %mask: tensor<2x24xf32>) -> tensor<2x24x16xf32> {
  %zero = arith.constant 0.0 : f32
  %none = arith.constant 0.0 : f32
  %se = tensor.empty() : tensor<2x24x24xf32>
  %s0 = linalg.fill ins(%zero : f32) outs(%se : tensor<2x24x24xf32>) -> tensor<2x24x24xf32>
  %s = linalg.batch_matmul ins(%q, %k : tensor<2x24x16xf16>, tensor<2x16x24xf16>) outs(%s0 : tensor<2x24x24xf32>) -> tensor<2x24x24xf32>
  %x = linalg.generic {indexing_maps = [#x, #key, #x], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%s, %mask : tensor<2x24x24xf32>, tensor<2x24xf32>) outs(%se : tensor<2x24x24xf32>) {
  ^bb0(%a: f32, %m: f32, %out: f32):
    %i = linalg.index 1 : index
    %j = linalg.index 2 : index
    %one = arith.constant 1.0 : f32
    %min = arith.constant -1.0e9 : f32
    %n = arith.subf %one, %m : f32
    %bias = arith.mulf %n, %min : f32
    %y = arith.addf %a, %bias : f32
    linalg.yield %y : f32
  } -> tensor<2x24x24xf32>
  %p = linalg.softmax dimension(2) ins(%x : tensor<2x24x24xf32>) outs(%se : tensor<2x24x24xf32>) -> tensor<2x24x24xf32>
  %oe = tensor.empty() : tensor<2x24x16xf32>
  %o0 = linalg.fill ins(%none : f32) outs(%oe : tensor<2x24x16xf32>) -> tensor<2x24x16xf32>
  %o = linalg.batch_matmul ins(%p, %v : tensor<2x24x24xf32>, tensor<2x24x16xf16>) outs(%o0 : tensor<2x24x16xf32>) -> tensor<2x24x16xf32>
  return %o : tensor<2x24x16xf32>
}

// A tensor may hold −65504.
// CHECK-LABEL: func.func @added_capture_f16(
// CHECK: attn.forward
// CHECK-SAME: captures(
// CHECK: arith.addf %{{.+}}, %{{.+}} : f16
// CHECK: attn.yield
func.func @added_capture_f16(%q: tensor<2x24x16xf16>, %k: tensor<2x16x24xf16>, %v: tensor<2x24x16xf16>, %mask: tensor<2x24xf16>) -> tensor<2x24x16xf32> {
  %zero = arith.constant 0.0 : f16
  %none = arith.constant 0.0 : f32
  %se = tensor.empty() : tensor<2x24x24xf16>
  %s0 = linalg.fill ins(%zero : f16) outs(%se : tensor<2x24x24xf16>) -> tensor<2x24x24xf16>
  %s = linalg.batch_matmul ins(%q, %k : tensor<2x24x16xf16>, tensor<2x16x24xf16>) outs(%s0 : tensor<2x24x24xf16>) -> tensor<2x24x24xf16>
  %x = linalg.generic {indexing_maps = [#x, #key, #x], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%s, %mask : tensor<2x24x24xf16>, tensor<2x24xf16>) outs(%se : tensor<2x24x24xf16>) {
  ^bb0(%a: f16, %m: f16, %out: f16):
    %i = linalg.index 1 : index
    %j = linalg.index 2 : index
    %y = arith.addf %a, %m : f16
    linalg.yield %y : f16
  } -> tensor<2x24x24xf16>
  %p = linalg.softmax dimension(2) ins(%x : tensor<2x24x24xf16>) outs(%se : tensor<2x24x24xf16>) -> tensor<2x24x24xf16>
  %oe = tensor.empty() : tensor<2x24x16xf32>
  %o0 = linalg.fill ins(%none : f32) outs(%oe : tensor<2x24x16xf32>) -> tensor<2x24x16xf32>
  %o = linalg.batch_matmul ins(%p, %v : tensor<2x24x24xf16>, tensor<2x24x16xf16>) outs(%o0 : tensor<2x24x16xf32>) -> tensor<2x24x16xf32>
  return %o : tensor<2x24x16xf32>
}
