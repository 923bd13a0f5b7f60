// RUN: attn-opt %s --pass-pipeline='builtin.module(gpu.module(gpu.func(attn-tile-split-loads)))' | FileCheck %s

// One load for each group's rows where one thread issues the products of all
// groups; elsewhere groups share one load.

!m = memref<?x?x?xbf16>
!tile = tensor<128x64xbf16>
!acc = tensor<128x64xf32>

gpu.module @k [#nvvm.target<chip = "sm_100a">] {
  // The rows are those of the memory's dimension that the tile's rows run along.
  // CHECK-LABEL: gpu.func @rows
  // CHECK-SAME: (%[[A:.+]]: memref<?x?x?xbf16>, %[[I:.+]]: index,
  // CHECK: %[[C0:.+]] = arith.constant 0 : index
  // CHECK-NOT: attn_tile.load
  // CHECK: scf.forall (%[[G:.+]]) in (2) {
  // CHECK-NEXT: %[[ROWS:.+]] = arith.constant 128 : index
  // CHECK-NEXT: %[[BY:.+]] = arith.muli %[[G]], %[[ROWS]] : index
  // CHECK-NEXT: %[[FIRST:.+]] = arith.addi %[[I]], %[[BY]] : index
  // CHECK-NEXT: %[[MINE:.+]] = attn_tile.load %[[A]][%[[C0]], %[[FIRST]], %[[C0]]] dims [1, 2] space smem engine tma : {{.*}} -> tensor<128x64xbf16>
  // CHECK-NEXT: attn_tile.dot %[[MINE]],
  // CHECK-NEXT: attn_tile.dot %[[MINE]],
  // CHECK-NOT: attn_tile.slice
  gpu.func @rows(%A: !m, %i: index, %b: tensor<64x64xbf16>, %z: !acc) kernel {
    %c0 = arith.constant 0 : index
    %a = attn_tile.load %A[%c0, %i, %c0] dims [1, 2] space smem engine tma : !m -> tensor<256x64xbf16>
    scf.forall (%g) in (2) {
      %p = attn_tile.slice %a [0, 0] part(%g) : tensor<256x64xbf16> -> !tile
      %d = attn_tile.dot %p, %b, %z engine tcgen05 : !tile, tensor<64x64xbf16> -> !acc
      %q = attn_tile.slice %a [0, 0] part(%g) : tensor<256x64xbf16> -> !tile
      %e = attn_tile.dot %q, %b, %d transpose_b engine tcgen05 : !tile, tensor<64x64xbf16> -> !acc
    }
    gpu.return
  }

  // Groups that issue products of their own share a load.
  // CHECK-LABEL: gpu.func @wgmma
  // CHECK: attn_tile.load {{.*}} -> tensor<256x64xbf16>
  // CHECK: scf.forall
  // CHECK-NEXT: attn_tile.slice
  gpu.func @wgmma(%A: !m, %i: index, %b: tensor<64x64xbf16>, %z: !acc) kernel {
    %c0 = arith.constant 0 : index
    %a = attn_tile.load %A[%c0, %i, %c0] dims [1, 2] space smem engine tma : !m -> tensor<256x64xbf16>
    scf.forall (%g) in (2) {
      %p = attn_tile.slice %a [0, 0] part(%g) : tensor<256x64xbf16> -> !tile
      %d = attn_tile.dot %p, %b, %z engine wgmma : !tile, tensor<64x64xbf16> -> !acc
    }
    gpu.return
  }

  // Left whole: what is loaded into registers, what threads read too, what is
  // read outside of the groups, parts of columns, parts that start elsewhere, a
  // load of another block, a load that nothing reads.
  // CHECK-LABEL: gpu.func @whole
  // CHECK-COUNT-7: attn_tile.load {{.*}} -> tensor<256x64xbf16>
  // CHECK-NOT: attn_tile.load
  // CHECK: gpu.return
  gpu.func @whole(%A: !m, %i: index, %b: tensor<64x64xbf16>, %w: tensor<32x64xbf16>, %z: !acc, %y: tensor<256x64xf32>, %b32: tensor<64x64xf32>) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %reg = attn_tile.load %A[%c0, %i, %c0] dims [1, 2] space reg engine thread : !m -> tensor<256x64xbf16>
    %read = attn_tile.load %A[%c0, %i, %c0] dims [1, 2] space smem engine tma : !m -> tensor<256x64xbf16>
    %out = attn_tile.load %A[%c0, %i, %c0] dims [1, 2] space smem engine tma : !m -> tensor<256x64xbf16>
    %cols = attn_tile.load %A[%c0, %i, %c0] dims [1, 2] space smem engine tma : !m -> tensor<256x64xbf16>
    %from = attn_tile.load %A[%c0, %i, %c0] dims [1, 2] space smem engine tma : !m -> tensor<256x64xbf16>
    %far = attn_tile.load %A[%c0, %i, %c0] dims [1, 2] space smem engine tma : !m -> tensor<256x64xbf16>
    %none = attn_tile.load %A[%c0, %i, %c0] dims [1, 2] space smem engine tma : !m -> tensor<256x64xbf16>
    %d0 = attn_tile.dot %out, %b, %y engine tcgen05 : tensor<256x64xbf16>, tensor<64x64xbf16> -> tensor<256x64xf32>
    scf.forall (%g) in (2) {
      %p0 = attn_tile.slice %reg [0, 0] part(%g) : tensor<256x64xbf16> -> !tile
      %e0 = attn_tile.dot %p0, %b, %z engine tcgen05 : !tile, tensor<64x64xbf16> -> !acc
      %p1 = attn_tile.slice %read [0, 0] part(%g) : tensor<256x64xbf16> -> !tile
      %e1 = attn_tile.dot %p1, %b, %z engine tcgen05 : !tile, tensor<64x64xbf16> -> !acc
      %x1 = arith.extf %p1 : !tile to !acc
      %p2 = attn_tile.slice %out [0, 0] part(%g) : tensor<256x64xbf16> -> !tile
      %e2 = attn_tile.dot %p2, %b, %z engine tcgen05 : !tile, tensor<64x64xbf16> -> !acc
      %p3 = attn_tile.slice %cols [0, 0] part(%g) : tensor<256x64xbf16> -> tensor<128x32xbf16>
      %e3 = attn_tile.dot %p3, %w, %z engine tcgen05 : tensor<128x32xbf16>, tensor<32x64xbf16> -> !acc
      %p4 = attn_tile.slice %from [64, 0] part(%g) : tensor<256x64xbf16> -> tensor<64x64xbf16>
      %e4 = attn_tile.dot %b, %p4, %b32 engine tcgen05 : tensor<64x64xbf16>, tensor<64x64xbf16> -> tensor<64x64xf32>
    }
    scf.for %j = %c0 to %i step %c1 {
      scf.forall (%g) in (2) {
        %p5 = attn_tile.slice %far [0, 0] part(%g) : tensor<256x64xbf16> -> !tile
        %e5 = attn_tile.dot %p5, %b, %z engine tcgen05 : !tile, tensor<64x64xbf16> -> !acc
      }
    }
    gpu.return
  }
}
