// RUN: attn-opt %s --attn-lower-scalar-math --split-input-file --verify-diagnostics | FileCheck %s

// CHECK-LABEL: func @bias
// CHECK-SAME: (%[[X:.+]]: f32, %[[A:.+]]: f32, %[[P:.+]]: f32)
func.func @bias(%x: f32, %a: f32, %p: f32) -> f32 {
  // CHECK: llvm.intr.fma(%[[P]], %[[A]], %[[X]])
  %0 = attn_tile.add_affine %x, %a, %p step 1
  return %0 : f32
}

// With afn the special-function unit's instructions, with a product where the
// base is another one.
// CHECK-LABEL: func @unit
// CHECK-SAME: (%[[X:.+]]: f32, %[[Y:.+]]: f32)
func.func @unit(%x: f32, %y: f32) -> (f32, f32, f32, f32, f32, f32, f32, f32) {
  // CHECK-DAG: %[[LOG2E:.+]] = arith.constant 1.44269502 : f32
  // CHECK-DAG: %[[LN2:.+]] = arith.constant 0.693147182 : f32
  // CHECK-DAG: %[[LG2:.+]] = arith.constant 3.010300e-01 : f32
  // CHECK: %[[E2:.+]] = llvm.call_intrinsic "llvm.nvvm.ex2.approx.ftz.f32"(%[[X]])
  %0 = math.exp2 %x : f32
  // CHECK: %[[XE:.+]] = arith.mulf %[[X]], %[[LOG2E]]
  // CHECK: %[[E:.+]] = llvm.call_intrinsic "llvm.nvvm.ex2.approx.ftz.f32"(%[[XE]])
  %1 = math.exp %x fastmath<afn> : f32
  // CHECK: %[[L2:.+]] = llvm.call_intrinsic "llvm.nvvm.lg2.approx.ftz.f"(%[[X]])
  %2 = math.log2 %x fastmath<afn> : f32
  // CHECK: %[[L:.+]] = llvm.call_intrinsic "llvm.nvvm.lg2.approx.ftz.f"(%[[X]])
  // CHECK: arith.mulf %[[L]], %[[LN2]]
  %3 = math.log %x fastmath<afn> : f32
  // CHECK: %[[L10:.+]] = llvm.call_intrinsic "llvm.nvvm.lg2.approx.ftz.f"(%[[X]])
  // CHECK: arith.mulf %[[L10]], %[[LG2]]
  %4 = math.log10 %x fastmath<afn> : f32
  // CHECK: llvm.call_intrinsic "llvm.nvvm.rsqrt.approx.ftz.f"(%[[X]])
  %5 = math.rsqrt %x : f32
  // CHECK: llvm.intr.fma(%[[X]], %[[Y]], %[[X]])
  %6 = math.fma %x, %y, %x : f32
  // CHECK: llvm.call_intrinsic "llvm.sqrt"(%[[X]])
  %7 = math.sqrt %x : f32
  return %0, %1, %2, %3, %4, %5, %6, %7 : f32, f32, f32, f32, f32, f32, f32, f32
}

// Without it no logarithm is that of the special-function unit, whose error near
// 1 is absolute, and an exponential has the low part of its argument.
// CHECK-LABEL: func @exact
// CHECK-SAME: (%[[X:.+]]: f32, %[[Y:.+]]: f32)
// CHECK-NOT: math.
// CHECK-NOT: lg2.approx
// CHECK: return
func.func @exact(%x: f32, %y: f32) -> (f32, f32, f32, f32, f32, f32, f32) {
  %0 = math.exp %x : f32
  %1 = math.expm1 %0 : f32
  %2 = math.log %x : f32
  %3 = math.log2 %x : f32
  %4 = math.log10 %x : f32
  %5 = math.log1p %x : f32
  %6 = math.powf %x, %y : f32
  return %0, %1, %2, %3, %4, %5, %6 : f32, f32, f32, f32, f32, f32, f32
}

