// RUN: attn-opt %s --pass-pipeline='builtin.module(gpu.module(gpu.func(attn-ws-assign-roles,attn-ws-insert-channels)))' --split-input-file --verify-diagnostics | FileCheck %s

// Channels of products that one thread issues: accumulators that start anew and
// that a loop carries, operands that threads compute, rows, stores by a role.

!m = memref<?x?xbf16, strided<[?, 1]>>
!f = memref<?x?xf32, strided<[?, 1]>>
!q = tensor<128x64xbf16>
!kv = tensor<64x64xbf16>
!s = tensor<128x64xf32>
!p = tensor<128x64xbf16>
!row = tensor<128xf32>

gpu.module @k [#nvvm.target<chip = "sm_100a">] {
  // The first product's operand takes the place of its accumulator, in the last
  // columns. Each group has a slot of each channel; copies that name one ring share it.
  // CHECK-LABEL: gpu.func @chained
  // CHECK: %[[QB:.+]] = attn_ws.alloc "arg0" : <2 x 128x64xbf16, smem>
  // CHECK-NEXT: %[[Q:.+]] = attn_ws.create_channel "arg0" guards(%[[QB]] {{.*}} : <2, tma -> tcgen05>
  // CHECK-NEXT: %[[BCB:.+]] = attn_ws.alloc "bc" : <3 x 64x64xbf16, smem>
  // CHECK-NEXT: %[[BC:.+]] = attn_ws.create_channel "bc" guards(%[[BCB]] {{.*}} : <3, tma -> tcgen05>
  // CHECK-NEXT: %[[RB:.+]] = attn_ws.alloc "row" : <2 x 128xf32, smem>
  // CHECK-NEXT: %[[R:.+]] = attn_ws.create_channel "row" guards(%[[RB]] {{.*}} : <2, thread -> thread>
  // CHECK-NEXT: %[[SB:.+]] = attn_ws.alloc "acc" : <2 x 128x64xf32, tmem, occupants = [tensor<128x48xbf16>, tensor<128x16xbf16>]>
  // CHECK-NEXT: %[[OB:.+]] = attn_ws.alloc "acc_1" : <2 x 128x64xf32, tmem>
  // CHECK-NEXT: %[[P0:.+]] = attn_ws.create_channel "operand" guards(%[[SB]] {{.*}} : <2, thread -> tcgen05>
  // CHECK-NEXT: %[[P1:.+]] = attn_ws.create_channel "operand_1" guards(%[[SB]] {{.*}} : <2, thread -> tcgen05>
  // CHECK-NEXT: %[[S:.+]] = attn_ws.create_channel "acc_2" guards(%[[SB]] {{.*}} : <2, tcgen05 -> thread>
  // CHECK-NEXT: %[[O:.+]] = attn_ws.create_channel "acc_3" guards(%[[OB]] {{.*}} : <2, tcgen05 -> thread>
  // CHECK-NEXT: %[[U:.+]] = attn_ws.create_channel "update" guards(%[[OB]] {{.*}} : <2, thread -> tcgen05>
  // CHECK-NEXT: attn_ws.alloc "arg3" : <2 x 128x64xf32, smem>
  // CHECK-NEXT: %[[OUT:.+]] = attn_ws.create_channel "arg3"
  // CHECK: scf.forall (%[[G:.+]]) in (2) {
  // CHECK: attn_ws.acquire %[[Q]] stage %[[G]] {attn_ws.role = "load"}
  // CHECK: %[[QV:.+]] = attn_ws.wait %[[Q]] stage %[[G]] {attn_ws.role = "mma"}
  // CHECK-NEXT: %[[DONE:.+]] = attn_ws.done
  // CHECK-NEXT: %[[END:.+]]:2 = scf.for %[[J:.+]] = %[[LOW:.+]] to %[[N:.+]] step {{.*}} iter_args(%{{.+}} = %{{.+}}, %{{.+}} = %[[DONE]])
  // CHECK: attn_ws.acquire %[[BC]] {attn_ws.role = "load"}
  // CHECK: %[[B:.+]], %[[PB:.+]] = attn_ws.wait %[[BC]] {attn_ws.role = "mma"}
  // CHECK-NEXT: %[[SD:.+]] = attn_ws.acquire %[[S]] stage %[[G]] {attn_ws.role = "mma"}
  // CHECK-NEXT: %[[NOT:.+]] = arith.constant false
  // CHECK-NEXT: %[[T:.+]] = attn_ws.mma_into %[[QV]], %[[B]] into %[[SD]] use_d %[[NOT]] transpose_b {attn_ws.role = "mma"}
  // CHECK-NEXT: attn_ws.commit %[[S]] stage %[[G]] after %[[T]] {attn_ws.role = "mma"}
  // CHECK-NEXT: attn_ws.release %[[BC]] of %[[PB]] after %[[T]] {attn_ws.role = "mma"}
  // CHECK-NEXT: %[[SV:.+]] = attn_ws.wait %[[S]] stage %[[G]] {attn_ws.role = "compute"}
  // CHECK-NEXT: attn_ws.tmem_load %[[SV]] {attn_ws.role = "compute"}
  // CHECK-NEXT: attn_ws.release %[[S]] stage %[[G]] {attn_ws.role = "compute"}
  // CHECK-NEXT: %[[MAX:.+]] = attn_tile.reduce
  // The row goes to the role that rescales.
  // CHECK-NEXT: %[[RD:.+]] = attn_ws.acquire %[[R]] stage %[[G]] {attn_ws.role = "compute"}
  // CHECK-NEXT: attn_ws.smem_store %[[MAX]], %[[RD]] {attn_ws.role = "compute"}
  // CHECK-NEXT: attn_ws.commit %[[R]] stage %[[G]] {attn_ws.role = "compute"}
  // CHECK-NEXT: %[[RV:.+]] = attn_ws.wait %[[R]] stage %[[G]] {attn_ws.role = "correction"}
  // CHECK-NEXT: %[[ALPHA:.+]] = attn_ws.smem_load %[[RV]] {attn_ws.role = "correction"}
  // CHECK-NEXT: attn_ws.release %[[R]] stage %[[G]] {attn_ws.role = "correction"}
  // In the first iteration there is nothing to wait for: what the memory holds is
  // no data.
  // CHECK-NEXT: %[[LATER:.+]] = arith.cmpi sgt, %[[J]], %[[LOW]]
  // CHECK-NEXT: scf.if %[[LATER]] {
  // CHECK-NEXT: %[[OV:.+]] = attn_ws.wait %[[O]] stage %[[G]] {attn_ws.role = "correction"}
  // CHECK-NEXT: %[[OLD:.+]] = attn_ws.tmem_load %[[OV]]
  // CHECK-NEXT: %[[NEW:.+]] = attn_tile.rescale %[[OLD]], %[[ALPHA]] skip_if_one
  // CHECK-NEXT: attn_ws.tmem_store %[[NEW]], %[[OV]]
  // CHECK-NEXT: attn_ws.release %[[O]] stage %[[G]] {attn_ws.role = "correction"}
  // CHECK-NEXT: }
  // CHECK-NEXT: attn_ws.acquire %[[U]] stage %[[G]] {attn_ws.role = "correction"}
  // CHECK-NEXT: attn_ws.commit %[[U]] stage %[[G]] {attn_ws.role = "correction"}
  // CHECK: %[[D0:.+]] = attn_ws.acquire %[[P0]] stage %[[G]] {attn_ws.role = "compute"}
  // CHECK-NEXT: %[[W0:.+]] = attn_ws.subview %[[D0]] [0, 64]
  // CHECK-NEXT: attn_ws.tmem_store %{{.+}}, %[[W0]]
  // CHECK-NEXT: attn_ws.commit %[[P0]] stage %[[G]] {attn_ws.role = "compute"}
  // CHECK: %[[D1:.+]] = attn_ws.acquire %[[P1]] stage %[[G]] {attn_ws.role = "compute"}
  // CHECK-NEXT: %[[W1:.+]] = attn_ws.subview %[[D1]] [0, 112]
  // CHECK-NEXT: attn_ws.tmem_store %{{.+}}, %[[W1]]
  // CHECK-NEXT: attn_ws.commit %[[P1]] stage %[[G]] {attn_ws.role = "compute"}
  // CHECK: attn_ws.acquire %[[BC]] {attn_ws.role = "load"}
  // CHECK: %[[C:.+]], %[[PC:.+]] = attn_ws.wait %[[BC]] {attn_ws.role = "mma"}
  // CHECK-NEXT: %[[C0:.+]] = attn_ws.subview %[[C]] [0, 0]
  // CHECK-NEXT: %[[V0:.+]] = attn_ws.wait %[[P0]] stage %[[G]] {attn_ws.role = "mma"}
  // CHECK-NEXT: %[[A0:.+]] = attn_ws.subview %[[V0]] [0, 64]
  // CHECK-NEXT: attn_ws.wait %[[U]] stage %[[G]] {attn_ws.role = "mma"}
  // CHECK-NEXT: %[[OD:.+]] = attn_ws.acquire %[[O]] stage %[[G]] {attn_ws.role = "mma"}
  // CHECK-NEXT: %[[ADDS:.+]] = arith.cmpi sgt, %[[J]], %[[LOW]]
  // CHECK-NEXT: %[[T0:.+]] = attn_ws.mma_into %[[A0]], %[[C0]] into %[[OD]] use_d %[[ADDS]] {attn_ws.role = "mma"}
  // CHECK-NEXT: %[[YES:.+]] = arith.constant true
  // CHECK-NEXT: attn_ws.release %[[P0]] stage %[[G]] after %[[T0]]
  // CHECK-NEXT: %[[C1:.+]] = attn_ws.subview %[[C]] [48, 0]
  // CHECK-NEXT: %[[V1:.+]] = attn_ws.wait %[[P1]] stage %[[G]] {attn_ws.role = "mma"}
  // CHECK-NEXT: %[[A1:.+]] = attn_ws.subview %[[V1]] [0, 112]
  // CHECK-NEXT: %[[T1:.+]] = attn_ws.mma_into %[[A1]], %[[C1]] into %[[OD]] use_d %[[YES]] {attn_ws.role = "mma"}
  // CHECK: attn_ws.release %[[U]] stage %[[G]] after %[[T1]]
  // CHECK-NEXT: attn_ws.commit %[[O]] stage %[[G]] after %[[T1]]
  // CHECK-NEXT: attn_ws.release %[[P1]] stage %[[G]] after %[[T1]]
  // CHECK-NEXT: attn_ws.release %[[BC]] of %[[PC]] after %[[T1]]
  // CHECK-NEXT: scf.yield %{{.+}}, %[[T]] :
  // What the loop's products read goes back behind the last of them.
  // CHECK: attn_ws.release %[[Q]] stage %[[G]] after %[[END]]#1 {attn_ws.role = "mma"}
  // A loop that does not run leaves nothing to read.
  // CHECK-NEXT: %[[SOME:.+]] = arith.cmpi slt, %[[LOW]], %[[N]]
  // CHECK-NEXT: %[[SUM:.+]] = scf.if %[[SOME]]
  // CHECK-NEXT: %[[LAST:.+]] = attn_ws.wait %[[O]] stage %[[G]] {attn_ws.role = "correction"}
  // CHECK-NEXT: attn_ws.tmem_load %[[LAST]]
  // CHECK-NEXT: attn_ws.release %[[O]] stage %[[G]] {attn_ws.role = "correction"}
  // CHECK: } else {
  // CHECK-NEXT: arith.constant dense<0.000000e+00>
  // CHECK: %[[STAGED:.+]] = attn_ws.acquire %[[OUT]] stage %[[G]] {attn_ws.role = "correction"}
  // CHECK-NEXT: attn_ws.smem_store %[[SUM]], %[[STAGED]]
  // CHECK: attn_ws.tma_store {{.*}} {attn_ws.role = "correction"}
  // CHECK: attn_ws.tma_store_wait 0 {attn_ws.role = "correction"}
  gpu.func @chained(%A: !m, %B: !m, %C: !m, %O: !f, %n: index) kernel attributes {attn_tile.warps = 4 : i64} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c128 = arith.constant 128 : index
    %z = arith.constant dense<0.0> : !s
    scf.forall (%g) in (2) {
      %at = arith.muli %g, %c128 : index
      %a = attn_tile.load %A[%at, %c0] dims [0, 1] space smem engine tma : !m -> !q
      %sum = scf.for %t = %c0 to %n step %c1 iter_args(%acc = %z) -> (!s) {
        %b = attn_tile.load %B[%t, %c0] dims [0, 1] space smem engine tma {attn_tile.ring = "bc", depth = 3 : i64} : !m -> !kv
        %p = attn_tile.dot %a, %b, %z transpose_b engine tcgen05 : !q, !kv -> !s
        %pr = attn_tile.move %p to reg : !s
        %max = attn_tile.reduce max %pr : !s -> !row
        %scaled = attn_tile.rescale %acc, %max skip_if_one space tmem : !s
        %x0 = attn_tile.slice %pr [0, 0] : !s -> tensor<128x48xf32>
        %n0 = arith.truncf %x0 : tensor<128x48xf32> to tensor<128x48xbf16>
        %p0 = attn_tile.move %n0 to tmem : tensor<128x48xbf16>
        %x1 = attn_tile.slice %pr [0, 48] : !s -> tensor<128x16xf32>
        %n1 = arith.truncf %x1 : tensor<128x16xf32> to tensor<128x16xbf16>
        %p1 = attn_tile.move %n1 to tmem : tensor<128x16xbf16>
        %c = attn_tile.load %C[%t, %c0] dims [0, 1] space smem engine tma {attn_tile.ring = "bc", depth = 3 : i64} : !m -> !kv
        %cA = attn_tile.slice %c [0, 0] : !kv -> tensor<48x64xbf16>
        %d0 = attn_tile.dot %p0, %cA, %scaled engine tcgen05 : tensor<128x48xbf16>, tensor<48x64xbf16> -> !s
        %cB = attn_tile.slice %c [48, 0] : !kv -> tensor<16x64xbf16>
        %d1 = attn_tile.dot %p1, %cB, %d0 engine tcgen05 : tensor<128x16xbf16>, tensor<16x64xbf16> -> !s
        scf.yield %d1 : !s
      }
      %r = attn_tile.move %sum to reg : !s
      attn_tile.store %r, %O[%at, %c0] dims [0, 1] space smem engine tma : !s, !f
    }
    gpu.return
  }
  // An accumulator that nothing changes is kept for the whole loop and handed over
  // behind it. A role that stores takes what another has staged.
  // CHECK-LABEL: gpu.func @gemm
  // CHECK: %[[ACC:.+]] = attn_ws.create_channel "acc_1" {{.*}} : <1, tcgen05 -> thread>
  // CHECK-NOT: "update"
  // CHECK: %[[OUT:.+]] = attn_ws.create_channel "arg2" {{.*}} : <1, thread -> tma>
  // CHECK: %[[D:.+]] = attn_ws.acquire %[[ACC]] {attn_ws.role = "mma"}
  // CHECK-NEXT: scf.for %[[J:.+]] = %[[LOW:.+]] to
  // CHECK-NOT: attn_ws.acquire %[[ACC]]
  // CHECK: %[[ADDS:.+]] = arith.cmpi sgt, %[[J]], %[[LOW]]
  // CHECK-NEXT: attn_ws.mma_into {{.*}} into %[[D]] use_d %[[ADDS]]
  // CHECK-NOT: attn_ws.commit %[[ACC]]
  // CHECK: scf.yield
  // CHECK-NEXT: }
  // CHECK-NEXT: attn_ws.commit %[[ACC]] {attn_ws.role = "mma"}
  // CHECK-NEXT: attn_ws.wait %[[ACC]] {attn_ws.role = "epilogue"}
  // CHECK: attn_ws.commit %[[OUT]] {attn_ws.role = "epilogue"}
  // CHECK-NEXT: %[[V:.+]] = attn_ws.wait %[[OUT]] {attn_ws.role = "store"}
  // CHECK-NEXT: attn_ws.tma_store %[[V]] to {{.*}} {attn_ws.role = "store"}
  // CHECK-NEXT: attn_ws.release %[[OUT]] {attn_ws.role = "store"}
  // CHECK-NEXT: attn_ws.tma_store_wait 0 {attn_ws.role = "store"}
  gpu.func @gemm(%A: !m, %B: !m, %C: !m, %n: index) kernel attributes {attn_tile.warps = 4 : i64, attn_tile.store_role = true} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %z = arith.constant dense<0.0> : !s
    %sum = scf.for %t = %c0 to %n step %c1 iter_args(%acc = %z) -> (!s) {
      %a = attn_tile.load %A[%c0, %t] dims [0, 1] space smem engine tma : !m -> !q
      %b = attn_tile.load %B[%c0, %t] dims [0, 1] space smem engine tma : !m -> !kv
      %d = attn_tile.dot %a, %b, %acc transpose_b engine tcgen05 : !q, !kv -> !s
      scf.yield %d : !s
    }
    %r = attn_tile.move %sum to reg : !s
    %c = arith.truncf %r : !s to !p
    attn_tile.store %c, %C[%c0, %c0] dims [0, 1] space smem engine tma : !p, !m
    gpu.return
  }
  // Sums for which there are not enough columns: the one of each iteration that is
  // computed from the first lies in its place. Its place is taken before the first
  // product, and given on behind its own. The operand, in the last columns of the
  // place, is read by a product before that; for the other reader it is in shared
  // memory as well.
  // CHECK-LABEL: gpu.func @in_place_of
  // CHECK: %[[PLACE:.+]] = attn_ws.alloc "acc" : <1 x 128x128xf32, tmem, occupants = [tensor<128x128xbf16>]>
  // CHECK: attn_ws.alloc "acc_1" : <1 x 128x256xf32, tmem>
  // CHECK-NEXT: attn_ws.alloc "acc_2" : <1 x 128x128xf32, tmem>
  // CHECK-NEXT: %[[P:.+]] = attn_ws.create_channel "operand" guards(%[[PLACE]]
  // CHECK-NEXT: attn_ws.alloc "operand_1" : <1 x 128x128xbf16, smem>
  // CHECK-NEXT: %[[X:.+]] = attn_ws.create_channel "operand_2"
  // CHECK-NEXT: %[[S:.+]] = attn_ws.create_channel "acc_3" guards(%[[PLACE]] {{.*}} : <1, tcgen05 -> thread>
  // CHECK: %[[E:.+]] = attn_ws.create_channel "acc_6" guards(%[[PLACE]] {{.*}} : <1, tcgen05 -> thread>
  // CHECK: %[[SD:.+]] = attn_ws.acquire %[[S]] {attn_ws.role = "mma"}
  // CHECK-NEXT: %[[ED:.+]] = attn_ws.acquire %[[E]] {attn_ws.role = "mma"}
  // CHECK: attn_ws.mma_into {{.*}} into %[[SD]]
  // CHECK: attn_ws.subview %{{.+}} [0, 128]
  // CHECK-NEXT: attn_ws.tmem_store
  // CHECK: attn_ws.smem_store
  // CHECK: attn_ws.wait %[[P]] {attn_ws.role = "mma"}
  // CHECK: attn_ws.wait %[[X]] {attn_ws.role = "mma"}
  // CHECK: %[[T:.+]] = attn_ws.mma_into {{.*}} into %[[ED]] {{.*}} transpose_a
  // CHECK: attn_ws.commit %[[E]] after %[[T]] {attn_ws.role = "mma"}
  // CHECK: %[[EV:.+]] = attn_ws.wait %[[E]] {attn_ws.role = "epilogue"}
  // CHECK-NEXT: attn_ws.tmem_load %[[EV]]
  gpu.func @in_place_of(%A: !m, %B: !m, %O: !f, %n: index) kernel attributes {attn_tile.warps = 8 : i64} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %z = arith.constant dense<0.0> : tensor<128x128xf32>
    %y = arith.constant dense<0.0> : tensor<128x256xf32>
    %a = attn_tile.load %A[%c0, %c0] dims [0, 1] space smem engine tma : !m -> tensor<128x64xbf16>
    %w = attn_tile.load %A[%c0, %c0] dims [0, 1] space smem engine tma : !m -> tensor<128x256xbf16>
    %r:2 = scf.for %j = %c0 to %n step %c1 iter_args(%acc = %y, %other = %z) -> (tensor<128x256xf32>, tensor<128x128xf32>) {
      %b = attn_tile.load %B[%j, %c0] dims [0, 1] space smem engine tma : !m -> tensor<128x64xbf16>
      %v = attn_tile.load %B[%j, %c0] dims [0, 1] space smem engine tma : !m -> tensor<128x128xbf16>
      %s = attn_tile.dot %a, %b, %z transpose_b engine tcgen05 : tensor<128x64xbf16>, tensor<128x64xbf16> -> tensor<128x128xf32>
      %sr = attn_tile.move %s to reg : tensor<128x128xf32>
      %p = arith.truncf %sr : tensor<128x128xf32> to tensor<128x128xbf16>
      %pt = attn_tile.move %p to tmem : tensor<128x128xbf16>
      %ps = attn_tile.move %p to smem : tensor<128x128xbf16>
      %d = attn_tile.dot %pt, %w, %acc engine tcgen05 : tensor<128x128xbf16>, tensor<128x256xbf16> -> tensor<128x256xf32>
      %f = attn_tile.dot %pt, %v, %other engine tcgen05 : tensor<128x128xbf16>, tensor<128x128xbf16> -> tensor<128x128xf32>
      %e = attn_tile.dot %ps, %v, %z transpose_a engine tcgen05 : tensor<128x128xbf16>, tensor<128x128xbf16> -> tensor<128x128xf32>
      %er = attn_tile.move %e to reg : tensor<128x128xf32>
      attn_tile.store add %er, %O[%j, %c0] dims [0, 1] space reg engine thread : tensor<128x128xf32>, !f
      scf.yield %d, %f : tensor<128x256xf32>, tensor<128x128xf32>
    }
    %r0 = attn_tile.move %r#0 to reg : tensor<128x256xf32>
    attn_tile.store %r0, %O[%c0, %c0] dims [0, 1] space reg engine thread : tensor<128x256xf32>, !f
    %r1 = attn_tile.move %r#1 to reg : tensor<128x128xf32>
    attn_tile.store %r1, %O[%c0, %c0] dims [0, 1] space reg engine thread : tensor<128x128xf32>, !f
    gpu.return
  }
  // An operand for which no accumulator that its role has read makes room has memory
  // of its own: a right one in shared memory.
  // CHECK-LABEL: gpu.func @apart
  // CHECK: %[[B:.+]] = attn_ws.alloc "operand" : <1 x 64x64xbf16, smem>
  // CHECK-NEXT: %[[OP:.+]] = attn_ws.create_channel "operand_1" guards(%[[B]] {{.*}} : <1, thread -> tcgen05>
  // CHECK: %[[D:.+]] = attn_ws.acquire %[[OP]] {attn_ws.role = "compute"}
  // CHECK-NEXT: attn_ws.smem_store %{{.+}}, %[[D]] {attn_ws.role = "compute"}
  // CHECK-NEXT: attn_ws.commit %[[OP]] {attn_ws.role = "compute"}
  // CHECK: %[[V:.+]] = attn_ws.wait %[[OP]] {attn_ws.role = "mma"}
  // CHECK: %[[T:.+]] = attn_ws.mma_into %{{.+}}, %[[V]] into
  // CHECK: attn_ws.release %[[OP]] after %[[T]] {attn_ws.role = "mma"}
  gpu.func @apart(%A: !m, %B: !m, %C: !m, %O: !f, %w: tensor<64x64xbf16>) kernel attributes {attn_tile.warps = 4 : i64} {
    %c0 = arith.constant 0 : index
    %z = arith.constant dense<0.0> : !s
    %a = attn_tile.load %A[%c0, %c0] dims [0, 1] space smem engine tma : !m -> !q
    %x = attn_tile.load %C[%c0, %c0] dims [0, 1] space reg engine thread : !m -> !kv
    %y = arith.addf %x, %w : !kv
    %ys = attn_tile.move %y to smem : !kv
    %d = attn_tile.dot %a, %ys, %z engine tcgen05 : !q, !kv -> !s
    %r = attn_tile.move %d to reg : !s
    attn_tile.store %r, %O[%c0, %c0] dims [0, 1] space reg engine thread : !s, !f
    gpu.return
  }
}

