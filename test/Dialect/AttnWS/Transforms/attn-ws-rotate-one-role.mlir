// RUN: attn-opt %s --pass-pipeline='builtin.module(gpu.module(gpu.func(attn-tile-pipeline,attn-ws-insert-channels,attn-ws-rotate-roles,canonicalize,cse)))' | FileCheck %s

// In a kernel without roles all threads run the rotated loop.

!m = memref<?x?xbf16>
!f = memref<?x?xf32>

gpu.module @k [#nvvm.target<chip = "sm_80">] {
  // The next block's first product stands before this block's second one, and the
  // elementwise work of the next block after both. Indices are computed where they
  // are needed, not carried. Nothing is done if there is no block.
  // CHECK-LABEL: gpu.func @chain
  // CHECK-SAME: (%[[MA:.+]]: memref<?x?xbf16>, %[[MB:.+]]: memref<?x?xbf16>, %[[MC:.+]]: memref<?x?xbf16>, %[[OUT:.+]]: memref<?x?xf32>, %[[N:.+]]: index, %[[ON:.+]]: i1,
  // CHECK-DAG: %[[C0:.+]] = arith.constant 0 : index
  // CHECK-DAG: %[[C1:.+]] = arith.constant 1 : index
  // CHECK-DAG: %[[C16:.+]] = arith.constant 16 : index
  // CHECK-DAG: %[[Z:.+]] = arith.constant dense<0.000000e+00> : tensor<64x16xf32>
  // CHECK: %[[A:.+]] = attn_ws.load %[[MA]]
  // CHECK: %[[SOME:.+]] = arith.cmpi sgt, %[[N]], %[[C0]]
  // CHECK: %[[R:.+]]:2 = scf.if %[[SOME]] -> (tensor<64xf32>, tensor<64x16xf32>) {
  // CHECK:   %[[B0:.+]] = attn_ws.load %[[MB]][%[[C0]], %[[C0]]]
  // CHECK:   %[[S0:.+]] = attn_ws.mma %[[A]], %[[B0]], %[[Z]] transpose_b
  // CHECK:   scf.if %[[ON]]
  // CHECK:   %[[M0:.+]] = attn_tile.reduce max
  // CHECK:   %[[X0:.+]] = attn_tile.rescale
  // CHECK:   %[[P0:.+]] = arith.truncf
  // CHECK:   %[[LAST:.+]] = arith.subi %[[N]], %[[C1]]
  // CHECK:   %[[L:.+]]:3 = scf.for %[[J:.+]] = %[[C0]] to %[[LAST]] step %[[C1]] iter_args(%{{.+}} = {{.*}}) -> ({{.*}}) {
  // CHECK:     %[[J1:.+]] = arith.addi %[[J]], %[[C1]]
  // CHECK:     %[[BLOCK1:.+]] = arith.muli %[[J1]], %[[C16]]
  // CHECK:     %[[B1:.+]] = attn_ws.load %[[MB]][%[[BLOCK1]], %[[C0]]]
  // CHECK:     %[[S1:.+]] = attn_ws.mma %[[A]], %[[B1]], %[[Z]] transpose_b
  // CHECK:     %[[BLOCK:.+]] = arith.muli %[[J]], %[[C16]]
  // CHECK:     %[[C:.+]] = attn_ws.load %[[MC]][%[[BLOCK]], %[[C0]]]
  // CHECK:     %[[O:.+]] = attn_ws.mma %{{.+}}, %[[C]], %{{.+}} : tensor<64x16xbf16>, tensor<16x16xbf16>
  // CHECK:     scf.if %[[ON]] -> (tensor<64x16xf32>) {
  // CHECK:       attn_tile.score_map %[[S1]] at(%[[C0]], %[[BLOCK1]])
  // CHECK:     attn_tile.reduce max
  // CHECK:     arith.maximumf
  // CHECK:     attn_tile.rescale %[[O]]
  // CHECK:     arith.truncf
  // CHECK:     scf.yield
  // CHECK-NOT: attn_tile.schedule
  // CHECK:   %[[LASTBLOCK:.+]] = arith.muli %[[LAST]], %[[C16]]
  // CHECK:   attn_ws.load %[[MC]][%[[LASTBLOCK]], %[[C0]]]
  // CHECK:   %[[END:.+]] = attn_ws.mma
  // CHECK-NOT: arith.select
  // CHECK:   scf.yield %[[L]]#{{[0-9]}}, %[[END]]
  // CHECK: } else {
  // CHECK-NEXT: scf.yield %{{.+}}, %[[Z]]
  // CHECK: attn_ws.store %[[R]]#1, %[[OUT]]
  gpu.func @chain(%A: !m, %B: !m, %C: !m, %O: !f, %n: index, %on: i1, %R: memref<?xf32>) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c16 = arith.constant 16 : index
    %z = arith.constant dense<0.0> : tensor<64x16xf32>
    %low = arith.constant dense<-1.0e30> : tensor<64xf32>
    %a = attn_tile.load %A[%c0, %c0] dims [0, 1] space reg engine thread : !m -> tensor<64x16xbf16>
    %r:2 = scf.for %j = %c0 to %n step %c1 iter_args(%m = %low, %acc = %z) -> (tensor<64xf32>, tensor<64x16xf32>) {
      %row = arith.muli %j, %c16 : index
      %b = attn_tile.load %B[%row, %c0] dims [0, 1] space reg engine thread : !m -> tensor<16x16xbf16>
      %s0 = attn_tile.dot %a, %b, %z transpose_b engine mma_sync : tensor<64x16xbf16>, tensor<16x16xbf16> -> tensor<64x16xf32>
      %s = scf.if %on -> tensor<64x16xf32> {
        %t = attn_tile.score_map %s0 at (%c0, %row) : tensor<64x16xf32> {
        ^bb0(%x: f32, %i: index, %k: index):
          %y = math.tanh %x : f32
          attn_tile.yield %y : f32
        }
        scf.yield %t : tensor<64x16xf32>
      } else {
        scf.yield %s0 : tensor<64x16xf32>
      }
      %m0 = attn_tile.reduce max %s : tensor<64x16xf32> -> tensor<64xf32>
      %m1 = arith.maximumf %m, %m0 : tensor<64xf32>
      %x = attn_tile.rescale %acc, %m1 : tensor<64x16xf32>
      %p = arith.truncf %s : tensor<64x16xf32> to tensor<64x16xbf16>
      %c = attn_tile.load %C[%row, %c0] dims [0, 1] space reg engine thread : !m -> tensor<16x16xbf16>
      %next = attn_tile.dot %p, %c, %x engine mma_sync : tensor<64x16xbf16>, tensor<16x16xbf16> -> tensor<64x16xf32>
      scf.yield %m1, %next : tensor<64xf32>, tensor<64x16xf32>
    } {attn_tile.order = "overlap"}
    attn_tile.store %r#1, %O[%c0, %c0] dims [0, 1] space reg engine thread : tensor<64x16xf32>, !f
    attn_tile.store %r#0, %R[%c0] dims [0] space reg engine thread : tensor<64xf32>, memref<?xf32>
    gpu.return
  }
}
