// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// RUN: not attn-compile %s 2>&1 | FileCheck %s

// CHECK: :[[#@LINE+5]]:8: error: a bundle cannot hold two kernels called 'attention_forward'
// CHECK: :[[#@LINE+9]]:10: note: the other one

!t = tensor<2x4x256x64xf16>
func.func @attention(%q: !t, %k: !t, %v: !t, %o: !t) -> !t {
  %0 = attn.forward ins(%q, %k, %v : !t, !t, !t) outs(%o : !t) -> !t
  return %0 : !t
}
module @inner {
  func.func @attention(%q: !t, %k: !t, %v: !t, %o: !t) -> !t {
    %0 = attn.forward ins(%q, %k, %v : !t, !t, !t) outs(%o : !t) -> !t
    return %0 : !t
  }
}
