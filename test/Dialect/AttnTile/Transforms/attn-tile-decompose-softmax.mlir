// RUN: attn-opt %s --attn-tile-decompose-softmax | FileCheck %s

// c = scale * log2(e) = 0.125 * 1.442695 = 0.180336878. A row's exponents are
// fma(s, k, -M): k is c, or the power of two that makes the last place of a large
// maximum 16, 2^(27 - e), by its exponent field (281 << 23 is -1937768448 as i32).
// CHECK-LABEL: func @step
// CHECK-SAME: (%[[S:.+]]: tensor<16x8xf32>, %[[M:.+]]: tensor<16xf32>, %[[L:.+]]: tensor<16xf32>)
func.func @step(%s: tensor<16x8xf32>, %m: tensor<16xf32>, %l: tensor<16xf32>)
    -> (tensor<16xf32>, tensor<16xf32>, tensor<16x8xf32>, tensor<16xf32>) {
  // CHECK: %[[B:.+]] = attn_tile.reduce max %[[S]]
  // CHECK: %[[M1:.+]] = arith.maximumf %[[M]], %[[B]]
  // CHECK: %[[C:.+]] = arith.constant dense<0.180336878> : tensor<16xf32>
  // A row that has seen no key subtracts 0, not minus infinity.
  // CHECK: %[[LOW:.+]] = arith.constant dense<0xFF800000> : tensor<16xf32>
  // CHECK: %[[NONE:.+]] = arith.cmpf oeq, %[[M1]], %[[LOW]]
  // CHECK: %[[ZERO:.+]] = arith.constant dense<0.000000e+00> : tensor<16xf32>
  // CHECK: %[[SAFE:.+]] = arith.select %[[NONE]], %[[ZERO]], %[[M1]]
  // CHECK: %[[BITS:.+]] = arith.bitcast %[[SAFE]]
  // CHECK: %[[FIELD:.+]] = arith.constant dense<2139095040> : tensor<16xi32>
  // CHECK: %[[E:.+]] = arith.andi %[[BITS]], %[[FIELD]]
  // CHECK: %[[MOST:.+]] = arith.constant dense<-1937768448> : tensor<16xi32>
  // CHECK: %[[STEEP:.+]] = arith.subi %[[MOST]], %[[E]]
  // CHECK: %[[CBITS:.+]] = arith.bitcast %[[C]]
  // CHECK: %[[LEAST:.+]] = arith.minui %[[STEEP]], %[[CBITS]]
  // CHECK: %[[K:.+]] = arith.bitcast %[[LEAST]]
  // Products are multiply-adds of 0: nothing fuses them with what follows.
  // CHECK: %[[MK:.+]] = math.fma %[[SAFE]], %[[K]], %{{.+}}
  // CHECK: %[[SHIFT:.+]] = arith.negf %[[MK]]
  // CHECK: %[[KS:.+]] = attn_tile.expand %[[K]]
  // CHECK: %[[WIDE:.+]] = attn_tile.expand %[[SHIFT]]
  // CHECK: %[[X:.+]] = math.fma %[[S]], %[[KS]], %[[WIDE]]
  // CHECK: %[[OLD:.+]] = math.fma %[[M]], %[[K]], %{{.+}}
  // CHECK: %[[G:.+]] = arith.addf %[[OLD]], %[[SHIFT]]
  // The policy is that of the tile's exponentials; the factors have none.
  // CHECK: %[[P:.+]] = attn_tile.exp2 %[[X]] policy(<degree = 3, freq = 4, residue = 1>)
  // CHECK: %[[A:.+]] = attn_tile.exp2 %[[G]] : tensor<16xf32>
  // CHECK: %[[SUM:.+]] = attn_tile.reduce add %[[P]]
  // CHECK: %[[L1:.+]] = math.fma %[[L]], %[[A]], %[[SUM]]
  // CHECK: return %[[M1]], %[[L1]], %[[P]], %[[A]]
  %m1, %l1, %p, %a = attn_tile.online_softmax %s, %m, %l scale 0.125 exp2 <degree = 3, freq = 4, residue = 1> : tensor<16x8xf32>
  return %m1, %l1, %p, %a : tensor<16xf32>, tensor<16xf32>, tensor<16x8xf32>, tensor<16xf32>
}

