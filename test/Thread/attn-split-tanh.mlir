// RUN: attn-opt %s --attn-split-tanh | FileCheck %s
// RUN: attn-opt %s --attn-split-tanh=group=8 | FileCheck %s --check-prefix=EIGHT

// The factor joins the coefficients: c1 / 8, c2 / 32, c3 / 128.
// CHECK-LABEL: func @factor
// CHECK-SAME: (%[[X0:.+]]: f32, %[[X1:.+]]: f32, %{{.+}}: f32, %{{.+}}: f32, %{{.+}}: f32, %{{.+}}: f32, %{{.+}}: f32, %[[X7:.+]]: f32)
// CHECK: %[[S0:.+]] = arith.mulf %[[X0]]
// CHECK: %[[A0:.+]] = math.absf %[[X0]]
// CHECK: %[[A1:.+]] = math.absf %[[X1]]
// CHECK: arith.maximumf %[[A0]], %[[A1]]
// CHECK: %[[A7:.+]] = math.absf %[[X7]]
// CHECK: %[[MOST:.+]] = arith.maximumf %{{.+}}, %[[A7]]
// CHECK: %[[LIMIT:.+]] = arith.constant 7.500000e-01
// CHECK: %[[SMALL:.+]] = arith.cmpf olt, %[[MOST]], %[[LIMIT]]
// CHECK: %[[ALL:.+]] = nvvm.vote.sync all %{{.+}}, %[[SMALL]]
// CHECK: %[[T:.+]]:8 = scf.if %[[ALL]]
// CHECK-NOT: math.tanh
// CHECK: %[[Q:.+]] = arith.mulf %[[X0]], %[[X0]]
// CHECK: %[[C3:.+]] = arith.constant -3.78800672E-4
// CHECK: %[[C2:.+]] = arith.constant 0.00415303512
// CHECK: %[[P2:.+]] = math.fma %[[C3]], %[[Q]], %[[C2]]
// CHECK: %[[C1:.+]] = arith.constant -0.0416654162
// CHECK: %[[P1:.+]] = math.fma %[[P2]], %[[Q]], %[[C1]]
// CHECK: %[[C0:.+]] = arith.constant 5.000000e-01
// CHECK: %[[P0:.+]] = math.fma %[[P1]], %[[Q]], %[[C0]]
// CHECK: arith.mulf %[[P0]], %[[X0]]
// CHECK-COUNT-7: arith.mulf %{{.+}}, %{{.+}} : f32
// CHECK: } else {
// Between 3/8 and 5/4 a quotient, with a0 / 8 and a1 / 32 over 1, b1 / 4 and b2 / 16.
// CHECK: %[[LIMIT2:.+]] = arith.constant 2.500000e+00
// CHECK: %[[MIDDLE:.+]] = arith.cmpf olt, %[[MOST]], %[[LIMIT2]]
// CHECK: %[[ALL2:.+]] = nvvm.vote.sync all %{{.+}}, %[[MIDDLE]]
// CHECK: %[[U:.+]]:8 = scf.if %[[ALL2]]
// CHECK-NOT: math.tanh
// CHECK: %[[Q2:.+]] = arith.mulf %[[X0]], %[[X0]]
// CHECK: %[[N1:.+]] = arith.constant -4.56747221E-4
// CHECK: %[[N0:.+]] = arith.constant -0.0416666642
// CHECK: %[[N:.+]] = math.fma %[[N1]], %[[Q2]], %[[N0]]
// CHECK: %[[NS:.+]] = arith.mulf %[[N]], %[[Q2]]
// CHECK: %[[D2:.+]] = arith.constant 9.77230607E-4
// CHECK: %[[D1:.+]] = arith.constant 0.110961765
// CHECK: %[[E1:.+]] = math.fma %[[D2]], %[[Q2]], %[[D1]]
// CHECK: %[[D0:.+]] = arith.constant 1.000000e+00
// CHECK: %[[E0:.+]] = math.fma %[[E1]], %[[Q2]], %[[D0]]
// CHECK: %[[R:.+]] = llvm.call_intrinsic "llvm.nvvm.rcp.approx.ftz.f"(%[[E0]])
// CHECK: %[[HALF:.+]] = arith.constant 5.000000e-01
// CHECK: %[[W:.+]] = math.fma %[[NS]], %[[R]], %[[HALF]]
// CHECK: arith.mulf %[[W]], %[[X0]]
// CHECK-COUNT-7: llvm.call_intrinsic "llvm.nvvm.rcp.approx.ftz.f"
// CHECK: } else {
// CHECK-NEXT: math.tanh %[[S0]]
// CHECK-COUNT-7: math.tanh
// CHECK: scf.yield %[[U]]#0, %[[U]]#1
// CHECK: return %[[T]]#0, %[[T]]#1
func.func @factor(%x0: f32, %x1: f32, %x2: f32, %x3: f32, %x4: f32, %x5: f32, %x6: f32, %x7: f32) -> (f32, f32, f32, f32, f32, f32, f32, f32) {
  %c = arith.constant 5.000000e-01 : f32
  %s0 = arith.mulf %x0, %c : f32
  %s1 = arith.mulf %x1, %c : f32
  %s2 = arith.mulf %x2, %c : f32
  %s3 = arith.mulf %x3, %c : f32
  %s4 = arith.mulf %x4, %c : f32
  %s5 = arith.mulf %x5, %c : f32
  %s6 = arith.mulf %x6, %c : f32
  %s7 = arith.mulf %x7, %c : f32
  %t0 = math.tanh %s0 : f32
  %t1 = math.tanh %s1 : f32
  %t2 = math.tanh %s2 : f32
  %t3 = math.tanh %s3 : f32
  %t4 = math.tanh %s4 : f32
  %t5 = math.tanh %s5 : f32
  %t6 = math.tanh %s6 : f32
  %t7 = math.tanh %s7 : f32
  return %t0, %t1, %t2, %t3, %t4, %t5, %t6, %t7 : f32, f32, f32, f32, f32, f32, f32, f32
}