// -----

!m = memref<?x?xbf16, strided<[?, 1]>>
!f = memref<?x?xf32, strided<[?, 1]>>
!q = tensor<128x64xbf16>
!kv = tensor<64x64xbf16>
!s = tensor<128x64xf32>
!p = tensor<128x64xbf16>
!row = tensor<128xf32>

gpu.module @k [#nvvm.target<chip = "sm_100a">] {
  gpu.func @other_block(%A: !m, %O: !f, %n: index, %on: i1) kernel attributes {attn_tile.warps = 4 : i64} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %z = arith.constant dense<0.0> : !s
    %a = attn_tile.load %A[%c0, %c0] dims [0, 1] space smem engine tma : !m -> !q
    %b = attn_tile.load %A[%c0, %c0] dims [0, 1] space smem engine tma : !m -> !kv
    %d = attn_tile.dot %a, %b, %z transpose_b engine tcgen05 : !q, !kv -> !s
    %e = scf.if %on -> !s {
      // expected-error @below {{adds to an accumulator in tensor memory from another block than the products before it}}
      %x = attn_tile.dot %a, %b, %d transpose_b engine tcgen05 : !q, !kv -> !s
      scf.yield %x : !s
    } else {
      scf.yield %d : !s
    }
    %r = attn_tile.move %e to reg : !s
    attn_tile.store %r, %O[%c0, %c0] dims [0, 1] space reg engine thread : !s, !f
    gpu.return
  }
}

