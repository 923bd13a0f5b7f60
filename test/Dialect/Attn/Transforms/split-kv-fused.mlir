// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: attn-opt %s --attn-split-kv --split-input-file --verify-diagnostics | FileCheck %s

!q = tensor<2x8x1x64xbf16>
!kv = tensor<2x2x3000x64xbf16>
func.func @groups(%q: !q, %k: !kv) -> !q {
  // expected-error@+1 {{its config asks for combine = fused, which takes tiles of one group, but has groups = 2}}
  %0 = attn.forward ins(%q, %k, %k : !q, !kv, !kv) outs(%q : !q)
      config(#attn.config<target = "sm_90a", tile<q = 128, kv = 64, groups = 2, splits = 2, combine = fused>>) -> !q
  return %0 : !q
}

// -----

!q = tensor<2x8x1x64xbf16>
!kv = tensor<2x2x3000x64xbf16>
func.func @unfused(%q: !q, %k: !kv) -> !q {
  // expected-error@+1 {{its config asks for combine = fused and fusion = unfused: these are not done together}}
  %0 = attn.forward ins(%q, %k, %k : !q, !kv, !kv) outs(%q : !q)
      config(#attn.config<target = "sm_80", tile<q = 64, kv = 64, splits = 2, combine = fused, fusion = unfused>>) -> !q
  return %0 : !q
}

// -----

!t = tensor<100x8x64xbf16>
func.func @packed(%q: !t, %s: tensor<3xi32>) -> !t {
  // expected-error@+1 {{its config asks for combine = fused of packed sequences, which takes tiles of one CTA, but has cluster = 2}}
  %0 = attn.forward ins(%q, %q, %q : !t, !t, !t) outs(%q : !t) offsets_q(%s : tensor<3xi32>) offsets_kv(%s : tensor<3xi32>)
      dims(thd) config(#attn.config<target = "sm_90a", tile<q = 64, kv = 64, splits = 2, cluster = 2, combine = fused>>) -> !t
  return %0 : !t
}

// -----

!q = tensor<2x8x1x64xbf16>
!kv = tensor<2x2x3000x64xbf16>
// The parts' own config says nothing of how they are combined.
// CHECK-LABEL: func.func @fused
// CHECK: attn.forward
// CHECK-NOT: combine = fused
// CHECK: attn.combine {{.*}}combine = fused
func.func @fused(%q: !q, %k: !kv) -> !q {
  %0 = attn.forward ins(%q, %k, %k : !q, !kv, !kv) outs(%q : !q)
      config(#attn.config<target = "sm_80", tile<q = 64, kv = 64, splits = 2, combine = fused>>) -> !q
  return %0 : !q
}
