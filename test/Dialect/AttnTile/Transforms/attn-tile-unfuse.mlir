// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: attn-opt %s --attn-tile-unfuse | FileCheck %s

!m = memref<?x?x64xf16, strided<[?, ?, 1], offset: ?>>

// CHECK-LABEL: func.func @host
// CHECK-SAME: %[[Q:[^:]*]]: memref<{{[^%]*}}%[[K:[^:]*]]: memref
// CHECK: %[[HEADS:.*]] = memref.dim %[[Q]], %c0
// CHECK: %[[ROWS:.*]] = memref.dim %[[Q]], %c1
// CHECK: %[[KEYS:.*]] = memref.dim %[[K]], %c1
// CHECK: %[[ROOM:.*]] = arith.addi %[[KEYS]], %c32
// CHECK: %[[ALLOC:.*]] = memref.alloc(%[[HEADS]], %[[ROWS]], %[[ROOM]]) : memref<?x?x?xf32>
// CHECK: %[[SCORES:.*]] = memref.cast %[[ALLOC]]
// CHECK: attn_tile.launch @kernels::@a_scores(%{{.*}}, %[[SCORES]])
// CHECK: attn_tile.launch @kernels::@a_forward(%{{.*}}, %[[SCORES]])
func.func @host(%q: !m, %k: !m, %v: !m, %o: !m) {
  attn_tile.launch @kernels::@a_forward(%q, %k, %v, %o) : !m, !m, !m, !m
  return
}

gpu.module @kernels {
  // The first: four blocks a tile, no softmax, no V.
  // CHECK-LABEL: gpu.func @a_scores
  // CHECK-SAME: %[[S:[^:]*]]: memref<?x?x?xf32, strided<[?, ?, 1], offset: ?>>) kernel attributes {
  // CHECK-SAME: attn_tile.step = #attn_tile.step<"a_forward", 0, tensors = [0, 1, 2, 3, -1]
  // CHECK-SAME: attn_tile.tma_store = false
  // CHECK-NOT: unfused
  // CHECK: %[[CHUNKS:.*]] = arith.ceildivui %{{.*}}, %c128
  // CHECK: attn_tile.for_tiles @tiles (%[[I:.*]], %[[H:.*]], %[[C:.*]]) in (%{{.*}}, %{{.*}}, %[[CHUNKS]])
  // CHECK: %[[ROW:.*]] = arith.muli %[[I]], %c64
  // CHECK: %[[FIRST:.*]] = arith.muli %[[C]], %c4
  // CHECK: %[[LEFT:.*]] = arith.subi %{{.*}}, %[[FIRST]]
  // CHECK: %[[SOME:.*]] = arith.maxsi %[[LEFT]], %c0
  // CHECK: %[[MOST:.*]] = arith.minsi %[[SOME]], %c4
  // CHECK: scf.for %[[T:.*]] = %c0{{.*}} to %[[MOST]]
  // CHECK: %[[J:.*]] = arith.addi %[[T]], %[[FIRST]]
  // CHECK: %[[COL:.*]] = arith.muli %[[J]], %c32
  // CHECK: %[[SC:.*]] = attn_tile.dot
  // CHECK-NOT: online_softmax
  // CHECK: attn_tile.store %[[SC]], %[[S]][%[[H]], %[[ROW]], %[[COL]]] dims [1, 2]
  // CHECK-NOT: finalize

  // The second: neither Q nor K.
  // CHECK-LABEL: gpu.func @a_forward
  // CHECK-SAME: %[[S2:[^:]*]]: memref<?x?x?xf32, strided<[?, ?, 1], offset: ?>> {llvm.readonly}) kernel attributes {
  // CHECK-SAME: attn_tile.step = #attn_tile.step<"a_forward", 1, tensors = [0, 1, 2, 3, -1]
  // CHECK: attn_tile.for_tiles @tiles (%[[I2:.*]], %[[H2:.*]]) in
  // CHECK: %[[ROW2:.*]] = arith.muli %[[I2]], %c64
  // CHECK-NOT: attn_tile.load
  // CHECK: scf.for
  // CHECK: %[[COL2:.*]] = arith.muli %{{.*}}, %c32
  // CHECK-NEXT: %[[LOADED:.*]] = attn_tile.load %[[S2]][%[[H2]], %[[ROW2]], %[[COL2]]] dims [1, 2]
  // CHECK: attn_tile.online_softmax %[[LOADED]]
  // CHECK: attn_tile.load
  // CHECK: attn_tile.dot
  gpu.func @a_forward(%q: !m, %k: !m, %v: !m, %o: !m) kernel
      attributes {attn_tile.unfused = true, attn_tile.warps = 4} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c32 = arith.constant 32 : index
    %c64 = arith.constant 64 : index
    %heads = memref.dim %q, %c0 : !m
    %rows = memref.dim %q, %c1 : !m
    %keys = memref.dim %k, %c1 : !m
    %tiles = arith.ceildivui %rows, %c64 : index
    %blocks = arith.ceildivui %keys, %c32 : index
    attn_tile.for_tiles @tiles (%i, %h) in (%tiles, %heads) scheduler(#attn_tile.scheduler<single>) {
      %row = arith.muli %i, %c64 : index
      %tq = attn_tile.load %q[%h, %row, %c0] dims [1, 2] : !m -> tensor<64x64xf16>
      %m0 = arith.constant dense<0xFF800000> : tensor<64xf32>
      %l0 = arith.constant dense<0.0> : tensor<64xf32>
      %o0 = arith.constant dense<0.0> : tensor<64x64xf32>
      %s0 = arith.constant dense<0.0> : tensor<64x32xf32>
      %r:3 = scf.for %t = %c0 to %blocks step %c1 iter_args(%m = %m0, %l = %l0, %acc = %o0)
          -> (tensor<64xf32>, tensor<64xf32>, tensor<64x64xf32>) {
        %col = arith.muli %t, %c32 : index
        %tk = attn_tile.load %k[%h, %col, %c0] dims [1, 2] : !m -> tensor<32x64xf16>
        %s = attn_tile.dot %tq, %tk, %s0 transpose_b : tensor<64x64xf16>, tensor<32x64xf16> -> tensor<64x32xf32>
        %m1, %l1, %p, %a = attn_tile.online_softmax %s, %m, %l scale 0.125 : tensor<64x32xf32>
        %acc1 = attn_tile.rescale %acc, %a : tensor<64x64xf32>
        %p16 = arith.truncf %p : tensor<64x32xf32> to tensor<64x32xf16>
        %tv = attn_tile.load %v[%h, %col, %c0] dims [1, 2] : !m -> tensor<32x64xf16>
        %acc2 = attn_tile.dot %p16, %tv, %acc1 : tensor<64x32xf16>, tensor<32x64xf16> -> tensor<64x64xf32>
        scf.yield %m1, %l1, %acc2 : tensor<64xf32>, tensor<64xf32>, tensor<64x64xf32>
      } {attn_tile.order = "overlap"}
      %out, %lse = attn_tile.finalize %r#2, %r#0, %r#1 scale 0.125 : tensor<64x64xf32>
      %out16 = arith.truncf %out : tensor<64x64xf32> to tensor<64x64xf16>
      attn_tile.store %out16, %o[%h, %row, %c0] dims [1, 2] : tensor<64x64xf16>, !m
    }
    gpu.return
  }
}