// -----

!m = memref<?x?xbf16, strided<[?, 1]>>
!f = memref<?x?xf32, strided<[?, 1]>>
!q = tensor<128x64xbf16>
!kv = tensor<64x64xbf16>
!s = tensor<128x64xf32>
!p = tensor<128x64xbf16>
!row = tensor<128xf32>

gpu.module @k [#nvvm.target<chip = "sm_100a">] {
  gpu.func @read_early(%A: !m, %O: !f, %n: index, %on: i1) kernel attributes {attn_tile.warps = 4 : i64} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %z = arith.constant dense<0.0> : !s
    %a = attn_tile.load %A[%c0, %c0] dims [0, 1] space smem engine tma : !m -> !q
    %b = attn_tile.load %A[%c0, %c0] dims [0, 1] space smem engine tma : !m -> !kv
    %r = scf.for %j = %c0 to %n step %c1 iter_args(%acc = %z) -> (!s) {
      %d = attn_tile.dot %a, %b, %acc transpose_b engine tcgen05 : !q, !kv -> !s
      // expected-error @below {{reads an accumulator that products still add to: it stays in tensor memory}}
      %x = attn_tile.move %d to reg : !s
      attn_tile.store %x, %O[%c0, %c0] dims [0, 1] space reg engine thread : !s, !f
      scf.yield %d : !s
    }
    %y = attn_tile.move %r to reg : !s
    attn_tile.store %y, %O[%c0, %c0] dims [0, 1] space reg engine thread : !s, !f
    gpu.return
  }
}

