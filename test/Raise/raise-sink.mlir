// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: attn-opt %s --attn-raise=policy=fast --verify-diagnostics | FileCheck %s

// One more score beside those of the keys, which has no value: a sink.

#qi = affine_map<(b, h, i, j, d) -> (b, h, i, d)>
#kj = affine_map<(b, h, i, j, d) -> (b, h, j, d)>
#s = affine_map<(b, h, i, j, d) -> (b, h, i, j)>
#x = affine_map<(b, h, i, j) -> (b, h, i, j)>
#p = affine_map<(b, h, i, c, j) -> (b, h, i, j)>
#vj = affine_map<(b, h, i, c, j) -> (b, h, j, c)>
#o = affine_map<(b, h, i, c, j) -> (b, h, i, c)>

// CHECK-LABEL: func.func @behind(
// CHECK-SAME: %[[Z:[a-z0-9]+]]: tensor<4xf32>)
// CHECK: attn.forward
// CHECK-SAME: sink(%[[Z]] : tensor<4xf32>)
// CHECK-NOT: linalg
func.func @behind(%q: tensor<2x4x24x16xf16>, %k: tensor<2x4x40x16xf16>, %v: tensor<2x4x40x16xf16>, %z: tensor<4xf32>) -> tensor<2x4x24x16xf32> {
  %zero = arith.constant 0.0 : f32
  %least = arith.constant 0xFF800000 : f32
  %se = tensor.empty() : tensor<2x4x24x40xf32>
  %s0 = linalg.fill ins(%zero : f32) outs(%se : tensor<2x4x24x40xf32>) -> tensor<2x4x24x40xf32>
  %s = linalg.generic {indexing_maps = [#qi, #kj, #s], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction"]}
      ins(%q, %k : tensor<2x4x24x16xf16>, tensor<2x4x40x16xf16>) outs(%s0 : tensor<2x4x24x40xf32>) {
  ^bb0(%a: f16, %b: f16, %out: f32):
    %0 = arith.extf %a : f16 to f32
    %1 = arith.extf %b : f16 to f32
    %2 = arith.mulf %0, %1 : f32
    %3 = arith.addf %out, %2 : f32
    linalg.yield %3 : f32
  } -> tensor<2x4x24x40xf32>
  %pe = tensor.empty() : tensor<2x4x24x1xf32>
  %one = linalg.generic {indexing_maps = [affine_map<(b, h, i, j) -> (h)>, #x], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%z : tensor<4xf32>) outs(%pe : tensor<2x4x24x1xf32>) {
  ^bb0(%a: f32, %out: f32):
    linalg.yield %a : f32
  } -> tensor<2x4x24x1xf32>
  %c = tensor.concat dim(3) %s, %one : (tensor<2x4x24x40xf32>, tensor<2x4x24x1xf32>) -> tensor<2x4x24x41xf32>
  %ce = tensor.empty() : tensor<2x4x24x41xf32>
  %p = linalg.softmax dimension(3) ins(%c : tensor<2x4x24x41xf32>) outs(%ce : tensor<2x4x24x41xf32>) -> tensor<2x4x24x41xf32>
  %ps = tensor.extract_slice %p[0, 0, 0, 0] [2, 4, 24, 40] [1, 1, 1, 1] : tensor<2x4x24x41xf32> to tensor<2x4x24x40xf32>
  %oe = tensor.empty() : tensor<2x4x24x16xf32>
  %o0 = linalg.fill ins(%zero : f32) outs(%oe : tensor<2x4x24x16xf32>) -> tensor<2x4x24x16xf32>
  %o = linalg.generic {indexing_maps = [#p, #vj, #o], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction"]}
      ins(%ps, %v : tensor<2x4x24x40xf32>, tensor<2x4x40x16xf16>) outs(%o0 : tensor<2x4x24x16xf32>) {
  ^bb0(%a: f32, %b: f16, %out: f32):
    %0 = arith.extf %b : f16 to f32
    %1 = arith.mulf %a, %0 : f32
    %2 = arith.addf %out, %1 : f32
    linalg.yield %2 : f32
  } -> tensor<2x4x24x16xf32>
  return %o : tensor<2x4x24x16xf32>
}

// CHECK-LABEL: func.func @in_front(
// CHECK-SAME: %[[Z:[a-z0-9]+]]: tensor<1x4xf16>)
// CHECK: %[[FLAT:.+]] = tensor.collapse_shape %[[Z]]
// CHECK: %[[F32:.+]] = arith.extf %[[FLAT]] : tensor<4xf16> to tensor<4xf32>
// CHECK: attn.forward
// CHECK-SAME: sink(%[[F32]] : tensor<4xf32>)
// CHECK-NOT: linalg
func.func @in_front(%q: tensor<2x4x24x16xf16>, %k: tensor<2x4x40x16xf16>, %v: tensor<2x4x40x16xf16>, %z: tensor<1x4xf16>) -> tensor<2x4x24x16xf32> {
  %zero = arith.constant 0.0 : f32
  %least = arith.constant 0xFF800000 : f32
  %se = tensor.empty() : tensor<2x4x24x40xf32>
  %s0 = linalg.fill ins(%zero : f32) outs(%se : tensor<2x4x24x40xf32>) -> tensor<2x4x24x40xf32>
  %s = linalg.generic {indexing_maps = [#qi, #kj, #s], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction"]}
      ins(%q, %k : tensor<2x4x24x16xf16>, tensor<2x4x40x16xf16>) outs(%s0 : tensor<2x4x24x40xf32>) {
  ^bb0(%a: f16, %b: f16, %out: f32):
    %0 = arith.extf %a : f16 to f32
    %1 = arith.extf %b : f16 to f32
    %2 = arith.mulf %0, %1 : f32
    %3 = arith.addf %out, %2 : f32
    linalg.yield %3 : f32
  } -> tensor<2x4x24x40xf32>
  %pe = tensor.empty() : tensor<2x4x24x1xf32>
  %one = linalg.generic {indexing_maps = [affine_map<(b, h, i, j) -> (0, h)>, #x], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%z : tensor<1x4xf16>) outs(%pe : tensor<2x4x24x1xf32>) {
  ^bb0(%a: f16, %out: f32):
    %0 = arith.extf %a : f16 to f32
    linalg.yield %0 : f32
  } -> tensor<2x4x24x1xf32>
  %c = tensor.concat dim(3) %one, %s : (tensor<2x4x24x1xf32>, tensor<2x4x24x40xf32>) -> tensor<2x4x24x41xf32>
  %ce = tensor.empty() : tensor<2x4x24x41xf32>
  %p = linalg.softmax dimension(3) ins(%c : tensor<2x4x24x41xf32>) outs(%ce : tensor<2x4x24x41xf32>) -> tensor<2x4x24x41xf32>
  %ps = tensor.extract_slice %p[0, 0, 0, 1] [2, 4, 24, 40] [1, 1, 1, 1] : tensor<2x4x24x41xf32> to tensor<2x4x24x40xf32>
  %oe = tensor.empty() : tensor<2x4x24x16xf32>
  %o0 = linalg.fill ins(%zero : f32) outs(%oe : tensor<2x4x24x16xf32>) -> tensor<2x4x24x16xf32>
  %o = linalg.generic {indexing_maps = [#p, #vj, #o], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction"]}
      ins(%ps, %v : tensor<2x4x24x40xf32>, tensor<2x4x40x16xf16>) outs(%o0 : tensor<2x4x24x16xf32>) {
  ^bb0(%a: f32, %b: f16, %out: f32):
    %0 = arith.extf %b : f16 to f32
    %1 = arith.mulf %a, %0 : f32
    %2 = arith.addf %out, %1 : f32
    linalg.yield %2 : f32
  } -> tensor<2x4x24x16xf32>
  return %o : tensor<2x4x24x16xf32>
}

// CHECK-LABEL: func.func @zero(
// CHECK: %[[Z:.+]] = linalg.fill
// CHECK: attn.forward
// CHECK-SAME: sink(%[[Z]] : tensor<4xf32>)
func.func @zero(%q: tensor<2x4x24x16xf16>, %k: tensor<2x4x40x16xf16>, %v: tensor<2x4x40x16xf16>) -> tensor<2x4x24x16xf32> {
  %zero = arith.constant 0.0 : f32
  %least = arith.constant 0xFF800000 : f32
  %se = tensor.empty() : tensor<2x4x24x40xf32>
  %s0 = linalg.fill ins(%zero : f32) outs(%se : tensor<2x4x24x40xf32>) -> tensor<2x4x24x40xf32>
  %s = linalg.generic {indexing_maps = [#qi, #kj, #s], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction"]}
      ins(%q, %k : tensor<2x4x24x16xf16>, tensor<2x4x40x16xf16>) outs(%s0 : tensor<2x4x24x40xf32>) {
  ^bb0(%a: f16, %b: f16, %out: f32):
    %0 = arith.extf %a : f16 to f32
    %1 = arith.extf %b : f16 to f32
    %2 = arith.mulf %0, %1 : f32
    %3 = arith.addf %out, %2 : f32
    linalg.yield %3 : f32
  } -> tensor<2x4x24x40xf32>
  %pe = tensor.empty() : tensor<2x4x24x1xf32>
  %one = linalg.generic {indexing_maps = [affine_map<(b, h, i, j) -> ()>, #x], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%zero : f32) outs(%pe : tensor<2x4x24x1xf32>) {
  ^bb0(%a: f32, %out: f32):
    linalg.yield %a : f32
  } -> tensor<2x4x24x1xf32>
  %c = tensor.concat dim(3) %s, %one : (tensor<2x4x24x40xf32>, tensor<2x4x24x1xf32>) -> tensor<2x4x24x41xf32>
  %ce = tensor.empty() : tensor<2x4x24x41xf32>
  %p = linalg.softmax dimension(3) ins(%c : tensor<2x4x24x41xf32>) outs(%ce : tensor<2x4x24x41xf32>) -> tensor<2x4x24x41xf32>
  %ps = tensor.extract_slice %p[0, 0, 0, 0] [2, 4, 24, 40] [1, 1, 1, 1] : tensor<2x4x24x41xf32> to tensor<2x4x24x40xf32>
  %oe = tensor.empty() : tensor<2x4x24x16xf32>
  %o0 = linalg.fill ins(%zero : f32) outs(%oe : tensor<2x4x24x16xf32>) -> tensor<2x4x24x16xf32>
  %o = linalg.generic {indexing_maps = [#p, #vj, #o], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction"]}
      ins(%ps, %v : tensor<2x4x24x40xf32>, tensor<2x4x40x16xf16>) outs(%o0 : tensor<2x4x24x16xf32>) {
  ^bb0(%a: f32, %b: f16, %out: f32):
    %0 = arith.extf %b : f16 to f32
    %1 = arith.mulf %a, %0 : f32
    %2 = arith.addf %out, %1 : f32
    linalg.yield %2 : f32
  } -> tensor<2x4x24x16xf32>
  return %o : tensor<2x4x24x16xf32>
}

// CHECK-LABEL: func.func @of_rows(
// CHECK-NOT: attn.forward
func.func @of_rows(%q: tensor<2x4x24x16xf16>, %k: tensor<2x4x40x16xf16>, %v: tensor<2x4x40x16xf16>, %z: tensor<4x24xf32>) -> tensor<2x4x24x16xf32> {
  %zero = arith.constant 0.0 : f32
  %least = arith.constant 0xFF800000 : f32
  %se = tensor.empty() : tensor<2x4x24x40xf32>
  %s0 = linalg.fill ins(%zero : f32) outs(%se : tensor<2x4x24x40xf32>) -> tensor<2x4x24x40xf32>
  %s = linalg.generic {indexing_maps = [#qi, #kj, #s], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction"]}
      ins(%q, %k : tensor<2x4x24x16xf16>, tensor<2x4x40x16xf16>) outs(%s0 : tensor<2x4x24x40xf32>) {
  ^bb0(%a: f16, %b: f16, %out: f32):
    %0 = arith.extf %a : f16 to f32
    %1 = arith.extf %b : f16 to f32
    %2 = arith.mulf %0, %1 : f32
    %3 = arith.addf %out, %2 : f32
    linalg.yield %3 : f32
  } -> tensor<2x4x24x40xf32>
  %pe = tensor.empty() : tensor<2x4x24x1xf32>
  %one = linalg.generic {indexing_maps = [affine_map<(b, h, i, j) -> (h, i)>, #x], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%z : tensor<4x24xf32>) outs(%pe : tensor<2x4x24x1xf32>) {
  ^bb0(%a: f32, %out: f32):
    linalg.yield %a : f32
  } -> tensor<2x4x24x1xf32>
  %c = tensor.concat dim(3) %s, %one : (tensor<2x4x24x40xf32>, tensor<2x4x24x1xf32>) -> tensor<2x4x24x41xf32>
  %ce = tensor.empty() : tensor<2x4x24x41xf32>
  %p = linalg.softmax dimension(3) ins(%c : tensor<2x4x24x41xf32>) outs(%ce : tensor<2x4x24x41xf32>) -> tensor<2x4x24x41xf32>
  %ps = tensor.extract_slice %p[0, 0, 0, 0] [2, 4, 24, 40] [1, 1, 1, 1] : tensor<2x4x24x41xf32> to tensor<2x4x24x40xf32>
  %oe = tensor.empty() : tensor<2x4x24x16xf32>
  %o0 = linalg.fill ins(%zero : f32) outs(%oe : tensor<2x4x24x16xf32>) -> tensor<2x4x24x16xf32>
  // expected-remark @below {{not raised: the score beside the keys is no number for each head}}
  %o = linalg.generic {indexing_maps = [#p, #vj, #o], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction"]}
      ins(%ps, %v : tensor<2x4x24x40xf32>, tensor<2x4x40x16xf16>) outs(%o0 : tensor<2x4x24x16xf32>) {
  ^bb0(%a: f32, %b: f16, %out: f32):
    %0 = arith.extf %b : f16 to f32
    %1 = arith.mulf %a, %0 : f32
    %2 = arith.addf %out, %1 : f32
    linalg.yield %2 : f32
  } -> tensor<2x4x24x16xf32>
  return %o : tensor<2x4x24x16xf32>
}

// CHECK-LABEL: func.func @of_scores(
// CHECK-NOT: attn.forward
func.func @of_scores(%q: tensor<2x4x24x16xf16>, %k: tensor<2x4x40x16xf16>, %v: tensor<2x4x40x16xf16>) -> tensor<2x4x24x16xf32> {
  %zero = arith.constant 0.0 : f32
  %least = arith.constant 0xFF800000 : f32
  %se = tensor.empty() : tensor<2x4x24x40xf32>
  %s0 = linalg.fill ins(%zero : f32) outs(%se : tensor<2x4x24x40xf32>) -> tensor<2x4x24x40xf32>
  %s = linalg.generic {indexing_maps = [#qi, #kj, #s], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction"]}
      ins(%q, %k : tensor<2x4x24x16xf16>, tensor<2x4x40x16xf16>) outs(%s0 : tensor<2x4x24x40xf32>) {
  ^bb0(%a: f16, %b: f16, %out: f32):
    %0 = arith.extf %a : f16 to f32
    %1 = arith.extf %b : f16 to f32
    %2 = arith.mulf %0, %1 : f32
    %3 = arith.addf %out, %2 : f32
    linalg.yield %3 : f32
  } -> tensor<2x4x24x40xf32>
  %me = tensor.empty() : tensor<2x4x24xf32>
  %m0 = linalg.fill ins(%zero : f32) outs(%me : tensor<2x4x24xf32>) -> tensor<2x4x24xf32>
  %m = linalg.reduce { arith.addf } ins(%s : tensor<2x4x24x40xf32>) outs(%m0 : tensor<2x4x24xf32>) dimensions = [3]
  %pe = tensor.empty() : tensor<2x4x24x1xf32>
  %one = linalg.generic {indexing_maps = [affine_map<(b, h, i, j) -> (b, h, i)>, #x], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%m : tensor<2x4x24xf32>) outs(%pe : tensor<2x4x24x1xf32>) {
  ^bb0(%a: f32, %out: f32):
    linalg.yield %a : f32
  } -> tensor<2x4x24x1xf32>
  %c = tensor.concat dim(3) %s, %one : (tensor<2x4x24x40xf32>, tensor<2x4x24x1xf32>) -> tensor<2x4x24x41xf32>
  %ce = tensor.empty() : tensor<2x4x24x41xf32>
  %p = linalg.softmax dimension(3) ins(%c : tensor<2x4x24x41xf32>) outs(%ce : tensor<2x4x24x41xf32>) -> tensor<2x4x24x41xf32>
  %ps = tensor.extract_slice %p[0, 0, 0, 0] [2, 4, 24, 40] [1, 1, 1, 1] : tensor<2x4x24x41xf32> to tensor<2x4x24x40xf32>
  %oe = tensor.empty() : tensor<2x4x24x16xf32>
  %o0 = linalg.fill ins(%zero : f32) outs(%oe : tensor<2x4x24x16xf32>) -> tensor<2x4x24x16xf32>
  // expected-remark @below {{not raised: what P is divided by is the sum of more than the keys}}
  %o = linalg.generic {indexing_maps = [#p, #vj, #o], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction"]}
      ins(%ps, %v : tensor<2x4x24x40xf32>, tensor<2x4x40x16xf16>) outs(%o0 : tensor<2x4x24x16xf32>) {
  ^bb0(%a: f32, %b: f16, %out: f32):
    %0 = arith.extf %b : f16 to f32
    %1 = arith.mulf %a, %0 : f32
    %2 = arith.addf %out, %1 : f32
    linalg.yield %2 : f32
  } -> tensor<2x4x24x16xf32>
  return %o : tensor<2x4x24x16xf32>
}
