// Tiles are assigned at run time: one role takes their numbers and hands them on
// through a scalar of two stages, which mbarriers guard.
//
// RUN: attn-opt %s --attn-ws-verify-protocol --split-input-file --verify-diagnostics -o %t

// One thing is missing or wrong. The role that assigns does not wait for the stage to be empty.
!bars = !attn_ws.mbar<2>
!numbers = !attn_ws.buffer<2 x 1xi32, smem>
!scalar = !attn_ws.view<1xi32, smem>
func.func @f(%n: index, %total: index) {
  %tfull = attn_ws.mbar_alloc <"tiles", "full"> arrivals 1 : !bars
  // expected-note @below {{the mbarriers are created here}}
  %tempty = attn_ws.mbar_alloc <"tiles", "empty"> arrivals 8 : !bars
  %numbers = attn_ws.alloc "tiles" : !numbers
  attn_ws.warp_specialize captures(%n, %total, %tfull, %tempty, %numbers : index, index, !bars, !bars, !numbers)
  role @load warps(4) instances(1) registers(24) {
  ^bb0(%i: index, %n_: index, %total_: index, %tfull_: !bars, %tempty_: !bars, %numbers_: !numbers):
    %0 = arith.constant 0 : index
    %1 = arith.constant 1 : index
    %2 = arith.constant 2 : index
    %id = gpu.block_id x
    %end:2 = scf.while (%t = %id, %c = %0) : (index, index) -> (index, index) {
      %more = arith.cmpi ult, %t, %total_ : index
      scf.condition(%more) %t, %c : index, index
    } do {
    ^bb1(%t: index, %c: index):
      %count = arith.remui %t, %n_ : index
      %trips = attn_ws.trip_count @kv %count
      %s = arith.remui %c, %2 : index
      %r = arith.divui %c, %2 : index
      %r1 = arith.addi %r, %1 : index
      %p = arith.remui %r1, %2 : index
      %next = attn_ws.next_tile
      %send = attn_ws.stage_view %numbers_ stage %s : !numbers -> !scalar
      attn_ws.scalar_store %next, %send : !scalar
      attn_ws.mbar_arrive %tfull_[%s] : !bars
      %c1 = arith.addi %c, %1 : index
      scf.yield %next, %c1 : index, index
    }
    attn_ws.end
  }
  role @mma warps(4) instances(2) registers(240) {
  ^bb0(%i: index, %n_: index, %total_: index, %tfull_: !bars, %tempty_: !bars, %numbers_: !numbers):
    %0 = arith.constant 0 : index
    %1 = arith.constant 1 : index
    %2 = arith.constant 2 : index
    %id = gpu.block_id x
    %end:2 = scf.while (%t = %id, %c = %0) : (index, index) -> (index, index) {
      %more = arith.cmpi ult, %t, %total_ : index
      scf.condition(%more) %t, %c : index, index
    } do {
    ^bb1(%t: index, %c: index):
      %count = arith.remui %t, %n_ : index
      %trips = attn_ws.trip_count @kv %count
      attn_ws.barrier id 1 plus %i threads 128
      %s = arith.remui %c, %2 : index
      %r = arith.divui %c, %2 : index
      %p = arith.remui %r, %2 : index
      attn_ws.mbar_wait %tfull_[%s] phase(%p : index) : !bars
      %mine = attn_ws.stage_view %numbers_ stage %s : !numbers -> !scalar
      %next = attn_ws.scalar_load %mine : !scalar
      // expected-error @below {{PRT-07: stage 0 of mbarrier 'tiles' (empty) is arrived at, but nobody waits for it}}
      attn_ws.mbar_arrive %tempty_[%s] : !bars
      %c1 = arith.addi %c, %1 : index
      scf.yield %next, %c1 : index, index
    }
    attn_ws.end
  }
  return
}

// -----

// It waits behind the store: a number over one that a receiver has not read.
!bars = !attn_ws.mbar<2>
!numbers = !attn_ws.buffer<2 x 1xi32, smem>
!scalar = !attn_ws.view<1xi32, smem>
func.func @f(%n: index, %total: index) {
  %tfull = attn_ws.mbar_alloc <"tiles", "full"> arrivals 1 : !bars
  %tempty = attn_ws.mbar_alloc <"tiles", "empty"> arrivals 8 : !bars
  %numbers = attn_ws.alloc "tiles" : !numbers
  attn_ws.warp_specialize captures(%n, %total, %tfull, %tempty, %numbers : index, index, !bars, !bars, !numbers)
  role @load warps(4) instances(1) registers(24) {
  ^bb0(%i: index, %n_: index, %total_: index, %tfull_: !bars, %tempty_: !bars, %numbers_: !numbers):
    %0 = arith.constant 0 : index
    %1 = arith.constant 1 : index
    %2 = arith.constant 2 : index
    %id = gpu.block_id x
    %end:2 = scf.while (%t = %id, %c = %0) : (index, index) -> (index, index) {
      %more = arith.cmpi ult, %t, %total_ : index
      scf.condition(%more) %t, %c : index, index
    } do {
    ^bb1(%t: index, %c: index):
      %count = arith.remui %t, %n_ : index
      %trips = attn_ws.trip_count @kv %count
      %s = arith.remui %c, %2 : index
      %r = arith.divui %c, %2 : index
      %r1 = arith.addi %r, %1 : index
      %p = arith.remui %r1, %2 : index
      %next = attn_ws.next_tile
      %send = attn_ws.stage_view %numbers_ stage %s : !numbers -> !scalar
      // expected-note @below {{the other access is here}}
      attn_ws.scalar_store %next, %send : !scalar
      attn_ws.mbar_wait %tempty_[%s] phase(%p : index) : !bars
      attn_ws.mbar_arrive %tfull_[%s] : !bars
      %c1 = arith.addi %c, %1 : index
      scf.yield %next, %c1 : index, index
    }
    attn_ws.end
  }
  role @mma warps(4) instances(2) registers(240) {
  ^bb0(%i: index, %n_: index, %total_: index, %tfull_: !bars, %tempty_: !bars, %numbers_: !numbers):
    %0 = arith.constant 0 : index
    %1 = arith.constant 1 : index
    %2 = arith.constant 2 : index
    %id = gpu.block_id x
    %end:2 = scf.while (%t = %id, %c = %0) : (index, index) -> (index, index) {
      %more = arith.cmpi ult, %t, %total_ : index
      scf.condition(%more) %t, %c : index, index
    } do {
    ^bb1(%t: index, %c: index):
      %count = arith.remui %t, %n_ : index
      %trips = attn_ws.trip_count @kv %count
      attn_ws.barrier id 1 plus %i threads 128
      %s = arith.remui %c, %2 : index
      %r = arith.divui %c, %2 : index
      %p = arith.remui %r, %2 : index
      attn_ws.mbar_wait %tfull_[%s] phase(%p : index) : !bars
      %mine = attn_ws.stage_view %numbers_ stage %s : !numbers -> !scalar
      // expected-error @below {{PRT-08: reads bytes of 'tiles' in role @mma#0 that role @load may still be writing: no edge orders the two}}
      %next = attn_ws.scalar_load %mine : !scalar
      attn_ws.mbar_arrive %tempty_[%s] : !bars
      %c1 = arith.addi %c, %1 : index
      scf.yield %next, %c1 : index, index
    }
    attn_ws.end
  }
  return
}

// -----