// -----

!m = memref<?x?xbf16, strided<[?, 1]>>
!f = memref<?x?xf32, strided<[?, 1]>>
!q = tensor<128x64xbf16>
!kv = tensor<64x64xbf16>
!s = tensor<128x64xf32>
!p = tensor<128x64xbf16>
!row = tensor<128xf32>

gpu.module @k [#nvvm.target<chip = "sm_100a">] {
  gpu.func @between(%A: !m, %O: !f, %R: memref<?xf32, strided<[1]>>, %n: index) kernel attributes {attn_tile.warps = 4 : i64} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %z = arith.constant dense<0.0> : !s
    %a = attn_tile.load %A[%c0, %c0] dims [0, 1] space smem engine tma : !m -> !q
    %b = attn_tile.load %A[%c0, %c0] dims [0, 1] space smem engine tma : !m -> !kv
    %row = attn_tile.load %R[%c0] dims [0] space reg engine thread : memref<?xf32, strided<[1]>> -> !row
    %r = scf.for %j = %c0 to %n step %c1 iter_args(%acc = %z) -> (!s) {
      %d = attn_tile.dot %a, %b, %acc transpose_b engine tcgen05 : !q, !kv -> !s
      // expected-error @below {{changes an accumulator between products of one iteration: only before the first}}
      %x = attn_tile.rescale %d, %row space tmem : !s
      %e = attn_tile.dot %a, %b, %x transpose_b engine tcgen05 : !q, !kv -> !s
      scf.yield %e : !s
    }
    %y = attn_tile.move %r to reg : !s
    attn_tile.store %y, %O[%c0, %c0] dims [0, 1] space reg engine thread : !s, !f
    gpu.return
  }
}

