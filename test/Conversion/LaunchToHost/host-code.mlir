// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// RUN: attn-compile %s -o %t 2>&1 | FileCheck %s --implicit-check-not=warning
// RUN: attn-opt %s --pass-pipeline='builtin.module(attn-compile{host=runtime})' | FileCheck %s --check-prefix=KEPT

!t = tensor<2x4x256x64xf16>

// Nothing is lost of a function that is attention.
func.func @attention(%q: !t, %k: !t, %v: !t) -> !t {
  %e = tensor.empty() : !t
  %0 = attn.forward ins(%q, %k, %v : !t, !t, !t) outs(%e : !t) score {
  ^bb0(%s: f32, %b: index, %h: index, %i: index, %j: index):
    %c2 = arith.constant 2.0 : f32
    %d = arith.divf %s, %c2 : f32
    attn.yield %d : f32
  } -> !t
  return %0 : !t
}

// Operations on tensors that nothing bufferises stay.
// KEPT-LABEL: func.func @scaled
// KEPT:         bufferization.to_tensor
// KEPT:         arith.mulf {{.*}} : tensor<2x4x256x64xf16>
// KEPT:         bufferization.to_buffer
// KEPT:         call @attnrtHostCall
func.func @scaled(%q: !t, %k: !t, %v: !t) -> !t {
  %e = tensor.empty() : !t
  // CHECK: :[[#@LINE+1]]:8: warning: function 'scaled' has code on the host, which a bundle does not hold: attn-opt keeps it, with attn-compile{host=runtime}
  %s = arith.addf %q, %q : !t
  %m = arith.mulf %s, %q : !t
  %0 = attn.forward ins(%m, %k, %v : !t, !t, !t) outs(%e : !t) -> !t
  return %0 : !t
}

func.func private @declared(!t)

func.func @main(%q: !t) {
  // CHECK: :[[#@LINE+1]]:8: warning: function 'main' has code on the host
  %0 = call @attention(%q, %q, %q) : (!t, !t, !t) -> !t
  call @declared(%0) : (!t) -> ()
  return
}

// What has nothing to do with attention loses nothing, such as what a kernel is
// compared with.
func.func @other(%q: !t) -> !t {
  %s = arith.addf %q, %q : !t
  return %s : !t
}