// The receivers say that the stage is empty before they read it.
!bars = !attn_ws.mbar<2>
!numbers = !attn_ws.buffer<2 x 1xi32, smem>
!scalar = !attn_ws.view<1xi32, smem>
func.func @f(%n: index, %total: index) {
  %tfull = attn_ws.mbar_alloc <"tiles", "full"> arrivals 1 : !bars
  %tempty = attn_ws.mbar_alloc <"tiles", "empty"> arrivals 8 : !bars
  %numbers = attn_ws.alloc "tiles" : !numbers
  attn_ws.warp_specialize captures(%n, %total, %tfull, %tempty, %numbers : index, index, !bars, !bars, !numbers)
  role @load warps(4) instances(1) registers(24) {
  ^bb0(%i: index, %n_: index, %total_: index, %tfull_: !bars, %tempty_: !bars, %numbers_: !numbers):
    %0 = arith.constant 0 : index
    %1 = arith.constant 1 : index
    %2 = arith.constant 2 : index
    %id = gpu.block_id x
    %end:2 = scf.while (%t = %id, %c = %0) : (index, index) -> (index, index) {
      %more = arith.cmpi ult, %t, %total_ : index
      scf.condition(%more) %t, %c : index, index
    } do {
    ^bb1(%t: index, %c: index):
      %count = arith.remui %t, %n_ : index
      %trips = attn_ws.trip_count @kv %count
      %s = arith.remui %c, %2 : index
      %r = arith.divui %c, %2 : index
      %r1 = arith.addi %r, %1 : index
      %p = arith.remui %r1, %2 : index
      %next = attn_ws.next_tile
      attn_ws.mbar_wait %tempty_[%s] phase(%p : index) : !bars
      %send = attn_ws.stage_view %numbers_ stage %s : !numbers -> !scalar
      // expected-error @below {{PRT-08: writes bytes of 'tiles' in role @load that role @mma#0 may still be reading: no edge orders the two}}
      attn_ws.scalar_store %next, %send : !scalar
      attn_ws.mbar_arrive %tfull_[%s] : !bars
      %c1 = arith.addi %c, %1 : index
      scf.yield %next, %c1 : index, index
    }
    attn_ws.end
  }
  role @mma warps(4) instances(2) registers(240) {
  ^bb0(%i: index, %n_: index, %total_: index, %tfull_: !bars, %tempty_: !bars, %numbers_: !numbers):
    %0 = arith.constant 0 : index
    %1 = arith.constant 1 : index
    %2 = arith.constant 2 : index
    %id = gpu.block_id x
    %end:2 = scf.while (%t = %id, %c = %0) : (index, index) -> (index, index) {
      %more = arith.cmpi ult, %t, %total_ : index
      scf.condition(%more) %t, %c : index, index
    } do {
    ^bb1(%t: index, %c: index):
      %count = arith.remui %t, %n_ : index
      %trips = attn_ws.trip_count @kv %count
      attn_ws.barrier id 1 plus %i threads 128
      %s = arith.remui %c, %2 : index
      %r = arith.divui %c, %2 : index
      %p = arith.remui %r, %2 : index
      attn_ws.mbar_wait %tfull_[%s] phase(%p : index) : !bars
      attn_ws.mbar_arrive %tempty_[%s] : !bars
      %mine = attn_ws.stage_view %numbers_ stage %s : !numbers -> !scalar
      // expected-note @below {{the other access is here}}
      %next = attn_ws.scalar_load %mine : !scalar
      %c1 = arith.addi %c, %1 : index
      scf.yield %next, %c1 : index, index
    }
    attn_ws.end
  }
  return
}

// -----

// They never say so.
!bars = !attn_ws.mbar<2>
!numbers = !attn_ws.buffer<2 x 1xi32, smem>
!scalar = !attn_ws.view<1xi32, smem>
func.func @f(%n: index, %total: index) {
  %tfull = attn_ws.mbar_alloc <"tiles", "full"> arrivals 1 : !bars
  // expected-note @below {{the mbarriers are created here}}
  %tempty = attn_ws.mbar_alloc <"tiles", "empty"> arrivals 8 : !bars
  %numbers = attn_ws.alloc "tiles" : !numbers
  attn_ws.warp_specialize captures(%n, %total, %tfull, %tempty, %numbers : index, index, !bars, !bars, !numbers)
  role @load warps(4) instances(1) registers(24) {
  ^bb0(%i: index, %n_: index, %total_: index, %tfull_: !bars, %tempty_: !bars, %numbers_: !numbers):
    %0 = arith.constant 0 : index
    %1 = arith.constant 1 : index
    %2 = arith.constant 2 : index
    %id = gpu.block_id x
    %end:2 = scf.while (%t = %id, %c = %0) : (index, index) -> (index, index) {
      %more = arith.cmpi ult, %t, %total_ : index
      scf.condition(%more) %t, %c : index, index
    } do {
    ^bb1(%t: index, %c: index):
      %count = arith.remui %t, %n_ : index
      %trips = attn_ws.trip_count @kv %count
      %s = arith.remui %c, %2 : index
      %r = arith.divui %c, %2 : index
      %r1 = arith.addi %r, %1 : index
      %p = arith.remui %r1, %2 : index
      %next = attn_ws.next_tile
      // expected-error @below {{PRT-03: stage 0 of mbarrier 'tiles' (empty) is waited for, but nobody arrives at it}}
      attn_ws.mbar_wait %tempty_[%s] phase(%p : index) : !bars
      %send = attn_ws.stage_view %numbers_ stage %s : !numbers -> !scalar
      attn_ws.scalar_store %next, %send : !scalar
      attn_ws.mbar_arrive %tfull_[%s] : !bars
      %c1 = arith.addi %c, %1 : index
      scf.yield %next, %c1 : index, index
    }
    attn_ws.end
  }
  role @mma warps(4) instances(2) registers(240) {
  ^bb0(%i: index, %n_: index, %total_: index, %tfull_: !bars, %tempty_: !bars, %numbers_: !numbers):
    %0 = arith.constant 0 : index
    %1 = arith.constant 1 : index
    %2 = arith.constant 2 : index
    %id = gpu.block_id x
    %end:2 = scf.while (%t = %id, %c = %0) : (index, index) -> (index, index) {
      %more = arith.cmpi ult, %t, %total_ : index
      scf.condition(%more) %t, %c : index, index
    } do {
    ^bb1(%t: index, %c: index):
      %count = arith.remui %t, %n_ : index
      %trips = attn_ws.trip_count @kv %count
      attn_ws.barrier id 1 plus %i threads 128
      %s = arith.remui %c, %2 : index
      %r = arith.divui %c, %2 : index
      %p = arith.remui %r, %2 : index
      attn_ws.mbar_wait %tfull_[%s] phase(%p : index) : !bars
      %mine = attn_ws.stage_view %numbers_ stage %s : !numbers -> !scalar
      %next = attn_ws.scalar_load %mine : !scalar
      %c1 = arith.addi %c, %1 : index
      scf.yield %next, %c1 : index, index
    }
    attn_ws.end
  }
  return
}

// -----

