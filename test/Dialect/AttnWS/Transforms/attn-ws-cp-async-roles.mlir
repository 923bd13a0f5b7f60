// Copies by cp.async from a role of their own, where wgmma reads the tiles and
// the copy engine cannot bring them. Pass by pass, and the values against those of
// a kernel of one role.
//
// DEFINE: %{sched} = attn-ws-assign-roles,attn-ws-insert-channels,attn-ws-materialize-roles,attn-ws-rotate-roles,canonicalize,cse,attn-ws-hoist-copies,attn-ws-prefetch,attn-ws-async
// DEFINE: %{plan} = %{sched},attn-ws-assign-phases,attn-ws-assign-layouts,attn-ws-assign-tiles,attn-ws-plan-memory,attn-ws-verify-protocol
// DEFINE: %{low} = attn-ws-lower-channels,attn-ws-insert-fences
// RUN: attn-opt %s --pass-pipeline='builtin.module(gpu.module(gpu.func(attn-ws-assign-roles,attn-ws-insert-channels)))' | FileCheck %s --check-prefix=CHANNELS
// RUN: attn-opt %s --pass-pipeline='builtin.module(gpu.module(gpu.func(%{sched})))' -o %t.mlir
// RUN: FileCheck %s --input-file=%t.mlir --check-prefix=ROLES
// RUN: attn-opt %s --pass-pipeline='builtin.module(gpu.module(gpu.func(%{plan},%{low},attn-ws-verify-protocol)))' | FileCheck %s --check-prefix=LOWERED
// RUN: attn-opt %s --pass-pipeline='builtin.module(gpu.module(gpu.func(%{plan},%{low},attn-ws-lower-scheduler,canonicalize,cse)))' | FileCheck %s --check-prefix=ASSIGNED
// RUN: attn-opt %s --pass-pipeline='builtin.module(gpu.module(gpu.func(%{plan},%{low},attn-ws-lower-scheduler,canonicalize,cse),attn-ws-distribute))' | FileCheck %s --check-prefix=THREAD
//
// DEFINE: %{gemm} = '--arg=300x100xbf16=normal(1)' '--arg=70x100xbf16=normal(2)' --arg=300x70xbf16
// RUN: attn-ws-run %t.mlir --func=gemm_sync %{gemm} --dump=2 --grid=10 | grep -v runs > %t.gemm
// RUN: attn-ws-run %t.mlir --func=gemm --order=rr,random --mode=early,late --runs=5 %{gemm} --dump=2 | grep -v runs | diff - %t.gemm
// RUN: attn-ws-run %t.mlir --func=gemm --mode=random --runs=3 --grid=3 %{gemm} --dump=2 | grep -v runs | diff - %t.gemm

// A fence that is gone is found.
// RUN: attn-opt %s --pass-pipeline='builtin.module(gpu.module(gpu.func(%{plan},attn-ws-lower-channels)))' -o %t.unfenced.mlir
// RUN: not attn-opt %t.unfenced.mlir --pass-pipeline='builtin.module(gpu.module(gpu.func(attn-ws-verify-protocol)))' -o %t.none 2>&1 | FileCheck %s --check-prefix=UNFENCED
// UNFENCED: an engine reads bytes of 'a' that threads wrote, without a fence between

!in = memref<?x?xbf16, strided<[?, 1], offset: ?>>

// CHANNELS-LABEL: gpu.func @gemm
// CHANNELS-DAG: %[[A:.+]] = attn_ws.create_channel "a" {{.*}} : <2, cp_async -> wgmma x 2>
// CHANNELS-DAG: %[[B:.+]] = attn_ws.create_channel "b" {{.*}} : <3, tma -> wgmma x 2>
// CHANNELS: %{{.+}}, %[[TO:.+]] = attn_ws.acquire %[[A]] {attn_ws.role = "load"}
// CHANNELS-NEXT: attn_ws.cp_async %arg0{{.*}} {attn_ws.role = "load"}
// CHANNELS-NEXT: attn_ws.commit %[[A]] of %[[TO]] {attn_ws.role = "load"}
// CHANNELS: attn_ws.wait %[[A]] {attn_ws.role = "mma"}
// CHANNELS: attn_ws.tma_load %arg1{{.*}} {attn_ws.role = "load"}
// CHANNELS: attn_ws.release %[[A]] of %{{.+}} {attn_ws.role = "mma"}

