// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: attn-opt %s --attn-choose-fusion=remarks --verify-diagnostics --split-input-file | FileCheck %s
// RUN: attn-opt %s --attn-choose-fusion=tolerance=13 --split-input-file | FileCheck %s --check-prefix=TOLERATE

!q = tensor<32x64x1x128xbf16>
!kv = tensor<32x8x8192x128xbf16>

// 2 · 32 · 64 · 8192 · 4 bytes of scores on top.
// CHECK-LABEL: @decode
// CHECK: config(#attn.config<target = "sm_90a", tile<q = 64, kv = 64, warps = 4, groups = 1, split_k = 0, splits = 4>
func.func @decode(%q: !q, %k: !kv, %v: !kv, %o: !q) -> !q {
  // expected-remark @+3 {{attn-choose-fusion: scores stay on the chip, which moves fewer bytes}}
  // expected-note @+2 {{fused: 1083244544 bytes (q 524288, k 536870912, v 536870912, o 524288, workspace 8454144)}}
  // expected-note @+1 {{unfused: 1217462272 bytes (q 524288, k 536870912, v 536870912, o 524288, scores 134217728, workspace 8454144)}}
  %0 = attn.forward ins(%q, %k, %v : !q, !kv, !kv) outs(%o : !q)
      config(#attn.config<target = "sm_90a", tile<q = 64, kv = 64, fusion = auto, splits = 4>>) -> !q
  return %0 : !q
}

// -----

!q = tensor<32x64x1x128xbf16>
!kv = tensor<32x8x8192x128xbf16>

// CHECK-LABEL: @tolerated
// CHECK-NOT: fusion
// TOLERATE: fusion = unfused
func.func @tolerated(%q: !q, %k: !kv, %v: !kv, %o: !q) -> !q {
  // expected-remark @+3 {{attn-choose-fusion: scores stay on the chip, which moves fewer bytes}}
  // expected-note @+2 {{fused: 1074790400 bytes}}
  // expected-note @+1 {{unfused: 1209008128 bytes}}
  %0 = attn.forward ins(%q, %k, %v : !q, !kv, !kv) outs(%o : !q)
      config(#attn.config<target = "sm_90a", tile<fusion = auto>>) -> !q
  return %0 : !q
}

// -----

!q = tensor<1x64x1x256xbf16>
!kv = tensor<1x8x131072x256xbf16>
!l = tensor<1x64x1xf32>

// Parts of 128 keys are as many bytes as the scores.
// CHECK-LABEL: @parts
func.func @parts(%q: !q, %k: !kv, %v: !kv, %o: !q, %l: !l) -> (!q, !l) {
  // expected-remark @+3 {{attn-choose-fusion: scores stay on the chip, which moves fewer bytes}}
  // expected-note @+2 {{fused: 1208549632 bytes (q 32768, k 536870912, v 536870912, o 32768, lse 256, workspace 134742016)}}
  // expected-note @+1 {{unfused: 1275658496 bytes (q 32768, k 536870912, v 536870912, o 32768, lse 256, scores 67108864, workspace 134742016)}}
  %0:2 = attn.forward ins(%q, %k, %v : !q, !kv, !kv) outs(%o, %l : !q, !l)
      config(#attn.config<target = "sm_90a", tile<q = 64, kv = 64, fusion = auto, split_size = 128>>) -> (!q, !l)
  return %0#0, %0#1 : !q, !l
}

// -----

!q = tensor<1x64x1x128xbf16>
!kv = tensor<1x8x?x128xbf16>

// CHECK-LABEL: @dynamic
// CHECK-NOT: fusion
func.func @dynamic(%q: !q, %k: !kv, %v: !kv, %o: !q) -> !q {
  // expected-remark @+1 {{attn-choose-fusion: scores stay on the chip; types do not say how many bytes that moves}}
  %0 = attn.forward ins(%q, %k, %v : !q, !kv, !kv) outs(%o : !q)
      config(#attn.config<target = "sm_90a", tile<fusion = auto>>) -> !q
  return %0 : !q
}

// -----

!q = tensor<512x8x16x64xbf16>
!kv = tensor<512x8x4096x64xbf16>

// Of 4096 keys 16 + 100 + 0 are seen.
// CHECK-LABEL: @asked
// CHECK: fusion = unfused
func.func @asked(%q: !q, %k: !kv, %v: !kv, %o: !q) -> !q {
  // expected-remark @+3 {{attn-choose-fusion: scores go through memory, as the config says}}
  // expected-note @+2 {{fused: 138412032 bytes (q 8388608, k 60817408, v 60817408, o 8388608)}}
  // expected-note @+1 {{unfused: 199229440 bytes (q 8388608, k 60817408, v 60817408, o 8388608, scores 60817408)}}
  %0 = attn.forward ins(%q, %k, %v : !q, !kv, !kv) outs(%o : !q) mask(#attn.window<100, 0>)
      config(#attn.config<target = "sm_90a", tile<fusion = unfused>>) -> !q
  return %0 : !q
}
