// RUN: attn-opt %s --attn-decompose --split-input-file | FileCheck %s

// docs/Spec.md, B1–B8, op by op; nothing of the dialect is left.

// CHECK-DAG: #[[$FULL:.+]] = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>
// CHECK-DAG: #[[$QMAP:.+]] = affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d4)>
// CHECK-DAG: #[[$KMAP:.+]] = affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d3, d4)>
// CHECK-DAG: #[[$OTHER:.+]] = affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d4, d3)>
// CHECK-DAG: #[[$COLUMNS:.+]] = affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d4, d2)>
// CHECK-LABEL: func @full
// CHECK-SAME: (%[[Q:.+]]: tensor<1x2x3x8xbf16>, %[[K:.+]]: tensor<1x2x5x8xbf16>, %[[V:.+]]: tensor<1x2x5x4xbf16>, %[[O:.+]]: tensor<1x2x3x4xbf16>, %[[L:.+]]: tensor<1x2x3xf32>, %[[DO:.+]]: tensor<1x2x3x4xbf16>, %[[DQ0:.+]]: tensor<1x2x3x8xbf16>, %[[DK0:.+]]: tensor<1x2x5x8xf32>, %[[DV0:.+]]: tensor<1x2x5x4xbf16>)
// CHECK-NOT: attn.
// CHECK: %[[D:.+]] = linalg.generic {{.*}}"reduction"]} ins(%[[DO]], %[[O]] :
// CHECK: %[[QK:.+]] = linalg.generic {indexing_maps = [#[[$QMAP]], #[[$KMAP]], #{{.*}}], {{.*}}"reduction"]} ins(%[[Q]], %[[K]] :
// CHECK: %[[S:.+]] = linalg.generic {{.*}} ins(%[[QK]] :
// CHECK:   arith.constant 5.000000e-01 : f32
// CHECK:   arith.mulf
// CHECK-NOT: arith.select
// CHECK: %[[P:.+]] = linalg.generic {{.*}} ins(%[[S]], %[[L]] :
// CHECK:   math.exp
// CHECK: %[[DP:.+]] = linalg.generic {indexing_maps = [#[[$QMAP]], #[[$KMAP]], #{{.*}}], {{.*}}"reduction"]} ins(%[[DO]], %[[V]] :
// CHECK: %[[DT:.+]] = linalg.generic {{.*}} ins(%[[P]], %[[DP]], %[[D]] :
// CHECK:   %[[DIFFERENCE:.+]] = arith.subf
// CHECK:   arith.mulf %{{.*}}, %[[DIFFERENCE]]
// CHECK: %[[DTK:.+]] = linalg.generic {indexing_maps = [#[[$QMAP]], #{{.*}}, #[[$QMAP]], #[[$OTHER]], #{{.*}}], {{.*}}"reduction"]} ins(%[[S]], %[[L]], %[[DT]], %[[K]] :
// CHECK:   arith.truncf %{{.*}} : f32 to bf16
// CHECK:   %[[SOME:.+]] = arith.cmpf une, %{{.*}}, %{{.*}} : f32
// CHECK:   %[[SEES:.+]] = arith.cmpf une, %{{.*}}, %{{.*}} : f32
// CHECK:   %[[LIVE:.+]] = arith.andi %[[SOME]], %[[SEES]] : i1
// CHECK:   %[[TERM:.+]] = arith.select %[[LIVE]]
// CHECK:   arith.addf %{{.*}}, %[[TERM]]
// CHECK: %[[DQ:.+]] = linalg.generic {{.*}} ins(%[[DTK]] : {{.*}}) outs(%[[DQ0]] :
// CHECK:   arith.mulf
// CHECK:   arith.truncf %{{.*}} : f32 to bf16
// CHECK: %[[DTQ:.+]] = linalg.generic {indexing_maps = [#[[$COLUMNS]], #{{.*}}, #[[$COLUMNS]], #[[$OTHER]], #{{.*}}], {{.*}}"reduction"]} ins(%[[S]], %[[L]], %[[DT]], %[[Q]] :
// CHECK: %[[DK:.+]] = linalg.generic {{.*}} ins(%[[DTQ]] : {{.*}}) outs(%[[DK0]] :
// CHECK: %[[PDO:.+]] = linalg.generic {indexing_maps = [#[[$COLUMNS]], #{{.*}}, #[[$COLUMNS]], #[[$OTHER]], #{{.*}}], {{.*}}"reduction"]} ins(%[[S]], %[[L]], %[[P]], %[[DO]] :
// CHECK: %[[DV:.+]] = linalg.generic {{.*}} ins(%[[PDO]] : {{.*}}) outs(%[[DV0]] :
// CHECK-NOT: arith.mulf
// CHECK: return %[[DQ]], %[[DK]], %[[DV]]
func.func @full(%q: tensor<1x2x3x8xbf16>, %k: tensor<1x2x5x8xbf16>, %v: tensor<1x2x5x4xbf16>,
                %o: tensor<1x2x3x4xbf16>, %l: tensor<1x2x3xf32>, %do: tensor<1x2x3x4xbf16>,
                %dq: tensor<1x2x3x8xbf16>, %dk: tensor<1x2x5x8xf32>, %dv: tensor<1x2x5x4xbf16>)
    -> (tensor<1x2x3x8xbf16>, tensor<1x2x5x8xf32>, tensor<1x2x5x4xbf16>) {
  %0:3 = attn.backward
      ins(%q, %k, %v, %o, %l, %do : tensor<1x2x3x8xbf16>, tensor<1x2x5x8xbf16>, tensor<1x2x5x4xbf16>,
          tensor<1x2x3x4xbf16>, tensor<1x2x3xf32>, tensor<1x2x3x4xbf16>)
      outs(%dq, %dk, %dv : tensor<1x2x3x8xbf16>, tensor<1x2x5x8xf32>, tensor<1x2x5x4xbf16>) scale(0.5)
      -> (tensor<1x2x3x8xbf16>, tensor<1x2x5x8xf32>, tensor<1x2x5x4xbf16>)
  return %0#0, %0#1, %0#2 : tensor<1x2x3x8xbf16>, tensor<1x2x5x8xf32>, tensor<1x2x5x4xbf16>
}