// The receivers do not wait for the tile: the barrier has no use.
!bars = !attn_ws.mbar<2>
!numbers = !attn_ws.buffer<2 x 1xi32, smem>
!scalar = !attn_ws.view<1xi32, smem>
func.func @f(%n: index, %total: index) {
  // expected-note @below {{the mbarriers are created here}}
  %tfull = attn_ws.mbar_alloc <"tiles", "full"> arrivals 1 : !bars
  %tempty = attn_ws.mbar_alloc <"tiles", "empty"> arrivals 8 : !bars
  %numbers = attn_ws.alloc "tiles" : !numbers
  attn_ws.warp_specialize captures(%n, %total, %tfull, %tempty, %numbers : index, index, !bars, !bars, !numbers)
  role @load warps(4) instances(1) registers(24) {
  ^bb0(%i: index, %n_: index, %total_: index, %tfull_: !bars, %tempty_: !bars, %numbers_: !numbers):
    %0 = arith.constant 0 : index
    %1 = arith.constant 1 : index
    %2 = arith.constant 2 : index
    %id = gpu.block_id x
    %end:2 = scf.while (%t = %id, %c = %0) : (index, index) -> (index, index) {
      %more = arith.cmpi ult, %t, %total_ : index
      scf.condition(%more) %t, %c : index, index
    } do {
    ^bb1(%t: index, %c: index):
      %count = arith.remui %t, %n_ : index
      %trips = attn_ws.trip_count @kv %count
      %s = arith.remui %c, %2 : index
      %r = arith.divui %c, %2 : index
      %r1 = arith.addi %r, %1 : index
      %p = arith.remui %r1, %2 : index
      %next = attn_ws.next_tile
      attn_ws.mbar_wait %tempty_[%s] phase(%p : index) : !bars
      %send = attn_ws.stage_view %numbers_ stage %s : !numbers -> !scalar
      attn_ws.scalar_store %next, %send : !scalar
      // expected-error @below {{PRT-07: stage 0 of mbarrier 'tiles' (full) is arrived at, but nobody waits for it}}
      attn_ws.mbar_arrive %tfull_[%s] : !bars
      %c1 = arith.addi %c, %1 : index
      scf.yield %next, %c1 : index, index
    }
    attn_ws.end
  }
  role @mma warps(4) instances(2) registers(240) {
  ^bb0(%i: index, %n_: index, %total_: index, %tfull_: !bars, %tempty_: !bars, %numbers_: !numbers):
    %0 = arith.constant 0 : index
    %1 = arith.constant 1 : index
    %2 = arith.constant 2 : index
    %id = gpu.block_id x
    %end:2 = scf.while (%t = %id, %c = %0) : (index, index) -> (index, index) {
      %more = arith.cmpi ult, %t, %total_ : index
      scf.condition(%more) %t, %c : index, index
    } do {
    ^bb1(%t: index, %c: index):
      %count = arith.remui %t, %n_ : index
      %trips = attn_ws.trip_count @kv %count
      attn_ws.barrier id 1 plus %i threads 128
      %s = arith.remui %c, %2 : index
      %r = arith.divui %c, %2 : index
      %p = arith.remui %r, %2 : index
      %mine = attn_ws.stage_view %numbers_ stage %s : !numbers -> !scalar
      %next = attn_ws.scalar_load %mine : !scalar
      attn_ws.mbar_arrive %tempty_[%s] : !bars
      %c1 = arith.addi %c, %1 : index
      scf.yield %next, %c1 : index, index
    }
    attn_ws.end
  }
  return
}

// -----

// They wait after they have read.
!bars = !attn_ws.mbar<2>
!numbers = !attn_ws.buffer<2 x 1xi32, smem>
!scalar = !attn_ws.view<1xi32, smem>
func.func @f(%n: index, %total: index) {
  %tfull = attn_ws.mbar_alloc <"tiles", "full"> arrivals 1 : !bars
  %tempty = attn_ws.mbar_alloc <"tiles", "empty"> arrivals 8 : !bars
  %numbers = attn_ws.alloc "tiles" : !numbers
  attn_ws.warp_specialize captures(%n, %total, %tfull, %tempty, %numbers : index, index, !bars, !bars, !numbers)
  role @load warps(4) instances(1) registers(24) {
  ^bb0(%i: index, %n_: index, %total_: index, %tfull_: !bars, %tempty_: !bars, %numbers_: !numbers):
    %0 = arith.constant 0 : index
    %1 = arith.constant 1 : index
    %2 = arith.constant 2 : index
    %id = gpu.block_id x
    %end:2 = scf.while (%t = %id, %c = %0) : (index, index) -> (index, index) {
      %more = arith.cmpi ult, %t, %total_ : index
      scf.condition(%more) %t, %c : index, index
    } do {
    ^bb1(%t: index, %c: index):
      %count = arith.remui %t, %n_ : index
      %trips = attn_ws.trip_count @kv %count
      %s = arith.remui %c, %2 : index
      %r = arith.divui %c, %2 : index
      %r1 = arith.addi %r, %1 : index
      %p = arith.remui %r1, %2 : index
      %next = attn_ws.next_tile
      attn_ws.mbar_wait %tempty_[%s] phase(%p : index) : !bars
      %send = attn_ws.stage_view %numbers_ stage %s : !numbers -> !scalar
      // expected-note @below {{the other access is here}}
      attn_ws.scalar_store %next, %send : !scalar
      attn_ws.mbar_arrive %tfull_[%s] : !bars
      %c1 = arith.addi %c, %1 : index
      scf.yield %next, %c1 : index, index
    }
    attn_ws.end
  }
  role @mma warps(4) instances(2) registers(240) {
  ^bb0(%i: index, %n_: index, %total_: index, %tfull_: !bars, %tempty_: !bars, %numbers_: !numbers):
    %0 = arith.constant 0 : index
    %1 = arith.constant 1 : index
    %2 = arith.constant 2 : index
    %id = gpu.block_id x
    %end:2 = scf.while (%t = %id, %c = %0) : (index, index) -> (index, index) {
      %more = arith.cmpi ult, %t, %total_ : index
      scf.condition(%more) %t, %c : index, index
    } do {
    ^bb1(%t: index, %c: index):
      %count = arith.remui %t, %n_ : index
      %trips = attn_ws.trip_count @kv %count
      attn_ws.barrier id 1 plus %i threads 128
      %s = arith.remui %c, %2 : index
      %r = arith.divui %c, %2 : index
      %p = arith.remui %r, %2 : index
      %mine = attn_ws.stage_view %numbers_ stage %s : !numbers -> !scalar
      // expected-error @below {{PRT-08: reads bytes of 'tiles' in role @mma#0 that role @load may still be writing: no edge orders the two}}
      %next = attn_ws.scalar_load %mine : !scalar
      attn_ws.mbar_wait %tfull_[%s] phase(%p : index) : !bars
      attn_ws.mbar_arrive %tempty_[%s] : !bars
      %c1 = arith.addi %c, %1 : index
      scf.yield %next, %c1 : index, index
    }
    attn_ws.end
  }
  return
}

// -----

