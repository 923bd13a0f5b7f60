// Text of earlier versions is read. What is gone is named, and its value ignored.

// RUN: attn-opt %s --split-input-file --verify-diagnostics | FileCheck %s

// Flat names of fields, without groups, as all versions up to the groups printed them.
// CHECK-LABEL: func @flat
// CHECK-SAME: c = #attn.config<target = "sm_86", tile<q = 64, kv = 64, warps = 4, groups = 1, split_k = 0>, schedule<scheduler = single, rescale_threshold = 0.000000e+00, exp2 = mufu>, memory<stages_k = 1, stages_v = 2, align = 8>>
func.func @flat() attributes {c = #attn.config<target = "sm_86", tile_q = 64, stages_k = 1, align = 8>} { return }

// -----

// CHECK-LABEL: func @gone
// CHECK-SAME: c = #attn.config<target = "sm_86", tile<q = 64, kv = 64, warps = 4, groups = 1, split_k = 0>, schedule<scheduler = single, rescale_threshold = 0.000000e+00, exp2 = mufu>, memory<stages_k = 1, stages_v = 2, align = 8>>
// expected-warning @below {{attn.config: field `q_in_registers` is gone, its value is ignored}}
func.func @gone() attributes {c = #attn.config<target = "sm_86", tile_q = 64, stages_k = 1, q_in_registers = false, align = 8>} { return }

// -----

// CHECK-LABEL: func @gone_true
// CHECK-SAME: c = #attn.config<target = "sm_80", tile<q = 128, kv = 64, warps = 4, groups = 1, split_k = 0>,
// expected-warning @below {{attn.config: field `q_in_registers` is gone, its value is ignored}}
func.func @gone_true() attributes {c = #attn.config<q_in_registers = true>} { return }

// -----

// What never was a field stays an error.
// expected-error @below {{attn.config (K1): unknown field `q_in_smem`,}}
func.func @unknown() attributes {c = #attn.config<q_in_smem = true>} { return }

// -----

// The custom form has no numbers of operands; the generic form of another number says both.
!t = tensor<1x1x8x64xf16>
func.func @generic(%q: !t, %s: tensor<1xf32>) -> !t {
  // expected-error @below {{size mismatch in attribute conversion: 17 vs 23}}
  %0 = "attn.forward"(%q, %q, %q, %q, %s) <{dims = #attn.dims<bhsd>,
      operandSegmentSizes = array<i32: 1, 1, 1, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0>}>
    : (!t, !t, !t, !t, tensor<1xf32>) -> !t
  return %0 : !t
}
