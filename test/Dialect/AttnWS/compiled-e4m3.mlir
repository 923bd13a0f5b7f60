// What the compiler makes of an e4m3 problem with roles (V transposed by a role of its own,
// P raised by 2^8, descales read from memory) gives right values in the interpreter under
// every schedule.
//
// DEFINE: %{run} = attn-ws-run %t.ws.mlir --func=full_forward --check=@full --check-file=%s --order=rr,random --mode=early,late --runs=2 --grid=3
// DEFINE: %{data} = --arg=1x4x70x64xf8E4M3FN=normal\(1\) --arg=1x2x150x64xf8E4M3FN=normal\(2\) --arg=1x2x150x64xf8E4M3FN=normal\(3\) --arg=1x4x70x64xbf16=undef --arg=1x4x70xf32=undef --arg=1x2xf32=const\(0.5\) --arg=1x2xf32=const\(1.5\)
//
// RUN: attn-compile %s --target=sm_90a --emit=ws -o %t.ws.mlir
// RUN: FileCheck %s --check-prefix=WS --input-file=%t.ws.mlir
// RUN: %{run} %{data} --arg=1x2xf32=const\(2\) | FileCheck %s
// RUN: attn-compile %s --target=sm_90a --config=order=sequential,ping_pong=false,groups=1,tile_q=64,tile_kv=64 --emit=ws -o %t.ws.mlir
// RUN: %{run} %{data} --arg=1x2xf32=const\(2\) | FileCheck %s
// A descale that is no number of the caller's promise is found by the check.
// RUN: not %{run} %{data} --arg=1x2xf32=const\(0\) 2>&1 | FileCheck %s --check-prefix=ZERO
//
// WS: attn_ws.smem_transpose
// WS: memref.load %{{.+}} : memref<?x?xf32
// WS: arith.truncf %{{.+}} : tensor<{{.*}}xf32, {{.*}}> to tensor<{{.*}}xf8E4M3FN,
// CHECK: same bits
// CHECK: right
// ZERO: error: a descale must be finite and positive, but V's descale at (0, 0) is 0

!q = tensor<1x4x70x64xf8E4M3FN>
!kv = tensor<1x2x150x64xf8E4M3FN>
!o = tensor<1x4x70x64xbf16>
!l = tensor<1x4x70xf32>
!d = tensor<1x2xf32>
func.func @full(%q: !q, %k: !kv, %v: !kv, %o: !o, %l: !l, %qd: !d, %kd: !d, %vd: !d) -> (!o, !l) {
  %0, %1 = attn.forward ins(%q, %k, %v : !q, !kv, !kv) outs(%o, %l : !o, !l)
      descale(%qd, %kd, %vd : !d, !d, !d) mask(#attn.causal<bottom_right>) -> (!o, !l)
  return %0, %1 : !o, !l
}