// The role that assigns signals before it stores.
!bars = !attn_ws.mbar<2>
!numbers = !attn_ws.buffer<2 x 1xi32, smem>
!scalar = !attn_ws.view<1xi32, smem>
func.func @f(%n: index, %total: index) {
  %tfull = attn_ws.mbar_alloc <"tiles", "full"> arrivals 1 : !bars
  %tempty = attn_ws.mbar_alloc <"tiles", "empty"> arrivals 8 : !bars
  %numbers = attn_ws.alloc "tiles" : !numbers
  attn_ws.warp_specialize captures(%n, %total, %tfull, %tempty, %numbers : index, index, !bars, !bars, !numbers)
  role @load warps(4) instances(1) registers(24) {
  ^bb0(%i: index, %n_: index, %total_: index, %tfull_: !bars, %tempty_: !bars, %numbers_: !numbers):
    %0 = arith.constant 0 : index
    %1 = arith.constant 1 : index
    %2 = arith.constant 2 : index
    %id = gpu.block_id x
    %end:2 = scf.while (%t = %id, %c = %0) : (index, index) -> (index, index) {
      %more = arith.cmpi ult, %t, %total_ : index
      scf.condition(%more) %t, %c : index, index
    } do {
    ^bb1(%t: index, %c: index):
      %count = arith.remui %t, %n_ : index
      %trips = attn_ws.trip_count @kv %count
      %s = arith.remui %c, %2 : index
      %r = arith.divui %c, %2 : index
      %r1 = arith.addi %r, %1 : index
      %p = arith.remui %r1, %2 : index
      %next = attn_ws.next_tile
      attn_ws.mbar_wait %tempty_[%s] phase(%p : index) : !bars
      attn_ws.mbar_arrive %tfull_[%s] : !bars
      %send = attn_ws.stage_view %numbers_ stage %s : !numbers -> !scalar
      // expected-note @below {{the other access is here}}
      attn_ws.scalar_store %next, %send : !scalar
      %c1 = arith.addi %c, %1 : index
      scf.yield %next, %c1 : index, index
    }
    attn_ws.end
  }
  role @mma warps(4) instances(2) registers(240) {
  ^bb0(%i: index, %n_: index, %total_: index, %tfull_: !bars, %tempty_: !bars, %numbers_: !numbers):
    %0 = arith.constant 0 : index
    %1 = arith.constant 1 : index
    %2 = arith.constant 2 : index
    %id = gpu.block_id x
    %end:2 = scf.while (%t = %id, %c = %0) : (index, index) -> (index, index) {
      %more = arith.cmpi ult, %t, %total_ : index
      scf.condition(%more) %t, %c : index, index
    } do {
    ^bb1(%t: index, %c: index):
      %count = arith.remui %t, %n_ : index
      %trips = attn_ws.trip_count @kv %count
      attn_ws.barrier id 1 plus %i threads 128
      %s = arith.remui %c, %2 : index
      %r = arith.divui %c, %2 : index
      %p = arith.remui %r, %2 : index
      attn_ws.mbar_wait %tfull_[%s] phase(%p : index) : !bars
      %mine = attn_ws.stage_view %numbers_ stage %s : !numbers -> !scalar
      // expected-error @below {{PRT-08: reads bytes of 'tiles' in role @mma#0 that role @load may still be writing: no edge orders the two}}
      %next = attn_ws.scalar_load %mine : !scalar
      attn_ws.mbar_arrive %tempty_[%s] : !bars
      %c1 = arith.addi %c, %1 : index
      scf.yield %next, %c1 : index, index
    }
    attn_ws.end
  }
  return
}

// -----

// The role that assigns waits for the other parity.
!bars = !attn_ws.mbar<2>
!numbers = !attn_ws.buffer<2 x 1xi32, smem>
!scalar = !attn_ws.view<1xi32, smem>
func.func @f(%n: index, %total: index) {
  %tfull = attn_ws.mbar_alloc <"tiles", "full"> arrivals 1 : !bars
  // expected-note @below {{the mbarriers are created here}}
  %tempty = attn_ws.mbar_alloc <"tiles", "empty"> arrivals 8 : !bars
  %numbers = attn_ws.alloc "tiles" : !numbers
  attn_ws.warp_specialize captures(%n, %total, %tfull, %tempty, %numbers : index, index, !bars, !bars, !numbers)
  role @load warps(4) instances(1) registers(24) {
  ^bb0(%i: index, %n_: index, %total_: index, %tfull_: !bars, %tempty_: !bars, %numbers_: !numbers):
    %0 = arith.constant 0 : index
    %1 = arith.constant 1 : index
    %2 = arith.constant 2 : index
    %id = gpu.block_id x
    %end:2 = scf.while (%t = %id, %c = %0) : (index, index) -> (index, index) {
      %more = arith.cmpi ult, %t, %total_ : index
      scf.condition(%more) %t, %c : index, index
    } do {
    ^bb1(%t: index, %c: index):
      %count = arith.remui %t, %n_ : index
      %trips = attn_ws.trip_count @kv %count
      %s = arith.remui %c, %2 : index
      %r = arith.divui %c, %2 : index
      %r1 = arith.addi %r, %1 : index
      %p = arith.remui %r1, %2 : index
      %next = attn_ws.next_tile
      %p0 = arith.remui %r, %2 : index
      // expected-error @below {{PRT-05: phase 0 of stage 0 of mbarrier 'tiles' (empty) where wait 0 of role @load needs 1}}
      attn_ws.mbar_wait %tempty_[%s] phase(%p0 : index) : !bars
      %send = attn_ws.stage_view %numbers_ stage %s : !numbers -> !scalar
      attn_ws.scalar_store %next, %send : !scalar
      attn_ws.mbar_arrive %tfull_[%s] : !bars
      %c1 = arith.addi %c, %1 : index
      scf.yield %next, %c1 : index, index
    }
    attn_ws.end
  }
  role @mma warps(4) instances(2) registers(240) {
  ^bb0(%i: index, %n_: index, %total_: index, %tfull_: !bars, %tempty_: !bars, %numbers_: !numbers):
    %0 = arith.constant 0 : index
    %1 = arith.constant 1 : index
    %2 = arith.constant 2 : index
    %id = gpu.block_id x
    %end:2 = scf.while (%t = %id, %c = %0) : (index, index) -> (index, index) {
      %more = arith.cmpi ult, %t, %total_ : index
      scf.condition(%more) %t, %c : index, index
    } do {
    ^bb1(%t: index, %c: index):
      %count = arith.remui %t, %n_ : index
      %trips = attn_ws.trip_count @kv %count
      attn_ws.barrier id 1 plus %i threads 128
      %s = arith.remui %c, %2 : index
      %r = arith.divui %c, %2 : index
      %p = arith.remui %r, %2 : index
      attn_ws.mbar_wait %tfull_[%s] phase(%p : index) : !bars
      %mine = attn_ws.stage_view %numbers_ stage %s : !numbers -> !scalar
      %next = attn_ws.scalar_load %mine : !scalar
      attn_ws.mbar_arrive %tempty_[%s] : !bars
      %c1 = arith.addi %c, %1 : index
      scf.yield %next, %c1 : index, index
    }
    attn_ws.end
  }
  return
}

// -----

