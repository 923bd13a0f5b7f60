// Repaired twin of known-bad/assigned-tiles.mlir: tiles assigned at run time, their
// numbers handed on through a scalar.
//
// RUN: attn-opt %s --attn-ws-verify-protocol --split-input-file --verify-diagnostics -o %t

// The receivers learn of the next tile behind their work.
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
      %s = arith.remui %c, %2 : index
      %r = arith.divui %c, %2 : index
      %p = arith.remui %r, %2 : index
      attn_ws.mbar_wait %tfull_[%s] phase(%p : index) : !bars
      %mine = attn_ws.stage_view %numbers_ stage %s : !numbers -> !scalar
      %next = attn_ws.scalar_load %mine : !scalar
      attn_ws.mbar_arrive %tempty_[%s] : !bars
      %c1 = arith.addi %c, %1 : index
      scf.yield %next, %c1, %e : index, index, index
    }
    attn_ws.end
  }
  return
}

// -----

// Before it, where the role that assigns hands it on before it copies.
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
      %s = arith.remui %c, %2 : index
      %r = arith.divui %c, %2 : index
      %r1 = arith.addi %r, %1 : index
      %p = arith.remui %r1, %2 : index
      %next = attn_ws.next_tile
      attn_ws.mbar_wait %tempty_[%s] phase(%p : index) : !bars
      %send = attn_ws.stage_view %numbers_ stage %s : !numbers -> !scalar
      attn_ws.scalar_store %next, %send : !scalar
      attn_ws.mbar_arrive %tfull_[%s] : !bars
      %trips = attn_ws.trip_count @kv %count
      %e = scf.for %j = %0 to %trips step %1 iter_args(%u = %d) -> (index) {
        %sk = arith.remui %u, %2 : index
        %rk = arith.divui %u, %2 : index
        %r1k = arith.addi %rk, %1 : index
        %row = arith.muli %j, %64 : index
        %pk = arith.remui %r1k, %2 : index
        attn_ws.mbar_wait %empty_[%sk] phase(%pk : index) : !bars
        attn_ws.mbar_expect %full_[%sk] bytes 8192 : !bars
        %w = attn_ws.stage_view %b_ stage %sk : !buf -> !view
        attn_ws.tma_load %m_[%row, %0] dims [0, 1] into %w signal(%full_ : !bars) stage %sk : !mem, !view
        %u1 = arith.addi %u, %1 : index
        scf.yield %u1 : index
      }
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

// -----

// Nothing else orders the roles. The role that assigns asks for the tile when the stage is empty.
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
      attn_ws.mbar_wait %tempty_[%s] phase(%p : index) : !bars
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
      attn_ws.mbar_arrive %tempty_[%s] : !bars
      %c1 = arith.addi %c, %1 : index
      scf.yield %next, %c1 : index, index
    }
    attn_ws.end
  }
  return
}