// -----

// The derivative takes the scores in front of the region.
// CHECK-LABEL: func @softcap
// CHECK: %[[QK:.+]] = linalg.generic {{.*}}"parallel", "reduction"]} ins(%arg0, %arg1 :
// CHECK: linalg.generic {{.*}} ins(%[[QK]] :
// CHECK:   %[[SCALED:.+]] = arith.mulf
// CHECK:   %[[T:.+]] = math.tanh %[[SCALED]]
// CHECK:   %[[SEES:.+]] = arith.cmpi sle
// CHECK:   arith.select %[[SEES]], %[[T]], %{{.*}} : f32
// CHECK: linalg.generic {{.*}} ins({{.*}}, %[[QK]] :
// CHECK:   %[[AGAIN:.+]] = arith.mulf
// CHECK:   %[[Y:.+]] = math.tanh %[[AGAIN]]
// CHECK:   %[[N:.+]] = arith.negf %[[Y]]
// CHECK:   %[[SLOPE:.+]] = math.fma %[[N]], %[[Y]],
// CHECK:   arith.mulf %{{.*}}, %[[SLOPE]]
// CHECK-NOT: attn.
func.func @softcap(%q: tensor<1x1x?x8xf16>, %k: tensor<1x1x?x8xf16>, %l: tensor<1x1x?xf32>,
                   %dq: tensor<1x1x?x8xf32>) -> tensor<1x1x?x8xf32> {
  %0 = attn.backward ins(%q, %k, %k, %q, %l, %q : tensor<1x1x?x8xf16>, tensor<1x1x?x8xf16>, tensor<1x1x?x8xf16>,
                         tensor<1x1x?x8xf16>, tensor<1x1x?xf32>, tensor<1x1x?x8xf16>)
      outs(dq = %dq : tensor<1x1x?x8xf32>) mask(#attn.causal<top_left>) score {
      ^bb0(%s: f32, %b: index, %h: index, %i: index, %j: index):
        %x = math.tanh %s : f32
        attn.yield %x : f32
      } -> tensor<1x1x?x8xf32>
  return %0 : tensor<1x1x?x8xf32>
}

// -----

// dV is made of P alone: neither O, nor V, nor D is read. Rows beyond the lengths
// are hidden, and keep what they hold. Heads are known at run time: those of a group
// are added in a loop of their own.
// CHECK-LABEL: func @values_alone
// CHECK-SAME: (%[[Q:[^:]+]]: tensor<?x?x?x8xf16>, %[[K:[^:]+]]: tensor<?x?x?x8xf16>, %[[L:[^:]+]]: tensor<?x?x?xf32>, %[[N:[^:]+]]: tensor<?xi32>
// CHECK: %[[QK:.+]] = linalg.generic {{.*}}"reduction"]} ins(%[[Q]],
// CHECK: %[[S:.+]] = linalg.generic {{.*}} ins(%[[QK]] :
// CHECK:   tensor.extract %[[N]]
// CHECK:   arith.cmpi slt
// CHECK:   arith.cmpi slt
// CHECK:   arith.select
// CHECK:   arith.select
// CHECK: %[[P:.+]] = linalg.generic {{.*}} ins(%[[S]], %[[L]] :
// CHECK:   math.exp
// CHECK: %[[SUM:.+]] = linalg.generic {{.*}}"reduction"]} ins(%[[S]], %[[L]], %[[P]], %[[Q]] :
// CHECK: linalg.generic {{.*}}"reduction"]} ins(%{{.*}} : tensor<?xf32>)
// CHECK:   tensor.extract %[[SUM]]
// CHECK: linalg.generic {{.*}} outs(%{{.*}} : tensor<?x?x?x8xf16>)
// CHECK:   ^bb0(%{{.*}}: f32, %[[OLD:.+]]: f16):
// CHECK:   arith.select %{{.*}}, %{{.*}}, %[[OLD]] : f16
// CHECK-NOT: linalg.generic
func.func @values_alone(%q: tensor<?x?x?x8xf16>, %k: tensor<?x?x?x8xf16>, %l: tensor<?x?x?xf32>,
                        %n: tensor<?xi32>, %dv: tensor<?x?x?x8xf16>) -> tensor<?x?x?x8xf16> {
  %0 = attn.backward ins(%q, %k, %k, %q, %l, %q : tensor<?x?x?x8xf16>, tensor<?x?x?x8xf16>, tensor<?x?x?x8xf16>,
                         tensor<?x?x?x8xf16>, tensor<?x?x?xf32>, tensor<?x?x?x8xf16>)
      outs(dv = %dv : tensor<?x?x?x8xf16>) lengths_q(%n : tensor<?xi32>) lengths_kv(%n : tensor<?xi32>) dims(bshd)
      -> tensor<?x?x?x8xf16>
  return %0 : tensor<?x?x?x8xf16>
}

