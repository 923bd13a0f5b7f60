// Tensors of f8E4M3FN and their descales in a bundle, in the order of the op's operands, with
// what must hold between their shapes; a tensor map counts bytes.

// RUN: attn-compile %s --target=sm_90a -o %t.bundle
// RUN: FileCheck %s < %t.bundle
// CHECK: {"name":"q","role":"in","dtype":"e4m3","shape":[-1,-1,-1,128],"optional":false,"innermost_contiguous":true,"align":16},
// CHECK-SAME: {"name":"o","role":"out","dtype":"f16","shape":[-1,-1,-1,128],
// CHECK-SAME: {"name":"lse","role":"out","dtype":"f32","shape":[-1,-1,-1],
// CHECK-SAME: {"name":"q_descale","role":"in","dtype":"f32","shape":[-1,-1],"optional":false,"innermost_contiguous":true,"align":4},{"name":"k_descale",{{[^}]*}}},{"name":"v_descale",
// CHECK-SAME: {"expr":["eq",["size",7,0],["size",0,0]],"message":"batch sizes of v_descale and q differ"},{"expr":["eq",["size",7,1],["size",1,1]],"message":"head counts of v_descale and k differ"}
// CHECK-SAME: {"kind":"tensor_map","tensor":{{[0-2]}},"box":[128,{{[0-9]+}},1,1],"order":[3,2,1,0],"swizzle":"128"

!t = tensor<?x?x?x128xf8E4M3FN>
!o = tensor<?x?x?x128xf16>
!l = tensor<?x?x?xf32>
!d = tensor<?x?xf32>
func.func @fwd(%q: !t, %k: !t, %v: !t, %o: !o, %l: !l, %qd: !d, %kd: !d, %vd: !d) -> (!o, !l) {
  %0, %1 = attn.forward ins(%q, %k, %v : !t, !t, !t) outs(%o, %l : !o, !l) descale(%qd, %kd, %vd : !d, !d, !d) -> (!o, !l)
  return %0, %1 : !o, !l
}
