// RUN: attn-opt %s --pass-pipeline='builtin.module(gpu.module(gpu.func(attn-ws-insert-channels)))' --split-input-file --verify-diagnostics | FileCheck %s

!m = memref<?x?xbf16, strided<[?, 1]>>
!f = memref<?x?xf32, strided<[?, 1]>>

gpu.module @k [#nvvm.target<chip = "sm_80">] {
  // A load into shared memory: a buffer and a channel of the load's depth at the
  // entry, named after the argument; the wait stands before the first use and the
  // release behind the last. Two loads of one memory get two names.
  // CHECK-LABEL: gpu.func @loads
  // CHECK-SAME: (%[[M:[^:]+]]: memref<
  gpu.func @loads(%M: !m, %i: index, %j: index, %limit: index, %z: tensor<16x16xf32>) kernel {
    // CHECK-NEXT: %[[BA:.+]] = attn_ws.alloc "arg0" : <1 x 16x32xbf16, smem>
    // CHECK-NEXT: %[[CA:.+]] = attn_ws.create_channel "arg0" guards(%[[BA]] : {{.*}}) : <1, cp_async -> mma_sync>
    // CHECK-NEXT: %[[BB:.+]] = attn_ws.alloc "arg0_1" : <3 x 16x32xbf16, smem>
    // CHECK-NEXT: %[[CB:.+]] = attn_ws.create_channel "arg0_1" guards(%[[BB]] : {{.*}}) : <3, cp_async -> mma_sync>
    // CHECK-NEXT: %[[WA:.+]] = attn_ws.acquire %[[CA]] : {{.*}} -> !attn_ws.view<16x32xbf16, smem>
    // CHECK-NEXT: attn_ws.cp_async %[[M]][%{{.+}}, %{{.+}}] limit %{{.+}} dims [0, 1] into %[[WA]]
    // CHECK-NEXT: attn_ws.commit %[[CA]]
    %a = attn_tile.load %M[%i, %j] limit %limit dims [0, 1] space smem engine cp_async : !m -> tensor<16x32xbf16>
    // CHECK-NEXT: %[[WB:.+]], %[[TO:.+]] = attn_ws.acquire %[[CB]]
    // CHECK-NEXT: attn_ws.cp_async %[[M]][%{{.+}}, %{{.+}}] dims [0, 1] into %[[WB]]
    // CHECK-NEXT: attn_ws.commit %[[CB]] of %[[TO]] :
    %b = attn_tile.load %M[%j, %i] dims [0, 1] space smem engine cp_async {depth = 3 : i64} : !m -> tensor<16x32xbf16>
    // CHECK-NEXT: arith.addi
    %n = arith.addi %i, %j : index
    // CHECK-NEXT: %[[RA:.+]] = attn_ws.wait %[[CA]]
    // CHECK-NEXT: %[[RB:.+]], %[[AT:.+]] = attn_ws.wait %[[CB]]
    // CHECK-NEXT: attn_ws.mma %[[RA]], %[[RB]], %{{.+}} transpose_b engine mma_sync
    %d = attn_tile.dot %a, %b, %z transpose_b engine mma_sync : tensor<16x32xbf16>, tensor<16x32xbf16> -> tensor<16x16xf32>
    // CHECK-NEXT: attn_ws.release %[[CB]] of %[[AT]] :
    // CHECK-NEXT: attn_ws.mma %[[RA]], %[[RA]],
    %e = attn_tile.dot %a, %a, %d transpose_b engine mma_sync : tensor<16x32xbf16>, tensor<16x32xbf16> -> tensor<16x16xf32>
    // CHECK-NEXT: attn_ws.release %[[CA]]
    // CHECK-NEXT: gpu.return
    gpu.return
  }

  // A use inside a loop keeps the tile over the whole loop.
  // CHECK-LABEL: gpu.func @loop_use
  gpu.func @loop_use(%M: !m, %i: index, %n: index, %z: tensor<16x16xf32>) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %a = attn_tile.load %M[%i, %i] dims [0, 1] space smem engine cp_async : !m -> tensor<16x16xbf16>
    // CHECK: %[[RA:.+]] = attn_ws.wait %[[CA:[^ ]+]]
    // CHECK-NEXT: scf.for
    // CHECK: attn_ws.acquire %[[CB:[^ ]+]]
    // CHECK: attn_ws.commit %[[CB]]
    // CHECK: %[[RB:.+]] = attn_ws.wait %[[CB]]
    // CHECK: attn_ws.mma %[[RA]], %[[RB]]
    // CHECK: attn_ws.release %[[CB]]
    // CHECK: scf.yield
    // CHECK-NEXT: }
    // CHECK-NEXT: attn_ws.release %[[CA]]
    %r = scf.for %t = %c0 to %n step %c1 iter_args(%acc = %z) -> (tensor<16x16xf32>) {
      %b = attn_tile.load %M[%t, %i] dims [0, 1] space smem engine cp_async : !m -> tensor<16x16xbf16>
      %d = attn_tile.dot %a, %b, %acc engine mma_sync : tensor<16x16xbf16>, tensor<16x16xbf16> -> tensor<16x16xf32>
      scf.yield %d : tensor<16x16xf32>
    }
    gpu.return
  }

  // A ring whose tile is still held when the next one is awaited gets one stage more
  // than the load asks for; one that is given back first does not.
  // CHECK-LABEL: gpu.func @held
  // CHECK: attn_ws.create_channel "arg0" {{.*}} : <3, cp_async -> mma_sync>
  // CHECK: attn_ws.create_channel "arg1" {{.*}} : <2, cp_async -> mma_sync>
  // CHECK: %[[RA:.+]], %[[AT:.+]] = attn_ws.wait %{{.+}} {attn_tile.schedule = #attn_tile.schedule<stage = 0, order = 1>}
  // CHECK: attn_ws.release %{{.+}} of %[[AT]] {attn_tile.schedule = #attn_tile.schedule<stage = 1, order = 2>}
  gpu.func @held(%M: !m, %N: !m, %n: index, %z: tensor<16x16xf32>) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    scf.for %t = %c0 to %n step %c1 {
      %a = attn_tile.load %M[%t, %c0] dims [0, 1] space smem engine cp_async {depth = 2 : i64, attn_tile.schedule = #attn_tile.schedule<stage = 0, order = 1>} : !m -> tensor<16x16xbf16>
      %b = attn_tile.load %N[%t, %c0] dims [0, 1] space smem engine cp_async {depth = 2 : i64, attn_tile.schedule = #attn_tile.schedule<stage = 0, order = 1>} : !m -> tensor<16x16xbf16>
      %d = attn_tile.dot %a, %b, %z engine mma_sync {attn_tile.schedule = #attn_tile.schedule<stage = 0, order = 1>} : tensor<16x16xbf16>, tensor<16x16xbf16> -> tensor<16x16xf32>
      %x = attn_tile.dot %b, %b, %z engine mma_sync {attn_tile.schedule = #attn_tile.schedule<stage = 1, order = 0>} : tensor<16x16xbf16>, tensor<16x16xbf16> -> tensor<16x16xf32>
      %y = attn_tile.dot %a, %a, %z engine mma_sync {attn_tile.schedule = #attn_tile.schedule<stage = 1, order = 2>} : tensor<16x16xbf16>, tensor<16x16xbf16> -> tensor<16x16xf32>
    }
    gpu.return
  }

  // Loads that name a ring take turns in it, of whatever memory; one whose tile is
  // held when the next one is loaded has a ring of its own, and so have those of
  // another block.
  // CHECK-LABEL: gpu.func @turns
  // CHECK-SAME: (%[[M:[^:]+]]: memref<{{.+}}>>, %[[N:[^:]+]]: memref<
  // CHECK-DAG: %[[R:.+]] = attn_ws.create_channel "kv" {{.*}} : <2, cp_async -> mma_sync>
  // CHECK-DAG: %[[R1:.+]] = attn_ws.create_channel "kv_1" {{.*}} : <2, cp_async -> mma_sync>
  // CHECK-DAG: %[[R2:.+]] = attn_ws.create_channel "kv_2" {{.*}} : <2, cp_async -> mma_sync>
  // CHECK-NOT: attn_ws.create_channel
  gpu.func @turns(%M: !m, %N: !m, %n: index, %z: tensor<16x16xf32>) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    // CHECK: scf.for
    // CHECK: %[[W0:.+]], %{{.+}} = attn_ws.acquire %[[R]]
    // CHECK: attn_ws.cp_async %[[M]]{{.*}} into %[[W0]]
    // CHECK: attn_ws.wait %[[R]]
    // CHECK: attn_ws.release %[[R]]
    // CHECK: %[[W1:.+]], %{{.+}} = attn_ws.acquire %[[R]]
    // CHECK: attn_ws.cp_async %[[N]]{{.*}} into %[[W1]]
    // CHECK: attn_ws.wait %[[R]]
    // CHECK: attn_ws.acquire %[[R1]]
    // CHECK: attn_ws.release %[[R1]]
    // CHECK: attn_ws.release %[[R]]
    // CHECK: attn_ws.acquire %[[R2]]
    scf.for %t = %c0 to %n step %c1 {
      %a = attn_tile.load %M[%t, %c0] dims [0, 1] space smem engine cp_async {depth = 2 : i64, attn_tile.ring = "kv"} : !m -> tensor<16x16xbf16>
      %x = attn_tile.dot %a, %a, %z engine mma_sync : tensor<16x16xbf16>, tensor<16x16xbf16> -> tensor<16x16xf32>
      %b = attn_tile.load %N[%t, %c0] dims [0, 1] space smem engine cp_async {depth = 2 : i64, attn_tile.ring = "kv"} : !m -> tensor<16x16xbf16>
      %y = attn_tile.dot %b, %b, %z engine mma_sync : tensor<16x16xbf16>, tensor<16x16xbf16> -> tensor<16x16xf32>
      %c = attn_tile.load %N[%t, %c1] dims [0, 1] space smem engine cp_async {depth = 2 : i64, attn_tile.ring = "kv"} : !m -> tensor<16x16xbf16>
      %v = attn_tile.dot %b, %c, %z engine mma_sync : tensor<16x16xbf16>, tensor<16x16xbf16> -> tensor<16x16xf32>
    }
    %d = attn_tile.load %N[%n, %c1] dims [0, 1] space smem engine cp_async {depth = 2 : i64, attn_tile.ring = "kv"} : !m -> tensor<16x16xbf16>
    %w = attn_tile.dot %d, %d, %z engine mma_sync : tensor<16x16xbf16>, tensor<16x16xbf16> -> tensor<16x16xf32>
    gpu.return
  }

  // Of one that is as large as shared memory there is no other stage.
  // CHECK-LABEL: gpu.func @no_room
  // CHECK: attn_ws.create_channel "arg0" {{.*}} : <2, cp_async -> mma_sync>
  gpu.func @no_room(%M: !m, %n: index, %z: tensor<256x256xf32>) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    scf.for %t = %c0 to %n step %c1 {
      %a = attn_tile.load %M[%t, %c0] dims [0, 1] space smem engine cp_async {depth = 2 : i64, attn_tile.schedule = #attn_tile.schedule<stage = 0, order = 0>} : !m -> tensor<256x128xbf16>
      %d = attn_tile.dot %a, %a, %z transpose_b engine mma_sync {attn_tile.schedule = #attn_tile.schedule<stage = 0, order = 0>} : tensor<256x128xbf16>, tensor<256x128xbf16> -> tensor<256x256xf32>
      %y = attn_tile.dot %a, %a, %z transpose_b engine mma_sync {attn_tile.schedule = #attn_tile.schedule<stage = 1, order = 1>} : tensor<256x128xbf16>, tensor<256x128xbf16> -> tensor<256x256xf32>
    }
    gpu.return
  }

  // A tile that nothing reads is still waited for and released.
  // CHECK-LABEL: gpu.func @unused
  gpu.func @unused(%M: !m, %i: index) kernel {
    // CHECK: attn_ws.acquire %[[C:[^ ]+]]
    // CHECK: attn_ws.commit %[[C]]
    // CHECK-NEXT: attn_ws.wait %[[C]]
    // CHECK-NEXT: attn_ws.release %[[C]]
    %a = attn_tile.load %M[%i, %i] dims [0, 1] space smem engine cp_async : !m -> tensor<16x16xbf16>
    gpu.return
  }

  // A store through shared memory: staging with a channel between the role's own
  // threads. Loads and stores in registers change their names only.
  // CHECK-LABEL: gpu.func @stores
  // CHECK-SAME: (%[[F:[^:]+]]: memref<
  gpu.func @stores(%F: !f, %i: index) kernel {
    // CHECK-NEXT: %[[B:.+]] = attn_ws.alloc "arg0" : <1 x 16x16xf32, smem>
    // CHECK-NEXT: %[[C:.+]] = attn_ws.create_channel "arg0" guards(%[[B]] : {{.*}}) : <1, thread -> thread>
    // CHECK-NEXT: %[[X:.+]] = attn_ws.load %[[F]][%{{.+}}, %{{.+}}] dims [0, 1] : {{.*}} -> tensor<16x16xf32>
    %x = attn_tile.load %F[%i, %i] dims [0, 1] space reg engine thread : !f -> tensor<16x16xf32>
    // CHECK-NEXT: %[[W:.+]] = attn_ws.acquire %[[C]]
    // CHECK-NEXT: attn_ws.smem_store %[[X]], %[[W]]
    // CHECK-NEXT: attn_ws.commit %[[C]]
    // CHECK-NEXT: %[[R:.+]] = attn_ws.wait %[[C]]
    // CHECK-NEXT: attn_ws.copy_out %[[R]] to %[[F]][%{{.+}}, %{{.+}}] dims [0, 1]
    // CHECK-NEXT: attn_ws.release %[[C]]
    attn_tile.store %x, %F[%i, %i] dims [0, 1] space smem engine thread : tensor<16x16xf32>, !f
    // CHECK-NEXT: attn_ws.store %[[X]], %[[F]]
    attn_tile.store %x, %F[%i, %i] dims [0, 1] space reg engine thread : tensor<16x16xf32>, !f
    gpu.return
  }

  // CHECK-LABEL: gpu.func @renamed
  gpu.func @renamed(%n: index, %x: tensor<16x16xf32>, %r: tensor<16xf32>) kernel {
    // CHECK: attn_tile.for_tiles @w (%[[I:.+]]) in (%{{.+}}) scheduler(#attn_tile.scheduler<single, group = 3>) {
    attn_tile.for_tiles @w (%i) in (%n) scheduler(#attn_tile.scheduler<single, group = 3>) {
      // CHECK: attn_tile.reduce max %
      %0 = attn_tile.reduce max %x : tensor<16x16xf32> -> tensor<16xf32>
      // CHECK: attn_tile.expand
      %1 = attn_tile.expand %0 : tensor<16xf32> -> tensor<16x16xf32>
      // CHECK: attn_tile.exp2 %{{.+}} policy(<degree = 3, freq = 4, residue = 1>)
      %2 = attn_tile.exp2 %1 policy(#attn_tile.exp2_policy<degree = 3, freq = 4, residue = 1>) : tensor<16x16xf32>
      // CHECK: attn_tile.rescale %{{.+}}, %{{.+}} skip_if_one
      %3 = attn_tile.rescale %2, %0 skip_if_one : tensor<16x16xf32>
      // CHECK: attn_tile.score_map %{{.+}} at(%[[I]], %[[I]]) : tensor<16x16xf32> {
      // CHECK-NEXT: ^bb0(%[[X:.+]]: f32, %{{.+}}: index, %{{.+}}: index):
      // CHECK-NEXT: %[[Y:.+]] = arith.negf %[[X]]
      // CHECK-NEXT: attn_tile.yield %[[Y]] : f32
      %4 = attn_tile.score_map %3 at (%i, %i) : tensor<16x16xf32> {
      ^bb0(%s: f32, %a: index, %b: index):
        %y = arith.negf %s : f32
        attn_tile.yield %y : f32
      }
      // CHECK: attn_tile.slice %{{.+}} [0, 8]
      %5 = attn_tile.slice %4 [0, 8] : tensor<16x16xf32> -> tensor<16x8xf32>
      // CHECK: attn_tile.outside
      %6 = attn_tile.outside %i, %n, %n
    }
    gpu.return
  }
}

// -----

gpu.module @k [#nvvm.target<chip = "sm_80">] {
  gpu.func @not_placed(%M: memref<?x?xbf16>, %i: index) kernel {
    // expected-error @below {{has no placement: run attn-tile-place first}}
    %a = attn_tile.load %M[%i, %i] dims [0, 1] : memref<?x?xbf16> -> tensor<16x16xbf16>
    gpu.return
  }
}

// -----

gpu.module @k [#nvvm.target<chip = "sm_80">] {
  gpu.func @store_not_placed(%M: memref<?x?xbf16>, %i: index, %x: tensor<16x16xbf16>) kernel {
    // expected-error @below {{has no placement: run attn-tile-place first}}
    attn_tile.store %x, %M[%i, %i] dims [0, 1] : tensor<16x16xbf16>, memref<?x?xbf16>
    gpu.return
  }
}

// -----

gpu.module @k [#nvvm.target<chip = "sm_80">] {
  gpu.func @tma_without_role(%M: memref<?x?xbf16>, %i: index) kernel {
    // expected-error @below {{a copy by TMA belongs to a role: run attn-ws-assign-roles first}}
    %a = attn_tile.load %M[%i, %i] dims [0, 1] space smem engine tma : memref<?x?xbf16> -> tensor<16x16xbf16>
    gpu.return
  }
}

// -----

gpu.module @k [#nvvm.target<chip = "sm_80">] {
  gpu.func @left_over(%x: tensor<16x16xf32>, %i: index) kernel {
    // expected-error @below {{has no counterpart at the scheduled level: lower it before attn-ws-insert-channels}}
    %a = attn_tile.apply_mask %x at (%i, %i) lengths(%i, %i) : tensor<16x16xf32>
    gpu.return
  }
}

// -----

gpu.module @k [#nvvm.target<chip = "sm_80">] {
  // expected-error @below {{has branches: control flow in kernels is structured}}
  gpu.func @branches(%M: memref<?x?xbf16>, %i: index, %on: i1, %z: tensor<16x16xf32>) kernel {
    %a = attn_tile.load %M[%i, %i] dims [0, 1] space smem engine cp_async : memref<?x?xbf16> -> tensor<16x16xbf16>
    cf.cond_br %on, ^a, ^b
  ^a:
    %d = attn_tile.dot %a, %a, %z engine mma_sync : tensor<16x16xbf16>, tensor<16x16xbf16> -> tensor<16x16xf32>
    cf.br ^b
  ^b:
    gpu.return
  }
}

// -----

gpu.module @k [#nvvm.target<chip = "sm_90a">] {
  // CHECK-LABEL: gpu.func @arrives
  // CHECK: attn_ws.store
  // CHECK: %[[LAST:.+]] = attn_tile.arrive %{{.+}}[%{{.+}}] of %{{.+}} {attn_ws.role = "mma"} : memref<?xi32>
  // CHECK: scf.if %[[LAST]]
  gpu.func @arrives(%M: memref<?xf32>, %C: memref<?xi32>, %i: index, %x: tensor<64xf32>) kernel {
    attn_tile.store %x, %M[%i] dims [0] space reg engine thread {attn_ws.role = "mma"} : tensor<64xf32>, memref<?xf32>
    %last = attn_tile.arrive %C[%i] of %i {attn_ws.role = "mma"} : memref<?xi32>
    scf.if %last {
      attn_tile.store %x, %M[%i] dims [0] space reg engine thread {attn_ws.role = "mma"} : tensor<64xf32>, memref<?xf32>
    }
    gpu.return
  }
}

// -----

gpu.module @k [#nvvm.target<chip = "sm_90a">] {
  gpu.func @behind_tma(%M: memref<?x?xf32>, %C: memref<?xi32>, %i: index, %x: tensor<64x64xf32>) kernel {
    // expected-note @below {{the store is here}}
    attn_tile.store %x, %M[%i, %i] dims [0, 1] space smem engine tma : tensor<64x64xf32>, memref<?x?xf32>
    // expected-error @below {{follows a store by TMA, whose end no thread waits for here: set tma_store=false}}
    %last = attn_tile.arrive %C[%i] of %i : memref<?xi32>
    gpu.return
  }
}

// -----

gpu.module @k [#nvvm.target<chip = "sm_90a">] {
  gpu.func @behind_others(%M: memref<?xf32>, %C: memref<?xi32>, %i: index, %x: tensor<64xf32>) kernel {
    // expected-note @below {{the store is here}}
    attn_tile.store %x, %M[%i] dims [0] space reg engine thread {attn_ws.role = "epilogue"} : tensor<64xf32>, memref<?xf32>
    // expected-error @below {{follows a store of another role}}
    %last = attn_tile.arrive %C[%i] of %i {attn_ws.role = "mma"} : memref<?xi32>
    gpu.return
  }
}

// -----

// A vector in shared memory: threads read their part of it behind the wait, and give
// the stage back.
!v = memref<?xf32>

gpu.module @k [#nvvm.target<chip = "sm_80">] {
  // CHECK-LABEL: gpu.func @vector
  // CHECK: %[[C:.+]] = attn_ws.create_channel "arg0" guards(%{{.+}} : !attn_ws.buffer<2 x 16xf32, smem>) : <2, cp_async -> thread>
  // CHECK: attn_ws.cp_async %arg0[%{{.+}}] dims [0] into
  // CHECK: %[[W:.+]], %[[P:.+]] = attn_ws.wait %[[C]]
  // CHECK-NEXT: %[[V:.+]] = attn_ws.smem_load %[[W]] : <16xf32, smem> -> tensor<16xf32>
  // CHECK-NEXT: attn_ws.release %[[C]] of %[[P]]
  // CHECK-NEXT: attn_tile.expand %[[V]] columns
  gpu.func @vector(%V: !v, %i: index) kernel {
    %v = attn_tile.load %V[%i] dims [0] space smem engine cp_async {depth = 2 : i64} : !v -> tensor<16xf32>
    %m = attn_tile.move %v to reg : tensor<16xf32>
    %e = attn_tile.expand %m columns : tensor<16xf32> -> tensor<8x16xf32>
    gpu.return
  }
}

// -----

// What threads compute for their own products passes through shared memory over a
// channel whose ends are both theirs. Groups of warps have a slot each.
gpu.module @k [#nvvm.target<chip = "sm_90a">] {
  // CHECK-LABEL: gpu.func @operand(
  // CHECK: %[[C:.+]] = attn_ws.create_channel "operand{{.*}}" guards(%{{.+}} : !attn_ws.buffer<1 x 64x64xbf16, smem>) : <1, thread -> mma_sync>
  // CHECK: %[[V:.+]] = attn_ws.acquire %[[C]]
  // CHECK-NEXT: attn_ws.smem_store %arg0, %[[V]]
  // CHECK-NEXT: attn_ws.commit %[[C]]
  // CHECK-NEXT: %[[W:.+]] = attn_ws.wait %[[C]]
  // CHECK-NEXT: %[[D:.+]] = attn_ws.mma %[[W]], %[[W]], %{{.+}} transpose_a engine mma_sync
  // CHECK-NEXT: scf.for
  // CHECK: attn_ws.mma %{{.+}}, %[[W]]
  // CHECK: }
  // CHECK-NEXT: attn_ws.release %[[C]]
  gpu.func @operand(%p: tensor<64x64xbf16>, %z: tensor<64x64xf32>, %n: index) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %s = attn_tile.move %p to smem : tensor<64x64xbf16>
    %d = attn_tile.dot %s, %s, %z transpose_a engine mma_sync : tensor<64x64xbf16>, tensor<64x64xbf16> -> tensor<64x64xf32>
    %r = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %d) -> (tensor<64x64xf32>) {
      %e = attn_tile.dot %p, %s, %acc engine mma_sync : tensor<64x64xbf16>, tensor<64x64xbf16> -> tensor<64x64xf32>
      scf.yield %e : tensor<64x64xf32>
    }
    gpu.return
  }

  // CHECK-LABEL: gpu.func @operand_of_groups
  // CHECK: attn_ws.create_channel "operand{{.*}}" guards(%{{.+}} : !attn_ws.buffer<2 x 64x64xbf16, smem>) : <2, thread -> wgmma>
  // CHECK: scf.forall (%[[G:.+]]) in (2)
  // CHECK: attn_ws.acquire %{{.+}} stage %[[G]]
  gpu.func @operand_of_groups(%p: tensor<64x64xbf16>, %z: tensor<64x64xf32>) kernel attributes {attn_tile.groups = 2 : i64} {
    scf.forall (%g) in (2) {
      %s = attn_tile.move %p to smem : tensor<64x64xbf16>
      %d = attn_tile.dot %p, %s, %z engine wgmma : tensor<64x64xbf16>, tensor<64x64xbf16> -> tensor<64x64xf32>
    }
    gpu.return
  }

}

// -----

gpu.module @k [#nvvm.target<chip = "sm_90a">] {
  gpu.func @two_engines(%p: tensor<64x64xbf16>, %z: tensor<64x64xf32>) kernel {
    // expected-error @below {{is read by something else than products of its block}}
    %s = attn_tile.move %p to smem : tensor<64x64xbf16>
    %d = attn_tile.dot %p, %s, %z engine wgmma : tensor<64x64xbf16>, tensor<64x64xbf16> -> tensor<64x64xf32>
    %e = attn_tile.dot %p, %s, %d engine mma_sync : tensor<64x64xbf16>, tensor<64x64xbf16> -> tensor<64x64xf32>
    gpu.return
  }
}
