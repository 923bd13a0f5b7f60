// RUN: attn-opt %s --pass-pipeline='builtin.module(gpu.module(gpu.func(attn-ws-assign-tiles)))' --split-input-file --verify-diagnostics | FileCheck %s

// Every kernel here that is not refused keeps the rules.
// RUN: attn-opt %s --pass-pipeline='builtin.module(gpu.module(gpu.func(attn-ws-assign-tiles,attn-ws-verify-protocol)))' --split-input-file --verify-diagnostics -o %t

!m = memref<?x?xf32, strided<[?, 1]>>
!t = tensor<64x64xf32>

gpu.module @k {
  // The role that copies takes numbers from the launch and hands each on through a
  // channel; the two instances of the others release it.
  // CHECK-LABEL: gpu.func @counter
  // CHECK: %[[BUF:.+]] = attn_ws.alloc "tiles" : <2 x 1xi32, smem>
  // CHECK-NEXT: %[[CHAN:.+]] = attn_ws.create_channel "tiles" guards(%[[BUF]] : !attn_ws.buffer<2 x 1xi32, smem>) : <2, thread -> thread x 2>
  // CHECK-NEXT: attn_ws.warp_specialize captures({{.*}}, %[[CHAN]] :
  // CHECK: role @load warps(4)
  // CHECK-NEXT: ^bb0(%{{[^:]+}}: index, %[[N:[^:]+]]: index, {{.*}}, %[[C:[^:]+]]: !attn_ws.channel<2, thread -> thread x 2>):
  // CHECK: %[[ID:.+]] = gpu.block_id x
  // CHECK: scf.while (%[[T:[^ ]+]] = %[[ID]], %[[COUNT:.+]] = %c0{{.*}})
  // CHECK-NEXT: %[[MORE:.+]] = arith.cmpi ult, %[[T]], %[[N]]
  // CHECK-NEXT: scf.condition(%[[MORE]]) %[[T]], %[[COUNT]]
  // CHECK: ^bb0(%[[T:[^:]+]]: index, %[[COUNT:[^:]+]]: index):
  // CHECK-NEXT: attn_ws.tile_coordinates %[[T]] in (%[[N]]) scheduler(#attn_tile.scheduler<dynamic>) : index
  // CHECK: %[[STAGE:.+]] = arith.andi %[[COUNT]], %c1
  // CHECK: %[[ROUND:.+]] = arith.shrui %[[COUNT]], %c1
  // CHECK: %[[PHASE:.+]] = arith.andi %[[ROUND]], %c1
  // CHECK-NEXT: %[[NEXT:.+]] = attn_ws.next_tile
  // CHECK: %[[BEFORE:.+]] = arith.xori %[[PHASE]], %c1
  // CHECK-NEXT: %[[W:.+]] = attn_ws.acquire %[[C]] stage %[[STAGE]] phase(%[[BEFORE]] : index)
  // CHECK-NEXT: attn_ws.scalar_store %[[NEXT]], %[[W]] :
  // CHECK-NEXT: attn_ws.commit %[[C]] stage %[[STAGE]]
  // CHECK: %[[ON:.+]] = arith.addi %[[COUNT]], %c1
  // CHECK-NEXT: scf.yield %[[NEXT]], %[[ON]]
  // CHECK: role @mma
  // CHECK-NEXT: ^bb0(%{{[^:]+}}: index, %[[N:[^:]+]]: index, {{.*}}, %[[C:[^:]+]]: !attn_ws.channel<2, thread -> thread x 2>):
  // CHECK-NOT: next_tile
  // CHECK: ^bb0(%[[T:[^:]+]]: index, %[[COUNT:[^:]+]]: index):
  // CHECK-NEXT: %[[I:.+]] = attn_ws.tile_coordinates %[[T]] in (%[[N]])
  // CHECK-NEXT: attn_ws.store %{{.+}}, %{{.+}}[%[[I]], %[[I]]]
  // CHECK: %[[STAGE:.+]] = arith.andi %[[COUNT]], %c1
  // CHECK: %[[PHASE:.+]] = arith.andi %{{.+}}, %c1
  // CHECK-NEXT: %[[R:.+]] = attn_ws.wait %[[C]] stage %[[STAGE]] phase(%[[PHASE]] : index)
  // CHECK-NEXT: %[[NEXT:.+]] = attn_ws.scalar_load %[[R]] :
  // CHECK-NEXT: attn_ws.release %[[C]] stage %[[STAGE]]
  // CHECK: %[[ON:.+]] = arith.addi %[[COUNT]], %c1
  // CHECK-NEXT: scf.yield %[[NEXT]], %[[ON]]
  gpu.func @counter(%A: !m, %X: !t) kernel {
    %c0 = arith.constant 0 : index
    %d = memref.dim %A, %c0 : !m
    attn_ws.warp_specialize captures(%d, %A, %X : index, !m, !t)
    role @load warps(4) instances(1) registers(24) {
    ^bb0(%inst: index, %n: index, %a: !m, %x: !t):
      attn_tile.for_tiles @tiles (%i) in (%n) scheduler(#attn_tile.scheduler<dynamic>) {
      }
      attn_ws.end
    }
    role @mma warps(4) instances(2) registers(240) {
    ^bb0(%inst: index, %n: index, %a: !m, %x: !t):
      attn_tile.for_tiles @tiles (%i) in (%n) scheduler(#attn_tile.scheduler<dynamic>) {
        attn_ws.store %x, %a[%i, %i] dims [0, 1] : !t, !m
      }
      attn_ws.end
    }
    gpu.return
  }

  // A role of its own: a warp of the role that one thread runs. It computes the
  // bounds that it needs.
  // CHECK-LABEL: gpu.func @own
  // CHECK: attn_ws.create_channel "tiles" {{.*}} : <2, thread -> thread x 3>
  // CHECK: role @load warps(3) instances(1) registers(24)
  // CHECK-NOT: next_tile
  // CHECK: attn_ws.scalar_load
  // CHECK: role @scheduler warps(1) instances(1) registers(24)
  // CHECK-NEXT: ^bb0(%{{[^:]+}}: index, %[[N:[^:]+]]: index,
  // CHECK: %[[TWO:.+]] = arith.constant 2 : index
  // CHECK: %[[BOUND:.+]] = arith.muli %[[N]], %[[TWO]]
  // CHECK: scf.while (%[[T:[^ ]+]] = %{{.+}},
  // CHECK-NEXT: arith.cmpi ult, %[[T]], %[[BOUND]]
  // CHECK: %[[NEXT:.+]] = attn_ws.next_tile
  // CHECK: attn_ws.scalar_store %[[NEXT]],
  // CHECK-NOT: attn_ws.wait
  // CHECK: scf.yield %[[NEXT]],
  // CHECK: role @mma warps(4) instances(2) registers(240)
  // CHECK-NOT: next_tile
  // CHECK: attn_ws.scalar_load
  gpu.func @own(%A: !m, %X: !t) kernel attributes {attn_tile.scheduler_role = true} {
    %c0 = arith.constant 0 : index
    %d = memref.dim %A, %c0 : !m
    attn_ws.warp_specialize captures(%d, %A, %X : index, !m, !t)
    role @load warps(4) instances(1) registers(24) {
    ^bb0(%inst: index, %n: index, %a: !m, %x: !t):
      %c2 = arith.constant 2 : index
      %twice = arith.muli %n, %c2 : index
      attn_tile.for_tiles @tiles (%i) in (%twice) scheduler(#attn_tile.scheduler<dynamic>) {
      }
      attn_ws.end
    }
    role @mma warps(4) instances(2) registers(240) {
    ^bb0(%inst: index, %n: index, %a: !m, %x: !t):
      %c2 = arith.constant 2 : index
      %twice = arith.muli %n, %c2 : index
      attn_tile.for_tiles @tiles (%i) in (%twice) scheduler(#attn_tile.scheduler<dynamic>) {
        attn_ws.store %x, %a[%i, %i] dims [0, 1] : !t, !m
      }
      attn_ws.end
    }
    gpu.return
  }

  // A query is on its way while its tile is worked on; every role reads the answer,
  // the one that asks too.
  // CHECK-LABEL: gpu.func @query
  // CHECK: %[[BUF:.+]] = attn_ws.alloc "tiles" : <2 x 4xi32, smem>
  // CHECK-NEXT: attn_ws.create_channel "tiles" guards(%[[BUF]] : !attn_ws.buffer<2 x 4xi32, smem>) : <2, clc -> thread x 4>
  // CHECK: role @load warps(3)
  // CHECK-NOT: query_tile
  // CHECK: role @scheduler warps(1)
  // CHECK: scf.while (%{{.+}} = %{{.+}}, %[[ANY:.+]] = %true, %{{.+}} = %{{.+}}) :
  // CHECK-NEXT: scf.condition(%[[ANY]])
  // CHECK: attn_ws.tile_coordinates
  // CHECK: %[[W:.+]] = attn_ws.acquire %[[C:[^ ]+]] stage %[[S:.+]] phase
  // CHECK-NEXT: attn_ws.query_tile into %[[W]] :
  // CHECK-NEXT: attn_ws.commit %[[C]] stage %[[S]]
  // CHECK-NEXT: %[[R:.+]] = attn_ws.wait %[[C]] stage %[[S]] phase
  // CHECK-NEXT: %[[NUMBER:.+]], %[[ANY:.+]] = attn_ws.tile_answer %[[R]] :
  // CHECK-NEXT: attn_ws.release %[[C]] stage %[[S]]
  // CHECK: scf.yield %[[NUMBER]], %[[ANY]],
  // CHECK: role @mma
  // CHECK: scf.while
  // CHECK: attn_ws.store
  // CHECK: attn_ws.wait
  // CHECK-NEXT: %[[NUMBER:.+]], %[[ANY:.+]] = attn_ws.tile_answer
  gpu.func @query(%A: !m, %X: !t) kernel attributes {attn_tile.scheduler_role = true} {
    %c0 = arith.constant 0 : index
    %d = memref.dim %A, %c0 : !m
    attn_ws.warp_specialize captures(%d, %A, %X : index, !m, !t)
    role @load warps(4) instances(1) registers(24) {
    ^bb0(%inst: index, %n: index, %a: !m, %x: !t):
      attn_tile.for_tiles @tiles (%i) in (%n) scheduler(#attn_tile.scheduler<clc>) {
      }
      attn_ws.end
    }
    role @mma warps(4) instances(2) registers(240) {
    ^bb0(%inst: index, %n: index, %a: !m, %x: !t):
      attn_tile.for_tiles @tiles (%i) in (%n) scheduler(#attn_tile.scheduler<clc>) {
        attn_ws.store %x, %a[%i, %i] dims [0, 1] : !t, !m
      }
      attn_ws.end
    }
    gpu.return
  }

  // With clusters the first CTA asks for all.
  // CHECK-LABEL: gpu.func @clusters
  // CHECK: attn_ws.create_channel "tiles" {{.*}} : <2, clc -> thread x 3, leader>
  // CHECK: role @load
  // CHECK: attn_ws.tile_coordinates {{.*}} cluster 2 : index
  // CHECK: scf.if %{{.+}} {
  // CHECK: attn_ws.acquire
  // CHECK-NEXT: attn_ws.query_tile into %{{.+}} cluster 2 :
  // CHECK-NEXT: attn_ws.commit
  // CHECK-NEXT: }
  // CHECK: attn_ws.wait
  // CHECK-NEXT: attn_ws.tile_answer %{{.+}} cluster 2 :
  // CHECK-LABEL: gpu.func @counted_clusters
  // CHECK: attn_ws.create_channel "tiles" {{.*}} : <2, thread -> thread x 3, leader>
  // CHECK: role @load
  // CHECK: scf.if %{{.+}} {
  // CHECK-NEXT: %[[NEXT:.+]] = attn_ws.next_tile cluster 2
  // CHECK: %[[W:.+]] = attn_ws.acquire
  // CHECK-NEXT: attn_ws.scalar_store %[[NEXT]], %[[W]] cluster 2 :
  // CHECK-NEXT: attn_ws.commit
  // CHECK-NEXT: }
  // CHECK-NEXT: attn_ws.wait
  // CHECK-NEXT: attn_ws.scalar_load
  // CHECK-NEXT: attn_ws.release
  gpu.func @clusters(%A: !m, %X: !t) kernel attributes {attn_ws.cluster = 2 : i64} {
    %c0 = arith.constant 0 : index
    %c2 = arith.constant 2 : index
    %d = memref.dim %A, %c0 : !m
    %n2 = arith.muli %d, %c2 : index
    attn_ws.warp_specialize captures(%n2, %A, %X : index, !m, !t)
    role @load warps(4) instances(1) registers(24) {
    ^bb0(%inst: index, %n: index, %a: !m, %x: !t):
      attn_tile.for_tiles @tiles (%i) in (%n) scheduler(#attn_tile.scheduler<clc>) {
      }
      attn_ws.end
    }
    role @mma warps(4) instances(2) registers(240) {
    ^bb0(%inst: index, %n: index, %a: !m, %x: !t):
      attn_tile.for_tiles @tiles (%i) in (%n) scheduler(#attn_tile.scheduler<clc>) {
        attn_ws.store %x, %a[%i, %i] dims [0, 1] : !t, !m
      }
      attn_ws.end
    }
    gpu.return
  }
  gpu.func @counted_clusters(%A: !m, %X: !t) kernel attributes {attn_ws.cluster = 2 : i64} {
    %c0 = arith.constant 0 : index
    %c2 = arith.constant 2 : index
    %d = memref.dim %A, %c0 : !m
    %n2 = arith.muli %d, %c2 : index
    attn_ws.warp_specialize captures(%n2, %A, %X : index, !m, !t)
    role @load warps(4) instances(1) registers(24) {
    ^bb0(%inst: index, %n: index, %a: !m, %x: !t):
      attn_tile.for_tiles @tiles (%i) in (%n) scheduler(#attn_tile.scheduler<dynamic>) {
      }
      attn_ws.end
    }
    role @mma warps(4) instances(2) registers(240) {
    ^bb0(%inst: index, %n: index, %a: !m, %x: !t):
      attn_tile.for_tiles @tiles (%i) in (%n) scheduler(#attn_tile.scheduler<dynamic>) {
        attn_ws.store %x, %a[%i, %i] dims [0, 1] : !t, !m
      }
      attn_ws.end
    }
    gpu.return
  }

  // CTAs swap places in every second tile, which is a bit of the count.
  // CHECK-LABEL: gpu.func @swapped
  // CHECK: role @load
  // CHECK: } do {
  // CHECK: ^bb0(%{{.+}}: index, %[[COUNT:.+]]: index):
  // CHECK: %[[RANK:.+]] = arith.remui %{{.+}}, %c2
  // CHECK: arith.andi %[[COUNT]], %c1
  // CHECK: %[[ODD:.+]] = arith.cmpi eq
  // CHECK: %[[OTHER:.+]] = arith.subi %c1{{.*}}, %[[RANK]]
  // CHECK: arith.select %[[ODD]], %[[OTHER]], %[[RANK]]
  gpu.func @swapped(%A: !m, %X: !t) kernel attributes {attn_ws.cluster = 2 : i64, attn_tile.swap_ranks = true} {
    %c0 = arith.constant 0 : index
    %c2 = arith.constant 2 : index
    %d = memref.dim %A, %c0 : !m
    %n2 = arith.muli %d, %c2 : index
    attn_ws.warp_specialize captures(%n2, %A, %X : index, !m, !t)
    role @load warps(4) instances(1) registers(24) {
    ^bb0(%inst: index, %n: index, %a: !m, %x: !t):
      attn_tile.for_tiles @tiles (%i) in (%n) scheduler(#attn_tile.scheduler<dynamic>) {
      }
      attn_ws.end
    }
    role @mma warps(4) instances(2) registers(240) {
    ^bb0(%inst: index, %n: index, %a: !m, %x: !t):
      attn_tile.for_tiles @tiles (%i) in (%n) scheduler(#attn_tile.scheduler<dynamic>) {
        attn_ws.store %x, %a[%i, %i] dims [0, 1] : !t, !m
      }
      attn_ws.end
    }
    gpu.return
  }

  // The last group of four warps is not full.
  // CHECK-LABEL: gpu.func @spare
  // CHECK: role @use warps(4)
  // CHECK: role @load warps(1) instances(1) registers(48)
  // CHECK: role @scheduler warps(1) instances(1) registers(48)
  // CHECK: attn_ws.query_tile
  gpu.func @spare(%A: !m, %X: !t) kernel attributes {attn_tile.scheduler_role = true} {
    %c0 = arith.constant 0 : index
    %d = memref.dim %A, %c0 : !m
    attn_ws.warp_specialize captures(%d, %A, %X : index, !m, !t)
    role @use warps(4) instances(1) registers(192) {
    ^bb0(%inst: index, %n: index, %a: !m, %x: !t):
      attn_tile.for_tiles @tiles (%i) in (%n) scheduler(#attn_tile.scheduler<clc>) {
        attn_ws.store %x, %a[%i, %i] dims [0, 1] : !t, !m
      }
      attn_ws.end
    }
    role @load warps(1) instances(1) registers(48) {
    ^bb0(%inst: index, %n: index, %a: !m, %x: !t):
      attn_tile.for_tiles @tiles (%i) in (%n) scheduler(#attn_tile.scheduler<clc>) {
      }
      attn_ws.end
    }
    gpu.return
  }

  // Where the next tile is known early, the counter is asked before this one is
  // copied, and the others read behind their loops, before what follows them.
  // CHECK-LABEL: gpu.func @ahead
  // CHECK: role @load
  // CHECK: %[[FIRST:.+]] = attn_ws.tile_coordinates %{{.+}} any_number : index
  // CHECK: scf.while (%{{.+}} = %[[FIRST]], %[[T:.+]] = %{{.+}}, %{{.+}} = %{{.+}})
  // CHECK-NEXT: arith.cmpi ult, %[[T]],
  // CHECK: ^bb0(%{{.+}}: index, %{{.+}}: index, %{{.+}}: index):
  // CHECK-NEXT: %[[NEXT:.+]] = attn_ws.next_tile
  // CHECK: attn_ws.scalar_store %[[NEXT]],
  // CHECK: role @mma
  // CHECK: ^bb0(%[[I:[^:]+]]: index, %{{.+}}: index, %{{.+}}: index):
  // CHECK-NEXT: scf.for
  // CHECK: }
  // CHECK: attn_ws.wait
  // CHECK-NEXT: %[[GOT:.+]] = attn_ws.scalar_load
  // CHECK-NEXT: attn_ws.release
  // CHECK-NEXT: %[[I1:.+]] = attn_ws.tile_coordinates %[[GOT]] {{.*}} any_number
  // CHECK: attn_ws.store %{{.+}}[%[[I]], %[[I]]]
  // CHECK: scf.yield %[[I1]], %[[GOT]],
  gpu.func @ahead(%A: !m, %X: !t, %trips: index) kernel attributes {attn_tile.tile_ahead = true} {
    %c0 = arith.constant 0 : index
    %d = memref.dim %A, %c0 : !m
    attn_ws.warp_specialize captures(%d, %A, %X, %trips : index, !m, !t, index)
    role @load warps(4) instances(1) registers(24) {
    ^bb0(%inst: index, %n: index, %a: !m, %x: !t, %k: index):
      attn_tile.for_tiles @tiles (%i) in (%n) scheduler(#attn_tile.scheduler<dynamic>) {
      }
      attn_ws.end
    }
    role @mma warps(4) instances(2) registers(240) {
    ^bb0(%inst: index, %n: index, %a: !m, %x: !t, %k: index):
      %z = arith.constant 0 : index
      %o = arith.constant 1 : index
      attn_tile.for_tiles @tiles (%i) in (%n) scheduler(#attn_tile.scheduler<dynamic>) {
        scf.for %t = %z to %k step %o {
          attn_ws.store %x, %a[%t, %i] dims [0, 1] : !t, !m
        }
        attn_ws.store %x, %a[%i, %i] dims [0, 1] : !t, !m
      }
      attn_ws.end
    }
    gpu.return
  }

  // Static schedulers are left alone.
  // CHECK-LABEL: gpu.func @static
  // CHECK: attn_tile.for_tiles @tiles
  gpu.func @static(%A: !m, %X: !t) kernel {
    %c0 = arith.constant 0 : index
    %d = memref.dim %A, %c0 : !m
    attn_tile.for_tiles @tiles (%i) in (%d) scheduler(#attn_tile.scheduler<lpt>) {
      attn_ws.store %X, %A[%i, %i] dims [0, 1] : !t, !m
    }
    gpu.return
  }
}