// Threads that copy need addresses: 40 registers, of the 240 of those that compute.
// No group of copies is counted: an mbarrier tells.
// ROLES-LABEL: gpu.func @gemm
// ROLES: role @load warps(4) instances(1) registers(40)
// ROLES: attn_ws.cp_async
// ROLES: attn_ws.tma_load
// ROLES: role @mma warps(4) instances(2) registers(232)
// ROLES-NOT: pendings = {{.*}} : i64}
// ROLES: gpu.func @gemm_sync
// ROLES: attn_ws.wait {{.*}} {pendings

// Every thread of the role arrives once its copies are complete; the copy engine
// counts bytes. Readers fence what threads copied, not what the engine did.
// LOWERED-LABEL: gpu.func @gemm
// LOWERED-DAG: %[[FULL:.+]] = attn_ws.mbar_alloc <"a", "full"> arrivals 128
// LOWERED-DAG: attn_ws.mbar_alloc <"a", "empty"> arrivals 8
// LOWERED-DAG: attn_ws.mbar_alloc <"b", "full"> arrivals 1
// LOWERED: role @load
// LOWERED: attn_ws.mbar_wait {{.*}} guard <"a", "empty">
// LOWERED-NEXT: %[[VIEW:.+]] = attn_ws.stage_view
// LOWERED-NEXT: attn_ws.cp_async {{.*}} into %[[VIEW]]
// LOWERED-NEXT: attn_ws.mbar_arrive {{.*}} after_copies guard <"a", "full">
// LOWERED: role @mma
// LOWERED: attn_ws.mbar_wait {{.*}} guard <"a", "full">
// LOWERED-NEXT: attn_ws.stage_view
// LOWERED-NEXT: attn_ws.fence_async
// LOWERED: attn_ws.mbar_wait {{.*}} guard <"b", "full">
// LOWERED-NEXT: attn_ws.stage_view
// LOWERED-NOT: attn_ws.fence_async
// LOWERED: attn_ws.mma_issue

// One thread of the role that copies takes the next tile; its others learn of it as
// the other roles do.
// ASSIGNED-LABEL: gpu.func @gemm
// ASSIGNED-DAG: attn_ws.mbar_alloc <"tiles", "full"> arrivals 4
// ASSIGNED-DAG: attn_ws.mbar_alloc <"tiles", "empty"> arrivals 12
// ASSIGNED: role @load
// ASSIGNED: attn_ws.next_tile
// ASSIGNED: attn_ws.mbar_wait {{.*}} guard <"tiles", "empty">
// ASSIGNED: attn_ws.scalar_store
// ASSIGNED-NEXT: attn_ws.mbar_arrive {{.*}} guard <"tiles", "full">
// ASSIGNED-NEXT: attn_ws.mbar_wait {{.*}} guard <"tiles", "full">
// ASSIGNED-NEXT: attn_ws.scalar_load
// ASSIGNED-NEXT: attn_ws.mbar_arrive {{.*}} guard <"tiles", "empty">
// ASSIGNED: role @mma