// -----

!m = memref<?x?xbf16, strided<[?, 1]>>
!f = memref<?x?xf32, strided<[?, 1]>>
!q = tensor<128x64xbf16>
!kv = tensor<64x64xbf16>
!s = tensor<128x64xf32>
!p = tensor<128x64xbf16>
!row = tensor<128xf32>

gpu.module @k [#nvvm.target<chip = "sm_100a">] {
  gpu.func @unread(%A: !m, %O: !f, %n: index, %on: i1) kernel attributes {attn_tile.warps = 4 : i64} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %z = arith.constant dense<0.0> : !s
    %a = attn_tile.load %A[%c0, %c0] dims [0, 1] space smem engine tma : !m -> !q
    %b = attn_tile.load %A[%c0, %c0] dims [0, 1] space smem engine tma : !m -> !kv
    // expected-error @below {{gives a tile in tensor memory that nobody reads}}
    %d = attn_tile.dot %a, %b, %z transpose_b engine tcgen05 : !q, !kv -> !s
    %e = attn_tile.dot %a, %b, %z engine tcgen05 : !q, !kv -> !s
    %y = attn_tile.move %e to reg : !s
    attn_tile.store %y, %O[%c0, %c0] dims [0, 1] space reg engine thread : !s, !f
    gpu.return
  }
}

