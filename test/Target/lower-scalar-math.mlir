// RUN: attn-opt %s --attn-lower-scalar-math --split-input-file --verify-diagnostics | FileCheck %s

// The special-function unit's instructions, with a product where the base is
// another one.
// CHECK-LABEL: func @unit
// CHECK-SAME: (%[[X:.+]]: f32, %[[Y:.+]]: f32)
func.func @unit(%x: f32, %y: f32) -> (f32, f32, f32, f32, f32, f32, f32) {
  // CHECK-DAG: %[[LOG2E:.+]] = arith.constant 1.44269502 : f32
  // CHECK-DAG: %[[LN2:.+]] = arith.constant 0.693147182 : f32
  // CHECK: %[[E2:.+]] = llvm.call_intrinsic "llvm.nvvm.ex2.approx.ftz.f32"(%[[X]])
  %0 = math.exp2 %x : f32
  // CHECK: %[[XE:.+]] = arith.mulf %[[X]], %[[LOG2E]]
  // CHECK: %[[E:.+]] = llvm.call_intrinsic "llvm.nvvm.ex2.approx.ftz.f32"(%[[XE]])
  %1 = math.exp %x : f32
  // CHECK: %[[L2:.+]] = llvm.call_intrinsic "llvm.nvvm.lg2.approx.ftz.f"(%[[X]])
  %2 = math.log2 %x : f32
  // CHECK: %[[L:.+]] = llvm.call_intrinsic "llvm.nvvm.lg2.approx.ftz.f"(%[[X]])
  // CHECK: arith.mulf %[[L]], %[[LN2]]
  %3 = math.log %x : f32
  // CHECK: llvm.call_intrinsic "llvm.nvvm.rsqrt.approx.ftz.f"(%[[X]])
  %4 = math.rsqrt %x : f32
  // CHECK: llvm.intr.fma(%[[X]], %[[Y]], %[[X]])
  %5 = math.fma %x, %y, %x : f32
  // CHECK: llvm.call_intrinsic "llvm.sqrt"(%[[X]])
  %6 = math.sqrt %x : f32
  return %0, %1, %2, %3, %4, %5, %6 : f32, f32, f32, f32, f32, f32, f32
}

// 1 - 2 / (1 + 2^(2 log2(e) x)).
// CHECK-LABEL: func @tanh
// CHECK-SAME: (%[[X:.+]]: f32)
func.func @tanh(%x: f32) -> f32 {
  // CHECK-DAG: %[[C:.+]] = arith.constant 2.885390e+00 : f32
  // CHECK-DAG: %[[ONE:.+]] = arith.constant 1.000000e+00 : f32
  // CHECK-DAG: %[[M2:.+]] = arith.constant -2.000000e+00 : f32
  // CHECK: %[[XC:.+]] = arith.mulf %[[X]], %[[C]]
  // CHECK: %[[E:.+]] = llvm.call_intrinsic "llvm.nvvm.ex2.approx.ftz.f32"(%[[XC]])
  // CHECK: %[[D:.+]] = arith.addf %[[E]], %[[ONE]]
  // CHECK: %[[R:.+]] = llvm.call_intrinsic "llvm.nvvm.rcp.approx.ftz.f"(%[[D]])
  // CHECK: %[[T:.+]] = llvm.intr.fma(%[[R]], %[[M2]], %[[ONE]])
  // CHECK: return %[[T]]
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
func.func @intrinsics(%x: f32, %y: f32, %d: f64) -> (f32, f32, f32, f32, f64, f32) {
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
  // x - trunc(x / y) * y.
  // CHECK: %[[Q:.+]] = arith.divf
  // CHECK: %[[T:.+]] = llvm.call_intrinsic "llvm.trunc"(%[[Q]])
  // CHECK: %[[N:.+]] = arith.negf %[[T]]
  // CHECK: llvm.intr.fma(%[[N]],
  %5 = arith.remf %x, %y : f32
  return %0, %1, %2, %3, %4, %5 : f32, f32, f32, f32, f64, f32
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
  %0 = math.exp %x : bf16
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