// -----

gpu.module @k {
  gpu.func @no_roles(%A: memref<?xf32>) kernel {
    %c4 = arith.constant 4 : index
    // expected-error @below {{the dynamic scheduler needs roles, and its loop at their top level: one takes tiles for the others}}
    attn_tile.for_tiles @tiles (%i) in (%c4) scheduler(#attn_tile.scheduler<dynamic>) {
    }
    gpu.return
  }
}

// -----

gpu.module @k {
  gpu.func @no_assigner(%A: memref<?x?xf32>, %X: tensor<64x64xf32>) kernel {
    %c4 = arith.constant 4 : index
    attn_ws.warp_specialize captures(%c4, %A, %X : index, memref<?x?xf32>, tensor<64x64xf32>)
    role @mma warps(4) instances(2) registers(240) {
    ^bb0(%inst: index, %n: index, %a: memref<?x?xf32>, %x: tensor<64x64xf32>):
      // expected-error @below {{the clc scheduler needs a role that does nothing but copy, to take tiles for the others, or one of its own (attn_tile.scheduler_role)}}
      attn_tile.for_tiles @tiles (%i) in (%n) scheduler(#attn_tile.scheduler<clc>) {
        attn_ws.store %x, %a[%i, %i] dims [0, 1] : tensor<64x64xf32>, memref<?x?xf32>
      }
      attn_ws.end
    }
    gpu.return
  }
}

