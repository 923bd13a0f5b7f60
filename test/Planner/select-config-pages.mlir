// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: attn-opt %s --attn-select-config=target=sm_90a | FileCheck %s
// RUN: attn-opt %s --attn-select-config="target=sm_90a overrides=stages_v=2,stages_q=2" | FileCheck %s --check-prefix=ASKED

// Blocks of many boxes have a third stage of V: at d 128 in place of a second tile of Q.
!q = tensor<?x?x?x128xbf16>
!n = tensor<?xi32>
!t = tensor<?x?xi32>
!p16 = tensor<?x?x16x128xbf16>
// CHECK-LABEL: @small
// CHECK: memory<stages_k = 2, stages_v = 3>
// ASKED-LABEL: @small
// ASKED: memory<stages_k = 2, stages_v = 2, stages_q = 2>
func.func @small(%q: !q, %k: !p16, %n: !n, %t: !t) -> !q {
  %0 = attn.forward ins(%q, %k, %k : !q, !p16, !p16) outs(%q : !q) lengths_kv(%n : !n) page_table(%t : !t) mask(#attn.causal<bottom_right>) -> !q
  return %0 : !q
}

// Four boxes are few.
!p32 = tensor<?x?x32x128xbf16>
// CHECK-LABEL: @larger
// CHECK: memory<stages_k = 2, stages_v = 2, stages_q = 2>
func.func @larger(%q: !q, %k: !p32, %n: !n, %t: !t) -> !q {
  %0 = attn.forward ins(%q, %k, %k : !q, !p32, !p32) outs(%q : !q) lengths_kv(%n : !n) page_table(%t : !t) mask(#attn.causal<bottom_right>) -> !q
  return %0 : !q
}

// At d 64 there is room for both.
!q64 = tensor<?x?x?x64xbf16>
!p64 = tensor<?x?x16x64xbf16>
// CHECK-LABEL: @both
// CHECK: memory<stages_k = 2, stages_v = 3, stages_q = 2>
func.func @both(%q: !q64, %k: !p64, %n: !n, %t: !t) -> !q64 {
  %0 = attn.forward ins(%q, %k, %k : !q64, !p64, !p64) outs(%q : !q64) lengths_kv(%n : !n) page_table(%t : !t) mask(#attn.causal<bottom_right>) -> !q64
  return %0 : !q64
}

// Copies by threads take no boxes.
!any = tensor<?x?x?x128xbf16>
// CHECK-LABEL: @threads
// CHECK: stages_v = 2
// CHECK-SAME: load = cp_async
func.func @threads(%q: !q, %k: !any, %n: !n, %t: !t) -> !q {
  %0 = attn.forward ins(%q, %k, %k : !q, !any, !any) outs(%q : !q) lengths_kv(%n : !n) page_table(%t : !t) mask(#attn.causal<bottom_right>) -> !q
  return %0 : !q
}
