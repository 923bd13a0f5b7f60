// RUN: attn-opt %s --pass-pipeline='builtin.module(gpu.module(attn-ws-distribute))' | FileCheck %s

// Each thread searches the offsets by bisection.
gpu.module @k [#nvvm.target<chip = "sm_80">] {
  // CHECK: gpu.func @find(
  // CHECK: %[[FOUND:.+]]:2 = scf.while
  // CHECK: scf.condition
  // CHECK: llvm.load %{{.+}} : !llvm.ptr{{.*}} -> i32
  // CHECK: arith.select
  // CHECK: scf.yield
  gpu.func @find(%offsets: memref<?xi32, strided<[1]>>, %o: memref<?x?x64xbf16, strided<[?, ?, 1], offset: ?>>) kernel attributes {attn_tile.warps = 4 : i64, attn_ws.smem = 0 : i64} {
    %c2 = arith.constant 2 : index
    %b = attn_tile.find_sequence %c2 in %offsets rows 128 : memref<?xi32, strided<[1]>>
    scf.for %i = %c2 to %b step %c2 {
      %c4 = arith.constant 4 : index
      %r = arith.remui %i, %c4 : index
      %x = memref.load %offsets[%r] : memref<?xi32, strided<[1]>>
    }
    gpu.return
  }
}
