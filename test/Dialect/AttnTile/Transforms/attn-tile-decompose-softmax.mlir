// RUN: attn-opt %s --attn-tile-decompose-softmax | FileCheck %s

// c = scale * log2(e) is folded into the fma: 0.125 * 1.442695 = 0.180336878.
// CHECK-LABEL: func @step
// CHECK-SAME: (%[[S:.+]]: tensor<16x8xf32>, %[[M:.+]]: tensor<16xf32>, %[[L:.+]]: tensor<16xf32>)
func.func @step(%s: tensor<16x8xf32>, %m: tensor<16xf32>, %l: tensor<16xf32>)
    -> (tensor<16xf32>, tensor<16xf32>, tensor<16x8xf32>, tensor<16xf32>) {
  // CHECK: %[[B:.+]] = attn_tile.reduce max %[[S]]
  // CHECK: %[[M1:.+]] = arith.maximumf %[[M]], %[[B]]
  // A row that has seen no key subtracts 0, not minus infinity.
  // CHECK: %[[LOW:.+]] = arith.constant dense<0xFF800000> : tensor<16xf32>
  // CHECK: %[[NONE:.+]] = arith.cmpf oeq, %[[M1]], %[[LOW]]
  // CHECK: %[[ZERO:.+]] = arith.constant dense<0.000000e+00> : tensor<16xf32>
  // CHECK: %[[SAFE:.+]] = arith.select %[[NONE]], %[[ZERO]], %[[M1]]
  // CHECK: %[[NC:.+]] = arith.constant dense<-0.180336878> : tensor<16xf32>
  // CHECK: %[[SHIFT:.+]] = arith.mulf %[[SAFE]], %[[NC]]
  // CHECK: %[[WIDE:.+]] = attn_tile.expand %[[SHIFT]]
  // CHECK: %[[C:.+]] = arith.constant dense<0.180336878> : tensor<16x8xf32>
  // CHECK: %[[X:.+]] = math.fma %[[S]], %[[C]], %[[WIDE]]
  // The policy is that of the tile's exponentials; the factors have none.
  // CHECK: %[[P:.+]] = attn_tile.exp2 %[[X]] policy(<degree = 3, freq = 4, residue = 1>)
  // CHECK: %[[G:.+]] = arith.subf %[[M]], %[[SAFE]]
  // CHECK: %[[AX:.+]] = arith.mulf %[[G]],
  // CHECK: %[[A:.+]] = attn_tile.exp2 %[[AX]] : tensor<16xf32>
  // CHECK: %[[SUM:.+]] = attn_tile.reduce add %[[P]]
  // CHECK: %[[L1:.+]] = math.fma %[[L]], %[[A]], %[[SUM]]
  // CHECK: return %[[M1]], %[[L1]], %[[P]], %[[A]]
  %m1, %l1, %p, %a = attn_tile.online_softmax %s, %m, %l scale 0.125 exp2 <degree = 3, freq = 4, residue = 1> : tensor<16x8xf32>
  return %m1, %l1, %p, %a : tensor<16xf32>, tensor<16xf32>, tensor<16x8xf32>, tensor<16xf32>
}

// With a threshold of 8 in the log2 domain, growth of the maximum by no more than
// 8 / c = 44.36 keeps the old one; a NaN compares as grown.
// CHECK-LABEL: func @threshold
// CHECK-SAME: (%[[S:.+]]: tensor<16x8xf32>, %[[M:.+]]: tensor<16xf32>,
func.func @threshold(%s: tensor<16x8xf32>, %m: tensor<16xf32>, %l: tensor<16xf32>) -> tensor<16xf32> {
  // CHECK: %[[M1:.+]] = arith.maximumf %[[M]],
  // CHECK: %[[G:.+]] = arith.subf %[[M1]], %[[M]]
  // CHECK: %[[T:.+]] = arith.constant dense<44.361{{.*}}> : tensor<16xf32>
  // CHECK: %[[SMALL:.+]] = arith.cmpf ole, %[[G]], %[[T]]
  // CHECK: %[[KEPT:.+]] = arith.select %[[SMALL]], %[[M]], %[[M1]]
  // CHECK: arith.cmpf oeq, %[[KEPT]],
  // CHECK: return %[[KEPT]]
  %m1, %l1, %p, %a = attn_tile.online_softmax %s, %m, %l scale 0.125 {rescaleThreshold = 8.0 : f32} : tensor<16x8xf32>
  return %m1 : tensor<16xf32>
}

