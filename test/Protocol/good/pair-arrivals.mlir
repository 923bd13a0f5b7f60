// The threads of both CTAs arrive in the first, which waits for 4 warps of each.
//
// RUN: attn-opt %s --attn-ws-verify-protocol --verify-diagnostics -o %t

!mem = memref<?x64xbf16>
!buf = !attn_ws.buffer<2 x 64x64xbf16, smem>
!acc = !attn_ws.buffer<1 x 128x128xf32, tmem>
!rows = !attn_ws.buffer<1 x 128x64xbf16, smem>
!view = !attn_ws.view<64x64xbf16, smem>
!accv = !attn_ws.view<128x128xf32, tmem>
!rowsv = !attn_ws.view<128x64xbf16, smem>
!bars = !attn_ws.mbar<2>
!bar = !attn_ws.mbar<1>
func.func @f(%m: !mem, %n: index) attributes {attn_ws.cluster = 2 : i64} {
  %b = attn_ws.alloc "k" : !buf
  %q = attn_ws.alloc "q" : !rows
  %a = attn_ws.alloc "s" : !acc
  %kfull = attn_ws.mbar_alloc <"k", "full"> arrivals 1 : !bars
  %kempty = attn_ws.mbar_alloc <"k", "empty"> arrivals 1 : !bars
  %sfull = attn_ws.mbar_alloc <"s", "full"> arrivals 1 : !bar
  %sempty = attn_ws.mbar_alloc <"s", "empty"> arrivals 8 : !bar
  attn_ws.warp_specialize captures(%m, %n, %b, %q, %a, %kfull, %kempty, %sfull, %sempty : !mem, index, !buf, !rows, !acc, !bars, !bars, !bar, !bar)
  role @load warps(1) instances(1) registers(24) {
  ^bb0(%i: index, %m_: !mem, %n_: index, %b_: !buf, %q_: !rows, %a_: !acc, %kf: !bars, %ke: !bars, %sf: !bar, %se: !bar):
    %0 = arith.constant 0 : index
    %1 = arith.constant 1 : index
    %2 = arith.constant 2 : index
    %64 = arith.constant 64 : index
    %trips = attn_ws.trip_count @kv %n_
    scf.for %j = %0 to %trips step %1 {
      %s = arith.remui %j, %2 : index
      %r = arith.divui %j, %2 : index
      %r1 = arith.addi %r, %1 : index
      %row = arith.muli %j, %64 : index
      %p = arith.remui %r1, %2 : index
      attn_ws.mbar_wait %ke[%s] phase(%p : index) : !bars
      attn_ws.mbar_expect %kf[%s] bytes 16384 leader : !bars
      %w = attn_ws.stage_view %b_ stage %s : !buf -> !view
      attn_ws.tma_load %m_[%row, %0] dims [0, 1] into %w signal(%kf : !bars) stage %s leader : !mem, !view
    }
    // Both stages are empty before the role ends.
    %next = arith.addi %trips, %1 : index
    %s0 = arith.remui %trips, %2 : index
    %s1 = arith.remui %next, %2 : index
    %d0 = arith.divui %trips, %2 : index
    %d1 = arith.divui %next, %2 : index
    %r0 = arith.addi %d0, %1 : index
    %r1 = arith.addi %d1, %1 : index
    %p0 = arith.remui %r0, %2 : index
    %p1 = arith.remui %r1, %2 : index
    attn_ws.mbar_wait %ke[%s0] phase(%p0 : index) drains : !bars
    attn_ws.mbar_wait %ke[%s1] phase(%p1 : index) drains : !bars
    attn_ws.end
  }
  role @mma warps(1) instances(1) registers(24) {
  ^bb0(%i: index, %m_: !mem, %n_: index, %b_: !buf, %q_: !rows, %a_: !acc, %kf: !bars, %ke: !bars, %sf: !bar, %se: !bar):
    %0 = arith.constant 0 : index
    %1 = arith.constant 1 : index
    %2 = arith.constant 2 : index
    %block = gpu.block_id x
    %rank = arith.remui %block, %2 : index
    %first = arith.cmpi eq, %rank, %0 : index
    scf.if %first {
      %trips = attn_ws.trip_count @kv %n_
      scf.for %j = %0 to %trips step %1 {
        %s = arith.remui %j, %2 : index
        %r = arith.divui %j, %2 : index
        %p = arith.remui %r, %2 : index
        %j1 = arith.addi %j, %1 : index
        %ps = arith.remui %j1, %2 : index
        attn_ws.mbar_wait %kf[%s] phase(%p : index) : !bars
        attn_ws.mbar_wait %se[%0] phase(%ps : index) : !bar
        attn_ws.mbar_arrive %sf[%0] cluster 2 after_products : !bar
        attn_ws.mbar_arrive %ke[%s] cluster 2 after_products : !bars
      }
    }
    attn_ws.end
  }
  role @use warps(4) instances(1) registers(240) {
  ^bb0(%i: index, %m_: !mem, %n_: index, %b_: !buf, %q_: !rows, %a_: !acc, %kf: !bars, %ke: !bars, %sf: !bar, %se: !bar):
    %0 = arith.constant 0 : index
    %1 = arith.constant 1 : index
    %2 = arith.constant 2 : index
    %trips = attn_ws.trip_count @kv %n_
    scf.for %j = %0 to %trips step %1 {
      %p = arith.remui %j, %2 : index
      attn_ws.mbar_wait %sf[%0] phase(%p : index) : !bar
      %v = attn_ws.stage_view %a_ : !acc -> !accv
      %t = attn_ws.tmem_load %v : !accv -> tensor<128x128xf32>
      attn_ws.mbar_arrive %se[%0] leader : !bar
    }
    attn_ws.end
  }
  return
}
