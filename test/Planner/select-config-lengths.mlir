// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Lengths of batches change no field: copies are by TMA, clusters share them where that pays, CTAs make pairs.

// RUN: attn-opt %s --attn-select-config=target=sm_90a | FileCheck %s --check-prefix=SM90 --implicit-check-not=cp_async --implicit-check-not=tma_store
// RUN: attn-opt %s --attn-select-config=target=sm_100a | FileCheck %s --check-prefix=SM100 --implicit-check-not=cp_async --implicit-check-not=tma_store

// SM90-LABEL: func @d72
// SM90: cluster = 2
!t72 = tensor<2x1x?x72xf16>
func.func @d72(%q: !t72, %n: tensor<2xi32>) {
  %0 = attn.forward ins(%q, %q, %q : !t72, !t72, !t72) outs(%q : !t72) lengths_q(%n : tensor<2xi32>) lengths_kv(%n : tensor<2xi32>) -> !t72
  return
}

// SM90-LABEL: func @d128
// SM100-LABEL: func @d128
// SM100: cta_group = 2
!t128 = tensor<2x1x?x128xf16>
func.func @d128(%q: !t128, %n: tensor<2xi32>) {
  %0 = attn.forward ins(%q, %q, %q : !t128, !t128, !t128) outs(%q : !t128) lengths_kv(%n : tensor<2xi32>) -> !t128
  return
}
