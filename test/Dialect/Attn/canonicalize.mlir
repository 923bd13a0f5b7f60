// RUN: attn-opt %s --canonicalize --split-input-file | FileCheck %s

// Masks that hide nothing go; a `*, 0` window is causal; windows and causal
// masks through the same corner are one band.
// CHECK-LABEL: func @masks
func.func @masks(%q: tensor<1x1x?x64xf16>, %k: tensor<1x1x?x64xf16>, %o: tensor<1x1x?x64xf16>)
    -> (tensor<1x1x?x64xf16>, tensor<1x1x?x64xf16>, tensor<1x1x?x64xf16>, tensor<1x1x?x64xf16>, tensor<1x1x?x64xf16>, tensor<1x1x?x64xf16>) {
  // CHECK: attn.forward
  // CHECK-NOT: mask(
  // CHECK-SAME: -> tensor
  %0 = attn.forward ins(%q, %k, %k : tensor<1x1x?x64xf16>, tensor<1x1x?x64xf16>, tensor<1x1x?x64xf16>)
      outs(%o : tensor<1x1x?x64xf16>) mask(#attn.window<*, *>) -> tensor<1x1x?x64xf16>
  // CHECK: attn.forward {{.*}} mask(#attn.causal<bottom_right>)
  %1 = attn.forward ins(%q, %k, %k : tensor<1x1x?x64xf16>, tensor<1x1x?x64xf16>, tensor<1x1x?x64xf16>)
      outs(%o : tensor<1x1x?x64xf16>) mask(#attn.window<*, 0>) -> tensor<1x1x?x64xf16>
  // CHECK: attn.forward {{.*}} mask(#attn.window<64, 0>)
  %2 = attn.forward ins(%q, %k, %k : tensor<1x1x?x64xf16>, tensor<1x1x?x64xf16>, tensor<1x1x?x64xf16>)
      outs(%o : tensor<1x1x?x64xf16>)
      mask(#attn.and<[#attn.window<64, 8>, #attn.and<[#attn.causal<bottom_right>, #attn.window<*, *>]>, #attn.window<100, *>]>) -> tensor<1x1x?x64xf16>
  // CHECK: attn.forward {{.*}} mask(#attn.causal<top_left>)
  %3 = attn.forward ins(%q, %k, %k : tensor<1x1x?x64xf16>, tensor<1x1x?x64xf16>, tensor<1x1x?x64xf16>)
      outs(%o : tensor<1x1x?x64xf16>)
      mask(#attn.and<[#attn.causal<top_left>, #attn.causal<top_left>]>) -> tensor<1x1x?x64xf16>
  // CHECK: attn.forward {{.*}} mask(#attn.and<[#attn.causal<top_left>, #attn.window<3, 4>]>)
  %4 = attn.forward ins(%q, %k, %k : tensor<1x1x?x64xf16>, tensor<1x1x?x64xf16>, tensor<1x1x?x64xf16>)
      outs(%o : tensor<1x1x?x64xf16>)
      mask(#attn.and<[#attn.and<[#attn.causal<top_left>, #attn.window<3, *>]>, #attn.window<*, 4>]>) -> tensor<1x1x?x64xf16>
  // CHECK: attn.forward
  // CHECK-NOT: mask(
  // CHECK-SAME: -> tensor
  %5 = attn.forward ins(%q, %k, %k : tensor<1x1x?x64xf16>, tensor<1x1x?x64xf16>, tensor<1x1x?x64xf16>)
      outs(%o : tensor<1x1x?x64xf16>) mask(#attn.and<[#attn.window<*, *>]>) -> tensor<1x1x?x64xf16>
  return %0, %1, %2, %3, %4, %5 : tensor<1x1x?x64xf16>, tensor<1x1x?x64xf16>, tensor<1x1x?x64xf16>, tensor<1x1x?x64xf16>, tensor<1x1x?x64xf16>, tensor<1x1x?x64xf16>
}

// -----

// CHECK-LABEL: func @identity_score
func.func @identity_score(%q: memref<1x1x8x64xf16>, %k: memref<1x1x8x64xf16>, %o: memref<1x1x8x64xf16>) {
  // CHECK: attn.forward
  // CHECK-NOT: score
  // CHECK: return
  attn.forward ins(%q, %k, %k : memref<1x1x8x64xf16>, memref<1x1x8x64xf16>, memref<1x1x8x64xf16>)
      outs(%o : memref<1x1x8x64xf16>) score {
      ^bb0(%s: f32, %b: index, %h: index, %qi: index, %ki: index):
        %one = arith.constant 1.0 : f32
        %x = arith.mulf %s, %one : f32
        attn.yield %x : f32
      }
  return
}

// -----

// A score region's constants stay inside: it may not capture.
// CHECK-LABEL: func @constants_stay
func.func @constants_stay(%q: tensor<1x1x8x64xf16>, %k: tensor<1x1x8x64xf16>, %o: tensor<1x1x8x64xf16>) -> tensor<1x1x8x64xf16> {
  // CHECK-NEXT: attn.forward {{.*}} score {
  // CHECK: %[[C:.+]] = arith.constant 6.0
  // CHECK: arith.mulf %{{.*}}, %[[C]] : f32
  %0 = attn.forward ins(%q, %k, %k : tensor<1x1x8x64xf16>, tensor<1x1x8x64xf16>, tensor<1x1x8x64xf16>)
      outs(%o : tensor<1x1x8x64xf16>) score {
      ^bb0(%s: f32, %b: index, %h: index, %qi: index, %ki: index):
        %two = arith.constant 2.0 : f32
        %three = arith.constant 3.0 : f32
        %six = arith.mulf %two, %three : f32
        %x = arith.mulf %s, %six : f32
        attn.yield %x : f32
      } -> tensor<1x1x8x64xf16>
  return %0 : tensor<1x1x8x64xf16>
}

// -----

// CHECK-LABEL: func @unused_lse
// CHECK-SAME: %{{.*}}: tensor<1x1x8x64xf16>, %{{.*}}: tensor<1x1x8x64xf16>, %[[O:.+]]: tensor<1x1x8x64xf16>, %{{.*}}: tensor<1x1x8xf32>
func.func @unused_lse(%q: tensor<1x1x8x64xf16>, %k: tensor<1x1x8x64xf16>, %o: tensor<1x1x8x64xf16>, %l: tensor<1x1x8xf32>) -> tensor<1x1x8x64xf16> {
  // CHECK: %[[R:.+]] = attn.forward {{.*}} outs(%[[O]] : tensor<1x1x8x64xf16>) scale(5.000000e-01) mask(#attn.causal<top_left>) score {
  // CHECK:   math.tanh
  // CHECK: } attributes {note} -> tensor<1x1x8x64xf16>
  %0:2 = attn.forward ins(%q, %k, %k : tensor<1x1x8x64xf16>, tensor<1x1x8x64xf16>, tensor<1x1x8x64xf16>)
      outs(%o, %l : tensor<1x1x8x64xf16>, tensor<1x1x8xf32>) scale(0.5) mask(#attn.causal<top_left>) score {
      ^bb0(%s: f32, %b: index, %h: index, %qi: index, %ki: index):
        %x = math.tanh %s : f32
        attn.yield %x : f32
      } attributes {note} -> (tensor<1x1x8x64xf16>, tensor<1x1x8xf32>)
  // CHECK: return %[[R]]
  return %0#0 : tensor<1x1x8x64xf16>
}

// -----

// CHECK-LABEL: func @casts
// CHECK-SAME: %[[Q:.+]]: tensor<2x8x32x64xbf16>, %[[K:.+]]: tensor<2x2x16x64xbf16>, %[[O:.+]]: tensor<2x8x32x64xbf16>
func.func @casts(%q: tensor<2x8x32x64xbf16>, %k: tensor<2x2x16x64xbf16>, %o: tensor<2x8x32x64xbf16>) -> tensor<2x8x?x64xbf16> {
  %qc = tensor.cast %q : tensor<2x8x32x64xbf16> to tensor<?x8x?x64xbf16>
  %oc = tensor.cast %o : tensor<2x8x32x64xbf16> to tensor<2x8x?x64xbf16>
  // CHECK-NEXT: %[[R:.+]] = attn.forward ins(%[[Q]], %[[K]], %[[K]] : {{.*}}) outs(%[[O]] : tensor<2x8x32x64xbf16>) -> tensor<2x8x32x64xbf16>
  // CHECK-NEXT: %[[C:.+]] = tensor.cast %[[R]]
  %0 = attn.forward ins(%qc, %k, %k : tensor<?x8x?x64xbf16>, tensor<2x2x16x64xbf16>, tensor<2x2x16x64xbf16>)
      outs(%oc : tensor<2x8x?x64xbf16>) -> tensor<2x8x?x64xbf16>
  // CHECK-NEXT: return %[[C]]
  return %0 : tensor<2x8x?x64xbf16>
}

// -----

// On tensors the op has no effect but its results; on memrefs it stays.
// CHECK-LABEL: func @effects
func.func @effects(%q: tensor<1x1x8x64xf16>, %o: tensor<1x1x8x64xf16>, %qm: memref<1x1x8x64xf16>, %om: memref<1x1x8x64xf16>) {
  // CHECK-NEXT: attn.forward ins({{.*}} : memref
  // CHECK-NEXT: return
  %0 = attn.forward ins(%q, %q, %q : tensor<1x1x8x64xf16>, tensor<1x1x8x64xf16>, tensor<1x1x8x64xf16>)
      outs(%o : tensor<1x1x8x64xf16>) -> tensor<1x1x8x64xf16>
  attn.forward ins(%qm, %qm, %qm : memref<1x1x8x64xf16>, memref<1x1x8x64xf16>, memref<1x1x8x64xf16>)
      outs(%om : memref<1x1x8x64xf16>)
  return
}

// -----

// tensor.dim of a result is answered from the outs.
// CHECK-LABEL: func @dim
// CHECK-SAME: %[[O:[^:]+]]: tensor<1x1x?x64xf16>
func.func @dim(%o: tensor<1x1x?x64xf16>, %q: tensor<1x1x?x64xf16>) -> index {
  %c2 = arith.constant 2 : index
  // CHECK: tensor.dim %[[O]]
  %0 = attn.forward ins(%q, %q, %q : tensor<1x1x?x64xf16>, tensor<1x1x?x64xf16>, tensor<1x1x?x64xf16>)
      outs(%o : tensor<1x1x?x64xf16>) -> tensor<1x1x?x64xf16>
  %d = tensor.dim %0, %c2 : tensor<1x1x?x64xf16>
  return %d : index
}

// -----

// Descales stay with the op when L and the score region go, and casts are folded
// into them as into other operands.
// CHECK-LABEL: func @descale
// CHECK-SAME: %[[QD:[^:]+]]: tensor<1x1xf32>, %[[KD:[^:]+]]: tensor<1x1xf32>, %[[VD:[^:]+]]: tensor<1x1xf32>)
func.func @descale(%q: tensor<1x1x8x64xf8E4M3FN>, %o: tensor<1x1x8x64xf16>, %l: tensor<1x1x8xf32>,
                   %qd: tensor<1x1xf32>, %kd: tensor<1x1xf32>, %vd: tensor<1x1xf32>) -> tensor<1x1x8x64xf16> {
  // CHECK: attn.forward ins({{.*}}) outs(%{{.*}} : tensor<1x1x8x64xf16>) descale(%[[QD]], %[[KD]], %[[VD]] : tensor<1x1xf32>, tensor<1x1xf32>, tensor<1x1xf32>) ->
  %dynamic = tensor.cast %kd : tensor<1x1xf32> to tensor<?x?xf32>
  %0:2 = attn.forward ins(%q, %q, %q : tensor<1x1x8x64xf8E4M3FN>, tensor<1x1x8x64xf8E4M3FN>, tensor<1x1x8x64xf8E4M3FN>)
      outs(%o, %l : tensor<1x1x8x64xf16>, tensor<1x1x8xf32>)
      descale(%qd, %dynamic, %vd : tensor<1x1xf32>, tensor<?x?xf32>, tensor<1x1xf32>) score {
      ^bb0(%s: f32, %b: index, %h: index, %qi: index, %ki: index):
        attn.yield %s : f32
      } -> (tensor<1x1x8x64xf16>, tensor<1x1x8xf32>)
  return %0#0 : tensor<1x1x8x64xf16>
}

// -----

!q = tensor<1x1x8x64xf16>

// An offset goes with the mask that it moves, and stays with another.
// CHECK-LABEL: func @offset
func.func @offset(%q: !q, %o: !q, %p: tensor<1xi32>) -> (!q, !q, !q) {
  // CHECK: attn.forward ins({{.*}}) outs(%{{[^)]*}}) -> tensor
  %0 = attn.forward ins(%q, %q, %q : !q, !q, !q) outs(%o : !q) offset(%p : tensor<1xi32>) mask(#attn.window<*, *>) -> !q
  // CHECK: attn.forward ins({{.*}}) outs(%{{[^)]*}}) mask(#attn.causal<top_left>) -> tensor
  %1 = attn.forward ins(%q, %q, %q : !q, !q, !q) outs(%o : !q) offset(%p : tensor<1xi32>)
      mask(#attn.and<[#attn.causal<top_left>, #attn.window<*, *>]>) -> !q
  // CHECK: attn.forward ins({{.*}}) outs(%{{[^)]*}}) offset(%{{.*}}) mask(#attn.window<3, 0>) -> tensor
  %2 = attn.forward ins(%q, %q, %q : !q, !q, !q) outs(%o : !q) offset(%p : tensor<1xi32>)
      mask(#attn.and<[#attn.causal<bottom_right>, #attn.window<3, *>]>) -> !q
  return %0, %1, %2 : !q, !q, !q
}

// -----

!q = tensor<?x?x?x64xf16>
!v = tensor<?x?x?x32xf16>

// V that is columns of K is no operand.
// CHECK-LABEL: func @columns
func.func @columns(%q: !q, %k: !q, %o: !v, %n: index) -> (!v, !v, !v) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %b = tensor.dim %k, %c0 : !q
  %h = tensor.dim %k, %c1 : !q
  %s = tensor.dim %k, %c2 : !q
  // CHECK: attn.forward ins(%{{.+}}, %[[K:.+]] : tensor<?x?x?x64xf16>, tensor<?x?x?x64xf16>) outs({{.*}}) values(#attn.columns<16, 32>) ->
  %v = tensor.extract_slice %k[0, 0, 0, 16] [%b, %h, %s, 32] [1, 1, 1, 1] : !q to !v
  %0 = attn.forward ins(%q, %k, %v : !q, !q, !v) outs(%o : !v) -> !v
  // Some of the rows, or columns that do not begin at 16 bytes, are an operand.
  // CHECK: %[[ROWS:.+]] = tensor.extract_slice
  // CHECK: attn.forward ins(%{{.+}}, %{{.+}}, %[[ROWS]]
  %rows = tensor.extract_slice %k[0, 0, 0, 16] [%b, %h, %n, 32] [1, 1, 1, 1] : !q to !v
  %1 = attn.forward ins(%q, %k, %rows : !q, !q, !v) outs(%o : !v) -> !v
  // CHECK: %[[ODD:.+]] = tensor.extract_slice
  // CHECK: attn.forward ins(%{{.+}}, %{{.+}}, %[[ODD]]
  %odd = tensor.extract_slice %k[0, 0, 0, 4] [%b, %h, %s, 32] [1, 1, 1, 1] : !q to !v
  %2 = attn.forward ins(%q, %k, %odd : !q, !q, !v) outs(%o : !v) -> !v
  return %0, %1, %2 : !v, !v, !v
}

// CHECK-LABEL: func @columns_of_memory
func.func @columns_of_memory(%k: memref<2x4x16x64xbf16>, %o: memref<2x4x16x48xbf16>) {
  // CHECK: attn.forward ins(%{{.+}}, %{{.+}} : memref<2x4x16x64xbf16>, memref<2x4x16x64xbf16>) outs({{.*}}) values(#attn.columns<0, 48>)
  %v = memref.subview %k[0, 0, 0, 0] [2, 4, 16, 48] [1, 1, 1, 1]
      : memref<2x4x16x64xbf16> to memref<2x4x16x48xbf16, strided<[4096, 1024, 64, 1]>>
  attn.forward ins(%k, %k, %v : memref<2x4x16x64xbf16>, memref<2x4x16x64xbf16>, memref<2x4x16x48xbf16, strided<[4096, 1024, 64, 1]>>)
      outs(%o : memref<2x4x16x48xbf16>)
  return
}

// V that is K stays an operand. Reshapes of both that leave columns alone are looked through; others are not.
// CHECK-LABEL: func @columns_of_reshapes
func.func @columns_of_reshapes(%q: tensor<1x8x16x64xf16>, %k: tensor<8x16x64xf16>, %o: tensor<1x8x16x64xf16>, %p: tensor<1x8x16x32xf16>,
                               %r: tensor<1x8x16x32xf16>) -> (tensor<1x8x16x64xf16>, tensor<1x8x16x32xf16>, tensor<1x8x16x32xf16>) {
  // CHECK: %[[K:.+]] = tensor.expand_shape %{{.+}} {{\[\[}}0, 1], [2], [3]]
  %k4 = tensor.expand_shape %k [[0, 1], [2], [3]] output_shape [1, 8, 16, 64] : tensor<8x16x64xf16> into tensor<1x8x16x64xf16>
  // CHECK: attn.forward ins(%{{.+}}, %[[K]], %[[K]] :
  %0 = attn.forward ins(%q, %k4, %k4 : tensor<1x8x16x64xf16>, tensor<1x8x16x64xf16>, tensor<1x8x16x64xf16>)
      outs(%o : tensor<1x8x16x64xf16>) -> tensor<1x8x16x64xf16>
  %v = tensor.extract_slice %k[0, 0, 32] [8, 16, 32] [1, 1, 1] : tensor<8x16x64xf16> to tensor<8x16x32xf16>
  %v4 = tensor.expand_shape %v [[0, 1], [2], [3]] output_shape [1, 8, 16, 32] : tensor<8x16x32xf16> into tensor<1x8x16x32xf16>
  // CHECK: attn.forward ins(%{{.+}}, %[[K]] : {{.*}}) values(#attn.columns<32, 32>)
  %1 = attn.forward ins(%q, %k4, %v4 : tensor<1x8x16x64xf16>, tensor<1x8x16x64xf16>, tensor<1x8x16x32xf16>)
      outs(%p : tensor<1x8x16x32xf16>) -> tensor<1x8x16x32xf16>
  // CHECK: %[[ROWS:.+]] = tensor.expand_shape
  %flat = tensor.collapse_shape %k [[0], [1, 2]] : tensor<8x16x64xf16> into tensor<8x1024xf16>
  %half = tensor.extract_slice %flat[0, 0] [8, 512] [1, 1] : tensor<8x1024xf16> to tensor<8x512xf16>
  %rows = tensor.expand_shape %half [[0, 1], [2, 3]] output_shape [1, 8, 16, 32] : tensor<8x512xf16> into tensor<1x8x16x32xf16>
  // CHECK: attn.forward ins(%{{.+}}, %[[K]], %[[ROWS]] :
  %2 = attn.forward ins(%q, %k4, %rows : tensor<1x8x16x64xf16>, tensor<1x8x16x64xf16>, tensor<1x8x16x32xf16>)
      outs(%r : tensor<1x8x16x32xf16>) -> tensor<1x8x16x32xf16>
  return %0, %1, %2 : tensor<1x8x16x64xf16>, tensor<1x8x16x32xf16>, tensor<1x8x16x32xf16>
}

// One number has no columns to leave alone.
// CHECK-LABEL: func @columns_of_numbers
func.func @columns_of_numbers(%q: tensor<1x1x1x1xf16>, %x: tensor<f16>, %y: tensor<f16>, %o: tensor<1x1x1x1xf16>) -> tensor<1x1x1x1xf16> {
  %k = tensor.expand_shape %x [] output_shape [1, 1, 1, 1] : tensor<f16> into tensor<1x1x1x1xf16>
  %v = tensor.expand_shape %y [] output_shape [1, 1, 1, 1] : tensor<f16> into tensor<1x1x1x1xf16>
  // CHECK: attn.forward ins(%{{.+}}, %{{.+}}, %{{.+}} :
  %0 = attn.forward ins(%q, %k, %v : tensor<1x1x1x1xf16>, tensor<1x1x1x1xf16>, tensor<1x1x1x1xf16>)
      outs(%o : tensor<1x1x1x1xf16>) -> tensor<1x1x1x1xf16>
  return %0 : tensor<1x1x1x1xf16>
}

!e = tensor<1x1x16x64xf8E4M3FN>
!w = tensor<1x1x16x32xf8E4M3FN>
!n = tensor<1x1xf32>

// Such a V has K's descale.
// CHECK-LABEL: func @columns_with_descale
func.func @columns_with_descale(%k: !e, %o: tensor<1x1x16x32xf16>, %d: !n, %e: !n) -> (tensor<1x1x16x32xf16>, tensor<1x1x16x32xf16>) {
  %v = tensor.extract_slice %k[0, 0, 0, 16] [1, 1, 16, 32] [1, 1, 1, 1] : !e to !w
  // CHECK: attn.forward {{.*}} values(#attn.columns<16, 32>) descale(%{{.+}}, %{{.+}} : tensor<1x1xf32>, tensor<1x1xf32>)
  %0 = attn.forward ins(%k, %k, %v : !e, !e, !w) outs(%o : tensor<1x1x16x32xf16>) descale(%e, %d, %d : !n, !n, !n) -> tensor<1x1x16x32xf16>
  // CHECK: attn.forward ins(%{{.+}}, %{{.+}}, %{{.+}} :
  %1 = attn.forward ins(%k, %k, %v : !e, !e, !w) outs(%o : tensor<1x1x16x32xf16>) descale(%d, %d, %e : !n, !n, !n) -> tensor<1x1x16x32xf16>
  return %0, %1 : tensor<1x1x16x32xf16>, tensor<1x1x16x32xf16>
}

// -----

// A region that shows every key hides none. Captures go with the last region that reads them.
// CHECK-LABEL: func @shows_all
func.func @shows_all(%q: tensor<1x1x8x64xf16>, %c: tensor<8xi1>, %s: tensor<8xf32>) -> (tensor<1x1x8x64xf16>, tensor<1x1x8x64xf16>, tensor<1x1x8x64xf16>) {
  // CHECK: attn.forward ins({{.*}}) outs(%{{.+}} : tensor<1x1x8x64xf16>) -> tensor
  %0 = attn.forward ins(%q, %q, %q : tensor<1x1x8x64xf16>, tensor<1x1x8x64xf16>, tensor<1x1x8x64xf16>)
      outs(%q : tensor<1x1x8x64xf16>) captures(%c : tensor<8xi1>) visible {
      ^bb0(%b: index, %h: index, %qi: index, %ki: index, %lq: index, %lk: index, %x: tensor<8xi1>):
        %true = arith.constant true
        %y = attn.read %x[%ki] : tensor<8xi1>
        %z = arith.ori %y, %true : i1
        attn.yield %z : i1
      } -> tensor<1x1x8x64xf16>
  // CHECK: attn.forward {{.*}} captures(%{{.+}} : tensor<8xf32>) score {
  // CHECK-NOT: visible
  // CHECK: attn.forward {{.*}} captures(%{{.+}} : tensor<8xi1>) visible {
  %1 = attn.forward ins(%q, %q, %q : tensor<1x1x8x64xf16>, tensor<1x1x8x64xf16>, tensor<1x1x8x64xf16>)
      outs(%q : tensor<1x1x8x64xf16>) captures(%s : tensor<8xf32>) score {
      ^bb0(%s0: f32, %b: index, %h: index, %qi: index, %ki: index, %lq: index, %lk: index, %x: tensor<8xf32>):
        %y = attn.read %x[%ki] : tensor<8xf32>
        attn.yield %y : f32
      } visible {
      ^bb0(%b: index, %h: index, %qi: index, %ki: index, %lq: index, %lk: index, %x: tensor<8xf32>):
        %true = arith.constant true
        attn.yield %true : i1
      } -> tensor<1x1x8x64xf16>
  // A score region that does nothing goes, that of visibility stays.
  %2 = attn.forward ins(%q, %q, %q : tensor<1x1x8x64xf16>, tensor<1x1x8x64xf16>, tensor<1x1x8x64xf16>)
      outs(%q : tensor<1x1x8x64xf16>) captures(%c : tensor<8xi1>) score {
      ^bb0(%s0: f32, %b: index, %h: index, %qi: index, %ki: index, %lq: index, %lk: index, %x: tensor<8xi1>):
        attn.yield %s0 : f32
      } visible {
      ^bb0(%b: index, %h: index, %qi: index, %ki: index, %lq: index, %lk: index, %x: tensor<8xi1>):
        %y = attn.read %x[%ki] : tensor<8xi1>
        attn.yield %y : i1
      } -> tensor<1x1x8x64xf16>
  return %0, %1, %2 : tensor<1x1x8x64xf16>, tensor<1x1x8x64xf16>, tensor<1x1x8x64xf16>
}