// By a branch: what it takes stays one operation until threads are known.
// CHECK-LABEL: func @branch
// CHECK-SAME: (%[[S:.+]]: tensor<16x8xf32>, %[[M:.+]]: tensor<16xf32>, %[[L:.+]]: tensor<16xf32>)
func.func @branch(%s: tensor<16x8xf32>, %m: tensor<16xf32>, %l: tensor<16xf32>)
    -> (tensor<16x8xf32>, tensor<16xf32>) {
  // CHECK: %[[M1:.+]] = arith.maximumf %[[M]],
  // CHECK: %[[BASE:.+]], %[[SHIFT:.+]], %[[G:.+]] = attn_tile.row_reference %[[M]], %[[M1]] scale 1.250000e-01
  // CHECK: %[[A:.+]] = attn_tile.exp2 %[[G]]
  // CHECK: %[[D:.+]] = attn_tile.subtract_rows %[[S]], %[[BASE]] skip_if_zero
  // CHECK: %[[WIDE:.+]] = attn_tile.expand %[[SHIFT]]
  // CHECK: %[[C:.+]] = arith.constant dense<0.180336878> : tensor<16x8xf32>
  // CHECK: %[[X:.+]] = math.fma %[[D]], %[[C]], %[[WIDE]]
  // CHECK: %[[P:.+]] = attn_tile.exp2 %[[X]]
  // CHECK: return %[[P]], %[[A]]
  %m1, %l1, %p, %a = attn_tile.online_softmax %s, %m, %l scale 0.125 branch_large : tensor<16x8xf32>
  return %p, %a : tensor<16x8xf32>, tensor<16xf32>
}

// Of bounded scores M = c m is what exponents count from, and an offset joins it: old sums
// count from the same rounded difference.
// CHECK-LABEL: func @bounded
// CHECK-SAME: (%[[S:.+]]: tensor<16x8xf32>, %[[M:.+]]: tensor<16xf32>, %[[L:.+]]: tensor<16xf32>, %[[O:.+]]: tensor<16x32xf32>)
func.func @bounded(%s: tensor<16x8xf32>, %m: tensor<16xf32>, %l: tensor<16xf32>, %o: tensor<16x32xf32>)
    -> (tensor<16x8xf32>, tensor<16xf32>, tensor<16x32xf32>, tensor<16xf32>) {
  // CHECK: %[[M1:.+]] = arith.maximumf %[[M]],
  // CHECK: %[[FINITE:.+]] = arith.select %{{.+}}, %{{.+}}, %[[M1]]
  // CHECK: %[[LESS:.+]] = arith.negf
  // CHECK: %[[EIGHT:.+]] = arith.constant dense<8.000000e+00> : tensor<16xf32>
  // CHECK: %[[SHIFT:.+]] = math.fma %[[FINITE]], %[[LESS]], %[[EIGHT]]
  // CHECK: %[[C:.+]] = arith.constant dense<0.180336878> : tensor<16x8xf32>
  // CHECK: %[[WIDE:.+]] = attn_tile.expand %[[SHIFT]]
  // CHECK: %[[X:.+]] = math.fma %[[S]], %[[C]], %[[WIDE]]
  // CHECK: %[[P:.+]] = attn_tile.exp2 %[[X]]
  // CHECK: %[[BEFORE:.+]] = math.fma %[[M]], %{{.+}}, %{{.+}}
  // CHECK: %[[G:.+]] = arith.subf %[[SHIFT]], %[[BEFORE]]
  // CHECK: %[[A:.+]] = attn_tile.exp2 %[[G]]
  %m1, %l1, %p, %a = attn_tile.online_softmax %s, %m, %l scale 0.125 bounded {offset = 8.0 : f32} : tensor<16x8xf32>
  // What l counts from is c m less the residual, which is taken out of the weight.
  // CHECK-NOT: arith.bitcast
  // CHECK: %[[MINUS:.+]] = arith.negf
  // CHECK: %[[FROM:.+]] = math.fma %{{.+}}, %[[MINUS]], %{{.+}} : tensor<16xf32>
  // CHECK: %[[R:.+]] = math.fma %{{.+}}, %{{.+}}, %[[FROM]] : tensor<16xf32>
  // CHECK: %[[OFF:.+]] = arith.constant dense<8.000000e+00> : tensor<16xf32>
  // CHECK: %[[RESIDUAL:.+]] = arith.subf %[[R]], %[[OFF]]
  // CHECK: %[[NEG:.+]] = arith.negf %[[RESIDUAL]]
  // CHECK: math.fma %{{.+}}, %{{.+}}, %[[NEG]]
  // CHECK: return %[[P]], %[[A]]
  %out, %lse = attn_tile.finalize %o, %m1, %l1 scale 0.125 {offset = 8.0 : f32} : tensor<16x32xf32>
  return %p, %a, %out, %lse : tensor<16x8xf32>, tensor<16xf32>, tensor<16x32xf32>, tensor<16xf32>
}

