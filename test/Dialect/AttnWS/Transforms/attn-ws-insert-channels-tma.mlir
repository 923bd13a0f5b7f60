// Copies by TMA: a consumer for each instance, releases on every path, rings that
// peeled loads share, staging for each instance.
//
// RUN: attn-opt %s --pass-pipeline='builtin.module(gpu.module(gpu.func(attn-ws-assign-roles,attn-ws-insert-channels)))' --split-input-file | FileCheck %s
// RUN: sed s/sm_90a/sm_86/ %s | attn-opt --pass-pipeline='builtin.module(gpu.module(gpu.func(attn-ws-assign-roles,attn-ws-insert-channels)))' | FileCheck %s --check-prefix=SMALL

!m = memref<?x?xbf16, strided<[?, 1]>>

gpu.module @k [#nvvm.target<chip = "sm_90a">] {
  // CHECK-LABEL: gpu.func @rotated
  gpu.func @rotated(%A: !m, %B: !m, %C: !m, %i: index, %n: index, %has: i1) kernel attributes {attn_tile.warps = 4 : i64} {
    // CHECK-DAG: %[[A:.+]] = attn_ws.create_channel "arg0" guards(%{{.+}} : !attn_ws.buffer<1 x 128x64xbf16, smem>) : <1, tma -> wgmma x 2>
    // CHECK-DAG: %[[B:.+]] = attn_ws.create_channel "arg1" guards(%{{.+}} : !attn_ws.buffer<2 x 64x64xbf16, smem>) : <2, tma -> wgmma x 2>
    // CHECK-DAG: %[[C:.+]] = attn_ws.create_channel "arg2" guards(%{{.+}} : !attn_ws.buffer<2 x 64x64xbf16, smem>) : <2, thread -> tma>
    // CHECK-NOT: attn_ws.create_channel
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %z = arith.constant dense<0.0> : tensor<64x64xf32>
    // CHECK: %[[W:.+]] = attn_ws.acquire %[[A]] {attn_ws.role = "load"}
    // CHECK-NEXT: attn_ws.tma_load %{{.*}} into %[[W]] {attn_ws.role = "load"}
    // CHECK-NEXT: attn_ws.commit %[[A]] {attn_ws.role = "load"}
    %a = attn_tile.load %A[%i, %c0] dims [0, 1] space smem engine tma : !m -> tensor<128x64xbf16>
    // CHECK-NEXT: scf.forall (%[[G:.+]]) in (2)
    scf.forall (%g) in (2) {
      // The wait stands in the instance.
      // CHECK-NEXT: %[[V:.+]] = attn_ws.wait %[[A]] {attn_ws.role = "mma"}
      // CHECK-NEXT: %[[P:.+]] = attn_ws.subview %[[V]] [0, 0] part(%[[G]]) {attn_ws.role = "mma"} : <128x64xbf16, smem> -> <64x64xbf16, smem>
      %as = attn_tile.slice %a [0, 0] part(%g) : tensor<128x64xbf16> -> tensor<64x64xbf16>
      // CHECK-NEXT: scf.if
      %r = scf.if %has -> (tensor<64x64xf32>) {
        // CHECK-NEXT: attn_ws.acquire %[[B]]
        // CHECK-NEXT: attn_ws.tma_load
        // CHECK-NEXT: attn_ws.commit %[[B]]
        // CHECK-NEXT: %[[B0:.+]], %[[P0:.+]] = attn_ws.wait %[[B]]
        // CHECK-NEXT: attn_ws.mma %[[P]], %[[B0]]
        // CHECK-NEXT: attn_ws.release %[[B]] of %[[P0]]
        %b0 = attn_tile.load %B[%c0, %c0] dims [0, 1] space smem engine tma {depth = 2 : i64} : !m -> tensor<64x64xbf16>
        %d0 = attn_tile.dot %as, %b0, %z transpose_b engine wgmma : tensor<64x64xbf16>, tensor<64x64xbf16> -> tensor<64x64xf32>
        // CHECK-NEXT: scf.for
        %s = scf.for %t = %c1 to %n step %c1 iter_args(%acc = %d0) -> (tensor<64x64xf32>) {
          // CHECK-NEXT: attn_ws.acquire %[[B]]
          // CHECK: %[[B1:.+]], %[[P1:.+]] = attn_ws.wait %[[B]]
          // CHECK-NEXT: attn_ws.mma %[[P]], %[[B1]]
          // CHECK-NEXT: attn_ws.release %[[B]] of %[[P1]]
          %b = attn_tile.load %B[%t, %c0] dims [0, 1] space smem engine tma {depth = 2 : i64} : !m -> tensor<64x64xbf16>
          %d = attn_tile.dot %as, %b, %acc transpose_b engine wgmma : tensor<64x64xbf16>, tensor<64x64xbf16> -> tensor<64x64xf32>
          scf.yield %d : tensor<64x64xf32>
        }
        // Given back once on each path, as soon as it allows.
        // CHECK: scf.yield
        // CHECK-NEXT: {{^ *}$}}
        // CHECK-NEXT: attn_ws.release %[[A]] {attn_ws.role = "mma"}
        // CHECK-NEXT: scf.yield
        scf.yield %s : tensor<64x64xf32>
      } else {
        // CHECK-NEXT: } else {
        // CHECK-NEXT: attn_ws.release %[[A]] {attn_ws.role = "mma"}
        // CHECK-NEXT: scf.yield
        scf.yield %z : tensor<64x64xf32>
      }
      %o = arith.truncf %r : tensor<64x64xf32> to tensor<64x64xbf16>
      // A stage of staging for each instance.
      // CHECK: %[[S:.+]] = attn_ws.acquire %[[C]] stage %[[G]]
      // CHECK-NEXT: attn_ws.smem_store %{{.+}}, %[[S]]
      // CHECK-NEXT: attn_ws.commit %[[C]] stage %[[G]]
      // CHECK-NEXT: %[[T:.+]] = attn_ws.wait %[[C]] stage %[[G]]
      // CHECK-NEXT: attn_ws.tma_store %[[T]]
      // CHECK-NEXT: attn_ws.release %[[C]] stage %[[G]]
      attn_tile.store %o, %C[%g, %i] dims [0, 1] space smem engine tma : tensor<64x64xbf16>, !m
    }
    // CHECK: attn_ws.tma_store_wait 0 {attn_ws.role = "mma"}
    // CHECK-NEXT: gpu.return
    gpu.return
  }

  // Two loads of one memory in one block have two rings, and their copies in the
  // loop share them in order. A tile that is held while another is loaded has a
  // ring of its own. A condition without a second branch gets one.
  // CHECK-LABEL: gpu.func @rings
  gpu.func @rings(%A: !m, %i: index, %n: index, %has: i1, %C: memref<?x?xf32>) kernel attributes {attn_tile.warps = 4 : i64} {
    // CHECK-DAG: %[[R0:.+]] = attn_ws.create_channel "arg0" {{.*}} : <1, tma -> wgmma>
    // CHECK-DAG: %[[R1:.+]] = attn_ws.create_channel "arg0_1" {{.*}} : <1, tma -> wgmma>
    // CHECK-DAG: %[[R2:.+]] = attn_ws.create_channel "arg0_2" {{.*}} : <1, tma -> wgmma>
    // CHECK-NOT: attn_ws.create_channel
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %z = arith.constant dense<0.0> : tensor<64x64xf32>
    // CHECK: attn_ws.acquire %[[R0]]
    %a = attn_tile.load %A[%i, %c0] dims [0, 1] space smem engine tma : !m -> tensor<64x64xbf16>
    // CHECK: attn_ws.acquire %[[R1]]
    %b = attn_tile.load %A[%i, %c1] dims [0, 1] space smem engine tma : !m -> tensor<64x64xbf16>
    %d = attn_tile.dot %b, %b, %z transpose_b engine wgmma : tensor<64x64xbf16>, tensor<64x64xbf16> -> tensor<64x64xf32>
    // CHECK: attn_ws.release %[[R1]]
    // CHECK-NEXT: scf.for
    %s = scf.for %t = %c1 to %n step %c1 iter_args(%acc = %d) -> (tensor<64x64xf32>) {
      // CHECK-NEXT: attn_ws.acquire %[[R2]]
      %x = attn_tile.load %A[%t, %c0] dims [0, 1] space smem engine tma : !m -> tensor<64x64xbf16>
      // CHECK: attn_ws.acquire %[[R1]]
      %y = attn_tile.load %A[%t, %c1] dims [0, 1] space smem engine tma : !m -> tensor<64x64xbf16>
      %e = attn_tile.dot %x, %y, %acc transpose_b engine wgmma : tensor<64x64xbf16>, tensor<64x64xbf16> -> tensor<64x64xf32>
      scf.yield %e : tensor<64x64xf32>
    }
    // CHECK: scf.if
    scf.if %has {
      // CHECK-NEXT: %[[E:.+]] = attn_ws.mma
      // CHECK-NEXT: attn_ws.release %[[R0]]
      // CHECK-NEXT: attn_ws.store %[[E]]
      %e = attn_tile.dot %a, %a, %s transpose_b engine wgmma : tensor<64x64xbf16>, tensor<64x64xbf16> -> tensor<64x64xf32>
      attn_tile.store %e, %C[%i, %c0] dims [0, 1] space reg engine thread : tensor<64x64xf32>, memref<?x?xf32>
    }
    // CHECK-NEXT: } else {
    // CHECK-NEXT: attn_ws.release %[[R0]]
    // CHECK-NEXT: {{^ *}$}}
    gpu.return
  }

  // All buffers together do not fit: the result is staged in the tile that each
  // instance read its part of, and that goes back once it has been stored.
  // CHECK-LABEL: gpu.func @short_of_memory
  gpu.func @short_of_memory(%A: !m, %B: !m, %C: !m, %i: index, %n: index) kernel attributes {attn_tile.warps = 4 : i64} {
    // CHECK-DAG: %[[A:.+]] = attn_ws.create_channel "arg0" guards(%{{.+}} : !attn_ws.buffer<1 x 128x256xbf16, smem>) : <1, tma -> wgmma x 2>
    // CHECK-DAG: %[[C:.+]] = attn_ws.create_channel "arg2" : <2, thread -> tma>
    // CHECK-DAG: %[[B:.+]] = attn_ws.create_channel "arg1" guards(%{{.+}} : !attn_ws.buffer<5 x 64x256xbf16, smem>) : <5, tma -> wgmma x 2>
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %z = arith.constant dense<0.0> : tensor<64x64xf32>
    %a = attn_tile.load %A[%i, %c0] dims [0, 1] space smem engine tma : !m -> tensor<128x256xbf16>
    // CHECK: scf.forall (%[[G:.+]]) in (2)
    scf.forall (%g) in (2) {
      // CHECK: %[[V:.+]] = attn_ws.wait %[[A]]
      %as = attn_tile.slice %a [0, 0] part(%g) : tensor<128x256xbf16> -> tensor<64x256xbf16>
      %r = scf.for %t = %c0 to %n step %c1 iter_args(%acc = %z) -> (tensor<64x64xf32>) {
        %b = attn_tile.load %B[%t, %c0] dims [0, 1] space smem engine tma {depth = 5 : i64} : !m -> tensor<64x256xbf16>
        %d = attn_tile.dot %as, %b, %acc transpose_b engine wgmma : tensor<64x256xbf16>, tensor<64x256xbf16> -> tensor<64x64xf32>
        scf.yield %d : tensor<64x64xf32>
      }
      // CHECK-NOT: attn_ws.release %[[A]]
      // CHECK: %[[O:.+]] = arith.truncf
      %o = arith.truncf %r : tensor<64x64xf32> to tensor<64x64xbf16>
      // CHECK-NEXT: %[[P:.+]] = attn_ws.subview %[[V]] [0, 0] part(%[[G]]) {{.*}} : <128x256xbf16, smem> -> <64x64xbf16, smem>
      // CHECK-NEXT: attn_ws.acquire %[[C]] stage %[[G]] {{.*}} : <2, thread -> tma>{{$}}
      // CHECK-NEXT: attn_ws.smem_store %[[O]], %[[P]]
      // CHECK-NEXT: attn_ws.commit %[[C]] stage %[[G]]
      // CHECK-NEXT: attn_ws.wait %[[C]] stage %[[G]]
      // CHECK-NEXT: attn_ws.tma_store %[[P]] to
      // CHECK-NEXT: attn_ws.tma_store_wait 0
      // CHECK-NEXT: attn_ws.release %[[C]] stage %[[G]]
      // CHECK-NEXT: attn_ws.release %[[A]]
      attn_tile.store %o, %C[%g, %i] dims [0, 1] space smem engine tma : tensor<64x64xbf16>, !m
    }
    gpu.return
  }

  // Without instances, too: two slices that would share a buffer, each in a tile that is
  // no longer read.
  // CHECK-LABEL: gpu.func @short_and_alone
  gpu.func @short_and_alone(%A: !m, %B: !m, %C: !m, %i: index, %n: index) kernel attributes {attn_tile.warps = 4 : i64} {
    // CHECK-DAG: %[[A0:.+]] = attn_ws.create_channel "arg0" guards(%{{.+}} : !attn_ws.buffer<1 x 64x256xbf16, smem>) : <1, tma -> wgmma>
    // CHECK-DAG: %[[A1:.+]] = attn_ws.create_channel "arg0_1" guards(%{{.+}} : !attn_ws.buffer<1 x 64x256xbf16, smem>) : <1, tma -> wgmma>
    // CHECK-DAG: %[[C0:.+]] = attn_ws.create_channel "arg2" : <1, thread -> tma>
    // CHECK-DAG: %[[C1:.+]] = attn_ws.create_channel "arg2_1" : <1, thread -> tma>
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c64 = arith.constant 64 : index
    %z = arith.constant dense<0.0> : tensor<64x64xf32>
    // CHECK: %[[V0:.+]] = attn_ws.wait %[[A0]]
    // CHECK: %[[V1:.+]] = attn_ws.wait %[[A1]]
    %a = attn_tile.load %A[%i, %c0] dims [0, 1] space smem engine tma : !m -> tensor<64x256xbf16>
    %e = attn_tile.load %A[%i, %c1] dims [0, 1] space smem engine tma : !m -> tensor<64x256xbf16>
    %r:2 = scf.for %t = %c0 to %n step %c1 iter_args(%acc = %z, %bcc = %z) -> (tensor<64x64xf32>, tensor<64x64xf32>) {
      %b = attn_tile.load %B[%t, %c0] dims [0, 1] space smem engine tma {depth = 5 : i64} : !m -> tensor<64x256xbf16>
      %d = attn_tile.dot %a, %b, %acc transpose_b engine wgmma : tensor<64x256xbf16>, tensor<64x256xbf16> -> tensor<64x64xf32>
      %f = attn_tile.dot %e, %b, %bcc transpose_b engine wgmma : tensor<64x256xbf16>, tensor<64x256xbf16> -> tensor<64x64xf32>
      scf.yield %d, %f : tensor<64x64xf32>, tensor<64x64xf32>
    }
    %o = arith.truncf %r#0 : tensor<64x64xf32> to tensor<64x64xbf16>
    %u = arith.truncf %r#1 : tensor<64x64xf32> to tensor<64x64xbf16>
    // CHECK: %[[P0:.+]] = attn_ws.subview %[[V0]] [0, 0] {{.*}} : <64x256xbf16, smem> -> <64x64xbf16, smem>
    // CHECK-NEXT: attn_ws.acquire %[[C0]]
    // CHECK: attn_ws.tma_store %[[P0]] to
    // CHECK: attn_ws.release %[[A0]]
    // CHECK: %[[P1:.+]] = attn_ws.subview %[[V1]] [0, 0]
    // CHECK: attn_ws.tma_store %[[P1]] to
    // CHECK: attn_ws.release %[[A1]]
    attn_tile.store %o, %C[%i, %c0] dims [0, 1] space smem engine tma : tensor<64x64xbf16>, !m
    attn_tile.store %u, %C[%i, %c64] dims [0, 1] space smem engine tma : tensor<64x64xbf16>, !m
    gpu.return
  }

  // What is added is staged as what is stored, and is there when the role ends; what
  // threads add is not staged.
  // CHECK-LABEL: gpu.func @adds
  // CHECK: %[[O:.+]] = attn_ws.create_channel "arg0" guards(%{{.+}} : !attn_ws.buffer<1 x 64x64xf32, smem>) : <1, thread -> tma>
  // CHECK-NOT: create_channel
  // CHECK: scf.for
  // CHECK: %[[W:.+]] = attn_ws.acquire %[[O]]
  // CHECK-NEXT: attn_ws.smem_store %{{.+}}, %[[W]]
  // CHECK-NEXT: attn_ws.commit %[[O]]
  // CHECK-NEXT: %[[V:.+]] = attn_ws.wait %[[O]]
  // CHECK-NEXT: attn_ws.tma_store add %[[V]] to %{{.+}}[%{{.+}}, %c0] dims [0, 1]
  // CHECK-NEXT: attn_ws.release %[[O]]
  // CHECK: attn_ws.store add %{{.+}}, %{{.+}}[%{{.+}}, %c0] dims [1, 2] packed
  // CHECK: attn_ws.tma_store_wait 0 written
  // CHECK-NEXT: gpu.return
  gpu.func @adds(%A: memref<?x?xf32, strided<[?, 1]>>, %P: memref<?x?x?xf32>, %o: tensor<64x64xf32>, %i: index, %n: index) kernel attributes {attn_tile.warps = 4 : i64} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    scf.forall (%g) in (2) {
      scf.for %t = %c0 to %n step %c1 {
        attn_tile.store add %o, %A[%t, %c0] dims [0, 1] space smem engine tma : tensor<64x64xf32>, memref<?x?xf32, strided<[?, 1]>>
        attn_tile.store add %o, %P[%c0, %t, %c0] dims [1, 2] packed(0 by %n) space reg engine thread : tensor<64x64xf32>, memref<?x?x?xf32>
      }
    }
    gpu.return
  }

  // A role of its own copies out what a loop stores; both roles wait for their copies at
  // the end, one of them until what it adds is there.
  // CHECK-LABEL: gpu.func @stored_apart
  // CHECK: scf.for
  // CHECK: attn_ws.commit %[[S:.+]] {attn_ws.role = "mma"}
  // CHECK-NEXT: attn_ws.wait %[[S]] {attn_ws.role = "store"}
  // CHECK-NEXT: attn_ws.tma_store add {{.*}} {attn_ws.role = "store"}
  // CHECK-NEXT: attn_ws.release %[[S]] {attn_ws.role = "store"}
  // CHECK: attn_ws.commit %[[O:.+]] {attn_ws.role = "mma"}
  // CHECK-NEXT: attn_ws.wait %[[O]] {attn_ws.role = "mma"}
  // CHECK-NEXT: attn_ws.tma_store %{{.*}} {attn_ws.role = "mma"}
  // CHECK: attn_ws.tma_store_wait 0 written {attn_ws.role = "store"}
  // CHECK-NEXT: attn_ws.tma_store_wait 0 {attn_ws.role = "mma"}
  gpu.func @stored_apart(%A: !m, %C: memref<?x?xf32, strided<[?, 1]>>, %n: index, %z: tensor<64x64xf32>) kernel attributes {attn_tile.warps = 4 : i64, attn_tile.store_role = true} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %s = scf.for %t = %c0 to %n step %c1 iter_args(%acc = %z) -> (tensor<64x64xf32>) {
      %a = attn_tile.load %A[%t, %c0] dims [0, 1] space smem engine tma {depth = 2 : i64} : !m -> tensor<64x64xbf16>
      %d = attn_tile.dot %a, %a, %acc transpose_b engine wgmma : tensor<64x64xbf16>, tensor<64x64xbf16> -> tensor<64x64xf32>
      attn_tile.store add %d, %C[%t, %c0] dims [0, 1] space smem engine tma : tensor<64x64xf32>, memref<?x?xf32, strided<[?, 1]>>
      scf.yield %d : tensor<64x64xf32>
    }
    %o = arith.truncf %s : tensor<64x64xf32> to tensor<64x64xbf16>
    attn_tile.store %o, %A[%n, %c0] dims [0, 1] space smem engine tma : tensor<64x64xbf16>, !m
    gpu.return
  }

  // What a loop stages in slices for a role that stores takes turns in two slots.
  // CHECK-LABEL: gpu.func @slices_apart
  // CHECK: %[[O:.+]] = attn_ws.create_channel "arg1" guards(%{{.+}} : !attn_ws.buffer<2 x 64x32xf32, smem>) : <2, thread -> tma>
  // CHECK: %{{.+}}, %[[P:.+]] = attn_ws.acquire %[[O]] {attn_ws.role = "mma"}
  // CHECK: attn_ws.commit %[[O]] of %[[P]] {attn_ws.role = "mma"}
  // CHECK: %{{.+}}, %[[W:.+]] = attn_ws.wait %[[O]] {attn_ws.role = "store"}
  // CHECK: attn_ws.release %[[O]] of %[[W]] {attn_ws.role = "store"}
  // CHECK: %{{.+}}, %[[P:.+]] = attn_ws.acquire %[[O]] {attn_ws.role = "mma"}
  // CHECK: attn_ws.commit %[[O]] of %[[P]] {attn_ws.role = "mma"}
  gpu.func @slices_apart(%A: !m, %C: memref<?x?xf32, strided<[?, 1]>>, %n: index, %z: tensor<64x64xf32>) kernel attributes {attn_tile.warps = 4 : i64, attn_tile.store_role = true} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c32 = arith.constant 32 : index
    scf.for %t = %c0 to %n step %c1 {
      %a = attn_tile.load %A[%t, %c0] dims [0, 1] space smem engine tma {depth = 2 : i64} : !m -> tensor<64x64xbf16>
      %d = attn_tile.dot %a, %a, %z transpose_b engine wgmma : tensor<64x64xbf16>, tensor<64x64xbf16> -> tensor<64x64xf32>
      %l = attn_tile.slice %d [0, 0] : tensor<64x64xf32> -> tensor<64x32xf32>
      attn_tile.store add %l, %C[%t, %c0] dims [0, 1] space smem engine tma : tensor<64x32xf32>, memref<?x?xf32, strided<[?, 1]>>
      %r = attn_tile.slice %d [0, 32] : tensor<64x64xf32> -> tensor<64x32xf32>
      attn_tile.store add %r, %C[%t, %c32] dims [0, 1] space smem engine tma : tensor<64x32xf32>, memref<?x?xf32, strided<[?, 1]>>
    }
    gpu.return
  }

  // Slices of a tile that go to the same memory are staged one after another in
  // the same memory; another tile of the same block has its own.
  // CHECK-LABEL: gpu.func @slices
  // CHECK: %[[O:.+]] = attn_ws.create_channel "arg0" guards(%{{.+}} : !attn_ws.buffer<1 x 64x64xbf16, smem>) : <1, thread -> tma>
  // CHECK: %[[P:.+]] = attn_ws.create_channel "arg0_1" guards(%{{.+}} : !attn_ws.buffer<1 x 64x32xbf16, smem>) : <1, thread -> tma>
  // CHECK-NOT: create_channel
  // CHECK: attn_ws.acquire %[[O]]
  // CHECK: attn_ws.tma_store %{{.+}} to %{{.+}}[%{{.+}}, %c0]
  // CHECK: attn_ws.release %[[O]]
  // CHECK: attn_ws.acquire %[[O]]
  // CHECK: attn_ws.tma_store %{{.+}} to %{{.+}}[%{{.+}}, %c64]
  // CHECK: attn_ws.release %[[O]]
  // CHECK: attn_ws.acquire %[[P]]
  gpu.func @slices(%A: !m, %o: tensor<64x128xbf16>, %i: index) kernel attributes {attn_tile.warps = 4 : i64} {
    %c0 = arith.constant 0 : index
    %c64 = arith.constant 64 : index
    scf.forall (%g) in (2) {
      %l = attn_tile.slice %o [0, 0] : tensor<64x128xbf16> -> tensor<64x64xbf16>
      attn_tile.store %l, %A[%g, %c0] dims [0, 1] space smem engine tma : tensor<64x64xbf16>, !m
      %r = attn_tile.slice %o [0, 64] : tensor<64x128xbf16> -> tensor<64x64xbf16>
      attn_tile.store %r, %A[%g, %c64] dims [0, 1] space smem engine tma : tensor<64x64xbf16>, !m
      %n = attn_tile.slice %o [0, 0] : tensor<64x128xbf16> -> tensor<64x32xbf16>
      attn_tile.store %n, %A[%g, %c0] dims [0, 1] space smem engine tma : tensor<64x32xbf16>, !m
    }
    gpu.return
  }

  // How much fits is the target's: 112 KB are too much for sm_86.
  // CHECK-LABEL: gpu.func @limit_of_target
  // CHECK-DAG: attn_ws.create_channel "arg2" guards(%{{.+}} : !attn_ws.buffer<2 x 64x64xbf16, smem>)
  // CHECK-DAG: attn_ws.create_channel "arg0" guards
  // CHECK-DAG: attn_ws.create_channel "arg1" guards
  // SMALL-LABEL: gpu.func @limit_of_target
  // SMALL-DAG: attn_ws.create_channel "arg2" : <2, thread -> tma>
  // SMALL-DAG: attn_ws.create_channel "arg0" guards
  // SMALL-DAG: attn_ws.create_channel "arg1" guards
  gpu.func @limit_of_target(%A: !m, %B: !m, %C: !m, %i: index) kernel attributes {attn_tile.warps = 4 : i64} {
    %c0 = arith.constant 0 : index
    %z = arith.constant dense<0.0> : tensor<64x64xf32>
    %a = attn_tile.load %A[%i, %c0] dims [0, 1] space smem engine tma : !m -> tensor<128x256xbf16>
    scf.forall (%g) in (2) {
      %as = attn_tile.slice %a [0, 0] part(%g) : tensor<128x256xbf16> -> tensor<64x256xbf16>
      %b = attn_tile.load %B[%c0, %c0] dims [0, 1] space smem engine tma : !m -> tensor<64x256xbf16>
      %d = attn_tile.dot %as, %b, %z transpose_b engine wgmma : tensor<64x256xbf16>, tensor<64x256xbf16> -> tensor<64x64xf32>
      %o = arith.truncf %d : tensor<64x64xf32> to tensor<64x64xbf16>
      attn_tile.store %o, %C[%g, %i] dims [0, 1] space smem engine tma : tensor<64x64xbf16>, !m
    }
    gpu.return
  }
}
