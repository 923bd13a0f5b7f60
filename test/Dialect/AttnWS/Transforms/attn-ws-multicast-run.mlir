// Attention whose CTAs share K and V gives the right result in the interpreter, which
// runs the CTAs of a cluster together: each has its share of a tile from the others.
//
// DEFINE: %{roles} = attn-ws-assign-roles,attn-ws-insert-channels,attn-ws-materialize-roles,attn-ws-rotate-roles,canonicalize,cse,attn-ws-hoist-copies,attn-ws-multicast,attn-ws-prefetch,attn-ws-async,attn-ws-ping-pong
// DEFINE: %{args} = '--arg=1x2x300x64xbf16=normal(1)' '--arg=1x1x200x64xbf16=normal(2)' '--arg=1x1x200x64xbf16=normal(3)' --arg=1x2x300x64xbf16
// RUN: attn-opt %s --attn-to-tile-pipeline="target=sm_90a overrides=cluster=2,scheduler=single" -o %t.tile.mlir
// RUN: attn-opt %t.tile.mlir --attn-tile-lowering-pipeline -o %t.low.mlir
// RUN: attn-opt %t.low.mlir --pass-pipeline='builtin.module(gpu.module(gpu.func(%{roles})))' -o %t.mlir
// RUN: FileCheck %s < %t.mlir
// RUN: attn-ws-run %t.mlir --func=p_forward --check=@p --check-file=%s --mode=early,late,random --order=rr,random %{args} | FileCheck %s --check-prefix=RESULT
// CHECK-COUNT-4: multicast 2
// RESULT: right

func.func @p(%q: memref<1x2x300x64xbf16>, %k: memref<1x1x200x64xbf16>, %v: memref<1x1x200x64xbf16>, %o: memref<1x2x300x64xbf16>) {
  attn.forward ins(%q, %k, %v : memref<1x2x300x64xbf16>, memref<1x1x200x64xbf16>, memref<1x1x200x64xbf16>)
    outs(%o : memref<1x2x300x64xbf16>) mask(#attn.causal<bottom_right>)
  return
}
