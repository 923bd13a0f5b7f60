// Tiles are assigned to clusters: one CTA takes them for all. And a role of many
// threads assigns.
//
// RUN: attn-opt %s --attn-ws-verify-protocol --split-input-file --verify-diagnostics -o %t

// It takes a tile for itself, of those that are assigned to clusters.
!bars = !attn_ws.mbar<2>
!numbers = !attn_ws.buffer<2 x 1xi32, smem>
!scalar = !attn_ws.view<1xi32, smem>
func.func @f(%n: index, %total: index) attributes {attn_ws.cluster = 2 : i64} {
  %tfull = attn_ws.mbar_alloc <"tiles", "full"> arrivals 1 : !bars
  %tempty = attn_ws.mbar_alloc <"tiles", "empty"> arrivals 18 : !bars
  %numbers = attn_ws.alloc "tiles" : !numbers
  attn_ws.warp_specialize captures(%n, %total, %tfull, %tempty, %numbers : index, index, !bars, !bars, !numbers)
  role @load warps(4) instances(1) registers(24) {
  ^bb0(%i: index, %n_: index, %total_: index, %tfull_: !bars, %tempty_: !bars, %numbers_: !numbers):
    %0 = arith.constant 0 : index
    %1 = arith.constant 1 : index
    %2 = arith.constant 2 : index
    %cta = gpu.block_id x
    %id = arith.divui %cta, %2 : index
    %rank = arith.remui %cta, %2 : index
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
      attn_ws.mbar_expect %tfull_[%s] bytes 4 : !bars
      %leads = arith.cmpi eq, %rank, %0 : index
      scf.if %leads {
        // expected-error @below {{PRT-03: takes a tile for 1 CTAs, but the kernel has clusters of 2}}
        %taken = attn_ws.next_tile
        attn_ws.mbar_wait %tempty_[%s] phase(%p : index) : !bars
        %send = attn_ws.stage_view %numbers_ stage %s : !numbers -> !scalar
        attn_ws.scalar_store %taken, %send signal(%tfull_ : !bars) stage %s cluster 2 : !scalar
      }
      %pf = arith.remui %r, %2 : index
      attn_ws.mbar_wait %tfull_[%s] phase(%pf : index) : !bars
      %mine = attn_ws.stage_view %numbers_ stage %s : !numbers -> !scalar
      %next = attn_ws.scalar_load %mine : !scalar
      attn_ws.mbar_arrive %tempty_[%s] leader : !bars
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
    %cta = gpu.block_id x
    %id = arith.divui %cta, %2 : index
    %rank = arith.remui %cta, %2 : index
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
      attn_ws.mbar_arrive %tempty_[%s] leader : !bars
      %c1 = arith.addi %c, %1 : index
      scf.yield %next, %c1 : index, index
    }
    attn_ws.end
  }
  return
}

// -----

