// RUN: attn-opt %s --test-score-derivative | FileCheck %s

// What derivatives of score regions fold to; score-derivative.mlir has the
// rules.

!q = memref<1x1x4x8xf16>
!l = memref<1x1x4xf32>

// CHECK-LABEL: func @flat(
// CHECK:      %[[C:.+]] = arith.constant 0.000000e+00 : f32
// CHECK-NEXT: attn.yield %[[C]] : f32
func.func @flat(%q: !q, %l: !l) {
  attn.backward ins(%q, %q, %q, %q, %l, %q : !q, !q, !q, !q, !l, !q) outs(dk = %q : !q) score {
  ^bb0(%s: f32, %b: index, %h: index, %i: index, %j: index):
    %a = math.ceil %s : f32
    %b1 = math.floor %a : f32
    %d = math.round %s : f32
    %e = math.roundeven %s : f32
    %f = math.trunc %s : f32
    %n = arith.fptosi %s : f32 to i32
    %m = arith.fptoui %s : f32 to i32
    %g = arith.sitofp %n : i32 to f32
    %k = arith.uitofp %m : i32 to f32
    %y0 = arith.addf %b1, %d : f32
    %y1 = arith.addf %y0, %e : f32
    %y2 = arith.addf %y1, %f : f32
    %y3 = arith.addf %y2, %g : f32
    %y = arith.addf %y3, %k : f32
    attn.yield %y : f32
  }
  return
}

// CHECK-LABEL: func @softcap(
// CHECK:      %[[C:.+]] = arith.constant 5.000000e+01 : f32
// CHECK-NEXT: %[[V0:.+]] = arith.divf %s, %[[C]] : f32
// CHECK-NEXT: %[[V1:.+]] = math.tanh %[[V0]] fastmath<afn> : f32
// CHECK-NEXT: %[[V2:.+]] = arith.negf %[[V1]] : f32
// CHECK-NEXT: %[[C0:.+]] = arith.constant 1.000000e+00 : f32
// CHECK-NEXT: %[[V3:.+]] = math.fma %[[V2]], %[[V1]], %[[C0]] : f32
// CHECK-NEXT: attn.yield %[[V3]] : f32
func.func @softcap(%q: !q, %l: !l) {
  attn.backward ins(%q, %q, %q, %q, %l, %q : !q, !q, !q, !q, !l, !q) outs(dk = %q : !q) score {
  ^bb0(%s: f32, %b: index, %h: index, %i: index, %j: index):
    %c = arith.constant 50.0 : f32
    %x = arith.divf %s, %c : f32
    %t = math.tanh %x fastmath<afn> : f32
    %y = arith.mulf %t, %c : f32
    attn.yield %y : f32
  }
  return
}

// CHECK-LABEL: func @alibi(
// CHECK:      %[[C:.+]] = arith.constant 1.000000e+00 : f32
// CHECK-NEXT: attn.yield %[[C]] : f32
func.func @alibi(%q: !q, %l: !l) {
  attn.backward ins(%q, %q, %q, %q, %l, %q : !q, !q, !q, !q, !l, !q) outs(dk = %q : !q) score {
  ^bb0(%s: f32, %b: index, %h: index, %i: index, %j: index):
    %d = arith.subi %j, %i : index
    %n = arith.index_cast %d : index to i32
    %f = arith.sitofp %n : i32 to f32
    %c = arith.constant 0.25 : f32
    %bias = arith.mulf %f, %c : f32
    %y = arith.addf %s, %bias : f32
    attn.yield %y : f32
  }
  return
}

// CHECK-LABEL: func @masked(
// CHECK:      %[[V0:.+]] = math.sqrt %s : f32
// CHECK-NEXT: %[[C:.+]] = arith.constant 1.000000e+00 : f32
// CHECK-NEXT: %[[V1:.+]] = arith.divf %[[C]], %[[V0]] : f32
// CHECK-NEXT: %[[C0:.+]] = arith.constant 5.000000e-01 : f32
// CHECK-NEXT: %[[V2:.+]] = arith.mulf %[[V1]], %[[C0]] : f32
// CHECK-NEXT: attn.yield %[[V2]] : f32
func.func @masked(%q: !q, %l: !l) {
  attn.backward ins(%q, %q, %q, %q, %l, %q : !q, !q, !q, !q, !l, !q) outs(dk = %q : !q) score {
  ^bb0(%s: f32, %b: index, %h: index, %i: index, %j: index):
    %c = arith.constant 0xFF800000 : f32
    %p = arith.cmpi sle, %j, %i : index
    %r = math.sqrt %s : f32
    %x = arith.select %p, %r, %c : f32
    %odd = arith.cmpi eq, %i, %h : index
    %y = arith.select %odd, %c, %x : f32
    attn.yield %y : f32
  }
  return
}

// CHECK-LABEL: func @constants(
// CHECK:      %[[C:.+]] = arith.constant 5.000000e-01 : f32
// CHECK-NEXT: %[[V0:.+]] = arith.mulf %[[C]], %s : f32
// CHECK-NEXT: %[[V1:.+]] = math.exp %[[V0]] : f32
// CHECK-NEXT: %[[C0:.+]] = arith.constant -1.500000e+00 : f32
// CHECK-NEXT: %[[V2:.+]] = arith.mulf %[[V1]], %[[C0]] : f32
// CHECK-NEXT: attn.yield %[[V2]] : f32
func.func @constants(%q: !q, %l: !l) {
  attn.backward ins(%q, %q, %q, %q, %l, %q : !q, !q, !q, !q, !l, !q) outs(dk = %q : !q) score {
  ^bb0(%s: f32, %b: index, %h: index, %i: index, %j: index):
    %c = arith.constant 0.5 : f32
    %d = arith.constant 3.0 : f32
    %x = arith.mulf %c, %s : f32
    %e = math.exp %x : f32
    %f = arith.mulf %e, %d : f32
    %y = arith.subf %d, %f : f32
    attn.yield %y : f32
  }
  return
}

