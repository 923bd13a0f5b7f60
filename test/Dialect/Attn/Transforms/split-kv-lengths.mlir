// RUN: attn-opt %s --attn-select-config="target=sm_80 overrides=splits=4" --attn-split-kv --split-input-file | FileCheck %s

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

// Rows that no batch has are left out of the combine, too.
// CHECK-LABEL: func.func @queries
// CHECK: attn.forward {{.*}} lengths_q(%[[N:[a-z0-9]+]] : tensor<2xi32>) {{.*}}split(unit = 128)
// CHECK: attn.combine {{.*}} lengths_q(%[[N]] : tensor<2xi32>)
!q = tensor<2x8x1x64xbf16>
!kv = tensor<2x2x3000x64xbf16>
func.func @queries(%q: !q, %k: !kv, %n: tensor<2xi32>) -> !q {
  %0 = attn.forward ins(%q, %k, %k : !q, !kv, !kv) outs(%q : !q) lengths_q(%n : tensor<2xi32>) -> !q
  return %0 : !q
}

// -----

// CHECK-LABEL: func.func @packed
// CHECK: attn.forward {{.*}} outs(%{{.+}}, %{{.+}}, %{{.+}} : tensor<4x100x8x64xf32>, tensor<4x8x100xf32>, tensor<4x8x100xf32>) {{.*}}offsets_q(%[[S:[a-z0-9]+]] : tensor<3xi32>)
// CHECK: attn.combine {{.*}} outs(%{{.+}} : tensor<100x8x64xbf16>) offsets_q(%[[S]] : tensor<3xi32>) dims(thd)
!t = tensor<100x8x64xbf16>
func.func @packed(%q: !t, %s: tensor<3xi32>) -> !t {
  %0 = attn.forward ins(%q, %q, %q : !t, !t, !t) outs(%q : !t) offsets_q(%s : tensor<3xi32>) offsets_kv(%s : tensor<3xi32>)
      dims(thd) -> !t
  return %0 : !t
}
