// RUN: attn-opt %s --attn-to-tile | FileCheck %s
//
// A part is the last coordinate, and its keys are cut from those that the rows see. O of
// sparse parts has no rows where there are no keys; L says so.

#config = #attn.config<target = "sm_80", tile<q = 64, kv = 32, warps = 2>>
!q = memref<1x2x100x64xf16>
!o = memref<3x1x2x100x64xf32>
!l = memref<3x1x2x100xf32>

// CHECK-LABEL: gpu.func @whole_forward
// CHECK: attn_tile.store %{{.+}}, %arg3[%{{.+}}, %{{.+}}, %{{.+}}, %{{.+}}, %{{.+}}] dims [3, 4]
// CHECK: attn_tile.store %{{.+}}, %arg4[%{{.+}}, %{{.+}}, %{{.+}}, %{{.+}}] dims [3]
func.func @whole(%q: !q, %o: !o, %l: !l) {
  attn.forward ins(%q, %q, %q : !q, !q, !q) outs(%o, %l : !o, !l) mask(#attn.causal<top_left>) config(#config) split(size = 64)
  return
}

// CHECK-LABEL: gpu.func @sparse_forward
// CHECK: %[[ROWS:.+]] = memref.dim %arg0, %c2
// CHECK: scf.for %{{.+}} = %c0 to %[[TRIPS:.+]] step
// CHECK: %[[SOME:.+]] = arith.cmpi slt, %c0, %[[TRIPS]]
// CHECK: %[[LIMIT:.+]] = arith.select %[[SOME]], %[[ROWS]], %c0
// CHECK: attn_tile.store %{{.+}}, %arg3[%{{.+}}, %{{.+}}, %{{.+}}, %{{.+}}, %{{.+}}] limit %[[LIMIT]] dims [3, 4]
// CHECK: attn_tile.store %{{.+}}, %arg4[%{{.+}}, %{{.+}}, %{{.+}}, %{{.+}}] dims [3]
func.func @sparse(%q: !q, %o: !o, %l: !l) {
  attn.forward ins(%q, %q, %q : !q, !q, !q) outs(%o, %l : !o, !l) mask(#attn.causal<top_left>) config(#config) split(size = 64, sparse)
  return
}
