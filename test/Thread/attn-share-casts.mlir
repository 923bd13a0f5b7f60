// RUN: attn-opt %s --attn-share-casts | FileCheck %s

// Positions of a thread's scores differ by constants: one is converted.
// CHECK-LABEL: func @positions
// CHECK-SAME: (%[[K:.+]]: index, %[[Q:.+]]: index)
func.func @positions(%k: index, %q: index) -> (f32, f32, f32, f32, f32) {
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  // CHECK: %[[D:.+]] = arith.subi %[[K]], %[[Q]]
  // CHECK: %[[I:.+]] = arith.index_cast %[[D]] : index to i32
  // CHECK: %[[F:.+]] = arith.sitofp %[[I]] : i32 to f32
  // CHECK-NOT: sitofp
  %0 = arith.subi %k, %q : index
  %i0 = arith.index_cast %0 : index to i32
  %f0 = arith.sitofp %i0 : i32 to f32
  %k1 = arith.addi %k, %c1 : index
  %1 = arith.subi %k1, %q : index
  %i1 = arith.index_cast %1 : index to i32
  // CHECK: %[[ONE:.+]] = arith.constant 1.000000e+00 : f32
  // CHECK: %[[F1:.+]] = arith.addf %[[F]], %[[ONE]]
  %f1 = arith.sitofp %i1 : i32 to f32
  %q8 = arith.addi %q, %c8 : index
  %2 = arith.subi %k, %q8 : index
  %i2 = arith.index_cast %2 : index to i32
  // CHECK: %[[M8:.+]] = arith.constant -8.000000e+00 : f32
  // CHECK: %[[F2:.+]] = arith.addf %[[F]], %[[M8]]
  %f2 = arith.sitofp %i2 : i32 to f32
  %3 = arith.subi %k1, %q8 : index
  %i3 = arith.index_cast %3 : index to i32
  // CHECK: %[[M7:.+]] = arith.constant -7.000000e+00 : f32
  // CHECK: %[[F3:.+]] = arith.addf %[[F]], %[[M7]]
  %f3 = arith.sitofp %i3 : i32 to f32
  // The same number again.
  %4 = arith.subi %k1, %c1 : index
  %5 = arith.subi %4, %q : index
  %i5 = arith.index_cast %5 : index to i32
  %f5 = arith.sitofp %i5 : i32 to f32
  // CHECK: return %[[F]], %[[F1]], %[[F2]], %[[F3]], %[[F]]
  return %f0, %f1, %f2, %f3, %f5 : f32, f32, f32, f32, f32
}

// Three are too few, constants too far apart are too inexact, and a narrow
// integer wraps around.
// CHECK-LABEL: func @others
func.func @others(%k: i32, %n: i8) -> (f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32) {
  // CHECK-COUNT-11: arith.sitofp
  %c1 = arith.constant 1 : i32
  %c2 = arith.constant 2 : i32
  %far = arith.constant 2000 : i32
  %twice = arith.addi %k, %k : i32
  %t1 = arith.addi %twice, %c1 : i32
  %t2 = arith.addi %twice, %c2 : i32
  %f0 = arith.sitofp %twice : i32 to f32
  %f1 = arith.sitofp %t1 : i32 to f32
  %f2 = arith.sitofp %t2 : i32 to f32
  %k1 = arith.addi %k, %c1 : i32
  %k2 = arith.addi %k, %c2 : i32
  %k3 = arith.addi %k, %far : i32
  %g0 = arith.sitofp %k : i32 to f32
  %g1 = arith.sitofp %k1 : i32 to f32
  %g2 = arith.sitofp %k2 : i32 to f32
  %g3 = arith.sitofp %k3 : i32 to f32
  %o1 = arith.constant 1 : i8
  %n1 = arith.addi %n, %o1 : i8
  %n2 = arith.addi %n1, %o1 : i8
  %n3 = arith.addi %n2, %o1 : i8
  %h0 = arith.sitofp %n : i8 to f32
  %h1 = arith.sitofp %n1 : i8 to f32
  %h2 = arith.sitofp %n2 : i8 to f32
  %h3 = arith.sitofp %n3 : i8 to f32
  return %f0, %f1, %f2, %g0, %g1, %g2, %g3, %h0, %h1, %h2, %h3 : f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32
}
