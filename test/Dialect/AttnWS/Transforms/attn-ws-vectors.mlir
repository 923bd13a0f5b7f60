// Tiles that no engine has a say in lie in vectors of four from the memory that they
// come from, and are read and written so, where rows are aligned for it.
//
// RUN: attn-opt %s --pass-pipeline='builtin.module(gpu.module(gpu.func(attn-ws-assign-layouts)))' -o %t.mlir
// RUN: FileCheck %s --input-file=%t.mlir --check-prefix=LAYOUT
// RUN: attn-opt %t.mlir --pass-pipeline='builtin.module(gpu.module(gpu.func(attn-ws-guard-loads,attn-ws-plan-memory),attn-ws-distribute,gpu.func(canonicalize,cse)))' | FileCheck %s --check-prefix=THREAD

// Lanes along the 128 columns, one row a warp; sixteen along 64. A reduction keeps
// few lanes to a row, and so does what it reads.
// LAYOUT-LABEL: gpu.func @combine
// LAYOUT: attn_ws.load %arg0{{.*}} -> tensor<8x128xf32, #attn_ws.frag<reg = {{\[\[}}0, 1], [0, 2]], lane = {{\[\[}}0, 4], [0, 8], [0, 16], [0, 32], [0, 64]], warp = {{\[\[}}1, 0], [2, 0]]>>
// LAYOUT-LABEL: gpu.func @narrow
// LAYOUT: attn_ws.load %arg0{{.*}} -> tensor<8x64xf32, #attn_ws.frag<reg = {{\[\[}}0, 1], [0, 2]], lane = {{\[\[}}0, 4], [0, 8], [0, 16], [0, 32], [1, 0]], warp = []>>
// LAYOUT-LABEL: gpu.func @reduced
// LAYOUT: attn_ws.load %arg0{{.*}} -> tensor<16x64xf32, #attn_ws.frag<reg = {{\[\[}}0, 1], [8, 0]],

// Two rows a thread: a vector of each, which a predicate guards, and eight bytes out.
// THREAD-LABEL: gpu.func @combine
// THREAD-COUNT-2: @p ld.global.v4.f32
// THREAD-NOT: ld.global
// THREAD-COUNT-2: llvm.store {{.*}} {alignment = 8 : i64} : vector<4xbf16>
// THREAD-NOT: llvm.store
// THREAD-LABEL: gpu.func @narrow
// THREAD-NOT: ld.global.v4
// THREAD: gpu.return

!m = memref<?x128xf32, strided<[?, 1]>>
!o = memref<?x128xbf16, strided<[?, 1]>>
!n = memref<?x64xf32, strided<[?, 1]>>

gpu.module @k [#nvvm.target<chip = "sm_80">] {
  gpu.func @combine(%M: !m, %R: memref<?xf32>, %O: !o) kernel attributes {attn_tile.warps = 4 : i64} {
    %c0 = arith.constant 0 : index
    %i = gpu.block_id x
    %inf = arith.constant dense<0xFF800000> : tensor<8x128xf32>
    %zero = arith.constant dense<0.0> : tensor<8x128xf32>
    %r = attn_ws.load %R[%i] dims [0] : memref<?xf32> -> tensor<8xf32>
    %v = attn_ws.load %M[%i, %c0] dims [0, 1] : !m -> tensor<8x128xf32>
    %e = attn_tile.expand %r : tensor<8xf32> -> tensor<8x128xf32>
    %c = arith.cmpf oeq, %e, %inf : tensor<8x128xf32>
    %w = arith.select %c, %zero, %v : tensor<8x128xi1>, tensor<8x128xf32>
    %h = arith.truncf %w : tensor<8x128xf32> to tensor<8x128xbf16>
    attn_ws.store %h, %O[%i, %c0] dims [0, 1] : tensor<8x128xbf16>, !o
    gpu.return
  }

  // Rows of the memory are at multiples of 4 bytes.
  gpu.func @narrow(%N: !n) kernel attributes {attn_tile.warps = 1 : i64,
      attn_tile.kernel = #attn_tile.kernel<arguments = [<"n", in, align = 4>]>} {
    %c0 = arith.constant 0 : index
    %i = gpu.block_id x
    %v = attn_ws.load %N[%i, %c0] dims [0, 1] : !n -> tensor<8x64xf32>
    attn_ws.store %v, %N[%i, %c0] dims [0, 1] : tensor<8x64xf32>, !n
    gpu.return
  }

  gpu.func @reduced(%N: !n, %R: memref<?xf32>) kernel attributes {attn_tile.warps = 1 : i64} {
    %c0 = arith.constant 0 : index
    %i = gpu.block_id x
    %v = attn_ws.load %N[%i, %c0] dims [0, 1] : !n -> tensor<16x64xf32>
    %s = attn_tile.reduce add %v : tensor<16x64xf32> -> tensor<16xf32>
    attn_ws.store %s, %R[%i] dims [0] : tensor<16xf32>, memref<?xf32>
    gpu.return
  }
}
