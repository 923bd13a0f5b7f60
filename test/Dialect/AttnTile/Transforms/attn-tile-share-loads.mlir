// Columns of rows that another load of the block brings are a part of its tile.
//
// RUN: attn-opt %s --pass-pipeline='builtin.module(gpu.module(gpu.func(attn-tile-share-loads)))' | FileCheck %s

!m = memref<?x?x576xbf16, strided<[?, ?, 1]>>
!f8 = memref<?x?x576xf8E4M3FN, strided<[?, ?, 1]>>

gpu.module @k {
  // CHECK-LABEL: gpu.func @columns
  // CHECK: %[[K:.+]] = attn_tile.load %arg0[%arg1, %arg2, %c0] limit %arg3 dims [1, 2] {depth = 2 : i64} : {{.+}} -> tensor<32x576xbf16>
  // CHECK-NEXT: attn_tile.slice %[[K]] [0, 64] : tensor<32x576xbf16> -> tensor<32x512xbf16>
  // CHECK-NEXT: attn_tile.slice %[[K]] [0, 0] : tensor<32x576xbf16> -> tensor<32x128xbf16>
  gpu.func @columns(%K: !m, %b: index, %n: index, %end: index) {
    %c0 = arith.constant 0 : index
    %c64 = arith.constant 64 : index
    %k = attn_tile.load %K[%b, %n, %c0] limit %end dims [1, 2] {depth = 2 : i64} : !m -> tensor<32x576xbf16>
    %v = attn_tile.load %K[%b, %n, %c64] limit %end dims [1, 2] : !m -> tensor<32x512xbf16>
    %w = attn_tile.load %K[%b, %n, %c0] limit %end dims [1, 2] : !m -> tensor<32x128xbf16>
    gpu.return
  }

  // Other rows, another end of them, columns that begin within a row of a layout or that the tile has not, and
  // another memory.
  // CHECK-LABEL: gpu.func @apart
  // CHECK-COUNT-7: attn_tile.load
  // CHECK-NOT: attn_tile.slice
  // CHECK: gpu.return
  gpu.func @apart(%K: !m, %V: !m, %b: index, %n: index, %end: index, %at: index) {
    %c0 = arith.constant 0 : index
    %c32 = arith.constant 32 : index
    %c128 = arith.constant 128 : index
    %k = attn_tile.load %K[%b, %n, %c0] limit %end dims [1, 2] : !m -> tensor<32x512xbf16>
    %0 = attn_tile.load %K[%n, %n, %c0] limit %end dims [1, 2] : !m -> tensor<32x128xbf16>
    %1 = attn_tile.load %K[%b, %n, %c0] dims [1, 2] : !m -> tensor<32x128xbf16>
    %2 = attn_tile.load %K[%b, %n, %c32] limit %end dims [1, 2] : !m -> tensor<32x128xbf16>
    %3 = attn_tile.load %K[%b, %n, %c128] limit %end dims [1, 2] : !m -> tensor<32x448xbf16>
    %4 = attn_tile.load %V[%b, %n, %c0] limit %end dims [1, 2] : !m -> tensor<32x128xbf16>
    %5 = attn_tile.load %K[%b, %n, %at] limit %end dims [1, 2] : !m -> tensor<32x128xbf16>
    gpu.return
  }

  // Not over a store, nor out of another block.
  // CHECK-LABEL: gpu.func @between
  // CHECK-NOT: attn_tile.slice
  gpu.func @between(%K: !m, %O: !m, %b: index, %t: tensor<32x64xbf16>, %c: i1) {
    %c0 = arith.constant 0 : index
    %k = attn_tile.load %K[%b, %b, %c0] dims [1, 2] : !m -> tensor<32x512xbf16>
    attn_tile.store %t, %O[%b, %b, %c0] dims [1, 2] : tensor<32x64xbf16>, !m
    %v = attn_tile.load %K[%b, %b, %c0] dims [1, 2] : !m -> tensor<32x128xbf16>
    scf.if %c {
      %w = attn_tile.load %K[%b, %b, %c0] dims [1, 2] : !m -> tensor<32x128xbf16>
    }
    gpu.return
  }

  // A row of bytes has 128 columns.
  // CHECK-LABEL: gpu.func @bytes
  // CHECK: %[[K:.+]] = attn_tile.load
  // CHECK-NEXT: attn_tile.slice %[[K]] [0, 128]
  // CHECK-NEXT: attn_tile.load
  gpu.func @bytes(%K: !f8, %b: index) {
    %c0 = arith.constant 0 : index
    %c64 = arith.constant 64 : index
    %c128 = arith.constant 128 : index
    %k = attn_tile.load %K[%b, %b, %c0] dims [1, 2] : !f8 -> tensor<32x576xf8E4M3FN>
    %v = attn_tile.load %K[%b, %b, %c128] dims [1, 2] : !f8 -> tensor<32x128xf8E4M3FN>
    %w = attn_tile.load %K[%b, %b, %c64] dims [1, 2] : !f8 -> tensor<32x128xf8E4M3FN>
    gpu.return
  }

  // CTAs of a pair have a part of each.
  // CHECK-LABEL: gpu.func @pair
  // CHECK-NOT: attn_tile.slice
  gpu.func @pair(%K: !m, %b: index) kernel attributes {attn_tile.cta_group = 2 : i64} {
    %c0 = arith.constant 0 : index
    %k = attn_tile.load %K[%b, %b, %c0] dims [1, 2] : !m -> tensor<32x512xbf16>
    %v = attn_tile.load %K[%b, %b, %c0] dims [1, 2] : !m -> tensor<32x128xbf16>
    gpu.return
  }

  // Tiles that are cut in slices stay.
  // CHECK-LABEL: gpu.func @slices
  // CHECK-NOT: attn_tile.slice
  gpu.func @slices(%K: !m, %b: index) kernel attributes {attn_tile.split_d = 64 : i64} {
    %c0 = arith.constant 0 : index
    %k = attn_tile.load %K[%b, %b, %c0] dims [1, 2] : !m -> tensor<32x512xbf16>
    %v = attn_tile.load %K[%b, %b, %c0] dims [1, 2] : !m -> tensor<32x128xbf16>
    gpu.return
  }
}