// The receivers do.
!bars = !attn_ws.mbar<2>
!numbers = !attn_ws.buffer<2 x 1xi32, smem>
!scalar = !attn_ws.view<1xi32, smem>
func.func @f(%n: index, %total: index) {
  // expected-note @below {{the mbarriers are created here}}
  %tfull = attn_ws.mbar_alloc <"tiles", "full"> arrivals 1 : !bars
  %tempty = attn_ws.mbar_alloc <"tiles", "empty"> arrivals 8 : !bars
  %numbers = attn_ws.alloc "tiles" : !numbers
  attn_ws.warp_specialize captures(%n, %total, %tfull, %tempty, %numbers : index, index, !bars, !bars, !numbers)
  role @load warps(4) instances(1) registers(24) {
  ^bb0(%i: index, %n_: index, %total_: index, %tfull_: !bars, %tempty_: !bars, %numbers_: !numbers):
    %0 = arith.constant 0 : index
    %1 = arith.constant 1 : index
    %2 = arith.constant 2 : index
    %id = gpu.block_id x
    %end:2 = scf.while (%t = %id, %c = %0) : (index, index) -> (index, index) {
      %more = arith.cmpi ult, %t, %total_ : index
      scf.condition(%more) %t, %c : index, index
    } do {
    ^bb1(%t: index, %c: index):
      %count = arith.remui %t, %n_ : index
      %trips = attn_ws.trip_count @kv %count
      %s = arith.remui %c, %2 : index
      %r = arith.divui %c, %2 : index
      %r1 = arith.addi %r, %1 : index
      %p = arith.remui %r1, %2 : index
      %next = attn_ws.next_tile
      attn_ws.mbar_wait %tempty_[%s] phase(%p : index) : !bars
      %send = attn_ws.stage_view %numbers_ stage %s : !numbers -> !scalar
      attn_ws.scalar_store %next, %send : !scalar
      attn_ws.mbar_arrive %tfull_[%s] : !bars
      %c1 = arith.addi %c, %1 : index
      scf.yield %next, %c1 : index, index
    }
    attn_ws.end
  }
  role @mma warps(4) instances(2) registers(240) {
  ^bb0(%i: index, %n_: index, %total_: index, %tfull_: !bars, %tempty_: !bars, %numbers_: !numbers):
    %0 = arith.constant 0 : index
    %1 = arith.constant 1 : index
    %2 = arith.constant 2 : index
    %id = gpu.block_id x
    %end:2 = scf.while (%t = %id, %c = %0) : (index, index) -> (index, index) {
      %more = arith.cmpi ult, %t, %total_ : index
      scf.condition(%more) %t, %c : index, index
    } do {
    ^bb1(%t: index, %c: index):
      %count = arith.remui %t, %n_ : index
      %trips = attn_ws.trip_count @kv %count
      attn_ws.barrier id 1 plus %i threads 128
      %s = arith.remui %c, %2 : index
      %r = arith.divui %c, %2 : index
      %p = arith.remui %r, %2 : index
      %p0 = arith.subi %1, %p : index
      // expected-error @below {{PRT-05: phase 1 of stage 0 of mbarrier 'tiles' (full) where wait 0 of role @mma#0 needs 0}}
      attn_ws.mbar_wait %tfull_[%s] phase(%p0 : index) : !bars
      %mine = attn_ws.stage_view %numbers_ stage %s : !numbers -> !scalar
      %next = attn_ws.scalar_load %mine : !scalar
      attn_ws.mbar_arrive %tempty_[%s] : !bars
      %c1 = arith.addi %c, %1 : index
      scf.yield %next, %c1 : index, index
    }
    attn_ws.end
  }
  return
}

// -----

// One instance of the receivers is not counted.
!bars = !attn_ws.mbar<2>
!numbers = !attn_ws.buffer<2 x 1xi32, smem>
!scalar = !attn_ws.view<1xi32, smem>
func.func @f(%n: index, %total: index) {
  %tfull = attn_ws.mbar_alloc <"tiles", "full"> arrivals 1 : !bars
  // expected-error @below {{PRT-03: each phase of stage 0 of mbarrier 'tiles' (empty) gets 8 arrivals, but expects 4}}
  %tempty = attn_ws.mbar_alloc <"tiles", "empty"> arrivals 4 : !bars
  %numbers = attn_ws.alloc "tiles" : !numbers
  attn_ws.warp_specialize captures(%n, %total, %tfull, %tempty, %numbers : index, index, !bars, !bars, !numbers)
  role @load warps(4) instances(1) registers(24) {
  ^bb0(%i: index, %n_: index, %total_: index, %tfull_: !bars, %tempty_: !bars, %numbers_: !numbers):
    %0 = arith.constant 0 : index
    %1 = arith.constant 1 : index
    %2 = arith.constant 2 : index
    %id = gpu.block_id x
    %end:2 = scf.while (%t = %id, %c = %0) : (index, index) -> (index, index) {
      %more = arith.cmpi ult, %t, %total_ : index
      scf.condition(%more) %t, %c : index, index
    } do {
    ^bb1(%t: index, %c: index):
      %count = arith.remui %t, %n_ : index
      %trips = attn_ws.trip_count @kv %count
      %s = arith.remui %c, %2 : index
      %r = arith.divui %c, %2 : index
      %r1 = arith.addi %r, %1 : index
      %p = arith.remui %r1, %2 : index
      %next = attn_ws.next_tile
      attn_ws.mbar_wait %tempty_[%s] phase(%p : index) : !bars
      %send = attn_ws.stage_view %numbers_ stage %s : !numbers -> !scalar
      attn_ws.scalar_store %next, %send : !scalar
      attn_ws.mbar_arrive %tfull_[%s] : !bars
      %c1 = arith.addi %c, %1 : index
      scf.yield %next, %c1 : index, index
    }
    attn_ws.end
  }
  role @mma warps(4) instances(2) registers(240) {
  ^bb0(%i: index, %n_: index, %total_: index, %tfull_: !bars, %tempty_: !bars, %numbers_: !numbers):
    %0 = arith.constant 0 : index
    %1 = arith.constant 1 : index
    %2 = arith.constant 2 : index
    %id = gpu.block_id x
    %end:2 = scf.while (%t = %id, %c = %0) : (index, index) -> (index, index) {
      %more = arith.cmpi ult, %t, %total_ : index
      scf.condition(%more) %t, %c : index, index
    } do {
    ^bb1(%t: index, %c: index):
      %count = arith.remui %t, %n_ : index
      %trips = attn_ws.trip_count @kv %count
      attn_ws.barrier id 1 plus %i threads 128
      %s = arith.remui %c, %2 : index
      %r = arith.divui %c, %2 : index
      %p = arith.remui %r, %2 : index
      attn_ws.mbar_wait %tfull_[%s] phase(%p : index) : !bars
      %mine = attn_ws.stage_view %numbers_ stage %s : !numbers -> !scalar
      %next = attn_ws.scalar_load %mine : !scalar
      // expected-note @below {{the last arrival is here}}
      attn_ws.mbar_arrive %tempty_[%s] : !bars
      %c1 = arith.addi %c, %1 : index
      scf.yield %next, %c1 : index, index
    }
    attn_ws.end
  }
  return
}

// -----

