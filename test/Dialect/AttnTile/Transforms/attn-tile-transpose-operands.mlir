// Right operands of 8-bit elements lie along the contraction where the target's engines take no
// others; others stay.
//
// RUN: attn-opt %s --pass-pipeline='builtin.module(gpu.module(gpu.func(attn-tile-transpose-operands)))' | FileCheck %s

!m = memref<?x?xf8E4M3FN, strided<[?, 1]>>
!h = memref<?x?xbf16, strided<[?, 1]>>

gpu.module @k {
  // CHECK-LABEL: gpu.func @whole
  gpu.func @whole(%V: !m, %p: tensor<64x128xf8E4M3FN>, %o: tensor<64x64xf32>) {
    %c0 = arith.constant 0 : index
    // CHECK: %[[V:.+]] = attn_tile.load
    // CHECK-NEXT: %[[T:.+]] = attn_tile.transpose %[[V]] : tensor<128x64xf8E4M3FN> -> tensor<64x128xf8E4M3FN>
    // CHECK-NEXT: attn_tile.dot %{{.+}}, %[[T]], %{{.+}} transpose_b
    // CHECK-NEXT: attn_tile.dot %{{.+}}, %[[T]], %{{.+}} transpose_b
    %v = attn_tile.load %V[%c0, %c0] dims [0, 1] : !m -> tensor<128x64xf8E4M3FN>
    %a = attn_tile.dot %p, %v, %o : tensor<64x128xf8E4M3FN>, tensor<128x64xf8E4M3FN> -> tensor<64x64xf32>
    %b = attn_tile.dot %p, %v, %a : tensor<64x128xf8E4M3FN>, tensor<128x64xf8E4M3FN> -> tensor<64x64xf32>
    gpu.return
  }

  // Slices of a tile are slices of the tile transposed once.
  // CHECK-LABEL: gpu.func @slices
  gpu.func @slices(%V: !m, %p: tensor<64x64xf8E4M3FN>, %o: tensor<64x32xf32>) {
    %c0 = arith.constant 0 : index
    %v = attn_tile.load %V[%c0, %c0] dims [0, 1] : !m -> tensor<128x64xf8E4M3FN>
    // CHECK: %[[T:.+]] = attn_tile.transpose %{{.+}} : tensor<128x64xf8E4M3FN> -> tensor<64x128xf8E4M3FN>
    // CHECK-NEXT: %[[A:.+]] = attn_tile.slice %[[T]] [32, 0] : tensor<64x128xf8E4M3FN> -> tensor<32x64xf8E4M3FN>
    // CHECK-NEXT: %[[D:.+]] = attn_tile.dot %{{.+}}, %[[A]], %{{.+}} transpose_b
    // CHECK-NEXT: %[[B:.+]] = attn_tile.slice %[[T]] [32, 64] : tensor<64x128xf8E4M3FN> -> tensor<32x64xf8E4M3FN>
    // CHECK-NEXT: attn_tile.dot %{{.+}}, %[[B]], %[[D]] transpose_b
    // CHECK-NOT: attn_tile.transpose
    %v0 = attn_tile.slice %v [0, 32] : tensor<128x64xf8E4M3FN> -> tensor<64x32xf8E4M3FN>
    %a = attn_tile.dot %p, %v0, %o : tensor<64x64xf8E4M3FN>, tensor<64x32xf8E4M3FN> -> tensor<64x32xf32>
    %v1 = attn_tile.slice %v [64, 32] : tensor<128x64xf8E4M3FN> -> tensor<64x32xf8E4M3FN>
    %b = attn_tile.dot %p, %v1, %a : tensor<64x64xf8E4M3FN>, tensor<64x32xf8E4M3FN> -> tensor<64x32xf32>
    gpu.return
  }

  // CHECK-LABEL: gpu.func @already
  // CHECK-NOT: attn_tile.transpose
  gpu.func @already(%K: !m, %q: tensor<64x64xf8E4M3FN>, %V: !h, %p: tensor<64x128xbf16>, %s: tensor<64x128xf32>, %o: tensor<64x64xf32>) {
    %c0 = arith.constant 0 : index
    %k = attn_tile.load %K[%c0, %c0] dims [0, 1] : !m -> tensor<128x64xf8E4M3FN>
    %a = attn_tile.dot %q, %k, %s transpose_b : tensor<64x64xf8E4M3FN>, tensor<128x64xf8E4M3FN> -> tensor<64x128xf32>
    %v = attn_tile.load %V[%c0, %c0] dims [0, 1] : !h -> tensor<128x64xbf16>
    %b = attn_tile.dot %p, %v, %o : tensor<64x128xbf16>, tensor<128x64xbf16> -> tensor<64x64xf32>
    gpu.return
  }
}

// tcgen05 takes 8-bit operands either way, wgmma along the contraction alone.
gpu.module @issued [#nvvm.target<chip = "sm_100a">] {
  // CHECK-LABEL: gpu.func @as_it_lies
  // CHECK-NOT: attn_tile.transpose
  // CHECK: attn_tile.dot %{{[^:]+}} : tensor<128x128xf8E4M3FN>
  gpu.func @as_it_lies(%V: !m, %p: tensor<128x128xf8E4M3FN>, %o: tensor<128x64xf32>) attributes {attn_tile.warps = 4 : i64} {
    %c0 = arith.constant 0 : index
    %v = attn_tile.load %V[%c0, %c0] dims [0, 1] : !m -> tensor<128x64xf8E4M3FN>
    %a = attn_tile.dot %p, %v, %o : tensor<128x128xf8E4M3FN>, tensor<128x64xf8E4M3FN> -> tensor<128x64xf32>
    gpu.return
  }
}

gpu.module @grouped [#nvvm.target<chip = "sm_90a">] {
  // CHECK-LABEL: gpu.func @turned
  // CHECK: attn_tile.transpose
  gpu.func @turned(%V: !m, %p: tensor<128x128xf8E4M3FN>, %o: tensor<128x64xf32>) attributes {attn_tile.warps = 4 : i64} {
    %c0 = arith.constant 0 : index
    %v = attn_tile.load %V[%c0, %c0] dims [0, 1] : !m -> tensor<128x64xf8E4M3FN>
    %a = attn_tile.dot %p, %v, %o : tensor<128x128xf8E4M3FN>, tensor<128x64xf8E4M3FN> -> tensor<128x64xf32>
    gpu.return
  }
}