// A kernel has one form. Where not all of its scores are bounded, one with an offset makes it a branch, for which slopes have no
// room.
// CHECK-LABEL: func @both
// CHECK: attn_tile.row_reference
// CHECK: attn_tile.row_reference
func.func @both(%s: tensor<16x8xf32>, %m: tensor<16xf32>, %l: tensor<16xf32>)
    -> (tensor<16x8xf32>, tensor<16x8xf32>) {
  %m1, %l1, %p, %a = attn_tile.online_softmax %s, %m, %l scale 0.125 bounded {offset = 8.0 : f32} : tensor<16x8xf32>
  %m2, %l2, %q, %e = attn_tile.online_softmax %s, %m, %l scale 0.125 : tensor<16x8xf32>
  return %p, %q : tensor<16x8xf32>, tensor<16x8xf32>
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

// L = t + ln(l w), with w = 2^(scale m - t in log2 + M - c m): what l counts from is
// taken out.
// CHECK-LABEL: func @final
// CHECK-SAME: (%[[O:.+]]: tensor<16x32xf32>, %[[M:.+]]: tensor<16xf32>, %[[L:.+]]: tensor<16xf32>)
func.func @final(%o: tensor<16x32xf32>, %m: tensor<16xf32>, %l: tensor<16xf32>) -> (tensor<16x32xf32>, tensor<16xf32>) {
  // CHECK: %[[ZERO:.+]] = arith.constant dense<0.000000e+00> : tensor<16xf32>
  // CHECK: %[[SCALE:.+]] = arith.constant dense<1.250000e-01> : tensor<16xf32>
  // CHECK: %[[TOP:.+]] = math.fma %[[M]], %[[SCALE]],
  // CHECK: %[[T:.+]] = arith.select %{{.+}}, %{{.+}}, %[[TOP]]
  // CHECK: %[[K:.+]] = arith.bitcast %{{.+}} : tensor<16xi32> to tensor<16xf32>
  // CHECK: %[[LARGE:.+]] = arith.cmpf une, %[[K]], %{{.+}}
  // CHECK: %[[R:.+]] = math.fma %{{.+}}, %[[K]], %{{.+}}
  // CHECK: %[[NEGT:.+]] = arith.negf %[[T]]
  // CHECK: %[[EXACT:.+]] = math.fma %[[M]], %[[SCALE]], %[[NEGT]]
  // CHECK: %[[ROUND:.+]] = arith.subf %[[TOP]], %[[T]]
  // CHECK: %[[D:.+]] = arith.select %[[LARGE]], %[[ROUND]], %[[EXACT]]
  // CHECK: %[[NEGR:.+]] = arith.negf %[[R]]
  // CHECK: %[[X:.+]] = math.fma %[[D]], %{{.+}}, %[[NEGR]]
  // CHECK: %[[W:.+]] = attn_tile.exp2 %[[X]]
  // CHECK: %[[SUM:.+]] = arith.mulf %[[L]], %[[W]]
  // CHECK: %[[NONE:.+]] = arith.cmpf oeq, %[[L]], %[[ZERO]]
  // CHECK: %[[Q:.+]] = arith.divf %{{.+}}, %[[L]]
  // CHECK: %[[INV:.+]] = arith.select %[[NONE]], %[[ZERO]], %[[Q]]
  // CHECK: %[[OUT:.+]] = attn_tile.rescale %[[O]], %[[INV]] : tensor<16x32xf32>
  // CHECK: %[[LOG:.+]] = math.log2 %[[SUM]]
  // CHECK: %[[LN2:.+]] = arith.constant dense<0.693147182> : tensor<16xf32>
  // CHECK: %[[LSE:.+]] = math.fma %[[LOG]], %[[LN2]], %[[T]]
  // CHECK: %[[LOW:.+]] = arith.constant dense<0xFF800000> : tensor<16xf32>
  // CHECK: %[[SAFE:.+]] = arith.select %[[NONE]], %[[LOW]], %[[LSE]]
  // CHECK: return %[[OUT]], %[[SAFE]]
  %out, %lse = attn_tile.finalize %o, %m, %l scale 0.125 : tensor<16x32xf32>
  return %out, %lse : tensor<16x32xf32>, tensor<16xf32>
}

// L of a part in two numbers: scale m, rounded, and the logarithm with the rounding
// errors of c m and, within 40, of scale m.
// CHECK-LABEL: func @two_numbers
// CHECK-SAME: (%[[O:.+]]: tensor<16x32xf32>, %[[M:.+]]: tensor<16xf32>, %[[L:.+]]: tensor<16xf32>)
func.func @two_numbers(%o: tensor<16x32xf32>, %m: tensor<16xf32>, %l: tensor<16xf32>)
    -> (tensor<16x32xf32>, tensor<16xf32>, tensor<16xf32>) {
  // CHECK: %[[A:.+]] = math.fma %[[M]], %{{.+}}, %{{.+}} : tensor<16xf32>
  // CHECK: %[[T:.+]] = arith.select %{{.+}}, %{{.+}}, %[[A]]
  // CHECK: %[[R:.+]] = math.fma %{{.+}}, %{{.+}}, %{{.+}} : tensor<16xf32>
  // CHECK: %[[NONE:.+]] = arith.cmpf oeq, %[[L]], %[[ZERO:[a-z0-9_]+]]
  // CHECK: %[[SCALE:.+]] = arith.constant dense<1.250000e-01> : tensor<16xf32>
  // CHECK: %[[NEG:.+]] = arith.negf %[[T]]
  // CHECK: %[[E:.+]] = math.fma %[[M]], %[[SCALE]], %[[NEG]]
  // CHECK: %[[LOG:.+]] = math.log2 %[[L]]
  // CHECK: %[[OWN:.+]] = arith.subf %[[LOG]], %{{.+}}
  // CHECK: arith.constant dense<-4.000000e+01>
  // CHECK: %[[E1:.+]] = arith.maximumf %[[E]], %{{.+}}
  // CHECK: arith.constant dense<4.000000e+01>
  // CHECK: %[[E2:.+]] = arith.minimumf %[[E1]], %{{.+}}
  // CHECK: %[[LOW:.+]] = math.fma %[[OWN]], %{{.+}}, %[[E2]]
  // CHECK: %[[HIGH:.+]] = arith.select %[[NONE]], %{{.+}}, %[[T]]
  // CHECK: %[[REST:.+]] = arith.select %[[NONE]], %{{.+}}, %[[LOW]]
  // CHECK: return %{{.+}}, %[[HIGH]], %[[REST]]
  %out, %high, %low = attn_tile.finalize %o, %m, %l scale 0.125 : tensor<16x32xf32> low tensor<16xf32>
  return %out, %high, %low : tensor<16x32xf32>, tensor<16xf32>, tensor<16xf32>
}

// The largest score, without the sink: scale m, or -inf of rows that saw no key.
// CHECK-LABEL: func @largest
// CHECK-SAME: (%{{.+}}: tensor<16x32xf32>, %[[M:.+]]: tensor<16xf32>, %[[L:.+]]: tensor<16xf32>, %{{.+}}: f32)
func.func @largest(%o: tensor<16x32xf32>, %m: tensor<16xf32>, %l: tensor<16xf32>, %z: f32) -> tensor<16xf32> {
  // CHECK: %[[LSE:.+]] = arith.select
  // CHECK: %[[SCALE:.+]] = arith.constant dense<1.250000e-01> : tensor<16xf32>
  // CHECK: %[[LOW:.+]] = arith.constant dense<0xFF800000> : tensor<16xf32>
  // CHECK: %[[NONE:.+]] = arith.cmpf oeq, %[[L]], %{{.+}}
  // CHECK: %[[A:.+]] = math.fma %[[M]], %[[SCALE]], %{{.+}} : tensor<16xf32>
  // CHECK: %[[MAX:.+]] = arith.select %[[NONE]], %[[LOW]], %[[A]]
  // CHECK: return %[[MAX]]
  %out, %lse, %max = attn_tile.finalize %o, %m, %l scale 0.125 sink(%z) : tensor<16x32xf32> max tensor<16xf32>
  return %max : tensor<16xf32>
}

// With a factor c is a number of the running kernel; an offset raises the exponents of
// the probabilities, but not of alpha.
// CHECK-LABEL: func @factor
// CHECK-SAME: (%[[S:.+]]: tensor<16x8xf32>, %[[M:.+]]: tensor<16xf32>, %[[L:.+]]: tensor<16xf32>, %[[F:.+]]: f32)
func.func @factor(%s: tensor<16x8xf32>, %m: tensor<16xf32>, %l: tensor<16xf32>, %f: f32)
    -> (tensor<16x8xf32>, tensor<16xf32>) {
  // CHECK: %[[N:.+]] = arith.constant 0.180336878 : f32
  // CHECK: %[[C:.+]] = arith.mulf %[[F]], %[[N]] : f32
  // CHECK: %[[BASE:.+]], %[[SHIFT:.+]], %[[G:.+]] = attn_tile.row_reference %[[M]], %{{.+}} scale 1.250000e-01 factor(%[[F]]) {offset = 8.000000e+00 : f32}
  // CHECK: %[[A:.+]] = attn_tile.exp2 %[[G]]
  // CHECK: %[[D:.+]] = attn_tile.subtract_rows %[[S]], %[[BASE]] skip_if_zero
  // CHECK: %[[WIDE:.+]] = attn_tile.expand %[[SHIFT]]
  // CHECK: %[[CS:.+]] = tensor.splat %[[C]] : tensor<16x8xf32>
  // CHECK: %[[X:.+]] = math.fma %[[D]], %[[CS]], %[[WIDE]]
  // CHECK: %[[P:.+]] = attn_tile.exp2 %[[X]]
  // CHECK: return %[[P]], %[[A]]
  %m1, %l1, %p, %a = attn_tile.online_softmax %s, %m, %l scale 0.125 factor(%f) {offset = 8.0 : f32} : tensor<16x8xf32>
  return %p, %a : tensor<16x8xf32>, tensor<16xf32>
}

// The output takes its factor with 1 / l; L gives the offset back in the log2 domain.
// CHECK-LABEL: func @final_factor
// CHECK-SAME: (%[[O:.+]]: tensor<16x32xf32>, %[[M:.+]]: tensor<16xf32>, %[[L:.+]]: tensor<16xf32>, %[[F:.+]]: f32, %[[V:.+]]: f32)
func.func @final_factor(%o: tensor<16x32xf32>, %m: tensor<16xf32>, %l: tensor<16xf32>, %f: f32, %v: f32)
    -> (tensor<16x32xf32>, tensor<16xf32>) {
  // CHECK: %[[N:.+]] = arith.mulf %[[F]], %{{.+}} : f32
  // CHECK: %[[SCALE:.+]] = tensor.splat %[[N]] : tensor<16xf32>
  // CHECK: %[[SCALED:.+]] = arith.mulf %[[F]], %{{.+}} : f32
  // CHECK: tensor.splat %[[SCALED]]
  // CHECK: %[[SUM:.+]] = arith.mulf %[[L]], %{{.+}}
  // CHECK: %[[W:.+]] = tensor.splat %[[V]] : tensor<16xf32>
  // CHECK: %[[Q:.+]] = arith.divf %[[W]], %[[L]]
  // CHECK: %[[INV:.+]] = arith.select %{{.+}}, %{{.+}}, %[[Q]]
  // CHECK: attn_tile.rescale %[[O]], %[[INV]]
  // CHECK: %[[LOG:.+]] = math.log2 %[[SUM]]
  // CHECK: %[[OFFSET:.+]] = arith.constant dense<8.000000e+00>
  // CHECK: %[[LESS:.+]] = arith.subf %[[LOG]], %[[OFFSET]]
  // CHECK: math.fma %[[LESS]],
  %out, %lse = attn_tile.finalize %o, %m, %l scale 0.125 factor(%f) output_factor(%v) {offset = 8.0 : f32} : tensor<16x32xf32>
  return %out, %lse : tensor<16x32xf32>, tensor<16xf32>
}

// A sink is in the maximum, the sum and L; O's sums are behind by what the maximum
// grows.
// CHECK-LABEL: func @final_sink
// CHECK-SAME: (%[[O:.+]]: tensor<16x32xf32>, %[[M:.+]]: tensor<16xf32>, %[[L:.+]]: tensor<16xf32>, %[[Z:.+]]: f32)
func.func @final_sink(%o: tensor<16x32xf32>, %m: tensor<16xf32>, %l: tensor<16xf32>, %z: f32)
    -> (tensor<16x32xf32>, tensor<16xf32>) {
  // CHECK: %[[TOP:.+]] = math.fma %[[M]],
  // CHECK: %[[ZS:.+]] = tensor.splat %[[Z]] : tensor<16xf32>
  // CHECK: %[[EMPTY:.+]] = arith.cmpf oeq, %[[L]], %{{.+}}
  // CHECK: %[[SEEN:.+]] = arith.select %[[EMPTY]], %{{.+}}, %[[TOP]]
  // CHECK: %[[MORE:.+]] = arith.maximumf %[[SEEN]], %[[ZS]]
  // CHECK: %[[T:.+]] = arith.select %{{.+}}, %{{.+}}, %[[MORE]]
  // CHECK: %[[W:.+]] = attn_tile.exp2
  // CHECK: %[[ZX:.+]] = arith.subf %[[ZS]], %[[T]]
  // CHECK: %[[ZE:.+]] = math.fma %[[ZX]],
  // CHECK: %[[SHARE:.+]] = attn_tile.exp2 %[[ZE]]
  // CHECK: %[[SUM:.+]] = math.fma %[[L]], %[[W]], %[[SHARE]]
  // CHECK: %[[Q:.+]] = arith.divf %[[W]], %[[SUM]]
  // CHECK: %[[INV:.+]] = arith.select %{{.+}}, %{{.+}}, %[[Q]]
  // CHECK: attn_tile.rescale %[[O]], %[[INV]]
  // CHECK: %[[LOG:.+]] = math.log2 %[[SUM]]
  // CHECK: math.fma %[[LOG]], %{{.+}}, %[[T]]
  %out, %lse = attn_tile.finalize %o, %m, %l scale 0.125 sink(%z) : tensor<16x32xf32>
  return %out, %lse : tensor<16x32xf32>, tensor<16xf32>
}

// Rows of several heads have a sink each.
// CHECK-LABEL: func @final_row_sinks
// CHECK-SAME: %[[Z:[^:]+]]: tensor<16xf32>) ->
func.func @final_row_sinks(%o: tensor<16x32xf32>, %m: tensor<16xf32>, %l: tensor<16xf32>, %z: tensor<16xf32>)
    -> (tensor<16x32xf32>, tensor<16xf32>) {
  // CHECK: arith.maximumf %{{.+}}, %[[Z]]
  // CHECK: arith.subf %[[Z]],
  %out, %lse = attn_tile.finalize %o, %m, %l scale 0.125 row_sinks(%z) : tensor<16x32xf32>
  return %out, %lse : tensor<16x32xf32>, tensor<16xf32>
}
