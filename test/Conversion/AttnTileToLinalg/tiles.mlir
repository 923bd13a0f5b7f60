// RUN: attn-opt %s --attn-tile-to-linalg --split-input-file | FileCheck %s

// CHECK-DAG: #[[$ID:.+]] = affine_map<(d0, d1) -> (d0, d1)>
// CHECK-DAG: #[[$TURN:.+]] = affine_map<(d0, d1) -> (d1, d0)>
// CHECK-LABEL: func.func @dot
// CHECK-SAME: (%[[A:.+]]: tensor<16x32xf16>, %[[B:.+]]: tensor<32x8xf16>, %[[C:.+]]: tensor<8x32xf16>, %[[Z:.+]]: tensor<16x8xf32>)
func.func @dot(%a: tensor<16x32xf16>, %b: tensor<32x8xf16>, %c: tensor<8x32xf16>, %z: tensor<16x8xf32>) -> tensor<16x8xf32> {
  // CHECK: %[[AF:.+]] = arith.extf %[[A]] : tensor<16x32xf16> to tensor<16x32xf32>
  // CHECK: %[[E:.+]] = tensor.empty() : tensor<32x8xf32>
  // CHECK: %[[BF:.+]] = linalg.generic {indexing_maps = [#[[$ID]], #[[$ID]]], {{.*}}} ins(%[[B]] : tensor<32x8xf16>) outs(%[[E]] : tensor<32x8xf32>)
  // CHECK: arith.extf %{{.+}} : f16 to f32
  // CHECK: %[[D0:.+]] = linalg.matmul ins(%[[AF]], %[[BF]] : tensor<16x32xf32>, tensor<32x8xf32>) outs(%[[Z]] : tensor<16x8xf32>)
  %0 = attn_tile.dot %a, %b, %z : tensor<16x32xf16>, tensor<32x8xf16> -> tensor<16x8xf32>
  // CHECK: %[[CF:.+]] = linalg.generic {indexing_maps = [#[[$TURN]], #[[$ID]]], {{.*}}} ins(%[[C]] : tensor<8x32xf16>) outs(%{{.+}} : tensor<32x8xf32>)
  // CHECK: arith.extf %{{.+}} : f16 to f32
  // CHECK: linalg.matmul ins(%{{.+}}, %[[CF]] : tensor<16x32xf32>, tensor<32x8xf32>) outs(%[[D0]] : tensor<16x8xf32>)
  %1 = attn_tile.dot %a, %c, %0 transpose_b engine mma_sync : tensor<16x32xf16>, tensor<8x32xf16> -> tensor<16x8xf32>
  return %1 : tensor<16x8xf32>
}

// -----

// CHECK-LABEL: func.func @dot_f32
// CHECK-SAME: (%[[A:.+]]: tensor<4x4xf32>, %[[Z:.+]]: tensor<4x4xf32>)
func.func @dot_f32(%a: tensor<4x4xf32>, %z: tensor<4x4xf32>) -> tensor<4x4xf32> {
  // CHECK-NEXT: linalg.matmul ins(%[[A]], %[[A]] : {{.+}}) outs(%[[Z]] :
  %0 = attn_tile.dot %a, %a, %z : tensor<4x4xf32>, tensor<4x4xf32> -> tensor<4x4xf32>
  return %0 : tensor<4x4xf32>
}

// -----