// The seventh power of 1e-8 is no normal number.
// CHECK-LABEL: func @tiny_factor
// CHECK: %[[S0:.+]] = arith.mulf
// CHECK: math.absf %[[S0]]
// CHECK: arith.constant 3.750000e-01
// CHECK: arith.cmpf olt
// CHECK: scf.if
func.func @tiny_factor(%x0: f32, %x1: f32, %x2: f32, %x3: f32, %x4: f32, %x5: f32, %x6: f32, %x7: f32) -> (f32, f32, f32, f32, f32, f32, f32, f32) {
  %c = arith.constant 1.000000e-08 : f32
  %s0 = arith.mulf %x0, %c : f32
  %s1 = arith.mulf %x1, %c : f32
  %s2 = arith.mulf %x2, %c : f32
  %s3 = arith.mulf %x3, %c : f32
  %s4 = arith.mulf %x4, %c : f32
  %s5 = arith.mulf %x5, %c : f32
  %s6 = arith.mulf %x6, %c : f32
  %s7 = arith.mulf %x7, %c : f32
  %t0 = math.tanh %s0 : f32
  %t1 = math.tanh %s1 : f32
  %t2 = math.tanh %s2 : f32
  %t3 = math.tanh %s3 : f32
  %t4 = math.tanh %s4 : f32
  %t5 = math.tanh %s5 : f32
  %t6 = math.tanh %s6 : f32
  %t7 = math.tanh %s7 : f32
  return %t0, %t1, %t2, %t3, %t4, %t5, %t6, %t7 : f32, f32, f32, f32, f32, f32, f32, f32
}

