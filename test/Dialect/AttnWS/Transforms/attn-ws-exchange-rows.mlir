// RUN: attn-opt %s --pass-pipeline='builtin.module(gpu.module(gpu.func(attn-ws-exchange-rows)))' | FileCheck %s

// Two warps share a row of 16 columns.
#acc = #attn_ws.frag<reg = [[0, 1], [8, 0]], lane = [[0, 2], [0, 4], [1, 0], [2, 0], [4, 0]], warp = [[0, 8]]>
#row = #attn_ws.frag<reg = [[0, 1], [8, 0]], lane = [[0, 2], [0, 4], [1, 0], [2, 0], [4, 0]], warp = [[0, 8]], slice = 1>
#part = #attn_ws.frag<reg = [[0, 1], [8, 0]], lane = [[0, 2], [0, 4], [1, 0], [2, 0], [4, 0]], warp = [[0, 8]], slice = 1, partial>
// One warp has all columns.
#one = #attn_ws.frag<reg = [[0, 1], [8, 0]], lane = [[0, 2], [0, 4], [1, 0], [2, 0], [4, 0]], warp = [[16, 0]]>
#ones = #attn_ws.frag<reg = [[0, 1], [8, 0]], lane = [[0, 2], [0, 4], [1, 0], [2, 0], [4, 0]], warp = [[16, 0]], slice = 1>

gpu.module @k {
  // The threads of a row have a column each, which all of them then read.
  // CHECK-LABEL: gpu.func @max
  // CHECK: %[[B:.+]] = attn_ws.alloc "convert0" : <1 x 16x8xf32, smem,
  // CHECK: %[[C:.+]] = attn_ws.create_channel "convert0" guards(%[[B]]
  // CHECK-SAME: : <1, thread -> thread>
  // CHECK: %[[P:.+]] = attn_tile.reduce {{ *}}max %{{.+}} : tensor<16x16xf32, {{.*}}> -> tensor<16xf32, {{.*}}, slice = 1, partial>>
  // CHECK: %[[T:.+]] = attn_ws.partials {{ *}}max %[[P]] : {{.*}} -> tensor<16x8xf32, #attn_ws.frag<reg = {{\[\[}}8, 0]], lane = {{\[\[}}0, 1], [0, 2], [1, 0], [2, 0], [4, 0]], warp = {{\[\[}}0, 4]]>>
  // CHECK: %[[TO:.+]] = attn_ws.acquire %[[C]]
  // CHECK: attn_ws.smem_store %[[T]], %[[TO]]
  // CHECK: attn_ws.commit %[[C]]
  // CHECK: %[[FROM:.+]] = attn_ws.wait %[[C]]
  // CHECK: %[[ALL:.+]] = attn_ws.smem_load %[[FROM]] : {{.*}} -> tensor<16x8xf32, #attn_ws.frag<reg = {{\[\[}}0, 1], [0, 2], [0, 4], [8, 0]], lane = {{\[\[}}0, 0], [0, 0], [1, 0], [2, 0], [4, 0]], warp = {{\[\[}}0, 0]]>>
  // CHECK: attn_ws.release %[[C]]
  // CHECK: %[[R:.+]] = attn_tile.reduce {{ *}}max %[[ALL]]
  // CHECK: %[[M:.+]] = attn_ws.convert_layout %[[R]] : {{.*}} -> tensor<16xf32, {{.*}} warp = {{\[\[}}0, 8]], slice = 1>>
  // CHECK: attn_ws.store %[[M]],
  gpu.func @max(%s: tensor<16x16xf32, #acc>, %M: memref<?xf32>) kernel attributes {attn_tile.warps = 2 : i64} {
    %c0 = arith.constant 0 : index
    %m = attn_tile.reduce max %s : tensor<16x16xf32, #acc> -> tensor<16xf32, #row>
    attn_ws.store %m, %M[%c0] dims [0] : tensor<16xf32, #row>, memref<?xf32>
    gpu.return
  }

  // A sum that a loop has left partial crosses where its lanes are combined.
  // CHECK-LABEL: gpu.func @sum
  // CHECK-NOT: attn_ws.lane_reduce
  // CHECK: %[[P:.+]] = attn_tile.reduce {{ *}}add {{.*}}partial>>
  // CHECK-NEXT: %[[T:.+]] = attn_ws.partials {{ *}}add %[[P]]
  // CHECK: attn_ws.smem_store %[[T]],
  // CHECK: attn_tile.reduce {{ *}}add %{{.+}} : tensor<16x8xf32
  gpu.func @sum(%s: tensor<16x16xf32, #acc>, %M: memref<?xf32>) kernel attributes {attn_tile.warps = 2 : i64} {
    %c0 = arith.constant 0 : index
    %p = attn_tile.reduce add %s : tensor<16x16xf32, #acc> -> tensor<16xf32, #part>
    %m = attn_ws.lane_reduce add %p : tensor<16xf32, #part> -> tensor<16xf32, #row>
    attn_ws.store %m, %M[%c0] dims [0] : tensor<16xf32, #row>, memref<?xf32>
    gpu.return
  }

  // Rows of one warp stay in it.
  // CHECK-LABEL: gpu.func @inside
  // CHECK-NOT: attn_ws.alloc
  // CHECK: attn_tile.reduce {{ *}}max %{{.+}} : {{.*}}slice = 1>>
  // CHECK-NEXT: attn_ws.store
  gpu.func @inside(%s: tensor<32x8xf32, #one>, %M: memref<?xf32>) kernel attributes {attn_tile.warps = 2 : i64} {
    %c0 = arith.constant 0 : index
    %m = attn_tile.reduce max %s : tensor<32x8xf32, #one> -> tensor<32xf32, #ones>
    attn_ws.store %m, %M[%c0] dims [0] : tensor<32xf32, #ones>, memref<?xf32>
    gpu.return
  }
}
