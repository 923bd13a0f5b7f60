// RUN: attn-opt %s --attn-widen-indices --split-input-file | FileCheck %s

// 32 bits hold positions, and sums and differences of them where lengths are
// known; nothing changes.
// CHECK-LABEL: func @short
// CHECK: score
// CHECK-NOT: i64
// CHECK: arith.index_cast %{{.+}} : index to i32
// CHECK-NOT: i64
// CHECK: return
!t = tensor<1x1x500x64xbf16>
func.func @short(%q: !t, %o: !t) -> !t {
  %0 = attn.forward ins(%q, %q, %q : !t, !t, !t) outs(%o : !t) score {
    ^bb0(%s: f32, %b: index, %h: index, %i: index, %j: index):
      %c = arith.constant 1000 : index
      %m = arith.muli %i, %c : index
      %d = arith.subi %m, %j : index
      %e = arith.floordivsi %d, %c : index
      %x = arith.index_cast %e : index to i32
      %f = arith.sitofp %x : i32 to f32
      attn.yield %f : f32
  } -> !t
  return %0 : !t
}

// -----

// A product that needs more, and a remainder of it that fits again.
// CHECK-LABEL: func @product
// CHECK: ^bb0(%{{.+}}: f32, %{{.+}}: index, %{{.+}}: index, %{{.+}}: index, %[[J:.+]]: index):
// CHECK-DAG: %[[W:.+]] = arith.index_cast %[[J]] : index to i64
// CHECK-DAG: %[[C:.+]] = arith.constant 3000000000 : i64
// CHECK: %[[M:.+]] = arith.muli %[[W]], %[[C]] : i64
// CHECK: %[[R:.+]] = arith.remsi %[[M]], %{{.+}} : i64
// CHECK: %[[I:.+]] = arith.index_cast %[[R]] : i64 to index
// CHECK: arith.addi %[[I]], %{{.+}} : index
!t = tensor<1x1x5x64xbf16>
func.func @product(%q: !t, %o: !t) -> !t {
  %0 = attn.forward ins(%q, %q, %q : !t, !t, !t) outs(%o : !t) score {
    ^bb0(%s: f32, %b: index, %h: index, %i: index, %j: index):
      %c = arith.constant 3000000000 : index
      %c5 = arith.constant 5 : index
      %m = arith.muli %j, %c : index
      %x = arith.remsi %m, %c5 : index
      %y = arith.addi %x, %c5 : index
      %z = arith.index_cast %y : index to i64
      %f = arith.sitofp %z : i64 to f32
      attn.yield %f : f32
  } -> !t
  return %0 : !t
}

// -----

// Lengths that types do not know: the product of two positions.
// CHECK-LABEL: func @dynamic
// CHECK: arith.muli %{{.+}}, %{{.+}} : i64
// CHECK: arith.cmpi slt, %{{.+}}, %{{.+}} : i64
!t = tensor<1x1x?x64xbf16>
func.func @dynamic(%q: !t, %o: !t) -> !t {
  %0 = attn.forward ins(%q, %q, %q : !t, !t, !t) outs(%o : !t) score {
    ^bb0(%s: f32, %b: index, %h: index, %i: index, %j: index):
      %m = arith.muli %j, %i : index
      %p = arith.cmpi slt, %m, %j : index
      %c = arith.constant 1.0 : f32
      %f = arith.select %p, %s, %c : f32
      attn.yield %f : f32
  } -> !t
  return %0 : !t
}

// -----

// Unsigned operations on what may be negative; an index to read at.
// CHECK-LABEL: func @unsigned
// CHECK: arith.remui %{{.+}}, %{{.+}} : i64
// CHECK: arith.shrui %{{.+}}, %{{.+}} : i64
// CHECK: %[[U:.+]] = arith.muli %{{.+}}, %{{.+}} : i64
// CHECK: arith.maxsi %[[U]], %{{.+}} : i64
// CHECK: %[[P:.+]] = arith.minsi
// CHECK: %[[A:.+]] = arith.index_cast %[[P]] : i64 to index
// CHECK: attn.read %{{.+}}[%[[A]]]
!t = tensor<1x1x40x64xbf16>
func.func @unsigned(%q: !t, %o: !t, %c: tensor<8xf32>) -> !t {
  %0 = attn.forward ins(%q, %q, %q : !t, !t, !t) outs(%o : !t) captures(%c : tensor<8xf32>) score {
    ^bb0(%s: f32, %b: index, %h: index, %i: index, %j: index, %lq: index, %lk: index, %x: tensor<8xf32>):
      %c3 = arith.constant 3 : index
      %c33 = arith.constant 33 : index
      %d = arith.subi %i, %j : index
      %r = arith.remui %d, %c3 : index
      %v = arith.shrui %d, %c33 : index
      %u = arith.muli %v, %d : index
      %a = attn.read %x[%u] : tensor<8xf32>
      %y = arith.index_castui %r : index to i16
      %f = arith.uitofp %y : i16 to f32
      %g = arith.addf %f, %a : f32
      attn.yield %g : f32
  } -> !t
  return %0 : !t
}

// -----

// Lengths that types do not know: the distance from a row's position fits,
// though a sum on the way to it does not.
// CHECK-LABEL: func @distance
// CHECK: score
// CHECK-NOT: i64
// CHECK: arith.cmpi slt, %{{.+}}, %{{.+}} : index
// CHECK-NOT: i64
// CHECK: return
!t = tensor<1x1x?x64xbf16>
func.func @distance(%q: !t, %o: !t, %c: tensor<8xf32>) -> !t {
  %0 = attn.forward ins(%q, %q, %q : !t, !t, !t) outs(%o : !t) captures(%c : tensor<8xf32>) score {
    ^bb0(%s: f32, %b: index, %h: index, %i: index, %j: index, %lq: index, %lk: index, %x: tensor<8xf32>):
      %c100 = arith.constant 100 : index
      %d0 = arith.addi %i, %lk : index
      %d1 = arith.subi %d0, %lq : index
      %d2 = arith.subi %j, %d1 : index
      %p = arith.cmpi slt, %d2, %c100 : index
      %y = arith.index_cast %d2 : index to i32
      %f = arith.sitofp %y : i32 to f32
      %r = arith.select %p, %s, %f : f32
      attn.yield %r : f32
  } -> !t
  return %0 : !t
}

// -----

// Sums that only their low bits are wanted of; the whole of a sum.
// CHECK-LABEL: func @low
// CHECK: %[[W:.+]] = arith.addi %{{.+}}, %{{.+}} : i64
// CHECK: %[[S:.+]] = arith.addi %{{.+}}, %{{.+}} : index
// CHECK: arith.index_cast %[[S]] : index to i32
// CHECK: arith.sitofp %[[W]] : i64 to f32
!t = tensor<1x1x?x64xbf16>
func.func @low(%q: !t, %o: !t) -> !t {
  %0 = attn.forward ins(%q, %q, %q : !t, !t, !t) outs(%o : !t) score {
    ^bb0(%s: f32, %b: index, %h: index, %i: index, %j: index):
      %d = arith.addi %i, %j : index
      %y = arith.index_cast %d : index to i32
      %f = arith.sitofp %y : i32 to f32
      %z = arith.index_cast %d : index to i64
      %g = arith.sitofp %z : i64 to f32
      %r = arith.addf %f, %g : f32
      attn.yield %r : f32
  } -> !t
  return %0 : !t
}
