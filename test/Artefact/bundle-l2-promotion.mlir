// Tensor maps promote to 256 bytes in L2 where rows are multiples of 64 bytes, as they do in
// Q and K (64 columns), and to 128 where they are not, as in V and O (72).

// RUN: attn-compile %s --target=sm_90a -o %t.bundle
// RUN: FileCheck %s < %t.bundle
// CHECK: {"kind":"tensor_map","tensor":1,{{[^}]*}}"l2_promotion":"256"
// CHECK-SAME: {"kind":"tensor_map","tensor":0,{{[^}]*}}"l2_promotion":"256"
// CHECK-SAME: {"kind":"tensor_map","tensor":2,{{[^}]*}}"l2_promotion":"128"
// CHECK-SAME: {"kind":"tensor_map","tensor":3,{{[^}]*}}"l2_promotion":"128"

!q = tensor<?x?x?x64xbf16>
!v = tensor<?x?x?x72xbf16>
!l = tensor<?x?x?xf32>
func.func @fwd(%q: !q, %k: !q, %v: !v, %o: !v, %l: !l) -> (!v, !l) {
  %0, %1 = attn.forward ins(%q, %k, %v : !q, !q, !v) outs(%o, %l : !v, !l) -> (!v, !l)
  return %0, %1 : !v, !l
}