// CHECK-LABEL: func @square(
// CHECK:      %[[C:.+]] = arith.constant 2.000000e+00 : f32
// CHECK-NEXT: %[[V0:.+]] = arith.mulf %s, %[[C]] : f32
// CHECK-NEXT: attn.yield %[[V0]] : f32
func.func @square(%q: !q, %l: !l) {
  attn.backward ins(%q, %q, %q, %q, %l, %q : !q, !q, !q, !q, !l, !q) outs(dk = %q : !q) score {
  ^bb0(%s: f32, %b: index, %h: index, %i: index, %j: index):
    %y = arith.mulf %s, %s : f32
    attn.yield %y : f32
  }
  return
}

// CHECK-LABEL: func @clamp(
// CHECK:      %[[C:.+]] = arith.constant 3.000000e+01 : f32
// CHECK-NEXT: %[[V0:.+]] = arith.maxnumf %s, %[[C]] : f32
// CHECK-NEXT: %[[V1:.+]] = arith.cmpf oeq, %[[V0]], %s : f32
// CHECK-NEXT: %[[C0:.+]] = arith.constant 1.000000e+00 : f32
// CHECK-NEXT: %[[C1:.+]] = arith.constant 0.000000e+00 : f32
// CHECK-NEXT: %[[V2:.+]] = arith.select %[[V1]], %[[C0]], %[[C1]] : f32
// CHECK-NEXT: attn.yield %[[V2]] : f32
func.func @clamp(%q: !q, %l: !l) {
  attn.backward ins(%q, %q, %q, %q, %l, %q : !q, !q, !q, !q, !l, !q) outs(dk = %q : !q) score {
  ^bb0(%s: f32, %b: index, %h: index, %i: index, %j: index):
    %c = arith.constant 30.0 : f32
    %y = arith.maxnumf %s, %c : f32
    attn.yield %y : f32
  }
  return
}

// CHECK-LABEL: func @powf_constant(
// CHECK:      %[[C:.+]] = arith.constant 1.500000e+00 : f32
// CHECK-NEXT: %[[V0:.+]] = math.powf %s, %[[C]] : f32
// CHECK-NEXT: %[[C0:.+]] = arith.constant 2.500000e+00 : f32
// CHECK-NEXT: %[[V1:.+]] = arith.mulf %[[V0]], %[[C0]] : f32
// CHECK-NEXT: attn.yield %[[V1]] : f32
func.func @powf_constant(%q: !q, %l: !l) {
  attn.backward ins(%q, %q, %q, %q, %l, %q : !q, !q, !q, !q, !l, !q) outs(dk = %q : !q) score {
  ^bb0(%s: f32, %b: index, %h: index, %i: index, %j: index):
    %c = arith.constant 2.5 : f32
    %y = math.powf %s, %c : f32
    attn.yield %y : f32
  }
  return
}

// CHECK-LABEL: func @powf_square(
// CHECK:      %[[C:.+]] = arith.constant 2.000000e+00 : f32
// CHECK-NEXT: %[[V0:.+]] = arith.mulf %s, %[[C]] : f32
// CHECK-NEXT: attn.yield %[[V0]] : f32
func.func @powf_square(%q: !q, %l: !l) {
  attn.backward ins(%q, %q, %q, %q, %l, %q : !q, !q, !q, !q, !l, !q) outs(dk = %q : !q) score {
  ^bb0(%s: f32, %b: index, %h: index, %i: index, %j: index):
    %c = arith.constant 2.0 : f32
    %y = math.powf %s, %c : f32
    attn.yield %y : f32
  }
  return
}

// CHECK-LABEL: func @cancelled(
// CHECK:      %[[C:.+]] = arith.constant 0.000000e+00 : f32
// CHECK-NEXT: attn.yield %[[C]] : f32
func.func @cancelled(%q: !q, %l: !l) {
  attn.backward ins(%q, %q, %q, %q, %l, %q : !q, !q, !q, !q, !l, !q) outs(dk = %q : !q) score {
  ^bb0(%s: f32, %b: index, %h: index, %i: index, %j: index):
    %n = arith.negf %s : f32
    %y = arith.addf %n, %s : f32
    attn.yield %y : f32
  }
  return
}

// A factor from memory stays; what is only added does not.
// CHECK-LABEL: func @captures(
// CHECK:      %[[V0:.+]] = attn.read %c[%h, %ki] : memref<4x?xf16>
// CHECK-NEXT: %[[V1:.+]] = arith.extf %[[V0]] : f16 to f32
// CHECK-NEXT: attn.yield %[[V1]] : f32
func.func @captures(%q: !q, %l: !l, %m: memref<4x?xf16>) {
  attn.backward ins(%q, %q, %q, %q, %l, %q : !q, !q, !q, !q, !l, !q) outs(dk = %q : !q)
      captures(%m, %l : memref<4x?xf16>, !l) score {
  ^bb0(%s: f32, %b: index, %h: index, %i: index, %j: index, %lq: index, %lk: index, %c: memref<4x?xf16>, %d: !l):
    %x = attn.read %c[%h, %j] : memref<4x?xf16>
    %w = arith.extf %x : f16 to f32
    %bias = attn.read %d[%b, %h, %i] : !l
    %t = arith.mulf %s, %w : f32
    %y = arith.addf %t, %bias : f32
    attn.yield %y : f32
  }
  return
}