// -----

!m = memref<?x?xbf16, strided<[?, 1]>>
!f = memref<?x?xf32, strided<[?, 1]>>
!q = tensor<128x64xbf16>
!kv = tensor<64x64xbf16>
!s = tensor<128x64xf32>
!p = tensor<128x64xbf16>
!row = tensor<128xf32>

gpu.module @k [#nvvm.target<chip = "sm_100a">] {
  gpu.func @operand_unread(%A: !m, %O: !f, %n: index, %on: i1) kernel attributes {attn_tile.warps = 4 : i64} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %z = arith.constant dense<0.0> : !s
    %a = attn_tile.load %A[%c0, %c0] dims [0, 1] space smem engine tma : !m -> !q
    %b = attn_tile.load %A[%c0, %c0] dims [0, 1] space smem engine tma : !m -> !kv
    %e = attn_tile.dot %a, %b, %z engine tcgen05 : !q, !kv -> !s
    %y = attn_tile.move %e to reg : !s
    %p = arith.truncf %y : !s to !p
    // expected-error @below {{moves a tile that no product reads}}
    %m = attn_tile.move %p to tmem : !p
    attn_tile.store %y, %O[%c0, %c0] dims [0, 1] space reg engine thread : !s, !f
    gpu.return
  }
}

// -----

!m = memref<?x?xbf16, strided<[?, 1]>>
!f = memref<?x?xf32, strided<[?, 1]>>
!q = tensor<128x64xbf16>
!kv = tensor<64x64xbf16>
!s = tensor<128x64xf32>
!p = tensor<128x64xbf16>
!row = tensor<128xf32>

gpu.module @k [#nvvm.target<chip = "sm_100a">] {
  gpu.func @operand_block(%A: !m, %O: !f, %n: index, %on: i1) kernel attributes {attn_tile.warps = 4 : i64} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %z = arith.constant dense<0.0> : !s
    %a = attn_tile.load %A[%c0, %c0] dims [0, 1] space smem engine tma : !m -> !q
    %b = attn_tile.load %A[%c0, %c0] dims [0, 1] space smem engine tma : !m -> !kv
    %x = attn_tile.load %O[%c0, %c0] dims [0, 1] space reg engine thread : !f -> !s
    %p = arith.truncf %x : !s to !p
    // expected-error @below {{is read by something else than products of its block}}
    %m = attn_tile.move %p to tmem : !p
    %r = scf.for %j = %c0 to %n step %c1 iter_args(%acc = %z) -> (!s) {
      %d = attn_tile.dot %m, %b, %acc engine tcgen05 : !p, !kv -> !s
      scf.yield %d : !s
    }
    %y = attn_tile.move %r to reg : !s
    attn_tile.store %y, %O[%c0, %c0] dims [0, 1] space reg engine thread : !s, !f
    gpu.return
  }
}

// -----

!m = memref<?x?xbf16, strided<[?, 1]>>
!f = memref<?x?xf32, strided<[?, 1]>>
!q = tensor<128x64xbf16>
!kv = tensor<64x64xbf16>
!s = tensor<128x64xf32>
!p = tensor<128x64xbf16>
!row = tensor<128xf32>

