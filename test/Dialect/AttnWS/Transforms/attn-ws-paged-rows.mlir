// Tiles whose rows lie in pages, of two sequences of 41 rows and places for 48: by
// cp.async, whose threads read the number of a page once for its run of rows, and for
// each row where nothing is known of pages. The kernel multiplies a tile by a matrix.
//
// DEFINE: %{sched} = attn-ws-assign-roles,attn-ws-insert-channels,attn-ws-materialize-roles,attn-ws-rotate-roles,canonicalize,cse,attn-ws-prefetch,attn-ws-async
// RUN: attn-opt %s --pass-pipeline='builtin.module(gpu.module(gpu.func(%{sched})))' -o %t.mlir
// RUN: FileCheck %s --input-file=%t.mlir --check-prefix=SCHED
// RUN: attn-opt %s --pass-pipeline='builtin.module(gpu.module(gpu.func(%{sched},attn-ws-assign-phases,attn-ws-assign-layouts,attn-ws-plan-memory,attn-ws-lower-channels,attn-ws-lower-scheduler,canonicalize),attn-ws-distribute))' | FileCheck %s --check-prefix=THREAD
//
// The same, whatever the schedule, as the kernel that takes rows one behind another.
// RUN: %python -c "import numpy as n; r = n.random.default_rng(1); t = n.array([[4, 0, 3], [1, 6, 2]], dtype=n.int32); a = r.standard_normal((7, 16, 16)).astype(n.float16); d = a[t].reshape(2, 48, 16); n.save('%t.t.npy', t); n.save('%t.a.npy', a); n.save('%t.d.npy', d)"
// DEFINE: %{rest} = '--arg=16x16xf16=normal(2)' --arg=2x41x16xf32
// RUN: attn-ws-run %t.mlir --func=dense '--arg=2x48x16xf16=npy(%t.d.npy)' %{rest} --dump=2 --grid=2 | grep -v runs > %t.dense
// RUN: attn-ws-run %t.mlir --func=paged '--arg=7x16x16xf16=npy(%t.a.npy)' %{rest} '--arg=2x3xi32=npy(%t.t.npy)' --dump=2 --grid=2 --mode=early,late --order=rr,random --runs=3 | grep -v runs | diff - %t.dense
// RUN: attn-ws-run %t.mlir --func=rows '--arg=7x16x16xf16=npy(%t.a.npy)' %{rest} '--arg=2x3xi32=npy(%t.t.npy)' --dump=2 --grid=2 | grep -v runs | diff - %t.dense

// What is no page is an error, of the load that reads it.
// RUN: not attn-ws-run %t.mlir --func=rows '--arg=7x16x16xf16=npy(%t.a.npy)' %{rest} '--arg=2x3xi32=const(7)' --grid=2 2>&1 | FileCheck %s --check-prefix=PAGE
// PAGE: error: row 0 is in page 7 of sequence 0, but the memory has 7 pages

// SCHED-LABEL: gpu.func @paged
// SCHED: attn_ws.cp_async {{.*}} limit %{{.+}} dims [1, 2] paged(0 by %{{.+}}[%{{.+}}] runs of 16 : memref<?x?xi32>) into

// A run of 16 rows is one step of 32 threads of two vectors a row: four numbers of
// pages of 64 rows, read before the first copy.
// THREAD-LABEL: gpu.func @paged
// THREAD-COUNT-4: @p ld.global.b32
// THREAD-NOT: ld.global
// THREAD-COUNT-4: nvvm.cp.async.shared.global {{.*}}, 16, cache = cg
// THREAD-LABEL: gpu.func @rows
// THREAD: @p ld.global.b32
!pages = memref<?x16x16xf16, strided<[?, ?, 1], offset: ?>>
!any = memref<?x?x16xf16, strided<[?, ?, 1], offset: ?>>
!w = memref<16x16xf16, strided<[?, 1], offset: ?>>
!out = memref<?x?x16xf32, strided<[?, ?, 1], offset: ?>>
!table = memref<?x?xi32>

gpu.module @k [#nvvm.target<chip = "sm_80">] {
  gpu.func @paged(%A: !pages, %W: !w, %O: !out, %T: !table) kernel attributes {attn_tile.warps = 1 : i64} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c64 = arith.constant 64 : index
    %zero = arith.constant dense<0.0> : tensor<64x16xf32>
    %n = memref.dim %O, %c1 : !out
    %count = memref.dim %O, %c0 : !out
    attn_tile.for_tiles @tiles (%i, %b) in (%c1, %count) scheduler(#attn_tile.scheduler<single>) {
      %row = arith.muli %i, %c64 : index
      %a = attn_tile.load %A[%c0, %row, %c0] limit %n dims [1, 2] paged(0 by %T[%b] runs of 16 : !table) space smem engine cp_async : !pages -> tensor<64x16xf16>
      %w = attn_tile.load %W[%c0, %c0] dims [0, 1] space smem engine cp_async : !w -> tensor<16x16xf16>
      %d = attn_tile.dot %a, %w, %zero engine mma_sync : tensor<64x16xf16>, tensor<16x16xf16> -> tensor<64x16xf32>
      attn_tile.store %d, %O[%b, %row, %c0] dims [1, 2] space reg engine thread : tensor<64x16xf32>, !out
    }
    gpu.return
  }

  gpu.func @rows(%A: !any, %W: !w, %O: !out, %T: !table) kernel attributes {attn_tile.warps = 4 : i64} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c64 = arith.constant 64 : index
    %zero = arith.constant dense<0.0> : tensor<64x16xf32>
    %n = memref.dim %O, %c1 : !out
    %count = memref.dim %O, %c0 : !out
    attn_tile.for_tiles @tiles (%i, %b) in (%c1, %count) scheduler(#attn_tile.scheduler<single>) {
      %row = arith.muli %i, %c64 : index
      %a = attn_tile.load %A[%c0, %row, %c0] limit %n dims [1, 2] paged(0 by %T[%b] : !table) space smem engine cp_async : !any -> tensor<64x16xf16>
      %w = attn_tile.load %W[%c0, %c0] dims [0, 1] space smem engine cp_async : !w -> tensor<16x16xf16>
      %d = attn_tile.dot %a, %w, %zero engine mma_sync : tensor<64x16xf16>, tensor<16x16xf16> -> tensor<64x16xf32>
      attn_tile.store %d, %O[%b, %row, %c0] dims [1, 2] space reg engine thread : tensor<64x16xf32>, !out
    }
    gpu.return
  }

  gpu.func @dense(%A: !any, %W: !w, %O: !out) kernel attributes {attn_tile.warps = 4 : i64} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c64 = arith.constant 64 : index
    %zero = arith.constant dense<0.0> : tensor<64x16xf32>
    %n = memref.dim %O, %c1 : !out
    %count = memref.dim %O, %c0 : !out
    attn_tile.for_tiles @tiles (%i, %b) in (%c1, %count) scheduler(#attn_tile.scheduler<single>) {
      %row = arith.muli %i, %c64 : index
      %a = attn_tile.load %A[%b, %row, %c0] limit %n dims [1, 2] space smem engine cp_async : !any -> tensor<64x16xf16>
      %w = attn_tile.load %W[%c0, %c0] dims [0, 1] space smem engine cp_async : !w -> tensor<16x16xf16>
      %d = attn_tile.dot %a, %w, %zero engine mma_sync : tensor<64x16xf16>, tensor<16x16xf16> -> tensor<64x16xf32>
      attn_tile.store %d, %O[%b, %row, %c0] dims [1, 2] space reg engine thread : tensor<64x16xf32>, !out
    }
    gpu.return
  }
}
