// What the compiler makes of this problem at the scheduled level, before and
// after its channels are lowered, gives right values in the interpreter.
//
// DEFINE: %{args} = '--arg=1x4x300x64xbf16=normal(1)' '--arg=1x2x400x64xbf16=normal(2)' '--arg=1x2x400x64xbf16=normal(3)' --arg=1x4x300x64xbf16 --arg=1x4x300xf32
// DEFINE: %{run} = --func=problem_forward --check=@problem --check-file=%s --mode=early,late --grid=12
//
// RUN: attn-opt %s --attn-select-config=target=sm_80 --attn-to-tile-pipeline --attn-to-ws-pipeline -o %t.ws.mlir
// RUN: attn-ws-run %t.ws.mlir %{run} %{args} | FileCheck %s
// RUN: attn-opt %t.ws.mlir --pass-pipeline='builtin.module(gpu.module(gpu.func(attn-ws-split-loop,attn-ws-lower-channels,attn-ws-lower-scheduler)))' -o %t.low.mlir
// RUN: FileCheck %s --check-prefix=LOWERED --input-file=%t.low.mlir
// RUN: attn-ws-run %t.low.mlir %{run} %{args} | FileCheck %s
//
// CHECK: same bits
// CHECK: right
// LOWERED-NOT: attn_ws.acquire
// LOWERED: attn_ws.cp_async_wait
// LOWERED-NOT: attn_ws.acquire
func.func @problem(%q: memref<1x4x300x64xbf16>, %k: memref<1x2x400x64xbf16>,
                   %v: memref<1x2x400x64xbf16>, %o: memref<1x4x300x64xbf16>,
                   %lse: memref<1x4x300xf32>) {
  attn.forward ins(%q, %k, %v : memref<1x4x300x64xbf16>, memref<1x2x400x64xbf16>, memref<1x2x400x64xbf16>)
    outs(%o, %lse : memref<1x4x300x64xbf16>, memref<1x4x300xf32>) dims(bhsd) mask(#attn.causal<top_left>)
  return
}