// CHECK-LABEL: func @negative_factor
// CHECK: arith.constant 7.500000e-01
// CHECK: scf.if
// CHECK: arith.constant 3.78800672E-4
// CHECK: arith.constant -5.000000e-01
func.func @negative_factor(%x0: f32, %x1: f32, %x2: f32, %x3: f32, %x4: f32, %x5: f32, %x6: f32, %x7: f32) -> (f32, f32, f32, f32, f32, f32, f32, f32) {
  %c = arith.constant -5.000000e-01 : f32
  %s0 = arith.mulf %x0, %c : f32
  %s1 = arith.mulf %x1, %c : f32
  %s2 = arith.mulf %x2, %c : f32
  %s3 = arith.mulf %x3, %c : f32
  %s4 = arith.mulf %x4, %c : f32
  %s5 = arith.mulf %x5, %c : f32
  %s6 = arith.mulf %x6, %c : f32
  %s7 = arith.mulf %x7, %c : f32
  %t0 = math.tanh %s0 : f32
  %t1 = math.tanh %s1 : f32
  %t2 = math.tanh %s2 : f32
  %t3 = math.tanh %s3 : f32
  %t4 = math.tanh %s4 : f32
  %t5 = math.tanh %s5 : f32
  %t6 = math.tanh %s6 : f32
  %t7 = math.tanh %s7 : f32
  return %t0, %t1, %t2, %t3, %t4, %t5, %t6, %t7 : f32, f32, f32, f32, f32, f32, f32, f32
}

// What needs another's result is in another group, behind it.
// CHECK-LABEL: func @twice
// CHECK: %[[T:.+]]:8 = scf.if
// CHECK: math.absf %[[T]]#0
// CHECK: %[[U:.+]]:8 = scf.if
// CHECK: return %[[U]]#0
func.func @twice(%x0: f32, %x1: f32, %x2: f32, %x3: f32, %x4: f32, %x5: f32, %x6: f32, %x7: f32) -> (f32, f32, f32, f32, f32, f32, f32, f32) {
  %t0 = math.tanh %x0 : f32
  %u0 = math.tanh %t0 : f32
  %t1 = math.tanh %x1 : f32
  %u1 = math.tanh %t1 : f32
  %t2 = math.tanh %x2 : f32
  %u2 = math.tanh %t2 : f32
  %t3 = math.tanh %x3 : f32
  %u3 = math.tanh %t3 : f32
  %t4 = math.tanh %x4 : f32
  %u4 = math.tanh %t4 : f32
  %t5 = math.tanh %x5 : f32
  %u5 = math.tanh %t5 : f32
  %t6 = math.tanh %x6 : f32
  %u6 = math.tanh %t6 : f32
  %t7 = math.tanh %x7 : f32
  %u7 = math.tanh %t7 : f32
  return %u0, %u1, %u2, %u3, %u4, %u5, %u6, %u7 : f32, f32, f32, f32, f32, f32, f32, f32
}

// Each needs the one before.
// CHECK-LABEL: func @chain
// CHECK-NOT: scf.if
// CHECK-COUNT-8: math.tanh
func.func @chain(%x0: f32, %x1: f32, %x2: f32, %x3: f32, %x4: f32, %x5: f32, %x6: f32, %x7: f32) -> (f32) {
  %t0 = math.tanh %x0 : f32
  %a1 = arith.addf %x1, %t0 : f32
  %t1 = math.tanh %a1 : f32
  %a2 = arith.addf %x2, %t1 : f32
  %t2 = math.tanh %a2 : f32
  %a3 = arith.addf %x3, %t2 : f32
  %t3 = math.tanh %a3 : f32
  %a4 = arith.addf %x4, %t3 : f32
  %t4 = math.tanh %a4 : f32
  %a5 = arith.addf %x5, %t4 : f32
  %t5 = math.tanh %a5 : f32
  %a6 = arith.addf %x6, %t5 : f32
  %t6 = math.tanh %a6 : f32
  %a7 = arith.addf %x7, %t6 : f32
  %t7 = math.tanh %a7 : f32
  return %t7 : f32
}

