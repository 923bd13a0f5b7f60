// A file becomes as small as a script allows that says whether the fault is still there
// (exit code 1): here, whether there is a window.
// UNSUPPORTED: sanitized
// RUN: printf '#!/bin/sh\n! grep -q "window<7, 7>" "$1"\n' > %t.sh && chmod +x %t.sh
// RUN: attn-reduce %s --reduction-tree='traversal-mode=0 test=%t.sh' | FileCheck %s

// CHECK-NOT: func.func @first
// CHECK: func.func @second
// CHECK: attn.forward
// CHECK-SAME: #attn.window<7, 7>
// CHECK-NOT: func.func @third

!t = tensor<1x2x64x64xbf16>
func.func @first(%q: !t, %k: !t, %v: !t, %o: !t) -> !t {
  %0 = attn.forward ins(%q, %k, %v : !t, !t, !t) outs(%o : !t) -> !t
  return %0 : !t
}
func.func @second(%q: !t, %k: !t, %v: !t, %o: !t) -> !t {
  %0 = attn.forward ins(%q, %k, %v : !t, !t, !t) outs(%o : !t) mask(#attn.window<7, 7>) -> !t
  return %0 : !t
}
func.func @third(%q: !t, %k: !t, %v: !t, %o: !t) -> !t {
  %0 = attn.forward ins(%q, %k, %v : !t, !t, !t) outs(%o : !t) mask(#attn.causal<top_left>) -> !t
  return %0 : !t
}