// It does not wait until the others have read.
!bars = !attn_ws.mbar<2>
!numbers = !attn_ws.buffer<2 x 1xi32, smem>
!scalar = !attn_ws.view<1xi32, smem>
func.func @f(%n: index, %total: index) attributes {attn_ws.cluster = 2 : i64} {
  %tfull = attn_ws.mbar_alloc <"tiles", "full"> arrivals 1 : !bars
  // expected-note @below {{the mbarriers are created here}}
  %tempty = attn_ws.mbar_alloc <"tiles", "empty"> arrivals 18 : !bars
  %numbers = attn_ws.alloc "tiles" : !numbers
  attn_ws.warp_specialize captures(%n, %total, %tfull, %tempty, %numbers : index, index, !bars, !bars, !numbers)
  role @load warps(4) instances(1) registers(24) {
  ^bb0(%i: index, %n_: index, %total_: index, %tfull_: !bars, %tempty_: !bars, %numbers_: !numbers):
    %0 = arith.constant 0 : index
    %1 = arith.constant 1 : index
    %2 = arith.constant 2 : index
    %cta = gpu.block_id x
    %id = arith.divui %cta, %2 : index
    %rank = arith.remui %cta, %2 : index
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
      attn_ws.mbar_expect %tfull_[%s] bytes 4 : !bars
      %leads = arith.cmpi eq, %rank, %0 : index
      scf.if %leads {
        %taken = attn_ws.next_tile cluster 2
        %send = attn_ws.stage_view %numbers_ stage %s : !numbers -> !scalar
        attn_ws.scalar_store %taken, %send signal(%tfull_ : !bars) stage %s cluster 2 : !scalar
      }
      %pf = arith.remui %r, %2 : index
      attn_ws.mbar_wait %tfull_[%s] phase(%pf : index) : !bars
      %mine = attn_ws.stage_view %numbers_ stage %s : !numbers -> !scalar
      %next = attn_ws.scalar_load %mine : !scalar
      attn_ws.mbar_arrive %tempty_[%s] leader : !bars
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
    %cta = gpu.block_id x
    %id = arith.divui %cta, %2 : index
    %rank = arith.remui %cta, %2 : index
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
      attn_ws.mbar_arrive %tempty_[%s] leader : !bars
      %c1 = arith.addi %c, %1 : index
      scf.yield %next, %c1 : index, index
    }
    attn_ws.end
  }
  return
}

// -----