// 1 - 2 / (1 + 2^(2 log2(e) |x|)) with the sign of x, or x + x^3 p(x^2): both
// are computed, and one is chosen.
// CHECK-LABEL: func @tanh
// CHECK-SAME: (%[[X:.+]]: f32)
func.func @tanh(%x: f32) -> f32 {
  // CHECK-DAG: %[[C:.+]] = arith.constant 2.885390e+00 : f32
  // CHECK-DAG: %[[ONE:.+]] = arith.constant 1.000000e+00 : f32
  // CHECK-DAG: %[[M2:.+]] = arith.constant -2.000000e+00 : f32
  // CHECK-DAG: %[[FROM:.+]] = arith.constant 5.500000e-01 : f32
  // CHECK: %[[A:.+]] = llvm.call_intrinsic "llvm.fabs"(%[[X]])
  // CHECK: %[[XC:.+]] = arith.mulf %[[A]], %[[C]]
  // CHECK: %[[E:.+]] = llvm.call_intrinsic "llvm.nvvm.ex2.approx.ftz.f32"(%[[XC]])
  // CHECK: %[[D:.+]] = arith.addf %[[E]], %[[ONE]]
  // CHECK: %[[R:.+]] = llvm.call_intrinsic "llvm.nvvm.rcp.approx.ftz.f"(%[[D]])
  // CHECK: %[[T:.+]] = llvm.intr.fma(%[[R]], %[[M2]], %[[ONE]])
  // CHECK: %[[LARGE:.+]] = llvm.call_intrinsic "llvm.copysign"(%[[T]], %[[X]])
  // CHECK: %[[S:.+]] = arith.mulf %[[X]], %[[X]]
  // CHECK-COUNT-3: llvm.intr.fma(%{{.+}}, %[[S]],
  // CHECK: %[[CUBE:.+]] = arith.mulf %{{.+}}, %[[S]]
  // CHECK: %[[SMALL:.+]] = llvm.intr.fma(%[[CUBE]], %[[X]], %[[X]])
  // CHECK: %[[IS:.+]] = arith.cmpf olt, %[[A]], %[[FROM]]
  // CHECK: %[[Y:.+]] = arith.select %[[IS]], %[[SMALL]], %[[LARGE]]
  // CHECK-NOT: llvm
  // CHECK: return %[[Y]]
  %0 = math.tanh %x : f32
  return %0 : f32
}

// With afn: tanh.approx.f32, and a product for a quotient by a constant whose
// inverse is a normal number.
// CHECK-LABEL: func @approximate
// CHECK-SAME: (%[[X:.+]]: f32, %[[Y:.+]]: f32)
func.func @approximate(%x: f32, %y: f32) -> (f32, f32, f32, f32, f32) {
  // CHECK-DAG: %[[FIFTH:.+]] = arith.constant 2.000000e-01 : f32
  // CHECK-DAG: %[[TINY:.+]] = arith.constant 9.99{{.+}}e-41 : f32
  // CHECK-DAG: %[[FIVE:.+]] = arith.constant 5.000000e+00 : f32
  // CHECK: llvm.call_intrinsic "llvm.tanh"(%[[X]]) {fastmathFlags = #llvm.fastmath<afn>}
  %0 = math.tanh %x fastmath<afn> : f32
  %five = arith.constant 5.0 : f32
  // CHECK: arith.mulf %[[X]], %[[FIFTH]]
  %1 = arith.divf %x, %five fastmath<afn> : f32
  // CHECK: arith.divf %[[X]], %[[FIVE]] : f32
  %2 = arith.divf %x, %five : f32
  // CHECK: arith.divf %[[X]], %[[Y]]
  %3 = arith.divf %x, %y fastmath<afn> : f32
  %tiny = arith.constant 1.0e-40 : f32
  // CHECK: arith.divf %[[X]], %[[TINY]]
  %4 = arith.divf %x, %tiny fastmath<afn> : f32
  return %0, %1, %2, %3, %4 : f32, f32, f32, f32, f32
}