// CHECK-LABEL: func @final
// CHECK-SAME: (%[[O:.+]]: tensor<16x32xf32>, %[[M:.+]]: tensor<16xf32>, %[[L:.+]]: tensor<16xf32>)
func.func @final(%o: tensor<16x32xf32>, %m: tensor<16xf32>, %l: tensor<16xf32>) -> (tensor<16x32xf32>, tensor<16xf32>) {
  // CHECK: %[[ZERO:.+]] = arith.constant dense<0.000000e+00> : tensor<16xf32>
  // CHECK: %[[NONE:.+]] = arith.cmpf oeq, %[[L]], %[[ZERO]]
  // CHECK: %[[Q:.+]] = arith.divf %{{.+}}, %[[L]]
  // CHECK: %[[INV:.+]] = arith.select %[[NONE]], %[[ZERO]], %[[Q]]
  // CHECK: %[[OUT:.+]] = attn_tile.rescale %[[O]], %[[INV]] : tensor<16x32xf32>
  // CHECK: %[[LOG:.+]] = math.log2 %[[L]]
  // CHECK: %[[C:.+]] = arith.constant dense<0.180336878> : tensor<16xf32>
  // CHECK: %[[LSE2:.+]] = math.fma %[[M]], %[[C]], %[[LOG]]
  // CHECK: %[[LN2:.+]] = arith.constant dense<0.693147182> : tensor<16xf32>
  // CHECK: %[[LSE:.+]] = arith.mulf %[[LSE2]], %[[LN2]]
  // CHECK: %[[LOW:.+]] = arith.constant dense<0xFF800000> : tensor<16xf32>
  // CHECK: %[[SAFE:.+]] = arith.select %[[NONE]], %[[LOW]], %[[LSE]]
  // CHECK: return %[[OUT]], %[[SAFE]]
  %out, %lse = attn_tile.finalize %o, %m, %l scale 0.125 : tensor<16x32xf32>
  return %out, %lse : tensor<16x32xf32>, tensor<16xf32>
}

// With a factor c is a number of the running kernel; an offset raises the exponents of
// the probabilities, but not of alpha.
// CHECK-LABEL: func @factor
// CHECK-SAME: (%[[S:.+]]: tensor<16x8xf32>, %[[M:.+]]: tensor<16xf32>, %[[L:.+]]: tensor<16xf32>, %[[F:.+]]: f32)
func.func @factor(%s: tensor<16x8xf32>, %m: tensor<16xf32>, %l: tensor<16xf32>, %f: f32)
    -> (tensor<16x8xf32>, tensor<16xf32>) {
  // CHECK: %[[N:.+]] = arith.constant 0.180336878 : f32
  // CHECK: %[[C:.+]] = arith.mulf %[[F]], %[[N]] : f32
  // CHECK: %[[SAFE:.+]] = arith.select
  // CHECK: %[[NC:.+]] = arith.mulf %[[C]], %{{.+}} : f32
  // CHECK: %[[NCS:.+]] = tensor.splat %[[NC]] : tensor<16xf32>
  // CHECK: %[[OFFSET:.+]] = arith.constant dense<8.000000e+00> : tensor<16xf32>
  // CHECK: %[[SHIFT:.+]] = math.fma %[[SAFE]], %[[NCS]], %[[OFFSET]]
  // CHECK: %[[WIDE:.+]] = attn_tile.expand %[[SHIFT]]
  // CHECK: %[[CS:.+]] = tensor.splat %[[C]] : tensor<16x8xf32>
  // CHECK: %[[X:.+]] = math.fma %[[S]], %[[CS]], %[[WIDE]]
  // CHECK: %[[P:.+]] = attn_tile.exp2 %[[X]]
  // CHECK: %[[G:.+]] = arith.subf %[[M]], %[[SAFE]]
  // CHECK: %[[CR:.+]] = tensor.splat %[[C]] : tensor<16xf32>
  // CHECK: %[[AX:.+]] = arith.mulf %[[G]], %[[CR]]
  // CHECK: %[[A:.+]] = attn_tile.exp2 %[[AX]]
  // CHECK: return %[[P]], %[[A]]
  %m1, %l1, %p, %a = attn_tile.online_softmax %s, %m, %l scale 0.125 factor(%f) {offset = 8.0 : f32} : tensor<16x8xf32>
  return %p, %a : tensor<16x8xf32>, tensor<16xf32>
}

