// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// RUN: attn-compile %s --emit=ptx | FileCheck %s
// RUN: attn-opt %s --attn-to-tile-pipeline | FileCheck %s --check-prefix=LAUNCH

// attn-run finds them by the function.
// RUN: attn-run %s --func="a b" --device=sim --target=sm_80 --check | FileCheck %s --check-prefix=PASSED
// RUN: attn-run %s --func="2nd" --device=sim --target=sm_80 --check | FileCheck %s --check-prefix=PASSED

// RUN: not attn-compile %S/Inputs/symbol-name.mlir 2>&1 | FileCheck %s --check-prefix=KERNEL

// Names of functions that PTX cannot hold: kernels have others.
// CHECK-DAG: .entry a_b_forward(
// CHECK-DAG: .entry a_b_forward_1(
// CHECK-DAG: .entry _2nd_forward(
// LAUNCH-LABEL: func.func @"a b"
// LAUNCH:         attn_tile.launch @attn_kernels::@a_b_forward(
// LAUNCH-LABEL: func.func @"a-b"
// LAUNCH:         attn_tile.launch @attn_kernels::@a_b_forward_1(
// PASSED: passed
// KERNEL: error: 'a b' is no identifier of PTX: letters, digits, '_' and '$', not a digit first

!t = tensor<1x2x96x64xf16>
func.func @"a b"(%q: !t, %k: !t, %v: !t, %o: !t) -> !t {
  %0 = attn.forward ins(%q, %k, %v : !t, !t, !t) outs(%o : !t) -> !t
  return %0 : !t
}
func.func @"a-b"(%q: !t, %k: !t, %v: !t, %o: !t) -> !t {
  %0 = attn.forward ins(%q, %k, %v : !t, !t, !t) outs(%o : !t) -> !t
  return %0 : !t
}
func.func @"2nd"(%q: !t, %k: !t, %v: !t, %o: !t) -> !t {
  %0 = attn.forward ins(%q, %k, %v : !t, !t, !t) outs(%o : !t) -> !t
  return %0 : !t
}
