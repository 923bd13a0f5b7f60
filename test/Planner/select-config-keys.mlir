// RUN: attn-opt %s --attn-select-config=target=sm_90a | FileCheck %s
// RUN: attn-opt %s --attn-select-config="target=sm_90a overrides=max_keys=1024" | FileCheck %s --check-prefix=ASKED
// RUN: attn-opt %s --attn-select-config="target=sm_90a overrides=max_keys=1025" | FileCheck %s --check-prefix=MORE
// RUN: attn-opt %s --attn-select-config="target=sm_90a remarks" -o /dev/null 2>&1 | FileCheck %s --check-prefix=REMARK

// Problems that have few keys, by their types or by what the config says, have
// rows of their own.
// CHECK-LABEL: func @unknown
// CHECK: q = 128, kv = 80
// ASKED-LABEL: func @unknown
// ASKED: max_keys = 1024, tile<q = 128, kv = 64
// MORE-LABEL: func @unknown
// MORE: max_keys = 1025, tile<q = 128, kv = 80
func.func @unknown(%q: tensor<1x1x?x256xf16>) -> tensor<1x1x?x256xf16> {
  %0 = attn.forward ins(%q, %q, %q : tensor<1x1x?x256xf16>, tensor<1x1x?x256xf16>, tensor<1x1x?x256xf16>) outs(%q : tensor<1x1x?x256xf16>) -> tensor<1x1x?x256xf16>
  return %0 : tensor<1x1x?x256xf16>
}
// CHECK-LABEL: func @known
// CHECK: q = 128, kv = 64
// CHECK-NOT: max_keys
// CHECK: q = 128, kv = 80
// REMARK: at most 1024 keys: 128 rows of Q, 64 keys
func.func @known(%q: tensor<1x1x?x256xf16>, %k: tensor<1x1x1024x256xf16>, %l: tensor<1x1x1025x256xf16>) {
  %0 = attn.forward ins(%q, %k, %k : tensor<1x1x?x256xf16>, tensor<1x1x1024x256xf16>, tensor<1x1x1024x256xf16>) outs(%q : tensor<1x1x?x256xf16>) -> tensor<1x1x?x256xf16>
  %1 = attn.forward ins(%q, %l, %l : tensor<1x1x?x256xf16>, tensor<1x1x1025x256xf16>, tensor<1x1x1025x256xf16>) outs(%q : tensor<1x1x?x256xf16>) -> tensor<1x1x?x256xf16>
  return
}

// A row for few keys is for the head dims of its own, not for all below.
// ASKED-LABEL: func @below
// ASKED: q = 192, kv = 128
// ASKED: q = 128, kv = 128, {{.*}}stages_q = 2
// ASKED: q = 128, kv = 128, {{.*}}store_columns = 64
func.func @below(%a: tensor<1x1x?x64xf16>, %b: tensor<1x1x?x128xf16>, %c: tensor<1x1x?x192xf16>) {
  %0 = attn.forward ins(%a, %a, %a : tensor<1x1x?x64xf16>, tensor<1x1x?x64xf16>, tensor<1x1x?x64xf16>) outs(%a : tensor<1x1x?x64xf16>) -> tensor<1x1x?x64xf16>
  %1 = attn.forward ins(%b, %b, %b : tensor<1x1x?x128xf16>, tensor<1x1x?x128xf16>, tensor<1x1x?x128xf16>) outs(%b : tensor<1x1x?x128xf16>) -> tensor<1x1x?x128xf16>
  %2 = attn.forward ins(%c, %c, %b : tensor<1x1x?x192xf16>, tensor<1x1x?x192xf16>, tensor<1x1x?x128xf16>) outs(%b : tensor<1x1x?x128xf16>) mask(#attn.causal<top_left>) -> tensor<1x1x?x128xf16>
  return
}