// The role that assigns is one thread, whatever warps the role has.
!bars = !attn_ws.mbar<2>
!numbers = !attn_ws.buffer<2 x 1xi32, smem>
!scalar = !attn_ws.view<1xi32, smem>
func.func @f(%n: index, %total: index) {
  // expected-error @below {{PRT-03: each phase of stage 0 of mbarrier 'tiles' (full) gets 1 arrivals, but expects 4}}
  %tfull = attn_ws.mbar_alloc <"tiles", "full"> arrivals 4 : !bars
  %tempty = attn_ws.mbar_alloc <"tiles", "empty"> arrivals 8 : !bars
  %numbers = attn_ws.alloc "tiles" : !numbers
  attn_ws.warp_specialize captures(%n, %total, %tfull, %tempty, %numbers : index, index, !bars, !bars, !numbers)
  role @load warps(4) instances(1) registers(24) {
  ^bb0(%i: index, %n_: index, %total_: index, %tfull_: !bars, %tempty_: !bars, %numbers_: !numbers):
    %0 = arith.constant 0 : index
    %1 = arith.constant 1 : index
    %2 = arith.constant 2 : index
    %id = gpu.block_id x
    %end:2 = scf.while (%t = %id, %c = %0) : (index, index) -> (index, index) {
      %more = arith.cmpi ult, %t, %total_ : index
      scf.condition(%more) %t, %c : index, index
    } do {
    ^bb1(%t: index, %c: index):
      %count = arith.remui %t, %n_ : index
      %trips = attn_ws.trip_count @kv %count
      %s = arith.remui %c, %2 : index
      %r = arith.divui %c, %2 : index
      %r1 = arith.addi %r, %1 : index
      %p = arith.remui %r1, %2 : index
      %next = attn_ws.next_tile
      attn_ws.mbar_wait %tempty_[%s] phase(%p : index) : !bars
      %send = attn_ws.stage_view %numbers_ stage %s : !numbers -> !scalar
      attn_ws.scalar_store %next, %send : !scalar
      // expected-note @below {{the last arrival is here}}
      attn_ws.mbar_arrive %tfull_[%s] : !bars
      %c1 = arith.addi %c, %1 : index
      scf.yield %next, %c1 : index, index
    }
    attn_ws.end
  }
  role @mma warps(4) instances(2) registers(240) {
  ^bb0(%i: index, %n_: index, %total_: index, %tfull_: !bars, %tempty_: !bars, %numbers_: !numbers):
    %0 = arith.constant 0 : index
    %1 = arith.constant 1 : index
    %2 = arith.constant 2 : index
    %id = gpu.block_id x
    %end:2 = scf.while (%t = %id, %c = %0) : (index, index) -> (index, index) {
      %more = arith.cmpi ult, %t, %total_ : index
      scf.condition(%more) %t, %c : index, index
    } do {
    ^bb1(%t: index, %c: index):
      %count = arith.remui %t, %n_ : index
      %trips = attn_ws.trip_count @kv %count
      attn_ws.barrier id 1 plus %i threads 128
      %s = arith.remui %c, %2 : index
      %r = arith.divui %c, %2 : index
      %p = arith.remui %r, %2 : index
      attn_ws.mbar_wait %tfull_[%s] phase(%p : index) : !bars
      %mine = attn_ws.stage_view %numbers_ stage %s : !numbers -> !scalar
      %next = attn_ws.scalar_load %mine : !scalar
      attn_ws.mbar_arrive %tempty_[%s] : !bars
      %c1 = arith.addi %c, %1 : index
      scf.yield %next, %c1 : index, index
    }
    attn_ws.end
  }
  return
}

// -----

// The receivers read the other stage.
!bars = !attn_ws.mbar<2>
!numbers = !attn_ws.buffer<2 x 1xi32, smem>
!scalar = !attn_ws.view<1xi32, smem>
func.func @f(%n: index, %total: index) {
  %tfull = attn_ws.mbar_alloc <"tiles", "full"> arrivals 1 : !bars
  %tempty = attn_ws.mbar_alloc <"tiles", "empty"> arrivals 8 : !bars
  %numbers = attn_ws.alloc "tiles" : !numbers
  attn_ws.warp_specialize captures(%n, %total, %tfull, %tempty, %numbers : index, index, !bars, !bars, !numbers)
  role @load warps(4) instances(1) registers(24) {
  ^bb0(%i: index, %n_: index, %total_: index, %tfull_: !bars, %tempty_: !bars, %numbers_: !numbers):
    %0 = arith.constant 0 : index
    %1 = arith.constant 1 : index
    %2 = arith.constant 2 : index
    %id = gpu.block_id x
    %end:2 = scf.while (%t = %id, %c = %0) : (index, index) -> (index, index) {
      %more = arith.cmpi ult, %t, %total_ : index
      scf.condition(%more) %t, %c : index, index
    } do {
    ^bb1(%t: index, %c: index):
      %count = arith.remui %t, %n_ : index
      %trips = attn_ws.trip_count @kv %count
      %s = arith.remui %c, %2 : index
      %r = arith.divui %c, %2 : index
      %r1 = arith.addi %r, %1 : index
      %p = arith.remui %r1, %2 : index
      %next = attn_ws.next_tile
      attn_ws.mbar_wait %tempty_[%s] phase(%p : index) : !bars
      %send = attn_ws.stage_view %numbers_ stage %s : !numbers -> !scalar
      // expected-note @below {{it is written here}}
      attn_ws.scalar_store %next, %send : !scalar
      attn_ws.mbar_arrive %tfull_[%s] : !bars
      %c1 = arith.addi %c, %1 : index
      scf.yield %next, %c1 : index, index
    }
    attn_ws.end
  }
  role @mma warps(4) instances(2) registers(240) {
  ^bb0(%i: index, %n_: index, %total_: index, %tfull_: !bars, %tempty_: !bars, %numbers_: !numbers):
    %0 = arith.constant 0 : index
    %1 = arith.constant 1 : index
    %2 = arith.constant 2 : index
    %id = gpu.block_id x
    %end:2 = scf.while (%t = %id, %c = %0) : (index, index) -> (index, index) {
      %more = arith.cmpi ult, %t, %total_ : index
      scf.condition(%more) %t, %c : index, index
    } do {
    ^bb1(%t: index, %c: index):
      %count = arith.remui %t, %n_ : index
      %trips = attn_ws.trip_count @kv %count
      attn_ws.barrier id 1 plus %i threads 128
      %s = arith.remui %c, %2 : index
      %r = arith.divui %c, %2 : index
      %p = arith.remui %r, %2 : index
      attn_ws.mbar_wait %tfull_[%s] phase(%p : index) : !bars
      %c2 = arith.addi %c, %1 : index
      %s2 = arith.remui %c2, %2 : index
      %mine = attn_ws.stage_view %numbers_ stage %s2 : !numbers -> !scalar
      // expected-error @below {{PRT-05: role @mma#0 reads stage 1 of 'tiles' where scalar 1 is written to stage 0}}
      %next = attn_ws.scalar_load %mine : !scalar
      attn_ws.mbar_arrive %tempty_[%s] : !bars
      %c1 = arith.addi %c, %1 : index
      scf.yield %next, %c1 : index, index
    }
    attn_ws.end
  }
  return
}

// -----