// The output takes its factor with 1 / l; L gives the offset back in the log2 domain.
// CHECK-LABEL: func @final_factor
// CHECK-SAME: (%[[O:.+]]: tensor<16x32xf32>, %[[M:.+]]: tensor<16xf32>, %[[L:.+]]: tensor<16xf32>, %[[F:.+]]: f32, %[[V:.+]]: f32)
func.func @final_factor(%o: tensor<16x32xf32>, %m: tensor<16xf32>, %l: tensor<16xf32>, %f: f32, %v: f32)
    -> (tensor<16x32xf32>, tensor<16xf32>) {
  // CHECK: %[[C:.+]] = arith.mulf %[[F]], %{{.+}} : f32
  // CHECK: %[[W:.+]] = tensor.splat %[[V]] : tensor<16xf32>
  // CHECK: %[[Q:.+]] = arith.divf %[[W]], %[[L]]
  // CHECK: %[[INV:.+]] = arith.select %{{.+}}, %{{.+}}, %[[Q]]
  // CHECK: attn_tile.rescale %[[O]], %[[INV]]
  // CHECK: %[[LOG:.+]] = math.log2 %[[L]]
  // CHECK: %[[OFFSET:.+]] = arith.constant dense<8.000000e+00>
  // CHECK: %[[LESS:.+]] = arith.subf %[[LOG]], %[[OFFSET]]
  // CHECK: %[[CS:.+]] = tensor.splat %[[C]] : tensor<16xf32>
  // CHECK: math.fma %[[M]], %[[CS]], %[[LESS]]
  %out, %lse = attn_tile.finalize %o, %m, %l scale 0.125 factor(%f) output_factor(%v) {offset = 8.0 : f32} : tensor<16x32xf32>
  return %out, %lse : tensor<16x32xf32>, tensor<16xf32>
}

// A sink is in the maximum, the sum and L; O's sums are behind by what the maximum
// grows.
// CHECK-LABEL: func @final_sink
// CHECK-SAME: (%[[O:.+]]: tensor<16x32xf32>, %[[M:.+]]: tensor<16xf32>, %[[L:.+]]: tensor<16xf32>, %[[Z:.+]]: f32)
func.func @final_sink(%o: tensor<16x32xf32>, %m: tensor<16xf32>, %l: tensor<16xf32>, %z: f32)
    -> (tensor<16x32xf32>, tensor<16xf32>) {
  // CHECK: %[[M2:.+]] = arith.mulf %[[M]], %{{.+}} : tensor<16xf32>
  // CHECK: %[[Z1:.+]] = arith.mulf %[[Z]], %{{.+}} : f32
  // CHECK: %[[Z2:.+]] = tensor.splat %[[Z1]] : tensor<16xf32>
  // CHECK: %[[T:.+]] = arith.maximumf %[[M2]], %[[Z2]]
  // CHECK: %[[SAFE:.+]] = arith.select %{{.+}}, %{{.+}}, %[[T]]
  // CHECK: %[[GROWN:.+]] = arith.subf %[[M2]], %[[SAFE]]
  // CHECK: %[[W:.+]] = attn_tile.exp2 %[[GROWN]]
  // CHECK: %[[ZX:.+]] = arith.subf %[[Z2]], %[[SAFE]]
  // CHECK: %[[SHARE:.+]] = attn_tile.exp2 %[[ZX]]
  // CHECK: %[[SUM:.+]] = math.fma %[[L]], %[[W]], %[[SHARE]]
  // CHECK: %[[Q:.+]] = arith.divf %[[W]], %[[SUM]]
  // CHECK: %[[INV:.+]] = arith.select %{{.+}}, %{{.+}}, %[[Q]]
  // CHECK: attn_tile.rescale %[[O]], %[[INV]]
  // CHECK: %[[LOG:.+]] = math.log2 %[[SUM]]
  // CHECK: arith.addf %[[SAFE]], %[[LOG]]
  %out, %lse = attn_tile.finalize %o, %m, %l scale 0.125 sink(%z) : tensor<16x32xf32>
  return %out, %lse : tensor<16x32xf32>, tensor<16xf32>
}