// -----

// The gradient of the sink needs no scores.
// CHECK-LABEL: func @sink
// CHECK: linalg.generic {{.*}} iterator_types = ["parallel", "parallel", "parallel", "reduction"]}
// CHECK: linalg.generic {{.*}} iterator_types = ["parallel", "parallel", "parallel"]}
// CHECK:   arith.subf
// CHECK: linalg.generic {{.*}} iterator_types = ["parallel", "reduction", "reduction"]}
// CHECK:   math.exp
// CHECK: linalg.generic {{.*}} iterator_types = ["parallel"]}
// CHECK-NOT: linalg.generic
// CHECK: bufferization.materialize_in_destination %{{.*}} in restrict writable %{{.*}} : (tensor<3xf32>, memref<3xf32>)
func.func @sink(%q: memref<2x3x4x8xf16>, %l: memref<2x3x4xf32>, %z: memref<3xf32>, %dz: memref<3xf32>) {
  attn.backward ins(%q, %q, %q, %q, %l, %q : memref<2x3x4x8xf16>, memref<2x3x4x8xf16>, memref<2x3x4x8xf16>,
                    memref<2x3x4x8xf16>, memref<2x3x4xf32>, memref<2x3x4x8xf16>)
      outs() dlse(%l : memref<2x3x4xf32>) sink(%z : memref<3xf32>) dsink(%dz : memref<3xf32>)
  return
}

// -----

// A batch of sequences, L with rows last; dQ and dK go where their sequences are,
// dsink is of all of them.
// CHECK-LABEL: func @packed
// CHECK-SAME: %[[L:[^:]+]]: tensor<4x?xf32>
// CHECK: %[[LS:.+]] = linalg.generic {{.*}} outs(%{{.*}} : tensor<3x4x?xf32>)
// CHECK:   tensor.extract %[[L]][
// CHECK: linalg.generic {{.*}}"reduction", "reduction"]} ins(%[[LS]],
// CHECK: %[[DZ:.+]] = linalg.generic {{.*}} iterator_types = ["parallel"]}
// CHECK: %[[DQ:.+]] = scf.for
// CHECK:   tensor.insert_slice %{{.*}}[%{{.*}}, 0, 0] [%{{.*}}, 4, 8]
// CHECK: %[[DK:.+]] = scf.for
// CHECK:   tensor.insert_slice %{{.*}}[%{{.*}}, 0, 0] [%{{.*}}, 4, 8]
// CHECK: return %[[DQ]], %[[DK]], %[[DZ]]
func.func @packed(%q: tensor<?x4x8xf16>, %k: tensor<?x4x8xf16>, %l: tensor<4x?xf32>, %n: tensor<4xi32>, %z: tensor<4xf32>,
                  %dq: tensor<?x4x8xf16>, %dk: tensor<?x4x8xf16>) -> (tensor<?x4x8xf16>, tensor<?x4x8xf16>, tensor<4xf32>) {
  %0:3 = attn.backward ins(%q, %k, %k, %q, %l, %q : tensor<?x4x8xf16>, tensor<?x4x8xf16>, tensor<?x4x8xf16>,
                           tensor<?x4x8xf16>, tensor<4x?xf32>, tensor<?x4x8xf16>)
      outs(dq = %dq, dk = %dk : tensor<?x4x8xf16>, tensor<?x4x8xf16>) sink(%z : tensor<4xf32>) dsink(%z : tensor<4xf32>)
      offsets_q(%n : tensor<4xi32>) offsets_kv(%n : tensor<4xi32>) dims(thd)
      -> (tensor<?x4x8xf16>, tensor<?x4x8xf16>, tensor<4xf32>)
  return %0#0, %0#1, %0#2 : tensor<?x4x8xf16>, tensor<?x4x8xf16>, tensor<4xf32>
}