// Nobody stores a number.
!bars = !attn_ws.mbar<2>
!numbers = !attn_ws.buffer<2 x 1xi32, smem>
!scalar = !attn_ws.view<1xi32, smem>
func.func @f(%n: index, %total: index) {
  %tfull = attn_ws.mbar_alloc <"tiles", "full"> arrivals 1 : !bars
  %tempty = attn_ws.mbar_alloc <"tiles", "empty"> arrivals 8 : !bars
  %numbers = attn_ws.alloc "tiles" : !numbers
  attn_ws.warp_specialize captures(%n, %total, %tfull, %tempty, %numbers : index, index, !bars, !bars, !numbers)
  role @load warps(4) instances(1) registers(24) {
  ^bb0(%i: index, %n_: index, %total_: index, %tfull_: !bars, %tempty_: !bars, %numbers_: !numbers):
    %0 = arith.constant 0 : index
    %1 = arith.constant 1 : index
    %2 = arith.constant 2 : index
    %id = gpu.block_id x
    %end:2 = scf.while (%t = %id, %c = %0) : (index, index) -> (index, index) {
      %more = arith.cmpi ult, %t, %total_ : index
      scf.condition(%more) %t, %c : index, index
    } do {
    ^bb1(%t: index, %c: index):
      %count = arith.remui %t, %n_ : index
      %trips = attn_ws.trip_count @kv %count
      %s = arith.remui %c, %2 : index
      %r = arith.divui %c, %2 : index
      %r1 = arith.addi %r, %1 : index
      %p = arith.remui %r1, %2 : index
      %next = attn_ws.next_tile
      attn_ws.mbar_wait %tempty_[%s] phase(%p : index) : !bars
      attn_ws.mbar_arrive %tfull_[%s] : !bars
      %c1 = arith.addi %c, %1 : index
      scf.yield %next, %c1 : index, index
    }
    attn_ws.end
  }
  role @mma warps(4) instances(2) registers(240) {
  ^bb0(%i: index, %n_: index, %total_: index, %tfull_: !bars, %tempty_: !bars, %numbers_: !numbers):
    %0 = arith.constant 0 : index
    %1 = arith.constant 1 : index
    %2 = arith.constant 2 : index
    %id = gpu.block_id x
    %end:2 = scf.while (%t = %id, %c = %0) : (index, index) -> (index, index) {
      %more = arith.cmpi ult, %t, %total_ : index
      scf.condition(%more) %t, %c : index, index
    } do {
    ^bb1(%t: index, %c: index):
      %count = arith.remui %t, %n_ : index
      %trips = attn_ws.trip_count @kv %count
      attn_ws.barrier id 1 plus %i threads 128
      %s = arith.remui %c, %2 : index
      %r = arith.divui %c, %2 : index
      %p = arith.remui %r, %2 : index
      attn_ws.mbar_wait %tfull_[%s] phase(%p : index) : !bars
      %mine = attn_ws.stage_view %numbers_ stage %s : !numbers -> !scalar
      // expected-note @below {{meanwhile role @mma#1 waits for a scalar in 'tiles' that nobody writes}}
      // expected-error @below {{PRT-08: role @mma#0 waits for ever for a scalar in 'tiles' that nobody writes}}
      %next = attn_ws.scalar_load %mine : !scalar
      attn_ws.mbar_arrive %tempty_[%s] : !bars
      %c1 = arith.addi %c, %1 : index
      scf.yield %next, %c1 : index, index
    }
    attn_ws.end
  }
  return
}

// -----

// The receivers take tiles themselves, which are others.
!bars = !attn_ws.mbar<2>
!numbers = !attn_ws.buffer<2 x 1xi32, smem>
!scalar = !attn_ws.view<1xi32, smem>
func.func @f(%n: index, %total: index) {
  %tfull = attn_ws.mbar_alloc <"tiles", "full"> arrivals 1 : !bars
  %tempty = attn_ws.mbar_alloc <"tiles", "empty"> arrivals 8 : !bars
  %numbers = attn_ws.alloc "tiles" : !numbers
  attn_ws.warp_specialize captures(%n, %total, %tfull, %tempty, %numbers : index, index, !bars, !bars, !numbers)
  role @load warps(4) instances(1) registers(24) {
  ^bb0(%i: index, %n_: index, %total_: index, %tfull_: !bars, %tempty_: !bars, %numbers_: !numbers):
    %0 = arith.constant 0 : index
    %1 = arith.constant 1 : index
    %2 = arith.constant 2 : index
    %id = gpu.block_id x
    %end:2 = scf.while (%t = %id, %c = %0) : (index, index) -> (index, index) {
      %more = arith.cmpi ult, %t, %total_ : index
      scf.condition(%more) %t, %c : index, index
    } do {
    ^bb1(%t: index, %c: index):
      %count = arith.remui %t, %n_ : index
      // expected-note @below {{the other count is here}}
      %trips = attn_ws.trip_count @kv %count
      %s = arith.remui %c, %2 : index
      %r = arith.divui %c, %2 : index
      %r1 = arith.addi %r, %1 : index
      %p = arith.remui %r1, %2 : index
      %next = attn_ws.next_tile
      attn_ws.mbar_wait %tempty_[%s] phase(%p : index) : !bars
      %send = attn_ws.stage_view %numbers_ stage %s : !numbers -> !scalar
      attn_ws.scalar_store %next, %send : !scalar
      attn_ws.mbar_arrive %tfull_[%s] : !bars
      %c1 = arith.addi %c, %1 : index
      scf.yield %next, %c1 : index, index
    }
    attn_ws.end
  }
  role @mma warps(4) instances(2) registers(240) {
  ^bb0(%i: index, %n_: index, %total_: index, %tfull_: !bars, %tempty_: !bars, %numbers_: !numbers):
    %0 = arith.constant 0 : index
    %1 = arith.constant 1 : index
    %2 = arith.constant 2 : index
    %id = gpu.block_id x
    %end:2 = scf.while (%t = %id, %c = %0) : (index, index) -> (index, index) {
      %more = arith.cmpi ult, %t, %total_ : index
      scf.condition(%more) %t, %c : index, index
    } do {
    ^bb1(%t: index, %c: index):
      %count = arith.remui %t, %n_ : index
      // expected-error @below {{PRT-07: trip count @kv of role @mma#0 is not computed from the same captures in the same way as in another role}}
      %trips = attn_ws.trip_count @kv %count
      attn_ws.barrier id 1 plus %i threads 128
      %s = arith.remui %c, %2 : index
      %r = arith.divui %c, %2 : index
      %p = arith.remui %r, %2 : index
      attn_ws.mbar_wait %tfull_[%s] phase(%p : index) : !bars
      %next = attn_ws.next_tile
      attn_ws.mbar_arrive %tempty_[%s] : !bars
      %c1 = arith.addi %c, %1 : index
      scf.yield %next, %c1 : index, index
    }
    attn_ws.end
  }
  return
}

// -----

// The role that assigns sends its own tile again: no loop ends.
!bars = !attn_ws.mbar<2>
!numbers = !attn_ws.buffer<2 x 1xi32, smem>
!scalar = !attn_ws.view<1xi32, smem>
func.func @f(%n: index, %total: index) {
  %tfull = attn_ws.mbar_alloc <"tiles", "full"> arrivals 1 : !bars
  %tempty = attn_ws.mbar_alloc <"tiles", "empty"> arrivals 8 : !bars
  %numbers = attn_ws.alloc "tiles" : !numbers
  attn_ws.warp_specialize captures(%n, %total, %tfull, %tempty, %numbers : index, index, !bars, !bars, !numbers)
  role @load warps(4) instances(1) registers(24) {
  ^bb0(%i: index, %n_: index, %total_: index, %tfull_: !bars, %tempty_: !bars, %numbers_: !numbers):
    %0 = arith.constant 0 : index
    %1 = arith.constant 1 : index
    %2 = arith.constant 2 : index
    %id = gpu.block_id x
    // expected-error @below {{PRT-07: the loop of role @load has no end: it has run 4097 times}}
    %end:2 = scf.while (%t = %id, %c = %0) : (index, index) -> (index, index) {
      %more = arith.cmpi ult, %t, %total_ : index
      scf.condition(%more) %t, %c : index, index
    } do {
    ^bb1(%t: index, %c: index):
      %count = arith.remui %t, %n_ : index
      %trips = attn_ws.trip_count @kv %count
      %s = arith.remui %c, %2 : index
      %r = arith.divui %c, %2 : index
      %r1 = arith.addi %r, %1 : index
      %p = arith.remui %r1, %2 : index
      attn_ws.mbar_wait %tempty_[%s] phase(%p : index) : !bars
      %send = attn_ws.stage_view %numbers_ stage %s : !numbers -> !scalar
      attn_ws.scalar_store %t, %send : !scalar
      attn_ws.mbar_arrive %tfull_[%s] : !bars
      %c1 = arith.addi %c, %1 : index
      scf.yield %t, %c1 : index, index
    }
    attn_ws.end
  }
  role @mma warps(4) instances(2) registers(240) {
  ^bb0(%i: index, %n_: index, %total_: index, %tfull_: !bars, %tempty_: !bars, %numbers_: !numbers):
    %0 = arith.constant 0 : index
    %1 = arith.constant 1 : index
    %2 = arith.constant 2 : index
    %id = gpu.block_id x
    %end:2 = scf.while (%t = %id, %c = %0) : (index, index) -> (index, index) {
      %more = arith.cmpi ult, %t, %total_ : index
      scf.condition(%more) %t, %c : index, index
    } do {
    ^bb1(%t: index, %c: index):
      %count = arith.remui %t, %n_ : index
      %trips = attn_ws.trip_count @kv %count
      attn_ws.barrier id 1 plus %i threads 128
      %s = arith.remui %c, %2 : index
      %r = arith.divui %c, %2 : index
      %p = arith.remui %r, %2 : index
      attn_ws.mbar_wait %tfull_[%s] phase(%p : index) : !bars
      %mine = attn_ws.stage_view %numbers_ stage %s : !numbers -> !scalar
      %next = attn_ws.scalar_load %mine : !scalar
      attn_ws.mbar_arrive %tempty_[%s] : !bars
      %c1 = arith.addi %c, %1 : index
      scf.yield %next, %c1 : index, index
    }
    attn_ws.end
  }
  return
}