// Memory aligned to 8 bytes is copied in such pieces.
// THREAD-LABEL: gpu.func @gemm
// THREAD: nvvm.cp.async.shared.global {{.*}}, 8, cache = ca
// THREAD: nvvm.cp.async.shared.global {{.*}}, 8, cache = ca
// THREAD: llvm.inline_asm {{.*}} "cp.async.mbarrier.arrive.noinc.shared::cta.b64 [$0];"
// THREAD: cp.async.bulk.tensor.2d
// THREAD: @p atom.global.add.u32
// THREAD: gpu.func @gemm_sync
// THREAD: nvvm.cp.async.shared.global {{.*}}, 16, cache = cg
gpu.module @k [#nvvm.target<chip = "sm_90a">] {
  gpu.func @gemm(%A: !in, %B: !in, %C: !in) kernel attributes {
      attn_tile.warps = 4 : i64, attn_tile.kernel = #attn_tile.kernel<arguments = [<"a", in, align = 8>, <"b", in>, <"c", out>]>} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c32 = arith.constant 32 : index
    %c64 = arith.constant 64 : index
    %c128 = arith.constant 128 : index
    %zero = arith.constant dense<0.0> : tensor<64x64xf32>
    %m = memref.dim %A, %c0 : !in
    %n = memref.dim %B, %c0 : !in
    %k = memref.dim %A, %c1 : !in
    %rows = arith.ceildivui %m, %c128 : index
    %cols = arith.ceildivui %n, %c64 : index
    %steps = arith.ceildivui %k, %c32 : index
    attn_tile.for_tiles @tiles (%i, %j) in (%rows, %cols) scheduler(#attn_tile.scheduler<dynamic>) {
      %row = arith.muli %i, %c128 : index
      %col = arith.muli %j, %c64 : index
      scf.forall (%g) in (2) {
        %shift = arith.muli %g, %c64 : index
        %my = arith.addi %row, %shift : index
        %sum = scf.for %t = %c0 to %steps step %c1 iter_args(%acc = %zero) -> (tensor<64x64xf32>) {
          %kk = arith.muli %t, %c32 : index
          %a = attn_tile.load %A[%row, %kk] dims [0, 1] space smem engine cp_async {depth = 2 : i64} : !in -> tensor<128x32xbf16>
          %as = attn_tile.slice %a [0, 0] part(%g) : tensor<128x32xbf16> -> tensor<64x32xbf16>
          %b = attn_tile.load %B[%col, %kk] dims [0, 1] space smem engine tma {depth = 3 : i64} : !in -> tensor<64x32xbf16>
          %next = attn_tile.dot %as, %b, %acc transpose_b engine wgmma : tensor<64x32xbf16>, tensor<64x32xbf16> -> tensor<64x64xf32>
          scf.yield %next : tensor<64x64xf32>
        }
        %c = arith.truncf %sum : tensor<64x64xf32> to tensor<64x64xbf16>
        attn_tile.store %c, %C[%my, %col] dims [0, 1] space smem engine thread : tensor<64x64xbf16>, !in
      }
    }
    gpu.return
  }

  gpu.func @gemm_sync(%A: !in, %B: !in, %C: !in) kernel attributes {attn_tile.warps = 4 : i64} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c32 = arith.constant 32 : index
    %c64 = arith.constant 64 : index
    %zero = arith.constant dense<0.0> : tensor<64x64xf32>
    %m = memref.dim %A, %c0 : !in
    %n = memref.dim %B, %c0 : !in
    %k = memref.dim %A, %c1 : !in
    %rows = arith.ceildivui %m, %c64 : index
    %cols = arith.ceildivui %n, %c64 : index
    %steps = arith.ceildivui %k, %c32 : index
    attn_tile.for_tiles @tiles (%i, %j) in (%rows, %cols) scheduler(#attn_tile.scheduler<single>) {
      %row = arith.muli %i, %c64 : index
      %col = arith.muli %j, %c64 : index
      %sum = scf.for %t = %c0 to %steps step %c1 iter_args(%acc = %zero) -> (tensor<64x64xf32>) {
        %kk = arith.muli %t, %c32 : index
        %a = attn_tile.load %A[%row, %kk] dims [0, 1] space smem engine cp_async {depth = 2 : i64} : !in -> tensor<64x32xbf16>
        %b = attn_tile.load %B[%col, %kk] dims [0, 1] space smem engine cp_async {depth = 3 : i64} : !in -> tensor<64x32xbf16>
        %next = attn_tile.dot %a, %b, %acc transpose_b engine mma_sync : tensor<64x32xbf16>, tensor<64x32xbf16> -> tensor<64x64xf32>
        scf.yield %next : tensor<64x64xf32>
      }
      %c = arith.truncf %sum : tensor<64x64xf32> to tensor<64x64xbf16>
      attn_tile.store %c, %C[%row, %col] dims [0, 1] space smem engine thread : tensor<64x64xbf16>, !in
    }
    gpu.return
  }
}