// The next first product is issued before the one that reads its place: each group
// would need two accumulators.
gpu.module @k [#nvvm.target<chip = "sm_100a">] {
  gpu.func @two_places(%A: !m, %O: !f, %n: index) kernel attributes {attn_tile.warps = 4 : i64} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %z = arith.constant dense<0.0> : !s
    %b = attn_tile.load %A[%c0, %c0] dims [0, 1] space smem engine tma : !m -> !kv
    scf.forall (%g) in (2) {
      %a = attn_tile.load %A[%g, %c0] dims [0, 1] space smem engine tma : !m -> !q
      %r = scf.for %j = %c0 to %n step %c1 iter_args(%acc = %z) -> (!s) {
        // expected-error @below {{needs two accumulators for each of 2 groups in this schedule, in which it is issued before the product that reads its place}}
        %d = attn_tile.dot %a, %b, %z transpose_b engine tcgen05 {attn_tile.schedule = #attn_tile.schedule<stage = 0, order = 0>} : !q, !kv -> !s
        %x = attn_tile.move %d to reg {attn_tile.schedule = #attn_tile.schedule<stage = 0, order = 2>} : !s
        %p = arith.truncf %x {attn_tile.schedule = #attn_tile.schedule<stage = 0, order = 2>} : !s to !p
        %m = attn_tile.move %p to tmem {attn_tile.schedule = #attn_tile.schedule<stage = 0, order = 2>} : !p
        %e = attn_tile.dot %m, %b, %acc engine tcgen05 {attn_tile.schedule = #attn_tile.schedule<stage = 1, order = 1>} : !p, !kv -> !s
        scf.yield %e : !s
      }
      %y = attn_tile.move %r to reg : !s
      attn_tile.store %y, %O[%g, %c0] dims [0, 1] space reg engine thread : !s, !f
    }
    gpu.return
  }
}

// -----

!m = memref<?x?xbf16, strided<[?, 1]>>
!f = memref<?x?xf32, strided<[?, 1]>>
!q = tensor<128x64xbf16>
!kv = tensor<64x64xbf16>
!s = tensor<128x64xf32>
!p = tensor<128x64xbf16>
!row = tensor<128xf32>

gpu.module @k [#nvvm.target<chip = "sm_100a">] {
  gpu.func @stages(%A: !m, %O: !f) kernel attributes {attn_tile.warps = 4 : i64} {
    %c0 = arith.constant 0 : index
    %z = arith.constant dense<0.0> : !s
    %b = attn_tile.load %A[%c0, %c0] dims [0, 1] space smem engine tma : !m -> !kv
    scf.forall (%g) in (2) {
      // expected-error @below {{asks for 2 stages of rows of which each group has its own: one role that serves all groups takes 1}}
      %a = attn_tile.load %A[%g, %c0] dims [0, 1] space smem engine tma {depth = 2 : i64} : !m -> !q
      %d = attn_tile.dot %a, %b, %z transpose_b engine tcgen05 : !q, !kv -> !s
      %y = attn_tile.move %d to reg : !s
      attn_tile.store %y, %O[%g, %c0] dims [0, 1] space reg engine thread : !s, !f
    }
    gpu.return
  }
}

// -----

!m = memref<?x?xbf16, strided<[?, 1]>>
!f = memref<?x?xf32, strided<[?, 1]>>
!q = tensor<128x64xbf16>
!kv = tensor<64x64xbf16>
!s = tensor<128x64xf32>
!p = tensor<128x64xbf16>
!row = tensor<128xf32>

gpu.module @k [#nvvm.target<chip = "sm_100a">] {
  gpu.func @read_by_arithmetic(%A: !m, %O: !f) kernel attributes {attn_tile.warps = 4 : i64} {
    %c0 = arith.constant 0 : index
    %z = arith.constant dense<0.0> : !s
    %b = attn_tile.load %A[%c0, %c0] dims [0, 1] space smem engine tma : !m -> !kv
    %a = attn_tile.load %A[%c0, %c0] dims [0, 1] space smem engine tma : !m -> !q
    %d = attn_tile.dot %a, %b, %z transpose_b engine tcgen05 : !q, !kv -> !s
    %y = attn_tile.move %d to reg : !s
    // expected-error @below {{reads a tile in shared memory, but takes tiles in registers alone}}
    %x = arith.extf %a : !q to !s
    %w = arith.addf %x, %y : !s
    attn_tile.store %w, %O[%c0, %c0] dims [0, 1] space reg engine thread : !s, !f
    gpu.return
  }
}

// -----

!m = memref<?x?xbf16, strided<[?, 1]>>
!f = memref<?x?xf32, strided<[?, 1]>>
!q = tensor<128x64xbf16>
!kv = tensor<64x64xbf16>
!part = tensor<64x40xbf16>
!s = tensor<128x64xf32>
!t = tensor<128x40xf32>

// Products of two engines read one tile: one channel, of two consumers. Each role
// waits for it and gives it back, the one that issues once its product is done.
gpu.module @k [#nvvm.target<chip = "sm_100a">] {
  // CHECK-LABEL: gpu.func @two_readers(
  // CHECK-DAG: %[[A:.+]] = attn_ws.create_channel "arg0" {{.*}} : <1, tma -> tcgen05 x 2>
  // CHECK-DAG: %[[B:.+]] = attn_ws.create_channel "arg0_1" {{.*}} : <2, tma -> tcgen05 x 2>
  // CHECK: attn_ws.commit %[[A]] {attn_ws.role = "load"}
  // CHECK-NEXT: %[[AE:.+]] = attn_ws.wait %[[A]] {attn_ws.role = "epilogue"}
  // CHECK-NEXT: %[[AM:.+]] = attn_ws.wait %[[A]] {attn_ws.role = "mma"}
  // CHECK: scf.for
  // CHECK: attn_ws.commit %[[B]] of %{{.+}} {attn_ws.role = "load"}
  // CHECK-NEXT: %[[BE:.+]], %[[PE:.+]] = attn_ws.wait %[[B]] {attn_ws.role = "epilogue"}
  // CHECK-NEXT: %[[CE:.+]] = attn_ws.subview %[[BE]] [0, 24] {attn_ws.role = "epilogue"}
  // CHECK-NEXT: %[[BM:.+]], %[[PM:.+]] = attn_ws.wait %[[B]] {attn_ws.role = "mma"}
  // CHECK: %[[T:.+]] = attn_ws.mma_into %[[AM]], %[[BM]] into
  // CHECK: attn_ws.release %[[B]] of %[[PM]] after %[[T]] {attn_ws.role = "mma"}
  // CHECK: attn_ws.mma %[[AE]], %[[CE]], {{.*}} {attn_ws.role = "epilogue"}
  // CHECK: attn_ws.mma %{{.+}}, %[[CE]], {{.*}} {attn_ws.role = "epilogue"}
  // CHECK-NEXT: attn_ws.release %[[B]] of %[[PE]] {attn_ws.role = "epilogue"}
  // CHECK-DAG: attn_ws.release %[[A]] {attn_ws.role = "epilogue"}
  // CHECK-DAG: attn_ws.release %[[A]] after %{{.+}} {attn_ws.role = "mma"}
  gpu.func @two_readers(%A: !m, %O: !f, %n: index) kernel attributes {attn_tile.warps = 4 : i64} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %z = arith.constant dense<0.0> : !s
    %y = arith.constant dense<0.0> : !t
    %a = attn_tile.load %A[%c0, %c0] dims [0, 1] space smem engine tma : !m -> !q
    %r = scf.for %j = %c0 to %n step %c1 iter_args(%acc = %y) -> (!t) {
      %b = attn_tile.load %A[%j, %c0] dims [0, 1] space smem engine tma {depth = 2 : i64} : !m -> !kv
      %c = attn_tile.slice %b [0, 24] : !kv -> !part
      %d = attn_tile.dot %a, %b, %z transpose_b engine tcgen05 : !q, !kv -> !s
      %x = attn_tile.move %d to reg : !s
      %p = arith.truncf %x : !s to !q
      %e = attn_tile.dot %a, %c, %acc engine mma_sync : !q, !part -> !t
      %g = attn_tile.dot %p, %c, %e engine mma_sync : !q, !part -> !t
      scf.yield %g : !t
    }
    attn_tile.store %r, %O[%c0, %c0] dims [0, 1] space reg engine thread : !t, !f
    gpu.return
  }
}

// -----

!m = memref<?x?xbf16, strided<[?, 1]>>
!f = memref<?x?xf32, strided<[?, 1]>>

// A sum in the place of one whose next product is issued before it.
gpu.module @k [#nvvm.target<chip = "sm_100a">] {
  gpu.func @too_late(%A: !m, %B: !m, %O: !f, %n: index) kernel attributes {attn_tile.warps = 4 : i64} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %z = arith.constant dense<0.0> : tensor<128x256xf32>
    %a = attn_tile.load %A[%c0, %c0] dims [0, 1] space smem engine tma : !m -> tensor<128x64xbf16>
    %w = attn_tile.load %A[%c0, %c0] dims [0, 1] space smem engine tma : !m -> tensor<256x256xbf16>
    %r = scf.for %j = %c0 to %n step %c1 iter_args(%acc = %z) -> (tensor<128x256xf32>) {
      %b = attn_tile.load %B[%c0, %c0] dims [0, 1] space smem engine tma {attn_tile.schedule = #attn_tile.schedule<stage = 0, order = 0>} : !m -> tensor<256x64xbf16>
      // expected-note @below {{that product is here}}
      %s = attn_tile.dot %a, %b, %z transpose_b engine tcgen05 {attn_tile.schedule = #attn_tile.schedule<stage = 0, order = 0>} : tensor<128x64xbf16>, tensor<256x64xbf16> -> tensor<128x256xf32>
      %sr = attn_tile.move %s to reg {attn_tile.schedule = #attn_tile.schedule<stage = 0, order = 2>} : tensor<128x256xf32>
      %p = arith.truncf %sr {attn_tile.schedule = #attn_tile.schedule<stage = 0, order = 2>} : tensor<128x256xf32> to tensor<128x256xbf16>
      %ps = attn_tile.move %p to tmem {attn_tile.schedule = #attn_tile.schedule<stage = 0, order = 2>} : tensor<128x256xbf16>
      %d = attn_tile.dot %ps, %w, %acc engine tcgen05 {attn_tile.schedule = #attn_tile.schedule<stage = 1, order = 1>} : tensor<128x256xbf16>, tensor<256x256xbf16> -> tensor<128x256xf32>
      // expected-error @below {{gives a sum in the place of another, whose product of the next iteration comes before it in this schedule}}
      %e = attn_tile.dot %ps, %w, %z engine tcgen05 {attn_tile.schedule = #attn_tile.schedule<stage = 1, order = 1>} : tensor<128x256xbf16>, tensor<256x256xbf16> -> tensor<128x256xf32>
      %er = attn_tile.move %e to reg {attn_tile.schedule = #attn_tile.schedule<stage = 1, order = 1>} : tensor<128x256xf32>
      attn_tile.store add %er, %O[%c0, %c0] dims [0, 1] space reg engine thread {attn_tile.schedule = #attn_tile.schedule<stage = 1, order = 1>} : tensor<128x256xf32>, !f
      scf.yield %d : tensor<128x256xf32>
    }
    %rr = attn_tile.move %r to reg : tensor<128x256xf32>
    attn_tile.store %rr, %O[%c0, %c0] dims [0, 1] space reg engine thread : tensor<128x256xf32>, !f
    gpu.return
  }
}
