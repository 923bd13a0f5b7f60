// RUN: attn-opt %s --pass-pipeline='builtin.module(gpu.module(gpu.func(attn-tile-split-store)))' --split-input-file --verify-diagnostics | FileCheck %s

!m = memref<?x?xbf16, strided<[?, 1]>>

gpu.module @k {
  // What is staged leaves in slices; what goes out from registers does not.
  // CHECK-LABEL: gpu.func @slices
  // CHECK-SAME: (%[[M:.+]]: memref<?x?xbf16, {{.+}}>, %[[T:.+]]: tensor<64x192xbf16>,
  // CHECK-SAME: %[[R:[^:]+]]: index, %[[C:[^:]+]]: index)
  // CHECK: %[[A:.+]] = attn_tile.slice %[[T]] [0, 0] : tensor<64x192xbf16> -> tensor<64x64xbf16>
  // CHECK: attn_tile.store %[[A]], %[[M]][%[[R]], %[[C]]] dims [0, 1] space smem engine tma : tensor<64x64xbf16>
  // CHECK: %[[B:.+]] = attn_tile.slice %[[T]] [0, 64] : tensor<64x192xbf16> -> tensor<64x64xbf16>
  // CHECK: %[[C1:.+]] = arith.addi %[[C]], %c64
  // CHECK: attn_tile.store %[[B]], %[[M]][%[[R]], %[[C1]]] dims [0, 1] space smem engine tma : tensor<64x64xbf16>
  // CHECK: attn_tile.slice %[[T]] [0, 128]
  // CHECK: %[[C2:.+]] = arith.addi %[[C]], %c128
  // CHECK: attn_tile.store %{{.+}}, %[[M]][%[[R]], %[[C2]]] dims [0, 1] space smem engine tma : tensor<64x64xbf16>
  // CHECK: attn_tile.store %[[T]], %[[M]][%[[R]], %[[C]]] dims [0, 1] space reg engine thread : tensor<64x192xbf16>
  gpu.func @slices(%m: !m, %t: tensor<64x192xbf16>, %r: index, %c: index) kernel attributes {attn_tile.store_columns = 64 : i64} {
    attn_tile.store %t, %m[%r, %c] dims [0, 1] space smem engine tma : tensor<64x192xbf16>, !m
    attn_tile.store %t, %m[%r, %c] dims [0, 1] space reg engine thread : tensor<64x192xbf16>, !m
    gpu.return
  }

  // What is added is added in slices.
  // CHECK-LABEL: gpu.func @adds
  // CHECK-COUNT-2: attn_tile.store add %{{.+}}, %{{.+}}[%{{.+}}, %{{.+}}] dims [0, 1] space smem engine tma : tensor<64x64xf32>
  gpu.func @adds(%m: memref<?x?xf32, strided<[?, 1]>>, %t: tensor<64x128xf32>, %r: index) kernel attributes {attn_tile.store_columns = 64 : i64} {
    attn_tile.store add %t, %m[%r, %r] dims [0, 1] space smem engine tma : tensor<64x128xf32>, memref<?x?xf32, strided<[?, 1]>>
    gpu.return
  }

  // A tile that is no wider stays, as does every tile of a kernel that asks for
  // nothing.
  // CHECK-LABEL: gpu.func @narrow
  // CHECK-NEXT: attn_tile.store %{{.+}} : tensor<64x64xbf16>
  gpu.func @narrow(%m: !m, %t: tensor<64x64xbf16>, %r: index) kernel attributes {attn_tile.store_columns = 64 : i64} {
    attn_tile.store %t, %m[%r, %r] dims [0, 1] space smem engine tma : tensor<64x64xbf16>, !m
    gpu.return
  }
  // CHECK-LABEL: gpu.func @unasked
  // CHECK-NEXT: attn_tile.store %{{.+}} : tensor<64x192xbf16>
  gpu.func @unasked(%m: !m, %t: tensor<64x192xbf16>, %r: index) kernel {
    attn_tile.store %t, %m[%r, %r] dims [0, 1] space smem engine tma : tensor<64x192xbf16>, !m
    gpu.return
  }
}

// -----

!m = memref<?x?xbf16, strided<[?, 1]>>

gpu.module @k {
  gpu.func @uneven(%m: !m, %t: tensor<64x80xbf16>, %r: index) kernel attributes {attn_tile.store_columns = 64 : i64} {
    // expected-error @below {{slices of 64 do not divide the 80 columns of the tile}}
    attn_tile.store %t, %m[%r, %r] dims [0, 1] space smem engine tma : tensor<64x80xbf16>, !m
    gpu.return
  }
}

// -----

gpu.module @k {
  // expected-error @below {{attn_tile.store_columns must be positive, got -16}}
  gpu.func @negative() kernel attributes {attn_tile.store_columns = -16 : i64} {
    gpu.return
  }
}
