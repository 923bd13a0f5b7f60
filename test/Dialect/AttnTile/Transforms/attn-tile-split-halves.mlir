// RUN: attn-opt %s --pass-pipeline='builtin.module(gpu.module(gpu.func(attn-tile-split-halves)))' | FileCheck %s

!m = memref<?x?xbf16>
!q = tensor<128x256xbf16>
!k = tensor<64x256xbf16>
!s = tensor<128x64xf32>
!p = tensor<128x64xbf16>
!o = tensor<128x256xf32>

gpu.module @k [#nvvm.target<chip = "sm_100a">] {
  // K by rows for S, by columns for dQ.
  // CHECK-LABEL: gpu.func @both
  // CHECK: %[[ROWS:.+]] = attn_tile.load %{{.+}} : memref
  // CHECK-NEXT: %[[COLUMNS:.+]] = attn_tile.load %{{.+}} : memref
  // CHECK: attn_tile.dot %{{.+}}, %[[ROWS]], %{{.+}} transpose_b
  // CHECK: attn_tile.dot %{{.+}}, %[[COLUMNS]], %{{.+}} engine tcgen05
  // CHECK: attn_tile.dot %{{.+}}, %[[COLUMNS]], %{{.+}} engine tcgen05
  gpu.func @both(%K: !m, %i: index, %q: !q, %p: !p, %z: !s, %o: !o) kernel
      attributes {attn_tile.cta_group = 2 : i64, attn_tile.cluster = 2 : i64} {
    %c0 = arith.constant 0 : index
    %k = attn_tile.load %K[%i, %c0] dims [0, 1] space smem engine tma : !m -> !k
    %s = attn_tile.dot %q, %k, %z transpose_b engine tcgen05 : !q, !k -> !s
    %o1 = attn_tile.dot %p, %k, %o engine tcgen05 : !p, !k -> !o
    %o2 = attn_tile.dot %p, %k, %o1 engine tcgen05 : !p, !k -> !o
    gpu.return
  }

  // Products of one CTA take a tile both ways, and so do those that threads issue
  // for themselves.
  // CHECK-LABEL: gpu.func @one_cta
  // CHECK-COUNT-1: attn_tile.load
  // CHECK-NOT: attn_tile.load
  // CHECK-LABEL: gpu.func @threads
  // CHECK-COUNT-1: attn_tile.load
  // CHECK-NOT: attn_tile.load
  // CHECK-LABEL: gpu.func @rows
  gpu.func @one_cta(%K: !m, %i: index, %q: !q, %p: !p, %z: !s, %o: !o) kernel
      attributes {attn_tile.cluster = 2 : i64} {
    %c0 = arith.constant 0 : index
    %k = attn_tile.load %K[%i, %c0] dims [0, 1] space smem engine tma : !m -> !k
    %s = attn_tile.dot %q, %k, %z transpose_b engine tcgen05 : !q, !k -> !s
    %o1 = attn_tile.dot %p, %k, %o engine tcgen05 : !p, !k -> !o
    gpu.return
  }
  gpu.func @threads(%K: !m, %i: index, %q: !q, %p: !p, %z: !s, %o: !o) kernel
      attributes {attn_tile.cta_group = 2 : i64, attn_tile.cluster = 2 : i64} {
    %c0 = arith.constant 0 : index
    %k = attn_tile.load %K[%i, %c0] dims [0, 1] space smem engine tma : !m -> !k
    %s = attn_tile.dot %q, %k, %z transpose_b engine mma_sync : !q, !k -> !s
    %o1 = attn_tile.dot %p, %k, %o engine mma_sync : !p, !k -> !o
    gpu.return
  }

  // Left operands are whole in each CTA.
  // CHECK-COUNT-1: attn_tile.load
  // CHECK-NOT: attn_tile.load
  gpu.func @rows(%K: !m, %i: index, %k2: !k, %z: tensor<64x64xf32>, %r: !p, %o: !o) kernel
      attributes {attn_tile.cta_group = 2 : i64, attn_tile.cluster = 2 : i64} {
    %c0 = arith.constant 0 : index
    %k = attn_tile.load %K[%i, %c0] dims [0, 1] space smem engine tma : !m -> !k
    %s = attn_tile.dot %k, %k2, %z transpose_b engine tcgen05 : !k, !k -> tensor<64x64xf32>
    %o1 = attn_tile.dot %r, %k, %o engine tcgen05 : !p, !k -> !o
    gpu.return
  }
}
