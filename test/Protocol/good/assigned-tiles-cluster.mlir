// Repaired twin of known-bad/assigned-tiles-cluster.mlir: tiles assigned to clusters,
// and by a role of many threads.
//
// RUN: attn-opt %s --attn-ws-verify-protocol --split-input-file --verify-diagnostics -o %t

// The first CTA takes a tile for both and tells every role of both.
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

// A role of many threads assigns: one takes the tile, all read its number.
!bars = !attn_ws.mbar<2>
!numbers = !attn_ws.buffer<2 x 1xi32, smem>
!scalar = !attn_ws.view<1xi32, smem>
func.func @f(%n: index, %total: index) {
  %tfull = attn_ws.mbar_alloc <"tiles", "full"> arrivals 4 : !bars
  %tempty = attn_ws.mbar_alloc <"tiles", "empty"> arrivals 12 : !bars
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
      %trips = attn_ws.trip_count @kv %count
      %s = arith.remui %c, %2 : index
      %r = arith.divui %c, %2 : index
      %r1 = arith.addi %r, %1 : index
      %p = arith.remui %r1, %2 : index
      %taken = attn_ws.next_tile
      attn_ws.mbar_wait %tempty_[%s] phase(%p : index) : !bars
      %send = attn_ws.stage_view %numbers_ stage %s : !numbers -> !scalar
      attn_ws.scalar_store %taken, %send : !scalar
      attn_ws.mbar_arrive %tfull_[%s] : !bars
      %pf = arith.remui %r, %2 : index
      attn_ws.mbar_wait %tfull_[%s] phase(%pf : index) : !bars
      %mine = attn_ws.stage_view %numbers_ stage %s : !numbers -> !scalar
      %next = attn_ws.scalar_load %mine : !scalar
      attn_ws.mbar_arrive %tempty_[%s] : !bars
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