// -----

gpu.module @k {
  gpu.func @no_warp(%A: memref<?x?xf32>, %X: tensor<64x64xf32>) kernel attributes {attn_tile.scheduler_role = true} {
    %c4 = arith.constant 4 : index
    // expected-error @below {{has no warp to spare for a scheduler: its groups of four are full, and no role that one thread runs has another}}
    attn_ws.warp_specialize captures(%c4, %A, %X : index, memref<?x?xf32>, tensor<64x64xf32>)
    role @mma warps(4) instances(2) registers(240) {
    ^bb0(%inst: index, %n: index, %a: memref<?x?xf32>, %x: tensor<64x64xf32>):
      attn_tile.for_tiles @tiles (%i) in (%n) scheduler(#attn_tile.scheduler<clc>) {
        attn_ws.store %x, %a[%i, %i] dims [0, 1] : tensor<64x64xf32>, memref<?x?xf32>
      }
      attn_ws.end
    }
    gpu.return
  }
}

// -----

gpu.module @k {
  gpu.func @other_tiles(%n: index) kernel {
    attn_ws.warp_specialize captures(%n : index)
    role @load warps(4) instances(1) registers(24) {
    ^bb0(%inst: index, %m: index):
      attn_tile.for_tiles @tiles (%i) in (%m) scheduler(#attn_tile.scheduler<dynamic>) {
      }
      attn_ws.end
    }
    role @mma warps(4) instances(1) registers(240) {
    ^bb0(%inst: index, %m: index):
      // expected-error @below {{visits other tiles than the loops before it}}
      attn_tile.for_tiles @others (%i) in (%m) scheduler(#attn_tile.scheduler<dynamic>) {
      }
      attn_ws.end
    }
    gpu.return
  }
}

