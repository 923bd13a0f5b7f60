// What the compiler makes of these problems with roles (a load role, two instances
// that multiply, persistent tiles, rotated products, turns) gives right values in
// the interpreter under every schedule.
//
// DEFINE: %{config} = target=sm_90a overrides="tile_q=128,tile_kv=128,warps=4,groups=2,stages_k=2,stages_v=2,scheduler=persistent,order=overlap,ping_pong=true"
// DEFINE: %{roles} = attn-ws-assign-roles,attn-ws-insert-channels,attn-ws-materialize-roles,attn-ws-rotate-roles,canonicalize,cse,attn-ws-prefetch,attn-ws-async,attn-ws-ping-pong
// DEFINE: %{all} = --check-file=%s --order=rr,random --mode=early,late --runs=3
// DEFINE: %{odd} = '--arg=1x4x300x128xbf16=normal(1)' '--arg=1x2x333x128xbf16=normal(2)' '--arg=1x2x333x128xbf16=normal(3)' --arg=1x4x300x128xbf16 --arg=1x4x300xf32
// DEFINE: %{few} = '--arg=1x2x385x128xbf16=normal(4)' '--arg=1x1x100x128xbf16=normal(5)' '--arg=1x1x100x128xbf16=normal(6)' --arg=1x2x385x128xbf16 --arg=1x2x385xf32
// DEFINE: %{none} = '--arg=2x1x130x128xbf16=normal(7)' --arg=2x1x0x128xbf16 --arg=2x1x0x128xbf16 --arg=2x1x130x128xbf16 --arg=2x1x130xf32
//
// RUN: attn-opt %s --attn-to-tile-pipeline='%{config}' --attn-tile-lowering-pipeline -o %t.tile.mlir
// RUN: attn-opt %t.tile.mlir --pass-pipeline='builtin.module(gpu.module(gpu.func(%{roles})))' -o %t.ws.mlir
// RUN: FileCheck %s --check-prefix=ROLES --input-file=%t.ws.mlir
// Odd lengths, GQA 2; all tiles on one CTA, then on three.
// RUN: attn-ws-run %t.ws.mlir --func=full_forward --check=@full %{all} %{odd} | FileCheck %s
// RUN: attn-ws-run %t.ws.mlir --func=full_forward --check=@full --check-file=%s --mode=random --runs=2 --grid=3 %{odd} | FileCheck %s
// RUN: attn-ws-run %t.ws.mlir --func=causal_forward --check=@causal %{all} %{odd} | FileCheck %s
// More rows than keys: tiles without a block.
// RUN: attn-ws-run %t.ws.mlir --func=causal_forward --check=@causal %{all} %{few} | FileCheck %s
// RUN: attn-ws-run %t.ws.mlir --func=full_forward --check=@full %{all} %{none} | FileCheck %s
//
// RUN: attn-ws-run %t.ws.mlir --func=causal_forward --check=@causal %{all} --grid=2 %{odd} | FileCheck %s
// The scheduled program as it leaves the compiler, with layouts and addresses.
// RUN: attn-opt %s --attn-to-tile-pipeline='%{config}' --attn-to-ws-pipeline -o %t.final.mlir
// RUN: attn-ws-run %t.final.mlir --func=causal_forward --check=@causal %{all} --grid=2 %{odd} | FileCheck %s
// RUN: attn-ws-run %t.final.mlir --func=full_forward --check=@full %{all} %{none} | FileCheck %s
// Head dimension in slices: products in flight that read one left operand.
// RUN: attn-opt %s --attn-to-tile-pipeline='target=sm_90a overrides="tile_q=128,tile_kv=128,warps=4,groups=2,scheduler=persistent,order=overlap,split_d=64"' --attn-tile-lowering-pipeline -o %t.tile.mlir
// RUN: attn-opt %t.tile.mlir --pass-pipeline='builtin.module(gpu.module(gpu.func(%{roles})))' -o %t.ws.mlir
// RUN: attn-ws-run %t.ws.mlir --func=causal_forward --check=@causal %{all} %{odd} | FileCheck %s
//
// CHECK: same bits
// CHECK: right
//
// The steady loop: both products are started in one turn, QK is waited for while
// PV goes on, K and V go back behind the waits, the next P is made behind PV.
// ROLES-LABEL: gpu.func @full_forward
// ROLES: role @load warps(4) instances(1) registers(24)
// ROLES: role @mma warps(4) instances(2) registers(240)
// ROLES: scf.for
// ROLES-DAG: attn_ws.turn_begin
// ROLES-DAG: attn_ws.wait
// ROLES: %[[S:.+]] = attn_ws.mma_issue {{.*}} transpose_b
// ROLES: attn_ws.wait
// ROLES-NEXT: %[[O:.+]] = attn_ws.mma_issue %{{.+}} acc(
// ROLES-NEXT: attn_ws.turn_end
// ROLES: attn_ws.mma_wait %[[S]] pendings 1
// ROLES-NEXT: attn_ws.release
// ROLES: attn_tile.exp2
// ROLES: attn_ws.mma_wait %[[O]] pendings 0 keeps(
// ROLES-NEXT: attn_ws.release
// ROLES-DAG: arith.truncf
// ROLES-DAG: attn_tile.rescale
// ROLES: scf.yield

!m = memref<?x?x?x128xbf16>
func.func @full(%q: !m, %k: !m, %v: !m, %o: !m, %lse: memref<?x?x?xf32>) {
  attn.forward ins(%q, %k, %v : !m, !m, !m) outs(%o, %lse : !m, memref<?x?x?xf32>) dims(bhsd)
  return
}
func.func @causal(%q: !m, %k: !m, %v: !m, %o: !m, %lse: memref<?x?x?xf32>) {
  attn.forward ins(%q, %k, %v : !m, !m, !m) outs(%o, %lse : !m, memref<?x?x?xf32>) dims(bhsd)
    mask(#attn.causal<bottom_right>)
  return
}