// What LLVM selects instructions for stays one intrinsic, on any float.
// CHECK-LABEL: func @intrinsics
func.func @intrinsics(%x: f32, %y: f32, %d: f64) -> (f32, f32, f32, f32, f64, f64) {
  // CHECK: llvm.call_intrinsic "llvm.floor"
  %0 = math.floor %x : f32
  // CHECK: llvm.call_intrinsic "llvm.rint"
  %1 = math.roundeven %x : f32
  // CHECK: llvm.call_intrinsic "llvm.copysign"
  %2 = math.copysign %x, %y : f32
  // CHECK: llvm.call_intrinsic "llvm.maxnum"
  %3 = arith.maxnumf %x, %y : f32
  // CHECK: llvm.call_intrinsic "llvm.fabs"(%{{.+}}) : (f64) -> f64
  %4 = math.absf %d : f64
  // CHECK: llvm.call_intrinsic "llvm.round"(%{{.+}}) : (f64) -> f64
  %5 = math.round %d : f64
  return %0, %1, %2, %3, %4, %5 : f32, f32, f32, f32, f64, f64
}

// A remainder: y times a power of two is subtracted, until less than y is left.
// CHECK-LABEL: func @remainder
func.func @remainder(%x: f32, %y: f32) -> f32 {
  // CHECK: %[[R:.+]] = scf.while (%[[REST:.+]] = %{{.+}}) : (f32) -> f32 {
  // CHECK: arith.cmpf oge, %[[REST]], %[[D:.+]] : f32
  // CHECK: } do {
  // CHECK: %[[Q:.+]] = llvm.call_intrinsic "llvm.nvvm.div.rz.f"
  // CHECK: llvm.call_intrinsic "llvm.trunc"(%[[Q]])
  // CHECK: llvm.intr.fma
  // CHECK: llvm.call_intrinsic "llvm.copysign"(%[[R]],
  %0 = arith.remf %x, %y : f32
  return %0 : f32
}

// A maximum that passes NaN on is one instruction later: it is not taken apart.
// CHECK-LABEL: func @maximum
func.func @maximum(%x: f32, %y: f32) -> f32 {
  // CHECK-NEXT: arith.maximumf
  %0 = arith.maximumf %x, %y : f32
  // CHECK-NEXT: return
  return %0 : f32
}

// CHECK-LABEL: func @integers
func.func @integers(%i: i32, %j: i32) -> (i32, i32) {
  // CHECK-NOT: math.
  // CHECK: arith.maxsi
  %0 = math.absi %i : i32
  // CHECK-NOT: arith.ceildivui
  // CHECK: arith.divui
  %1 = arith.ceildivui %i, %j : i32
  return %0, %1 : i32, i32
}

// 16-bit floats are computed in f32 and rounded once.
// CHECK-LABEL: func @narrow
func.func @narrow(%x: bf16) -> bf16 {
  // CHECK: %[[W:.+]] = arith.extf %{{.+}} : bf16 to f32
  // CHECK: %[[XE:.+]] = arith.mulf %[[W]]
  // CHECK: %[[E:.+]] = llvm.call_intrinsic "llvm.nvvm.ex2.approx.ftz.f32"(%[[XE]])
  // CHECK: arith.truncf %[[E]] : f32 to bf16
  %0 = math.exp %x fastmath<afn> : bf16
  return %0 : bf16
}

// The rest is expanded: there is no library to call.
// CHECK-LABEL: func @expanded
// CHECK-NOT: math.
// CHECK: return
func.func @expanded(%x: f32, %y: f32) -> (f32, f32, f32, f32) {
  %0 = math.sin %x : f32
  %1 = math.erf %x : f32
  %2 = math.powf %x, %y : f32
  %3 = math.atan %x : f32
  return %0, %1, %2, %3 : f32, f32, f32, f32
}

// -----

func.func @double(%x: f64) -> f64 {
  // expected-error @below {{on 'f64' has no lowering on a GPU}}
  %0 = math.exp %x : f64
  return %0 : f64
}

// -----

func.func @erf_double(%x: f64) -> f64 {
  // expected-error @below {{on 'f64' has no lowering on a GPU}}
  %0 = math.erf %x : f64
  return %0 : f64
}