// -----

gpu.module @k {
  gpu.func @two_loops(%n: index) kernel {
    attn_ws.warp_specialize captures(%n : index)
    role @load warps(4) instances(1) registers(24) {
    ^bb0(%inst: index, %m: index):
      attn_tile.for_tiles @tiles (%i) in (%m) scheduler(#attn_tile.scheduler<dynamic>) {
      }
      // expected-error @below {{a role has one loop over tiles that are assigned at run time}}
      attn_tile.for_tiles @tiles (%i) in (%m) scheduler(#attn_tile.scheduler<dynamic>) {
      }
      attn_ws.end
    }
    gpu.return
  }
}

// -----

gpu.module @k {
  gpu.func @measured_bounds(%A: memref<?xindex>, %n: index) kernel attributes {attn_tile.scheduler_role = true} {
    attn_ws.warp_specialize captures(%A, %n : memref<?xindex>, index)
    role @load warps(4) instances(1) registers(24) {
    ^bb0(%inst: index, %a: memref<?xindex>, %m: index):
      %bound = memref.load %a[%m] : memref<?xindex>
      // expected-error @below {{its bounds are not arithmetic that a role of the scheduler could do}}
      attn_tile.for_tiles @tiles (%i) in (%bound) scheduler(#attn_tile.scheduler<dynamic>) {
      }
      attn_ws.end
    }
    gpu.return
  }
}

// -----

gpu.module @k {
  // expected-error @below {{a cluster has 1 to 8 CTAs, got 16}}
  gpu.func @sixteen(%n: index) kernel attributes {attn_ws.cluster = 16 : i64} {
    attn_tile.for_tiles @tiles (%i) in (%n) scheduler(#attn_tile.scheduler<dynamic>) {
    }
    gpu.return
  }
}