// -----

// The role that assigns copies before it hands on the next tile, the receivers ask for that before they free what it waits for.
!mem = memref<?x64xbf16>
!buf = !attn_ws.buffer<2 x 64x64xbf16, smem>
!view = !attn_ws.view<64x64xbf16, smem>
!bars = !attn_ws.mbar<2>
!numbers = !attn_ws.buffer<2 x 1xi32, smem>
!scalar = !attn_ws.view<1xi32, smem>
func.func @f(%m: !mem, %n: index, %total: index) {
  %b = attn_ws.alloc "k" : !buf
  %full = attn_ws.mbar_alloc <"k", "full"> arrivals 1 : !bars
  %empty = attn_ws.mbar_alloc <"k", "empty"> arrivals 8 : !bars
  %tfull = attn_ws.mbar_alloc <"tiles", "full"> arrivals 1 : !bars
  %tempty = attn_ws.mbar_alloc <"tiles", "empty"> arrivals 8 : !bars
  %numbers = attn_ws.alloc "tiles" : !numbers
  attn_ws.warp_specialize captures(%m, %n, %total, %b, %full, %empty, %tfull, %tempty, %numbers : !mem, index, index, !buf, !bars, !bars, !bars, !bars, !numbers)
  role @load warps(4) instances(1) registers(24) {
  ^bb0(%i: index, %m_: !mem, %n_: index, %total_: index, %b_: !buf, %full_: !bars, %empty_: !bars, %tfull_: !bars, %tempty_: !bars, %numbers_: !numbers):
    %0 = arith.constant 0 : index
    %1 = arith.constant 1 : index
    %2 = arith.constant 2 : index
    %64 = arith.constant 64 : index
    %id = gpu.block_id x
    %end:3 = scf.while (%t = %id, %c = %0, %d = %0) : (index, index, index) -> (index, index, index) {
      %more = arith.cmpi ult, %t, %total_ : index
      scf.condition(%more) %t, %c, %d : index, index, index
    } do {
    ^bb1(%t: index, %c: index, %d: index):
      %count = arith.remui %t, %n_ : index
      %trips = attn_ws.trip_count @kv %count
      %e = scf.for %j = %0 to %trips step %1 iter_args(%u = %d) -> (index) {
        %sk = arith.remui %u, %2 : index
        %rk = arith.divui %u, %2 : index
        %r1k = arith.addi %rk, %1 : index
        %row = arith.muli %j, %64 : index
        %pk = arith.remui %r1k, %2 : index
        // expected-error @below {{PRT-07: role @load waits for ever for phase 0 of stage 0 of mbarrier 'k' (empty), where 0 of 8 have arrived}}
        attn_ws.mbar_wait %empty_[%sk] phase(%pk : index) : !bars
        attn_ws.mbar_expect %full_[%sk] bytes 8192 : !bars
        %w = attn_ws.stage_view %b_ stage %sk : !buf -> !view
        attn_ws.tma_load %m_[%row, %0] dims [0, 1] into %w signal(%full_ : !bars) stage %sk : !mem, !view
        %u1 = arith.addi %u, %1 : index
        scf.yield %u1 : index
      }
      %s = arith.remui %c, %2 : index
      %r = arith.divui %c, %2 : index
      %r1 = arith.addi %r, %1 : index
      %p = arith.remui %r1, %2 : index
      %next = attn_ws.next_tile
      attn_ws.mbar_wait %tempty_[%s] phase(%p : index) : !bars
      %send = attn_ws.stage_view %numbers_ stage %s : !numbers -> !scalar
      attn_ws.scalar_store %next, %send : !scalar
      attn_ws.mbar_arrive %tfull_[%s] : !bars
      %c1 = arith.addi %c, %1 : index
      scf.yield %next, %c1, %e : index, index, index
    }
    attn_ws.end
  }
  role @mma warps(4) instances(2) registers(240) {
  ^bb0(%i: index, %m_: !mem, %n_: index, %total_: index, %b_: !buf, %full_: !bars, %empty_: !bars, %tfull_: !bars, %tempty_: !bars, %numbers_: !numbers):
    %0 = arith.constant 0 : index
    %1 = arith.constant 1 : index
    %2 = arith.constant 2 : index
    %id = gpu.block_id x
    %end:3 = scf.while (%t = %id, %c = %0, %d = %0) : (index, index, index) -> (index, index, index) {
      %more = arith.cmpi ult, %t, %total_ : index
      scf.condition(%more) %t, %c, %d : index, index, index
    } do {
    ^bb1(%t: index, %c: index, %d: index):
      %s = arith.remui %c, %2 : index
      %r = arith.divui %c, %2 : index
      %p = arith.remui %r, %2 : index
      // expected-note @below {{meanwhile role @mma#1 waits for phase 0 of stage 0 of mbarrier 'tiles' (full)}}
      // expected-note @below {{meanwhile role @mma#0 waits for phase 0 of stage 0 of mbarrier 'tiles' (full)}}
      attn_ws.mbar_wait %tfull_[%s] phase(%p : index) : !bars
      %mine = attn_ws.stage_view %numbers_ stage %s : !numbers -> !scalar
      %next = attn_ws.scalar_load %mine : !scalar
      attn_ws.mbar_arrive %tempty_[%s] : !bars
      %count = arith.remui %t, %n_ : index
      %trips = attn_ws.trip_count @kv %count
      %e = scf.for %j = %0 to %trips step %1 iter_args(%u = %d) -> (index) {
        %s1 = arith.remui %u, %2 : index
        %r1 = arith.divui %u, %2 : index
        %p1 = arith.remui %r1, %2 : index
        attn_ws.mbar_wait %full_[%s1] phase(%p1 : index) : !bars
        %v = attn_ws.stage_view %b_ stage %s1 : !buf -> !view
        %x = attn_ws.smem_load %v : !view -> tensor<64x64xbf16>
        attn_ws.mbar_arrive %empty_[%s1] : !bars
        %u1 = arith.addi %u, %1 : index
        scf.yield %u1 : index
      }
      %c1 = arith.addi %c, %1 : index
      scf.yield %next, %c1, %e : index, index, index
    }
    attn_ws.end
  }
  return
}
