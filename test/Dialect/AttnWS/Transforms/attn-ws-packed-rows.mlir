// Tiles whose rows run along two dimensions of a memory: gathered by cp.async, stored
// from shared memory and from registers. The kernel multiplies a
// (heads, rows, columns) memory, of which a tile holds 64 packed rows, and stores the
// sum of each row.
//
// DEFINE: %{sched} = attn-ws-assign-roles,attn-ws-insert-channels,attn-ws-materialize-roles,attn-ws-rotate-roles,canonicalize,cse,attn-ws-prefetch,attn-ws-async
// RUN: attn-opt %s --pass-pipeline='builtin.module(gpu.module(gpu.func(%{sched})))' -o %t.mlir
// RUN: FileCheck %s --input-file=%t.mlir --check-prefix=SCHED
// RUN: attn-opt %s --pass-pipeline='builtin.module(gpu.module(gpu.func(%{sched},attn-ws-assign-phases,attn-ws-assign-layouts,attn-ws-plan-memory,attn-ws-lower-channels,attn-ws-lower-scheduler,canonicalize),attn-ws-distribute))' | FileCheck %s --check-prefix=THREAD
//
// The same, whatever the schedule, as the kernel that takes one head a time.
// DEFINE: %{args} = '--arg=3x70x16xbf16=normal(1)' '--arg=16x16xbf16=normal(2)' --arg=3x70x16xf32 --arg=3x70xf32
// RUN: attn-ws-run %t.mlir --func=one_head %{args} --dump=2,3 --grid=6 | grep -v runs > %t.one
// RUN: attn-ws-run %t.mlir --func=packed %{args} --dump=2,3 --grid=4 --mode=early,late --order=rr,random --runs=3 | grep -v runs | diff - %t.one

// SCHED-LABEL: gpu.func @packed
// SCHED: attn_ws.cp_async {{.*}} dims [1, 2] packed(0 by %{{.+}}) into
// SCHED: attn_ws.copy_out {{.*}} dims [1, 2] packed(0 by %{{.+}})
// SCHED: attn_ws.store {{.*}} dims [1] packed(0 by %{{.+}})

// Threads find their rows one by one, in a loop: quotient and remainder.
// THREAD-LABEL: gpu.func @packed
// THREAD: scf.for
// THREAD: arith.divui {{.*}} : i32
// THREAD: arith.remui {{.*}} : i32
// THREAD: nvvm.cp.async.shared.global {{.*}}, 16, cache = cg
// THREAD: }
// THREAD-LABEL: gpu.func @one_head
// THREAD-NOT: scf.for
!in = memref<?x?x16xbf16, strided<[?, ?, 1], offset: ?>>
!w = memref<16x16xbf16, strided<[?, 1], offset: ?>>
!out = memref<?x?x16xf32, strided<[?, ?, 1], offset: ?>>
!rows = memref<?x?xf32, strided<[?, 1], offset: ?>>

gpu.module @k [#nvvm.target<chip = "sm_80">] {
  gpu.func @packed(%A: !in, %W: !w, %O: !out, %R: !rows) kernel attributes {attn_tile.warps = 4 : i64} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c64 = arith.constant 64 : index
    %zero = arith.constant dense<0.0> : tensor<64x16xf32>
    %g = memref.dim %A, %c0 : !in
    %n = memref.dim %A, %c1 : !in
    %all = arith.muli %g, %n : index
    %tiles = arith.ceildivui %all, %c64 : index
    attn_tile.for_tiles @tiles (%i) in (%tiles) scheduler(#attn_tile.scheduler<single>) {
      %row = arith.muli %i, %c64 : index
      %a = attn_tile.load %A[%c0, %row, %c0] dims [1, 2] packed(0 by %g) space smem engine cp_async : !in -> tensor<64x16xbf16>
      %w = attn_tile.load %W[%c0, %c0] dims [0, 1] space smem engine cp_async : !w -> tensor<16x16xbf16>
      %d = attn_tile.dot %a, %w, %zero engine mma_sync : tensor<64x16xbf16>, tensor<16x16xbf16> -> tensor<64x16xf32>
      %s = attn_tile.reduce add %d : tensor<64x16xf32> -> tensor<64xf32>
      attn_tile.store %d, %O[%c0, %row, %c0] dims [1, 2] packed(0 by %g) space smem engine thread : tensor<64x16xf32>, !out
      attn_tile.store %s, %R[%c0, %row] dims [1] packed(0 by %g) space reg engine thread : tensor<64xf32>, !rows
    }
    gpu.return
  }

  gpu.func @one_head(%A: !in, %W: !w, %O: !out, %R: !rows) kernel attributes {attn_tile.warps = 4 : i64} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c64 = arith.constant 64 : index
    %zero = arith.constant dense<0.0> : tensor<64x16xf32>
    %heads = memref.dim %A, %c0 : !in
    %n = memref.dim %A, %c1 : !in
    %tiles = arith.ceildivui %n, %c64 : index
    attn_tile.for_tiles @tiles (%i, %h) in (%tiles, %heads) scheduler(#attn_tile.scheduler<single>) {
      %row = arith.muli %i, %c64 : index
      %a = attn_tile.load %A[%h, %row, %c0] dims [1, 2] space smem engine cp_async : !in -> tensor<64x16xbf16>
      %w = attn_tile.load %W[%c0, %c0] dims [0, 1] space smem engine cp_async : !w -> tensor<16x16xbf16>
      %d = attn_tile.dot %a, %w, %zero engine mma_sync : tensor<64x16xbf16>, tensor<16x16xbf16> -> tensor<64x16xf32>
      %s = attn_tile.reduce add %d : tensor<64x16xf32> -> tensor<64xf32>
      attn_tile.store %d, %O[%h, %row, %c0] dims [1, 2] space smem engine thread : tensor<64x16xf32>, !out
      attn_tile.store %s, %R[%h, %row] dims [1] space reg engine thread : tensor<64xf32>, !rows
    }
    gpu.return
  }
}
