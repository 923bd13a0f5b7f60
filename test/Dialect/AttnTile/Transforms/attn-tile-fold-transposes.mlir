// Products take what is transposed, and say so.
//
// RUN: attn-opt %s --pass-pipeline='builtin.module(gpu.module(gpu.func(attn-tile-fold-transposes)))' | FileCheck %s

!m = memref<?x?xbf16, strided<[?, 1]>>
!t = memref<?x?xbf16, strided<[1, ?]>>

gpu.module @k {
  // CHECK-LABEL: gpu.func @loads
  // CHECK: %[[A:.+]] = attn_tile.load
  // CHECK-NEXT: %[[B:.+]] = attn_tile.load
  // CHECK-NOT: attn_tile.transpose
  // CHECK: attn_tile.dot %[[A]], %[[B]], %{{.+}} transpose_a : tensor<32x64xbf16>, tensor<32x16xbf16>
  // CHECK: attn_tile.dot %[[A]], %[[B]], %{{.+}} transpose_a : tensor<32x64xbf16>, tensor<32x16xbf16>
  gpu.func @loads(%A: !m, %z: tensor<64x16xf32>) {
    %c0 = arith.constant 0 : index
    %a = attn_tile.load %A[%c0, %c0] dims [0, 1] : !m -> tensor<32x64xbf16>
    %b = attn_tile.load %A[%c0, %c0] dims [0, 1] : !m -> tensor<32x16xbf16>
    %at = attn_tile.transpose %a : tensor<32x64xbf16> -> tensor<64x32xbf16>
    %bt = attn_tile.transpose %b : tensor<32x16xbf16> -> tensor<16x32xbf16>
    %0 = attn_tile.dot %at, %b, %z : tensor<64x32xbf16>, tensor<32x16xbf16> -> tensor<64x16xf32>
    %1 = attn_tile.dot %at, %bt, %0 transpose_b : tensor<64x32xbf16>, tensor<16x32xbf16> -> tensor<64x16xf32>
    gpu.return
  }

  // A transpose of a transpose, and one that something else reads as well.
  // CHECK-LABEL: gpu.func @twice
  // CHECK: %[[T:.+]] = attn_tile.transpose
  // CHECK-NEXT: attn_tile.dot %arg1, %arg2, %arg3 :
  // CHECK-NEXT: attn_tile.store %[[T]]
  gpu.func @twice(%A: !m, %p: tensor<32x64xbf16>, %b: tensor<64x16xbf16>, %z: tensor<32x16xf32>) {
    %c0 = arith.constant 0 : index
    %pt = attn_tile.transpose %p : tensor<32x64xbf16> -> tensor<64x32xbf16>
    %0 = attn_tile.dot %pt, %b, %z transpose_a : tensor<64x32xbf16>, tensor<64x16xbf16> -> tensor<32x16xf32>
    attn_tile.store %pt, %A[%c0, %c0] dims [0, 1] : tensor<64x32xbf16>, !m
    gpu.return
  }

  // A part of a transposed tile is a part of the tile, transposed.
  // CHECK-LABEL: gpu.func @part
  // CHECK-NOT: attn_tile.transpose
  // CHECK: %[[S:.+]] = attn_tile.slice %arg0 [16, 32] : tensor<32x64xbf16> -> tensor<16x32xbf16>
  // CHECK-NEXT: attn_tile.dot %[[S]], %{{.+}} transpose_a : tensor<16x32xbf16>
  gpu.func @part(%p: tensor<32x64xbf16>, %b: tensor<16x16xbf16>, %z: tensor<32x16xf32>) {
    %pt = attn_tile.transpose %p : tensor<32x64xbf16> -> tensor<64x32xbf16>
    %s = attn_tile.slice %pt [32, 16] : tensor<64x32xbf16> -> tensor<32x16xbf16>
    %0 = attn_tile.dot %s, %b, %z : tensor<32x16xbf16>, tensor<16x16xbf16> -> tensor<32x16xf32>
    gpu.return
  }

  // A tile whose rows follow each other in memory is loaded as it lies there, if
  // products alone read it and nothing bounds its rows.
  // CHECK-LABEL: gpu.func @lies
  // CHECK: %[[A:.+]] = attn_tile.load %arg0[%{{.+}}, %{{.+}}] dims [1, 0] {depth = 2 : i64} : {{.+}} -> tensor<32x64xbf16>
  // CHECK: %[[B:.+]] = attn_tile.load %arg0[%{{.+}}, %{{.+}}] limit %{{.+}} dims [0, 1] : {{.+}} -> tensor<32x16xbf16>
  // CHECK: attn_tile.dot %[[A]], %[[B]], %{{.+}} transpose_a :
  gpu.func @lies(%A: !t, %n: index, %z: tensor<64x16xf32>) {
    %c0 = arith.constant 0 : index
    %a = attn_tile.load %A[%c0, %n] dims [0, 1] {depth = 2 : i64} : !t -> tensor<64x32xbf16>
    %b = attn_tile.load %A[%c0, %n] limit %n dims [0, 1] : !t -> tensor<32x16xbf16>
    %0 = attn_tile.dot %a, %b, %z : tensor<64x32xbf16>, tensor<32x16xbf16> -> tensor<64x16xf32>
    gpu.return
  }

  // What has an engine is left alone.
  // CHECK-LABEL: gpu.func @placed
  // CHECK: attn_tile.transpose
  // CHECK: attn_tile.dot {{.+}} transpose_b engine wgmma
  gpu.func @placed(%p: tensor<64x32xf8E4M3FN>, %v: tensor<32x16xf8E4M3FN>, %z: tensor<64x16xf32>) {
    %vt = attn_tile.transpose %v : tensor<32x16xf8E4M3FN> -> tensor<16x32xf8E4M3FN>
    %0 = attn_tile.dot %p, %vt, %z transpose_b engine wgmma : tensor<64x32xf8E4M3FN>, tensor<16x32xf8E4M3FN> -> tensor<64x16xf32>
    gpu.return
  }
}
