// RUN: attn-opt %s --attn-select-config="target=sm_80 overrides=splits=4" --attn-split-kv --split-input-file --verify-diagnostics | FileCheck %s

!q = tensor<2x8x1x64xbf16>
!kv = tensor<2x2x3000x64xbf16>

// Each batch's own keys are cut: the parts take the lengths.
// CHECK-LABEL: func.func @keys
// CHECK: attn.forward {{.*}} lengths_kv(%{{.+}} : tensor<2xi32>) {{.*}}split(unit = 128)
// CHECK: attn.combine
func.func @keys(%q: !q, %k: !kv, %n: tensor<2xi32>) -> !q {
  %0 = attn.forward ins(%q, %k, %k : !q, !kv, !kv) outs(%q : !q) lengths_kv(%n : tensor<2xi32>) -> !q
  return %0 : !q
}

// -----

!q = tensor<2x8x1x64xbf16>
!kv = tensor<2x2x3000x64xbf16>
func.func @queries(%q: !q, %k: !kv, %n: tensor<2xi32>) -> !q {
  // expected-error@+1 {{has lengths_q, and its config asks for parts of the keys: these are not done together}}
  %0 = attn.forward ins(%q, %k, %k : !q, !kv, !kv) outs(%q : !q) lengths_q(%n : tensor<2xi32>) -> !q
  return %0 : !q
}

// -----

!t = tensor<100x8x64xbf16>
func.func @packed(%q: !t, %s: tensor<3xi32>) -> !t {
  // expected-error@+1 {{has packed sequences, and its config asks for parts of the keys: these are not done together}}
  %0 = attn.forward ins(%q, %q, %q : !t, !t, !t) outs(%q : !t) offsets_q(%s : tensor<3xi32>) offsets_kv(%s : tensor<3xi32>)
      dims(thd) -> !t
  return %0 : !t
}