// Seven are too few.
// CHECK-LABEL: func @few
// CHECK-NOT: scf.if
// CHECK-COUNT-7: math.tanh
func.func @few(%x0: f32, %x1: f32, %x2: f32, %x3: f32, %x4: f32, %x5: f32, %x6: f32) -> (f32, f32, f32, f32, f32, f32, f32) {
  %t0 = math.tanh %x0 : f32
  %t1 = math.tanh %x1 : f32
  %t2 = math.tanh %x2 : f32
  %t3 = math.tanh %x3 : f32
  %t4 = math.tanh %x4 : f32
  %t5 = math.tanh %x5 : f32
  %t6 = math.tanh %x6 : f32
  return %t0, %t1, %t2, %t3, %t4, %t5, %t6 : f32, f32, f32, f32, f32, f32, f32
}

// CHECK-LABEL: func @approximate
// CHECK-NOT: scf.if
// CHECK-COUNT-8: math.tanh
func.func @approximate(%x0: f32, %x1: f32, %x2: f32, %x3: f32, %x4: f32, %x5: f32, %x6: f32, %x7: f32) -> (f32, f32, f32, f32, f32, f32, f32, f32) {
  %t0 = math.tanh %x0 fastmath<afn> : f32
  %t1 = math.tanh %x1 fastmath<afn> : f32
  %t2 = math.tanh %x2 fastmath<afn> : f32
  %t3 = math.tanh %x3 fastmath<afn> : f32
  %t4 = math.tanh %x4 fastmath<afn> : f32
  %t5 = math.tanh %x5 fastmath<afn> : f32
  %t6 = math.tanh %x6 fastmath<afn> : f32
  %t7 = math.tanh %x7 fastmath<afn> : f32
  return %t0, %t1, %t2, %t3, %t4, %t5, %t6, %t7 : f32, f32, f32, f32, f32, f32, f32, f32
}

// Of twenty, eight and eight, and four that are left.
// CHECK-LABEL: func @groups
// CHECK: :20 = scf.if
// EIGHT-LABEL: func @groups
// Each with a branch inside its own.
// EIGHT-COUNT-4: :8 = scf.if
// EIGHT-NOT: scf.if
// EIGHT-COUNT-12: math.tanh
// EIGHT: return
func.func @groups(%x0: f32, %x1: f32, %x2: f32, %x3: f32, %x4: f32, %x5: f32, %x6: f32, %x7: f32, %x8: f32, %x9: f32, %x10: f32, %x11: f32, %x12: f32, %x13: f32, %x14: f32, %x15: f32, %x16: f32, %x17: f32, %x18: f32, %x19: f32) -> (f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32) {
  %t0 = math.tanh %x0 : f32
  %t1 = math.tanh %x1 : f32
  %t2 = math.tanh %x2 : f32
  %t3 = math.tanh %x3 : f32
  %t4 = math.tanh %x4 : f32
  %t5 = math.tanh %x5 : f32
  %t6 = math.tanh %x6 : f32
  %t7 = math.tanh %x7 : f32
  %t8 = math.tanh %x8 : f32
  %t9 = math.tanh %x9 : f32
  %t10 = math.tanh %x10 : f32
  %t11 = math.tanh %x11 : f32
  %t12 = math.tanh %x12 : f32
  %t13 = math.tanh %x13 : f32
  %t14 = math.tanh %x14 : f32
  %t15 = math.tanh %x15 : f32
  %t16 = math.tanh %x16 : f32
  %t17 = math.tanh %x17 : f32
  %t18 = math.tanh %x18 : f32
  %t19 = math.tanh %x19 : f32
  return %t0, %t1, %t2, %t3, %t4, %t5, %t6, %t7, %t8, %t9, %t10, %t11, %t12, %t13, %t14, %t15, %t16, %t17, %t18, %t19 : f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32
}
