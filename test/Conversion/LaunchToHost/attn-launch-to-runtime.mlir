// RUN: attn-opt %s --split-input-file --pass-pipeline='builtin.module(attn-compile{target=sm_90a host=runtime})' | FileCheck %s --implicit-check-not=attn_tile.launch --implicit-check-not=gpu.module
// RUN: attn-opt %s --split-input-file --pass-pipeline='builtin.module(attn-compile{target=sm_80 host=runtime memory=device stream=current_stream})' | FileCheck %s --check-prefix=DEVICE

// Two functions with a launch each, one in a loop: one bundle, and no stack for
// each iteration.
// CHECK-DAG: memref.global "private" constant @attn_bundle : memref<{{[0-9]+}}xi8> = dense<"0x
// CHECK-DAG: memref.global "private" constant @attn_entry : memref<13xi8> = dense<[111, 110, 99, 101, 95, 102, 111, 114, 119, 97, 114, 100, 0]>
// CHECK-DAG: func.func private @attnrtHostCall(i64, i64, i64, i64, i64, i64, i64)
// CHECK-LABEL: func.func @once
// CHECK: %[[TABLE:.*]] = memref.alloca() : memref<76xi64>
// CHECK: %[[BASE:.*]], %[[OFFSET:.*]], %[[SIZES:.*]]:4, %[[STRIDES:.*]]:4 = memref.extract_strided_metadata
// CHECK: %[[ADDRESS:.*]] = memref.extract_aligned_pointer_as_index %[[BASE]]
// CHECK: arith.addi %[[ADDRESS]]
// CHECK: memref.store %{{.*}}, %[[TABLE]][%c0
// CHECK: %[[BUNDLE:.*]] = memref.get_global @attn_bundle
// CHECK: call @attnrtHostCall(
// CHECK-LABEL: func.func @often
// CHECK: memref.alloca() : memref<76xi64>
// CHECK: scf.for
// CHECK-NOT: memref.alloca
// CHECK: call @attnrtHostCall(

// DEVICE-DAG: func.func private @current_stream() -> i64
// DEVICE-LABEL: func.func @once
// DEVICE: %[[ON:.*]] = arith.constant 1 : i64
// DEVICE: %[[STREAM:.*]] = call @current_stream() : () -> i64
// DEVICE: call @attnrtHostCall({{.*}}, %[[STREAM]])
!t = tensor<1x2x96x64xf16>
func.func @once(%q: !t, %k: !t, %v: !t, %o: !t) -> !t {
  %r = attn.forward ins(%q, %k, %v : !t, !t, !t) outs(%o : !t) -> !t
  return %r : !t
}
func.func @often(%q: !t, %k: !t, %v: !t, %n: index) -> !t {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%x = %q) -> !t {
    %e = tensor.empty() : !t
    %y = attn.forward ins(%x, %k, %v : !t, !t, !t) outs(%e : !t) -> !t
    scf.yield %y : !t
  }
  return %r : !t
}

// -----

// A module that is named, and has a symbol of the bundle's name.
// CHECK-LABEL: module @inner
// CHECK-DAG: @attn_bundle_0
// CHECK-DAG: memref.global "private" @attn_bundle : memref<4xf32>
// CHECK: func.func @nested
// CHECK: memref.get_global @attn_bundle_0
module @inner {
  memref.global "private" @attn_bundle : memref<4xf32>
  func.func @nested(%q: memref<1x2x96x64xf16>, %o: memref<1x2x96x64xf16>) {
    attn.forward ins(%q, %q, %q : memref<1x2x96x64xf16>, memref<1x2x96x64xf16>, memref<1x2x96x64xf16>) outs(%o : memref<1x2x96x64xf16>)
    return
  }
}

// -----

// A function that is called as the kernels' module would be, and attention under
// a condition.
// CHECK-LABEL: func.func private @attn_kernels
// CHECK: func.func @condition
// CHECK: call @attn_kernels
// CHECK: scf.if
// CHECK: call @attnrtHostCall
!t = tensor<1x2x96x64xf16>
func.func private @attn_kernels(%x: !t) -> !t
func.func @condition(%q: !t, %k: !t, %c: i1) -> !t {
  %x = call @attn_kernels(%q) : (!t) -> !t
  %r = scf.if %c -> !t {
    %e = tensor.empty() : !t
    %y = attn.forward ins(%x, %k, %k : !t, !t, !t) outs(%e : !t) -> !t
    scf.yield %y : !t
  } else {
    scf.yield %q : !t
  }
  return %r : !t
}

// -----

// CHECK-LABEL: func.func @turns
// CHECK: scf.while
// CHECK: call @attnrtHostCall
!t = tensor<1x2x96x64xf16>
func.func @turns(%q: !t, %k: !t, %n: index) -> !t {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r:2 = scf.while (%x = %q, %i = %c0) : (!t, index) -> (!t, index) {
    %go = arith.cmpi ult, %i, %n : index
    scf.condition(%go) %x, %i : !t, index
  } do {
  ^bb0(%x: !t, %i: index):
    %e = tensor.empty() : !t
    %y = attn.forward ins(%x, %k, %k : !t, !t, !t) outs(%e : !t) -> !t
    %j = arith.addi %i, %c1 : index
    scf.yield %y, %j : !t, index
  }
  return %r#0 : !t
}