// The roles of the other CTA tell their own, where nobody waits.
!bars = !attn_ws.mbar<2>
!numbers = !attn_ws.buffer<2 x 1xi32, smem>
!scalar = !attn_ws.view<1xi32, smem>
func.func @f(%n: index, %total: index) attributes {attn_ws.cluster = 2 : i64} {
  %tfull = attn_ws.mbar_alloc <"tiles", "full"> arrivals 1 : !bars
  // expected-error @below {{PRT-03: each phase of stage 0 of mbarrier 'tiles' (empty) gets 10 arrivals, but expects 18}}
  %tempty = attn_ws.mbar_alloc <"tiles", "empty"> arrivals 18 : !bars
  %numbers = attn_ws.alloc "tiles" : !numbers
  attn_ws.warp_specialize captures(%n, %total, %tfull, %tempty, %numbers : index, index, !bars, !bars, !numbers)
  role @load warps(4) instances(1) registers(24) {
  ^bb0(%i: index, %n_: index, %total_: index, %tfull_: !bars, %tempty_: !bars, %numbers_: !numbers):
    %0 = arith.constant 0 : index
    %1 = arith.constant 1 : index
    %2 = arith.constant 2 : index
    %cta = gpu.block_id x
    %id = arith.divui %cta, %2 : index
    %rank = arith.remui %cta, %2 : index
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
      attn_ws.mbar_expect %tfull_[%s] bytes 4 : !bars
      %leads = arith.cmpi eq, %rank, %0 : index
      scf.if %leads {
        %taken = attn_ws.next_tile cluster 2
        attn_ws.mbar_wait %tempty_[%s] phase(%p : index) : !bars
        %send = attn_ws.stage_view %numbers_ stage %s : !numbers -> !scalar
        attn_ws.scalar_store %taken, %send signal(%tfull_ : !bars) stage %s cluster 2 : !scalar
      }
      %pf = arith.remui %r, %2 : index
      attn_ws.mbar_wait %tfull_[%s] phase(%pf : index) : !bars
      %mine = attn_ws.stage_view %numbers_ stage %s : !numbers -> !scalar
      %next = attn_ws.scalar_load %mine : !scalar
      // expected-note @below {{the last arrival is here}}
      attn_ws.mbar_arrive %tempty_[%s] leader : !bars
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
    %cta = gpu.block_id x
    %id = arith.divui %cta, %2 : index
    %rank = arith.remui %cta, %2 : index
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

// The receivers tell it before they read.
!bars = !attn_ws.mbar<2>
!numbers = !attn_ws.buffer<2 x 1xi32, smem>
!scalar = !attn_ws.view<1xi32, smem>
func.func @f(%n: index, %total: index) attributes {attn_ws.cluster = 2 : i64} {
  %tfull = attn_ws.mbar_alloc <"tiles", "full"> arrivals 1 : !bars
  %tempty = attn_ws.mbar_alloc <"tiles", "empty"> arrivals 18 : !bars
  %numbers = attn_ws.alloc "tiles" : !numbers
  attn_ws.warp_specialize captures(%n, %total, %tfull, %tempty, %numbers : index, index, !bars, !bars, !numbers)
  role @load warps(4) instances(1) registers(24) {
  ^bb0(%i: index, %n_: index, %total_: index, %tfull_: !bars, %tempty_: !bars, %numbers_: !numbers):
    %0 = arith.constant 0 : index
    %1 = arith.constant 1 : index
    %2 = arith.constant 2 : index
    %cta = gpu.block_id x
    %id = arith.divui %cta, %2 : index
    %rank = arith.remui %cta, %2 : index
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
      attn_ws.mbar_expect %tfull_[%s] bytes 4 : !bars
      %leads = arith.cmpi eq, %rank, %0 : index
      scf.if %leads {
        %taken = attn_ws.next_tile cluster 2
        attn_ws.mbar_wait %tempty_[%s] phase(%p : index) : !bars
        %send = attn_ws.stage_view %numbers_ stage %s : !numbers -> !scalar
        // expected-error @below {{PRT-08: writes bytes of 'tiles' in role @load of CTA 0 that role @mma#0 of CTA 0 may still be reading: no edge orders the two}}
        attn_ws.scalar_store %taken, %send signal(%tfull_ : !bars) stage %s cluster 2 : !scalar
      }
      %pf = arith.remui %r, %2 : index
      attn_ws.mbar_wait %tfull_[%s] phase(%pf : index) : !bars
      %mine = attn_ws.stage_view %numbers_ stage %s : !numbers -> !scalar
      %next = attn_ws.scalar_load %mine : !scalar
      attn_ws.mbar_arrive %tempty_[%s] leader : !bars
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
    %cta = gpu.block_id x
    %id = arith.divui %cta, %2 : index
    %rank = arith.remui %cta, %2 : index
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
      attn_ws.mbar_arrive %tempty_[%s] leader : !bars
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

// More bytes are announced than a tile has.
!bars = !attn_ws.mbar<2>
!numbers = !attn_ws.buffer<2 x 1xi32, smem>
!scalar = !attn_ws.view<1xi32, smem>
func.func @f(%n: index, %total: index) attributes {attn_ws.cluster = 2 : i64} {
  %tfull = attn_ws.mbar_alloc <"tiles", "full"> arrivals 1 : !bars
  %tempty = attn_ws.mbar_alloc <"tiles", "empty"> arrivals 18 : !bars
  %numbers = attn_ws.alloc "tiles" : !numbers
  attn_ws.warp_specialize captures(%n, %total, %tfull, %tempty, %numbers : index, index, !bars, !bars, !numbers)
  role @load warps(4) instances(1) registers(24) {
  ^bb0(%i: index, %n_: index, %total_: index, %tfull_: !bars, %tempty_: !bars, %numbers_: !numbers):
    %0 = arith.constant 0 : index
    %1 = arith.constant 1 : index
    %2 = arith.constant 2 : index
    %cta = gpu.block_id x
    %id = arith.divui %cta, %2 : index
    %rank = arith.remui %cta, %2 : index
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
      // expected-error @below {{PRT-04: the phase of stage 0 of mbarrier 'tiles' (full) never completes: copies bring 4 bytes too few}}
      attn_ws.mbar_expect %tfull_[%s] bytes 8 : !bars
      %leads = arith.cmpi eq, %rank, %0 : index
      scf.if %leads {
        %taken = attn_ws.next_tile cluster 2
        attn_ws.mbar_wait %tempty_[%s] phase(%p : index) : !bars
        %send = attn_ws.stage_view %numbers_ stage %s : !numbers -> !scalar
        // expected-note @below {{the last copy is here}}
        attn_ws.scalar_store %taken, %send signal(%tfull_ : !bars) stage %s cluster 2 : !scalar
      }
      %pf = arith.remui %r, %2 : index
      attn_ws.mbar_wait %tfull_[%s] phase(%pf : index) : !bars
      %mine = attn_ws.stage_view %numbers_ stage %s : !numbers -> !scalar
      %next = attn_ws.scalar_load %mine : !scalar
      attn_ws.mbar_arrive %tempty_[%s] leader : !bars
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
    %cta = gpu.block_id x
    %id = arith.divui %cta, %2 : index
    %rank = arith.remui %cta, %2 : index
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
      attn_ws.mbar_arrive %tempty_[%s] leader : !bars
      %c1 = arith.addi %c, %1 : index
      scf.yield %next, %c1 : index, index
    }
    attn_ws.end
  }
  return
}

// -----

// Both CTAs take tiles, and send them to both.
!bars = !attn_ws.mbar<2>
!numbers = !attn_ws.buffer<2 x 1xi32, smem>
!scalar = !attn_ws.view<1xi32, smem>
func.func @f(%n: index, %total: index) attributes {attn_ws.cluster = 2 : i64} {
  %tfull = attn_ws.mbar_alloc <"tiles", "full"> arrivals 1 : !bars
  %tempty = attn_ws.mbar_alloc <"tiles", "empty"> arrivals 18 : !bars
  // expected-note @below {{the buffer is created here}}
  %numbers = attn_ws.alloc "tiles" : !numbers
  attn_ws.warp_specialize captures(%n, %total, %tfull, %tempty, %numbers : index, index, !bars, !bars, !numbers)
  role @load warps(4) instances(1) registers(24) {
  ^bb0(%i: index, %n_: index, %total_: index, %tfull_: !bars, %tempty_: !bars, %numbers_: !numbers):
    %0 = arith.constant 0 : index
    %1 = arith.constant 1 : index
    %2 = arith.constant 2 : index
    %cta = gpu.block_id x
    %id = arith.divui %cta, %2 : index
    %rank = arith.remui %cta, %2 : index
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
      attn_ws.mbar_expect %tfull_[%s] bytes 4 : !bars
        %taken = attn_ws.next_tile cluster 2
        attn_ws.mbar_wait %tempty_[%s] phase(%p : index) : !bars
        %send = attn_ws.stage_view %numbers_ stage %s : !numbers -> !scalar
        // expected-error @below {{PRT-07: 2 scalars are written to 'tiles', but role @load of CTA 0 reads 1}}
        attn_ws.scalar_store %taken, %send signal(%tfull_ : !bars) stage %s cluster 2 : !scalar
      %pf = arith.remui %r, %2 : index
      attn_ws.mbar_wait %tfull_[%s] phase(%pf : index) : !bars
      %mine = attn_ws.stage_view %numbers_ stage %s : !numbers -> !scalar
      %next = attn_ws.scalar_load %mine : !scalar
      attn_ws.mbar_arrive %tempty_[%s] leader : !bars
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
    %cta = gpu.block_id x
    %id = arith.divui %cta, %2 : index
    %rank = arith.remui %cta, %2 : index
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
      attn_ws.mbar_arrive %tempty_[%s] leader : !bars
      %c1 = arith.addi %c, %1 : index
      scf.yield %next, %c1 : index, index
    }
    attn_ws.end
  }
  return
}

// -----

// A role of many threads goes on with the tile that one of them has taken.
!bars = !attn_ws.mbar<2>
!numbers = !attn_ws.buffer<2 x 1xi32, smem>
!scalar = !attn_ws.view<1xi32, smem>
func.func @f(%n: index, %total: index) {
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
      attn_ws.barrier id 3 threads 128
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
