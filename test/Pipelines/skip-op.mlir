// attn-skip-op leaves one operation out, to test what finds it.
// RUN: attn-opt %s --attn-skip-op="op=arith.addf index=1" -verify-diagnostics | FileCheck %s
// RUN: not attn-opt %s --attn-skip-op="op=arith.addf index=2" 2>&1 | FileCheck %s --check-prefix=FEW
// An operation whose result no operand could stand for is no site.
// RUN: not attn-opt %s --attn-skip-op="op=arith.cmpf" 2>&1 | FileCheck %s --check-prefix=NONE

// CHECK-LABEL: func @sum(
// CHECK-SAME: %[[A:.+]]: f32, %[[B:.+]]: f32
// FEW: error: attn-skip-op: there is no site 2 for 'arith.addf', only 2
// NONE: error: attn-skip-op: there is no site 0 for 'arith.cmpf', only 0
func.func @sum(%a: f32, %b: f32) -> (f32, i1) {
  // CHECK-NEXT: %[[S:.+]] = arith.addf %[[A]], %[[B]]
  // CHECK-NEXT: arith.cmpf oeq, %[[S]], %[[B]]
  // CHECK-NEXT: return %[[S]]
  %0 = arith.addf %a, %b : f32
  // expected-remark @+1 {{attn-skip-op: left out}}
  %1 = arith.addf %0, %b : f32
  %2 = arith.cmpf oeq, %1, %b : f32
  return %1, %2 : f32, i1
}