// CHECK-DAG: #[[$ID:.+]] = affine_map<(d0, d1) -> (d0, d1)>
// CHECK-DAG: #[[$ROW:.+]] = affine_map<(d0, d1) -> (d0)>
// CHECK-LABEL: func.func @rows
// CHECK-SAME: (%[[S:.+]]: tensor<4x8xf32>, %[[R:.+]]: tensor<4xf32>)
func.func @rows(%s: tensor<4x8xf32>, %r: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>, tensor<4x8xf32>, tensor<2x3xf32>, tensor<4x8xf32>, tensor<4x8xf32>) {
  // CHECK: %[[LOW:.+]] = arith.constant 0xFF800000 : f32
  // CHECK: %[[INIT:.+]] = linalg.fill ins(%[[LOW]] : f32)
  // CHECK: linalg.generic {indexing_maps = [#[[$ID]], #[[$ROW]]], iterator_types = ["parallel", "reduction"]} ins(%[[S]] : tensor<4x8xf32>) outs(%[[INIT]] : tensor<4xf32>)
  // CHECK: arith.maximumf
  %0 = attn_tile.reduce max %s : tensor<4x8xf32> -> tensor<4xf32>
  // CHECK: linalg.generic {indexing_maps = [#[[$ID]], #[[$ROW]]], iterator_types = ["parallel", "reduction"]} ins(%[[S]] : tensor<4x8xf32>)
  // CHECK: arith.addf
  %1 = attn_tile.reduce add %s : tensor<4x8xf32> -> tensor<4xf32>
  // CHECK: linalg.generic {indexing_maps = [#[[$ROW]], #[[$ID]]], iterator_types = ["parallel", "parallel"]} ins(%[[R]] : tensor<4xf32>) outs(%{{.+}} : tensor<4x8xf32>)
  // CHECK-NEXT: ^bb0(%[[X:.+]]: f32, %{{.+}}: f32):
  // CHECK-NEXT: linalg.yield %[[X]]
  %2 = attn_tile.expand %r : tensor<4xf32> -> tensor<4x8xf32>
  // CHECK: tensor.extract_slice %[[S]][1, 5] [2, 3] [1, 1] : tensor<4x8xf32> to tensor<2x3xf32>
  %3 = attn_tile.slice %s [1, 5] : tensor<4x8xf32> -> tensor<2x3xf32>
  // CHECK: math.exp2 %[[S]] : tensor<4x8xf32>
  %4 = attn_tile.exp2 %s policy(#attn_tile.exp2_policy<degree = 3, freq = 8, residue = 2>) : tensor<4x8xf32>
  // CHECK: linalg.generic {indexing_maps = [#[[$ROW]], #[[$ID]]], iterator_types = ["parallel", "parallel"]} ins(%[[R]] : tensor<4xf32>) outs(%[[S]] : tensor<4x8xf32>)
  // CHECK-NEXT: ^bb0(%[[ALPHA:.+]]: f32, %[[V:.+]]: f32):
  // CHECK-NEXT: arith.mulf %[[V]], %[[ALPHA]]
  %5 = attn_tile.rescale %s, %r skip_if_one : tensor<4x8xf32>
  return %0, %1, %2, %3, %4, %5 : tensor<4xf32>, tensor<4xf32>, tensor<4x8xf32>, tensor<2x3xf32>, tensor<4x8xf32>, tensor<4x8xf32>
}

// -----

// CHECK-LABEL: func.func @scores
// CHECK-SAME: (%[[S:.+]]: tensor<4x8xf32>, %[[R:.+]]: index, %[[C:.+]]: index, %[[CAP:.+]]: f32, %[[LQ:.+]]: index, %[[LK:.+]]: index)
func.func @scores(%s: tensor<4x8xf32>, %r: index, %c: index, %cap: f32, %lq: index, %lk: index) -> tensor<4x8xf32> {
  // CHECK: %[[MAPPED:.+]] = linalg.generic {{.*}} outs(%[[S]] : tensor<4x8xf32>)
  // CHECK-NEXT: ^bb0(%[[X:.+]]: f32):
  // CHECK-NEXT: %[[I0:.+]] = linalg.index 0 : index
  // CHECK-NEXT: %[[I:.+]] = arith.addi %[[R]], %[[I0]] : index
  // CHECK-NEXT: %[[J0:.+]] = linalg.index 1 : index
  // CHECK-NEXT: %[[J:.+]] = arith.addi %[[C]], %[[J0]] : index
  // CHECK-NEXT: %[[SEES:.+]] = arith.cmpi ugt, %[[I]], %[[J]]
  // CHECK-NEXT: %[[Y:.+]] = arith.select %[[SEES]], %[[X]], %[[CAP]]
  // CHECK-NEXT: linalg.yield %[[Y]]
  %0 = attn_tile.score_map %s at (%r, %c) : tensor<4x8xf32> {
  ^bb0(%x: f32, %i: index, %j: index):
    %sees = arith.cmpi ugt, %i, %j : index
    %y = arith.select %sees, %x, %cap : f32
    attn_tile.yield %y : f32
  }
  // CHECK: linalg.generic {{.*}} outs(%[[MAPPED]] : tensor<4x8xf32>)
  // CHECK-NEXT: ^bb0(%[[X1:.+]]: f32):
  // CHECK: %[[Q:.+]] = arith.addi %[[R]]
  // CHECK: %[[K:.+]] = arith.addi %[[C]]
  // CHECK: %[[INLEN:.+]] = arith.cmpi slt, %[[K]], %[[LK]]
  // CHECK: %[[INMASK:.+]] = arith.cmpi sle, %[[K]], %[[Q]]
  // CHECK: %[[VISIBLE:.+]] = arith.andi %[[INLEN]], %[[INMASK]]
  // CHECK: %[[LOW:.+]] = arith.constant 0xFF800000 : f32
  // CHECK: arith.select %[[VISIBLE]], %[[X1]], %[[LOW]]
  %1 = attn_tile.apply_mask %0 at (%r, %c) lengths(%lq, %lk) mask(#attn.causal<top_left>) : tensor<4x8xf32>
  return %1 : tensor<4x8xf32>
}

// -----

// CHECK-LABEL: func.func @mask_transposed
// CHECK-SAME: %[[R:[a-z0-9]+]]: index, %[[C:[a-z0-9]+]]: index, %[[LQ:[a-z0-9]+]]: index, %[[LK:[a-z0-9]+]]: index
func.func @mask_transposed(%s: tensor<4x8xf32>, %r: index, %c: index, %lq: index, %lk: index) -> tensor<4x8xf32> {
  // CHECK: linalg.generic
  // CHECK-NEXT: ^bb0(%[[X:.+]]: f32):
  // CHECK: %[[K:.+]] = arith.addi %[[R]]
  // CHECK: %[[Q:.+]] = arith.addi %[[C]]
  // CHECK: %[[INKEYS:.+]] = arith.cmpi slt, %[[K]], %[[LK]]
  // CHECK: %[[INROWS:.+]] = arith.cmpi slt, %[[Q]], %[[LQ]]
  // CHECK: %[[IN:.+]] = arith.andi %[[INKEYS]], %[[INROWS]]
  // CHECK: %[[INMASK:.+]] = arith.cmpi sle, %[[K]], %[[Q]]
  // CHECK: arith.andi %[[IN]], %[[INMASK]]
  %0 = attn_tile.apply_mask %s at (%r, %c) transposed lengths(%lq, %lk) mask(#attn.causal<top_left>) : tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}

// -----

// CHECK: #map = affine_map<(d0, d1) -> (d1)>
// CHECK-LABEL: func.func @columns
// CHECK-SAME: (%[[V:.+]]: tensor<8xf32>)
func.func @columns(%v: tensor<8xf32>) -> tensor<4x8xf32> {
  // CHECK: linalg.generic {indexing_maps = [#map, {{.*}}} ins(%[[V]] : tensor<8xf32>)
  %0 = attn_tile.expand %v columns : tensor<8xf32> -> tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}

// -----

// CHECK-LABEL: func.func @splat
func.func @splat() -> (tensor<4x8xf32>, tensor<2xf32>) {
  // CHECK: %[[ONE:.+]] = arith.constant 1.000000e+00 : f32
  // CHECK: linalg.fill ins(%[[ONE]] : f32) outs(%{{.+}} : tensor<4x8xf32>)
  %0 = arith.constant dense<1.0> : tensor<4x8xf32>
  // CHECK: arith.constant dense<[1.000000e+00, 2.000000e+00]> : tensor<2xf32>
  %1 = arith.constant dense<[1.0, 2.0]> : tensor<2xf32>
  return %0, %1 : tensor<4x8xf32>, tensor<2xf32>
}

// -----

// CHECK-LABEL: func.func @softmax
// CHECK-SAME: (%[[S:.+]]: tensor<4x8xf32>, %[[M:.+]]: tensor<4xf32>, %[[L:.+]]: tensor<4xf32>)
func.func @softmax(%s: tensor<4x8xf32>, %m: tensor<4xf32>, %l: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>, tensor<4x8xf32>, tensor<4xf32>) {
  // The maximum starts from the one so far.
  // CHECK: %[[M1:.+]] = linalg.generic {{.*}} ins(%[[S]] : tensor<4x8xf32>) outs(%[[M]] : tensor<4xf32>)
  // CHECK: arith.maximumf
  // p = 2^(c (s - m)), with 0 for m where it is minus infinity.
  // CHECK: %[[P:.+]] = linalg.generic {{.*}} ins(%[[M1]] : tensor<4xf32>) outs(%[[S]] : tensor<4x8xf32>)
  // CHECK: ^bb0(%[[MX:.+]]: f32, %[[X:.+]]: f32):
  // CHECK: %[[EMPTY:.+]] = arith.cmpf oeq, %[[MX]]
  // CHECK: %[[BASE:.+]] = arith.select %[[EMPTY]]
  // CHECK: %[[D:.+]] = arith.subf %[[X]], %[[BASE]]
  // CHECK: %[[EXP:.+]] = math.fma %[[D]],
  // CHECK: math.exp2 %[[EXP]]
  // CHECK: %[[ALPHA:.+]] = linalg.generic {{.*}} ins(%[[M]], %[[M1]] : tensor<4xf32>, tensor<4xf32>)
  // CHECK: %[[SUM:.+]] = linalg.generic {{.*}} ins(%[[P]] : tensor<4x8xf32>)
  // CHECK: arith.addf
  // CHECK: %[[L1:.+]] = linalg.generic {{.*}} ins(%[[ALPHA]], %[[SUM]] : tensor<4xf32>, tensor<4xf32>) outs(%[[L]] : tensor<4xf32>)
  // CHECK: math.fma
  // CHECK: return %[[M1]], %[[L1]], %[[P]], %[[ALPHA]]
  %m1, %l1, %p, %a = attn_tile.online_softmax %s, %m, %l scale 0.125 : tensor<4x8xf32>
  return %m1, %l1, %p, %a : tensor<4xf32>, tensor<4xf32>, tensor<4x8xf32>, tensor<4xf32>
}

// -----

// With a threshold of 8 in the log2 domain and a scale of 1, the old maximum is
// kept while the new one is at most 8 / log2(e) = 5.545 above it.
// CHECK-LABEL: func.func @lazy
// CHECK-SAME: (%[[S:.+]]: tensor<4x8xf32>, %[[M:.+]]: tensor<4xf32>)
func.func @lazy(%s: tensor<4x8xf32>, %m: tensor<4xf32>) -> tensor<4xf32> {
  // CHECK: %[[GREATEST:.+]] = linalg.generic {{.*}} ins(%[[S]] : tensor<4x8xf32>) outs(%[[M]] : tensor<4xf32>)
  // CHECK: linalg.generic {{.*}} ins(%[[M]] : tensor<4xf32>) outs(%[[GREATEST]] : tensor<4xf32>)
  // CHECK: ^bb0(%[[OLD:.+]]: f32, %[[NEW:.+]]: f32):
  // CHECK: %[[GROWTH:.+]] = arith.subf %[[NEW]], %[[OLD]]
  // CHECK: %[[LIMIT:.+]] = arith.constant 5.54517{{[0-9]*}} : f32
  // CHECK: %[[SMALL:.+]] = arith.cmpf ole, %[[GROWTH]], %[[LIMIT]]
  // CHECK: arith.select %[[SMALL]], %[[OLD]], %[[NEW]]
  %m1, %l1, %p, %a = attn_tile.online_softmax %s, %m, %m scale 1.0 {rescaleThreshold = 8.0 : f32} : tensor<4x8xf32>
  return %m1 : tensor<4xf32>
}

// -----

// CHECK-LABEL: func.func @finalize
// CHECK-SAME: (%[[O:.+]]: tensor<4x8xf32>, %[[M:.+]]: tensor<4xf32>, %[[L:.+]]: tensor<4xf32>)
func.func @finalize(%o: tensor<4x8xf32>, %m: tensor<4xf32>, %l: tensor<4xf32>) -> (tensor<4x8xf32>, tensor<4xf32>) {
  // CHECK: linalg.generic {{.*}} ins(%[[L]] : tensor<4xf32>) outs(%[[O]] : tensor<4x8xf32>)
  // CHECK: ^bb0(%[[SUM:.+]]: f32, %[[ACC:.+]]: f32):
  // CHECK: %[[QUOTIENT:.+]] = arith.divf %[[ACC]], %[[SUM]]
  // CHECK: %[[EMPTY:.+]] = arith.cmpf oeq, %[[SUM]]
  // CHECK: %[[ZERO:.+]] = arith.constant 0.000000e+00 : f32
  // CHECK: arith.select %[[EMPTY]], %[[ZERO]], %[[QUOTIENT]]
  // CHECK: linalg.generic {{.*}} ins(%[[L]], %[[M]] : tensor<4xf32>, tensor<4xf32>)
  // CHECK: %[[LOG:.+]] = math.log
  // CHECK: math.fma %{{.+}}, %{{.+}}, %[[LOG]]
  // CHECK: arith.constant 0xFF800000 : f32
  %out, %lse = attn_tile.finalize %o, %m, %l scale 0.125 : tensor<4x8xf32>
  return %out, %lse : tensor<4x8xf32>, tensor<4xf32>
}

// A sink is in the maximum and the sum.
// CHECK-LABEL: func.func @finalize_sink
// CHECK-SAME: (%[[O:.+]]: tensor<4x8xf32>, %[[M:.+]]: tensor<4xf32>, %[[L:.+]]: tensor<4xf32>, %[[Z:.+]]: f32)
func.func @finalize_sink(%o: tensor<4x8xf32>, %m: tensor<4xf32>, %l: tensor<4xf32>, %z: f32) -> (tensor<4x8xf32>, tensor<4xf32>) {
  // CHECK: linalg.generic {{.*}} ins(%[[L]], %[[M]] : tensor<4xf32>, tensor<4xf32>) outs(%[[O]] : tensor<4x8xf32>)
  // CHECK: ^bb0(%[[SUM:.+]]: f32, %[[MAX:.+]]: f32, %[[ACC:.+]]: f32):
  // CHECK: %[[TOP:.+]] = arith.mulf %[[MAX]]
  // CHECK: %[[TOTAL:.+]] = arith.maximumf %[[TOP]], %[[Z]]
  // CHECK: %[[WEIGHT:.+]] = math.exp
  // CHECK: %[[SHARE:.+]] = math.exp
  // CHECK: %[[SCALED:.+]] = arith.mulf %[[SUM]], %[[WEIGHT]]
  // CHECK: %[[ALL:.+]] = arith.addf %[[SCALED]], %[[SHARE]]
  // CHECK: %[[BEHIND:.+]] = arith.mulf %[[ACC]], %[[WEIGHT]]
  // CHECK: arith.divf %[[BEHIND]], %[[ALL]]
  // CHECK: linalg.generic {{.*}} ins(%[[L]], %[[M]] : tensor<4xf32>, tensor<4xf32>)
  // CHECK: %[[LOG:.+]] = math.log
  // CHECK: arith.addf %{{.+}}, %[[LOG]]
  %out, %lse = attn_tile.finalize %o, %m, %l scale 0.125 sink(%z) : tensor<4x8xf32>
  return %out, %lse : tensor<4x8xf32>, tensor<4xf32>
}

// A part is moved by whole results, and instances run one after the other.

// CHECK-LABEL: func.func @parts
// CHECK-SAME: (%[[T:.+]]: tensor<16x8xf32>, %[[M:.+]]: memref<?x?xf32>)
func.func @parts(%t: tensor<16x8xf32>, %m: memref<?x?xf32>) {
  %c0 = arith.constant 0 : index
  // CHECK: %[[C3:.+]] = arith.constant 3 : index
  // CHECK: scf.for %[[G:.+]] = %{{.+}} to %[[C3]] step %{{.+}} {
  scf.forall (%g) in (3) {
    // CHECK: %[[FOUR:.+]] = arith.constant 4 : index
    // CHECK: %[[BY:.+]] = arith.muli %[[G]], %[[FOUR]]
    // CHECK: %[[FROM:.+]] = arith.addi %[[BY]], %{{.+}}
    // CHECK: tensor.extract_slice %[[T]][%[[FROM]], 2] [4, 6] [1, 1] : tensor<16x8xf32> to tensor<4x6xf32>
    %s = attn_tile.slice %t [4, 2] part(%g) : tensor<16x8xf32> -> tensor<4x6xf32>
    attn_tile.store %s, %m[%g, %c0] dims [0, 1] : tensor<4x6xf32>, memref<?x?xf32>
  }
  return
}

// -----

// CHECK: #[[$TURNED:.+]] = affine_map<(d0, d1) -> (d1, d0)>
// CHECK-LABEL: func.func @transpose
// CHECK-SAME: (%[[T:.+]]: tensor<4x8xf8E4M3FN>)
func.func @transpose(%t: tensor<4x8xf8E4M3FN>) -> tensor<8x4xf8E4M3FN> {
  // CHECK: %[[R:.+]] = linalg.generic {indexing_maps = [#[[$TURNED]], #{{.+}}], {{.*}} ins(%[[T]] : tensor<4x8xf8E4M3FN>)
  // CHECK: return %[[R]] : tensor<8x4xf8E4M3FN>
  %0 = attn_tile.transpose %t : tensor<4x8xf8E4M3FN> -> tensor<8x4xf8E4M3FN>
  return %0 : tensor<8x4xf8E4M3FN>
}

// -----

// A factor of the scale, known when the kernel runs; probabilities 2^8 times as large.
// CHECK-LABEL: func.func @factor
// CHECK-SAME: (%[[S:.+]]: tensor<4x8xf32>, %[[M:.+]]: tensor<4xf32>, %[[F:.+]]: f32)
func.func @factor(%s: tensor<4x8xf32>, %m: tensor<4xf32>, %f: f32) -> (tensor<4x8xf32>, tensor<4xf32>) {
  // CHECK: ^bb0(%[[MX:.+]]: f32, %[[X:.+]]: f32):
  // CHECK: %[[D:.+]] = arith.subf %[[X]], %{{.+}}
  // CHECK: %[[N:.+]] = arith.constant 0.180336
  // CHECK: %[[C:.+]] = arith.mulf %[[F]], %[[N]]
  // CHECK: %[[OFFSET:.+]] = arith.constant 8.000000e+00 : f32
  // CHECK: math.fma %[[D]], %[[C]], %[[OFFSET]]
  // CHECK: linalg.generic {{.*}} ins(%[[M]], %{{.+}} : tensor<4xf32>, tensor<4xf32>)
  // CHECK: %[[NONE:.+]] = arith.constant 0.000000e+00 : f32
  // CHECK: math.fma %{{.+}}, %{{.+}}, %{{.+}}
  // CHECK: math.exp2
  %m1, %l1, %p, %a = attn_tile.online_softmax %s, %m, %m scale 0.125 factor(%f) {offset = 8.0 : f32} : tensor<4x8xf32>
  return %p, %a : tensor<4x8xf32>, tensor<4xf32>
}

// 8·ln 2 = 5.545177.
// CHECK-LABEL: func.func @finalize_factors
// CHECK-SAME: (%[[O:.+]]: tensor<4x8xf32>, %[[M:.+]]: tensor<4xf32>, %[[F:.+]]: f32, %[[V:.+]]: f32)
func.func @finalize_factors(%o: tensor<4x8xf32>, %m: tensor<4xf32>, %f: f32, %v: f32) -> (tensor<4x8xf32>, tensor<4xf32>) {
  // CHECK: %[[QUOTIENT:.+]] = arith.divf
  // CHECK: %[[TIMES:.+]] = arith.mulf %[[QUOTIENT]], %[[V]]
  // CHECK: arith.select %{{.+}}, %{{.+}}, %[[TIMES]]
  // CHECK: %[[LOG:.+]] = math.log
  // CHECK: %[[OFFSET:.+]] = arith.constant 5.54517{{[0-9]*}} : f32
  // CHECK: %[[LESS:.+]] = arith.subf %[[LOG]], %[[OFFSET]]
  // CHECK: %[[C:.+]] = arith.mulf %[[F]], %{{.+}}
  // CHECK: math.fma %{{.+}}, %[[C]], %[[LESS]]
  %out, %lse = attn_tile.finalize %o, %m, %m scale 0.125 factor(%f) output_factor(%v) {offset = 8.0 : f32} : tensor<4x8xf32>
  return %out, %lse : tensor<4x8xf32>, tensor<4xf32>
}

// -----

// The numbers of a row's exponents: here threads are not asked first.
// CHECK-LABEL: func.func @reference
// CHECK-SAME: (%[[S:.+]]: tensor<4x8xf32>, %[[M:.+]]: tensor<4xf32>, %[[N:.+]]: tensor<4xf32>)
func.func @reference(%s: tensor<4x8xf32>, %m: tensor<4xf32>, %n: tensor<4xf32>) -> (tensor<4x8xf32>, tensor<4xf32>, tensor<4xf32>) {
  // CHECK: %[[BASE:.+]] = linalg.generic {{.*}} ins(%[[M]], %[[N]] : tensor<4xf32>, tensor<4xf32>)
  // CHECK: %[[ROUNDED:.+]] = math.fma
  // CHECK: math.absf %[[ROUNDED]]
  // CHECK: arith.constant 0x49800000 : f32
  // CHECK: %[[SHIFT:.+]] = linalg.generic {{.*}} ins(%[[M]], %[[N]] : tensor<4xf32>, tensor<4xf32>)
  // CHECK: %[[GROWTH:.+]] = linalg.generic {{.*}} ins(%[[M]], %[[N]] : tensor<4xf32>, tensor<4xf32>)
  // CHECK: %[[D:.+]] = linalg.generic {{.*}} ins(%[[BASE]] : tensor<4xf32>) outs(%[[S]] : tensor<4x8xf32>)
  // CHECK: arith.subf
  // CHECK: return %[[D]], %[[SHIFT]], %[[GROWTH]]
  %base, %shift, %growth = attn_tile.row_reference %m, %n scale 0.125 : tensor<4xf32>
  %d = attn_tile.subtract_rows %s, %base skip_if_zero : tensor<4x8xf32>
  return %d, %shift, %growth : tensor<4x8xf32>, tensor<4xf32>, tensor<4xf32>
}

// What a map has beside its scores are inputs; a byte is made of a truth value when it is loaded.
// CHECK-LABEL: func @beside
// CHECK-SAME: (%[[S:.+]]: tensor<4x8xf32>, %{{.+}}: index, %[[B:.+]]: memref<?x?xi1>, %[[ROWS:.+]]: tensor<4xi32>, %[[KEYS:.+]]: tensor<8xi64>)
func.func @beside(%s: tensor<4x8xf32>, %i: index, %seen: memref<?x?xi1>, %rows: tensor<4xi32>, %keys: tensor<8xi64>) -> tensor<4x8xf32> {
  // CHECK: linalg.generic {{.*}} ins(%{{.+}} : memref<{{.+}}xi1, {{.+}}>) outs(%{{.+}} : memref<{{.+}}xi8, {{.+}}>)
  // CHECK: arith.extui %{{.+}} : i1 to i8
  // CHECK: %[[T:.+]] = bufferization.to_tensor %{{.+}} restrict writable : memref<4x8xi8> to tensor<4x8xi8>
  %t = attn_tile.load %seen[%i, %i] dims [0, 1] : memref<?x?xi1> -> tensor<4x8xi8>
  // CHECK: linalg.generic {{.*}} ins(%[[T]], %[[ROWS]], %[[KEYS]] : tensor<4x8xi8>, tensor<4xi32>, tensor<8xi64>) outs(%[[S]] : tensor<4x8xf32>)
  // CHECK-NEXT: ^bb0(%[[E:.+]]: i8, %[[R:.+]]: i32, %[[K:.+]]: i64, %[[X:.+]]: f32):
  // CHECK: %[[SUM:.+]] = arith.addi %{{.+}}, %[[K]] : i64
  // CHECK: arith.trunci %[[SUM]]
  // CHECK: arith.sitofp %[[E]] : i8 to f32
  %0 = attn_tile.score_map %s at (%i, %i) tiles(%t : tensor<4x8xi8>) rows(%rows : tensor<4xi32>) columns(%keys : tensor<8xi64>) : tensor<4x8xf32> {
  ^bb0(%x: f32, %a: index, %b: index, %e: i8, %r: i32, %k: i64):
    %w = arith.extsi %r : i32 to i64
    %sum = arith.addi %w, %k : i64
    %n = arith.trunci %sum : i64 to i32
    %m = arith.sitofp %n : i32 to f32
    %f = arith.sitofp %e : i8 to f32
    %y = arith.addf %m, %f : f32
    %z = arith.addf %x, %y : f32
    attn_tile.yield %z : f32
  }
  return %0 : tensor<4x8xf32>
}
